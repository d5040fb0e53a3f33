/* cucore_program.h - v0.3.0 - kernels from CUDA C++ (NVRTC) and from LTO-IR - SPDX-License-Identifier: MIT
 * Made from src/cucore_program.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * Kernels that are compiled, or linked, for the device on which they are first used.  NVRTC and nvJitLink are loaded at
 * that time.  The source of a program finds "cucore_kernel.h" without a file: this header contains its text.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_program.h"          brings in cucore.h
 *
 *     static cucore_program program = CUCORE_PROGRAM(source, "-std=c++17");
 *     static cucore_kernel axpy = CUCORE_PROGRAM_KERNEL(program, "axpy");
 *     status = cucore_kernel_launch(&axpy, x.device_id, &config, stream, CUCORE_ARGS(&x.ptr, &y.ptr, &n));
 *
 * CONTENTS (search for the tag)
 *     >>program              programs, their kernels, what the compiler said
 *     >>impl-program-text    cucore_kernel.h as programs include it
 *     >>impl-program         the same as >>program, implemented
 */
#ifndef CUCORE_PROGRAM_H
#define CUCORE_PROGRAM_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_program.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_MODULES)
#error "cucore_program.h needs parts of cucore.h that are left out: do not define CUCORE_NO_MODULES"
#endif

CUCORE_BEGIN

/* ------------ >>program -- */
/* program/program.h: kernels from CUDA C++ (NVRTC) and from LTO-IR (nvJitLink). */
/* A file that the source of a program includes by its name.  All zero is the end of a list. */
typedef struct cucore_program_header {
    const char *name; /* as #include has it: "cucore_kernel.h" */
    const char *text; /* NUL-terminated */
} cucore_program_header;

typedef struct cucore__program_state {
    cucore__kernel_maker maker;
    void *images;
    char *log;
} cucore__program_state;

/* Code that is compiled, or linked, for the device that a kernel of it is first used on:
 *
 *     static const char source[] = "#include \"cucore_kernel.h\"\n"
 *                                  "extern \"C\" __global__ void axpy(...) {...}\n"
 *                                  "template <typename T> __global__ void fill(T *out, T value) {...}\n";
 *     static cucore_program program = CUCORE_PROGRAM(source, "-std=c++17");
 *     static cucore_kernel axpy = CUCORE_PROGRAM_KERNEL(program, "axpy");
 *     static cucore_kernel fill = CUCORE_PROGRAM_KERNEL(program, "fill<float>");
 *     status = cucore_kernel_launch_params(&axpy, ...);
 *
 * The source finds "cucore_kernel.h" without a file, with the text of this header: accessors, loops, tensor maps.
 *
 * A program needs static storage, as do code and headers: the compiled code is kept until the process ends, once for
 * each architecture, and is loaded once per context.  Options and headers may be set before the first use, for example
 * by a module that learns where its headers are.  The kernels work with every function that takes a cucore_kernel.
 * Their first use may be on any thread, also into a stream that is captured.  It blocks while the program compiles, and
 * first uses of programs wait for each other: release the GIL, which no function here needs.
 *
 * Kernels whose name is an identifier, extern "C", come from one compilation, and share its variables.  Any other name
 * is an expression of C++ that means a kernel, "fill<float>", "space::run", "&run", and takes a compilation of its own.
 *
 * NVRTC (libnvrtc.so.13, .12, .11.2; nvrtc64_130_0.dll, ...) and nvJitLink (libnvJitLink.so.13, .12;
 * nvJitLink_130_0.dll, ...) are searched at first use as the system finds libraries, so that a library that the process
 * has already loaded is found, as PyTorch loads one from its wheels.  Of several, one that is no newer than the driver
 * is taken. */
typedef struct cucore_program {
    const void *code; /* source, or LTO-IR or a fatbin that has it */
    size_t nbytes;    /* of what is linked; 0: source, NUL-terminated */
    const char
        *options; /* of NVRTC or nvJitLink, with blanks between: -a "-I a folder"; NULL: none.  The architecture is
                            that of the device unless they name one */
    const cucore_program_header
        *headers;                   /* of source, before cucore_kernel.h; NULL: none but those that the options find */
    cucore__program_state private_; /* all zero is no program: CUCORE_PROGRAM */
} cucore_program;

/* CUCORE_PROGRAM(source, options), CUCORE_PROGRAM_WITH(source, options, headers), CUCORE_PROGRAM_LTO(image, nbytes,
 *   options) - initialise a cucore_program
 * CUCORE_PROGRAM_KERNEL(program, name) - initialise a cucore_kernel of a program */
#define CUCORE_PROGRAM(source, options) CUCORE_PROGRAM_WITH(source, options, NULL)
#define CUCORE_PROGRAM_WITH(source, options, headers) \
    { \
        source, 0, options, headers, \
        { \
            {cucore__program_make}, NULL, NULL \
        } \
    }
#define CUCORE_PROGRAM_LTO(image, nbytes, options) \
    { \
        image, nbytes, options, NULL, \
        { \
            {cucore__program_make}, NULL, NULL \
        } \
    }
#define CUCORE_PROGRAM_KERNEL(program, name) \
    { \
        &(program), name, \
        { \
            NULL, &(program).private_, NULL \
        } \
    }
/* What the macros need. */
#define cucore__program_make CUCORE_NAME(__program_make)
CUCORE_API cucore_status cucore__program_make(const cucore_kernel *kernel, const void **image, const char **name);

/* The result of compiling a program: a cubin; or PTX text, if the options name an architecture like compute_90, and for
 * devices that are newer than NVRTC.  The struct has no empty value: functions only fill it. */
typedef struct cucore_program_image {
    const void *data;        /* stays until the process ends */
    size_t nbytes;           /* with the NUL of PTX */
    const char *kernel_name; /* as the image has it; NULL: none was asked for */
} cucore_program_image;

/* cucore_program_compile - compile a program, or look up the result, before its first use or for a file
 *   architecture  in   10 * major + minor of the compute capability: 90
 *   kernel_name   in   the name of a kernel; NULL: none
 *   out           out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, an architecture that is none, quotes that do not end) | NO_DRIVER (NVRTC or
 *      nvJitLink is not installed or too old; the names that were tried) | UNSUPPORTED (the device is older than what
 *      NVRTC compiles for; an expression as the name of a linked kernel) | DRIVER (it does not compile: the first
 *      error; all of them: cucore_program_log_text) | OUT_OF_MEMORY
 *   Launches of its kernels return these statuses as well.  The call needs no driver and no device.  Any thread; it
 *   blocks: release the GIL */
#define cucore_program_compile CUCORE_NAME(_program_compile)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_program_compile(cucore_program *program,
                                                                               int architecture,
                                                                               const char *kernel_name,
                                                                               cucore_program_image *out);

/* cucore_program_log_text - get all messages of the last compilation of a program, also of one that failed
 *   text  out  NUL-terminated, cut to size; may be NULL with size 0
 *   -> length of the whole text; 0 if there is none
 *   any thread; waits while a program is compiled */
#define cucore_program_log_text CUCORE_NAME(_program_log_text)
CUCORE_API size_t cucore_program_log_text(const cucore_program *program, char *text, size_t size);

