"""Operators of cucore_op.h as functions of Python and of tvm-ffi; examples/one_op.  test_op_torch.py and test_op_xla.py have the others."""
import gc
import inspect
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest

import op_test as o
import readme

np = pytest.importorskip("numpy")
ROOT = pathlib.Path(__file__).resolve().parents[2]
X = np.arange(5, dtype=np.float32)


@pytest.fixture(autouse=True)
def on_the_cpu():
    """JAX makes arrays on the CPU, also on a machine with a GPU."""
    if "jax" not in sys.modules:
        yield
        return
    import jax
    with jax.default_device(jax.devices("cpu")[0]):
        yield


def out():
    return np.full(5, 7, np.float32)


CALLS = {  # row -> positional, by name, expected
    "the default": ((X,), {}, 2 * X), "a number": ((X, None, 3), {}, 3 * X), "by name": ((), {"x": X, "a": -1.5}, -1.5 * X),
    "an int": ((X, None, 2, 5), {}, 2 * X + 2), "scalars of NumPy": ((X, None, np.float32(4), np.int8(3)), {}, 4 * X),
    "a string": ((X,), {"mode": "max"}, [99, 2, 4, 6, 8]), "a bool": ((X,), {"b": False}, [-1, 2, 4, 6, 8]),
    "None is the default": ((X, None, None, None, None, None), {"y": None, "stream": None}, 2 * X),
    "an optional array": ((X, np.zeros((5, 2), np.float32)), {}, 2 * X), "a stream": ((X,), {"stream": 0}, 2 * X),
    "no elements": ((X[:0],), {}, [])}


@pytest.mark.parametrize("row", CALLS)
def test_calls(row):
    args, named, expected = CALLS[row]
    y = o.scale(*args, **named)
    assert type(y) is np.ndarray and y.dtype == np.float32 and y.tolist() == list(expected)


REFUSALS = {  # row -> positional, by name, exception, message
    "missing": ((), {}, TypeError, "^x: missing"), "a dtype": ((X.astype(int),), {}, TypeError, "^x: expected dtype float32, got int64$"),
    "an axis": ((X.reshape(5, 1),), {}, ValueError, r"^x: expected shape \(n\)"),
    "strides": ((np.arange(9, dtype=np.float32)[::2],), {}, ValueError, "^x: expected a C-order contiguous array"),
    "no array": ((3,), {}, TypeError, "^x: expected an array"), "a name": ((X,), {"c": 1}, TypeError, "^scale: there is no argument 'c'$"),
    "twice": ((X, None, 1), {"a": 2}, TypeError, "^scale: the argument 'a' is given twice$"),
    "too many": ((X,) * 7, {}, TypeError, "^scale: expected at most 6 positional arguments, got 7$"),
    "no float": ((X, None, "a"), {}, TypeError, "^a: expected a float, got str$"), "no int": ((X,), {"k": 1.5}, TypeError, "^k: expected an int, got float$"),
    "a large int": ((X,), {"k": 2**70}, OverflowError, "^k: expected an int of 64 bits, not 1180591620717411303424$"),
    "no str": ((X,), {"mode": b"a"}, TypeError, "^mode: expected a str, got bytes$"), "no bool": ((X,), {"b": 1}, TypeError, "^b: expected a bool, got int$"),
    "a lone surrogate": ((X,), {"mode": "\ud800"}, UnicodeEncodeError, "surrogates"),
    "an extent": ((X, np.zeros((4, 2), np.float32)), {}, ValueError, r"^w: expected shape \(n, 2\) with n = 5 as in x, got \(4, 2\)$"),
    "overlap": ((X,), {"y": X}, ValueError, "^y: shares memory with x"), "a shape": ((X,), {"y": X[:3].copy()}, ValueError, "^y: expected shape"),
    "read-only": ((X,), {"y": np.broadcast_to(np.float32(1), 5)}, ValueError, "^y: "), "no stream": ((X,), {"stream": 2.5}, TypeError, "^stream: "),
    "the function": ((X, None, 13), {}, ValueError, "^scale: a is 13, which brings bad luck$")}


@pytest.mark.parametrize("row", REFUSALS)
def test_refusals(row):
    args, named, exception, message = REFUSALS[row]
    before = X.copy()
    for _ in range(2):
        with pytest.raises(exception, match=message):
            o.scale(*args, **named)
    assert (before == X).all()


