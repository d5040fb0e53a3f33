/* test_driver_fork.c - children of a process whose other threads are inside the library (B88, T15), on the fake driver
 *
 * What needs no driver works in such a child, the trims too; what needs it is an error, without a call of the driver.  Two
 * ways to fork: while a thread stands still in the middle of one driver call (table `holders`), and at random among
 * threads that order, copy and trim.  A child that hangs is killed by its alarm, and its row fails.
 * test_driver_objects.c calls the functions that need the driver, each in a child. */
#include "check.h"
#include "in_child.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

static void *test_dlsym(void *library, const char *name);
#define dlsym test_dlsym
#if defined(__GLIBC__)
int test_at_fork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *module);
#define __register_atfork test_at_fork
#endif
#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 256
#define CUCORE_IMPLEMENTATION
#include "../../cucore_cai.h"
#include "../../cucore_blocks.h"
#include "../../cucore_dlpack.h"
#undef dlsym
#undef __register_atfork
#include "../fake_driver/fake_cuda.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};

enum { CHILD_SECONDS = 20, WORKERS = 4, ROUNDS = 12, ROOM = 1 << 14 };

static const int64_t shape23[2] = {2, 3}, shape6[1] = {6}, padded[2] = {4, 1};
static CUstream streams[4];
static char *device_memory;

/* ----------------------------------------------------------------------------------- calls that need no driver -- */
static void view_make(cucore_view *view, void *ptr, int device_type, int64_t extent, int64_t stride)
{
    memset(view, 0, sizeof *view);
    view->ptr = ptr;
    view->dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    view->device_type = device_type;
    view->device_id = device_type == CUCORE_DEVICE_TYPE_CPU ? -1 : 0;
    view->host_accessible = device_type == CUCORE_DEVICE_TYPE_CPU;
    view->device_accessible = device_type != CUCORE_DEVICE_TYPE_CPU;
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    CHECK_INT(cucore_layout_make(1, &extent, &stride, 4, &view->layout), CUCORE_OK);
}

static void call_errors(void)
{
    CHECK_INT(cucore_fail(CUCORE_READONLY, "%s", "words"), CUCORE_READONLY);
    CHECK_STR(cucore_last_error()->message, "words");
    CHECK_STR(cucore_status_name(CUCORE_READONLY), "READONLY");
    CHECK_HAS(cucore_status_text(CUCORE_READONLY), "read-only");
    CHECK_STR(cucore_protocol_name(CUCORE_PROTOCOL_CAI), "cai");
    CHECK_INT(cucore_driver_is_loaded(), 1);
}

static void call_dtypes(void)
{
    char text[32];
    cucore_dtype dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 12);
    CHECK_INT(cucore_dtype_check(dtype), CUCORE_OK);
    CHECK_INT(cucore_dtype_itembits(dtype), 96);
    CHECK_INT(cucore_dtype_from_name("float32", 7, &dtype), CUCORE_OK);
    CHECK(cucore_dtype_is_equal(dtype, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1)));
    CHECK_INT(cucore_dtype_to_name(dtype, text, sizeof text), 7);
    CHECK_STR(text, "float32");
    CHECK_INT(cucore_dtype_id(dtype), CUCORE_DTYPE_ID_FLOAT32);
}

static void call_layout_makers(void)
{
    static const int axes[2] = {1, 0};
    static const int64_t bytes[2] = {16, 4};
    cucore_layout a, b;
    CHECK_INT(cucore_layout_make(2, shape23, padded, 4, &a), CUCORE_OK);
    CHECK_INT(cucore_layout_make_bytes(2, shape23, bytes, 4, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b) && cucore_layout_hash(&a) == cucore_layout_hash(&b));
    CHECK_INT(cucore_layout_make_order(2, shape23, axes, 4, &a), CUCORE_OK);
    CHECK_INT(cucore_layout_make_dense(2, shape23, 'F', 4, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b));
    CHECK_INT(cucore_layout_make_like(&a, 'K', &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b));
    CHECK_INT(cucore_layout_set_packed(&a, 4), CUCORE_OK);
    CHECK_INT(a.itemsize, 1);
}

