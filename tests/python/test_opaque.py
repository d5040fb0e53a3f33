"""CUCORE_ALLOW_OPAQUE and cucore_py_view_bytes: elements without a dtype, and any array as bytes.

The oracles are NumPy's dtypes and tobytes, memoryview and ctypes.
"""

import array
import ctypes
import gc
import mmap
import sys

import cucore_test as c
import numpy as np
import pytest

from flags import FREE
from doubles import TRUST, Exporter, Holder, cai, unchanged_refcounts
from producers import IS_COPIED, SUBBYTE_PADDED, Producer

OPAQUE, OBJECTS = c.ALLOW_OPAQUE, None  # OBJECTS: no flag is enough
HERE, FOREIGN = ("<", ">") if sys.byteorder == "little" else (">", "<")
WORD = ctypes.sizeof(ctypes.c_void_p)


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


# --------------------------------------------------------------------------------------------- every dtype of NumPy --
FLEXIBLE = {"S": "S7", "U": "U5", "V": "V6", "M": "M8[us]", "m": "m8[3ns]"}
NUMBERS = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}


def numpy_dtypes():
    return [pytest.param(np.dtype(FLEXIBLE.get(letter, letter)).newbyteorder(order), id=f"{order}{letter}")
            for letter in np.typecodes["All"] + "c" for order in "<>"]


def numpy_array(dtype):
    """A strided array with bytes in it, and gaps: no two elements are alike."""
    if dtype.kind == "O":
        whole = np.array([object() for _ in range(24)], dtype=dtype).reshape(4, 6)
    else:
        memory = (np.arange(24 * dtype.itemsize) % 251).astype("u1")
        whole = memory.view(dtype).reshape(4, 6) if dtype.kind != "b" else (memory % 2).view(dtype).reshape(4, 6)
    return whole[::2, ::2]


def expected_name(dtype):
    """The name of a number that there is a dtype for, or None."""
    bits = 8 * dtype.itemsize
    if dtype.kind not in NUMBERS or not dtype.isnative or bits > (128 if dtype.kind == "c" else 64):
        return None
    return "bool" if dtype.kind == "b" else f"{NUMBERS[dtype.kind]}{bits}"


def flag_of(dtype):
    return OBJECTS if dtype.kind == "O" else OPAQUE


def refused(take, obj, flag):
    """Without the flag that it needs; Python objects always."""
    for flags in (0, OPAQUE) if flag is OBJECTS else (0,):
        with pytest.raises((TypeError, BufferError)):
            take(obj, flags=flags)
    return flag is OBJECTS


def check(view, a, host=True):
    dtype = a.dtype
    known = expected_name(dtype)
    assert view.dtype == (known or f"void{dtype.itemsize}")
    assert view.itemsize == dtype.itemsize and view.itembits == 8 * dtype.itemsize
    assert view.shape == a.shape and view.ptr == a.ctypes.data
    assert tuple(stride * dtype.itemsize for stride in view.strides) == a.strides
    assert view.byte_swapped == (not dtype.isnative)
    assert ("byte-swapped" in view.line) == (not dtype.isnative)
    if host:
        assert view.tobytes() == a.tobytes()


@pytest.mark.parametrize("dtype", numpy_dtypes())
@pytest.mark.parametrize("kind", ["strided", "0-d", "empty", "read-only"])
def test_every_dtype_of_numpy(dtype, kind):
    a = numpy_array(dtype)
    if kind == "0-d":
        a = a[1:2, 1].reshape(())
    elif kind == "empty":
        a = a[:0]
    elif kind == "read-only":
        a.flags.writeable = False
    known = expected_name(dtype)
    if not known and dtype.kind != "V" and refused(c.view, a, flag_of(dtype)):
        return
    view = c.view(a, flags=flag_of(dtype))
    if kind == "empty":
        assert view.shape == a.shape and view.itemsize == dtype.itemsize
    else:
        check(view, a)
    assert view.readonly == (kind == "read-only")
    if known:
        assert view.format is None and view.descr is None
        return
    try:
        format_ = memoryview(a).format
    except ValueError:  # no buffer has dates (A10), nor NumPy's a long double that is not aligned or of foreign order
        assert dtype.kind in "mM" or dtype.char in "gG"
        assert (view.protocol, view.format, view.descr) == ("array-interface", None, dtype.str)
    else:
        assert (view.protocol, view.format, view.descr) == ("buffer", format_, None)


