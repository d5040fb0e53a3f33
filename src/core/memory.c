/* ----------------------------------------------------------------------------------------------- >>impl-memory -- */
/* core/memory.c: memory resources. */
struct cucore_memory_resource {
    cucore_memory_functions functions;
    void *user_data; /* the context of the functions; for resources of this library the resource */
    void (*release)(void *owner);
    void *owner;
    void *handle;                  /* CUmemoryPool, or the primary context if there is no pool */
    cucore_memory_kind kind;       /* unless is_foreign */
    int device_id;                 /* that allocates */
    int is_unordered;              /* does not work in stream order */
    int is_foreign;                /* the functions are the caller's */
    int takes_gil;                 /* they are of Python, and take the GIL in the interpreter of the caller */
    CUCORE__ATOMIC(int) is_static; /* one for all, not counted: 1 once it is made */
    CUCORE__ATOMIC(int) references;
};

/* A pool of the driver: its memory is allocated and freed in stream order. */
CUCORE__PRIVATE int cucore__resource_is_pool(const cucore_memory_resource *resource)
{
    return !resource->is_foreign && !resource->is_unordered;
}

/* Stream-ordered calls on a pool: in the context that a default stream is meant in; without one for a handle, or in any
 * of the device if the driver asks for one. */
CUCORE__PRIVATE cucore_status cucore__pool_call(const cucore_memory_resource *resource, cucore__CUdeviceptr *ptr,
                                                size_t nbytes, CUstream stream, int is_free)
{
    cucore_context_guard guard;
    CUcontext context = NULL;
    cucore__CUmemoryPool pool = (cucore__CUmemoryPool)resource->handle;
    cucore__CUresult result = CUCORE__CUDA_ERROR_INVALID_CONTEXT;
    cucore__CUstreamCaptureMode mode;
    int is_default = cucore__stream_is_default(stream), entered = is_default, exchanged;
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    stream = cucore__stream_normalize(stream);
    for (;; entered = 1) {
        if (entered) {
            status = is_default ? cucore__context_for_data(resource->device_id, &context)
                                : cucore_context_get_primary(resource->device_id, &context);
            if (!status) status = cucore_context_enter(context, &guard);
            if (status) return status;
        }
        exchanged = cucore__relaxed_begin(&mode);
        result = is_free ? cucore__driver.MemFreeAsync(*ptr, stream)
                         : cucore__driver.MemAllocFromPoolAsync(ptr, nbytes, pool, stream);
        cucore__relaxed_end(exchanged, &mode);
        if (entered) cucore_context_leave(&guard);
        if (entered || result != CUCORE__CUDA_ERROR_INVALID_CONTEXT) break;
    }
    return cucore__check_result(result, is_free ? "cuMemFreeAsync" : "cuMemAllocFromPoolAsync");
}

CUCORE__PRIVATE cucore_status cucore__pool_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    cucore__CUdeviceptr ptr = 0;
    cucore_status status = cucore__pool_call((const cucore_memory_resource *)user_data, &ptr, nbytes, stream, 0);
    *out = (void *)(uintptr_t)ptr;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__pool_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    cucore__CUdeviceptr address = (uintptr_t)ptr;
    return cucore__pool_call((const cucore_memory_resource *)user_data, &address, nbytes, stream, 1);
}

CUCORE__PRIVATE void cucore__pool_destroy(cucore__CUmemoryPool pool)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged = cucore__relaxed_begin(&mode);
    if (cucore__driver.MemPoolDestroy) (void)cucore__driver.MemPoolDestroy(pool);
    cucore__relaxed_end(exchanged, &mode);
}

CUCORE__PRIVATE void cucore__pool_release(void *owner)
{
    cucore_memory_resource *resource = (cucore_memory_resource *)owner;
    if (!cucore__driver_is_ready()) return;
    CUCORE__WAITING(cucore__pool_destroy((cucore__CUmemoryPool)resource->handle));
}