CUCORE_END
/* ------------ end of the declarations -- */
#endif /* CUCORE_PROGRAM_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_PROGRAM_H_IMPLEMENTED)
#define CUCORE_PROGRAM_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-program-text -- */
/* made/device_text.c: the device half of cucore_kernel.h, as programs include it.  Made by `make headers`.  For program/program.c. */
/* clang-format off */
static const char cucore__device_text_0[] =
    "#ifndef CUCORE_KERNEL_H\n"
    "#define CUCORE_KERNEL_H\n"
    "#if defined(__CUDACC__)\n"
    "#define CUCORE__KERNEL_INLINE static __host__ __device__ __forceinline__\n"
    "#define CUCORE__KERNEL_METHOD __host__ __device__ __forceinline__\n"
    "#define CUCORE__KERNEL_APART static inline __host__ __device__\n"
    "#elif defined(__GNUC__) || defined(__clang__)\n"
    "#define CUCORE__KERNEL_INLINE static inline __attribute__((unused, always_inline))\n"
    "#define CUCORE__KERNEL_METHOD inline\n"
    "#define CUCORE__KERNEL_APART static __attribute__((unused, noinline))\n"
    "#else\n"
    "#define CUCORE__KERNEL_INLINE static inline\n"
    "#define CUCORE__KERNEL_METHOD inline\n"
    "#define CUCORE__KERNEL_APART static inline\n"
    "#endif\n"
    "#if defined(__cplusplus)\n"
    "#define CUCORE__KERNEL_NAMESPACE cucore_0_3_0_kernel\n"
    "#define CUCORE__KERNEL_BEGIN extern \"C\" { inline namespace CUCORE__KERNEL_NAMESPACE {\n"
    "#define CUCORE__KERNEL_END } }\n"
    "#define CUCORE_KERNEL_CAST(type, value) static_cast<type>(value)\n"
    "#else\n"
    "#define CUCORE__KERNEL_BEGIN\n"
    "#define CUCORE__KERNEL_END\n"
    "#define CUCORE_KERNEL_CAST(type, value) ((type)(value))\n"
    "#endif\n"
    "#if defined(CUCORE_CHECK_BOUNDS)\n"
    "#if defined(__cplusplus) && !defined(__CUDACC_RTC__)\n"
    "extern \"C++\" {\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "}\n"
    "#elif !defined(__cplusplus)\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#endif\n"
    "CUCORE__KERNEL_BEGIN\n"
    "CUCORE__KERNEL_INLINE long long cucore__index_checked(long long index, long long extent, int axis, const char *file,\n"
    "int line)\n"
    "{\n"
    "if (index < 0 || index >= extent) {\n"
    "#if defined(__CUDA_ARCH__)\n"
    "printf(\"%s:%d: index %lld of axis %d is outside of its %lld elements\\n\", file, line, index, axis, extent);\n"
    "__trap();\n"
    "#elif !defined(__CUDACC_RTC__)\n"
    "fprintf(stderr, \"%s:%d: index %lld of axis %d is outside of its %lld elements\\n\", file, line, index, axis,\n"
    "extent);\n"
    "abort();\n"
    "#endif\n"
    "}\n"
    "return index;\n"
    "}\n"
    "CUCORE__KERNEL_END\n"
    "#endif\n"
    "CUCORE__KERNEL_BEGIN\n"
    "#define CUCORE_ACCESSOR(rank, index) struct { void *ptr; index shape[rank]; index strides[rank]; }\n"
    "#define CUCORE_AT(type, accessor, ...) (CUCORE_KERNEL_CAST( type *, (accessor).ptr)[CUCORE_AT_PICK(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)(accessor, __VA_ARGS__)])\n"
    "#define CUCORE_AT_PICK(...) CUCORE_AT_PICKED(__VA_ARGS__)\n"
    "#define CUCORE_AT_PICKED(a, b, c, d, e, f, g, h, count, ...) CUCORE_AT_##count\n"
    "#if defined(CUCORE_CHECK_BOUNDS)\n"
    "#define CUCORE_AT_ON(x, axis, i) (cucore__index_checked((i), (x).shape[axis], (axis), __FILE__, __LINE__) * (x).strides[axis])\n"
    "#elif defined(__cplusplus)\n"
    "#define CUCORE_AT_ON(x, axis, i) (static_cast<decltype((x).strides[axis] + 0)>(i) * (x).strides[axis])\n"
    "#else\n"
    "#define CUCORE_AT_ON(x, axis, i) ((long long)(i) * (x).strides[axis])\n"
    "#endif\n"
    "#define CUCORE_AT_1(x, a) CUCORE_AT_ON(x, 0, a)\n"
    "#define CUCORE_AT_2(x, a, b) CUCORE_AT_1(x, a) + CUCORE_AT_ON(x, 1, b)\n"
    "#define CUCORE_AT_3(x, a, b, c) CUCORE_AT_2(x, a, b) + CUCORE_AT_ON(x, 2, c)\n"
    "#define CUCORE_AT_4(x, a, b, c, d) CUCORE_AT_3(x, a, b, c) + CUCORE_AT_ON(x, 3, d)\n"
    "#define CUCORE_AT_5(x, a, b, c, d, e) CUCORE_AT_4(x, a, b, c, d) + CUCORE_AT_ON(x, 4, e)\n"
    "#define CUCORE_AT_6(x, a, b, c, d, e, f) CUCORE_AT_5(x, a, b, c, d, e) + CUCORE_AT_ON(x, 5, f)\n"
    "#define CUCORE_AT_7(x, a, b, c, d, e, f, g) CUCORE_AT_6(x, a, b, c, d, e, f) + CUCORE_AT_ON(x, 6, g)\n"
    "#define CUCORE_AT_8(x, a, b, c, d, e, f, g, h) CUCORE_AT_7(x, a, b, c, d, e, f, g) + CUCORE_AT_ON(x, 7, h)\n"
    "#ifndef CUCORE_LOOP_OPERANDS\n"
    "#define CUCORE_LOOP_OPERANDS 8\n"
    "#endif\n"
    "#if CUCORE_LOOP_OPERANDS < 2 || CUCORE_LOOP_OPERANDS > 32\n"
    "#error \"CUCORE_LOOP_OPERANDS has to be 2 to 32\"\n"
    "#endif\n"
    "#define CUCORE_LOOP_NDIM 8\n"
    "typedef struct cucore_loop {\n"
    "int count;\n"
    "int ndim;\n"
    "int lanes;\n"
    "unsigned size;\n"
    "unsigned row;\n"
    "unsigned tiled[2];\n"
    "unsigned reserved;\n"
    "unsigned extent[CUCORE_LOOP_NDIM];\n"
    "unsigned multiplier[CUCORE_LOOP_NDIM];\n"
    "unsigned shift[CUCORE_LOOP_NDIM];\n"
    "char *ptr[CUCORE_LOOP_OPERANDS];\n"
    "int itemsize[CUCORE_LOOP_OPERANDS];\n";
static const char cucore__device_text_1[] =
    "int strides[CUCORE_LOOP_NDIM][CUCORE_LOOP_OPERANDS];\n"
    "} cucore_loop;\n"
    "typedef struct cucore_loop_at {\n"
    "unsigned step;\n"
    "int lanes;\n"
    "int offset[CUCORE_LOOP_OPERANDS];\n"
    "unsigned index[CUCORE_LOOP_NDIM];\n"
    "char *ptr[CUCORE_LOOP_OPERANDS];\n"
    "int stride[CUCORE_LOOP_OPERANDS];\n"
    "int rows;\n"
    "unsigned next;\n"
    "} cucore_loop_at;\n"
    "#if defined(__CUDA_ARCH__)\n"
    "#define CUCORE__LOOP_UNROLL\n"
    "#elif defined(__GNUC__) && __GNUC__ >= 8 && !defined(__clang__) && !defined(__CUDACC__) && !defined(__INTEL_COMPILER) && !defined(__NVCOMPILER)\n"
    "#define CUCORE__LOOP_UNROLL _Pragma(\"GCC unroll 8\")\n"
    "#else\n"
    "#define CUCORE__LOOP_UNROLL\n"
    "#endif\n"
    "CUCORE__KERNEL_INLINE int cucore__loop_move(int offset, unsigned steps, int stride)\n"
    "{\n"
    "return CUCORE_KERNEL_CAST(int, CUCORE_KERNEL_CAST(unsigned, offset) + steps * CUCORE_KERNEL_CAST(unsigned, stride));\n"
    "}\n"
    "CUCORE__KERNEL_INLINE int cucore__loop_row_lanes(const cucore_loop *loop, const cucore_loop_at *at)\n"
    "{\n"
    "unsigned lanes = CUCORE_KERNEL_CAST(unsigned, loop->lanes), left = loop->row - at->index[0] * lanes;\n"
    "return CUCORE_KERNEL_CAST(int, left < lanes ? left : lanes);\n"
    "}\n"
    "CUCORE__KERNEL_INLINE int cucore__loop_lanes(const cucore_loop *loop, const cucore_loop_at *at)\n"
    "{\n"
    "if (!loop->tiled[0]) return cucore__loop_row_lanes(loop, at);\n"
    "return at->index[0] + at->index[2] * loop->extent[0] < loop->tiled[0] &&\n"
    "at->index[1] + at->index[3] * loop->extent[1] < loop->tiled[1];\n"
    "}\n"
    "CUCORE__KERNEL_INLINE void cucore__loop_find(const cucore_loop *loop, int first, int ndim, unsigned step, int operands,\n"
    "cucore_loop_at *at)\n"
    "{\n"
    "int axis, k;\n"
    "for (k = 0; k < operands; k++) at->offset[k] = 0;\n"
    "#if defined(__CUDA_ARCH__)\n"
    "#pragma unroll\n"
    "#endif\n"
    "for (axis = first; axis < CUCORE_LOOP_NDIM; axis++) {\n"
    "unsigned inside = step, whole = 0;\n"
    "if (axis >= ndim) break;\n"
    "if (axis + 1 < ndim) {\n"
    "unsigned long long product = CUCORE_KERNEL_CAST(unsigned long long, step) * loop->multiplier[axis];\n"
    "whole = (CUCORE_KERNEL_CAST(unsigned, product >> 32) + step) >> loop->shift[axis];\n"
    "inside = step - whole * loop->extent[axis];\n"
    "}\n"
    "at->index[axis] = inside;\n"
    "for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], inside, loop->strides[axis][k]);\n"
    "step = whole;\n"
    "}\n"
    "}\n"
    "CUCORE__KERNEL_INLINE void cucore__loop_point(const cucore_loop *loop, int operands, cucore_loop_at *at)\n"
    "{\n"
    "#if defined(__CUDA_ARCH__)\n"
    "(void)loop, (void)operands, (void)at;\n"
    "#else\n"
    "int k;\n"
    "CUCORE__LOOP_UNROLL\n"
    "for (k = 0; k < operands; k++) {\n"
    "at->ptr[k] = loop->ptr[k] + at->offset[k];\n"
    "at->stride[k] = loop->lanes > 1 ? loop->itemsize[k] : loop->strides[0][k];\n"
    "}\n"
    "#endif\n"
    "}\n"
    "CUCORE__KERNEL_INLINE int cucore_loop_locate(const cucore_loop *loop, unsigned step, int operands, cucore_loop_at *at)\n"
    "{\n"
    "cucore__loop_find(loop, 0, loop->ndim, step, operands, at);\n"
    "at->step = step;\n"
    "at->lanes = cucore__loop_lanes(loop, at);\n"
    "cucore__loop_point(loop, operands, at);\n"
    "return at->lanes;\n"
    "}\n"
    "CUCORE__KERNEL_INLINE int cucore_loop_advance(const cucore_loop *loop, int operands, cucore_loop_at *at)\n"
    "{\n"
    "int axis, k;\n"
    "at->step++;\n"
    "for (axis = 0; axis < loop->ndim; axis++) {\n"
    "unsigned back = 1 - loop->extent[axis];\n"
    "if (axis + 1 == loop->ndim || at->index[axis] + 1 < loop->extent[axis]) {\n"
    "at->index[axis]++;\n"
    "for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], 1, loop->strides[axis][k]);\n"
    "break;\n"
    "}\n"
    "at->index[axis] = 0;\n"
    "for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], back, loop->strides[axis][k]);\n"
    "}\n"
    "at->lanes = cucore__loop_lanes(loop, at);\n"
    "cucore__loop_point(loop, operands, at);\n"
    "return at->lanes;\n"
    "}\n"
    "#if defined(__CUDA_ARCH__)\n"
    "#define CUCORE_LOOP_AT(type, loop, at, lane, operand) (*CUCORE_KERNEL_CAST(type *, CUCORE_KERNEL_CAST(void *, (loop).ptr[operand] + (at).offset[operand] + (lane) * (loop).itemsize[operand])))\n"
    "#else\n";
