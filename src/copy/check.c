/* ------------------------------------------------------------------------------------------- >>impl-copy-check -- */
/* copy/check.c: what two views have to be to be copied. */
/* One side of a copy, as it was given or as the driver knows it. */
typedef struct cucore__copy_side {
    const cucore_layout *layout;
    char *ptr;
    int kind; /* CUCORE_DEVICE_CPU, _CUDA, _CUDA_HOST */
    int device_id;
    int managed; /* belongs to any device */
} cucore__copy_side;

CUCORE__PRIVATE inline int cucore__copy_is_host(const cucore__copy_side *side)
{
    return side->kind != CUCORE_DEVICE_CUDA;
}

CUCORE__PRIVATE cucore_status cucore__copy_check_kind(const cucore_view *view, const char *name)
{
    int type = view->device_type;
    if (type == CUCORE_DEVICE_CPU || type == CUCORE_DEVICE_CUDA || type == CUCORE_DEVICE_CUDA_HOST ||
        type == CUCORE_DEVICE_CUDA_MANAGED) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_WRONG_DEVICE, "%s is in memory of kind %d, which is neither the host's nor CUDA's", name,
                       type);
}

CUCORE__PRIVATE void cucore__copy_side_make(const cucore_view *view, cucore__copy_side *side)
{
    side->layout = &view->layout;
    side->ptr = (char *)view->ptr;
    side->managed = view->device_type == CUCORE_DEVICE_CUDA_MANAGED;
    side->kind = side->managed ? CUCORE_DEVICE_CUDA : view->device_type;
    side->device_id = side->kind == CUCORE_DEVICE_CUDA ? view->device_id : -1;
}

/* Opaque bytes go to and come from everything of their size; fields are compared as far as both sides tell them. */
CUCORE__PRIVATE int cucore__copy_dtypes_match(const cucore_view *dst, const cucore_view *src)
{
    if (dst->layout.itemsize != src->layout.itemsize || dst->layout.itembits != src->layout.itembits) return 0;
    if (dst->dtype.code == CUCORE_CODE_OPAQUE || src->dtype.code == CUCORE_CODE_OPAQUE) return 1;
    if (!cucore_dtype_equal(dst->dtype, src->dtype)) return 0;
    return dst->dtype.code != CUCORE_CODE_STRUCTURED || !dst->format || !src->format ||
           strcmp(dst->format, src->format) == 0;
}

CUCORE__PRIVATE cucore_status cucore__fail_copy_dtype(const cucore_view *dst, const cucore_view *src)
{
    char to[64], from[64];
    cucore_dtype_format(dst->dtype, to, sizeof to);
    cucore_dtype_format(src->dtype, from, sizeof from);
    if (dst->layout.itemsize == src->layout.itemsize && dst->layout.itembits != src->layout.itembits) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "elements of %lld bits (dst, %s) and of %lld bits (src, %s)",
                           (long long)dst->layout.itembits, to, (long long)src->layout.itembits, from);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s, src is %s%s: a copy does not convert", to, from,
                       strcmp(to, from) ? "" : " with other fields");
}

CUCORE__PRIVATE int cucore__copy_shapes_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i, different = a->ndim != b->ndim;
    for (i = 0; i < a->ndim && !different; i++) different = a->shape[i] != b->shape[i];
    return !different;
}

CUCORE__PRIVATE cucore_status cucore__fail_copy_shape(const cucore_layout *dst, const cucore_layout *src)
{
    char to[160], from[160];
    cucore__text text = cucore__text_start(to, sizeof to);
    cucore__text_add_tuple(&text, dst->shape, dst->ndim);
    text = cucore__text_start(from, sizeof from);
    cucore__text_add_tuple(&text, src->shape, src->ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "src of shape %s does not stretch to dst of shape %s", from, to);
}

