"""Objects that name a dtype, a device or a shape, and views that are described to Python."""
import ctypes
import gc
import subprocess
import sys
import threading
import types
import weakref

import cucore_test as c
import ml_dtypes
import numpy as np
import pytest

from doubles import cai, unchanged_refcounts
from producers import Producer

TRUST = c.TRUST_PRODUCER
NONE, CURRENT = c.named("device", "cpu")[1], c.named("device", "cuda")[1]
KEPT = []  # what only proxies name


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def instance(module, type_name, base=object, /, **attributes):
    """An object of a type of this name in a module of this name, as of a library that is not installed."""
    return type(type_name, (base,), {"__module__": module, **attributes})()


def proxy(*names, **attributes):
    KEPT.append(instance(*names, **attributes))
    return weakref.proxy(KEPT[-1])


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Raising:
    """Every attribute raises, and so does its text."""

    def __getattr__(self, name):
        raise LookupError(name)


class Mute:
    def __repr__(self):
        raise LookupError("repr")


# ----------------------------------------------------------------------------------------------------------- dtypes --
DTYPES = [
    ("name", lambda: "float32", "float32"),
    ("name-bfloat16", lambda: "bfloat16", "bfloat16"),
    ("name-bool", lambda: "bool", "bool"),
    ("name-packed", lambda: "int4", "int4"),
    ("name-subclass-of-str", lambda: type("Text", (str,), {})("int16"), "int16"),
    ("typestr", lambda: "<f4", "float32"),
    ("typestr-without-order", lambda: "f4", "float32"),
    ("typestr-c16", lambda: "c16", "complex128"),
    ("typestr-b1", lambda: "|b1", "bool"),
    ("typestr-native", lambda: "=u2", "uint16"),
    ("numpy-dtype", lambda: np.dtype("int64"), "int64"),
    ("numpy-dtype-bool", lambda: np.dtype("?"), "bool"),
    ("numpy-dtype-complex", lambda: np.dtype("c8"), "complex64"),
    ("numpy-dtype-ml_dtypes", lambda: np.dtype(ml_dtypes.bfloat16), "bfloat16"),
    ("numpy-dtype-float8", lambda: np.dtype(ml_dtypes.float8_e4m3fn), "float8_e4m3fn"),
    ("numpy-dtype-int4", lambda: np.dtype(ml_dtypes.int4), "int4"),
    ("numpy-type", lambda: np.float32, "float32"),
    ("numpy-type-alias", lambda: np.longlong, "int64"),
    ("ml_dtypes-type", lambda: ml_dtypes.float8_e5m2, "float8_e5m2"),
    ("ml_dtypes-type-bfloat16", lambda: ml_dtypes.bfloat16, "bfloat16"),
    ("python-float", lambda: float, "float64"),
    ("python-int", lambda: int, "int64"),
    ("python-bool", lambda: bool, "bool"),
    ("python-complex", lambda: complex, "complex128"),
    ("type-with-dtype", lambda: type("float32", (), {"dtype": np.dtype("f4")}), "float32"),
    ("dlpack-data-type", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (4, 16, 1)), "bfloat16"),
    ("dlpack-data-type-index", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (Index(2), 32, 1)), "float32"),
    ("dlpack-data-type-lanes", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (2, 32, 4)), "float32x4"),
    ("torch", lambda: instance("torch", "dtype", __str__=lambda self: "torch.float16"), "float16"),
    ("tensorflow", lambda: instance("tensorflow.python.framework.dtypes", "DType", name="int8"), "int8"),
    ("mlx", lambda: instance("mlx.core", "Dtype", __str__=lambda self: "mlx.core.uint32"), "uint32"),
    ("paddle", lambda: instance("paddle.base.core", "DataType", __str__=lambda self: "paddle.float64"), "float64"),
    ("numba", lambda: instance("numba.core.types.scalars", "Float", type("Number", (), {"__module__": "numba.core.types.abstract"}), name="float64"), "float64"),
]


