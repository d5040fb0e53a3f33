/* test_driver_objects.c - devices, streams, events, memory, buffers and modules, on the fake driver (tests/fake_driver)
 *
 * The table of driver_acts.h has a row for each public function.  Its driver calls fail in test_driver_torture.c.
 * Build and run as test_driver.c; the same with -fsanitize=address,undefined and with -fsanitize=thread. */
#include "on_fake.h"

#include <sys/wait.h>
#include <unistd.h>

static int is_refusing; /* cuGetProcAddress does, and leaves something in its result */

static CUresult refuse_all(const char *name, void **out, int version, cuuint64_t flags)
{
    (void)name, (void)version, (void)flags;
    *out = &is_refusing;
    return CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult refuse_v2(const char *name, void **out, int version, cuuint64_t flags, int *found)
{
    *found = 0;
    return refuse_all(name, out, version, flags);
}

static void *refusing_dlsym(void *library, const char *name)
{
    CUresult (*old)(const char *, void **, int, cuuint64_t) = refuse_all;
    CUresult (*newer)(const char *, void **, int, cuuint64_t, int *) = refuse_v2;
    void *symbol = NULL;
    if (is_refusing && strcmp(name, "cuGetProcAddress") == 0) {
        memcpy(&symbol, &old, sizeof symbol);
        return symbol;
    }
    if (is_refusing && strcmp(name, "cuGetProcAddress_v2") == 0) {
        if (is_refusing == 2) memcpy(&symbol, &newer, sizeof symbol);
        return symbol;
    }
    return test_dlsym(library, name);
}

static const char *driver_name = "libcuda.so.1";
#define CUCORE_DRIVER_NAME driver_name
#define dlsym refusing_dlsym
#define CUCORE_IMPLEMENTATION
#include "../../cucore.h"
#undef dlsym

#include "driver_acts.h"

#define THREAD CU_STREAM_PER_THREAD
enum { POOL_TEST_EVENTS = 12 };

/* ---------------------------------------------------------------------------------------------------- helpers -- */
static cucore_status create_pool(int device, size_t release_threshold, cucore_memory_resource **out)
{
    cucore_memory_resource_options options;
    memset(&options, 0, sizeof options);
    options.release_threshold = release_threshold;
    return cucore_memory_resource_create(CUCORE_MEMORY_POOL, device, &options, out);
}

static void release_world(void)
{
    if (cucore_stream_synchronize(NULL)) return; /* idle before it is freed */
    (void)cucore_buffer_release(&w.x), (void)cucore_buffer_release(&w.y), (void)cucore_buffer_release(&w.far);
}

static void start(void)
{
    cucore_trim();
    fake_reset();
    make_world();
}

static void make_view(void)
{
    as_view(&w.x, w.a, &w.view);
}

#define CHECK_LIVING(before)                                                                                           \
    do {                                                                                                               \
        living check_before = (before), check_now = count_living();                                                    \
        CHECK(memcmp(&check_before, &check_now, sizeof check_now) == 0);                                               \
    } while (0)

static const char *name_of(const driver_act *r)
{
    static char name[96];
    snprintf(name, sizeof name, "%s %s", r->function, r->what);
    return name;
}

/* Entry points that an older driver may lack; the others are there whenever the driver loads. */
#define OPTIONAL(name) "cu" #name, &cucore__driver.name
static const struct {
    const char *symbol;
    void *at;
} optional[] = {
    {OPTIONAL(StreamGetCaptureInfo)},
    {OPTIONAL(GetErrorName)},
    {OPTIONAL(GetErrorString)},
    {OPTIONAL(DevicePrimaryCtxGetState)},
    {OPTIONAL(ThreadExchangeStreamCaptureMode)},
    {OPTIONAL(EventQuery)},
    {OPTIONAL(EventSynchronize)},
    {OPTIONAL(EventElapsedTime)},
    {OPTIONAL(DeviceGetByPCIBusId)},
    {OPTIONAL(DeviceGetName)},
    {OPTIONAL(DeviceGetUuid)},
    {OPTIONAL(DeviceGetPCIBusId)},
    {OPTIONAL(DeviceTotalMem)},
    {OPTIONAL(DeviceGetAttribute)},
    {OPTIONAL(DeviceCanAccessPeer)},
    {OPTIONAL(CtxEnablePeerAccess)},
    {OPTIONAL(CtxSetCurrent)},
    {OPTIONAL(CtxGetId)},
    {OPTIONAL(StreamCreateWithPriority)},
    {OPTIONAL(StreamDestroy)},
    {OPTIONAL(StreamQuery)},
    {OPTIONAL(LaunchHostFunc)},
    {OPTIONAL(MemGetInfo)},
    {OPTIONAL(MemAlloc)},
    {OPTIONAL(MemFree)},
    {OPTIONAL(MemHostAlloc)},
    {OPTIONAL(MemFreeHost)},
    {OPTIONAL(MemAllocManaged)},
    {OPTIONAL(MemAllocFromPoolAsync)},
    {OPTIONAL(MemFreeAsync)},
    {OPTIONAL(MemPoolCreate)},
    {OPTIONAL(MemPoolDestroy)},
    {OPTIONAL(MemPoolSetAttribute)},
    {OPTIONAL(MemPoolSetAccess)},
    {OPTIONAL(DriverGetVersion)},
    {OPTIONAL(DeviceGetDefaultMemPool)},
    {OPTIONAL(MemcpyAsync)},
    {OPTIONAL(Memcpy2DAsync)},
    {OPTIONAL(Memcpy3DAsync)},
    {OPTIONAL(MemcpyPeerAsync)},
    {OPTIONAL(MemsetD8Async)},
    {OPTIONAL(MemsetD16Async)},
    {OPTIONAL(MemsetD32Async)},
    {OPTIONAL(ModuleLoadDataEx)},
    {OPTIONAL(ModuleUnload)},
    {OPTIONAL(ModuleGetFunction)},
    {OPTIONAL(FuncGetAttribute)},
    {OPTIONAL(FuncSetAttribute)},
    {OPTIONAL(LaunchKernel)},
    {OPTIONAL(LaunchKernelEx)},
    {OPTIONAL(TensorMapEncodeTiled)},
    {OPTIONAL(TensorMapEncodeIm2col)},
    {OPTIONAL(TensorMapReplaceAddress)},
    {OPTIONAL(FuncGetParamInfo)}, /* these are called by cucore_kernel.h: test_driver_launch.c */
    {OPTIONAL(OccupancyMaxActiveBlocksPerMultiprocessor)},
    {OPTIONAL(OccupancyMaxPotentialClusterSize)},
    {OPTIONAL(MemPoolTrimTo)},
    {OPTIONAL(MemPoolGetAttribute)},
    {OPTIONAL(MemPoolGetAccess)},
    {OPTIONAL(DeviceGetMemPool)},
    {OPTIONAL(MemGetDefaultMemPool)},
    {OPTIONAL(MemGetMemPool)},
    {OPTIONAL(MemPrefetchAsync)},
    {OPTIONAL(MemAdvise)},
    {OPTIONAL(MemPrefetchBatchAsync)},
    {OPTIONAL(MemDiscardBatchAsync)},
    {OPTIONAL(MemDiscardAndPrefetchBatchAsync)},
    {OPTIONAL(MemcpyBatchAsync)}, /* these two are called by cucore_copy.h: test_driver_blocks.c */
    {OPTIONAL(PointerGetAttribute)},
    {OPTIONAL(StreamGetCaptureInfo_v2)}, /* these are called in captures: test_driver_release.c */
    {OPTIONAL(UserObjectCreate)},
    {OPTIONAL(UserObjectRelease)},
    {OPTIONAL(GraphRetainUserObject)},
    {OPTIONAL(StreamBeginCapture)}, /* likewise: test_driver_graphs.c */
    {OPTIONAL(StreamEndCapture)},
    {OPTIONAL(GraphDestroy)},
    {OPTIONAL(GraphInstantiateWithFlags)},
    {OPTIONAL(GraphLaunch)},
    {OPTIONAL(GraphExecUpdate)},
    {OPTIONAL(GraphExecDestroy)},
};
enum { INDISPENSABLE = 14 };

static void set_entry(int i, CUresult(CUDAAPI *entry)(void))
{
    memcpy(optional[i].at, &entry, sizeof entry);
}

static int is_of_pools(int i)
{
    return strcmp(optional[i].symbol, "cuMemAllocFromPoolAsync") == 0 ||
           strcmp(optional[i].symbol, "cuMemFreeAsync") == 0;
}

/* Returns 1 if the row can be tried without the entry point.  A pool is only made if both functions for its memory are
 * there; without cuStreamGetCaptureInfo a driver has no captures. */
static int is_tried(const driver_act *r, int i)
{
    if (strcmp(optional[i].symbol, "cuStreamGetCaptureInfo") == 0 &&
        (r->prepare == begin_capture || r->prepare == begin_capture_of_address))
        return 0;
    return !is_of_pools(i) || r->undo == undo_resource;
}

/* Runs the row without the entry point: it works all the same, or reports what is missing.  Returns 1 if it reports. */
static int run_without(const driver_act *r, int i)
{
    CUresult(CUDAAPI * entry)(void);
    CUcontext current;
    char name[192];
    living before;
    cucore_status status;
    start();
    snprintf(name, sizeof name, "%s without %s", name_of(r), optional[i].symbol);
    check_row(name);
    r->prepare();
    before = count_living();
    current = fake_context_current();
    memcpy(&entry, optional[i].at, sizeof entry);
    CHECK(entry != NULL);
    set_entry(i, NULL);
    status = r->act();
    set_entry(i, entry);
    CHECK_INT(fake_capture_mode(), 0);
    if (status) {
        CHECK(fake_context_current() == current);
        CHECK_INT(status, CUCORE_NO_DRIVER);
        CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_FOUND);
        CHECK_STR(cucore_last_error()->call ? cucore_last_error()->call : "", optional[i].symbol);
        CHECK_HAS(cucore_last_error()->message, "the CUDA driver is too old: it has no ");
        CHECK_LIVING(before);
        CHECK_INT(r->act(), CUCORE_OK);
    }
    r->undo();
    CHECK(fake_context_current() == here);
    release_world();
    return status != CUCORE_OK;
}

TEST(test_every_entry_point_missing_in_turn)
{
    int i, j, refusals = 0;
    CHECK_INT(sizeof cucore__driver / sizeof optional[0].at, COUNT(optional) + INDISPENSABLE);
    for (i = 0; i < COUNT(optional); i++) {
        for (j = 0; j < COUNT(driver_acts); j++) {
            if (is_tried(&driver_acts[j], i)) refusals += run_without(&driver_acts[j], i);
        }
    }
    CHECK(refusals >= 45);
}

