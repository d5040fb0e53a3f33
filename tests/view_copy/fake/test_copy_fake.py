"""Copies between host and devices on the fake driver: the same oracle as on the host, small pieces, every call failing."""
import ctypes
import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st

import copying as C

DEVICE, PINNED, MANAGED, POOL = range(4)
LAUNCH_FAILED = 719


class World:
    """Two devices, a stream on each, memory of every kind with known bytes."""

    def __init__(self, fake):
        self.fake = fake
        C.lib.view_copy_lib_forget()
        fake.reset()
        self.streams = [fake.stream_create(fake.context_primary(i), 1) for i in range(2)]
        self.keep = []

    def place(self, memory, kind, device=0):
        """The bytes of a tests.copying.Memory in memory of a kind: -> (base address, description)."""
        size = len(memory.bytes)
        if kind == C.CPU:
            data = memory.bytes.copy()
            self.keep.append(data)
            base = data.ctypes.data
        else:
            base = self.fake.alloc({C.CUDA: DEVICE, C.PINNED: PINNED, C.MANAGED: MANAGED}[kind], device, size)
            assert base
            ctypes.memmove(base, memory.bytes.ctypes.data, size)
        return base, C.describe(base + memory.start, memory.shape, memory.strides, memory.itemsize, kind, device)

    def read(self, base, size):
        return np.frombuffer(ctypes.string_at(base, size), np.uint8)

    def living(self):
        f = self.fake
        return f.live_allocations(), f.live_streams(), f.context_depth(), f.context_current()


def run(fake, pair, to, from_, to_device=0, from_device=0, blocking=C.DEFAULT, stream_device=0):
    dst, src = pair
    w = World(fake)
    base, d = w.place(dst, to, to_device)
    source, s = w.place(src, from_, from_device)
    before = w.living()
    C.copy(d, s, w.streams[stream_device], blocking)
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
    np.testing.assert_array_equal(w.read(source, len(src.bytes)), src.bytes)
    C.lib.cucore_copy_trim()
    after = w.living()
    assert after[0] == before[0] and after[1] == before[1], "memory or a stream was leaked"
    assert after[2:] == before[2:], "the context is another one"
    return w


kinds = st.sampled_from([C.CPU, C.PINNED, C.CUDA, C.MANAGED])
blockings = st.sampled_from([C.DEFAULT, C.YES, C.NO])


@given(C.pairs(), kinds, kinds, blockings)
def test_any_layout_any_kind(fake, pair, to, from_, blocking):
    run(fake, pair, to, from_, blocking=blocking)


@given(C.pairs(most=20000), st.sampled_from([C.CPU, C.PINNED]), st.booleans(), blockings)
def test_host_and_device(fake, pair, kind, to_device, blocking):
    run(fake, pair, C.CUDA if to_device else kind, kind if to_device else C.CUDA, blocking=blocking)


@given(C.pairs(), st.integers(0, 1))
def test_between_devices(fake, pair, stream_device):
    run(fake, pair, C.CUDA, C.CUDA, 0, 1, stream_device=stream_device)


# -- sources that repeat ------------------------------------------------------------------------------------------------
places = st.sampled_from([(C.CPU, 0), (C.PINNED, 0), (C.CUDA, 0), (C.CUDA, 1), (C.MANAGED, 0), (C.MANAGED, 1)])


@given(C.broadcasts(), places, places, blockings)
def test_broadcasts(fake, pair, to, from_, blocking):
    """B87: each repetition is written, wherever the two are and whichever way the copy goes; gaps stay."""
    device = to[1] if to[0] == C.CUDA else from_[1] if from_[0] == C.CUDA else 0
    run(fake, pair, to[0], from_[0], to[1], from_[1], blocking, device)


@given(C.broadcasts(), st.sampled_from([C.CPU, C.PINNED]), st.integers(0, 1), blockings)
def test_broadcasts_from_the_host(fake, pair, kind, device, blocking):
    run(fake, pair, C.CUDA, kind, device, 0, blocking, device)


