"""Arrays of Arrow as views in C code, and views as arrays of Arrow: systems/arrow_arrays.

pyarrow and nanoarrow on the CPU, both ways, against NumPy and themselves.  Arrays on a device: a producer made by hand, which may lie in
each field, and nanoarrow, on the fake driver and on a GPU; there CuPy makes the data.  pyarrow's packages have no CUDA; those of
nanoarrow hold device arrays and pass them on, but look into them only when built with CUDA.  cuDF was never at hand for its size.
"""
import ctypes
import datetime
import gc
import os
import pathlib
import subprocess
import sys
import threading
import weakref

import pytest

np = pytest.importorskip("numpy")
a = pytest.importorskip("arrow_arrays")

import arrow_producer as ap  # noqa: E402
import doubles  # noqa: E402
import on_fake  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
SYSTEM = "Arrow"
PACKAGES = ["pyarrow", "nanoarrow", "numpy", "cupy-cuda13x", "cupy-cuda12x"]
DEMO = pathlib.Path(__file__).resolve().parent.parent.parent / "systems" / "arrow_arrays" / "demo.py"
FORMATS = {b"c": "i1", b"C": "u1", b"s": "i2", b"S": "u2", b"i": "i4", b"I": "u4", b"l": "i8", b"L": "u8", b"e": "f2", b"f": "f4", b"g": "f8"}
TIMES = {b"tdD": "i4", b"tdm": "i8", b"tts": "i4", b"ttm": "i4", b"ttu": "i8", b"ttn": "i8", b"tss:": "i8", b"tsm:": "i8", b"tsu:UTC": "i8",
         b"tsn:Europe/Rome": "i8", b"tDs": "i8", b"tDm": "i8", b"tDu": "i8", b"tDn": "i8"}
LEGACY, WAIT = 1, ["cuStreamWaitEvent"]
cpu = {direction: pytest.mark.interop(direction, "CPU") for direction in ("in", "out")}
simulated = {direction: pytest.mark.interop(direction, "fake driver") for direction in ("in", "out")}
on_gpu = {direction: pytest.mark.interop(direction, "GPU") for direction in ("in", "out")}


def given(examples, *strategies):
    """hypothesis.given, of strategies that are made of hypothesis.strategies; skipped where that is not installed."""
    try:
        import hypothesis
    except ImportError:
        return lambda test: pytest.mark.skip(reason="no hypothesis")(lambda: None)
    made = hypothesis.given(*[strategy(hypothesis.strategies) for strategy in strategies])
    return lambda test: hypothesis.settings(max_examples=examples, deadline=None, database=None)(made(test))


def installed(name):
    """One that was built with CUDA cannot be imported where there is none, or only the fake driver."""
    return pytest.importorskip(name, exc_type=ImportError)


def views(x, stream=None):
    """(values, valid) in NumPy, of what lies on the CPU."""
    values, validity, offset, length = a.to_views(x, stream)
    return np.asarray(values), unpacked(validity, offset, length)


def unpacked(validity, offset, length):
    if validity is None:
        return np.ones(length, bool)
    assert 0 <= offset < 8 and validity.nbytes == (offset + length + 7) // 8
    return np.unpackbits(np.asarray(validity), bitorder="little")[offset:offset + length].astype(bool)


@pytest.fixture
def nothing_is_left():
    gc.collect()
    before = set(ap.living)
    yield
    gc.collect()
    assert set(ap.living) == before


# ---------------------------------------------------------------------------------------------- from pyarrow, nanoarrow --
def arrow_types(pa):
    return [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64(), pa.float16(), pa.float32(), pa.float64()]


def same_as_pyarrow(pa, array):
    values, valid = views(array)
    assert valid.tolist() == array.is_valid().to_pylist()
    kept = array.drop_null()
    assert np.array_equal(values[valid], kept.to_numpy(zero_copy_only=False))
    assert str(values.dtype) == str(kept.to_numpy(zero_copy_only=False).dtype)


@cpu["in"]
@given(300, lambda st: st.lists(st.one_of(st.none(), st.integers(0, 100)), max_size=70), lambda st: st.integers(0, 10), lambda st: st.integers(0, 80),
       lambda st: st.integers(0, 70))
def test_numbers_of_pyarrow(data, which, start, length):
    pa = installed("pyarrow")
    kind = arrow_types(pa)[which]
    if pa.types.is_float16(kind):
        data = [None if value is None else np.float16(value) for value in data]
    same_as_pyarrow(pa, pa.array(data, kind).slice(start, length) if start <= len(data) else pa.array(data, kind))


@cpu["in"]
@given(200, lambda st: st.lists(st.one_of(st.none(), st.booleans()), max_size=70), lambda st: st.integers(0, 70), lambda st: st.integers(0, 70))
def test_booleans_of_pyarrow(data, start, length):
    pa = installed("pyarrow")
    array = pa.array(data, pa.bool_()).slice(min(start, len(data)), length)
    values, validity, offset, count = a.to_views(array)
    assert count == len(array) and str(values.dtype) == "uint8"
    bits = unpacked(values, offset, count) if count else np.zeros(0, bool)
    valid = unpacked(validity, offset, count)
    assert [bool(bit) if ok else None for bit, ok in zip(bits, valid)] == array.to_pylist()


@cpu["in"]
@given(200, *[lambda st, most=most: st.integers(0, most) for most in (12, 5, 12, 12, 9)], lambda st: st.booleans())
def test_lists_of_pyarrow(count, extent, start, length, skipped, has_nulls):
    pa = installed("pyarrow")
    child = pa.array(np.arange(skipped + count * max(extent, 1), dtype="i4"))[skipped:]
    mask = pa.array(np.arange(count) % 3 == 1) if has_nulls and count else None
    lists = pa.FixedSizeListArray.from_arrays(child[:count * extent], extent, mask=mask) if extent else pa.array([[]] * count, pa.list_(pa.int32(), 0))
    lists = lists.slice(min(start, len(lists)), length)
    values, valid = views(lists)
    assert values.shape == (len(lists), extent) and values.dtype == "i4"
    assert [row.tolist() if ok else None for row, ok in zip(values, valid)] == lists.to_pylist()


