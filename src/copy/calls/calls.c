/* -------------------------------------------------------------------------------------------- >>impl-copy-calls -- */
/* copy/calls/calls.c: plans of views, their runs, and cucore_view_copy. */
/* Plans a copy that does not convert. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_views(cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore_layout stretched, bytes[2];
    cucore_status status = cucore__copy_check_views(job->views[0], job->views[1]);
    if (!status) status = cucore__copy_stretch(job, &stretched);
    if (!status && job->dst.layout->itembits != 8 * job->dst.layout->itemsize) status = cucore__copy_unpack(job, bytes);
    if (!status) status = cucore__copy_plan_begin(job, plan);
    if (!status && job->size) status = cucore__copy_plan_sides(job, plan);
    return status;
}

/* Plans the copy and runs the plan; apart from callers, whose frames may be large. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_finish(cucore__copy_job *job)
{
    cucore_copy_plan plan;
    cucore__capture capture;
    cucore_status status = CUCORE_OK;
    /* a plan depends on may_block only if one side is on the host */
    if (job->on_stream && job->may_block && cucore__copy_is_host(&job->dst) != cucore__copy_is_host(&job->src)) {
        status = cucore__place_capture(&job->place, &capture);
        job->may_block = !capture.is_active;
    }
    if (!status) status = cucore__copy_plan_views(job, &plan);
    return status ? status : cucore__copy_run(&plan, job->on_stream ? &job->place : NULL, job->options);
}

/* Returns 1 if the flag is set and the dtypes differ, or how their elements are stored. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore__copy_job *job)
{
    const cucore_view *dst = job->views[0], *src = job->views[1];
    return (job->options->flags & CUCORE_COPY_CAST) &&
           (!cucore_dtype_is_equal(dst->dtype, src->dtype) ||
            (dst->dtype.code < CUCORE_CODE_OPAQUE &&
             (dst->byte_swapped != src->byte_swapped || dst->padded != src->padded)));
}

CUCORE_API cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id,
                                               const cucore_copy_options *options, cucore_copy_plan *out)
{
    static const char *const subjects[] = {"cucore_copy_plan_make: dst", "cucore_copy_plan_make: src"};
    cucore_copy_plan plan;
    cucore__copy_job job;
    cucore_status status;
    if (!dst || !src || !out) {
        return cucore__fail_null("cucore_copy_plan_make", !dst ? "dst" : !src ? "src" : "out");
    }
    if (device_id < 0 && device_id != CUCORE_DEVICE_CURRENT) return cucore__fail_device_id(device_id);
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    job.views[0] = dst;
    job.views[1] = src;
    status = cucore__copy_job_make(&job, options, subjects);
    if (status) return status;
    job.compile = cucore__copy_compile_of(job.options->flags, CUCORE__COMPILE_NOW);
    job.on_stream = device_id >= 0;
    if (job.on_stream) job.device_id = device_id;
    status = cucore__cast_is_wanted(&job) ? cucore__cast_plan(&job, &plan) : cucore__copy_plan_views(&job, &plan);
    if (!status) memcpy(out, &plan, sizeof plan);
    return status;
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              const cucore_copy_options *options)
{
    cucore__place place;
    int device = CUCORE_DEVICE_NONE, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    if (!options) options = &cucore__copy_usual;
    plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU && plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__copy_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING) return cucore__copy_run(plan, NULL, options);
    status = cucore__place_make_whole(stream, plan->device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__copy_run(plan, &place, options);
}

CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          const cucore_copy_options *options)
{
    static const char *const subjects[] = {"cucore_view_copy: dst", "cucore_view_copy: src"};
    cucore__copy_job job;
    cucore_status status = cucore__copy_check_options(options, 1);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    job.views[0] = dst;
    job.views[1] = src;
    status = cucore__copy_job_make(&job, options, subjects);
    if (!status) status = cucore__copy_job_place(&job, stream);
    if (status) return status;
    return cucore__cast_is_wanted(&job) ? cucore__cast_copy(&job) : cucore__copy_finish(&job);
}
