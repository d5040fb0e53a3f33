/* ---------------------------------------------------------------------------------------------- >>impl-managed -- */
/* memory/managed.c: where the pages of managed memory are. */
/* One call: the views, where they go, and on which stream. */
typedef struct cucore__managed {
    const char *function; /* of this library, for messages */
    const cucore_view *views;
    size_t count;
    cucore__CUmemLocation location;
    cucore__place place; /* without a stream: of the context */
} cucore__managed;

/* Finds the first byte of a view and how many there are: 0 if it is empty. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_range(const cucore_view *view, cucore__CUdeviceptr *first,
                                                                 size_t *nbytes)
{
    int64_t low = 0, end = 0;
    cucore_status status = CUCORE_OK;
    *nbytes = 0;
    if (!view->dtype.lanes && !view->layout.ndim) return CUCORE_OK;
    status = cucore__layout_byte_bounds(&view->layout, &low, &end);
    if (status || cucore__layout_is_empty(&view->layout)) return status;
    *first = (uintptr_t)view->ptr + (uintptr_t)low;
    *nbytes = (size_t)(end - low);
    return CUCORE_OK;
}

/* Checks the views, of which those of other kinds of devices are refused.  first: the device of the first one that is
 * not empty, or NONE */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_check(const cucore__managed *call, int *first)
{
    size_t i;
    cucore_status status = cucore__views_check(call->function, call->views, call->count);
    *first = CUCORE_DEVICE_NONE;
    for (i = call->count; !status && i-- > 0;) {
        if (cucore__device_is_other(call->views[i].device_type)) {
            return cucore_fail(CUCORE_WRONG_DEVICE, "%s: views[%llu] is on a device of type %d (%s), not of CUDA",
                               call->function, (unsigned long long)i, (int)call->views[i].device_type,
                               cucore__device_name(call->views[i].device_type));
        }
        if (call->views[i].device_id >= 0) *first = call->views[i].device_id;
    }
    return status ? status : cucore__driver_need();
}

/* Fills in the location for the driver; `usual` is the device that USUAL means. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_locate(const cucore_memory_location *asked, int usual,
                                                                  cucore__CUmemLocation *out)
{
    const int type = asked && asked->type ? asked->type : CUCORE_LOCATION_DEVICE;
    const int id = asked && asked->type ? asked->id : usual;
    out->type = type; /* the numbers are the driver's */
    out->id = id;
    if (type == CUCORE_LOCATION_DEVICE) return cucore__device_id_resolve(id, &out->id);
    if ((type == CUCORE_LOCATION_HOST_NUMA && id >= 0) ||
        ((type == CUCORE_LOCATION_HOST || type == CUCORE_LOCATION_HOST_NUMA_CURRENT) && !id)) {
        return CUCORE_OK;
    }
    return cucore__invalid("location type %d with id %d is no place for memory to move to", type, id);
}

