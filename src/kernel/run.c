/* -------------------------------------------------------------------------------------------- >>impl-kernel-run -- */
/* kernel/run.c: loops run by threads of the CPU. */
enum {
    CUCORE__RUN_THREADS = 64,  /* most */
    CUCORE__RUN_TRIAL = 4096,  /* elements that the caller does before it looks at a clock */
    CUCORE__RUN_MEASURED = 20, /* us that are enough to know how long an element takes */
    CUCORE__RUN_WORTH = 200,   /* us of work that are worth a thread */
    CUCORE__RUN_LINES = 2048   /* lines of memory that stay in the second cache */
};

/* What one thread does of a loop. */
typedef struct cucore__run_part {
    const cucore_loop *loop;
    unsigned begin, end;
    cucore_loop_body body;
    void *user_data;
} cucore__run_part;

CUCORE__PRIVATE void cucore__run_part_do(void *argument)
{
    const cucore__run_part *part = (const cucore__run_part *)argument;
    part->body(part->loop, part->begin, part->end, part->user_data);
}

/* Returns the time in us. */
CUCORE__PRIVATE double cucore__run_clock(void)
{
#if defined(_WIN32)
    LARGE_INTEGER now, frequency;
    (void)QueryPerformanceCounter(&now);
    (void)QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart * 1e6 / (double)frequency.QuadPart;
#else
    struct timeval now;
    (void)gettimeofday(&now, NULL);
    return (double)now.tv_sec * 1e6 + (double)now.tv_usec;
#endif
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
    const double start = cucore__run_clock();
    double taken = 0;
    part->end = CUCORE__RUN_TRIAL / (unsigned)part->loop->lanes;
    while (part->begin < size && taken < (double)CUCORE__RUN_MEASURED) {
        if (part->end > size) part->end = size;
        cucore__run_part_do(part);
        part->begin = part->end;
        part->end *= 2;
        taken = cucore__run_clock() - start;
    }
    part->end = size;
    taken = taken * (double)(size - part->begin) / (double)part->begin;
    taken /= (double)CUCORE__RUN_WORTH;
    if (taken < 2) return 1;
    if (!threads) threads = cucore__processors();
    if (threads > CUCORE__RUN_THREADS) threads = CUCORE__RUN_THREADS;
    return taken < (double)threads ? (int)taken : threads;
}

/* A part by so many threads.  The caller does the first share, and those that no thread could be had for. */
CUCORE__PRIVATE void cucore__run_share(const cucore__run_part *part, unsigned count)
{
    cucore__run_part shares[CUCORE__RUN_THREADS];
    cucore__thread started[CUCORE__RUN_THREADS];
    const uint64_t size = part->end - part->begin;
    unsigned i, running = 1;
    for (i = 0; i < count; i++) {
        shares[i] = *part;
        shares[i].begin = part->begin + (unsigned)(size * i / count);
        shares[i].end = part->begin + (unsigned)(size * (i + 1) / count);
    }
    while (running < count && cucore__thread_start(&started[running], cucore__run_part_do, &shares[running])) running++;
    cucore__run_part_do(&shares[0]);
    for (i = running; i < count; i++) cucore__run_part_do(&shares[i]);
    for (i = 1; i < running; i++) cucore__thread_join(&started[i]);
}

CUCORE__PRIVATE cucore_status cucore__run_loops(cucore_loops *loops, int threads, cucore_loop_body body,
                                                void *user_data)
{
    const cucore_loop *loop;
    if (!loops || !body) return cucore__fail_null("cucore_loops_run", loops ? "body" : "loops");
    if (threads < 0) return cucore__invalid("cucore_loops_run: %d threads", threads);
    if (loops->private_.is_open && loops->private_.device >= 0) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "cucore_loops_run: operand %d is in memory that the CPU cannot read",
                           loops->private_.device);
    }
    if (loops->private_.tile) cucore__run_make_rows_long(loops);
    while ((loop = cucore_loops_next(loops))) {
        cucore__run_part part = {loop, 0, 0, body, user_data};
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
