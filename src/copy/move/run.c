/* ----------------------------------------------------------------------------------------------- >>impl-copy-run -- */
/* copy/move/run.c: runs a plan, on a stream or by the CPU. */
/* A plan that runs. */
typedef struct cucore__copy_move {
    const cucore_copy_plan *plan;
    cucore__place place;     /* the caller's stream, with its context */
    cucore__place sender;    /* for transfers: the caller's stream, or a second stream of the device */
    cucore__place far_place; /* a stream of the other device */
    int has_helper;          /* 1: sender is a second stream; a piece is sent while a kernel works on another one */
    cucore_buffer temp;      /* memory of the near device */
    cucore_buffer far_temp;  /* memory of the other device */
} cucore__copy_move;

/* Enqueues the kernel that copies the elements, or one copy of bytes if that is enough, in the context of the place. */
CUCORE__PRIVATE cucore_status cucore__copy_rearrange(const cucore__copy_move *move, const cucore__place *place,
                                                     const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore_layout to, from;
    cucore__kernel_plan kernel;
    cucore_context_guard guard;
    cucore_status status;
    cucore__layout_start(&to, axes->ndim, axes->shape, axes->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, axes->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    kernel.compile = (cucore__copy_compile)move->plan->private_.compile;
    kernel.types[0] = kernel.types[1] = 0;
    status = cucore__kernel_plan_make(&to, (uintptr_t)dst, &from, (uintptr_t)src, &kernel);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    status = cucore__kernel_plan_launch(&kernel, place->stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__copy_send(const cucore__copy_move *move, void *dst, const void *src,
                                                int64_t bytes)
{
    const cucore_copy_plan *plan = move->plan;
    const int to_far = plan->private_.to_far;
    cucore__transfer transfer;
    if (plan->peer_id < 0) {
        return CUCORE__CALL(MemcpyAsync, ((uintptr_t)dst, (uintptr_t)src, (size_t)bytes, move->sender.stream));
    }
    transfer.dst = dst;
    transfer.src = src;
    transfer.nbytes = (size_t)bytes;
    transfer.to.device_id = to_far ? plan->peer_id : plan->device_id;
    transfer.from.device_id = to_far ? plan->device_id : plan->peer_id;
    return cucore__transfer_between_devices(&transfer, move->sender.stream);
}

/* Sets the fields that the structs of copies of two and three axes share. */
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

CUCORE__PRIVATE cucore_status cucore__copy_send_planes(const cucore__copy_move *move, const cucore__copy_rows *rows,
                                                       void *dst, const void *src)
{
    if (rows->shape[0] > 1) {
        cucore__CUDA_MEMCPY3D c;
        CUCORE__COPY_FILL(c, move->plan, rows, dst, src);
        c.Depth = (size_t)rows->shape[0];
        c.dstHeight = (size_t)(rows->dst[0] / rows->dst[1]);
        c.srcHeight = (size_t)(rows->src[0] / rows->src[1]);
        return CUCORE__CALL(Memcpy3DAsync, (&c, move->sender.stream));
    }
    if (rows->shape[1] > 1) {
        cucore__CUDA_MEMCPY2D c;
        CUCORE__COPY_FILL(c, move->plan, rows, dst, src);
        return CUCORE__CALL(Memcpy2DAsync, (&c, move->sender.stream));
    }
    return cucore__copy_send(move, dst, src, rows->shape[2]);
}
#undef CUCORE__COPY_FILL

/* Sends all rows and planes, with one call of the driver for each index of the outer axes. */
CUCORE__PRIVATE cucore_status cucore__copy_send_rows(const cucore__copy_move *move, const cucore__copy_axes *axes,
                                                     char *dst, const char *src)
{
    cucore__copy_rows rows;
    cucore__copy_cut cut;
    cucore__copy_piece piece;
    int64_t i;
    cucore_status status = CUCORE_OK;
    cucore__copy_rows_make(axes, &rows);
    cut.axis = rows.outer > 0 ? rows.outer - 1 : 0;
    cut.count = rows.outer > 0 || axes->ndim == 0 ? 1 : axes->shape[0];
    cut.pieces = 1;
    for (i = 0; i < rows.outer; i++) cut.pieces *= axes->shape[i];
    for (i = 0; i < cut.pieces && !status; i++) {
        cucore__copy_cut_take(axes, &cut, i, &piece);
        status = cucore__copy_send_planes(move, &rows, cucore__copy_at(dst, piece.dst, axes->itemsize),
                                          cucore__copy_at(src, piece.src, axes->itemsize));
    }
    return status;
}

/* Copies plain memory through pinned slots.  The near side is dense memory. */
CUCORE__PRIVATE cucore_status cucore__copy_send_staged(const cucore__copy_move *move, const cucore__copy_axes *axes,
                                                       char *dst, char *src)
{
    cucore__stage *stage = (cucore__stage *)calloc(1, sizeof *stage);
    cucore_status status;
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lu bytes", (unsigned long)sizeof *stage);
    stage->to_host = move->plan->private_.to_far;
    stage->layers = stage->count = stage->chunk = 1;
    stage->sides[stage->to_host] = src;
    stage->sides[!stage->to_host] = dst;
    stage->place = move->place;
    memcpy(&stage->axes, axes, sizeof *axes);
    status = cucore__stage_copy(stage, move->plan->device_id);
    free(stage);
    return status;
}

/* The other device packs or unpacks; its stream and the near stream wait for each other. */
CUCORE__PRIVATE cucore_status cucore__copy_send_far(const cucore__copy_move *move, const cucore__copy_axes *axes,
                                                    void *dst, const void *src)
{
    int64_t bytes = axes->itemsize;
    void *temp = move->far_temp.ptr;
    int i;
    cucore_status status = cucore__place_wait(&move->far_place, &move->place);
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (!status && !move->plan->private_.to_far) {
        status = cucore__copy_rearrange(move, &move->far_place, axes, temp, src);
        if (!status) status = cucore__place_wait(&move->place, &move->far_place);
    }
    if (!status)
        status = cucore__copy_send(move, move->plan->private_.to_far ? temp : dst,
                                   move->plan->private_.to_far ? src : temp, bytes);
    if (status || !move->plan->private_.to_far) return status;
    status = cucore__place_wait(&move->far_place, &move->place);
    if (!status) status = cucore__copy_rearrange(move, &move->far_place, axes, dst, temp);
    return status ? status : cucore__place_wait(&move->place, &move->far_place);
}

/* Transfers the first `moving` axes between the far side and memory of the near device, which has the layout of the far
 * side or is dense.  The axes after these repeat elements; they are left out only if a kernel repeats the elements
 * later. */
CUCORE__PRIVATE cucore_status cucore__copy_transfer(const cucore__copy_move *move, const cucore__copy_axes *part,
                                                    int moving, char *dst, char *src)
{
    const cucore_copy_plan *plan = move->plan;
    const int64_t *away = plan->private_.to_far ? part->dst : part->src;
    cucore__copy_axes axes;
    axes.itemsize = part->itemsize;
    cucore__copy_axes_make(&axes, moving, part->shape, part->dst, part->src);
    cucore__copy_axes_merge(&axes);
    if (plan->strategy == CUCORE_COPY_BLOCK) {
        return cucore__copy_send(move, dst, src, cucore__copy_span(part->shape, away, 0, moving) * part->itemsize);
    }
    if (plan->strategy == CUCORE_COPY_PITCHED) return cucore__copy_send_rows(move, &axes, dst, src);
    if (plan->peer_id >= 0) return cucore__copy_send_far(move, &axes, dst, src);
    if (plan->private_.is_block) { /* one run of bytes, with the gaps */
        axes.shape[0] = cucore__copy_span(part->shape, away, 0, moving);
        axes.dst[0] = axes.src[0] = 1;
        axes.ndim = 1;
    }
    return cucore__copy_send_staged(move, &axes, dst, src);
}

/* -- pieces: one is sent while a kernel works on another; temporary memory has two halves, and there are two streams */
/* Hands a piece over: `to` waits until it is complete at `from`.  `from` first waits until `to` is done with the other
 * half of temporary memory, which the next piece fills.  Work that is enqueued later does not delay either wait. */
CUCORE__PRIVATE cucore_status cucore__copy_hand_over(const cucore__copy_move *move, const cucore__place *from,
                                                     const cucore__place *to, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!move->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__place_wait(from, to);
    return status ? status : cucore__place_wait(to, from);
}

/* Copies one piece after the other through temporary memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_send_pieces(const cucore__copy_move *move)
{
    const cucore_copy_plan *plan = move->plan;
    const int moving = plan->private_.moving_axes - plan->private_.cut.axis;
    const int64_t itemsize = plan->private_.axes.itemsize;
    const cucore__place *place = &move->place, *send = &move->sender;
    cucore__copy_piece piece;
    cucore__copy_axes in, out;
    int64_t dense[CUCORE_MAX_NDIM], i;
    char *dst, *src, *temp;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < plan->private_.cut.pieces && !status; i++) {
        temp = (char *)move->temp.ptr;
        if (move->has_helper && (i & 1)) temp += plan->temp_nbytes;
        cucore__copy_cut_take(&plan->private_.axes, &plan->private_.cut, i, &piece);
        dst = cucore__copy_at(plan->private_.dst, piece.dst, itemsize);
        src = cucore__copy_at(plan->private_.src, piece.src, itemsize);
        cucore__copy_dense_strides(piece.axes.shape, piece.axes.ndim, moving, dense);
        cucore__copy_axes_through(&piece.axes, plan->private_.is_block ? piece.axes.src : dense, &in, &out);
        if (plan->private_.to_far) {
            status = cucore__copy_rearrange(move, place, &in, temp, src);
            if (!status) status = cucore__copy_hand_over(move, place, send, i);
            if (!status) status = cucore__copy_transfer(move, &out, moving, dst, temp);
        } else {
            status = cucore__copy_transfer(move, &in, moving, temp, src);
            if (!status) status = cucore__copy_hand_over(move, send, place, i);
            if (!status) status = cucore__copy_rearrange(move, place, &out, dst, temp);
        }
    }
    return status;
}

/* Enqueues all work.  The context of the near place is current, and temporary memory is allocated. */
CUCORE__PRIVATE cucore_status cucore__copy_enqueue(const cucore__copy_move *move)
{
    const cucore_copy_plan *plan = move->plan;
    const cucore__copy_axes *axes = &plan->private_.axes;
    const cucore__place *place = &move->place;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    cucore_status status;
    if (plan->strategy == CUCORE_COPY_MEMCPY)
        return cucore__copy_send(move, plan->private_.dst, plan->private_.src, plan->nbytes);
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        return cucore__kernel_plan_launch((const cucore__kernel_plan *)(const void *)plan->private_.kernel,
                                          place->stream);
    }
    if (plan->overlaps) { /* on one device: all of src to temporary memory, then to dst */
        cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
        cucore__copy_axes_through(axes, dense, &in, &out);
        status = cucore__copy_rearrange(move, place, &in, move->temp.ptr, plan->private_.src);
        return status ? status : cucore__copy_rearrange(move, place, &out, plan->private_.dst, move->temp.ptr);
    }
    if (plan->packs) return cucore__copy_send_pieces(move);
    return cucore__copy_transfer(move, axes, axes->ndim, (char *)plan->private_.dst,
                                 (char *)(uintptr_t)plan->private_.src);
}

/* Refuses temporary memory that is not of the device. */
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

/* Allocates memory, of the default pool if resource is NULL, and creates streams before any byte of dst is written. */
CUCORE__PRIVATE cucore_status cucore__copy_move_begin(cucore__copy_move *move, cucore_memory_resource *resource)
{
    const cucore_copy_plan *plan = move->plan;
    cucore_memory_resource *far_pool;
    cucore_status status = CUCORE_OK;
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->device_id, &resource);
    if (!status)
        status = cucore_buffer_allocate(resource, (size_t)plan->temp_nbytes * (move->has_helper ? 2 : 1),
                                        move->place.stream, &move->temp);
    if (!status) status = cucore__copy_check_temp(&move->temp, plan->device_id);
    if (status) return status;
    if (move->has_helper) { /* a stream for transfers, which waits for the work on the caller's stream */
        status = cucore__copy_own_stream(plan->device_id, &move->sender);
        if (!status) status = cucore__place_wait(&move->sender, &move->place);
    }
    if (!status && cucore__copy_is_far_staged(plan)) { /* a stream and memory on the other device */
        status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->peer_id, &far_pool);
        if (!status) status = cucore__copy_own_stream(plan->peer_id, &move->far_place);
        if (!status) {
            status =
                cucore_buffer_allocate(far_pool, (size_t)plan->temp_nbytes, move->far_place.stream, &move->far_temp);
        }
    }
    return status;
}

