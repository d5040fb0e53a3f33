/* pools.c - pools, and memory in the order of a stream */
#include "driver.h"

void pool_start(small *pool, int owner, int memory_kind)
{
    pool->owner = owner;
    pool->kind = memory_kind;
    pool->shared = 0;
    pool->threshold = 0;
    memset(&pool->pool, 0, sizeof pool->pool);
    for (int i = 0; i < 3; i++) pool->pool.reuse[i] = 1;
    for (int i = 0; i < MAX_DEVICES; i++) {
        if (memory_kind == FAKE_MANAGED || (memory_kind == FAKE_POOL && i == owner)) pool->pool.access[i] = 3;
    }
}

CUmemoryPool default_pool(int slot)
{
    small *pool = &fake.pools[slot];
    if (!pool->head.alive) {
        pool->head.alive = 1;
        pool->head.generation = 1;
        pool->head.number = slot;
        pool_start(pool, slot < PINNED_DEFAULT ? slot % MAX_DEVICES : 0,
                   slot < MANAGED_POOLS     ? FAKE_POOL
                   : slot == PINNED_DEFAULT ? FAKE_PINNED
                                            : FAKE_MANAGED);
    }
    return (CUmemoryPool)handle_of(POOL, slot);
}

/* The default pools exist before the first call for them. */
int pool_find(CUmemoryPool handle)
{
    for (int i = 0; i < FIRST_POOL; i++) (void)default_pool(i);
    return slot_of(POOL, (const void *)handle);
}

/* The pool of a device that is current: set, and not destroyed since. */
static CUmemoryPool current_pool(int device)
{
    CUmemoryPool pool = fake.current_pools[device];
    return pool && pool_find(pool) >= 0 ? pool : default_pool(device);
}

static size_t pool_bytes(int slot)
{
    size_t used = 0;
    for (int i = 0; i < fake.block_count; i++) {
        if (fake.blocks[i].pool == slot) used += fake.blocks[i].bytes;
    }
    return used;
}

static void pool_note(int slot)
{
    pool_numbers *numbers = &fake.pools[slot].pool;
    const size_t used = pool_bytes(slot);
    if (used > numbers->used_high) numbers->used_high = used;
    if (used > numbers->reserved) numbers->reserved = used;
    if (numbers->reserved > numbers->reserved_high) numbers->reserved_high = numbers->reserved;
}

static CUresult allocate_on(CUstream handle, CUmemoryPool pool, size_t bytes, CUdeviceptr *out)
{
    stream *s;
    node *n;
    CUresult result = stream_use(handle, &s);
    int slot;
    if (result) return result;
    if (!pool) pool = current_pool(fake.contexts[s->context].device);
    slot = pool_find(pool);
    if (slot < 0 || fake.pools[slot].from) return CUDA_ERROR_INVALID_VALUE;
    if (fake.pools[slot].most && bytes > fake.pools[slot].most - pool_bytes(slot)) return CUDA_ERROR_OUT_OF_MEMORY;
    if (!s->capture) result = check_safe();
    if (!result) result = memory_new(fake.pools[slot].kind, fake.pools[slot].owner, s->context, slot, bytes, out);
    if (result) return result;
    pool_note(slot);
    if (s->capture) fake.blocks[fake.block_count - 1].capture_id = capture_of(s)->id;
    n = node_add(s, NODE_ALLOCATE);
    if (n) n->to = *out;
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
    node *n;
    if (!result) result = stream_use(handle, &s);
    if (!result && ptr && (!b || (b->pool < 0 && b->kind != FAKE_DEVICE))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && b) result = check_free_on(b, s);
    if (!result && b && !is_idle_on(b, s)) result = CUDA_ERROR_ILLEGAL_ADDRESS;
    if (!result && b && b->capture_id) {
        n = node_add(s, NODE_FREE);
        if (n) n->to = ptr;
        memory_leave(ptr); /* the graph that allocates it uses the address again */
    } else if (!result) {
        result = memory_free(ptr);
    }
    if (!result) stream_work(s);
    return call_end(result);
}

/* With a smaller FAKE_CUDA_VERSION the driver has no pools of managed memory (13.0), no pools of pinned memory
 * (12.6), and no limit of pools (12.2): the field was reserved. */
static int driver_version(void)
{
    return number_from_environment("FAKE_CUDA_VERSION", 13000);
}

enum { ON_NOTHING, ON_DEVICE, ON_HOST, ON_NODE }; /* CUmemLocationType by number, for old headers */
enum { NODES = 2 };                               /* NUMA nodes of the host */

/* Returns the error for a pool of this memory, of its handle types, at this place. */
static CUresult check_pool(int managed, int place, int id, int handle_types)
{
    const int host = place == ON_HOST || place == ON_NODE;
    if (place == ON_DEVICE && check_device(id)) return CUDA_ERROR_INVALID_DEVICE;
    if (place < ON_NOTHING || place > ON_NODE || (place == ON_NOTHING && !managed)) return CUDA_ERROR_NOT_SUPPORTED;
    if (managed && driver_version() < 13000) return CUDA_ERROR_INVALID_VALUE;
    if (host && driver_version() < 12060) return CUDA_ERROR_NOT_SUPPORTED;
    if (place == ON_NODE && (id < 0 || id >= NODES)) return CUDA_ERROR_INVALID_VALUE;
    if (handle_types && (managed || place == ON_HOST)) return CUDA_ERROR_INVALID_VALUE;
    return handle_types & ~1 ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS; /* on Linux, without a fabric */
}

