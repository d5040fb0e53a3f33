"""Export of device memory on a fake driver: ordering (P5, P6), copies for consumers, captures, results for callers."""
import copy
import ctypes
import gc
import itertools
import sys
import types
import weakref

import pytest

import cucore_test
import export_test as ex
from doubles import OnlyDlpack

np = pytest.importorskip("numpy")
NO_SYNC, HOST = (1 << 64) - 1, (1 << 64) - 2
CURRENT = -2  # CUCORE_DEVICE_CURRENT
LEGACY, PER_THREAD = 1, 2
CPU, CUDA, PINNED, MANAGED = (1, 0), (2, 0), (3, 0), (13, 0)
WAIT, SYNC = ["cuEventRecord", "cuStreamWaitEvent"], ["cuStreamSynchronize"]
V1 = {"max_version": (1, 0)}


@pytest.fixture(autouse=True)
def no_events_left(fake):
    ex.trim()
    yield
    gc.collect()
    ex.trim()


def ordering(fake):
    return [name for name in fake.names if name in WAIT + SYNC + [fake.IDLE]]


def array(fake, shape=(2, 3), strides=None, kind=0, device=None, ordinal=0, **more):
    address = fake.alloc(kind, ordinal, 4096)
    return ex.Array(address, "float32", shape, strides, device=device or {0: (2, ordinal), 1: PINNED, 2: MANAGED}[kind],
                    **more)


TABLE = [(None, c, []) for c in (None, -1, 1, 2, "h")] + [
    (1, None, []), (1, -1, []), (1, 1, []), (1, 2, WAIT), (1, "h", WAIT),
    (2, None, WAIT), (2, -1, []), (2, 1, WAIT), (2, 2, []), (2, "h", WAIT),
    ("g", None, WAIT), ("g", -1, []), ("g", 1, WAIT), ("g", 2, WAIT), ("g", "g", []), ("g", "h", WAIT)]


@pytest.mark.parametrize("producer, consumer, calls", TABLE, ids=[f"P={p}-C={c}" for p, c, _ in TABLE])
def test_P5_P6_B63_the_consumers_stream_waits(fake, producer, consumer, calls):
    primary = fake.context_primary(0)
    handles = {"g": fake.stream_create(primary, 1), "h": fake.stream_create(primary, 1)}
    p, c = handles.get(producer, producer), handles.get(consumer, consumer)
    x = array(fake, stream=p)
    if p is not None:
        fake.stream_add_work(p, primary)
    fake.log_clear()
    capsule = x.__dlpack__(stream=c, **V1)
    assert ordering(fake) == calls
    if calls == WAIT:
        assert fake.stream_has_seen(c or LEGACY, primary, p, primary)
    del capsule


@pytest.mark.parametrize("kind, device", [(1, PINNED), (2, MANAGED)], ids=["pinned", "managed"])
def test_P5_memory_that_the_cpu_reads_is_complete(fake, kind, device):
    stream = fake.stream_create(fake.context_primary(0), 1)
    x = array(fake, kind=kind, stream=stream)
    for call, calls in ((lambda: x.__dlpack__(**V1), SYNC), (lambda: x.__dlpack__(dl_device=CPU, **V1), SYNC),
                        (lambda: x.__dlpack__(stream=stream, **V1), []), (lambda: x.__dlpack__(stream=-1, **V1), []),
                        (lambda: x.__dlpack__(stream=LEGACY, **V1), WAIT), (lambda: memoryview(x), SYNC),
                        (lambda: x.__array_interface__, SYNC), (lambda: x.__cuda_array_interface__, []),
                        (lambda: ex.table("Plain", "export", x), WAIT)):
        fake.log_clear()
        call()
        assert ordering(fake) == calls


@pytest.mark.parametrize("consumer", [None, 1, 2, "h"])
@pytest.mark.parametrize("current", ["none", "other device", "its device", "other context"])
def test_P6_B60_other_device(fake, current, consumer):
    """A default stream is one of the device of the data, whichever is current."""
    second, other = fake.context_primary(1), fake.context_create(1)
    fake.context_set_current({"none": None, "other device": fake.context_primary(0), "its device": second,
                              "other context": other}[current])
    before = fake.context_current()
    producer, handle = fake.stream_create(second, 1), fake.stream_create(second, 1)
    x = array(fake, ordinal=1, stream=producer)
    assert x.__dlpack_device__() == (2, 1)
    fake.stream_add_work(producer, second)
    fake.log_clear()
    stream = handle if consumer == "h" else consumer
    x.__dlpack__(stream=stream, **V1)
    assert ordering(fake) == WAIT
    there = second if consumer == "h" or current != "other context" else other
    assert fake.stream_has_seen(stream or LEGACY, there, producer, second)
    assert fake.context_current() == before
    fake.context_set_current(None)


