/* copy/calls/blocks.c: cucore_views_copy_blocks: the place, the choice of a way, the call. */
#ifndef CUCORE__BLOCKS_PEERS
#define CUCORE__BLOCKS_PEERS 1 /* 0: the driver copies between two devices, even if one has access to the other */
#endif

/* How blocks are copied. */
typedef enum cucore__blocks_way {
    CUCORE__BLOCKS_BY_CPU,    /* between host memory */
    CUCORE__BLOCKS_BY_KERNEL, /* which reaches both sides */
    CUCORE__BLOCKS_BY_PIECES, /* plain memory through pinned pieces, or one by one if they are large and few */
    CUCORE__BLOCKS_ONE_BY_ONE /* each by the driver, or by cucore_view_copy */
} cucore__blocks_way;

/* -- ways ---------------------------------------------------------------------------------------------------------- */
/* What a kernel does with memory, as the driver's flags. */
enum { CUCORE__BLOCKS_READS = 1, CUCORE__BLOCKS_WRITES = 3 };

/* Returns 1 if two attributes of the driver report that kernels in the current context have the access to a byte.
 * ACCESS_FLAGS alone is no proof: asked with cuPointerGetAttributes, it reported access on two H200 that the kernel did
 * not have.  DEVICE_POINTER fails if the context does not reach the memory. */
CUCORE__PRIVATE int cucore__blocks_may_touch(const char *ptr, unsigned access)
{
    const cucore__CUdeviceptr address = (uintptr_t)ptr;
    cucore__CUdeviceptr found = 0;
    unsigned flags = 0;
    if (cucore__driver.PointerGetAttribute(&flags, CUCORE__CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, address) ||
        (flags & access) != access) {
        return 0;
    }
    return !cucore__driver.PointerGetAttribute(&found, CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address) &&
           found == address;
}

/* Returns 1 if kernels of the launch's context have the access to memory of another device: access that the caller has
 * enabled for its context, its pool or its mapping.  Asks for the first and the last byte; an error means no access. */
CUCORE__PRIVATE int cucore__blocks_is_open(const cucore__blocks_launch *launch, const cucore__copy_side *side,
                                           unsigned access)
{
    int64_t first = 0, end = 0;
    cucore_context_guard guard;
    int is_open;
    if (!CUCORE__BLOCKS_PEERS || !cucore__driver.PointerGetAttribute) return 0;
    if (cucore__layout_byte_bounds(side->layout, &first, &end)) return 0;
    if (first == end) return 1;
    if (cucore_context_enter(launch->place.context, &guard)) return 0;
    is_open = cucore__blocks_may_touch(side->ptr + first, access) &&
              (end - first == 1 || cucore__blocks_may_touch(side->ptr + end - 1, access));
    cucore_context_leave(&guard);
    return is_open;
}

/* Returns 1 if kernels of the launch's device have the access to the memory. */
CUCORE__PRIVATE int cucore__blocks_is_reached(const cucore__blocks_launch *launch, const cucore__copy_side *side,
                                              unsigned access)
{
    if (side->kind == CUCORE_DEVICE_TYPE_CPU) return 0;
    return side->kind == CUCORE_DEVICE_TYPE_CUDA_HOST || side->managed || side->device_id == launch->device_id ||
           cucore__blocks_is_open(launch, side, access);
}

/* Returns 1 if they have it to all layers of dst (which is 0) or src (1). */
CUCORE__PRIVATE int cucore__blocks_are_reached(const cucore__blocks_job *job, int which)
{
    const cucore_view *views = job->views[which];
    cucore__copy_side side = job->side[which];
    size_t k;
    for (k = 0; k < job->blocks->count; k++) {
        side.layout = &views[k].layout;
        side.ptr = (char *)views[k].ptr;
        if (!cucore__blocks_is_reached(&job->launch, &side, which ? CUCORE__BLOCKS_READS : CUCORE__BLOCKS_WRITES)) {
            return 0;
        }
    }
    return 1;
}

