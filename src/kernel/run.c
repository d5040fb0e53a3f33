/* -------------------------------------------------------------------------------------------- >>impl-kernel-run -- */
/* kernel/run.c: passes done by threads of the CPU.  For users. */
enum {
    CUCORE__RUN_THREADS = 64,        /* most */
    CUCORE__RUN_ELEMENTS = 32 * 1024 /* fewer are not worth a thread */
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

CUCORE__PRIVATE cucore_status cucore__run_loops(cucore_loops *loops, int threads, cucore_loop_body body,
                                                void *user_data)
{
    cucore__run_part parts[CUCORE__RUN_THREADS];
    cucore__thread started[CUCORE__RUN_THREADS];
    const cucore_loop *loop;
    if (!loops || !body) return cucore__fail_null("cucore_loops_run", loops ? "body" : "loops");
    if (threads < 0) return cucore__invalid("cucore_loops_run: %d threads", threads);
    if (loops->private_.is_open && loops->private_.device >= 0) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "cucore_loops_run: operand %d is in memory that the CPU cannot read",
                           loops->private_.device);
    }
    if (!threads) threads = cucore__processors();
    if (threads > CUCORE__RUN_THREADS) threads = CUCORE__RUN_THREADS;
    while ((loop = cucore_loops_next(loops))) {
        const uint64_t elements = (uint64_t)loop->size * (unsigned)loop->lanes;
        const unsigned wanted = (unsigned)(elements / CUCORE__RUN_ELEMENTS) + 1;
        const unsigned count = wanted < (unsigned)threads ? wanted : (unsigned)threads;
        unsigned i, running = 1;
        for (i = 0; i < count; i++) {
            parts[i].loop = loop;
            parts[i].begin = (unsigned)((uint64_t)loop->size * i / count);
            parts[i].end = (unsigned)((uint64_t)loop->size * (i + 1) / count);
            parts[i].body = body;
            parts[i].user_data = user_data;
        }
        /* The caller does the first part, and those that no thread could be had for. */
        while (running < count && cucore__thread_start(&started[running], cucore__run_part_do, &parts[running]))
            running++;
        cucore__run_part_do(&parts[0]);
        for (i = running; i < count; i++) cucore__run_part_do(&parts[i]);
        for (i = 1; i < running; i++) cucore__thread_join(&started[i]);
    }
    return CUCORE_OK;
}

#if defined(CUCORE__EXCEPTIONS)
/* A body that may throw.  No exception leaves a thread: the first one is kept, and thrown once all threads are done.  The struct has
 * a pointer, since a destructor would be a symbol that other libraries see. */
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
