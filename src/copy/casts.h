/* copy/casts.h: copies that convert, which cucore_cast.h implements, or their refusal without it. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE cucore_status cucore__cast_plan(const cucore_view *dst, const cucore_view *src,
                                                const cucore__copy_request *request, cucore_copy_plan *plan);
CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore__copy_call *call);
#else
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_plan(const cucore_view *dst, const cucore_view *src,
                                                             const cucore__copy_request *request,
                                                             cucore_copy_plan *plan)
{
    char to[64], from[64];
    (void)request, (void)plan;
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: CUCORE_COPY_CAST needs cucore_cast.h before the implementation of "
                       "cucore_copy.h",
                       to, from);
}

CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore__copy_call *call)
{
    return cucore__cast_plan(call->dst, call->src, NULL, NULL);
}
#endif