@pytest.mark.parametrize("dtype", numpy_dtypes())
def test_every_dtype_by_array_interface(dtype):
    a = numpy_array(dtype)
    for obj in (a, Holder(__array_interface__=a.__array_interface__)):
        if dtype.kind == "O":
            assert refused(c.array_interface, obj, OBJECTS)
            continue
        view = c.array_interface(obj, flags=OPAQUE)
        check(view, a)
        typestr = a.__array_interface__["typestr"]
        assert view.descr == (None if expected_name(dtype) else
                              a.__array_interface__.get("descr") if dtype.kind == "V" else typestr)
        assert view.format is None


@pytest.mark.parametrize("dtype", numpy_dtypes())
def test_every_dtype_by_cuda_array_interface(dtype):
    a = numpy_array(dtype)
    entries = {key: a.__array_interface__[key] for key in ("shape", "strides", "typestr", "data")}
    obj = cai(**entries)
    if not expected_name(dtype) and dtype.kind != "V":
        for flags in (0, OPAQUE) if dtype.kind == "O" else (0,):
            with pytest.raises(TypeError):
                c.cai(obj, flags=TRUST | flags)
    if dtype.kind == "O":
        return
    view = c.cai(obj, flags=TRUST | flag_of(dtype))
    check(view, a, host=False)
    assert not view.host_accessible
    made = view.export("cai")
    assert made["typestr"] == (entries["typestr"] if dtype.kind != "V" else f"|V{dtype.itemsize}")


# -------------------------------------------------------------------------------------------------- ctypes and array --
class Union(ctypes.Union):
    _fields_ = [("i", ctypes.c_int), ("d", ctypes.c_double), ("c", ctypes.c_char * 12)]


class Packed(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("i", ctypes.c_char), ("d", ctypes.c_double)]


class Linked(ctypes.Structure):
    _fields_ = [("next", ctypes.c_void_p), ("value", ctypes.c_double)]


class Owner(ctypes.Structure):
    _fields_ = [("value", ctypes.c_double), ("object", ctypes.py_object)]


class Plain(ctypes.Structure):
    _fields_ = [("O", ctypes.c_int), ("P", ctypes.c_double)]  # names of fields are no types


class Big(ctypes.BigEndianStructure):
    _fields_ = [("i", ctypes.c_int32), ("d", ctypes.c_double)]


# element, flag that it needs (0: none), STRUCTURED or not, byte-swapped
CTYPES = [
    ("Union", Union, OPAQUE, False, False),
    ("packed", Packed, OPAQUE, False, False),
    ("struct", Plain, 0, True, False),
    ("big-struct", Big, 0, True, False),  # its fields tell
    ("struct-with-pointer", Linked, OPAQUE, True, False),
    ("struct-with-object", Owner, OBJECTS, True, False),
    ("object", ctypes.py_object, OBJECTS, False, False),
    ("void-pointer", ctypes.c_void_p, OPAQUE, False, False),
    ("char-pointer", ctypes.c_char_p, OPAQUE, False, False),
    ("wchar-pointer", ctypes.c_wchar_p, OPAQUE, False, False),
    ("pointer", ctypes.POINTER(ctypes.c_int), OPAQUE, False, False),
    ("function", ctypes.CFUNCTYPE(None), OPAQUE, False, False),
    ("wchar", ctypes.c_wchar, OPAQUE, False, False),
    ("long-double", ctypes.c_longdouble, OPAQUE, False, False),
    ("foreign-int", ctypes.c_int32.__ctype_be__ if HERE == "<" else ctypes.c_int32.__ctype_le__, OPAQUE, False, True),
    ("foreign-double", ctypes.c_double.__ctype_be__ if HERE == "<" else ctypes.c_double.__ctype_le__, OPAQUE, False, True),
    ("foreign-short", ctypes.c_uint16.__ctype_be__ if HERE == "<" else ctypes.c_uint16.__ctype_le__, OPAQUE, False, True),
]


