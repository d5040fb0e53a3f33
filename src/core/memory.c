/* ----------------------------------------------------------------------------------------------- >>impl-memory -- */
/* core/memory.c: memory resources. */
/* Be in the context that a stream is meant in: a default stream's, or any of the device for a handle. */
CUCORE__PRIVATE cucore_status cucore__memory_enter(const cucore_memory_resource *resource, CUstream stream,
                                                   cucore_context_guard *guard)
{
    CUcontext context = NULL;
    cucore_status status;
    guard->pushed = 0;
    if (cucore__stream_is_default(stream)) {
        status = cucore__context_of_device(resource->device_id, &context, NULL);
    } else {
        status = cucore_context_primary(resource->device_id, &context);
    }
    return status ? status : cucore_context_enter(context, guard);
}

/* Stream-ordered calls on a pool: without a context where the stream is a handle, unless the driver asks for one. */
CUCORE__PRIVATE cucore_status cucore__pool_call(const cucore_memory_resource *resource, CUdeviceptr *ptr, size_t bytes,
                                                CUstream stream, int is_free)
{
    cucore_context_guard guard;
    CUmemoryPool pool = (CUmemoryPool)resource->context;
    CUresult result = CUDA_ERROR_INVALID_CONTEXT;
    int entered = cucore__stream_is_default(stream);
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    for (;; entered = 1) {
        if (entered) {
            status = cucore__memory_enter(resource, stream, &guard);
            if (status) return status;
            stream = cucore_stream_normalize(stream);
        }
        result = is_free ? cucore__driver.MemFreeAsync(*ptr, stream)
                         : cucore__driver.MemAllocFromPoolAsync(ptr, bytes, pool, stream);
        if (entered) cucore_context_leave(&guard);
        if (entered || result != CUDA_ERROR_INVALID_CONTEXT) break;
    }
    return cucore__check_result(result, is_free ? "cuMemFreeAsync" : "cuMemAllocFromPoolAsync");
}

CUCORE__PRIVATE cucore_status cucore__pool_allocate(cucore_memory_resource *resource, size_t bytes, CUstream stream,
                                                    void **out)
{
    CUdeviceptr ptr = 0;
    cucore_status status = cucore__pool_call(resource, &ptr, bytes, stream, 0);
    *out = (void *)(uintptr_t)ptr;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__pool_deallocate(cucore_memory_resource *resource, void *ptr, size_t bytes,
                                                      CUstream stream)
{
    CUdeviceptr address = (CUdeviceptr)(uintptr_t)ptr;
    return cucore__pool_call(resource, &address, bytes, stream, 1);
}

CUCORE__PRIVATE void cucore__pool_release(cucore_memory_resource *resource)
{
    if (cucore__driver_is_ready() && cucore__driver.MemPoolDestroy) {
        (void)cucore__driver.MemPoolDestroy((CUmemoryPool)resource->context);
    }
}

/* Memory without a stream, in the resource's context. */
CUCORE__PRIVATE cucore_status cucore__plain_allocate(cucore_memory_resource *resource, size_t bytes, CUstream stream,
                                                     void **out)
{
    cucore_context_guard guard;
    CUdeviceptr ptr = 0;
    size_t free_bytes = 0, total = 0;
    cucore_status status = cucore_context_enter((CUcontext)resource->context, &guard);
    (void)stream;
    if (status) return status;
    if (resource->device_type == CUCORE_DEVICE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemHostAlloc, (out, bytes, CU_MEMHOSTALLOC_PORTABLE));
    } else {
        if (resource->device_type == CUCORE_DEVICE_CUDA) {
            CUCORE__CALL_RELAXED(status, MemAlloc, (&ptr, bytes));
        } else if ((status = CUCORE__CALL(MemGetInfo, (&free_bytes, &total))) == CUCORE_OK && bytes > free_bytes) {
            status = cucore_fail(CUCORE_OUT_OF_MEMORY, "%llu bytes of managed memory: the device has %llu free",
                                 (unsigned long long)bytes, (unsigned long long)free_bytes);
        } else if (!status) {
            CUCORE__CALL_RELAXED(status, MemAllocManaged, (&ptr, bytes, CU_MEM_ATTACH_GLOBAL));
        }
        *out = (void *)(uintptr_t)ptr;
    }
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__plain_deallocate(cucore_memory_resource *resource, void *ptr, size_t bytes,
                                                       CUstream stream)
{
    cucore_context_guard guard;
    cucore__place place;
    CUcontext context = (CUcontext)resource->context, current = NULL;
    cucore_status status = cucore__driver_need();
    (void)bytes;
    if (!status && cucore__stream_is_default(stream)) status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && stream != CUCORE_STREAM_NO_SYNC &&
        stream != CUCORE_STREAM_HOST) { /* neither kernel nor copy uses it */
        status = cucore__place_make(stream, current ? current : context, &place);
        if (!status) status = cucore__place_synchronize(&place);
    }
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    if (resource->device_type == CUCORE_DEVICE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (ptr));
    } else {
        CUCORE__CALL_RELAXED(status, MemFree, ((CUdeviceptr)(uintptr_t)ptr));
    }
    cucore_context_leave(&guard);
    return status;
}

