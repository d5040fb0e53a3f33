"""Every refusal that users of other libraries meet, as one table: what they pass, the class of the exception, and its text.

A row of a library that is not installed is skipped, and stand-ins, types with the same names, say what happens with it anyway.
`notes`: the exception is the producer's own, which stays as it is; the note says which argument it is about."""
import ctypes
import io
import re
import sys

import numpy as np
import pytest

import cucore_test as c
from doubles import Exporter, array_interface, cai, quoted
from producers import Producer

NAME = "weights"
NOTE = "while reading argument 'weights'"
WRITE = dict(flags=c.WRITE)
FIELDS = dict(flags=c.ALLOW_UNALIGNED)
FLOATS = dict(dtypes="float32 float64")
HERE, THERE = ("<", ">") if sys.byteorder == "little" else (">", "<")
NO_ARRAY = "expected an array (an object with __dlpack__, __cuda_array_interface__, a buffer or __array_interface__), got "
NUMBERS = "expected an array of numbers, got "
SHORT = "expected an array, got "
READ_ONLY = "expected a writable array, got a read-only one"
NO_DATA = "the data pointer is NULL, but the array is not empty (it has 1 axes); "


class Row:
    """name, library, make(module) -> object, class, text: of the message behind the name of the argument, or, with note, the
    words that have to be in the message of the producer; a compiled pattern where there are addresses or versions."""

    def __init__(self, name, library, make, error, text, note=None, intake=None):
        self.name, self.library, self.make, self.error, self.text, self.note = name, library, make, error, text, note
        self.intake = intake or {}

    def module(self):
        if self.library is None:
            return None
        return pytest.importorskip(self.library, reason=f"{self.library} is not installed", exc_type=ImportError)


def frozen():
    a = np.zeros(3)
    a.flags.writeable = False
    return a


def numpy_row(name, make, text, error=TypeError, **intake):
    return Row("numpy-" + name, None, lambda _: make(), error, text, intake=intake)


def long_double(kind):
    if np.dtype("g").itemsize == 8:
        pytest.skip("long double is double here")
    return np.zeros(3, kind)


def strings():
    if not hasattr(getattr(np, "dtypes", None), "StringDType"):
        pytest.skip("this NumPy has no StringDType")
    return np.array(["a"], np.dtypes.StringDType())


NUMPY = [
    numpy_row("object", lambda: np.array([None, 1], object), NUMBERS + "object"),
    numpy_row("object-of-dtypes", lambda: np.array([None]), "expected dtype float32 or float64, got object", **FLOATS),
    numpy_row("text", lambda: np.array(["abcde"]), NUMBERS + f"text ('{HERE}U5')"),
    numpy_row("text-foreign", lambda: np.zeros(3, THERE + "U4"), NUMBERS + f"text ('{THERE}U4')"),
    numpy_row("text-of-dtypes", lambda: np.array(["ab"]), f"expected dtype float32 or float64, got text ('{HERE}U2')", **FLOATS),
    numpy_row("strings", strings, re.compile(r"expected an array of numbers, got text \((StringDType\(.*\)|\|T\d+)\)$")),
    numpy_row("bytes", lambda: np.array([b"abcde"]), NUMBERS + "bytes ('|S5')"),
    numpy_row("longdouble", lambda: long_double("g"), NUMBERS + "longdouble; convert with .astype('float64')"),
    numpy_row("clongdouble", lambda: long_double("G"), NUMBERS + "clongdouble; convert with .astype('complex128')"),
    numpy_row("longdouble-of-dtypes", lambda: long_double("g"),
              "expected dtype float32 or float64, got longdouble; convert with .astype('float64')", **FLOATS),
    numpy_row("longdouble-foreign", lambda: long_double(THERE + "g"), re.compile(
        r"expected an array of numbers, got longdouble in foreign byte order \('.f\d+'\); convert with \.astype\('float64'\)$")),
    numpy_row("datetime64", lambda: np.zeros(3, "M8[ns]"), NUMBERS + f"datetime64 ('{HERE}M8[ns]'); convert with .view('int64')"),
    numpy_row("timedelta64", lambda: np.zeros(3, "m8[25s]"),
              NUMBERS + f"timedelta64 ('{HERE}m8[25s]'); convert with .view('int64')"),
    numpy_row("datetime64-foreign", lambda: np.zeros(3, THERE + "M8[ns]"),
              NUMBERS + f"datetime64 in foreign byte order ('{THERE}M8[ns]'); convert with .astype('int64')"),
    numpy_row("float64-foreign", lambda: np.zeros(3, THERE + "f8"),
              NUMBERS + f"float64 in foreign byte order ('{THERE}f8'); convert with .astype('float64')"),
    numpy_row("complex128-foreign", lambda: np.zeros(3, THERE + "c16"),
              NUMBERS + f"complex128 in foreign byte order ('{THERE}c16'); convert with .astype('complex128')"),
    numpy_row("uint16-foreign-of-dtypes", lambda: np.zeros(3, THERE + "u2"),
              f"expected dtype float32 or float64, got uint16 in foreign byte order ('{THERE}u2'); convert with .astype('uint16')",
              **FLOATS),
    numpy_row("structured", lambda: np.zeros(3, "f4,i4"), "expected dtype float32 or float64, got a structured dtype of 8 bytes",
              **FLOATS),
    numpy_row("structured-with-objects", lambda: np.zeros(3, "O,i4"),
              NUMBERS + f"a structured dtype of {np.dtype('O,i4').itemsize} bytes with Python objects or pointers"),
    numpy_row("void", lambda: np.zeros(3, "V5"), "expected dtype float32 or float64, got void ('|V5')", **FLOATS),
    numpy_row("int32", lambda: np.zeros(3, "i4"), "expected dtype float32 or float64, got int32", **FLOATS),
    numpy_row("read-only", frozen, READ_ONLY, ValueError, **WRITE),
    numpy_row("read-only-broadcast", lambda: np.broadcast_to(np.zeros(1), 3), READ_ONLY, ValueError, **WRITE),
    numpy_row("field-odd", lambda: np.zeros(3, "i1,f8")["f1"],
              "strides[0] is 9 bytes, not a multiple of the itemsize 8 (a field of a structured array?); copy it first",
              BufferError, **FIELDS),
    numpy_row("field-aligned", lambda: np.zeros((2, 3), "f4,f8")["f1"],
              "strides[0] is 36 bytes, not a multiple of the itemsize 8 (a field of a structured array?); copy it first",
              BufferError, **FIELDS),
    numpy_row("masked", lambda: np.ma.array([1, 2], mask=[0, 1]),
              "the array has a mask ('numpy.ma.MaskedArray'): its masked elements are no data; pass filled() or data", BufferError),
    numpy_row("class", lambda: np.ndarray, "expected an array, got the class 'numpy.ndarray'"),
    numpy_row("dtype", lambda: np.dtype("f4"), re.compile(re.escape(NO_ARRAY) + r"'numpy\.dtypes\.Float32DType'$|.*'numpy\.dtype.*'$")),
]


