/* test_driver_arguments.c - arguments that are NULL, and the smaller answers, on the fake driver (tests/fake_driver)
 *
 * The table `nulls` has a row for each pointer that must not be NULL: an error that names it, and nothing is touched. */
#include "check.h"
#include "../fake_driver/fake_cuda.h"

#define CUCORE_IMPLEMENTATION
#include "cucore_dlpack.h"
#include "cucore_cai.h"
#include "cucore_copy.h"
#include "cucore_memory.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};

#define CAI CUCORE_PROTOCOL_CAI
#define F32 cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1)

/* Good values for all arguments but the one of the row. */
static struct {
    int number;
    size_t bytes;
    float milliseconds;
    char text[64];
    CUcontext context;
    CUstream stream, away; /* of device 0 and 1 */
    CUevent event;
    CUmodule module;
    void *symbol;
    CUfunction function;
    cucore_pointer_info pointer;
    cucore_device_info device;
    cucore_capture_info capture;
    cucore_event made_event;
    cucore_module made_module;
    cucore_memory_resource *resource;
    cucore_memory_resource *made_resource;
    cucore_array_spec spec;
    cucore_buffer buffer, other;
    cucore_layout layout, out_layout;
    cucore_view view, dst, src, out;
    cucore_overlap overlap;
    cucore_axis_map map;
    cucore_copy_plan plan;
    cucore_dtype dtype;
    cucore_interface interface_;
    cucore_interface_room room;
    DLTensor tensor;
    DLManagedTensor legacy, *legacy_out;
    DLManagedTensorVersioned versioned, *versioned_out;
    int64_t shape[2], strides[2], index[2], wide;
    float elements[6];
} g;

static void start(void)
{
    fake_reset();
    memset(&g, 0, sizeof g);
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_INT(cucore_context_get_primary(0, &g.context), CUCORE_OK);
    g.stream = fake_stream_create(g.context, CU_STREAM_NON_BLOCKING);
    CHECK_INT(cucore_context_get_primary(1, &g.context), CUCORE_OK);
    g.away = fake_stream_create(g.context, CU_STREAM_NON_BLOCKING);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &g.resource), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(g.resource, 64, g.stream, &g.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(g.resource, 64, g.stream, &g.other), CUCORE_OK);
    CHECK_INT(cucore_event_create(0, 0, &g.made_event), CUCORE_OK);
    g.event = g.made_event.handle;
    CHECK_INT(cucore_module_load(0, "a module", &g.made_module), CUCORE_OK);
    g.module = g.made_module.handle;
    CHECK_INT(cucore_module_get_function(g.module, "kernel", &g.function), CUCORE_OK);
    g.shape[0] = 2, g.shape[1] = 3;
    g.strides[0] = 3, g.strides[1] = 1;
    CHECK_INT(cucore_layout_make(2, g.shape, NULL, 4, &g.layout), CUCORE_OK);
    g.spec.dtype = F32, g.spec.ndim = 2, g.spec.shape = g.shape, g.spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    g.tensor.data = g.elements;
    g.tensor.device.device_type = kDLCPU;
    g.tensor.dtype.code = kDLFloat, g.tensor.dtype.bits = 32, g.tensor.dtype.lanes = 1;
    g.tensor.ndim = 2, g.tensor.shape = g.shape;
    CHECK_INT(cucore_view_from_dltensor(&g.tensor, 0, NULL, &g.view), CUCORE_OK);
    g.dst = g.src = g.view;
    g.legacy.dl_tensor = g.versioned.dl_tensor = g.tensor;
    g.versioned.version.major = DLPACK_MAJOR_VERSION;
    CHECK_INT(cucore_view_to_interface(&g.view, CUCORE_PROTOCOL_ARRAY_INTERFACE, &g.room, &g.interface_), CUCORE_OK);
    fake_log_clear();
}

static void stop(void)
{
    cucore_view_release(&g.out);
    CHECK_INT(cucore_buffer_release(&g.buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&g.other), CUCORE_OK);
    CHECK_INT(cucore_event_release(&g.made_event), CUCORE_OK);
    CHECK_INT(cucore_module_release(&g.made_module), CUCORE_OK);
    cucore_memory_resource_release(g.resource);
    CHECK_INT(fake_live_allocations(), 0);
}

/* ------------------------------------------------------------------------------------------------- NULL arguments -- */
static cucore_kernel a_kernel = CUCORE_KERNEL("an image", "kernel");

/* The description of a dense array, for cucore_view_allocate. */
static cucore_status allocate(int device_type, int device_id, cucore_dtype dtype, int ndim, const int64_t *shape,
                              CUstream stream, cucore_view *out)
{
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype;
    spec.ndim = ndim;
    spec.shape = shape;
    spec.device_type = device_type;
    spec.device_id = device_id;
    return cucore_view_allocate(&spec, NULL, stream, out);
}

static cucore_status from_interface_without(int member)
{
    if (member == 0) g.interface_.typestr = NULL;
    if (member == 1) g.interface_.shape = NULL;
    return cucore_view_from_interface(&g.interface_, NULL, &g.out);
}

static cucore_status from_pool_without_handle(void)
{
    const cucore_memory_pool pool = {NULL, CUCORE_MEMORY_POOL, 0};
    return cucore_memory_resource_from_pool(&pool, NULL, NULL, &g.made_resource);
}

static cucore_status run_null(int row, const char **words)
{
    const cucore_layout *one = &g.layout;
    cucore_layout *const outs = &g.out_layout;
    const cucore_arg any = CUCORE_ARG(NULL, NULL, NULL, 0);
    const cucore_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0, 0, NULL};
    int n = 0;