static const char cucore__device_text_2[] =
    "#define CUCORE_LOOP_AT(type, loop, at, lane, operand) (*CUCORE_KERNEL_CAST(type *, CUCORE_KERNEL_CAST(void *, (at).ptr[operand] + (lane) * (at).stride[operand])))\n"
    "#endif\n"
    "#define CUCORE_LOOP_RANGE(loop, count, begin, end, at, lane) for (cucore_loop_at at##_block, at = cucore__loop_rows(&(loop), (begin), (end), (count), &at##_block); at.step < (end); at = cucore__loop_rows(&(loop), at.next, (end), (count), &at##_block)) for (; at.rows > 0; cucore__loop_next_row(&(loop), (count), &at)) for (int lane = 0, lane##_left = at.lanes; lane##_left > 0; lane++, lane##_left--)\n"
    "#if defined(__CUDACC__)\n"
    "#define CUCORE_LOOP_EACH(loop, count, at, lane) for (cucore_loop_at at = {blockIdx.x * blockDim.x + threadIdx.x}; at.step < (loop).size; at.step += gridDim.x * blockDim.x) for (int lane = 0, cucore_lanes = cucore_loop_locate(&(loop), at.step, (count), &at); lane < cucore_lanes; lane++)\n"
    "#endif\n"
    "CUCORE__KERNEL_APART void cucore__loop_block(const cucore_loop *loop, unsigned step, unsigned end, int operands,\n"
    "cucore_loop_at *at)\n"
    "{\n"
    "const unsigned lanes = CUCORE_KERNEL_CAST(unsigned, loop->lanes), extent = loop->extent[0], left = end - step;\n"
    "unsigned steps = extent, rows = 1, row = loop->row, first;\n"
    "(void)cucore_loop_locate(loop, step, operands, at);\n"
    "first = at->index[0] * lanes;\n"
    "at->rows = 0;\n"
    "if (at->index[0] || left < extent) {\n"
    "steps -= at->index[0];\n"
    "if (steps > left) steps = left;\n"
    "} else if (loop->ndim > 1) {\n"
    "rows = loop->extent[1] - at->index[1];\n"
    "if (rows > left / extent) rows = left / extent;\n"
    "}\n"
    "at->next = step + steps * rows;\n"
    "if (loop->tiled[0]) {\n"
    "const unsigned above = at->index[1] + at->index[3] * loop->extent[1];\n"
    "row -= at->index[2] * extent;\n"
    "if (above >= loop->tiled[1]) return;\n"
    "if (rows > loop->tiled[1] - above) rows = loop->tiled[1] - above;\n"
    "}\n"
    "if (first >= row) return;\n"
    "at->rows = CUCORE_KERNEL_CAST(int, rows);\n"
    "at->lanes = CUCORE_KERNEL_CAST(int, steps *lanes < row - first ? steps * lanes : row - first);\n"
    "}\n"
    "CUCORE__KERNEL_INLINE cucore_loop_at cucore__loop_copy(const cucore_loop_at *block, int operands)\n"
    "{\n"
    "cucore_loop_at at;\n"
    "int k;\n"
    "at.step = block->step;\n"
    "at.lanes = block->lanes;\n"
    "at.rows = block->rows;\n"
    "at.next = block->next;\n"
    "CUCORE__LOOP_UNROLL\n"
    "for (k = 0; k < CUCORE_LOOP_NDIM; k++) at.index[k] = block->index[k];\n"
    "CUCORE__LOOP_UNROLL\n"
    "for (k = 0; k < operands; k++) {\n"
    "at.offset[k] = block->offset[k];\n"
    "at.ptr[k] = block->ptr[k];\n"
    "at.stride[k] = block->stride[k];\n"
    "}\n"
    "return at;\n"
    "}\n"
    "CUCORE__KERNEL_INLINE cucore_loop_at cucore__loop_rows(const cucore_loop *loop, unsigned step, unsigned end,\n"
    "int operands, cucore_loop_at *block)\n"
    "{\n"
    "cucore_loop_at at;\n"
    "if (step >= end) {\n"
    "at.step = at.next = end;\n"
    "at.rows = at.lanes = 0;\n"
    "return at;\n"
    "}\n"
    "cucore__loop_block(loop, step, end, operands, block);\n"
    "return cucore__loop_copy(block, operands);\n"
    "}\n"
    "CUCORE__KERNEL_INLINE void cucore__loop_next_row(const cucore_loop *loop, int operands, cucore_loop_at *at)\n"
    "{\n"
    "int k;\n"
    "at->rows--;\n"
    "at->step += loop->extent[0];\n"
    "at->index[1]++;\n"
    "CUCORE__LOOP_UNROLL\n"
    "for (k = 0; k < operands; k++) {\n"
    "at->offset[k] = cucore__loop_move(at->offset[k], 1, loop->strides[1][k]);\n"
    "at->ptr[k] = loop->ptr[k] + at->offset[k];\n"
    "}\n"
    "}\n"
    "CUCORE__KERNEL_END\n"
    "#if defined(__cplusplus)\n"
    "extern \"C++\" {\n"
    "namespace cucore\n"
    "{\n"
    "inline namespace CUCORE__KERNEL_NAMESPACE\n"
    "{\n"
    "template <typename Type, int Ndim, typename Index = int> struct accessor {\n"
    "Type *ptr;\n"
    "Index shape[static_cast<unsigned>(Ndim)];\n"
    "Index strides[static_cast<unsigned>(Ndim)];\n"
    "accessor() = default;\n"
    "template <typename Other>\n"
    "CUCORE__KERNEL_METHOD accessor(const accessor<Other, Ndim, Index> &other) : ptr(other.ptr)\n"
    "{\n"
    "for (int axis = 0; axis < Ndim; axis++) shape[axis] = other.shape[axis], strides[axis] = other.strides[axis];\n"
    "}\n"
    "template <typename... Indices> CUCORE__KERNEL_METHOD Type &operator()(Indices... indices) const\n"
    "{\n";