PLAIN = [
    Row("list", None, lambda _: [1, 2], TypeError, NO_ARRAY + "'list'"),
    Row("float", None, lambda _: 1.0, TypeError, NO_ARRAY + "'float'"),
    Row("None", None, lambda _: None, TypeError, NO_ARRAY + "'NoneType'"),
    Row("str", None, lambda _: "abc", TypeError, NO_ARRAY + "'str'"),
    Row("module", None, lambda _: re, TypeError, NO_ARRAY + "'module'"),
    Row("class-of-Python", None, lambda _: int, TypeError, SHORT + "the class 'int'"),
    Row("bytes", None, lambda _: b"abc", ValueError, READ_ONLY, intake=WRITE),
    Row("memoryview", None, lambda _: memoryview(b"abc"), ValueError, READ_ONLY, intake=WRITE),
    Row("memoryview-of-pointers", None, lambda _: memoryview(bytes(16)).cast("P"), TypeError, NUMBERS + "pointers"),
    Row("ctypes-pointers", None, lambda _: (ctypes.c_void_p * 3)(), TypeError, NUMBERS + "pointers"),
    Row("ctypes-char-pointers", None, lambda _: (ctypes.c_char_p * 3)(), TypeError, NUMBERS + "pointers"),
    Row("ctypes-wchar-pointers", None, lambda _: (ctypes.c_wchar_p * 3)(), TypeError, NUMBERS + "pointers"),
    Row("ctypes-functions", None, lambda _: (ctypes.CFUNCTYPE(None) * 3)(), TypeError, NUMBERS + "pointers"),
    Row("ctypes-objects", None, lambda _: (ctypes.py_object * 3)(), TypeError, NUMBERS + "object"),
    Row("ctypes-wchar", None, lambda _: (ctypes.c_wchar * 3)(), TypeError, NUMBERS + f"text ('{HERE}U1')"),
    Row("ctypes-foreign", None, lambda _: ((ctypes.c_int.__ctype_be__ if HERE == "<" else ctypes.c_int.__ctype_le__) * 3)(),
        TypeError, NUMBERS + f"int32 in foreign byte order ('{THERE}i4'); convert with .astype('int32')"),
]


def capsule_dtype(code, bits, lanes=1, package="test_dlpack", name="Producer"):
    from test_dlpack import Producer

    return type(name, (Producer,), {"__module__": package})(dtype=(code, bits, lanes))


DLPACK = [
    Row("dlpack-lanes", None, lambda _: capsule_dtype(2, 32, 4), BufferError,
        "dtype.lanes is 4 (float32x4): vector elements are accepted only with CUCORE_ALLOW_LANES"),
    Row("dlpack-lanes-torch", None, lambda _: capsule_dtype(17, 4, 2, "torch", "TensorBase"), BufferError,
        "dtype.lanes is 2 (float4_e2m1fnx2): vector elements are accepted only with CUCORE_ALLOW_LANES; an element has two numbers: "
        "what takes bytes takes weights.view(torch.uint8)"),
    Row("dlpack-handles", None, lambda _: capsule_dtype(3, 64), BufferError, "dtype.code is 3, which names no type of elements"),
    Row("dlpack-unknown-of-dtypes", None, lambda _: capsule_dtype(99, 32), BufferError,
        "dtype.code is 99, which names no type of elements", intake=FLOATS),
]


# ------------------------------------------------------------------------------------------------------- libraries --
def jax_tracer(transform):
    def make(jax):
        got = []
        getattr(jax, transform)(lambda x: (got.append(x), (x * 2).sum())[1])(jax.numpy.ones((2, 2)))
        return got[0]

    return make


def jax_deleted(jax):
    x = jax.numpy.ones(3) + 1
    x.delete()
    return x


TRACER = re.compile(r"expected an array, got 'jax\.[\w.]+Tracer'; a tracer has no data: call this outside of jax\.jit, jax\.grad and "
                    r"jax\.vmap, or wrap it with jax\.pure_callback or jax\.ffi$")
