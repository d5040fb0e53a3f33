"""Dtypes and devices of real libraries as arguments, dtypes of views in these libraries, and tensors for C libraries."""
import gc
import weakref

import pytest

import cucore_test as c

np = pytest.importorskip("numpy")
CPU, CUDA = 1, 2
NONE, CURRENT = c.named("device", "cpu")[1], c.named("device", "cuda")[1]
NAMES = ["float32", "float64", "float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64", "bool", "complex64", "complex128",
         "float8_e4m3fn", "float8_e5m2"]


@pytest.mark.parametrize("name", NAMES)
def test_torch_dtypes(torch, name):
    dtype = getattr(torch, name)
    assert c.named("dtype", dtype)[0] == name
    t = torch.zeros(4, device="cuda").to(dtype)
    for like in (t, torch.Tensor, torch, "torch"):
        assert c.described(t, 0, "dtype", like) is dtype


def test_torch_devices(torch):
    rows = {"cpu": (CPU, NONE), "cuda": (CUDA, CURRENT), "cuda:0": (CUDA, 0), "cuda:1": (CUDA, 1)}
    for text, found in rows.items():
        assert c.named("device", torch.device(text)) == c.named("device", text) == found
    with pytest.raises(ValueError, match="meta"):
        c.named("device", torch.device("meta"))
    assert c.named("shape", torch.zeros(2, 3).shape) == (2, 3)


def test_jax_devices(jax):
    assert c.named("device", jax.devices("gpu")[0]) == (CUDA, 0)
    assert c.named("device", jax.devices("cpu")[0]) == (CPU, NONE)
    x = jax.numpy.zeros(3, jax.numpy.bfloat16)
    assert c.described(x, 0, "dtype", x) == x.dtype and c.named("dtype", x.dtype)[0] == "bfloat16"


def test_cupy_devices(cupy):
    assert c.named("device", cupy.cuda.Device(0)) == (CUDA, 0)
    x = cupy.zeros((2, 3), "f4")
    assert c.named("dtype", x.dtype)[0] == c.named("dtype", cupy.float32)[0] == "float32"
    assert c.described(x, 0, "dtype", x) == x.dtype and c.described(x, 0, "bytes") == x.strides


def test_numba_types(numba_cuda):
    import numba

    assert c.named("dtype", numba.float32)[0] == "float32" and c.named("dtype", numba.int64)[0] == "int64"
    assert c.named("dtype", numba.boolean)[0] == "bool" and c.named("dtype", numba.complex64)[0] == "complex64"
    assert c.named("device", numba_cuda.get_current_device()) == (CUDA, 0)


def test_cuda_core_devices():
    core = pytest.importorskip("cuda.core")
    assert c.named("device", core.Device(0)) == (CUDA, 0)


@pytest.mark.parametrize("flags, strides", [(0, True), (c.MAKE_C_CONTIGUOUS, False)], ids=["strides", "compact"])
def test_tensor_of_a_torch_tensor(torch, flags, strides):
    t = torch.arange(24, device="cuda", dtype=torch.float32).reshape(4, 6)[:, ::2]
    capsule, has_strides, _ = c.tensor(t, flags, 0, 0 if strides else c.EXPORT_COMPACT)
    assert has_strides == strides
    again = torch.from_dlpack(capsule)
    assert torch.equal(again, t) and (again.data_ptr() == t.data_ptr()) == strides


def test_memory_that_an_object_keeps(cupy):
    class Owner:
        pass

    x, owner = cupy.arange(64, dtype="u1"), Owner()
    alive = weakref.ref(owner)
    made = c.wrap(x.data.ptr, (8, 8), owner, "cupy", CUDA)
    del owner
    gc.collect()
    assert alive() is not None and type(made) is cupy.ndarray and made.data.ptr == x.data.ptr
    del made
    gc.collect()
    assert alive() is None


def test_fields_of_packed_structs_on_the_device(cupy):
    class Field:
        memory = cupy.zeros(25, "u1")  # five structs of a byte and a float32: CuPy makes no such arrays
        __cuda_array_interface__ = {"shape": (5,), "strides": (5,), "typestr": "<f4", "data": (memory.data.ptr + 1, False),
                                    "version": 3}

    x = Field()
    info = c.work([x], [("x", "float32", "5", c.MAKE_C_CONTIGUOUS, 0)], poke=0)[0][0]
    assert info["converted"] == 1 and info["strides"] == (1,) and c.nbytes(x) == 20