static const char cucore__device_text_3[] =
    "static_assert(sizeof...(Indices) == Ndim, \"as many indices as the accessor has axes\");\n"
    "const Index at[] = {static_cast<Index>(indices)...};\n"
    "Index offset = 0;\n"
    "#if defined(CUCORE_CHECK_BOUNDS)\n"
    "const long long given[] = {\n"
    "static_cast<long long>(indices)...};\n"
    "for (int axis = 0; axis < Ndim; axis++)\n"
    "(void)cucore__index_checked(given[axis], shape[axis], axis, __FILE__, __LINE__);\n"
    "#endif\n"
    "for (int axis = 0; axis < Ndim; axis++) offset += at[axis] * strides[axis];\n"
    "return ptr[offset];\n"
    "}\n"
    "CUCORE__KERNEL_METHOD Index extent(int axis) const\n"
    "{\n"
    "return shape[axis];\n"
    "}\n"
    "CUCORE__KERNEL_METHOD static constexpr int rank()\n"
    "{\n"
    "return Ndim;\n"
    "}\n"
    "template <typename Span> CUCORE__KERNEL_METHOD Span as_mdspan() const\n"
    "{\n"
    "typedef typename Span::mapping_type mapping;\n"
    "decltype(mapping().strides()) steps;\n"
    "decltype(mapping().strides()) sizes;\n"
    "for (int axis = 0; axis < Ndim; axis++) {\n"
    "steps[axis] = strides[axis];\n"
    "sizes[axis] = shape[axis];\n"
    "}\n"
    "return Span(ptr, mapping(typename Span::extents_type(sizes), steps));\n"
    "}\n"
    "template <typename Span> CUCORE__KERNEL_METHOD static accessor from_mdspan(const Span &span)\n"
    "{\n"
    "static_assert(Span::rank() == Ndim, \"an mdspan of as many axes\");\n"
    "accessor result;\n"
    "result.ptr = span.data_handle();\n"
    "for (int axis = 0; axis < Ndim; axis++) {\n"
    "result.shape[axis] = static_cast<Index>(span.extent(axis));\n"
    "result.strides[axis] = static_cast<Index>(span.stride(axis));\n"
    "}\n"
    "return result;\n"
    "}\n"
    "};\n"
    "template <typename Type, int lanes> struct alignas(lanes == 1 ? alignof(Type) : sizeof(Type) * lanes) packed {\n"
    "Type lane[static_cast<unsigned>(lanes)];\n"
    "};\n"
    "template <typename Type> struct without_const {\n"
    "typedef Type type;\n"
    "};\n"
    "template <typename Type> struct without_const<const Type> {\n"
    "typedef Type type;\n"
    "};\n"
    "template <typename Type> CUCORE__KERNEL_METHOD constexpr int most_lanes()\n"
    "{\n"
    "return sizeof(Type) & (sizeof(Type) - 1) || sizeof(Type) > 16 ? 1 : static_cast<int>(16 / sizeof(Type));\n"
    "}\n"
    "template <typename Type> CUCORE__KERNEL_METHOD constexpr int lanes_of(int lanes)\n"
    "{\n"
    "return lanes <= most_lanes<Type>() ? lanes : 1;\n"
    "}\n"
    "template <typename Type, int lanes> CUCORE__KERNEL_METHOD constexpr bool in_words()\n"
    "{\n"
    "#if defined(__CUDA_ARCH__)\n"
    "return sizeof(Type) <= 2 && sizeof(Type) * lanes >= 4;\n"
    "#else\n"
    "return false;\n"
    "#endif\n"
    "}\n"
    "template <typename Type, int lanes, bool words = in_words<Type, lanes>()> struct loaded {\n"
    "packed<Type, lanes> own;\n"
    "CUCORE__KERNEL_METHOD void load(const void *from)\n"
    "{\n"
    "own = *static_cast<const packed<Type, lanes> *>(from);\n"
    "}\n"
    "CUCORE__KERNEL_METHOD void load_one(const void *from)\n"
    "{\n"
    "own.lane[0] = *static_cast<const Type *>(from);\n"
    "}\n"
    "CUCORE__KERNEL_METHOD void spread()\n"
    "{\n"
    "for (int i = 1; i < lanes; i++) own.lane[i] = own.lane[0];\n"
    "}\n"
    "CUCORE__KERNEL_METHOD Type get(int i) const\n"
    "{\n"
    "return own.lane[i];\n"
    "}\n"
    "};\n"
    "#if defined(__CUDA_ARCH__)\n"
    "template <typename Type, int lanes> struct loaded<Type, lanes, true> {\n"
    "enum { bits = 8 * sizeof(Type), in_word = 4 / sizeof(Type), count = lanes / in_word };\n"
    "packed<unsigned, count> own;\n"
    "__device__ __forceinline__ void load(const void *from)\n"
    "{\n"
    "own = *static_cast<const packed<unsigned, count> *>(from);\n"
    "}\n"
    "__device__ __forceinline__ void load_one(const void *from)\n"
    "{\n"
    "own.lane[0] =\n"
    "sizeof(Type) == 2 ? *static_cast<const unsigned short *>(from) : *static_cast<const unsigned char *>(from);\n"
    "}\n"
    "__device__ __forceinline__ void spread()\n"
    "{\n"
    "const unsigned word = own.lane[0] * (sizeof(Type) == 2 ? 0x10001u : 0x1010101u);\n"
    "for (int i = 0; i < count; i++) own.lane[i] = word;\n"
    "}\n"
    "__device__ __forceinline__ Type get(int i) const\n"
    "{\n"
    "const unsigned word = own.lane[i / in_word] >> (i % in_word * bits);\n"
    "Type value;\n"
    "memcpy(static_cast<void *>(&value), &word, sizeof value);\n"
    "return value;\n"
    "}\n"
    "};\n"
    "#endif\n"
    "template <int k, int lanes, typename... In> struct inputs;\n"
    "template <int k, int lanes> struct inputs<k, lanes> {\n";
static const char cucore__device_text_4[] =
    "CUCORE__KERNEL_METHOD void load(const cucore_loop &, const cucore_loop_at &, int)\n"
    "{\n"
    "}\n"
    "CUCORE__KERNEL_METHOD void spread(const cucore_loop &)\n"
    "{\n"
    "}\n"
    "template <typename F, typename... Values>\n"
    "CUCORE__KERNEL_METHOD auto call(F &f, int, const Values &...values) -> decltype(f(values...))\n"
    "{\n"
    "return f(values...);\n"
    "}\n"
    "};\n"
    "template <int k, int lanes, typename First, typename... Rest> struct inputs<k, lanes, First, Rest...> {\n"
    "typedef typename without_const<First>::type value;\n"
    "loaded<value, lanes> own;\n"
    "inputs<k + 1, lanes, Rest...> others;\n"
    "CUCORE__KERNEL_METHOD void load(const cucore_loop &loop, const cucore_loop_at &at, int lane)\n"
    "{\n"
    "const void *const from = loop.ptr[k] + at.offset[k] + lane * loop.itemsize[k];\n"
    "if (lanes == 1 || loop.itemsize[k]) {\n"
    "own.load(from);\n"
    "} else {\n"
    "own.load_one(from);\n"
    "}\n"
    "others.load(loop, at, lane);\n"
    "}\n"
    "CUCORE__KERNEL_METHOD void spread(const cucore_loop &loop)\n"
    "{\n"
    "if (lanes > 1 && !loop.itemsize[k]) own.spread();\n"
    "others.spread(loop);\n"
    "}\n"
    "template <typename F, typename... Values>\n"
    "CUCORE__KERNEL_METHOD auto call(F &f, int i, const Values &...values)\n"
    "-> decltype(others.call(f, i, values..., own.get(0)))\n"
    "{\n"
    "return others.call(f, i, values..., own.get(i));\n"
    "}\n"
    "};\n"
    "template <int lanes, typename Out, typename Inputs, typename F>\n"
    "CUCORE__KERNEL_METHOD void transform_lanes(const cucore_loop &loop, const cucore_loop_at &at, int lane, Inputs &in,\n"
    "F &f)\n"
    "{\n"
    "packed<Out, lanes> out;\n"
    "in.spread(loop);\n"
    "for (int i = 0; i < lanes; i++) out.lane[i] = in.call(f, i);\n"
    "*static_cast<packed<Out, lanes> *>(static_cast<void *>(loop.ptr[0] + at.offset[0] + lane * loop.itemsize[0])) = out;\n"
    "}\n"
    "template <typename Out, typename... In, typename F>\n"
    "CUCORE__KERNEL_METHOD void transform_rest(const cucore_loop &loop, const cucore_loop_at &at, F &f)\n"
    "{\n"
    "#if defined(__CUDA_ARCH__)\n"
    "#pragma unroll 1\n"
    "#endif\n"
    "for (int i = 0; i < at.lanes; i++) {\n"
    "inputs<1, 1, In...> in;\n"
    "in.load(loop, at, i);\n"
    "transform_lanes<1, Out>(loop, at, i, in, f);\n"
    "}\n"
    "}\n"
    "#if defined(__CUDACC__)\n"
    "template <typename Type> CUCORE__KERNEL_METHOD constexpr int largest()\n"
    "{\n"
    "return static_cast<int>(sizeof(Type));\n"
    "}\n"
    "template <typename Type, typename Next, typename... Rest> CUCORE__KERNEL_METHOD constexpr int largest()\n"
    "{\n"
    "return largest<Type>() > largest<Next, Rest...>() ? largest<Type>() : largest<Next, Rest...>();\n"
    "}\n"
    "template <bool has_words, typename... Type> struct tile_of {\n"
    "enum {\n"
    "threads = 256,\n"
    "itemsize = largest<Type...>(),\n"
    "is_small = itemsize <= 16,\n"
    "width = has_words ? 64 : 32,\n"
    "height = itemsize <= 4 ? 64 : 32,\n"
    "lanes = has_words ? 4 / itemsize : 1,\n"
    "across = width / lanes,\n"
    "down = height / lanes,\n"
    "count = width * down / threads,\n"
    "nbytes = !is_small ? 1\n"
    ": itemsize <= 2 ? height * (64 * itemsize + 4)\n"
    ": height * 33 * itemsize\n"
    "};\n"
    "};\n"
    "template <int nbytes> struct alignas(16) tile_memory {\n"
    "char bytes[static_cast<unsigned>(nbytes)];\n"
    "};\n"
    "template <int nbytes> static __device__ __forceinline__ void *tile_memory_of_block()\n"
    "{\n"
    "__shared__ tile_memory<nbytes> memory;\n"
    "return memory.bytes;\n"
    "}\n"
    "template <typename Tile, int k, typename... In> struct tile_inputs;\n"
    "template <typename Tile, int k> struct tile_inputs<Tile, k> {\n"
    "__device__ __forceinline__ void load(const cucore_loop &, const cucore_loop_at &, unsigned, unsigned)\n"
    "{\n"
    "}\n"
    "__device__ __forceinline__ void turn(const cucore_loop &, void *)\n"
    "{\n"
    "}\n"
    "template <typename F, typename... Values>\n"
    "__device__ __forceinline__ auto call(F &f, int, int, const Values &...values) -> decltype(f(values...))\n"
    "{\n"
    "return f(values...);\n"
    "}\n"
    "};\n"
    "template <typename Tile, int k, typename First, typename... Rest> struct tile_inputs<Tile, k, First, Rest...> {\n"
    "typedef typename without_const<First>::type value;\n"
    "enum { pitch = Tile::width + (sizeof(value) < 4 ? 4 / sizeof(value) : 1) };\n"
    "loaded<value, Tile::lanes> own[Tile::count];\n"
    "tile_inputs<Tile, k + 1, Rest...> others;\n";