JAX = [
    Row("jax-jit", "jax", jax_tracer("jit"), TypeError, TRACER),
    Row("jax-grad", "jax", jax_tracer("grad"), TypeError, TRACER),
    Row("jax-vmap", "jax", jax_tracer("vmap"), TypeError, TRACER),
    Row("jax-deleted", "jax", jax_deleted, (TypeError, RuntimeError), re.compile("NoneType|deleted"),
        note=re.compile(re.escape(NOTE) + r"(: was the array deleted, or donated to a jitted function\?)?$")),
    Row("jax-shape", "jax", lambda jax: jax.ShapeDtypeStruct((3,), "float32"), TypeError,
        re.compile(r"expected an array, got 'jax\..*ShapeDtypeStruct'; it has a shape and a dtype, but no data$")),
    Row("jax-key", "jax", lambda jax: jax.random.key(0), TypeError,
        re.compile(r"expected an array, got 'jax\..*PRNGKeyArray'; pass jax\.random\.key_data\(weights\)$")),
    Row("jax-sparse", "jax.experimental.sparse", lambda sparse: sparse.BCOO.fromdense(np.eye(3)), TypeError,
        SHORT + "'jax.experimental.sparse.BCOO'; a sparse array: pass weights.todense()"),
    Row("jax-write", "jax", lambda jax: jax.numpy.ones(3), ValueError, re.compile(
        r"expected a writable array, (but arrays of type 'jaxlib\..*ArrayImpl' are immutable|got a read-only one)$"), intake=WRITE),
    Row("jax-dtype", "jax", lambda jax: jax.numpy.ones(3, "int32"), TypeError, "expected dtype float32 or float64, got int32",
        intake=FLOATS),
]

SCIPY = [
    Row("scipy-csr-matrix", "scipy.sparse", lambda sparse: sparse.csr_matrix(np.eye(3)), TypeError,
        SHORT + "'scipy.sparse.csr_matrix'; a sparse array: pass weights.toarray()"),
    Row("scipy-coo-matrix", "scipy.sparse", lambda sparse: sparse.coo_matrix(np.eye(3)), TypeError,
        SHORT + "'scipy.sparse.coo_matrix'; a sparse array: pass weights.toarray()"),
    Row("scipy-csr-array", "scipy.sparse", lambda sparse: sparse.csr_array(np.eye(3)), TypeError,
        SHORT + "'scipy.sparse.csr_array'; a sparse array: pass weights.toarray()"),
]

def h5py_dataset(h5py):
    return h5py.File(io.BytesIO(), "w").create_dataset("a", data=np.zeros(3))


OTHERS = [
    Row("ml_dtypes-bfloat16", "ml_dtypes", lambda m: np.zeros(3, m.bfloat16), TypeError,
        "expected dtype float32 or float64, got bfloat16", intake=FLOATS),
    Row("ml_dtypes-scalar", "ml_dtypes", lambda m: m.bfloat16(3), TypeError, "expected dtype float32 or float64, got bfloat16",
        intake=FLOATS),
    Row("tvm_ffi-dtype", "tvm_ffi", lambda m: m.from_dlpack(np.zeros(3, "i4")), TypeError,
        "expected dtype float32 or float64, got int32", intake=FLOATS),
    Row("pandas-Series", "pandas", lambda pandas: pandas.Series([1.0]), TypeError, SHORT + "'pandas.Series'; pass numpy.asarray(weights)"),
    Row("pandas-DataFrame", "pandas", lambda pandas: pandas.DataFrame({"a": [1.0]}), TypeError,
        SHORT + "'pandas.DataFrame'; pass numpy.asarray(weights)"),
    Row("pandas-Index", "pandas", lambda pandas: pandas.Index([1]), TypeError, SHORT + "'pandas.Index'; pass numpy.asarray(weights)"),
    Row("pandas-Categorical", "pandas", lambda pandas: pandas.Categorical(["a"]), TypeError,
        SHORT + "'pandas.Categorical'; pass numpy.asarray(weights)"),
    Row("dask-Array", "dask.array", lambda dask: dask.zeros(3), TypeError, SHORT + "'dask.array.Array'; pass numpy.asarray(weights)"),
    Row("PIL-read-only", "PIL.Image", lambda image: image.new("L", (3, 3)), ValueError, READ_ONLY, intake=WRITE),
    Row("pyarrow-strings", "pyarrow", lambda pyarrow: pyarrow.array(["a"]), TypeError, "string", note=NOTE),
    Row("pyarrow-bits", "pyarrow", lambda pyarrow: pyarrow.array([True]), TypeError, "Bit-packed", note=NOTE),
    Row("pyarrow-nulls", "pyarrow", lambda pyarrow: pyarrow.array([1, None]), TypeError, "nulls", note=NOTE),
    Row("pyarrow-ChunkedArray", "pyarrow", lambda pyarrow: pyarrow.chunked_array([[1], [2]]), TypeError,
        re.compile(r"expected an array, got 'pyarrow\.(lib\.)?ChunkedArray'; pass numpy\.asarray\(weights\)$")),
    Row("pyarrow-buffer", "pyarrow", lambda pyarrow: pyarrow.py_buffer(b"abc"), ValueError, READ_ONLY, intake=WRITE),
    Row("h5py-Dataset", "h5py", h5py_dataset, TypeError,
        re.compile(r"expected an array, got 'h5py\..*Dataset'; pass numpy\.asarray\(weights\)$")),
]

FAKE = "a FakeTensor has a shape and a dtype, but no data"
UNREADABLE = "the tensor has no data: its storage was freed, or it is a zero tensor or a functional one"


def fake_tensor(torch):
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        return torch.zeros(3)


def freed_storage(torch):
    x = torch.zeros(3)
    x.untyped_storage().resize_(0)
    return x


def escaped_vmap(torch):
    got = []
    torch.vmap(lambda x: (got.append(x), x)[1])(torch.zeros(3, 2))
    return got[0]


def fx_proxy(torch):
    import torch.fx

    got = []
    torch.fx.symbolic_trace(lambda x: (got.append(x), x)[1])
    return got[0]


def torch_row(name, make, error, text, note=None, intake=None):
    return Row("torch-" + name, "torch", make, error, text, note and f"{NOTE}: {note}", intake)


