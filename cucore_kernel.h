/* cucore_kernel.h - v0.3.0 - from views into kernels: accessors, loops, launches - SPDX-License-Identifier: MIT
 * Made from src/cucore_kernel.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * What stands between an array that was taken in and a kernel that works on it, for C, C++, CUDA C++ and NVRTC alike.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_kernel.h"           brings in cucore.h; in NVRTC nothing: accessors, loops, tensor maps are
 *                                          there
 *
 *     typedef CUCORE_ACCESSOR(2, int) image;             a plain struct: pointer, shape, strides
 *     image pixels;
 *     if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &pixels)) return -1;
 *     ... CUCORE_AT(float, pixels, y, x) += by;          in a kernel, or on the host
 *
 *     cucore_operand operands[3] = {{&z, "z", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, 0}, {&x, ...}, {&y, ...}};
 *     cucore_loops loops;                                any strides, broadcast against each other
 *     const cucore_loop *loop;
 *     if (cucore_loops_make(operands, 3, &loops)) return -1;
 *     while ((loop = cucore_loops_next(&loops))) {       once, but for arrays of more than 2 GiB
 *         cucore_launch_config config = cucore_loop_launch_config(loop, 256);
 *         if (cucore_kernel_launch(&add, z.device_id, &config, stream, CUCORE_ARGS(loop))) return -1;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>kernel-device        what host and device code have in common
 *     >>kernel-accessor      an array as a kernel indexes it
 *     >>kernel-loop          one pass over several arrays
 *     >>kernel-cpp           the same in C++
 *     >>kernel-make          accessors and loops of views, loops on the CPU
 *     >>kernel-cpp-make      accessors of views, and loops on the CPU, in C++
 *     >>kernel-launch        launches whose parameters are checked, occupancy
 *     >>kernel-graph         captures of streams into graphs, which are launched and updated
 *     >>kernel-tensor-map    arrays as the tensor memory accelerator sees them
 *     >>impl-kernel-...      what is for the host again, implemented
 *
 * >>kernel-options: macros that you may define, besides those of >>options in cucore.h
 *     name                   default      where       meaning
 *     CUCORE_CHECK_BOUNDS    not defined  every file  checks the indices of accessors: one that is outside prints a
 *                                                     line and ends the kernel (a trap) or the program (abort)
 *     CUCORE_LOOP_OPERANDS   8            every file  is the largest number of arrays of a loop, 2 to 32, also as an
 *                                                     option of nvcc and NVRTC; structs of files with another number
 *                                                     must not meet
 *     CUCORE_NO_TENSOR_MAPS  not defined  one file    leaves out tensor maps: functions that make them, and launchers
 *                                                     with them, are refused (UNSUPPORTED)
 */
#ifndef CUCORE_KERNEL_H
#define CUCORE_KERNEL_H

#if !defined(__CUDACC_RTC__)
#include "cucore.h"

#if defined(__cplusplus)
extern "C++" { /* users may include this file inside extern "C" */
#include <atomic>
#include <exception>
}
#endif

#if CUCORE_VERSION != 300
#error "cucore_kernel.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_LAYOUTS) || defined(CUCORE_NO_MODULES)
#error "cucore_kernel.h needs parts of cucore.h that are left out: do not define CUCORE_NO_LAYOUTS, CUCORE_NO_MODULES"
#endif
#endif

/* ------------ >>kernel-device -- */
/* kernel/device.h: what host and device code have in common; includes nothing, since NVRTC has no C library. */
#if defined(__CUDACC__)
#define CUCORE__KERNEL_INLINE static __host__ __device__ __forceinline__
#define CUCORE__KERNEL_METHOD __host__ __device__ __forceinline__
#define CUCORE__KERNEL_APART static inline __host__ __device__
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__KERNEL_INLINE static inline __attribute__((unused, always_inline))
#define CUCORE__KERNEL_METHOD inline
#define CUCORE__KERNEL_APART static __attribute__((unused, noinline))
#else
#define CUCORE__KERNEL_INLINE static inline
#define CUCORE__KERNEL_METHOD inline
#define CUCORE__KERNEL_APART static inline
#endif

#if defined(__cplusplus)
/* What kernels take is named by the version in C++, as all types of cucore are. */
#define CUCORE__KERNEL_NAMESPACE cucore_0_3_0_kernel
#define CUCORE__KERNEL_BEGIN \
    extern "C" { \
    inline namespace CUCORE__KERNEL_NAMESPACE \
    {
#define CUCORE__KERNEL_END \
    } \
    }
#define CUCORE_KERNEL_CAST(type, value) static_cast<type>(value)
#else
#define CUCORE__KERNEL_BEGIN
#define CUCORE__KERNEL_END
#define CUCORE_KERNEL_CAST(type, value) ((type)(value))
#endif

/* CUCORE_CHECK_BOUNDS: an index that is outside prints a line and ends the kernel (cuda: a trap), or the program. */
#if defined(CUCORE_CHECK_BOUNDS)
#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
extern "C++" {
#include <stdio.h>
#include <stdlib.h>
}
#elif !defined(__cplusplus)
#include <stdio.h>
#include <stdlib.h>
#endif
CUCORE__KERNEL_BEGIN
CUCORE__KERNEL_INLINE long long cucore__index_checked(long long index, long long extent, int axis, const char *file,
                                                      int line)
{
    if (index < 0 || index >= extent) {
#if defined(__CUDA_ARCH__)
        printf("%s:%d: index %lld of axis %d is outside of its %lld elements\n", file, line, index, axis, extent);
        __trap();
#elif !defined(__CUDACC_RTC__)
        fprintf(stderr, "%s:%d: index %lld of axis %d is outside of its %lld elements\n", file, line, index, axis,
                extent);
        abort();
#endif
    }
    return index;
}
CUCORE__KERNEL_END
#endif

CUCORE__KERNEL_BEGIN

/* ------------ >>kernel-accessor -- */
/* kernel/accessor.h: an array as a kernel indexes it. */
/* CUCORE_ACCESSOR is a type for arrays of `rank` axes, 1 or more, with indices of the type `index`: int, or long long
 * for more than 2^31 elements.  Strides are in elements.  It is passed to a kernel by value, 24 bytes for two axes and
 * int:
 *
 *     typedef CUCORE_ACCESSOR(2, int) image;
 *
 *     __global__ void brighten(image pixels, float by)
 *     {
 *         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
 *         if (x < pixels.shape[1]) CUCORE_AT(float, pixels, y, x) += by;
 *     }
 *
 * On the host CUCORE_ACCESSOR_MAKE fills one in from a view, and refuses a view that does not fit.  C++ has
 * cucore::accessor. */
#define CUCORE_ACCESSOR(rank, index) \
    struct { \
        void *ptr; \
        index shape[rank]; \
        index strides[rank]; \
    }

/* CUCORE_AT(type, accessor, i, j, ...) - the element at these indices, of an array with elements of `type`
 *   There are as many indices as axes, 8 at most, of any integer type.  The element may be assigned to.  With
 *   CUCORE_CHECK_BOUNDS an index that is outside ends the kernel or the program with a line that names it; without it
 *   indices are not checked.
 *   C++ counts in the accessor's type of index: if that is int, offsets fit it, as CUCORE_ACCESSOR_MAKE checks.
 *   C, which cannot name that type and has no kernels, counts in long long. */
#define CUCORE_AT(type, accessor, ...) \
    (CUCORE_KERNEL_CAST( \
        type *, (accessor).ptr)[CUCORE_AT_PICK(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)(accessor, __VA_ARGS__)])
#define CUCORE_AT_PICK(...) CUCORE_AT_PICKED(__VA_ARGS__)
#define CUCORE_AT_PICKED(a, b, c, d, e, f, g, h, count, ...) CUCORE_AT_##count
#if defined(CUCORE_CHECK_BOUNDS)
#define CUCORE_AT_ON(x, axis, i) \
    (cucore__index_checked((i), (x).shape[axis], (axis), __FILE__, __LINE__) * (x).strides[axis])
#elif defined(__cplusplus) /* cast first: an unsigned index times a negative stride would be a large unsigned number */
#define CUCORE_AT_ON(x, axis, i) (static_cast<decltype((x).strides[axis] + 0)>(i) * (x).strides[axis])
#else
#define CUCORE_AT_ON(x, axis, i) ((long long)(i) * (x).strides[axis])
#endif
#define CUCORE_AT_1(x, a) CUCORE_AT_ON(x, 0, a)
#define CUCORE_AT_2(x, a, b) CUCORE_AT_1(x, a) + CUCORE_AT_ON(x, 1, b)
#define CUCORE_AT_3(x, a, b, c) CUCORE_AT_2(x, a, b) + CUCORE_AT_ON(x, 2, c)
#define CUCORE_AT_4(x, a, b, c, d) CUCORE_AT_3(x, a, b, c) + CUCORE_AT_ON(x, 3, d)
#define CUCORE_AT_5(x, a, b, c, d, e) CUCORE_AT_4(x, a, b, c, d) + CUCORE_AT_ON(x, 4, e)
#define CUCORE_AT_6(x, a, b, c, d, e, f) CUCORE_AT_5(x, a, b, c, d, e) + CUCORE_AT_ON(x, 5, f)
#define CUCORE_AT_7(x, a, b, c, d, e, f, g) CUCORE_AT_6(x, a, b, c, d, e, f) + CUCORE_AT_ON(x, 6, g)
#define CUCORE_AT_8(x, a, b, c, d, e, f, g, h) CUCORE_AT_7(x, a, b, c, d, e, f, g) + CUCORE_AT_ON(x, 7, h)

/* ------------ >>kernel-loop -- */
/* kernel/loop.h: one loop over the elements of several arrays. */
/* The largest number of arrays, 2 to 32 (>>kernel-options). */
#ifndef CUCORE_LOOP_OPERANDS
#define CUCORE_LOOP_OPERANDS 8
#endif
#if CUCORE_LOOP_OPERANDS < 2 || CUCORE_LOOP_OPERANDS > 32
#error "CUCORE_LOOP_OPERANDS has to be 2 to 32"
#endif
#define CUCORE_LOOP_NDIM 8 /* most axes, once those that belong together are merged; more make several loops */

/* A loop over the elements of up to CUCORE_LOOP_OPERANDS arrays of one shape, whatever their strides.
 * cucore_loops_next makes it on the host; a kernel takes it by value: 480 bytes for 8 arrays, 832 for 16.  Offsets are
 * in bytes and fit 32 bits.  All zero has no steps.
 *   A step is `lanes` elements that lie side by side in an operand, or are one and the same there (stride 0), so that
 * kernels read and write them as one.  Steps count from 0; the first axis is the fastest.
 *   If one operand is transposed to another, the first two axes are the inside of a tile and the next two count tiles:
 * a block of threads then shares lines of memory in both.  Tiles have 32 x 32 elements, 32 x 64 if none has more than 4
 * bytes, 64 x 64 if elements of 1 and 2 bytes make aligned words of 4 in all operands.  Tiles on the rim are not full,
 * so that a step may have no elements.  Steps of tiles have one lane. */
typedef struct cucore_loop {
    int count;         /* operands */
    int ndim;          /* 1 or more */
    int lanes;         /* elements of a step: 1, 2, 4, 8 or 16 */
    unsigned size;     /* steps, those without elements among them: less than 2^31 */
    unsigned row;      /* elements on the first axis: the last step of a row may have fewer than `lanes` */
    unsigned tiled[2]; /* with tiles: elements on the two axes, of which extent[0] and [1] are in a tile; else 0 */
    unsigned reserved;
    unsigned extent[CUCORE_LOOP_NDIM];     /* steps */
    unsigned multiplier[CUCORE_LOOP_NDIM]; /* n / extent is (((n * multiplier) >> 32) + n) >> shift */
    unsigned shift[CUCORE_LOOP_NDIM];
    char *ptr[CUCORE_LOOP_OPERANDS];                     /* step 0 */
    int itemsize[CUCORE_LOOP_OPERANDS];                  /* bytes from lane to lane; 0: all lanes are one element */
    int strides[CUCORE_LOOP_NDIM][CUCORE_LOOP_OPERANDS]; /* bytes from step to step */
} cucore_loop;

/* Where a step is.  To be filled by cucore_loop_locate: only filled ones mean anything. */
typedef struct cucore_loop_at {
    unsigned step;
    int lanes;                        /* elements that it has: loop.lanes, fewer at the end of a row, none on a rim */
    int offset[CUCORE_LOOP_OPERANDS]; /* bytes, of the first of them in each operand */
    unsigned index[CUCORE_LOOP_NDIM];
    /* The host alone. */
    char *ptr[CUCORE_LOOP_OPERANDS];  /* the element at `offset` */
    int stride[CUCORE_LOOP_OPERANDS]; /* bytes from it to the next of `lanes` */
    int rows;                         /* CUCORE_LOOP_RANGE: rows of `lanes` elements that are left of a block, */
    unsigned next;                    /* ... the step after the block */
} cucore_loop_at;

/* Before a loop over operands: it is unrolled, so that compilers keep what belongs to each operand in registers. */
#if defined(__CUDA_ARCH__)
#define CUCORE__LOOP_UNROLL
#elif defined(__GNUC__) && __GNUC__ >= 8 && !defined(__clang__) && !defined(__CUDACC__) && \
    !defined(__INTEL_COMPILER) && !defined(__NVCOMPILER)
#define CUCORE__LOOP_UNROLL _Pragma("GCC unroll 8")
#else
#define CUCORE__LOOP_UNROLL
#endif

/* An offset so many steps on: modulo 2^32, since steps without elements may be farther away than an int reaches. */
CUCORE__KERNEL_INLINE int cucore__loop_move(int offset, unsigned steps, int stride)
{
    return CUCORE_KERNEL_CAST(int, CUCORE_KERNEL_CAST(unsigned, offset) + steps * CUCORE_KERNEL_CAST(unsigned, stride));
}

/* How many elements the step at `at` has, of a loop without tiles. */
CUCORE__KERNEL_INLINE int cucore__loop_row_lanes(const cucore_loop *loop, const cucore_loop_at *at)
{
    unsigned lanes = CUCORE_KERNEL_CAST(unsigned, loop->lanes), left = loop->row - at->index[0] * lanes;
    return CUCORE_KERNEL_CAST(int, left < lanes ? left : lanes);
}

/* ... of any. */
CUCORE__KERNEL_INLINE int cucore__loop_lanes(const cucore_loop *loop, const cucore_loop_at *at)
{
    if (!loop->tiled[0]) return cucore__loop_row_lanes(loop, at);
    return at->index[0] + at->index[2] * loop->extent[0] < loop->tiled[0] &&
           at->index[1] + at->index[3] * loop->extent[1] < loop->tiled[1];
}

/* Indices and offsets of a step on the axes from `first` to before `ndim`, which are best constants: 2 and loop->ndim
 * for those of a tile.  Ends with the last axis, since each that is only passed over would be a comparison and a
 * branch. */
CUCORE__KERNEL_INLINE void cucore__loop_find(const cucore_loop *loop, int first, int ndim, unsigned step, int operands,
                                             cucore_loop_at *at)
{
    int axis, k;
    for (k = 0; k < operands; k++) at->offset[k] = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (axis = first; axis < CUCORE_LOOP_NDIM; axis++) {
        unsigned inside = step, whole = 0;
        if (axis >= ndim) break;
        if (axis + 1 < ndim) {
            unsigned long long product = CUCORE_KERNEL_CAST(unsigned long long, step) * loop->multiplier[axis];
            whole = (CUCORE_KERNEL_CAST(unsigned, product >> 32) + step) >> loop->shift[axis];
            inside = step - whole * loop->extent[axis];
        }
        at->index[axis] = inside;
        for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], inside, loop->strides[axis][k]);
        step = whole;
    }
}

/* Sets what `at` has on the host only, once its offsets are known. */
CUCORE__KERNEL_INLINE void cucore__loop_point(const cucore_loop *loop, int operands, cucore_loop_at *at)
{
#if defined(__CUDA_ARCH__)
    (void)loop, (void)operands, (void)at;
#else
    int k;
    CUCORE__LOOP_UNROLL
    for (k = 0; k < operands; k++) {
        at->ptr[k] = loop->ptr[k] + at->offset[k];
        at->stride[k] = loop->lanes > 1 ? loop->itemsize[k] : loop->strides[0][k];
    }
#endif
}

/* cucore_loop_locate - where a step is
 *   loop   in   a kernel's parameter, or on the host
 *   step   in   less than loop->size
 *   operands  in  how many: loop->count, best as a constant, which lets the compiler unroll
 *   at     out  the offsets of so many operands
 *   -> elements of the step: as at->lanes.  Host and device, any thread */
CUCORE__KERNEL_INLINE int cucore_loop_locate(const cucore_loop *loop, unsigned step, int operands, cucore_loop_at *at)
{
    cucore__loop_find(loop, 0, loop->ndim, step, operands, at);
    at->step = step;
    at->lanes = cucore__loop_lanes(loop, at);
    cucore__loop_point(loop, operands, at);
    return at->lanes;
}

/* cucore_loop_advance - go from a step to the next one, without a division, if a thread does many steps
 *   at  in/out  of a step that is not the last
 *   -> as cucore_loop_locate */
CUCORE__KERNEL_INLINE int cucore_loop_advance(const cucore_loop *loop, int operands, cucore_loop_at *at)
{
    int axis, k;
    at->step++;
    for (axis = 0; axis < loop->ndim; axis++) {
        unsigned back = 1 - loop->extent[axis];
        if (axis + 1 == loop->ndim || at->index[axis] + 1 < loop->extent[axis]) {
            at->index[axis]++;
            for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], 1, loop->strides[axis][k]);
            break;
        }
        at->index[axis] = 0;
        for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], back, loop->strides[axis][k]);
    }
    at->lanes = cucore__loop_lanes(loop, at);
    cucore__loop_point(loop, operands, at);
    return at->lanes;
}

/* CUCORE_LOOP_EACH(loop, count, at, lane) - in a kernel: do the statement that follows for each element, one after the
 *   other, by any thread of the grid.  `at` and `lane` are names of your choice; `continue` is fine, `break` leaves one
 *   step.
 * CUCORE_LOOP_RANGE(loop, count, begin, end, at, lane) - in a function of the host: the same for the elements of the
 *   steps from begin to before end, row by row, as in nested loops that you write by hand for any strides.  `count` has
 *   to be a constant to be as fast as those.  `break` leaves a row; at.step is the first step of the row
 * CUCORE_LOOP_AT(type, loop, at, lane, operand) - that element of an operand; it may be assigned to if the operand is
 *   written
 *
 *     __global__ void add(cucore_loop loop)
 *     {
 *         CUCORE_LOOP_EACH(loop, 3, at, i)
 *         {
 *             CUCORE_LOOP_AT(float, loop, at, i, 0) =
 *                 CUCORE_LOOP_AT(const float, loop, at, i, 1) + CUCORE_LOOP_AT(const float, loop, at, i, 2);
 *         }
 *     } */
#if defined(__CUDA_ARCH__)
#define CUCORE_LOOP_AT(type, loop, at, lane, operand) \
    (*CUCORE_KERNEL_CAST(type *, CUCORE_KERNEL_CAST(void *, (loop).ptr[operand] + (at).offset[operand] + \
                                                                (lane) * (loop).itemsize[operand])))
#else /* `at` is a local variable, which no write to an operand can change; the loop may be in memory that one could */
#define CUCORE_LOOP_AT(type, loop, at, lane, operand) \
    (*CUCORE_KERNEL_CAST(type *, CUCORE_KERNEL_CAST(void *, (at).ptr[operand] + (lane) * (at).stride[operand])))
