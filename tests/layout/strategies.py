"""Layouts to try, and the memory they describe."""
import math

import numpy as np
from hypothesis import strategies as st

import layout as L

extents = st.sampled_from([1, 2, 3, 2, 1, 4, 5, 0])
small_strides = st.sampled_from([0, 1, 1, -1, 2, 3, -2, 4, 6, -6, 8, 12, 24, 5, 7, 13])


@st.composite
def shapes(draw, max_ndim=8, most=600):
    shape = draw(st.lists(extents, max_size=max_ndim))
    while math.prod(shape) > most:
        shape[shape.index(max(shape))] = 1
    return tuple(shape)


@st.composite
def layouts(draw, max_ndim=8, itemsizes=(1, 2, 4, 8)):
    """Dense in some order, then possibly sliced, turned, broadcast; or with strides out of nowhere."""
    shape = draw(shapes(max_ndim))
    itemsize = draw(st.sampled_from(itemsizes))
    if draw(st.integers(0, 3)) == 0:
        strides = draw(st.lists(small_strides, min_size=len(shape), max_size=len(shape)))
        return L.make(shape, strides, itemsize)
    axes = draw(st.permutations(range(len(shape))))
    layout = L.make_order(shape, axes, itemsize)
    if draw(st.booleans()):
        layout = L.slice_of(layout, draw(slices_for(layout.shape)))
    if draw(st.integers(0, 3)) == 0:
        layout = L.broadcast_to(layout, draw(broadcast_shapes(layout.shape)))
    if draw(st.integers(0, 3)) == 0:  # strides that mean nothing
        strides = [draw(small_strides) if n <= 1 else s for n, s in zip(layout.shape, layout.strides)]
        layout = L.make(layout.shape, strides, itemsize, layout.offset)
    return layout


bound = st.one_of(st.none(), st.integers(-7, 7), st.sampled_from([2**62, -(2**62), 2**63 - 1, -(2**63)]))
steps = st.one_of(st.none(), st.sampled_from([1, 2, 3, -1, -2, -3, 5, -5]))


@st.composite
def slices_for(draw, shape, indices=True):
    count = draw(st.integers(0, len(shape)))
    items = []
    for extent in shape[:count]:
        if indices and extent and draw(st.integers(0, 2)) == 0:
            items.append(draw(st.integers(-extent, extent - 1)))
        else:
            items.append(slice(draw(bound), draw(bound), draw(steps)))
    return tuple(items)


@st.composite
def broadcast_shapes(draw, shape):
    front = draw(st.lists(st.sampled_from([1, 2, 0]), max_size=min(2, 8 - len(shape))))
    return tuple(front) + tuple(draw(st.sampled_from([1, 2, 3, 0])) if n == 1 else n for n in shape)


@st.composite
def reshapes_of(draw, size):
    """A shape of that size, or nearly."""
    if size == 0:
        return draw(st.permutations(draw(st.lists(st.integers(0, 4), max_size=4)) + [0]))
    shape, left = [], size
    while left > 1 or draw(st.integers(0, 2)) == 0:
        if len(shape) == 7:
            shape.append(left)
            break
        divisors = [d for d in range(1, left + 1) if left % d == 0]
        shape.append(draw(st.sampled_from(divisors)))
        left //= shape[-1]
    if shape and draw(st.booleans()):
        shape[draw(st.integers(0, len(shape) - 1))] = -1
    return tuple(shape)


class Memory:
    """A buffer in which every element holds its own position, and views of it as NumPy makes them."""

    def __init__(self, layout):
        low, high = L.offset_bounds(layout)
        dtype = {1: np.uint8, 2: np.int16, 4: np.int32, 8: np.int64}[layout.itemsize]
        self.base = layout.offset + low
        self.buffer = np.arange(max(high - low + 1, 1)).astype(dtype)

    def view(self, layout):
        """The elements that the layout finds here: an error of ours reads elsewhere and differs."""
        if 0 in layout.shape:
            return np.empty(layout.shape, self.buffer.dtype)
        start = layout.offset - self.base
        low, high = L.offset_bounds(layout)
        assert 0 <= start + low and start + high < len(self.buffer), "outside of the memory"
        return np.lib.stride_tricks.as_strided(self.buffer[start:], layout.shape,
                                               [s * self.buffer.itemsize for s in layout.strides])


def same(ours, theirs):
    assert ours.shape == theirs.shape
    np.testing.assert_array_equal(ours, theirs)
