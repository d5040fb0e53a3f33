"""Loops over several arrays: every element once, in the right place, whatever the strides; NumPy is the oracle."""
import ctypes
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernels as K


@st.composite
def layouts(draw, shape, itemsize, written):
    """A view of that shape into memory of its own: axes in any order, steps, reversed, with gaps, at an offset; read ones repeat, too."""
    order = draw(st.permutations(range(len(shape))))
    steps = [draw(st.sampled_from([1, 1, 1, 2, 3, -1, -2])) for _ in shape]
    pads = [draw(st.sampled_from([0, 0, 0, 1, 8])) for _ in shape]
    extents = [max(shape[axis], 1) * abs(steps[axis]) + pads[axis] for axis in order]
    offset = draw(st.sampled_from([0, 0, 0, 1, 4]))
    seed = draw(st.integers(0, 2**16))
    memory = np.random.default_rng(seed).integers(0, 250, math.prod(extents) + offset).astype(f"u{itemsize}")
    array = memory[offset:].reshape(extents).transpose(np.argsort(order))
    array = array[tuple(slice(None, shape[axis] * steps[axis] if steps[axis] > 0 else None, steps[axis])
                        if steps[axis] > 0 else slice(shape[axis] * -steps[axis] - 1, None, steps[axis])
                        for axis in range(len(shape)))] if shape else array
    assert array.shape == tuple(shape) or 0 in shape
    return array if array.shape == tuple(shape) else array.reshape(-1)[:0].reshape(shape)


@st.composite
def passes(draw):
    """An array to write and others to read, some of which are broadcast."""
    itemsize = draw(st.sampled_from([1, 2, 4, 8]))
    big = draw(st.booleans())
    shape = draw(st.lists(st.sampled_from([1, 2, 3, 4, 5, 16, 17, 33, 40, 64] if big else [0, 1, 2, 3, 4, 5]), max_size=3 if big else 6))
    arrays = [draw(layouts(shape, itemsize, True))]
    for _ in range(draw(st.integers(0, 4))):
        some = [1 if draw(st.integers(0, 5)) == 0 else extent for extent in shape][draw(st.integers(0, max(len(shape) - 1, 0))) if draw(st.booleans()) else 0:]
        arrays.append(draw(layouts(some, itemsize, False)))
    return arrays


def whole(array):
    """The memory that a view is of, gaps included."""
    while array.base is not None:
        array = array.base
    return array


def check_run(arrays, way="macro", threads=1, piece=None):
    """dst += 1 + 1*a + 2*b + ...: a step that is left out, done twice or in the wrong place shows; gaps of dst stay."""
    if way == "transform":
        arrays = [arrays[0], arrays[0], *arrays[1:2]]  # what changes is an operand twice
    dst, memory = arrays[0], whole(arrays[0])
    before, expected = memory.copy(), dst + np.ones((1,) * dst.ndim, dst.dtype)
    np.seterr(over="ignore")  # unsigned numbers wrap
    for k, other in enumerate(arrays[2:] if way == "transform" else arrays[1:], 2 if way == "transform" else 1):
        expected = expected + np.full((1,) * dst.ndim, k, dst.dtype) * other
    original = dst.copy()
    made = K.loops([K.described(array) for array in arrays])
    run, how = (K.LIB.kernel_run_pieces, piece) if piece else (K.LIB.kernel_run, threads)
    assert run(made, len(arrays), dst.itemsize, way == "transform", how) == 0
    np.testing.assert_array_equal(dst, expected)
    dst[...] = original
    np.testing.assert_array_equal(memory, before)


@given(passes(), st.sampled_from(["macro", "transform"]), st.integers(1, 3))
def test_every_element_once(arrays, way, threads):
    check_run(arrays, way, threads)


@given(passes(), st.sampled_from(["macro", "transform"]), st.sampled_from([1, 2, 3, 5, 16, 31, 64, 1000]))
def test_pieces_of_a_loop(arrays, way, piece):
    """Ranges that begin and end anywhere: in a row, in a tile, on a rim."""
    check_run(arrays, way, piece=piece)


