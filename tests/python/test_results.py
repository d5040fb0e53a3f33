"""Results as arrays of the caller's library (X13 to X15): every pair that is installed, tables that fail, ownership."""
import ctypes
import gc
import sys
import types

import pytest

import producers

from doubles import OnlyDlpack
from test_dlpack import run_python

np = pytest.importorskip("numpy")
cu = pytest.importorskip("cucore_test")
ex = pytest.importorskip("export_test")

MULTIARRAY = sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
CPU, CUDA = (1, 0), (2, 0)
ONE = 0x3F800000


def libraries():
    """name -> (array from NumPy's, address of an array, the array as NumPy's)"""
    found = {"numpy": (lambda a: a.copy(), lambda a: a.ctypes.data, np.asarray)}
    try:
        import jax
        import jax.numpy as jnp

        cpu = jax.devices("cpu")[0]
        found["jax"] = (lambda a: jax.device_put(a, cpu), lambda a: a.unsafe_buffer_pointer(), np.asarray)
        assert jnp
    except ImportError:
        pass
    try:
        import torch

        found["torch"] = (lambda a: torch.from_numpy(a.copy()), lambda t: t.data_ptr(), lambda t: t.numpy())
    except ImportError:
        pass
    try:
        import tvm_ffi

        found["tvm-ffi"] = (lambda a: tvm_ffi.from_dlpack(a.copy()), lambda t: ex.take(t, "dlpack").ptr, np.from_dlpack)
    except ImportError:
        pass
    found["cucore"] = (lambda a: ex.take(a.copy(), "dlpack").give(None), lambda x: x.__array_interface__["data"][0],
                       np.from_dlpack)
    return found


LIBRARIES = libraries()


@pytest.mark.parametrize("to", LIBRARIES)
@pytest.mark.parametrize("source", LIBRARIES)
@pytest.mark.parametrize("dtype", ["f4", "i8", "u1", "f2"])
def test_every_pair(source, to, dtype):
    """An array of one library becomes one of another: same memory, same values; both let go in the end."""
    if "jax" in (source, to) and dtype == "i8":
        pytest.skip("JAX has 32 bits unless told otherwise")
    a = np.arange(48, dtype=dtype).reshape(6, 8)
    x = LIBRARIES[source][0](a)
    like = LIBRARIES[to][0](a)
    before = sys.getrefcount(x)
    taken = ex.take(x, "dlpack")
    pointer = taken.ptr
    assert source == "jax" or pointer == LIBRARIES[source][1](x)
    if to == "tvm-ffi" and "read-only, dlpack-versioned" in taken.line:  # it asks for no version; JAX arrays from 0.12 on
        with pytest.raises(BufferError, match="read-only"):
            taken.give(like)
        return
    given = taken.give(like)
    assert type(given) is type(like) and taken.is_released
    assert np.array_equal(LIBRARIES[to][2](given), a) and LIBRARIES[to][2](given).dtype == a.dtype
    if not (to == "jax" and pointer % 64):  # JAX copies what is aligned to less
        assert LIBRARIES[to][1](given) == pointer
    del given
    gc.collect()
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("name", LIBRARIES)
def test_X13_results(name):
    like = LIBRARIES[name][0](np.zeros(3, "f4"))
    before = sys.getrefcount(like)
    for shape in ((6, 8), (), (0, 3), (1,) * 8):
        y = ex.empty(like, CPU, "float32", shape)
        pointer = y.ptr
        y.fill(ONE)
        given = y.give(like)
        assert type(given) is type(like) and y.is_released
        values = LIBRARIES[name][2](given)
        assert values.shape == shape and values.dtype == "float32" and (values == 1).all()
        assert 0 in shape or LIBRARIES[name][1](given) == pointer
    del given, values
    gc.collect()
    assert sys.getrefcount(like) == before


@pytest.mark.parametrize("what, message", [
    ("ndim", "an array cannot have -1 axes"), ("axes", "an array cannot have [0-9]+ axes"), ("shape", "2 axes, or the shape is NULL"),
    ("strides", "a result is dense: strides of its spec is not NULL"), ("reserved", "reserved of its spec is not NULL")])
def test_specs_that_are_refused(what, message):
    with pytest.raises(ValueError, match=message):
        ex.refused_spec(what)


@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
                                   "float32", "float64", "complex64", "complex128"])
def test_X13_numpy_dtypes(dtype):
    given = ex.empty(np.zeros(1), CPU, dtype, (2, 3)).give(None)
    assert given.dtype == dtype and given.shape == (2, 3) and given.flags.writeable and given.flags.owndata
    given = ex.allocate(CPU, dtype, (2, 3)).give(np.zeros(1))
    assert given.dtype == dtype and not given.flags.owndata


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4"])
def test_X13_ml_dtypes(dtype):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    given = ex.empty(np.zeros(1), CPU, dtype, (2, 3)).give(None) if dtype != "int4" else None
    if dtype != "int4":
        assert given.dtype == getattr(ml_dtypes, dtype)
        assert ex.allocate(CPU, dtype, (2, 3)).give(np.zeros(1)).dtype == getattr(ml_dtypes, dtype)
    else:
        with pytest.raises(BufferError, match="int4"):
            ex.allocate(CPU, dtype, (2, 4)).give(np.zeros(1))


@pytest.mark.parametrize("there", [True, False], ids=["without-the-dtype", "not-there"])
def test_X13_a_dtype_that_neither_numpy_nor_ml_dtypes_has(monkeypatch, there):
    monkeypatch.setitem(sys.modules, "ml_dtypes", types.ModuleType("ml_dtypes") if there else None)
    ex.forget_state()
    for _ in range(2):
        with pytest.raises(BufferError, match="^NumPy has no dtype bfloat16, and neither has ml_dtypes$"):
            ex.empty(np.zeros(1), CPU, "bfloat16", (2,))


def test_elements_with_fields_are_not_asked_for_by_name():
    with pytest.raises(BufferError, match="^a new array cannot have elements of struct12: a dtype with fields has no name to ask NumPy for$"):
        ex.Array(4096, "struct12", (2,)).numpy_like()


