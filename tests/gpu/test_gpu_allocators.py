"""C code that allocates from the pools of real libraries, and these from a pool of C: examples/allocator.py."""
import gc
import pathlib
import sys

import pytest

import cucore_test

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
allocator_c = pytest.importorskip("allocator_c", reason="make test builds it")
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


# ----------------------------------------------------------------------------------------------------- pools by their handles --
def handle_of_cuda_core():
    core = pytest.importorskip("cuda.core")
    device = core.Device()
    device.set_current()
    return int(device.memory_resource.handle)


def handle_of_cupy():
    return pytest.importorskip("cupy").cuda.runtime.deviceGetDefaultMemPool(0)


@pytest.mark.parametrize("find", [handle_of_cuda_core, handle_of_cupy])
def test_a_foreign_pool_comes_in_by_its_handle(find):
    pool = find()
    for _ in range(3):
        address, right = allocator_c.fill_from_handle(pool, 0, 4096, None)
        assert address and right


def our_pools():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("torch finds no GPU")
    return torch, [allocator_c.handle(device) for device in range(torch.cuda.device_count())]


def test_our_pool_goes_out_by_its_handle_to_rmm():
    torch, pools = our_pools()
    rmm = pytest.importorskip("rmm")
    data = bytearray(range(256))
    handle = pytest.importorskip("cuda.bindings.driver").CUmemoryPool(pools[0])
    resource = rmm.mr.CudaAsyncViewMemoryResource(handle)
    x = torch.tensor(list(data), dtype=torch.uint8, device="cuda")
    buffer = rmm.DeviceBuffer(ptr=x.data_ptr(), size=256, mr=resource)
    assert allocator_c.used(0) >= 256 and buffer.tobytes() == data
    del buffer
    torch.cuda.synchronize()
    assert allocator_c.used(0) == 0


def test_our_pool_goes_out_by_its_handle_to_cupy():
    torch, pools = our_pools()
    cupy = pytest.importorskip("cupy")
    with cupy.cuda.using_allocator(cupy.cuda.MemoryAsyncPool(pools).malloc):
        x = cupy.arange(4096, dtype="f4")
    assert allocator_c.used(0) >= x.nbytes and float(x.sum()) == 4095 * 2048
    del x
    cupy.cuda.Device().synchronize()
    assert allocator_c.used(0) == 0


# ----------------------------------------------------------------------------------------------------- our pool as an allocator --
@pytest.mark.parametrize("out", [allocator.rmm_out, allocator.torch_out, allocator.cupy_out, allocator.core_out])
def test_our_pool_serves_a_library(out):
    for _ in range(3):
        try:
            right, held = out()
        except ImportError as error:
            pytest.skip(str(error))
        assert right and held
    gc.collect()
    assert allocator_c.used(0) == 0


def test_our_pool_of_the_second_device():
    core = pytest.importorskip("cuda.core")
    try:
        device = core.Device(1)
    except Exception:
        pytest.skip("there is one GPU")
    device.set_current()
    stream = device.create_stream()
    try:
        resource = allocator.core_resource(device)
        buffer = resource.allocate(4096, stream=stream)
        buffer.fill(3, stream=stream)
        assert allocator_c.used(1) >= 4096 and allocator_c.used(0) == 0
        buffer.close(stream)
        stream.sync()
        assert allocator_c.used(1) == 0
    finally:
        core.Device(0).set_current()


def test_a_mem_pool_of_torch_serves_c_code():
    torch, _ = our_pools()
    if not hasattr(torch.cuda, "MemPool"):
        pytest.skip("torch.cuda.MemPool is of torch 2.5")
    adapter, pool = allocator.Torch(), torch.cuda.MemPool()
    before = adapter.in_use()
    with torch.cuda.use_mem_pool(pool):
        assert cucore_test.allocate(adapter, 1 << 20, handle(adapter.stream), "held") > 0
    assert adapter.in_use() == before and pool.snapshot()


def test_torch_allocates_from_our_pool_alone():
    """change_current_allocator, in a process of its own: torch changes it once, before it has allocated anything."""
    import subprocess

    our_pools()
    code = """
import allocator_c, torch
plugin = torch.cuda.memory.CUDAPluggableAllocator(allocator_c.__file__, "example_alloc", "example_free")
torch.cuda.memory.change_current_allocator(plugin)
x = torch.ones(1 << 20, device="cuda")
stream = torch.cuda.Stream()
stream.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(stream):
    y = x + 1
assert allocator_c.used(0) >= 2 * x.nbytes
stream.synchronize()
assert float(y.sum()) == 2 << 20
for _ in range(10000):
    z = torch.empty(1000, device="cuda")
del x, y, z
torch.cuda.synchronize()
assert allocator_c.used(0) == 0, allocator_c.used(0)
print("passed")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0 and "passed" in done.stdout, done.stdout + done.stderr
