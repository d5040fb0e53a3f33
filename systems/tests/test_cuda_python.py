"""cuda.core and cuda.bindings, and C code: systems/numba_arrays."""
import ctypes
import gc

import numpy as np
import pytest

import processes
from numba_arrays import Stream, copy, full, handle, wrap

SYSTEM = "CUDA Python"
PACKAGES = ["cuda-core", "cuda-bindings"]
core = pytest.importorskip("cuda.core")
driver = pytest.importorskip("cuda.bindings.driver")
from cuda.core.utils import StridedMemoryView  # noqa: E402

N = 1 << 16
CODE = """
extern "C" __global__ void twice(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
extern "C" __global__ void slow_add(float *x, int n, float value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long start = clock64();
    while (clock64() - start < 200000000LL) {
    }
    if (i < n) x[i] += value;
}
"""
VIEWS = ["from_dlpack", "from_cuda_array_interface", "from_any_interface"]


def address(array):
    return array.__cuda_array_interface__["data"][0]


def given(result):
    """What a function of cuda.bindings gives, once it has not failed."""
    error, *values = result
    assert not error, error
    return values[0] if values else None


@pytest.fixture
def device():
    found = core.Device(0)
    found.set_current()
    return found


@pytest.fixture
def stream(device):
    return device.create_stream()