@pytest.mark.parametrize("device_type", [0, 5, 99])
def test_a_kind_of_memory_that_there_is_not(device_type):
    with pytest.raises(BufferError, match=rf"device type {device_type} \(unknown\)"):
        ex.allocate((device_type, 0), "float32", (2,))


def test_a_released_view_says_so():
    x = ex.allocate(CPU, "float32", (2,))
    x.give(None)
    for call in (lambda: x.give(None), lambda: x.move_to_buffer(), lambda: x.empty_like()):
        with pytest.raises(ValueError, match="the view holds no data: it was released, or never filled"):
            call()


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ValueError])
def test_B92_what_importing_ml_dtypes_raises_comes_through(monkeypatch, error):
    class Module(types.ModuleType):
        @property
        def bfloat16(self):
            raise raised

    raised = error("at import")
    monkeypatch.setitem(sys.modules, "ml_dtypes", Module("ml_dtypes"))
    ex.forget_state()
    with pytest.raises(error) as caught:
        ex.empty(np.zeros(1), CPU, "bfloat16", (2,))
    assert caught.value is raised


@pytest.mark.parametrize("make, error", [
    (lambda shape, dtype: np.zeros(shape[::-1], dtype), "asked for a dense array of 2 axes"),
    (lambda shape, dtype: np.zeros(shape, dtype, order="F"), "asked for a dense array"),
    (lambda shape, dtype: np.zeros(shape, "i4"), "asked for a dense array"),
    (lambda shape, dtype: np.broadcast_to(np.zeros((), dtype), shape), "read-only|writable"),
    (lambda shape, dtype: 12, "expected an array"),
], ids=["another-shape", "not-dense", "another-dtype", "read-only", "no-array"])
def test_X13_a_library_that_makes_another_array(monkeypatch, make, error):
    """numpy.empty is called if NumPy's C functions are not found."""
    monkeypatch.delattr(MULTIARRAY, "_ARRAY_API")
    monkeypatch.setattr(np, "empty", make)
    ex.forget_state()
    like = np.zeros(1)
    try:
        with pytest.raises((BufferError, TypeError, ValueError), match=error):
            ex.empty(like, CPU, "float32", (2, 3))
    finally:
        monkeypatch.undo()
        ex.forget_state()
    assert ex.empty(like, CPU, "float32", (2, 3)).give(like).shape == (2, 3)


@pytest.mark.parametrize("library, maker", [("cupy", "empty"), ("numba.cuda", "device_array")])
def test_X13_a_library_of_devices_without_a_driver(monkeypatch, library, maker):
    if ex_has_driver():
        pytest.skip("there is a driver")
    made = []
    for name in {library, library.split(".")[0]}:
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    setattr(sys.modules[library], maker, lambda shape, dtype: made.append(shape))
    if "." in library:
        sys.modules["numba"].cuda = sys.modules[library]
    like = type("Array", (), {"__module__": library, "__cuda_array_interface__": {}})()
    ex.forget_state()
    try:
        with pytest.raises(RuntimeError, match="driver"):
            ex.empty(like, (2, 0), "float32", (2, 3))
    finally:
        ex.forget_state()
    assert not made


def ex_has_driver():
    try:
        return cu.device_count() > 0
    except Exception:
        return False


def test_X13_a_subclass_gets_its_base():
    class Mine(np.ndarray):
        pass

    assert type(ex.empty(np.zeros(3).view(Mine), CPU, "float32", (2,)).give(None)) is np.ndarray


def test_X13_read_only_memory_stays_so():
    a = np.arange(4.0)
    a.flags.writeable = False
    x = ex.Array(a.ctypes.data, "float64", (4,), readonly=True, owner=a)
    given = x.give(np.zeros(1))
    assert not given.flags.writeable and given.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("like", [b"bytes", bytearray(3), memoryview(b"x"), None, ex.allocate(CPU, "float32", (1,)).capsule_move(1)],
                         ids=lambda o: type(o).__name__)
def test_X13_no_library(like):
    given = ex.empty(like, CPU, "float32", (2, 3)).give(like)
    assert type(given).__name__ == "Array" and "float32 (2, 3)" in repr(given)
    assert np.asarray(given).shape == np.from_dlpack(given).shape == (2, 3)
    with pytest.raises(BufferError, match="it cannot be constructed from Python"):
        memoryview(type(given)())


def test_a_library_without_from_dlpack():
    """An array whose library makes none of others: a cucore.Array, which that library takes."""
    class Odd:
        @property
        def __cuda_array_interface__(self):
            raise AssertionError("nobody asks for this")

    class OfInstance:
        def __init__(self):
            self.__array_interface__ = {}

    for kind in (Odd, OfInstance):
        kind.__module__ = "export_test"
        assert type(ex.empty(kind(), CPU, "float32", (2,)).give(kind())).__name__ == "Array"
    with pytest.raises(TypeError, match=r"got 'export_test\..*\.OfInstance'"):
        ex.empty(OfInstance.__new__(OfInstance), CPU, "float32", (2,))


def test_a_namespace_of_the_array_api():
    class Namespace:
        @staticmethod
        def from_dlpack(x):
            return "made by the namespace", np.from_dlpack(x)

    class Odd:
        def __array_namespace__(self):
            return Namespace

    made, a = ex.empty(Odd(), CPU, "float32", (2,)).give(Odd())
    assert made == "made by the namespace" and a.shape == (2,)


def test_a_library_that_fails_gives_the_memory_back():
    class Namespace:
        @staticmethod
        def from_dlpack(x):
            raise KeyError("mine")

    class Odd:
        def __array_namespace__(self):
            return Namespace

    owner = type("Owner", (), {})()
    before = sys.getrefcount(owner)
    x = ex.Array(0x1000, "float32", (2,), owner=owner)
    with pytest.raises(KeyError, match="mine") as caught:
        x.give(Odd())
    caught.value.__traceback__ = None
    del caught
    gc.collect()
    assert x.is_released and sys.getrefcount(owner) == before


