/* peers.c - which device reaches the memory of another one */
#include "driver.h"

ENTRY CUresult CUDAAPI cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CUresult result = call_begin("cuDeviceCanAccessPeer", INITIALISED, "device=%d peer=%d", device, peer);
    if (!result) result = check_device(device);
    if (!result) result = check_device(peer);
    if (!result) *can = device != peer;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    CUresult result = call_begin("cuCtxEnablePeerAccess", IN_CONTEXT, "peer=%c", peer);
    int here = current_slot(), there = slot_of(CONTEXT, peer);
    if (!result && there < 0) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && (flags || here == there)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && fake.contexts[here].device == fake.contexts[there].device) result = CUDA_ERROR_INVALID_DEVICE;
    if (!result && fake.contexts[here].peers[there]) result = CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
    if (!result) fake.contexts[here].peers[there] = 1;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxDisablePeerAccess(CUcontext peer)
{
    CUresult result = call_begin("cuCtxDisablePeerAccess", IN_CONTEXT, "peer=%c", peer);
    const int here = current_slot(), there = slot_of(CONTEXT, peer);
    if (!result && there < 0) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && !fake.contexts[here].peers[there]) result = CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
    if (!result) fake.contexts[here].peers[there] = 0;
    return call_end(result);
}

/* Returns 0 for pinned memory of a pool to which the device has no access yet. */
int is_reached(CUdeviceptr ptr, const stream *s)
{
    const block *b = block_of(ptr);
    if (!b || b->kind != FAKE_PINNED || b->pool < 0) return 1;
    return (fake.pools[b->pool].shared >> fake.contexts[s->context].device & 1) != 0;
}

/* Returns 0 for memory of a pool of another device to which cuMemPoolSetAccess gave the stream's device no access: a
 * copy that the host waits for fails with such memory (seen with two GPUs). */
int is_open_to(CUdeviceptr ptr, const stream *s)
{
    const block *b = block_of(ptr);
    const int device = fake.contexts[s->context].device;
    if (!b || b->kind != FAKE_POOL || b->device == device) return 1;
    return (fake.pools[b->pool].shared >> device & 1) != 0;
}

/* Memory of a pool follows cuMemPoolSetAccess, other memory of a device cuCtxEnablePeerAccess. */
unsigned access_from(int context_slot, const block *b)
{
    const context *c = &fake.contexts[context_slot];
    if (b->kind == FAKE_MANAGED || (b->kind == FAKE_PINNED && b->pool < 0)) return 3;
    if (b->pool >= 0) return fake.pools[b->pool].pool.access[c->device];
    return b->device == c->device || c->peers[b->context] ? 3 : 0;
}

ENTRY CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t count)
{
    CUresult result =
        call_begin("cuMemPoolSetAccess", INITIALISED, "pool=%g device=%d count=%z", pool, access->location.id, count);
    int slot = pool_find(pool);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    for (size_t i = 0; i < count && !result; i++) {
        const int device = access[i].location.id, flags = (int)access[i].flags;
        if (access[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE) result = CUDA_ERROR_INVALID_VALUE;
        if (!result) result = check_device(device);
        if (!result && fake.pools[slot].kind == FAKE_POOL && fake.pools[slot].owner == device && flags != 3) {
            result = CUDA_ERROR_INVALID_VALUE;
        }
        if (!result) fake.pools[slot].pool.access[device] = (unsigned char)flags;
        if (!result) fake.pools[slot].shared &= ~(1u << device);
        if (!result && flags) fake.pools[slot].shared |= 1u << device;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    CUresult result = call_begin("cuMemPoolGetAccess", INITIALISED, "pool=%g device=%d", pool, location->id);
    const int slot = pool_find(pool);
    if (!result && (slot < 0 || location->type != CU_MEM_LOCATION_TYPE_DEVICE)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result) result = check_device(location->id);
    if (!result) *flags = (CUmemAccess_flags)fake.pools[slot].pool.access[location->id];
    return call_end(result);
}
