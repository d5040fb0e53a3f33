/* test_driver_default_streams.c - B118 for every function that takes a stream: a default stream is that of the device of the data
 *
 * Each act is done for data on each of two devices, in each kind of memory, on each default stream and on a handle, while no
 * context, the primary one or another one of either device is current.  The log of the fake driver tells in which context a
 * default stream was used; what the rule says is written here once, in `meant`.
 * Build and run as test_driver.c. */
#include "check.h"
#include "../fake_driver/fake_cuda.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#include "../../cucore_kernel.h"
#include "forget_kernels.h"

#define LEGACY CU_STREAM_LEGACY
#define THREAD CU_STREAM_PER_THREAD

enum { DEVICE = 1, POOL = 2, MANAGED = 4, PINNED = 8, ANY = 15 };
enum { ROWS = 6, COLUMNS = 8, BYTES = 4 * ROWS * COLUMNS };

/* What is the same for all acts of a case. */
static struct world {
    int device, kind;
    CUstream stream, own, producer; /* own: a handle on the device, that buffers were made on; producer: another one */
    CUcontext primary[2], other[2], current;
    cucore_view x, y, turned, near_host, plain; /* of one shape; turned: transposed; of pinned and of plain memory */
    cucore_buffer buffer;
    cucore_memory_resource *resource;
    char host[BYTES];
} w;

static cucore_kernel kernel = CUCORE_KERNEL("an image", "kernel");

/* The rule: of the current context if it is on the device, else of the primary one; -1: no device is known. */
static CUcontext meant(int device)
{
    int here = w.current == w.primary[1] || w.current == w.other[1];
    if (device < 0) return w.current ? w.current : w.primary[0];
    return w.current && here == device ? w.current : w.primary[device];
}

/* Of one operation on the data of two devices: of the current context if it is on one of them, else of dst's device. */
static CUcontext meant_for_two(int dst, int src)
{
    int here = w.current == w.primary[1] || w.current == w.other[1];
    return meant(w.current && here == src ? src : dst);
}

static const char *name_of(CUcontext context)
{
    return !context                  ? "none"
           : context == w.primary[0] ? "0"
           : context == w.primary[1] ? "1"
           : context == w.other[0]   ? "100"
                                     : "101";
}

/* No default stream was used in another context than these two; many: 0: none was used at all. */
static void check_log(CUcontext one, CUcontext two)
{
    const char *line = fake_log(), *end;
    for (; *line; line = *end ? end + 1 : end) {
        char context[16] = "", stream[16] = "";
        const char *at;
        end = line + strcspn(line, "\n");
        at = strstr(line, " stream=");
        if (at && at < end) sscanf(at, " stream=%15s", stream);
        at = strstr(line, " ctx=");
        if (at && at < end) sscanf(at, " ctx=%15s", context);
        if (strcmp(stream, "legacy") && strcmp(stream, "thread") && strcmp(stream, "null")) continue;
        if ((one && !strcmp(context, name_of(one))) || (two && !strcmp(context, name_of(two)))) continue;
        check_failed_here++;
        printf("FAILED %s [%s]: %.*s, expected context %s\n", check_test, check_row_name, (int)(end - line), line,
               one ? name_of(one) : "of no default stream");
    }
}

static void view_make(cucore_view *view, void *ptr, int device_type, int device_id, int transposed)
{
    static const int64_t shape[2] = {ROWS, COLUMNS}, strides[2] = {1, ROWS};
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 2, NULL, NULL, 0, 0, {NULL, NULL}};
    spec.shape = shape;
    spec.strides = transposed ? strides : NULL;
    spec.device_type = device_type;
    spec.device_id = device_id;
    CHECK_INT(cucore_view_wrap(ptr, &spec, NULL, NULL, view), CUCORE_OK);
}

static void *memory_make(int kind, int device)
{
    int what = kind == POOL ? FAKE_POOL : kind == MANAGED ? FAKE_MANAGED : kind == PINNED ? FAKE_PINNED : FAKE_DEVICE;
    return (void *)(uintptr_t)fake_alloc(what, device, BYTES);
}