def test_P6_T16_a_capture_is_refused_before_it_is_broken(fake):
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    x = array(fake, stream=g)
    assert fake.capture_begin(h, 2) == 0
    fake.log_clear()
    with pytest.raises(RuntimeError, match="captur"):
        x.__dlpack__(stream=h)
    assert ordering(fake) == []
    assert fake.capture_end(h) == 0


@pytest.mark.parametrize("strides", [None, (5, 1), (-3, 1), (0, 1), (1, 2)])
def test_D16_device_memory_for_the_cpu(fake, strides):
    """The values arrive, whatever the strides, after what was pending."""
    primary = fake.context_primary(0)
    stream = fake.stream_create(primary, 1)
    address = fake.alloc(0, 0, 4096)
    memory = np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(ctypes.c_float)), (1024,))
    memory[:] = np.arange(1024)
    x = ex.Array(address + 400, "float32", (2, 3), strides, device=CUDA, stream=stream)
    expected = np.lib.stride_tricks.as_strided(memory[100:], (2, 3), [4 * s for s in strides or (3, 1)])
    for keywords in ({}, V1, {"copy": True}):
        capsule = x.__dlpack__(dl_device=CPU, **keywords)
        f = ex.fields(capsule)
        assert f["device"] == CPU and f["flags"] == (2 if "max_version" in keywords else 0)
        assert f["data"] != address + 400
        got = cucore_test.capsule(capsule)
        assert got.tobytes() == expected.tobytes()


@pytest.mark.parametrize("consumer", [1, 2, "h", -1])
@pytest.mark.parametrize("copy", [None, True])
def test_B114_a_copy_for_the_cpu_on_the_consumers_stream(fake, consumer, copy):
    """As CuPy does it; torch before 2.15 sends a stream along."""
    primary = fake.context_primary(0)
    producer, handle = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    x = array(fake, stream=producer)
    fake.stream_add_work(producer, primary)
    fake.log_clear()
    stream = handle if consumer == "h" else consumer
    capsule = x.__dlpack__(dl_device=CPU, stream=stream, copy=copy, **V1)
    copied = next(line for line in fake.lines if line.startswith("cuMemcpy"))
    assert ex.fields(capsule)["device"] == CPU and ex.fields(capsule)["flags"] == 2
    if consumer == -1:
        assert WAIT[0] not in fake.names and fake.names.count("cuStreamSynchronize") == 1, copied
    else:
        assert fake.stream_has_seen(stream, primary, producer, primary) and "cuStreamSynchronize" in fake.names


@pytest.mark.parametrize("kind, device", [(1, PINNED), (2, MANAGED)], ids=["pinned", "managed"])
def test_B114_memory_that_the_cpu_reads_is_complete_anyway(fake, kind, device):
    stream = fake.stream_create(fake.context_primary(0), 1)
    x = array(fake, kind=kind, stream=stream)
    fake.log_clear()
    assert ex.fields(x.__dlpack__(dl_device=CPU, stream=2, **V1))["device"] == CPU
    assert ordering(fake) == SYNC


def test_P5_host_memory_has_no_stream():
    for keywords in {"stream": 1}, {"stream": 1, "dl_device": CPU}:
        with pytest.raises(ValueError, match="stream must be None for data on the CPU, not 1"):
            ex.Array(np.zeros(3, "f4").ctypes.data, "float32", (3,), None, device=CPU).__dlpack__(**keywords)


@pytest.mark.parametrize("stream", [None, 1, "h", -1])
def test_D17_copy_on_the_device(fake, stream):
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    x = array(fake, stream=g)
    live = fake.live_bytes()
    fake.stream_add_work(g, primary)
    capsule = x.__dlpack__(stream=h if stream == "h" else stream, copy=True, **V1)
    f = ex.fields(capsule)
    assert f["device"] == CUDA and f["flags"] == 2 and f["data"] != x.ptr
    if stream != -1:
        assert fake.stream_has_seen(h if stream == "h" else LEGACY, primary, g, primary)
    assert fake.live_bytes() == live + 24
    del capsule
    assert fake.live_bytes() == live