@pytest.mark.parametrize("name, shape, strides, itemsize, words", [
    ("elements", (3, 2), (0, 1), 64, "of up to 128, unpacked by a kernel"),
    ("one element", (3, 2), (0, 0), 512, "of up to 512, unpacked by a kernel"),
    ("rows", (5, 300), (0, 1), 1, "of up to 300, unpacked by a kernel"),
    ("rows far apart", (3, 4, 300), (0, 4000, 1), 1, "of up to 1200, unpacked by a kernel"),
    ("between", (3, 4, 300), (300, 0, 1), 1, "of up to 900, unpacked by a kernel"),
    ("many pieces", (3, 40, 300), (0, 301, 1), 1, "pieces of up to")])
@pytest.mark.parametrize("kind", [C.PINNED, C.CPU])
def test_broadcasts_of_rows(fake, name, shape, strides, itemsize, words, kind):
    """B87: what the copy engine takes as rows comes over once, and a kernel spreads it."""
    pair = C.Memory(shape, C.dense(shape), itemsize, 16, 1), C.Memory(shape, strides, itemsize, 16, 2)
    w = run(fake, pair, C.CUDA, kind)
    assert words in C.plan(w.place(pair[0], C.CUDA)[1], w.place(pair[1], kind)[1])


def test_broadcasts_in_a_capture(fake):
    shape = (4, 3, 300)
    for strides in ((0, 300, 1), (300, 0, 1), (0, 0, 1), (0, 5000, 1)):
        w = World(fake)
        dst, src = C.Memory(shape, (1000, 310, 1), 1, 0, 1), C.Memory(shape, strides, 1, 0, 2)
        for to, from_ in ((C.CUDA, C.PINNED), (C.CUDA, C.CUDA), (C.PINNED, C.CUDA), (C.PINNED, C.PINNED)):
            (base, d), (_, s) = w.place(dst, to), w.place(src, from_)
            assert fake.capture_begin(w.streams[0], 0) == 0
            C.copy(d, s, w.streams[0])
            assert fake.capture_end(w.streams[0]) == 0
            np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))


@given(C.packed_pairs(), places, places)
def test_packed_pairs(fake, pair, to, from_):
    """Packed elements: whole bytes of src become whole bytes of dst, or the copy is refused and dst as it was."""
    dst, src = pair
    w = World(fake)
    (base, d), (_, s) = w.place(dst, *to), w.place(src, *from_)
    d.itembits, s.itembits = dst.bits, src.bits
    device = to[1] if to[0] == C.CUDA else from_[1] if from_[0] == C.CUDA else 0
    wanted = C.expected_packed(dst, src)
    if wanted is None:
        with pytest.raises(C.CopyError, match="packed elements") as error:
            C.copy(d, s, w.streams[device])
        assert error.value.status == "UNSUPPORTED"
        wanted = dst.bytes
    else:
        C.copy(d, s, w.streams[device])
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), wanted)


@given(C.pairs(), kinds, kinds)
def test_without_a_current_context(fake, pair, to, from_):
    """The default stream of a thread that has no context: that of the device."""
    dst, src = pair
    w = World(fake)
    base, d = w.place(dst, to, 1)
    _, s = w.place(src, from_, 1)
    C.copy(d, s, 0)
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
    assert fake.context_depth() == 0
    if {to, from_} & {C.CUDA, C.MANAGED}:
        assert not [line for line in fake.log().decode().splitlines() if "Async" in line and "ctx=0" in line.split()]


def test_plain_memory_that_is_pinned(fake):
    """B39: the view says plain, the driver knows better; no wait, capturable.  B40: managed memory is the device's."""
    w = World(fake)
    a, b = fake.alloc(PINNED, 0, 400), fake.alloc(DEVICE, 0, 400)
    d, s = C.describe(b, (100,), (1,), 4, C.CUDA), C.describe(a, (100,), (1,), 4, C.CPU)
    fake.log_clear()
    C.copy(d, s, w.streams[0], C.NO)
    assert "cuStreamSynchronize" not in fake.names and "cuMemcpyAsync" in fake.names
    managed = C.describe(fake.alloc(MANAGED, 1, 400), (100,), (1,), 4, C.CPU)
    C.copy(d, managed, w.streams[0], C.DEFAULT)
    assert "cuStreamSynchronize" not in fake.names and "cuMemcpyPeerAsync" not in fake.names


