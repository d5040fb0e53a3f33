"""Copies and conversions from host to host beside the best of numpy.copyto and torch's copy_, all with as many threads.

    make bench-host        HOST='--seed 58 --threads 2 --casts --rows 20'

Random layouts by a seed (layouts.random_case: permuted, sliced, reversed, repeated, padded), 16 KB to 16 MB.  All are called
in turn, and the least time of ROUNDS batches counts: what else a machine does makes times longer.  torch is asked if no stride
is negative; NumPy has one thread.  Each result is compared with NumPy's, the gaps included.  Ends with status 1 if one is wrong.
"""
import argparse
import ctypes
import itertools
import os
import pathlib
import random
import statistics
import sys
import time
import warnings

import numpy as np

try:
    import torch
except ImportError:
    torch = None

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "view_copy"))

import casting as K
import copying as C
import layouts

C.lib.view_copy_lib_seconds.restype = ctypes.c_double

BEHIND = 1 / 1.05
BATCH, ROUNDS = 1.5e-4, 25  # seconds of a batch
COPIED = {1: "uint8", 2: "int16", 4: "int32", 8: "int64", 16: "complex128"}
CASTS = (("float32", "float64"), ("float64", "float32"), ("int32", "float32"), ("uint8", "float32"), ("float32", "uint8"),
         ("float64", "float16"), ("float32", "float16"), ("float16", "float32"), ("bool", "float32"), ("float32", "bool"),
         ("int64", "int32"), ("int32", "int64"), ("int64", "float64"))
memory = {}


def take(which, size):
    if which not in memory or memory[which].size < size:
        memory[which] = np.resize(np.random.default_rng(which).integers(0, 2, 1 << 20, np.uint8), size + 64)
    return memory[which][-memory[which].ctypes.data % 64:][:size]


class Arrays:
    def __init__(self, case, names):
        self.all, self.views, self.tensors, self.described = [], [], [], []
        for which, (name, strides) in enumerate(zip(names, (case.src_strides, case.dst_strides))):
            dtype, start = np.dtype("?" if name == "bool" else K.stored(name)), layouts.lowest(case, which)
            first = start - sum((n - 1) * min(s, 0) for n, s in zip(case.shape, strides))
            data = take(which, (start + layouts.extent(case.shape, strides) + 8) * dtype.itemsize)
            if names[0] != names[1]:
                data.view(dtype)[:] = np.resize(np.arange(100), data.size // dtype.itemsize)
            self.all.append(data)
            self.views.append(np.ndarray(case.shape, dtype, data, first * dtype.itemsize, [s * dtype.itemsize for s in strides]))
            self.described.append(K.describe(name, data.ctypes.data + first * dtype.itemsize, case.shape, strides))
            if torch is not None and min(strides) >= 0:
                self.tensors.append(torch.from_numpy(data.view(dtype)[first:]).as_strided(case.shape, strides))
        self.ways = {"ours": self.ours, "NumPy": self.by(np.copyto, self.views[1], self.views[0], "unsafe")}
        if len(self.tensors) == 2:
            self.ways["torch"] = self.by(self.tensors[1].copy_, self.tensors[0])

    def ours(self, times):
        seconds = C.lib.view_copy_lib_seconds(ctypes.byref(self.described[1]), ctypes.byref(self.described[0]), times)
        if seconds < 0:
            raise RuntimeError(C.lib.view_copy_lib_message().decode())
        return seconds / times

    @staticmethod
    def by(function, *arguments):
        def way(times):
            start = time.perf_counter()
            for _ in itertools.repeat(None, times):
                function(*arguments)
            return (time.perf_counter() - start) / times
        return way

    def is_right(self):
        results = []
        for name in ("NumPy", "ours"):
            self.all[1][:] = 7
            self.ways[name](1)
            results.append(self.all[1].copy())
        return np.array_equal(*results)

    def seconds(self):
        times = {name: max(1, round(BATCH / max(min(way(1) for _ in range(2)), 1e-7))) for name, way in self.ways.items()}
        best = dict.fromkeys(self.ways, float("inf"))
        for i in range(ROUNDS):
            for name in list(self.ways)[::-1 if i % 2 else 1]:
                best[name] = min(best[name], self.ways[name](times[name]))
        return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--casts", action="store_true", help="convert dtypes, not only copy")
    parser.add_argument("--rows", type=int, default=15, help="print so many of the slowest")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    C.set_threads(options.threads)
    if torch is not None:
        torch.set_num_threads(options.threads)
    if options.threads == 1 and hasattr(os, "sched_setaffinity"):  # what runs beside us moves, not we
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rng, wrong, found = random.Random(options.seed), 0, []
    for case in layouts.random_cases(options.seed, options.count, 1 << 14, 1 << 24):
        names = rng.choice(CASTS) if options.casts else (COPIED[case.itemsize],) * 2
        arrays = Arrays(case, names)
        if not arrays.is_right():
            wrong += 1
            print(f"WRONG  {case} {names}", flush=True)
        best = arrays.seconds()
        found.append((min(value for name, value in best.items() if name != "ours") / best["ours"], case, names, best))
    found.sort(key=lambda row: row[0])
    for ratio, case, names, best in found[:options.rows]:
        print(f"{ratio:6.2f} {' '.join(f'{name} {1e6 * value:.1f}' for name, value in best.items())} us  {case.name}: "
              f"{' to '.join(dict.fromkeys(names))} x {case.shape}, {case.src_strides} to {case.dst_strides}")
    ratios = [row[0] for row in found]
    print(f"seed {options.seed}, {options.threads} threads, {'conversions' if options.casts else 'copies'}: best of NumPy"
          f"{' and torch' if torch is not None else ''} / ours: median {statistics.median(ratios):.2f}, 10th percentile "
          f"{ratios[len(ratios) // 10]:.2f}, least {ratios[0]:.2f}, {sum(r < BEHIND for r in ratios)} of {len(ratios)} behind by "
          f"more than 5%; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
