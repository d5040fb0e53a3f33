/* Random sequences of layout operations.  Beside the layout runs a list of the bit address of every element in C order;
 * each operation is also done on that list, element by element, and afterwards the layout must enumerate to it.  A
 * second mode fills layouts with arbitrary 64-bit numbers and only asks for no undefined behaviour and for results
 * that an error leaves untouched. */
#include "fuzz.h"

#define CUCORE_IMPLEMENTATION
#include "cucore.h"
#include "tangled.h"

#define MOST 2048 /* elements */

/* ---- the model ---- */
typedef struct model {
    cucore_layout layout;
    int64_t origin; /* elements */
    int count;
    int64_t bit[MOST]; /* of each element, in C order */
} model;

static int count_of(const cucore_layout *layout)
{
    int i, n = 1;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] == 0) return 0;
    }
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] > MOST || (n *= (int)layout->shape[i]) > MOST) return MOST + 1;
    }
    return n;
}

static void index_at(const cucore_layout *layout, int k, int64_t *index)
{
    for (int i = layout->ndim - 1; i >= 0; i--) {
        index[i] = k % layout->shape[i];
        k /= (int)layout->shape[i];
    }
}

static int position_of(const cucore_layout *layout, const int64_t *index)
{
    int64_t k = 0;
    for (int i = 0; i < layout->ndim; i++) k = k * layout->shape[i] + index[i];
    return (int)k;
}

static int64_t offset_at(const cucore_layout *layout, int k)
{
    int64_t index[CUCORE_MAX_NDIM], offset = 0;
    index_at(layout, k, index);
    for (int i = 0; i < layout->ndim; i++) offset += index[i] * layout->strides[i];
    return offset;
}

static void enumerate(model *m)
{
    m->count = count_of(&m->layout);
    REQUIRE(m->count <= MOST);
    for (int k = 0; k < m->count; k++) m->bit[k] = (m->origin + offset_at(&m->layout, k)) * m->layout.itembits;
}

/* Does the layout give exactly these addresses? */
static void must_enumerate_to(const cucore_layout *layout, int64_t origin, int count, const int64_t *bit)
{
    REQUIRE(layout->ndim >= 0 && layout->ndim <= CUCORE_MAX_NDIM && layout->reserved == 0);
    REQUIRE(layout->itemsize == (layout->itembits + 7) / 8);
    REQUIRE(count_of(layout) == count);
    for (int k = 0; k < count; k++) REQUIRE((origin + offset_at(layout, k)) * layout->itembits == bit[k]);
}

static cucore_layout poison;

static int untouched(const cucore_layout *layout)
{
    return memcmp(layout, &poison, sizeof poison) == 0;
}

static void start(input *in, model *m)
{
    int64_t shape[6], strides[6];
    int i, ndim = below(in, 6), dense = below(in, 3) == 0;
    for (i = 0; i < ndim; i++) {
        shape[i] = below(in, 12) == 0 ? 0 : 1 + below(in, ndim > 4 ? 3 : 5);
        strides[i] = below(in, 4) == 0 ? below(in, 3) - 1 : below(in, 61) - 30;
    }
    REQUIRE(cucore_layout_make(ndim, shape, dense ? NULL : strides, 1 << below(in, 4), &m->layout) == CUCORE_OK);
    if (below(in, 5) == 0) {
        REQUIRE(cucore_layout_set_packed(&m->layout, 1 + below(in, (int)(8 * m->layout.itemsize))) == CUCORE_OK);
    }
    m->origin = below(in, 3) == 0 ? below(in, 40) - 20 : 0;
    enumerate(m);
}

/* ---- operations: each compares with the list, then goes on with its result ---- */
static void adopt(model *m, const cucore_layout *layout, int64_t origin)
{
    m->layout = *layout;
    m->origin = origin;
    enumerate(m);
}

