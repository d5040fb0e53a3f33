/* ----------------------------------------------------------------------------------------------- >>impl-driver -- */
/* core/driver.c: the driver: found and loaded, its entry points, its errors, fork. */
#define CUCORE__DRIVER_MEMBER(name, symbol, version, required, parameters)                                             \
    cucore__CUresult(CUCORE__CUDAAPI *name) parameters;
static struct {
    CUCORE__DRIVER_LIST(CUCORE__DRIVER_MEMBER)
} cucore__driver;
#undef CUCORE__DRIVER_MEMBER

/* The same functions in the same order, as the driver finds them.  With an empty symbol: a place that is not used, as
 * `vendor --for` leaves one for each row that it cuts. */
typedef struct cucore__driver_entry {
    const char *symbol;
    int version;
    int required;
} cucore__driver_entry;

#define CUCORE__DRIVER_ENTRY(name, symbol, version, required, parameters) {symbol, version, required},
static const cucore__driver_entry cucore__driver_entries[] = {CUCORE__DRIVER_LIST(CUCORE__DRIVER_ENTRY)};
#undef CUCORE__DRIVER_ENTRY

#define CUCORE__DRIVER_REQUIRED(name, symbol, version, required, parameters) cucore__driver_requires_##name = required,
enum { CUCORE__DRIVER_LIST(CUCORE__DRIVER_REQUIRED) cucore__driver_requires_nothing_else = 0 };
#undef CUCORE__DRIVER_REQUIRED

typedef cucore__CUresult(CUCORE__CUDAAPI *cucore__get_proc_fn)(const char *, void **, int, uint64_t);
typedef cucore__CUresult(CUCORE__CUDAAPI *cucore__get_proc_v2_fn)(const char *, void **, int, uint64_t, int *);

/* The library, and its functions that find entry points. */
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

#if defined(CUCORE_LINK_DRIVER) && (!defined(__cuda_cuda_h__) || CUDA_VERSION < 11030)
#error                                                                                                                 \
    "CUCORE_LINK_DRIVER needs cuda.h of CUDA 11.3 or newer, which declares cuGetProcAddress; without it, leave it out"
#include "see the error above"
#endif

CUCORE__PRIVATE CUCORE__COLD void *cucore__library_open(void)
{
#if defined(CUCORE_LINK_DRIVER)
    return (void *)&cucore__driver;
#elif defined(_WIN32)
    return (void *)LoadLibraryExA(CUCORE_DRIVER_NAME, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
#else
    return dlopen(CUCORE_DRIVER_NAME, RTLD_NOW | RTLD_LOCAL);
#endif
}

CUCORE__PRIVATE CUCORE__COLD void *cucore__library_symbol(void *library, const char *name)
{
    void *pointer = NULL;
#if defined(CUCORE_LINK_DRIVER)
    void (*get_proc)(void) = (void (*)(void))cuGetProcAddress; /* of the version that cuda.h at hand calls so */
    (void)library;
    if (strcmp(name, CUDA_VERSION < 12000 ? "cuGetProcAddress" : "cuGetProcAddress_v2") == 0) {
        memcpy(&pointer, &get_proc, sizeof pointer);
    }
#elif defined(_WIN32)
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    memcpy(&pointer, &symbol, sizeof pointer);
#else
    pointer = dlsym(library, name);
#endif
    return pointer;
}

/* Returns a function by its plain name, as of a CUDA version; NULL if the driver does not have it. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__driver_ask(const cucore__driver_source *source, const char *name,
                                                      int version)
{
    const uint64_t legacy_stream = 1; /* NULL means the legacy default stream */
    void *pointer = NULL;
    int found = 0;
    cucore__CUresult result = source->get_proc_v2 ? source->get_proc_v2(name, &pointer, version, legacy_stream, &found)
                              : source->get_proc  ? source->get_proc(name, &pointer, version, legacy_stream)
                                                  : CUCORE__CUDA_ERROR_NOT_FOUND;
    return result ? NULL : pointer;
}

/* Returns one entry point: cuGetProcAddress takes the plain name and a version, dlsym the versioned name. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__driver_find(const cucore__driver_source *source, const char *symbol,
                                                       int version)
{
    char plain[64];
    void *pointer;
    const char *suffix = strstr(symbol, "_v"); /* _v2 */
    const size_t length = suffix ? (size_t)(suffix - symbol) : strlen(symbol);
    memcpy(plain, symbol, length);
    plain[length] = '\0';
    pointer = cucore__driver_ask(source, plain, version);
    return pointer ? pointer : cucore__library_symbol(source->library, symbol);
}