@pytest.mark.parametrize("kind, where", [(0, "cuda:0"), (2, "cuda-managed:0")], ids=["device", "managed"])
def test_B124_a_result_that_a_library_copies_to_the_host(fake, kind, where):
    lying = types.ModuleType("lying")
    lying.from_dlpack = lambda x: np.zeros((2, 3), np.float32)
    x = array(fake, kind=kind)
    if kind == 2:  # which the CPU reads as well
        assert type(x.give(lying)) is np.ndarray
        return
    with pytest.raises(BufferError, match=r"^the result is float32 \(2, 3\) strides \(3, 1\) on %s at .*, a 'numpy.ndarray' of float32 .* on cpu at " % where):
        x.give(lying)
    assert x.is_released


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("kind", [0, 1, 2], ids=["device", "pinned", "managed"])
def test_an_array_is_copied_where_it_is(fake, kind, duplicate):
    """On the stream of the pending work, without a copy on the host."""
    primary = fake.context_primary(0)
    g = fake.stream_create(primary, 1)
    x = array(fake, kind=kind, stream=g).give(None, g)
    live = fake.live_bytes()
    fake.log_clear()
    y = duplicate(x)
    assert ordering(fake) == [] and type(y) is type(x)
    assert (y.shape, y.dtype, y.device, y.readonly) == (x.shape, x.dtype, x.device, False)
    first, second = (ex.fields(a.__dlpack__(stream=-1, **V1)) for a in (x, y))
    assert first["data"] != second["data"] and first["device"] == second["device"]
    assert fake.live_bytes() == live + 24
    del y, second
    gc.collect()
    assert fake.live_bytes() == live


@pytest.mark.parametrize("ask", [lambda x: x.__arrow_c_array__(), iter, lambda x: x.flags, lambda x: x.__reduce_ex__(4)],
                         ids=["arrow", "iter", "flags", "pickle"])
@pytest.mark.parametrize("kind", [1, 2], ids=["pinned", "managed"])
def test_the_host_waits_before_it_reads(fake, kind, ask):
    g = fake.stream_create(fake.context_primary(0), 1)
    x = array(fake, shape=(6,), kind=kind, stream=g).give(None, g)
    fake.stream_add_work(g, fake.context_primary(0))
    fake.log_clear()
    ask(x)
    assert any(name.endswith("Synchronize") for name in fake.names)


@pytest.mark.parametrize("call", [lambda x, h: x.__dlpack__(stream=h, **V1), lambda x, h: x.__dlpack__(dl_device=CPU),
                                  lambda x, h: x.__dlpack__(stream=h, copy=True), lambda x, h: ex.table("Plain", "export", x),
                                  lambda x, h: ex.allocate(CUDA, "float32", (8,), h),
                                  lambda x, h: ex.empty(None, CUDA, "float32", (8,), h).give(None, h),
                                  lambda x, h: copy.copy(ex.allocate(CUDA, "float32", (8,), h).give(None, h))],
                         ids=["order", "to-cpu", "copy", "table", "allocate", "give", "copy-array"])
def test_every_driver_call_failing_in_turn(fake, call):
    primary = fake.context_primary(0)
    fake.context_set_current(primary)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    x = array(fake, stream=g)
    call(x, h)
    gc.collect()
    live, count = fake.live_bytes(), sys.getrefcount(x)
    for n in itertools.count(1):
        fake.fail(n, 999)
        try:
            result = call(x, h)
        except RuntimeError as error:
            error.__traceback__ = None
        pending = fake.fail_pending()
        fake.fail(0, 0)
        result = None
        gc.collect()
        assert sys.getrefcount(x) == count
        if pending:
            break
        assert n < 60
    fake.context_set_current(None)
    assert n > 1
    assert fake.live_bytes() <= live + 64 * n  # memory whose freeing failed is lost


def test_allocate_frees_in_stream_order(fake):
    stream = fake.stream_create(fake.context_primary(0), 1)
    live = fake.live_bytes()
    x = ex.allocate(CUDA, "float32", (16,), stream)
    assert x.pending == stream and fake.live_bytes() == live + 64
    fake.log_clear()
    del x
    assert "cuMemFreeAsync" in fake.names and fake.IDLE not in fake.names
    assert fake.live_bytes() == live


