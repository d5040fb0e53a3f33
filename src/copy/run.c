/* -------------------------------------------------------------------------------------------------- >>impl-copy-run -- */
/* copy/run.c: what was planned is done, on a stream or by the CPU; the public functions.  For users and verify.c. */
/* A copy under way. */
typedef struct cucore__copy_job {
    const cucore_copy_plan *plan;
#if CUCORE_COPY_VERIFY
    cucore__ledger *ledger; /* NULL: copy */
#endif
    cucore__place near_place; /* the stream, with its context */
    cucore__place send_place; /* where transfers are put: the stream, or one of our own beside it */
    cucore__place far_place;  /* of the other device */
    int has_helper;           /* send_place is one of our own: transfers of a piece go beside the kernel of another */
    cucore_buffer temp;       /* on the near device */
    cucore_buffer far_temp;
} cucore__copy_job;

/* What comes next at `place` comes after what is at `other` now. */
CUCORE__PRIVATE cucore_status cucore__copy_order(const cucore__copy_job *job, const cucore__place *place,
                                                 const cucore__place *other)
{
#if CUCORE_COPY_VERIFY
    if (job->ledger) return CUCORE_OK;
#endif
    (void)job;
    return cucore__place_wait(place, other);
}

/* A kernel in the context of the place, or one copy where there is nothing to rearrange. */
CUCORE__PRIVATE cucore_status cucore__copy_rearrange(const cucore__copy_job *job, const cucore__place *place,
                                                     const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore_layout to, from;
    cucore__kernel_plan kernel;
    cucore_context_guard guard;
    cucore_status status;
    CUCORE__COPY_NOTE(job->ledger, dst, axes->ndim, axes->itemsize, axes->shape, axes->dst);
    (void)job;
    cucore__layout_start(&to, axes->ndim, axes->shape, axes->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, axes->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    status = cucore__kernel_plan_make(&to, (uintptr_t)dst, &from, (uintptr_t)src, &kernel);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    status = cucore__kernel_plan_launch(&kernel, place->stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__copy_send(const cucore__copy_job *job, void *dst, const void *src, int64_t bytes)
{
    const cucore_copy_plan *plan = job->plan;
    int to = plan->private_.to_far ? plan->peer_id : plan->device_id,
        from = plan->private_.to_far ? plan->device_id : plan->peer_id;
    CUCORE__COPY_NOTE(job->ledger, dst, 0, bytes, NULL, NULL);
    if (plan->peer_id >= 0) {
        return cucore__copy_between_devices(dst, to, src, from, (size_t)bytes, job->send_place.stream);
    }
    return CUCORE__CALL(MemcpyAsync, ((uintptr_t)dst, (uintptr_t)src, (size_t)bytes, job->send_place.stream));
}

/* The fields that copies of two and three axes share. */
#define CUCORE__COPY_FILL(c, plan, rows, dst, src)                                                                     \
    do {                                                                                                               \
        memset(&(c), 0, sizeof(c));                                                                                    \
        if ((plan)->dst_kind == CUCORE_DEVICE_TYPE_CUDA) {                                                             \
            (c).dstMemoryType = CUCORE__CU_MEMORYTYPE_DEVICE;                                                          \
            (c).dstDevice = (uintptr_t)(dst);                                                                          \
        } else {                                                                                                       \
            (c).dstMemoryType = CUCORE__CU_MEMORYTYPE_HOST;                                                            \
            (c).dstHost = (dst);                                                                                       \
        }                                                                                                              \
        if ((plan)->src_kind == CUCORE_DEVICE_TYPE_CUDA) {                                                             \
            (c).srcMemoryType = CUCORE__CU_MEMORYTYPE_DEVICE;                                                          \
            (c).srcDevice = (uintptr_t)(src);                                                                          \
        } else {                                                                                                       \
            (c).srcMemoryType = CUCORE__CU_MEMORYTYPE_HOST;                                                            \
            (c).srcHost = (src);                                                                                       \
        }                                                                                                              \
        (c).WidthInBytes = (size_t)(rows)->shape[2];                                                                   \
        (c).Height = (size_t)(rows)->shape[1];                                                                         \
        (c).dstPitch = (size_t)(rows)->dst[1];                                                                         \
        (c).srcPitch = (size_t)(rows)->src[1];                                                                         \
    } while (0)

CUCORE__PRIVATE cucore_status cucore__copy_send_planes(const cucore__copy_job *job, const cucore__copy_rows *rows,
                                                       void *dst, const void *src)
{
    CUCORE__COPY_NOTE(job->ledger, dst, 3, 1, rows->shape, rows->dst);
    if (rows->shape[0] > 1) {
        cucore__CUDA_MEMCPY3D c;
        CUCORE__COPY_FILL(c, job->plan, rows, dst, src);
        c.Depth = (size_t)rows->shape[0];
        c.dstHeight = (size_t)(rows->dst[0] / rows->dst[1]);
        c.srcHeight = (size_t)(rows->src[0] / rows->src[1]);
        return CUCORE__CALL(Memcpy3DAsync, (&c, job->send_place.stream));
    }
    if (rows->shape[1] > 1) {
        cucore__CUDA_MEMCPY2D c;
        CUCORE__COPY_FILL(c, job->plan, rows, dst, src);
        return CUCORE__CALL(Memcpy2DAsync, (&c, job->send_place.stream));
    }
    return cucore__copy_send(job, dst, src, rows->shape[2]);
}
#undef CUCORE__COPY_FILL

/* Rows, planes and what is outside of them. */
CUCORE__PRIVATE cucore_status cucore__copy_send_rows(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                     char *dst, const char *src)
{
    cucore__copy_rows rows;
    cucore__copy_cut cut;
    cucore__copy_axes part;
    int64_t i, to, from;
    cucore_status status = CUCORE_OK;
    cucore__copy_rows_make(axes, &rows);
    cut.axis = rows.outer > 0 ? rows.outer - 1 : 0;
    cut.count = rows.outer > 0 || axes->ndim == 0 ? 1 : axes->shape[0];
    cut.pieces = 1;
    for (i = 0; i < rows.outer; i++) cut.pieces *= axes->shape[i];
    for (i = 0; i < cut.pieces && !status; i++) {
        cucore__copy_cut_take(axes, &cut, i, &part, &to, &from);
        status = cucore__copy_send_planes(job, &rows, cucore__copy_at(dst, to, axes->itemsize),
                                          cucore__copy_at(src, from, axes->itemsize));
    }
    return status;
}

/* axes: of the far side and of dense memory on the near side. */
CUCORE__PRIVATE cucore_status cucore__copy_send_staged(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                       char *dst, char *src)
{
    cucore__stage *stage = (cucore__stage *)calloc(1, sizeof *stage);
    cucore_status status;
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lu bytes", (unsigned long)sizeof *stage);
    stage->to_host = job->plan->private_.to_far;
    stage->host = job->plan->private_.to_far ? dst : src;
    stage->device = job->plan->private_.to_far ? src : dst;
    stage->place = job->near_place;
    memcpy(&stage->axes, axes, sizeof *axes);
#if CUCORE_COPY_VERIFY
    stage->ledger = job->ledger;
#endif
    status = cucore__stage_copy(stage, job->plan->device_id);
    free(stage);
    return status;
}

/* The other device packs or unpacks; its stream and ours wait for each other. */
CUCORE__PRIVATE cucore_status cucore__copy_send_far(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                    void *dst, const void *src)
{
    int64_t bytes = axes->itemsize;
    void *temp = job->far_temp.ptr;
    int i;
    cucore_status status = cucore__copy_order(job, &job->far_place, &job->near_place);
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (!status && !job->plan->private_.to_far) {
        status = cucore__copy_rearrange(job, &job->far_place, axes, temp, src);
        if (!status) status = cucore__copy_order(job, &job->near_place, &job->far_place);
    }
    if (!status)
        status = cucore__copy_send(job, job->plan->private_.to_far ? temp : dst,
                                   job->plan->private_.to_far ? src : temp, bytes);
    if (status || !job->plan->private_.to_far) return status;
    status = cucore__copy_order(job, &job->far_place, &job->near_place);
    if (!status) status = cucore__copy_rearrange(job, &job->far_place, axes, dst, temp);
    return status ? status : cucore__copy_order(job, &job->near_place, &job->far_place);
}

/* Between the far side and memory of the near device that is laid out like it, or dense: the first `moving` axes.  Those
 * that repeat are behind them, and are left out only where a kernel spreads the elements afterwards. */
CUCORE__PRIVATE cucore_status cucore__copy_transfer(const cucore__copy_job *job, const cucore__copy_axes *part,
                                                    int moving, char *dst, char *src)
{
    const cucore_copy_plan *plan = job->plan;
    const int64_t *away = plan->private_.to_far ? part->dst : part->src;
    cucore__copy_axes axes;
    cucore__copy_axes_make(&axes, moving, part->itemsize, part->shape, part->dst, part->src);
    cucore__copy_axes_merge(&axes);
    if (plan->strategy == CUCORE_COPY_BLOCK) {
        return cucore__copy_send(job, dst, src, cucore__copy_span(part->shape, away, 0, moving) * part->itemsize);
    }
    if (plan->strategy == CUCORE_COPY_PITCHED) return cucore__copy_send_rows(job, &axes, dst, src);
    if (plan->peer_id >= 0) return cucore__copy_send_far(job, &axes, dst, src);
    if (plan->private_.is_block) { /* one run, gaps and all */
        axes.shape[0] = cucore__copy_span(part->shape, away, 0, moving);
        axes.dst[0] = axes.src[0] = 1;
        axes.ndim = 1;
    }
    return cucore__copy_send_staged(job, &axes, dst, src);
}

/* -- a piece goes over the bus while the kernel works on the one before: two halves of temporary memory, two streams.
 *    Each wait covers what is on the other stream at that moment, and nothing that comes later. -------------------- */

/* A piece is complete at `from`: `to` goes on with it.  The other half of temporary memory may be filled again by `from`
 * when `to` is done with it, that is when the piece after the next one begins. */
CUCORE__PRIVATE cucore_status cucore__copy_hand_over(const cucore__copy_job *job, const cucore__place *from,
                                                     const cucore__place *to, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!job->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__copy_order(job, from, to);
    return status ? status : cucore__copy_order(job, to, from);
}

/* Piece after piece through temporary memory. */
CUCORE__PRIVATE cucore_status cucore__copy_send_pieces(const cucore__copy_job *job)
{
    const cucore_copy_plan *plan = job->plan;
    const int moving = plan->private_.moving_axes - plan->private_.cut.axis;
    const cucore__place *place = &job->near_place, *send = &job->send_place;
    cucore__copy_axes part, in, out;
    int64_t dense[CUCORE_MAX_NDIM], to = 0, from = 0, i;
    char *dst, *src, *temp;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < plan->private_.cut.pieces && !status; i++) {
        temp = (char *)job->temp.ptr;
        if (job->has_helper && (i & 1)) temp += plan->temp_nbytes;
        cucore__copy_cut_take(&plan->private_.axes, &plan->private_.cut, i, &part, &to, &from);
        dst = cucore__copy_at(plan->private_.dst, to, part.itemsize);
        src = cucore__copy_at(plan->private_.src, from, part.itemsize);
        cucore__copy_dense_strides(part.shape, part.ndim, moving, dense);
        cucore__copy_axes_through(&part, plan->private_.is_block ? part.src : dense, &in, &out);
        if (plan->private_.to_far) {
            status = cucore__copy_rearrange(job, place, &in, temp, src);
            if (!status) status = cucore__copy_hand_over(job, place, send, i);
            if (!status) status = cucore__copy_transfer(job, &out, moving, dst, temp);
        } else {
            status = cucore__copy_transfer(job, &in, moving, temp, src);
            if (!status) status = cucore__copy_hand_over(job, send, place, i);
            if (!status) status = cucore__copy_rearrange(job, place, &out, dst, temp);
        }
    }
    return status;
}

/* In the context of the near side, with all temporary memory at hand. */
CUCORE__PRIVATE cucore_status cucore__copy_enqueue_job(const cucore__copy_job *job)
{
    const cucore_copy_plan *plan = job->plan;
    const cucore__copy_axes *axes = &plan->private_.axes;
    const cucore__place *place = &job->near_place;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    cucore_status status;
    if (plan->strategy == CUCORE_COPY_MEMCPY)
        return cucore__copy_send(job, plan->private_.dst, plan->private_.src, plan->nbytes);
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        return cucore__kernel_plan_launch((const cucore__kernel_plan *)(const void *)plan->private_.kernel,
                                          place->stream);
    }
    if (plan->overlaps) { /* src as a whole into temporary memory, then to dst: on one device */
        cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
        cucore__copy_axes_through(axes, dense, &in, &out);
        status = cucore__copy_rearrange(job, place, &in, job->temp.ptr, plan->private_.src);
        return status ? status : cucore__copy_rearrange(job, place, &out, plan->private_.dst, job->temp.ptr);
    }
    if (plan->packs) return cucore__copy_send_pieces(job);
    return cucore__copy_transfer(job, axes, axes->ndim, (char *)plan->private_.dst,
                                 (char *)(uintptr_t)plan->private_.src);
}

/* Has a resource given memory of the device? */
CUCORE__PRIVATE cucore_status cucore__copy_check_temp(const cucore_buffer *temp, int device_id)
{
    if (temp->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED ||
        (temp->device_type == CUCORE_DEVICE_TYPE_CUDA && temp->device_id == device_id)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_WRONG_DEVICE,
                       "the resource gives memory of kind %d on device %d; packing needs memory of device %d",
                       (int)temp->device_type, (int)temp->device_id, device_id);
}

CUCORE__PRIVATE cucore_status cucore__copy_own_stream(int device_id, cucore__place *out)
{
    cucore_stream stream;
    cucore_status status = cucore_stream_create(device_id, NULL, &stream);
    if (status) return status;
    out->stream = stream.handle;
    out->context = stream.context;
    return CUCORE_OK;
}

/* First things that may fail, so that dst is whole if they do. */
CUCORE__PRIVATE cucore_status cucore__copy_job_begin(cucore__copy_job *job, cucore_memory_resource *resource)
{
    const cucore_copy_plan *plan = job->plan;
    cucore_memory_resource *far_pool;
    cucore_status status;
    if (!plan->packs) return CUCORE_OK;
    status = cucore_buffer_allocate(resource, (size_t)plan->temp_nbytes * (job->has_helper ? 2 : 1),
                                    job->near_place.stream, &job->temp);
    if (!status) status = cucore__copy_check_temp(&job->temp, plan->device_id);
    if (status) return status;
    if (job->has_helper) { /* a stream for transfers, behind what is on the caller's */
        status = cucore__copy_own_stream(plan->device_id, &job->send_place);
        if (!status) status = cucore__place_wait(&job->send_place, &job->near_place);
    }
    if (!status && cucore__copy_is_far_staged(plan)) { /* a stream and memory on the other device */
        status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->peer_id, &far_pool);
        if (!status) status = cucore__copy_own_stream(plan->peer_id, &job->far_place);
        if (!status) {
            status = cucore_buffer_allocate(far_pool, (size_t)plan->temp_nbytes, job->far_place.stream, &job->far_temp);
        }
    }
    return status;
}