static void call_layout_questions(void)
{
    cucore_layout a;
    cucore_overlap overlap = CUCORE_OVERLAP_UNKNOWN;
    cucore_layout_iter iter;
    char text[80];
    int64_t low = -1, high = -1, strides[2], index[2] = {1, 2};
    int order[2], count = 0;
    CHECK_INT(cucore_layout_make(2, shape23, padded, 4, &a), CUCORE_OK);
    CHECK_INT(cucore_layout_size(&a), 6);
    CHECK_INT(cucore_layout_nbytes(&a), 24);
    CHECK_INT(cucore_layout_offset_bounds(&a, &low, &high), CUCORE_OK);
    CHECK_INT(high, 6);
    CHECK_INT(cucore_layout_required_nbytes(&a, 0), 28);
    CHECK_INT(cucore_layout_offset_bytes(&a, 3, &low), CUCORE_OK);
    CHECK_INT(low, 12);
    CHECK_INT(cucore_layout_strides_bytes(&a, strides), CUCORE_OK);
    CHECK_INT(strides[0], 16);
    CHECK_INT(cucore_layout_stride_order(&a, order), CUCORE_OK);
    CHECK_INT(order[1], 1);
    CHECK_INT(cucore_layout_is_c_contiguous(&a) + cucore_layout_is_f_contiguous(&a), 0);
    CHECK_INT(cucore_layout_is_dense(&a), 0);
    CHECK_INT(cucore_layout_is_unique(&a), 1);
    CHECK(cucore_layout_format(&a, text, sizeof text) < sizeof text);
    CHECK_INT(cucore_layout_offset_of(&a, index, &low), CUCORE_OK);
    CHECK_INT(cucore_layout_index_of(&a, low, index), CUCORE_OK);
    CHECK_INT(low, 4 * index[0] + index[1]);
    CHECK_INT(cucore_layout_iter_start(&iter, &a), CUCORE_OK);
    for (; !iter.done; cucore_layout_iter_next(&iter)) count++;
    CHECK_INT(count, 6);
    CHECK_INT(cucore_layout_overlap(&a, text, &a, text + 28, &overlap), CUCORE_OK);
    CHECK_INT(overlap, CUCORE_OVERLAP_NONE);
}