/* Memory without a stream, in the resource's context. */
CUCORE__PRIVATE cucore_status cucore__plain_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    const cucore_memory_resource *resource = (const cucore_memory_resource *)user_data;
    const int device_type = resource->functions.device_type;
    cucore_context_guard guard;
    cucore__CUdeviceptr ptr = 0;
    size_t free_bytes = 0, total = 0;
    cucore_status status = cucore_context_enter((CUcontext)resource->handle, &guard);
    (void)stream;
    if (status) return status;
    if (device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemHostAlloc, (out, nbytes, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    } else if (device_type == CUCORE_DEVICE_TYPE_CUDA) {
        CUCORE__CALL_RELAXED(status, MemAlloc, (&ptr, nbytes));
    } else {
        status = CUCORE__CALL(MemGetInfo, (&free_bytes, &total));
        if (!status && nbytes > free_bytes) {
            status = cucore_fail(CUCORE_OUT_OF_MEMORY, "%llu bytes of managed memory: the device has %llu free",
                                 (unsigned long long)nbytes, (unsigned long long)free_bytes);
        }
        if (!status) CUCORE__CALL_RELAXED(status, MemAllocManaged, (&ptr, nbytes, CUCORE__CU_MEM_ATTACH_GLOBAL));
    }
    cucore_context_leave(&guard);
    if (device_type != CUCORE_DEVICE_TYPE_CUDA_HOST) *out = (void *)(uintptr_t)ptr;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__plain_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    const cucore_memory_resource *resource = (const cucore_memory_resource *)user_data;
    cucore_context_guard guard;
    cucore__place place;
    cucore_status status = cucore__driver_need();
    (void)nbytes;
    if (!status && stream != CUCORE_STREAM_NO_SYNC &&
        stream != CUCORE_STREAM_HOST) { /* neither kernel nor copy uses it */
        status = cucore__place_make(stream, resource->device_id, &place);
        if (!status) status = cucore__place_synchronize(&place);
    }
    if (!status) status = cucore_context_enter((CUcontext)resource->handle, &guard);
    if (status) return status;
    if (resource->functions.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (ptr));
    } else {
        CUCORE__CALL_RELAXED(status, MemFree, ((uintptr_t)ptr));
    }
    cucore_context_leave(&guard);
    return status;
}

/* Aligned as vector instructions, and JAX for sharing it, want it; TensorFlow aborts otherwise (rules B105). */
enum { CUCORE__HOST_ALIGNMENT = 64 };

/* -> the block to free, NULL; *out: the memory in it */
CUCORE__PRIVATE void *cucore__host_block(size_t nbytes, void **out)
{
    char *block = nbytes <= SIZE_MAX - CUCORE__HOST_ALIGNMENT ? (char *)malloc(nbytes + CUCORE__HOST_ALIGNMENT) : NULL;
    if (block) {
        *out = block + (CUCORE__HOST_ALIGNMENT - ((uintptr_t)block & (CUCORE__HOST_ALIGNMENT - 1)));
    } else {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an array of %llu bytes", (unsigned long long)nbytes);
    }
    return block;
}

/* The address of the block is kept in front of the memory: malloc aligns for pointers, so that there is room. */
CUCORE__PRIVATE cucore_status cucore__host_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    void *ptr = NULL, *block = cucore__host_block(nbytes, &ptr);
    (void)user_data, (void)stream;
    if (!block) return CUCORE_OUT_OF_MEMORY;
    memcpy((char *)ptr - sizeof block, &block, sizeof block);
    *out = ptr;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__host_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    void *block;
    (void)user_data, (void)nbytes, (void)stream;
    memcpy(&block, (const char *)ptr - sizeof block, sizeof block);
    free(block);
    return CUCORE_OK;
}

/* Only the host can use pinned memory until devices are given access. */
CUCORE__PRIVATE cucore_status cucore__pool_share(cucore__CUmemoryPool pool)
{
    cucore__CUmemAccessDesc access;
    cucore_status status = CUCORE_OK;
    int i;
    memset(&access, 0, sizeof access);
    access.location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    for (i = 0; !status && cucore__device_exists(i); i++) {
        access.location.id = i;
        status = CUCORE__CALL(MemPoolSetAccess, (pool, &access, 1));
    }
    return status;
}