/* Fails if a device cannot use managed memory beside the CPU. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_check_device(int device)
{
    int concurrent = 0;
    cucore_status status =
        CUCORE__CALL(DeviceGetAttribute, (&concurrent, CUCORE__CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device));
    if (status || concurrent) return status;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "device %d has no concurrent managed access (CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS is "
                       "0): its driver moves no managed memory by itself",
                       device);
}

/* Fails if view i is not managed memory, and device does not reach memory of the host. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_check_view(const cucore__managed *call, size_t i, int device)
{
    cucore_pointer_info info;
    cucore__CUdeviceptr ptr = 0;
    size_t nbytes = 0;
    int pageable = 0;
    cucore_status status = cucore__managed_range(&call->views[i], &ptr, &nbytes);
    if (status || !nbytes) return status;
    status = cucore__pointer_attributes((const void *)(uintptr_t)ptr, 3, &info);
    if (status || info.device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) return status;
    if (info.device_type == CUCORE_DEVICE_TYPE_CPU) {
        status =
            CUCORE__CALL(DeviceGetAttribute, (&pageable, CUCORE__CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, device));
        if (status || pageable) return status;
    }
    return cucore_fail(CUCORE_UNSUPPORTED, "%s: views[%llu] at 0x%llx is %s memory, which is not managed",
                       call->function, (unsigned long long)i, (unsigned long long)ptr,
                       info.device_type == CUCORE_DEVICE_TYPE_CPU ? "ordinary host"
                                                                  : cucore__device_name(info.device_type));
}

/* Explains why the driver has refused a call. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_managed(const cucore__managed *call, cucore__CUresult result,
                                                                const char *name)
{
    int device = 0;
    size_t i;
    cucore_status status = CUCORE_OK;
    if (result != CUCORE__CUDA_ERROR_INVALID_VALUE && result != CUCORE__CUDA_ERROR_INVALID_DEVICE &&
        result != CUCORE__CUDA_ERROR_NOT_SUPPORTED) {
        return cucore__fail_result(result, name);
    }
    status = cucore__context_device(call->place.context, &device);
    for (i = 0; !status && i < call->count; i++) status = cucore__managed_check_view(call, i, device);
    if (!status) status = cucore__managed_check_device(device);
    if (!status && call->location.type == CUCORE__CU_MEM_LOCATION_TYPE_DEVICE && call->location.id != device) {
        status = cucore__managed_check_device(call->location.id);
    }
    if (status == CUCORE_UNSUPPORTED) return status;
    if (result == CUCORE__CUDA_ERROR_NOT_SUPPORTED) {
        return cucore__fail_driver(
            CUCORE_UNSUPPORTED, result, name,
            "the driver does not take this memory, as that of a managed pool: %s failed: %s (%d)", name,
            cucore__result_name(result), result);
    }
    if (call->location.type != CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA) return cucore__fail_result(result, name);
    return cucore__fail_driver(CUCORE_UNSUPPORTED, result, name, "%s failed for NUMA node %d of the host: %s (%d)",
                               name, call->location.id, cucore__result_name(result), result);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_answer(const cucore__managed *call, cucore__CUresult result,
                                                                  const char *name)
{
    return result ? cucore__fail_managed(call, result, name) : CUCORE_OK;
}

/* ---------------------------------------------------------------------------------------------- on a stream */
enum { CUCORE__MANAGED_BATCH = 32 };
typedef struct cucore__managed_batch {
    cucore__CUdeviceptr first[CUCORE__MANAGED_BATCH];
    size_t nbytes[CUCORE__MANAGED_BATCH];
    size_t count;
} cucore__managed_batch;

enum { CUCORE__MANAGED_PREFETCH, CUCORE__MANAGED_DISCARD, CUCORE__MANAGED_DISCARD_PREFETCH };