def transposed(n, m, dtype="u4"):
    return np.arange(n * m, dtype=dtype).reshape(m, n).T


ROWS = {  # arrays; what their one loop is: axes, lanes, tiles
    "dense": (lambda: [np.zeros((8, 1024), "f4"), np.ones((8, 1024), "f4")], 1, 4, False),
    "dense bytes": (lambda: [np.zeros(4096, "u1"), np.ones(4096, "u1")], 1, 16, False),
    "dense, not a multiple": (lambda: [np.zeros(1001, "u4"), np.ones(1001, "u4")], 1, 4, False),
    "an offset of one element": (lambda: [np.zeros(1001, "u4")[1:], np.ones(1000, "u4")], 1, 1, False),
    "an offset of two elements": (lambda: [np.zeros(1002, "u4")[2:], np.ones(1000, "u4")], 1, 2, False),
    "a scalar is broadcast": (lambda: [np.zeros(1024, "u4"), np.full((), 7, "u4")], 1, 4, False),
    "a row is broadcast": (lambda: [np.zeros((64, 32), "u8"), np.arange(32, dtype="u8")], 2, 2, False),
    "a column is broadcast": (lambda: [np.zeros((64, 32), "u8"), np.arange(64, dtype="u8")[:, None]], 2, 2, False),
    "padded rows": (lambda: [np.zeros((64, 40), "u4")[:, :32], np.ones((64, 32), "u4")], 2, 4, False),
    "padded by three": (lambda: [np.zeros((64, 35), "u4")[:, :32], np.ones((64, 32), "u4")], 2, 1, False),
    "reversed": (lambda: [np.zeros(64, "u4"), np.arange(64, dtype="u4")[::-1]], 1, 1, False),
    "both reversed": (lambda: [np.zeros(64, "u4")[::-1], np.arange(64, dtype="u4")[::-1]], 1, 4, False),
    "every second": (lambda: [np.zeros(64, "u4"), np.arange(128, dtype="u4")[::2]], 1, 1, False),
    "F order all": (lambda: [np.asfortranarray(np.zeros((32, 64), "u4")), np.asfortranarray(np.ones((32, 64), "u4"))], 1, 4, False),
    "transposed": (lambda: [np.zeros((64, 96), "u4"), transposed(64, 96)], 4, 1, True),
    "transposed, rims": (lambda: [np.zeros((65, 33), "u4"), transposed(65, 33)], 4, 1, True),
    "transposed, short": (lambda: [np.zeros((65, 15), "u4"), transposed(65, 15)], 2, 1, False),
    "transposed shorts": (lambda: [np.zeros((65, 32), "u2"), transposed(65, 32, "u2")], 4, 1, True),
    "transposed shorts, short": (lambda: [np.zeros((65, 15), "u2"), transposed(65, 15, "u2")], 2, 1, False),
    "transposed shorts to words": (lambda: [np.zeros((65, 16), "f4"), transposed(65, 16, "u2")], 4, 1, True),
    "transposed, of three": (lambda: [np.zeros((40, 5, 50), "u2"), np.arange(10000, dtype="u2").reshape(50, 5, 40).T], 5, 1, True),
    "no axes": (lambda: [np.zeros((), "u4"), np.ones((), "u4")], 1, 1, False),
    "one element of many axes": (lambda: [np.zeros((1,) * 8, "u4"), np.ones((1,) * 8, "u4")], 1, 1, False),
    "three bytes": (lambda: [np.zeros(100, "u1"), np.ones((1,), "u1")], 1, 16, False),
}


@pytest.mark.parametrize("row", ROWS)
def test_what_a_loop_is(row):
    make, ndim, lanes, tiled = ROWS[row]
    loop, = K.each(K.loops([K.described(array) for array in make()]))
    assert (loop.ndim, loop.lanes, loop.tiled[0] > 0) == (ndim, lanes, tiled)
    arrays = make()
    if arrays[0].dtype.kind == "u":
        check_run(arrays)
        check_run(make(), "transform")


def shorts(*shape, dtype="u2", offset=0):
    return np.arange(np.prod(shape) + offset, dtype="u8").astype(dtype)[offset:].reshape(shape)


