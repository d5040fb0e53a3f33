/* test_driver_torture.c - every C function that allocates, starts threads, calls the driver or a memory resource, while
 * the n-th of these calls fails, for every n, on the fake driver (tests/fake_driver)
 *
 * The rows of cucore.h are in driver_acts.h; the others follow here.  A row is a function, what is prepared, the call,
 * what it made, and a proof that it did its work.  A failure has to be reported for what it was, leave outputs and the
 * thread's contexts as documented, and leave nothing behind: the same call then succeeds, and when everything is given
 * back as much is alive as after a run without a failure.
 *
 * `--list` prints "function kind kind ..." for tests/fake/test_torture.py, which reads from the headers which functions
 * there have to be. */
#include "check.h"
#include "in_child.h"

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
#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#include "../../cucore_blocks.h"
#include "../../cucore_dlpack.h"
#include "../../cucore_cai.h"
#include "driver_acts.h"
#include "forget_kernels.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};
static const cucore_copy_options written = {NULL, CUCORE_BLOCKING_DEFAULT, CUCORE_COPY_COMPILE, 0, 0, {NULL, NULL}};

static const char *const kind_names[KINDS] = {"driver", "malloc", "thread", "resource"};
enum { FAR_BYTES = 1 << 15 };

/* What the rows below need and make, beside the world of driver_acts.h. */
static struct copies {
    cucore_view dst, src;
    void *memory[2]; /* of dst and src, FAR_BYTES each */
    cucore_copy_plan plan;
    DLManagedTensor *legacy;
    DLManagedTensorVersioned *versioned;
    int deleted, released;
} c;

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
    forget_copy_kernels();
    forget_kernel(&kernel);
    forget_kernel(&twin);
    forget_loaded(&cucore__modules);
}

static void start(void)
{
    cucore_copy_trim();
    CHECK_INT(cucore_trim(), CUCORE_OK);
    forget_what_is_kept();
    fake_reset_process();
    memset(&c, 0, sizeof c);
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_INT(cucore__driver.Init(0), CUDA_SUCCESS);
    make_world();
}

static living count_all(void)
{
    living now;
    cucore_copy_trim();
    now = count_living();
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

/* ------------------------------------------------------------------------------------------------------- the rows
 * -- */
/* -- kernels -- */
ACT(kernel_launch, cucore_kernel_launch, (&kernel, 1, &two_blocks, w.b, NULL))
ACT(kernel_launch_default, cucore_kernel_launch, (&kernel, 0, &two_blocks, NULL, NULL))
ACT(kernel_function, cucore_kernel_get_function, (&kernel, 1, &made.function))
PREPARE(kernel_known, CHECK_INT(cucore_kernel_launch(&kernel, 1, &two_blocks, w.b, NULL), CUCORE_OK))
/* Another kernel of the image has loaded it. */
static void image_known(void)
{
    twin.image = kernel.image, twin.name = "twin";
    CHECK_INT(cucore_kernel_launch(&twin, 1, &two_blocks, w.b, NULL), CUCORE_OK);
}

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
    c.deleted++;
}

static void delete_versioned(DLManagedTensorVersioned *self)
{
    (void)self;
    c.deleted++;
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
    c.released++;
}

static void release_view(cucore_view *view)
{
    (void)view;
    c.released++;
}

/* What is moved is consumed, also on error: a view for each call. */
static cucore_view kept_view;
static cucore_view *moved_view(void)
{
    w.view = kept_view;
    w.view.private_.owner = &w;
    w.view.private_.self = &w.view;
    w.view.private_.release = release_view;
    c.released = 0;
    return &w.view;
}

