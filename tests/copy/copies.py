"""Copies between strided layouts through the planner of cucore_copy.h, and what NumPy says they should give.

The library (copy_lib.c) is found through CUCORE_COPY_LIB.  On the host its kernels run as plain C; on a GPU it launches
them.  Strides are in elements here.
"""
import ctypes
import math
import os
import random

import numpy as np
import ptx

i64 = ctypes.c_int64
lib = ctypes.CDLL(os.path.abspath(os.environ.get("CUCORE_COPY_LIB", "build/copy/libcopy.so")))
LAYOUTS = [ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, i64, ctypes.c_size_t, ctypes.c_size_t]
lib.copy_lib_copy.argtypes = LAYOUTS + [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
lib.copy_lib_launch.argtypes = LAYOUTS + [ctypes.c_void_p]
lib.copy_lib_convert_ptx.restype = ctypes.c_char_p

class Written(ctypes.Structure):
    """A kernel that was written for a layout, and its launch."""

    _fields_ = [("parameters", ctypes.c_ubyte * 3072), ("bytes", ctypes.c_uint32), ("blocks", ctypes.c_uint32), ("shared", ctypes.c_uint32),
                ("threads", ctypes.c_uint32),
                ("text", ctypes.c_char * (1 << 17))]


lib.copy_lib_write.argtypes = LAYOUTS + [ctypes.POINTER(Written)]
NO_KERNEL = 100
lib.copy_lib_error.restype = ctypes.c_char_p
POISON = 0xEE
EVERY = bool(os.environ.get("CUCORE_TEST_EVERY"))  # make test EVERY=1


def examples(count):
    """Returns how many random examples a test of `count` has: a sixth of them, unless make test EVERY=1."""
    return count if EVERY else max(count // 6, 20)


# name, itemsize, shape, source strides, destination strides (None: the same), offsets; as in the table of the benchmark
CASES = [
    ("contiguous", 4, (25, 70, 90, 80, 80), (40320000, 576000, 6400, 80, 1), None, 0, 0),
    ("contiguous-perm", 4, (25, 80, 70, 80, 90), (40320000, 1, 576000, 80, 6400), None, 0, 0),
    ("contiguous-not-aligned", 4, (25, 70, 90, 80, 80), (40320000, 576000, 6400, 80, 1), None, 1, 1),
    ("contiguous-small", 1, (100, 70, 90, 80, 80), (40320000, 576000, 6400, 80, 1), None, 0, 0),
    ("contiguous-small-not-aligned", 1, (100, 70, 90, 80, 80), (40320000, 576000, 6400, 80, 1), None, 1, 1),
    ("negative-stride", 4, (25, 70, 90, 80, 80), (40320000, 576000, 6400, 80, -1), None, 80, 80),
    ("rows-32B-of-128B", 1, (134217600, 32), (128, 1), None, 32, 32),
    ("block-contiguous", 4, (32767, 32768), (131072, 1), None, 0, 0),
    ("several-dims-64", 4, (64, 64, 64, 64, 64), (17043521, 266305, 4161, 65, 1), None, 0, 0),
    ("several-dims-odd", 4, (63, 65, 67, 69, 57), (17433131, 268202, 4003, 58, 1), None, 0, 0),
    ("T2D-col-row", 4, (32768, 32768), (1, 32768), (32768, 1), 0, 0),
    ("T2D-row-col", 4, (32768, 32768), (32768, 1), (1, 32768), 0, 0),
    ("T2D-char", 1, (65536, 65536), (1, 65536), (65536, 1), 0, 0),
    ("T2D-short", 2, (32760, 65536), (1, 32760), (65536, 1), 0, 0),
    ("T2D-double", 8, (32768, 16384), (1, 32768), (16384, 1), 0, 0),
    ("T2D-odd", 4, (32767, 32769), (1, 32767), (32769, 1), 0, 0),
    ("T3D", 4, (1024, 1024, 1024), (1, 1024, 1048576), (1048576, 1024, 1), 0, 0),
    ("T3D-odd", 4, (1023, 1025, 1024), (1, 1023, 1048575), (1049600, 1024, 1), 0, 0),
    ("T-src15", 4, (15, 2236962, 32), (1, 480, 15), (71582784, 32, 1), 0, 0),
    ("T-src16", 4, (16, 2097152, 32), (1, 512, 16), (67108864, 32, 1), 0, 0),
    ("T-src17", 4, (17, 1973790, 32), (1, 544, 17), (63161280, 32, 1), 0, 0),
    ("T-dst8pad", 4, (32, 4194304, 8), (1, 256, 32), (67108864, 16, 1), 0, 0),
    ("T-dst16pad", 4, (32, 2097152, 16), (1, 512, 32), (67108864, 32, 1), 0, 0),
    ("T-src16-4D", 4, (16, 1024, 2048, 32), (1, 512, 524288, 16), (67108864, 32, 32768, 1), 0, 0),
]


def ints(values):
    return (i64 * max(len(values), 1))(*values)


def arguments(shape, dst_strides, src_strides, itemsize, dst, src):
    return len(shape), ints(shape), ints(dst_strides), ints(src_strides), itemsize, dst, src


def plan(shape, dst_strides, src_strides, itemsize, dst=1 << 40, src=1 << 41):
    """The plan as text."""
    text = ctypes.create_string_buffer(512)
    status = lib.copy_lib_copy(*arguments(shape, dst_strides, src_strides, itemsize, dst, src), text, len(text), 1)
    assert status == 0, (status, lib.copy_lib_error())
    return text.value.decode()


def copy_on_host(shape, dst_strides, src_strides, itemsize, dst, src):
    """By the C of ptx_run.c, all launches.  -> the plan as text"""
    text = ctypes.create_string_buffer(512)
    status = lib.copy_lib_copy(*arguments(shape, dst_strides, src_strides, itemsize, dst, src), text, len(text), 0)
    assert status == 0, (status, lib.copy_lib_error())
    return text.value.decode()


def copy_by_ptx(shape, dst_strides, src_strides, itemsize, dst, src, memories):
    """By the kernel's PTX, with all checks of ptx.py.  memories: arrays that hold dst and src"""
    out = Written()
    status = lib.copy_lib_write(*arguments(shape, dst_strides, src_strides, itemsize, dst, src), out)
    assert status == 0, (status, lib.copy_lib_error())
    ptx.launch(out.text.decode(), bytes(out.parameters[:out.bytes]), (out.blocks, 1, 1), out.threads, out.shared,
               [ptx.Memory(memory.ctypes.data, memory) for memory in memories])


def offsets(shape, strides):
    """The offset of every element, in elements."""
    out = np.zeros(shape, np.int64)
    for axis, (extent, stride) in enumerate(zip(shape, strides)):
        out = out + (np.arange(extent, dtype=np.int64) * stride).reshape((extent,) + (1,) * (len(shape) - axis - 1))
    return out


def aligned(size):
    raw = np.empty(size + 256, np.uint8)
    start = -raw.ctypes.data % 256
    return raw[start:start + size]


class Case:
    """Two layouts in buffers that are just as large as they must be, and what the destination must be afterwards."""

    def __init__(self, shape, dst_strides, src_strides, itemsize, dst_lead=0, src_lead=0, seed=0):
        self.shape, self.dst_strides, self.src_strides, self.itemsize = shape, dst_strides, src_strides, itemsize
        to, self.dst_size, self.dst_origin = self.place(dst_strides, dst_lead, itemsize)
        of, self.src_size, self.src_origin = self.place(src_strides, src_lead, itemsize)
        self.source = np.random.default_rng(seed).integers(0, 256, self.src_size, np.uint8)
        self.expected = np.full(self.dst_size, POISON, np.uint8)
        self.expected[to] = self.source[of]

    def place(self, strides, lead, itemsize):
        """Every byte's place, bytes needed, and where element [0, ...] is; `lead` bytes come first."""
        at = offsets(self.shape, strides)
        low, high = (int(at.min()), int(at.max()) + 1) if at.size else (0, 0)
        places = ((at.reshape(-1, 1) - low) * itemsize + lead + np.arange(itemsize)).ravel()
        return places, (high - low) * itemsize + lead, lead - low * itemsize

    def differs(self, dst):
        """Which bytes are not as they must be."""
        return dst != self.expected

    def __repr__(self):
        return (f"shape={self.shape} dst={self.dst_strides} src={self.src_strides} itemsize={self.itemsize} "
                f"origins={self.dst_origin}, {self.src_origin}")

    def check_on_host(self):
        dst, src = aligned(self.dst_size), aligned(self.src_size)
        dst[:] = POISON
        src[:] = self.source
        text = copy_on_host(self.shape, self.dst_strides, self.src_strides, self.itemsize,
                            dst.ctypes.data + self.dst_origin, src.ctypes.data + self.src_origin)
        assert not self.differs(dst).any(), f"{self}: {text}: {int(self.differs(dst).sum())} bytes differ"
        return text


    def write(self, dst, src):
        """-> the kernel that is written for the two buffers, or None"""
        out = Written()
        status = lib.copy_lib_write(*arguments(self.shape, self.dst_strides, self.src_strides, self.itemsize,
                                               dst.ctypes.data + self.dst_origin, src.ctypes.data + self.src_origin), out)
        assert status in (0, NO_KERNEL), (status, lib.copy_lib_error())
        return out if status == 0 else None

    def check_written(self, most=None):
        """The kernel that is written for the layout, run by ptx.py, all blocks or so many.  -> its text, or None: there is none"""
        dst, src = aligned(self.dst_size), aligned(self.src_size)
        dst[:] = POISON
        src[:] = self.source
        kernel = self.write(dst, src)
        if kernel is None:
            return None
        memories = [ptx.Memory(dst.ctypes.data, dst), ptx.Memory(src.ctypes.data, src)]
        text = kernel.text.decode()
        ptx.launch(text, bytes(kernel.parameters[:kernel.bytes]), (kernel.blocks, 1, 1), kernel.threads, kernel.shared, memories, most)
        differs = self.differs(dst)
        if most is not None and most < kernel.blocks:
            assert not (dst == POISON).all(), "nothing was copied"
            differs &= dst != POISON
        assert not differs.any(), f"{self}: {int(differs.sum())} bytes differ"
        return text


EXTENTS = [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 64, 65, 100, 128, 200, 300]
ITEMSIZES = list(range(1, 17)) + [1, 2, 4, 8, 16, 24, 32]


def random_strides(rng, shape, may_repeat):
    """Axes in any order with gaps now and then, some backwards; `may_repeat`: some of stride 0."""
    order = list(range(len(shape)))
    if rng.random() < 0.7:
        rng.shuffle(order)
    strides, step = [0] * len(shape), rng.choice([1, 1, 1, 1, 2, 3])
    for axis in order:
        if may_repeat and rng.random() < 0.1:
            continue
        strides[axis] = step * rng.choice([1, 1, 1, 1, -1])
        step = step * max(1, shape[axis]) + rng.choice([0] * 8 + [1, 3, 4, 16])
    return tuple(strides)


def random_case(seed, limit=30000):
    rng = random.Random(seed)
    shape, volume, large = [], 1, rng.random() < 0.5
    for _ in range(rng.randint(0, 8)):
        extent = rng.choice(EXTENTS) if large else rng.randint(0 if rng.random() < 0.02 else 1, 6)
        if volume * extent > limit:
            extent = rng.randint(1, 3) if volume * 3 <= limit else 1
        shape.append(extent)
        volume *= extent
    rng.shuffle(shape)
    itemsize = rng.choice(ITEMSIZES)
    lead = [rng.choice([0, 0, 0, itemsize, 1, 2, 3, 4, 8, 16]) for _ in range(2)]
    return Case(tuple(shape), random_strides(rng, shape, False), random_strides(rng, shape, True), itemsize, *lead, seed)


def repeating_case(seed, limit=30000):
    """A random case, one axis of which the source repeats, of elements that lie far apart in the source."""
    rng, case = random.Random(seed), random_case(seed, limit // 2)
    axis, extent = rng.randint(0, len(case.shape)), rng.choice([2, 3, 5, 16, 17, 24, 25, 64, 65, 97, 129, 300])
    while extent > 2 and extent * max(1, math.prod(case.shape)) > limit:
        extent = max(2, extent // 3)
    shape, apart = case.shape[:axis] + (extent,) + case.shape[axis:], rng.choice([1, 16, 17, 64])
    src = tuple(stride * apart for stride in case.src_strides)
    return Case(shape, random_strides(rng, shape, False), src[:axis] + (0,) + src[axis:], case.itemsize, rng.choice([0, 0, 4, 1]), rng.choice([0, 0, 4, 1]), seed)


GIANT = [2, 3, 5, 16, 33, 64, 257, 1000, 4096, 65535, 65536, 70001, 1 << 20, (1 << 20) + 7, 1 << 24, (1 << 28) + 1,
         (1 << 31) - 1, 1 << 31, (1 << 31) + 1, (1 << 33) + 5, 1 << 36, 1 << 40]


def giant_layouts(seed, limit):
    """Layouts of up to `limit` bytes, which no memory holds: shape, strides of both, itemsize."""
    rng = random.Random(seed)
    itemsize = rng.choice([1, 1, 2, 4, 8, 16, 3, 6, 12, 32])
    shape, size = [], itemsize
    for _ in range(rng.randint(1, 7)):
        extent = rng.choice([extent for extent in GIANT if size * extent <= limit] or [1])
        shape.append(extent)
        size *= extent
    return tuple(shape), random_strides(rng, shape, False), random_strides(rng, shape, True), itemsize


def plan_or_error(shape, dst_strides, src_strides, itemsize, dst, src):
    """(status, the plan or the error)"""
    text = ctypes.create_string_buffer(512)
    status = lib.copy_lib_copy(*arguments(shape, dst_strides, src_strides, itemsize, dst, src), text, len(text), 1)
    return status, (lib.copy_lib_error() if status else text.value).decode()
