/* core/layout_slice.c: slices, other itemsizes, indices and loops. */
/* -- slice ------------------------------------------------------------------------------------------------------ */

/* How many elements start:stop:step takes, by Python's rules; the first of them goes to *first, 0 when there is
 * none. */
CUCORE__PRIVATE inline int64_t cucore__slice_count(const cucore_slice *slice, int64_t extent, int64_t *first)
{
    int64_t low = slice->step < 0 ? -1 : 0, high = slice->step < 0 ? extent - 1 : extent, distance;
    int64_t start = slice->start < 0 ? slice->start + extent : slice->start;
    int64_t stop = slice->stop < 0 ? slice->stop + extent : slice->stop;
    uint64_t step = cucore__magnitude(slice->step);
    start = start < low ? low : start > high ? high : start;
    stop = stop < low ? low : stop > high ? high : stop;
    distance = slice->step < 0 ? start - stop : stop - start;
    *first = distance > 0 ? start : 0;
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

/* A step of 0, or both ends left out in the wrong order, which by Python's rules would select no element. */
CUCORE__PRIVATE inline cucore_status cucore__slice_check(const cucore_slice *slice, int axis)
{
    if (slice->step == 0) return cucore__invalid("the step of the slice of axis %d is 0", axis);
    if (slice->step > 0 || slice->start != CUCORE_SLICE_FIRST || slice->stop != CUCORE_SLICE_LAST) return CUCORE_OK;
    return cucore__invalid(
        "the slice of axis %d goes from CUCORE_SLICE_FIRST to CUCORE_SLICE_LAST with step %lld: a whole "
        "axis backwards goes from CUCORE_SLICE_LAST to CUCORE_SLICE_FIRST",
        axis, (long long)slice->step);
}

CUCORE_API cucore_status cucore_layout_slice(const cucore_layout *layout, const cucore_slice *slices, size_t count,
                                             int64_t *offset, cucore_layout *out)
{
    cucore_layout work;
    int64_t origin = offset ? *offset : 0, extent, first, taken, stride;
    int i, n = 0, is_empty = 0, sliced;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_slice");
    if (status) return status;
    if (count > (size_t)layout->ndim || (count > 0 && !slices)) {
        return cucore__invalid("%llu slices %s for %d axes", (unsigned long long)count,
                               slices ? "were given" : "at NULL", layout->ndim);
    }
    sliced = (int)count;
    for (i = 0; i < sliced; i++) {
        extent = layout->shape[i];
        if (extent < 0) return cucore__fail_extent(i, extent);
        if (slices[i].is_index) {
            first = slices[i].start < 0 ? slices[i].start + extent : slices[i].start;
            if (first < 0 || first >= extent) {
                return cucore__invalid("index %lld is out of range for axis %d with extent %lld",
                                       (long long)slices[i].start, i, (long long)extent);
            }
        } else {
            status = cucore__slice_check(&slices[i], i);
            if (status) return status;
            taken = cucore__slice_count(&slices[i], extent, &first);
            stride = 0;
            if (taken > 0 && cucore__mul(layout->strides[i], slices[i].step, &stride)) {
                return cucore_fail(CUCORE_OVERFLOW, "strides[%d] is %lld; with step %lld that does not fit 64 bits", i,
                                   (long long)layout->strides[i], (long long)slices[i].step);
            }
            work.shape[n] = taken;
            work.strides[n++] = stride;
            is_empty |= taken == 0;
        }
        status = cucore__slice_move(layout, i, first, &origin);
        if (status) return status;
    }
    cucore__entries_copy(work.shape + n, layout->shape + sliced, layout->ndim - sliced);
    cucore__entries_copy(work.strides + n, layout->strides + sliced, layout->ndim - sliced);
    cucore__layout_head(&work, layout, n + layout->ndim - sliced);
    if (is_empty) cucore__entries_zero(work.strides, work.ndim);
    cucore__layout_copy(out, &work);
    if (offset) *offset = origin;
    return CUCORE_OK;
}

/* -- repack ----------------------------------------------------------------------------------------------------- */

/* A number of elements when `factor` of them become one (packs), or one becomes `factor`.  0: it does not come out
 * even, or does not fit. */
CUCORE__PRIVATE inline int cucore__repack_number(int64_t value, int64_t factor, int packs, int64_t *out)
{
    return packs ? cucore__divide_exact(value, factor, out) : !cucore__mul(value, factor, out);
}

/* axis: -1 for the offset */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_repack(const char *what, int axis, int64_t value,
                                                               int64_t factor, int packs)
{
    char name[32] = "the offset";
    if (axis >= 0) snprintf(name, sizeof name, "the %s of axis %d", what, axis);
    if (packs) {
        return cucore_fail(CUCORE_UNSUPPORTED, "%s is %lld, not a multiple of %lld elements", name, (long long)value,
                           (long long)factor);
    }
    return cucore_fail(CUCORE_OVERFLOW, "the extent, a stride or the offset times %lld does not fit 64 bits",
                       (long long)factor);
}

/* The axis that is repacked. */
typedef struct cucore__repack_axis {
    int axis, stays;
    int64_t factor;
} cucore__repack_axis;

CUCORE__PRIVATE inline cucore_status cucore__repack_axes(const cucore_layout *layout, const cucore__repack_axis *how,
                                                         int packs, int64_t *offset, cucore_layout *work)
{
    const int axis = how->axis;
    const int64_t factor = how->factor;
    int64_t extent, before = *offset;
    int i, n = 0;
    if (!cucore__repack_number(layout->shape[axis], factor, packs, &extent)) {
        return cucore__fail_repack("extent", axis, layout->shape[axis], factor, packs);
    }
    for (i = 0; i < layout->ndim; i++) {
        if (i == axis) {
            work->shape[n] = extent;
            work->strides[n] = 1;
            n += !packs || how->stays || extent != 1;
            continue;
        }
        if (!cucore__repack_number(layout->strides[i], factor, packs, &work->strides[n])) {
            return cucore__fail_repack("stride", i, layout->strides[i], factor, packs);
        }
        work->shape[n++] = layout->shape[i];
    }
    work->ndim = n;
    if (cucore__repack_number(before, factor, packs, offset)) return CUCORE_OK;
    return cucore__fail_repack("", -1, before, factor, packs);
}

CUCORE_API cucore_status cucore_layout_repack(const cucore_layout *layout, const cucore_repack *how, int64_t *offset,
                                              cucore_layout *out)
{
    cucore_layout work;
    cucore__repack_axis axis;
    int64_t itembits, itemsize, factor = 1, origin = offset ? *offset : 0;
    int found, fits, packs;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_repack");
    if (status) return status;
    if (!how) return cucore__fail_null("cucore_layout_repack", "how");
    itembits = how->itembits;
    itemsize = itembits / 8;
    if (itembits < 1 || itembits > INT64_MAX - 7) {
        return cucore__invalid("itembits is %lld; it must be 1 to %lld", (long long)itembits,
                               (long long)(INT64_MAX - 7));
    }
    if (itembits == layout->itembits) {
        cucore__layout_copy(out, layout);
        return CUCORE_OK;
    }
    found = cucore__axis_find(how->axis, layout->ndim);
    if (found < 0) return cucore__fail_axis("axis", how->axis, layout->ndim);
    packs = itembits > layout->itembits;
    fits = packs ? cucore__divide_exact(itembits, layout->itembits, &factor)
                 : cucore__divide_exact(layout->itembits, itembits, &factor);
    if (!fits) {
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of %lld bits cannot become elements of %lld bits",
                           (long long)layout->itembits, (long long)itembits);
    }
    if (layout->shape[found] <= 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "shape[%d] is %lld; the axis to repack must not be empty", found,
                           (long long)layout->shape[found]);
    }
    if (layout->strides[found] != 1) {
        return cucore_fail(CUCORE_UNSUPPORTED, "strides[%d] is %lld; the axis to repack must have stride 1", found,
                           (long long)layout->strides[found]);
    }
    axis.axis = found;
    axis.stays = how->keep_axis;
    axis.factor = factor;
    status = packs ? cucore__repack_axes(layout, &axis, 1, &origin, &work)
                   : cucore__repack_axes(layout, &axis, 0, &origin, &work);
    if (status) return status;
    if (packs && itembits % 8 == 0 && (uintptr_t)how->ptr % (uintptr_t)itemsize != 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the address 0x%llx is not aligned to the itemsize %lld",
                           (unsigned long long)(uintptr_t)how->ptr, (long long)itemsize);
    }
    work.itembits = itembits;
    work.itemsize = itemsize + (itembits % 8 != 0);
    cucore__layout_copy(out, &work);
    if (offset) *offset = origin;
    return CUCORE_OK;
}