/* Enqueues what a batch has. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_enqueue(cucore__managed *call, cucore__managed_batch *batch,
                                                                   int act)
{
    const CUstream stream = call->place.stream;
    size_t index = 0, i;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    if (act == CUCORE__MANAGED_DISCARD) {
        if (!cucore__driver.MemDiscardBatchAsync) return cucore__fail_missing("cuMemDiscardBatchAsync");
        result = cucore__driver.MemDiscardBatchAsync(batch->first, batch->nbytes, batch->count, 0, stream);
        return cucore__managed_answer(call, result, "cuMemDiscardBatchAsync");
    }
    if (act == CUCORE__MANAGED_DISCARD_PREFETCH) {
        if (!cucore__driver.MemDiscardAndPrefetchBatchAsync) {
            return cucore__fail_missing("cuMemDiscardAndPrefetchBatchAsync");
        }
        result = cucore__driver.MemDiscardAndPrefetchBatchAsync(batch->first, batch->nbytes, batch->count,
                                                                &call->location, &index, 1, 0, stream);
        return cucore__managed_answer(call, result, "cuMemDiscardAndPrefetchBatchAsync");
    }
    if (batch->count > 1 && stream != CUCORE_STREAM_LEGACY && cucore__driver.MemPrefetchBatchAsync) {
        result = cucore__driver.MemPrefetchBatchAsync(batch->first, batch->nbytes, batch->count, &call->location,
                                                      &index, 1, 0, stream);
        return cucore__managed_answer(call, result, "cuMemPrefetchBatchAsync");
    }
    if (!cucore__driver.MemPrefetchAsync) return cucore__fail_missing("cuMemPrefetchAsync");
    for (i = 0; !result && i < batch->count; i++) {
        result = cucore__driver.MemPrefetchAsync(batch->first[i], batch->nbytes[i], call->location, 0, stream);
    }
    return cucore__managed_answer(call, result, "cuMemPrefetchAsync");
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_run(cucore__managed *call, int act)
{
    cucore__managed_batch batch;
    size_t i, *count = &batch.count;
    cucore_status status = CUCORE_OK;
    *count = 0;
    for (i = 0; !status && i < call->count; i++) {
        status = cucore__managed_range(&call->views[i], &batch.first[*count], &batch.nbytes[*count]);
        if (status || !batch.nbytes[*count]) continue;
        if (++*count < CUCORE__MANAGED_BATCH) continue;
        status = cucore__managed_enqueue(call, &batch, act);
        *count = 0;
    }
    return status || !*count ? status : cucore__managed_enqueue(call, &batch, act);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_stream(cucore__managed *call,
                                                                  const cucore_memory_location *location,
                                                                  CUstream stream, int act)
{
    cucore_context_guard guard;
    cucore__capture capture;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__managed_check(call, &device);
    if (!status) status = cucore__place_make_whole(stream, device, &call->place);
    if (!status && call->place.stream == CUCORE_STREAM_LEGACY && act != CUCORE__MANAGED_PREFETCH) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "%s: the driver does not discard on the legacy default stream (NULL or 1): take another",
                             call->function);
    }
    if (!status) status = cucore__context_device(call->place.context, &device);
    if (!status) status = cucore__managed_locate(location, device, &call->location);
    if (!status) status = cucore__place_capture(&call->place, &capture);
    if (status) return status;
    if (capture.is_active) {
        return capture.is_beside ? cucore__fail_beside()
                                 : cucore_fail(CUCORE_CAPTURE,
                                               "%s: stream 0x%llx is being captured into a graph, which has no nodes "
                                               "that move or discard managed memory",
                                               call->function, (unsigned long long)(uintptr_t)call->place.stream);
    }
    status = cucore_context_enter(call->place.context, &guard);
    if (status) return status;
    status = cucore__managed_run(call, act);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore__managed cucore__managed_of(const char *function, const cucore_view *views,
                                                                size_t count)
{
    cucore__managed call;
    memset(&call, 0, sizeof call);
    call.function = function;
    call.views = views;
    call.count = count;
    return call;
}

CUCORE_API CUCORE__COLD cucore_status cucore_views_prefetch(const cucore_view *views, size_t count,
                                                            const cucore_memory_location *location, CUstream stream)
{
    cucore__managed call = cucore__managed_of("cucore_views_prefetch", views, count);
    return cucore__managed_stream(&call, location, stream, CUCORE__MANAGED_PREFETCH);
}

CUCORE_API CUCORE__COLD cucore_status cucore_views_discard(const cucore_view *views, size_t count,
                                                           const cucore_memory_location *location, CUstream stream)
{
    cucore__managed call = cucore__managed_of("cucore_views_discard", views, count);
    size_t i;
    cucore_status status = cucore__views_check(call.function, views, count);
    for (i = 0; !status && i < count; i++) {
        if (views[i].readonly) {
            return cucore_fail(CUCORE_READONLY, "cucore_views_discard: views[%llu] is read-only",
                               (unsigned long long)i);
        }
        if (!cucore_layout_is_dense(&views[i].layout)) {
            return cucore_fail(CUCORE_WRONG_LAYOUT,
                               "cucore_views_discard: views[%llu] has gaps between its elements, whose bytes would be "
                               "lost",
                               (unsigned long long)i);
        }
    }
    if (status) return status;
    return cucore__managed_stream(&call, location, stream,
                                  location ? CUCORE__MANAGED_DISCARD_PREFETCH : CUCORE__MANAGED_DISCARD);
}

/* -------------------------------------------------------------------------------------------------- at once */
CUCORE_API CUCORE__COLD cucore_status cucore_views_advise(const cucore_view *views, size_t count,
                                                          cucore_memory_advice advice,
                                                          const cucore_memory_location *location)
{
    cucore__managed call = cucore__managed_of("cucore_views_advise", views, count);
    cucore_context_guard guard;
    cucore__CUdeviceptr ptr = 0;
    cucore__CUstreamCaptureMode mode;
    size_t nbytes = 0, i;
    int device = CUCORE_DEVICE_NONE, exchanged;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    cucore_status status = cucore__managed_check(&call, &device);
    if (status) return status;
    if (advice < CUCORE_ADVICE_READ_MOSTLY || advice > CUCORE_ADVICE_NOT_ACCESSED_BY) {
        return cucore__invalid("advice is %d; expected CUCORE_ADVICE_...", (int)advice);
    }
    status = cucore__managed_locate(location, CUCORE_DEVICE_CURRENT, &call.location);
    if (!status) status = cucore__context_of_device(CUCORE_DEVICE_CURRENT, &call.place.context, NULL);
    if (!status && !cucore__driver.MemAdvise) status = cucore__fail_missing("cuMemAdvise");
    if (!status) status = cucore_context_enter(call.place.context, &guard);
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    for (i = 0; !status && !result && i < count; i++) {
        status = cucore__managed_range(&views[i], &ptr, &nbytes);
        if (!status && nbytes)
            result = cucore__driver.MemAdvise(ptr, nbytes, (cucore__CUmem_advise)advice, call.location);
    }
    if (!status) status = cucore__managed_answer(&call, result, "cuMemAdvise");
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    return status;
}
