/* -------------------------------------------------------------------------------------------------- >>impl-copy-run -- */
/* copy/run.c: what was planned is done, on a stream or by the CPU; the public functions. */
/* A copy under way. */
typedef struct cucore__copy_job {
    const cucore_copy_plan *plan;
#if CUCORE_COPY_VERIFY
    cucore__ledger *ledger; /* NULL: copy */
#endif
    cucore__place near_place; /* the stream, with its context */
    cucore__place send_place; /* where transfers are put: the stream, or one of our own beside it */
    cucore__place far_place;  /* of the other device */
    int has_helper;           /* transfers of one piece go beside the kernel of another */
    cucore_buffer temp;       /* on the near device */
    cucore_buffer far_temp;
    cucore_memory_resource far_pool;
    int to_far;
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
                                                     const cucore__copy_axes *axes, void *dst,
                                                     const int64_t *dst_strides, const void *src,
                                                     const int64_t *src_strides)
{
    cucore_layout to, from;
    cucore__kernel_plan kernel;
    cucore_context_guard guard;
    cucore_status status;
    CUCORE__COPY_NOTE(job->ledger, dst, axes->ndim, axes->itemsize, axes->shape, dst_strides);
    (void)job;
    to.ndim = from.ndim = axes->ndim;
    to.reserved = from.reserved = 0;
    to.itemsize = from.itemsize = axes->itemsize;
    to.itembits = from.itembits = 8 * axes->itemsize;
    cucore__entries_copy(to.shape, axes->shape, axes->ndim);
    cucore__entries_copy(from.shape, axes->shape, axes->ndim);
    cucore__entries_copy(to.strides, dst_strides, axes->ndim);
    cucore__entries_copy(from.strides, src_strides, axes->ndim);
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
    int to = job->to_far ? plan->peer_id : plan->device_id, from = job->to_far ? plan->device_id : plan->peer_id;
    CUCORE__COPY_NOTE(job->ledger, dst, 0, bytes, NULL, NULL);
    if (plan->peer_id >= 0) {
        return cucore__copy_between_devices(dst, to, src, from, (size_t)bytes, job->send_place.stream);
    }
    return CUCORE__CALL(
        MemcpyAsync, ((CUdeviceptr)(uintptr_t)dst, (CUdeviceptr)(uintptr_t)src, (size_t)bytes, job->send_place.stream));
}

/* The fields that copies of two and three axes share. */
#define CUCORE__COPY_FILL_ENDS(c, plan, dst, src)                                                                      \
    do {                                                                                                               \
        memset(&(c), 0, sizeof(c));                                                                                    \
        if ((plan)->dst_kind == CUCORE_DEVICE_CUDA) {                                                                  \
            (c).dstMemoryType = CU_MEMORYTYPE_DEVICE;                                                                  \
            (c).dstDevice = (CUdeviceptr)(uintptr_t)(dst);                                                             \
        } else {                                                                                                       \
            (c).dstMemoryType = CU_MEMORYTYPE_HOST;                                                                    \
            (c).dstHost = (dst);                                                                                       \
        }                                                                                                              \
        if ((plan)->src_kind == CUCORE_DEVICE_CUDA) {                                                                  \
            (c).srcMemoryType = CU_MEMORYTYPE_DEVICE;                                                                  \
            (c).srcDevice = (CUdeviceptr)(uintptr_t)(src);                                                             \
        } else {                                                                                                       \
            (c).srcMemoryType = CU_MEMORYTYPE_HOST;                                                                    \
            (c).srcHost = (src);                                                                                       \
        }                                                                                                              \
    } while (0)

CUCORE__PRIVATE cucore_status cucore__copy_rows_2d(const cucore__copy_job *job, const cucore__copy_rows *rows,
                                                   void *dst, const void *src)
{
    CUDA_MEMCPY2D c;
    CUCORE__COPY_FILL_ENDS(c, job->plan, dst, src);
    c.WidthInBytes = (size_t)rows->width;
    c.Height = (size_t)rows->height;
    c.dstPitch = (size_t)rows->dst_pitch;
    c.srcPitch = (size_t)rows->src_pitch;
    return CUCORE__CALL(Memcpy2DAsync, (&c, job->send_place.stream));
}