static void data_make(cucore_view *view, int transposed)
{
    int type = w.kind == MANAGED  ? CUCORE_DEVICE_TYPE_CUDA_MANAGED
               : w.kind == PINNED ? CUCORE_DEVICE_TYPE_CUDA_HOST
                                  : CUCORE_DEVICE_TYPE_CUDA;
    view_make(view, memory_make(w.kind, w.device), type, w.kind == PINNED ? CUCORE_DEVICE_NONE : w.device, transposed);
}

/* Before anything is current, and on handles alone. */
static void start(int kind, int device)
{
    cucore_copy_trim();
    cucore_trim();
    memset(cucore__primary_contexts, 0, sizeof cucore__primary_contexts);
    memset(cucore__event_pools, 0, sizeof cucore__event_pools);
    memset(cucore__event_hints, 0, sizeof cucore__event_hints);
    memset(cucore__static_resources, 0, sizeof cucore__static_resources);
    forget_copy_kernels();
    forget_kernel(&kernel);
    forget_loaded(&cucore__modules);
    fake_reset_process();
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_INT(cucore__driver.Init(0), CUDA_SUCCESS);
    memset(&w, 0, sizeof w);
    w.device = device;
    w.kind = kind;
    for (int i = 0; i < 2; i++) w.primary[i] = fake_context_primary(i);
    for (int i = 0; i < 2; i++) w.other[i] = fake_context_create(i);
    w.own = fake_stream_create(w.primary[device], CU_STREAM_NON_BLOCKING);
    w.producer = fake_stream_create(w.primary[device], CU_STREAM_NON_BLOCKING);
    data_make(&w.x, 0);
    data_make(&w.y, 0);
    data_make(&w.turned, 1);
    view_make(&w.near_host, memory_make(PINNED, 0), CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_NONE, 0);
    view_make(&w.plain, w.host, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 0);
}

/* -- acts ------------------------------------------------------------------------------------------------------------ */
static int is_default(void)
{
    return w.stream == NULL || w.stream == LEGACY || w.stream == THREAD;
}

/* The stream that is meant, for the fake driver, has seen all that is on another; or the other way. */
static void check_saw(CUstream other, CUcontext others_context, CUcontext context)
{
    CHECK_INT(fake_stream_has_seen(w.stream, is_default() ? context : NULL, other, others_context), 1);
}

static void check_was_seen(CUstream other, CUcontext others_context, CUcontext context)
{
    CHECK_INT(fake_stream_has_seen(other, others_context, w.stream, is_default() ? context : NULL), 1);
}

static void add_work(CUcontext context)
{
    fake_stream_add_work(w.stream ? w.stream : LEGACY, is_default() ? context : NULL);
}

static int data_device(void)
{
    return w.kind == PINNED ? -1 : w.device;
}

static cucore_status act_access(void)
{
    cucore_status status;
    w.x.has_producer_stream = 1, w.x.producer_stream = w.producer;
    fake_stream_add_work(w.producer, NULL);
    status = cucore_views_begin_access(&w.x, 1, w.stream);
    check_saw(w.producer, NULL, meant(data_device()));
    add_work(meant(data_device()));
    if (!status) status = cucore_views_end_access(&w.x, 1, w.stream);
    check_was_seen(w.producer, NULL, meant(data_device()));
    return status;
}

static cucore_status act_access_of_unknown_producer(void)
{
    cucore_status status = cucore_views_begin_access(&w.x, 1, w.stream);
    add_work(meant(data_device()));
    if (!status) status = cucore_views_end_access(&w.x, 1, w.stream);
    CHECK_INT(fake_host_has_seen(w.stream, is_default() ? meant(data_device()) : NULL), 1);
    return status;
}

