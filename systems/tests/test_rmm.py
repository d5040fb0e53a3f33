"""RMM's memory resource as the pool of C code: systems/pool_arrays."""
import gc

import numpy as np
import pytest

import processes
from pool_arrays import concatenate, trim

SYSTEM = "RMM"
PACKAGES = ["rmm-cu13", "librmm-cu13", "cupy-cuda13x", "cupy-cuda12x", "torch"]
rmm = pytest.importorskip("rmm")
from rmm.pylibrmm.stream import Stream  # noqa: E402

N = 1 << 14
BYTES = 4 * N


# ------------------------------------------------------------------------------------------------------ the fake driver --
def on_fake_driver(name):
    assert "passed" in processes.run(processes.ROOT / "systems" / "tests" / "rmm_on_fake_driver.py", name, fake=True)


@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("name", ["a_resource_serves_c_code", "every_adaptor_serves_c_code", "buffers_in_c",
                                  "errors_of_a_resource_arrive", "memory_of_another_kind_is_refused",
                                  "failures_on_the_way_give_it_back"])
def test_theirs_in_c(name):
    on_fake_driver(name)


@pytest.mark.interop("out", "fake driver")
@pytest.mark.parametrize("name", ["memory_of_c_is_counted_in_their_pool", "the_resource_outlives_its_memory",
                                  "scratch_memory_of_c_is_theirs_too", "the_pool_of_c_is_their_upstream"])
def test_ours_in_theirs(name):
    on_fake_driver(name)


# -------------------------------------------------------------------------------------------------------------- the GPU --
@pytest.fixture
def counted(torch_gpu):
    """The current resource of the device, which counts what it gives."""
    torch_gpu.cuda.init()  # the same context
    before = rmm.mr.get_current_device_resource()
    pool = rmm.mr.StatisticsResourceAdaptor(rmm.mr.CudaAsyncMemoryResource())
    rmm.mr.set_current_device_resource(pool)
    yield pool
    gc.collect()
    rmm.mr.set_current_device_resource(before)


@pytest.fixture
def cupy_by_rmm(counted):
    """CuPy allocates from it."""
    cupy = pytest.importorskip("cupy")
    from rmm.allocators.cupy import rmm_cupy_allocator

    cupy.cuda.set_allocator(rmm_cupy_allocator)
    yield cupy
    gc.collect()
    cupy.cuda.set_allocator(cupy.get_default_memory_pool().malloc)


def in_use(pool):
    gc.collect()
    return pool.allocation_counts.current_bytes


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("kind", ["CudaAsyncMemoryResource", "CudaMemoryResource", "PoolMemoryResource", "ArenaMemoryResource",
                                  "LimitingResourceAdaptor"])
def test_a_resource_serves_c_code(torch_gpu, kind):
    torch_gpu.cuda.init()
    upstream = rmm.mr.CudaMemoryResource()
    resource = {"CudaAsyncMemoryResource": lambda: rmm.mr.CudaAsyncMemoryResource(),
                "CudaMemoryResource": lambda: upstream,
                "PoolMemoryResource": lambda: rmm.mr.PoolMemoryResource(upstream, initial_pool_size=1 << 24),
                "ArenaMemoryResource": lambda: rmm.mr.ArenaMemoryResource(upstream, arena_size=1 << 26),
                "LimitingResourceAdaptor": lambda: rmm.mr.LimitingResourceAdaptor(upstream, 1 << 26)}[kind]()
    pool, stream = rmm.mr.StatisticsResourceAdaptor(resource), torch_gpu.cuda.Stream()
    with torch_gpu.cuda.stream(stream):
        x = torch_gpu.arange(N, dtype=torch_gpu.float32, device="cuda")
        result = concatenate([x, x], pool, stream)
        assert in_use(pool) == 2 * BYTES and type(result) is torch_gpu.Tensor
        assert torch_gpu.equal(result, torch_gpu.cat([x, x]))
        del result
        assert in_use(pool) == 0 and pool.allocation_counts.total_count == 1


