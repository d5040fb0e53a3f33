"""Copies that convert, on the fake driver, which runs the kernels: values, layouts, order of calls, every call failing."""
import ctypes
import itertools
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st

import casting as K
import copying as C
from test_copy_fake import DEVICE, HARMLESS, LAUNCH_FAILED, MANAGED, PINNED, World, blockings, kinds, places, resource


def place(w, memory, name, kind, device=0):
    base, described = w.place(memory, kind, device)
    described.code, described.bits = K.DTYPES[name][:2]
    return base, described


def array(name, shape, strides, offset, seed):
    return C.Memory(shape, strides, K.stored(name).itemsize, offset, seed)


def run(fake, case, to_place, from_place, blocking=C.DEFAULT, stream=None, stream_device=0):
    to, dst, from_, src = case
    w = World(fake)
    (base, d), (source, s) = place(w, dst, to, *to_place), place(w, src, from_, *from_place)
    before = w.living()
    C.copy(d, s, w.streams[stream_device] if stream is None else stream, blocking, flags=K.CAST)
    K.check(w.read(base, len(dst.bytes)), to, dst, from_, src)
    np.testing.assert_array_equal(w.read(source, len(src.bytes)), src.bytes)
    C.lib.cucore_copy_trim()
    assert w.living() == before, "memory, a stream or a context is left"
    return w


# -- values: the code of the kernel is compiled for the host here ------------------------------------------------------------
@pytest.mark.parametrize("from_, to", [pair for pair in itertools.product(K.NAMES, repeat=2) if pair[0] != pair[1]])
def test_values(fake, from_, to):
    w = World(fake)
    values, size = K.values_of(from_), K.stored(to).itemsize
    source, base = (fake.alloc(DEVICE, 0, len(values) * n) for n in (values.itemsize, size))
    ctypes.memmove(source, values.ctypes.data, values.nbytes)
    fake.log_clear()
    C.copy(K.describe(to, base, values.shape, (1,), C.CUDA), K.describe(from_, source, values.shape, (1,), C.CUDA),
           w.streams[0], flags=K.CAST)
    assert {name for name in fake.names if name.startswith("cuMem") or "Launch" in name} == {"cuLaunchKernel"}, "slabs of 200 elements"
    ours = w.read(base, len(values) * size).view(K.stored(to))
    np.testing.assert_array_equal(K.parts(ours, to), K.parts(K.converted(values, from_, to), to))


@pytest.mark.parametrize("count", [1, 255, 256, 257, 65536, 65537])
def test_lengths(fake, count):
    """One element too many for one block, and for many."""
    w = World(fake)
    values = np.random.default_rng(count).integers(-128, 128, count, np.int8)
    source, base = fake.alloc(DEVICE, 0, count), fake.alloc(DEVICE, 0, count + 1)
    ctypes.memmove(source, values.ctypes.data, count)
    ctypes.memset(base, 0xA5, count + 1)
    C.copy(K.describe("bool", base, (count,), (1,), C.CUDA), K.describe("int8", source, (count,), (1,), C.CUDA),
           w.streams[0], flags=K.CAST)
    out = w.read(base, count + 1)
    np.testing.assert_array_equal(out[:-1], values != 0)
    assert out[-1] == 0xA5


# -- layouts and places --------------------------------------------------------------------------------------------------------
@given(K.pairs(), kinds, kinds, blockings)
def test_any_layout_any_kind(fake, case, to, from_, blocking):
    run(fake, case, (to, 0), (from_, 0), blocking)


@given(K.pairs(1000), places, places, st.booleans())
def test_any_place(fake, case, to, from_, other):
    """Two devices, too; the stream is on either."""
    devices = [place[1] for place in (to, from_) if place[0] == C.CUDA] or [to[1]]
    run(fake, case, to, from_, stream_device=devices[-1 if other else 0])


@given(K.pairs(1000), kinds, kinds)
def test_without_a_current_context(fake, case, to, from_):
    """The default stream of a thread that has no context: that of the device."""
    run(fake, case, (to, 1), (from_, 1), stream=0)
    if {to, from_} & {C.CUDA, C.MANAGED} and "cuLaunchKernel" in fake.names:
        lines = fake.log().decode().splitlines()
        assert not [line for line in lines if ("Async" in line or "Launch" in line) and "ctx=0" in line.split()]


