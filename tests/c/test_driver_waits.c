/* test_driver_waits.c - what gives something back waits for the driver without the caller's GIL, and without a lock of the
 * library (B122).
 *
 * A mutex plays the GIL, as cucore_python.h uses it (cucore__wait_by).  A host function of the stream, on a thread of its
 * own, takes this GIL and each lock of the library; the thread that gives something back holds the GIL.  A wait that
 * holds one of them never ends: an alarm ends the child. */
#include "check.h"
#include "in_child.h"

#include <pthread.h>
#include <unistd.h>

#define CUCORE_KEPT_MAX 2
#define CUCORE_IMPLEMENTATION
#include "../../cucore_copy.h"
#include "../../cucore_kernel.h"
#include "../../cucore_memory.h"
#include "../../cucore_share.h"

#include "../fake_driver/fake_cuda.h"

enum { BYTES = 4096 };

/* ------------------------------------------------------------------------------------------------------ the GIL -- */
static pthread_mutex_t gil = PTHREAD_MUTEX_INITIALIZER;
static __thread int has_gil;
static char token;
static int given_up, ends; /* ends: as an interpreter that ends */

static void gil_take(void)
{
    pthread_mutex_lock(&gil);
    has_gil = 1;
}

static void gil_drop(void)
{
    has_gil = 0;
    pthread_mutex_unlock(&gil);
}

static void *gil_wait(void *held)
{
    if (held) {
        CHECK(held == &token && !has_gil);
        gil_take();
        return NULL;
    }
    if (!has_gil) return NULL;
    if (ends) return cucore__wait_never;
    given_up++;
    gil_drop();
    return &token;
}

/* ------------------------------------------------------------------------------------------------ host function -- */
static int hosted; /* host functions that have ended */

static void CUDAAPI host_function(void *unused)
{
    pthread_mutex_t *const locks[] = {&cucore__lock, &cucore__late_lock, &cucore__loading, &cucore__share_lock};
    (void)unused;
    gil_take();
    gil_drop();
    for (int i = 0; i < COUNT(locks); i++) {
        pthread_mutex_lock(locks[i]);
        pthread_mutex_unlock(locks[i]);
    }
    __atomic_add_fetch(&hosted, 1, __ATOMIC_SEQ_CST);
}

/* ----------------------------------------------------------------------------------------------------- the ways -- */
static struct {
    CUcontext primary;
    CUstream stream;
    cucore_memory_resource *resource;
    cucore_buffer buffer;
    cucore_view view;
    cucore_owner owner;
    cucore_stream made_stream;
    cucore_event event;
    cucore_module code;
    cucore_graph graph;
    void *memory;
    int pipe[2];
} w;

static cucore_status own_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    (void)user_data, (void)stream;
    return cucore__driver.MemAlloc((cucore__CUdeviceptr *)out, nbytes) ? CUCORE_DRIVER : CUCORE_OK;
}

static cucore_status own_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    (void)user_data, (void)nbytes, (void)stream;
    return cucore__driver.MemFree((cucore__CUdeviceptr)(uintptr_t)ptr) ? CUCORE_DRIVER : CUCORE_OK;
}