static const char cucore__device_text_5[] =
    "static __device__ __forceinline__ bool is_turned(const cucore_loop &loop)\n"
    "{\n"
    "const unsigned right = static_cast<unsigned>(loop.strides[0][k]),\n"
    "down = static_cast<unsigned>(loop.strides[1][k]);\n"
    "return down && (loop.strides[1][k] < 0 ? 0 - down : down) < (loop.strides[0][k] < 0 ? 0 - right : right);\n"
    "}\n"
    "__device__ __forceinline__ void load(const cucore_loop &loop, const cucore_loop_at &at, unsigned width,\n"
    "unsigned height)\n"
    "{\n"
    "const bool turned = is_turned(loop);\n"
    "const unsigned side = (turned ? threadIdx.x % Tile::down : threadIdx.x % Tile::across) * Tile::lanes;\n"
    "const unsigned first = turned ? threadIdx.x / Tile::down : threadIdx.x / Tile::across;\n"
    "const unsigned step = turned ? Tile::threads / Tile::down : Tile::threads / Tile::across;\n"
    "const int along = turned ? loop.strides[1][k] : loop.strides[0][k];\n"
    "const int next = turned ? loop.strides[0][k] : loop.strides[1][k];\n"
    "const unsigned sides = turned ? height : width, rows = turned ? width : height;\n"
    "const char *from = loop.ptr[k] + cucore__loop_move(cucore__loop_move(at.offset[k], side, along), first, next);\n"
    "#pragma unroll\n"
    "for (unsigned j = 0; j < Tile::count; j++, from += cucore__loop_move(0, step, next)) {\n"
    "if (side < sides && first + j * step < rows) own[j].load(from);\n"
    "}\n"
    "others.load(loop, at, width, height);\n"
    "}\n"
    "__device__ __forceinline__ void turn(const cucore_loop &loop, void *memory)\n"
    "{\n"
    "if (is_turned(loop)) {\n"
    "const unsigned side = threadIdx.x % Tile::down * Tile::lanes, first = threadIdx.x / Tile::down;\n"
    "const unsigned x = threadIdx.x % Tile::across * Tile::lanes, y = threadIdx.x / Tile::across;\n"
    "value *const tile = static_cast<value *>(memory);\n"
    "__syncthreads();\n"
    "#pragma unroll\n"
    "for (unsigned j = 0; j < Tile::count; j++) {\n"
    "const unsigned column = first + j * (Tile::threads / Tile::down);\n"
    "for (unsigned i = 0; i < Tile::lanes; i++)\n"
    "tile[(side + i) * pitch + column] = own[j].get(static_cast<int>(i));\n"
    "}\n"
    "__syncthreads();\n"
    "#pragma unroll\n"
    "for (unsigned j = 0; j < Tile::count; j++)\n"
    "own[j].load(&tile[(y + j * (Tile::threads / Tile::across)) * pitch + x]);\n"
    "}\n"
    "others.turn(loop, memory);\n"
    "}\n"
    "template <typename F, typename... Values>\n"
    "__device__ __forceinline__ auto call(F &f, int j, int i, const Values &...values)\n"
    "-> decltype(others.call(f, j, i, values..., own[0].get(0)))\n"
    "{\n"
    "return others.call(f, j, i, values..., own[j].get(i));\n"
    "}\n"
    "};\n"
    "template <typename Tile, typename Out, typename... In, typename F>\n"
    "static __device__ __forceinline__ void transform_tiles(const cucore_loop &loop, F &f)\n"
    "{\n"
    "const unsigned count = loop.size / (Tile::width * Tile::height);\n"
    "const unsigned x = threadIdx.x % Tile::across * Tile::lanes, y = threadIdx.x / Tile::across;\n"
    "const unsigned step = Tile::threads / Tile::across;\n"
    "for (unsigned n = blockIdx.x; n < count; n += gridDim.x) {\n"
    "cucore_loop_at at;\n"
    "tile_inputs<Tile, 1, In...> in;\n"
    "cucore__loop_find(&loop, 2, loop.ndim, n, 1 + sizeof...(In), &at);\n"
    "const unsigned width = loop.tiled[0] - at.index[2] * Tile::width,\n"
    "height = loop.tiled[1] - at.index[3] * Tile::height;\n"
    "in.load(loop, at, width, height);\n"
    "in.turn(loop, tile_memory_of_block<Tile::nbytes>());\n"
    "char *to = loop.ptr[0] +\n"
    "cucore__loop_move(cucore__loop_move(at.offset[0], x, loop.strides[0][0]), y, loop.strides[1][0]);\n"
    "#pragma unroll\n"
    "for (int j = 0; j < Tile::count; j++, to += cucore__loop_move(0, step, loop.strides[1][0])) {\n"
    "packed<Out, Tile::lanes> out;\n"
    "if (x >= width || y + static_cast<unsigned>(j) * step >= height) continue;\n"
    "for (int i = 0; i < Tile::lanes; i++) out.lane[i] = in.call(f, j, i);\n"
    "*static_cast<packed<Out, Tile::lanes> *>(static_cast<void *>(to)) = out;\n"
    "}\n"
    "}\n"
    "}\n"
    "template <int lanes, int axes, typename Out, typename... In, typename F>\n"
    "static __device__ __forceinline__ void transform_steps(const cucore_loop &loop, F &f)\n"
    "{\n"
    "enum { many = axes == 1 && sizeof...(In) <= 1 ? 1 : 2 };\n"
    "const unsigned block = many * blockDim.x;\n";
static const char cucore__device_text_6[] =
    "for (unsigned long long begin = static_cast<unsigned long long>(blockIdx.x) * block; begin < loop.size;\n"
    "begin += static_cast<unsigned long long>(gridDim.x) * block) {\n"
    "cucore_loop_at at[many];\n"
    "inputs<1, lanes, In...> in[many];\n"
    "#pragma unroll\n"
    "for (unsigned j = 0; j < many; j++) {\n"
    "const unsigned n = static_cast<unsigned>(begin) + j * blockDim.x + threadIdx.x;\n"
    "at[j].lanes = 0;\n"
    "if (n >= loop.size) continue;\n"
    "cucore__loop_find(&loop, 0, axes ? axes : loop.ndim, n, 1 + sizeof...(In), &at[j]);\n"
    "at[j].lanes =\n"
    "lanes == 1 && !axes ? cucore__loop_lanes(&loop, &at[j]) : cucore__loop_row_lanes(&loop, &at[j]);\n"
    "if (at[j].lanes == lanes) in[j].load(loop, at[j], 0);\n"
    "}\n"
    "#pragma unroll\n"
    "for (unsigned j = 0; j < many; j++) {\n"
    "if (at[j].lanes == lanes) transform_lanes<lanes, Out>(loop, at[j], 0, in[j], f);\n"
    "}\n"
    "#pragma unroll\n"
    "for (unsigned j = 0; j < many && lanes > 1; j++) {\n"
    "if (at[j].lanes < lanes) transform_rest<Out, In...>(loop, at[j], f);\n"
    "}\n"
    "}\n"
    "}\n"
    "template <int lanes, typename Out, typename... In, typename F>\n"
    "static __device__ __forceinline__ void transform_by(const cucore_loop &loop, F &f)\n"
    "{\n"
    "if (lanes == most_lanes<Out>() && loop.ndim == 1) return transform_steps<lanes, 1, Out, In...>(loop, f);\n"
    "if (lanes == most_lanes<Out>() && loop.ndim == 2) return transform_steps<lanes, 2, Out, In...>(loop, f);\n"
    "transform_steps<lanes, 0, Out, In...>(loop, f);\n"
    "}\n"
    "template <typename Out, typename... In, typename F>\n"
    "static __device__ __forceinline__ void transform(const cucore_loop &loop, F f)\n"
    "{\n"
    "typedef tile_of<largest<Out, In...>() <= 2, Out, In...> words;\n"
    "typedef tile_of<false, Out, In...> singles;\n"
    "const int most = most_lanes<Out>();\n"
    "if (loop.tiled[0] && singles::is_small && blockDim.x == singles::threads && loop.extent[1] == singles::height) {\n"
    "if (loop.extent[0] == words::width) return transform_tiles<words, Out, In...>(loop, f);\n"
    "if (loop.extent[0] == singles::width) return transform_tiles<singles, Out, In...>(loop, f);\n"
    "}\n"
    "if (most >= 16 && loop.lanes == 16) return transform_by<lanes_of<Out>(16), Out, In...>(loop, f);\n"
    "if (most >= 8 && loop.lanes == 8) return transform_by<lanes_of<Out>(8), Out, In...>(loop, f);\n"
    "if (most >= 4 && loop.lanes == 4) return transform_by<lanes_of<Out>(4), Out, In...>(loop, f);\n"
    "if (most >= 2 && loop.lanes == 2) return transform_by<lanes_of<Out>(2), Out, In...>(loop, f);\n"
    "transform_by<1, Out, In...>(loop, f);\n"
    "}\n"
    "#endif\n"
    "}\n"
    "}\n"
    "}\n"
    "#endif\n"
    "#if defined(__cplusplus)\n"
    "#define CUCORE__TENSOR_MAP_ALIGNED alignas(128)\n"
    "#elif defined(__GNUC__) || defined(__clang__)\n"
    "#define CUCORE__TENSOR_MAP_ALIGNED __attribute__((aligned(128)))\n"
    "#elif defined(_MSC_VER)\n"
    "#define CUCORE__TENSOR_MAP_ALIGNED __declspec(align(128))\n"
    "#elif defined(SWIG) || defined(CTYPESGEN)\n"
    "#define CUCORE__TENSOR_MAP_ALIGNED\n"
    "#else\n"
    "#define CUCORE__TENSOR_MAP_ALIGNED _Alignas(128)\n"
    "#endif\n"
    "CUCORE__KERNEL_BEGIN\n"
    "typedef struct cucore_tensor_map {\n"
    "CUCORE__TENSOR_MAP_ALIGNED unsigned long long opaque[16];\n"
    "} cucore_tensor_map;\n"
    "CUCORE__KERNEL_END\n"
    "#undef CUCORE__TENSOR_MAP_ALIGNED\n"
    "#undef CUCORE__KERNEL_INLINE\n"
    "#undef CUCORE__KERNEL_METHOD\n"
    "#undef CUCORE__KERNEL_APART\n"
    "#undef CUCORE__LOOP_UNROLL\n"
    "#undef CUCORE__KERNEL_NAMESPACE\n"
    "#undef CUCORE__KERNEL_BEGIN\n"
    "#undef CUCORE__KERNEL_END\n"
    "#endif\n";
