/* copy/views.c: cucore_views_copy: pairs sorted into rows of a table, groups of equal layouts, and plans. */
#define CUCORE__VIEWS_LARGE ((int64_t)1 << 20) /* bytes of a run from which on the driver's own copy is as fast */
#define CUCORE__VIEWS_GROUPS 16                /* layouts that are told apart */
#define CUCORE__VIEWS_ITEMS 8192               /* that a table should have, so that all multiprocessors have work */
#define CUCORE__VIEWS_CUT 16384                /* bytes of a row at most */

/* A run of bytes. */
typedef struct cucore__views_row {
    uint64_t dst, src, bytes;
} cucore__views_row;

/* Pairs with equal layouts, of which there are two or more. */
typedef struct cucore__views_group {
    size_t first; /* a pair that has them */
    size_t pairs;
    int over_bus;
} cucore__views_group;

/* A pair that is copied as by cucore_view_copy. */
typedef struct cucore__views_plan {
    struct cucore__views_plan *next;
    int on_stream;
    cucore_copy_plan plan;
} cucore__views_plan;

/* A call under way.  Zeroed at first. */
typedef struct cucore__views_job {
    const cucore_view *dsts, *srcs;
    size_t count;
    const cucore_copy_options *options;
    CUstream stream;
    int has_place, host; /* host: 1 if memory of the host takes part on the stream */
    cucore__blocks_launch launch;
    cucore__capture capture;
    cucore__views_row *rows; /* count of them */
    size_t row_count;
    uint64_t row_bytes;
    int rows_over_bus;
    unsigned char *group_of; /* of each pair, from 1 on; 0: none */
    cucore__views_group groups[CUCORE__VIEWS_GROUPS];
    int group_count;
    cucore__views_plan *plans, **last;
    cucore__batch *batch; /* NULL: no plan is for it */
} cucore__views_job;

/* -- sorting ------------------------------------------------------------------------------------------------------- */
/* The place of all work: of the first pair that needs one. */
CUCORE__PRIVATE cucore_status cucore__views_find_place(cucore__views_job *job, const cucore__copy_job *pair)
{
    cucore_status status;
    if (job->has_place) return CUCORE_OK;
    status = cucore__copy_place(&pair->dst, &pair->src, job->stream, &job->launch.place);
    if (!status) status = cucore__context_device(job->launch.place.context, &job->launch.device_id);
    if (!status) status = cucore__place_capture(&job->launch.place, &job->capture);
    if (!status && job->capture.is_beside) status = cucore__fail_beside();
    job->launch.captured = job->capture.is_active;
    job->has_place = !status;
    return status;
}

/* Refuses what cucore__copy_run would refuse in a capture. */
CUCORE__PRIVATE cucore_status cucore__views_check_capture(const cucore__views_job *job, const cucore_copy_plan *plan)
{
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int both_plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU && plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int cpu = plan->strategy == CUCORE_COPY_HOST || plan->strategy == CUCORE_COPY_STAGED || plain;
    const int unordered = plan->packs && job->launch.resource && job->launch.resource->is_unordered;
    if (!job->capture.is_active || both_plain || plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (!cpu && !unordered && job->options->blocking != CUCORE_BLOCKING_YES) return CUCORE_OK;
    return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                       (unsigned long long)(uintptr_t)job->launch.place.stream,
                       cpu         ? "needs the CPU, or a stream of another device"
                       : unordered ? "needs temporary memory, from a resource that does not work in stream order"
                                   : "is to wait for the stream");
}

CUCORE__PRIVATE cucore_status cucore__views_add_plan(cucore__views_job *job, cucore__copy_job *pair)
{
    cucore__views_plan *made = (cucore__views_plan *)malloc(sizeof *made);
    cucore_status status;
    if (!made) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the plan of a copy");
    made->next = NULL;
    made->on_stream = pair->on_stream;
    *job->last = made;
    job->last = &made->next;
    status = cucore__copy_plan_views(pair, &made->plan);
    if (!status) status = cucore__views_check_capture(job, &made->plan);
    if (!status && !job->batch && cucore__batch_takes(&made->plan)) {
        job->batch = cucore__batch_new();
        if (!job->batch) status = CUCORE_OUT_OF_MEMORY;
    }
    return status;
}