# -------------------------------------------------------------------------------- a library by a type, a module, a name --
class Tabled(ex.Array):
    """The tensors of a library with an exchange table, which makes export_test.Array."""


ex.publish(Tabled, "Array")


class Tensor(Tabled):
    """With a __dlpack__ of its own, so that its table is used for its instances."""

    def __dlpack__(self, **keywords):
        return Tabled.__dlpack__(self, **keywords)


ex.publish(Tensor, "Array")


class Foreign:
    """The arrays of a library with from_dlpack."""

    def __init__(self, source=None):
        self.values = None if source is None else np.from_dlpack(source)

    def __dlpack__(self):
        raise AssertionError("nobody asks for this")


class Settings:
    """No array, of the same library."""


class Derived(Foreign):
    """By a user of the library."""


class Derived_ndarray(np.ndarray):
    pass


Foreign.__module__ = Settings.__module__ = "results_library.inner"


def module(name, **attributes):
    made = types.ModuleType(name)
    made.__dict__.update(attributes)
    return made


@pytest.fixture(autouse=True)
def libraries_of_the_tests(monkeypatch):
    for made in (module("results_library", from_dlpack=Foreign, Foreign=Foreign), module("results_torch", Tensor=Tabled),
                 module("results_empty"), module("results_words", Tensor="no type", ndarray=3, from_dlpack=Foreign)):
        monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setitem(sys.modules, "results_namespace", types.SimpleNamespace(from_dlpack=Foreign))
    monkeypatch.setitem(sys.modules, "results_forbidden", None)


def likes():
    """name -> (like, what the result is)"""
    found = {
        "type-numpy": (np.ndarray, np.ndarray), "type-numpy-derived": (Derived_ndarray, np.ndarray),
        "module-numpy": (np, np.ndarray), "name-numpy": ("numpy", np.ndarray),
        "type-table": (Tabled, ex.Array), "type-table-derived": (type("Mine", (Tabled,), {}), ex.Array),
        "module-table": (lambda: sys.modules["results_torch"], ex.Array), "name-table": ("results_torch", ex.Array),
        "array-library": (Foreign(), Foreign), "array-library-derived": (Derived(), Foreign),
        "type-library": (Foreign, Foreign), "type-library-derived": (Derived, Foreign),
        "module-library": (lambda: sys.modules["results_library"], Foreign), "name-library": ("results_library", Foreign),
        "name-that-is-no-module": ("results_namespace", Foreign), "name-with-odd-types": ("results_words", Foreign),
        "type-cucore": (lambda: type(ex.allocate(CPU, "float32", (1,)).give(None)), None),
    }
    try:
        import jax
        import jax.numpy as jnp

        made = type(jnp.zeros(1))
        found.update({"type-jax": (jax.Array, made), "type-jax-implementation": (made, made), "module-jax.numpy": (jnp, made),
                      "module-jax": (jax, made), "name-jax.numpy": ("jax.numpy", made), "name-jax": ("jax", made)})
    except ImportError:
        pass
    try:
        import tvm_ffi

        found.update({"type-tvm-ffi": (tvm_ffi.Tensor, tvm_ffi.Tensor), "module-tvm-ffi": (tvm_ffi, tvm_ffi.Tensor),
                      "name-tvm-ffi": ("tvm_ffi", tvm_ffi.Tensor)})
    except ImportError:
        pass
    return found


LIKES = likes()


@pytest.mark.parametrize("own", [False, True], ids=["new", "own"])
@pytest.mark.parametrize("name", LIKES)
def test_what_a_result_may_be_like(name, own):
    like, kind = LIKES[name]
    if isinstance(like, types.FunctionType):
        like = like()
    if isinstance(like, str):
        like = "".join(list(like))  # of its own: others come and go with their references to a literal
    gc.collect()
    before = sys.getrefcount(like)
    y = ex.allocate(CPU, "float32", (2, 3)) if own else ex.empty(like, CPU, "float32", (2, 3))
    y.fill(ONE)
    given = y.give(like)
    assert type(given) is (kind or like) and y.is_released
    values = given.values if kind is Foreign else np.asarray(given) if "jax" in name else np.from_dlpack(given)
    assert values.shape == (2, 3) and (values == 1).all()
    del given, values
    gc.collect()
    assert isinstance(like, type) or sys.getrefcount(like) == before


REFUSED = {  # name -> (like, how the message ends)
    "None-like": (type("Nothing", (), {})(), "got '.*Nothing'"), "set": ({1}, "got 'set'"), "object": (object(), "got 'object'"), "dict": ({}, "got 'dict'"),
    "numpy-dtype": (np.dtype("f4"), r"got '.*'"), "type-int": (int, "got the class 'int'"),
    "type-bytes": (bytes, "got the class 'bytes'"), "type-dtype": (np.dtype, "got the class 'numpy.dtype.*'"),
    "type-of-a-library": (Settings, "got the class 'results_library.inner.Settings'"), "of-a-library": (Settings(), "got 'results_library.inner.Settings'"),
    "type-nobody-makes": (type("Lone", (), {"__dlpack__": None.__eq__}), "got the class 'test_results.Lone'"),
    "module-math": (__import__("math"), "got <module 'math'.*>, which has no from_dlpack"),
    "module-numpy.linalg": (np.linalg, "got <module 'numpy.linalg'.*>, which has no from_dlpack"),
    "name-empty-module": ("results_empty", "got 'results_empty', which has no from_dlpack"),
}
class WithArray:
    def __array__(self, dtype=None, copy=None):
        raise AssertionError("nobody asks for this")


CONVERTIBLE = {"list": [1.0], "tuple": (1,), "empty-list": [], "range": range(3), "int": 3, "float": 2.5, "bool": True, "complex": 1j,
               "with-array": WithArray(), "nested": [[1], [2]]}


