"""PEP 3118: formats, real exporters, exporters that lie, and what the buffer protocol cannot say."""

import array
import ctypes
import gc
import mmap
import struct
import sys
import warnings
import weakref

import cucore_test as c
import numpy as np
import pytest

from doubles import Exporter, Holder, assert_locked, assert_resizable, assert_same_array, unchanged_refcounts

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

needs_ml_dtypes = pytest.mark.skipif(ml_dtypes is None, reason="ml_dtypes is not installed")

LITTLE = sys.byteorder == "little"
FOREIGN = ">!" if LITTLE else "<"
NATIVE = "<" if LITTLE else ">!"

# ------------------------------------------------------------------------------------------------- format strings --
KINDS = dict.fromkeys("bhilqn", "int")
KINDS.update(dict.fromkeys("BHILQNc", "uint"), e="float", f="float", d="float")


def number_rows():
    """(format, itemsize, name) for every number; the struct module knows the sizes."""
    for letter, kind in KINDS.items():
        for prefix in ("", "@", "^", "=", NATIVE[0]) + tuple(NATIVE[1:]):
            if letter in "nN" and prefix not in ("", "@", "^"):
                continue
            size = struct.calcsize(("" if prefix == "^" else prefix) + letter)
            yield prefix + letter, size, "%s%d" % (kind, 8 * size)
    for prefix in ("", "@", "^", "=", NATIVE[0]):
        yield prefix + "?", 1, "bool"
        yield prefix + "1d", 8, "float64"
        yield prefix + "1i", struct.calcsize("i"), "int32"
        for letters, size in (("Ze", 4), ("Zf", 8), ("Zd", 16), ("F", 8), ("D", 16), ("1Zf", 8)):
            yield prefix + letters, size, "complex%d" % (8 * size)
    for prefix in FOREIGN:
        yield prefix + "b", 1, "int8"
        yield prefix + "B", 1, "uint8"
        yield prefix + "c", 1, "uint8"
        yield prefix + "?", 1, "bool"


@pytest.mark.parametrize("text, itemsize, name", [pytest.param(*r, id="A9-%s-%d" % r[:2]) for r in number_rows()])
def test_A9_B111_number(text, itemsize, name):
    assert c.dtype_from("format", text, itemsize) == name


@pytest.mark.parametrize("prefix", list(FOREIGN))
@pytest.mark.parametrize("letters", ["h", "H", "i", "I", "l", "L", "q", "Q", "e", "f", "d", "Zf", "Zd", "F", "D"])
def test_A9_foreign_order(prefix, letters):
    sizes = {"Zf": 8, "Zd": 16, "F": 8, "D": 16}
    size = sizes.get(letters) or struct.calcsize(prefix + letters)
    with pytest.raises(BufferError, match="'%s%s'.*foreign byte order" % (prefix, letters)):
        c.dtype_from("format", prefix + letters, size)
    assert c.last_error()[0] == "UNSUPPORTED"


# ctypes writes '<l' with 8 bytes: the itemsize decides, where the letter can have it.
@pytest.mark.parametrize(
    "text, itemsize, name",
    [("<l", 8, "int64"), ("=l", 8, "int64"), ("<L", 8, "uint64"), ("l", 4, "int32"), ("L", 4, "uint32")],
)
def test_A9_l_by_itemsize(text, itemsize, name):
    if not LITTLE and text[0] == "<":
        pytest.skip("foreign order here")
    assert c.dtype_from("format", text, itemsize) == name


def test_A8_no_format_means_B():
    assert c.dtype_from("format", None, 1) == "uint8"
    with pytest.raises(BufferError, match="'B'.*itemsize 2"):
        c.dtype_from("format", None, 2)


@pytest.mark.parametrize(
    "text", ["?", "b", "B", "c", "h", "H", "i", "I", "q", "Q", "e", "f", "d", "F", "D", "Zf", "Zd", "l", "L", "n", "N"]
)
def test_B46_itemsize_disagrees(text):
    """mlx exported bfloat16 as 'B' with 2 bytes."""
    right = {"?": (1,), "F": (8,), "Zf": (8,), "D": (16,), "Zd": (16,)}.get(text)
    if right is None:
        right = (4, 8) if text in "lLnN" else (struct.calcsize(text),)
    for itemsize in (1, 2, 3, 4, 8, 12, 16, 32):
        if itemsize in right:
            c.dtype_from("format", text, itemsize)
            continue
        with pytest.raises(BufferError) as caught:
            c.dtype_from("format", text, itemsize)
        assert "'%s'" % text in str(caught.value) and "itemsize %d" % itemsize in str(caught.value)
        assert c.last_error()[0] == "PROTOCOL"


@pytest.mark.parametrize(
    "text, itemsize, name",
    [
        ("x", 1, "void1"),
        ("5x", 5, "void5"),
        ("=12x", 12, "void12"),
        ("T{i:a:f:b:}", 8, "struct8"),
        ("=T{<i:a:}", 4, "struct4"),
        ("T{T{h:x:h:y:}:p:(2,3)d:q:}", 52, "struct52"),
        ("T{i:O:f:&X:}", 8, "struct8"),  # letters of a name are no codes
        ("T{>i:a:}", 4, "struct4"),  # fields stay the producer's business
    ],
)
def test_A9_bytes_and_structs(text, itemsize, name):
    assert c.dtype_from("format", text, itemsize) == name