EDGES = {  # arrays; elements of a tile: of a row, of a column
    "shorts": (lambda: [shorts(64, 98), shorts(98, 64).T], (64, 64)),
    "bytes": (lambda: [shorts(64, 100, dtype="u1"), shorts(100, 64, dtype="u1").T], (64, 64)),
    "bytes, of pairs": (lambda: [shorts(64, 98, dtype="u1"), shorts(98, 64, dtype="u1").T], (32, 64)),
    "shorts and bytes": (lambda: [shorts(64, 98), shorts(98, 64, dtype="u1").T, shorts(64, 98, dtype="u1")], (64, 64)),
    "short rows": (lambda: [shorts(64, 30), shorts(30, 64).T], (32, 64)),
    "short columns": (lambda: [shorts(30, 64), shorts(64, 30).T], (32, 64)),
    "an odd row": (lambda: [shorts(64, 97), shorts(97, 64).T], (32, 64)),
    "an odd column": (lambda: [shorts(65, 98), shorts(98, 65).T], (32, 64)),
    "an odd address": (lambda: [shorts(64, 98), shorts(98, 64, offset=1).T], (32, 64)),
    "an odd address of what is written": (lambda: [shorts(64, 98, offset=1), shorts(98, 64).T], (32, 64)),
    "padded by two": (lambda: [shorts(64, 100)[:, :98], shorts(98, 66)[:, 2:].T], (64, 64)),
    "padded by one": (lambda: [shorts(64, 98), shorts(98, 65)[:, :64].T], (32, 64)),
    "a third axis": (lambda: [shorts(66, 3, 98), shorts(98, 3, 66).T], (64, 64)),
    "a third axis of odd steps": (lambda: [shorts(66, 3, 98), shorts(3, 98 * 66 + 1)[:, :-1].reshape(3, 98, 66).transpose(2, 0, 1)], (32, 64)),
    "a row for all": (lambda: [shorts(64, 98), shorts(98, 64).T, shorts(98)], (64, 64)),
    "a column for all": (lambda: [shorts(64, 98), shorts(98, 64).T, shorts(64, 1)], (32, 64)),
    "backwards": (lambda: [shorts(64, 98), shorts(98, 64)[:, ::-1].T], (32, 64)),
    "every second": (lambda: [shorts(64, 98), shorts(98, 64).T, shorts(64, 196)[:, ::2]], (32, 64)),
    "floats": (lambda: [shorts(64, 98, dtype="u4"), shorts(98, 64, dtype="u4").T], (32, 64)),
    "shorts to floats": (lambda: [shorts(64, 98, dtype="u4"), shorts(98, 64).T], (32, 64)),
    "shorts to doubles": (lambda: [shorts(64, 98, dtype="u8"), shorts(98, 64).T], (32, 32)),
}


@pytest.mark.parametrize("row", EDGES)
def test_tiles(row):
    """64 x 64 where shorts and bytes make words in all operands."""
    make, edges = EDGES[row]
    loop, = K.each(K.loops([K.described(array) for array in make()]))
    assert (loop.tiled[0] > 0, loop.lanes, *loop.extent[:2]) == (True, 1, *edges)


WIDE = {  # large enough that cucore_loops_run looks at the time, and so cuts them
    "dense": lambda: [np.zeros(40_000, "u4"), np.arange(40_000, dtype="u4")],
    "every second": lambda: [np.zeros(80_000, "u2")[::2], np.arange(40_000).astype("u2")],
    "transposed, rows that stay in the cache": lambda: [np.zeros((300, 400), "u4"), transposed(300, 400)],
    "transposed, one part of rows": lambda: [np.zeros((17, 2049), "u4"), transposed(17, 2049)],
    "transposed, parts of rows and a rim": lambda: [np.zeros((40, 5000), "u4"), transposed(40, 5000)],
    "transposed, parts of rows, reversed": lambda: [np.zeros((40, 5000), "u4"), transposed(40, 5000)[::-1, ::-1]],
    "transposed bytes": lambda: [np.zeros((64, 4096), "u1"), transposed(64, 4096, "u4").astype("u1", order="F")],
    "transposed, of three": lambda: [np.zeros((20, 80, 50), "u2"), np.arange(80_000).astype("u2").reshape(50, 80, 20).T],
    "transposed, of three, rows that leave it": lambda: [np.zeros((17, 80, 50), "u2"), np.arange(68_000).astype("u2").reshape(50, 80, 17).T],
}