#define ROW(expected, call)                                                                                            \
    if (n++ == row) return *words = (expected), (call)
    *words = NULL;
    ROW("cucore_driver_symbol: name", cucore_driver_symbol(NULL, &g.symbol));
    ROW("cucore_driver_symbol: out", cucore_driver_symbol("cuGraphLaunch", NULL));
    ROW("cucore_device_from_pci_bus_id: id", cucore_device_from_pci_bus_id(NULL, &g.number));
    ROW("cucore_device_from_pci_bus_id: out", cucore_device_from_pci_bus_id("0000:01:00.0", NULL));
    ROW("cucore_device_get_attribute: out", cucore_device_get_attribute(0, CU_DEVICE_ATTRIBUTE_WARP_SIZE, NULL));
    ROW("cucore_device_get_info: out", cucore_device_get_info(0, NULL));
    ROW("cucore_device_get_peer_access: out", cucore_device_get_peer_access(0, 1, NULL));
    ROW("cucore_context_get_primary: out", cucore_context_get_primary(0, NULL));
    ROW("cucore_context_get_current: context and device_id", cucore_context_get_current(NULL, NULL));
    ROW("cucore_pointer_get_info: out", cucore_pointer_get_info(g.buffer.ptr, NULL));
    ROW("cucore_stream_create: out", cucore_stream_create(0, NULL, NULL));
    ROW("cucore_stream_from_handle: out", cucore_stream_from_handle(g.stream, 0, NULL));
    ROW("cucore_stream_query: out", cucore_stream_query(g.stream, NULL));
    ROW("cucore_stream_wait_event: event", cucore_stream_wait_event(g.stream, NULL));
    ROW("cucore_stream_launch_host_function: function", cucore_stream_launch_host_function(g.stream, NULL, NULL));
    ROW("cucore_stream_get_capture_info: out", cucore_stream_get_capture_info(g.stream, NULL));
    ROW("cucore_event_create: out", cucore_event_create(0, 0, NULL));
    ROW("cucore_event_record: event", cucore_event_record(NULL, g.stream));
    ROW("cucore_event_query: event", cucore_event_query(NULL, &g.number));
    ROW("cucore_event_query: out", cucore_event_query(g.event, NULL));
    ROW("cucore_event_synchronize: event", cucore_event_synchronize(NULL));
    ROW("cucore_event_get_elapsed: event", cucore_event_get_elapsed(NULL, g.event, &g.milliseconds));
    ROW("cucore_event_get_elapsed: event", cucore_event_get_elapsed(g.event, NULL, &g.milliseconds));
    ROW("cucore_event_get_elapsed: out", cucore_event_get_elapsed(g.event, g.event, NULL));
    ROW("cucore_memory_resource_create: out", cucore_memory_resource_create(CUCORE_MEMORY_HOST, 0, NULL, NULL));
    ROW("cucore_memory_resource_from_pool: pool", cucore_memory_resource_from_pool(NULL, NULL, NULL, &g.made_resource));
    ROW("cucore_memory_resource_from_pool: pool->handle", from_pool_without_handle());
    ROW("cucore_memory_resource_from_pool: out", cucore_memory_resource_from_pool(NULL, NULL, NULL, NULL));
    ROW("cucore_memory_resource_get_pool: out", cucore_memory_resource_get_pool(NULL, NULL));
    ROW("cucore_memory_resource_get_usage: out", cucore_memory_resource_get_usage(NULL, NULL));
    ROW("cucore_memory_resource_get_policy: out", cucore_memory_resource_get_policy(NULL, NULL));
    ROW("cucore_memory_resource_set_policy: policy", cucore_memory_resource_set_policy(NULL, NULL));
    ROW("cucore_memory_resource_get_access: out", cucore_memory_resource_get_access(NULL, 0, NULL));
    ROW("cucore_memory_resource_allocate: out", cucore_memory_resource_allocate(NULL, 1, NULL, NULL));
    ROW("cucore_views_prefetch: views", cucore_views_prefetch(NULL, 1, NULL, NULL));
    ROW("cucore_views_discard: views", cucore_views_discard(NULL, 1, NULL, NULL));
    ROW("cucore_views_advise: views", cucore_views_advise(NULL, 1, CUCORE_ADVICE_READ_MOSTLY, NULL));
    ROW("cucore_memory_resource_from_functions: functions",
        cucore_memory_resource_from_functions(NULL, NULL, NULL, &g.made_resource));
    ROW("cucore_memory_resource_from_functions: out", cucore_memory_resource_from_functions(NULL, NULL, NULL, NULL));
    ROW("cucore_buffer_allocate: out", cucore_buffer_allocate(g.resource, 8, g.stream, NULL));
    ROW("cucore_buffer_from_pointer: out", cucore_buffer_from_pointer(g.elements, 4, NULL, NULL, NULL));
    ROW("cucore_buffer_use: buffer", cucore_buffer_use(NULL, g.stream));
    ROW("cucore_memory_copy: dst", cucore_memory_copy(NULL, g.elements, 4, g.stream));
    ROW("cucore_memory_copy: src", cucore_memory_copy(g.buffer.ptr, NULL, 4, g.stream));
    ROW("cucore_memory_fill: ptr", cucore_memory_fill(NULL, 0, 1, 4, g.stream));
    ROW("cucore_buffer_copy_from: a buffer", cucore_buffer_copy_from(NULL, 0, g.elements, 4, g.stream));
    ROW("cucore_memory_copy: src", cucore_buffer_copy_from(&g.buffer, 0, NULL, 4, g.stream));
    ROW("cucore_buffer_copy_to: buffer", cucore_buffer_copy_to(NULL, 0, g.elements, 4, g.stream));
    ROW("cucore_memory_copy: dst", cucore_buffer_copy_to(&g.buffer, 0, NULL, 4, g.stream));
    ROW("cucore_buffer_fill: a buffer", cucore_buffer_fill(NULL, 0, 1, g.stream));
    ROW("cucore_view_from_buffer: buffer", cucore_view_from_buffer(NULL, 0, F32, &g.layout, &g.out));
    ROW("cucore_view_from_buffer: layout", cucore_view_from_buffer(&g.buffer, 0, F32, NULL, &g.out));
    ROW("cucore_view_from_buffer: out", cucore_view_from_buffer(&g.buffer, 0, F32, &g.layout, NULL));
    ROW("cucore_view_as: view", cucore_view_as(NULL, 0, &g.layout, NULL, &g.out));
    ROW("cucore_view_as: out", cucore_view_as(&g.view, 0, &g.layout, NULL, NULL));
    ROW("cucore_view_check_range: view", cucore_view_check_range(NULL));
    ROW("cucore_module_load: image", cucore_module_load(0, NULL, &g.made_module));
    ROW("cucore_module_load: out", cucore_module_load(0, "a module", NULL));
    ROW("cucore_module_get_function: module", cucore_module_get_function(NULL, "kernel", &g.function));
    ROW("cucore_module_get_function: name", cucore_module_get_function(g.module, NULL, &g.function));
    ROW("cucore_module_get_function: out", cucore_module_get_function(g.module, "kernel", NULL));
    ROW("cucore_kernel_launch: kernel", cucore_kernel_launch(NULL, 0, &config, g.stream, NULL));
    ROW("cucore_kernel_launch: config", cucore_kernel_launch(&a_kernel, 0, NULL, g.stream, NULL));
    ROW("cucore_kernel_get_function: kernel", cucore_kernel_get_function(NULL, 0, &g.function));
    ROW("cucore_kernel_get_function: out", cucore_kernel_get_function(&a_kernel, 0, NULL));
    ROW("cucore_function_launch: function", cucore_function_launch(NULL, &config, g.stream, NULL));
    ROW("cucore_function_launch: config", cucore_function_launch(g.function, NULL, g.stream, NULL));
    ROW("cucore_views_begin_access: views", cucore_views_begin_access(NULL, 1, g.stream));
    ROW("cucore_views_end_access: views", cucore_views_end_access(NULL, 1, g.stream));
    ROW("cucore_view_set_producer_stream: view", cucore_view_set_producer_stream(NULL, g.stream));
    ROW("cucore_view_overlap: a view", cucore_view_overlap(NULL, &g.view, &g.overlap));
    ROW("cucore_view_overlap: a view", cucore_view_overlap(&g.view, NULL, &g.overlap));
    ROW("cucore_view_check: view", cucore_view_check(NULL, &any, NULL));

    ROW("name or out", cucore_dtype_from_name(NULL, 3, &g.dtype));
    ROW("name or out", cucore_dtype_from_name("int8", 4, NULL));
    ROW("cucore_layout_strides_bytes: out", cucore_layout_strides_bytes(&g.layout, NULL));
    ROW("cucore_layout_stride_order: axes", cucore_layout_stride_order(&g.layout, NULL));
    ROW("shape or out", cucore_layout_make(2, NULL, NULL, 4, &g.out_layout));
    ROW("shape or out", cucore_layout_make(2, g.shape, NULL, 4, NULL));
    ROW("axes", cucore_layout_squeeze(&g.layout, NULL, 1, &g.out_layout));
    ROW("shape", cucore_layout_reshape(&g.layout, 2, NULL, &g.out_layout));
    ROW("shape", cucore_layout_broadcast_to(&g.layout, 2, NULL, &g.out_layout));
    ROW("cucore_layout_offset_of: index", cucore_layout_offset_of(&g.layout, NULL, &g.wide));
    ROW("cucore_layout_index_of: index", cucore_layout_index_of(&g.layout, 0, NULL));
    ROW("cucore_layout_iter_start: iter", cucore_layout_iter_start(NULL, &g.layout));
    ROW("layouts or outs", cucore_layout_simplify(NULL, 1, &outs, NULL, NULL));
    ROW("layouts or outs", cucore_layout_simplify(&one, 1, NULL, NULL, NULL));

    ROW("cucore_view_from_dltensor: an argument", cucore_view_from_dltensor(NULL, 0, NULL, &g.out));
    ROW("cucore_view_from_dltensor: an argument", cucore_view_from_dltensor(&g.tensor, 0, NULL, NULL));
    ROW("cucore_view_adopt_dlmanaged: an argument", cucore_view_adopt_dlmanaged(NULL, NULL, &g.out));
    ROW("cucore_view_adopt_dlmanaged: an argument", cucore_view_adopt_dlmanaged(&g.legacy, NULL, NULL));
    ROW("cucore_view_adopt_dlmanaged_versioned: an arg", cucore_view_adopt_dlmanaged_versioned(NULL, NULL, &g.out));
    ROW("cucore_view_adopt_dlmanaged_versioned: an arg",
        cucore_view_adopt_dlmanaged_versioned(&g.versioned, NULL, NULL));
    ROW("cucore_view_to_dltensor: an argument", cucore_view_to_dltensor(NULL, &g.tensor));
    ROW("cucore_view_to_dltensor: an argument", cucore_view_to_dltensor(&g.view, NULL));
    ROW("cucore_view_to_dlmanaged: an argument", cucore_view_to_dlmanaged(NULL, NULL, NULL, 0, &g.legacy_out));
    ROW("cucore_view_to_dlmanaged: an argument", cucore_view_to_dlmanaged(&g.view, NULL, NULL, 0, NULL));
    ROW("cucore_view_to_dlmanaged_versioned: an argument",
        cucore_view_to_dlmanaged_versioned(NULL, NULL, NULL, 0, &g.versioned_out));
    ROW("cucore_view_to_dlmanaged_versioned: an argument",
        cucore_view_to_dlmanaged_versioned(&g.view, NULL, NULL, 0, NULL));
    ROW("cucore_view_move_to_dlmanaged: an argument", cucore_view_move_to_dlmanaged(NULL, 0, &g.legacy_out));
    ROW("cucore_view_move_to_dlmanaged: an argument", cucore_view_move_to_dlmanaged(&g.view, 0, NULL));
    ROW("cucore_view_move_to_dlmanaged_versioned: an argument",
        cucore_view_move_to_dlmanaged_versioned(NULL, 0, &g.versioned_out));
    ROW("cucore_view_move_to_dlmanaged_versioned: an argument",
        cucore_view_move_to_dlmanaged_versioned(&g.view, 0, NULL));
    ROW("cucore_view_allocate: out", allocate(CUCORE_DEVICE_TYPE_CPU, 0, F32, 2, g.shape, NULL, NULL));
    ROW("cucore_view_allocate: spec", cucore_view_allocate(NULL, NULL, NULL, &g.out));
    ROW("cucore_view_wrap: out", cucore_view_wrap(g.elements, &g.spec, NULL, NULL, NULL));
    ROW("cucore_view_wrap: spec", cucore_view_wrap(g.elements, NULL, NULL, NULL, &g.out));
    ROW("cucore_view_wrap: ptr", cucore_view_wrap(NULL, &g.spec, NULL, NULL, &g.out));
    ROW("cucore_view_slice: view", cucore_view_slice(NULL, NULL, 0, &g.out));
    ROW("cucore_view_slice: out", cucore_view_slice(&g.view, NULL, 0, NULL));
    ROW("cucore_view_size: view", (cucore_status)cucore_view_size(NULL));
    ROW("cucore_view_nbytes: view", (cucore_status)cucore_view_nbytes(NULL));

    ROW("cucore_dtype_from_typestr: an argument", cucore_dtype_from_typestr(NULL, 3, &g.dtype));
    ROW("cucore_dtype_from_typestr: an argument", cucore_dtype_from_typestr("<f4", 3, NULL));
    ROW("cucore_dtype_from_pep3118: out", cucore_dtype_from_pep3118("f", 4, NULL));
    ROW("cucore__descr_parse: an argument", cucore__descr_parse(NULL, 0, &g.wide, &g.number));
    ROW("cucore__descr_parse: an argument", cucore__descr_parse("[]", 2, NULL, &g.number));
    ROW("cucore__descr_parse: an argument", cucore__descr_parse("[]", 2, &g.wide, NULL));
    ROW("cucore_view_from_interface: an argument", cucore_view_from_interface(NULL, NULL, &g.out));
    ROW("cucore_view_from_interface: an argument", cucore_view_from_interface(&g.interface_, NULL, NULL));
    ROW("cucore_view_from_interface: an argument", from_interface_without(0));
    ROW("shape", from_interface_without(1));
    ROW("cucore_view_to_interface: an argument", cucore_view_to_interface(NULL, CAI, &g.room, &g.interface_));
    ROW("cucore_view_to_interface: an argument", cucore_view_to_interface(&g.view, CAI, NULL, &g.interface_));
    ROW("cucore_view_to_interface: an argument", cucore_view_to_interface(&g.view, CAI, &g.room, NULL));

    ROW("cucore_copy_plan_make: dst", cucore_copy_plan_make(NULL, &g.src, 0, NULL, &g.plan));
    ROW("cucore_copy_plan_make: src", cucore_copy_plan_make(&g.dst, NULL, 0, NULL, &g.plan));
    ROW("cucore_copy_plan_make: out", cucore_copy_plan_make(&g.dst, &g.src, 0, NULL, NULL));
    ROW("cucore_copy_plan_run: plan", cucore_copy_plan_run(NULL, g.stream, NULL));
    ROW("cucore_view_copy: dst", cucore_view_copy(NULL, &g.src, g.stream, NULL));
    ROW("cucore_view_copy: src", cucore_view_copy(&g.dst, NULL, g.stream, NULL));
