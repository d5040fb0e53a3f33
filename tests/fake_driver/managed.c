/* managed.c - managed memory: prefetch, discard, advice
 *
 * Memory does not move: the log has what was asked for.  What is discarded gets the byte 0xDD. */
#include "driver.h"

enum { TO_DEVICE = 1, TO_HOST, TO_NODE, TO_NODE_CURRENT }; /* CUmemLocationType by number, for old headers */

static CUresult check_location(const CUmemLocation *location, int with_nodes)
{
    const int type = (int)location->type;
    if (type == TO_DEVICE) {
        return !check_device(location->id) && device_is_concurrent(location->id) ? CUDA_SUCCESS
                                                                                 : CUDA_ERROR_INVALID_DEVICE;
    }
    if (type == TO_HOST) return CUDA_SUCCESS;
    if (type == TO_NODE_CURRENT && with_nodes) return CUDA_SUCCESS;
    return type == TO_NODE && with_nodes && location->id >= 0 && location->id < 2 ? CUDA_SUCCESS
                                                                                  : CUDA_ERROR_INVALID_VALUE;
}

static CUresult check_range(CUdeviceptr ptr, size_t bytes)
{
    const block *b = block_of(ptr);
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    if (!b) return number_from_environment("FAKE_CUDA_PAGEABLE", 0) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    return b->kind == FAKE_MANAGED && range_is_known(ptr, bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* What the stream must be: not captured, and of a device with concurrent access. */
static CUresult check_stream(CUstream handle, stream **out)
{
    CUresult result = stream_use(handle, out);
    capture *c = result ? NULL : capture_of(*out);
    if (result) return result;
    if (c) {
        c->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return device_is_concurrent(fake.contexts[(*out)->context].device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr ptr, size_t bytes, CUmemLocation location, unsigned flags,
                                             CUstream handle)
{
    CUresult result = call_begin("cuMemPrefetchAsync", INITIALISED, "ptr=%m bytes=%z location=%d id=%d stream=%s", ptr,
                                 bytes, (int)location.type, location.id, handle);
    stream *s = NULL;
    if (!result && flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_stream(handle, &s);
    if (!result) result = check_range(ptr, bytes);
    if (!result) result = check_location(&location, 1);
    if (!result) stream_work(s);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr ptr, size_t bytes, CUmem_advise advice, CUmemLocation location)
{
    CUresult result = call_begin("cuMemAdvise", IN_CONTEXT, "ptr=%m bytes=%z advice=%d location=%d id=%d", ptr, bytes,
                                 (int)advice, (int)location.type, location.id);
    const int number = (int)advice;
    if (!result && (number < 1 || number > 6)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result) result = check_range(ptr, bytes);
    if (!result && (number == 3 || number >= 5)) result = check_location(&location, number == 3);
    return call_end(result);
}

/* Batches name each range in the log.  locations: NULL for a discard. */
static CUresult run_batch(const char *name, CUdeviceptr *ptrs, size_t *bytes, size_t count, CUmemLocation *locations,
                          CUstream handle)
{
    CUresult result = locations ? call_begin(name, INITIALISED, "count=%z location=%d id=%d stream=%s", count,
                                             (int)locations->type, locations->id, handle)
                                : call_begin(name, INITIALISED, "count=%z stream=%s", count, handle);
    stream *s = NULL;
    if (!result && (!count || !handle || handle == CU_STREAM_LEGACY)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_stream(handle, &s);
    for (size_t i = 0; !result && i < count; i++) result = check_range(ptrs[i], bytes[i]);
    if (!result && locations) result = check_location(locations, 1);
    if (!result && strstr(name, "Discard")) {
        for (size_t i = 0; i < count; i++) memset((void *)(uintptr_t)ptrs[i], 0xDD, bytes[i]);
    }
    if (!result) stream_work(s);
    return call_end(result);
}

/* One location for the whole batch is all that cucore asks for. */
static int is_one_location(const size_t *indices, size_t location_count, unsigned long long flags)
{
    return location_count == 1 && !indices[0] && !flags;
}

ENTRY CUresult CUDAAPI cuMemPrefetchBatchAsync(CUdeviceptr *ptrs, size_t *bytes, size_t count, CUmemLocation *locations,
                                               size_t *indices, size_t location_count, unsigned long long flags,
                                               CUstream handle)
{
    if (!is_one_location(indices, location_count, flags)) return CUDA_ERROR_INVALID_VALUE;
    return run_batch("cuMemPrefetchBatchAsync", ptrs, bytes, count, locations, handle);
}

ENTRY CUresult CUDAAPI cuMemDiscardBatchAsync(CUdeviceptr *ptrs, size_t *bytes, size_t count, unsigned long long flags,
                                              CUstream handle)
{
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    return run_batch("cuMemDiscardBatchAsync", ptrs, bytes, count, NULL, handle);
}

ENTRY CUresult CUDAAPI cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *ptrs, size_t *bytes, size_t count,
                                                         CUmemLocation *locations, size_t *indices,
                                                         size_t location_count, unsigned long long flags,
                                                         CUstream handle)
{
    if (!is_one_location(indices, location_count, flags)) return CUDA_ERROR_INVALID_VALUE;
    return run_batch("cuMemDiscardAndPrefetchBatchAsync", ptrs, bytes, count, locations, handle);
}
