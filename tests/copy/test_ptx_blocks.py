"""The PTX of the kernel of blocks, run on the CPU by ptx.py: by numbers from everywhere, and by rows of a table."""
import ctypes
import random

import numpy as np
import pytest

import ptx
from copies import aligned, lib

lib.copy_lib_blocks_ptx.restype = lib.copy_lib_flat_ptx.restype = ctypes.c_char_p
TEXT, FLAT_TEXT = lib.copy_lib_blocks_ptx().decode(), lib.copy_lib_flat_ptx().decode()
COUNTED, MEMORY, SENT = range(3)  # enum cucore__blocks_source
THREADS = 256
u32, u64, i64 = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64


class Side(ctypes.Structure):
    """cucore__blocks_side"""
    _fields_ = [("ptr", u64), ("step", i64), ("block", i64), ("extent", u64), ("source", u32), ("bytes", u32), ("is_signed", u32),
                ("reserved", u32)]


class Digit(ctypes.Structure):
    """cucore__kernel_digit"""
    _fields_ = [("extent", u32), ("magic", u32), ("shift", u32), ("reserved", u32), ("a", i64), ("b", i64)]


class Parameters(ctypes.Structure):
    """cucore__kernel_blocks"""
    _fields_ = [("bytes", u64), ("report", u64), ("table", u64), ("is_table", u32), ("items", u32), ("lanes", u32), ("piece", u32),
                ("first", u32), ("digits", u32), ("blocks", u32), ("reserved", u32), ("side", Side * 2), ("pieces", Digit),
                ("digit", Digit * 8), ("room", u64 * 457)]


class Flat(ctypes.Structure):
    """cucore__kernel_flat"""
    _fields_ = [("items", u32), ("lanes", u32), ("words", u32), ("piece", u32), ("report", u64), ("first", u32), ("reserved", u32),
                ("pieces", Digit), ("side", Side * 2), ("layers", u64 * 64)]


assert ctypes.sizeof(Parameters) == 4096 and ctypes.sizeof(Flat) == 672


def launch(p, layers, memories):
    ptx.launch(TEXT, bytes(p), (p.blocks, layers, 1), THREADS, 0, [ptx.Memory(m.ctypes.data, m) for m in memories])


class Cache:
    """Blocks of (rows, columns) bytes, with gaps."""

    def __init__(self, rng, blocks, rows, columns, itemsize, lead):
        gap = rng.choice([0, 0, 1, 16])
        self.strides = (rows * (columns + gap) + rng.choice([0, 3]), columns + gap, 1)
        self.shape, self.itemsize, self.lead = (blocks, rows, columns), itemsize, lead
        self.data = aligned(lead + blocks * self.strides[0] * itemsize + 7)
        self.data[:] = np.random.default_rng(rng.randrange(2**32)).integers(0, 256, self.data.size, np.uint8)

    def view(self, data):
        return np.ndarray(self.shape, np.dtype((np.void, self.itemsize)), data, self.lead, [s * self.itemsize for s in self.strides])

    def described(self):
        return (i64 * 9)(3, 0, self.itemsize, *self.shape, *self.strides)


def numbers_of(rng, side, values, p, room_at, extra):
    """Gives the kernel a list of numbers in one of its ways; -> where the room goes on."""
    ways = [MEMORY] + [SENT] * (min(values) >= 0) + [COUNTED] * (values == list(range(len(values))))
    how = rng.choice(ways)
    side.source = how
    if how == MEMORY:
        dtype = np.dtype(rng.choice(["i1", "i2", "i4", "i8"] if min(values) < 0 else ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]))
        step = rng.choice([1, 2])
        data = np.zeros(len(values) * step, dtype)
        data[::step] = values
        memory = aligned(data.nbytes)
        memory[:] = data.view(np.uint8)
        extra.append(memory)
        side.ptr, side.step, side.bytes, side.is_signed = memory.ctypes.data, step * dtype.itemsize, dtype.itemsize, dtype.kind == "i"
    elif how == SENT:
        side.ptr = room_at
        ctypes.memmove(ctypes.addressof(p.room) + 4 * room_at, (u32 * len(values))(*values), 4 * len(values))
        room_at += len(values)
    return room_at