@pytest.mark.parametrize(("element", "flag", "structured", "swapped"), rows(CTYPES))
def test_ctypes(element, flag, structured, swapped):
    values = (element * 5)()
    itemsize = ctypes.sizeof(element)
    if element is not ctypes.py_object and element is not Owner:
        ctypes.memmove(values, bytes(i % 251 for i in range(5 * itemsize)), 5 * itemsize)
    whole = bytes(memoryview(values).cast("B")) if memoryview(values).format == "B" and itemsize == 1 else \
        ctypes.string_at(ctypes.addressof(values), 5 * itemsize)
    if flag != 0 and not (element is Packed and memoryview(values).format != "B") and refused(c.view, values, flag):
        assert refused(c.view_bytes, values, flag)
        return
    for flags in (flag, OPAQUE):
        view = c.view(values, flags=flags)
        if element is not Packed:
            assert view.dtype == f"{'struct' if structured else 'void'}{itemsize}"
        assert (view.itemsize, view.shape, view.strides) == (itemsize, (5,), (1,))
        assert view.format == memoryview(values).format
        assert view.byte_swapped == swapped and view.tobytes() == whole
        sent = c.view_bytes(values, flags=flags)
        assert (sent.dtype, sent.shape, sent.tobytes()) == ("uint8", (5 * itemsize,), whole)
        assert sent.format is None and not sent.byte_swapped
        assert memoryview(view).format == view.format and bytes(memoryview(sent)) == whole


@pytest.mark.parametrize("letter", array.typecodes)
def test_array_array(letter):
    values = array.array(letter, "abc" if letter in "uw" else [1, 2, 3])
    text = letter in "uw"
    if text:
        with pytest.raises(TypeError):
            c.view(values)
    view = c.view(values, flags=OPAQUE)
    assert view.tobytes() == values.tobytes()
    assert (view.format, view.code == 254) == ((memoryview(values).format, True) if text else (None, False))
    assert c.view_bytes(values).tobytes() == values.tobytes()


# ------------------------------------------------------------------------------------------------------ the formats --
FORMATS = [  # A9: format, itemsize, flag, dtype, swapped
    ("long double", "g", 16, OPAQUE, "void16", False),
    ("complex long double", "Zg", 32, OPAQUE, "void32", False),
    ("complex long double of ctypes", "<G", 32, OPAQUE, "void32", False),
    ("foreign long double", FOREIGN + "g", 16, OPAQUE, "void16", True),
    ("foreign complex", FOREIGN + "Zd", 16, OPAQUE, "void16", True),
    ("foreign double", FOREIGN + "d", 8, OPAQUE, "void8", True),
    ("network order", "!d", 8, OPAQUE, "void8", HERE == "<") if HERE == "<" else ("native", "!d", 8, 0, "float64", False),
    ("foreign byte", FOREIGN + "b", 1, 0, "int8", False),
    ("foreign bool", FOREIGN + "?", 1, 0, "bool", False),
    ("text", "5w", 20, OPAQUE, "void20", False),
    ("foreign text", FOREIGN + "5w", 20, OPAQUE, "void20", True),
    ("bytes", "5s", 5, OPAQUE, "void5", False),
    ("foreign bytes", FOREIGN + "5s", 5, OPAQUE, "void5", False),
    ("Pascal", "5p", 5, OPAQUE, "void5", False),
    ("void", "5x", 5, 0, "void5", False),
    ("several", "3d", 24, OPAQUE, "void24", False),
    ("several foreign", FOREIGN + "3d", 24, OPAQUE, "void24", True),
    ("pair", "id", 16, OPAQUE, "void16", False),
    ("subarray", "(2,3)d", 48, OPAQUE, "void48", False),
    ("pointer", "P", WORD, OPAQUE, f"void{WORD}", False),
    ("foreign pointer", FOREIGN + "P", WORD, OPAQUE, f"void{WORD}", True),
    ("pointer to", "&<i", WORD, OPAQUE, f"void{WORD}", False),
    ("function", "X{}", WORD, OPAQUE, f"void{WORD}", False),
    ("bits", "t", 1, OPAQUE, "void1", False),
    ("half complex", "Ze", 4, 0, "complex32", False),
    ("foreign half complex", FOREIGN + "Ze", 4, OPAQUE, "void4", True),
    ("B of more", "B", 12, OPAQUE, "void12", False),
    ("no format, more", None, 12, OPAQUE, "void12", False),
    ("<B of more", "<B", 12, OPAQUE, "void12", False),
    ("object", "O", WORD, OBJECTS, f"void{WORD}", False),
    ("objects", "2O", 2 * WORD, OBJECTS, f"void{2 * WORD}", False),
    ("pointer to object", "&O", WORD, OBJECTS, f"void{WORD}", False),
    ("struct", "T{i:O:P:P:}", 12, OPAQUE, "struct12", False),
    ("struct of names", "T{i:O:i:P:}", 8, 0, "struct8", False),
    ("struct with object", "T{i:a:O:b:}", 16, OBJECTS, "struct16", False),
    ("nested", "T{T{P:p:}:q:}", WORD, OPAQUE, f"struct{WORD}", False),
    ("foreign struct", FOREIGN + "T{P:p:}", WORD, OPAQUE, f"struct{WORD}", False),
]


