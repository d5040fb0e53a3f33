/* core/layout_slice.c: slices, other itemsizes, indices and loops. */
/* -- slice ------------------------------------------------------------------------------------------------------ */

/* Counted from the end when negative, then cut to low..high. */
CUCORE__PRIVATE inline int64_t cucore__slice_clip(int64_t value, int64_t extent, int64_t low, int64_t high)
{
    if (value < 0) value += extent;
    return value < low ? low : value > high ? high : value;
}

/* How many elements start:stop:step takes; the first of them goes to *first. */
CUCORE__PRIVATE inline int64_t cucore__slice_count(const cucore_slice *slice, int64_t extent, int64_t *first)
{
    int64_t low = slice->step < 0 ? -1 : 0, high = slice->step < 0 ? extent - 1 : extent;
    int64_t start = cucore__slice_clip(slice->start, extent, low, high);
    int64_t stop = cucore__slice_clip(slice->stop, extent, low, high);
    int64_t distance = slice->step < 0 ? start - stop : stop - start;
    uint64_t step = cucore__magnitude(slice->step);
    *first = start;
    if (distance <= 0) return 0;
    return step == 1 ? distance : (int64_t)((uint64_t)(distance - 1) / step) + 1;
}

/* The origin moves along an axis. */
CUCORE__PRIVATE inline cucore_status cucore__slice_move(const cucore_layout *layout, int axis, int64_t index,
                                                        int64_t *offset)
{
    int64_t distance;
    if (!cucore__mul(index, layout->strides[axis], &distance) && !cucore__add(*offset, distance, offset)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_OVERFLOW, "index %lld of axis %d, stride %lld, moves the origin further than 64 bits",
                       (long long)index, axis, (long long)layout->strides[axis]);
}

CUCORE__PRIVATE inline cucore_status cucore__slice_by_index(const cucore_layout *layout, int axis, int64_t index,
                                                            int64_t *offset)
{
    int64_t extent = layout->shape[axis], found = index < 0 ? index + extent : index;
    if (found < 0 || found >= extent) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "index %lld is out of range for axis %d with extent %lld",
                           (long long)index, axis, (long long)extent);
    }
    return cucore__slice_move(layout, axis, found, offset);
}

/* Appends what is left of the axis to `work`. */
CUCORE__PRIVATE inline cucore_status cucore__slice_by_range(const cucore_layout *layout, int axis,
                                                            const cucore_slice *slice, int64_t *offset, int *is_empty,
                                                            cucore_layout *work)
{
    int64_t first, stride = 0, count;
    if (slice->step == 0) return cucore_fail(CUCORE_INVALID_ARGUMENT, "the step of the slice of axis %d is 0", axis);
    count = cucore__slice_count(slice, layout->shape[axis], &first);
    if (count > 0 && cucore__mul(layout->strides[axis], slice->step, &stride)) {
        return cucore_fail(CUCORE_OVERFLOW, "strides[%d] is %lld; with step %lld that does not fit 64 bits", axis,
                           (long long)layout->strides[axis], (long long)slice->step);
    }
    work->shape[work->ndim] = count;
    work->strides[work->ndim++] = stride;
    if (count > 0) return cucore__slice_move(layout, axis, first, offset);
    *is_empty = 1;
    return CUCORE_OK;
}

/* One axis: work and *offset move on; *is_empty becomes 1 when nothing is selected. */
CUCORE__PRIVATE inline cucore_status cucore__slice_axis(const cucore_layout *layout, int axis,
                                                        const cucore_slice *slice, int64_t *offset, int *is_empty,
                                                        cucore_layout *work)
{
    if (layout->shape[axis] < 0) return cucore__fail_extent(axis, layout->shape[axis]);
    if (slice->is_index) return cucore__slice_by_index(layout, axis, slice->start, offset);
    return cucore__slice_by_range(layout, axis, slice, offset, is_empty, work);
}

