/* ------------------------------------------------------------------------------------------- launching the plan -- */
/* copy/launch.c: kernels compiled per context, and launched.  For copy/run.c. */
#define CUCORE__KERNEL_CONTEXTS 16
/* What is loaded in one context.  Entries are added under the lock and read without it. */
typedef struct cucore__kernel_loaded {
    CUcontext context;     /* written last; NULL: free */
    unsigned long long id; /* that a context of another library had; 0: a primary context, which stays */
    CUfunction functions[CUCORE__KERNELS];
    int beside; /* its device has room for blocks of two tiles; written before the function of `pairs` */
} cucore__kernel_loaded;
static cucore__kernel_loaded cucore__kernel_cache[CUCORE__KERNEL_CONTEXTS];
#if defined(_WIN32)
static SRWLOCK cucore__kernel_lock = SRWLOCK_INIT;
#define CUCORE__KERNEL_LOCK() AcquireSRWLockExclusive(&cucore__kernel_lock)
#define CUCORE__KERNEL_UNLOCK() ReleaseSRWLockExclusive(&cucore__kernel_lock)
#else
static pthread_mutex_t cucore__kernel_lock = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__KERNEL_LOCK() pthread_mutex_lock(&cucore__kernel_lock)
#define CUCORE__KERNEL_UNLOCK() pthread_mutex_unlock(&cucore__kernel_lock)
#endif

/* Have two blocks of two tiles each room on a multiprocessor of the current context's device?  Then they may be launched. */
CUCORE__PRIVATE int cucore__kernel_allow_beside(CUfunction function)
{
    const int bytes = 2 * CUCORE__KERNEL_BESIDE, reserved = 1024; /* what the driver takes for each block */
    CUdevice device;
    int most = 0;
    if (!cucore__driver.FuncSetAttribute || !cucore__driver.DeviceGetAttribute) return 0;
    if (cucore__driver.CtxGetDevice(&device) != CUDA_SUCCESS) return 0;
    return cucore__driver.DeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device) ==
               CUDA_SUCCESS &&
           most >= 2 * (bytes + reserved) &&
           cucore__driver.FuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes) ==
               CUDA_SUCCESS;
}

/* Its text in one piece (a string literal of C99 is 4095 characters at most), compiled and loaded, not just promised: a driver
 * that loads lazily would do it at the launch, which a capture forbids. */
CUCORE__PRIVATE cucore_status cucore__kernel_load(cucore__kernel_id kernel, CUfunction *out, int *beside)
{
    const char *const *parts = cucore__kernels[kernel].ptx;
    size_t length = 1, i;
    CUmodule module = NULL;
    CUfunction function = NULL;
    CUstreamCaptureMode mode;
    char name[40], *text;
    int exchanged, registers;
    cucore_status status;
    for (i = 0; parts[i]; i++) length += strlen(parts[i]);
    text = (char *)malloc(length);
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)length);
    for (i = 0, text[0] = '\0'; parts[i]; i++) strcat(text, parts[i]);
    status = cucore__module_compile(text, &module);
    free(text);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", cucore__kernels[kernel].name);
    exchanged = cucore__relaxed_begin(&mode);
    status = cucore_module_get_function(module, name, &function);
    if (!status && cucore__driver.FuncGetAttribute) {
        status = cucore__check_result(cucore__driver.FuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
                                      "cuFuncGetAttribute");
    }
    if (!status && cucore__kernels[kernel].family == CUCORE__FAMILY_TWICE)
        *beside = cucore__kernel_allow_beside(function);
    if (status) (void)cucore__driver.ModuleUnload(module);
    cucore__relaxed_end(exchanged, &mode);
    if (!status) *out = function;
    return status;
}

/* Loaded into the entry of a context, or into a free one.  The oldest goes when there is none: what it loaded lives on
 * unused, as long as its context. */