#endif
#define CUCORE_LOOP_RANGE(loop, count, begin, end, at, lane) \
    for (cucore_loop_at at##_block, at = cucore__loop_rows(&(loop), (begin), (end), (count), &at##_block); \
         at.step < (end); at = cucore__loop_rows(&(loop), at.next, (end), (count), &at##_block)) \
        for (; at.rows > 0; cucore__loop_next_row(&(loop), (count), &at)) \
            for (int lane = 0, lane##_left = at.lanes; lane##_left > 0; lane++, lane##_left--)
#if defined(__CUDACC__)
#define CUCORE_LOOP_EACH(loop, count, at, lane) \
    for (cucore_loop_at at = {blockIdx.x * blockDim.x + threadIdx.x}; at.step < (loop).size; \
         at.step += gridDim.x * blockDim.x) \
        for (int lane = 0, cucore_lanes = cucore_loop_locate(&(loop), at.step, (count), &at); lane < cucore_lanes; \
             lane++)
#endif

/* Points `at` to the block that begins with `step`: the rest of a row, or whole rows up to the end of the second axis,
 * those without elements left out.  It is a function of its own because inlined it would take the registers that the
 * inner loops need. */
CUCORE__KERNEL_APART void cucore__loop_block(const cucore_loop *loop, unsigned step, unsigned end, int operands,
                                             cucore_loop_at *at)
{
    const unsigned lanes = CUCORE_KERNEL_CAST(unsigned, loop->lanes), extent = loop->extent[0], left = end - step;
    unsigned steps = extent, rows = 1, row = loop->row, first;
    (void)cucore_loop_locate(loop, step, operands, at);
    first = at->index[0] * lanes;
    at->rows = 0;
    if (at->index[0] || left < extent) {
        steps -= at->index[0];
        if (steps > left) steps = left;
    } else if (loop->ndim > 1) {
        rows = loop->extent[1] - at->index[1];
        if (rows > left / extent) rows = left / extent;
    }
    at->next = step + steps * rows;
    if (loop->tiled[0]) {
        const unsigned above = at->index[1] + at->index[3] * loop->extent[1];
        row -= at->index[2] * extent;
        if (above >= loop->tiled[1]) return;
        if (rows > loop->tiled[1] - above) rows = loop->tiled[1] - above;
    }
    if (first >= row) return;
    at->rows = CUCORE_KERNEL_CAST(int, rows);
    at->lanes = CUCORE_KERNEL_CAST(int, steps *lanes < row - first ? steps * lanes : row - first);
}

/* Returns a block as a value, which compilers can keep in registers: the address of `block` was given to a function. */
CUCORE__KERNEL_INLINE cucore_loop_at cucore__loop_copy(const cucore_loop_at *block, int operands)
{
    cucore_loop_at at;
    int k;
    at.step = block->step;
    at.lanes = block->lanes;
    at.rows = block->rows;
    at.next = block->next;
    CUCORE__LOOP_UNROLL
    for (k = 0; k < CUCORE_LOOP_NDIM; k++) at.index[k] = block->index[k];
    CUCORE__LOOP_UNROLL
    for (k = 0; k < operands; k++) {
        at.offset[k] = block->offset[k];
        at.ptr[k] = block->ptr[k];
        at.stride[k] = block->stride[k];
    }
    return at;
}

/* Returns the block that begins with `step`; one without rows at `end`. */
CUCORE__KERNEL_INLINE cucore_loop_at cucore__loop_rows(const cucore_loop *loop, unsigned step, unsigned end,
                                                       int operands, cucore_loop_at *block)
{
    cucore_loop_at at;
    if (step >= end) {
        at.step = at.next = end;
        at.rows = at.lanes = 0;
        return at;
    }
    cucore__loop_block(loop, step, end, operands, block);
    return cucore__loop_copy(block, operands);
}

/* Moves `at` to the next row of its block; the last one is followed by none. */
CUCORE__KERNEL_INLINE void cucore__loop_next_row(const cucore_loop *loop, int operands, cucore_loop_at *at)
{
    int k;
    at->rows--;
    at->step += loop->extent[0];
    at->index[1]++;
    CUCORE__LOOP_UNROLL
    for (k = 0; k < operands; k++) {
        at->offset[k] = cucore__loop_move(at->offset[k], 1, loop->strides[1][k]);
        at->ptr[k] = loop->ptr[k] + at->offset[k];
    }
}

CUCORE__KERNEL_END

/* ------------ >>kernel-cpp -- */
/* kernel/cpp.h: accessors and loops in C++11, for kernels and for the host. */
#if defined(__cplusplus)
extern "C++" {
namespace cucore
{
inline namespace CUCORE__KERNEL_NAMESPACE
{
/* An array of Ndim axes whose elements are Type, const Type to read: the struct of CUCORE_ACCESSOR, with an operator.
 *
 *     __global__ void brighten(cucore::accessor<float, 2> pixels, float by)
 *     {
 *         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
 *         if (x < pixels.extent(1)) pixels(y, x) += by;
 *     }
 *
 * cucore::make_accessor fills one in from a view.  With CUCORE_CHECK_BOUNDS indices are checked. */
template <typename Type, int Ndim, typename Index = int> struct accessor {
    Type *ptr;
    Index shape[static_cast<unsigned>(Ndim)];
    Index strides[static_cast<unsigned>(Ndim)]; /* elements */

    accessor() = default;
    /* One that may write is one that reads, too. */
    template <typename Other>
    CUCORE__KERNEL_METHOD accessor(const accessor<Other, Ndim, Index> &other) : ptr(other.ptr) /* not const to plain */
    {
        for (int axis = 0; axis < Ndim; axis++) shape[axis] = other.shape[axis], strides[axis] = other.strides[axis];
    }

    template <typename... Indices> CUCORE__KERNEL_METHOD Type &operator()(Indices... indices) const
    {
        static_assert(sizeof...(Indices) == Ndim, "as many indices as the accessor has axes");
        const Index at[] = {static_cast<Index>(indices)...};
        Index offset = 0;
#if defined(CUCORE_CHECK_BOUNDS)
        const long long given[] = {
            static_cast<long long>(indices)...}; /* none that is outside and fits Index by chance */
        for (int axis = 0; axis < Ndim; axis++)
            (void)cucore__index_checked(given[axis], shape[axis], axis, __FILE__, __LINE__);
#endif
        for (int axis = 0; axis < Ndim; axis++) offset += at[axis] * strides[axis];
        return ptr[offset];
    }
    CUCORE__KERNEL_METHOD Index extent(int axis) const
    {
        return shape[axis];
    }
    CUCORE__KERNEL_METHOD static constexpr int rank()
    {
        return Ndim;
    }

    /* To an mdspan with layout_stride, and from one whose extents fit: those of std, cuda::std, Kokkos.
     *   using strided = cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_stride>;
     *   auto span = pixels.as_mdspan<strided>(); */
    template <typename Span> CUCORE__KERNEL_METHOD Span as_mdspan() const
    {
        typedef typename Span::mapping_type mapping;
        decltype(mapping().strides()) steps;
        decltype(mapping().strides()) sizes;
        for (int axis = 0; axis < Ndim; axis++) {
            steps[axis] = strides[axis];
            sizes[axis] = shape[axis];
        }
        return Span(ptr, mapping(typename Span::extents_type(sizes), steps));
    }
    template <typename Span> CUCORE__KERNEL_METHOD static accessor from_mdspan(const Span &span)
    {
        static_assert(Span::rank() == Ndim, "an mdspan of as many axes");
        accessor result;
        result.ptr = span.data_handle();
        for (int axis = 0; axis < Ndim; axis++) {
            result.shape[axis] = static_cast<Index>(span.extent(axis));
            result.strides[axis] = static_cast<Index>(span.stride(axis));
        }
        return result;
    }
};

/* What a thread reads or writes at once.  One element needs no more than its own alignment. */
template <typename Type, int lanes> struct alignas(lanes == 1 ? alignof(Type) : sizeof(Type) * lanes) packed {
    Type lane[static_cast<unsigned>(lanes)];
};
template <typename Type> struct without_const {
    typedef Type type;
};
template <typename Type> struct without_const<const Type> {
    typedef Type type;
};

/* The most lanes of a loop that writes Type: as many as make 16 bytes. */
template <typename Type> CUCORE__KERNEL_METHOD constexpr int most_lanes()
{
    return sizeof(Type) & (sizeof(Type) - 1) || sizeof(Type) > 16 ? 1 : static_cast<int>(16 / sizeof(Type));
}
/* ... so that a branch for more of them, which is never taken, is the same code as that for one. */
template <typename Type> CUCORE__KERNEL_METHOD constexpr int lanes_of(int lanes)
{
    return lanes <= most_lanes<Type>() ? lanes : 1;
}

/* On a device elements of 1 and 2 bytes stay in the words they came in until they are used: the compiler would give
 * each a register of its own, 128 instead of 71 for four operands of halves, which leaves room for half as many
 * threads. */
template <typename Type, int lanes> CUCORE__KERNEL_METHOD constexpr bool in_words()
{
#if defined(__CUDA_ARCH__)
    return sizeof(Type) <= 2 && sizeof(Type) * lanes >= 4;
#else
    return false;
#endif
}

/* What a thread has loaded of an operand. */
template <typename Type, int lanes, bool words = in_words<Type, lanes>()> struct loaded {
    packed<Type, lanes> own;

    CUCORE__KERNEL_METHOD void load(const void *from)
    {
        own = *static_cast<const packed<Type, lanes> *>(from);
    }
    /* An element that all lanes share.  They have it once it is spread, after the loads of all operands: a copy would
     * wait for this one, and the loads behind it, too. */
    CUCORE__KERNEL_METHOD void load_one(const void *from)
    {
        own.lane[0] = *static_cast<const Type *>(from);
    }
    CUCORE__KERNEL_METHOD void spread()
    {
        for (int i = 1; i < lanes; i++) own.lane[i] = own.lane[0];
    }
    CUCORE__KERNEL_METHOD Type get(int i) const
    {
        return own.lane[i];
    }
};
#if defined(__CUDA_ARCH__)
template <typename Type, int lanes> struct loaded<Type, lanes, true> {
    enum { bits = 8 * sizeof(Type), in_word = 4 / sizeof(Type), count = lanes / in_word };
    packed<unsigned, count> own;

    __device__ __forceinline__ void load(const void *from)
    {
        own = *static_cast<const packed<unsigned, count> *>(from);
    }
    __device__ __forceinline__ void load_one(const void *from)
    {
        own.lane[0] =
            sizeof(Type) == 2 ? *static_cast<const unsigned short *>(from) : *static_cast<const unsigned char *>(from);
    }
    __device__ __forceinline__ void spread()
    {
        const unsigned word = own.lane[0] * (sizeof(Type) == 2 ? 0x10001u : 0x1010101u);
        for (int i = 0; i < count; i++) own.lane[i] = word;
    }
    __device__ __forceinline__ Type get(int i) const
    {
        const unsigned word = own.lane[i / in_word] >> (i % in_word * bits);
        Type value;
        memcpy(static_cast<void *>(&value), &word, sizeof value);
        return value;
    }
};
#endif

/* The operands from k on, one behind the other: each level has the elements of one. */
template <int k, int lanes, typename... In> struct inputs;
template <int k, int lanes> struct inputs<k, lanes> {
    CUCORE__KERNEL_METHOD void load(const cucore_loop &, const cucore_loop_at &, int)
    {
    }
    CUCORE__KERNEL_METHOD void spread(const cucore_loop &)
    {
    }
    template <typename F, typename... Values>
    CUCORE__KERNEL_METHOD auto call(F &f, int, const Values &...values) -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <int k, int lanes, typename First, typename... Rest> struct inputs<k, lanes, First, Rest...> {
    typedef typename without_const<First>::type value;
    loaded<value, lanes> own;
    inputs<k + 1, lanes, Rest...> others;

    CUCORE__KERNEL_METHOD void load(const cucore_loop &loop, const cucore_loop_at &at, int lane)
    {
        const void *const from = loop.ptr[k] + at.offset[k] + lane * loop.itemsize[k];
        if (lanes == 1 || loop.itemsize[k]) {
            own.load(from);
        } else {
            own.load_one(from);
        }
        others.load(loop, at, lane);
    }
    CUCORE__KERNEL_METHOD void spread(const cucore_loop &loop)
    {
        if (lanes > 1 && !loop.itemsize[k]) own.spread();
        others.spread(loop);
    }
    template <typename F, typename... Values>
    CUCORE__KERNEL_METHOD auto call(F &f, int i, const Values &...values)
        -> decltype(others.call(f, i, values..., own.get(0)))
    {
        return others.call(f, i, values..., own.get(i));
    }
};

/* out = f(in...) for `lanes` elements of a step, from one of them on, whose inputs were loaded. */
template <int lanes, typename Out, typename Inputs, typename F>
CUCORE__KERNEL_METHOD void transform_lanes(const cucore_loop &loop, const cucore_loop_at &at, int lane, Inputs &in,
                                           F &f)
{
    packed<Out, lanes> out;
    in.spread(loop);
    for (int i = 0; i < lanes; i++) out.lane[i] = in.call(f, i);
    *static_cast<packed<Out, lanes> *>(static_cast<void *>(loop.ptr[0] + at.offset[0] + lane * loop.itemsize[0])) = out;
}

/* Element by element, where a row ends within a step: seldom, so that it is short rather than fast. */
template <typename Out, typename... In, typename F>
CUCORE__KERNEL_METHOD void transform_rest(const cucore_loop &loop, const cucore_loop_at &at, F &f)
{
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (int i = 0; i < at.lanes; i++) {
        inputs<1, 1, In...> in;
        in.load(loop, at, i);
        transform_lanes<1, Out>(loop, at, i, in, f);
    }
}

#if !defined(__CUDACC_RTC__)
/* The operands from k on of a row on the host.  If is_dense, elements are side by side, which lets compilers make
 * vectors of them. */
template <bool is_dense, int k, typename... In> struct row_inputs;
template <bool is_dense, int k> struct row_inputs<is_dense, k> {
    explicit row_inputs(const cucore_loop_at &)
    {
    }
    template <typename F, typename... Values>
    auto call(F &f, int, const Values &...values) const -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <bool is_dense, int k, typename First, typename... Rest> struct row_inputs<is_dense, k, First, Rest...> {
    typedef typename without_const<First>::type value;
    const char *from;
    int stride;
    row_inputs<is_dense, k + 1, Rest...> others;

    explicit row_inputs(const cucore_loop_at &at) : from(at.ptr[k]), stride(at.stride[k]), others(at)
    {
    }
    value get(int i) const
    {
        return is_dense ? static_cast<const value *>(static_cast<const void *>(from))[i]
                        : *static_cast<const value *>(static_cast<const void *>(from + i * stride));
    }
    template <typename F, typename... Values>
    auto call(F &f, int i, const Values &...values) const -> decltype(others.call(f, i, values..., get(0)))
    {
        return others.call(f, i, values..., get(i));
    }
};

/* out = f(in...) for the rows of a block. */
template <bool is_dense, typename Out, typename... In, typename F>
inline void transform_rows(const cucore_loop &loop, const cucore_loop_at &block, F &f)
{
    enum { count = 1 + sizeof...(In) };
    for (cucore_loop_at at = cucore__loop_copy(&block, count); at.rows > 0; cucore__loop_next_row(&loop, count, &at)) {
        const row_inputs<is_dense, 1, In...> in(at);
        char *const to = at.ptr[0];
        const int stride = is_dense ? static_cast<int>(sizeof(Out)) : at.stride[0];
        for (int i = 0, left = at.lanes; left > 0; i++, left--)
            *static_cast<Out *>(static_cast<void *>(to + i * stride)) = in.call(f, i);
    }
}

/* cucore::transform_range<Out, In...>(loop, begin, end, f) - operand 0 becomes f(operand 1, operand 2, ...), for the
 * elements of the steps from begin to before end: on the host.  Elements that are side by side in all operands become
 * vectors if the compiler makes them (gcc -O3, clang -O2) */
template <typename Out, typename... In, typename F>
inline void transform_range(const cucore_loop &loop, unsigned begin, unsigned end, F f)
{
    const int sizes[] = {static_cast<int>(sizeof(Out)), static_cast<int>(sizeof(In))...};
    const int count = 1 + sizeof...(In);
    cucore_loop_at block;
    for (; begin < end; begin = block.next) {
        bool is_dense = true;
        cucore__loop_block(&loop, begin, end, count, &block);
        for (int k = 0; k < count; k++) is_dense = is_dense && block.stride[k] == sizes[k];
        if (is_dense) {
            transform_rows<true, Out, In...>(loop, block, f);
        } else {
            transform_rows<false, Out, In...>(loop, block, f);
        }
    }
}
#endif

#if defined(__CUDACC__)
/* How a block goes over a tile of a loop.  The operands that lie the other way round go through shared memory: 4 to 9
 * KB for elements of up to 8 bytes, 17 for those of 16; larger ones have none. */
template <typename Type> CUCORE__KERNEL_METHOD constexpr int largest()
{
    return static_cast<int>(sizeof(Type));
}
template <typename Type, typename Next, typename... Rest> CUCORE__KERNEL_METHOD constexpr int largest()
{
    return largest<Type>() > largest<Next, Rest...>() ? largest<Type>() : largest<Next, Rest...>();
}
template <bool has_words, typename... Type> struct tile_of {
    enum {
        threads = 256,
        itemsize = largest<Type...>(),
        is_small = itemsize <= 16,
        width = has_words ? 64 : 32, /* elements, as cucore_loops_next has them */
        height = itemsize <= 4 ? 64 : 32,
        lanes = has_words ? 4 / itemsize : 1, /* elements that a thread has side by side */
        across = width / lanes,               /* threads along a row, */
        down = height / lanes,                /* ... along a column */
        count = width * down / threads,       /* times that a thread has its lanes */
        nbytes = !is_small       ? 1
                 : itemsize <= 2 ? height * (64 * itemsize + 4)
                                 : height * 33 * itemsize
    };
};
template <int nbytes> struct alignas(16) tile_memory {
    char bytes[static_cast<unsigned>(nbytes)];
};
/* One for all calls of a kernel that need as much. */
template <int nbytes> static __device__ __forceinline__ void *tile_memory_of_block()
{
    __shared__ tile_memory<nbytes> memory;
    return memory.bytes;
}

/* A thread's elements of a tile, of the operands from k on. */
template <typename Tile, int k, typename... In> struct tile_inputs;
template <typename Tile, int k> struct tile_inputs<Tile, k> {
    __device__ __forceinline__ void load(const cucore_loop &, const cucore_loop_at &, unsigned, unsigned)
    {
    }
    __device__ __forceinline__ void turn(const cucore_loop &, void *)
    {
    }
    template <typename F, typename... Values>
    __device__ __forceinline__ auto call(F &f, int, int, const Values &...values) -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <typename Tile, int k, typename First, typename... Rest> struct tile_inputs<Tile, k, First, Rest...> {
    typedef typename without_const<First>::type value;
    /* Elements of a row in shared memory: whole words, and an odd number of words or of elements: a column is in
     * different banks. */
    enum { pitch = Tile::width + (sizeof(value) < 4 ? 4 / sizeof(value) : 1) };
    loaded<value, Tile::lanes> own[Tile::count];
    tile_inputs<Tile, k + 1, Rest...> others;

    /* Do elements of a column lie closer to each other than those of a row?  The same for all threads. */
    static __device__ __forceinline__ bool is_turned(const cucore_loop &loop)
    {
        const unsigned right = static_cast<unsigned>(loop.strides[0][k]),
                       down = static_cast<unsigned>(loop.strides[1][k]);
        return down && (loop.strides[1][k] < 0 ? 0 - down : down) < (loop.strides[0][k] < 0 ? 0 - right : right);
    }
    /* Threads side by side go along a row; down a column where the operand is turned.  Outside of the array nothing is
     * read, and pointers may be anything. */
    __device__ __forceinline__ void load(const cucore_loop &loop, const cucore_loop_at &at, unsigned width,
                                         unsigned height)
    {
        const bool turned = is_turned(loop);
        const unsigned side = (turned ? threadIdx.x % Tile::down : threadIdx.x % Tile::across) * Tile::lanes;
        const unsigned first = turned ? threadIdx.x / Tile::down : threadIdx.x / Tile::across;
        const unsigned step = turned ? Tile::threads / Tile::down : Tile::threads / Tile::across;
        const int along = turned ? loop.strides[1][k] : loop.strides[0][k];
        const int next = turned ? loop.strides[0][k] : loop.strides[1][k];
        const unsigned sides = turned ? height : width, rows = turned ? width : height;
        const char *from = loop.ptr[k] + cucore__loop_move(cucore__loop_move(at.offset[k], side, along), first, next);
#pragma unroll
        for (unsigned j = 0; j < Tile::count; j++, from += cucore__loop_move(0, step, next)) {
            if (side < sides && first + j * step < rows) own[j].load(from);
        }
        others.load(loop, at, width, height);
    }
    /* What came by columns, by rows.  All operands have been asked for before the first is waited for. */
    __device__ __forceinline__ void turn(const cucore_loop &loop, void *memory)
    {
        if (is_turned(loop)) {
            const unsigned side = threadIdx.x % Tile::down * Tile::lanes, first = threadIdx.x / Tile::down;
            const unsigned x = threadIdx.x % Tile::across * Tile::lanes, y = threadIdx.x / Tile::across;
            value *const tile = static_cast<value *>(memory);
            __syncthreads(); /* what was in it before has been read */
#pragma unroll
            for (unsigned j = 0; j < Tile::count; j++) {
                const unsigned column = first + j * (Tile::threads / Tile::down);
                for (unsigned i = 0; i < Tile::lanes; i++)
                    tile[(side + i) * pitch + column] = own[j].get(static_cast<int>(i));
            }
            __syncthreads();
#pragma unroll
            for (unsigned j = 0; j < Tile::count; j++)
                own[j].load(&tile[(y + j * (Tile::threads / Tile::across)) * pitch + x]);
        }
        others.turn(loop, memory);
    }
    template <typename F, typename... Values>
    __device__ __forceinline__ auto call(F &f, int j, int i, const Values &...values)
        -> decltype(others.call(f, j, i, values..., own[0].get(0)))
    {
        return others.call(f, j, i, values..., own[j].get(i));
    }
};

/* A loop with tiles: a block takes one after the other.  Where lanes are words, extents are multiples of them. */
template <typename Tile, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_tiles(const cucore_loop &loop, F &f)
{
    const unsigned count = loop.size / (Tile::width * Tile::height);
    const unsigned x = threadIdx.x % Tile::across * Tile::lanes, y = threadIdx.x / Tile::across;
    const unsigned step = Tile::threads / Tile::across;
    for (unsigned n = blockIdx.x; n < count; n += gridDim.x) {
        cucore_loop_at at; /* its first element */
        tile_inputs<Tile, 1, In...> in;
        cucore__loop_find(&loop, 2, loop.ndim, n, 1 + sizeof...(In), &at);
        const unsigned width = loop.tiled[0] - at.index[2] * Tile::width,
                       height = loop.tiled[1] - at.index[3] * Tile::height;
        in.load(loop, at, width, height);
        in.turn(loop, tile_memory_of_block<Tile::nbytes>());
        char *to = loop.ptr[0] +
                   cucore__loop_move(cucore__loop_move(at.offset[0], x, loop.strides[0][0]), y, loop.strides[1][0]);
#pragma unroll
        for (int j = 0; j < Tile::count; j++, to += cucore__loop_move(0, step, loop.strides[1][0])) {
            packed<Out, Tile::lanes> out;
            if (x >= width || y + static_cast<unsigned>(j) * step >= height) continue;
            for (int i = 0; i < Tile::lanes; i++) out.lane[i] = in.call(f, j, i);
            *static_cast<packed<Out, Tile::lanes> *>(static_cast<void *>(to)) = out;
        }
    }
}

/* Steps of a loop of so many axes; 0: of any.  A thread takes two at a time and loads both before it stores one: more
 * memory is on its way.  Four would take twice the registers; one is 3% faster for a single array without gaps.  Counts
 * in 64 bits, for grids of any size. */
template <int lanes, int axes, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_steps(const cucore_loop &loop, F &f)
{
    enum { many = axes == 1 && sizeof...(In) <= 1 ? 1 : 2 };
    const unsigned block = many * blockDim.x;
    for (unsigned long long begin = static_cast<unsigned long long>(blockIdx.x) * block; begin < loop.size;
         begin += static_cast<unsigned long long>(gridDim.x) * block) {
        cucore_loop_at at[many];
        inputs<1, lanes, In...> in[many];
#pragma unroll
        for (unsigned j = 0; j < many; j++) {
            const unsigned n = static_cast<unsigned>(begin) + j * blockDim.x + threadIdx.x;
            at[j].lanes = 0;
            if (n >= loop.size) continue;
            cucore__loop_find(&loop, 0, axes ? axes : loop.ndim, n, 1 + sizeof...(In), &at[j]);
            at[j].lanes =
                lanes == 1 && !axes ? cucore__loop_lanes(&loop, &at[j]) : cucore__loop_row_lanes(&loop, &at[j]);
            if (at[j].lanes == lanes) in[j].load(loop, at[j], 0);
        }
#pragma unroll
        for (unsigned j = 0; j < many; j++) {
            if (at[j].lanes == lanes) transform_lanes<lanes, Out>(loop, at[j], 0, in[j], f);
        }
#pragma unroll
        for (unsigned j = 0; j < many && lanes > 1; j++) {
            if (at[j].lanes < lanes) transform_rest<Out, In...>(loop, at[j], f);
        }
    }
}

/* An axis more takes a division more: what most loops have, one axis, or two where a row or a column is one for all,
 * has code of its own.  So it is for whole vectors; arrays that are aligned for less do without. */
template <int lanes, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_by(const cucore_loop &loop, F &f)
{
    if (lanes == most_lanes<Out>() && loop.ndim == 1) return transform_steps<lanes, 1, Out, In...>(loop, f);
    if (lanes == most_lanes<Out>() && loop.ndim == 2) return transform_steps<lanes, 2, Out, In...>(loop, f);
    transform_steps<lanes, 0, Out, In...>(loop, f);
}

/* cucore::transform<Out, In...>(loop, f) - the same in a kernel, by all threads of the grid, which has one dimension; f
 * is called with values and gives one.  To change an array in place, or to read what is written, make it an operand
 * twice.
 *   Blocks of 256 threads bring the tiles of a transposed operand through shared memory, which is the kernel's own and
 * not asked for at the launch; blocks of another size are right, and slower.  It may hold barriers: all threads of a
 * block call it.
 *
 *     __global__ void axpy(cucore_loop loop, float a)
 *     {
 *         cucore::transform<float, float, float>(loop, [=](float x, float y) { return a * x + y; });
 *     } */
template <typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform(const cucore_loop &loop, F f)
{
    typedef tile_of<largest<Out, In...>() <= 2, Out, In...> words; /* of larger elements those of singles */
    typedef tile_of<false, Out, In...> singles;
    const int most = most_lanes<Out>();
    if (loop.tiled[0] && singles::is_small && blockDim.x == singles::threads && loop.extent[1] == singles::height) {
        if (loop.extent[0] == words::width) return transform_tiles<words, Out, In...>(loop, f);
        if (loop.extent[0] == singles::width) return transform_tiles<singles, Out, In...>(loop, f);
    }
    if (most >= 16 && loop.lanes == 16) return transform_by<lanes_of<Out>(16), Out, In...>(loop, f);
    if (most >= 8 && loop.lanes == 8) return transform_by<lanes_of<Out>(8), Out, In...>(loop, f);
    if (most >= 4 && loop.lanes == 4) return transform_by<lanes_of<Out>(4), Out, In...>(loop, f);
    if (most >= 2 && loop.lanes == 2) return transform_by<lanes_of<Out>(2), Out, In...>(loop, f);
    transform_by<1, Out, In...>(loop, f);
}
#endif
} // namespace CUCORE__KERNEL_NAMESPACE
} // namespace cucore
}
#endif

#if !defined(__CUDACC_RTC__)
CUCORE_BEGIN

/* ------------ >>kernel-make -- */
/* kernel/host.h: accessors and loops made of views, loops on the CPU. */
/* The description of an accessor.  All zero has no axes, and is refused.
 *   If the dtype has lanes (float32 x 4, a float4) and the view has none, that many of its elements, side by side on
 * the last axis and aligned as one, make an element of the accessor. */
typedef struct cucore_accessor_spec {
    const char *name;   /* of the argument, as the end user knows it; NULL: "array" */
    int ndim;           /* axes */
    int index_bits;     /* 32 or 64 */
    cucore_dtype dtype; /* of an element; all zero: any */
    uint64_t flags;     /* CUCORE_WRITE, _HOST_ACCESSIBLE, _DEVICE_ACCESSIBLE, _ON_DEVICE_ID, _UNIQUE; no others */
    int device_id;      /* with CUCORE_ON_DEVICE_ID */
} cucore_accessor_spec;

/* cucore_accessor_make - make a CUCORE_ACCESSOR of an array, for a kernel
 *   view  in   stays the owner of the memory
 *   out   out  a CUCORE_ACCESSOR(spec->ndim, int or long long) of out_nbytes; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, index_bits, flags, out_nbytes is not what such a struct has)
 *      | WRONG_SHAPE (not ndim axes; no multiple of the lanes) | WRONG_DTYPE (also elements of parts of bytes)
 *      | WRONG_LAYOUT (memory that is not aligned; an element farther away than 32 bits reach; elements of a vector
 *      that do not lie side by side)
 *      | READONLY | UNSUPPORTED (a copy is to be written) | WRONG_DEVICE: "x: ..." with the value that was wrong
 *   any thread; no driver call, no allocation */
#define cucore_accessor_make CUCORE_NAME(_accessor_make)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_accessor_make(const cucore_view *view,
                                                               const cucore_accessor_spec *spec, size_t out_nbytes,
                                                               void *out);

/* CUCORE_ACCESSOR_MAKE(view, name, dtype, flags, accessor) - the same, with axes and bits of the struct at `accessor`
 *   if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &pixels)) return -1; */
#define CUCORE_ACCESSOR_MAKE(view, name, dtype, flags, accessor) \
    cucore__accessor_make_as((view), (name), (dtype), (flags), sizeof *(accessor), (accessor), \
                             sizeof(accessor)->shape / sizeof(accessor)->shape[0], sizeof(accessor)->shape[0])
static inline cucore_status cucore__accessor_make_as(const cucore_view *view, const char *name, cucore_dtype dtype,
                                                     uint64_t flags, size_t out_nbytes, void *out, size_t ndim,
                                                     size_t index_nbytes)
{
    cucore_accessor_spec spec = {
        name, CUCORE_KERNEL_CAST(int, ndim), CUCORE_KERNEL_CAST(int, 8 * index_nbytes), {0, 0, 0, 0}, flags, 0};
    spec.dtype = dtype;
    return cucore_accessor_make(view, &spec, out_nbytes, out);
}

/* One operand of a loop.  All zero has no view, and is refused.
 *   With CUCORE_CAST cucore_loops_run gives the body elements of `dtype` in native byte order, whatever numbers the
 * view has that NumPy's rule same_kind allows, of a written operand also back.  They are converted as by
 * CUCORE_COPY_CAST, in a buffer of 16 KiB for each thread, not in a copy of the array.  A written operand is read
 * before the body and written after it: an element that the body leaves alone is converted there and back.  It needs
 * cucore_cast.h before the implementation of this header. */
typedef struct cucore_operand {
    const cucore_view *view;
    const char *name;   /* as the end user knows it; NULL: "operand 0" */
    cucore_dtype dtype; /* of an element; all zero: any */
    uint64_t flags;     /* of cucore_accessor_spec, and CUCORE_CAST.  CUCORE_WRITE: its shape is that of the loop */
    int device_id;
} cucore_operand;

/* The loops of a pass: one, unless the arrays are large or have many axes.  cucore_loops_make fills it in; all zero has
 * no loops. */
typedef struct cucore_loops {
    int64_t size; /* elements of the pass */
    struct {
        int count, ndim, lanes;
        int device;  /* the first operand that the CPU cannot read; -1: none */
        int is_open; /* there is another loop */
        int tile;    /* the axis that makes tiles with the first one; 0: none */
        int edge[2]; /* elements of a tile on the two */
        int64_t extent[CUCORE_MAX_NDIM], box[CUCORE_MAX_NDIM],
            index[CUCORE_MAX_NDIM];                             /* the fastest first; of one loop; next */
        int64_t strides[CUCORE_LOOP_OPERANDS][CUCORE_MAX_NDIM]; /* bytes */
        int itemsize[CUCORE_LOOP_OPERANDS];
        char *ptr[CUCORE_LOOP_OPERANDS];
        uint32_t converts, swapped, writes;          /* bits of the operands with CUCORE_CAST that are converted, ... */
        cucore_dtype dtype[2][CUCORE_LOOP_OPERANDS]; /* ... and, of these, of the array and for the body */
        cucore_loop loop;                            /* the one that was given last */
    } private_;
} cucore_loops;

/* cucore_loops_make - make a pass over the elements of several arrays, broadcast against each other as in NumPy
 *   operands  in   count operands, 1 to CUCORE_LOOP_OPERANDS (8); written ones come first, since the loop follows
 *                  their order in memory
 *   out       out  views stay the owners of the memory; untouched on error
 *   -> OK (also without elements: cucore_loops_next returns NULL then)
 *      | INVALID_ARGUMENT (NULL, count, flags; CUCORE_CAST without cucore_cast.h)
 *      | WRONG_SHAPE (shapes that do not fit; a written operand that would be broadcast) | WRONG_DTYPE (also one that
 *      is not converted)
 *      | WRONG_LAYOUT (written elements that repeat; memory that is not aligned) | READONLY
 *      | UNSUPPORTED (a copy is to be written) | WRONG_DEVICE (also if two operands are on different devices, or one
 *      is on the host and another on a device that cannot reach it, or CUCORE_CAST in a loop of a device) | OVERFLOW
 *   The caller checks whether operands overlap: CUCORE_NO_PARTIAL_OVERLAP of cucore_py_args and
 *   cucore_views_check, cucore_layout_overlap.
 *   any thread; no driver call, no allocation */
#define cucore_loops_make CUCORE_NAME(_loops_make)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_loops_make(const cucore_operand *operands, size_t count,
                                                            cucore_loops *out);

/* cucore_loops_next - get the next loop of a pass
 *   loops  in/out  made once more to go over the elements again
 *   -> valid until the next call, and as long as `loops`; NULL: there is no other, or operands are converted, which
 *      only cucore_loops_run does (the last error is INVALID_ARGUMENT).  A kernel takes it by CUCORE_ARGS(loop, ...) */
#define cucore_loops_next CUCORE_NAME(_loops_next)
CUCORE_API const cucore_loop *cucore_loops_next(cucore_loops *loops);

/* cucore_loop_launch_config - make a grid for a kernel with cucore::transform or CUCORE_LOOP_EACH
 *   The grid has a thread for two steps, or a block for a tile.  Both are right on any other grid of one dimension.
 *   block  in  threads of a block; 0: 256, which cucore::transform needs to be fast with tiles */
static inline cucore_launch_config cucore_loop_launch_config(const cucore_loop *loop, unsigned block)
{
    const int64_t steps = CUCORE_KERNEL_CAST(int64_t, loop->size);
    if (!block) block = 256;
    if (loop->tiled[0] && block == 256) {
        return cucore_launch_config_1d(steps / (loop->extent[0] * loop->extent[1]) * block, block);
    }
    return cucore_launch_config_1d((steps + 1) / 2, block);
}

/* A body does the steps of a loop from begin to before end, for cucore_loops_run.  In C++ see cucore::loops_run. */
typedef void (*cucore_loop_body)(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data);

/* cucore_loops_run - do a pass on the CPU
 *   threads    in  the largest number; 0: as many as there are processors.  Threads are started only if they pay: the
 *                  caller begins with 4096 elements and goes on until 20 us have passed; the rest then gets a thread
 *                  for each 200 us that it will take at that rate, none if these are less than 400.  The caller always
 *                  does 8192 elements or fewer itself
 *   body       in  does the steps from begin to before end (CUCORE_LOOP_RANGE), on any thread, several at a time;
 *                  without the GIL unless threads is 1.  It is called for several ranges
 *              With CUCORE_CAST the loop that it gets is a block of the pass
 *   user_data  in  for body
 *   -> OK | INVALID_ARGUMENT (NULL, a negative number) | WRONG_DEVICE (an operand in memory that the CPU cannot read:
 *      no step is done) | OUT_OF_MEMORY (CUCORE_CAST: the buffer; no step is done).  The call returns when all steps
 *      are done: it blocks, release the GIL
 *   A body of C++ may throw if the implementation is compiled as C++, by gcc or clang: the first exception is thrown
 *   again when all threads are done; ranges that had not begun by then are left out.  Otherwise a body must not throw:
 *   cucore::loops_run catches exceptions. */
#define cucore_loops_run CUCORE_NAME(_loops_run)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_loops_run(cucore_loops *loops, int threads,
                                                                         cucore_loop_body body, void *user_data);

/* ------------ >>kernel-launch -- */
/* kernel/launch.h: launches whose parameters are checked, and occupancy. */
/* A parameter of a kernel: the bytes that are passed by value.  All zero is no parameter, and refused. */
typedef struct cucore_param {
    const void *value; /* where they are; copied before the launch returns */
    size_t nbytes;
    const char *name; /* for messages; NULL: none */
} cucore_param;

/* The parameters of a launch, in order.  All zero: none. */
typedef struct cucore_params {
    const cucore_param *items;
    size_t count;
} cucore_params;

/* CUCORE_PARAM(variable) - pass a variable as a parameter: a number, a pointer of the device (x.ptr of a view x), an
 *   accessor, a loop, a tensor map, any struct that the kernel takes by value
 * CUCORE_PARAMS(CUCORE_PARAM(a), CUCORE_PARAM(b)) - the cucore_params of a launch, 256 at most.  It lives until the end
 *   of the call that it is written in.  For a kernel without parameters pass NULL. */
#if defined(__cplusplus)
extern "C++" {
template <size_t count> struct cucore__params {
    cucore_param items[count];
    cucore_params list;
    const cucore_params *get()
    {
        list.items = items;
        list.count = count;
        return &list;
    }
};
template <typename... Params> inline cucore__params<sizeof...(Params)> cucore__params_of(const Params &...params)
{
    cucore__params<sizeof...(Params)> made = {{params...}, {nullptr, 0}};
    return made;
}
}
#define CUCORE_PARAM(variable) (cucore_param{&(variable), sizeof(variable), #variable})
#define CUCORE_PARAMS(...) (cucore__params_of(__VA_ARGS__).get())
#else
#define CUCORE_PARAM(variable) \
    { \
        &(variable), sizeof(variable), #variable \
    }
#define CUCORE_PARAMS(...) \
    (&(const cucore_params){(const cucore_param[]){__VA_ARGS__}, \
                            sizeof((const cucore_param[]){__VA_ARGS__}) / sizeof(cucore_param)})
#endif

#define CUCORE_LAUNCH_COOPERATIVE (UINT64_C(1) << 0) /* all blocks run at a time: the grid may synchronize */
/* The kernel may start before the one ahead of it in the stream has ended, and waits for it by itself
 * (griddepcontrol.wait, cudaGridDependencySynchronize): programmatic dependent launch, compute capability 9.0. */
#define CUCORE_LAUNCH_PROGRAMMATIC (UINT64_C(1) << 1)

/* The way to launch a kernel whose parameters are checked.  All zero: there are no blocks, and a launch has no effect.
 * Clusters of more than 8 blocks, which not every device has, are allowed for the kernel once a launch asked for
 * them. */
typedef struct cucore_launch {
    cucore_launch_config config; /* grid, block, shared memory, at most 16 attributes of your own */
    unsigned cluster[3];         /* blocks of a cluster, x y z: divide the grid.  All 0: none; else 0 counts as 1 */
    uint64_t flags;              /* CUCORE_LAUNCH_... */
} cucore_launch;

/* cucore_kernel_launch_params - run a kernel on a device, and check its parameters before:
 *
 *     cucore_launch launch;
 *     memset(&launch, 0, sizeof launch);
 *     launch.config = cucore_launch_config_1d(n, 256);
 *     status = cucore_kernel_launch_params(&axpy, y.device_id, &launch, stream,
 *                                          CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(a), CUCORE_PARAM(x.ptr),
 *                                                        CUCORE_PARAM(y.ptr)));
 *
 *   device_id, stream  in  as for cucore_kernel_launch
 *   launch             in  without blocks (0 in any axis of config.grid) the call has no effect, whatever device_id,
 *                          stream and params are.  Shared memory beyond the 48 KB that every kernel has is requested
 *                          from the driver
 *   params             in  CUCORE_PARAMS, NULL if there are none: as many as the kernel takes, of its sizes.  Drivers
 *                          before CUDA 12.4 do not report what it takes: then this is not checked
 *   -> OK | as cucore_kernel_launch, and INVALID_ARGUMENT (a parameter without value, more or fewer than the kernel
 *      takes, of another size; flags; more threads in a block than the kernel can have, more shared memory than the
 *      device has, clusters that do not divide the grid, a cooperative grid of which not all blocks run at a time):
 *      "kernel 'axpy': ..." with the value that was given and what is possible | NO_DRIVER (too old for clusters and
 *      flags: CUDA 11.8)
 *   Any thread may call it.  The first use in a context blocks, as with cucore_kernel_launch.  Later launches ask the
 *   driver no more than cucore_kernel_launch does; a cooperative one also asks for the occupancy. */
#define cucore_kernel_launch_params CUCORE_NAME(_kernel_launch_params)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_kernel_launch_params(
    cucore_kernel *kernel, int device_id, const cucore_launch *launch, CUstream stream, const cucore_params *params);

/* The blocks of a kernel that run at a time.  The struct has no empty value: functions only fill it. */
typedef struct cucore_occupancy {
    unsigned block; /* threads of a block, as asked; or of the blocks that keep most threads running */
    unsigned blocks_per_multiprocessor; /* 0: not even one has room */
    unsigned blocks;                    /* ... on the whole device: the largest cooperative grid */
    unsigned cluster_most;              /* blocks of a cluster; 1: the device or the driver has no clusters */
} cucore_occupancy;

/* cucore_kernel_get_occupancy - report how many blocks of a kernel run at a time, or the best size of a block
 *   device_id      in   or CUCORE_DEVICE_CURRENT: in the context that cucore_context_enter_device would enter
 *   block          in   threads of a block; 0: the size that keeps most threads running, the largest of several
 *   shared_nbytes  in   dynamic shared memory of a block; beyond 48 KB it is requested from the driver
 *   out            out  untouched on error
 *   -> OK | as cucore_kernel_launch_params
 *   The first use loads the kernel, as a launch does */
#define cucore_kernel_get_occupancy CUCORE_NAME(_kernel_get_occupancy)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_kernel_get_occupancy(cucore_kernel *kernel,
                                                                                    int device_id, unsigned block,
                                                                                    size_t shared_nbytes,
                                                                                    cucore_occupancy *out);

/* ------------ >>kernel-graph -- */
/* kernel/graph.h: captures of streams into graphs, which are launched and updated. */
/* The calls that break a capture, on which threads: CU_STREAM_CAPTURE_MODE_....  Calls of this library that could break
 * one are refused, or made in relaxed mode: the mode is for the calls of others. */
enum cucore__capture_mode {
    CUCORE_CAPTURE_GLOBAL = 0,       /* a call that may wait or allocate, on any thread that is not relaxed itself */
    CUCORE_CAPTURE_THREAD_LOCAL = 1, /* such a call on the thread that began */
    CUCORE_CAPTURE_RELAXED = 2       /* none; the capture may be ended on another thread */
};

/* Work that was captured from a stream, ready to be launched any number of times.  All zero is no graph, and its
 * release has no effect. */
typedef struct cucore_graph {
    struct CUgraphExec_st *handle; /* a CUgraphExec; NULL: nothing here */
    CUcontext context;             /* of the stream that was captured */
    int32_t device_id;
} cucore_graph;

/* cucore_graph_begin - begin to capture a stream: its work is noted from now on, and not done
 *
 *     if (cucore_graph_begin(stream, CUCORE_CAPTURE_THREAD_LOCAL)) return -1;
 *     status = cucore_view_copy(&y, &x, stream, NULL);                  launches, copies, fills, casts, blocks
 *     ended = cucore_graph_end(stream, &graph);                         on every path, also after a failure
 *     if (!ended) ended = cucore_graph_launch(&graph, stream);          any number of times
 *     cucore_graph_release(&graph);
 *
 *   stream  in  not the legacy default stream, nor one that is captured.  Another stream joins the capture when it
 *               waits for an event of it (cucore_event_record, cucore_stream_wait_event); `stream` has to wait for its
 *               work (cucore_stream_wait) before the end
 *   mode    in  CUCORE_CAPTURE_...
 *   Memory that the work uses has to live as long as the graph: a graph notes addresses.  Views that were taken in may
 *   be released; their producers are asked for nothing when the graph runs.
 *   -> OK | INVALID_ARGUMENT (a CUCORE_STREAM_... value, mode) | NO_DRIVER | DRIVER | CAPTURE (the legacy stream; a
 *      stream that is captured already)
 *   any thread */
#define cucore_graph_begin CUCORE_NAME(_graph_begin)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_begin(CUstream stream, int mode);

/* cucore_graph_end - end a capture, and make a graph of it
 *   stream  in   the one that cucore_graph_begin was called with, or another library began to capture
 *   out     out  owns the graph: cucore_graph_release; zeroed on error
 *   Memory that a pool allocated on the captured stream (cucore_buffer_allocate) is part of the graph.  If it was
 *   released on the stream before the end, each launch allocates and frees it.  If not, it lives from a launch on until
 *   it is released on a stream, or to the next launch, which frees it first; its address stays the same.
 *   -> OK | INVALID_ARGUMENT (NULL, the stream is not captured) | NO_DRIVER (before CUDA 11.4) | DRIVER | OUT_OF_MEMORY
 *      | CAPTURE, with the reason: a call has broken the capture; another thread or another stream has begun it; work
 *      on another stream of the capture is not waited for.  The capture is over then
 *   The thread that began, except in relaxed mode. */
#define cucore_graph_end CUCORE_NAME(_graph_end)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_end(CUstream stream, cucore_graph *out);

/* cucore_graph_launch - do the work of a graph on a stream
 *   graph   in  launches of one graph follow each other, whatever their streams are
 *   stream  in  default streams are those of the graph's device
 *   -> OK | INVALID_ARGUMENT (NULL, no graph, a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE
 *   any thread, but one at a time for each graph */
#define cucore_graph_launch CUCORE_NAME(_graph_launch)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_launch(const cucore_graph *graph, CUstream stream);

/* cucore_graph_update - end a capture, and give its addresses and numbers to a graph that does the same
 *   graph   in/out  is as before on error
 *   stream  in      as for cucore_graph_end: the capture is over afterwards, unless an argument was refused
 *   Both captures have to have the same nodes in the same order: the same kernels, copies and fills, with any
 *   addresses, grids and other parameters.  To launch a graph with other addresses make the same calls with them on a
 *   captured stream, and update.  Copies of the same layouts use the same kernels if cucore_copy_options.flags decides
 *   (CUCORE_COPY_COMPILE or CUCORE_COPY_NO_COMPILE) and the addresses are aligned alike; a cucore_copy_plan has the
 *   addresses in it, and is made anew.
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER (before CUDA 12.0) | DRIVER (910: "the graph cannot be updated: " and what is
 *      different: make a new one with cucore_graph_end) | CAPTURE, as cucore_graph_end
 *   Launches that were made before do their old work */
#define cucore_graph_update CUCORE_NAME(_graph_update)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_update(cucore_graph *graph, CUstream stream);

/* cucore_graph_release - give a graph back; launches that were made are still done
 *   graph  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
#define cucore_graph_release CUCORE_NAME(_graph_release)
CUCORE_API cucore_status cucore_graph_release(cucore_graph *graph);

CUCORE_END

/* ------------ >>kernel-cpp-make -- */
/* kernel/host_cpp.h: accessors of views, and loops on the CPU, in C++11. */
#if defined(__cplusplus)
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define CUCORE__KERNEL_EXCEPTIONS
#endif
extern "C++" {
namespace cucore
{
inline namespace CUCORE__KERNEL_NAMESPACE
{
/* cucore::make_accessor(view, name, dtype, &accessor, flags) - cucore_accessor_make for an accessor of Ndim axes
 * A Type that is not const is written to, which does not compile for a view of cucore.hpp that is only read.  Without a
 * dtype it is the dtype of Type.
 *   cucore::accessor<const float, 2> x;
 *   if (cucore::make_accessor(view, "x", &x)) return -1; */
template <typename Type> struct is_const {
    enum { value = 0 };
};
template <typename Type> struct is_const<const Type> {
    enum { value = 1 };
};
template <typename Type, int Ndim, typename Index, typename View>
inline cucore_status make_accessor(View &view, const char *name, cucore_dtype dtype, accessor<Type, Ndim, Index> *out,
                                   uint64_t flags = 0)
{
    static_assert(is_const<Type>::value || may_write<View>::value,
                  "this view is only read: make a cucore::accessor of const T, or an argument with CUCORE_WRITE");
    cucore_accessor_spec spec = {name, Ndim, static_cast<int>(8 * sizeof(Index)), {0, 0, 0, 0}, flags, 0};
    spec.dtype = dtype;
    spec.flags |= is_const<Type>::value ? CUCORE_READ : CUCORE_WRITE;
    if (dtype.itemsize != sizeof(Type)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: a dtype of %u bytes for elements of %u", name ? name : "array",
                           dtype.itemsize, static_cast<unsigned>(sizeof(Type)));
    }
    return cucore_accessor_make(&view, &spec, sizeof *out, out);
}
template <typename Type, int Ndim, typename Index, typename View>
inline cucore_status make_accessor(View &view, const char *name, accessor<Type, Ndim, Index> *out, uint64_t flags = 0)
{
    return make_accessor(view, name, dtype_of<Type>(), out, flags);
}

/* cucore::loops_run(&loops, threads, f) - cucore_loops_run for any function object: several threads at a time call
 * f(loop, begin, end), and share the object.  f may throw, however the implementation is compiled: the first exception
 * is thrown again when all threads are done; ranges that had not begun by then are left out.
 *   if (cucore::loops_run(&loops, 0, [=](const cucore_loop &loop, unsigned begin, unsigned end) {
 *           cucore::transform_range<float, const float>(loop, begin, end, [=](float x) { return a * x; });
 *       })) return -1; */
template <typename F> class loop_function
{
  public:
    explicit loop_function(F &f) : f_(f), has_failed_(false)
    {
    }
    static void call(const cucore_loop *loop, unsigned begin, unsigned end, void *self)
    {
        static_cast<loop_function *>(self)->run(*loop, begin, end);
    }
    void rethrow() const
    {
#if defined(CUCORE__KERNEL_EXCEPTIONS)
        if (first_) std::rethrow_exception(first_);
#endif
    }

  private:
    void run(const cucore_loop &loop, unsigned begin, unsigned end)
    {
#if defined(CUCORE__KERNEL_EXCEPTIONS)
        if (has_failed_) return;
        try {
            f_(loop, begin, end);
        } catch (...) {
            if (!has_failed_.exchange(true)) first_ = std::current_exception();
        }
#else
        f_(loop, begin, end);
#endif
    }
    F &f_;
    std::atomic<bool> has_failed_;
    std::exception_ptr first_;
};
template <typename F> inline cucore_status loops_run(cucore_loops *loops, int threads, F &&f)
{
    loop_function<F> function(f);
    const cucore_status status = cucore_loops_run(loops, threads, loop_function<F>::call, &function);
    function.rethrow();
    return status;
}
} // namespace CUCORE__KERNEL_NAMESPACE
} // namespace cucore
}
#undef CUCORE__KERNEL_EXCEPTIONS
#endif

