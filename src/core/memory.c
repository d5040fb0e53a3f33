/* ----------------------------------------------------------------------------------------------- >>impl-memory -- */
/* core/memory.c: memory resources.  For users and copy/run.c. */
/* Stream-ordered calls on a pool: in the context that a default stream is meant in; without one for a handle, or in any of
 * the device if the driver asks for one. */
CUCORE__PRIVATE cucore_status cucore__pool_call(const cucore_memory_resource *resource, CUdeviceptr *ptr, size_t bytes,
                                                CUstream stream, int is_free)
{
    cucore_context_guard guard;
    CUcontext context = NULL;
    CUmemoryPool pool = (CUmemoryPool)resource->context;
    CUresult result = CUDA_ERROR_INVALID_CONTEXT;
    int is_default = cucore__stream_is_default(stream), entered = is_default;
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    stream = cucore__stream_normalize(stream);
    for (;; entered = 1) {
        if (entered) {
            status = is_default ? cucore__context_of_device(resource->device_id, &context, NULL)
                                : cucore_context_get_primary(resource->device_id, &context);
            if (!status) status = cucore_context_enter(context, &guard);
            if (status) return status;
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
    if (resource->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemHostAlloc, (out, bytes, CU_MEMHOSTALLOC_PORTABLE));
    } else if (resource->device_type == CUCORE_DEVICE_TYPE_CUDA) {
        CUCORE__CALL_RELAXED(status, MemAlloc, (&ptr, bytes));
    } else {
        status = CUCORE__CALL(MemGetInfo, (&free_bytes, &total));
        if (!status && bytes > free_bytes) {
            status = cucore_fail(CUCORE_OUT_OF_MEMORY, "%llu bytes of managed memory: the device has %llu free",
                                 (unsigned long long)bytes, (unsigned long long)free_bytes);
        }
        if (!status) CUCORE__CALL_RELAXED(status, MemAllocManaged, (&ptr, bytes, CU_MEM_ATTACH_GLOBAL));
    }
    cucore_context_leave(&guard);
    if (resource->device_type != CUCORE_DEVICE_TYPE_CUDA_HOST) *out = (void *)(uintptr_t)ptr;
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
        cucore__place_put(stream, current ? current : context, &place);
        status = cucore__place_synchronize(&place);
    }
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    if (resource->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (ptr));
    } else {
        CUCORE__CALL_RELAXED(status, MemFree, ((CUdeviceptr)(uintptr_t)ptr));
    }
    cucore_context_leave(&guard);
    return status;
}

/* pools: 0 memory without a pool, 1 the default pool of the device, 2 a new one that keeps release_threshold bytes */
CUCORE__PRIVATE cucore_status cucore__resource_make(const char *function, int device_id, int device_type, int pools,
                                                    size_t release_threshold, cucore_memory_resource *out)
{
    CUmemoryPool pool = NULL;
    CUmemPoolProps props;
    CUcontext primary = NULL;
    cuuint64_t threshold = release_threshold;
    int device = 0;
    cucore_status status;
    if (!out) return cucore__fail_null(function, "out");
    memset(out, 0, sizeof *out);
    status = cucore__device_id_resolve(device_id, &device);
    if (!status && !pools) status = cucore_context_get_primary(device, &primary);
    if (!status && pools && !cucore__driver.MemAllocFromPoolAsync)
        status = cucore__fail_missing("cuMemAllocFromPoolAsync");
    if (!status && pools && !cucore__driver.MemFreeAsync) status = cucore__fail_missing("cuMemFreeAsync");
    if (!status && pools == 1) status = CUCORE__CALL(DeviceGetDefaultMemPool, (&pool, device));
    if (!status && pools == 2) {
        memset(&props, 0, sizeof props);
        props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
        props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        props.location.id = device;
        status = CUCORE__CALL(MemPoolCreate, (&pool, &props));
        if (!status) {
            status = CUCORE__CALL(MemPoolSetAttribute, (pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
            if (status && cucore__driver.MemPoolDestroy) (void)cucore__driver.MemPoolDestroy(pool);
        }
    }
    if (status) return status;
    out->allocate = pools ? cucore__pool_allocate : cucore__plain_allocate;
    out->deallocate = pools ? cucore__pool_deallocate : cucore__plain_deallocate;
    out->release = pools == 2 ? cucore__pool_release : NULL;
    out->context = pools ? (void *)pool : (void *)primary;
    out->device_type = device_type;
    out->device_id = device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ? CUCORE_DEVICE_NONE : device;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_memory_resource_device_pool(int device_id, cucore_memory_resource *out)
{
    return cucore__resource_make("cucore_memory_resource_device_pool", device_id, CUCORE_DEVICE_TYPE_CUDA, 1, 0, out);
}

CUCORE_API cucore_status cucore_memory_resource_create_pool(int device_id, size_t release_threshold,
                                                            cucore_memory_resource *out)
{
    return cucore__resource_make("cucore_memory_resource_create_pool", device_id, CUCORE_DEVICE_TYPE_CUDA, 2,
                                 release_threshold, out);
}

CUCORE_API cucore_status cucore_memory_resource_device(int device_id, cucore_memory_resource *out)
{
    return cucore__resource_make("cucore_memory_resource_device", device_id, CUCORE_DEVICE_TYPE_CUDA, 0, 0, out);
}

CUCORE_API cucore_status cucore_memory_resource_pinned(int device_id, cucore_memory_resource *out)
{
    return cucore__resource_make("cucore_memory_resource_pinned", device_id, CUCORE_DEVICE_TYPE_CUDA_HOST, 0, 0, out);
}

CUCORE_API cucore_status cucore_memory_resource_managed(int device_id, cucore_memory_resource *out)
{
    return cucore__resource_make("cucore_memory_resource_managed", device_id, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 0, 0,
                                 out);
}

CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource)
{
    if (!resource) return;
    if (resource->release) resource->release(resource);
    memset(resource, 0, sizeof *resource);
}