CUCORE_API int64_t cucore_layout_max_itemsize(const cucore_layout *layout, int64_t max_itemsize, int axis,
                                              const void *ptr, int64_t offset)
{
    uint64_t bits, suits, common, factor;
    int i, found;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_max_itemsize")) return -1;
    if (max_itemsize < layout->itemsize || max_itemsize > INT64_MAX / 8) {
        cucore__invalid("max_itemsize is %lld; it must be %lld (the itemsize) to %lld", (long long)max_itemsize,
                        (long long)layout->itemsize, (long long)(INT64_MAX / 8));
        return -1;
    }
    found = cucore__axis_find(axis, layout->ndim);
    if (found < 0) {
        cucore__fail_axis("axis", axis, layout->ndim);
        return -1;
    }
    bits = (uint64_t)layout->itembits;
    if (layout->strides[found] == 1 && layout->shape[found] > 0) {
        suits = 8 * cucore__gcd((uint64_t)max_itemsize, (uintptr_t)ptr); /* bits that limit and address allow */
        common = cucore__gcd(suits, bits);
        factor = 1; /* old elements in a new one: divides all extents, strides and offsets that have to come out even */
        if (common == bits) {
            factor = cucore__gcd(suits / common, cucore__magnitude(offset));
            factor = cucore__gcd(factor, (uint64_t)layout->shape[found]);
            for (i = 0; factor > 1 && i < layout->ndim; i++) {
                if (i != found) factor = cucore__gcd(factor, cucore__magnitude(layout->strides[i]));
            }
        }
        bits = common * factor;
    }
    if (bits % 8 == 0) return (int64_t)(bits / 8);
    cucore_fail(CUCORE_UNSUPPORTED, "elements of %lld bits fit no larger unit than %lld bits here",
                (long long)layout->itembits, (long long)bits);
    return -1;
}