static void gathered(model *m, const cucore_layout *out, const int *axes)
{
    static int64_t expected[MOST];
    int64_t index[CUCORE_MAX_NDIM], old[CUCORE_MAX_NDIM];
    for (int i = 0; i < m->layout.ndim; i++) REQUIRE(out->shape[i] == m->layout.shape[axes[i]]);
    for (int k = 0; k < m->count; k++) {
        index_at(out, k, index);
        for (int i = 0; i < out->ndim; i++) old[axes[i]] = index[i];
        expected[k] = m->bit[position_of(&m->layout, old)];
    }
    must_enumerate_to(out, m->origin, m->count, expected);
    adopt(m, out, m->origin);
}

static void do_permute(input *in, model *m)
{
    cucore_layout out = m->layout;
    int axes[CUCORE_MAX_NDIM], given[CUCORE_MAX_NDIM], i, n = m->layout.ndim;
    for (i = 0; i < n; i++) axes[i] = i;
    for (i = n - 1; i > 0; i--) {
        int j = below(in, i + 1), keep = axes[i];
        axes[i] = axes[j];
        axes[j] = keep;
    }
    for (i = 0; i < n; i++) given[i] = below(in, 2) ? axes[i] : axes[i] - n;
    REQUIRE(cucore_layout_permute(&out, given, &out) == CUCORE_OK);
    gathered(m, &out, axes);
}

static void do_move(input *in, model *m)
{
    cucore_layout out = poison;
    int axes[CUCORE_MAX_NDIM], rest[CUCORE_MAX_NDIM], i, k = 0, n = m->layout.ndim, from, to;
    if (n == 0) return;
    from = below(in, n);
    to = below(in, n);
    if (below(in, 2)) {
        REQUIRE(cucore_layout_swap_axes(&m->layout, from, to - n, &out) == CUCORE_OK);
        for (i = 0; i < n; i++) axes[i] = i == from ? to : i == to ? from : i;
    } else {
        REQUIRE(cucore_layout_move_axis(&m->layout, from - n, to, &out) == CUCORE_OK);
        for (i = 0; i < n; i++) {
            if (i != from) rest[k++] = i;
        }
        for (i = k = 0; i < n; i++) axes[i] = i == to ? from : rest[k++];
    }
    gathered(m, &out, axes);
}

/* Would strides exist?  Then they are the distances of the neighbours of the first element. */
static int reshapable(const model *m, int ndim, const int64_t *shape)
{
    cucore_layout guess = m->layout;
    int i, k, step = 1;
    guess.ndim = ndim;
    for (i = ndim - 1; i >= 0; i--) {
        guess.shape[i] = shape[i];
        guess.strides[i] = shape[i] > 1 ? (m->bit[step] - m->bit[0]) / guess.itembits : 0;
        step *= (int)shape[i];
    }
    for (k = 0; k < m->count; k++) {
        if (offset_at(&guess, k) * guess.itembits != m->bit[k] - m->bit[0]) return 0;
    }
    return 1;
}

static void do_reshape(input *in, model *m)
{
    cucore_layout out = poison;
    int64_t shape[7] = {0}, asked[7] = {0};
    int ndim = 0, left = m->count, i;
    cucore_status status;
    if (m->count == 0) {
        shape[0] = below(in, 4);
        shape[1] = 0;
        REQUIRE(cucore_layout_reshape(&m->layout, 2, shape, &out) == CUCORE_OK);
        must_enumerate_to(&out, m->origin, 0, NULL);
        return;
    }
    while (ndim < 6 && (left > 1 || below(in, 3) == 0)) {
        int extent = 1 + below(in, 6);
        if (left % extent) extent = left;
        if (ndim == 5) extent = left;
        shape[ndim++] = extent;
        left /= extent;
    }
    for (i = 0; i < ndim; i++) asked[i] = shape[i];
    if (ndim && below(in, 2)) asked[below(in, ndim)] = -1;
    status = cucore_layout_reshape(&m->layout, ndim, asked, &out);
    REQUIRE((status == CUCORE_OK) == reshapable(m, ndim, shape));
    if (status) {
        REQUIRE(status == CUCORE_UNSUPPORTED && untouched(&out));
        return;
    }
    for (i = 0; i < ndim; i++) REQUIRE(out.shape[i] == shape[i]);
    must_enumerate_to(&out, m->origin, m->count, m->bit);
    adopt(m, &out, m->origin);
}