/* What a copy came to: the first failure, with its message. */
typedef struct cucore__copy_result {
    cucore_status status;
    cucore_error error;
} cucore__copy_result;

/* -> did it fail? */
CUCORE__PRIVATE int cucore__copy_also(cucore__copy_result *result, cucore_status status)
{
    if (status && !result->status) result->error = *cucore_last_error();
    if (!result->status) result->status = status;
    return status != CUCORE_OK;
}

/* `place` goes on when `other` is done, or at once after that. */
CUCORE__PRIVATE void cucore__copy_end_wait(cucore__copy_result *result, const cucore__place *place,
                                           const cucore__place *other)
{
    if (cucore__copy_also(result, cucore__place_wait(place, other))) (void)cucore__synchronize_relaxed(other->stream);
}

/* Streams and memory are given back even if that fails once. */
CUCORE__PRIVATE void cucore__copy_end_stream(cucore__copy_result *result, CUstream stream)
{
    if (cucore__copy_also(result, CUCORE__CALL(StreamDestroy, (stream)))) (void)cucore__driver.StreamDestroy(stream);
}

CUCORE__PRIVATE void cucore__copy_end_buffer(cucore__copy_result *result, cucore_buffer *buffer)
{
    (void)cucore__copy_also(result, cucore__buffer_give_back(buffer));
}