@cpu["in"]
def test_dates_and_times_of_pyarrow():
    pa = installed("pyarrow")
    now = datetime.datetime(2024, 2, 29, 12, 34, 56)
    table = [(pa.date32(), now.date()), (pa.date64(), now.date()), (pa.time32("s"), now.time()), (pa.time32("ms"), now.time()),
             (pa.time64("us"), now.time()), (pa.time64("ns"), now.time()), (pa.duration("s"), datetime.timedelta(1)),
             (pa.duration("ms"), datetime.timedelta(1)), (pa.duration("us"), datetime.timedelta(1)), (pa.duration("ns"), datetime.timedelta(1))]
    table += [(pa.timestamp(unit, zone), now) for unit in ("s", "ms", "us", "ns") for zone in (None, "UTC", "Europe/Rome")]
    for kind, value in table:
        array = pa.array([value, None, value], kind)
        values, valid = views(array)
        assert valid.tolist() == [True, False, True]
        stored = array.cast(pa.int32() if kind.bit_width == 32 else pa.int64())
        assert values[valid].tolist() == stored.drop_null().to_pylist(), kind


@cpu["in"]
def test_memory_is_pyarrow_s_and_lives_as_long_as_a_view():
    pa = installed("pyarrow")
    gc.collect()
    before = pa.total_allocated_bytes()
    array = pa.array(5 * [None] + list(range(100000)), pa.int64())[3:]
    size = array.buffers()[1].size
    values, validity, offset, length = a.to_views(array)
    assert (values.__array_interface__["data"], validity.readonly) == ((array.buffers()[1].address + 24, True), True)
    assert validity.__array_interface__["data"][0] == array.buffers()[0].address and offset == 3
    want = array.to_pylist()[2:5]
    del array
    gc.collect()
    assert pa.total_allocated_bytes() - before >= size
    del validity
    assert np.asarray(values)[2:5].tolist() == want
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(values)[0] = 1
    del values
    gc.collect()
    assert pa.total_allocated_bytes() - before < size


class OnlyArray:
    """__arrow_c_array__ alone."""

    def __init__(self, of):
        self.of = of

    def __arrow_c_array__(self, requested_schema=None):
        return self.of.__arrow_c_array__(requested_schema)


@cpu["in"]
@pytest.mark.parametrize("library", ["pyarrow", "nanoarrow"])
def test_objects_with_only_the_method_for_the_cpu(library):
    module = installed(library)
    array = module.array([1, None, 3], module.int32()) if library == "pyarrow" else module.c_array([1, None, 3], module.int32())
    values, valid = views(OnlyArray(array))
    assert values[valid].tolist() == [1, 3] and valid.tolist() == [True, False, True]


@cpu["in"]
def test_numbers_of_nanoarrow():
    na = installed("nanoarrow")
    for kind in (na.int8, na.uint8, na.int16, na.uint16, na.int32, na.uint32, na.int64, na.uint64, na.float16, na.float32, na.float64):
        array = na.c_array([1, None, 3, 4, None, 6], kind())[1:5]
        values, valid = views(array)
        assert valid.tolist() == [False, True, True, False] and values[valid].tolist() == [3, 4]
    flat = na.c_array(np.arange(12, dtype="f4"))
    lists = na.c_array_from_buffers(na.fixed_size_list(na.float32(), 4), 3, [None], children=[flat])
    assert views(lists)[0].tolist() == np.arange(12).reshape(3, 4).tolist()


# ------------------------------------------------------------------------------------------------ from a producer that lies --
NUMBERS = np.arange(64, dtype="i4")


def at(array, *indices):
    return array[indices].ctypes.data if indices else array.ctypes.data


@cpu["in"]
@pytest.mark.parametrize("format, dtype", sorted({**FORMATS, **TIMES}.items()), ids=lambda value: str(value))
@pytest.mark.parametrize("device", [None, (ap.CPU, -1, None), (ap.CPU, 0, None)], ids=["array", "device array", "device array 0"])
def test_every_format(nothing_is_left, format, dtype, device):
    data = np.arange(20).astype(dtype)
    bits = np.array([0b10110101, 0b1101], "u1")
    p = ap.Producer(format, [at(bits), at(data)], 5, offset=7, null_count=-1, device=device)
    values, validity, offset, length = a.to_views(p)
    assert np.array_equal(np.asarray(values), data[7:12]) and str(values.dtype) == str(data.dtype) and (offset, length) == (7, 5)
    assert unpacked(validity, offset, length).tolist() == [True, True, False, True, True]
    assert not p.array.release and not p.released  # moved out
    del values
    gc.collect()
    assert p.released == 0  # the other view lives
    del validity
    gc.collect()
    assert p.released == 1


@cpu["in"]
def test_views_are_released_on_any_thread(nothing_is_left):
    threads = []
    p = ap.Producer(b"i", [0, at(NUMBERS)], 5, on_release=lambda: threads.append(threading.get_ident()))
    held = [a.to_views(p)[0]]
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join(20)
    assert p.released == 1 and threads == [thread.ident]


@cpu["in"]
def test_an_array_is_taken_once(nothing_is_left):
    p = ap.Producer(b"i", [0, at(NUMBERS)], 5)
    schema, array = p.capsules()
    again = doubles.Holder(__arrow_c_array__=lambda: (schema, array))
    assert np.asarray(a.to_views(again)[0]).tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(BufferError, match="^x: the array was released, or moved out before$"):
        a.to_views(again)
    gc.collect()
    assert p.released == 1


@cpu["in"]
@pytest.mark.parametrize("length, offset, extent, skipped", [(0, 0, 3, 0), (4, 2, 3, 5), (3, 0, 0, 0), (1, 9, 1, 1)])
def test_offsets_of_lists_and_of_their_child(nothing_is_left, length, offset, extent, skipped):
    child = ap.Producer(b"i", [0, at(NUMBERS)], 64 - skipped, offset=skipped)
    p = ap.Producer(b"+w:%d" % extent, [0], length, offset=offset, child=child)
    values = a.to_views(p)[0]
    start = skipped + offset * extent
    assert np.array_equal(np.asarray(values), NUMBERS[start:start + length * extent].reshape(length, extent))
    del values
    gc.collect()
    assert (p.released, child.released) == (1, 1)


