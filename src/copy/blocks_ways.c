/* copy/blocks_ways.c: groups of layers copied by a kernel, by the CPU, through pinned pieces, one by one. */
#define CUCORE__BLOCKS_CHUNK 800 /* blocks of a piece of plain memory: their numbers are parameters of a launch */

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
    cucore__kernel_step go = {0, 0, 0};
    int i;
    memset(p, 0, offsetof(cucore__kernel_blocks, room));
    p->bytes = (uint64_t)shape->run;
    p->piece = CUCORE__BLOCKS_PIECE;
    p->lanes = cucore__blocks_lanes(pieces > 1 ? CUCORE__BLOCKS_PIECE : p->bytes);
    p->digits = (uint32_t)shape->axes;
    p->pieces.extent = 1;
    if (pieces > 1) cucore__kernel_digit_make(&p->pieces, (uint32_t)pieces, &go, 0);
    for (i = 0; i < shape->axes; i++) {
        go.a = shape->axis[i].d;
        go.b = shape->axis[i].s;
        cucore__kernel_digit_make(&p->digit[i], (uint32_t)shape->axis[i].n, &go, 0);
    }
    for (i = 0; i < 2; i++) {
        p->side[i].block = shape->step[i];
        p->side[i].extent = (uint64_t)shape->extent[i];
    }
}

/* Layers that one kernel copies. */
typedef struct cucore__blocks_group {
    const cucore__blocks_shape *shape;
    uint64_t *bases; /* of dst and src of each layer: of the first run of block 0 */
    size_t layers;
    cucore__sending sending;
} cucore__blocks_group;

/* A part of a group for one launch. */
typedef struct cucore__blocks_cut {
    size_t layer, layers;
    int64_t first, count; /* blocks */
} cucore__blocks_cut;

/* The numbers of one side.  at: index among the halves of the room, which moves on. */
CUCORE__PRIVATE void cucore__blocks_put_numbers(const cucore__blocks_job *job, int which, const cucore__blocks_cut *cut,
                                                cucore__kernel_blocks *p, uint32_t *at)
{
    const int64_t first = cut->first, count = cut->count;
    cucore__blocks_side *side = &p->side[which];
    const cucore_view *list = job->list[which];
    if (!list) {
        side->source = CUCORE__BLOCKS_COUNTED;
        side->ptr = (uint64_t)first;
    } else if (job->known[which]) {
        side->source = CUCORE__BLOCKS_SENT;
        side->ptr = *at;
        memcpy((char *)p->room + 4 * (size_t)*at, job->known[which] + first, 4 * (size_t)count);
        *at += (uint32_t)count;
    } else {
        side->source = CUCORE__BLOCKS_MEMORY;
        side->step = list->layout.strides[0] * list->layout.itemsize;
        side->bytes = (uint32_t)list->layout.itemsize;
        side->is_signed = list->dtype.code == CUCORE_CODE_INT;
        side->ptr = cucore__blocks_address(list->ptr, list->device_type) + (uint64_t)(first * side->step);
    }
}

/* The list of one side that was sent ahead.  at: its byte there */
CUCORE__PRIVATE void cucore__blocks_use_sent(const cucore__blocks_group *group, size_t at, int64_t first,
                                             cucore__blocks_side *side)
{
    side->source = CUCORE__BLOCKS_MEMORY;
    side->ptr = (uint64_t)(uintptr_t)group->sending.temp.ptr + at + 4 * (uint64_t)first;
    side->step = 4;
    side->bytes = 4;
    side->is_signed = 0;
}

