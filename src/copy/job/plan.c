/* ---------------------------------------------------------------------------------------------- >>impl-copy-plan -- */
/* copy/job/plan.c: chooses the strategy of a copy and cuts it into pieces; only cucore__copy_ask_side calls the
 * driver. */
#ifndef CUCORE_COPY_PIECE
#define CUCORE_COPY_PIECE (64 << 20)
#endif
#ifndef CUCORE_COPY_STAGE
#define CUCORE_COPY_STAGE (1 << 20)
#endif
#define CUCORE__COPY_SMALL (CUCORE_COPY_PIECE / 1024) /* bytes up to which a kernel over the bus is the fastest way */
#define CUCORE__COPY_CALL_BYTES (CUCORE_COPY_PIECE / 128) /* bytes that each of many driver calls has to move */
enum {
    CUCORE__COPY_ROW = 256,             /* bytes of a row from which the copy engine reaches its full speed */
    CUCORE__COPY_ROW_SLOW = 64,         /* bytes of a row from which it reaches three quarters of its speed */
    CUCORE__COPY_MAX_PITCH = 0x7FFFFFFF /* CU_DEVICE_ATTRIBUTE_MAX_PITCH of all devices */
};
#ifndef CUCORE_COPY_WORKERS
#define CUCORE_COPY_WORKERS 4
#endif

/* Returns the bytes from which packing by threads is faster. */
CUCORE__PRIVATE inline int64_t cucore__copy_staged_from(void)
{
    return 8 * (int64_t)CUCORE_COPY_STAGE;
}

/* Returns 1 if both sides are dense in the same order, so that the copy is one run of bytes.  Negative strides are left
 * to the general way. */
CUCORE__PRIVATE int cucore__copy_is_run(const cucore__copy_job *job)
{
    const cucore_layout *a = job->dst.layout, *b = job->src.layout;
    int i;
    if (job->dst.is_c) return job->src.is_c;
    for (i = 0; i < a->ndim; i++) {
        if (a->shape[i] != 1 && a->strides[i] != b->strides[i]) return 0;
    }
    return cucore_layout_is_dense(a);
}

/* Sets all but the itemsize. */
CUCORE__PRIVATE void cucore__copy_axes_make(cucore__copy_axes *axes, int ndim, const int64_t *shape, const int64_t *dst,
                                            const int64_t *src)
{
    axes->ndim = ndim;
    cucore__entries_copy(axes->shape, shape, ndim);
    cucore__entries_copy(axes->dst, dst, ndim);
    cucore__entries_copy(axes->src, src, ndim);
}

/* Sets the axes and the addresses of the plan: joined axes, sorted by the strides of dst if dst_first, else of src. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_axes(const cucore__copy_job *job, int dst_first, cucore_copy_plan *plan)
{
    const cucore_layout *dst = job->dst.layout, *src = job->src.layout;
    const int d = dst_first ? 0 : 1, s = 1 - d;
    cucore_layout simple[2];
    int64_t offsets[2];
    cucore_status status = cucore__copy_simplify(d ? src : dst, d ? dst : src, simple, offsets);
    if (status) return status;
    plan->private_.dst = cucore__copy_at(job->dst.ptr, offsets[d], dst->itemsize);
    plan->private_.src = cucore__copy_at(job->src.ptr, offsets[s], src->itemsize);
    plan->private_.axes.itemsize = dst->itemsize;
    cucore__copy_axes_make(&plan->private_.axes, simple[d].ndim, simple[d].shape, simple[d].strides, simple[s].strides);
    return CUCORE_OK;
}

/* The plan of a kernel fits into the room that a cucore_copy_plan has for it, and fills it. */
typedef char cucore__copy_kernel_fits[sizeof(cucore__kernel_plan) <= 8 * CUCORE_COPY_KERNEL_WORDS ? 1 : -1];
typedef char cucore__copy_kernel_fills[sizeof(cucore__kernel_plan) > 8 * CUCORE_COPY_KERNEL_WORDS - 64 ? 1 : -1];