/* The one place that chooses.  8,192 shuffled blocks on an H100, GB/s:
 *                      one copy each        cuMemcpyBatchAsync   one kernel           one copy of all
 *                      1 / 16 / 64 KiB
 *     host to device   0.4 / 5.8 / 17.5     0.8 / 4.4 / 33       44 / 50 / 50         53 / 55 / 55
 *     device to host   0.5 / 8.0 / 18.4     1.3 / 17.9 / 33      45 / 52 / 52         53 / 55 / 55
 *     on the device    0.2 / 3.4 / 12.7     0.2 / 3.6 / 15       226 / 990 / 1090     680 / 1210 / 1238 */
CUCORE__PRIVATE cucore__blocks_way cucore__blocks_choose(const cucore__blocks_job *job)
{
    const cucore__copy_side *dst = &job->side[0], *src = &job->side[1];
    const int plain = dst->kind == CUCORE_DEVICE_TYPE_CPU || src->kind == CUCORE_DEVICE_TYPE_CPU;
    if (cucore__copy_is_host(dst) && cucore__copy_is_host(src)) return CUCORE__BLOCKS_BY_CPU;
    if (plain) return CUCORE__BLOCKS_BY_PIECES;
    return cucore__blocks_are_reached(job, 0) && cucore__blocks_are_reached(job, 1) ? CUCORE__BLOCKS_BY_KERNEL
                                                                                    : CUCORE__BLOCKS_ONE_BY_ONE;
}

/* -- the call ------------------------------------------------------------------------------------------------------ */
/* Memory that was said to be plain, of which the driver knows the first layer: that of each layer, or that of none. */
CUCORE__PRIVATE cucore_status cucore__blocks_confirm(cucore__blocks_job *job, int which)
{
    const cucore_view *views = job->views[which];
    cucore__copy_side *first = &job->side[which], side;
    size_t k;
    cucore_status status;
    if (views[0].device_type != CUCORE_DEVICE_TYPE_CPU || first->kind == CUCORE_DEVICE_TYPE_CPU) return CUCORE_OK;
    for (k = 1; k < job->blocks->count; k++) {
        cucore__copy_side_make(&views[k], &side);
        status = cucore__copy_ask_side(&side, &job->side[1 - which]);
        if (status) return status;
        if (side.kind == first->kind && side.device_id == first->device_id && side.managed == first->managed) continue;
        if (first->kind == CUCORE_DEVICE_TYPE_CUDA || side.kind == CUCORE_DEVICE_TYPE_CUDA) {
            return cucore_fail(CUCORE_WRONG_DEVICE, "%ss[%llu] is in memory of another kind than %ss[0]",
                               cucore__blocks_names[which], (unsigned long long)k, cucore__blocks_names[which]);
        }
        first->kind = CUCORE_DEVICE_TYPE_CPU;
        first->device_id = CUCORE_DEVICE_NONE;
        return CUCORE_OK;
    }
    return CUCORE_OK;
}

/* Where the work is done, and what the driver knows of plain memory. */
CUCORE__PRIVATE cucore_status cucore__blocks_find_place(cucore__blocks_job *job, CUstream stream)
{
    cucore__copy_side *sides = job->side;
    const int on_host = cucore__copy_is_host(&sides[0]) && cucore__copy_is_host(&sides[1]);
    const cucore_view *list = job->list[0] && !cucore__blocks_is_plain_list(job->list[0])   ? job->list[0]
                              : job->list[1] && !cucore__blocks_is_plain_list(job->list[1]) ? job->list[1]
                                                                                            : NULL;
    cucore_copy_plan devices;
    cucore_status status;
    job->has_place = list || cucore__copy_on_stream(&sides[0], &sides[1], stream);
    if (!job->has_place) return CUCORE_OK;
    status = on_host && list ? cucore__place_make_whole(stream, list->device_id, &job->launch.place)
                             : cucore__copy_place(&sides[0], &sides[1], stream, &job->launch.place);
    if (!status) status = cucore__blocks_launch_begin(&job->launch);
    if (!status) status = cucore__copy_ask_driver(&sides[0], &sides[1]);
    if (!status) status = cucore__blocks_confirm(job, 0);
    if (!status) status = cucore__blocks_confirm(job, 1);
    if (!status && !on_host) {
        status = cucore__copy_plan_devices(&sides[0], &sides[1], job->launch.device_id, &devices);
    }
    job->launch.over_bus = on_host || cucore__copy_is_host(&sides[0]) || cucore__copy_is_host(&sides[1]);
    return status;
}

