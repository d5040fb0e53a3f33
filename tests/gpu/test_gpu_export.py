"""Export and results with real consumers on a real GPU: pairs, pointers, ordering proven by a slow kernel, lifetime."""
import gc
import sys
import time

import pytest

import cucore_test
import examples
import export_test as ex
from capturing import captured

np = pytest.importorskip("numpy")
CPU, CUDA, PINNED, MANAGED = (1, 0), (2, 0), (3, 0), (13, 0)
NO_SYNC = (1 << 64) - 1
V1 = {"max_version": (1, 0)}
ONE, TWO = 0x3F800000, 0x40000000  # 1.0f, 2.0f


def to_first_device():
    """The primary context of device 0 becomes current."""
    import ctypes
    driver = ctypes.CDLL("libcuda.so.1")
    handle = ctypes.c_void_p()
    assert driver.cuInit(0) == 0
    assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(handle), 0) == 0
    assert driver.cuCtxSetCurrent(handle) == 0


@pytest.fixture(autouse=True)
def context():
    """Every test begins with the primary context of device 0 current, as programs have it."""
    to_first_device()
    yield
    gc.collect()


def sleep(torch, stream, seconds=0.4):
    """Keeps a stream busy."""
    with torch.cuda.stream(stream):
        torch.cuda._sleep(int(seconds * 1.5e9))


def own(shape=(4, 6), where=CUDA, value=ONE, stream=1):
    to_first_device()  # with two of them JAX leaves the other one current when it starts
    x = ex.allocate(where, "float32", shape, stream)
    x.fill(value, stream)
    return x


# ------------------------------------------------------------------------------------------------------ consumers --
def by_torch(torch, x):
    t = torch.from_dlpack(x)
    return t, t.data_ptr(), t.cpu().numpy(), tuple(t.stride())