@pytest.mark.parametrize("like", CONVERTIBLE.values(), ids=CONVERTIBLE)
def test_B134_like_what_numpy_converts_is_numpy(like):
    for make in (lambda: ex.empty(like, CPU, "float32", (2, 3)), lambda: ex.allocate(CPU, "float32", (2, 3))):
        y = make()
        y.fill(ONE)
        given = y.give(like)
        assert type(given) is np.ndarray and given.dtype == np.float32 and (given == 1).all() and given.shape == (2, 3)


@pytest.mark.parametrize("obj, dtype", [([1, 2], "int64"), ([[1.5], [2]], "float64"), (3.5, "float64"), ([], "float32"), (range(0), "float16"), ((), None)])
def test_B134_the_argument_that_numpy_made_comes_back(obj, dtype):
    (info,), given = cu.work([obj], [("x", dtype, None, cu.FROM_ANYTHING)], how="return")
    assert type(given) is np.ndarray and info["converted"] == 2 and (dtype is None or given.dtype == dtype)
    assert given.shape == np.shape(obj) and (given.astype("f8") == np.asarray(obj)).all()


START = "^like: expected an array, a type of arrays"
UNIMPORTABLE = {"no-such-module": ("results_nowhere", "No module named 'results_nowhere'"),
                "no-such-submodule": ("numpy.nowhere", "numpy.nowhere"), "forbidden": ("results_forbidden", "results_forbidden"),
                "empty-name": ("", "Empty module name")}


@pytest.mark.parametrize("name", [*REFUSED, *UNIMPORTABLE])
def test_what_a_result_cannot_be_like(name):
    """Refused before there is memory, and when it is handed over: the view is given back then."""
    if name in REFUSED:
        like, end = REFUSED[name]
        errors, match = TypeError, f"{START}.*{end}$"
    else:
        like, match = UNIMPORTABLE[name]
        errors = (ImportError, ValueError)
    before = sys.getrefcount(like)
    for _ in range(2):
        with pytest.raises(errors, match=match) as caught:
            ex.empty(like, CPU, "float32", (2,))
        owner = types.SimpleNamespace()
        held = sys.getrefcount(owner)
        x = ex.Array(0x1000, "float32", (2,), owner=owner)
        with pytest.raises(errors, match=match) as caught:
            x.give(like)
        caught.value.__traceback__ = None
        del caught
        gc.collect()
        assert x.is_released and sys.getrefcount(owner) == held
    assert isinstance(like, (int, str)) or like in (int, bytes) or sys.getrefcount(like) == before


class Lying(types.ModuleType):
    """A module whose attributes raise."""

    def __init__(self, error, *names):
        super().__init__("lying")
        self.__dict__.update(error=error, names=names)

    def __getattr__(self, name):
        raise self.error if name in self.names else AttributeError(name)


def raising(error):
    def call(*args, **keywords):
        raise error
    return call


LYING = {  # name -> (like of an error, when it is noticed)
    "ndarray": (lambda error: Lying(error, "ndarray"), "empty"), "Tensor": (lambda error: Lying(error, "Tensor"), "empty"),
    "from_dlpack": (lambda error: Lying(error, "from_dlpack"), "empty"),
    "type": (lambda error: type("Meta", (type,), {"__getattr__": raising(error)})("Odd", (), {}), "empty"),
    "array": (lambda error: type("Odd", (), {"__getattr__": raising(error)})(), "empty"),
    "from_dlpack-raises": (lambda error: module("lying", from_dlpack=raising(error)), "give"),
    "namespace": (lambda error: type("Odd", (), {"__array_namespace__": raising(error)})(), "give"),
}


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("name", LYING)
def test_B92_a_library_that_raises(name, error):
    """Its own exception arrives, the memory is given back."""
    raised = error("mine")
    like, when = LYING[name][0](raised), LYING[name][1]
    if when == "empty":
        with pytest.raises(error) as caught:
            ex.empty(like, CPU, "float32", (2,))
        assert caught.value is raised
    owner = types.SimpleNamespace()
    held = sys.getrefcount(owner)
    x = ex.Array(0x1000, "float32", (2,), owner=owner)
    with pytest.raises(error) as caught:
        x.give(like)
    assert caught.value is raised
    raised.__traceback__ = None
    del caught
    gc.collect()
    assert x.is_released and sys.getrefcount(owner) == held


def test_a_from_dlpack_that_is_no_function():
    y = ex.empty(module("lying", from_dlpack=3), CPU, "float32", (2,))
    with pytest.raises(TypeError, match="not callable"):
        y.give(module("lying", from_dlpack=3))
    assert y.is_released


# ---------------------------------------------------------------------------------- what a library makes of a result (B124) --
WIDE = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
NARROW = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "float16", "bfloat16", "float32", "complex64"]
JAX_LIKES = {"array": lambda jax: jax.numpy.zeros(3), "type": lambda jax: jax.Array, "module": lambda jax: jax, "module-numpy": lambda jax: jax.numpy,
             "name": lambda jax: "jax", "name-numpy": lambda jax: "jax.numpy"}


@pytest.mark.parametrize("like", JAX_LIKES.values(), ids=JAX_LIKES)
def test_B124_types_that_jax_makes_narrower(like):
    jax = pytest.importorskip("jax")
    like = like(jax)
    for dtype, other in WIDE.items():
        match = "^the result is of dtype %s, of which JAX would make %s; JAX has 64-bit types only with" % (dtype, other)
        with pytest.raises(BufferError, match=match):  # before the work
            ex.empty(like, CPU, dtype, (2,))
        x = ex.allocate(CPU, dtype, (2,))
        with pytest.raises(BufferError, match=match):
            x.give(like)
        assert x.is_released
        with jax.enable_x64(True):
            made = ex.empty(like, CPU, dtype, (2,)).give(like)
            assert made.dtype == dtype and made.shape == (2,)
    for dtype in NARROW:
        made = ex.empty(like, CPU, dtype, (2, 3)).give(like)
        assert made.dtype == dtype and made.shape == (2, 3)


