/* -------------------------------------------------------------------------------------------- >>impl-kernel-run -- */
/* kernel/run.c: loops run by threads of the CPU. */
enum {
    CUCORE__RUN_TRIAL = 4096,   /* elements that the caller does before it looks at a clock */
    CUCORE__RUN_MEASURED = 20,  /* us that are enough to know how long an element takes */
    CUCORE__RUN_LINES = 2048,   /* lines of memory that stay in the second cache */
    CUCORE__RUN_BUFFER = 16384, /* bytes of converted elements that a thread has at a time, */
    CUCORE__RUN_LINE = 64       /* ... where the elements of each operand begin */
};

/* How the operands of a pass are converted; the room of the caller is after it. */
typedef struct cucore__run_casts {
    const cucore_loops *loops;
    unsigned most; /* elements of a block */
    size_t nbytes; /* of the room of a thread */
#if defined(CUCORE_CAST_H)
    struct {
        cucore__cast_rows in, out;
        size_t at; /* in the room */
    } each[CUCORE_LOOP_OPERANDS];
#endif
} cucore__run_casts;

/* What one thread does of a loop. */
typedef struct cucore__run_part {
    const cucore_loop *loop;
    unsigned begin, end;
    cucore_loop_body body;
    void *user_data;
    const cucore__run_casts *casts; /* NULL: nothing is converted */
    char *room;                     /* of this thread */
} cucore__run_part;

#if defined(CUCORE_CAST_H)
/* Returns NULL if there is no memory. */
CUCORE__PRIVATE CUCORE__APART cucore__run_casts *cucore__run_casts_make(const cucore_loops *loops)
{
    cucore__run_casts *out;
    cucore_view view;
    size_t bytes = 0, at = CUCORE__RUN_LINE;
    unsigned most;
    int k;
    for (k = 0; k < loops->private_.count; k++) {
        if (loops->private_.converts >> k & 1) bytes += loops->private_.dtype[1][k].itemsize;
    }
    most = (unsigned)(CUCORE__RUN_BUFFER / bytes);
    if ((int64_t)most > loops->size) most = (unsigned)loops->size;
    out = (cucore__run_casts *)malloc(sizeof *out + most * bytes + (CUCORE_LOOP_OPERANDS + 1) * CUCORE__RUN_LINE);
    if (!out) return NULL;
    out->loops = loops;
    out->most = most;
    for (k = 0; k < loops->private_.count; k++) {
        const cucore_dtype dtype = loops->private_.dtype[1][k];
        if (!(loops->private_.converts >> k & 1)) continue;
        view.dtype = loops->private_.dtype[0][k];
        view.layout.itembits = 8 * (int64_t)view.dtype.itemsize;
        view.byte_swapped = (uint8_t)(loops->private_.swapped >> k & 1);
        (void)cucore__cast_rows_make(&view, dtype, 0, &out->each[k].in);
        (void)cucore__cast_rows_make(&view, dtype, 1, &out->each[k].out);
        out->each[k].at = at;
        at += (most * dtype.itemsize + CUCORE__RUN_LINE - 1) / CUCORE__RUN_LINE * CUCORE__RUN_LINE;
    }
    out->nbytes = at;
    return out;
}

/* Returns the elements of an operand in the room of a thread. */
CUCORE__PRIVATE inline char *cucore__run_buffer(const cucore__run_casts *casts, char *room, int k)
{
    return room + casts->each[k].at - (uintptr_t)room % CUCORE__RUN_LINE;
}

/* Converts an operand of a block into the room, or back from there. */
CUCORE__PRIVATE void cucore__run_cast(const cucore__run_casts *casts, const cucore_loop *block,
                                      const cucore_loop_at *at, int k, int writes)
{
    const int64_t item = casts->loops->private_.dtype[1][k].itemsize;
    cucore__host_axis axes[2];
    int a;
    for (a = 0; a < 2; a++) {
        const int moves = a < block->ndim && block->strides[a][k] != 0;
        const int64_t here = moves ? block->strides[a][k] : item, there = a ? at->offset[k] : at->stride[k];
        axes[a].extent = moves ? (int64_t)block->extent[a] : 1;
        axes[a].dst = writes ? there : here;
        axes[a].src = writes ? here : there;
    }
    if (writes) {
        cucore__cast_rows_run(&casts->each[k].out, axes, at->ptr[k], block->ptr[k]);
    } else {
        cucore__cast_rows_run(&casts->each[k].in, axes, block->ptr[k], at->ptr[k]);
    }
}

/* Does a block of a pass: a loop of rows, in which operands that are converted are in the room.
 *   at  in/out  where it is */