static const char *const cucore__device_text[] = {cucore__device_text_0, cucore__device_text_1, cucore__device_text_2, cucore__device_text_3, cucore__device_text_4, cucore__device_text_5, cucore__device_text_6, NULL};
/* clang-format on */

/* ------------ >>impl-program -- */
/* program/program.c: NVRTC and nvJitLink, loaded at first use, and the programs that they compile and link. */
/* One for all programs.  It is taken under the lock of core/module.c, that one never under it. */
#if defined(_WIN32)
static SRWLOCK cucore__compiling = SRWLOCK_INIT;
#define CUCORE__COMPILING_BEGIN() AcquireSRWLockExclusive(&cucore__compiling)
#define CUCORE__COMPILING_END() ReleaseSRWLockExclusive(&cucore__compiling)
#else
static pthread_mutex_t cucore__compiling = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__COMPILING_BEGIN() pthread_mutex_lock(&cucore__compiling)
#define CUCORE__COMPILING_END() pthread_mutex_unlock(&cucore__compiling)
#endif

/* -- the libraries ------------------------------------------------------------------------------------------------- */
/* X(name without prefix, parameters); each gives an enum, 0 when all is well.  Programs and links are handles. */
#define CUCORE__NVRTC_LIST(X) \
    X(GetNumSupportedArchs, (int *)) \
    X(GetSupportedArchs, (int *)) \
    X(CreateProgram, (void **, const char *, const char *, int, const char *const *, const char *const *)) \
    X(DestroyProgram, (void **)) \
    X(AddNameExpression, (void *, const char *)) \
    X(CompileProgram, (void *, int, const char *const *)) \
    X(GetProgramLogSize, (void *, size_t *)) \
    X(GetProgramLog, (void *, char *)) \
    X(GetCUBINSize, (void *, size_t *)) \
    X(GetCUBIN, (void *, char *)) \
    X(GetPTXSize, (void *, size_t *)) \
    X(GetPTX, (void *, char *)) \
    X(GetLoweredName, (void *, const char *, const char **))
#define CUCORE__JITLINK_LIST(X) \
    X(Create, (void **, uint32_t, const char **)) \
    X(Destroy, (void **)) \
    X(AddData, (void *, int, const void *, size_t, const char *)) \
    X(Complete, (void *)) \
    X(GetErrorLogSize, (void *, size_t *)) \
    X(GetErrorLog, (void *, char *)) \
    X(GetLinkedCubinSize, (void *, size_t *)) \
    X(GetLinkedCubin, (void *, void *))

enum {
    CUCORE__COMPILER_OUT_OF_MEMORY = 1, /* of nvrtcResult */
    CUCORE__LINK_LTOIR = 3,             /* of nvJitLinkInputType */
    CUCORE__LINK_FATBIN = 4
};

#define CUCORE__TOOL_MEMBER(name, parameters) int(*name) parameters;
static struct {
    CUCORE__NVRTC_LIST(CUCORE__TOOL_MEMBER)
} cucore__nvrtc;
static struct {
    CUCORE__JITLINK_LIST(CUCORE__TOOL_MEMBER)
} cucore__jitlink;
#undef CUCORE__TOOL_MEMBER

#define CUCORE__NVRTC_SYMBOL(name, parameters) "nvrtc" #name,
#define CUCORE__JITLINK_SYMBOL(name, parameters) "nvJitLink" #name,
static const char *const cucore__nvrtc_symbols[] = {CUCORE__NVRTC_LIST(CUCORE__NVRTC_SYMBOL) NULL};
static const char *const cucore__jitlink_symbols[] = {CUCORE__JITLINK_LIST(CUCORE__JITLINK_SYMBOL) NULL};
#undef CUCORE__NVRTC_SYMBOL
#undef CUCORE__JITLINK_SYMBOL
#undef CUCORE__NVRTC_LIST
#undef CUCORE__JITLINK_LIST

typedef struct cucore__tool_name {
    int major; /* of CUDA; 0: not known */
    const char *name;
} cucore__tool_name;

static const cucore__tool_name cucore__nvrtc_names[] = {
#if defined(_WIN32)
    {13, "nvrtc64_130_0.dll"},
    {12, "nvrtc64_120_0.dll"},
    {11, "nvrtc64_112_0.dll"},
#else
    {13, "libnvrtc.so.13"},
    {12, "libnvrtc.so.12"},
    {11, "libnvrtc.so.11.2"},
    {0, "libnvrtc.so"},
    {0, "/usr/local/cuda/lib64/libnvrtc.so"},
#endif
    {0, NULL}};
static const cucore__tool_name cucore__jitlink_names[] = {
#if defined(_WIN32)
    {13, "nvJitLink_130_0.dll"},
    {12, "nvJitLink_120_0.dll"},
#else
    {13, "libnvJitLink.so.13"},
    {12, "libnvJitLink.so.12"},
    {0, "libnvJitLink.so"},
    {0, "/usr/local/cuda/lib64/libnvJitLink.so"},
#endif
    {0, NULL}};

/* A library that compiles: used under the lock only, and never unloaded. */
typedef struct cucore__tool {
    const char *title;
    const cucore__tool_name *names;
    const char *const *symbols;
    void *functions; /* a struct of as many pointers to functions */
    int is_loaded;
} cucore__tool;
static cucore__tool cucore__tools[2] = {
    {"NVRTC", cucore__nvrtc_names, cucore__nvrtc_symbols, &cucore__nvrtc, 0},
    {"nvJitLink", cucore__jitlink_names, cucore__jitlink_symbols, &cucore__jitlink, 0}};

CUCORE__PRIVATE void *cucore__tool_open(const char *name)
{
#if defined(_WIN32)
    return (void *)LoadLibraryA(name);
#else
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
}

CUCORE__PRIVATE void *cucore__tool_symbol(void *library, const char *name)
{
#if defined(_WIN32)
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    void *pointer = NULL;
    memcpy(&pointer, &symbol, sizeof pointer);
    return pointer;
#else
    return dlsym(library, name);
#endif
}

CUCORE__PRIVATE void cucore__tool_close(void *library)
{
#if defined(_WIN32)
    (void)FreeLibrary((HMODULE)library);
#else
    (void)dlclose(library);
#endif
}

/* All functions of a library -> NULL, or the first name that it does not have */
CUCORE__PRIVATE const char *cucore__tool_resolve(const cucore__tool *tool, void *library)
{
    size_t i;
    for (i = 0; tool->symbols[i]; i++) {
        void *pointer = cucore__tool_symbol(library, tool->symbols[i]);
        if (!pointer) return tool->symbols[i];
        memcpy((char *)tool->functions + i * sizeof pointer, &pointer, sizeof pointer);
    }
    return NULL;
}

/* The first library that there is, in two passes: what is newer than the driver makes images that the driver cannot
 * load.  Tried again at the next use: a package that brings it may be imported by then. */