# -- blocking, order, capture ------------------------------------------------------------------------------------------
SHAPES = {  # name: dst and src strides of shape (40, 30), 4 bytes
    "run": ((30, 1), (30, 1)), "transposed": ((30, 1), (1, 40)), "gaps in dst": ((60, 2), (30, 1)),
    "gaps in src": ((30, 1), (600, 20)), "rows": ((30, 1), (90, 1)),
}
ROWS = [(to, from_, name) for to, from_ in itertools.product((C.CPU, C.PINNED, C.CUDA, C.MANAGED), repeat=2)
        for name in SHAPES]


def arranged(fake, to, from_, name, to_device=0, from_device=0):
    w = World(fake)
    dst, src = C.Memory((40, 30), SHAPES[name][0], 4, 8, 1), C.Memory((40, 30), SHAPES[name][1], 4, 4, 2)
    base, d = w.place(dst, to, to_device)
    source, s = w.place(src, from_, from_device)
    return w, dst, src, base, d, s


@pytest.mark.parametrize("to, from_, name", ROWS)
def test_blocking(fake, to, from_, name):
    host = {C.CPU, C.PINNED}
    for blocking in (C.DEFAULT, C.YES, C.NO):
        w, dst, src, base, d, s = arranged(fake, to, from_, name)
        primary = fake.context_primary(0)
        fake.stream_add_work(w.streams[0], primary)
        C.copy(d, s, w.streams[0], blocking)
        waited = fake.host_has_seen(w.streams[0], primary)
        if to == from_ == C.CPU:
            assert not waited and "cuInit" not in fake.names
        elif C.CPU in (to, from_) or blocking == C.YES:
            assert waited
        elif blocking == C.DEFAULT:
            assert waited == bool({to, from_} & host)
        else:
            assert not waited
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))


@pytest.mark.parametrize("to, from_, name", ROWS)
def test_capture(fake, to, from_, name):
    """T16: captured, or refused before anything is enqueued; the capture is whole either way."""
    for blocking in (C.DEFAULT, C.YES, C.NO):
        w, dst, src, base, d, s = arranged(fake, to, from_, name)
        if C.CPU not in (to, from_) and blocking != C.YES:
            C.copy(d, s, w.streams[0], blocking)  # what is loaded once is there
        assert fake.capture_begin(w.streams[0], 0) == 0
        before = w.living()
        fake.log_clear()
        plain, both = C.CPU in (to, from_), to == from_ == C.CPU
        if (plain and not both) or (not plain and blocking == C.YES):
            with pytest.raises(C.CopyError) as error:
                C.copy(d, s, w.streams[0], blocking)
            assert error.value.status == "CAPTURE", error.value.message
            assert not [line for line in fake.names if "Async" in line or "Launch" in line or "Alloc" in line]
            assert w.living() == before
            np.testing.assert_array_equal(w.read(base, len(dst.bytes)), dst.bytes)
        else:
            C.copy(d, s, w.streams[0], blocking)
            assert "cuStreamSynchronize" not in fake.names
        assert fake.capture_status(w.streams[0]) == 1
        assert fake.capture_end(w.streams[0]) == 0


def test_capture_of_another_stream_is_not_disturbed(fake):
    """T16: a thread that stages plain memory beside somebody's global capture."""
    for name in SHAPES:
        w, dst, src, base, d, s = arranged(fake, C.CUDA, C.CPU, name)
        other = fake.stream_create(fake.context_primary(0), 1)
        assert fake.capture_begin(other, 0) == 0
        C.copy(d, s, w.streams[0])
        assert fake.capture_status(other) == 1
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
        assert fake.capture_end(other) == 0


# -- streams and resources elsewhere -----------------------------------------------------------------------------------
def test_stream_elsewhere(fake):
    w, dst, src, base, d, s = arranged(fake, C.CUDA, C.PINNED, "run")
    with pytest.raises(C.CopyError, match="the stream is on device 1, the data are on device 0") as error:
        C.copy(d, s, w.streams[1])
    assert error.value.status == "WRONG_DEVICE"
    for stream in (C.NO_SYNC, C.HOST):
        with pytest.raises(C.CopyError, match="is not a stream"):
            C.copy(d, s, stream)
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), dst.bytes)


