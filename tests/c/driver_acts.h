/* driver_acts.h - the calls of cucore.h that talk to the driver, one act for each way that a call can take.  The table is
 * run by test_driver_objects.c, in which entry points are missing, and test_driver_torture.c, in which calls fail in
 * turn.
 *
 * An act needs the world of make_world, and leaves what it makes in `made`.  The file that includes this one has
 * included check.h, in_child.h and the implementation of cucore.h. */
#ifndef DRIVER_ACTS_H
#define DRIVER_ACTS_H

#include "../fake_driver/fake_cuda.h"
#include "../../cucore_memory.h"

#include <stdint.h>

#define LEGACY CU_STREAM_LEGACY
enum { DRIVER = 1, MALLOC = 2, THREAD = 4, RESOURCE = 8, KINDS = 4 };

/* ------------------------------------------------------------------------------------------------------ the world
 * -- */
static struct world {
    CUcontext primary[2], foreign;
    CUstream a, b; /* of device 0 and 1 */
    CUevent event, later;
    CUfunction function;
    cucore_memory_resource *pool, *far_plain, *plain, *pinned, *managed;
    cucore_buffer x, y, far; /* 64 bytes on device 0, 0, 1 */
    cucore_view view;        /* of far, its producer's stream is known */
    cucore_view views[2];    /* of far and x */
    char host[64];
    int calls;
} w;

/* What the acts make and fill in. */
static struct made {
    cucore_stream stream;
    cucore_event event;
    cucore_module module;
    cucore_memory_resource *resource;
    cucore_buffer buffer;
    cucore_context_guard guard;
    cucore_view view, views[2];
    void *ptr;
    cucore_memory_pool pool;
    cucore_memory_usage usage;
    cucore_memory_policy policy;
    cucore_memory_access access;
    CUcontext context;
    CUfunction function;
    cucore_pointer_info pointer;
    cucore_device_info info;
    cucore_capture_info capture;
    int number;
    float milliseconds;
    struct {
        size_t free, total;
    } memory;
    struct {
        void *base;
        size_t bytes;
    } block;
    struct {
        CUcontext context;
        int device_id;
    } current;
} made;

static struct {
    long fail_in, calls;
} foreign_turns;

static cucore_status foreign_turn(void)
{
    foreign_turns.calls++;
    if (foreign_turns.fail_in <= 0 || --foreign_turns.fail_in) return CUCORE_OK;
    return cucore_fail(CUCORE_FOREIGN, "the other library has no more");
}

static cucore_status foreign_allocate(void *user_data, size_t bytes, CUstream stream, void **out)
{
    cucore_status status = foreign_turn();
    (void)user_data, (void)stream;
    if (status) return status;
    *out = (void *)(uintptr_t)fake_alloc(FAKE_DEVICE, 1, bytes);
    return *out ? CUCORE_OK : cucore_fail(CUCORE_OUT_OF_MEMORY, "the other library has no more");
}

static cucore_status foreign_deallocate(void *user_data, void *ptr, size_t bytes, CUstream stream)
{
    cucore_status status = foreign_turn();
    (void)user_data, (void)bytes, (void)stream;
    return !status && fake_free((CUdeviceptr)(uintptr_t)ptr) ? CUCORE_DRIVER : status;
}

static const cucore_memory_functions foreign_functions = {foreign_allocate, foreign_deallocate, 0, 0, {NULL, NULL}};
static cucore_memory_resource *foreign_resource; /* made once */

static void as_view(const cucore_buffer *buffer, CUstream producer, cucore_view *out)
{
    int64_t shape[1] = {16};
    cucore_layout layout;
    CHECK_INT(cucore_layout_make(1, shape, NULL, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_from_buffer(buffer, 0, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), &layout, out), CUCORE_OK);
    out->has_producer_stream = 1;
    out->producer_stream = producer;
}

static void make_world(void)
{
    cucore_module module;
    if (!foreign_resource) {
        CHECK_INT(cucore_memory_resource_from_functions(&foreign_functions, NULL, NULL, &foreign_resource), CUCORE_OK);
    }
    memset(&w, 0, sizeof w);
    memset(&made, 0, sizeof made);
    CHECK_INT(cucore_context_get_primary(0, &w.primary[0]), CUCORE_OK);
    CHECK_INT(cucore_context_get_primary(1, &w.primary[1]), CUCORE_OK);
    w.foreign = fake_context_create(0);
    w.a = fake_stream_create(w.primary[0], CU_STREAM_NON_BLOCKING);
    w.b = fake_stream_create(w.primary[1], CU_STREAM_NON_BLOCKING);
    CHECK_INT(cucore_module_load(0, "a module", &module), CUCORE_OK);
    CHECK_INT(cucore_module_get_function(module.handle, "kernel", &w.function), CUCORE_OK);
    fake_context_set_current(w.primary[0]);
    CHECK_INT(cucore__driver.EventCreate(&w.event, 0), CUDA_SUCCESS);
    CHECK_INT(cucore__driver.EventCreate(&w.later, 0), CUDA_SUCCESS);
    fake_context_set_current(NULL);
    fake_stream_add_work(w.a, NULL);
    fake_stream_add_work(w.b, NULL);
    CHECK_INT(cucore_event_record(w.event, w.a), CUCORE_OK);
    CHECK_INT(cucore_event_record(w.later, w.a), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &w.pool), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &w.plain), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 1, NULL, &w.far_plain), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_PINNED, 0, NULL, &w.pinned), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_MANAGED, 0, NULL, &w.managed), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(w.pool, 64, w.a, &w.x), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(w.plain, 64, w.a, &w.y), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(w.far_plain, 64, w.b, &w.far), CUCORE_OK);
    memset(w.x.ptr, 'x', 64), memset(w.y.ptr, 'y', 64), memset(w.far.ptr, 'f', 64);
    as_view(&w.far, w.b, &w.view);
    as_view(&w.far, w.b, &w.views[0]);
    as_view(&w.x, LEGACY, &w.views[1]);
    fake_log_clear();
}

