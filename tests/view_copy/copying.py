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
CURRENT = -2  # CUCORE_DEVICE_CURRENT
STATUS = ("OK", "INVALID_ARGUMENT", "OVERFLOW", "PROTOCOL", "UNSUPPORTED", "READONLY", "WRONG_DTYPE", "WRONG_SHAPE",
          "WRONG_LAYOUT", "WRONG_DEVICE", "OUT_OF_MEMORY", "NO_DRIVER", "DRIVER", "CAPTURE", "FOREIGN", "INTERRUPTED")

lib = ctypes.CDLL(os.path.abspath(os.environ.get("CUCORE_VIEW_COPY_LIB", "build/view_copy/libviewcopy.so")))
lib.view_copy_lib_message.restype = ctypes.c_char_p
EVERY = bool(os.environ.get("CUCORE_TEST_EVERY"))  # make test EVERY=1


def examples(count):
    """Returns how many random examples a test of `count` has: a third of them, unless make test EVERY=1."""
    return count if EVERY else max(count // 3, 20)


class CArray(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_uint64), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("readonly", ctypes.c_int32), ("itemsize", ctypes.c_int64),
                ("itembits", ctypes.c_int64), ("code", ctypes.c_int32), ("bits", ctypes.c_int32), ("shape", ctypes.c_int64 * MAX_NDIM),
                ("strides", ctypes.c_int64 * MAX_NDIM)]


class CopyError(Exception):
    def __init__(self, status):
        self.status = STATUS[-status]
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


def copy(dst, src, stream=0, blocking=DEFAULT, resource=None, flags=0):
    check(lib.view_copy_lib_copy(ctypes.byref(dst), ctypes.byref(src), ctypes.c_void_p(stream), resource, blocking,
                                 ctypes.c_uint64(flags)))


def plan(dst, src, device=CURRENT, blocking=DEFAULT):
    text = ctypes.create_string_buffer(1024)
    check(lib.view_copy_lib_plan(ctypes.byref(dst), ctypes.byref(src), device, blocking, text, ctypes.c_size_t(1024)))
    return text.value.decode()


def set_threads(count):
    """The most threads of all copies from now on; 0: as many as there are processors."""
    lib.view_copy_lib_set_flags(ctypes.c_uint64(count << 8))


class CastPlan:
    """The plan of a conversion."""

    def __init__(self, dst, src):
        self.plan = ctypes.c_void_p()
        self.call(dst, src, 0, 0)

    def call(self, dst, src, stream, runs):
        arrays = [ctypes.byref(array) if array else None for array in (dst, src)]
        check(lib.view_copy_lib_cast_plan(*arrays, ctypes.c_void_p(stream), runs, ctypes.byref(self.plan)))

    def run(self, stream, runs=1):
        self.call(None, None, stream, runs)

    def __del__(self):
        ctypes.CDLL(None).free(self.plan)


class BlocksCall(ctypes.Structure):
    _fields_ = [("dsts", ctypes.POINTER(CArray)), ("srcs", ctypes.POINTER(CArray)), ("dst_numbers", ctypes.POINTER(CArray)),
                ("src_numbers", ctypes.POINTER(CArray)), ("count", ctypes.c_int32), ("dst_axis", ctypes.c_int32),
                ("src_axis", ctypes.c_int32), ("flags", ctypes.c_uint32), ("report", ctypes.c_void_p)]


class Report(ctypes.Structure):
    """cucore_blocks_report"""
    _fields_ = [("side", ctypes.c_uint32), ("index", ctypes.c_uint32), ("number", ctypes.c_int64)]


INT, UINT = 0, 1  # codes of dtypes
CHECKED = 1  # CUCORE_BLOCKS_CHECKED
lib.view_copy_lib_blocks_seconds.restype = lib.view_copy_lib_views_seconds.restype = ctypes.c_double


def describe_numbers(ptr, count, dtype, kind=CPU, device=0, stride=1):
    """A list of block numbers; stride in elements"""
    array = describe(ptr, (count,), (stride,), dtype.itemsize, kind, device)
    array.code, array.bits = (INT if dtype.kind == "i" else UINT), 8 * dtype.itemsize
    return array


def blocks_call(dsts, srcs, dst_numbers=None, src_numbers=None, dst_axis=0, src_axis=0, flags=0, report=None):
    """Lists of descriptions, one for each layer; descriptions of lists of numbers, or None"""
    lists = [(CArray * len(arrays))(*arrays) for arrays in (dsts, srcs)]
    numbers = [ctypes.pointer(array) if array is not None else None for array in (dst_numbers, src_numbers)]
    return BlocksCall(*lists, *numbers, len(dsts), dst_axis, src_axis, flags, report)


def copy_blocks(call, stream=0, blocking=DEFAULT):
    check(lib.view_copy_lib_blocks(ctypes.byref(call), ctypes.c_void_p(stream), blocking))


def seconds_of_blocks(call, stream, times, blocking=NO):
    """For all of `times` calls in a row, as the host sees them"""
    seconds = lib.view_copy_lib_blocks_seconds(ctypes.byref(call), ctypes.c_void_p(stream), blocking, times)
    if seconds < 0:
        raise RuntimeError(lib.view_copy_lib_message().decode())
    return seconds


class ViewsCall(ctypes.Structure):
    """view_copy_lib_views_call"""
    _fields_ = [("dsts", ctypes.POINTER(CArray)), ("srcs", ctypes.POINTER(CArray)), ("count", ctypes.c_int32)]


def views_call(dsts, srcs):
    return ViewsCall(*((CArray * len(arrays))(*arrays) for arrays in (dsts, srcs)), len(dsts))