def test_special_streams_on_the_host(fake):
    """Pinned memory, no stream: the CPU copies, no driver call is made."""
    for stream in (C.NO_SYNC, C.HOST):
        w, dst, src, base, d, s = arranged(fake, C.PINNED, C.PINNED, "transposed")
        fake.log_clear()
        C.copy(d, s, stream)
        assert fake.call_count() == 0
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))


KINDS = ("default_pool", "pool", "synchronous", "pinned", "pinned_pool", "managed", "managed_pool", "host")


def resource(kind, device):
    made = ctypes.c_void_p()
    C.check(C.lib.cucore_memory_resource_create(KINDS.index(kind), device, None, ctypes.byref(made)))
    return made


@pytest.mark.parametrize("kind, device, works", [
    ("default_pool", 0, True), ("synchronous", 0, True), ("managed", 0, True), ("pool", 0, True), ("managed_pool", 0, True),
    ("default_pool", 1, False), ("synchronous", 1, False), ("pinned", 0, False), ("pinned_pool", 0, False),
    ("host", 0, False)])
def test_resources(fake, kind, device, works):
    w, dst, src, base, d, s = arranged(fake, C.CUDA, C.PINNED, "transposed")
    before = w.living()
    given_one = resource(kind, device)
    if works:
        C.copy(d, s, w.streams[0], C.NO, given_one)
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
    else:
        with pytest.raises(C.CopyError, match="packing needs memory of device 0") as error:
            C.copy(d, s, w.streams[0], C.NO, given_one)
        assert error.value.status == "WRONG_DEVICE"
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), dst.bytes)
    C.lib.cucore_memory_resource_release(given_one)
    assert w.living() == before


def test_unordered_resource_in_a_capture(fake):
    w, dst, src, base, d, s = arranged(fake, C.CUDA, C.PINNED, "transposed")
    given_one = resource("synchronous", 0)
    assert fake.capture_begin(w.streams[0], 0) == 0
    with pytest.raises(C.CopyError, match="does not work in stream order") as error:
        C.copy(d, s, w.streams[0], C.NO, given_one)
    assert error.value.status == "CAPTURE"
    assert fake.capture_status(w.streams[0]) == 1
    assert fake.capture_end(w.streams[0]) == 0


def test_overlap_of_kinds(fake):
    """Two descriptions of one allocation that disagree."""
    w = World(fake)
    base = fake.alloc(PINNED, 0, 4096)
    d, s = C.describe(base, (10, 10), (10, 1), 4, C.PINNED), C.describe(base + 40, (10, 10), (1, 10), 4, C.CUDA)
    with pytest.raises(C.CopyError, match="described as memory of different kinds"):
        C.copy(d, s, w.streams[0])


def test_overlap_of_devices(fake):
    """One allocation, said to be on two devices: there is no way through temporary memory of one of them."""
    w = World(fake)
    base = fake.alloc(DEVICE, 0, 4096)
    for strides in ((1, 10), (10, 1), (0, 1)):
        d, s = C.describe(base, (10, 10), (10, 1), 4, C.CUDA), C.describe(base + 40, (10, 10), strides, 4, C.CUDA, 1)
        with pytest.raises(C.CopyError, match="described as memory of different devices"):
            C.copy(d, s, w.streams[0])


@given(st.integers(-30, 30), st.permutations(range(2)), st.permutations(range(2)), st.sampled_from([C.CUDA, C.PINNED]))
def test_overlap_on_a_device(fake, shift, a, b, kind):
    shape, data = (6, 7), np.arange(120, dtype=np.int32)
    strides = [C.dense([shape[i] for i in axes]) for axes in (a, b)]
    strides = [tuple(s[list(axes).index(i)] for i in range(2)) for s, axes in zip(strides, (a, b))]
    theirs = data.copy()
    views = [np.lib.stride_tricks.as_strided(theirs[o:], shape, [4 * n for n in s])
             for o, s in ((40, strides[0]), (40 + shift, strides[1]))]
    views[0][...] = views[1].copy()
    w = World(fake)
    base = fake.alloc(PINNED if kind == C.PINNED else DEVICE, 0, 480)
    ctypes.memmove(base, data.ctypes.data, 480)
    before = w.living()
    C.copy(C.describe(base + 160, shape, strides[0], 4, kind), C.describe(base + 4 * (40 + shift), shape, strides[1], 4, kind),
           w.streams[0], C.YES)
    np.testing.assert_array_equal(w.read(base, 480).view(np.int32), theirs)
    assert w.living()[0] == before[0]


