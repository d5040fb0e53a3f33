"""Copies on the host: no driver is touched, whatever the layouts are.  NumPy is the oracle; gaps are poisoned."""
import math
import pathlib
import sys

import numpy as np
import pytest
from hypothesis import given, strategies as st

import copying as C

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import layouts


def copied(dst, src):
    """All bytes of dst after our copy."""
    data = dst.bytes.copy()
    C.copy(C.describe(data.ctypes.data + dst.start, dst.shape, dst.strides, dst.itemsize),
           C.describe(src.bytes.ctypes.data + src.start, src.shape, src.strides, src.itemsize))
    return data


@given(C.pairs())
def test_any_layout(pair):
    dst, src = pair
    before = src.bytes.copy()
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))
    np.testing.assert_array_equal(src.bytes, before)


@given(C.broadcasts())
def test_broadcasts(pair):
    dst, src = pair
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


@given(st.sampled_from(C.ITEMSIZES), st.integers(1, 200), st.integers(1, 200), st.integers(0, 9), st.integers(0, 9),
       st.integers(0, 7))
def test_transposes(itemsize, rows, columns, pad, gap, offset):
    src = C.Memory((rows, columns), (1, rows + pad), itemsize, offset, 1)
    dst = C.Memory((rows, columns), (columns + gap, 1), itemsize, 7 - offset, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


@given(st.sampled_from((1, 2, 4, 8, 3)), st.permutations(range(4)), st.permutations(range(4)),
       st.lists(st.sampled_from([2, 3, 9, 17, 40]), min_size=4, max_size=4))
def test_permutations(itemsize, a, b, shape):
    shape = tuple(shape)
    strides = []
    for axes in (a, b):
        dense = C.dense([shape[i] for i in axes])
        strides.append(tuple(dense[list(axes).index(i)] for i in range(4)))
    dst, src = C.Memory(shape, strides[0], itemsize, 3, 1), C.Memory(shape, strides[1], itemsize, 1, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
@pytest.mark.parametrize("shape, axis", [((20, 33), 0), ((3, 20, 7), 1), ((5, 20), 1)])
def test_blocks(shape, axis, dtype):
    """Blocks by numbers of any integer dtype, with gaps in dst; a number out of range is refused."""
    rng = np.random.default_rng(len(shape))
    whole = rng.integers(0, 256, shape[:-1] + (shape[-1] + 3,), np.uint8)
    dst, src = whole[..., : shape[-1]], rng.integers(0, 256, shape, np.uint8)
    to, from_ = rng.permutation(20)[:11].astype(dtype), rng.integers(0, 20, 11).astype(dtype)
    wanted = whole.copy()
    np.moveaxis(wanted[..., : shape[-1]], axis, 0)[to] = np.moveaxis(src, axis, 0)[from_]
    lists = [C.describe_numbers(x.ctypes.data, len(x), x.dtype) for x in (to, from_)]
    call = C.blocks_call([C.of_numpy(dst)], [C.of_numpy(src)], *lists, axis, axis)
    C.copy_blocks(call)
    np.testing.assert_array_equal(whole, wanted)
    to[3] = 20
    with pytest.raises(C.CopyError, match=r"dst_numbers\[3\] is 20, but axis \d of dst has 20 blocks"):
        C.copy_blocks(call)
    np.testing.assert_array_equal(whole, wanted)


def test_blocks_of_one_cache():
    """Blocks with gaps that overlap themselves: their contents are undefined, all other bytes are right."""
    memory = np.arange(2000, dtype=np.uint16).view(np.uint8)
    before = memory.copy()
    layouts = [C.describe(memory.ctypes.data + offset, (4, 6, 10), (80, 12, 1), 1) for offset in (0, 3)]
    numbers = np.array([1, 2])
    C.copy_blocks(C.blocks_call(*([x] for x in layouts), *[C.describe_numbers(numbers.ctypes.data, 2, numbers.dtype)] * 2))
    np.testing.assert_array_equal(memory[:80], before[:80])
    np.testing.assert_array_equal(memory[80 + 80 + 5 * 12 + 10:], before[80 + 80 + 5 * 12 + 10:])
    gaps = np.ones(memory.size, bool)
    for block in (1, 2):
        for row in range(6):
            gaps[80 * block + 12 * row: 80 * block + 12 * row + 10] = False
    np.testing.assert_array_equal(memory[gaps], before[gaps])


@given(st.lists(C.pairs(4, 600), max_size=12))
def test_many_views(pairs):
    data = [dst.bytes.copy() for dst, _ in pairs]
    C.copy_views([C.describe(x.ctypes.data + dst.start, dst.shape, dst.strides, dst.itemsize) for x, (dst, _) in zip(data, pairs)],
                 [C.describe(src.bytes.ctypes.data + src.start, src.shape, src.strides, src.itemsize) for _, src in pairs])
    for x, (dst, src) in zip(data, pairs):
        np.testing.assert_array_equal(x, C.expected(dst, src))


# What each way of the CPU is for: shape, strides of dst, of src.
WAYS = {
    "squares, all tails": ((37, 41), (41, 1), (1, 37)),
    "squares, rows from the end": ((40, 33), (33, 1), (-1, 41)),
    "squares, blocks and a tail of one": ((9, 1025), (1030, 1), (1, 9)),
    "squares, blocks within another axis": ((2, 16, 2050), (40000, 2060, 1), (16 * 2051, 1, 16)),
    "squares beside each other": ((3, 13, 21, 19), (13 * 21 * 19, 21 * 19, 19, 1), (13, 1, 13 * 3, 13 * 3 * 21)),
    "rows outside of what lies beside": ((5, 17, 19), (17 * 19, 19, 1), (19 * 17, 1, 17)),
    "three rows": ((3, 100), (100, 1), (1, 3)), "two rows": ((2, 100), (100, 1), (1, 2)),
    "pixels to planes": ((3, 20000), (20001, 1), (1, 3)), "planes to pixels": ((20000, 3), (3, 1), (1, 20001)),
    "pixels with gaps": ((6000, 5), (7, 1), (5, 1)), "an axis between": ((70, 12, 5), (60, 5, 1), (1, 350, 70)),
    "every second": ((4099,), (1,), (2,)), "every second, short": ((300, 33), (34, 1), (66, 2)),
    "backwards": ((4099,), (1,), (-1,)), "backwards, short": ((300, 17), (18, 1), (-17, -1)),
    "gathered": ((4099,), (1,), (3,)), "gathered from the end": ((4099,), (1,), (-2,)), "scattered": ((4099,), (3,), (1,)),
    "both with gaps": ((1027,), (2,), (-3,)), "short lines": ((500, 5), (9, 2), (3, 1500)),
    "filled": ((3, 331), (340, 1), (1, 0)), "filled, short": ((200, 7), (8, 1), (1, 0)),
    "filled with gaps": ((3, 331), (1000, 2), (1, 0)), "each of a short axis repeated": ((300, 9), (9, 1), (64, 0)),
    "rows to many": ((5, 300), (301, 1), (0, 1)), "repeated in between": ((4, 30, 50), (1500, 50, 1), (1, 0, 4)),
    "lines repeated": ((30, 700), (701, 1), (0, 2)), "lines repeated from the end": ((7, 30, 70), (-70 * 30, 70, 1), (0, -71, -1)),
    "lines repeated in between": ((40, 3, 5, 13), (200, 65, -13, 1), (39, 13, 0, -1)),
    "short lines repeated": ((300, 63, 2), (126, 2, 1), (1, 0, 300)), "squares repeated": ((5, 40, 300), (300 * 41, 300, 1), (0, 1, 41)),
    "squares repeated beside each other": ((9, 3, 2, 20, 33), (3960, 33 * 20, 1980, 33, 1), (660, 0, 5940, 1, 20)),
    "squares of more than a cache": ((700, 300), (301, 1), (1, 703)), "runs": ((40, 9), (10, 1), (30, 1)), "long runs": ((9, 4, 150), (600, 150, 1), (160, 1600, 1)),
}


@pytest.mark.parametrize("itemsize", C.ITEMSIZES)
@pytest.mark.parametrize("shape, to, from_", WAYS.values(), ids=WAYS)
def test_ways_of_the_cpu(shape, to, from_, itemsize):
    dst, src = C.Memory(shape, to, itemsize, 3, 1), C.Memory(shape, from_, itemsize, 5, 2)
    for memory in (dst, src):  # to the last byte: what is read behind it is seen by a sanitizer
        memory.bytes = memory.bytes[:-5].copy()
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


@pytest.mark.parametrize("itemsize", (4, 8, 16))
def test_blocks_within_a_far_axis(itemsize):
    """What is larger than the caches: an axis that stays within lines of src comes inside of blocks."""
    shape = (3, 130, 1500)
    dst = C.Memory(shape, C.dense(shape), itemsize, 0, 1)
    src = C.Memory(shape, (1, 3, 3 * 131 * 16 // itemsize), itemsize, 0, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


@pytest.mark.parametrize("unit, count", [(1 << 13, 64), (4096, 17), (100, 40), (1 << 16, 3)])
def test_large_units_repeated(unit, count):
    dst, src = C.Memory((count, unit), (unit, 1), 1, 1, 1), C.Memory((count, unit), (0, 1), 1, 2, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


@pytest.mark.parametrize("itemsize", (5000, 1 << 20, (1 << 20) + 3))
def test_large_elements(itemsize):
    dst, src = C.Memory((3,), (2,), itemsize, 1, 1), C.Memory((3,), (-1,), itemsize, 2, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


# -- threads: the library takes all that it may, from 256 KiB on --------------------------------------------------------
@pytest.fixture(params=(0, 1, 2, 5, 127))
def threads(request):
    C.set_threads(request.param)
    yield request.param
    C.set_threads(0)


def at(memory, case, which):
    """The elements of a case of bench/layouts.py in memory."""
    strides = (case.src_strides, case.dst_strides)[which]
    first = (layouts.lowest(case, which) - sum((n - 1) * min(s, 0) for n, s in zip(case.shape, strides))) * case.itemsize
    return np.ndarray(case.shape, f"V{case.itemsize}", memory, first, [s * case.itemsize for s in strides])


def test_random_layouts_by_threads(threads):
    """Permuted, sliced, reversed, repeated and padded, of 200 to 800 KB."""
    for case in layouts.random_cases(threads, C.examples(60), 200_000, 800_000):
        arrays = []
        for which, strides in enumerate((case.src_strides, case.dst_strides)):
            size = (layouts.lowest(case, which) + layouts.extent(case.shape, strides) + 3) * case.itemsize
            arrays.append(np.random.default_rng(which).integers(0, 256, size, np.uint8))
        wanted = arrays[1].copy()
        at(wanted, case, 1)[...] = at(arrays[0], case, 0)
        described = []
        for which in (1, 0):
            view = at(arrays[which], case, which)
            described.append(C.describe(view.ctypes.data, case.shape, (case.src_strides, case.dst_strides)[which], case.itemsize))
        C.copy(*described)
        np.testing.assert_array_equal(arrays[1], wanted, str(case))


@pytest.mark.parametrize("count", ((1 << 18) - 1, 1 << 18, (1 << 18) + 1, (1 << 18) + 63))
@pytest.mark.parametrize("step", (1, 2, -1))
def test_sizes_from_which_there_are_threads(threads, count, step):
    dst, src = C.Memory((count,), (1,), 1, 1, 1), C.Memory((count,), (step,), 1, 2, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


def test_overlapping_by_threads(threads):
    memory = np.random.default_rng(0).integers(0, 1 << 31, 600 * 600)
    wanted = memory.copy().reshape(600, 600).T.copy().ravel()
    C.copy(*(C.describe(memory.ctypes.data, (600, 600), strides, 8) for strides in ((600, 1), (1, 600))))
    np.testing.assert_array_equal(memory, wanted)


def test_threads_are_refused():
    """CUCORE_COPY_THREADS(128) and CUCORE_COPY_THREADS(-1)"""
    dst, src = C.describe(0, (0,), (1,), 1), C.describe(0, (0,), (1,), 1)
    for flags in (128 << 8, (1 << 64) - 256):
        with pytest.raises(C.CopyError, match=f"INVALID_ARGUMENT: options->flags is {flags:#x}: .* CUCORE_COPY_THREADS of 0 to 127"):
            C.copy(dst, src, flags=flags)


# -- overlap: as if src had been read before --------------------------------------------------------------------------
@st.composite
def overlapping(draw):
    shape = draw(C.shapes(4, 400))
    shape = tuple(n or 1 for n in shape)
    itemsize = draw(st.sampled_from((1, 2, 4, 7, 8, 16)))
    to, from_ = draw(C.strided(shape, True)), draw(C.strided(shape, False))
    if not C.is_unique(shape, to):
        to = C.dense(shape)
    shift = draw(st.integers(-20, 20))
    return shape, itemsize, to, from_, shift


@given(overlapping())
def test_overlap(case):
    shape, itemsize, to, from_, shift = case
    lows = [sum(min(0, s * (n - 1)) for n, s in zip(shape, strides)) for strides in (to, from_)]
    highs = [sum(max(0, s * (n - 1)) for n, s in zip(shape, strides)) for strides in (to, from_)]
    low, high = min(lows[0], lows[1] + shift), max(highs[0], highs[1] + shift)
    data = np.random.default_rng(3).integers(0, 256, (high - low + 1) * itemsize, np.uint8)
    void = np.dtype((np.void, itemsize))

    def views(memory):
        return [np.ndarray(shape, void, memory, (offset - low) * itemsize, [s * itemsize for s in strides])
                for offset, strides in ((0, to), (shift, from_))]

    ours, theirs = data.copy(), data.copy()
    dst, src = views(theirs)
    dst[...] = src.copy()
    base = ours.ctypes.data - low * itemsize
    C.copy(C.describe(base, shape, to, itemsize), C.describe(base + shift * itemsize, shape, from_, itemsize))
    np.testing.assert_array_equal(ours, theirs)


def test_identity_is_nothing():
    array = np.arange(12, dtype=np.int32).reshape(3, 4)[:, ::-1]
    view = C.of_numpy(array)
    assert C.plan(view, view) == "nothing, host to host, 48 bytes"
    C.copy(view, view)
    assert array[0, 0] == 3


# -- errors -------------------------------------------------------------------------------------------------------------
def refused(status, words, dst, src, **how):
    with pytest.raises(C.CopyError) as error:
        C.copy(dst, src, **how)
    assert error.value.status == status, error.value.message
    assert words in error.value.message


def test_errors():
    a, b = np.zeros((3, 4), np.float32), np.ones((3, 4), np.float32)
    dst, src = C.of_numpy(a), C.of_numpy(b)
    refused("WRONG_SHAPE", "src of shape (4, 3) does not stretch to dst of shape (3, 4)", dst, C.of_numpy(b.T))
    refused("WRONG_SHAPE", "(2, 3, 4)", dst, C.of_numpy(np.ones((2, 3, 4), np.float32)))
    refused("WRONG_DTYPE", "dst is void4, src is void8", dst, C.of_numpy(np.ones((3, 4))))
    refused("READONLY", "dst is read-only", C.describe(a.ctypes.data, (3, 4), (4, 1), 4, readonly=True), src)
    refused("WRONG_LAYOUT", "(0, 1)", C.describe(a.ctypes.data, (3, 4), (0, 1), 4), src)
    refused("WRONG_LAYOUT", "(1, 1)", C.describe(a.ctypes.data, (3, 4), (1, 1), 4), src)
    refused("INVALID_ARGUMENT", "dst: the data pointer is NULL", C.describe(0, (3, 4), (4, 1), 4), src)
    refused("INVALID_ARGUMENT", "src: the data pointer is NULL", dst, C.describe(0, (3, 4), (4, 1), 4))
    refused("WRONG_DEVICE", "kind 10", C.describe(a.ctypes.data, (3, 4), (4, 1), 4, kind=10), src)
    refused("INVALID_ARGUMENT", "7 is none of", dst, src, blocking=7)
    refused("INVALID_ARGUMENT", "shape[1] is -4", C.describe(a.ctypes.data, (3, -4), (4, 1), 4), src)
    refused("OVERFLOW", "", C.describe(a.ctypes.data, (3, 2**62), (4, 8), 4), C.describe(8, (3, 2**62), (4, 8), 4))
    assert not a.any()


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2**62, 4)])
def test_empty(shape):
    C.copy(C.describe(0, shape, (1,) * len(shape), 4), C.describe(0, shape, (5,) * len(shape), 4))


@pytest.mark.parametrize("shape, strides", [((3, 4), (5, 2)), ((4, 3), (2, -5)), ((2, 3, 2), (11, 4, 6)), ((100, 100), (101, 100))])
def test_interleaved_rows(shape, strides):
    """No stride steps over what the smaller ones reach, but all elements are in different places."""
    dst, src = C.Memory(shape, strides, 4, 3, 1), C.Memory(shape, C.dense(shape), 4, 5, 2)
    np.testing.assert_array_equal(copied(dst, src), C.expected(dst, src))


def test_too_much_to_search():
    """Whether elements meet is looked for in bounded time."""
    shape = (1000, 1000, 1000)
    with pytest.raises(C.CopyError, match="elements of dst may overlap") as error:
        C.plan(C.describe(1 << 40, shape, (1000003, 1000033, 1000037), 4), C.describe(1 << 41, shape, C.dense(shape), 4))
    assert error.value.status == "WRONG_LAYOUT"


def test_scalar_and_stretched():
    a, b = np.zeros((4, 5), np.int16), np.array(7, np.int16)
    C.copy(C.of_numpy(a), C.of_numpy(b))
    assert (a == 7).all()
    C.copy(C.of_numpy(a), C.of_numpy(np.arange(5, dtype=np.int16)))
    assert (a == np.arange(5)).all()
    C.copy(C.of_numpy(b), C.of_numpy(np.array(9, np.int16)))
    assert b == 9


# -- packed elements --------------------------------------------------------------------------------------------------
def packed(data, shape, strides, bits, offset=0):
    return C.describe(data.ctypes.data + offset, shape, strides, (bits + 7) // 8, itembits=bits)


@pytest.mark.parametrize("shape, to, from_, works", [
    ((6, 4), (4, 1), (8, 1), True), ((6, 4), (6, 1), (4, 1), True), ((4, 6), (1, 4), (1, 8), True),
    ((8,), (1,), (1,), True), ((6, 3), (3, 1), (3, 1), True), ((6, 3), (4, 1), (3, 1), False),
    ((8,), (2,), (1,), False), ((7,), (1,), (1,), False), ((2, 2), (1, 2), (2, 1), False),
])
def test_packed(shape, to, from_, works):
    dst, src = np.zeros(64, np.uint8), np.arange(1, 65, dtype=np.uint8)
    ours = packed(dst, shape, to, 4), packed(src, shape, from_, 4)
    if not works:
        refused("UNSUPPORTED", "packed elements of 4 bits", *ours)
        assert not dst.any()
        return
    C.copy(*ours)
    nibbles = np.zeros(128, np.uint8)
    source = np.stack([src & 15, src >> 4], 1).reshape(-1)
    for index in np.ndindex(*shape):
        nibbles[np.dot(index, to)] = source[np.dot(index, from_)]
    np.testing.assert_array_equal(dst, nibbles[::2] | nibbles[1::2] << 4)


@given(C.packed_pairs())
def test_packed_pairs(pair):
    """Copied where each byte of dst is a whole one of src, refused elsewhere."""
    dst, src = pair
    wanted, data = C.expected_packed(dst, src), dst.bytes.copy()
    ours = (C.describe(data.ctypes.data + dst.start, dst.shape, dst.strides, dst.itemsize, itembits=dst.bits),
            C.describe(src.bytes.ctypes.data + src.start, src.shape, src.strides, src.itemsize, itembits=src.bits))
    if wanted is None:
        refused("UNSUPPORTED", "packed elements", *ours)
        wanted = dst.bytes
    else:
        C.copy(*ours)
    np.testing.assert_array_equal(data, wanted)


def test_packed_empty():
    data = np.zeros(1, np.uint8)
    C.copy(packed(data, (0, 3), (1, 2), 4), packed(data, (0, 3), (5, 7), 4))


# -- plans, pure --------------------------------------------------------------------------------------------------------
MIB = 1 << 20
PLANS = [  # name, (shape, strides, kind, device) of dst and src, itemsize, the plan
    ("contiguous", ((1024, 1024), (1024, 1), C.CUDA, 0), ((1024, 1024), (1024, 1), C.PINNED, 0), 4,
     "memcpy, pinned to cuda:0, 4194304 bytes"),
    ("reversed is one run too", ((1024,), (-1,), C.CUDA, 0), ((1024,), (-1,), C.PINNED, 0), 4, "memcpy"),
    ("half rows", ((64, 1024), (1024, 1), C.CUDA, 0), ((64, 1024), (2048, 1), C.PINNED, 0), 4, "pitched"),
    ("half rows of half planes", ((8, 64, 1024), (65536, 1024, 1), C.CUDA, 0),
     ((8, 64, 1024), (262144, 2048, 1), C.PINNED, 0), 4, "pitched"),
    ("half rows, to the host", ((64, 1024), (2048, 1), C.PINNED, 0), ((64, 1024), (1024, 1), C.CUDA, 0), 4, "pitched"),
    ("transposed", ((4096, 4096), (4096, 1), C.CUDA, 0), ((4096, 4096), (1, 4096), C.PINNED, 0), 4,
     "block, pinned to cuda:0, 67108864 bytes in 2 pieces of up to 33554432, unpacked by a kernel"),
    ("transposed, larger", ((16384, 16384), (16384, 1), C.CUDA, 0), ((16384, 16384), (1, 16384), C.PINNED, 0), 4,
     "in 32 pieces of up to 33554432"),
    ("transposed, to the host", ((4096, 4096), (1, 4096), C.PINNED, 0), ((4096, 4096), (4096, 1), C.CUDA, 0), 4,
     "block, cuda:0 to pinned, 67108864 bytes in 2 pieces of up to 33554432, packed by a kernel"),
    ("every 2nd column", ((1024, 1024), (1024, 1), C.CUDA, 0), ((1024, 1024), (2048, 2), C.PINNED, 0), 4, "block"),
    ("every 8th column", ((1024, 1024), (1024, 1), C.CUDA, 0), ((1024, 1024), (8192, 8), C.PINNED, 0), 4, "kernel"),
    ("gaps on the host stay", ((1024, 1024), (2048, 2), C.PINNED, 0), ((1024, 1024), (1024, 1), C.CUDA, 0), 4,
     "staged, cuda:0 to pinned"),
    ("small and transposed", ((16, 16), (16, 1), C.CUDA, 0), ((16, 16), (1, 16), C.PINNED, 0), 4, "kernel"),
    ("plain, small", ((1024,), (1,), C.CUDA, 0), ((1024,), (1,), C.CPU, 0), 4, "memcpy, host to cuda:0"),
    ("plain rows", ((64, 1024), (1024, 1), C.CUDA, 0), ((64, 1024), (2048, 1), C.CPU, 0), 4, "pitched"),
    ("plain, large", ((8 * MIB,), (1,), C.CUDA, 0), ((8 * MIB,), (1,), C.CPU, 0), 4, "staged, host to cuda:0"),
    ("plain, transposed", ((64, 64), (64, 1), C.CUDA, 0), ((64, 64), (1, 64), C.CPU, 0), 4,
     "block, host to cuda:0, 16384 bytes in 1 piece of up to 16384, unpacked by a kernel"),
    ("plain, transposed, to the host", ((64, 64), (1, 64), C.CPU, 0), ((64, 64), (64, 1), C.CUDA, 0), 4,
     "block, cuda:0 to host, 16384 bytes in 1 piece of up to 16384, packed by a kernel"),
    ("plain, transposed, large", ((2048, 2048), (2048, 1), C.CUDA, 0), ((2048, 2048), (1, 2048), C.CPU, 0), 4,
     "staged, host to cuda:0, 16777216 bytes in 1 piece of up to 16777216, unpacked by a kernel"),
    ("plain, every second, to the host", ((64, 64), (128, 2), C.CPU, 0), ((64, 64), (1, 64), C.CUDA, 0), 4,
     "staged, cuda:0 to host, 16384 bytes in 1 piece of up to 16384, packed by a kernel"),
    ("repeated", ((64, 1 << 16), (1 << 16, 1), C.CUDA, 0), ((64, 1 << 16), (0, 1), C.PINNED, 0), 4,
     "in 1 piece of up to 262144, unpacked by a kernel"),
    ("repeated blocks of half a MiB", ((3, 2), (2, 1), C.CUDA, 0), ((2,), (1,), C.PINNED, 0), MIB // 2,
     "block, pinned to cuda:0, 3145728 bytes in 1 piece of up to 1048576, unpacked by a kernel"),  # B87
    ("repeated rows", ((4, 512, 1024), (512 * 1024, 1024, 1), C.CUDA, 0), ((4, 512, 1024), (0, 1024, 1), C.CPU, 0), 1,
     "block, host to cuda:0, 2097152 bytes in 1 piece of up to 524288, unpacked by a kernel"),
    ("repeated rows far apart", ((2, 512, 1024), (512 * 1024, 1024, 1), C.CUDA, 0),
     ((2, 512, 1024), (0, 8192, 1), C.PINNED, 0), 1, "pitched, pinned to cuda:0, 1048576 bytes in 1 piece"),
    ("on the device, one run", ((64, 64), (1, 64), C.CUDA, 0), ((64, 64), (1, 64), C.CUDA, 0), 4,
     "memcpy, cuda:0 to cuda:0, 16384 bytes"),
    ("on the device", ((64, 64), (1, 64), C.CUDA, 0), ((64, 64), (64, 1), C.CUDA, 0), 4, "kernel, cuda:0 to cuda:0"),
    ("managed is the device's", ((64, 64), (1, 64), C.MANAGED, 1), ((64, 64), (64, 1), C.CUDA, 0), 4,
     "kernel, cuda:0 to cuda:0"),
    ("managed and the host", ((64,), (1,), C.MANAGED, 1), ((64,), (1,), C.PINNED, 0), 4, "memcpy, pinned to cuda:1"),
    ("two devices", ((64,), (1,), C.CUDA, 1), ((64,), (1,), C.CUDA, 0), 4, "memcpy, cuda:0 to cuda:1, 256 bytes"),
    ("two devices, transposed", ((64, 64), (1, 64), C.CUDA, 1), ((64, 64), (64, 1), C.CUDA, 0), 4,
     "block, cuda:0 to cuda:1, 16384 bytes in 1 piece of up to 16384, unpacked by a kernel"),
    ("two devices, far gaps", ((64, 64), (1, 64), C.CUDA, 1), ((64, 64), (640, 10), C.CUDA, 0), 4,
     "staged, cuda:0 to cuda:1"),
    ("pinned on both sides", ((64, 64), (1, 64), C.PINNED, 0), ((64, 64), (64, 1), C.PINNED, 0), 4,
     "host, pinned to pinned"),
]


def described(address, shape, strides, kind, device, itemsize):
    return C.describe(address, shape, strides, itemsize, kind, device)


@pytest.mark.parametrize("name, dst, src, itemsize, words", PLANS, ids=[row[0] for row in PLANS])
def test_plans(name, dst, src, itemsize, words):
    text = C.plan(described(1 << 40, *dst, itemsize), described(1 << 41, *src, itemsize))
    assert words in text


def test_plans_without_the_cpu():
    dst = C.describe(1 << 40, (1024, 1024), (2048, 2), 4, C.PINNED)
    src = C.describe(1 << 41, (1024, 1024), (1024, 1), 4, C.CUDA)
    assert C.plan(dst, src, blocking=C.NO).startswith("kernel")


def test_plan_for_a_stream_elsewhere():
    dst, src = C.describe(1 << 40, (8,), (1,), 4, C.CUDA, 0), C.describe(1 << 41, (8,), (1,), 4, C.CUDA, 1)
    assert C.plan(dst, src, device=1).startswith("memcpy")
    with pytest.raises(C.CopyError, match="the stream is on device 2, the data are on devices 0 and 1"):
        C.plan(dst, src, device=2)
    with pytest.raises(C.CopyError, match="the stream is on device 2, the data are on device 0"):
        C.plan(dst, dst, device=2)


@pytest.mark.parametrize("shape, strides, itemsize, itembits", [
    ((1 << 40, 1 << 20), (1 << 20, 1), 8, 64), ((1 << 33,), (1,), 1 << 31, 1 << 34), ((2, 3), (1 << 60, 1), 1, 8),
    ((1 << 62, 2), (2, 1), 2, 12), ((2, 4), (1 << 61, 1), 1, 4), ((2, 2), (1 << 62, -(1 << 61)), 1, 8)])
def test_sizes_that_do_not_fit(shape, strides, itemsize, itembits):
    for to in (C.CPU, C.PINNED, C.CUDA):
        for from_ in (C.CPU, C.PINNED, C.CUDA):
            with pytest.raises(C.CopyError) as error:
                C.plan(C.describe(1 << 40, shape, strides, itemsize, to, itembits=itembits),
                       C.describe(1 << 41, shape, [0] * (len(shape) - 1) + [1], itemsize, from_, itembits=itembits))
            assert error.value.status == "OVERFLOW", error.value.message


@given(C.pairs())
def test_any_plan_is_printed(pair):
    """Any layout has a plan for any two places, within the bounds of temporary memory; nothing is read or written."""
    dst, src = pair
    for to in (C.CPU, C.PINNED, C.CUDA):
        for from_ in (C.CPU, C.PINNED, C.CUDA):
            text = C.plan(C.describe((1 << 40) + dst.start, dst.shape, dst.strides, dst.itemsize, to),
                          C.describe((1 << 42) + src.start, src.shape, src.strides, src.itemsize, from_))
            assert f"{math.prod(dst.shape) * dst.itemsize} bytes" in text