@pytest.mark.parametrize(("format_", "itemsize", "flag", "dtype", "swapped"), rows(FORMATS))
def test_formats(format_, itemsize, flag, dtype, swapped):
    exporter = Exporter(format=format_ and format_.encode(), itemsize=itemsize, shape=(2,))
    if flag != 0 and refused(c.view, exporter, flag):
        return
    view = c.view(exporter, flags=flag)
    assert (view.dtype, view.byte_swapped, view.itemsize, view.shape) == (dtype, swapped, itemsize, (2,))
    assert view.format == (format_ if view.code >= 254 else None)
    assert view.aligned or view.code < 254


BAD_FORMATS = [
    ("of another size", "d", 4, "disagree"),
    ("foreign of another size", FOREIGN + "d", 4, "disagree"),
    ("void of another size", "5x", 6, "disagree"),
    ("nothing", "", 4, "names no element"),
    ("only a prefix", ">", 4, "names no element"),
    ("open struct", "T{P:p:", 8, "not complete"),
    ("open name", "T{P:p}", 8, "not complete"),
    ("behind a struct", "T{P:p:}i", 12, "something behind"),
    ("itemsize 0", "P", 0, "itemsize is 0"),
    ("H of more", "H", 12, "disagree"),
]


@pytest.mark.parametrize(("format_", "itemsize", "message"), rows(BAD_FORMATS))
def test_formats_that_are_none(format_, itemsize, message):
    with pytest.raises(BufferError, match=message):
        c.view(Exporter(format=format_.encode(), itemsize=itemsize, shape=(2,)), flags=OPAQUE)


# ---------------------------------------------------------------------------------------------------- the typestrs --
TYPESTRS = [  # typestr, flag, dtype, swapped
    ("date", HERE + "M8[s]", OPAQUE, "void8", False),
    ("foreign date", FOREIGN + "M8[25us]", OPAQUE, "void8", True),
    ("span", HERE + "m8[ns]", OPAQUE, "void8", False),
    ("date without a unit", HERE + "M8", OPAQUE, "void8", False),
    ("text", HERE + "U5", OPAQUE, "void20", False),
    ("foreign text", FOREIGN + "U5", OPAQUE, "void20", True),
    ("bytes", "|S5", OPAQUE, "void5", False),
    ("foreign bytes", FOREIGN + "S5", OPAQUE, "void5", False),
    ("object", "|O", OBJECTS, f"void{WORD}", False),
    ("object with a size", f"|O{WORD}", OBJECTS, f"void{WORD}", False),
    ("void", "|V5", 0, "void5", False),
    ("foreign void", FOREIGN + "V5", 0, "void5", False),
    ("bits", "|t16", OPAQUE, "void2", False),
    ("long double", HERE + "f16", OPAQUE, "void16", False),
    ("long double of 12", HERE + "f12", OPAQUE, "void12", False),
    ("long double by letter", HERE + "g16", OPAQUE, "void16", False),
    ("foreign long double by letter", FOREIGN + "g16", OPAQUE, "void16", True),
    ("complex long double", HERE + "c32", OPAQUE, "void32", False),
    ("half complex", HERE + "c4", OPAQUE, "void4", False),
    ("some float8", "|f1", OPAQUE, "void1", False),
    ("foreign float8", FOREIGN + "f1", OPAQUE, "void1", False),
    ("int128", HERE + "i16", OPAQUE, "void16", False),
    ("wide bool", HERE + "b4", OPAQUE, "void4", False),
    ("foreign float", FOREIGN + "f4", OPAQUE, "void4", True),
    ("foreign complex", FOREIGN + "c16", OPAQUE, "void16", True),
    ("foreign byte", FOREIGN + "u1", 0, "uint8", False),
]
BAD_TYPESTRS = [
    ("no size", "<U", "does not begin"), ("size 0", "<U0", "has no valid size"), ("text of any length", "|T16", "got text"),
    ("bits of no bytes", "|t12", "no whole bytes"), ("long", "<U2000000000", "impossible size"),
    ("junk", "<M8[s", "behind its size"), ("no order", "M8", "does not begin"), ("huge", "|S4294967296", "has no valid size"),
]


