"""Conversions on a device: kernels that are written (src/cast/write_cast.c), run by ptx.py, and the one that is compiled, in C and in PTX."""
import itertools
import os
import random
import shutil
import subprocess

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import casts
import copies
from casts import K

PAIRS = [pair for pair in itertools.product(K.NAMES, repeat=2) if pair[0] != pair[1]]


@pytest.mark.parametrize("from_, to", PAIRS)
def test_every_pair(from_, to):
    """All special values, in rows and through a tile, and again one by one: unaligned extents, an offset of one element."""
    n = min(len(K.values_of(from_)), 2560)
    rows = max(2, n // 4 // 61)
    for shape, dst, src, lead in (((n,), (1,), (1,), 0), ((n // 64, 64), (64, 1), (1, n // 64), 0),
                                  ((rows, 61), (61, 1), (1, rows), 1)):
        with casts.Cast(shape, dst, src, (from_, to), lead * K.stored(to).itemsize, lead * K.stored(from_).itemsize) as case:
            text = case.check_written()
            assert (".shared" in text) == (len(shape) == 2), case


@pytest.fixture
def compiled():
    """The kernel that is compiled with the header converts what others would."""
    copies.lib.copy_lib_convert_any(1)
    yield
    copies.lib.copy_lib_convert_any(0)


@pytest.mark.parametrize("from_, to", PAIRS)
def test_every_pair_by_the_compiled_kernel(compiled, from_, to):
    """Aligned and not; the C of the kernel."""
    n = min(len(K.values_of(from_)), 20000)
    for lead in (0, 1):
        with casts.Cast((n,), (1,), (1,), (from_, to), lead, lead) as case:
            assert case.check_on_host().startswith("convert, 1 axes")


@pytest.mark.parametrize("from_, to", PAIRS[::9])
def test_the_ptx_of_the_compiled_kernel(compiled, from_, to):
    with casts.Cast((9, 31), (31, 1), (1, 9), (from_, to), 1, 0) as case:
        assert "cucore_copy_convert" in case.check_written()


@pytest.mark.parametrize("from_", K.ALL)
def test_more_by_the_compiled_kernel(compiled, from_):
    """Small floats, integers of few bits, complex32 and foreign byte order, from and to every dtype; aligned and not."""
    n = min(len(K.values_of(from_)), 5000)
    for number, to in enumerate(K.others(from_)):
        with casts.Cast((n,), (1,), (1,), (from_, to), number % 2, number % 2) as case:
            assert case.check_on_host().startswith("convert, 1 axes")


# pairs that have a kernel of their own
SWAPPED = [pair for name in K.SWAPPED for other in (K.base(name), "bool", "int64", "bfloat16", "swapped complex64", "swapped int16")
           if other != name for pair in ((name, other), (other, name))]


@pytest.mark.parametrize("from_, to", SWAPPED)
def test_foreign_byte_order_written(from_, to):
    """In rows, through a tile, and one by one."""
    for shape, dst, src, lead in (((512,), (1,), (1,), 0), ((17, 64), (64, 1), (1, 17), 0), ((9, 61), (61, 1), (1, 9), 1)):
        with casts.Cast(shape, dst, src, (from_, to), lead * K.stored(to).itemsize, lead * K.stored(from_).itemsize, len(shape)) as case:
            assert "prmt.b32" in case.check_written()


MORE = [(name, to) for name in K.MORE for to in ("float32", "uint8")] + [(from_, name) for name in K.MORE for from_ in ("float64", "int16")]


@pytest.mark.parametrize("from_, to", MORE[::1 if copies.EVERY else 3])
def test_the_ptx_of_more(compiled, from_, to):
    with casts.Cast((9, 31), (31, 1), (1, 9), (from_, to), 1, 0) as case:
        assert "cucore_copy_convert" in case.check_written()


@pytest.mark.parametrize("name", K.PACKED)
def test_packed(name):
    """From and to packed bits by the compiled kernel, in C and in PTX; the bits between the elements stay."""
    for shape, strides in K.SHAPES:
        packed, order = K.Packed(name, shape, strides), tuple(range(len(shape)))[::-1]
        steps = np.empty(shape[::-1], np.uint8).transpose(order).strides  # Fortran order
        code, out = casts.code_of(name) | casts.PACKED, np.zeros(int(np.prod(shape)), np.float32)
        data, values = copies.aligned(len(packed.bytes) + 8), np.resize(K.values_of("float32"), out.size)
        for run, more in ((copies.copy_on_host, ()), (copies.copy_by_ptx, ((out.view(np.uint8), data, values.view(np.uint8)),))):
            data[:] = 0
            data[:len(packed.bytes)] = packed.bytes
            copies.lib.copy_lib_cast(code, casts.code_of("float32"))
            run(shape, steps, strides, 0, out.ctypes.data, data.ctypes.data + packed.start, *more)
            wanted = K.converted(packed.elements(), name, "float32").reshape(shape).transpose(order).reshape(-1)
            np.testing.assert_array_equal(K.parts(out, "float32"), K.parts(wanted, "float32"))
            copies.lib.copy_lib_cast(casts.code_of("float32"), code)
            run(shape, strides, steps, 0, data.ctypes.data + packed.start, values.ctypes.data, *more)
            copies.lib.copy_lib_cast(0, 0)
            after = data[:len(packed.bytes)]
            wanted = K.converted(values, "float32", name).reshape(shape[::-1]).transpose(order).reshape(-1)
            np.testing.assert_array_equal(K.parts(packed.elements(after), name), K.parts(wanted, name))
            np.testing.assert_array_equal(packed.others(after), packed.others(packed.bytes))


def general(case):
    """The kernel of many layouts."""
    copies.lib.copy_lib_write_general(1)
    try:
        case.check_written()
    finally:
        copies.lib.copy_lib_write_general(0)


@settings(deadline=None, max_examples=copies.examples(150), derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10 ** 9))
def test_random_layouts(seed):
    with casts.random_cast(random.Random(seed), 2000) as case:
        written = case.check_written()
        size = [case.dst_strides, case.src_strides]
        aligned = case.dst_origin % K.stored(case.to).itemsize == 0 and case.src_origin % K.stored(case.from_).itemsize == 0
        assert (written is not None) == (case.dst_size > 0 and 0 not in case.shape), size
        assert written is None or ("cucore_copy_convert" in written) == (not aligned), size
        case.check_on_host()
        general(case)


EXTENTS = [2, 3, 4, 8, 12, 16, 31, 32, 33, 40, 64, 65, 96, 100, 128, 132, 160, 256, 301]


@st.composite
def turned(draw):
    """Axes in two orders: most of these get tiles."""
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
    names = draw(st.sampled_from(PAIRS))
    leads = [draw(st.sampled_from([0, 0, 0, 1, 2])) * K.stored(name).itemsize for name in names[::-1]]
    return casts.Cast(tuple(shape), *strides, names, *leads)


@settings(deadline=None, max_examples=copies.examples(60), derandomize=True, suppress_health_check=list(HealthCheck))
@given(turned())
def test_turned_layouts(case):
    with case:
        assert case.check_written()


# from, to, shape, strides of dst and src, what a thread loads and stores at once, and whether there is a tile
WIDTHS = [
    ("float32", "bfloat16", (4096,), (1,), (1,), "ld.global.v4.u32", "st.global.v2.u32", False),
    ("bfloat16", "float32", (4096,), (1,), (1,), "ld.global.v2.u32", "st.global.v4.u32", False),
    ("int8", "float16", (4096,), (1,), (1,), "ld.global.v2.u32", "st.global.v4.u32", False),
    ("int8", "float32", (64, 52), (60, 1), (52, 1), "ld.global.u32", "st.global.v4.u32", False),
    ("int8", "float32", (64, 51), (60, 1), (51, 1), "ld.global.u8", "st.global.u32", False),
    ("float64", "complex128", (4096,), (1,), (1,), "ld.global.v2.u32", "st.global.v4.u32", False),
    ("float32", "bfloat16", (64, 64), (64, 1), (1, 64), "ld.global.u32", "st.global.u32", True),
    ("bfloat16", "float32", (64, 64), (64, 1), (1, 64), "ld.global.u32", "st.global.u32", True),
    ("int8", "bfloat16", (64, 64), (64, 1), (1, 64), "ld.global.u32", "st.global.u32", True),
    ("int8", "bfloat16", (63, 61), (61, 1), (1, 63), "ld.global.u8", "st.global.u16", True),
]


@pytest.mark.parametrize("row", WIDTHS, ids=lambda row: f"{row[0]} to {row[1]}, {row[2]}")
def test_widths(row):
    from_, to, shape, dst, src, loads, stores, tiled = row
    with casts.Cast(shape, dst, src, (from_, to)) as case:
        text = case.check_written()
    assert loads in text and stores in text and (".shared" in text) == tiled


@pytest.mark.parametrize("names", [("int16", "float32")])
def test_large_tiles(names):
    """More than 2^23 elements: blocks of 512 threads; some of the blocks."""
    with casts.Cast((2900, 2897), (2897, 1), (1, 2900), names) as case:
        assert ".maxntid 512,1,1" in case.check_written(most=5)


def test_a_tile_holds_the_smaller_elements():
    sizes = {}
    for names in (("float64", "int8"), ("int8", "float64"), ("float64", "int64")):
        with casts.Cast((64, 64), (64, 1), (1, 64), names) as case:
            text = case.check_written()
            sizes[names] = "st.shared.u8" in text
    assert list(sizes.values()) == [True, True, False]


@pytest.mark.skipif(not shutil.which("ptxas"), reason="needs ptxas")
def test_the_assembler_takes_every_pair(tmp_path):
    """Both forms of each pair in one run of ptxas for each of a few pairs: types of operands are checked there alone."""
    for from_, to in PAIRS[::5]:
        with casts.Cast((64, 52), (52, 1), (1, 64), (from_, to)) as case:
            (tmp_path / "kernel.ptx").write_text(case.check_written())
        done = subprocess.run(["ptxas", "-arch=sm_75", "kernel.ptx", "-o", "kernel.cubin"], cwd=tmp_path, capture_output=True,
                              text=True, env=os.environ)
        assert done.returncode == 0, (from_, to, done.stdout + done.stderr)


def test_another_address_and_batch_size_have_the_same_kernel():
    texts = set()
    for n, base in ((129, 1 << 40), (1000, (1 << 41) + 4096)):
        with casts.Cast((1,), (1,), (1,), ("float32", "bfloat16")):
            out = copies.Written()
            assert copies.lib.copy_lib_write(*copies.arguments((n, 64, 300), (19200, 300, 1), (19200, 1, 64), 0, base, base * 2), out) == 0
            texts.add(out.text)
    assert len(texts) == 1, "129 and 1000 have different divisors"