@pytest.mark.parametrize("way", ["macro", "transform"])
@pytest.mark.parametrize("row", WIDE)
def test_wide(row, way):
    check_run(WIDE[row](), way, threads=0)
    check_run(WIDE[row](), way, threads=3)
    check_run(WIDE[row](), way, piece=777)


def test_no_elements():
    assert list(K.each(K.loops([K.described(np.zeros((3, 0, 2), "u4")), K.described(np.zeros((1, 0, 1), "u4"))]))) == []


@pytest.mark.parametrize("axes, count", [(8, 1), (9, 3), (11, 27)])
def test_more_axes_than_a_loop_has(axes, count):
    """Axes that nothing merges, all of 3 elements with a gap behind."""
    inside = (slice(0, 3),) * axes
    dst, src = np.zeros((4,) * axes, "u1")[inside], np.arange(4**axes, dtype="u4").astype("u1").reshape((4,) * axes)[inside]
    assert len(list(K.each(K.loops([K.described(dst), K.described(src)])))) == count
    check_run([dst, src])


# Large ones: addresses alone.  Operand 0 is dense, so that its address tells the index of an element, and that where the others are.
LARGE = {
    "2^31 floats, dense": ((2**31,), [(1,)], 4),
    "2^31 - 1 bytes": ((2**31 - 1,), [(1,)], 1),
    "2^29 floats": ((2**29,), [(1,)], 4),
    "2^33 of a row and a column": ((2**17, 2**16), [(1, 0), (0, 1)], 4),
    "2^33 of one": ((2**33,), [(0,)], 8),
    "transposed, 2^16 squared": ((2**16, 2**16), [(1, 2**16)], 2),
    "transposed, small enough": ((2**14, 2**14), [(1, 2**14)], 4),
    "far apart": ((5, 7, 3), [(2**40, 2**33, 2**30)], 8),
    "a far axis between near ones": ((40, 3, 50), [(50, 2**36, 1)], 4),
    "reversed and far": ((3, 1000), [(-(2**35), -1)], 4),
    "transposed, rows of 128 MiB": ((64, 2**25), [(1, 64)], 4),
    "rows of 2^31": ((3, 2**31 + 5), [(2**31 + 8, 1)], 1),
}


@pytest.mark.parametrize("row", LARGE)
def test_large(row):
    shape, others, itemsize = LARGE[row]
    dense = [math.prod(shape[axis + 1:]) for axis in range(len(shape))]
    bases = [2**56, *(2**57 + 2**50 * k for k in range(len(others)))]
    made = K.loops([K.raw(base, shape, strides, itemsize) for base, strides in zip(bases, [dense, *others])])
    random, elements, pieces = np.random.default_rng(0), 0, []
    for loop in K.each(made):
        assert 0 < loop.size < 2**31
        rows = math.prod(loop.extent[axis] for axis in range(1, loop.ndim)) if loop.ndim > 1 else 1
        elements += math.prod(loop.tiled) * math.prod(loop.extent[axis] for axis in range(4, loop.ndim)) if loop.tiled[0] else rows * loop.row
        seen = set()
        for step in {0, loop.size - 1, *map(int, random.integers(0, loop.size, 50))}:
            (offsets,), (lanes,) = K.located(loop, step, 1)
            for lane in range(lanes):
                at = [loop.ptr[k] + int(offsets[k]) + lane * loop.itemsize[k] for k in range(len(bases))]
                place, rest = divmod(at[0] - bases[0], itemsize)
                assert rest == 0 and 0 <= place < math.prod(shape)
                index = np.unravel_index(place, shape)
                for k, strides in enumerate(others):
                    assert at[k + 1] == bases[k + 1] + itemsize * sum(int(i) * stride for i, stride in zip(index, strides))
                seen.add(place)
        pieces.append((min(seen), max(seen)))
    assert elements == math.prod(shape)
    if row.startswith("transposed"):  # a handful: each launch covers much
        assert len(pieces) <= 64
    assert all(first <= last for first, last in pieces)


