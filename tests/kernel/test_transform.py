"""cucore::transform as kernels run it, emulated: every element once, in the right place, on any grid; NumPy is the oracle."""
import ctypes
import mmap
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernels as K
from test_loops import passes, transposed, whole

if not sys.platform.startswith("linux"):
    pytest.skip("threads of a block are emulated by ucontext.h", allow_module_level=True)
EMULATED = K.built("emulated.cpp", "-Wno-unknown-pragmas", "-Wno-pass-failed")  # pragmas are for nvcc


def run(arrays, kind, block=256, grid=None):
    """-> was there a loop with tiles?"""
    tiled = False
    for loop in K.each(K.loops([K.described(array) for array in arrays])):
        blocks = grid or K.LIB.kernel_grid(ctypes.byref(loop), block)
        assert EMULATED.emulate(ctypes.byref(loop), kind, blocks, block) == 0
        tiled |= loop.tiled[0] > 0
    return tiled


def check(arrays, block=256, grid=None, kind=None):
    """dst = 1 + 1*a + 2*b + ...; what lies between its elements stays.  -> as run"""
    dst, memory = arrays[0], whole(arrays[0])
    before, original = memory.copy(), dst.copy()
    expected = np.ones(dst.shape, dst.dtype)
    with np.errstate(over="ignore"):  # unsigned numbers wrap
        for k, other in enumerate(arrays[1:], 1):
            expected += np.full((), k, dst.dtype) * other.astype(dst.dtype)
    tiled = run(arrays, kind or dst.itemsize, block, grid)
    np.testing.assert_array_equal(dst, expected)
    dst[...] = original
    np.testing.assert_array_equal(memory, before)
    return tiled


@given(passes(), st.booleans(), st.sampled_from([256, 256, 64, 96]), st.sampled_from([None, None, 1, 3]))
def test_every_element_once(arrays, in_place, block, grid):
    check([arrays[0], *[arrays[0]] * in_place, *arrays[1:5 - in_place]], block, grid)


def counted(shape, dtype):
    return np.arange(np.prod(shape), dtype="u8").reshape(shape).astype(dtype)


SHAPES = [(64, 64), (128, 192), (65, 33), (97, 130), (40, 3, 50), (33, 2, 2, 65)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8"])
@pytest.mark.parametrize("block, grid", [(256, None), (256, 1), (256, 7), (128, None), (512, 2)])
def test_tiles(shape, dtype, block, grid):
    """Rims; operands that lie either way, backwards, with gaps, as a row or a column for all; several that are turned; in place."""
    dst, plain, turned = counted(shape, dtype), counted(shape, dtype), counted(shape[::-1], dtype).T
    padded = np.zeros((*shape[:-1], shape[-1] + 3), dtype)[..., 1:-2]
    backwards, gaps = counted(shape[::-1], dtype)[::-1, ..., ::-1].T, counted([2 * n for n in shape[::-1]], dtype)[(slice(None, None, 2),) * len(shape)].T
    row, column = counted(shape[-1:], dtype), counted((*shape[:-1], 1), dtype)
    for arrays in ([dst, turned], [dst, plain, turned], [dst, turned, turned, backwards], [padded, turned, gaps], [dst, dst, turned], [dst, row, turned, column],
                   [dst, row, turned, column, backwards], [padded[..., ::-1], turned, plain]):
        assert check(arrays, block, grid)


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize("dtype", ["u1", "u2", "u4"])
def test_nothing_is_read_outside(dtype, at_end):
    """Memory of each operand begins or ends where there is none."""
    kept = []

    def alone(shape):
        nbytes, page = int(np.prod(shape)) * np.dtype(dtype).itemsize, mmap.PAGESIZE
        room = -(-nbytes // page) * page
        kept.append(mmap.mmap(-1, room + 2 * page))
        memory = np.frombuffer(kept[-1], "u1")
        for guard in (0, room + page):
            assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(memory.ctypes.data + guard), ctypes.c_size_t(page), 0) == 0
        start = page + (room - nbytes if at_end else 0)
        array = memory[start:start + nbytes].view(dtype).reshape(shape)
        array[...] = counted(shape, dtype)
        return array

    for n, m in ((65, 33), (97, 130), (98, 132), (68, 36), (64, 65)):
        for turn in (lambda x: x, lambda x: x[::-1, ::-1]):
            dst, plain, turned = alone((n, m)), alone((n, m)), turn(alone((m, n)).T)
            expected = (1 + plain + 2 * turned).astype(dtype)
            assert run([dst, plain, turned], dst.itemsize)
            np.testing.assert_array_equal(dst, expected)


def test_tiles_of_16_bytes_and_of_several_widths():
    for n, m in ((64, 96), (65, 33)):
        dst, a, b = np.zeros((n, m), "c16"), counted((n, m), "f8") + 2j, (counted((m, n), "f8") - 3j).T
        assert run([dst, a, b], 16)
        np.testing.assert_array_equal(dst, 1 + a + 2 * b)
        for dtype, kind in (("u2", 17), ("u8", 18)):
            assert check([np.zeros((n, m), dtype), counted((n, m), "u1"), counted((m, n), "u1").T], kind=kind)


def test_grids_that_are_larger_than_their_loop():
    for arrays in ([counted((1001,), "u4"), counted((1001,), "u4")], [counted((65, 33), "u4"), transposed(65, 33)], [np.zeros((5,), "u1")]):
        check(arrays, grid=50)


def test_usual_grids():
    """A thread for two steps, a block for a tile."""
    for shape, dtype, block, blocks in (((4 * 512 * 3,), "u4", 256, 3), ((4 * 512 * 3 + 1,), "u4", 256, 4), ((4 * 512,), "u4", 0, 1), ((1,), "u4", 128, 1), ((4096,), "u1", 64, 2)):
        loop, = K.each(K.loops([K.described(np.zeros(shape, dtype))]))
        assert K.LIB.kernel_grid(ctypes.byref(loop), block) == blocks
    for dtype, block, blocks in (("u4", 256, 4), ("u2", 0, 2), ("u1", 256, 2), ("u8", 0, 6), ("u8", 128, 6 * 1024 // 256)):
        loop, = K.each(K.loops([K.described(np.zeros((68, 64), dtype)), K.described(transposed(68, 64, dtype))]))
        assert K.LIB.kernel_grid(ctypes.byref(loop), block) == blocks