/* Plans one kernel for the whole copy. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_kernel(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    const cucore__copy_side *dst = &job->dst, *src = &job->src;
    cucore__kernel_plan *kernel = (cucore__kernel_plan *)(void *)plan->private_.kernel;
    plan->strategy = CUCORE_COPY_KERNEL;
    kernel->compile = job->compile;
    kernel->types[0] = kernel->types[1] = 0;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr, kernel);
}

/* Plans a copy between two places that the kernels of one device reach. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_near(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore__copy_axes *axes = &plan->private_.axes;
    if (plan->overlaps) {
        plan->strategy = CUCORE_COPY_KERNEL;
        plan->packs = 1;
        plan->temp_nbytes = plan->nbytes;
        plan->pieces = 1;
        return cucore__copy_plan_axes(job, 1, plan);
    }
    if (!cucore__copy_is_run(job)) return cucore__copy_plan_kernel(job, plan);
    if (plan->nbytes > CUCORE__WRITE_RUN_FROM && job->dst.only_on >= 0 && job->src.only_on >= 0) {
        const cucore__kernel_plan *kernel = (const cucore__kernel_plan *)(const void *)plan->private_.kernel;
        cucore_status status = cucore__copy_plan_kernel(job, plan);
        if (status || kernel->strategy == CUCORE_COPY_KERNEL) return status;
    }
    plan->strategy = CUCORE_COPY_MEMCPY;
    axes->ndim = 1;
    axes->itemsize = job->dst.layout->itemsize;
    axes->shape[0] = job->size;
    axes->dst[0] = axes->src[0] = 1;
    plan->private_.dst = job->dst.ptr;
    plan->private_.src = job->src.ptr;
    return CUCORE_OK;
}

/* -- axes ---------------------------------------------------------------------------------------------------------- */
/* Joins neighbours that one stride can replace on both sides.  The axes are sorted. */
CUCORE__PRIVATE void cucore__copy_axes_merge(cucore__copy_axes *axes)
{
    int i, last = -1;
    for (i = 0; i < axes->ndim; i++) {
        if (axes->shape[i] == 1) continue;
        if (last >= 0 && axes->dst[last] == axes->dst[i] * axes->shape[i] &&
            axes->src[last] == axes->src[i] * axes->shape[i]) {
            axes->shape[last] *= axes->shape[i];
        } else {
            axes->shape[++last] = axes->shape[i];
        }
        axes->dst[last] = axes->dst[i];
        axes->src[last] = axes->src[i];
    }
    axes->ndim = last + 1;
}

/* Makes strides without gaps for the first `moving` axes, in their order, and strides of 0 for the others. */
CUCORE__PRIVATE void cucore__copy_dense_strides(const int64_t *shape, int ndim, int moving, int64_t *strides)
{
    int64_t stride = 1;
    int i;
    for (i = ndim - 1; i >= 0; i--) {
        strides[i] = i < moving ? stride : 0;
        if (i < moving) stride *= shape[i];
    }
}

/* Splits a copy into two steps through memory with the given strides: `in` copies src to it, `out` copies it to dst. */
CUCORE__PRIVATE void cucore__copy_axes_through(const cucore__copy_axes *axes, const int64_t *strides,
                                               cucore__copy_axes *in, cucore__copy_axes *out)
{
    in->itemsize = out->itemsize = axes->itemsize;
    cucore__copy_axes_make(in, axes->ndim, axes->shape, strides, axes->src);
    cucore__copy_axes_make(out, axes->ndim, axes->shape, axes->dst, strides);
}

/* -- rows: what the copy engine copies in one call ----------------------------------------------------------------- */
typedef struct cucore__copy_rows {
    int outer;                        /* the number of axes that the caller has to loop over */
    int64_t shape[3], dst[3], src[3]; /* planes, rows of a plane, bytes of a row; strides in bytes */
} cucore__copy_rows;