/* Transfers are done before anything that comes next on the caller's stream, also before memory is freed there; memory of
 * the other device is freed behind the last transfer that reads it. */
CUCORE__PRIVATE cucore_status cucore__copy_job_end(cucore__copy_job *job, cucore_status status)
{
    cucore__copy_result result;
    if (!job->plan->packs) return status;
    result.status = status;
    result.error = *cucore_last_error();
    if (job->send_place.stream != job->near_place.stream) {
        cucore__copy_end_wait(&result, &job->near_place, &job->send_place);
        cucore__copy_end_stream(&result, job->send_place.stream);
    }
    if (job->far_place.stream) {
        cucore__copy_end_wait(&result, &job->far_place, &job->near_place);
        cucore__copy_end_buffer(&result, &job->far_temp);
        cucore__copy_end_stream(&result, job->far_place.stream);
    }
    cucore__copy_end_buffer(&result, &job->temp);
    if (result.status) cucore__error = result.error;
    return result.status;
}

/* By the CPU, now; through temporary memory where the two overlap. */
CUCORE__PRIVATE cucore_status cucore__copy_on_host(const cucore_copy_plan *plan)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    void *temp;
    if (!plan->overlaps) {
        cucore__host_copy(axes, plan->private_.dst, plan->private_.src);
        return CUCORE_OK;
    }
    if (axes->ndim == 0 || (axes->ndim == 1 && axes->dst[0] == 1 && axes->src[0] == 1)) {
        memmove(plan->private_.dst, plan->private_.src, (size_t)plan->nbytes);
        return CUCORE_OK;
    }
    temp = (uint64_t)plan->nbytes <= SIZE_MAX ? malloc((size_t)plan->nbytes) : NULL;
    if (!temp) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "dst and src overlap: no memory for %lld bytes in between",
                           (long long)plan->nbytes);
    }
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    cucore__copy_axes_through(axes, dense, &in, &out);
    cucore__host_copy(&in, temp, plan->private_.src);
    cucore__host_copy(&out, plan->private_.dst, temp);
    free(temp);
    return CUCORE_OK;
}