def test_B124_jax_without_the_function_that_is_asked_before(monkeypatch):
    """The array is compared."""
    jax = pytest.importorskip("jax")
    monkeypatch.delattr(jax.dtypes, "canonicalize_dtype")
    with pytest.raises(BufferError, match=r"^the result is float64 \(2,\) strides \(1,\) on cpu at 0x[0-9a-f]+; the library made another array of it, "
                                          r"a 'jaxlib\.[^']*' of float32 \(2,\) .*; JAX has 64-bit types only with"):
        ex.allocate(CPU, "float64", (2,)).give(jax.numpy)


def address(a, offset, shape=None, strides=None):
    """Another array in the memory of one."""
    return np.ndarray(shape or a.shape, a.dtype, np.frombuffer((ctypes.c_char * a.nbytes).from_address(a.ctypes.data), np.uint8), offset,
                      strides or a.strides)


class Named:
    """An array that calls its memory something else."""

    def __init__(self, array, **fields):
        self.array, self.__array_interface__ = array, dict(array.__array_interface__, **fields)


class Raises:
    def __dlpack_device__(self):
        raise KeyError("not now")

    __dlpack__ = __dlpack_device__


MADE = {  # what from_dlpack makes of 4 x 3 int32 of NumPy, whether that is the result
    "itself": (lambda a: a, True), "a-copy": (lambda a: a.copy(), True), "a-copy-in-F-order": (lambda a: np.asfortranarray(a.copy()), True),
    "subclass": (lambda a: a.view(Derived_ndarray), True), "read-only": (lambda a: readonly(a), True), "by-another-protocol": (lambda a: Named(a), True),
    "no-array": (lambda a: {"x": a}, True), "None": (lambda a: None, True), "raises-when-asked": (lambda a: Raises(), True),
    "dtype": (lambda a: a.astype(np.int64), False), "dtype-of-the-same-size": (lambda a: a.view(np.float32), False), "sign": (lambda a: a.view(np.uint32), False),
    "byte-order": (lambda a: a.view(a.dtype.newbyteorder()), False), "copy-of-another-dtype": (lambda a: a.astype(np.float64), False),
    "shape": (lambda a: a.reshape(3, 4), False), "flat": (lambda a: a.reshape(-1), False), "another-axis": (lambda a: a[None], False),
    "transposed": (lambda a: address(a, 0, strides=(4, 16)), False), "shorter": (lambda a: a[:3], False), "0-d": (lambda a: a[0, 0], False),
    "reversed": (lambda a: a[::-1], False), "broadcast": (lambda a: np.broadcast_to(a[:1], a.shape), False), "wrong-address": (lambda a: Named(a, data=(a.ctypes.data + 4, False)), False),
}


def readonly(a):
    a.flags.writeable = False
    return a


@pytest.mark.parametrize("way", ["module", "namespace"])
@pytest.mark.parametrize("make, right", MADE.values(), ids=MADE)
def test_B124_what_from_dlpack_makes_is_compared(make, right, way):
    """Dtype, byte order, shape, order and address; a copy of the library is its own matter."""
    made = []

    def from_dlpack(x):
        made.append(make(np.from_dlpack(x)))
        return made[0]

    lying = module("lying", from_dlpack=from_dlpack)
    like = lying if way == "module" else type("Odd", (OnlyDlpack,), {"__array_namespace__": lambda self: lying})(np.zeros(1))
    x = ex.allocate(CPU, "int32", (4, 3))
    if right:
        assert x.give(like) is made[0]
        return
    with pytest.raises(BufferError, match=r"^the result is int32 \(4, 3\) strides \(3, 1\) on cpu at 0x[0-9a-f]+; the library made another array of it, a '"):
        x.give(like)
    held = sys.getrefcount(made[0])
    assert x.is_released and held == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_B124_B92_an_interrupt_while_it_is_compared(error):
    Interrupted = type("Interrupted", (), {"__dlpack_device__": raising(error("mine")), "__dlpack__": raising(error("mine"))})
    with pytest.raises(error, match="mine"):
        ex.allocate(CPU, "int32", (4, 3)).give(module("lying", from_dlpack=lambda x: Interrupted()))


FLOAT8 = ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"]


def old_torch(monkeypatch, **more):
    """torch 2.3 to 2.9, whose from_dlpack raises for float8."""
    ml_dtypes = pytest.importorskip("ml_dtypes")

    def from_dlpack(x):
        if x.__dlpack__(max_version=(1, 0)) and "float8" in str(x.dtype):
            raise BufferError("Unsupported code 10")
        return np.from_dlpack(x)

    made = module("torch", from_dlpack=from_dlpack, **{name: getattr(ml_dtypes, name) for name in FLOAT8}, **more)
    monkeypatch.setitem(sys.modules, "torch", made)
    return made


@pytest.mark.parametrize("how", ["module", "name", "array"])
def test_B135_float8_for_a_torch_without_a_table(monkeypatch, how):
    torch = old_torch(monkeypatch)
    kind = type("Tensor", (OnlyDlpack,), {"__module__": "torch"})
    like = {"module": torch, "name": "torch", "array": kind(np.zeros(1))}[how]
    for dtype in FLOAT8 + ["uint8", "float32", "bool"]:
        for make in (ex.empty, ex.allocate):
            y = make(like, CPU, dtype, (2, 3)) if make is ex.empty else make(CPU, dtype, (2, 3))
            address = y.ptr
            given = y.give(like)
            assert given.dtype == getattr(torch, dtype, dtype) and given.shape == (2, 3) and given.ctypes.data == address
    for dtype in ("float8_e8m0fnu", "float8_e4m3", "int4", "float4_e2m1fn"):
        with pytest.raises(BufferError, match="^the result is of dtype %s, which this version of torch has not$" % dtype):
            ex.empty(like, CPU, dtype, (2, 2))
        x = ex.allocate(CPU, dtype, (2, 2))
        with pytest.raises(BufferError, match="which this version of torch has not"):
            x.give(like)
        assert x.is_released