CUCORE__PRIVATE void cucore__copy_rows_make(const cucore__copy_axes *axes, cucore__copy_rows *rows)
{
    const cucore__copy_rows element = {0, {1, 1, axes->itemsize}, {0, 0, 1}, {0, 0, 1}};
    int n = axes->ndim, i;
    *rows = element;
    if (n > 0 && axes->dst[n - 1] == 1 && axes->src[n - 1] == 1) rows->shape[2] *= axes->shape[--n];
    for (i = 1; i >= 0 && n > 0; i--) {
        int64_t dst = axes->dst[n - 1] * axes->itemsize, src = axes->src[n - 1] * axes->itemsize;
        int64_t least_dst = rows->shape[i + 1] * rows->dst[i + 1], least_src = rows->shape[i + 1] * rows->src[i + 1];
        if (dst < least_dst || src < least_src) break;
        if (i == 1 && (dst > CUCORE__COPY_MAX_PITCH || src > CUCORE__COPY_MAX_PITCH)) break;
        if (i == 0 && (dst % rows->dst[1] || src % rows->src[1])) break; /* a plane has to be a whole number of rows */
        rows->shape[i] = axes->shape[--n];
        rows->dst[i] = dst;
        rows->src[i] = src;
    }
    rows->outer = n;
}

/* Returns 1 if the copy engine is fast: the rows are long enough, and one call, or each of several, moves enough. */
CUCORE__PRIVATE int cucore__copy_rows_are_fast(const cucore__copy_rows *rows, int64_t least_width)
{
    if (rows->shape[2] < least_width) return 0;
    return rows->outer == 0 || rows->shape[0] * rows->shape[1] * rows->shape[2] >= CUCORE__COPY_CALL_BYTES;
}

/* -- pieces -------------------------------------------------------------------------------------------------------- */
/* Returns the number of elements from the first to the last one of the axes [from, moving), gaps included. */
CUCORE__PRIVATE int64_t cucore__copy_span(const int64_t *shape, const int64_t *strides, int from, int moving)
{
    int64_t span = 1;
    int i;
    for (i = from; i < moving; i++) span += (shape[i] - 1) * strides[i];
    return span;
}

/* Cuts so that no piece spans more than `most` elements, unless one element does.  The strides are sorted and not
 * negative. */
CUCORE__PRIVATE void cucore__copy_cut_make(const int64_t *shape, const int64_t *strides, int moving, int64_t most,
                                           cucore__copy_cut *cut)
{
    int64_t span;
    int axis = 0, i;
    cut->axis = 0;
    cut->count = INT64_MAX;
    cut->pieces = 1;
    if (moving == 0) return;
    while (axis < moving - 1 && cucore__copy_span(shape, strides, axis + 1, moving) > most) axis++;
    span = cucore__copy_span(shape, strides, axis + 1, moving);
    cut->axis = axis;
    cut->count = most > span ? 1 + (most - span) / strides[axis] : 1;
    if (cut->count > shape[axis]) cut->count = shape[axis];
    cut->pieces = cucore__kernel_pieces(shape[axis], cut->count);
    for (i = 0; i < axis; i++) cut->pieces *= shape[i];
}

/* Cuts into pieces of temporary memory with the given strides.  -> the bytes of the largest one */
CUCORE__PRIVATE int64_t cucore__copy_cut_temp(const cucore__copy_axes *axes, const int64_t *strides, int moving,
                                              cucore__copy_cut *cut)
{
    int64_t elements = 1;
    cucore__copy_cut_make(axes->shape, strides, moving, CUCORE_COPY_PIECE / 2 / axes->itemsize, cut);
    if (moving > 0) {
        elements =
            cucore__copy_span(axes->shape, strides, cut->axis + 1, moving) + (cut->count - 1) * strides[cut->axis];
    }
    return elements * axes->itemsize;
}

/* One piece of a copy: its axes, and the offsets of its first element in elements. */
typedef struct cucore__copy_piece {
    cucore__copy_axes axes;
    int64_t dst, src;
} cucore__copy_piece;

CUCORE__PRIVATE void cucore__copy_cut_take(const cucore__copy_axes *axes, const cucore__copy_cut *cut, int64_t index,
                                           cucore__copy_piece *piece)
{
    const int axis = cut->axis;
    int64_t steps, at;
    int i;
    piece->dst = piece->src = 0;
    piece->axes.itemsize = axes->itemsize;
    cucore__copy_axes_make(&piece->axes, axes->ndim - axis, axes->shape + axis, axes->dst + axis, axes->src + axis);
    if (axes->ndim == 0) return;
    steps = cucore__kernel_pieces(axes->shape[axis], cut->count);
    at = index % steps * cut->count;
    piece->axes.shape[0] = cucore__copy_smaller(cut->count, axes->shape[axis] - at);
    index /= steps;
    for (i = axis;;) {
        piece->dst += at * axes->dst[i];
        piece->src += at * axes->src[i];
        if (--i < 0) return;
        at = index % axes->shape[i];
        index /= axes->shape[i];
    }
}