ENTRY CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool *out, const CUmemPoolProps *props)
{
    CUresult result = call_begin("cuMemPoolCreate", INITIALISED, "type=%d location=%d device=%d", (int)props->allocType,
                                 (int)props->location.type, props->location.id);
    const int managed = (int)props->allocType == 2, place = (int)props->location.type;
    int slot = -1;
    if (!result && !managed && props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_pool(managed, place, props->location.id, (int)props->handleTypes);
    if (!result) result = check_safe();
    if (!result && (slot = slot_new(POOL, FIRST_POOL)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        pool_start(&fake.pools[slot], place == ON_DEVICE ? props->location.id : 0,
                   managed              ? FAKE_MANAGED
                   : place == ON_DEVICE ? FAKE_POOL
                                        : FAKE_PINNED);
        fake.pools[slot].pool.handle_types = (int)props->handleTypes;
        fake.pools[slot].fd = 0;
        fake.pools[slot].from = NULL;
        memcpy(&fake.pools[slot].most, &props->win32SecurityAttributes + 1, sizeof fake.pools[slot].most);
        *out = (CUmemoryPool)handle_of(POOL, slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool)
{
    CUresult result = call_begin("cuMemPoolDestroy", INITIALISED, "pool=%g", pool);
    if (!result && pool_find(pool) < FIRST_POOL) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result && fake.pools[pool_find(pool)].from && pool_bytes(pool_find(pool))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) hosts_wait_all(current_slot());
    if (!result) pool_end(&fake.pools[pool_find(pool)]);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = call_begin("cuMemPoolSetAttribute", INITIALISED, "pool=%g attribute=%d", pool, (int)attribute);
    int slot = pool_find(pool);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (result) return call_end(result);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: fake.pools[slot].threshold = *(const cuuint64_t *)value; break;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        if (*(const cuuint64_t *)value) {
            result = CUDA_ERROR_INVALID_VALUE;
        } else if (attribute == CU_MEMPOOL_ATTR_USED_MEM_HIGH) {
            fake.pools[slot].pool.used_high = pool_bytes(slot);
        } else {
            fake.pools[slot].pool.reserved_high = fake.pools[slot].pool.reserved;
        }
        break;
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        fake.pools[slot].pool.reuse[attribute - 1] = *(const int *)value;
        break;
    default: result = CUDA_ERROR_INVALID_VALUE;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = call_begin("cuMemPoolGetAttribute", INITIALISED, "pool=%g attribute=%d", pool, (int)attribute);
    int slot = pool_find(pool);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (result) return call_end(result);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: *(cuuint64_t *)value = fake.pools[slot].threshold; break;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: *(cuuint64_t *)value = pool_bytes(slot); break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: *(cuuint64_t *)value = fake.pools[slot].pool.reserved; break;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: *(cuuint64_t *)value = fake.pools[slot].pool.used_high; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: *(cuuint64_t *)value = fake.pools[slot].pool.reserved_high; break;
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *(int *)value = fake.pools[slot].pool.reuse[attribute - 1];
        break;
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

ENTRY CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = call_begin("cuDeviceGetMemPool", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *out = current_pool(device);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    CUresult result = call_begin("cuDeviceSetMemPool", INITIALISED, "device=%d pool=%g", device, pool);
    const int slot = pool_find(pool);
    if (!result) result = check_device(device);
    if (!result && (slot < 0 || fake.pools[slot].kind != FAKE_POOL || fake.pools[slot].owner != device)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) fake.current_pools[device] = pool;
    return call_end(result);
}

static CUresult find_pool(CUmemoryPool *out, const CUmemLocation *location, int type, int is_current)
{
    const int place = (int)location->type, managed = type == 2;
    CUresult result = check_pool(managed, place, location->id, 0);
    if (result) return result;
    if (managed) {
        *out = default_pool(place == ON_DEVICE ? MANAGED_POOLS + location->id : MANAGED_DEFAULT);
    } else if (place == ON_DEVICE) {
        *out = is_current ? current_pool(location->id) : default_pool(location->id);
    } else {
        *out = default_pool(PINNED_DEFAULT);
    }
    return CUDA_SUCCESS;
}

ENTRY CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool *out, CUmemLocation *location, CUmemAllocationType type)
{
    CUresult result = call_begin("cuMemGetDefaultMemPool", INITIALISED, "type=%d location=%d device=%d", (int)type,
                                 (int)location->type, location->id);
    if (!result) result = find_pool(out, location, (int)type, 0);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool *out, CUmemLocation *location, CUmemAllocationType type)
{
    CUresult result = call_begin("cuMemGetMemPool", INITIALISED, "type=%d location=%d device=%d", (int)type,
                                 (int)location->type, location->id);
    if (!result) result = find_pool(out, location, (int)type, 1);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes)
{
    CUresult result = call_begin("cuMemPoolTrimTo", INITIALISED, "pool=%g bytes=%z", pool, bytes);
    const int slot = pool_find(pool);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result && bytes < fake.pools[slot].pool.reserved) {
        const size_t used = pool_bytes(slot);
        fake.pools[slot].pool.reserved = bytes < used ? used : bytes;
    }
    return call_end(result);
}

static int handle_types_of(CUmemoryPool pool)
{
    const int slot = pool_find(pool);
    return slot < 0 ? -1 : fake.pools[slot].pool.handle_types;
}

EXPORTED int fake_pool_handle_types(CUmemoryPool pool)
{
    LOCKED(int, handle_types_of(pool));
}

EXPORTED int fake_live_pools(void)
{
    LOCKED(int, count_alive(POOL, FIRST_POOL));
}
