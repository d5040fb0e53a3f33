/* --------------------------------------------------------------------------------------------------- >>impl-cast -- */
/* cast/cast.c: copies that convert elements to another dtype (CUCORE_COPY_CAST). */
/* A conversion. */
typedef struct cucore__cast {
    cucore__copy_job *job;
    cucore__cast_end ends[2]; /* of dst, of src */
    cucore_layout stretched;  /* of src, if its shape is another one */
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
    const cucore_view *dst = cast->job->views[0], *src = cast->job->views[1];
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (!cucore__cast_end_make(dst, &cast->ends[0]) || !cucore__cast_end_make(src, &cast->ends[1]))
        return cucore__cast_fail_dtypes(dst, src);
    return cucore__copy_stretch(cast->job, &cast->stretched);
}

/* Refuses dst and src that share memory, since an element could be written before it is read. */
CUCORE__PRIVATE cucore_status cucore__cast_check_memory(const cucore__copy_job *job)
{
    cucore_overlap overlap;
    cucore_status status = cucore__copy_check_memory(job, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    return cucore__invalid("dst (0x%llx) and src (0x%llx) %s memory, which a copy that converts cannot do",
                           (unsigned long long)(uintptr_t)job->dst.ptr, (unsigned long long)(uintptr_t)job->src.ptr,
                           overlap == CUCORE_OVERLAP_SOME ? "share" : "may share");
}

/* Begins the plan of a conversion. */
CUCORE__PRIVATE cucore_status cucore__cast_begin(cucore__cast *cast, cucore_copy_plan *plan)
{
    cucore_status status = cucore__cast_check(cast);
    if (!status) status = cucore__copy_plan_begin(cast->job, plan);
    return status || !cast->job->size ? status : cucore__cast_check_memory(cast->job);
}

/* -- for the kernels of cucore_copy.h ------------------------------------------------------------------------------ */
/* Kernels are written for whole numbers of bytes that are aligned, but not for small floats and complex32. */
CUCORE__PRIVATE void cucore__cast_key_make(const cucore__kernel_work *work, cucore__write_key *key)
{
    int i;
    for (i = 0; i < 2; i++) {
        const cucore__number_type type = cucore__number_decode(work->types[i]);
        const int is_pair = type.kind == CUCORE__NUMBER_COMPLEX;
        key->types[i] = work->types[i];
        key->word[i] = (uint8_t)(type.bytes << is_pair);
        key->is_any |= type.bits != 8 * type.bytes || (type.bytes == 1 && type.has_form) ||
                       (is_pair && type.bytes <= 2) || (i ? work->d : work->s) % key->word[i];
    }
}

/* -- by the kernel that is compiled with the header ---------------------------------------------------------------- */
#if defined(CUCORE_COPY_NO_KERNELS)
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_function(CUfunction *out)
{
    *out = NULL;
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "CUCORE_COPY_NO_KERNELS leaves out the kernel that converts elements that are not aligned, packed, "
        "small floats or complex32");
}

CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    CUfunction function;
    (void)key, (void)out;
    return cucore__cast_function(&function);
}
#else
static const cucore__ptx_pack cucore__cast_ptx = {cucore__ptx_cast_packed, CUCORE__PTX_CAST_BYTES};
static cucore__loaded_list cucore__cast_functions; /* of the kernel in each context */

CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    cucore__kernel_cast *p = (cucore__kernel_cast *)((char *)out + offsetof(cucore__kernel_plan, launch.src));
    int i;
    p->count = key->count;
    p->reserved = 0;
    p->from = cucore__number_decode(key->types[0]);
    p->to = cucore__number_decode(key->types[1]);
    for (i = 0; i < key->count; i++) {
        cucore__kernel_digit_make(&p->digits[i], i < key->count - 1 ? (uint32_t)key->axes[i].n : 2, key->axes[i].s,
                                  key->axes[i].d);
    }
    out->bytes = (uint32_t)(offsetof(cucore__kernel_cast, digits) + key->count * sizeof p->digits[0]);
    out->grid.times = out->grid.share = 1;
    out->grid.each = CUCORE__KERNEL_THREADS;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out)
{
    static const cucore__ptx_kernel kernel = {&cucore__cast_ptx, cucore__kernel_ptx_convert, "convert"};
    return cucore__copy_function(&cucore__cast_functions, cucore__ptx_load, &kernel, out);
}
#endif