static void do_flatten(input *in, model *m)
{
    cucore_layout out = m->layout, again = poison;
    uint64_t mask;
    int n = m->layout.ndim;
    if (n > 1 && below(in, 2)) {
        REQUIRE(cucore_layout_flatten(&out, below(in, n), below(in, n) - n, &out) == CUCORE_OK);
    } else {
        REQUIRE(cucore_layout_flatten(&out, 0, -1, &out) == CUCORE_OK);
        REQUIRE(cucore__layout_merged_axes(&m->layout, UINT64_MAX, &mask) == CUCORE_OK);
        REQUIRE(cucore__layout_flatten_masked(&m->layout, mask, &again) == CUCORE_OK);
        REQUIRE(cucore_layout_is_equal(&again, &out) && cucore_layout_hash(&again) == cucore_layout_hash(&out));
    }
    must_enumerate_to(&out, m->origin, m->count, m->bit);
    adopt(m, &out, m->origin);
}

static void do_squeeze(input *in, model *m)
{
    cucore_layout out = m->layout;
    int axes[3], n = m->layout.ndim, count = 1 + below(in, 2), i;
    if (below(in, 2)) {
        REQUIRE(cucore_layout_squeeze(&out, NULL, 0, &out) == CUCORE_OK);
        for (i = 0; i < out.ndim; i++) REQUIRE(out.shape[i] != 1);
    } else {
        if (n + count > 7) return;
        axes[0] = below(in, n + count);
        axes[1] = (axes[0] + 1 + below(in, n + count - 1)) % (n + count) - (n + count);
        if (count == 2 && axes[0] == axes[1] + n + count) return;
        REQUIRE(cucore_layout_unsqueeze(&out, axes, (size_t)count, &out) == CUCORE_OK);
        for (i = 0; i < count; i++) REQUIRE(out.shape[axes[i] < 0 ? axes[i] + n + count : axes[i]] == 1);
        if (below(in, 3) == 0) {
            must_enumerate_to(&out, m->origin, m->count, m->bit);
            REQUIRE(cucore_layout_squeeze(&out, axes, (size_t)count, &out) == CUCORE_OK);
            REQUIRE(cucore_layout_is_equal(&out, &m->layout));
        }
    }
    must_enumerate_to(&out, m->origin, m->count, m->bit);
    adopt(m, &out, m->origin);
}

static void do_broadcast(input *in, model *m)
{
    static int64_t expected[MOST];
    cucore_layout out = m->layout, together = poison, other = poison, seed;
    int64_t shape[8] = {0}, index[CUCORE_MAX_NDIM];
    int n = m->layout.ndim, added = n < 5 ? below(in, 2) : 0, i, k, total = 1;
    for (i = 0; i < n + added; i++) {
        int64_t extent = i < added ? 1 : m->layout.shape[i - added];
        shape[i] = extent == 1 ? below(in, 4) : extent;
        total *= (int)shape[i];
        if (total > MOST) return;
    }
    REQUIRE(cucore_layout_broadcast_to(&out, n + added, shape, &out) == CUCORE_OK);
    for (k = 0; k < total; k++) {
        index_at(&out, k, index);
        for (i = 0; i < n; i++) index[added + i] = m->layout.shape[i] == 1 ? 0 : index[added + i];
        expected[k] = m->bit[position_of(&m->layout, index + added)];
    }
    must_enumerate_to(&out, m->origin, total, expected);
    REQUIRE(cucore_layout_make(n + added, shape, NULL, 1, &seed) == CUCORE_OK);
    REQUIRE(cucore_layout_broadcast_together(&seed, &m->layout, &other, &together) == CUCORE_OK);
    must_enumerate_to(&together, m->origin, total, expected);
    adopt(m, &out, m->origin);
}

static int64_t bound_of(input *in)
{
    int kind = below(in, 6);
    return kind == 0 ? CUCORE_SLICE_FIRST : kind == 1 ? CUCORE_SLICE_LAST : below(in, 15) - 7;
}

