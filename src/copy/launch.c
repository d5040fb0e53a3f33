/* ------------------------------------------------------------------------------------------- launching the plan -- */
/* copy/launch.c: kernels compiled per context, and launched. */
#define CUCORE__KERNEL_CONTEXTS 16
/* What is loaded in one context.  Entries are added under the lock and read without it. */
typedef struct cucore__kernel_loaded {
    CUcontext context;     /* written last; NULL: free */
    unsigned long long id; /* that a context of another library had; 0: a primary context, which stays */
    CUfunction functions[CUCORE__KERNEL_STRATEGIES];
    int beside; /* its device has room for blocks of two tiles; written before the function of `pairs` */
} cucore__kernel_loaded;
static cucore__kernel_loaded cucore__kernel_cache[CUCORE__KERNEL_CONTEXTS];
#if defined(_WIN32)
static SRWLOCK cucore__kernel_lock = SRWLOCK_INIT;
#define CUCORE__LOCK() AcquireSRWLockExclusive(&cucore__kernel_lock)
#define CUCORE__UNLOCK() ReleaseSRWLockExclusive(&cucore__kernel_lock)
#else
static pthread_mutex_t cucore__kernel_lock = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__LOCK() pthread_mutex_lock(&cucore__kernel_lock)
#define CUCORE__UNLOCK() pthread_mutex_unlock(&cucore__kernel_lock)
#endif
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__LOAD(pointer) __atomic_load_n((pointer), __ATOMIC_ACQUIRE)
#define CUCORE__STORE(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELEASE)
#else
#define CUCORE__LOAD(pointer) (*(pointer))
#define CUCORE__STORE(pointer, value) (*(pointer) = (value))
#endif

/* The text of a kernel in one piece: a string literal of C99 is 4095 characters at most. */
CUCORE__PRIVATE cucore_status cucore__kernel_compile(cucore__kernel_strategy kernel, CUmodule *out)
{
    const char *const *parts = cucore__kernel_ptx[kernel - CUCORE__KERNEL_RUNS];
    size_t length = 0, at = 0, part;
    char *text;
    int i;
    cucore_status status;
    for (i = 0; parts[i]; i++) length += strlen(parts[i]);
    text = (char *)malloc(length + 1);
    if (!text)
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)length + 1);
    for (i = 0; parts[i]; i++, at += part) {
        part = strlen(parts[i]);
        memcpy(text + at, parts[i], part);
    }
    text[length] = '\0';
    status = cucore__module_compile(text, out);
    free(text);
    return status;
}

/* Have two blocks of two tiles each room on a multiprocessor of the current context's device? */
CUCORE__PRIVATE int cucore__kernel_allow_beside(CUfunction function)
{
    const int bytes = 2 * CUCORE__KERNEL_BESIDE;
    CUdevice device;
    int most = 0;
    if (!cucore__driver.FuncSetAttribute || !cucore__driver.DeviceGetAttribute) return 0;
    if (cucore__driver.CtxGetDevice(&device) != CUDA_SUCCESS) return 0;
    if (cucore__driver.DeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device) !=
            CUDA_SUCCESS ||
        most < 2 * (bytes + 1024)) /* of which the driver takes 1024 for each block */
        return 0;
    return cucore__driver.FuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes) ==
           CUDA_SUCCESS;
}

/* Loaded, not just promised: a driver that loads lazily would do it at the launch, which a capture forbids. */
CUCORE__PRIVATE cucore_status cucore__kernel_load(cucore__kernel_strategy kernel, CUfunction *out, int *beside)
{
    CUmodule module = NULL;
    CUfunction function = NULL;
    CUstreamCaptureMode mode;
    char name[40];
    int exchanged, registers;
    cucore_status status = cucore__kernel_compile(kernel, &module);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", cucore__kernel_names[kernel]);
    exchanged = cucore__relaxed_begin(&mode);
    status = cucore_module_function(module, name, &function);
    if (!status && cucore__driver.FuncGetAttribute) {
        status = cucore__check_result(cucore__driver.FuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
                                      "cuFuncGetAttribute");
    }
    if (!status && kernel == CUCORE__KERNEL_PAIRS) *beside = cucore__kernel_allow_beside(function);
    if (status) (void)cucore__driver.ModuleUnload(module);
    cucore__relaxed_end(exchanged, &mode);
    if (!status) *out = function;
    return status;
}