/* What is alive, except what is kept on purpose. */
typedef struct living {
    int events, streams, contexts, modules, pools, graphs, allocations, references;
    long heap; /* of the implementation, in a test that counts it */
} living;

static living count_living(void)
{
    living now;
    memset(&now, 0, sizeof now);
    CHECK_INT(cucore_trim(), CUCORE_OK);
    now.events = fake_live_events(), now.streams = fake_live_streams(), now.contexts = fake_live_contexts();
    now.modules = fake_live_modules(), now.pools = fake_live_pools(), now.graphs = fake_live_graphs();
    now.allocations = fake_live_allocations(), now.references = fake_primary_refs(0) + fake_primary_refs(1);
    return now;
}

/* Returns the name in the last line that ends with the result, "" if there is none. */
static inline const char *failed_call(int result)
{
    static char name[64];
    char mark[32];
    const char *end, *line;
    snprintf(mark, sizeof mark, " result=%d\n", result);
    end = strstr(fake_log(), mark);
    name[0] = '\0';
    if (!end) return name;
    for (line = end; line > fake_log() && line[-1] != '\n'; line--) {
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    return name;
}

/* ------------------------------------------------------------------------------------------------------- the acts
 * -- */
static CUcontext here; /* current before the call */

static CUcontext default_context(void)
{
    return here ? here : w.primary[0];
}

static void nothing(void)
{
}

static int yes(void)
{
    return 1;
}

#define ACT(name, function, arguments)                                                                                 \
    static const char of_##name[] = #function;                                                                         \
    static cucore_status act_##name(void)                                                                              \
    {                                                                                                                  \
        return function arguments;                                                                                     \
    }
#define ACT_VOID(name, function, arguments)                                                                            \
    static const char of_##name[] = #function;                                                                         \
    static cucore_status act_##name(void)                                                                              \
    {                                                                                                                  \
        function arguments;                                                                                            \
        return CUCORE_OK;                                                                                              \
    }
#define PREPARE(name, statement)                                                                                       \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        statement;                                                                                                     \
    }
#define SEEN(name, condition)                                                                                          \
    static int name(void)                                                                                              \
    {                                                                                                                  \
        return condition;                                                                                              \
    }

/* -- devices, contexts, pointers -- */
ACT(pci, cucore_device_from_pci_bus_id, ("0000:02:00.0", &made.number))
ACT(query, cucore_device_get_info, (1, &made.info))
ACT(attribute, cucore_device_get_attribute, (CUCORE_DEVICE_CURRENT, CU_DEVICE_ATTRIBUTE_WARP_SIZE, &made.number))
ACT(memory, cucore_device_get_memory_info, (1, &made.memory.free, &made.memory.total))
ACT(set_current, cucore_device_set_current, (1))
ACT(synchronize, cucore_device_synchronize, (1))
ACT(can_peer, cucore_device_get_peer_access, (0, 1, &made.number))
ACT(peer, cucore_device_enable_peer_access, (0, 1))
ACT(primary, cucore_context_get_primary, (1, &made.context))
ACT(device_current, cucore_context_get_current, (NULL, &made.number))
ACT(context_current, cucore_context_get_current, (&made.current.context, &made.current.device_id))
ACT(enter, cucore_context_enter, (w.primary[1], &made.guard))
ACT(enter_device, cucore_context_enter_device, (1, &made.guard))
ACT_VOID(leave, cucore_context_leave, (&made.guard))
ACT(pointer_query, cucore_pointer_get_info, (w.far.ptr, &made.pointer))
ACT(pointer_range, cucore_pointer_get_range, (w.far.ptr, &made.block.base, &made.block.bytes))
PREPARE(enter_far, CHECK_INT(cucore_context_enter(w.primary[1], &made.guard), CUCORE_OK))
PREPARE(undo_guard, cucore_context_leave(&made.guard))
SEEN(is_one, made.number == 1)
SEEN(is_device_1, fake_context_current() == w.primary[1])
SEEN(is_primary_1, made.context == w.primary[1])
SEEN(is_warp, made.number == 32)
SEEN(has_info, made.info.multiprocessors == 132 && made.info.pci_bus_id[6] == '2')
SEEN(has_memory, made.memory.total == (size_t)8 << 30 && made.memory.free <= made.memory.total)
SEEN(has_block, made.block.base == w.far.ptr && made.block.bytes == 64)
SEEN(has_pointer, made.pointer.device_type == CUCORE_DEVICE_TYPE_CUDA && made.pointer.device_id == 1)

