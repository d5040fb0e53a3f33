/* ----------------------------------------------------------------------------------------------- >>impl-memory -- */
/* core/memory.c: memory resources. */
/* A default stream needs its context.  A handle does not, as far as the driver goes; should it say no (201), it gets one. */
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

CUCORE__PRIVATE cucore_status cucore__pool_allocate(cucore_memory_resource *resource, size_t bytes, CUstream stream,
                                                    void **out)
{
    cucore_context_guard guard;
    CUdeviceptr ptr = 0;
    CUmemoryPool pool = (CUmemoryPool)resource->context;
    CUresult result = CUDA_ERROR_INVALID_CONTEXT;
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    if (!cucore__stream_is_default(stream)) result = cucore__driver.MemAllocFromPoolAsync(&ptr, bytes, pool, stream);
    if (result == CUDA_ERROR_INVALID_CONTEXT) {
        status = cucore__memory_enter(resource, stream, &guard);
        if (status) return status;
        result = cucore__driver.MemAllocFromPoolAsync(&ptr, bytes, pool, cucore_stream_normalize(stream));
        cucore_context_leave(&guard);
    }
    *out = (void *)(uintptr_t)ptr;
    return cucore__check_result(result, "cuMemAllocFromPoolAsync");
}

CUCORE__PRIVATE cucore_status cucore__pool_deallocate(cucore_memory_resource *resource, void *ptr, size_t bytes,
                                                      CUstream stream)
{
    cucore_context_guard guard;
    CUdeviceptr address = (CUdeviceptr)(uintptr_t)ptr;
    CUresult result = CUDA_ERROR_INVALID_CONTEXT;
    cucore_status status = cucore__stream_check(stream);
    (void)bytes;
    if (!status) status = cucore__driver_need();
    if (status) return status;
    if (!cucore__stream_is_default(stream)) result = cucore__driver.MemFreeAsync(address, stream);
    if (result == CUDA_ERROR_INVALID_CONTEXT) {
        status = cucore__memory_enter(resource, stream, &guard);
        if (status) return status;
        result = cucore__driver.MemFreeAsync(address, cucore_stream_normalize(stream));
        cucore_context_leave(&guard);
    }
    return cucore__check_result(result, "cuMemFreeAsync");
}

CUCORE__PRIVATE void cucore__pool_release(cucore_memory_resource *resource)
{
    if (cucore__driver_is_ready() && cucore__driver.MemPoolDestroy) {
        (void)cucore__driver.MemPoolDestroy((CUmemoryPool)resource->context);
    }
}

/* The kinds of memory that a context allocates, without a stream: in the current one. */
CUCORE__PRIVATE cucore_status cucore__device_new(size_t bytes, void **out)
{
    CUdeviceptr ptr = 0;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, MemAlloc, (&ptr, bytes));
    *out = (void *)(uintptr_t)ptr;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__pinned_new(size_t bytes, void **out)
{
    cucore_status status;
    CUCORE__CALL_RELAXED(status, MemHostAlloc, (out, bytes, CU_MEMHOSTALLOC_PORTABLE));
    return status;
}

CUCORE__PRIVATE cucore_status cucore__managed_new(size_t bytes, void **out)
{
    size_t free_bytes = 0, total = 0;
    CUdeviceptr ptr = 0;
    cucore_status status = CUCORE__CALL(MemGetInfo, (&free_bytes, &total));
    if (status) return status;
    if (bytes > free_bytes) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "%llu bytes of managed memory: the device has %llu free",
                           (unsigned long long)bytes, (unsigned long long)free_bytes);
    }
    CUCORE__CALL_RELAXED(status, MemAllocManaged, (&ptr, bytes, CU_MEM_ATTACH_GLOBAL));
    *out = (void *)(uintptr_t)ptr;
    return status;
}