def test_an_exception_of_a_number_stays():
    class Wrong:
        def __float__(self):
            raise ZeroDivisionError("own")

    with pytest.raises(ZeroDivisionError, match="own"):
        o.scale(X, a=Wrong())


def test_a_result_that_is_given():
    y = out()
    assert o.scale(X, y=y) is y and (y == 2 * X).all()


def test_several_results_and_a_function_for_the_shape():
    top, places = o.parts(np.zeros((3, 4)), 5)
    assert top.shape == (3, 5, 2) and top.dtype == np.float32 and places.shape == (6,) and places.dtype == np.int32
    given = np.ones(6, np.int32)
    top, places = o.parts(np.zeros((3, 4)), 5, places=given)
    assert places is given and not given.any() and top.shape == (3, 5, 2)
    for args, named, message in (((np.zeros((3, 4)), 5), {"places": np.ones(7, np.int32)}, r"^parts: places: expected shape \(6,\), got \(7,\)$"),
                                 ((np.zeros((3, 4)), 4), {"top": top}, r"^parts: top: expected shape \(m, k, 2\), got \(3, 5, 2\)$"),
                                 ((np.zeros((3, 4)), -1), {}, "^parts: k is -1; an extent must be 0 or more$"),
                                 ((np.zeros((7, 4)), 5), {}, "^parts: x: 7 rows are too many$")):
        with pytest.raises(ValueError, match=message):
            o.parts(*args, **named)
    with pytest.raises(TypeError, match="^k: missing"):
        o.parts(np.zeros((3, 4)))


def test_in_place():
    x = X.copy()
    assert o.bump(x) is None and (x == X + 1).all()
    x.flags.writeable = False
    with pytest.raises(ValueError, match="^x: expected a writable array"):
        o.bump(x)


def test_arguments_that_are_made_to_fit():
    x = np.arange(12.0).reshape(3, 4)
    assert (o.add(x.T, x.T.copy()) == 2 * x.T).all()
    assert o.add([1.0, 2.0], np.ones(2)).tolist() == [2, 3]
    assert o.add(x, x, y=x) is x and x[0, 1] == 2  # the very same elements are allowed by CUCORE_NO_PARTIAL_OVERLAP


def test_signature_and_module():
    assert str(inspect.signature(o.scale)) == "(x, w=None, a=2.0, k=3, mode='sum', b=True, *, y=None, stream=None)"
    assert str(inspect.signature(o.parts)) == "(x, k, *, top=None, places=None, stream=None)"
    assert o.scale.__name__ == "scale" and o.scale.__module__ == "op_test"
    assert set(o.xla_targets) == {"scale", "parts", "bump", "add"} and set(o.xla_targets["add"]) == {"cpu", "CUDA"}
    assert all("xla._CUSTOM_CALL_TARGET" in repr(target) for targets in o.xla_targets.values() for target in targets.values())
    for row in range(4):
        with pytest.raises(ValueError, match="cucore_py_ops_add|cucore_op_check"):
            o.refuse(row)


def test_nothing_leaks():
    refs = [sys.getrefcount(X), sys.getrefcount(o.scale)]
    y = out()
    for _ in range(100):
        o.scale(X, y=y)
        o.parts(X.reshape(1, 5), 2)
        for row in ("dtype", "overlap", "the function", "an extent"):
            args, named, exception, _ = REFUSALS.get(row, REFUSALS["a dtype"])
            pytest.raises(exception, o.scale, *args, **named)
    gc.collect()
    assert [sys.getrefcount(X), sys.getrefcount(o.scale)] == refs and sys.getrefcount(y) == 2


# ------------------------------------------------------------------------------------------------------ other libraries --
@pytest.mark.parametrize("name", ["torch", "jax.numpy"])
def test_results_are_of_the_library_of_the_caller(name):
    library = pytest.importorskip(name)
    x = library.asarray(X)
    if name == "jax.numpy":
        import jax
        x = jax.device_put(X, jax.devices("cpu")[0])
    y = o.scale(x, a=4.0)
    assert type(y) is type(x) and (np.asarray(y) == 4 * X).all()


# -------------------------------------------------------------------------------------------------------------- tvm-ffi --
@pytest.fixture(scope="module")
def tvm():
    tvm_ffi = pytest.importorskip("tvm_ffi")
    return tvm_ffi, tvm_ffi.load_module(o.__file__)


