/* --------------------------------------------------------------------------------------------------- >>impl-cast -- */
/* cast/cast.c: copies that convert elements to another dtype (CUCORE_COPY_CAST). */
/* A conversion.  The layouts of dst and src are the ones of the views; src may have `stretched` instead. */
typedef struct cucore__cast {
    const cucore_view *views[2]; /* dst, src */
    cucore__cast_end ends[2];    /* of dst, of src */
    cucore__copy_side dst, src;
    cucore_layout stretched;
    int64_t size; /* the number of elements of dst */
} cucore__cast;

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "dst is %s, src is %s: only bool, integers, floats and complex numbers of one lane are converted%s", to, from,
        dst->dtype.lanes > 1 || src->dtype.lanes > 1 ? "; cucore_layout_repack makes elements of one lane" : "");
}

CUCORE__PRIVATE cucore_status cucore__cast_check(cucore__cast *cast)
{
    const cucore_view *dst = cast->views[0], *src = cast->views[1];
    cucore_status status = CUCORE_OK;
    if (dst->readonly) status = cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (!status && (!cucore__cast_end_make(dst, &cast->ends[0]) || !cucore__cast_end_make(src, &cast->ends[1])))
        status = cucore__cast_fail_dtypes(dst, src);
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
/* Returns 1 if kernels of the device use the memory of the side as it is. */
CUCORE__PRIVATE int cucore__cast_is_near(const cucore__copy_side *side, int device_id)
{
    return !cucore__copy_is_host(side) && (side->managed || side->device_id == device_id);
}

/* Plans the kernel that converts; out->compile is set by the caller. */
CUCORE__PRIVATE cucore_status cucore__cast_plan_kernel(const cucore__cast *cast, const cucore__copy_side *dst,
                                                       const cucore__copy_side *src, cucore__kernel_plan *out)
{
    out->types[0] = cast->ends[1].code;
    out->types[1] = cast->ends[0].code;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr, out);
}

/* Plans a conversion between two places that the kernels of one device reach: one kernel. */
CUCORE__PRIVATE cucore_status cucore__cast_plan_near(const cucore__cast *cast, const cucore__copy_request *request,
                                                     cucore_copy_plan *plan)
{
    cucore__kernel_plan *kernel = (cucore__kernel_plan *)(void *)plan->private_.kernel;
    plan->strategy = CUCORE_COPY_KERNEL;
    kernel->compile = request->compile;
    return cucore__cast_plan_kernel(cast, &cast->dst, &cast->src, kernel);
}

/* -- in pieces: host memory, pinned or not, and memory of another device ------------------------------------------- */
/* A conversion whose far side is copied in pieces from or to temporary memory of the device, in which it is dense. */
typedef struct cucore__cast_job {
    const cucore__cast *cast;
    const cucore__copy_request *request;
    const cucore__place *place;
    int to_far;                 /* 1: dst is the far side */
    cucore_copy_options copies; /* of the copies of the far side */
    cucore__copy_axes axes;     /* sorted by the strides of the far side, with its itemsize */
    int moving;                 /* axes of the far side that do not repeat its elements */
    cucore__copy_cut cut;
    cucore__copy_side dst, src; /* without layouts: the first elements */
    int64_t temp_nbytes;
    cucore_buffer temp; /* one piece, in the dtype of the far side */
} cucore__cast_job;

