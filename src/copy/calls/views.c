/* copy/calls/views.c: cucore_views_copy: pairs sorted into rows of a table, groups of equal layouts, and plans. */
#define CUCORE__VIEWS_LARGE ((int64_t)1 << 20) /* bytes of a run from which on the driver's own copy is as fast */
#define CUCORE__VIEWS_GROUPS 16                /* layouts that are told apart */
#define CUCORE__VIEWS_ITEMS 8192               /* that a table should have, so that all multiprocessors have work */
#define CUCORE__VIEWS_CUT 16384                /* bytes of a row at most */

/* A run of bytes. */
typedef struct cucore__views_row {
    uint64_t dst, src, bytes;
} cucore__views_row;

/* Pairs that share launches: runs of bytes, or two or more with equal layouts. */
typedef struct cucore__views_group {
    size_t first; /* a pair that has the layouts */
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
    cucore__views_row *rows; /* of each pair that has a group */
    uint64_t row_bytes;      /* of the runs */
    unsigned char *group_of; /* of each pair, from 1 on, which are the runs; 0: none */
    cucore__views_group groups[1 + CUCORE__VIEWS_GROUPS];
    int group_count;
    cucore__views_plan *plans, **last;
    cucore__batch *batch; /* NULL: no plan is for it */
} cucore__views_job;

/* -- sorting ------------------------------------------------------------------------------------------------------- */
/* The pair is copied as by cucore_view_copy. */
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
    if (!status && pair->on_stream && job->launch.captured && made->plan.strategy != CUCORE_COPY_NOTHING)
        status = cucore__copy_check_capture(&made->plan, &job->launch.place, job->options);
    if (!status && !job->batch && cucore__batch_takes(&made->plan)) {
        job->batch = cucore__batch_new(job->launch.place.stream, job->launch.captured);
        if (!job->batch) status = CUCORE_OUT_OF_MEMORY;
    }
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

/* Returns the group of a pair, which a kernel reaches, from 1 on; -1: there is no room for one more, or it has short
 * runs or too many axes. */
CUCORE__PRIVATE int cucore__views_find_group(cucore__views_job *job, size_t k)
{
    cucore__blocks_shape shape;
    int i;
    for (i = 1; i <= job->group_count; i++) {
        const size_t first = job->groups[i].first;
        if (cucore__blocks_layouts_equal(&job->dsts[first].layout, &job->dsts[k].layout) &&
            cucore__blocks_layouts_equal(&job->srcs[first].layout, &job->srcs[k].layout)) {
            return i;
        }
    }
    if (i > CUCORE__VIEWS_GROUPS) return -1;
    job->groups[i].first = k;
    if (cucore__views_shape(job, i, &shape) || shape.run < CUCORE__KERNEL_WORD) return -1;
    return job->group_count = i;
}

/* Returns 1 if the blocks' kernel may copy the pair: reached, without packed elements, of one shape, without
 * overlap. */
CUCORE__PRIVATE int cucore__views_is_simple(const cucore__views_job *job, const cucore__copy_job *pair)
{
    const cucore__copy_side *dst = &pair->dst, *src = &pair->src;
    cucore_overlap overlap;
    if (dst->layout->itembits != 8 * dst->layout->itemsize || !cucore__copy_shapes_are_equal(dst->layout, src->layout))
        return 0;
    if (cucore__copy_is_host(dst) && cucore__copy_is_host(src)) return 0;
    if (!cucore__blocks_is_reached(&job->launch, dst, CUCORE__BLOCKS_WRITES) ||
        !cucore__blocks_is_reached(&job->launch, src, CUCORE__BLOCKS_READS)) {
        return 0;
    }
    return cucore__copy_check_memory(pair, &overlap) == CUCORE_OK && overlap == CUCORE_OVERLAP_NONE;
}

/* Takes a pair as a run or into the group of its layouts, or leaves it for a plan. */
CUCORE__PRIVATE void cucore__views_take(cucore__views_job *job, size_t k, const cucore__copy_job *pair)
{
    const int is_run = cucore__copy_is_run(pair);
    const int64_t nbytes = pair->size * pair->dst.layout->itemsize;
    const int group = is_run ? 0 : cucore__views_find_group(job, k);
    if (group < 0 || (is_run && nbytes >= CUCORE__VIEWS_LARGE)) return;
    job->group_of[k] = (unsigned char)(group + 1);
    job->groups[group].pairs++;
    job->groups[group].over_bus |= cucore__copy_is_host(&pair->dst) || cucore__copy_is_host(&pair->src);
    job->rows[k].dst = cucore__blocks_address(pair->dst.ptr, pair->dst.kind);
    job->rows[k].src = cucore__blocks_address(pair->src.ptr, pair->src.kind);
    job->rows[k].bytes = (uint64_t)nbytes;
    if (is_run) job->row_bytes += (uint64_t)nbytes;
}

