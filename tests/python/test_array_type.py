"""cucore.Array: what it says of itself, and that the extension modules of a process share the type."""
import copy
import gc
import math
import operator
import os
import pickle
import re
import sys
import sysconfig
import threading
import warnings
import weakref

import pytest

import readme
from doubles import run_python

np = pytest.importorskip("numpy")
ex = pytest.importorskip("export_test")
cu = pytest.importorskip("cucore_test")
CUDA, PINNED, MANAGED, NO_SYNC = (2, 0), (3, 0), (13, 0), (1 << 64) - 1


def given(array, **more):
    """A cucore.Array of a NumPy array's memory."""
    step = array.itemsize
    return ex.Array(array.ctypes.data, array.dtype.name, array.shape, tuple(s // step for s in array.strides), owner=array,
                    readonly=not array.flags.writeable, **more).give(None)


def somewhere(device, dtype="float32", shape=(2, 3), **more):
    """Of memory that nobody may look at."""
    return ex.Array(0x7F0000001000, dtype, shape, device=device, **more).give(None, NO_SYNC)


ARRAYS = {"C": lambda: np.zeros((2, 3), "f4"), "strided": lambda: np.zeros((6, 8), "i2")[::-2, 1::3], "0-d": lambda: np.array(2.5),
          "empty": lambda: np.zeros((0, 3)), "many": lambda: np.zeros((1, 2, 3, 4), "c16"), "bool": lambda: np.zeros(5, bool),
          "read-only": lambda: np.broadcast_to(np.arange(3, dtype="u1"), (4, 3)), "64-d": lambda: np.zeros((1,) * 64)}


@pytest.mark.parametrize("make", ARRAYS.values(), ids=ARRAYS)
def test_attributes_are_numpys(make):
    a = make()
    x = given(a)
    for name in ("shape", "ndim", "size", "nbytes", "itemsize"):
        value = getattr(x, name)
        assert value == getattr(a, name) and type(value) is type(getattr(a, name)), name
    assert x.dtype is a.dtype and x.dtype == a.dtype.name and np.result_type(x) == a.dtype and x.device == "cpu"
    assert x.readonly is not a.flags.writeable
    assert repr(x) == f"<cucore.Array {a.dtype.name} {a.shape} on cpu{'' if a.flags.writeable else ', read-only'}>"
    if a.ndim:
        assert len(x) == len(a)
    else:
        with pytest.raises(TypeError, match="without axes"):
            len(x)
    assert np.array_equal(np.asarray(x), a) and x.__array__().dtype == a.dtype


@pytest.mark.parametrize("name", ["shape", "dtype", "device", "ndim", "size", "nbytes", "itemsize", "readonly"])
def test_attributes_cannot_be_set(name):
    x = given(np.zeros(3))
    with pytest.raises(AttributeError):
        setattr(x, name, 1)
    assert vars(type(x))[name].__doc__
    with pytest.raises(BufferError, match="cannot be constructed from Python"):
        getattr(type(x)(), name)


@pytest.mark.parametrize("device, name", [(CUDA, "cuda:0"), ((2, 3), "cuda:3"), ((2, -1), "cuda:?"), (MANAGED, "managed:0"),
                                          (PINNED, "pinned")])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int4", "float4_e2m1fn"])
def test_device_memory_is_not_touched(device, name, dtype):
    x = somewhere(device, dtype)
    assert (x.device, str(x.dtype), x.shape, x.readonly) == (name, dtype, (2, 3), False)
    assert x.nbytes == {"float32": 24, "bfloat16": 12}.get(dtype, 3) and x.size == 6
    assert repr(x) == f"<cucore.Array {dtype} (2, 3) on {name}>"


def test_dtypes_without_numpy():
    """A name, to which the dtype is equal that NumPy makes of it."""
    assert run_python("""
import sys, export_test as ex
x, y = (ex.allocate((1, 0), dtype, (3,)).give(None, (1 << 64) - 1) for dtype in ("float32", "bfloat16"))
before = repr((x.dtype, y.dtype))
assert "numpy" not in sys.modules
import numpy
sys.modules["ml_dtypes"] = None
print(before, repr(x.dtype), repr(y.dtype), x.dtype == "float32")
""") == "('float32', 'bfloat16') dtype('float32') 'bfloat16' True"


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "int4"])
def test_dtypes_of_ml_dtypes(name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = ex.allocate((1, 0), name, (4,)).give(None, NO_SYNC)
    assert x.dtype == np.dtype(getattr(ml_dtypes, name)) and str(x.dtype) == name


def test_an_array_without_data():
    kind = type(given(np.zeros(3)))
    assert repr(kind()) == "<cucore.Array without data>"
    with pytest.raises(BufferError, match="holds no data"):
        len(kind())
    with pytest.raises(TypeError, match="holds no data"):
        bool(kind())


def test_many_axes_in_one_line():
    text = repr(somewhere(CUDA, shape=(1,) * 64))
    assert "\n" not in text and text.endswith("on cuda:0>")


# ----------------------------------------------------------------------------------------------- as a number (B129) --
def filled(value, dtype, shape=()):
    return lambda: np.full(shape, value, dtype)


def of_ml_dtypes(value, dtype, shape=()):
    return lambda: np.full(shape, value, getattr(pytest.importorskip("ml_dtypes"), dtype))


NUMBERS = {f"{dtype} {value}": filled(value, dtype) for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8")
           for value in (0, 1, 52)}  # 52 is the text "4", 1 is the text "\x01"
NUMBERS |= {f"{value}": filled(value, dtype) for dtype, value in (
    ("f8", np.nan), ("f2", -np.inf), ("f4", 2.5), ("i8", -(1 << 63)), ("u8", (1 << 64) - 1), ("f8", -0.0), ("?", True), ("?", False),
    ("c8", 2 + 0j), ("c16", 1 - 2j), ("c16", 0j))}
NUMBERS |= {f"{dtype} {value}": of_ml_dtypes(value, dtype) for dtype in ("bfloat16", "float8_e4m3fn", "int4") for value in (0, 3)}
NUMBERS |= {f"{dtype} {shape}": filled(49, dtype, shape) for dtype in ("u1", "f8", "c8", "?")
            for shape in ((1,), (1, 1), (2,), (0,), (0, 3), (2, 2), (1, 2))}
NUMBERS |= {f"bfloat16 {shape}": of_ml_dtypes(1, "bfloat16", shape) for shape in ((1,), (2,), (0,))}
NUMBERS |= {"strided": lambda: np.arange(12, dtype="i4").reshape(3, 4)[::2, 1::2], "several numbers": lambda: np.arange(3.0),
            "digits": lambda: np.frombuffer(b"12", "u1"), "one of a row": lambda: np.arange(50, 60, dtype="u1")[2:3]}
ANSWERS = {  # what is asked of an array, and of the one of NumPy
    "int": int, "float": float, "complex": complex, "bool": bool, "index": operator.index, "len": len, "iter": list, "hash": hash,
    "round": round, "divmod": lambda x: divmod(x, 2), "floor": math.floor, "trunc": math.trunc, "isnan": math.isnan, "hex": hex,
    "bytes": lambda x: bytes(x) if x.dtype.isbuiltin == 1 and x.itemsize < 8 else None, "range": lambda x: range(0, x),
    "%d": lambda x: "%d" % x, "%f": lambda x: "%f" % x, "slice": lambda x: list(range(100))[x], "int of base": lambda x: int(x, 16),
    "in": lambda x: 49 in x, "not in": lambda x: "a" in x, "in a list": lambda x: 52 in [x],
    "== 1": lambda x: x == 1, "== its array": lambda x: x == np.asarray(x), "1 ==": lambda x: 1 == x, "float64 ==": lambda x: np.float64(1) == x,
    "== None": lambda x: x == None, "!= 49": lambda x: x != 49, "< 2": lambda x: x < 2, ">= 52": lambda x: x >= 52, "2 >": lambda x: 2 > x,
    "== text": lambda x: x == "4", "< text": lambda x: x < "4", "== list": lambda x: x == [49, 49], "if": lambda x: 1 if x else 2}
# ... to which NumPy has no other answer than an exception, or its own formatting
MAY_REFUSE = ("round", "divmod", "trunc")


def outcome(function, x):
    """What a function gives, by type and bits, or its exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = function(x)
        except Exception as error:
            return error
    return type(value), str(value), value.dtype.str if isinstance(value, np.ndarray) else repr(value)


def check_answers(x, a, refused=()):
    for name, function in ANSWERS.items():
        got, wanted = outcome(function, x), outcome(function, a)
        if isinstance(got, Exception):
            assert isinstance(got, (TypeError, ValueError, OverflowError, IndexError)), (name, got)
            assert isinstance(wanted, type(got)) or name in refused, (name, got, wanted)
        else:
            assert got == wanted, name


@pytest.mark.parametrize("make", NUMBERS.values(), ids=NUMBERS)
def test_numbers_are_numpys(make):
    a = make()
    check_answers(given(a, padded=a.dtype.name == "int4"), a, MAY_REFUSE)


@pytest.mark.parametrize("device", [PINNED, MANAGED], ids=["pinned", "managed"])
@pytest.mark.parametrize("name", ["u1 52", "f8 1", "c8 (1,)", "several numbers"])
def test_numbers_of_memory_that_the_host_reads(name, device):
    a = NUMBERS[name]()
    x = ex.Array(a.ctypes.data, a.dtype.name, a.shape, device=device, owner=a).give(None, NO_SYNC)
    check_answers(x, a, MAY_REFUSE)


def test_comparisons_of_two():
    a, b = np.arange(3), np.array([0, 5, 2])
    x, y = given(a), given(b)
    assert (x == y).tolist() == [True, False, True] and (x < y).tolist() == [False, True, False]
    assert given(np.array(3)) in [1, given(np.array(3))] and given(np.array(3)) not in [given(np.array(4))]
    for other in (somewhere(CUDA, "int64", (3,)), somewhere(CUDA, "int64", ())):
        for operation in (operator.eq, operator.ne, operator.lt):
            for pair in ((x, other), (other, x), (other, other)):
                with pytest.raises(TypeError, match="memory of cuda, where NumPy cannot read it"):
                    operation(*pair)


READS = [name for name in ANSWERS if name not in ("len", "hash", "int of base", "bytes", "slice", "== its array", "float64 ==", *MAY_REFUSE)]
UNREADABLE = {f"cuda {dtype} {shape}": (CUDA, dtype, shape) for dtype in ("uint8", "float32", "bool", "bfloat16", "complex64", "int4")
              for shape in ((), (1,), (3,), (1, 1))}
UNREADABLE |= {"packed": ((1, 0), "int4", ()), "packed, pinned": (PINNED, "uint4", (2,)), "float4": ((1, 0), "float4_e2m1fn", (2,)),
               "complex32": ((1, 0), "complex32", ())}


@pytest.mark.parametrize("device, dtype, shape", UNREADABLE.values(), ids=UNREADABLE)
def test_what_numpy_cannot_read_is_no_number(device, dtype, shape):
    """Neither the address nor the bytes are taken for a number, and the memory is not touched."""
    x = somewhere(device, dtype, shape)
    for name in READS:
        got = outcome(ANSWERS[name], x)
        assert isinstance(got, (TypeError, ValueError)), (name, got)
    if shape:
        assert len(x) == shape[0]


def test_opaque_elements_are_no_numbers():
    a = np.array(b"1234", "V4")
    x = ex.Array(a.ctypes.data, "void4", (), format="4x", owner=a).give(None)
    for name in ("int", "float", "complex", "index"):
        assert isinstance(outcome(ANSWERS[name], x), (TypeError, ValueError)), outcome(ANSWERS[name], x)


def test_numbers_need_numpy():
    assert run_python("""
import sys, export_test as ex
sys.modules["numpy"] = None
x = ex.allocate((1, 0), "uint8", ()).give(None, (1 << 64) - 1)
for ask in (int, float, complex, bool, lambda x: x == 1, lambda x: 1 in x):
    try:
        print(ask(x))
    except TypeError as error:
        print(type(error.__context__).__name__, end=" ")
""") == " ".join(["ModuleNotFoundError"] * 6)


# --------------------------------------------------------------------------------------------------------- one type --
@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """Another extension module, under the limited API."""
    source = (readme.ROOT / "tests" / "python" / "limited.c").read_text()
    return readme.compile_module(tmp_path_factory.mktemp("limited"), "limited", source)


full_python = pytest.mark.skipif(sys.version_info < (3, 11), reason="Py_buffer is in the limited API from 3.11 on")


@full_python
def test_modules_share_the_type(limited):
    ours, theirs = given(np.ones(3, "u1")), limited.ones_like(np.zeros(3, "u1"), None)
    assert type(ours) is type(theirs)
    assert np.asarray(theirs).tolist() == [1, 1, 1] and theirs.shape == (3,)
    kind = type(ours)
    gc.collect()
    before = sys.getrefcount(kind)
    del ours, theirs  # each is freed by the module that made its memory
    gc.collect()
    assert sys.getrefcount(kind) == before - 2


# ------------------------------------------------------------------------------------------ the exchange table (P17, X3) --
@pytest.mark.parametrize("make", ARRAYS.values(), ids=ARRAYS)
def test_P17_the_table_tells_what_dlpack_tells(make):
    a = make()
    x = given(a)
    kind, before = type(x), sys.getrefcount(x)
    f = ex.table(kind, "export", x)
    assert f == ex.fields(x.__dlpack__(max_version=(1, 3)))
    assert f["shape"] == a.shape and f["flags"] == (0 if a.flags.writeable else 1)
    if a.flags.writeable:
        assert ex.table(kind, "lend", x)["data"] == f["data"]
    else:
        with pytest.raises(BufferError, match="read-only"):  # what is lent cannot be read-only
            ex.table(kind, "lend", x)
    y = ex.table(kind, "roundtrip", x)
    assert type(y) is kind and np.array_equal(np.asarray(y), a) and y.readonly == x.readonly
    del y
    gc.collect()
    assert sys.getrefcount(x) == before


def test_P17_the_table_refuses_what_is_no_array():
    kind = type(given(np.zeros(3)))
    for obj in (3, np.zeros(3), ex.Array(0, "float32", (0,))):
        for what in ("export", "lend"):
            with pytest.raises(TypeError, match="cucore.Array|another type"):
                ex.table(kind, what, obj)
    for what in ("export", "lend"):
        with pytest.raises(BufferError, match="holds no data"):
            ex.table(kind, what, kind())
    assert (ex.table(kind, "stream", 1), ex.table(kind, "stream", 2)) == (0, 1)
    made = ex.table_allocate(kind, (1, 0), (2, 32, 1), (3, 4))
    assert type(made) is kind and made.shape == (3, 4)


WAYS = {"any": 0, "lent": cu.BORROW, "written": cu.WRITE, "table only": cu.BY_EXCHANGE, "contiguous": cu.CONTIGUOUS}
OTHERS = {"bfloat16": lambda: ex.allocate((1, 0), "bfloat16", (4,)), "packed": lambda: ex.allocate((1, 0), "int4", (4,)),
          "opaque": lambda: ex.Array(np.zeros(3).ctypes.data, "struct8", (3,))}


@pytest.mark.parametrize("flags", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("make", [*ARRAYS.values(), *OTHERS.values()], ids=[*ARRAYS, *OTHERS])
def test_X3_what_comes_in_is_what_dlpack_brings(make, flags):
    """The answers are equal: the view, or the exception and its words."""
    a = make()
    x = given(a) if isinstance(a, np.ndarray) else a.give(None, NO_SYNC)
    answers = []
    for asked in (flags, flags & ~cu.BY_EXCHANGE | cu.BY_DLPACK):
        before = sys.getrefcount(x)
        try:
            view = cu.view(x, flags=asked)
            answers.append((view.line, view.readonly, view.ptr, view.strides, view.protocol))
            view.release()
        except Exception as error:
            answers.append((type(error), str(error)))
        assert sys.getrefcount(x) == before
    assert answers[0] == answers[1]


def test_P17_tvm_ffi_takes_read_only_arrays():
    tvm_ffi = pytest.importorskip("tvm_ffi")
    a = np.arange(6, dtype="f4")
    a.flags.writeable = False
    t = tvm_ffi.from_dlpack(given(a))
    assert np.from_dlpack(t).tolist() == a.tolist()  # which is read-only to the user: tvm-ffi keeps no flag


SCRIPT = """
import ctypes, gc, sys
sys.path[:0] = {path!r}
api = ctypes.pythonapi
api.PyInterpreterState_Get.restype = ctypes.c_void_p
api.PyInterpreterState_GetDict.restype = ctypes.py_object
api.PyInterpreterState_GetDict.argtypes = [ctypes.c_void_p]
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
shared = api.PyInterpreterState_GetDict(api.PyInterpreterState_Get())
api.Py_IncRef(ctypes.py_object(shared))  # the reference was borrowed, and ctypes gives it back

def keys():
    return [key for key in shared if isinstance(key, str) and key.startswith("cucore.Array ")]

import export_test as ex, limited, numpy as np

def ours():
    return ex.allocate((1, 0), "uint8", (3,)).give(None)

def theirs():
    return limited.ones_like(np.zeros(3, "u1"), None)
"""


def in_fresh_process(limited, code):
    path = [os.path.dirname(os.path.abspath(limited.__file__)), os.path.dirname(os.path.abspath(ex.__file__))]
    return run_python(SCRIPT.format(path=path) + code)


@full_python
def test_the_type_is_found_in_the_interpreter(limited):
    assert in_fresh_process(limited, """
assert not keys()
first = ours()
key, = keys()
assert type(theirs()) is type(first) and keys() == [key]
import sys
del first
gc.collect()
print(type(ours()) is type(theirs()))
""") == "True"


LAYOUT = """
probe = ours()
key, = keys()
good = shared.pop(key)
"""
STRANGERS = {
    "text": "'x'", "None": "None", "type": "int", "foreign-capsule": "api.PyCapsule_New(id(shared), b'another', None)",
    "no-name": "api.PyCapsule_New(id(shared), None, None)",
    "another-layout": "api.PyCapsule_New(ctypes.addressof(zeros), b'cucore.Array, shared', None)",
    "another-version": "api.PyCapsule_New(ctypes.addressof(newer), b'cucore.Array, shared', None)",
    "no-type": "api.PyCapsule_New(ctypes.addressof(odd), b'cucore.Array, shared', None)",
}


@full_python
@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS)
def test_what_a_stranger_put_there_is_not_used(limited, stranger):
    """Each module then has a type of its own, and leaves the stranger's alone."""
    assert in_fresh_process(limited, LAYOUT + f"""
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
record = (ctypes.c_uint64 * 9).from_address(api.PyCapsule_GetPointer(good, b"cucore.Array, shared"))
zeros = (ctypes.c_uint64 * 9)()
newer = (ctypes.c_uint64 * 9)(*record)
newer[0] += 1
odd = (ctypes.c_uint64 * 9)(*record)
odd[8] = id(shared)
shared[key] = stranger = {stranger}
assert "uint8" in limited.line(probe) and shared[key] is stranger
x, y = theirs(), theirs()
assert type(x) is type(y) is not type(probe) and shared[key] is stranger
assert np.asarray(x).tolist() == [1, 1, 1] and np.asarray(probe).shape == (3,)
print("right")
""") == "right"


@full_python
def test_the_entry_may_vanish(limited):
    """Who has the type keeps it; the next module makes another."""
    assert in_fresh_process(limited, LAYOUT + """
del good
gc.collect()
x = theirs()
assert type(x) is not type(probe) and type(ours()) is type(probe) and len(keys()) == 1
del probe, x
gc.collect()
print(repr(ours()))
""") == "<cucore.Array uint8 (3,) on cpu>"


MAKERS = {  # where the array was made that the other module takes in, and whether the dict has the type afterwards
    "another-module": ("ours()", 1),
    "itself": ("theirs()", 1),
    "namesake": ("type('Array', (), {'__module__': 'cucore', '__dlpack__': lambda self, **more: data.__dlpack__(**more), "
                 "'__dlpack_device__': lambda self: data.__dlpack_device__()})()", 0),
}


@full_python
@pytest.mark.parametrize("make, types", MAKERS.values(), ids=MAKERS)
def test_an_argument_does_not_make_the_type(limited, make, types):
    """A module that takes cucore.Array in looks the type up, and needs none of its own."""
    assert in_fresh_process(limited, f"""
data = np.arange(3, dtype="u1")
x = {make}
before = keys()
print("uint8" in limited.line(x), len(before), keys() == before)
""") == f"True {types} True"


def test_interpreters_have_a_type_each():
    out = run_python("""
import sys
try:
    import _interpreters as interpreters
except ImportError:
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        print("skip")
        sys.exit()
import export_test as ex
script = '''if True:
    import sys
    sys.path[:0] = PATHS
    import export_test as ex
    kinds = {type(ex.allocate((1, 0), "float32", (2,)).give(None)) for _ in range(3)}
    assert len(kinds) == 1 and id(kinds.pop()) != MAIN
'''
main = type(ex.allocate((1, 0), "float32", (2,)).give(None))
script = script.replace("PATHS", repr(sys.path)).replace("MAIN", str(id(main)))
one = interpreters.create("legacy") if hasattr(interpreters, "exec") else interpreters.create(isolated=False)
failed = (interpreters.exec if hasattr(interpreters, "exec") else interpreters.run_string)(one, script)
assert not failed, failed
interpreters.destroy(one)
print(type(ex.allocate((1, 0), "float32", (2,)).give(None)) is main)
""")
    if out == "skip":
        pytest.skip("this Python has no subinterpreters")
    assert out == "True"


# --------------------------------------------------------------------------------- weak references, pickles, copies --
class Memory(np.ndarray):
    """Host memory that writes down when it is freed."""

    log = None

    def __del__(self):
        if self.log is not None:
            self.log.append("memory")


def logged():
    array = np.arange(6, dtype="f4").view(Memory)
    array.log = []
    return array, array.log


def test_a_weak_reference_is_cleared_before_the_memory_is_freed():
    array, log = logged()
    x = given(array)
    del array
    first = weakref.ref(x, lambda ref: log.append(("first", ref() is None)))
    second = weakref.ref(x, lambda ref: log.append(("second", "memory" in log)))
    weakref.finalize(x, log.append, "finalized")
    assert first() is x and weakref.getweakrefcount(x) == 3 and weakref.proxy(x).shape == (6,) and not log
    shared = np.asarray(x)
    del x
    gc.collect()
    assert first() is not None and not log
    del shared
    assert first() is None and second() is None
    assert log[-1] == "memory" and sorted(map(str, log[:-1])) == ["('first', True)", "('second', False)", "finalized"]


MAKES = {"given": lambda: given(np.zeros(3)), "without-data": lambda: type(given(np.zeros(3)))(), "device": lambda: somewhere(CUDA),
         "copy": lambda: copy.copy(given(np.zeros(3)))}


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
def test_every_array_has_weak_references(make):
    x = make()
    kept = weakref.WeakValueDictionary(x=x)
    assert kept["x"] is x
    del x
    gc.collect()
    assert not kept


def test_a_view_moved_to_a_buffer_has_weak_references():
    made = pytest.importorskip("cucore_test").view(np.arange(3.0)).move_to_buffer(0)
    ref = weakref.ref(made.obj)
    assert type(made.obj).__name__ == "Array" and ref() is made.obj
    del made
    gc.collect()
    assert ref() is None


def test_weak_references_in_threads():
    """Threads ask for an array while another lets it go: each gets it whole, or None."""
    refs, stop, failed = [weakref.ref(given(np.zeros(8)))], threading.Event(), []

    def ask():
        while not stop.is_set():
            x = refs[-1]()
            if x is not None and x.shape != (8,):
                failed.append(x.shape)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for _ in range(300):
            x = given(np.zeros(8))
            refs.append(weakref.ref(x))
            del x
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
    assert not failed and not [ref for ref in refs if ref()]


PICKLED = dict(ARRAYS, F=lambda: np.asfortranarray(np.arange(6.0).reshape(2, 3)))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("make", PICKLED.values(), ids=PICKLED)
def test_a_pickle_is_numpys(make, protocol):
    a = make()
    x = given(a)
    before = sys.getrefcount(x)
    b, expected = pickle.loads(pickle.dumps(x, protocol)), pickle.loads(pickle.dumps(a, protocol))
    assert type(b) is np.ndarray and b.dtype == a.dtype and b.shape == a.shape and np.array_equal(b, a)
    assert (b.flags.writeable, b.strides) == (expected.flags.writeable, expected.strides)
    assert not np.shares_memory(b, a) and sys.getrefcount(x) == before


def test_a_pickle_of_ml_dtypes():
    pytest.importorskip("ml_dtypes")
    x = ex.allocate((1, 0), "bfloat16", (4,)).give(None, NO_SYNC)
    np.asarray(x)[...] = 1, 2, 3, 4
    assert pickle.loads(pickle.dumps(x)).dtype == x.dtype and pickle.loads(pickle.dumps(x)).tolist() == [1, 2, 3, 4]


def test_a_pickle_out_of_band_copies_nothing():
    a = np.arange(100000.0)
    x, buffers = given(a), []
    data = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(data) < 1000 and len(buffers) == 1
    assert np.shares_memory(np.frombuffer(buffers[0]), a) and np.shares_memory(pickle.loads(data, buffers=buffers), a)


def test_a_pickle_is_loaded_without_cucore():
    data = pickle.dumps({"x": given(np.arange(3.0)), "y": [given(np.zeros((2, 2)))]})
    assert run_python(f"""
import pickle, sys
made = pickle.loads({data!r})
assert not [name for name in sys.modules if "cucore" in name or "export_test" in name]
print(made["x"].tolist(), made["y"][0].shape)
""") == "[0.0, 1.0, 2.0] (2, 2)"


@pytest.mark.parametrize("device", [CUDA, (2, -1)])
def test_device_memory_is_not_pickled(device):
    x = somewhere(device)
    before = sys.getrefcount(x)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError) as caught:
            pickle.dumps(x, protocol)
        assert "memory of cuda" in str(caught.value) and 'numpy.from_dlpack(x, device="cpu")' in str(caught.value)
        caught = None
    gc.collect()
    assert sys.getrefcount(x) == before