/* Sorts the axes and cuts them. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_arrange(cucore__cast_job *job)
{
    const cucore__cast *cast = job->cast;
    const cucore__copy_side *far_side = job->to_far ? &cast->dst : &cast->src;
    const cucore__copy_side *near_side = job->to_far ? &cast->src : &cast->dst;
    const int d = job->to_far ? 0 : 1, s = 1 - d;
    cucore__copy_axes *axes = &job->axes;
    cucore__copy_cut *cut = &job->cut;
    cucore_layout simple[2];
    int64_t offsets[2], dense[CUCORE_MAX_NDIM], elements = 1;
    cucore_status status = cucore__copy_simplify(far_side->layout, near_side->layout, simple, offsets);
    if (status) return status;
    job->dst = cast->dst;
    job->src = cast->src;
    job->dst.ptr = cucore__copy_at(cast->dst.ptr, offsets[d], cast->dst.layout->itemsize);
    job->src.ptr = cucore__copy_at(cast->src.ptr, offsets[s], cast->src.layout->itemsize);
    axes->itemsize = far_side->layout->itemsize;
    cucore__copy_axes_make(axes, simple[0].ndim, simple[0].shape, simple[d].strides, simple[s].strides);
    while (job->moving < axes->ndim && simple[0].strides[job->moving] != 0) job->moving++;
    cucore__copy_dense_strides(axes->shape, axes->ndim, job->moving, dense);
    cucore__copy_cut_make(axes->shape, dense, job->moving, CUCORE_COPY_PIECE / 2 / axes->itemsize, cut);
    if (job->moving > 0) {
        elements =
            cucore__copy_span(axes->shape, dense, cut->axis + 1, job->moving) + (cut->count - 1) * dense[cut->axis];
    }
    job->temp_nbytes = elements * axes->itemsize;
    return CUCORE_OK;
}

/* Converts a piece between temporary memory and the near side. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_launch(const cucore__cast_job *job,
                                                                const cucore__copy_axes *axes,
                                                                const cucore__copy_side *dst,
                                                                const cucore__copy_side *src)
{
    const cucore__cast *cast = job->cast;
    cucore__kernel_plan kernel;
    cucore_layout to, from;
    cucore__copy_side sides[2];
    cucore_status status;
    cucore__layout_start(&to, axes->ndim, axes->shape, cast->dst.layout->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, cast->src.layout->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    sides[0] = *dst;
    sides[1] = *src;
    sides[0].layout = &to;
    sides[1].layout = &from;
    kernel.compile = job->request->compile;
    status = cucore__cast_plan_kernel(cast, &sides[0], &sides[1], &kernel);
    return status ? status : cucore__kernel_plan_launch(&kernel, job->place->stream);
}

/* Copies a piece between the far side, which begins at `ptr`, and temporary memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_move(const cucore__cast_job *job,
                                                              const cucore__copy_axes *axes, int moving, char *ptr)
{
    const cucore_view *original = job->cast->views[!job->to_far];
    cucore_view far_view, temp;
    cucore__copy_call call;
    cucore_layout dense;
    cucore_status status;
    memcpy(&far_view, original, sizeof far_view); /* the copy owns nothing */
    memset(&far_view.private_, 0, sizeof far_view.private_);
    far_view.ptr = ptr;
    far_view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)axes->itemsize); /* in any byte order */
    far_view.byte_swapped = far_view.padded = 0;
    far_view.pep3118_format = NULL;
    cucore__layout_start(&far_view.layout, moving, axes->shape, axes->itemsize);
    cucore__layout_start(&dense, moving, axes->shape, axes->itemsize);
    cucore__entries_copy(far_view.layout.strides, job->to_far ? axes->dst : axes->src, moving);
    cucore__entries_copy(dense.strides, job->to_far ? axes->src : axes->dst, moving);
    status = cucore_view_from_buffer(&job->temp, 0, far_view.dtype, &dense, &temp);
    if (status) return status;
    call.dst = job->to_far ? &far_view : &temp;
    call.src = job->to_far ? &temp : &far_view;
    call.options = &job->copies;
    call.request = *job->request;
    call.request.ask_driver = 1;
    call.request.may_block = job->copies.blocking != CUCORE_BLOCKING_NO;
    call.place = *job->place;
    return cucore__copy_finish_apart(&call);
}