/* Looks at a pair as cucore_view_copy does before it plans. */
CUCORE__PRIVATE cucore_status cucore__views_look(cucore__views_job *job, size_t k, cucore__copy_job *pair)
{
    static const char *const subjects[] = {"dst", "src"};
    cucore_copy_plan devices;
    cucore_status status;
    pair->views[0] = &job->dsts[k];
    pair->views[1] = &job->srcs[k];
    status = cucore__copy_job_make(pair, job->options, subjects);
    if (!status) status = cucore__copy_check_views(pair->views[0], pair->views[1]);
    if (status || !pair->size || !cucore__copy_on_stream(&pair->dst, &pair->src, job->stream)) return status;
    if (!job->has_place) { /* of the first pair that needs one */
        status = cucore__copy_place(&pair->dst, &pair->src, job->stream, &job->launch.place);
        if (!status) status = cucore__blocks_launch_begin(&job->launch);
        job->has_place = !status;
    }
    pair->on_stream = 1;
    pair->device_id = job->launch.device_id;
    pair->may_block = pair->may_block && !job->launch.captured;
    if (!status) status = cucore__copy_ask_driver(&pair->dst, &pair->src);
    if (!status && !(cucore__copy_is_host(&pair->dst) && cucore__copy_is_host(&pair->src)))
        status = cucore__copy_plan_devices(&pair->dst, &pair->src, pair->device_id, &devices);
    job->host |= cucore__copy_is_host(&pair->dst) || cucore__copy_is_host(&pair->src);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__views_sort_pair(cucore__views_job *job, size_t k)
{
    cucore__copy_job pair;
    cucore_status status = cucore__views_look(job, k, &pair);
    if (!status && pair.on_stream && cucore__views_is_simple(job, &pair)) cucore__views_take(job, k, &pair);
    return status || job->group_of[k] ? status : cucore__views_add_plan(job, &pair);
}

/* A group of one pair has no use for the kernel of blocks: its layout has a plan of its own. */
CUCORE__PRIVATE cucore_status cucore__views_drop_groups(cucore__views_job *job)
{
    cucore__copy_job pair;
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 1; i <= job->group_count && !status; i++) {
        const size_t k = job->groups[i].first;
        if (job->groups[i].pairs > 1) continue;
        job->group_of[k] = 0;
        job->groups[i].pairs = 0;
        status = cucore__views_look(job, k, &pair);
        if (!status) status = cucore__views_add_plan(job, &pair);
        if (status) status = cucore__blocks_fail_at(status, "cucore_views_copy: dsts and srcs", k);
    }
    return status;
}

/* -- copying ------------------------------------------------------------------------------------------------------- */
/* Launches the kernel for some rows, which are sent ahead unless they fit its parameters. */
CUCORE__PRIVATE cucore_status cucore__views_launch_rows(const cucore__views_job *job, const cucore__views_row *rows,
                                                        uint64_t count)
{
    const size_t bytes = (size_t)count * sizeof *rows;
    cucore__blocks_launch launch = job->launch;
    cucore__sending sending;
    cucore__kernel_blocks p;
    cucore_status status = CUCORE_OK;
    memset(&sending, 0, sizeof sending);
    memset(&p, 0, offsetof(cucore__kernel_blocks, room));
    launch.over_bus = job->groups[0].over_bus;
    p.is_table = 1;
    p.items = (uint32_t)count;
    p.pieces.extent = 1;
    p.lanes = cucore__blocks_lanes(job->row_bytes / job->groups[0].pairs);
    if (bytes <= sizeof p.room) {
        memcpy(p.room, rows, bytes);
    } else {
        status = cucore__sending_begin(&sending, bytes, &launch);
        if (!status) memcpy(sending.slot->memory, rows, bytes);
        if (!status) status = cucore__sending_send(&sending, &launch.place);
        p.table = (uint64_t)(uintptr_t)sending.temp.ptr;
    }
    if (!status) status = cucore__blocks_launch_one(&launch, &p, 1);
    return cucore__sending_end(&sending, status);
}