#undef ROW
    return CUCORE_OK;
}

TEST(test_null_arguments)
{
    char name[24];
    const char *words;
    cucore_status status;
    int row, more = 1;
    for (row = 0; more; row++) {
        check_row("start");
        start();
        status = run_null(row, &words);
        more = words != NULL;
        if (more) {
            snprintf(name, sizeof name, "row %d", row);
            check_row(name);
            REFUSED(status, CUCORE_INVALID_ARGUMENT, words);
            CHECK_HAS(cucore_last_error()->message, " is NULL");
            CHECK_INT(fake_call_count() - fake_count("cuCtxGetCurrent") - fake_count("cuStreamGetCtx") -
                          fake_count("cuStreamGetCaptureInfo") - fake_count("cuPointerGetAttributes"),
                      0);
        }
        stop();
    }
    CHECK(row > 100);
}

/* What may be NULL. */
TEST(test_optional_arguments)
{
    cucore_view_release(NULL);
    cucore__dlmanaged_delete(NULL);
    cucore__dlmanaged_versioned_delete(NULL);
    start();
    CHECK_INT(cucore_stream_release(NULL), CUCORE_OK);
    CHECK_INT(cucore_event_release(NULL), CUCORE_OK);
    CHECK_INT(cucore_module_release(NULL), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(NULL), CUCORE_OK);
    cucore_memory_resource_release(NULL);
    CHECK_INT(cucore_context_get_current(&g.context, NULL), CUCORE_OK);
    CHECK_INT(cucore_device_get_memory_info(0, &g.bytes, NULL), CUCORE_OK);
    CHECK(g.bytes > 0);
    CHECK_INT(cucore_device_get_memory_info(0, NULL, &g.bytes), CUCORE_OK);
    CHECK_INT(cucore_pointer_get_range(g.buffer.ptr, NULL, &g.bytes), CUCORE_OK);
    CHECK_INT(g.bytes, 64);
    CHECK_INT(cucore_pointer_get_range(g.buffer.ptr, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_memory_copy(NULL, NULL, 0, g.stream), CUCORE_OK);
    CHECK_INT(cucore_buffer_copy_from(&g.buffer, 64, NULL, 0, g.stream), CUCORE_OK);
    CHECK_INT(cucore_buffer_copy_to(&g.buffer, 64, NULL, 0, g.stream), CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(NULL, 0, g.stream), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(NULL, 0, g.stream), CUCORE_OK);
    CHECK_INT(cucore_layout_make(0, NULL, NULL, 4, &g.out_layout), CUCORE_OK);
    CHECK_INT(cucore_layout_strides_bytes(&g.out_layout, NULL), CUCORE_OK);
    CHECK_INT(cucore_layout_stride_order(&g.out_layout, NULL), CUCORE_OK);
    CHECK_INT(cucore_layout_reshape(&g.out_layout, 0, NULL, &g.out_layout), CUCORE_OK);
    stop();
}

/* Options of a copy that mean nothing to it: refused by all three functions, before anything is done. */
TEST(test_copy_options)
{
    static const struct {
        const char *name;
        cucore_copy_options options;
        const char *words;
    } rows[] = {
        {"flags", {NULL, CUCORE_BLOCKING_YES, 0x10, 0, 0, {NULL, NULL}}, "options->flags is 0x10"},
        {"dst_flags",
         {NULL, CUCORE_BLOCKING_YES, 0, CUCORE_ALLOW_GRAD, 0, {NULL, NULL}},
         "options->dst_flags is 0x20000: views are not taken in"},
        {"src_flags",
         {NULL, CUCORE_BLOCKING_YES, 0, 0, UINT64_C(1) << 63, {NULL, NULL}},
         "options->src_flags is 0x8000000000000000"},
        {"both", {NULL, CUCORE_BLOCKING_YES, 0, 1, 2, {NULL, NULL}}, "options->dst_flags is 0x1:"},
        {"reserved",
         {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, (void *)&waiting}},
         "reserved of a copy is not all zero"},
        {"blocking", {NULL, (cucore_blocking)3, 0, 0, 0, {NULL, NULL}}, "3 is none of CUCORE_BLOCKING_DEFAULT"}};
    float values[2][4] = {{1, 2, 3, 4}, {0, 0, 0, 0}};
    const int64_t four = 4;
    cucore_view to, from;
    cucore_array_spec spec;
    cucore_copy_plan plan;
    start();
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 1;
    spec.shape = &four;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_view_wrap(values[1], &spec, NULL, NULL, &to), CUCORE_OK);
    CHECK_INT(cucore_view_wrap(values[0], &spec, NULL, NULL, &from), CUCORE_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int which = 0; which < 3; which++) {
            cucore_status status;
            memset(&plan, 0, sizeof plan);
            cucore_fail(CUCORE_FOREIGN, "none");
            switch (which) {
            case 0: status = cucore_view_copy(&to, &from, g.stream, &rows[i].options); break;
            case 1: status = cucore_copy_plan_make(&to, &from, 0, &rows[i].options, &plan); break;
            default: status = cucore_copy_plan_run(&plan, g.stream, &rows[i].options);
            }
            check_row(rows[i].name);
            REFUSED(status, CUCORE_INVALID_ARGUMENT, rows[i].words);
            CHECK(values[1][0] == 0);
        }
    }
    CHECK_INT(cucore_view_copy(&to, &from, g.stream, &waiting), CUCORE_OK);
    CHECK(values[1][3] == 4);
    stop();
}