/* The indices that a slice takes, found by walking. */
static int walk(const cucore_slice *slice, int64_t extent, int64_t *taken)
{
    int64_t step = slice->step, start = slice->start, stop = slice->stop, i;
    int n = 0;
    if (start < 0) start = start < -extent ? (step < 0 ? -1 : 0) : start + extent;
    if (stop < 0) stop = stop < -extent ? (step < 0 ? -1 : 0) : stop + extent;
    if (start >= extent) start = step < 0 ? extent - 1 : extent;
    if (stop > extent) stop = extent;
    for (i = start; step > 0 ? i < stop : i > stop; i += step) taken[n++] = i;
    return n;
}

static void do_slice(input *in, model *m)
{
    static int64_t expected[MOST];
    cucore_layout out = m->layout, result;
    cucore_slice slices[6];
    int64_t taken[6][8], origin = m->origin, index[CUCORE_MAX_NDIM], old[CUCORE_MAX_NDIM];
    int n = m->layout.ndim, count = n ? below(in, n + 1) : 0, i, j, k, total = 1, bad = 0;
    cucore_status status;
    if (n > 6) return;
    memset(slices, 0, sizeof slices);
    for (i = 0; i < n; i++) {
        int64_t extent = m->layout.shape[i];
        if (extent > 8) return;
        slices[i] = cucore_slice_all();
        if (i < count && below(in, 3) == 0) {
            slices[i] = cucore_slice_index(below(in, 9) - 4);
            bad |= slices[i].start >= extent || slices[i].start < -extent;
            taken[i][0] = slices[i].start < 0 ? slices[i].start + extent : slices[i].start;
            continue;
        }
        if (i < count) {
            int step = below(in, 9) - 4;
            int64_t first = bound_of(in), last = bound_of(in);
            slices[i] = cucore_slice_range(first, last, step ? step : 1);
            bad |= step < 0 && first == CUCORE_SLICE_FIRST && last == CUCORE_SLICE_LAST;
        }
        total *= walk(&slices[i], extent, taken[i]);
    }
    status = cucore_layout_slice(&out, slices, (size_t)count, &origin, &out);
    REQUIRE((status == CUCORE_OK) == !bad);
    if (status) {
        REQUIRE(status == CUCORE_INVALID_ARGUMENT && origin == m->origin);
        REQUIRE(memcmp(&out, &m->layout, sizeof out) == 0);
        return;
    }
    result = out;
    for (k = 0; k < total; k++) {
        index_at(&result, k, index);
        for (i = j = 0; i < n; i++) old[i] = slices[i].is_index ? taken[i][0] : taken[i][index[j++]];
        expected[k] = m->bit[position_of(&m->layout, old)];
    }
    must_enumerate_to(&result, origin, total, expected);
    adopt(m, &result, origin);
}

/* Bits of all elements in C order of the smaller elements, which both layouts must share. */
static int spread(const cucore_layout *layout, int64_t origin, int64_t unit, int axis, int64_t *out)
{
    cucore_layout wide = *layout;
    int64_t index[CUCORE_MAX_NDIM], factor = layout->itembits / unit;
    int n, count;
    wide.shape[axis] *= factor;
    count = count_of(&wide);
    if (count > MOST) return -1;
    for (int k = n = 0; k < count; k++) {
        int64_t part;
        int64_t offset = origin;
        index_at(&wide, k, index);
        part = index[axis] % factor;
        index[axis] /= factor;
        for (int i = 0; i < layout->ndim; i++) offset += index[i] * layout->strides[i];
        out[n++] = offset * layout->itembits + part * unit;
    }
    return n;
}

/* cucore_layout_repack, its options in a row. */
static cucore_status repack(const cucore_layout *layout, int64_t itembits, int axis, int keep_axis, const void *ptr,
                            int64_t *offset, cucore_layout *result)
{
    cucore_repack how;
    how.itembits = itembits;
    how.axis = axis;
    how.keep_axis = keep_axis;
    how.ptr = ptr;
    return cucore_layout_repack(layout, &how, offset, result);
}

