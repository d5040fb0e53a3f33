/* copy/no_cast.c: what CUCORE_COPY_NO_CAST leaves of conversions: the flag, and its refusal. */
/* Returns 1 if the flag is set and the dtypes differ. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore_view *dst, const cucore_view *src,
                                           const cucore_copy_options *options)
{
    return options && (options->flags & CUCORE_COPY_CAST) && !cucore_dtype_is_equal(dst->dtype, src->dtype);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_plan(const cucore_view *dst, const cucore_view *src,
                                                             const cucore__copy_request *request,
                                                             cucore_copy_plan *plan)
{
    char to[64], from[64];
    (void)request, (void)plan;
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: this module was compiled with CUCORE_COPY_NO_CAST, which leaves out "
                       "conversions",
                       to, from);
}

CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore__copy_call *call)
{
    return cucore__cast_plan(call->dst, call->src, NULL, NULL);
}