/* -- indices, loops --------------------------------------------------------------------------------------------- */

CUCORE__PRIVATE cucore_status cucore__fail_index(const char *name, int axis, int64_t index, int64_t extent)
{
    return cucore__invalid("%s[%d] is %lld; it must be 0 or more and less than the extent %lld", name, axis,
                           (long long)index, (long long)extent);
}

CUCORE_API cucore_status cucore_layout_offset_of(const cucore_layout *layout, const int64_t *index, int64_t *out)
{
    int64_t offset = 0;
    int i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_offset_of");
    if (status) return status;
    if (!index && layout->ndim > 0) return cucore__fail_null("cucore_layout_offset_of", "index");
    for (i = 0; i < layout->ndim; i++) {
        if (index[i] < 0 || index[i] >= layout->shape[i]) {
            return cucore__fail_index("index", i, index[i], layout->shape[i]);
        }
        if (!status) status = cucore__slice_move(layout, i, index[i], &offset);
    }
    if (!status) *out = offset;
    return status;
}

/* A distance from the lowest element, and the largest distance of an element. */
typedef struct cucore__reach {
    uint64_t distance, most;
} cucore__reach;

/* Divides the distance by the stride of each axis, from the slowest axis to the fastest: in the order of `axes`, or as
 * the axes are if it is NULL, or backwards.
 * -> 1: index is set.  0: no element is there.  -1: a stride does not step over what the faster axes reach */
CUCORE__PRIVATE inline int cucore__index_divide(const cucore_layout *layout, const int *axes, int backwards,
                                                const cucore__reach *there, int64_t *index)
{
    uint64_t distance = there->distance, reach = there->most;
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

CUCORE_API cucore_status cucore_layout_index_of(const cucore_layout *layout, int64_t offset, int64_t *index)
{
    int64_t work[CUCORE_MAX_NDIM];
    cucore__survey survey;
    cucore__reach there;
    int axes[CUCORE_MAX_NDIM], found = 0;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_index_of");
    if (status) return status;
    if (!index && layout->ndim > 0) return cucore__fail_null("cucore_layout_index_of", "index");
    if (!cucore__layout_survey(layout, &survey)) {
        status = cucore_layout_offset_bounds(layout, &survey.min, &survey.max);
        if (status) return status;
    }
    if (offset >= survey.min && offset <= survey.max) {
        there.distance = (uint64_t)offset - (uint64_t)survey.min;
        there.most = (uint64_t)survey.max - (uint64_t)survey.min;
        found = cucore__index_divide(layout, NULL, 0, &there, work); /* C order */
        if (found < 0) found = cucore__index_divide(layout, NULL, 1, &there, work);
        if (found < 0) {
            cucore__axes_sorted(layout, INT64_MIN, axes);
            found = cucore__index_divide(layout, axes, 0, &there, work);
        }
    }
    if (found < 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "axes overlap: several elements may be at offset %lld",
                           (long long)offset);
    }
    if (found == 0) {
        return cucore__invalid("no element is at offset %lld (they are from %lld to %lld)", (long long)offset,
                               (long long)survey.min, (long long)survey.max);
    }
    cucore__entries_copy(index, work, layout->ndim);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_iter_start(cucore_layout_iter *iter, const cucore_layout *layout)
{
    int64_t min, max = -1;
    cucore_status status;
    if (!iter) return cucore__fail_null("cucore_layout_iter_start", "iter");
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
