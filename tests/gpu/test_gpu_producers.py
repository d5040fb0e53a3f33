"""Real producers on a real GPU: metadata, ordering proven by a slow kernel, devices, capture, lifetime."""
import gc
import sys
import threading
import time

import pytest

import cucore_test
from capturing import captured

np = pytest.importorskip("numpy")
NO_SYNC, HOST = cucore_test.STREAM_NO_SYNC, cucore_test.STREAM_HOST
CPU, CUDA, PINNED, MANAGED = 1, 2, 3, 13


# -------------------------------------------------------------------------------------------------------- metadata --
def check(view, dtype, shape, strides, pointer, device=(CUDA, 0), readonly=False):
    assert (view.dtype, view.shape, view.strides, view.ptr) == (dtype, tuple(shape), tuple(strides), pointer)
    assert (view.device_type, view.device_id, view.readonly) == (*device, readonly)
    view.release()


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64",
                                   "bool", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2"])
@pytest.mark.parametrize("where", ["cpu", "cuda"])
def test_torch_dtypes(torch, dtype, where):
    t = torch.zeros(4, 6, device=where).to(getattr(torch, dtype))
    check(cucore_test.view(t), dtype, (4, 6), (6, 1), t.data_ptr(), (CUDA, 0) if where == "cuda" else (CPU, -1))


def test_torch_layouts(torch):
    t = torch.arange(120, device="cuda", dtype=torch.float32).reshape(4, 5, 6)
    for x in (t, t.permute(2, 0, 1), t[1:, ::2, 3:], t[:, :1], t.expand(4, 5, 6), t[0, 0, 0], t[:0], t[0].expand(3, 5, 6)):
        view = cucore_test.view(x)
        assert view.shape == tuple(x.shape) and (x.numel() == 0 or view.strides == tuple(x.stride()))
        assert x.numel() == 0 or view.ptr == x.data_ptr()
        view.release()


def test_B39_torch_pinned(torch):
    t = torch.zeros(4, pin_memory=True)
    view = cucore_test.view(t)
    assert view.host_accessible and view.ptr == t.data_ptr()


def test_torch_refusals_pass_through(torch):
    with pytest.raises(BufferError, match="requires grad|require gradient"):
        cucore_test.view(torch.zeros(3, device="cuda", requires_grad=True))
    with pytest.raises(BufferError, match="conj"):
        cucore_test.view(torch.zeros(3, dtype=torch.complex64, device="cuda").conj())