def copy_views(dsts, srcs, stream=0, blocking=DEFAULT):
    check(lib.view_copy_lib_views(ctypes.byref(views_call(dsts, srcs)), ctypes.c_void_p(stream), blocking))


def seconds_of_views(call, stream, times, blocking=YES):
    seconds = lib.view_copy_lib_views_seconds(ctypes.byref(call), ctypes.c_void_p(stream), blocking, times)
    if seconds < 0:
        raise RuntimeError(lib.view_copy_lib_message().decode())
    return seconds


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


@st.composite
def broadcasts(draw, most=20000):
    """The same, where src repeats along any axes: by stride 0, by extents of 1, by axes that it lacks.  Rows are long
    enough for copies of rows, and pieces small enough for several."""
    itemsize = draw(st.sampled_from((1, 2, 3, 4, 8, 16, 24, 32, 64, 100, 256, 300, 1000, 4096)))
    shape = draw(st.lists(st.sampled_from([1, 2, 3, 4, 5, 9, 17, 64, 130, 300, 512]), min_size=1, max_size=5))
    while math.prod(shape) * itemsize > most:
        shape[shape.index(max(shape))] = draw(st.sampled_from([1, 2, 3]))
    shape = tuple(shape)
    to = dense(shape)
    if draw(st.booleans()):
        to = draw(strided(shape, True))
    if not is_unique(shape, to):
        to = dense(shape)
    repeats = [draw(st.sampled_from([0, 0, 1])) for _ in shape]
    single = tuple(1 if repeat else n for n, repeat in zip(shape, repeats))
    from_ = dense(single) if draw(st.booleans()) else draw(strided(single, True))
    missing = 0
    while missing < len(shape) and repeats[missing] and draw(st.booleans()):
        missing += 1
    stretched = [draw(st.booleans()) for _ in shape]
    smaller = tuple(n if by_stride else m for n, m, by_stride in zip(shape, single, stretched))[missing:]
    from_ = tuple(0 if repeat and by_stride else s for s, repeat, by_stride in zip(from_, repeats, stretched))[missing:]
    seed = draw(st.integers(0, 2**32 - 1))
    offsets = st.sampled_from([0, 16, 3, 4, 8, 40])
    return Memory(shape, to, itemsize, draw(offsets), seed), Memory(smaller, from_, itemsize, draw(offsets), seed + 1)


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


# -- packed elements: the bits of an array, whatever their order in a byte, since only whole bytes are copied -------------
class Packed(Memory):
    """Elements of `bits` bits, one behind the other from a whole byte on."""

    def __init__(self, shape, strides, bits, offset, seed):
        low = sum(min(0, s * (n - 1)) for n, s in zip(shape, strides))
        high = sum(max(0, s * (n - 1)) for n, s in zip(shape, strides))
        self.shape, self.strides, self.bits, self.itemsize = shape, strides, bits, (bits + 7) // 8
        self.start = offset + (-low * bits + 7) // 8
        size = self.start + ((high + 1) * bits + 7) // 8 + 3
        self.bytes = np.random.default_rng(seed).integers(0, 256, size, np.uint8)

    def places(self, shape):
        """The bits of each element of the shape, to which this one stretches, in C order."""
        strides = [0] * (len(shape) - len(self.shape)) + [s if n > 1 else 0 for n, s in zip(self.shape, self.strides)]
        index = np.indices(shape).reshape(len(shape), math.prod(shape))
        first = 8 * self.start + self.bits * np.array(strides, np.int64).reshape(1, len(shape)) @ index
        return first.reshape(-1, 1) + np.arange(self.bits)


def expected_packed(dst, src):
    """All bytes of dst after the copy; None where a byte of dst is not one whole byte of src."""
    bits = np.unpackbits(dst.bytes)
    to, from_ = dst.places(dst.shape), src.places(dst.shape)
    origin = np.full(len(bits), -1)
    origin[to] = from_
    origin = origin.reshape(-1, 8)
    whole = (origin[:, :1] % 8 == 0) & (origin == origin[:, :1] + np.arange(8))
    if not (whole.all(1) | (origin < 0).all(1)).all():
        return None
    bits[to] = np.unpackbits(src.bytes)[from_]
    return np.packbits(bits)


@st.composite
def packed_pairs(draw):
    """Rows of packed elements, most of them whole bytes, in any order of the other axes; src may repeat along these."""
    bits = draw(st.sampled_from([1, 2, 4, 4, 6, 12, 3, 20]))
    run = draw(st.sampled_from([8, 16, 4, 2, 24, 64, 512, 1024, 7, 1]))
    shape = tuple(draw(st.lists(st.sampled_from([1, 2, 3, 4, 5]), max_size=3))) + (run,)
    arrays = []
    for unique in (True, False):
        strides, step = [0] * len(shape), 1
        order = [len(shape) - 1] + list(draw(st.permutations(range(len(shape) - 1))))
        for axis in order:
            strides[axis] = step * draw(st.sampled_from([1, 1, -1])) if axis != order[0] else step
            step = step * shape[axis] + draw(st.sampled_from([0, 0, 8, 16, 8, 1]))
        if not unique:
            strides = [0 if axis != order[0] and draw(st.integers(0, 2)) == 0 else s for axis, s in enumerate(strides)]
        arrays.append(strides)
    missing = draw(st.integers(0, len(shape) - 1)) if draw(st.booleans()) else 0
    smaller = tuple(1 if axis + 1 < len(shape) and draw(st.integers(0, 4)) == 0 else n for axis, n in enumerate(shape))
    seed = draw(st.integers(0, 2**32 - 1))
    return (Packed(shape, arrays[0], bits, draw(st.integers(0, 20)), seed),
            Packed(smaller[missing:], arrays[1][missing:], bits, draw(st.integers(0, 20)), seed + 1))
