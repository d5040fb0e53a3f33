/* captures.h - what this library does beside a capture into a graph, and to a stream that is captured: rows for the fake driver
 * (test_driver_captures.c) and for a real one (test_gpu_captures.c), by the rules B106, B107, B117, B131, T16 and 7.4
 *
 * Whatever is called, the capture must end whole; memory that could not be freed has to be freed when it is over. */
#include "check.h"

#include <pthread.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#include "../../cucore_blocks.h"
#include "../../cucore_cai.h"
#include "../../cucore_memory.h"
#include "../../cucore_kernel.h"

/* -- what lives: counted at the driver's door -------------------------------------------------------------------------- */
static struct {
    int memory, pools, modules;
    int waits; /* of the host for a stream or an event; 1 byte of memory of no pool, freed, is counted as one */
} alive;

static int count_up(int *count, cucore__CUresult result)
{
    if (!result) __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
    return result;
}

static int count_down(int *count, cucore__CUresult result)
{
    if (!result) __atomic_sub_fetch(count, 1, __ATOMIC_SEQ_CST);
    return result;
}

#define COUNTED(name, change, counter, parameters, arguments)                                                          \
    static cucore__CUresult(*real_##name) parameters;                                                                  \
    static cucore__CUresult counted_##name parameters                                                                  \
    {                                                                                                                  \
        return (cucore__CUresult)change(&alive.counter, real_##name arguments);                                        \
    }
#define COUNTED_LIST                                                                                                   \
    COUNTED(MemAlloc, count_up, memory, (cucore__CUdeviceptr * p, size_t n), (p, n))                                   \
    COUNTED(MemFree, count_down, memory, (cucore__CUdeviceptr p), (p))                                                 \
    COUNTED(MemHostAlloc, count_up, memory, (void **p, size_t n, unsigned f), (p, n, f))                               \
    COUNTED(MemFreeHost, count_down, memory, (void *p), (p))                                                           \
    COUNTED(MemAllocManaged, count_up, memory, (cucore__CUdeviceptr * p, size_t n, unsigned f), (p, n, f))             \
    COUNTED(MemAllocFromPoolAsync, count_up, memory,                                                                   \
            (cucore__CUdeviceptr * p, size_t n, cucore__CUmemoryPool pool, CUstream s), (p, n, pool, s))               \
    COUNTED(MemFreeAsync, count_down, memory, (cucore__CUdeviceptr p, CUstream s), (p, s))                             \
    COUNTED(MemPoolCreate, count_up, pools, (cucore__CUmemoryPool * p, const cucore__CUmemPoolProps *q), (p, q))       \
    COUNTED(MemPoolDestroy, count_down, pools, (cucore__CUmemoryPool p), (p))                                          \
    COUNTED(ModuleUnload, count_down, modules, (CUmodule m), (m))                                                      \
    COUNTED(StreamSynchronize, count_up, waits, (CUstream s), (s))
COUNTED_LIST
#undef COUNTED

static void count_calls(void)
{
    if (real_MemAlloc) return;
#define COUNTED(name, change, counter, parameters, arguments)                                                          \
    real_##name = cucore__driver.name;                                                                                 \
    cucore__driver.name = counted_##name;
    COUNTED_LIST
#undef COUNTED
}

/* -- captures ------------------------------------------------------------------------------------------------------------ */
static struct driver {
    CUresult (*begin)(CUstream, CUstreamCaptureMode), (*end)(CUstream, CUgraph *), (*destroy)(CUgraph);
    CUresult (*status)(CUstream, CUstreamCaptureStatus *);
} driver;

static void find(const char *name, void *out)
{
    void *symbol = NULL;
    OK(cucore_driver_symbol(name, &symbol));
    memcpy(out, &symbol, sizeof symbol);
}

/* On which stream something was used last, and which one is captured. */
enum { LEGACY, PER_THREAD, OTHER, CAPTURED, STREAMS };
enum { NON_BLOCKING, BLOCKING, THREADS_OWN, CAPTURES };
static const char *const stream_names[STREAMS] = {"legacy", "per-thread", "another stream", "the captured stream"};
static const char *const capture_names[CAPTURES] = {"non-blocking", "blocking", "per-thread"};
static const char *const mode_names[] = {"global", "thread-local", "relaxed"};

static struct world {
    CUcontext primary;
    cucore_stream other, captures[2]; /* non-blocking, blocking */
    cucore_event event;
    cucore_memory_resource *resources[8]; /* by kind */
    int captured;
    /* what a row has made */
    cucore_buffer buffer;
    cucore_view view;
    cucore_module module;
    cucore_stream stream;
    cucore_event made_event;
    cucore_memory_resource *resource;
    cucore_memory_kind kind;
    int used_on;
    cucore_status status; /* of the act */
} w;

static CUstream captured_stream(void)
{
    return w.captured == THREADS_OWN ? CUCORE_STREAM_PER_THREAD : w.captures[w.captured].handle;
}

static CUstream stream_of(int which)
{
    return which == LEGACY       ? NULL
           : which == PER_THREAD ? CUCORE_STREAM_PER_THREAD
           : which == OTHER      ? w.other.handle
                                 : captured_stream();
}

/* Work on the legacy stream would break the capture. */
static int is_beside(void)
{
    return w.captured != NON_BLOCKING;
}

static int is_captured(int which)
{
    return which == CAPTURED || (which == PER_THREAD && w.captured == THREADS_OWN);
}

static void begin(int captured, int mode)
{
    w.captured = captured;
    CHECK_INT(driver.begin(captured_stream(), (CUstreamCaptureMode)mode), CUDA_SUCCESS);
}

static void check_whole(void)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    CHECK_INT(driver.status(captured_stream(), &status), CUDA_SUCCESS);
    CHECK_INT(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
}

static void end(void)
{
    CUgraph graph = NULL;
    CHECK_INT(driver.end(captured_stream(), &graph), CUDA_SUCCESS);
    if (graph) CHECK_INT(driver.destroy(graph), CUDA_SUCCESS);
}

static void settle(void)
{
    OK(cucore_trim());
    cucore_copy_trim();
}

static void row_name(const char *what, const char *where, int captured, int mode)
{
    static char name[200];
    snprintf(name, sizeof name, "%s, %s, %s stream captured, %s", what, where, capture_names[captured],
             mode_names[mode]);
    check_row(name);
}

/* -- memory that is dropped during a capture --------------------------------------------------------------------------- */
static const struct memory_row {
    const char *name;
    cucore_memory_kind kind;
    int is_pool;
} memory_rows[] = {
    {"default pool", CUCORE_MEMORY_DEFAULT_POOL, 1}, {"a pool", CUCORE_MEMORY_POOL, 1},
    {"cuMemAlloc", CUCORE_MEMORY_SYNCHRONOUS, 0},    {"pinned", CUCORE_MEMORY_PINNED, 0},
    {"managed", CUCORE_MEMORY_MANAGED, 0},           {"pinned pool", CUCORE_MEMORY_PINNED_POOL, 1},
    {"managed pool", CUCORE_MEMORY_MANAGED_POOL, 1},
};

static void make_view(cucore_view *out, cucore_memory_resource *resource, int device_type, CUstream stream)
{
    static const int64_t shape[] = {96, 64};
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = device_type;
    OK(cucore_view_allocate(&spec, resource, stream, out));
}

static void *drop(void *unused)
{
    (void)unused;
    w.status = cucore_buffer_release(&w.buffer);
    return NULL;
}

static void on_thread(void *(*function)(void *), int other)
{
    pthread_t thread;
    if (!other) {
        function(NULL);
        return;
    }
    CHECK_INT(pthread_create(&thread, NULL, function, NULL), 0);
    pthread_join(thread, NULL);
}

static void drop_in_capture(const struct memory_row *row, int used_on, int captured, int mode, int other_thread)
{
    const int before = alive.memory;
    /* On another thread its own per-thread stream is meant, which is not captured. */
    const int kept = (is_captured(used_on) && !(other_thread && captured == THREADS_OWN)) ||
                     (row->is_pool && used_on == LEGACY && is_beside());
    OK(cucore_buffer_allocate(w.resources[row->kind], 4096, stream_of(used_on), &w.buffer));
    begin(captured, mode);
    on_thread(drop, other_thread);
    CHECK_INT(w.status, CUCORE_OK);
    CHECK(!w.buffer.ptr && !w.buffer.private_.resource);
    check_whole();
    CHECK_INT(alive.memory - before, kept);
    if (kept) { /* calls in the meantime touch neither */
        OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 64, w.other.handle, &w.buffer));
        OK(cucore_buffer_release(&w.buffer));
        check_whole();
    }
    end();
    settle();
    CHECK_INT(alive.memory, before);
}