/* A pool that is asked for. */
typedef struct cucore__pool_wish {
    cucore_memory_kind kind;
    int device;
    const cucore_memory_resource_options *options; /* not NULL */
    cucore__CUmemPoolProps props;
} cucore__pool_wish;

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_pool(const cucore__pool_wish *wish, cucore__CUresult result,
                                                             const char *call)
{
    const cucore__CUmemPoolProps *props = &wish->props;
    char where[32] = "", with[40] = "";
    if (wish->kind == CUCORE_MEMORY_POOL && !props->handleTypes) return cucore__fail_result(result, call);
    if (result != CUCORE__CUDA_ERROR_INVALID_VALUE && result != CUCORE__CUDA_ERROR_NOT_SUPPORTED &&
        result != CUCORE__CUDA_ERROR_INVALID_DEVICE && result != CUCORE__CUDA_ERROR_NOT_PERMITTED) {
        return cucore__fail_result(result, call);
    }
    if (props->location.type == CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA) {
        (void)snprintf(where, sizeof where, " on NUMA node %d", props->location.id);
    }
    if (props->handleTypes) (void)snprintf(with, sizeof with, " with handle types 0x%x", (unsigned)props->handleTypes);
    return cucore__fail_driver(CUCORE_UNSUPPORTED, result, call,
                               "this driver %s no pool of %s memory%s%s: %s failed: %s (%d)",
                               wish->options->which ? "has" : "makes",
                               wish->kind == CUCORE_MEMORY_PINNED_POOL    ? "pinned"
                               : wish->kind == CUCORE_MEMORY_MANAGED_POOL ? "managed"
                                                                          : "device",
                               where, with, call, cucore__result_name(result), result);
}