ACT(from_dltensor, cucore_view_from_dltensor, (&tensor, 0, &intake, &made.view))
ACT(from_managed, cucore_view_adopt_dlmanaged, (&managed_tensor, &intake, &made.view))
ACT(from_versioned, cucore_view_adopt_dlmanaged_versioned, (&managed_versioned, &intake, &made.view))
ACT(from_interface, cucore_view_from_interface, (&interface_, &intake, &made.view))
ACT(to_managed, cucore_view_to_dlmanaged, (&w.view, &w, release_owner, 0, &c.legacy))
ACT(to_versioned, cucore_view_to_dlmanaged_versioned, (&w.view, &w, release_owner, 0, &c.versioned))
ACT(move_to_managed, cucore_view_move_to_dlmanaged, (moved_view(), 0, &c.legacy))
ACT(move_to_versioned, cucore_view_move_to_dlmanaged_versioned, (moved_view(), 0, &c.versioned))
ACT_VOID(view_release, cucore_view_release, (&made.view))
PREPARE(undo_view, cucore_view_release(&made.view))
PREPARE(owned_view, kept_view = w.view)
PREPARE(undo_legacy, cucore__dlmanaged_delete(c.legacy))
PREPARE(undo_versioned, cucore__dlmanaged_versioned_delete(c.versioned))
/* A call that failed has deleted the tensor, which is no memory of its own: the next one takes it over again. */
PREPARE(undo_taken, c.deleted = 0; cucore_view_release(&made.view); CHECK_INT(c.deleted, 1))
PREPARE(undo_moved, CHECK(!w.view.private_.release && !w.view.ptr); CHECK_INT(c.released, 0);
        cucore__dlmanaged_delete(c.legacy); CHECK_INT(c.released, 1))
PREPARE(undo_moved_versioned, CHECK(!w.view.private_.release && !w.view.ptr); CHECK_INT(c.released, 0);
        cucore__dlmanaged_versioned_delete(c.versioned); CHECK_INT(c.released, 1))
SEEN(not_deleted, c.deleted <= 1 && made.view.ptr == w.far.ptr)
SEEN(views_far, made.view.ptr == w.far.ptr && made.view.device_id == 1)
SEEN(not_released, c.released == 0)
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
    c.memory[0] = copy_memory(to), c.memory[1] = copy_memory(from);
    for (int i = 0; i < FAR_BYTES / 4; i++) ((int *)c.memory[0])[i] = -1, ((int *)c.memory[1])[i] = i;
    copy_side(&c.dst, c.memory[0], to, shape, shape[1] + to_padded, 1);
    copy_side(&c.src, c.memory[1], from, shape, from_turned ? 1 : shape[1], from_turned ? shape[0] : 1);
}

static void undo_side(const cucore_view *view, void *memory)
{
    if (view->device_type == CUCORE_DEVICE_TYPE_CPU) {
        free(memory);
    } else {
        CHECK_INT(fake_free((CUdeviceptr)(uintptr_t)memory), 0);
    }
}

PREPARE(undo_copy, undo_side(&c.dst, c.memory[0]); undo_side(&c.src, c.memory[1]))

/* Every element is there, and nothing beside. */
static int was_copied(void)
{
    const cucore_layout *to = &c.dst.layout, *from = &c.src.layout;
    const int *dst = (const int *)c.memory[0];
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
    copy_between(CUCORE_DEVICE_NONE, CUCORE_DEVICE_NONE, small, 3, 0);
    for (int i = 0; i < FAR_BYTES / 4; i++) ((int *)c.memory[0])[i] = i;
    c.src.ptr = (char *)c.memory[0] + 4;
    copy_side(&c.dst, c.memory[0], CUCORE_DEVICE_NONE, small, COLUMNS + 3, 1);
    copy_side(&c.src, (char *)c.memory[0] + 4, CUCORE_DEVICE_NONE, small, 1, ROWS);
}

static int was_shifted(void)
{
    const int *dst = (const int *)c.memory[0];
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
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
        CHECK_INT(cucore_view_copy(&c.dst, &c.src, w.a, &waiting), CUCORE_OK); memset(c.memory[0], 0xFF, FAR_BYTES))