/* Layers and lists of numbers in one piece, on their way to the device. */
CUCORE__PRIVATE cucore_status cucore__blocks_send(const cucore__blocks_job *job, cucore__blocks_group *group)
{
    const size_t layers = 16 * group->layers, list = 4 * (size_t)job->count;
    const size_t bytes = layers + list * (size_t)((job->known[0] != NULL) + (job->known[1] != NULL));
    char *memory;
    int i;
    cucore_status status =
        cucore__sending_begin(&group->sending, bytes, &job->launch.place, job->launch.resource, job->launch.device_id);
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
    const char *sent = (const char *)group->sending.temp.ptr;
    uint32_t at = 4 * (uint32_t)cut->layers;
    size_t list = 16 * group->layers;
    int i;
    p->report = job->report;
    p->first = (uint32_t)cut->first;
    p->items = (uint32_t)(cut->count * cucore__blocks_items(group->shape));
    if (sent) {
        p->table = (uint64_t)(uintptr_t)(sent + 16 * cut->layer);
    } else {
        memcpy(p->room, group->bases + 2 * cut->layer, 16 * cut->layers);
    }
    for (i = 0; i < 2; i++) {
        if (sent && job->known[i]) {
            cucore__blocks_use_sent(group, list, cut->first, &p->side[i]);
            list += 4 * (size_t)job->count;
        } else {
            cucore__blocks_put_numbers(job, i, cut, p, &at);
        }
    }
    if (cucore__blocks_is_flat(&job->launch, p, group->bases + 2 * cut->layer, cut->layers)) {
        return cucore__blocks_launch_flat(&job->launch, p, group->bases + 2 * cut->layer, (uint32_t)cut->layers);
    }
    return cucore__blocks_launch_one(&job->launch, p, (uint32_t)cut->layers);
}

/* All layers of a group, in as few launches as possible: parameters that do not fit one launch are sent ahead, or in a
 * capture are those of several launches. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_group(const cucore__blocks_job *job, cucore__blocks_group *group)
{
    const int64_t lists = (job->known[0] != NULL) + (job->known[1] != NULL), room = 2 * CUCORE__BLOCKS_ROOM;
    const size_t most = lists ? CUCORE__BLOCKS_ROOM / 4 : CUCORE__BLOCKS_ROOM / 2;
    int64_t blocks = CUCORE__BLOCKS_ITEMS / cucore__blocks_items(group->shape);
    size_t layers = group->layers < CUCORE__BLOCKS_LAYERS ? group->layers : CUCORE__BLOCKS_LAYERS;
    cucore__kernel_blocks p;
    cucore__blocks_cut cut;
    cucore_status status = CUCORE_OK;
    cucore__blocks_parameters(group->shape, &p);
    if (group->layers > most || 4 * (int64_t)group->layers + lists * job->count > room) {
        if (!job->launch.captured) {
            status = cucore__blocks_send(job, group);
        } else {
            if (layers > most) layers = most;
            if (lists) blocks = cucore__copy_smaller(blocks, (room - 4 * (int64_t)layers) / lists);
        }
    }
    for (cut.layer = 0; cut.layer < group->layers && !status; cut.layer += layers) {
        cut.layers = group->layers - cut.layer < layers ? group->layers - cut.layer : layers;
        for (cut.first = 0; cut.first < job->count && !status; cut.first += blocks) {
            cut.count = cucore__copy_smaller(blocks, job->count - cut.first);
            status = cucore__blocks_launch_cut(job, group, &cut, &p);
        }
    }
    return cucore__sending_end(&group->sending, status);
}

/* Copies the blocks of `layers` layers of equal layouts, from layer `first` on, by launches of the kernel of blocks. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_kernel(const cucore__blocks_job *job,
                                                            const cucore__blocks_shape *shape, size_t first,
                                                            size_t layers)
{
    cucore__blocks_group group;
    size_t k;
    int i;
    cucore_status status;
    memset(&group, 0, sizeof group);
    group.shape = shape;
    group.layers = layers;
    group.bases = (uint64_t *)malloc(2 * sizeof *group.bases * layers);
    if (!group.bases) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu layers", (unsigned long long)layers);
    for (k = 0; k < layers; k++) {
        for (i = 0; i < 2; i++) {
            const void *ptr = i ? job->blocks->srcs[first + k].ptr : job->blocks->dsts[first + k].ptr;
            group.bases[2 * k + (size_t)i] =
                cucore__blocks_address(ptr, job->side[i].kind) + (uint64_t)shape->offset[i];
        }
    }
    status = cucore__blocks_launch_group(job, &group);
    free(group.bases);
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

/* Returns 1 if the bytes from the first to the last one of a block of dst meet those of a block of src. */
CUCORE__PRIVATE int cucore__blocks_meet(const cucore__blocks_shape *shape, const char *dst, const char *src)
{
    uintptr_t low[2], high[2];
    int i;
    low[0] = high[0] = (uintptr_t)dst + (uintptr_t)shape->offset[0];
    low[1] = high[1] = (uintptr_t)src + (uintptr_t)shape->offset[1];
    for (i = 0; i < shape->axes; i++) {
        const cucore__kernel_axis *axis = &shape->axis[i];
        *(axis->d < 0 ? &low[0] : &high[0]) += (uintptr_t)(axis->d * (axis->n - 1));
        *(axis->s < 0 ? &low[1] : &high[1]) += (uintptr_t)(axis->s * (axis->n - 1));
    }
    return low[0] < high[1] + (uintptr_t)shape->run && low[1] < high[0] + (uintptr_t)shape->run;
}