/* Pinned memory that was made on a device, late on the default stream of that device, whichever is current. */
static cucore_status act_pinned_of_default_stream(void)
{
    cucore_status status;
    const CUcontext theirs = meant(w.device), ours = meant(-1);
    w.x.has_producer_stream = 1, w.x.producer_stream = LEGACY;
    fake_stream_add_work(LEGACY, theirs);
    fake_stream_add_work(LEGACY, ours);
    status = cucore_views_begin_access(&w.x, 1, w.stream);
    check_saw(LEGACY, theirs, ours);
    check_saw(LEGACY, ours, ours);
    add_work(ours);
    if (!status) status = cucore_views_end_access(&w.x, 1, w.stream);
    check_was_seen(LEGACY, theirs, ours);
    check_was_seen(LEGACY, ours, ours);
    fake_stream_add_work(LEGACY, theirs);
    if (!status) status = cucore_views_begin_access(&w.x, 1, CUCORE_STREAM_HOST);
    CHECK_INT(fake_host_has_seen(LEGACY, theirs), 1);
    return status;
}

static cucore_status act_producer(void)
{
    cucore_status status = cucore_view_set_producer_stream(&w.x, w.stream);
    CUcontext then = meant(data_device());
    add_work(then);
    if (!status) status = cucore_views_begin_access(&w.x, 1, w.own);
    check_was_seen(w.own, NULL, then);
    fake_context_set_current(w.primary[!w.device]); /* whichever is current later */
    if (!status) status = cucore_views_begin_access(&w.x, 1, w.producer);
    check_was_seen(w.producer, NULL, then);
    fake_context_set_current(w.current);
    return status;
}

static cucore_status act_host_waits(void)
{
    cucore_status status = cucore_view_set_producer_stream(&w.x, w.stream);
    add_work(meant(data_device()));
    if (!status) status = cucore_views_begin_access(&w.x, 1, CUCORE_STREAM_HOST);
    CHECK_INT(fake_host_has_seen(w.stream, is_default() ? meant(data_device()) : NULL), 1);
    return status;
}

#define ACT(name, expression)                                                                                          \
    static cucore_status act_##name(void)                                                                              \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
ACT(memory_fill, cucore_memory_fill(w.x.ptr, 1, 1, BYTES, w.stream))
ACT(memory_copy, cucore_memory_copy(w.x.ptr, w.y.ptr, BYTES, w.stream))
ACT(memory_copy_from_plain, cucore_memory_copy(w.x.ptr, w.host, BYTES, w.stream))
ACT(memory_copy_to_plain, cucore_memory_copy(w.host, w.x.ptr, BYTES, w.stream))
ACT(view_fill, cucore_view_fill(&w.x, NULL, w.stream))
ACT(view_copy, cucore_view_copy(&w.x, &w.y, w.stream, NULL))
ACT(view_copy_turned, cucore_view_copy(&w.x, &w.turned, w.stream, NULL))
ACT(view_copy_to_pinned, cucore_view_copy(&w.near_host, &w.turned, w.stream, NULL))
ACT(view_copy_from_plain, cucore_view_copy(&w.turned, &w.plain, w.stream, NULL))
ACT(view_copy_to_plain, cucore_view_copy(&w.plain, &w.turned, w.stream, NULL))

static cucore_status act_view_fill_apart(void)
{
    static const float one = 1.5f;
    static const int64_t shape[2] = {ROWS, COLUMNS / 2}, strides[2] = {COLUMNS, 2};
    cucore_layout layout;
    cucore_view part;
    cucore_status status = cucore_layout_make(2, shape, strides, 4, &layout);
    if (!status) status = cucore_view_as(&w.x, 0, &layout, NULL, &part);
    return status ? status : cucore_view_fill(&part, &one, w.stream);
}

static cucore_status act_plan(void)
{
    cucore_copy_plan plan;
    cucore_status status = cucore_copy_plan_make(&w.x, &w.turned, w.device, NULL, &plan);
    return status ? status : cucore_copy_plan_run(&plan, w.stream, NULL);
}

static cucore_status act_cast(void)
{
    static const cucore_copy_options options = {NULL, CUCORE_BLOCKING_DEFAULT, CUCORE_COPY_CAST, 0, 0, {NULL, NULL}};
    w.turned.dtype = CUCORE_DTYPE_INT32;
    return cucore_view_copy(&w.x, &w.turned, w.stream, &options);
}

static cucore_memory_kind resource_kind(void)
{
    return w.kind == DEVICE    ? CUCORE_MEMORY_SYNCHRONOUS
           : w.kind == POOL    ? CUCORE_MEMORY_DEFAULT_POOL
           : w.kind == MANAGED ? CUCORE_MEMORY_MANAGED
                               : CUCORE_MEMORY_PINNED;
}

