"""Any object to a view: which protocol, what is told when there is none, injected failures, leaks, random views."""

import array
import ctypes
import gc
import os
import re
import sys
import weakref

import cucore_test as c
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doubles import (
    ADDRESS,
    SANITIZED,
    resident,
    TRUST,
    Exporter,
    Holder,
    Proxy,
    Stream,
    array_interface,
    assert_resizable,
    assert_same_array,
    cai,
    cai_dict,
    failures,
    run_python,
    quoted,
    unchanged_refcounts,
    full_name,
)

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

needs_ml_dtypes = pytest.mark.skipif(ml_dtypes is None, reason="ml_dtypes is not installed")
RELAXED = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=150)

# --------------------------------------------------------------------------------------------- order of protocols --
SOURCE = np.arange(6, dtype=np.float64)


def dlpack(a):
    # As attributes, so that an older NumPy refuses unknown keywords by itself.
    return {"__dlpack__": a.__dlpack__, "__dlpack_device__": a.__dlpack_device__}


def having(*protocols, **overrides):
    """An object with the protocols named, each of which describes an array of its own shape."""
    base = Exporter if "buffer" in protocols else Holder
    o = base.__new__(base)
    if base is Exporter:
        o.__init__(shape=(4,))
    if "dlpack" in protocols:
        o.__dict__.update(dlpack(SOURCE[:5]))
    if "cai" in protocols:
        o.__dict__["__cuda_array_interface__"] = cai_dict(shape=(3,))
    if "array-interface" in protocols:
        o.__dict__["__array_interface__"] = SOURCE[:2].__array_interface__
    o.__dict__.update(overrides)
    return o


LENGTHS = {"dlpack": 5, "cai": 3, "buffer": 4, "array-interface": 2}
ORDER = list(LENGTHS)
SUBSETS = [[p for i, p in enumerate(ORDER) if mask >> i & 1] for mask in range(1, 16)]


@pytest.mark.parametrize("protocols", SUBSETS, ids="+".join)
def test_D1_first_that_is_there(protocols):
    o = having(*protocols)
    with unchanged_refcounts(o):
        v = c.view(o, flags=TRUST)
        assert v.protocol.replace("-versioned", "") == protocols[0]
        assert v.shape == (LENGTHS[protocols[0]],)
        v.release()


@pytest.mark.parametrize("protocols", SUBSETS, ids="+".join)
def test_D1_each_by_its_own_function(protocols):
    o = having(*protocols)
    for name in ORDER:
        take = getattr(c, name.replace("-", "_"))
        if name in protocols:
            assert take(o, flags=TRUST).shape == (LENGTHS[name],)
        else:
            with pytest.raises(TypeError, match="expected an "):
                take(o)


class Missing:
    """Has the other protocols, and raises `error` at the look-up of one."""

    def __init__(self, target, name, error):
        self.__dict__.update(target=target, name=name, error=error)

    def __getattr__(self, name):
        if name == self.__dict__["name"]:
            raise self.__dict__["error"]
        return getattr(self.__dict__["target"], name)


@pytest.mark.parametrize("error", [AttributeError("no"), NotImplementedError("no")], ids=lambda e: type(e).__name__)
@pytest.mark.parametrize(
    "name, expected",
    [("__dlpack_device__", "cai"), ("__dlpack__", "cai"), ("__cuda_array_interface__", "array-interface")],
)
def test_0_9_absent_at_the_look_up(name, expected, error):
    present = ["cai", "array-interface"] if expected == "array-interface" else ["dlpack", "cai"]
    target = having(*present)
    assert c.view(Missing(target, name, error), flags=TRUST).protocol == expected
    setattr(target, name, None)
    assert c.view(target, flags=TRUST).protocol == expected


@pytest.mark.parametrize("kind", [RuntimeError, ValueError, BufferError, TypeError, KeyboardInterrupt])
@pytest.mark.parametrize("name", ["__dlpack_device__", "__dlpack__", "__cuda_array_interface__"])
def test_0_9_failing_look_up_is_no_absence(name, kind):
    error = kind("not now")
    target = having("cai", "array-interface") if name.startswith("__cuda") else having("dlpack", "cai")
    with pytest.raises(kind) as caught:
        c.view(Missing(target, name, error), flags=TRUST)
    assert caught.value is error