OUT, X, Y = np.zeros((3, 4), "f4"), np.zeros((3, 4), "f4"), np.zeros((4,), "f4")
MISUSES = {  # arrays, flags, names, status, message
    "shapes that do not fit": (lambda: [K.described(OUT), K.described(np.zeros((3, 5), "f4"))], None, ["out", "x"], -7,
                               "x: expected a shape that can be broadcast to (3, 4), got (3, 5)"),
    "a written one that is too small": (lambda: [K.described(Y), K.described(X)], None, ["out", "x"], -7,
                                        "out: expected the shape (3, 4) of all arguments together, got (4,)"),
    "one that stretches what is written": (lambda: [K.described(np.zeros((1, 4), "f4")), K.described(X)], None, ["out", "x"], -7,
                                           "out: expected the shape (3, 4) of all arguments together, got (1, 4)"),
    "read-only": (lambda: [K.described(np.broadcast_to(Y, (3, 4))), K.described(X)], None, ["out", "x"], None, "out: expected"),
    "written elements that repeat": (lambda: [K.raw(4096, (3, 4), (0, 1)), K.raw(8192, (3, 4), (4, 1))], None, ["out", "x"], -8,
                                     "out: expected an array whose elements are all in different places, got strides (0, 1) for shape (3, 4)"),
    "host and device": (lambda: [K.raw(4096, (4,), (1,)), K.described(Y)], None, ["out", "x"], -9,
                        "x: expected an array on cuda:0, as out is, got one on cpu"),
    "two devices": (lambda: [K.raw(4096, (4,), (1,)), K.raw(4096, (4,), (1,), id=1)], None, None, -9,
                    "operand 1: expected an array on cuda:0, as operand 0 is, got one on cuda:1"),
    "two devices, behind an empty array": (
        lambda: [K.raw(0, (0,), (1,), id=-1), K.raw(4096, (1,), (1,), id=1), K.raw(4096, (1,), (1,))], None, ["out", "x", "y"], -9,
        "y: expected an array on cuda:1, as x is, got one on cuda:0"),
    "an empty array of a device and the host": (lambda: [K.raw(0, (0,), (1,), id=-1), K.described(Y[:0])], None, ["out", "x"], -9,
                                                "x: expected an array on cuda:?, as out is, got one on cpu"),
    "flags that mean nothing": (lambda: [K.described(OUT)], [1 << 1], ["x"], -1,
                                "x: of the flags 0x2, 0x2 mean nothing to a kernel's operand"),
    "not on the host": (lambda: [K.raw(4096, (4,), (1,))], [K.HOST], ["x"], -9, "x: expected an array that the CPU can read, got one on cuda:0"),
    "not aligned": (lambda: [K.raw(4097, (4,), (1,))], [0], ["x"], -8,
                    "x: expected memory aligned to 4 bytes for uint32, got address 0x1001"),
    "a second output that is stretched": (lambda: [K.described(OUT), K.described(np.zeros((), np.float32))], [K.WRITE, K.WRITE], ["out", "more"], None,
                                          "more: "),
    "too many": (lambda: [K.described(OUT)] * 9, [0] * 9, None, -1, "a loop over 9 operands; there are 1 to 8"),
}


@pytest.mark.parametrize("row", MISUSES)
def test_misuse(row):
    make, flags, names, status, message = MISUSES[row]
    with pytest.raises(K.Refused) as caught:
        K.loops(make(), flags, names)
    assert caught.value.args[1].startswith(message) if status is None else caught.value.args == (status, message)


@pytest.mark.parametrize("devices", [(-1, 1), (1, -1), (-1, -1), (1, -1, 1)], ids=str)
def test_an_empty_array_may_not_say_where_it_is(devices):
    made = K.loops([K.raw(0, (0,), (1,), id=device) for device in devices])
    assert not list(K.each(made))


