/* ----------------------------------------------------------------------------------------------- >>impl-module -- */
/* core/module.c: modules, kernels that are loaded once per context, launches. */
/* The first line of the compiler's log is added to the message. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__module_compile(const void *image, CUmodule *out)
{
    char log[256] = "", reason[sizeof cucore__error.message];
    cucore__CUjit_option options[2] = {CUCORE__CU_JIT_ERROR_LOG_BUFFER, CUCORE__CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[2] = {log, (void *)(uintptr_t)sizeof log};
    cucore__CUresult result;
    const char *call;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, ModuleLoadDataEx, (out, image, 2, options, values));
    log[sizeof log - 1] = '\0';
    log[strcspn(log, "\n")] = '\0';
    if (!status || !log[0]) return status;
    result = cucore__error.result;
    call = cucore__error.call;
    memcpy(reason, cucore__error.message, sizeof reason);
    return cucore__fail_driver(status, result, call, "%s: %s", reason, log);
}

CUCORE_API cucore_status cucore_module_load(int device_id, const void *image, cucore_module *out)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_module_load", "out");
    memset(out, 0, sizeof *out);
    if (!image) return cucore__fail_null("cucore_module_load", "image");
    guard.private_[0] = NULL;
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) status = cucore_context_enter(out->context, &guard);
    if (!status) status = cucore__module_compile(image, &out->handle);
    cucore_context_leave(&guard);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_module_get_function(CUmodule module, const char *name, CUfunction *out)
{
    CUfunction function = NULL;
    cucore__CUresult result;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!module || !name || !out) {
        return cucore__fail_null("cucore_module_get_function", !module ? "module" : !name ? "name" : "out");
    }
    if (!cucore__driver.ModuleGetFunction) return cucore__fail_missing("cuModuleGetFunction");
    result = cucore__driver.ModuleGetFunction(&function, module, name);
    if (result == CUCORE__CUDA_ERROR_NOT_FOUND) {
        return cucore__fail_driver(CUCORE_DRIVER, result, "cuModuleGetFunction",
                                   "cuModuleGetFunction failed: %s (%d), the module has no kernel named '%s'",
                                   cucore__result_name(result), result, name);
    }
    status = cucore__check_result(result, "cuModuleGetFunction");
    if (!status) *out = function;
    return status;
}

CUCORE_API cucore_status cucore_module_release(cucore_module *module)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (!module) return CUCORE_OK;
    if (module->handle) {
        status = cucore_context_enter(module->context, &guard);
        if (status) return status;
        CUCORE__WAITING(CUCORE__CALL_RELAXED(status, ModuleUnload, (module->handle)));
        cucore_context_leave(&guard);
    }
    if (!status) memset(module, 0, sizeof *module);
    return status;
}

/* -- what is loaded once per context ------------------------------------------------------------------------------- */
/* Something in one context: a function of one kernel, or a module of one image.  Lists of these grow at their head, are
 * read without a lock, and stay: one entry for each context that came, not at the address of one that is gone. */
typedef struct cucore__loaded {
    struct cucore__loaded *next;
    const void *image; /* of a module */
    CUcontext context;
    int is_listed;
    CUCORE__ATOMIC(unsigned long long) id; /* as an event pool has it; stored before `handle` */
    CUCORE__ATOMIC(void *) handle;         /* the CUfunction or CUmodule; NULL: not yet */
} cucore__loaded;

typedef CUCORE__ATOMIC(void *) cucore__loaded_list;
static cucore__loaded_list cucore__modules; /* of kernels: all images in all contexts; only used under the lock */

#if defined(_WIN32)
static SRWLOCK cucore__loading = SRWLOCK_INIT;
#define CUCORE__LOADING_BEGIN() AcquireSRWLockExclusive(&cucore__loading)
#define CUCORE__LOADING_END() ReleaseSRWLockExclusive(&cucore__loading)
#else
static pthread_mutex_t cucore__loading = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__LOADING_BEGIN() pthread_mutex_lock(&cucore__loading)
#define CUCORE__LOADING_END() pthread_mutex_unlock(&cucore__loading)
#endif

