"""What a call of an operator costs in torch's dispatcher on the CPU, beside TORCH_LIBRARY by hand: ns, medians of one run.

"beyond" is the difference to an operator by hand that does nothing.  scale has one array, one number, one result; norm has two arrays,
two results, two numbers and a string; add_ changes its argument in place, counted_ also counts up its version for autograd, which by
hand is not done.

    python3 bench/bench_op_torch.py LIBRARY     (make bench-op-torch)
"""
import ctypes
import statistics
import sys
import time

import torch

ROUNDS, CALLS = 41, 3000
torch.ops.load_library(sys.argv[1])
library = ctypes.CDLL(sys.argv[1])
library.register_ours.restype = ctypes.c_char_p
wrong = library.register_ours()
assert not wrong, wrong
hand, ours = torch.ops.hand, torch.ops.ours
x, w = torch.ones(2, 3), torch.ones(3)
ROWS = {"scale": (hand.nothing_scale, hand.scale, ours.scale, (x, 2.0)),
        "norm": (hand.nothing_norm, hand.norm, ours.norm, (x, w, 2.0, 5, "mean")),
        "add_": (hand.nothing_add_, hand.add_, ours.add_, (x, 1.0)),
        "counted_": (hand.nothing_add_, hand.add_, ours.counted_, (x, 1.0))}


def timed(packet, args):
    call = packet.default

    def run():
        start = time.perf_counter_ns()
        for _ in range(CALLS):
            call(*args)
        return (time.perf_counter_ns() - start) / CALLS
    return run


def in_turn(functions):
    """Medians of each, taken in turn."""
    rounds = [[function() for function in functions] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds)]


print(f"torch {torch.__version__}; ns")
print(f"{'':10}{'nothing':>10}{'by hand':>10}{'ours':>10}{'beyond nothing: by hand':>26}{'ours':>8}{'ratio':>8}")
for name, (nothing, by_hand, our, args) in ROWS.items():
    none, first, second = in_turn([timed(packet, args) for packet in (nothing, by_hand, our)])
    print(f"{name:10}{none:10.0f}{first:10.0f}{second:10.0f}{first - none:26.0f}{second - none:8.0f}{(second - none) / (first - none):8.2f}")