/* Fills in the location for the driver. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_locate(const cucore__pool_wish *wish,
                                                               cucore__CUmemLocation *out)
{
    const cucore_memory_location *asked = &wish->options->location;
    const int pinned = wish->kind == CUCORE_MEMORY_PINNED_POOL, managed = wish->kind == CUCORE_MEMORY_MANAGED_POOL;
    const int type = asked->type ? asked->type : pinned ? CUCORE_LOCATION_HOST : CUCORE_LOCATION_DEVICE;
    const int id = asked->type || pinned ? asked->id : wish->device;
    const int is_none = type == CUCORE_LOCATION_NONE;
    const int fits = type == CUCORE_LOCATION_DEVICE ? !pinned && id == wish->device
                     : type == CUCORE_LOCATION_HOST ? (pinned || managed) && !id
                     : is_none                      ? managed && !id
                               : type == CUCORE_LOCATION_HOST_NUMA && (pinned || managed) && id >= 0;
    if (!fits || (!asked->type && asked->id)) {
        return cucore__invalid("a pool of kind %d for device %d cannot be at location type %d with id %d",
                               (int)wish->kind, wish->device, (int)asked->type, (int)asked->id);
    }
    out->type = is_none                          ? CUCORE__CU_MEM_LOCATION_TYPE_INVALID
                : type == CUCORE_LOCATION_DEVICE ? CUCORE__CU_MEM_LOCATION_TYPE_DEVICE
                : type == CUCORE_LOCATION_HOST   ? CUCORE__CU_MEM_LOCATION_TYPE_HOST
                                                 : CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA;
    out->id = id;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_limit(cucore__pool_wish *wish)
{
    int version = 0;
    cucore_status status = CUCORE__CALL(DriverGetVersion, (&version));
    if (!status && version < 12020) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "max_nbytes is %llu, but this driver (CUDA %d.%d) does not limit pools: 12.2 does",
                             (unsigned long long)wish->options->max_nbytes, version / 1000, version % 1000 / 10);
    }
    wish->props.maxSize = wish->options->max_nbytes;
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_create(cucore__pool_wish *wish, cucore__CUmemoryPool *out)
{
    cucore__CUmemoryPool pool = NULL;
    cucore__CUresult result;
    uint64_t threshold = wish->options->release_threshold;
    cucore_status status = wish->options->max_nbytes ? cucore__pool_limit(wish) : CUCORE_OK;
    if (status) return status;
    wish->props.handleTypes = (cucore__CUmemAllocationHandleType)wish->options->handle_types;
    wish->props.win32SecurityAttributes = wish->options->win32_security;
    if (!cucore__driver.MemPoolCreate) return cucore__fail_missing("cuMemPoolCreate");
    result = cucore__driver.MemPoolCreate(&pool, &wish->props);
    if (result) return cucore__fail_pool(wish, result, "cuMemPoolCreate");
    status = CUCORE__CALL(MemPoolSetAttribute, (pool, CUCORE__CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    if (!status && wish->kind == CUCORE_MEMORY_PINNED_POOL) status = cucore__pool_share(pool);
    if (status) cucore__pool_destroy(pool);
    if (!status) *out = pool;
    return status;
}

/* Finds the default or the current pool, which the driver owns, or the code that has set it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_find(cucore__pool_wish *wish, cucore__CUmemoryPool *out)
{
    const int is_current = wish->options->which == CUCORE_POOL_CURRENT;
    const char *call = is_current ? "cuMemGetMemPool" : "cuMemGetDefaultMemPool";
    cucore__CUresult(CUCORE__CUDAAPI * find)(cucore__CUmemoryPool *, cucore__CUmemLocation *,
                                             cucore__CUmemAllocationType);
    cucore__CUmemoryPool pool = NULL;
    cucore__CUresult result;
    cucore_status status = CUCORE_OK;
    if (wish->kind == CUCORE_MEMORY_POOL) {
        return is_current ? CUCORE__CALL(DeviceGetMemPool, (out, wish->device))
                          : CUCORE__CALL(DeviceGetDefaultMemPool, (out, wish->device));
    }
    find = is_current ? cucore__driver.MemGetMemPool : cucore__driver.MemGetDefaultMemPool;
    if (!find) return cucore__fail_missing(call);
    result = find(&pool, &wish->props.location, wish->props.allocType);
    if (result) return cucore__fail_pool(wish, result, call);
    if (wish->kind == CUCORE_MEMORY_PINNED_POOL) status = cucore__pool_share(pool);
    if (!status) *out = pool;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__pool_need(void)
{
    if (!cucore__driver.MemAllocFromPoolAsync) return cucore__fail_missing("cuMemAllocFromPoolAsync");
    return cucore__driver.MemFreeAsync ? CUCORE_OK : cucore__fail_missing("cuMemFreeAsync");
}

CUCORE__PRIVATE void cucore__resource_fill(cucore_memory_resource *resource, cucore_memory_kind kind, int device,
                                           void *handle)
{
    const int pooled = kind == CUCORE_MEMORY_DEFAULT_POOL || kind == CUCORE_MEMORY_POOL ||
                       kind == CUCORE_MEMORY_PINNED_POOL || kind == CUCORE_MEMORY_MANAGED_POOL;
    const int pinned = kind == CUCORE_MEMORY_PINNED || kind == CUCORE_MEMORY_PINNED_POOL;
    const int managed = kind == CUCORE_MEMORY_MANAGED || kind == CUCORE_MEMORY_MANAGED_POOL;
    resource->functions.allocate = pooled ? cucore__pool_allocate : cucore__plain_allocate;
    resource->functions.deallocate = pooled ? cucore__pool_deallocate : cucore__plain_deallocate;
    resource->functions.device_type = pinned    ? CUCORE_DEVICE_TYPE_CUDA_HOST
                                      : managed ? CUCORE_DEVICE_TYPE_CUDA_MANAGED
                                                : CUCORE_DEVICE_TYPE_CUDA;
    resource->functions.device_id = pinned ? CUCORE_DEVICE_NONE : device;
    resource->user_data = resource;
    resource->owner = resource;
    resource->release = NULL;
    resource->handle = handle;
    resource->kind = kind;
    resource->device_id = device;
    resource->is_unordered = !pooled;
}

/* All resources except own pools: one for each kind and device, so that taking one needs no allocation. */
enum { CUCORE__STATIC_KINDS = 4 };
static cucore_memory_resource cucore__static_resources[CUCORE__STATIC_KINDS][CUCORE__MAX_DEVICES];
/* Initialised statically, since no lock may be taken without a driver (in a child of a fork). */
static cucore_memory_resource cucore__host_resource = {
    {cucore__host_allocate, cucore__host_deallocate, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}},
    NULL,
    NULL,
    NULL,
    NULL,
    CUCORE_MEMORY_HOST,
    CUCORE_DEVICE_NONE,
    1,
    0,
    0,
    1,
    0};

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__resource_make(cucore_memory_resource *resource,
                                                                  cucore_memory_kind kind, int device)
{
    cucore__CUmemoryPool pool = NULL;
    CUcontext primary = NULL;
    cucore_status status = CUCORE_OK;
    if (kind == CUCORE_MEMORY_DEFAULT_POOL) {
        status = cucore__pool_need();
        if (!status) status = CUCORE__CALL(DeviceGetDefaultMemPool, (&pool, device));
    } else {
        status = cucore_context_get_primary(device, &primary);
    }
    if (status) return status;
    CUCORE__LOCK();
    if (!CUCORE__LOAD(&resource->is_static)) {
        cucore__resource_fill(resource, kind, device, pool ? (void *)pool : (void *)primary);
        CUCORE__STORE(&resource->is_static, 1);
    }
    CUCORE__UNLOCK();
    return CUCORE_OK;
}