@pytest.mark.parametrize("method", ["__dlpack__", "__dlpack_device__"])
@pytest.mark.parametrize("kind", [RuntimeError, BufferError, AttributeError, NotImplementedError, TypeError])
def test_0_9_failing_call_is_no_absence(method, kind):
    error = kind("not now")

    def fail(*args, **kwargs):
        raise error

    o = having("dlpack", "cai", "array-interface", **{method: fail})
    with pytest.raises(kind) as caught:
        c.view(o, flags=TRUST)
    assert caught.value is error


def test_0_9_bad_description_is_no_absence():
    o = having("cai", "buffer", "array-interface", __cuda_array_interface__=cai_dict(version=None))
    with pytest.raises(BufferError, match="version"):
        c.view(o)
    assert o.gets == []
    o = Exporter(format=b"O")
    o.__array_interface__ = SOURCE.__array_interface__
    with pytest.raises(TypeError, match="got object$"):
        c.view(o)


class Everything(np.ndarray):
    """An ndarray whose other protocols must not even be looked at."""

    def __getattribute__(self, name):
        if name in ("__dlpack__", "__dlpack_device__", "__cuda_array_interface__"):
            raise RuntimeError("looked at " + name)
        return super().__getattribute__(name)


def test_D5_ndarray_goes_by_the_buffer():
    a = np.arange(12.0).reshape(3, 4)[:, ::2]
    a.flags.writeable = False
    assert c.view(a).protocol == "buffer"
    v = c.view(a.view(Everything))
    assert v.protocol == "buffer" and v.readonly
    assert_same_array(v, a)


@pytest.mark.parametrize("kind", ["recarray", "matrix", "memmap", "ma"])
def test_D5_subclasses(kind, tmp_path):
    if kind == "recarray":
        a = np.zeros(3, [("x", "f4"), ("y", "i4")]).view(np.recarray)
        assert c.view(a).dtype == "struct8"
    elif kind == "memmap":
        a = np.memmap(str(tmp_path / "data"), np.int32, "w+", shape=(4, 5))
        v = c.view(a)
        assert v.dtype == "int32" and v.protocol == "buffer"
        assert_same_array(v, a)
    elif kind == "matrix":
        a = np.arange(6).reshape(2, 3).view(np.matrix)
        assert_same_array(c.view(a), a)
    else:
        a = np.ma.zeros((2, 3))
        assert c.view(a).shape == (2, 3)


class MyMasked(np.ma.MaskedArray):
    pass


MASKED = {
    "some": lambda: np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]),
    "none-of-them": lambda: np.ma.array([1.0, 2.0, 3.0], mask=[0, 0, 0]),
    "False": lambda: np.ma.array([1.0, 2.0], mask=False),
    "hard": lambda: np.ma.array([1, 2], mask=[1, 1], hard_mask=True),
    "part": lambda: np.ma.array(np.arange(6).reshape(2, 3), mask=np.eye(2, 3))[:, ::2],
    "empty": lambda: np.ma.array([1.0], mask=[1])[:0],
    "constant": lambda: np.ma.masked,
    "fields": lambda: np.ma.array([(1, 2.0)], mask=[(1, 0)], dtype="i4,f4"),
    "one-record": lambda: np.ma.array([(1, 2.0)], mask=[(1, 0)], dtype="i4,f4")[0],
    "no-buffer-says-it": lambda: np.ma.array(["2020-01-01"], mask=[1], dtype="M8[D]"),
    "subclass": lambda: MyMasked([1, 2], mask=[1, 0]),
}
TAKES = {
    "view": c.view,
    "buffer": c.buffer,
    "dlpack": c.dlpack,
    "interface": c.array_interface,
    "any-of-two": lambda o: c.view(o, flags=c.BY_DLPACK | c.BY_PEP3118),
    "argument": lambda o: c.args([o], [("array", None, None, 0, 0)]),
}


@pytest.mark.parametrize("take", TAKES.values(), ids=TAKES)
@pytest.mark.parametrize("make", MASKED.values(), ids=MASKED)
def test_B99_masked_arrays_are_refused(make, take):
    a = make()
    with unchanged_refcounts(a):
        with pytest.raises(BufferError, match=r"^array: the array has a mask \('(numpy\.ma(\.core)?|test_front_door)\.\w+'\)") as caught:
            take(a)
        del caught


@pytest.mark.parametrize("take", [c.view, c.buffer, c.dlpack, c.array_interface], ids=lambda take: take.__name__)
def test_B99_without_a_mask(take):
    """Every element is valid, as an interface without a mask has it."""
    for a in (np.ma.zeros(3), np.ma.array([1, 2]), MyMasked([1.0]), np.ma.array([1, 2], mask=[1, 0]).data):
        assert take(a).ptr == a.ctypes.data