def test_tvm_ffi(tvm):
    tvm_ffi, functions = tvm
    y, x = out(), tvm_ffi.from_dlpack(X)
    assert functions.scale(x, None, 3.0, 4, "a longer text than seven", True, tvm_ffi.from_dlpack(y)) is None
    assert (y == 3 * X + 1).all()
    assert functions.bump(tvm_ffi.from_dlpack(y)) is None and (y == 3 * X + 2).all()


TVM = {  # row -> arguments, exception, message
    "dtype": (lambda a: (a(X.astype(int)),), TypeError, "scale: x: expected dtype float32, got int64"),
    "an int": (lambda a: (3,), TypeError, "scale: x: expected a tensor, got the int 3"), "missing": (lambda a: (), TypeError, "scale: x: missing"),
    "a function": (lambda a: (print,), TypeError, "scale: x: expected a tensor, got a value with the type index 68"),
    "a text": (lambda a: (a(X), None, "a"), TypeError, "scale: a: expected a float, got a string"),
    "a shape": (lambda a: (a(X), None, None, None, None, None, a(X[:3].copy())), ValueError, r"scale: y: expected shape \(5,\) as in x, got \(3,\)"),
    "too many": (lambda a: (1,) * 8, TypeError, "scale: expected at most 7 values"),
    "the function": (lambda a: (a(X), None, 13.0, None, None, None, a(out())), ValueError, "scale: a is 13, which brings bad luck")}


@pytest.mark.parametrize("row", TVM)
def test_refusals_by_tvm_ffi(tvm, row):
    make, exception, message = TVM[row]
    with pytest.raises(exception, match=message):
        tvm[1].scale(*make(tvm[0].from_dlpack))


def test_results_by_tvm_ffi(tvm):
    torch = pytest.importorskip("torch")  # which sets the allocator of the environment
    x = torch.arange(6.0).reshape(2, 3)
    y = tvm[1].scale(x[0])
    assert torch.equal(torch.from_dlpack(y), 2 * x[0])
    top, places = tvm[1].parts(x, 4)
    assert tuple(top.shape) == (2, 4, 2) and tuple(places.shape) == (4,)


def test_structs_of_tvm_ffi_are_those_of_its_headers(tmp_path):
    """X25: sizes, offsets and numbers, by the headers that the installed package ships."""
    tvm_ffi = pytest.importorskip("tvm_ffi")
    include = pathlib.Path(tvm_ffi.__file__).parent / "include"
    dlpack = next(pathlib.Path(tvm_ffi.__file__).parent.rglob("dlpack.h")).parent.parent
    pairs = [("sizeof(cucore__tvm_any)", "sizeof(TVMFFIAny)"), ("sizeof(cucore__tvm_object)", "sizeof(TVMFFIObject)"),
             ("sizeof(cucore__tvm_bytes)", "sizeof(TVMFFIByteArray)")]
    pairs += [(f"offsetof(cucore__tvm_any, {ours})", f"offsetof(TVMFFIAny, {theirs})") for ours, theirs in (
        ("type_index", "type_index"), ("small_length", "small_str_len"), ("value", "v_int64"), ("value.bytes", "v_bytes"))]
    pairs += [(f"offsetof(cucore__tvm_object, {ours})", f"offsetof(TVMFFIObject, {theirs})") for ours, theirs in (
        ("counts", "combined_ref_count"), ("type_index", "type_index"), ("deleter", "deleter"))]
    pairs += [("offsetof(cucore__tvm_bytes, size)", "offsetof(TVMFFIByteArray, size)")]
    pairs += [(f"CUCORE__TVM_{ours}", f"kTVMFFI{theirs}") for ours, theirs in (
        ("NONE", "None"), ("INT", "Int"), ("BOOL", "Bool"), ("FLOAT", "Float"), ("DLTENSOR_PTR", "DLTensorPtr"), ("RAW_STR", "RawStr"),
        ("SMALL_STR", "SmallStr"), ("STATIC_OBJECT", "StaticObjectBegin"), ("STR", "Str"), ("TENSOR", "Tensor"))]
    text = "#include <stddef.h>\n#include <tvm/ffi/c_api.h>\n#include <tvm/ffi/extra/c_env_api.h>\n#include \"op/foreign_tvm.h\"\n"
    text += "".join(f"typedef char same_{i}[(int){ours} == (int){theirs} ? 1 : -1];\n" for i, (ours, theirs) in enumerate(pairs))
    (tmp_path / "same.c").write_text(text)
    subprocess.run([shutil.which("cc") or "gcc", "-fsyntax-only", f"-I{include}", f"-I{dlpack}", f"-I{ROOT / 'src'}", "same.c"], cwd=tmp_path, check=True)