/* ------------------------------------------------------------------------------------------------------- DLPack -- */
static void nothing(cucore_view *view)
{
    (void)view;
}

TEST(test_dlpack_exports)
{
    const cucore_dtype opaque = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4);
    start();
    check_row("an empty array has no address (P7)");
    g.view.layout.shape[0] = 0;
    CHECK_INT(cucore_view_to_dltensor(&g.view, &g.tensor), CUCORE_OK);
    CHECK(g.tensor.data == NULL);
    check_row("numbers of foreign byte order");
    g.view = g.src;
    g.view.byte_swapped = 1;
    CHECK_INT(cucore_view_to_dltensor(&g.view, &g.tensor), CUCORE_UNSUPPORTED);
    CHECK(strstr(cucore_last_error()->message, "of foreign byte order"));
    check_row("elements that DLPack has no type for");
    g.view = g.src;
    g.view.dtype = opaque;
    memset(&g.tensor, 0xA5, sizeof g.tensor);
    CHECK_INT(cucore_view_to_dltensor(&g.view, &g.tensor), CUCORE_UNSUPPORTED);
    CHECK_INT(g.tensor.ndim, (int32_t)0xA5A5A5A5u);
    CHECK_INT(cucore_view_to_dlmanaged(&g.view, NULL, NULL, 0, &g.legacy_out), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_view_to_dlmanaged_versioned(&g.view, NULL, NULL, 0, &g.versioned_out), CUCORE_UNSUPPORTED);
    CHECK(g.view.ptr == g.src.ptr && !g.legacy_out && !g.versioned_out);
    CHECK_INT(cucore_view_move_to_dlmanaged(&g.view, 0, &g.legacy_out), CUCORE_UNSUPPORTED);
    CHECK(!g.view.ptr && !g.view.dtype.lanes && !g.legacy_out);
    g.view = g.src;
    g.view.dtype = opaque;
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&g.view, 0, &g.versioned_out), CUCORE_UNSUPPORTED);
    CHECK(!g.view.ptr && !g.view.dtype.lanes && !g.versioned_out);
    check_row("nothing to release");
    g.view = g.src;
    CHECK_INT(cucore_view_to_dlmanaged(&g.view, NULL, NULL, 0, &g.legacy_out), CUCORE_OK);
    CHECK(g.legacy_out->dl_tensor.data == g.elements);
    cucore__dlmanaged_delete(g.legacy_out);
    check_row("moved without a version");
    g.view = g.src;
    g.view.private_.self = &g.view;
    g.view.private_.release = nothing;
    CHECK_INT(cucore_view_move_to_dlmanaged(&g.view, 0, &g.legacy_out), CUCORE_OK);
    CHECK(g.legacy_out->dl_tensor.data == g.elements && !g.view.ptr);
    CHECK_INT(g.legacy_out->dl_tensor.shape[1], 3);
    cucore__dlmanaged_delete(g.legacy_out);
    check_row("a private copy stays one");
    g.view = g.src;
    g.view.copied = 1;
    g.view.private_.self = &g.view;
    g.view.private_.release = nothing;
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&g.view, 0, &g.versioned_out), CUCORE_OK);
    CHECK_INT(g.versioned_out->flags, CUCORE_DLPACK_IS_COPIED);
    cucore__dlmanaged_versioned_delete(g.versioned_out);
    check_row("a buffer stays where it is");
    g.view = g.src;
    g.view.private_.self = &g.view;
    g.view.private_.release = nothing;
    g.view.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    REFUSED(cucore_view_move_to_dlmanaged_versioned(&g.view, 0, &g.versioned_out), CUCORE_UNSUPPORTED,
            "must stay where it is");
    CHECK(!g.view.ptr);
    g.view = g.src;
    g.view.private_.self = &g.view;
    g.view.private_.release = nothing;
    g.view.protocol = CUCORE_PROTOCOL_PEP3118;
    CHECK_INT(cucore_view_move_to_dlmanaged(&g.view, 0, &g.legacy_out), CUCORE_UNSUPPORTED);
    stop();
}

