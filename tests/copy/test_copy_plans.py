"""Which way the planner goes, by name; small copies of every kind against NumPy; random layouts."""
import itertools
import os
import pathlib
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import copies

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PLANS = {  # how the plan of each case of the table begins
    "contiguous": "memcpy, 4032000000 bytes", "contiguous-perm": "memcpy, 4032000000 bytes",
    "contiguous-not-aligned": "memcpy, 4032000000 bytes", "contiguous-small": "memcpy, 4032000000 bytes",
    "contiguous-small-not-aligned": "memcpy, 4032000000 bytes", "negative-stride": "memcpy, 4032000000 bytes",
    "rows-32B-of-128B": "general, 2 axes, unit 16, 1 elements", "block-contiguous": "general, 2 axes, unit 16, 1 elements",
    "several-dims-64": "general, 5 axes, unit 4, 4 elements", "several-dims-odd": "general, 5 axes, unit 4, 4 elements",
    "T2D-char": "general, 2 axes, unit 1, tile", "T2D-short": "general, 2 axes, unit 2, tile", "T2D-double": "general, 2 axes, unit 8, tile",
    "T3D": "general, 3 axes, unit 4, tile", "T3D-odd": "general, 3 axes, unit 4, tile", "T-dst8pad": "general, 3 axes, unit 4, tile",
    "T-dst16pad": "general, 3 axes, unit 4, tile", **dict.fromkeys(("T2D-col-row", "T2D-row-col", "T2D-odd", "T-src15", "T-src16", "T-src17",
                                                                   "T-src16-4D"), "general, 2 axes, unit 4, tile"),
}


@pytest.mark.parametrize("case", copies.CASES, ids=lambda case: case[0])
def test_plans_of_the_table(case):
    name, itemsize, shape, src, dst, src_offset, dst_offset = case
    text = copies.plan(shape, dst or src, src, itemsize, (1 << 40) + dst_offset * itemsize, (1 << 41) + src_offset * itemsize)
    assert text.startswith(PLANS[name]), text


# name, shape, destination strides, source strides, itemsize, how the plan begins
OTHERS = [
    ("a scalar", (), (), (), 4, "memcpy, 4 bytes"),
    ("empty", (3, 0), (1, 1), (1, 1), 4, "nothing, 0 bytes"),
    ("an element of any size", (), (), (), 7, "memcpy, 7 bytes"),
    ("backwards", (1000,), (1,), (-1,), 4, "general, 1 axes, unit 4, 4 elements"),
    ("every second", (1000,), (1,), (2,), 2, "general, 1 axes, unit 2, 8 elements"),
    ("one for all", (1000,), (1,), (0,), 8, "general, 1 axes, unit 8, 2 elements"),
    ("a row for all", (50, 64), (64, 1), (0, 1), 4, "general, 2 axes, unit 16, 1 elements"),
    ("a column for all", (50, 64), (64, 1), (1, 0), 4, "general, 2 axes, unit 4, 4 elements"),
    ("elements of 3 bytes", (128, 128), (1, 128), (128, 1), 3, "general, 3 axes, unit 1, tile"),
    ("elements of 6 bytes", (32, 32), (1, 32), (32, 1), 6, "general, 3 axes, unit 2, tile"),
    ("elements of 12 bytes", (32, 32), (1, 32), (32, 1), 12, "general, 3 axes, unit 4, tile"),
    ("elements of 24 bytes", (32, 32), (1, 32), (32, 1), 24, "general, 3 axes, unit 8, tile"),
    ("elements of 160 bytes", (128, 128), (1, 128), (128, 1), 160, "general, 3 axes, unit 16, 1 elements"),
    ("rows of 16 bytes far apart", (50, 128), (512, 1), (128, 1), 1, "general, 2 axes, unit 16, 1 elements"),
    ("2 bytes", (128, 128), (1, 128), (128, 1), 2, "general, 2 axes, unit 2, tile of 4224 bytes, loads of 4 and stores of 4 bytes"),
    ("bytes, unaligned", (3001, 3003), (3003, 1), (1, 3001), 1, "general, 2 axes, unit 1, tile"),
    ("pixels to planes", (3, 10000), (10000, 1), (1, 3), 1, "general, 2 axes, unit 1, tile"),
    ("extents that nothing divides, two of them in each tile", (19, 19, 400), (7600, 1, 19), (19, 1, 361), 4, "general, 3 axes, unit 4, tile"),
    ("rows with gaps", (50, 33), (40, 1), (33, 1), 4, "general, 2 axes, unit 4, 4 elements"),
    ("rows of odd length", (50, 53), (60, 1), (53, 1), 1, "general, 2 axes, unit 1, rows that are not aligned"),
    ("short rows of odd length", (50, 47), (60, 1), (53, 1), 1, "general, 2 axes, unit 1, 8 elements"),
    ("many axes", (2,) * 40, tuple(2 ** k for k in range(40)), tuple(128 * 2 ** (39 - k) for k in range(40)), 1, "general, 31 axes, unit 1, 8 elements"),
    ("rows that are repeated", (4096, 300, 31), (9316, 31, 1), (9300, 0, 1), 2, "general, 3 axes, unit 2, rows that are not aligned"),
    ("small rows, blocks of two axes exchanged", (4096, 8, 16, 128), (16384, 2048, 128, 1), (16384, 128, 1024, 1), 2, "general, 4 axes, unit 16, 1 elements"),
]