/* kind: neither HOST nor one of pools of their own */
CUCORE__PRIVATE cucore_status cucore__resource_find_on(cucore_memory_kind kind, int device_id,
                                                       cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    int device = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    *out = NULL;
    if (status) return status;
    resource = &cucore__static_resources[kind == CUCORE_MEMORY_DEFAULT_POOL  ? 0
                                         : kind == CUCORE_MEMORY_SYNCHRONOUS ? 1
                                         : kind == CUCORE_MEMORY_PINNED      ? 2
                                                                             : 3][device];
    if (!CUCORE__LIKELY(CUCORE__LOAD(&resource->is_static))) status = cucore__resource_make(resource, kind, device);
    if (!status) *out = resource;
    return status;
}

/* kind: not one of pools of their own */
CUCORE__PRIVATE cucore_status cucore__resource_find(cucore_memory_kind kind, int device_id,
                                                    cucore_memory_resource **out)
{
    *out = &cucore__host_resource;
    return kind == CUCORE_MEMORY_HOST ? CUCORE_OK : cucore__resource_find_on(kind, device_id, out);
}

CUCORE__PRIVATE cucore_memory_resource *cucore__resource_new(void)
{
    cucore_memory_resource *resource = (cucore_memory_resource *)calloc(1, sizeof *resource);
    if (resource) {
        resource->references = 1;
    } else {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a resource of %d bytes", (int)sizeof *resource);
    }
    return resource;
}

CUCORE__PRIVATE cucore_status cucore__resource_check_options(cucore_memory_kind kind, int is_pool,
                                                             const cucore_memory_resource_options *options)
{
    const unsigned known =
        CUCORE_HANDLE_FILE_DESCRIPTOR | CUCORE_HANDLE_WIN32 | CUCORE_HANDLE_WIN32_KMT | CUCORE_HANDLE_FABRIC;
    const int is_own = is_pool && !options->which;
    if (options->reserved[0] || options->reserved[1]) {
        return cucore__invalid("cucore_memory_resource_create: options->reserved is not all zero");
    }
    if (!is_pool && (options->location.type || options->location.id || options->which)) {
        return cucore__invalid("location (type %d, id %d) and which (%d) are of pools, which kind %d is not",
                               (int)options->location.type, (int)options->location.id, (int)options->which, (int)kind);
    }
    if (options->which < CUCORE_POOL_OWN || options->which > CUCORE_POOL_CURRENT) {
        return cucore__invalid("options->which is %d; expected CUCORE_POOL_OWN, _DEFAULT or _CURRENT",
                               (int)options->which);
    }
    if (options->handle_types & ~known) {
        return cucore__invalid("options->handle_types is 0x%x; 0x%x are the CUCORE_HANDLE_...",
                               (unsigned)options->handle_types, known);
    }
    if (is_own ||
        !(options->release_threshold || options->max_nbytes || options->handle_types || options->win32_security)) {
        return CUCORE_OK;
    }
    return cucore__invalid("release_threshold (%llu), max_nbytes (%llu), handle_types (0x%x) and win32_security are of "
                           "pools of their own, which %s %d is not",
                           (unsigned long long)options->release_threshold, (unsigned long long)options->max_nbytes,
                           (unsigned)options->handle_types, is_pool ? "options->which" : "kind",
                           is_pool ? (int)options->which : (int)kind);
}