#endif

/* ------------ >>kernel-tensor-map -- */
/* kernel/tensor_map.h: arrays as the tensor memory accelerator (TMA) sees them. */
#if defined(__cplusplus)
#define CUCORE__TENSOR_MAP_ALIGNED alignas(128)
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__TENSOR_MAP_ALIGNED __attribute__((aligned(128)))
#elif defined(_MSC_VER)
#define CUCORE__TENSOR_MAP_ALIGNED __declspec(align(128))
#elif defined(SWIG) || defined(CTYPESGEN) /* generators that cannot read an alignment */
#define CUCORE__TENSOR_MAP_ALIGNED
#else
#define CUCORE__TENSOR_MAP_ALIGNED _Alignas(128)
#endif

CUCORE__KERNEL_BEGIN

/* The argument of cp.async.bulk.tensor: a CUtensorMap of cuda.h, which is aligned to 64 bytes before CUDA 13 and to 128
 * since.  cucore_tensor_map_make fills one in; all zero is none.  A kernel takes it by value, and reads it in place:
 *
 *     __global__ void multiply(const __grid_constant__ cucore_tensor_map a, ...)        &a.opaque is its address
 *
 * Copies of it are as good.  On the heap the code that allocates it has to align it. */
typedef struct cucore_tensor_map {
    CUCORE__TENSOR_MAP_ALIGNED unsigned long long opaque[16];
} cucore_tensor_map;