NO_MA = """
import sys
import numpy as np
for name in [name for name in sys.modules if name.startswith("numpy.ma")]:
    del sys.modules[name]
import cucore_test as c

class Mine(np.ndarray):
    pass

a = np.zeros(3).view(Mine)
assert c.view(a).ptr == c.buffer(a).ptr == a.ctypes.data
assert not any(name.startswith("numpy.ma") for name in sys.modules), "imported"

class Stub:
    getmask = staticmethod(lambda array: 1 / 0)
    nomask = None

for masked, taken in ((int, True), (3, True), (None, True), (Mine, False), (np.ndarray, False)):
    sys.modules["numpy.ma"] = Stub()
    Stub.MaskedArray = masked
    try:
        assert c.view(a).shape == (3,) and taken, masked
    except ZeroDivisionError:
        assert not taken, masked
    assert c.view(np.zeros(3)).shape == (3,)
del Stub.MaskedArray
assert c.view(a).shape == (3,)
"""


def test_B99_numpy_ma_is_not_imported_and_may_be_anything():
    run_python(NO_MA)


@pytest.mark.parametrize("make", [bytes, bytearray, lambda b: memoryview(b)], ids=["bytes", "bytearray", "memoryview"])
def test_D5_plain_buffers(make):
    assert c.view(make(b"abc")).protocol == "buffer"


SCALARS = {
    "bool": lambda: np.bool_(True), "int8": lambda: np.int8(-3), "uint64": lambda: np.uint64(7), "longlong": lambda: np.longlong(5),
    "float16": lambda: np.float16(1.5), "float64": lambda: np.float64(2.5), "longdouble": lambda: np.longdouble(2.5),
    "complex64": lambda: np.complex64(1 + 2j), "datetime64": lambda: np.datetime64("2020"), "datetime64-ns": lambda: np.datetime64(7, "ns"),
    "datetime64-nat": lambda: np.datetime64("NaT"), "timedelta64": lambda: np.timedelta64(3, "s"), "bytes": lambda: np.bytes_(b"abc"),
    "bytes-of-one": lambda: np.bytes_(b"a"), "str": lambda: np.str_("abc"), "void": lambda: np.void(b"abcde"),
    "struct": lambda: np.array([(1, 2.5)], "i4,f8")[0], "struct-with-a-date": lambda: np.array([(1, 2)], "i4,M8[s]")[0],
}
if ml_dtypes:
    SCALARS.update({name: lambda name=name: getattr(ml_dtypes, name)(1) for name in ("bfloat16", "float8_e5m2", "float8_e4m3fn", "int4")})


def taken(obj, flags):
    """What becomes of an object: the bytes and the line of its view without the address, or the exception."""
    try:
        v = c.view(obj, flags=flags)
    except (TypeError, ValueError, BufferError) as error:
        return type(error), str(error)
    size = 10 if obj.dtype == np.longdouble else v.itemsize  # padding is anything
    return v.line.rsplit(", ", 1)[0], ctypes.string_at(v.ptr, size)


@pytest.mark.parametrize("flags", [0, c.ALLOW_OPAQUE, c.WRITE | c.ALLOW_OPAQUE, c.BY_PEP3118 | c.ALLOW_OPAQUE,
                                   c.BY_ARRAY_INTERFACE | c.ALLOW_OPAQUE, c.FROM_ANYTHING, c.ALLOW_OPAQUE | c.BY_CAI],
                         ids=["any", "opaque", "write", "buffer", "interface", "anything", "cai"])
@pytest.mark.parametrize("name", SCALARS)
def test_B121_scalars_go_the_way_of_their_arrays(name, flags):
    scalar = SCALARS[name]()
    array = np.asarray(scalar).copy()
    array.flags.writeable = False
    expected = taken(array, flags)
    if flags & c.BY_CAI:
        expected = expected[0], expected[1].replace("numpy.ndarray", full_name(type(scalar)))
    with unchanged_refcounts(scalar):
        assert taken(scalar, flags) == expected
        assert taken(scalar, flags) == expected  # also when the type is known


@pytest.mark.parametrize("answer", ["np.datetime64('2021')", "[1]", "None"])
def test_B121_numpy_asarray_may_be_anything(answer):
    said = run_python(f"""
import numpy as np
np.asarray = lambda *_: {answer}
import cucore_test as c
try:
    c.view(np.datetime64("2020"))
except TypeError as error:
    print(error)
""")
    assert "numpy.asarray gave" in said