/* The group of a pair, which a kernel reaches; -1: there is no room for one more. */
CUCORE__PRIVATE int cucore__views_find_group(cucore__views_job *job, size_t k)
{
    int i;
    for (i = 0; i < job->group_count; i++) {
        const size_t first = job->groups[i].first;
        if (cucore__blocks_layouts_equal(&job->dsts[first].layout, &job->dsts[k].layout) &&
            cucore__blocks_layouts_equal(&job->srcs[first].layout, &job->srcs[k].layout)) {
            return i;
        }
    }
    if (i == CUCORE__VIEWS_GROUPS) return -1;
    job->groups[i].first = k;
    return job->group_count++;
}

/* Returns 1 if memory of the host takes part on the stream. */
CUCORE__PRIVATE int cucore__views_is_over_bus(const cucore__copy_job *pair)
{
    return pair->on_stream && (cucore__copy_is_host(&pair->dst) || cucore__copy_is_host(&pair->src));
}

/* Returns 1 if the blocks' kernel may copy the pair: reached, without packed elements, of one shape, without
 * overlap. */
CUCORE__PRIVATE int cucore__views_is_simple(const cucore__views_job *job, const cucore__copy_job *pair)
{
    const cucore_layout *to = pair->dst.layout, *from = pair->src.layout;
    cucore_overlap overlap;
    if (!pair->on_stream || to->itembits != 8 * to->itemsize) return 0;
    if (cucore__copy_is_host(&pair->dst) && cucore__copy_is_host(&pair->src)) return 0;
    if (!cucore__copy_shapes_are_equal(to, from)) return 0;
    if (!cucore__blocks_is_reached(&job->launch, &pair->dst, CUCORE__BLOCKS_WRITES) ||
        !cucore__blocks_is_reached(&job->launch, &pair->src, CUCORE__BLOCKS_READS)) {
        return 0;
    }
    return cucore__copy_check_memory(pair, &overlap) == CUCORE_OK && overlap == CUCORE_OVERLAP_NONE;
}

/* Takes a pair as a row of the table or as one of a group.  Returns 0 if it is left for a plan. */
CUCORE__PRIVATE int cucore__views_take(cucore__views_job *job, size_t k, const cucore__copy_job *pair)
{
    cucore__views_row *row = &job->rows[job->row_count];
    const int64_t nbytes = pair->size * pair->dst.layout->itemsize;
    int group;
    if (!pair->size || !cucore__views_is_simple(job, pair)) return 0;
    if (cucore__copy_is_run(pair)) {
        if (nbytes >= CUCORE__VIEWS_LARGE) return 0;
        row->dst = cucore__blocks_address(pair->dst.ptr, pair->dst.kind);
        row->src = cucore__blocks_address(pair->src.ptr, pair->src.kind);
        row->bytes = (uint64_t)nbytes;
        job->row_bytes += row->bytes;
        job->rows_over_bus |= cucore__views_is_over_bus(pair);
        job->row_count++;
        return 1;
    }
    group = cucore__views_find_group(job, k);
    if (group < 0) return 0;
    job->groups[group].pairs++;
    job->groups[group].over_bus |= cucore__views_is_over_bus(pair);
    job->group_of[k] = (unsigned char)(group + 1);
    return 1;
}