TORCH = [
    torch_row("grad", lambda torch: torch.zeros(3, requires_grad=True), BufferError, "require gradient", "pass weights.detach()"),
    torch_row("Parameter", lambda torch: torch.nn.Parameter(torch.zeros(3)), BufferError, "require gradient", "pass weights.detach()"),
    torch_row("conj", lambda torch: torch.zeros(3, dtype=torch.complex64).conj(), BufferError, "conjugate bit", "pass weights.resolve_conj()"),
    torch_row("neg", lambda torch: torch.zeros(3, dtype=torch.complex64).conj().imag, BufferError,
              "the tensor has its negative bit set: its values in memory have the wrong sign; use tensor.resolve_neg()"),
    torch_row("sparse", lambda torch: torch.eye(3).to_sparse(), BufferError, "torch.strided", "a sparse tensor: pass weights.to_dense()"),
    torch_row("sparse-csr", lambda torch: torch.eye(3).to_sparse_csr(), BufferError, "torch.strided", "a sparse tensor: pass weights.to_dense()"),
    torch_row("meta", lambda torch: torch.zeros(3, device="meta"), ValueError, "meta", "a meta tensor has a shape and a dtype, but no data"),
    torch_row("FakeTensor", fake_tensor, BufferError, NO_DATA + FAKE),
    torch_row("quantized", lambda torch: torch.quantize_per_tensor(torch.zeros(3), 0.1, 0, torch.quint8), BufferError, "QInt",
              "a quantized tensor: pass weights.dequantize()"),
    torch_row("nested", lambda torch: torch.nested.nested_tensor([torch.zeros(3), torch.zeros(2)]), RuntimeError, "NestedTensorImpl",
              "a nested tensor: pass weights.to_padded_tensor(0)"),
    torch_row("mkldnn", lambda torch: torch.zeros(3).to_mkldnn(), (NotImplementedError, RuntimeError), "OpaqueTensorImpl",
              "pass weights.to_dense()"),
    torch_row("vmap", escaped_vmap, RuntimeError, "Batching rule", "call this outside of torch.vmap"),
    torch_row("float4", lambda torch: torch.zeros(3, dtype=torch.uint8).view(torch.float4_e2m1fn_x2), BufferError,
              "dtype.lanes is 2 (float4_e2m1fnx2): vector elements are accepted only with CUCORE_ALLOW_LANES; an element has two numbers: "
              "what takes bytes takes weights.view(torch.uint8)"),
    torch_row("freed", freed_storage, BufferError, NO_DATA + UNREADABLE),
    torch_row("zero-tensor", lambda torch: torch._efficientzerotensor(3), BufferError, NO_DATA + UNREADABLE),
    torch_row("functional", lambda torch: torch._to_functional_tensor(torch.zeros(3)), BufferError, NO_DATA + UNREADABLE),
    torch_row("fx", fx_proxy, BufferError, re.compile(r"__dlpack_device__\(\) must return .*; a proxy of torch\.fx has no data$")),
    Row("torch-bits", "torch", lambda torch: torch.empty(3, dtype=torch.bits8), BufferError, "Bit types", note=NOTE),
    torch_row("Stream", lambda torch: torch.Stream("cpu"), TypeError, NO_ARRAY + "'torch.Stream'"),
    torch_row("dtype", lambda torch: torch.float32, TypeError, NO_ARRAY + "'torch.dtype'"),
    torch_row("Module", lambda torch: torch.nn.Linear(2, 2), TypeError, NO_ARRAY + "'torch.nn.Linear'"),
    torch_row("wrong-dtype", lambda torch: torch.zeros(3, dtype=torch.int32), TypeError,
              "expected dtype float32 or float64, got int32", intake=FLOATS),
]


def tf_symbolic(tf):
    got = []
    tf.function(lambda x: (got.append(x), x)[1])(tf.constant([1.0]))
    return got[0]


TENSORFLOW = [
    Row("tensorflow-Variable", "tensorflow", lambda tf: tf.Variable([1.0]), TypeError,
        re.compile(r"expected an array, got 'tensorflow\..*ResourceVariable'; pass weights\.value\(\)$")),
    Row("tensorflow-sparse", "tensorflow", lambda tf: tf.sparse.from_dense([[1.0, 0]]), TypeError,
        SHORT + "'tensorflow.SparseTensor'; a sparse tensor: pass tf.sparse.to_dense(weights)"),
    Row("tensorflow-ragged", "tensorflow", lambda tf: tf.ragged.constant([[1], [2, 3]]), TypeError,
        SHORT + "'tensorflow.RaggedTensor'; a ragged tensor: pass weights.to_tensor()"),
    Row("tensorflow-symbolic", "tensorflow", tf_symbolic, TypeError, re.compile(
        r"expected an array, got 'tensorflow\..*SymbolicTensor'; a symbolic tensor has no data: call this outside of tf\.function$")),
    Row("tensorflow-write", "tensorflow", lambda tf: tf.constant([1.0]), ValueError, re.compile(
        r"expected a writable array, (but arrays of type 'tensorflow\..*EagerTensor' are immutable|got a read-only one)$"), intake=WRITE),
    Row("keras-symbolic", "keras", lambda keras: keras.Input((3,)), TypeError,
        SHORT + "'keras.KerasTensor'; a symbolic tensor has no data"),
    Row("keras-Variable", "keras", lambda keras: keras.Variable([1.0]), TypeError, SHORT + "'keras.Variable'; pass numpy.asarray(weights)"),
]


# ------------------------------------------------------------------------------------------------------- stand-ins --
def named(module, name, *bases, **members):
    return type(name, bases, {"__module__": module, **members})


def producer(module, name, error):
    """An array of a type with these names whose __dlpack__ raises."""
    def refuse(self, **keywords):
        raise error

    return named(module, name, __dlpack__=refuse, __dlpack_device__=lambda self: (1, 0))()