CUCORE__KERNEL_END

#undef CUCORE__TENSOR_MAP_ALIGNED

#if !defined(__CUDACC_RTC__)
CUCORE_BEGIN

/* The elements that a load brings: those of a box, or those of a column of a convolution's matrix. */
enum cucore__tensor_mode { CUCORE_TENSOR_MODE_TILED = 0, CUCORE_TENSOR_MODE_IM2COL = 1 };

/* The type of an element for TMA: CU_TENSOR_MAP_DATA_TYPE_... of cuda.h, plus 1. */
enum cucore__tensor_type {
    CUCORE_TENSOR_TYPE_OF_VIEW =
        0, /* what has no type of its own goes by its bytes: int8, bool and float8 by UINT8, int16 by
                                       UINT16; packed elements of 4 and 6 bits by 16U4_ALIGN8B and 16U6_ALIGN16B */
    CUCORE_TENSOR_TYPE_UINT8 = 1,
    CUCORE_TENSOR_TYPE_UINT16 = 2,
    CUCORE_TENSOR_TYPE_UINT32 = 3,
    CUCORE_TENSOR_TYPE_INT32 = 4,
    CUCORE_TENSOR_TYPE_UINT64 = 5,
    CUCORE_TENSOR_TYPE_INT64 = 6,
    CUCORE_TENSOR_TYPE_FLOAT16 = 7,
    CUCORE_TENSOR_TYPE_FLOAT32 = 8,
    CUCORE_TENSOR_TYPE_FLOAT64 = 9,
    CUCORE_TENSOR_TYPE_BFLOAT16 = 10,
    CUCORE_TENSOR_TYPE_FLOAT32_FTZ = 11, /* denormal numbers become 0 */
    CUCORE_TENSOR_TYPE_TFLOAT32 = 12,
    CUCORE_TENSOR_TYPE_TFLOAT32_FTZ = 13,
    CUCORE_TENSOR_TYPE_16U4_ALIGN8B =
        14, /* these three: compute capability 10.0.  4 bits, in shared memory as in global */
    CUCORE_TENSOR_TYPE_16U4_ALIGN16B = 15, /* there a gap of 8 bytes behind each 8; loads only */
    CUCORE_TENSOR_TYPE_16U6_ALIGN16B = 16  /* 6 bits, there a gap of 4 bytes behind each 12 */
};

/* Axes of which 16 or 32 bytes stand together, as NC/8HWC8 has its channels: CU_TENSOR_MAP_INTERLEAVE_... */
enum cucore__tensor_interleave {
    CUCORE_TENSOR_INTERLEAVE_NONE = 0,
    CUCORE_TENSOR_INTERLEAVE_16B = 1,
    CUCORE_TENSOR_INTERLEAVE_32B = 2
};

/* The way that the bytes of a box are spread over the banks of shared memory: CU_TENSOR_MAP_SWIZZLE_...  The number is
 * the span in bytes in which chunks of 16 are exchanged, by the bits of the address above it: examples/tensor_map has
 * the formulas. */
enum cucore__tensor_swizzle {
    CUCORE_TENSOR_SWIZZLE_NONE = 0,
    CUCORE_TENSOR_SWIZZLE_32B = 1,
    CUCORE_TENSOR_SWIZZLE_64B = 2,
    CUCORE_TENSOR_SWIZZLE_128B = 3,
    CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B = 4,         /* these three: compute capability 10.0.  Chunks of 32 bytes */
    CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5, /* and halves of 16 bytes exchanged in every other row */
    CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B = 6          /* chunks of 64 bytes */
};

/* Bytes that the L2 cache fetches at a time: CU_TENSOR_MAP_L2_PROMOTION_... */
enum cucore__tensor_promotion {
    CUCORE_TENSOR_PROMOTION_NONE = 0,
    CUCORE_TENSOR_PROMOTION_64B = 1,
    CUCORE_TENSOR_PROMOTION_128B = 2,
    CUCORE_TENSOR_PROMOTION_256B = 3
};

/* The elements that a load finds outside of the array: CU_TENSOR_MAP_FLOAT_OOB_FILL_... */
enum cucore__tensor_fill { CUCORE_TENSOR_FILL_ZEROS = 0, CUCORE_TENSOR_FILL_NANS = 1 /* floating-point types only */ };

/* The way that kernels go through an array.  All zero but `box` is the usual: tiles of the array's own elements.
 * The fastest coordinate that a kernel loads at must be a multiple of 16 bytes, or the load is an illegal instruction.
 * Lists have an entry per axis of the view, in its order (the order of the driver, and of coordinates in PTX, is the
 * reverse), and zeros after them.  With a `type` whose elements are not as wide as the view's, extent, box and channels
 * of the last axis count elements of that type. */
typedef struct cucore_tensor_map_spec {
    const char *name;       /* of the argument, as the end user knows it; NULL: "array" */
    uint64_t flags;         /* CUCORE_WRITE: kernels also store to the array; CUCORE_ON_DEVICE_ID; no others */
    int device_id;          /* with CUCORE_ON_DEVICE_ID */
    int mode;               /* CUCORE_TENSOR_MODE_... */
    int type;               /* CUCORE_TENSOR_TYPE_... */
    int interleave;         /* CUCORE_TENSOR_INTERLEAVE_... */
    int swizzle;            /* CUCORE_TENSOR_SWIZZLE_... */
    int promotion;          /* CUCORE_TENSOR_PROMOTION_... */
    int fill;               /* CUCORE_TENSOR_FILL_... */
    int box[5];             /* tiled: 1 to 256 elements of each axis, of which every element_strides[i]-th is loaded */
    int element_strides[5]; /* 1 to 8; 0 counts as 1.  Without interleave the last axis has none */
    /* Im2col, of arrays (N, W, C), (N, H, W, C), (N, D, H, W, C): pixels are taken from a box that begins lower_corner
     * after the first and ends upper_corner after the last one of each axis but N and C.  The lists have an entry for
     * each of these axes: {H, W}. */
    int lower_corner[3], upper_corner[3]; /* -32768 to 32767 for W; -128 to 127 for H, W; -16 to 15 for D, H, W */
    int channels;                         /* of a pixel, 1 to 256 */
    int pixels;                           /* of a load, 1 to 1024 */
} cucore_tensor_map_spec;

/* cucore_tensor_map_make - make a tensor map of an array
 *   view  in   1 to 5 axes, 3 to 5 with interleave or im2col, the last of which has its elements side by side; the
 *              other strides are positive multiples of 16 bytes below 2^40, whatever their order; extents 1 to 2^32;
 *              memory that the device can reach, aligned to 16 bytes (for interleave 32B, 16U4_ALIGN16B and
 *              16U6_ALIGN16B 32 instead of 16).  Axes that repeat their elements (stride 0) are refused; the stride of
 *              an axis of extent 1 has no meaning.  The view stays the owner of the memory
 *   spec  in   checked here by all rules of the driver's cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col, so that
 *              each rule has a message of its own
 *   out   out  valid for the view's device, as long as the memory; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, out is not aligned to 64 bytes, or spec) | WRONG_DTYPE (TMA has no such type:
 *      complex, structured, vectors, ...) | WRONG_SHAPE | WRONG_LAYOUT (strides, address) | READONLY | WRONG_DEVICE |
 *      UNSUPPORTED (compute capability) | NO_DRIVER (none, or before CUDA 12.0) | DRIVER (newer than the driver): "x:
 *      stride 1022 bytes of axis 0 is not a multiple of 16, which TMA needs"
 *   any thread; one driver call, a few more if it is the first map of a device, memory is pinned, or the thread is in
 *   no context of the device.  source: cuda.h 13.0 */
#define cucore_tensor_map_make CUCORE_NAME(_tensor_map_make)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_tensor_map_make(const cucore_view *view,
                                                                 const cucore_tensor_map_spec *spec,
                                                                 cucore_tensor_map *out);

/* cucore_tensor_map_replace_address - use a map for another array of the same dtype, shape and strides
 *   view  in      memory and dtype are checked as above; shape and strides are not, since a map does not contain them
 *   spec  in      the spec that the map was made of
 *   map   in/out  not while a kernel works with it in place; untouched on error
 *   -> as cucore_tensor_map_make */
#define cucore_tensor_map_replace_address CUCORE_NAME(_tensor_map_replace_address)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_tensor_map_replace_address(const cucore_view *view,
                                                                            const cucore_tensor_map_spec *spec,
                                                                            cucore_tensor_map *map);

CUCORE_END
#endif

#undef CUCORE__KERNEL_INLINE
#undef CUCORE__KERNEL_METHOD
#undef CUCORE__KERNEL_APART
#undef CUCORE__LOOP_UNROLL
#undef CUCORE__KERNEL_NAMESPACE
#undef CUCORE__KERNEL_BEGIN
#undef CUCORE__KERNEL_END
/* ------------ end of the declarations -- */
#endif /* CUCORE_KERNEL_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_KERNEL_H_IMPLEMENTED) && !defined(__CUDACC_RTC__)
#define CUCORE_KERNEL_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */
#if defined(CUCORE_CAST_H)
#include "cucore_cast.h" /* likewise: loops convert with it */
#endif

#include <stdlib.h>

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-kernel-accessor -- */
/* kernel/accessor.c: accessors of views, and the checks that all operands of kernels have in common. */
#define CUCORE__OPERAND_FLAGS \
    (CUCORE_WRITE | CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_UNIQUE)

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__operand_fail_dtype(const cucore_view *view, const char *name,
                                                                      cucore_dtype dtype)
{
    char expected[32], got[32];
    cucore_dtype_to_name(dtype, expected, sizeof expected);
    cucore_dtype_to_name(view->dtype, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected dtype %s, got %s", name, expected, got);
}

/* Returns 1 if the usual view meets the requirements; 0: cucore__view_check decides, and writes the message. */
CUCORE__PRIVATE inline int cucore__operand_is_fine(const cucore_view *view, uint64_t flags)
{
    if (flags & CUCORE_HOST_ACCESSIBLE && !view->host_accessible) return 0;
    if (flags & CUCORE_DEVICE_ACCESSIBLE && !view->device_accessible) return 0;
    if (flags & CUCORE_WRITE && (view->readonly || view->unproven || view->copied)) return 0;
    if (flags & CUCORE_UNIQUE && !cucore_layout_is_unique(&view->layout)) return 0;
    return !(flags & CUCORE_ON_DEVICE_ID) && cucore__view_is_aligned(view);
}

/* Checks an operand of a loop or the view of an accessor.  `vector` is 1, or the lanes of a vector that the view's
 * elements form. */
CUCORE__PRIVATE cucore_status cucore__operand_check(const cucore_operand *operand, const char *name, int *vector)
{
    const cucore_view *view = operand->view;
    const cucore_dtype dtype = operand->dtype;
    const uint64_t flags = operand->flags;
    cucore_status status = CUCORE_OK;
    *vector = 1;
    if (flags & ~CUCORE__OPERAND_FLAGS) {
        return cucore__invalid("%s: of the flags 0x%llx, 0x%llx mean nothing to a kernel's operand", name,
                               (unsigned long long)flags, (unsigned long long)(flags & ~CUCORE__OPERAND_FLAGS));
    }
    status = cucore__view_check_sound(name, view);
    if (status) return status;
    if (view->layout.itembits != 8 * view->layout.itemsize || (view->byte_swapped && view->dtype.bits)) {
        char got[32];
        cucore_dtype_to_name(view->dtype, got, sizeof got);
        if (view->byte_swapped)
            return cucore_fail(CUCORE_WRONG_DTYPE,
                               "%s: expected elements in native byte order, got %s in foreign order", name, got);
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "%s: expected elements of whole bytes, got %s, of which several share one", name, got);
    }
    if (!cucore__operand_is_fine(view, flags)) {
        cucore_arg arg;
        memset(&arg, 0, sizeof arg);
        arg.name = name;
        arg.flags = flags | CUCORE_ALLOW_LANES;
        arg.device_id = operand->device_id;
        status = cucore__view_check(view, &arg, NULL);
    }
    if (status || !dtype.lanes || cucore_dtype_is_equal(dtype, view->dtype)) return status;
    if (dtype.code == view->dtype.code && dtype.bits == view->dtype.bits && view->dtype.lanes == 1 &&
        (dtype.lanes & (dtype.lanes - 1)) == 0) {
        *vector = dtype.lanes;
        return CUCORE_OK;
    }
    return cucore__operand_fail_dtype(view, name, dtype);
}

/* The layout with `vector` elements of the last axis as one. */
CUCORE__PRIVATE cucore_status cucore__accessor_vectors(const cucore_view *view, const char *name, int vector,
                                                       int64_t *shape, int64_t *strides)
{
    const int last = view->layout.ndim - 1;
    const uint64_t nbytes = (uint64_t)vector * view->dtype.itemsize;
    int i;
    if (shape[last] % vector) {
        return cucore_fail(CUCORE_WRONG_SHAPE,
                           "%s: expected a multiple of %d elements on the last axis, for vectors, got %lld", name,
                           vector, (long long)shape[last]);
    }
    if ((uintptr_t)view->ptr % nbytes) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: expected memory aligned to %llu bytes, for vectors, got address 0x%llx", name,
                           (unsigned long long)nbytes, (unsigned long long)(uintptr_t)view->ptr);
    }
    if (strides[last] != 1 && shape[last] > 1) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: expected elements side by side on the last axis, for vectors, got stride %lld", name,
                           (long long)strides[last]);
    }
    for (i = 0; i < last; i++) {
        if (strides[i] % vector && shape[i] > 1) {
            return cucore_fail(
                CUCORE_WRONG_LAYOUT,
                "%s: expected strides that are multiples of %d elements, for vectors, got %lld on axis %d", name,
                vector, (long long)strides[i], i);
        }
        strides[i] /= vector;
    }
    shape[last] /= vector;
    strides[last] = 1;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__accessor_fail_far(const cucore_view *view, const char *name)
{
    char shape[160], strides[160];
    cucore__text text = cucore__text_start(shape, sizeof shape);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    text = cucore__text_start(strides, sizeof strides);
    cucore__text_add_tuple(&text, view->layout.strides, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "%s: shape %s and strides %s take indices of 64 bits; 32 reach 2147483647 elements", name, shape,
                       strides);
}

typedef CUCORE_ACCESSOR(1, long long) cucore__accessor_long;

/* Returns the bytes of an accessor before its shape. */
CUCORE__PRIVATE inline size_t cucore__accessor_head(int index_bits)
{
    if (index_bits != 64) return sizeof(void *);
    return offsetof(cucore__accessor_long, shape);
}

CUCORE_API cucore_status cucore_accessor_make(const cucore_view *view, const cucore_accessor_spec *spec,
                                              size_t out_nbytes, void *out)
{
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM], reach = 0;
    cucore_operand operand;
    const char *name;
    char *entries;
    size_t head; /* bytes before the shape */
    int i, vector, is_far = 0;
    cucore_status status;
    if (!view || !spec || !out) {
        return cucore__fail_null("cucore_accessor_make", !view ? "view" : !spec ? "spec" : "out");
    }
    name = spec->name ? spec->name : "array";
    if (spec->ndim < 1 || spec->ndim > CUCORE_MAX_NDIM || (spec->index_bits != 32 && spec->index_bits != 64)) {
        return cucore__invalid("%s: an accessor of %d axes and %d bits; there are 1 to %d, and 32 or 64", name,
                               spec->ndim, spec->index_bits, CUCORE_MAX_NDIM);
    }
    head = cucore__accessor_head(spec->index_bits);
    if (out_nbytes != head + (size_t)spec->ndim * (size_t)spec->index_bits / 4) {
        return cucore__invalid("%s: %llu bytes are no accessor of %d axes and %d bits", name,
                               (unsigned long long)out_nbytes, spec->ndim, spec->index_bits);
    }
    operand.view = view;
    operand.name = spec->name;
    operand.dtype = spec->dtype;
    operand.flags = spec->flags;
    operand.device_id = spec->device_id;
    status = cucore__operand_check(&operand, name, &vector);
    if (status) return status;
    if (view->layout.ndim != spec->ndim) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected %d %s, got %d", name, spec->ndim,
                           spec->ndim == 1 ? "axis" : "axes", (int)view->layout.ndim);
    }
    memcpy(shape, view->layout.shape, (size_t)spec->ndim * sizeof *shape);
    memcpy(strides, view->layout.strides, (size_t)spec->ndim * sizeof *strides);
    if (vector > 1 && !cucore__layout_is_empty(&view->layout))
        status = cucore__accessor_vectors(view, name, vector, shape, strides);
    if (status) return status;
    if (spec->index_bits == 32) {
        /* Each sum that an index is made of fits, in any order, and so do the entries themselves. */
        const int is_empty = cucore__layout_is_empty(&view->layout);
        for (i = 0; i < spec->ndim; i++) {
            const uint64_t size = cucore__magnitude(strides[i]);
            is_far |= shape[i] > INT32_MAX;
            if (shape[i] > 1 && !is_empty) {
                if (size > INT32_MAX || is_far || (reach += (shape[i] - 1) * (int64_t)size) > INT32_MAX) is_far = 1;
            } else if (size > INT32_MAX) {
                strides[i] = 0;
            }
            if (is_far) break;
        }
        if (is_far) return cucore__accessor_fail_far(view, name);
    }
    memcpy(out, &view->ptr, sizeof view->ptr);
    entries = (char *)out + head;
    for (i = 0; i < spec->ndim; i++) {
        if (spec->index_bits == 64) {
            memcpy(entries + 8 * i, &shape[i], 8);
            memcpy(entries + 8 * (spec->ndim + i), &strides[i], 8);
        } else {
            int32_t extent = (int32_t)shape[i], stride = (int32_t)strides[i];
            memcpy(entries + 4 * i, &extent, 4);
            memcpy(entries + 4 * (spec->ndim + i), &stride, 4);
        }
    }
    return CUCORE_OK;
}

/* kernel/casts.c: checks operands that loops on the CPU convert with cucore_cast.h. */
#if defined(CUCORE_CAST_H)
/* Checks an operand in foreign byte order as if it were native. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__operand_check_swapped(const cucore_operand *operand,
                                                                          const char *name, int *vector)
{
    cucore_view native = *operand->view;
    cucore_operand one = *operand;
    native.byte_swapped = 0;
    one.view = &native;
    return cucore__operand_check(&one, name, vector);
}

/* Checks an operand with CUCORE_CAST. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__operand_check_cast(const cucore_operand *operand, const char *name,
                                                                       int *is_converted)
{
    const cucore_view *view = operand->view;
    const cucore_dtype dtype = operand->dtype.lanes ? operand->dtype : view->dtype;
    const int writes = (operand->flags & CUCORE_WRITE) != 0;
    cucore_operand one = *operand;
    cucore__cast_rows rows;
    char expected[32], got[32];
    cucore_status status;
    int vector;
    one.flags &= ~CUCORE__FLAG(CAST);
    memset(&one.dtype, 0, sizeof one.dtype);
    status = view->byte_swapped ? cucore__operand_check_swapped(&one, name, &vector)
                                : cucore__operand_check(&one, name, &vector);
    if (status) return status;
    *is_converted = view->byte_swapped || !cucore_dtype_is_equal(dtype, view->dtype);
    if (!*is_converted) return CUCORE_OK;
    if (!cucore__cast_rows_make(view, dtype, 0, &rows)) return cucore__operand_fail_dtype(view, name, dtype);
    if (cucore__dtype_can_cast(view->dtype, dtype, writes)) return CUCORE_OK;
    cucore_dtype_to_name(dtype, expected, sizeof expected);
    cucore_dtype_to_name(view->dtype, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE,
                       "%s: expected dtype %s, got %s, which cannot be cast to that by the rule same_kind%s", name,
                       expected, got, writes ? ", and back" : "");
}
#else
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__operand_check_cast(const cucore_operand *operand, const char *name,
                                                                      int *is_converted)
{
    (void)operand, (void)is_converted;
    return cucore__invalid("%s: CUCORE_CAST converts: include cucore_cast.h before the implementation of "
                           "cucore_kernel.h",
                           name);
}
#endif

/* ------------ >>impl-kernel-loops -- */
/* kernel/loops.c: loops over several views, cut so that 32-bit indices are enough. */
enum {
    CUCORE__LOOP_TILE = 32,                       /* elements on each axis of a tile, */
    CUCORE__LOOP_HALF = CUCORE_LOOP_OPERANDS / 2, /* layouts in one frame of the stack */
    CUCORE__LOOP_TILE_LONG =
        64, /* ... or on the second axis for elements of up to 4 bytes, also on the first one for words of them */
    CUCORE__LOOP_VECTOR = 16 /* bytes that a thread reads at once, at most */
};