/* Nothing is left when everything is given back, and giving back twice is harmless. */
TEST(test_nothing_leaks_and_release_is_idempotent)
{
    living before;
    for (int i = 0; i < COUNT(driver_acts); i++) {
        const driver_act *r = &driver_acts[i];
        start();
        check_row(name_of(r));
        before = count_living();
        for (int again = 0; again < 2; again++) {
            r->prepare();
            CHECK_INT(r->act(), CUCORE_OK);
            r->undo();
            r->undo();
        }
        CHECK_LIVING(before);
        release_world();
        CHECK_INT(fake_live_allocations(), 0);
    }
}

TEST(test_releasing_nothing)
{
    cucore_stream stream;
    cucore_event event;
    cucore_module module;
    cucore_buffer buffer;
    cucore_memory_resource *resource;
    start();
    memset(&stream, 0, sizeof stream), memset(&event, 0, sizeof event), memset(&module, 0, sizeof module);
    memset(&buffer, 0, sizeof buffer), resource = NULL;
    CHECK_INT(cucore_stream_release(NULL) | cucore_stream_release(&stream), CUCORE_OK);
    CHECK_INT(cucore_event_release(NULL) | cucore_event_release(&event), CUCORE_OK);
    CHECK_INT(cucore_module_release(NULL) | cucore_module_release(&module), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(NULL) | cucore_buffer_release(&buffer), CUCORE_OK);
    cucore_memory_resource_release(NULL);
    cucore_memory_resource_release(resource);
    CHECK_STR(fake_log(), "");
}

/* ---------------------------------------------------------------------------------------------------- devices -- */
TEST(test_device_query)
{
    start();
    CHECK_INT(cucore_device_get_info(1, &made.info), CUCORE_OK);
    CHECK_STR(made.info.name, "Fake GPU 1");
    CHECK_STR(made.info.pci_bus_id, "0000:02:00.0");
    CHECK(memcmp(made.info.uuid, "fake\0\0\0\0\0\0\0\0\0\0\0\1", 16) == 0);
    CHECK_INT(made.info.compute_major * 10 + made.info.compute_minor, 90);
    CHECK_INT(made.info.multiprocessors, 132);
    CHECK(made.info.memory_nbytes == (size_t)8 << 30);
    CHECK_INT(cucore_device_from_pci_bus_id(made.info.pci_bus_id, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 1);
    CHECK_INT(cucore_device_get_attribute(0, CU_DEVICE_ATTRIBUTE_WARP_SIZE, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 32);
    CHECK_INT(cucore_device_get_attribute(0, (CUdevice_attribute)0, &made.number), CUCORE_DRIVER);
    CHECK_INT(cucore_device_from_pci_bus_id("no id", &made.number), CUCORE_DRIVER);
    CHECK_INT(made.number, 32);
}

TEST(test_set_current)
{
    start();
    CHECK_INT(cucore_context_get_current(NULL, &made.number), CUCORE_OK);
    CHECK_INT(made.number, CUCORE_DEVICE_NONE);
    CHECK_INT(cucore_device_set_current(1), CUCORE_OK);
    CHECK(fake_context_current() == w.primary[1]);
    CHECK_INT(cucore_context_get_current(NULL, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 1);
    fake_log_clear();
    CHECK_INT(cucore_device_set_current(1), CUCORE_OK);
    CHECK_INT(fake_call_count(), 1); /* a question: already current */
    CHECK_INT(cucore_device_set_current(0), CUCORE_OK);
    CHECK_INT(fake_context_depth(), 1);
    CHECK_INT(fake_primary_refs(0), 1);
}

/* A context that another library made current is worked in, primary or not (T9). */
TEST(test_contexts_are_adopted)
{
    start();
    fake_context_set_current(w.foreign);
    CHECK_INT(cucore_context_get_current(&made.context, &made.number), CUCORE_OK);
    CHECK(made.context == w.foreign && made.number == 0);
    CHECK_INT(cucore_stream_create(0, NULL, &made.stream), CUCORE_OK);
    CHECK(made.stream.context == w.foreign && made.stream.device_id == 0 && made.stream.owned);
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK_INT(cucore_stream_create(CUCORE_DEVICE_CURRENT, NULL, &made.stream), CUCORE_OK);
    CHECK(made.stream.context == w.foreign);
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK_INT(cucore_stream_create(1, NULL, &made.stream), CUCORE_OK);
    CHECK(made.stream.context == w.primary[1] && made.stream.device_id == 1);
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK(fake_context_current() == w.foreign);
    fake_context_set_current(NULL);
    CHECK_INT(cucore_stream_create(CUCORE_DEVICE_CURRENT, NULL, &made.stream), CUCORE_OK);
    CHECK(made.stream.context == w.primary[0]);
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK(fake_context_current() == NULL);
}

TEST(test_peers)
{
    start();
    CHECK_INT(cucore_device_get_peer_access(0, 0, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 0);
    CHECK_INT(cucore_device_enable_peer_access(0, 0), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_device_enable_peer_access(0, 1), CUCORE_OK);
    CHECK_INT(cucore_device_enable_peer_access(0, 1), CUCORE_OK); /* already */
    CHECK_INT(fake_count("cuCtxEnablePeerAccess"), 2);
}

/* ---------------------------------------------------------------------------------------------------- streams -- */
TEST(test_stream_options)
{
    cucore_stream_options options = {1, -3};
    start();
    CHECK_INT(cucore_stream_create(0, NULL, &made.stream), CUCORE_OK);
    CHECK_HAS(fake_log(), "cuStreamCreateWithPriority flags=1 priority=0 ctx=0\n");
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK_INT(cucore_stream_create(0, &options, &made.stream), CUCORE_OK);
    CHECK_HAS(fake_log(), "cuStreamCreateWithPriority flags=0 priority=-3 ctx=0\n");
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK_INT(fake_count("cuStreamDestroy"), 2);
}

TEST(test_values_of_stream_options)
{
    static const struct {
        const char *name;
        cucore_stream_options options;
        const char *words; /* NULL: taken */
    } rows_of_options[] = {
        {"all zero", {0, 0}, NULL},
        {"blocking", {1, 0}, NULL},
        {"higher than there is", {0, -1000}, NULL},
        {"blocking 2", {2, 0}, "blocking is 2; it must be 0 or 1"},
        {"blocking -1", {-1, 0}, "blocking is -1; it must be 0 or 1"},
        {"priority 1", {0, 1}, "priority is 1; it must be 0 (normal) or negative (higher)"},
    };
    FOR_ROWS (row, rows_of_options) {
        start();
        memset(&made.stream, 0xA5, sizeof made.stream);
        CHECK_INT(cucore_stream_create(0, &row->options, &made.stream),
                  row->words ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
        if (row->words) CHECK_STR(cucore_last_error()->message, row->words);
        CHECK((made.stream.handle == NULL) == (row->words != NULL));
        CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    }
}

TEST(test_stream_from_handle)
{
    start();
    CHECK_INT(cucore_stream_from_handle(w.b, CUCORE_DEVICE_ANY, &made.stream), CUCORE_OK);
    CHECK(made.stream.handle == w.b && made.stream.context == w.primary[1] && made.stream.device_id == 1 &&
          !made.stream.owned);
    CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK);
    CHECK_INT(fake_count("cuStreamDestroy"), 0);
    REFUSED(cucore_stream_from_handle(w.b, 0, &made.stream), CUCORE_WRONG_DEVICE, "is on device 1, not on device 0");
    CHECK(!made.stream.handle);
    fake_context_set_current(w.primary[1]);
    CHECK_INT(cucore_stream_from_handle(NULL, 1, &made.stream), CUCORE_OK);
    CHECK(made.stream.handle == LEGACY && made.stream.context == w.primary[1]);
    CHECK_INT(cucore_stream_from_handle(CUCORE_STREAM_HOST, 1, &made.stream), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_stream_from_handle((CUstream)(uintptr_t)0x1234, CUCORE_DEVICE_ANY, &made.stream), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_HANDLE);
}

TEST(test_stream_query_and_host_function)
{
    start();
    CHECK_INT(cucore_stream_query(w.a, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 1);
    fake_stream_hold(w.a, NULL, 1);
    CHECK_INT(cucore_event_record(w.event, w.a), CUCORE_OK);
    CHECK_INT(cucore_stream_query(w.a, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 0);
    CHECK_INT(cucore_event_query(w.event, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 0);
    CHECK_INT(cucore_event_synchronize(w.event), CUCORE_OK);
    CHECK_INT(cucore_event_query(w.event, &made.number), CUCORE_OK);
    CHECK_INT(made.number, 1);
    CHECK_INT(cucore_stream_launch_host_function(w.a, add_one, &w.calls), CUCORE_OK);
    CHECK_INT(w.calls, 1);
    CHECK_INT(cucore_stream_launch_host_function(w.a, NULL, &w.calls), CUCORE_INVALID_ARGUMENT);
}

TEST(test_events)
{
    cucore_event start_event, stop_event;
    start();
    CHECK_INT(cucore_event_create(0, CU_EVENT_DEFAULT, &start_event), CUCORE_OK);
    CHECK_INT(cucore_event_create(0, CU_EVENT_DEFAULT, &stop_event), CUCORE_OK);
    CHECK(start_event.handle && start_event.context == w.primary[0] && start_event.device_id == 0);
    CHECK_INT(cucore_event_get_elapsed(start_event.handle, stop_event.handle, &made.milliseconds), CUCORE_DRIVER);
    CHECK_INT(cucore_event_record(start_event.handle, w.a), CUCORE_OK);
    fake_stream_add_work(w.a, NULL);
    CHECK_INT(cucore_event_record(stop_event.handle, w.a), CUCORE_OK);
    CHECK_INT(cucore_event_get_elapsed(start_event.handle, stop_event.handle, &made.milliseconds), CUCORE_OK);
    CHECK(made.milliseconds > 0);
    CHECK_INT(cucore_event_get_elapsed(start_event.handle, NULL, &made.milliseconds), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_stream_wait_event(w.b, stop_event.handle), CUCORE_OK); /* of another device (B60) */
    CHECK_INT(fake_stream_has_seen(w.b, NULL, w.a, NULL), 1);
    CHECK_INT(cucore_event_record(stop_event.handle, w.b), CUCORE_DRIVER); /* T13 */
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_HANDLE);
    CHECK_INT(cucore_event_release(&start_event) | cucore_event_release(&stop_event), CUCORE_OK);
}

/* In steady state ordering creates no event, whichever streams and contexts. */
TEST(test_ordering_creates_no_event_in_steady_state)
{
    CUstream c = NULL;
    start();
    c = fake_stream_create(w.foreign, 0);
    for (int i = 0; i < 3; i++) {
        if (i == 1) fake_log_clear();
        CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK);
        CHECK_INT(cucore_stream_wait(w.a, w.b), CUCORE_OK);
        CHECK_INT(cucore_stream_wait(w.a, c), CUCORE_OK);
        CHECK_INT(cucore_stream_wait(c, NULL), CUCORE_OK);
    }
    CHECK_INT(fake_count("cuEventCreate"), 0);
    CHECK_INT(fake_count("cuEventDestroy"), 0);
    CHECK_INT(fake_count("cuEventRecord"), 8);
    fake_stream_add_work(w.a, NULL);
    CHECK_INT(fake_stream_has_seen(w.b, NULL, w.a, NULL), 0);
    fake_log_clear();
    CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(w.b, NULL, w.a, NULL), 1);
    CHECK_INT(fake_call_count(), 4); /* two questions about captures, record, wait */
}

/* Events that died with their context are noticed and replaced; those of a stream that died are not lost. */
TEST(test_pooled_events_of_a_reset_context)
{
    CUstream dead;
    int events;
    start();
    CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK);
    dead = fake_stream_create(w.primary[0], 0);
    events = fake_live_events();
    fake_reset(); /* the primary context and its address stay, the events go */
    w.a = fake_stream_create(fake_context_primary(0), 0);
    w.b = fake_stream_create(fake_context_primary(1), 0);
    CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK);
    CHECK_INT(fake_live_events(), 1);
    CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK);
    CHECK_INT(fake_live_events(), 1);
    CHECK_INT(cucore_stream_wait(w.b, dead), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_HANDLE);
    CHECK(fake_live_events() <= 2 && events > 0);
    cucore_trim();
    CHECK_INT(fake_live_events(), 0);
}

/* A stream that is gone: a new event does not help, the old one stays. */
TEST(test_pooled_event_and_a_dead_stream)
{
    cucore__event_slot own = {0}, *slot;
    cucore__event_pool *pool;
    CUstream dead;
    CUevent kept;
    start();
    pool = cucore__event_pool_enter(w.primary[0]);
    CHECK(pool != NULL);
    fake_context_set_current(w.primary[0]);
    slot = cucore__event_slot_take(pool, &own);
    CHECK_INT(cucore__event_slot_record(slot, w.a), CUCORE_OK);
    kept = slot->event;
    dead = fake_stream_create(w.primary[0], 0);
    fake_stream_destroy(dead);
    CHECK_INT(cucore__event_slot_record(slot, dead), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_HANDLE);
    CHECK(slot->event == kept);
    CHECK_INT(fake_count("cuEventCreate"), 2);
    CHECK_INT(fake_count("cuEventDestroy"), 1);
    CHECK_INT(cucore__event_slot_record(slot, w.a), CUCORE_OK);
    cucore__event_slot_put(slot, &own);
    cucore__event_pool_leave(pool);
    fake_context_set_current(NULL);
    cucore_trim();
    CHECK_INT(fake_live_events(), 2); /* those of start() */
}

/* Another library has reset the primary context: what it has now got is its own, though the handles may be those of
 * before. */
TEST(test_pooled_events_are_of_one_life_of_a_primary_context)
{
    cucore__event_pool *pool;
    cucore_event theirs;
    CUstream a, b;
    start();
    for (int round = 0; round < 3; round++) {
        check_row("a hint of before");
        a = fake_stream_create(w.primary[0], CU_STREAM_NON_BLOCKING);
        b = fake_stream_create(w.primary[0], CU_STREAM_NON_BLOCKING);
        cucore__event_hint_set(a, &cucore__event_pools[0]);
        fake_log_clear();
        CHECK_INT(cucore_stream_wait(b, a), CUCORE_OK);
        CHECK_INT(fake_count("cuEventCreate"), 1);
        CHECK_INT(cucore_stream_wait(b, a), CUCORE_OK);
        CHECK_INT(fake_count("cuEventCreate"), 1);
        CHECK_INT(fake_count("cuStreamWaitEvent"), 2);
        fake_primary_reset(0);
    }
    check_row("a pool of before");
    pool = cucore__event_pool_enter(w.primary[0]);
    CHECK(pool && pool->id && pool->stays);
    if (!pool) return;
    cucore__event_pool_leave(pool);
    check_row("an event at the handle of one of before");
    CHECK_INT(cucore_event_create(0, 0, &theirs), CUCORE_OK);
    pool->places[1].event = theirs.handle;
    fake_primary_reset(0);
    fake_log_clear();
    cucore_trim();
    CHECK(pool->places[1].event == NULL);
    CHECK_INT(fake_count("cuEventDestroy"), 0);
    check_row("");
}

/* A question that fails is no answer: the events stay. */
TEST(test_pooled_events_and_a_failed_question)
{
    CUstream c;
    int events;
    start();
    c = fake_stream_create(w.foreign, 0);
    CHECK_INT(cucore_stream_wait(w.a, c), CUCORE_OK);
    events = fake_live_events();
    for (int n = 1; n < 20; n++) {
        fake_log_clear();
        fake_fail(n, CUDA_ERROR_LAUNCH_FAILED);
        if (cucore_stream_wait(w.a, c) == CUCORE_OK && n > 15) break;
        (void)fake_fail(0, 0);
        CHECK_INT(fake_live_events(), events);
    }
}

/* Trims beside ordering, in contexts that come and go from the pools: every event is destroyed in the end. */
static CUstream trim_streams[4];
static int trim_goes_on;

static void *order_while_trimmed(void *number)
{
    int i, self = (int)(intptr_t)number;
    for (i = 0; i < 400; i++)
        CHECK_INT(cucore_stream_wait(trim_streams[(self + i) % 4], trim_streams[(self + i + 1) % 4]), CUCORE_OK);
    return NULL;
}

static void *trim_until_told(void *unused)
{
    (void)unused;
    while (__atomic_load_n(&trim_goes_on, __ATOMIC_ACQUIRE)) cucore_trim();
    return NULL;
}

TEST(test_trims_beside_ordering_lose_no_event)
{
    pthread_t threads[12], trimmer;
    int events;
    start();
    events = fake_live_events();
    for (int i = 0; i < 4; i++) trim_streams[i] = fake_stream_create(fake_context_create(i % 2), 0);
    __atomic_store_n(&trim_goes_on, 1, __ATOMIC_RELEASE);
    CHECK_INT(pthread_create(&trimmer, NULL, trim_until_told, NULL), 0);
    for (int i = 0; i < 12; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, order_while_trimmed, (void *)(intptr_t)i), 0);
    for (int i = 0; i < 12; i++) pthread_join(threads[i], NULL);
    __atomic_store_n(&trim_goes_on, 0, __ATOMIC_RELEASE);
    pthread_join(trimmer, NULL);
    cucore_trim();
    CHECK_INT(fake_live_events(), events);
}