REFUSED = [
    ("g", 16, "UNSUPPORTED"),
    ("<g", 16, "UNSUPPORTED"),
    ("g", 8, "UNSUPPORTED"),
    ("G", 32, "UNSUPPORTED"),
    ("Zg", 32, "UNSUPPORTED"),
    ("Ze", 8, "PROTOCOL"),
    ("=N", 8, "PROTOCOL"),
    ("<n", 8, "PROTOCOL"),
    ("Z", 8, "UNSUPPORTED"),
    ("O", 8, "UNSUPPORTED"),
    ("P", 8, "UNSUPPORTED"),
    ("<P", 8, "UNSUPPORTED"),
    ("&<i", 8, "UNSUPPORTED"),
    ("X{}", 8, "UNSUPPORTED"),
    ("s", 1, "UNSUPPORTED"),
    ("5s", 5, "UNSUPPORTED"),
    ("p", 1, "UNSUPPORTED"),
    ("w", 4, "UNSUPPORTED"),
    ("3w", 12, "UNSUPPORTED"),
    ("u", 2, "UNSUPPORTED"),
    ("t", 1, "UNSUPPORTED"),
    ("y", 1, "UNSUPPORTED"),
    ("2i", 8, "UNSUPPORTED"),
    ("2i", 8, "UNSUPPORTED"),
    ("1", 1, "UNSUPPORTED"),
    ("ii", 8, "UNSUPPORTED"),
    ("(3)i", 12, "UNSUPPORTED"),
    ("(2,3)x", 6, "UNSUPPORTED"),
    ("i ", 4, "UNSUPPORTED"),
    (" i", 4, "UNSUPPORTED"),
    ("<>i", 4, "UNSUPPORTED"),
    ("\xe9", 1, "UNSUPPORTED"),
    ("5", 5, "UNSUPPORTED"),
    ("5xx", 6, "UNSUPPORTED"),
    ("99999999999999999999999x", 8, "UNSUPPORTED"),
    ("T{O:a:}", 8, "UNSUPPORTED"),
    ("T{i:a:&d:p:}", 12, "UNSUPPORTED"),
    ("T{X{}:f:}", 8, "UNSUPPORTED"),
    ("T{T{P:p:}:q:}", 8, "UNSUPPORTED"),
    ("", 1, "PROTOCOL"),
    ("@", 1, "PROTOCOL"),
    ("<", 1, "PROTOCOL"),
    ("0x", 1, "PROTOCOL"),
    ("4x", 5, "PROTOCOL"),
    ("T", 1, "PROTOCOL"),
    ("T{", 1, "PROTOCOL"),
    ("T}", 1, "PROTOCOL"),
    ("T{i:a:", 4, "PROTOCOL"),
    ("T{f:a:}T{f:b:}", 8, "PROTOCOL"),  # two elements
]


@pytest.mark.parametrize("text, itemsize, status", [pytest.param(*r, id="A9-%r" % r[0]) for r in REFUSED])
def test_A9_refused(text, itemsize, status):
    with pytest.raises(BufferError) as caught:
        c.dtype_from("format", text, itemsize)
    assert "'%s'" % text in str(caught.value)
    assert c.last_error()[0] == status


@pytest.mark.parametrize("itemsize", [0, -1, -(2**63), 2**31, 2**63 - 1])
@pytest.mark.parametrize("text", ["B", "i", "T{}", "5x"])
def test_A8_itemsize_out_of_range(text, itemsize):
    with pytest.raises(BufferError, match="itemsize is %d" % itemsize):
        c.dtype_from("format", text, itemsize)


# ------------------------------------------------------------------------------------------------- real exporters --
DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()


def numbers(dtype, shape=(4, 6)):
    count = int(np.prod(shape))
    return ((np.arange(count * np.dtype(dtype).itemsize) * 7 + 3) % 251).astype(np.uint8).view(dtype).reshape(shape)


def read_only(a):
    a.flags.writeable = False
    return a