/* Waits for the stream if waits is 1, also after a failure: what was enqueued may still use the arrays.  status: of
 * what was done so far; the first failure stays. */
CUCORE__PRIVATE cucore_status cucore__copy_settle(cucore_status status, int waits, CUstream stream)
{
    cucore_error error;
    if (!waits) return status;
    if (!status) return cucore__synchronize_relaxed(stream);
    error = cucore__error;
    (void)cucore__synchronize_relaxed(stream);
    cucore__error = error;
    return status;
}

/* The first failure of several calls, with its message. */
typedef struct cucore__copy_result {
    cucore_status status;
    cucore_error error;
} cucore__copy_result;

/* Keeps the error of `status` unless there was one before.
 * -> 1 if `status` is a failure */
CUCORE__PRIVATE int cucore__copy_keep_first_error(cucore__copy_result *result, cucore_status status)
{
    if (status && !result->status) result->error = *cucore_last_error();
    if (!result->status) result->status = status;
    return status != CUCORE_OK;
}

/* `place` waits for `other`.  If that fails, the host waits. */
CUCORE__PRIVATE void cucore__copy_end_wait(cucore__copy_result *result, const cucore__place *place,
                                           const cucore__place *other)
{
    if (cucore__copy_keep_first_error(result, cucore__place_wait(place, other)))
        (void)cucore__synchronize_relaxed(other->stream);
}