/* As cucore_view_copy looks at a pair, before it plans. */
CUCORE__PRIVATE cucore_status cucore__views_look(cucore__views_job *job, size_t k, cucore__copy_job *pair)
{
    static const char *const subjects[] = {"dst", "src"};
    cucore_copy_plan devices;
    cucore_status status;
    pair->views[0] = &job->dsts[k];
    pair->views[1] = &job->srcs[k];
    status = cucore__copy_job_make(pair, job->options, subjects);
    if (!status) status = cucore__copy_check_views(pair->views[0], pair->views[1]);
    if (status) return status;
    pair->on_stream = pair->size && cucore__copy_on_stream(&pair->dst, &pair->src, job->stream);
    if (!pair->on_stream) return CUCORE_OK;
    status = cucore__views_find_place(job, pair);
    if (!status) status = cucore__copy_ask_driver(&pair->dst, &pair->src);
    pair->device_id = job->launch.device_id;
    pair->may_block = pair->may_block && !job->capture.is_active;
    if (!status && !(cucore__copy_is_host(&pair->dst) && cucore__copy_is_host(&pair->src)))
        status = cucore__copy_plan_devices(&pair->dst, &pair->src, job->launch.device_id, &devices);
    job->host |= cucore__views_is_over_bus(pair);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__views_sort_pair(cucore__views_job *job, size_t k)
{
    cucore__copy_job pair;
    cucore_status status = cucore__views_look(job, k, &pair);
    return status || cucore__views_take(job, k, &pair) ? status : cucore__views_add_plan(job, &pair);
}

/* A group of one pair has no use for the kernel of blocks: its layout has a plan of its own.  Nor have runs that are
 * short. */
CUCORE__PRIVATE cucore_status cucore__views_drop_group(cucore__views_job *job, int group)
{
    cucore__copy_job pair;
    size_t k;
    cucore_status status = CUCORE_OK;
    for (k = 0; k < job->count && !status; k++) {
        if (job->group_of[k] != group + 1) continue;
        job->group_of[k] = 0;
        status = cucore__views_look(job, k, &pair);
        if (!status) status = cucore__views_add_plan(job, &pair);
        if (status) status = cucore__blocks_fail_at(status, "cucore_views_copy: dsts and srcs", k);
    }
    job->groups[group].pairs = 0;
    return status;
}

/* What a group looks like as one block. */
CUCORE__PRIVATE cucore_status cucore__views_shape(const cucore__views_job *job, int group, cucore__blocks_shape *shape)
{
    const size_t k = job->groups[group].first;
    int i;
    for (i = 0; i < 2; i++) {
        cucore__layout_copy(&shape->block[i], i ? &job->srcs[k].layout : &job->dsts[k].layout);
        shape->step[i] = 0;
        shape->extent[i] = 1;
    }
    return cucore__blocks_find_runs(shape);
}

CUCORE__PRIVATE cucore_status cucore__views_sort_groups(cucore__views_job *job)
{
    cucore__blocks_shape shape;
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < job->group_count && !status; i++) {
        status = cucore__views_shape(job, i, &shape);
        if (status == CUCORE_UNSUPPORTED ||
            (!status && (shape.run < CUCORE__KERNEL_WORD || job->groups[i].pairs < 2))) {
            status = cucore__views_drop_group(job, i);
        }
    }
    return status;
}

/* -- copying ------------------------------------------------------------------------------------------------------- */
/* Bytes of a row at most: so few that there are many rows, a multiple of a piece. */
CUCORE__PRIVATE uint64_t cucore__views_cut(const cucore__views_job *job)
{
    uint64_t cut = CUCORE__BLOCKS_PIECE;
    while (cut < CUCORE__VIEWS_CUT && job->row_bytes / cut > 2 * CUCORE__VIEWS_ITEMS) cut *= 2;
    return cut;
}

/* How far the rows of a table have been written. */
typedef struct cucore__views_cursor {
    uint64_t cut;  /* bytes of a row at most */
    size_t at;     /* the next row ... */
    uint64_t done; /* ... and how many of its bytes were written before */
} cucore__views_cursor;

/* The next rows, cut.  -> how many were written, `most` at most */
CUCORE__PRIVATE uint32_t cucore__views_write_rows(const cucore__views_job *job, cucore__views_cursor *cursor,
                                                  cucore__views_row *out, uint32_t most)
{
    uint32_t n = 0;
    while (cursor->at < job->row_count && n < most) {
        const cucore__views_row *row = &job->rows[cursor->at];
        const uint64_t left = row->bytes - cursor->done;
        out[n].dst = row->dst + cursor->done;
        out[n].src = row->src + cursor->done;
        out[n].bytes = left < cursor->cut ? left : cursor->cut;
        cursor->done += out[n++].bytes;
        if (cursor->done < row->bytes) continue;
        cursor->done = 0;
        cursor->at++;
    }
    return n;
}