CUCORE__PRIVATE cucore_status cucore__copy_rows_3d(const cucore__copy_job *job, const cucore__copy_rows *rows,
                                                   void *dst, const void *src)
{
    CUDA_MEMCPY3D c;
    CUCORE__COPY_FILL_ENDS(c, job->plan, dst, src);
    c.WidthInBytes = (size_t)rows->width;
    c.Height = (size_t)rows->height;
    c.Depth = (size_t)rows->depth;
    c.dstPitch = (size_t)rows->dst_pitch;
    c.srcPitch = (size_t)rows->src_pitch;
    c.dstHeight = (size_t)rows->dst_height;
    c.srcHeight = (size_t)rows->src_height;
    return CUCORE__CALL(Memcpy3DAsync, (&c, job->send_place.stream));
}
#undef CUCORE__COPY_FILL_ENDS

CUCORE__PRIVATE cucore_status cucore__copy_rows_one(const cucore__copy_job *job, const cucore__copy_rows *rows,
                                                    void *dst, const void *src)
{
#if CUCORE_COPY_VERIFY
    int64_t shape[3], strides[3];
    shape[0] = rows->depth, shape[1] = rows->height, shape[2] = rows->width;
    strides[0] = rows->dst_pitch * rows->dst_height, strides[1] = rows->dst_pitch, strides[2] = 1;
    CUCORE__COPY_NOTE(job->ledger, dst, 3, 1, shape, strides);
#endif
    if (rows->depth > 1) return cucore__copy_rows_3d(job, rows, dst, src);
    if (rows->height > 1) return cucore__copy_rows_2d(job, rows, dst, src);
    return cucore__copy_send(job, dst, src, rows->width);
}

/* Rows, planes and what is outside of them. */
CUCORE__PRIVATE cucore_status cucore__copy_send_rows(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                     void *dst, const void *src)
{
    cucore__copy_rows rows;
    cucore__copy_cut cut;
    cucore__copy_axes part;
    int64_t i, to, from;
    cucore_status status = CUCORE_OK;
    (void)cucore__copy_rows_make(axes, &rows);
    cut.axis = rows.outer > 0 ? rows.outer - 1 : 0;
    cut.count = rows.outer > 0 || axes->ndim == 0 ? 1 : axes->shape[0];
    cut.pieces = 1;
    for (i = 0; i < rows.outer; i++) cut.pieces *= axes->shape[i];
    for (i = 0; i < cut.pieces && !status; i++) {
        cucore__copy_cut_take(axes, &cut, i, &part, &to, &from);
        status = cucore__copy_rows_one(job, &rows, cucore__copy_at(dst, to, axes->itemsize),
                                       cucore__copy_at(src, from, axes->itemsize));
    }
    return status;
}

/* axes: of the far side and of dense memory on the near side. */
CUCORE__PRIVATE cucore_status cucore__copy_send_staged(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                       void *dst, const void *src)
{
    cucore__stage *stage = (cucore__stage *)malloc(sizeof *stage);
    cucore_status status;
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lu bytes", (unsigned long)sizeof *stage);
    stage->to_host = job->to_far;
    stage->host = (char *)(job->to_far ? dst : (void *)(uintptr_t)src);
    stage->device = (char *)(job->to_far ? (void *)(uintptr_t)src : dst);
    stage->stream = job->near_place.stream;
    stage->context = job->near_place.context;
    memcpy(&stage->axes, axes, sizeof *axes);
#if CUCORE_COPY_VERIFY
    stage->ledger = job->ledger;
    status = job->ledger ? cucore__stage_note(stage) : cucore__stage_copy(stage, job->plan->device_id);
#else
    status = cucore__stage_copy(stage, job->plan->device_id);
#endif
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
    if (!status && !job->to_far) {
        status = cucore__copy_rearrange(job, &job->far_place, axes, temp, axes->dst, src, axes->src);
        if (!status) status = cucore__copy_order(job, &job->near_place, &job->far_place);
    }
    if (!status) status = cucore__copy_send(job, job->to_far ? temp : dst, job->to_far ? src : temp, bytes);
    if (status || !job->to_far) return status;
    status = cucore__copy_order(job, &job->far_place, &job->near_place);
    if (!status) status = cucore__copy_rearrange(job, &job->far_place, axes, dst, axes->dst, temp, axes->src);
    return status ? status : cucore__copy_order(job, &job->near_place, &job->far_place);
}