static void test_pool_without_context_ids(void)
{
    CUstream c;
    start();
    c = fake_stream_create(w.foreign, 0);
    CHECK_INT(cucore_stream_wait(w.a, c), CUCORE_OK);
    CHECK_INT(fake_count("cuEventDestroy"), 1);
    CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK);
    CHECK_INT(fake_count("cuEventDestroy"), 1);
}

/* Waiters hold their events at once: more than the pool keeps are destroyed, never leaked. */
TEST(test_pool_is_bounded)
{
    cucore__event_slot own[POOL_TEST_EVENTS], *slots[POOL_TEST_EVENTS];
    cucore__event_pool *pool;
    start();
    pool = cucore__event_pool_enter(w.primary[0]);
    CHECK(pool != NULL);
    fake_context_set_current(w.primary[0]);
    for (int i = 0; i < COUNT(slots); i++) {
        slots[i] = cucore__event_slot_take(pool, &own[i]);
        CHECK_INT(cucore__event_slot_record(slots[i], w.a), CUCORE_OK);
        CHECK_INT(slots[i] == &own[i], i >= 8);
    }
    for (int i = 0; i < COUNT(slots); i++) cucore__event_slot_put(slots[i], &own[i]);
    cucore__event_pool_leave(pool);
    fake_context_set_current(NULL);
    CHECK_INT(fake_count("cuEventCreate"), POOL_TEST_EVENTS);
    CHECK_INT(fake_count("cuEventDestroy"), POOL_TEST_EVENTS - 8);
}

/* ---------------------------------------------------------------------------------------------- other functions -- */
TEST(test_driver_symbol)
{
    static const struct {
        const char *name;
        int is_there;
    } names[] = {
        {"cuInit", 1},
        {"cuStreamBeginCapture", 1},
        {"cuStreamBeginCapture_v2", 1}, /* that exact name */
        {"cuMemAlloc", 1},
        {"cuMemAlloc_v2", 1},
        {"cuNoSuchFunction", 0},
        {"cuNoSuchFunction_v2", 0},
        {"cu", 0},
        {"", 0},
        {"malloc", 0}, /* of a library that the driver needs */
        {"cuAVeryLongNameOfAFunctionThatNoDriverHasAndThatNoBufferOfSixtyFourBytesCouldHoldEither_v2", 0},
    };
    void *symbol, *plain = NULL, *versioned = NULL;
    CUresult (*get_count)(int *) = NULL;
    FOR_ROWS (row, names) {
        start();
        symbol = &w;
        CHECK_INT(cucore_driver_symbol(row->name, &symbol), row->is_there ? CUCORE_OK : CUCORE_UNSUPPORTED);
        CHECK((symbol == &w) == !row->is_there);
        if (!row->is_there) CHECK_HAS(cucore_last_error()->message, "the CUDA driver has no function '");
        if (!row->is_there) CHECK_HAS(cucore_last_error()->message, row->name);
        CHECK_INT(fake_call_count(), 0);
    }
    check_row("called");
    CHECK_INT(cucore_driver_symbol("cuDeviceGetCount", &symbol), CUCORE_OK);
    memcpy(&get_count, &symbol, sizeof symbol);
    CHECK_INT(get_count(&made.number), CUDA_SUCCESS);
    CHECK_INT(made.number, 2);
    check_row("as the cuda.h at hand declares it");
    CHECK_INT(cucore_driver_symbol("cuMemAlloc", &plain) | cucore_driver_symbol("cuMemAlloc_v2", &versioned),
              CUCORE_OK);
    CHECK(plain == versioned);
}

/* --------------------------------------------------------------------------------------------------- captures -- */
/* Captures by the driver's own functions: this library wraps none of them. */
static CUresult capture_begin(CUstream stream, CUstreamCaptureMode mode)
{
    CUresult (*begin)(CUstream, CUstreamCaptureMode) = NULL;
    void *symbol = NULL;
    CHECK_INT(cucore_driver_symbol("cuStreamBeginCapture", &symbol), CUCORE_OK);
    memcpy(&begin, &symbol, sizeof symbol);
    return begin ? begin(stream, mode) : CUDA_ERROR_NOT_FOUND;
}

/* Ends it; the graph is destroyed. */
static CUresult capture_end(CUstream stream)
{
    CUresult (*end)(CUstream, CUgraph *) = NULL, (*destroy)(CUgraph) = NULL;
    CUgraph graph = NULL;
    CUresult result = CUDA_ERROR_NOT_FOUND;
    void *symbol = NULL;
    CHECK_INT(cucore_driver_symbol("cuStreamEndCapture", &symbol), CUCORE_OK);
    memcpy(&end, &symbol, sizeof symbol);
    CHECK_INT(cucore_driver_symbol("cuGraphDestroy", &symbol), CUCORE_OK);
    memcpy(&destroy, &symbol, sizeof symbol);
    if (end) result = end(stream, &graph);
    if (graph && destroy) CHECK_INT(destroy(graph), CUDA_SUCCESS);
    return result;
}