LAYOUTS = {
    "C": lambda a: a,
    "F": np.asfortranarray,
    "transposed": lambda a: a.T,
    "sliced": lambda a: a[1:3, ::2],
    "column": lambda a: a[:, 2],
    "reversed": lambda a: a[::-1, ::-1],
    "reversed-step": lambda a: a[::-2, 4:1:-2],
    "read-only": read_only,
    "broadcast": lambda a: np.broadcast_to(a[0], (3, 6)),
    "empty": lambda a: a[:, 3:3],
    "empty-first": lambda a: a[:0],
    "0-d": lambda a: a[1, 1:2].reshape(()),
    "one-row": lambda a: a[2:3],
    "one-column": lambda a: a[:, 2:3],
    "new-axes": lambda a: a[None, :, None, ::3],
    "one-element": lambda a: a[3:4, 5:6],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_A5_numpy(dtype, layout):
    a = LAYOUTS[layout](numbers(np.uint8 if dtype == "bool" else dtype).astype(dtype))
    with unchanged_refcounts(a):
        v = c.view(a)
        assert v.dtype == np.dtype(dtype).name
        assert v.protocol == "buffer"
        assert v.readonly == (not a.flags.writeable)
        assert (v.host_accessible, v.device_accessible) == (True, False)
        assert (v.device_type, v.device_id) == (1, -1)
        assert (v.padded, v.format, v.descr, v.producer_stream) == (False, None, None, None)
        assert_same_array(v, a)
        assert v.tobytes() == a.tobytes()
        v.release()
        assert not v.owned and v.ptr == 0 and v.protocol == "none"
        v.release()


def in_records(a):
    """The second field of records: strides that need not be multiples of the itemsize, in aligned memory."""
    pad = f"V{a.dtype.alignment}"
    return np.zeros(a.shape, np.dtype({"names": ["pad", "x"], "formats": [pad, a.dtype], "offsets": [0, a.dtype.alignment],
                                       "itemsize": a.dtype.alignment + a.dtype.itemsize}))["x"]


ODD_LAYOUTS = {"unaligned": lambda a: np.frombuffer(bytearray(a.nbytes + 1), "u1")[1:].view(a.dtype).reshape(a.shape),
               "in records": in_records, "warns of writes": lambda a: np.broadcast_arrays(a[0], a)[0]}


@pytest.mark.filterwarnings("ignore:Numpy has detected that you:DeprecationWarning")
@pytest.mark.parametrize("layout", [*LAYOUTS, *ODD_LAYOUTS])
@pytest.mark.parametrize("code", [*"?bBhHiIlLqQpPefdgFDG", "S3", "U2", "V4", "M8[s]", "m8[ms]", ">i4", ">f8", "i4,f8"])
def test_A5_numpy_is_read_as_its_buffer(code, layout):
    """The struct of a dense array, or its buffer: the same view, and the same refusal."""
    a = {**LAYOUTS, **ODD_LAYOUTS}[layout](np.zeros(numbers("u1").shape, code))
    for writeable in (True, False):
        if not writeable:
            a.flags.writeable = False
        for flags in (c.ALLOW_OPAQUE | c.ALLOW_UNALIGNED, 0, c.WRITE | c.C_CONTIGUOUS | c.UNIQUE):
            answers = []
            for way in (0, c.BY_PEP3118 | c.BY_ARRAY_INTERFACE):
                try:
                    answers.append(c.args([a], [("x", None, None, way | flags, 0)]))
                except (TypeError, ValueError, BufferError) as error:
                    answers.append((type(error), str(error)))
            assert answers[0] == answers[1]


@pytest.mark.parametrize("code", "bBhHiIlLqQpP?efdFD")
def test_A9_numpy_type_codes(code):
    a = np.zeros(3, code)
    assert c.view(a).dtype == a.dtype.name


@pytest.mark.parametrize("ndim", [1, 2, 16, 31, 32])
def test_A8_many_axes(ndim):
    a = np.zeros((2,) + (1,) * (ndim - 2) + (3,) if ndim > 1 else (3,), np.int16)
    assert a.ndim == ndim
    assert_same_array(c.view(a), a)


def test_A8_64_axes():
    try:
        a = np.zeros((1,) * 64, np.int16)
    except ValueError:
        pytest.skip("this NumPy has at most 32 axes")
    assert c.view(a).shape == (1,) * 64


STRUCTURED = {
    "flat": np.dtype([("a", "<i4"), ("b", "<f8")]),
    "aligned": np.dtype([("a", "i1"), ("b", "<f8"), ("c", "i1")], align=True),
    "nested": np.dtype([("p", [("x", "<f4"), ("y", "<f4")]), ("q", "<i2", (2, 3))]),
    "nested-aligned": np.dtype([("p", np.dtype([("x", "i1"), ("y", "<f4")], align=True)), ("q", "i1")], align=True),
    "one": np.dtype([("only", "u1")]),
    "named-like-codes": np.dtype([("O", "<i4"), ("P", "<f4")]),
    "text": np.dtype([("s", "S3"), ("u", "<U2")]),
    "padding": np.dtype({"names": ["a", "b"], "formats": ["<i2", "<i2"], "offsets": [2, 10], "itemsize": 16}),
}


def leaves(a):
    """The bytes of every field; what lies between them is lost when NumPy copies."""
    if not a.dtype.names:
        return [a.tobytes()]
    return [piece for name in a.dtype.names for piece in leaves(a[name])]


@pytest.mark.parametrize("name", STRUCTURED)
def test_A9_structured(name):
    a = np.zeros((3, 2), STRUCTURED[name])
    a.view(np.uint8).reshape(-1)[:] = np.arange(a.nbytes, dtype=np.uint32).astype(np.uint8)
    for b in (a, a[::-1], a.T, a[:, 0]):
        v = c.view(b)
        assert v.dtype == "struct%d" % a.dtype.itemsize
        assert v.format == memoryview(b).format
        assert v.protocol == "buffer" and v.descr is None
        assert_same_array(v, b)
        assert leaves(np.frombuffer(v.tobytes(), b.dtype).reshape(b.shape)) == leaves(b)


@pytest.mark.parametrize("size", [1, 2, 5, 16, 300])
def test_A9_void(size):
    a = np.zeros((2, 3), "V%d" % size)[:, ::2]
    v = c.view(a)
    assert v.dtype == "void%d" % size
    assert v.format == memoryview(a).format
    assert_same_array(v, a)


@pytest.mark.parametrize(
    "make, quoted",
    [
        pytest.param(lambda: np.zeros(3, "O"), "got object", id="A9-object"),
        pytest.param(lambda: np.zeros(3, [("a", "<f4"), ("b", "O")]), "got a structured dtype of 12 bytes with Python objects", id="A9-object-field"),
        pytest.param(lambda: np.zeros(3, "g"), "got longdouble; convert with .astype('float64')", id="A9-longdouble"),
        pytest.param(lambda: np.zeros(3, "G"), "got clongdouble; convert with .astype('complex128')", id="A9-clongdouble"),
        pytest.param(lambda: np.zeros(3, "U3"), "U3')", id="A9-str"),
        pytest.param(lambda: np.zeros(3, "S3"), "got bytes ('|S3')", id="A9-bytes"),
        pytest.param(lambda: np.zeros(3, np.dtype("i4").newbyteorder()), "i4'); convert with .astype('int32')", id="A9-foreign-int"),
        pytest.param(lambda: np.zeros(3, np.dtype("f8").newbyteorder()), "f8'); convert with .astype('float64')", id="A9-foreign-float"),
        pytest.param(lambda: np.zeros(3, "M8[ns]"), "M8[ns]'", id="A10-datetime64"),
        pytest.param(lambda: np.zeros(3, "m8[25s]"), "m8[25s]'", id="A10-timedelta64"),
        pytest.param(lambda: np.zeros(3, "M8"), "M8'", id="A10-datetime64-generic"),
        pytest.param(lambda: np.zeros(3, "V0"), "itemsize is 0", id="A8-void0"),
    ],
)
def test_A10_numpy_refused(make, quoted):
    a = make()
    if a.dtype.char == "g" and a.dtype.itemsize == 8:
        pytest.skip("long double is double here")
    with unchanged_refcounts(a):
        with pytest.raises(BufferError if quoted == "itemsize is 0" else TypeError) as caught:
            c.view(a, name="values")
        assert quoted in str(caught.value)
        assert str(caught.value).startswith("values: ")
        del caught
    a.resize(5, refcheck=False)


def test_A10_string_dtype_refused():
    if not hasattr(getattr(np, "dtypes", None), "StringDType"):
        pytest.skip("this NumPy has no StringDType")
    with pytest.raises(TypeError, match=r"got text \((StringDType\(\)|\|T\d+)\)$"):
        c.view(np.array(["a", "b"], np.dtypes.StringDType()))


def test_A5_read_only_is_refused_only_for_write():
    a = read_only(numbers(np.float32))
    assert c.view(a).readonly
    with unchanged_refcounts(a):
        with pytest.raises(ValueError, match="^w: expected a writable array, got a read-only one$"):
            c.view(a, flags=c.WRITE, name="w")
    assert not c.view(numbers(np.float32), flags=c.WRITE).readonly


@pytest.mark.parametrize("take", ["view", "buffer"])
@pytest.mark.parametrize("size", [0, 1, 1000])
def test_A5_bytes(take, size):
    data = bytes(i % 256 for i in range(size))
    with unchanged_refcounts(data):
        v = getattr(c, take)(data)
        assert (v.dtype, v.shape, v.readonly, v.protocol) == ("uint8", (size,), True, "buffer")
        assert v.tobytes() == data
        v.release()
    with pytest.raises(ValueError, match="read-only"):
        c.view(data, flags=c.WRITE)


@pytest.mark.parametrize("take", ["view", "buffer"])
def test_B47_bytearray_is_locked(take):
    data = bytearray(b"abcdef")
    v = getattr(c, take)(data)
    assert (v.dtype, v.shape, v.readonly) == ("uint8", (6,), False)
    assert_locked(data)
    w = c.view(data)
    v.release()
    assert_locked(data)
    w.release()
    assert_resizable(data)


@pytest.mark.parametrize("flags", ["F_CONTIGUOUS", "C_CONTIGUOUS", "DEVICE_ACCESSIBLE", "CONTIGUOUS"])
def test_A6_released_after_a_failed_check(flags):
    data = bytearray(64)
    m = memoryview(data).cast("B", [8, 8])[::2] if flags != "F_CONTIGUOUS" else memoryview(data).cast("B", [8, 8])
    with unchanged_refcounts(data):
        with pytest.raises(ValueError):
            c.view(m, flags=getattr(c, flags))
    m.release()
    assert_resizable(data)


def test_A6_released_after_a_refused_format():
    data = bytearray(64)
    m = memoryview(data).cast("P")
    with pytest.raises(TypeError, match="got pointers$"):
        c.view(m)
    m.release()
    assert_resizable(data)


def test_A6_view_that_dies_releases():
    data = bytearray(8)
    v = c.view(data)
    assert_locked(data)
    del v
    gc.collect()
    assert_resizable(data)


def test_A6_release_on_a_foreign_thread():
    data = bytearray(8)
    v = c.view(data)
    v.release_in_thread()
    assert_resizable(data)


def test_B43_source_outlives_its_name():
    v = c.view(np.arange(1000, dtype=np.int64))
    gc.collect()
    junk = [np.full(1000, -1) for _ in range(20)]
    assert v.tobytes() == np.arange(1000, dtype=np.int64).tobytes()
    del junk


ARRAY_NAMES = {"f": "float", "d": "float"}


@pytest.mark.parametrize("code", [t for t in array.typecodes if t not in "uw"])
def test_A9_array_array(code):
    a = array.array(code, [1, 2, 3, 4])
    kind = ARRAY_NAMES.get(code) or ("int" if code.islower() else "uint")
    with unchanged_refcounts(a):
        v = c.view(a)
        assert v.dtype == "%s%d" % (kind, 8 * a.itemsize)
        assert (v.shape, v.readonly, v.protocol) == ((4,), False, "buffer")
        assert v.ptr == a.buffer_info()[0]
        assert v.tobytes() == a.tobytes()
        assert_locked(a)
        v.release()
        assert_resizable(a)


@pytest.mark.parametrize("code", [t for t in array.typecodes if t in "uw"])
def test_A9_array_array_of_text(code):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        a = array.array(code, "abc")
    with pytest.raises(TypeError, match=r"got text \('.U1'\)$"):
        c.view(a)
    a.append("d")


MEMORYVIEWS = {
    "plain": lambda m: m,
    "bytes": lambda m: m.cast("c"),
    "ints": lambda m: m.cast("i"),
    "2-d": lambda m: m.cast("i", [3, 4]),
    "3-d": lambda m: m.cast("h", [2, 3, 4]),
    "0-d": lambda m: m[:8].cast("d", []),
    "sliced": lambda m: m[5:40:3],
    "reversed": lambda m: m[::-1],
    "2-d-sliced": lambda m: m.cast("i", [3, 4])[1:],
    "read-only": lambda m: m.toreadonly(),
    "empty": lambda m: m[5:5],
    "bool": lambda m: m.cast("?"),
    "long": lambda m: m.cast("@l"),
    "size": lambda m: m.cast("N"),
}


STRIDES_THAT_MEAN_NOTHING = {  # shape, strides of the array, and of its view
    "C": ((2, 1, 3), (3, 77, 1), (3, 3, 1)),
    "F": ((2, 1, 3), (1, 77, 2), (1, 2, 2)),
    "a column": ((5, 1), (1, 10), (1, 1)),
    "one element": ((1,), (100,), (1,)),
    "gaps": ((2, 1, 3), (6, 77, 2), (6, 77, 2)),
}


@pytest.mark.parametrize("name", STRIDES_THAT_MEAN_NOTHING)
def test_A8_strides_of_axes_of_extent_1(name):
    """NumPy's buffers lose those of contiguous arrays; its DLPack tensors do not."""
    shape, strides, expected = STRIDES_THAT_MEAN_NOTHING[name]
    a = np.lib.stride_tricks.as_strided(np.zeros(100, "f4"), shape, [4 * s for s in strides])
    assert c.view(a).strides == expected == tuple(s // 4 for s in memoryview(a).strides)
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":  # before it they lose them, too
        assert c.view(a, flags=c.BY_DLPACK).strides == strides


@pytest.mark.parametrize("name", MEMORYVIEWS)
def test_A8_memoryview(name):
    data = bytearray(i % 2 for i in range(48))
    m = MEMORYVIEWS[name](memoryview(data))
    with unchanged_refcounts(m, data):
        v = c.view(m)
        assert v.shape == m.shape and v.itemsize == m.itemsize and v.readonly == m.readonly
        assert tuple(s * m.itemsize for s in v.strides) == m.strides
        assert v.tobytes() == m.tobytes()
        v.release()
    m.release()
    gc.collect()
    assert_resizable(data)


def test_A6_memoryview_cannot_be_released_under_a_view():
    m = memoryview(bytearray(8))
    v = c.view(m)
    with pytest.raises(BufferError):
        m.release()
    v.release()
    m.release()
    with pytest.raises(ValueError, match="released memoryview"):
        c.view(m)


def test_A5_memoryview_of_ndarray():
    a = numbers(np.float64)[::2, ::-3]
    v = c.view(memoryview(a))
    assert_same_array(v, a)
    assert v.tobytes() == a.tobytes() and v.dtype == "float64"


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_double)]


