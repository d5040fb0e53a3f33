"""The library of kernel_lib.cpp, built where there is a C++ compiler, and NumPy arrays as it takes them."""
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))
from readme import CC as QUICK_CC, CXX as QUICK_CXX  # noqa: E402, F401 - for the tests


def built(name, *options):
    """A library of a C++ file here.  Undefined behaviour ends the process."""
    compiler = QUICK_CXX
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed", allow_module_level=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([compiler, "-std=c++11", "-O0", "-g1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wsign-conversion",
                        "-Wold-style-cast", "-Werror", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-shared", "-fPIC",
                        *options, f"-I{ROOT}", str(ROOT / "tests" / "kernel" / name), "-o", f"{folder}/lib.so", "-ldl", "-lpthread"],
                       check=True)
        return ctypes.CDLL(f"{folder}/lib.so")


LIB = built("kernel_lib.cpp")
WRITE, HOST, DEVICE, ON_DEVICE_ID, CAST = 1 << 0, 1 << 4, 1 << 5, 1 << 6, 1 << 43
OPERANDS, AXES = 8, 12


class Array(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_void_p), ("shape", ctypes.c_int64 * AXES), ("strides", ctypes.c_int64 * AXES),
                *((name, ctypes.c_int32) for name in ("ndim", "code", "bits", "lanes", "type", "id", "host", "device", "readonly", "swapped"))]


class Loop(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("ndim", ctypes.c_int), ("lanes", ctypes.c_int), ("size", ctypes.c_uint),
                ("row", ctypes.c_uint), ("tiled", ctypes.c_uint * 2), ("reserved", ctypes.c_uint), ("extent", ctypes.c_uint * 8),
                ("multiplier", ctypes.c_uint * 8), ("shift", ctypes.c_uint * 8), ("ptr", ctypes.c_void_p * OPERANDS),
                ("itemsize", ctypes.c_int * OPERANDS), ("strides", (ctypes.c_int * OPERANDS) * 8)]


def described(array, **more):
    """A NumPy array; or what one would be on a device, of which nothing is read."""
    code = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}[array.dtype.kind]
    kept = {"type": 1, "id": -1, "host": 1, "device": 0, "readonly": not array.flags.writeable,
            "swapped": not array.dtype.isnative, **more}
    return Array(array.ctypes.data, (ctypes.c_int64 * AXES)(*array.shape),
                 (ctypes.c_int64 * AXES)(*(stride // array.itemsize for stride in array.strides)), array.ndim, code,
                 8 * array.itemsize, 1, **kept)


def raw(ptr, shape, strides, itemsize=4, **more):
    """Any shape and strides, in elements, at an address that is not read."""
    kept = {"type": 2, "id": 0, "host": 0, "device": 1, "readonly": 0, "swapped": 0, **more}
    return Array(ptr, (ctypes.c_int64 * AXES)(*shape), (ctypes.c_int64 * AXES)(*strides), len(shape), 1, 8 * itemsize, 1, **kept)


class Refused(Exception):
    """status, message"""


def loops(arrays, flags=None, names=None, wanted=None):
    """-> a cucore_loops; wanted: an array of the dtype that operands are converted to"""
    count = len(arrays)
    given = (Array * count)(*arrays)
    flags = (ctypes.c_uint64 * count)(*(flags or [WRITE] + [0] * (count - 1)))
    names = (ctypes.c_char_p * count)(*(name.encode() if name else None for name in names)) if names else None
    out = ctypes.create_string_buffer(b"\xa5" * LIB.kernel_loops_size(), LIB.kernel_loops_size())
    status = LIB.kernel_make_as(given, names, flags, count, out, ctypes.byref(wanted) if wanted else None)
    if status:
        assert out.raw == b"\xa5" * len(out), "something was written"
        raise Refused(status, error())
    return out


def error():
    LIB.kernel_error.restype = ctypes.c_char_p
    return LIB.kernel_error().decode()


def each(made):
    """The loops of a pass."""
    assert LIB.kernel_loop_size() == ctypes.sizeof(Loop)
    while True:
        loop = Loop()
        if not LIB.kernel_next(made, ctypes.byref(loop)):
            return
        yield loop


def located(loop, first=0, count=None):
    """-> offsets of the steps in all operands, elements of each"""
    count = loop.size - first if count is None else count
    offsets, lanes = np.empty((count, loop.count), np.int32), np.empty(count, np.int32)
    LIB.kernel_locate(ctypes.byref(loop), first, count, offsets.ctypes.data_as(ctypes.c_void_p), lanes.ctypes.data_as(ctypes.c_void_p))
    return offsets, lanes
