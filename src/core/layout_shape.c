/* core/layout_shape.c: axes in another order, reshape, flatten, squeeze, broadcast. */
/* -- axes in another order ------------------------------------------------------------------------------------- */

/* out may be layout; axes are in range, negative ones too. */
CUCORE__PRIVATE void cucore__layout_gather(const cucore_layout *layout, const int *axes, cucore_layout *out)
{
    cucore_layout copy;
    int i, ndim = layout->ndim;
    if (out == layout) {
        cucore__layout_copy(&copy, layout);
        cucore__layout_gather(&copy, axes, out);
        return;
    }
    for (i = 0; i < ndim; i++) {
        int axis = axes[i] < 0 ? axes[i] + ndim : axes[i];
        out->shape[i] = layout->shape[axis];
        out->strides[i] = layout->strides[axis];
    }
    cucore__layout_head(out, layout, ndim);
}

CUCORE_API cucore_status cucore_layout_permute(const cucore_layout *layout, const int *axes, cucore_layout *out)
{
    uint64_t set;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_permute");
    if (!status) status = cucore__axes_collect(axes, layout->ndim, layout->ndim, &set);
    if (!status) cucore__layout_gather(layout, axes, out);
    return status;
}

CUCORE_API cucore_status cucore_layout_transpose(const cucore_layout *layout, cucore_layout *out)
{
    int axes[CUCORE_MAX_NDIM], i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_transpose");
    if (status) return status;
    for (i = 0; i < layout->ndim; i++) axes[i] = layout->ndim - 1 - i;
    cucore__layout_gather(layout, axes, out);
    return CUCORE_OK;
}

/* Both axes in range, counted from the front. */
CUCORE__PRIVATE cucore_status cucore__axes_find_two(const cucore_layout *layout, int *a, int *b)
{
    int found_a = cucore__axis_find(*a, layout->ndim), found_b = cucore__axis_find(*b, layout->ndim);
    if (found_a < 0) return cucore__fail_axis("the first axis", *a, layout->ndim);
    if (found_b < 0) return cucore__fail_axis("the second axis", *b, layout->ndim);
    *a = found_a;
    *b = found_b;
    return CUCORE_OK;
}