CUCORE__PRIVATE CUCORE__COLD const char *cucore__result_name(cucore__CUresult result)
{
    const char *name = NULL;
    if (cucore__driver.GetErrorName) (void)cucore__driver.GetErrorName(result, &name);
    return name ? name : "CUresult";
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_result(cucore__CUresult result, const char *call)
{
    const char *text = NULL;
    cucore_status status = result == CUCORE__CUDA_ERROR_OUT_OF_MEMORY ? CUCORE_OUT_OF_MEMORY : CUCORE_DRIVER;
    if (result >= CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
        result <= CUCORE__CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD) {
        status = CUCORE_CAPTURE;
    }
    if (cucore__driver.GetErrorString) (void)cucore__driver.GetErrorString(result, &text);
    return cucore__fail_driver(status, result, call, "%s failed: %s (%d), %s", call, cucore__result_name(result),
                               result, text ? text : "no description");
}

CUCORE__PRIVATE inline cucore_status cucore__check_result(cucore__CUresult result, const char *call)
{
    return result == CUCORE__CUDA_SUCCESS ? CUCORE_OK : cucore__fail_result(result, call);
}

/* Fails: the driver lacks an entry point that older drivers do not have. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_missing(const char *call)
{
    return cucore__fail_driver(CUCORE_NO_DRIVER, CUCORE__CUDA_ERROR_NOT_FOUND, call,
                               "the CUDA driver is too old: it has no %s", call);
}

/* Opens the library, finds the entry points, initialises.  A stub library, no device, or a driver that does not match
 * its kernel module are seen by cuInit and cuDeviceGetCount. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__driver_open(void)
{
    cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer;
    cucore__CUresult result;
    const char *call = "cuInit";
    size_t i;
    source->library = cucore__library_open();
    if (!source->library) {
        return cucore__fail_driver(CUCORE_NO_DRIVER, CUCORE__CUDA_ERROR_NOT_INITIALIZED, NULL,
                                   "no CUDA driver on this machine: cannot load %s", CUCORE_DRIVER_NAME);
    }
    pointer = cucore__library_symbol(source->library, "cuGetProcAddress_v2");
    memcpy(&source->get_proc_v2, &pointer, sizeof pointer);
    pointer = cucore__library_symbol(source->library, "cuGetProcAddress");
    memcpy(&source->get_proc, &pointer, sizeof pointer);
    for (i = 0; i < sizeof cucore__driver_entries / sizeof cucore__driver_entries[0]; i++) {
        const cucore__driver_entry *entry = &cucore__driver_entries[i];
        if (!entry->symbol[0]) continue;
        pointer = cucore__driver_find(source, entry->symbol, entry->version);
        if (entry->required && !pointer) return cucore__fail_missing(entry->symbol);
        memcpy((char *)&cucore__driver + i * sizeof pointer, &pointer, sizeof pointer);
    }
    result = cucore__driver.Init(0);
    if (result == CUCORE__CUDA_SUCCESS) {
        call = "cuDeviceGetCount";
        result = cucore__driver.DeviceGetCount(&cucore__driver_state.device_count);
    }
    if (result == CUCORE__CUDA_SUCCESS) return CUCORE_OK;
    cucore__driver_state.device_count = 0;
    (void)cucore__fail_result(result, call);
    cucore__error.status = CUCORE_NO_DRIVER; /* also if the call returned another error */
    return CUCORE_NO_DRIVER;
}

CUCORE__PRIVATE CUCORE__COLD void cucore__driver_load_once(void)
{
    cucore__driver_state.status = cucore__driver_open();
    if (cucore__driver_state.status) cucore__driver_state.error = cucore__error;
    CUCORE__STORE(&cucore__driver_state.done, 1);
}

/* Also runs in a child, if it is set: the quick ways that do not look at the state of the driver are closed by it. */
typedef void (*cucore__fork_hook)(void);
static CUCORE__ATOMIC(cucore__fork_hook) cucore__forked_also;