static void test_memory(void)
{
    char what[64];
    for (int i = 0; i < COUNT(memory_rows); i++) {
        if (!w.resources[memory_rows[i].kind]) continue;
        for (int used_on = 0; used_on < STREAMS; used_on++) {
            for (int captured = 0; captured < CAPTURES; captured++) {
                for (int mode = 0; mode < 3; mode++) {
                    for (int thread = 0; thread < 2; thread++) {
                        w.captured = captured;
                        snprintf(what, sizeof what, "%s%s", memory_rows[i].name, thread ? " on another thread" : "");
                        row_name(what, stream_names[used_on], captured, mode);
                        drop_in_capture(&memory_rows[i], used_on, captured, mode, thread);
                    }
                }
            }
        }
    }
    check_row("");
}

/* What the legacy stream has kept is freed by the next call that frees or allocates, once the capture is over. */
static void test_a_later_call_frees(void)
{
    static const char *const names[] = {"an allocation", "a release", "a trim"};
    const int before = alive.memory;
    cucore_buffer other, empty;
    for (int later = 0; later < COUNT(names); later++) {
        check_row(names[later]);
        OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 64, NULL, &w.buffer));
        OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 64, w.other.handle, &other));
        begin(BLOCKING, CU_STREAM_CAPTURE_MODE_GLOBAL);
        OK(cucore_buffer_release(&w.buffer));
        CHECK_INT(cucore_trim(), CUCORE_CAPTURE); /* it says what is in the way */
        CHECK_HAS(cucore_last_error()->message, "capture");
        check_whole();
        end();
        CHECK_INT(alive.memory - before, 2);
        memset(&empty, 0, sizeof empty);
        if (later == 0) OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 0, NULL, &empty));
        if (later == 1) OK(cucore_buffer_release(&other));
        if (later == 2) OK(cucore_trim());
        CHECK_INT(alive.memory - before, later != 1);
        OK(cucore_buffer_release(&other));
        OK(cucore_buffer_release(&empty));
        CHECK_INT(alive.memory, before);
    }
    check_row("");
}