@pytest.mark.parametrize("protocol", ["array_interface", "cai"])
@pytest.mark.parametrize(("typestr", "flag", "dtype", "swapped"), rows(TYPESTRS))
def test_typestrs(protocol, typestr, flag, dtype, swapped):
    memory = np.zeros(256, "u1")
    entries = {"shape": (2, 2), "typestr": typestr, "data": (memory.ctypes.data, False), "version": 3, "keep": memory}
    obj = Holder(__array_interface__=entries) if protocol == "array_interface" else cai(**entries)
    take = getattr(c, protocol)
    for flags in (0, OPAQUE) if flag is OBJECTS else (0,) if flag else ():
        with pytest.raises(TypeError):
            take(obj, flags=TRUST | flags)
    if flag is OBJECTS:
        return
    view = take(obj, flags=TRUST | flag)
    assert (view.dtype, view.byte_swapped, view.strides) == (dtype, swapped, (2, 1))
    assert view.descr == (typestr if flag else None)
    assert view.export(protocol)["typestr"] == (typestr if flag else view.export(protocol)["typestr"])
    with unchanged_refcounts(typestr):
        take(obj, flags=TRUST | flag).release()


@pytest.mark.parametrize(("typestr", "message"), rows(BAD_TYPESTRS))
def test_typestrs_that_are_none(typestr, message):
    entries = {"shape": (2,), "typestr": typestr, "data": (4096, False), "version": 3}
    with pytest.raises((TypeError, BufferError), match=message):
        c.array_interface(Holder(__array_interface__=entries), flags=OPAQUE)


@pytest.mark.parametrize(("dtype", "flag"), [
    (np.dtype([("a", "<i4"), ("b", "O")]), OBJECTS), (np.dtype([("a", "<M8[s]"), ("b", "U3")]), 0),
    (np.dtype([("a", FOREIGN + "f8"), ("b", "<f4", (2,))]), 0)], ids=["object", "date", "foreign"])
def test_fields_by_array_interface(dtype, flag):
    a = np.zeros(3, dtype)
    if flag is OBJECTS:
        with pytest.raises(TypeError, match="got a structured dtype of 12 bytes with Python objects"):
            c.array_interface(a, flags=OPAQUE)
        return
    view = c.array_interface(a, flags=flag)
    assert view.dtype == f"struct{dtype.itemsize}" and view.descr == dtype.descr and not view.byte_swapped


def test_not_void_is_not_reinterpreted():
    """reinterpret is for void elements (rules 4.4)."""
    a = np.zeros(3, "m8[s]")
    assert c.view(a, flags=OPAQUE, dtype="float64").dtype == "void8"
    assert c.array_interface(np.zeros(3, "V8"), flags=OPAQUE, dtype="float64").dtype == "float64"


# ------------------------------------------------------------------- what is opaque is never taken for a number --
SWAPPED = [("by buffer", "view"), ("by interface", "array_interface")]
swapped_views = pytest.mark.parametrize("take", [take for _, take in SWAPPED], ids=[name for name, _ in SWAPPED])


@swapped_views
@pytest.mark.parametrize("name", ["float64", "int64", "uint64", "complex64", "float32 float64"])
def test_dtypes_refuse_foreign_order(take, name):
    with pytest.raises(TypeError, match=f"x: expected dtype {name.replace(' ', ' or ')}, got void \\('.V8'\\) of foreign byte order"):
        getattr(c, take)(np.zeros(3, FOREIGN + "f8"), flags=OPAQUE, dtypes=name, name="x")
    view = getattr(c, take)(np.zeros(3, FOREIGN + "f8"), flags=OPAQUE)
    with pytest.raises(TypeError, match=r"void \('.V8'\) of foreign byte order"):
        view.act("check", 0, name)