/* Destroys the stream; tries again if the first call fails. */
CUCORE__PRIVATE void cucore__copy_end_stream(cucore__copy_result *result, CUstream stream)
{
    if (cucore__copy_keep_first_error(result, CUCORE__CALL(StreamDestroy, (stream))))
        (void)cucore__driver.StreamDestroy(stream);
}

CUCORE__PRIVATE void cucore__copy_end_buffer(cucore__copy_result *result, cucore_buffer *buffer)
{
    (void)cucore__copy_keep_first_error(result, cucore__buffer_give_back(buffer));
}

/* Later work on the caller's stream, which includes the release of temporary memory, waits for the transfers.  Memory
 * of the other device is freed after the last transfer that reads it. */
CUCORE__PRIVATE cucore_status cucore__copy_move_end(cucore__copy_move *move, cucore_status status)
{
    cucore__copy_result result;
    result.status = status;
    result.error = *cucore_last_error();
    if (move->sender.stream != move->place.stream) {
        cucore__copy_end_wait(&result, &move->place, &move->sender);
        cucore__copy_end_stream(&result, move->sender.stream);
    }
    if (move->far_place.stream) {
        cucore__copy_end_wait(&result, &move->far_place, &move->place);
        cucore__copy_end_buffer(&result, &move->far_temp);
        cucore__copy_end_stream(&result, move->far_place.stream);
    }
    cucore__copy_end_buffer(&result, &move->temp);
    if (result.status) cucore__error = result.error;
    return result.status;
}

