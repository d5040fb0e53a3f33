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
