"""cuda.core and cuda.bindings themselves on the fake driver, all but kernels: test_cuda_python.py runs these functions."""
import gc
import pathlib
import sys

import numpy as np
from cuda import core
from cuda.bindings import driver, runtime
from cuda.core.utils import StridedMemoryView

import on_fake_driver as fake
from numba_arrays import Stream, copy, full, handle, wrap

device = core.Device(0)
device.set_current()
stream = device.create_stream()
NUMBERS = np.arange(8, dtype="f4")


def address(array):
    return array.__cuda_array_interface__["data"][0]


def given(result):
    """What a function of cuda.bindings gives, once it has not failed."""
    error, *values = result
    assert not error, error
    return values[0] if values else None


# ------------------------------------------------------------------------------------------------------ theirs in C code --
def streams_in_c():
    number = int(stream.handle)
    for theirs in (stream, stream.handle, driver.CUstream(number), runtime.cudaStream_t(number), number,
                   core.Stream.from_handle(number)):
        assert handle(theirs) == number, theirs
    for theirs, expected in ((core.LEGACY_DEFAULT_STREAM, 1), (core.PER_THREAD_DEFAULT_STREAM, 2), (driver.CUstream(2), 2),
                             (driver.CUstream(0), 1)):
        assert handle(theirs) == expected, theirs
    fake.log_clear()
    full(8, 3, stream=stream)
    assert fake.streams_of("cuMemset") == {fake.number(number)}


def buffers_in_c():
    """By DLPack, as bytes, and by their handle, as numbers."""
    for resource in (device.memory_resource, core.LegacyPinnedMemoryResource()):
        with fake.nothing_left():
            theirs, numbers = resource.allocate(32, stream=stream), np.zeros(8, "f4")
            copy(theirs, NUMBERS.view("i1"), stream)
            ours = wrap(theirs.handle, 8, theirs, stream)
            copy(numbers, ours, stream)
            assert np.array_equal(numbers, NUMBERS) and np.array_equal(fake.memory(int(theirs.handle), 8), NUMBERS)
            with fake.raises(TypeError, "int8"):
                copy(theirs, NUMBERS.view("u1"), stream)
            del theirs
            gc.collect()
            copy(numbers, ours, stream)
            assert np.array_equal(numbers, NUMBERS)
            del ours


def views_in_c():
    memory = full(8, 0, stream=stream)
    copy(memory, NUMBERS, stream)
    for make in (StridedMemoryView.from_dlpack, StridedMemoryView.from_cuda_array_interface, StridedMemoryView.from_any_interface):
        theirs, numbers = make(memory, stream_ptr=int(stream.handle)), np.zeros(8, "f4")
        copy(numbers, theirs, stream)
        assert np.array_equal(numbers, NUMBERS), make
        copy(theirs, 2 * NUMBERS, stream)
        assert np.array_equal(fake.memory(address(memory), 8), 2 * NUMBERS)
        copy(theirs, NUMBERS, stream)


def pointers_in_c():
    """A CUdeviceptr, whose memory lives until C code lets it go."""

    class Owner:
        def __init__(self, pointer):
            self.pointer = pointer

        def __del__(self):
            given(driver.cuMemFree(self.pointer))

    with fake.nothing_left():
        pointer = given(driver.cuMemAlloc(32))
        given(driver.cuMemcpyHtoD(pointer, NUMBERS.ctypes.data, 32))
        ours, numbers = wrap(pointer, 8, Owner(pointer), driver.CUstream(int(stream.handle))), np.zeros(8, "f4")
        copy(numbers, ours, stream)
        assert np.array_equal(numbers, NUMBERS) and address(ours) == int(pointer)
        assert fake.live_allocations() == 1
        del ours
    for nothing in (0, driver.CUdeviceptr(0)):
        with fake.raises(ValueError, "pointer: expected the address of memory, got"):
            wrap(nothing, 8, None)


def memory_resources_in_c():
    """Memory of C code from cuda.core's pool, in the order of a stream: taken, used and given back there."""
    with fake.nothing_left():
        fake.log_clear()
        ours = full(8, 3, stream=stream, pool=device.memory_resource)
        assert np.all(fake.memory(address(ours), 8) == 3)
        del ours
        gc.collect()
        assert fake.streams_of("cuMemAlloc") == fake.streams_of("cuMemFree") == {fake.number(int(stream.handle))}
        assert [call["bytes"] for call in fake.calls("cuMemAlloc")] == ["32"]


def memory_keeps_its_stream():
    """Python drops a stream before what was made on it."""
    for make in (device.create_stream, Stream):
        for pool in (None, device.memory_resource):
            with fake.nothing_left():
                fake.log_clear()
                on = make()
                ours, number = full(8, 3, stream=on, pool=pool), fake.number(handle(on))
                del on
                gc.collect()
                assert np.all(fake.memory(address(ours), 8) == 3)
                del ours
                gc.collect()
                assert fake.streams_of("cuMemFree") == {number}