/* The stream that was captured is not looked at again: it may be gone. */
static void test_the_captured_stream_is_gone(void)
{
    const int before = alive.memory;
    cucore_stream stream;
    CUgraph graph = NULL;
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 64, stream.handle, &w.buffer));
    CHECK_INT(driver.begin(stream.handle, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    OK(cucore_buffer_release(&w.buffer));
    CHECK_INT(driver.end(stream.handle, &graph), CUDA_SUCCESS);
    CHECK_INT(driver.destroy(graph), CUDA_SUCCESS);
    OK(cucore_stream_release(&stream));
    OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 64, w.other.handle, &w.buffer));
    OK(cucore_buffer_release(&w.buffer));
    CHECK_INT(alive.memory - before, 1); /* no call that does not wait may free it */
    OK(cucore_trim());
    CHECK_INT(alive.memory, before);
}

static cucore_view dense, transposed, host, pinned_view, managed_view;

/* Memory of a capture is known by its buffer alone; it is freed in the capture, by a node; after it, it is the graph's. */
static void test_memory_of_the_graph(void)
{
    int captured, mode, used = 0;
    cucore_buffer left;
    char local[64];
    for (captured = 0; captured < CAPTURES; captured++) {
        for (mode = 0; mode < 3; mode++) {
            row_name("allocated in the capture", "on its stream", captured, mode);
            used = alive.memory;
            begin(captured, mode);
            OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, captured_stream(), &w.buffer));
            OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, captured_stream(), &left));
            CHECK(w.buffer.private_.capture_id && w.buffer.private_.capture_id == left.private_.capture_id);
            OK(cucore_buffer_fill(&w.buffer, 7, 4, captured_stream()));
            OK(cucore_buffer_copy_to(&w.buffer, 64, dense.ptr, 64, captured_stream()));
            OK(cucore_buffer_copy_from(&w.buffer, 0, dense.ptr, 64, captured_stream()));
            OK(cucore_buffer_copy_from(&w.buffer, 0, (char *)w.buffer.ptr + 2048, 64, captured_stream()));
            CHECK_INT(cucore_buffer_copy_to(&w.buffer, 0, local, 64, captured_stream()), CUCORE_CAPTURE);
            OK(cucore_buffer_release(&w.buffer));
            check_whole();
            CHECK_INT(alive.memory - used, 1);
            end();
            OK(cucore_buffer_release(&left)); /* the driver has nothing to free */
            CHECK(!left.ptr);
            OK(cucore_trim());
        }
    }
    check_row("");
}

