/* test_gpu_driver.c - devices, streams, events, memory and modules on a real GPU; skipped without one
 *
 * What the fake driver cannot prove: that the driver itself takes the calls, on threads without a context too, and that
 * kernels see the order.  Rows for two GPUs are skipped with one. */
#include "check.h"

#include <pthread.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore.h"

/* spin: keeps a stream busy for `ticks` of the clock, then writes `value` to *out. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry spin(.param .u64 out, .param .u64 ticks, .param .u32 value)\n"
                          "{\n .reg .pred %p1; .reg .b32 %r1; .reg .b64 %d<6>;\n"
                          " ld.param.u64 %d1, [out];\n ld.param.u64 %d2, [ticks];\n ld.param.u32 %r1, [value];\n"
                          " mov.u64 %d3, %clock64;\n"
                          "again:\n mov.u64 %d4, %clock64;\n sub.u64 %d5, %d4, %d3;\n"
                          " setp.lt.u64 %p1, %d5, %d2;\n @%p1 bra again;\n"
                          " cvta.to.global.u64 %d1, %d1;\n st.global.u32 [%d1], %r1;\n ret;\n}\n";

static void spin(CUfunction function, void *out, uint64_t ticks, uint32_t value, CUstream stream)
{
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    OK(cucore_function_launch(function, &config, stream, CUCORE_ARGS(&out, &ticks, &value)));
}

static CUfunction load_spin(int device, cucore_module *module)
{
    CUfunction function = NULL;
    OK(cucore_module_load(device, ptx, module));
    OK(cucore_module_get_function(module->handle, "spin", &function));
    return function;
}

enum { SLOW = 100000000 };

static CUcontext current(void)
{
    CUcontext context = NULL;
    OK(cucore_context_get_current(&context, NULL));
    return context;
}

TEST(test_device)
{
    cucore_device_info info;
    size_t free_bytes = 0, total = 0;
    int device = -1, number = 0;
    OK(cucore_device_get_info(0, &info));
    printf("device 0: %s, %s, %d.%d\n", info.name, info.pci_bus_id, info.compute_major, info.compute_minor);
    OK(cucore_device_from_pci_bus_id(info.pci_bus_id, &device));
    CHECK_INT(device, 0);
    OK(cucore_device_get_memory_info(0, &free_bytes, &total));
    CHECK(free_bytes > 0 && free_bytes <= total && total <= info.memory_nbytes + (1u << 30));
    OK(cucore_device_get_attribute(0, CU_DEVICE_ATTRIBUTE_WARP_SIZE, &number));
    CHECK_INT(number, 32);
    OK(cucore_device_synchronize(0));
    CHECK(current() == NULL);
}

/* A thread without a context does all of it by handles alone, and still has none. */
static void *without_a_context(void *unused)
{
    cucore_module module;
    cucore_stream a, b;
    cucore_event start, stop;
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    CUfunction function;
    uint32_t value = 0;
    float milliseconds = -1;
    int done = 1;
    cucore_stream found;
    (void)unused;
    CHECK(current() == NULL);
    OK(cucore_stream_create(0, NULL, &a));
    OK(cucore_stream_create(0, NULL, &b));
    OK(cucore_event_create(0, CU_EVENT_DEFAULT, &start));
    OK(cucore_event_create(0, CU_EVENT_DEFAULT, &stop));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool));
    OK(cucore_buffer_allocate(pool, 4096, a.handle, &buffer));
    function = load_spin(0, &module);
    OK(cucore_event_record(start.handle, a.handle));
    spin(function, buffer.ptr, SLOW, 77, a.handle);
    OK(cucore_stream_query(a.handle, &done));
    CHECK_INT(done, 0);
    OK(cucore_event_record(stop.handle, a.handle));
    OK(cucore_event_query(stop.handle, &done));
    CHECK_INT(done, 0);
    OK(cucore_stream_wait(b.handle, a.handle)); /* else the copy would come too early */
    OK(cucore_memory_copy(&value, buffer.ptr, 4, b.handle));
    CHECK_INT(value, 77);
    OK(cucore_event_synchronize(stop.handle));
    OK(cucore_event_get_elapsed(start.handle, stop.handle, &milliseconds));
    CHECK(milliseconds > 1);
    OK(cucore_stream_from_handle(a.handle, CUCORE_DEVICE_ANY, &found));
    CHECK_INT(found.device_id, 0);
    OK(cucore_stream_wait(NULL, a.handle));
    OK(cucore_stream_wait(CU_STREAM_PER_THREAD, NULL));
    OK(cucore_stream_wait_event(b.handle, stop.handle));
    OK(cucore_buffer_use(&buffer, b.handle));
    OK(cucore_buffer_release(&buffer));
    OK(cucore_stream_synchronize(b.handle));
    OK(cucore_event_release(&start));
    OK(cucore_event_release(&stop));
    OK(cucore_module_release(&module));
    OK(cucore_stream_release(&a));
    OK(cucore_stream_release(&b));
    CHECK(current() == NULL);
    return NULL;
}

