"""Captures into CUDA graphs on a real GPU: what is dropped, accesses that end, arrays and memory of a capture (rules B106, B107, B117,
B130, B131).

A capture that was broken makes torch raise when it ends; the graph is replayed, and its result compared."""
import ctypes
import gc
import itertools
import threading

import pytest

import cucore_test
import export_test as ex
from capturing import captured, without_collection
from conftest import memory_in_use
from test_gpu_export import to_first_device

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
CUDA, PINNED, MANAGED = (2, 0), (3, 0), (13, 0)
MODES = ["global", "thread_local", "relaxed"]


@pytest.fixture(autouse=True)
def context():
    to_first_device()
    yield
    gc.collect()
    torch.cuda.synchronize()


class Blocking:
    """A stream that the legacy default stream waits for, and its capture by the driver; torch makes none."""

    def __init__(self, flags=0):
        self.driver = ctypes.CDLL("libcuda.so.1")
        handle = ctypes.c_void_p()
        assert self.driver.cuStreamCreate(ctypes.byref(handle), flags) == 0
        self.handle = handle.value

    def captured(self, mode, body, launches=False):
        handle, graph, number = ctypes.c_void_p(self.handle), ctypes.c_void_p(), MODES.index(mode)
        with without_collection():
            assert self.driver.cuStreamBeginCapture_v2(handle, number) == 0
            try:
                body(self.handle)
            finally:
                result = self.driver.cuStreamEndCapture(handle, ctypes.byref(graph))
        assert result == 0, f"the capture is broken: {result}"
        if launches:
            run = ctypes.c_void_p()
            assert self.driver.cuGraphInstantiateWithFlags(ctypes.byref(run), graph, ctypes.c_ulonglong(0)) == 0
            assert self.driver.cuGraphLaunch(run, handle) == 0 and self.driver.cuStreamSynchronize(handle) == 0
            assert self.driver.cuGraphExecDestroy(run) == 0
        assert self.driver.cuGraphDestroy(graph) == 0


class NonBlocking:
    """As torch captures."""

    def captured(self, mode, body):
        graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
        x = torch.zeros(64, device="cuda")
        torch.cuda.synchronize()
        with captured(graph, stream=stream, capture_error_mode=mode):
            x.add_(1)
            body(stream.cuda_stream)
            x.add_(1)
        graph.replay()
        graph.replay()
        torch.cuda.synchronize()
        assert x[0].item() == 4


@pytest.fixture(params=[NonBlocking, Blocking], ids=["non-blocking", "blocking"])
def capture(request):
    return request.param()


def memory(what, stream):
    if what == "result":
        return ex.empty(None, CUDA, "float32", (1 << 20,), stream).give(None, stream)
    return ex.allocate({"memory": CUDA, "pinned": PINNED, "managed": MANAGED}[what], "float32", (1 << 20,), stream)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("what", ["result", "memory", "pinned", "managed"])
@pytest.mark.parametrize("on", ["legacy", "other", "captured"])
def test_B106_garbage_breaks_no_capture(capture, mode, what, on):
    other = torch.cuda.Stream()
    objects = [memory(what, {"legacy": 1, "other": other.cuda_stream}[on])] if on != "captured" else []
    if on == "captured" and isinstance(capture, Blocking):
        objects = [memory(what, capture.handle)]
    torch.cuda.synchronize()

    def body(stream):
        objects.clear()
        gc.collect()
        ex.allocate(CUDA, "float32", (64,), other.cuda_stream)  # neither breaks it

    capture.captured(mode, body)
    ex.trim()


@pytest.mark.alone
def test_B106_a_hundred_arrays(capture):
    """Memory does not grow."""
    def once():
        objects = [memory("result", 1) for _ in range(100)]
        capture.captured("global", lambda stream: (objects.clear(), gc.collect()))
        ex.trim()
        torch.cuda.synchronize()
        return memory_in_use()

    used = once()
    assert max(once() for _ in range(3)) <= used