CUCORE_API cucore_status cucore_layout_slice(const cucore_layout *layout, int count, const cucore_slice *slices,
                                             int64_t *offset, cucore_layout *out)
{
    cucore_layout work;
    int64_t origin = offset ? *offset : 0;
    int i, is_empty = 0;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_slice");
    if (status) return status;
    if (count < 0 || count > layout->ndim || (count > 0 && !slices)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "%d slices %s for %d axes", count,
                           slices ? "were given" : "at NULL", layout->ndim);
    }
    cucore__layout_head(&work, layout, 0);
    for (i = 0; i < count; i++) {
        status = cucore__slice_axis(layout, i, &slices[i], &origin, &is_empty, &work);
        if (status) return status;
    }
    cucore__entries_copy(work.shape + work.ndim, layout->shape + count, layout->ndim - count);
    cucore__entries_copy(work.strides + work.ndim, layout->strides + count, layout->ndim - count);
    work.ndim += layout->ndim - count;
    if (is_empty) cucore__entries_zero(work.strides, work.ndim);
    cucore__layout_copy(out, &work);
    if (offset) *offset = origin;
    return CUCORE_OK;
}

/* -- repack ----------------------------------------------------------------------------------------------------- */

/* What a repack was asked for. */
typedef struct cucore__repack {
    int64_t itembits;
    int64_t factor; /* elements on one side for one on the other */
    int axis;
    int keep_dim;
    const void *ptr;
} cucore__repack;

CUCORE__PRIVATE cucore_status cucore__fail_multiple(const char *name, int axis, int64_t value, int64_t factor)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "%s of axis %d is %lld, not a multiple of %lld elements", name, axis,
                       (long long)value, (long long)factor);
}

/* Can this axis be cut up or put together? */
CUCORE__PRIVATE cucore_status cucore__repack_check_axis(const cucore_layout *layout, int axis)
{
    if (layout->shape[axis] <= 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "shape[%d] is %lld; the axis to repack must not be empty", axis,
                           (long long)layout->shape[axis]);
    }
    if (layout->strides[axis] != 1) {
        return cucore_fail(CUCORE_UNSUPPORTED, "strides[%d] is %lld; the axis to repack must have stride 1", axis,
                           (long long)layout->strides[axis]);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE inline int cucore__is_misaligned(uintptr_t address, uintptr_t size)
{
    return (size & (size - 1)) == 0 ? (address & (size - 1)) != 0 : address % size != 0;
}

/* Is the address good for the larger element?  Packed elements of the new size start anywhere. */
CUCORE__PRIVATE cucore_status cucore__repack_check_ptr(const cucore__repack *to)
{
    uintptr_t address = (uintptr_t)to->ptr, itemsize = (uintptr_t)(to->itembits >> 3);
    if ((to->itembits & 7) != 0 || !cucore__is_misaligned(address, itemsize)) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED, "the address 0x%llx is not aligned to the itemsize %lld",
                       (unsigned long long)address, (long long)itemsize);
}

/* extent: of the axis that shrinks */
CUCORE__PRIVATE cucore_status cucore__pack_axes(const cucore_layout *layout, const cucore__repack *to, int64_t extent,
                                                cucore_layout *work)
{
    int i, n = 0;
    for (i = 0; i < layout->ndim; i++) {
        if (i == to->axis) {
            work->shape[n] = extent;
            work->strides[n] = 1;
            n += to->keep_dim || extent != 1;
            continue;
        }
        if (!cucore__divide_exact(layout->strides[i], to->factor, &work->strides[n])) {
            return cucore__fail_multiple("the stride", i, layout->strides[i], to->factor);
        }
        work->shape[n++] = layout->shape[i];
    }
    work->ndim = n;
    return CUCORE_OK;
}

