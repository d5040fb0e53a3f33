/* copy/calls/blocks_ways.c: groups of layers copied by a kernel, by the CPU, through pinned pieces, one by one. */
/* Plain memory and a device: blocks of so many bytes are left to the driver. */
#define CUCORE__BLOCKS_SINGLE ((int64_t)CUCORE_COPY_STAGE / 4)

/* The address that kernels use for memory of the host. */
CUCORE__PRIVATE uint64_t cucore__blocks_address(const void *ptr, int kind)
{
    cucore__CUpointer_attribute attribute = CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER;
    cucore__CUdeviceptr address = 0;
    void *values[1];
    if (kind == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        values[0] = &address;
        if (cucore__driver.PointerGetAttributes(1, &attribute, values, (uintptr_t)ptr) != CUCORE__CUDA_SUCCESS)
            address = 0;
    }
    return address ? (uint64_t)address : (uint64_t)(uintptr_t)ptr;
}

/* -- by a kernel --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__blocks_parameters(const cucore__blocks_shape *shape, cucore__kernel_blocks *p)
{
    const int64_t pieces = cucore__kernel_pieces(shape->run, CUCORE__BLOCKS_PIECE);
    int i;
    memset(p, 0, offsetof(cucore__kernel_blocks, room));
    p->bytes = (uint64_t)shape->run;
    p->piece = CUCORE__BLOCKS_PIECE;
    p->lanes = cucore__blocks_lanes(pieces > 1 ? CUCORE__BLOCKS_PIECE : p->bytes);
    p->digits = (uint32_t)shape->axes;
    p->pieces.extent = 1;
    if (pieces > 1) cucore__kernel_digit_make(&p->pieces, (uint32_t)pieces, 0, 0);
    for (i = 0; i < shape->axes; i++) {
        const cucore__kernel_axis *axis = &shape->axis[i];
        cucore__kernel_digit_make(&p->digit[i], (uint32_t)axis->n, axis->d, axis->s);
    }
    for (i = 0; i < 2; i++) {
        p->side[i].block = shape->step[i];
        p->side[i].extent = (uint64_t)shape->extent[i];
    }
}

/* Layers that one kernel copies. */
typedef struct cucore__blocks_group {
    const cucore__blocks_shape *shape;
    const uint64_t *bases; /* of dst and src of each layer: of the first run of block 0 */
    size_t layers;
    cucore__sending sending;
} cucore__blocks_group;

/* A part of a group for one launch. */
typedef struct cucore__blocks_cut {
    size_t layer, layers;
    int64_t first, count; /* blocks */
    int64_t from[2];      /* the number of the first one on a side without a list */
} cucore__blocks_cut;

/* The numbers of one side.  at: if lists were sent ahead, the address of the next list, else the index of the next
 * number among the halves of the room; moves on */
CUCORE__PRIVATE void cucore__blocks_put_numbers(const cucore__blocks_job *job, int which, const cucore__blocks_cut *cut,
                                                cucore__kernel_blocks *p, uint64_t *at)
{
    cucore__blocks_side *side = &p->side[which];
    const cucore_view *list = job->list[which];
    if (!list) {
        side->source = CUCORE__BLOCKS_COUNTED;
        side->ptr = (uint64_t)cut->from[which];
    } else if (job->known[which] && !p->table) {
        side->source = CUCORE__BLOCKS_SENT;
        side->ptr = *at;
        memcpy((char *)p->room + 4 * *at, job->known[which] + cut->first, 4 * (size_t)cut->count);
        *at += (uint64_t)cut->count;
    } else {
        side->source = CUCORE__BLOCKS_MEMORY;
        side->step = job->known[which] ? 4 : list->layout.strides[0] * list->layout.itemsize;
        side->bytes = job->known[which] ? 4 : (uint32_t)list->layout.itemsize;
        side->is_signed = !job->known[which] && list->dtype.code == CUCORE_CODE_INT;
        side->ptr = (job->known[which] ? *at : cucore__blocks_address(list->ptr, list->device_type)) +
                    (uint64_t)(cut->first * side->step);
        if (job->known[which]) *at += 4 * (uint64_t)job->count;
    }
}