# ---------------------------------------------------------------------------------------------------------- results --
def test_X13_a_cucore_array_waits_for_the_work(fake):
    """Memory that went to strangers is freed when the device is idle (D34)."""
    primary = fake.context_primary(0)
    h = fake.stream_create(primary, 1)
    live = fake.live_bytes()
    r = ex.empty(None, CUDA, "float32", (16,), h)
    fake.stream_add_work(h, primary)
    given = r.give(None, h)
    assert fake.stream_has_seen(LEGACY, primary, h, primary)
    assert given.__cuda_array_interface__["stream"] == LEGACY
    assert given.__dlpack_device__() == CUDA
    fake.log_clear()
    del given
    gc.collect()
    assert fake.names.index(fake.IDLE) < fake.names.index("cuMemFreeAsync")
    assert fake.live_bytes() == live


class Table(ex.Array):
    """A library with an exchange table: its arrays are those of export_test."""


ex.publish(Table, "Array")


@pytest.mark.parametrize("same", [True, False], ids=["its-stream", "another-stream"])
def test_X8_X13_by_the_exchange_table(fake, same):
    primary = fake.context_primary(0)
    p, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    ex.set_stream(p)
    like = Table(0, "float32", (0,), device=CUDA)
    stream = p if same else h
    fake.stream_add_work(p, primary)
    fake.log_clear()
    r = ex.empty(like, CUDA, "float32", (2, 3), stream)
    assert ordering(fake) == ([] if same else WAIT)
    assert fake.stream_has_seen(stream, primary, p, primary) or same
    pointer = r.ptr
    fake.stream_add_work(stream, primary)
    fake.log_clear()
    given = r.give(like, stream)
    assert type(given) is ex.Array and given.ptr == pointer and r.is_released
    assert ordering(fake) == ([] if same else WAIT)
    assert same or fake.stream_has_seen(p, primary, h, primary)
    ex.set_stream(1)


def test_X13_B118_a_default_stream_of_the_caller_is_that_of_the_memory(fake):
    """As at an intake, whichever device is current."""
    first, second = fake.context_primary(0), fake.context_primary(1)
    fake.context_set_current(first)
    p = fake.stream_create(second, 1)
    ex.set_stream(p)
    fake.stream_add_work(p, second)
    like = Table(0, "float32", (0,), device=(2, 1))
    r = ex.empty(like, (2, 1), "float32", (2, 3), LEGACY)
    assert fake.stream_has_seen(LEGACY, second, p, second)
    fake.stream_add_work(LEGACY, second)
    given = r.give(like, LEGACY)
    assert fake.stream_has_seen(p, second, LEGACY, second)
    assert fake.context_current() == first
    del given
    fake.context_set_current(None)
    ex.set_stream(1)


EMPTY_DEVICES = [
    # name, device, of a table's library, the device of the result or what is said
    ("current", (2, -2), True, 1), ("current, own", (2, -2), False, 1),
    ("none", (2, -1), True, "CUCORE_DEVICE_NONE"), ("none, own", (2, -1), False, "device_id"),
    ("any", (2, -3), True, "CUCORE_DEVICE_ANY"), ("any, own", (2, -3), False, "device_id"),
    ("count", (2, 2), False, "device 2 does not exist"), ("-4", (2, -4), True, "device -4 does not exist"),
    ("pinned: none", (3, -1), False, -1), ("pinned: current", (3, -2), False, -1),
    ("host: none", (1, -1), True, -1), ("host: none, own", (1, -1), False, -1),
]


@pytest.mark.parametrize("row", EMPTY_DEVICES, ids=[row[0] for row in EMPTY_DEVICES])
def test_devices_that_have_no_number(fake, row):
    _, device, by_table, expected = row
    fake.context_set_current(fake.context_primary(1))
    like = Table(0, "float32", (0,), device=(2, 1)) if by_table else None
    if isinstance(expected, str):
        with pytest.raises(ValueError, match=expected):
            ex.empty(like, device, "float32", (2, 3), LEGACY)
    else:
        made = ex.empty(like, device, "float32", (2, 3), LEGACY)
        assert made.__dlpack_device__() == (device[0], max(expected, 0))
        del made
    fake.context_set_current(None)


def test_X13_own_memory_by_the_exchange_table(fake):
    primary = fake.context_primary(0)
    p, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    ex.set_stream(p)
    like = Table(0, "float32", (0,), device=CUDA)
    owner = types.SimpleNamespace()
    x = array(fake, owner=owner, stream=h)
    before, pointer = sys.getrefcount(owner), x.ptr
    fake.stream_add_work(h, primary)
    given = x.give(like, h)
    assert given.ptr == pointer and x.is_released and fake.stream_has_seen(p, primary, h, primary)
    assert sys.getrefcount(owner) == before
    del given
    assert sys.getrefcount(owner) == before - 1
    ex.set_stream(1)