def child(*arguments, **fields):
    return ap.Producer(b"i", [0, at(NUMBERS)], *(arguments or (64,)), **fields)


def null_children(**fields):
    """A list whose pointer to its child is NULL."""
    p = ap.Producer(b"+w:2", [0], 3, child=child())
    p._children[0] = ctypes.POINTER(ap.Array)()
    return p


def without(field, p):
    setattr(p.array, field, None)
    return p


LARGE = 2**62
LIES = [
    ("length", lambda: ap.Producer(b"i", [0, at(NUMBERS)], -1), BufferError, "length is -1"),
    ("offset", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 1, offset=-8), BufferError, "offset is -8"),
    ("sum", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 2**63 - 8, offset=9), BufferError, "offset is 9 (format 'i', length 9223372036854775800)"),
    ("bytes", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 1, offset=LARGE), BufferError, f"1 values behind {LARGE} others"),
    ("many", lambda: ap.Producer(b"l", [0, at(NUMBERS)], LARGE), BufferError, f"{LARGE} values behind 0 others"),
    ("null_count", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, null_count=-2), BufferError, "null_count is -2"),
    ("null_count above", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, null_count=4), BufferError, "null_count is 4"),
    ("nulls without bits", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, null_count=1), BufferError, "buffers[0] is "),
    ("n_buffers", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, n_buffers=1), BufferError, "n_buffers is 1"),
    ("n_buffers of a list", lambda: ap.Producer(b"+w:2", [0, 0], 3, child=child()), BufferError, "n_buffers is 2"),
    ("values NULL", lambda: ap.Producer(b"i", [0, 0], 3), BufferError, "buffers[1] is "),
    ("bits NULL", lambda: ap.Producer(b"b", [0, 0], 3), BufferError, "buffers[1] is "),
    ("buffers NULL", lambda: without("buffers", ap.Producer(b"i", [0, at(NUMBERS)], 3)), BufferError, "buffers or children is 0"),
    ("unaligned", lambda: ap.Producer(b"i", [0, at(NUMBERS) + 1], 3), ValueError, "aligned"),
    ("text", lambda: ap.Producer(b"u", [0, 0, 0], 3), TypeError, "got 'u'"),
    ("unknown", lambda: ap.Producer(b"ix", [0, at(NUMBERS)], 3), TypeError, "got 'ix'"),
    ("empty format", lambda: ap.Producer(b"", [0, at(NUMBERS)], 3), TypeError, "got ''"),
    ("long format", lambda: ap.Producer(b"y" * 999, [0, at(NUMBERS)], 3), TypeError, "got 'yyy"),
    ("struct", lambda: ap.Producer(b"+s", [0], 3, child=child()), TypeError, "got '+s'"),
    ("zone without colon", lambda: ap.Producer(b"tss", [0, at(NUMBERS)], 3), TypeError, "got 'tss'"),
    ("no format", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, schema={"format": None}), BufferError, "the schema was released"),
    ("released", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, release=ap.RELEASE_ARRAY()), BufferError, "the array was released"),
    ("schema released", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, schema={"release": ap.RELEASE_SCHEMA()}), BufferError, "the schema was released"),
    ("dictionary", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, dictionary=ctypes.pointer(child().array)), BufferError, "dictionary"),
    ("dictionary of the schema", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, schema={"dictionary": ctypes.pointer(child().schema)}), BufferError, "dictionary"),
    ("children of a number", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, n_children=1), BufferError, "n_children is 1"),
    ("no children", lambda: ap.Producer(b"+w:2", [0], 3), BufferError, "n_children is 0"),
    ("children of the schema", lambda: ap.Producer(b"+w:2", [0], 3, child=child(), schema={"n_children": 2}), BufferError, "n_children is 1"),
    ("children NULL", lambda: without("children", ap.Producer(b"+w:2", [0], 3, child=child())), BufferError, "buffers or children is 0"),
    ("a child NULL", null_children, BufferError, "children[0] is NULL"),
    ("extent", lambda: ap.Producer(b"+w:", [0], 3, child=child()), BufferError, "3 lists of format '+w:'"),
    ("extent text", lambda: ap.Producer(b"+w:2x", [0], 3, child=child()), BufferError, "'+w:2x'"),
    ("extent negative", lambda: ap.Producer(b"+w:-2", [0], 3, child=child()), BufferError, "'+w:-2'"),
    ("extent large", lambda: ap.Producer(b"+w:%d" % LARGE, [0], 3, child=child()), BufferError, f"'+w:{LARGE}'"),
    ("extent larger", lambda: ap.Producer(b"+w:99999999999999999999", [0], 1, child=child()), BufferError, "for 9223372036854775807 values"),
    ("short child", lambda: ap.Producer(b"+w:2", [0], 33, child=child()), BufferError, "length 64, null_count 0, for 66 values"),
    ("short child behind an offset", lambda: ap.Producer(b"+w:2", [0], 3, offset=30, child=child()), BufferError, "for 66 values"),
    ("child with nulls", lambda: ap.Producer(b"+w:2", [0], 3, child=child(null_count=1)), BufferError, "null_count 1"),
    ("child released", lambda: ap.Producer(b"+w:2", [0], 3, child=child(release=ap.RELEASE_ARRAY())), BufferError, "x: the child: the array was released"),
    ("child negative", lambda: ap.Producer(b"+w:2", [0], 3, child=child(-5)), BufferError, "x: the child: length is -5"),
    ("lists of lists", lambda: ap.Producer(b"+w:2", [0], 3, child=ap.Producer(b"+w:2", [0], 6, child=child())), TypeError, "got '+w:2'"),
    ("lists of bits", lambda: ap.Producer(b"+w:2", [0], 3, child=ap.Producer(b"b", [0, at(NUMBERS)], 6)), TypeError, "lists of bits"),
    ("device type", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, device=(10, 0, None)), BufferError, "device_id 0, device_type 10"),
    ("device type 0", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, device=(0, 0, None)), BufferError, "device_type 0"),
    ("device number", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, device=(ap.CUDA, -1, None)), BufferError, "device_id -1"),
    ("device number above", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, device=(ap.CUDA, 2**32, None)), BufferError, "device_id 4294967296"),
    ("event of the CPU", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, device=(ap.CPU, -1, at(NUMBERS))), BufferError, "sync_event 0x"),
    ("name of the array", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, names=(b"arrow_schema", b"arrow_device_array")), TypeError, "the capsules of __arrow_c_array__()"),
    ("name of the schema", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, names=(b"schema", b"arrow_array")), TypeError, "the capsules of __arrow_c_array__()"),
    ("name of a device array", lambda: ap.Producer(b"i", [0, at(NUMBERS)], 3, device=(1, -1, None), names=(b"arrow_schema", b"arrow_array")), TypeError,
     "the capsules of __arrow_c_device_array__()"),
]


