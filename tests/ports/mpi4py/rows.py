"""Times what mpi4py spends on taking an array: nanoseconds of MPI.Get_address, one row per kind of array, as JSON."""
import array
import json
import sys
import timeit

from mpi4py import MPI

try:
    import numpy
except ImportError:
    numpy = None
try:
    import torch
except ImportError:
    torch = None


class DLPack:
    """Another library's array: both methods, nothing else."""

    def __init__(self, x):
        self.x = x

    def __dlpack_device__(self):
        return self.x.__dlpack_device__()

    def __dlpack__(self, stream=None, **keywords):
        return self.x.__dlpack__(stream=stream, **keywords)


class Legacy(DLPack):
    """One from before DLPack 1.0."""

    def __dlpack__(self, stream=None):
        return self.x.__dlpack__(stream=stream)


class Interface:
    def __init__(self, x, typestr):
        address, size = x.buffer_info()
        self.x = x
        self.__cuda_array_interface__ = {"version": 3, "data": (address, False), "typestr": typestr, "shape": (size,),
                                         "strides": None, "stream": None}


def rows():
    yield "bytes", b"abc"
    yield "bytearray", bytearray(8)
    yield "array.array", array.array("d", range(8))
    yield "interface", Interface(array.array("d", range(8)), "<f8")
    if numpy:
        yield "numpy", numpy.zeros((4, 5))
        yield "dlpack", DLPack(numpy.zeros((4, 5)))
        yield "dlpack-legacy", Legacy(numpy.zeros((4, 5)))
    if torch:
        yield "torch", torch.zeros((4, 5))
        yield "dlpack-torch", DLPack(torch.zeros((4, 5)))


def times(seconds):
    found = {}
    for name, obj in rows():
        timer = timeit.Timer("f(x)", globals={"f": MPI.Get_address, "x": obj})
        loops = max(1, int(seconds / max(timer.timeit(200) / 200, 1e-8)))
        found[name] = min(timer.repeat(5, loops)) / loops * 1e9
    return found


if __name__ == "__main__":
    json.dump(times(float(sys.argv[1])), sys.stdout)
