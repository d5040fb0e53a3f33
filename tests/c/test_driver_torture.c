/* test_driver_torture.c - every C function that allocates, starts threads, calls the driver or a memory resource, while the
 * n-th of these calls fails, for every n, on the fake driver (tests/fake_driver)
 *
 * A row is a function, what is prepared, the call, what it made, and a proof that it did its work.  A failure has to be
 * reported for what it was, leave outputs and the thread's contexts as documented, and leave nothing behind: the same call
 * then succeeds, and when everything is given back as much is alive as after a run without a failure.
 *
 * `--list` prints "function kind kind ..." for tests/fake/test_torture.py, which knows from the headers which functions there
 * have to be. */
#include "check.h"
#include "../fake_driver/fake_cuda.h"
#include "in_child.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* Whatever the machine, large copies take several threads. */
static long test_sysconf(int name)
{
    return name == _SC_NPROCESSORS_ONLN ? 4 : sysconf(name);
}
#define sysconf test_sysconf

#include "failing_c.h"

#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 256
#define CUCORE_COPY_WORKERS 3
#undef CUCORE_COPY_VERIFY /* its allocation is none of a copy */
#define CUCORE_IMPLEMENTATION
#include "../../cucore_copy.h"
#include "../../cucore_dlpack.h"
#include "../../cucore_cai.h"
#include "forget_kernels.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};

#define LEGACY CU_STREAM_LEGACY
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
enum { DRIVER = 1, MALLOC = 2, THREAD = 4, RESOURCE = 8, KINDS = 4 };
static const char *const kind_names[KINDS] = {"driver", "malloc", "thread", "resource"};
enum { FAR_BYTES = 1 << 15 };

/* ------------------------------------------------------------------------------------------------------ the world -- */
static struct world {
    CUcontext primary[2], foreign;
    CUstream a, b; /* of device 0 and 1 */
    CUevent event, later;
    CUfunction function;
    cucore_memory_resource *pool, *far_plain, *plain, *pinned, *managed;
    cucore_buffer x, y, far; /* 64 bytes on device 0, 0, 1 */
    cucore_view view;        /* of far, its producer's stream is known */
    cucore_view views[2];    /* of far and x */
    cucore_view dst, src;
    void *memory[2]; /* of dst and src, FAR_BYTES each */
    cucore_copy_plan plan;
    char host[64];
    int calls, deleted, released;
} w;

/* What the calls fill in. */
static struct made {
    cucore_stream stream;
    cucore_event event;
    cucore_module module;
    cucore_memory_resource *resource;
    cucore_buffer buffer;
    cucore_context_guard guard;
    cucore_view view;
    CUcontext context;
    CUfunction function;
    DLManagedTensor *legacy;
    DLManagedTensorVersioned *versioned;
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
} foreign;

static cucore_status foreign_turn(void)
{
    foreign.calls++;
    if (foreign.fail_in <= 0 || --foreign.fail_in) return CUCORE_OK;
    return cucore_fail(CUCORE_FOREIGN, "the other library has no more");
}

static cucore_status foreign_allocate(void *user_data, size_t bytes, CUstream stream, void **out)
{
    cucore_status status = foreign_turn();
    (void)user_data, (void)stream;
    if (!status) *out = (void *)(uintptr_t)fake_alloc(FAKE_DEVICE, 1, bytes);
    return status;
}

static cucore_status foreign_deallocate(void *user_data, void *ptr, size_t bytes, CUstream stream)
{
    cucore_status status = foreign_turn();
    (void)user_data, (void)bytes, (void)stream;
    return !status && fake_free((CUdeviceptr)(uintptr_t)ptr) ? CUCORE_DRIVER : status;
}

static const cucore_memory_functions foreign_functions = {foreign_allocate, foreign_deallocate, 0, 0, {NULL, NULL}};
static cucore_memory_resource *foreign_resource; /* made once */

static cucore_kernel kernel = CUCORE_KERNEL("an image", "kernel"), twin;

static const cucore_copy_options *by_foreign(void)
{
    static cucore_copy_options options;
    options.resource = foreign_resource;
    options.blocking = CUCORE_BLOCKING_YES;
    return &options;
}

static void forget_what_is_kept(void)
{
    memset(cucore__primary_contexts, 0, sizeof cucore__primary_contexts);
    memset(cucore__event_pools, 0, sizeof cucore__event_pools);
    memset(cucore__event_hints, 0, sizeof cucore__event_hints);
    memset(cucore__static_resources, 0, sizeof cucore__static_resources);
    forget_copy_kernels(cucore__copy_functions, COUNT(cucore__copy_functions));
    forget_kernel(&kernel);
    forget_kernel(&twin);
    forget_loaded(&cucore__modules);
}

static void as_view(const cucore_buffer *buffer, CUstream producer, cucore_view *out)
{
    int64_t shape[1] = {16};
    cucore_layout layout;
    CHECK_INT(cucore_layout_make(1, shape, NULL, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_from_buffer(buffer, 0, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), &layout, out), CUCORE_OK);
    out->has_producer_stream = 1;
    out->producer_stream = producer;
}

