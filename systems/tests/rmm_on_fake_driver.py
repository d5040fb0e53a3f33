"""RMM itself, over memory of the fake driver: test_rmm.py runs these functions.

Only the lowest resource is ours, a CallbackMemoryResource; streams, adaptors, DeviceBuffers and errors are RMM's."""
import gc

import numpy as np
import rmm
from rmm.pylibrmm.stream import DEFAULT_STREAM, LEGACY_DEFAULT_STREAM, PER_THREAD_DEFAULT_STREAM, Stream

import on_fake_driver as fake
from numba_arrays import wrap
from pool_arrays import concatenate

seen = []  # (what, bytes, handle)


def upstream(kind=fake.DEVICE):
    def allocate(size, stream):
        seen.append(("allocate", size, stream.__cuda_stream__()[1]))
        return fake.alloc(kind, 0, size)

    def deallocate(ptr, size, stream):
        seen.append(("deallocate", size, stream.__cuda_stream__()[1]))
        assert fake.free(ptr) == 0

    return rmm.mr.CallbackMemoryResource(allocate, deallocate)


class Handle:
    """A stream by its number."""

    def __init__(self, number):
        self.number = number

    def __cuda_stream__(self):
        return 0, self.number


class Freed:
    """Whoever holds it holds the memory."""

    def __init__(self, pointer):
        self.pointer = pointer

    def __del__(self):
        assert fake.free(self.pointer) == 0


def address(array):
    return array.__cuda_array_interface__["data"][0]


def array(numbers):
    """A device array of the fake driver with these float32."""
    pointer = fake.alloc(fake.DEVICE, 0, 4 * len(numbers))
    fake.memory(pointer, len(numbers))[:] = numbers
    return wrap(pointer, len(numbers), Freed(pointer))


def filled(buffer, values):
    fake.memory(buffer.ptr, buffer.size, "u1")[:] = values
    return buffer


# ------------------------------------------------------------------------------------------------------ theirs in C code --
def a_resource_serves_c_code():
    """Its memory, counted, on the stream of the caller, and back on that stream."""
    mine = fake.stream()
    pool = rmm.mr.StatisticsResourceAdaptor(upstream())
    x = array([1, 2])
    for stream, number in ((mine, mine), (Handle(mine), mine), (Stream(Handle(mine)), mine), (None, 1), (DEFAULT_STREAM, 1),
                           (LEGACY_DEFAULT_STREAM, 1), (PER_THREAD_DEFAULT_STREAM, 2)):
        del seen[:]
        result = concatenate([x, x, x], pool, stream)
        assert np.array_equal(fake.memory(address(result), 6), np.float32([1, 2, 1, 2, 1, 2]))
        assert pool.allocation_counts.current_bytes == 24 and pool.allocation_counts.current_count == 1
        del result
        gc.collect()
        assert seen == [("allocate", 24, number), ("deallocate", 24, number)], (stream, seen)
        assert pool.allocation_counts.current_bytes == 0


def every_adaptor_serves_c_code():
    base = upstream()
    for pool in (base, rmm.mr.LimitingResourceAdaptor(base, 1000), rmm.mr.TrackingResourceAdaptor(base),
                 rmm.mr.StatisticsResourceAdaptor(rmm.mr.LimitingResourceAdaptor(base, 1000)),
                 rmm.mr.FailureCallbackResourceAdaptor(base, lambda size: False)):
        x = array(range(10))
        del seen[:]
        result = concatenate([x, x], pool)
        assert np.array_equal(fake.memory(address(result), 20), np.tile(np.arange(10, dtype="f4"), 2)), pool
        del result
        gc.collect()
        assert [what for what, _, _ in seen] == ["allocate", "deallocate"], pool


def buffers_in_c():
    """A DeviceBuffer, which has a CUDA Array Interface of version 0 alone."""
    pool = rmm.mr.StatisticsResourceAdaptor(upstream())
    stream = Stream(Handle(fake.stream()))
    one, two = (filled(rmm.DeviceBuffer(size=size, stream=stream, mr=pool), values)
                for size, values in ((3, [1, 2, 3]), (4, [4, 5, 6, 7])))
    result = concatenate([one, two, b"\x08\x09"], pool, stream)
    assert fake.memory(address(result), 9, "u1").tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert pool.allocation_counts.current_bytes == 16
    assert [stream.__cuda_stream__()[1]] * 3 == [number for _, _, number in seen]
    empty = rmm.DeviceBuffer(size=0, stream=stream, mr=pool)
    result = concatenate([empty, one], pool, stream)
    assert fake.memory(address(result), 3, "u1").tolist() == [1, 2, 3]


