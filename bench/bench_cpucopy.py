"""Copies from host to host by one thread: NumPy's time / ours, for layouts that nobody chose and for those people use.

    make bench-cpucopy        CPUCOPY='--seed 7 --count 100 --only random'

Three groups: "random" ones by a seed (layouts.random_case; a new seed each run unless --seed says one), "named" ones,
and "permutation", those of four shapes in elements of 1 to 16 bytes.  Ours is cucore_view_copy with all it does,
planning included, called in a loop in C; NumPy's is numpy.copyto on the same memory, called in a loop in Python.  What
a call of NumPy costs (the interpreter included) is measured with one byte and printed.  Nothing is taken off NumPy's
times; one line of the summary says what the figures would be if it were, and another has large copies only.

Both are called in turn, in batches of BATCH seconds; the median of the quotients of all rounds counts, since what else
a machine does slows both.  Rows that are slower than NumPy are measured again before they are believed: more rounds.
The destination is compared with NumPy's byte by byte, its gaps and the memory around it included.  Ends with status 1
if one is wrong.
"""
import argparse
import ctypes
import itertools
import os
import pathlib
import platform
import random
import statistics
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "view_copy"))

import copying as C
import layouts

C.lib.view_copy_lib_seconds.restype = ctypes.c_double

BAR = 0.97
BATCH, ROUNDS, AGAIN = 2e-4, 9, 3  # seconds of a batch; rounds, and how often as many more where ours is the slower one
LARGE = 1 << 18  # bytes from which a call's fixed cost is nothing
SHAPES = ((1023, 1023), (1023, 511, 3), (55, 55, 55, 13), (101, 101, 101))
SCALES = (8, 256)  # of the named cases: 10 to 50 MB, which no cache has, and about 1 MB
DTYPES = {1: "u1", 2: "u2", 4: "u4", 8: "u8", 16: "c16"}
MARGIN = 128  # bytes before and behind that have to stay as they are


def fastest(case, strides):
    """The axis along which elements lie closest, those that repeat not counted."""
    steps = ((abs(s), axis) for axis, (n, s) in enumerate(zip(case.shape, strides)) if n > 1 and s)
    return min(steps, default=(0, -1))[1]


def is_transpose(case):
    return fastest(case, case.src_strides) != fastest(case, case.dst_strides)


def nbytes(case):
    return case.itemsize * int(np.prod(case.shape, dtype=np.int64))