static void do_repack(input *in, model *m)
{
    static int64_t before[MOST], after[MOST];
    cucore_layout out = poison;
    int64_t bits = m->layout.itembits, origin = m->origin, to = below(in, 2) ? bits * (1 + below(in, 5)) : 0, unit;
    int n = m->layout.ndim, axis, k, count;
    cucore_status status;
    if (n == 0 || bits > 512) return;
    axis = below(in, n);
    if (to == 0) {
        to = bits / (1 + below(in, 4));
        if (to == 0 || bits % to) return;
    }
    if (count_of(&m->layout) == 0) return;
    status = repack(&m->layout, to, axis, 1, NULL, &origin, &out);
    if (status) {
        REQUIRE(status == CUCORE_UNSUPPORTED && origin == m->origin && untouched(&out));
        return;
    }
    unit = to < bits ? to : bits;
    count = spread(&m->layout, m->origin, unit, axis, before);
    if (count < 0) return;
    REQUIRE(spread(&out, origin, unit, axis, after) == count);
    for (k = 0; k < count; k++) REQUIRE(before[k] == after[k]);
    if (count_of(&out) <= MOST && to <= 64) adopt(m, &out, origin);
}

static void do_max_itemsize(input *in, model *m)
{
    cucore_layout out = poison;
    int64_t size, origin = m->origin, candidate, most = 1 + below(in, 32);
    const void *ptr = (const void *)(uintptr_t)below(in, 64);
    int axis, n = m->layout.ndim;
    if (n == 0) return;
    axis = below(in, n);
    size = cucore_layout_max_itemsize(&m->layout, most, axis, ptr, m->origin);
    if (size < 0) {
        REQUIRE(size == -1 && (most < m->layout.itemsize || m->layout.itembits % 8));
        return;
    }
    if (m->layout.strides[axis] != 1 || m->layout.shape[axis] == 0) {
        REQUIRE(size == m->layout.itemsize);
        return;
    }
    REQUIRE(most % size == 0 && (uintptr_t)ptr % (uintptr_t)size == 0);
    for (candidate = size; candidate <= most; candidate++) {
        origin = m->origin;
        out = m->layout;
        if (most % candidate || (uintptr_t)ptr % (uintptr_t)candidate) continue;
        if (repack(&out, 8 * candidate, axis, 1, ptr, &origin, &out) == CUCORE_OK) {
            REQUIRE(candidate == size);
        } else {
            REQUIRE(candidate > size);
        }
    }
}

static void do_make_like(input *in, model *m)
{
    static const char orders[] = {'K', 'C', 'F'};
    cucore_layout out = poison;
    int a[CUCORE_MAX_NDIM], b[CUCORE_MAX_NDIM], i;
    REQUIRE(cucore_layout_make_like(&m->layout, orders[below(in, 3)], &out) == CUCORE_OK);
    REQUIRE(cucore_layout_is_dense(&out) && cucore_layout_is_unique(&out));
    REQUIRE(cucore_layout_make_like(&m->layout, 'K', &out) == CUCORE_OK);
    if (m->count == 0) return;
    REQUIRE(cucore_layout_stride_order(&m->layout, a) == CUCORE_OK);
    REQUIRE(cucore_layout_stride_order(&out, b) == CUCORE_OK);
    for (i = 1; i < m->layout.ndim; i++) {
        const int64_t slow = m->layout.strides[a[i - 1]], fast = m->layout.strides[a[i]];
        if (slow == fast || slow == -fast) continue; /* the lower axis first, not the larger extent */
        if (m->layout.shape[a[i]] > 1 && m->layout.shape[a[i - 1]] > 1) {
            REQUIRE(out.strides[a[i - 1]] > out.strides[a[i]]);
        }
    }
}

/* ---- properties of whatever the layout is now ---- */
static void check_order(const model *m)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    int k, j, c = 1, all = 1, unique = 1;
    for (k = 0; k < m->count; k++) {
        int64_t offset = offset_at(&m->layout, k);
        if (offset < low) low = offset;
        if (offset > high) high = offset;
        c &= offset == k;
        all &= offset >= 0 && offset < m->count;
    }
    if (m->count <= 64) {
        for (k = 0; k < m->count; k++) {
            for (j = 0; j < k; j++) unique &= m->bit[k] != m->bit[j];
        }
        REQUIRE(cucore_layout_is_dense(&m->layout) == (all && unique));
        REQUIRE(cucore_layout_is_unique(&m->layout) == unique);
    }
    REQUIRE(cucore_layout_is_c_contiguous(&m->layout) == c);
    {
        int64_t min = 7, max = 7, bytes;
        REQUIRE(cucore_layout_offset_bounds(&m->layout, &min, &max) == CUCORE_OK);
        REQUIRE(m->count ? min == low && max == high : min == 0 && max == -1);
        bytes = cucore_layout_required_nbytes(&m->layout, m->origin);
        if (m->count == 0) {
            REQUIRE(bytes == 0);
        } else if (m->origin + low < 0) {
            REQUIRE(bytes == -1 && cucore_last_error()->status == CUCORE_UNSUPPORTED);
        } else {
            REQUIRE(bytes == ((m->origin + high + 1) * m->layout.itembits + 7) / 8);
        }
    }
}