class Interface:
    """An interface without a stream."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.__cuda_array_interface__ = {**tensor.detach().__cuda_array_interface__, "version": 3, "stream": None}


def producer(what):
    if what == "cupy":
        return pytest.importorskip("cupy").ones(64, "f4")
    tensor = torch.ones(64, device="cuda")
    return {"parameter": lambda: torch.nn.Parameter(tensor, requires_grad=False), "interface": lambda: Interface(tensor), "tensor": lambda: tensor}[what]()


def fill(x, value):
    if isinstance(x, Interface):
        x = x.tensor
    if isinstance(x, torch.Tensor):
        x.detach().fill_(value)
    else:
        x.fill(value)
    torch.cuda.synchronize()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("what", ["tensor", "parameter", "interface", "cupy"])
def test_B107_an_access_in_a_capture(what, mode):
    """Begin, a copy, end: and the graph does the work, each time."""
    copy_from_c = pytest.importorskip("copy_from_c")
    x, y = producer(what), torch.zeros(64, device="cuda")
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    torch.cuda.synchronize()
    with captured(graph, stream=stream, capture_error_mode=mode):
        if what == "cupy":  # its own wait is for its current stream
            import cupy
            with cupy.cuda.ExternalStream(stream.cuda_stream):
                copy_from_c.copy(y, x, stream.cuda_stream)
        else:
            copy_from_c.copy(y, x, stream.cuda_stream)
    torch.cuda.synchronize()
    assert y[0].item() == 0
    for value in (3, 5):
        fill(x, value)
        graph.replay()
        torch.cuda.synchronize()
        assert y[63].item() == value


def test_host_order_beside_a_capture(capture):
    """The host waits for what another stream does to pinned memory, and for the legacy stream."""
    other = torch.cuda.Stream()
    x = memory("pinned", other.cuda_stream)
    seen = []

    def body(stream):
        view = cucore_test.view(x, stream=cucore_test.STREAM_HOST)
        seen.append(view.host_accessible)
        view.release()

    torch.cuda.synchronize()
    capture.captured("global", body)
    assert seen == [1]


# ------------------------------------------------------------------ which stream a cucore.Array names (B130) --
ONE = 0x3F800000  # 1.0f
FLAGS = {"blocking": 0, "non-blocking": 1}


def given(how, stream, value=None):
    """A cucore.Array of 64 floats, filled on a stream; its memory is freed on that, or when the device is idle."""
    memory = ex.empty(None, CUDA, "float32", (64,), stream) if how == "idle" else ex.allocate(CUDA, "float32", (64,), stream)
    if value is not None:
        memory.fill(value, stream)
    return memory.give(None, stream)


def named(x):
    return x.__cuda_array_interface__["stream"]


def use(x, stream):
    view = cucore_test.view(x, stream=stream)
    view.finish(stream)
    view.release()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS)
@pytest.mark.parametrize("how", ["on the stream", "idle"])
def test_B130_arrays_on_a_captured_stream(how, flags, mode):
    """Input and result, made before and in the capture."""
    own = Blocking(flags)
    before = given(how, own.handle, ONE)
    assert named(before) == (own.handle if how != "idle" else 1)
    torch.cuda.synchronize()
    made = []

    def body(stream):
        if how != "idle":
            use(before, stream)
        made.append(given(how, stream, ONE))
        assert named(made[0]) == stream
        use(made[0], stream)

    own.captured(mode, body)
    del before
    made.clear()
    gc.collect()
    ex.trim()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS)
@pytest.mark.parametrize("how", ["on the stream", "idle"])
def test_B130_a_thread_beside_the_capture_of_another_one(how, flags, mode):
    own, other, errors, began, done = Blocking(flags), Blocking(1), [], threading.Event(), threading.Event()
    before = given(how, other.handle, ONE) if how != "idle" or flags else None
    torch.cuda.synchronize()

    def work():
        began.wait()
        try:
            to_first_device()
            for x in (given(how, other.handle, ONE), before):
                if x is not None:
                    use(x, other.handle)
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()
    thread = threading.Thread(target=work)
    thread.start()
    own.captured(mode, lambda stream: (began.set(), done.wait(60)))
    thread.join()
    assert not errors, errors


def read_now(driver, pointer):
    """The first word of memory, on a stream that waits for no other."""
    reader, word = Blocking(1).handle, ctypes.c_uint32()
    assert driver.cuMemcpyDtoHAsync_v2(ctypes.byref(word), ctypes.c_uint64(pointer), ctypes.c_size_t(4), ctypes.c_void_p(reader)) == 0
    assert driver.cuStreamSynchronize(ctypes.c_void_p(reader)) == 0
    return word.value


@pytest.mark.parametrize("device", range(2))
@pytest.mark.parametrize("how", ["on the stream", "idle"])
def test_B130_late_data_of_every_pair_of_streams(how, device):
    """A slow kernel, then a fill, on the stream of the array: what the consumer's stream has waited for is all there."""
    if device and torch.cuda.device_count() < 2:
        pytest.skip("one GPU")
    producers = [1, *(Blocking(flags).handle for flags in (0, 1))]
    with torch.cuda.device(device):
        consumers = [*(Blocking(flags).handle for flags in (0, 1))]
    driver = ctypes.CDLL("libcuda.so.1")
    for producer, consumer in itertools.product(producers, [1, *consumers, *producers[1:]]):
        to_first_device()
        memory = ex.empty(None, CUDA, "float32", (64,), producer) if how == "idle" else ex.allocate(CUDA, "float32", (64,), producer)
        pointer = memory.ptr
        memory.fill(0, producer)
        torch.cuda.synchronize()
        with torch.cuda.stream(torch.cuda.ExternalStream(producer)) if producer != 1 else torch.cuda.stream(torch.cuda.default_stream()):
            torch.cuda._sleep(200_000_000)
        memory.fill(ONE, producer)
        x = memory.give(None, producer)
        view = cucore_test.view(x, stream=consumer)
        assert driver.cuStreamSynchronize(ctypes.c_void_p(consumer)) == 0
        assert read_now(driver, pointer) == ONE, (producer, consumer)
        view.finish(consumer)
        view.release()
        del x, view