/* Numbers in plain memory; others if the way needs them. */
CUCORE__PRIVATE cucore_status cucore__blocks_find_numbers(cucore__blocks_job *job, int on_host)
{
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < 2 && !status; i++) {
        const cucore_view *list = job->list[i];
        if (!list) continue;
        if (cucore__blocks_is_plain_list(list)) {
            status =
                cucore__blocks_know(job, i, (const char *)list->ptr, list->layout.strides[0] * list->layout.itemsize);
        } else {
            status = cucore__blocks_check_memory_of_list(job, i);
            if (!status && on_host) status = cucore__blocks_fetch(job, i);
        }
    }
    return status;
}

/* All groups of layers, in the context of the stream if there is one. */
CUCORE__PRIVATE cucore_status cucore__blocks_run(const cucore__blocks_job *job, cucore__blocks_way way)
{
    const size_t count = job->blocks->count;
    cucore__blocks_shape shape;
    size_t first, end;
    cucore_status status = CUCORE_OK;
    for (first = 0; first < count && !status; first = end) {
        for (end = first + 1; end < count && cucore__blocks_is_like_last(job, end);) end++;
        status = cucore__blocks_shape_of(job, first, &shape);
        if (status || !shape.nbytes) continue;
        status = way == CUCORE__BLOCKS_BY_KERNEL   ? cucore__blocks_copy_by_kernel(job, &shape, first, end - first)
                 : way == CUCORE__BLOCKS_BY_CPU    ? cucore__blocks_copy_by_cpu(job, &shape, first, end - first)
                 : way == CUCORE__BLOCKS_BY_PIECES ? cucore__blocks_copy_by_pieces(job, &shape, first, end - first)
                                                   : cucore__blocks_copy_one_by_one(job, &shape, first, end - first);
    }
    return status;
}

/* The checked mode for numbers that only the device knows: a report of its own in pinned memory, and a wait. */
CUCORE__PRIVATE cucore_status cucore__blocks_run_checked(cucore__blocks_job *job, cucore__blocks_way way)
{
    cucore__stage_slot *slot, own;
    cucore_blocks_report report;
    cucore_status status;
    memset(&own, 0, sizeof own);
    memset(&report, 0, sizeof report);
    slot = cucore__stage_slot_take(&own);
    status = cucore__stage_slot_grow(slot, sizeof report, job->launch.device_id);
    if (!status) {
        memset(slot->memory, 0, sizeof report);
        job->report = cucore__blocks_address(slot->memory, CUCORE_DEVICE_TYPE_CUDA_HOST);
        status = cucore__copy_settle(cucore__blocks_run(job, way), 1, job->launch.place.stream);
        memcpy(&report, slot->memory, sizeof report);
    }
    cucore__stage_slot_put(slot, &own);
    if (status || !report.side) return status;
    return cucore__blocks_fail_number(job, (int)report.side - 1, report.index, report.number);
}

/* Returns 1 if the kernel reads numbers that the host does not know, but has to check. */
CUCORE__PRIVATE int cucore__blocks_is_checked_later(const cucore__blocks_job *job, cucore__blocks_way way)
{
    return way == CUCORE__BLOCKS_BY_KERNEL && (job->blocks->flags & CUCORE_BLOCKS_CHECKED) &&
           ((job->list[0] && !cucore__blocks_is_plain_list(job->list[0])) ||
            (job->list[1] && !cucore__blocks_is_plain_list(job->list[1])));
}