def test_X13_a_table_that_fails(fake):
    like = Table(0, "float32", (0,), device=CUDA)
    live = fake.live_bytes()
    with pytest.raises(BufferError, match="rocm"):
        ex.empty(like, (10, 0), "float32", (2,))
    ex.set_stream(0)
    with pytest.raises(RuntimeError, match="current stream"):
        ex.empty(like, CUDA, "float32", (2,))
    ex.set_stream(1)
    r = ex.empty(like, CUDA, "float32", (2,))
    ex.set_stream(0)
    del r
    ex.set_stream(1)
    assert fake.live_bytes() == live


class FakeCupy:
    """As much of CuPy and of Numba as results need."""

    def __init__(self, fake, name, maker):
        self.module = types.ModuleType(name)
        self.stream = None
        self.fake = fake
        owner = self

        class ndarray:
            def __init__(self, shape, dtype):
                self.shape, self.dtype = shape, np.dtype(dtype)
                self.address = fake.alloc(0, 0, 4096)

            @property
            def __cuda_array_interface__(self):
                return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "version": 3,
                        "stream": owner.stream}

        ndarray.__module__ = name
        self.type = ndarray
        self.taken = []
        setattr(self.module, maker, ndarray)
        self.module.from_dlpack = lambda x: self.taken.append(x.__dlpack__(stream=self.stream, **V1)) or "by from_dlpack"
        self.module.as_cuda_array = lambda x: self.taken.append(x.__cuda_array_interface__) or "by as_cuda_array"


@pytest.fixture
def cupy(fake, monkeypatch):
    library = FakeCupy(fake, "cupy", "empty")
    monkeypatch.setitem(sys.modules, "cupy", library.module)
    ex.forget_state()
    yield library
    ex.forget_state()


@pytest.fixture
def numba(fake, monkeypatch):
    library = FakeCupy(fake, "numba.cuda", "device_array")
    parent = types.ModuleType("numba")
    parent.cuda = library.module
    monkeypatch.setitem(sys.modules, "numba", parent)
    monkeypatch.setitem(sys.modules, "numba.cuda", library.module)
    ex.forget_state()
    yield library
    ex.forget_state()


def test_X13_cupy(fake, cupy):
    primary = fake.context_primary(0)
    p, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    cupy.stream = p
    like = cupy.type((1,), "f4")
    fake.stream_add_work(p, primary)
    r = ex.empty(like, CUDA, "float32", (2, 3), h)
    assert fake.stream_has_seen(h, primary, p, primary)
    fake.stream_add_work(h, primary)
    pointer = r.ptr
    given = r.give(like, h)
    assert type(given) is cupy.type and given.address == pointer and given.shape == (2, 3)
    assert fake.stream_has_seen(p, primary, h, primary)
    other = cupy.type((1,), "f4")
    assert sys.getrefcount(given) == sys.getrefcount(other)
    with pytest.raises(ValueError, match="cupy.*cpu"):
        ex.empty(like, CPU, "float32", (2,))


LIKES = {"type": lambda l: l.type, "derived-type": lambda l: type("Mine", (l.type,), {}), "module": lambda l: l.module,
         "name": lambda l: l.module.__name__, "derived-array": lambda l: type("Mine", (l.type,), {})((1,), "f4")}


@pytest.mark.parametrize("kind", LIKES)
@pytest.mark.parametrize("library", ["cupy", "numba"])
def test_X13_a_library_of_devices_by_its_type_or_module(fake, request, library, kind):
    library = request.getfixturevalue(library)
    h = fake.stream_create(fake.context_primary(0), 1)
    like = LIKES[kind](library)
    given = ex.empty(like, CUDA, "float32", (2, 3), h).give(like, h)
    assert type(given) is library.type and given.shape == (2, 3)
    assert array(fake).give(like, h).startswith("by ") and len(library.taken) == 1


def test_X13_numba_by_the_name_of_its_package(fake, numba):
    assert type(ex.empty("numba", CUDA, "float32", (2, 3)).give("numba")) is numba.type


def test_X13_cupy_takes_own_memory(fake, cupy):
    primary = fake.context_primary(0)
    p, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    cupy.stream = p
    fake.stream_add_work(h, primary)
    x = array(fake)
    pointer = x.ptr
    assert x.give(cupy.type((1,), "f4"), h) == "by from_dlpack"
    assert ex.fields(cupy.taken[0])["data"] == pointer and fake.stream_has_seen(p, primary, h, primary)