def derived(module, name, *base):
    """An instance of a type of mine that is derived from one with these names, which has nothing of an array."""
    return named("mine", "Mine", named(module, name, *base))()


STAND_INS = [
    Row("cupyx-sparse", None, lambda _: derived("cupyx.scipy.sparse._base", "spmatrix"), TypeError,
        SHORT + "'mine.Mine'; a sparse array: pass weights.toarray()"),
    Row("cupyx-sparse-array", None, lambda _: derived("cupyx.scipy.sparse._base", "_spbase"), TypeError,
        SHORT + "'mine.Mine'; a sparse array: pass weights.toarray()"),
    Row("pydata-sparse", None, lambda _: derived("sparse.numba_backend._sparse_array", "SparseArray"), TypeError,
        SHORT + "'mine.Mine'; a sparse array: pass weights.todense()"),
    Row("scipy-old", None, lambda _: derived("scipy.sparse.base", "spmatrix"), TypeError,
        SHORT + "'mine.Mine'; a sparse array: pass weights.toarray()"),
    Row("jax-tracer", None, lambda _: derived("jax.core", "Tracer"), TypeError,
        SHORT + "'mine.Mine'; a tracer has no data: call this outside of jax.jit, jax.grad and jax.vmap, or wrap it with "
        "jax.pure_callback or jax.ffi"),
    Row("jax-Ref", None, lambda _: derived("jax._src.core", "Ref"), TypeError, SHORT + "'mine.Mine'; pass weights[...]"),
    Row("keras-tensor", None, lambda _: derived("keras.src.backend", "KerasTensor"), TypeError,
        SHORT + "'mine.Mine'; a symbolic tensor has no data"),
    Row("torch-proxy", None, lambda _: derived("torch.fx.proxy", "Proxy"), TypeError, SHORT + "'mine.Mine'; a proxy of torch.fx has no data"),
    Row("tensorflow-variable", None, lambda _: derived("tensorflow.python.ops", "ResourceVariable"), TypeError,
        SHORT + "'mine.Mine'; pass weights.value()"),
    Row("cupy-own-error", None, lambda _: producer("cupy", "ndarray", RuntimeError("no device")), RuntimeError, "no device", note=NOTE),
    Row("torch-strided", None, lambda _: producer("torch", "TensorBase", BufferError("layout other than torch.strided")), BufferError,
        "layout other than torch.strided", note=NOTE + ": a sparse tensor: pass weights.to_dense()"),
    # the words of one library are no hint about another's types, nor a type's own without them
    Row("words-of-another", None, lambda _: producer("mine", "TensorBase", BufferError("layout other than torch.strided")),
        BufferError, "layout other than torch.strided", note=NOTE),
    Row("other-words", None, lambda _: producer("torch", "TensorBase", BufferError("strides")), BufferError, "strides", note=NOTE),
    Row("another-package", None, lambda _: derived("scipys.sparse", "spmatrix"), TypeError, NO_ARRAY + "'mine.Mine'"),
    Row("another-name", None, lambda _: derived("scipy.sparse", "spmatrixes"), TypeError, NO_ARRAY + "'mine.Mine'"),
    Row("__array__", None, lambda _: named("mine", "Mine", __array__=lambda self: np.zeros(3))(), TypeError,
        SHORT + "'mine.Mine'; pass numpy.asarray(weights)"),
    Row("__array__-of-a-base", None, lambda _: named("mine", "Mine", named("mine", "Base", __array__=7))(), TypeError,
        SHORT + "'mine.Mine'; pass numpy.asarray(weights)"),
    Row("no-module", None, lambda _: named(None, "Mine")(), TypeError, NO_ARRAY + "'Mine'"),
    Row("of-main", None, lambda _: named("__main__", "Mine")(), TypeError, NO_ARRAY + "'Mine'"),
    Row("of-builtins", None, lambda _: named("builtins", "Mine")(), TypeError, NO_ARRAY + "'Mine'"),
]

BY_ONE = [  # B116
    Row("by-cai-numpy", None, lambda _: np.zeros(3), TypeError,
        "expected an array (an object with __cuda_array_interface__), got 'numpy.ndarray'", intake=dict(flags=c.BY_CAI)),
    Row("by-two-sparse", None, lambda _: derived("scipy.sparse", "spmatrix"), TypeError,
        "expected an array (an object with __dlpack__ or __cuda_array_interface__), got 'mine.Mine'",
        intake=dict(flags=c.BY_CAI | c.BY_DLPACK)),
    Row("by-table-or-cai", None, lambda _: np.zeros(3), TypeError,
        "expected an array (an object with a C exchange table or __cuda_array_interface__), got 'numpy.ndarray'",
        intake=dict(flags=c.BY_EXCHANGE | c.BY_CAI)),
    Row("by-table-or-dlpack", None, lambda _: [1], TypeError, "expected an array (an object with __dlpack__), got 'list'",
        intake=dict(flags=c.BY_EXCHANGE | c.BY_DLPACK)),
    Row("by-three", None, lambda _: [1], TypeError,
        "expected an array (an object with __cuda_array_interface__, a buffer or __array_interface__), got 'list'",
        intake=dict(flags=c.BY_CAI | c.BY_PEP3118 | c.BY_ARRAY_INTERFACE)),
    Row("half-of-dlpack-by-cai", None, lambda _: named("mine", "Mine", __dlpack__=7)(), TypeError,
        "expected an array (an object with __cuda_array_interface__), got 'mine.Mine'", intake=dict(flags=c.BY_CAI)),
    Row("by-buffer", None, lambda _: [1], TypeError, "expected an object with a buffer, got 'list'", intake=dict(flags=c.BY_PEP3118)),
]

TABLE = BY_ONE + NUMPY + PLAIN + DLPACK + JAX + SCIPY + OTHERS + TORCH + TENSORFLOW + STAND_INS


