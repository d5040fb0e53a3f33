/* ------------------------------------------------------------------------------------------------ >>impl-copy-cast -- */
/* copy/cast.c: copies that convert elements to another dtype (CUCORE_COPY_CAST).  For copy/run.c. */
/* A conversion that was found to be possible; the layouts are those of the views, or `stretched`. */
typedef struct cucore__cast {
    const cucore_view *views[2]; /* dst, src */
    const cucore__cast_type *types[2];
    cucore__copy_side dst, src;
    cucore_layout stretched;
    int64_t size; /* elements of dst */
} cucore__cast;

/* The flag matters where dtypes differ. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore_view *dst, const cucore_view *src,
                                           const cucore_copy_options *options)
{
    return options && (options->flags & CUCORE_COPY_CAST) && dst && src &&
           !cucore_dtype_is_equal(dst->dtype, src->dtype);
}

/* Numbers that are converted, in elements of their size. */
CUCORE__PRIVATE cucore_status cucore__cast_check_dtypes(cucore__cast *cast)
{
    char names[2][64];
    int i;
    for (i = 0; i < 2; i++) {
        const cucore_layout *layout = &cast->views[i]->layout;
        const cucore_dtype dtype = cast->views[i]->dtype;
        cast->types[i] = cucore__cast_type_find(dtype);
        cucore_dtype_to_name(dtype, names[i], sizeof names[i]);
        if (!cast->types[i] || (dtype.itemsize == layout->itemsize && layout->itembits == 8 * layout->itemsize))
            continue;
        return cucore_fail(CUCORE_WRONG_DTYPE, "%s is %s, but has elements of %lld bits", i ? "src" : "dst", names[i],
                           (long long)layout->itembits);
    }
    if (cast->types[0] && cast->types[1]) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: only bool, int8 to int64, uint8 to uint64, float16, bfloat16, float32, "
                       "float64, complex64 and complex128 are converted",
                       names[0], names[1]);
}

CUCORE__PRIVATE cucore_status cucore__cast_check(cucore__cast *cast)
{
    const cucore_view *dst = cast->views[0], *src = cast->views[1];
    int i;
    cucore_status status = cucore__layout_check_argument(&dst->layout, cast, "cucore_view_copy");
    if (!status) status = cucore__layout_check_argument(&src->layout, cast, "cucore_view_copy");
    for (i = 0; i < dst->layout.ndim && !status; i++) {
        if (dst->layout.shape[i] < 0) status = cucore__fail_extent(i, dst->layout.shape[i]);
    }
    if (!status && dst->readonly) status = cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (!status) status = cucore__cast_check_dtypes(cast);
    cucore__copy_side_make(dst, &cast->dst);
    cucore__copy_side_make(src, &cast->src);
    if (!status) status = cucore__copy_stretch(&dst->layout, &cast->src, &cast->stretched);
    return status;
}

/* Everything about memory: an element that is written may be none that is still to be read. */
CUCORE__PRIVATE cucore_status cucore__cast_check_memory(const cucore__cast *cast)
{
    const cucore_layout *to = cast->dst.layout;
    const char *dst = cast->dst.ptr, *src = cast->src.ptr;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src.ptr" : "dst.ptr");
    if (!cucore_layout_is_unique(to)) {
        cucore__copy_tuple strides = cucore__copy_tuple_make(to->strides, to->ndim);
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "elements of dst overlap (strides %s): the result would depend on the order", strides.text);
    }
    status = cucore_layout_overlap(to, dst, cast->src.layout, src, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    return cucore__invalid("dst (0x%llx) and src (0x%llx) %s memory, which a copy that converts cannot do",
                           (unsigned long long)(uintptr_t)dst, (unsigned long long)(uintptr_t)src,
                           overlap == CUCORE_OVERLAP_SOME ? "share" : "may share");
}

/* place: NULL when there is no stream to work on */
CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore_view *dst, const cucore_view *src,
                                                const cucore__place *place)
{
    cucore__cast cast;
    int64_t bits;
    cucore_status status;
    cast.views[0] = dst;
    cast.views[1] = src;
    status = cucore__cast_check(&cast);
    if (!status) status = cucore__layout_measure(&dst->layout, &cast.size);
    if (status) return status;
    if (cucore__mul(cast.size, dst->layout.itembits, &bits)) return cucore__fail_size(cast.size, dst->layout.itembits);
    if (!cucore__copy_is_host(&cast.dst) || !cucore__copy_is_host(&cast.src)) {
        return cucore_fail(CUCORE_UNSUPPORTED, "elements are converted on the host alone");
    }
    if (!cast.size) return CUCORE_OK;
    status = cucore__cast_check_memory(&cast);
    if (!status && place) status = cucore__place_synchronize(place);
    if (status) return status;
    return cucore__cast_on_host(cast.types[0], cast.dst.layout, cast.dst.ptr, cast.types[1], cast.src.layout,
                                cast.src.ptr);
}
