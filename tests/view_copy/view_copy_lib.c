/* Copies of views as a shared library for the Python tests and benchmarks: they are loaded with ctypes. */
#include <time.h>
#define CUCORE_API __attribute__((visibility("default")))
#define CUCORE_PREFIX cucore /* the names that ctypes asks for */
#define CUCORE_IMPLEMENTATION
#if defined(VIEW_COPY_LIB_TUNE) /* constants of src/copy/move/blocks_launch.c and batch.c that bench/bench_blocks.py changes */
#include <stdint.h>
__attribute__((visibility("default"))) uint32_t view_copy_lib_piece = 2048, view_copy_lib_grid = 4096,
                                                view_copy_lib_grid_bus = 256, view_copy_lib_flat = 1,
                                                view_copy_lib_batch = 1, view_copy_lib_peers = 1;
#define CUCORE__BLOCKS_PIECE view_copy_lib_piece
#define CUCORE__BLOCKS_GRID view_copy_lib_grid
#define CUCORE__BLOCKS_GRID_BUS view_copy_lib_grid_bus
#define CUCORE__BLOCKS_FLAT view_copy_lib_flat
#define CUCORE__BATCH_USED view_copy_lib_batch
#define CUCORE__BLOCKS_PEERS view_copy_lib_peers
#endif
#include "cucore_cast.h"
#include "cucore_blocks.h"
#include "../c/forget_kernels.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};

#define EXPORTED __attribute__((visibility("default")))

/* An array in plain numbers. */
typedef struct view_copy_lib_array {
    uint64_t ptr;
    int32_t device_type;
    int32_t device_id;
    int32_t ndim;
    int32_t readonly;
    int64_t itemsize;
    int64_t itembits;
    int32_t code; /* of the dtype, and 256 if the bytes are in the other order; bits 0: opaque */
    int32_t bits;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t strides[CUCORE_MAX_NDIM]; /* in elements */
} view_copy_lib_array;

/* A call of cucore_views_copy_blocks. */
typedef struct view_copy_lib_blocks_call {
    const view_copy_lib_array *dsts, *srcs;               /* count each */
    const view_copy_lib_array *dst_numbers, *src_numbers; /* NULL: counted */
    int32_t count, dst_axis, src_axis;
    uint32_t flags;
    cucore_blocks_report *report;
} view_copy_lib_blocks_call;

/* A call of cucore_views_copy. */
typedef struct view_copy_lib_views_call {
    const view_copy_lib_array *dsts, *srcs; /* count each */
    int32_t count;
} view_copy_lib_views_call;

EXPORTED int view_copy_lib_copy(const view_copy_lib_array *dst, const view_copy_lib_array *src, CUstream stream,
                                cucore_memory_resource *resource, int blocking, uint64_t flags);
EXPORTED int view_copy_lib_plan(const view_copy_lib_array *dst, const view_copy_lib_array *src, int device_id,
                                int blocking, char *buffer, size_t size);
EXPORTED int view_copy_lib_run(const view_copy_lib_array *dst, const view_copy_lib_array *src, int device_id,
                               CUstream stream, int times);
EXPORTED double view_copy_lib_seconds(const view_copy_lib_array *dst, const view_copy_lib_array *src, int times);
EXPORTED int view_copy_lib_cast_plan(const view_copy_lib_array *dst, const view_copy_lib_array *src, CUstream stream,
                                     int runs, cucore_copy_plan **plan);
EXPORTED int view_copy_lib_blocks(const view_copy_lib_blocks_call *call, CUstream stream, int blocking);
EXPORTED double view_copy_lib_blocks_seconds(const view_copy_lib_blocks_call *call, CUstream stream, int blocking,
                                             int times);
EXPORTED int view_copy_lib_views(const view_copy_lib_views_call *call, CUstream stream, int blocking);
EXPORTED double view_copy_lib_views_seconds(const view_copy_lib_views_call *call, CUstream stream, int blocking,
                                            int times);
EXPORTED const char *view_copy_lib_message(void);
EXPORTED void view_copy_lib_forget(void);
EXPORTED void view_copy_lib_set_flags(uint64_t flags);