/* A pool of another library, of which it is not known where its memory is. */
static cucore_status foreign_allocate(void *resource, size_t nbytes, CUstream stream, void **out)
{
    return cucore_memory_resource_allocate((cucore_memory_resource *)resource, nbytes, stream, out);
}

static cucore_status foreign_deallocate(void *resource, void *ptr, size_t nbytes, CUstream stream)
{
    return cucore_memory_resource_deallocate((cucore_memory_resource *)resource, ptr, nbytes, stream);
}

/* What is said of memory of a capture holds on its stream, and is not believed on another one (rules B131). */
static void test_what_is_said_of_memory_of_the_graph(void)
{
    static const cucore_memory_functions foreign = {foreign_allocate, foreign_deallocate, 0, 0, {NULL, NULL}};
    const cucore_dtype f4 = CUCORE_DTYPE_FLOAT32;
    const int64_t shape[2] = {8, 4}, apart[2] = {16, 2};
    const float one = 1;
    const uint64_t wide = UINT64_C(0x0102030405060708);
    cucore_memory_resource *resource;
    cucore_layout strided;
    cucore_interface fields;
    cucore_view part, read;
    cucore_array_spec spec;
    memset(&fields, 0, sizeof fields);
    memset(&spec, 0, sizeof spec);
    fields.protocol = CUCORE_PROTOCOL_CAI;
    fields.typestr = "<f4";
    fields.typestr_size = 3;
    fields.ndim = spec.ndim = 2;
    fields.shape = spec.shape = shape;
    spec.dtype = f4;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    OK(cucore_layout_make(2, shape, apart, 4, &strided));
    OK(cucore_memory_resource_from_functions(&foreign, w.resources[CUCORE_MEMORY_DEFAULT_POOL], NULL, &resource));
    for (int captured = 0; captured < CAPTURES; captured++) {
        for (int mode = 0; mode < 3; mode++) {
            row_name("what is said of memory of a capture", "on its stream", captured, mode);
            begin(captured, mode);
            OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, captured_stream(), &w.buffer));
            OK(cucore_view_from_buffer(&w.buffer, 0, f4, &strided, &part));
            OK(cucore_view_allocate(&spec, NULL, captured_stream(), &w.view));
            OK(cucore_view_fill(&w.view, &one, captured_stream()));
            OK(cucore_view_copy(&part, &w.view, captured_stream(), NULL));
            OK(cucore_memory_fill(w.buffer.ptr, 7, 4, 16, captured_stream()));
            CHECK_INT(cucore_memory_fill((void *)(uintptr_t)&wide, 7, 4, 2, w.other.handle), CUCORE_UNSUPPORTED);
            fields.data = (uint64_t)(uintptr_t)w.buffer.ptr;
            fields.has_stream = 1;
            fields.stream = (uint64_t)(uintptr_t)captured_stream();
            OK(cucore_view_from_interface(&fields, NULL, &read));
            CHECK(read.device_type == CUCORE_DEVICE_TYPE_CUDA && read.device_id == 0 && !read.host_accessible);
            fields.stream = (uint64_t)(uintptr_t)w.other.handle;
            fields.data = (uint64_t)(uintptr_t)&wide;
            REFUSED(cucore_view_from_interface(&fields, NULL, &read), CUCORE_PROTOCOL,
                    "to the driver it is ordinary host memory");
            OK(cucore_buffer_release(&w.buffer));
            OK(cucore_buffer_allocate(resource, 4096, captured_stream(), &w.buffer)); /* where its stream is */
            CHECK(w.buffer.device_type == CUCORE_DEVICE_TYPE_CUDA && w.buffer.device_id == 0);
            OK(cucore_buffer_fill(&w.buffer, 7, 4, captured_stream()));
            OK(cucore_buffer_copy_to(&w.buffer, 0, dense.ptr, 64, captured_stream()));
            OK(cucore_buffer_release(&w.buffer));
            cucore_view_release(&w.view);
            check_whole();
            end();
            settle();
        }
    }
    cucore_memory_resource_release(resource);
    check_row("");
}