class Nested(ctypes.Structure):
    _fields_ = [("p", Point), ("q", ctypes.c_short * 3)]


class BigPoint(ctypes.BigEndianStructure):
    _fields_ = [("x", ctypes.c_int)]


class Linked(ctypes.Structure):
    _fields_ = [("next", ctypes.POINTER(ctypes.c_int))]


class Choice(ctypes.Union):
    _fields_ = [("i", ctypes.c_int), ("f", ctypes.c_float)]


CTYPES = [
    ("c_byte", "int"),
    ("c_ubyte", "uint"),
    ("c_short", "int"),
    ("c_ushort", "uint"),
    ("c_int", "int"),
    ("c_uint", "uint"),
    ("c_long", "int"),
    ("c_ulong", "uint"),
    ("c_longlong", "int"),
    ("c_ulonglong", "uint"),
    ("c_size_t", "uint"),
    ("c_ssize_t", "int"),
    ("c_float", "float"),
    ("c_double", "float"),
    ("c_char", "uint"),
]


@pytest.mark.parametrize("name, kind", CTYPES)
def test_A9_ctypes(name, kind):
    ctype = getattr(ctypes, name)
    for make, shape in ((ctype, ()), (ctype * 3, (3,)), ((ctype * 3) * 2, (2, 3)), (ctype * 0, (0,))):
        a = make()
        if memoryview(a).itemsize == 0:  # of an empty array, in Python 3.9
            continue
        with unchanged_refcounts(a):
            v = c.view(a)
            assert v.dtype == "%s%d" % (kind, 8 * ctypes.sizeof(ctype))
            assert v.shape == shape and not v.readonly
            assert v.ptr == ctypes.addressof(a) or shape == (0,)
            assert v.c_contiguous
            v.release()