/* Enqueues all pieces.  The context of the stream is current. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_enqueue(const cucore__cast_job *job)
{
    const cucore__cast *cast = job->cast;
    const int moving = job->moving - job->cut.axis;
    cucore__copy_side dst = job->dst, src = job->src;
    cucore__copy_piece piece;
    cucore__copy_axes in, out;
    int64_t dense[CUCORE_MAX_NDIM], i;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < job->cut.pieces && !status; i++) {
        cucore__copy_cut_take(&job->axes, &job->cut, i, &piece);
        dst.ptr = cucore__copy_at(job->dst.ptr, piece.dst, cast->dst.layout->itemsize);
        src.ptr = cucore__copy_at(job->src.ptr, piece.src, cast->src.layout->itemsize);
        cucore__copy_dense_strides(piece.axes.shape, piece.axes.ndim, moving, dense);
        cucore__copy_axes_through(&piece.axes, dense, &in, &out);
        if (job->to_far) {
            char *end = dst.ptr;
            dst.ptr = (char *)job->temp.ptr;
            status = cucore__cast_launch(job, &in, &dst, &src);
            if (!status) status = cucore__cast_move(job, &out, moving, end);
        } else {
            status = cucore__cast_move(job, &in, moving, src.ptr);
            src.ptr = (char *)job->temp.ptr;
            if (!status) status = cucore__cast_launch(job, &out, &dst, &src);
        }
    }
    return status;
}

/* peers: 1 if two devices take part.  All that a capture forbids is refused before any work is enqueued. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_in_pieces(cucore__cast_job *job, int peers,
                                                                   const cucore_copy_options *options)
{
    const cucore__cast *cast = job->cast;
    const int plain = cast->dst.kind == CUCORE_DEVICE_TYPE_CPU || cast->src.kind == CUCORE_DEVICE_TYPE_CPU;
    const cucore_blocking blocking = options->blocking;
    cucore_memory_resource *resource = options->resource;
    int waits = plain || blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture;
    cucore_context_guard guard;
    cucore__copy_result result;
    cucore_status status = CUCORE_OK;
    if ((cast->ends[0].code | cast->ends[1].code) & CUCORE__NUMBER_PACKED) {
        const int is_dst = (cast->ends[0].code & CUCORE__NUMBER_PACKED) != 0;
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "packed elements of %d bits are converted on the host or on one device, not on the way: copy "
            "them first",
            (int)cast->views[!is_dst]->layout.itembits);
    }
    status = cucore__place_capture(job->place, &capture);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    if (!status) status = cucore__cast_arrange(job);
    if (status) return status;
    if (capture.is_active && (waits || peers || (resource && resource->is_unordered))) {
        return cucore__copy_fail_capture(
            job->place, plain   ? "needs the CPU"
                        : peers ? "converts between two devices"
                        : waits ? "is to wait for the stream"
                                : "needs temporary memory, from a resource that does not work in stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && !peers && !capture.is_active) waits = 1; /* the far side is the host */
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, job->request->device_id, &resource);
    if (!status) status = cucore_context_enter(job->place->context, &guard);
    if (status) return status;
    job->copies.resource = resource;
    job->copies.blocking = blocking == CUCORE_BLOCKING_NO ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_DEFAULT;
    status = cucore_buffer_allocate(resource, (size_t)job->temp_nbytes, job->place->stream, &job->temp);
    if (!status) status = cucore__copy_check_temp(&job->temp, job->request->device_id);
    if (!status) status = cucore__cast_enqueue(job);
    memset(&result, 0, sizeof result);
    (void)cucore__copy_keep_first_error(&result, status);
    cucore__copy_end_buffer(&result, &job->temp);
    if (waits)
        (void)cucore__copy_keep_first_error(&result,
                                            cucore__synchronize_relaxed(job->place->stream)); /* after failures, too */
    if (result.status) cucore__error = result.error;
    cucore_context_leave(&guard);
    return result.status;
}

