"""Numbers near the limits against Python's integers: OVERFLOW exactly when the true value does not fit, and else the
true value.  `raw` layouts are filled in by hand, as nobody's checks may be relied upon."""
import itertools
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import layout as L

LOW, HIGH = -(2**63), 2**63 - 1
edges = st.sampled_from(sorted({s * (2**e) + d for e in (0, 1, 15, 30, 31, 32, 60, 61, 62, 63) for s in (1, -1)
                                for d in (-1, 0, 1)} & set(range(-5, 6))
                               | {s * 2**e + d for e in (15, 30, 31, 32, 60, 61, 62) for s in (1, -1) for d in (-1, 0, 1)}
                               | {LOW, LOW + 1, HIGH, HIGH - 1}))
any_int = st.one_of(edges, st.integers(LOW, HIGH), st.integers(-40, 40))
some_extents = st.one_of(st.integers(0, 4), st.integers(1, 3), edges.map(abs).filter(lambda n: n <= HIGH))
itembits_of = st.sampled_from([1, 2, 4, 6, 7, 8, 12, 16, 32, 64, 128])


def fits(*values):
    return all(LOW <= v <= HIGH for v in values)


def outcome(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except L.LayoutError as error:
        return error.status


@st.composite
def pairs(draw, max_ndim=4):
    """A shape and strides."""
    ndim = draw(st.integers(0, max_ndim))
    return (tuple(draw(some_extents) for _ in range(ndim)), tuple(draw(any_int) for _ in range(ndim)))


@st.composite
def raws(draw, max_ndim=4):
    shape, strides = draw(pairs(max_ndim))
    bits = draw(itembits_of)
    return L.raw(shape, strides, -(-bits // 8), bits)


def bounds(shape, strides):
    if 0 in shape:
        return 0, -1
    reach = [(n - 1) * s for n, s in zip(shape, strides)]
    return sum(r for r in reach if r < 0), sum(r for r in reach if r > 0)


def spans(shape, strides, bits):
    """May a layout be like that?"""
    if 0 in shape:
        return True
    low, high = bounds(shape, strides)
    return fits(low * bits, (high + 1) * bits, math.prod(shape) * bits)


@given(pairs(), itembits_of)
def test_make(pair, bits):
    shape, strides = pair
    itemsize = -(-bits // 8)
    ours = outcome(L.make, shape, strides, itemsize)
    if not spans(shape, strides, 8 * itemsize):
        assert ours == "OVERFLOW"
        return
    assert (ours.shape, ours.strides) == (shape, strides)
    ours = L.packed(ours, bits)
    assert (ours.itembits, ours.itemsize) == (bits, itemsize)


@given(raws(), st.integers(1, 128))
def test_set_packed(layout, bits):
    ours = outcome(L.packed, layout, bits)
    if bits > 8 * layout.itemsize:
        assert ours == "INVALID_ARGUMENT"
    elif spans(layout.shape, layout.strides, bits):
        assert ours.itembits == bits
    else:
        assert ours == "OVERFLOW"


@given(pairs(), st.sampled_from([1, 2, 4, 8, 16]), st.data())
def test_dense(pair, itemsize, data):
    shape = pair[0]
    axes = data.draw(st.permutations(range(len(shape))))
    for make, order in ((lambda: L.make_dense(shape, "C", itemsize), list(range(len(shape)))),
                        (lambda: L.make_dense(shape, "F", itemsize), list(range(len(shape)))[::-1]),
                        (lambda: L.make_order(shape, axes, itemsize), axes)):
        ours = outcome(make)
        if 0 not in shape and not fits(8 * itemsize * math.prod(shape)):
            assert ours == "OVERFLOW"
            continue
        stride = 1
        for axis in reversed(order):
            assert ours.strides[axis] == (stride if fits(stride) else 0)
            stride *= max(shape[axis], 1)
            if not fits(stride):
                stride = 2**64
    like = outcome(L.make_like, L.raw(shape, pair[1], itemsize), "K")
    assert (like == "OVERFLOW") == (0 not in shape and not fits(8 * itemsize * math.prod(shape)))


@given(pairs(), st.sampled_from([1, 2, 3, 4, 8, 16]))
def test_make_bytes(pair, itemsize):
    shape, byte_strides = pair
    ours = outcome(L.make_bytes, shape, byte_strides, itemsize)
    if 0 not in shape and any(n > 1 and s % itemsize for n, s in zip(shape, byte_strides)):
        assert ours == "UNSUPPORTED"
        return
    strides = tuple(s // itemsize if s % itemsize == 0 else 0 for s in byte_strides)
    if spans(shape, strides, 8 * itemsize):
        assert ours.strides == strides
    else:
        assert ours == "OVERFLOW"


@given(raws(), any_int)
@example(L.raw((2**62, 3), (1, -1), 1, 1), 0)
def test_numbers(layout, offset):
    shape, strides, bits = layout.shape, layout.strides, layout.itembits
    size = math.prod(shape)
    low, high = bounds(shape, strides)

    def expected(value):
        return value if fits(value) else "OVERFLOW"

    assert outcome(L.size, layout) == expected(size)
    assert outcome(L.nbytes, layout) == ("OVERFLOW" if not fits(size) else expected(-(-size * bits // 8)))
    assert outcome(L.offset_bounds, layout) == ((low, high) if fits(low, high) else "OVERFLOW")
    assert outcome(L.offset_bytes, layout, offset) == (
        "UNSUPPORTED" if offset * bits % 8 else expected(offset * bits // 8))
    need = outcome(L.required_nbytes, layout, offset)
    if 0 in shape:
        assert need == 0
    elif not fits(low, high):
        assert need == "OVERFLOW"
    elif offset + low < 0:
        assert need == "UNSUPPORTED"
    else:
        assert need == expected(-(-(offset + high + 1) * bits // 8))


@given(raws())
def test_strides_bytes(layout):
    results = []
    for extent, stride in zip(layout.shape, layout.strides):
        if stride * layout.itembits % 8:
            results.append(0 if extent <= 1 or 0 in layout.shape else "UNSUPPORTED")
        else:
            value = stride * layout.itembits // 8
            results.append(value if fits(value) else "OVERFLOW")
    bad = [r for r in results if isinstance(r, str)]
    assert outcome(L.strides_bytes, layout) == (bad[0] if bad else tuple(results))


@given(raws(), st.data())
def test_flatten(layout, data):
    mask = data.draw(st.integers(0, 15))
    groups = []
    for i, (extent, stride) in enumerate(zip(layout.shape, layout.strides)):
        if i and mask >> i & 1 and layout.strides[i - 1] == extent * stride:
            groups[-1] = (groups[-1][0] * extent, stride)
        else:
            groups.append((extent, stride))
    ours = outcome(L.flatten_masked, layout, mask)
    # a product that grows too large does so before a later 0 could hide it
    partial_fits = True
    extent_now = 1
    for i, (extent, stride) in enumerate(zip(layout.shape, layout.strides)):
        merges = i and mask >> i & 1 and layout.strides[i - 1] == extent * stride
        extent_now = extent_now * extent if merges else extent
        partial_fits &= fits(extent_now)
    if partial_fits:
        assert (ours.shape, ours.strides) == (tuple(zip(*groups)) if groups else ((1,), (1,)))
    else:
        assert ours == "OVERFLOW"


@given(raws(), st.data())
def test_unsqueeze(layout, data):
    count = data.draw(st.integers(1, 2))
    places = sorted(data.draw(st.permutations(range(layout.ndim + count)))[:count])
    ours = outcome(L.unsqueeze, layout, places)
    strides, old = [], 0
    for i in range(layout.ndim + count):
        if i not in places:
            strides.append(layout.strides[old])
            old += 1
        elif old < layout.ndim:
            over = layout.shape[old] * layout.strides[old]
            strides.append(over if fits(over) else layout.strides[old])
        else:
            strides.append(layout.strides[-1] if layout.ndim else 1)
    assert ours.strides == tuple(strides)


@given(raws(3), st.data())
def test_broadcast(layout, data):
    front = tuple(data.draw(st.lists(some_extents, max_size=2)))
    shape = front + tuple(data.draw(some_extents) if n == 1 else n for n in layout.shape)
    ours = outcome(L.broadcast_to, layout, shape)
    both = outcome(L.broadcast_together, layout, L.raw(shape, [0] * len(shape), 1, 1))
    if 0 not in shape and not fits(math.prod(shape) * layout.itembits):
        assert ours == both == "OVERFLOW"
        return
    strides = (0,) * len(front) + tuple(s if n == m else 0 for n, m, s in zip(layout.shape, shape[len(front):], layout.strides))
    assert (ours.shape, ours.strides) == (shape, strides)
    assert (both[0].shape, both[0].strides) == (shape, strides)


@given(raws(), any_int, st.data())
def test_slice(layout, offset, data):
    layout.offset = offset
    items, shape, strides = [], [], []
    status, moved = None, offset
    for n, s in zip(layout.shape, layout.strides):
        if data.draw(st.booleans()):
            index = data.draw(st.one_of(any_int, st.integers(-3, 3)))
            items.append(index)
            if not -n <= index < n:
                status = status or "INVALID_ARGUMENT"
                continue
            distance = index % n * s
        else:
            step = data.draw(any_int)
            item = slice(data.draw(any_int), data.draw(any_int), step)
            items.append(item)
            if step == 0:
                status = status or "INVALID_ARGUMENT"
                continue
            taken = range(*item.indices(n))
            extent = -(-(taken.stop - taken.start) // step) if (taken.stop - taken.start) * step > 0 else 0
            shape.append(extent)
            strides.append(s * step if extent else 0)
            if not fits(strides[-1]):
                status = status or "OVERFLOW"
            distance = taken.start * s if extent else 0
        moved += distance
        if not fits(distance, moved):
            status = status or "OVERFLOW"
    ours = outcome(L.slice_of, layout, items)
    if status:
        assert ours == status
        return
    if any(n == 0 for n, item in zip(shape, [i for i in items if isinstance(i, slice)])):
        strides = [0] * len(strides)
    assert (ours.shape, ours.strides, ours.offset) == (tuple(shape), tuple(strides), moved)


@given(raws(), st.sampled_from([1, 2, 4, 8, 16, 24, 32, 64]), any_int)
def test_repack(layout, bits, offset):
    layout.offset = offset
    if layout.ndim == 0:
        return
    layout.c.strides[layout.ndim - 1] = 1
    layout = L.Layout(layout.c, offset)
    ours = outcome(L.repack, layout, bits)
    shape, strides = layout.shape, layout.strides
    if bits == layout.itembits:
        assert ours.shape == shape
    elif max(bits, layout.itembits) % min(bits, layout.itembits) or shape[-1] == 0:
        assert ours == "UNSUPPORTED"
    elif bits < layout.itembits:
        factor = layout.itembits // bits
        new = [s * factor for s in strides[:-1]]
        last, moved = shape[-1] * factor, offset * factor
        # the factor may not fit the stride of the axis itself, which stays 1
        if fits(*new, last, moved):
            assert (ours.shape, ours.strides, ours.offset) == (shape[:-1] + (last,), (*new, 1), moved)
        else:
            assert ours == "OVERFLOW"
    else:
        factor = bits // layout.itembits
        if any(v % factor for v in (*strides[:-1], shape[-1], offset)):
            assert ours == "UNSUPPORTED"
        else:
            assert ours.strides == (*[s // factor for s in strides[:-1]], 1)
            assert ours.shape == (*shape[:-1], shape[-1] // factor) and ours.offset == offset // factor


@given(raws(), st.data())
def test_offset_of(layout, data):
    index = [data.draw(st.sampled_from(sorted({0, max(n - 1, 0), max(n - 1, 0) // 2}))) for n in layout.shape]
    ours = outcome(L.offset_of, layout, index)
    if 0 in layout.shape:
        assert ours == "INVALID_ARGUMENT"
        return
    parts = list(itertools.accumulate(i * s for i, s in zip(index, layout.strides)))
    if fits(*parts, *[i * s for i, s in zip(index, layout.strides)]):
        assert ours == (parts[-1] if parts else 0)
    elif parts and not fits(parts[-1]):
        assert ours == "OVERFLOW"


@given(raws())
def test_index_of_its_ends(layout):
    low, high = bounds(layout.shape, layout.strides)
    if 0 in layout.shape or not fits(low, high):
        return
    index = [n - 1 if s < 0 else 0 for n, s in zip(layout.shape, layout.strides)]
    ours = outcome(L.index_of, layout, low)
    assert ours in (tuple(index), "UNSUPPORTED")
    if L.is_unique(layout) and L.is_nested(layout):
        assert ours == tuple(0 if n == 1 else i for i, n in zip(index, layout.shape))


@given(raws())
def test_is_unique(layout):
    """Never wrong, however large: checked in Python's integers.  What it cannot tell counts as not unique."""
    axes = [(abs(s), n) for n, s in zip(layout.shape, layout.strides) if n > 1]
    ours = L.is_unique(layout)
    if 0 in layout.shape:
        assert ours
    elif not all(s for s, _ in axes):
        assert not ours
    elif L.is_nested(layout):
        assert ours
    else:  # two axes meet at the least common multiple of their strides
        meet = any(math.lcm(s, t) <= min(s * (n - 1), t * (m - 1)) for (s, n), (t, m) in itertools.combinations(axes, 2))
        assert not (ours and meet)
        assert len(axes) > 2 or ours != meet or not fits(sum(s * (n - 1) for s, n in axes))


@given(raws())
def test_simplify(layout):
    ours = outcome(L.simplify, [layout])
    shape, strides = layout.shape, layout.strides
    if 0 in shape:
        assert ours[0][0].shape == (0,)
        return
    turned = [(n, s) for n, s in zip(shape, strides) if n > 1 and s < 0]
    parts = list(itertools.accumulate((n - 1) * s for n, s in turned))
    if not fits(math.prod(shape), *[-s for _, s in turned], *parts, *[(n - 1) * s for n, s in turned]):
        assert ours == "OVERFLOW"
        return
    simple = ours[0][0]
    assert math.prod(simple.shape) == math.prod(shape) and min(simple.strides, default=0) >= 0
    assert simple.offset == (parts[-1] if parts else 0)
    assert bounds(simple.shape, simple.strides)[1] == bounds(shape, strides)[1] - bounds(shape, strides)[0]


@given(raws(3), st.data())
def test_reshape_of_one_bit_elements(layout, data):
    """New axes of extent 1 are the only place where a stride grows, and where it means nothing."""
    if not spans(layout.shape, layout.strides, layout.itembits) or 0 in layout.shape or 1 in layout.shape:
        return
    ours = outcome(L.reshape, layout, (1,) + layout.shape + (1,))
    if not layout.ndim:
        assert ours.strides == (1, 1)
        return
    first = layout.strides[0] * layout.shape[0]
    if not fits(first):
        first = layout.strides[0]
    assert ours.strides == (first, *layout.strides, layout.strides[-1])


@pytest.mark.parametrize("distance", [0, 7, -8, 2**40, 2**62, 2**63])
@given(raws(3), raws(3))
def test_overlap_at_the_limits(distance, a, b):
    """Never OVERFLOW for a layout that make would take; NONE where the spans are apart."""
    if not spans(a.shape, a.strides, a.itembits) or not spans(b.shape, b.strides, b.itembits):
        return
    result = L.overlap(a, 2**20, b, (2**20 + distance) % 2**64)
    if 0 in a.shape or 0 in b.shape:
        assert result == "NONE"
        return
    low_a, high_a = (v * a.itembits for v in bounds(a.shape, a.strides))
    low_b, high_b = (v * b.itembits for v in bounds(b.shape, b.strides))
    gap = 8 * (distance if distance < 2**63 else distance - 2**64)
    if low_b + gap > high_a + a.itembits - 1 + 7 or high_b + b.itembits - 1 + gap < low_a - 7:
        assert result == "NONE"
    if distance == 0:
        assert result in ("SOME", "UNKNOWN")  # the origins are one
