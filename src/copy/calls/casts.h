/* copy/calls/casts.h: copies that convert, which cucore_cast.h implements, or their refusal without it. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE cucore_status cucore__cast_plan(cucore__copy_job *job, cucore_copy_plan *plan);
CUCORE__PRIVATE cucore_status cucore__cast_copy(cucore__copy_job *job);
#else
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_plan(cucore__copy_job *job, cucore_copy_plan *plan)
{
    char to[64], from[64];
    (void)plan;
    cucore_dtype_to_name(job->views[0]->dtype, to, sizeof to);
    cucore_dtype_to_name(job->views[1]->dtype, from, sizeof from);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: CUCORE_COPY_CAST needs cucore_cast.h before the implementation of "
                       "cucore_copy.h",
                       to, from);
}

CUCORE__PRIVATE cucore_status cucore__cast_copy(cucore__copy_job *job)
{
    return cucore__cast_plan(job, NULL);
}
#endif