/* Between the far side and memory of the near device that is laid out like it, or dense: the first `moving` axes.  Those
 * that repeat are behind them, and are left out only where a kernel spreads the elements afterwards. */
CUCORE__PRIVATE cucore_status cucore__copy_transfer(const cucore__copy_job *job, const cucore__copy_axes *part,
                                                    int moving, void *dst, const void *src)
{
    const cucore_copy_plan *plan = job->plan;
    const int64_t *away = job->to_far ? part->dst : part->src;
    cucore__copy_axes axes;
    axes.ndim = moving;
    axes.itemsize = part->itemsize;
    cucore__entries_copy(axes.shape, part->shape, moving);
    cucore__entries_copy(axes.dst, part->dst, moving);
    cucore__entries_copy(axes.src, part->src, moving);
    cucore__copy_axes_merge(&axes);
    if (plan->strategy == CUCORE_COPY_BLOCK) {
        return cucore__copy_send(job, dst, src, cucore__copy_span(part->shape, away, 0, moving) * part->itemsize);
    }
    if (plan->strategy == CUCORE_COPY_PITCHED) return cucore__copy_send_rows(job, &axes, dst, src);
    if (plan->peer_id >= 0) return cucore__copy_send_far(job, &axes, dst, src);
    if (plan->is_block) { /* one run, gaps and all */
        axes.shape[0] = cucore__copy_span(part->shape, away, 0, moving);
        axes.dst[0] = axes.src[0] = 1;
        axes.ndim = 1;
    }
    return cucore__copy_send_staged(job, &axes, dst, src);
}

/* -- a piece goes over the bus while the kernel works on the one before: two halves of temporary memory, two streams.
 *    Each wait covers what is on the other stream at that moment, and nothing that comes later. -------------------- */

/* Before the kernel of a piece that has come: its half may be filled again when that kernel is done, that is when the
 * transfer after the next one begins. */
CUCORE__PRIVATE cucore_status cucore__copy_arrived(const cucore__copy_job *job, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!job->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__copy_order(job, &job->send_place, &job->near_place);
    return status ? status : cucore__copy_order(job, &job->near_place, &job->send_place);
}

/* Before the transfer of a piece that is packed: the same the other way round. */
CUCORE__PRIVATE cucore_status cucore__copy_packed(const cucore__copy_job *job, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!job->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__copy_order(job, &job->near_place, &job->send_place);
    return status ? status : cucore__copy_order(job, &job->send_place, &job->near_place);
}

/* One piece through temporary memory. */
CUCORE__PRIVATE cucore_status cucore__copy_piece(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                 const cucore__copy_cut *cut, int64_t index)
{
    const cucore_copy_plan *plan = job->plan;
    cucore__copy_axes part;
    int64_t strides[CUCORE_MAX_NDIM], near_strides[CUCORE_MAX_NDIM], *side, to = 0, from = 0;
    int moving = plan->moving_axes - cut->axis;
    char *dst, *src, *temp = (char *)job->temp.ptr;
    cucore_status status = CUCORE_OK;
    if (job->has_helper && (index & 1)) temp += plan->temp_bytes;
    cucore__copy_cut_take(axes, cut, index, &part, &to, &from);
    dst = cucore__copy_at(plan->dst, to, part.itemsize);
    src = cucore__copy_at(plan->src, from, part.itemsize);
    side = job->to_far ? part.src : part.dst;
    cucore__entries_copy(near_strides, side, part.ndim);
    if (plan->is_block) {
        cucore__entries_copy(strides, part.src, part.ndim);
    } else {
        cucore__copy_dense_strides(part.shape, part.ndim, moving, strides);
    }
    cucore__entries_copy(side, strides, part.ndim);
    if (job->to_far) {
        status = cucore__copy_rearrange(job, &job->near_place, &part, temp, strides, src, near_strides);
        if (!status) status = cucore__copy_packed(job, index);
        return status ? status : cucore__copy_transfer(job, &part, moving, dst, temp);
    }
    status = cucore__copy_transfer(job, &part, moving, temp, src);
    if (!status) status = cucore__copy_arrived(job, index);
    return status ? status : cucore__copy_rearrange(job, &job->near_place, &part, dst, near_strides, temp, strides);
}

