"""Operators that XLA calls (jax.ffi), on the CPU: eagerly, under jit, vmap, shard_map, in place; what is refused, and its words; the
structs of XLA, compared with the header of the jaxlib that is installed.  tests/c/test_driver_op_xla.c has frames that no XLA makes."""
import concurrent.futures
import contextlib
import ctypes
import os
import pathlib
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")
jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "build" / "op" / "libop_xla.so"
OPS = ("scale", "grow", "same", "tell", "twice", "fail")
S = jax.ShapeDtypeStruct

if not LIBRARY.exists():
    pytest.skip(f"{LIBRARY} was not built", allow_module_level=True)
if not hasattr(jax, "ffi"):
    pytest.skip(f"jax {jax.__version__} has no jax.ffi", allow_module_level=True)


@pytest.fixture(autouse=True)
def on_the_cpu():
    """Also on a machine with a GPU."""
    with jax.default_device(jax.devices("cpu")[0]):
        yield


@pytest.fixture(scope="module")
def call():
    """call("scale", x, a=2.0): eagerly, or while JAX traces; `out` and `how` are the results and keywords of ffi_call."""
    library = ctypes.CDLL(str(LIBRARY))
    for name in OPS:
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(getattr(library, name + "_cpu")), platform="cpu")

    def made(name, *arrays, out=None, how=None, **values):
        out = S(arrays[0].shape, arrays[0].dtype) if out is None else out
        return jax.ffi.ffi_call(name, out, **(how or {}))(*arrays, **values)
    return made


def wide():
    """int64 and float64 are not made narrower."""
    return jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64()


def refusal(function):
    with pytest.raises(Exception) as caught:
        jax.block_until_ready(function())
    return str(caught.value).partition("\n")[0]


x = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_calls(call):
    """Eagerly, jitted within other work, with shapes of any rank; twice from one executable."""
    assert (call("scale", x, a=2.0) == x * 2).all()
    jitted = jax.jit(lambda v: call("scale", v + 1, a=3.0) - 1)
    for arg in (x, x + 5, np.float32(4), x.reshape(1, 2, 1, 3)):
        assert (jitted(arg) == (arg + 1) * 3 - 1).all()
    assert (call("scale", x) == x * 1.5).all()


def test_vmap(call):
    one = lambda row: call("scale", row, a=2.0, how={"vmap_method": "sequential"})
    assert (jax.vmap(one)(x) == x * 2).all() and (jax.jit(jax.vmap(jax.vmap(one)))(x[None]) == x * 2).all()
    assert (jax.vmap(lambda row: call("scale", row, a=2.0, how={"vmap_method": "broadcast_all"}))(x) == x * 2).all()