@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row[0])
def test_plans(row):
    _, shape, dst, src, itemsize, begin = row
    assert copies.plan(shape, dst, src, itemsize).startswith(begin), copies.plan(shape, dst, src, itemsize)


@pytest.mark.parametrize("bits", [36, 40, 44, 58])
def test_plans_of_giants(bits):
    """Extents of 2^31 and more: what a launch is given stays within CUDA's limits; more is copied by several launches."""
    OK, OVERFLOW = 0, -2
    planned = 0
    for seed in range(2500):
        layouts = copies.giant_layouts(seed, 1 << bits)
        status, text = copies.plan_or_error(*layouts, (1 << 61) + seed % 7, (1 << 61) + seed % 5)
        if status:
            assert bits > 44 and status == OVERFLOW, (seed, layouts, text)
            continue
        planned += 1
        if not text.startswith(("memcpy", "nothing")):
            blocks, shared = re.search(r", (\d+) blocks$", text), re.search(r"tile of (\d+) bytes", text)
            assert 1 <= int(blocks[1]) < 1 << 31, (seed, layouts, text)
            assert not shared or int(shared[1]) <= 48 << 10, (seed, layouts, text)
    assert planned > 500


def scaled(extent):
    return {25: 2, 70: 3, 90: 5, 80: 16, 100: 3, 134217600: 1000, 131072: 300, 32767: 127, 32768: 128, 65536: 256, 32760: 248,
            16384: 64, 32769: 129, 1024: 40, 1023: 39, 1025: 41, 2236962: 50, 2097152: 64, 1973790: 33, 4194304: 70,
            2048: 6, 63: 7, 64: 8, 65: 9, 67: 5, 69: 6}.get(extent, extent)


@pytest.mark.parametrize("case", copies.CASES, ids=lambda case: case[0])
@pytest.mark.parametrize("lead", [0, 1, 4])
def test_table_scaled_down(case, lead):
    """The same order of axes, gaps and alignment, fewer elements."""
    name, itemsize, shape, src, dst, _, _ = case
    small = tuple(scaled(extent) for extent in shape)

    def strides_of(strides):
        out, size = [0] * len(shape), 1
        for axis in sorted(range(len(shape)), key=lambda axis: abs(strides[axis])):
            below = max([1] + [abs(strides[k]) * shape[k] for k in range(len(shape)) if abs(strides[k]) < abs(strides[axis])])
            size += min(max(0, abs(strides[axis]) - below), 16)
            out[axis] = size if strides[axis] > 0 else -size
            size *= small[axis]
        return tuple(out)

    copies.Case(small, strides_of(dst or src), strides_of(src), itemsize, lead, lead).check_on_host()


@pytest.mark.parametrize("itemsize", sorted(set(copies.ITEMSIZES)))
@pytest.mark.parametrize("shape", [(1, 1), (2, 300), (65, 63), (64, 128), (129, 130), (7, 1000)])
def test_transposes(shape, itemsize):
    for dst_pad, src_pad, lead in ((0, 0, 0), (1, 0, 1), (0, 3, 2), (4, 4, 4), (0, 0, 8)):
        copies.Case(shape, (1, shape[0] + dst_pad), (shape[1] + src_pad, 1), itemsize, lead, lead).check_on_host()


@pytest.mark.parametrize("itemsize", [1, 2, 4, 8])
def test_last_tiles(itemsize):
    """The last tile of an axis has any number of elements."""
    rng = random.Random(itemsize)
    for columns in range(65, 260, 3):
        rows, pad = rng.randrange(5, 70), rng.randrange(4)
        lead = itemsize * rng.randrange(9)
        copies.Case((rows, columns), (columns + pad, 1), (1, rows), itemsize, lead, itemsize).check_on_host()


@pytest.mark.parametrize("run", list(range(96, 132, 4)) + [4096, 4100, 4112])
@pytest.mark.parametrize("itemsize", [4, 8])
def test_runs_aligned_alike(run, itemsize):
    n = run // itemsize
    for lead in range(5):
        strides, lead = (7 * (n + 1) + 3, n + 1, 1), lead * itemsize
        copies.Case((3, 7, n), strides, strides, itemsize, lead, lead).check_on_host()