@swapped_views
def test_dlpack_refuses_foreign_order(take):
    view = getattr(c, take)(np.zeros(3, FOREIGN + "f8"), flags=OPAQUE)
    for attempt in (lambda: view.__dlpack__(max_version=(1, 1)), lambda: view.export("legacy"),
                    lambda: view.export("versioned")):
        with pytest.raises(BufferError, match="void8"):
            attempt()


def opaque_view(typestr, take="view"):
    return getattr(c, take)(np.zeros(4, typestr), flags=OPAQUE)


COPIES = [  # dst, src, error
    ("both foreign", FOREIGN + "f8", FOREIGN + "f8", None),
    ("foreign to native", "f8", FOREIGN + "f8", "a copy does not swap bytes"),
    ("native to foreign", FOREIGN + "f8", "f8", "a copy does not swap bytes"),
    ("foreign to void", "V8", FOREIGN + "f8", "a copy does not swap bytes"),
    ("foreign to another", FOREIGN + "f8", FOREIGN + "i8", "a copy does not convert"),
    ("foreign dates", FOREIGN + "M8[s]", FOREIGN + "M8[s]", None),
    ("native to foreign dates", FOREIGN + "M8[s]", HERE + "M8[s]", "a copy does not swap bytes"),
    ("long double", "g", "g", None),
    ("long double to text", "U4", "g", "a copy does not convert"),
    ("text to void", "V20", "U5", None),
    ("void to text", "U5", "V20", None),
    ("text to bytes", "S20", "U5", "a copy does not convert"),
]


@pytest.mark.parametrize(("dst", "src", "error"), rows(COPIES))
def test_copies(dst, src, error):
    to = np.zeros(4, dst)
    source = np.frombuffer(bytes(range(4 * to.itemsize)), src)
    dst_view, src_view = c.view(to, flags=OPAQUE), c.view(source, flags=OPAQUE)
    if error:
        with pytest.raises(TypeError, match=error):
            dst_view.act("copy", 0, None, src_view)
        assert to.tobytes() == bytes(to.nbytes)
    else:
        dst_view.act("copy", 0, None, src_view)
        assert to.tobytes() == source.tobytes()


@swapped_views
def test_a_part_stays_swapped_and_a_dtype_of_the_callers_does_not(take):
    view = getattr(c, take)(np.zeros(4, FOREIGN + "f8"), flags=OPAQUE)
    assert view.act("slice")[2] is True
    assert view.act("as")[2] is False and "uint64" in view.act("as")[1]


VALUES = {"b": [1, 0, 1], "i": [1, -2, 300], "u": [1, 2, 300], "f": [1.5, -2, 300], "c": [1.5 - 2j, 3j, 4], "M": [1, 2, 3],
          "m": [1, 2, 3], "U": ["a", "xyz", ""], "S": [b"a", b"xyz", b""]}


@pytest.mark.parametrize("take", ["view", "array_interface"])
@pytest.mark.parametrize("dtype", ["i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "g", "G", "M8[s]", "m8[ms]",
                                   "U3", "S3"])
@pytest.mark.parametrize("order", "<>")
def test_exports_keep_the_byte_order_or_refuse(take, dtype, order):
    """What NumPy makes of the export has the same values, or void elements, or there is none."""
    dtype = np.dtype(dtype).newbyteorder(order)
    a = np.array(VALUES[dtype.kind]).astype(dtype)
    view = getattr(c, take)(a, flags=OPAQUE)
    swapped = not dtype.isnative

    def same(b):
        if b.dtype.kind == "V" and not swapped:
            assert b.tobytes() == a.tobytes()
        else:
            assert b.dtype == dtype and (b == a).all()

    number = dtype.kind in "iufc" and dtype.char not in "gG"
    try:
        same(np.asarray(memoryview(view)))
    except BufferError as error:
        assert swapped and not number and "foreign byte order" in str(error) and view.format is None
    try:
        same(np.asarray(Holder(__array_interface__=view.export("array_interface"), keep=view)))
    except AttributeError as error:
        assert swapped and not number and "no typestr" in str(error) and view.descr is None
    if number:
        memoryview(view), view.export("array_interface")
    if swapped:
        sent = c.view_bytes(a)
        assert not sent.byte_swapped and sent.tobytes() == a.tobytes()


