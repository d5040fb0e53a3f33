"""Export: capsules, __dlpack__, interfaces, buffers and the exchange table of an array type of our own (P1 to P17).

What is expected comes from dlpack.h, from PEP 3118 or from NumPy, JAX and tvm-ffi, which take what was exported.
"""
import binascii
import copy
import ctypes
import gc
import hashlib
import inspect
import itertools
import pickle
import re
import sys
import threading
import types
import warnings
import weakref
import zlib

import pytest

from doubles import SANITIZED, resident
from producers import OMITTED, name_of
from test_dlpack import run_python, rows

np = pytest.importorskip("numpy")
ex = pytest.importorskip("export_test")

CPU, CUDA, PINNED, MANAGED = (1, 0), (2, 0), (3, 0), (13, 0)
READ_ONLY, COPIED, PADDED = 1, 2, 4
LEGACY_READONLY = 1
V1 = {"max_version": (1, 0)}
NUMPY_ASKS = np.lib.NumpyVersion(np.__version__) >= "2.1.0"
numpy_that_asks = pytest.mark.skipif(
    not NUMPY_ASKS, reason="NumPy 2.0 asks for neither version nor copy, and takes everything as read-only")


class Owner:
    """Memory that tells how many still refer to it."""

    def __init__(self, array):
        self.array = array


