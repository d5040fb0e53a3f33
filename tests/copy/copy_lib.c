/* The planner and the kernels, compiled for the host, as a shared library for the Python tests. */
#define CUCORE_API __attribute__((visibility("default")))
#define CUCORE_PREFIX cucore /* the names that ctypes asks for */
#define CUCORE_IMPLEMENTATION
#include "cucore_cast.h"
#include "cucore_blocks.h"

#include <time.h>

#include "tests/fake_driver/ptx_run.h"

/* copy_kernels.c */
int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, const void *parameters);

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
    if (cast_types[0]) itemsize = (int64_t)type.bytes << (type.kind == CUCORE__NUMBER_COMPLEX);
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
EXPORTED double copy_lib_first_use(void);
/* A kernel that was written, and its launch. */
struct copy_lib_written {
    unsigned char parameters[3072];
    uint32_t bytes, blocks, shared, threads; /* bytes of parameters */
    char text[1 << 17];
};

EXPORTED int copy_lib_write(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                            int64_t itemsize, uintptr_t dst, uintptr_t src, struct copy_lib_written *out);
EXPORTED const char *copy_lib_error(void);
EXPORTED const char *copy_lib_convert_ptx(void);
EXPORTED const char *copy_lib_blocks_ptx(void);
EXPORTED const char *copy_lib_flat_ptx(void);
EXPORTED int copy_lib_blocks_parameters(const int64_t *dst, const int64_t *src, void *parameters, int64_t *offsets);
/* The texts stay until the process ends. */
const char *copy_lib_convert_ptx(void)
{
    static char *text;
    if (!text) text = cucore__ptx_text(&cucore__cast_ptx, cucore__kernel_ptx_convert);
    return text;
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
    memset((void *)cucore__written_layouts, 0, sizeof cucore__written_layouts);
}