@cpu["in"]
@pytest.mark.parametrize("make, error, words", [lie[1:] for lie in LIES], ids=[lie[0] for lie in LIES])
def test_lies_are_refused(make, error, words):
    p = make()
    had = bool(p.array.release)
    with pytest.raises(error) as raised:
        a.to_views(p)
    assert words in str(raised.value) and str(raised.value).startswith("x: ")
    del raised
    gc.collect()
    assert p.released == had, "the array was not released once"
    while p:  # what the lie kept alive
        ap.living.pop(id(p), None)
        p = p.child


@cpu["in"]
@pytest.mark.parametrize("answer", [None, (), (1, 2), ("a", "b", "c"), [1, 2]], ids=str)
@pytest.mark.parametrize("method", ["__arrow_c_array__", "__arrow_c_device_array__"])
def test_other_answers(method, answer):
    with pytest.raises(TypeError, match=f"^x: expected the capsules of {method}\\(\\), got"):
        a.to_views(doubles.Holder(**{method: lambda: answer}))


@cpu["in"]
def test_errors_of_a_producer_pass():
    error = ZeroDivisionError("no")

    def fails():
        raise error

    with pytest.raises(ZeroDivisionError) as raised:
        a.to_views(doubles.Holder(__arrow_c_device_array__=fails, __arrow_c_array__=lambda: 1))
    assert raised.value is error
    for x in (None, 3, "text", np.zeros(3)):
        with pytest.raises(TypeError, match="^x: expected an array of Arrow, with __arrow_c_device_array__ or __arrow_c_array__, got "):
            a.to_views(x)


# -------------------------------------------------------------------------------------------------- to pyarrow, nanoarrow --
ARRAYS = [("1-d", lambda x: x), ("strided", lambda x: x[1::2]), ("reversed", lambda x: x[::-1]), ("empty", lambda x: x[:0]),
          ("2-d", lambda x: x.reshape(4, 6)), ("F order", lambda x: x.reshape(4, 6).T), ("2-d strided", lambda x: x.reshape(4, 6)[::2, 1::2]),
          ("no rows", lambda x: x.reshape(4, 6)[:0]), ("no columns", lambda x: x.reshape(4, 6)[:, :0]), ("repeated", lambda x: np.broadcast_to(x[:6], (3, 6)))]
arrays = pytest.mark.parametrize("part", [part for _, part in ARRAYS], ids=[name for name, _ in ARRAYS])


@cpu["out"]
@arrays
@pytest.mark.parametrize("dtype", sorted(FORMATS.values()))
@pytest.mark.parametrize("wrap", [lambda column: column, OnlyArray], ids=["device", "CPU"])
def test_columns_in_pyarrow(dtype, part, wrap):
    pa = installed("pyarrow")
    x = part(np.arange(24).astype(dtype))
    array = pa.array(wrap(a.Column(x)))
    array.validate(full=True)
    assert array.to_pylist() == x.tolist() and array.null_count == 0
    numbers = array.flatten() if x.ndim == 2 else array
    assert numbers.type == pa.from_numpy_dtype(x.dtype)
    if x.flags.c_contiguous and x.size:
        assert numbers.buffers()[1].address == x.ctypes.data
    back, valid = views(a.Column(x))
    assert np.array_equal(back, x) and back.shape == x.shape and back.dtype == x.dtype and valid.all()


@cpu["out"]
@given(200, lambda st: st.lists(st.booleans(), max_size=70), lambda st: st.integers(0, 3), lambda st: st.booleans())
def test_validity_in_pyarrow(valid, more, two_axes):
    pa = installed("pyarrow")
    bits = np.concatenate([np.packbits(np.array(valid, bool), bitorder="little"), np.full(more, 255, "u1")])
    x = np.arange(3 * len(valid)).reshape(-1, 3) if two_axes else np.arange(len(valid))
    array = pa.array(a.Column(x, bits))
    array.validate(full=True)
    assert array.to_pylist() == [row if ok else None for row, ok in zip(x.tolist(), valid)]
    assert array.null_count == len(valid) - sum(valid)
    back, seen = views(a.Column(x, validity=bits))
    assert seen.tolist() == valid and np.array_equal(back, x)


@cpu["out"]
@arrays
@pytest.mark.parametrize("dtype", sorted(FORMATS.values()))
def test_columns_in_nanoarrow(dtype, part):
    na = installed("nanoarrow")
    x = part(np.arange(24).astype(dtype))
    assert na.Array(a.Column(x)).to_pylist() == x.tolist()
    assert na.Array(OnlyArray(a.Column(x))).to_pylist() == x.tolist()
    from nanoarrow import device

    array = device.c_device_array(a.Column(x))
    assert (array.device_type, array.device_id) == (device.DeviceType.CPU, -1)


def owned(shape=(4, 6)):
    """An array whose end can be seen."""

    class Owner(np.ndarray):
        pass

    array = np.arange(np.prod(shape), dtype="i4").reshape(shape).view(Owner)
    return array, weakref.ref(array)


@cpu["out"]
@pytest.mark.parametrize("shape", [(6,), (4, 6)], ids=str)
def test_memory_lives_until_the_consumer_lets_go(shape):
    x, lives = owned(shape)
    column = a.Column(x)
    pair = column.__arrow_c_device_array__()
    del x, column
    gc.collect()
    assert lives() is not None
    taken = ap.Taken(pair)
    del pair
    gc.collect()
    assert lives() is not None and taken.array.length == shape[0]
    taken.release()
    gc.collect()
    assert lives() is None and not taken.array.release