/* -- order -- */
ACT(view_order, cucore_views_begin_access, (&w.view, 1, w.a))
ACT(view_order_host, cucore_views_begin_access, (&w.view, 1, CUCORE_STREAM_HOST))
ACT(view_order_default, cucore_views_begin_access, (&w.view, 1, NULL))
ACT(view_finish, cucore_views_end_access, (&w.view, 1, w.a))
ACT(views_order, cucore_views_begin_access, (w.views, 2, w.a))
ACT(views_finish, cucore_views_end_access, (w.views, 2, w.a))
ACT(views_order_default, cucore_views_begin_access, (w.views, 2, NULL))
ACT(views_finish_default, cucore_views_end_access, (w.views, 2, NULL))
ACT(set_producer, cucore_view_set_producer_stream, (&w.view, NULL))
static cucore_status check_current(const cucore_view *view)
{
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, CUCORE_ON_DEVICE_ID);
    arg.device_id = CUCORE_DEVICE_CURRENT;
    return cucore_view_check(view, &arg, NULL);
}
static cucore_status act_check_current(void)
{
    return check_current(&w.views[1]); /* on device 0, as every context that is current here */
}
SEEN(is_pending, w.view.has_producer_stream &&w.view.producer_stream == LEGACY && w.view.producer_context)
ACT(stream_wait, cucore_stream_wait, (w.b, w.a))
ACT(stream_wait_default, cucore_stream_wait, (w.b, NULL))
ACT(stream_synchronize, cucore_stream_synchronize, (w.b))
ACT(stream_synchronize_default, cucore_stream_synchronize, (NULL))
PREPARE(producer_default, w.view.producer_stream = LEGACY; fake_stream_add_work(LEGACY, w.primary[1]))
PREPARE(work_of_default, fake_stream_add_work(LEGACY, default_context()))
PREPARE(producer_unknown, w.view.has_producer_stream = 0)
PREPARE(order_once, CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK); fake_stream_add_work(w.a, NULL))
SEEN(a_saw_b, fake_stream_has_seen(w.a, NULL, w.b, NULL))
SEEN(b_saw_a, fake_stream_has_seen(w.b, NULL, w.a, NULL))
SEEN(a_saw_both,
     fake_stream_has_seen(w.a, NULL, w.b, NULL) && fake_stream_has_seen(w.a, NULL, LEGACY, default_context()))
SEEN(both_saw_a,
     fake_stream_has_seen(w.b, NULL, w.a, NULL) && fake_stream_has_seen(LEGACY, default_context(), w.a, NULL))
SEEN(a_saw_default, fake_stream_has_seen(w.a, NULL, LEGACY, w.primary[1]))
SEEN(b_saw_default, fake_stream_has_seen(w.b, NULL, LEGACY, default_context()))
SEEN(default_saw_a, fake_stream_has_seen(LEGACY, w.primary[1], w.a, NULL))
SEEN(default_saw_b, fake_stream_has_seen(LEGACY, w.primary[1], w.b, NULL))
SEEN(host_saw_default, fake_host_has_seen(LEGACY, default_context()))
SEEN(host_saw_a, fake_host_has_seen(w.a, NULL))
SEEN(host_saw_b, fake_host_has_seen(w.b, NULL))

/* -- streams, events -- */
ACT(stream_create, cucore_stream_create, (1, NULL, &made.stream))
ACT(stream_create_here, cucore_stream_create, (CUCORE_DEVICE_CURRENT, NULL, &made.stream))
ACT(stream_from_handle, cucore_stream_from_handle, (w.b, 1, &made.stream))
ACT(stream_from_any, cucore_stream_from_handle, (w.b, CUCORE_DEVICE_ANY, &made.stream))
ACT(stream_from_default, cucore_stream_from_handle, (NULL, CUCORE_DEVICE_ANY, &made.stream))
ACT(stream_release, cucore_stream_release, (&made.stream))
ACT(stream_query, cucore_stream_query, (w.b, &made.number))
ACT(wait_event, cucore_stream_wait_event, (w.b, w.event))
static void CUDA_CB add_one(void *number)
{
    ++*(int *)number;
}
ACT(host_function, cucore_stream_launch_host_function, (w.b, add_one, &w.calls))
ACT(capture_info, cucore_stream_get_capture_info, (w.b, &made.capture))
ACT(event_create, cucore_event_create, (1, CU_EVENT_DEFAULT, &made.event))
ACT(event_release, cucore_event_release, (&made.event))
ACT(event_record, cucore_event_record, (w.event, w.a))
ACT(event_query, cucore_event_query, (w.event, &made.number))
ACT(event_synchronize, cucore_event_synchronize, (w.event))
ACT(event_elapsed, cucore_event_get_elapsed, (w.event, w.later, &made.milliseconds))
ACT_VOID(trim_events, cucore_trim, ())
PREPARE(make_stream, CHECK_INT(cucore_stream_create(1, NULL, &made.stream), CUCORE_OK))
PREPARE(undo_stream, CHECK_INT(cucore_stream_release(&made.stream), CUCORE_OK))
PREPARE(make_event, CHECK_INT(cucore_event_create(1, 0, &made.event), CUCORE_OK))
PREPARE(undo_event, CHECK_INT(cucore_event_release(&made.event), CUCORE_OK))
PREPARE(record_again, CHECK_INT(cucore_event_record(w.event, w.a), CUCORE_OK))
PREPARE(warm_pool, CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK))
SEEN(has_stream, made.stream.handle != NULL && made.stream.device_id == 1)
SEEN(has_a_stream, made.stream.handle != NULL)
SEEN(no_stream, made.stream.handle == NULL)
SEEN(has_event, made.event.handle != NULL && made.event.device_id == 1)
SEEN(no_event, made.event.handle == NULL)
SEEN(was_called, w.calls == 1)