/* -- on a device --------------------------------------------------------------------------------------------------- */
/* Returns 1 if kernels of the device use the memory of the side as it is. */
CUCORE__PRIVATE int cucore__cast_is_near(const cucore__copy_side *side, int device_id)
{
    return !cucore__copy_is_host(side) && (side->managed || side->device_id == device_id);
}

/* Plans the kernel that converts between two sides, of which only layouts and addresses are needed. */
CUCORE__PRIVATE cucore_status cucore__cast_plan_kernel(const cucore__cast *cast, const cucore__copy_side *dst,
                                                       const cucore__copy_side *src, cucore__kernel_plan *out)
{
    out->compile = cast->job->compile;
    out->types[0] = cast->ends[1].code;
    out->types[1] = cast->ends[0].code;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr, out);
}

/* Plans a conversion by one kernel if the kernels of one device reach both places; *is_near is 0 if they do not. */
CUCORE__PRIVATE cucore_status cucore__cast_plan_near(const cucore__cast *cast, cucore_copy_plan *plan, int *is_near)
{
    const cucore__copy_side *dst = &cast->job->dst, *src = &cast->job->src;
    *is_near = cucore__cast_is_near(dst, plan->device_id) && cucore__cast_is_near(src, plan->device_id);
    if (!*is_near) return CUCORE_OK;
    plan->strategy = CUCORE_COPY_KERNEL;
    return cucore__cast_plan_kernel(cast, dst, src, (cucore__kernel_plan *)(void *)plan->private_.kernel);
}

/* -- in pieces: host memory, pinned or not, and memory of another device ------------------------------------------- */
/* A conversion whose far side is copied in pieces from or to temporary memory of the device, in which it is dense. */
typedef struct cucore__cast_pieces {
    const cucore__cast *cast;
    cucore_copy_plan *plan;     /* axes sorted by the strides of the far side, with its itemsize; how they are cut */
    cucore_copy_options copies; /* of the copies of the far side */
    cucore_buffer temp;         /* one piece, in the dtype of the far side */
} cucore__cast_pieces;