CUCORE__PRIVATE const char *cucore__operand_name(const cucore_operand *operands, int k)
{
    static const char names[32][11] = {
        "operand 0",  "operand 1",  "operand 2",  "operand 3",  "operand 4",  "operand 5",  "operand 6",  "operand 7",
        "operand 8",  "operand 9",  "operand 10", "operand 11", "operand 12", "operand 13", "operand 14", "operand 15",
        "operand 16", "operand 17", "operand 18", "operand 19", "operand 20", "operand 21", "operand 22", "operand 23",
        "operand 24", "operand 25", "operand 26", "operand 27", "operand 28", "operand 29", "operand 30", "operand 31"};
    return operands[k].name ? operands[k].name : names[k];
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__loops_fail_shape(const cucore_operand *operands, int k,
                                                                    const cucore_layout *all)
{
    char shape[160], whole[160];
    cucore__text text = cucore__text_start(shape, sizeof shape);
    cucore__text_add_tuple(&text, operands[k].view->layout.shape, operands[k].view->layout.ndim);
    text = cucore__text_start(whole, sizeof whole);
    cucore__text_add_tuple(&text, all->shape, all->ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE,
                       operands[k].flags & CUCORE_WRITE ? "%s: expected the shape %s of all arguments together, got %s"
                                                        : "%s: expected a shape that can be broadcast to %s, got %s",
                       cucore__operand_name(operands, k), whole, shape);
}

/* The shape of all, as NumPy broadcasts; what is written has it already. */
CUCORE__PRIVATE cucore_status cucore__loops_shape(const cucore_operand *operands, int count, cucore_layout *all)
{
    int i, k;
    all->ndim = 0;
    for (k = 0; k < count; k++) {
        if (operands[k].view->layout.ndim > all->ndim) all->ndim = operands[k].view->layout.ndim;
    }
    for (i = 0; i < all->ndim; i++) all->shape[i] = 1;
    for (k = 0; k < count; k++) {
        const cucore_layout *one = &operands[k].view->layout;
        int64_t *shape = all->shape + (all->ndim - one->ndim);
        for (i = 0; i < one->ndim; i++) {
            if (shape[i] == 1) shape[i] = one->shape[i];
        }
    }
    for (k = 0; k < count; k++) {
        const cucore_layout *one = &operands[k].view->layout;
        const int64_t *shape = all->shape + (all->ndim - one->ndim);
        const int is_written = (operands[k].flags & CUCORE_WRITE) != 0;
        int fits = !is_written || one->ndim == all->ndim;
        for (i = 0; i < one->ndim; i++) fits &= one->shape[i] == shape[i] || (one->shape[i] == 1 && !is_written);
        if (!fits) return cucore__loops_fail_shape(operands, k, all);
    }
    return CUCORE_OK;
}

/* Returns the operand whose device runs the loop: the first in memory that the CPU cannot read, preferably of a known
 * device, since an empty array may have none; -1 if there is none. */
CUCORE__PRIVATE int cucore__loops_device(const cucore_operand *operands, int count)
{
    int k, found = -1;
    for (k = count - 1; k >= 0; k--) {
        const cucore_view *view = operands[k].view;
        if (!view->host_accessible && (found < 0 || view->device_id >= 0)) found = k;
    }
    return found;
}

/* All can be reached from one place: the CPU, or one device. */
CUCORE__PRIVATE cucore_status cucore__loops_check_devices(const cucore_operand *operands, int count)
{
    char wanted[32], got[32];
    cucore__text text;
    const int device = cucore__loops_device(operands, count);
    int k;
    for (k = 0; k < count && device >= 0; k++) {
        const cucore_view *view = operands[k].view, *there = operands[device].view;
        if (view->device_accessible && (view->device_id < 0 || view->device_id == there->device_id)) continue;
        text = cucore__text_start(wanted, sizeof wanted);
        cucore__text_add_device(&text, there->device_type, there->device_id);
        text = cucore__text_start(got, sizeof got);
        cucore__text_add_device(&text, view->device_type, view->device_id);
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array on %s, as %s is, got one on %s",
                           cucore__operand_name(operands, k), wanted, cucore__operand_name(operands, device), got);
    }
    return CUCORE_OK;
}

/* Returns 1 if elements of 1 and 2 bytes form words of 4, aligned and side by side in every operand, along the axis of
 * a tile on which they are closer to each other.  cucore::transform reads such words. */
CUCORE__PRIVATE int cucore__loops_has_words(const cucore_loops *loops, int largest)
{
    const int tile = loops->private_.tile, lanes = 4 / largest;
    int a, k;
    if (largest > 2) return 0;
    for (a = 0; a <= tile; a += tile) {
        if (loops->private_.extent[a] < CUCORE__LOOP_TILE || loops->private_.extent[a] % lanes) return 0;
    }
    for (k = 0; k < loops->private_.count; k++) {
        const int64_t *strides = loops->private_.strides[k], word = lanes * loops->private_.itemsize[k];
        const uint64_t right = cucore__magnitude(strides[0]), down = cucore__magnitude(strides[tile]);
        const int along = down && down < right ? tile : 0;
        if (k == 0 && along) return 0;
        if (strides[along] != loops->private_.itemsize[k]) return 0;
        if ((uintptr_t)loops->private_.ptr[k] % (uintptr_t)word) return 0;
        for (a = 0; a < loops->private_.ndim; a++) {
            if (a != along && strides[a] % word) return 0;
        }
    }
    return 1;
}

/* The axes that make tiles: the first one, and that on which some operand lies side by side that does not on the first;
 * none that is shorter than half of a line. */
CUCORE__PRIVATE int cucore__loops_tile_axis(const cucore_loops *loops)
{
    const int least = CUCORE__LOOP_TILE / 2;
    int a, k;
    if (loops->private_.ndim > CUCORE_LOOP_NDIM - 2 || loops->private_.extent[0] < least) return 0;
    for (k = 0; k < loops->private_.count; k++) {
        const int64_t *strides = loops->private_.strides[k];
        const int64_t side = loops->private_.itemsize[k];
        if (strides[0] == side || strides[0] == -side || strides[0] == 0) continue;
        for (a = 1; a < loops->private_.ndim; a++) {
            if ((strides[a] == side || strides[a] == -side) && loops->private_.extent[a] >= least) return a;
        }
    }
    return 0;
}

/* cucore::transform has tiles of the same edges. */
CUCORE__PRIVATE void cucore__loops_tile(cucore_loops *loops)
{
    int k, largest = 1;
    for (k = 0; k < loops->private_.count; k++) {
        if (loops->private_.itemsize[k] > largest) largest = loops->private_.itemsize[k];
    }
    loops->private_.tile = cucore__loops_tile_axis(loops);
    loops->private_.edge[0] = loops->private_.edge[1] = CUCORE__LOOP_TILE;
    if (!loops->private_.tile) return;
    if (largest <= 4) loops->private_.edge[1] = CUCORE__LOOP_TILE_LONG;
    if (cucore__loops_has_words(loops, largest)) loops->private_.edge[0] = CUCORE__LOOP_TILE_LONG;
}

/* As many elements as all operands have side by side, aligned, up to 16 bytes; or one and the same. */
CUCORE__PRIVATE int cucore__loops_lanes(const cucore_loops *loops)
{
    int a, k, lanes = CUCORE__LOOP_VECTOR, found = 0;
    for (k = 0; k < loops->private_.count; k++) {
        const int64_t *strides = loops->private_.strides[k];
        const int itemsize = loops->private_.itemsize[k];
        uint64_t bits = (uint64_t)(uintptr_t)loops->private_.ptr[k] | CUCORE__LOOP_VECTOR;
        if (strides[0] == 0) continue;
        if (strides[0] != itemsize || itemsize & (itemsize - 1)) return 1;
        for (a = 1; a < loops->private_.ndim; a++) bits |= (uint64_t)strides[a];
        while (lanes > 1 && (lanes * itemsize > CUCORE__LOOP_VECTOR || bits & (uint64_t)(lanes * itemsize - 1)))
            lanes /= 2;
        found = 1;
    }
    while (lanes > loops->private_.box[0] ||
           (lanes > 1 && loops->private_.box[0] < loops->private_.extent[0] && loops->private_.box[0] % lanes))
        lanes /= 2;
    return found ? lanes : 1;
}

/* Elements of a tile on an axis; 1 on those that make none. */
CUCORE__PRIVATE int cucore__loops_edge(const cucore_loops *loops, int axis)
{
    if (!loops->private_.tile) return 1;
    return axis == 0 ? loops->private_.edge[0] : axis == loops->private_.tile ? loops->private_.edge[1] : 1;
}

/* Returns 1 if 31 bits are enough for a loop over a box; else 0, and `axis` is the one to cut.  All steps count, also
 * those on the rim of tiles; of offsets only those of elements, since others may wrap. */
CUCORE__PRIVATE int cucore__loops_fit(const cucore_loops *loops, int *axis)
{
    const int most_axes = loops->private_.tile ? CUCORE_LOOP_NDIM - 2 : CUCORE_LOOP_NDIM;
    int64_t steps = 1, longest = 0;
    int a, k, axes = 0, fits = 1;
    for (a = 0; a < loops->private_.ndim; a++) {
        const int64_t box = loops->private_.box[a];
        fits &= !cucore__mul(steps, box + cucore__loops_edge(loops, a) - 1, &steps) && steps <= INT32_MAX;
        if (box > longest) {
            longest = box;
            *axis = a;
        }
        axes += box > 1 || a == 0;
        if (axes > most_axes && box > 1) {
            *axis = a;
            return 0;
        }
    }
    for (k = 0; k < loops->private_.count && fits; k++) {
        int64_t reach = loops->private_.itemsize[k];
        for (longest = 0, a = 0; a < loops->private_.ndim; a++) {
            const int64_t stride = loops->private_.strides[k][a];
            int64_t part;
            if (cucore__mul(stride < 0 ? -stride : stride, loops->private_.box[a] - 1, &part)) part = INT64_MAX;
            if (part > longest) {
                longest = part;
                *axis = a;
            }
            fits &= !cucore__add(reach, part, &reach) && reach <= INT32_MAX;
        }
    }
    return fits;
}

/* Halves of axes, until a loop fits.  Whole tiles and whole vectors stay together. */
CUCORE__PRIVATE void cucore__loops_cut(cucore_loops *loops)
{
    int a = 0;
    while (!cucore__loops_fit(loops, &a)) {
        const int edge = a == 0 || a == loops->private_.tile ? loops->private_.edge[a != 0] : 1;
        int64_t half = (loops->private_.box[a] + 1) / 2;
        if (half > edge) half += -half & (edge - 1);
        loops->private_.box[a] = half;
    }
}

/* Ends cucore_loops_make once extents, strides and addresses are filled in. */
CUCORE__PRIVATE inline void cucore__loops_ready(const cucore_operand *operands, int64_t size, cucore_loops *out)
{
    int a;
    out->size = size;
    out->private_.is_open = size != 0;
    out->private_.device = cucore__loops_device(operands, out->private_.count);
    out->private_.tile = 0;
    out->private_.lanes = 1;
    for (a = 0; a < out->private_.ndim; a++) {
        out->private_.index[a] = 0;
        out->private_.box[a] = out->private_.extent[a];
    }
    if (!size) return;
    cucore__loops_tile(out);
    cucore__loops_cut(out);
    out->private_.lanes = out->private_.tile ? 1 : cucore__loops_lanes(out);
}

/* Returns the number of elements of arrays of one shape in C order, and numbers that are read, as most are; 0: there
 * are none, or other arrays. */
CUCORE__PRIVATE inline int64_t cucore__loops_dense_size(const cucore_operand *operands, int n)
{
    const cucore_layout *const first = &operands[0].view->layout;
    int64_t size = 1;
    int a, k;
    for (k = 0; k < n; k++) {
        const cucore_layout *const one = &operands[k].view->layout;
        int64_t stride = 1;
        if (one->ndim != first->ndim && (one->ndim || operands[k].flags & CUCORE_WRITE)) return 0;
        for (a = one->ndim - 1; a >= 0; a--) {
            const int64_t extent = one->shape[a];
            if (extent != first->shape[a] || (extent != 1 && one->strides[a] != stride)) return 0;
            if (cucore__mul(stride, extent, &stride)) return 0;
        }
        if (k == 0) size = stride;
        if (one->itemsize > INT32_MAX) return 0;
    }
    return size;
}

/* Fills in a pass over such arrays. */
CUCORE__PRIVATE void cucore__loops_fill_dense(const cucore_operand *operands, int n, int64_t size, cucore_loops *out)
{
    int k;
    for (k = 0; k < n; k++) {
        const cucore_layout *const one = &operands[k].view->layout;
        out->private_.itemsize[k] = (int)one->itemsize;
        out->private_.ptr[k] = (char *)operands[k].view->ptr;
        out->private_.strides[k][0] = one->ndim ? one->itemsize : 0;
    }
    out->private_.count = n;
    out->private_.ndim = 1;
    out->private_.extent[0] = size;
    cucore__loops_ready(operands, size, out);
}

/* Does so for any arrays, with the first half of the layouts from its caller: all of them do not fit a frame of
 * 8 KB. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__loops_fill(const cucore_operand *operands, int n,
                                                               cucore_layout *half, cucore_loops *out)
{
    cucore_layout all, rest[CUCORE_LOOP_OPERANDS - CUCORE__LOOP_HALF], *stretched[CUCORE_LOOP_OPERANDS];
    const cucore_layout *layouts[CUCORE_LOOP_OPERANDS];
    int64_t offsets[CUCORE_LOOP_OPERANDS], size;
    int a, k;
    cucore_status status = cucore__loops_shape(operands, n, &all);
    for (k = 0; k < n && !status; k++) {
        layouts[k] = stretched[k] = k < CUCORE__LOOP_HALF ? &half[k] : &rest[k - CUCORE__LOOP_HALF];
        status = cucore_layout_broadcast_to(&operands[k].view->layout, all.ndim, all.shape, stretched[k]);
        if (!status && stretched[k]->itemsize > INT32_MAX) {
            status = cucore_fail(CUCORE_OVERFLOW, "%s: elements of %lld bytes; offsets of a loop fit 32 bits",
                                 cucore__operand_name(operands, k), (long long)stretched[k]->itemsize);
        }
    }
    if (!status) status = cucore_layout_simplify(layouts, (size_t)n, stretched, offsets, NULL);
    if (status) return status;
    size = cucore_layout_size(stretched[0]);
    out->private_.count = n;
    out->private_.ndim = stretched[0]->ndim ? stretched[0]->ndim : 1;
    out->private_.extent[0] = 1;
    for (k = 0; k < n; k++) {
        const int64_t itemsize = stretched[k]->itemsize;
        out->private_.itemsize[k] = (int)itemsize;
        out->private_.ptr[k] = (char *)operands[k].view->ptr;
        if (size) out->private_.ptr[k] += offsets[k] * itemsize; /* an empty array may have no address */
        out->private_.strides[k][0] = 0;
        for (a = 0; a < stretched[k]->ndim; a++) { /* the fastest first */
            const int from = stretched[k]->ndim - 1 - a;
            out->private_.extent[a] = stretched[k]->shape[from];
            out->private_.strides[k][a] = stretched[k]->strides[from] * itemsize;
        }
    }
    cucore__loops_ready(operands, size, out);
    return CUCORE_OK;
}

/* Checks and fills in a pass that is not as most are. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__loops_fill_any(const cucore_operand *operands, int n,
                                                                   cucore_loops *out)
{
    cucore_layout half[CUCORE__LOOP_HALF];
    return cucore__loops_fill(operands, n, half, out);
}

/* Refuses a conversion in a loop of a device. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__loops_check_casts(const cucore_operand *operands, int count,
                                                                     uint32_t converts)
{
    const int device = cucore__loops_device(operands, count);
    int k = 0;
    if (device < 0) return CUCORE_OK;
    while (!(converts >> k & 1)) k++;
    return cucore_fail(
        CUCORE_WRONG_DEVICE,
        "%s: CUCORE_CAST converts in loops on the CPU, and %s is in memory that it cannot read: copy with "
        "CUCORE_COPY_CAST",
        cucore__operand_name(operands, k), cucore__operand_name(operands, device));
}

/* Fills in which operands of a pass are converted.  A step is one element then. */
CUCORE__PRIVATE void cucore__loops_fill_casts(const cucore_operand *operands, cucore_loops *out)
{
    int k;
    out->private_.lanes = 1;
    out->private_.swapped = out->private_.writes = 0;
    for (k = 0; k < out->private_.count; k++) {
        const cucore_operand *one = &operands[k];
        out->private_.dtype[0][k] = one->view->dtype;
        out->private_.dtype[1][k] = one->dtype.lanes ? one->dtype : one->view->dtype;
        out->private_.swapped |= (uint32_t)one->view->byte_swapped << k;
        out->private_.writes |= (uint32_t)((one->flags & CUCORE_WRITE) != 0) << k;
    }
}

CUCORE_API cucore_status cucore_loops_make(const cucore_operand *operands, size_t count, cucore_loops *out)
{
    const int n = (int)count;
    int64_t size;
    uint32_t converts = 0;
    int k, vector;
    cucore_status status = CUCORE_OK;
    if (!operands || !out) return cucore__fail_null("cucore_loops_make", operands ? "out" : "operands");
    if (count < 1 || count > CUCORE_LOOP_OPERANDS) {
        return cucore__invalid("a loop over %llu operands; there are 1 to %d", (unsigned long long)count,
                               CUCORE_LOOP_OPERANDS);
    }
    for (k = 0; k < n && !status; k++) {
        cucore_operand one = operands[k];
        if (one.flags & CUCORE_WRITE) one.flags |= CUCORE_UNIQUE;
        if (!one.view) return cucore__invalid("%s: the view is NULL", cucore__operand_name(operands, k));
        if (one.flags & CUCORE__FLAG(CAST)) {
            int is_converted = 0;
            status = cucore__operand_check_cast(&one, cucore__operand_name(operands, k), &is_converted);
            converts |= (uint32_t)is_converted << k;
            continue;
        }
        status = cucore__operand_check(&one, cucore__operand_name(operands, k), &vector);
        if (!status && vector > 1)
            status = cucore__operand_fail_dtype(one.view, cucore__operand_name(operands, k), one.dtype);
    }
    if (!status) status = cucore__loops_check_devices(operands, n);
    if (!status && converts) status = cucore__loops_check_casts(operands, n, converts);
    if (status) return status;
    size = cucore__loops_dense_size(operands, n);
    if (size) {
        cucore__loops_fill_dense(operands, n, size, out);
    } else {
        status = cucore__loops_fill_any(operands, n, out);
        if (status) return status;
    }
    out->private_.converts = converts;
    if (converts) cucore__loops_fill_casts(operands, out);
    return CUCORE_OK;
}

/* Sets the extent of an axis of a loop, and what divides by it. */
CUCORE__PRIVATE void cucore__loop_set_extent(cucore_loop *loop, int axis, unsigned extent)
{
    unsigned shift = 0;
    while (((uint64_t)1 << shift) < (uint64_t)extent) shift++;
    loop->extent[axis] = extent;
    loop->shift[axis] = shift;
    loop->multiplier[axis] =
        (unsigned)((((uint64_t)1 << 32) * (((uint64_t)1 << shift) - (uint64_t)extent)) / (uint64_t)extent + 1);
}

/* One more axis of a loop: of `extent` steps, with the strides of an axis of the pass times `times`. */
CUCORE__PRIVATE void cucore__loop_add_axis(cucore_loop *loop, const cucore_loops *loops, int axis, int64_t extent,
                                           int times)
{
    const int to = loop->ndim++;
    int k;
    cucore__loop_set_extent(loop, to, (unsigned)extent);
    for (k = 0; k < loops->private_.count; k++) {
        loop->strides[to][k] = (int)(uint32_t)((uint64_t)loops->private_.strides[k][axis] * (uint64_t)times);
    }
    loop->size *= (unsigned)extent;
}

CUCORE__PRIVATE const cucore_loop *cucore__loops_next(cucore_loops *loops)
{
    cucore_loop *out = loops ? &loops->private_.loop : NULL;
    const int tile = loops ? loops->private_.tile : 0;
    int64_t box[CUCORE_MAX_NDIM];
    int a, k;
    if (!loops || !loops->private_.is_open) return NULL;
    memset(out, 0, sizeof *out);
    out->count = loops->private_.count;
    out->lanes = loops->private_.lanes;
    out->size = 1;
    for (a = 0; a < loops->private_.ndim; a++) {
        box[a] = loops->private_.extent[a] - loops->private_.index[a];
        if (box[a] > loops->private_.box[a]) box[a] = loops->private_.box[a];
    }
    for (k = 0; k < out->count; k++) {
        out->ptr[k] = loops->private_.ptr[k];
        out->itemsize[k] = loops->private_.strides[k][0] ? loops->private_.itemsize[k] : 0;
        for (a = 0; a < loops->private_.ndim; a++) {
            out->ptr[k] += loops->private_.index[a] * loops->private_.strides[k][a];
        }
    }
    out->row = (unsigned)box[0];
    if (tile) {
        out->tiled[0] = (unsigned)box[0];
        out->tiled[1] = (unsigned)box[tile];
        for (a = 0; a <= tile; a += tile) cucore__loop_add_axis(out, loops, a, cucore__loops_edge(loops, a), 1);
        for (a = 0; a <= tile; a += tile) {
            const int edge = cucore__loops_edge(loops, a);
            cucore__loop_add_axis(out, loops, a, (box[a] + edge - 1) / edge, edge);
        }
    } else {
        cucore__loop_add_axis(out, loops, 0, (box[0] + out->lanes - 1) / out->lanes, out->lanes);
    }
    for (a = 1; a < loops->private_.ndim; a++) {
        if (box[a] > 1 && a != tile) cucore__loop_add_axis(out, loops, a, box[a], 1);
    }
    loops->private_.is_open = 0; /* unless some axis has another box */
    for (a = 0; a < loops->private_.ndim && !loops->private_.is_open; a++) {
        loops->private_.index[a] += loops->private_.box[a];
        loops->private_.is_open = loops->private_.index[a] < loops->private_.extent[a];
        if (!loops->private_.is_open) loops->private_.index[a] = 0;
    }
    return out;
}

CUCORE_API const cucore_loop *cucore_loops_next(cucore_loops *loops)
{
    if (!loops || !loops->private_.is_open || !loops->private_.converts) return cucore__loops_next(loops);
    (void)cucore__invalid("cucore_loops_next: operands are converted (CUCORE_CAST), which only cucore_loops_run does");
    return NULL;
}

/* ------------ >>impl-kernel-run -- */
/* kernel/run.c: loops run by threads of the CPU. */
enum {
    CUCORE__RUN_TRIAL = 4096,   /* elements that the caller does before it looks at a clock */
    CUCORE__RUN_MEASURED = 20,  /* us that are enough to know how long an element takes */
    CUCORE__RUN_LINES = 2048,   /* lines of memory that stay in the second cache */
    CUCORE__RUN_BUFFER = 16384, /* bytes of converted elements that a thread has at a time, */
    CUCORE__RUN_LINE = 64       /* ... where the elements of each operand begin */
};

/* How the operands of a pass are converted; the room of the caller is after it. */
typedef struct cucore__run_casts {
    const cucore_loops *loops;
    unsigned most; /* elements of a block */
    size_t nbytes; /* of the room of a thread */
#if defined(CUCORE_CAST_H)
    struct {
        cucore__cast_rows in, out;
        size_t at; /* in the room */
    } each[CUCORE_LOOP_OPERANDS];
#endif
} cucore__run_casts;