/* -- other calls during a capture -------------------------------------------------------------------------------------- */

static cucore_status on_stream(cucore_status (*call)(CUstream stream))
{
    return call(stream_of(w.used_on));
}

#define CALL(name, ...)                                                                                                \
    static cucore_status name(CUstream stream)                                                                         \
    {                                                                                                                  \
        (void)stream;                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define EITHER(first, second)                                                                                          \
    cucore_status status = (first);                                                                                    \
    return status ? status : (second)

CALL(call_allocate, EITHER(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 64, stream, &w.buffer),
                           cucore_buffer_release(&w.buffer)))
CALL(call_allocate_pool, EITHER(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_POOL], 64, stream, &w.buffer),
                                cucore_buffer_release(&w.buffer)))
static void *an_address;
CALL(call_address, EITHER(cucore_memory_resource_allocate(w.resources[CUCORE_MEMORY_POOL], 64, stream, &an_address),
                          cucore_memory_resource_deallocate(w.resources[CUCORE_MEMORY_POOL], an_address, 64, stream)))
CALL(call_fill, return cucore_memory_fill(dense.ptr, 0, 1, 64, stream))
CALL(call_copy, return cucore_memory_copy(dense.ptr, (char *)dense.ptr + 64, 64, stream))
CALL(call_view_copy, return cucore_view_copy(&transposed, &dense, stream, NULL))
CALL(call_view_fill, return cucore_view_fill(&dense, NULL, stream))
CALL(call_record, return cucore_event_record(w.event.handle, stream))
CALL(call_wait_event, return cucore_stream_wait_event(stream, w.event.handle))
CALL(call_wait, return cucore_stream_wait(stream, w.other.handle))
static void CUDA_CB nothing(void *user_data)
{
    (void)user_data;
}
CALL(call_host_function, return cucore_stream_launch_host_function(stream, nothing, NULL))
CALL(call_from_host, return cucore_view_copy(&dense, &host, stream, NULL))
CALL(call_to_host, return cucore_view_copy(&host, &transposed, stream, NULL))
CALL(call_query, {
    int done = 0;
    return cucore_stream_query(stream, &done);
})
CALL(call_synchronize, return cucore_stream_synchronize(stream))
CALL(call_prefetch, return cucore_views_prefetch(&managed_view, 1, NULL, stream))
CALL(call_end_unknown, return cucore_views_end_access(&pinned_view, 1, stream))

/* Calls on a stream.  On one that is captured they become nodes ('n'), are refused ('!'), or have nothing to do ('-'); on the legacy
 * stream beside a capture they are refused ('!') or wait for the whole context ('i'). */
