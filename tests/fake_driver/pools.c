/* pools.c - pools, and memory in the order of a stream */
#include "driver.h"

CUmemoryPool default_pool(int device)
{
    small *pool = &fake.pools[device];
    pool->head.alive = 1;
    pool->head.generation = 1;
    pool->head.number = device;
    pool->owner = device;
    pool->kind = FAKE_POOL;
    return (CUmemoryPool)handle_of(POOL, device);
}

/* The default pools of the devices exist before the first call for them. */
int pool_find(CUmemoryPool handle)
{
    int i;
    for (i = 0; i < MAX_DEVICES; i++) (void)default_pool(i);
    return slot_of(POOL, (const void *)handle);
}

static size_t pool_bytes(int slot)
{
    size_t used = 0;
    int i;
    for (i = 0; i < fake.block_count; i++) {
        if (fake.blocks[i].pool == slot) used += fake.blocks[i].bytes;
    }
    return used;
}

static CUresult allocate_on(CUstream handle, CUmemoryPool pool, size_t bytes, CUdeviceptr *out)
{
    stream *s;
    CUresult result = stream_use(handle, &s);
    int slot;
    if (result) return result;
    if (!pool) pool = default_pool(fake.contexts[s->context].device);
    slot = pool_find(pool);
    if (slot < 0) return CUDA_ERROR_INVALID_VALUE;
    if (fake.pools[slot].most && bytes > fake.pools[slot].most - pool_bytes(slot)) return CUDA_ERROR_OUT_OF_MEMORY;
    if (!s->capture) result = check_safe();
    if (!result) result = memory_new(fake.pools[slot].kind, fake.pools[slot].owner, s->context, slot, bytes, out);
    if (result) return result;
    if (s->capture) fake.blocks[fake.block_count - 1].capture_id = capture_of(s)->id;
    stream_work(s);
    return CUDA_SUCCESS;
}

ENTRY CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *out, size_t bytes, CUstream handle)
{
    CUresult result = call_begin("cuMemAllocAsync", INITIALISED, "bytes=%z stream=%s", bytes, handle);
    if (!result) result = allocate_on(handle, NULL, bytes, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t bytes, CUmemoryPool pool, CUstream handle)
{
    CUresult result =
        call_begin("cuMemAllocFromPoolAsync", INITIALISED, "bytes=%z pool=%g stream=%s", bytes, pool, handle);
    if (!result && pool_find(pool) < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = allocate_on(handle, pool, bytes, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr ptr, CUstream handle)
{
    CUresult result = call_begin("cuMemFreeAsync", INITIALISED, "ptr=%m stream=%s", ptr, handle);
    const block *b = block_of(ptr);
    stream *s;
    if (!result) result = stream_use(handle, &s);
    if (!result && ptr && (!b || (b->pool < 0 && b->kind != FAKE_DEVICE))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && b) result = check_free_on(b, s);
    if (!result && b && !is_idle_on(b, s)) result = CUDA_ERROR_ILLEGAL_ADDRESS;
    if (!result) result = memory_free(ptr);
    if (!result) stream_work(s);
    return call_end(result);
}

/* With a smaller FAKE_CUDA_VERSION the driver has no pools of managed memory (13.0), no pools of pinned memory
 * (12.6), and no limit of pools (12.2): the field was reserved. */
static int driver_version(void)
{
    return number_from_environment("FAKE_CUDA_VERSION", 13000);
}

ENTRY CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool *out, const CUmemPoolProps *props)
{
    CUresult result = call_begin("cuMemPoolCreate", INITIALISED, "type=%d location=%d device=%d", (int)props->allocType,
                                 (int)props->location.type, props->location.id);
    const int managed = (int)props->allocType == 2,
              host = (int)props->location.type == 2; /* by number, for old headers */
    int slot = -1;
    if (!result && !host) result = check_device(props->location.id);
    if (!result && !host && props->location.type != CU_MEM_LOCATION_TYPE_DEVICE) result = CUDA_ERROR_NOT_SUPPORTED;
    if (!result && !managed && props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && managed && driver_version() < 13000) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && host && driver_version() < 12060) result = CUDA_ERROR_NOT_SUPPORTED;
    if (!result) result = check_safe();
    if (!result && (slot = slot_new(POOL, MAX_DEVICES)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.pools[slot].owner = host ? 0 : props->location.id;
        fake.pools[slot].kind = managed ? FAKE_MANAGED : host ? FAKE_PINNED : FAKE_POOL;
        fake.pools[slot].shared = 0;
        fake.pools[slot].threshold = 0;
        memcpy(&fake.pools[slot].most, &props->win32SecurityAttributes + 1, sizeof fake.pools[slot].most);
        *out = (CUmemoryPool)handle_of(POOL, slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool)
{
    CUresult result = call_begin("cuMemPoolDestroy", INITIALISED, "pool=%g", pool);
    if (!result && pool_find(pool) < MAX_DEVICES) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result) fake.pools[pool_find(pool)].head.alive = 0;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = call_begin("cuMemPoolSetAttribute", INITIALISED, "pool=%g attribute=%d", pool, (int)attribute);
    int slot = pool_find(pool);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result && attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) {
        fake.pools[slot].threshold = *(const cuuint64_t *)value;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = call_begin("cuMemPoolGetAttribute", INITIALISED, "pool=%g attribute=%d", pool, (int)attribute);
    int slot = pool_find(pool);
    cuuint64_t used = 0;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (result) return call_end(result);
    used = pool_bytes(slot);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: *(cuuint64_t *)value = fake.pools[slot].threshold; break;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: *(cuuint64_t *)value = used; break;
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES: *(int *)value = 1; break;
    default: result = CUDA_ERROR_INVALID_VALUE;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = call_begin("cuDeviceGetDefaultMemPool", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *out = default_pool(device);
    return call_end(result);
}

/* The current pool of a device is always its default pool: the fake has no function that changes it. */
ENTRY CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = call_begin("cuDeviceGetMemPool", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *out = default_pool(device);
    return call_end(result);
}

EXPORTED int fake_live_pools(void)
{
    LOCKED(int, count_alive(POOL, MAX_DEVICES));
}