/* Copies the runs of a block one after the other.  A run may overlap itself. */
CUCORE__PRIVATE void cucore__blocks_move_runs(const cucore__blocks_shape *shape, char *dst, const char *src)
{
    int64_t i, rest, d, s;
    int axis;
    for (i = 0; i < shape->runs; i++) {
        d = shape->offset[0];
        s = shape->offset[1];
        for (axis = 0, rest = i; axis < shape->axes; axis++) {
            const int64_t index = rest % shape->axis[axis].n;
            d += shape->axis[axis].d * index;
            s += shape->axis[axis].s * index;
            rest /= shape->axis[axis].n;
        }
        memmove(dst + d, src + s, (size_t)shape->run);
    }
}

/* Copies one block in host memory.  Blocks that overlap are the caller's fault, but no reason to be undefined. */
CUCORE__PRIVATE void cucore__blocks_host_copy(const cucore__blocks_shape *shape, const cucore__copy_axes *axes,
                                              char *dst, const char *src)
{
    if (!shape->axes || cucore__blocks_meet(shape, dst, src)) {
        cucore__blocks_move_runs(shape, dst, src);
    } else {
        cucore__host_copy(axes, dst + shape->offset[0], src + shape->offset[1]);
    }
}

struct cucore__blocks_crew;

/* One of some threads that share the blocks of a group. */
typedef struct cucore__blocks_worker {
    struct cucore__blocks_crew *crew;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__blocks_worker;

/* All of them.  Zeroed at first. */
typedef struct cucore__blocks_crew {
    const cucore__blocks_job *job;
    const cucore__blocks_shape *shape; /* of both sides */
    cucore__blocks_shape packed[2];    /* with the blocks of dst, of src in a row */
    size_t first, layers;
    int64_t chunk, chunks; /* blocks of a piece, pieces of a layer */
    int workers;
    cucore__blocks_worker worker[CUCORE_COPY_WORKERS];
} cucore__blocks_crew;

CUCORE__PRIVATE char *cucore__blocks_ptr(const cucore__blocks_job *job, int which, size_t k)
{
    return (char *)(which ? job->blocks->srcs[k].ptr : job->blocks->dsts[k].ptr);
}

/* Between host memory: a range of the blocks of each layer. */
CUCORE__PRIVATE void cucore__blocks_work_on_host(void *argument)
{
    cucore__blocks_worker *worker = (cucore__blocks_worker *)argument;
    const cucore__blocks_crew *crew = worker->crew;
    const cucore__blocks_job *job = crew->job;
    const int64_t each = cucore__kernel_pieces(job->count, crew->workers), first = each * worker->number;
    const int64_t end = cucore__copy_smaller(job->count, first + each);
    cucore__copy_axes axes;
    size_t k;
    int64_t i;
    cucore__blocks_host_axes(crew->shape, &axes);
    for (k = crew->first; k < crew->first + crew->layers; k++) {
        for (i = first; i < end; i++) {
            cucore__blocks_host_copy(
                crew->shape, &axes,
                cucore__blocks_ptr(job, 0, k) + crew->shape->step[0] * cucore__blocks_number_at(job, 0, i),
                cucore__blocks_ptr(job, 1, k) + crew->shape->step[1] * cucore__blocks_number_at(job, 1, i));
        }
    }
}

/* The caller is worker 0. */
CUCORE__PRIVATE void cucore__blocks_run_crew(cucore__blocks_crew *crew, void (*work)(void *worker))
{
    int i;
    for (i = 0; i < crew->workers; i++) {
        crew->worker[i].crew = crew;
        crew->worker[i].number = i;
    }
    cucore__threads_run(work, crew->worker, sizeof crew->worker[0], crew->workers);
}

CUCORE__PRIVATE int cucore__blocks_workers(const cucore__blocks_job *job, const cucore__blocks_shape *shape,
                                           size_t layers)
{
    const double bytes = (double)shape->nbytes * (double)job->count * (double)layers;
    const int64_t least = cucore__copy_staged_from();
    int workers = bytes < (double)least ? 1 : cucore__processors();
    if ((int64_t)workers > job->count) workers = (int)job->count;
    return workers < CUCORE_COPY_WORKERS ? workers : CUCORE_COPY_WORKERS;
}

CUCORE__PRIVATE cucore__blocks_crew *cucore__blocks_crew_new(const cucore__blocks_job *job,
                                                             const cucore__blocks_shape *shape, size_t first,
                                                             size_t layers)
{
    cucore__blocks_crew *crew = (cucore__blocks_crew *)calloc(1, sizeof *crew);
    if (!crew) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *crew);
        return NULL;
    }
    crew->job = job;
    crew->shape = shape;
    crew->first = first;
    crew->layers = layers;
    crew->workers = cucore__blocks_workers(job, shape, layers);
    return crew;
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_cpu(const cucore__blocks_job *job,
                                                         const cucore__blocks_shape *shape, size_t first, size_t layers)
{
    cucore__blocks_crew *crew = cucore__blocks_crew_new(job, shape, first, layers);
    if (!crew) return CUCORE_OUT_OF_MEMORY;
    cucore__blocks_run_crew(crew, cucore__blocks_work_on_host);
    free(crew);
    return CUCORE_OK;
}