TEST(test_capture)
{
    start();
    CHECK_INT(cucore_stream_get_capture_info(w.a, &made.capture), CUCORE_OK);
    CHECK(!made.capture.capturing && !made.capture.invalidated && !made.capture.id);
    CHECK_INT(capture_begin(w.a, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    CHECK_INT(cucore_stream_get_capture_info(w.a, &made.capture), CUCORE_OK);
    CHECK(made.capture.capturing && !made.capture.invalidated && made.capture.id);
    CHECK_INT(cucore_stream_query(w.a, &made.number), CUCORE_CAPTURE);
    CHECK_INT(cucore_stream_synchronize(w.a), CUCORE_CAPTURE);
    CHECK_INT(cucore_buffer_copy_to(&w.x, 0, w.host, 8, w.a), CUCORE_CAPTURE); /* pageable */
    CHECK_INT(cucore_buffer_use(&w.x, CUCORE_STREAM_HOST), CUCORE_CAPTURE);
    CHECK_INT(fake_capture_status(w.a), 1); /* none of these broke it */
    CHECK_INT(cucore_buffer_fill(&w.x, 0, 1, w.a), CUCORE_OK);
    CHECK_INT(act_launch(), CUCORE_OK);
    CHECK_INT(capture_end(w.a), CUDA_SUCCESS);
}

TEST(test_broken_capture_is_said_and_ended)
{
    start();
    CHECK_INT(fake_capture_begin(w.a, CU_STREAM_CAPTURE_MODE_RELAXED), 0);
    CHECK_INT(cucore__driver.StreamSynchronize(w.a), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CHECK_INT(cucore_stream_get_capture_info(w.a, &made.capture), CUCORE_OK);
    CHECK(made.capture.capturing && made.capture.invalidated && !made.capture.id);
    CHECK_INT(fake_capture_end(w.a), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CHECK_INT(cucore_stream_get_capture_info(w.a, &made.capture), CUCORE_OK);
    CHECK_INT(made.capture.capturing, 0);
}

static void *allocate_on_another_thread(void *unused)
{
    (void)unused;
    CHECK_INT(cucore_buffer_allocate(w.plain, 32, w.b, &made.buffer), CUCORE_OK);
    CHECK_INT(cucore_stream_query(w.b, &made.number), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    return NULL;
}

/* A global capture forbids cuMemAlloc and queries on every thread; ours do not break it (7.4). */
TEST(test_global_capture_of_another_thread_survives)
{
    pthread_t thread;
    start();
    CHECK_INT(capture_begin(w.a, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    CHECK_INT(pthread_create(&thread, NULL, allocate_on_another_thread, NULL), 0);
    pthread_join(thread, NULL);
    CHECK_INT(fake_capture_status(w.a), 1);
    CHECK_INT(capture_end(w.a), CUDA_SUCCESS);
}

/* ----------------------------------------------------------------------------------------------------- memory -- */
TEST(test_kinds_of_memory)
{
    static const struct {
        const char *name;
        cucore_memory_kind kind;
        int type, id, host, device;
        const char *allocates, *frees;
    } kinds[] = {
        {"default pool", CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_TYPE_CUDA, 1, 0, 1, "cuMemAllocFromPoolAsync",
         "cuMemFreeAsync"},
        {"pool", CUCORE_MEMORY_POOL, CUCORE_DEVICE_TYPE_CUDA, 1, 0, 1, "cuMemAllocFromPoolAsync", "cuMemFreeAsync"},
        {"synchronous", CUCORE_MEMORY_SYNCHRONOUS, CUCORE_DEVICE_TYPE_CUDA, 1, 0, 1, "cuMemAlloc", "cuMemFree"},
        {"pinned", CUCORE_MEMORY_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, -1, 1, 1, "cuMemHostAlloc", "cuMemFreeHost"},
        {"pinned pool", CUCORE_MEMORY_PINNED_POOL, CUCORE_DEVICE_TYPE_CUDA_HOST, -1, 1, 1, "cuMemAllocFromPoolAsync",
         "cuMemFreeAsync"},
        {"managed", CUCORE_MEMORY_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 1, 1, 1, "cuMemAllocManaged", "cuMemFree"},
        {"managed pool", CUCORE_MEMORY_MANAGED_POOL, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 1, 1, 1,
         "cuMemAllocFromPoolAsync", "cuMemFreeAsync"},
    };
    cucore_pointer_info info;
    char refusal[sizeof(cucore_last_error()->message)];
    FOR_ROWS (row, kinds) {
        start();
        CHECK_INT(cucore_memory_resource_create(row->kind, 1, NULL, &made.resource), CUCORE_OK);
        fake_log_clear();
        CHECK_INT(cucore_buffer_allocate(made.resource, 100, w.b, &made.buffer), CUCORE_OK);
        CHECK_INT(fake_count(row->allocates), 1);
        CHECK_INT(made.buffer.nbytes, 100);
        CHECK_INT(made.buffer.device_type, row->type);
        CHECK_INT(made.buffer.device_id, row->id);
        CHECK_INT(made.buffer.host_accessible, row->host);
        CHECK_INT(made.buffer.device_accessible, row->device);
        CHECK_INT(cucore_pointer_get_info(made.buffer.ptr, &info), CUCORE_OK);
        CHECK_INT(info.device_type, row->type);
        CHECK_INT(cucore_pointer_get_range((char *)made.buffer.ptr + 60, &made.block.base, &made.block.bytes),
                  CUCORE_OK);
        CHECK(made.block.base == made.buffer.ptr && made.block.bytes == 100);
        CHECK_INT(cucore_buffer_copy_from(&made.buffer, 4, w.far.ptr, 64, w.b), CUCORE_OK); /* the device reaches it */
        CHECK_INT(((char *)made.buffer.ptr)[67], 'f');
        CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
        CHECK_INT(fake_count(row->frees), 1);
        CHECK(!made.buffer.ptr && !made.buffer.private_.resource);
        CHECK_INT(fake_live_allocations(), 3);
        CHECK_INT(cucore_buffer_allocate(made.resource, 0, w.b, &made.buffer), CUCORE_OK);
        CHECK(!made.buffer.ptr);
        CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
        CHECK_INT(cucore_buffer_allocate(made.resource, (size_t)1 << 40, w.b, &made.buffer), CUCORE_OUT_OF_MEMORY);
        snprintf(refusal, sizeof refusal, "%s", cucore_last_error()->message);
        CHECK_INT(fake_count("cuMemAllocManaged"), row->kind == CUCORE_MEMORY_MANAGED); /* not even tried */
        if (row->kind == CUCORE_MEMORY_MANAGED) CHECK_HAS(refusal, "bytes of managed memory: the device has");
        CHECK(!made.buffer.private_.resource);
        cucore_memory_resource_release(made.resource);
        CHECK_INT(fake_live_pools(), 0);
    }
}

/* Pageable memory needs no driver, also on a stream. */
TEST(test_host_memory)
{
    start();
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_HOST, 77, NULL, &made.resource),
              CUCORE_OK); /* device: not looked at */
    CHECK_INT(cucore_buffer_allocate(made.resource, 100, w.b, &made.buffer), CUCORE_OK);
    cucore_memory_resource_release(made.resource);
    CHECK_INT(made.buffer.device_type, CUCORE_DEVICE_TYPE_CPU);
    CHECK_INT(made.buffer.device_id, -1);
    CHECK_INT((uintptr_t)made.buffer.ptr % 64, 0);
    memset(made.buffer.ptr, 1, 100);
    CHECK_INT(cucore_buffer_use(&made.buffer, w.a), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(made.resource, SIZE_MAX, NULL, &made.buffer), CUCORE_OUT_OF_MEMORY);
    CHECK_STR(fake_log(), "");
}

/* Made, used and released in a function that gives the buffer back: the pool goes with its last buffer. */
static void from_a_pool_of_its_own(cucore_memory_kind kind, cucore_buffer *one, cucore_buffer *other)
{
    cucore_memory_resource *resource;
    CHECK_INT(cucore_memory_resource_create(kind, 1, NULL, &resource), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(resource, 64, w.b, one), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(resource, 0, w.b, other), CUCORE_OK);
    cucore_memory_resource_release(resource);
}

TEST(test_a_pool_goes_with_its_last_buffer)
{
    static const cucore_memory_kind kinds[] = {CUCORE_MEMORY_POOL, CUCORE_MEMORY_PINNED_POOL,
                                               CUCORE_MEMORY_MANAGED_POOL};
    cucore_buffer one, other;
    for (int i = 0; i < COUNT(kinds); i++) {
        for (int first = 0; first < 2; first++) {
            start();
            from_a_pool_of_its_own(kinds[i], &one, &other);
            CHECK_INT(fake_live_pools(), 1);
            CHECK_INT(cucore_buffer_release(first ? &other : &one), CUCORE_OK);
            CHECK_INT(fake_live_pools(), 1);
            CHECK_INT(fake_count("cuMemPoolDestroy"), 0);
            CHECK_INT(cucore_buffer_release(first ? &one : &other), CUCORE_OK);
            CHECK_INT(fake_live_pools(), 0);
            CHECK_INT(fake_count("cuMemPoolDestroy"), 1);
            CHECK_INT(cucore_buffer_release(&one) | cucore_buffer_release(&other), CUCORE_OK);
        }
    }
}

/* A buffer that cannot be freed now keeps its pool. */
TEST(test_a_failed_release_keeps_the_pool)
{
    cucore_buffer one, other;
    start();
    from_a_pool_of_its_own(CUCORE_MEMORY_POOL, &one, &other);
    CHECK_INT(cucore_buffer_release(&other), CUCORE_OK);
    fake_fail(1, CUDA_ERROR_UNKNOWN);
    CHECK_INT(cucore_buffer_release(&one), CUCORE_DRIVER);
    CHECK_INT(fake_live_pools(), 1);
    CHECK_INT(cucore_buffer_release(&one), CUCORE_OK);
    CHECK_INT(fake_live_pools(), 0);
}

TEST(test_own_pool)
{
    start();
    CHECK_INT(create_pool(1, 12345, &made.resource), CUCORE_OK);
    CHECK_INT(fake_live_pools(), 1);
    CHECK_INT(cucore_buffer_allocate(made.resource, 64, w.b, &made.buffer), CUCORE_OK);
    CHECK_HAS(fake_log(), "cuMemAllocFromPoolAsync");
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    cucore_memory_resource_retain(made.resource);
    cucore_memory_resource_release(made.resource);
    CHECK_INT(fake_live_pools(), 1);
    cucore_memory_resource_release(made.resource);
    CHECK_INT(fake_live_pools(), 0);
    cucore_memory_resource_retain(NULL);
}

TEST(test_pool_options)
{
    cucore_memory_resource_options options;
    start();
    memset(&options, 0, sizeof options);
    options.max_nbytes = 100;
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &options, &made.resource), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(made.resource, 101, w.a, &made.buffer), CUCORE_OUT_OF_MEMORY);
    CHECK_INT(cucore_buffer_allocate(made.resource, 100, w.a, &made.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    cucore_memory_resource_release(made.resource);
}

/* What a driver before 12.2, 12.6, 13.0 does not know. */
TEST(test_pools_of_older_drivers)
{
    static const struct {
        const char *name, *version, *words;
        cucore_memory_kind kind;
        size_t max_nbytes;
        cucore_status status;
    } table[] = {
        {"12.9: no managed pool", "12090",
         "this driver makes no pool of managed memory: cuMemPoolCreate failed: CUDA_ERROR_", CUCORE_MEMORY_MANAGED_POOL,
         0, CUCORE_UNSUPPORTED},
        {"12.9: pinned pool", "12090", "", CUCORE_MEMORY_PINNED_POOL, 0, CUCORE_OK},
        {"12.4: no pinned pool", "12040",
         "this driver makes no pool of pinned memory: cuMemPoolCreate failed: CUDA_ERROR_", CUCORE_MEMORY_PINNED_POOL,
         0, CUCORE_UNSUPPORTED},
        {"12.2: a limit", "12020", "", CUCORE_MEMORY_POOL, 4096, CUCORE_OK},
        {"12.1: no limit", "12010", "max_nbytes is 4096, but this driver (CUDA 12.1) does not limit pools: 12.2 does",
         CUCORE_MEMORY_POOL, 4096, CUCORE_UNSUPPORTED},
    };
    cucore_memory_resource_options options;
    FOR_ROWS (row, table) {
        start();
        setenv("FAKE_CUDA_VERSION", row->version, 1);
        memset(&options, 0, sizeof options);
        options.max_nbytes = row->max_nbytes;
        made.resource = (cucore_memory_resource *)&w;
        CHECK_INT(cucore_memory_resource_create(row->kind, 1, &options, &made.resource), row->status);
        unsetenv("FAKE_CUDA_VERSION");
        if (row->status) CHECK_HAS(cucore_last_error()->message, row->words);
        if (row->status) CHECK(made.resource == NULL);
        cucore_memory_resource_release(made.resource);
        CHECK_INT(fake_live_pools(), 0);
    }
}

TEST(test_resource_refusals)
{
    static const struct {
        const char *name, *words;
        int kind, device;
        cucore_memory_resource_options options;
    } table[] = {
        FIELDS("kind -1", "-1 is no kind of memory (CUCORE_MEMORY_...)", -1, 0,
               {0, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}}),
        FIELDS("kind 8", "8 is no kind of memory", 8, 0, {0, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}}),
        FIELDS("reserved", "options->reserved is not all zero", CUCORE_MEMORY_POOL, 0,
               {0, 0, {0, 0}, 0, 0, NULL, {NULL, &w}}),
        FIELDS(
            "threshold of the default pool",
            "release_threshold (5), max_nbytes (0), handle_types (0x0) and win32_security are of pools of their own, "
            "which kind 0 is not",
            CUCORE_MEMORY_DEFAULT_POOL, 0, {5, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}}),
        FIELDS("limit of pinned memory",
               "max_nbytes (7), handle_types (0x0) and win32_security are of pools of their own, which kind 3 is not",
               CUCORE_MEMORY_PINNED, 0, {0, 7, {0, 0}, 0, 0, NULL, {NULL, NULL}}),
        FIELDS("device", "device 2 does not exist; this process sees 2", CUCORE_MEMORY_POOL, 2,
               {0, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}}),
        FIELDS("device of a pinned pool", "device -7 does not exist", CUCORE_MEMORY_PINNED_POOL, -7,
               {0, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}}),
    };
    start();
    FOR_ROWS (row, table) {
        made.resource = (cucore_memory_resource *)&w;
        REFUSED(
            cucore_memory_resource_create((cucore_memory_kind)row->kind, row->device, &row->options, &made.resource),
            CUCORE_INVALID_ARGUMENT, row->words);
        CHECK(made.resource == NULL);
    }
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(fake_live_pools(), 0);
}