/* Layers and lists of numbers in one piece, on their way to the device. */
CUCORE__PRIVATE cucore_status cucore__blocks_send(const cucore__blocks_job *job, cucore__blocks_group *group)
{
    const size_t layers = 16 * group->layers, list = 4 * (size_t)job->count;
    const size_t bytes = layers + list * (size_t)((job->known[0] != NULL) + (job->known[1] != NULL));
    char *memory;
    int i;
    cucore_status status = cucore__sending_begin(&group->sending, bytes, &job->launch);
    if (status) return status;
    memory = (char *)group->sending.slot->memory;
    memcpy(memory, group->bases, layers);
    for (i = 0, memory += layers; i < 2; i++) {
        if (!job->known[i]) continue;
        memcpy(memory, job->known[i], list);
        memory += list;
    }
    return cucore__sending_send(&group->sending, &job->launch.place);
}

CUCORE__PRIVATE int64_t cucore__blocks_items(const cucore__blocks_shape *shape)
{
    return shape->runs * cucore__kernel_pieces(shape->run, CUCORE__BLOCKS_PIECE);
}

CUCORE__PRIVATE cucore_status cucore__blocks_launch_cut(const cucore__blocks_job *job,
                                                        const cucore__blocks_group *group,
                                                        const cucore__blocks_cut *cut, cucore__kernel_blocks *p)
{
    const uint64_t sent = (uint64_t)(uintptr_t)group->sending.temp.ptr;
    uint64_t at = sent ? sent + 16 * group->layers : 4 * cut->layers;
    int i;
    p->report = job->report;
    p->first = (uint32_t)cut->first;
    p->items = (uint32_t)(cut->count * cucore__blocks_items(group->shape));
    p->table = sent ? sent + 16 * cut->layer : 0;
    if (!sent) memcpy(p->room, group->bases + 2 * cut->layer, 16 * cut->layers);
    for (i = 0; i < 2; i++) cucore__blocks_put_numbers(job, i, cut, p, &at);
    if (cucore__blocks_is_flat(&job->launch, p, group->bases + 2 * cut->layer, cut->layers)) {
        return cucore__blocks_launch_flat(&job->launch, p, group->bases + 2 * cut->layer, (uint32_t)cut->layers);
    }
    return cucore__blocks_launch_one(&job->launch, p, (uint32_t)cut->layers);
}

/* All layers of a group, in as few launches as possible: parameters that do not fit one launch are sent ahead, or in a
 * capture are those of several launches. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_group(const cucore__blocks_job *job,
                                                          const cucore__blocks_shape *shape, const uint64_t *bases,
                                                          size_t layers)
{
    const int64_t lists = (job->known[0] != NULL) + (job->known[1] != NULL), room = 2 * CUCORE__BLOCKS_ROOM;
    const size_t most = lists ? CUCORE__BLOCKS_ROOM / 4 : CUCORE__BLOCKS_ROOM / 2;
    int64_t blocks = CUCORE__BLOCKS_ITEMS / cucore__blocks_items(shape);
    size_t at_once = layers < CUCORE__BLOCKS_LAYERS ? layers : CUCORE__BLOCKS_LAYERS;
    cucore__blocks_group group;
    cucore__kernel_blocks p;
    cucore__blocks_cut cut;
    cucore_status status = CUCORE_OK;
    memset(&group, 0, sizeof group);
    group.shape = shape;
    group.bases = bases;
    group.layers = layers;
    cucore__blocks_parameters(shape, &p);
    if (layers > most || 4 * (int64_t)layers + lists * job->count > room) {
        if (!job->launch.captured) {
            status = cucore__blocks_send(job, &group);
        } else {
            if (at_once > most) at_once = most;
            if (lists) blocks = cucore__copy_smaller(blocks, (room - 4 * (int64_t)at_once) / lists);
        }
    }
    for (cut.layer = 0; cut.layer < layers && !status; cut.layer += at_once) {
        cut.layers = layers - cut.layer < at_once ? layers - cut.layer : at_once;
        for (cut.first = 0; cut.first < job->count && !status; cut.first += blocks) {
            cut.count = cucore__copy_smaller(blocks, job->count - cut.first);
            cut.from[0] = cut.from[1] = cut.first;
            status = cucore__blocks_launch_cut(job, &group, &cut, &p);
        }
    }
    return cucore__sending_end(&group.sending, status);
}

/* Copies the blocks of `layers` layers of equal layouts, from layer `first` on, by launches of the kernel of blocks. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_kernel(const cucore__blocks_job *job,
                                                            const cucore__blocks_shape *shape, size_t first,
                                                            size_t layers)
{
    uint64_t *bases = (uint64_t *)malloc(2 * sizeof *bases * layers);
    size_t k;
    int i;
    cucore_status status;
    if (!bases) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu layers", (unsigned long long)layers);
    for (k = 0; k < layers; k++) {
        for (i = 0; i < 2; i++) {
            bases[2 * k + (size_t)i] =
                cucore__blocks_address(job->views[i][first + k].ptr, job->side[i].kind) + (uint64_t)shape->offset[i];
        }
    }
    status = cucore__blocks_launch_group(job, shape, bases, layers);
    free(bases);
    return status;
}

/* -- by the CPU ---------------------------------------------------------------------------------------------------- */
/* Axes of a block of both sides, as the CPU copies them. */
CUCORE__PRIVATE void cucore__blocks_host_axes(const cucore__blocks_shape *shape, cucore__copy_axes *axes)
{
    const int64_t itemsize = shape->block[0].itemsize;
    int i;
    axes->ndim = 0;
    axes->itemsize = itemsize;
    for (i = shape->axes - 1; i >= 0; i--, axes->ndim++) {
        axes->shape[axes->ndim] = shape->axis[i].n;
        axes->dst[axes->ndim] = shape->axis[i].d / itemsize;
        axes->src[axes->ndim] = shape->axis[i].s / itemsize;
    }
    if (shape->run == itemsize) return;
    axes->shape[axes->ndim] = shape->run / itemsize;
    axes->dst[axes->ndim] = axes->src[axes->ndim] = 1;
    axes->ndim++;
}