static const struct call_row {
    const char *name;
    cucore_status (*call)(CUstream stream);
    char captured, beside;
} call_rows[] = {
    {"allocate, release", call_allocate, 'n', '!'},
    {"allocate of a pool, release", call_allocate_pool, 'n', '!'},
    {"allocate, release by address", call_address, 'n', '!'},
    {"memory_fill", call_fill, 'n', '!'},
    {"memory_copy", call_copy, 'n', '!'},
    {"view_copy, transposed", call_view_copy, 'n', '!'},
    {"view_fill", call_view_fill, 'n', '!'},
    {"event_record", call_record, 'n', '!'},
    {"stream_launch_host_function", call_host_function, 'n', '!'},
    {"stream_wait_event", call_wait_event, 0,
     '!'}, /* the event may be of the capture: what the driver says then is not known before */
    {"stream_wait", call_wait, '!', '!'},
    {"view_copy from plain memory", call_from_host, '!', '!'},
    {"view_copy to plain memory", call_to_host, '!', '!'},
    {"stream_query", call_query, '!', '!'},
    {"stream_synchronize", call_synchronize, '!', 'i'},
    {"views_prefetch", call_prefetch, '!', '!'},
    {"end_access, producer unknown (B107)", call_end_unknown, '-', 'i'},
};

static const struct call_row *row_now;

static void *act(void *unused)
{
    (void)unused;
    w.status = on_stream(row_now->call);
    return NULL;
}

static void test_calls_on_streams(void)
{
    for (int i = 0; i < COUNT(call_rows); i++) {
        for (int used_on = 0; used_on < STREAMS; used_on++) {
            for (int captured = 0; captured < CAPTURES; captured++) {
                for (int mode = 0; mode < 3; mode++) {
                    for (int thread = 0; thread < 2; thread++) {
                        char what, name[80];
                        const int waits = alive.waits, before = alive.memory;
                        row_now = &call_rows[i];
                        w.used_on = used_on;
                        w.captured = captured;
                        if (is_captured(used_on) && (thread || !row_now->captured)) continue;
                        /* A thread that fills memory on its per-thread stream beside a capture did not end (H100, driver 580). */
                        if (thread && used_on == PER_THREAD) continue;
                        what = is_captured(used_on)               ? row_now->captured
                               : used_on == LEGACY && is_beside() ? row_now->beside
                                                                  : 'k';
                        snprintf(name, sizeof name, "%s%s", row_now->name, thread ? ", on another thread" : "");
                        row_name(name, stream_names[used_on], captured, mode);
                        begin(captured, mode);
                        on_thread(act, thread);
                        if (what == '!') CHECK_HAS(cucore_last_error()->message, thread ? "" : "captur");
                        CHECK_INT(w.status, what == '!' ? CUCORE_CAPTURE : CUCORE_OK);
                        if (what == '-' || what == 'i') CHECK_INT(alive.waits, waits);
                        CHECK_INT(alive.memory, before);
                        check_whole();
                        end();
                        OK(cucore_event_record(w.event.handle, w.other.handle)); /* not one of the capture any more */
                    }
                }
            }
        }
    }
    settle();
    check_row("");
}