def message(error):
    return error.args[0] if isinstance(error, KeyError) else str(error)


def matches(text, expected):
    return expected.match(text) if isinstance(expected, re.Pattern) else text == expected


def notes(error):
    return getattr(error, "__notes__", [])


def test_rows_have_names_of_their_own():
    names = [row.name for row in TABLE]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("take", ["view", "args"])
@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_message(row, take):
    obj = row.make(row.module())
    kinds = row.error if isinstance(row.error, tuple) else (row.error,)
    with pytest.raises(kinds) as caught:
        if take == "view":
            c.view(obj, name=NAME, **row.intake)
        else:
            c.args([obj], [(NAME, row.intake.get("dtypes"), None, row.intake.get("flags", 0))])
    assert type(caught.value) in kinds or row.note  # a library may have classes of its own
    text = message(caught.value)
    if row.note is None:
        assert text.startswith(NAME + ": ")
        assert matches(text[len(NAME) + 2:], row.text), text
        assert notes(caught.value) == []
    elif sys.version_info >= (3, 11):
        assert (row.text.search(text) if isinstance(row.text, re.Pattern) else row.text in text), text
        assert len(notes(caught.value)) == 1 and matches(notes(caught.value)[0], row.note), notes(caught.value)
    else:
        hint = "" if isinstance(row.note, re.Pattern) else row.note[len(NOTE):].replace(": ", "; ", 1)
        assert text.startswith("argument 'weights': ") and text.endswith(hint)
        assert notes(caught.value) == []


# ------------------------------------------------------------------------------------------ exceptions of producers --
HAS_NOTES = sys.version_info >= (3, 11)
WITH_NAME = "argument 'weights': "


class Raising:
    """A DLPack array whose __dlpack__ raises the exception that it was made with."""

    def __init__(self, error):
        self.error = error

    def __dlpack__(self, **keywords):
        raise self.error

    def __dlpack_device__(self):
        return 1, 0


class Plain(Exception):
    pass


class OverridesAddNote(Exception):
    def add_note(self, note):
        raise AssertionError("not to be called")


class RefusesAttributes(Exception):
    def __setattr__(self, name, value):
        raise AssertionError("not to be called")


class RefusesToTell(Exception):
    def __getattribute__(self, name):
        if name in ("__notes__", "add_note", "args", "__dict__"):
            raise AssertionError("not to be called")
        return super().__getattribute__(name)


class NotesAreATuple(Exception):
    def __init__(self):
        self.__dict__["__notes__"] = ("mine",)


class Slots(Exception):
    __slots__ = ("one",)


class Silent(Exception):
    def __str__(self):
        raise AssertionError("not to be called")


class HostileName(type):
    @property
    def __name__(cls):
        return 12345

    __module__ = __name__


class OddKind(Exception, metaclass=HostileName):
    pass


class OwnText(ValueError):
    pass


def in_dict(error):
    """What is left in the instance, whatever its class says about attributes."""
    return BaseException.__dict__["__dict__"].__get__(error).get("__notes__") if "__dict__" in BaseException.__dict__ else (
        object.__getattribute__(error, "__dict__").get("__notes__"))


NOTED = [Plain("x"), Plain(), OverridesAddNote("x"), RefusesAttributes("x"), RefusesToTell("x"), Slots("x"), Silent("x"),
         OddKind("x"), OwnText("weightsx: no"), KeyError("x"), OSError(2, "x"), UnicodeDecodeError("a", b"b", 0, 1, "x"),
         SyntaxError("x"), StopIteration(3), ImportError("x")]


@pytest.mark.skipif(not HAS_NOTES, reason="exceptions have no notes before Python 3.11")
@pytest.mark.parametrize("error", NOTED, ids=lambda e: type.__dict__["__name__"].__get__(type(e)))
def test_note_of_any_class(error):
    args = BaseException.__dict__["args"].__get__(error)
    for _ in range(3):  # once, however often it is raised
        with pytest.raises(type(error)) as caught:
            c.view(Raising(error), name=NAME)
        assert caught.value is error
        del caught
    assert in_dict(error) == [NOTE]
    assert BaseException.__dict__["args"].__get__(error) is args
    with pytest.raises(type(error)):
        c.args([np.zeros(3), Raising(error)], [("x", None, None, 0), ("y", None, None, 0)])
    assert in_dict(error) == [NOTE, "while reading argument 'y'"]
    error.__class__.__base__.__dict__  # the class is as it was
    BaseException.__dict__["__traceback__"].__set__(error, None)


@pytest.mark.skipif(not HAS_NOTES, reason="exceptions have no notes before Python 3.11")
def test_note_behind_others():
    error = Plain("x")
    error.add_note("mine")
    with pytest.raises(Plain):
        c.view(Raising(error), name=NAME)
    assert error.__notes__ == ["mine", NOTE]
    last = Plain("x")
    last.__notes__ = [7]
    with pytest.raises(Plain):
        c.view(Raising(last), name=NAME)
    assert last.__notes__ == [7, NOTE]


@pytest.mark.parametrize("notes", [("mine",), None, "text", {}], ids=repr)
def test_notes_that_are_no_list_stay(notes):
    error = Plain("x")
    error.__notes__ = notes
    with pytest.raises(Plain) as caught:
        c.view(Raising(error), name=NAME)
    assert caught.value is error and error.__notes__ is notes


UNTOUCHED = [KeyboardInterrupt(), SystemExit(3), GeneratorExit(), MemoryError(), type("Mine", (BaseException,), {})()]


@pytest.mark.parametrize("error", UNTOUCHED, ids=lambda e: type(e).__name__)
def test_B92_what_is_no_exception_stays_as_it_is(error):
    args = error.args
    with pytest.raises(type(error)) as caught:
        c.view(Raising(error), name=NAME)
    assert caught.value is error and error.args == args and notes(error) == []