CUCORE__PRIVATE cucore_status cucore__tool_load(cucore__tool *tool)
{
    char tried[320];
    cucore__text text = cucore__text_start(tried, sizeof tried);
    int pass, version = 0, i;
    if (tool->is_loaded) return CUCORE_OK;
    if (cucore__driver_is_ready() && cucore__driver.DriverGetVersion) (void)cucore__driver.DriverGetVersion(&version);
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; tool->names[i].name; i++) {
            const int is_newer = version > 0 && tool->names[i].major > version / 1000;
            const char *missing;
            void *library;
            if (is_newer != pass) continue;
            cucore__text_add(&text, "%s%s", text.length ? ", " : "", tool->names[i].name);
            library = cucore__tool_open(tool->names[i].name);
            if (!library) continue;
            missing = cucore__tool_resolve(tool, library);
            if (!missing) {
                tool->is_loaded = 1;
                return CUCORE_OK;
            }
            cucore__text_add(&text, " (too old: it has no %s)", missing);
            cucore__tool_close(library);
        }
    }
    return cucore_fail(CUCORE_NO_DRIVER, "%s is not installed, or not where libraries are looked for (tried %s)",
                       tool->title, tried);
}

/* -- options ------------------------------------------------------------------------------------------------------- */
/* Separate strings, in one piece of memory with the array of them, which has room for two more. */
typedef struct cucore__options {
    const char **items;
    int count;
    char architecture[48]; /* the option that names it, unless the caller's do */
} cucore__options;

CUCORE__PRIVATE cucore_status cucore__options_split(const char *text, cucore__options *out)
{
    const char *cursor = text ? text : "";
    const size_t length = strlen(cursor), most = length / 2 + 3;
    char *word;
    memset(out, 0, sizeof *out);
    out->items = (const char **)malloc(most * sizeof *out->items + length + 1);
    if (!out->items) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the options of a program");
    word = (char *)(out->items + most);
    for (;;) {
        int is_quoted = 0;
        while (*cursor && strchr(" \t\r\n", *cursor)) cursor++;
        if (!*cursor) return CUCORE_OK;
        out->items[out->count++] = word;
        for (; *cursor && (is_quoted || !strchr(" \t\r\n", *cursor)); cursor++) {
            if (*cursor == '"') {
                is_quoted = !is_quoted;
            } else {
                *word++ = *cursor;
            }
        }
        if (is_quoted) {
            free((void *)out->items);
            return cucore__invalid("a quote in the options does not end: %.200s", text);
        }
        if (*cursor) cursor++; /* it replaces the NUL */
        *word++ = '\0';
    }
}

/* The option that begins so, or NULL. */
CUCORE__PRIVATE const char *cucore__options_find(const cucore__options *options, const char *first, const char *second)
{
    int i;
    for (i = 0; i < options->count; i++) {
        const char *one = options->items[i];
        if (!strncmp(one, first, strlen(first)) || !strncmp(one, second, strlen(second))) return one;
    }
    return NULL;
}

/* -- images -------------------------------------------------------------------------------------------------------- */
/* The result of compiling a program.  Data and names follow it in the same memory.  The list grows at its head. */
typedef struct cucore__image {
    struct cucore__image *next;
    int architecture;
    const char *expression;  /* NULL: the image of all kernels whose names are identifiers */
    const char *kernel_name; /* of the expression, in the image */
    void *data;
    size_t nbytes;
} cucore__image;

/* data: to be filled in */
CUCORE__PRIVATE cucore__image *cucore__image_new(int architecture, size_t nbytes, const char *expression,
                                                 const char *kernel_name)
{
    const size_t header = (sizeof(cucore__image) + 15) / 16 * 16; /* malloc's alignment is the cubin's */
    const size_t first = expression ? strlen(expression) + 1 : 0, second = kernel_name ? strlen(kernel_name) + 1 : 0;
    cucore__image *made = nbytes < SIZE_MAX / 2 ? (cucore__image *)malloc(header + nbytes + 1 + first + second) : NULL;
    char *text;
    if (!made) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a program", (unsigned long long)nbytes);
        return NULL;
    }
    memset(made, 0, sizeof *made);
    made->architecture = architecture;
    made->data = (char *)made + header;
    made->nbytes = nbytes;
    text = (char *)made + header + nbytes;
    *text++ = '\0';
    if (expression) made->expression = (const char *)memcpy(text, expression, first);
    if (kernel_name) made->kernel_name = (const char *)memcpy(text + first, kernel_name, second);
    return made;
}