CUCORE__PRIVATE void cucore__run_block(const cucore__run_part *part, cucore_loop_at *at)
{
    const uint32_t converts = part->casts->loops->private_.converts, writes = part->casts->loops->private_.writes;
    const cucore_loop *loop = part->loop;
    cucore_loop block;
    int k;
    block.count = loop->count;
    block.ndim = at->rows > 1 ? 2 : 1;
    block.lanes = 1;
    block.row = (unsigned)at->lanes;
    block.size = block.row * (unsigned)at->rows;
    block.tiled[0] = block.tiled[1] = block.reserved = 0;
    cucore__loop_set_extent(&block, 0, block.row);
    cucore__loop_set_extent(&block, 1, (unsigned)at->rows);
    for (k = 0; k < block.count; k++) {
        const int item = (int)part->casts->loops->private_.dtype[1][k].itemsize;
        at->offset[k] = block.ndim > 1 ? loop->strides[1][k] : 0; /* from row to row */
        block.ptr[k] = at->ptr[k];
        block.itemsize[k] = loop->itemsize[k];
        block.strides[0][k] = at->stride[k];
        block.strides[1][k] = at->offset[k];
        if (!(converts >> k & 1)) continue;
        block.ptr[k] = cucore__run_buffer(part->casts, part->room, k);
        block.itemsize[k] = block.strides[0][k] = at->stride[k] ? item : 0;
        block.strides[1][k] = at->offset[k] ? item * (at->stride[k] ? at->lanes : 1) : 0;
        cucore__run_cast(part->casts, &block, at, k, 0);
    }
    part->body(&block, 0, block.size, part->user_data);
    for (k = 0; k < block.count; k++) {
        if (converts & writes & (uint32_t)1 << k) cucore__run_cast(part->casts, &block, at, k, 1);
    }
}

/* Does the steps of a part, in blocks of whole rows if a row is short enough. */
CUCORE__PRIVATE CUCORE__APART void cucore__run_blocks(const cucore__run_part *part)
{
    const unsigned extent = part->loop->extent[0];
    unsigned most = part->casts->most, step;
    cucore_loop_at at;
    if (extent < most) most = most / extent * extent;
    for (step = part->begin; step < part->end; step = at.next) {
        cucore__loop_block(part->loop, step, part->end - step > most ? step + most : part->end, part->loop->count, &at);
        if (at.rows > 0) cucore__run_block(part, &at);
    }
}
#else /* cucore_loops_make refuses conversions */
CUCORE__PRIVATE cucore__run_casts *cucore__run_casts_make(const cucore_loops *loops)
{
    (void)loops;
    return NULL;
}

CUCORE__PRIVATE void cucore__run_blocks(const cucore__run_part *part)
{
    (void)part;
}
#endif

CUCORE__PRIVATE void cucore__run_part_do(void *argument)
{
    const cucore__run_part *part = (const cucore__run_part *)argument;
    if (part->casts) {
        cucore__run_blocks(part);
    } else {
        part->body(part->loop, part->begin, part->end, part->user_data);
    }
}

/* Starts the thread of a share, with room of its own for what it converts.  -> 0: it could not be had */
CUCORE__PRIVATE int cucore__run_start(cucore__thread *thread, cucore__run_part *share)
{
    char *room = share->casts ? (char *)malloc(share->casts->nbytes) : NULL, *shared = share->room;
    if (share->casts && !room) return 0;
    share->room = room;
    if (cucore__thread_start(thread, cucore__run_part_do, share)) return 1;
    share->room = shared;
    free(room);
    return 0;
}

/* Tiles are small, for threads of a device.  A CPU goes along rows: whole ones if the lines of a transposed operand
 * that a row touches are still in the cache when the next row comes to them; else parts of rows, one after the other
 * down all of them. */
CUCORE__PRIVATE void cucore__run_make_rows_long(cucore_loops *loops)
{
    const int tile = loops->private_.tile, edges[2] = {loops->private_.edge[0], loops->private_.edge[1]};
    const int64_t *box = loops->private_.box;
    int64_t lines = 1;
    int a;
    for (a = 0; a < tile && lines <= CUCORE__RUN_LINES; a++) lines *= box[a];
    if (lines <= CUCORE__RUN_LINES) {
        loops->private_.tile = 0;
        return;
    }
    loops->private_.edge[0] = box[0] < CUCORE__RUN_LINES ? (int)box[0] : CUCORE__RUN_LINES;
    loops->private_.edge[1] = (int)box[tile];
    if (!cucore__loops_fit(loops, &a)) memcpy(loops->private_.edge, edges, sizeof edges);
}

/* The caller does the first steps of a part, each time as many as all before, until they took long enough to be
 * measured.
 *   part     in/out  begins behind them from then on
 *   threads  in      at most; 0: as many as there are processors
 *   -> how many the rest is worth, at least 1 */