D, H, P, M = (C.CUDA, 0), (C.CPU, 0), (C.PINNED, 0), (C.MANAGED, 1)
E = (C.CUDA, 1)
S = (6, 8)
ROWS = [  # name, shapes and strides of dst and src, places, calls that move bytes, how many temporary pieces
    ("dense", (S, (8, 1)), (S, (8, 1)), D, D, "K", 0),
    ("one order", (S, (1, 6)), (S, (1, 6)), D, D, "K", 0),
    ("managed", (S, (8, 1)), (S, (8, 1)), M, D, "K", 0),
    ("two orders", (S, (8, 1)), (S, (1, 6)), D, D, "K", 0),
    ("gaps in src", (S, (8, 1)), (S, (20, 2)), D, D, "K", 0),
    ("gaps in src, dst in another order", (S, (1, 6)), (S, (20, 2)), D, D, "K", 0),
    ("gaps in dst", (S, (20, 2)), (S, (8, 1)), D, D, "K", 0),
    ("gaps in both", (S, (20, 2)), (S, (30, 3)), D, D, "K", 0),
    ("reversed", (S, (8, 1)), (S, (-8, -1)), D, D, "K", 0),
    ("repeats by stride", (S, (8, 1)), (S, (0, 1)), D, D, "K", 0),
    ("repeats by shape", (S, (8, 1)), ((8,), (1,)), D, D, "K", 0),
    ("one element", (S, (8, 1)), ((), ()), D, D, "K", 0),
    ("extents of 1", ((1, 48), (7, 1)), ((48,), (1,)), D, D, "K", 0),
    ("from the host", (S, (8, 1)), (S, (8, 1)), D, H, "mK", 1),
    ("to the host", (S, (8, 1)), (S, (8, 1)), H, D, "Km", 1),
    ("from pinned memory", (S, (8, 1)), (S, (8, 1)), D, P, "mK", 1),
    ("to pinned memory", (S, (8, 1)), (S, (8, 1)), P, D, "Km", 1),
    ("from the host to gaps", (S, (20, 2)), (S, (8, 1)), D, H, "mK", 1),
    ("one element of the host", (S, (8, 1)), ((), ()), D, H, "mK", 1),
    ("from another device", (S, (8, 1)), (S, (8, 1)), D, E, "pK", 1),
    ("to another device", (S, (8, 1)), (S, (8, 1)), E, D, "Kp", 1),
    ("host to host", (S, (8, 1)), (S, (1, 6)), H, H, "", 0),
    ("pinned to pinned", (S, (8, 1)), (S, (1, 6)), P, P, "", 0),
    ("host to pinned", (S, (8, 1)), (S, (1, 6)), P, H, "", 0),
]
MOVES = {"cuLaunchKernel": "k", "cuMemcpyAsync": "m", "cuMemcpyPeerAsync": "p"}


def arranged(fake, row):
    _, (shape, strides), (smaller, from_), to_place, from_place, _, _ = row
    w = World(fake)
    dst, src = array("float32", shape, strides, 8, 1), array("int16", smaller, from_, 4, 2)
    (base, d), (_, s) = place(w, dst, "float32", *to_place), place(w, src, "int16", *from_place)
    return w, dst, src, base, d, s


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_calls(fake, row):
    w, dst, src, base, d, s = arranged(fake, row)
    before = w.living()
    fake.log_clear()
    C.copy(d, s, w.streams[0], flags=K.CAST)
    K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
    assert "".join(MOVES.get(name, "") for name in fake.names) == row[5].lower()
    assert fake.names.count("cuMemAllocFromPoolAsync") == fake.names.count("cuMemFreeAsync") == row[6]
    assert w.living() == before


@pytest.mark.parametrize("to_place, from_place", [(D, H), (H, D), (D, P), (P, D), (D, E), (E, D)])
@pytest.mark.parametrize("to, from_", [("float32", "int8"), ("int8", "complex128"), ("complex128", "float16")])
def test_temporary_memory_is_bounded(fake, to_place, from_place, to, from_):
    """The far side is copied in pieces of half of CUCORE_COPY_PIECE, which is 4096 here, and no element twice."""
    dst, src = array(to, (90, 31), (1, 100), 0, 1), array(from_, (90, 31), (40, 1), 0, 2)
    for d, s in ((dst, src), (array(to, (31, 90), (90, 1), 0, 1), array(from_, (31, 90), (1, 31), 0, 2))):
        w = run(fake, (to, d, from_, s), to_place, from_place, stream_device=0)
        sizes = [int(re.search(r"bytes=(\d+)", line)[1]) for line in fake.log().decode().splitlines() if "AllocFromPool" in line]
        assert sizes[0] <= 2048 and max(sizes) <= 4096, sizes  # the copies in it may need their own
        far = K.stored(from_ if to_place == D else to).itemsize
        assert w.fake.names.count("cuLaunchKernel") >= 90 * 31 * far // 2048