/* Returns the address of the first run of block `i` of layer `k`. */
CUCORE__PRIVATE char *cucore__blocks_at(const cucore__blocks_job *job, const cucore__blocks_shape *shape, int which,
                                        size_t k, int64_t i)
{
    return (char *)job->views[which][k].ptr + shape->offset[which] +
           shape->step[which] * cucore__blocks_number_at(job, which, i);
}

/* Returns the bytes of all blocks. */
CUCORE__PRIVATE double cucore__blocks_bytes(const cucore__blocks_job *job, const cucore__blocks_shape *shape,
                                            size_t layers)
{
    return (double)shape->nbytes * (double)job->count * (double)layers;
}

/* Blocks in host memory, which threads share. */
typedef struct cucore__blocks_work {
    cucore__work work;
    const cucore__blocks_job *job;
    const cucore__blocks_shape *shape;
    cucore__copy_axes axes;
    int overlaps; /* 1: dst and src of a layer may share memory */
    size_t first; /* the first layer */
} cucore__blocks_work;

/* Copies one block.  Blocks that overlap are the caller's fault, but no reason to be undefined: their runs are moved
 * one by one. */
CUCORE__PRIVATE void cucore__blocks_host_copy(const cucore__blocks_work *work, char *dst, const char *src)
{
    const cucore__copy_axes *axes = &work->axes;
    const size_t bytes = (size_t)work->shape->run;
    const cucore__copy_cut cut = {axes->ndim - 1, work->shape->run / axes->itemsize, work->shape->runs};
    cucore__copy_piece run;
    int64_t i;
    if (!work->shape->axes) {
        memmove(dst, src, bytes);
    } else if (!work->overlaps) {
        cucore__host_copy(axes, dst, src);
    } else {
        for (i = 0; i < cut.pieces; i++) {
            cucore__copy_cut_take(axes, &cut, i, &run);
            memmove(cucore__copy_at(dst, run.dst, axes->itemsize), cucore__copy_at(src, run.src, axes->itemsize),
                    bytes);
        }
    }
}