TEST(test_dlpack_imports)
{
    int64_t shape[3] = {3, 1, 4}, strides[3] = {4, 7, 1};
    start();
    check_row("half bytes: rows of two whole bytes, an axis of 1 with any stride");
    g.tensor.ndim = 3, g.tensor.shape = shape, g.tensor.strides = strides;
    g.tensor.dtype.code = kDLInt, g.tensor.dtype.bits = 4;
    strides[0] = 6;
    CHECK_INT(cucore_view_from_dltensor(&g.tensor, 0, NULL, &g.out), CUCORE_OK);
    CHECK_INT(g.out.layout.itembits, 4);
    check_row("rows that begin within a byte");
    strides[0] = 5;
    REFUSED(cucore_view_from_dltensor(&g.tensor, 0, NULL, &g.out), CUCORE_UNSUPPORTED,
            "strides[0] is 5 packed elements of 4 bits");
    check_row("a device that is not there: one is");
    memset(&g.tensor, 0, sizeof g.tensor);
    g.tensor.data = g.buffer.ptr;
    g.tensor.device.device_type = kDLCUDA, g.tensor.device.device_id = 2;
    g.tensor.dtype.code = kDLFloat, g.tensor.dtype.bits = 32, g.tensor.dtype.lanes = 1;
    REFUSED(cucore_view_from_dltensor(&g.tensor, 0, NULL, &g.out), CUCORE_PROTOCOL,
            "says cuda:2, but this process sees 2 devices");
    cucore__driver_state.device_count = 1;
    g.tensor.device.device_id = 1;
    REFUSED(cucore_view_from_dltensor(&g.tensor, 0, NULL, &g.out), CUCORE_PROTOCOL,
            "says cuda:1, but this process sees 1 device");
    CHECK(!strstr(cucore_last_error()->message, "1 devices"));
    cucore__driver_state.device_count = 2;
    stop();
}

/* Who can read it. */
TEST(test_access)
{
    static const struct {
        const char *name;
        cucore_memory_kind kind;
        int device_type, host, device;
    } table[] = {
        {"device", CUCORE_MEMORY_SYNCHRONOUS, CUCORE_DEVICE_TYPE_CUDA, 0, 1},
        {"pool", CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_TYPE_CUDA, 0, 1},
        {"pinned", CUCORE_MEMORY_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, 1, 1},
        {"managed", CUCORE_MEMORY_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 1, 1},
    };
    cucore_memory_resource *resource;
    cucore_buffer buffer, wrapped;
    start();
    FOR_ROWS (row, table) {
        CHECK_INT(cucore_memory_resource_create(row->kind, 0, NULL, &resource), CUCORE_OK);
        memset(&buffer, 0xA5, sizeof buffer), memset(&wrapped, 0xA5, sizeof wrapped);
        CHECK_INT(cucore_buffer_allocate(resource, 16, g.stream, &buffer), CUCORE_OK);
        CHECK_INT(cucore_buffer_from_pointer(buffer.ptr, 16, NULL, NULL, &wrapped), CUCORE_OK);
        CHECK_INT(buffer.device_type, row->device_type);
        CHECK_INT(buffer.device_id, row->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ? -1 : 0);
        CHECK_INT(wrapped.device_id, buffer.device_id);
        CHECK_INT(buffer.host_accessible, row->host);
        CHECK_INT(buffer.device_accessible, row->device);
        CHECK_INT(wrapped.device_type, row->device_type);
        CHECK_INT(wrapped.host_accessible, row->host);
        CHECK_INT(wrapped.device_accessible, row->device);
        CHECK_INT(cucore_buffer_release(&wrapped), CUCORE_OK);
        CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
    }
    check_row("plain memory of the host");
    CHECK_INT(cucore_buffer_from_pointer(g.elements, 16, NULL, NULL, &wrapped), CUCORE_OK);
    CHECK_INT(wrapped.device_type, CUCORE_DEVICE_TYPE_CPU);
    CHECK_INT(wrapped.host_accessible, 1);
    CHECK_INT(wrapped.device_accessible, 0);
    stop();
}

static int released;
static void release_again(void *owner)
{
    released++;
    CHECK_INT(cucore_buffer_release((cucore_buffer *)owner), CUCORE_OK);
}

