"""cucore.Array where users put it: which libraries take it as it is, and what serves the others."""
import ctypes
import gc
import importlib
import sys
import weakref

import pytest

from test_array_type import given, somewhere

np = pytest.importorskip("numpy")
ex = pytest.importorskip("export_test")
CPU, NO_SYNC = (1, 0), (1 << 64) - 1

LINE = np.arange(6, dtype="f4")
WHOLE = np.array([3, 1, 2, 0, 5, 4])
TABLE = np.arange(12, dtype="f8").reshape(4, 3)
BITS = np.array([True, False, True, True, False, False, True, False, True])
IMAGE = np.arange(48, dtype="u1").reshape(4, 4, 3)


def library(names):
    """Each module of the names, or the test is skipped."""
    return [pytest.importorskip(name, reason=f"{name} is not installed") for name in names.split()]


def rows(table):
    return pytest.mark.parametrize("modules, call", [row[1:] for row in table], ids=[row[0] for row in table])


# Each call gets the modules, and `of`, which makes a cucore.Array of a NumPy array, or leaves it as it is.
TAKERS = [
    ("numpy.asarray", "numpy", lambda np, of: np.asarray(of(TABLE))),
    ("numpy.from_dlpack", "numpy", lambda np, of: np.from_dlpack(of(TABLE))),
    ("numpy ufunc", "numpy", lambda np, of: np.add(of(TABLE), of(TABLE[:, :1]))),
    ("numpy operator", "numpy", lambda np, of: TABLE + of(TABLE)),
    ("numpy index", "numpy", lambda np, of: LINE[of(WHOLE)]),
    ("numpy item", "numpy", lambda np, of: np.array([of(LINE), of(LINE[::-1])])),
    ("numpy concatenate", "numpy", lambda np, of: np.concatenate([of(TABLE), of(TABLE)])),
    ("list", "numpy", lambda np, of: list(of(TABLE))),
    ("pandas.DataFrame", "pandas", lambda pd, of: pd.DataFrame(of(TABLE), columns=list("abc"))),
    ("pandas.DataFrame, Fortran", "pandas", lambda pd, of: pd.DataFrame(of(TABLE.T))),
    ("pandas.DataFrame, columns", "pandas", lambda pd, of: pd.DataFrame({"a": of(LINE), "b": of(WHOLE), "c": of(WHOLE[::-1])})),
    ("pandas.DataFrame, a column", "pandas", lambda pd, of: pd.DataFrame({"a": LINE}).assign(b=of(WHOLE))),
    ("pandas.Series", "pandas", lambda pd, of: pd.Series(of(LINE), index=of(WHOLE))),
    ("pandas.Index", "pandas", lambda pd, of: pd.Index(of(WHOLE))),
    ("polars.Series", "polars", lambda pl, of: pl.Series(of(LINE))),
    ("polars.Series, strided", "polars", lambda pl, of: pl.Series(of(WHOLE[::-2]))),
    ("polars.Series, bool", "polars", lambda pl, of: pl.Series(of(BITS))),
    ("polars.DataFrame, columns", "polars", lambda pl, of: pl.DataFrame({"a": of(LINE), "b": of(WHOLE)})),
    ("pyarrow.array", "pyarrow", lambda pa, of: pa.array(of(LINE))),
    ("pyarrow.array, a type", "pyarrow", lambda pa, of: pa.array(of(LINE), type=pa.float64())),
    ("pyarrow.array, a table's type", "pyarrow", lambda pa, of: pa.table([of(WHOLE)], pa.schema([("a", pa.int16())]))["a"]),
    ("pyarrow.array, strided", "pyarrow", lambda pa, of: pa.array(of(WHOLE[1::2]))),
    ("pyarrow.array, bool", "pyarrow", lambda pa, of: pa.array(of(BITS))),
    ("pyarrow.table", "pyarrow", lambda pa, of: pa.table({"a": of(LINE), "b": of(WHOLE)})["b"]),
    ("pyarrow.py_buffer", "pyarrow", lambda pa, of: list(pa.py_buffer(of(LINE)).to_pybytes())),
    ("xgboost.DMatrix", "xgboost", lambda xgb, of: xgb.DMatrix(of(TABLE), label=of(LINE[:4])).get_data().toarray()),
    ("xgboost.DMatrix, label", "xgboost", lambda xgb, of: xgb.DMatrix(TABLE, label=of(LINE[:4])).get_label()),
    ("xgboost.DMatrix, strided", "xgboost", lambda xgb, of: xgb.DMatrix(of(TABLE[:, ::2])).get_data().toarray()),
    ("xgboost.QuantileDMatrix", "xgboost", lambda xgb, of: xgb.QuantileDMatrix(of(TABLE), label=of(LINE[:4])).get_label()),
    ("scipy.sparse of dense", "scipy.sparse", lambda sparse, of: sparse.csr_array(of(TABLE)).toarray()),
    ("scipy.sparse of parts", "scipy.sparse", lambda sparse, of: sparse.csr_array(
        (of(LINE), of(np.array([0, 1, 2, 0, 1, 2])), of(np.array([0, 2, 4, 6]))), shape=(3, 3)).toarray()),
    ("scipy.sparse times", "scipy.sparse", lambda sparse, of: sparse.csr_array(np.diag(LINE)) @ of(LINE)),
    ("jax.numpy.asarray", "jax.numpy", lambda jnp, of: jnp.asarray(of(LINE))),
    ("jax.numpy.from_dlpack", "jax.numpy", lambda jnp, of: jnp.from_dlpack(of(LINE))),
    ("torch.from_dlpack", "torch", lambda torch, of: torch.from_dlpack(of(LINE))),
    ("torch.asarray", "torch", lambda torch, of: torch.asarray(of(LINE))),
]