/* What one thread does of a loop. */
typedef struct cucore__run_part {
    const cucore_loop *loop;
    unsigned begin, end;
    cucore_loop_body body;
    void *user_data;
    const cucore__run_casts *casts; /* NULL: nothing is converted */
    char *room;                     /* of this thread */
} cucore__run_part;

#if defined(CUCORE_CAST_H)
/* Returns NULL if there is no memory. */
CUCORE__PRIVATE CUCORE__APART cucore__run_casts *cucore__run_casts_make(const cucore_loops *loops)
{
    cucore__run_casts *out;
    cucore_view view;
    size_t bytes = 0, at = CUCORE__RUN_LINE;
    unsigned most;
    int k;
    for (k = 0; k < loops->private_.count; k++) {
        if (loops->private_.converts >> k & 1) bytes += loops->private_.dtype[1][k].itemsize;
    }
    most = (unsigned)(CUCORE__RUN_BUFFER / bytes);
    if ((int64_t)most > loops->size) most = (unsigned)loops->size;
    out = (cucore__run_casts *)malloc(sizeof *out + most * bytes + (CUCORE_LOOP_OPERANDS + 1) * CUCORE__RUN_LINE);
    if (!out) return NULL;
    out->loops = loops;
    out->most = most;
    for (k = 0; k < loops->private_.count; k++) {
        const cucore_dtype dtype = loops->private_.dtype[1][k];
        if (!(loops->private_.converts >> k & 1)) continue;
        view.dtype = loops->private_.dtype[0][k];
        view.layout.itembits = 8 * (int64_t)view.dtype.itemsize;
        view.byte_swapped = (uint8_t)(loops->private_.swapped >> k & 1);
        (void)cucore__cast_rows_make(&view, dtype, 0, &out->each[k].in);
        (void)cucore__cast_rows_make(&view, dtype, 1, &out->each[k].out);
        out->each[k].at = at;
        at += (most * dtype.itemsize + CUCORE__RUN_LINE - 1) / CUCORE__RUN_LINE * CUCORE__RUN_LINE;
    }
    out->nbytes = at;
    return out;
}

/* Returns the elements of an operand in the room of a thread. */
CUCORE__PRIVATE inline char *cucore__run_buffer(const cucore__run_casts *casts, char *room, int k)
{
    return room + casts->each[k].at - (uintptr_t)room % CUCORE__RUN_LINE;
}

/* Converts an operand of a block into the room, or back from there. */
CUCORE__PRIVATE void cucore__run_cast(const cucore__run_casts *casts, const cucore_loop *block,
                                      const cucore_loop_at *at, int k, int writes)
{
    const int64_t item = casts->loops->private_.dtype[1][k].itemsize;
    cucore__host_axis axes[2];
    int a;
    for (a = 0; a < 2; a++) {
        const int moves = a < block->ndim && block->strides[a][k] != 0;
        const int64_t here = moves ? block->strides[a][k] : item, there = a ? at->offset[k] : at->stride[k];
        axes[a].extent = moves ? (int64_t)block->extent[a] : 1;
        axes[a].dst = writes ? there : here;
        axes[a].src = writes ? here : there;
    }
    if (writes) {
        cucore__cast_rows_run(&casts->each[k].out, axes, at->ptr[k], block->ptr[k]);
    } else {
        cucore__cast_rows_run(&casts->each[k].in, axes, block->ptr[k], at->ptr[k]);
    }
}

/* Does a block of a pass: a loop of rows, in which operands that are converted are in the room.
 *   at  in/out  where it is */
CUCORE__PRIVATE void cucore__run_block(const cucore__run_part *part, cucore_loop_at *at)
{
    const uint32_t converts = part->casts->loops->private_.converts, writes = part->casts->loops->private_.writes;
    const cucore_loop *loop = part->loop;
    cucore_loop block;
    int k;
    block.count = loop->count;
    block.ndim = at->rows > 1 ? 2 : 1;
    block.lanes = 1;
    block.row = (unsigned)at->lanes;
    block.size = block.row * (unsigned)at->rows;
    block.tiled[0] = block.tiled[1] = block.reserved = 0;
    cucore__loop_set_extent(&block, 0, block.row);
    cucore__loop_set_extent(&block, 1, (unsigned)at->rows);
    for (k = 0; k < block.count; k++) {
        const int item = (int)part->casts->loops->private_.dtype[1][k].itemsize;
        at->offset[k] = block.ndim > 1 ? loop->strides[1][k] : 0; /* from row to row */
        block.ptr[k] = at->ptr[k];
        block.itemsize[k] = loop->itemsize[k];
        block.strides[0][k] = at->stride[k];
        block.strides[1][k] = at->offset[k];
        if (!(converts >> k & 1)) continue;
        block.ptr[k] = cucore__run_buffer(part->casts, part->room, k);
        block.itemsize[k] = block.strides[0][k] = at->stride[k] ? item : 0;
        block.strides[1][k] = at->offset[k] ? item * (at->stride[k] ? at->lanes : 1) : 0;
        cucore__run_cast(part->casts, &block, at, k, 0);
    }
    part->body(&block, 0, block.size, part->user_data);
    for (k = 0; k < block.count; k++) {
        if (converts & writes & (uint32_t)1 << k) cucore__run_cast(part->casts, &block, at, k, 1);
    }
}

/* Does the steps of a part, in blocks of whole rows if a row is short enough. */
CUCORE__PRIVATE CUCORE__APART void cucore__run_blocks(const cucore__run_part *part)
{
    const unsigned extent = part->loop->extent[0];
    unsigned most = part->casts->most, step;
    cucore_loop_at at;
    if (extent < most) most = most / extent * extent;
    for (step = part->begin; step < part->end; step = at.next) {
        cucore__loop_block(part->loop, step, part->end - step > most ? step + most : part->end, part->loop->count, &at);
        if (at.rows > 0) cucore__run_block(part, &at);
    }
}
#else /* cucore_loops_make refuses conversions */
CUCORE__PRIVATE cucore__run_casts *cucore__run_casts_make(const cucore_loops *loops)
{
    (void)loops;
    return NULL;
}

CUCORE__PRIVATE void cucore__run_blocks(const cucore__run_part *part)
{
    (void)part;
}
#endif

CUCORE__PRIVATE void cucore__run_part_do(void *argument)
{
    const cucore__run_part *part = (const cucore__run_part *)argument;
    if (part->casts) {
        cucore__run_blocks(part);
    } else {
        part->body(part->loop, part->begin, part->end, part->user_data);
    }
}

/* Starts the thread of a share, with room of its own for what it converts.  -> 0: it could not be had */
CUCORE__PRIVATE int cucore__run_start(cucore__thread *thread, cucore__run_part *share)
{
    char *room = share->casts ? (char *)malloc(share->casts->nbytes) : NULL, *shared = share->room;
    if (share->casts && !room) return 0;
    share->room = room;
    if (cucore__thread_start(thread, cucore__run_part_do, share)) return 1;
    share->room = shared;
    free(room);
    return 0;
}

/* Tiles are small, for threads of a device.  A CPU goes along rows: whole ones if the lines of a transposed operand
 * that a row touches are still in the cache when the next row comes to them; else parts of rows, one after the other
 * down all of them. */
CUCORE__PRIVATE void cucore__run_make_rows_long(cucore_loops *loops)
{
    const int tile = loops->private_.tile, edges[2] = {loops->private_.edge[0], loops->private_.edge[1]};
    const int64_t *box = loops->private_.box;
    int64_t lines = 1;
    int a;
    for (a = 0; a < tile && lines <= CUCORE__RUN_LINES; a++) lines *= box[a];
    if (lines <= CUCORE__RUN_LINES) {
        loops->private_.tile = 0;
        return;
    }
    loops->private_.edge[0] = box[0] < CUCORE__RUN_LINES ? (int)box[0] : CUCORE__RUN_LINES;
    loops->private_.edge[1] = (int)box[tile];
    if (!cucore__loops_fit(loops, &a)) memcpy(loops->private_.edge, edges, sizeof edges);
}

/* The caller does the first steps of a part, each time as many as all before, until they took long enough to be
 * measured.
 *   part     in/out  begins behind them from then on
 *   threads  in      at most; 0: as many as there are processors
 *   -> how many the rest is worth, at least 1 */
CUCORE__PRIVATE int cucore__run_try(cucore__run_part *part, int threads)
{
    const unsigned size = part->end;
    const double start = cucore__clock();
    double taken = 0;
    part->end = CUCORE__RUN_TRIAL / (unsigned)part->loop->lanes;
    while (part->begin < size && taken < (double)CUCORE__RUN_MEASURED) {
        if (part->end > size) part->end = size;
        cucore__run_part_do(part);
        part->begin = part->end;
        part->end *= 2;
        taken = cucore__clock() - start;
    }
    part->end = size;
    return cucore__threads_for(taken * (double)(size - part->begin) / (double)part->begin, threads);
}

/* A part by so many threads.  The caller does the first share, and those that no thread could be had for. */
CUCORE__PRIVATE void cucore__run_share(const cucore__run_part *part, unsigned count)
{
    cucore__run_part shares[CUCORE__THREADS_MOST];
    cucore__thread started[CUCORE__THREADS_MOST];
    const uint64_t size = part->end - part->begin;
    unsigned i, running = 1;
    for (i = 0; i < count; i++) {
        shares[i] = *part;
        shares[i].begin = part->begin + (unsigned)(size * i / count);
        shares[i].end = part->begin + (unsigned)(size * (i + 1) / count);
    }
    while (running < count && cucore__run_start(&started[running], &shares[running])) running++;
    cucore__run_part_do(&shares[0]);
    for (i = running; i < count; i++) cucore__run_part_do(&shares[i]);
    for (i = 1; i < running; i++) {
        cucore__thread_join(&started[i]);
        free(shares[i].room);
    }
}

CUCORE__PRIVATE cucore_status cucore__run_loops(cucore_loops *loops, int threads, cucore_loop_body body,
                                                void *user_data)
{
    const cucore_loop *loop;
    cucore__run_casts *casts = NULL;
    if (!loops || !body) return cucore__fail_null("cucore_loops_run", loops ? "body" : "loops");
    if (threads < 0) return cucore__invalid("cucore_loops_run: %d threads", threads);
    if (loops->private_.is_open && loops->private_.device >= 0) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "cucore_loops_run: operand %d is in memory that the CPU cannot read",
                           loops->private_.device);
    }
    if (loops->private_.is_open && loops->private_.converts) {
        casts = cucore__run_casts_make(loops);
        if (!casts) return cucore_fail(CUCORE_OUT_OF_MEMORY, "cucore_loops_run: no memory to convert elements");
    }
    if (loops->private_.tile) cucore__run_make_rows_long(loops);
    while ((loop = cucore__loops_next(loops))) {
        cucore__run_part part = {loop, 0, 0, body, user_data, casts, casts ? (char *)(casts + 1) : NULL};
        int count = 1;
        part.end = loop->size;
        if (threads != 1 && loop->size > 2 * CUCORE__RUN_TRIAL / (unsigned)loop->lanes) {
            count = cucore__run_try(&part, threads);
        }
        if (count > 1) {
            cucore__run_share(&part, (unsigned)count);
        } else if (part.begin < part.end) {
            cucore__run_part_do(&part);
        }
    }
    free(casts);
    return CUCORE_OK;
}

#if defined(CUCORE__EXCEPTIONS)
/* A body that may throw.  No exception leaves a thread: the first one is kept, and thrown once all threads are done.
 * The struct has a pointer, since a destructor would be a symbol that other libraries see. */
typedef struct cucore__run_catch {
    cucore_loop_body body;
    void *user_data;
    std::exception_ptr *first;
    CUCORE__ATOMIC(int) has_failed;
} cucore__run_catch;

/* What has not begun when another part failed is left out. */
CUCORE__PRIVATE void cucore__run_catching(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    cucore__run_catch *run = (cucore__run_catch *)user_data;
    if (CUCORE__LOAD(&run->has_failed)) return;
    try {
        run->body(loop, begin, end, run->user_data);
    } catch (...) {
        if (!CUCORE__TEST_AND_SET(&run->has_failed)) *run->first = std::current_exception();
    }
}
#endif

CUCORE_API cucore_status cucore_loops_run(cucore_loops *loops, int threads, cucore_loop_body body, void *user_data)
{
#if defined(CUCORE__EXCEPTIONS)
    std::exception_ptr first;
    cucore__run_catch run = {body, user_data, &first, 0};
    cucore_status status = cucore__run_loops(loops, threads, body ? cucore__run_catching : NULL, &run);
    if (first) std::rethrow_exception(first);
    return status;
#else
    return cucore__run_loops(loops, threads, body, user_data);
#endif
}

/* ------------ >>impl-kernel-launch -- */
/* kernel/launch.c: the parameters of a kernel, checked launches, occupancy. */
#define CUCORE__MOST_PARAMS 256
#define CUCORE__MOST_ATTRIBUTES 16
#define CUCORE__PORTABLE_CLUSTER 8

/* What the driver reports of a function.  It is asked once, and the facts are kept as long as the kernel is loaded, in
 * a list like that of its functions.  The entry of a context that is gone is used again; `older` keeps its earlier
 * facts, so that they do not leak. */
typedef struct cucore__kernel_facts {
    struct cucore__kernel_facts *older;
    CUfunction function;
    unsigned threads_most;                /* of a block; 0: not known */
    unsigned shared_static;               /* bytes */
    CUCORE__ATOMIC(unsigned) shared_most; /* dynamic bytes that a launch may have now */
    CUCORE__ATOMIC(int) has_large_clusters;
    int param_count; /* -1: not known */
    uint32_t param_nbytes[1];
} cucore__kernel_facts;

typedef struct cucore__kernel_of_function {
    cucore_kernel *kernel;
    CUfunction function;
} cucore__kernel_of_function;

CUCORE__PRIVATE cucore_status cucore__function_attribute(CUfunction function, cucore__CUfunction_attribute attribute,
                                                         unsigned otherwise, unsigned *out)
{
    int value = 0;
    cucore_status status = CUCORE_OK;
    *out = otherwise;
    if (!cucore__driver.FuncGetAttribute) return CUCORE_OK;
    status = CUCORE__CALL(FuncGetAttribute, (&value, attribute, function));
    if (!status) *out = value > 0 ? (unsigned)value : 0;
    return status;
}

/* Finds the number and sizes of the parameters: the driver refuses the first number after the last one. */
CUCORE__PRIVATE cucore_status cucore__function_params(CUfunction function, uint32_t *nbytes, int *count)
{
    *count = -1;
    if (!cucore__driver.FuncGetParamInfo) return CUCORE_OK;
    for (*count = 0; *count <= CUCORE__MOST_PARAMS; (*count)++) {
        size_t offset = 0, size = 0;
        cucore__CUresult result = cucore__driver.FuncGetParamInfo(function, (size_t)*count, &offset, &size);
        if (result == CUCORE__CUDA_ERROR_INVALID_VALUE) return CUCORE_OK;
        if (result) return cucore__fail_result(result, "cuFuncGetParamInfo");
        if (*count < CUCORE__MOST_PARAMS) nbytes[*count] = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    }
    return CUCORE_OK;
}

/* A cucore__loader: what is `loaded` are the facts. */
CUCORE__PRIVATE cucore_status cucore__kernel_facts_load(const void *what, CUcontext context, unsigned long long id,
                                                        CUfunction *out)
{
    const cucore__kernel_of_function *of = (const cucore__kernel_of_function *)what;
    const cucore__loaded *one =
        (const cucore__loaded *)CUCORE__LOAD((cucore__loaded_list *)&of->kernel->private_[CUCORE__KERNEL_FACTS]);
    uint32_t nbytes[CUCORE__MOST_PARAMS];
    cucore__kernel_facts facts, *made;
    unsigned shared_most = 0, unasked;
    size_t sizes;
    cucore__CUstreamCaptureMode mode;
    int exchanged = cucore__relaxed_begin(&mode);
    cucore_status status;
    (void)id;
    memset(&facts, 0, sizeof facts);
    facts.function = of->function;
    status = cucore__function_params(of->function, nbytes, &facts.param_count);
    if (!status)
        status = cucore__function_attribute(of->function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0,
                                            &facts.threads_most);
    if (!status)
        status = cucore__function_attribute(of->function, CUCORE__CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0,
                                            &facts.shared_static);
    if (!status)
        status = cucore__function_attribute(of->function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                            48 << 10, &shared_most);
    cucore__relaxed_end(exchanged, &mode);
    if (status) return status;
    unasked = facts.shared_static < 48u << 10 ? (48u << 10) - facts.shared_static : 0;
    if (shared_most > unasked) shared_most = unasked; /* another caller may have allowed more */
    while (one && one->context != context) one = one->next;
    sizes = facts.param_count > 0 ? (size_t)facts.param_count : 0;
    if (sizes > CUCORE__MOST_PARAMS) sizes = CUCORE__MOST_PARAMS;
    made = (cucore__kernel_facts *)malloc(sizeof *made + sizes * sizeof *nbytes);
    if (!made) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for what a kernel remembers of a context");
    *made = facts;
    made->older = one ? (cucore__kernel_facts *)one->handle : NULL;
    CUCORE__STORE(&made->shared_most, shared_most);
    memcpy(made->param_nbytes, nbytes, sizes * sizeof *nbytes);
    *out = (CUfunction)(void *)made;
    return CUCORE_OK;
}

/* In the current context, which is `context`: without a lock once it was used there. */
CUCORE__PRIVATE cucore_status cucore__kernel_facts_in(cucore_kernel *kernel, CUcontext context,
                                                      cucore__kernel_facts **out)
{
    cucore__loaded_list *list = (cucore__loaded_list *)&kernel->private_[CUCORE__KERNEL_FACTS];
    cucore__kernel_of_function of;
    CUfunction made = NULL;
    cucore_status status;
    *out = (cucore__kernel_facts *)cucore__loaded_find(list, context, cucore__context_id(context), NULL);
    if (CUCORE__LIKELY(*out)) return CUCORE_OK;
    of.kernel = kernel;
    status = cucore__kernel_function_in(kernel, context, &of.function);
    if (!status) status = cucore__loaded_make(list, context, cucore__kernel_facts_load, &of, &made);
    if (!status) *out = (cucore__kernel_facts *)(void *)made;
    return status;
}

/* -- parameters ---------------------------------------------------------------------------------------------------- */
/* "kernel 'axpy': parameter 1 (alpha) ..." */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_param(const cucore_kernel *kernel, const cucore_params *params,
                                                              size_t i, const char *what)
{
    const char *name = params->items[i].name;
    return cucore__invalid("kernel '%.100s': parameter %d%s%.100s%s %s", kernel->name, (int)i, name ? " (" : "",
                           name ? name : "", name ? ")" : "", what);
}

/* The addresses of values, as the driver wants them. */
CUCORE__PRIVATE cucore_status cucore__params_pack(const cucore_kernel *kernel, const cucore__kernel_facts *facts,
                                                  const cucore_params *params, void **values)
{
    const size_t count = params ? params->count : 0;
    char what[80];
    size_t i;
    if (count > CUCORE__MOST_PARAMS) {
        return cucore__invalid("kernel '%.100s': %llu parameters were given; the most that there can be are %d",
                               kernel->name, (unsigned long long)count, CUCORE__MOST_PARAMS);
    }
    if (count && !params->items) return cucore__fail_null("cucore_kernel_launch_params", "params->items");
    if (facts->param_count >= 0 && (size_t)facts->param_count != count) {
        return cucore__invalid("kernel '%.100s' takes %d parameter%s, %d %s given", kernel->name, facts->param_count,
                               facts->param_count == 1 ? "" : "s", (int)count, count == 1 ? "was" : "were");
    }
    for (i = 0; i < count; i++) {
        const cucore_param *param = &params->items[i];
        if (!param->value) return cucore__fail_param(kernel, params, i, "is NULL; the address of its value is needed");
        if (facts->param_count >= 0 && param->nbytes != facts->param_nbytes[i]) {
            snprintf(what, sizeof what, "has %llu byte%s, the kernel takes %u", (unsigned long long)param->nbytes,
                     param->nbytes == 1 ? "" : "s", (unsigned)facts->param_nbytes[i]);
            return cucore__fail_param(kernel, params, i, what);
        }
        values[i] = (void *)(uintptr_t)param->value; /* read only */
    }
    return CUCORE_OK;
}

/* -- what a launch needs ------------------------------------------------------------------------------------------- */
/* What can be seen without the driver. */
CUCORE__PRIVATE cucore_status cucore__launch_check_more(const cucore_kernel *kernel, const cucore_launch *launch)
{
    const cucore_launch_config *config = &launch->config;
    const uint64_t unknown = launch->flags & ~(CUCORE_LAUNCH_COOPERATIVE | CUCORE_LAUNCH_PROGRAMMATIC);
    cucore_status status = cucore__launch_check(config);
    int i;
    if (status) return status;
    if (unknown) {
        return cucore__invalid("kernel '%.100s': of the flags 0x%llx, 0x%llx mean nothing to a launch", kernel->name,
                               (unsigned long long)launch->flags, (unsigned long long)unknown);
    }
    if (config->attribute_count > CUCORE__MOST_ATTRIBUTES) {
        return cucore__invalid("kernel '%.100s': attribute_count is %u; the most that there can be is %d", kernel->name,
                               config->attribute_count, CUCORE__MOST_ATTRIBUTES);
    }
    for (i = 0; i < 3; i++) {
        const unsigned grid = config->grid[i];
        if (i > 0 && grid > 65535) {
            return cucore__invalid("kernel '%.100s': the grid has %u blocks in %c; the most that there can be is 65535",
                                   kernel->name, grid, 'x' + i);
        }
        if (launch->cluster[i] > 1 && !cucore__launch_is_empty(config) && grid % launch->cluster[i]) {
            return cucore__invalid("kernel '%.100s': the grid has %u block%s in %c, which clusters of %u do not divide",
                                   kernel->name, grid, grid == 1 ? "" : "s", 'x' + i, launch->cluster[i]);
        }
    }
    return CUCORE_OK;
}

/* Refuses more threads than a block of this kernel can have; the message of the driver would be "invalid argument". */
CUCORE__PRIVATE cucore_status cucore__block_check(const cucore_kernel *kernel, const cucore__kernel_facts *facts,
                                                  const unsigned *block)
{
    uint64_t threads = 1;
    int i;
    if (!facts->threads_most) return CUCORE_OK;
    for (i = 0; i < 3; i++) { /* below 2^64: what was too large ended before */
        threads *= block[i];
        if (threads > facts->threads_most) break;
    }
    if (CUCORE__LIKELY(i == 3)) return CUCORE_OK;
    return cucore__invalid("kernel '%.100s': a block of %u x %u x %u threads; this kernel can have %u", kernel->name,
                           block[0], block[1], block[2], facts->threads_most);
}

