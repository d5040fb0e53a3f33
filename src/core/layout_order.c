/* core/layout_order.c: axes counted from the end and in an order, density in any order, equality. */
CUCORE__PRIVATE cucore_status cucore__fail_axis(const char *name, int axis, int ndim)
{
    if (ndim == 0) return cucore__invalid("%s is %d; the layout has no axes", name, axis);
    return cucore__invalid("%s is %d; it must be %d to %d", name, axis, -ndim, ndim - 1);
}

/* -1 when it is out of range. */
CUCORE__PRIVATE inline int cucore__axis_find(int axis, int ndim)
{
    if (axis < 0) axis += ndim;
    return axis >= 0 && axis < ndim ? axis : -1;
}

/* Different axes, all in range; as a set of bits. */
CUCORE__PRIVATE cucore_status cucore__axes_collect(const int *axes, int count, int ndim, uint64_t *set)
{
    uint64_t seen = 0;
    int i;
    if (count > 0 && !axes) return cucore__invalid("axes is NULL");
    for (i = 0; i < count; i++) {
        int axis = cucore__axis_find(axes[i], ndim);
        if (axis < 0) return cucore__fail_axis("an axis", axes[i], ndim);
        if (seen >> axis & 1) return cucore__invalid("axis %d comes twice", axis);
        seen |= (uint64_t)1 << axis;
    }
    *set = seen;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_stride_order(const cucore_layout *layout, int *axes)
{
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_stride_order");
    if (status) return status;
    if (!axes && layout->ndim > 0) return cucore__fail_null("cucore_layout_stride_order", "axes");
    cucore__axes_sorted(layout, INT64_MIN, axes);
    return CUCORE_OK;
}

/* Few axes, none of extent 1: from each to the next slower one, which has the stride that the faster ones fill.  That
 * stride grows, so no axis comes twice.  1 is certain, 0 is not: an axis of extent 1 may have any stride. */
CUCORE__PRIVATE int cucore__layout_is_chain(const cucore_layout *layout)
{
    const int ndim = layout->ndim;
    int64_t filled = 1;
    int i, found;
    for (found = 0; found < ndim; found++) {
        for (i = 0; layout->strides[i] != filled; i++) {
            if (i == ndim - 1) return 0;
        }
        if (layout->shape[i] == 1 || cucore__mul(filled, layout->shape[i], &filled)) return 0;
    }
    return 1;
}

/* Sorts the axes first; apart, since few layouts need it. */
CUCORE__PRIVATE CUCORE__APART int cucore__axes_are_dense(const cucore_layout *layout)
{
    int axes[CUCORE_MAX_NDIM], i;
    int64_t expected = 1;
    for (i = cucore__axes_sorted(layout, 2, axes) - 1; i >= 0; i--) {
        if (!cucore__axis_is_dense(layout, axes[i], &expected)) return 0;
    }
    return 1;
}

CUCORE_API int cucore_layout_is_dense(const cucore_layout *layout)
{
    if (cucore__layout_is_contiguous(layout, 'C')) return 1; /* the empty one among them */
    if (!cucore__layout_is_valid(layout)) return 0;
    if (layout->ndim <= 8 && cucore__layout_is_chain(layout)) return 1;
    return cucore__axes_are_dense(layout);
}

CUCORE_API int cucore_layout_is_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i, same;
    if (!cucore__layout_is_valid(a) || !cucore__layout_is_valid(b)) return 0;
    same = a->ndim == b->ndim && a->itemsize == b->itemsize && a->itembits == b->itembits;
    for (i = 0; same && i < a->ndim; i++) same = a->shape[i] == b->shape[i] && a->strides[i] == b->strides[i];
    return same;
}

/* One step of a hash; the constant is the fraction of the golden ratio, rounded to an odd number. */
CUCORE__PRIVATE inline uint64_t cucore__hash_step(uint64_t hash, int64_t value)
{
    hash = (hash ^ (uint64_t)value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

CUCORE_API uint64_t cucore_layout_hash(const cucore_layout *layout)
{
    uint64_t shape, strides;
    int i;
    if (!cucore__layout_is_valid(layout)) return 0;
    shape = cucore__hash_step((uint64_t)layout->ndim + 1, layout->itembits);
    strides = 0;
    for (i = 0; i < layout->ndim; i++) {
        shape = cucore__hash_step(shape, layout->shape[i]);
        strides = cucore__hash_step(strides, layout->strides[i]);
    }
    return cucore__hash_step(shape, (int64_t)(strides >> 1));
}

/* -- construction in an order of the axes ------------------------------------------------------------------------ */
CUCORE_API cucore_status cucore_layout_make_order(int ndim, const int64_t *shape, const int *axes, int64_t itemsize,
                                                  cucore_layout *out)
{
    cucore_layout work;
    uint64_t set;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (!status) status = cucore__axes_collect(axes, ndim, ndim, &set);
    return status ? status : cucore__layout_end_dense(&work, axes, 0, out);
}

CUCORE__PRIVATE inline cucore_status cucore__layout_make_alike(const cucore_layout *like, const int *axes, char order,
                                                               cucore_layout *out)
{
    cucore_layout work;
    cucore__layout_head(&work, like, like->ndim);
    cucore__entries_copy(work.shape, like->shape, like->ndim);
    return cucore__layout_end_dense(&work, axes, order, out);
}

CUCORE_API cucore_status cucore_layout_make_like(const cucore_layout *like, char order, cucore_layout *out)
{
    cucore__axis_sort sort;
    int axes[CUCORE_MAX_NDIM], i;
    cucore_status status = cucore__layout_check_argument(like, out, "cucore_layout_make_like");
    if (status) return status;
    if (order != 'K' && order != 'C' && order != 'F') {
        return cucore__invalid("order is %d; it must be 'K' (75), 'C' (67) or 'F' (70)", order);
    }
    if (order == 'K' && cucore__layout_is_contiguous(like, 'C')) order = 'C'; /* also if it is both */
    if (order == 'K' && cucore__layout_is_contiguous(like, 'F')) order = 'F';
    if (order != 'K') return cucore__layout_make_alike(like, NULL, order, out);
    sort.tie = NULL;
    sort.shape = NULL;
    for (i = 0; i < like->ndim; i++) {
        sort.key[i] = cucore__magnitude(like->strides[i]);
        axes[i] = i;
    }
    cucore__axes_sort(&sort, axes, like->ndim);
    return cucore__layout_make_alike(like, axes, 0, out);
}