/* Sorts the axes and cuts them. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_arrange(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    const int to_far = plan->private_.to_far;
    cucore__copy_axes *axes = &plan->private_.axes;
    const int64_t *away = to_far ? axes->dst : axes->src;
    int64_t dense[CUCORE_MAX_NDIM];
    int32_t moving = 0;
    cucore_status status = cucore__copy_plan_axes(job, to_far, plan);
    if (status) return status;
    axes->itemsize = (to_far ? &job->dst : &job->src)->layout->itemsize;
    while (moving < axes->ndim && away[moving] != 0) moving++;
    plan->private_.moving_axes = moving;
    cucore__copy_dense_strides(axes->shape, axes->ndim, moving, dense);
    plan->temp_nbytes = cucore__copy_cut_temp(axes, dense, moving, &plan->private_.cut);
    return CUCORE_OK;
}

/* Converts a piece between temporary memory and the near side. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_launch(const cucore__cast *cast, const cucore__copy_axes *axes,
                                                                char *const *ptrs)
{
    const cucore__copy_job *job = cast->job;
    cucore__kernel_plan kernel;
    cucore_layout to, from;
    cucore__copy_side dst, src;
    cucore_status status;
    cucore__layout_start(&to, axes->ndim, axes->shape, job->dst.layout->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, job->src.layout->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    dst.layout = &to;
    src.layout = &from;
    dst.ptr = ptrs[0];
    src.ptr = ptrs[1];
    status = cucore__cast_plan_kernel(cast, &dst, &src, &kernel);
    return status ? status : cucore__kernel_plan_launch(&kernel, job->place.stream);
}

/* Copies a piece between the far side, which begins at `ptr`, and temporary memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_move(const cucore__cast_pieces *pieces,
                                                              const cucore__copy_axes *axes, int moving, void *ptr)
{
    static const char *const subjects[] = {"dst, in part", "src, in part"};
    const cucore__copy_job *job = pieces->cast->job;
    const int to_far = pieces->plan->private_.to_far;
    cucore_view far_view, temp;
    cucore__copy_job copy;
    cucore_layout dense;
    cucore_status status;
    memcpy(&far_view, job->views[!to_far], sizeof far_view); /* the copy owns nothing */
    memset(&far_view.private_, 0, sizeof far_view.private_);
    far_view.ptr = ptr;
    far_view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)axes->itemsize); /* in any byte order */
    far_view.byte_swapped = far_view.padded = 0;
    far_view.pep3118_format = NULL;
    cucore__layout_start(&far_view.layout, moving, axes->shape, axes->itemsize);
    cucore__layout_start(&dense, moving, axes->shape, axes->itemsize);
    cucore__entries_copy(far_view.layout.strides, to_far ? axes->dst : axes->src, moving);
    cucore__entries_copy(dense.strides, to_far ? axes->src : axes->dst, moving);
    status = cucore_view_from_buffer(&pieces->temp, 0, far_view.dtype, &dense, &temp);
    if (status) return status;
    copy.views[0] = to_far ? &far_view : &temp;
    copy.views[1] = to_far ? &temp : &far_view;
    status = cucore__copy_job_make(&copy, &pieces->copies, subjects);
    copy.on_stream = copy.asks_driver = 1;
    copy.device_id = job->device_id;
    copy.place = job->place;
    return status ? status : cucore__copy_finish(&copy);
}