def test_memory_of_a_device_is_not_gone_over_by_the_cpu():
    made = K.loops([K.raw(4096, (4,), (1,)), K.raw(8192, (4,), (1,))])
    assert K.LIB.kernel_run(made, 2, 4, 0, 1) == -9
    assert K.error() == "cucore_loops_run: operand 0 is in memory that the CPU cannot read"
    assert len(list(K.each(made))) == 1


def test_pinned_memory_goes_with_a_device_and_with_the_host():
    pinned = {"type": 3, "id": -1, "host": 1, "device": 1}
    K.loops([K.raw(4096, (4,), (1,)), K.raw(8192, (4,), (1,), **pinned)])
    K.loops([K.raw(4096, (4,), (1,), **pinned), K.described(np.zeros(4, "u4"))])


# CUCORE_CAST: numbers that cucore_loops_run converts in blocks.
KINDS = {  # dtypes of the array that is written and of the others; of the body
    "float32 and float64 in float64": ("f4", "f4 f8", "f8"), "float64 as it is": ("f8", "f8", "f8"), "float16 in float32": ("f2", "f2 f4", "f4"),
    "integers in float64": ("f8", "i1 u8", "f8"), "bool and uint8 in int64": ("i8", "? u1", "i8"), "float64 in float32": ("f8", "f8 i2", "f4"),
    "foreign order": (">f8", ">f4 <f4", "f8"), "foreign order alone": (">i4", ">i4", "i4"), "narrow to wide, foreign": (">i2", ">u2 i1", "i4"),
    "wide to narrow": ("u8", "u4 ?", "u1")}
SHAPES = {  # arrays of such dtypes; of those that are read, the first and all others in turn
    "dense": lambda many, d: [np.zeros(5000, d[0]), *(many(5000, e) for e in d[1:])],
    "short rows": lambda many, d: [np.zeros((700, 4), d[0])[:, :3], *(many((700, 5), e)[:, 1:4] for e in d[1:])],
    "every second, reversed": lambda many, d: [np.zeros(9000, d[0])[::2], *(many(4500, e)[::-1] for e in d[1:])],
    "a number for all": lambda many, d: [np.zeros(3000, d[0]), *(many((), e) for e in d[1:])],
    "a row and a column": lambda many, d: [np.zeros((90, 33), d[0]), *(many((90, 1) if k else 33, e) for k, e in enumerate(d[1:]))],
    "transposed": lambda many, d: [np.zeros((65, 70), d[0]), *(many((70, 65), e).T for e in d[1:])],
    "transposed, parts of rows": lambda many, d: [np.zeros((17, 2600), d[0]), *(many((2600, 17), e).T for e in d[1:])],
    "five axes": lambda many, d: [np.zeros((3, 4, 5, 4, 3), d[0])[:, :3, ::2], *(many((3, 6, 3, 4, 4), e)[:, ::2, :, :, :3] for e in d[1:])],
    "one element": lambda many, d: [np.zeros((), d[0]), *(many((), e) for e in d[1:])],
    "none": lambda many, d: [np.zeros((3, 0), d[0]), *(many((3, 0), e) for e in d[1:])]}


def run_cast(arrays, body, way="macro", threads=1):
    """dst += 1 + 1*a + 2*b in the dtype of the body -> the most elements that it had at a time"""
    wanted = K.described(np.zeros(1, body))
    made = K.loops([K.described(array) for array in arrays], [K.WRITE | K.CAST] + [K.CAST] * (len(arrays) - 1), wanted=wanted)
    K.LIB.kernel_run_as.restype = ctypes.c_int64
    return K.LIB.kernel_run_as(made, len(arrays), ctypes.byref(wanted), way == "transform", threads)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", KINDS)
