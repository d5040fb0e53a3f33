"""A Python allocator that serves C code: cucore_py_memory_resource_from_object."""
import ctypes
import gc
import importlib.util
import os
import pathlib
import shutil
import sys
import sysconfig
import threading
import time
import types

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


class Reused:
    """A pool of one address, whose memory is given out again as soon as it is closed."""

    class Memory:
        def __init__(self, pool):
            self.pool, self.handle = pool, pool.free.pop()

        def close(self, stream=None):
            self.pool.closed.append(self.pool.refuses)
            if self.pool.refuses:
                self.pool.refuses = False
                raise RuntimeError("not now")
            self.pool.free.append(self.handle)
            self.pool.then()

        def __del__(self):
            self.pool.dropped.append(self.handle)

    def __init__(self, fake):
        self.free, self.closed, self.dropped, self.refuses = [fake.alloc(fake.DEVICE, 0, 64)], [], [], False
        self.then = lambda: None

    def allocate(self, size, stream=None):
        return self.Memory(self)

    def deallocate(self, ptr, size, stream=None):
        raise AssertionError("the object is to be closed instead")


def test_B125_an_address_that_is_given_out_again_before_close_returns(fake):
    """The entry of the new object is not deleted: it lives as long as its memory, and is closed once."""
    pool, views = Reused(fake), []
    resource = cucore_test.resource(pool)

    def again():
        pool.then = lambda: None
        thread = threading.Thread(target=lambda: views.append(cucore_test.allocated(2, resource)))
        thread.start()
        thread.join()

    first, pool.then = cucore_test.allocated(2, resource), again
    first.release()
    gc.collect()
    assert len(pool.dropped) == 1 and not pool.free, "only the first object is gone"
    views[0].release()
    assert pool.closed == [False, False] and len(pool.dropped) == 2 and len(pool.free) == 1


def test_an_object_whose_close_fails_is_kept(fake):
    """The caller may free the memory again."""
    pool = Reused(fake)
    pool.refuses = True
    with pytest.raises(RuntimeError, match="not now"):
        cucore_test.allocate(pool, 64, 0, "held", True)
    gc.collect()
    assert pool.closed == [True, False] and len(pool.free) == len(pool.dropped) == 1


def test_B125_threads(fake):
    """Each close lets others run before it returns."""
    pool, failures = Reused(fake), []
    pool.free += [fake.alloc(fake.DEVICE, 0, 64) for _ in range(7)]
    pool.then = lambda: time.sleep(0)
    live = set()
    resource = cucore_test.resource(pool)

    def work():
        for _ in range(300):
            view = cucore_test.allocated(2, resource)
            if view.ptr in live:
                failures.append("an address was given out twice")
            live.add(view.ptr)
            live.discard(view.ptr)
            view.release()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert not failures and len(pool.closed) == len(pool.dropped) == 1200 and len(pool.free) == 8


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


# ---------------------------------------------------------------------------------------------------------- cuda.core --
def cuda_core(monkeypatch, where="cuda.core"):
    """Modules as cuda.core 1.2 has them: types in private ones, and functions that take streams of their own type alone."""
    root, stream, memory = (types.ModuleType(name) for name in (where, where + "._stream", where + "._memory._buffer"))
    monkeypatch.setitem(sys.modules, "cuda", types.ModuleType("cuda"))
    if where != "cuda.core":
        monkeypatch.setitem(sys.modules, "cuda.core", types.ModuleType("cuda.core"))
    monkeypatch.setitem(sys.modules, where, root)

    class Stream:
        def __init__(self):
            raise RuntimeError("Stream objects cannot be instantiated directly")

        @staticmethod
        def from_handle(handle):
            made = object.__new__(Stream)
            made.handle = int(handle)
            return made

    def accept(stream):
        if not isinstance(stream, Stream):
            raise TypeError(f"Stream or GraphBuilder expected, got {type(stream).__name__}")
        return stream.handle

    class Buffer:
        def close(self, stream=None):
            self.resource.calls.append(("close", accept(stream)))
            assert self.resource.fake.free(self.handle) == 0

    class MemoryResource:
        def __init__(self, fake):
            self.fake, self.calls = fake, []

        def allocate(self, size, *, stream):
            self.calls.append(("allocate", size, accept(stream)))
            made = Buffer()
            made.resource, made.handle = self, self.fake.alloc(self.fake.DEVICE, 0, size)
            return made

        def deallocate(self, ptr, size, *, stream):
            raise AssertionError("the buffer is to be closed instead")

    root.Stream = Stream
    Stream.__module__, Buffer.__module__, MemoryResource.__module__ = stream.__name__, memory.__name__, memory.__name__
    return MemoryResource, Buffer, Stream


@pytest.mark.parametrize("where", ["cuda.core", "cuda.core.experimental"])
@pytest.mark.parametrize("how", HOWS)
def test_cuda_core_gets_its_own_streams(fake, monkeypatch, how, where):
    resource = cuda_core(monkeypatch, where)[0](fake)
    assert cucore_test.allocate(resource, 100, 0, how) > 0
    assert resource.calls == [("allocate", 100, 1), ("close", 1)] and fake.live_allocations() == 0


