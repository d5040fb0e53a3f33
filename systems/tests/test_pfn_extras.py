"""CuPy in torch's memory and on its stream by pytorch-pfn-extras, and C code in both: systems/pool_arrays."""
import gc
import types

import numpy as np
import pytest

import processes
from pool_arrays import concatenate

SYSTEM = "pytorch-pfn-extras"
PACKAGES = ["pytorch-pfn-extras", "cupy-cuda13x", "cupy-cuda12x", "torch"]
pytest.importorskip("torch")
ppe = pytest.importorskip("pytorch_pfn_extras")

N = 1 << 14  # float32: a multiple of the 512 bytes in which torch counts
BYTES = 4 * N


# ------------------------------------------------------------------------------------------------------ the fake driver --
def on_fake_driver(name):
    assert "passed" in processes.run(processes.ROOT / "systems" / "tests" / "pfn_extras_on_fake_driver.py", name, fake=True)


@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("name", ["torchs_pool_serves_c_code", "errors_of_torchs_pool_arrive"])
def test_theirs_in_c(name):
    on_fake_driver(name)


@pytest.mark.interop("out", "fake driver")
def test_ours_in_theirs():
    on_fake_driver("results_live_in_torchs_pool")


# -------------------------------------------------------------------------------------------------------------- the GPU --
@pytest.fixture
def shared(torch_gpu):
    """CuPy allocates from torch's pool; `with shared.on(stream)` puts both on a stream of torch."""
    cupy = pytest.importorskip("cupy")
    ppe.cuda.use_torch_mempool_in_cupy()
    torch_gpu.cuda.init()
    yield types.SimpleNamespace(torch=torch_gpu, cupy=cupy, on=ppe.cuda.stream, stream=torch_gpu.cuda.Stream(),
                                pool=processes.load("pool_arrays").TorchPool(torch_gpu))
    gc.collect()
    ppe.cuda.use_default_mempool_in_cupy()


def in_use(shared):
    gc.collect()
    return shared.torch.cuda.memory_allocated()


@pytest.mark.interop("in", "GPU")
def test_arrays_of_cupy_in_torchs_memory_in_c(shared):
    before = in_use(shared)
    with shared.on(shared.stream):
        a = shared.cupy.arange(N, dtype="f4")
        assert in_use(shared) - before == BYTES and shared.cupy.cuda.get_current_stream().ptr == shared.stream.cuda_stream
        result = concatenate([a, a[::-1], a[::2]], shared.pool, shared.stream)
        numbers = np.arange(N, dtype="f4")
        assert type(result) is shared.cupy.ndarray
        assert np.array_equal(result.get(), np.concatenate([numbers, numbers[::-1], numbers[::2]]))
        del a, result
        shared.stream.synchronize()
        assert in_use(shared) == before


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("last", ["cupy", "torch"])
def test_the_shared_stream_orders_c(shared, last):
    """Behind a slow kernel of torch CuPy, or torch, writes; C code on the same stream comes behind that."""
    with shared.on(shared.stream):
        a, b = shared.cupy.zeros(N, "f4"), shared.torch.zeros(N, device="cuda")
        concatenate([a, b], shared.pool, shared.stream)  # all code is loaded
        a += 0
        shared.stream.synchronize()
        shared.torch.cuda._sleep(200_000_000)
        if last == "cupy":
            a += 5
        else:
            b += 5
        result = concatenate([a, b], shared.pool, shared.stream, like="torch")
        expected = [5, 0] if last == "cupy" else [0, 5]
        assert np.array_equal(result.cpu().numpy(), np.repeat(np.float32(expected), N))


@pytest.mark.interop("out", "GPU")
@pytest.mark.parametrize("like", ["cupy", "torch"])
def test_results_in_torchs_memory(shared, like):
    """Counted there as long as they live; torch and CuPy read and write the very memory."""
    with shared.on(shared.stream):
        b = shared.torch.full((N,), 3.0, device="cuda")
        before = in_use(shared)
        result = concatenate([b, b], shared.pool, shared.stream, like=like)
        assert in_use(shared) - before == 2 * BYTES
        by_torch, by_cupy = shared.torch.as_tensor(result, device="cuda"), shared.cupy.asarray(result)
        assert by_torch.data_ptr() == by_cupy.data.ptr
        by_cupy += 1
        assert bool((by_torch == 4).all())
        del result, by_torch, by_cupy
        shared.stream.synchronize()
        assert in_use(shared) == before


@pytest.mark.interop("out", "GPU")
def test_memory_is_freed_in_the_order_of_the_stream(shared):
    """torch hands it out again at once, and nobody waits on the host: what still is to be read was read before it is written."""
    torch, stream, n = shared.torch, shared.stream, 1 << 20
    with shared.on(stream):
        ones, twos = torch.ones(n, device="cuda"), torch.full((n,), 2.0, device="cuda")
        kept = [torch.empty(n, device="cuda") for _ in range(2)]
        torch.add(concatenate([ones], shared.pool, stream), 0, out=kept[0])  # all code is loaded
        stream.synchronize()
        torch.cuda._sleep(500_000_000)
        addresses = set()
        for source, target in zip((ones, twos), kept):
            result = concatenate([source], shared.pool, stream)
            addresses.add(result.data_ptr())
            torch.add(result, 0, out=target)
            del result
        pending = not stream.query()
        stream.synchronize()
    assert len(addresses) == 1  # the same memory
    assert pending and bool((kept[0] == 1).all()) and bool((kept[1] == 2).all())


@pytest.mark.interop("out", "GPU")
@pytest.mark.timeout(400)
def test_the_demo():
    pytest.importorskip("cupy")
    output = processes.demo("pool_arrays")
    assert "pytorch-pfn-extras: a cupy array of both, in memory of the pool" in output
