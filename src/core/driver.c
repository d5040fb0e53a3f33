/* ----------------------------------------------------------------------------------------------- >>impl-driver -- */
/* core/driver.c: finding the driver, its entry points, its errors; fork.  For whatever calls the driver. */
/* X(name without cu, symbol for dlsym, CUDA version of that ABI for cuGetProcAddress, 1 when indispensable, parameters).
 * What an ordered intake calls comes first, in one cache line. */
#define CUCORE__DRIVER_LIST(X)                                                                                         \
    X(StreamWaitEvent, "cuStreamWaitEvent", 3020, 1, (CUstream, CUevent, unsigned))                                    \
    X(StreamGetCaptureInfo, "cuStreamGetCaptureInfo", 10010, 0, (CUstream, CUstreamCaptureStatus *, cuuint64_t *))     \
    X(EventRecord, "cuEventRecord", 2000, 1, (CUevent, CUstream))                                                      \
    X(Init, "cuInit", 2000, 1, (unsigned))                                                                             \
    X(GetErrorName, "cuGetErrorName", 6000, 0, (CUresult, const char **))                                              \
    X(GetErrorString, "cuGetErrorString", 6000, 0, (CUresult, const char **))                                          \
    X(DeviceGetCount, "cuDeviceGetCount", 2000, 1, (int *))                                                            \
    X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", 7000, 1, (CUcontext *, CUdevice))                            \
    X(DevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState", 7000, 0, (CUdevice, unsigned *, int *))                  \
    X(CtxGetCurrent, "cuCtxGetCurrent", 4000, 1, (CUcontext *))                                                        \
    X(CtxGetDevice, "cuCtxGetDevice", 2000, 1, (CUdevice *))                                                           \
    X(CtxPushCurrent, "cuCtxPushCurrent_v2", 4000, 1, (CUcontext))                                                     \
    X(CtxSynchronize, "cuCtxSynchronize", 2000, 1, (void))                                                             \
    X(CtxPopCurrent, "cuCtxPopCurrent_v2", 4000, 1, (CUcontext *))                                                     \
    X(PointerGetAttributes, "cuPointerGetAttributes", 7000, 1,                                                         \
      (unsigned, CUpointer_attribute *, void **, CUdeviceptr))                                                         \
    X(StreamGetCtx, "cuStreamGetCtx", 9020, 1, (CUstream, CUcontext *))                                                \
    X(StreamSynchronize, "cuStreamSynchronize", 2000, 1, (CUstream))                                                   \
    X(ThreadExchangeStreamCaptureMode, "cuThreadExchangeStreamCaptureMode", 10010, 0, (CUstreamCaptureMode *))         \
    X(EventCreate, "cuEventCreate", 2000, 1, (CUevent *, unsigned))                                                    \
    X(EventDestroy, "cuEventDestroy_v2", 4000, 1, (CUevent))                                                           \
    X(EventQuery, "cuEventQuery", 2000, 0, (CUevent))                                                                  \
    X(EventSynchronize, "cuEventSynchronize", 2000, 0, (CUevent))                                                      \
    X(EventElapsedTime, "cuEventElapsedTime", 2000, 0, (float *, CUevent, CUevent))                                    \
    X(DeviceGetByPCIBusId, "cuDeviceGetByPCIBusId", 4010, 0, (CUdevice *, const char *))                               \
    X(DeviceGetName, "cuDeviceGetName", 2000, 0, (char *, int, CUdevice))                                              \
    X(DeviceGetUuid, "cuDeviceGetUuid", 9020, 0, (CUuuid *, CUdevice))                                                 \
    X(DeviceGetPCIBusId, "cuDeviceGetPCIBusId", 4010, 0, (char *, int, CUdevice))                                      \
    X(DeviceTotalMem, "cuDeviceTotalMem_v2", 3020, 0, (size_t *, CUdevice))                                            \
    X(DeviceGetAttribute, "cuDeviceGetAttribute", 2000, 0, (int *, CUdevice_attribute, CUdevice))                      \
    X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", 4000, 0, (int *, CUdevice, CUdevice))                              \
    X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", 4000, 0, (CUcontext, unsigned))                                    \
    X(CtxSetCurrent, "cuCtxSetCurrent", 4000, 0, (CUcontext))                                                          \
    X(CtxGetId, "cuCtxGetId", 12000, 0, (CUcontext, unsigned long long *))                                             \
    X(StreamCreateWithPriority, "cuStreamCreateWithPriority", 5050, 0, (CUstream *, unsigned, int))                    \
    X(StreamDestroy, "cuStreamDestroy_v2", 4000, 0, (CUstream))                                                        \
    X(StreamQuery, "cuStreamQuery", 2000, 0, (CUstream))                                                               \
    X(LaunchHostFunc, "cuLaunchHostFunc", 10000, 0, (CUstream, CUhostFn, void *))                                      \
    X(MemGetInfo, "cuMemGetInfo_v2", 3020, 0, (size_t *, size_t *))                                                    \
    X(MemAlloc, "cuMemAlloc_v2", 3020, 0, (CUdeviceptr *, size_t))                                                     \
    X(MemFree, "cuMemFree_v2", 3020, 0, (CUdeviceptr))                                                                 \
    X(MemHostAlloc, "cuMemHostAlloc", 2020, 0, (void **, size_t, unsigned))                                            \
    X(MemFreeHost, "cuMemFreeHost", 2000, 0, (void *))                                                                 \
    X(MemAllocManaged, "cuMemAllocManaged", 6000, 0, (CUdeviceptr *, size_t, unsigned))                                \
    X(MemAllocFromPoolAsync, "cuMemAllocFromPoolAsync", 11020, 0, (CUdeviceptr *, size_t, CUmemoryPool, CUstream))     \
    X(MemFreeAsync, "cuMemFreeAsync", 11020, 0, (CUdeviceptr, CUstream))                                               \
    X(MemPoolCreate, "cuMemPoolCreate", 11020, 0, (CUmemoryPool *, const CUmemPoolProps *))                            \
    X(MemPoolDestroy, "cuMemPoolDestroy", 11020, 0, (CUmemoryPool))                                                    \
    X(MemPoolSetAttribute, "cuMemPoolSetAttribute", 11020, 0, (CUmemoryPool, CUmemPool_attribute, void *))             \
    X(MemPoolSetAccess, "cuMemPoolSetAccess", 11020, 0, (CUmemoryPool, const CUmemAccessDesc *, size_t))               \
    X(DriverGetVersion, "cuDriverGetVersion", 2020, 0, (int *))                                                        \
    X(DeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", 11020, 0, (CUmemoryPool *, CUdevice))                      \
    X(MemcpyAsync, "cuMemcpyAsync", 4000, 0, (CUdeviceptr, CUdeviceptr, size_t, CUstream))                             \
    X(Memcpy2DAsync, "cuMemcpy2DAsync_v2", 3020, 0, (const CUDA_MEMCPY2D *, CUstream))                                 \
    X(Memcpy3DAsync, "cuMemcpy3DAsync_v2", 3020, 0, (const CUDA_MEMCPY3D *, CUstream))                                 \
    X(MemcpyPeerAsync, "cuMemcpyPeerAsync", 4000, 0,                                                                   \
      (CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream))                                              \
    X(MemsetD8Async, "cuMemsetD8Async", 3020, 0, (CUdeviceptr, unsigned char, size_t, CUstream))                       \
    X(MemsetD16Async, "cuMemsetD16Async", 3020, 0, (CUdeviceptr, unsigned short, size_t, CUstream))                    \
    X(MemsetD32Async, "cuMemsetD32Async", 3020, 0, (CUdeviceptr, unsigned, size_t, CUstream))                          \
    X(ModuleLoadDataEx, "cuModuleLoadDataEx", 2010, 0, (CUmodule *, const void *, unsigned, CUjit_option *, void **))  \
    X(ModuleUnload, "cuModuleUnload", 2000, 0, (CUmodule))                                                             \
    X(ModuleGetFunction, "cuModuleGetFunction", 2000, 0, (CUfunction *, CUmodule, const char *))                       \
    X(FuncGetAttribute, "cuFuncGetAttribute", 2020, 0, (int *, CUfunction_attribute, CUfunction))                      \
    X(FuncSetAttribute, "cuFuncSetAttribute", 9000, 0, (CUfunction, CUfunction_attribute, int))                        \
    X(LaunchKernel, "cuLaunchKernel", 4000, 0,                                                                         \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **))  \
    X(LaunchKernelEx, "cuLaunchKernelEx", 11060, 0, (const CUlaunchConfig *, CUfunction, void **, void **))

#define CUCORE__DRIVER_MEMBER(name, symbol, version, required, parameters) CUresult(CUDAAPI *name) parameters;
static struct {
    CUCORE__DRIVER_LIST(CUCORE__DRIVER_MEMBER)
} cucore__driver;
#undef CUCORE__DRIVER_MEMBER

#define CUCORE__DRIVER_REQUIRED(name, symbol, version, required, parameters) cucore__driver_requires_##name = required,
enum { CUCORE__DRIVER_LIST(CUCORE__DRIVER_REQUIRED) cucore__driver_requires_nothing_else = 0 };
#undef CUCORE__DRIVER_REQUIRED

typedef CUresult(CUDAAPI *cucore__get_proc_fn)(const char *, void **, int, cuuint64_t);
typedef CUresult(CUDAAPI *cucore__get_proc_v2_fn)(const char *, void **, int, cuuint64_t, int *);

/* Where entry points come from. */
typedef struct cucore__driver_source {
    void *library;
    cucore__get_proc_fn get_proc;       /* NULL: not there */
    cucore__get_proc_v2_fn get_proc_v2; /* NULL: not there */
} cucore__driver_source;

/* The outcome of loading, which is final. */
static struct {
    CUCORE__ATOMIC(int) done; /* written last */
    cucore_status status;
    cucore_error error; /* unless status is OK */
    int device_count;
    cucore__driver_source source;
} cucore__driver_state;

#define CUCORE__MAX_DEVICES 256
static CUCORE__ATOMIC(CUcontext) cucore__primary_contexts[CUCORE__MAX_DEVICES];

#if defined(_WIN32)
#ifndef CUCORE_DRIVER_NAME
#define CUCORE_DRIVER_NAME "nvcuda.dll"
#endif
static INIT_ONCE cucore__driver_once = INIT_ONCE_STATIC_INIT;
static SRWLOCK cucore__lock = SRWLOCK_INIT;
#else
#ifndef CUCORE_DRIVER_NAME
#define CUCORE_DRIVER_NAME "libcuda.so.1"
#endif
static pthread_once_t cucore__driver_once = PTHREAD_ONCE_INIT;
static CUCORE__ATOMIC(int) cucore__fork_watched; /* cucore__driver_forked is registered */
static pthread_mutex_t cucore__lock = PTHREAD_MUTEX_INITIALIZER;
#endif

CUCORE__PRIVATE void *cucore__library_open(void)
{
#if defined(CUCORE_LINK_DRIVER)
    return (void *)&cucore__driver;
#elif defined(_WIN32)
    return (void *)LoadLibraryExA(CUCORE_DRIVER_NAME, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
#else
    return dlopen(CUCORE_DRIVER_NAME, RTLD_NOW | RTLD_LOCAL);
#endif
}

CUCORE__PRIVATE void *cucore__library_symbol(void *library, const char *name)
{
    void *pointer = NULL;
#if defined(CUCORE_LINK_DRIVER)
    CUresult (*get_proc)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *) = cuGetProcAddress;
    (void)library;
    if (strcmp(name, "cuGetProcAddress_v2") == 0) memcpy(&pointer, &get_proc, sizeof pointer);
#elif defined(_WIN32)
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    memcpy(&pointer, &symbol, sizeof pointer);
#else
    pointer = dlsym(library, name);
#endif
    return pointer;
}

/* A function by its plain name, as of a CUDA version; NULL: not there. */
CUCORE__PRIVATE void *cucore__driver_ask(const cucore__driver_source *source, const char *name, int version)
{
    const cuuint64_t legacy_stream = 1; /* NULL means the legacy default stream */
    void *pointer = NULL;
    int found = 0;
    CUresult result = source->get_proc_v2 ? source->get_proc_v2(name, &pointer, version, legacy_stream, &found)
                      : source->get_proc  ? source->get_proc(name, &pointer, version, legacy_stream)
                                          : CUDA_ERROR_NOT_FOUND;
    return result ? NULL : pointer;
}

/* One entry point: cuGetProcAddress takes the plain name and a version, dlsym the versioned name. */
CUCORE__PRIVATE void *cucore__driver_find(const cucore__driver_source *source, const char *symbol, int version)
{
    char plain[64];
    void *pointer;
    size_t length = strlen(symbol);
    if (symbol[length - 3] == '_') length -= 3; /* _v2 */
    memcpy(plain, symbol, length);
    plain[length] = '\0';
    pointer = cucore__driver_ask(source, plain, version);
    return pointer ? pointer : cucore__library_symbol(source->library, symbol);
}

CUCORE__PRIVATE const char *cucore__result_name(CUresult result)
{
    const char *name = NULL;
    if (cucore__driver.GetErrorName) (void)cucore__driver.GetErrorName(result, &name);
    return name ? name : "CUresult";
}

CUCORE__PRIVATE cucore_status cucore__fail_result(CUresult result, const char *call)
{
    const char *text = NULL;
    cucore_status status = result == CUDA_ERROR_OUT_OF_MEMORY ? CUCORE_OUT_OF_MEMORY : CUCORE_DRIVER;
    if (result >= CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED && result <= CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD) {
        status = CUCORE_CAPTURE;
    }
    if (cucore__driver.GetErrorString) (void)cucore__driver.GetErrorString(result, &text);
    return cucore__fail_driver(status, result, call, "%s failed: %s (%d), %s", call, cucore__result_name(result),
                               (int)result, text ? text : "no description");
}

CUCORE__PRIVATE inline cucore_status cucore__check_result(CUresult result, const char *call)
{
    return result == CUDA_SUCCESS ? CUCORE_OK : cucore__fail_result(result, call);
}

/* An entry point that not every driver has. */
CUCORE__PRIVATE cucore_status cucore__fail_missing(const char *call)
{
    return cucore__fail_driver(CUCORE_NO_DRIVER, CUDA_ERROR_NOT_FOUND, call, "the CUDA driver is too old: it has no %s",
                               call);
}

/* Opens the library, finds the entry points, initialises.  A stub library, no device, or a driver that does not match its
 * kernel module are seen by cuInit and cuDeviceGetCount. */
CUCORE__PRIVATE cucore_status cucore__driver_open(void)
{
    cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer;
    CUresult result;
    const char *call = "cuInit";
    source->library = cucore__library_open();
    if (!source->library) {
        return cucore__fail_driver(CUCORE_NO_DRIVER, CUDA_ERROR_NOT_INITIALIZED, NULL,
                                   "no CUDA driver on this machine: cannot load %s", CUCORE_DRIVER_NAME);
    }
    pointer = cucore__library_symbol(source->library, "cuGetProcAddress_v2");
    memcpy(&source->get_proc_v2, &pointer, sizeof pointer);
    pointer = cucore__library_symbol(source->library, "cuGetProcAddress");
    memcpy(&source->get_proc, &pointer, sizeof pointer);
#define CUCORE__DRIVER_RESOLVE(name, symbol, version, required, parameters)                                            \
    pointer = cucore__driver_find(source, symbol, version);                                                            \
    memcpy(&cucore__driver.name, &pointer, sizeof pointer);                                                            \
    if (required && !pointer) return cucore__fail_missing(symbol);
    CUCORE__DRIVER_LIST(CUCORE__DRIVER_RESOLVE)
#undef CUCORE__DRIVER_RESOLVE
    result = cucore__driver.Init(0);
    if (result == CUDA_SUCCESS) {
        call = "cuDeviceGetCount";
        result = cucore__driver.DeviceGetCount(&cucore__driver_state.device_count);
    }
    if (result == CUDA_SUCCESS) return CUCORE_OK;
    cucore__driver_state.device_count = 0;
    (void)cucore__fail_result(result, call);
    cucore__error.status = CUCORE_NO_DRIVER; /* whatever the call said */
    return CUCORE_NO_DRIVER;
}

CUCORE__PRIVATE void cucore__driver_load_once(void)
{
    cucore__driver_state.status = cucore__driver_open();
    if (cucore__driver_state.status) cucore__driver_state.error = cucore__error;
    CUCORE__STORE(&cucore__driver_state.done, 1);
}

#if defined(_WIN32)
CUCORE__PRIVATE BOOL CALLBACK cucore__driver_load_callback(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once, (void)parameter, (void)context;
    cucore__driver_load_once();
    return TRUE;
}
#else
CUCORE__PRIVATE void cucore__event_hints_clear(void);

/* In a child: the driver does not work there, and threads of the parent may have held any lock here (rules T15, B88).
 * Whatever takes a lock needs the driver first, so that none is taken from now on; events and memory of the parent are not
 * looked at again.  Writes and no more: the parent may have many threads.  An answer that there is no driver stays. */
CUCORE__PRIVATE void cucore__driver_forked(void)
{
    static const char why[] = "the CUDA driver does not work in a process that was forked after it was initialised: "
                              "CUDA_ERROR_NOT_INITIALIZED (3)";
    if (CUCORE__LOAD(&cucore__driver_state.done) && cucore__driver_state.status) return;
    cucore__event_hints_clear();
    cucore__driver_state.status = cucore__driver_state.error.status = CUCORE_DRIVER;
    cucore__driver_state.error.result = CUDA_ERROR_NOT_INITIALIZED;
    cucore__driver_state.error.call = NULL;
    memcpy(cucore__driver_state.error.message, why, sizeof why);
    cucore__driver_state.device_count = 0;
    CUCORE__STORE(&cucore__driver_state.done, 1);
}

/* What pthread_atfork of glibc does, which is in a library of its own before glibc 2.34: extensions are linked without. */
#if defined(__GLIBC__)
extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *module);
extern void *__dso_handle __attribute__((visibility("hidden")));
#define CUCORE__AT_FORK(child) __register_atfork(NULL, NULL, child, __dso_handle)
#else
#define CUCORE__AT_FORK(child) pthread_atfork(NULL, NULL, child)
#endif

