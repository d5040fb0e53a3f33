"""Blocks by their numbers, and many views, on the fake driver: any layout, memory, dtype of numbers; NumPy is the model."""
import ctypes

import numpy as np
import pytest
from hypothesis import given, strategies as st

import copying as C
from test_copy_fake import World, blockings

KINDS = st.sampled_from([(C.CPU, 0), (C.PINNED, 0), (C.CUDA, 0), (C.CUDA, 1), (C.MANAGED, 0)])
DTYPES = st.sampled_from([np.dtype(f"{sign}{size}") for sign in "iu" for size in (1, 2, 4, 8)])


@st.composite
def caches(draw, block, itemsize, unique):
    """(memory, axis): blocks of a shape, along an axis of its own, in any strides"""
    axis, count = draw(st.integers(0, len(block))), draw(st.integers(1, 12))
    shape = block[:axis] + (count,) + block[axis:]
    strides = draw(C.strided(shape, unique))
    if unique and not C.is_unique(shape, strides):
        strides = C.dense(shape)
    return C.Memory(shape, strides, itemsize, draw(st.integers(0, 40)), draw(st.integers(0, 2**32 - 1))), axis


@st.composite
def calls(draw):
    """Two caches with one shape of blocks, and numbers: those of dst differ, those of src may repeat."""
    block = draw(C.shapes(3, 300).filter(lambda shape: 0 not in shape))
    itemsize = draw(st.sampled_from(C.ITEMSIZES))
    dst, dst_axis = draw(caches(block, itemsize, True))
    src, src_axis = draw(caches(block, itemsize, False))
    n = draw(st.integers(0, dst.shape[dst_axis]))
    to = draw(st.permutations(range(dst.shape[dst_axis])))[:n]
    from_ = draw(st.lists(st.integers(0, src.shape[src_axis] - 1), min_size=n, max_size=n))
    return dst, dst_axis, src, src_axis, to, from_


def model(dst, dst_axis, src, src_axis, to, from_):
    """All bytes of dst afterwards."""
    data = dst.bytes.copy()
    blocks = np.moveaxis(dst.view(data), dst_axis, 0)
    for i, j in zip(to, from_):
        blocks[i] = np.moveaxis(src.view(), src_axis, 0)[j]
    return data


def numbers_in(w, values, dtype, kind, device, stride=1):
    """A list of numbers in memory of a kind."""
    data = np.full(max(len(values), 1) * stride, 77, dtype)
    data[: len(values) * stride: stride] = values
    w.keep.append(data)
    if kind == C.CPU:
        ptr = data.ctypes.data
    else:
        ptr = w.fake.alloc({C.CUDA: 0, C.PINNED: 1, C.MANAGED: 2}[kind], device, data.nbytes)
        ctypes.memmove(ptr, data.ctypes.data, data.nbytes)
    return C.describe_numbers(ptr, len(values), dtype, kind, device, stride)


def device_of(to, from_):
    return to[1] if to[0] == C.CUDA else from_[1] if from_[0] == C.CUDA else 0


@given(calls(), KINDS, KINDS, DTYPES, st.sampled_from([C.CPU, C.CUDA, C.PINNED]), st.integers(1, 3), st.integers(0, 1), blockings)
def test_any_layout_kind_and_number(fake, call, to, from_, dtype, list_kind, stride, flags, blocking):
    dst, dst_axis, src, src_axis, dst_numbers, src_numbers = call
    w = World(fake)
    device = device_of(to, from_)
    base, d = w.place(dst, *to)
    source, s = w.place(src, *from_)
    lists = [numbers_in(w, values, dtype, list_kind, device, stride) for values in (dst_numbers, src_numbers)]
    before = w.living()
    C.copy_blocks(C.blocks_call([d], [s], *lists, dst_axis, src_axis, flags), w.streams[device], blocking)
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), model(*call))
    np.testing.assert_array_equal(w.read(source, len(src.bytes)), src.bytes)
    C.lib.cucore_copy_trim()
    assert w.living() == before