/* Beyond what a kernel has without asking.  All that the device has is asked for at once, so that it does not matter
 * which of two threads comes last. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__shared_allow(const cucore_kernel *kernel,
                                                                 cucore__kernel_facts *facts, CUcontext context,
                                                                 size_t nbytes)
{
    int device = 0, most = 0;
    cucore_status status = cucore__context_current_device(context, &device);
    if (!status)
        status = CUCORE__CALL(DeviceGetAttribute,
                              (&most, CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
    if (status) return status;
    if (most < 0 || (unsigned)most < facts->shared_static || nbytes > (unsigned)most - facts->shared_static) {
        return cucore__invalid("kernel '%.100s': %llu bytes of dynamic shared memory and %u of static; a block on "
                               "device %d can have %d",
                               kernel->name, (unsigned long long)nbytes, facts->shared_static, device, most);
    }
    most -= (int)facts->shared_static;
    CUCORE__CALL_RELAXED(status, FuncSetAttribute,
                         (facts->function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most));
    if (!status) CUCORE__STORE(&facts->shared_most, (unsigned)most);
    return status;
}

CUCORE__PRIVATE inline cucore_status cucore__shared_check(const cucore_kernel *kernel, cucore__kernel_facts *facts,
                                                          CUcontext context, size_t nbytes)
{
    if (CUCORE__LIKELY(nbytes <= CUCORE__LOAD(&facts->shared_most))) return CUCORE_OK;
    return cucore__shared_allow(kernel, facts, context, nbytes);
}

/* The blocks that run at the same time. */
typedef struct cucore__residency {
    int each; /* on one multiprocessor */
    int multiprocessors;
} cucore__residency;

