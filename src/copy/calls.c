/* --------------------------------------------------------------------------------------------- >>impl-copy-calls -- */
/* copy/calls.c: plans of views, and their runs; a call of cucore_view_copy that does not convert. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_views(const cucore_view *dst, const cucore_view *src,
                                                      const cucore__copy_request *request, cucore_copy_plan *plan)
{
    cucore_layout stretched, bytes[2];
    cucore__copy_side to, from;
    cucore_status status;
    memset(plan, 0, offsetof(cucore_copy_plan, private_.axes));
    plan->private_.axes.ndim = 0;
    plan->device_id = plan->peer_id = CUCORE_DEVICE_NONE;
    plan->private_.compile = (uint8_t)request->compile;
    status = cucore__copy_check_views(dst, src);
    cucore__copy_side_make(dst, &to);
    cucore__copy_side_make(src, &from);
    if (!status) status = cucore__copy_stretch(&dst->layout, &from, &stretched);
    if (!status && to.layout->itembits != 8 * to.layout->itemsize) status = cucore__copy_unpack(&to, &from, bytes);
    if (!status && request->ask_driver) status = cucore__copy_ask_driver(&to, &from);
    if (!status) status = cucore__copy_plan_sides(&to, &from, request, plan);
#if CUCORE_COPY_VERIFY
    if (!status) status = cucore__copy_verify(plan, to.layout, to.ptr);
#endif
    return status;
}

/* may_convert: 0 for copies of blocks and of many views */
CUCORE__PRIVATE cucore_status cucore__copy_check_options(const cucore_copy_options *options, int may_convert)
{
    const uint64_t both = CUCORE_COPY_COMPILE | CUCORE_COPY_NO_COMPILE;
    size_t i;
    if (!options) return CUCORE_OK;
    if ((unsigned)options->blocking > (unsigned)CUCORE_BLOCKING_NO) {
        return cucore__invalid("%d is none of CUCORE_BLOCKING_DEFAULT, _YES and _NO", (int)options->blocking);
    }
    if (options->flags & ~(CUCORE_COPY_CAST | both | CUCORE_COPY_THREADS(127))) {
        return cucore__invalid(
            "options->flags is 0x%llx: there are only CUCORE_COPY_CAST (0x1), CUCORE_COPY_COMPILE (0x2), "
            "CUCORE_COPY_NO_COMPILE (0x4) and CUCORE_COPY_THREADS of 0 to 127 (0x100 each)",
            (unsigned long long)options->flags);
    }
    if ((options->flags & both) == both) {
        return cucore__invalid("options->flags is 0x%llx: CUCORE_COPY_COMPILE (0x2) and CUCORE_COPY_NO_COMPILE (0x4) "
                               "exclude each other",
                               (unsigned long long)options->flags);
    }
    if (!may_convert && options->flags & CUCORE_COPY_CAST) {
        return cucore_fail(CUCORE_UNSUPPORTED, "CUCORE_COPY_CAST: only cucore_view_copy converts");
    }
    if (options->dst_flags || options->src_flags) {
        return cucore__invalid("options->%s is 0x%llx: views are not taken in, that is for cucore_py_copy",
                               options->dst_flags ? "dst_flags" : "src_flags",
                               (unsigned long long)(options->dst_flags ? options->dst_flags : options->src_flags));
    }
    for (i = 0; i < sizeof options->reserved / sizeof options->reserved[0]; i++) {
        if (options->reserved[i]) return cucore__invalid("options->reserved of a copy is not all zero");
    }
    return CUCORE_OK;
}

/* Returns the largest number of threads on the host; 0: as many as there are processors. */
CUCORE__PRIVATE inline int cucore__copy_threads(const cucore_copy_options *options)
{
    return options ? (int)(options->flags >> 8) : 0;
}

CUCORE__PRIVATE inline int cucore__copy_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              const cucore_copy_options *options)
{
    cucore_memory_resource *resource = options ? options->resource : NULL;
    const cucore_blocking blocking = options ? options->blocking : CUCORE_BLOCKING_DEFAULT;
    const int threads = cucore__copy_threads(options);
    cucore__place place;
    int device = CUCORE_DEVICE_NONE, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU && plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__copy_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING)
        return cucore__copy_run(plan, NULL, resource, blocking, threads);
    status = cucore__place_make_whole(stream, plan->device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__copy_run(plan, &place, resource, blocking, threads);
}