def test_cupy_layouts(cupy):
    a = cupy.arange(120, dtype=cupy.float64).reshape(4, 5, 6)
    for x in (a, a.T, a[1:, 1::2], a[:, :, 2:3], a[1, 2, 3], cupy.broadcast_to(a[0], (3, 5, 6))):
        for take in (cucore_test.view, cucore_test.cai):
            check(take(x), "float64", x.shape, (s // 8 for s in x.strides), x.data.ptr)


def test_B05_cupy_reversed(cupy):
    """CuPy divides strides as unsigned numbers for DLPack; its interface is taken then."""
    x = cupy.arange(24, dtype=cupy.float64).reshape(4, 6)
    for y in (x[::-1], x[:, ::-1], x[::-1, ::-2]):
        for take in (cucore_test.view, cucore_test.cai):
            check(take(y), "float64", y.shape, [s // 8 for s in y.strides], y.data.ptr)


def test_cupy_empty(cupy):
    for take in (cucore_test.view, cucore_test.cai):
        assert take(cupy.zeros((0, 3))).shape == (0, 3)


def test_cupy_managed(cupy):
    memory = cupy.cuda.malloc_managed(64)
    a = cupy.ndarray((4,), cupy.float64, memory)
    view = cucore_test.view(a)
    assert view.device_type == MANAGED and view.host_accessible and view.device_accessible
    view.release()


def test_numba(numba_cuda):
    for host in (np.zeros((4, 6), np.float32), np.zeros((4, 6), np.int16, "F")):
        d = numba_cuda.to_device(host)
        pointer = d.__cuda_array_interface__["data"][0]
        check(cucore_test.view(d), host.dtype.name, host.shape, (s // host.itemsize for s in host.strides), pointer)


@pytest.mark.parametrize("where", ["cpu", "gpu"])
def test_B90_jax_arrays_are_immutable(jax, where):
    x = jax.device_put(jax.numpy.ones((3, 4), "float32"), jax.devices(where)[0])
    with pytest.raises(ValueError, match="immutable|read-only"):
        cucore_test.view(x, flags=cucore_test.WRITE)
    view = cucore_test.view(x)
    assert view.readonly and float(x.sum()) == 12
    view.release()


def test_B91_a_cuda_array_after_cpu_arrays_breaks_no_capture(torch):
    """A type that was seen on the CPU only: the legacy default stream is not touched while another stream is captured."""
    class Wrapped:
        def __init__(self, tensor):
            self.tensor = tensor

        def __dlpack__(self, **keywords):
            return self.tensor.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()

    for _ in range(20):
        cucore_test.view(Wrapped(torch.zeros(4))).release()
    x, graph, stream = Wrapped(torch.zeros(4, device="cuda")), torch.cuda.CUDAGraph(), torch.cuda.Stream()
    torch.cuda.synchronize()
    with captured(graph, stream=stream):
        y = x.tensor + 1
        view = cucore_test.view(x, stream=stream.cuda_stream)
    graph.replay()
    torch.cuda.synchronize()
    assert view.device_type == CUDA and float(y.sum()) == 4
    view.release()


def test_jax(jax):
    jnp = jax.numpy
    for dtype in ("float32", "bfloat16", "int8"):
        x = jnp.ones((3, 5), dtype)
        x.block_until_ready()
        for stream in (0, 1, NO_SYNC, HOST):  # B21: -1 would be a handle to JAX
            check(cucore_test.view(x, stream=stream), dtype, (3, 5), (5, 1), x.unsafe_buffer_pointer(), readonly=True)


def test_torch_by_cai(torch):
    t = torch.zeros(4, 6, device="cuda")
    check(cucore_test.cai(t), "float32", (4, 6), (6, 1), t.data_ptr())
    with pytest.raises(RuntimeError, match="grad"):  # a real error of the property, not an absent one (D3)
        cucore_test.cai(torch.zeros(3, device="cuda", requires_grad=True))


@pytest.mark.parametrize("library", ["torch", "cupy", "numba_cuda"])
def test_streams(request, library):
    module = request.getfixturevalue(library)
    if library == "torch":
        s = module.cuda.Stream()
        assert cucore_test.stream(s) == s.cuda_stream
        assert cucore_test.stream(module.cuda.default_stream()) == 1
    elif library == "cupy":
        s = module.cuda.Stream(non_blocking=True)
        assert cucore_test.stream(s) == s.ptr
        assert cucore_test.stream(module.cuda.Stream.null) == 1
    else:
        assert cucore_test.stream(module.default_stream()) == 1


def test_module_of_the_readme(torch, cupy, jax, numba_cuda, tmp_path):
    """The 40 lines of the README take an array of every library."""
    import readme

    _, message = readme.build(tmp_path)
    x = jax.numpy.ones((3, 4), "float32")
    t, c, n = torch.zeros(3, 4, device="cuda"), cupy.zeros((3, 4), "f4"), numba_cuda.to_device(np.zeros((3, 4), "f4"))
    host = np.zeros((3, 4), "f4")
    for obj, pointer, device in ((t, t.data_ptr(), 0), (c, c.data.ptr, 0), (x, x.unsafe_buffer_pointer(), 0),
                                 (n, n.__cuda_array_interface__["data"][0], 0), (host, host.ctypes.data, -1)):
        assert message.send(obj) == message.send(obj, torch.cuda.current_stream()) == (pointer, 48, device)


# -------------------------------------------------------------------------------------------------------- ordering --
SLOW = 300_000_000  # cycles; a tenth of a second or more


def slow_fill(torch, tensor, stream):
    """Fills the tensor with ones on `stream`, late."""
    with torch.cuda.stream(stream):
        torch.cuda._sleep(SLOW)
        tensor.fill_(1)


def read_on(torch, tensor, stream):
    """What a kernel on `stream` sees, without any ordering by torch."""
    with torch.cuda.stream(stream):
        seen = torch.empty_like(tensor).copy_(tensor)
    stream.synchronize()
    return seen


@pytest.mark.alone
def test_the_race_is_real(torch):
    """Without ordering the reader is early: else the tests below would prove nothing."""
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    slow_fill(torch, t, producer)
    with torch.cuda.stream(producer):
        cucore_test.view(t, stream=NO_SYNC).release()
    assert read_on(torch, t, consumer).sum().item() == 0
    torch.cuda.synchronize()


@pytest.mark.alone
def test_dlpack_orders_torch(torch):
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    slow_fill(torch, t, producer)
    start = time.perf_counter()
    with torch.cuda.stream(producer):
        view = cucore_test.view(t, stream=consumer.cuda_stream)
    assert time.perf_counter() - start < 0.05, "the import waited on the host"
    assert read_on(torch, t, consumer).sum().item() == t.numel()
    view.release()


def test_D11_dlpack_orders_stream_2(torch):
    """torch refuses the per-thread default stream; the data must be ready on it all the same."""
    import ctypes

    driver = ctypes.CDLL("libcuda.so.1")
    producer = torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    slow_fill(torch, t, producer)
    with torch.cuda.stream(producer):
        view = cucore_test.view(t, stream=2)
    out = torch.zeros(t.numel(), pin_memory=True)
    copy = driver.cuMemcpyDtoHAsync_v2
    assert copy(ctypes.c_void_p(out.data_ptr()), ctypes.c_void_p(view.ptr), ctypes.c_size_t(4 * t.numel()),
                ctypes.c_void_p(2)) == 0
    assert driver.cuStreamSynchronize(ctypes.c_void_p(2)) == 0
    assert out.sum().item() == t.numel()
    view.release()


class Interface:
    """A tensor behind a CUDA Array Interface of version 3 that names its stream."""

    def __init__(self, tensor, stream):
        self.tensor, self.stream = tensor, stream

    @property
    def __cuda_array_interface__(self):
        return {**self.tensor.__cuda_array_interface__, "version": 3, "stream": self.stream.cuda_stream}


@pytest.mark.alone
def test_cai_orders(torch):
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    slow_fill(torch, t, producer)
    start = time.perf_counter()
    view = cucore_test.cai(Interface(t, producer), stream=consumer.cuda_stream)
    assert time.perf_counter() - start < 0.05, "the import waited on the host"
    assert read_on(torch, t, consumer).sum().item() == t.numel()
    view.release()


def test_cai_orders_cupy(cupy, torch):
    """CuPy names its current stream when the interface is read."""
    producer, consumer = cupy.cuda.Stream(non_blocking=True), torch.cuda.Stream()
    with cupy.cuda.ExternalStream(producer.ptr):
        a = cupy.zeros(1 << 20, cupy.float32)
        cupy.cuda.Device().synchronize()
        slow = cupy.RawKernel(r"""extern "C" __global__ void slow(float *x, int n, long long cycles) {
            long long start = clock64();
            while (clock64() - start < cycles) {}
            for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = 1;
        }""", "slow")
        slow((1,), (1024,), (a, np.int32(a.size), np.int64(SLOW)))
        view = cucore_test.cai(a, stream=consumer.cuda_stream)
    seen = read_on(torch, torch.from_dlpack(OnStream(a)), consumer)
    assert seen.sum().item() == a.size
    view.release()


class OnStream:
    """Hands an array over without ordering anything."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**{**keywords, "stream": -1})


@pytest.mark.alone
def test_C10_finish_holds_the_producer_back(torch):
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    seen = torch.empty_like(t)
    torch.cuda.synchronize()
    view = cucore_test.cai(Interface(t, producer), stream=consumer.cuda_stream)
    with torch.cuda.stream(consumer):
        torch.cuda._sleep(SLOW)
        seen.copy_(t)
    start = time.perf_counter()
    view.finish(consumer.cuda_stream)
    assert time.perf_counter() - start < 0.05, "finish waited on the host"
    with torch.cuda.stream(producer):
        t.fill_(7)  # must come after the consumer has read
    torch.cuda.synchronize()
    assert seen.sum().item() == 0 and t[0].item() == 7
    view.release()


@pytest.mark.alone
@pytest.mark.parametrize("protocol", ["dlpack", "cai"])
def test_host_stream_waits(torch, protocol):
    producer = torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    slow_fill(torch, t, producer)
    with torch.cuda.stream(producer):
        view = cucore_test.dlpack(t, stream=HOST) if protocol == "dlpack" else \
            cucore_test.cai(Interface(t, producer), stream=HOST)
    assert producer.query(), "work is still pending"
    view.release()


@pytest.mark.alone
def test_T1_the_gil_is_released_while_waiting(torch):
    producer = torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    stop, counts = threading.Event(), [0]

    def count():
        while not stop.is_set():
            counts[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    slow_fill(torch, t, producer)
    before = counts[0]
    cucore_test.cai(Interface(t, producer), stream=HOST).release()
    during = counts[0] - before
    stop.set()
    thread.join()
    assert during >= 10, f"another thread ran {during} times"


# --------------------------------------------------------------------------------------------- devices and capture --
def test_pointer_query(torch):
    t = torch.zeros(4, device="cuda")
    assert cucore_test.pointer_query(t.data_ptr()) == (CUDA, 0)
    assert cucore_test.pointer_query(t.data_ptr() + 8) == (CUDA, 0)
    assert cucore_test.pointer_query(torch.zeros(4, pin_memory=True).data_ptr())[0] == PINNED
    host = np.zeros(4)
    assert cucore_test.pointer_query(host.ctypes.data) == (CPU, -1)


def test_B41_host_memory_behind_cai():
    host = np.zeros(4)

    class Lie:
        __cuda_array_interface__ = {"shape": (4,), "typestr": "<f8", "data": (host.ctypes.data, False), "version": 3}

    with pytest.raises(BufferError, match="ordinary host memory"):
        cucore_test.view(Lie())


def test_current_device_is_kept(torch):
    before = torch.cuda.current_device()
    cucore_test.view(torch.zeros(4, device="cuda")).release()
    assert torch.cuda.current_device() == before


@pytest.fixture
def second_device(torch):
    if torch.cuda.device_count() < 2:
        pytest.skip("there is one GPU")
    return torch


def test_B37_other_device_by_dlpack(second_device):
    torch = second_device
    t = torch.zeros(1 << 20, device="cuda:1")
    producer, consumer = torch.cuda.Stream("cuda:1"), torch.cuda.Stream("cuda:1")
    torch.cuda.synchronize("cuda:1")
    with torch.cuda.device(0):
        view = cucore_test.view(t, stream=NO_SYNC)
        assert view.device_id == 1 and torch.cuda.current_device() == 0
        view.release()
        view = cucore_test.view(t, stream=consumer.cuda_stream)
        assert view.device_id == 1 and torch.cuda.current_device() == 0
        view.release()
        cucore_test.view(t).release()  # legacy stream of device 0 after that of device 1
    del producer


@pytest.mark.alone
def test_B60_stream_of_the_other_device(second_device):
    torch = second_device
    producer, consumer = torch.cuda.Stream("cuda:1"), torch.cuda.Stream("cuda:0")
    t = torch.zeros(1 << 20, device="cuda:1")
    torch.cuda.synchronize("cuda:1")
    with torch.cuda.device(1):
        slow_fill(torch, t, producer)
    with torch.cuda.device(0):
        view = cucore_test.cai(Interface(t, producer), stream=consumer.cuda_stream)
        assert view.device_id == 1
        consumer.synchronize()
        assert producer.query(), "the consumer did not wait"
    view.release()


def test_B56_pointer_of_the_other_device(second_device):
    torch = second_device
    t = torch.zeros(4, device="cuda:1")
    with torch.cuda.device(0):
        assert cucore_test.pointer_query(t.data_ptr()) == (CUDA, 1)
        assert cucore_test.cai(t).device_id == 1


def test_T16_import_during_a_capture(torch):
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    t = torch.zeros(1 << 10, device="cuda")
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with captured(graph, stream=consumer):
        t.add_(1)
        with pytest.raises(RuntimeError, match="being captured into a graph"):
            cucore_test.cai(Interface(t, producer), stream=consumer.cuda_stream)
        cucore_test.cai(Interface(t, consumer), stream=consumer.cuda_stream).release()
        cucore_test.cai(Interface(t, producer), stream=NO_SYNC).release()
        cucore_test.view(t, stream=consumer.cuda_stream).release()  # torch's current stream is the captured one
    graph.replay()
    torch.cuda.synchronize()
    assert t[0].item() == 1


# -------------------------------------------------------------------------------------------------------- lifetime --
def producers(request):
    torch, cupy = request.getfixturevalue("torch"), request.getfixturevalue("cupy")
    yield "torch", torch.zeros(8, device="cuda"), "view"
    yield "cupy", cupy.zeros(8), "view"
    yield "cupy-cai", cupy.zeros(8), "cai"
    yield "torch-cai", torch.zeros(8, device="cuda"), "cai"


def test_references_return(request):
    for name, obj, which in producers(request):
        before = sys.getrefcount(obj)
        view = getattr(cucore_test, which)(obj)
        view.release()
        view.release()
        gc.collect()
        assert sys.getrefcount(obj) == before, name


def test_memory_lives_as_long_as_the_view(torch):
    t = torch.full((1 << 20,), 3.0, device="cuda")
    view = cucore_test.view(t)
    used = torch.cuda.memory_allocated()
    del t
    gc.collect()
    assert torch.cuda.memory_allocated() == used
    view.release()
    gc.collect()
    assert torch.cuda.memory_allocated() < used


def test_release_in_a_foreign_thread(torch):
    t = torch.zeros(4, device="cuda")
    view = cucore_test.view(t)
    view.release_in_thread()
    assert not view.owned


def test_200000_imports(request):
    import resource

    for name, obj, which in producers(request):
        cucore_test.loop(which, 2000, obj)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        cucore_test.loop(which, 200_000 if name != "torch" else 50_000, obj)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 2048, f"{name}: {grown} KiB more"