static void check_indices(const model *m)
{
    cucore_layout_iter iter;
    int64_t index[CUCORE_MAX_NDIM], found[CUCORE_MAX_NDIM], offset = -1;
    int k = 0, i;
    REQUIRE(cucore_layout_iter_start(&iter, &m->layout) == CUCORE_OK);
    for (; !iter.done; cucore_layout_iter_next(&iter), k++) {
        REQUIRE(k < m->count && (m->origin + iter.offset) * m->layout.itembits == m->bit[k]);
        index_at(&m->layout, k, index);
        for (i = 0; i < m->layout.ndim; i++) REQUIRE(index[i] == iter.index[i]);
        REQUIRE(cucore_layout_offset_of(&m->layout, index, &offset) == CUCORE_OK && offset == iter.offset);
        if (cucore_layout_index_of(&m->layout, offset, found) == CUCORE_OK) {
            for (i = 0; i < m->layout.ndim; i++) REQUIRE(found[i] == (m->layout.strides[i] ? index[i] : 0));
        } else {
            REQUIRE(cucore_last_error()->status == CUCORE_UNSUPPORTED && is_tangled(&m->layout));
        }
    }
    REQUIRE(k == m->count);
}

static void check_simplify(input *in, const model *m)
{
    cucore_layout other = m->layout, out[2];
    const cucore_layout *from[2];
    cucore_layout *to[2];
    cucore_axis_map map;
    int64_t offsets[2], index[CUCORE_MAX_NDIM], simple[CUCORE_MAX_NDIM], back[CUCORE_MAX_NDIM], offset = -1;
    if (below(in, 2)) REQUIRE(cucore_layout_make_like(&m->layout, below(in, 2) ? 'F' : 'C', &other) == CUCORE_OK);
    for (int i = 0; i < other.ndim; i++) {
        if (below(in, 4) == 0) other.strides[i] = -other.strides[i];
    }
    out[0] = m->layout;
    out[1] = other;
    from[0] = to[0] = &out[0];
    from[1] = to[1] = &out[1];
    REQUIRE(cucore_layout_simplify(from, 2, to, offsets, &map) == CUCORE_OK);
    REQUIRE(count_of(&out[0]) == m->count && out[0].ndim == out[1].ndim && out[0].ndim == map.simple_ndim);
    for (int i = 0; m->count && i < out[0].ndim; i++) {
        REQUIRE(out[0].shape[i] > 1 && out[0].shape[i] == out[1].shape[i]);
        REQUIRE(out[0].strides[i] > 0 || (out[0].strides[i] == 0 && out[1].strides[i] >= 0));
        REQUIRE(i == 0 || out[0].strides[i - 1] >= out[0].strides[i]);
    }
    for (int k = 0; k < m->count; k++) {
        index_at(&m->layout, k, index);
        REQUIRE(cucore_axis_map_to_simple(&map, index, simple) == CUCORE_OK);
        REQUIRE(cucore_layout_offset_of(&out[0], simple, &offset) == CUCORE_OK);
        REQUIRE(offset + offsets[0] == offset_at(&m->layout, k));
        REQUIRE(cucore_layout_offset_of(&out[1], simple, &offset) == CUCORE_OK);
        REQUIRE(offset + offsets[1] == offset_at(&other, k));
        REQUIRE(cucore_axis_map_to_original(&map, simple, back) == CUCORE_OK);
        for (int i = 0; i < m->layout.ndim; i++) REQUIRE(back[i] == index[i]);
    }
}

