/* ------------------------------------------------------------------------------------------- >>impl-copy-check -- */
/* copy/check.c: which views can be copied; packed elements as bytes. */
/* One side of a copy. */
typedef struct cucore__copy_side {
    const cucore_layout *layout;
    char *ptr;
    int kind; /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST */
    int device_id;
    int managed; /* 1: any device can use it */
} cucore__copy_side;

CUCORE__PRIVATE inline int cucore__copy_is_host(const cucore__copy_side *side)
{
    return side->kind != CUCORE_DEVICE_TYPE_CUDA;
}

CUCORE__PRIVATE int cucore__copy_shapes_are_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    while (i < a->ndim && a->shape[i] == b->shape[i]) i++;
    return i == a->ndim;
}

CUCORE__PRIVATE cucore_status cucore__copy_check_kinds(const cucore_view *dst, const cucore_view *src)
{
    int i;
    for (i = 0; i < 2; i++) {
        int type = i ? src->device_type : dst->device_type;
        if (type == CUCORE_DEVICE_TYPE_CPU || type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
            type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) {
            continue;
        }
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s is in memory of kind %d, which is neither the host's nor CUDA's",
                           i ? "src" : "dst", type);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE void cucore__copy_side_make(const cucore_view *view, cucore__copy_side *side)
{
    side->layout = &view->layout;
    side->ptr = (char *)view->ptr;
    side->managed = view->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    side->kind = side->managed ? CUCORE_DEVICE_TYPE_CUDA : view->device_type;
    side->device_id = side->kind == CUCORE_DEVICE_TYPE_CUDA ? view->device_id : CUCORE_DEVICE_NONE;
}

/* The text of a shape or of strides, for messages. */
typedef struct cucore__copy_tuple {
    char text[160];
} cucore__copy_tuple;

CUCORE__PRIVATE CUCORE__COLD cucore__copy_tuple cucore__copy_tuple_make(const int64_t *values, int count)
{
    cucore__copy_tuple out = {""};
    cucore__text text = cucore__text_start(out.text, sizeof out.text);
    cucore__text_add_tuple(&text, values, count);
    return out;
}

/* Returns 1 for opaque elements with two formats that differ in more than the byte order, unless one is void ("8x"). */
CUCORE__PRIVATE int cucore__copy_formats_differ(const cucore_view *dst, const cucore_view *src)
{
    const char *a = dst->pep3118_format, *b = src->pep3118_format;
    if (dst->dtype.code != CUCORE_CODE_OPAQUE || src->dtype.code != CUCORE_CODE_OPAQUE || !a || !b) return 0;
    a += *a && strchr("@=<>!^", *a);
    b += *b && strchr("@=<>!^", *b);
    return strcmp(a, b) != 0 && a[strspn(a, "0123456789")] != 'x' && b[strspn(b, "0123456789")] != 'x';
}

/* Names the dtypes, and what differs between the elements. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    const char *const foreign = " of foreign byte order";
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    if (dst->byte_swapped != src->byte_swapped) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst is %s%s, src is %s%s: a copy does not swap bytes without CUCORE_COPY_CAST", to,
                           dst->byte_swapped ? foreign : "", from, src->byte_swapped ? foreign : "");
    }
    if (a->itemsize == b->itemsize && a->itembits != b->itembits) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "elements of %lld bits (dst, %s) and of %lld bits (src, %s)",
                           (long long)a->itembits, to, (long long)b->itembits, from);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s, src is %s%s: a copy does not convert", to, from,
                       strcmp(to, from) ? "" : " with other fields");
}

/* Checks all but shapes and overlaps.  Opaque bytes are copied to and from any elements of their size, unless both
 * sides say that they mean something else, or the byte order differs; fields are compared as far as both sides name
 * them. */
CUCORE__PRIVATE cucore_status cucore__copy_check_views(const cucore_view *dst, const cucore_view *src)
{
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    cucore_status status = cucore__copy_check_kinds(dst, src);
    if (status) return status;
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (dst->byte_swapped != src->byte_swapped || a->itemsize != b->itemsize || a->itembits != b->itembits)
        return cucore__copy_fail_dtypes(dst, src);
    if (cucore__copy_formats_differ(dst, src)) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst has elements of the format '%.64s', src of '%.64s': a copy does not convert",
                           dst->pep3118_format, src->pep3118_format);
    }
    if (dst->dtype.code == CUCORE_CODE_OPAQUE || src->dtype.code == CUCORE_CODE_OPAQUE) return CUCORE_OK;
    if (cucore_dtype_is_equal(dst->dtype, src->dtype) &&
        (dst->dtype.code != CUCORE_CODE_STRUCTURED || !dst->pep3118_format || !src->pep3118_format ||
         strcmp(dst->pep3118_format, src->pep3118_format) == 0)) {
        return CUCORE_OK;
    }
    return cucore__copy_fail_dtypes(dst, src);
}

