"""The arrays that the ports of released packages are timed and compared with: arrays(name) -> (name, object) by name."""
import array
import ctypes
import io
import mmap

import numpy

KEPT = array.array("d", range(24))
FIELDS = {"version": 3, "data": (KEPT.buffer_info()[0], False), "typestr": "<f8", "shape": (4, 6), "strides": None, "stream": None}


class Interface:
    """An object with a CUDA Array Interface, and with nothing else."""

    def __init__(self, without=(), **fields):
        self.__cuda_array_interface__ = {key: value for key, value in {**FIELDS, **fields}.items() if key not in without}


def timed():
    """The producers of the table."""
    yield "NumPy", numpy.zeros((4, 6))
    yield "bytearray", bytearray(192)
    yield "array.array", KEPT
    yield "CUDA Array Interface", Interface()
    try:
        import torch
    except ImportError:
        return
    yield "torch, CPU", torch.zeros((4, 6), dtype=torch.float64)


def compared():
    """Usual and unusual ones.  Both forms have to give the same of each, or refuse it."""
    x = numpy.arange(24, dtype="f8").reshape(4, 6)
    yield "C order", x
    yield "F order", numpy.asfortranarray(x)
    yield "every second column", x[:, ::2]
    yield "backwards", x[::-1]
    yield "one axis", x[0]
    yield "one element", x[:1, :1]
    yield "0-d", numpy.array(1.0)
    yield "no elements", numpy.zeros((0, 3))
    yield "no elements, F order", numpy.zeros((3, 0), order="F")
    yield "axes of one element", numpy.zeros((1, 6, 1))
    yield "read-only", numpy.frombuffer(bytes(16), "f4")
    yield "broadcast", numpy.broadcast_to(x[0], (3, 6))
    for dtype in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "c8", "c16", ">f4", "U3", "S5", "g", "O"):
        yield f"dtype {dtype}", numpy.zeros(4, dtype)
    yield "structured", numpy.zeros(3, [("a", "i4"), ("b", "f8")])
    yield "a packed field", numpy.zeros(3, [("a", "i1"), ("b", "f4")])["b"]
    yield "33 axes", numpy.zeros((1,) * 33)
    yield "bytes", b"abcd"
    yield "no bytes", b""
    yield "bytearray", bytearray(8)
    yield "memoryview, two axes", memoryview(bytearray(6)).cast("B", (3, 2))
    yield "memoryview, every second byte", memoryview(bytearray(8))[::2]
    yield "mmap", mmap.mmap(-1, 5)
    yield "BytesIO", io.BytesIO(b"abcd").getbuffer()
    yield "ctypes", (ctypes.c_float * 4)()
    yield "interface", Interface()
    yield "interface, read-only", Interface(data=(KEPT.buffer_info()[0], True))
    yield "interface, strides in C order", Interface(strides=(48, 8))
    yield "interface, strides in F order", Interface(strides=(8, 32))
    yield "interface, gaps", Interface(shape=(2, 3), strides=(96, 16))
    yield "interface, no strides", Interface(without=["strides"])
    yield "interface, 0-d", Interface(shape=())
    yield "interface, no elements", Interface(shape=(0, 3), data=(0, False))
    yield "interface, text", Interface(typestr="<U2")
    yield "interface, strides for one axis", Interface(strides=(8,))
    yield "interface, a mask", Interface(mask=Interface())
    for field in ("data", "typestr", "shape"):
        yield f"interface without {field}", Interface(without=[field])
    yield "interface, typestr None", Interface(typestr=None)
    yield "interface, typestr empty", Interface(typestr="")
    yield "interface, typestr unknown", Interface(typestr="<y7")
    yield "interface, shape a list", Interface(shape=[4, 6])
    yield "interface, a negative extent", Interface(shape=(-1,))
    yield "interface, data None", Interface(data=None)
    yield "a list", [1.0, 2.0]
    yield "a number", 1.0
    yield "text", "abcd"
    yield "None", None