/* By the CPU or on a stream of a device; place: NULL when there is no stream to work on.  All that a capture forbids is
 * refused before anything is enqueued. */
CUCORE__PRIVATE cucore_status cucore__copy_run(const cucore_copy_plan *plan, const cucore__place *place,
                                               cucore_memory_resource *resource, cucore_blocking blocking)
{
    const int host = plan->dst_kind != CUCORE_DEVICE_TYPE_CUDA || plan->src_kind != CUCORE_DEVICE_TYPE_CUDA;
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int staged = plan->strategy == CUCORE_COPY_STAGED;
    const int unordered = plan->packs && resource && resource->is_unordered;
    int waits = plain || (staged && host) || blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture = {0, 0, 0};
    cucore__copy_job job;
    cucore_context_guard guard;
    cucore_error error;
    cucore_status status = CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_HOST) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status : cucore__copy_on_host(plan);
    }
    if (host || staged || unordered || waits || place->stream == CUCORE_STREAM_LEGACY)
        status = cucore__place_capture(place, &capture);
    if (status) return status;
    if (capture.is_beside) return cucore__fail_beside();
    if (capture.is_active && (waits || staged || unordered)) {
        return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                           (unsigned long long)(uintptr_t)place->stream,
                           plain || (staged && host)         ? "needs the CPU"
                           : staged                          ? "needs a stream of the other device"
                           : blocking == CUCORE_BLOCKING_YES ? "is to wait for the stream"
                                                             : "needs temporary memory, from a resource that does not "
                                                               "work in stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && host && !capture.is_active) waits = 1;
    memset(&job, 0, sizeof job);
    job.plan = plan;
    job.near_place = job.send_place = *place;
    job.has_helper = host && !staged && !capture.is_active && plan->packs && plan->pieces > 1;
    if (plan->packs && !resource) {
        status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->device_id, &resource);
    }
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    /* the CPU reads what the stream may still write */
    if (staged && plan->src_kind != CUCORE_DEVICE_TYPE_CUDA) status = cucore__synchronize_relaxed(place->stream);
    if (!status) status = cucore__copy_job_begin(&job, resource);
    if (!status) status = cucore__copy_enqueue_job(&job);
    status = cucore__copy_job_end(&job, status);
    if (!status && waits) status = cucore__synchronize_relaxed(place->stream);
    if (status && waits) { /* what was enqueued before may still use the arrays */
        error = cucore__error;
        (void)cucore__synchronize_relaxed(place->stream);
        cucore__error = error;
    }
    cucore_context_leave(&guard);
    return status;
}