/* Refuses what a capture forbids. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_capture(const cucore__blocks_job *job, cucore__blocks_way way)
{
    const int waits = job->options->blocking == CUCORE_BLOCKING_YES;
    if (!job->launch.captured ||
        (way == CUCORE__BLOCKS_BY_KERNEL && !waits && !cucore__blocks_is_checked_later(job, way))) {
        return CUCORE_OK;
    }
    return cucore__copy_fail_capture(
        &job->launch.place,
        waits                              ? "is to wait for the stream"
        : way == CUCORE__BLOCKS_BY_KERNEL  ? "is to check numbers that the device knows, and waits for that"
        : way == CUCORE__BLOCKS_ONE_BY_ONE ? "is between two devices without peer access, or needs the CPU"
                                           : "needs the CPU");
}

CUCORE__PRIVATE cucore_status cucore__blocks_run_on_stream(cucore__blocks_job *job, cucore__blocks_way way)
{
    const cucore_blocking blocking = job->options->blocking;
    const int host = cucore__copy_is_host(&job->side[0]) || cucore__copy_is_host(&job->side[1]);
    const int waits =
        blocking == CUCORE_BLOCKING_YES || (blocking == CUCORE_BLOCKING_DEFAULT && host && !job->launch.captured);
    cucore_context_guard guard;
    cucore_status status;
    if (way == CUCORE__BLOCKS_BY_CPU) {
        status = cucore__place_synchronize(&job->launch.place);
        return status ? status : cucore__blocks_run(job, way);
    }
    status = cucore_context_enter(job->launch.place.context, &guard);
    if (status) return status;
    status =
        cucore__blocks_is_checked_later(job, way) ? cucore__blocks_run_checked(job, way) : cucore__blocks_run(job, way);
    status = cucore__copy_settle(status, waits, job->launch.place.stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy(cucore__blocks_job *job, CUstream stream)
{
    cucore__blocks_way way;
    cucore_status status = cucore__blocks_check(job);
    if (status || !job->count) return status;
    cucore__copy_side_make(job->views[0], &job->side[0]);
    cucore__copy_side_make(job->views[1], &job->side[1]);
    status = cucore__blocks_find_place(job, stream);
    if (status) return status;
    way = cucore__blocks_choose(job);
    status = cucore__blocks_check_capture(job, way);
    if (!status) status = cucore__blocks_find_numbers(job, way != CUCORE__BLOCKS_BY_KERNEL);
    if (!status && (job->blocks->flags & CUCORE_BLOCKS_CHECKED)) status = cucore__blocks_check_overlaps(job);
    if (status) return status;
    if (way == CUCORE__BLOCKS_BY_KERNEL) {
        job->report = (uint64_t)(uintptr_t)job->blocks->report;
    }
    return job->has_place ? cucore__blocks_run_on_stream(job, way) : cucore__blocks_run(job, way);
}

CUCORE_API cucore_status cucore_views_copy_blocks(const cucore_blocks *blocks, CUstream stream,
                                                  const cucore_copy_options *options)
{
    cucore__blocks_job job;
    cucore_status status = cucore__blocks_check_arguments(blocks, options);
    if (status || !blocks->count) return status;
    memset(&job, 0, sizeof job);
    job.blocks = blocks;
    job.views[0] = blocks->dsts;
    job.views[1] = blocks->srcs;
    job.options = options ? options : &cucore__copy_usual;
    job.launch.resource = job.options->resource;
    job.launch.device_id = CUCORE_DEVICE_NONE;
    status = cucore__blocks_copy(&job, stream);
    free(job.known[0]);
    free(job.known[1]);
    return status;
}