/* Copies by the CPU before it returns; through temporary memory if dst and src overlap. */
CUCORE__PRIVATE cucore_status cucore__copy_on_host(const cucore_copy_plan *plan, int threads)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    void *temp;
    if (!plan->overlaps) {
        cucore__host_copy_by(threads, axes, plan->private_.dst, plan->private_.src);
        return CUCORE_OK;
    }
    if (cucore__host_is_run(axes)) {
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
    cucore__host_copy_by(threads, &in, temp, plan->private_.src);
    cucore__host_copy_by(threads, &out, plan->private_.dst, temp);
    free(temp);
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_capture(const cucore__place *place, const char *why)
{
    return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                       (unsigned long long)(uintptr_t)place->stream, why);
}

/* Refuses what a capture of the stream forbids. */
CUCORE__PRIVATE cucore_status cucore__copy_check_capture(const cucore_copy_plan *plan, const cucore__place *place,
                                                         const cucore_copy_options *options)
{
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int host = plan->dst_kind != CUCORE_DEVICE_TYPE_CUDA || plan->src_kind != CUCORE_DEVICE_TYPE_CUDA;
    const int staged = plan->strategy == CUCORE_COPY_STAGED;
    const int unordered = plan->packs && options->resource && options->resource->is_unordered;
    if (!plain && !staged && !unordered && options->blocking != CUCORE_BLOCKING_YES) return CUCORE_OK;
    return cucore__copy_fail_capture(place, plain || (staged && host) ? "needs the CPU"
                                            : staged                  ? "needs a stream of the other device"
                                            : options->blocking == CUCORE_BLOCKING_YES
                                                ? "is to wait for the stream"
                                                : "needs temporary memory, from a resource that does not work in "
                                                  "stream order");
}