/* Sets `out` to the stream and its context.  A default stream is that of a device that has to take part; the device of
 * managed memory does not have to if the other side is in the memory of a device. */
CUCORE__PRIVATE cucore_status cucore__copy_place(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                                 cucore__place *out)
{
    cucore__copy_side to, from;
    int a, b;
    cucore__copy_side_make(dst, &to);
    cucore__copy_side_make(src, &from);
    a = cucore__copy_side_device(&to);
    b = cucore__copy_side_device(&from);
    if (a < 0 && b < 0) {
        a = to.device_id;
        b = from.device_id;
    }
    return cucore__place_make_for_two(stream, a, b, out);
}

/* One call of cucore_view_copy. */
typedef struct cucore__copy_call {
    const cucore_view *dst, *src;
    const cucore_copy_options *options; /* NULL: the usual */
    cucore__copy_request request;       /* this and what follows are set by cucore__copy_begin */
    cucore__place place;                /* set if request.on_stream is 1 */
} cucore__copy_call;

CUCORE__PRIVATE int cucore__copy_is_host_type(int device_type)
{
    return device_type == CUCORE_DEVICE_TYPE_CPU || device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
}

/* Checks the arguments and finds the place of the stream. */
CUCORE__PRIVATE cucore_status cucore__copy_begin(cucore__copy_call *call, CUstream stream)
{
    const cucore_view *dst = call->dst, *src = call->src;
    cucore__copy_request *request = &call->request;
    int plain, on_host;
    cucore_status status = cucore__copy_check_options(call->options, 1);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    status = cucore__view_check_sound("cucore_view_copy: dst", dst);
    if (!status) status = cucore__view_check_sound("cucore_view_copy: src", src);
    if (!status) status = cucore__copy_check_kinds(dst, src);
    if (status) return status;
    plain = dst->device_type == CUCORE_DEVICE_TYPE_CPU && src->device_type == CUCORE_DEVICE_TYPE_CPU;
    on_host = cucore__copy_is_host_type(dst->device_type) && cucore__copy_is_host_type(src->device_type);
    request->on_stream = !plain && (cucore__copy_stream_is_real(stream) || !on_host);
    request->ask_driver = request->on_stream;
    request->device_id = CUCORE_DEVICE_NONE;
    request->may_block = !call->options || call->options->blocking != CUCORE_BLOCKING_NO;
    request->compile = cucore__copy_compile_of(call->options ? call->options->flags : 0, CUCORE__COMPILE_LATER);
    if (!request->on_stream) return CUCORE_OK;
    status = cucore__copy_place(dst, src, stream, &call->place);
    return status ? status : cucore__context_device(call->place.context, &request->device_id);
}

/* Plans the copy and runs the plan. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__copy_finish(cucore__copy_call *call)
{
    const cucore_view *dst = call->dst, *src = call->src;
    cucore_memory_resource *resource = call->options ? call->options->resource : NULL;
    const cucore_blocking blocking = call->options ? call->options->blocking : CUCORE_BLOCKING_DEFAULT;
    cucore__copy_request *request = &call->request;
    cucore_copy_plan plan;
    cucore__capture capture;
    cucore_status status = CUCORE_OK;
    /* a plan depends on may_block only if one side is on the host */
    if (request->on_stream && request->may_block &&
        cucore__copy_is_host_type(dst->device_type) != cucore__copy_is_host_type(src->device_type)) {
        status = cucore__place_capture(&call->place, &capture);
        request->may_block = !capture.is_active;
    }
    if (!status) status = cucore__copy_plan_views(dst, src, request, &plan);
    return status ? status
                  : cucore__copy_run(&plan, request->on_stream ? &call->place : NULL, resource, blocking,
                                     cucore__copy_threads(call->options));
}

/* The same with a frame of its own, for callers that have large ones. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_finish_apart(cucore__copy_call *call)
{
    return cucore__copy_finish(call);
}
