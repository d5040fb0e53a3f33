"""A Python allocator that serves C code: cucore_py_memory_resource_from_object."""
import gc
import sys
import threading

import pytest

import cucore_test

HOWS = ("held", "released", "thread")


class Pool:
    """Addresses of the fake driver, and a note of every call."""

    def __init__(self, fake, device=1):
        self.fake, self.device, self.calls = fake, device, []

    def allocate(self, size, stream=None):
        self.calls.append(("allocate", size, stream.__cuda_stream__(), int(stream)))
        return self.fake.alloc(self.fake.DEVICE, self.device, size)

    def deallocate(self, ptr, size, stream=None):
        self.calls.append(("deallocate", size, stream.__cuda_stream__()))
        assert self.fake.free(ptr) == 0


class Kept(Pool):
    """What allocate returns is an object, as cuda.core's and CuPy's."""

    class Memory:
        def __init__(self, pool, ptr, attribute):
            self.pool = pool
            setattr(self, attribute, ptr)
            self.address = ptr

        def close(self, stream=None):
            self.pool.calls.append(("close", stream.__cuda_stream__()))
            self.pool.fake.free(self.address)

    def __init__(self, fake, attribute):
        super().__init__(fake)
        self.attribute = attribute

    def allocate(self, size, stream=None):
        return self.Memory(self, super().allocate(size, stream), self.attribute)

    def deallocate(self, ptr, size, stream=None):
        raise AssertionError("the object is to be closed instead")


@pytest.mark.parametrize("how", HOWS)
def test_allocates_and_frees(fake, how):
    pool = Pool(fake)
    assert cucore_test.allocate(pool, 100, 0, how) > 0
    assert pool.calls == [("allocate", 100, (0, 1), 1), ("deallocate", 100, (0, 1))]
    assert fake.live_allocations() == 0


@pytest.mark.parametrize("attribute", ["handle", "ptr"])
@pytest.mark.parametrize("how", HOWS)
def test_objects_are_kept_and_closed(fake, attribute, how):
    pool = Kept(fake, attribute)
    stream = fake.stream_create(fake.context_primary(1), 1)
    assert cucore_test.allocate(pool, 100, stream, how) > 0
    assert pool.calls == [("allocate", 100, (0, stream), stream), ("close", (0, stream))]
    assert fake.live_allocations() == 0


def test_object_without_close_is_dropped(fake):
    class Memory:
        dropped = 0
        ptr = property(lambda self: self.address)

        def __del__(self):
            Memory.dropped += fake.free(self.address) == 0

    class Allocator:
        def allocate(self, size, stream):
            memory = Memory()
            memory.address = fake.alloc(fake.DEVICE, 0, size)
            return memory

        def deallocate(self, ptr, size, stream):
            raise AssertionError

    assert cucore_test.allocate(Allocator(), 8, 1, "held") > 0
    gc.collect()
    assert Memory.dropped == 1 and fake.live_allocations() == 0


class Mine(Exception):
    pass


@pytest.mark.parametrize("where", ["allocate", "deallocate"])
@pytest.mark.parametrize("error", [Mine("no more"), MemoryError("full"), KeyboardInterrupt()])
def test_errors_pass_through_untouched(fake, where, error):
    pool = Pool(fake)
    original = getattr(pool, where)

    def broken(*args, **kwargs):
        if where == "deallocate":
            original(*args, **kwargs)
        raise error

    setattr(pool, where, broken)
    for how in ("held", "released"):
        with pytest.raises(type(error)) as caught:
            cucore_test.allocate(pool, 64, 2, how)
        assert caught.value is error
    status, message = cucore_test.allocate(pool, 64, 2, "thread")
    assert status == ("OUT_OF_MEMORY" if isinstance(error, MemoryError) else "FOREIGN")
    assert message == f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("odd", [property(lambda cls: 12345), property(lambda cls: 1 // 0)], ids=["int", "raises"])
def test_B81_an_exception_whose_class_has_no_name(fake, odd, how):
    error = type("Metaclass", (type,), {"__name__": odd})("Odd", (Exception,), {})("why")

    class Fails(Pool):
        def allocate(self, size, stream=None):
            raise error

    if how == "thread":
        assert cucore_test.allocate(Fails(fake), 16, 0, how) == ("FOREIGN", "Odd: why")
    else:
        with pytest.raises(Exception) as caught:
            cucore_test.allocate(Fails(fake), 16, 0, how)
        assert caught.value is error


def test_address_that_is_none(fake):
    class Empty:
        def allocate(self, size, stream):
            return 0

        def deallocate(self, ptr, size, stream):
            raise AssertionError

    with pytest.raises(MemoryError, match="gave NULL for 64 bytes"):
        cucore_test.allocate(Empty(), 64, 1, "held")

    class Text(Empty):
        def allocate(self, size, stream):
            return "no address"

    with pytest.raises(ValueError, match="no address"):
        cucore_test.allocate(Text(), 64, 1, "held")


@pytest.mark.parametrize("missing", ["allocate", "deallocate"])
def test_no_allocator(fake, missing):
    members = {"allocate": lambda self, size, stream: 0, "deallocate": lambda self, ptr, size, stream: None}
    del members[missing]
    with pytest.raises(TypeError, match="allocator: expected an object with allocate.* got 'test_fake_allocator.Half'"):
        cucore_test.allocate(type("Half", (), members)(), 64, 1, "held")


def test_nothing_is_leaked(fake):
    pool = Pool(fake)
    cucore_test.allocate(pool, 64, 1, "held")
    references = sys.getrefcount(pool)
    for how in HOWS * 20:
        cucore_test.allocate(pool, 64, 1, how)
    assert sys.getrefcount(pool) == references and fake.live_allocations() == 0


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("make", [Pool, lambda fake: Kept(fake, "handle")], ids=["address", "object"])
def test_every_allocation_of_the_interpreter_failing(fake, how, make):
    pool = make(fake)
    cucore_test.allocate(pool, 64, 1, how)
    references = sys.getrefcount(pool)
    for n in range(1, 100):
        cucore_test.fail_at(n)
        try:
            answer = cucore_test.allocate(pool, 64, 1, how, True)
        except MemoryError:
            answer = None
        calls = cucore_test.fail_at(0)
        gc.collect()
        assert sys.getrefcount(pool) == references and fake.live_allocations() == 0
        if calls < n:  # none failed
            break
    assert isinstance(answer, int) and n > 5


def test_an_allocator_from_many_threads(fake):
    pool, failures = Pool(fake), []

    def work(how):
        for _ in range(50):
            if not cucore_test.allocate(pool, 64, 1, how):
                failures.append(how)

    threads = [threading.Thread(target=work, args=(HOWS[i % 3],)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len(pool.calls) == 800 and fake.live_allocations() == 0


def test_P16_stream_tuple():
    assert cucore_test.stream_tuple(0) == (0, 1)
    assert cucore_test.stream_tuple(2) == (0, 2)
    assert cucore_test.stream_tuple(0x7F0012345678) == (0, 0x7F0012345678)
