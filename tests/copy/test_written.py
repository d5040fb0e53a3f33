"""Kernels that are written (src/copy/emit/write.c), for a layout or for many: every byte, by ptx.py; what their text depends on; their number."""
import ast
import os
import re
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import copies

# name, shape, destination strides, source strides, itemsize, bytes before both, what the text has
ROWS = [
    ("every second", (3000,), (1,), (2,), 4, 0, 0, "direct"),
    ("backwards", (3000,), (1,), (-1,), 16, 0, 0, "direct"),
    ("one for all", (3000,), (1,), (0,), 8, 0, 0, "direct"),
    ("rows of bytes with gaps", (40, 133), (140, 1), (137, 1), 1, 3, 1, "direct"),
    ("elements of 12 bytes, rows", (40, 33), (40, 1), (33, 1), 12, 4, 4, "direct"),
    ("transposed, 4 bytes", (65, 130), (130, 1), (1, 65), 4, 0, 0, "tile"),
    ("transposed, 16 bytes", (33, 40), (40, 1), (1, 33), 16, 0, 0, "tile"),
    ("transposed, 3 bytes", (60, 40), (40, 1), (1, 60), 3, 0, 0, "tile, stores words"),
    ("transposed bytes in words", (64, 128), (128, 1), (1, 64), 1, 0, 0, "tile, loads words, stores words"),
    ("transposed bytes, odd", (61, 83), (83, 1), (1, 61), 1, 1, 0, "tile"),
    ("transposed pairs in words", (64, 128), (128, 1), (1, 64), 2, 0, 0, "tile, loads words, stores words"),
    ("pixels to planes", (3, 2400), (2400, 1), (1, 3), 1, 0, 0, "tile, loads words, stores words"),
    ("pixels to planes, 2 channels", (2, 2401), (2401, 1), (1, 2), 1, 1, 0, "tile, stores words"),
    ("pixels of images to planes, odd", (2, 3, 17, 77), (3927, 1309, 77, 1), (3927, 1, 231, 3), 1, 3, 1, "tile, stores words"),
    ("pixels of images to planes, 4 channels", (2, 4, 16, 76), (4864, 1216, 76, 1), (4864, 1, 304, 4), 1, 0, 0, "tile, loads words, stores words"),
    ("planes of images to pixels", (2, 16, 76, 3), (3648, 228, 3, 1), (3648, 76, 1, 1216), 1, 0, 0, "tile, loads words, stores words"),
    ("planes to pixels, 4 channels", (2400, 4), (4, 1), (1, 2400), 1, 0, 0, "tile, loads words, stores words"),
    ("planes of images to pixels, odd", (2, 17, 77, 3), (3927, 231, 3, 1), (3927, 77, 1, 1309), 1, 2, 0, "tile, stores words"),
    ("transposed bytes, cut, odd rows", (301, 259), (261, 1), (1, 303), 1, 2, 1, "tile"),
    ("transposed bytes, words to odd rows", (320, 259), (259, 1), (1, 320), 1, 1, 0, "tile, loads words"),
    ("transposed bytes, odd rows to words", (259, 320), (320, 1), (1, 259), 1, 0, 1, "tile, stores words"),
    ("transposed bytes, a batch", (3, 61, 260), (15860, 260, 1), (15860, 1, 61), 1, 0, 0, "tile, stores words"),
    ("planes to pixels far apart, 4 channels", (2400, 4), (140, 1), (1, 2400), 1, 0, 0, "tile, loads words, stores words"),
    ("transposed bytes of two axes", (40, 36, 52), (1872, 52, 1), (1, 40, 1440), 1, 0, 0, "tile, loads words, stores words"),
    ("planes to pixels", (2400, 3), (3, 1), (1, 2400), 1, 0, 0, "tile, loads words, stores words"),
    ("four axes reversed", (7, 12, 11, 9), (1188, 99, 9, 1), (1, 7, 84, 924), 2, 0, 0, "tile"),
    ("a source that repeats and runs backwards", (12, 31, 40), (1240, 40, 1), (-1, 0, 12), 4, 0, 0, "tile"),
    ("a short slowest axis", (3, 64, 64), (4096, 64, 1), (1, 192, 3), 4, 0, 0, "tile"),
]


def form_of(text, itemsize):
    words = [what for what, pattern in (("loads words", "ld.global.u32"), ("stores words", "st.global.u32")) if pattern in text]
    return ", ".join(["tile" if ".shared" in text else "direct"] + (words if itemsize < 4 and ".shared" in text else []))