@pytest.mark.parametrize("name", ["datetime64", "bytes", "void"])
def test_B121_a_scalar_outlives_its_name(name):
    scalar = SCALARS[name]()
    expected = np.asarray(scalar).tobytes()
    for flags in (c.ALLOW_OPAQUE, c.ALLOW_OPAQUE | c.BY_ARRAY_INTERFACE):
        v = c.view(SCALARS[name](), flags=flags)
        gc.collect()
        reused = [np.datetime64(i, "s") for i in range(100)]
        assert ctypes.string_at(v.ptr, v.itemsize) == expected and len(reused) == 100


def test_D5_subclasses_of_plain_buffers_may_have_more():
    class Mine(bytearray):
        pass

    o = Mine(b"abc")
    assert c.view(o).protocol == "buffer"
    o.__cuda_array_interface__ = cai_dict()
    assert c.view(o, flags=TRUST).protocol == "cai"


def test_D3_proxy():
    for protocols in (["dlpack"], ["cai"], ["array-interface"]):
        assert c.view(Proxy(having(*protocols)), flags=TRUST).shape == (LENGTHS[protocols[0]],)


def test_D4_capsule():
    capsule = SOURCE.__dlpack__()
    v = c.view(capsule)
    assert v.ptr == SOURCE.ctypes.data and v.shape == (6,)
    with pytest.raises(BufferError, match="already consumed"):
        c.view(capsule)


def test_D4_foreign_capsule():
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    name = b"something"
    with pytest.raises(BufferError, match="^x: .*'something'"):
        c.view(new(ADDRESS, name, None), name="x")
    with pytest.raises(BufferError, match="NULL"):
        c.view(new(ADDRESS, None, None))


# ---------------------------------------------------------------------------------------------------- no array -----
EXPECTED = "expected an array (an object with __dlpack__, __cuda_array_interface__, a buffer or __array_interface__)"


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        5.0,
        True,
        "text",
        [1, 2],
        (1, 2),
        {},
        {1},
        range(3),
        object(),
        len,
        NotImplemented,
        Holder(),
        Stream((0, 0)),
    ],
    ids=lambda v: type(v).__name__,
)
def test_D1_no_array(value):
    with unchanged_refcounts(value):
        with pytest.raises(TypeError) as caught:
            c.view(value, name="points")
        assert str(caught.value) == "points: %s, got '%s'" % (EXPECTED, full_name(type(value)))
        del caught


class WithEverything:
    __cuda_array_interface__ = cai_dict()
    __array_interface__ = SOURCE.__array_interface__

    def __dlpack__(self, **kwargs):
        return SOURCE.__dlpack__()

    def __dlpack_device__(self):
        return 1, 0


@pytest.mark.parametrize(
    "cls", [int, np.ndarray, np.float32, bytearray, WithEverything, type], ids=lambda t: t.__name__
)
def test_D3_class(cls):
    with pytest.raises(TypeError) as caught:
        c.view(cls, name="x")
    assert str(caught.value) == "x: expected an array, got the class '%s'" % full_name(cls)


@pytest.mark.parametrize("take", ["cai", "array_interface", "dlpack", "capsule"])
def test_D3_class_by_one_protocol(take):
    with pytest.raises(TypeError, match="expected a"):
        getattr(c, take)(WithEverything)


@pytest.mark.parametrize("have, lack", [("__dlpack__", "__dlpack_device__"), ("__dlpack_device__", "__dlpack__")])
def test_D2_half_of_dlpack(have, lack):
    o = Holder(**{have: lambda **kwargs: None})
    with pytest.raises(TypeError) as caught:
        c.view(o, name="x")
    assert str(caught.value) == "x: 'doubles.Holder' has %s, but no %s: that is no DLPack array" % (have, lack)
    # Half of it does not stand in the way of another protocol.
    o.__cuda_array_interface__ = cai_dict()
    assert c.view(o, flags=TRUST).protocol == "cai"


