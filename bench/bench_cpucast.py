"""Copies from host to host that convert, by one thread: NumPy's time / ours, for pairs of dtypes, layouts and sizes.

    make bench-cpucast        CPUCAST='--only float16 --sizes 1e6', or CPUCAST='--quick --rows': the usual pairs, each row

Ours is cucore_view_copy with CUCORE_COPY_CAST, planning included, called in a loop in C; NumPy's is numpy.copyto with
casting="unsafe" on the same memory, called in a loop in Python (bfloat16: that of ml_dtypes).  The interpreter's part of a
call is measured with one element and printed.  Values fit every dtype, since NumPy leaves the others undefined.  Each
result is compared with NumPy's.  Both are called in turn; the median of the quotients of all rounds counts.  Layouts:
dense, every second element on one side (gaps from, gaps to), a transposed matrix, and pixels of 3 channels to planes.
"""
import argparse
import ctypes
import itertools
import os
import pathlib
import platform
import statistics
import sys
import time

import numpy as np

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "view_copy"))

import casting as K
import copying as C

C.lib.view_copy_lib_seconds.restype = ctypes.c_double

BAR = 0.9
BATCH, ROUNDS, AGAIN = 1e-3, 5, 3  # seconds of a batch; rounds, and how often as many more where ours is the slower one
USUAL = (("uint8", "float32"), ("float32", "uint8"), ("int32", "float32"), ("float32", "int32"), ("float64", "float32"),
         ("float32", "float64"), ("int64", "int32"), ("int32", "int64"), ("int64", "float64"), ("float64", "int64"),
         ("float32", "float16"), ("float16", "float32"), ("float32", "bfloat16"), ("bfloat16", "float32"),
         ("uint8", "float16"), ("int64", "float32"), ("float32", "int64"), ("bool", "float32"), ("float32", "bool"),
         ("uint8", "int32"), ("int32", "uint8"), ("complex128", "complex64"), ("float32", "complex64"))
LAYOUTS = ("dense", "gaps from", "gaps to", "transpose", "pixels")
SIZES = (1e3, 16e3, 256e3, 1e6, 100e6)  # bytes of the larger side


def dtype_of(name):
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype("?") if name == "bool" else K.stored(name)


def memory(count, dtype):
    """Elements whose first lies at a multiple of 64 bytes, written once"""
    data = np.zeros(count * dtype.itemsize + 64, np.uint8)
    return data[-data.ctypes.data % 64:][:count * dtype.itemsize].view(dtype)


def arrays(from_, to, layout, size):
    """-> src, dst: of one shape"""
    count = max(6, int(size) // max(dtype_of(from_).itemsize, dtype_of(to).itemsize))
    shape = (count,)
    if layout == "transpose":
        shape = (max(2, int(count ** 0.5)),) * 2
    elif layout == "pixels":
        shape = (3, max(2, count // 3))
    pads = [2 if layout == gaps else 1 for gaps in ("gaps from", "gaps to")]
    made = []
    for side, name in enumerate((from_, to)):
        flat = memory(int(np.prod(shape)) * pads[side], dtype_of(name))[::pads[side]]
        made.append(flat.reshape(shape[::-1]).T if side == 0 and len(shape) == 2 else flat.reshape(shape))
    np.copyto(made[0], np.resize(np.arange(127), made[0].shape), casting="unsafe")
    return made


def describe(name, array):
    return K.describe(name, array.ctypes.data, array.shape, [s // array.itemsize for s in array.strides])


class Ways:
    def __init__(self, from_, to, layout, size):
        self.src, self.dst = arrays(from_, to, layout, size)
        self.views = describe(to, self.dst), describe(from_, self.src)
        self.nbytes = self.dst.size * max(self.src.itemsize, self.dst.itemsize)

    def ours(self, times):
        seconds = C.lib.view_copy_lib_seconds(*(ctypes.byref(view) for view in self.views), times)
        if seconds < 0:
            raise RuntimeError(C.lib.view_copy_lib_message().decode())
        return seconds / times

    def numpy(self, times):
        copyto, dst, src = np.copyto, self.dst, self.src
        start = time.perf_counter()
        for _ in itertools.repeat(None, times):
            copyto(dst, src, casting="unsafe")
        return (time.perf_counter() - start) / times

    def is_right(self):
        self.numpy(1)
        wanted = self.dst.tobytes()
        self.dst[...] = 0
        self.ours(1)
        return wanted == self.dst.tobytes()


def seconds(pair):
    """-> ours, NumPy's: the median round's, by their quotient"""
    ways = (pair.ours, pair.numpy)
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
        print(f"{name:34} {len(ratios):5} {statistics.median(ratios):8.2f} {ratios[len(ratios) // 10]:8.2f} "
              f"{ratios[0]:8.2f} {sum(r < BAR for r in ratios):8}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="the usual pairs only, not all")
    parser.add_argument("--only", default="", metavar="WORD", help="pairs and layouts that have it in their name")
    parser.add_argument("--sizes", type=float, nargs="*", default=SIZES, help="bytes of the larger side")
    parser.add_argument("--rows", action="store_true", help="print every row")
    options = parser.parse_args()
    names = [name for name in K.NAMES if name != "bfloat16" or ml_dtypes]
    pairs = [pair for pair in itertools.permutations(names, 2) if not options.quick or pair in USUAL]
    C.set_threads(1)
    if hasattr(os, "sched_setaffinity"):  # what runs beside us moves, not we
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    np.seterr(all="ignore")
    if hasattr(np.exceptions, "ComplexWarning"):
        import warnings
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
    one = Ways("int32", "float32", "dense", 4)
    print(f"{platform.machine()}, NumPy {np.__version__}; a conversion of 6 elements: NumPy "
          f"{min(one.numpy(1000) for _ in range(20)) * 1e9:.0f} ns, ours {min(one.ours(1000) for _ in range(20)) * 1e9:.0f} ns",
          flush=True)
    wrong, found = 0, []
    for size, layout, (from_, to) in itertools.product(options.sizes, LAYOUTS, pairs):
        name = f"{from_} to {to}, {layout}"
        if options.only not in name or (size > 1e7 and (from_, to) not in USUAL):
            continue
        ways = Ways(from_, to, layout, size)
        if not ways.is_right():
            wrong += 1
            print(f"WRONG  {name} {size:g}", flush=True)
        found.append((name, size, layout, (from_, to), *seconds(ways)))
        if options.rows:
            ours, theirs = found[-1][-2:]
            print(f"{theirs / ours:6.2f} {ours * 1e6:10.2f} {theirs * 1e6:10.2f} us {size / 1e3:9.1f} KB  {name}", flush=True)
    print("\nThe slowest beside NumPy: NumPy's time / ours, ours, NumPy's")
    for name, size, _, _, ours, theirs in sorted(found, key=lambda r: r[5] / r[4])[:30]:
        print(f"{theirs / ours:6.2f} {ours * 1e6:10.2f} {theirs * 1e6:10.2f} us {size / 1e3:9.1f} KB  {name}")
    heads = "".join(f"{head:>9}" for head in ("median", "10th %", "least", f"< {BAR}"))
    print(f"\n{'time of NumPy / ours':34} cases{heads}")
    ratios = [(row[5] / row[4], row) for row in found]
    distribution("all", [r for r, _ in ratios])
    distribution("usual pairs", [r for r, row in ratios if row[3] in USUAL])
    for size, layout in itertools.product(options.sizes, LAYOUTS):
        distribution(f"{size / 1e3:g} KB, {layout}", [r for r, row in ratios if row[1:3] == (size, layout)])
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