def same(made, expected):
    a, b = np.asarray(made), np.asarray(expected)
    return type(made) is type(expected) and a.dtype == b.dtype and a.tolist() == b.tolist()


@rows(TAKERS)
def test_is_taken(modules, call):
    modules, made = library(modules), []

    def of(array):
        x = given(array)
        made.append(weakref.ref(x))
        return x

    assert same(call(*modules, of), call(*modules, lambda array: array))
    gc.collect()
    assert made and not [ref() for ref in made if ref()]  # none is kept


SHARED = [  # without a copy
    ("numpy.asarray", "numpy", lambda np, x: np.asarray(x)),
    ("pandas.Series", "pandas", lambda pd, x: pd.Series(x).to_numpy()),
    ("polars.Series", "polars", lambda pl, x: pl.Series(x).to_numpy()),
    ("pyarrow.array", "pyarrow", lambda pa, x: pa.array(x).to_numpy()),
    ("pyarrow.py_buffer", "pyarrow", lambda pa, x: np.frombuffer(pa.py_buffer(x), "f4")),
    ("torch.from_dlpack", "torch", lambda torch, x: torch.from_dlpack(x).numpy()),
]


@rows(SHARED)
def test_is_shared(modules, call):
    modules = library(modules)
    data = np.arange(1024, dtype="f4")
    x = given(data)
    made = call(*modules, x)
    assert np.shares_memory(made, data)
    assert sys.getrefcount(x) > 2  # kept by what shares it
    del x
    gc.collect()
    assert made.tolist() == data.tolist()


REFUSERS = [  # as it is, and through the way that the guide names
    ("jax.jit", "jax jax.numpy", TypeError, "not a valid JAX type", lambda jax, jnp, x: jax.jit(lambda y: y + 1)(x),
     lambda jax, jnp, x: jnp.asarray(x)),
    ("jax.device_put", "jax jax.numpy", Exception, "not a valid JAX type", lambda jax, jnp, x: jax.device_put(x),
     lambda jax, jnp, x: np.asarray(x)),
    ("jax.numpy.add", "jax.numpy", TypeError, "requires ndarray or scalar", lambda jnp, x: jnp.add(x, 1), lambda jnp, x: jnp.from_dlpack(x)),
    ("cv2.add", "cv2", Exception, "not a numpy array", lambda cv2, x: cv2.add(x, x), lambda cv2, x: np.asarray(x)),
    ("numpy out", "numpy", TypeError, "ArrayType", lambda np, x: np.add(LINE, 1, out=x), lambda np, x: np.asarray(x)),
    ("polars.DataFrame", "polars", TypeError, "numpy.asarray", lambda pl, x: pl.DataFrame(x), lambda pl, x: np.asarray(x)),
    ("xgboost, float16", "xgboost", AttributeError, "astype", lambda xgb, x: xgb.DMatrix(x), lambda xgb, x: np.asarray(x)),
]
DATA = {"polars.DataFrame": TABLE, "xgboost, float16": TABLE.astype("f2")}


@pytest.mark.parametrize("name, modules, error, words, call, way", REFUSERS, ids=[row[0] for row in REFUSERS])
def test_is_refused_with_a_way(name, modules, error, words, call, way):
    modules = library(modules)
    x = given(DATA.get(name, LINE).copy())
    with pytest.raises(error) as caught:
        call(*modules, x)
    assert words in str(caught.value)
    call(*modules, way(*modules, x))