def test_X13_numba(fake, numba):
    primary = fake.context_primary(0)
    h = fake.stream_create(primary, 1)
    like = numba.type((1,), "f4")
    r = ex.empty(like, CUDA, "float32", (2, 3), h)
    fake.stream_add_work(h, primary)
    given = r.give(like, h)
    assert type(given) is numba.type
    assert fake.stream_has_seen(LEGACY, primary, h, primary)
    x = array(fake)
    fake.stream_add_work(h, primary)
    assert x.give(like, h) == "by as_cuda_array"
    assert numba.taken[0]["stream"] is None and fake.stream_has_seen(LEGACY, primary, h, primary)


class OwnStream:
    """A stream that goes with its object; the driver crashes where one that is gone is used."""

    def __init__(self, fake, context):
        self.handle, self.destroy = fake.stream_create(context, 1), fake.stream_destroy

    def __cuda_stream__(self):
        return 0, self.handle

    def __del__(self):
        self.destroy(self.handle)


@pytest.mark.parametrize("kind", [CUDA, MANAGED], ids=["device", "managed"])
@pytest.mark.parametrize("how", ["copied", "viewed"])
def test_C10_the_next_user_of_an_array_of_ours_is_behind_what_was_done_with_it(fake, how, kind):
    """Its stream waits for that of the others, the host does not: DLPack does not tell it, but the array is known."""
    primary = fake.context_primary(0)
    mine, theirs = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    dst, src = (ex.empty(None, kind, "float32", (8,), mine).give(None, mine) for _ in range(2))
    if how == "copied":
        fake.log_clear()
        cucore_test.copy(dst, src, mine)
    else:
        view = cucore_test.view(dst, stream=mine)
        fake.stream_add_work(mine, primary)
        fake.log_clear()
        view.finish(mine)
        view.release()
        assert ordering(fake) == WAIT
    assert not fake.host_has_seen(mine, primary) and fake.stream_has_seen(LEGACY, primary, mine, primary)
    if kind == CUDA:
        dst.__dlpack__(stream=theirs, **V1)
        assert fake.stream_has_seen(theirs, primary, mine, primary)
    del dst, src
    gc.collect()


@pytest.mark.parametrize("kind", [CUDA, PINNED, MANAGED], ids=["device", "pinned", "managed"])
def test_arrays_of_ours_are_ordered_at_once(fake, kind):
    """As those of a table or with an interface are: one event however many there and one back, none where nothing has to wait."""
    primary = fake.context_primary(0)
    mine, theirs = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    arrays = [ex.empty(None, kind, "float32", (8,), mine).give(None, mine) for _ in range(3)]
    fake.stream_add_work(LEGACY, primary)
    for stream, events in ((theirs, 2 * WAIT), (LEGACY, [])):
        fake.log_clear()
        assert len(cucore_test.args(arrays, None, stream)) == 3
        assert [name for name in ordering(fake) if name in WAIT] == events
        assert fake.stream_has_seen(stream, primary, LEGACY, primary)
    del arrays
    gc.collect()


def test_an_array_of_ours_in_a_capture(fake):
    """As from any producer whose work is not in it: refused before anything is recorded."""
    primary = fake.context_primary(0)
    mine, captured = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    array_ = ex.empty(None, CUDA, "float32", (8,), mine).give(None, mine)
    assert fake.capture_begin(captured, 2) == 0
    fake.log_clear()
    with pytest.raises(RuntimeError, match="captured"):
        cucore_test.view(array_, stream=captured)
    assert ordering(fake) == [] and fake.capture_status(captured) == 1
    assert fake.capture_end(captured) == 0
    del array_
    gc.collect()


@pytest.mark.parametrize("made", ["allocate", "empty"])
@pytest.mark.parametrize("like", ["nobody", "table", "from_dlpack", "cupy"])
def test_A16_memory_keeps_its_stream(fake, request, like, made):
    """Whoever has the memory: Python drops a stream before what was made on it."""
    live, primary = fake.live_bytes(), fake.context_primary(0)
    library = request.getfixturevalue(like) if like == "cupy" else None
    other = types.ModuleType("other")
    other.from_dlpack = lambda x: x.__dlpack__(stream=LEGACY, **V1)
    like = {"nobody": None, "table": Table(0, "float32", (0,), device=CUDA), "from_dlpack": other}.get(like, library and library.module)
    stream = OwnStream(fake, primary)
    h, alive = stream.handle, weakref.ref(stream)
    memory = ex.allocate(CUDA, "float32", (8,), h) if made == "allocate" else ex.empty(None, CUDA, "float32", (8,), h)
    earlier = OwnStream(fake, primary)
    gone = weakref.ref(earlier)
    memory.keep_stream(earlier)
    del earlier
    assert gone() is not None
    memory.keep_stream(stream)  # the latter counts
    assert gone() is None
    given = memory.give(like, h)
    del stream
    assert alive() is not None
    fake.stream_add_work(h, primary)  # behind which it is freed
    if like is None:
        given.__dlpack__(stream=LEGACY, **V1)
        assert [type(one).__name__ for one in gc.get_referents(given)] == ["type", "OwnStream"], "the collector sees it (B133)"
    del given, memory
    if library:
        library.taken.clear()
    gc.collect()
    assert fake.live_bytes() == live and alive() is None