/* -- plain memory and a device: pinned pieces, in which blocks lie in a row ---------------------------------------- */
/* The other shape, with the blocks of one side in a row. */
CUCORE__PRIVATE cucore_status cucore__blocks_pack(const cucore__blocks_shape *shape, int which,
                                                  cucore__blocks_shape *out)
{
    cucore_status status;
    *out = *shape;
    status = cucore_layout_make(shape->block[which].ndim, shape->block[which].shape, NULL, shape->block[which].itemsize,
                                &out->block[which]);
    out->step[which] = shape->nbytes;
    return status ? status : cucore__blocks_find_runs(out);
}

/* Which layer, and which of its blocks, a piece has. */
CUCORE__PRIVATE void cucore__blocks_piece(const cucore__blocks_crew *crew, int64_t index, cucore__blocks_cut *cut)
{
    cut->layer = crew->first + (size_t)(index / crew->chunks);
    cut->layers = 1;
    cut->first = index % crew->chunks * crew->chunk;
    cut->count = cucore__copy_smaller(crew->chunk, crew->job->count - cut->first);
}

/* The kernel between a slot and the device; near_side: 0 if dst is the device's, 1 if src is. */
CUCORE__PRIVATE cucore_status cucore__blocks_move_piece(const cucore__blocks_crew *crew, const cucore__stage_lane *lane,
                                                        const cucore__blocks_cut *cut, int near_side)
{
    const cucore__blocks_job *job = crew->job;
    const cucore__blocks_shape *shape = &crew->packed[1 - near_side];
    const int slot = 1 - near_side;
    const char *near_ptr = cucore__blocks_ptr(job, near_side, cut->layer);
    cucore__kernel_blocks p;
    uint32_t at = 4;
    cucore__blocks_parameters(shape, &p);
    p.items = (uint32_t)(cut->count * cucore__blocks_items(shape));
    p.room[near_side] = (uint64_t)(uintptr_t)near_ptr + (uint64_t)shape->offset[near_side];
    p.room[slot] =
        cucore__blocks_address(lane->slot->memory, CUCORE_DEVICE_TYPE_CUDA_HOST) + (uint64_t)shape->offset[slot];
    cucore__blocks_put_numbers(job, near_side, cut, &p, &at);
    p.side[slot].extent = (uint64_t)cut->count;
    return cucore__blocks_launch_one(&job->launch, &p, 1);
}

/* The CPU between a slot and plain memory. */
CUCORE__PRIVATE void cucore__blocks_pack_piece(const cucore__blocks_crew *crew, const cucore__stage_lane *lane,
                                               const cucore__blocks_cut *cut, int near_side)
{
    const cucore__blocks_job *job = crew->job;
    const cucore__blocks_shape *shape = &crew->packed[near_side];
    const int plain = 1 - near_side;
    char *sides[2];
    cucore__copy_axes axes;
    int64_t i;
    cucore__blocks_host_axes(shape, &axes);
    for (i = 0; i < cut->count; i++) {
        sides[near_side] = (char *)lane->slot->memory + i * shape->nbytes;
        sides[plain] = cucore__blocks_ptr(job, plain, cut->layer) +
                       shape->step[plain] * cucore__blocks_number_at(job, plain, cut->first + i);
        cucore__blocks_host_copy(shape, &axes, sides[0], sides[1]);
    }
}