TEST(test_thread_without_a_context)
{
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, without_a_context, NULL), 0);
    pthread_join(thread, NULL);
}

/* A context that another library made, not a primary one, stays current and is worked in. */
TEST(test_foreign_context)
{
    typedef CUresult(CUDAAPI * create_function)(CUcontext *, unsigned, CUdevice);
    typedef CUresult(CUDAAPI * destroy_function)(CUcontext);
    void *symbol = cucore__library_symbol(cucore__library_open(), "cuCtxCreate_v2");
    create_function create;
    destroy_function destroy;
    CUcontext foreign = NULL, popped;
    cucore_stream inside, outside;
    cucore_event event;
    cucore_buffer buffer;
    cucore_memory_resource *plain;
    memcpy(&create, &symbol, sizeof symbol);
    symbol = cucore__library_symbol(cucore__library_open(), "cuCtxDestroy_v2");
    memcpy(&destroy, &symbol, sizeof symbol);
    OK(cucore_stream_create(0, NULL, &outside));
    CHECK_INT(create(&foreign, 0, 0), 0);
    OK(cucore_stream_create(CUCORE_DEVICE_CURRENT, NULL, &inside));
    CHECK(inside.context == foreign && outside.context != foreign);
    OK(cucore_event_create(0, 0, &event));
    CHECK(event.context == foreign);
    OK(cucore_event_record(event.handle, inside.handle));
    for (int i = 0; i < 3; i++) {
        OK(cucore_stream_wait(outside.handle, inside.handle));
        OK(cucore_stream_wait(inside.handle, outside.handle));
        OK(cucore_stream_wait(NULL, outside.handle));
    }
    OK(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &plain));
    OK(cucore_buffer_allocate(plain, 4096, outside.handle, &buffer));
    OK(cucore_buffer_fill(&buffer, 5, 4, outside.handle));
    OK(cucore_buffer_release(&buffer));
    CHECK(current() == foreign);
    OK(cucore_event_release(&event));
    OK(cucore_stream_release(&inside));
    OK(cucore_stream_synchronize(outside.handle));
    OK(cucore_stream_release(&outside));
    cucore_trim();
    CHECK_INT(cucore__driver.CtxPopCurrent(&popped), 0);
    CHECK_INT(destroy(foreign), 0);
    CHECK(current() == NULL);
}