@pytest.mark.interop("in", "GPU")
def test_streams_of_the_caller(torch_gpu):
    """Memory is taken and given back on the stream of the call, under each of its names."""
    torch_gpu.cuda.init()
    base, seen = rmm.mr.CudaAsyncMemoryResource(), []

    def allocate(size, stream):
        seen.append(stream.__cuda_stream__()[1])
        return base.allocate(size, stream)

    def deallocate(ptr, size, stream):
        seen.append(stream.__cuda_stream__()[1])
        base.deallocate(ptr, size, stream)

    pool, x = rmm.mr.CallbackMemoryResource(allocate, deallocate), torch_gpu.ones(N, device="cuda")
    ours = torch_gpu.cuda.Stream()
    theirs = Stream()
    for stream, handle in ((ours, ours.cuda_stream), (Stream(ours), ours.cuda_stream), (theirs, theirs.__cuda_stream__()[1]), (None, 1)):
        del seen[:]
        result = concatenate([x], pool, stream)
        assert float(result.sum()) == N
        del result
        gc.collect()
        torch_gpu.cuda.synchronize()
        assert seen == [handle, handle]


@pytest.mark.interop("in", "GPU")
def test_buffers_in_c(counted, torch_gpu):
    data, stream = bytes(range(256)), Stream(torch_gpu.cuda.Stream())
    buffer = rmm.DeviceBuffer.to_device(data, stream=stream)
    for like in (torch_gpu, "torch", None):
        result = concatenate([buffer, data, buffer], counted, stream, like=like)
        assert in_use(counted) == 256 * 4
        stream.synchronize()
        assert torch_gpu.as_tensor(result, device="cuda").cpu().numpy().tobytes() == 3 * data
        del result
    del buffer
    trim()
    assert in_use(counted) == 0


@pytest.mark.interop("in", "GPU")
def test_errors_of_a_resource_arrive(torch_gpu):
    torch_gpu.cuda.init()
    pool = rmm.mr.StatisticsResourceAdaptor(rmm.mr.LimitingResourceAdaptor(rmm.mr.CudaMemoryResource(), 2 * BYTES))
    x = torch_gpu.ones(N, device="cuda")
    with pytest.raises(MemoryError, match="Exceeded memory limit"):
        concatenate([x, x, x], pool)
    assert in_use(pool) == 0 and float(concatenate([x, x], pool).sum()) == 2 * N


@pytest.mark.interop("in", "GPU")
def test_managed_memory_is_refused(torch_gpu):
    torch_gpu.cuda.init()
    pool = rmm.mr.StatisticsResourceAdaptor(rmm.mr.ManagedMemoryResource())
    with pytest.raises(ValueError, match="resource"):
        concatenate([torch_gpu.ones(N, device="cuda")], pool)
    assert in_use(pool) == 0 and pool.allocation_counts.total_count == 1


@pytest.mark.interop("out", "GPU")
def test_one_pool_for_cupy_and_c(counted, cupy_by_rmm, torch_gpu):
    """CuPy's arrays and ours in RMM's memory, each of which the other reads, on one stream."""
    cupy, stream = cupy_by_rmm, torch_gpu.cuda.Stream()
    with cupy.cuda.ExternalStream(stream.cuda_stream):
        a = cupy.full(N, 2, "f4")
        assert in_use(counted) == BYTES
        result = concatenate([a, a[::-1]], counted, stream)
        assert type(result) is cupy.ndarray and in_use(counted) == 3 * BYTES
        total = float(result.sum())
        assert total == 4 * N
        again = concatenate([result, a], counted, stream)
        assert np.array_equal(again.get(), np.full(3 * N, 2, "f4"))
        del a, result, again
        stream.synchronize()
        assert in_use(counted) == 0


