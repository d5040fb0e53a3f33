/* copy/copy.c: cucore_view_copy and cucore_copy_plan_make, which may convert. */
/* Returns 1 if the flag is set and the dtypes differ, or how their elements are stored. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore_view *dst, const cucore_view *src,
                                           const cucore_copy_options *options)
{
    return options && (options->flags & CUCORE_COPY_CAST) &&
           (!cucore_dtype_is_equal(dst->dtype, src->dtype) ||
            (dst->dtype.code < CUCORE_CODE_OPAQUE &&
             (dst->byte_swapped != src->byte_swapped || dst->padded != src->padded)));
}

CUCORE_API cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id,
                                               const cucore_copy_options *options, cucore_copy_plan *out)
{
    cucore_copy_plan plan;
    const cucore__copy_request request = {0, device_id >= 0 ? device_id : CUCORE_DEVICE_NONE, device_id >= 0,
                                          !options || options->blocking != CUCORE_BLOCKING_NO,
                                          cucore__copy_compile_of(options ? options->flags : 0, CUCORE__COMPILE_NOW)};
    cucore_status status;
    if (!dst || !src || !out) {
        return cucore__fail_null("cucore_copy_plan_make", !dst ? "dst" : !src ? "src" : "out");
    }
    if (device_id < 0 && device_id != CUCORE_DEVICE_CURRENT) return cucore__fail_device_id(device_id);
    status = cucore__copy_check_options(options, 1);
    if (!status) status = cucore__view_check_sound("cucore_copy_plan_make: dst", dst);
    if (!status) status = cucore__view_check_sound("cucore_copy_plan_make: src", src);
    if (!status) {
        status = cucore__cast_is_wanted(dst, src, options) ? cucore__cast_plan(dst, src, &request, &plan)
                                                           : cucore__copy_plan_views(dst, src, &request, &plan);
    }
    if (!status) memcpy(out, &plan, sizeof plan);
    return status;
}

CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          const cucore_copy_options *options)
{
    cucore__copy_call call;
    cucore_status status;
    call.dst = dst;
    call.src = src;
    call.options = options;
    status = cucore__copy_begin(&call, stream);
    if (status) return status;
    return cucore__cast_is_wanted(dst, src, options) ? cucore__cast_copy(&call) : cucore__copy_finish(&call);
}