def test_B135_a_view_that_raises(monkeypatch):
    class NoView(np.ndarray):
        def view(self, *args):
            raise KeyError("mine")

    torch = old_torch(monkeypatch)
    torch.from_dlpack = lambda x: np.ndarray.view(np.from_dlpack(x), NoView)
    x = ex.allocate(CPU, "float8_e5m2", (2,))
    with pytest.raises(KeyError, match="mine"):
        x.give(torch)
    assert x.is_released


# ------------------------------------------------------------------------------------------------- a view of an argument --
def array_of(kind, values):
    return kind(values.ctypes.data, "float32", values.shape, tuple(s // 4 for s in values.strides), owner=values)


BORROW, BY_DLPACK = cu.BORROW, cu.BY_DLPACK
numpy_with_versions = pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.1.0",
                                         reason="NumPy 2.0 has legacy tensors alone")
ARGUMENTS = {  # name -> (argument from NumPy's, flags)
    "numpy": (lambda a: a, 0), "numpy-by-dlpack": (lambda a: a, BY_DLPACK), "numpy-derived": (lambda a: a.view(Derived_ndarray), 0),
    "memoryview": (memoryview, 0), "table": (lambda a: array_of(Tensor, a), 0), "table-lent": (lambda a: array_of(Tensor, a), BORROW),
    "dlpack": (OnlyDlpack, 0), "dlpack-lent": (OnlyDlpack, BORROW), "ours": (lambda a: array_of(ex.Array, a), 0),
    "array-interface": (lambda a: types.SimpleNamespace(__array_interface__=a.__array_interface__, array=a), 0),
}
SHAPES = {"vector": lambda: np.zeros(6, "f4"), "strided": lambda: np.zeros((4, 6), "f4")[::2, ::-2], "scalar": lambda: np.zeros((), "f4"),
          "empty": lambda: np.zeros((0, 3), "f4"), "of-one": lambda: np.zeros((1, 3, 1), "f4")}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_X13_out_is_the_result(name, shape):
    """A view of an argument goes back as that very object, whatever it was taken by, and nothing of it is kept."""
    if name == "dlpack" and np.lib.NumpyVersion(np.__version__) < "2.1.0":
        pytest.skip("this NumPy's tensors do not say that they may be written")
    make, flags = ARGUMENTS[name]
    values = SHAPES[shape]()
    dense = values.flags.c_contiguous
    x, out = np.ones(3, "f4"), make(values)
    before = sys.getrefcount(values), sys.getrefcount(out), sys.getrefcount(x)
    given = ex.fill(x, out, None, 1, flags)
    assert given is out and (not dense or (values == 1).all())
    del given
    gc.collect()
    assert (sys.getrefcount(values), sys.getrefcount(out), sys.getrefcount(x)) == before


@pytest.mark.parametrize("out", [None, "given"])
def test_X13_with_out_and_without(out):
    x = np.zeros((2, 3), "f4")
    out = out and np.zeros((2, 3), "f4")
    given = ex.fill(x, out)
    assert given is out or out is None
    assert type(given) is np.ndarray and (given == 1).all() and (x == 0).all()


OTHERS = {  # name -> what is asked for instead of the argument
    "another-array": lambda a: a.copy(), "part": lambda a: a[:3], "other-dtype": lambda a: a.view("i4"), "type": lambda a: np.ndarray,
    "reversed": lambda a: a[::-1], "reshaped": lambda a: a.reshape(2, 3), "name": lambda a: "numpy", "name-of-another": lambda a: "results_library",
}


@pytest.mark.parametrize("like", OTHERS)
@pytest.mark.parametrize("name", ["numpy", "memoryview", "table-lent", "array-interface"])
def test_X13_the_memory_of_an_argument_is_not_given_to_another(name, like):
    make, flags = ARGUMENTS[name]
    values = np.zeros(6, "f4")
    out, other = make(values), OTHERS[like](values)
    before = sys.getrefcount(values), sys.getrefcount(out)
    if flags & BORROW and like in ("other-dtype", "reversed", "reshaped"):  # which keeps the memory as well (B120)
        assert np.shares_memory(ex.fill(np.ones(3, "f4"), out, other, 1, flags), values)
        return
    words = "^the view borrows its memory" if flags & BORROW else "^the view is of an array that holds a buffer"
    with pytest.raises(BufferError, match=words) as caught:
        ex.fill(np.ones(3, "f4"), out, other, 1, flags)
    del caught
    gc.collect()
    assert (sys.getrefcount(values), sys.getrefcount(out)) == before


PARTS = {  # how export_test.part makes it -> the same of NumPy's array
    "slice": lambda a: a[1:], "reversed": lambda a: a[::-1], "whole": lambda a: a, "wrapped": lambda a: a[1:],
    "transposed": lambda a: a.T, "words": lambda a: a.view("u2").reshape(-1)[:a.nbytes // 4], "empty": lambda a: a[:0],
}


def numbers(shape=(6,)):
    return np.arange(np.prod(shape), dtype="f4").reshape(shape) + 100


@pytest.mark.parametrize("how", PARTS)
@pytest.mark.parametrize("name", ARGUMENTS)
@numpy_with_versions
def test_B120_a_part_shares_the_memory_and_keeps_it(name, how):
    make, flags = ARGUMENTS[name]
    values = numbers()
    expected = PARTS[how](values).copy()
    obj = make(values)
    given = ex.part(obj, how, obj, flags)
    del obj
    shared = np.asarray(given)
    assert np.array_equal(shared, expected) and shared.dtype == expected.dtype
    values += 1
    assert np.array_equal(shared, PARTS[how](values))
    held = sys.getrefcount(values)
    del given, shared
    gc.collect()
    assert sys.getrefcount(values) == 2 and (held > 2 or how == "empty")


@pytest.mark.parametrize("how", [how for how in PARTS if how != "empty"])
@pytest.mark.parametrize("name", LIBRARIES)
def test_B120_a_part_outlives_the_argument(name, how):
    make, _, as_numpy = LIBRARIES[name]
    values = numbers()
    obj = make(values)
    if name in ("torch", "jax") and how == "reversed":  # which have no negative strides
        with pytest.raises(Exception, match="(?i)strid"):
            ex.part(obj, how)
        return
    given = ex.part(obj, how)
    assert type(given) is type(obj)
    del obj
    gc.collect()
    reused = [np.full(6, -1, "f4") for _ in range(100)]
    assert np.array_equal(as_numpy(given), PARTS[how](values)) and len(reused) == 100


@pytest.mark.parametrize("how, expected", [("transposed", lambda a: a.T), ("slice", lambda a: a[1:]), ("reversed", lambda a: a[::-1])])
@pytest.mark.parametrize("make", [numbers, lambda s: np.zeros((8, 12), "f4")[::2, ::-2], lambda s: np.arange(24, dtype="i2").reshape(s).T],
                         ids=["dense", "strided", "transposed"])
def test_B120_parts_of_several_axes(make, how, expected):
    a = make((4, 6))
    given = ex.part(a, how)
    assert type(given) is np.ndarray and np.array_equal(given, expected(a)) and np.shares_memory(given, a)
    assert given.strides == expected(a).strides


@pytest.mark.parametrize("a", [np.array([(1, 2.5), (3, 4.5)], "i4,f8"), np.array([b"ab", b"cd", b"ef"]), np.array(["ab", "cd", "ef"]),
                               np.array([1, 2, 3], ">i4")], ids=["struct", "bytes", "text", "big-endian"])
def test_B120_parts_of_opaque_elements(a):
    obj = a.copy()
    given = ex.part(obj, "slice", obj, cu.ALLOW_OPAQUE)
    del obj
    gc.collect()
    assert given.dtype == a.dtype and np.array_equal(given, a[1:])


@pytest.mark.parametrize("how", ["slice", "wrapped", "words"])
def test_B120_a_part_is_read_only_if_the_array_is(how):
    a = numbers()
    assert ex.part(a, how).flags.writeable
    a.flags.writeable = False
    assert not ex.part(a, how).flags.writeable


BORROWED = {  # name -> (how, like)
    "another-array": ("slice", lambda a: a.copy()), "no-library": ("slice", lambda a: None), "type": ("slice", lambda a: np.ndarray),
    "name": ("slice", lambda a: "numpy"), "module": ("slice", lambda a: np), "smaller-part": ("whole", lambda a: a[1:-1]),
    "other-half": ("slice", lambda a: a[:2]), "before": ("before", lambda a: a), "beyond": ("beyond", lambda a: a),
    "wrapped-no-library": ("wrapped", lambda a: None), "words-no-library": ("words", lambda a: None),
    "empty-array": ("slice", lambda a: a[:0]),
}


@pytest.mark.parametrize("name", BORROWED)
def test_B120_memory_without_an_owner_is_not_returned(name):
    how, like = BORROWED[name]
    a = numbers()[1:5]
    before = sys.getrefcount(a)
    with pytest.raises(BufferError, match="^the view borrows its memory, and `like` is not the array") as caught:
        ex.part(a, how, like(a))
    del caught
    gc.collect()
    assert sys.getrefcount(a) == before


def test_B120_a_part_may_be_of_a_larger_array_than_the_argument():
    a = numbers()
    given = ex.part(a[1:4], "beyond", a)
    assert given.tolist() == [103, 104] and np.shares_memory(given, a)


def test_B120_a_capsule_is_not_asked_again():
    with pytest.raises((BufferError, TypeError)):
        ex.part(numbers().__dlpack__(), "slice")


@pytest.mark.parametrize("take", [lambda x: x.capsule_move(1), lambda x: x.capsule_move(0), lambda x: x.move_to_buffer()],
                         ids=["versioned", "legacy", "buffer"])
def test_B120_memory_without_an_owner_is_not_handed_on(take):
    x = ex.lend(numbers())
    with pytest.raises(BufferError, match="the view borrows its memory, and nothing would keep that alive"):
        take(x)
    assert x.is_released


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ValueError])
@numpy_with_versions
def test_B92_an_argument_that_raises_when_asked_again(error):
    class Once(OnlyDlpack):
        asked = 0

        def __dlpack__(self, **keywords):
            self.asked += 1
            if self.asked > 1:
                raise error("mine")
            return self.array.__dlpack__(**keywords)

    values = np.zeros(6, "f4")
    out = Once(values)
    before = sys.getrefcount(values)
    if error is ValueError:  # then it is not seen to be the same, and its tensor becomes another array of the same memory
        assert ex.fill(np.ones(3, "f4"), out) is not out
    else:
        with pytest.raises(error, match="mine") as caught:
            ex.fill(np.ones(3, "f4"), out)
        del caught
    gc.collect()
    assert sys.getrefcount(values) == before