CUCORE__PRIVATE void cucore__blocks_work_run(const cucore__work *shared, int number, int64_t begin, int64_t end)
{
    const cucore__blocks_work *work = (const cucore__blocks_work *)(const void *)shared;
    const cucore__blocks_job *job = work->job;
    size_t k = work->first + (size_t)(begin / job->count);
    int64_t i = begin % job->count;
    (void)number;
    for (; begin < end; begin++, i++) {
        if (i == job->count) {
            i = 0;
            k++;
        }
        cucore__blocks_host_copy(work, cucore__blocks_at(job, work->shape, 0, k, i),
                                 cucore__blocks_at(job, work->shape, 1, k, i));
    }
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_cpu(const cucore__blocks_job *job,
                                                         const cucore__blocks_shape *shape, size_t first, size_t layers)
{
    const int threads = cucore__copy_threads(job->options);
    cucore__blocks_work work;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    size_t k;
    work.work.run = cucore__blocks_work_run;
    work.work.extent = job->count * (int64_t)layers;
    work.job = job;
    work.shape = shape;
    work.first = first;
    cucore__blocks_host_axes(shape, &work.axes);
    work.overlaps = 0;
    for (k = first; k < first + layers; k++) {
        const cucore_view *dst = &job->views[0][k], *src = &job->views[1][k];
        cucore_status status = cucore_layout_overlap(&dst->layout, dst->ptr, &src->layout, src->ptr, &overlap);
        if (status) return status;
        work.overlaps |= overlap != CUCORE_OVERLAP_NONE;
    }
    if (threads == 1 || cucore__blocks_bytes(job, shape, layers) < (double)CUCORE__HOST_THREADS_FROM) {
        cucore__blocks_work_run(&work.work, 0, 0, work.work.extent);
    } else {
        cucore__work_share(threads, &work.work);
    }
    return CUCORE_OK;
}

/* -- by the driver ------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__blocks_view_of(const cucore__blocks_job *job, const cucore__blocks_shape *shape, int which,
                                            size_t k, cucore_view *out)
{
    const cucore_view *view = &job->views[which][k];
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&out->layout, &shape->block[which]);
    memset(&out->private_, 0, sizeof out->private_);
}

/* Blocks that are one run: between two devices in batches, of plain memory one by one with one wait.  Others as by
 * cucore_view_copy. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_one_by_one(const cucore__blocks_job *job,
                                                             const cucore__blocks_shape *shape, size_t first,
                                                             size_t layers)
{
    const int plain = job->side[0].kind == CUCORE_DEVICE_TYPE_CPU || job->side[1].kind == CUCORE_DEVICE_TYPE_CPU;
    cucore__batch *batch = shape->axes ? NULL : cucore__batch_new(job->launch.place.stream, job->launch.captured);
    cucore_copy_options options = *job->options;
    cucore__transfer transfer;
    cucore_view views[2];
    size_t k;
    int64_t i;
    int which;
    cucore_status status = CUCORE_OK;
    if (!shape->axes && !batch) return CUCORE_OUT_OF_MEMORY;
    options.blocking = CUCORE_BLOCKING_NO;
    transfer.nbytes = (size_t)shape->run;
    transfer.to.device_id = plain ? CUCORE_DEVICE_NONE : job->side[0].device_id;
    transfer.from.device_id = plain ? CUCORE_DEVICE_NONE : job->side[1].device_id;
    for (k = first; k < first + layers && !status; k++) {
        for (which = 0; which < 2; which++) cucore__blocks_view_of(job, shape, which, k, &views[which]);
        for (i = 0; i < job->count && !status; i++) {
            transfer.dst = views[0].ptr = cucore__blocks_at(job, shape, 0, k, i);
            transfer.src = views[1].ptr = cucore__blocks_at(job, shape, 1, k, i);
            for (which = 0; which < 2; which++) views[which].ptr = (char *)views[which].ptr - shape->offset[which];
            status = batch ? cucore__batch_add(batch, &transfer)
                           : cucore_view_copy(&views[0], &views[1], job->launch.place.stream, &options);
        }
    }
    return batch ? cucore__batch_end(batch, status) : status;
}

/* -- plain memory and a device: pinned slots, in which blocks lie in a row ----------------------------------------- */
typedef struct cucore__blocks_stage {
    cucore__stage stage;
    const cucore__blocks_job *job;
    const cucore__blocks_shape *shape; /* of both sides */
    size_t first;                      /* the first layer */
    cucore__blocks_job launched;       /* the job with the slot instead of plain memory, */
    cucore__blocks_shape packed;       /* and its shape */
} cucore__blocks_stage;

CUCORE__PRIVATE char *cucore__blocks_stage_find(const cucore__stage *shared, int on_device, int64_t layer,
                                                int64_t block)
{
    const cucore__blocks_stage *stage = (const cucore__blocks_stage *)(const void *)shared;
    return cucore__blocks_at(stage->job, stage->shape, on_device == shared->to_host, stage->first + (size_t)layer,
                             block);
}

/* Launches the kernel between a slot and the device.  The slot has the blocks from the first of the part on. */
CUCORE__PRIVATE cucore_status cucore__blocks_stage_send(const cucore__stage *shared, const cucore__stage_part *part,
                                                        const void *slot)
{
    const cucore__blocks_stage *stage = (const cucore__blocks_stage *)(const void *)shared;
    const int device = shared->to_host; /* the side on the device: dst (0) or src (1) */
    cucore__blocks_cut cut;
    cucore__blocks_group group;
    cucore__kernel_blocks p;
    uint64_t bases[2];
    memset(&group, 0, sizeof group);
    group.shape = &stage->packed;
    group.bases = bases;
    group.layers = cut.layers = 1;
    cut.layer = 0;
    cut.first = part->first;
    cut.count = part->count;
    bases[device] = (uint64_t)(uintptr_t)stage->job->views[device][stage->first + (size_t)part->layer].ptr +
                    (uint64_t)stage->shape->offset[device];
    bases[!device] = cucore__blocks_address(slot, CUCORE_DEVICE_TYPE_CUDA_HOST);
    cut.from[device] = part->first;
    cut.from[!device] = 0;
    cucore__blocks_parameters(&stage->packed, &p);
    return cucore__blocks_launch_cut(&stage->launched, &group, &cut, &p);
}

/* Short blocks by the kernel; runs by the driver's copies if there are enough of them for threads.  Others are
 * copied one by one.  As in cucore__copy_run, the stream may still write the memory that the CPU reads.  `device` is
 * the side, 0 or 1, that is on the device. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_pieces(const cucore__blocks_job *job,
                                                            const cucore__blocks_shape *shape, size_t first,
                                                            size_t layers)
{
    const int64_t least = cucore__copy_staged_from();
    const int is_short = shape->nbytes < CUCORE__BLOCKS_SINGLE, device = job->side[0].kind == CUCORE_DEVICE_TYPE_CPU;
    cucore__blocks_stage *stage;
    cucore__copy_axes *axes;
    int64_t dense[CUCORE_MAX_NDIM], *strides; /* strides: of the device's blocks */
    int i;
    cucore_status status = CUCORE_OK;
    if (!is_short &&
        (shape->axes || CUCORE_COPY_WORKERS < 2 || cucore__blocks_bytes(job, shape, layers) < (double)least)) {
        return cucore__blocks_copy_one_by_one(job, shape, first, layers);
    }
    stage = (cucore__blocks_stage *)calloc(1, sizeof *stage);
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *stage);
    stage->job = job;
    stage->shape = shape;
    stage->first = first;
    stage->launched = *job;
    stage->launched.list[!device] = NULL;
    stage->launched.known[!device] = NULL;
    stage->packed = *shape;
    stage->packed.step[!device] = shape->nbytes;
    stage->packed.extent[!device] = job->count;
    stage->stage.to_host = device;
    stage->stage.place = job->launch.place;
    stage->stage.layers = (int64_t)layers;
    stage->stage.count = job->count;
    stage->stage.chunk = 2 * CUCORE__BLOCKS_ROOM - 4; /* the numbers are parameters of a launch */
    stage->stage.find = cucore__blocks_stage_find;
    if (is_short) stage->stage.send = cucore__blocks_stage_send;
    axes = &stage->stage.axes;
    strides = device ? axes->src : axes->dst;
    cucore__blocks_host_axes(shape, axes);
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    for (i = 0; i < 2; i++) {
        cucore__layout_start(&stage->packed.block[i], axes->ndim, axes->shape, axes->itemsize);
        cucore__entries_copy(stage->packed.block[i].strides, i == device ? strides : dense, axes->ndim);
    }
    cucore__entries_copy(strides, dense, axes->ndim);
    if (is_short) status = cucore__blocks_find_runs(&stage->packed);
    if (!status && !device) status = cucore__synchronize_relaxed(job->launch.place.stream);
    if (!status) status = cucore__stage_copy(&stage->stage, job->launch.device_id);
    free(stage);
    return status;
}