@pytest.mark.parametrize("to_place, from_place", [(D, D), (D, H), (H, D), (D, P), (P, P), (D, E)])
def test_more(fake, to_place, from_place):
    """Small floats, integers of few bits, complex32 and foreign byte order, whole or in pieces."""
    for to, from_ in (("float32", "swapped float32"), ("swapped float64", "float8_e4m3fn"), ("float8_e5m2", "swapped int16"),
                      ("int4", "complex32"), ("complex32", "float6_e2m3fn"), ("swapped complex64", "swapped complex128")):
        run(fake, (to, array(to, (70, 31), (1, 75), 0, 1), from_, array(from_, (70, 31), (40, 1), 0, 2)), to_place, from_place)


def test_packed(fake):
    """On one device; what is copied in pieces is refused before any work is enqueued."""
    w, packed = World(fake), K.Packed("float4_e2m1fn", (40, 30), (31, 1))
    values = np.resize(K.values_of("float32"), 1200)
    source, base = fake.alloc(DEVICE, 0, values.nbytes), fake.alloc(DEVICE, 0, len(packed.bytes))
    ctypes.memmove(source, values.ctypes.data, values.nbytes)
    ctypes.memmove(base, packed.bytes.ctypes.data, len(packed.bytes))
    C.copy(packed.array(base, C.CUDA), K.describe("float32", source, (40, 30), (30, 1), C.CUDA), w.streams[0], C.YES, flags=K.CAST)
    after = w.read(base, len(packed.bytes))
    np.testing.assert_array_equal(K.parts(packed.elements(after), packed.name), K.parts(K.converted(values, "float32", packed.name), packed.name))
    np.testing.assert_array_equal(packed.others(after), packed.others(packed.bytes))
    fake.log_clear()
    for dst, src in ((K.describe("float32", values.ctypes.data, (40, 30), (30, 1)), packed.array(base, C.CUDA)),
                     (packed.array(packed.bytes.ctypes.data), K.describe("float32", source, (40, 30), (30, 1), C.CUDA))):
        with pytest.raises(C.CopyError, match="UNSUPPORTED: packed elements of 4 bits are converted on the host or on one device"):
            C.copy(dst, src, w.streams[0], flags=K.CAST)
    assert not [line for line in fake.names if "Async" in line or "Launch" in line or "Alloc" in line]


@pytest.mark.parametrize("offset", range(1, 8))
def test_unaligned_memory_of_a_device(fake, offset):
    """The kernel reads and writes bytes where parts are not aligned: there is no memory between."""
    for from_, to in (("float64", "int16"), ("complex64", "float64"), ("int8", "complex128"), ("float16", "bool")):
        w = run(fake, (to, array(to, (40,), (1,), offset, 1), from_, array(from_, (40,), (1,), offset, 2)), D, D)
        assert w.fake.names.count("cuMemAllocFromPoolAsync") == 0


def test_empty(fake):
    for to, from_ in itertools.product((D, H, P, M), repeat=2):
        w = World(fake)
        d, s = K.describe("int8", 0, (0, 3), (3, 1), *to), K.describe("float64", 0, (0, 3), (3, 1), *from_)
        C.copy(d, s, w.streams[0 if D in (to, from_) or M not in (to, from_) else 1], flags=K.CAST)
        assert "cuLaunchKernel" not in fake.names