# --------------------------------------------------------------------------------------------------------------- one_op --
OPTIONS = re.findall(r'"(-[^"]*)"', re.search(r"extra_compile_args=\[(.*?)\]", (ROOT / "examples" / "one_op" / "setup.py").read_text()).group(1))
GCC_12 = platform.machine() == "x86_64" and shutil.which("gcc") and subprocess.run(["gcc", "-dumpversion"], capture_output=True, text=True).stdout.startswith("12")


@pytest.fixture(scope="module")
def one_op(tmp_path_factory):
    """The example as its wheel has it: the limited API, with the options of setup.py."""
    folder = tmp_path_factory.mktemp("one_op")
    source = ROOT / "examples" / "one_op"
    shutil.copy(source / "demo.py", folder)
    path = folder / f"one_op{sysconfig.get_config_var('EXT_SUFFIX')}"
    subprocess.run(["cc", *OPTIONS, "-s", "-shared", "-fPIC", "-DPy_LIMITED_API=0x030B0000", str(source / "one_op.c"),
                    "-o", str(path), *readme.includes(), f"-I{sysconfig.get_path('include')}"], check=True)
    return path


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the stable ABI of 3.11")
def test_one_op_is_one_small_binary_that_needs_libc(one_op):
    found = subprocess.run(["readelf", "-d", one_op], capture_output=True, text=True)
    if not found.returncode:
        needed = [line.split("[")[1].rstrip("]") for line in found.stdout.splitlines() if "NEEDED" in line]
        # The loader is a part of libc: it finds the last error, which is thread-local.
        assert all(name.startswith(("libc.", "ld-", "libpthread.", "libdl.")) for name in needed), needed
    if GCC_12:
        assert one_op.stat().st_size <= 250 * 1024
    assert len((ROOT / "examples" / "one_op" / "one_op.c").read_text().splitlines()) <= 120


@pytest.mark.skipif(not GCC_12, reason="sizes are of gcc 12 for x86-64")
@pytest.mark.parametrize("options", [OPTIONS, ["-O2", *OPTIONS[1:]]][:2 if readme.EVERY else 1], ids=lambda options: options[0])
def test_size_without_python(tmp_path, options):
    text = (ROOT / "examples" / "one_op" / "one_op.c").read_text().replace('#include "cucore_results.h"', "").partition("static PyModuleDef")[0]
    text += 'extern int begin(void);\nint begin(void) { return cucore_op_register_torch(ops, 2, "one_op"); }\n'
    (tmp_path / "plain.c").write_text(text)
    subprocess.run(["gcc", *options, "-s", "-shared", "-fPIC", "-Iexamples/one_op", str(tmp_path / "plain.c"), "-o", str(tmp_path / "plain.so"),
                    *readme.includes()], cwd=ROOT, check=True)
    assert (tmp_path / "plain.so").stat().st_size <= 120 * 1024


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the stable ABI of 3.11")
def test_errors_leave_one_op_without_tables(one_op):
    """The frames of C are gone when torch throws: the module has no tables of unwinding."""
    pytest.importorskip("torch")
    code = """import torch, one_op
one_op.register_torch()
for meta in (False, True):
    try:
        torch.ops.one_op.row_norm(torch.ones(2, 3, dtype=torch.float64, device="meta" if meta else "cpu"))
    except (RuntimeError, ValueError, TypeError) as error:
        print(error)"""
    done = subprocess.run([sys.executable, "-c", code], cwd=one_op.parent, capture_output=True, text=True, timeout=100)
    assert done.stdout.count("row_norm: x: expected dtype float32, got float64") == 2, done.stdout + done.stderr


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the stable ABI of 3.11")
def test_one_op_by_every_caller(one_op):
    done = subprocess.run([sys.executable, "demo.py"], cwd=one_op.parent, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "NumPy: equal" in done.stdout


def test_kernels_of_one_op_are_one_text():
    """kernels.h is PTX of version 6.0 that names both kernels; the fake driver and a GPU run it."""
    text = (ROOT / "examples" / "one_op" / "kernels.h").read_text()
    assert text.startswith('".version 6.0\\n"\n".target sm_50\\n"') and all(f".entry {name}(" in text for name in ("row_norm", "row_norm_backward"))
    assert all(line.startswith('"') and line.endswith('\\n"') for line in text.splitlines())