def test_A9_ctypes_bool():
    assert c.view((ctypes.c_bool * 2)(True, False)).dtype == "bool"


@pytest.mark.parametrize("name", ["c_float_complex", "c_double_complex"])
def test_B72_ctypes_complex(name):
    if not hasattr(ctypes, name):
        pytest.skip("this ctypes has no complex numbers")
    ctype = getattr(ctypes, name)
    assert c.view((ctype * 2)()).dtype == "complex%d" % (8 * ctypes.sizeof(ctype))


@pytest.mark.parametrize("ctype", [Point, Nested, BigPoint], ids=lambda t: t.__name__)
def test_A9_ctypes_structure(ctype):
    a = (ctype * 4)()
    v = c.view(a)
    assert v.dtype == "struct%d" % ctypes.sizeof(ctype)
    assert v.format == memoryview(a).format
    assert v.shape == (4,)


@pytest.mark.parametrize(
    "make, got",
    [
        pytest.param(lambda: (ctypes.c_wchar * 3)(), r"text \('.U1'\)", id="wchar"),
        pytest.param(lambda: ctypes.py_object(3), "object", id="py_object"),
        pytest.param(lambda: (ctypes.c_void_p * 2)(), "pointers", id="void_p"),
        pytest.param(lambda: (ctypes.POINTER(ctypes.c_int) * 2)(), "pointers", id="pointer"),
        pytest.param(lambda: (Linked * 2)(), r"a structured dtype of \d+ bytes with Python objects or pointers", id="struct-with-pointer"),
        pytest.param(lambda: (ctypes.CFUNCTYPE(None) * 2)(), "pointers", id="function"),
        pytest.param(lambda: (ctypes.c_char_p * 2)(), "pointers", id="char_p"),
        pytest.param(
            lambda: ((ctypes.c_int.__ctype_be__ if LITTLE else ctypes.c_int.__ctype_le__) * 2)(),
            r"int32 in foreign byte order \('.i4'\); convert with .astype\('int32'\)",
            id="foreign",
        ),
        pytest.param(lambda: (Choice * 2)(), None, id="B46-union"),
        pytest.param(lambda: (type("Empty", (ctypes.Structure,), {"_fields_": []}) * 2)(), None, id="size-0"),
    ],
)
def test_A9_ctypes_refused(make, got):
    a = make()
    with unchanged_refcounts(a):
        with pytest.raises(TypeError if got else BufferError, match=got and "^array: expected an array of numbers, got %s$" % got):
            c.view(a)