@numpy_with_versions
def test_X13_a_capsule_is_no_array_to_go_back_to():
    values = np.zeros(6, "f4")
    given = ex.fill(np.ones(3, "f4"), values.__dlpack__(max_version=(1, 0)))
    assert type(given).__name__ == "Array" and np.shares_memory(np.from_dlpack(given), values)


@pytest.mark.parametrize("like", [None, np.zeros(1)], ids=["none", "numpy"])
def test_a_zeroed_view_is_not_returned(like):
    x = ex.allocate(CPU, "float32", (2,))
    x.release()
    with pytest.raises(ValueError, match="the view holds no data: it was released, or never filled"):
        x.give(like)


@pytest.mark.parametrize("shape", [(1,) * 65, (-1,), (1 << 40, 1 << 40)], ids=["65-axes", "negative", "huge"])
@pytest.mark.parametrize("like", [None, np.zeros(1)], ids=["none", "numpy"])
def test_shapes_that_cannot_be(like, shape):
    with pytest.raises((ValueError, BufferError, MemoryError)):
        ex.empty(like, CPU, "float32", shape)


# ----------------------------------------------------------------------------------------------------- odd tables --
def with_table(*args, **attributes):
    capsule, _ = cu.table(*args)
    kind = type("Kind", (), {"__dlpack_c_exchange_api__": capsule, **attributes})
    return kind()


