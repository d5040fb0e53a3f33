/* ---------------------------------------------------------------------------------------------- >>impl-threads -- */
/* core/threads.c: threads of the CPU. */
/* A thread that runs `function`.  The struct must not move until it is joined, since the thread reads it. */
typedef struct cucore__thread {
    void (*function)(void *argument);
    void *argument;
#if defined(_WIN32)
    HANDLE handle;
#else
    pthread_t handle;
#endif
} cucore__thread;

#if defined(_WIN32)
CUCORE__PRIVATE DWORD WINAPI cucore__thread_main(LPVOID thread)
#else
CUCORE__PRIVATE void *cucore__thread_main(void *thread)
#endif
{
    ((cucore__thread *)thread)->function(((cucore__thread *)thread)->argument);
    return 0;
}

/* 0: none could be had. */
CUCORE__PRIVATE int cucore__thread_start(cucore__thread *thread, void (*function)(void *argument), void *argument)
{
    thread->function = function;
    thread->argument = argument;
#if defined(_WIN32)
    thread->handle = CreateThread(NULL, 0, cucore__thread_main, thread, 0, NULL);
    return thread->handle != NULL;
#else
    return pthread_create(&thread->handle, NULL, cucore__thread_main, thread) == 0;
#endif
}

CUCORE__PRIVATE void cucore__thread_join(cucore__thread *thread)
{
#if defined(_WIN32)
    (void)WaitForSingleObject(thread->handle, INFINITE);
    (void)CloseHandle(thread->handle);
#else
    (void)pthread_join(thread->handle, NULL);
#endif
}

/* Returns the number of processors that this thread may run on, or, where the system hides that, of those that are
 * online; at least 1, also if the system hides both from POSIX programs. */
CUCORE__PRIVATE int cucore__processors(void)
{
#if defined(_WIN32)
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors < 1 ? 1 : (int)system.dwNumberOfProcessors;
#else
    long count = 1;
#if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (int)CPU_COUNT(&set);
#endif
#if defined(_SC_NPROCESSORS_ONLN)
    count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : (int)count;
#endif
}

/* -- work that is shared by threads -------------------------------------------------------------------------------- */
#ifndef CUCORE__THREADS_WORTH
#define CUCORE__THREADS_WORTH 200.0 /* us of work that are worth a thread */
#endif
enum {
    CUCORE__THREADS_MOST = 64, /* threads that share work */
    CUCORE__WORK_PIECES = 4    /* that each of them takes on average */
};

/* Returns the time in us. */
CUCORE__PRIVATE double cucore__clock(void)
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

/* Returns how many threads so many us of work are worth, at least 1.
 *   most  in  0: as many as there are processors */
CUCORE__PRIVATE int cucore__threads_for(double us, int most)
{
    const double worth = us / CUCORE__THREADS_WORTH;
    if (worth < 2) return 1;
    if (!most) most = cucore__processors();
    if (most > CUCORE__THREADS_MOST) most = CUCORE__THREADS_MOST;
    return worth < (double)most ? (int)worth : most;
}

/* Calls `function` with each of `count` arguments, which are `size` bytes apart, on threads of their own.  The caller
 * does the first one, and those that no thread could be had for.  Returns when all are done. */
CUCORE__PRIVATE void cucore__threads_run(void (*function)(void *argument), void *arguments, size_t size, int count)
{
    cucore__thread threads[CUCORE__THREADS_MOST];
    char *argument = (char *)arguments;
    int i, started = 1;
    while (started < count && started < CUCORE__THREADS_MOST &&
           cucore__thread_start(&threads[started], function, argument + (size_t)started * size)) {
        started++;
    }
    function(argument);
    for (i = started; i < count; i++) function(argument + (size_t)i * size);
    for (i = 1; i < started; i++) cucore__thread_join(&threads[i]);
}

/* Work along an axis, of which threads take parts: `run` does the indices from begin to before end.  Those who have it
 * begin with this struct. */
typedef struct cucore__work {
    void (*run)(const struct cucore__work *work, int number, int64_t begin, int64_t end);
    int64_t extent;
} cucore__work;

/* What threads share: pieces, which they take one by one, so that none waits for one that starts late. */
typedef struct cucore__work_crew {
    const cucore__work *work;
    int64_t begin, step; /* of the first piece; indices of a piece */
    int pieces;
    CUCORE__ATOMIC(int) taken;
} cucore__work_crew;

typedef struct cucore__work_member {
    cucore__work_crew *crew;
    int number;
} cucore__work_member;

CUCORE__PRIVATE void cucore__work_member_run(void *argument)
{
    const cucore__work_member *member = (const cucore__work_member *)argument;
    cucore__work_crew *crew = member->crew;
    int piece;
    while ((piece = CUCORE__ADD(&crew->taken, 1) - 1) < crew->pieces) {
        const int64_t begin = crew->begin + piece * crew->step, end = begin + crew->step;
        crew->work->run(crew->work, member->number, begin, end < crew->work->extent ? end : crew->work->extent);
    }
}

/* Does work by so many threads as pay: the caller does a sixteenth, looks at the clock, and shares the rest.
 *   most  in  threads, not 1; 0: as many as there are processors */
CUCORE__PRIVATE CUCORE__APART void cucore__work_share(int most, const cucore__work *work)
{
    cucore__work_crew crew;
    cucore__work_member members[CUCORE__THREADS_MOST];
    const int64_t begin = work->extent < 16 ? 1 : work->extent / 16, rest = work->extent - begin;
    const double start = cucore__clock();
    int i, count;
    work->run(work, 0, 0, begin);
    count = cucore__threads_for((cucore__clock() - start) * (double)rest / (double)begin, most);
    if (count == 1 || rest < 2) {
        if (rest) work->run(work, 0, begin, work->extent);
        return;
    }
    crew.work = work;
    crew.begin = begin;
    crew.step = (rest - 1) / (count * CUCORE__WORK_PIECES) + 1;
    crew.pieces = (int)((rest - 1) / crew.step) + 1;
    crew.taken = 0;
    for (i = 0; i < count; i++) {
        members[i].crew = &crew;
        members[i].number = i;
    }
    cucore__threads_run(cucore__work_member_run, members, sizeof members[0], count);
}
#undef CUCORE__THREADS_WORTH