/* Several elements become one. */
CUCORE__PRIVATE cucore_status cucore__layout_pack(const cucore_layout *layout, const cucore__repack *to,
                                                  int64_t *offset, cucore_layout *work)
{
    int64_t before = *offset, extent;
    cucore_status status = cucore__repack_check_axis(layout, to->axis);
    if (status) return status;
    if (!cucore__divide_exact(layout->shape[to->axis], to->factor, &extent)) {
        return cucore__fail_multiple("the extent", to->axis, layout->shape[to->axis], to->factor);
    }
    status = cucore__pack_axes(layout, to, extent, work);
    if (status) return status;
    if (!cucore__divide_exact(before, to->factor, offset)) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the offset is %lld, not a multiple of %lld elements", (long long)before,
                           (long long)to->factor);
    }
    return cucore__repack_check_ptr(to);
}

/* One element becomes several. */
CUCORE__PRIVATE cucore_status cucore__layout_unpack(const cucore_layout *layout, const cucore__repack *to,
                                                    int64_t *offset, cucore_layout *work)
{
    int i, overflow;
    cucore_status status = cucore__repack_check_axis(layout, to->axis);
    if (status) return status;
    overflow = cucore__mul(*offset, to->factor, offset);
    for (i = 0; i < layout->ndim; i++) {
        work->shape[i] = layout->shape[i];
        overflow |= cucore__mul(layout->strides[i], to->factor, &work->strides[i]);
    }
    overflow |= cucore__mul(layout->shape[to->axis], to->factor, &work->shape[to->axis]);
    work->strides[to->axis] = 1;
    work->ndim = layout->ndim;
    if (!overflow) return CUCORE_OK;
    return cucore_fail(CUCORE_OVERFLOW, "the extent, a stride or the offset times %lld does not fit 64 bits",
                       (long long)to->factor);
}

/* Packs or unpacks; sets the factor. */
CUCORE__PRIVATE cucore_status cucore__repack_any(const cucore_layout *layout, cucore__repack *to, int64_t *offset,
                                                 cucore_layout *work)
{
    if (to->itembits > layout->itembits) {
        if (cucore__divide_exact(to->itembits, layout->itembits, &to->factor)) {
            return cucore__layout_pack(layout, to, offset, work);
        }
    } else if (cucore__divide_exact(layout->itembits, to->itembits, &to->factor)) {
        return cucore__layout_unpack(layout, to, offset, work);
    }
    return cucore_fail(CUCORE_UNSUPPORTED, "elements of %lld bits cannot become elements of %lld bits",
                       (long long)layout->itembits, (long long)to->itembits);
}

CUCORE_API cucore_status cucore_layout_repack_bits(const cucore_layout *layout, int64_t itembits, int axis,
                                                   int keep_dim, const void *ptr, int64_t *offset, cucore_layout *out)
{
    cucore_layout work;
    cucore__repack to;
    int64_t origin = offset ? *offset : 0;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_repack");
    if (status) return status;
    if (itembits < 1 || itembits > INT64_MAX - 7) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "itembits is %lld; it must be at least 1", (long long)itembits);
    }
    if (itembits == layout->itembits) {
        cucore__layout_copy(out, layout);
        return CUCORE_OK;
    }
    to.itembits = itembits;
    to.axis = cucore__axis_find(axis, layout->ndim);
    to.keep_dim = keep_dim;
    to.ptr = ptr;
    if (to.axis < 0) return cucore__fail_axis("axis", axis, layout->ndim);
    work.ndim = 0;
    status = cucore__repack_any(layout, &to, &origin, &work);
    if (status) return status;
    work.itembits = itembits;
    work.itemsize = itembits / 8 + (itembits % 8 != 0);
    cucore__layout_copy(out, &work);
    if (offset) *offset = origin;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_repack(const cucore_layout *layout, int64_t itemsize, int axis, int keep_dim,
                                              const void *ptr, int64_t *offset, cucore_layout *out)
{
    if (itemsize < 1 || itemsize > INT64_MAX / 8) return cucore__layout_check_ndim(0, itemsize);
    return cucore_layout_repack_bits(layout, 8 * itemsize, axis, keep_dim, ptr, offset, out);
}