static void call_layout_changes(void)
{
    static const int axes[2] = {1, 0}, first = 0;
    static const cucore_repack halves = {16, 1, 1, NULL}, whole = {32, 1, 1, NULL};
    cucore_slice slices[2];
    cucore_layout a, b, c, *outs[1];
    const cucore_layout *ins[1];
    cucore_axis_map map;
    int64_t offset = 0, offsets[1] = {0}, index[2] = {1, 2}, simple[2];
    slices[0] = cucore_slice_index(1), slices[1] = cucore_slice_range(0, 3, 2);
    CHECK_INT(cucore_layout_make(2, shape23, NULL, 4, &a), CUCORE_OK);
    CHECK_INT(cucore_layout_permute(&a, axes, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_transpose(&b, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_swap_axes(&b, 0, 1, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_move_axis(&b, 0, 1, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b));
    CHECK_INT(cucore_layout_flatten(&a, 0, -1, &b), CUCORE_OK);
    CHECK_INT(b.ndim, 1);
    CHECK_INT(cucore_layout_reshape(&b, 2, shape23, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_unsqueeze(&b, &first, 1, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_squeeze(&b, NULL, 0, &c), CUCORE_OK);
    CHECK_INT(cucore_layout_squeeze(&b, &first, 1, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b) && cucore_layout_is_equal(&a, &c));
    CHECK_INT(cucore_layout_broadcast_to(&a, 2, shape23, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_broadcast_together(&a, &b, &b, &c), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b) && cucore_layout_is_equal(&a, &c));
    CHECK_INT(cucore_layout_slice(&a, slices, 2, &offset, &b), CUCORE_OK);
    CHECK_INT(offset, 3);
    slices[0] = cucore_slice_all();
    CHECK_INT(cucore_layout_slice(&a, slices, 1, NULL, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_repack(&a, &halves, NULL, &b), CUCORE_OK);
    CHECK_INT(cucore_layout_repack(&b, &whole, NULL, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a, &b));
    CHECK_INT(cucore_layout_max_itemsize(&a, 16, 1, NULL, 0), 4);
    ins[0] = &a, outs[0] = &b;
    CHECK_INT(cucore_layout_simplify(ins, 1, outs, offsets, &map), CUCORE_OK);
    CHECK_INT(b.ndim, 1);
    CHECK_INT(cucore_axis_map_to_simple(&map, index, simple), CUCORE_OK);
    CHECK_INT(simple[0], 5);
    CHECK_INT(cucore_axis_map_to_original(&map, simple, index), CUCORE_OK);
    CHECK_INT(index[1], 2);
}

static cucore_status allocate(int device_type, cucore_dtype dtype, cucore_view *out)
{
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype, spec.ndim = 2, spec.shape = shape23;
    spec.device_type = device_type, spec.device_id = -1;
    return cucore_view_allocate(&spec, NULL, NULL, out);
}

static void call_views(void)
{
    static const cucore_arg arg = CUCORE_ARG("x", "float32", "n", CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE);
    char text[200];
    float data[8] = {0};
    cucore_overlap overlap = CUCORE_OVERLAP_UNKNOWN;
    const cucore_slice half = cucore_slice_range(2, CUCORE_SLICE_LAST, 1);
    const int64_t four = 4;
    cucore_array_spec spec;
    cucore_buffer buffer;
    cucore_owner owner;
    cucore_view a, b, part[1];
    view_make(&a, data, CUCORE_DEVICE_TYPE_CPU, 4, 1);
    CHECK_INT(cucore_view_check(&a, &arg, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_check(&a, &arg, 1), CUCORE_OK);
    CHECK_INT(cucore_view_is_aligned(&a), 1);
    CHECK(cucore_view_format(&a, text, sizeof text) < sizeof text);
    CHECK_INT(cucore_view_as(&a, 0, NULL, NULL, &b), CUCORE_OK);
    CHECK_INT(cucore_view_overlap(&a, &b, &overlap), CUCORE_OK);
    CHECK_INT(overlap, CUCORE_OVERLAP_SOME);
    CHECK_INT(cucore_views_begin_access(&a, 1, NULL), CUCORE_OK); /* nothing is pending on host memory */
    CHECK_INT(cucore_views_end_access(&a, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(&a, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&a, 1, NULL), CUCORE_OK);
    memset(&buffer, 0, sizeof buffer);
    CHECK_INT(cucore_buffer_from_pointer(NULL, 0, NULL, NULL, &buffer), CUCORE_OK);
    buffer.ptr = data, buffer.nbytes = sizeof data;
    CHECK_INT(cucore_view_from_buffer(&buffer, 0, a.dtype, &a.layout, &b), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_buffer(&buffer, 0, a.dtype, &a.layout, &b), CUCORE_OK);
    CHECK(b.ptr == (void *)data);
    cucore_view_release(&b);
    memset(&spec, 0, sizeof spec);
    spec.dtype = a.dtype, spec.ndim = 1, spec.shape = &four, spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_view_wrap(data, &spec, NULL, NULL, &b), CUCORE_OK);
    CHECK(cucore_view_size(&b) == 4 && cucore_view_nbytes(&b) == 16);
    CHECK_INT(cucore_view_fill(&b, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_view_slice(&b, &half, 1, &part[0]), CUCORE_OK);
    CHECK(part[0].ptr == (void *)(data + 2));
    cucore_views_release(part, 1);
    cucore_view_release(&b);
    CHECK_INT(allocate(CUCORE_DEVICE_TYPE_CPU, a.dtype, &b), CUCORE_OK);
    CHECK_INT(cucore_view_detach(&b, &owner), CUCORE_OK);
    memset(b.ptr, 0, 24);
    CHECK_INT(cucore_view_attach(&b, &owner), CUCORE_OK);
    cucore_view_release(&b);
    cucore_owner_release(&owner);
    view_make(&a, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, 1); /* empty: nobody is asked */
    CHECK_INT(cucore_view_check_range(&a), CUCORE_OK);
    CHECK(cucore__stream_normalize(NULL) == CU_STREAM_LEGACY);
}

static void call_dlpack(void)
{
    float data[8] = {0};
    cucore_view a, b;
    DLTensor tensor;
    DLManagedTensor *legacy = NULL;
    DLManagedTensorVersioned *versioned = NULL;
    view_make(&a, data, CUCORE_DEVICE_TYPE_CPU, 4, 2);
    CHECK_INT(cucore_view_to_dltensor(&a, &tensor), CUCORE_OK);
    CHECK_INT(cucore_view_from_dltensor(&tensor, 0, NULL, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a.layout, &b.layout));
    CHECK_INT(cucore_view_to_dlmanaged(&a, NULL, NULL, 0, &legacy), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_dlmanaged(legacy, NULL, &b), CUCORE_OK);
    CHECK_INT(cucore_view_move_to_dlmanaged(&b, 0, &legacy), CUCORE_OK);
    cucore__dlmanaged_delete(legacy);
    CHECK_INT(cucore_view_to_dlmanaged_versioned(&a, NULL, NULL, 0, &versioned), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(versioned, NULL, &b), CUCORE_OK);
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&b, 0, &versioned), CUCORE_OK);
    cucore__dlmanaged_versioned_delete(versioned);
}

static void call_interfaces(void)
{
    static const char descr[] = "[('', '<f4')]";
    float data[8] = {0};
    char text[16];
    int64_t itemsize = 0;
    int names = -1;
    cucore_view a, b;
    cucore_dtype dtype;
    cucore_interface fields;
    cucore_interface_room room;
    view_make(&a, data, CUCORE_DEVICE_TYPE_CPU, 4, 2);
    CHECK_INT(cucore_dtype_to_typestr(a.dtype, text, sizeof text), 3);
    CHECK_INT(cucore_dtype_from_typestr(text, 3, &dtype), CUCORE_OK);
    CHECK(cucore_dtype_is_equal(a.dtype, dtype));
    CHECK_INT(cucore_dtype_to_pep3118(a.dtype, text, sizeof text), 1);
    CHECK_INT(cucore_dtype_from_pep3118(text, 4, &dtype), CUCORE_OK);
    CHECK(cucore_dtype_is_equal(a.dtype, dtype));
    CHECK_INT(cucore__descr_parse(descr, sizeof descr - 1, &itemsize, &names), CUCORE_OK);
    CHECK_INT(itemsize, 4);
    CHECK_INT(cucore_view_to_interface(&a, CUCORE_PROTOCOL_ARRAY_INTERFACE, &room, &fields), CUCORE_OK);
    CHECK_INT(cucore_view_from_interface(&fields, NULL, &b), CUCORE_OK);
    CHECK(cucore_layout_is_equal(&a.layout, &b.layout) && a.ptr == b.ptr);
}

static void call_host_copy(void)
{
    float from[6] = {1, 2, 3, 4, 5, 6}, to[12] = {0};
    char text[200];
    cucore_view dst, src;
    cucore_copy_plan plan;
    cucore_blocks blocks;
    view_make(&dst, to, CUCORE_DEVICE_TYPE_CPU, shape6[0], 2);
    view_make(&src, from, CUCORE_DEVICE_TYPE_CPU, shape6[0], 1);
    CHECK_INT(cucore_view_copy(&dst, &src, NULL, &waiting), CUCORE_OK);
    CHECK(to[10] == 6 && to[1] == 0);
    to[10] = 0;
    CHECK_INT(cucore_copy_plan_make(&dst, &src, CUCORE_DEVICE_CURRENT, NULL, &plan), CUCORE_OK);
    CHECK(cucore_copy_plan_format(&plan, text, sizeof text) < sizeof text);
    CHECK_INT(cucore_copy_plan_run(&plan, NULL, NULL), CUCORE_OK);
    CHECK(to[10] == 6);
    to[10] = 0;
    CHECK_INT(cucore_views_copy(&dst, &src, 1, NULL, NULL), CUCORE_OK);
    CHECK(to[10] == 6);
    to[10] = 0;
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = &dst;
    blocks.srcs = &src;
    blocks.count = 1;
    CHECK_INT(cucore_views_copy_blocks(&blocks, NULL, NULL), CUCORE_OK);
    CHECK(to[10] == 6);
}

static void call_trims(void)
{
    cucore_trim();
    cucore_copy_trim();
    cucore_trim();
    cucore_copy_trim();
}

/* Structs that own nothing, and an event that is somebody else's. */
static void call_releases(void)
{
    cucore_stream stream = {NULL, NULL, 0, 0};
    cucore_event event = {NULL, NULL, 0};
    cucore_module module = {NULL, NULL, 0};
    cucore_buffer buffer;
    cucore_memory_resource *resource;
    cucore_context_guard guard = {{NULL, NULL}};
    memset(&buffer, 0, sizeof buffer);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_HOST, 0, NULL, &resource), CUCORE_OK);
    CHECK_INT(cucore_event_release(&event), CUCORE_OK);
    CHECK_INT(cucore_stream_release(&stream), CUCORE_OK);
    CHECK_INT(cucore_module_release(&module), CUCORE_OK);
    CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
    cucore_memory_resource_release(resource);
    cucore_context_leave(&guard);
}

/* --------------------------------------------------------------------------------------- calls that need it (T15) -- */
#define CHECK_UNUSABLE(call)                                                                                           \
    do {                                                                                                               \
        CHECK_INT(call, CUCORE_DRIVER);                                                                                \
        CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_INITIALIZED);                                            \
        CHECK_HAS(cucore_last_error()->message, "in a process that was forked");                                       \
        CHECK_HAS(cucore_last_error()->message, "CUDA_ERROR_NOT_INITIALIZED (3)");                                     \
    } while (0)

static void call_driver(void)
{
    float data[8] = {0};
    void *symbol;
    cucore_stream stream;
    cucore_kernel kernel = CUCORE_KERNEL("code", "kernel");
    const cucore_launch_config config = cucore_launch_config_1d(8, 4), none = cucore_launch_config_1d(0, 4);
    CUfunction function;
    CUcontext context;
    cucore_context_guard guard;
    cucore_view a, b;
    cucore_blocks blocks;
    CHECK_UNUSABLE(cucore_driver_load());
    CHECK_INT(cucore_device_count(), -1);
    CHECK_UNUSABLE(cucore_last_error()->status);
    CHECK_UNUSABLE(cucore_driver_symbol("cuGraphLaunch", &symbol));
    CHECK_UNUSABLE(cucore_kernel_launch(&kernel, 0, &config, streams[0], NULL));
    CHECK_UNUSABLE(cucore_kernel_get_function(&kernel, 0, &function));
    CHECK_INT(cucore_kernel_launch(&kernel, 0, &none, streams[0], NULL), CUCORE_OK); /* nothing to do */
    CHECK_UNUSABLE(cucore_context_get_primary(0, &context));
    CHECK_UNUSABLE(cucore_context_enter((CUcontext)&guard, &guard));
    CHECK_UNUSABLE(cucore_stream_from_handle(streams[0], CUCORE_DEVICE_ANY, &stream));
    CHECK_UNUSABLE(cucore_stream_wait(streams[0], streams[1])); /* by a hint, in the parent */
    CHECK_UNUSABLE(cucore_stream_synchronize(streams[0]));
    view_make(&a, device_memory ? (void *)device_memory : data, CUCORE_DEVICE_TYPE_CUDA, 8, 1);
    view_make(&b, data, CUCORE_DEVICE_TYPE_CPU, 8, 1);
    CHECK_UNUSABLE(cucore_view_copy(&a, &b, streams[0], &waiting));
    CHECK_UNUSABLE(cucore_views_copy(&a, &b, 1, streams[0], &waiting));
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = &a;
    blocks.srcs = &b;
    blocks.count = 1;
    CHECK_UNUSABLE(cucore_views_copy_blocks(&blocks, streams[0], &waiting));
    CHECK_UNUSABLE(allocate(CUCORE_DEVICE_TYPE_CUDA_HOST, a.dtype, &b));
    a.has_producer_stream = 1, a.producer_stream = streams[1];
    CHECK_UNUSABLE(cucore_views_begin_access(&a, 1, streams[0]));
    CHECK_UNUSABLE(cucore_views_end_access(&a, 1, streams[0]));
    CHECK_UNUSABLE(cucore_view_set_producer_stream(&a, NULL));
}

static const struct call {
    const char *name;
    void (*act)(void);
} calls[] = {
    {"errors", call_errors},
    {"dtypes", call_dtypes},
    {"layouts are made", call_layout_makers},
    {"layouts are asked", call_layout_questions},
    {"layouts are changed", call_layout_changes},
    {"views", call_views},
    {"DLPack", call_dlpack},
    {"interfaces", call_interfaces},
    {"copies on the host", call_host_copy},
    {"trims", call_trims},
    {"releases of nothing", call_releases},
    {"what needs the driver", call_driver},
};

/* In a child of its own, now; no call of the driver is made there. */
static void fork_and_call(const char *where, const struct call *call)
{
    char name[120];
    int status = -1, before;
    pid_t child;
    snprintf(name, sizeof name, "%s: %s", where, call->name);
    check_row(name);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(CHILD_SECONDS);
        check_failed_here = 0;
        before = fake_call_count();
        call->act();
        CHECK_INT(fake_call_count(), before);
        fflush(stdout);
        _exit(check_failed_here != 0);
    }
    CHECK(child > 0);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0); /* SIGALRM: it hung */
}

/* ------------------------------------------------------------------------------------ a thread that stands still -- */
static sem_t entered, leave;
static int holding;

/* The call of the driver that the holder stands in; nobody else's. */
static void stand_still(void)
{
    if (!__atomic_exchange_n(&holding, 0, __ATOMIC_ACQ_REL)) return;
    sem_post(&entered);
    while (sem_wait(&leave)) {
    }
}

static void *test_dlsym(void *library, const char *name)
{
    if (strcmp(name, "cuGetProcAddress") == 0) stand_still();
    return dlsym(library, name);
}

#define SLOW(name, parameters, arguments)                                                                              \
    static cucore__CUresult(CUDAAPI *real_##name) parameters;                                                          \
    static cucore__CUresult CUDAAPI slow_##name parameters                                                             \
    {                                                                                                                  \
        stand_still();                                                                                                 \
        return real_##name arguments;                                                                                  \
    }                                                                                                                  \
    static void slow_down_##name(void)                                                                                 \
    {                                                                                                                  \
        real_##name = cucore__driver.name;                                                                             \
        cucore__driver.name = slow_##name;                                                                             \
    }

SLOW(EventDestroy, (CUevent event), (event))
SLOW(EventRecord, (CUevent event, CUstream stream), (event, stream))
SLOW(DevicePrimaryCtxRetain, (CUcontext * context, CUdevice device), (context, device))
SLOW(ModuleLoadDataEx,
     (CUmodule * module, const void *image, unsigned count, cucore__CUjit_option *options, void **values),
     (module, image, count, options, values))
SLOW(MemFreeHost, (void *ptr), (ptr))
SLOW(MemHostAlloc, (void **out, size_t bytes, unsigned flags), (out, bytes, flags))
SLOW(MemcpyAsync, (cucore__CUdeviceptr to, cucore__CUdeviceptr from, size_t bytes, CUstream stream),
     (to, from, bytes, stream))

static void nothing(void)
{
}

static cucore_status do_load(void)
{
    return cucore_driver_load();
}

static cucore_status do_context(void)
{
    CUcontext context;
    return cucore_context_get_primary(1, &context);
}

static cucore_status do_order(void)
{
    return cucore_stream_wait(streams[0], streams[1]);
}

static cucore_status do_event_trim(void)
{
    cucore_status status = do_order();
    cucore_trim();
    return status;
}

/* Strided on the device. */
static cucore_status do_kernel(void)
{
    cucore_view dst, src;
    view_make(&dst, device_memory, CUCORE_DEVICE_TYPE_CUDA, 500, 2);
    view_make(&src, device_memory + ROOM / 2, CUCORE_DEVICE_TYPE_CUDA, 500, 3);
    return cucore_view_copy(&dst, &src, streams[0], &waiting);
}

/* Strided on the host, which makes it go through pinned memory. */
static cucore_status do_staged(void)
{
    static __thread float host[3 * 1000];
    cucore_view dst, src;
    view_make(&dst, host, CUCORE_DEVICE_TYPE_CPU, 1000, 3);
    view_make(&src, device_memory, CUCORE_DEVICE_TYPE_CUDA, 1000, 2);
    return cucore_view_copy(&dst, &src, streams[0], &waiting);
}

/* More block numbers than the parameters of a launch hold. */
static cucore_status do_blocks(void)
{
    enum { NUMBERS = 2000 };
    static __thread int16_t numbers[NUMBERS]; /* block 0, which becomes itself again and again */
    const int64_t count = NUMBERS, shape[2] = {1, 4};
    cucore_view cache, list;
    cucore_blocks blocks;
    view_make(&cache, device_memory, CUCORE_DEVICE_TYPE_CUDA, 4, 1);
    view_make(&list, numbers, CUCORE_DEVICE_TYPE_CPU, NUMBERS, 1);
    list.dtype = CUCORE_DTYPE_INT16;
    if (cucore_layout_make(1, &count, NULL, 2, &list.layout) || cucore_layout_make(2, shape, NULL, 4, &cache.layout)) {
        return CUCORE_OVERFLOW;
    }
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = blocks.srcs = &cache;
    blocks.count = 1;
    blocks.dst_numbers = blocks.src_numbers = &list;
    return cucore_views_copy_blocks(&blocks, streams[0], &waiting);
}

static cucore_status do_staging_trim(void)
{
    cucore_status status = do_staged();
    cucore_copy_trim();
    return status;
}

static const struct holder {
    const char *name;
    void (*slow_down)(void); /* NULL: the driver is not loaded before */
    cucore_status (*act)(void);
} holders[] = {
    {"nobody holds anything", nothing, NULL},
    {"the driver is being loaded", NULL, do_load},
    {"a primary context is being retained", slow_down_DevicePrimaryCtxRetain, do_context},
    {"an event is being recorded", slow_down_EventRecord, do_order},
    {"events are being trimmed", slow_down_EventDestroy, do_event_trim},
    {"a kernel is being compiled", slow_down_ModuleLoadDataEx, do_kernel},
    {"pinned memory is being allocated", slow_down_MemHostAlloc, do_staged},
    {"pieces are being copied", slow_down_MemcpyAsync, do_staged},
    {"block numbers are being sent", slow_down_MemcpyAsync, do_blocks},
    {"pinned memory is being trimmed", slow_down_MemFreeHost, do_staging_trim},
};

static const struct holder *holder;

static void *hold(void *result)
{
    *(cucore_status *)result = holder->act();
    return NULL;
}

static void start(void)
{
    cucore_stream stream;
    for (int i = 0; i < COUNT(streams); i++) {
        CHECK_INT(cucore_stream_create(0, NULL, &stream), CUCORE_OK);
        streams[i] = stream.handle;
    }
    CHECK_INT(do_order(), CUCORE_OK);
    CHECK_INT(do_order(), CUCORE_OK); /* there is a hint now */
    device_memory = (char *)(uintptr_t)fake_alloc(FAKE_DEVICE, 0, ROOM);
}

static void children_of_holder(void)
{
    pthread_t thread;
    cucore_status result = CUCORE_OK;
    sem_init(&entered, 0, 0), sem_init(&leave, 0, 0);
    if (holder->slow_down) start(), holder->slow_down();
    holding = holder->act != NULL;
    if (holder->act) {
        CHECK_INT(pthread_create(&thread, NULL, hold, &result), 0);
        while (sem_wait(&entered)) {
        }
    }
    for (int i = 0; i < COUNT(calls); i++) fork_and_call(holder->name, &calls[i]);
    check_row(holder->name);
    if (!holder->act) return;
    sem_post(&leave);
    pthread_join(thread, NULL);
    CHECK_INT(result, CUCORE_OK);
    if (!holder->slow_down) start();
    CHECK_INT(do_staged(), CUCORE_OK); /* the parent goes on */
    cucore_trim();
    cucore_copy_trim();
    CHECK_INT(fake_live_events(), 0);
}

TEST(test_B88_fork_while_a_lock_is_held)
{
    for (int i = 0; i < COUNT(holders); i++) {
        holder = &holders[i];
        check_row(holder->name);
        in_child(children_of_holder);
    }
}

/* A guard and handles that the parent took are given up in the child: the driver is not asked. */
static cucore_context_guard made_guard;
static cucore_stream made_stream;
static cucore_event made_event;
static cucore_module made_module;
static cucore_memory_resource *made_pool;
static cucore_buffer made_buffer;

static void call_releases_of_the_parent(void)
{
    cucore_context_leave(&made_guard);
    CHECK(made_guard.private_[0] == NULL);
    CHECK_UNUSABLE(cucore_stream_release(&made_stream));
    CHECK(made_stream.handle && made_stream.owned);
    CHECK_UNUSABLE(cucore_event_release(&made_event));
    CHECK_UNUSABLE(cucore_module_release(&made_module));
    CHECK_UNUSABLE(cucore_buffer_release(&made_buffer));
    CHECK(made_buffer.ptr != NULL);
    CHECK_UNUSABLE(cucore_buffer_allocate(made_pool, 64, streams[0], &made_buffer));
    cucore_memory_resource_retain(made_pool);
    cucore_memory_resource_release(made_pool);
    cucore_memory_resource_release(made_pool);
}

static void children_with_handles(void)
{
    static const struct call call = {"releases of the parent's", call_releases_of_the_parent};
    start();
    CHECK_INT(cucore_stream_create(0, NULL, &made_stream), CUCORE_OK);
    CHECK_INT(cucore_event_create(0, 0, &made_event), CUCORE_OK);
    CHECK_INT(cucore_module_load(0, "code", &made_module), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &made_pool), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(made_pool, 64, streams[0], &made_buffer), CUCORE_OK);
    CHECK_INT(cucore_context_enter_device(1, &made_guard), CUCORE_OK);
    fork_and_call("handles", &call);
    cucore_context_leave(&made_guard);
    CHECK(fake_context_current() == NULL);
    CHECK_INT(cucore_buffer_release(&made_buffer), CUCORE_OK);
    CHECK_INT(cucore_module_release(&made_module), CUCORE_OK);
}

TEST(test_B88_handles_of_the_parent)
{
    in_child(children_with_handles);
}

/* Nothing was loaded before the fork: the child is a process as any other. */
static void child_loads(void)
{
    CHECK_INT(cucore_device_count(), 2);
}

static void test_fork_before_the_driver_is_loaded(void)
{
    CHECK_INT(cucore_driver_is_loaded(), 0);
    cucore_trim();
    cucore_copy_trim();
    in_child(child_loads);
}

#if defined(__GLIBC__)
extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *module);
static int at_fork_result, at_fork_calls;