static void make_resource(int kind)
{
    cucore_memory_functions functions = {own_allocate, own_deallocate, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    if (kind < 0) {
        OK(cucore_memory_resource_from_functions(&functions, NULL, NULL, &w.resource));
    } else {
        OK(cucore_memory_resource_create((cucore_memory_kind)kind, 0, NULL, &w.resource));
    }
}

static void make_buffer(int kind)
{
    make_resource(kind);
    OK(cucore_buffer_allocate(w.resource, BYTES, w.stream, &w.buffer));
    cucore_memory_resource_release(w.resource);
    w.resource = NULL;
}

static void release_buffer(void)
{
    OK(cucore_buffer_release(&w.buffer));
}

static void make_view(int kind)
{
    static const int64_t shape = BYTES;
    cucore_array_spec spec = {CUCORE_DTYPE_UINT8, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    if (kind == CUCORE_MEMORY_PINNED) spec.device_type = CUCORE_DEVICE_TYPE_CUDA_HOST;
    if (kind == CUCORE_MEMORY_MANAGED) spec.device_type = CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    make_resource(kind);
    OK(cucore_view_allocate(&spec, w.resource, w.stream, &w.view));
    cucore_memory_resource_release(w.resource);
    w.resource = NULL;
}

static void release_view(void)
{
    cucore_view_release(&w.view);
}

static void make_owner(int kind)
{
    make_view(kind);
    OK(cucore_view_detach(&w.view, &w.owner));
}

static void release_owner(void)
{
    cucore_owner_release(&w.owner);
}

/* An array whose producer names no stream: its owner, which has device memory, is kept until the stream is done. */
static void make_late(int kind)
{
    cucore_array_spec spec = {CUCORE_DTYPE_UINT8, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    static const int64_t shape = BYTES;
    spec.shape = &shape;
    make_owner(kind);
    OK(cucore_view_wrap(w.view.ptr, &spec, w.owner.owner, w.owner.release, &w.view));
    w.view.protocol = CUCORE_PROTOCOL_DLPACK;
}

static void release_late(void)
{
    OK(cucore_views_end_access(&w.view, 1, w.stream));
    cucore_view_release(&w.view);
    (void)cucore_trim();
}

static void make_bytes(int kind)
{
    make_resource(kind);
    OK(cucore_memory_resource_allocate(w.resource, BYTES, w.stream, &w.memory));
}

static void release_bytes(void)
{
    OK(cucore_memory_resource_deallocate(w.resource, w.memory, BYTES, w.stream));
}

static void release_resource(void)
{
    cucore_memory_resource_release(w.resource);
}

/* Memory that could not be freed during a capture. */
static void make_kept(int kind)
{
    make_buffer(kind);
    CHECK_INT(fake_capture_begin(w.stream, 0), 0);
    OK(cucore_buffer_release(&w.buffer));
    CHECK_INT(fake_capture_end(w.stream), 0);
    CHECK(cucore__kept_is_any());
}

static void release_kept(void)
{
    OK(cucore_trim());
    CHECK(!cucore__kept_is_any());
}

static void make_stream(int blocking)
{
    cucore_stream_options options;
    memset(&options, 0, sizeof options);
    options.blocking = blocking;
    OK(cucore_stream_create(0, &options, &w.made_stream));
}

static void release_stream(void)
{
    OK(cucore_stream_release(&w.made_stream));
}

static void make_event(int flags)
{
    OK(cucore_event_create(0, (unsigned)flags, &w.event));
}

static void release_event(void)
{
    OK(cucore_event_release(&w.event));
}

static void make_module(int unused)
{
    (void)unused;
    OK(cucore_module_load(0, "an image", &w.code));
}

static void release_module(void)
{
    OK(cucore_module_release(&w.code));
}

static void make_graph(int mode)
{
    OK(cucore_graph_begin(w.stream, mode));
    OK(cucore_memory_fill((void *)(uintptr_t)fake_alloc(FAKE_DEVICE, 0, BYTES), 0, 1, BYTES, w.stream));
    OK(cucore_graph_end(w.stream, &w.graph));
}

static void release_graph(void)
{
    OK(cucore_graph_release(&w.graph));
}

/* Pinned memory that copies keep. */
static void make_stage(int unused)
{
    (void)unused;
    OK(cucore__stage_slot_grow(&cucore__stage_slots[0], 1, 0));
}

static void release_stage(void)
{
    cucore_copy_trim();
    CHECK(!cucore__stage_slots[0].memory);
}

static cucore_share_handle shared;
static int shared_fd = -1;

/* Memory that counts as another process's, since this one has another name after the export. */
static void make_import(int way)
{
    static const int64_t shape = 16;
    cucore_array_spec spec = {CUCORE_DTYPE_UINT8, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_memory_resource_options options;
    cucore_memory_resource *pool = NULL;
    cucore_view view;
    fake_share(2);
    memset(&options, 0, sizeof options);
    options.handle_types = CUCORE_HANDLE_FILE_DESCRIPTOR;
    if (way == CUCORE_SHARE_POOL) {
        OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &options, &pool));
        OK(cucore_view_allocate(&spec, pool, w.stream, &view));
    } else {
        const CUdeviceptr ptr =
            way == CUCORE_SHARE_LEGACY ? fake_alloc(FAKE_DEVICE, 0, 4 << 20) : fake_virtual(0, 1, 1, 1);
        OK(cucore_view_wrap((void *)(uintptr_t)ptr, &spec, NULL, NULL, &view));
    }
    OK(cucore_view_export(&view, &shared, &shared_fd));
    CHECK_INT(shared.way, way);
    cucore__identity_here.exporter[0] ^= 1;
    OK(cucore_view_import(&shared, sizeof shared, shared_fd, CUCORE_DEVICE_NONE, &w.view));
    CHECK_INT(cucore_mapping_count(), 1);
}

static void release_import(void)
{
    cucore_view_release(&w.view);
    CHECK_INT(cucore_mapping_count(), 0);
}

typedef struct way {
    const char *name;
    void (*make)(int what);
    int what;
    void (*release)(void);
    int never_waits; /* the driver does it in the order of the stream, or at once */
} way;
enum { OWN = -1, POOL = CUCORE_MEMORY_DEFAULT_POOL, ALONE = CUCORE_MEMORY_SYNCHRONOUS };
static const way ways[] = {
    {"buffer, cuMemAlloc", make_buffer, ALONE, release_buffer, 0},
    {"buffer, pinned", make_buffer, CUCORE_MEMORY_PINNED, release_buffer, 0},
    {"buffer, managed", make_buffer, CUCORE_MEMORY_MANAGED, release_buffer, 0},
    {"buffer, default pool", make_buffer, POOL, release_buffer, 1},
    {"buffer, functions", make_buffer, OWN, release_buffer, 0},
    {"view, cuMemAlloc", make_view, ALONE, release_view, 0},
    {"view, pinned", make_view, CUCORE_MEMORY_PINNED, release_view, 0},
    {"view, managed", make_view, CUCORE_MEMORY_MANAGED, release_view, 0},
    {"view, default pool", make_view, POOL, release_view, 1},
    {"view, functions", make_view, OWN, release_view, 0},
    {"owner, cuMemAlloc", make_owner, ALONE, release_owner, 0},
    {"owner, default pool", make_owner, POOL, release_owner, 1},
    {"late owner, cuMemAlloc", make_late, ALONE, release_late, 0},
    {"late owner, default pool", make_late, POOL, release_late, 0},
    {"address, cuMemAlloc", make_bytes, ALONE, release_bytes, 0},
    {"address, default pool", make_bytes, POOL, release_bytes, 1},
    {"own pool", make_resource, CUCORE_MEMORY_POOL, release_resource, 0},
    {"kept during a capture, cuMemAlloc", make_kept, ALONE, release_kept, 0},
    {"kept during a capture, default pool", make_kept, POOL, release_kept, 0},
    {"stream", make_stream, 0, release_stream, 0},
    {"event", make_event, 0, release_event, 1},
    {"module", make_module, 0, release_module, 0},
    {"graph", make_graph, CUCORE_CAPTURE_GLOBAL, release_graph, 0},
    {"pinned memory of copies", make_stage, 0, release_stage, 0},
    {"import, legacy", make_import, CUCORE_SHARE_LEGACY, release_import, 0},
    {"import, pool", make_import, CUCORE_SHARE_POOL, release_import, 0},
    {"import, virtual", make_import, CUCORE_SHARE_VIRTUAL, release_import, 0},
};

static const way *row;

static void begin(void)
{
    alarm(20);
    fake_reset();
    OK(cucore_context_get_primary(0, &w.primary));
    fake_context_set_current(w.primary);
    w.stream = fake_stream_create(w.primary, CU_STREAM_NON_BLOCKING);
    cucore__wait_by = gil_wait;
    row->make(row->what);
    gil_take();
    given_up = hosted = 0;
}

static void child_waits(void)
{
    begin();
    fake_host_threads(1);
    OK(cucore_stream_launch_host_function(w.stream, host_function, NULL));
    row->release();
    CHECK(has_gil && given_up > 0);
    if (!row->never_waits) CHECK_INT(__atomic_load_n(&hosted, __ATOMIC_SEQ_CST), 1);
    gil_drop();
    fake_host_threads(0);
    OK(cucore_stream_synchronize(w.stream));
    CHECK_INT(hosted, 1);
}

TEST(test_B122_nothing_is_held_while_the_driver_waits)
{
    for (row = ways; row < ways + COUNT(ways); row++) {
        check_row(row->name);
        in_child(child_waits);
    }
    check_row("");
}

static void child_has_none(void)
{
    begin();
    gil_drop();
    row->release();
    CHECK_INT(given_up, 0);
}

TEST(test_a_thread_without_the_GIL_gives_nothing_up)
{
    for (row = ways; row < ways + COUNT(ways); row++) {
        check_row(row->name);
        in_child(child_has_none);
    }
    check_row("");
}

/* A host function that wants the GIL never returns once the interpreter ends: views do not wait for it. */
static pthread_mutex_t for_ever = PTHREAD_MUTEX_INITIALIZER;
static void CUDAAPI stuck_function(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&for_ever);
}

static void child_ends(void)
{
    begin();
    pthread_mutex_lock(&for_ever);
    fake_host_threads(1);
    OK(cucore_stream_launch_host_function(w.stream, stuck_function, NULL));
    ends = 1;
    row->release == release_import ? cucore_view_release(&w.view) : row->release();
    CHECK(has_gil && !given_up);
}

TEST(test_an_interpreter_that_ends_does_not_wait)
{
    for (row = ways; row < ways + COUNT(ways); row++) {
        const int is_view =
            row->release == release_view || row->release == release_owner || row->release == release_import;
        if (!is_view || row->what == OWN) continue;
        check_row(row->name);
        in_child(child_ends);
    }
    check_row("");
}

/* ----------------------------------------------------------------------------------- two threads at one late owner -- */
/* Another thread gave up the GIL to wait for the oldest owner's stream; when that is done it wants the GIL again, which
 * this thread holds, and is at the same owner.  Neither may need the other to go on. */
static int may_end, given_back;

static void CUDAAPI ends_when_told(void *unused)
{
    (void)unused;
    while (!__atomic_load_n(&may_end, __ATOMIC_SEQ_CST)) usleep(100);
}

static void wait_for_first(void)
{
    cucore__late_wait(1);
}

typedef struct pair {
    const char *name;
    void (*here)(void), (*there)(void);
} pair;
static const pair pairs[] = {
    {"look, trim", cucore__late_look, cucore__late_trim},
    {"look, make room", cucore__late_look, cucore__late_make_room},
    {"look, wait", cucore__late_look, wait_for_first},
    {"trim, trim", cucore__late_trim, cucore__late_trim},
    {"make room, trim", cucore__late_make_room, cucore__late_trim},
    {"make room, make room", cucore__late_make_room, cucore__late_make_room},
    {"wait, trim", wait_for_first, cucore__late_trim},
    {"wait, wait", wait_for_first, wait_for_first},
};
static const pair *two;

static void is_given_back(void *owner)
{
    CHECK(owner == &w);
    __atomic_add_fetch(&given_back, 1, __ATOMIC_SEQ_CST);
}

static void *the_other(void *unused)
{
    gil_take();
    two->there();
    gil_drop();
    return unused;
}

static void child_two(void)
{
    cucore_array_spec spec = {CUCORE_DTYPE_UINT8, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    static const int64_t nbytes = BYTES;
    cucore_view views[CUCORE_KEPT_MAX];
    pthread_t other;
    int asking = 0;
    row = &ways[0];
    while (row->make != make_late) row++;
    begin();
    alarm(5);
    spec.shape = &nbytes;
    for (int i = 0; i < CUCORE_KEPT_MAX; i++) {
        OK(cucore_view_wrap(w.view.ptr, &spec, &w, is_given_back, &views[i]));
        views[i].protocol = CUCORE_PROTOCOL_DLPACK;
    }
    fake_host_threads(1);
    OK(cucore_stream_launch_host_function(w.stream, ends_when_told, NULL));
    for (int i = 0; i < CUCORE_KEPT_MAX; i++) {
        OK(cucore_views_end_access(&views[i], 1, w.stream));
        cucore_view_release(&views[i]);
    }
    CHECK_INT(cucore__late.points, CUCORE_KEPT_MAX);
    CHECK_INT(cucore__late.owners, 2);
    CHECK_INT(pthread_create(&other, NULL, the_other, NULL), 0);
    gil_drop();
    while (!asking) {
        pthread_mutex_lock(&cucore__late_lock);
        asking = cucore__late.first->users;
        pthread_mutex_unlock(&cucore__late_lock);
    }
    gil_take();
    __atomic_store_n(&may_end, 1, __ATOMIC_SEQ_CST);
    while (cucore__driver.StreamQuery(w.stream)) usleep(100);
    usleep(2000); /* the other thread comes back to the GIL */
    two->here();
    CHECK(cucore__late.passed >= 1);
    gil_drop();
    CHECK_INT(pthread_join(other, NULL), 0);
    OK(cucore_trim());
    CHECK_INT(given_back, CUCORE_KEPT_MAX);
    CHECK(!cucore__late.owners && !cucore__late.idle);
}

TEST(test_B122_two_threads_at_one_late_owner)
{
    for (two = pairs; two < pairs + COUNT(pairs); two++) {
        check_row(two->name);
        in_child(child_two);
    }
    check_row("");
}

/* ----------------------------------------------------------------------------------- a mapping closed and opened -- */
enum { THREADS = 4, ROUNDS = 200 };
static int wrong;

static void *import_again(void *unused)
{
    cucore_view view;
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        if (cucore_view_import(&shared, sizeof shared, shared_fd, CUCORE_DEVICE_NONE, &view)) {
            __atomic_add_fetch(&wrong, 1, __ATOMIC_SEQ_CST);
            continue;
        }
        if (*(volatile unsigned char *)view.ptr != 42) __atomic_add_fetch(&wrong, 1, __ATOMIC_SEQ_CST);
        cucore_view_release(&view);
    }
    return NULL;
}

static void child_reopens(void)
{
    static const int64_t shape = 16;
    cucore_array_spec spec = {CUCORE_DTYPE_UINT8, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_memory_resource_options options;
    cucore_memory_resource *pool = NULL;
    pthread_t threads[THREADS];
    cucore_view view;
    alarm(60);
    fake_reset();
    OK(cucore_context_get_primary(0, &w.primary));
    w.stream = fake_stream_create(w.primary, CU_STREAM_NON_BLOCKING);
    fake_share(2);
    memset(&options, 0, sizeof options);
    options.handle_types = CUCORE_HANDLE_FILE_DESCRIPTOR;
    if (row->what == CUCORE_SHARE_POOL) {
        OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &options, &pool));
        OK(cucore_view_allocate(&spec, pool, w.stream, &view));
    } else {
        OK(cucore_view_wrap((void *)(uintptr_t)fake_alloc(FAKE_DEVICE, 0, 4 << 20), &spec, NULL, NULL, &view));
    }
    memset(view.ptr, 42, 16);
    OK(cucore_view_export(&view, &shared, &shared_fd));
    cucore__identity_here.exporter[0] ^= 1;
    for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, import_again, NULL), 0);
    for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    CHECK_INT(wrong, 0);
    CHECK_INT(cucore_mapping_count(), 0);
    CHECK(!cucore__foreign_pools);
}