def memory_resources_of_the_user_in_c():
    """Derived from cuda.core's base class, as its documentation has it."""
    made = []

    class Mine(core.MemoryResource):
        is_device_accessible, is_host_accessible, device_id = True, False, 0

        def allocate(self, size, *, stream):
            made.append(("allocate", size, int(stream.handle)))
            return core.Buffer.from_handle(ptr=given(driver.cuMemAlloc(size)), size=size, mr=self, stream=stream)

        def deallocate(self, ptr, size, *, stream=None):
            made.append(("deallocate", size))
            given(driver.cuMemFree(int(ptr)))

    with fake.nothing_left():
        ours = full(8, 3, stream=stream, pool=Mine())
        assert np.all(fake.memory(address(ours), 8) == 3)
        del ours
        gc.collect()
    assert made == [("allocate", 32, int(stream.handle)), ("deallocate", 32)]


# ---------------------------------------------------------------------------------------------------------- ours in theirs --
def streams_of_c():
    before = fake.live_streams()
    ours = Stream()
    number = handle(ours)
    theirs = device.create_stream(ours)
    assert int(theirs.handle) == int(core.Stream.from_handle(number).handle) == handle(theirs) == number
    del ours
    gc.collect()  # cuda.core keeps it
    fake.log_clear()
    theirs.sync()
    buffer = device.memory_resource.allocate(32, stream=theirs)
    buffer.fill(7, stream=theirs)
    assert fake.streams_of("cuStreamSynchronize") == fake.streams_of("cuMemset") == {fake.number(number)}
    buffer.close(stream=theirs)
    theirs.close()
    del theirs, buffer
    gc.collect()
    assert fake.live_streams() == before


def views_of_memory_of_c():
    """They take every protocol of it, and bring their stream behind the one of C code."""
    for make in (StridedMemoryView.from_dlpack, StridedMemoryView.from_cuda_array_interface, StridedMemoryView.from_any_interface):
        with fake.nothing_left():
            mine, theirs = fake.stream(), fake.stream()
            ours = full(8, 3, stream=mine)
            view = make(ours, stream_ptr=theirs)
            assert view.ptr == address(ours) and view.shape == (8,) and view.dtype == np.float32 and not view.readonly
            assert view.is_device_accessible and view.device_id == 0 and fake.has_seen(theirs, mine), make
            del ours
            gc.collect()
            assert np.all(fake.memory(view.ptr, 8) == 3)
            del view


def a_view_by_the_array_interface():
    """Of the host; for which cuda.core 1.2 asks the driver all the same."""
    ours = full(8, 3, device=-1)
    view = StridedMemoryView.from_array_interface(ours)
    assert view.ptr == np.from_dlpack(ours).ctypes.data and view.shape == (8,) and not view.is_device_accessible
    del ours
    gc.collect()
    assert np.all(fake.memory(view.ptr, 8) == 3)


def buffers_of_memory_of_c():
    with fake.nothing_left():
        ours = full(8, 3, stream=stream)
        theirs = core.Buffer.from_handle(address(ours), 32, owner=ours)
        del ours
        gc.collect()
        other = device.memory_resource.allocate(32, stream=stream)
        theirs.copy_to(other, stream=stream)
        assert np.all(fake.memory(int(other.handle), 8) == 3)
        theirs.fill(np.float32(5).tobytes(), stream=stream)
        assert np.all(fake.memory(int(theirs.handle), 8) == 5)
        theirs.close(stream=stream)
        other.close(stream=stream)


def pointers_and_streams_of_c():
    with fake.nothing_left():
        mine = Stream()
        ours, numbers = full(8, 3, stream=mine), np.zeros(8, "f4")
        pointer, theirs = driver.CUdeviceptr(address(ours)), driver.CUstream(handle(mine))
        fake.log_clear()
        given(driver.cuMemsetD32Async(pointer, 0x40E00000, 8, theirs))
        given(driver.cuMemcpyDtoHAsync(numbers.ctypes.data, pointer, 32, theirs))
        given(driver.cuStreamSynchronize(theirs))
        assert np.all(numbers == 7) and fake.streams_of("cuMem") == {fake.number(handle(mine))}
        del ours


def a_resource_over_a_pool_of_c():
    """A class derived from their MemoryResource, in examples/allocator.py; their pool by its handle."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
    import allocator

    for _ in range(3):
        right, held = allocator.core_out()
        assert right and held == 4096
    pool = device.memory_resource
    address, right = allocator.allocator_c.fill_from_handle(int(pool.handle), 0, 1000, stream)
    assert address and right and pool.attributes.used_mem_current == 0


if __name__ == "__main__":
    fake.main(globals())