@pytest.fixture
def kernels(device):
    options = core.ProgramOptions(std="c++17", arch=f"sm_{device.arch}")
    code = core.Program(CODE, code_type="c++", options=options).compile("cubin")

    def launch(name, stream, x, *more):
        core.launch(stream, core.LaunchConfig(grid=N // 256, block=256), code.get_kernel(name), address(x), np.int32(N), *more)

    return launch


# -------------------------------------------------------------------------------------------------------------- the CPU --
@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("part", [np.s_[:], np.s_[1], np.s_[:, ::2], np.s_[::-1], np.s_[1:3, 2:5], np.s_[:, 3], np.s_[:0]], ids=str)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i2", "u8", "c8", "bool"])
def test_a_view_of_numpy_in_c(part, dtype):
    numbers = np.arange(24).reshape(4, 6).astype(dtype)
    theirs, out = StridedMemoryView.from_any_interface(numbers[part], stream_ptr=-1), np.ones_like(numbers[part])
    copy(out, theirs)
    assert np.array_equal(out, numbers[part])
    copy(theirs, np.zeros_like(out))
    assert not numbers[part].any()


@pytest.mark.interop("in", "CPU")
def test_a_read_only_view_in_c():
    numbers = np.arange(4, dtype="f4")
    numbers.flags.writeable = False
    theirs = StridedMemoryView.from_any_interface(numbers, stream_ptr=-1)
    with pytest.raises(ValueError, match="dst: "):
        copy(theirs, np.zeros(4, "f4"))
    assert theirs.readonly and numbers.tolist() == [0, 1, 2, 3]


@pytest.mark.interop("in", "CPU")
def test_handles_of_streams_in_c():
    runtime = pytest.importorskip("cuda.bindings.runtime")
    for number in (1, 2, 0x7F0012345678):
        assert handle(driver.CUstream(number)) == handle(runtime.cudaStream_t(number)) == number
    assert handle(driver.CUstream(0)) == handle(core.LEGACY_DEFAULT_STREAM) == 1 and handle(core.PER_THREAD_DEFAULT_STREAM) == 2


@pytest.mark.interop("out", "CPU")
@pytest.mark.parametrize("make", ["from_dlpack", "from_any_interface"])
def test_a_view_of_memory_of_c(make):
    ours = full(100, 3, device=-1)
    theirs = getattr(StridedMemoryView, make)(ours, stream_ptr=-1)
    assert theirs.ptr == np.from_dlpack(ours).ctypes.data and theirs.shape == (100,) and theirs.dtype == np.float32
    assert not theirs.readonly and not theirs.is_device_accessible
    del ours
    gc.collect()
    out = np.zeros(100, "f4")
    copy(out, theirs)
    assert np.all(out == 3)


@pytest.mark.interop("out", "CPU")
def test_a_buffer_of_memory_of_c():
    ours = full(8, 3, device=-1)
    theirs = core.Buffer.from_handle(np.from_dlpack(ours).ctypes.data, 32, owner=ours)
    del ours
    gc.collect()
    assert np.all(np.frombuffer(ctypes.string_at(int(theirs.handle), 32), "f4") == 3)


# ------------------------------------------------------------------------------------------------------ the fake driver --
def on_fake_driver(name):
    assert "passed" in processes.run(processes.ROOT / "systems" / "tests" / "cuda_python_on_fake_driver.py", name, fake=True)


@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("name", ["streams_in_c", "buffers_in_c", "views_in_c", "pointers_in_c", "memory_resources_in_c",
                                  "memory_resources_of_the_user_in_c"])
def test_theirs_in_c(name):
    on_fake_driver(name)


@pytest.mark.interop("out", "fake driver")
@pytest.mark.parametrize("name", ["memory_keeps_its_stream", "streams_of_c", "views_of_memory_of_c", "a_view_by_the_array_interface",
                                  "buffers_of_memory_of_c", "pointers_and_streams_of_c",
                                  "a_resource_over_a_pool_of_c"])
def test_ours_in_theirs(name):
    on_fake_driver(name)


# -------------------------------------------------------------------------------------------------------------- the GPU --
@pytest.mark.interop("in", "GPU")
def test_streams_in_c(device, stream, kernels):
    """C code enqueues behind a slow kernel on a stream of cuda.core, under each of its names."""
    number = int(stream.handle)
    source, target = full(N, 1, stream=stream), full(N, 0, stream=stream)
    kernels("slow_add", stream, source, np.float32(0))  # loaded
    copy(target, source, stream)
    stream.sync()
    for k, theirs in enumerate((stream, driver.CUstream(number), number)):
        assert handle(theirs) == number
        kernels("slow_add", stream, source, np.float32(1))
        copy(target, source, theirs)
        stream.sync()
        numbers = np.empty(N, "f4")
        copy(numbers, target)
        assert np.all(numbers == k + 2)


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("kind", ["device", "pinned"])
def test_buffers_in_c(device, stream, kind):
    resource = device.memory_resource if kind == "device" else core.LegacyPinnedMemoryResource()
    theirs, numbers = resource.allocate(4 * N, stream=stream), np.empty(N, "f4")
    copy(theirs, np.arange(N, dtype="f4").view("i1"), stream)  # by DLPack, as bytes
    ours = wrap(theirs.handle, N, theirs, stream)
    del theirs
    gc.collect()
    copy(numbers, ours, stream)
    assert np.array_equal(numbers, np.arange(N))


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("make", VIEWS)
def test_views_in_c(device, stream, make):
    memory, numbers = full(N, 3, stream=stream), np.empty(N, "f4")
    theirs = getattr(StridedMemoryView, make)(memory, stream_ptr=int(stream.handle))
    copy(numbers, theirs, stream)
    assert np.all(numbers == 3)
    copy(theirs, np.arange(N, dtype="f4"), stream)
    copy(numbers, memory, stream)
    assert np.array_equal(numbers, np.arange(N))


@pytest.mark.interop("in", "GPU")
def test_pointers_in_c(device, stream):
    pointer, numbers = given(driver.cuMemAlloc(4 * N)), np.empty(N, "f4")
    try:
        ours = wrap(pointer, N, pointer, driver.CUstream(int(stream.handle)))
        copy(ours, np.arange(N, dtype="f4"), stream)
        given(driver.cuMemcpyDtoH(numbers.ctypes.data, pointer, 4 * N))
        assert np.array_equal(numbers, np.arange(N)) and address(ours) == int(pointer)
        del ours
    finally:
        given(driver.cuMemFree(pointer))


@pytest.mark.interop("in", "GPU")
def test_memory_resources_in_c(device, stream):
    resource = core.DeviceMemoryResource(device, core.DeviceMemoryResourceOptions())
    before = resource.attributes.used_mem_current
    ours, numbers = full(N, 3, stream=stream, pool=resource), np.empty(N, "f4")
    assert resource.attributes.used_mem_current - before >= 4 * N
    copy(numbers, ours, stream)
    assert np.all(numbers == 3)
    del ours
    gc.collect()
    stream.sync()
    assert resource.attributes.used_mem_current == before


@pytest.mark.interop("out", "GPU")
def test_a_stream_of_c(device, kernels):
    """cuda.core launches on it and keeps it alive; C code is on it, too: nobody waits on the host."""
    ours = Stream()
    theirs = device.create_stream(ours)
    number = handle(ours)
    assert int(theirs.handle) == int(core.Stream.from_handle(number).handle) == number
    del ours
    gc.collect()
    memory, numbers = full(N, 3, stream=theirs), np.empty(N, "f4")
    kernels("slow_add", theirs, memory, np.float32(1))
    kernels("twice", theirs, memory)
    copy(numbers, memory, theirs)
    assert np.all(numbers == 8)


@pytest.mark.interop("out", "GPU")
@pytest.mark.parametrize("make", VIEWS)
def test_views_of_memory_of_c(device, stream, kernels, make):
    """Their stream comes behind the one on which C code filled the memory."""
    mine, numbers = Stream(), np.empty(N, "f4")
    ours = full(N, 1, stream=mine)
    kernels("slow_add", device.create_stream(mine), ours, np.float32(4))
    later = full(N, 0, stream=mine)
    copy(later, ours, mine)
    theirs = getattr(StridedMemoryView, make)(later, stream_ptr=int(stream.handle))
    assert theirs.ptr == address(later) and theirs.shape == (N,) and theirs.is_device_accessible and not theirs.readonly
    copy(numbers, theirs, stream)
    assert np.all(numbers == 5)


@pytest.mark.interop("out", "GPU")
def test_buffers_of_memory_of_c(device, stream):
    ours, numbers = full(N, 3, stream=stream), np.empty(N, "f4")
    theirs = core.Buffer.from_handle(address(ours), 4 * N, owner=ours)
    other = device.memory_resource.allocate(4 * N, stream=stream)
    theirs.copy_to(other, stream=stream)
    copy(numbers, wrap(other.handle, N, other, stream), stream)
    assert np.all(numbers == 3)
    theirs.fill(np.float32(5).tobytes(), stream=stream)
    copy(numbers, ours, stream)
    assert np.all(numbers == 5)


@pytest.mark.interop("out", "GPU")
def test_pointers_and_streams_of_c(device):
    mine, numbers = Stream(), np.empty(N, "f4")
    ours = full(N, 3, stream=mine)
    pointer, theirs = driver.CUdeviceptr(address(ours)), driver.CUstream(handle(mine))
    given(driver.cuMemsetD32Async(pointer, 0x40E00000, N, theirs))
    given(driver.cuMemcpyDtoHAsync(numbers.ctypes.data, pointer, 4 * N, theirs))
    given(driver.cuStreamSynchronize(theirs))
    assert np.all(numbers == 7)


@pytest.mark.interop("out", "2 GPUs")
def test_the_second_device():
    second = core.Device(1)
    second.set_current()
    stream = second.create_stream()
    ours, numbers = full(N, 3, device=1, stream=stream, pool=second.memory_resource), np.empty(N, "f4")
    core.Device(0).set_current()
    theirs = StridedMemoryView.from_any_interface(ours, stream_ptr=int(stream.handle))
    assert theirs.device_id == 1
    copy(numbers, theirs, stream)
    assert np.all(numbers == 3)