static cucore_memory_kind pool_kind(void)
{
    return w.kind == MANAGED  ? CUCORE_MEMORY_MANAGED_POOL
           : w.kind == PINNED ? CUCORE_MEMORY_PINNED_POOL
                              : CUCORE_MEMORY_POOL;
}

/* Made on a default stream, used on others, filled, copied, freed: by every function of buffers. */
static cucore_status buffer_life(void)
{
    const CUcontext here = meant(w.device);
    cucore_status status = cucore_buffer_allocate(w.resource, BYTES, w.stream, &w.buffer);
    if (status) return status;
    add_work(here);
    status = cucore_buffer_use(&w.buffer, w.own);
    check_was_seen(w.own, NULL, here);
    fake_stream_add_work(w.own, NULL);
    if (!status) status = cucore_buffer_use(&w.buffer, w.stream);
    check_saw(w.own, NULL, here);
    if (!status) status = cucore_buffer_fill(&w.buffer, 1, 1, w.stream);
    if (!status) status = cucore_buffer_copy_from(&w.buffer, 0, w.host, BYTES, w.stream);
    if (!status) status = cucore_buffer_copy_to(&w.buffer, 0, w.host, BYTES, w.stream);
    if (!status) status = cucore_buffer_copy_from(&w.buffer, 0, w.x.ptr, BYTES, w.stream);
    return status ? status : cucore_buffer_release(&w.buffer);
}

static cucore_status act_buffer(void)
{
    cucore_status status = cucore_memory_resource_create(resource_kind(), w.device, NULL, &w.resource);
    return status ? status : buffer_life();
}

static cucore_status act_buffer_of_own_pool(void)
{
    cucore_status status = cucore_memory_resource_create(pool_kind(), w.device, NULL, &w.resource);
    if (!status) status = buffer_life();
    cucore_memory_resource_release(w.resource);
    return status;
}

/* An allocator that notes in which context it is called, and works on the stream there. */
static CUcontext called_in[2];

static cucore_status somebody_allocates(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    (void)user_data, (void)nbytes;
    called_in[0] = fake_context_current();
    *out = memory_make(w.kind, w.device);
    fake_stream_add_work(stream ? stream : LEGACY, called_in[0]);
    return CUCORE_OK;
}

static cucore_status somebody_frees(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    (void)user_data, (void)nbytes;
    called_in[1] = fake_context_current();
    CHECK_INT(fake_stream_has_seen(stream, called_in[1], w.stream, is_default() ? meant(data_device()) : NULL), 1);
    return fake_free((CUdeviceptr)(uintptr_t)ptr) ? CUCORE_DRIVER : CUCORE_OK;
}

static cucore_status functions_life(int device_type)
{
    cucore_memory_functions functions = {somebody_allocates, somebody_frees, 0, 0, {NULL, NULL}};
    cucore_status status;
    functions.device_type = device_type;
    functions.device_id = w.device;
    memset(called_in, 0, sizeof called_in);
    status = cucore_memory_resource_from_functions(&functions, NULL, NULL, &w.resource);
    if (!status) status = cucore_buffer_allocate(w.resource, BYTES, w.stream, &w.buffer);
    if (!status && is_default()) check_saw(LEGACY, called_in[0], meant(data_device()));
    add_work(meant(data_device()));
    if (!status) status = cucore_buffer_release(&w.buffer);
    CHECK(called_in[0] == called_in[1]);
    cucore_memory_resource_release(w.resource);
    return status;
}

ACT(functions_that_say, functions_life(w.x.device_type))
ACT(functions_that_do_not_say, functions_life(0))

static cucore_status act_view_allocate(void)
{
    cucore_view made;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 0, NULL, NULL, 0, 0, {NULL, NULL}};
    CUcontext then = meant(w.device);
    cucore_status status = cucore_memory_resource_create(resource_kind(), w.device, NULL, &w.resource);
    spec.device_type = w.x.device_type;
    spec.device_id = w.device;
    if (!status) status = cucore_view_allocate(&spec, w.resource, w.stream, &made);
    if (status) return status;
    add_work(then);
    fake_context_set_current(w.primary[!w.device]);
    status = cucore_views_begin_access(&made, 1, w.producer);
    check_was_seen(w.producer, NULL, then);
    fake_context_set_current(w.current);
    cucore_view_release(&made);
    return status;
}

