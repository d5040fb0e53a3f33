"""What a call of an operator costs under XLA's FFI on the CPU, beside a handler by hand with its C++ API: ns, medians of one run.

frame    the handler, called with a frame made by hand
jitted   jax.jit of one ffi_call; "beyond" is the difference to a handler that does nothing
scale has one array, one number, one result; norm has two arrays, two results, two numbers and a string.

    python3 bench/bench_op_xla.py LIBRARY     (make bench-op-xla)
"""
import ctypes
import statistics
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

ROUNDS, FRAMES, CALLS = 31, 50000, 2000
library = ctypes.CDLL(sys.argv[1])
library.bench.restype = ctypes.c_double
library.bench.argtypes = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
S = jax.ShapeDtypeStruct
x, weight = jnp.ones((2, 3)), jnp.ones(3)
WAYS = {"scale": ((S((2, 3), np.float32)), (x,), {"a": 2.0}),
        "norm": ([S((2, 3), np.float32), S((2,), np.float32)], (x, weight), {"eps": 2.0, "k": 5, "mode": "mean"})}


def in_turn(functions):
    """Medians of each, taken in turn."""
    rounds = [[function() for function in functions] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds)]


def jitted(target, name):
    out, arrays, values = WAYS[name]
    function = jax.jit(lambda *arrays: jax.ffi.ffi_call(target, out)(*arrays, **values))
    jax.block_until_ready(function(*arrays))

    def run():
        start = time.perf_counter_ns()
        for _ in range(CALLS):
            result = function(*arrays)
        jax.block_until_ready(result)
        return (time.perf_counter_ns() - start) / CALLS
    return run


print(f"jax {jax.__version__}; ns")
print(f"{'':8}{'':8}{'nothing':>10}{'by hand':>10}{'ours':>10}{'beyond nothing: by hand':>26}{'ours':>8}{'ratio':>8}")
for name in WAYS:
    handlers = [f"{way}_cpu" for way in ("nothing", f"{name}_hand", f"{name}_ours")]
    addresses = [ctypes.cast(getattr(library, handler), ctypes.c_void_p) for handler in handlers]
    rows = {"frame": [lambda address=address: library.bench(address, name == "norm", FRAMES) for address in addresses]}
    for handler in handlers:
        jax.ffi.register_ffi_target(handler, jax.ffi.pycapsule(getattr(library, handler)), platform="cpu")
    rows["jitted"] = [jitted(handler, name) for handler in handlers]
    for row, functions in rows.items():
        none, hand, ours = in_turn(functions)
        print(f"{name:8}{row:8}{none:10.1f}{hand:10.1f}{ours:10.1f}{hand - none:26.1f}{ours - none:8.1f}{(ours - none) / (hand - none):8.2f}")