def test_A9_ctypes_long_double():
    if ctypes.sizeof(ctypes.c_longdouble) == 8:
        pytest.skip("long double is double here")
    with pytest.raises(TypeError, match="got longdouble; "):
        c.view((ctypes.c_longdouble * 2)())


def test_A6_mmap():
    m = mmap.mmap(-1, 8192)
    m[:4] = b"abcd"
    v = c.view(m)
    assert (v.dtype, v.shape, v.readonly) == ("uint8", (8192,), False)
    assert v.tobytes() == m[:]
    with pytest.raises(BufferError):
        m.close()
    v.release()
    m.close()
    with pytest.raises(ValueError, match="closed"):
        c.view(m)


def test_A5_mmap_read_only():
    with open(__file__, "rb") as f:
        m = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)
    assert c.view(m).readonly
    with pytest.raises(ValueError, match="read-only"):
        c.view(m, flags=c.WRITE)
    m.close()


@pytest.mark.parametrize("dtype", DTYPES)
def test_D5_numpy_scalar(dtype):
    s = np.dtype(dtype).type(1)
    v = c.view(s)
    assert (v.dtype, v.shape, v.readonly, v.protocol) == (dtype, (), True, "buffer")
    assert v.tobytes() == s.tobytes()


def test_D5_numpy_structured_scalar():
    s = np.zeros(2, STRUCTURED["flat"])[0]
    v = c.view(s)
    assert v.dtype == "struct12" and v.shape == ()


# --------------------------------------------------------------------------------------------- exporters that lie --
def test_A5_flags_asked_for():
    e = Exporter()
    c.view(e, flags=c.WRITE)
    writable, indirect, strides, format = 0x1, 0x100 | 0x10 | 0x8, 0x10 | 0x8, 0x4
    assert len(e.flags) == 1
    assert not e.flags[0] & writable
    assert e.flags[0] & (indirect | strides | format) == indirect | strides | format


def test_A6_released_once_by_the_same_address():
    e = Exporter()
    with unchanged_refcounts(e):
        v = c.view(e)
        assert len(e.gets) == 1 and e.releases == []
        v.release()
        v.release()
        del v
    assert e.releases == e.gets


