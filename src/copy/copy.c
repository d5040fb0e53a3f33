/* copy/copy.c: cucore_view_copy. */
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
    return cucore__cast_is_wanted(&call) ? cucore__cast_copy(&call) : cucore__copy_finish(&call);
}