ASKS = {
    "asarray": (np.asarray, TypeError), "iter": (iter, TypeError), "arrow": (lambda x: x.__arrow_c_array__(), TypeError),
    "buffer": (memoryview, BufferError), "flags": (lambda x: x.flags, AttributeError),
}


@pytest.mark.parametrize("ask, error", ASKS.values(), ids=ASKS)
@pytest.mark.parametrize("device", [(2, 0), (2, -1)], ids=["cuda", "some-cuda"])
def test_device_memory_is_not_copied(device, ask, error):
    """The memory does not exist: a read of it would end the process."""
    x = somewhere(device, shape=(6,))
    before = sys.getrefcount(x)
    with pytest.raises(error):
        ask(x)
    assert not hasattr(x, "flags") and sys.getrefcount(x) == before


DEVICE_TAKERS = [row for row in TAKERS if row[1] in ("pandas", "polars", "pyarrow") and "strided" not in row[0]]


@rows(DEVICE_TAKERS)
def test_libraries_refuse_device_memory(modules, call):
    modules = library(modules)
    with pytest.raises((TypeError, BufferError, ValueError)) as caught:
        call(*modules, lambda array: somewhere((2, 0), dtype=array.dtype.name, shape=array.shape))
    assert "memory" in str(caught.value)


# -------------------------------------------------------------------------------------------------------------- flags --
@pytest.mark.parametrize("array", [TABLE, TABLE.T, TABLE[::2], np.broadcast_to(LINE, (2, 6)), np.array(1.0), np.zeros((0, 3))],
                         ids=["C", "F", "strided", "read-only", "0-d", "empty"])
def test_flags_are_numpys(array):
    flags = given(array).flags
    for name in ("c_contiguous", "f_contiguous", "writeable", "aligned"):
        assert getattr(flags, name) == getattr(array.flags, name), name


def test_iteration_is_numpys():
    assert [type(item) for item in given(LINE)] == [np.float32] * 6
    for row, expected in zip(given(TABLE), TABLE):
        assert np.shares_memory(row, expected) and row.tolist() == expected.tolist()
    with pytest.raises(TypeError, match="0-d"):
        iter(given(np.array(1.0)))


def test_items_are_numpys():
    for array in (LINE, TABLE, WHOLE[::-2]):
        x = given(array)
        for i in (0, 1, -1):
            assert type(x[i]) is type(array[i]) and np.array_equal(x[i], array[i])
        for i in (len(array), -len(array) - 1):
            with pytest.raises(IndexError):
                x[i]
    assert np.shares_memory(given(TABLE)[1], TABLE[1])
    for key in (slice(1), (0, 0), ..., None, 0.0):
        with pytest.raises(TypeError, match="integer"):
            given(TABLE)[key]
    with pytest.raises(IndexError, match="too many indices"):
        given(np.array(1.0))[0]
    with pytest.raises(TypeError, match="memory of cuda"):
        somewhere((2, 0), dtype="float32", shape=(3,))[0]


