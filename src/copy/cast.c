/* ---------------------------------------------------------------------------------------------- >>impl-copy-cast -- */
/* copy/cast.c: copies that convert elements to another dtype (CUCORE_COPY_CAST). */
/* A conversion.  The layouts of dst and src are those of the views; src may have `stretched` instead. */
typedef struct cucore__cast {
    const cucore_view *views[2];       /* dst, src */
    const cucore__cast_type *types[2]; /* of dst, of src */
    cucore__copy_side dst, src;
    cucore_layout stretched;
    int64_t size; /* the number of elements of dst */
} cucore__cast;

/* Returns 1 if the flag is set and the dtypes differ. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore__copy_call *call)
{
    return call->options && (call->options->flags & CUCORE_COPY_CAST) &&
           !cucore_dtype_is_equal(call->dst->dtype, call->src->dtype);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: only bool, int8 to int64, uint8 to uint64, float16, bfloat16, float32, "
                       "float64, complex64 and complex128 are converted",
                       to, from);
}

CUCORE__PRIVATE cucore_status cucore__cast_check(cucore__cast *cast)
{
    const cucore_view *dst = cast->views[0], *src = cast->views[1];
    cucore_status status = CUCORE_OK;
    if (dst->readonly) status = cucore_fail(CUCORE_READONLY, "dst is read-only");
    cast->types[0] = cucore__cast_type_find(dst->dtype);
    cast->types[1] = cucore__cast_type_find(src->dtype);
    if (!status && (!cast->types[0] || !cast->types[1])) status = cucore__cast_fail_dtypes(dst, src);
    cucore__copy_side_make(dst, &cast->dst);
    cucore__copy_side_make(src, &cast->src);
    if (!status) status = cucore__copy_stretch(&dst->layout, &cast->src, &cast->stretched);
    return status;
}

/* Refuses dst and src that share memory, since an element could be written before it is read. */
CUCORE__PRIVATE cucore_status cucore__cast_check_memory(const cucore__cast *cast)
{
    const cucore_layout *to = cast->dst.layout;
    const char *dst = cast->dst.ptr, *src = cast->src.ptr;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status;
    status = cucore__copy_check_unique(to);
    if (status) return status;
    status = cucore_layout_overlap(to, dst, cast->src.layout, src, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    return cucore__invalid("dst (0x%llx) and src (0x%llx) %s memory, which a copy that converts cannot do",
                           (unsigned long long)(uintptr_t)dst, (unsigned long long)(uintptr_t)src,
                           overlap == CUCORE_OVERLAP_SOME ? "share" : "may share");
}

/* -- on a device --------------------------------------------------------------------------------------------------- */
/* A conversion on the device of the stream. */
typedef struct cucore__cast_job {
    const cucore__place *place;
    int device_id;
    cucore_memory_resource *resource;
    cucore_copy_options copies; /* options of the copies that pack src and unpack dst */
    cucore_layout elements;     /* the layout of src, with each element once */
    cucore_view packed[2];      /* what the kernel writes and reads: dense, in one order; dst and src if they are so */
    uint8_t has_temp[2];        /* 1: packed[i] is in temporary memory */
    cucore_buffer temps[2];
} cucore__cast_job;

CUCORE__PRIVATE cucore__number_type cucore__cast_number_type(cucore_dtype dtype)
{
    cucore__number_type type;
    type.bytes = dtype.bits / 8u;
    switch (dtype.code) {
    case CUCORE_CODE_BOOL: type.kind = CUCORE__NUMBER_BOOL; break;
    case CUCORE_CODE_INT: type.kind = CUCORE__NUMBER_SIGNED; break;
    case CUCORE_CODE_UINT: type.kind = CUCORE__NUMBER_UNSIGNED; break;
    case CUCORE_CODE_BFLOAT: type.kind = CUCORE__NUMBER_BFLOAT; break;
    case CUCORE_CODE_COMPLEX:
        type.kind = CUCORE__NUMBER_COMPLEX;
        type.bytes /= 2;
        break;
    default: type.kind = CUCORE__NUMBER_FLOAT; break;
    }
    return type;
}

/* Returns 1 if the kernel can use the memory of the side as it is. */
CUCORE__PRIVATE int cucore__cast_is_near(const cucore__copy_side *side, cucore_dtype dtype, int device_id)
{
    return !cucore__copy_is_host(side) && (side->managed || side->device_id == device_id) &&
           (uintptr_t)side->ptr % cucore__cast_number_type(dtype).bytes == 0;
}

/* Sets `out` to the layout of src with one index for each axis along which elements repeat. */
CUCORE__PRIVATE void cucore__cast_elements(const cucore_layout *src, cucore_layout *out)
{
    int i;
    cucore__layout_copy(out, src);
    for (i = 0; i < out->ndim; i++) {
        if (out->strides[i] == 0 && out->shape[i] > 1) out->shape[i] = 1;
    }
}

CUCORE__PRIVATE int cucore__cast_shapes_are_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    while (i < a->ndim && a->shape[i] == b->shape[i]) i++;
    return i == a->ndim;
}