/* Calls without a stream, or on one of their own. */
CALL(other_device, {
    cucore_device_info info;
    return cucore_device_get_info(0, &info);
})
CALL(other_memory, {
    size_t bytes[2];
    return cucore_device_get_memory_info(0, &bytes[0], &bytes[1]);
})
CALL(other_synchronize, return cucore_device_synchronize(0))
CALL(other_peer, {
    int can;
    return cucore_device_get_peer_access(0, 0, &can);
})
CALL(other_stream, EITHER(cucore_stream_create(0, NULL, &w.stream), cucore_stream_release(&w.stream)))
CALL(other_event, EITHER(cucore_event_create(0, 0, &w.made_event), cucore_event_release(&w.made_event)))
CALL(other_event_query, {
    int done;
    return cucore_event_query(w.event.handle, &done);
})
CALL(other_event_synchronize, return cucore_event_synchronize(w.event.handle))
CALL(other_pointer, {
    cucore_pointer_info info;
    return cucore_pointer_get_info(dense.ptr, &info);
})
CALL(other_range, {
    void *base;
    return cucore_pointer_get_range(dense.ptr, &base, NULL);
})
static cucore_status make_and_drop(cucore_memory_kind kind)
{
    cucore_memory_resource *resource = NULL;
    cucore_status status = cucore_memory_resource_create(kind, 0, NULL, &resource);
    if (!status) status = cucore_buffer_allocate(resource, 64, w.other.handle, &w.buffer);
    if (!status) status = cucore_buffer_release(&w.buffer);
    cucore_memory_resource_release(resource);
    return status == CUCORE_UNSUPPORTED ? CUCORE_OK : status;
}
CALL(other_pool, return make_and_drop(CUCORE_MEMORY_POOL))
CALL(other_pinned_pool, return make_and_drop(CUCORE_MEMORY_PINNED_POOL))
CALL(other_managed_pool, return make_and_drop(CUCORE_MEMORY_MANAGED_POOL))
CALL(other_plain, return make_and_drop(CUCORE_MEMORY_SYNCHRONOUS))
CALL(other_pinned, return make_and_drop(CUCORE_MEMORY_PINNED))
CALL(other_managed, return make_and_drop(CUCORE_MEMORY_MANAGED))
static const char *image(void);
CALL(other_module, EITHER(cucore_module_load(0, image(), &w.module), cucore_module_release(&w.module)))
CALL(other_trims, {
    cucore_copy_trim();
    return cucore_trim();
})
CALL(other_pool_numbers, {
    cucore_memory_resource *pool = w.resources[CUCORE_MEMORY_POOL];
    cucore_memory_usage usage;
    cucore_memory_policy policy;
    cucore_status status = cucore_memory_resource_get_usage(pool, &usage);
    if (!status) status = cucore_memory_resource_reset_usage(pool);
    if (!status) status = cucore_memory_resource_get_policy(pool, &policy);
    return status ? status : cucore_memory_resource_set_policy(pool, &policy);
})
CALL(other_pool_access, {
    cucore_memory_access access;
    const cucore_status status = cucore_memory_resource_get_access(w.resources[CUCORE_MEMORY_POOL], 0, &access);
    const int64_t devices = cucore_device_count();
    if (status || devices < 2) return status;
    return cucore_memory_resource_set_access(w.resources[CUCORE_MEMORY_POOL], 1, CUCORE_ACCESS_NONE);
})
CALL(other_pool_trim, return cucore_memory_resource_trim(w.resources[CUCORE_MEMORY_POOL], 0))
CALL(other_advise, return cucore_views_advise(&managed_view, 1, CUCORE_ADVICE_NOT_READ_MOSTLY, NULL))
CALL(other_prefetch, return cucore_views_prefetch(&managed_view, 1, NULL, w.other.handle))
CALL(other_discard, {
    const cucore_status status = cucore_views_discard(&managed_view, 1, NULL, w.other.handle);
    return status == CUCORE_NO_DRIVER ? CUCORE_OK : status; /* older than CUDA 13.0 */
})
CALL(other_read_pinned, return cucore_views_begin_access(&pinned_view, 1, CUCORE_STREAM_HOST))
CALL(other_copies_host, return cucore_view_copy(&host, &dense, w.other.handle, NULL))

static const struct call_row other_rows[] = {
    {"device_get_info", other_device, 0, 0},
    {"device_get_memory_info", other_memory, 0, 0},
    {"device_synchronize", other_synchronize, 0, 0},
    {"device_get_peer_access", other_peer, 0, 0},
    {"a stream", other_stream, 0, 0},
    {"an event", other_event, 0, 0},
    {"event_query", other_event_query, 0, 0},
    {"event_synchronize", other_event_synchronize, 0, 0},
    {"pointer_get_info", other_pointer, 0, 0},
    {"pointer_get_range", other_range, 0, 0},
    {"a pool", other_pool, 0, 0},
    {"a pinned pool", other_pinned_pool, 0, 0},
    {"a managed pool", other_managed_pool, 0, 0},
    {"cuMemAlloc", other_plain, 0, 0},
    {"pinned memory", other_pinned, 0, 0},
    {"managed memory", other_managed, 0, 0},
    {"a module", other_module, 0, 0},
    {"trims", other_trims, 0, 0},
    {"numbers of a pool", other_pool_numbers, 0, 0},
    {"access to a pool", other_pool_access, 0, 0},
    {"a pool is trimmed", other_pool_trim, 0, 0},
    {"views_advise", other_advise, 0, 0},
    {"views_prefetch on another stream", other_prefetch, 0, 0},
    {"views_discard on another stream", other_discard, 0, 0},
    {"the host reads pinned memory", other_read_pinned, 0, 0},
    {"copies to the host on another stream", other_copies_host, 0, 0},
};