def case_of(row):
    name, shape, dst, src, itemsize, dst_lead, src_lead, form = row
    return copies.Case(shape, dst, src, itemsize, dst_lead, src_lead)


@pytest.fixture(params=[0, 1], ids=["own", "general"])
def general(request):
    """The kernel has the layout in its text, or among its parameters."""
    copies.lib.copy_lib_write_general(request.param)
    yield request.param
    copies.lib.copy_lib_write_general(0)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rows(general, row):
    text = case_of(row).check_written()
    assert general or form_of(text, row[4]) == row[-1]


@settings(deadline=None, max_examples=copies.examples(300), derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10 ** 9))
def test_random_layouts(general, seed):
    copies.random_case(seed, 3000).check_written()


EXTENTS = [2, 3, 4, 8, 12, 16, 31, 32, 33, 40, 64, 65, 96, 100, 128, 132, 160, 256, 301]


@st.composite
def turned(draw, itemsizes):
    """Axes in two orders, with gaps: most of these get tiles."""
    shape, volume = [], 1
    for _ in range(draw(st.integers(2, 4))):
        extent = draw(st.sampled_from([e for e in EXTENTS if volume * e <= 6000] or [2]))
        shape.append(extent)
        volume *= extent
    strides = []
    for may_turn in (False, True):
        order, step, found = draw(st.permutations(range(len(shape)))), 1, [0] * len(shape)
        for axis in order:
            found[axis] = step * (draw(st.sampled_from([1, 1, 1, -1])) if may_turn else 1)
            step = step * shape[axis] + draw(st.sampled_from([0, 0, 0, 4, 3]))
        strides.append(tuple(found))
    itemsize = draw(itemsizes)
    leads = [draw(st.sampled_from([0, 0, 4, itemsize])) for _ in range(2)]
    return copies.Case(tuple(shape), *strides, itemsize, *leads)


@settings(deadline=None, max_examples=copies.examples(80), derandomize=True, suppress_health_check=list(HealthCheck))
@given(turned(st.sampled_from([1, 1, 1, 2, 2, 4, 8, 16, 3, 6])))
def test_turned_layouts(general, case):
    case.check_written()


@settings(deadline=None, max_examples=copies.examples(120), derandomize=True, suppress_health_check=list(HealthCheck))
@given(turned(st.just(1)))
def test_turned_bytes(general, case):
    case.check_written()


def test_a_large_tile():
    """More than 2^23 elements: blocks of 512 threads; some of the blocks."""
    assert ".maxntid 512,1,1" in copies.Case((2900, 2897), (2897, 1), (1, 2900), 4).check_written(most=5)


LARGE_BYTES = [  # as ROWS, of more than 2^20 bytes: some of the blocks, the last of them cut
    ("odd rows", (1101, 1003), (1005, 1), (1, 1103), 1, 2, 1, "tile, stores words"),
    ("words to odd rows", (1104, 1003), (1003, 1), (1, 1104), 1, 1, 0, "tile, loads words, stores words"),
    ("odd rows to words", (1003, 1104), (1104, 1), (1, 1003), 1, 0, 1, "tile, stores words"),
    ("a batch", (3, 701, 703), (492803, 703, 1), (492803, 1, 701), 1, 3, 0, "tile, stores words"),
    ("pixels to odd planes", (2, 3, 901 * 203), (548709, 182903, 1), (548709, 1, 3), 1, 1, 0, "tile, stores words"),
    ("odd planes to pixels", (2, 901 * 303, 4), (1092012, 4, 1), (1092012, 1, 273003), 1, 0, 3, "tile, stores words"),
]


@pytest.mark.parametrize("row", LARGE_BYTES, ids=lambda row: row[0])
def test_large_tiles_of_bytes(row):
    assert form_of(case_of(row).check_written(most=9), row[4]) == row[-1]


@pytest.fixture(params=[1, 2], ids=["many elements", "more"])
def many(request):
    copies.lib.copy_lib_write_size(request.param)
    yield
    copies.lib.copy_lib_write_size(0)