@pytest.mark.parametrize(
    "fields, dtype, shape, strides",
    [
        pytest.param({"format": None, "itemsize": 1}, "uint8", (6,), (1,), id="A8-format-NULL"),
        pytest.param({"shape": None, "len": 24}, "int32", (6,), (1,), id="A8-shape-NULL"),
        pytest.param({"shape": None, "format": None, "itemsize": 1, "len": 9}, "uint8", (9,), (1,), id="A8-all-NULL"),
        pytest.param({"shape": None, "ndim": 0}, "int32", (), (), id="A8-0-d"),
        pytest.param({"shape": (2, 3)}, "int32", (2, 3), (3, 1), id="A8-strides-NULL"),
        pytest.param({"shape": (2, 3), "suboffsets": (-1, -1)}, "int32", (2, 3), (3, 1), id="A8-suboffsets-negative"),
        pytest.param({"shape": (3,), "strides": (-4,)}, "int32", (3,), (-1,), id="A8-strides-negative"),
        pytest.param({"shape": (1, 3), "strides": (7, 4)}, "int32", (1, 3), (0, 1), id="B12-odd-stride-one-row"),
        pytest.param({"shape": (0, 3), "strides": (7, 5)}, "int32", (0, 3), (0, 0), id="C4-odd-strides-empty"),
        pytest.param({"shape": (0,), "buf": None}, "int32", (0,), (1,), id="C2-null-empty"),
        pytest.param({"shape": (2**62, 0, 2**62), "buf": None}, "int32", (2**62, 0, 2**62), None, id="C2-huge-empty"),
        pytest.param({"shape": (1,) * 64}, "int32", (1,) * 64, None, id="A8-ndim-64"),
    ],
)
def test_A8_unusual(fields, dtype, shape, strides):
    e = Exporter(**fields)
    v = c.view(e)
    assert (v.dtype, v.shape) == (dtype, shape)
    assert strides is None or v.strides == strides
    assert v.ptr == (e.buf or 0)
    v.release()
    assert e.releases == e.gets


@pytest.mark.parametrize(
    "fields, words",
    [
        pytest.param({"format": b"B", "itemsize": 2}, "'B'.*itemsize 2", id="B46-B-of-2-bytes"),
        pytest.param({"format": None, "itemsize": 2}, "'B'.*itemsize 2", id="B46-NULL-of-2-bytes"),
        pytest.param({"itemsize": 0}, "itemsize is 0", id="A8-itemsize-0"),
        pytest.param({"itemsize": -4}, "itemsize is -4", id="A8-itemsize-negative"),
        pytest.param({"itemsize": 2**40}, "itemsize is 1099511627776", id="A8-itemsize-huge"),
        pytest.param({"format": b"\xff\xfe"}, "got elements of the format '\ufffd\ufffd'$", id="A9-format-not-utf8"),
        pytest.param({"shape": (2, 3), "suboffsets": (-1, 0)}, r"suboffsets\[1\] = 0", id="A8-suboffsets"),
        pytest.param({"shape": (2, 3), "suboffsets": (16, -1)}, r"suboffsets\[0\] = 16", id="A8-suboffsets-first"),
        pytest.param({"shape": (2, -3)}, r"shape\[1\] is -3", id="A8-negative-extent"),
        pytest.param({"shape": (1,) * 65}, "ndim is 65", id="A8-ndim-65"),
        pytest.param({"ndim": -1}, "ndim is -1", id="A8-ndim-negative"),
        pytest.param({"shape": (3,), "strides": (6,)}, r"strides\[0\] is 6 bytes", id="B54-odd-stride"),
        pytest.param({"shape": (2**62, 4)}, "64 bits", id="A8-volume-overflow"),
        pytest.param({"shape": (2**61,)}, "64 bits", id="A8-bytes-overflow"),
        pytest.param({"shape": (2,), "strides": (2**62,)}, "64 bits", id="A8-reach-overflow"),
        pytest.param({"shape": (3,), "strides": (-(2**63),)}, "64 bits", id="A8-reach-underflow"),
        pytest.param({"buf": None}, "NULL", id="C3-null-nonempty"),
    ],
)
def test_A8_refused(fields, words):
    e = Exporter(**fields)
    with unchanged_refcounts(e):
        with pytest.raises(TypeError if words.startswith("got ") else BufferError, match=words):
            c.view(e, name="x")
    assert len(e.gets) == 1
    assert e.releases == e.gets


def test_A5_exporter_read_only():
    e = Exporter(readonly=1)
    assert c.view(e).readonly
    with pytest.raises(ValueError, match="read-only"):
        c.view(e, flags=c.WRITE)
    assert e.releases == e.gets and len(e.gets) == 2


def test_A8_suboffsets_of_a_real_exporter():
    testbuffer = pytest.importorskip("_testbuffer", reason="_testbuffer is not built")
    indirect = testbuffer.ndarray(list(range(12)), shape=[3, 4], format="i", flags=testbuffer.ND_PIL)
    assert memoryview(indirect).suboffsets
    with unchanged_refcounts(indirect):
        with pytest.raises(BufferError, match="suboffsets"):
            c.view(indirect)
    plain = testbuffer.ndarray(list(range(12)), shape=[3, 4], format="i")
    assert c.view(plain).tobytes() == plain.tobytes()