/* src with the shape of dst: in `stretched`, if it has another one. */
CUCORE__PRIVATE cucore_status cucore__copy_stretch(const cucore_layout *dst, cucore__copy_side *src,
                                                   cucore_layout *stretched)
{
    cucore_status status;
    if (cucore__copy_shapes_equal(dst, src->layout)) return CUCORE_OK;
    if (src->layout->ndim > dst->ndim) return cucore__fail_copy_shape(dst, src->layout);
    status = cucore_layout_broadcast_to(src->layout, dst->ndim, dst->shape, stretched);
    if (status == CUCORE_INVALID_ARGUMENT) return cucore__fail_copy_shape(dst, src->layout);
    src->layout = stretched;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__fail_copy_unique(const cucore_layout *dst)
{
    char strides[160];
    cucore__text text = cucore__text_start(strides, sizeof strides);
    cucore__text_add_tuple(&text, dst->strides, dst->ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "elements of dst overlap (strides %s): the result would depend on the order", strides);
}

CUCORE__PRIVATE cucore_status cucore__copy_check_views(const cucore_view *dst, const cucore_view *src)
{
    int i;
    cucore_status status = cucore__copy_check_kind(dst, "dst");
    if (!status) status = cucore__copy_check_kind(src, "src");
    if (status) return status;
    for (i = 0; i < dst->layout.ndim; i++) {
        if (dst->layout.shape[i] < 0) return cucore__fail_extent(i, dst->layout.shape[i]);
    }
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (!cucore__copy_dtypes_match(dst, src)) return cucore__fail_copy_dtype(dst, src);
    return CUCORE_OK;
}

/* -- packed elements: a run of them that is whole bytes is a run of bytes ------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__fail_copy_packed(const cucore_layout *layout, const char *name)
{
    char strides[160];
    cucore__text text = cucore__text_start(strides, sizeof strides);
    cucore__text_add_tuple(&text, layout->strides, layout->ndim);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "packed elements of %lld bits can only be copied in runs of whole bytes that begin at a byte; "
                       "those of %s, with strides %s, are not",
                       (long long)layout->itembits, name, strides);
}

/* A packed layout of elements, simplified, as one of bytes; its last axis is a run. */
CUCORE__PRIVATE int cucore__copy_unpack_layout(const cucore_layout *layout, cucore_layout *out)
{
    int i, last = layout->ndim - 1;
    int64_t bits = layout->itembits;
    if (last < 0 || layout->strides[last] != 1 || layout->shape[last] * bits % 8 != 0) return 0;
    for (i = 0; i < last; i++) {
        if (layout->strides[i] * bits % 8 != 0) return 0;
        out->shape[i] = layout->shape[i];
        out->strides[i] = layout->strides[i] * bits / 8;
    }
    out->shape[last] = layout->shape[last] * bits / 8;
    out->strides[last] = 1;
    out->ndim = layout->ndim;
    out->reserved = 0;
    out->itemsize = 1;
    out->itembits = 8;
    return 1;
}

/* Two layouts of bytes in place of packed ones, kept in `bytes`. */
CUCORE__PRIVATE cucore_status cucore__copy_unpack(cucore__copy_side *dst, cucore__copy_side *src, cucore_layout *bytes)
{
    const cucore_layout *layouts[2];
    cucore_layout simple[2], *outs[2];
    int64_t offsets[2], first, last;
    int i, nothing = 0;
    cucore_status status = cucore__layout_find_empty(dst->layout, &nothing);
    if (status || nothing) return status;
    status = cucore__layout_bits(dst->layout, &first, &last);
    if (!status) status = cucore__layout_bits(src->layout, &first, &last);
    if (status) return status;
    layouts[0] = dst->layout, layouts[1] = src->layout;
    outs[0] = &simple[0], outs[1] = &simple[1];
    status = cucore_layout_simplify(2, layouts, outs, offsets, NULL);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        cucore__copy_side *side = i ? src : dst;
        if (offsets[i] * simple[i].itembits % 8 != 0 || !cucore__copy_unpack_layout(&simple[i], &bytes[i])) {
            return cucore__fail_copy_packed(side->layout, i ? "src" : "dst");
        }
        side->ptr = cucore__copy_at(side->ptr, offsets[i] * simple[i].itembits / 8, 1);
        side->layout = &bytes[i];
    }
    return CUCORE_OK;
}
