"""Operators that XLA calls on a GPU: jitted, in place, with late data, in command buffers, on two GPUs, one after the other and sharded."""
import ctypes
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "build" / "op" / "libop_xla.so"
LATE = 50_000_000  # ns that a kernel waits before it writes


@pytest.fixture
def call(jax):
    """call("scale", x, a=2.0) on the GPU, eagerly or while JAX traces."""
    if not LIBRARY.exists():
        pytest.skip(f"{LIBRARY} was not built")
    library = ctypes.CDLL(str(LIBRARY))
    for name in ("scale", "grow", "same", "twice", "fail"):
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(getattr(library, name + "_cuda")), platform="CUDA")

    def made(name, *arrays, out=None, how=None, **values):
        out = jax.ShapeDtypeStruct(arrays[0].shape, arrays[0].dtype) if out is None else out
        return jax.ffi.ffi_call(name, out, **(how or {}))(*arrays, **values)
    made.library = library
    return made


def numbers(jax, device=0, count=1000):
    import numpy as np
    host = np.arange(count, dtype=np.float32)
    return host, jax.device_put(host, jax.devices("gpu")[device])


def test_calls(jax, call):
    host, x = numbers(jax)
    assert (call("scale", x, a=2.0) == host * 2).all()
    assert (jax.jit(lambda v: call("scale", v + 1, a=3.0) - 1)(x) == (host + 1) * 3 - 1).all()
    assert (jax.vmap(lambda v: call("scale", v, a=2.0, how={"vmap_method": "sequential"}))(x.reshape(10, 100)) == host.reshape(10, 100) * 2).all()


def test_X24_late_data(jax, call):
    """Each kernel waits before it writes: what follows on XLA's stream, and the next program, come after it."""
    host, x = numbers(jax)
    first = jax.jit(lambda v: call("scale", v, a=2.0, wait=LATE))
    second = jax.jit(lambda v: call("scale", call("scale", v + 1, a=2.0, wait=LATE) + 1, a=3.0))
    for _ in range(3):
        assert (second(first(x)) == ((host * 2 + 1) * 2 + 1) * 3).all()


def test_X23_in_place(jax, call):
    host, x = numbers(jax)
    x = x.reshape(10, 100)
    alias = {"input_output_aliases": {0: 0}}
    y, z = jax.jit(lambda v: (call("grow", v, how=alias), v + 1))(x)
    assert (y.ravel() == host * 2).all() and (z.ravel() == host + 1).all() and (x.ravel() == host).all()
    grow = jax.jit(lambda v: call("grow", call("scale", v, a=1.0, wait=LATE), how=alias), donate_argnums=0)
    for power in range(1, 4):
        x = grow(x)
    assert (x.ravel() == host * 8).all()
    with pytest.raises(Exception, match="grow: x is changed in place, but result 0 is other memory"):
        jax.block_until_ready(call("grow", x))


@pytest.mark.parametrize("dtype", ["bool", "int4", "uint4", "int8", "int32", "float16", "bfloat16", "float8_e4m3fn", "complex64"])
def test_X21_dtypes(jax, call, dtype):
    import ml_dtypes
    import numpy as np
    dtype = np.dtype(getattr(ml_dtypes, dtype, dtype))
    values = (np.arange(70) % 2).reshape(7, 10).astype(dtype)
    back = jax.jit(lambda v: call("same", v))(jax.device_put(values, jax.devices("gpu")[0]))
    assert np.asarray(back).tobytes() == values.tobytes()


@pytest.mark.parametrize("jitted", [False, True], ids=["eager", "jit"])
def test_refusals(jax, call, jitted):
    host, x = numbers(jax)
    wrap = jax.jit if jitted else lambda function: function
    for function, words in ((lambda v: call("scale", v.astype("int32")), "scale: x: expected dtype float32, got int32"),
                            (lambda v: call("scale", v, b=2.0), "scale: it has no value that is called 'b'; it has a, wait"),
                            (lambda v: call("fail", v, status=-10), "fail: no -10")):
        with pytest.raises(Exception, match=words):
            jax.block_until_ready(wrap(function)(x))
    assert (call("scale", x, a=2.0) == host * 2).all()


def test_two_devices(jax, call):
    """One executable for each; the second device is not the current one.  Then sharded over both."""
    if len(jax.devices("gpu")) < 2:
        pytest.skip("one GPU")
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
    shard_map = getattr(jax, "shard_map", None) or jax.experimental.shard_map.shard_map
    jitted = jax.jit(lambda v: call("scale", v + 1, a=3.0, wait=LATE // 10) - 1)
    for device in (1, 0, 1):
        host, x = numbers(jax, device)
        y = jitted(x)
        assert (y == (host + 1) * 3 - 1).all() and y.devices() == {jax.devices("gpu")[device]}
    mesh = Mesh(np.array(jax.devices("gpu")[:2]), ("rows",))
    host, x = numbers(jax)
    x = jax.device_put(x, NamedSharding(mesh, P("rows")))
    sharded = shard_map(lambda v: call("scale", v, a=2.0), mesh=mesh, in_specs=P("rows"), out_specs=P("rows"), check_vma=False)
    assert (np.asarray(jax.jit(lambda v: sharded(v) + v.sum())(x)) == host * 2 + host.sum()).all()


def test_X24_command_buffers():
    """Recorded into command buffers (CUDA graphs) and replayed: right each time, and XLA calls the operator less often than it runs."""
    if not LIBRARY.exists():
        pytest.skip(f"{LIBRARY} was not built")
    program = """if 1:
        import ctypes, sys, jax, numpy as np
        library = ctypes.CDLL(sys.argv[1])
        try:
            device = jax.devices("gpu")[0]
        except RuntimeError as error:
            sys.exit(f"skip: {error}")
        jax.ffi.register_ffi_target("scale", jax.ffi.pycapsule(library.scale_cuda), platform="CUDA")
        one = lambda v: jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct(v.shape, v.dtype))(v, a=2.0, wait=1000000)
        f = jax.jit(lambda v: one(one(one(v + 1) + 1) + 1))
        host = np.arange(1000, dtype=np.float32)
        x = jax.device_put(host, device)
        for _ in range(20):
            y = f(x)
            assert (np.asarray(y) == ((host + 1) * 2 + 1) * 4 + 2).all()
            del y
        print(library.scale_calls())"""
    flags = "--xla_gpu_enable_command_buffer=FUSION,CUSTOM_CALL --xla_gpu_graph_min_graph_size=1"
    done = subprocess.run([sys.executable, "-c", program, str(LIBRARY)], capture_output=True, text=True, timeout=300, env={
        **os.environ, "XLA_FLAGS": flags, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"})
    if "skip: " in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    assert 3 <= int(done.stdout) < 60, f"of 60 runs the operator was called {done.stdout.strip()} times"