def export(array, dtype=None, strides=None, **more):
    """An exporter of a NumPy array's memory, which it keeps."""
    itemsize = array.itemsize
    return ex.Array(array.ctypes.data, dtype or array.dtype.name, array.shape,
                    tuple(s // itemsize for s in array.strides) if strides is None else strides,
                    owner=Owner(array), readonly=not array.flags.writeable, **more)


def device(shape=(2, 3), dtype="float32", address=0x7F0000001000, **more):
    """Says that it is device memory; nobody looks there."""
    return ex.Array(address, dtype, shape, device=more.pop("device", CUDA), **more)


# ------------------------------------------------------------------------------------------------ the tensor's fields --
ARRAYS = rows(
    ("C", lambda: np.arange(12, dtype="f4").reshape(3, 4)),
    ("F", lambda: np.asfortranarray(np.arange(12, dtype="f8").reshape(3, 4))),
    ("0-d", lambda: np.array(5, dtype="i2")),
    ("reversed-B05", lambda: np.arange(10, dtype="i8")[::-1]),
    ("sliced", lambda: np.arange(40, dtype="c8").reshape(5, 8)[1:, ::3]),
    ("broadcast", lambda: np.broadcast_to(np.arange(3, dtype="u2"), (4, 3))),
    ("size-1-B80", lambda: np.lib.stride_tricks.as_strided(np.zeros(9, "f4"), (3, 1, 2), (8, 999 * 4, 4))),
    ("bool-B69", lambda: np.array([True, False])),
    ("complex128", lambda: np.array([1 + 2j])),
    ("64-d", lambda: np.zeros((1,) * 64, "u1")),
)


@pytest.mark.parametrize("versioned", [0, 1], ids=["legacy", "versioned"])
@pytest.mark.parametrize("make", ARRAYS)
def test_P8_B10_B80_fields_of_the_tensor(make, versioned):
    """B10: strides always; B80: as they are; B05: signed; B02, B79: byte_offset 0, the pointer already moved."""
    a = make()
    flags = LEGACY_READONLY if not a.flags.writeable else 0
    f = ex.fields(export(a).capsule(versioned, flags))
    code = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}[a.dtype.kind]
    assert f["data"] == a.ctypes.data and f["byte_offset"] == 0
    assert f["device"] == CPU and f["ndim"] == a.ndim and f["shape"] == a.shape
    assert f["strides"] == tuple(s // a.itemsize for s in a.strides)
    assert f["dtype"] == (code, 8 * a.itemsize, 1)
    assert f["version"] == ((1, 3) if versioned else (0, 0))
    assert f["flags"] == (READ_ONLY if versioned and not a.flags.writeable else 0)


@pytest.mark.parametrize("versioned", [0, 1])
@pytest.mark.parametrize("shape, strides", [((0,), (1,)), ((2, 0, 3), (3, 3, 1)), ((0, 4), (4, 1)),
                                            ((1 << 40, 1 << 40, 0), (1 << 40, 1, 1))])
def test_P8_B18_empty_arrays_have_no_pointer(shape, strides, versioned):
    x = ex.Array(0x1000, "float32", shape, (0,) * len(shape))
    f = ex.fields(x.capsule(versioned))
    assert (f["data"], f["shape"], f["strides"]) == (0, shape, strides)
    assert x.__array_interface__["shape"] == shape
    assert device(shape).__cuda_array_interface__["data"] == (0, False)


@pytest.mark.parametrize("name, itemsize", [("bfloat16", 2), ("float8_e4m3fn", 1), ("float8_e5m2", 1)])
def test_P7_dtypes_that_only_dlpack_has(name, itemsize):
    x = ex.Array(0x1000, name, (4,))
    assert ex.fields(x.capsule(1))["dtype"][1:] == (8 * itemsize, 1)
    with pytest.raises(BufferError, match=name):
        memoryview(x)
    with pytest.raises(AttributeError, match=name):
        x.__array_interface__


def test_P15_B50_no_interface_for_bfloat16():
    assert not hasattr(device(dtype="bfloat16"), "__cuda_array_interface__")
    assert not hasattr(device(dtype="float8_e5m2"), "__cuda_array_interface__")


@pytest.mark.parametrize("padded", [False, True])
def test_P9_A17_sub_byte_elements(padded):
    x = ex.Array(0x1000, "int4", (8,), padded=padded)
    f = ex.fields(x.__dlpack__(**V1))
    assert f["dtype"] == (0, 4, 1) and f["flags"] == (PADDED if padded else 0)
    if padded:
        with pytest.raises(BufferError, match="int4 stand in a byte each"):
            x.__dlpack__()
    else:
        assert ex.fields(x.__dlpack__())["strides"] == (1,)


def test_P7_packed_rows_that_start_inside_a_byte():
    with pytest.raises(BufferError, match="start on a byte"):
        ex.Array(0x1000, "int4", (3, 3), (5, 1)).capsule(1)


@pytest.mark.parametrize("dtype, versioned, flags, error", [
    ("void12", 1, 0, (BufferError, "void12")), ("struct8", 0, 0, (BufferError, "struct8")),
    ("float32", 1, 8, (ValueError, "cucore_py_export_capsule_move: flags have unknown bits: 0x8")),
    ("float32", 0, 1 << 63, (ValueError, "unknown bits: 0x8000000000000000"))],
    ids=["opaque", "structured", "unknown-flag", "last-flag"])
def test_a_view_is_consumed_by_a_move_that_fails(dtype, versioned, flags, error):
    owner = Owner(np.zeros(8, "f8"))
    before = sys.getrefcount(owner)
    x = ex.Array(owner.array.ctypes.data, dtype, (2,), owner=owner)
    with pytest.raises(error[0], match=error[1]):
        x.capsule_move(versioned, flags)
    assert x.is_released and sys.getrefcount(owner) == before
    y = ex.Array(owner.array.ctypes.data, dtype, (2,), owner=owner)
    with pytest.raises(error[0], match=error[1].replace("_move", "")):
        y.capsule(versioned, flags)
    assert not y.is_released


def test_P8_lanes_are_kept():
    assert ex.fields(ex.Array(0x1000, "float32", (3,), lanes=4).capsule(1))["dtype"] == (2, 32, 4)


@pytest.mark.parametrize("dtype", ["void12", "struct8"])
@pytest.mark.parametrize("call", [lambda x: x.__dlpack__(), lambda x: x.__dlpack__(**V1), lambda x: x.capsule(1),
                                  lambda x: ex.table("Array", "export", x)])
def test_P7_B09_B64_what_dlpack_cannot_say(dtype, call):
    """B64: BufferError; B09: and the owner is as it was."""
    owner = Owner(np.zeros(8, "f8"))
    x = ex.Array(owner.array.ctypes.data, dtype, (2,), owner=owner)
    before = sys.getrefcount(owner), sys.getrefcount(x)
    for _ in range(10):
        with pytest.raises(BufferError, match=dtype):
            call(x)
    gc.collect()
    assert (sys.getrefcount(owner), sys.getrefcount(x)) == before
    assert not x.is_released


# --------------------------------------------------------------------------------------------------------- __dlpack__ --
SPOILED = rows(("ndim", "ndim", 2**20, "ndim is 1048576"), ("itemsize", "itemsize", 8, "dtype float32 has 4 bytes, the layout has elements of 8"),
               ("extent", "shape", -1, "shape[0] is -1"), ("size", "shape", 2**62, "not fit 64 bits"), ("NULL", "ptr", 0, "pointer is NULL"))


@pytest.mark.parametrize("field, value, words", SPOILED)
@pytest.mark.parametrize("call, consumes", rows(
    ("__dlpack__", lambda x: x.__dlpack__(), False), ("__dlpack__, versioned", lambda x: x.__dlpack__(**V1), False),
    ("__dlpack__, copy", lambda x: x.__dlpack__(copy=True), False), ("capsule", lambda x: x.capsule(1), False),
    ("capsule_move", lambda x: x.capsule_move(1), True), ("__array__", lambda x: x.__array__(), False),
    ("__array_interface__", lambda x: x.__array_interface__, False), ("buffer", memoryview, False),
    ("empty_like", lambda x: x.empty_like(), False), ("move_to_buffer", lambda x: x.move_to_buffer(), True),
    ("return", lambda x: x.give(np), True), ("return, cucore.Array", lambda x: x.give(None), True)))
def test_a_view_that_is_not_sound_is_refused(call, consumes, field, value, words):
    """Nothing of the elements is looked at, and what the view owns is given back where it is consumed."""
    x = ex.allocate(CPU, "float32", (2, 3))
    x.spoil(field, value)
    with pytest.raises((ValueError, OverflowError, BufferError, AttributeError), match=re.escape(words)):
        call(x)
    assert x.is_released == consumes


@pytest.mark.parametrize("version, name, written", [
    (None, b"dltensor", (0, 0)), ((0, 8), b"dltensor", (0, 0)), ((1, 0), b"dltensor_versioned", (1, 3)),
    ((1, 99), b"dltensor_versioned", (1, 3)), ((2, 0), b"dltensor_versioned", (1, 3))])
def test_P3_versions(version, name, written):
    capsule = export(np.zeros(3)).__dlpack__(max_version=version)
    assert name_of(capsule) == name
    assert ex.fields(capsule)["version"] == written


@numpy_that_asks
def test_P4_B23_B24_read_only():
    a = np.zeros(3)
    a.flags.writeable = False
    x = export(a)
    with pytest.raises(BufferError, match="read-only"):
        x.__dlpack__()
    assert ex.fields(x.__dlpack__(**V1))["flags"] == READ_ONLY
    assert not np.from_dlpack(x).flags.writeable
    assert name_of(x.capsule(0, LEGACY_READONLY)) == b"dltensor"


@pytest.mark.parametrize("keywords, error, words", rows(
    ("P2-unknown", {"foo": 1}, TypeError, "unexpected keyword argument 'foo'"),
    ("P2-unknown-none", {"foo": None}, TypeError, "unexpected keyword argument 'foo'"),
    ("version-type", {"max_version": 1}, TypeError, "max_version"),
    ("version-length", {"max_version": (1,)}, TypeError, "max_version"),
    ("version-items", {"max_version": ("1", 0)}, TypeError, "max_version"),
    ("version-list", {"max_version": [1, 0]}, TypeError, "max_version"),
    ("copy-text", {"copy": "no"}, ValueError, "copy must be None, True or False, not 'no'"),
    ("device-type", {"dl_device": "cpu"}, TypeError, "dl_device"),
    ("P7-other-device", {"dl_device": (2, 0)}, BufferError, "(1, 0) and cannot be moved to (2, 0)"),
    ("P7-other-cpu", {"dl_device": (1, 1)}, BufferError, "(1, 1)"),
    ("P5-stream-on-cpu", {"stream": 1}, ValueError, "stream must be None for data on the CPU, not 1"),
    ("P5-minus-one-on-cpu", {"stream": -1}, ValueError, "not -1"),
    ("stream-type", {"stream": "x"}, ValueError, "stream"),
    ("version-too-large", {"max_version": (1 << 70, 0)}, OverflowError, "max_version"),
    ("device-too-large", {"dl_device": (1, 1 << 40)}, OverflowError, "dl_device"),
))
def test_P2_P5_P7_arguments_on_the_cpu(keywords, error, words):
    a = np.zeros(3)
    x = export(a)
    before = sys.getrefcount(x)
    with pytest.raises(error) as caught:
        x.__dlpack__(**keywords)
    assert words in str(caught.value)
    assert sys.getrefcount(x) == before


# What NumPy's own method does with the same arguments is what ours does: the class of the error, or a capsule of that name.
INT, LARGE = np.int32, 1 << 70
ASKED = [
    ("nothing", {}), ("None", dict(stream=None, max_version=None, dl_device=None, copy=None)), ("unknown", dict(foo=1)),
    ("unknown-None", dict(foo=None)),
    ("stream-1", dict(stream=1)), ("stream-minus-1", dict(stream=-1)), ("stream-0", dict(stream=0)), ("stream-text", dict(stream="x")),
    ("stream-bool", dict(stream=True)), ("stream-numpy", dict(stream=INT(1))), ("stream-large", dict(stream=LARGE)),
    ("version-1.0", dict(max_version=(1, 0))), ("version-0.8", dict(max_version=(0, 8))), ("version-2", dict(max_version=(2, 5))),
    ("version-negative", dict(max_version=(-1, 0))), ("version-numpy", dict(max_version=(INT(1), np.int64(0)))),
    ("version-bool", dict(max_version=(True, False))), ("version-int", dict(max_version=1)), ("version-short", dict(max_version=(1,))),
    ("version-long", dict(max_version=(1, 0, 0))), ("version-list", dict(max_version=[1, 0])),
    ("version-text", dict(max_version=("1", 0))), ("version-float", dict(max_version=(1.0, 0))),
    ("version-large", dict(max_version=(LARGE, 0))), ("version-minor-text", dict(max_version=(1, "x"))),
    ("copy-True", dict(copy=True)), ("copy-False", dict(copy=False)), ("copy-numpy-True", dict(copy=np.True_)),
    ("copy-numpy-False", dict(copy=np.False_)), ("copy-1", dict(copy=1)), ("copy-0", dict(copy=0)), ("copy-2", dict(copy=2)),
    ("copy-numpy-1", dict(copy=np.int64(1))), ("copy-list", dict(copy=[])), ("copy-text", dict(copy="x")),
    ("copy-empty-text", dict(copy="")), ("copy-ambiguous", dict(copy=np.zeros(2))),
    ("device-own", dict(dl_device=CPU)), ("device-numpy", dict(dl_device=(INT(1), np.uint8(0)))),
    ("device-bool", dict(dl_device=(True, False))), ("device-cuda", dict(dl_device=(2, 0))), ("device-other-cpu", dict(dl_device=(1, 1))),
    ("device-negative", dict(dl_device=(1, -1))), ("device-zero", dict(dl_device=(0, 0))), ("device-int", dict(dl_device=1)),
    ("device-list", dict(dl_device=[1, 0])), ("device-text", dict(dl_device="cpu")), ("device-short", dict(dl_device=(1,))),
    ("device-long", dict(dl_device=(1, 0, 0))), ("device-item-text", dict(dl_device=("1", 0))),
    ("device-item-None", dict(dl_device=(1, None))), ("device-item-float", dict(dl_device=(1.0, 0))),
    ("device-large", dict(dl_device=(LARGE, 0))),
]
DIFFERENT = {"version-minor-text": TypeError}  # NumPy never looks at the minor version, so does not see what it is


@numpy_that_asks
@pytest.mark.parametrize("keywords, expected", [(k, DIFFERENT.get(name)) for name, k in ASKED], ids=[row[0] for row in ASKED])
def test_P2_P5_P7_arguments_as_numpy_takes_them(keywords, expected):
    def outcome(call):
        try:
            return name_of(call(**keywords)), None
        except Exception as error:
            return None, type(error)

    a = np.zeros(3)
    x = export(a)
    before = sys.getrefcount(x)
    if keywords.get("stream") is not None and np.lib.NumpyVersion(np.__version__) < "2.5.0":
        expected = ValueError  # NumPy's own was a RuntimeError then
    assert outcome(x.__dlpack__) == ((None, expected) if expected else outcome(a.__dlpack__))
    gc.collect()
    assert sys.getrefcount(x) == before


@numpy_that_asks
@pytest.mark.parametrize("make", rows(("read-only", lambda: np.broadcast_to(np.zeros(3), (2, 3))),
                                      ("structured", lambda: np.zeros(3, "i4,f4")), ("opaque", lambda: np.zeros(3, "V8"))))
@pytest.mark.parametrize("keywords", rows(("legacy", {}), ("versioned", V1), ("copy", dict(copy=True))))
def test_P4_P7_arrays_as_numpy_refuses_them(make, keywords):
    a = make()
    kind = {"structured": "struct8", "V": "void8"}.get("structured" if a.dtype.names else a.dtype.kind, a.dtype.name)

    def outcome(call):
        try:
            return name_of(call(**keywords)), None
        except Exception as error:
            return None, type(error)

    assert outcome(export(a, kind).__dlpack__) == outcome(a.__dlpack__)


def test_methods_have_signatures():
    """As those of NumPy's methods, but that dtype has a name."""
    x = export(np.zeros(3))
    assert str(inspect.signature(x.__dlpack__)) == "(*, stream=None, max_version=None, dl_device=None, copy=None)"
    assert str(inspect.signature(x.__dlpack_device__)) == "()"
    assert str(inspect.signature(x.__array__)) == "(dtype=None, *, copy=None)"
    assert all(method.__doc__ and "--" not in method.__doc__ for method in (x.__dlpack__, x.__dlpack_device__, x.__array__))


# ---------------------------------------------------------------------------------------------------------- __array__ --
NAMES_OF_ML = ["bfloat16", "float8_e4m3fn", "float8_e4m3", "float8_e5m2", "float8_e3m4", "float8_e4m3b11fnuz",
               "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"]


@pytest.mark.parametrize("name", NAMES_OF_ML)
@pytest.mark.parametrize("convert", rows(("asarray", np.asarray), ("array", np.array), ("method", lambda x: x.__array__())))
def test_B103_dtypes_of_ml_dtypes(name, convert):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    if not hasattr(ml_dtypes, name):
        pytest.skip("this ml_dtypes has no such type")
    a = np.arange(1, 13).astype(getattr(ml_dtypes, name)).reshape(3, 4)[::2, ::-1]
    x = export(a, name)
    held = sys.getrefcount(x)
    b = convert(x)
    assert b.dtype == a.dtype and b.shape == a.shape and b.tobytes() == a.tobytes()
    assert np.shares_memory(a, b) == (convert is not np.array)
    if convert is not np.array:
        assert b.strides == a.strides and sys.getrefcount(x) == held + 1
        a[0, 0] = 2
        assert b[0, 0] == 2 and b.flags.writeable
    del b
    gc.collect()
    assert sys.getrefcount(x) == held


def test_B103_read_only_stays():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.zeros(3, ml_dtypes.bfloat16)
    a.flags.writeable = False
    x = export(a, "bfloat16")
    assert not np.asarray(x).flags.writeable and np.array(x).flags.writeable


@pytest.mark.parametrize("make", ARRAYS)
def test_B103_array_of_what_has_a_buffer(make):
    a = make()
    b = export(a).__array__()
    assert b.dtype == a.dtype and np.array_equal(a, b) and b.strides == a.strides and np.shares_memory(a, b)
    assert b.flags.writeable == a.flags.writeable


AS_ARRAY = [("none", ()), ("None", (None,)), ("same", ("f8",)), ("same-object", (np.dtype("f8"),)), ("same-type", (np.float64,)),
            ("other", ("f4",)), ("int", (int,)), ("unknown", ("nonsense",)), ("no-dtype", (3,)), ("too-many", ("f8", True))]


@numpy_that_asks
@pytest.mark.parametrize("copy", [OMITTED, None, True, False, np.True_, np.False_, 1, 0, "x"], ids=lambda copy: "omitted" if copy is OMITTED else repr(copy))
@pytest.mark.parametrize("args", [row[1] for row in AS_ARRAY], ids=[row[0] for row in AS_ARRAY])
def test_B103_dtype_and_copy_as_numpy_takes_them(args, copy):
    """numpy.ndarray.__array__ is the oracle: values, dtype, whether it is a copy, and the class of errors."""
    if copy == "x" and args in (("nonsense",), (3,)):
        return  # two mistakes: NumPy names the first
    a = np.array([1.5, -2.5, 3.0])
    x = export(a)

    def outcome(call):
        try:
            b = call(*args, **({} if copy is OMITTED else {"copy": copy}))
        except Exception as error:
            return type(error)
        return b.dtype, b.tolist(), np.shares_memory(a, b), b.flags.writeable

    assert outcome(x.__array__) == outcome(a.__array__)


@pytest.mark.parametrize("keywords", rows(("unknown", dict(foo=1)), ("twice", dict(dtype="f8"))))
def test_B103_keywords(keywords):
    x = export(np.zeros(3))
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        x.__array__("f8", **keywords)
    assert x.__array__(dtype="f4").dtype == "f4"


@pytest.mark.parametrize("make, error, words", rows(
    ("cuda", lambda: device(), TypeError, "in memory of cuda, where NumPy cannot read it"),
    ("cuda-bfloat16", lambda: device(dtype="bfloat16"), TypeError, "numpy.from_dlpack"),
    ("packed", lambda: ex.Array(np.zeros(8).ctypes.data, "int4", (8,)), BufferError, "int4"),
    ("bcomplex32", lambda: ex.Array(np.zeros(8).ctypes.data, "complex32", (8,)), BufferError, "complex32"),
    ("structured", lambda: ex.Array(np.zeros(8).ctypes.data, "struct8", (8,)), BufferError, "struct8")))
@pytest.mark.parametrize("convert", rows(("asarray", np.asarray), ("array", lambda x: np.array(x, copy=True)),
                                         ("method", lambda x: x.__array__())))
def test_B103_no_silent_array_of_one_object(make, error, words, convert):
    x = make()
    if convert is np.asarray and x.__dlpack_device__() == CPU and hasattr(x, "__array_interface__"):
        pytest.skip("goes by the interface")
    with pytest.raises(error, match=words):
        convert(x)


def test_B103_without_ml_dtypes(monkeypatch):
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    with pytest.raises(BufferError, match="NumPy has no dtype bfloat16, and neither has ml_dtypes"):
        np.asarray(export(np.zeros(3, "u2"), "bfloat16"))


@pytest.mark.parametrize("name, itemsize", [("bfloat16", 2), ("float8_e5m2", 1), ("int4", 1), ("complex32", 4), ("struct8", 8)])
def test_B104_bytes_without_a_format(name, itemsize, tmp_path):
    """Whoever asks for no format gets the bytes, whatever they are."""
    a = np.arange(16, dtype="u1")
    x = ex.Array(a.ctypes.data, name, (16 if itemsize == 1 else 16 // itemsize,), owner=a)
    n = 8 if name == "int4" else 16
    assert hashlib.sha256(x).digest() == hashlib.sha256(a[:n].tobytes()).digest()
    assert b"".join([x]) == a[:n].tobytes() and binascii.a2b_hex(binascii.b2a_hex(x)) == a[:n].tobytes()
    with open(tmp_path / "x", "wb") as file:
        assert file.write(x) == n
    assert (tmp_path / "x").read_bytes() == a[:n].tobytes()
    assert zlib.crc32(x) == zlib.crc32(a[:n])
    for flags in (BUF["SIMPLE"], BUF["WRITABLE"], BUF["ND"], BUF["STRIDES"]):
        if name == "int4" and flags & BUF["ND"]:
            with pytest.raises(BufferError, match="packed, 4 bits each"):
                ex.get_buffer(x, flags)
            continue
        got = ex.get_buffer(x, flags)
        assert (got["format"], got["len"], got["itemsize"]) == (None, n, itemsize)
    for asks in (lambda: ex.get_buffer(x, BUF["FULL_RO"]), lambda: np.frombuffer(x, "u1")):  # by a memoryview
        with pytest.raises(BufferError, match=name):
            asks()


@pytest.mark.parametrize("make", rows(
    ("allocate", lambda n: ex.allocate(CPU, "uint8", (n,)).ptr),
    ("empty-array", lambda n: ex.empty(None, CPU, "uint8", (n,)).ptr),
    ("table", lambda n: ex.table_allocate("Plain", CPU, (1, 8, 1), (n,)).__array_interface__["data"][0]),
    ("copy", lambda n: ex.fields(export(np.zeros(n, "u1")).__dlpack__(copy=True, **V1))["data"]),
    ("copy-strided", lambda n: ex.fields(export(np.zeros(3 * n, "u1")[1::3]).__dlpack__(copy=True, **V1))["data"])))
def test_B105_host_memory_is_aligned(make):
    """What we allocate: NumPy's results are NumPy's memory."""
    assert not [n for n in (*range(1, 40), 63, 64, 65, 4097, 1 << 20) if make(n) % 64]


def test_P2_no_positional_arguments():
    with pytest.raises(TypeError, match="positional"):
        export(np.zeros(3)).__dlpack__(None)


@pytest.mark.parametrize("stream, error", [(0, ValueError), (-2, ValueError), (-1 << 70, ValueError), (1 << 64, ValueError),
                                           ((1 << 64) - 1, ValueError), (True, TypeError), ("1", TypeError),
                                           (1.0, TypeError)])
def test_P5_B63_streams_that_cannot_be(stream, error):
    with pytest.raises(error, match="stream"):
        device().__dlpack__(stream=stream)


@pytest.mark.parametrize("stream", [None, -1, 1, 2, 0x1234567890])
def test_P5_B63_nothing_is_pending_nothing_is_done(stream):
    capsule = device().__dlpack__(stream=stream, **V1)
    assert ex.fields(capsule)["device"] == CUDA


@pytest.mark.parametrize("x, expected", [
    (lambda: export(np.zeros(3)), CPU), (lambda: device(device=(2, 3)), (2, 3)), (lambda: device(device=(2, -1)), (2, 0)),
    (lambda: device(device=PINNED), PINNED), (lambda: device(device=(13, 2)), MANAGED)])
def test_P1_B76_device_agrees_with_the_tensor(x, expected):
    x = x()
    assert x.__dlpack_device__() == expected
    for keywords in ({}, V1, {"dl_device": expected}, {"dl_device": expected, "copy": False}):
        assert ex.fields(x.__dlpack__(**keywords))["device"] == expected


def test_P7_B62_own_device_is_no_copy():
    a = np.zeros(3)
    for copy in (None, False):
        assert ex.fields(export(a).__dlpack__(dl_device=CPU, copy=copy))["data"] == a.ctypes.data


def test_P5_pinned_memory_is_cpu_memory_too():
    a = np.arange(3.0)
    x = ex.Array(a.ctypes.data, "float64", (3,), device=PINNED)
    f = ex.fields(x.__dlpack__(dl_device=CPU, copy=False, **V1))
    assert f["device"] == CPU and f["data"] == a.ctypes.data


@numpy_that_asks
@pytest.mark.parametrize("make", ARRAYS)
def test_P9_D17_copy_true(make):
    a = make()
    x = export(a)
    capsule = x.__dlpack__(copy=True, **V1)
    f = ex.fields(capsule)
    assert f["flags"] == COPIED
    assert f["data"] != a.ctypes.data
    if hasattr(np, "from_dlpack") and a.ndim < 64:
        b = np.from_dlpack(x, copy=True)
        assert np.array_equal(a, b) and b.flags.writeable and not np.shares_memory(a, b)
    assert name_of(x.__dlpack__(copy=True)) == b"dltensor"  # a copy of what is read-only may be written


def test_P7_device_memory_for_the_cpu_is_a_copy():
    with pytest.raises(BufferError, match="copy=False"):
        device().__dlpack__(dl_device=CPU, copy=False)


def test_errors_of_the_view_pass_through():
    x = export(np.zeros(3))
    x.error = error = KeyError("closed")
    for call in (lambda: x.__dlpack__(), lambda: x.__dlpack_device__(), lambda: x.__array_interface__,
                 lambda: x.__cuda_array_interface__, lambda: memoryview(x), lambda: ex.table("Array", "export", x),
                 lambda: ex.table("Array", "lend", x)):
        with pytest.raises(KeyError) as caught:
            call()
        assert caught.value is error


# ----------------------------------------------------------------------------------------------- capsules and owners --
@pytest.mark.parametrize("versioned", [0, 1], ids=["legacy", "versioned"])
@pytest.mark.parametrize("how", ["owner", "move"])
def test_P11_B32_dropped_unconsumed(versioned, how):
    owner = Owner(np.zeros(3))
    x = ex.Array(owner.array.ctypes.data, "float64", (3,), owner=owner)
    before = sys.getrefcount(owner)
    if how == "owner":
        held = sys.getrefcount(x)
        capsule = x.capsule(versioned)
        assert sys.getrefcount(x) == held + 1
        del capsule
        assert sys.getrefcount(x) == held
    else:
        capsule = x.capsule_move(versioned)
        assert x.is_released and sys.getrefcount(owner) == before
        del capsule
        assert sys.getrefcount(owner) == before - 1


@pytest.mark.parametrize("versioned", [0, 1], ids=["legacy", "versioned"])
@pytest.mark.parametrize("how", ["owner", "move"])
def test_P11_B33_B34_consumed_once(versioned, how):
    cu = pytest.importorskip("cucore_test")
    owner = Owner(np.arange(3.0))
    x = ex.Array(owner.array.ctypes.data, "float64", (3,), owner=owner)
    before = sys.getrefcount(owner)
    capsule = x.capsule(versioned) if how == "owner" else x.capsule_move(versioned)
    view = cu.capsule(capsule)
    with pytest.raises(BufferError, match="consumed"):
        cu.capsule(capsule)
    del capsule, x
    gc.collect()
    assert sys.getrefcount(owner) == before
    assert view.tobytes() == owner.array.tobytes()
    view.release()
    assert sys.getrefcount(owner) == before - 1


def test_P11_an_exception_in_flight_stays():
    class Loud:
        def __del__(self):
            try:
                raise ValueError("inside")
            except ValueError:
                pass

    a = np.zeros(3)

    def fail():
        capsule = ex.Array(a.ctypes.data, "float64", (3,), owner=Loud()).capsule_move(1)
        raise RuntimeError("mine") from None
        del capsule

    with pytest.raises(RuntimeError, match="mine"):
        fail()


def test_P12_B29_deleter_on_a_foreign_thread():
    owner = Owner(np.zeros(3))
    x = ex.Array(owner.array.ctypes.data, "float64", (3,), owner=owner)
    before, held = sys.getrefcount(owner), sys.getrefcount(x)
    for _ in range(100):
        ex.delete_in_thread(x.capsule(1))
    assert sys.getrefcount(x) == held
    ex.delete_in_thread(x.capsule_move(1))
    assert sys.getrefcount(owner) == before - 1


def test_P12_B73_deleter_after_the_interpreter():
    run_python("""
        import numpy as np, export_test as ex
        a = np.zeros(3)
        ex.delete_at_exit(ex.Array(a.ctypes.data, "float64", (3,), owner=a).capsule(1))
    """)


@numpy_that_asks
def test_P13_B30_exports_are_independent():
    x = export(np.arange(6.0))
    held = sys.getrefcount(x)
    capsules = [x.__dlpack__(**V1) for _ in range(3)]
    assert sys.getrefcount(x) == held + 3
    arrays = [np.from_dlpack(x) for _ in range(3)]
    del capsules
    arrays[0][0] = 7
    assert arrays[2][0] == 7
    del arrays
    assert sys.getrefcount(x) == held


def test_a_moved_view_that_owns_a_buffer_is_refused():
    """Only what is alive in C can hold a Py_buffer: the fresh result of NumPy does not."""
    r = ex.empty(np.zeros(1), CPU, "float32", (3,))
    capsule = r.capsule_move(1)
    assert r.is_released
    assert ex.fields(capsule)["shape"] == (3,)


def with_pyarrow(call):
    """A pyarrow whose array() gives its arguments back."""
    saved = sys.modules.get("pyarrow")
    sys.modules["pyarrow"] = types.SimpleNamespace(array=lambda array, type: (array, type))
    try:
        return call()
    finally:
        sys.modules.pop("pyarrow")
        if saved:
            sys.modules["pyarrow"] = saved


@pytest.mark.parametrize("call", rows(
    ("P10-B74-legacy", lambda x: x.__dlpack__()),
    ("P10-B74-versioned", lambda x: x.__dlpack__(max_version=(1, 0), dl_device=CPU)),
    ("copy", lambda x: x.__dlpack__(copy=True)),
    ("move", lambda x: x.capsule_move(1)),
    ("device", lambda x: x.__dlpack_device__()),
    ("interface", lambda x: x.__array_interface__),
    ("cai", lambda x: device(stream=1).__cuda_array_interface__),
    ("buffer", lambda x: memoryview(x)),
    ("roundtrip", lambda x: ex.table("Plain", "roundtrip", x)),
    ("numpy", lambda x: ex.empty(np.zeros(1), CPU, "float32", (2,)).give(None)),
    ("numpy-give", lambda x: x.give(np.zeros(1))),
    ("numpy-give-bfloat16", lambda x: ex.allocate(CPU, "bfloat16", (2,)).give(np.zeros(1))),
    ("array", lambda x: x.give(None)),
    ("array-iter", lambda x: list(x.give(None))),
    ("array-flags", lambda x: x.give(None).flags),
    ("array-pickle", lambda x: pickle.dumps(x.give(None))),
    ("array-copy", lambda x: copy.copy(x.give(None))),
    ("array-arrow", lambda x: x.give(None).__arrow_c_array__()),
    ("array-pyarrow", lambda x: with_pyarrow(lambda: x.give(None).__arrow_array__(type=1))),
    ("array-arrow-strided", lambda x, a=np.zeros(6): ex.Array(a.ctypes.data, "float64", (3,), (2,)).give(None).__arrow_c_array__()),
))
def test_every_failing_call_in_turn(call):
    """P10, B74: nothing leaked, nothing consumed, an exception each time."""
    pytest.importorskip("ml_dtypes")
    owner = Owner(np.arange(3.0))

    def fresh():
        return ex.Array(owner.array.ctypes.data, "float64", (3,), owner=owner)

    x = fresh()
    call(x)
    del x
    gc.collect()
    before = sys.getrefcount(owner)
    for n in itertools.count(1):
        for forget in (False, True):
            x = fresh()
            if forget:
                ex.forget_state()
            ex.fail_at(n)
            try:
                result = call(x)
                failed = False
            except (MemoryError, BufferError) as error:
                failed = True
                error.__traceback__ = None
                result = None
            ex.fail_at(0)
            del x, result
            gc.collect()
            assert sys.getrefcount(owner) == before, n
        if not failed:
            break
        assert n < 300
    assert n > 1


# -------------------------------------------------------------------------------------------------------- interfaces --
@pytest.mark.parametrize("make", ARRAYS)
def test_A1_array_interface(make):
    a = make()
    d = export(a).__array_interface__
    expected = a.__array_interface__
    assert d["shape"] == expected["shape"] and d["typestr"] == expected["typestr"] and d["version"] == 3
    assert d["data"] == expected["data"]
    contiguous = a.flags.c_contiguous
    assert d["strides"] == (None if contiguous else a.strides)
    if a.ndim < 33:
        class Only:
            __array_interface__ = d
        assert np.array_equal(np.asarray(Only()), a)


def test_A3_empty_array_interface_has_an_address():
    d = ex.Array(0, "float32", (0, 3)).__array_interface__
    assert d["data"][0] != 0


def test_A1_no_array_interface_for_device_memory():
    assert not hasattr(device(), "__array_interface__")
    assert not hasattr(export(np.zeros(3)), "__cuda_array_interface__")


@pytest.mark.parametrize("stream", [None, 1, 2, 0x1234])
def test_P14_B15_B55_cai(stream):
    x = device((2, 3), strides=(4, 1), stream=stream)
    d = x.__cuda_array_interface__
    assert d == {"shape": (2, 3), "typestr": "<f4", "data": (0x7F0000001000, False), "strides": (16, 4), "version": 3,
                 "stream": stream}
    assert type(d["strides"]) is tuple
    assert x.__cuda_array_interface__ is not d
    assert device((2, 3)).__cuda_array_interface__["strides"] is None
    assert device(readonly=True).__cuda_array_interface__["data"][1] is True


def test_P14_B19_stream_is_never_zero():
    assert device(stream=0).__cuda_array_interface__["stream"] == 1


@pytest.mark.parametrize("where", [PINNED, MANAGED])
def test_P14_memory_that_both_reach(where):
    assert device(device=where).__cuda_array_interface__["typestr"] == "<f4"
    assert hasattr(device(device=where), "__array_interface__")


def test_opaque_and_structured_elements():
    assert device(dtype="void12").__cuda_array_interface__["typestr"] == "|V12"
    assert not hasattr(device(dtype="struct8"), "__cuda_array_interface__")
    fields = [("x", "<f4"), ("y", "<i4")]
    d = device(dtype="struct8", descr=fields).__cuda_array_interface__
    assert d["typestr"] == "|V8" and d["descr"] == fields


# ------------------------------------------------------------------------------------------------------------ buffers --
FORMATS = [("bool", "?"), ("int8", "b"), ("int16", "h"), ("int32", "i"), ("int64", np.dtype("i8").char),
           ("uint8", "B"), ("uint16", "H"), ("uint32", "I"), ("uint64", np.dtype("u8").char), ("float16", "e"), ("float32", "f"), ("float64", "d"), ("complex64", "Zf"),
           ("complex128", "Zd"), ("void5", "5x")]


@pytest.mark.parametrize("dtype, letters", FORMATS)
def test_A9_formats(dtype, letters):
    view = memoryview(ex.Array(np.zeros(16, "f8").ctypes.data, dtype, (2, 2)))
    assert view.format == letters
    if not dtype.startswith("void"):
        assert letters == memoryview(np.zeros(2, dtype)).format
        assert np.dtype(dtype).itemsize == view.itemsize and np.asarray(view).dtype == dtype


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3", "int4", "complex32", "struct8"])
def test_A10_no_format(dtype):
    x = ex.Array(0x1000, dtype, (8,))
    with pytest.raises(BufferError, match=dtype):
        memoryview(x)


def test_structured_elements_with_the_producers_format():
    a = np.zeros(3, [("x", "<f4"), ("y", "<i4")])
    x = ex.Array(a.ctypes.data, "struct8", (3,), format=memoryview(a).format, owner=a)
    assert np.asarray(x).dtype == a.dtype


BUF = dict(SIMPLE=0, WRITABLE=1, FORMAT=4, ND=8, STRIDES=0x18, C=0x38, F=0x58, ANY=0x98, INDIRECT=0x118, FULL_RO=0x11C,
           FULL=0x11D, RECORDS=0x1D & ~0x100, CONTIG=9, SIMPLE_FORMAT=4)
LAYOUTS = {"C": lambda: np.zeros((3, 4)), "F": lambda: np.zeros((3, 4), order="F"), "strided": lambda: np.zeros((3, 8))[:, ::2],
           "1-d": lambda: np.zeros(3), "0-d": lambda: np.array(3.0), "empty": lambda: np.zeros((0, 3)),
           "C-read-only": lambda: np.broadcast_to(np.zeros(()), ())}


@pytest.mark.parametrize("request_name", sorted(BUF))
@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_A5_requests_as_memoryview_answers_them(request_name, layout):
    """The same question to a memoryview of the same memory; NumPy answers SIMPLE of Fortran arrays otherwise."""
    a = LAYOUTS[layout]()
    x, flags = export(a), BUF[request_name]

    def ask(obj):
        try:
            return ex.get_buffer(obj, flags)
        except BufferError:
            return None

    ours, theirs = ask(x), ask(memoryview(a))
    assert (ours is None) == (theirs is None)
    if ours:
        for key in ("len", "itemsize", "readonly", "suboffsets", "shape", "strides", "ndim", "format"):
            assert ours[key] == theirs[key], key
        assert ours["owner"] is True or ours["owner"] == 1


def test_A6_B42_buffers_hold_the_array():
    x = export(np.arange(6.0).reshape(2, 3))
    before = sys.getrefcount(x)
    views = [memoryview(x) for _ in range(3)]
    assert sys.getrefcount(x) == before + 3
    assert views[0].tolist() == [[0, 1, 2], [3, 4, 5]]
    del views
    assert sys.getrefcount(x) == before


def test_buffer_of_device_memory():
    with pytest.raises(BufferError, match="device memory"):
        memoryview(device())


def test_buffer_writes_through():
    a = np.zeros((2, 3))
    memoryview(export(a))[1, 2] = 5
    assert a[1, 2] == 5
    a.flags.writeable = False
    with pytest.raises(TypeError):
        memoryview(export(a))[1, 2] = 6


# ---------------------------------------------------------------------------------------------------- exchange table --
@pytest.mark.parametrize("which", ["Array", "Plain"])
@pytest.mark.parametrize("make", ARRAYS)
def test_P17_export_and_lend(make, which):
    a = make()
    x = export(a)
    before = sys.getrefcount(x)
    f = ex.table(which, "export", x)
    assert (f["data"], f["shape"], f["strides"]) == (a.ctypes.data, a.shape, tuple(s // a.itemsize for s in a.strides))
    assert f["version"] == (1, 3) and f["flags"] == (0 if a.flags.writeable else READ_ONLY)
    if a.flags.writeable:
        lent = ex.table(which, "lend", x)
        assert (lent["data"], lent["shape"], lent["strides"]) == (f["data"], f["shape"], f["strides"])
    else:
        with pytest.raises(BufferError, match="read-only"):
            ex.table(which, "lend", x)
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("what", ["export", "lend"])
@pytest.mark.parametrize("obj", [3, "text", np.zeros(3), None], ids=lambda o: type(o).__name__)
def test_P17_X6_other_types_are_refused(what, obj):
    with pytest.raises(TypeError, match="export_test.Array"):
        ex.table("Array", what, obj)


@pytest.mark.parametrize("which, kind", [("Array", "Array"), ("Plain", "Array")])
def test_P17_roundtrip(which, kind):
    owner = Owner(np.arange(3.0))
    before = sys.getrefcount(owner)
    x = ex.Array(owner.array.ctypes.data, "float64", (3,), owner=owner)
    y = ex.table(which, "roundtrip", x)
    assert type(y).__name__ == kind and type(y).__module__ == ("export_test" if which == "Array" else "cucore")
    del x
    assert np.from_dlpack(y).tolist() == [0, 1, 2]
    del y
    gc.collect()
    assert sys.getrefcount(owner) == before


@pytest.mark.parametrize("which", ["Array", "Plain"])
@pytest.mark.parametrize("dtype, name", [((2, 32, 1), "float32"), ((0, 64, 1), "int64"), ((6, 8, 1), "bool")])
def test_P17_allocator(which, dtype, name):
    made = ex.table_allocate(which, CPU, dtype, (3, 4))
    assert made.__dlpack_device__() == CPU
    a = np.from_dlpack(made)
    assert a.shape == (3, 4) and a.dtype == name and a.flags.c_contiguous and a.flags.writeable == NUMPY_ASKS
    assert a.ctypes.data % 64 == 0
    assert np.from_dlpack(ex.table_allocate(which, CPU, dtype, (0, 4))).shape == (0, 4)
    assert np.from_dlpack(ex.table_allocate(which, CPU, dtype, ())).shape == ()


@pytest.mark.parametrize("device_, dtype, shape, kind, words", [
    ((10, 0), (2, 32, 1), (3,), "BufferError", "rocm"), (CPU, (2, 17, 1), (3,), "BufferError", "bits"),
    (CPU, (99, 8, 1), (3,), "BufferError", "99"), (CPU, (2, 32, 1), (1 << 62, 8), "BufferError", ""),
    (CPU, (1, 8, 1), (1 << 58,), "MemoryError", "no memory"), (CPU, (2, 32, 1), (-1,), "ValueError", "-1")])
def test_P17_X14_allocator_says_once_what_failed(device_, dtype, shape, kind, words):
    calls, said, message = ex.table_allocate("Array", device_, dtype, shape)
    assert (calls, said) == (1, kind)
    assert words in message


@pytest.mark.parametrize("which", ["Array", "Plain"])
@pytest.mark.parametrize("function, missing, deleted", [
    ("export", "obj", 0), ("export", "out", 0), ("lend", "obj", 0), ("lend", "out", 0), ("wrap", "managed", 0),
    ("wrap", "out", 1), ("stream", "out", 0)])
def test_P17_X4_NULL_is_an_error(which, function, missing, deleted):
    """A tensor that is to be wrapped is gone all the same (protocols 0.8)."""
    x = export(np.arange(3.0))
    before = sys.getrefcount(x)
    with pytest.raises(ValueError, match=f"^[a-z_]+: {missing} is NULL$"):
        ex.table_null(which, function, missing, x)
    assert ex.deleted() == deleted
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("which", ["Array", "Plain"])
@pytest.mark.parametrize("missing, words", [("prototype", "prototype is NULL"), ("out", "out is NULL"),
                                            ("shape", "shape or out is NULL")])
def test_P17_X4_allocator_says_what_is_NULL(which, missing, words):
    (calls, kind, message), _ = ex.table_null(which, "allocate", missing, None)
    assert (calls, kind) == (1, "ValueError")
    assert words in message


def test_P17_B66_streams():
    assert ex.table("Plain", "stream", 1) == 0
    assert ex.table("Plain", "stream", 2) == 1
    assert ex.table("Array", "stream", 1) == 0
    ex.set_stream(77)
    assert ex.table("Array", "stream", 2) == 77
    ex.set_stream(0)
    with pytest.raises(RuntimeError, match="no current stream"):
        ex.table("Array", "stream", 2)
    calls, kind, message = ex.table_allocate("Array", CUDA, (2, 32, 1), (3,))
    assert (calls, kind) == (1, "RuntimeError")
    ex.set_stream(1)


def test_P17_published_on_types():
    tvm_ffi = pytest.importorskip("tvm_ffi")

    class Mine(ex.Array):
        pass

    ex.publish(Mine, "Array")
    assert "dlpack_exchange_api" in repr(Mine.__dlpack_c_exchange_api__)
    a = np.arange(3, dtype="f4")
    x = Mine(a.ctypes.data, "float32", (3,), owner=a)
    assert np.from_dlpack(tvm_ffi.from_dlpack(x)).tolist() == [0, 1, 2]
    before = sys.getrefcount(x)
    assert tvm_ffi.convert(x).shape == (3,)
    gc.collect()
    assert sys.getrefcount(x) == before


# ------------------------------------------------------------------------------------------------------- consumers --
class Interface:
    def __init__(self, x):
        self.__array_interface__ = x.__array_interface__
        self.x = x


CONSUMERS = {"numpy": lambda x: np.from_dlpack(x), "numpy-buffer": lambda x: np.asarray(memoryview(x)),
             "numpy-interface": lambda x: np.asarray(Interface(x))}
try:
    import tvm_ffi

    CONSUMERS["tvm-ffi"] = lambda x: np.from_dlpack(tvm_ffi.from_dlpack(x))
except ImportError:
    pass


@pytest.mark.parametrize("consumer", sorted(CONSUMERS))
@pytest.mark.parametrize("make", ARRAYS)
def test_roundtrip_through_every_consumer(make, consumer):
    """Values, dtype, strides, the read-only flag and the pointer survive; reference counts return."""
    a = make()
    x = export(a)
    before = sys.getrefcount(x)
    if consumer == "numpy" and not a.flags.writeable and not NUMPY_ASKS:
        pytest.skip("NumPy 2.0 asks for a legacy capsule, which cannot say that it is read-only")
    if consumer == "tvm-ffi" and (a.dtype.kind == "c" or not a.flags.writeable or a.ndim == 64):
        pytest.skip("NumPy takes no legacy capsule of these from tvm-ffi")
    if a.ndim == 64 and consumer != "numpy" and int(np.__version__.split(".")[0]) < 2:
        pytest.skip("32 axes at most")
    b = CONSUMERS[consumer](x)
    assert np.array_equal(a, b) and a.dtype == b.dtype and a.ctypes.data == b.ctypes.data
    if consumer != "tvm-ffi":
        assert a.strides == b.strides or 1 in a.shape
        assert b.flags.writeable == (a.flags.writeable and (consumer != "numpy" or NUMPY_ASKS))
    del b
    gc.collect()
    assert sys.getrefcount(x) == before


def test_jax_takes_it_without_a_copy():
    jnp = pytest.importorskip("jax.numpy")
    y = ex.allocate(CPU, "float32", (16, 4))
    y.fill(0x3F800000)
    j = jnp.from_dlpack(y)
    assert j.unsafe_buffer_pointer() == y.ptr and float(j.sum()) == 64


def test_B01_B77_reexport_keeps_offset_and_device():
    cu = pytest.importorskip("cucore_test")
    a = np.arange(10.0)
    y = np.from_dlpack(export(a[3:]))
    view = cu.view(export(y))
    assert view.ptr == a.ctypes.data + 24 and view.device_type == 1
    moved = cu.dlpack(device(device=(2, 0)), flags=cu.TRUST_PRODUCER, stream=-1)
    assert (moved.device_type, moved.device_id, moved.ptr) == (2, 0, 0x7F0000001000)


@pytest.mark.parametrize("what", ["versioned", "legacy", "dlpack", "buffer", "array_interface", "managed"])
def test_B31_many_exports_leave_memory_flat(what):
    x = export(np.arange(12.0).reshape(3, 4))
    ex.loop(what, x, 20000)
    before, count = resident(), sys.getrefcount(x)
    ex.loop(what, x, 100000 if SANITIZED else 1000000)
    assert sys.getrefcount(x) == count
    assert resident() - before < (64 << 20 if SANITIZED else 2 << 20)


def test_B35_exports_from_many_threads():
    x = export(np.arange(12.0))
    held = sys.getrefcount(x)
    failures = []

    def work():
        try:
            for _ in range(300):
                assert np.from_dlpack(x)[3] == 3 and memoryview(x)[3] == 3
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures and sys.getrefcount(x) == held


# -------------------------------------------------------------------------------------------------- what is never asked --
EXCEPTIONS = {0: None, -1: ValueError, 1: SystemError, 999: SystemError, -999: SystemError}


@pytest.mark.parametrize("status", EXCEPTIONS)
def test_a_status_as_python_has_it(status):
    """cucore_py_check: nothing for 0, any other number is a failure."""
    if EXCEPTIONS[status] is None:
        assert ex.check_status(status) is None
    else:
        with pytest.raises(EXCEPTIONS[status]):
            ex.check_status(status)


@pytest.mark.parametrize("status", [-1, -10, 999])
def test_an_exception_that_is_set_stays(status):
    raised = KeyError("mine")
    with pytest.raises(KeyError) as caught:
        ex.check_status(status, raised)
    assert caught.value is raised


def test_A9_a_buffer_request_without_a_buffer():
    """CPython calls this obsolete and lets it through."""
    x = ex.Array(0x1000, "float32", (2, 3))
    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes, get.restype = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int], ctypes.c_int
    before = sys.getrefcount(x)
    with pytest.raises(BufferError, match="no Py_buffer was given"):
        get(x, None, 0)
    assert sys.getrefcount(x) == before


def test_X6_a_table_for_a_static_type():
    """Those have no attributes that can be set: it goes into their dict, and what was looked up before is forgotten."""
    run_python("""
        import numpy as np
        import export_test as ex
        assert not hasattr(np.ndarray, "__dlpack_c_exchange_api__")
        ex.publish(np.ndarray, "Array")
        assert type(np.ndarray.__dlpack_c_exchange_api__).__name__ == "PyCapsule"
        ex.publish(np.ndarray, "Plain")
        assert "__dlpack_c_exchange_api__" in np.ndarray.__dict__
        print("done")
    """)


# -------------------------------------------------------------------------------------------- one function and one macro --
EXPORTED = ("__dlpack__", "__dlpack_device__", "__array__", "__cuda_array_interface__", "__array_interface__")
WHOLES = rows(("heap", lambda: ex.Whole), ("heap-bare", lambda: ex.make_type("bare")), ("heap-module", lambda: ex.make_type("module")),
              ("static", lambda: ex.Static), ("derived", lambda: type("Derived", (ex.Whole,), {})))


@pytest.mark.parametrize("make", WHOLES)
@pytest.mark.parametrize("array", ARRAYS)
def test_P17_a_type_with_everything(make, array):
    """CUCORE_PY_EXPORT_TYPE: every protocol shows the very array."""
    cu = pytest.importorskip("cucore_test")
    kind, a = make(), array()
    x = kind(a)
    held = sys.getrefcount(x)
    ways = {"table": cu.BY_EXCHANGE, "dlpack": cu.BY_DLPACK, "buffer": cu.BY_PEP3118, "interface": cu.BY_ARRAY_INTERFACE}
    if kind.__name__ == "Derived":
        del ways["table"]  # of the very type only (X6)
    for way in ways.values():
        view = cu.view(x, flags=way)
        assert (view.ptr, view.shape, view.readonly) == (a.ctypes.data, a.shape, not a.flags.writeable)
        view.release()
    for b in (x.__array__(), np.asarray(x), np.asarray(memoryview(x))):
        assert b.dtype == a.dtype and b.shape == a.shape and b.ctypes.data == a.ctypes.data
    del b
    assert not hasattr(x, "__cuda_array_interface__") and x.__dlpack_device__() == CPU
    gc.collect()
    assert sys.getrefcount(x) == held


def test_P17_a_type_has_all_names_and_a_table():
    for kind in (ex.Whole, ex.Static, ex.make_type("bare")):
        assert not [name for name in EXPORTED if name not in vars(kind)]
        assert "dlpack_exchange_api" in repr(vars(kind)["__dlpack_c_exchange_api__"])
        assert str(inspect.signature(kind.__array__)) == "(self, /, dtype=None, *, copy=None)"
    assert ex.make_type("module").__module__ == "export_test"


def test_what_the_author_has_is_left_alone():
    assert ex.Whole.__dlpack_device__.__doc__ == "my own" and hasattr(ex.Whole, "close")
    assert ex.Static.__dlpack_device__.__doc__ != "my own" and not hasattr(ex.make_type("bare"), "close")
    x = ex.Whole(np.zeros(3))
    x.close()
    for call in (lambda: x.__dlpack__(), lambda: x.__array__(), lambda: memoryview(x), lambda: ex.table("Whole", "export", x)):
        with pytest.raises(BufferError, match="closed"):
            call()


def numbers(x):
    """int(), float() and complex() of an object, or their exceptions."""
    found = []
    for number in (int, float, complex):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(number(x))
        except Exception as error:
            found.append(type(error))
    return found


@pytest.mark.parametrize("make", WHOLES)
@pytest.mark.parametrize("a", [np.array(52, "u1"), np.frombuffer(b"12", "u1"), np.array([7], "u1"), np.array(2.5), np.array(1 - 2j),
                               np.array(True), np.zeros(0), np.array(np.inf)], ids=lambda a: f"{a.dtype.name} {a.tolist()}")
def test_B129_numbers_of_own_types(make, a):
    """As NumPy, which reads no text: int() of the uint8 52 was 4."""
    assert numbers(make()(a)) == numbers(a)


def test_B129_numbers_of_separate_slots():
    a = np.array(52, "u1")
    assert numbers(ex.Array(a.ctypes.data, "uint8", (), owner=a)) == [52, 52.0, 52 + 0j]
    assert numbers(ex.Array(0x7F0000001000, "uint8", (), device=(2, 0))) == [TypeError] * 3  # CUDA
    assert numbers(ex.Array(0x7F0000001000, "uint4", ())) == [TypeError] * 3
    closed = ex.Whole(a)
    closed.close()
    assert numbers(closed) == [TypeError] * 3


def test_B129_numbers_of_the_author_stay():
    a = np.array(52, "u1")
    assert int(ex.make_type("int")(a)) == 77 and float(ex.make_type("int")(a)) == 52
    assert int(ex.make_type("index")(a)) == float(ex.make_type("index")(a)) == 77

    class Itself(ex.Whole):
        def __array__(self):
            return self
    assert numbers(Itself(a)) == [RecursionError] * 3


@pytest.mark.parametrize("other", [3, None, "x", b"bytes", np.zeros(3), type, object()], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("what", ["export", "lend"])
def test_P17_a_table_refuses_objects_of_other_types(other, what):
    """Whatever C code hands it; Array's view function checks by itself, this one need not."""
    with pytest.raises(TypeError, match=f"another type than '{type(other).__name__}'"):
        ex.table("Whole", what, other)


def test_P17_tables_of_a_whole_type():
    a = np.arange(6.0).reshape(2, 3)
    for kind in (ex.Whole, ex.Static, type("Derived", (ex.Whole,), {}), ex.make_type("bare")):
        x = kind(a)
        for what in ("export", "lend"):
            fields = ex.table("Whole", what, x)
            assert (fields["data"], fields["shape"], fields["strides"]) == (a.ctypes.data, (2, 3), (3, 1))
        back = ex.table("Whole", "roundtrip", x)
        assert type(back).__name__ == "Array" and np.shares_memory(np.asarray(back), a)
        assert ex.table("Whole", "stream", 2) == 1


@pytest.mark.parametrize("how, words", [("buffer", "Whole: CUCORE_PY_EXPORT_TYPE brings the slots of the buffer"),
                                        ("static-buffer", "Other: CUCORE_PY_EXPORT_TYPE brings tp_as_buffer")])
def test_two_buffers_are_refused(how, words):
    with pytest.raises(SystemError, match=words):
        ex.make_type(how)


def test_types_are_given_back():
    for how in ("whole", "bare", "module"):
        kind = ex.make_type(how)
        ref = weakref.ref(kind)
        kind(np.zeros(3))
        del kind
        gc.collect()
        assert ref() is None


# ------------------------------------------------------------------------------- an own type whose view holds no data --
EMPTY = {
    "__dlpack_device__": lambda x: x.__dlpack_device__(), "__dlpack__": lambda x: x.__dlpack__(), "versioned": lambda x: x.__dlpack__(**V1),
    "copy": lambda x: x.__dlpack__(copy=True), "__cuda_array_interface__": lambda x: x.__cuda_array_interface__,
    "__array_interface__": lambda x: x.__array_interface__, "a buffer": memoryview, "__array__": lambda x: x.__array__(),
    "table": lambda x: ex.table(type(x).__name__, "export", x),
}


@pytest.mark.parametrize("how", EMPTY.values(), ids=EMPTY)
def test_a_view_without_data_says_so(how):
    x = export(np.zeros(3))
    ex.release(x)
    with pytest.raises((ValueError, BufferError, AttributeError), match="holds no data"):
        how(x)