# -- plans -------------------------------------------------------------------------------------------------------------
def test_a_plan_runs_again_and_again(fake):
    for name in SHAPES:
        w, dst, src, base, d, s = arranged(fake, C.CUDA, C.PINNED, name)
        C.check(C.lib.view_copy_lib_run(ctypes.byref(d), ctypes.byref(s), 0, ctypes.c_void_p(w.streams[0]), 3))
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
        with pytest.raises(C.CopyError, match="the stream is on device 1, the plan is for device 0"):
            C.check(C.lib.view_copy_lib_run(ctypes.byref(d), ctypes.byref(s), 0, ctypes.c_void_p(w.streams[1]), 1))


@pytest.mark.parametrize("stream", ["real", "no-sync", "host"])
def test_a_plan_for_the_cpu(fake, stream):
    """Between pinned memory, without a stream when it was made: the CPU copies, after what a real stream still does."""
    for name in SHAPES:
        w, dst, src, base, d, s = arranged(fake, C.PINNED, C.PINNED, name)
        fake.log_clear()
        handle = {"real": w.streams[0], "no-sync": C.NO_SYNC, "host": C.HOST}[stream]
        C.check(C.lib.view_copy_lib_run(ctypes.byref(d), ctypes.byref(s), C.CURRENT, ctypes.c_void_p(handle), 1))
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
        assert ("cuStreamSynchronize" in fake.names) == (stream == "real"), fake.names
        assert stream == "real" or not fake.names


# -- every driver call failing in turn -----------------------------------------------------------------------------------
HARMLESS = ("cuCtxPopCurrent", "cuThreadExchangeStreamCaptureMode", "cuCtxGetId", "cuEventDestroy")


@pytest.mark.parametrize("to, from_, name", [row for row in ROWS if row[:2] != (C.CPU, C.CPU)] +
                         [("far", "far", name) for name in SHAPES])
def test_every_call_failing(fake, to, from_, name):
    devices = (0, 1) if to == "far" else (0, 0)
    to, from_ = (C.CUDA, C.CUDA) if to == "far" else (to, from_)
    for n in range(1, 400):
        w, dst, src, base, d, s = arranged(fake, to, from_, name, *devices)
        fake.context_set_current(0)
        before = w.living()
        events = fake.live_events()
        fake.log_clear()
        fake.fail(n, LAUNCH_FAILED)
        try:
            C.copy(d, s, w.streams[0], C.YES)
            status = "OK"
        except C.CopyError as error:
            status, message = error.status, error.message
        if fake.fail_pending():
            fake.fail(0, 0)
            break
        fake.fail(0, 0)
        failed = [line for line in fake.log().decode().splitlines() if f"result={LAUNCH_FAILED}" in line]
        call = failed[0].split()[0]
        assert len(failed) == 1
        if status == "OK":
            assert call in HARMLESS, failed
            np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
        else:
            assert status == "DRIVER" and call in message, (n, message, failed)
        C.lib.cucore_copy_trim()
        C.lib.cucore_trim()
        after = w.living()
        assert after[:2] == before[:2], (n, failed, after, before)
        assert after[2:] == before[2:] or call == "cuCtxPopCurrent", (n, failed, after, before)
        assert fake.live_events() == events or call == "cuEventDestroy", failed
        assert fake.capture_mode() == 0 or call == "cuThreadExchangeStreamCaptureMode"
        gaps = C.expected(dst, src) == dst.bytes
        np.testing.assert_array_equal(w.read(base, len(dst.bytes))[gaps & ~touched(dst)], dst.bytes[gaps & ~touched(dst)])
    assert 1 < n < 399


def touched(memory):
    """Which bytes belong to elements."""
    data = np.zeros(len(memory.bytes), np.uint8)
    memory.view(data)[...] = np.frombuffer(b"\xff" * memory.itemsize, np.dtype((np.void, memory.itemsize)))[0]
    return data.astype(bool)