/* Returns what is loaded in a context, or NULL.  id: the result of cucore__context_id */
CUCORE__PRIVATE inline void *cucore__loaded_find(cucore__loaded_list *list, CUcontext context, unsigned long long id,
                                                 const void *image)
{
    cucore__loaded *one = (cucore__loaded *)CUCORE__LOAD(list);
    for (; one; one = one->next) {
        void *handle;
        if (one->context != context || one->image != image || CUCORE__LOAD(&one->id) != id) continue;
        handle = CUCORE__LOAD(&one->handle);
        if (handle) return handle;
    }
    return NULL;
}

/* Room for one more, before anything is loaded: the entry of a context that is gone, or a new one.  NULL: no memory */
CUCORE__PRIVATE CUCORE__COLD cucore__loaded *cucore__loaded_room(cucore__loaded_list *list, CUcontext context,
                                                                 const void *image)
{
    cucore__loaded *one = (cucore__loaded *)CUCORE__LOAD(list);
    while (one && (one->context != context || one->image != image)) one = one->next;
    if (one) return one;
    one = (cucore__loaded *)calloc(1, sizeof *one);
    if (!one) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for what a kernel remembers of a context");
        return NULL;
    }
    one->context = context;
    one->image = image;
    return one;
}

/* Records the handle that a kernel or a module has in a context, and adds the record to its list.  The record is
 * published by a swap, since files with CUCORE_STATIC may have a kernel in common but each have a lock of their own.
 * If two threads record the same context, either handle may stay. */
CUCORE__PRIVATE CUCORE__COLD void cucore__loaded_remember(cucore__loaded_list *list, cucore__loaded *one,
                                                          unsigned long long id, void *handle)
{
    void *head = CUCORE__LOAD(list);
    CUCORE__STORE(&one->handle, NULL);
    CUCORE__STORE(&one->id, id);
    CUCORE__STORE(&one->handle, handle);
    if (one->is_listed) return;
    one->is_listed = 1;
    do {
        one->next = (cucore__loaded *)head;
    } while (!CUCORE__COMPARE_AND_SET(list, &head, (void *)one));
}

/* A kernel of a module, loaded, not just promised: a driver that loads lazily would do it at the launch, which a
 * capture forbids. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__function_make(CUmodule module, const char *name, CUfunction *out)
{
    cucore__CUstreamCaptureMode mode;
    CUfunction function = NULL;
    int registers, exchanged = cucore__relaxed_begin(&mode);
    cucore_status status = cucore_module_get_function(module, name, &function);
    if (!status && cucore__driver.FuncGetAttribute) {
        status = cucore__check_result(
            cucore__driver.FuncGetAttribute(&registers, CUCORE__CU_FUNC_ATTRIBUTE_NUM_REGS, function),
            "cuFuncGetAttribute");
    }
    cucore__relaxed_end(exchanged, &mode);
    if (!status) *out = function;
    return status;
}

/* What was loaded in vain; the error stays. */
CUCORE__PRIVATE void cucore__module_unload(CUmodule module)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged = cucore__relaxed_begin(&mode);
    if (cucore__driver.ModuleUnload) (void)cucore__driver.ModuleUnload(module);
    cucore__relaxed_end(exchanged, &mode);
}

/* A function that loads another one in the current context, under the lock. */
typedef cucore_status (*cucore__loader)(const void *what, CUcontext context, unsigned long long id, CUfunction *out);

/* Loads a function for the first time in the current context, which is `context`.  Another thread may do so at the same
 * time. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__loaded_make(cucore__loaded_list *list, CUcontext context,
                                                                cucore__loader load, const void *what, CUfunction *out)
{
    cucore__loaded *room = NULL;
    unsigned long long id = 0;
    cucore_status status = CUCORE_OK;
    if (!cucore__driver.ModuleLoadDataEx) return cucore__fail_missing("cuModuleLoadDataEx");
    /* The id distinguishes a context from earlier ones: cudaDeviceReset and numba.cuda.close() reset primary
     * contexts. */
    if (cucore__driver.CtxGetId || !cucore__context_stays(context)) status = CUCORE__CALL(CtxGetId, (context, &id));
    if (status) return status;
    CUCORE__LOADING_BEGIN();
    *out = (CUfunction)cucore__loaded_find(list, context, id, NULL);
    if (!*out) {
        room = cucore__loaded_room(list, context, NULL);
        status = room ? load(what, context, id, out) : CUCORE_OUT_OF_MEMORY;
        if (!status)
            cucore__loaded_remember(list, room, id, (void *)*out);
        else if (room && !room->handle)
            free(room);
    }
    CUCORE__LOADING_END();
    return status;
}