/* NULL is the default pool of the current device, and costs no more than the calls that allocate. */
TEST(test_no_resource_is_the_default_pool)
{
    start();
    fake_context_set_current(w.primary[1]);
    CHECK_INT(cucore_buffer_allocate(NULL, 64, w.b, &made.buffer), CUCORE_OK);
    CHECK_INT(made.buffer.device_id, 1);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    fake_log_clear();
    CHECK_INT(cucore_buffer_allocate(NULL, 64, w.b, &made.buffer), CUCORE_OK);
    CHECK_INT(fake_count("cuMemAllocFromPoolAsync"), 1);
    CHECK_INT(fake_count("cuDeviceGetDefaultMemPool"), 0);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
}

/* Freed on the stream of the last use, which has waited for the ones before. */
TEST(test_freed_where_last_used)
{
    char line[96];
    start();
    CHECK_INT(cucore_buffer_allocate(w.pool, 64, w.a, &made.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_fill(&made.buffer, 1, 1, w.b), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(w.b, NULL, w.a, NULL), 1);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    snprintf(line, sizeof line, " stream=%d ctx=", fake_stream_number(w.b));
    CHECK_HAS(strstr(fake_log(), "cuMemFreeAsync"), line);
    CHECK_INT(cucore_buffer_allocate(w.plain, 64, w.a, &made.buffer), CUCORE_OK);
    fake_stream_add_work(w.a, NULL);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK); /* cuMemFree after the work */
    CHECK_INT(fake_host_has_seen(w.a, NULL), 1);
    CHECK_INT(cucore_buffer_allocate(w.plain, 64, w.a, &made.buffer), CUCORE_OK);
    fake_stream_add_work(w.a, NULL);
    CHECK_INT(cucore_buffer_use(&made.buffer, CUCORE_STREAM_HOST), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(w.a, NULL), 1);
}

/* A default stream stays that of the context in which it was given. */
TEST(test_default_stream_keeps_its_context)
{
    start();
    fake_context_set_current(w.foreign);
    CHECK_INT(cucore_buffer_allocate(w.pool, 64, NULL, &made.buffer), CUCORE_OK);
    CHECK_HAS(fake_log(), "stream=legacy ctx=100\n");
    fake_context_set_current(w.primary[1]);
    fake_log_clear();
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_HAS(strstr(fake_log(), "cuMemFreeAsync"), "stream=legacy ctx=100\n");
    CHECK(fake_context_current() == w.primary[1]);
}

/* Default streams are those of the memory's device, whatever is current. */
TEST(test_default_streams_of_the_memory)
{
    static const CUstream streams[] = {NULL, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD};
    static const char *const contexts[] = {"nothing current", "the other device", "another context of the device",
                                           "the device"};
    char line[64];
    cucore_buffer wrapped;
    CUcontext own, meant;
    int i, j;
    for (i = 0; i < COUNT(contexts); i++) {
        for (j = 0; j < COUNT(streams); j++) {
            start();
            check_row(contexts[i]);
            own = fake_context_create(1);
            meant = i == 2 ? own : w.primary[1];
            fake_context_set_current(i == 0 ? NULL : i == 1 ? w.primary[0] : meant);
            snprintf(line, sizeof line, "stream=%s ctx=%d\n", j == 2 ? "thread" : "legacy", i == 2 ? 101 : 1);
            CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 1, NULL, &made.resource), CUCORE_OK);
#define ON_THE_DEVICE(call, expression)                                                                                \
    do {                                                                                                               \
        fake_log_clear();                                                                                              \
        CHECK_INT(expression, CUCORE_OK);                                                                              \
        CHECK(strstr(fake_log(), call) != NULL);                                                                       \
        if (strstr(fake_log(), call)) CHECK_HAS(strstr(fake_log(), call), line);                                       \
    } while (0)
            ON_THE_DEVICE("cuMemAllocFromPoolAsync",
                          cucore_buffer_allocate(made.resource, 64, streams[j], &made.buffer));
            CHECK(made.buffer.private_.stream_context == meant);
            ON_THE_DEVICE("cuMemsetD8Async", cucore_buffer_fill(&made.buffer, 1, 1, streams[j]));
            ON_THE_DEVICE("cuMemcpyAsync", cucore_buffer_copy_from(&made.buffer, 0, w.far.ptr, 4, streams[j]));
            ON_THE_DEVICE("cuMemcpyAsync", cucore_buffer_copy_to(&made.buffer, 0, w.host, 4, streams[j]));
            ON_THE_DEVICE("cuMemcpyAsync", cucore_memory_copy(made.buffer.ptr, w.host, 4, streams[j]));
            ON_THE_DEVICE("cuMemcpyAsync", cucore_memory_copy(w.host, made.buffer.ptr, 4, streams[j]));
            ON_THE_DEVICE("cuMemsetD32Async", cucore_memory_fill(made.buffer.ptr, 1, 4, 1, streams[j]));
            ON_THE_DEVICE("cuMemFreeAsync", cucore_buffer_release(&made.buffer));
            CHECK_INT(cucore_buffer_from_pointer(w.far.ptr, 64, NULL, NULL, &wrapped), CUCORE_OK);
            wrapped.stream = streams[j]; /* what its owner knows: that work is pending there */
            ON_THE_DEVICE("cuEventRecord", cucore_buffer_use(&wrapped, w.b));
            CHECK_INT(fake_stream_has_seen(w.b, NULL, j == 2 ? CU_STREAM_PER_THREAD : LEGACY, meant), 1);
            CHECK_INT(cucore_buffer_release(&wrapped), CUCORE_OK);
            CHECK(fake_context_current() == (i == 0 ? NULL : i == 1 ? w.primary[0] : meant));
            fake_context_set_current(NULL);
            release_world();
        }
    }
}

/* Of two devices the current one if it takes part, else that of dst. */
TEST(test_default_stream_between_devices)
{
    static const struct {
        const char *name;
        int current, to_far, context;
    } table[] = {
        {"nothing current, to device 1", -1, 1, 1},
        {"nothing current, to device 0", -1, 0, 0},
        {"of dst", 1, 1, 1},
        {"of src", 0, 1, 0},
    };
    char line[32];
    FOR_ROWS (row, table) {
        start();
        fake_context_set_current(row->current < 0 ? NULL : w.primary[row->current]);
        snprintf(line, sizeof line, "stream=legacy ctx=%d\n", row->context);
        CHECK_INT(cucore_memory_copy(row->to_far ? w.far.ptr : w.x.ptr, row->to_far ? w.x.ptr : w.far.ptr, 64, NULL),
                  CUCORE_OK);
        CHECK_HAS(strstr(fake_log(), "cuMemcpyPeerAsync"), line);
    }
}

static int gone;
static void note_gone(void *owner)
{
    gone += *(int *)owner;
}