@cpu["out"]
def test_capsules_that_nobody_takes():
    for take in (lambda column: column.__arrow_c_device_array__(), lambda column: column.__arrow_c_array__(), lambda column: column.__arrow_c_array__()[0]):
        x, lives = owned()
        pair = take(a.Column(x))
        del x
        gc.collect()
        assert lives() is not None
        del pair
        gc.collect()
        assert lives() is None


@cpu["out"]
def test_a_child_outlives_what_it_was_of():
    x, lives = owned()
    data = x.ctypes.data
    taken = ap.Taken(a.Column(x).__arrow_c_array__(), device=False)
    del x
    one = taken.take_child()
    taken.release()
    gc.collect()
    assert lives() is not None and (one.length, one.n_buffers, one.buffers[1]) == (24, 2, data)
    one.release(ctypes.pointer(one))
    gc.collect()
    assert lives() is None


@cpu["out"]
def test_the_fields():
    taken = ap.Taken(a.Column(np.zeros((4, 6), "f2"), np.zeros(1, "u1")).__arrow_c_device_array__())
    array, schema, device = taken.array, taken.schema, taken.device
    assert (array.length, array.null_count, array.offset, array.n_buffers, array.n_children) == (4, -1, 0, 1, 1)
    assert (schema.format, schema.name, schema.flags, schema.n_children) == (b"+w:6", b"", 2, 1)
    assert (schema.children[0].contents.format, array.children[0].contents.length) == (b"e", 24)
    assert (array.children[0].contents.null_count, array.children[0].contents.buffers[0]) == (0, None)
    assert not (array.dictionary or schema.dictionary or schema.metadata or device.sync_event or any(device.reserved))
    assert (device.device_type, device.device_id, ctypes.sizeof(device)) == (1, -1, 128)
    taken.release()


@cpu["out"]
@pytest.mark.parametrize("call, error, words", [
    (lambda: a.Column(), TypeError, "array"),
    (lambda: a.Column(3).__arrow_c_array__(), TypeError, "array: expected an array"),
    (lambda: a.Column(np.zeros(())).__arrow_c_array__(), ValueError, "array: expected shape (n, ...)"),
    (lambda: a.Column(np.zeros((1, 1, 1))).__arrow_c_array__(), ValueError, "array: expected one or two axes, got 3"),
    (lambda: a.Column(np.zeros(1, bool)).__arrow_c_array__(), TypeError, "float64, got bool"),
    (lambda: a.Column(np.zeros(1, complex)).__arrow_c_array__(), TypeError, "float64, got complex128"),
    (lambda: a.Column(np.zeros(1, ">i4")).__arrow_c_array__(), TypeError, "array: "),
    (lambda: a.Column(np.zeros(9), np.zeros(1, "u1")).__arrow_c_array__(), ValueError, "validity: expected bits for 9 values, where they are, got 1 bytes"),
    (lambda: a.Column(np.zeros(9), np.zeros(2, bool)).__arrow_c_array__(), TypeError, "validity: expected dtype uint8, got bool"),
    (lambda: a.Column(np.zeros(9), np.zeros((2, 2), "u1")).__arrow_c_array__(), ValueError, "validity: expected shape (b)"),
    (lambda: a.Column(np.zeros(9), stream="x").__arrow_c_array__(), TypeError, "stream"),
    (lambda: a.Column(np.zeros(9)).__arrow_c_device_array__(other=3), NotImplementedError, "other: expected None, got 3"),
    (lambda: a.Column(np.zeros(9)).__arrow_c_array__(1, 2), TypeError, ""),
], ids=range(13))
def test_what_a_column_refuses(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


@cpu["out"]
def test_keywords():
    column = a.Column(np.zeros(3))
    schema = column.__arrow_c_array__()[0]
    for take in (column.__arrow_c_array__, column.__arrow_c_device_array__):
        for pair in (take(), take(None), take(schema), take(requested_schema=schema), take(requested_schema=None, more=None)):
            assert len(pair) == 2


# ------------------------------------------------------------------------------------------------------ on a fake device --
def device_numbers(fake, kind=0, device=0, count=16, dtype="i4"):
    """Memory of the fake driver and a NumPy array over it."""
    address = fake.alloc(kind, device, max(count * np.dtype(dtype).itemsize, 1))
    raw = (ctypes.c_uint8 * (count * np.dtype(dtype).itemsize)).from_address(address)
    array = np.frombuffer(raw, dtype)
    array[:] = np.arange(count)
    return array, address


class Event:
    """An event of the driver, recorded on a stream; its handle stands where a producer says."""

    def __init__(self, fake, stream, device=0):
        context = fake.context_primary(device)
        self.handle, self.library = ctypes.c_void_p(), ctypes.CDLL("libcuda.so.1")
        self.library.cuCtxPushCurrent_v2(ctypes.c_void_p(context))
        assert self.library.cuEventCreate(ctypes.byref(self.handle), 2) == 0
        assert self.library.cuEventRecord(self.handle, ctypes.c_void_p(stream)) == 0
        self.library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))
        self.address = ctypes.addressof(self.handle)

    def __del__(self):
        self.library.cuEventDestroy_v2(self.handle)


KINDS = [(0, ap.CUDA), (1, ap.CUDA_HOST), (2, ap.CUDA_MANAGED), (3, ap.CUDA)]


@simulated["in"]
@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("kind, device_type", KINDS, ids=["device", "pinned", "managed", "pool"])
@pytest.mark.parametrize("consumer", ["a stream", "the default", "per thread"])
def test_the_stream_waits_for_the_event_simulated(fake, nothing_is_left, kind, device_type, device, consumer):
    data, address = device_numbers(fake, kind, device)
    primary = fake.context_primary(device)
    producer = fake.stream_create(primary, 1)
    stream = {"a stream": fake.stream_create(primary, 1), "the default": None, "per thread": 2}[consumer]
    fake.stream_add_work(producer, primary)
    event = Event(fake, producer, device)
    released = []
    p = ap.Producer(b"i", [address, address], 5, offset=3, null_count=-1, device=(device_type, device, event.address),
                    on_release=lambda: released.append(list(fake.names)))
    fake.log_clear()
    values, validity, offset, length = a.to_views(p, stream)
    assert fake.stream_has_seen(stream or LEGACY, primary, producer, primary)
    assert values.__dlpack_device__()[0] == device_type and (validity.nbytes, offset, length) == (1, 3, 5)
    assert values.__cuda_array_interface__["data"] == (address + 12, True)
    del values, validity
    gc.collect()
    assert p.released == 1 and "cuMemFree" in released[0]  # nothing of the device is under way when the producer gets it back
    del event
    assert fake.free(address) == 0
    for handle in filter(None, {producer, stream} - {2}):
        fake.stream_destroy(handle)


