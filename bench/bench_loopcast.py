"""out = a + b of float64, where `a` is float32: a loop that converts in blocks (CUCORE_CAST), with a whole copy, and NumPy's buffered call.

One thread, ns of it, the least of rounds in turn; "as it is" is the loop over an `a` that is float64.  Memory is what a child that makes
one call has at its peak beyond one that makes none.  NumPy's call includes the interpreter's.
"""
import ctypes
import os
import resource
import sys
import time

import numpy as np

ROUNDS = 25
LIB = ctypes.CDLL(sys.argv[1])
LIB.loopcast.restype = ctypes.c_double
LIB.loopcast.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 3, ctypes.c_int64, ctypes.c_int]
WAYS = ["in blocks", "whole copy", "as it is", "numpy.add"]


def call(way, arrays, calls):
    """ns of a call"""
    out, narrow, wide, b = arrays
    if way < 3:
        return LIB.loopcast(way, out.ctypes.data, (wide if way == 2 else narrow).ctypes.data, b.ctypes.data, len(out), calls)
    start = time.thread_time()
    for _ in range(calls):
        np.add(narrow, b, out=out)
    return (time.thread_time() - start) / calls * 1e9


def peak(way, arrays):
    """MB at the peak of a process that makes one call, or none"""
    read, write = os.pipe()
    if not os.fork():
        if way is not None:
            call(way, arrays, 1)
        os.write(write, str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).encode())
        os._exit(0)
    os.wait()
    return int(os.read(read, 99)) / 1024


print(f"{'elements':>9s} " + " ".join(f"{way:>12s}" for way in WAYS) + f"  {'of numpy':>9s} {'of whole':>9s}")
for size in 100, 10_000, 10_000_000:
    a = np.arange(size) % 1000
    arrays = [np.zeros(size), a.astype("f4"), a.astype("f8"), np.ones(size)]
    best, calls = [1e18] * len(WAYS), max(1, 200_000 // size)
    for _ in range(ROUNDS if size < 10**7 else 9):
        for way in range(len(WAYS)):
            arrays[0][:] = 0
            best[way] = min(best[way], call(way, arrays, calls))
            if not np.array_equal(arrays[0], a + 1.0):
                sys.exit(f"{WAYS[way]}: wrong")
    print(f"{size:9d} " + " ".join(f"{ns:12.0f}" for ns in best) + f"  {best[0] / best[3]:9.2f} {best[0] / best[1]:9.2f}")
print("MB more   " + " ".join(f"{peak(way, arrays) - peak(None, arrays):12.1f}" for way in range(len(WAYS))))