@pytest.mark.parametrize("columns", [8, 9, 31, 64, 129, 1000, 2049, 17000])
@pytest.mark.parametrize("itemsize", [1, 2, 4, 8, 16])
def test_rows(columns, itemsize):
    """Few and many rows, from word to word, with gaps on either side or both, next to each other and in groups."""
    for rows in (2, 3, 37, 150):
        if rows * columns > 40000:
            continue
        for dst_pad, src_pad in ((0, 1), (1, 0), (1, 1), (3, 2), (0, 2 * columns), (2 * columns, 1)):
            dst, src = columns + dst_pad, columns + src_pad
            lead = (rows + dst_pad + columns) % 9 * itemsize
            copies.Case((rows, columns), (dst, 1), (src, 1), itemsize, lead, itemsize).check_on_host()
            copies.Case((2, rows, columns), (rows * dst + 1, dst, 1), (src, -2 * src, 1), itemsize, lead).check_on_host()


LARGE = [(1, 1449, 1603, 1, 3, 5, 2), (2, 350, 6511, 3, 1, 17, 3)]
LARGE += [(1, 2944, 3200, 1, 0, 0, 0), (2, 2944, 3200, 0, 1, 0, 16), *((3 - itemsize, *row) for itemsize, *row in LARGE)] if copies.EVERY else []


@pytest.mark.parametrize("itemsize, rows, columns, dst_pad, src_pad, dst_lead, src_lead", LARGE)
def test_large_tiles(itemsize, rows, columns, dst_pad, src_pad, dst_lead, src_lead):
    """So many elements that tiles are as large as they can be."""
    case = copies.Case((rows, columns), (columns + dst_pad, 1), (1, rows + src_pad), itemsize, dst_lead * itemsize, src_lead * itemsize)
    assert "tile of " in case.check_on_host()


@pytest.mark.parametrize("extent", [17, 19, 34, 51, 53, 67, 101, 127])
@pytest.mark.parametrize("itemsize", [1, 4, 16])
def test_extents_without_small_divisors(extent, itemsize):
    """The last tile of such an axis has any number of elements."""
    copies.Case((extent, 3000), (3000, 1), (1, extent), itemsize).check_on_host()


def test_bits_reversed():
    """Axes of extent 2 in the other order: a tile takes many."""
    for count in (1, 2, 5, 11, 16):
        forth = tuple(2 ** k for k in range(count))
        for itemsize in (1, 2, 4, 8, 16):
            copies.Case((2,) * count, forth, forth[::-1], itemsize).check_on_host()


@given(st.integers(0, 2 ** 40))
def test_random_layouts(seed):
    copies.random_case(seed, 10000).check_on_host()


# name, shape, destination strides, source strides
ODD = [
    ("transpose", (37, 41), (41, 1), (1, 37)), ("rows with gaps", (37, 41), (44, 1), (1, 39)),
    ("planes to pixels", (301, 3), (3, 1), (1, 307)), ("pixels to planes", (3, 301), (307, 1), (1, 3)),
    ("backwards", (401,), (1,), (-1,)), ("rows backwards", (23, 31), (33, -1), (1, 29)),
    ("the last tile of an axis that runs backwards", (5003, 7), (7, 1), (-1, 5003)),
    ("a column for all", (37, 41), (41, 1), (1, 0)), ("one for all", (401,), (1,), (0,)),
    ("three axes reversed", (11, 13, 17), (221, 17, 1), (1, 11, 143)), ("tiles of two axes", (5, 130, 57), (7410, 57, 1), (1, 5, 650)),
    ("five axes", (3, 5, 7, 4, 6), (840, 168, 24, 6, 1), (1, 3, 15, 105, 420)),
    ("short axes between two fast ones", (9, 5, 7, 50), (1, 9, 45, 315), (1750, 350, 50, 1)),
]


@pytest.mark.parametrize("itemsize", [1, 2, 3, 4, 6, 8, 12, 16])
@pytest.mark.parametrize("shape, dst, src", [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_odd_shapes(shape, dst, src, itemsize):
    """Both arrays begin anywhere."""
    unit = itemsize & -itemsize
    for dst_lead, src_lead in itertools.product((0, unit, 5 * unit, 16), (0, unit, 15 * unit)):
        copies.Case(shape, dst, src, itemsize, dst_lead, src_lead).check_on_host()


def test_ptx_is_up_to_date():
    """The PTX in src/made/ is that of src/copy/kernels/: it has the hash of their text; EVERY=1: nvcc makes it again."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # sanitizers: not for nvcc
    run = subprocess.run([sys.executable, str(ROOT / "tools" / "embed_kernels.py"), "--check" if copies.EVERY else "--hash"], capture_output=True, text=True,
                         env=environment)
    if run.returncode == 77:
        pytest.skip(run.stdout.strip())
    assert run.returncode == 0, run.stderr
