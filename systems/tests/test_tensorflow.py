"""Tensors of TensorFlow in C code and back: systems/tensorflow_arrays, and the other examples where they take any array.

Its GPU build could not be had.  String tensors are left out: to_dlpack of TensorFlow 2.21 ends the process on them."""
import gc
import os
import pathlib
import weakref

import numpy as np
import pytest

import processes
from pool_arrays import concatenate
from tensorflow_arrays import clear, reverse, share

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
SYSTEM = "TensorFlow"
PACKAGES = ["tensorflow-cpu", "tensorflow"]
tf = pytest.importorskip("tensorflow")

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bfloat16", "float16", "float32",
          "float64", "complex64", "complex128"]
SHAPES = [(6,), (3, 4), (2, 3, 4), (1, 1), (0, 3), (5, 0)]


def to_dlpack(x):
    return tf.experimental.dlpack.to_dlpack(x)


def from_dlpack(capsule):
    return tf.experimental.dlpack.from_dlpack(capsule)


def tensor(dtype="float32", shape=(3, 4)):
    size = int(np.prod(shape))
    return tf.cast(tf.reshape(tf.range(size) % 5, shape), dtype)


def address(x):
    return np.asarray(memoryview(x)).ctypes.data  # .numpy() copies


def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# ------------------------------------------------------------------------------------------------------ theirs in C code --
@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("as_capsule", [False, True], ids=["tensor", "capsule"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_in_c(dtype, as_capsule):
    """The same memory as numbers of the same dtype, read-only."""
    x = tensor(dtype)
    shared = share(to_dlpack(x) if as_capsule else x)
    assert str(shared.dtype) == dtype and shared.shape == (3, 4) and shared.readonly and shared.device == "cpu"
    numbers = np.asarray(shared)
    assert numbers.dtype == x.numpy().dtype and np.array_equal(numbers, x.numpy()) and not numbers.flags.writeable
    if dtype != "bfloat16":  # which has no buffer
        assert numbers.ctypes.data == address(x)


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_shape_in_c(shape):
    x = tensor(shape=shape)
    assert np.array_equal(np.asarray(share(x)), x.numpy()) and share(x).shape == shape
    assert np.array_equal(np.asarray(share(to_dlpack(x))), x.numpy())


@pytest.mark.interop("in", "CPU")
def test_a_number_in_c():
    assert np.asarray(share(tf.constant(3.5))).item() == 3.5
    with pytest.raises(ValueError, match="x: expected shape"):
        reverse(tf.constant(3.5))


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("given", [lambda x: x, to_dlpack, lambda x: share(x), lambda x: share(to_dlpack(x))],
                         ids=["tensor", "capsule", "shared", "shared capsule"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_tensors_are_never_written(given, dtype):
    x = tensor(dtype)
    before = x.numpy().tobytes()
    with pytest.raises(ValueError, match="x: expected "):
        clear(given(x))
    assert x.numpy().tobytes() == before


@pytest.mark.interop("in", "CPU")
def test_the_capsule_of_a_refusal_can_be_used_again():
    x = tensor()
    capsule = to_dlpack(x)
    with pytest.raises(ValueError):
        clear(capsule)
    assert np.array_equal(np.asarray(share(capsule)), x.numpy())
    with pytest.raises((ValueError, BufferError)):
        share(capsule)  # used


@pytest.mark.interop("in", "CPU")
def test_memory_lives_as_long_as_c_holds_it():
    x = tensor(shape=(1 << 20,))
    expected, shared = x.numpy(), [share(x), share(to_dlpack(x))]
    del x
    gc.collect()
    others = [tf.zeros(1 << 20) + k for k in range(4)]  # which would have taken it
    for each in shared:
        assert np.array_equal(np.asarray(each), expected)
    del others


@pytest.mark.interop("in", "CPU")
def test_memory_is_given_back():
    def once():
        x = tf.ones(1 << 20) + 1
        share(x), share(to_dlpack(x)), to_dlpack(x)

    for _ in range(10):
        once()
    gc.collect()
    before = resident()
    for _ in range(100):
        once()
    gc.collect()
    assert resident() - before < 40 << 20  # 10 tensors of 4 MB


@pytest.mark.interop("in", "CPU")
def test_what_is_no_tensor_yet():
    """A variable says what to pass; within a graph there are no numbers."""
    v = tf.Variable(tensor())
    with pytest.raises(TypeError, match=r"x: expected an array, got '.*ResourceVariable'; pass x.value\(\)"):
        reverse(v)
    assert np.array_equal(np.asarray(share(v.value())), v.numpy())
    seen = []

    @tf.function
    def traced(x):
        try:
            share(x)
        except Exception as error:
            seen.append(error)
        return x

    traced(tensor())
    assert len(seen) == 1 and isinstance(seen[0], (TypeError, ValueError, NotImplementedError, AttributeError, BufferError))


@pytest.mark.interop("in", "CPU")
def test_with_arrays_of_other_libraries():
    torch = pytest.importorskip("torch")
    x = tensor()
    result = concatenate([torch.zeros(1, 4), x, x.numpy()])
    assert type(result) is torch.Tensor and np.array_equal(result.numpy(), np.concatenate([np.zeros((1, 4)), x, x]))


# ---------------------------------------------------------------------------------------------------------- ours in theirs --
@pytest.mark.interop("out", "CPU")
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_of_c(dtype):
    x = tensor(dtype)
    for given in (x, to_dlpack(x)):
        y = from_dlpack(reverse(given))
        assert y.dtype == x.dtype and np.array_equal(y.numpy(), x.numpy()[::-1])


@pytest.mark.interop("out", "CPU")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_shape_of_c(shape):
    x = tensor(shape=shape)
    y = from_dlpack(reverse(x))
    assert tuple(y.shape) == shape and np.array_equal(y.numpy(), x.numpy()[::-1])


@pytest.mark.interop("out", "CPU")
def test_they_take_the_memory_of_c():
    """cucore.Array's own capsules: the same memory, which dies with the tensor."""
    ours = concatenate([np.arange(64, dtype="f4")], like=b"")
    numbers = np.asarray(ours)
    alive = weakref.ref(numbers)
    y = from_dlpack(numbers.__dlpack__())
    z = from_dlpack(ours.__dlpack__())
    assert address(y) == address(z) == numbers.ctypes.data
    del ours, numbers
    gc.collect()
    assert np.array_equal(y.numpy(), np.arange(64)) and alive() is not None
    del y
    gc.collect()
    assert alive() is None and np.array_equal(z.numpy(), np.arange(64))


@pytest.mark.interop("out", "CPU")
def test_memory_of_c_is_given_back():
    def once():
        x = np.ones(1 << 20, "f4")
        from_dlpack(reverse(x)) + 1
        reverse(x)  # a capsule that nobody takes

    for _ in range(10):
        once()
    gc.collect()
    before = resident()
    for _ in range(100):
        once()
    gc.collect()
    assert resident() - before < 40 << 20


@pytest.mark.interop("out", "CPU")
def test_there_and_back_it_is_the_same_memory():
    """What came without a word on writing goes back so; C code lets it go before TensorFlow does."""
    x = tensor()
    y = from_dlpack(share(to_dlpack(x)).__dlpack__())
    assert address(y) == address(x)
    expected = x.numpy()
    del x
    gc.collect()
    assert np.array_equal(y.numpy(), expected)


@pytest.mark.interop("out", "CPU")
def test_results_go_through_their_operations():
    """Gradients and graphs of TensorFlow on what C code made."""
    y = from_dlpack(reverse(tf.constant([1.0, 2.0, 3.0])))
    with tf.GradientTape() as tape:
        tape.watch(y)
        z = tf.reduce_sum(y * y)
    assert tape.gradient(z, y).numpy().tolist() == [6, 4, 2]
    assert tf.function(lambda v: v + v)(y).numpy().tolist() == [6, 4, 2]


@pytest.mark.interop("out", "CPU")
@pytest.mark.timeout(300)
def test_the_demo():
    assert "complex128: a capsule in, a capsule out" in processes.demo("tensorflow_arrays")