/* -- between host and device, or two devices: the far side is the host or the other device ------------------------- */
CUCORE__PRIVATE int cucore__copy_is_far_staged(const cucore_copy_plan *plan)
{
    return plan->strategy == CUCORE_COPY_STAGED && plan->peer_id >= 0;
}

/* Plans pieces through temporary memory of the device.  A piece has the strides of the far side if is_block, else no
 * gaps. No temporary memory is needed if the near side is dense in the order of the far side. */
CUCORE__PRIVATE void cucore__copy_plan_transfer(cucore_copy_plan *plan, cucore_copy_strategy strategy, int is_block,
                                                int is_dense)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    const int moving = plan->private_.moving_axes;
    int64_t dense[CUCORE_MAX_NDIM];
    const int64_t *strides = !is_block ? dense : plan->private_.to_far ? axes->dst : axes->src;
    plan->strategy = strategy;
    if (!is_block && is_dense && !cucore__copy_is_far_staged(plan)) return;
    cucore__copy_dense_strides(axes->shape, axes->ndim, moving, dense);
    plan->temp_nbytes = cucore__copy_cut_temp(axes, strides, moving, &plan->private_.cut);
    plan->packs = 1;
    plan->private_.is_block = (uint8_t)is_block;
    plan->pieces = plan->private_.cut.pieces;
}

/* Plans a copy between the near device and the far side. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_far(const cucore__copy_job *job, int to_far, cucore_copy_plan *plan)
{
    const int kind = to_far ? job->dst.kind : job->src.kind, is_peer = kind == CUCORE_DEVICE_TYPE_CUDA;
    const int is_plain = kind == CUCORE_DEVICE_TYPE_CPU;
    /* below that size the driver's own copies of plain memory are faster */
    const int by_threads = is_plain && CUCORE_COPY_WORKERS > 1 && plan->nbytes >= cucore__copy_staged_from();
    cucore__copy_axes *axes = &plan->private_.axes, packed;
    const int64_t *away = to_far ? axes->dst : axes->src, *near_strides = to_far ? axes->src : axes->dst;
    cucore__copy_rows rows, packed_rows; /* as both sides are, and with the near side packed */
    int64_t dense[CUCORE_MAX_NDIM], bytes, block_bytes, row;
    int is_run, is_dense, is_thick, is_whole, repeats, i, moving = 0;
    cucore_status status = cucore__copy_plan_axes(job, to_far, plan);
    if (status) return status;
    plan->private_.to_far = (uint8_t)to_far;
    bytes = axes->itemsize; /* the bytes of the far side's elements */
    while (moving < axes->ndim && away[moving] != 0) bytes *= axes->shape[moving++];
    plan->private_.moving_axes = moving;
    /* the bytes from its first element to its last one */
    block_bytes = cucore__copy_span(axes->shape, away, 0, moving) * axes->itemsize;
    cucore__copy_dense_strides(axes->shape, moving, moving, dense);
    repeats = moving < axes->ndim; /* each element is sent once, and a kernel repeats it on the device (rules B87) */
    is_dense = !repeats;
    for (i = 0; i < moving && is_dense; i++) is_dense = near_strides[i] == dense[i];
    cucore__copy_rows_make(axes, &rows);
    packed.itemsize = axes->itemsize;
    cucore__copy_axes_make(&packed, moving, axes->shape, away, dense);
    cucore__copy_axes_merge(&packed);
    cucore__copy_rows_make(&packed, &packed_rows);
    is_run = rows.outer == 0 && rows.shape[1] == 1;
    is_thick = 2 * bytes > block_bytes;
    is_whole = !to_far && is_thick && packed_rows.shape[2] < CUCORE__COPY_ROW;
    row = !is_plain && 4 * block_bytes > 5 * bytes ? CUCORE__COPY_ROW_SLOW : CUCORE__COPY_ROW;
    if (is_run && !by_threads) {
        plan->strategy = CUCORE_COPY_MEMCPY;
    } else if (!is_peer && !by_threads && !repeats && cucore__copy_rows_are_fast(&rows, row)) {
        plan->strategy = CUCORE_COPY_PITCHED;
    } else if (is_plain && (is_whole || bytes == block_bytes) && plan->nbytes < 2 * cucore__copy_staged_from()) {
        /* staging is faster from there on, if a kernel rearranges the elements on the device */
        cucore__copy_plan_transfer(plan, CUCORE_COPY_BLOCK, !to_far, is_dense);
    } else if (is_plain) { /* the CPU packs rows, or all bytes of the block if most of them belong to elements */
        cucore__copy_plan_transfer(plan, CUCORE_COPY_STAGED, is_whole, is_dense);
    } else if (!is_peer && plan->nbytes <= CUCORE__COPY_SMALL) {
        return cucore__copy_plan_kernel(job, plan);
    } else if (to_far ? bytes == block_bytes : is_thick) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_BLOCK, !to_far, is_dense);
    } else if (!is_peer && (to_far || repeats) && cucore__copy_rows_are_fast(&packed_rows, CUCORE__COPY_ROW_SLOW)) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_PITCHED, 0, is_dense);
    } else if (is_peer || (to_far && job->may_block)) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_STAGED, 0, is_dense);
    } else {
        return cucore__copy_plan_kernel(job, plan);
    }
    return CUCORE_OK;
}