@pytest.mark.parametrize("name", [None, "x", "a longer name with blanks", "naïve", "%s%n"])
def test_name_of_the_argument(name):
    with pytest.raises(TypeError) as caught:
        c.view(5, name=name)
    assert str(caught.value).startswith((name or "array") + ": expected an array")
    with pytest.raises(BufferError) as caught:
        c.view(cai(version=None), name=name)
    assert str(caught.value).startswith((name or "array") + ": version")
    with pytest.raises(ValueError) as caught:
        c.view(b"abc", flags=c.WRITE, name=name)
    assert str(caught.value) == (name or "array") + ": expected a writable array, got a read-only one"
    with pytest.raises(TypeError) as caught:
        c.view(np.zeros(2, "O"), name=name)
    assert str(caught.value) == (name or "array") + ": expected an array of numbers, got object"


def test_long_class_name():
    cls = type("N" * 2000, (), {})
    with pytest.raises(TypeError, match=f"got '{re.escape(quoted('test_front_door.' + 2000 * 'N'))}'$"):
        c.view(cls())


# ------------------------------------------------------------------------------------------------- real producers --
def test_jax_on_the_cpu():
    jax = pytest.importorskip("jax", reason="jax is not installed")
    cpu = jax.devices("cpu")[0]
    for dtype in ("float32", "int32", "bool", "uint8", "complex64"):
        a = jax.device_put(np.arange(6).reshape(2, 3).astype(dtype), cpu)
        v = c.view(a)
        assert (v.dtype, v.shape) == (dtype, (2, 3)) and v.protocol.split("-")[0] in ("dlpack", "buffer")
        assert v.tobytes() == np.asarray(a).tobytes()
        assert v.ptr == a.unsafe_buffer_pointer()


def test_tvm_ffi():
    tvm_ffi = pytest.importorskip("tvm_ffi", reason="apache-tvm-ffi is not installed")
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    t = tvm_ffi.from_dlpack(a)
    v = c.view(t)
    assert v.protocol.split("-")[0] == "dlpack"
    assert_same_array(v, a)


def test_T7_host_arrays_never_load_the_driver():
    run_python(
        """
import array, ctypes, gc, io, mmap
import cucore_test as c
import numpy as np
from doubles import *

def drivers():
    if not os.path.exists("/proc/self/maps"):
        return set()
    return {line.split()[-1] for line in open("/proc/self/maps") if "libcuda.so" in line}

a = np.arange(12.0).reshape(3, 4)
empty = cai(shape=(0,))
objects = [a, a.T, a[::2], np.float32(1), np.zeros(0), np.zeros(3, "i4,f4"), b"abc", bytearray(3), memoryview(b"abc"),
           array.array("d", [1]), (ctypes.c_int * 3)(), mmap.mmap(-1, 4096), array_interface(a), Exporter(), empty,
           a.__dlpack__(), Holder(__dlpack__=a.__dlpack__, __dlpack_device__=a.__dlpack_device__)]
try:
    import ml_dtypes
    objects += [np.zeros(3, ml_dtypes.bfloat16), np.zeros(3, ml_dtypes.int4)]
except ImportError:
    pass
try:
    import jax
    objects.append(jax.numpy.zeros(3))
except ImportError:
    pass
try:
    import tvm_ffi
    objects.append(tvm_ffi.from_dlpack(a))
except ImportError:
    pass
# Other libraries may have loaded it for themselves.
before = drivers()
for o in objects:
    for stream in (0, 1, 2, c.STREAM_NO_SYNC, c.STREAM_HOST):
        if type(o).__name__ == "PyCapsule" and stream:
            continue
        v = c.view(o, stream=stream)
        v.order(stream)
        v.finish(stream)
        assert "cuda" not in v.line or o is empty
        v.release()
c.args([o for o in objects if type(o).__name__ != "PyCapsule"], None)
for o in (5, None, np.zeros(2, "O"), cai(version=None), np.ndarray):
    try:
        c.view(o)
    except (TypeError, BufferError):
        pass
for flags in (c.DEVICE_ACCESSIBLE, c.ON_DEVICE_ID):
    try:
        c.view(a, flags=flags)
    except ValueError:
        pass
del v, objects
gc.collect()
assert not c.driver_is_loaded()
assert drivers() == before, drivers()
""",
        JAX_PLATFORMS="cpu",
    )


def test_T7_importing_does_nothing():
    run_python(
        """
import os
import cucore_test as c
assert not c.driver_is_loaded()
if os.path.exists("/proc/self/maps"):
    assert "libcuda.so" not in open("/proc/self/maps").read()
import sys
assert "numpy" not in sys.modules
import array
c.view(array.array("i", [1]))
assert "numpy" not in sys.modules
import numpy
assert c.view(numpy.zeros(3)).protocol == "buffer"
"""
    )