static void check_overlap(input *in, const model *m)
{
    static model other;
    int64_t shift = below(in, 200) - 100;
    cucore_overlap overlap = CUCORE_OVERLAP_UNKNOWN;
    char *base = (char *)(uintptr_t)0x100000;
    int i, j, shared = 0;
    start(in, &other);
    if (m->count * other.count > 4096) return;
    for (i = 0; i < m->count; i++) {
        for (j = 0; j < other.count; j++) {
            int64_t a = m->bit[i] - m->origin * m->layout.itembits;
            int64_t b = other.bit[j] - other.origin * other.layout.itembits + 8 * shift;
            shared |= a < b + other.layout.itembits && b < a + m->layout.itembits;
        }
    }
    REQUIRE(cucore_layout_overlap(&m->layout, base, &other.layout, base + shift, &overlap) == CUCORE_OK);
    REQUIRE(overlap == CUCORE_OVERLAP_UNKNOWN || (overlap == CUCORE_OVERLAP_SOME) == shared);
}

static void run_model(input *in)
{
    static model m;
    start(in, &m);
    for (int rounds = 0; rounds < 12 && in->left; rounds++) {
        if (m.layout.ndim > 6) return;
        switch (below(in, 12)) {
        case 0: do_permute(in, &m); break;
        case 1: do_move(in, &m); break;
        case 2: do_reshape(in, &m); break;
        case 3: do_flatten(in, &m); break;
        case 4: do_squeeze(in, &m); break;
        case 5: do_broadcast(in, &m); break;
        case 6: do_slice(in, &m); break;
        case 7: do_repack(in, &m); break;
        case 8: do_max_itemsize(in, &m); break;
        case 9: do_make_like(in, &m); break;
        case 10: check_simplify(in, &m); break;
        default: check_overlap(in, &m); break;
        }
        check_order(&m);
        check_indices(&m);
    }
}

/* ---- arbitrary numbers ---- */
static void fill_wild(input *in, cucore_layout *layout)
{
    *layout = poison;
    layout->ndim = below(in, 8) == 0 ? (int32_t)wild_of(in) : below(in, 6);
    layout->itemsize = below(in, 4) == 0 ? wild_of(in) : 1 + below(in, 16);
    layout->itembits = below(in, 4) == 0 ? wild_of(in) : 8 * (int64_t)(1 + below(in, 2));
    for (int i = 0; i < 6; i++) {
        layout->shape[i] = wild_of(in);
        layout->strides[i] = wild_of(in);
    }
}

