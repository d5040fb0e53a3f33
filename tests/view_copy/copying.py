"""Copies of views through ctypes, arrays to try them on, and what they have to come to: NumPy says."""
import ctypes
import math
import os

import numpy as np
from hypothesis import strategies as st

MAX_NDIM = 64
CPU, CUDA, PINNED, MANAGED = 1, 2, 3, 13
DEFAULT, YES, NO = 0, 1, 2
NO_SYNC, HOST = -1, -2
STATUS = ("OK", "INVALID_ARGUMENT", "OVERFLOW", "PROTOCOL", "UNSUPPORTED", "READONLY", "WRONG_DTYPE", "WRONG_SHAPE",
          "WRONG_LAYOUT", "WRONG_DEVICE", "OUT_OF_MEMORY", "NO_DRIVER", "DRIVER", "CAPTURE", "FOREIGN")

lib = ctypes.CDLL(os.path.abspath(os.environ.get("CUCORE_VIEW_COPY_LIB", "build/view_copy/libviewcopy.so")))
lib.view_copy_lib_message.restype = ctypes.c_char_p


class CArray(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_uint64), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("readonly", ctypes.c_int32), ("itemsize", ctypes.c_int64),
                ("itembits", ctypes.c_int64), ("shape", ctypes.c_int64 * MAX_NDIM),
                ("strides", ctypes.c_int64 * MAX_NDIM)]


class CopyError(Exception):
    def __init__(self, status):
        self.status = STATUS[status]
        self.message = lib.view_copy_lib_message().decode()
        super().__init__(f"{self.status}: {self.message}")


def describe(ptr, shape, strides, itemsize, kind=CPU, device=0, itembits=None, readonly=False):
    """strides in elements"""
    array = CArray(ptr=ptr, device_type=kind, device_id=device if kind in (CUDA, MANAGED) else -1, ndim=len(shape),
                   readonly=readonly, itemsize=itemsize, itembits=itembits or 8 * itemsize)
    array.shape[: len(shape)] = shape
    array.strides[: len(shape)] = strides
    return array


def of_numpy(array, kind=CPU, device=0):
    strides = [s // array.itemsize for s in array.strides]
    return describe(array.ctypes.data, array.shape, strides, array.itemsize, kind, device)


def check(status):
    if status:
        raise CopyError(status)


def copy(dst, src, stream=0, blocking=DEFAULT, resource=None):
    check(lib.view_copy_lib_copy(ctypes.byref(dst), ctypes.byref(src), ctypes.c_void_p(stream), resource, blocking))


def plan(dst, src, device=-1, blocking=DEFAULT):
    text = ctypes.create_string_buffer(1024)
    check(lib.view_copy_lib_plan(ctypes.byref(dst), ctypes.byref(src), device, blocking, text, ctypes.c_size_t(1024)))
    return text.value.decode()


# -- arrays ------------------------------------------------------------------------------------------------------------
ITEMSIZES = tuple(range(1, 17)) + (24, 32)
extents = st.sampled_from([1, 2, 3, 2, 1, 4, 5, 7, 8, 9, 16, 17, 33, 64, 65])


@st.composite
def shapes(draw, max_ndim=8, most=6000):
    shape = draw(st.lists(extents, max_size=max_ndim))
    while math.prod(shape) > most:
        shape[shape.index(max(shape))] = draw(st.sampled_from([1, 2, 3]))
    if shape and draw(st.integers(0, 19)) == 0:
        shape[draw(st.integers(0, len(shape) - 1))] = 0
    return tuple(shape)


class Memory:
    """An array somewhere inside of a buffer, with an odd offset in bytes and gaps; every byte has a known value."""

    def __init__(self, shape, strides, itemsize, offset, seed):
        low = sum(min(0, s * (n - 1)) for n, s in zip(shape, strides)) if 0 not in shape else 0
        high = sum(max(0, s * (n - 1)) for n, s in zip(shape, strides)) if 0 not in shape else 0
        self.shape, self.strides, self.itemsize = shape, strides, itemsize
        self.start = offset - low * itemsize
        self.bytes = np.random.default_rng(seed).integers(0, 256, offset + (high - low + 1) * itemsize + 5, np.uint8)

    def view(self, data=None):
        """The elements as NumPy sees them in these bytes."""
        data = self.bytes if data is None else data
        return np.ndarray(self.shape, np.dtype((np.void, self.itemsize)), data, self.start,
                          [s * self.itemsize for s in self.strides])


@st.composite
def strided(draw, shape, unique):
    """Strides: dense in some order of the axes, padded, turned; when not unique, also repeating or out of nowhere."""
    strides, step = [0] * len(shape), 1
    if not unique and draw(st.integers(0, 5)) == 0:
        return tuple(draw(st.sampled_from([0, 1, -1, 2, 3, 5, -7])) for _ in shape)
    plain = draw(st.booleans())
    for axis in draw(st.permutations(range(len(shape)))):
        step *= 1 if plain else draw(st.sampled_from([1, 1, 1, 2, 3]))
        strides[axis] = step * (1 if plain else draw(st.sampled_from([1, 1, 1, -1])))
        step = step * max(shape[axis], 1) + (0 if plain else draw(st.sampled_from([0, 0, 0, 1, 5])))
        if step > 200000:
            step = 200000
    if not unique and draw(st.integers(0, 3)) == 0:
        strides = [0 if draw(st.booleans()) else s for s in strides]
    return tuple(strides)


@st.composite
def pairs(draw, max_ndim=8, most=6000):
    """Two arrays to copy between: dst with unique elements, src of its shape or one that stretches to it."""
    shape = draw(shapes(max_ndim, most))
    itemsize = draw(st.sampled_from(ITEMSIZES))
    to = draw(strided(shape, True))
    low = [abs(s) for n, s in sorted(zip(shape, to), key=lambda pair: abs(pair[1])) if n > 1]
    if low != sorted(set(low)) or not is_unique(shape, to):
        to = dense(shape)
    smaller = shape
    if shape and draw(st.integers(0, 3)) == 0:
        smaller = tuple(1 if draw(st.integers(0, 2)) == 0 else n for n in shape)[draw(st.integers(0, 1)):]
    if 0 in shape:
        smaller = shape
    from_ = draw(strided(smaller, False))
    seeds = draw(st.integers(0, 2**32 - 1))
    dst = Memory(shape, to, itemsize, draw(st.integers(0, 40)), seeds)
    src = Memory(smaller, from_, itemsize, draw(st.integers(0, 40)), seeds + 1)
    return dst, src


def dense(shape):
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= max(extent, 1)
    return tuple(strides)


def is_unique(shape, strides):
    """Each stride steps over all that the smaller ones reach."""
    reach = 0
    for extent, stride in sorted(((n, abs(s)) for n, s in zip(shape, strides) if n > 1), key=lambda pair: pair[1]):
        if stride <= reach:
            return False
        reach += stride * (extent - 1)
    return True


def expected(dst, src):
    """All bytes of dst after the copy: NumPy's assignment, gaps as they were."""
    data = dst.bytes.copy()
    if 0 not in dst.shape:
        dst.view(data)[...] = np.broadcast_to(src.view(), dst.shape)
    return data