CUCORE__PRIVATE cucore_status cucore__copy_pieces(const cucore__copy_job *job, const cucore__copy_axes *axes)
{
    const cucore_copy_plan *plan = job->plan;
    cucore__copy_cut cut;
    int64_t i;
    cucore_status status = CUCORE_OK;
    cut.axis = plan->split_axis;
    cut.count = plan->split_count;
    cut.pieces = plan->pieces;
    for (i = 0; i < cut.pieces && !status; i++) status = cucore__copy_piece(job, axes, &cut, i);
    return status;
}

/* src as a whole into temporary memory, then to dst: on one device. */
CUCORE__PRIVATE cucore_status cucore__copy_overlapping(const cucore__copy_job *job, const cucore__copy_axes *axes)
{
    const cucore_copy_plan *plan = job->plan;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore_status status;
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    status = cucore__copy_rearrange(job, &job->near_place, axes, job->temp.ptr, dense, plan->src, axes->src);
    return status ? status
                  : cucore__copy_rearrange(job, &job->near_place, axes, plan->dst, axes->dst, job->temp.ptr, dense);
}

/* In the context of the near side, with all temporary memory at hand. */
CUCORE__PRIVATE cucore_status cucore__copy_enqueue_job(const cucore__copy_job *job)
{
    const cucore_copy_plan *plan = job->plan;
    cucore__copy_axes axes;
    if (plan->strategy == CUCORE_COPY_MEMCPY) return cucore__copy_send(job, plan->dst, plan->src, plan->nbytes);
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        return cucore__kernel_plan_launch((const cucore__kernel_plan *)(const void *)plan->kernel,
                                          job->near_place.stream);
    }
    cucore__copy_axes_of_plan(plan, &axes);
    if (plan->overlaps) return cucore__copy_overlapping(job, &axes);
    if (plan->packs) return cucore__copy_pieces(job, &axes);
    return cucore__copy_transfer(job, &axes, plan->ndim, plan->dst, plan->src);
}

CUCORE__PRIVATE int cucore__copy_is_far_staged(const cucore_copy_plan *plan)
{
    return plan->strategy == CUCORE_COPY_STAGED && plan->peer_id >= 0;
}

/* A stream and memory on the other device. */
CUCORE__PRIVATE cucore_status cucore__copy_far_begin(cucore__copy_job *job)
{
    cucore_stream stream;
    cucore_status status = cucore_memory_resource_device_pool(job->plan->peer_id, &job->far_pool);
    if (!status) status = cucore_stream_create(job->plan->peer_id, NULL, &stream);
    if (status) return status;
    job->far_place.stream = stream.handle;
    job->far_place.context = stream.context;
    return cucore_buffer_allocate(&job->far_pool, (size_t)job->plan->temp_bytes, stream.handle, &job->far_temp);
}

CUCORE__PRIVATE cucore_status cucore__copy_check_temp(const cucore__copy_job *job)
{
    const cucore_buffer *temp = &job->temp;
    if (temp->device_type == CUCORE_DEVICE_CUDA_MANAGED) return CUCORE_OK;
    if (temp->device_type == CUCORE_DEVICE_CUDA && temp->device_id == job->plan->device_id) return CUCORE_OK;
    return cucore_fail(CUCORE_WRONG_DEVICE,
                       "the resource gives memory of kind %d on device %d; packing needs memory of device %d",
                       (int)temp->device_type, (int)temp->device_id, (int)job->plan->device_id);
}

/* A stream of our own for the transfers, behind what is on the caller's. */
CUCORE__PRIVATE cucore_status cucore__copy_helper_begin(cucore__copy_job *job)
{
    cucore_stream stream;
    cucore_status status = cucore_stream_create(job->plan->device_id, NULL, &stream);
    if (status) return status;
    job->send_place.stream = stream.handle;
    job->send_place.context = stream.context;
    return cucore__place_wait(&job->send_place, &job->near_place);
}