CUCORE__PRIVATE cucore_status cucore__kernel_function_load(CUcontext context, unsigned long long id,
                                                           cucore__kernel_id kernel, CUfunction *out, int *beside)
{
    static int next;
    cucore__kernel_loaded *entry = NULL;
    int i, found = 0;
    cucore_status status = CUCORE_OK;
    CUCORE__KERNEL_LOCK();
    for (i = CUCORE__KERNEL_CONTEXTS - 1; i >= 0 && !found; i--) {
        CUcontext has = CUCORE__LOAD(&cucore__kernel_cache[i].context);
        found = has == context && cucore__kernel_cache[i].id == id;
        if (has == context || (!has && !(entry && CUCORE__LOAD(&entry->context) == context)))
            entry = &cucore__kernel_cache[i];
    }
    if (!entry) entry = &cucore__kernel_cache[next++ % CUCORE__KERNEL_CONTEXTS];
    if (!found) {
        CUCORE__STORE(&entry->context, (CUcontext)NULL);
        for (i = 0; i < CUCORE__KERNELS; i++) CUCORE__STORE(&entry->functions[i], (CUfunction)NULL);
        CUCORE__STORE(&entry->id, id);
        CUCORE__STORE(&entry->context, context);
    }
    *out = CUCORE__LOAD(&entry->functions[kernel]);
    *beside = entry->beside;
    if (!*out) status = cucore__kernel_load(kernel, out, beside);
    if (cucore__kernels[kernel].family == CUCORE__FAMILY_TWICE) CUCORE__STORE(&entry->beside, *beside);
    if (!status) CUCORE__STORE(&entry->functions[kernel], *out);
    CUCORE__KERNEL_UNLOCK();
    return status;
}

/* A kernel in the current context: found without a lock if it was used there before.  beside: two tiles for a block are
 * possible, if it is `pairs` */
CUCORE__PRIVATE cucore_status cucore__kernel_function(cucore__kernel_id kernel, CUfunction *out, int *beside)
{
    CUcontext context = NULL;
    CUfunction function;
    unsigned long long id;
    int i;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (status) return status;
    for (i = 0; i < CUCORE__KERNEL_CONTEXTS; i++) {
        cucore__kernel_loaded *entry = &cucore__kernel_cache[i];
        if (CUCORE__LOAD(&entry->context) != context) continue;
        id = CUCORE__LOAD(&entry->id);
        function = CUCORE__LOAD(&entry->functions[kernel]);
        if (!function || (id && cucore__context_id(context) != id)) break;
        *beside = CUCORE__LOAD(&entry->beside);
        if (CUCORE__LOAD(&entry->context) != context || CUCORE__LOAD(&entry->id) != id) break;
        *out = function;
        return CUCORE_OK;
    }
    if (!context)
        return cucore__fail_driver(CUCORE_DRIVER, CUDA_ERROR_INVALID_CONTEXT, "cuCtxGetCurrent",
                                   "a strided copy needs a current context");
    id = 0;
    if (!cucore__context_stays(context)) {
        status = CUCORE__CALL(CtxGetId, (context, &id)); /* is it still the same? */
        if (status) return status;
    }
    return cucore__kernel_function_load(context, id, kernel, out, beside);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    CUfunction function = NULL;
    int beside = 0, alone;
    const cucore__kernel_runs *runs = &plan->as.runs;
    uint32_t shared = plan->shared;
    void *arguments[1];
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE_COPY_NOTHING) return status;
    if (plan->strategy == CUCORE_COPY_MEMCPY) {
        return CUCORE__CALL(MemcpyAsync, ((CUdeviceptr)runs->dst, (CUdeviceptr)runs->src, (size_t)runs->bytes, stream));
    }
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    if (!cucore__driver.ModuleLoadDataEx) return cucore__fail_missing("cuModuleLoadDataEx");
    status = cucore__kernel_function(plan->kernel, &function, &beside);
    if (status) return status;
    alone = plan->block > CUCORE__KERNEL_THREADS && !beside; /* planned for two tiles in a block: twice the blocks */
    if (alone) shared -= CUCORE__KERNEL_WORD * plan->as.tile.beside;
    arguments[0] = (void *)(uintptr_t)&plan->as; /* read only */
    return CUCORE__CALL(LaunchKernel, (function, plan->grid[0] << alone, plan->grid[1], plan->grid[2],
                                       plan->block >> alone, 1, 1, shared, stream, arguments, NULL));
}