@simulated["in"]
def test_without_an_event_nothing_is_waited_for_simulated(fake, nothing_is_left):
    data, address = device_numbers(fake)
    stream = fake.stream_create(fake.context_primary(0), 1)
    p = ap.Producer(b"i", [0, address], 5, device=(ap.CUDA, 0, None))
    fake.log_clear()
    values = a.to_views(p, stream)[0]
    assert not [name for name in fake.names if "Synchronize" in name or name == "cuMemFree"]
    del values
    gc.collect()
    assert p.released == 1 and fake.free(address) == 0
    fake.stream_destroy(stream)


@simulated["in"]
def test_lies_about_a_device_simulated(fake, nothing_is_left):
    data, address = device_numbers(fake, count=16)
    other, elsewhere = device_numbers(fake, device=1)
    pinned, on_host = device_numbers(fake, kind=1)
    handle = ctypes.c_void_p(0xDEAD0)
    table = [
        ("memory of the host", [0, at(NUMBERS)], 5, (ap.CUDA, 0, None), BufferError, "buffers[1] is not on device 0 of type 2, but -1 of type 1"),
        ("another device", [0, elsewhere], 5, (ap.CUDA, 0, None), BufferError, "buffers[1] is not on device 0 of type 2, but 1 of type 2"),
        ("pinned", [0, on_host], 5, (ap.CUDA, 0, None), BufferError, "of type 3"),
        ("device memory as pinned", [0, address], 5, (ap.CUDA_HOST, 0, None), BufferError, "but 0 of type 2"),
        ("a bitmap of the host", [at(NUMBERS), address], 5, (ap.CUDA, 0, None), BufferError, "buffers[0] is not on device 0"),
        ("too long", [0, address], 17, (ap.CUDA, 0, None), BufferError, ""),
        ("no such device", [0, address], 5, (ap.CUDA, 9, None), ValueError, "9"),
        ("no event", [0, address], 5, (ap.CUDA, 0, ctypes.addressof(handle)), RuntimeError, "cuStreamWaitEvent"),
        ("NULL", [0, 0], 5, (ap.CUDA, 0, None), BufferError, "buffers[1] is "),
    ]
    for name, buffers, length, device, error, words in table:
        p = ap.Producer(b"i", buffers, length, null_count=-1, device=device)
        with pytest.raises(error) as raised:
            a.to_views(p)
        assert words in str(raised.value), (name, str(raised.value))
        del raised
        gc.collect()
        assert p.released == 1, name
    values = a.to_views(ap.Producer(b"i", [0, 0], 0, device=(ap.CUDA, 0, None)))[0]
    assert values.shape == (0,) and values.__dlpack_device__()[0] == ap.CUDA
    for one in (address, elsewhere, on_host):
        assert fake.free(one) == 0


def in_memory(address, shape=(16,), typestr="<i4", strides=None, stream=None):
    """An array with nothing but the CUDA Array Interface."""
    return doubles.Holder(__cuda_array_interface__={"shape": shape, "strides": strides, "typestr": typestr, "data": (address, False),
                                                    "stream": stream, "version": 3})


@simulated["out"]
@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("name, part", [("dense", lambda x: x[:]), ("strided", lambda x: x[1::3]), ("2-d", lambda x: x.reshape(4, 6)),
                                        ("F order", lambda x: x.reshape(4, 6).T)], ids=["dense", "strided", "2-d", "F order"])
def test_columns_of_a_device_simulated(fake, name, part, device):
    flat, address = device_numbers(fake, device=device, count=24)
    x = part(flat)
    primary = fake.context_primary(device)
    producer, stream, consumer = (fake.stream_create(primary, 1) for _ in range(3))
    fake.stream_add_work(producer, primary)
    events = fake.live_events()
    start = address + (x.ctypes.data - flat.ctypes.data)
    source = in_memory(start, x.shape, strides=x.strides, stream=producer)
    lives = weakref.ref(source)
    column = a.Column(source, stream=stream)
    del source
    taken = ap.Taken(column.__arrow_c_device_array__())
    fake.stream_add_work(stream, primary)  # comes later: the event does not stand for it
    assert (taken.device.device_type, taken.device.device_id) == (ap.CUDA, device)
    assert ctypes.CDLL("libcuda.so.1").cuStreamWaitEvent(ctypes.c_void_p(consumer), ctypes.c_void_p(taken.event()), 0) == 0
    assert fake.stream_has_seen(consumer, primary, producer, primary)
    numbers = taken.array.children[0].contents if x.ndim == 2 else taken.array
    seen = np.frombuffer((ctypes.c_uint8 * x.nbytes).from_address(numbers.buffers[1]), "i4")
    assert np.array_equal(seen, x.ravel())
    assert (numbers.buffers[1] == start) == x.flags.c_contiguous
    with pytest.raises(ValueError, match="array: expected an array that the CPU can read"):
        column.__arrow_c_array__()
    del column, numbers, seen
    gc.collect()
    assert lives() is not None
    fake.log_clear()
    taken.release()
    gc.collect()
    assert lives() is None and "cuMemFree" in fake.names and "cuEventDestroy" in fake.names
    assert fake.live_events() - events <= 8  # those that ordering keeps
    assert fake.free(address) == 0
    for one in (producer, stream, consumer):
        fake.stream_destroy(one)