/* One launch of at most `most` rows, which are sent ahead unless they fit its parameters. */
CUCORE__PRIVATE cucore_status cucore__views_launch_rows(const cucore__views_job *job, cucore__views_cursor *cursor,
                                                        uint64_t most)
{
    const uint64_t fit = CUCORE__BLOCKS_ROOM / 3;
    cucore__blocks_launch launch = job->launch;
    cucore__sending sending;
    cucore__kernel_blocks p;
    cucore_status status = CUCORE_OK;
    memset(&sending, 0, sizeof sending);
    memset(&p, 0, offsetof(cucore__kernel_blocks, room));
    launch.over_bus = job->rows_over_bus;
    p.is_table = 1;
    p.pieces.extent = 1;
    p.lanes = cucore__blocks_lanes(job->row_bytes / job->row_count);
    if (most <= fit) {
        p.items = cucore__views_write_rows(job, cursor, (cucore__views_row *)(void *)p.room, (uint32_t)most);
    } else {
        status = cucore__sending_begin(&sending, (size_t)most * sizeof(cucore__views_row), &launch.place,
                                       launch.resource, launch.device_id);
        if (!status) {
            p.items =
                cucore__views_write_rows(job, cursor, (cucore__views_row *)sending.upload->memory, (uint32_t)most);
            p.table = (uint64_t)(uintptr_t)sending.temp.ptr;
            status = cucore__sending_send(&sending, &launch.place);
        }
    }
    if (!status) status = cucore__blocks_launch_one(&launch, &p, 1);
    return cucore__sending_end(&sending, status);
}

CUCORE__PRIVATE cucore_status cucore__views_copy_rows(const cucore__views_job *job)
{
    const uint64_t fit = CUCORE__BLOCKS_ROOM / 3, room = CUCORE_COPY_STAGE / sizeof(cucore__views_row);
    cucore__views_cursor cursor = {0, 0, 0};
    uint64_t left = 0, most;
    size_t i;
    cucore_status status = CUCORE_OK;
    if (!job->row_count) return CUCORE_OK;
    cursor.cut = cucore__views_cut(job);
    for (i = 0; i < job->row_count; i++) left += (job->rows[i].bytes - 1) / cursor.cut + 1;
    for (; left && !status; left -= most) {
        most = job->launch.captured || left <= fit || room < fit ? fit : room;
        if (most > left) most = left;
        status = cucore__views_launch_rows(job, &cursor, most);
    }
    return status;
}

/* The pairs of a group as layers of one block each. */
CUCORE__PRIVATE cucore_status cucore__views_copy_group(const cucore__views_job *job, int number)
{
    const cucore_blocks no_blocks = {NULL, NULL, 0, 0, 0, NULL, NULL, 0, NULL, {NULL, NULL}};
    cucore__blocks_job blocks;
    cucore__blocks_shape shape;
    cucore__blocks_group group;
    cucore__copy_side dst, src;
    size_t k, at = 0;
    cucore_status status = cucore__views_shape(job, number, &shape);
    if (status) return status;
    memset(&group, 0, sizeof group);
    memset(&blocks, 0, sizeof blocks);
    blocks.blocks = &no_blocks;
    blocks.count = 1;
    blocks.launch = job->launch;
    blocks.launch.over_bus = job->groups[number].over_bus;
    group.shape = &shape;
    group.layers = job->groups[number].pairs;
    group.bases = (uint64_t *)malloc(2 * sizeof *group.bases * group.layers);
    if (!group.bases)
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu pairs", (unsigned long long)group.layers);
    for (k = 0; k < job->count; k++) {
        if (job->group_of[k] != number + 1) continue;
        cucore__copy_side_make(&job->dsts[k], &dst);
        cucore__copy_side_make(&job->srcs[k], &src);
        (void)cucore__copy_ask_driver(&dst, &src); /* as before, when it did not fail */
        group.bases[at++] = cucore__blocks_address(dst.ptr, dst.kind) + (uint64_t)shape.offset[0];
        group.bases[at++] = cucore__blocks_address(src.ptr, src.kind) + (uint64_t)shape.offset[1];
    }
    status = cucore__blocks_launch_group(&blocks, &group);
    free(group.bases);
    return status;
}

/* Runs that no kernel reaches, by the driver. */
CUCORE__PRIVATE cucore_status cucore__views_copy_batch(cucore__views_job *job)
{
    cucore__batch *batch = job->batch;
    const cucore__views_plan *plan;
    cucore_status status = CUCORE_OK;
    job->batch = NULL;
    batch->stream = job->launch.place.stream;
    batch->is_single = job->capture.is_active;
    for (plan = job->plans; plan && !status; plan = plan->next) {
        if (!cucore__batch_takes(&plan->plan)) continue;
        status = cucore__batch_add_plan(batch, &plan->plan);
    }
    return cucore__batch_end(batch, status);
}

