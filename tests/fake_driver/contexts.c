/* contexts.c - contexts, primary and created */
#include "driver.h"

/* A primary context keeps its handle for ever: a library may keep the handle over fake_reset. */
static void primary_activate(int ordinal)
{
    context *primary = &fake.contexts[ordinal];
    if (primary->head.alive) return;
    primary->head.alive = 1;
    primary->head.generation = 1;
    primary->device = ordinal;
}

static void context_end(int slot)
{
    for (int i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].context == slot) fake.streams[i].head.alive = 0;
    }
    for (int i = 0; i < MAX_EVENTS; i++) {
        if (fake.events[i].context != slot || !fake.events[i].head.alive) continue;
        fake.events[i].head.alive = 0;
        fake.events[i].lost = 1;
    }
    for (int i = 0; i < MAX_SMALL; i++) {
        if (fake.modules[i].head.alive && fake.modules[i].owner == slot) module_end(i);
    }
    for (int i = 0; i < MAX_CONTEXTS; i++) fake.contexts[i].peers[slot] = 0;
    memset(fake.contexts[slot].peers, 0, sizeof fake.contexts[slot].peers);
    fake.contexts[slot].head.alive = 0;
}

static CUcontext context_new(int device)
{
    int slot = slot_new(CONTEXT, MAX_DEVICES);
    if (slot < 0) return NULL;
    fake.contexts[slot].device = device;
    return (CUcontext)handle_of(CONTEXT, slot);
}

static CUresult context_push(CUcontext handle)
{
    if (!handle) return CUDA_ERROR_INVALID_VALUE;
    if (slot_of(CONTEXT, handle) < 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (this_thread.depth == MAX_STACK) return CUDA_ERROR_OUT_OF_MEMORY;
    this_thread.stack[this_thread.depth++] = handle;
    return CUDA_SUCCESS;
}

static CUresult context_set_current(CUcontext handle)
{
    if (!handle) {
        if (this_thread.depth) this_thread.depth--;
        return CUDA_SUCCESS;
    }
    if (slot_of(CONTEXT, handle) < 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (!this_thread.depth) return context_push(handle);
    this_thread.stack[this_thread.depth - 1] = handle;
    return CUDA_SUCCESS;
}

ENTRY CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    CUresult result = call_begin("cuDevicePrimaryCtxRetain", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) {
        primary_activate(device);
        fake.contexts[device].refs++;
        *out = (CUcontext)handle_of(CONTEXT, device);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult result = call_begin("cuDevicePrimaryCtxRelease", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result && !fake.contexts[device].refs) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && --fake.contexts[device].refs == 0 && !fake.contexts[device].pinned) context_end(device);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CUresult result = call_begin("cuDevicePrimaryCtxGetState", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) {
        if (flags) *flags = 0;
        *active = fake.contexts[device].head.alive;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device)
{
    CUresult result = call_begin("cuCtxCreate", INITIALISED, "flags=%u device=%d", flags, device);
    if (!result) result = check_device(device);
    if (!result) {
        *out = context_new(device);
        result = *out ? context_push(*out) : CUDA_ERROR_OUT_OF_MEMORY;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxDestroy_v2(CUcontext handle)
{
    CUresult result = call_begin("cuCtxDestroy", INITIALISED, "context=%c", handle);
    int slot = slot_of(CONTEXT, handle);
    if (!result && slot < MAX_DEVICES) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        if (current_context() == handle) this_thread.depth--;
        context_end(slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxGetCurrent(CUcontext *out)
{
    CUresult result = call_begin("cuCtxGetCurrent", INITIALISED, "");
    if (!result) *out = current_context();
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxSetCurrent(CUcontext handle)
{
    CUresult result = call_begin("cuCtxSetCurrent", INITIALISED, "context=%c", handle);
    if (!result) result = context_set_current(handle);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext handle)
{
    CUresult result = call_begin("cuCtxPushCurrent", INITIALISED, "context=%c", handle);
    if (!result) result = context_push(handle);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext *out)
{
    CUresult result = call_begin("cuCtxPopCurrent", INITIALISED, "");
    if (!result && !this_thread.depth) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        this_thread.depth--;
        if (out) *out = this_thread.stack[this_thread.depth];
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxGetDevice(CUdevice *out)
{
    CUresult result = call_begin("cuCtxGetDevice", IN_CONTEXT, "");
    if (!result) *out = fake.contexts[current_slot()].device;
    return call_end(result);
}

/* The id is never given twice.  A primary context keeps its id over fake_reset, but not over fake_primary_reset. */
ENTRY CUresult CUDAAPI cuCtxGetId(CUcontext handle, unsigned long long *out)
{
    CUresult result = call_begin("cuCtxGetId", INITIALISED, "context=%c", handle);
    int slot = handle ? slot_of(CONTEXT, handle) : current_slot();
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        *out = ((unsigned long long)fake.contexts[slot].resets << 48) +
               ((unsigned long long)fake.contexts[slot].head.generation << 16) + (unsigned)slot + 1u;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxSynchronize(void)
{
    CUresult result = call_begin("cuCtxSynchronize", IN_CONTEXT, "");
    int i, slot = current_slot();
    for (i = 0; !result && i < MAX_STREAMS; i++) {
        if (!fake.streams[i].head.alive || fake.streams[i].context != slot || !fake.streams[i].capture) continue;
        capture_of(&fake.streams[i])->invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    if (!result) result = check_safe();
    if (!result) context_wait(slot);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CUresult result = call_begin("cuCtxGetStreamPriorityRange", IN_CONTEXT, "");
    if (!result) {
        if (least) *least = 0;
        if (greatest) *greatest = -5;
    }
    return call_end(result);
}

CUcontext primary_pinned(int device)
{
    if (check_device(device)) return NULL;
    primary_activate(device);
    fake.contexts[device].pinned = 1;
    return (CUcontext)handle_of(CONTEXT, device);
}

EXPORTED CUcontext fake_context_primary(int device)
{
    LOCKED(CUcontext, primary_pinned(device));
}

EXPORTED CUcontext fake_context_create(int device)
{
    LOCKED(CUcontext, check_device(device) ? NULL : context_new(device));
}

EXPORTED void fake_context_destroy(CUcontext handle)
{
    int slot;
    pthread_mutex_lock(&driver_lock);
    slot = slot_of(CONTEXT, handle);
    if (slot >= MAX_DEVICES) context_end(slot);
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_primary_reset(int device)
{
    pthread_mutex_lock(&driver_lock);
    context_end(device);
    fake.contexts[device].head.alive = 1;
    fake.contexts[device].resets++;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_context_set_current(CUcontext handle)
{
    pthread_mutex_lock(&driver_lock);
    thread_refresh();
    if (handle) {
        (void)context_set_current(handle);
    } else {
        this_thread.depth = 0;
    }
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED CUcontext fake_context_current(void)
{
    LOCKED(CUcontext, current_context());
}

EXPORTED int fake_context_depth(void)
{
    LOCKED(int, this_thread.depth);
}

EXPORTED int fake_live_contexts(void)
{
    LOCKED(int, count_alive(CONTEXT, MAX_DEVICES));
}

EXPORTED int fake_primary_refs(int device)
{
    LOCKED(int, device >= 0 && device < MAX_DEVICES ? fake.contexts[device].refs : 0);
}