@pytest.mark.parametrize("release", ["", "v.release()", "del v", "v.release_in_thread()"])
def test_B73_views_alive_at_exit(release):
    run_python(
        """
import cucore_test as c, numpy as np
from doubles import *
a = np.zeros(3)
dlpack = Holder(__dlpack__=a.__dlpack__, __dlpack_device__=a.__dlpack_device__)
for o in (a, bytearray(3), array_interface(a), cai(), dlpack):
    v = c.view(o, flags=TRUST)
    globals()["keep%d" % id(o)] = c.view(o, flags=TRUST)
"""
        + release
    )


# ---------------------------------------------------------------------------------------------------- random views --
DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()


@st.composite
def views_of_numpy(draw):
    """A view into a larger buffer: any dtype, shape, strides (negative, zero, overlapping), offset."""
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    ndim = draw(st.integers(0, 5))
    shape = tuple(draw(st.lists(st.integers(0, 4), min_size=ndim, max_size=ndim)))
    steps = draw(st.lists(st.integers(-7, 7), min_size=ndim, max_size=ndim))
    low = sum((n - 1) * s for n, s in zip(shape, steps) if n > 1 and s < 0)
    high = sum((n - 1) * s for n, s in zip(shape, steps) if n > 1 and s > 0)
    before, behind = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    room = np.arange((before - low + high + 1 + behind) * dtype.itemsize, dtype=np.uint32).astype(np.uint8)
    if dtype.kind == "b":
        room %= 2
    if draw(st.booleans()):
        room.flags.writeable = False
    start = (before - low) * dtype.itemsize
    return np.ndarray(shape, dtype, room, start, tuple(s * dtype.itemsize for s in steps))


def dlpack_or_none(a):
    try:
        a.__dlpack__()
    except (BufferError, RuntimeError):
        try:
            a.__dlpack__(max_version=(1, 0))
        except (TypeError, BufferError, RuntimeError):
            return None
    return Holder(**dlpack(a))


@RELAXED
@given(views_of_numpy())
def test_random_views_agree(a):
    carriers = [a, memoryview(a), array_interface(a), Proxy(array_interface(a)), dlpack_or_none(a)]
    for o in carriers:
        if o is None:
            continue
        v = c.view(o)
        assert v.dtype == a.dtype.name
        unproven = v.protocol == "dlpack"  # of NumPy before 2.1, which has no other: it may be immutable
        assert v.readonly == (not a.flags.writeable or unproven)
        assert_same_array(v, a)
        assert v.tobytes() == a.tobytes()
        v.release()
    v = c.view(cai(**a.__array_interface__), flags=TRUST)
    assert v.dtype == a.dtype.name and v.readonly == (not a.flags.writeable)
    assert_same_array(v, a)


@RELAXED
@given(views_of_numpy(), st.sampled_from(["C_CONTIGUOUS", "F_CONTIGUOUS", "WRITE"]))
def test_random_views_meet_what_numpy_says(a, flag):
    wanted = a.flags.writeable if flag == "WRITE" else a.flags[flag]
    for o in (a, array_interface(a)):
        if wanted:
            c.view(o, flags=getattr(c, flag))
        else:
            with pytest.raises((ValueError, BufferError)):
                c.view(o, flags=getattr(c, flag))


@RELAXED
@given(views_of_numpy(), st.integers(0, 4), st.integers(1, 9))
def test_random_byte_strides_that_are_no_multiples(a, axis, odd):
    """Legal bytes, but no number of elements: BufferError where the axis matters (B54)."""
    if a.ndim <= axis or a.itemsize == 1 or odd % a.itemsize == 0:
        return
    strides = list(a.strides)
    strides[axis] = odd
    o = cai(**dict(a.__array_interface__, strides=tuple(strides)))
    if a.shape[axis] > 1 and a.size:
        with pytest.raises(BufferError, match=r"strides\[%d\] is %d bytes" % (axis, odd)):
            c.view(o, flags=TRUST)
    else:
        assert c.view(o, flags=TRUST).shape == a.shape


# ----------------------------------------------------------------------------------------------- injected failures --
class OwnBuffer(bytearray):
    pass


def own_buffer():
    o = OwnBuffer(24)
    o.__array_interface__ = dict(shape=(2,), typestr="<i4", version=3, offset=8)
    return o


def structured_cai():
    return cai(typestr="|V8", descr=[("a", "<f4"), ("b", "<f4")], strides=[24, 8], stream=None)