/* What the kernel of blocks and the driver's batch copy, in the context of the stream.  The batch waits if plain memory
 * takes part, so it comes last. */
CUCORE__PRIVATE cucore_status cucore__views_copy_in_context(cucore__views_job *job)
{
    cucore_context_guard guard;
    int i;
    cucore_status status;
    if (!job->row_count && !job->group_count && !job->batch) return CUCORE_OK;
    status = cucore_context_enter(job->launch.place.context, &guard);
    if (status) return status;
    status = cucore__views_copy_rows(job);
    for (i = 0; i < job->group_count && !status; i++) {
        if (job->groups[i].pairs) status = cucore__views_copy_group(job, i);
    }
    if (!status && job->batch) status = cucore__views_copy_batch(job);
    cucore_context_leave(&guard);
    return status;
}

/* All work; the host waits once, at the end. */
CUCORE__PRIVATE cucore_status cucore__views_run(cucore__views_job *job)
{
    const cucore_blocking blocking = job->options->blocking;
    const int waits = job->has_place && !job->capture.is_active &&
                      (blocking == CUCORE_BLOCKING_YES || (blocking == CUCORE_BLOCKING_DEFAULT && job->host));
    const cucore__views_plan *plan;
    cucore_copy_options later = *job->options;
    cucore__copy_result result;
    cucore_context_guard guard;
    cucore_status status = cucore__views_copy_in_context(job);
    later.blocking = CUCORE_BLOCKING_NO;
    for (plan = job->plans; plan && !status; plan = plan->next) {
        if (cucore__batch_takes(&plan->plan)) continue;
        status = cucore__copy_run(&plan->plan, plan->on_stream ? &job->launch.place : NULL, &later);
    }
    if (!waits) return status;
    memset(&result, 0, sizeof result);
    (void)cucore__copy_keep_first_error(&result, status);
    if (!cucore__copy_keep_first_error(&result, cucore_context_enter(job->launch.place.context, &guard))) {
        (void)cucore__copy_keep_first_error(&result, cucore__synchronize_relaxed(job->launch.place.stream));
        cucore_context_leave(&guard);
    }
    if (result.status) cucore__error = result.error;
    return result.status;
}

CUCORE__PRIVATE cucore_status cucore__views_sort(cucore__views_job *job)
{
    size_t k;
    cucore_status status = CUCORE_OK;
    for (k = 0; k < job->count && !status; k++) {
        status = cucore__views_sort_pair(job, k);
        if (status) status = cucore__blocks_fail_at(status, "cucore_views_copy: dsts and srcs", k);
    }
    if (!status) status = cucore__views_sort_groups(job);
    if (!status && job->capture.is_active && job->options->blocking == CUCORE_BLOCKING_YES) {
        status =
            cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy is to wait for it",
                        (unsigned long long)(uintptr_t)job->launch.place.stream);
    }
    return status;
}

CUCORE_API cucore_status cucore_views_copy(const cucore_view *dsts, const cucore_view *srcs, size_t count,
                                           CUstream stream, const cucore_copy_options *options)
{
    cucore__views_job job;
    cucore__views_plan *plan;
    cucore_status status = cucore__copy_check_options(options, 0);
    if (status || !count) return status;
    if (!dsts || !srcs) return cucore__fail_null("cucore_views_copy", dsts ? "srcs" : "dsts");
    memset(&job, 0, sizeof job);
    job.dsts = dsts;
    job.srcs = srcs;
    job.count = count;
    job.options = options ? options : &cucore__copy_usual;
    job.stream = stream;
    job.launch.resource = job.options->resource;
    job.launch.device_id = CUCORE_DEVICE_NONE;
    job.last = &job.plans;
    job.rows = (cucore__views_row *)calloc(count, sizeof *job.rows);
    job.group_of = (unsigned char *)calloc(count, 1);
    status = job.rows && job.group_of
                 ? cucore__views_sort(&job)
                 : cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a table of %llu copies", (unsigned long long)count);
    if (!status) status = cucore__views_run(&job);
    while (job.plans) {
        plan = job.plans;
        job.plans = plan->next;
        free(plan);
    }
    free(job.batch);
    free(job.rows);
    free(job.group_of);
    return status;
}