# -------------------------------------------------------------------------------------------------------- the bytes --
@pytest.mark.parametrize("dtype", numpy_dtypes())
@pytest.mark.parametrize("shape", [(), (1,), (5,), (2, 3), (2, 1, 3), (0, 3), (1, 1)], ids=str)
@pytest.mark.parametrize("order", "CF")
def test_bytes_of_every_dtype(dtype, shape, order):
    a = np.empty(shape, dtype, order=order)
    if dtype.kind != "O":
        count = a.nbytes
        np.ndarray(count, "u1", a)[...] = [i % (2 if dtype.kind == "b" else 251) for i in range(count)]
    if dtype.kind == "O":
        for flags in (0, OPAQUE):
            with pytest.raises(TypeError, match="object"):
                c.view_bytes(a, flags=flags)
        with pytest.raises(TypeError, match="object"):
            c.bytes_of_anything(a)
        return
    view = c.view_bytes(a)
    assert (view.dtype, view.shape, view.strides) == ("uint8", (a.nbytes,), (1,))
    assert (view.itemsize, view.itembits, view.lanes, view.bits) == (1, 8, 1, 8)
    assert view.tobytes() == a.tobytes("A") and (view.ptr == a.ctypes.data or not a.nbytes)
    assert view.format is None and view.descr is None and not view.byte_swapped and not view.padded
    assert not view.readonly and view.aligned
    assert c.bytes_of_anything(a).tobytes() == a.tobytes("A")


NOT_CONTIGUOUS = [("every other", (slice(None, None, 2), slice(None))), ("columns", (slice(None), slice(0, 2))),
                  ("reversed", (slice(None, None, -1), slice(None)))]


@pytest.mark.parametrize("index", [index for _, index in NOT_CONTIGUOUS], ids=[name for name, _ in NOT_CONTIGUOUS])
@pytest.mark.parametrize("dtype", ["f4", FOREIGN + "f8", "M8[s]", "U2", "g"])
def test_bytes_need_an_order(index, dtype):
    a = np.zeros((4, 6), dtype)[index]
    with pytest.raises(ValueError, match="x: expected a contiguous array, got strides"):
        c.view_bytes(a, name="x")
    assert c.view_bytes(a[:1, :1]).shape == (a.itemsize,)  # strides of extents 1 mean nothing
    assert c.view_bytes(a[:0]).shape == (0,)
    with pytest.raises(ValueError, match="contiguous"):
        c.view_bytes(np.broadcast_to(np.zeros(1, dtype), (3,)))


def test_bytes_of_the_order_wanted():
    f = np.zeros((2, 3), FOREIGN + "f8", order="F")
    with pytest.raises(ValueError, match="C-order"):
        c.view_bytes(f, flags=c.C_CONTIGUOUS)
    c.view_bytes(f, flags=c.F_CONTIGUOUS)


def test_what_is_asked_is_asked_of_the_array():
    a = np.zeros((2, 3), "f4")
    assert c.view_bytes(a, dtypes="float32 float64", shape="n, 3").shape == (24,)
    with pytest.raises(TypeError, match="expected dtype uint8, got float32"):
        c.view_bytes(a, dtypes="uint8")
    with pytest.raises(ValueError, match="shape"):
        c.view_bytes(a, shape="24")
    with pytest.raises(TypeError, match="got void \\('.V8'\\) of foreign byte order"):
        c.view_bytes(np.zeros(3, FOREIGN + "f8"), dtypes="float64")
    with pytest.raises(TypeError, match=r"got void \('.V8'\)"):
        c.view_bytes(np.zeros(3, "M8[s]"), dtypes="int64")