static void test_other_calls(void)
{
    for (int i = 0; i < COUNT(other_rows); i++) {
        for (int captured = 0; captured < CAPTURES; captured++) {
            for (int mode = 0; mode < 3; mode++) {
                for (int thread = 0; thread < 2; thread++) {
                    row_now = &other_rows[i];
                    row_name(row_now->name, thread ? "on another thread" : "here", captured, mode);
                    begin(captured, mode);
                    on_thread(act, thread);
                    CHECK_INT(w.status, CUCORE_OK);
                    check_whole();
                    end();
                }
            }
        }
    }
    settle();
    check_row("");
}

static void make_world(void)
{
    static const cucore_memory_kind kinds[] = {
        CUCORE_MEMORY_DEFAULT_POOL, CUCORE_MEMORY_POOL,    CUCORE_MEMORY_SYNCHRONOUS, CUCORE_MEMORY_PINNED,
        CUCORE_MEMORY_PINNED_POOL,  CUCORE_MEMORY_MANAGED, CUCORE_MEMORY_MANAGED_POOL};
    cucore_stream_options options;
    cucore_layout layout;
    OK(cucore_driver_load());
    find("cuStreamBeginCapture", &driver.begin), find("cuStreamEndCapture", &driver.end);
    find("cuGraphDestroy", &driver.destroy), find("cuStreamIsCapturing", &driver.status);
    OK(cucore_device_set_current(0)); /* the per-thread stream is one of this context */
    OK(cucore_context_get_primary(0, &w.primary));
    memset(&options, 0, sizeof options);
    OK(cucore_stream_create(0, NULL, &w.other));
    OK(cucore_stream_create(0, NULL, &w.captures[0]));
    options.blocking = 1;
    OK(cucore_stream_create(0, &options, &w.captures[1]));
    OK(cucore_event_create(0, 0, &w.event));
    OK(cucore_event_record(w.event.handle, w.other.handle));
    for (int i = 0; i < COUNT(kinds); i++) {
        cucore_status status = cucore_memory_resource_create(kinds[i], 0, NULL, &w.resources[kinds[i]]);
        if (status == CUCORE_UNSUPPORTED) {
            printf("skipped: %s\n", cucore_last_error()->message);
        } else {
            CHECK_INT(status, CUCORE_OK);
        }
    }
    make_view(&dense, NULL, CUCORE_DEVICE_TYPE_CUDA, w.other.handle);
    make_view(&transposed, NULL, CUCORE_DEVICE_TYPE_CUDA, w.other.handle);
    layout = transposed.layout;
    layout.strides[0] = 1, layout.strides[1] = layout.shape[0];
    transposed.layout = layout;
    make_view(&host, NULL, CUCORE_DEVICE_TYPE_CPU, NULL);
    make_view(&managed_view, w.resources[CUCORE_MEMORY_MANAGED], CUCORE_DEVICE_TYPE_CUDA_MANAGED, w.other.handle);
    make_view(&pinned_view, NULL, CUCORE_DEVICE_TYPE_CUDA_HOST, w.other.handle);
    pinned_view.has_producer_stream = 0;                             /* as of a library that does not say */
    OK(cucore_view_copy(&transposed, &dense, w.other.handle, NULL)); /* what is loaded and kept is not counted */
    OK(cucore_view_copy(&dense, &host, w.other.handle, NULL));
    OK(cucore_view_copy(&host, &transposed, w.other.handle, NULL));
    OK(cucore_stream_synchronize(w.other.handle));
    settle();
    count_calls();
}

static void drop_world(void)
{
    settle();
    OK(cucore_stream_synchronize(w.other.handle));
    cucore_view_release(&dense), cucore_view_release(&transposed), cucore_view_release(&host);
    cucore_view_release(&pinned_view), cucore_view_release(&managed_view);
    for (int i = 0; i < COUNT(w.resources); i++) cucore_memory_resource_release(w.resources[i]);
    OK(cucore_event_release(&w.event));
    OK(cucore_stream_release(&w.captures[0]));
    OK(cucore_stream_release(&w.captures[1]));
    OK(cucore_stream_release(&w.other));
}
