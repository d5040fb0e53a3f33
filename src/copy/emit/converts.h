/* copy/emit/converts.h: the kernel that converts any numbers one by one, which cucore_cast.h has. */
/* Its part of a plan, and the function in the current context.  Without that header nothing is converted. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out);
CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out);
#else
CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    (void)key, (void)out;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out)
{
    *out = NULL;
    return CUCORE_OK;
}
#endif