/* Chooses the order of both packed arrays, and what is in temporary memory.  The order is that of src if src is dense,
 * else that of dst if dst is dense, else C order.  packed[i].ptr is NULL until temporary memory is allocated. */
CUCORE__PRIVATE cucore_status cucore__cast_arrange(const cucore__cast *cast, cucore__cast_job *job)
{
    const cucore_view *dst = cast->views[0], *src = cast->views[1];
    const cucore_layout *elements = &job->elements, *to = cast->dst.layout;
    cucore_layout order;
    int same, dst_near, i;
    cucore_status status = CUCORE_OK;
    cucore__cast_elements(cast->src.layout, &job->elements);
    same = cucore__cast_shapes_are_equal(elements, to);
    dst_near = same && cucore__cast_is_near(&cast->dst, dst->dtype, job->device_id) && cucore_layout_is_dense(to);
    job->has_temp[1] =
        !cucore__cast_is_near(&cast->src, src->dtype, job->device_id) || !cucore_layout_is_dense(elements);
    if (!job->has_temp[1]) {
        cucore__layout_copy(&order, elements);
    } else if (dst_near) {
        cucore__layout_copy(&order, to);
    } else {
        status = cucore_layout_make_like(elements, 'C', &order);
    }
    if (status) return status;
    job->has_temp[0] = !dst_near || !cucore__copy_is_run(to, &order);
    for (i = 0; i < 2; i++) {
        cucore_view *view = &job->packed[i];
        memset(view, 0, sizeof *view);
        view->ptr = job->has_temp[i] ? NULL : i ? (void *)cast->src.ptr : (void *)cast->dst.ptr;
        view->dtype = cast->views[i]->dtype;
        cucore__layout_start(&view->layout, order.ndim, order.shape, (int64_t)view->dtype.itemsize);
        cucore__entries_copy(view->layout.strides, order.strides, order.ndim);
    }
    return CUCORE_OK;
}

/* Allocates temporary memory. */
CUCORE__PRIVATE cucore_status cucore__cast_allocate(cucore__cast_job *job)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < 2 && !status; i++) {
        cucore_view *view = &job->packed[i], made;
        const int64_t nbytes = cucore_layout_nbytes(&view->layout);
        if (!job->has_temp[i]) continue;
        if (nbytes < 0) return cucore_last_error()->status;
        if ((uint64_t)nbytes > SIZE_MAX) {
            return cucore_fail(CUCORE_OUT_OF_MEMORY, "no address space for %lld bytes", (long long)nbytes);
        }
        status = cucore_buffer_allocate(job->resource, (size_t)nbytes, job->place->stream, &job->temps[i]);
        if (!status) status = cucore__copy_check_temp(&job->temps[i], job->device_id);
        if (!status) status = cucore_view_from_buffer(&job->temps[i], 0, view->dtype, &view->layout, &made);
        if (!status) memcpy(view, &made, sizeof made); /* a view of a buffer owns nothing */
    }
    return status;
}

CUCORE__PRIVATE cucore_status cucore__cast_launch(const cucore__cast_job *job)
{
    const cucore_view *to = &job->packed[0], *from = &job->packed[1];
    const uint64_t most_blocks = 1 << 16;
    cucore__kernel_convert p;
    CUfunction function = NULL;
    int64_t size = 0;
    uint64_t blocks;
    void *arguments[1];
    cucore_status status = cucore__layout_measure(&from->layout, &size);
    if (!status) status = cucore__copy_kernel_function(CUCORE__KERNEL_CONVERT, &function);
    if (status) return status;
    blocks = ((uint64_t)size - 1) / CUCORE__KERNEL_THREADS + 1;
    if (blocks > most_blocks) blocks = most_blocks;
    p.dst = (uint64_t)(uintptr_t)to->ptr;
    p.src = (uint64_t)(uintptr_t)from->ptr;
    p.count = (uint64_t)size;
    p.threads = blocks * CUCORE__KERNEL_THREADS;
    p.to = cucore__cast_number_type(to->dtype);
    p.from = cucore__cast_number_type(from->dtype);
    arguments[0] = &p;
    return CUCORE__CALL(LaunchKernel, (function, (unsigned)blocks, 1, 1, CUCORE__KERNEL_THREADS, 1, 1, 0,
                                       job->place->stream, arguments, NULL));
}

/* Copies elements of one dtype at the place of the job. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_move(const cucore_view *dst, const cucore_view *src,
                                                              const cucore__cast_job *job)
{
    cucore__copy_call call;
    call.dst = dst;
    call.src = src;
    call.options = &job->copies;
    call.request.ask_driver = call.request.on_stream = 1;
    call.request.device_id = job->device_id;
    call.request.may_block = job->copies.blocking != CUCORE_BLOCKING_NO;
    call.request.compile = cucore__copy_compile_of(job->copies.flags, CUCORE__COMPILE_LATER);
    call.place = *job->place;
    return cucore__copy_finish(&call);
}

/* Enqueues the copy that packs, the kernel, and the copy that unpacks.  The context of the stream is current. */
CUCORE__PRIVATE cucore_status cucore__cast_enqueue(const cucore__cast *cast, const cucore__cast_job *job)
{
    cucore_view from;
    cucore_status status = CUCORE_OK;
    if (job->has_temp[1]) {
        memcpy(&from, cast->views[1], sizeof from); /* only to read: the copy owns nothing */
        memset(&from.private_, 0, sizeof from.private_);
        cucore__layout_copy(&from.layout, &job->elements);
        status = cucore__cast_move(&job->packed[1], &from, job);
    }
    if (!status) status = cucore__cast_launch(job);
    if (status || !job->has_temp[0]) return status;
    return cucore__cast_move(cast->views[0], &job->packed[0], job);
}