def test_cuda_core_by_a_type_that_is_derived(fake, monkeypatch):
    """A resource of the user's, as cuda.core documents them: it may do with the stream what cuda.core's allow."""
    base = cuda_core(monkeypatch)[0]

    class Mine(base):
        def allocate(self, size, *, stream):
            self.calls.append(("mine", stream.handle))
            return super().allocate(size, stream=stream)

    resource = Mine(fake)
    assert cucore_test.allocate(resource, 100, 7, "released") > 0
    assert resource.calls == [("mine", 7), ("allocate", 100, 7), ("close", 7)]


@pytest.mark.parametrize("how", HOWS)
def test_cuda_core_within_a_wrapper(fake, monkeypatch, how):
    """Whose own type says nothing: the refusal does; the buffer's type does."""
    inner = cuda_core(monkeypatch)[0](fake)
    seen = []

    class Wrapper:
        def allocate(self, size, stream):
            seen.append(type(stream).__name__)
            return inner.allocate(size, stream=stream)

        def deallocate(self, ptr, size, stream):
            raise AssertionError("the buffer is to be closed instead")

    assert cucore_test.allocate(Wrapper(), 100, 7, how) > 0
    assert seen == ["Stream", "Stream"] and inner.calls == [("allocate", 100, 7), ("close", 7)]


def test_cuda_core_within_a_wrapper_that_frees(fake, monkeypatch):
    inner = cuda_core(monkeypatch)[0](fake)
    kept = {}

    class Wrapper:
        def allocate(self, size, stream):
            buffer = inner.allocate(size, stream=stream)
            kept[buffer.handle] = buffer
            return buffer.handle

        def deallocate(self, ptr, size, stream):
            kept[ptr].close(stream=stream)
            del kept[ptr]

    assert cucore_test.allocate(Wrapper(), 100, 7, "thread") > 0
    assert inner.calls == [("allocate", 100, 7), ("close", 7)] and not kept


@pytest.mark.parametrize("error", [TypeError("Stream expected"), TypeError("x"), ValueError("Stream or GraphBuilder expected"),
                                   TypeError("Argument 'ptr' has incorrect type (expected rmm.Other, got int)"),
                                   KeyboardInterrupt()], ids=repr)
def test_other_refusals_are_final(fake, monkeypatch, error):
    cuda_core(monkeypatch)
    calls = []

    class Wrapper:
        def allocate(self, size, stream):
            calls.append(size)
            raise error

        def deallocate(self, ptr, size, stream):
            raise AssertionError

    with pytest.raises(type(error)) as caught:
        cucore_test.allocate(Wrapper(), 100, 7, "held")
    assert caught.value is error and calls == [100]


@pytest.mark.parametrize("module", ["cuda.corers", "cuda", "mycuda.core", "cuda.cor", None, 5])
def test_names_that_are_not_cuda_cores(fake, monkeypatch, module):
    cuda_core(monkeypatch)
    kind = type("Other", (Pool,), {"__module__": module})
    pool = kind(fake)
    assert cucore_test.allocate(pool, 100, 0, "held") > 0
    assert pool.calls[0] == ("allocate", 100, (0, 1), 1)


def test_cuda_core_whose_streams_fail(fake, monkeypatch):
    """Nothing is allocated, and the exception is cuda.core's; a buffer that could not be closed is still owned."""
    base, _, stream = cuda_core(monkeypatch)
    error = RuntimeError("no driver")

    def broken(handle):
        raise error

    stream.from_handle = staticmethod(broken)
    resource = base(fake)
    with pytest.raises(RuntimeError) as caught:
        cucore_test.allocate(resource, 100, 7, "held")
    assert caught.value is error and resource.calls == [] and fake.live_allocations() == 0


# ---------------------------------------------------------------------------------------------------------------- RMM --
def rmm(monkeypatch):
    """Modules as RMM 26.10 has them: functions that take streams of their own type alone, which is made of any stream."""
    root, package, module = (types.ModuleType(name) for name in ("rmm", "rmm.pylibrmm", "rmm.pylibrmm.stream"))
    for each in (root, package, module):
        monkeypatch.setitem(sys.modules, each.__name__, each)

    class Stream:
        def __init__(self, obj):
            version, self.handle = obj.__cuda_stream__()
            assert version == 0
            self.owner = obj

    def accept(stream):
        if type(stream) is not Stream:
            raise TypeError("Argument 'stream' has incorrect type (expected rmm.pylibrmm.stream.Stream, got "
                            f"{type(stream).__module__}.{type(stream).__name__})")
        return stream.handle

    class DeviceMemoryResource:
        def __init__(self, fake):
            self.fake, self.calls = fake, []

        def allocate(self, nbytes, stream):
            self.calls.append(("allocate", nbytes, accept(stream)))
            return self.fake.alloc(self.fake.DEVICE, 0, nbytes)

        def deallocate(self, ptr, nbytes, stream):
            self.calls.append(("deallocate", nbytes, accept(stream)))
            assert self.fake.free(ptr) == 0

    module.Stream = Stream
    Stream.__module__, DeviceMemoryResource.__module__ = module.__name__, "rmm.pylibrmm.memory_resource._memory_resource"
    return DeviceMemoryResource, Stream


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("given, handle", [(0, 1), (7, 7)])
def test_rmm_gets_its_own_streams(fake, monkeypatch, how, given, handle):
    resource = rmm(monkeypatch)[0](fake)
    assert cucore_test.allocate(resource, 100, given, how) > 0
    assert resource.calls == [("allocate", 100, handle), ("deallocate", 100, handle)] and fake.live_allocations() == 0