@pytest.mark.parametrize("what", [None, 2, 0x7F0012345678])
def test_A16_a_handle_has_nothing_to_keep(fake, what):
    memory = ex.allocate(CUDA, "float32", (8,), LEGACY)
    memory.keep_stream(what)
    memory.release()
    assert fake.live_bytes() == 0


def test_A16_who_keeps_no_stream(fake):
    stream = OwnStream(fake, fake.context_primary(0))
    for x in (ex.allocate(CPU, "float32", (8,)), array(fake), ex.take(np.ones(3), "any")):
        x.keep_stream(stream)
        assert sys.getrefcount(stream) == 2, x.line
    memory = ex.allocate(CUDA, "float32", (8,), LEGACY)
    memory.set_release()
    with pytest.raises(ValueError, match="cucore_py_view_keep_stream: the buffer has a release function already"):
        memory.keep_stream(stream)
    assert sys.getrefcount(stream) == 2


@pytest.mark.parametrize("asked, device", [(0, 0), (1, 1), (CURRENT, 1)], ids=["device-0", "device-1", "current"])
@pytest.mark.parametrize("library", ["cupy", "numba"])
def test_X13_an_empty_array_is_where_it_was_asked_for(fake, request, monkeypatch, library, asked, device):
    library = request.getfixturevalue(library)
    monkeypatch.setattr(fake, "alloc", lambda *_: 0)  # which no driver knows
    fake.context_set_current(fake.context_primary(1))
    made = ex.empty(library.type((1,), "f4"), (2, asked), "float32", (0, 3), LEGACY)
    assert f"cuda:{device}" in made.line, made.line
    fake.context_set_current(None)


@pytest.mark.parametrize("make, error", [
    (lambda made: made((3, 2), "f4"), "asked for a dense array of 2 axes"), (lambda made: made((6,), "f4"), "asked for a dense array"),
    (lambda made: made((2, 3, 1), "f4"), "asked for a dense array"), (lambda made: made((2, 3), "i4"), "asked for a dense array"),
    (lambda made: object(), "__cuda_array_interface__"), (lambda made: None, "__cuda_array_interface__"),
], ids=["another-shape", "fewer-axes", "more-axes", "another-dtype", "no-array", "None"])
@pytest.mark.parametrize("library", ["cupy", "numba"])
def test_X13_a_library_that_makes_another_array(fake, request, library, make, error):
    library = request.getfixturevalue(library)
    like, kept = library.type((1,), "f4"), []
    name = "empty" if hasattr(library.module, "empty") else "device_array"
    setattr(library.module, name, lambda shape, dtype: kept.append(make(library.type)) or kept[-1])
    ex.forget_state()
    for _ in range(2):
        with pytest.raises((BufferError, TypeError), match=error):
            ex.empty(like, CUDA, "float32", (2, 3))
    counts = [sys.getrefcount(kept[i]) for i in range(2) if kept[i] is not None]
    assert counts in ([2, 2], []) and fake.context_depth() == 0


def test_X13_a_device_that_is_not_there(fake, cupy):
    made = []
    cupy.module.empty = lambda shape, dtype: made.append(shape)
    ex.forget_state()
    with pytest.raises((ValueError, RuntimeError), match="device"):
        ex.empty(cupy.type((1,), "f4"), (2, 7), "float32", (2, 3))
    assert not made


# ------------------------------------------------------------------------------------------------- a view of an argument --
BORROW = 1 << 12


class Interface:
    """Nothing but a CUDA Array Interface."""

    def __init__(self, array):
        self.array = array

    @property
    def __cuda_array_interface__(self):
        return self.array.__cuda_array_interface__


class Torch(Table):
    """With a __dlpack__ of its own, so that its table is used for its instances."""

    __dlpack__ = lambda self, **keywords: Table.__dlpack__(self, **keywords)
    __dlpack_device__ = lambda self: Table.__dlpack_device__(self)