@given(calls(), KINDS, KINDS, st.data())
def test_numbers_out_of_range(fake, call, to, from_, data):
    """Known to the host: refused, and nothing is written.  Known to the device: left out, and reported."""
    dst, dst_axis, src, src_axis, dst_numbers, src_numbers = call
    if not dst_numbers:
        return
    w = World(fake)
    device = device_of(to, from_)
    base, d = w.place(dst, *to)
    _, s = w.place(src, *from_)
    which, at = data.draw(st.integers(0, 1)), data.draw(st.integers(0, len(dst_numbers) - 1))
    extent = (src.shape[src_axis], dst.shape[dst_axis])[1 - which]
    wrong = data.draw(st.one_of(st.integers(-2**63, -1), st.integers(extent, 2**63 - 1)))
    numbers = [list(dst_numbers), list(src_numbers)]
    numbers[which][at] = wrong
    known = data.draw(st.booleans())
    lists = [numbers_in(w, values, np.dtype("i8"), C.CPU if known else C.PINNED, device) for values in numbers]
    report = C.Report()
    by_kernel = not known and C.CPU not in (to[0], from_[0]) and (C.CUDA in (to[0], from_[0]) or C.MANAGED in (to[0], from_[0]))
    by_kernel = by_kernel and len({k[1] for k in (to, from_) if k[0] == C.CUDA}) < 2
    address = fake.alloc(0, device, ctypes.sizeof(report))
    ctypes.memset(address, 0, ctypes.sizeof(report))
    call_ = C.blocks_call([d], [s], *lists, dst_axis, src_axis, 0, address)
    if by_kernel:
        C.copy_blocks(call_, w.streams[device])
        ctypes.memmove(ctypes.addressof(report), address, ctypes.sizeof(report))
        assert (report.side, report.index, report.number) == (1 + which, at, wrong)
        kept = [i for i in range(len(dst_numbers)) if i != at]
        wanted = model(dst, dst_axis, src, src_axis, [dst_numbers[i] for i in kept], [src_numbers[i] for i in kept])
    else:
        with pytest.raises(C.CopyError) as error:
            C.copy_blocks(call_, w.streams[device])
        assert error.value.status == "INVALID_ARGUMENT" and str(wrong) in error.value.message
        wanted = dst.bytes
    np.testing.assert_array_equal(w.read(base, len(dst.bytes)), wanted)


@given(st.data(), KINDS, st.booleans())
def test_within_one_cache(fake, data, kind, known):
    """Copy on write: blocks that are written twice, or read and written, are refused by the checked mode, and no others."""
    block = data.draw(C.shapes(3, 100).filter(lambda shape: 0 not in shape))
    cache, axis = data.draw(caches(block, data.draw(st.sampled_from(C.ITEMSIZES)), True))
    extent = cache.shape[axis]
    number = st.integers(0, extent - 1)
    n = data.draw(st.integers(1, 4))
    to, from_ = (data.draw(st.lists(number, min_size=n, max_size=n)) for _ in range(2))
    if data.draw(st.booleans()):  # often right
        every = data.draw(st.permutations(range(extent)))
        to, from_ = list(every[:extent // 2]), list(every[extent // 2:][:extent // 2])
    right = len(set(to)) == len(to) and not set(to) & set(from_)
    w = World(fake)
    base, c = w.place(cache, *kind)
    device = kind[1] if kind[0] == C.CUDA else 0
    lists = [numbers_in(w, values, np.dtype("i4"), C.CPU if known else C.PINNED, device) for values in (to, from_)]
    by_kernel = not known and kind[0] in (C.CUDA, C.MANAGED)
    call = C.blocks_call([c], [c], *lists, axis, axis, C.CHECKED)
    if right:
        C.copy_blocks(call, w.streams[device])
        np.testing.assert_array_equal(w.read(base, len(cache.bytes)), model(cache, axis, cache, axis, to, from_))
    elif by_kernel:  # the numbers are not known where that is checked
        C.copy_blocks(call, w.streams[device])
    else:
        with pytest.raises(C.CopyError) as error:
            C.copy_blocks(call, w.streams[device])
        assert error.value.status == "INVALID_ARGUMENT"
        np.testing.assert_array_equal(w.read(base, len(cache.bytes)), cache.bytes)


@given(st.lists(st.tuples(C.pairs(4, 400), KINDS, KINDS), min_size=1, max_size=12), st.integers(1, 3), blockings)
def test_many_views(fake, pairs, repeat, blocking):
    """Pairs of any layouts, each some times, with memory of its own, in one call."""
    w = World(fake)
    placed = []
    for (dst, src), to, from_ in pairs * repeat:
        if {to[1] if to[0] == C.CUDA else 0, from_[1] if from_[0] == C.CUDA else 0} == {0, 1} and C.CUDA not in (to[0], from_[0]):
            continue
        if device_of(to, from_) == 1 and 0 not in [k[1] for k in (to, from_) if k[0] == C.CUDA]:
            continue  # work for the stream of the other device
        placed.append((dst, src, w.place(dst, *to), w.place(src, *from_)))
    if not placed:
        return
    before = w.living()
    C.copy_views([d for _, _, (_, d), _ in placed], [s for _, _, _, (_, s) in placed], w.streams[0], blocking)
    for dst, src, (base, _), _ in placed:
        np.testing.assert_array_equal(w.read(base, len(dst.bytes)), C.expected(dst, src))
    C.lib.cucore_copy_trim()
    assert w.living() == before