const char *copy_lib_error(void)
{
    return cucore_last_error()->message;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* From now on the kernel that converts any numbers converts all. */
static int is_any;
EXPORTED void copy_lib_convert_any(int any);
void copy_lib_convert_any(int any)
{
    is_any = any;
}

static cucore_status make_plan(int ndim, const int64_t *shape, const int64_t *strides[2], const int64_t *addresses,
                               int64_t itemsize, cucore__kernel_plan *plan)
{
    cucore_layout to, from;
    cucore__kernel_work work;
    cucore__write_key key;
    cucore_status status = make_side(1, ndim, shape, strides[1], itemsize, &to);
    if (!status) status = make_side(0, ndim, shape, strides[0], itemsize, &from);
    plan->compile = compile_how;
    memcpy(plan->types, cast_types, sizeof plan->types);
    if (!status) status = cucore__kernel_plan_make(&to, (uintptr_t)addresses[1], &from, (uintptr_t)addresses[0], plan);
    if (status || !is_any || plan->strategy != CUCORE_COPY_KERNEL) return status;
    memcpy(work.types, cast_types, sizeof work.types);
    status = cucore__kernel_join_typed(&to, (uintptr_t)addresses[1], &from, (uintptr_t)addresses[0], &work);
    if (status) return status;
    (void)cucore__write_key_make(&work, &key, &plan->launch);
    plan->kernel = NULL;
    plan->shared = 0;
    return cucore__cast_plan_any(&key, plan);
}

#define MAKE_PLAN(plan)                                                                                                \
    const int64_t *strides[2] = {src_strides, dst_strides};                                                            \
    const int64_t addresses[2] = {(int64_t)src, (int64_t)dst};                                                         \
    cucore_status status = make_plan(ndim, shape, strides, addresses, itemsize, &(plan))

/* On the device, in the current context. */
int copy_lib_launch(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                    int64_t itemsize, uintptr_t dst, uintptr_t src, CUstream stream)
{
    cucore__kernel_plan plan;
    MAKE_PLAN(plan);
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
    double start;
    int i, failed = 0;
    if (make_side(1, ndim, shape, dst_strides, itemsize, &to)) return -1;
    if (make_side(0, ndim, shape, src_strides, itemsize, &from)) return -1;
    plan.compile = compile_how;
    memcpy(plan.types, cast_types, sizeof plan.types);
    if (cucore__kernel_plan_make(&to, dst, &from, src, &plan) || cucore__kernel_plan_launch(&plan, stream)) return -1;
    if (plan.kernel && cucore__copy_function(&plan.kernel->functions, cucore__written_load, plan.kernel, &function))
        return -1;
    start = now();
    for (i = 0; i < calls && bare == 1; i++) failed |= (int)cucore__kernel_enqueue(&plan, function, stream);
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

/* ms to compile the kernel that converts any numbers and load it */
double copy_lib_first_use(void)
{
    CUfunction function = NULL;
    double start = now();
    if (cucore_driver_load() || cucore__cast_function(&function)) return -1;
    return (now() - start) / 1e6;
}

/* Runs all launches of a plan on the host.  -> 0, or 102: no memory */
static int run_plan(const cucore__kernel_plan *plan)
{
    cucore__kernel_plan each = *plan;
    const cucore__written *kernel = plan->kernel;
    const size_t size = kernel ? cucore__write_kernel(&kernel->key, &kernel->form, NULL, 0) + 1 : 1;
    char *text = (char *)malloc(size);
    uint64_t index = 0;
    if (!text) return 102;
    if (kernel) (void)cucore__write_kernel(&kernel->key, &kernel->form, text, size);
    do {
        uint32_t grid[3] = {0, 1, 1};
        grid[0] = cucore__write_blocks(&each.grid, &each.launch);
        if (kernel) {
            ptx_run(text, grid, kernel->form.threads, &each.launch.src);
        } else {
            (void)copy_kernels_launch("cucore_copy_convert", grid, CUCORE__KERNEL_THREADS, &each.launch.src);
        }
    } while (cucore__kernel_next(plan, &each, &index));
    free(text);
    return 0;
}

/* The plan as text, and what a launch of it would do.  -> status, or 100 and more when no kernel ran */
int copy_lib_copy(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                  int64_t itemsize, uintptr_t dst, uintptr_t src, char *text, size_t size, int only_plan)
{
    cucore__kernel_plan plan;
    cucore__text words;
    MAKE_PLAN(plan);
    if (status) return (int)status;
    words = cucore__text_start(text, size);
    cucore__text_add_kernel(&words, &plan);
    if (words.length >= size) return 101;
    if (only_plan || plan.strategy == CUCORE_COPY_NOTHING) return 0;
    if (plan.strategy == CUCORE_COPY_MEMCPY) {
        memmove((void *)(uintptr_t)plan.launch.dst, (const void *)(uintptr_t)plan.launch.src, (size_t)plan.run);
        return 0;
    }
    return run_plan(&plan);
}

/* From now on kernels are written as for at least so many elements: 0, 1, 2 (cucore__write_key). */
static uint8_t least_size;
void copy_lib_write_size(int size)
{
    least_size = (uint8_t)size;
}

/* From now on general kernels are written. */
static int is_general;
EXPORTED void copy_lib_write_general(int general);
void copy_lib_write_general(int general)
{
    is_general = general;
}

/* The text of a general kernel is the same without the layout.  -> 0, or 102: it is not, 101: no room */
static int same_text(const cucore__write_key *key, const cucore__write_form *form, const char *text)
{
    const size_t size = strlen(text) + 1;
    cucore__write_key of_text;
    cucore__write_form of_form;
    char *other = (char *)malloc(size);
    int status = other ? 0 : 101;
    cucore__write_text_of(key, form, &of_text, &of_form);
    if (other && (cucore__write_kernel(&of_text, &of_form, other, size) != size - 1 || strcmp(text, other)))
        status = 102;
    free(other);
    return status;
}

/* The text of the kernel that is written for two layouts, and its launch.  -> 0, or 100: there is none, 101: no room */
int copy_lib_write(int ndim, const int64_t *shape, const int64_t *dst_strides, const int64_t *src_strides,
                   int64_t itemsize, uintptr_t dst, uintptr_t src, struct copy_lib_written *out)
{
    cucore_layout to, from;
    cucore__kernel_work work;
    cucore__write_key key;
    cucore__write_form form;
    cucore__kernel_plan plan;
    cucore__write_grid grid;
    cucore_status status = make_side(1, ndim, shape, dst_strides, itemsize, &to);
    if (!status) status = make_side(0, ndim, shape, src_strides, itemsize, &from);
    memcpy(work.types, cast_types, sizeof work.types);
    if (!status) status = cucore__kernel_join_typed(&to, dst, &from, src, &work);
    if (status || !work.run || cucore__write_key_make(&work, &key, &plan.launch) < 0) return status ? (int)status : 100;
    if (key.is_any || is_any) {
        (void)cucore__cast_plan_any(&key, &plan);
        memcpy(out->parameters, &plan.launch.src, sizeof(cucore__kernel_cast));
        out->bytes = sizeof(cucore__kernel_cast);
        out->blocks = cucore__write_blocks(&plan.grid, &plan.launch);
        out->shared = 0;
        out->threads = CUCORE__KERNEL_THREADS;
        strcpy(out->text, copy_lib_convert_ptx());
        return 0;
    }
    if (key.size < least_size) key.size = least_size;
    out->bytes = 24;
    if (is_general && !key.is_run) {
        cucore__write_general_make(&key, &form);
        out->bytes = cucore__write_numbers(&key, &form, out->parameters);
        cucore__write_launch_general(&key, &form, &plan.launch);
    } else {
        cucore__write_form_make(&key, &form);
    }
    memcpy(out->parameters, &plan.launch.src, 24);
    cucore__write_grid_make(&key, &form, &plan.launch, &grid);
    out->blocks = cucore__write_blocks(&grid, &plan.launch);
    out->shared = form.shared;
    out->threads = form.threads;
    if (cucore__write_kernel(&key, &form, out->text, sizeof out->text) >= sizeof out->text) return 101;
    return key.is_general ? same_text(&key, &form, out->text) : 0;
}