PREPARE(kernel_far, copy_between(0, 1, small, 5, 1))
PREPARE(kernel_to_far, copy_between(1, 0, small, 5, 1))
PREPARE(staged_up_far, copy_between(1, CUCORE_DEVICE_NONE, large, 0, 1))
PREPARE(blocks_up, copy_between(0, CUCORE_DEVICE_NONE, wide, 5, 0))
PREPARE(blocks_far, copy_between(1, 1, small, 5, 0))
static void make_plan(int device, const cucore_copy_options *options)
{
    CHECK_INT(cucore_copy_plan_make(&c.dst, &c.src, device, options, &c.plan), CUCORE_OK);
}
/* A plan that asks for a kernel fails without it; one that does not is done by general kernels. */
PREPARE(plan_up, staged_up(); make_plan(CUCORE_DEVICE_CURRENT, &written))
PREPARE(plan_far, kernel_far(); make_plan(0, &written))
PREPARE(plan_to_far, kernel_to_far(); make_plan(1, &written))
PREPARE(plan_far_unasked, kernel_far(); make_plan(0, NULL))
static void warm_stage(void)
{
    staged_up();
    CHECK_INT(cucore_view_copy(&c.dst, &c.src, w.a, &waiting), CUCORE_OK);
}
ACT(copy, cucore_view_copy, (&c.dst, &c.src, w.a, &waiting))
ACT(copy_later, cucore_view_copy, (&c.dst, &c.src, w.a, NULL))
ACT(copy_default, cucore_view_copy, (&c.dst, &c.src, NULL, &waiting))
ACT(copy_by_foreign, cucore_view_copy, (&c.dst, &c.src, w.b, by_foreign()))
ACT(copy_many, cucore_views_copy, (&c.dst, &c.src, 1, w.a, &waiting))
ACT(copy_many_by_foreign, cucore_views_copy, (&c.dst, &c.src, 1, w.b, by_foreign()))
/* The rows of both arrays as blocks, by numbers that are too many for the parameters of a kernel. */
static const cucore_blocks *as_blocks(int by_numbers)
{
    static cucore_blocks blocks;
    static cucore_view numbers;
    static int64_t list[2000];
    const int64_t count = COUNT(list);
    for (int i = 0; i < COUNT(list); i++) list[i] = i % c.dst.layout.shape[0];
    memset(&numbers, 0, sizeof numbers);
    numbers.ptr = list;
    numbers.dtype = cucore_dtype_make(CUCORE_CODE_INT, 64, 1);
    numbers.device_type = CUCORE_DEVICE_TYPE_CPU;
    numbers.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_layout_make(1, &count, NULL, 8, &numbers.layout), CUCORE_OK);
    memset(&blocks, 0, sizeof blocks);
    blocks.dst_numbers = blocks.src_numbers = by_numbers ? &numbers : NULL;
    blocks.dsts = &c.dst;
    blocks.srcs = &c.src;
    blocks.count = 1;
    return &blocks;
}
ACT(copy_blocks, cucore_views_copy_blocks, (as_blocks(0), w.a, &waiting))
ACT(copy_blocks_by_numbers, cucore_views_copy_blocks, (as_blocks(1), w.a, &waiting))
ACT(copy_blocks_by_foreign, cucore_views_copy_blocks, (as_blocks(1), w.b, by_foreign()))
ACT(plan_run, cucore_copy_plan_run, (&c.plan, w.a, &waiting))
ACT(plan_run_foreign, cucore_copy_plan_run, (&c.plan, w.b, by_foreign()))
static int was_filled(void)
{
    const cucore_layout *to = &c.dst.layout;
    int64_t i, j, wrong = 0;
    for (i = 0; i < to->shape[0]; i++) {
        for (j = 0; j < to->shape[1]; j++) {
            wrong += ((const int *)c.memory[0])[i * to->strides[0] + j * to->strides[1]] != 0;
        }
    }
    return wrong == 0;
}
PREPARE(fill_dense, copy_between(0, 0, small, 0, 0))
ACT(view_fill, cucore_view_fill, (&c.dst, NULL, w.a))
ACT_VOID(copy_trim, cucore_copy_trim, ())

/* What a release without a status cannot give back is lost, as documented: the rows below with LEAKS.  For the
 * sanitizer. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:own_\n";
}

/* ------------------------------------------------------------------------------------------------------ the table
 * -- */
#define VIEWS(name, what, prepare, undo, seen, kinds)                                                                  \
    ROW(name, what, prepare, undo, seen, kinds, ZEROED, &made.view, VIEW_HEAD)