# -------------------------------------------------------------------------------------------------------------- Arrow --
class Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
                ("n_children", ctypes.c_int64), ("children", ctypes.c_void_p), ("dictionary", ctypes.c_void_p),
                ("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p)]


class ArrowArray(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
                ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.c_void_p),
                ("dictionary", ctypes.c_void_p), ("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p)]


api = ctypes.PyDLL(None)
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def arrow(x, **more):
    """The two capsules, and the structs in them."""
    capsules = x.__arrow_c_array__(**more)
    schema = Schema.from_address(api.PyCapsule_GetPointer(capsules[0], b"arrow_schema"))
    return capsules, schema, ArrowArray.from_address(api.PyCapsule_GetPointer(capsules[1], b"arrow_array"))


FORMATS = {"int8": b"c", "uint8": b"C", "int16": b"s", "uint16": b"S", "int32": b"i", "uint32": b"I", "int64": b"l", "uint64": b"L",
           "float16": b"e", "float32": b"f", "float64": b"g"}


def unaligned():
    return np.frombuffer(bytearray(33), "u1")[1:].view("f8")


@pytest.mark.parametrize("step", [1, -1, 2], ids=["dense", "reversed", "strided"])
@pytest.mark.parametrize("name, letter", FORMATS.items(), ids=FORMATS)
def test_arrow_fields(name, letter, step):
    a = np.arange(10).astype(name)[::step]
    x = given(a)
    before = sys.getrefcount(x)
    capsules, schema, made = arrow(x, requested_schema=None)
    assert (schema.format, schema.name, schema.flags, schema.n_children) == (letter, b"", 0, 0)
    assert (made.length, made.null_count, made.offset, made.n_buffers, made.n_children) == (len(a), 0, 0, 2, 0)
    assert made.buffers[0] is None and made.release and schema.release
    assert (made.buffers[1] == a.ctypes.data) is (step == 1)
    assert ctypes.string_at(made.buffers[1], a.nbytes) == a.tobytes()
    assert sys.getrefcount(x) == before + (step == 1)  # a copy needs no owner
    del capsules, schema, made
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 1000])
@pytest.mark.parametrize("step", [1, -3])
def test_arrow_bools_are_bits(count, step):
    a = np.random.default_rng(count).integers(0, 2, count).astype(bool)[::step]
    capsules, schema, made = arrow(given(a))
    assert schema.format == b"b" and made.length == len(a)
    assert ctypes.string_at(made.buffers[1], (len(a) + 7) // 8) == np.packbits(a, bitorder="little").tobytes()


def test_arrow_of_nothing_and_of_what_is_not_aligned():
    capsules, schema, made = arrow(given(np.zeros(0)))
    assert made.length == 0 and made.buffers[1]
    a = unaligned()
    a[:] = 1, 2, 3, 4
    capsules, schema, made = arrow(given(a))
    assert made.buffers[1] % 8 == 0 and ctypes.string_at(made.buffers[1], 32) == a.tobytes()


def test_a_moved_arrow_array_lives_longer_than_the_capsules():
    data = np.arange(5)
    x = given(data)
    before = sys.getrefcount(x)
    capsules, schema, made = arrow(x)
    moved = ArrowArray.from_buffer_copy(made)
    made.release = schema.release = None
    del capsules, schema, made
    assert sys.getrefcount(x) == before + 1 and moved.buffers[1] == data.ctypes.data
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(moved.release)(ctypes.addressof(moved))
    assert sys.getrefcount(x) == before and not moved.release


REFUSED = {
    "2 axes": (lambda: given(TABLE), "an array of Arrow has 1 axis, not 2: pass numpy.asarray(x)"),
    "0 axes": (lambda: given(np.array(1)), "an array of Arrow has 1 axis, not 0"),
    "complex": (lambda: given(np.zeros(3, "c8")), "Arrow has no type for elements of complex64"),
    "bfloat16": (lambda: ex.allocate(CPU, "bfloat16", (3,)).give(None, NO_SYNC), "Arrow has no type for elements of bfloat16"),
    "int4": (lambda: ex.allocate(CPU, "int4", (4,)).give(None, NO_SYNC), "Arrow has no type for elements of int4"),
    "device": (lambda: somewhere((2, 0), shape=(3,)), "the array is in memory of cuda, where Arrow's CPU arrays cannot be"),
}


@pytest.mark.parametrize("make, words", REFUSED.values(), ids=REFUSED)
def test_arrow_refuses(make, words):
    x = make()
    before = sys.getrefcount(x)
    with pytest.raises(TypeError) as caught:
        x.__arrow_c_array__()
    assert words in str(caught.value) and sys.getrefcount(x) == before


def test_arrow_needs_memory():
    """A copy that no machine has room for."""
    x = ex.Array(LINE.ctypes.data, "float64", (1 << 56,), (0,), owner=LINE).give(None)
    with pytest.raises(MemoryError):
        x.__arrow_c_array__()


@pytest.mark.parametrize("name, argument", [("__arrow_c_array__", "requested_schema"), ("__arrow_array__", "type")])
def test_arrow_arguments(name, argument):
    call = getattr(given(LINE), name)
    for args, keywords in (((1, 2), {}), ((1,), {argument: 2}), ((), {"another": 1})):
        with pytest.raises(TypeError, match=f"expected at most one argument, {argument}"):
            call(*args, **keywords)
    if name == "__arrow_c_array__":
        assert len(call()) == len(call(None)) == len(call(requested_schema=None)) == 2
    else:
        pa, = library("pyarrow")
        assert call(pa.float64()).type == call(type=pa.float64()).type == pa.float64() and call().type == pa.float32()


@pytest.mark.parametrize("name", ["__arrow_array__", "__arrow_c_array__", "__iter__", "__copy__"])
def test_without_data(name):
    with pytest.raises(TypeError if name == "__iter__" else BufferError, match="holds no data"):
        getattr(type(given(LINE))(), name)()


def test_polars_needs_no_pyarrow():
    library("polars")
    saved = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "pyarrow"}
    sys.modules["pyarrow"] = None
    try:
        assert importlib.import_module("polars").Series(given(LINE)).to_list() == LINE.tolist()
    finally:
        del sys.modules["pyarrow"]
        sys.modules.update(saved)
