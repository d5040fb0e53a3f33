"""Layouts by ctypes, from a shared library of cucore (cucore_shared.c); no compiler is needed where this runs.

    python examples/languages/layout.py ./libcucore.so
"""
import ctypes
import sys

MAX_NDIM = 64  # CUCORE_MAX_NDIM of the library


class Layout(ctypes.Structure):
    """cucore_layout"""
    _fields_ = [("ndim", ctypes.c_int32), ("reserved", ctypes.c_int32), ("itemsize", ctypes.c_int64), ("itembits", ctypes.c_int64),
                ("shape", ctypes.c_int64 * MAX_NDIM), ("strides", ctypes.c_int64 * MAX_NDIM)]


class Error(ctypes.Structure):
    """cucore_error"""
    _fields_ = [("status", ctypes.c_int), ("result", ctypes.c_int), ("call", ctypes.c_char_p), ("message", ctypes.c_char * 512)]


library = ctypes.CDLL(sys.argv[1])
library.cucore_last_error.restype = ctypes.POINTER(Error)


def ints(type_, values):
    return (type_ * len(values))(*values)


def make(shape, itemsize):
    layout = Layout()
    if library.cucore_layout_make(len(shape), ints(ctypes.c_int64, shape), None, ctypes.c_int64(itemsize), ctypes.byref(layout)):
        raise ValueError(library.cucore_last_error().contents.message.decode())
    return layout


def permute(layout, axes):
    if len(axes) != layout.ndim:
        raise ValueError(f"{len(axes)} axes for {layout.ndim}")
    out = Layout()
    if library.cucore_layout_permute(ctypes.byref(layout), ints(ctypes.c_int, axes), ctypes.byref(out)):
        raise ValueError(library.cucore_last_error().contents.message.decode())
    return out


turned = permute(make([3, 4, 5], 4), [2, 0, 1])
print("shape", *turned.shape[:turned.ndim], "strides", *turned.strides[:turned.ndim])
try:
    make([3, -4], 4)
except ValueError as error:
    print("refused:", error)