REPEATS = [  # as ROWS; last: is an element stored in a loop
    ("rows from one that is strided", (41, 133), (140, 1), (0, 33), 4, 0, 0, True),
    ("rows, a parameter", (300, 77), (77, 1), (0, 64), 2, 0, 0, True),
    ("more rows than a block stores, none left", (128, 40), (40, 1), (0, 20), 8, 0, 0, True),
    ("more rows than a block stores, some left", (100, 40), (40, 1), (0, 40), 4, 0, 0, True),
    ("an axis between", (5, 33, 70), (2310, 70, 1), (2100, 0, 30), 4, 0, 0, True),
    ("an axis between, the slowest a parameter", (150, 20, 33), (660, 33, 1), (990, 0, 30), 4, 0, 0, True),
    ("bytes of an axis between, odd", (7, 20, 635), (12700, 635, 1), (25400, 0, 40), 1, 3, 1, True),
    ("two axes, the longer one", (20, 30, 65), (1950, 65, 1), (0, 0, -20), 2, 0, 0, True),
    ("8 bytes, backwards", (9, 40, 33), (1320, 33, 1), (660, 0, -20), 8, 0, 0, True),
    ("the fastest axis, and one more", (12, 30, 40), (1200, 40, 1), (0, 2, 0), 2, 0, 0, True),
    ("rows from one that is dense: the caches have it", (41, 133), (140, 1), (0, 1), 4, 0, 0, False),
    ("16 bytes, of a sector each", (40, 33), (33, 1), (0, 20), 16, 0, 0, False),
    ("every 2nd", (300, 40), (40, 1), (0, 2), 4, 0, 0, False),
    ("transposed, with a tile", (20, 64, 65), (4160, 65, 1), (0, 1, 64), 4, 0, 0, False),
    ("the fastest axis", (300, 40), (40, 1), (2, 0), 4, 0, 0, False),
    ("stores would be scattered", (200, 30, 3), (90, 3, 1), (600, 0, 200), 2, 0, 0, False),
    ("no axis", (70, 80), (80, 1), (1600, 20), 4, 0, 0, False),
]


@pytest.mark.parametrize("row", REPEATS, ids=lambda row: row[0])
def test_elements_that_repeat_are_loaded_once(many, row):
    assert ("AGAIN:" in case_of(row).check_written()) == row[-1]


def test_few_elements_are_loaded_as_often_as_stored():
    assert "AGAIN:" not in case_of(REPEATS[0]).check_written()


@settings(deadline=None, max_examples=copies.examples(150), derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10 ** 9))
def test_random_layouts_that_repeat(many, general, seed):
    copies.repeating_case(seed, 3000).check_written()


def written(shape, dst, src, itemsize=4, addresses=(1 << 40, 1 << 41)):
    out = copies.Written()
    status = copies.lib.copy_lib_write(*copies.arguments(shape, dst, src, itemsize, *addresses), out)
    return out if status == 0 else status


RUNS = [  # name, bytes, bytes before both, what the text moves
    ("words of 16 bytes", (1 << 20) + 16, 0, 0, "ld.global.v4.u32"),
    ("bytes before and behind the words", (1 << 20) + 77, 19, 3, "ld.global.v4.u32"),
    ("words of 8 bytes", (1 << 20) + 1, 5, 13, "ld.global.v2.u32"),
    ("words of 4 bytes", (1 << 20) + 3, 1, 13, "ld.global.u32"),
    ("shifted by 1 byte", (1 << 20) + 4, 3, 4, "shf.r.wrap.b32"),
    ("shifted by 2 bytes", (1 << 20) + 9, 7, 5, "shf.r.wrap.b32"),
    ("shifted by 3 bytes", (1 << 20) + 2, 0, 3, "shf.r.wrap.b32"),
]


@pytest.mark.parametrize("name, size, dst, src, moves", RUNS, ids=[row[0] for row in RUNS])
def test_runs(name, size, dst, src, moves):
    text = copies.Case((size,), (1,), (1,), 1, dst, src).check_written(most=None if copies.EVERY else 40)
    assert moves in text


def test_runs_of_any_size_have_the_same_kernel():
    assert len({written((n,), (1,), (1,), 1).text for n in ((1 << 20) + 1, 5000003, 1 << 30)}) == 1


def test_another_batch_size_has_the_same_kernel():
    texts = {written((n, 64, 300), (19200, 300, 1), (19200, 1, 64)).text for n in (129, 400, 50)}
    assert len(texts) == 2, "up to 128 the extent is a number in the text"
    assert written((1000, 64, 300), (19200, 300, 1), (19200, 1, 64)).blocks > written((129, 64, 300), (19200, 300, 1), (19200, 1, 64)).blocks


def test_other_addresses_have_the_same_kernel():
    layout = (300, 64), (64, 1), (1, 300)
    assert written(*layout).text == written(*layout, addresses=(1 << 42, (1 << 43) + 16)).text