int test_at_fork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *module)
{
    at_fork_calls++;
    return at_fork_result ? at_fork_result : __register_atfork(prepare, parent, child, module);
}

/* Without the handler nothing is loaded; the next call tries again. */
static void child_without_a_handler(void)
{
    at_fork_result = 12; /* ENOMEM */
    CHECK_INT(cucore_device_count(), -1);
    REFUSED(cucore_last_error()->status, CUCORE_OUT_OF_MEMORY, "no memory for a handler of fork");
    CHECK_INT(cucore_driver_is_loaded(), 0);
    CHECK_INT(fake_call_count(), 0);
    at_fork_result = 0;
    CHECK_INT(cucore_device_count(), 2);
    CHECK_INT(at_fork_calls, 2);
}

static void test_B88_no_handler(void)
{
    in_child(child_without_a_handler);
}
#endif

/* There is no driver: the child says so, as its parent does. */
static void child_without_driver(void)
{
    REFUSED(cucore_driver_load(), CUCORE_NO_DRIVER, "CUDA_ERROR_NO_DEVICE (100)");
}

static void parent_without_driver(void)
{
    child_without_driver();
    in_child(child_without_driver);
}

static void test_fork_without_driver(void)
{
    in_child_with("FAKE_CUDA_INIT", "100", parent_without_driver);
}