/* -- the whole ----------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_device(int stream, int a, int b)
{
    if (a == b) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the data are on device %d", stream, a);
    }
    return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the data are on devices %d and %d", stream, a,
                       b);
}

/* Sets device_id, the device that works, and peer_id, the other one.  wanted: the device of the stream, or negative. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_devices(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                        int wanted, cucore_copy_plan *plan)
{
    int a = dst->only_on, b = src->only_on;
    if (wanted >= 0 && dst->managed && wanted == dst->device_id) a = wanted;
    if (wanted >= 0 && src->managed && wanted == src->device_id) b = wanted;
    if (a < 0) a = b;
    if (b < 0) b = a;
    plan->device_id = wanted >= 0 && (wanted == b || a < 0) ? wanted : a;
    if (plan->device_id < 0 && (dst->managed || src->managed)) { /* the device that the view of managed memory names */
        plan->device_id = dst->managed && dst->device_id >= 0   ? dst->device_id
                          : src->managed && src->device_id >= 0 ? src->device_id
                                                                : 0;
    }
    if (a != b) plan->peer_id = plan->device_id == a ? b : a;
    if (wanted < 0 || wanted == plan->device_id) return CUCORE_OK;
    return cucore__copy_fail_device(wanted, a, b);
}

CUCORE__PRIVATE cucore_status cucore__copy_ask_side(cucore__copy_side *side, const cucore__copy_side *other)
{
    cucore_pointer_info info;
    cucore_status status;
    if (side->kind != CUCORE_DEVICE_TYPE_CPU || cucore__copy_is_host(other)) return CUCORE_OK;
    status = cucore_driver_load();
    if (status) return status;
    status = cucore__pointer_attributes(side->ptr, 3, &info);
    if (status || info.device_type == CUCORE_DEVICE_TYPE_CPU) return status;
    cucore__copy_side_locate(side, info.device_type, info.device_id);
    return CUCORE_OK;
}

/* Sets the kind of plain memory that meets a device: the driver knows whether it is pinned or managed. */
CUCORE__PRIVATE cucore_status cucore__copy_ask_driver(cucore__copy_side *dst, cucore__copy_side *src)
{
    cucore_status status = cucore__copy_ask_side(dst, src);
    return status ? status : cucore__copy_ask_side(src, dst);
}