TEST(test_memory)
{
    cucore_memory_resource_options options;
    static const struct {
        const char *name;
        cucore_memory_kind kind;
    } kinds[] = {
        {"default pool", CUCORE_MEMORY_DEFAULT_POOL}, {"pool", CUCORE_MEMORY_POOL},
        {"synchronous", CUCORE_MEMORY_SYNCHRONOUS},   {"pinned", CUCORE_MEMORY_PINNED},
        {"pinned pool", CUCORE_MEMORY_PINNED_POOL},   {"managed", CUCORE_MEMORY_MANAGED},
        {"managed pool", CUCORE_MEMORY_MANAGED_POOL},
    };
    cucore_status status;
    static unsigned char host[100000];
    cucore_memory_resource *resource;
    cucore_buffer buffer, other;
    cucore_pointer_info info;
    cucore_stream stream;
    void *base = NULL;
    size_t bytes = 0, j, total = 0;
    int wrong;
    OK(cucore_stream_create(0, NULL, &stream));
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++) {
        check_row(kinds[i].name);
        status = cucore_memory_resource_create(kinds[i].kind, 0, NULL, &resource);
        if (status == CUCORE_UNSUPPORTED) { /* an older driver */
            printf("%s\n", cucore_last_error()->message);
            continue;
        }
        OK(status);
        OK(cucore_buffer_allocate(resource, sizeof host, stream.handle, &buffer));
        OK(cucore_buffer_allocate(resource, sizeof host, stream.handle, &other));
        cucore_memory_resource_release(resource); /* the buffers have references */
        OK(cucore_pointer_get_info(buffer.ptr, &info));
        CHECK_INT(info.device_type, buffer.device_type);
        status = cucore_pointer_get_range((char *)buffer.ptr + 5000, &base, &bytes);
        if (kinds[i].kind == CUCORE_MEMORY_PINNED_POOL && status == CUCORE_UNSUPPORTED) {
            printf("%s\n", cucore_last_error()->message);
        } else {
            OK(status);
            CHECK(base == buffer.ptr && bytes >= sizeof host);
        }
        OK(cucore_buffer_fill(&buffer, 0xab, 1, stream.handle));
        OK(cucore_memory_fill((char *)buffer.ptr + 2, 0x1234, 2, 1, stream.handle));
        OK(cucore_memory_fill((char *)buffer.ptr + 8, 0xdeadbeef, 4, 1, stream.handle));
        OK(cucore_buffer_copy_from(&other, 0, buffer.ptr, buffer.nbytes, stream.handle));
        memset(host, 0, sizeof host);
        OK(cucore_buffer_copy_to(&other, 0, host, sizeof host, stream.handle));
        CHECK(host[2] == 0x34 && host[3] == 0x12 && host[8] == 0xef && host[11] == 0xde && host[12] == 0xab);
        for (wrong = 0, j = 12; j < sizeof host; j++) wrong += host[j] != 0xab;
        CHECK_INT(wrong, 0);
        memset(host, 7, sizeof host);
        OK(cucore_buffer_copy_from(&other, 1, host, sizeof host - 1, stream.handle));
        memset(host, 0, sizeof host);
        OK(cucore_buffer_copy_to(&other, 0, host, sizeof host, stream.handle));
        CHECK(host[0] == 0xab && host[1] == 7 && host[sizeof host - 1] == 7);
        OK(cucore_buffer_release(&other));
        OK(cucore_buffer_release(&buffer));
    }
    check_row("too much");
    OK(cucore_device_get_memory_info(0, NULL, &total)); /* other processes change what is free */
    OK(cucore_memory_resource_create(CUCORE_MEMORY_MANAGED, 0, NULL, &resource));
    CHECK_INT(cucore_buffer_allocate(resource, total + (1u << 30), NULL, &buffer), CUCORE_OUT_OF_MEMORY);
    OK(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &resource));
    CHECK_INT(cucore_buffer_allocate(resource, (size_t)1 << 50, NULL, &buffer), CUCORE_OUT_OF_MEMORY);
    check_row("own pool");
    memset(&options, 0, sizeof options);
    options.release_threshold = 1 << 20;
    options.max_nbytes = 64 << 20;
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &options, &resource));
    CHECK_INT(cucore_buffer_allocate(resource, (size_t)256 << 20, NULL, &buffer), CUCORE_OUT_OF_MEMORY);
    OK(cucore_buffer_allocate(resource, 12345, NULL, &buffer));
    cucore_memory_resource_release(resource);
    OK(cucore_buffer_release(&buffer));
    OK(cucore_device_synchronize(0));
    OK(cucore_stream_release(&stream));
    CHECK(current() == NULL);
}

/* A function of the driver that this library does not wrap; the caller copies it into a pointer of its type. */
static void *symbol(const char *name)
{
    void *found = NULL;
    OK(cucore_driver_symbol(name, &found));
    return found;
}