/* Enqueues all pieces.  The context of the stream is current. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_enqueue(const cucore__cast_pieces *pieces)
{
    const cucore__copy_job *job = pieces->cast->job;
    const cucore_copy_plan *plan = pieces->plan;
    const int to_far = plan->private_.to_far, moving = plan->private_.moving_axes - plan->private_.cut.axis;
    cucore__copy_piece piece;
    cucore__copy_axes in, out;
    int64_t dense[CUCORE_MAX_NDIM], i;
    char *ptrs[2], *far_ptr;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < plan->private_.cut.pieces && !status; i++) {
        cucore__copy_cut_take(&plan->private_.axes, &plan->private_.cut, i, &piece);
        ptrs[0] = cucore__copy_at(plan->private_.dst, piece.dst, job->dst.layout->itemsize);
        ptrs[1] = cucore__copy_at(plan->private_.src, piece.src, job->src.layout->itemsize);
        far_ptr = ptrs[!to_far];
        ptrs[!to_far] = (char *)pieces->temp.ptr;
        cucore__copy_dense_strides(piece.axes.shape, piece.axes.ndim, moving, dense);
        cucore__copy_axes_through(&piece.axes, dense, &in, &out);
        if (!to_far) status = cucore__cast_move(pieces, &in, moving, far_ptr);
        if (!status) status = cucore__cast_launch(pieces->cast, to_far ? &in : &out, ptrs);
        if (!status && to_far) status = cucore__cast_move(pieces, &out, moving, far_ptr);
    }
    return status;
}

/* Converts between memory of the device and memory that its kernels do not reach.  All that a capture forbids is
 * refused before any work is enqueued. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_in_pieces(const cucore__cast *cast, cucore_copy_plan *plan)
{
    const cucore__copy_job *job = cast->job;
    const int peers = plan->peer_id >= 0;
    const cucore__place *place = &job->place;
    const int plain = job->dst.kind == CUCORE_DEVICE_TYPE_CPU || job->src.kind == CUCORE_DEVICE_TYPE_CPU;
    const cucore_blocking blocking = job->options->blocking;
    cucore_memory_resource *resource = job->options->resource;
    int waits = plain || blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture;
    cucore_context_guard guard;
    cucore__copy_result result;
    cucore__cast_pieces pieces;
    cucore_status status = CUCORE_OK;
    if ((cast->ends[0].code | cast->ends[1].code) & CUCORE__NUMBER_PACKED) {
        const int is_dst = (cast->ends[0].code & CUCORE__NUMBER_PACKED) != 0;
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "packed elements of %d bits are converted on the host or on one device, not on the way: copy "
            "them first",
            (int)job->views[!is_dst]->layout.itembits);
    }
    plan->private_.to_far = !cucore__cast_is_near(&job->dst, plan->device_id);
    status = cucore__place_capture(place, &capture);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    if (!status) status = cucore__cast_arrange(job, plan);
    if (status) return status;
    if (capture.is_active && (waits || peers || (resource && resource->is_unordered))) {
        return cucore__copy_fail_capture(
            place, plain   ? "needs the CPU"
                   : peers ? "converts between two devices"
                   : waits ? "is to wait for the stream"
                           : "needs temporary memory, from a resource that does not work in stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && !peers && !capture.is_active) waits = 1; /* the far side is the host */
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, job->device_id, &resource);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    memset(&pieces, 0, sizeof pieces);
    pieces.cast = cast;
    pieces.plan = plan;
    pieces.copies.flags = job->options->flags & ~CUCORE_COPY_CAST;
    pieces.copies.resource = resource;
    pieces.copies.blocking = blocking == CUCORE_BLOCKING_NO ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_DEFAULT;
    status = cucore_buffer_allocate(resource, (size_t)plan->temp_nbytes, place->stream, &pieces.temp);
    if (!status) status = cucore__copy_check_temp(&pieces.temp, job->device_id);
    if (!status) status = cucore__cast_enqueue(&pieces);
    memset(&result, 0, sizeof result);
    (void)cucore__copy_keep_first_error(&result, status);
    cucore__copy_end_buffer(&result, &pieces.temp);
    if (result.status) cucore__error = result.error;
    status = cucore__copy_settle(result.status, waits, place->stream);
    cucore_context_leave(&guard);
    return status;
}

/* -- the call ------------------------------------------------------------------------------------------------------ */
/* Plans a conversion by one kernel; others have no plan. */
CUCORE__PRIVATE cucore_status cucore__cast_plan(cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore__cast cast;
    int is_near = 1;
    cucore_status status;
    cast.job = job;
    status = cucore__cast_begin(&cast, plan);
    if (!status && job->size) status = cucore__cast_plan_near(&cast, plan, &is_near);
    if (status || is_near) return status;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "CUCORE_COPY_CAST: a plan converts only on one device, between memory of this "
                       "device and managed memory; cucore_view_copy also converts elsewhere");
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_copy(cucore__copy_job *job)
{
    const cucore__place *place = job->on_stream ? &job->place : NULL;
    cucore__cast cast;
    cucore_copy_plan plan;
    int is_near;
    cucore_status status;
    cast.job = job;
    status = cucore__cast_begin(&cast, &plan);
    if (status || !job->size) return status;
    if (cucore__copy_is_host(&job->dst) && cucore__copy_is_host(&job->src)) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status
                      : cucore__cast_on_host(cast.ends, &job->dst, &job->src, cucore__copy_threads(job->options));
    }
    status = cucore__cast_plan_near(&cast, &plan, &is_near);
    if (status) return status;
    return is_near ? cucore__copy_run(&plan, place, job->options) : cucore__cast_in_pieces(&cast, &plan);
}