TEST(test_wrapped_pointer)
{
    int amount = 7;
    start();
    gone = 0;
    CHECK_INT(cucore_buffer_from_pointer(w.far.ptr, 64, &amount, note_gone, &made.buffer), CUCORE_OK);
    CHECK(made.buffer.device_type == CUCORE_DEVICE_TYPE_CUDA && made.buffer.device_id == 1);
    CHECK_INT(cucore_buffer_fill(&made.buffer, 9, 1, w.b), CUCORE_OK);
    CHECK_INT(((char *)w.far.ptr)[63], 9);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(gone, 7);
    CHECK_INT(cucore_buffer_from_pointer(w.host, 64, NULL, NULL, &made.buffer), CUCORE_OK);
    CHECK(made.buffer.device_type == CUCORE_DEVICE_TYPE_CPU && made.buffer.host_accessible);
    CHECK_INT(cucore_buffer_fill(&made.buffer, 9, 1, w.b), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_from_pointer(NULL, 64, NULL, NULL, &made.buffer), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_buffer_from_pointer(NULL, 0, NULL, NULL, &made.buffer), CUCORE_OK);
}

static cucore_status refuse(void *user_data, size_t bytes, CUstream stream, void **out)
{
    (void)stream, (void)out;
    if (*(int *)user_data) return CUCORE_OK; /* and nothing given */
    return cucore_fail(CUCORE_FOREIGN, "their pool has no %d bytes", (int)bytes);
}

/* What a foreign allocator says passes through untouched. */
TEST(test_foreign_allocator)
{
    static const cucore_memory_functions broken = {refuse, foreign_deallocate, 0, 0, {NULL, NULL}},
                                         foreign = {foreign_allocate, foreign_deallocate, 0, 0, {NULL, NULL}};
    int gives_nothing = 0;
    start();
    gone = 0;
    CHECK_INT(cucore_memory_resource_from_functions(&foreign, NULL, NULL, &made.resource), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(made.resource, 40, w.b, &made.buffer), CUCORE_OK);
    cucore_memory_resource_release(made.resource);
    CHECK(made.buffer.device_type == CUCORE_DEVICE_TYPE_CUDA && made.buffer.device_id == 1);
    CHECK_INT(cucore_buffer_fill(&made.buffer, 5, 4, w.b), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_from_functions(&broken, &gives_nothing, note_gone, &made.resource), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(made.resource, 40, w.b, &made.buffer), CUCORE_FOREIGN);
    CHECK_STR(cucore_last_error()->message, "their pool has no 40 bytes");
    gives_nothing = 1;
    REFUSED(cucore_buffer_allocate(made.resource, 40, w.b, &made.buffer), CUCORE_OUT_OF_MEMORY,
            "gave NULL for 40 bytes");
    CHECK_INT(cucore_buffer_allocate(made.resource, 0, w.b, &made.buffer), CUCORE_OK);
    cucore_memory_resource_release(made.resource);
    CHECK_INT(gone, 0); /* the buffer has a reference */
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(gone, 1);
}

TEST(test_functions_refused)
{
    static const struct {
        const char *name, *words;
        cucore_memory_functions functions;
    } table[] = {
        {"no allocate", "functions->allocate is NULL", {NULL, foreign_deallocate, 0, 0, {NULL, NULL}}},
        {"no deallocate", "functions->deallocate is NULL", {foreign_allocate, NULL, 0, 0, {NULL, NULL}}},
        {"device type 10", "device type 10 (rocm)", {foreign_allocate, foreign_deallocate, 10, 0, {NULL, NULL}}},
        {"device type -1", "device type -1 (unknown)", {foreign_allocate, foreign_deallocate, -1, 0, {NULL, NULL}}},
        {"no device",
         "a resource of device memory (type 2) needs its device_id, not -1",
         {foreign_allocate, foreign_deallocate, CUCORE_DEVICE_TYPE_CUDA, -1, {NULL, NULL}}},
        {"no device, managed",
         "a resource of device memory (type 13) needs its device_id, not -2",
         {foreign_allocate, foreign_deallocate, CUCORE_DEVICE_TYPE_CUDA_MANAGED, -2, {NULL, NULL}}},
        {"reserved", "functions->reserved is not all zero", {foreign_allocate, foreign_deallocate, 0, 0, {NULL, &w}}},
        {"reserved[0]",
         "functions->reserved is not all zero",
         {foreign_allocate, foreign_deallocate, 0, 0, {&w, NULL}}},
    };
    int amount = 1;
    start();
    gone = 0;
    FOR_ROWS (row, table) {
        made.resource = (cucore_memory_resource *)&w;
        REFUSED(cucore_memory_resource_from_functions(&row->functions, &amount, note_gone, &made.resource),
                CUCORE_INVALID_ARGUMENT, row->words);
        CHECK(made.resource == NULL);
    }
    CHECK_INT(cucore_memory_resource_from_functions(NULL, &amount, note_gone, &made.resource), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_memory_resource_from_functions(&table[0].functions, &amount, note_gone, NULL),
              CUCORE_INVALID_ARGUMENT);
    CHECK_INT(gone, 0);
    CHECK_STR(fake_log(), "");
}