def test_shard_map():
    """On two devices of the CPU, in a process that has them; also a constraint that moves rows between them."""
    program = """if 1:
        import ctypes, inspect, sys, jax, jax.numpy as jnp, numpy as np
        from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
        if not hasattr(jax, "shard_map"):
            import jax.experimental.shard_map
        shard_map = getattr(jax, "shard_map", None) or jax.experimental.shard_map.shard_map
        jax.ffi.register_ffi_target("scale", jax.ffi.pycapsule(ctypes.CDLL(sys.argv[1]).scale_cpu), platform="cpu")
        mesh = Mesh(np.array(jax.devices()), ("rows",))
        assert len(jax.devices()) == 2
        x = jax.device_put(jnp.arange(12.).reshape(4, 3), NamedSharding(mesh, P("rows")))
        one = lambda v: jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct(v.shape, v.dtype))(v, a=2.0)
        check = "check_vma" if "check_vma" in inspect.signature(shard_map).parameters else "check_rep"
        sharded = shard_map(one, mesh=mesh, in_specs=P("rows"), out_specs=P("rows"), **{check: False})
        y = jax.jit(lambda v: sharded(v) + v.sum())(x)
        assert (np.asarray(y) == np.asarray(x) * 2 + 66).all(), y
        print("right")"""
    done = subprocess.run([sys.executable, "-c", program, str(LIBRARY)], capture_output=True, text=True, timeout=300, env={
        **os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_force_host_platform_device_count=2"})
    assert done.stdout == "right\n", done.stdout + done.stderr


def test_X23_in_place(call):
    """The operand is the result; JAX copies it if it is used later, and not if it is donated."""
    alias = {"input_output_aliases": {0: 0}}
    assert (call("grow", jnp.asarray(x), how=alias) == x * 2).all()
    kept = jnp.asarray(x)
    grown = jax.jit(lambda v: (call("grow", v, how=alias), v + 1))(kept)
    assert (grown[0] == x * 2).all() and (grown[1] == x + 1).all() and (kept == x).all()
    given = jnp.asarray(x) + 0
    assert (jax.jit(lambda v: call("grow", v, how=alias), donate_argnums=0)(given) == x * 2).all() and given.is_deleted()
    loop = jax.jit(lambda v: jax.lax.fori_loop(0, 5, lambda _, w: call("grow", w, how=alias), v))
    assert (loop(x) == x * 32).all()
    assert "grow: x is changed in place, but result 0 is other memory: pass input_output_aliases={0: 0}" in refusal(lambda: call("grow", x))


VALUES = [
    ("defaults", {}, [7, 0.5, 1, 3, ord("m")]),
    ("of Python", {"count": -3, "eps": 0.25, "flag": False, "mode": "mean"}, [-3, 0.25, 0, 4, ord("n")]),
    ("of NumPy", {"count": np.int8(-9), "eps": np.float32(0.75), "flag": np.bool_(False), "mode": "é"}, [-9, 0.75, 0, 2, -87]),
    ("unsigned", {"count": np.uint64(2**40), "eps": np.uint16(3)}, [2**40, 3, 1, 3, ord("m")]),
    ("an int for a float", {"eps": 3}, [7, 3, 1, 3, ord("m")]),
    ("an empty string, bytes", {"mode": ""}, [7, 0.5, 1, 0, 0]),
]


@pytest.mark.parametrize("values, expected", [row[1:] for row in VALUES], ids=[row[0] for row in VALUES])
def test_X22_values(call, values, expected):
    with wide():
        y, z = call("tell", np.ones(4, np.float32), out=[S((5,), np.float64), S((2,), np.int32)], k=2, **values)
    assert y.tolist() == expected and z.tolist() == [4, 4]


DTYPES = ["bool", "int4", "uint4", "int2", "uint2", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16",
          "float32", "float64", "complex64", "complex128", "float8_e4m3fn", "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz",
          "float8_e3m4", "float8_e4m3", "float8_e8m0fnu", "float4_e2m1fn"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_X21_dtypes(call, dtype):
    """The bytes of 0-d and of 7 elements (packed: the last byte is not full) come back."""
    import ml_dtypes
    dtype = np.dtype(getattr(ml_dtypes, dtype, dtype))
    with wide():
        for shape in ((), (7, 1)):
            values = (np.arange(int(np.prod(shape))) % 2).reshape(shape).astype(dtype)
            try:
                arg = jnp.asarray(values)
            except TypeError as error:
                pytest.skip(f"JAX: {error}")
            same = jax.jit(lambda v: call("same", v))
            if jax.__version_info__ < (0, 6) and dtype.name.endswith(("int2", "int4")):
                assert "same: x: dtype is 0: this version of XLA has no number in its FFI for the dtype" in refusal(lambda: same(arg))
                continue
            back = same(arg)
            assert back.dtype == dtype and np.asarray(back).tobytes() == values.tobytes()


def test_no_elements(call):
    """XLA leaves out a call without elements; one with a result that has some is made, with an operand of none."""
    assert call("same", np.zeros((0, 3), np.float32)).shape == (0, 3)
    with wide():
        y, z = call("tell", np.zeros(0, np.float32), out=[S((5,), np.float64), S((0,), np.int32)], k=0)
    assert y.tolist()[0] == 7 and z.shape == (0,)
    assert call("twice", np.arange(3, dtype=np.int32), out=S((6,), np.int32)).tolist() == [0, 1, 2, 0, 1, 2]


TELL = [S((5,), np.float64), S((2,), np.int32)]
REFUSED = [
    ("dtype", "scale", [x.astype(np.int32)], {}, None, "INVALID_ARGUMENT: scale: x: expected dtype float32, got int32"),
    ("shape of a result", "scale", [x], {}, S((3, 2), np.float32), "INVALID_ARGUMENT: scale: y: expected shape (2, 3) as in x, got (3, 2)"),
    ("dtype of a result", "scale", [x], {}, S((2, 3), np.int32), "INVALID_ARGUMENT: scale: y: expected dtype float32 as in x, got int32"),
    ("results", "scale", [x], {}, [S((2, 3), np.float32)] * 2, "INVALID_ARGUMENT: scale: expected 1 result (y), got 2"),
    ("operands", "scale", [x, x], {}, None, "INVALID_ARGUMENT: scale: expected 1 array (x), got 2"),
    ("unknown value", "scale", [x], {"b": 2.0}, None, "INVALID_ARGUMENT: scale: it has no value that is called 'b'; it has a, wait"),
    ("value of another kind", "scale", [x], {"a": "two"}, None, "INVALID_ARGUMENT: scale: a: expected a float, got a string"),
    ("value that is not exact", "scale", [x], {"a": 2**60 + 1}, None, "scale: a: expected a float, got int64 1152921504606846977, which it cannot be exactly"),
    ("array as a value", "scale", [x], {"a": np.ones(2)}, None, "scale: a: expected a float, got an array"),
    ("missing value", "tell", [x[0]], {}, TELL, "tell: the value k is missing"),
    ("extent by a value", "tell", [x[0]], {"k": 3}, TELL, "tell: z: expected shape (k) with k = 3 as in k, got (2,)"),
    ("negative extent", "tell", [x[0]], {"k": -2}, TELL, "tell: k is -2; an extent must be 0 or more"),
    ("rank", "tell", [x], {"k": 2}, TELL, "tell: x: expected shape (n), 1 dimension, got (2, 3)"),
    ("shape by a function", "twice", [x[0]], {}, S((5,), np.float32), "twice: y: expected shape (6,), got (5,)"),
    ("the function: out of memory", "fail", [x], {"status": -10}, None, "RESOURCE_EXHAUSTED: fail: no -10"),
    ("the function: unsupported", "fail", [x], {"status": -4}, None, "UNIMPLEMENTED: fail: no -4"),
    ("the function: no status", "fail", [x], {"status": 1}, None, "INTERNAL: fail: the function returned 1, which is no status"),
]


@pytest.mark.parametrize("jitted", [False, True], ids=["eager", "jit"])
@pytest.mark.parametrize("name, arrays, values, out, words", [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refusals(call, name, arrays, values, out, words, jitted):
    """A refusal is an error of XLA with its code; the next call works."""
    function = lambda *arrays: call(name, *arrays, out=out, **values)
    with wide():
        assert words in refusal(lambda: (jax.jit(function) if jitted else function)(*arrays))
    assert (call("scale", x, a=2.0) == x * 2).all()


def test_X21_tokens(call):
    """A token has no elements: it is refused as an operand and as a result."""
    token = jax.jit(lambda v: jax.ffi.ffi_call("same", S(v.shape, v.dtype))(jax.lax.create_token()))
    assert "UNIMPLEMENTED: same: x: dtype is 17, a token" in refusal(lambda: token(x))


def test_threads(call):
    """The first use of an operator by several threads at once, and many calls."""
    jitted = jax.jit(lambda v: call("scale", v, a=2.0))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda i: bool((jitted(x + np.float32(i)) == (x + i) * 2).all()), range(200)))
    assert all(results)


def test_saved_executable(call):
    """An exported program, read back, finds the handler by its name."""
    pytest.importorskip("flatbuffers", reason="jax.export needs it")
    pytest.importorskip("absl", reason="jax.export needs it")
    from jax import export
    checks = [export.DisabledSafetyCheck.custom_call("scale")]
    blob = export.export(jax.jit(lambda v: call("scale", v, a=2.0)), disabled_checks=checks)(S((2, 3), np.float32)).serialize()
    assert (export.deserialize(blob).call(x) == x * 2).all()


STRUCTS = {  # ours: XLA's, fields with our names and XLA's
    "version": ("Api_Version", "struct_size extension_start major_version minor_version"),
    "metadata": ("Metadata", "struct_size api_version traits"),
    "metadata_extension": ("Metadata_Extension", "extension_base metadata"),
    "error_args": ("Error_Create_Args", "struct_size extension_start message errc"),
    "stream_args": ("Stream_Get_Args", "struct_size extension_start ctx stream"),
    "api": ("Api", "struct_size extension_start api_version internal_api error_create=XLA_FFI_Error_Create error_destroy=XLA_FFI_Error_Destroy "
                   "handler_register=XLA_FFI_Handler_Register stream_get=XLA_FFI_Stream_Get"),
    "buffer": ("Buffer", "struct_size extension_start dtype data rank dims"),
    "span": ("ByteSpan", "ptr len"),
    "scalar": ("Scalar", "dtype value"),
    "array": ("Array", "dtype size data"),
    "arrays": ("Args", "struct_size extension_start size types buffers=args"),
    "arrays ": ("Rets", "struct_size extension_start size types buffers=rets"),
    "attributes": ("Attrs", "struct_size extension_start size types names values=attrs"),
    "frame": ("CallFrame", "struct_size extension_start api ctx stage args rets attrs"),
}
NUMBERS = {"MAJOR": "API_MAJOR", "METADATA": "Extension_Metadata", "BUFFER": "ArgType_BUFFER", "BUFFER ": "RetType_BUFFER", "ARRAY": "AttrType_ARRAY",
           "DICTIONARY": "AttrType_DICTIONARY", "SCALAR": "AttrType_SCALAR", "STRING": "AttrType_STRING", "EXECUTE": "ExecutionStage_EXECUTE",
           "COMMAND_BUFFER": "HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE", "TOKEN": "DataType_TOKEN", "INVALID": "DataType_INVALID"}


def headers_of_xla():
    """The header of the jaxlib that is installed, and those in CUCORE_TEST_XLA_HEADERS, a list of folders."""
    with contextlib.suppress(Exception):
        yield jax.ffi.include_dir()
    yield from filter(None, os.environ.get("CUCORE_TEST_XLA_HEADERS", "").split(os.pathsep))


@pytest.mark.parametrize("folder", sorted(set(headers_of_xla())))
def test_X20_layout_of_the_structs(folder, tmp_path):
    """Our structs and numbers are XLA's; every number of XLA_FFI_DataType is known."""
    text = (pathlib.Path(folder) / "xla/ffi/api/c_api.h").read_text()
    lines = ['#include <stddef.h>', '#include <stdint.h>', '#include "xla/ffi/api/c_api.h"', '#include "op/foreign_xla.h"']
    known = lambda name: f"XLA_FFI_{name}" in text  # API 0.0 has no extensions, and another pointer in their place
    for ours, (theirs, fields) in STRUCTS.items():
        if not known(theirs):
            continue
        for field in fields.split():
            mine, _, other = field.partition("=")
            a, b = f"cucore__xla_{ours.strip()}, {mine}", f"struct XLA_FFI_{theirs}, {other or mine}"
            lines.append(f'static_assert(offsetof({a}) == offsetof({b}) && CUCORE__XLA_SIZE({a}) == XLA_FFI_STRUCT_SIZE({b}), "{a}");')
    sizes = {"error_args": "Error_Create_Args", "stream_args": "Stream_Get_Args", "buffer": "Buffer", "arrays": "Args", "attributes": "Attrs", "frame": "CallFrame",
             "metadata": "Metadata", "version": "Api_Version", "metadata_extension": "Metadata_Extension"}
    for ours, theirs in filter(lambda row: known(row[1]), sizes.items()):
        last = STRUCTS[ours][1].split()[-1].partition("=")[0]
        lines.append(f'static_assert(CUCORE__XLA_SIZE(cucore__xla_{ours}, {last}) == XLA_FFI_{theirs}_STRUCT_SIZE, "size of {ours}");')
    lines += [f'static_assert((int)CUCORE__XLA_{ours.strip()} == (int)XLA_FFI_{theirs}, "{ours}");' for ours, theirs in NUMBERS.items() if known(theirs)]
    types = [line.split()[0].removeprefix("XLA_FFI_DataType_") for line in text.splitlines() if line.strip().startswith("XLA_FFI_DataType_") and "=" in line]
    lines += [f'static_assert((int)CUCORE__XLA_{name} == (int)XLA_FFI_DataType_{name}, "{name}");' for name in types]
    assert len(types) > 20 and "XLA_FFI_API_MINOR" in text
    source = tmp_path / "layout.cpp"
    source.write_text("\n".join(lines) + "\n")
    done = subprocess.run(["c++", "-std=c++17", "-w", "-Dpriv=extension_start", "-fsyntax-only", "-I", folder, "-I", str(ROOT / "src"), str(source)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