/* -- the calls ----------------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int cucore__copy_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              const cucore_copy_options *options)
{
    cucore_memory_resource *resource = options ? options->resource : NULL;
    const cucore_blocking blocking = options ? options->blocking : CUCORE_BLOCKING_DEFAULT;
    cucore__place place;
    int device = CUCORE_DEVICE_NONE, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU && plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__copy_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING) return cucore__copy_run(plan, NULL, resource, blocking);
    status = cucore__place_make_whole(stream, plan->device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__copy_run(plan, &place, resource, blocking);
}

/* Where a copy of the two is done: a default stream is of a device that has to take part, so not of one that only managed memory
 * is on, if the other side is in the memory of another device. */
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

/* Copies that convert, in copy/cast.c. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore_view *dst, const cucore_view *src,
                                           const cucore_copy_options *options);
CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore_view *dst, const cucore_view *src,
                                                const cucore__place *place, int device_id,
                                                const cucore_copy_options *options);

CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          const cucore_copy_options *options)
{
    cucore_memory_resource *resource = options ? options->resource : NULL;
    const cucore_blocking blocking = options ? options->blocking : CUCORE_BLOCKING_DEFAULT;
    cucore_copy_plan plan;
    cucore__copy_request request;
    cucore__place place;
    cucore__capture capture;
    int dst_host, src_host, plain;
    const int casts = cucore__cast_is_wanted(dst, src, options);
    cucore_status status = cucore__copy_check_options(options, 0);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    status = cucore__copy_check_kinds(dst, src);
    if (status) return status;
    dst_host = dst->device_type == CUCORE_DEVICE_TYPE_CPU || dst->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
    src_host = src->device_type == CUCORE_DEVICE_TYPE_CPU || src->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
    plain = dst->device_type == CUCORE_DEVICE_TYPE_CPU && src->device_type == CUCORE_DEVICE_TYPE_CPU;
    request.on_stream = !plain && (cucore__copy_stream_is_real(stream) || !dst_host || !src_host);
    request.ask_driver = request.on_stream;
    request.device_id = CUCORE_DEVICE_NONE;
    request.may_block = blocking != CUCORE_BLOCKING_NO;
    if (request.on_stream) {
        status = cucore__copy_place(dst, src, stream, &place);
        if (!status) status = cucore__context_device(place.context, &request.device_id);
        if (!status && !casts && request.may_block && dst_host != src_host) { /* only there does it make a difference */
            status = cucore__place_capture(&place, &capture);
            request.may_block = !capture.is_active;
        }
    }
    if (!status && casts) {
        return cucore__cast_copy(dst, src, request.on_stream ? &place : NULL, request.device_id, options);
    }
    if (!status) status = cucore__copy_plan_views(dst, src, &request, &plan);
    return status ? status : cucore__copy_run(&plan, request.on_stream ? &place : NULL, resource, blocking);
}