@pytest.mark.parametrize("shape, itemsize, wide", [((1 << 13, 1 << 13), 4, False), ((1 << 14, 1 << 15), 8, True)])
def test_offsets_of_64_bits_where_they_are_needed(shape, itemsize, wide):
    text = written(shape, (shape[1] * 2, 2), (shape[1], 1), itemsize).text.decode()
    assert ("mad.wide.s32" in text) == wide


@pytest.mark.parametrize("name, shape, dst, src", [
    ("a run that the driver copies as fast", (512, 512), (512, 1), (512, 1)),
    ("a long run that the driver copies as fast", (1 << 20, 1025), (1025, 1), (1025, 1)),
    ("no elements", (0, 3), (3, 1), (1, 1)),
])
def test_no_kernel_is_written(name, shape, dst, src):
    assert written(shape, dst, src) == copies.NO_KERNEL


ROWS_OF_BYTES = [  # name, shape, destination strides, source strides, itemsize, bytes before both
    ("gaps on both sides", (40, 133), (140, 1), (137, 1), 1, 3, 1), ("the shortest", (50, 48), (49, 1), (48, 1), 1, 0, 1),
    ("next to each other", (30, 77), (77, 1), (80, 1), 1, 5, 2), ("pairs", (21, 99), (99, 1), (101, 1), 2, 2, 4),
    ("rows backwards, aligned alike", (9, 5, 64), (400, 70, 1), (-400, 70, 1), 1, 6, 6), ("one row for all", (70, 50), (51, 1), (0, 1), 1, 1, 0),
    ("three axes", (3, 4, 5, 49), (1200, 265, 53, 1), (2000, 300, 60, 1), 1, 0, 15), ("long", (3, 9001), (9001, 1), (9007, 1), 1, 9, 3),
]


@pytest.mark.parametrize("row", ROWS_OF_BYTES, ids=lambda row: row[0])
def test_rows_that_are_not_aligned_move_in_words(row):
    copies.lib.copy_lib_write_general(1)
    try:
        assert "st.global.v4.u32" in copies.Case(*row[1:]).check_written()
    finally:
        copies.lib.copy_lib_write_general(0)


def test_few_general_kernels_copy_many_layouts():
    """Texts of 400 random layouts: of each of the elements' sizes, few numbers of axes and forms."""
    copies.lib.copy_lib_write_general(1)
    try:
        kernels = [case.write(copies.aligned(case.dst_size), copies.aligned(case.src_size)) for case in map(copies.random_case, range(400))]
    finally:
        copies.lib.copy_lib_write_general(0)
    texts = [kernel.text for kernel in kernels if kernel]
    assert len(texts) > 300 and len(set(texts)) < 70


def test_layouts_past_those_that_are_remembered():
    """General kernels copy these, as they do the first copies of all.  In a process of its own, since layouts are never forgotten."""
    code = ("import sys; sys.path.insert(0, sys.argv[1]); import copies; copies.lib.copy_lib_compile(2)\n"
            "print([copies.plan((300, n), (n, 1), (1, 300), 4).split(',')[0] for n in range(3, 7003)])")
    done = subprocess.run([sys.executable, "-c", code, os.path.dirname(__file__)], capture_output=True, text=True, check=True)
    plans = ast.literal_eval(done.stdout)
    assert 2048 < plans.count("written") <= 4096 and plans.count("general") == len(plans) - plans.count("written")


def test_a_kernel_is_written_when_it_pays():
    copies.lib.copy_lib_forget()  # other tests plan more layouts than are remembered
    copies.lib.copy_lib_compile(0)
    try:
        plans = [copies.plan((1013, 1019, 16), (16304, 16, 1), (1, 1013, 1032247), 4).split(",")[0] for _ in range(3000)]
    finally:
        copies.lib.copy_lib_compile(1)
    first = plans.index("written")
    assert set(plans[:first]) == {"general"} and set(plans[first:]) == {"written"}
    assert 250 < first < 1000, "24 ms of copies of 66 MB, each about 69 us"


def test_texts_say_what_is_copied_how():
    copies.lib.copy_lib_forget()
    copies.lib.copy_lib_compile(2)
    try:
        assert re.match(r"written, 2 axes, unit 4, tile of \d+ bytes, loads of 4 and stores of 4 bytes, \d+ blocks",
                        copies.plan((64, 300), (300, 1), (1, 64), 4))
        assert re.match(r"written, 1 axes, unit 4, 1 elements of each thread, \d+ blocks", copies.plan((3000,), (1,), (2,), 4))
    finally:
        copies.lib.copy_lib_compile(1)
