"""C code that allocates from the pools of real libraries, by the adapters of examples/allocator.py."""
import pathlib
import sys
import threading
import types

import pytest

import cucore_test

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
sys.modules.setdefault("allocator_c", types.ModuleType("allocator_c"))  # only its adapters are wanted here
import allocator  # noqa: E402


def handle(stream):
    return stream.__cuda_stream__()[1] if hasattr(stream, "__cuda_stream__") else int(stream.cuda_stream)


@pytest.fixture(params=[allocator.RMM, allocator.Torch, allocator.CuPy, allocator.CudaCore],
                ids=lambda kind: kind.__name__)
def pool(request):
    try:
        return request.param()
    except ImportError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("how", ["held", "released", "thread"])
def test_pool_serves_c_code(pool, how):
    before = pool.in_use()
    for size in (1, 4096, 1 << 20):
        assert cucore_test.allocate(pool, size, handle(pool.stream), how) > 0
    assert pool.in_use() == before


def test_error_of_the_pool_passes_through(pool):
    with pytest.raises(Exception) as caught:
        cucore_test.allocate(pool, 1 << 50, handle(pool.stream), "released")
    status, message = cucore_test.allocate(pool, 1 << 50, handle(pool.stream), "thread")
    assert status in ("FOREIGN", "OUT_OF_MEMORY") and message.startswith(type(caught.value).__name__)


class Handing:
    """A resource of cuda.core's behind a type that does not say so."""

    def __init__(self, resource):
        self.resource = resource

    def allocate(self, size, stream):
        return self.resource.allocate(size, stream=stream)

    def deallocate(self, ptr, size, stream):
        raise AssertionError("the buffer is to be closed instead")


@pytest.mark.parametrize("wrap", [lambda resource: resource, Handing], ids=["itself", "wrapped"])
@pytest.mark.parametrize("kind, how", [("device", "held"), ("device", "released"), ("device", "thread"), ("pinned", "held"),
                                       ("pinned", "released")])
def test_resources_of_cuda_core_as_they_are(kind, how, wrap):
    """allocate(size, stream=) and Buffer.close(stream=) take cuda.core's own streams alone; both have to get one."""
    core = pytest.importorskip("cuda.core")
    device = core.Device()
    device.set_current()
    stream = device.create_stream()
    resource = device.memory_resource if kind == "device" else core.LegacyPinnedMemoryResource()
    in_use = resource.attributes.used_mem_current if kind == "device" else 0
    for size in (1, 4096, 1 << 20):
        assert cucore_test.allocate(wrap(resource), size, int(stream.handle), how) > 0
    stream.sync()
    assert kind != "device" or resource.attributes.used_mem_current == in_use


def test_another_python_thread_runs_while_the_host_waits():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("torch finds no GPU")
    x = torch.zeros(8, device="cuda")
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    with torch.cuda.stream(stream):
        torch.cuda._sleep(1_000_000_000)
    thread.start()
    before = counted[0]
    cucore_test.finish(x, handle(stream))  # the producer's stream is not known: the host waits
    during = counted[0] - before
    done = stream.query()
    stop.set()
    thread.join()
    assert done and during > 10000 and float(x.sum()) == 0