/* Transfers are done before anything that comes next on the caller's stream: also before memory is freed there. */
CUCORE__PRIVATE cucore_status cucore__copy_helper_end(cucore__copy_job *job, cucore_status status)
{
    cucore_error error = *cucore_last_error();
    cucore_status waited, destroyed;
    CUstream stream = job->send_place.stream;
    if (stream == job->near_place.stream) return status;
    waited = cucore__place_wait(&job->near_place, &job->send_place);
    if (!status && waited) error = *cucore_last_error();
    if (waited) (void)cucore__synchronize_relaxed(stream);
    if (!status) status = waited;
    destroyed = cucore__check_result(cucore__driver.StreamDestroy(stream), "cuStreamDestroy");
    if (!status && destroyed) error = *cucore_last_error();
    if (destroyed) (void)cucore__driver.StreamDestroy(stream);
    if (!status) status = destroyed;
    if (status) cucore__error = error;
    return status;
}

/* First things that may fail, so that dst is whole if they do. */
CUCORE__PRIVATE cucore_status cucore__copy_job_begin(cucore__copy_job *job, cucore_memory_resource *resource)
{
    const cucore_copy_plan *plan = job->plan;
    cucore_status status = CUCORE_OK;
    if (!plan->packs) return CUCORE_OK;
    status = cucore_buffer_allocate(resource, (size_t)plan->temp_bytes * (job->has_helper ? 2 : 1),
                                    job->near_place.stream, &job->temp);
    if (!status) status = cucore__copy_check_temp(job);
    if (!status && job->has_helper) status = cucore__copy_helper_begin(job);
    if (!status && cucore__copy_is_far_staged(plan)) status = cucore__copy_far_begin(job);
    return status;
}

/* Gives memory back even if that fails once; the first failure counts. */
CUCORE__PRIVATE cucore_status cucore__copy_release(cucore_buffer *buffer, cucore_status before)
{
    cucore_error error = *cucore_last_error();
    cucore_status status = cucore_buffer_release(buffer);
    if (!status && !before) return CUCORE_OK;
    if (!before) error = *cucore_last_error();
    if (status) (void)cucore_buffer_release(buffer);
    cucore__error = error;
    return before ? before : status;
}

/* Memory over there is freed behind the last transfer that reads it.  Work that is on the far stream is done before that
 * goes. */
CUCORE__PRIVATE cucore_status cucore__copy_far_end(cucore__copy_job *job, cucore_status status)
{
    cucore_error error = *cucore_last_error();
    cucore_status waited;
    CUresult result;
    if (!job->far_place.stream) return status;
    waited = cucore__place_wait(&job->far_place, &job->near_place);
    if (!status && waited) error = *cucore_last_error();
    if (waited) (void)cucore__synchronize_relaxed(job->near_place.stream);
    if (!status) status = waited;
    if (status) cucore__error = error;
    status = cucore__copy_release(&job->far_temp, status);
    result = cucore__driver.StreamDestroy(job->far_place.stream);
    if (result) (void)cucore__driver.StreamDestroy(job->far_place.stream);
    return result && !status ? cucore__check_result(result, "cuStreamDestroy") : status;
}

CUCORE__PRIVATE cucore_status cucore__copy_job_end(cucore__copy_job *job, cucore_status status)
{
    if (!job->plan->packs) return status;
    if (job->has_helper) status = cucore__copy_helper_end(job, status);
    if (cucore__copy_is_far_staged(job->plan)) status = cucore__copy_far_end(job, status);
    return cucore__copy_release(&job->temp, status);
}

/* What a copy has to do besides copying. */
typedef struct cucore__copy_terms {
    int wait_first; /* the CPU reads what the stream may still write */
    int wait_last;
    int helper; /* a second stream makes it faster */
} cucore__copy_terms;

CUCORE__PRIVATE cucore_status cucore__fail_copy_capture(CUstream stream, const char *why)
{
    return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                       (unsigned long long)(uintptr_t)stream, why);
}