/* -- memory -- */
static const cucore_memory_resource_options limited = {1 << 20, 1 << 24, {0, 0}, 0, 0, NULL, {NULL, NULL}};
ACT(device_pool, cucore_memory_resource_create,
    (CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
ACT(create_pool, cucore_memory_resource_create, (CUCORE_MEMORY_POOL, 1, &limited, &made.resource))
ACT(pinned_pool, cucore_memory_resource_create,
    (CUCORE_MEMORY_PINNED_POOL, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
ACT(managed_pool, cucore_memory_resource_create,
    (CUCORE_MEMORY_MANAGED_POOL, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
static const cucore_memory_resource_options by_default = {0, 0, {0, 0}, 0, CUCORE_POOL_DEFAULT, NULL, {NULL, NULL}};
static const cucore_memory_resource_options by_current = {0, 0, {0, 0}, 0, CUCORE_POOL_CURRENT, NULL, {NULL, NULL}};
static const cucore_memory_resource_options exported = {
    0, 0, {CUCORE_LOCATION_HOST_NUMA, 1}, CUCORE_HANDLE_FILE_DESCRIPTOR, 0, NULL, {NULL, NULL}};
ACT(pool_by_default, cucore_memory_resource_create, (CUCORE_MEMORY_POOL, 1, &by_default, &made.resource))
ACT(pool_by_current, cucore_memory_resource_create, (CUCORE_MEMORY_POOL, 1, &by_current, &made.resource))
ACT(pinned_by_default, cucore_memory_resource_create, (CUCORE_MEMORY_PINNED_POOL, 1, &by_default, &made.resource))
ACT(managed_by_current, cucore_memory_resource_create, (CUCORE_MEMORY_MANAGED_POOL, 1, &by_current, &made.resource))
ACT(pinned_exported, cucore_memory_resource_create, (CUCORE_MEMORY_PINNED_POOL, 1, &exported, &made.resource))
ACT(plain, cucore_memory_resource_create, (CUCORE_MEMORY_SYNCHRONOUS, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
ACT(pinned, cucore_memory_resource_create, (CUCORE_MEMORY_PINNED, 1, NULL, &made.resource))
ACT(managed, cucore_memory_resource_create, (CUCORE_MEMORY_MANAGED, 1, NULL, &made.resource))
ACT(from_functions, cucore_memory_resource_from_functions, (&foreign_functions, &w, NULL, &made.resource))
ACT_VOID(resource_release, cucore_memory_resource_release, (made.resource))
ACT(allocate, cucore_buffer_allocate, (w.pool, 32, w.a, &made.buffer))
ACT(allocate_default, cucore_buffer_allocate, (w.pool, 32, NULL, &made.buffer))
ACT(allocate_plain, cucore_buffer_allocate, (w.plain, 32, w.a, &made.buffer))
ACT(allocate_pinned, cucore_buffer_allocate, (w.pinned, 32, w.a, &made.buffer))
ACT(allocate_managed, cucore_buffer_allocate, (w.managed, 32, NULL, &made.buffer))
ACT(allocate_foreign, cucore_buffer_allocate, (foreign_resource, 32, LEGACY, &made.buffer))
ACT(from_pointer, cucore_buffer_from_pointer, (w.far.ptr, 64, &w, NULL, &made.buffer))
ACT(use, cucore_buffer_use, (&w.x, w.b))
ACT(use_host, cucore_buffer_use, (&w.x, CUCORE_STREAM_HOST))
ACT(release, cucore_buffer_release, (&made.buffer))
static cucore_status release_on(cucore_buffer *buffer, CUstream stream)
{
    cucore_status status = buffer->ptr ? cucore_buffer_use(buffer, stream) : CUCORE_OK;
    return status ? status : cucore_buffer_release(buffer);
}
ACT(release_on, release_on, (&made.buffer, w.b))
ACT(allocate_usual, cucore_buffer_allocate, (NULL, 32, w.a, &made.buffer))
ACT(buffer_copy, cucore_buffer_copy_from, (&w.y, 0, w.x.ptr, 64, w.a))
ACT(buffer_copy_far, cucore_buffer_copy_to, (&w.x, 0, w.far.ptr, 64, w.b))
ACT(copy_from, cucore_buffer_copy_from, (&w.x, 8, w.host, 16, w.a))
ACT(copy_to, cucore_buffer_copy_to, (&w.x, 8, w.host, 16, w.a))
ACT(fill, cucore_buffer_fill, (&w.x, 0x7A7A, 2, w.a))
ACT(raw_copy, cucore_memory_copy, (w.y.ptr, w.x.ptr, 64, NULL))
ACT(raw_fill, cucore_memory_fill, (w.x.ptr, 0x7A7A7A7A, 4, 16, NULL))
ACT(raw_fill_bytes, cucore_memory_fill, (w.x.ptr, 0x7A, 1, 64, w.a))
ACT(check_range, cucore_view_check_range, (&w.view))
PREPARE(make_pool, CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 1, NULL, &made.resource), CUCORE_OK))
PREPARE(undo_resource, cucore_memory_resource_release(made.resource); made.resource = NULL)
/* Captures the stream of a buffer. */
static void begin_capture(void)
{
    CHECK_INT(cucore_buffer_allocate(w.pool, 64, w.a, &made.buffer), CUCORE_OK);
    CHECK_INT(fake_capture_begin(w.a, 0), 0);
}
static void end_capture(void)
{
    if (!fake_capture_status(w.a)) return;
    CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK);
    CHECK_INT(fake_capture_end(w.a), 0);
}
static void keep_one(void)
{
    begin_capture();
    end_capture();
}
ACT(trim_memory, cucore_trim, ())
SEEN(is_kept, !made.buffer.private_.resource && fake_capture_status(w.a) == 1)
PREPARE(undo_buffer, CHECK_INT(cucore_buffer_release(&made.buffer), CUCORE_OK))
PREPARE(make_buffer, CHECK_INT(cucore_buffer_allocate(w.pool, 32, LEGACY, &made.buffer), CUCORE_OK))
PREPARE(make_plain, CHECK_INT(cucore_buffer_allocate(w.plain, 32, w.a, &made.buffer), CUCORE_OK))
PREPARE(make_pinned, CHECK_INT(cucore_buffer_allocate(w.pinned, 32, LEGACY, &made.buffer), CUCORE_OK))
PREPARE(make_managed, CHECK_INT(cucore_buffer_allocate(w.managed, 32, LEGACY, &made.buffer), CUCORE_OK))
PREPARE(make_foreign, CHECK_INT(cucore_buffer_allocate(foreign_resource, 32, w.a, &made.buffer), CUCORE_OK))
SEEN(has_resource, made.resource != NULL)
SEEN(has_buffer, made.buffer.ptr != NULL)
SEEN(no_buffer, made.buffer.ptr == NULL)
SEEN(wraps_far, made.buffer.ptr == w.far.ptr && made.buffer.owner == &w && made.buffer.device_id == 1)
SEEN(x_used_by_b, w.x.stream == w.b && b_saw_a())
SEEN(y_is_x, ((char *)w.y.ptr)[63] == 'x')
SEEN(far_is_x, ((char *)w.far.ptr)[63] == 'x')
SEEN(x_is_host, ((char *)w.x.ptr)[8] == 0 && ((char *)w.x.ptr)[23] == 0 && ((char *)w.x.ptr)[24] == 'x')
SEEN(host_is_x, w.host[15] == 'x' && w.host[16] == 0)
SEEN(x_is_filled, ((char *)w.x.ptr)[0] == 0x7A && ((char *)w.x.ptr)[63] == 0x7A)

/* -- pools and managed memory: cucore_memory.h -- */
static cucore_memory_pool a_pool;
static const cucore_memory_policy careful = {1 << 20, 1, 1, 1, {0, 0, 0, 0, 0}};
static void find_pool(void)
{
    CHECK_INT(cucore_memory_resource_get_pool(w.pool, &a_pool), CUCORE_OK);
    a_pool.device_id = CUCORE_DEVICE_CURRENT;
}
static void undo_policy(void)
{
    static const cucore_memory_policy usual = {0, 0, 0, 0, {0, 0, 0, 0, 0}};
    CHECK_INT(cucore_memory_resource_set_policy(w.pool, &usual), CUCORE_OK);
}
static int is_careful(void)
{
    cucore_memory_policy policy;
    CHECK_INT(cucore_memory_resource_get_policy(w.pool, &policy), CUCORE_OK);
    return policy.release_threshold == 1 << 20 && policy.ignore_events == 1 && policy.never_wait == 1;
}
static void undo_access(void)
{
    CHECK_INT(cucore_memory_resource_set_access(w.pool, 1, CUCORE_ACCESS_NONE), CUCORE_OK);
}
static int is_open(void)
{
    cucore_memory_access access = CUCORE_ACCESS_NONE;
    CHECK_INT(cucore_memory_resource_get_access(w.pool, 1, &access), CUCORE_OK);
    return access == CUCORE_ACCESS_READ_WRITE;
}
ACT(from_pool, cucore_memory_resource_from_pool, (&a_pool, &w, NULL, &made.resource))
ACT(address, cucore_memory_resource_allocate, (w.pool, 32, w.a, &made.ptr))
ACT(address_foreign, cucore_memory_resource_allocate, (foreign_resource, 32, LEGACY, &made.ptr))
ACT(free_address, cucore_memory_resource_deallocate, (w.pool, made.ptr, 32, w.a))
ACT(free_default, cucore_memory_resource_deallocate, (NULL, made.ptr, 32, NULL))
ACT(free_plain, cucore_memory_resource_deallocate, (w.plain, made.ptr, 32, w.a))
ACT(free_foreign, cucore_memory_resource_deallocate, (foreign_resource, made.ptr, 32, LEGACY))
static cucore_memory_resource *address_from; /* what the address came from */
static void make_address_of(cucore_memory_resource *resource, CUstream stream)
{
    address_from = resource;
    CHECK_INT(cucore_memory_resource_allocate(resource, 32, stream, &made.ptr), CUCORE_OK);
}
PREPARE(make_address, make_address_of(w.pool, w.a))
PREPARE(make_address_default, make_address_of(NULL, NULL))
PREPARE(make_address_plain, make_address_of(w.plain, w.a))
PREPARE(make_address_foreign, make_address_of(foreign_resource, LEGACY))
PREPARE(at_pool, address_from = w.pool)
PREPARE(at_foreign, address_from = foreign_resource)
/* Frees what act has not; a block at the address that is another one is not there. */
static void undo_address(void)
{
    if (made.ptr && fake_device_of((CUdeviceptr)(uintptr_t)made.ptr, 32) >= 0) {
        CHECK_INT(cucore_memory_resource_deallocate(address_from, made.ptr, 32, w.a), CUCORE_OK);
    }
    made.ptr = NULL;
}
static void begin_capture_of_address(void)
{
    make_address();
    CHECK_INT(fake_capture_begin(w.a, 0), 0);
}
static void end_capture_of_address(void)
{
    if (!fake_capture_status(w.a)) return;
    CHECK_INT(fake_capture_end(w.a), 0);
    CHECK_INT(cucore_trim(), CUCORE_OK);
    undo_address();
}
SEEN(is_kept_address, fake_device_of((CUdeviceptr)(uintptr_t)made.ptr, 32) >= 0 && fake_capture_status(w.a) == 1)
SEEN(has_address, made.ptr &&fake_device_of((CUdeviceptr)(uintptr_t)made.ptr, 32) >= 0)
SEEN(no_address, fake_device_of((CUdeviceptr)(uintptr_t)made.ptr, 32) < 0)
ACT(get_pool, cucore_memory_resource_get_pool, (NULL, &made.pool))
ACT(trim_pool, cucore_memory_resource_trim, (w.pool, 0))
ACT(usage, cucore_memory_resource_get_usage, (w.pool, &made.usage))
ACT(reset_usage, cucore_memory_resource_reset_usage, (w.pool))
ACT(get_policy, cucore_memory_resource_get_policy, (w.pool, &made.policy))
ACT(set_policy, cucore_memory_resource_set_policy, (w.pool, &careful))
ACT(get_access, cucore_memory_resource_get_access, (w.pool, 0, &made.access))
ACT(set_access, cucore_memory_resource_set_access, (w.pool, 1, CUCORE_ACCESS_READ_WRITE))
SEEN(has_pool, made.pool.handle &&made.pool.kind == CUCORE_MEMORY_DEFAULT_POOL)
SEEN(has_usage, made.usage.used_nbytes == 64 && made.usage.reserved_high_nbytes >= 64)
SEEN(has_access, made.access == CUCORE_ACCESS_READ_WRITE)
static void make_managed_views(void)
{
    CHECK_INT(cucore_buffer_allocate(w.managed, 64, w.a, &made.buffer), CUCORE_OK);
    as_view(&made.buffer, w.a, &made.views[0]);
    made.views[1] = made.views[0];
}
static const cucore_memory_location to_host = {CUCORE_LOCATION_HOST, 0};
ACT(prefetch, cucore_views_prefetch, (made.views, 1, NULL, w.a))
ACT(prefetch_two, cucore_views_prefetch, (made.views, 2, &to_host, w.a))
ACT(prefetch_default, cucore_views_prefetch, (made.views, 2, NULL, NULL))
ACT(discard, cucore_views_discard, (made.views, 1, NULL, w.a))
ACT(discard_prefetch, cucore_views_discard, (made.views, 1, &to_host, w.a))
ACT(advise, cucore_views_advise, (made.views, 1, CUCORE_ADVICE_PREFERRED, NULL))
SEEN(was_prefetched, fake_count("cuMemPrefetchAsync") >= 1)
SEEN(were_prefetched, fake_count("cuMemPrefetchBatchAsync") + fake_count("cuMemPrefetchAsync") >= 1)
SEEN(is_discarded, ((unsigned char *)made.buffer.ptr)[63] == 0xDD)
SEEN(is_advised, fake_count("cuMemAdvise") >= 1)

/* -- modules -- */
static const cucore_launch_config two_blocks = {{2, 1, 1}, {32, 1, 1}, 0, 0, NULL};
static CUlaunchAttribute priority;
static const cucore_launch_config prioritised = {{2, 1, 1}, {32, 1, 1}, 0, 1, &priority};
ACT(module_load, cucore_module_load, (1, "code", &made.module))
ACT(module_function, cucore_module_get_function, (made.module.handle, "kernel", &made.function))
ACT(module_release, cucore_module_release, (&made.module))
ACT(launch, cucore_function_launch, (w.function, &two_blocks, w.a, NULL))
ACT(launch_more, cucore_function_launch, (w.function, &prioritised, w.a, NULL))
PREPARE(make_module, CHECK_INT(cucore_module_load(1, "code", &made.module), CUCORE_OK))
PREPARE(undo_module, CHECK_INT(cucore_module_release(&made.module), CUCORE_OK))
SEEN(has_module, made.module.handle != NULL)
SEEN(no_module, made.module.handle == NULL)
SEEN(has_function, made.function != NULL)
SEEN(was_launched_more, fake_count("cuLaunchKernelEx") >= 1)
SEEN(was_launched, fake_count("cuLaunchKernel") >= 1)

/* ------------------------------------------------------------------------------------------------------ the table
 * -- */
enum state {
    NONE,   /* nothing is filled in */
    KEPT,   /* `out` is untouched on error: it is poisoned before */
    ZEROED, /* `out` is zeroed on error: likewise */
    HELD    /* what `out` holds before is untouched on error */
};
/* act has no status; what it cannot give back is lost; a general kernel copies if one that was written is not loaded,
 * and stays loaded */
enum { QUIET = 16, LEAKS = 32, REPLACES = 64 };
#define VIEW_HEAD (offsetof(cucore_view, layout) + offsetof(cucore_layout, shape))

typedef struct driver_act {
    const char *function;
    const char *what;
    cucore_status (*act)(void);
    void (*prepare)(void);
    void (*undo)(
        void);         /* gives back what act made; harmless a second time, and after an act that gave something back */
    int (*seen)(void); /* returns 1 if act did its work */
    int kinds;         /* of calls that are made, and can fail; QUIET, LEAKS, REPLACES */
    enum state state;
    void *out;
    size_t size;
} driver_act;

static void undo_current(void)
{
    fake_context_set_current(NULL);
    if (here) fake_context_set_current(here);
}

#define ROW(name, what, prepare, undo, seen, kinds, state, out, size)                                                  \
    {                                                                                                                  \
        of_##name, what, act_##name, prepare, undo, seen, kinds, state, out, size                                      \
    }
#define FILLS(name, what, seen, state, member)                                                                         \
    ROW(name, what, nothing, nothing, seen, DRIVER, state, &made.member, sizeof made.member)
#define PLAIN(name, what, prepare, seen) ROW(name, what, prepare, nothing, seen, DRIVER, NONE, NULL, 0)
#define MAKES(name, what, undo, seen, member)                                                                          \
    ROW(name, what, nothing, undo, seen, DRIVER, ZEROED, &made.member, sizeof made.member)
#define ENDS(name, what, prepare, seen, member)                                                                        \
    ROW(name, what, prepare, nothing, seen, DRIVER, HELD, &made.member, sizeof made.member)

static const driver_act driver_acts[] = {
    FILLS(pci, "", is_one, KEPT, number),
    FILLS(query, "", has_info, KEPT, info),
    FILLS(attribute, "", is_warp, KEPT, number),
    FILLS(memory, "", has_memory, KEPT, memory),
    ROW(set_current, "", nothing, undo_current, is_device_1, DRIVER, NONE, NULL, 0),
    PLAIN(synchronize, "", nothing, host_saw_b),
    FILLS(can_peer, "", is_one, KEPT, number),
    PLAIN(peer, "", nothing, yes),
    FILLS(primary, "", is_primary_1, KEPT, context),
    FILLS(device_current, "device only", yes, KEPT, number),
    FILLS(context_current, "", yes, KEPT, current),
    ROW(enter, "", nothing, undo_guard, is_device_1, DRIVER, ZEROED, &made.guard, sizeof made.guard),
    ROW(enter_device, "", nothing, undo_guard, is_device_1, DRIVER, ZEROED, &made.guard, sizeof made.guard),
    ROW(leave, "", enter_far, nothing, yes, DRIVER | QUIET, NONE, NULL, 0),
    FILLS(pointer_query, "(B56, B58, B59)", has_pointer, KEPT, pointer),
    FILLS(pointer_range, "", has_block, KEPT, block),

    PLAIN(view_order, "handles", nothing, a_saw_b),
    PLAIN(view_order, "default stream of another device", producer_default, a_saw_default),
    PLAIN(view_order_host, "for the host", nothing, host_saw_b),
    PLAIN(view_order_default, "for the default stream", nothing, default_saw_b),
    PLAIN(view_finish, "known producer", nothing, b_saw_a),
    PLAIN(view_finish, "default stream of another device", producer_default, default_saw_a),
    PLAIN(view_finish, "unknown producer (D34)", producer_unknown, host_saw_a),
    PLAIN(views_order, "", work_of_default, a_saw_both),
    PLAIN(views_finish, "", nothing, both_saw_a),
    PLAIN(views_order_default, "two devices", nothing, yes),
    PLAIN(views_finish_default, "two devices", nothing, yes),
    {"cucore_view_check", "on the current device", act_check_current, nothing, nothing, yes, DRIVER, NONE, NULL, 0},
    ROW(set_producer, "default stream", nothing, nothing, is_pending, DRIVER, HELD, &w.view, VIEW_HEAD),
    PLAIN(stream_wait, "", nothing, b_saw_a),
    PLAIN(stream_wait, "by the hint", order_once, b_saw_a),
    PLAIN(stream_wait_default, "default stream", work_of_default, b_saw_default),
    PLAIN(stream_synchronize, "", nothing, host_saw_b),
    PLAIN(stream_synchronize_default, "default stream", work_of_default, host_saw_default),

    MAKES(stream_create, "", undo_stream, has_stream, stream),
    MAKES(stream_create_here, "current device", undo_stream, has_a_stream, stream),
    MAKES(stream_from_handle, "", undo_stream, has_stream, stream),
    MAKES(stream_from_any, "anywhere", undo_stream, has_stream, stream),
    MAKES(stream_from_default, "default stream", undo_stream, has_a_stream, stream),
    ENDS(stream_release, "", make_stream, no_stream, stream),
    FILLS(stream_query, "", is_one, KEPT, number),
    PLAIN(wait_event, "", nothing, yes),
    PLAIN(host_function, "", nothing, was_called),
    FILLS(capture_info, "", yes, KEPT, capture),
    MAKES(event_create, "", undo_event, has_event, event),
    ENDS(event_release, "", make_event, no_event, event),
    PLAIN(event_record, "", nothing, yes),
    FILLS(event_query, "", is_one, KEPT, number),
    PLAIN(event_synchronize, "", record_again, host_saw_a),
    FILLS(event_elapsed, "", yes, KEPT, milliseconds),
    ROW(trim_events, "", warm_pool, nothing, yes, DRIVER | QUIET, NONE, NULL, 0),

    MAKES(device_pool, "", undo_resource, has_resource, resource),
    ROW(create_pool, "", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED, &made.resource,
        sizeof made.resource),
    ROW(pinned_pool, "", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED, &made.resource,
        sizeof made.resource),
    ROW(managed_pool, "", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED, &made.resource,
        sizeof made.resource),
    ROW(pool_by_default, "a default pool", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED,
        &made.resource, sizeof made.resource),
    ROW(pool_by_current, "the current pool", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED,
        &made.resource, sizeof made.resource),
    ROW(pinned_by_default, "the default pinned pool", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED,
        &made.resource, sizeof made.resource),
    ROW(managed_by_current, "the current managed pool", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED,
        &made.resource, sizeof made.resource),
    ROW(pinned_exported, "a pinned pool to export", nothing, undo_resource, has_resource, DRIVER | MALLOC, ZEROED,
        &made.resource, sizeof made.resource),
    MAKES(plain, "", undo_resource, has_resource, resource),
    MAKES(pinned, "pinned", undo_resource, has_resource, resource),
    MAKES(managed, "managed", undo_resource, has_resource, resource),
    ROW(from_functions, "", nothing, undo_resource, has_resource, MALLOC, ZEROED, &made.resource, sizeof made.resource),
    ROW(resource_release, "a pool of its own", make_pool, nothing, yes, DRIVER | QUIET | LEAKS, NONE, NULL, 0),
    MAKES(allocate_usual, "no resource", undo_buffer, has_buffer, buffer),
    MAKES(allocate, "pool", undo_buffer, has_buffer, buffer),
    MAKES(allocate_default, "pool, default stream", undo_buffer, has_buffer, buffer),
    MAKES(allocate_plain, "plain", undo_buffer, has_buffer, buffer),
    MAKES(allocate_pinned, "pinned", undo_buffer, has_buffer, buffer),
    MAKES(allocate_managed, "managed", undo_buffer, has_buffer, buffer),
    ROW(allocate_foreign, "another library's", nothing, undo_buffer, has_buffer, DRIVER | RESOURCE, ZEROED,
        &made.buffer, sizeof made.buffer),
    MAKES(from_pointer, "", undo_buffer, wraps_far, buffer),
    ROW(use, "", nothing, nothing, x_used_by_b, DRIVER, HELD, &w.x, sizeof w.x),
    ROW(use_host, "for the host", nothing, nothing, host_saw_a, DRIVER, HELD, &w.x, sizeof w.x),
    ENDS(release, "pool", make_buffer, no_buffer, buffer),
    ROW(release, "its stream is captured", begin_capture, end_capture, is_kept, DRIVER | MALLOC, HELD, &made.buffer,
        sizeof made.buffer),
    ROW(trim_memory, "", keep_one, nothing, yes, DRIVER, NONE, NULL, 0),
    ENDS(release, "plain", make_plain, no_buffer, buffer),
    ENDS(release, "pinned", make_pinned, no_buffer, buffer),
    ENDS(release, "managed", make_managed, no_buffer, buffer),
    ROW(release, "another library's", make_foreign, undo_buffer, no_buffer, DRIVER | RESOURCE, HELD, &made.buffer,
        sizeof made.buffer),
    ROW(release_on, "plain", make_plain, undo_buffer, no_buffer, DRIVER, NONE, NULL, 0),
    ROW(release_on, "another library's", make_foreign, undo_buffer, no_buffer, DRIVER | RESOURCE, NONE, NULL, 0),
    PLAIN(buffer_copy, "", nothing, y_is_x),
    PLAIN(buffer_copy_far, "between devices", nothing, far_is_x),
    PLAIN(copy_from, "pageable memory", nothing, x_is_host),
    PLAIN(copy_to, "pageable memory", nothing, host_is_x),
    PLAIN(fill, "", nothing, x_is_filled),
    PLAIN(raw_copy, "", nothing, y_is_x),
    PLAIN(raw_fill, "", nothing, x_is_filled),
    PLAIN(raw_fill_bytes, "bytes", nothing, x_is_filled),
    PLAIN(check_range, "", nothing, yes),

    ROW(from_pool, "", find_pool, undo_resource, has_resource, DRIVER | MALLOC, ZEROED, &made.resource,
        sizeof made.resource),
    ROW(address, "", at_pool, undo_address, has_address, DRIVER, ZEROED, &made.ptr, sizeof made.ptr),
    ROW(address_foreign, "another library's", at_foreign, undo_address, has_address, DRIVER | RESOURCE, ZEROED,
        &made.ptr, sizeof made.ptr),
    ROW(free_address, "", make_address, undo_address, no_address, DRIVER, NONE, NULL, 0),
    ROW(free_address, "its stream is captured", begin_capture_of_address, end_capture_of_address, is_kept_address,
        DRIVER | MALLOC, NONE, NULL, 0),
    ROW(free_default, "default stream", make_address_default, undo_address, no_address, DRIVER, NONE, NULL, 0),
    ROW(free_plain, "plain", make_address_plain, undo_address, no_address, DRIVER, NONE, NULL, 0),
    ROW(free_foreign, "another library's", make_address_foreign, undo_address, no_address, DRIVER | RESOURCE, NONE,
        NULL, 0),
    FILLS(get_pool, "no resource", has_pool, KEPT, pool),
    PLAIN(trim_pool, "", nothing, yes),
    FILLS(usage, "", has_usage, KEPT, usage),
    PLAIN(reset_usage, "", nothing, yes),
    FILLS(get_policy, "", yes, KEPT, policy),
    ROW(set_policy, "", nothing, undo_policy, is_careful, DRIVER, NONE, NULL, 0),
    FILLS(get_access, "", has_access, KEPT, access),
    ROW(set_access, "", nothing, undo_access, is_open, DRIVER, NONE, NULL, 0),
    ROW(prefetch, "", make_managed_views, undo_buffer, was_prefetched, DRIVER, NONE, NULL, 0),
    ROW(prefetch_two, "two", make_managed_views, undo_buffer, were_prefetched, DRIVER, NONE, NULL, 0),
    ROW(prefetch_default, "default stream", make_managed_views, undo_buffer, were_prefetched, DRIVER, NONE, NULL, 0),
    ROW(discard, "", make_managed_views, undo_buffer, is_discarded, DRIVER, NONE, NULL, 0),
    ROW(discard_prefetch, "and prefetch", make_managed_views, undo_buffer, is_discarded, DRIVER, NONE, NULL, 0),
    ROW(advise, "", make_managed_views, undo_buffer, is_advised, DRIVER, NONE, NULL, 0),

    MAKES(module_load, "", undo_module, has_module, module),
    ROW(module_function, "", make_module, undo_module, has_function, DRIVER, KEPT, &made.function,
        sizeof made.function),
    ENDS(module_release, "", make_module, no_module, module),
    PLAIN(launch, "", nothing, was_launched),
    PLAIN(launch_more, "with attributes", nothing, was_launched_more),
};

#endif