TEST(test_capture)
{
    cucore_stream a, b;
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    cucore_capture_info info;
    CUgraph graph = NULL;
    CUresult (*begin)(CUstream, CUstreamCaptureMode), (*end)(CUstream, CUgraph *), (*destroy)(CUgraph);
    void *found[3];
    char host[16];
    int done;
    found[0] = symbol("cuStreamBeginCapture"), found[1] = symbol("cuStreamEndCapture"),
    found[2] = symbol("cuGraphDestroy");
    memcpy(&begin, &found[0], sizeof begin), memcpy(&end, &found[1], sizeof end),
        memcpy(&destroy, &found[2], sizeof destroy);
    CHECK_INT(cucore_driver_symbol("cuNoSuchFunction", &found[0]), CUCORE_UNSUPPORTED);
    OK(cucore_stream_create(0, NULL, &a));
    OK(cucore_stream_create(0, NULL, &b));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &pool));
    OK(cucore_buffer_allocate(pool, 64, CUCORE_STREAM_NO_SYNC, &buffer));
    CHECK_INT(begin(a.handle, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    OK(cucore_stream_get_capture_info(a.handle, &info));
    CHECK(info.capturing && info.id && !info.invalidated);
    CHECK_INT(cucore_stream_wait(b.handle, a.handle), CUCORE_CAPTURE);
    CHECK_INT(cucore_stream_synchronize(a.handle), CUCORE_CAPTURE);
    CHECK_INT(cucore_stream_query(a.handle, &done), CUCORE_CAPTURE);
    CHECK_INT(cucore_memory_copy(host, buffer.ptr, 16, a.handle), CUCORE_CAPTURE);
    OK(cucore_memory_fill(buffer.ptr, 1, 1, 64, a.handle));
    CHECK_INT(end(a.handle, &graph), CUDA_SUCCESS);
    CHECK(graph != NULL);
    CHECK_INT(destroy(graph), CUDA_SUCCESS);
    check_row("broken");
    CHECK_INT(begin(a.handle, CU_STREAM_CAPTURE_MODE_RELAXED), CUDA_SUCCESS);
    CHECK(cucore__driver.StreamSynchronize(a.handle) != CUDA_SUCCESS);
    OK(cucore_stream_get_capture_info(a.handle, &info));
    CHECK(info.capturing && info.invalidated);
    CHECK_INT(end(a.handle, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    OK(cucore_stream_get_capture_info(a.handle, &info));
    CHECK_INT(info.capturing, 0);
    OK(cucore_buffer_use(&buffer, CUCORE_STREAM_NO_SYNC));
    OK(cucore_buffer_release(&buffer));
    OK(cucore_stream_release(&a));
    OK(cucore_stream_release(&b));
}

/* count: out[0] = 1, out[1] = 2, ...; n of them.  twice: out[i] *= 2 */
static const char count_ptx[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry count(.param .u64 out, .param .u32 n)\n"
    "{\n .reg .pred %p1; .reg .b32 %r<6>; .reg .b64 %d<3>;\n"
    " ld.param.u64 %d1, [out];\n ld.param.u32 %r1, [n];\n cvta.to.global.u64 %d1, %d1;\n"
    " mov.u32 %r2, %ctaid.x;\n mov.u32 %r3, %ntid.x;\n mov.u32 %r4, %tid.x;\n mad.lo.s32 %r2, %r2, %r3, %r4;\n"
    " setp.ge.u32 %p1, %r2, %r1;\n @%p1 ret;\n"
    " mul.wide.u32 %d2, %r2, 4;\n add.s64 %d1, %d1, %d2;\n add.s32 %r5, %r2, 1;\n"
    " st.global.u32 [%d1], %r5;\n ret;\n}\n"
    ".visible .entry twice(.param .u64 out, .param .u32 n)\n"
    "{\n .reg .pred %p1; .reg .b32 %r<6>; .reg .b64 %d<3>;\n"
    " ld.param.u64 %d1, [out];\n ld.param.u32 %r1, [n];\n cvta.to.global.u64 %d1, %d1;\n"
    " mov.u32 %r2, %ctaid.x;\n mov.u32 %r3, %ntid.x;\n mov.u32 %r4, %tid.x;\n mad.lo.s32 %r2, %r2, %r3, %r4;\n"
    " setp.ge.u32 %p1, %r2, %r1;\n @%p1 ret;\n"
    " mul.wide.u32 %d2, %r2, 4;\n add.s64 %d1, %d1, %d2;\n ld.global.u32 %r5, [%d1];\n shl.b32 %r5, %r5, 1;\n"
    " st.global.u32 [%d1], %r5;\n ret;\n}\n";

static cucore_kernel count = CUCORE_KERNEL(count_ptx, "count"), twice = CUCORE_KERNEL(count_ptx, "twice");

static void check_numbers(const void *ptr, unsigned n, unsigned factor, CUstream stream)
{
    uint32_t numbers[1000];
    unsigned i, wrong = 0;
    OK(cucore_memory_copy(numbers, ptr, sizeof numbers, stream));
    for (i = 0; i < 1000; i++) wrong += numbers[i] != (i < n ? factor * (i + 1) : 0);
    CHECK_INT(wrong, 0);
}

/* In the primary context and in another one, on a stream and on the default one; first use is in a capture. */
TEST(test_kernels)
{
    const unsigned n = 777;
    const cucore_launch_config config = cucore_launch_config_1d(n, 128), none = cucore_launch_config_1d(0, 128);
    CUresult (*begin)(CUstream, CUstreamCaptureMode), (*end)(CUstream, CUgraph *), (*destroy)(CUgraph);
    CUresult (*instantiate)(CUgraphExec *, CUgraph, unsigned long long), (*launch)(CUgraphExec, CUstream);
    void *found[5] = {symbol("cuStreamBeginCapture"), symbol("cuStreamEndCapture"), symbol("cuGraphDestroy"),
                      symbol("cuGraphInstantiateWithFlags"), symbol("cuGraphLaunch")};
    cucore_stream stream;
    cucore_memory_resource *plain;
    cucore_buffer buffer;
    CUlaunchAttribute attribute;
    cucore_context_guard guard;
    cucore_launch_config clustered = config;
    CUfunction function = NULL;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    int threads = 0;
    memcpy(&begin, &found[0], sizeof begin), memcpy(&end, &found[1], sizeof end);
    memcpy(&destroy, &found[2], sizeof destroy), memcpy(&instantiate, &found[3], sizeof instantiate);
    memcpy(&launch, &found[4], sizeof launch);
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &plain));
    OK(cucore_buffer_allocate(plain, 4000, stream.handle, &buffer));
    OK(cucore_memory_fill(buffer.ptr, 0, 1, 4000, stream.handle));
    CHECK_INT(begin(stream.handle, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    OK(cucore_kernel_launch(&count, 0, &config, stream.handle, CUCORE_ARGS(&buffer.ptr, &n)));
    OK(cucore_kernel_launch(&twice, 0, &config, stream.handle, CUCORE_ARGS(&buffer.ptr, &n)));
    CHECK_INT(end(stream.handle, &graph), CUDA_SUCCESS);
    check_numbers(buffer.ptr, 0, 1, stream.handle);
    OK(cucore_context_enter_device(0, &guard)); /* graphs are instantiated in the current context */
    CHECK_INT(instantiate(&executable, graph, 0), CUDA_SUCCESS);
    cucore_context_leave(&guard);
    CHECK_INT(launch(executable, stream.handle), CUDA_SUCCESS);
    check_numbers(buffer.ptr, n, 2, stream.handle);
    CHECK_INT(destroy(graph), CUDA_SUCCESS);
    check_row("on a stream");
    OK(cucore_kernel_launch(&count, 0, &config, stream.handle, CUCORE_ARGS(&buffer.ptr, &n)));
    check_numbers(buffer.ptr, n, 1, stream.handle);
    check_row("default stream");
    OK(cucore_kernel_launch(&twice, 0, &config, NULL, CUCORE_ARGS(&buffer.ptr, &n)));
    check_numbers(buffer.ptr, n, 2, NULL);
    check_row("no blocks");
    OK(cucore_kernel_launch(&twice, 0, &none, NULL, CUCORE_ARGS(&buffer.ptr, &n)));
    check_numbers(buffer.ptr, n, 2, NULL);
    check_row("attributes");
    memset(&attribute, 0, sizeof attribute);
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    clustered.attributes = &attribute, clustered.attribute_count = 1;
    OK(cucore_kernel_launch(&count, 0, &clustered, stream.handle, CUCORE_ARGS(&buffer.ptr, &n)));
    check_numbers(buffer.ptr, n, 1, stream.handle);
    check_row("function");
    OK(cucore_kernel_get_function(&count, 0, &function));
    CHECK_INT(cucore__driver.FuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function), 0);
    CHECK(threads >= 128);
    check_row("");
    CHECK(current() == NULL);
    OK(cucore_buffer_release(&buffer));
    OK(cucore_stream_release(&stream));
}

static void CUDA_CB add_one(void *number)
{
    ++*(int *)number;
}

TEST(test_host_function_and_compiler_errors)
{
    cucore_stream stream;
    cucore_module module;
    CUfunction function = NULL;
    int number = 0;
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_stream_launch_host_function(stream.handle, add_one, &number));
    OK(cucore_stream_synchronize(stream.handle));
    CHECK_INT(number, 1);
    CHECK_INT(cucore_module_load(0, ".version 6.0\n.target sm_50\nnonsense\n", &module), CUCORE_DRIVER);
    printf("compiler: %s\n", cucore_last_error()->message);
    CHECK_HAS(cucore_last_error()->message, "ptxas");
    (void)load_spin(0, &module);
    REFUSED(cucore_module_get_function(module.handle, "absent", &function), CUCORE_DRIVER, "no kernel named 'absent'");
    OK(cucore_module_release(&module));
    OK(cucore_stream_release(&stream));
}

/* B37, B56, B58, B60: everything of device 1 while device 0 is current. */
static void test_two_devices(void)
{
    cucore_memory_resource *pool[2], *plain;
    cucore_buffer buffer[2], far;
    cucore_stream stream[2], borrowed;
    cucore_pointer_info where;
    cucore_module module;
    CUcontext primary, popped;
    CUfunction function;
    uint32_t value = 0;
    int i, can = 0;
    OK(cucore_context_get_primary(0, &primary));
    OK(cucore_device_set_current(0));
    for (i = 0; i < 2; i++) {
        OK(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, i, NULL, &pool[i]));
        OK(cucore_stream_create(i, NULL, &stream[i]));
        OK(cucore_buffer_allocate(pool[i], 4096, stream[i].handle, &buffer[i]));
    }
    OK(cucore_pointer_get_info(buffer[1].ptr, &where));
    CHECK_INT(where.device_id, 1);
    OK(cucore_stream_from_handle(stream[1].handle, CUCORE_DEVICE_ANY, &borrowed));
    CHECK_INT(borrowed.device_id, 1);
    OK(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 1, NULL, &plain));
    OK(cucore_buffer_allocate(plain, 4096, stream[1].handle, &far));
    OK(cucore_pointer_get_info(far.ptr, &where));
    CHECK_INT(where.device_id, 1);
    CHECK_INT(cucore_stream_from_handle(stream[1].handle, 0, &borrowed), CUCORE_WRONG_DEVICE);
    function = load_spin(1, &module);
    spin(function, buffer[1].ptr, SLOW, 99, stream[1].handle);
    OK(cucore_buffer_use(&buffer[1], stream[0].handle)); /* waits for stream 1 */
    OK(cucore_buffer_copy_from(&buffer[0], 0, buffer[1].ptr, 4096, stream[0].handle));
    OK(cucore_buffer_copy_to(&buffer[0], 0, &value, 4, stream[0].handle));
    CHECK_INT(value, 99);
    spin(function, far.ptr, SLOW, 55, stream[1].handle);
    OK(cucore_buffer_copy_to(&far, 0, buffer[0].ptr, 4096, stream[0].handle));
    OK(cucore_buffer_copy_to(&buffer[0], 0, &value, 4, stream[0].handle));
    CHECK_INT(value, 55);
    for (i = 0; i < 4; i++) OK(cucore_stream_wait(stream[i % 2].handle, stream[1 - i % 2].handle));
    OK(cucore_device_get_peer_access(0, 1, &can));
    printf("peer access 0 -> 1: %d\n", can);
    if (can) {
        OK(cucore_device_enable_peer_access(0, 1));
        OK(cucore_device_enable_peer_access(0, 1));
    }
    CHECK(current() == primary);
    OK(cucore_module_release(&module));
    for (i = 0; i < 2; i++) OK(cucore_buffer_release(&buffer[i]));
    OK(cucore_buffer_release(&far));
    for (i = 0; i < 2; i++) {
        OK(cucore_stream_synchronize(stream[i].handle));
        OK(cucore_stream_release(&stream[i]));
    }
    CHECK_INT(cucore__driver.CtxPopCurrent(&popped), 0);
}