ex.publish(Torch, "Array")
ARGUMENTS = {  # name -> (out of an array with a stream, flags, whose stream waits for the work: "p"roducer's, "l"egacy)
    "table": (lambda a: Torch(a.ptr, "float32", (2, 3), device=CUDA, stream=a.pending, owner=a), 0, "p"),
    "table-lent": (lambda a: Torch(a.ptr, "float32", (2, 3), device=CUDA, stream=a.pending, owner=a), BORROW, "p"),
    "interface": (Interface, 0, "p"), "dlpack": (OnlyDlpack, 0, "l"), "ours": (lambda a: a, 0, "l"),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_X13_C10_out_is_the_result_and_its_producer_waits(fake, name):
    make, flags, waits = ARGUMENTS[name]
    primary = fake.context_primary(0)
    p, h, q = (fake.stream_create(primary, 1) for _ in range(3))
    ex.set_stream(p)
    a, x = array(fake, stream=p), array(fake, stream=q)
    out, source = make(a), Interface(x)
    before, live = (sys.getrefcount(a), sys.getrefcount(out), sys.getrefcount(x)), fake.live_bytes()
    fake.stream_add_work(p, primary)
    fake.log_clear()
    given = ex.fill(source, out, None, h, flags)
    assert given is out and fake.stream_has_seen(h, primary, p, primary)
    if waits == "p":
        assert fake.stream_has_seen(p, primary, h, primary) and "cuStreamSynchronize" not in fake.names
    else:
        assert fake.stream_has_seen(LEGACY, primary, h, primary) and "cuStreamSynchronize" not in fake.names
    assert fake.stream_has_seen(q, primary, h, primary)
    del given
    gc.collect()
    ex.trim()
    assert (sys.getrefcount(a), sys.getrefcount(out), sys.getrefcount(x)) == before and fake.live_bytes() == live
    ex.set_stream(1)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_X13_out_when_each_driver_call_fails(fake, name):
    make, flags, _ = ARGUMENTS[name]
    primary = fake.context_primary(0)
    p, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    ex.set_stream(p)
    fake.context_set_current(primary)
    a = array(fake, stream=p)
    out, source = make(a), Interface(array(fake, stream=p))
    ex.fill(source, out, None, h, flags)
    ex.trim()
    before, failures = (sys.getrefcount(a), sys.getrefcount(out), sys.getrefcount(source)), 0
    for n in itertools.count(1):
        fake.fail(n, 999)
        given = None
        try:
            given = ex.fill(source, out, None, h, flags)
        except RuntimeError as error:
            failures += 1
            error.__traceback__ = None
        pending = fake.fail_pending()
        fake.fail(0, 0)
        assert given in (None, out)
        del given
        gc.collect()
        ex.trim()
        assert (sys.getrefcount(a), sys.getrefcount(out), sys.getrefcount(source)) == before
        if pending:
            break
        assert n < 60
    assert failures
    fake.context_set_current(None)
    ex.set_stream(1)


def test_X13_managed_memory_is_device_memory_for_a_table(fake):
    """Who asked for cuda gets an array of cuda, as from the library's own allocator."""
    x = array(fake, kind=2)
    assert x.__dlpack_device__() == MANAGED
    pointer = x.ptr
    given = x.give(Table(0, "float32", (0,), device=CUDA))
    assert given.ptr == pointer and given.__dlpack_device__() == CUDA


def test_own_memory_given_back_by_a_thread_without_an_interpreter(fake):
    live = fake.live_bytes()
    x = ex.empty(None, CUDA, "float32", (4,))
    assert fake.live_bytes() > live
    ex.delete_in_thread(x.capsule_move(1))
    assert fake.live_bytes() == live


def test_numpy_cannot_have_device_memory(fake):
    with pytest.raises(ValueError, match="NumPy.*cuda"):
        ex.empty(np.zeros(1), CUDA, "float32", (2,))
    with pytest.raises(ValueError, match="device memory"):
        array(fake).give(np.zeros(1))


def test_X13_pinned_memory_for_numpy(fake):
    h = fake.stream_create(fake.context_primary(0), 1)
    x = ex.allocate(PINNED, "float32", (4,), h)
    x.fill(0x3F800000, h)
    fake.log_clear()
    given = x.give(np.zeros(1), h)
    assert given.tolist() == [1, 1, 1, 1] and "cuStreamSynchronize" in fake.names