python_exporters = pytest.mark.skipif(sys.version_info < (3, 12), reason="__buffer__ is from Python 3.12 on")


@python_exporters
def test_A6_python_exporter():
    class PythonExporter:
        releases = 0

        def __init__(self):
            self.data = bytearray(b"abcd")

        def __buffer__(self, flags):
            return memoryview(self.data)

        def __release_buffer__(self, view):
            self.releases += 1
            view.release()

    e = PythonExporter()
    v = c.view(e)
    assert v.tobytes() == b"abcd"
    assert e.releases == 0
    assert_locked(e.data)
    v.release()
    assert e.releases == 1
    assert_resizable(e.data)


@python_exporters
@pytest.mark.parametrize("kind", [RuntimeError, ValueError, BufferError, KeyboardInterrupt])
def test_0_9_error_of_the_exporter_passes(kind):
    error = kind("out of order")

    class Failing:
        def __buffer__(self, flags):
            raise error

    with pytest.raises(kind) as caught:
        c.view(Failing())
    assert caught.value is error


def test_A5_not_a_buffer():
    with pytest.raises(TypeError, match="^x: expected an object with a buffer, got 'list'$"):
        c.buffer([1, 2], name="x")


# ------------------------------------------------------------------------- what the buffer protocol cannot express --
ML_NAMES = (
    "bfloat16 float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz "
    "float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn complex32 bcomplex32 int4 uint4 int2 uint2 int1 uint1"
).split()


def ml_dtype(name):
    if not hasattr(ml_dtypes, name):
        pytest.skip("this ml_dtypes has no %s" % name)
    return np.dtype(getattr(ml_dtypes, name))


def ml_bits(dtype):
    if "complex" in dtype.name:
        return 8 * dtype.itemsize
    info = ml_dtypes.iinfo if "int" in dtype.name else ml_dtypes.finfo
    return info(dtype).bits


@needs_ml_dtypes
@pytest.mark.parametrize("layout", ["C", "F", "sliced", "reversed", "read-only", "empty", "0-d", "one-column"])
@pytest.mark.parametrize("name", ML_NAMES)
def test_A10_B111_ml_dtypes(name, layout):
    dtype = ml_dtype(name)
    a = LAYOUTS[layout](np.arange(24, dtype=np.float32).reshape(4, 6).astype(dtype))
    v = c.view(a)
    assert v.dtype == name
    assert v.bits == ml_bits(dtype)
    assert v.padded == (ml_bits(dtype) < 8)
    assert v.itembits == 8 * dtype.itemsize
    assert v.protocol == "array-interface"
    assert v.readonly == (not a.flags.writeable)
    assert_same_array(v, a)
    assert v.tobytes() == a.tobytes()


@needs_ml_dtypes
@pytest.mark.parametrize("name", ML_NAMES)
def test_A10_ml_dtypes_owner(name):
    a = np.zeros(3, ml_dtype(name))
    gone = weakref.ref(a)
    with unchanged_refcounts(a):
        c.view(a).release()
    v = c.view(a)
    del a
    gc.collect()
    assert gone() is not None
    v.release()
    gc.collect()
    assert gone() is None


@needs_ml_dtypes
def test_A10_ml_dtypes_read_only():
    a = read_only(np.zeros(3, ml_dtypes.bfloat16))
    with unchanged_refcounts(a):
        with pytest.raises(ValueError, match="^w: expected a writable array"):
            c.view(a, flags=c.WRITE, name="w")


@needs_ml_dtypes
def test_A10_ml_dtypes_subclass():
    class Mine(np.ndarray):
        pass

    a = np.zeros((2, 3), ml_dtypes.float8_e5m2).view(Mine)
    assert c.view(a).dtype == "float8_e5m2"


@needs_ml_dtypes
@pytest.mark.parametrize("name, expected", [("float32", "void2"), ("float16", "float16"), (5, "void2"), ("x", "void2")])
def test_A18_name_has_to_fit(name, expected):
    """The dtype's name is believed only where its size is that of the typestr."""

    class Mine(np.ndarray):
        dtype = Holder(name=name)

    assert c.view(np.zeros(3, ml_dtypes.bfloat16).view(Mine)).dtype == expected


@needs_ml_dtypes
def test_A10_ml_dtypes_field():
    a = np.zeros(3, [("a", ml_dtypes.bfloat16), ("b", "<i4")])
    v = c.view(a)
    assert v.dtype == "struct6"
    assert v.shape == (3,) and v.strides == (1,)


@needs_ml_dtypes
def test_A18_two_bytes_are_never_guessed():
    """The same typestr '<V2' is bfloat16 with its dtype at hand, and opaque without it."""
    a = np.zeros(3, ml_dtypes.bfloat16)
    assert c.view(a).dtype == "bfloat16"
    assert c.view(a.view("V2")).dtype == "void2"


def test_A10_error_of_an_exporter_is_not_mistaken():
    """Only ndarrays have a second way; a failing check of one keeps its own words."""
    a = np.zeros((3, 4))
    with pytest.raises(ValueError, match=r"^x: expected an F-order contiguous array, got strides \(4, 1\)"):
        c.view(a, flags=c.F_CONTIGUOUS, name="x")