# -- blocking, order, capture ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_blocking(fake, row):
    to, from_ = row[3][0], row[4][0]
    for blocking in (C.DEFAULT, C.YES, C.NO):
        w, dst, src, base, d, s = arranged(fake, row)
        primary = fake.context_primary(0)
        fake.stream_add_work(w.streams[0], primary)
        C.copy(d, s, w.streams[0], blocking, flags=K.CAST)
        waited = fake.host_has_seen(w.streams[0], primary)
        if to == from_ == C.CPU:
            assert not waited and "cuInit" not in fake.names
        elif C.CPU in (to, from_) or blocking == C.YES or to == from_ == C.PINNED:
            assert waited
        else:
            assert waited == (blocking == C.DEFAULT and C.PINNED in (to, from_))
        if waited and "cuLaunchKernel" in fake.names:  # for the kernel, too, and what came after it
            names = fake.names
            assert "cuStreamSynchronize" in names[len(names) - 1 - names[::-1].index("cuLaunchKernel"):]
        K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_capture(fake, row):
    """T16: captured, or refused before anything is enqueued; the capture is whole either way."""
    to, from_ = row[3][0], row[4][0]
    for blocking in (C.DEFAULT, C.YES, C.NO):
        w, dst, src, base, d, s = arranged(fake, row)
        assert fake.capture_begin(w.streams[0], 0) == 0
        before = w.living()
        fake.log_clear()
        peers = to == from_ == C.CUDA and row[3] != row[4]
        both = to == from_ == C.CPU
        if not both and (C.CPU in (to, from_) or to == from_ == C.PINNED or blocking == C.YES or peers):
            with pytest.raises(C.CopyError) as error:
                C.copy(d, s, w.streams[0], blocking, flags=K.CAST)
            assert error.value.status == "CAPTURE", error.value.message
            assert not [line for line in fake.names if "Async" in line or "Launch" in line or "Alloc" in line]
            assert w.living() == before
            np.testing.assert_array_equal(w.read(base, len(dst.bytes)), dst.bytes)
        else:
            C.copy(d, s, w.streams[0], blocking, flags=K.CAST)
            assert "cuStreamSynchronize" not in fake.names
            K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
        assert fake.capture_status(w.streams[0]) == 1
        assert fake.capture_end(w.streams[0]) == 0


def test_a_kernel_is_loaded_once(fake):
    w, dst, src, base, d, s = arranged(fake, ROWS[0])
    for _ in range(3):
        C.copy(d, s, w.streams[0], flags=K.CAST)
    assert fake.names.count("cuModuleLoadDataEx") == 1 and fake.names.count("cuLaunchKernel") == 3


@pytest.mark.parametrize("name", ["dense", "two orders", "gaps in both", "one element"])
def test_plans(fake, name):
    """A plan is run as often as one likes, in a capture too; its kernel is written at once, and loaded once."""
    w, dst, src, base, d, s = arranged(fake, next(row for row in ROWS if row[0] == name))
    plan = C.CastPlan(d, s)
    fake.log_clear()
    plan.run(w.streams[0], 2)
    assert fake.names.count("cuLaunchKernel") == 2 and fake.names.count("cuModuleLoadDataEx") <= 1
    assert "cuMemAllocFromPoolAsync" not in fake.names
    K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
    ctypes.memmove(base, dst.bytes.ctypes.data, len(dst.bytes))
    assert fake.capture_begin(w.streams[0], 0) == 0
    plan.run(w.streams[0])
    assert fake.capture_end(w.streams[0]) == 0
    K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
    with pytest.raises(C.CopyError, match="the stream is on device 1, the plan is for device 0"):
        plan.run(w.streams[1])


def test_no_plan_between_host_and_device(fake):
    for name in ("from the host", "to pinned memory", "from another device"):
        _, _, _, _, d, s = arranged(fake, next(row for row in ROWS if row[0] == name))
        with pytest.raises(C.CopyError, match="a plan converts only on one device") as error:
            C.CastPlan(d, s)
        assert error.value.status == "UNSUPPORTED"


# -- what is refused -----------------------------------------------------------------------------------------------------------------
def test_stream_elsewhere(fake):
    w, dst, src, base, d, s = arranged(fake, ROWS[0])
    with pytest.raises(C.CopyError, match="the stream is on device 1, the data are on device 0") as error:
        C.copy(d, s, w.streams[1], flags=K.CAST)
    assert error.value.status == "WRONG_DEVICE"
    for stream in (C.NO_SYNC, C.HOST):
        with pytest.raises(C.CopyError, match="is not a stream"):
            C.copy(d, s, stream, flags=K.CAST)
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), dst.bytes)


@pytest.mark.parametrize("stream", [C.NO_SYNC, C.HOST])
def test_special_streams_on_the_host(fake, stream):
    row = next(row for row in ROWS if row[0] == "pinned to pinned")
    w, dst, src, base, d, s = arranged(fake, row)
    fake.log_clear()
    C.copy(d, s, stream, flags=K.CAST)
    assert fake.call_count() == 0
    K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)


@pytest.mark.parametrize("kind, device, works", [
    ("default_pool", 0, True), ("synchronous", 0, True), ("managed", 0, True), ("pool", 0, True), ("default_pool", 1, False),
    ("pinned", 0, False), ("host", 0, False)])