/* The entry of a context, or a free one for it.  The oldest goes when there is none: what it loaded lives on unused, as
 * long as its context.  Under the lock. */
CUCORE__PRIVATE cucore__kernel_loaded *cucore__kernel_entry_add(CUcontext context, unsigned long long id)
{
    static int next;
    cucore__kernel_loaded *entry = NULL;
    int i;
    for (i = CUCORE__KERNEL_CONTEXTS - 1; i >= 0; i--) {
        CUcontext has = CUCORE__LOAD(&cucore__kernel_cache[i].context);
        if (has == context && cucore__kernel_cache[i].id == id) return &cucore__kernel_cache[i];
        if (has == context || (!has && !(entry && CUCORE__LOAD(&entry->context) == context)))
            entry = &cucore__kernel_cache[i];
    }
    if (!entry) entry = &cucore__kernel_cache[next++ % CUCORE__KERNEL_CONTEXTS];
    CUCORE__STORE(&entry->context, (CUcontext)NULL);
    for (i = 0; i < CUCORE__KERNEL_STRATEGIES; i++) CUCORE__STORE(&entry->functions[i], (CUfunction)NULL);
    CUCORE__STORE(&entry->id, id);
    CUCORE__STORE(&entry->context, context);
    return entry;
}

CUCORE__PRIVATE cucore_status cucore__kernel_function_load(CUcontext context, unsigned long long id,
                                                         cucore__kernel_strategy kernel, CUfunction *out, int *beside)
{
    cucore__kernel_loaded *entry;
    cucore_status status = CUCORE_OK;
    CUCORE__LOCK();
    entry = cucore__kernel_entry_add(context, id);
    *out = CUCORE__LOAD(&entry->functions[kernel]);
    *beside = entry->beside;
    if (!*out) status = cucore__kernel_load(kernel, out, beside);
    if (kernel == CUCORE__KERNEL_PAIRS) CUCORE__STORE(&entry->beside, *beside);
    if (!status) CUCORE__STORE(&entry->functions[kernel], *out);
    CUCORE__UNLOCK();
    return status;
}

/* A kernel in the current context.  beside: two tiles for a block are possible, if it is `pairs` */
CUCORE__PRIVATE cucore_status cucore__kernel_function(cucore__kernel_strategy kernel, CUfunction *out, int *beside)
{
    CUcontext context = NULL;
    CUfunction function;
    unsigned long long id;
    int i;
    cucore_status status = cucore__check_result(cucore__driver.CtxGetCurrent(&context), "cuCtxGetCurrent");
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
        if (!cucore__driver.CtxGetId) return cucore__fail_missing("cuCtxGetId"); /* is it still the same? */
        status = cucore__check_result(cucore__driver.CtxGetId(context, &id), "cuCtxGetId");
        if (status) return status;
    }
    return cucore__kernel_function_load(context, id, kernel, out, beside);
}

/* beside: a block may take two tiles, where the plan has that. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_start(const cucore__kernel_plan *plan, CUfunction function,
                                                        int beside, CUstream stream)
{
    const int alone = plan->block > CUCORE__KERNEL_THREADS && !beside;
    uint32_t shared = alone ? plan->shared - 16 * plan->as.tile.beside : plan->shared;
    void *arguments[1];
    arguments[0] = (void *)(uintptr_t)&plan->as; /* read only */
    return cucore__check_result(cucore__driver.LaunchKernel(function, plan->grid[0] << alone, plan->grid[1],
                                                            plan->grid[2], plan->block >> alone, 1, 1, shared, stream,
                                                            arguments, NULL),
                                "cuLaunchKernel");
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    CUfunction function = NULL;
    int beside = 0;
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE__KERNEL_NOTHING) return status;
    if (plan->strategy == CUCORE__KERNEL_MEMCPY) {
        if (!cucore__driver.MemcpyAsync) return cucore__fail_missing("cuMemcpyAsync");
        return cucore__check_result(
            cucore__driver.MemcpyAsync((CUdeviceptr)plan->dst, (CUdeviceptr)plan->src, (size_t)plan->bytes, stream),
            "cuMemcpyAsync");
    }
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    if (!cucore__driver.ModuleLoadDataEx) return cucore__fail_missing("cuModuleLoadDataEx");
    status = cucore__kernel_function(plan->strategy, &function, &beside);
    return status ? status : cucore__kernel_plan_start(plan, function, beside, stream);
}