static cucore_status act_kernel(void)
{
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    return cucore_kernel_launch(&kernel, w.device, &config, w.stream, NULL);
}

static cucore_status act_stream_from_handle(void)
{
    cucore_stream stream;
    cucore_status status = cucore_stream_from_handle(w.stream, w.device, &stream);
    CHECK(status || stream.context == (is_default() ? meant(w.device) : w.primary[w.device]));
    return status;
}

/* Functions that take no more than streams: those of the current context. */
static cucore_status act_stream_wait(void)
{
    cucore_status status;
    fake_stream_add_work(w.producer, NULL);
    status = cucore_stream_wait(w.stream, w.producer);
    check_saw(w.producer, NULL, meant(-1));
    add_work(meant(-1));
    if (!status) status = cucore_stream_wait(w.own, w.stream);
    check_was_seen(w.own, NULL, meant(-1));
    return status ? status : cucore_stream_synchronize(w.stream);
}

enum { OF_DATA, OF_RESOURCE, OF_NONE, OF_DATA_AND_CURRENT, OF_DATA_AND_MEMORY };
static const struct row {
    const char *name;
    cucore_status (*act)(void);
    int kinds;
    int whose; /* which context is meant: that of data_device(), of the device, of none; or what the caller has, too; or
                  that of the device that made the memory, too */
} rows[] = {
    {"access", act_access, ANY, OF_DATA},
    {"access, unknown producer", act_access_of_unknown_producer, ANY, OF_DATA},
    {"access, a default stream wrote pinned memory", act_pinned_of_default_stream, PINNED, OF_DATA_AND_MEMORY},
    {"cucore_view_set_producer_stream", act_producer, ANY, OF_DATA},
    {"access by the host", act_host_waits, ANY, OF_DATA},
    {"cucore_memory_fill", act_memory_fill, ANY, OF_DATA},
    {"cucore_memory_copy", act_memory_copy, ANY, OF_DATA},
    {"cucore_memory_copy from plain memory", act_memory_copy_from_plain, ANY, OF_DATA},
    {"cucore_memory_copy to plain memory", act_memory_copy_to_plain, ANY, OF_DATA},
    {"cucore_view_fill", act_view_fill, ANY, OF_DATA},
    {"cucore_view_fill, elements apart", act_view_fill_apart, DEVICE | POOL | MANAGED, OF_DATA},
    {"cucore_view_copy", act_view_copy, ANY, OF_DATA},
    {"cucore_view_copy, transposed", act_view_copy_turned, ANY, OF_DATA},
    {"cucore_view_copy to pinned memory", act_view_copy_to_pinned, DEVICE | POOL | MANAGED, OF_DATA},
    {"cucore_view_copy from plain memory", act_view_copy_from_plain, DEVICE | POOL | MANAGED, OF_DATA},
    {"cucore_view_copy to plain memory", act_view_copy_to_plain, DEVICE | POOL | MANAGED, OF_DATA},
    {"cucore_copy_plan_run", act_plan, DEVICE | POOL | MANAGED, OF_DATA},
    {"CUCORE_COPY_CAST", act_cast, DEVICE | POOL | MANAGED, OF_DATA},
    {"a buffer", act_buffer, ANY, OF_RESOURCE},
    {"a buffer of a pool of its own", act_buffer_of_own_pool, POOL | MANAGED | PINNED, OF_RESOURCE},
    {"functions that say where", act_functions_that_say, ANY, OF_DATA},
    {"functions that do not say where", act_functions_that_do_not_say, ANY, OF_DATA_AND_CURRENT},
    {"cucore_view_allocate", act_view_allocate, ANY, OF_RESOURCE},
    {"cucore_kernel_launch", act_kernel, DEVICE, OF_RESOURCE},
    {"cucore_stream_from_handle", act_stream_from_handle, DEVICE, OF_RESOURCE},
    {"cucore_stream_wait", act_stream_wait, DEVICE, OF_NONE},
};