INJECTED = [
    ("buffer-bytearray", lambda: bytearray(8), c.view, {}),
    ("buffer-by-name", lambda: bytearray(8), c.buffer, {}),
    ("buffer-ndarray", lambda: np.zeros(3), c.view, {}),
    ("buffer-array", lambda: array.array("i", [1]), c.view, {}),
    ("buffer-exporter", Exporter, c.view, {}),
    ("array-interface-tuple", lambda: array_interface(np.zeros((2, 3))[:, ::2]), c.view, {}),
    (
        "array-interface-buffer",
        lambda: Holder(__array_interface__=dict(shape=[2], typestr="<i4", version=3, data=bytearray(24), offset=4)),
        c.view,
        {},
    ),
    ("array-interface-own", own_buffer, c.array_interface, {}),
    ("array-interface-structured", lambda: array_interface(np.zeros(3, "i4,f4")), c.array_interface, {}),
    ("cai", lambda: cai(strides=[12, 4]), c.view, {"flags": TRUST}),
    ("cai-by-name", cai, c.cai, {"flags": TRUST}),
    ("cai-stream", lambda: cai(stream=5), c.view, {"flags": TRUST, "stream": c.STREAM_NO_SYNC}),
    ("cai-structured", structured_cai, c.view, {"flags": TRUST}),
    ("cai-empty", lambda: cai(shape=(0,)), c.view, {}),
    ("cai-proxy", lambda: Proxy(cai()), c.view, {"flags": TRUST}),
    ("scalar-float64", lambda: np.float64(1), c.view, {}),
    ("scalar-datetime64", lambda: np.datetime64("2020"), c.view, {"flags": c.ALLOW_OPAQUE}),
    ("scalar-bytes", lambda: np.bytes_(b"abc"), c.view, {"flags": c.ALLOW_OPAQUE | c.BY_ARRAY_INTERFACE}),
]
if ml_dtypes is not None:
    INJECTED += [
        ("ndarray-bfloat16", lambda: np.zeros(3, ml_dtypes.bfloat16), c.view, {}),
        ("ndarray-float8_e5m2", lambda: np.zeros(3, ml_dtypes.float8_e5m2), c.view, {}),
        ("ndarray-structured", lambda: np.zeros(3, [("a", ml_dtypes.bfloat16)]), c.view, {}),
    ]


@pytest.mark.parametrize("make, take, options", [pytest.param(*r[1:], id=r[0]) for r in INJECTED])
def test_injected_failures(make, take, options):
    o = make()
    kept = [o]
    for name in ("__array_interface__", "__cuda_array_interface__"):
        interface = getattr(o, name, None) if type(o) is Holder else None
        if isinstance(interface, dict):
            kept += [interface] + list(interface.values())

    def attempt():
        take(o, **options).release()

    c.forget_state()
    attempt()
    with unchanged_refcounts(*kept):
        errors = failures(attempt)
        for error in errors:
            assert not isinstance(error, (AssertionError, SystemError)), error
            error.__traceback__ = None
        # PyErr_ExceptionMatches may take what was injected for an answer of the producer, but never for a success.
        assert any(isinstance(error, MemoryError) for error in errors)
        del error
        errors.clear()
        attempt()
    for data in kept:
        if isinstance(data, bytearray):
            assert_resizable(data)


def test_injected_failures_of_a_stream():
    o = Stream((0, 0x5000))

    def attempt():
        assert c.stream(o) == 0x5000

    with unchanged_refcounts(o, o.answer):
        errors = failures(attempt)
        assert len(errors) > 20 and all(isinstance(e, MemoryError) for e in errors)
        errors.clear()


REFUSED = [
    ("no-array", lambda: 5, c.view, {}),
    ("class", lambda: int, c.view, {}),
    ("half-of-dlpack", lambda: Holder(__dlpack__=len), c.view, {}),
    ("buffer-format", lambda: np.zeros(3, "O"), c.view, {}),
    ("buffer-read-only", lambda: b"abc", c.view, {"flags": c.WRITE}),
    ("ndarray-datetime64", lambda: np.zeros(3, "M8[ns]"), c.view, {}),
    ("cai-version", lambda: cai(version="x"), c.view, {}),
    ("cai-mask", lambda: cai(mask=b""), c.view, {}),
    ("cai-descr", lambda: cai(typestr="|V9", descr=[("a", "<f4")]), c.view, {"flags": TRUST}),
    ("cai-stream", lambda: cai(stream=0), c.view, {"flags": TRUST}),
    (
        "array-interface-outside",
        lambda: Holder(__array_interface__=dict(shape=[9], typestr="<i4", version=3, data=bytearray(24))),
        c.view,
        {},
    ),
]