@pytest.mark.interop("out", "GPU")
@pytest.mark.parametrize("like", ["torch", "cupy", "numba.cuda", None])
def test_memory_of_the_pool_in_every_library(counted, torch_gpu, like):
    pytest.importorskip((like or "numpy").partition(".")[0])
    x = torch_gpu.arange(N, dtype=torch_gpu.float32, device="cuda")
    result = concatenate([x, x], counted, like=like or rmm.DeviceBuffer.to_device(b"x"))
    assert in_use(counted) in (2 * BYTES, 2 * BYTES + 1)
    out = torch_gpu.as_tensor(result, device="cuda")
    assert out.data_ptr() == result.__cuda_array_interface__["data"][0] and torch_gpu.equal(out, torch_gpu.cat([x, x]))
    del result, out
    torch_gpu.cuda.synchronize()
    assert in_use(counted) == 0


@pytest.mark.interop("out", "GPU")
def test_a_device_buffer_takes_memory_of_c(counted, torch_gpu):
    data = np.arange(N, dtype="f4")
    ours = concatenate([data.view("u1")], counted, like=rmm.DeviceBuffer.to_device(b"x"))
    theirs = rmm.DeviceBuffer(size=BYTES)
    theirs.copy_from_device(ours)
    assert theirs.tobytes() == data.tobytes()


@pytest.mark.interop("out", "GPU")
def test_memory_is_freed_in_the_order_of_the_stream(counted, torch_gpu):
    """The result dies while a kernel still is to read it, and its memory is used anew: nobody waits on the host for that."""
    torch, stream, n = torch_gpu, torch_gpu.cuda.Stream(), 1 << 20
    with torch.cuda.stream(stream):
        ones, twos = torch.ones(n, device="cuda"), torch.full((n,), 2.0, device="cuda")
        kept = [torch.empty(n, device="cuda") for _ in range(2)]
        torch.add(concatenate([ones], counted, stream), 0, out=kept[0])  # all code is loaded
        stream.synchronize()
        torch.cuda._sleep(500_000_000)
        for source, target in zip((ones, twos), kept):
            result = concatenate([source], counted, stream)
            torch.add(result, 0, out=target)
            del result
        pending = not stream.query()
        stream.synchronize()
    assert pending and bool((kept[0] == 1).all()) and bool((kept[1] == 2).all())
    assert in_use(counted) == 0


TORCH_TOO = """
import cupy, rmm, torch, gc
from rmm.allocators.cupy import rmm_cupy_allocator
from rmm.allocators.torch import rmm_torch_allocator
from pool_arrays import concatenate

pool = rmm.mr.StatisticsResourceAdaptor(rmm.mr.PoolMemoryResource(rmm.mr.CudaMemoryResource(), initial_pool_size=1 << 26))
rmm.mr.set_current_device_resource(pool)
cupy.cuda.set_allocator(rmm_cupy_allocator)
torch.cuda.memory.change_current_allocator(rmm_torch_allocator)
N = 1 << 14
stream = torch.cuda.Stream()
with torch.cuda.stream(stream), cupy.cuda.ExternalStream(stream.cuda_stream):
    a, b = torch.full((N,), 2.0, device="cuda"), cupy.full(N, 3, "f4")
    assert pool.allocation_counts.current_bytes == 8 * N
    c = concatenate([a, b], pool, stream, like=torch)
    d = concatenate([c, b], pool, stream, like="cupy")
    assert pool.allocation_counts.current_bytes == (2 + 2 + 3) * 4 * N
    assert float(c.sum()) == 5 * N and float(d.sum()) == 8 * N
    del a, b, c, d
    gc.collect()
    stream.synchronize()
    assert pool.allocation_counts.current_bytes == 0
print("passed")
"""


@pytest.mark.interop("out", "GPU")
def test_one_pool_for_torch_cupy_and_c():
    """In a process of its own: torch changes its allocator once, before it has allocated anything."""
    for module in ("torch", "cupy"):
        pytest.importorskip(module)
    assert "passed" in processes.run("-c", TORCH_TOO)


@pytest.mark.interop("out", "GPU")
@pytest.mark.timeout(400)
def test_the_demo():
    pytest.importorskip("cupy")
    output = processes.demo("pool_arrays")
    assert "RMM: a torch array of both, in memory of the pool" in output
