/* The planner and the kernels, compiled for the host, as a shared library for the Python tests. */
#define CUCORE_API __attribute__((visibility("default")))
#define CUCORE_PREFIX cucore /* the names that ctypes asks for */
#define CUCORE_IMPLEMENTATION
#include "cucore_cast.h"
#include "cucore_blocks.h"

#include <time.h>

/* copy_kernels.c */
int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                        const void *parameters);

#define EXPORTED __attribute__((visibility("default")))
/* How the plans below are made: cucore__copy_compile */
EXPORTED void copy_lib_compile(int compile);
/* Forgets all kernels that were written, so that a benchmark never has too many; their modules stay loaded. */
EXPORTED void copy_lib_forget(void);
static cucore__copy_compile compile_how = CUCORE__COMPILE_NEVER;
/* What the plans below convert, from and to: cucore__number_code, 0: bits are copied, in elements of `itemsize`. */
EXPORTED void copy_lib_cast(int from, int to);
static uint16_t cast_types[2];

void copy_lib_cast(int from, int to)
{
    cast_types[0] = (uint16_t)from;
    cast_types[1] = (uint16_t)to;
}

/* The layout of the source (0) or the destination; elements of a conversion have the size of their numbers. */
static cucore_status make_side(int side, int ndim, const int64_t *shape, const int64_t *strides, int64_t itemsize,
                               cucore_layout *out)
{
    const cucore__number_type type = cucore__number_decode(cast_types[side]);
    cucore_status status;
    if (cast_types[0]) itemsize = (int64_t)cucore__number_size(type);
    status = cucore_layout_make(ndim, shape, strides, itemsize, out);
    if (type.packed) out->itembits = (int64_t)type.bits;
    return status;
}

void copy_lib_compile(int compile)
{
    compile_how = (cucore__copy_compile)compile;
}

EXPORTED int copy_lib_copy(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                           int64_t itemsize, uintptr_t dst, uintptr_t src, char *text, size_t size, int only_plan);

EXPORTED int copy_lib_launch(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                             int64_t itemsize, uintptr_t dst, uintptr_t src, CUstream stream);
EXPORTED double copy_lib_enqueue(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                                 int64_t itemsize, uintptr_t dst, uintptr_t src, CUstream stream, int bare, int calls);
EXPORTED double copy_lib_first_use(int kernel);
/* A kernel that was written, and its launch. */
struct copy_lib_written {
    unsigned char parameters[24];
    uint32_t blocks, shared, threads;
    char text[1 << 17];
};

EXPORTED int copy_lib_write(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                            int64_t itemsize, uintptr_t dst, uintptr_t src, struct copy_lib_written *out);
EXPORTED const char *copy_lib_kernel_name(int kernel);
EXPORTED const char *copy_lib_error(void);
EXPORTED const char *copy_lib_kernel_ptx(int kernel);
EXPORTED const char *copy_lib_blocks_ptx(void);
EXPORTED const char *copy_lib_flat_ptx(void);
EXPORTED int copy_lib_blocks_parameters(const int64_t *dst, const int64_t *src, void *parameters, int64_t *offsets);
EXPORTED int copy_lib_kernel_plan(int ndim, const int64_t *shape, const int64_t *dst_strides,
                                  const int64_t *src_strides, int64_t itemsize, uintptr_t dst, uintptr_t src,
                                  uint32_t *launch, void *parameters);

/* The texts stay until the process ends. */
const char *copy_lib_kernel_ptx(int kernel)
{
    static char *texts[CUCORE__KERNELS];
    if (!texts[kernel]) texts[kernel] = cucore__ptx_text(&cucore__copy_ptx, kernel);
    return texts[kernel];
}

static const char *blocks_ptx(int kernel)
{
    static char *texts[2];
    if (!texts[kernel]) texts[kernel] = cucore__ptx_text(&cucore__blocks_ptx, kernel);
    return texts[kernel];
}

const char *copy_lib_blocks_ptx(void)
{
    return blocks_ptx(cucore__kernel_ptx_blocks);
}

const char *copy_lib_flat_ptx(void)
{
    return blocks_ptx(cucore__kernel_ptx_flat);
}

/* A layout and the axis that counts blocks, from {ndim, axis, itemsize, shape ..., strides ...}. */
static cucore_status blocks_side(const int64_t *side, cucore_layout *out, int *axis)
{
    const int ndim = (int)side[0];
    *axis = (int)side[1];
    return cucore_layout_make(ndim, side + 3, side + 3 + ndim, side[2], out);
}