# ----------------------------------------------------------------------- memory that a capture allocates (B131) --
class Pointer:
    """Memory of 64 floats, by an interface or by DLPack of CuPy."""

    def __init__(self, pointer, stream):
        self.__cuda_array_interface__ = {"shape": (64,), "typestr": "<f4", "data": (pointer, False), "version": 3, "stream": stream}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS)
@pytest.mark.parametrize("names", [True, False], ids=["stream", "no stream"])
def test_B131_memory_of_a_capture_is_taken(names, flags, mode):
    """The driver does not know it before the graph runs, and the graph reads it."""
    copy_from_c, own, y = pytest.importorskip("copy_from_c"), Blocking(flags), torch.zeros(64, device="cuda")
    torch.cuda.synchronize()
    target = Pointer(y.data_ptr(), own.handle)

    def body(stream):
        pointer, handle, kind = ctypes.c_uint64(), ctypes.c_void_p(stream), ctypes.c_uint(99)
        assert own.driver.cuMemAllocAsync(ctypes.byref(pointer), ctypes.c_size_t(256), handle) == 0
        print("memory type", own.driver.cuPointerGetAttribute(ctypes.byref(kind), 2, pointer), kind.value)
        assert own.driver.cuMemsetD32Async(pointer, ctypes.c_uint(ONE), ctypes.c_size_t(64), handle) == 0
        copy_from_c.copy(target, Pointer(pointer.value, stream if names else None), stream)
        assert own.driver.cuMemFreeAsync(pointer, handle) == 0

    own.captured(mode, body, launches=True)
    torch.cuda.synchronize()
    assert (y == 1).all()


def test_B131_results_of_a_pool_of_cupy():
    """zeros_like of docs/guide/results.md in a capture: the memory is a node of the graph."""
    cupy = pytest.importorskip("cupy")
    like, stream, before = cupy.ones(64, "f4"), cupy.cuda.Stream(non_blocking=True), cupy.cuda.get_allocator()
    cupy.cuda.Device().synchronize()
    cupy.cuda.set_allocator(cupy.cuda.MemoryAsyncPool().malloc)
    try:
        with without_collection(), stream:
            stream.begin_capture()
            try:
                y = ex.empty(like, CUDA, "float32", (64,), stream.ptr)
                y.fill(ONE, stream.ptr)
                y = y.give(like, stream.ptr)
                use(y, stream.ptr)
                z = y + 1
            finally:
                graph = stream.end_capture()
            assert type(y) is cupy.ndarray
            graph.launch(stream)
            stream.synchronize()
            assert (cupy.asnumpy(z) == 2).all()
            del y, z
    finally:
        cupy.cuda.set_allocator(before)