def blocks_case(seed, columns, out_of_range=False):
    rng = random.Random(seed)
    blocks, rows, itemsize = rng.randint(3, 9), rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 2, 4, 8, 16, 3])
    columns = max(1, columns // itemsize)
    layers = [[Cache(random.Random(seed), blocks, rows, columns, itemsize, rng.choice([0, 0, rng.randrange(16)])) for _ in range(2)]
              for _ in range(2)]
    count = rng.randint(1, blocks)
    to = rng.choice([list(range(count)), rng.sample(range(blocks), count)])
    from_ = rng.choice([list(range(count)), [rng.randrange(blocks) for _ in range(count)]])
    if out_of_range:
        rng.choice([to, from_])[rng.randrange(count)] = rng.choice([-1, blocks, 100])
    p, offsets, extra = Parameters(), (i64 * 3)(), []
    assert lib.copy_lib_blocks_parameters(layers[0][0].described(), layers[0][1].described(), ctypes.byref(p), offsets) == 0
    for k, pair in enumerate(layers):
        for i, cache in enumerate(pair):
            p.room[2 * k + i] = cache.data.ctypes.data + cache.lead + offsets[i]
    at = numbers_of(rng, p.side[0], to, p, 8, extra)
    numbers_of(rng, p.side[1], from_, p, at, extra)
    report = aligned(16)
    report[:] = 0
    p.report, p.items, p.first = report.ctypes.data, count * offsets[2], 5
    p.blocks = rng.choice([1, max(1, p.items * 2**p.lanes // THREADS)])
    wanted = [dst.data.copy() for dst, _ in layers]
    for (dst, src), data in zip(layers, wanted):
        for i, j in zip(to, from_):
            if 0 <= i < blocks and 0 <= j < blocks:
                dst.view(data)[i] = src.view(src.data)[j]
    launch(p, len(layers), [report, *extra, *(cache.data for pair in layers for cache in pair)])
    for (dst, _), data in zip(layers, wanted):
        np.testing.assert_array_equal(dst.data, data, f"seed {seed}")
    side, index = report.view(np.uint32)[:2]
    if not out_of_range:
        assert side == 0
        return
    lists = {1: to, 2: from_}
    assert lists[side][index - 5] == report.view(np.int64)[1]


@pytest.mark.parametrize("columns", [1, 5, 16, 100, 512, 2048, 5000])
@pytest.mark.parametrize("seed", range(3))
def test_blocks(seed, columns):
    blocks_case(1000 * columns + seed, columns)


@pytest.mark.parametrize("seed", range(6))
def test_numbers_out_of_range(seed):
    blocks_case(seed, 48, True)


@pytest.mark.parametrize("words, lanes, piece", [(1, 0, 128), (3, 0, 128), (9, 2, 128), (33, 4, 128), (128, 5, 128), (300, 5, 128)])
@pytest.mark.parametrize("wrong", [False, True])
def test_flat(words, lanes, piece, wrong):
    """Numbers of 4 and 8 bytes, signed or not, or counted; some out of range, which one report has."""
    rng = random.Random(words + wrong)
    extents, count, layers = (9, 7), 6, 2
    caches = [[aligned(extent * (words * 16 + 32)) for extent in extents] for _ in range(layers)]
    for pair in caches:
        for memory in pair:
            memory[:] = np.random.default_rng(rng.randrange(2**32)).integers(0, 256, memory.size, np.uint8)
    pieces = -(-words // piece)
    p = Flat(items=count * pieces, lanes=lanes, words=words, piece=piece, first=5)
    p.pieces.extent = 1
    if pieces > 1:  # n / 3 for n < 2^31
        p.pieces.extent, p.pieces.magic, p.pieces.shift = pieces, -(-2**33 // 3), 1
        assert pieces == 3
    numbers = [rng.sample(range(extents[0]), count), [rng.randrange(extents[1]) for _ in range(count)]]
    lists = []
    for side, extent, values, dtype in zip(p.side, extents, numbers, rng.choice([("i8", "u4"), ("i4", "u8"), ("i4", "i4")])):
        if wrong and not lists:
            values[2] = -1 if dtype[0] == "i" else extent
        memory = aligned(count * 2 * int(dtype[1]))
        memory[:] = np.repeat(np.array(values, dtype), 2).view(np.uint8)
        lists.append(memory)
        side.ptr, side.step, side.block, side.extent = memory.ctypes.data, 2 * int(dtype[1]), words * 16 + 32, extent
        side.source, side.bytes, side.is_signed = MEMORY, int(dtype[1]), dtype[0] == "i"
    if not wrong and words == 9:
        numbers[0] = list(range(2, 2 + count))
        p.side[0].source, p.side[0].ptr = COUNTED, 2
    report = aligned(16)
    report[:] = 0
    p.report = report.ctypes.data
    for k, pair in enumerate(caches):
        p.layers[2 * k], p.layers[2 * k + 1] = pair[0].ctypes.data, pair[1].ctypes.data
    wanted = [dst.copy() for dst, _ in caches]
    for (_, src), data in zip(caches, wanted):
        for i, j in zip(*numbers):
            if 0 <= i < extents[0]:
                data.reshape(extents[0], -1)[i, :words * 16] = src.reshape(extents[1], -1)[j, :words * 16]
    grid = (-(-(p.items << lanes) // THREADS), layers, 1)
    ptx.launch(FLAT_TEXT, bytes(p), grid, THREADS, 0,
               [ptx.Memory(m.ctypes.data, m) for m in (report, *lists, *(cache for pair in caches for cache in pair))])
    for (dst, _), data in zip(caches, wanted):
        np.testing.assert_array_equal(dst, data)
    assert list(report.view(np.uint32)[:2]) == ([1, 7] if wrong else [0, 0])
    assert not wrong or report.view(np.int64)[1] == numbers[0][2]


@pytest.mark.parametrize("sent", [False, True])
def test_table(sent):
    """Rows of all sizes at all alignments."""
    rng = random.Random(sent)
    src, dst = aligned(60000), aligned(60000)
    src[:] = np.random.default_rng(1).integers(0, 256, src.size, np.uint8)
    dst[:] = 0
    wanted, rows, at = dst.copy(), [], 0
    while at < 50000 and len(rows) < 149:
        size, start = rng.choice([1, 3, 8, 16, 40, 500, 2100]), rng.randrange(40000)
        at += rng.randrange(20)
        rows.append((dst.ctypes.data + at, src.ctypes.data + start, size))
        wanted[at:at + size] = src[start:start + size]
        at += size
    p = Parameters(is_table=1, items=len(rows), lanes=rng.choice([0, 3, 5]), blocks=2)
    p.pieces.extent = 1
    memories = [dst, src]
    if sent:
        table = aligned(24 * len(rows))
        table.view(np.uint64)[:] = np.array(rows, np.uint64).reshape(-1)
        p.table = table.ctypes.data
        memories.append(table)
    else:
        p.room[: 3 * len(rows)] = [value for row in rows for value in row]
    launch(p, 1, memories)
    np.testing.assert_array_equal(dst, wanted)