/* -- kernels ------------------------------------------------------------------------------------------------------- */
/* The entries of cucore_kernel.private_. */
enum {
    CUCORE__KERNEL_FUNCTIONS, /* a cucore__loaded_list: the function in each context */
    CUCORE__KERNEL_MAKER,     /* a cucore__kernel_maker; NULL: the image is one */
    CUCORE__KERNEL_FACTS      /* a cucore__loaded_list of kernel/launch.c */
};

/* The module of its image in a context, which all kernels of the image share.  Unloaded if it was loaded in vain. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__kernel_load(const void *what, CUcontext context,
                                                               unsigned long long id, CUfunction *out)
{
    const cucore_kernel *kernel = (const cucore_kernel *)what;
    const cucore__kernel_maker *maker = (const cucore__kernel_maker *)kernel->private_[CUCORE__KERNEL_MAKER];
    const void *image = kernel->image;
    const char *name = kernel->name;
    CUmodule code;
    cucore__loaded *room;
    cucore_status status = maker ? maker->make(kernel, &image, &name) : CUCORE_OK;
    if (status) return status;
    code = (CUmodule)cucore__loaded_find(&cucore__modules, context, id, image);
    if (code) return cucore__function_make(code, name, out);
    room = cucore__loaded_room(&cucore__modules, context, image);
    if (!room) return CUCORE_OUT_OF_MEMORY;
    status = cucore__module_compile(image, &code);
    if (!status) {
        status = cucore__function_make(code, name, out);
        if (status) cucore__module_unload(code);
    }
    if (!status)
        cucore__loaded_remember(&cucore__modules, room, id, (void *)code);
    else if (!room->handle)
        free(room);
    return status;
}

/* Its function in the current context, which is `context`. */
CUCORE__PRIVATE cucore_status cucore__kernel_function_in(cucore_kernel *kernel, CUcontext context, CUfunction *out)
{
    CUfunction found;
    cucore_status status = CUCORE_OK;
    cucore__loaded_list *list = (cucore__loaded_list *)&kernel->private_[CUCORE__KERNEL_FUNCTIONS];
    found = (CUfunction)cucore__loaded_find(list, context, cucore__context_id(context), NULL);
    if (!CUCORE__LIKELY(found)) status = cucore__loaded_make(list, context, cucore__kernel_load, kernel, &found);
    if (!status) *out = found;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__kernel_check(const cucore_kernel *kernel, const void *other, const char *function,
                                                   const char *name)
{
    if (!kernel || !other) return cucore__fail_null(function, kernel ? name : "kernel");
    if (kernel->image && kernel->name) return CUCORE_OK;
    return cucore__fail_null(function, kernel->image ? "kernel->name" : "kernel->image");
}

CUCORE_API cucore_status cucore_kernel_get_function(cucore_kernel *kernel, int device_id, CUfunction *out)
{
    cucore_context_guard guard;
    CUcontext context = NULL;
    CUfunction function = NULL;
    cucore_status status = cucore__kernel_check(kernel, out, "cucore_kernel_get_function", "out");
    if (!status) status = cucore__context_of_device(device_id, &context, NULL);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    status = cucore__kernel_function_in(kernel, context, &function);
    cucore_context_leave(&guard);
    if (!status) *out = function;
    return status;
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__launch_check(const cucore_launch_config *config)
{
    if (config->grid[0] > 0x7fffffffu) {
        return cucore__invalid("the grid has %u blocks%s; the most that there can be is 2147483647", config->grid[0],
                               config->grid[0] == UINT32_MAX ? " or more" : "");
    }
    if (config->attribute_count && !config->attributes) {
        return cucore__invalid("attribute_count is %u, but attributes is NULL", config->attribute_count);
    }
    if (config->grid[0] && !(config->block[0] && config->block[1] && config->block[2])) {
        return cucore__invalid("the block has %u x %u x %u threads; it must have 1 or more in each axis, and so must "
                               "the grid, which has %u x %u x %u blocks",
                               config->block[0], config->block[1], config->block[2], config->grid[0], config->grid[1],
                               config->grid[2]);
    }
    return CUCORE_OK;
}

/* Returns 1 if there are no blocks: the grid is 0 in some axis (rules B132). */
CUCORE__PRIVATE CUCORE__INLINE int cucore__launch_is_empty(const cucore_launch_config *config)
{
    return !config->grid[0] || !config->grid[1] || !config->grid[2];
}

/* In the current context. */
CUCORE__PRIVATE cucore_status cucore__launch(CUfunction function, const cucore_launch_config *config, CUstream stream,
                                             const void *const *args)
{
    void **parameters = (void **)(uintptr_t)args; /* read only */
    const unsigned *grid = config->grid, *block = config->block;
    cucore__CUlaunchConfig more;
    if (CUCORE__LIKELY(!config->attribute_count)) {
        return CUCORE__CALL(LaunchKernel, (function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                           config->shared_nbytes, stream, parameters, NULL));
    }
    memset(&more, 0, sizeof more);
    more.gridDimX = grid[0];
    more.gridDimY = grid[1];
    more.gridDimZ = grid[2];
    more.blockDimX = block[0];
    more.blockDimY = block[1];
    more.blockDimZ = block[2];
    more.sharedMemBytes = config->shared_nbytes;
    more.hStream = stream;
    more.attrs = (struct CUlaunchAttribute_st *)(uintptr_t)config->attributes; /* read only */
    more.numAttrs = config->attribute_count;
    return CUCORE__CALL(LaunchKernelEx, (&more, function, parameters, NULL));
}

/* Finds the context in which a kernel for a device runs: that of the stream, which has to be on the device. */
CUCORE__PRIVATE cucore_status cucore__kernel_place(int device_id, CUstream stream, cucore__place *out)
{
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (!status && !cucore__device_exists(device_id)) status = cucore__device_id_resolve(device_id, &device_id);
    if (!status) status = cucore__place_make(stream, device_id, out);
    if (!status) status = cucore__place_refuse_beside(out);
    if (status || cucore__stream_is_default(stream)) return status;
    status = CUCORE__CALL(StreamGetCtx, (stream, &out->context));
    if (!status) status = cucore__context_device(out->context, &device);
    if (status || device == device_id) return status;
    return cucore_fail(CUCORE_WRONG_DEVICE, "stream 0x%llx is on device %d, the kernel is to run on device %d",
                       (unsigned long long)(uintptr_t)stream, device, device_id);
}

CUCORE_API cucore_status cucore_kernel_launch(cucore_kernel *kernel, int device_id, const cucore_launch_config *config,
                                              CUstream stream, const void *const *args)
{
    cucore__place place;
    cucore_context_guard guard;
    CUfunction function;
    cucore_status status = cucore__kernel_check(kernel, config, "cucore_kernel_launch", "config");
    if (!status) status = cucore__launch_check(config);
    if (status || cucore__launch_is_empty(config)) return status;
    status = cucore__kernel_place(device_id, stream, &place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    status = cucore__kernel_function_in(kernel, place.context, &function);
    if (!status) status = cucore__launch(function, config, place.stream, args);
    cucore_context_leave(&guard);
    return status;
}

CUCORE_API cucore_status cucore_function_launch(CUfunction function, const cucore_launch_config *config,
                                                CUstream stream, const void *const *args)
{
    cucore__place place;
    cucore_context_guard guard;
    cucore_status status;
    if (!function || !config) return cucore__fail_null("cucore_function_launch", function ? "config" : "function");
    status = cucore__launch_check(config);
    if (status || cucore__launch_is_empty(config)) return status;
    status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (!status) status = cucore__place_refuse_beside(&place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    status = cucore__launch(function, config, place.stream, args);
    cucore_context_leave(&guard);
    return status;
}