/* Another thread closes it, and waits for a host function that wants the GIL, which this thread holds. */
static void *the_closing(void *unused)
{
    cucore_view_release(&w.view);
    return unused;
}

static int is_changing(void)
{
    int result;
    pthread_mutex_lock(&cucore__share_lock);
    result = !cucore__mappings || cucore__mappings->is_changing;
    pthread_mutex_unlock(&cucore__share_lock);
    return result;
}

static void child_imports_what_closes(void)
{
    pthread_t closing;
    cucore_view view;
    begin();
    fake_host_threads(1);
    OK(cucore_stream_launch_host_function(w.stream, host_function, NULL));
    CHECK_INT(pthread_create(&closing, NULL, the_closing, NULL), 0);
    while (!is_changing()) usleep(100);
    OK(cucore_view_import(&shared, sizeof shared, shared_fd, CUCORE_DEVICE_NONE, &view));
    CHECK(has_gil && given_up > 0 && hosted == 1);
    CHECK_INT(pthread_join(closing, NULL), 0);
    CHECK_INT(cucore_mapping_count(), 1);
    cucore_view_release(&view);
}

/* Each import of virtual memory is mapped by itself. */
static void with_shared_mappings(void (*child)(void))
{
    for (row = ways; row < ways + COUNT(ways); row++) {
        if (row->release != release_import || row->what == CUCORE_SHARE_VIRTUAL) continue;
        check_row(row->name);
        in_child(child);
    }
    check_row("");
}

TEST(test_B122_an_import_waits_for_a_mapping_that_closes)
{
    with_shared_mappings(child_imports_what_closes);
}

TEST(test_a_mapping_is_closed_while_others_open_it)
{
    with_shared_mappings(child_reopens);
}

TESTS_MAIN
