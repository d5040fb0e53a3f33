"""The layout functions against what cuda.core documents of StridedLayout: its rules, written down again in Python, and the
class itself where it can be imported.  Only metadata is compared; test_layout_numpy.py reads elements."""
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import layout as L
from strategies import broadcast_shapes, layouts, reshapes_of, shapes, slices_for

try:
    from cuda.core import StridedLayout as Real
except ImportError:
    try:
        from cuda.core._layout import _StridedLayout as Real
    except ImportError:
        Real = None


def real(layout):
    """The same layout of cuda.core; its offset comes about by slicing a longer axis in front."""
    if layout.offset == 0:
        return Real(layout.shape, layout.strides, layout.itemsize)
    return Real((2,) + layout.shape, (layout.offset,) + layout.strides, layout.itemsize)[1]


def agree(ours, call):
    """Our layout, or the status of our error, against what cuda.core does, if it is here."""
    if Real is None:
        return
    try:
        theirs = call()
    except (ValueError, OverflowError):
        theirs = None
    if isinstance(ours, str) or theirs is None:
        assert isinstance(ours, str) and theirs is None, (ours, theirs)
        return
    assert ours.shape == theirs.shape and ours.itemsize == theirs.itemsize
    assert ours.strides == theirs.strides
    assert ours.offset == theirs.slice_offset