/* --------------------------------------------------------------------------------------------- copies and fills -- */
TEST(test_copies)
{
    start();
    for (int i = 0; i < 64; i++) w.host[i] = (char)i;
    CHECK_INT(cucore_buffer_copy_from(&w.x, 16, w.host, 32, w.a), CUCORE_OK);
    CHECK(memcmp((char *)w.x.ptr + 16, w.host, 32) == 0 && ((char *)w.x.ptr)[15] == 'x');
    CHECK_INT(fake_host_has_seen(w.a, NULL), 1); /* pageable: done on return */
    CHECK_INT(cucore_buffer_copy_to(&w.x, 0, w.far.ptr, 64, w.b), CUCORE_OK);
    CHECK_INT(fake_count("cuMemcpyPeerAsync"), 1);
    CHECK_INT(fake_host_has_seen(w.b, NULL), 0);
    memset(w.host, 0, sizeof w.host);
    CHECK_INT(cucore_buffer_copy_to(&w.far, 16, w.host, 32, w.b), CUCORE_OK);
    CHECK_INT(w.host[31], 31);
    CHECK_INT(cucore_memory_copy(w.host + 8, w.host, 8, w.a), CUCORE_OK); /* host to host, in order */
    CHECK_INT(w.host[9], 1);
    CHECK_INT(cucore_buffer_allocate(w.pinned, 64, w.a, &made.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_copy_from(&made.buffer, 0, w.x.ptr, 64, w.a), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(w.a, NULL), 0); /* pinned: asynchronous */
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
}

TEST(test_copy_refusals)
{
    start();
    CHECK_INT(cucore_buffer_copy_from(&w.x, 33, w.host, 32, w.a), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "32 bytes from byte 33 are not in a buffer of 64 bytes");
    CHECK_INT(cucore_buffer_copy_to(&w.x, 65, w.host, 0, w.a), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_buffer_copy_to(&w.x, 1, w.host, SIZE_MAX, w.a), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_buffer_copy_to(&w.x, 64, w.host, 0, w.a), CUCORE_OK);
    CHECK_INT(cucore_buffer_copy_from(&w.x, 0, w.host, 4, CUCORE_STREAM_HOST), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_memory_copy(NULL, w.host, 4, w.a), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_memory_copy(NULL, NULL, 0, w.a), CUCORE_OK);
    w.x.readonly = 1;
    CHECK_INT(cucore_buffer_copy_from(&w.x, 0, w.host, 4, w.a), CUCORE_READONLY);
    CHECK_INT(cucore_buffer_fill(&w.x, 0, 1, w.a), CUCORE_READONLY);
    CHECK_INT(cucore_buffer_copy_to(&w.x, 0, w.y.ptr, 64, w.a), CUCORE_OK);
    CHECK_INT(((char *)w.y.ptr)[0], 'x');
}

TEST(test_fills)
{
    start();
    CHECK_INT(cucore_buffer_fill(&w.x, 0xab, 1, w.a), CUCORE_OK);
    CHECK_INT(((unsigned char *)w.x.ptr)[63], 0xab);
    CHECK_INT(cucore_buffer_fill(&w.x, 0xabcd, 2, w.a), CUCORE_OK);
    CHECK_INT(((uint16_t *)w.x.ptr)[31], 0xabcd);
    CHECK_INT(cucore_buffer_fill(&w.x, 0x89abcdef, 4, w.a), CUCORE_OK);
    CHECK_INT(((uint32_t *)w.x.ptr)[15], 0x89abcdef);
    CHECK_INT(cucore_memory_fill((char *)w.x.ptr + 2, 7, 2, 1, w.a), CUCORE_OK);
    CHECK_INT(((uint32_t *)w.x.ptr)[0], 0x0007cdef);
    REFUSED(cucore_memory_fill((char *)w.x.ptr + 2, 7, 4, 1, w.a), CUCORE_INVALID_ARGUMENT,
            "is not aligned to the pattern of 4 bytes");
    CHECK_INT(cucore_buffer_fill(&w.x, 0x100, 1, w.a), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "the pattern 0x100 does not fit 1 byte");
    CHECK_INT(cucore_buffer_fill(&w.x, 0, 3, w.a), CUCORE_INVALID_ARGUMENT);
    w.x.nbytes = 62;
    CHECK_INT(cucore_buffer_fill(&w.x, 0, 4, w.a), CUCORE_INVALID_ARGUMENT);
    w.x.nbytes = 64;
    CHECK_INT(cucore_memory_fill(NULL, 0, 4, 1, w.a), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_memory_fill(NULL, 0, 4, 0, w.a), CUCORE_OK);
}

/* ------------------------------------------------------------------------------------------------------ views -- */
TEST(test_view_from_buffer_bounds)
{
    static const struct {
        const char *name;
        int64_t shape, stride;
        size_t offset;
        cucore_status expected;
    } bounds[] = {
        {"all of it", 16, 1, 0, CUCORE_OK},
        {"one more", 17, 1, 0, CUCORE_INVALID_ARGUMENT},
        {"from the middle", 8, 1, 32, CUCORE_OK},
        {"one byte too far", 8, 1, 33, CUCORE_INVALID_ARGUMENT},
        {"backwards from the end", 16, -1, 60, CUCORE_OK},
        {"backwards beyond the start", 16, -1, 56, CUCORE_INVALID_ARGUMENT},
        {"every second", 8, 2, 0, CUCORE_OK},
        {"every second, last one whole", 8, 2, 4, CUCORE_OK},
        {"every second, beyond", 8, 2, 8, CUCORE_INVALID_ARGUMENT},
        {"broadcast", 1000000, 0, 60, CUCORE_OK},
        {"empty at the end", 0, 1, 64, CUCORE_OK},
        {"empty behind the end", 0, 1, 65, CUCORE_INVALID_ARGUMENT},
        {"offset beyond everything", 1, 1, SIZE_MAX, CUCORE_INVALID_ARGUMENT},
    };
    cucore_dtype dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    cucore_layout layout;
    start();
    FOR_ROWS (row, bounds) {
        CHECK_INT(cucore_layout_make(1, &row->shape, &row->stride, 4, &layout), CUCORE_OK);
        CHECK_INT(cucore_view_from_buffer(&w.x, row->offset, dtype, &layout, &w.view), row->expected);
        if (row->expected) {
            CHECK(!w.view.ptr && !w.view.protocol);
            continue;
        }
        CHECK(w.view.ptr == (char *)w.x.ptr + row->offset);
        CHECK_INT(w.view.layout.shape[0], row->shape);
        CHECK_INT(w.view.layout.strides[0], row->stride);
        CHECK_INT(cucore_view_check_range(&w.view), CUCORE_OK);
    }
}

TEST(test_view_from_buffer)
{
    cucore_dtype f32 = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), f64 = cucore_dtype_make(CUCORE_CODE_FLOAT, 64, 1);
    cucore_layout layout;
    int64_t shape[2] = {4, 4};
    char text[128];
    start();
    CHECK_INT(cucore_layout_make(2, shape, NULL, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_from_buffer(&w.x, 0, f64, &layout, &w.view), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "float64 has an itemsize of 8 bytes, the layout one of 4");
    CHECK_INT(cucore_view_from_buffer(&w.x, 0, cucore_dtype_make(3, 32, 1), &layout, &w.view), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_view_from_buffer(NULL, 0, f32, &layout, &w.view), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_from_buffer(&w.x, 0, f32, NULL, &w.view), CUCORE_INVALID_ARGUMENT);
    fake_log_clear();
    CHECK_INT(cucore_view_from_buffer(&w.x, 0, f32, &layout, &w.view), CUCORE_OK);
    CHECK_STR(fake_log(), "");
    CHECK(w.view.device_id == 0 && w.view.device_accessible && !w.view.host_accessible && !w.view.readonly);
    CHECK(w.view.has_producer_stream && w.view.producer_stream == w.a && !w.view.private_.release);
    cucore_view_format(&w.view, text, sizeof text);
    CHECK_HAS(text, "float32 (4, 4) strides (4, 1) on cuda:0, writable, memory, 0x");
    fake_stream_add_work(w.a, NULL);
    CHECK_INT(cucore_views_begin_access(&w.view, 1, w.b), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(w.b, NULL, w.a, NULL), 1);
    cucore_view_release(&w.view);
    w.x.readonly = 1;
    CHECK_INT(cucore_view_from_buffer(&w.x, 0, f32, &layout, &w.view), CUCORE_OK);
    CHECK_INT(w.view.readonly, 1);
}

TEST(test_packed_view_bounds)
{
    cucore_layout layout;
    int64_t shape = 127, stride = 1;
    start();
    CHECK_INT(cucore_layout_make(1, &shape, &stride, 1, &layout), CUCORE_OK);
    CHECK_INT(cucore_layout_set_packed(&layout, 4), CUCORE_OK);
    CHECK_INT(cucore_view_from_buffer(&w.x, 0, cucore_dtype_make(CUCORE_CODE_INT, 4, 1), &layout, &w.view), CUCORE_OK);
    CHECK_INT(w.view.padded, 0);
    CHECK_INT(cucore_view_from_buffer(&w.x, 1, cucore_dtype_make(CUCORE_CODE_INT, 4, 1), &layout, &w.view),
              CUCORE_INVALID_ARGUMENT);
}

TEST(test_view_as)
{
    cucore_dtype i32 = cucore_dtype_make(CUCORE_CODE_INT, 32, 1), i8 = cucore_dtype_make(CUCORE_CODE_INT, 8, 1);
    cucore_layout layout;
    cucore_view other;
    int64_t shape[2] = {8, 2}, flat = 64, strides[2] = {-2, 1};
    start();
    make_view();
    CHECK_INT(cucore_view_as(&w.view, 0, NULL, &i32, &other), CUCORE_OK);
    CHECK(other.dtype.code == CUCORE_CODE_INT && other.layout.shape[0] == 16 && other.ptr == w.view.ptr);
    CHECK_INT(cucore_view_as(&w.view, 0, NULL, &i8, &other), CUCORE_WRONG_DTYPE);
    CHECK_INT(cucore_layout_make(1, &flat, NULL, 1, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&w.view, 0, &layout, NULL, &other), CUCORE_WRONG_DTYPE);
    CHECK_INT(cucore_view_as(&w.view, 0, &layout, &i8, &other), CUCORE_OK);
    CHECK_INT(other.layout.shape[0], 64);
    CHECK_INT(cucore_layout_make(2, shape, NULL, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&w.view, 0, &layout, NULL, &other), CUCORE_OK);
    CHECK_INT(cucore_layout_make(2, shape, strides, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&w.view, 0, &layout, NULL, &other), CUCORE_INVALID_ARGUMENT); /* before the start */
    CHECK(!other.ptr);
    flat = 65;
    CHECK_INT(cucore_layout_make(1, &flat, NULL, 1, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&w.view, 0, &layout, &i8, &other), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_as(&w.view, 0, NULL, NULL, &w.view), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_as(NULL, 0, NULL, NULL, &other), CUCORE_INVALID_ARGUMENT);
}

TEST(test_view_as_from_another_start)
{
    static const struct {
        const char *name;
        int64_t offset_bytes, extent, stride;
        cucore_status status;
    } starts[] = {{"the start", 0, 16, 1, CUCORE_OK},
                  {"the second half", 32, 8, 1, CUCORE_OK},
                  {"the last one", 60, 1, 1, CUCORE_OK},
                  {"reversed", 60, 16, -1, CUCORE_OK},
                  {"every second, reversed", 56, 8, -2, CUCORE_OK},
                  {"none, at the end", 64, 0, 1, CUCORE_OK},
                  {"none, behind the end", 65, 0, 1, CUCORE_INVALID_ARGUMENT},
                  {"one at the end", 64, 1, 1, CUCORE_INVALID_ARGUMENT},
                  {"one before the start", -4, 1, 1, CUCORE_INVALID_ARGUMENT},
                  {"over the end", 32, 9, 1, CUCORE_INVALID_ARGUMENT},
                  {"reversed, over the start", 56, 16, -1, CUCORE_INVALID_ARGUMENT},
                  {"the lowest number", INT64_MIN, 1, 1, CUCORE_INVALID_ARGUMENT},
                  {"the highest number", INT64_MAX, 1, 1, CUCORE_INVALID_ARGUMENT}};
    cucore_layout layout;
    cucore_view other, back;
    const int64_t all = 16, backwards = -1;
    start();
    make_view();
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        check_row(starts[i].name);
        CHECK_INT(cucore_layout_make(1, &starts[i].extent, &starts[i].stride, 4, &layout), CUCORE_OK);
        memset(&other, 0xa5, sizeof other);
        CHECK_INT(cucore_view_as(&w.view, starts[i].offset_bytes, &layout, NULL, &other), starts[i].status);
        CHECK(other.ptr == (starts[i].status ? NULL : (char *)w.view.ptr + starts[i].offset_bytes));
        if (!starts[i].status) CHECK_INT(other.layout.shape[0], starts[i].extent);
    }
    check_row("from a reversed one");
    CHECK_INT(cucore_layout_make(1, &all, &backwards, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&w.view, 60, &layout, NULL, &other), CUCORE_OK);
    CHECK_INT(cucore_layout_make(1, &all, NULL, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&other, -60, &layout, NULL, &back), CUCORE_OK);
    CHECK(back.ptr == w.view.ptr);
    CHECK_INT(cucore_view_as(&other, -64, &layout, NULL, &back), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_as(&other, 4, NULL, NULL, &back), CUCORE_INVALID_ARGUMENT); /* the same layout, moved */
    CHECK_INT(cucore_view_as(&w.view, 4, NULL, NULL, &back), CUCORE_INVALID_ARGUMENT);
    check_row("");
}

/* An element as far before the origin as 64 bits can say: its byte is found without overflow. */
TEST(test_view_of_the_lowest_bit)
{
    cucore_dtype i8 = cucore_dtype_make(CUCORE_CODE_INT, 8, 1);
    cucore_layout layout;
    cucore_view other;
    int64_t shape = 2, stride = -((int64_t)1 << 60);
    start();
    make_view();
    CHECK_INT(cucore_layout_make(1, &shape, &stride, 1, &layout), CUCORE_OK);
    memset(&other, 0xa5, sizeof other);
    REFUSED(cucore_view_as(&w.view, 0, &layout, &i8, &other), CUCORE_INVALID_ARGUMENT,
            "from byte -1152921504606846976 to byte 1 around byte 0 of 64 bytes");
    CHECK(!other.ptr && !other.private_.release);
}

/* As driver 580 answers for pools of pinned memory: a size, and 0 for where it begins. */
static int CUDAAPI range_without_start(unsigned count, int *attributes, void **values, uintptr_t ptr)
{
    (void)ptr;
    for (unsigned i = 0; i < count; i++) {
        if (attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE) *(unsigned *)values[i] = CU_MEMORYTYPE_HOST;
        if (attributes[i] == CU_POINTER_ATTRIBUTE_RANGE_START_ADDR) *(CUdeviceptr *)values[i] = 0;
        if (attributes[i] == CU_POINTER_ATTRIBUTE_RANGE_SIZE) *(size_t *)values[i] = 8000;
    }
    return CUDA_SUCCESS;
}

TEST(test_range_that_the_driver_does_not_say)
{
    int(CUDAAPI * real)(unsigned, int *, void **, uintptr_t);
    start();
    real = cucore__driver.PointerGetAttributes;
    cucore__driver.PointerGetAttributes = range_without_start;
    made.block.base = &w, made.block.bytes = 77;
    REFUSED(cucore_pointer_get_range(w.x.ptr, &made.block.base, &made.block.bytes), CUCORE_UNSUPPORTED,
            "does not say where the allocation that holds 0x");
    CHECK(made.block.base == &w && made.block.bytes == 77);
    cucore__driver.PointerGetAttributes = real;
}

TEST(test_check_range)
{
    start();
    make_view();
    w.view.layout.shape[0] = 17; /* a producer that lies */
    REFUSED(cucore_view_check_range(&w.view), CUCORE_PROTOCOL, "byte 68 around byte 0 of 64 bytes");
    w.view.layout.shape[0] = 16;
    w.view.ptr = (char *)w.view.ptr + 4;
    CHECK_INT(cucore_view_check_range(&w.view), CUCORE_PROTOCOL);
    w.view.layout.shape[0] = 15;
    CHECK_INT(cucore_view_check_range(&w.view), CUCORE_OK);
    w.view.ptr = w.host;
    CHECK_INT(cucore_view_check_range(&w.view), CUCORE_WRONG_DEVICE);
    w.view.layout.shape[0] = 0;
    CHECK_INT(cucore_view_check_range(&w.view), CUCORE_OK);
}