/* Finds the first line of a log that has the word error, or else the first line with text. */
CUCORE__PRIVATE cucore__token cucore__log_error(const char *log)
{
    cucore__token first = {"the compiler does not say why", 29}, line;
    size_t i;
    int is_first = 1;
    for (; *log; log += line.length + (log[line.length] == '\n')) {
        line.text = log;
        line.length = strcspn(log, "\n");
        if (is_first && line.length) {
            first = line;
            is_first = 0;
        }
        for (i = 0; i + 5 <= line.length; i++) {
            if (!memcmp(log + i, "error", 5) || !memcmp(log + i, "ERROR", 5)) return line;
        }
    }
    return first;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_compile(cucore_program *program, const char *title,
                                                                const char *option, const char *kernel_name)
{
    cucore__token line = cucore__log_error(program->private_.log ? program->private_.log : "");
    int length = (int)(line.length < 300 ? line.length : 300);
    return cucore_fail(CUCORE_DRIVER, "%s%.100s%s not compile (%s, %.40s): %.*s",
                       kernel_name ? "kernel '" : "a program", kernel_name ? kernel_name : "",
                       kernel_name ? "' does" : " does", title, option, length, line.text);
}

CUCORE__PRIVATE cucore_status cucore__check_tool(int result, const char *call)
{
    if (!result) return CUCORE_OK;
    if (result == CUCORE__COMPILER_OUT_OF_MEMORY && !strncmp(call, "nvrtc", 5))
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s failed: out of memory", call);
    return cucore_fail(CUCORE_DRIVER, "%s failed: result %d", call, result);
}
#define CUCORE__NVRTC(name, arguments) cucore__check_tool(cucore__nvrtc.name arguments, "nvrtc" #name)
#define CUCORE__JITLINK(name, arguments) cucore__check_tool(cucore__jitlink.name arguments, "nvJitLink" #name)

/* Keeps the log of a compiler, which may be none. */
CUCORE__PRIVATE void cucore__program_keep_log(cucore_program *program, void *handle, int (*get_size)(void *, size_t *),
                                              int (*get_log)(void *, char *))
{
    size_t size = 0;
    char *log = NULL;
    if (handle && !get_size(handle, &size) && size > 1 && size < SIZE_MAX) log = (char *)calloc(size + 1, 1);
    if (log && get_log(handle, log)) log[0] = '\0';
    free(program->private_.log);
    program->private_.log = log;
}

/* -- NVRTC --------------------------------------------------------------------------------------------------------- */
/* "--gpu-architecture=sm_90"; of a device that is newer than NVRTC, PTX of the newest before it. */
CUCORE__PRIVATE cucore_status cucore__nvrtc_architecture(int architecture, cucore__options *options)
{
    int archs[64], count = 0, best = 0, oldest = 0, i;
    cucore_status status = CUCORE__NVRTC(GetNumSupportedArchs, (&count));
    if (!status && (count < 1 || count > 64))
        status = cucore_fail(CUCORE_DRIVER, "nvrtcGetNumSupportedArchs says that there are %d", count);
    if (!status) status = CUCORE__NVRTC(GetSupportedArchs, (archs));
    if (status) return status;
    for (i = 0; i < count; i++) {
        if (archs[i] <= architecture && archs[i] > best) best = archs[i];
        if (!oldest || archs[i] < oldest) oldest = archs[i];
    }
    if (!best) {
        return cucore_fail(CUCORE_UNSUPPORTED, "this NVRTC compiles for sm_%d and newer; the device is sm_%d", oldest,
                           architecture);
    }
    snprintf(options->architecture, sizeof options->architecture, "--gpu-architecture=%s_%d",
             best == architecture ? "sm" : "compute", best);
    options->items[options->count++] = options->architecture;
    return CUCORE_OK;
}

/* The device half of this header, in one piece; NULL: no memory. */
CUCORE__PRIVATE char *cucore__device_header(void)
{
    size_t nbytes = 1, i;
    char *text;
    for (i = 0; cucore__device_text[i]; i++) nbytes += strlen(cucore__device_text[i]);
    text = (char *)malloc(nbytes);
    if (!text) return NULL;
    for (text[0] = '\0', nbytes = 0, i = 0; cucore__device_text[i]; i++) {
        const size_t length = strlen(cucore__device_text[i]);
        memcpy(text + nbytes, cucore__device_text[i], length + 1);
        nbytes += length;
    }
    return text;
}

/* The headers of the program, and ours unless it is one of them. */
CUCORE__PRIVATE cucore_status cucore__nvrtc_create(const cucore_program *program, void **out)
{
    const cucore_program_header *headers = program->headers;
    const char **texts, **names;
    char *own = cucore__device_header();
    int count = 0, has_own = 0, i;
    cucore_status status;
    for (; headers && headers[count].name; count++) has_own |= !strcmp(headers[count].name, "cucore_kernel.h");
    texts = (const char **)malloc(2 * (size_t)(count + 1) * sizeof *texts);
    if (!own || !texts) {
        free(own);
        free(texts);
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the headers of a program");
    }
    names = texts + count + 1;
    for (i = 0; i < count; i++) {
        names[i] = headers[i].name;
        texts[i] = headers[i].text ? headers[i].text : "";
    }
    names[count] = "cucore_kernel.h";
    texts[count] = own;
    status =
        CUCORE__NVRTC(CreateProgram, (out, (const char *)program->code, "program.cu", count + !has_own, texts, names));
    free(texts);
    free(own);
    return status;
}

/* Takes the result: the cubin, or PTX if there is none. */
CUCORE__PRIVATE cucore_status cucore__nvrtc_result(void *handle, int architecture, const char *expression,
                                                   cucore__image **out)
{
    const char *lowered = NULL;
    size_t nbytes = 0;
    int is_cubin;
    cucore_status status = CUCORE_OK;
    if (expression) status = CUCORE__NVRTC(GetLoweredName, (handle, expression, &lowered));
    if (!status) status = CUCORE__NVRTC(GetCUBINSize, (handle, &nbytes));
    is_cubin = nbytes > 0;
    if (!status && !is_cubin) status = CUCORE__NVRTC(GetPTXSize, (handle, &nbytes));
    if (status) return status;
    if (nbytes <= 1) {
        return cucore_fail(CUCORE_DRIVER,
                           "NVRTC made neither a cubin nor PTX; options like -dlto ask for something else");
    }
    *out = cucore__image_new(architecture, nbytes, expression, lowered);
    if (!*out) return CUCORE_OUT_OF_MEMORY;
    status = is_cubin ? CUCORE__NVRTC(GetCUBIN, (handle, (char *)(*out)->data))
                      : CUCORE__NVRTC(GetPTX, (handle, (char *)(*out)->data));
    if (!status) return CUCORE_OK;
    free(*out);
    *out = NULL;
    return status;
}

/* Returns kernel_name if it is an expression that only the compiler turns into a name, as axpy<float>; else NULL. */
CUCORE__PRIVATE const char *cucore__kernel_expression(const char *kernel_name)
{
    cucore__token token;
    if (!kernel_name) return NULL;
    token.text = kernel_name;
    token.length = strlen(kernel_name);
    return cucore__is_name(&token) ? NULL : kernel_name;
}

CUCORE__PRIVATE cucore_status cucore__nvrtc_compile(cucore_program *program, int architecture, cucore__options *options,
                                                    const char *kernel_name, cucore__image **out)
{
    const char *expression = cucore__kernel_expression(kernel_name);
    const char *named = cucore__options_find(options, "--gpu-architecture", "-arch");
    void *handle = NULL;
    cucore_status status = CUCORE_OK;
    if (!named) status = cucore__nvrtc_architecture(architecture, options);
    if (!status) status = cucore__nvrtc_create(program, &handle);
    if (status) return status;
    if (expression) status = CUCORE__NVRTC(AddNameExpression, (handle, expression));
    if (!status) {
        int result = cucore__nvrtc.CompileProgram(handle, options->count, options->items);
        cucore__program_keep_log(program, handle, cucore__nvrtc.GetProgramLogSize, cucore__nvrtc.GetProgramLog);
        status = result == CUCORE__COMPILER_OUT_OF_MEMORY ? cucore__check_tool(result, "nvrtcCompileProgram")
                 : result ? cucore__fail_compile(program, "NVRTC", named ? named : options->architecture, kernel_name)
                          : CUCORE_OK;
    }
    if (!status) status = cucore__nvrtc_result(handle, architecture, expression, out);
    (void)cucore__nvrtc.DestroyProgram(&handle);
    return status;
}

/* -- nvJitLink ----------------------------------------------------------------------------------------------------- */
/* A fatbin (nvcc -fatbin -gencode arch=compute_80,code=lto_80) begins so; all else is LTO-IR (nvcc -ltoir,
 * nvrtcGetLTOIR). */
CUCORE__PRIVATE int cucore__link_kind(const cucore_program *program)
{
    static const unsigned char fatbin[4] = {0x50, 0xED, 0x55, 0xBA};
    if (program->nbytes >= 4 && !memcmp(program->code, fatbin, 4)) return CUCORE__LINK_FATBIN;
    return CUCORE__LINK_LTOIR;
}

CUCORE__PRIVATE cucore_status cucore__jitlink_result(void *handle, int architecture, cucore__image **out)
{
    size_t nbytes = 0;
    cucore_status status = CUCORE__JITLINK(GetLinkedCubinSize, (handle, &nbytes));
    if (status) return status;
    *out = cucore__image_new(architecture, nbytes, NULL, NULL);
    if (!*out) return CUCORE_OUT_OF_MEMORY;
    status = CUCORE__JITLINK(GetLinkedCubin, (handle, (*out)->data));
    if (!status) return CUCORE_OK;
    free(*out);
    *out = NULL;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__jitlink_link(cucore_program *program, int architecture, cucore__options *options,
                                                   const char *kernel_name, cucore__image **out)
{
    const char *named = cucore__options_find(options, "-arch", "-arch");
    void *handle = NULL;
    int result;
    cucore_status status;
    snprintf(options->architecture, sizeof options->architecture, "-arch=sm_%d", architecture);
    if (!named) options->items[options->count++] = named = options->architecture;
    if (!cucore__options_find(options, "-lto", "-dlto")) options->items[options->count++] = "-lto";
    result = cucore__jitlink.Create(&handle, (uint32_t)options->count, options->items);
    if (!result)
        result = cucore__jitlink.AddData(handle, cucore__link_kind(program), program->code, program->nbytes, "program");
    if (!result) result = cucore__jitlink.Complete(handle);
    cucore__program_keep_log(program, handle, cucore__jitlink.GetErrorLogSize, cucore__jitlink.GetErrorLog);
    status = result ? cucore__fail_compile(program, "nvJitLink", named, kernel_name)
                    : cucore__jitlink_result(handle, architecture, out);
    if (handle) (void)cucore__jitlink.Destroy(&handle);
    return status;
}

/* -- programs ------------------------------------------------------------------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__program_build(cucore_program *program, int architecture, const char *kernel_name,
                                                    cucore__image **out)
{
    cucore__options options;
    cucore_status status = cucore__tool_load(&cucore__tools[program->nbytes > 0]);
    if (!status) status = cucore__options_split(program->options, &options);
    if (status) return status;
    if (program->nbytes) {
        status = cucore__jitlink_link(program, architecture, &options, kernel_name, out);
    } else {
        status = cucore__nvrtc_compile(program, architecture, &options, kernel_name, out);
    }
    free((void *)options.items);
    return status;
}

CUCORE_API cucore_status cucore_program_compile(cucore_program *program, int architecture, const char *kernel_name,
                                                cucore_program_image *out)
{
    const char *expression = cucore__kernel_expression(kernel_name);
    cucore__image *image;
    cucore_status status = CUCORE_OK;
    if (!program || !out) return cucore__fail_null("cucore_program_compile", program ? "out" : "program");
    if (!program->code) return cucore__fail_null("cucore_program_compile", "program->code");
    if (architecture < 10 || architecture > 9999) {
        return cucore__invalid("architecture is %d; it is 10 times the major and the minor number of a compute "
                               "capability, 90 for 9.0",
                               architecture);
    }
    if (expression && program->nbytes) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "'%.100s' is no name of a linked kernel: it needs the one that the linker knows, which C++ "
                           "mangles without extern \"C\"",
                           expression);
    }
    CUCORE__COMPILING_BEGIN();
    for (image = (cucore__image *)program->private_.images; image; image = image->next) {
        if (image->architecture != architecture || !image->expression != !expression) continue;
        if (!expression || !strcmp(image->expression, expression)) break;
    }
    if (!image) {
        status = cucore__program_build(program, architecture, kernel_name, &image);
        if (!status) {
            image->next = (cucore__image *)program->private_.images;
            program->private_.images = image;
        }
    }
    CUCORE__COMPILING_END();
    if (status) return status;
    out->data = image->data;
    out->nbytes = image->nbytes;
    out->kernel_name = expression ? image->kernel_name : kernel_name;
    return CUCORE_OK;
}

/* For the device of the current context. */
CUCORE_API cucore_status cucore__program_make(const cucore_kernel *kernel, const void **image, const char **name)
{
    cucore_program *program = (cucore_program *)(uintptr_t)kernel->image; /* it is not const: CUCORE_PROGRAM_KERNEL */
    cucore_program_image made = {NULL, 0, NULL};
    CUcontext context = NULL;
    int device = 0, major = 0, minor = 0;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (!status) status = cucore__context_current_device(context, &device);
    if (!status)
        status =
            CUCORE__CALL(DeviceGetAttribute, (&major, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    if (!status)
        status =
            CUCORE__CALL(DeviceGetAttribute, (&minor, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    if (!status) status = cucore_program_compile(program, 10 * major + minor, kernel->name, &made);
    if (status) return status;
    *image = made.data;
    *name = made.kernel_name;
    return CUCORE_OK;
}

CUCORE_API size_t cucore_program_log_text(const cucore_program *program, char *text, size_t size)
{
    cucore__text all = cucore__text_start(text, size);
    if (!program) return 0;
    CUCORE__COMPILING_BEGIN();
    if (program->private_.log) cucore__text_add(&all, "%s", program->private_.log);
    CUCORE__COMPILING_END();
    return all.length;
}
#undef CUCORE__NVRTC
#undef CUCORE__JITLINK
#undef CUCORE__COMPILING_BEGIN
#undef CUCORE__COMPILING_END

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