#if defined(_WIN32)
CUCORE__PRIVATE BOOL CALLBACK cucore__driver_load_callback(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once, (void)parameter, (void)context;
    cucore__driver_load_once();
    return TRUE;
}
#else
/* Runs in a child: the driver does not work there, and threads of the parent may have held any lock of this library
 * (rules T15, B88).  Functions that take a lock need the driver first, so that no lock is taken from now on; events and
 * memory of the parent are not used again.  It only writes variables, since the parent may have many threads.  The
 * result that there is no driver stays. */
CUCORE__PRIVATE CUCORE__COLD void cucore__driver_forked(void)
{
    static const char why[] = "the CUDA driver does not work in a process that was forked after it was initialised: "
                              "CUDA_ERROR_NOT_INITIALIZED (3)";
    cucore__fork_hook also = CUCORE__LOAD(&cucore__forked_also);
    if (CUCORE__LOAD(&cucore__driver_state.done) && cucore__driver_state.status) return;
    if (also) also();
    cucore__driver_state.status = cucore__driver_state.error.status = CUCORE_DRIVER;
    cucore__driver_state.error.result = CUCORE__CUDA_ERROR_NOT_INITIALIZED;
    cucore__driver_state.error.call = NULL;
    memcpy(cucore__driver_state.error.message, why, sizeof why);
    cucore__driver_state.device_count = 0;
    CUCORE__STORE(&cucore__driver_state.done, 1);
}

/* What pthread_atfork of glibc does, which is in a library of its own before glibc 2.34: extensions are linked
 * without. */
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
        /* Two threads may both register: the second call of the handler has no effect.  If a module is unloaded its
         * handler goes with it (glibc: by __dso_handle); musl unloads no module. */
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

/* Returns 1 if the driver is loaded and may be called. */
CUCORE__PRIVATE inline int cucore__driver_is_ready(void)
{
    return CUCORE__LOAD(&cucore__driver_state.done) && cucore__driver_state.status == CUCORE_OK;
}

/* The same as cucore_driver_load, without a call if the driver is loaded. */
CUCORE__PRIVATE inline cucore_status cucore__driver_need(void)
{
    return cucore__driver_is_ready() ? CUCORE_OK : cucore_driver_load();
}

CUCORE_API int cucore_driver_is_loaded(void)
{
    return CUCORE__LOAD(&cucore__driver_state.done);
}

/* Returns 1 if the library may be in the process, though it is not loaded here. */
CUCORE__PRIVATE CUCORE__COLD CUCORE_UNUSED int cucore__driver_is_nearby(void)
{
#if defined(_WIN32) && !defined(CUCORE_LINK_DRIVER)
    return !cucore_driver_is_loaded() && GetModuleHandleA(CUCORE_DRIVER_NAME) != NULL;
#elif defined(RTLD_NOLOAD) && !defined(CUCORE_LINK_DRIVER)
    void *library = cucore_driver_is_loaded() ? NULL : dlopen(CUCORE_DRIVER_NAME, RTLD_LAZY | RTLD_NOLOAD);
    if (library) (void)dlclose(library);
    return library != NULL;
#else
    return !cucore_driver_is_loaded();
#endif
}

/* Returns 1 if the name ends with a version, as _v2. */
CUCORE__PRIVATE CUCORE__COLD int cucore__symbol_is_versioned(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && name[length - 3] == '_' && name[length - 2] == 'v' && name[length - 1] >= '0' &&
           name[length - 1] <= '9';
}

#if defined(__cuda_cuda_h__)
#define CUCORE__DRIVER_SYMBOL_VERSION CUDA_VERSION
#else
#define CUCORE__DRIVER_SYMBOL_VERSION 12000
#endif

CUCORE_API cucore_status cucore_driver_symbol(const char *name, void **out)
{
    const cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer = NULL;
    cucore_status status;
    if (!name || !out) return cucore__fail_null("cucore_driver_symbol", name ? "out" : "name");
    status = cucore_driver_load();
    if (status) return status;
    if (strncmp(name, "cu", 2) == 0) { /* dlsym also looks into the libraries that the driver needs */
        if (!cucore__symbol_is_versioned(name))
            pointer = cucore__driver_ask(source, name, CUCORE__DRIVER_SYMBOL_VERSION);
        if (!pointer) pointer = cucore__library_symbol(source->library, name);
    }
    if (!pointer) return cucore_fail(CUCORE_UNSUPPORTED, "the CUDA driver has no function '%.100s'", name);
    *out = pointer;
    return CUCORE_OK;
}
#undef CUCORE__DRIVER_SYMBOL_VERSION