/* Axis `from` goes to `to`.  If swap is 1 the axis there goes to `from`, else it and the axes between move by one. */
CUCORE__PRIVATE inline cucore_status cucore__layout_move(const cucore_layout *layout, int from, int to, int swap,
                                                         cucore_layout *out)
{
    const char *function = swap ? "cucore_layout_swap_axes" : "cucore_layout_move_axis";
    int axes[CUCORE_MAX_NDIM], i;
    cucore_status status = cucore__layout_check_argument(layout, out, function);
    if (!status) status = cucore__axes_find_two(layout, &from, &to);
    if (status) return status;
    for (i = 0; i < layout->ndim; i++) axes[i] = i;
    for (i = from; !swap && i < to; i++) axes[i] = i + 1;
    for (i = from; !swap && i > to; i--) axes[i] = i - 1;
    if (swap) axes[from] = to;
    axes[to] = from;
    cucore__layout_gather(layout, axes, out);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_swap_axes(const cucore_layout *layout, int a, int b, cucore_layout *out)
{
    return cucore__layout_move(layout, a, b, 1, out);
}

CUCORE_API cucore_status cucore_layout_move_axis(const cucore_layout *layout, int from, int to, cucore_layout *out)
{
    return cucore__layout_move(layout, from, to, 0, out);
}

/* -- reshape ---------------------------------------------------------------------------------------------------- */

/* The new shape of `size` elements: what is -1 is inferred from the others. */
CUCORE__PRIVATE cucore_status cucore__reshape_infer(cucore_layout *work, int64_t size)
{
    int64_t rest = 1; /* the product of the other extents */
    int i, inferred = -1, overflow = 0, is_empty = 0;
    for (i = 0; i < work->ndim; i++) {
        int64_t extent = work->shape[i];
        if (extent < -1 || (extent == -1 && inferred >= 0)) {
            return cucore__invalid("shape[%d] is %lld; extents must be 0 or more, and one may be -1", i,
                                   (long long)extent);
        }
        if (extent == -1) inferred = i;
        is_empty |= extent == 0;
        overflow |= cucore__mul(rest, extent == -1 ? 1 : extent, &rest);
    }
    if (is_empty) rest = overflow = 0;
    if (inferred < 0) {
        if (rest == size && !overflow) return CUCORE_OK;
        return overflow ? cucore__invalid("the layout has %lld elements, the new shape more than fit 64 bits",
                                          (long long)size)
                        : cucore__invalid("the layout has %lld elements, the new shape %lld", (long long)size,
                                          (long long)rest);
    }
    if (overflow) {
        return cucore__invalid(
            "shape[%d] is -1, but the others' product does not fit 64 bits; the layout has %lld elements", inferred,
            (long long)size);
    }
    if (rest == 0 && size == 0) {
        return cucore__invalid("shape[%d] is -1 beside an extent of 0: any extent would do for 0 elements", inferred);
    }
    if (rest == 0 || size % rest != 0) {
        return cucore__invalid("shape[%d] is -1, but %lld elements are no multiple of the others' product, %lld",
                               inferred, (long long)size, (long long)rest);
    }
    work->shape[inferred] = size / rest;
    return CUCORE_OK;
}

/* Neighbouring axes that one stride can replace: `size` elements, `stride` apart.  Those before `axis` are to come. */
typedef struct cucore__run {
    int axis;
    int64_t size;
    int64_t stride;
} cucore__run;

/* Takes the next run towards the front, as long as possible; axes of extent 1 are skipped.
 * -> 0: there is none */
CUCORE__PRIVATE inline int cucore__run_next(const cucore_layout *layout, cucore__run *run)
{
    int64_t extent, whole;
    run->size = 1;
    for (; run->axis > 0; run->axis--) {
        extent = layout->shape[run->axis - 1];
        if (extent == 1) continue;
        if (run->size == 1) {
            run->stride = layout->strides[run->axis - 1];
        } else if (cucore__mul(run->stride, run->size, &whole) || whole != layout->strides[run->axis - 1]) {
            return 1;
        }
        if (cucore__mul(run->size, extent, &run->size) || extent < 1) return 0;
    }
    return run->size > 1;
}

/* Strides for the shape in `work`: each run is cut into new extents, from the last axis on.  Returns -1, or the new
 * axis at which that fails, with the reason. */
CUCORE__PRIVATE inline int cucore__reshape_cut(const cucore_layout *layout, cucore_layout *work, cucore_status *why)
{
    cucore__run run = {layout->ndim, 1, layout->ndim > 0 ? layout->strides[layout->ndim - 1] : 1};
    int64_t taken = 1, stride;
    int axis;
    *why = CUCORE_UNSUPPORTED;
    for (axis = work->ndim - 1; axis >= 0; axis--) {
        if (work->shape[axis] != 1 && taken == run.size) {
            if (!cucore__run_next(layout, &run)) return axis;
            taken = 1;
        }
        if (cucore__mul(run.stride, taken, &stride)) {
            if (work->shape[axis] != 1) {
                *why = CUCORE_OVERFLOW;
                return axis;
            }
            stride = run.stride; /* the stride of an axis of extent 1 has no meaning */
        }
        work->strides[axis] = stride;
        if (cucore__mul(taken, work->shape[axis], &taken) || taken < 1 || taken > run.size) return axis;
    }
    return taken == run.size && !cucore__run_next(layout, &run) && run.axis == 0 ? -1 : 0;
}

CUCORE__PRIVATE cucore_status cucore__fail_new_shape(int ndim, const int64_t *shape)
{
    if (ndim > 0 && !shape) return cucore__invalid("shape is NULL");
    return cucore__invalid("the new shape has %d axes; it must have 0 to %d", ndim, CUCORE_MAX_NDIM);
}

/* What the common ways of cucore_layout_reshape did not do: empty layouts, a -1, and the reasons for failures. */
CUCORE__PRIVATE cucore_status cucore__reshape_any(const cucore_layout *layout, const int64_t *shape,
                                                  cucore_layout *work)
{
    char strides[200];
    cucore__text text = cucore__text_start(strides, sizeof strides);
    int64_t size = 0;
    int axis;
    cucore_status why, status = cucore__layout_measure(layout, &size);
    cucore__entries_copy(work->shape, shape, work->ndim);
    if (!status) status = cucore__reshape_infer(work, size);
    if (status) return status;
    if (size == 0) {
        cucore__entries_zero(work->strides, work->ndim);
        return CUCORE_OK;
    }
    axis = cucore__reshape_cut(layout, work, &why);
    if (axis < 0) return CUCORE_OK;
    cucore__text_add_tuple(&text, layout->shape, layout->ndim);
    cucore__text_add(&text, " with strides ");
    cucore__text_add_tuple(&text, layout->strides, layout->ndim);
    return cucore_fail(why, "shape[%d] is %lld, for which shape %s %s", axis, (long long)work->shape[axis], strides,
                       why == CUCORE_OVERFLOW ? "gives a stride that does not fit 64 bits" : "would have to be copied");
}

/* Reshapes a layout in C order whose last stride is 1 to another in C order.
 * -> 0: it is no such layout, or the size differs; `out` is untouched */
CUCORE__PRIVATE inline int cucore__reshape_dense(const cucore_layout *layout, int ndim, const int64_t *shape,
                                                 cucore_layout *out)
{
    int64_t size = 1, product = 1, stride = 1;
    int i = layout->ndim - 1, unusual = 0;
    if (i >= 0 && layout->strides[i] != 1) return 0;
    while (i >= 0 && cucore__axis_is_dense(layout, i, &size)) i--;
    if (i >= 0 || size == 0) return 0;
    for (i = 0; i < ndim; i++) {
        unusual |= shape[i] < 1;
        unusual |= cucore__mul(product, shape[i], &product);
    }
    if (unusual || product != size) return 0;
    for (i = ndim - 1; i >= 0; i--) { /* `shape` may be the shape of `out` */
        int64_t extent = shape[i];
        out->shape[i] = extent;
        out->strides[i] = stride;
        stride *= extent;
    }
    cucore__layout_head(out, layout, ndim);
    return 1;
}

CUCORE_API cucore_status cucore_layout_reshape(const cucore_layout *layout, int ndim, const int64_t *shape,
                                               cucore_layout *out)
{
    cucore_layout work;
    cucore_status why, status = cucore__layout_check_argument(layout, out, "cucore_layout_reshape");
    if (status) return status;
    if ((uint32_t)ndim > CUCORE_MAX_NDIM || (ndim > 0 && !shape)) return cucore__fail_new_shape(ndim, shape);
    if (cucore__reshape_dense(layout, ndim, shape, out)) return CUCORE_OK;
    cucore__layout_head(&work, layout, ndim);
    cucore__entries_copy(work.shape, shape, ndim);
    if (cucore__reshape_cut(layout, &work, &why) >= 0) status = cucore__reshape_any(layout, shape, &work);
    if (!status) cucore__layout_copy(out, &work);
    return status;
}

/* -- flatten, squeeze, unsqueeze --------------------------------------------------------------------------------- */

/* The axes of the mask that continue the one before, so that one stride will do; checks that the merged extents fit. */
CUCORE__PRIVATE cucore_status cucore__layout_merged_axes(const cucore_layout *layout, uint64_t mask, uint64_t *out)
{
    int64_t whole, extent = layout->ndim > 0 ? layout->shape[0] : 1;
    uint64_t merged = 0;
    int i;
    for (i = 1; i < layout->ndim; i++) {
        if (!(mask >> i & 1) || cucore__mul(layout->strides[i], layout->shape[i], &whole) ||
            whole != layout->strides[i - 1]) {
            extent = layout->shape[i];
            continue;
        }
        merged |= (uint64_t)1 << i;
        if (cucore__mul(extent, layout->shape[i], &extent)) {
            return cucore_fail(CUCORE_OVERFLOW, "the merged extent at axis %d, extent %lld, does not fit 64 bits", i,
                               (long long)layout->shape[i]);
        }
    }
    *out = merged;
    return CUCORE_OK;
}

/* Merges those axes of the mask. */
CUCORE__PRIVATE cucore_status cucore__layout_flatten_masked(const cucore_layout *layout, uint64_t mask,
                                                            cucore_layout *out)
{
    uint64_t merged = 0;
    int64_t extent = 1, stride = 1;
    int i, count, last = 0;
    cucore_status status = cucore__layout_merged_axes(layout, mask, &merged);
    if (status) return status;
    count = layout->ndim;
    for (i = 0; i < count; i++) { /* out may be the layout: writes no further than it has read */
        if (i > 0 && !(merged >> i & 1)) {
            out->shape[last] = extent;
            out->strides[last++] = stride;
            extent = 1;
        }
        extent *= layout->shape[i];
        stride = layout->strides[i];
    }
    out->shape[last] = extent;
    out->strides[last++] = stride;
    cucore__layout_head(out, layout, last);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_flatten(const cucore_layout *layout, int start_axis, int end_axis,
                                               cucore_layout *out)
{
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_flatten");
    if (status) return status;
    if (start_axis == 0 && end_axis == -1) return cucore__layout_flatten_masked(layout, UINT64_MAX, out);
    status = cucore__axes_find_two(layout, &start_axis, &end_axis);
    if (status) return status;
    return cucore__layout_flatten_masked(layout, UINT64_MAX >> (63 - end_axis) & ~(UINT64_MAX >> (63 - start_axis)),
                                         out); /* the axes after the first, up to the last */
}

/* Without the axes of the set. */
CUCORE__PRIVATE void cucore__layout_drop(const cucore_layout *layout, uint64_t set, cucore_layout *out)
{
    int i, ndim = 0;
    for (i = 0; i < layout->ndim; i++) { /* writes no further than it has read */
        if (set >> i & 1) continue;
        out->shape[ndim] = layout->shape[i];
        out->strides[ndim++] = layout->strides[i];
    }
    cucore__layout_head(out, layout, ndim);
}

CUCORE__PRIVATE cucore_status cucore__axes_check_count(size_t count, int most)
{
    if (count <= (size_t)most) return CUCORE_OK;
    return cucore__invalid("%llu axes were given; it must be 0 to %d", (unsigned long long)count, most);
}

CUCORE__PRIVATE void cucore__layout_squeeze_all(const cucore_layout *layout, cucore_layout *out)
{
    uint64_t set = 0;
    int i;
    if (cucore__layout_is_empty(layout)) {
        cucore__layout_head(out, layout, 1);
        out->shape[0] = out->strides[0] = 0;
        return;
    }
    for (i = 0; i < layout->ndim; i++) set |= (uint64_t)(layout->shape[i] == 1) << i;
    cucore__layout_drop(layout, set, out);
}

CUCORE_API cucore_status cucore_layout_squeeze(const cucore_layout *layout, const int *axes, size_t count,
                                               cucore_layout *out)
{
    uint64_t set = 0;
    int i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_squeeze");
    if (status) return status;
    if (!axes) {
        if (count > 0) return cucore__invalid("axes is NULL, but %llu were given", (unsigned long long)count);
        cucore__layout_squeeze_all(layout, out);
        return CUCORE_OK;
    }
    status = cucore__axes_check_count(count, layout->ndim);
    if (!status) status = cucore__axes_collect(axes, (int)count, layout->ndim, &set);
    if (status) return status;
    for (i = 0; i < layout->ndim; i++) {
        if ((set >> i & 1) && layout->shape[i] != 1) {
            return cucore__invalid("axis %d has extent %lld; only extent 1 can be squeezed", i,
                                   (long long)layout->shape[i]);
        }
    }
    cucore__layout_drop(layout, set, out);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_unsqueeze(const cucore_layout *layout, const int *axes, size_t count,
                                                 cucore_layout *out)
{
    cucore_layout work;
    uint64_t set = 0;
    int i, ndim = 0, old = 0;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_unsqueeze");
    if (!status) status = cucore__axes_check_count(count, CUCORE_MAX_NDIM - layout->ndim);
    if (!status) ndim = layout->ndim + (int)count;
    if (!status) status = cucore__axes_collect(axes, (int)count, ndim, &set);
    if (status) return status;
    for (i = 0; i < ndim; i++) {
        int64_t extent = 1, stride;
        if (!(set >> i & 1)) {
            extent = layout->shape[old];
            stride = layout->strides[old++];
        } else if (old == layout->ndim) {
            stride = old > 0 ? layout->strides[old - 1] : 1;
        } else if (cucore__mul(layout->shape[old], layout->strides[old], &stride)) { /* steps over the next old axis */
            stride = layout->strides[old]; /* no meaning for extent 1: as in cucore_layout_reshape */
        }
        work.shape[i] = extent;
        work.strides[i] = stride;
    }
    cucore__layout_head(&work, layout, ndim);
    cucore__layout_copy(out, &work);
    return CUCORE_OK;
}

/* -- broadcast -------------------------------------------------------------------------------------------------- */

/* Its new size is 0 or does not fit. */
CUCORE__PRIVATE cucore_status cucore__broadcast_explain(const cucore_layout *layout, int ndim, const int64_t *shape)
{
    cucore_layout work;
    int64_t size = 0;
    cucore_status status;
    cucore__layout_head(&work, layout, ndim);
    cucore__entries_copy(work.shape, shape, ndim);
    status = cucore__layout_measure(&work, &size);
    return status || size == 0 ? status : cucore__fail_size(size, layout->itembits);
}

/* Checks that the axes stretch to the shape.  Strides stay or become 0, so that only the size can become too large. */
CUCORE__PRIVATE inline cucore_status cucore__broadcast_check(const cucore_layout *layout, int ndim, int added,
                                                             const int64_t *shape)
{
    int64_t size = 1, bits;
    int i, unusual = 0;
    for (i = 0; i < ndim; i++) {
        int64_t old = i < added ? 1 : layout->shape[i - added];
        if (old != shape[i] && old != 1) {
            return cucore__invalid("shape[%d] is %lld, to which axis %d of extent %lld cannot stretch", i,
                                   (long long)shape[i], i - added, (long long)old);
        }
        unusual |= shape[i] < 1;
        unusual |= cucore__mul(size, shape[i], &size);
    }
    if (!unusual && !cucore__mul(size, layout->itembits, &bits)) return CUCORE_OK;
    return cucore__broadcast_explain(layout, ndim, shape);
}

/* From the last axis on, so that out may be the layout: what is read next lies before what was written. */
CUCORE__PRIVATE inline void cucore__broadcast_fill(const cucore_layout *layout, int ndim, int added,
                                                   const int64_t *shape, cucore_layout *out)
{
    int i;
    for (i = ndim - 1; i >= 0; i--) {
        int64_t extent = shape[i], stride = 0;
        if (i >= added && layout->shape[i - added] == extent) stride = layout->strides[i - added];
        out->shape[i] = cucore__opaque(extent);
        out->strides[i] = cucore__opaque(stride);
    }
    cucore__layout_head(out, layout, ndim);
}

CUCORE_API cucore_status cucore_layout_broadcast_to(const cucore_layout *layout, int ndim, const int64_t *shape,
                                                    cucore_layout *out)
{
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_broadcast_to");
    if (status) return status;
    if (ndim > CUCORE_MAX_NDIM || (ndim > 0 && !shape)) return cucore__fail_new_shape(ndim, shape);
    if (ndim < layout->ndim) {
        return cucore__invalid("the new shape has %d axes, fewer than the %d of the layout", ndim, layout->ndim);
    }
    if (ndim == layout->ndim) { /* a constant 0 spares the loops a question */
        status = cucore__broadcast_check(layout, ndim, 0, shape);
        if (!status) cucore__broadcast_fill(layout, ndim, 0, shape, out);
        return status;
    }
    status = cucore__broadcast_check(layout, ndim, ndim - layout->ndim, shape);
    if (!status) cucore__broadcast_fill(layout, ndim, ndim - layout->ndim, shape, out);
    return status;
}

CUCORE_API cucore_status cucore_layout_broadcast_together(const cucore_layout *a, const cucore_layout *b,
                                                          cucore_layout *out_a, cucore_layout *out_b)
{
    const cucore_layout *more, *less; /* axes */
    int64_t shape[CUCORE_MAX_NDIM];
    int i, ndim, added;
    cucore_status status = cucore__layout_check_argument(a, out_a, "cucore_layout_broadcast_together");
    if (!status) status = cucore__layout_check_argument(b, out_b, "cucore_layout_broadcast_together");
    if (status) return status;
    more = a->ndim < b->ndim ? b : a;
    less = more == a ? b : a;
    ndim = more->ndim;
    added = ndim - less->ndim;
    for (i = 0; i < ndim; i++) {
        int64_t extent = more->shape[i], other = i < added ? 1 : less->shape[i - added];
        if (extent != other && extent != 1 && other != 1) {
            return cucore__invalid("axis %d has extent %lld in one layout and %lld in the other", i, (long long)extent,
                                   (long long)other);
        }
        shape[i] = extent == 1 ? other : extent;
    }
    status = cucore__broadcast_check(a, ndim, ndim - a->ndim, shape);
    if (!status) status = cucore__broadcast_check(b, ndim, ndim - b->ndim, shape);
    if (status) return status;
    cucore__broadcast_fill(a, ndim, ndim - a->ndim, shape, out_a);
    cucore__broadcast_fill(b, ndim, ndim - b->ndim, shape, out_b);
    return CUCORE_OK;
}