/* Begins a plan: what the driver knows of plain memory, the bytes, the devices. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_begin(cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore_status status = CUCORE_OK;
    memset(plan, 0, offsetof(cucore_copy_plan, private_.axes));
    plan->private_.axes.ndim = 0;
    plan->device_id = plan->peer_id = CUCORE_DEVICE_NONE;
    plan->private_.compile = (uint8_t)job->compile;
    plan->nbytes = job->size * job->dst.layout->itemsize;
    if (job->asks_driver && job->dst.kind != job->src.kind) status = cucore__copy_ask_driver(&job->dst, &job->src);
    plan->dst_kind = (uint8_t)job->dst.kind;
    plan->src_kind = (uint8_t)job->src.kind;
    return status ? status : cucore__copy_plan_devices(&job->dst, &job->src, job->device_id, plan);
}

/* Chooses the strategy for two sides of one shape whose elements, of which there are some, are whole bytes. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_sides(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    const cucore__copy_side *dst = &job->dst, *src = &job->src;
    const int dst_host = cucore__copy_is_host(dst), src_host = cucore__copy_is_host(src);
    cucore_overlap overlap;
    int i = 0;
    cucore_status status = cucore__copy_check_memory(job, &overlap);
    if (status) return status;
    if (overlap != CUCORE_OVERLAP_NONE && dst->ptr == src->ptr) {
        const cucore_layout *to = dst->layout, *from = src->layout;
        while (i < to->ndim && (to->shape[i] <= 1 || to->strides[i] == from->strides[i])) i++;
        if (i == to->ndim) return CUCORE_OK; /* the same elements in the same place */
    }
    plan->overlaps = overlap != CUCORE_OVERLAP_NONE;
    if (plan->overlaps && (dst->kind != src->kind || plan->peer_id >= 0)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT,
                           "dst (0x%llx) and src (0x%llx) share memory, but are described as memory of different %s",
                           (unsigned long long)(uintptr_t)dst->ptr, (unsigned long long)(uintptr_t)src->ptr,
                           dst->kind == src->kind ? "devices" : "kinds");
    }
    if (dst_host && src_host) {
        if (job->on_stream && dst->kind == CUCORE_DEVICE_TYPE_CUDA_HOST && src->kind == CUCORE_DEVICE_TYPE_CUDA_HOST)
            return cucore__copy_plan_near(job, plan);
        plan->device_id = CUCORE_DEVICE_NONE;
        plan->strategy = CUCORE_COPY_HOST;
        return cucore__copy_plan_axes(job, 1, plan);
    }
    if (!dst_host && !src_host && plan->peer_id < 0) return cucore__copy_plan_near(job, plan);
    return cucore__copy_plan_far(job, plan->peer_id >= 0 ? dst->device_id == plan->peer_id : dst_host, plan);
}

CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_place(cucore__text *text, int kind, int device)
{
    cucore__text_add(text, "%s",
                     kind == CUCORE_DEVICE_TYPE_CUDA  ? "cuda"
                     : kind == CUCORE_DEVICE_TYPE_CPU ? "host"
                                                      : "pinned");
    if (kind == CUCORE_DEVICE_TYPE_CUDA && device >= 0) cucore__text_add(text, ":%d", device);
}

CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size)
{
    static const char *const names[] = {"nothing", "host", "memcpy", "pitched", "kernel", "block", "staged"};
    cucore__text line = cucore__text_start(text, size);
    int near_id = plan->device_id, far_id = plan->peer_id < 0 ? near_id : plan->peer_id;
    cucore__text_add(&line, "%s, ", names[plan->strategy]);
    cucore__text_add_place(&line, plan->src_kind, plan->private_.to_far ? near_id : far_id);
    cucore__text_add(&line, " to ");
    cucore__text_add_place(&line, plan->dst_kind, plan->private_.to_far ? far_id : near_id);
    cucore__text_add(&line, ", %lld bytes", (long long)plan->nbytes);
    if (plan->overlaps) cucore__text_add(&line, ", overlapping");
    if (plan->packs) {
        cucore__text_add(&line, " in %lld piece%s of up to %lld, %s by a kernel", (long long)plan->pieces,
                         plan->pieces == 1 ? "" : "s", (long long)plan->temp_nbytes,
                         plan->overlaps          ? "packed and unpacked"
                         : plan->private_.to_far ? "packed"
                                                 : "unpacked");
    }
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        cucore__text_add(&line, ": ");
        cucore__text_add_kernel(&line, (const cucore__kernel_plan *)(const void *)plan->private_.kernel);
    }
    return line.length;
}