static void view_of(const view_copy_lib_array *array, cucore_view *view)
{
    memset(view, 0, sizeof *view);
    view->ptr = (void *)(uintptr_t)array->ptr;
    if (array->bits) {
        view->dtype = cucore_dtype_make(array->code & 255, array->bits, 1);
        view->byte_swapped = array->code > 255;
        view->padded = array->bits < 8 && array->itembits == 8;
    } else if (array->itembits == 8 * array->itemsize) {
        view->dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)array->itemsize);
    } else { /* packed */
        view->dtype = cucore_dtype_make(CUCORE_CODE_UINT, (int)array->itembits, 1);
    }
    view->device_type = array->device_type;
    view->device_id = array->device_id;
    view->readonly = (uint8_t)array->readonly;
    view->layout.ndim = array->ndim;
    view->layout.itemsize = array->itemsize;
    view->layout.itembits = array->itembits;
    for (int i = 0; i < array->ndim; i++) {
        view->layout.shape[i] = array->shape[i];
        view->layout.strides[i] = array->strides[i];
    }
}

/* Flags of every copy: view_copy_lib_set_flags */
static uint64_t flags_of_all;

void view_copy_lib_set_flags(uint64_t flags)
{
    flags_of_all = flags;
}

static const cucore_copy_options *options_of(cucore_memory_resource *resource, int blocking, cucore_copy_options *out)
{
    memset(out, 0, sizeof *out);
    out->resource = resource;
    out->blocking = (cucore_blocking)blocking;
    out->flags = flags_of_all;
    return out;
}

int view_copy_lib_copy(const view_copy_lib_array *dst, const view_copy_lib_array *src, CUstream stream,
                       cucore_memory_resource *resource, int blocking, uint64_t flags)
{
    cucore_copy_options options;
    cucore_view to, from;
    view_of(dst, &to);
    view_of(src, &from);
    (void)options_of(resource, blocking, &options);
    options.flags |= flags;
    return cucore_view_copy(&to, &from, stream, &options);
}

int view_copy_lib_plan(const view_copy_lib_array *dst, const view_copy_lib_array *src, int device_id, int blocking,
                       char *buffer, size_t size)
{
    cucore_copy_options options;
    cucore_view to, from;
    cucore_copy_plan plan;
    cucore_status status;
    view_of(dst, &to);
    view_of(src, &from);
    status = cucore_copy_plan_make(&to, &from, device_id, options_of(NULL, blocking, &options), &plan);
    if (!status) (void)cucore_copy_plan_format(&plan, buffer, size);
    return status;
}

/* A plan that is made once and run several times. */
int view_copy_lib_run(const view_copy_lib_array *dst, const view_copy_lib_array *src, int device_id, CUstream stream,
                      int times)
{
    cucore_view to, from;
    cucore_copy_plan plan;
    cucore_status status;
    view_of(dst, &to);
    view_of(src, &from);
    status = cucore_copy_plan_make(&to, &from, device_id, NULL, &plan);
    while (!status && times-- > 0) status = cucore_copy_plan_run(&plan, stream, &waiting);
    return status;
}

/* Returns the seconds of so many copies, each with a plan of its own; -1: one failed.  Elements are converted if the
 * dtypes differ. */
