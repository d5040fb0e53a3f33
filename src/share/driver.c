/* ----------------------------------------------------------------------------------------- >>impl-share-driver -- */
/* share/driver.c: the functions of share/abi.c, looked up at the first use of this header. */
#define CUCORE__SHARE_MEMBER(name, symbol, version, required, parameters)                                              \
    cucore__CUresult(CUCORE__CUDAAPI *name) parameters;
static struct {
    CUCORE__SHARE_DRIVER_LIST(CUCORE__SHARE_MEMBER)
} cucore__share_driver;
#undef CUCORE__SHARE_MEMBER

static CUCORE__ATOMIC(int) cucore__share_is_ready;

/* Protects the list of mappings; its functions load the driver first, which fails in a process that was forked.
 * CUCORE__SHARE_SLEEP gives the lock up until another thread calls CUCORE__SHARE_WAKE. */
#if defined(_WIN32)
static SRWLOCK cucore__share_lock = SRWLOCK_INIT;
static CONDITION_VARIABLE cucore__share_changed = CONDITION_VARIABLE_INIT;
#define CUCORE__SHARE_LOCK() AcquireSRWLockExclusive(&cucore__share_lock)
#define CUCORE__SHARE_UNLOCK() ReleaseSRWLockExclusive(&cucore__share_lock)
#define CUCORE__SHARE_SLEEP() SleepConditionVariableSRW(&cucore__share_changed, &cucore__share_lock, INFINITE, 0)
#define CUCORE__SHARE_WAKE() WakeAllConditionVariable(&cucore__share_changed)
#else
static pthread_mutex_t cucore__share_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cucore__share_changed = PTHREAD_COND_INITIALIZER;
#define CUCORE__SHARE_LOCK() pthread_mutex_lock(&cucore__share_lock)
#define CUCORE__SHARE_UNLOCK() pthread_mutex_unlock(&cucore__share_lock)
#define CUCORE__SHARE_SLEEP() pthread_cond_wait(&cucore__share_changed, &cucore__share_lock)
#define CUCORE__SHARE_WAKE() pthread_cond_broadcast(&cucore__share_changed)
#endif

/* A call of one of these functions, as CUCORE__CALL. */
#define CUCORE__SHARE_CALL(name, arguments)                                                                            \
    (cucore__share_driver.name ? cucore__check_result(cucore__share_driver.name arguments, "cu" #name)                 \
                               : cucore__fail_missing("cu" #name))

/* One in a context, which the driver does not refuse because another thread captures. */
#define CUCORE__SHARE_CALL_IN(status, context, name, arguments)                                                        \
    do {                                                                                                               \
        cucore_context_guard cucore__guard;                                                                            \
        cucore__CUstreamCaptureMode cucore__mode;                                                                      \
        (status) = cucore_context_enter((context), &cucore__guard);                                                    \
        if (!(status)) {                                                                                               \
            int cucore__exchanged = cucore__relaxed_begin(&cucore__mode);                                              \
            (status) = CUCORE__SHARE_CALL(name, arguments);                                                            \
            cucore__relaxed_end(cucore__exchanged, &cucore__mode);                                                     \
        }                                                                                                              \
        cucore_context_leave(&cucore__guard);                                                                          \
    } while (0)

/* Loads the driver and these functions. */
CUCORE__PRIVATE cucore_status cucore__share_need(void)
{
    const cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer;
    cucore_status status = cucore__driver_need();
    if (status || CUCORE__LOAD(&cucore__share_is_ready)) return status;
    CUCORE__SHARE_LOCK();
    if (!CUCORE__LOAD(&cucore__share_is_ready)) {
#define CUCORE__SHARE_RESOLVE(name, symbol, version, required, parameters)                                             \
    pointer = cucore__driver_find(source, symbol, version);                                                            \
    memcpy(&cucore__share_driver.name, &pointer, sizeof pointer);
        CUCORE__SHARE_DRIVER_LIST(CUCORE__SHARE_RESOLVE)
#undef CUCORE__SHARE_RESOLVE
        CUCORE__STORE(&cucore__share_is_ready, 1);
    }
    CUCORE__SHARE_UNLOCK();
    return CUCORE_OK;
}

/* Returns 1 if the driver refused the kind of memory, and did not fail otherwise. */
CUCORE__PRIVATE int cucore__share_is_refusal(cucore_status status)
{
    const int result = cucore__error.result;
    return status == CUCORE_DRIVER &&
           (result == CUCORE__CUDA_ERROR_INVALID_VALUE || result == CUCORE__CUDA_ERROR_NOT_SUPPORTED);
}

/* Fails with the reason, followed by what the driver answered. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__share_explain(cucore_status status, const char *why)
{
    const cucore_error error = cucore__error;
    return cucore__fail_driver(status, error.result, error.call, "%s: %s failed: %s (%d)", why, error.call,
                               cucore__result_name(error.result), error.result);
}

/* A descriptor of the driver is not inherited by programs that the process starts. */
CUCORE__PRIVATE void cucore__descriptor_keep(int fd)
{
#if defined(_WIN32)
    (void)fd;
#else
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
#endif
}

CUCORE__PRIVATE void cucore__descriptor_close(int fd)
{
#if defined(_WIN32)
    (void)fd;
#else
    if (fd >= 0) (void)close(fd);
#endif
}