/* Checks a conversion and chooses the device.  plan: its devices and kinds are set. */
CUCORE__PRIVATE cucore_status cucore__cast_begin(cucore__cast *cast, const cucore__copy_request *request,
                                                 cucore_copy_plan *plan)
{
    const cucore_layout *to = &cast->views[0]->layout;
    int64_t bits;
    cucore_status status;
    memset(plan, 0, offsetof(cucore_copy_plan, private_.axes));
    plan->private_.axes.ndim = 0;
    plan->device_id = plan->peer_id = CUCORE_DEVICE_NONE;
    cast->size = 0;
    status = cucore__cast_check(cast);
    if (!status) status = cucore__layout_measure(to, &cast->size);
    if (status) return status;
    if (cucore__mul(cast->size, to->itembits, &bits)) return cucore__fail_size(cast->size, to->itembits);
    if (request->ask_driver) status = cucore__copy_ask_driver(&cast->dst, &cast->src);
    plan->dst_kind = (uint8_t)cast->dst.kind;
    plan->src_kind = (uint8_t)cast->src.kind;
    plan->nbytes = cast->size * to->itemsize;
    if (!status && !(cucore__copy_is_host(&cast->dst) && cucore__copy_is_host(&cast->src)))
        status = cucore__copy_plan_devices(&cast->dst, &cast->src, request->device_id, plan);
    if (status || !cast->size) return status;
    return cucore__cast_check_memory(cast);
}

/* Plans a conversion by one kernel; others have no plan. */
CUCORE__PRIVATE cucore_status cucore__cast_plan(const cucore_view *dst, const cucore_view *src,
                                                const cucore__copy_request *request, cucore_copy_plan *plan)
{
    cucore__cast cast;
    cucore_status status;
    cast.views[0] = dst;
    cast.views[1] = src;
    status = cucore__cast_begin(&cast, request, plan);
    if (status || !cast.size) return status;
    if (cucore__cast_is_near(&cast.dst, plan->device_id) && cucore__cast_is_near(&cast.src, plan->device_id)) {
        return cucore__cast_plan_near(&cast, request, plan);
    }
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "CUCORE_COPY_CAST: a plan converts only on one device, between memory of this "
                       "device and managed memory; cucore_view_copy also converts elsewhere");
}

/* Converts between memory of the device and memory that its kernels do not reach. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_far(const cucore__cast *cast, const cucore__copy_call *call,
                                                             const cucore_copy_plan *plan)
{
    cucore__cast_job job;
    memset(&job, 0, sizeof job);
    job.cast = cast;
    job.request = &call->request;
    job.place = call->request.on_stream ? &call->place : NULL;
    job.to_far = !cucore__cast_is_near(&cast->dst, plan->device_id);
    job.copies.flags = call->options->flags & ~CUCORE_COPY_CAST;
    return cucore__cast_in_pieces(&job, plan->peer_id >= 0, call->options);
}

/* Apart from cucore_view_copy, which has a plan of its own: two do not fit a frame of 8 KB. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_copy(const cucore__copy_call *call)
{
    const cucore__copy_request *request = &call->request;
    const cucore__place *place = request->on_stream ? &call->place : NULL;
    cucore__cast cast;
    cucore_copy_plan plan;
    cucore_status status;
    cast.views[0] = call->dst;
    cast.views[1] = call->src;
    status = cucore__cast_begin(&cast, request, &plan);
    if (status || !cast.size) return status;
    if (cucore__copy_is_host(&cast.dst) && cucore__copy_is_host(&cast.src)) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status
                      : cucore__cast_on_host(cast.ends, &cast.dst, &cast.src, cucore__copy_threads(call->options));
    }
    if (cucore__cast_is_near(&cast.dst, plan.device_id) && cucore__cast_is_near(&cast.src, plan.device_id)) {
        status = cucore__cast_plan_near(&cast, request, &plan);
        return status ? status
                      : cucore__copy_run(&plan, place, call->options->resource, call->options->blocking,
                                         cucore__copy_threads(call->options));
    }
    return cucore__cast_far(&cast, call, &plan);
}