CUCORE__PRIVATE cucore_status cucore__copy_agree(const cucore_copy_plan *plan, const cucore__place *place,
                                                 const cucore_memory_resource *resource, cucore_blocking blocking,
                                                 cucore__copy_terms *terms)
{
    int host = plan->dst_kind != CUCORE_DEVICE_CUDA || plan->src_kind != CUCORE_DEVICE_CUDA;
    int plain = plan->dst_kind == CUCORE_DEVICE_CPU || plan->src_kind == CUCORE_DEVICE_CPU;
    int staged = plan->strategy == CUCORE_COPY_STAGED;
    int unordered = plan->packs && resource && resource->allocate == cucore__plain_allocate;
    int capturing = 0;
    cuuint64_t id;
    cucore_status status = CUCORE_OK;
    terms->wait_first = staged && plan->src_kind != CUCORE_DEVICE_CUDA;
    terms->helper = 0;
    terms->wait_last = plain || (staged && host) || blocking == CUCORE_BLOCKING_YES;
    if (!host && !staged && !unordered && blocking != CUCORE_BLOCKING_YES) return CUCORE_OK;
    status = cucore__place_capture(place, &capturing, &id);
    if (!status && capturing) {
        if (plain || (staged && host)) return cucore__fail_copy_capture(place->stream, "needs the CPU");
        if (staged) return cucore__fail_copy_capture(place->stream, "needs a stream of the other device");
        if (blocking == CUCORE_BLOCKING_YES)
            return cucore__fail_copy_capture(place->stream, "is to wait for the stream");
        if (unordered) {
            return cucore__fail_copy_capture(
                place->stream, "needs temporary memory, from a resource that does not work in stream order");
        }
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && host && !capturing) terms->wait_last = 1;
    terms->helper = host && !staged && !capturing && plan->packs && plan->pieces > 1;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__copy_do(cucore__copy_job *job, cucore_memory_resource *resource,
                                              const cucore__copy_terms *terms)
{
    cucore_context_guard guard;
    cucore_error error;
    CUstream stream = job->near_place.stream;
    cucore_status status = cucore_context_enter(job->near_place.context, &guard);
    if (status) return status;
    if (terms->wait_first) status = cucore__synchronize_relaxed(stream);
    if (!status) status = cucore__copy_job_begin(job, resource);
    if (!status) status = cucore__copy_enqueue_job(job);
    status = cucore__copy_job_end(job, status);
    if (!status && terms->wait_last) status = cucore__synchronize_relaxed(stream);
    if (status && terms->wait_last) { /* what was enqueued before may still use the arrays */
        error = cucore__error;
        (void)cucore__synchronize_relaxed(stream);
        cucore__error = error;
    }
    cucore_context_leave(&guard);
    return status;
}

/* On a stream of a device. */
CUCORE__PRIVATE cucore_status cucore__copy_on_stream(const cucore_copy_plan *plan, const cucore__place *place,
                                                     cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore__copy_job job;
    cucore__copy_terms terms;
    cucore_memory_resource pool;
    cucore_status status = cucore__copy_agree(plan, place, resource, blocking, &terms);
    if (status) return status;
    job.plan = plan;
#if CUCORE_COPY_VERIFY
    job.ledger = NULL;
#endif
    job.near_place = job.send_place = *place;
    job.has_helper = terms.helper;
    job.far_place.stream = NULL;
    job.far_place.context = NULL;
    job.temp.ptr = job.far_temp.ptr = NULL;
    job.temp.resource = job.far_temp.resource = NULL;
    job.temp.release = job.far_temp.release = NULL;
    job.to_far = plan->to_far;
    if (!plan->packs || resource) return cucore__copy_do(&job, resource, &terms);
    status = cucore_memory_resource_device_pool(plan->device_id, &pool);
    return status ? status : cucore__copy_do(&job, &pool, &terms);
}

/* -- by the CPU ------------------------------------------------------------------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__copy_host_overlapping(const cucore_copy_plan *plan, cucore__copy_axes *axes)
{
    int64_t dense[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    void *temp;
    if (axes->ndim == 0 || (axes->ndim == 1 && axes->dst[0] == 1 && axes->src[0] == 1)) {
        memmove(plan->dst, plan->src, (size_t)plan->nbytes);
        return CUCORE_OK;
    }
    temp = (uint64_t)plan->nbytes <= SIZE_MAX ? malloc((size_t)plan->nbytes) : NULL;
    if (!temp) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "dst and src overlap: no memory for %lld bytes in between",
                           (long long)plan->nbytes);
    }
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    cucore__entries_copy(strides, axes->dst, axes->ndim);
    cucore__entries_copy(axes->dst, dense, axes->ndim);
    cucore__host_copy(axes, temp, plan->src);
    cucore__entries_copy(axes->dst, strides, axes->ndim);
    cucore__entries_copy(axes->src, dense, axes->ndim);
    cucore__host_copy(axes, plan->dst, temp);
    free(temp);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__copy_on_host(const cucore_copy_plan *plan)
{
    cucore__copy_axes axes;
    cucore__copy_axes_of_plan(plan, &axes);
    if (plan->overlaps) return cucore__copy_host_overlapping(plan, &axes);
    cucore__host_copy(&axes, plan->dst, plan->src);
    return CUCORE_OK;
}

/* -- the calls ----------------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int cucore__copy_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* The stream, its context and its device. */
CUCORE__PRIVATE cucore_status cucore__copy_place(CUstream stream, int ordinal, cucore__place *place, int *device)
{
    cucore_status status = cucore__place_of_caller(stream, ordinal < 0 ? 0 : ordinal, place);
    return status ? status : cucore__context_device(place->context, device);
}

CUCORE__PRIVATE cucore_status cucore__copy_check_blocking(cucore_blocking blocking)
{
    if ((unsigned)blocking <= (unsigned)CUCORE_BLOCKING_NO) return CUCORE_OK;
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "%d is none of CUCORE_BLOCKING_DEFAULT, _YES and _NO", (int)blocking);
}