@pytest.mark.parametrize("make, take, options", [pytest.param(*r[1:], id=r[0]) for r in REFUSED])
def test_injected_failures_while_refusing(make, take, options):
    """The attempt fails anyhow: an exception is set each time, and nothing is kept."""
    o = make()
    c.forget_state()
    with pytest.raises((TypeError, ValueError, BufferError)):
        take(o, **options)
    with unchanged_refcounts(o):
        for n in range(1, 400):
            c.forget_state()
            c.fail_at(n)
            try:
                with pytest.raises((TypeError, ValueError, BufferError, MemoryError)):
                    take(o, **options)
            finally:
                calls = c.fail_at(0)
            if calls < n:
                break
        else:
            raise AssertionError("no end")
    data = getattr(o, "__array_interface__", {}).get("data") if type(o) is Holder else None
    if isinstance(data, bytearray):
        assert_resizable(data)


def test_injected_failures_of_several_arguments():
    x, y = bytearray(8), bytearray(4)

    def attempt():
        c.args([x, y, array_interface(SOURCE)], [("x",), ("y", "uint8", "n", c.WRITE), ("z", None, "6")])

    with unchanged_refcounts(x, y):
        errors = failures(attempt)
        assert all(isinstance(e, MemoryError) for e in errors)
        errors.clear()
    assert_resizable(x)
    assert_resizable(y)


# ----------------------------------------------------------------------------------------------------------- leaks --
LEAKS = [
    ("numpy", lambda: np.zeros((3, 4))[::2], "view", {}),
    ("bytearray", lambda: bytearray(8), "view", {}),
    ("cai", lambda: cai(strides=(12, 4), stream=None), "view", {"flags": TRUST}),
    ("cai-structured", structured_cai, "cai", {"flags": TRUST}),
    ("array-interface", lambda: array_interface(np.zeros((3, 4))), "view", {}),
    ("array-interface-buffer", lambda: own_buffer(), "array_interface", {}),
]
if ml_dtypes is not None:
    LEAKS.append(("bfloat16", lambda: np.zeros(3, ml_dtypes.bfloat16), "view", {}))


@pytest.mark.parametrize("make, which, options", [pytest.param(*r[1:], id=r[0]) for r in LEAKS])
def test_leak(make, which, options):
    """One lost object of 16 bytes per import would be 3.2 MB."""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("no /proc")
    count = 20000 if SANITIZED else 200000
    o = make()
    c.loop(which, 20000, o, **options)
    gc.collect()
    with unchanged_refcounts(o):
        blocks, memory = sys.getallocatedblocks(), resident()
        c.loop(which, count, o, **options)
        gc.collect()
        assert sys.getallocatedblocks() - blocks < 5_000  # one each time would be more; threads of the test runner allocate, too
        # A sanitizer keeps what was freed for a while.
        assert SANITIZED or resident() - memory < 2 << 20


def test_leak_of_failing_imports():
    o = cai(version="x")
    half = Holder(__dlpack__=len)
    buffers = [np.zeros(3, "O"), b"abc", np.zeros(3, "M8[ns]")]

    def run(count):
        for _ in range(count):
            for bad in [o, half, 5] + buffers:
                try:
                    c.view(bad, flags=c.WRITE)
                except (TypeError, ValueError, BufferError):
                    pass

    run(200)
    gc.collect()
    blocks = sys.getallocatedblocks()
    with unchanged_refcounts(o, half, *buffers):
        run(5000)
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 1000  # one in each round would be 5000


def test_a_view_can_be_made_in_a_cycle():
    class Node:
        pass

    node = Node()
    node.__cuda_array_interface__ = cai_dict()
    gone = weakref.ref(node)
    v = c.view(node, flags=TRUST)
    del node
    v.release()
    gc.collect()
    assert gone() is None


def test_release_under_load_from_threads():
    """Views that die on other threads give back what they hold, once."""
    import threading

    errors = []

    def work(data):
        try:
            for _ in range(200):
                c.view(data).release()
                c.view(data).release_in_thread()
        except BaseException as error:
            errors.append(error)

    arrays = [bytearray(64) for _ in range(4)]
    threads = [threading.Thread(target=work, args=(data,)) for data in arrays]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert errors == []
    for data in arrays:
        assert_resizable(data)
