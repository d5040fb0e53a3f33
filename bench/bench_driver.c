/* bench_driver.c - what cucore adds to the bare calls of the driver: ns per operation, best of several rounds
 *
 *     make bench-driver
 *
 * Each line times cucore and the calls that it cannot do without, in turns in one run.  Ends with status 1 when a bar is
 * not met. */
#define CUCORE_IMPLEMENTATION
#include "../cucore.h"

#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 15, CALLS = 400 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void need(cucore_status status)
{
    if (status == CUCORE_OK) return;
    printf("%s\n", cucore_last_error()->message);
    exit(status == CUCORE_NO_DRIVER ? 0 : 1);
}

static struct {
    CUcontext context;
    cucore_stream producer, consumer;
    CUevent event;
    CUmemoryPool pool;
    cucore_memory_resource *resource;
    int failures;
} b;

static void ours_order(void)
{
    b.failures += cucore_stream_wait(b.consumer.handle, b.producer.handle) != CUCORE_OK;
}

static void bare_order(void)
{
    b.failures += cucore__driver.EventRecord(b.event, b.producer.handle) != CUDA_SUCCESS;
    b.failures += cucore__driver.StreamWaitEvent(b.consumer.handle, b.event, 0) != CUDA_SUCCESS;
}

static void ours_allocate(void)
{
    cucore_buffer buffer;
    b.failures += cucore_buffer_allocate(b.resource, 1 << 20, b.producer.handle, &buffer) != CUCORE_OK;
    b.failures += cucore_buffer_release(&buffer) != CUCORE_OK;
}

static CUresult(CUDAAPI *alloc_async)(CUdeviceptr *, size_t, CUstream);

static void bare_allocate(void)
{
    CUdeviceptr ptr;
    b.failures += alloc_async(&ptr, 1 << 20, b.producer.handle) != CUDA_SUCCESS;
    b.failures += cucore__driver.MemFreeAsync(ptr, b.producer.handle) != CUDA_SUCCESS;
}

static void bare_allocate_from_pool(void)
{
    cucore__CUdeviceptr ptr;
    b.failures += cucore__driver.MemAllocFromPoolAsync(&ptr, 1 << 20, b.pool, b.producer.handle) != CUDA_SUCCESS;
    b.failures += cucore__driver.MemFreeAsync(ptr, b.producer.handle) != CUDA_SUCCESS;
}

static void ours_set_current(void)
{
    b.failures += cucore_device_set_current(0) != CUCORE_OK;
}

static void bare_get_current(void)
{
    CUcontext context;
    b.failures += cucore__driver.CtxGetCurrent(&context) != CUDA_SUCCESS;
}

static void ours_guard(void)
{
    cucore_context_guard guard;
    b.failures += cucore_context_enter(b.context, &guard) != CUCORE_OK;
    cucore_context_leave(&guard);
}

static CUresult(CUDAAPI *is_capturing)(CUstream, CUstreamCaptureStatus *);

static void bare_is_capturing(void)
{
    CUstreamCaptureStatus status;
    b.failures += is_capturing(b.producer.handle, &status) != CUDA_SUCCESS;
}

static void bare_capture_info(void)
{
    cucore__CUstreamCaptureStatus status;
    cuuint64_t id;
    b.failures += cucore__driver.StreamGetCaptureInfo(b.producer.handle, &status, &id) != CUDA_SUCCESS;
}

static double once(void (*act)(void), int calls)
{
    double start;
    int i;
    if (cucore_device_synchronize(0)) puts(cucore_last_error()->message);
    for (i = 0; i < 50; i++) act();
    start = now();
    for (i = 0; i < calls; i++) act();
    return (now() - start) / calls;
}

/* `ratio`: the bar, 0 when there is none; `limit`: in ns */
static int compare(const char *name, void (*ours)(void), void (*bare)(void), double ratio, double limit)
{
    double best = 1e18, floor = 1e18, t;
    int round, met;
    for (round = 0; round < ROUNDS; round++) {
        t = once(ours, CALLS);
        if (t < best) best = t;
        t = once(bare, CALLS);
        if (t < floor) floor = t;
    }
    met = (!ratio || best <= ratio * floor) && (!limit || best <= limit);
    printf("%-58s %8.1f ns, bare %8.1f ns, ratio %5.2f", name, best, floor, best / floor);
    if (ratio) printf(" (bar %.2f)", ratio);
    if (limit) printf(" (bar %.0f ns)", limit);
    printf("%s\n", met ? "" : "  NOT MET");
    return !met;
}

int main(void)
{
    cucore_event event;
    cucore_buffer warm;
    void *symbol;
    int missed = 0;
    need(cucore_device_set_current(0));
    need(cucore_context_get_primary(0, &b.context));
    need(cucore_stream_create(0, NULL, &b.producer));
    need(cucore_stream_create(0, NULL, &b.consumer));
    need(cucore_event_create(0, CU_EVENT_DISABLE_TIMING, &event));
    need(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &b.resource));
    b.event = event.handle;
    b.pool = (CUmemoryPool)b.resource->handle;
    symbol = cucore__library_symbol(cucore__library_open(), "cuMemAllocAsync");
    memcpy(&alloc_async, &symbol, sizeof symbol);
    symbol = cucore__library_symbol(cucore__library_open(), "cuStreamIsCapturing");
    memcpy(&is_capturing, &symbol, sizeof symbol);
    need(cucore_buffer_allocate(b.resource, 4 << 20, b.producer.handle, &warm));

    missed += compare("order: one stream after another", ours_order, bare_order, 1.15, 0);
    missed += compare("allocate and free 1 MiB from the pool", ours_allocate, bare_allocate, 1.1, 0);
    (void)compare("  the same against cuMemAllocFromPoolAsync", ours_allocate, bare_allocate_from_pool, 0, 0);
    missed += compare("set_current when already current", ours_set_current, bare_get_current, 0, 30);
    missed += compare("context guard that changes nothing", ours_guard, bare_get_current, 0, 15);
    (void)compare("  (cuStreamIsCapturing against cuStreamGetCaptureInfo)", bare_is_capturing, bare_capture_info, 0, 0);

    need(cucore_buffer_release(&warm));
    need(cucore_event_release(&event));
    need(cucore_stream_release(&b.producer));
    need(cucore_stream_release(&b.consumer));
    cucore_trim();
    if (b.failures) printf("%d calls failed\n", b.failures);
    return missed || b.failures;
}