def test_X14_the_allocators_complaint_is_copied():
    with pytest.raises(MemoryError, match="^this table allocates nothing$"):
        ex.empty(with_table(1, 3), CPU, "float32", (2,))


ALLOCATOR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_void_p)


def with_allocator(allocate):
    """A library whose table allocates by allocate() -> Tensor."""
    capsule, address = cu.table(1, 3)

    @ALLOCATOR
    def call(prototype, out, context, set_error):
        tensor = allocate()
        producers._held[tensor.address] = tensor
        out[0] = tensor.address
        return 0

    slot = ctypes.c_void_p.from_address(address + ctypes.sizeof(producers.DLPackVersion) + ctypes.sizeof(ctypes.c_void_p))
    slot.value = ctypes.cast(call, ctypes.c_void_p).value
    return type("Kind", (), {"__dlpack_c_exchange_api__": capsule, "call": call})()


@pytest.mark.parametrize("fields, error", [
    ({}, None), ({"shape": (3, 2)}, "asked for a dense array of 2 axes"), ({"shape": (2, 3, 1)}, "asked for a dense array"),
    ({"shape": (6,)}, "asked for a dense array"), ({"dtype": (0, 32, 1)}, "asked for a dense array"),
    ({"strides": (1, 2)}, "asked for a dense array"), ({"ndim": -1}, "ndim"), ({"dtype": (2, 7, 1)}, "dtype.bits"),
    ({"version": (2, 0)}, "version"), ({"flags": 1}, "read-only|asked for"),
], ids=["as-asked", "another-shape", "more-axes", "fewer-axes", "another-dtype", "not-dense", "no-layout", "no-dtype", "future",
        "read-only"])
def test_X4_a_table_that_makes_another_array(fields, error):
    made = []

    def allocate():
        made.append(producers.Tensor(**{"shape": (2, 3), "versioned": True, **fields}))
        return made[-1]

    like = with_allocator(allocate)
    if error is None or fields == {"flags": 1}:  # results are not asked whether they may be written: nobody else has them
        ex.empty(like, CPU, "float32", (2, 3)).release()
    else:
        with pytest.raises((BufferError, ValueError), match=error):
            ex.empty(like, CPU, "float32", (2, 3))
    assert [len(tensor.deleted) for tensor in made] == [1]


def test_X4_a_table_without_an_allocator():
    with pytest.raises(BufferError, match="no allocator"):
        ex.empty(with_table(1, 3, "a"), CPU, "float32", (2,))


@pytest.mark.parametrize("without", ["w", "s"])
def test_X4_a_table_without_what_results_need_is_no_table(without):
    assert type(ex.empty(with_table(1, 3, without), CPU, "float32", (2,)).give(None)).__name__ == "Array"


def test_X3_older_tables_are_walked_to():
    _, old = cu.table(1, 2)
    with pytest.raises(MemoryError, match="allocates nothing"):
        ex.empty(with_table(2, 0, "", old), CPU, "float32", (2,))
    assert type(ex.empty(with_table(2, 0), CPU, "float32", (2,)).give(None)).__name__ == "Array"


def test_X15_0_8_a_table_that_does_not_wrap():
    """The tensor is the table's, whatever comes of it; it has offset 0 and the strides as they are."""
    owner = type("Owner", (), {})()
    before = sys.getrefcount(owner)
    x = ex.Array(0x1000, "float32", (2, 3), (-5, 1), owner=owner)
    with pytest.raises(BufferError, match="^this table wraps nothing$"):
        x.give(with_table(1, 3))
    gc.collect()
    assert x.is_released and sys.getrefcount(owner) == before


def test_X10_what_was_lent_cannot_be_given_away():
    class Mine(ex.Array):
        pass

    ex.publish(Mine, "Array")
    Mine.__dlpack__ = lambda self, **keywords: ex.Array.__dlpack__(self, **keywords)
    Mine.__dlpack_device__ = lambda self: ex.Array.__dlpack_device__(self)
    a = np.arange(3, dtype="f4")
    x = Mine(a.ctypes.data, "float32", (3,), owner=a)
    lent = ex.take(x, "lent")
    assert "dltensor" in lent.line
    with pytest.raises(BufferError, match="^the view borrows its memory, and `like` is not the array that it is of"):
        lent.give(a.copy())
    assert lent.is_released and ex.take(x, "any").give(a.copy()).tolist() == [0, 1, 2]


def test_X5_a_type_that_loses_its_table():
    kind = type(with_table(1, 3))
    with pytest.raises(MemoryError):
        ex.empty(kind(), CPU, "float32", (2,))
    del kind.__dlpack_c_exchange_api__
    with pytest.raises(TypeError, match=r"got 'test_results\.Kind'"):
        ex.empty(kind(), CPU, "float32", (2,))


def test_subinterpreter():
    """What is made once belongs to the main interpreter: others make it per call."""
    out = run_python("""
        try:
            import _interpreters as interpreters
        except ImportError:
            try:
                import _xxsubinterpreters as interpreters
            except ImportError:
                print("skip"); raise SystemExit
        import export_test as ex
        keep = ex.allocate((1, 0), "float32", (2,)).give(None)
        script = '''if True:
            import sys
            sys.path[:0] = PATHS
            import export_test as ex, gc
            for n in range(3):
                x = ex.allocate((1, 0), "float32", (2,))
                x.fill(1)
                given = x.give(None)
                assert memoryview(given).shape == (2,) and given.__array_interface__["shape"] == (2,)
                capsule = given.__dlpack__(max_version=(1, 0))
                del given, capsule
                gc.collect()
        '''
        import sys
        script = script.replace("PATHS", repr(sys.path))
        one = interpreters.create("legacy") if hasattr(interpreters, "exec") else interpreters.create(isolated=False)
        failed = (interpreters.exec if hasattr(interpreters, "exec") else interpreters.run_string)(one, script)
        assert not failed, failed
        interpreters.destroy(one)
        assert memoryview(keep).shape == (2,)
        print("right")
    """)
    if out.strip() == "skip":
        pytest.skip("this Python has no subinterpreters")
    assert out.strip() == "right"