def by_cupy(cupy, x):
    a = cupy.from_dlpack(x)
    return a, a.data.ptr, a.get(), tuple(s // a.itemsize for s in a.strides)


def by_cupy_cai(cupy, x):
    a = cupy.asarray(x)
    return a, a.data.ptr, a.get(), tuple(s // a.itemsize for s in a.strides)


def by_numba(numba_cuda, x):
    a = numba_cuda.as_cuda_array(x)
    return a, a.device_ctypes_pointer.value, a.copy_to_host(), tuple(s // a.dtype.itemsize for s in a.strides)


def by_jax(jax, x):
    import jax.numpy as jnp
    a = jnp.from_dlpack(x)
    return a, a.unsafe_buffer_pointer(), np.asarray(a), None


def by_cuda_core(utils, x):
    v = utils.StridedMemoryView.from_dlpack(x, stream_ptr=1)
    return v, v.ptr, None, tuple(v.strides) if v.strides else None


CONSUMERS = {"torch": by_torch, "cupy": by_cupy, "cupy-cai": by_cupy_cai, "numba": by_numba, "jax": by_jax,
             "cuda.core": by_cuda_core}


def consumer(name, request):
    if name == "cuda.core":
        return pytest.importorskip("cuda.core.utils")
    return request.getfixturevalue({"cupy-cai": "cupy", "numba": "numba_cuda"}.get(name, name))


@pytest.mark.parametrize("name", CONSUMERS)
@pytest.mark.parametrize("layout", ["C", "F", "strided", "empty"])
def test_roundtrip_through_every_consumer(request, name, layout):
    """Values, dtype, strides, device and pointer survive; reference counts return to where they were."""
    library = consumer(name, request)
    if name == "jax" and layout in ("F", "strided"):
        pytest.skip("JAX takes dense arrays in C order")
    base = own((4, 6))
    shape, strides = {"C": ((4, 6), (6, 1)), "F": ((6, 4), (1, 6)), "strided": ((2, 3), (12, 2)),
                      "empty": ((0, 6), (6, 1))}[layout]
    x = ex.Array(base.ptr, "float32", shape, strides, device=CUDA, stream=1, owner=base)
    before = sys.getrefcount(x)
    array, pointer, values, got = CONSUMERS[name](library, x)
    if layout != "empty":
        assert pointer == x.ptr
        assert got in (None, strides)
    if values is not None:
        assert values.shape == shape and values.dtype == "float32" and (values == 1).all()
    del array
    gc.collect()
    if name == "jax":
        time.sleep(0.2)
        gc.collect()
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16", "int8", "int64", "uint8", "bool", "complex64",
                                   "float8_e4m3fn"])
def test_dtypes_through_torch(torch, dtype):
    x = ex.allocate(CUDA, dtype, (3, 5))
    t = torch.from_dlpack(x)
    assert t.dtype == getattr(torch, dtype) and t.shape == (3, 5) and t.data_ptr() == x.ptr


@pytest.mark.alone
def test_P5_torch_waits_for_the_pending_stream(torch):
    work, use = torch.cuda.Stream(), torch.cuda.Stream()
    x = own(value=0, stream=work.cuda_stream)
    with torch.cuda.stream(use):
        torch.from_dlpack(own()).sum()  # the kernel is loaded, which synchronises
    torch.cuda.synchronize()
    sleep(torch, work)
    x.fill(ONE, work.cuda_stream)
    with torch.cuda.stream(use):
        total = torch.from_dlpack(ex.Array(x.ptr, "float32", (4, 6), device=CUDA, stream=work.cuda_stream)).sum()
    assert not work.query(), "the producer was waited for on the host"
    assert total.item() == 24
    use.synchronize()


def test_D16_device_memory_for_numpy(torch):
    work = torch.cuda.Stream()
    x = own(value=0, stream=work.cuda_stream)
    sleep(torch, work)
    x.fill(TWO, work.cuda_stream)
    y = ex.Array(x.ptr, "float32", (2, 3), (12, 2), device=CUDA, stream=work.cuda_stream, owner=x)
    a = np.from_dlpack(y, device="cpu")
    assert (a == 2).all() and a.shape == (2, 3)


def test_D17_copy_for_torch(torch):
    x = own()
    t = torch.from_dlpack(x, copy=True)
    assert t.data_ptr() != x.ptr and (t == 1).all()
    x.fill(TWO)
    torch.cuda.synchronize()
    assert (t == 1).all()


def test_managed_and_pinned_memory(torch):
    for where in (PINNED, MANAGED):
        x = own(where=where, value=ONE)
        a = np.from_dlpack(x)
        assert (a == 1).all() and a.ctypes.data == x.ptr


def test_P6_T16_a_capture_of_the_consumer(torch):
    """An export of what is pending outside is refused while the consumer captures."""
    work, use = torch.cuda.Stream(), torch.cuda.Stream()
    x = own(stream=work.cuda_stream)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with captured(graph, stream=use, capture_error_mode="relaxed"):
        y = torch.zeros(3, device="cuda")
        with pytest.raises(RuntimeError, match="captur"):
            x.__dlpack__(stream=use.cuda_stream, **V1)
    graph.replay()
    torch.cuda.synchronize()
    assert (y == 0).all()


# --------------------------------------------------------------------------------------------------------- results --
def likes(request, name):
    if name == "numpy":
        return np.zeros(1), CPU
    if name == "torch-cpu":
        return request.getfixturevalue("torch").zeros(1), CPU
    if name == "jax-cpu":
        jax = pytest.importorskip("jax")
        return jax.device_put(np.zeros(1, "f4"), jax.devices("cpu")[0]), CPU
    library = consumer(name, request)
    if name == "torch":
        return library.zeros(1, device="cuda"), CUDA
    if name == "cupy":
        return library.zeros(1), CUDA
    if name == "numba":
        return library.to_device(np.zeros(1)), CUDA
    return library.device_put(np.zeros(1, "f4"), library.devices("gpu")[0]), CUDA


READ = {"numpy": lambda a: (a.ctypes.data, a), "torch": lambda t: (t.data_ptr(), t.cpu().numpy()),
        "cupy": lambda a: (a.data.ptr, a.get()), "numba": lambda a: (a.device_ctypes_pointer.value, a.copy_to_host()),
        "jax": lambda a: (a.unsafe_buffer_pointer(), np.asarray(a))}
NAMES = ["numpy", "torch-cpu", "jax-cpu", "torch", "cupy", "numba", "jax"]


@pytest.mark.parametrize("own_stream", [False, True], ids=["legacy", "own-stream"])
@pytest.mark.parametrize("kind", ["empty", "own"])
@pytest.mark.parametrize("name", NAMES)
def test_X13_results_in_the_callers_library(request, torch, name, kind, own_stream):
    """The same type, the same memory, and behind the work: a slow kernel, then a fill, on the extension's stream."""
    like, where = likes(request, name)
    stream = torch.cuda.Stream()
    handle = stream.cuda_stream if own_stream else 1
    torch.cuda.synchronize()
    y = ex.empty(like, where, "float32", (64, 16), handle) if kind == "empty" else \
        ex.allocate(where, "float32", (64, 16), handle)
    pointer = y.ptr
    if where == CUDA:
        y.fill(0, handle)
        if own_stream:
            sleep(torch, stream)
    y.fill(TWO, handle)
    given = y.give(like, handle)
    assert type(given) is type(like) and y.is_released
    got, values = READ[name.split("-")[0]](given)
    assert got == pointer
    assert values.shape == (64, 16) and values.dtype == "float32" and (values == 2).all()


SOURCES = {"torch": (lambda m: m.arange(24, dtype=m.float32, device="cuda").reshape(4, 6), "dlpack"),
           "cupy": (lambda m: m.arange(24, dtype=m.float32).reshape(4, 6), "dlpack"),
           "cupy-cai": (lambda m: m.arange(24, dtype=m.float32).reshape(4, 6), "cai"),
           "numba": (lambda m: m.to_device(np.arange(24, dtype="f4").reshape(4, 6)), "cai"),
           "jax": (lambda m: m.numpy.arange(24, dtype="float32").reshape(4, 6), "dlpack"),
           "cucore": (lambda m: None, "any")}


@pytest.mark.parametrize("to", ["torch", "cupy", "numba", "jax", "cucore"])
@pytest.mark.parametrize("source", SOURCES)
def test_every_pair(request, torch, source, to):
    """Device memory of one library as an array of another: same memory, same values; both let go in the end."""
    make, protocol = SOURCES[source]
    if source == "cucore":
        x = request.getfixturevalue("torch").arange(24, dtype=torch.float32, device="cuda").reshape(4, 6)
        x = ex.take(x, "dlpack").give(None)
    else:
        x = make(consumer(source, request))
    like = None if to == "cucore" else likes(request, to)[0]
    before = sys.getrefcount(x)
    taken = ex.take(x, protocol)
    pointer = taken.ptr
    given = taken.give(like)
    assert taken.is_released
    if to == "cucore":
        assert given.__cuda_array_interface__["data"][0] == pointer
        values = torch.from_dlpack(given).cpu().numpy()
    else:
        assert type(given) is type(like)
        got, values = READ[to](given)
        assert got == pointer
    assert np.array_equal(values, np.arange(24, dtype="f4").reshape(4, 6))
    del given
    gc.collect()
    if "jax" in (source, to):
        time.sleep(0.1)
        gc.collect()
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("name", ["torch", "cupy"])
def test_X13_bfloat16(request, torch, name):
    like, where = likes(request, name)
    try:
        given = ex.empty(like, where, "bfloat16", (8,)).give(like)
    except (BufferError, TypeError, ValueError) as error:
        pytest.skip(f"{name}: {error}")
    assert "bfloat16" in str(given.dtype) and given.shape == (8,)


def test_X13_a_cucore_array_goes_everywhere(request, torch):
    given = own().give(None)
    assert type(given).__name__ == "Array" and "cuda:0" in repr(given)
    for name in CONSUMERS:
        try:
            library = consumer(name, request)
        except pytest.skip.Exception:
            continue
        _, pointer, values, _ = CONSUMERS[name](library, given)
        assert values is None or (values == 1).all()


@pytest.mark.alone
@pytest.mark.parametrize("name", NAMES)
def test_many_results_leave_memory_flat(request, torch, name):
    like, where = likes(request, name)
    x = ex.allocate(where, "float32", (256, 256))
    rounds = 200 if name.startswith("jax") else 2000

    def free_after(count):
        ex.loop("return", x, count, like)
        gc.collect()
        torch.cuda.synchronize()
        return torch.cuda.mem_get_info()[0]

    # Other processes take memory as well: a leak is in every try.
    assert any(free_after(50) - free_after(rounds) <= 64 << 20 for _ in range(3))


# -------------------------------------------------------------------------------------------------- use after free --
def reuse(torch, finish):
    """A consumer reads an array of CuPy's slowly on its own stream, and drops it.  The pool hands the block out again at
    once, and the producer writes it.  -> what the consumer has read."""
    import cupy as cp

    pool, n = cp.cuda.MemoryPool(), 1 << 20
    producer, consumer_ = cp.cuda.Stream(non_blocking=True), torch.cuda.Stream()
    seen = torch.zeros(n, device="cuda")
    torch.cuda.synchronize()
    with cp.cuda.using_allocator(pool.malloc), producer:
        a = cp.full(n, 1, cp.float32)
        pointer = a.data.ptr
        view = cucore_test.cai(a, stream=consumer_.cuda_stream)
        sleep(torch, consumer_)
        with torch.cuda.stream(consumer_):
            seen.copy_(torch.from_dlpack(ex.Array(view.ptr, "float32", (n,), device=CUDA)))
        if finish:
            view.finish(consumer_.cuda_stream)
        view.release()
        del a, view
        b = cp.full(n, 9, cp.float32)
        assert not consumer_.query() or finish, "everything took longer than the slow kernel"
        assert b.data.ptr == pointer, "the pool did not hand the block out again"
    torch.cuda.synchronize()
    return seen.unique().tolist()


@pytest.mark.alone
def test_C6_C10_D34_ordered_release_and_a_pool_that_reuses_at_once(torch, cupy):
    """Without the second half the kernel reads what the next owner wrote; with it, never."""
    for _ in range(3):
        assert reuse(torch, finish=True) == [1.0]
    assert reuse(torch, finish=False) == [9.0], "the race that finish prevents did not show"


def test_D34_results_and_a_pool_that_reuses_at_once(torch):
    """torch frees a result the moment it is given, and hands the block out again: its stream waits for our kernel."""
    stream = torch.cuda.Stream()
    like = torch.zeros(1, device="cuda")
    n = 1 << 20
    torch.cuda.synchronize()
    y = ex.empty(like, CUDA, "float32", (n,), stream.cuda_stream)
    pointer = y.ptr
    sleep(torch, stream)
    y.fill(TWO, stream.cuda_stream)
    given = y.give(like, stream.cuda_stream)
    del given
    gc.collect()
    again = torch.full((n,), 5.0, device="cuda")
    assert again.data_ptr() == pointer, "the pool did not hand the block out again"
    torch.cuda.synchronize()
    assert (again == 5).all()


# -------------------------------------------------------------------------------------------------------- examples --
def test_example_axpy():
    text = examples.run("axpy_ext")
    assert "every result is right" in text and "WRONG" not in text


def test_example_cudabuffer():
    text = examples.run("cudabuffer")
    assert "everything is right" in text and "host to device to host" in text and "WRONG" not in text