/* The greatest common divisor; b when a is 0 and the other way round. */
CUCORE__PRIVATE inline uint64_t cucore__gcd(uint64_t a, uint64_t b)
{
    uint64_t low = b & (0 - b), rest;
    if ((a & (a - 1)) == 0 && a && b) return low < a ? low : a; /* a power of two */
    while (b) {
        rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The largest number that divides `most`, the extent, the offset and the other strides. */
CUCORE__PRIVATE uint64_t cucore__repack_factor(const cucore_layout *layout, uint64_t most, int axis, int64_t offset)
{
    uint64_t factor = cucore__gcd(cucore__gcd(most, cucore__magnitude(offset)), (uint64_t)layout->shape[axis]);
    int i;
    for (i = 0; factor > 1 && i < layout->ndim; i++) {
        if (i != axis) factor = cucore__gcd(factor, cucore__magnitude(layout->strides[i]));
    }
    return factor;
}

/* In bits.  A factor times the old size where the address suits that, else what the address suits. */
CUCORE__PRIVATE uint64_t cucore__repack_max(const cucore_layout *layout, int64_t max_itemsize, int axis,
                                            const void *ptr, int64_t offset)
{
    uint64_t itembits = (uint64_t)layout->itembits, suits = 8 * cucore__gcd((uint64_t)max_itemsize, (uintptr_t)ptr);
    uint64_t common = cucore__gcd(suits, itembits);
    if (layout->strides[axis] != 1 || layout->shape[axis] <= 0) return itembits;
    if (common != itembits) return common;
    return common * cucore__repack_factor(layout, suits / common, axis, offset);
}

CUCORE_API cucore_status cucore_layout_max_compatible_itemsize(const cucore_layout *layout, int64_t max_itemsize,
                                                               int axis, const void *ptr, int64_t offset, int64_t *out)
{
    uint64_t bits;
    int found;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_max_compatible_itemsize");
    if (status) return status;
    if (max_itemsize < layout->itemsize || max_itemsize > INT64_MAX / 8) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "max_itemsize is %lld; it must be at least the itemsize %lld",
                           (long long)max_itemsize, (long long)layout->itemsize);
    }
    found = cucore__axis_find(axis, layout->ndim);
    if (found < 0) return cucore__fail_axis("axis", axis, layout->ndim);
    bits = cucore__repack_max(layout, max_itemsize, found, ptr, offset);
    if (bits % 8 != 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of %lld bits fit no larger unit than %lld bits here",
                           (long long)layout->itembits, (long long)bits);
    }
    *out = (int64_t)(bits / 8);
    return CUCORE_OK;
}

/* -- indices, loops --------------------------------------------------------------------------------------------- */

CUCORE__PRIVATE cucore_status cucore__fail_index(const char *name, int axis, int64_t index, int64_t extent)
{
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s[%d] is %lld; it must be 0 or more and less than the extent %lld",
                       name, axis, (long long)index, (long long)extent);
}

CUCORE_API cucore_status cucore_layout_offset_of(const cucore_layout *layout, const int64_t *index, int64_t *out)
{
    int64_t offset = 0;
    int i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_offset_of");
    if (status) return status;
    if (!index && layout->ndim > 0)
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_layout_offset_of: index is NULL");
    for (i = 0; i < layout->ndim; i++) {
        if (index[i] < 0 || index[i] >= layout->shape[i]) {
            return cucore__fail_index("index", i, index[i], layout->shape[i]);
        }
    }
    for (i = 0; i < layout->ndim; i++) {
        status = cucore__slice_move(layout, i, index[i], &offset);
        if (status) return status;
    }
    *out = offset;
    return CUCORE_OK;
}

/* a / b; a division of 32 bits takes half the time. */
CUCORE__PRIVATE inline uint64_t cucore__divide(uint64_t a, uint64_t b)
{
    if (a < b) return 0;
    if (b == 1) return a;
    return a >> 32 == 0 ? (uint64_t)((uint32_t)a / (uint32_t)b) : a / b; /* b <= a fits as well */
}