@pytest.mark.parametrize("error", [ValueError("x"), Plain("x")], ids=["plain", "class"])
def test_no_name_no_note(error):
    for take in (lambda o: c.view(o), lambda o: c.args([o], None), lambda o: c.anything(o)):
        with pytest.raises(type(error)) as caught:
            take(Raising(error))
        assert caught.value is error and notes(error) == [] and error.args == ("x",)


def test_a_hint_without_a_name():
    error = BufferError("layout other than torch.strided")
    with pytest.raises(BufferError) as caught:
        c.view(producer("torch", "TensorBase", error))
    assert caught.value is error
    if HAS_NOTES:
        assert error.__notes__ == ["a sparse tensor: pass x.to_dense()"] and error.args == ("layout other than torch.strided",)
    else:
        assert str(error) == "layout other than torch.strided; a sparse tensor: pass x.to_dense()"


def test_a_hint_behind_a_text_that_has_the_name():
    error = BufferError("weights: layout other than torch.strided")
    with pytest.raises(BufferError) as caught:
        c.view(producer("torch", "TensorBase", error), name="weights")
    assert caught.value is error and notes(error) == []
    assert str(error) == "weights: layout other than torch.strided; a sparse tensor: pass weights.to_dense()"


PREFIXED = [TypeError, ValueError, BufferError, RuntimeError, AttributeError, NotImplementedError, AssertionError, OverflowError,
            IndexError]


@pytest.mark.skipif(HAS_NOTES, reason="where there are notes, the text stays")
@pytest.mark.parametrize("kind", PREFIXED)
def test_name_in_front_where_there_are_no_notes(kind):
    error = kind("no \xe9")
    with pytest.raises(kind) as caught:
        c.view(Raising(error), name=NAME)
    assert caught.value is error and str(error) == WITH_NAME + "no \xe9"


@pytest.mark.skipif(HAS_NOTES, reason="where there are notes, the text stays")
@pytest.mark.parametrize("error", NOTED + [ValueError(), ValueError(1), ValueError("a", "b"), ValueError(type("S", (str,), {})("s"))],
                         ids=lambda e: type.__dict__["__name__"].__get__(type(e)))
def test_other_exceptions_stay_where_there_are_no_notes(error):
    args = BaseException.__dict__["args"].__get__(error)
    with pytest.raises(type(error)) as caught:
        c.view(Raising(error), name=NAME)
    assert caught.value is error and BaseException.__dict__["args"].__get__(error) is args and in_dict(error) is None


@pytest.mark.parametrize("error", [BufferError("weights: as ours"), TypeError("weights: as ours")], ids=repr)
def test_what_names_the_argument_already_stays(error):
    with pytest.raises(type(error)) as caught:
        c.view(Raising(error), name=NAME)
    assert caught.value is error and error.args == ("weights: as ours",) and notes(error) == []


@pytest.mark.parametrize("name", ["x", "na\xefve", "%s%n", "a" * 500, "two words"])
def test_note_of_any_name(name):
    error = ValueError("no")
    with pytest.raises(ValueError) as caught:
        c.view(Raising(error), name=name)
    said = error.__notes__[0] if HAS_NOTES else str(error)
    assert caught.value is error and f"argument '{name}'" in said