#define COPIES(name, what, prepare, seen, kinds) ROW(name, what, prepare, undo_copy, seen, kinds, NONE, NULL, 0)

static const driver_act rows[] = {
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
    ROW(to_managed, "", nothing, undo_legacy, not_released, MALLOC, ZEROED, &c.legacy, sizeof c.legacy),
    ROW(to_versioned, "", nothing, undo_versioned, not_released, MALLOC, ZEROED, &c.versioned, sizeof c.versioned),
    ROW(move_to_managed, "", owned_view, undo_moved, not_released, MALLOC, ZEROED, &c.legacy, sizeof c.legacy),
    ROW(move_to_managed, "what it moves", owned_view, undo_moved, not_released, MALLOC, ZEROED, &w.view, VIEW_HEAD),
    ROW(move_to_versioned, "", owned_view, undo_moved_versioned, not_released, MALLOC, ZEROED, &c.versioned,
        sizeof c.versioned),
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
    COPIES(copy_many, "a kernel's first use", kernel_here, was_copied, DRIVER | MALLOC),
    COPIES(copy_many, "staged", staged_up, was_copied, DRIVER | MALLOC | THREAD),
    COPIES(copy_many_by_foreign, "memory of another library", staged_up_far, was_copied,
           DRIVER | MALLOC | THREAD | RESOURCE),
    COPIES(copy_blocks, "a kernel's first use", kernel_here, was_copied, DRIVER | MALLOC),
    COPIES(copy_blocks_by_numbers, "a list of numbers", kernel_here, was_copied,
           DRIVER | MALLOC | QUIET), /* without an event it waits */
    COPIES(copy_blocks, "in a batch", blocks_up, was_copied, DRIVER | MALLOC),
    COPIES(copy_blocks_by_foreign, "memory of another library", blocks_far, was_copied,
           DRIVER | MALLOC | RESOURCE | QUIET),
    COPIES(plan_run, "staged", plan_up, was_copied, DRIVER | MALLOC | THREAD),
    COPIES(plan_run, "between devices", plan_far, was_copied, DRIVER | MALLOC),
    COPIES(plan_run, "a kernel that may be replaced", plan_far_unasked, was_copied, DRIVER | MALLOC | REPLACES | LEAKS),
    COPIES(plan_run_foreign, "memory of another library", plan_to_far, was_copied, DRIVER | MALLOC | RESOURCE),
    COPIES(view_fill, "dense", fill_dense, was_filled, DRIVER),
    COPIES(view_fill, "with gaps", kernel_here, was_filled, DRIVER | MALLOC),
    ROW(copy_trim, "", warm_stage, undo_copy, yes, DRIVER | QUIET, NONE, NULL, 0),
};

enum { ALL_ROWS = COUNT(driver_acts) + COUNT(rows) };

static const driver_act *row_at(int i)
{
    return i < COUNT(driver_acts) ? &driver_acts[i] : &rows[i - COUNT(driver_acts)];
}

/* ------------------------------------------------------------------------------------------------- failing in turn
 * -- */
static int injected;

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

/* A kernel that was written is loaded; its text is all that is allocated before that. */
static int is_loading(int kind, const char *call)
{
    static const char *const calls[] = {"cuModuleLoadDataEx", "cuModuleGetFunction", "cuFuncGetAttribute"};
    return kind == MALLOC || (kind == DRIVER && is_one_of(call, calls, COUNT(calls)));
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
    if (kind == RESOURCE) foreign_turns.fail_in = n;
}

/* Did it fail? */
static int disarm(int kind)
{
    long left = kind == DRIVER   ? fake_fail_pending()
                : kind == MALLOC ? failing_c_malloc.fail_in
                : kind == THREAD ? failing_c_thread.fail_in
                                 : foreign_turns.fail_in;
    fake_fail(0, 0);
    failing_c_malloc.fail_in = failing_c_thread.fail_in = foreign_turns.fail_in = 0;
    return left <= 0;
}

/* Nothing current, the context of another library, device 0's primary one; and as in a process that has used no
 * device. */