/* What a launch for blocks of two arrays is given, without addresses and numbers; offsets: of the first run of block 0 of
 * each, in bytes; items of a block.  -> status */
int copy_lib_blocks_parameters(const int64_t *dst, const int64_t *src, void *parameters, int64_t *offsets)
{
    cucore_layout layouts[2];
    cucore__blocks_shape shape;
    int axes[2];
    cucore_status status = blocks_side(dst, &layouts[0], &axes[0]);
    if (!status) status = blocks_side(src, &layouts[1], &axes[1]);
    if (!status) status = cucore__blocks_shape_make(&layouts[0], &layouts[1], axes, &shape);
    if (status) return (int)status;
    cucore__blocks_parameters(&shape, (cucore__kernel_blocks *)parameters);
    offsets[0] = shape.offset[0];
    offsets[1] = shape.offset[1];
    offsets[2] = cucore__blocks_items(&shape);
    return 0;
}

void copy_lib_forget(void)
{
    for (size_t i = 0; i < sizeof cucore__written_kernels / sizeof *cucore__written_kernels; i++)
        cucore__written_kernels[i] = NULL;
}

/* What a launch is given: number of the kernel, grid, threads, shared memory, bytes of the parameters (4096 at most).
 * -> status, or 100: no kernel */
int copy_lib_kernel_plan(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                         int64_t itemsize, uintptr_t dst, uintptr_t src, uint32_t *launch, void *parameters)
{
    cucore_layout to, from;
    cucore__kernel_plan plan;
    cucore_status status = make_side(1, ndim, shape, dst_strides, itemsize, &to);
    if (!status) status = make_side(0, ndim, shape, src_strides, itemsize, &from);
    plan.compile = compile_how;
    memcpy(plan.types, cast_types, sizeof plan.types);
    if (!status) status = cucore__kernel_plan_make(&to, dst, &from, src, &plan);
    if (status || plan.strategy != CUCORE_COPY_KERNEL) return status ? (int)status : 100;
    launch[0] = (uint32_t)plan.kernel;
    memcpy(&launch[1], plan.grid, sizeof plan.grid);
    launch[4] = plan.block;
    launch[5] = plan.shared;
    launch[6] = plan.parameters;
    memcpy(parameters, &plan.as, plan.parameters);
    return 0;
}

const char *copy_lib_error(void)
{
    return cucore_last_error()->message;
}