def test_what_cannot_be_pickled():
    with pytest.raises(BufferError):
        pickle.dumps(ex.allocate((1, 0), "int4", (4,)).give(None, NO_SYNC))
    with pytest.raises(BufferError, match="holds no data"):
        pickle.dumps(type(given(np.zeros(3)))())
    with pytest.raises(TypeError):
        given(np.zeros(3)).__reduce_ex__("5")


def test_a_pickle_needs_numpy():
    assert run_python("""
import pickle, sys, export_test as ex
sys.modules["numpy"] = None
x = ex.allocate((1, 0), "float32", (3,)).give(None, (1 << 64) - 1)
try:
    pickle.dumps(x)
except ImportError as error:
    print("numpy" in str(error), hasattr(x, "flags"))
""") == "True False"


COPIES = {"copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("duplicate", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("make", ARRAYS.values(), ids=ARRAYS)
def test_a_copy_has_its_own_memory(make, duplicate):
    a = make()
    x = given(a)
    before = sys.getrefcount(x)
    y = duplicate(x)
    assert type(y) is type(x) and (y.shape, y.dtype, y.device, y.readonly) == (x.shape, x.dtype, "cpu", False)
    b = np.asarray(y)
    assert np.array_equal(b, a) and not np.shares_memory(b, a) and b.flags.writeable
    assert sys.getrefcount(x) == before
    del x
    gc.collect()
    assert np.array_equal(np.asarray(copy.copy(y)), a)


def test_deepcopy_remembers():
    x = given(np.arange(3.0))
    first, second = copy.deepcopy([x, x])
    assert first is second is not x and np.asarray(first).tolist() == [0, 1, 2]


def test_packed_elements_are_copied():
    x = ex.allocate((1, 0), "int4", (3, 4)).give(None, NO_SYNC)
    y = copy.copy(x)
    assert (str(y.dtype), y.shape, y.nbytes) == (str(x.dtype), (3, 4), 6)


@pytest.mark.parametrize("make, words", {
    "no-data": (lambda: type(given(np.zeros(3)))(), "holds no data"),
    "structured": (lambda: ex.Array(np.zeros(3).ctypes.data, "struct8", (3,)).give(None, NO_SYNC), "struct8"),
    "other-device": (lambda: somewhere((10, 0)), "nothing here can make a copy")}.values(), ids=["no-data", "structured", "other-device"])
def test_what_cannot_be_copied(make, words):
    x = make()
    for duplicate in COPIES.values():
        with pytest.raises(BufferError, match=words):
            duplicate(x)


def refused(call, *args):
    try:
        call(*args)
    except (TypeError, BufferError):
        return
    raise AssertionError("no exception")


ROUNDS = {
    "weakref": lambda x: weakref.ref(x, id), "weakref-dead": lambda x: weakref.ref(copy.copy(x), id), "iter": list,
    "flags": lambda x: x.flags, "arrow": lambda x: x.__arrow_c_array__(), "pickle": lambda x: pickle.dumps(x),
    "copy": copy.deepcopy, "arrow-refused": lambda x: refused(type(x)().__arrow_c_array__),
    "pickle-refused": lambda x: refused(pickle.dumps, somewhere(CUDA)), "copy-refused": lambda x: refused(copy.copy, type(x)()),
    "arrow-argument": lambda x: refused(x.__arrow_c_array__, 1, 2), "compare": lambda x: x == x, "compare-refused": lambda x: refused(operator.eq, x, somewhere(CUDA)), "numbers": lambda x: refused(int, x), "contains": lambda x: 3 in x,
    "number": lambda x: (int(given(np.array(3))), complex(given(np.array(3))), operator.index(given(np.array(3)))),
    "number-refused": lambda x: refused(float, somewhere(CUDA, "int4"))}


@pytest.mark.parametrize("round_", ROUNDS.values(), ids=ROUNDS)
def test_nothing_leaks(round_):
    """Many rounds need no more memory than one."""
    tracemalloc = pytest.importorskip("tracemalloc")
    x = given(np.arange(100.0))
    before = sys.getrefcount(x), sys.getrefcount(type(x))
    tracemalloc.start()
    try:
        for n in range(501):
            round_(x)
            if n == 100:
                gc.collect()
                start = tracemalloc.get_traced_memory()[0]
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - start
    finally:
        tracemalloc.stop()
    assert grown < 400 * 16 and (sys.getrefcount(x), sys.getrefcount(type(x))) == before


@full_python
def test_in_the_limited_api(limited):
    """The type is made by the module of the limited API, which is the only one."""
    assert run_python(f"""
import copy, gc, pickle, sys, weakref
sys.path.insert(0, {os.path.dirname(os.path.abspath(limited.__file__))!r})
import limited, numpy as np
x = limited.ones_like(np.zeros(3, "u1"), None)
done = []
ref = weakref.ref(x, done.append)
assert type(pickle.loads(pickle.dumps(x))) is np.ndarray and pickle.loads(pickle.dumps(x)).tolist() == [1, 1, 1]
y = copy.deepcopy(x)
assert int(limited.ones_like(np.zeros((), "u1"), None)) == 1 and (x == y).all() and 1 in x
for ask in (int, float, complex, bool, hash):
    try:
        print(ask(x))
    except (TypeError, ValueError):
        pass
assert type(y) is type(x) and list(y) == [1, 1, 1] and x.flags.c_contiguous and len(x.__arrow_c_array__()) == 2
assert not np.shares_memory(np.asarray(x), np.asarray(y)) and ref() is x and not done
del x
gc.collect()
print(ref(), done == [ref], sys.getsizeof(y) - type(y).__basicsize__ in (0, 16))
""") == "None True True"


@pytest.mark.skipif(object.__basicsize__ != 16, reason="the head of an object has another size")
def test_the_guide_knows_the_size():
    text = " ".join((readme.ROOT / "docs" / "guide" / "lifetime.md").read_text().split())
    own, size = re.search(r"the object takes ([\d,]+) bytes, [\d,]+ with `CUCORE_MAX_NDIM=8`, a `cucore.Array` ([\d,]+) and", text).groups()
    x = given(np.zeros(3))
    collector = 0 if sysconfig.get_config_var("Py_GIL_DISABLED") else 16
    assert sys.getsizeof(x) == type(x).__basicsize__ + collector
    assert type(x).__basicsize__ + 16 == int(size.replace(",", "")) == int(own.replace(",", "")) + 32