static void run_wild(input *in)
{
    cucore_layout a, b, out = poison, out2 = poison;
    const cucore_layout *from[2];
    cucore_layout *to[2];
    cucore_slice slices[3];
    cucore_axis_map map;
    cucore_layout_iter iter;
    cucore_overlap overlap;
    int64_t numbers[CUCORE_MAX_NDIM], shape[CUCORE_MAX_NDIM], offset = wild_of(in);
    int axes[CUCORE_MAX_NDIM], i;
    char text[64];
    for (i = 0; i < CUCORE_MAX_NDIM; i++) {
        shape[i] = i % 3;
        axes[i] = i;
    }
    fill_wild(in, &a);
    fill_wild(in, &b);
    if (below(in, 2)) b.ndim = a.ndim;
    for (i = 0; i < 6; i++) {
        shape[i] = wild_of(in);
        if (below(in, 2)) b.shape[i] = a.shape[i];
        axes[i] = below(in, 8) - 4;
    }
    for (i = 0; i < 3; i++) {
        slices[i] = cucore_slice_range(wild_of(in), wild_of(in), wild_of(in));
        slices[i].is_index = below(in, 2);
    }
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        out = out2 = poison;                                                                                           \
        if (call) REQUIRE(untouched(&out) && untouched(&out2));                                                        \
    } while (0)
    TRY(cucore_layout_make(below(in, 6), shape, b.strides, wild_of(in), &out));
    TRY(cucore_layout_make_dense(below(in, 6), shape, 'F', 1 + below(in, 16), &out));
    TRY(cucore_layout_make_order(below(in, 4), shape, axes, 1 + below(in, 16), &out));
    TRY(cucore_layout_make_bytes(below(in, 6), shape, b.strides, 1 + below(in, 16), &out));
    TRY(cucore_layout_make_like(&a, below(in, 2) ? 'K' : 'F', &out));
    TRY(cucore_layout_permute(&a, axes, &out));
    TRY(cucore_layout_transpose(&a, &out));
    TRY(cucore_layout_swap_axes(&a, axes[0], (int)wild_of(in), &out));
    TRY(cucore_layout_move_axis(&a, (int)wild_of(in), axes[1], &out));
    TRY(cucore_layout_reshape(&a, below(in, 7), shape, &out));
    TRY(cucore_layout_flatten(&a, axes[0], axes[1], &out));
    TRY(cucore_layout_squeeze(&a, NULL, 0, &out));
    TRY(cucore_layout_squeeze(&a, below(in, 2) ? axes : NULL, (size_t)below(in, 3), &out));
    TRY(cucore_layout_unsqueeze(&a, axes, (size_t)below(in, 3), &out));
    TRY(cucore_layout_broadcast_to(&a, below(in, 7), shape, &out));
    TRY(cucore_layout_broadcast_together(&a, &b, &out, &out2));
    TRY(cucore_layout_slice(&a, slices, (size_t)below(in, 4), &offset, &out));
    TRY(repack(&a, wild_of(in), axes[0], below(in, 2), (void *)(uintptr_t)wild_of(in), &offset, &out));
    to[0] = &out;
    to[1] = &out2;
    from[0] = &a;
    from[1] = &b;
    TRY(cucore_layout_simplify(from, 1 + (size_t)below(in, 2), to, numbers, &map));
    out = a;
    if (cucore_layout_set_packed(&out, wild_of(in))) REQUIRE(memcmp(&out, &a, sizeof a) == 0);
    REQUIRE(cucore_layout_size(&a) >= -1);
    REQUIRE(cucore_layout_nbytes(&a) >= -1);
    REQUIRE(cucore_layout_offset_bounds(&a, numbers, numbers + 1) <= CUCORE_OK);
    REQUIRE(cucore_layout_required_nbytes(&a, wild_of(in)) >= -1);
    REQUIRE(cucore_layout_offset_bytes(&a, wild_of(in), numbers) <= CUCORE_OK);
    REQUIRE(cucore_layout_strides_bytes(&a, numbers) <= CUCORE_OK);
    REQUIRE(cucore_layout_stride_order(&a, axes) <= CUCORE_OK);
    cucore_layout_is_c_contiguous(&a);
    cucore_layout_is_f_contiguous(&a);
    cucore_layout_is_dense(&a);
    cucore_layout_is_unique(&a);
    if (cucore_layout_is_equal(&a, &b)) REQUIRE(cucore_layout_hash(&a) == cucore_layout_hash(&b));
    cucore_layout_format(&a, text, (size_t)below(in, 65));
    numbers[0] = cucore_layout_max_itemsize(&a, wild_of(in), axes[0], (void *)(uintptr_t)wild_of(in), wild_of(in));
    REQUIRE(numbers[0] == -1 || numbers[0] > 0);
    for (i = 0; i < CUCORE_MAX_NDIM; i++) shape[i] = i % 2;
    REQUIRE(cucore_layout_offset_of(&a, shape, numbers) <= CUCORE_OK);
    REQUIRE(cucore_layout_index_of(&a, wild_of(in), numbers) <= CUCORE_OK);
    REQUIRE(cucore_layout_overlap(&a, (void *)(uintptr_t)wild_of(in), &b, (void *)(uintptr_t)wild_of(in), &overlap) <=
            CUCORE_OK);
    if (cucore_layout_iter_start(&iter, &a) == CUCORE_OK) {
        for (i = 0; i < 32 && !iter.done; i++) cucore_layout_iter_next(&iter);
    } else {
        REQUIRE(iter.done);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in;
    in.data = data;
    in.left = size;
    memset(&poison, 0xa5, sizeof poison);
    if (below(&in, 4) == 0) {
        run_wild(&in);
    } else {
        run_model(&in);
    }
    return 0;
}