/* Runs a plan by the CPU, or on the stream of `place`, which is NULL if there is none.  All that a capture forbids is
 * refused before any work is enqueued. */
CUCORE__PRIVATE cucore_status cucore__copy_run(const cucore_copy_plan *plan, const cucore__place *place,
                                               const cucore_copy_options *options)
{
    const int host = plan->dst_kind != CUCORE_DEVICE_TYPE_CUDA || plan->src_kind != CUCORE_DEVICE_TYPE_CUDA;
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int staged = plan->strategy == CUCORE_COPY_STAGED;
    const int unordered = plan->packs && options->resource && options->resource->is_unordered;
    int waits = plain || (staged && host) || options->blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture = {0, 0, 0};
    cucore__copy_move move;
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_HOST) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status : cucore__copy_on_host(plan, cucore__copy_threads(options));
    }
    if (host || staged || unordered || waits || place->stream == CUCORE_STREAM_LEGACY)
        status = cucore__place_capture(place, &capture);
    if (status) return status;
    if (capture.is_beside) return cucore__fail_beside();
    if (capture.is_active) status = cucore__copy_check_capture(plan, place, options);
    if (status) return status;
    if (options->blocking == CUCORE_BLOCKING_DEFAULT && host && !capture.is_active) waits = 1;
    memset(&move, 0, sizeof move);
    move.plan = plan;
    move.place = move.sender = *place;
    move.has_helper = host && !staged && !capture.is_active && plan->packs && plan->pieces > 1;
    status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    /* the stream may still write the memory that the CPU reads */
    if (staged && plan->src_kind != CUCORE_DEVICE_TYPE_CUDA) status = cucore__synchronize_relaxed(place->stream);
    if (!status && plan->packs) status = cucore__copy_move_begin(&move, options->resource);
    if (!status) status = cucore__copy_enqueue(&move);
    if (plan->packs) status = cucore__copy_move_end(&move, status);
    status = cucore__copy_settle(status, waits, place->stream);
    cucore_context_leave(&guard);
    return status;
}