CUCORE__PRIVATE cucore_status cucore__blocks_at_a_time(const cucore__kernel_facts *facts, CUcontext context,
                                                       unsigned threads, size_t shared_nbytes, cucore__residency *out)
{
    int device = 0;
    cucore_status status = cucore__context_current_device(context, &device);
    if (!status)
        status = CUCORE__CALL(DeviceGetAttribute,
                              (&out->multiprocessors, CUCORE__CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    if (!status)
        status = CUCORE__CALL(OccupancyMaxActiveBlocksPerMultiprocessor,
                              (&out->each, facts->function, (int)threads, shared_nbytes));
    return status;
}

/* Refuses a cooperative grid whose blocks do not all run at the same time.  The driver refuses too many blocks in
 * clusters. */
CUCORE__PRIVATE cucore_status cucore__cooperative_check(const cucore_kernel *kernel, const cucore__kernel_facts *facts,
                                                        CUcontext context, const cucore_launch *launch)
{
    const cucore_launch_config *config = &launch->config;
    uint64_t blocks = 1;
    unsigned threads = 1;
    cucore__residency most = {0, 0};
    int i;
    cucore_status status;
    if (!cucore__driver.OccupancyMaxActiveBlocksPerMultiprocessor || !facts->threads_most) return CUCORE_OK;
    for (i = 0; i < 3; i++) {
        blocks *= config->grid[i];   /* below 2^63 */
        threads *= config->block[i]; /* threads_most or fewer */
    }
    status = cucore__blocks_at_a_time(facts, context, threads, config->shared_nbytes, &most);
    if (status || blocks <= (uint64_t)most.each * (unsigned)most.multiprocessors) return status;
    return cucore__invalid("kernel '%.100s': a cooperative grid of %llu blocks; %d run at a time, %d on each of %d "
                           "multiprocessors",
                           kernel->name, (unsigned long long)blocks, most.each * most.multiprocessors, most.each,
                           most.multiprocessors);
}

/* Clusters of more blocks than every device has: from now on. */
CUCORE__PRIVATE cucore_status cucore__clusters_allow(cucore__kernel_facts *facts, const unsigned *cluster)
{
    uint64_t blocks = 1;
    int i;
    cucore_status status;
    for (i = 0; i < 3; i++) blocks *= cluster[i] ? cluster[i] : 1; /* they divide the grid */
    if (blocks <= CUCORE__PORTABLE_CLUSTER || CUCORE__LOAD(&facts->has_large_clusters)) return CUCORE_OK;
    CUCORE__CALL_RELAXED(status, FuncSetAttribute,
                         (facts->function, CUCORE__CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    if (!status) CUCORE__STORE(&facts->has_large_clusters, 1);
    return status;
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
/* Launches with attributes: those of the caller, then those of flags and clusters. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__launch_extended(CUfunction function, const cucore_launch *launch,
                                                                    CUstream stream, void **values)
{
    cucore__CUlaunchAttribute attributes[CUCORE__MOST_ATTRIBUTES + 3];
    cucore_launch_config config = launch->config;
    unsigned cluster[3], on = 1, n = config.attribute_count;
    int i, has_clusters = 0;
    memset(attributes, 0, sizeof attributes);
    if (n) memcpy(attributes, (const void *)config.attributes, n * sizeof *attributes);
    for (i = 0; i < 3; i++) {
        has_clusters |= launch->cluster[i] != 0;
        cluster[i] = launch->cluster[i] ? launch->cluster[i] : 1;
    }
    if (has_clusters) {
        attributes[n].id = CUCORE__CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        memcpy(attributes[n++].value, cluster, sizeof cluster);
    }
    if (launch->flags & CUCORE_LAUNCH_COOPERATIVE) {
        attributes[n].id = CUCORE__CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        memcpy(attributes[n++].value, &on, sizeof on);
    }
    if (launch->flags & CUCORE_LAUNCH_PROGRAMMATIC) {
        attributes[n].id = CUCORE__CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        memcpy(attributes[n++].value, &on, sizeof on);
    }
    config.attributes = (const struct CUlaunchAttribute_st *)(const void *)attributes;
    config.attribute_count = n;
    return cucore__launch(function, &config, stream, (const void *const *)values);
}

CUCORE_API cucore_status cucore_kernel_launch_params(cucore_kernel *kernel, int device_id, const cucore_launch *launch,
                                                     CUstream stream, const cucore_params *params)
{
    void *values[CUCORE__MOST_PARAMS];
    cucore__kernel_facts *facts = NULL;
    cucore__place place;
    cucore_context_guard guard;
    int is_plain;
    cucore_status status = cucore__kernel_check(kernel, launch, "cucore_kernel_launch_params", "launch");
    if (!status) status = cucore__launch_check_more(kernel, launch);
    if (status || cucore__launch_is_empty(&launch->config)) return status;
    status = cucore__kernel_place(device_id, stream, &place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    is_plain = !(launch->cluster[0] | launch->cluster[1] | launch->cluster[2]) && !launch->flags;
    status = cucore__kernel_facts_in(kernel, place.context, &facts);
    if (!status) status = cucore__params_pack(kernel, facts, params, values);
    if (!status) status = cucore__block_check(kernel, facts, launch->config.block);
    if (!status) status = cucore__shared_check(kernel, facts, place.context, launch->config.shared_nbytes);
    if (!status && !is_plain) status = cucore__clusters_allow(facts, launch->cluster);
    if (!status && launch->flags & CUCORE_LAUNCH_COOPERATIVE)
        status = cucore__cooperative_check(kernel, facts, place.context, launch);
    if (!status) {
        status = is_plain ? cucore__launch(facts->function, &launch->config, place.stream, (const void *const *)values)
                          : cucore__launch_extended(facts->function, launch, place.stream, values);
    }
    cucore_context_leave(&guard);
    return status;
}

/* -- occupancy ----------------------------------------------------------------------------------------------------- */
/* Most threads at a time: of the sizes that are whole warps, the largest first. */
CUCORE__PRIVATE cucore_status cucore__block_best(const cucore__kernel_facts *facts, size_t shared_nbytes, unsigned *out)
{
    const unsigned warp = 32, most = facts->threads_most ? facts->threads_most : 1024;
    unsigned block, best = 0;
    *out = most;
    for (block = most / warp * warp; block; block -= warp) {
        int each = 0;
        cucore_status status = CUCORE__CALL(OccupancyMaxActiveBlocksPerMultiprocessor,
                                            (&each, facts->function, (int)block, shared_nbytes));
        if (status) return status;
        if (each > 0 && (unsigned)each * block > best) {
            best = (unsigned)each * block;
            *out = block;
        }
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cluster_most(const cucore__kernel_facts *facts, CUcontext context, unsigned block,
                                                   size_t shared_nbytes, int *out)
{
    cucore__CUlaunchConfig config;
    int device = 0, major = 0;
    cucore_status status = cucore__context_current_device(context, &device);
    *out = 1;
    if (!status)
        status =
            CUCORE__CALL(DeviceGetAttribute, (&major, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    if (status || major < 9 || !cucore__driver.OccupancyMaxPotentialClusterSize) return status;
    memset(&config, 0, sizeof config);
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = block;
    config.blockDimY = config.blockDimZ = 1;
    config.sharedMemBytes = (unsigned)shared_nbytes;
    return CUCORE__CALL(OccupancyMaxPotentialClusterSize, (out, facts->function, &config));
}

CUCORE_API cucore_status cucore_kernel_get_occupancy(cucore_kernel *kernel, int device_id, unsigned block,
                                                     size_t shared_nbytes, cucore_occupancy *out)
{
    cucore__kernel_facts *facts = NULL;
    CUcontext context = NULL;
    cucore_context_guard guard;
    unsigned threads[3] = {1, 1, 1};
    cucore__residency most = {0, 0};
    int cluster = 1;
    cucore_status status = cucore__kernel_check(kernel, out, "cucore_kernel_get_occupancy", "out");
    if (!status) status = cucore__context_of_device(device_id, &context, NULL);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    status = cucore__kernel_facts_in(kernel, context, &facts);
    if (!status) status = cucore__shared_check(kernel, facts, context, shared_nbytes);
    if (!status && !block) status = cucore__block_best(facts, shared_nbytes, &block);
    threads[0] = block;
    if (!status) status = cucore__block_check(kernel, facts, threads);
    if (!status) status = cucore__blocks_at_a_time(facts, context, block, shared_nbytes, &most);
    if (!status) status = cucore__cluster_most(facts, context, block, shared_nbytes, &cluster);
    cucore_context_leave(&guard);
    if (status) return status;
    memset(out, 0, sizeof *out);
    out->block = block;
    out->blocks_per_multiprocessor = (unsigned)most.each;
    out->blocks = (unsigned)most.each * (unsigned)most.multiprocessors;
    out->cluster_most = (unsigned)cluster;
    return CUCORE_OK;
}
#undef CUCORE__MOST_PARAMS
#undef CUCORE__MOST_ATTRIBUTES
#undef CUCORE__PORTABLE_CLUSTER

/* ------------ >>impl-kernel-graph -- */
/* kernel/graph.c: captures of streams into graphs, which are launched and updated. */
CUCORE_API cucore_status cucore_graph_begin(CUstream stream, int mode)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (mode < CUCORE_CAPTURE_GLOBAL || mode > CUCORE_CAPTURE_RELAXED)
        return cucore__invalid("mode is %d; it must be one of CUCORE_CAPTURE_...", mode);
    if (place.stream == CUCORE_STREAM_LEGACY) {
        return cucore_fail(CUCORE_CAPTURE, "the legacy default stream cannot be captured into a graph: use a stream of "
                                           "your own, or the per-thread default stream");
    }
    status = cucore__place_capture(&place, &capture);
    if (status) return status;
    if (capture.is_active) {
        return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph already",
                           (unsigned long long)(uintptr_t)place.stream);
    }
    CUCORE__CALL_IN(status, place.context, StreamBeginCapture, (place.stream, mode));
    return status;
}

/* Destroys what a capture has noted, once it is instantiated; the error stays. */
CUCORE__PRIVATE void cucore__capture_forget(cucore__CUgraph captured)
{
    if (captured && cucore__driver.GraphDestroy) (void)cucore__driver.GraphDestroy(captured);
}

/* Returns what a failure of cuStreamEndCapture means to the caller; NULL: the driver's words are enough. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__end_capture_reason(cucore__CUresult result)
{
    switch (result) {
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_INVALIDATED:
        return "a call that captures forbid has broken the capture: a wait on the host, an allocation in another mode, "
               "work on the legacy default stream";
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNMATCHED: return "the capture began on another stream: end it there";
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNJOINED:
        return "work on another stream of the capture is not waited for: call cucore_stream_wait before the end";
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD:
        return "the capture began on another thread: end it there, or begin with CUCORE_CAPTURE_RELAXED";
    default: return NULL;
    }
}

/* Ends the capture of a stream.  `place` gets the stream's context, which a broken capture does not let the driver
 * return. */
CUCORE__PRIVATE cucore_status cucore__capture_end(CUstream stream, cucore__place *place, cucore__CUgraph *out)
{
    cucore_context_guard guard;
    cucore__capture capture;
    cucore__CUresult result;
    const char *reason;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, place);
    *out = NULL;
    if (!status) status = cucore__place_capture(place, &capture);
    if (status) return status;
    if (!capture.is_active || capture.is_beside) {
        return cucore__invalid("stream 0x%llx is not being captured into a graph",
                               (unsigned long long)(uintptr_t)place->stream);
    }
    if (!cucore__driver.StreamEndCapture) return cucore__fail_missing("cuStreamEndCapture");
    status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    result = cucore__driver.StreamEndCapture(place->stream, out);
    cucore_context_leave(&guard);
    reason = cucore__end_capture_reason(result);
    if (!result) {
        status = cucore__place_complete(place, place);
        if (status) cucore__capture_forget(*out);
        return status;
    }
    if (!reason) return cucore__fail_result(result, "cuStreamEndCapture");
    return cucore__fail_driver(CUCORE_CAPTURE, result, "cuStreamEndCapture", "cuStreamEndCapture failed: %s (%d), %s",
                               cucore__result_name(result), result, reason);
}

CUCORE_API cucore_status cucore_graph_end(CUstream stream, cucore_graph *out)
{
    cucore__CUgraph captured;
    cucore__place place;
    cucore_context_guard guard;
    struct CUgraphExec_st *made = NULL;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_graph_end", "out");
    memset(out, 0, sizeof *out);
    status = cucore__capture_end(stream, &place, &captured);
    if (status) return status;
    status = cucore_context_enter(place.context, &guard); /* the thread may have none */
    if (!status)
        CUCORE__CALL_RELAXED(status, GraphInstantiateWithFlags,
                             (&made, captured, CUCORE__CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    cucore__capture_forget(captured);
    if (!status) status = cucore__context_current_device(place.context, &device);
    if (status && made && cucore__driver.GraphExecDestroy) (void)cucore__driver.GraphExecDestroy(made);
    cucore_context_leave(&guard);
    if (status) return status;
    out->handle = made;
    out->context = place.context;
    out->device_id = device;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__graph_check(const cucore_graph *graph, const char *function)
{
    if (!graph) return cucore__fail_null(function, "graph");
    return graph->handle ? CUCORE_OK : cucore__fail_null(function, "graph->handle");
}

CUCORE_API cucore_status cucore_graph_launch(const cucore_graph *graph, CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__graph_check(graph, "cucore_graph_launch");
    if (!status) status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    cucore__place_put(stream, graph->context, &place);
    status = cucore__place_refuse_beside(&place);
    if (!status) CUCORE__CALL_IN(status, graph->context, GraphLaunch, (graph->handle, place.stream));
    return status;
}

/* Returns what is different, for a CUgraphExecUpdateResult. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__update_reason(int result)
{
    switch (result) {
    case 2: return "there are other nodes, or they depend on each other in another way";
    case 3: return "a node does work of another kind, as a copy where there was a kernel";
    case 4: return "a node has another kernel, which this driver cannot exchange";
    case 5: return "a parameter of a node changed so that no update can follow, as the kind of memory of a copy";
    case 6: return "a node cannot be updated at all, as one that allocates memory";
    case 7: return "a node has another kernel, of a kind that an update cannot exchange";
    case 8: return "an attribute of a node changed, as the size of its clusters";
    default: return "the driver does not say why";
    }
}

CUCORE_API cucore_status cucore_graph_update(cucore_graph *graph, CUstream stream)
{
    cucore__CUgraphExecUpdateResultInfo info;
    cucore__CUstreamCaptureMode mode;
    cucore__CUgraph captured = NULL;
    cucore__CUresult result;
    cucore__place place;
    cucore_context_guard guard;
    int exchanged;
    cucore_status status = cucore__graph_check(graph, "cucore_graph_update");
    if (!status) status = cucore__capture_end(stream, &place, &captured);
    if (status) return status;
    memset(&info, 0, sizeof info);
    status = cucore_context_enter(graph->context, &guard);
    if (!status && cucore__driver.GraphExecUpdate) {
        exchanged = cucore__relaxed_begin(&mode);
        result = cucore__driver.GraphExecUpdate(graph->handle, captured, &info);
        cucore__relaxed_end(exchanged, &mode);
        status = cucore__check_result(result, "cuGraphExecUpdate");
        if (result == CUCORE__CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE) {
            status = cucore__fail_driver(CUCORE_DRIVER, result, "cuGraphExecUpdate",
                                         "the graph cannot be updated: %s (%s, %d)", cucore__update_reason(info.result),
                                         cucore__result_name(result), result);
        }
    } else if (!status) {
        status = cucore__fail_missing("cuGraphExecUpdate");
    }
    cucore__capture_forget(captured);
    cucore_context_leave(&guard);
    return status;
}

CUCORE_API cucore_status cucore_graph_release(cucore_graph *graph)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (!graph) return CUCORE_OK;
    if (graph->handle) {
        status = cucore__driver_need();
        if (!status) status = cucore_context_enter(graph->context, &guard);
        if (!status) {
            CUCORE__WAITING(CUCORE__CALL_RELAXED(status, GraphExecDestroy, (graph->handle)));
            cucore_context_leave(&guard);
        }
    }
    if (!status) memset(graph, 0, sizeof *graph);
    return status;
}

#if defined(CUCORE_NO_TENSOR_MAPS)
/* kernel/no_tensor_maps.c: what CUCORE_NO_TENSOR_MAPS leaves of tensor maps: their refusal. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tensor_map_refuse(void)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "this module was compiled with CUCORE_NO_TENSOR_MAPS, which leaves out tensor maps");
}

CUCORE_API cucore_status cucore_tensor_map_make(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                cucore_tensor_map *out)
{
    (void)view, (void)spec, (void)out;
    return cucore__tensor_map_refuse();
}

CUCORE_API cucore_status cucore_tensor_map_replace_address(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                           cucore_tensor_map *map)
{
    (void)view, (void)spec, (void)map;
    return cucore__tensor_map_refuse();
}

#else
/* ------------ >>impl-kernel-tensor-map -- */
/* kernel/tensor_map.c: tensor maps. */
/* The rows of these tables stand at our numbers. */
static const struct cucore__tensor_type_row {
    const char *name;
    uint8_t number;  /* the driver's */
    uint8_t bits;    /* of an element */
    uint8_t quantum; /* bytes that the address and strides are multiples of */
    uint8_t is_float;
} cucore__tensor_types[] = {
    {"OF_VIEW", 0, 0, 0, 0},
    {"UINT8", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, 16, 0},
    {"UINT16", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT16, 16, 16, 0},
    {"UINT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT32, 32, 16, 0},
    {"INT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT32, 32, 16, 0},
    {"UINT64", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT64, 64, 16, 0},
    {"INT64", CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT64, 64, 16, 0},
    {"FLOAT16", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 16, 16, 1},
    {"FLOAT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 32, 16, 1},
    {"FLOAT64", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 64, 16, 1},
    {"BFLOAT16", CUCORE__CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, 16, 1},
    {"FLOAT32_FTZ", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 32, 16, 1},
    {"TFLOAT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 32, 16, 1},
    {"TFLOAT32_FTZ", CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 32, 16, 1},
    {"16U4_ALIGN8B", CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, 4, 16, 0},
    {"16U4_ALIGN16B", CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, 4, 32, 0},
    {"16U6_ALIGN16B", CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, 6, 32, 0},
};

static const struct cucore__tensor_swizzle_row {
    const char *name;
    uint8_t number;
    uint8_t span; /* bytes that chunks are exchanged in; 0: any */
} cucore__tensor_swizzles[] = {
    {"NONE", CUCORE__CU_TENSOR_MAP_SWIZZLE_NONE, 0},
    {"32B", CUCORE__CU_TENSOR_MAP_SWIZZLE_32B, 32},
    {"64B", CUCORE__CU_TENSOR_MAP_SWIZZLE_64B, 64},
    {"128B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B, 128},
    {"128B_ATOM_32B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B, 128},
    {"128B_ATOM_32B_FLIP_8B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B, 128},
    {"128B_ATOM_64B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B, 128},
};

static const uint8_t cucore__tensor_interleaves[] = {
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_NONE, CUCORE__CU_TENSOR_MAP_INTERLEAVE_16B, CUCORE__CU_TENSOR_MAP_INTERLEAVE_32B};
static const uint8_t cucore__tensor_promotions[] = {
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_NONE, CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_256B};
static const uint8_t cucore__tensor_fills[] = {CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
                                               CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA};

#define CUCORE__COUNT(array) (sizeof(array) / sizeof(array)[0])
typedef char cucore__assert_tensor_types_are_rows
    [CUCORE__COUNT(cucore__tensor_types) == CUCORE_TENSOR_TYPE_16U6_ALIGN16B + 1 ? 1 : -1];
typedef char cucore__assert_tensor_map_is_128_bytes[sizeof(cucore_tensor_map) == 128 ? 1 : -1];

/* What the driver is asked for, in its order of axes: the fastest first. */
typedef struct cucore__tensor_plan {
    const char *name; /* of the argument */
    const cucore_tensor_map_spec *spec;
    const struct cucore__tensor_type_row *type;
    void *address;
    int device_id; /* of the array; negative: memory of the host */
    int rank;
    int quantum;                     /* of address and strides, in bytes */
    uint64_t extents[5], strides[5]; /* strides in bytes: of the second axis and so on */
    unsigned box[5], steps[5];
    int lower[3], upper[3];
} cucore__tensor_plan;

/* -- what is asked of the array's memory --------------------------------------------------------------------------- */
/* A type that moves the view's elements; OF_VIEW: there is none. */
CUCORE__PRIVATE int cucore__tensor_type_of(const cucore_view *view)
{
    const cucore_dtype dtype = view->dtype;
    if (dtype.code >= CUCORE_CODE_OPAQUE) return CUCORE_TENSOR_TYPE_OF_VIEW;
    if (view->layout.itembits == 8) return CUCORE_TENSOR_TYPE_UINT8;
    if (view->layout.itembits != dtype.bits || dtype.lanes != 1 || view->byte_swapped)
        return CUCORE_TENSOR_TYPE_OF_VIEW;
    switch (dtype.code << 8 | dtype.bits) {
    case CUCORE_CODE_INT << 8 | 16:
    case CUCORE_CODE_UINT << 8 | 16: return CUCORE_TENSOR_TYPE_UINT16;
    case CUCORE_CODE_INT << 8 | 32: return CUCORE_TENSOR_TYPE_INT32;
    case CUCORE_CODE_UINT << 8 | 32: return CUCORE_TENSOR_TYPE_UINT32;
    case CUCORE_CODE_INT << 8 | 64: return CUCORE_TENSOR_TYPE_INT64;
    case CUCORE_CODE_UINT << 8 | 64: return CUCORE_TENSOR_TYPE_UINT64;
    case CUCORE_CODE_FLOAT << 8 | 16: return CUCORE_TENSOR_TYPE_FLOAT16;
    case CUCORE_CODE_FLOAT << 8 | 32: return CUCORE_TENSOR_TYPE_FLOAT32;
    case CUCORE_CODE_FLOAT << 8 | 64: return CUCORE_TENSOR_TYPE_FLOAT64;
    case CUCORE_CODE_BFLOAT << 8 | 16: return CUCORE_TENSOR_TYPE_BFLOAT16;
    case CUCORE_CODE_INT << 8 | 4:
    case CUCORE_CODE_UINT << 8 | 4:
    case CUCORE_CODE_FLOAT4_E2M1FN << 8 | 4: return CUCORE_TENSOR_TYPE_16U4_ALIGN8B;
    case CUCORE_CODE_FLOAT6_E2M3FN << 8 | 6:
    case CUCORE_CODE_FLOAT6_E3M2FN << 8 | 6: return CUCORE_TENSOR_TYPE_16U6_ALIGN16B;
    default: return CUCORE_TENSOR_TYPE_OF_VIEW;
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_type(const cucore_view *view, const char *name)
{
    char got[64];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add_elements(&text, view->dtype);
    return cucore_fail(CUCORE_WRONG_DTYPE,
                       "%s: TMA has no type for elements of %s; `type` can name one that has as many bytes", name, got);
}

/* A number of one of our enums. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_number(const char *name, const char *field, int value,
                                                                      size_t count)
{
    return cucore__invalid("%s: `%s` is %d; it must be 0 to %d", name, field, value, (int)count - 1);
}

/* Makes the plan of a tensor map of a view and its spec: checks the view, the flags and the type of the elements.  It
 * is called for each map, and for each new address of one. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_from_view(const cucore_view *view,
                                                                           const cucore_tensor_map_spec *spec,
                                                                           cucore__tensor_plan *plan)
{
    const uint64_t flags = CUCORE_WRITE | CUCORE_ON_DEVICE_ID;
    cucore_status status;
    int type;
    plan->name = spec->name ? spec->name : "array";
    plan->spec = spec;
    plan->address = view->ptr;
    plan->device_id = view->device_id;
    if (spec->flags & ~flags) {
        return cucore__invalid("%s: of the flags 0x%llx, 0x%llx mean nothing to a tensor map", plan->name,
                               (unsigned long long)spec->flags, (unsigned long long)(spec->flags & ~flags));
    }
    status = cucore__view_check_sound(plan->name, view);
    if (status) return status;
    if (spec->flags || !view->device_accessible) {
        cucore_arg arg;
        memset(&arg, 0, sizeof arg);
        arg.name = plan->name;
        arg.flags = spec->flags | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED;
        arg.device_id = spec->device_id;
        status = cucore__view_check(view, &arg, NULL);
        if (status) return status;
    }
    type = spec->type;
    if ((unsigned)type >= CUCORE__COUNT(cucore__tensor_types)) {
        return cucore__fail_tensor_number(plan->name, "type", type, CUCORE__COUNT(cucore__tensor_types));
    }
    if (type == CUCORE_TENSOR_TYPE_OF_VIEW) type = cucore__tensor_type_of(view);
    if (type == CUCORE_TENSOR_TYPE_OF_VIEW) return cucore__fail_tensor_type(view, plan->name);
    if ((unsigned)spec->interleave >= CUCORE__COUNT(cucore__tensor_interleaves)) {
        return cucore__fail_tensor_number(plan->name, "interleave", spec->interleave,
                                          CUCORE__COUNT(cucore__tensor_interleaves));
    }
    plan->type = &cucore__tensor_types[type];
    plan->quantum = spec->interleave == CUCORE_TENSOR_INTERLEAVE_32B ? 32 : plan->type->quantum;
    if ((uintptr_t)view->ptr & ((uintptr_t)plan->quantum - 1)) {
        return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: address 0x%llx is not a multiple of %d, which TMA needs",
                           plan->name, (unsigned long long)(uintptr_t)view->ptr, plan->quantum);
    }
    return CUCORE_OK;
}

/* -- what is asked of the numbers in spec -------------------------------------------------------------------------- */
/* By the driver's documentation these two types work only with some swizzles, some only for loads or stores. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tensor_check_padded(const cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const char *name = plan->name, *type = plan->type->name, *swizzle = cucore__tensor_swizzles[spec->swizzle].name;
    const int is_6 = plan->type->bits == 6, writes = (spec->flags & CUCORE_WRITE) != 0;
    if (spec->swizzle != CUCORE_TENSOR_SWIZZLE_NONE && spec->swizzle != CUCORE_TENSOR_SWIZZLE_128B &&
        spec->swizzle != CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B &&
        !(is_6 && spec->swizzle == CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B)) {
        return cucore__invalid("%s: type %s does not go with swizzle %s, but with NONE, 128B, 128B_ATOM_32B%s", name,
                               type, swizzle, is_6 ? ", 128B_ATOM_64B" : "");
    }
    if (is_6 && spec->interleave != CUCORE_TENSOR_INTERLEAVE_NONE) {
        return cucore__invalid("%s: type %s does not go with interleave", name, type);
    }
    if (is_6 && spec->swizzle == CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B && !writes) {
        return cucore__invalid(
            "%s: type %s with swizzle %s is for stores only, and CUCORE_WRITE is not among the flags", name, type,
            swizzle);
    }
    if (!is_6 && writes) {
        return cucore__invalid("%s: type %s is for loads only, and CUCORE_WRITE was given", name, type);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_numbers(const cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const char *name = plan->name;
    if ((unsigned)spec->mode > CUCORE_TENSOR_MODE_IM2COL) {
        return cucore__fail_tensor_number(name, "mode", spec->mode, CUCORE_TENSOR_MODE_IM2COL + 1);
    }
    if ((unsigned)spec->swizzle >= CUCORE__COUNT(cucore__tensor_swizzles)) {
        return cucore__fail_tensor_number(name, "swizzle", spec->swizzle, CUCORE__COUNT(cucore__tensor_swizzles));
    }
    if ((unsigned)spec->promotion >= CUCORE__COUNT(cucore__tensor_promotions)) {
        return cucore__fail_tensor_number(name, "promotion", spec->promotion, CUCORE__COUNT(cucore__tensor_promotions));
    }
    if ((unsigned)spec->fill >= CUCORE__COUNT(cucore__tensor_fills)) {
        return cucore__fail_tensor_number(name, "fill", spec->fill, CUCORE__COUNT(cucore__tensor_fills));
    }
    if (spec->fill == CUCORE_TENSOR_FILL_NANS && !plan->type->is_float) {
        return cucore__invalid("%s: type %s cannot be filled with NaNs: it has no floating point", name,
                               plan->type->name);
    }
    if (spec->interleave == CUCORE_TENSOR_INTERLEAVE_32B && spec->swizzle != CUCORE_TENSOR_SWIZZLE_32B) {
        return cucore__invalid("%s: interleave 32B goes with swizzle 32B only, got %s", name,
                               cucore__tensor_swizzles[spec->swizzle].name);
    }
    return plan->type->quantum == 32 ? cucore__tensor_check_padded(plan) : CUCORE_OK;
}

/* Checks the elements of the fastest axis: of a box, or the channels of a pixel.  The driver's documentation demands
 * whole rows of 16 bytes only for boxes, but channels are copied into shared memory in the same way. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_inner(const cucore__tensor_plan *plan,
                                                                        const char *what, int count)
{
    const int span = cucore__tensor_swizzles[plan->spec->swizzle].span;
    int bits;
    if (count < 1 || count > 256) return cucore__invalid("%s: %s is %d; it must be 1 to 256", plan->name, what, count);
    if (plan->type->quantum == 32 && count != 128) {
        return cucore__invalid("%s: %s is %d; type %s needs 128", plan->name, what, count, plan->type->name);
    }
    if (plan->spec->interleave != CUCORE_TENSOR_INTERLEAVE_NONE) return CUCORE_OK;
    bits = count * plan->type->bits;
    if (bits & 127) {
        return cucore__invalid("%s: %s is %d, %d bits of %s; TMA needs a multiple of 128 (16 bytes)", plan->name, what,
                               count, bits, plan->type->name);
    }
    if (span && bits > 8 * span) {
        return cucore__invalid("%s: %s is %d, %d bytes of %s; swizzle %s takes at most %d", plan->name, what, count,
                               bits / 8, plan->type->name, cucore__tensor_swizzles[plan->spec->swizzle].name, span);
    }
    return CUCORE_OK;
}

/* -- what is asked of the axes ------------------------------------------------------------------------------------- */
/* The last axis: its elements as TMA counts them. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_last(const cucore_layout *layout,
                                                                      cucore__tensor_plan *plan)
{
    const int axis = plan->rank - 1, bits = plan->type->bits,
              multiple = bits >= 8                   ? 1
                         : plan->type->quantum == 32 ? 128
                                                     : 2;
    int64_t extent = layout->shape[axis];
    if (layout->strides[axis] != 1 && extent > 1) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: stride %lld of axis %d, in elements, is not 1, which TMA needs of the last axis",
                           plan->name, (long long)layout->strides[axis], axis);
    }
    if (layout->itembits != bits) {
        if (extent > 0 && (cucore__mul(extent, layout->itembits, &extent) || extent % bits)) {
            return cucore_fail(CUCORE_WRONG_SHAPE,
                               "%s: the %lld elements of %d bits on axis %d are no whole number of elements of type %s",
                               plan->name, (long long)layout->shape[axis], (int)layout->itembits, axis,
                               plan->type->name);
        }
        extent /= bits;
    }
    if (extent & (multiple - 1)) {
        return cucore_fail(CUCORE_WRONG_SHAPE,
                           "%s: %lld elements on axis %d are not a multiple of %d, which type %s needs", plan->name,
                           (long long)extent, axis, multiple, plan->type->name);
    }
    plan->extents[0] = (uint64_t)extent;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_stride(const cucore_layout *layout,
                                                                      const cucore__tensor_plan *plan, int axis)
{
    const long long stride = layout->strides[axis];
    int64_t bits;
    if (!stride) {
        return cucore_fail(
            CUCORE_WRONG_LAYOUT,
            "%s: axis %d repeats its elements (stride 0 for extent %lld), but strides of TMA step over the axes "
            "inside; map one element of it",
            plan->name, axis, (long long)layout->shape[axis]);
    }
    if (stride < 0) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: stride %lld of axis %d, in elements, is negative, and TMA goes forward only",
                           plan->name, stride, axis);
    }
    if (cucore__mul(stride, layout->itembits, &bits) || bits >= INT64_C(8) << 40) {
        return cucore_fail(
            CUCORE_WRONG_LAYOUT,
            "%s: stride %lld of axis %d, in elements of %d bits, is not below 2^40 bytes, which TMA needs", plan->name,
            stride, axis, (int)layout->itembits);
    }
    if (bits & 7) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: stride %lld bits of axis %d is not a multiple of %d, which TMA needs", plan->name,
                           (long long)bits, axis, 8 * plan->quantum);
    }
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: stride %lld bytes of axis %d is not a multiple of %d, which TMA needs",
                       plan->name, (long long)(bits / 8), axis, plan->quantum);
}

/* The stride of an axis with one element has no meaning: it becomes that of a dense array if TMA accepts this one. */
CUCORE__PRIVATE CUCORE__APART uint64_t cucore__tensor_stride_of_one(const cucore__tensor_plan *plan, int i)
{
    const uint64_t quantum = (uint64_t)plan->quantum, limit = UINT64_C(1) << 40;
    if (i == 1) return (plan->extents[0] * plan->type->bits / 8 + quantum - 1) / quantum * quantum;
    return plan->strides[i - 2] > (limit - 1) / plan->extents[i - 1] ? quantum
                                                                     : plan->strides[i - 2] * plan->extents[i - 1];
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_extent(const cucore__tensor_plan *plan, int i)
{
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: extent %lld of axis %d; TMA takes 1 to 4294967296", plan->name,
                       (long long)plan->extents[i], plan->rank - 1 - i);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_step(const cucore__tensor_plan *plan, int axis)
{
    const int step = plan->spec->element_strides[axis];
    if (step < 0 || step > 8) {
        return cucore__invalid("%s: element_strides[%d] is %d; it must be 1 to 8", plan->name, axis, step);
    }
    return cucore__invalid("%s: element_strides[%d] is %d, which TMA ignores on the last axis without interleave",
                           plan->name, axis, step);
}

/* Extents, strides, and steps from element to element. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_axes(const cucore_layout *layout,
                                                                      cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const int least = spec->mode == CUCORE_TENSOR_MODE_IM2COL || spec->interleave ? 3 : 1, rank = layout->ndim;
    const int64_t itembits = layout->itembits, rest = 8 * (int64_t)plan->quantum - 1;
    unsigned step;
    cucore_status status;
    int i;
    plan->rank = rank;
    if (rank < least || rank > 5) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: %d axes; TMA takes %d to 5%s", plan->name, rank, least,
                           least == 1                                ? ""
                           : spec->mode == CUCORE_TENSOR_MODE_IM2COL ? " for im2col"
                                                                     : " with interleave");
    }
    status = cucore__tensor_plan_last(layout, plan);
    if (status) return status;
    if (plan->extents[0] - 1 > UINT32_MAX) return cucore__fail_tensor_extent(plan, 0);
    step = (unsigned)spec->element_strides[rank - 1];
    if (step > (spec->interleave ? 8 : 1)) return cucore__fail_tensor_step(plan, rank - 1);
    plan->steps[0] = step ? step : 1;
    for (i = 1; i < rank; i++) {
        const int axis = rank - 1 - i;
        const uint64_t extent = (uint64_t)layout->shape[axis];
        int64_t bits;
        plan->extents[i] = extent;
        if (extent - 1 > UINT32_MAX) return cucore__fail_tensor_extent(plan, i);
        step = (unsigned)spec->element_strides[axis];
        if (step > 8) return cucore__fail_tensor_step(plan, axis);
        plan->steps[i] = step ? step : 1;
        if (extent == 1) {
            plan->strides[i - 1] = cucore__tensor_stride_of_one(plan, i);
        } else if (cucore__mul(layout->strides[axis], itembits, &bits) || bits & rest || bits <= 0 ||
                   bits >= INT64_C(8) << 40) {
            return cucore__fail_tensor_stride(layout, plan, axis);
        } else {
            plan->strides[i - 1] = (uint64_t)bits / 8;
        }
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_box(cucore__tensor_plan *plan)
{
    const int *box = plan->spec->box;
    char inner[8] = "box[ ]";
    int axis;
    for (axis = 0; axis < plan->rank - 1; axis++) {
        if (box[axis] < 1 || box[axis] > 256) {
            return cucore__invalid("%s: box[%d] is %d; it must be 1 to 256", plan->name, axis, box[axis]);
        }
        plan->box[plan->rank - 1 - axis] = (unsigned)box[axis];
    }
    for (axis = plan->rank; axis < 5; axis++) {
        if (box[axis]) {
            return cucore__invalid("%s: box[%d] is %d, but there are %d axes", plan->name, axis, box[axis], plan->rank);
        }
    }
    inner[4] = (char)('0' + plan->rank - 1);
    plan->box[0] = (unsigned)box[plan->rank - 1];
    return cucore__tensor_check_inner(plan, inner, box[plan->rank - 1]);
}

/* Entries of corners: D, H, W in `spec`, W, H, D in the driver, which has its axes 1 to rank - 2 so. */
CUCORE__PRIVATE cucore_status cucore__tensor_plan_pixels(cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const int count = plan->rank - 2, reach = count == 1 ? 32768 : count == 2 ? 128 : 16;
    int i, k;
    for (k = 0; k < count; k++) {
        for (i = 0; i < 2; i++) {
            const int corner = i ? spec->upper_corner[k] : spec->lower_corner[k];
            if (corner >= -reach && corner < reach) continue;
            return cucore__invalid("%s: %s_corner[%d] is %d; it must be %d to %d for %d axes", plan->name,
                                   i ? "upper" : "lower", k, corner, -reach, reach - 1, plan->rank);
        }
        plan->lower[count - 1 - k] = spec->lower_corner[k];
        plan->upper[count - 1 - k] = spec->upper_corner[k];
        if ((int64_t)plan->extents[count - k] + spec->upper_corner[k] - spec->lower_corner[k] < 1) {
            return cucore__invalid(
                "%s: lower_corner[%d] %d and upper_corner[%d] %d leave none of the %llu pixels of axis %d", plan->name,
                k, spec->lower_corner[k], k, spec->upper_corner[k], (unsigned long long)plan->extents[count - k],
                k + 1);
        }
    }
    if (spec->pixels < 1 || spec->pixels > 1024) {
        return cucore__invalid("%s: pixels is %d; it must be 1 to 1024", plan->name, spec->pixels);
    }
    return cucore__tensor_check_inner(plan, "channels", spec->channels);
}

/* -- what is asked of the device, and the driver ------------------------------------------------------------------- */
/* The major number of the compute capability of each device, which never changes; 0: not asked yet. */
static CUCORE__ATOMIC(int) cucore__tensor_majors[CUCORE__COUNT(cucore__primary_contexts)];

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tensor_ask_major(const cucore__tensor_plan *plan, int *out)
{
    int device = 0, major = 0, minor = 0;
    cucore_status status =
        cucore__device_id_resolve(plan->device_id < 0 ? CUCORE_DEVICE_CURRENT : plan->device_id, &device);
    if (status) return status;
    status = CUCORE__CALL(DeviceGetAttribute, (&major, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    if (!status && major < 9) {
        status =
            CUCORE__CALL(DeviceGetAttribute, (&minor, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
        if (!status) {
            status = cucore_fail(CUCORE_UNSUPPORTED, "%s: device %d has compute capability %d.%d, and TMA needs 9.0",
                                 plan->name, device, major, minor);
        }
    }
    if (status) return status;
    CUCORE__STORE(&cucore__tensor_majors[device], major);
    *out = major;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_device(const cucore__tensor_plan *plan)
{
    const int is_packed = plan->type->bits < 8;
    int major = 0;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    if (cucore__device_exists(plan->device_id)) major = CUCORE__LOAD(&cucore__tensor_majors[plan->device_id]);
    if (!major) status = cucore__tensor_ask_major(plan, &major);
    if (status || major >= 10) return status;
    if (!is_packed && plan->spec->swizzle <= CUCORE_TENSOR_SWIZZLE_128B) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED, "%s: %s %s needs compute capability 10.0, and the device has %d.x",
                       plan->name, is_packed ? "type" : "swizzle",
                       is_packed ? plan->type->name : cucore__tensor_swizzles[plan->spec->swizzle].name, major);
}

enum {
    CUCORE__TENSOR_TILED = CUCORE_TENSOR_MODE_TILED,
    CUCORE__TENSOR_IM2COL = CUCORE_TENSOR_MODE_IM2COL,
    CUCORE__TENSOR_REPLACE
};

CUCORE__PRIVATE CUCORE__INLINE cucore__CUresult cucore__tensor_call(const cucore__tensor_plan *plan, int what,
                                                                    const cucore_tensor_map *map,
                                                                    cucore_tensor_map *copy)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    cucore__CUtensorMap *out = (cucore__CUtensorMap *)(void *)copy;
    if (what == CUCORE__TENSOR_REPLACE) {
        *copy = *map;
        return cucore__driver.TensorMapReplaceAddress(out, plan->address);
    }
    if (what == CUCORE__TENSOR_TILED) {
        return cucore__driver.TensorMapEncodeTiled(
            out, plan->type->number, (unsigned)plan->rank, plan->address, plan->extents, plan->strides, plan->box,
            plan->steps, cucore__tensor_interleaves[spec->interleave], cucore__tensor_swizzles[spec->swizzle].number,
            cucore__tensor_promotions[spec->promotion], cucore__tensor_fills[spec->fill]);
    }
    return cucore__driver.TensorMapEncodeIm2col(
        out, plan->type->number, (unsigned)plan->rank, plan->address, plan->extents, plan->strides, plan->lower,
        plan->upper, (unsigned)spec->channels, (unsigned)spec->pixels, plan->steps,
        cucore__tensor_interleaves[spec->interleave], cucore__tensor_swizzles[spec->swizzle].number,
        cucore__tensor_promotions[spec->promotion], cucore__tensor_fills[spec->fill]);
}

/* The call failed.  The thread may be in no context, or in one of a device that has no TMA: what counts is the answer
 * in a context of the array's device, which is entered only now, as most calls need it not. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tensor_call_again(const cucore__tensor_plan *plan, int what,
                                                                     cucore__CUresult result,
                                                                     const cucore_tensor_map *map,
                                                                     cucore_tensor_map *copy)
{
    static const char *const calls[] = {"cuTensorMapEncodeTiled", "cuTensorMapEncodeIm2col",
                                        "cuTensorMapReplaceAddress"};
    cucore_context_guard guard;
    cucore_status status =
        cucore_context_enter_device(plan->device_id < 0 ? CUCORE_DEVICE_CURRENT : plan->device_id, &guard);
    if (status) return status;
    if (guard.private_[0]) result = cucore__tensor_call(plan, what, map, copy);
    cucore_context_leave(&guard);
    if (!result) return CUCORE_OK;
    status = cucore__fail_result(result, calls[what]);
    return cucore__fail_driver(status, result, calls[what], "%s: %s", plan->name, cucore__error.message);
}

/* The driver gets a copy, so that a call that fails leaves `map` as it is. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_run(const cucore__tensor_plan *plan, int what,
                                                                cucore_tensor_map *map)
{
    cucore_tensor_map copy;
    cucore__CUresult result;
    cucore_status status = cucore__tensor_check_device(plan);
    if (status) return status;
    if (what == CUCORE__TENSOR_TILED && !cucore__driver.TensorMapEncodeTiled) {
        return cucore__fail_missing("cuTensorMapEncodeTiled");
    }
    if (what == CUCORE__TENSOR_IM2COL && !cucore__driver.TensorMapEncodeIm2col) {
        return cucore__fail_missing("cuTensorMapEncodeIm2col");
    }
    if (what == CUCORE__TENSOR_REPLACE && !cucore__driver.TensorMapReplaceAddress) {
        return cucore__fail_missing("cuTensorMapReplaceAddress");
    }
    result = cucore__tensor_call(plan, what, map, &copy);
    if (result) status = cucore__tensor_call_again(plan, what, result, map, &copy);
    if (!status) *map = copy;
    return status;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_arguments(const char *function,
                                                                            const cucore_view *view,
                                                                            const cucore_tensor_map_spec *spec,
                                                                            const cucore_tensor_map *map,
                                                                            const char *map_name)
{
    if (!view || !spec || !map) return cucore__fail_null(function, !view ? "view" : !spec ? "spec" : map_name);
    if ((uintptr_t)map & 63) {
        return cucore__invalid("%s: %s is at 0x%llx, which is not aligned to 64 bytes", function, map_name,
                               (unsigned long long)(uintptr_t)map);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_tensor_map_make(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                cucore_tensor_map *out)
{
    cucore__tensor_plan plan;
    cucore_status status = cucore__tensor_check_arguments("cucore_tensor_map_make", view, spec, out, "out");
    if (!status) status = cucore__tensor_plan_from_view(view, spec, &plan);
    if (!status) status = cucore__tensor_check_numbers(&plan);
    if (!status) status = cucore__tensor_plan_axes(&view->layout, &plan);
    if (status) return status;
    status =
        spec->mode == CUCORE_TENSOR_MODE_TILED ? cucore__tensor_plan_box(&plan) : cucore__tensor_plan_pixels(&plan);
    return status ? status : cucore__tensor_run(&plan, spec->mode, out);
}

CUCORE_API cucore_status cucore_tensor_map_replace_address(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                           cucore_tensor_map *map)
{
    cucore__tensor_plan plan;
    cucore_status status = cucore__tensor_check_arguments("cucore_tensor_map_replace_address", view, spec, map, "map");
    if (!status) status = cucore__tensor_plan_from_view(view, spec, &plan);
    if (!status) status = cucore__tensor_check_numbers(&plan);
    if (status) return status;
    return cucore__tensor_run(&plan, CUCORE__TENSOR_REPLACE, map);
}
#undef CUCORE__COUNT

#endif

CUCORE_END

#undef CUCORE__OPERAND_FLAGS

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