/* A function that gives the buffer back is called once, even if it gives the buffer back. */
TEST(test_release_within_release)
{
    cucore_buffer buffer;
    start();
    released = 0;
    CHECK_INT(cucore_buffer_from_pointer(g.elements, 16, &buffer, release_again, &buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
    CHECK_INT(released, 1);
    CHECK(!buffer.ptr && !buffer.release);
    stop();
}

TEST(test_view_allocate)
{
    static const struct {
        const char *name;
        int device_type, expected;
        cucore_status status;
    } table[] = {
        {"host", CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_TYPE_CPU, CUCORE_OK},
        {"device", CUCORE_DEVICE_TYPE_CUDA, CUCORE_DEVICE_TYPE_CUDA, CUCORE_OK},
        {"pinned", CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_OK},
        {"managed", CUCORE_DEVICE_TYPE_CUDA_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, CUCORE_OK},
        {"no device of ours", CUCORE_DEVICE_TYPE_ROCM_HOST, 0, CUCORE_UNSUPPORTED},
    };
    int64_t shape[2] = {5, 3};
    int live;
    start();
    live = fake_live_allocations();
    FOR_ROWS (row, table) {
        memset(&g.out, 0xA5, sizeof g.out);
        CHECK_INT(allocate(row->device_type, 0, F32, 2, shape, g.stream, &g.out), row->status);
        if (row->status) {
            CHECK(!g.out.ptr && !g.out.private_.release);
            continue;
        }
        CHECK_INT(g.out.device_type, row->expected);
        CHECK_INT(g.out.layout.strides[0], 3);
        CHECK(g.out.ptr != NULL);
        if (row->device_type == CUCORE_DEVICE_TYPE_CPU) memset(g.out.ptr, 1, 60);
        cucore_view_release(&g.out);
        CHECK_INT(fake_live_allocations(), live);
    }
    stop();
}

/* By hand: nothing is checked. */
static cucore_layout line(int64_t extent, int64_t stride, int64_t itemsize, int64_t itembits)
{
    cucore_layout layout;
    memset(&layout, 0xA5, sizeof layout);
    layout.ndim = 1;
    layout.itemsize = itemsize;
    layout.itembits = itembits;
    layout.shape[0] = extent;
    layout.strides[0] = stride;
    return layout;
}

TEST(test_views_of_buffers)
{
    static const struct {
        const char *name;
        int64_t extent, stride, itemsize, itembits;
        int code, bits; /* of the dtype */
        cucore_status status;
        int padded;
    } table[] = {
        {"bits below -2^63", 2, -((int64_t)1 << 60) - 1, 1, 8, CUCORE_CODE_UINT, 8, CUCORE_OVERFLOW, 0},
        {"an offset of 2^63 - 1", 2, INT64_MAX, 1, 8, CUCORE_CODE_UINT, 8, CUCORE_OVERFLOW, 0},
        {"bits above 2^63", 2, (int64_t)1 << 60, 1, 8, CUCORE_CODE_UINT, 8, CUCORE_OVERFLOW, 0},
        {"bits that fit until they are rounded up", 2, INT64_MAX - 4, 1, 1, CUCORE_CODE_OPAQUE, 8, CUCORE_WRONG_DTYPE,
         0},
        {"half bytes", 7, 1, 1, 4, CUCORE_CODE_INT, 4, CUCORE_OK, 0},
        {"half bytes that fit until they are rounded up", 2, INT64_MAX / 4 - 1, 1, 4, CUCORE_CODE_INT, 4,
         CUCORE_OVERFLOW, 0},
        {"half bytes, each in a byte", 7, 1, 1, 8, CUCORE_CODE_INT, 4, CUCORE_OK, 1},
        {"half bytes in 5 bits", 7, 1, 1, 5, CUCORE_CODE_INT, 4, CUCORE_WRONG_DTYPE, 0},
        {"opaque", 4, 1, 8, 64, CUCORE_CODE_OPAQUE, 64, CUCORE_OK, 0},
        {"a negative extent", -1, 1, 1, 8, CUCORE_CODE_UINT, 8, CUCORE_INVALID_ARGUMENT, 0},
        {"the last byte", 64, 1, 1, 8, CUCORE_CODE_UINT, 8, CUCORE_OK, 0},
        {"one byte more", 65, 1, 1, 8, CUCORE_CODE_UINT, 8, CUCORE_INVALID_ARGUMENT, 0},
    };
    cucore_layout layout;
    cucore_dtype dtype;
    cucore_view view;
    cucore_buffer none;
    start();
    FOR_ROWS (row, table) {
        layout = line(row->extent, row->stride, row->itemsize, row->itembits);
        dtype = row->code == CUCORE_CODE_OPAQUE ? cucore_dtype_make_opaque(row->code, (uint32_t)row->bits / 8)
                                                : cucore_dtype_make(row->code, row->bits, 1);
        memset(&g.out, 0xA5, sizeof g.out);
        CHECK_INT(cucore_view_from_buffer(&g.buffer, 0, dtype, &layout, &g.out), row->status);
        if (row->status) continue;
        CHECK(g.out.ptr == g.buffer.ptr);
        CHECK_INT(g.out.padded, row->padded);
        memset(&view, 0xA5, sizeof view);
        CHECK_INT(cucore_view_as(&g.out, 0, NULL, NULL, &view), CUCORE_OK);
        CHECK_INT(view.padded, row->padded);
        CHECK(view.ptr == g.buffer.ptr);
    }
    check_row("as a layout that does not fit");
    CHECK_INT(cucore_view_from_buffer(&g.buffer, 0, F32, &g.layout, &g.out), CUCORE_OK);
    layout = line(2, -((int64_t)1 << 60), 4, 32);
    CHECK_INT(cucore_view_as(&g.out, 0, &layout, NULL, &view), CUCORE_OVERFLOW);
    check_row("nothing of nothing");
    memset(&none, 0, sizeof none);
    layout = line(0, 1, 4, 32);
    CHECK_INT(cucore_view_from_buffer(&none, 0, F32, &layout, &g.out), CUCORE_OK);
    CHECK(g.out.ptr == NULL);
    CHECK_INT(cucore_buffer_fill(&none, 0, 4, g.stream), CUCORE_OK);
    CHECK(none.stream == NULL); /* not used */
    check_row("of another device");
    none = g.buffer, none.device_id = 1, none.readonly = 1;
    CHECK_INT(cucore_view_from_buffer(&none, 4, F32, &g.layout, &g.out), CUCORE_OK);
    CHECK_INT(g.out.device_id, 1);
    CHECK_INT(g.out.readonly, 1);
    CHECK(g.out.ptr == (char *)none.ptr + 4);
    check_row("patterns that do not fit");
    REFUSED(cucore_buffer_fill(&g.buffer, 0x100, 1, g.stream), CUCORE_INVALID_ARGUMENT, "0x100 does not fit 1 byte");
    CHECK(!strstr(cucore_last_error()->message, "bytes"));
    REFUSED(cucore_buffer_fill(&g.buffer, 0x10000, 2, g.stream), CUCORE_INVALID_ARGUMENT,
            "0x10000 does not fit 2 bytes");
    memset(&g.out, 0, sizeof g.out);
    stop();
}

/* Requirements as text: blanks of all kinds, and what is no list. */
TEST(test_requirements)
{
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
    start();
    arg.dtypes = "int8  \tfloat64 \n float32 ";
    CHECK_INT(cucore_view_check(&g.view, &arg, NULL), CUCORE_OK);
    arg.dtypes = "\tint8\n";
    CHECK_INT(cucore_view_check(&g.view, &arg, NULL), CUCORE_WRONG_DTYPE);
    check_row("no dtype at all");
    arg.dtypes = " \n";
    REFUSED(cucore_view_check(&g.view, &arg, NULL), CUCORE_INVALID_ARGUMENT, "x: the list of dtypes is empty");
    arg.dtypes = NULL;
    check_row("names of axes");
    arg.shape = "A, _b1";
    CHECK_INT(cucore_view_check(&g.view, &arg, NULL), CUCORE_OK);
    arg.shape = "{, n";
    CHECK_INT(cucore_view_check(&g.view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
    arg.shape = "[, n";
    CHECK_INT(cucore_view_check(&g.view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
    stop();
}

/* ---------------------------------------------------------------------------------------------------- interfaces -- */
TEST(test_typestrs)
{
    static const struct {
        int code, bits, lanes;
        const char *text; /* NULL: has none */
    } table[] = {
        {CUCORE_CODE_FLOAT, 32, 1, "<f4"}, {CUCORE_CODE_UINT, 8, 1, "|u1"},    {CUCORE_CODE_COMPLEX, 64, 1, "<c8"},
        {CUCORE_CODE_BOOL, 8, 1, "|b1"},   {CUCORE_CODE_INT, 64, 1, "<i8"},    {CUCORE_CODE_FLOAT, 32, 4, NULL},
        {CUCORE_CODE_INT, 4, 1, NULL},     {CUCORE_CODE_COMPLEX, 32, 1, NULL}, {CUCORE_CODE_BFLOAT, 16, 1, NULL},
        {CUCORE_CODE_OPAQUE, 0, 1, NULL},  {CUCORE_CODE_OPAQUE, 24, 1, "|V3"}, {CUCORE_CODE_STRUCTURED, 96, 1, "|V12"},
    };
    char text[16];
    size_t length;
    cucore_dtype dtype;
    for (int i = 0; i < COUNT(table); i++) {
        check_row(table[i].text ? table[i].text : "none");
        dtype = table[i].code >= CUCORE_CODE_OPAQUE
                    ? cucore_dtype_make_opaque(table[i].code, (uint32_t)table[i].bits / 8)
                    : cucore_dtype_make(table[i].code, table[i].bits, table[i].lanes);
        memset(text, 'x', sizeof text);
        if (!table[i].text) {
            CHECK_INT(cucore_dtype_to_typestr(dtype, text, sizeof text), -1);
            REFUSED(cucore_last_error()->status, CUCORE_UNSUPPORTED, "has no typestr");
            CHECK_STR(text, "");
            continue;
        }
        length = strlen(table[i].text);
        CHECK_INT(cucore_dtype_to_typestr(dtype, NULL, 0), length);
        CHECK_INT(cucore_dtype_to_typestr(dtype, text, length), length); /* one too short: cut, as snprintf does */
        CHECK(memcmp(text, table[i].text, length - 1) == 0 && text[length - 1] == '\0' && text[length] == 'x');
        CHECK_INT(cucore_dtype_to_typestr(dtype, text, length + 1), length);
        CHECK_STR(text, table[i].text);
    }
}

TEST(test_interfaces)
{
    const cucore_arg intake = {0};
    int64_t shape[CUCORE_MAX_NDIM + 1];
    start();
    for (int i = 0; i <= CUCORE_MAX_NDIM; i++) shape[i] = 1;
    check_row("with requirements");
    CHECK_INT(cucore_view_from_interface(&g.interface_, &intake, &g.out), CUCORE_OK);
    CHECK(g.out.ptr == g.elements);
    check_row("too many axes");
    g.interface_.ndim = CUCORE_MAX_NDIM + 1, g.interface_.shape = shape;
    CHECK_INT(cucore_view_from_interface(&g.interface_, NULL, &g.out), CUCORE_INVALID_ARGUMENT);
    CHECK(!g.out.ptr);
    check_row("a protocol that is no interface");
    REFUSED(cucore_view_to_interface(&g.view, 77, &g.room, &g.interface_), CUCORE_INVALID_ARGUMENT,
            "protocol 77 is no interface");
    check_row("a comma behind the type of a field");
    CHECK_INT(cucore__descr_parse("[('a', '<f4',)]", 15, &g.wide, &g.number), CUCORE_OK);
    CHECK_INT(g.wide, 4);
    CHECK_INT(g.number, 1);
    stop();
}

/* ------------------------------------------------------------------------------------------------------- devices -- */
/* More devices than there is room for: those behind are said not to be there. */
TEST(test_more_devices)
{
    CUcontext foreign;
    start();
    foreign = fake_context_create(1);
    fake_context_set_current(foreign);
    cucore__driver_state.device_count = 264;
    REFUSED(cucore_context_get_primary(256, &g.context), CUCORE_INVALID_ARGUMENT, "device 256 does not exist");
    CHECK_INT(cucore_context_get_primary(-1, &g.context), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_context_get_current(&g.context, &g.number), CUCORE_OK);
    CHECK_INT(g.number, 1);
    CHECK_INT(cucore_stream_wait(g.stream, CU_STREAM_LEGACY), CUCORE_OK);
    cucore__driver_state.device_count = 2;
    fake_context_set_current(NULL);
    stop();
    fake_context_destroy(foreign);
    cucore_trim();
}

/* ------------------------------------------------------------------------------------------------------ ordering -- */
/* A remembered event that does not fit makes the driver refuse; then it goes the long way. */
TEST(test_hints_that_do_not_fit)
{
    static const struct {
        const char *name;
        CUresult result;
        cucore_status status;
    } table[] = {
        {"an event that is gone", CUDA_ERROR_INVALID_HANDLE, CUCORE_OK},
        {"an event of another context", CUDA_ERROR_INVALID_CONTEXT, CUCORE_OK},
        {"a fault", CUDA_ERROR_LAUNCH_FAILED, CUCORE_DRIVER},
    };
    CUcontext primary;
    CUstream producer;
    FOR_ROWS (row, table) {
        start();
        CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
        producer = fake_stream_create(primary, CU_STREAM_NON_BLOCKING);
        CHECK_INT(cucore_stream_wait(g.stream, producer), CUCORE_OK);
        fake_stream_add_work(producer, primary);
        fake_log_clear();
        fake_fail(3, (int)row->result); /* two questions about captures, then the record */
        CHECK_INT(cucore_stream_wait(g.stream, producer), row->status);
        CHECK_INT(fake_fail_pending(), 0);
        CHECK_INT(fake_stream_has_seen(g.stream, primary, producer, primary), row->status == CUCORE_OK);
        CHECK_INT(fake_count("cuStreamWaitEvent"), row->status == CUCORE_OK);
        check_row("afterwards");
        CHECK_INT(cucore_stream_wait(g.stream, producer), CUCORE_OK);
        CHECK_INT(fake_stream_has_seen(g.stream, primary, producer, primary), 1);
        cucore_trim();
        stop();
        CHECK_INT(fake_live_events(), 0);
    }
}

/* The event of a default stream is recorded again, and its fault is told. */
TEST(test_fault_of_a_default_stream)
{
    CUcontext primary;
    start();
    CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
    CHECK_INT(cucore_stream_wait(g.stream, CU_STREAM_LEGACY), CUCORE_OK);
    fake_stream_add_work(CU_STREAM_LEGACY, primary);
    fake_log_clear();
    CHECK_INT(cucore_stream_wait(g.stream, CU_STREAM_LEGACY), CUCORE_OK);
    CHECK_INT(fake_count("cuEventCreate"), 0);
    CHECK_INT(fake_stream_has_seen(g.stream, primary, CU_STREAM_LEGACY, primary), 1);
    {
        const char *end = strstr(fake_log(), "cuEventRecord"), *line = fake_log();
        int before = 1;
        CHECK(end != NULL);
        for (; end && line < end; line++) before += *line == '\n';
        fake_fail(before, CUDA_ERROR_LAUNCH_FAILED);
    }
    CHECK_INT(cucore_stream_wait(g.stream, CU_STREAM_LEGACY), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->call, "cuEventRecord");
    cucore_trim();
    stop();
}

/* Plain memory is freed when the default stream of its context is done, whichever context the resource is of. */
TEST(test_freed_in_a_foreign_context)
{
    cucore_buffer buffer;
    CUcontext foreign;
    start();
    foreign = fake_context_create(0);
    fake_context_set_current(foreign);
    CHECK_INT(cucore_buffer_allocate(g.resource, 16, NULL, &buffer), CUCORE_OK);
    fake_stream_add_work(CU_STREAM_LEGACY, foreign);
    fake_context_set_current(NULL);
    CHECK_INT(fake_host_has_seen(CU_STREAM_LEGACY, foreign), 0);
    CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(CU_STREAM_LEGACY, foreign), 1);
    stop();
    fake_context_destroy(foreign);
}

/* A context at an address where another one was before: its events went with that one, and are not touched. */
TEST(test_context_at_an_old_address)
{
    CUcontext foreign;
    CUstream producer;
    int i, old = 0;
    start();
    cucore_trim();
    foreign = fake_context_create(0);
    producer = fake_stream_create(foreign, CU_STREAM_NON_BLOCKING);
    CHECK_INT(cucore_stream_wait(g.stream, producer), CUCORE_OK);
    for (i = 0; i < COUNT(cucore__event_pools); i++) {
        if (cucore__event_pools[i].context != foreign) continue;
        CHECK(cucore__event_pools[i].id != 0);
        cucore__event_pools[i].id += 1000;
        cucore__event_pools[i].places[1].busy = 1; /* of a thread that is at work */
        cucore__event_pools[i].places[1].event = (CUevent)&old;
        old++;
    }
    CHECK_INT(old, 1);
    fake_log_clear();
    fake_stream_add_work(producer, foreign);
    CHECK_INT(cucore_stream_wait(g.stream, producer), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(g.stream, NULL, producer, foreign), 1);
    CHECK_INT(fake_count("cuEventCreate"), 1);
    CHECK_INT(fake_count("cuEventDestroy"), 0);
    check_row("and then it is known");
    CHECK_INT(cucore_stream_wait(g.stream, producer), CUCORE_OK);
    CHECK_INT(fake_count("cuEventCreate"), 1);
    check_row("a slot at work is left alone");
    cucore_trim();
    for (i = 0; i < COUNT(cucore__event_pools); i++) {
        if (cucore__event_pools[i].places[1].event != (CUevent)&old) continue;
        CHECK_INT(cucore__event_pools[i].places[1].busy, 1);
        cucore__event_pools[i].places[1].event = NULL;
        cucore__event_pools[i].places[1].busy = 0;
        old++;
    }
    CHECK_INT(old, 2);
    stop();
    fake_context_destroy(foreign);
}

/* Pinned memory of unknown use, while a stream beside the legacy one is captured (D37, T16). */
TEST(test_pinned_memory_during_a_capture)
{
    cucore_memory_resource *pinned;
    cucore_buffer buffer;
    CUcontext primary;
    CUstream blocking;
    start();
    CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_PINNED, 0, NULL, &pinned), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(pinned, 16, g.stream, &buffer), CUCORE_OK);
    blocking = fake_stream_create(primary, CU_STREAM_DEFAULT);
    CHECK_INT(cucore__pointer_synchronize(buffer.ptr), CUCORE_OK);
    CHECK_INT(fake_capture_begin(blocking, 0), 0);
    fake_log_clear();
    fake_stream_add_work(g.stream, NULL);
    CHECK_INT(cucore__pointer_synchronize(buffer.ptr), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(g.stream, NULL), 1);
    CHECK_INT(fake_capture_status(blocking), 1);
    CHECK_INT(fake_capture_end(blocking), 0);
    CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
    stop();
}

/* A driver that wants a current context for the stream of a pool gets one. */
TEST(test_pool_that_wants_a_context)
{
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    start();
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool), CUCORE_OK);
    fake_log_clear();
    fake_fail(3, CUDA_ERROR_INVALID_CONTEXT); /* behind a question about captures and relaxed mode */
    CHECK_INT(cucore_buffer_allocate(pool, 16, g.stream, &buffer), CUCORE_OK);
    CHECK_INT(fake_count("cuMemAllocFromPoolAsync"), 2);
    CHECK_HAS(fake_log(), "cuCtxPushCurrent context=0");
    CHECK_INT(fake_context_depth(), 0);
    CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
    stop();
}

/* -------------------------------------------------------------------------------------------------------- copies -- */
#define MAY_LACK(name) "cu" #name, &cucore__driver.name
static const struct {
    const char *symbol;
    void *at;
} optional[] = {
    {MAY_LACK(StreamGetCaptureInfo)},
    {MAY_LACK(ThreadExchangeStreamCaptureMode)},
    {MAY_LACK(EventSynchronize)},
    {MAY_LACK(EventQuery)},
    {MAY_LACK(DeviceGetAttribute)},
    {MAY_LACK(CtxGetId)},
    {MAY_LACK(StreamDestroy)},
    {MAY_LACK(StreamCreateWithPriority)},
    {MAY_LACK(LaunchHostFunc)},
    {MAY_LACK(MemHostAlloc)},
    {MAY_LACK(MemFreeHost)},
    {MAY_LACK(MemAlloc)},
    {MAY_LACK(MemFree)},
    {MAY_LACK(MemAllocFromPoolAsync)},
    {MAY_LACK(MemFreeAsync)},
    {MAY_LACK(DeviceGetDefaultMemPool)},
    {MAY_LACK(MemcpyAsync)},
    {MAY_LACK(Memcpy2DAsync)},
    {MAY_LACK(Memcpy3DAsync)},
    {MAY_LACK(MemcpyPeerAsync)},
    {MAY_LACK(ModuleLoadDataEx)},
    {MAY_LACK(ModuleUnload)},
    {MAY_LACK(ModuleGetFunction)},
    {MAY_LACK(FuncGetAttribute)},
    {MAY_LACK(FuncSetAttribute)},
    {MAY_LACK(LaunchKernel)},
};

static void set_entry(int i, CUresult(CUDAAPI *entry)(void))
{
    memcpy(optional[i].at, &entry, sizeof entry);
}

enum { SIDE = 48 };
typedef struct array {
    cucore_view whole, view; /* SIDE * SIDE floats, and those of them that are copied */
} array;

/* how: 0 all of it, 1 transposed, 2 the left half */
static void array_make(array *a, int device_type, int device_id, int how)
{
    int64_t shape[2] = {SIDE, SIDE}, offset = 0;
    cucore_slice half[2] = {{0, SIDE, 1, 0, 0}, {0, SIDE / 2, 1, 0, 0}};
    cucore_layout layout;
    CHECK_INT(allocate(device_type, device_id, F32, 2, shape, NULL, &a->whole), CUCORE_OK);
    for (int i = 0; i < SIDE * SIDE; i++) ((float *)a->whole.ptr)[i] = (float)i; /* the fake's memory is the host's */
    layout = a->whole.layout;
    if (how == 1) CHECK_INT(cucore_layout_transpose(&layout, &layout), CUCORE_OK);
    if (how == 2) CHECK_INT(cucore_layout_slice(&layout, half, 2, &offset, &layout), CUCORE_OK);
    CHECK_INT(cucore_view_as(&a->whole, 0, &layout, NULL, &a->view), CUCORE_OK);
}

static float element(const array *a, int i, int j)
{
    return ((const float *)a->view.ptr)[i * a->view.layout.strides[0] + j * a->view.layout.strides[1]];
}

/* Without entry point i: it is copied all the same, or the error says what is missing.  -> whether it does the latter */
static int copy_without(int i, const int *to, const int *from, int to_how, int from_how)
{
    static char kept[sizeof cucore__static_resources];
    CUresult(CUDAAPI * entry)(void);
    array dst, src;
    cucore_status status;
    char name[96];
    int row, column, wrong = 0, live, before = fake_live_allocations();
    CUstream stream = to[1] || (from[1] && to[0] != CUCORE_DEVICE_TYPE_CUDA) ? g.away : g.stream;
    snprintf(name, sizeof name, "%d,%d as %d to %d,%d as %d without %s", from[0], from[1], from_how, to[0], to[1],
             to_how, i < 0 ? "nothing" : optional[i].symbol);
    check_row(name);
    array_make(&dst, to[0], to[1], to_how);
    array_make(&src, from[0], from[1], from_how);
    memset(dst.whole.ptr, 0, SIDE * SIDE * sizeof(float));
    cucore_copy_trim();
    cucore_trim(); /* a hint is only kept where the driver tells of captures */
    live = fake_live_allocations();
    memcpy(kept, cucore__static_resources, sizeof kept);
    memset(cucore__static_resources, 0, sizeof kept); /* as in a process that has had no memory */
    if (i >= 0) {
        memcpy(&entry, optional[i].at, sizeof entry);
        set_entry(i, NULL);
    }
    status = cucore_view_copy(&dst.view, &src.view, stream, &waiting);
    if (i >= 0) set_entry(i, entry);
    memcpy(cucore__static_resources, kept, sizeof kept);
    CHECK_INT(fake_context_depth(), 0);
    if (status) {
        REFUSED(status, CUCORE_NO_DRIVER, i < 0 ? "?" : optional[i].symbol);
    } else {
        for (row = 0; row < src.view.layout.shape[0]; row++) {
            for (column = 0; column < src.view.layout.shape[1]; column++) {
                wrong += element(&dst, row, column) != element(&src, row, column);
            }
        }
        CHECK_INT(wrong, 0);
    }
    cucore_copy_trim();
    CHECK_INT(fake_live_allocations(), live);
    cucore_view_release(&dst.whole);
    cucore_view_release(&src.whole);
    CHECK_INT(fake_live_allocations(), before);
    return status != CUCORE_OK;
}

TEST(test_copies_without_an_entry_point)
{
    static const int kinds[][2] = {{CUCORE_DEVICE_TYPE_CPU, 0},
                                   {CUCORE_DEVICE_TYPE_CUDA, 0},
                                   {CUCORE_DEVICE_TYPE_CUDA, 1},
                                   {CUCORE_DEVICE_TYPE_CUDA_HOST, 0},
                                   {CUCORE_DEVICE_TYPE_CUDA_MANAGED, 0}};
    static const int hows[][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 2}};
    int i, to, from, how, refusals = 0;
    start();
    for (i = -1; i < COUNT(optional); i++) {
        for (to = 0; to < COUNT(kinds); to++) {
            for (from = 0; from < COUNT(kinds); from++) {
                for (how = 0; how < COUNT(hows); how++) {
                    refusals += copy_without(i, kinds[to], kinds[from], hows[how][0], hows[how][1]);
                }
            }
        }
        if (i < 0) CHECK_INT(refusals, 0);
    }
    CHECK(refusals > 50);
    stop();
}

TESTS_MAIN