def test_context_and_traceback_stay():
    cause, error = KeyError("cause"), ValueError("no")
    error.__cause__ = cause
    with pytest.raises(ValueError) as caught:
        c.view(Raising(error), name=NAME)
    assert caught.value is error and error.__cause__ is cause
    frames = []
    traceback = error.__traceback__
    while traceback:
        frames.append(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
    assert frames[-1] == "__dlpack__"


@pytest.mark.parametrize("make", [
    lambda e: Raising(e),
    lambda e: type("Device", (), {"__dlpack__": None.__eq__, "__dlpack_device__": lambda self: Raising(e).__dlpack__()})(),
    lambda e: type("Cai", (), {"__cuda_array_interface__": property(lambda self: Raising(e).__dlpack__())})(),
    lambda e: type("Interface", (), {"__array_interface__": property(lambda self: Raising(e).__dlpack__())})(),
], ids=["dlpack", "dlpack-device", "cai", "array-interface"])
def test_note_by_every_protocol(make):
    for _ in range(3):  # from the second on, the type is remembered
        error = ValueError("no")
        with pytest.raises(ValueError) as caught:
            c.view(make(error), name=NAME)
        assert caught.value is error
        assert (error.__notes__ == [NOTE]) if HAS_NOTES else str(error) == WITH_NAME + "no"


def test_note_of_a_remembered_type():
    kind = type("Kind", (Raising,), {})
    for i in range(5):
        error = ValueError("no")
        with pytest.raises(ValueError):
            c.view(kind(error), name=NAME)
        assert len(notes(error)) == HAS_NOTES


# --------------------------------------------------------------------------------------------------- names of types --
def test_a_public_name_has_to_be_the_type_itself():
    """A package that has another type of that name, or no dict that tells, is not where it is from."""
    import types

    kind = named("messages_a.b.c", "Kind")
    package, inner = types.ModuleType("messages_a"), types.ModuleType("messages_a.b")
    package.Kind, inner.Kind = int, kind

    class Lazy(types.ModuleType):
        def __getattr__(self, name):
            raise AssertionError("not to be called")

    expected = {"messages_a.b.Kind": (package, inner), "messages_a.b.c.Kind": (package, Lazy("messages_a.b"))}
    for name, modules in expected.items():
        sys.modules.update({"messages_a": modules[0], "messages_a.b": modules[1]})
        try:
            with pytest.raises(TypeError, match=re.escape(f"got '{name}'") + "$"):
                c.view(kind())
        finally:
            del sys.modules["messages_a"], sys.modules["messages_a.b"]


@pytest.mark.parametrize("module", ["x" * 5000, "x." * 3000 + "y", "\xe9.a", ".", "a..b", "a.", "\ud800", b"bytes", None, 5,
                                    property(lambda self: 1 / 0)], ids=lambda m: ascii(m)[:12])
def test_modules_that_are_none(module):
    kind = named(module, "Kind")
    with pytest.raises(TypeError) as caught:
        c.view(kind())
    text = module if isinstance(module, str) and module != "\ud800" else None
    assert str(caught.value).endswith(f"got '{quoted(text + '.Kind')}'" if text else "got 'Kind'")


def test_B81_names_of_a_metaclass():
    class Meta(type):
        @property
        def __name__(cls):
            return 12345

        __module__ = __mro__ = __name__

        def __getattribute__(cls, name):
            raise AssertionError("not to be called")

    kind = Meta.__call__(Meta, "Odd", (), {"__module__": "mine"})
    with pytest.raises(TypeError) as caught:
        c.view(kind())
    assert str(caught.value).endswith("got 'mine.Odd'")


# ------------------------------------------------------------------------------------------------- injected failures --
@pytest.mark.parametrize("make", [
    lambda: Raising(ValueError("no")), lambda: derived("scipy.sparse", "spmatrix"),
    lambda: producer("torch", "TensorBase", BufferError("layout other than torch.strided")), lambda: np.zeros(3, "O")],
    ids=["note", "hint", "note-with-hint", "dtype"])
def test_every_call_that_explains_can_fail(make):
    """The exception stays one of the producer's or ours, or is a MemoryError: explaining replaces none."""
    for n in range(1, 600):
        c.forget_state()
        obj = make()
        c.fail_at(n)
        try:
            with pytest.raises((ValueError, TypeError, BufferError, MemoryError)) as caught:
                c.view(obj, name=NAME)
        finally:
            calls = c.fail_at(0)
        if isinstance(obj, Raising) and caught.type is ValueError:
            assert caught.value is obj.error
        if calls < n:
            break
    else:
        raise AssertionError("no end")


# ------------------------------------------------------------------------------------------- classes of a call site --
class Mine(Exception):
    pass


@pytest.mark.parametrize("member, make, text", [
    ("not_an_array", lambda: derived("scipy.sparse", "spmatrix"), SHORT + "'mine.Mine'; a sparse array: pass weights.toarray()"),
    ("wrong_dtype", lambda: np.zeros(3, "O"), NUMBERS + "object"),
    ("readonly", frozen, READ_ONLY),
], ids=lambda v: v if isinstance(v, str) and v.isidentifier() else "")
def test_classes_of_the_caller_get_no_note(member, make, text):
    with pytest.raises(Mine) as caught:
        c.view(make(), name=NAME, flags=c.WRITE if member == "readonly" else 0, exceptions={member: Mine})
    assert str(caught.value) == f"{NAME}: {text}" and notes(caught.value) == []


def test_a_producer_is_noted_beside_classes_of_the_caller():
    error = BufferError("no")
    with pytest.raises(BufferError) as caught:
        c.view(Raising(error), name=NAME, exceptions={"protocol": BufferError, "wrong_dtype": Mine})
    assert caught.value is error
    assert (error.__notes__ == [NOTE]) if HAS_NOTES else str(error) == WITH_NAME + "no"


# --------------------------------------------------------------------------------- arguments that depend on others --
@pytest.mark.parametrize("x, text", [
    (np.zeros(3, "f4"), "y: expected dtype float32 as in x, got object"),
    (None, "y: expected dtype as in x, got object"),
], ids=["given", "left-out"])
def test_dtype_of_another_argument(x, text):
    with pytest.raises(TypeError) as caught:
        c.args([x, np.zeros(3, "O")], [("x", None, None, c.OPTIONAL), ("y", "=x", None, 0)])
    assert str(caught.value) == text


# ---------------------------------------------------------------------------------------- whatever numpy.asarray takes --
def test_anything_that_numpy_refuses():
    """numpy.asarray's own exception gets the note, too."""
    error = ValueError("no")

    class Refuses:
        def __array__(self, dtype=None, copy=None):
            raise error

    with pytest.raises(ValueError) as caught:
        c.view(Refuses(), name=NAME, flags=c.FROM_ANYTHING)
    assert caught.value is error
    assert (error.__notes__ == [NOTE]) if HAS_NOTES else str(error) == WITH_NAME + "no"


# ------------------------------------------------------------------------------------------- quotes are bounded (B115) --
HUGE, LONG = (7,) * 100000, "x" * 100000
QUOTED = {
    "version": lambda: cai(version=HUGE), "shape": lambda: cai(shape=LONG), "an extent": lambda: cai(shape=(LONG,)),
    "strides": lambda: cai(strides=LONG), "data": lambda: cai(data=HUGE), "typestr": lambda: cai(typestr="<" + LONG),
    "typestr that is a number": lambda: cai(typestr=HUGE), "stream": lambda: cai(stream=HUGE), "descr": lambda: array_interface(np.zeros(3, "i4,i4"), descr=[(LONG, HUGE)]),
    "device": lambda: Producer(HUGE), "device of text": lambda: Producer((LONG, 0)), "a type": lambda: type(LONG, (), {})(),
    "format": lambda: Exporter(format=LONG.encode(), itemsize=4, shape=(2,)), "mask": lambda: cai(mask=type(LONG, (), {})()),
}


@pytest.mark.parametrize("make", QUOTED.values(), ids=QUOTED)
def test_B115_quotes_are_bounded(make):
    with pytest.raises((TypeError, ValueError, BufferError)) as caught:
        c.view(make(), flags=c.TRUST_PRODUCER)  # no driver is needed
    text = str(caught.value)
    assert len(text) < 250 and not re.search("x{65}", text) and text.count("7") < 30, text[:400]