/* T14: copies and fills between devices need no access to each other's memory; kernels do, and have it once it is enabled.  Each is
 * done while either device is current, on a default stream and on handles. */
static void check_word(const void *ptr, uint32_t expected)
{
    uint32_t value = 0;
    OK(cucore_memory_copy(&value, ptr, 4, NULL));
    CHECK_INT(value, expected);
}

static void copies_and_fills_between(cucore_buffer *a, cucore_buffer *b, const CUstream *streams)
{
    for (int current_device = 0; current_device < 2; current_device++) {
        OK(cucore_device_set_current(current_device));
        for (int i = 0; i < 4; i++) { /* NULL, per thread, a stream of device 0, one of device 1 */
            OK(cucore_memory_fill(a->ptr, (uint32_t)(10 * i + 1), 4, a->nbytes / 4,
                                  i % 2 ? CU_STREAM_PER_THREAD : NULL));
            OK(cucore_device_synchronize(0));
            OK(cucore_device_synchronize(1));
            OK(cucore_memory_copy(b->ptr, a->ptr, a->nbytes, streams[i]));
            OK(cucore_device_synchronize(0));
            OK(cucore_device_synchronize(1));
            check_word(b->ptr, (uint32_t)(10 * i + 1));
            check_word((char *)b->ptr + b->nbytes - 4, (uint32_t)(10 * i + 1));
        }
    }
}