/* Copies the runs as rows of a table, cut so that there are many rows, each of a multiple of a piece. */
CUCORE__PRIVATE cucore_status cucore__views_copy_rows(const cucore__views_job *job)
{
    const uint64_t fit = CUCORE__BLOCKS_ROOM / 3, room = CUCORE_COPY_STAGE / sizeof(cucore__views_row);
    const uint64_t most = job->launch.captured || room < fit ? fit : room;
    uint64_t cut = CUCORE__BLOCKS_PIECE, count = 0, at = 0, done;
    cucore__views_row *rows;
    size_t k;
    cucore_status status = CUCORE_OK;
    while (cut < CUCORE__VIEWS_CUT && job->row_bytes / cut > 2 * CUCORE__VIEWS_ITEMS) cut *= 2;
    for (k = 0; k < job->count; k++) count += job->group_of[k] == 1 ? (job->rows[k].bytes - 1) / cut + 1 : 0;
    rows = (cucore__views_row *)malloc((size_t)count * sizeof *rows);
    if (!rows)
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a table of %llu runs", (unsigned long long)count);
    for (k = 0; k < job->count; k++) {
        const cucore__views_row *row = &job->rows[k];
        for (done = 0; job->group_of[k] == 1 && done < row->bytes; done += cut, at++) {
            rows[at].dst = row->dst + done;
            rows[at].src = row->src + done;
            rows[at].bytes = row->bytes - done < cut ? row->bytes - done : cut;
        }
    }
    for (at = 0; at < count && !status; at += most) {
        status = cucore__views_launch_rows(job, rows + at, count - at < most ? count - at : most);
    }
    free(rows);
    return status;
}

/* The pairs of a group as layers of one block each. */
CUCORE__PRIVATE cucore_status cucore__views_copy_group(const cucore__views_job *job, int number)
{
    const size_t pairs = job->groups[number].pairs;
    cucore__blocks_job blocks;
    cucore__blocks_shape shape;
    uint64_t *bases;
    size_t k, at = 0;
    cucore_status status = cucore__views_shape(job, number, &shape);
    if (status) return status;
    bases = (uint64_t *)malloc(2 * sizeof *bases * pairs);
    if (!bases) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu pairs", (unsigned long long)pairs);
    memset(&blocks, 0, sizeof blocks);
    blocks.count = 1;
    blocks.launch = job->launch;
    blocks.launch.over_bus = job->groups[number].over_bus;
    for (k = 0; k < job->count; k++) {
        if (job->group_of[k] != number + 1) continue;
        bases[at++] = job->rows[k].dst + (uint64_t)shape.offset[0];
        bases[at++] = job->rows[k].src + (uint64_t)shape.offset[1];
    }
    status = cucore__blocks_launch_group(&blocks, &shape, bases, pairs);
    free(bases);
    return status;
}

/* All work, in the context of the stream if there is one: the kernel of blocks, then the plans, of which the driver's
 * batch takes runs that no kernel reaches.  The host waits once, at the end. */
CUCORE__PRIVATE cucore_status cucore__views_run(cucore__views_job *job)
{
    const cucore_blocking blocking = job->options->blocking;
    const int waits = job->has_place && !job->launch.captured &&
                      (blocking == CUCORE_BLOCKING_YES || (blocking == CUCORE_BLOCKING_DEFAULT && job->host));
    const cucore__views_plan *plan;
    cucore_copy_options later = *job->options;
    cucore_context_guard guard;
    int i;
    cucore_status status = job->has_place ? cucore_context_enter(job->launch.place.context, &guard) : CUCORE_OK;
    if (status) return status;
    later.blocking = CUCORE_BLOCKING_NO;
    for (i = 0; i <= job->group_count && !status; i++) {
        if (job->groups[i].pairs) status = i ? cucore__views_copy_group(job, i) : cucore__views_copy_rows(job);
    }
    for (plan = job->plans; plan && !status; plan = plan->next) {
        status = cucore__batch_takes(&plan->plan)
                     ? cucore__batch_add_plan(job->batch, &plan->plan)
                     : cucore__copy_run(&plan->plan, plan->on_stream ? &job->launch.place : NULL, &later);
    }
    if (job->batch) status = cucore__batch_end(job->batch, status);
    job->batch = NULL;
    status = cucore__copy_settle(status, waits, job->launch.place.stream);
    if (job->has_place) cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__views_sort(cucore__views_job *job)
{
    size_t k;
    cucore_status status = CUCORE_OK;
    for (k = 0; k < job->count && !status; k++) {
        status = cucore__views_sort_pair(job, k);
        if (status) status = cucore__blocks_fail_at(status, "cucore_views_copy: dsts and srcs", k);
    }
    if (!status) status = cucore__views_drop_groups(job);
    if (!status && job->launch.captured && job->options->blocking == CUCORE_BLOCKING_YES) {
        status = cucore__copy_fail_capture(&job->launch.place, "is to wait for the stream");
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