CUCORE__PRIVATE int cucore__run_try(cucore__run_part *part, int threads)
{
    const unsigned size = part->end;
    const double start = cucore__clock();
    double taken = 0;
    part->end = CUCORE__RUN_TRIAL / (unsigned)part->loop->lanes;
    while (part->begin < size && taken < (double)CUCORE__RUN_MEASURED) {
        if (part->end > size) part->end = size;
        cucore__run_part_do(part);
        part->begin = part->end;
        part->end *= 2;
        taken = cucore__clock() - start;
    }
    part->end = size;
    return cucore__threads_for(taken * (double)(size - part->begin) / (double)part->begin, threads);
}

/* A part by so many threads.  The caller does the first share, and those that no thread could be had for. */
CUCORE__PRIVATE void cucore__run_share(const cucore__run_part *part, unsigned count)
{
    cucore__run_part shares[CUCORE__THREADS_MOST];
    cucore__thread started[CUCORE__THREADS_MOST];
    const uint64_t size = part->end - part->begin;
    unsigned i, running = 1;
    for (i = 0; i < count; i++) {
        shares[i] = *part;
        shares[i].begin = part->begin + (unsigned)(size * i / count);
        shares[i].end = part->begin + (unsigned)(size * (i + 1) / count);
    }
    while (running < count && cucore__run_start(&started[running], &shares[running])) running++;
    cucore__run_part_do(&shares[0]);
    for (i = running; i < count; i++) cucore__run_part_do(&shares[i]);
    for (i = 1; i < running; i++) {
        cucore__thread_join(&started[i]);
        free(shares[i].room);
    }
}

CUCORE__PRIVATE cucore_status cucore__run_loops(cucore_loops *loops, int threads, cucore_loop_body body,
                                                void *user_data)
{
    const cucore_loop *loop;
    cucore__run_casts *casts = NULL;
    if (!loops || !body) return cucore__fail_null("cucore_loops_run", loops ? "body" : "loops");
    if (threads < 0) return cucore__invalid("cucore_loops_run: %d threads", threads);
    if (loops->private_.is_open && loops->private_.device >= 0) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "cucore_loops_run: operand %d is in memory that the CPU cannot read",
                           loops->private_.device);
    }
    if (loops->private_.is_open && loops->private_.converts) {
        casts = cucore__run_casts_make(loops);
        if (!casts) return cucore_fail(CUCORE_OUT_OF_MEMORY, "cucore_loops_run: no memory to convert elements");
    }
    if (loops->private_.tile) cucore__run_make_rows_long(loops);
    while ((loop = cucore__loops_next(loops))) {
        cucore__run_part part = {loop, 0, 0, body, user_data, casts, casts ? (char *)(casts + 1) : NULL};
        int count = 1;
        part.end = loop->size;
        if (threads != 1 && loop->size > 2 * CUCORE__RUN_TRIAL / (unsigned)loop->lanes) {
            count = cucore__run_try(&part, threads);
        }
        if (count > 1) {
            cucore__run_share(&part, (unsigned)count);
        } else if (part.begin < part.end) {
            cucore__run_part_do(&part);
        }
    }
    free(casts);
    return CUCORE_OK;
}

#if defined(CUCORE__EXCEPTIONS)
/* A body that may throw.  No exception leaves a thread: the first one is kept, and thrown once all threads are done.
 * The struct has a pointer, since a destructor would be a symbol that other libraries see. */
typedef struct cucore__run_catch {
    cucore_loop_body body;
    void *user_data;
    std::exception_ptr *first;
    CUCORE__ATOMIC(int) has_failed;
} cucore__run_catch;

/* What has not begun when another part failed is left out. */
CUCORE__PRIVATE void cucore__run_catching(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    cucore__run_catch *run = (cucore__run_catch *)user_data;
    if (CUCORE__LOAD(&run->has_failed)) return;
    try {
        run->body(loop, begin, end, run->user_data);
    } catch (...) {
        if (!CUCORE__TEST_AND_SET(&run->has_failed)) *run->first = std::current_exception();
    }
}
#endif

CUCORE_API cucore_status cucore_loops_run(cucore_loops *loops, int threads, cucore_loop_body body, void *user_data)
{
#if defined(CUCORE__EXCEPTIONS)
    std::exception_ptr first;
    cucore__run_catch run = {body, user_data, &first, 0};
    cucore_status status = cucore__run_loops(loops, threads, body ? cucore__run_catching : NULL, &run);
    if (first) std::rethrow_exception(first);
    return status;
#else
    return cucore__run_loops(loops, threads, body, user_data);
#endif
}