def test_rmm_by_a_type_that_is_derived(fake, monkeypatch):
    resource = type("Mine", (rmm(monkeypatch)[0],), {})(fake)
    assert cucore_test.allocate(resource, 100, 7, "released") > 0
    assert resource.calls == [("allocate", 100, 7), ("deallocate", 100, 7)]


@pytest.mark.parametrize("how", HOWS)
def test_rmm_within_a_wrapper(fake, monkeypatch, how):
    """Whose own type says nothing: the refusal does, in both methods."""
    inner = rmm(monkeypatch)[0](fake)
    seen = []

    class Wrapper:
        def allocate(self, size, stream):
            seen.append(type(stream).__module__)
            return inner.allocate(size, stream)

        def deallocate(self, ptr, size, stream):
            seen.append(type(stream).__module__)
            inner.deallocate(ptr, size, stream)

    assert cucore_test.allocate(Wrapper(), 100, 7, how) > 0
    assert seen == ["cucore", "rmm.pylibrmm.stream"] * 2
    assert inner.calls == [("allocate", 100, 7), ("deallocate", 100, 7)] and fake.live_allocations() == 0


def test_rmm_whose_streams_fail(fake, monkeypatch):
    base, stream = rmm(monkeypatch)
    error = RuntimeError("no driver")

    def broken(self, obj):
        raise error

    stream.__init__ = broken
    resource = base(fake)
    with pytest.raises(RuntimeError) as caught:
        cucore_test.allocate(resource, 100, 7, "held")
    assert caught.value is error and resource.calls == [] and fake.live_allocations() == 0


@pytest.mark.parametrize("module", ["rmmx", "rm", "my.rmm", "rmm_cu13"])
def test_names_that_are_not_rmms(fake, monkeypatch, module):
    rmm(monkeypatch)
    pool = type("Other", (Pool,), {"__module__": module})(fake)
    assert cucore_test.allocate(pool, 100, 0, "held") > 0
    assert pool.calls[0] == ("allocate", 100, (0, 1), 1)


# ------------------------------------------------------------------------------- a pool of C for others: examples/allocator.c --
@pytest.fixture
def example(fake, tmp_path):
    """A copy of its own, whose pools are of this test."""
    path = pathlib.Path(os.environ["CUCORE_BUILD"]) / "examples" / f"allocator_c{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not path.exists():
        pytest.skip("builds with sanitizers have no examples")
    spec = importlib.util.spec_from_file_location("allocator_c", shutil.copy(path, tmp_path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_pool_of_c_serves_functions_of_python(fake, example):
    streams = [None, 1, 2, fake.stream_create(fake.context_primary(1), 1)]
    for stream in streams:
        ptr = example.allocate(100, 1, stream)
        assert ptr and example.used(1) == 100 and example.used(0) == 0
        example.deallocate(ptr, 100, 1, stream)
        assert example.used(1) == 0
    assert example.handle(0) != example.handle(1) == example.handle(1)
    with pytest.raises(MemoryError, match="cuMemAllocFromPoolAsync"):
        example.allocate(1 << 50, 1, None)
    with pytest.raises(ValueError, match="device 16: no pool"):
        example.used(16)


def test_a_pool_comes_in_by_its_handle(fake, example):
    for device in (0, 1):
        address, right = example.fill_from_handle(example.handle(device), device, 1000, None)
        assert address and right and example.used(device) == 0


def test_the_plugin_of_torch(fake, example, capfd):
    """The two functions that torch finds by name."""
    plugin = ctypes.CDLL(example.__file__)
    plugin.example_alloc.restype, plugin.example_free.restype = ctypes.c_void_p, None
    plugin.example_alloc.argtypes = [ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p]
    plugin.example_free.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p]
    stream = fake.stream_create(fake.context_primary(1), 1)
    for handle in (None, stream):
        ptr = plugin.example_alloc(4096, 1, handle)
        assert ptr and example.used(1) == 4096
        plugin.example_free(ptr, 4096, 1, handle)
        assert example.used(1) == 0
    assert capfd.readouterr().err == ""
    assert plugin.example_alloc(1 << 50, 1, None) is None and "CUDA_ERROR_OUT_OF_MEMORY" in capfd.readouterr().err
    plugin.example_free(None, 0, 1, None)


def test_many_rounds_of_a_pool_of_c(fake, example):
    example.deallocate(example.allocate(64, 0, None), 64, 0, None)
    before = fake.live_allocations(), example.used(0)
    for i in range(10000):
        example.deallocate(example.allocate(64 + i % 7, 0, None), 64 + i % 7, 0, None)
    assert (fake.live_allocations(), example.used(0)) == before
