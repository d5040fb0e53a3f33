"""Numba itself on the fake driver, all but its kernels: test_numba.py runs these functions."""
import gc

import numpy as np
from numba import cuda

import on_fake_driver as fake
from numba_arrays import Stream, copy, full, handle, wrap


def free_all():
    """Numba gives memory back when it has some to give back."""
    gc.collect()
    cuda.current_context().memory_manager.deallocations.clear()


def address(array):
    return array.__cuda_array_interface__["data"][0]


# ------------------------------------------------------------------------------------------------------ theirs in C code --
def arrays_in_c():
    """Contiguous, strided, transposed, 0-d and empty arrays, read and written."""
    numbers = np.arange(24, dtype="f4").reshape(4, 6)
    theirs = cuda.to_device(numbers)
    for part in (np.s_[:], np.s_[1], np.s_[:, ::2], np.s_[1:3, 2:5], np.s_[:0], np.s_[:, 3]):
        out = np.full_like(numbers[part], -1)
        copy(out, theirs[part])
        assert np.array_equal(out, numbers[part]), part
    out = np.empty((6, 4), "f4")
    copy(out, cuda.to_device(np.asfortranarray(numbers.T)))
    assert np.array_equal(out, numbers.T)
    copy(theirs[:, 1::2], np.full((4, 3), 7, "f4"))
    numbers[:, 1::2] = 7
    assert np.array_equal(theirs.copy_to_host(), numbers)


def dtypes_in_c():
    for dtype in "bool i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split():
        numbers = np.arange(5).astype(dtype)
        out = np.zeros_like(numbers)
        copy(out, cuda.to_device(numbers))
        assert np.array_equal(out, numbers), dtype
    with fake.raises(TypeError, "src is float64"):
        copy(np.zeros(3, "f4"), cuda.to_device(np.zeros(3)))


def memory_of_every_kind_in_c():
    for make in (cuda.device_array, cuda.pinned_array, cuda.managed_array):
        theirs, out = make(4, "f4"), np.zeros(4, "f4")
        copy(theirs, np.arange(4, dtype="f4"))
        copy(out, theirs)
        assert np.array_equal(out, np.arange(4)), make.__name__


def streams_in_c():
    mine = fake.stream()
    for theirs, expected in ((cuda.external_stream(mine), mine), (cuda.default_stream(), 1), (cuda.legacy_default_stream(), 1),
                             (cuda.per_thread_default_stream(), 2)):
        assert handle(theirs) == expected
    theirs = cuda.stream()
    assert handle(theirs) == int(theirs)
    source, target = cuda.to_device(np.ones(8, "f4")), cuda.device_array(8, "f4")
    fake.log_clear()
    copy(target, source, theirs)
    assert fake.streams_of("cuMemcpy") == {fake.number(handle(theirs))}


def their_stream_orders_c():
    """An array made on a stream says so: our work comes behind what is there, and their later work behind ours."""
    theirs, ours = cuda.stream(), fake.stream()
    source, target = cuda.to_device(np.ones(8, "f4"), stream=theirs), cuda.device_array(8, "f4", stream=theirs)
    fake.add_work(handle(theirs), None)
    assert not fake.has_seen(ours, handle(theirs))
    fake.log_clear()
    copy(target, source, ours)
    assert fake.has_seen(ours, handle(theirs)) and fake.has_seen(handle(theirs), ours)
    assert not fake.calls("cuStreamSynchronize") and not fake.calls("cuEventSynchronize")


def arrays_live_as_long_as_c_holds_them():
    with fake.nothing_left():
        theirs = cuda.to_device(np.arange(4, dtype="f4"))
        ours, out = wrap(address(theirs), 4, theirs), np.zeros(4, "f4")
        allocated = fake.live_allocations()
        del theirs
        free_all()
        copy(out, ours)
        assert fake.live_allocations() == allocated and out.tolist() == [0, 1, 2, 3]
        del ours
        free_all()


# ------------------------------------------------------------------------------------------------------------ ours in theirs --
def memory_of_c():
    with fake.nothing_left():
        ours = full(8, 3)
        theirs = cuda.as_cuda_array(ours)
        assert address(theirs) == address(ours) and theirs.dtype == np.float32 and theirs.shape == (8,)
        theirs[2:4].copy_to_device(np.float32([5, 6]))
        del ours
        gc.collect()
        assert theirs.copy_to_host().tolist() == [3, 3, 5, 6, 3, 3, 3, 3]
        del theirs


def results_as_their_arrays():
    with fake.nothing_left():
        for like in ("numba.cuda", cuda):
            theirs = full(8, 4, like=like)
            assert type(theirs) is type(cuda.device_array(1)) and theirs.copy_to_host().tolist() == [4] * 8
            del theirs
            free_all()


def work_of_c_orders_theirs():
    """What a stream of C code fills, Numba's default stream comes behind."""
    ours = Stream()
    theirs = full(8, 4, stream=ours, like="numba.cuda")
    assert fake.has_seen(1, handle(ours)) and theirs.size == 8
    later = full(8, 4, stream=ours)
    assert later.__cuda_array_interface__["stream"] == 1 and fake.has_seen(1, handle(ours))


def streams_of_c():
    ours = Stream()
    theirs = cuda.external_stream(handle(ours))
    fake.log_clear()
    cuda.to_device(np.ones(8, "f4"), stream=theirs)
    theirs.synchronize()
    assert fake.streams_of("cuMemcpy") == fake.streams_of("cuStreamSynchronize") == {fake.number(handle(ours))}


def streams_are_given_back():
    before = fake.live_streams()
    for _ in range(3):
        Stream()
    gc.collect()
    assert fake.live_streams() == before


if __name__ == "__main__":
    fake.main(globals())