/* What a slot has brought from the device. */
CUCORE__PRIVATE cucore_status cucore__blocks_unpack_piece(const cucore__blocks_crew *crew, cucore__stage_lane *lane)
{
    cucore__blocks_cut cut;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_slot_wait(lane->slot);
    if (status) return status;
    cucore__blocks_piece(crew, lane->piece, &cut);
    cucore__blocks_pack_piece(crew, lane, &cut, 1);
    lane->piece = -1;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__blocks_send_piece(const cucore__blocks_crew *crew, cucore__stage_lane *lane,
                                                        int64_t index, int to_host)
{
    cucore__blocks_cut cut;
    cucore_status status = CUCORE_OK;
    if (!to_host && lane->piece >= 0) status = cucore__stage_slot_wait(lane->slot);
    if (status) return status;
    cucore__blocks_piece(crew, index, &cut);
    lane->piece = index;
    if (!to_host) cucore__blocks_pack_piece(crew, lane, &cut, 0);
    status = cucore__blocks_move_piece(crew, lane, &cut, to_host);
    return status ? status : cucore__stage_slot_record(lane->slot, &crew->job->launch.place);
}

/* As cucore__stage_work. */
CUCORE__PRIVATE void cucore__blocks_work_on_pieces(void *argument)
{
    cucore__blocks_worker *worker = (cucore__blocks_worker *)argument;
    cucore__blocks_crew *crew = worker->crew;
    const cucore__place *place = &crew->job->launch.place;
    const int to_host = crew->job->side[0].kind == CUCORE_DEVICE_TYPE_CPU;
    const int64_t pieces = crew->chunks * (int64_t)crew->layers;
    cucore__stage_lane *lanes = worker->lanes;
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter(place->context, &guard);
    const int entered = !status;
    int64_t i;
    int lane = 0, j, pending = 0;
    for (i = worker->number; i < pieces && !status; i += crew->workers, lane ^= 1) {
        status = cucore__blocks_send_piece(crew, &lanes[lane], i, to_host);
        if (!status && to_host) status = cucore__blocks_unpack_piece(crew, &lanes[lane ^ 1]);
    }
    if (to_host && !status) status = cucore__blocks_unpack_piece(crew, &lanes[lane ^ 1]);
    for (j = 0; j < CUCORE__STAGE_DEPTH; j++) {
        if (lanes[j].piece < 0) continue;
        pending = 1;
        if (!status) status = cucore__stage_slot_wait(lanes[j].slot);
    }
    worker->status = status;
    if (status) worker->error = *cucore_last_error();
    if (status && pending) (void)cucore__synchronize_relaxed(place->stream);
    if (entered) cucore_context_leave(&guard);
}

/* With slots for all workers. */
CUCORE__PRIVATE cucore_status cucore__blocks_run_pieces(cucore__blocks_crew *crew)
{
    const cucore__blocks_job *job = crew->job;
    int i, j;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < crew->workers && !status; i++) {
        for (j = 0; j < CUCORE__STAGE_DEPTH && !status; j++) {
            cucore__stage_lane *lane = &crew->worker[i].lanes[j];
            lane->piece = -1;
            lane->slot = cucore__stage_slot_take(&lane->own);
            status = cucore__stage_slot_grow(lane->slot, (size_t)CUCORE_COPY_STAGE, job->launch.device_id);
        }
    }
    if (!status) cucore__blocks_run_crew(crew, cucore__blocks_work_on_pieces);
    for (i = 0; i < crew->workers; i++) {
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++)
            cucore__stage_slot_put(crew->worker[i].lanes[j].slot, &crew->worker[i].lanes[j].own);
        if (status || !crew->worker[i].status) continue;
        status = crew->worker[i].status;
        cucore__error = crew->worker[i].error;
    }
    return status;
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_pieces(const cucore__blocks_job *job,
                                                            const cucore__blocks_shape *shape, size_t first,
                                                            size_t layers)
{
    cucore__blocks_crew *crew = cucore__blocks_crew_new(job, shape, first, layers);
    cucore_status status;
    if (!crew) return CUCORE_OUT_OF_MEMORY;
    crew->chunk = (int64_t)CUCORE_COPY_STAGE / shape->nbytes;
    if (crew->chunk > CUCORE__BLOCKS_CHUNK) crew->chunk = CUCORE__BLOCKS_CHUNK;
    crew->chunks = cucore__kernel_pieces(job->count, crew->chunk);
    status = cucore__blocks_pack(shape, 0, &crew->packed[0]);
    if (!status) status = cucore__blocks_pack(shape, 1, &crew->packed[1]);
    if (!status) status = cucore__blocks_run_pieces(crew);
    free(crew);
    return status;
}

