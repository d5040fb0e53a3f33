"""What a call of an operator costs from Python beside cucore_py_launch with the same kernel: ns, the least of rounds that take turns.

On the fake driver the launch itself is faked: what counts is the difference.  With torch and a GPU the arrays are torch's, else this
library's own.

    python3 bench/bench_op_python.py     (make bench-op-python)
"""
import time

import cucore_bench_op as bench

ROUNDS, CALLS = 60, 300
try:
    import torch
    arrays = [torch.ones(4, 256, device="cuda") for _ in range(2)] if torch.cuda.is_available() else None
except ImportError:
    arrays = None
x, y = arrays or [bench.empty(4, 256) for _ in range(2)]
ROWS = {"cucore_py_launch(x, y, eps)": lambda: bench.launch(x, y, 1e-6), "operator(x, eps, y=y)": lambda: bench.row_norm(x, 1e-6, y=y),
        "operator(x, eps)": lambda: bench.row_norm(x, 1e-6)}
best = dict.fromkeys(ROWS, 1e9)
for _ in range(ROUNDS):
    for name, call in ROWS.items():
        if arrays:
            torch.cuda.synchronize()
        start = time.perf_counter_ns()
        for _ in range(CALLS):
            call()
        best[name] = min(best[name], (time.perf_counter_ns() - start) / CALLS)
print("arrays of torch" if arrays else "arrays of this library")
for name, ns in best.items():
    print(f"{name:30}{ns:8.0f}")