@simulated["out"]
@pytest.mark.parametrize("kind, device_type", KINDS[1:3], ids=["pinned", "managed"])
def test_columns_of_pinned_and_managed_memory_simulated(fake, kind, device_type):
    data, address = device_numbers(fake, kind)
    made = in_memory(address)
    taken = ap.Taken(a.Column(made).__arrow_c_device_array__())
    assert (taken.device.device_type, taken.device.device_id) == (device_type, 0) and taken.event()
    taken.release()
    back, _, _, length = a.to_views(a.Column(made))
    assert back.__dlpack_device__()[0] == device_type and length == 16
    assert np.array_equal(np.asarray(a.to_views(OnlyArray(a.Column(made)))[0]), data)  # the CPU reads it, too, once it is complete
    del back
    gc.collect()
    assert fake.free(address) == 0


@simulated["out"]
def test_validity_of_another_place_simulated(fake):
    data, address = device_numbers(fake)
    there, bits = in_memory(address), in_memory(address, (64,), "|u1")
    for array, validity in ((there, np.zeros(2, "u1")), (np.zeros(16), bits)):
        with pytest.raises(ValueError, match="validity: "):
            a.Column(array, validity).__arrow_c_device_array__()
    values, validity, offset, length = a.to_views(a.Column(there, bits))
    assert validity.__cuda_array_interface__["data"] == (address, True) and (validity.nbytes, offset, length) == (2, 0, 16)
    del values, validity
    gc.collect()
    assert fake.free(address) == 0


@simulated["out"]
@pytest.mark.parametrize("at_call", range(1, 52))
def test_a_driver_that_fails_simulated(fake, at_call):
    """Whatever call fails: an exception, or none, and nothing is left."""
    data, address = device_numbers(fake, count=24)
    made = in_memory(address, (4, 3), strides=(4, 16))
    lives = weakref.ref(made)
    column = a.Column(made)
    fake.log_clear()
    fake.fail(at_call, 999)
    try:
        pair = column.__arrow_c_device_array__()
        del pair
    except (RuntimeError, MemoryError):
        pass
    fake.fail(0, 0)
    before = fake.log().decode().partition("result=999")[0]
    while fake.context_depth():  # it was the call that should have left the context
        fake.drop_context()
    del made, column
    gc.collect()
    fake.may_leak = "cuEventRecord" in before.rpartition("\n")[0]  # in the release: nobody can say that the device is idle, or free it
    assert fake.may_leak or lives() is None
    assert fake.free(address) == 0


def through_nanoarrow(na_device, column):
    there = na_device.c_device_array(column)
    assert (there.device_type, there.device_id) == (na_device.DeviceType.CUDA, 0)
    return there


@simulated["out"]
def test_nanoarrow_passes_device_arrays_on_simulated(fake):
    device = installed("nanoarrow.device")
    data, address = device_numbers(fake, count=12)
    primary = fake.context_primary(0)
    producer, stream = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    fake.stream_add_work(producer, primary)
    made = in_memory(address, (3, 4), stream=producer)
    there = through_nanoarrow(device, a.Column(made, stream=producer))
    values, validity, _, length = a.to_views(there, stream)
    assert values.__cuda_array_interface__["data"] == (address, True) and values.shape == (3, 4) and validity is None
    assert fake.stream_has_seen(stream, primary, producer, primary)  # the event has come through
    del values, there
    gc.collect()
    assert fake.free(address) == 0
    for one in (producer, stream):
        fake.stream_destroy(one)


@simulated["out"]
def test_pyarrow_without_cuda_gives_back_what_it_refuses_simulated(fake):
    pa = installed("pyarrow")
    data, address = device_numbers(fake)
    made = in_memory(address)
    lives = weakref.ref(made)
    with pytest.raises((pa.ArrowException, KeyError, NotImplementedError, ValueError)) as raised:
        pa.array(a.Column(made))
    del made, raised
    gc.collect()
    assert lives() is None and fake.free(address) == 0


# ----------------------------------------------------------------------------------------------------------------- on a GPU --
@pytest.fixture
def cupy():
    return installed("cupy")


class Slow:
    """Fills memory on a stream of its own, some tenths of a second after it was asked to."""

    def __init__(self, cupy):
        self.cupy, self.stream = cupy, cupy.cuda.Stream(non_blocking=True)
        self.spin = cupy.RawKernel(r"""extern "C" __global__ void spin(long long cycles)
        { long long begin = clock64(); while (clock64() - begin < cycles) { } }""", "spin")
        self.spin((1,), (1,), (np.int64(1),))  # compiled before
        cupy.cuda.runtime.deviceSynchronize()

    def fill(self, array, value):
        with self.stream:
            self.spin((1,), (1,), (np.int64(400_000_000),))
            array[...] = value


class RealEvent:
    def __init__(self, cupy, stream):
        self.event = cupy.cuda.Event(disable_timing=True)
        self.event.record(stream)
        self.handle = ctypes.c_void_p(self.event.ptr)
        self.address = ctypes.addressof(self.handle)


@on_gpu["in"]
@pytest.mark.parametrize("format, dtype", sorted(FORMATS.items()), ids=lambda value: str(value))
def test_device_arrays(cupy, nothing_is_left, format, dtype):
    slow, consumer = Slow(cupy), cupy.cuda.Stream(non_blocking=True)
    data, bits = cupy.zeros(1000, dtype), cupy.zeros(125, "u1")
    want = cupy.arange(1000).astype(dtype)
    cupy.cuda.runtime.deviceSynchronize()
    slow.fill(data, want)
    slow.fill(bits, 0b10101010)
    event = RealEvent(cupy, slow.stream)
    p = ap.Producer(format, [bits.data.ptr, data.data.ptr], 100, offset=9, null_count=-1, device=(ap.CUDA, 0, event.address), keep=(data, bits))
    values, validity, offset, length = a.to_views(p, consumer)
    with consumer:
        got, seen = cupy.asarray(values).copy(), cupy.asarray(validity).copy()
    consumer.synchronize()
    assert np.array_equal(got.get(), want[9:109].get()) and str(got.dtype) == str(values.dtype)
    assert np.array_equal(np.unpackbits(seen.get(), bitorder="little")[offset:offset + length], np.arange(9, 109) % 2)
    del values, validity
    gc.collect()
    assert p.released == 1