/* From the slowest axis to the fastest, in the order of `axes` (NULL: as they stand, or backwards): how often each stride goes into
 * what is left of the distance from the lowest element.  `reach` is that of all axes.  1: it comes out even.  0: no
 * element there.  -1: a stride does not step over what the faster axes reach. */
CUCORE__PRIVATE inline int cucore__index_divide(const cucore_layout *layout, const int *axes, int backwards,
                                                uint64_t distance, uint64_t reach, int64_t *index)
{
    int i;
    for (i = 0; i < layout->ndim; i++) {
        int axis = axes ? axes[i] : backwards ? layout->ndim - 1 - i : i;
        int64_t stride = layout->strides[axis], last = layout->shape[axis] - 1;
        uint64_t step = cucore__magnitude(stride), steps;
        index[axis] = 0;
        if (last == 0 || step == 0) continue;
        steps = cucore__divide(distance, step);
        if (steps > (uint64_t)last) steps = (uint64_t)last;
        distance -= steps * step;
        reach -= (uint64_t)last * step;
        if (step <= reach) return -1;
        index[axis] = stride < 0 ? last - (int64_t)steps : (int64_t)steps;
    }
    return distance == 0;
}

/* As cucore__index_divide; the axes are sorted unless they stand in that order already, as in C order and in F order. */
CUCORE__PRIVATE inline int cucore__index_find(const cucore_layout *layout, const cucore__survey *survey, int64_t offset,
                                              int64_t *index)
{
    uint64_t distance = (uint64_t)offset - (uint64_t)survey->min, reach = (uint64_t)survey->max - (uint64_t)survey->min;
    int axes[CUCORE_MAX_NDIM], found = cucore__index_divide(layout, NULL, 0, distance, reach, index);
    if (found < 0) found = cucore__index_divide(layout, NULL, 1, distance, reach, index);
    if (found >= 0) return found;
    cucore_layout_stride_order(layout, axes);
    return cucore__index_divide(layout, axes, 0, distance, reach, index);
}

CUCORE__PRIVATE cucore_status cucore__fail_no_index(int found, int64_t offset, const cucore__survey *survey)
{
    if (found < 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "axes overlap: several elements may be at offset %lld",
                           (long long)offset);
    }
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "no element is at offset %lld (they are from %lld to %lld)",
                       (long long)offset, (long long)survey->min, (long long)survey->max);
}

CUCORE_API cucore_status cucore_layout_index_of(const cucore_layout *layout, int64_t offset, int64_t *index)
{
    int64_t work[CUCORE_MAX_NDIM];
    cucore__survey survey;
    int found = 0;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_index_of");
    if (status) return status;
    if (!index && layout->ndim > 0) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_layout_index_of: index is NULL");
    }
    if (!cucore__layout_survey(layout, &survey)) {
        status = cucore_layout_offset_bounds(layout, &survey.min, &survey.max);
        if (status) return status;
    }
    if (offset >= survey.min && offset <= survey.max) found = cucore__index_find(layout, &survey, offset, work);
    if (found <= 0) return cucore__fail_no_index(found, offset, &survey);
    cucore__entries_copy(index, work, layout->ndim);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_iter_start(cucore_layout_iter *iter, const cucore_layout *layout)
{
    int64_t min, max = -1;
    cucore_status status;
    if (!iter) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_layout_iter_start: iter is NULL");
    iter->done = 1;
    iter->reserved = 0;
    iter->offset = 0;
    iter->layout = layout;
    status = cucore__layout_check_argument(layout, iter, "cucore_layout_iter_start");
    if (!status) status = cucore_layout_offset_bounds(layout, &min, &max); /* so that no step can overflow */
    if (status) return status;
    cucore__entries_zero(iter->index, layout->ndim);
    iter->done = max < 0;
    return CUCORE_OK;
}