static const char *const current_names[] = {"none", "primary of 0", "primary of 1", "other of 0", "other of 1"};
static const CUstream streams[] = {NULL, LEGACY, THREAD, CUCORE_STREAM_HOST}; /* the last one stands for a handle */
static const char *const stream_names[] = {"NULL", "legacy", "per thread", "a handle"};
static const char *const kind_names[] = {"device", "pool", "managed", "pinned"};

static void make_current(int which)
{
    w.current = which == 0 ? NULL : which < 3 ? w.primary[which - 1] : w.other[which - 3];
    fake_context_set_current(w.current);
}

static void run_case(const struct row *row, int kind, int device, int stream, int which)
{
    static char name[160];
    CUcontext one, two = NULL;
    int events, depth;
    start(1 << kind, device);
    snprintf(name, sizeof name, "%s: %s memory, device %d, on %s, %s current", row->name, kind_names[kind], device,
             stream_names[stream], current_names[which]);
    check_row(name);
    w.stream = stream == 3 ? fake_stream_create(w.primary[device], CU_STREAM_NON_BLOCKING) : streams[stream];
    make_current(which);
    one = meant(row->whose == OF_NONE ? -1 : row->whose == OF_RESOURCE ? device : data_device());
    if (row->whose == OF_DATA_AND_CURRENT) two = meant(-1);
    if (row->whose == OF_DATA_AND_MEMORY) two = meant(device);
    events = fake_live_events();
    depth = fake_context_depth();
    fake_log_clear();
    CHECK_INT(row->act(), CUCORE_OK);
    check_log(is_default() || row->whose == OF_DATA_AND_MEMORY ? one : NULL,
              is_default() || row->whose == OF_DATA_AND_MEMORY ? two : NULL);
    CHECK(fake_context_current() == w.current);
    CHECK_INT(fake_context_depth(), depth);
    cucore_trim();
    CHECK_INT(fake_live_events(), events);
    /* no context is made on a device that has nothing to do with it */
    if (device == 1 && row->whose != OF_NONE && !two && one == w.primary[1]) CHECK_INT(fake_primary_refs(0), 0);
}

TEST(test_one_device)
{
    for (int i = 0; i < COUNT(rows); i++) {
        for (int kind = 0; kind < COUNT(kind_names); kind++) {
            if (!(rows[i].kinds & 1 << kind)) continue;
            for (int device = 0; device < 2; device++) {
                for (int stream = 0; stream < COUNT(streams); stream++) {
                    for (int which = 0; which < COUNT(current_names); which++)
                        run_case(&rows[i], kind, device, stream, which);
                }
            }
        }
    }
    check_row("");
}

/* -- two devices ------------------------------------------------------------------------------------------------------ */
enum { COPY_DENSE, COPY_TURNED, COPY_BYTES, COPY_CAST, COPIES };
static const char *const copy_names[COPIES] = {"dense", "transposed", "bytes", "converted"};

static cucore_status copy_between(int what, const cucore_view *dst, cucore_view *src)
{
    static const cucore_copy_options options = {NULL, CUCORE_BLOCKING_DEFAULT, CUCORE_COPY_CAST, 0, 0, {NULL, NULL}};
    if (what == COPY_BYTES) return cucore_memory_copy(dst->ptr, src->ptr, BYTES, w.stream);
    if (what != COPY_CAST) return cucore_view_copy(dst, src, w.stream, NULL);
    src->dtype = CUCORE_DTYPE_INT32;
    return cucore_view_copy(dst, src, w.stream, &options);
}

/* A copy between two devices, each of them in each kind of memory, is done where meant_for_two says; managed memory does not choose
 * if the other side is on a device. */