/* ------------------------------------------------------------------------------------------------ threads at work -- */
static int stop;

static void *work(void *result)
{
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
        cucore_status status = cucore_stream_wait(streams[2], streams[3]);
        if (!status) status = do_event_trim();
        if (!status) status = do_staging_trim();
        if (!status) status = do_kernel();
        fake_log_clear();
        if (status) *(cucore_status *)result = status;
    }
    return NULL;
}

static void children_among_threads(void)
{
    pthread_t threads[WORKERS];
    cucore_status results[WORKERS] = {CUCORE_OK};
    start();
    for (int i = 0; i < WORKERS; i++) CHECK_INT(pthread_create(&threads[i], NULL, work, &results[i]), 0);
    for (int i = 0; i < ROUNDS; i++) {
        for (int j = 0; j < COUNT(calls); j++) fork_and_call("at work", &calls[j]);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_INT(results[i], CUCORE_OK);
    }
}

TEST(test_B88_fork_among_threads)
{
    in_child(children_among_threads);
}

int main(void)
{
    RUN(test_fork_before_the_driver_is_loaded); /* the driver is loaded only in children */
    RUN(test_fork_without_driver);
#if defined(__GLIBC__)
    RUN(test_B88_no_handler);
#endif
    check_tests();
    CHECK_INT(cucore_driver_is_loaded(), 0);
    return check_end();
}