def test_flags_count_for_bytes():
    a = np.zeros(3, "M8[s]")
    a.flags.writeable = False
    assert c.view_bytes(a).readonly
    with pytest.raises(ValueError, match="read-only"):
        c.view_bytes(a, flags=c.WRITE)
    with pytest.raises(ValueError, match="CUDA"):
        c.view_bytes(a, flags=c.DEVICE_ACCESSIBLE)
    with pytest.raises(ValueError, match="flags"):
        c.view_bytes(a, flags=FREE[0])
    with pytest.raises(ValueError, match="cannot include dtype"):  # NumPy's own
        c.view_bytes(a, flags=c.BY_PEP3118)
    assert c.view_bytes(a, flags=c.BY_ARRAY_INTERFACE).protocol == "array-interface"
    copied = Producer(versioned=True, flags=IS_COPIED)
    assert c.view_bytes(copied).copied
    with pytest.raises(BufferError):
        c.view_bytes(copied, flags=c.NEVER_COPY)
    view = c.view_bytes(None, flags=c.OPTIONAL)
    assert view.protocol == "none" and view.lanes == 0
    with pytest.raises(TypeError, match="expected an array"):
        c.view_bytes(None)


@pytest.mark.parametrize(("fields", "count"), [
    (dict(dtype=(0, 4, 1), shape=(5,)), 3),                      # packed: whole bytes of them all
    (dict(dtype=(0, 4, 1), shape=(2, 4)), 4),
    (dict(dtype=(0, 4, 1), shape=(5,), flags=SUBBYTE_PADDED), 5),
    (dict(dtype=(1, 1, 1), shape=(17,)), 3),
    (dict(dtype=(0, 4, 1), shape=()), 1),
    (dict(dtype=(2, 32, 4), shape=(3,)), 48),                    # vectors
    (dict(dtype=(4, 16, 1), shape=(3,)), 6),                     # bfloat16
    (dict(dtype=(17, 4, 2), shape=(3,)), 3),
    (dict(dtype=(2, 64, 1), shape=(3,), byte_offset=3), 24),     # unaligned
    (dict(dtype=(2, 64, 1), shape=(2, 0)), 0),
    (dict(dtype=(2, 64, 1), shape=(2, 3), strides=(1, 2)), 48),
], ids=str)
@pytest.mark.parametrize("versioned", [False, True])
def test_bytes_of_tensors(fields, count, versioned):
    if not versioned and fields.get("flags"):
        pytest.skip("legacy tensors have no flags")
    one = Producer(versioned=versioned, **fields)
    view = c.view_bytes(one)
    assert (view.dtype, view.shape, view.itembits, view.padded) == ("uint8", (count,), 8, False)
    assert view.tobytes() == bytes(one.tensor.memory)[fields.get("byte_offset", 0):][:count]
    assert view.readonly == (not versioned)
    view.release()
    assert len(one.tensor.deleted) == 1


@pytest.mark.parametrize("make", [lambda: b"abc", lambda: bytearray(b"abc"), lambda: memoryview(b"abc"), lambda: mmap.mmap(-1, 64),
                                  lambda: (ctypes.c_char * 4)()], ids=["bytes", "bytearray", "memoryview", "mmap", "ctypes"])
def test_bytes_of_bytes(make):
    obj = make()
    assert c.view_bytes(obj).tobytes() == bytes(obj)


def test_bytes_hold_what_they_are_of():
    a = bytearray(b"abcdef")
    view = c.view_bytes(a)
    with pytest.raises(BufferError):
        a.append(1)
    view.release()
    a.append(1)
    d = np.zeros(3, "M8[s]")
    with unchanged_refcounts(d):
        for _ in range(3):
            c.view_bytes(d).release()
    dict_ = dict(np.zeros(3, [("a", "i4"), ("b", "f8")]).__array_interface__)
    with unchanged_refcounts(dict_["descr"]):
        c.view_bytes(Holder(__array_interface__=dict_), flags=c.BY_ARRAY_INTERFACE).release()
    gc.collect()


def test_bytes_of_no_array():
    for obj in (1, "text", [1, 2], object()):
        with pytest.raises(TypeError, match="expected an array"):
            c.view_bytes(obj)


def test_bytes_of_what_is_made_to_fit():
    """What is read may be copied; what is written would have to be copied back as elements."""
    a = np.arange(6.0).reshape(2, 3).T
    assert c.view_bytes(a, flags=c.MAKE_C_CONTIGUOUS).tobytes() == np.ascontiguousarray(a).tobytes()
    for wish in (c.MAKE_C_CONTIGUOUS, c.MAKE_F_CONTIGUOUS, c.MAKE_ALIGNED, c.CAST):
        with pytest.raises(ValueError, match="x: bytes are not copied back as elements"):
            c.view_bytes(a, flags=wish | c.WRITE, name="x")