def test_operands_that_are_converted(kind, shape, threads):
    out, others, body = KINDS[kind]
    random = np.random.default_rng(len(kind) + len(shape))
    arrays = SHAPES[shape](lambda extent, dtype: random.integers(0, 20, extent).astype(dtype), [out, *others.split()])
    dst, memory = arrays[0], whole(arrays[0])
    dst[...] = 3
    expected = dst.astype(body) + np.ones((), body)
    for k, other in enumerate(arrays[1:], 1):
        expected = expected + np.array(k, body) * other.astype(body)
    before, same = memory.copy(), all(np.dtype(name).isnative and np.dtype(name) == body for name in [out, *others.split()])
    most = run_cast(arrays, body, threads=threads)
    np.testing.assert_array_equal(dst, expected.astype(out))
    assert most == 0 if dst.size == 0 else same or 0 < most <= min(dst.size, 16384 // np.dtype(body).itemsize)
    dst[...] = 3
    np.testing.assert_array_equal(memory, before)  # gaps stay


@given(passes(), st.sampled_from(["u1", "u2", "u4", "u8"]), st.sampled_from(["macro", "transform"]), st.integers(1, 3))
def test_any_layout_is_converted(arrays, body, way, threads):
    arrays = [arrays[0], arrays[0], *arrays[1:2]] if way == "transform" else arrays  # what changes is an operand twice
    dst, memory = arrays[0], whole(arrays[0])
    before, original, expected = memory.copy(), dst.copy(), dst.astype(body) + np.ones((1,) * dst.ndim, body)
    for k, other in enumerate(arrays[2:] if way == "transform" else arrays[1:], 2 if way == "transform" else 1):
        expected = expected + np.full((1,) * dst.ndim, k, body) * other.astype(body)
    assert run_cast(arrays, body, way, threads) >= 0
    np.testing.assert_array_equal(dst, expected.astype(dst.dtype))
    dst[...] = original
    np.testing.assert_array_equal(memory, before)


CASTS = {  # arrays, the dtype of the body, flags, status, message
    "float to integer": ([OUT.astype("i4"), X], "i4", [K.WRITE, K.CAST], -6, "x: expected dtype int32, got float32, which cannot be cast to that by the rule same_kind"),
    "integer to float, written": ([OUT.astype("i4"), X], "f4", [K.WRITE | K.CAST, 0], -6,
                                  "out: expected dtype float32, got int32, which cannot be cast to that by the rule same_kind, and back"),
    "complex to float": ([OUT, X.astype("c8")], "f4", [K.WRITE, K.CAST], -6,
                         "x: expected dtype float32, got complex64, which cannot be cast to that by the rule same_kind"),
    "without the flag": ([OUT, X.astype("f8")], "f4", [K.WRITE, 0], -6, "x: expected dtype float32, got float64"),
    "foreign order without the flag": ([OUT, X.astype(">f4")], "f4", [K.WRITE, 0], -6,
                                       "x: expected elements in native byte order, got float32 in foreign order"),
    "read-only": ([np.frombuffer(bytes(96)).reshape(3, 4), X], "f4", [K.WRITE | K.CAST, 0], -5, "out: "),
    "on a device": ([K.raw(4096, (4,), (1,), id=0), K.raw(8192, (4,), (1,), 8, id=0)], "u4", [K.WRITE, K.CAST], -9,
                    "x: CUCORE_CAST converts in loops on the CPU, and out is in memory that it cannot read: copy with CUCORE_COPY_CAST"),
}


@pytest.mark.parametrize("row", CASTS)
def test_conversions_that_are_refused(row):
    arrays, body, flags, status, message = CASTS[row]
    given = [array if isinstance(array, K.Array) else K.described(array) for array in arrays]
    with pytest.raises(K.Refused) as caught:
        K.loops(given, flags, ["out", "x"], K.described(np.zeros(1, body)))
    assert (caught.value.args[0], caught.value.args[1][:len(message)]) == (status, message), caught.value.args


def test_only_cucore_loops_run_converts():
    made = K.loops([K.described(np.zeros(9)), K.described(np.zeros(9, "f4"))], [K.WRITE, K.CAST], wanted=K.described(np.zeros(1)))
    assert not list(K.each(made)) and K.error() == ("cucore_loops_next: operands are converted (CUCORE_CAST), which only cucore_loops_run does")