/* place: NULL when there is no stream to work on */
CUCORE__PRIVATE cucore_status cucore__copy_run(const cucore_copy_plan *plan, const cucore__place *place,
                                               cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore_status status;
    if (plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (plan->strategy != CUCORE_COPY_HOST) return cucore__copy_on_stream(plan, place, resource, blocking);
    if (!place) return cucore__copy_on_host(plan);
    status = cucore__place_synchronize(place);
    return status ? status : cucore__copy_on_host(plan);
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore__place place;
    int device = -1, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__copy_check_blocking(blocking);
    if (status) return status;
    plain = plan->dst_kind == CUCORE_DEVICE_CPU && plan->src_kind == CUCORE_DEVICE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__copy_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING) return cucore__copy_run(plan, NULL, resource, blocking);
    status = cucore__copy_place(stream, plan->device_id, &place, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__copy_run(plan, &place, resource, blocking);
}

CUCORE__PRIVATE int cucore__copy_view_on_host(const cucore_view *view)
{
    return view->device_type == CUCORE_DEVICE_CPU || view->device_type == CUCORE_DEVICE_CUDA_HOST;
}

/* The device that a default stream of a thread without a context is on. */
CUCORE__PRIVATE int cucore__copy_first_device(const cucore_view *dst, const cucore_view *src)
{
    return !cucore__copy_view_on_host(dst) ? dst->device_id : !cucore__copy_view_on_host(src) ? src->device_id : 0;
}

/* Only for copies between host and device does it make a difference. */
CUCORE__PRIVATE cucore_status cucore__copy_may_block(const cucore_view *dst, const cucore_view *src,
                                                     const cucore__place *place, cucore_blocking blocking, int *out)
{
    int capturing = 0;
    cuuint64_t id;
    cucore_status status;
    *out = blocking != CUCORE_BLOCKING_NO;
    if (!*out || cucore__copy_view_on_host(dst) == cucore__copy_view_on_host(src)) return CUCORE_OK;
    status = cucore__place_capture(place, &capturing, &id);
    *out = !capturing;
    return status;
}

CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore_copy_plan plan;
    cucore__copy_wish wish;
    cucore__place place;
    int plain;
    cucore_status status = cucore__copy_check_blocking(blocking);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    status = cucore__copy_check_kind(dst, "dst");
    if (!status) status = cucore__copy_check_kind(src, "src");
    if (status) return status;
    plain = dst->device_type == CUCORE_DEVICE_CPU && src->device_type == CUCORE_DEVICE_CPU;
    wish.ask_driver = wish.on_stream = !plain && (cucore__copy_stream_is_real(stream) ||
                                                  !cucore__copy_view_on_host(dst) || !cucore__copy_view_on_host(src));
    wish.device_id = -1;
    wish.may_block = 1;
    if (wish.on_stream) {
        status = cucore__copy_place(stream, cucore__copy_first_device(dst, src), &place, &wish.device_id);
    }
    if (!status && wish.on_stream) {
        status = cucore__copy_may_block(dst, src, &place, blocking, &wish.may_block);
    }
    if (!status) status = cucore__copy_plan_views(dst, src, &wish, &plan);
    return status ? status : cucore__copy_run(&plan, wish.on_stream ? &place : NULL, resource, blocking);
}