enum { PLACES = 4, UNUSED = 3 };

static living make_ready(const driver_act *r, int where)
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
static living run_well(const driver_act *r, int where)
{
    make_ready(r, where);
    CHECK_INT(r->act(), CUCORE_OK);
    CHECK(r->seen());
    r->undo();
    CHECK(fake_context_current() == here);
    CHECK_INT(fake_context_depth(), here != NULL);
    CHECK_INT(fake_capture_mode(), 0);
    return count_all();
}

static int holds_only(const void *memory, int byte, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    while (size && bytes[size - 1] == byte) size--;
    return size == 0;
}

static void check_outputs(const driver_act *r, const void *before)
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
    CHECK_HAS(error->message,
              result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_LAUNCH_FAILED");
}

/* What the failure of these calls means, nobody can make good but the test. */
static void repair(const char *call)
{
    cucore__CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    if (!strcmp(call, "cuCtxPopCurrent")) undo_current();
    if (!strcmp(call, "cuThreadExchangeStreamCaptureMode")) (void)cucore__driver.ThreadExchangeStreamCaptureMode(&mode);
}

/* A function that orders work, which it must not have done if it fails; for an unknown producer the host has waited before. */
static int is_order(const driver_act *r)
{
    return (strstr(r->function, "_access") || strstr(r->function, "stream_wait") ||
            strstr(r->function, "stream_synchronize")) &&
           r->seen != yes && r->prepare != producer_unknown;
}

/* -> did the n-th call exist? */
static int run_failing(const driver_act *r, int where, int kind, int n, int result, const living *well)
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
        if (is_order(r)) CHECK(!r->seen());
    } else {
        CHECK(is_quiet || kind == THREAD || (kind == DRIVER && is_dispensable(call)) ||
              (r->kinds & REPLACES && is_loading(kind, call)));
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
    if (!(r->kinds & LEAKS) && (status || !is_destroying(call))) check_living(count_all(), *well);
    return 1;
}

TEST(test_every_call_failing_in_turn)
{
    static const int results[] = {CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_OUT_OF_MEMORY};
    int n, count;
    for (int i = 0; i < ALL_ROWS; i++) {
        int kinds = 0;
        for (int where = 0; where < PLACES; where++) {
            living well;
            check_row(row_at(i)->function);
            well = run_well(row_at(i), where);
            for (int k = 0; k < KINDS; k++) {
                for (int turn = 0; turn < (1 << k == DRIVER ? COUNT(results) : 1); turn++) {
                    for (n = 1; run_failing(row_at(i), where, 1 << k, n, results[turn], &well); n++) CHECK(n < 1000);
                    if (n > 1) kinds |= 1 << k;
                }
            }
        }
        check_row(row_at(i)->function);
        count = row_at(i)->kinds & (DRIVER | MALLOC | THREAD | RESOURCE);
        CHECK_INT(kinds, count); /* what the row promises is what failed */
    }
    check_row("");
}

/* --------------------------------------------------------------------------------- first use, each in its own
 * process -- */
static int first_call;
static const char *const first_calls[] = {"cuInit", "cuDeviceGetCount"};
static const char of_load[] = "cucore_driver_load", of_count[] = "cucore_device_count",
                  of_symbol[] = "cucore_driver_symbol";

/* The answer is final, for every function. */
static void child_first(void)
{
    void *symbol = &first_call;
    fake_fail(first_call, CUDA_ERROR_UNKNOWN);
    for (int again = 0; again < 2; again++) {
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
    printf("%s driver\n%s driver\n%s driver\n", of_load, of_count, of_symbol);
    for (int i = 0; i < ALL_ROWS; i++) {
        printf("%s", row_at(i)->function);
        for (int k = 0; k < KINDS; k++) {
            if (row_at(i)->kinds & 1 << k) printf(" %s", kind_names[k]);
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
    alarm(900);          /* a lock that stays held ends here */
    RUN(test_first_use); /* in children of a process that has not used the driver */
    check_tests();
    printf("%d rows, %d calls failed\n", ALL_ROWS + 2, injected);
    return check_end();
}