@pytest.mark.parametrize("make, name", rows(DTYPES))
def test_dtype(make, name):
    obj = make()
    with unchanged_refcounts(obj):
        found = c.named("dtype", obj)
    assert found[0] == name and found[1:] == c.named("dtype", name)[1:] if "x" not in name else found[0] == name


def test_dtype_of_jax():
    jnp = pytest.importorskip("jax.numpy")
    for name in ("float32", "bfloat16", "int8", "float8_e4m3fn"):
        assert c.named("dtype", getattr(jnp, name))[0] == name
        assert c.named("dtype", jnp.zeros(2, getattr(jnp, name)).dtype)[0] == name


NO_DTYPES = [
    ("unknown-name", lambda: "float33", TypeError, "not 'float33'"),
    ("empty", lambda: "", TypeError, "not ''"),
    ("long", lambda: "f" * 300, TypeError, "not 'ffff"),
    ("foreign-order", lambda: ">f4", TypeError, "not '>f4'"),
    ("text", lambda: "<U3", TypeError, "not '<U3'"),
    ("void", lambda: "V12", TypeError, "not 'V12'"),
    ("surrogate", lambda: "\udcff", TypeError, r"not '\\udcff'"),
    ("numpy-foreign-order", lambda: np.dtype(">i4"), TypeError, r"not dtype\('>i4'\)"),
    ("numpy-dates", lambda: np.dtype("M8[s]"), TypeError, r"not dtype\('<M8\[s\]'\)"),
    ("numpy-objects", lambda: np.dtype("O"), TypeError, r"not dtype\('O'\)"),
    ("numpy-fields", lambda: np.dtype("f4,i4"), TypeError, r"not dtype\(\["),
    ("numpy-text-type", lambda: np.str_, TypeError, "not <class 'numpy.str_'>"),
    ("number", lambda: 3, TypeError, "not 3"),
    ("huge-number", lambda: 10 ** 100, TypeError, "not 1000"),
    ("list", lambda: [1], TypeError, r"not \[1\]"),
    ("class", lambda: Index, TypeError, "not <class"),
    ("type-with-another-dtype", lambda: type("T", (), {"dtype": 3}), TypeError, "not <class"),
    ("pair", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (2, 32)), TypeError, r"not \(2, 32\)"),
    ("huge-bits", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (2, 1 << 80, 1)), TypeError, r"not \(2, 12"),
    ("no-such-bits", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (2, 33, 1)), TypeError, r"not \(2, 33, 1\)"),
    ("negative", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: (-1, 8, 1)), TypeError, r"not \(-1, 8, 1\)"),
    ("many-parts", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: tuple(range(200))), TypeError, r"not \(0, 1"),
    ("raises", lambda: types.SimpleNamespace(__dlpack_data_type__=lambda: 1 // 0), ZeroDivisionError, "zero"),
    ("attribute-raises", Raising, LookupError, "__dlpack_data_type__"),
    ("torch-unknown", lambda: instance("torch", "dtype", __str__=lambda self: "torch.qint8"), TypeError, "expected a name"),
    ("torch-raises", lambda: instance("torch", "dtype", __str__=lambda self: 1 // 0), ZeroDivisionError, "zero"),
    ("repr-raises", Mute, LookupError, "repr"),
]


@pytest.mark.parametrize("make, error, words", rows(NO_DTYPES))
def test_no_dtype(make, error, words):
    obj = make()
    with unchanged_refcounts(obj), pytest.raises(error, match=words):
        c.named("dtype", obj)


# ---------------------------------------------------------------------------------------------------------- devices --
DEVICES = [
    ("cpu", lambda: "cpu", (1, NONE)),
    ("cpu-0", lambda: "cpu:0", (1, NONE)),
    ("cuda", lambda: "cuda", (2, CURRENT)),
    ("cuda-1", lambda: "cuda:1", (2, 1)),
    ("gpu-12", lambda: "gpu:12", (2, 12)),
    ("pinned", lambda: "pinned", (3, NONE)),
    ("managed", lambda: "managed", (13, CURRENT)),
    ("managed-2", lambda: "managed:2", (13, 2)),
    ("number", lambda: 3, (2, 3)),
    ("index", lambda: Index(4), (2, 4)),
    ("numpy-int", lambda: np.int64(1), (2, 1)),
    ("pair", lambda: (2, 1), (2, 1)),
    ("pair-cpu", lambda: (1, 0), (1, NONE)),
    ("pair-of-dlpack", lambda: np.zeros(2).__dlpack_device__(), (1, NONE)),
    ("torch", lambda: instance("torch", "device", __str__=lambda self: "cuda:2"), (2, 2)),
    ("torch-cpu", lambda: instance("torch", "device", __str__=lambda self: "cpu"), (1, NONE)),
    ("tvm_ffi", lambda: instance("tvm_ffi.core", "Device", __str__=lambda self: "cuda:0"), (2, 0)),
    ("jax", lambda: instance("jaxlib._jax", "Device", platform="gpu", local_hardware_id=1), (2, 1)),
    ("jax-derived", lambda: instance("m", "D", type("Device", (), {"__module__": "jaxlib.xla_extension"}), platform="cpu",
                                     local_hardware_id=0), (1, NONE)),
    ("cupy", lambda: instance("cupy.cuda.device", "Device", id=1), (2, 1)),
    ("numba", lambda: instance("numba.cuda.cudadrv.driver", "Device", id=0), (2, 0)),
    ("numba-proxy", lambda: proxy("numba.cuda.cudadrv.driver", "Device", id=3), (2, 3)),
    ("cuda.core", lambda: instance("cuda.core._device", "Device", device_id=5), (2, 5)),
]


@pytest.mark.parametrize("make, found", rows(DEVICES))
def test_device(make, found):
    obj = make()
    with unchanged_refcounts(obj):
        assert c.named("device", obj) == found


def test_device_of_jax():
    jax = pytest.importorskip("jax")
    assert c.named("device", jax.devices("cpu")[0]) == (1, NONE)


NO_DEVICES = [
    ("unknown-name", lambda: "tpu", ValueError, "not 'tpu'"),
    ("empty", lambda: "", ValueError, "not ''"),
    ("no-number", lambda: "cuda:", ValueError, "not 'cuda:'"),
    ("negative-number", lambda: "cuda:-1", ValueError, "not 'cuda:-1'"),
    ("huge-number", lambda: "cuda:99999999999", ValueError, "not 'cuda:99999999999'"),
    ("letters", lambda: "cuda:1a", ValueError, "not 'cuda:1a'"),
    ("long", lambda: "c" * 300, ValueError, "not 'cccc"),
    ("negative", lambda: -1, ValueError, "not -1"),
    ("huge", lambda: 1 << 100, ValueError, "not 12676"),
    ("too-large", lambda: 1 << 31, ValueError, "not 2147483648"),
    ("bool", lambda: True, TypeError, "not True"),
    ("float", lambda: 1.0, TypeError, "not 1.0"),
    ("class", lambda: int, TypeError, "not <class 'int'>"),
    ("triple", lambda: (2, 0, 1), TypeError, r"not \(2, 0, 1\)"),
    ("pair-of-text", lambda: ("cuda", 0), ValueError, r"not \('cuda', 0\)"),
    ("pair-of-another-type", lambda: (10, 0), ValueError, r"not \(10, 0\)"),
    ("pair-negative", lambda: (2, -1), ValueError, r"not \(2, -1\)"),
    ("pair-huge", lambda: (2, 1 << 70), ValueError, r"not \(2, 118"),
    ("torch-meta", lambda: instance("torch", "device", __str__=lambda self: "meta", __repr__=lambda self: "M"), ValueError, "not M"),
    ("jax-tpu", lambda: instance("jaxlib", "Device", platform="tpu", local_hardware_id=0, __repr__=lambda self: "T"), ValueError, "not T"),
    ("jax-without-number", lambda: instance("jaxlib", "Device", platform="gpu", local_hardware_id=None, __repr__=lambda self: "T"), ValueError, "not T"),
    ("index-raises", lambda: instance("m", "I", __index__=lambda self: 1 // 0), ZeroDivisionError, "zero"),
    ("attribute-raises", lambda: instance("cupy", "Device", id=property(lambda self: 1 // 0)), ZeroDivisionError, "zero"),
    ("class-is-none", lambda: instance("m", "D", __class__=None, __repr__=lambda self: "D"), TypeError, "not D"),
    ("proxy", lambda: proxy("m", "I"), TypeError, "cannot be interpreted as an integer"),
    ("stranger", object, TypeError, "not <object"),
]


@pytest.mark.parametrize("make, error, words", rows(NO_DEVICES))
def test_no_device(make, error, words):
    obj = make()
    with unchanged_refcounts(obj), pytest.raises(error, match=words):
        c.named("device", obj)


@pytest.mark.parametrize("make, error, words", rows([
    ("class-raises", lambda: instance("m", "D", __class__=property(lambda self: 1 // 0)), ZeroDivisionError, "zero"),
    ("dead-proxy", lambda: weakref.proxy(instance("numba", "Device", id=0)), ReferenceError, "weakly-referenced object no longer exists"),
]))
def test_no_device_without_a_class(make, error, words):
    obj = make()
    with pytest.raises(error, match=words):
        c.named("device", obj)


# ----------------------------------------------------------------------------------------------------------- shapes --
SHAPES = [
    ("int", lambda: 3, (3,)),
    ("zero", lambda: 0, (0,)),
    ("index", lambda: Index(5), (5,)),
    ("numpy-int", lambda: np.int32(7), (7,)),
    ("empty", lambda: (), ()),
    ("tuple", lambda: (2, 3), (2, 3)),
    ("list", lambda: [2, 3, 4], (2, 3, 4)),
    ("subclass", lambda: type("Size", (tuple,), {})((2, 3)), (2, 3)),
    ("items-with-index", lambda: (Index(1), np.uint8(2)), (1, 2)),
    ("64-axes", lambda: (1,) * 64, (1,) * 64),
    ("largest", lambda: 2 ** 63 - 1, (2 ** 63 - 1,)),
]


@pytest.mark.parametrize("make, found", rows(SHAPES))
def test_shape(make, found):
    obj = make()
    with unchanged_refcounts(obj):
        assert c.named("shape", obj) == found


NO_SHAPES = [
    ("negative", lambda: -1, ValueError, "not -1"),
    ("negative-item", lambda: (2, -3), ValueError, r"not \(2, -3\)"),
    ("huge", lambda: 2 ** 63, ValueError, "not 9223372036854775808"),
    ("huge-item", lambda: (1 << 200,), ValueError, r"not \(1606"),
    ("65-axes", lambda: (1,) * 65, ValueError, r"not \(1, 1"),
    ("bool", lambda: True, TypeError, "not True"),
    ("bool-item", lambda: (2, True), TypeError, r"not \(2, True\)"),
    ("float", lambda: 2.0, TypeError, "not 2.0"),
    ("float-item", lambda: (2, 3.0), TypeError, r"not \(2, 3.0\)"),
    ("text", lambda: "23", TypeError, "not '23'"),
    ("None", lambda: None, TypeError, "not None"),
    ("array", lambda: np.zeros(3), TypeError, "only integer scalar arrays"),  # NumPy's, of __index__
    ("item-raises", lambda: (instance("m", "I", __index__=lambda self: 1 // 0),), ZeroDivisionError, "zero"),
]


@pytest.mark.parametrize("make, error, words", rows(NO_SHAPES))
def test_no_shape(make, error, words):
    obj = make()
    with unchanged_refcounts(obj), pytest.raises(error, match=words):
        c.named("shape", obj)


def test_none_leaves_the_default():
    assert c.named("dtype", None) is None and c.named("device", None) is None
    with pytest.raises(TypeError):
        c.named("shape", None)


def test_no_module_is_imported():
    code = ("import sys, cucore_test as c\n"
            "assert c.named('dtype', 'f4')[0] == 'float32' and c.named('device', 0) == (2, 0)\n"
            "for what in ('dtype', 'device', 'shape'):\n"
            "    for obj in (object(), float, 3.5, [1.5]):\n"
            "        try: c.named(what, obj)\n"
            "        except (TypeError, ValueError): pass\n"
            "print(sorted({'numpy', 'torch', 'jax', 'ml_dtypes'} & set(sys.modules)))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# ------------------------------------------------------------------------------------------------------ descriptions --
DESCRIBED = [
    ("shape", lambda: np.zeros((2, 3, 4)), "shape", (2, 3, 4)),
    ("shape-0-d", lambda: np.float32(1), "shape", ()),
    ("shape-64", lambda: np.zeros((1,) * 64), "shape", (1,) * 64),
    ("strides", lambda: np.zeros((4, 6), "f4")[::-1, ::2], "strides", (-6, 2)),
    ("bytes", lambda: np.zeros((4, 6), "f4")[::-1, ::2], "bytes", (-24, 8)),
    ("bytes-0-d", lambda: np.float32(1), "bytes", ()),
    ("dtype", lambda: np.zeros(2, "i2"), "dtype", np.dtype("i2")),
    ("dtype-bfloat16", lambda: np.zeros(2, ml_dtypes.bfloat16), "dtype", np.dtype(ml_dtypes.bfloat16)),
    ("dtype-of-dlpack", lambda: Producer(), "dtype", np.dtype("f4")),
    ("dtype-opaque", lambda: np.zeros(2, "V8"), "dtype", np.dtype("V8")),
    ("dtype-dates", lambda: np.zeros(2, "M8[s]"), "dtype", np.dtype("M8[s]")),  # by __array_interface__
]


@pytest.mark.parametrize("make, what, found", rows(DESCRIBED))
def test_described(make, what, found):
    obj = make()
    with unchanged_refcounts(obj):
        answer = c.described(obj, c.ALLOW_OPAQUE, what)
    assert answer == found and type(answer) is type(found)


def test_fields_are_those_of_the_interface():
    x = np.zeros(3, [("a", "f4"), ("b", "i2")])
    assert c.described(x, c.BY_ARRAY_INTERFACE | c.ALLOW_OPAQUE, "dtype") == x.dtype


class Tensors(types.ModuleType):
    """A library like torch: its dtypes are objects under their names; int8 is missing."""

    def __init__(self):
        super().__init__("tensors")
        self.dtype = type("dtype", (), {"__module__": "tensors"})
        self.float32, self.bfloat16 = self.dtype(), self.dtype()
        self.float64 = float  # a type of scalars
        self.Tensor = type("Tensor", (), {"__module__": "tensors.inner"})


@pytest.fixture
def tensors(monkeypatch):
    made = Tensors()
    monkeypatch.setitem(sys.modules, "tensors", made)
    return made


LIKES = [
    ("module", lambda m: m),
    ("name", lambda m: "tensors"),
    ("type", lambda m: m.Tensor),
    ("array", lambda m: m.Tensor()),
    ("derived", lambda m: type("Mine", (m.Tensor,), {"__module__": "mine"})),
]


@pytest.mark.parametrize("make", rows(LIKES))
def test_dtype_in_the_library_of_like(tensors, make):
    like = make(tensors)
    assert c.described(np.zeros(2, "f4"), 0, "dtype", like) is tensors.float32
    assert c.described(np.zeros(2, ml_dtypes.bfloat16), 0, "dtype", like) is tensors.bfloat16
    assert c.described(np.zeros(2), 0, "dtype", like) == np.dtype("f8")  # a class is no dtype
    assert c.described(np.zeros(2, "i1"), 0, "dtype", like) == np.dtype("i1")


def test_dtype_in_other_libraries():
    jnp = pytest.importorskip("jax.numpy")
    for like in (np.zeros(1), np.ndarray, np, "numpy", jnp, jnp.zeros(1), "jax.numpy", 3):
        assert c.described(np.zeros(2, "f4"), 0, "dtype", like) == np.dtype("f4")
    with pytest.raises(ImportError):
        c.described(np.zeros(2), 0, "dtype", "no_such_module")


NOT_DESCRIBED = [
    ("zeroed-shape", None, "shape", ValueError, "holds no data"),
    ("zeroed-strides", None, "strides", ValueError, "holds no data"),
    ("zeroed-dtype", None, "dtype", ValueError, "holds no data"),
    ("NULL", None, "NULL", ValueError, "view is NULL"),
    ("packed", np.zeros((2, 3), "i1"), "packed", BufferError, r"strides\[0\] of 3 elements of 4 bits is no number of bytes"),
]


@pytest.mark.parametrize("obj, what, error, words", rows(NOT_DESCRIBED))
def test_not_described(obj, what, error, words):
    with pytest.raises(error, match=words):
        c.described(obj, 0, what)


# ------------------------------------------------------------------------------------------------ tensors for C libraries --
class Kept(np.ndarray):
    """An array that can be watched."""


def kept(*args):
    return np.arange(np.prod(args[0]), dtype=(args[1:] or ("f4",))[0]).reshape(args[0]).view(Kept)


TENSORS = [
    ("numpy", lambda: kept((2, 3)), {}, True),
    ("numpy-strides", lambda: kept((4, 6))[::2, ::-1], {}, True),
    ("compact", lambda: kept((2, 3)), {"export": c.EXPORT_COMPACT}, False),
    ("compact-0-d", lambda: kept(()), {"export": c.EXPORT_COMPACT}, False),
    ("compact-one-row", lambda: kept((4, 6))[1:2], {"export": c.EXPORT_COMPACT}, False),
    ("compact-copied", lambda: kept((4, 6))[:, ::2], {"export": c.EXPORT_COMPACT, "flags": c.MAKE_C_CONTIGUOUS}, False),
    ("copied", lambda: kept((4, 6))[:, ::2], {"flags": c.MAKE_F_CONTIGUOUS}, True),
    ("borrow-has-no-effect", lambda: kept((2, 3)), {"flags": c.BORROW}, True),
    ("write", lambda: kept((2, 3)), {"flags": c.WRITE}, True),
]


@pytest.mark.parametrize("make, options, strides, versioned", [
    pytest.param(*row[1:], versioned, id=f"{row[0]}-{versioned}") for row in TENSORS
    for versioned in ((0,) if row[2].get("export") else (0, 1))])
def test_tensor(make, options, strides, versioned):
    obj = make()
    expected, alive = np.array(obj).tolist(), weakref.ref(obj)
    capsule, has_strides, flags = c.tensor(obj, options.get("flags", 0), versioned, options.get("export", 0))
    del obj
    assert has_strides == strides and flags == 0
    view = c.capsule(capsule)
    assert np.array(memoryview(view.tobytes()).cast("f")).tolist() == np.array(expected, "f4").ravel().tolist()
    assert (alive() is None) == bool(options.get("flags", 0) & (c.MAKE_C_CONTIGUOUS | c.MAKE_F_CONTIGUOUS))
    del view, capsule
    gc.collect()
    assert alive() is None


def test_tensor_of_everything():
    for versioned in (0, 1):
        producer = Producer()
        assert c.capsule(c.tensor(producer, 0, versioned)[0]).shape == (2, 3)
        assert [len(tensor.deleted) for tensor in producer.tensors] == [1]
        assert c.tensor(None, c.OPTIONAL, versioned) is None
        b = bytearray(b"abc")
        capsule = c.tensor(b, 0, versioned)[0]
        with pytest.raises(BufferError):
            b.append(1)
        del capsule
        b.append(1)
        assert c.tensor(cai(), TRUST, versioned, 0, (1 << 64) - 1)[1] == 1


NO_TENSORS = [
    ("no-array", lambda: 3, {}, TypeError, "x: expected an array"),
    ("compact", lambda: np.zeros((4, 6))[:, ::2], {"export": c.EXPORT_COMPACT}, ValueError, r"x: a tensor without strides is dense"),
    ("read-only", lambda: b"abc", {}, BufferError, "x: the array is read-only"),
    ("unknown-flag", lambda: np.zeros(2), {"export": 8}, ValueError, "unknown bits: 0x8"),
    ("compact-versioned", lambda: np.zeros(2), {"export": c.EXPORT_COMPACT, "versioned": 1}, ValueError, "has strides"),
    ("dates", lambda: np.zeros(2, "M8[s]"), {"flags": c.ALLOW_OPAQUE}, BufferError, "x: DLPack has no type for elements of void8"),
    ("copied-back", lambda: np.zeros((2, 2)).T, {"flags": c.WRITE | c.MAKE_C_CONTIGUOUS}, ValueError, "copy back"),
    ("padded", lambda: np.zeros(2, ml_dtypes.int4), {}, BufferError, "x: elements of int4 stand in a byte each"),
]


@pytest.mark.parametrize("make, options, error, words", rows(NO_TENSORS))
def test_no_tensor(make, options, error, words):
    obj = make()
    with unchanged_refcounts(obj), pytest.raises(error, match=words):
        c.tensor(obj, options.get("flags", 0), options.get("versioned", 0), options.get("export", 0))


def test_read_only_tensors():
    assert c.tensor(b"abc", 0, 0, c.EXPORT_LEGACY_READONLY)[1] == 1
    assert c.tensor(b"abc", 0, 1)[2] == 1  # DLPACK_FLAG_BITMASK_READ_ONLY


# ------------------------------------------------------------------------------------------------- memory with an owner --
class Owner:
    pass


@pytest.mark.parametrize("like", [None, "numpy", np.ndarray, "release"], ids=str)
def test_memory_that_an_object_keeps(like):
    memory, owner = ctypes.create_string_buffer(b"abcdef"), Owner()
    alive, before = weakref.ref(owner), sys.getrefcount(owner)
    made = c.wrap(ctypes.addressof(memory), (2, 3), owner, like)
    assert sys.getrefcount(owner) == before + (like != "release")
    del owner
    if like == "release":
        assert alive() is None and made is None
        return
    assert alive() is not None
    assert bytes(np.asarray(made).ravel()) == b"abcdef" and (like is None or type(made) is np.ndarray)
    part = np.asarray(made)[1:]
    del made
    assert alive() is not None and bytes(part.ravel()) == b"def"
    del part
    gc.collect()
    assert alive() is None


def test_memory_without_an_owner():
    memory = ctypes.create_string_buffer(b"abcdef")
    assert c.wrap(ctypes.addressof(memory), 6, None, "release") is None
    with pytest.raises(BufferError, match="borrows"):
        c.wrap(ctypes.addressof(memory), 6, None, "numpy")


def test_the_owner_is_released_on_any_thread():
    memory, owner = ctypes.create_string_buffer(b"abcdef"), Owner()
    alive = weakref.ref(owner)
    made = [c.wrap(ctypes.addressof(memory), 6, owner, None)]
    del owner
    thread = threading.Thread(target=made.clear)
    thread.start()
    thread.join()
    assert alive() is None


@pytest.mark.parametrize("address, shape, device_type, error", [
    (0, 6, 1, ValueError), (4096, 6, 99, BufferError), (4096, (1 << 62, 8), 1, BufferError)],
    ids=["NULL", "device-type", "overflow"])
def test_no_reference_is_held_on_error(address, shape, device_type, error):
    owner = Owner()
    before = sys.getrefcount(owner)
    with pytest.raises((error, OverflowError, ValueError)):
        c.wrap(address, shape, owner, "release", device_type)
    assert sys.getrefcount(owner) == before