static void test_peers(void)
{
    static const cucore_memory_kind kinds[] = {CUCORE_MEMORY_SYNCHRONOUS, CUCORE_MEMORY_DEFAULT_POOL,
                                               CUCORE_MEMORY_MANAGED};
    cucore_memory_resource *resource;
    cucore_buffer buffers[2];
    cucore_stream made[2];
    CUstream streams[4];
    cucore_module module;
    CUfunction function;
    CUcontext popped;
    int kind, i, can = 0, enabled;
    OK(cucore_device_get_peer_access(1, 0, &can));
    for (i = 0; i < 2; i++) OK(cucore_stream_create(i, NULL, &made[i]));
    streams[0] = NULL, streams[1] = CU_STREAM_PER_THREAD, streams[2] = made[0].handle, streams[3] = made[1].handle;
    for (enabled = 0; enabled <= can; enabled++) {
        if (enabled) OK(cucore_device_enable_peer_access(1, 0));
        if (enabled) OK(cucore_device_enable_peer_access(0, 1));
        for (kind = 0; kind < 3; kind++) {
            check_row(kind == 0 ? "plain" : kind == 1 ? "pool" : "managed");
            for (i = 0; i < 2; i++) {
                OK(cucore_memory_resource_create(kinds[kind], i, NULL, &resource));
                OK(cucore_buffer_allocate(resource, 4 << 20, made[i].handle, &buffers[i]));
                OK(cucore_stream_synchronize(made[i].handle));
            }
            copies_and_fills_between(&buffers[0], &buffers[1], streams);
            copies_and_fills_between(&buffers[1], &buffers[0], streams);
            if (enabled && kind == 0) { /* a kernel of device 1 writes the memory of device 0 */
                OK(cucore_device_set_current(0));
                function = load_spin(1, &module);
                spin(function, buffers[0].ptr, SLOW, 1234, made[1].handle);
                OK(cucore_stream_wait(made[0].handle, made[1].handle));
                OK(cucore_buffer_use(&buffers[0], made[0].handle));
                OK(cucore_stream_synchronize(made[0].handle));
                check_word(buffers[0].ptr, 1234);
                OK(cucore_module_release(&module));
            }
            for (i = 0; i < 2; i++) OK(cucore_buffer_release(&buffers[i]));
        }
    }
    check_row("");
    for (i = 0; i < 2; i++) OK(cucore_stream_synchronize(made[i].handle));
    for (i = 0; i < 2; i++) OK(cucore_stream_release(&made[i]));
    CHECK_INT(cucore__driver.CtxPopCurrent(&popped), 0);
}

int main(void)
{
    const int64_t devices = cucore_device_count();
    if (devices < 0) return check_skipped(cucore_last_error()->message);
    check_tests();
    if (devices > 1) {
        RUN(test_two_devices);
        RUN(test_peers);
    } else {
        puts("skipped: test_two_devices and test_peers, there is one GPU");
    }
    cucore_trim();
    return check_end();
}