/* -- by the driver ------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__blocks_view_of(const cucore__blocks_job *job, const cucore__blocks_shape *shape, int which,
                                            size_t k, cucore_view *out)
{
    const cucore_view *view = which ? &job->blocks->srcs[k] : &job->blocks->dsts[k];
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&out->layout, &shape->block[which]);
    memset(&out->private_, 0, sizeof out->private_);
}

/* Returns 1 if the driver copies a block as one run, which cucore__batch_add takes. */
CUCORE__PRIVATE int cucore__blocks_are_runs(const cucore__blocks_job *job, const cucore__blocks_shape *shape)
{
    const int plain = job->side[0].kind == CUCORE_DEVICE_TYPE_CPU || job->side[1].kind == CUCORE_DEVICE_TYPE_CPU;
    return !shape->axes && (!plain || CUCORE_COPY_WORKERS < 2 || shape->run < cucore__copy_staged_from());
}

/* Blocks between two devices in batches, large blocks of plain memory one by one with one wait. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_batch(const cucore__blocks_job *job,
                                                           const cucore__blocks_shape *shape, size_t first,
                                                           size_t layers)
{
    const int plain = job->side[0].kind == CUCORE_DEVICE_TYPE_CPU || job->side[1].kind == CUCORE_DEVICE_TYPE_CPU;
    cucore__batch *batch = cucore__batch_new();
    cucore__transfer transfer;
    size_t k;
    int64_t i;
    cucore_status status = CUCORE_OK;
    if (!batch) return CUCORE_OUT_OF_MEMORY;
    batch->stream = job->launch.place.stream;
    batch->is_single = job->launch.captured;
    transfer.nbytes = (size_t)shape->run;
    transfer.to.device_id = plain ? CUCORE_DEVICE_NONE : job->side[0].device_id;
    transfer.from.device_id = plain ? CUCORE_DEVICE_NONE : job->side[1].device_id;
    for (k = first; k < first + layers && !status; k++) {
        for (i = 0; i < job->count && !status; i++) {
            transfer.dst =
                cucore__blocks_ptr(job, 0, k) + shape->offset[0] + shape->step[0] * cucore__blocks_number_at(job, 0, i);
            transfer.src =
                cucore__blocks_ptr(job, 1, k) + shape->offset[1] + shape->step[1] * cucore__blocks_number_at(job, 1, i);
            status = cucore__batch_add(batch, &transfer);
        }
    }
    return cucore__batch_end(batch, status);
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy_one_by_one(const cucore__blocks_job *job,
                                                             const cucore__blocks_shape *shape, size_t first,
                                                             size_t layers)
{
    cucore_copy_options options = *job->options;
    cucore_view views[2];
    size_t k;
    int64_t i;
    int which;
    cucore_status status = CUCORE_OK;
    if (cucore__blocks_are_runs(job, shape)) return cucore__blocks_copy_by_batch(job, shape, first, layers);
    options.blocking = CUCORE_BLOCKING_NO;
    for (k = first; k < first + layers && !status; k++) {
        for (which = 0; which < 2; which++) cucore__blocks_view_of(job, shape, which, k, &views[which]);
        for (i = 0; i < job->count && !status; i++) {
            for (which = 0; which < 2; which++) {
                views[which].ptr =
                    cucore__blocks_ptr(job, which, k) + shape->step[which] * cucore__blocks_number_at(job, which, i);
            }
            status = cucore_view_copy(&views[0], &views[1], job->launch.place.stream, &options);
        }
    }
    return status;
}