#endif

CUCORE_API cucore_status cucore_driver_load(void)
{
    if (!CUCORE__LOAD(&cucore__driver_state.done)) {
#if defined(_WIN32)
        InitOnceExecuteOnce(&cucore__driver_once, cucore__driver_load_callback, NULL, NULL);
#else
        /* Two threads may both register: the second call of the handler changes nothing.  A module that is unloaded takes its
         * handler along (glibc: by __dso_handle); musl unloads nothing. */
        if (!CUCORE__LOAD(&cucore__fork_watched) && CUCORE__AT_FORK(cucore__driver_forked)) {
            return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a handler of fork");
        }
        CUCORE__STORE(&cucore__fork_watched, 1);
        pthread_once(&cucore__driver_once, cucore__driver_load_once);
#endif
    }
    if (cucore__driver_state.status) cucore__error = cucore__driver_state.error;
    return cucore__driver_state.status;
}
#undef CUCORE__AT_FORK

/* Is there a driver that may be called? */
CUCORE__PRIVATE inline int cucore__driver_is_ready(void)
{
    return CUCORE__LOAD(&cucore__driver_state.done) && cucore__driver_state.status == CUCORE_OK;
}

/* cucore_driver_load, without a call where the driver is loaded. */
CUCORE__PRIVATE inline cucore_status cucore__driver_need(void)
{
    return cucore__driver_is_ready() ? CUCORE_OK : cucore_driver_load();
}

CUCORE_API int cucore_driver_is_loaded(void)
{
    return CUCORE__LOAD(&cucore__driver_state.done);
}

/* Has the name a version of its own, _v2? */
CUCORE__PRIVATE int cucore__symbol_is_versioned(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && name[length - 3] == '_' && name[length - 2] == 'v' && name[length - 1] >= '0' &&
           name[length - 1] <= '9';
}

CUCORE_API cucore_status cucore_driver_symbol(const char *name, void **out)
{
    const cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer = NULL;
    cucore_status status;
    if (!name || !out) return cucore__fail_null("cucore_driver_symbol", name ? "out" : "name");
    status = cucore_driver_load();
    if (status) return status;
    if (strncmp(name, "cu", 2) == 0) { /* dlsym also looks into the libraries that the driver needs */
        if (!cucore__symbol_is_versioned(name)) pointer = cucore__driver_ask(source, name, CUDA_VERSION);
        if (!pointer) pointer = cucore__library_symbol(source->library, name);
    }
    if (!pointer) return cucore_fail(CUCORE_UNSUPPORTED, "the CUDA driver has no function '%.100s'", name);
    *out = pointer;
    return CUCORE_OK;
}