/* In `context`, where the resource has put the ordinal: its own device_id is -1 for pinned memory. */
CUCORE__PRIVATE cucore_status cucore__plain_allocate(cucore_memory_resource *resource, size_t bytes, CUstream stream,
                                                     void **out)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter((CUcontext)resource->context, &guard);
    (void)stream;
    if (status) return status;
    status = resource->device_type == CUCORE_DEVICE_CUDA        ? cucore__device_new(bytes, out)
             : resource->device_type == CUCORE_DEVICE_CUDA_HOST ? cucore__pinned_new(bytes, out)
                                                                : cucore__managed_new(bytes, out);
    cucore_context_leave(&guard);
    return status;
}

/* Nothing may use the memory any more: neither a kernel nor a copy. */
CUCORE__PRIVATE cucore_status cucore__plain_settle(CUstream stream, CUcontext context)
{
    cucore__place place;
    cucore_status status;
    if (stream == CUCORE_STREAM_NO_SYNC || stream == CUCORE_STREAM_HOST) return CUCORE_OK;
    status = cucore__place_make(stream, context, &place);
    return status ? status : cucore__place_synchronize(&place);
}

CUCORE__PRIVATE cucore_status cucore__plain_deallocate(cucore_memory_resource *resource, void *ptr, size_t bytes,
                                                       CUstream stream)
{
    cucore_context_guard guard;
    CUcontext context = (CUcontext)resource->context;
    cucore_status status = cucore__driver_need();
    (void)bytes;
    if (!status && cucore__stream_is_default(stream)) status = cucore__context_current_or_use(&context);
    if (!status) status = cucore__plain_settle(stream, context);
    if (!status) status = cucore_context_enter((CUcontext)resource->context, &guard);
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

/* Before a pool is made: can anything be allocated from it? */
CUCORE__PRIVATE cucore_status cucore__resource_start_pool(const char *function, int ordinal,
                                                          cucore_memory_resource *out)
{
    cucore_status status = cucore__resource_start(function, ordinal, out);
    if (!status && !cucore__driver.MemAllocFromPoolAsync) status = cucore__fail_missing("cuMemAllocFromPoolAsync");
    if (!status && !cucore__driver.MemFreeAsync) status = cucore__fail_missing("cuMemFreeAsync");
    return status;
}

CUCORE__PRIVATE cucore_status cucore__resource_finish_pool(cucore_memory_resource *resource, cucore_status status,
                                                           CUmemoryPool pool)
{
    if (status) {
        memset(resource, 0, sizeof *resource);
        return status;
    }
    resource->allocate = cucore__pool_allocate;
    resource->deallocate = cucore__pool_deallocate;
    resource->context = (void *)pool;
    resource->device_type = CUCORE_DEVICE_CUDA;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_memory_resource_device_pool(int ordinal, cucore_memory_resource *out)
{
    CUmemoryPool pool = NULL;
    cucore_status status = cucore__resource_start_pool("cucore_memory_resource_device_pool", ordinal, out);
    if (!out) return status;
    if (!status) status = CUCORE__CALL(DeviceGetDefaultMemPool, (&pool, out->device_id));
    return cucore__resource_finish_pool(out, status, pool);
}

CUCORE__PRIVATE cucore_status cucore__pool_create(int device, size_t release_threshold, CUmemoryPool *out)
{
    CUmemPoolProps props;
    cuuint64_t threshold = release_threshold;
    cucore_status status;
    memset(&props, 0, sizeof props);
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    props.location.id = device;
    status = CUCORE__CALL(MemPoolCreate, (out, &props));
    if (status) return status;
    status = CUCORE__CALL(MemPoolSetAttribute, (*out, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    if (status && cucore__driver.MemPoolDestroy) (void)cucore__driver.MemPoolDestroy(*out);
    return status;
}

CUCORE_API cucore_status cucore_memory_resource_create_pool(int ordinal, size_t release_threshold,
                                                            cucore_memory_resource *out)
{
    CUmemoryPool pool = NULL;
    cucore_status status = cucore__resource_start_pool("cucore_memory_resource_create_pool", ordinal, out);
    if (!out) return status;
    if (!status) status = cucore__pool_create(out->device_id, release_threshold, &pool);
    status = cucore__resource_finish_pool(out, status, pool);
    if (!status) out->release = cucore__pool_release;
    return status;
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