class Arrays:
    """The arrays of a case in memory that all cases share, which is there before any copy."""
    memory = {}

    def __init__(self, case):
        self.case = case
        self.all, self.views, self.described = {}, {}, {}
        for which, strides in enumerate((case.src_strides, case.dst_strides)):
            before, size = layouts.lowest(case, which), layouts.extent(case.shape, strides)
            first = MARGIN + (before - sum((n - 1) * min(s, 0) for n, s in zip(case.shape, strides))) * case.itemsize
            total = 2 * MARGIN + (before + size) * case.itemsize
            self.all[which] = self.take(which, total)
            in_bytes = [s * case.itemsize for s in strides]
            dtype = DTYPES.get(case.itemsize, f"V{case.itemsize}")
            self.views[which] = np.ndarray(case.shape, dtype, self.all[which], first, in_bytes)
            self.described[which] = C.describe(self.all[which].ctypes.data + first, case.shape, strides, case.itemsize)

    @classmethod
    def take(cls, which, total):
        if which not in cls.memory or cls.memory[which].size < total:
            cls.memory.pop(which, None)
            at_random = np.random.default_rng(which).integers(0, 256, 1 << 20, np.uint8)
            cls.memory[which] = np.resize(at_random, total + total // 4 + MARGIN)
        return cls.memory[which][-cls.memory[which].ctypes.data % MARGIN:][:total]

    def ours(self, times):
        seconds = C.lib.view_copy_lib_seconds(ctypes.byref(self.described[1]), ctypes.byref(self.described[0]), times)
        if seconds < 0:
            raise RuntimeError(f"{self.case}: {C.lib.view_copy_lib_message().decode()}")
        return seconds / times

    def numpy(self, times):
        copyto, dst, src = np.copyto, self.views[1], self.views[0]
        start = time.perf_counter()
        for _ in itertools.repeat(None, times):
            copyto(dst, src)
        return (time.perf_counter() - start) / times

    def is_right(self):
        poison = np.arange(251, dtype=np.uint8)
        self.all[1][:] = np.resize(poison, self.all[1].size)
        self.numpy(1)
        wanted = self.all[1].copy()
        self.all[1][:] = np.resize(poison, self.all[1].size)
        self.ours(1)
        return np.array_equal(wanted, self.all[1])


def seconds(arrays):
    """-> ours, NumPy's: the median round's, by their quotient"""
    ways = (arrays.ours, arrays.numpy)
    times = [max(1, round(BATCH / max(min(way(1) for _ in range(2)), 1e-7))) for way in ways]
    rounds = []
    for _ in range(1 + AGAIN):
        for i in range(ROUNDS):
            one = {which: ways[which](times[which]) for which in ((0, 1) if i % 2 else (1, 0))}
            rounds.append((one[1] / one[0], one[0], one[1]))
        rounds.sort()
        if rounds[len(rounds) // 2][0] >= 1:
            break
    return rounds[len(rounds) // 2][1:]


def distribution(name, ratios):
    if ratios:
        ratios = sorted(ratios)
        print(f"{name:42} {len(ratios):5} {statistics.median(ratios):8.2f} {ratios[len(ratios) // 10]:8.2f} "
              f"{ratios[0]:8.2f} {sum(r < BAR for r in ratios):8}")


def row(case, ours, theirs):
    return (f"{theirs / ours:6.2f} {ours * 1e6:9.1f} {theirs * 1e6:9.1f} us {nbytes(case) / 1e3:9.1f} KB  {case.name}: "
            f"{case.itemsize} x {case.shape}, {case.src_strides} to {case.dst_strides}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--count", type=int, default=300, help="of random layouts")
    parser.add_argument("--least", type=int, default=1 << 10, help="bytes of the random ones")
    parser.add_argument("--most", type=int, default=64 << 20)
    parser.add_argument("--only", default="", metavar="WORD", help="cases that have it in their name: random, ...")
    parser.add_argument("--rows", action="store_true", help="print every row")
    options = parser.parse_args()
    cases = [case._replace(name=f"random {case.name}")
             for case in layouts.random_cases(options.seed, options.count, options.least, options.most)]
    for scale in SCALES:
        cases += [case._replace(name=f"named {case.name} / {scale}") for case in layouts.named_cases(scale)]
    cases += [case._replace(name=f"permutation {case.name}") for case in layouts.permutations(SHAPES)]
    cases = [case for case in cases if options.only in case.name]
    C.set_threads(1)
    if hasattr(os, "sched_setaffinity"):  # what runs beside us moves, not we
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    one = Arrays(layouts.Case("", 1, (1,), (1,), (1,), 0, 0))
    fixed = min(one.numpy(1000) for _ in range(20))
    print(f"seed {options.seed}; {platform.machine()}, NumPy {np.__version__}; a copy of one byte: "
          f"NumPy {fixed * 1e9:.0f} ns, ours {min(one.ours(1000) for _ in range(20)) * 1e9:.0f} ns", flush=True)
    wrong, found = 0, []
    for case in cases:
        arrays = Arrays(case)
        if not arrays.is_right():
            wrong += 1
            print(f"WRONG  {row(case, 1, 1)}", flush=True)
        found.append((case, *seconds(arrays)))
        if options.rows:
            print(row(*found[-1]), flush=True)
    print("\nThe slowest beside NumPy: NumPy's time / ours, ours, NumPy's")
    for case, ours, theirs in sorted(found, key=lambda r: r[2] / r[1])[:20]:
        print(row(case, ours, theirs))
    heads = "".join(f"{head:>9}" for head in ("median", "10th %", "least", f"< {BAR}"))
    print(f"\n{'time of NumPy / ours':42} cases{heads}")
    distribution("all", [t / o for _, o, t in found])
    distribution("where a transpose is in it", [t / o for c, o, t in found if is_transpose(c)])
    for group in ("random", "named", "permutation"):
        distribution(group, [t / o for c, o, t in found if c.name.startswith(group)])
    distribution(f"of {LARGE // 1024} KB and more", [t / o for c, o, t in found if nbytes(c) >= LARGE])
    distribution("all, less NumPy's fixed cost", [max(t - fixed, 0) / o for _, o, t in found])
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