/* Refuses elements of dst that overlap: the result of a copy would depend on the order. */
CUCORE__PRIVATE cucore_status cucore__copy_check_unique(const cucore_layout *dst)
{
    const cucore_overlap overlap = cucore__layout_overlap_within(dst);
    cucore__copy_tuple strides;
    if (overlap == CUCORE_OVERLAP_NONE) return CUCORE_OK;
    strides = cucore__copy_tuple_make(dst->strides, dst->ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "elements of dst %soverlap (strides %s): the result would depend on the order",
                       overlap == CUCORE_OVERLAP_SOME ? "" : "may ", strides.text);
}

/* Stretches src to the shape of dst: its layout becomes `stretched` if its shape is another one. */
CUCORE__PRIVATE cucore_status cucore__copy_stretch(const cucore_layout *dst, cucore__copy_side *src,
                                                   cucore_layout *stretched)
{
    const cucore_layout *from = src->layout;
    cucore_status status = CUCORE_INVALID_ARGUMENT;
    int i = 0;
    while (from->ndim == dst->ndim && i < dst->ndim && dst->shape[i] == from->shape[i]) i++;
    if (from->ndim == dst->ndim && i == dst->ndim) return CUCORE_OK;
    if (from->ndim <= dst->ndim) status = cucore_layout_broadcast_to(from, dst->ndim, dst->shape, stretched);
    if (status == CUCORE_INVALID_ARGUMENT) {
        const cucore__copy_tuple a = cucore__copy_tuple_make(from->shape, from->ndim);
        const cucore__copy_tuple b = cucore__copy_tuple_make(dst->shape, dst->ndim);
        return cucore_fail(CUCORE_WRONG_SHAPE, "src of shape %s does not stretch to dst of shape %s", a.text, b.text);
    }
    src->layout = stretched;
    return status;
}

/* -- packed elements: a run that is whole bytes is copied as a run of bytes ---------------------------------------- */
/* Makes a layout of bytes of a packed one, which is simplified.
 * -> 0: its last axis is no run, or no whole bytes */
CUCORE__PRIVATE int cucore__copy_unpack_layout(const cucore_layout *layout, int64_t offset, cucore_layout *out)
{
    int i, last = layout->ndim - 1;
    int64_t bits = layout->itembits;
    if (last < 0 || layout->strides[last] != 1 || layout->shape[last] * bits % 8 || offset * bits % 8) return 0;
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

/* Replaces two packed layouts by layouts of bytes, which are stored in `bytes`. */
CUCORE__PRIVATE cucore_status cucore__copy_unpack(cucore__copy_side *dst, cucore__copy_side *src, cucore_layout *bytes)
{
    cucore_layout simple[2];
    int64_t offsets[2], first, last;
    int i, nothing = 0;
    cucore_status status = cucore__layout_find_empty(dst->layout, &nothing);
    if (nothing) return CUCORE_OK;
    if (!status) status = cucore__layout_bits(dst->layout, &first, &last);
    if (!status) status = cucore__layout_bits(src->layout, &first, &last);
    if (!status) status = cucore__copy_simplify(dst->layout, src->layout, simple, offsets);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        cucore__copy_side *side = i ? src : dst;
        if (!cucore__copy_unpack_layout(&simple[i], offsets[i], &bytes[i])) {
            cucore__copy_tuple strides = cucore__copy_tuple_make(side->layout->strides, side->layout->ndim);
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "packed elements of %lld bits can only be copied in runs of whole bytes that begin at a "
                               "byte; those of %s, with strides %s, are not",
                               (long long)side->layout->itembits, i ? "src" : "dst", strides.text);
        }
        side->ptr = cucore__copy_at(side->ptr, offsets[i] * simple[i].itembits / 8, 1);
        side->layout = &bytes[i];
    }
    return CUCORE_OK;
}