const char *copy_lib_kernel_name(int kernel)
{
    return kernel < 0 || kernel >= CUCORE__KERNELS ? NULL : cucore__kernels[kernel].name;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* On the device, in the current context. */
int copy_lib_launch(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                    int64_t itemsize, uintptr_t dst, uintptr_t src, CUstream stream)
{
    cucore_layout to, from;
    cucore__kernel_plan plan;
    cucore_status status = make_side(1, ndim, shape, dst_strides, itemsize, &to);
    if (!status) status = make_side(0, ndim, shape, src_strides, itemsize, &from);
    plan.compile = compile_how;
    memcpy(plan.types, cast_types, sizeof plan.types);
    if (!status) status = cucore__kernel_plan_make(&to, dst, &from, src, &plan);
    if (!status) status = cucore__kernel_plan_launch(&plan, stream);
    return (int)status;
}

/* ns for each of some calls: plan and launch, or the launch alone (cuLaunchKernel of the same kernel); negative: failed */
double copy_lib_enqueue(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                        int64_t itemsize, uintptr_t dst, uintptr_t src, CUstream stream, int bare, int calls)
{
    cucore_layout to, from;
    cucore__kernel_plan plan;
    CUfunction function = NULL;
    void *arguments[1];
    double start;
    int i, failed = 0;
    if (make_side(1, ndim, shape, dst_strides, itemsize, &to)) return -1;
    if (make_side(0, ndim, shape, src_strides, itemsize, &from)) return -1;
    plan.compile = compile_how;
    memcpy(plan.types, cast_types, sizeof plan.types);
    if (cucore__kernel_plan_make(&to, dst, &from, src, &plan) || cucore__kernel_plan_launch(&plan, stream)) return -1;
    if (plan.kernel == CUCORE__KERNEL_WRITTEN) {
        cucore__written *written = plan.as.written.kernel;
        if (cucore__copy_function(&written->functions, cucore__written_load, written, &function)) return -1;
        plan.grid[0] = cucore__write_blocks(&written->key, &written->form, &plan.as.written.launch);
        plan.grid[1] = plan.grid[2] = 1;
        plan.block = written->form.threads;
        plan.shared = 0;
    } else if (cucore__copy_kernel_function((int)plan.kernel, &function)) {
        return -1;
    }
    arguments[0] = &plan.as;
    start = now();
    for (i = 0; i < calls && bare == 1; i++) {
        failed |= (int)cucore__driver.LaunchKernel(function, plan.grid[0], plan.grid[1], plan.grid[2], plan.block, 1, 1,
                                                   plan.shared, stream, arguments, NULL);
    }
    for (i = 0; i < calls && bare == 2; i++) failed |= (int)cucore__kernel_plan_make(&to, dst, &from, src, &plan);
    for (i = 0; i < calls && bare == 0; i++) {
        cucore__kernel_plan each;
        each.compile = compile_how;
        memcpy(each.types, cast_types, sizeof each.types);
        failed |= (int)cucore__kernel_plan_make(&to, dst, &from, src, &each);
        failed |= (int)cucore__kernel_plan_launch(&each, stream);
    }
    return failed ? -1 : (now() - start) / calls;
}

/* ms to compile a kernel and load it */
double copy_lib_first_use(int kernel)
{
    const cucore__ptx_kernel what = {&cucore__copy_ptx, kernel, cucore__kernels[kernel].name};
    CUfunction function = NULL;
    double start = now();
    if (cucore_driver_load()) return -1;
    if (cucore__ptx_load(&what, NULL, 0, &function)) return -1;
    return (now() - start) / 1e6;
}

/* The plan as text, and what a launch of it would do.  -> status, or 100 and more when no kernel ran */
int copy_lib_copy(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                  int64_t itemsize, uintptr_t dst, uintptr_t src, char *text, size_t size, int only_plan)
{
    cucore_layout to, from;
    cucore__kernel_plan plan;
    char name[64];
    cucore__text words;
    cucore_status status;
    memset(&plan, 0xA5, sizeof plan);
    status = make_side(1, ndim, shape, dst_strides, itemsize, &to);
    if (!status) status = make_side(0, ndim, shape, src_strides, itemsize, &from);
    plan.compile = compile_how;
    memcpy(plan.types, cast_types, sizeof plan.types);
    if (!status) status = cucore__kernel_plan_make(&to, dst, &from, src, &plan);
    if (status) return (int)status;
    words = cucore__text_start(text, size);
    cucore__text_add_kernel(&words, &plan);
    if (words.length >= size) return 101;
    if (only_plan || plan.strategy == CUCORE_COPY_NOTHING) return 0;
    if (plan.strategy == CUCORE_COPY_MEMCPY) {
        memmove((void *)(uintptr_t)plan.as.runs.dst, (const void *)(uintptr_t)plan.as.runs.src,
                (size_t)plan.as.runs.bytes);
        return 0;
    }
    if (plan.kernel == CUCORE__KERNEL_WRITTEN) return 103; /* there is only PTX of it */
    snprintf(name, sizeof name, "cucore_copy_%s", cucore__kernels[plan.kernel].name);
    return copy_kernels_launch(name, plan.grid, plan.block, plan.shared, &plan.as) ? 102 : 0;
}

/* From now on kernels are written as for at least so many elements: 0, 1, 2 (cucore__write_key). */
static uint8_t least_size;
void copy_lib_write_size(int size)
{
    least_size = (uint8_t)size;
}

/* The text of the kernel that is written for two layouts, and its launch.  -> 0, or 100: there is none, 101: no room */
int copy_lib_write(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                   int64_t itemsize, uintptr_t dst, uintptr_t src, struct copy_lib_written *out)
{
    cucore_layout to, from;
    cucore__kernel_work work;
    cucore__write_key key;
    cucore__write_form form;
    cucore__write_launch launch;
    cucore_status status = make_side(1, ndim, shape, dst_strides, itemsize, &to);
    if (!status) status = make_side(0, ndim, shape, src_strides, itemsize, &from);
    memcpy(work.types, cast_types, sizeof work.types);
    if (!status) status = cucore__kernel_join_typed(&to, dst, &from, src, &work);
    if (status || !work.run || !cucore__write_key_make(&work, &key, &launch)) return status ? (int)status : 100;
    if (key.size < least_size) key.size = least_size;
    cucore__write_form_make(&key, &form);
    memcpy(out->parameters, &launch, sizeof launch);
    out->blocks = cucore__write_blocks(&key, &form, &launch);
    out->shared = form.shared;
    out->threads = form.threads;
    return cucore__write_kernel(&key, &form, out->text, sizeof out->text) < sizeof out->text ? 0 : 101;
}