double view_copy_lib_seconds(const view_copy_lib_array *dst, const view_copy_lib_array *src, int times)
{
    cucore_copy_options options;
    cucore_view to, from;
    struct timespec start, end;
    cucore_status status = CUCORE_OK;
    view_of(dst, &to);
    view_of(src, &from);
    (void)options_of(NULL, CUCORE_BLOCKING_DEFAULT, &options);
    if (!cucore_dtype_is_equal(to.dtype, from.dtype)) options.flags |= CUCORE_COPY_CAST;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (!status && times-- > 0) status = cucore_view_copy(&to, &from, NULL, &options);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return status ? -1 : (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
}

/* Plans with CUCORE_COPY_CAST: made, or run. */
/* Makes the plan of a conversion, unless *plan is one already, and runs it so many times; the caller frees it. */
int view_copy_lib_cast_plan(const view_copy_lib_array *dst, const view_copy_lib_array *src, CUstream stream, int runs,
                            cucore_copy_plan **plan)
{
    static const cucore_copy_options casting = {NULL, CUCORE_BLOCKING_DEFAULT, CUCORE_COPY_CAST, 0, 0, {NULL, NULL}};
    cucore_status status = CUCORE_OK;
    if (!*plan) {
        cucore_view to, from;
        view_of(dst, &to);
        view_of(src, &from);
        *plan = (cucore_copy_plan *)calloc(1, sizeof **plan);
        if (!*plan) return CUCORE_OUT_OF_MEMORY;
        status = cucore_copy_plan_make(&to, &from, CUCORE_DEVICE_CURRENT, &casting, *plan);
    }
    for (; runs > 0 && !status; runs--) status = cucore_copy_plan_run(*plan, stream, &casting);
    return (int)status;
}

static cucore_view *views_of(const view_copy_lib_array *arrays, int count)
{
    cucore_view *views = (cucore_view *)malloc(sizeof *views * (size_t)count);
    for (int i = 0; i < count && views; i++) view_of(&arrays[i], &views[i]);
    return views;
}

/* `times` calls in a row, and what they take in seconds. */
static cucore_status blocks_run(const view_copy_lib_blocks_call *call, CUstream stream, int blocking, int times,
                                double *seconds)
{
    cucore_copy_options options;
    cucore_view *dsts = views_of(call->dsts, call->count), *srcs = views_of(call->srcs, call->count), lists[2];
    cucore_blocks blocks;
    struct timespec start, end;
    cucore_status status = dsts && srcs ? CUCORE_OK : CUCORE_OUT_OF_MEMORY;
    memset(&blocks, 0, sizeof blocks);
    if (call->dst_numbers) view_of(call->dst_numbers, &lists[0]);
    if (call->src_numbers) view_of(call->src_numbers, &lists[1]);
    blocks.dsts = dsts;
    blocks.srcs = srcs;
    blocks.count = (size_t)call->count;
    blocks.dst_axis = call->dst_axis;
    blocks.src_axis = call->src_axis;
    blocks.dst_numbers = call->dst_numbers ? &lists[0] : NULL;
    blocks.src_numbers = call->src_numbers ? &lists[1] : NULL;
    blocks.flags = call->flags;
    blocks.report = call->report;
    (void)options_of(NULL, blocking, &options);
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (!status && times-- > 0) status = cucore_views_copy_blocks(&blocks, stream, &options);
    clock_gettime(CLOCK_MONOTONIC, &end);
    *seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    free(dsts);
    free(srcs);
    return status;
}

int view_copy_lib_blocks(const view_copy_lib_blocks_call *call, CUstream stream, int blocking)
{
    double seconds;
    return blocks_run(call, stream, blocking, 1, &seconds);
}

double view_copy_lib_blocks_seconds(const view_copy_lib_blocks_call *call, CUstream stream, int blocking, int times)
{
    double seconds;
    return blocks_run(call, stream, blocking, times, &seconds) ? -1 : seconds;
}

static cucore_status views_run(const view_copy_lib_views_call *call, CUstream stream, int blocking, int times,
                               double *seconds)
{
    cucore_copy_options options;
    cucore_view *to = views_of(call->dsts, call->count), *from = views_of(call->srcs, call->count);
    struct timespec start, end;
    cucore_status status = to && from ? CUCORE_OK : CUCORE_OUT_OF_MEMORY;
    (void)options_of(NULL, blocking, &options);
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (!status && times-- > 0) status = cucore_views_copy(to, from, (size_t)call->count, stream, &options);
    clock_gettime(CLOCK_MONOTONIC, &end);
    *seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    free(to);
    free(from);
    return status;
}

int view_copy_lib_views(const view_copy_lib_views_call *call, CUstream stream, int blocking)
{
    double seconds;
    return views_run(call, stream, blocking, 1, &seconds);
}

double view_copy_lib_views_seconds(const view_copy_lib_views_call *call, CUstream stream, int blocking, int times)
{
    double seconds;
    return views_run(call, stream, blocking, times, &seconds) ? -1 : seconds;
}

const char *view_copy_lib_message(void)
{
    return cucore_last_error()->message;
}

/* As in a process that has not copied yet: the fake driver's modules go with each of its resets. */
void view_copy_lib_forget(void)
{
    cucore_copy_trim();
    (void)cucore_trim();
    forget_loaded(&cucore__modules);
    forget_copy_kernels();
}