/* Zeroes the resource and finds the device. */
CUCORE__PRIVATE cucore_status cucore__resource_start(const char *function, int ordinal, cucore_memory_resource *out)
{
    int device = 0;
    cucore_status status;
    if (!out) return cucore__fail_null(function, "out");
    memset(out, 0, sizeof *out);
    status = cucore__ordinal_resolve(ordinal, &device);
    if (!status) out->device_id = device;
    return status;
}

/* release_threshold: NULL for the default pool of the device. */
CUCORE__PRIVATE cucore_status cucore__resource_make_pool(const char *function, int ordinal,
                                                         const size_t *release_threshold, cucore_memory_resource *out)
{
    CUmemoryPool pool = NULL;
    CUmemPoolProps props;
    cuuint64_t threshold = release_threshold ? *release_threshold : 0;
    cucore_status status = cucore__resource_start(function, ordinal, out);
    if (!out) return status;
    if (!status && !cucore__driver.MemAllocFromPoolAsync) status = cucore__fail_missing("cuMemAllocFromPoolAsync");
    if (!status && !cucore__driver.MemFreeAsync) status = cucore__fail_missing("cuMemFreeAsync");
    if (!status && !release_threshold) status = CUCORE__CALL(DeviceGetDefaultMemPool, (&pool, out->device_id));
    if (!status && release_threshold) {
        memset(&props, 0, sizeof props);
        props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
        props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        props.location.id = out->device_id;
        status = CUCORE__CALL(MemPoolCreate, (&pool, &props));
        if (!status) {
            status = CUCORE__CALL(MemPoolSetAttribute, (pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
            if (status && cucore__driver.MemPoolDestroy) (void)cucore__driver.MemPoolDestroy(pool);
        }
    }
    if (status) {
        memset(out, 0, sizeof *out);
        return status;
    }
    out->allocate = cucore__pool_allocate;
    out->deallocate = cucore__pool_deallocate;
    out->release = release_threshold ? cucore__pool_release : NULL;
    out->context = (void *)pool;
    out->device_type = CUCORE_DEVICE_CUDA;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_memory_resource_device_pool(int ordinal, cucore_memory_resource *out)
{
    return cucore__resource_make_pool("cucore_memory_resource_device_pool", ordinal, NULL, out);
}

CUCORE_API cucore_status cucore_memory_resource_create_pool(int ordinal, size_t release_threshold,
                                                            cucore_memory_resource *out)
{
    return cucore__resource_make_pool("cucore_memory_resource_create_pool", ordinal, &release_threshold, out);
}

CUCORE__PRIVATE cucore_status cucore__resource_make_plain(const char *function, int ordinal, int device_type,
                                                          cucore_memory_resource *out)
{
    CUcontext primary = NULL;
    cucore_status status = cucore__resource_start(function, ordinal, out);
    if (!out) return status;
    if (!status) status = cucore_context_primary(out->device_id, &primary);
    if (status) {
        memset(out, 0, sizeof *out);
        return status;
    }
    out->allocate = cucore__plain_allocate;
    out->deallocate = cucore__plain_deallocate;
    out->context = (void *)primary;
    out->device_type = device_type;
    if (device_type == CUCORE_DEVICE_CUDA_HOST) out->device_id = -1;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_memory_resource_device(int ordinal, cucore_memory_resource *out)
{
    return cucore__resource_make_plain("cucore_memory_resource_device", ordinal, CUCORE_DEVICE_CUDA, out);
}

CUCORE_API cucore_status cucore_memory_resource_pinned(int ordinal, cucore_memory_resource *out)
{
    return cucore__resource_make_plain("cucore_memory_resource_pinned", ordinal, CUCORE_DEVICE_CUDA_HOST, out);
}

CUCORE_API cucore_status cucore_memory_resource_managed(int ordinal, cucore_memory_resource *out)
{
    return cucore__resource_make_plain("cucore_memory_resource_managed", ordinal, CUCORE_DEVICE_CUDA_MANAGED, out);
}

CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource)
{
    if (!resource) return;
    if (resource->release) resource->release(resource);
    memset(resource, 0, sizeof *resource);
}