/* Makes the pool that is asked for, or finds it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__resource_make_pool(cucore__pool_wish *wish,
                                                                      cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    cucore__CUmemoryPool pool = NULL;
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    cucore_status status = cucore__pool_need();
    wish->props.allocType = wish->kind == CUCORE_MEMORY_MANAGED_POOL ? CUCORE__CU_MEM_ALLOCATION_TYPE_MANAGED
                                                                     : CUCORE__CU_MEM_ALLOCATION_TYPE_PINNED;
    if (!status) status = cucore__pool_locate(wish, &wish->props.location);
    if (status) return status;
    resource = cucore__resource_new();
    if (!resource) return CUCORE_OUT_OF_MEMORY;
    exchanged = cucore__relaxed_begin(&mode);
    status = wish->options->which ? cucore__pool_find(wish, &pool) : cucore__pool_create(wish, &pool);
    cucore__relaxed_end(exchanged, &mode);
    if (status) {
        free(resource);
        return status;
    }
    cucore__resource_fill(resource, wish->kind, wish->device, pool);
    if (!wish->options->which) resource->release = cucore__pool_release;
    *out = resource;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_memory_resource_create(cucore_memory_kind kind, int device_id,
                                                       const cucore_memory_resource_options *options,
                                                       cucore_memory_resource **out)
{
    static const cucore_memory_resource_options usual = {0, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}};
    const int is_pool =
        kind == CUCORE_MEMORY_POOL || kind == CUCORE_MEMORY_PINNED_POOL || kind == CUCORE_MEMORY_MANAGED_POOL;
    cucore__pool_wish wish;
    cucore_status status = CUCORE_OK;
    if (!out) return cucore__fail_null("cucore_memory_resource_create", "out");
    *out = NULL;
    if ((unsigned)kind > (unsigned)CUCORE_MEMORY_HOST) {
        return cucore__invalid("%d is no kind of memory (CUCORE_MEMORY_...)", (int)kind);
    }
    if (options) status = cucore__resource_check_options(kind, is_pool, options);
    if (status) return status;
    if (!is_pool) return cucore__resource_find(kind, device_id, out);
    memset(&wish, 0, sizeof wish);
    wish.kind = kind;
    wish.options = options ? options : &usual;
    status = cucore__device_id_resolve(device_id, &wish.device);
    return status ? status : cucore__resource_make_pool(&wish, out);
}

CUCORE_API cucore_status cucore_memory_resource_from_functions(const cucore_memory_functions *functions,
                                                               void *user_data, void (*release)(void *user_data),
                                                               cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    int type, on_device;
    if (!out) return cucore__fail_null("cucore_memory_resource_from_functions", "out");
    *out = NULL;
    if (!functions || !functions->allocate || !functions->deallocate) {
        return cucore__fail_null("cucore_memory_resource_from_functions", !functions ? "functions"
                                                                          : functions->allocate
                                                                              ? "functions->deallocate"
                                                                              : "functions->allocate");
    }
    type = functions->device_type;
    on_device = type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    if (type && !on_device && type != CUCORE_DEVICE_TYPE_CPU && type != CUCORE_DEVICE_TYPE_CUDA_HOST) {
        return cucore__invalid("a resource cannot give memory of device type %d (%s)", type, cucore__device_name(type));
    }
    if (on_device && functions->device_id < 0) {
        return cucore__invalid("a resource of device memory (type %d) needs its device_id, not %d", type,
                               functions->device_id);
    }
    if (functions->reserved[0] || functions->reserved[1]) {
        return cucore__invalid("cucore_memory_resource_from_functions: functions->reserved is not all zero");
    }
    resource = cucore__resource_new();
    if (!resource) return CUCORE_OUT_OF_MEMORY;
    resource->functions = *functions;
    resource->is_foreign = 1;
    if (!on_device) resource->functions.device_id = CUCORE_DEVICE_NONE;
    resource->device_id = resource->functions.device_id;
    resource->user_data = resource->owner = user_data;
    resource->release = release;
    *out = resource;
    return CUCORE_OK;
}

CUCORE_API void cucore_memory_resource_retain(cucore_memory_resource *resource)
{
    if (resource && !CUCORE__LOAD(&resource->is_static)) (void)CUCORE__ADD(&resource->references, 1);
}

CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource)
{
    if (!resource || CUCORE__LOAD(&resource->is_static) || CUCORE__ADD(&resource->references, -1) > 0) return;
    if (resource->release) resource->release(resource->owner);
    free(resource);
}