def outcome(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except L.LayoutError as error:
        return error.status


def stride_order(shape, strides):
    return tuple(sorted(range(len(shape)), key=lambda i: (-abs(strides[i]), -shape[i], i)))


def dense_in(shape, order):
    strides, stride = [0] * len(shape), 1
    for axis in reversed(order):
        strides[axis] = stride
        stride *= max(shape[axis], 1)
    return tuple(strides)


@given(layouts())
@example(L.raw((2, 1, 3), (3, 100, 1), 4))
@example(L.raw((1, 1), (5, 7), 4))
@example(L.raw((3, 2, 2), (0, 0, 0), 4))
def test_properties(layout):
    shape, strides = layout.shape, layout.strides
    order = stride_order(shape, strides)
    moving = [i for i in order if shape[i] > 1]
    empty = 0 in shape
    assert L.stride_order(layout) == order
    contiguous = empty or all(strides[i] == math.prod(shape[j] for j in moving[k + 1:]) for k, i in enumerate(moving))
    unique = empty or all(abs(strides[i]) > sum(abs(strides[j]) * (shape[j] - 1) for j in moving[k + 1:])
                          for k, i in enumerate(moving))
    assert L.is_dense(layout) == contiguous
    assert L.is_unique(layout) >= unique
    mask = sum(1 << i for i in range(1, len(shape)) if strides[i - 1] == strides[i] * shape[i])
    assert L.flatten_mask(layout) == mask
    if Real is None:
        return
    theirs = real(layout)
    assert L.stride_order(layout) == theirs.stride_order
    assert L.is_c_contiguous(layout) == theirs.is_contiguous_c and L.is_f_contiguous(layout) == theirs.is_contiguous_f
    assert L.is_dense(layout) == theirs.is_contiguous_any and (L.is_dense(layout) and layout.offset == 0) == theirs.is_dense
    assert L.is_unique(layout) >= theirs.is_unique  # theirs asks for more
    assert L.flatten_mask(layout) == theirs.flattened_axis_mask()
    low, high = L.offset_bounds(layout)
    moved = 0 if empty else layout.offset
    assert (low + moved, high + moved) == theirs.offset_bounds
    assert L.size(layout) == theirs.volume and L.strides_bytes(layout) == theirs.strides_in_bytes
    assert L.offset_bytes(layout, layout.offset) == theirs.slice_offset_in_bytes
    try:
        need = theirs.required_size_in_bytes()
    except ValueError:
        need = "UNSUPPORTED"
    assert outcome(L.required_nbytes, layout) == need


@given(shapes(), st.data())
def test_dense(shape, data):
    """cuda.core gives an empty layout strides of 0, cucore those of its extents with 1 for 0."""
    axes = data.draw(st.permutations(range(len(shape))))
    ours = L.make_order(shape, axes, 4)
    assert ours.strides == dense_in(shape, axes)
    if 0 not in shape:
        agree(ours, lambda: Real.dense(shape, 4, tuple(axes)))
        agree(L.make_dense(shape, "F", 4), lambda: Real.dense(shape, 4, "F"))
        agree(L.make_dense(shape, "C", 4), lambda: Real.dense(shape, 4, "C"))


@given(layouts())
@example(L.raw((2, 1, 3), (3, 77, 1), 4))
def test_dense_like(layout):
    """cuda.core keeps the strides of a layout that is dense, and sorts axes that tie by their extents: NumPy's 'K' does neither
    (test_layout_numpy.py)."""
    if 0 in layout.shape or layout.offset != 0 or 1 in layout.shape:
        return
    strides = [abs(s) for s in layout.strides]
    for order in "KCF" if len(set(strides)) == len(strides) else "CF":
        agree(L.make_like(layout, order), lambda: Real.dense_like(real(layout), order))


@given(layouts(), st.data())
def test_permute(layout, data):
    axes = tuple(data.draw(st.permutations(range(layout.ndim))))
    ours = L.permute(layout, axes)
    assert ours.strides == tuple(layout.strides[a] for a in axes)
    agree(ours, lambda: real(layout).permuted(axes))


@given(layouts(), st.data())
def test_reshape(layout, data):
    """Beyond cuda.core: axes of extent 1 never stand in the way; their old strides mean nothing."""
    shape = tuple(data.draw(reshapes_of(L.size(layout))))
    ours = outcome(L.reshape, layout, shape)
    if Real is None or (1 in layout.shape and 0 not in layout.shape):
        return
    if ours == "INVALID_ARGUMENT":
        with pytest.raises(ValueError):
            real(layout).reshaped(shape)
    else:
        agree(ours, lambda: real(layout).reshaped(shape))


@given(layouts(), st.data())
def test_flatten(layout, data):
    n = max(layout.ndim, 1)
    start, end = data.draw(st.integers(-n, n - 1)), data.draw(st.integers(-n, n - 1))
    agree(L.flatten(layout), lambda: real(layout).flattened())
    agree(outcome(L.flatten, layout, start, end), lambda: real(layout).flattened(start, end))
    mask = data.draw(st.integers(0, 2**n - 1))
    agree(L.flatten_masked(layout, mask), lambda: real(layout).flattened(mask=mask))
    if layout.ndim == 0:
        assert (L.flatten(layout).shape, L.flatten(layout).strides) == ((1,), (1,))


@given(layouts(), st.data())
def test_squeeze_unsqueeze(layout, data):
    ours = L.squeeze(layout)
    expected = [(n, s) for n, s in zip(layout.shape, layout.strides) if n != 1]
    if 0 in layout.shape:
        expected = [(0, 0)]
    assert list(zip(ours.shape, ours.strides)) == expected
    agree(ours, lambda: real(layout).squeezed())
    count = data.draw(st.integers(0, 3))
    places = tuple(data.draw(st.permutations(range(layout.ndim + count)))[:count])
    agree(L.unsqueeze(layout, places), lambda: real(layout).unsqueezed(places))


@given(layouts(), st.data())
def test_broadcast(layout, data):
    shape = data.draw(broadcast_shapes(layout.shape))
    ours = L.broadcast_to(layout, shape)
    front = len(shape) - layout.ndim
    assert ours.strides == (0,) * front + tuple(s if n == m else 0 for n, m, s in
                                               zip(layout.shape, shape[front:], layout.strides))
    agree(ours, lambda: real(layout).broadcast_to(shape))


@given(layouts(), st.data())
def test_slice(layout, data):
    items = data.draw(slices_for(layout.shape))
    agree(outcome(L.slice_of, layout, items), lambda: real(layout)[items])


@given(layouts(), st.sampled_from([1, 2, 4, 8, 16, 32]), st.booleans(), st.sampled_from([0, 0, 2, 4, 8, 16, 48]), st.data())
def test_repack(layout, itemsize, keep_dim, ptr, data):
    """Beyond cuda.core: a size that is no multiple is refused (its factor is rounded down to 1 there)."""
    axis = data.draw(st.integers(-layout.ndim - 1, layout.ndim))
    ours = outcome(L.repack, layout, 8 * itemsize, axis, keep_dim, ptr)
    agree(ours, lambda: real(layout).repacked(itemsize, ptr, axis, keep_dim))


@given(layouts(), st.integers(1, 32), st.sampled_from([0, 1, 2, 4, 8, 16, 24, 48, 96]), st.data())
def test_max_itemsize(layout, most, ptr, data):
    axis = data.draw(st.integers(-layout.ndim - 1, layout.ndim))
    ours = outcome(L.max_itemsize, layout, most, ptr, axis)
    if most < layout.itemsize or not -layout.ndim <= axis < layout.ndim:
        assert ours == "INVALID_ARGUMENT"
        return
    others = [s for i, s in enumerate(layout.strides) if i != axis % layout.ndim]
    if layout.strides[axis] != 1 or layout.shape[axis] == 0:
        expected = layout.itemsize
    else:
        divisors = [d for d in range(1, most + 1) if most % d == 0 and ptr % d == 0]
        expected = max(d for d in divisors if layout.itemsize % d == 0 or (d % layout.itemsize == 0 and not any(
            v % (d // layout.itemsize) for v in [*others, layout.shape[axis], layout.offset])))
    assert ours == expected
    if expected != layout.itemsize or layout.strides[axis] == 1:
        assert outcome(L.repack, layout, 8 * expected, axis, True, ptr) != "UNSUPPORTED" or layout.shape[axis] == 0
    if Real is not None and most in (1, 2, 4, 8, 16, 32):
        assert ours == real(layout).max_compatible_itemsize(most, ptr, axis)


@given(layouts(), st.sampled_from([1, 2, 4, 8]))
def test_divided_strides(layout, itemsize):
    ours = outcome(L.make_bytes, layout.shape, layout.strides, itemsize)
    if Real is not None and not isinstance(ours, str) and all(s % itemsize == 0 for s in layout.strides):
        agree(ours, lambda: Real(layout.shape, layout.strides, itemsize, divide_strides=True))