def test_resources(fake, kind, device, works):
    for name in ("from the host to gaps", "from pinned memory", "to pinned memory"):
        w, dst, src, base, d, s = arranged(fake, next(row for row in ROWS if row[0] == name))
        before = w.living()
        given_one = resource(kind, device)
        if works:
            C.copy(d, s, w.streams[0], C.NO, given_one, K.CAST)
            K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
        else:
            with pytest.raises(C.CopyError, match="packing needs memory of device 0") as error:
                C.copy(d, s, w.streams[0], C.NO, given_one, K.CAST)
            assert error.value.status == "WRONG_DEVICE"
            np.testing.assert_array_equal(w.read(base, len(dst.bytes)), dst.bytes)
        C.lib.cucore_memory_resource_release(given_one)
        C.lib.cucore_copy_trim()
        assert w.living() == before


def test_unordered_resource_in_a_capture(fake):
    w, dst, src, base, d, s = arranged(fake, next(row for row in ROWS if row[0] == "from pinned memory"))
    given_one = resource("synchronous", 0)
    assert fake.capture_begin(w.streams[0], 0) == 0
    with pytest.raises(C.CopyError, match="does not work in stream order") as error:
        C.copy(d, s, w.streams[0], C.NO, given_one, K.CAST)
    assert error.value.status == "CAPTURE"
    assert fake.capture_status(w.streams[0]) == 1
    assert fake.capture_end(w.streams[0]) == 0
    C.lib.cucore_memory_resource_release(given_one)


@pytest.mark.parametrize("kind", [C.CUDA, C.MANAGED, C.PINNED])
def test_shared_memory(fake, kind):
    w = World(fake)
    base = fake.alloc({C.CUDA: DEVICE, C.PINNED: PINNED, C.MANAGED: MANAGED}[kind], 0, 400)
    d = K.describe("float32", base, (50,), (1,), kind)
    for source in (base, base + 100, base + 199):
        with pytest.raises(C.CopyError, match="share memory, which a copy that converts cannot do") as error:
            C.copy(d, K.describe("int8", source, (50,), (1,), kind), w.streams[0], flags=K.CAST)
        assert error.value.status == "INVALID_ARGUMENT"
    C.copy(d, K.describe("int8", base + 200, (50,), (1,), kind), w.streams[0], flags=K.CAST)


def test_plain_memory_that_is_pinned(fake):
    """B39: the view says plain, the driver knows better: no wait, capturable.  B40: managed memory is the device's."""
    w = World(fake)
    d, s = (K.describe(name, fake.alloc(kind, 0, 400), (50,), (1,), said) for name, kind, said in
            (("float32", DEVICE, C.CUDA), ("int8", PINNED, C.CPU)))
    fake.log_clear()
    assert fake.capture_begin(w.streams[0], 0) == 0
    C.copy(d, s, w.streams[0], C.NO, flags=K.CAST)
    assert fake.capture_end(w.streams[0]) == 0
    managed = K.describe("int8", fake.alloc(MANAGED, 1, 400), (50,), (1,), C.CPU)
    C.copy(d, managed, w.streams[0], flags=K.CAST)
    assert "cuStreamSynchronize" not in fake.names and "cuMemcpyPeerAsync" not in fake.names


# -- every driver call failing in turn ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("row", [row for row in ROWS if row[0] != "host to host"],
                         ids=[row[0] for row in ROWS if row[0] != "host to host"])
@pytest.mark.parametrize("kind", [None, "synchronous"])
def test_every_call_failing(fake, row, kind):
    for n in range(1, 400):
        w, dst, src, base, d, s = arranged(fake, row)
        fake.context_set_current(0)
        before, events = w.living(), fake.live_events()
        given_one = resource(kind, 0) if kind else None
        fake.log_clear()
        fake.fail(n, LAUNCH_FAILED)
        try:
            C.copy(d, s, w.streams[0], C.YES, given_one, K.CAST)
            status = "OK"
        except C.CopyError as error:
            status, message = error.status, error.message
        pending = fake.fail_pending()
        fake.fail(0, 0)
        if given_one:
            C.lib.cucore_memory_resource_release(given_one)
        if pending:
            break
        failed = [line for line in fake.log().decode().splitlines() if f"result={LAUNCH_FAILED}" in line]
        call = failed[0].split()[0]
        assert len(failed) == 1
        if status == "OK":
            assert call in HARMLESS, failed
            K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
        else:
            assert status == "DRIVER" and call in message, (n, message, failed)
        C.lib.cucore_copy_trim()
        C.lib.cucore_trim()
        after = w.living()
        assert after[:2] == before[:2], (n, failed, after, before)
        assert after[2:] == before[2:] or call == "cuCtxPopCurrent", (n, failed, after, before)
        assert fake.live_events() == events or call == "cuEventDestroy", failed
        assert fake.capture_mode() == 0 or call == "cuThreadExchangeStreamCaptureMode"
    assert 1 < n < 399