/* ---------------------------------------------------------------------------------------------------- modules -- */
TEST(test_modules)
{
    cucore_launch_config config = {{3, 2, 1}, {64, 1, 1}, 128, 0, NULL};
    CUfunction function = NULL;
    start();
    CHECK_INT(cucore_module_load(0, "bad", &made.module), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_IMAGE);
    CHECK_HAS(cucore_last_error()->message, "line 1: that is bad");
    CHECK_STR(cucore_last_error()->call, "cuModuleLoadDataEx");
    CHECK_INT(cucore_module_load(0, NULL, &made.module), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_module_load(0, "good", &made.module), CUCORE_OK);
    REFUSED(cucore_module_get_function(made.module.handle, "missing", &function), CUCORE_DRIVER,
            "no kernel named 'missing'");
    CHECK_INT(cucore_module_get_function(made.module.handle, "kernel", &function), CUCORE_OK);
    CHECK_INT(cucore_function_launch(function, &config, w.a, NULL), CUCORE_OK);
    CHECK_HAS(fake_log(), "grid=3x2x1 block=64x1x1 shared=128 stream=");
    CHECK_INT(cucore_function_launch(function, NULL, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_function_launch(function, &config, w.b, NULL), CUCORE_DRIVER); /* another device's stream */
    CHECK_INT(cucore_module_release(&made.module), CUCORE_OK);
    CHECK_INT(cucore_function_launch(function, &config, w.a, NULL), CUCORE_DRIVER);
}

/* --------------------------------------------------------------------------------- threads, forks, old drivers -- */
static int first_use(int number)
{
    int errors = 0;
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    cucore_stream stream;
    int device = number % 2;
    errors += cucore_stream_create(device, NULL, &stream) != CUCORE_OK;
    errors += cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, device, NULL, &pool) != CUCORE_OK;
    for (int i = 0; i < 50; i++) {
        errors += cucore_buffer_allocate(pool, 64, stream.handle, &buffer) != CUCORE_OK;
        errors += cucore_stream_wait(THREAD, stream.handle) != CUCORE_OK;
        errors += cucore_buffer_fill(&buffer, 1, 4, THREAD) != CUCORE_OK;
        errors += cucore_buffer_release(&buffer) != CUCORE_OK;
        errors += fake_context_depth() != 0;
    }
    errors += cucore_stream_release(&stream) != CUCORE_OK;
    return errors;
}

static void test_first_use_from_many_threads(void)
{
    CHECK_INT(cucore_driver_is_loaded(), 0);
    in_threads(first_use);
    CHECK_INT(fake_count("cuInit"), 1);
    CHECK_INT(fake_count("cuDevicePrimaryCtxRetain"), 2);
    CHECK(fake_live_events() <= 2 * 8);
    cucore_trim();
    CHECK_INT(fake_live_events(), 0);
    CHECK_INT(fake_live_allocations(), 0);
    CHECK(strstr(fake_log(), "result=") == NULL);
}

/* B88, T15: in a child nothing reaches the driver any more, not even what gives a handle back. */
static const driver_act *forked_row;

/* Returns 1 if the act cannot succeed without a driver, and has a status to report that.  A trim finds nothing to
 * do, and memory of another library goes back to it. */
static int reports_the_driver(const driver_act *r)
{
    if (!(r->kinds & DRIVER) || (r->kinds & QUIET)) return 0;
    return r->act != act_trim_memory && !(r->act == act_release && r->prepare == make_foreign);
}

static void child_after_fork(void)
{
    int before = fake_call_count();
    cucore_status status;
    alarm(20);
    status = forked_row->act();
    if (reports_the_driver(forked_row)) {
        CHECK_INT(status, CUCORE_DRIVER);
        CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_INITIALIZED);
    }
    CHECK_INT(fake_call_count(), before);
}

TEST(test_fork_after_use)
{
    for (int i = 0; i < COUNT(driver_acts); i++) {
        const driver_act *r = &driver_acts[i];
        check_row(name_of(r));
        start();
        r->prepare();
        forked_row = r;
        in_child(child_after_fork);
        CHECK_INT(r->act(), CUCORE_OK); /* the parent goes on */
        r->undo();
        release_world();
    }
}

static const char *expected_words;

/* Returns 1 for functions of views that succeed without a driver, or fail for another reason, and for allocations,
 * which have no memory resource then. */
static int is_left_out(const char *function)
{
    static const char *const left_out[] = {"cucore_buffer_allocate", "cucore_views_end_access", "cucore_view_check",
                                           "cucore_view_set_producer_stream"};
    int i = 0;
    while (i < COUNT(left_out) && strcmp(function, left_out[i])) i++;
    return i < COUNT(left_out);
}

static void child_unusable(void)
{
    memset(&w, 0, sizeof w);
    w.x.ptr = w.host, w.x.nbytes = 64, w.x.device_type = CUCORE_DEVICE_TYPE_CUDA, w.y = w.x, w.far = w.x;
    w.event = w.later = (CUevent)w.host, w.a = (CUstream)w.host, w.b = (CUstream)(w.host + 8),
    w.function = (CUfunction)w.host, w.primary[1] = (CUcontext)w.host;
    as_view(&w.far, w.b, &w.view), w.views[0] = w.views[1] = w.view;
    for (int i = 0; i < COUNT(driver_acts); i++) {
        const driver_act *r = &driver_acts[i];
        check_row(name_of(r));
        if (r->prepare != nothing || !reports_the_driver(r) || is_left_out(r->function)) continue;
        REFUSED(r->act(), CUCORE_NO_DRIVER, expected_words);
    }
    CHECK(!made.stream.handle && !made.event.handle && !made.resource && !made.module.handle);
}

static void test_no_driver(void)
{
    const char *name = driver_name;
    driver_name = "libcuda-absent.so.7";
    expected_words = "cannot load libcuda-absent.so.7";
    in_child(child_unusable);
    driver_name = name;
    expected_words = "CUDA_ERROR_STUB_LIBRARY (34)";
    in_child_with("FAKE_CUDA_INIT", "34", child_unusable);
    expected_words = "CUDA_ERROR_NO_DEVICE (100)";
    in_child_with("FAKE_CUDA_DEVICES", "0", child_unusable);
}

/* An older driver: the function that needs the entry point names it, all others work. */
static const char *missing_name;
static const driver_act *missing_row;

static void child_missing(void)
{
    start();
    missing_row->prepare();
    fake_log_clear();
    REFUSED(missing_row->act(), CUCORE_NO_DRIVER, "the CUDA driver is too old: it has no ");
    CHECK_HAS(cucore_last_error()->message, missing_name);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_FOUND);
    CHECK(fake_context_current() == NULL);
}

static void test_old_driver(void)
{
    static const struct {
        const char *symbol;
        cucore_status (*act)(void);
    } table[] = {
        {"cuDeviceGetByPCIBusId", act_pci},
        {"cuDeviceGetUuid", act_query},
        {"cuCtxEnablePeerAccess", act_peer},
        {"cuStreamCreateWithPriority", act_stream_create},
        {"cuStreamQuery", act_stream_query},
        {"cuLaunchHostFunc", act_host_function},
        {"cuEventQuery", act_event_query},
        {"cuEventSynchronize", act_event_synchronize},
        {"cuMemPoolCreate", act_create_pool},
        {"cuMemHostAlloc", act_allocate_pinned},
        {"cuMemcpyAsync", act_buffer_copy},
        {"cuMemsetD16Async", act_fill},
        {"cuModuleGetFunction", act_module_function},
        {"cuLaunchKernel", act_launch},
        {"cuLaunchKernelEx", act_launch_more},
    };
    for (int i = 0; i < COUNT(table); i++) {
        check_row(table[i].symbol);
        missing_name = table[i].symbol;
        missing_row = NULL;
        for (int j = 0; j < COUNT(driver_acts); j++) {
            if (driver_acts[j].act == table[i].act) missing_row = &driver_acts[j];
        }
        CHECK(missing_row != NULL);
        if (strcmp(missing_name, "cuModuleGetFunction") == 0) continue; /* start needs it: test_old_driver_modules */
        if (missing_row) in_child_with("FAKE_CUDA_MISSING", missing_name, child_missing);
    }
}

/* Before CUDA 11.2: no pools, plain memory instead. */
static void child_without_pools(void)
{
    memset(&w, 0, sizeof w);
    REFUSED(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &made.resource), CUCORE_NO_DRIVER,
            "it has no cu");
    CHECK(!made.resource);
    CHECK_INT(create_pool(0, 0, &made.resource), CUCORE_NO_DRIVER);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &w.plain), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(w.plain, 64, NULL, &w.x), CUCORE_OK);
    CHECK_INT(cucore_buffer_fill(&w.x, 1, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&w.x), CUCORE_OK);
    CHECK_INT(cucore_module_load(0, "code", &made.module), CUCORE_OK);
    REFUSED(act_module_function(), CUCORE_NO_DRIVER, "it has no cuModuleGetFunction");
}

static void child_without_context_ids(void)
{
    test_pool_without_context_ids();
}

/* What cuGetProcAddress refuses is taken by its name. */
static void child_refused(void)
{
    start();
    CHECK_INT(act_allocate(), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
}

static void test_names_instead(void)
{
    for (is_refusing = 1; is_refusing <= 2; is_refusing++) in_child(child_refused);
    is_refusing = 0;
}

static void child_too_old(void)
{
    CHECK_INT(cucore_device_count(), -1);
    REFUSED(cucore_last_error()->status, CUCORE_NO_DRIVER, "the CUDA driver is too old: it has no ");
    CHECK_HAS(cucore_last_error()->message, missing_name);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_FOUND);
}

static void test_indispensable(void)
{
    static const char *const names[INDISPENSABLE] = {
        "cuStreamWaitEvent", "cuEventRecord",       "cuInit",           "cuDeviceGetCount", "cuDevicePrimaryCtxRetain",
        "cuCtxGetCurrent",   "cuCtxGetDevice",      "cuCtxPushCurrent", "cuCtxPopCurrent",  "cuPointerGetAttributes",
        "cuStreamGetCtx",    "cuStreamSynchronize", "cuEventCreate",    "cuEventDestroy"};
    char both[64];
    for (int i = 0; i < INDISPENSABLE; i++) {
        check_row(names[i]);
        missing_name = names[i];
        snprintf(both, sizeof both, "%s,%s_v2", names[i], names[i]);
        in_child_with("FAKE_CUDA_MISSING", both, child_too_old);
    }
}

static void test_old_driver_pools(void)
{
    in_child_with("FAKE_CUDA_MISSING",
                  "cuMemAllocFromPoolAsync,cuMemFreeAsync,cuMemPoolCreate,cuDeviceGetDefaultMemPool,"
                  "cuModuleGetFunction",
                  child_without_pools);
    in_child_with("FAKE_CUDA_MISSING", "cuCtxGetId", child_without_context_ids);
}

int main(void)
{
    RUN(test_no_driver);
    RUN(test_old_driver);
    RUN(test_old_driver_pools);
    RUN(test_names_instead);
    RUN(test_indispensable);
    RUN(test_first_use_from_many_threads); /* from here on the driver is loaded */
    check_tests();
    return check_end();
}