/* peers: 1 if two devices take part.  All that a capture forbids is refused before any work is enqueued. */
CUCORE__PRIVATE cucore_status cucore__cast_on_device(const cucore__cast *cast, cucore__cast_job *job, int peers,
                                                     cucore_blocking blocking)
{
    const int plain = cast->dst.kind == CUCORE_DEVICE_TYPE_CPU || cast->src.kind == CUCORE_DEVICE_TYPE_CPU;
    const int host = cucore__copy_is_host(&cast->dst) || cucore__copy_is_host(&cast->src);
    int waits = plain || blocking == CUCORE_BLOCKING_YES, unordered, i;
    cucore__capture capture;
    cucore_context_guard guard;
    cucore__copy_result result;
    cucore_status status = cucore__place_capture(job->place, &capture);
    if (!status) status = cucore__cast_arrange(cast, job);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    if (status) return status;
    unordered = (job->has_temp[0] || job->has_temp[1]) && job->resource && job->resource->is_unordered;
    if (capture.is_active && (waits || peers || unordered)) {
        return cucore__copy_fail_capture(
            job->place, plain   ? "needs the CPU"
                        : peers ? "converts between two devices"
                        : waits ? "is to wait for the stream"
                                : "needs temporary memory, from a resource that does not work in stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && host && !capture.is_active) waits = 1;
    if (!job->resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, job->device_id, &job->resource);
    if (!status) status = cucore_context_enter(job->place->context, &guard);
    if (status) return status;
    job->copies.resource = job->resource;
    job->copies.blocking = blocking == CUCORE_BLOCKING_NO ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_DEFAULT;
    status = cucore__cast_allocate(job);
    if (!status) status = cucore__cast_enqueue(cast, job);
    memset(&result, 0, sizeof result);
    (void)cucore__copy_keep_first_error(&result, status);
    for (i = 0; i < 2; i++) cucore__copy_end_buffer(&result, &job->temps[i]);
    if (waits)
        (void)cucore__copy_keep_first_error(&result,
                                            cucore__synchronize_relaxed(job->place->stream)); /* after failures, too */
    if (result.status) cucore__error = result.error;
    cucore_context_leave(&guard);
    return result.status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_fail_no_kernel(const cucore__cast *cast)
{
    const cucore__copy_tuple shape = cucore__copy_tuple_make(cast->dst.layout->shape, cast->dst.layout->ndim);
    char names[2][64];
    int i;
    for (i = 0; i < 2; i++) cucore_dtype_to_name(cast->views[i]->dtype, names[i], sizeof names[i]);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "CUCORE_COPY_NO_KERNELS leaves out the kernel that converts on a device: %s to %s, shape %s",
                       names[1], names[0], shape.text);
}

CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore__copy_call *call)
{
    const cucore_view *dst = call->dst, *src = call->src;
    const cucore__place *place = call->request.on_stream ? &call->place : NULL;
    const int device_id = call->request.device_id;
    cucore__cast cast;
    cucore__cast_job job;
    cucore_copy_plan devices;
    int64_t bits;
    int on_host;
    cucore_status status;
    cast.views[0] = dst;
    cast.views[1] = src;
    cast.size = 0;
    status = cucore__cast_check(&cast);
    if (!status) status = cucore__layout_measure(&dst->layout, &cast.size);
    if (status) return status;
    if (cucore__mul(cast.size, dst->layout.itembits, &bits)) return cucore__fail_size(cast.size, dst->layout.itembits);
    if (place) status = cucore__copy_ask_driver(&cast.dst, &cast.src);
    on_host = cucore__copy_is_host(&cast.dst) && cucore__copy_is_host(&cast.src);
    devices.peer_id = CUCORE_DEVICE_NONE;
    if (!status && !on_host) status = cucore__copy_plan_devices(&cast.dst, &cast.src, device_id, &devices);
    if (status || !cast.size) return status;
    status = cucore__cast_check_memory(&cast);
    if (status) return status;
    if (on_host) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status : cucore__cast_on_host(cast.types, &cast.dst, &cast.src);
    }
    if (!CUCORE__COPY_HAS_KERNELS) return cucore__cast_fail_no_kernel(&cast);
    memset(&job, 0, sizeof job);
    job.place = place;
    job.device_id = device_id;
    job.resource = call->options->resource;
    job.copies.flags = call->options->flags & ~CUCORE_COPY_CAST;
    return cucore__cast_on_device(&cast, &job, devices.peer_id >= 0, call->options->blocking);
}