static void start(void)
{
    cucore_module module;
    cucore_copy_trim();
    CHECK_INT(cucore_trim(), CUCORE_OK);
    forget_what_is_kept();
    fake_reset_process();
    if (!foreign_resource) {
        CHECK_INT(cucore_memory_resource_from_functions(&foreign_functions, NULL, NULL, &foreign_resource), CUCORE_OK);
    }
    memset(&w, 0, sizeof w);
    memset(&made, 0, sizeof made);
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_INT(cucore__driver.Init(0), CUDA_SUCCESS);
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

/* What is alive, but for what is kept on purpose. */
typedef struct living {
    int events, streams, contexts, modules, pools, graphs, allocations, references;
    long heap;
} living;

static living count_living(void)
{
    living now;
    memset(&now, 0, sizeof now);
    cucore_copy_trim();
    CHECK_INT(cucore_trim(), CUCORE_OK);
    now.events = fake_live_events(), now.streams = fake_live_streams(), now.contexts = fake_live_contexts();
    now.modules = fake_live_modules(), now.pools = fake_live_pools(), now.graphs = fake_live_graphs();
    now.allocations = fake_live_allocations(), now.references = fake_primary_refs(0) + fake_primary_refs(1);
    now.heap = failing_c_live;
    return now;
}

static void check_living(living now, living before)
{
    CHECK_INT(now.events, before.events);
    CHECK_INT(now.streams, before.streams);
    CHECK_INT(now.contexts, before.contexts);
    CHECK_INT(now.modules, before.modules);
    CHECK_INT(now.pools, before.pools);
    CHECK_INT(now.graphs, before.graphs);
    CHECK_INT(now.allocations, before.allocations);
    CHECK(now.references <= before.references); /* a context may be worked in that was not retained */
    CHECK_INT(now.heap, before.heap);
}

/* ------------------------------------------------------------------------------------------------------- the rows -- */
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
PREPARE(producer_default, w.view.producer_stream = LEGACY)
PREPARE(producer_unknown, w.view.has_producer_stream = 0)
PREPARE(order_once, CHECK_INT(cucore_stream_wait(w.b, w.a), CUCORE_OK); fake_stream_add_work(w.a, NULL))
SEEN(a_saw_b, fake_stream_has_seen(w.a, NULL, w.b, NULL))
SEEN(b_saw_a, fake_stream_has_seen(w.b, NULL, w.a, NULL))
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
static const cucore_memory_resource_options limited = {1 << 20, 1 << 24, {NULL, NULL, NULL, NULL}};
static cucore_status create_pool(int device, cucore_memory_resource **out)
{
    return cucore_memory_resource_create(CUCORE_MEMORY_POOL, device, NULL, out);
}
ACT(device_pool, cucore_memory_resource_create,
    (CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
ACT(create_pool, cucore_memory_resource_create, (CUCORE_MEMORY_POOL, 1, &limited, &made.resource))
ACT(pinned_pool, cucore_memory_resource_create,
    (CUCORE_MEMORY_PINNED_POOL, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
ACT(managed_pool, cucore_memory_resource_create,
    (CUCORE_MEMORY_MANAGED_POOL, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
ACT(plain, cucore_memory_resource_create, (CUCORE_MEMORY_SYNCHRONOUS, CUCORE_DEVICE_CURRENT, NULL, &made.resource))
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
ACT(check_range, cucore_view_check_range, (&w.view))
PREPARE(make_pool, CHECK_INT(create_pool(1, &made.resource), CUCORE_OK))
PREPARE(undo_resource, cucore_memory_resource_release(made.resource); made.resource = NULL)
/* Its stream is captured. */
static void begin_capture(void)
{
    CHECK_INT(cucore_buffer_allocate(w.pool, 64, w.a, &made.buffer), CUCORE_OK);
    CHECK_INT(fake_capture_begin(w.a, 0), 0);
}
static void end_capture(void)
{
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

/* -- modules -- */
static const cucore_launch_config config = {{2, 0, 0}, {32, 0, 0}, 0, 0, NULL};
static CUlaunchAttribute priority;
static const cucore_launch_config prioritised = {{2, 0, 0}, {32, 0, 0}, 0, 1, &priority};
ACT(module_load, cucore_module_load, (1, "code", &made.module))
ACT(module_function, cucore_module_get_function, (made.module.handle, "kernel", &made.function))
ACT(module_release, cucore_module_release, (&made.module))
ACT(launch, cucore_function_launch, (w.function, &config, w.a, NULL))
ACT(launch_more, cucore_function_launch, (w.function, &prioritised, w.a, NULL))
ACT(kernel_launch, cucore_kernel_launch, (&kernel, 1, &config, w.b, NULL))
ACT(kernel_launch_default, cucore_kernel_launch, (&kernel, 0, &config, NULL, NULL))
ACT(kernel_function, cucore_kernel_get_function, (&kernel, 1, &made.function))
PREPARE(kernel_known, CHECK_INT(cucore_kernel_launch(&kernel, 1, &config, w.b, NULL), CUCORE_OK))
/* Another kernel of the image has loaded it. */
static void image_known(void)
{
    twin.image = kernel.image, twin.name = "twin";
    CHECK_INT(cucore_kernel_launch(&twin, 1, &config, w.b, NULL), CUCORE_OK);
}
PREPARE(make_module, CHECK_INT(cucore_module_load(1, "code", &made.module), CUCORE_OK))
PREPARE(undo_module, CHECK_INT(cucore_module_release(&made.module), CUCORE_OK))
SEEN(has_module, made.module.handle != NULL)
SEEN(no_module, made.module.handle == NULL)
SEEN(has_function, made.function != NULL)
SEEN(was_launched_more, fake_count("cuLaunchKernelEx") >= 1)
SEEN(was_launched, fake_count("cuLaunchKernel") >= 1)

/* -- tensors and interfaces -- */
static DLTensor tensor;
static DLManagedTensor managed_tensor;
static DLManagedTensorVersioned managed_versioned;
static int64_t tensor_shape[1] = {16};
static cucore_interface interface_;
static const cucore_arg intake = {.flags = CUCORE_READ};
static const cucore_dtype float32 = {CUCORE_CODE_FLOAT, 32, 1, 4};

static void delete_legacy(DLManagedTensor *self)
{
    (void)self;
    w.deleted++;
}

static void delete_versioned(DLManagedTensorVersioned *self)
{
    (void)self;
    w.deleted++;
}

static void make_tensor(void)
{
    memset(&tensor, 0, sizeof tensor);
    tensor.data = w.far.ptr;
    tensor.device.device_type = kDLCUDA;
    tensor.device.device_id = 1;
    tensor.ndim = 1;
    tensor.dtype.code = kDLFloat, tensor.dtype.bits = 32, tensor.dtype.lanes = 1;
    tensor.shape = tensor_shape;
    memset(&managed_tensor, 0, sizeof managed_tensor);
    managed_tensor.dl_tensor = tensor;
    managed_tensor.deleter = delete_legacy;
    memset(&managed_versioned, 0, sizeof managed_versioned);
    managed_versioned.version.major = 1;
    managed_versioned.dl_tensor = tensor;
    managed_versioned.deleter = delete_versioned;
}

static void make_interface(void)
{
    memset(&interface_, 0, sizeof interface_);
    interface_.protocol = CUCORE_PROTOCOL_CAI;
    interface_.ndim = 1;
    interface_.shape = tensor_shape;
    interface_.typestr = "<f4";
    interface_.typestr_size = 3;
    interface_.data = (uint64_t)(uintptr_t)w.far.ptr;
}

static void release_owner(void *owner)
{
    (void)owner;
    w.released++;
}

static void release_view(cucore_view *view)
{
    (void)view;
    w.released++;
}

/* What is moved is consumed, also on error: a view for each call. */
static cucore_view kept_view;
static cucore_view *moved_view(void)
{
    w.view = kept_view;
    w.view.private_.owner = &w;
    w.view.private_.self = &w.view;
    w.view.private_.release = release_view;
    w.released = 0;
    return &w.view;
}

ACT(from_dltensor, cucore_view_from_dltensor, (&tensor, 0, &intake, &made.view))
ACT(from_managed, cucore_view_adopt_dlmanaged, (&managed_tensor, &intake, &made.view))
ACT(from_versioned, cucore_view_adopt_dlmanaged_versioned, (&managed_versioned, &intake, &made.view))
ACT(from_interface, cucore_view_from_interface, (&interface_, &intake, &made.view))
ACT(to_managed, cucore_view_to_dlmanaged, (&w.view, &w, release_owner, 0, &made.legacy))
ACT(to_versioned, cucore_view_to_dlmanaged_versioned, (&w.view, &w, release_owner, 0, &made.versioned))
ACT(move_to_managed, cucore_view_move_to_dlmanaged, (moved_view(), 0, &made.legacy))
ACT(move_to_versioned, cucore_view_move_to_dlmanaged_versioned, (moved_view(), 0, &made.versioned))
ACT_VOID(view_release, cucore_view_release, (&made.view))
PREPARE(undo_view, cucore_view_release(&made.view))
PREPARE(owned_view, kept_view = w.view)
PREPARE(undo_legacy, cucore__dlmanaged_delete(made.legacy))
PREPARE(undo_versioned, cucore__dlmanaged_versioned_delete(made.versioned))
/* A call that failed has deleted the tensor, which is no memory of its own: the next one takes it over again. */
PREPARE(undo_taken, w.deleted = 0; cucore_view_release(&made.view); CHECK_INT(w.deleted, 1))
PREPARE(undo_moved, CHECK(!w.view.private_.release && !w.view.ptr); CHECK_INT(w.released, 0);
        cucore__dlmanaged_delete(made.legacy); CHECK_INT(w.released, 1))
PREPARE(undo_moved_versioned, CHECK(!w.view.private_.release && !w.view.ptr); CHECK_INT(w.released, 0);
        cucore__dlmanaged_versioned_delete(made.versioned); CHECK_INT(w.released, 1))
SEEN(not_deleted, w.deleted <= 1 && made.view.ptr == w.far.ptr)
SEEN(views_far, made.view.ptr == w.far.ptr && made.view.device_id == 1)
SEEN(not_released, w.released == 0)
SEEN(view_gone, made.view.ptr == NULL && made.view.private_.release == NULL)

/* -- views that own memory -- */
static const int64_t shape_8[1] = {8};
static void take(void)
{
    cucore_layout layout;
    CHECK_INT(cucore_layout_make(1, shape_8, NULL, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_buffer(&made.buffer, 0, float32, &layout, &made.view), CUCORE_OK);
}
static cucore_layout taken_layout;
static cucore_buffer *taken_buffer(void) /* which is gone after a failure */
{
    if (!made.buffer.ptr) make_plain();
    return &made.buffer;
}
PREPARE(make_taken, make_plain(); CHECK_INT(cucore_layout_make(1, shape_8, NULL, 4, &taken_layout), CUCORE_OK))
PREPARE(own_pool, make_buffer(); take())
PREPARE(own_plain, make_plain(); take())
PREPARE(own_foreign, make_foreign(); take())
ACT(take_buffer, cucore_view_adopt_buffer, (taken_buffer(), 0, float32, &taken_layout, &made.view))
#define SPEC(name, device_type, device_id)                                                                             \
    static const cucore_array_spec name = {{2, 32, 1, 4}, 1, shape_8, NULL, device_type, device_id, {NULL, NULL}};
SPEC(spec_cpu, CUCORE_DEVICE_TYPE_CPU, -1)
SPEC(spec_cuda, CUCORE_DEVICE_TYPE_CUDA, 1)
SPEC(spec_host, CUCORE_DEVICE_TYPE_CUDA_HOST, -1)
SPEC(spec_both, CUCORE_DEVICE_TYPE_CUDA_MANAGED, CUCORE_DEVICE_CURRENT)
ACT(allocate_cpu, cucore_view_allocate, (&spec_cpu, NULL, NULL, &made.view))
ACT(allocate_cuda, cucore_view_allocate, (&spec_cuda, NULL, w.b, &made.view))
ACT(allocate_host, cucore_view_allocate, (&spec_host, NULL, NULL, &made.view))
ACT(allocate_both, cucore_view_allocate, (&spec_both, NULL, w.a, &made.view))
ACT(allocate_by, cucore_view_allocate, (&spec_cuda, foreign_resource, w.b, &made.view))
SEEN(took, made.view.ptr != NULL && made.view.private_.release != NULL && made.buffer.ptr == NULL)
SEEN(has_view, made.view.ptr != NULL && made.view.private_.release != NULL)

/* -- copies -- */
enum { ROWS = 37, COLUMNS = 29 };
static const int64_t small[2] = {ROWS, COLUMNS}, large[2] = {63, COLUMNS}, wide[2] = {6, 80};

static void *copy_memory(int device)
{
    return device < 0 ? malloc(FAR_BYTES) : (void *)(uintptr_t)fake_alloc(FAKE_DEVICE, device, FAR_BYTES);
}

/* device: -1: plain memory of the host */
static void copy_side(cucore_view *view, void *memory, int device, const int64_t shape[2], int64_t row, int64_t column)
{
    int64_t strides[2];
    strides[0] = row, strides[1] = column;
    memset(view, 0, sizeof *view);
    view->ptr = memory;
    view->dtype = float32;
    view->device_type = device < 0 ? CUCORE_DEVICE_TYPE_CPU : CUCORE_DEVICE_TYPE_CUDA;
    view->device_id = device;
    CHECK_INT(cucore_layout_make(2, shape, strides, 4, &view->layout), CUCORE_OK);
}

static void copy_between(int to, int from, const int64_t shape[2], int to_padded, int from_turned)
{
    int i;
    w.memory[0] = copy_memory(to), w.memory[1] = copy_memory(from);
    for (i = 0; i < FAR_BYTES / 4; i++) ((int *)w.memory[0])[i] = -1, ((int *)w.memory[1])[i] = i;
    copy_side(&w.dst, w.memory[0], to, shape, shape[1] + to_padded, 1);
    copy_side(&w.src, w.memory[1], from, shape, from_turned ? 1 : shape[1], from_turned ? shape[0] : 1);
}

static void undo_side(const cucore_view *view, void *memory)
{
    if (view->device_type == CUCORE_DEVICE_TYPE_CPU) {
        free(memory);
    } else {
        CHECK_INT(fake_free((CUdeviceptr)(uintptr_t)memory), 0);
    }
}

PREPARE(undo_copy, undo_side(&w.dst, w.memory[0]); undo_side(&w.src, w.memory[1]))

/* Every element is there, and nothing beside. */
static int was_copied(void)
{
    const cucore_layout *to = &w.dst.layout, *from = &w.src.layout;
    const int *dst = (const int *)w.memory[0];
    int64_t i, j, count = 0;
    for (i = 0; i < to->shape[0]; i++) {
        for (j = 0; j < to->shape[1]; j++) {
            int64_t expected = i * from->strides[0] + j * from->strides[1];
            if (dst[i * to->strides[0] + j * to->strides[1]] != (int)expected) return 0;
        }
    }
    for (i = 0; i < FAR_BYTES / 4; i++) count += dst[i] != -1;
    return count == to->shape[0] * to->shape[1];
}

/* Within one array: what is read is written, too. */
static void copy_shifted(void)
{
    int i;
    copy_between(CUCORE_DEVICE_NONE, CUCORE_DEVICE_NONE, small, 3, 0);
    for (i = 0; i < FAR_BYTES / 4; i++) ((int *)w.memory[0])[i] = i;
    w.src.ptr = (char *)w.memory[0] + 4;
    copy_side(&w.dst, w.memory[0], CUCORE_DEVICE_NONE, small, COLUMNS + 3, 1);
    copy_side(&w.src, (char *)w.memory[0] + 4, CUCORE_DEVICE_NONE, small, 1, ROWS);
}

static int was_shifted(void)
{
    const int *dst = (const int *)w.memory[0];
    int i, j;
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLUMNS; j++) {
            if (dst[i * (COLUMNS + 3) + j] != 1 + i + j * ROWS) return 0;
        }
    }
    return 1;
}

PREPARE(pitched_up, copy_between(0, CUCORE_DEVICE_NONE, wide, 5, 0))
PREPARE(staged_up, copy_between(0, CUCORE_DEVICE_NONE, large, 0, 1))
PREPARE(staged_down, copy_between(-1, 0, large, 7, 1))
PREPARE(kernel_here, copy_between(0, 0, small, 5, 1))
PREPARE(kernel_warm, copy_between(0, 0, small, 5, 1);
        CHECK_INT(cucore_view_copy(&w.dst, &w.src, w.a, &waiting), CUCORE_OK); memset(w.memory[0], 0xFF, FAR_BYTES))
PREPARE(kernel_far, copy_between(0, 1, small, 5, 1))
PREPARE(kernel_to_far, copy_between(1, 0, small, 5, 1))
PREPARE(plan_up, staged_up(); CHECK_INT(cucore_copy_plan_make(&w.dst, &w.src, CUCORE_DEVICE_CURRENT, NULL, &w.plan), 0))
PREPARE(plan_far, kernel_far(); CHECK_INT(cucore_copy_plan_make(&w.dst, &w.src, 0, NULL, &w.plan), 0))
PREPARE(plan_to_far, kernel_to_far(); CHECK_INT(cucore_copy_plan_make(&w.dst, &w.src, 1, NULL, &w.plan), 0))
static void warm_stage(void)
{
    staged_up();
    CHECK_INT(cucore_view_copy(&w.dst, &w.src, w.a, &waiting), CUCORE_OK);
}
ACT(copy, cucore_view_copy, (&w.dst, &w.src, w.a, &waiting))
ACT(copy_later, cucore_view_copy, (&w.dst, &w.src, w.a, NULL))
ACT(copy_default, cucore_view_copy, (&w.dst, &w.src, NULL, &waiting))
ACT(copy_by_foreign, cucore_view_copy, (&w.dst, &w.src, w.b, by_foreign()))
ACT(plan_run, cucore_copy_plan_run, (&w.plan, w.a, &waiting))
ACT(plan_run_foreign, cucore_copy_plan_run, (&w.plan, w.b, by_foreign()))
static int was_filled(void)
{
    const cucore_layout *to = &w.dst.layout;
    int64_t i, j, wrong = 0;
    for (i = 0; i < to->shape[0]; i++) {
        for (j = 0; j < to->shape[1]; j++) {
            wrong += ((const int *)w.memory[0])[i * to->strides[0] + j * to->strides[1]] != 0;
        }
    }
    return wrong == 0;
}
PREPARE(fill_dense, copy_between(0, 0, small, 0, 0))
ACT(view_fill, cucore_view_fill, (&w.dst, NULL, w.a))
ACT_VOID(copy_trim, cucore_copy_trim, ())

/* What a release without a status cannot give back is lost, as documented: the rows below with LEAKS.  For the sanitizer. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:own_\n";
}

/* ------------------------------------------------------------------------------------------------------ the table -- */
enum state {
    NONE,   /* nothing is filled in */
    KEPT,   /* `out` is untouched on error: it is poisoned before */
    ZEROED, /* `out` is zeroed on error: likewise */
    HELD    /* what `out` holds before is untouched on error */
};
enum { QUIET = 16, LEAKS = 32 }; /* gives no status; and what it cannot give back is lost */
#define VIEW_HEAD (offsetof(cucore_view, layout) + offsetof(cucore_layout, shape))

typedef struct row {
    const char *function;
    const char *what;
    cucore_status (*act)(void);
    void (*prepare)(void);
    void (*undo)(void); /* gives back what act made; NULL-safe where act gives something back */
    int (*seen)(void);  /* did act do its work? */
    int kinds;          /* of calls that are made, and fail in turn; QUIET */
    enum state state;
    void *out;
    size_t size;
} row;

static CUcontext here; /* current before the call */

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
#define VIEWS(name, what, prepare, undo, seen, kinds)                                                                  \
    ROW(name, what, prepare, undo, seen, kinds, ZEROED, &made.view, VIEW_HEAD)
#define COPIES(name, what, prepare, seen, kinds) ROW(name, what, prepare, undo_copy, seen, kinds, NONE, NULL, 0)

static const row rows[] = {
    FILLS(pci, "", is_one, KEPT, number),
    FILLS(query, "", has_info, KEPT, info),
    FILLS(attribute, "", is_warp, KEPT, number),
    FILLS(memory, "", has_memory, KEPT, memory),
    ROW(set_current, "", nothing, undo_current, is_device_1, DRIVER, NONE, NULL, 0),
    PLAIN(synchronize, "", nothing, host_saw_b),
    FILLS(can_peer, "", is_one, KEPT, number),
    PLAIN(peer, "", nothing, yes),
    FILLS(primary, "", is_primary_1, KEPT, context),
    FILLS(context_current, "", yes, KEPT, current),
    ROW(enter, "", nothing, undo_guard, is_device_1, DRIVER, ZEROED, &made.guard, sizeof made.guard),
    ROW(enter_device, "", nothing, undo_guard, is_device_1, DRIVER, ZEROED, &made.guard, sizeof made.guard),
    ROW(leave, "", enter_far, nothing, yes, DRIVER | QUIET, NONE, NULL, 0),
    FILLS(pointer_query, "(B56, B58, B59)", has_pointer, KEPT, pointer),
    FILLS(pointer_range, "", has_block, KEPT, block),

    PLAIN(view_order, "handles", nothing, a_saw_b),
    PLAIN(view_order, "default stream of another device", producer_default, yes),
    PLAIN(view_order_host, "for the host", nothing, host_saw_b),
    PLAIN(view_order_default, "for the default stream", nothing, yes),
    PLAIN(view_finish, "known producer", nothing, b_saw_a),
    PLAIN(view_finish, "default stream of another device", producer_default, yes),
    PLAIN(view_finish, "unknown producer (D34)", producer_unknown, host_saw_a),
    PLAIN(views_order, "", nothing, a_saw_b),
    PLAIN(views_finish, "", nothing, b_saw_a),
    PLAIN(views_order_default, "two devices", nothing, yes),
    PLAIN(views_finish_default, "two devices", nothing, yes),
    {"cucore_view_check", "on the current device", act_check_current, nothing, nothing, yes, DRIVER, NONE, NULL, 0},
    ROW(set_producer, "default stream", nothing, nothing, is_pending, DRIVER, HELD, &w.view, VIEW_HEAD),
    PLAIN(stream_wait, "", nothing, b_saw_a),
    PLAIN(stream_wait, "by the hint", order_once, b_saw_a),
    PLAIN(stream_wait_default, "default stream", nothing, yes),
    PLAIN(stream_synchronize, "", nothing, host_saw_b),

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
    MAKES(plain, "", undo_resource, has_resource, resource),
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
    PLAIN(check_range, "", nothing, yes),

    MAKES(module_load, "", undo_module, has_module, module),
    ROW(module_function, "", make_module, undo_module, has_function, DRIVER, KEPT, &made.function,
        sizeof made.function),
    ENDS(module_release, "", make_module, no_module, module),
    PLAIN(launch, "", nothing, was_launched),
    PLAIN(launch_more, "with attributes", nothing, was_launched_more),
    ROW(kernel_launch, "first use", nothing, nothing, was_launched, DRIVER | MALLOC, NONE, NULL, 0),
    ROW(kernel_launch, "of a known image", image_known, nothing, was_launched, DRIVER | MALLOC, NONE, NULL, 0),
    PLAIN(kernel_launch, "known", kernel_known, was_launched),
    ROW(kernel_launch_default, "default stream", nothing, nothing, was_launched, DRIVER | MALLOC, NONE, NULL, 0),
    ROW(kernel_function, "first use", nothing, nothing, has_function, DRIVER | MALLOC, KEPT, &made.function,
        sizeof made.function),

    VIEWS(from_dltensor, "", make_tensor, undo_view, views_far, DRIVER),
    VIEWS(from_managed, "", make_tensor, undo_taken, not_deleted, DRIVER),
    VIEWS(from_versioned, "", make_tensor, undo_taken, not_deleted, DRIVER),
    VIEWS(from_interface, "", make_interface, undo_view, views_far, DRIVER),
    ROW(to_managed, "", nothing, undo_legacy, not_released, MALLOC, ZEROED, &made.legacy, sizeof made.legacy),
    ROW(to_versioned, "", nothing, undo_versioned, not_released, MALLOC, ZEROED, &made.versioned,
        sizeof made.versioned),
    ROW(move_to_managed, "", owned_view, undo_moved, not_released, MALLOC, ZEROED, &made.legacy, sizeof made.legacy),
    ROW(move_to_managed, "what it moves", owned_view, undo_moved, not_released, MALLOC, ZEROED, &w.view, VIEW_HEAD),
    ROW(move_to_versioned, "", owned_view, undo_moved_versioned, not_released, MALLOC, ZEROED, &made.versioned,
        sizeof made.versioned),
    ROW(move_to_versioned, "what it moves", owned_view, undo_moved_versioned, not_released, MALLOC, ZEROED, &w.view,
        VIEW_HEAD),
    VIEWS(take_buffer, "", make_taken, undo_view, took, MALLOC),
    VIEWS(allocate_cpu, "host", nothing, undo_view, has_view, MALLOC),
    VIEWS(allocate_cuda, "device", nothing, undo_view, has_view, MALLOC | DRIVER),
    VIEWS(allocate_host, "pinned", nothing, undo_view, has_view, MALLOC | DRIVER),
    VIEWS(allocate_both, "managed", nothing, undo_view, has_view, MALLOC | DRIVER),
    VIEWS(allocate_by, "another library's", nothing, undo_view, has_view, MALLOC | DRIVER | RESOURCE),
    ROW(view_release, "pool", own_pool, nothing, view_gone, DRIVER | QUIET | LEAKS, NONE, NULL, 0),
    ROW(view_release, "plain", own_plain, nothing, view_gone, DRIVER | QUIET | LEAKS, NONE, NULL, 0),
    ROW(view_release, "another library's", own_foreign, nothing, view_gone, DRIVER | RESOURCE | QUIET | LEAKS, NONE,
        NULL, 0),

    COPIES(copy, "overlapping, on the host", copy_shifted, was_shifted, MALLOC),
    COPIES(copy, "pitched", pitched_up, was_copied, DRIVER),
    COPIES(copy, "staged, to the device", staged_up, was_copied, DRIVER | MALLOC | THREAD),
    COPIES(copy, "staged, to the host", staged_down, was_copied, DRIVER | MALLOC | THREAD),
    COPIES(copy, "a kernel's first use", kernel_here, was_copied, DRIVER | MALLOC),
    COPIES(copy_later, "a kernel's first use, not waited for", kernel_here, was_copied, DRIVER | MALLOC),
    COPIES(copy_default, "default stream", kernel_here, was_copied, DRIVER | MALLOC),
    COPIES(copy, "a kernel, known", kernel_warm, was_copied, DRIVER),
    COPIES(copy, "from another device", kernel_far, was_copied, DRIVER | MALLOC),
    COPIES(copy, "to another device", kernel_to_far, was_copied, DRIVER | MALLOC),
    COPIES(copy_by_foreign, "memory of another library", kernel_to_far, was_copied, DRIVER | MALLOC | RESOURCE),
    COPIES(plan_run, "staged", plan_up, was_copied, DRIVER | MALLOC | THREAD),
    COPIES(plan_run, "between devices", plan_far, was_copied, DRIVER | MALLOC),
    COPIES(plan_run_foreign, "memory of another library", plan_to_far, was_copied, DRIVER | MALLOC | RESOURCE),
    COPIES(view_fill, "dense", fill_dense, was_filled, DRIVER),
    COPIES(view_fill, "with gaps", kernel_here, was_filled, DRIVER | MALLOC),
    ROW(copy_trim, "", warm_stage, undo_copy, yes, DRIVER | QUIET, NONE, NULL, 0),
};

/* ------------------------------------------------------------------------------------------------- failing in turn -- */
static int injected;

/* The name in the last line that ends with the result, "" when there is none. */
static const char *failed_call(int result)
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

static int is_one_of(const char *call, const char *const *calls, int count)
{
    int i = 0;
    while (i < count && strcmp(call, calls[i])) i++;
    return i < count;
}

/* A precaution, a question with another way out, or cleaning up: the work can be done without. */
static int is_dispensable(const char *call)
{
    static const char *const calls[] = {"cuCtxPopCurrent",
                                        "cuThreadExchangeStreamCaptureMode",
                                        "cuCtxGetId",
                                        "cuCtxGetDevice",
                                        "cuDevicePrimaryCtxGetState",
                                        "cuDevicePrimaryCtxRetain",
                                        "cuDeviceGetAttribute",
                                        "cuFuncSetAttribute",
                                        "cuEventDestroy",
                                        "cuMemAlloc", /* of one byte, to wait for a context */
                                        "cuMemFreeHost",
                                        "cuStreamDestroy"};
    return is_one_of(call, calls, COUNT(calls));
}

static int is_destroying(const char *call)
{
    static const char *const calls[] = {"cuEventDestroy", "cuMemFreeHost", "cuStreamDestroy"};
    return is_one_of(call, calls, COUNT(calls));
}

static void arm(int kind, int n, int result)
{
    if (kind == DRIVER) fake_fail(n, result);
    if (kind == MALLOC) failing_c_malloc.fail_in = n;
    if (kind == THREAD) failing_c_thread.fail_in = n;
    if (kind == RESOURCE) foreign.fail_in = n;
}

/* Did it fail? */
static int disarm(int kind)
{
    long left = kind == DRIVER   ? fake_fail_pending()
                : kind == MALLOC ? failing_c_malloc.fail_in
                : kind == THREAD ? failing_c_thread.fail_in
                                 : foreign.fail_in;
    fake_fail(0, 0);
    failing_c_malloc.fail_in = failing_c_thread.fail_in = foreign.fail_in = 0;
    return left <= 0;
}

/* Nothing current, the context of another library, device 0's primary one; and as in a process that has used no device. */
enum { PLACES = 4, UNUSED = 3 };

static living make_ready(const row *r, int where)
{
    living before;
    start();
    here = where == 1 ? w.foreign : where == 2 ? w.primary[0] : NULL;
    fake_context_set_current(here);
    r->prepare();
    if (where == UNUSED) memset(cucore__primary_contexts, 0, sizeof cucore__primary_contexts);
    memset(&before, 0, sizeof before);
    fake_log_clear();
    return before;
}

/* How much is alive after a run without a failure. */
static living run_well(const row *r, int where)
{
    make_ready(r, where);
    CHECK_INT(r->act(), CUCORE_OK);
    CHECK(r->seen());
    r->undo();
    CHECK(fake_context_current() == here);
    CHECK_INT(fake_context_depth(), here != NULL);
    CHECK_INT(fake_capture_mode(), 0);
    return count_living();
}

static int holds_only(const void *memory, int byte, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    while (size && bytes[size - 1] == byte) size--;
    return size == 0;
}

static void check_outputs(const row *r, const void *before)
{
    if (r->state == KEPT) CHECK(holds_only(r->out, 0xA5, r->size));
    if (r->state == ZEROED) CHECK(holds_only(r->out, 0, r->size));
    if (r->state == HELD) CHECK(memcmp(r->out, before, r->size) == 0);
}

static void check_error(cucore_status status, int kind, int result, const char *call)
{
    const cucore_error *error = cucore_last_error();
    char code[16];
    CHECK_INT(error->status, status);
    if (kind == MALLOC) CHECK_INT(status, CUCORE_OUT_OF_MEMORY);
    if (kind == RESOURCE) {
        CHECK_INT(status, CUCORE_FOREIGN);
        CHECK_STR(error->message, "the other library has no more");
    }
    if (kind != DRIVER) return;
    snprintf(code, sizeof code, "(%d)", result);
    CHECK_INT(status, result == CUDA_ERROR_OUT_OF_MEMORY ? CUCORE_OUT_OF_MEMORY : CUCORE_DRIVER);
    CHECK_INT(error->result, result);
    CHECK_STR(error->call ? error->call : "", call);
    CHECK_HAS(error->message, call);
    CHECK_HAS(error->message, code);
}

/* What the failure of these calls means, nobody can make good but the test. */
static void repair(const char *call)
{
    cucore__CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    if (!strcmp(call, "cuCtxPopCurrent")) undo_current();
    if (!strcmp(call, "cuThreadExchangeStreamCaptureMode")) (void)cucore__driver.ThreadExchangeStreamCaptureMode(&mode);
}

/* -> did the n-th call exist? */
static int run_failing(const row *r, int where, int kind, int n, int result, const living *well)
{
    static unsigned char before[sizeof(struct world) + sizeof(struct made)];
    char name[160], call[64] = "";
    cucore_status status;
    int is_quiet = r->kinds & QUIET, k = 0;
    while (1 << k != kind) k++;
    make_ready(r, where);
    if (r->state == KEPT || r->state == ZEROED) memset(r->out, 0xA5, r->size);
    if (r->state == HELD) memcpy(before, r->out, r->size);
    arm(kind, n, result);
    status = r->act();
    if (!disarm(kind)) {
        CHECK_INT(status, CUCORE_OK);
        r->undo();
        return 0;
    }
    injected++;
    if (kind == DRIVER) snprintf(call, sizeof call, "%s", failed_call(result));
    snprintf(name, sizeof name, "%s %s, %s %d %s %d, context %d", r->function, r->what, kind_names[k], n, call, result,
             where);
    check_row(name);
    if (status) {
        check_error(status, kind, result, call);
        check_outputs(r, before);
    } else {
        CHECK(is_quiet || kind == THREAD || (kind == DRIVER && is_dispensable(call)));
        if (!is_quiet) CHECK(r->seen());
    }
    repair(call);
    if (r->undo != undo_guard) {
        CHECK(fake_context_current() == here);
        CHECK_INT(fake_context_depth(), here != NULL);
    }
    CHECK_INT(fake_capture_mode(), 0);
    if (status) {
        CHECK_INT(r->act(), CUCORE_OK);
        CHECK(r->seen());
    }
    r->undo();
    CHECK(fake_context_current() == here);
    CHECK_INT(fake_context_depth(), here != NULL);
    if (!(r->kinds & LEAKS) && (status || !is_destroying(call))) check_living(count_living(), *well);
    return 1;
}

static void test_every_call_failing_in_turn(void)
{
    static const int results[] = {CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_OUT_OF_MEMORY};
    int i, where, k, n, count, turn;
    for (i = 0; i < COUNT(rows); i++) {
        int kinds = 0;
        for (where = 0; where < PLACES; where++) {
            living well;
            check_row(rows[i].function);
            well = run_well(&rows[i], where);
            for (k = 0; k < KINDS; k++) {
                for (turn = 0; turn < (1 << k == DRIVER ? COUNT(results) : 1); turn++) {
                    for (n = 1; run_failing(&rows[i], where, 1 << k, n, results[turn], &well); n++) CHECK(n < 1000);
                    if (n > 1) kinds |= 1 << k;
                }
            }
        }
        check_row(rows[i].function);
        count = rows[i].kinds & (DRIVER | MALLOC | THREAD | RESOURCE);
        CHECK_INT(kinds, count); /* what the row promises is what failed */
    }
    check_row("");
}

/* --------------------------------------------------------------------------------- first use, each in its own process -- */
static int first_call;
static const char *const first_calls[] = {"cuInit", "cuDeviceGetCount"};
static const char of_load[] = "cucore_driver_load", of_count[] = "cucore_device_count",
                  of_symbol[] = "cucore_driver_symbol";

/* The answer is final, for every function. */
static void child_first(void)
{
    void *symbol = &first_call;
    int again;
    fake_fail(first_call, CUDA_ERROR_UNKNOWN);
    for (again = 0; again < 2; again++) {
        CHECK_INT(cucore_driver_load(), CUCORE_NO_DRIVER);
        CHECK_INT(cucore_last_error()->result, CUDA_ERROR_UNKNOWN);
        CHECK_STR(cucore_last_error()->call, first_calls[first_call - 1]);
        CHECK_HAS(cucore_last_error()->message, first_calls[first_call - 1]);
        CHECK_HAS(cucore_last_error()->message, "(999)");
        CHECK_INT(cucore_driver_is_loaded(), 1);
        CHECK_INT(cucore_device_count(), -1);
        CHECK_INT(cucore_last_error()->status, CUCORE_NO_DRIVER);
        CHECK_INT(cucore_driver_symbol("cuInit", &symbol), CUCORE_NO_DRIVER);
        CHECK(symbol == &first_call);
    }
    CHECK_INT(fake_call_count(), first_call);
}

static void child_first_well(void)
{
    fake_fail(first_call, CUDA_ERROR_UNKNOWN);
    CHECK_INT(cucore_device_count(), 2);
    CHECK_INT(fake_fail_pending(), 1);
}

static void test_first_use(void)
{
    CHECK_INT(cucore_driver_is_loaded(), 0);
    for (first_call = 1; first_call <= COUNT(first_calls); first_call++) {
        check_row(first_calls[first_call - 1]);
        in_child(child_first);
        injected++;
    }
    check_row("no more calls");
    in_child(child_first_well);
}

static void list(void)
{
    int i, k;
    printf("%s driver\n%s driver\n%s driver\n", of_load, of_count, of_symbol);
    for (i = 0; i < COUNT(rows); i++) {
        printf("%s", rows[i].function);
        for (k = 0; k < KINDS; k++) {
            if (rows[i].kinds & 1 << k) printf(" %s", kind_names[k]);
        }
        printf("\n");
    }
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "--list") == 0) {
        list();
        return 0;
    }
    alarm(300); /* a lock that stays held ends here */
    RUN(test_first_use);
    RUN(test_every_call_failing_in_turn);
    printf("%d rows, %d calls failed\n", COUNT(rows) + 2, injected);
    return check_end();
}