def errors_of_a_resource_arrive():
    """The exception of RMM, and everything is as before."""
    pool = rmm.mr.StatisticsResourceAdaptor(rmm.mr.LimitingResourceAdaptor(upstream(), 1024))
    x = array(range(200))
    with fake.nothing_left():
        with fake.raises(MemoryError, "Exceeded memory limit"):
            concatenate([x, x], pool)
        assert pool.allocation_counts.current_bytes == 0
        assert concatenate([x], pool).shape == (200,)


def memory_of_another_kind_is_refused():
    """Concatenations are in device memory: a resource of pinned or managed memory is not silently taken for that."""
    for kind in (fake.PINNED, fake.MANAGED):
        with fake.nothing_left():
            pool = rmm.mr.StatisticsResourceAdaptor(upstream(kind))
            with fake.raises(ValueError, "resource"):
                concatenate([array([1, 2])], pool)
            assert pool.allocation_counts.current_bytes == 0 and pool.allocation_counts.total_count == 1


def failures_on_the_way_give_it_back():
    """The driver fails at each of its calls in turn: nothing of the pool is lost."""
    pool = rmm.mr.StatisticsResourceAdaptor(upstream())
    x, failed = array(range(6)), 0
    for n in range(1, 40):
        fake.fail(n, 700)
        try:
            result = concatenate([x, x], pool)
        except (RuntimeError, MemoryError, ValueError):
            failed += 1
        else:
            del result
        fake.fail(0, 0)
        gc.collect()
        assert pool.allocation_counts.current_bytes == 0, n
    assert failed > 3


# ---------------------------------------------------------------------------------------------------------- ours in theirs --
def memory_of_c_is_counted_in_their_pool():
    pool = rmm.mr.StatisticsResourceAdaptor(upstream())
    x = array(range(6))
    pool.push_counters()
    results = [concatenate([x] * (k + 1), pool) for k in range(4)]
    assert pool.allocation_counts.current_bytes == 24 * (1 + 2 + 3 + 4) and pool.allocation_counts.current_count == 4
    del results[1:3]
    gc.collect()
    assert pool.allocation_counts.current_bytes == 24 * 5
    results.clear()
    gc.collect()
    counted = pool.pop_counters()
    assert (counted.current_bytes, counted.total_bytes, counted.total_count) == (0, 240, 4)


def the_resource_outlives_its_memory():
    """The result keeps the resource that it is to go back to."""
    with fake.nothing_left():
        pool = rmm.mr.StatisticsResourceAdaptor(upstream())
        result = concatenate([np.arange(6, dtype="f4")], pool, like=array([0]))
        del pool
        gc.collect()
        assert fake.memory(address(result), 6).tolist() == [0, 1, 2, 3, 4, 5]
        del seen[:]
        del result
        gc.collect()
        assert [what for what, _, _ in seen] == ["deallocate"]


def scratch_memory_of_c_is_theirs_too():
    """What copies need on the way comes from the pool, too, and goes back to it on the same stream: a transposed host array."""
    mine = fake.stream()
    pool = rmm.mr.StatisticsResourceAdaptor(upstream())
    del seen[:]
    host = np.arange(4096, dtype="f4").reshape(64, 64).T
    result = concatenate([host], pool, mine, like=array([0]))
    assert np.array_equal(fake.memory(address(result), host.size).reshape(host.shape), host)
    del result
    gc.collect()
    assert {number for _, _, number in seen} == {mine} and pool.allocation_counts.current_bytes == 0
    assert [what for what, _, _ in seen] == ["allocate", "allocate", "deallocate", "deallocate"]


def the_pool_of_c_is_their_upstream():
    """examples/allocator.c under a resource of theirs, from which C code allocates again."""
    import allocator_c

    mine = fake.stream()
    under = rmm.mr.CallbackMemoryResource(lambda size, stream: allocator_c.allocate(size, 0, stream),
                                          lambda ptr, size, stream: allocator_c.deallocate(ptr, size, 0, stream))
    pool = rmm.mr.StatisticsResourceAdaptor(under)
    x = array([1, 2])
    result = concatenate([x, x], pool, mine)
    assert np.array_equal(fake.memory(address(result), 4), np.float32([1, 2, 1, 2]))
    assert allocator_c.used(0) == pool.allocation_counts.current_bytes == 16
    del result
    gc.collect()
    assert allocator_c.used(0) == pool.allocation_counts.current_bytes == 0


if __name__ == "__main__":
    fake.main(globals())