@on_gpu["in"]
def test_lists_on_a_device(cupy, nothing_is_left):
    data = cupy.arange(64, dtype="f4")
    child = ap.Producer(b"f", [0, data.data.ptr], 60, offset=4)
    p = ap.Producer(b"+w:3", [0], 5, offset=2, child=child, device=(ap.CUDA, 0, None))
    values = a.to_views(p)[0]
    assert np.array_equal(cupy.asarray(values).get(), np.arange(10, 25, dtype="f4").reshape(5, 3))
    del values
    gc.collect()
    assert (p.released, child.released) == (1, 1)


@on_gpu["in"]
@pytest.mark.parametrize("lie", ["memory of the host", "too long", "no such device", "pinned"])
def test_lies_about_a_device(cupy, nothing_is_left, lie):
    data = cupy.arange(16, dtype="i4")
    pinned = cupy.cuda.alloc_pinned_memory(64)
    buffer, length, device = {"memory of the host": (at(NUMBERS), 5, 0), "too long": (data.data.ptr, 2**40, 0),
                              "no such device": (data.data.ptr, 5, 99), "pinned": (pinned.ptr, 5, 0)}[lie]
    p = ap.Producer(b"i", [0, buffer], length, device=(ap.CUDA, device, None))
    with pytest.raises((BufferError, ValueError)):
        a.to_views(p)
    gc.collect()
    assert p.released == 1


@on_gpu["in"]
def test_nanoarrow_arrays_in_memory_of_cupy(cupy):
    na, device = installed("nanoarrow"), installed("nanoarrow.device")
    try:
        there = device.resolve(device.DeviceType.CUDA, 0)
    except ValueError:
        pytest.skip("this nanoarrow was built without CUDA")
    data = cupy.arange(12, dtype="i8")
    from nanoarrow._buffer import CBuffer  # c_buffer() takes CuPy's arrays for buffers of the host

    array = na.c_array_from_buffers(na.int64(), 12, [None, CBuffer.from_dlpack(data)], device=there, move=True)
    values, validity, offset, length = a.to_views(array)
    assert (validity, offset, length) == (None, 0, 12) and np.array_equal(cupy.asarray(values).get(), np.arange(12))
    assert cupy.asarray(values).data.ptr == data.data.ptr


@on_gpu["out"]
@pytest.mark.parametrize("name, part", [("dense", lambda x: x), ("strided", lambda x: x[1::3]), ("reversed", lambda x: x[::-1]),
                                        ("2-d", lambda x: x.reshape(4, 6)), ("F order", lambda x: x.reshape(4, 6).T)],
                         ids=["dense", "strided", "reversed", "2-d", "F order"])
def test_columns_of_a_device(cupy, name, part):
    """Filled late on one stream, given away with an event, read on another."""
    slow, consumer = Slow(cupy), cupy.cuda.Stream(non_blocking=True)
    flat = cupy.zeros(24, "f4")
    cupy.cuda.runtime.deviceSynchronize()
    slow.fill(flat, cupy.arange(24, dtype="f4"))
    with slow.stream:
        x = part(flat)
        column = a.Column(x, stream=slow.stream)
        taken = ap.Taken(column.__arrow_c_device_array__())
    driver = ctypes.CDLL("libcuda.so.1")
    assert (taken.device.device_type, taken.device.device_id) == (ap.CUDA, 0)
    assert driver.cuStreamWaitEvent(ctypes.c_void_p(consumer.ptr), ctypes.c_void_p(taken.event()), 0) == 0
    numbers = taken.array.children[0].contents if x.ndim == 2 else taken.array
    memory = cupy.cuda.UnownedMemory(numbers.buffers[1], x.nbytes, taken)
    with consumer:
        got = cupy.ndarray(x.shape, "f4", cupy.cuda.MemoryPointer(memory, 0)).copy()
    consumer.synchronize()
    assert np.array_equal(got.get(), part(np.arange(24, dtype="f4")))
    assert (numbers.buffers[1] == x.data.ptr) == bool(x.flags.c_contiguous)
    del numbers, memory
    taken.release()


@on_gpu["out"]
@pytest.mark.parametrize("shape", [(12,), (3, 4)], ids=str)
def test_columns_in_nanoarrow_on_a_device(cupy, shape):
    device = installed("nanoarrow.device")
    slow, consumer = Slow(cupy), cupy.cuda.Stream(non_blocking=True)
    x = cupy.zeros(shape, "i4")
    want = cupy.arange(12, dtype="i4").reshape(shape)
    cupy.cuda.runtime.deviceSynchronize()
    slow.fill(x, want)
    with slow.stream:
        there = through_nanoarrow(device, a.Column(x, stream=slow.stream))
    values = a.to_views(there, consumer)[0]
    with consumer:
        got = cupy.asarray(values).copy()
    consumer.synchronize()
    assert np.array_equal(got.get(), want.get()) and cupy.asarray(values).data.ptr == x.data.ptr
    del values, there
    gc.collect()


@on_gpu["out"]
def test_nanoarrow_looks_into_columns_on_a_device(cupy):
    device = installed("nanoarrow.device")
    x = cupy.arange(12, dtype="i4")
    there = through_nanoarrow(device, a.Column(x))
    try:
        device.resolve(device.DeviceType.CUDA, 0)
    except ValueError:
        pytest.skip("this nanoarrow was built without CUDA")
    buffer = there.view().buffer(1)
    assert np.array_equal(cupy.from_dlpack(buffer).get(), np.arange(12)) and cupy.from_dlpack(buffer).data.ptr == x.data.ptr


# ----------------------------------------------------------------------------------------------------------------- the demo --
def demo(**environment):
    done = subprocess.run([sys.executable, str(DEMO)], text=True, timeout=100, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout
    assert "everything is right" in done.stdout
    return done.stdout


@cpu["out"]
def test_demo_without_a_gpu():
    text = demo(CUDA_VISIBLE_DEVICES="")
    for library in ("pyarrow", "nanoarrow"):
        assert (library in sys.modules or f"{library}: left out" in text or f"{library}:" in text), text


@on_gpu["out"]
def test_demo(cupy):
    assert "cupy: the same memory" in demo()