TEST(test_copies_between_devices)
{
    static char name[160];
    for (int what = 0; what < COPIES; what++) {
        for (int to = 0; to < 3; to++) {
            for (int from = 0; from < 3; from++) {
                for (int device = 0; device < 2; device++) {
                    for (int stream = 0; stream < 3; stream++) {
                        for (int which = 0; which < COUNT(current_names); which++) {
                            cucore_view dst, src;
                            CUcontext one;
                            start(1 << to, device);
                            snprintf(name, sizeof name, "%s, %s of device %d to %s of device %d, on %s, %s current",
                                     copy_names[what], kind_names[from], !device, kind_names[to], device,
                                     stream_names[stream], current_names[which]);
                            check_row(name);
                            dst = w.x;
                            w.kind = 1 << from;
                            w.device = !device;
                            data_make(&src, what == COPY_TURNED);
                            w.stream = streams[stream];
                            make_current(which);
                            one = what != COPY_BYTES && to == 2 && from != 2   ? meant(!device)
                                  : what != COPY_BYTES && from == 2 && to != 2 ? meant(device)
                                                                               : meant_for_two(device, !device);
                            fake_log_clear();
                            CHECK_INT(copy_between(what, &dst, &src), CUCORE_OK);
                            check_log(one, NULL);
                            CHECK(fake_context_current() == w.current);
                        }
                    }
                }
            }
        }
    }
    check_row("");
}

/* A handle of either device that takes part is taken, also where only managed memory is on it; one of no side's is refused. */
TEST(test_handles_between_devices)
{
    static char name[160];
    for (int to = 0; to < 3; to++) {
        for (int from = 0; from < 3; from++) {
            for (int of = 0; of < 2; of++) {
                cucore_view dst, src;
                start(1 << to, 0);
                snprintf(name, sizeof name, "%s of device 1 to %s of device 0, on device %d", kind_names[from],
                         kind_names[to], of);
                check_row(name);
                dst = w.x;
                w.kind = 1 << from;
                w.device = 1;
                data_make(&src, 1);
                w.stream = fake_stream_create(w.primary[of], CU_STREAM_NON_BLOCKING);
                fake_log_clear();
                CHECK_INT(cucore_view_copy(&dst, &src, w.stream, NULL), CUCORE_OK);
                check_log(NULL, NULL);
            }
        }
    }
    start(DEVICE, 0);
    check_row("dense and other fills on a stream of another device");
    w.stream = fake_stream_create(w.primary[1], CU_STREAM_NON_BLOCKING);
    REFUSED(cucore_view_fill(&w.x, NULL, w.stream), CUCORE_WRONG_DEVICE,
            "the stream is on device 1, the data are on device 0");
    REFUSED(act_view_fill_apart(), CUCORE_WRONG_DEVICE, "the stream is on device 1, the data are on device 0");
    check_row("");
}

/* A legacy stream beside a capture: of its own device it is refused, of the other one it has nothing to do with it. */
TEST(test_captures_of_the_other_device)
{
    static char name[160];
    for (int captured = 0; captured < 2; captured++) {
        for (int which = 0; which < COUNT(current_names); which++) {
            for (int ends = 0; ends < 2; ends++) {
                CUstream blocking;
                cucore_status status;
                start(DEVICE, 0);
                snprintf(name, sizeof name, "%s, a capture on device %d, %s current", ends ? "end" : "begin", captured,
                         current_names[which]);
                check_row(name);
                blocking = fake_stream_create(w.primary[captured], CU_STREAM_DEFAULT);
                fake_stream_add_work(w.producer, NULL);
                fake_stream_add_work(LEGACY, w.primary[0]);
                w.x.has_producer_stream = 1, w.x.producer_stream = w.producer;
                CHECK_INT(fake_capture_begin(blocking, 2), 0);
                make_current(which);
                status = ends ? cucore_views_end_access(&w.x, 1, NULL) : cucore_views_begin_access(&w.x, 1, NULL);
                if (meant(0) == w.primary[0]) CHECK_INT(status, captured == 0 ? CUCORE_CAPTURE : CUCORE_OK);
                if (meant(0) == w.primary[0] && captured == 1) {
                    CHECK_INT(ends ? fake_stream_has_seen(w.producer, NULL, LEGACY, w.primary[0])
                                   : fake_stream_has_seen(LEGACY, w.primary[0], w.producer, NULL),
                              1);
                }
                CHECK_INT(fake_capture_status(blocking), 1);
                CHECK_INT(fake_capture_end(blocking), 0);
            }
        }
    }
    check_row("");
}

TESTS_MAIN
