/* cucore_copy.h - v0.3.0 - copies between strided arrays, wherever they are - SPDX-License-Identifier: MIT
 * Made from src/cucore_copy.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * One call copies any view to any other of the same shape: on one device, between host and device in both directions,
 * between devices, on the host.  The copy is planned first, without any effect, and a plan can be printed; then it is
 * made by what the hardware does best.  Only the driver API is used; kernels are PTX text in this file, compiled by the
 * driver at first use.  Python is not needed: cucore_python.h has cucore_py_copy if this header is included before its
 * implementation.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_copy.h"             brings in cucore.h
 *
 *     cucore_view_copy(&dst, &src, stream, NULL);
 *
 * CONTENTS (search for the tag)
 *     >>copy                 blocking, the copy, its plan
 *     >>copy-kernels         how the kernels do it (below, in this manual)
 *     >>copy-rules           what the cited rules (B87, 7.4) say
 *     >>impl-copy-params     the parameters of the kernels
 *     >>impl-copy-convert    a number in another dtype
 *     >>impl-copy-ptx        the kernels
 *     >>impl-copy-kernels    the planner of kernels, and their launches
 *     >>impl-copy-host       the CPU's copies
 *     >>impl-copy-check      checks of the two views
 *     >>impl-copy-plan       the strategy of a copy
 *     >>impl-copy-staging    plain memory through pinned memory
 *     >>impl-copy-run        a plan is run
 *     >>impl-copy-verify     every element once: the check of plans in debug builds
 *     >>impl-copy-calls      plans of views, and copies that do not convert
 *     >>impl-copy-cast       copies that convert
 *     >>impl-copy-fill       one element in every place
 *
 * >>copy-options: macros that you may define, besides those of >>options in cucore.h
 *     name                 default  where     meaning
 *     CUCORE_COPY_WORKERS  4        one file  is the number of threads that pack and unpack pageable memory, from 8 MiB
 *                                             on; 1: none
 *     CUCORE_COPY_PIECE    64 MiB   one file  limits the temporary device memory of a copy, in bytes
 *     CUCORE_COPY_STAGE    1 MiB    one file  is the size of each of 16 pinned pieces for pageable memory, in bytes
 *     CUCORE_COPY_VERIFY   0        one file  is for debug builds, for example 65536: a plan of at most that many runs
 *                                             of bytes is checked before anything is copied.  It has to write each
 *                                             element of dst once and nothing else, else the copy fails with
 *                                             UNSUPPORTED, which is a bug of this header.  Takes time and memory; 0
 *                                             compiles nothing
 *
 * >>copy-manual
 *     Elements     The shapes are equal, or the shape of src stretches to that of dst as in NumPy.  Bits are copied,
 *                  not converted: the dtypes are equal, or one of them is opaque (void) of the same itemsize.  To copy
 *                  between other dtypes of one itemsize, use cucore_view_as.  Elements of dst must not overlap.  Packed
 *                  sub-byte elements are copied if all runs of them are whole bytes on both sides.
 *     Conversion   With CUCORE_COPY_CAST in cucore_copy_options.flags src may have another dtype than dst: any two of
 *                  bool, int8 to int64, uint8 to uint64, float16, bfloat16, float32, float64, complex64 and complex128;
 *                  others are refused (UNSUPPORTED).  Whether the conversion makes sense is up to you.  Elements become
 *                  what numpy.astype(casting="unsafe") makes of them: integers wrap, floats become integers towards
 *                  zero, complex numbers lose their imaginary part, bool is != 0 and reads any byte but 0 as 1.  Floats
 *                  are rounded once, to the nearest, ties to even (also to bfloat16, which most libraries first round
 *                  to float32); NaN stays NaN, of any sign and payload.  What C leaves undefined is as CUDA has it: a
 *                  float that the integer cannot hold becomes the nearest integer that it can, NaN becomes 0.  The two
 *                  may not share memory (INVALID_ARGUMENT).  If the dtypes are equal the flag has no effect.  Such a
 *                  copy has no plan (UNSUPPORTED).
 *                  Between host memory, pinned or not, the CPU converts during the call, after waiting for `stream` if
 *                  one of the two is known to be pinned.  If a device takes part, the device of `stream` converts, by
 *                  one kernel over dense memory: src and dst are used in place if both are dense in one order, aligned,
 *                  and memory of that device; else src is packed before, and dst is unpacked after, each in temporary
 *                  device memory of the size of all elements of src, in the dtype of src and of dst; elements that
 *                  repeat count once.  The bus transfers the dtype of the host: to send less, convert on the host
 *                  before.  Blocking, streams, errors and captures are as below, with two differences: a conversion
 *                  from pinned to pinned memory is done when the call returns, and is not captured; nor is a conversion
 *                  between two devices (CAPTURE).
 *     Memory       The views report whether memory is of a device, pinned, managed or plain.  Plain memory that goes to
 *                  or comes from a device is looked up in the driver, since it may be pinned all the same.  Managed
 *                  memory counts as memory of its device.  Copies between plain memory need no driver.
 *     Order        The copy comes after the work that is on `stream` now, and before the work that is put there later.
 *                  Copies on the host by the CPU are made during the call, after waiting for `stream` if one of the two
 *                  is known to be pinned.
 *     Blocking     When the call returns (cucore_copy_options.blocking):
 *
 *                    what is copied                            DEFAULT          YES            NO
 *                    device to device, one or two              when enqueued    when done      when enqueued
 *                    device and pinned, either way             when done        when done      when enqueued
 *                    pinned to pinned, one run of bytes        when done        when done      when done, by the driver
 *                    pinned to pinned, otherwise               when done        when done      when enqueued
 *                    plain memory on either side               when done        when done      when done, by the CPU
 *                    captured: device, pinned                  when captured    CAPTURE        when captured
 *                    captured: plain memory on either side     CAPTURE          CAPTURE        CAPTURE
 *
 *                  If the CPU would write elements with gaps of pinned memory, a kernel writes them with NO and in a
 *                  capture, which is slower.
 *     Overlap      The result is as if src had been read completely before the first element of dst is written: if the
 *                  two share memory, or may do so, the copy goes through temporary memory of the size of the data.  A
 *                  view that is copied to itself stays as it is.
 *     Gaps         Bytes of dst between its elements are never written, on neither side.  Bytes between the elements of
 *                  a host src may be read, if more than half of the bytes between the first and the last element are
 *                  elements.
 *     Temporary    Device memory for packing is at most 64 MiB (all of the data if the two overlap, or are converted).
 *                  It comes from the resource given or from the default pool of the device, and is allocated and freed
 *                  in order of `stream`.  A resource that does not work in stream order (CUCORE_MEMORY_SYNCHRONOUS)
 *                  makes the call wait, and refuse captures.  Plain memory that the driver does not copy in one call
 *                  goes through up to 16 pinned pieces of 1 MiB, which stay for the next copy: cucore_copy_trim.
 *     Lifetime     The copy keeps no array alive: if the call returns before the copy is done, keep both arrays, the
 *                  stream and the resource until it is.
 *     Capture      A copy that does not need the CPU can be captured into a graph: copies on and between devices, and
 *                  of pinned memory.  Other copies are refused (CAPTURE) before anything is enqueued.  Temporary memory
 *                  becomes part of the graph.  source: rules 7.4
 *     Errors       All that can be known is checked before the first byte moves.  After a failure of the driver, or of
 *                  an allocation in the middle, dst may be written in part.
 *     Devices      `stream` is a stream of a device that takes part; a default stream is that of one such device (see
 *                  cucore_view_copy).  Between devices with strides on the far side, a stream of that device is made
 *                  for the call and ordered by events; such a copy is not captured.  Large copies from and to the host
 *                  that a kernel takes part in also have a second stream, except in a capture.
 *     Threads      Every function may be called on any thread.  Plain memory of 8 MiB and more is packed by up to four
 *                  threads, which end before the call returns.
 *
 * >>copy-kernels
 *     Planning     Both layouts become axes in bytes, which are joined, turned and sorted as by cucore_layout_simplify.
 *                  The element is the widest power of two, up to 16 bytes, that all addresses, strides and runs are
 *                  multiples of; elements of other sizes are one more axis of such pieces.  The first way that fits is
 *                  taken:
 *                  memcpy       Only one run is left.
 *                  tile, bytes, pairs
 *                               The arrays run along different axes: a tile goes through shared memory, so that both
 *                               sides are read and written in runs.  A tile may have any number of axes.  Words are 16
 *                               bytes if runs are aligned, for elements of 1 and 2 bytes also if they are not; elements
 *                               of 1 byte are shuffled by fours in registers, elements of 2 by pairs (`oddbytes`,
 *                               `oddpairs` if not aligned).  Runs of the destination that do not begin with a sector of
 *                               32 bytes are stored from sector to sector, except those of `pairs`: there a block takes
 *                               two tiles if they share a sector of the destination or a line of the source, and a
 *                               multiprocessor has room for two such blocks.
 *                  spans        32 bytes and more lie together in both, in elements of 4 bytes and more: a block takes
 *                               all its rows as one, gaps included, in words of 16 bytes that are aligned in the
 *                               destination.
 *                  runs         The same is done row by row for elements of 1 and 2 bytes, and for aligned words far
 *                               apart.
 *                  strided      Single elements are copied; `many` is the same with any number of axes.
 *                  From 1 MiB on another kernel replaces tiles whose blocks move little each, and single elements of 1
 *                  and 2 bytes:
 *                  gather       Runs of the source are loaded in words as they lie, runs of the destination are stored
 *                               in words, and their elements are looked up in shared memory.  Extent, alignment and
 *                               order may be any; sources may repeat or run backwards.
 *     Limits       The kernels have no limits but CUCORE_MAX_NDIM axes and those of a grid: 2147483647x65535x65535
 *                  blocks.  Within a tile indices have 32 bits, addresses 64.
 *     First use    The driver compiles a kernel when it is first needed in a context, in some 40 to 140 ms, also during
 *                  a capture; the kernel is kept as long as the context.  A context that is not a primary one needs a
 *                  driver with cuCtxGetId (12.0), since its handle alone does not distinguish it from a context that is
 *                  gone.
 *     Memory       No address outside of the elements' aligned 4-byte words is read, and none outside of the elements
 *                  is written.
 */
#ifndef CUCORE_COPY_H
#define CUCORE_COPY_H

/* The implementation of cucore_python.h copies arguments only if this header is known to it. */
#if defined(CUCORE_PYTHON_H_IMPLEMENTED)
#error "include cucore_copy.h before the implementation of cucore_python.h, with which it converts arguments"
#endif

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_copy.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

/* ------------------------------------------------------------------------------------------------------ >>copy -- */
/* copy/copy.h: copies of views and their plans: the functions for users. */
/* Whether a copy waits on the host until it is done. */
typedef enum cucore_blocking {
    CUCORE_BLOCKING_DEFAULT = 0, /* not between device memory, nor in a capture; else it does */
    CUCORE_BLOCKING_YES = 1,
    CUCORE_BLOCKING_NO = 2 /* not where that is possible: see the table in the manual */
} cucore_blocking;

/* Flags of a copy. */
#define CUCORE_COPY_CAST (UINT64_C(1) << 0) /* elements of another dtype are converted: see the manual, "Conversion" */

/* Options of a copy.  All zero is the usual, and so is NULL as an argument. */
typedef struct cucore_copy_options {
    cucore_memory_resource *resource; /* device memory for packing; NULL: the default pool of the device */
    cucore_blocking blocking;         /* does the call wait until the copy is done? */
    uint64_t flags;                   /* CUCORE_COPY_CAST, or 0 */
    uint64_t dst_flags;               /* cucore_py_copy alone: how it takes dst and src in; elsewhere 0 */
    uint64_t src_flags;
    void *reserved[2];
} cucore_copy_options;

/* The way of the bytes from one side to the other. */
typedef enum cucore_copy_strategy {
    CUCORE_COPY_NOTHING = 0, /* empty, or the same elements in the same place */
    CUCORE_COPY_HOST = 1,    /* the CPU, here and now */
    CUCORE_COPY_MEMCPY = 2,  /* one copy by the driver */
    CUCORE_COPY_PITCHED = 3, /* its copies of two and three axes: rows of bytes */
    CUCORE_COPY_KERNEL = 4,  /* one kernel, which reads and writes pinned memory over the bus */
    CUCORE_COPY_BLOCK = 5,   /* all bytes from the first to the last element of the host side */
    CUCORE_COPY_STAGED = 6   /* the CPU packs or unpacks pinned memory, by several threads when there is much */
} cucore_copy_strategy;

/* The room for the plan of a kernel, in words. */
#define CUCORE_COPY_KERNEL_WORDS 461

/* One loop over two arrays, in elements, sorted: the last axis is the fastest axis of the first array.  It is private,
 * as all names with two underscores. */
typedef struct cucore__copy_axes {
    int32_t ndim;
    int64_t itemsize;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
} cucore__copy_axes;

/* A cut takes `count` indices of axis `axis` at a time, all indices of the axes after it, and one index of the axes
 * before it. */
typedef struct cucore__copy_cut {
    int axis;
    int64_t count;
    int64_t pieces;
} cucore__copy_cut;

/* The plan of a copy.  It is valid as long as the memory of both views, and may be run any number of times, on any
 * thread.  Only cucore_copy_plan_make makes one: all zero is a plan without a copy. */
typedef struct cucore_copy_plan {
    cucore_copy_strategy strategy;
    uint8_t dst_kind; /* CUCORE_DEVICE_TYPE_CPU, _CUDA (managed memory too), _CUDA_HOST */
    uint8_t src_kind;
    uint8_t packs;       /* a kernel rearranges pieces in temporary device memory, before or after the transfer */
    uint8_t overlaps;    /* src goes to temporary memory first */
    int32_t device_id;   /* where kernels run and the stream has to be; CUCORE_DEVICE_NONE: nowhere */
    int32_t peer_id;     /* the other device; CUCORE_DEVICE_NONE: there is none */
    int64_t nbytes;      /* of the elements */
    int64_t temp_nbytes; /* temporary memory of the device: of a piece, there may be two at a time */
    int64_t pieces;      /* that a copy with temporary memory is cut into */
    struct {
        uint8_t is_block; /* pieces keep the gaps of the far side */
        uint8_t to_far;   /* dst is the far side: the host's, or the other device's */
        uint8_t reserved[2];
        int32_t moving_axes; /* of the host side; those behind repeat */
        void *dst;           /* element [0, 0, ...] after axes were turned round */
        const void *src;
        cucore__copy_cut cut;
        cucore__copy_axes axes;
        uint64_t kernel[CUCORE_COPY_KERNEL_WORDS];
    } private_;
} cucore_copy_plan;

/* cucore_view_copy - copy the elements of src to dst
 *   dst       in   writable, no two elements in one place; keep it alive until the copy is done
 *   src       in   of the shape of dst, or a shape that stretches to it; of its itemsize and dtype, or with
 *                  CUCORE_COPY_CAST of another dtype; keep it alive likewise
 *   stream    in   a stream of a device that takes part.  A default stream (NULL, 1, 2) is the one of the device of the
 *                  current context if dst or src is on it, else of the device of dst, or of src if dst is on the host.
 *                  Managed memory counts only if the other side is not in the memory of a device.  Between pinned
 *                  memory it is the one of the current context.  Copies on the host ignore the stream if both are plain
 *                  memory; with CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC they do not wait
 *   options   in   NULL: the usual
 *   -> OK | WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT (elements of dst overlap) | WRONG_DEVICE (the stream is
 *      on another device, the resource gives memory of another place) | UNSUPPORTED (packed elements that are no whole
 *      bytes; CUCORE_COPY_CAST: a dtype that is not converted) | INVALID_ARGUMENT (also CUCORE_COPY_CAST: the two share
 *      memory) | OVERFLOW | OUT_OF_MEMORY | CAPTURE (the CPU would have to take part, or wait; no work was enqueued) |
 *      NO_DRIVER | DRIVER
 *   The call may block: release the GIL.  Any thread.  source: cuda.core StridedMemoryView.copy_from */
#define cucore_view_copy CUCORE_NAME(_view_copy)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src,
                                                                         CUstream stream,
                                                                         const cucore_copy_options *options);

/* cucore_view_fill - write one element to every place of a view
 *   dst      in   writable, no two elements in one place; keep it alive until the work is done
 *   element  in   the bytes of one element, in host memory, not needed after the call; NULL: bytes of 0
 *   stream   in   as above; ignored for plain memory
 *   -> OK | READONLY | WRONG_LAYOUT (elements overlap) | WRONG_DEVICE (the stream is elsewhere) | UNSUPPORTED (packed
 *      elements, but zeros without gaps) | INVALID_ARGUMENT | OVERFLOW | OUT_OF_MEMORY | CAPTURE | NO_DRIVER | DRIVER
 *   Dense elements that repeat a pattern of 1, 2 or 4 bytes are filled without waiting, also in a capture; others are
 *   copied from the host, as by cucore_view_copy: such a fill waits, and cannot be captured.  Plain memory needs no
 *   driver.  Any thread. */
#define cucore_view_fill CUCORE_NAME(_view_fill)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_fill(const cucore_view *dst, const void *element,
                                                           CUstream stream);

/* cucore_copy_plan_make - decide how to copy src to dst, without driver, allocation, reads and writes
 *   dst, src   in   as above; not checked: plain memory counts as pageable
 *   device_id  in   the device that the stream will be on; CUCORE_DEVICE_CURRENT: the device of dst, else of src
 *   options    in   CUCORE_BLOCKING_NO: the plan avoids the CPU if there is another way; the resource is ignored.
 *                   NULL: the usual.  A plan does not convert: CUCORE_COPY_CAST is refused
 *   out        out  untouched on error
 *   -> OK | as above: WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT | WRONG_DEVICE (device_id takes no part)
 *      | INVALID_ARGUMENT (device_id is CUCORE_DEVICE_NONE, _ANY or another negative number; NULL; options)
 *      | UNSUPPORTED (also CUCORE_COPY_CAST) | OVERFLOW */
#define cucore_copy_plan_make CUCORE_NAME(_copy_plan_make)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src,
                                                                int device_id, const cucore_copy_options *options,
                                                                cucore_copy_plan *out);

/* cucore_copy_plan_run - make the copy that was planned
 *   -> as cucore_view_copy, also for stream and options; UNSUPPORTED: CUCORE_COPY_CAST */
#define cucore_copy_plan_run CUCORE_NAME(_copy_plan_run)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                                               const cucore_copy_options *options);

/* cucore_copy_plan_format - write "block host to cuda:0, 1073741824 bytes in 16 pieces, unpacked by a kernel: ..."
 *   text, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
#define cucore_copy_plan_format CUCORE_NAME(_copy_plan_format)
CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size);

/* cucore_copy_trim - free the idle pinned memory that copies of plain memory keep (at most 16 MiB)
 *   The function is for leak checkers; others need not call it.  Any thread, also beside copies */
#define cucore_copy_trim CUCORE_NAME(_copy_trim)
CUCORE_API void cucore_copy_trim(void);

CUCORE_END

/* -------------------------------------------------------------------------------------------------- >>copy-rules -- */
/* The rules and bugs that comments cite, in short; docs/reference/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 7.4   what calls of the driver do while a stream is captured: which are refused, and which spoil the capture
 * B87   a host source that repeats (stride 0) is written to every element of dst, not only once
 */
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_COPY_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_COPY_H_IMPLEMENTED)
#define CUCORE_COPY_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if it was only declared above */

#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------------------------- >>impl-private -- */
/* core/private.h: includes and private macros; begins the implementation of every header, and core/private_end.h
 * ends it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <pthread.h>
#include <unistd.h>
#if !defined(CUCORE_LINK_DRIVER)
#include <dlfcn.h>
#endif
#endif

/* Warnings that some projects switch on, and that say nothing here: a switch over some of the values has a default; in
 * C++ casts are C's, and useless only where a type has the width that it has not elsewhere, and NULL is what the C
 * library has.  clang 15 to 17 take a comparison for a number in C23.  gcc's ThreadSanitizer does not follow fences,
 * but need not: what they order is atomic. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
#if defined(__cplusplus)
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif
#if defined(__clang__) && __clang_major__ >= 15 && __clang_major__ <= 17
#pragma GCC diagnostic ignored "-Wconstant-logical-operand"
#endif
#if defined(__SANITIZE_THREAD__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wtsan"
#endif
#elif defined(_MSC_VER)
#pragma warning(disable : 4505) /* a function that is not used; said at the end of the file, where nothing is pushed */
#endif

#define CUCORE__PRIVATE static CUCORE_UNUSED

/* Functions of the caller may throw if this is compiled as C++; C passes no exception on.  A function of an allocator
 * that throws has failed. */
#if defined(__cpp_exceptions) || (defined(__cplusplus) && (defined(__EXCEPTIONS) || defined(_CPPUNWIND)))
#include <exception>
#define CUCORE__EXCEPTIONS
#define CUCORE__CALL_ALLOCATOR(status, function, arguments)                                                            \
    do {                                                                                                               \
        try {                                                                                                          \
            (status) = functions->function arguments;                                                                  \
        } catch (const std::exception &cucore__thrown) {                                                               \
            (status) = cucore_fail(CUCORE_FOREIGN, "the allocator's " #function " threw an exception: %.64s",          \
                                   cucore__thrown.what());                                                             \
        } catch (...) {                                                                                                \
            (status) = cucore_fail(CUCORE_FOREIGN, "the allocator's " #function " threw what is no std::exception");   \
        }                                                                                                              \
    } while (0)
#else
#define CUCORE__CALL_ALLOCATOR(status, function, arguments) ((status) = functions->function arguments)
#endif

/* Functions of the usual intakes lie together, so that few lines of the instruction cache hold them. */
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__HOT __attribute__((hot))
#define CUCORE__COLD __attribute__((cold, noinline)) /* only for errors: what only cold code calls is cold, too */
#define CUCORE__APART __attribute__((noinline))      /* keeps rare code out of the function that calls it */
#define CUCORE__INLINE inline __attribute__((always_inline))
#define CUCORE__LIKELY(condition) __builtin_expect(!!(condition), 1)
#else
#define CUCORE__HOT
#define CUCORE__COLD
#define CUCORE__APART
#define CUCORE__INLINE inline
#define CUCORE__LIKELY(condition) (condition)
#endif

/* Atomic accesses to what is declared CUCORE__ATOMIC(type): 4 bytes, 8, or a pointer. */
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__ATOMIC(type) type
#define CUCORE__LOAD(pointer) __atomic_load_n((pointer), __ATOMIC_ACQUIRE)
#define CUCORE__STORE(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELEASE)
#define CUCORE__FENCE() __atomic_thread_fence(__ATOMIC_ACQ_REL)
#define CUCORE__TEST_AND_SET(flag) __atomic_exchange_n((flag), 1, __ATOMIC_ACQUIRE) /* sets it; gives its old value */
#define CUCORE__ADD(count, n) __atomic_add_fetch((count), (n), __ATOMIC_ACQ_REL)    /* gives the new value */
/* A pointer becomes `value` if it is `*expected`; else that becomes what it is, and the answer is 0. */
#define CUCORE__COMPARE_AND_SET(pointer, expected, value)                                                              \
    __atomic_compare_exchange_n((pointer), (expected), (value), 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define CUCORE__ATOMIC(type) _Atomic(type)
#define CUCORE__LOAD(pointer) atomic_load_explicit((pointer), memory_order_acquire)
#define CUCORE__STORE(pointer, value) atomic_store_explicit((pointer), (value), memory_order_release)
#define CUCORE__FENCE() atomic_thread_fence(memory_order_acq_rel)
#define CUCORE__TEST_AND_SET(flag) atomic_exchange((flag), 1)
#define CUCORE__ADD(count, n) (atomic_fetch_add((count), (n)) + (n))
#define CUCORE__COMPARE_AND_SET(pointer, expected, value) atomic_compare_exchange_strong((pointer), (expected), (value))
#elif defined(_MSC_VER)
#if defined(_ISO_VOLATILE) /* the default for ARM */
#error "cucore needs atomics, which volatile is: compile with /volatile:ms, or C with /std:c11 /experimental:c11atomics"
#endif
#define CUCORE__ATOMIC(type) type volatile /* reads acquire, writes release: /volatile:ms */
#define CUCORE__LOAD(pointer) (*(pointer))
#define CUCORE__STORE(pointer, value) ((void)(*(pointer) = (value)))
#define CUCORE__FENCE() MemoryBarrier()
#define CUCORE__TEST_AND_SET(flag) InterlockedExchange((LONG volatile *)(flag), 1)
#define CUCORE__ADD(count, n) (InterlockedExchangeAdd((LONG volatile *)(count), (n)) + (n))
#define CUCORE__ATOMIC_IS_VOLATILE /* cucore__compare_and_set: core/status.c */
#define CUCORE__COMPARE_AND_SET(pointer, expected, value) cucore__compare_and_set((pointer), (expected), (value))
#else
#error "cucore needs atomics, and this compiler has none that it knows: use gcc, clang, MSVC, or C11 with <stdatomic.h>"
#endif

#if defined(__cplusplus)
#define CUCORE__THREAD_LOCAL thread_local
#elif defined(_MSC_VER)
#define CUCORE__THREAD_LOCAL __declspec(thread)
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__THREAD_LOCAL __thread
#else /* C11, as it has <stdatomic.h> */
#define CUCORE__THREAD_LOCAL _Thread_local
#endif

/* One lock for what is made once per context or device. */
#if defined(_WIN32)
#define CUCORE__LOCK() AcquireSRWLockExclusive(&cucore__lock)
#define CUCORE__UNLOCK() ReleaseSRWLockExclusive(&cucore__lock)
#else
#define CUCORE__LOCK() pthread_mutex_lock(&cucore__lock)
#define CUCORE__UNLOCK() pthread_mutex_unlock(&cucore__lock)
#endif

/* A driver call with its name; the driver must be loaded. */
#define CUCORE__CALL(name, arguments)                                                                                  \
    (cucore__driver_requires_##name || cucore__driver.name                                                             \
         ? cucore__check_result(cucore__driver.name arguments, "cu" #name)                                             \
         : cucore__fail_missing("cu" #name))

/* One that the driver would refuse because another thread captures. */
#define CUCORE__CALL_RELAXED(status, name, arguments)                                                                  \
    do {                                                                                                               \
        cucore__CUstreamCaptureMode cucore__mode;                                                                      \
        int cucore__exchanged = cucore__relaxed_begin(&cucore__mode);                                                  \
        (status) = CUCORE__CALL(name, arguments);                                                                      \
        cucore__relaxed_end(cucore__exchanged, &cucore__mode);                                                         \
    } while (0)

/* One in a context; NULL: in the current one. */
#define CUCORE__CALL_IN(status, context, name, arguments)                                                              \
    do {                                                                                                               \
        cucore_context_guard cucore__guard;                                                                            \
        (status) = cucore_context_enter((context), &cucore__guard);                                                    \
        if (!(status)) (status) = CUCORE__CALL(name, arguments);                                                       \
        cucore_context_leave(&cucore__guard);                                                                          \
    } while (0)

/* All flags of a cucore_arg. */
#define CUCORE__ARG_FLAG_OR(name, bit) | CUCORE_##name
#define CUCORE__ARG_FLAGS (UINT64_C(0) CUCORE_ARG_FLAG_LIST(CUCORE__ARG_FLAG_OR))

/* Flags that can refuse a view that was decoded, and unknown bits. */
#define CUCORE__ARG_ASKS                                                                                               \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE |           \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_NEVER_COPY | CUCORE_UNIQUE | CUCORE_MAKE_C_CONTIGUOUS |   \
     CUCORE_MAKE_F_CONTIGUOUS | ~CUCORE__ARG_FLAGS)

CUCORE_BEGIN

/* ------------------------------------------------------------------------------------------ >>impl-copy-params -- */
/* copy/params.h: the list of kernels, and the parameters that the planner gives them, the same for host and device.
 *
 * A block copies one tile.  A number (of a block, of a thread) is split into digits, each of which moves some way in
 * two address spaces, `a` and `b`: source and destination, or an array and the tile in shared memory.  Up to three axes
 * may be cut into chunks whose last one is short; how far along these a thread is stands in one number of three fields,
 * 20 bits and a guard bit each, so that one subtraction tests all three. */

/* All kernels, X(NAME, name, FAMILY, parameters, blocks): the planner, the kernels, their launch and the tests use it.
 *   name        cucore_copy_<name> in the PTX
 *   FAMILY      ROWS      runs of bytes that lie together in both arrays
 *               ELEMENTS  single elements
 *               TILES     through shared memory, if src and dst have different fastest axes
 *               SHUFFLED  the same, elements of 1 byte by fours and of 2 by pairs, exchanged in registers
 *               TWICE     the same with room for two tiles in a block
 *   parameters  cucore__kernel_<parameters>
 *   blocks      the number of blocks for which a multiprocessor has registers */
#define CUCORE__KERNEL_LIST(X)                                                                                         \
    X(RUNS, runs, ROWS, few, 4)           /* words of 16 bytes, or unaligned */                                        \
    X(SPANS, spans, ROWS, few, 5)         /* several rows as one, gaps included, in words or pieces of 4 bytes */      \
    X(STRIDED, strided, ELEMENTS, few, 4) /* of 1, 2, 4, 8 or 16 bytes */                                              \
    X(MANY, many, ELEMENTS, many, 4)      /* with as many axes as a layout can have */                                 \
    X(TILE1, tile1, TILES, tile, 4)       /* elements of 1 byte, */                                                    \
    X(TILE2, tile2, TILES, tile, 4)       /* 2, */                                                                     \
    X(TILE4, tile4, TILES, tile, 4)       /* ... */                                                                    \
    X(TILE8, tile8, TILES, tile, 4)                                                                                    \
    X(TILE16, tile16, TILES, tile, 4)                                                                                  \
    X(BYTES, bytes, SHUFFLED, tile, 4)       /* of 1 byte by fours */                                                  \
    X(ODDBYTES, oddbytes, SHUFFLED, tile, 4) /* ... in words of 16 bytes that are not aligned */                       \
    X(PAIRS, pairs, TWICE, tile, 2)          /* of 2 bytes by pairs */                                                 \
    X(ODDPAIRS, oddpairs, SHUFFLED, tile, 4) /* ... in words of 16 bytes that are not aligned */

#define CUCORE__KERNEL_THREADS 256
#define CUCORE__KERNEL_STEPS 16
#define CUCORE__KERNEL_CUTS 3
#define CUCORE__KERNEL_SECTOR 32 /* bytes that memory reads and writes as one */
#define CUCORE__KERNEL_FIELD 21
#define CUCORE__KERNEL_GUARD 0x4000020000100000ull

typedef struct cucore__kernel_digit {
    uint32_t extent, magic, shift; /* n / extent = n * magic >> 32 >> shift for n < 2^31; extent >= 2 */
    uint32_t cut;                  /* grid: the cut axis that this digit walks; CUCORE__KERNEL_CUTS: none */
    int64_t a, b;                  /* bytes for each step */
    uint64_t pack;                 /* thread: steps along the cut axes; grid: chunks along the axis `cut` */
} cucore__kernel_digit;

typedef struct cucore__kernel_step {
    int64_t a, b;
    uint64_t pack;
} cucore__kernel_step;

/* How the threads of a block walk over a tile: thread number -> word of a run and digits; then every step. */
typedef struct cucore__kernel_walk {
    uint32_t threads;             /* those above have nothing to do */
    uint32_t words, magic, shift; /* of a run */
    uint32_t inner, outer;        /* digits of the element in a run, then those of the run */
    uint32_t steps;               /* 1..CUCORE__KERNEL_STEPS */
    uint32_t width;               /* elements of a word: 1, or 16 bytes of them */
    uint32_t linear;              /* 1: elements of a word follow each other by `next` in the tile */
    int32_t next;                 /* bytes */
    uint32_t per;                 /* elements of a run that have the same place along the cut axes */
    uint64_t next_pack;           /* from these to the next ones */
    cucore__kernel_digit digits[12];
    cucore__kernel_step step[CUCORE__KERNEL_STEPS];
} cucore__kernel_walk;

/* Where a block begins: digits [0, ends[0]) of blockIdx.x, up to ends[1] of .y, up to ends[2] of .z.  From there it
 * goes over `tiles` tiles. */
typedef struct cucore__kernel_grid {
    uint32_t ends[3];
    uint32_t tiles, next_cut, next_chunks; /* from tile to tile: chunks along a cut axis, and bytes */
    int64_t next_a, next_b;
    uint32_t count[CUCORE__KERNEL_CUTS];      /* chunks of each cut axis */
    uint64_t full, last[CUCORE__KERNEL_CUTS]; /* room with guard bits; what the last chunk lacks, in its field */
} cucore__kernel_grid;

#define CUCORE__KERNEL_LEVELS 20
#define CUCORE__KERNEL_MANY_LEVELS 64

typedef struct cucore__kernel_tile {
    uint64_t src, dst;
    int64_t row;       /* bytes between the source rows that are shuffled in registers */
    uint64_t row_pack; /* one of them further */
    uint32_t vector;   /* 1: the words to store lie together in the tile */
    uint32_t word4;    /* 1: destination words of 4 bytes are aligned */
    uint32_t loose;    /* source words of 16 bytes are not aligned: elements that are loaded behind one; 0: they are */
    uint32_t load_cut; /* the cut axis that these run along */
    /* Stored runs begin where the destination has a sector: chunks of that cut axis are so many elements, of which
     * the next chunk has the rest again.  CUCORE__KERNEL_CUTS: not so */
    uint32_t shift_cut, shift_chunk, shift_next;
    uint32_t beside; /* where a block takes two tiles: words of 16 bytes from one to the other in shared memory */
    cucore__kernel_grid grid;
    cucore__kernel_digit levels[CUCORE__KERNEL_LEVELS];
    cucore__kernel_walk walk[2]; /* load, store */
} cucore__kernel_tile;

/* Rows of the destination with small gaps between them, or one row. */
typedef struct cucore__kernel_rows {
    uint32_t rows, pitch;  /* bytes from row to row; of one: more than a block takes */
    uint32_t magic, shift; /* n / pitch */
    uint32_t cut;          /* the cut axis that the rows are; CUCORE__KERNEL_CUTS: all of them in each span */
    uint32_t align;        /* the words of a span are counted from a multiple of it in the destination */
    int32_t skew;          /* what the pitch of the source has more */
} cucore__kernel_rows;

typedef struct cucore__kernel_runs {
    uint64_t src, dst;
    uint64_t bytes; /* of a run */
    uint32_t unit;  /* runs: what addresses and lengths are multiples of, 1..16; strided: the element */
    uint32_t gaps;  /* 1: bytes of others are between the runs of the destination */
    cucore__kernel_rows span;
    cucore__kernel_grid grid;
    cucore__kernel_walk walk;
} cucore__kernel_runs;

typedef struct cucore__kernel_few {
    cucore__kernel_runs runs;
    cucore__kernel_digit levels[CUCORE__KERNEL_LEVELS];
} cucore__kernel_few;

typedef struct cucore__kernel_many { /* begins as the one before */
    cucore__kernel_runs runs;
    cucore__kernel_digit levels[CUCORE__KERNEL_MANY_LEVELS];
} cucore__kernel_many;

/* ------------------------------------------------------------------------------------------- >>impl-copy-convert -- */
/* copy/convert.h: a number converted to another dtype, the same for host and device. */
#ifndef CUCORE__CONVERT_FN
#define CUCORE__CONVERT_FN CUCORE__PRIVATE inline
#endif

/* Kinds of numbers.  A number that was read is SIGNED, UNSIGNED (also bool), FLOAT or COMPLEX: 64 bits hold integers of
 * any size, a double holds floats of any size. */
enum cucore__number_kind {
    CUCORE__NUMBER_SIGNED,
    CUCORE__NUMBER_UNSIGNED,
    CUCORE__NUMBER_FLOAT,
    CUCORE__NUMBER_COMPLEX,
    CUCORE__NUMBER_BOOL,
    CUCORE__NUMBER_BFLOAT
};

typedef struct cucore__number {
    int kind;
    uint64_t bits; /* of an integer; SIGNED: two's complement */
    double re, im; /* im: 0 for real numbers */
} cucore__number;

/* How numbers are stored; bytes: the size of a number, or of one part of a complex number. */
typedef struct cucore__number_type {
    uint32_t kind, bytes;
} cucore__number_type;

/* The parameters of the kernel: `count` elements without gaps on either side, aligned to their parts. */
typedef struct cucore__kernel_convert {
    uint64_t dst, src, count;
    uint64_t threads; /* of all blocks */
    cucore__number_type to, from;
} cucore__kernel_convert;

typedef struct cucore__complex64 {
    float re, im;
} cucore__complex64;

typedef struct cucore__complex128 {
    double re, im;
} cucore__complex128;

CUCORE__CONVERT_FN cucore__number cucore__number_of_int(int kind, uint64_t bits)
{
    cucore__number n = {0, 0, 0, 0};
    n.kind = kind;
    n.bits = bits;
    return n;
}

CUCORE__CONVERT_FN cucore__number cucore__number_of_real(int kind, double re, double im)
{
    cucore__number n = {0, 0, 0, 0};
    n.kind = kind;
    n.re = re;
    n.im = im;
    return n;
}

/* Returns the value of a float of 16 bits, with so many bits of exponent and of mantissa; a double holds all of
 * them. */
CUCORE__CONVERT_FN double cucore__float16_widen(uint16_t value, int exponent, int mantissa)
{
    const int most = (1 << exponent) - 1, place = value >> mantissa & most, bias = most >> 1;
    const uint64_t fraction = value & (((uint64_t)1 << mantissa) - 1), sign = (uint64_t)(value >> 15) << 63;
    uint64_t bits;
    double x;
    if (place == 0) { /* fraction * 2^(1 - bias - mantissa) */
        bits = (uint64_t)(1023 + 1 - bias - mantissa) << 52;
        memcpy(&x, &bits, sizeof x);
        x *= (double)fraction;
        memcpy(&bits, &x, sizeof x);
    } else {
        bits = (uint64_t)(place == most ? 2047 : place - bias + 1023) << 52 | fraction << (52 - mantissa);
    }
    bits |= sign;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns the nearest float of 16 bits, ties to even; infinity beyond the largest one. */
CUCORE__CONVERT_FN uint16_t cucore__float16_narrow(double x, int exponent, int mantissa)
{
    const uint32_t most = ((uint32_t)1 << exponent) - 1, infinity = most << mantissa;
    uint64_t bits, fraction;
    uint32_t sign;
    int place, drop = 52 - mantissa;
    memcpy(&bits, &x, sizeof bits);
    sign = (uint32_t)(bits >> 48) & 0x8000u;
    place = (int)(bits >> 52 & 2047) - 1023 + (int)(most >> 1);
    fraction = bits & 0xFFFFFFFFFFFFFull;
    if ((bits >> 52 & 2047) == 2047 && fraction) return (uint16_t)(sign | infinity | (uint32_t)1 << (mantissa - 1));
    if (place >= (int)most) return (uint16_t)(sign | infinity);
    fraction |= (uint64_t)1 << 52; /* doubles without that bit become 0 */
    if (place < 1) {
        drop += 1 - place;
        if (drop > 63) drop = 63;
        place = 1;
    }
    fraction += ((uint64_t)1 << (drop - 1)) - 1 + (fraction >> drop & 1); /* rounds the bits above `drop` */
    /* the leading 1 adds one to the exponent, and so does a carry, up to infinity */
    return (uint16_t)(sign | (((uint32_t)(place - 1) << mantissa) + (uint32_t)(fraction >> drop)));
}

/* Returns an integer as a double that rounds to 16 bits as the integer does: bits that do not fit set the last bit. */
CUCORE__CONVERT_FN double cucore__number_to_odd(const cucore__number *n)
{
    const int negative = n->kind == CUCORE__NUMBER_SIGNED && n->bits >> 63;
    const uint64_t size = negative ? 0 - n->bits : n->bits;
    double x;
    if (n->kind != CUCORE__NUMBER_SIGNED && n->kind != CUCORE__NUMBER_UNSIGNED) return n->re;
    x = size >> 53 ? (double)(size >> 11 | ((size & 2047) != 0)) * 2048.0 : (double)size;
    return negative ? -x : x;
}

CUCORE__CONVERT_FN double cucore__number_to_double(const cucore__number *n)
{
    if (n->kind == CUCORE__NUMBER_SIGNED) return (double)(int64_t)n->bits;
    return n->kind == CUCORE__NUMBER_UNSIGNED ? (double)n->bits : n->re;
}

CUCORE__CONVERT_FN float cucore__number_to_float(const cucore__number *n)
{
    if (n->kind == CUCORE__NUMBER_SIGNED) return (float)(int64_t)n->bits;
    return n->kind == CUCORE__NUMBER_UNSIGNED ? (float)n->bits : (float)n->re;
}

/* Returns the integer of so many bits.  Integers wrap.  A float that does not fit, which C leaves undefined, becomes
 * the nearest integer as with CUDA's cvt, and NaN becomes 0. */
CUCORE__CONVERT_FN uint64_t cucore__number_to_int(const cucore__number *n, int bits, int is_signed)
{
    const uint64_t last = UINT64_MAX >> (64 - bits + is_signed);
    const double end = (is_signed ? 1.0 : 2.0) * (double)((uint64_t)1 << (bits - 1)), x = n->re;
    if (n->kind == CUCORE__NUMBER_SIGNED || n->kind == CUCORE__NUMBER_UNSIGNED) return n->bits;
    if (x != x) return 0;
    if (x >= end) return last;
    if (!is_signed) return x > 0 ? (uint64_t)x : 0;
    return x <= -end ? ~last : (uint64_t)(int64_t)x;
}

CUCORE__CONVERT_FN int cucore__number_is_true(const cucore__number *n)
{
    if (n->kind == CUCORE__NUMBER_SIGNED || n->kind == CUCORE__NUMBER_UNSIGNED) return n->bits != 0;
    return n->re != 0 || n->im != 0;
}

#undef CUCORE__CONVERT_FN

/* --------------------------------------------------------------------------------------------- >>impl-copy-ptx -- */
/* clang-format off */
/* Made by `make kernels` with nvcc 13.0.88 from src/copy/kernels/ (9dd814cca26aca78fdecb8c434a97d85): PTX 6.0 for sm_50. */
static const char cucore__ptx_0[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_runs(\n"
    ".param .align 8 .b8 p[1872]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<231>;\n"
    ".reg .b32 %r<324>;\n.reg .b64 %d<372>;\nmov.b64 %d113,p;\nld.param.u64 %d337,[p];\nmov.u32 %r302,0;\n"
    "ld.param.u64 %d338,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r316,%r302;\nmov.u32 %r315,%r302;\n"
    "mov.u32 %r314,%r302;\nmov.u32 %r313,%r302;\nL1:\n.pragma \"nounroll\";\nsetp.eq.s32 %p42,%r302,0;\n"
    "mov.u32 %r307,%r6;\n@%p42 bra L5;\nsetp.ne.s32 %p43,%r302,1;\n@%p43 bra L4;\nmov.u32 %r307,%ctaid.y;\n"
    "bra.uni L5;\nL4:\nmov.u32 %r307,%ctaid.z;\nL5:\nmul.wide.u32 %d115,%r302,4;\nadd.s64 %d116,%d113,%d115;\n"
    "ld.param.u32 %r10,[%d116+64];\nsetp.ge.u32 %p44,%r316,%r10;\n@%p44 bra L8;\nmul.wide.u32 %d118,%r316,40;\n"
    "add.s64 %d119,%d113,%d118;\nadd.s64 %d334,%d119,1104;\nL7:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r76,%r77},[%d334+-32];\nmul.hi.u32 %r80,%r307,%r77;\n"
    "ld.param.v2.u32{%r81,%r82},[%d334+-24];\nshr.u32 %r16,%r80,%r81;\nmul.lo.s32 %r85,%r16,%r76;\n"
    "sub.s32 %r86,%r307,%r85;\ncvt.u64.u32 %d120,%r86;\nld.param.u64 %d121,[%d334+-16];\n"
    "mul.lo.s64 %d122,%d121,%d120;\nld.param.u64 %d123,[%d334+-8];\nmul.lo.s64 %d124,%d123,%d120;\n"
    "ld.param.u32 %r87,[%d334];\nmul.lo.s32 %r88,%r86,%r87;\nadd.s64 %d337,%d122,%d337;\n"
    "add.s64 %d338,%d124,%d338;\nsetp.eq.s32 %p45,%r82,0;\nselp.b32 %r89,%r88,0,%p45;\nadd.s32 %r313,%r89,%r313;\n"
    "setp.eq.s32 %p46,%r82,1;\nselp.b32 %r90,%r88,0,%p46;\nadd.s32 %r314,%r90,%r314;\nsetp.eq.s32 %p47,%r82,2;\n"
    "selp.b32 %r91,%r88,0,%p47;\nadd.s32 %r315,%r91,%r315;\nadd.s64 %d334,%d334,40;\nadd.s32 %r316,%r316,1;\n"
    "setp.lt.u32 %p48,%r316,%r10;\nmov.u32 %r307,%r16;\n@%p48 bra L7;\nL8:\nadd.s32 %r302,%r302,1;\n"
    "setp.lt.u32 %p49,%r302,3;\n@%p49 bra L1;\nld.param.v2.u32{%r92,%r93},[%d113+104];\nadd.s32 %r96,%r313,1;\n"
    "setp.eq.s32 %p50,%r96,%r92;\nld.param.u64 %d125,[%d113+128];\nneg.s64 %d126,%d125;\n"
    "selp.b64 %d127,%d126,0,%p50;\nld.param.u64 %d16,[%d113+120];\nadd.s64 %d128,%d127,%d16;\n"
    "add.s32 %r97,%r314,1;\nsetp.eq.s32 %p51,%r97,%r93;\nld.param.u64 %d129,[%d113+136];\nneg.s64 %d130,%d129;\n"
    "selp.b64 %d131,%d130,0,%p51;\nadd.s64 %d132,%d128,%d131;\nld.param.u32 %r98,[%d113+112];\n"
    "add.s32 %r99,%r315,1;\nsetp.eq.s32 %p52,%r99,%r98;\nld.param.u64 %d133,[%d113+144];\nneg.s64 %d134,%d133;\n"
    "selp.b64 %d135,%d134,0,%p52;\nadd.s64 %d17,%d132,%d135;\nsetp.ge.u32 %p53,%r313,%r92;\n"
    "setp.ge.u32 %p54,%r314,%r93;\nor.pred %p55,%p53,%p54;\nsetp.ge.u32 %p56,%r315,%r98;\nor.pred %p57,%p55,%p56;\n"
    "@%p57 bra L86;\nmov.u32 %r26,%tid.x;\nld.param.u32 %r100,[%d113+152];\nsetp.le.u32 %p58,%r100,%r26;\n"
    "@%p58 bra L86;\nld.param.u32 %r101,[%d113+156];\nsetp.lt.u32 %p59,%r101,2;\nmov.u32 %r321,%r26;\n"
    "@%p59 bra L13;\nld.param.v2.u32{%r102,%r103},[%d113+160];\nmul.hi.u32 %r106,%r26,%r102;\n"
    "shr.u32 %r321,%r106,%r103;\nL13:\nld.param.u32 %r108,[%d113+156];\nmov.u64 %d343,0;\n"
    "mul.lo.s32 %r109,%r108,%r321;\nsub.s32 %r29,%r26,%r109;\nld.param.u32 %r30,[%d113+172];\n"
    "setp.lt.u32 %p60,%r30,2;\nmov.u32 %r320,0;\nmov.u64 %d344,%d343;\nmov.u64 %d345,%d343;\n@%p60 bra L16;\n"
    "mov.u64 %d345,0;\nmov.u32 %r318,0;\nmov.u64 %d339,%d113;\nmov.u32 %r319,%r321;\nmov.u64 %d344,%d345;\n"
    "mov.u64 %d343,%d345;\nL15:\n.pragma \"nounroll\";\nld.param.v2.u32{%r111,%r112},[%d339+208];\n"
    "mul.hi.u32 %r115,%r319,%r112;\nld.param.u32 %r116,[%d339+216];\nshr.u32 %r321,%r115,%r116;\n"
    "mul.lo.s32 %r117,%r321,%r111;\nsub.s32 %r118,%r319,%r117;\ncvt.u64.u32 %d145,%r118;\n"
    "ld.param.u64 %d146,[%d339+224];\nmul.lo.s64 %d147,%d146,%d145;\nadd.s64 %d343,%d147,%d343;\n"
    "ld.param.u64 %d148,[%d339+232];\nmul.lo.s64 %d149,%d148,%d145;\nadd.s64 %d344,%d149,%d344;\n"
    "ld.param.u64 %d150,[%d339+240];\nmul.lo.s64 %d151,%d150,%d145;\nadd.s64 %d345,%d151,%d345;\n"
    "add.s64 %d339,%d339,40;\nadd.s32 %r320,%r318,1;\nadd.s32 %r119,%r318,2;\nsetp.lt.u32 %p61,%r119,%r30;\n"
    "mov.u32 %r318,%r320;\nmov.u32 %r319,%r321;\n@%p61 bra L15;\nL16:\nsetp.ge.u32 %p62,%r320,%r30;\n"
    "@%p62 bra L18;\nmul.wide.u32 %d153,%r320,40;\nadd.s64 %d154,%d113,%d153;\ncvt.u64.u32 %d155,%r321;\n";
static const char cucore__ptx_1[] =
    "ld.param.u64 %d156,[%d154+224];\nmul.lo.s64 %d157,%d156,%d155;\nadd.s64 %d343,%d157,%d343;\n"
    "ld.param.u64 %d158,[%d154+232];\nmul.lo.s64 %d159,%d158,%d155;\nadd.s64 %d344,%d159,%d344;\n"
    "ld.param.u64 %d160,[%d154+240];\nmul.lo.s64 %d161,%d160,%d155;\nadd.s64 %d345,%d161,%d345;\nL18:\n"
    "ld.param.u64 %d162,[%d113+200];\ncvt.u64.u32 %d163,%r313;\nmul.lo.s64 %d164,%d162,%d163;\n"
    "mul.wide.u32 %d165,%r29,16;\nadd.s64 %d36,%d164,%d165;\nld.param.u32 %r120,[%d113+24];\n"
    "setp.eq.s32 %p63,%r120,16;\nld.param.u32 %r37,[%d113+176];\n@%p63 bra L31;\nbra.uni L19;\nL31:\n"
    "setp.eq.s32 %p128,%r37,0;\n@%p128 bra L86;\nld.param.v2.u32{%r227,%r228},[%d113+176];\n"
    "setp.eq.s64 %p5,%d17,%d16;\nadd.s64 %d52,%d343,%d337;\nadd.s64 %d53,%d344,%d338;\n"
    "ld.param.u32 %r47,[%d113+184];\nsub.s64 %d54,%d17,%d345;\nld.param.u64 %d55,[%d113+16];\n"
    "ld.param.u32 %r48,[%d113+28];\nmov.u32 %r323,0;\nL33:\n.pragma \"nounroll\";\nsetp.gt.u32 %p129,%r227,%r323;\n"
    "setp.le.u32 %p130,%r227,%r323;\nor.pred %p131,%p5,%p130;\nand.pred %p219,%p129,%p5;\n@%p131 bra L35;\n"
    "and.b32 %r229,%r323,12;\nmul.wide.u32 %d218,%r229,24;\nadd.s64 %d219,%d113,%d218;\n"
    "ld.param.u64 %d220,[%d219+704];\nsub.s64 %d221,%d54,%d220;\nand.b64 %d222,%d221,4611688217451692032;\n"
    "setp.eq.s64 %p219,%d222,4611688217451692032;\nL35:\nand.b32 %r230,%r323,12;\nmul.wide.u32 %d224,%r230,24;\n"
    "add.s64 %d225,%d113,%d224;\nld.param.u64 %d56,[%d225+688];\nsetp.eq.s32 %p132,%r47,0;\n@%p132 bra L37;\n"
    "add.s64 %d354,%d56,%d36;\nmov.u64 %d352,%d52;\nmov.u64 %d353,%d53;\nbra.uni L38;\nL37:\n"
    "add.s64 %d352,%d56,%d52;\nld.param.u64 %d229,[%d225+696];\nadd.s64 %d353,%d229,%d53;\nmov.u64 %d354,%d36;\n"
    "L38:\nand.b64 %d230,%d353,15;\nadd.s64 %d231,%d55,%d230;\nsetp.gt.u64 %p134,%d231,%d354;\n"
    "and.pred %p135,%p219,%p134;\nsub.s64 %d232,%d231,%d354;\nselp.b64 %d63,%d232,0,%p135;\n"
    "setp.ne.s64 %p136,%d63,0;\nsetp.eq.s64 %p137,%d354,0;\nand.pred %p9,%p137,%p136;\nsub.s64 %d233,%d354,%d230;\n"
    "add.s64 %d64,%d233,%d352;\nadd.s64 %d65,%d233,%d353;\ncvt.u32.u64 %r232,%d65;\nand.b32 %r50,%r232,16;\n"
    "setp.eq.s32 %p138,%r48,0;\nmov.pred %p220,0;\n@%p138 bra L41;\nsetp.ne.s32 %p140,%r50,0;\n"
    "and.pred %p141,%p140,%p9;\nmov.pred %p220,-1;\n@%p141 bra L41;\nsetp.eq.s32 %p142,%r50,0;\n"
    "setp.eq.s64 %p143,%d63,16;\nand.pred %p220,%p142,%p143;\nL41:\nselp.u32 %r233,1,0,%p220;\n"
    "{.reg .pred q;setp.ne.s32 q,%r233,0;\n@q prefetch.global.L2[%d65];}\nselp.u32 %r238,1,0,%p136;\n"
    "{.reg .pred q;setp.ne.s32 q,%r238,0;\nmov.u32 %r234,0;mov.u32 %r235,0;mov.u32 %r236,0;mov.u32 %r237,0;\n"
    "@q ld.global.v4.u32{%r234,%r235,%r236,%r237},[%d64];}\nadd.s32 %r239,%r323,1;\nand.b32 %r240,%r239,13;\n"
    "setp.gt.u32 %p145,%r227,%r239;\nsetp.le.u32 %p146,%r227,%r239;\nor.pred %p147,%p5,%p146;\n"
    "and.pred %p221,%p145,%p5;\nmul.wide.u32 %d237,%r240,24;\nadd.s64 %d238,%d113,%d237;\nadd.s64 %d66,%d238,704;\n"
    "@%p147 bra L43;\nld.param.u64 %d239,[%d66];\nsub.s64 %d240,%d54,%d239;\n"
    "and.b64 %d241,%d240,4611688217451692032;\nsetp.eq.s64 %p221,%d241,4611688217451692032;\nL43:\n"
    "ld.param.u64 %d67,[%d66+-16];\n@%p132 bra L45;\nadd.s64 %d357,%d67,%d36;\nmov.u64 %d355,%d52;\n"
    "mov.u64 %d356,%d53;\nbra.uni L46;\nL45:\nadd.s64 %d355,%d67,%d52;\nld.param.u64 %d242,[%d66+-8];\n"
    "add.s64 %d356,%d242,%d53;\nmov.u64 %d357,%d36;\nL46:\nand.b64 %d243,%d356,15;\nadd.s64 %d244,%d55,%d243;\n"
    "setp.gt.u64 %p150,%d244,%d357;\nand.pred %p151,%p221,%p150;\nsub.s64 %d245,%d244,%d357;\n"
    "selp.b64 %d74,%d245,0,%p151;\nsetp.ne.s64 %p152,%d74,0;\nsetp.eq.s64 %p153,%d357,0;\n"
    "and.pred %p15,%p153,%p152;\nsub.s64 %d246,%d357,%d243;\nadd.s64 %d75,%d246,%d355;\nadd.s64 %d76,%d246,%d356;\n"
    "cvt.u32.u64 %r241,%d76;\nand.b32 %r55,%r241,16;\nmov.pred %p222,0;\n@%p138 bra L49;\n"
    "setp.ne.s32 %p156,%r55,0;\nand.pred %p157,%p156,%p15;\nmov.pred %p222,-1;\n@%p157 bra L49;\n"
    "setp.eq.s32 %p158,%r55,0;\nsetp.eq.s64 %p159,%d74,16;\nand.pred %p222,%p158,%p159;\nL49:\n"
    "selp.u32 %r242,1,0,%p222;\n{.reg .pred q;setp.ne.s32 q,%r242,0;\n@q prefetch.global.L2[%d76];}\n"
    "selp.u32 %r247,1,0,%p152;\n{.reg .pred q;setp.ne.s32 q,%r247,0;\n";
static const char cucore__ptx_2[] =
    "mov.u32 %r243,0;mov.u32 %r244,0;mov.u32 %r245,0;mov.u32 %r246,0;\n"
    "@q ld.global.v4.u32{%r243,%r244,%r245,%r246},[%d75];}\nadd.s32 %r248,%r323,2;\n"
    "setp.gt.u32 %p161,%r227,%r248;\nsetp.le.u32 %p162,%r227,%r248;\nor.pred %p163,%p5,%p162;\n"
    "and.pred %p223,%p161,%p5;\n@%p163 bra L51;\nand.b32 %r250,%r248,14;\nmul.wide.u32 %d250,%r250,24;\n"
    "add.s64 %d251,%d113,%d250;\nld.param.u64 %d252,[%d251+704];\nsub.s64 %d253,%d54,%d252;\n"
    "and.b64 %d254,%d253,4611688217451692032;\nsetp.eq.s64 %p223,%d254,4611688217451692032;\nL51:\n"
    "and.b32 %r252,%r248,14;\nmul.wide.u32 %d256,%r252,24;\nadd.s64 %d257,%d113,%d256;\n"
    "ld.param.u64 %d77,[%d257+688];\n@%p132 bra L53;\nadd.s64 %d360,%d77,%d36;\nmov.u64 %d358,%d52;\n"
    "mov.u64 %d359,%d53;\nbra.uni L54;\nL53:\nadd.s64 %d358,%d77,%d52;\nld.param.u64 %d261,[%d257+696];\n"
    "add.s64 %d359,%d261,%d53;\nmov.u64 %d360,%d36;\nL54:\nand.b64 %d262,%d359,15;\nadd.s64 %d263,%d55,%d262;\n"
    "setp.gt.u64 %p166,%d263,%d360;\nand.pred %p167,%p223,%p166;\nsub.s64 %d264,%d263,%d360;\n"
    "selp.b64 %d84,%d264,0,%p167;\nsetp.ne.s64 %p168,%d84,0;\nsetp.eq.s64 %p169,%d360,0;\n"
    "and.pred %p21,%p169,%p168;\nsub.s64 %d265,%d360,%d262;\nadd.s64 %d85,%d265,%d358;\nadd.s64 %d86,%d265,%d359;\n"
    "cvt.u32.u64 %r255,%d86;\nand.b32 %r60,%r255,16;\nmov.pred %p224,0;\n@%p138 bra L57;\n"
    "setp.ne.s32 %p172,%r60,0;\nand.pred %p173,%p172,%p21;\nmov.pred %p224,-1;\n@%p173 bra L57;\n"
    "setp.eq.s32 %p174,%r60,0;\nsetp.eq.s64 %p175,%d84,16;\nand.pred %p224,%p174,%p175;\nL57:\n"
    "selp.u32 %r256,1,0,%p224;\n{.reg .pred q;setp.ne.s32 q,%r256,0;\n@q prefetch.global.L2[%d86];}\n"
    "selp.u32 %r261,1,0,%p168;\n{.reg .pred q;setp.ne.s32 q,%r261,0;\n"
    "mov.u32 %r257,0;mov.u32 %r258,0;mov.u32 %r259,0;mov.u32 %r260,0;\n"
    "@q ld.global.v4.u32{%r257,%r258,%r259,%r260},[%d85];}\nadd.s32 %r262,%r323,3;\n"
    "setp.gt.u32 %p177,%r227,%r262;\nsetp.le.u32 %p178,%r227,%r262;\nor.pred %p179,%p5,%p178;\n"
    "and.pred %p225,%p177,%p5;\n@%p179 bra L59;\nld.param.u64 %d268,[%d66+48];\nsub.s64 %d269,%d54,%d268;\n"
    "and.b64 %d270,%d269,4611688217451692032;\nsetp.eq.s64 %p225,%d270,4611688217451692032;\nL59:\n"
    "ld.param.u64 %d87,[%d66+32];\n@%p132 bra L61;\nadd.s64 %d363,%d87,%d36;\nmov.u64 %d361,%d52;\n"
    "mov.u64 %d362,%d53;\nbra.uni L62;\nL61:\nadd.s64 %d361,%d87,%d52;\nld.param.u64 %d271,[%d66+40];\n"
    "add.s64 %d362,%d271,%d53;\nmov.u64 %d363,%d36;\nL62:\nand.b64 %d272,%d362,15;\nadd.s64 %d273,%d55,%d272;\n"
    "setp.gt.u64 %p182,%d273,%d363;\nand.pred %p183,%p225,%p182;\nsub.s64 %d274,%d273,%d363;\n"
    "selp.b64 %d94,%d274,0,%p183;\nsetp.ne.s64 %p184,%d94,0;\nsetp.eq.s64 %p185,%d363,0;\n"
    "and.pred %p27,%p185,%p184;\nsub.s64 %d275,%d363,%d272;\nadd.s64 %d95,%d275,%d361;\nadd.s64 %d96,%d275,%d362;\n"
    "cvt.u32.u64 %r263,%d96;\nand.b32 %r65,%r263,16;\nmov.pred %p226,0;\n@%p138 bra L65;\n"
    "setp.ne.s32 %p188,%r65,0;\nand.pred %p189,%p188,%p27;\nmov.pred %p226,-1;\n@%p189 bra L65;\n"
    "setp.eq.s32 %p190,%r65,0;\nsetp.eq.s64 %p191,%d94,16;\nand.pred %p226,%p190,%p191;\nL65:\n"
    "selp.u32 %r264,1,0,%p226;\n{.reg .pred q;setp.ne.s32 q,%r264,0;\n@q prefetch.global.L2[%d96];}\n"
    "selp.u32 %r269,1,0,%p184;\n{.reg .pred q;setp.ne.s32 q,%r269,0;\n"
    "mov.u32 %r265,0;mov.u32 %r266,0;mov.u32 %r267,0;mov.u32 %r268,0;\n"
    "@q ld.global.v4.u32{%r265,%r266,%r267,%r268},[%d95];}\nsetp.gt.u32 %p193,%r37,%r323;\n"
    "setp.le.u32 %p194,%r37,%r323;\nor.pred %p195,%p5,%p194;\nand.pred %p227,%p193,%p5;\n@%p195 bra L67;\n"
    "ld.param.u64 %d281,[%d225+704];\nsub.s64 %d282,%d54,%d281;\nand.b64 %d283,%d282,4611688217451692032;\n"
    "setp.eq.s64 %p227,%d283,4611688217451692032;\nL67:\n@%p132 bra L69;\nld.param.u64 %d287,[%d225+688];\n"
    "add.s64 %d365,%d287,%d36;\nmov.u64 %d364,%d53;\nbra.uni L70;\nL69:\nld.param.u64 %d291,[%d225+696];\n"
    "add.s64 %d364,%d291,%d53;\nmov.u64 %d365,%d36;\nL70:\nand.b64 %d293,%d364,15;\nadd.s64 %d294,%d55,%d293;\n"
    "setp.gt.u64 %p197,%d294,%d365;\nand.pred %p198,%p227,%p197;\nsub.s64 %d295,%d364,%d293;\n"
    "add.s64 %d292,%d295,%d365;\nselp.u32 %r277,1,0,%p198;\n{.reg .pred q;setp.ne.s32 q,%r277,0;\n"
    "@q st.global.v4.u32[%d292],{%r234,%r235,%r236,%r237};}\nsetp.gt.u32 %p199,%r37,%r239;\n";
static const char cucore__ptx_3[] =
    "setp.le.u32 %p200,%r37,%r239;\nor.pred %p201,%p5,%p200;\nand.pred %p228,%p199,%p5;\n@%p201 bra L72;\n"
    "ld.param.u64 %d296,[%d66];\nsub.s64 %d297,%d54,%d296;\nand.b64 %d298,%d297,4611688217451692032;\n"
    "setp.eq.s64 %p228,%d298,4611688217451692032;\nL72:\n@%p132 bra L74;\nld.param.u64 %d299,[%d66+-16];\n"
    "add.s64 %d367,%d299,%d36;\nmov.u64 %d366,%d53;\nbra.uni L75;\nL74:\nld.param.u64 %d300,[%d66+-8];\n"
    "add.s64 %d366,%d300,%d53;\nmov.u64 %d367,%d36;\nL75:\nand.b64 %d302,%d366,15;\nadd.s64 %d303,%d55,%d302;\n"
    "setp.gt.u64 %p203,%d303,%d367;\nand.pred %p204,%p228,%p203;\nsub.s64 %d304,%d366,%d302;\n"
    "add.s64 %d301,%d304,%d367;\nselp.u32 %r283,1,0,%p204;\n{.reg .pred q;setp.ne.s32 q,%r283,0;\n"
    "@q st.global.v4.u32[%d301],{%r243,%r244,%r245,%r246};}\nsetp.gt.u32 %p205,%r37,%r248;\n"
    "setp.le.u32 %p206,%r37,%r248;\nor.pred %p207,%p5,%p206;\nand.pred %p229,%p205,%p5;\n@%p207 bra L77;\n"
    "ld.param.u64 %d308,[%d257+704];\nsub.s64 %d309,%d54,%d308;\nand.b64 %d310,%d309,4611688217451692032;\n"
    "setp.eq.s64 %p229,%d310,4611688217451692032;\nL77:\n@%p132 bra L79;\nld.param.u64 %d314,[%d257+688];\n"
    "add.s64 %d369,%d314,%d36;\nmov.u64 %d368,%d53;\nbra.uni L80;\nL79:\nld.param.u64 %d318,[%d257+696];\n"
    "add.s64 %d368,%d318,%d53;\nmov.u64 %d369,%d36;\nL80:\nand.b64 %d320,%d368,15;\nadd.s64 %d321,%d55,%d320;\n"
    "setp.gt.u64 %p209,%d321,%d369;\nand.pred %p210,%p229,%p209;\nsub.s64 %d322,%d368,%d320;\n"
    "add.s64 %d319,%d322,%d369;\nselp.u32 %r295,1,0,%p210;\n{.reg .pred q;setp.ne.s32 q,%r295,0;\n"
    "@q st.global.v4.u32[%d319],{%r257,%r258,%r259,%r260};}\nsetp.gt.u32 %p211,%r37,%r262;\n"
    "setp.le.u32 %p212,%r37,%r262;\nor.pred %p213,%p5,%p212;\nand.pred %p230,%p211,%p5;\n@%p213 bra L82;\n"
    "ld.param.u64 %d323,[%d66+48];\nsub.s64 %d324,%d54,%d323;\nand.b64 %d325,%d324,4611688217451692032;\n"
    "setp.eq.s64 %p230,%d325,4611688217451692032;\nL82:\n@%p132 bra L84;\nld.param.u64 %d326,[%d66+32];\n"
    "add.s64 %d371,%d326,%d36;\nmov.u64 %d370,%d53;\nbra.uni L85;\nL84:\nld.param.u64 %d327,[%d66+40];\n"
    "add.s64 %d370,%d327,%d53;\nmov.u64 %d371,%d36;\nL85:\nand.b64 %d329,%d370,15;\nadd.s64 %d330,%d55,%d329;\n"
    "setp.gt.u64 %p215,%d330,%d371;\nand.pred %p216,%p230,%p215;\nsub.s64 %d331,%d370,%d329;\n"
    "add.s64 %d328,%d331,%d371;\nselp.u32 %r301,1,0,%p216;\n{.reg .pred q;setp.ne.s32 q,%r301,0;\n"
    "@q st.global.v4.u32[%d328],{%r265,%r266,%r267,%r268};}\nadd.s32 %r323,%r323,4;\n"
    "setp.lt.u32 %p217,%r323,%r37;\n@%p217 bra L33;\nbra.uni L86;\nL19:\nsetp.eq.s32 %p64,%r37,0;\n@%p64 bra L86;\n"
    "ld.param.v2.u32{%r122,%r123},[%d113+176];\nmov.u32 %r322,0;\nsetp.eq.s64 %p1,%d17,%d16;\n"
    "add.s64 %d37,%d343,%d337;\nadd.s64 %d38,%d344,%d338;\nld.param.u32 %r39,[%d113+184];\n"
    "sub.s64 %d39,%d17,%d345;\nld.param.u64 %d40,[%d113+16];\nld.param.u32 %r40,[%d113+28];\nL21:\n"
    ".pragma \"nounroll\";\nand.b32 %r124,%r322,15;\nsetp.gt.u32 %p65,%r122,%r322;\nsetp.le.u32 %p66,%r122,%r322;\n"
    "or.pred %p67,%p1,%p66;\nand.pred %p218,%p65,%p1;\nmul.wide.u32 %d166,%r124,24;\nadd.s64 %d167,%d113,%d166;\n"
    "add.s64 %d41,%d167,704;\n@%p67 bra L23;\nld.param.u64 %d168,[%d41];\nsub.s64 %d169,%d39,%d168;\n"
    "and.b64 %d170,%d169,4611688217451692032;\nsetp.eq.s64 %p218,%d170,4611688217451692032;\nL23:\n"
    "ld.param.u64 %d42,[%d41+-16];\nsetp.eq.s32 %p68,%r39,0;\n@%p68 bra L25;\nadd.s64 %d351,%d42,%d36;\n"
    "mov.u64 %d349,%d37;\nmov.u64 %d350,%d38;\nbra.uni L26;\nL25:\nadd.s64 %d349,%d42,%d37;\n"
    "ld.param.u64 %d171,[%d41+-8];\nadd.s64 %d350,%d171,%d38;\nmov.u64 %d351,%d36;\nL26:\n"
    "cvt.u32.u64 %r125,%d350;\nand.b32 %r126,%r125,15;\nand.b64 %d172,%d350,15;\nadd.s64 %d173,%d40,%d172;\n"
    "setp.gt.u64 %p69,%d173,%d351;\nand.pred %p70,%p218,%p69;\nsub.s64 %d174,%d173,%d351;\n"
    "selp.b64 %d49,%d174,0,%p70;\nsetp.eq.s64 %p71,%d351,0;\nselp.b32 %r42,%r126,0,%p71;\nmin.u64 %d175,%d49,16;\n"
    "cvt.u32.u64 %r43,%d175;\nsub.s64 %d176,%d351,%d172;\nadd.s64 %d50,%d176,%d349;\nadd.s64 %d51,%d176,%d350;\n"
    "setp.ne.s32 %p72,%r42,0;\nsetp.ne.s32 %p73,%r43,16;\nor.pred %p74,%p72,%p73;\n@%p74 bra L28;\n"
    "and.b64 %d177,%d50,3;\nsetp.eq.s64 %p75,%d177,0;\nsetp.gt.u64 %p76,%d49,19;\nor.pred %p77,%p75,%p76;\n"
    "@%p77 bra L29;\n";
static const char cucore__ptx_4[] =
    "bra.uni L28;\nL29:\ncvt.u32.u64 %r223,%d50;\nand.b32 %r224,%r223,3;\nsetp.ne.s32 %p126,%r224,0;\n"
    "and.b64 %d211,%d50,-4;\nmov.u32 %r222,1;\n{.reg .pred q;setp.ne.s32 q,%r222,0;\n"
    "mov.b32 %r192,0;@q ld.global.u32 %r192,[%d211];}\nadd.s64 %d212,%d211,4;\n"
    "{.reg .pred q;setp.ne.s32 q,%r222,0;\nmov.b32 %r194,0;@q ld.global.u32 %r194,[%d212];}\n"
    "add.s64 %d213,%d211,8;\n{.reg .pred q;setp.ne.s32 q,%r222,0;\n"
    "mov.b32 %r196,0;@q ld.global.u32 %r196,[%d213];}\nadd.s64 %d214,%d211,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r222,0;\nmov.b32 %r198,0;@q ld.global.u32 %r198,[%d214];}\n"
    "add.s64 %d215,%d211,16;\nselp.u32 %r201,1,0,%p126;\n{.reg .pred q;setp.ne.s32 q,%r201,0;\n"
    "mov.b32 %r200,0;@q ld.global.u32 %r200,[%d215];}\nshl.b32 %r225,%r223,3;\nand.b32 %r205,%r225,24;\n"
    "shf.r.wrap.b32 %r202,%r192,%r194,%r205;\nshf.r.wrap.b32 %r206,%r194,%r196,%r205;\n"
    "shf.r.wrap.b32 %r210,%r196,%r198,%r205;\nshf.r.wrap.b32 %r214,%r198,%r200,%r205;\n"
    "{.reg .pred q;setp.ne.s32 q,%r222,0;\n@q st.global.v4.u32[%d51],{%r202,%r206,%r210,%r214};}\nbra.uni L30;\n"
    "L28:\nsetp.eq.s32 %p78,%r42,0;\nsetp.ne.s32 %p79,%r43,0;\nsetp.ne.s32 %p80,%r40,0;\nand.pred %p81,%p79,%p80;\n"
    "selp.u32 %r127,1,0,%p81;\n{.reg .pred q;setp.ne.s32 q,%r127,0;\n@q prefetch.global.L2[%d51];}\n"
    "and.pred %p82,%p79,%p78;\nselp.u32 %r161,1,0,%p82;\n{.reg .pred q;setp.ne.s32 q,%r161,0;\n"
    "mov.b32 %r128,0;@q ld.global.u8 %r128,[%d50];}\nsetp.gt.u32 %p83,%r43,1;\nsetp.lt.u32 %p84,%r42,2;\n"
    "and.pred %p85,%p83,%p84;\nselp.u32 %r163,1,0,%p85;\nadd.s64 %d180,%d50,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r163,0;\nmov.b32 %r130,0;@q ld.global.u8 %r130,[%d180];}\n"
    "setp.gt.u32 %p86,%r43,2;\nsetp.lt.u32 %p87,%r42,3;\nand.pred %p88,%p86,%p87;\nselp.u32 %r165,1,0,%p88;\n"
    "add.s64 %d181,%d50,2;\n{.reg .pred q;setp.ne.s32 q,%r165,0;\nmov.b32 %r132,0;@q ld.global.u8 %r132,[%d181];}\n"
    "setp.gt.u32 %p89,%r43,3;\nsetp.lt.u32 %p90,%r42,4;\nand.pred %p91,%p89,%p90;\nselp.u32 %r167,1,0,%p91;\n"
    "add.s64 %d182,%d50,3;\n{.reg .pred q;setp.ne.s32 q,%r167,0;\nmov.b32 %r134,0;@q ld.global.u8 %r134,[%d182];}\n"
    "setp.gt.u32 %p92,%r43,4;\nsetp.lt.u32 %p93,%r42,5;\nand.pred %p94,%p92,%p93;\nselp.u32 %r169,1,0,%p94;\n"
    "add.s64 %d183,%d50,4;\n{.reg .pred q;setp.ne.s32 q,%r169,0;\nmov.b32 %r136,0;@q ld.global.u8 %r136,[%d183];}\n"
    "setp.gt.u32 %p95,%r43,5;\nsetp.lt.u32 %p96,%r42,6;\nand.pred %p97,%p95,%p96;\nselp.u32 %r171,1,0,%p97;\n"
    "add.s64 %d184,%d50,5;\n{.reg .pred q;setp.ne.s32 q,%r171,0;\nmov.b32 %r138,0;@q ld.global.u8 %r138,[%d184];}\n"
    "setp.gt.u32 %p98,%r43,6;\nsetp.lt.u32 %p99,%r42,7;\nand.pred %p100,%p98,%p99;\nselp.u32 %r173,1,0,%p100;\n"
    "add.s64 %d185,%d50,6;\n{.reg .pred q;setp.ne.s32 q,%r173,0;\nmov.b32 %r140,0;@q ld.global.u8 %r140,[%d185];}\n"
    "setp.gt.u32 %p101,%r43,7;\nsetp.lt.u32 %p102,%r42,8;\nand.pred %p103,%p101,%p102;\nselp.u32 %r175,1,0,%p103;\n"
    "add.s64 %d186,%d50,7;\n{.reg .pred q;setp.ne.s32 q,%r175,0;\nmov.b32 %r142,0;@q ld.global.u8 %r142,[%d186];}\n"
    "setp.gt.u32 %p104,%r43,8;\nsetp.lt.u32 %p105,%r42,9;\nand.pred %p106,%p104,%p105;\nselp.u32 %r177,1,0,%p106;\n"
    "add.s64 %d187,%d50,8;\n{.reg .pred q;setp.ne.s32 q,%r177,0;\nmov.b32 %r144,0;@q ld.global.u8 %r144,[%d187];}\n"
    "setp.gt.u32 %p107,%r43,9;\nsetp.lt.u32 %p108,%r42,10;\nand.pred %p109,%p107,%p108;\n"
    "selp.u32 %r179,1,0,%p109;\nadd.s64 %d188,%d50,9;\n{.reg .pred q;setp.ne.s32 q,%r179,0;\n"
    "mov.b32 %r146,0;@q ld.global.u8 %r146,[%d188];}\nsetp.gt.u32 %p110,%r43,10;\nsetp.lt.u32 %p111,%r42,11;\n"
    "and.pred %p112,%p110,%p111;\nselp.u32 %r181,1,0,%p112;\nadd.s64 %d189,%d50,10;\n"
    "{.reg .pred q;setp.ne.s32 q,%r181,0;\nmov.b32 %r148,0;@q ld.global.u8 %r148,[%d189];}\n"
    "setp.gt.u32 %p113,%r43,11;\nsetp.lt.u32 %p114,%r42,12;\nand.pred %p115,%p113,%p114;\n"
    "selp.u32 %r183,1,0,%p115;\nadd.s64 %d190,%d50,11;\n{.reg .pred q;setp.ne.s32 q,%r183,0;\n"
    "mov.b32 %r150,0;@q ld.global.u8 %r150,[%d190];}\nsetp.gt.u32 %p116,%r43,12;\nsetp.lt.u32 %p117,%r42,13;\n"
    "and.pred %p118,%p116,%p117;\nselp.u32 %r185,1,0,%p118;\nadd.s64 %d191,%d50,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r185,0;\nmov.b32 %r152,0;@q ld.global.u8 %r152,[%d191];}\n";
static const char cucore__ptx_5[] =
    "setp.gt.u32 %p119,%r43,13;\nsetp.lt.u32 %p120,%r42,14;\nand.pred %p121,%p119,%p120;\n"
    "selp.u32 %r187,1,0,%p121;\nadd.s64 %d192,%d50,13;\n{.reg .pred q;setp.ne.s32 q,%r187,0;\n"
    "mov.b32 %r154,0;@q ld.global.u8 %r154,[%d192];}\nsetp.gt.u32 %p122,%r43,14;\nsetp.ne.s32 %p123,%r42,15;\n"
    "and.pred %p124,%p122,%p123;\nselp.u32 %r189,1,0,%p124;\nadd.s64 %d193,%d50,14;\n"
    "{.reg .pred q;setp.ne.s32 q,%r189,0;\nmov.b32 %r156,0;@q ld.global.u8 %r156,[%d193];}\n"
    "setp.gt.u32 %p125,%r43,15;\nselp.u32 %r191,1,0,%p125;\nadd.s64 %d194,%d50,15;\n"
    "{.reg .pred q;setp.ne.s32 q,%r191,0;\nmov.b32 %r158,0;@q ld.global.u8 %r158,[%d194];}\n"
    "and.b32 %r160,%r128,255;\n{.reg .pred q;setp.ne.s32 q,%r161,0;\n@q st.global.u8[%d51],%r160;}\n"
    "and.b32 %r162,%r130,255;\nadd.s64 %d196,%d51,1;\n{.reg .pred q;setp.ne.s32 q,%r163,0;\n"
    "@q st.global.u8[%d196],%r162;}\nand.b32 %r164,%r132,255;\nadd.s64 %d197,%d51,2;\n"
    "{.reg .pred q;setp.ne.s32 q,%r165,0;\n@q st.global.u8[%d197],%r164;}\nand.b32 %r166,%r134,255;\n"
    "add.s64 %d198,%d51,3;\n{.reg .pred q;setp.ne.s32 q,%r167,0;\n@q st.global.u8[%d198],%r166;}\n"
    "and.b32 %r168,%r136,255;\nadd.s64 %d199,%d51,4;\n{.reg .pred q;setp.ne.s32 q,%r169,0;\n"
    "@q st.global.u8[%d199],%r168;}\nand.b32 %r170,%r138,255;\nadd.s64 %d200,%d51,5;\n"
    "{.reg .pred q;setp.ne.s32 q,%r171,0;\n@q st.global.u8[%d200],%r170;}\nand.b32 %r172,%r140,255;\n"
    "add.s64 %d201,%d51,6;\n{.reg .pred q;setp.ne.s32 q,%r173,0;\n@q st.global.u8[%d201],%r172;}\n"
    "and.b32 %r174,%r142,255;\nadd.s64 %d202,%d51,7;\n{.reg .pred q;setp.ne.s32 q,%r175,0;\n"
    "@q st.global.u8[%d202],%r174;}\nand.b32 %r176,%r144,255;\nadd.s64 %d203,%d51,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r177,0;\n@q st.global.u8[%d203],%r176;}\nand.b32 %r178,%r146,255;\n"
    "add.s64 %d204,%d51,9;\n{.reg .pred q;setp.ne.s32 q,%r179,0;\n@q st.global.u8[%d204],%r178;}\n"
    "and.b32 %r180,%r148,255;\nadd.s64 %d205,%d51,10;\n{.reg .pred q;setp.ne.s32 q,%r181,0;\n"
    "@q st.global.u8[%d205],%r180;}\nand.b32 %r182,%r150,255;\nadd.s64 %d206,%d51,11;\n"
    "{.reg .pred q;setp.ne.s32 q,%r183,0;\n@q st.global.u8[%d206],%r182;}\nand.b32 %r184,%r152,255;\n"
    "add.s64 %d207,%d51,12;\n{.reg .pred q;setp.ne.s32 q,%r185,0;\n@q st.global.u8[%d207],%r184;}\n"
    "and.b32 %r186,%r154,255;\nadd.s64 %d208,%d51,13;\n{.reg .pred q;setp.ne.s32 q,%r187,0;\n"
    "@q st.global.u8[%d208],%r186;}\nand.b32 %r188,%r156,255;\nadd.s64 %d209,%d51,14;\n"
    "{.reg .pred q;setp.ne.s32 q,%r189,0;\n@q st.global.u8[%d209],%r188;}\nand.b32 %r190,%r158,255;\n"
    "add.s64 %d210,%d51,15;\n{.reg .pred q;setp.ne.s32 q,%r191,0;\n@q st.global.u8[%d210],%r190;}\nL30:\n"
    "add.s32 %r322,%r322,1;\nsetp.lt.u32 %p127,%r322,%r37;\n@%p127 bra L21;\nL86:\nret;\n}\n";
static const char *const cucore__kernel_ptx_runs[] = {cucore__ptx_0, cucore__ptx_1, cucore__ptx_2, cucore__ptx_3,
    cucore__ptx_4, cucore__ptx_5, NULL};
static const char cucore__ptx_6[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_spans(\n"
    ".param .align 8 .b8 p[1872]\n)\n.maxntid 256,1,1\n.minnctapersm 5\n{\n.reg .pred %p<129>;\n.reg .b16 %rs<5>;\n"
    ".reg .b32 %r<393>;\n.reg .b64 %d<240>;\nmov.b64 %d80,p;\nmov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\n"
    "mov.u32 %r3,%ctaid.z;\nld.param.u64 %d214,[p];\nld.param.u64 %d213,[p+8];\nadd.s64 %d4,%d80,1104;\n"
    "mov.u32 %r344,0;\nmov.u32 %r358,%r344;\nmov.u32 %r357,%r344;\nmov.u32 %r356,%r344;\nmov.u32 %r355,%r344;\n"
    "L1:\n.pragma \"nounroll\";\nsetp.eq.s32 %p15,%r344,0;\nmov.u32 %r349,%r1;\n@%p15 bra L4;\n"
    "setp.ne.s32 %p16,%r344,1;\nmov.u32 %r349,%r2;\n@%p16 bra L3;\nbra.uni L4;\nL3:\nmov.u32 %r349,%r3;\nL4:\n"
    "mul.wide.u32 %d81,%r344,4;\nadd.s64 %d82,%d80,%d81;\nld.param.u32 %r10,[%d82+64];\n"
    "setp.ge.u32 %p17,%r358,%r10;\n@%p17 bra L7;\nmul.wide.u32 %d83,%r358,40;\nadd.s64 %d210,%d4,%d83;\nL6:\n"
    ".pragma \"nounroll\";\nld.param.v2.u32{%r135,%r136},[%d210+-32];\nmul.hi.u32 %r139,%r349,%r136;\n"
    "ld.param.v2.u32{%r140,%r141},[%d210+-24];\nshr.u32 %r16,%r139,%r140;\nmul.lo.s32 %r144,%r16,%r135;\n"
    "sub.s32 %r145,%r349,%r144;\ncvt.u64.u32 %d84,%r145;\nld.param.u64 %d85,[%d210+-16];\n"
    "mul.lo.s64 %d86,%d85,%d84;\nld.param.u64 %d87,[%d210+-8];\nmul.lo.s64 %d88,%d87,%d84;\n"
    "ld.param.u32 %r146,[%d210];\nmul.lo.s32 %r147,%r145,%r146;\nadd.s64 %d214,%d86,%d214;\n"
    "add.s64 %d213,%d88,%d213;\nsetp.eq.s32 %p18,%r141,0;\nselp.b32 %r148,%r147,0,%p18;\n"
    "add.s32 %r357,%r148,%r357;\nsetp.eq.s32 %p19,%r141,1;\nselp.b32 %r149,%r147,0,%p19;\n"
    "add.s32 %r356,%r149,%r356;\nsetp.eq.s32 %p20,%r141,2;\nselp.b32 %r150,%r147,0,%p20;\n"
    "add.s32 %r355,%r150,%r355;\nadd.s64 %d210,%d210,40;\nadd.s32 %r358,%r358,1;\nsetp.lt.u32 %p21,%r358,%r10;\n"
    "mov.u32 %r349,%r16;\n@%p21 bra L6;\nL7:\nadd.s32 %r344,%r344,1;\nsetp.lt.u32 %p22,%r344,3;\n@%p22 bra L1;\n"
    "ld.param.v2.u32{%r151,%r152},[%d80+104];\nadd.s32 %r155,%r357,1;\nsetp.eq.s32 %p23,%r155,%r151;\n"
    "ld.param.u64 %d89,[%d80+128];\nneg.s64 %d90,%d89;\nselp.b64 %d91,%d90,0,%p23;\nld.param.u64 %d17,[%d80+120];\n"
    "add.s64 %d92,%d91,%d17;\nadd.s32 %r156,%r356,1;\nsetp.eq.s32 %p24,%r156,%r152;\n"
    "ld.param.u64 %d93,[%d80+136];\nneg.s64 %d94,%d93;\nselp.b64 %d95,%d94,0,%p24;\nadd.s64 %d96,%d92,%d95;\n"
    "ld.param.u32 %r157,[%d80+112];\nadd.s32 %r158,%r355,1;\nsetp.eq.s32 %p25,%r158,%r157;\n"
    "ld.param.u64 %d97,[%d80+144];\nneg.s64 %d98,%d97;\nselp.b64 %d99,%d98,0,%p25;\nadd.s64 %d18,%d96,%d99;\n"
    "setp.ge.u32 %p26,%r357,%r151;\nsetp.ge.u32 %p27,%r356,%r152;\nor.pred %p28,%p26,%p27;\n"
    "setp.ge.u32 %p29,%r355,%r157;\nor.pred %p30,%p28,%p29;\n@%p30 bra L59;\nmov.u32 %r26,%tid.x;\n"
    "ld.param.u32 %r159,[%d80+152];\nsetp.le.u32 %p31,%r159,%r26;\n@%p31 bra L59;\nld.param.u32 %r160,[%d80+156];\n"
    "setp.lt.u32 %p32,%r160,2;\nmov.u32 %r363,%r26;\n@%p32 bra L12;\nld.param.v2.u32{%r161,%r162},[%d80+160];\n"
    "mul.hi.u32 %r165,%r26,%r161;\nshr.u32 %r363,%r165,%r162;\nL12:\nld.param.u32 %r167,[%d80+156];\n"
    "mov.u64 %d219,0;\nmul.lo.s32 %r168,%r167,%r363;\nsub.s32 %r29,%r26,%r168;\nld.param.u32 %r30,[%d80+172];\n"
    "setp.lt.u32 %p33,%r30,2;\nmov.u32 %r362,0;\nmov.u64 %d220,%d219;\nmov.u64 %d221,%d219;\n@%p33 bra L15;\n"
    "mov.u64 %d221,0;\nmov.u32 %r360,0;\nmov.u64 %d215,%d80;\nmov.u32 %r361,%r363;\nmov.u64 %d220,%d221;\n"
    "mov.u64 %d219,%d221;\nL14:\n.pragma \"nounroll\";\nld.param.v2.u32{%r170,%r171},[%d215+208];\n"
    "mul.hi.u32 %r174,%r361,%r171;\nld.param.u32 %r175,[%d215+216];\nshr.u32 %r363,%r174,%r175;\n"
    "mul.lo.s32 %r176,%r363,%r170;\nsub.s32 %r177,%r361,%r176;\ncvt.u64.u32 %d106,%r177;\n"
    "ld.param.u64 %d107,[%d215+224];\nmul.lo.s64 %d108,%d107,%d106;\nadd.s64 %d219,%d108,%d219;\n"
    "ld.param.u64 %d109,[%d215+232];\nmul.lo.s64 %d110,%d109,%d106;\nadd.s64 %d220,%d110,%d220;\n"
    "ld.param.u64 %d111,[%d215+240];\nmul.lo.s64 %d112,%d111,%d106;\nadd.s64 %d221,%d112,%d221;\n"
    "add.s64 %d215,%d215,40;\nadd.s32 %r362,%r360,1;\nadd.s32 %r178,%r360,2;\nsetp.lt.u32 %p34,%r178,%r30;\n"
    "mov.u32 %r360,%r362;\nmov.u32 %r361,%r363;\n@%p34 bra L14;\nL15:\nsetp.ge.u32 %p35,%r362,%r30;\n"
    "@%p35 bra L17;\nmul.wide.u32 %d113,%r362,40;\n";
static const char cucore__ptx_7[] =
    "add.s64 %d114,%d80,%d113;\ncvt.u64.u32 %d115,%r363;\nld.param.u64 %d116,[%d114+224];\n"
    "mul.lo.s64 %d117,%d116,%d115;\nadd.s64 %d219,%d117,%d219;\nld.param.u64 %d118,[%d114+232];\n"
    "mul.lo.s64 %d119,%d118,%d115;\nadd.s64 %d220,%d119,%d220;\nld.param.u64 %d120,[%d114+240];\n"
    "mul.lo.s64 %d121,%d120,%d115;\nadd.s64 %d221,%d121,%d221;\nL17:\nld.param.u64 %d122,[%d80+200];\n"
    "cvt.u64.u32 %d36,%r357;\nmul.lo.s64 %d37,%d122,%d36;\nld.param.u64 %d227,[%d80+16];\n"
    "ld.param.u32 %r364,[%d80+32];\nld.param.u32 %r38,[%d80+176];\nsetp.ne.s32 %p36,%r38,0;\n"
    "selp.u32 %r365,1,0,%p36;\nsetp.eq.s64 %p37,%d18,%d17;\n@%p37 bra L20;\nsub.s64 %d123,%d18,%d221;\n"
    "ld.param.u64 %d124,[%d80+704];\nsub.s64 %d125,%d123,%d124;\nand.b64 %d126,%d125,4611688217451692032;\n"
    "setp.eq.s64 %p39,%d126,4611688217451692032;\nand.pred %p40,%p36,%p39;\nselp.u32 %r365,1,0,%p40;\n"
    "ld.param.u32 %r41,[%d80+48];\nsetp.gt.u32 %p41,%r41,2;\n@%p41 bra L20;\nmul.lo.s32 %r179,%r41,21;\n"
    "shr.u64 %d127,%d18,%r179;\ncvt.u32.u64 %r180,%d127;\nand.b32 %r181,%r180,1048575;\nadd.s32 %r364,%r181,1;\n"
    "L20:\nadd.s64 %d39,%d219,%d214;\nld.param.u64 %d128,[%d80+688];\nadd.s64 %d229,%d39,%d128;\n"
    "add.s64 %d41,%d220,%d213;\nld.param.u64 %d129,[%d80+696];\nadd.s64 %d228,%d41,%d129;\n"
    "cvt.u32.u64 %r182,%d228;\nld.param.u32 %r183,[%d80+52];\nadd.s32 %r184,%r183,-1;\nand.b32 %r45,%r184,%r182;\n"
    "shl.b32 %r46,%r29,4;\nsub.s32 %r368,%r46,%r45;\nsetp.eq.s64 %p42,%d37,0;\n@%p42 bra L22;\n"
    "cvt.u64.u32 %d130,%r45;\nsub.s64 %d131,%d37,%d130;\nadd.s64 %d229,%d131,%d229;\nadd.s64 %d228,%d131,%d228;\n"
    "add.s64 %d132,%d227,%d130;\nmax.u64 %d133,%d132,%d37;\nsub.s64 %d227,%d133,%d37;\nmov.u32 %r368,%r46;\nL22:\n"
    "ld.param.u32 %r49,[%d80+36];\ncvt.u64.u32 %d134,%r49;\nsetp.lt.u64 %p43,%d227,%d134;\n"
    "cvt.u32.u64 %r185,%d227;\nselp.b32 %r370,%r185,%r49,%p43;\nmul.lo.s32 %r186,%r49,%r364;\n"
    "setp.eq.s32 %p44,%r365,0;\nselp.b32 %r369,0,%r186,%p44;\nld.param.u32 %r52,[%d80+176];\n"
    "setp.eq.s32 %p45,%r52,0;\n@%p45 bra L59;\nld.param.u32 %r53,[%d80+56];\n"
    "ld.param.v2.u32{%r188,%r189},[%d80+40];\nld.param.u32 %r56,[%d80+28];\n"
    "ld.param.v2.u32{%r190,%r191},[%d80+32];\nld.param.v2.u32{%r192,%r193},[%d80+176];\n"
    "ld.param.u32 %r61,[%d80+184];\nld.param.u64 %d135,[%d80+200];\nmul.lo.s64 %d49,%d135,%d36;\n"
    "ld.param.u64 %d50,[%d80+16];\nld.param.u32 %r62,[%d80+156];\nsub.s64 %d51,%d18,%d221;\n"
    "ld.param.u32 %r63,[%d80+48];\nld.param.v2.u32{%r194,%r195},[%d80+48];\nmov.u32 %r187,0;\n"
    "mov.u32 %r367,%r187;\nL24:\n.pragma \"nounroll\";\nsetp.lt.s32 %p46,%r368,0;\nmov.u32 %r371,%r187;\n"
    "@%p46 bra L26;\nmul.hi.u32 %r197,%r368,%r188;\nshr.u32 %r371,%r197,%r189;\nL26:\n"
    "mul.lo.s32 %r198,%r49,%r371;\nsub.s32 %r72,%r368,%r198;\nmul.wide.s32 %d136,%r53,%r371;\n"
    "cvt.s64.s32 %d137,%r368;\nadd.s64 %d138,%d229,%d137;\nadd.s64 %d54,%d138,%d136;\nadd.s64 %d55,%d228,%d137;\n"
    "add.s32 %r199,%r72,16;\nsetp.le.s32 %p47,%r199,%r370;\nsetp.gt.u32 %p48,%r369,%r368;\n"
    "and.pred %p1,%p48,%p47;\nand.b64 %d139,%d54,15;\nsetp.eq.s64 %p49,%d139,0;\nand.pred %p50,%p1,%p49;\n"
    "@%p50 bra L28;\nbra.uni L27;\nL28:\nmov.u32 %r235,1;\n{.reg .pred q;setp.ne.s32 q,%r235,0;\n"
    "mov.u32 %r372,0;mov.u32 %r373,0;mov.u32 %r374,0;mov.u32 %r375,0;\n"
    "@q ld.global.v4.u32{%r372,%r373,%r374,%r375},[%d54];}\nmov.u32 %r376,0;\nbra.uni L29;\nL27:\n"
    "setp.ge.s32 %p51,%r72,%r191;\nselp.b32 %r208,%r191,0,%p51;\nsub.s32 %r209,%r72,%r208;\n"
    "setp.lt.s32 %p52,%r209,%r370;\nand.pred %p54,%p48,%p52;\nselp.u32 %r201,1,0,%p54;\n"
    "selp.b32 %r210,%r53,0,%p51;\ncvt.s64.s32 %d144,%r210;\nadd.s64 %d140,%d54,%d144;\n"
    "{.reg .pred q;setp.ne.s32 q,%r201,0;\nmov.b32 %r372,0;@q ld.global.u32 %r372,[%d140];}\n"
    "add.s32 %r211,%r72,4;\nsetp.ge.s32 %p55,%r211,%r191;\nadd.s32 %r212,%r368,4;\nsetp.lt.u32 %p56,%r212,%r369;\n"
    "selp.b32 %r213,%r191,0,%p55;\nsub.s32 %r214,%r211,%r213;\nsetp.lt.s32 %p57,%r214,%r370;\n"
    "and.pred %p58,%p56,%p57;\nselp.u32 %r203,1,0,%p58;\nselp.b32 %r215,%r53,0,%p55;\ncvt.s64.s32 %d145,%r215;\n"
    "add.s64 %d146,%d54,%d145;\nadd.s64 %d141,%d146,4;\n{.reg .pred q;setp.ne.s32 q,%r203,0;\n"
    "mov.b32 %r373,0;@q ld.global.u32 %r373,[%d141];}\n";
static const char cucore__ptx_8[] =
    "selp.u32 %r216,-1,0,%p58;\nbfi.b32 %r217,%r216,%r201,1,1;\nadd.s32 %r218,%r72,8;\n"
    "setp.ge.s32 %p59,%r218,%r191;\nadd.s32 %r219,%r368,8;\nsetp.lt.u32 %p60,%r219,%r369;\n"
    "selp.b32 %r220,%r191,0,%p59;\nsub.s32 %r221,%r218,%r220;\nsetp.lt.s32 %p61,%r221,%r370;\n"
    "and.pred %p62,%p60,%p61;\nselp.u32 %r205,1,0,%p62;\nselp.b32 %r222,%r53,0,%p59;\ncvt.s64.s32 %d147,%r222;\n"
    "add.s64 %d148,%d54,%d147;\nadd.s64 %d142,%d148,8;\n{.reg .pred q;setp.ne.s32 q,%r205,0;\n"
    "mov.b32 %r374,0;@q ld.global.u32 %r374,[%d142];}\nselp.u16 %rs1,1,0,%p62;\nmul.wide.u16 %r223,%rs1,4;\n"
    "or.b32 %r224,%r223,%r217;\nadd.s32 %r225,%r72,12;\nsetp.ge.s32 %p63,%r225,%r191;\nadd.s32 %r226,%r368,12;\n"
    "setp.lt.u32 %p64,%r226,%r369;\nselp.b32 %r227,%r191,0,%p63;\nsub.s32 %r228,%r225,%r227;\n"
    "setp.lt.s32 %p65,%r228,%r370;\nand.pred %p66,%p64,%p65;\nselp.u32 %r207,1,0,%p66;\n"
    "selp.b32 %r229,%r53,0,%p63;\ncvt.s64.s32 %d149,%r229;\nadd.s64 %d150,%d54,%d149;\nadd.s64 %d143,%d150,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r207,0;\nmov.b32 %r375,0;@q ld.global.u32 %r375,[%d143];}\n"
    "selp.u16 %rs2,1,0,%p66;\nmul.wide.u16 %r230,%rs2,8;\nor.b32 %r376,%r230,%r224;\nL29:\n@%p1 bra L31;\n"
    "bra.uni L30;\nL31:\ncvt.u32.u64 %r237,%d55;\nand.b32 %r238,%r237,16;\nsetp.eq.s32 %p67,%r72,0;\n"
    "shr.u32 %r239,%r237,4;\nand.b32 %r240,%r239,1;\nsetp.eq.b32 %p68,%r240,1;\nand.pred %p69,%p67,%p68;\n"
    "setp.eq.s32 %p70,%r199,%r370;\nsetp.eq.s32 %p71,%r238,0;\nand.pred %p72,%p70,%p71;\nor.pred %p125,%p69,%p72;\n"
    "bra.uni L32;\nL30:\nsetp.ne.s32 %p125,%r376,0;\nL32:\nsetp.ne.s32 %p73,%r56,0;\nand.pred %p74,%p73,%p125;\n"
    "selp.u32 %r242,1,0,%p74;\n{.reg .pred q;setp.ne.s32 q,%r242,0;\n@q prefetch.global.L2[%d55];}\n"
    "setp.eq.s32 %p75,%r61,0;\n@%p75 bra L34;\nshl.b32 %r243,%r62,4;\nadd.s32 %r381,%r243,%r368;\nbra.uni L39;\n"
    "L34:\nadd.s32 %r244,%r367,1;\nand.b32 %r245,%r244,15;\nsetp.gt.u32 %p126,%r52,%r244;\n"
    "mul.wide.u32 %d154,%r245,24;\nadd.s64 %d155,%d80,%d154;\nadd.s64 %d56,%d155,704;\nmov.u32 %r377,%r190;\n"
    "@%p37 bra L36;\nsetp.gt.u32 %p77,%r52,%r244;\nld.param.u64 %d156,[%d56];\nsub.s64 %d157,%d51,%d156;\n"
    "and.b64 %d158,%d157,4611688217451692032;\nsetp.eq.s64 %p78,%d158,4611688217451692032;\n"
    "and.pred %p126,%p77,%p78;\nmul.lo.s32 %r247,%r63,21;\nshr.u64 %d159,%d18,%r247;\ncvt.u32.u64 %r248,%d159;\n"
    "and.b32 %r249,%r248,1048575;\nadd.s32 %r250,%r249,1;\nsetp.lt.u32 %p79,%r63,3;\n"
    "selp.b32 %r377,%r250,%r190,%p79;\nL36:\nld.param.u64 %d160,[%d56+-16];\nadd.s64 %d229,%d39,%d160;\n"
    "ld.param.u64 %d161,[%d56+-8];\nadd.s64 %d228,%d41,%d161;\ncvt.u32.u64 %r251,%d228;\nadd.s32 %r252,%r195,-1;\n"
    "and.b32 %r91,%r252,%r251;\nsub.s32 %r381,%r46,%r91;\nsetp.eq.s64 %p80,%d49,0;\nmov.u64 %d232,%d50;\n"
    "@%p80 bra L38;\ncvt.u64.u32 %d162,%r91;\nsub.s64 %d163,%d49,%d162;\nadd.s64 %d229,%d163,%d229;\n"
    "add.s64 %d228,%d163,%d228;\nadd.s64 %d164,%d50,%d162;\nmax.u64 %d165,%d164,%d49;\nsub.s64 %d232,%d165,%d49;\n"
    "mov.u32 %r381,%r46;\nL38:\nsetp.lt.u64 %p81,%d232,%d134;\ncvt.u32.u64 %r253,%d232;\n"
    "selp.b32 %r370,%r253,%r49,%p81;\nmul.lo.s32 %r254,%r49,%r377;\nselp.b32 %r369,%r254,0,%p126;\nL39:\n"
    "setp.lt.s32 %p82,%r381,0;\nmov.u32 %r382,0;\n@%p82 bra L41;\nmul.hi.u32 %r256,%r381,%r188;\n"
    "shr.u32 %r382,%r256,%r189;\nL41:\nmul.lo.s32 %r257,%r49,%r382;\nsub.s32 %r101,%r381,%r257;\n"
    "mul.wide.s32 %d167,%r53,%r382;\ncvt.s64.s32 %d168,%r381;\nadd.s64 %d169,%d229,%d168;\n"
    "add.s64 %d67,%d169,%d167;\nadd.s64 %d68,%d228,%d168;\nadd.s32 %r258,%r101,16;\nsetp.le.s32 %p83,%r258,%r370;\n"
    "setp.gt.u32 %p84,%r369,%r381;\nand.pred %p8,%p84,%p83;\nand.b64 %d170,%d67,15;\nsetp.eq.s64 %p85,%d170,0;\n"
    "and.pred %p86,%p8,%p85;\n@%p86 bra L43;\nbra.uni L42;\nL43:\nmov.u32 %r294,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r294,0;\nmov.u32 %r383,0;mov.u32 %r384,0;mov.u32 %r385,0;mov.u32 %r386,0;\n"
    "@q ld.global.v4.u32{%r383,%r384,%r385,%r386},[%d67];}\nmov.u32 %r387,0;\nbra.uni L44;\nL42:\n"
    "setp.ge.s32 %p87,%r101,%r191;\nselp.b32 %r267,%r191,0,%p87;\nsub.s32 %r268,%r101,%r267;\n"
    "setp.lt.s32 %p88,%r268,%r370;\nand.pred %p90,%p84,%p88;\nselp.u32 %r260,1,0,%p90;\n"
    "selp.b32 %r269,%r53,0,%p87;\ncvt.s64.s32 %d175,%r269;\n";
static const char cucore__ptx_9[] =
    "add.s64 %d171,%d67,%d175;\n{.reg .pred q;setp.ne.s32 q,%r260,0;\n"
    "mov.b32 %r383,0;@q ld.global.u32 %r383,[%d171];}\nadd.s32 %r270,%r101,4;\nsetp.ge.s32 %p91,%r270,%r191;\n"
    "add.s32 %r271,%r381,4;\nsetp.lt.u32 %p92,%r271,%r369;\nselp.b32 %r272,%r191,0,%p91;\n"
    "sub.s32 %r273,%r270,%r272;\nsetp.lt.s32 %p93,%r273,%r370;\nand.pred %p94,%p92,%p93;\n"
    "selp.u32 %r262,1,0,%p94;\nselp.b32 %r274,%r53,0,%p91;\ncvt.s64.s32 %d176,%r274;\nadd.s64 %d177,%d67,%d176;\n"
    "add.s64 %d172,%d177,4;\n{.reg .pred q;setp.ne.s32 q,%r262,0;\n"
    "mov.b32 %r384,0;@q ld.global.u32 %r384,[%d172];}\nselp.u32 %r275,-1,0,%p94;\nbfi.b32 %r276,%r275,%r260,1,1;\n"
    "add.s32 %r277,%r101,8;\nsetp.ge.s32 %p95,%r277,%r191;\nadd.s32 %r278,%r381,8;\nsetp.lt.u32 %p96,%r278,%r369;\n"
    "selp.b32 %r279,%r191,0,%p95;\nsub.s32 %r280,%r277,%r279;\nsetp.lt.s32 %p97,%r280,%r370;\n"
    "and.pred %p98,%p96,%p97;\nselp.u32 %r264,1,0,%p98;\nselp.b32 %r281,%r53,0,%p95;\ncvt.s64.s32 %d178,%r281;\n"
    "add.s64 %d179,%d67,%d178;\nadd.s64 %d173,%d179,8;\n{.reg .pred q;setp.ne.s32 q,%r264,0;\n"
    "mov.b32 %r385,0;@q ld.global.u32 %r385,[%d173];}\nselp.u16 %rs3,1,0,%p98;\nmul.wide.u16 %r282,%rs3,4;\n"
    "or.b32 %r283,%r282,%r276;\nadd.s32 %r284,%r101,12;\nsetp.ge.s32 %p99,%r284,%r191;\nadd.s32 %r285,%r381,12;\n"
    "setp.lt.u32 %p100,%r285,%r369;\nselp.b32 %r286,%r191,0,%p99;\nsub.s32 %r287,%r284,%r286;\n"
    "setp.lt.s32 %p101,%r287,%r370;\nand.pred %p102,%p100,%p101;\nselp.u32 %r266,1,0,%p102;\n"
    "selp.b32 %r288,%r53,0,%p99;\ncvt.s64.s32 %d180,%r288;\nadd.s64 %d181,%d67,%d180;\nadd.s64 %d174,%d181,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r266,0;\nmov.b32 %r386,0;@q ld.global.u32 %r386,[%d174];}\n"
    "selp.u16 %rs4,1,0,%p102;\nmul.wide.u16 %r289,%rs4,8;\nor.b32 %r387,%r289,%r283;\nL44:\n@%p8 bra L46;\n"
    "bra.uni L45;\nL46:\nsetp.eq.s32 %p103,%r101,0;\ncvt.u32.u64 %r296,%d68;\nand.b32 %r297,%r296,16;\n"
    "shr.u32 %r298,%r296,4;\nand.b32 %r299,%r298,1;\nsetp.eq.b32 %p104,%r299,1;\nand.pred %p105,%p103,%p104;\n"
    "setp.eq.s32 %p106,%r258,%r370;\nsetp.eq.s32 %p107,%r297,0;\nand.pred %p108,%p106,%p107;\n"
    "or.pred %p127,%p105,%p108;\nbra.uni L47;\nL45:\nsetp.ne.s32 %p127,%r387,0;\nL47:\nsetp.eq.s32 %p124,%r61,0;\n"
    "setp.ne.s32 %p123,%r56,0;\nand.pred %p110,%p123,%p127;\nselp.u32 %r301,1,0,%p110;\n"
    "{.reg .pred q;setp.ne.s32 q,%r301,0;\n@q prefetch.global.L2[%d68];}\n@%p124 bra L49;\nshl.b32 %r302,%r62,4;\n"
    "add.s32 %r368,%r302,%r381;\nbra.uni L54;\nL49:\nadd.s32 %r117,%r367,2;\nand.b32 %r303,%r117,14;\n"
    "setp.gt.u32 %p128,%r52,%r117;\nmul.wide.u32 %d185,%r303,24;\nadd.s64 %d186,%d80,%d185;\n"
    "add.s64 %d69,%d186,704;\nmov.u32 %r388,%r190;\n@%p37 bra L51;\nsetp.gt.u32 %p113,%r52,%r117;\n"
    "ld.param.u64 %d187,[%d69];\nsub.s64 %d188,%d51,%d187;\nand.b64 %d189,%d188,4611688217451692032;\n"
    "setp.eq.s64 %p114,%d189,4611688217451692032;\nand.pred %p128,%p113,%p114;\nmul.lo.s32 %r304,%r63,21;\n"
    "shr.u64 %d190,%d18,%r304;\ncvt.u32.u64 %r305,%d190;\nand.b32 %r306,%r305,1048575;\nadd.s32 %r307,%r306,1;\n"
    "setp.lt.u32 %p115,%r63,3;\nselp.b32 %r388,%r307,%r190,%p115;\nL51:\nld.param.u64 %d191,[%d69+-16];\n"
    "add.s64 %d229,%d39,%d191;\nld.param.u64 %d192,[%d69+-8];\nadd.s64 %d228,%d41,%d192;\n"
    "cvt.u32.u64 %r308,%d228;\nadd.s32 %r309,%r195,-1;\nand.b32 %r121,%r309,%r308;\nsub.s32 %r368,%r46,%r121;\n"
    "setp.eq.s64 %p116,%d49,0;\nmov.u64 %d237,%d50;\n@%p116 bra L53;\ncvt.u64.u32 %d193,%r121;\n"
    "sub.s64 %d194,%d49,%d193;\nadd.s64 %d229,%d194,%d229;\nadd.s64 %d228,%d194,%d228;\nadd.s64 %d195,%d50,%d193;\n"
    "max.u64 %d196,%d195,%d49;\nsub.s64 %d237,%d196,%d49;\nmov.u32 %r368,%r46;\nL53:\n"
    "setp.lt.u64 %p117,%d237,%d134;\ncvt.u32.u64 %r310,%d237;\nselp.b32 %r370,%r310,%r49,%p117;\n"
    "mul.lo.s32 %r311,%r49,%r388;\nselp.b32 %r369,%r311,0,%p128;\nL54:\nselp.u32 %r316,1,0,%p1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r316,0;\n@q st.global.v4.u32[%d55],{%r372,%r373,%r374,%r375};}\n"
    "setp.eq.s32 %p118,%r376,0;\nor.pred %p119,%p1,%p118;\n@%p119 bra L56;\nand.b32 %r318,%r376,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r318,0;\n@q st.global.u32[%d55],%r372;}\nshr.u32 %r325,%r376,1;\n"
    "and.b32 %r320,%r325,1;\nadd.s64 %d200,%d55,4;\n";
static const char cucore__ptx_10[] =
    "{.reg .pred q;setp.ne.s32 q,%r320,0;\n@q st.global.u32[%d200],%r373;}\nshr.u32 %r326,%r376,2;\n"
    "and.b32 %r322,%r326,1;\nadd.s64 %d201,%d55,8;\n{.reg .pred q;setp.ne.s32 q,%r322,0;\n"
    "@q st.global.u32[%d201],%r374;}\nshr.u32 %r327,%r376,3;\nand.b32 %r324,%r327,1;\nadd.s64 %d202,%d55,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r324,0;\n@q st.global.u32[%d202],%r375;}\nL56:\nselp.u32 %r332,1,0,%p8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r332,0;\n@q st.global.v4.u32[%d68],{%r383,%r384,%r385,%r386};}\n"
    "setp.eq.s32 %p120,%r387,0;\nor.pred %p121,%p8,%p120;\n@%p121 bra L58;\nand.b32 %r334,%r387,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r334,0;\n@q st.global.u32[%d68],%r383;}\nshr.u32 %r341,%r387,1;\n"
    "and.b32 %r336,%r341,1;\nadd.s64 %d205,%d68,4;\n{.reg .pred q;setp.ne.s32 q,%r336,0;\n"
    "@q st.global.u32[%d205],%r384;}\nshr.u32 %r342,%r387,2;\nand.b32 %r338,%r342,1;\nadd.s64 %d206,%d68,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r338,0;\n@q st.global.u32[%d206],%r385;}\nshr.u32 %r343,%r387,3;\n"
    "and.b32 %r340,%r343,1;\nadd.s64 %d207,%d68,12;\n{.reg .pred q;setp.ne.s32 q,%r340,0;\n"
    "@q st.global.u32[%d207],%r386;}\nL58:\nadd.s32 %r367,%r367,2;\nsetp.lt.u32 %p122,%r367,%r192;\n"
    "@%p122 bra L24;\nL59:\nret;\n}\n";
static const char *const cucore__kernel_ptx_spans[] = {cucore__ptx_6, cucore__ptx_7, cucore__ptx_8, cucore__ptx_9,
    cucore__ptx_10, NULL};
static const char cucore__ptx_11[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_strided(\n"
    ".param .align 8 .b8 p[1872]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<180>;\n"
    ".reg .b16 %rs<12>;\n.reg .b32 %r<304>;\n.reg .b64 %d<339>;\nmov.b64 %d68,p;\nld.param.u64 %d327,[p];\n"
    "mov.u32 %r280,0;\nld.param.u64 %d328,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r294,%r280;\n"
    "mov.u32 %r293,%r280;\nmov.u32 %r292,%r280;\nmov.u32 %r291,%r280;\nL1:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p66,%r280,0;\nmov.u32 %r285,%r6;\n@%p66 bra L5;\nsetp.ne.s32 %p67,%r280,1;\n@%p67 bra L4;\n"
    "mov.u32 %r285,%ctaid.y;\nbra.uni L5;\nL4:\nmov.u32 %r285,%ctaid.z;\nL5:\nmul.wide.u32 %d69,%r280,4;\n"
    "add.s64 %d70,%d68,%d69;\nld.param.u32 %r10,[%d70+64];\nsetp.ge.u32 %p68,%r294,%r10;\n@%p68 bra L8;\n"
    "mul.wide.u32 %d71,%r294,40;\nadd.s64 %d72,%d68,%d71;\nadd.s64 %d324,%d72,1104;\nL7:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r96,%r97},[%d324+-32];\nmul.hi.u32 %r100,%r285,%r97;\n"
    "ld.param.v2.u32{%r101,%r102},[%d324+-24];\nshr.u32 %r16,%r100,%r101;\nmul.lo.s32 %r105,%r16,%r96;\n"
    "sub.s32 %r106,%r285,%r105;\ncvt.u64.u32 %d73,%r106;\nld.param.u64 %d74,[%d324+-16];\n"
    "mul.lo.s64 %d75,%d74,%d73;\nld.param.u64 %d76,[%d324+-8];\nmul.lo.s64 %d77,%d76,%d73;\n"
    "ld.param.u32 %r107,[%d324];\nmul.lo.s32 %r108,%r106,%r107;\nadd.s64 %d327,%d75,%d327;\n"
    "add.s64 %d328,%d77,%d328;\nsetp.eq.s32 %p69,%r102,0;\nselp.b32 %r109,%r108,0,%p69;\n"
    "add.s32 %r291,%r109,%r291;\nsetp.eq.s32 %p70,%r102,1;\nselp.b32 %r110,%r108,0,%p70;\n"
    "add.s32 %r292,%r110,%r292;\nsetp.eq.s32 %p71,%r102,2;\nselp.b32 %r111,%r108,0,%p71;\n"
    "add.s32 %r293,%r111,%r293;\nadd.s64 %d324,%d324,40;\nadd.s32 %r294,%r294,1;\nsetp.lt.u32 %p72,%r294,%r10;\n"
    "mov.u32 %r285,%r16;\n@%p72 bra L7;\nL8:\nadd.s32 %r280,%r280,1;\nsetp.lt.u32 %p73,%r280,3;\n@%p73 bra L1;\n"
    "ld.param.v2.u32{%r112,%r113},[%d68+104];\nadd.s32 %r116,%r291,1;\nsetp.eq.s32 %p74,%r116,%r112;\n"
    "ld.param.u64 %d78,[%d68+128];\nneg.s64 %d79,%d78;\nselp.b64 %d80,%d79,0,%p74;\nld.param.u64 %d15,[%d68+120];\n"
    "add.s64 %d81,%d80,%d15;\nadd.s32 %r117,%r292,1;\nsetp.eq.s32 %p75,%r117,%r113;\n"
    "ld.param.u64 %d82,[%d68+136];\nneg.s64 %d83,%d82;\nselp.b64 %d84,%d83,0,%p75;\nadd.s64 %d85,%d81,%d84;\n"
    "ld.param.u32 %r118,[%d68+112];\nadd.s32 %r119,%r293,1;\nsetp.eq.s32 %p76,%r119,%r118;\n"
    "ld.param.u64 %d86,[%d68+144];\nneg.s64 %d87,%d86;\nselp.b64 %d88,%d87,0,%p76;\nadd.s64 %d16,%d85,%d88;\n"
    "setp.ge.u32 %p77,%r291,%r112;\nsetp.ge.u32 %p78,%r292,%r113;\nor.pred %p79,%p77,%p78;\n"
    "setp.ge.u32 %p80,%r293,%r118;\nor.pred %p81,%p79,%p80;\n@%p81 bra L75;\nmov.u32 %r298,%tid.x;\n"
    "ld.param.u32 %r120,[%d68+152];\nsetp.le.u32 %p82,%r120,%r298;\n@%p82 bra L75;\nld.param.u32 %r27,[%d68+172];\n"
    "mov.u64 %d333,0;\nsetp.lt.u32 %p83,%r27,2;\nmov.u32 %r297,0;\nmov.u64 %d334,%d333;\nmov.u64 %d335,%d333;\n"
    "@%p83 bra L14;\nmov.u64 %d335,0;\nmov.u32 %r295,0;\nmov.u64 %d329,%d68;\nmov.u32 %r296,%r298;\n"
    "mov.u64 %d334,%d335;\nmov.u64 %d333,%d335;\nL13:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r123,%r124},[%d329+208];\nmul.hi.u32 %r127,%r296,%r124;\nld.param.u32 %r128,[%d329+216];\n"
    "shr.u32 %r298,%r127,%r128;\nmul.lo.s32 %r129,%r298,%r123;\nsub.s32 %r130,%r296,%r129;\n"
    "cvt.u64.u32 %d95,%r130;\nld.param.u64 %d96,[%d329+224];\nmul.lo.s64 %d97,%d96,%d95;\n"
    "add.s64 %d333,%d97,%d333;\nld.param.u64 %d98,[%d329+232];\nmul.lo.s64 %d99,%d98,%d95;\n"
    "add.s64 %d334,%d99,%d334;\nld.param.u64 %d100,[%d329+240];\nmul.lo.s64 %d101,%d100,%d95;\n"
    "add.s64 %d335,%d101,%d335;\nadd.s64 %d329,%d329,40;\nadd.s32 %r297,%r295,1;\nadd.s32 %r131,%r295,2;\n"
    "setp.lt.u32 %p84,%r131,%r27;\nmov.u32 %r295,%r297;\nmov.u32 %r296,%r298;\n@%p84 bra L13;\nL14:\n"
    "setp.ge.u32 %p85,%r297,%r27;\n@%p85 bra L16;\nmul.wide.u32 %d102,%r297,40;\nadd.s64 %d103,%d68,%d102;\n"
    "cvt.u64.u32 %d104,%r298;\nld.param.u64 %d105,[%d103+224];\nmul.lo.s64 %d106,%d105,%d104;\n"
    "add.s64 %d333,%d106,%d333;\nld.param.u64 %d107,[%d103+232];\nmul.lo.s64 %d108,%d107,%d104;\n"
    "add.s64 %d334,%d108,%d334;\nld.param.u64 %d109,[%d103+240];\nmul.lo.s64 %d110,%d109,%d104;\n"
    "add.s64 %d335,%d110,%d335;\nL16:\n";
static const char cucore__ptx_12[] =
    "ld.param.u32 %r34,[%d68+24];\nsetp.eq.s32 %p86,%r34,1;\n@%p86 bra L64;\nbra.uni L17;\nL64:\n"
    "ld.param.u32 %r80,[%d68+176];\nsetp.eq.s32 %p146,%r80,0;\n@%p146 bra L75;\nadd.s64 %d61,%d333,%d327;\n"
    "sub.s64 %d62,%d16,%d335;\nadd.s64 %d63,%d334,%d328;\nmov.u32 %r303,3;\nL66:\n.pragma \"nounroll\";\n"
    "add.s32 %r82,%r303,-3;\nand.b32 %r256,%r82,12;\nsetp.lt.u32 %p147,%r82,%r80;\nsetp.eq.s64 %p53,%d16,%d15;\n"
    "setp.ge.u32 %p148,%r82,%r80;\nor.pred %p149,%p53,%p148;\nand.pred %p176,%p147,%p53;\n"
    "mul.wide.u32 %d286,%r256,24;\nadd.s64 %d287,%d68,%d286;\nadd.s64 %d64,%d287,704;\n@%p149 bra L68;\n"
    "ld.param.u64 %d288,[%d64];\nsub.s64 %d289,%d62,%d288;\nand.b64 %d290,%d289,4611688217451692032;\n"
    "setp.eq.s64 %p176,%d290,4611688217451692032;\nL68:\nld.param.u64 %d292,[%d64+-16];\n"
    "add.s64 %d291,%d61,%d292;\nselp.u32 %r258,1,0,%p176;\n{.reg .pred q;setp.ne.s32 q,%r258,0;\n"
    "mov.b32 %r257,0;@q ld.global.u8 %r257,[%d291];}\nadd.s32 %r259,%r303,-2;\nand.b32 %r260,%r259,13;\n"
    "add.s32 %r85,%r82,1;\nsetp.lt.u32 %p150,%r85,%r80;\nsetp.ge.u32 %p151,%r85,%r80;\nor.pred %p152,%p53,%p151;\n"
    "and.pred %p177,%p150,%p53;\nmul.wide.u32 %d293,%r260,24;\nadd.s64 %d294,%d68,%d293;\nadd.s64 %d65,%d294,688;\n"
    "@%p152 bra L70;\nld.param.u64 %d295,[%d65+16];\nsub.s64 %d296,%d62,%d295;\n"
    "and.b64 %d297,%d296,4611688217451692032;\nsetp.eq.s64 %p177,%d297,4611688217451692032;\nL70:\n"
    "ld.param.u64 %d299,[%d65];\nadd.s64 %d298,%d61,%d299;\nselp.u32 %r262,1,0,%p177;\n"
    "{.reg .pred q;setp.ne.s32 q,%r262,0;\nmov.b32 %r261,0;@q ld.global.u8 %r261,[%d298];}\n"
    "add.s32 %r263,%r303,-1;\nand.b32 %r264,%r263,14;\nadd.s32 %r265,%r85,1;\nsetp.lt.u32 %p153,%r265,%r80;\n"
    "setp.ge.u32 %p154,%r265,%r80;\nor.pred %p155,%p53,%p154;\nand.pred %p178,%p153,%p53;\n"
    "mul.wide.u32 %d300,%r264,24;\nadd.s64 %d301,%d68,%d300;\nadd.s64 %d66,%d301,704;\n@%p155 bra L72;\n"
    "ld.param.u64 %d302,[%d66];\nsub.s64 %d303,%d62,%d302;\nand.b64 %d304,%d303,4611688217451692032;\n"
    "setp.eq.s64 %p178,%d304,4611688217451692032;\nL72:\nld.param.u64 %d306,[%d66+-16];\n"
    "add.s64 %d305,%d61,%d306;\nselp.u32 %r267,1,0,%p178;\n{.reg .pred q;setp.ne.s32 q,%r267,0;\n"
    "mov.b32 %r266,0;@q ld.global.u8 %r266,[%d305];}\nand.b32 %r268,%r303,15;\nsetp.lt.u32 %p156,%r303,%r80;\n"
    "setp.ge.u32 %p157,%r303,%r80;\nor.pred %p158,%p53,%p157;\nand.pred %p179,%p156,%p53;\n"
    "mul.wide.u32 %d307,%r268,24;\nadd.s64 %d308,%d68,%d307;\nadd.s64 %d67,%d308,704;\n@%p158 bra L74;\n"
    "ld.param.u64 %d309,[%d67];\nsub.s64 %d310,%d62,%d309;\nand.b64 %d311,%d310,4611688217451692032;\n"
    "setp.eq.s64 %p179,%d311,4611688217451692032;\nL74:\nld.param.u64 %d317,[%d67+-16];\n"
    "add.s64 %d312,%d61,%d317;\nselp.u32 %r278,1,0,%p179;\n{.reg .pred q;setp.ne.s32 q,%r278,0;\n"
    "mov.b32 %r269,0;@q ld.global.u8 %r269,[%d312];}\nld.param.u64 %d318,[%d64+-8];\nadd.s64 %d313,%d63,%d318;\n"
    "and.b32 %r271,%r257,255;\n{.reg .pred q;setp.ne.s32 q,%r258,0;\n@q st.global.u8[%d313],%r271;}\n"
    "ld.param.u64 %d319,[%d65+8];\nadd.s64 %d314,%d63,%d319;\nand.b32 %r273,%r261,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r262,0;\n@q st.global.u8[%d314],%r273;}\nld.param.u64 %d320,[%d66+-8];\n"
    "add.s64 %d315,%d63,%d320;\nand.b32 %r275,%r266,255;\n{.reg .pred q;setp.ne.s32 q,%r267,0;\n"
    "@q st.global.u8[%d315],%r275;}\nld.param.u64 %d321,[%d67+-8];\nadd.s64 %d316,%d63,%d321;\n"
    "and.b32 %r277,%r269,255;\n{.reg .pred q;setp.ne.s32 q,%r278,0;\n@q st.global.u8[%d316],%r277;}\n"
    "add.s32 %r90,%r303,4;\nadd.s32 %r279,%r303,1;\nsetp.lt.u32 %p159,%r279,%r80;\nmov.u32 %r303,%r90;\n"
    "@%p159 bra L66;\nbra.uni L75;\nL17:\nsetp.eq.s32 %p87,%r34,2;\n@%p87 bra L53;\nbra.uni L18;\nL53:\n"
    "ld.param.u32 %r72,[%d68+176];\nsetp.eq.s32 %p132,%r72,0;\n@%p132 bra L75;\nadd.s64 %d54,%d333,%d327;\n"
    "sub.s64 %d55,%d16,%d335;\nadd.s64 %d56,%d334,%d328;\nmov.u32 %r302,3;\nL55:\n.pragma \"nounroll\";\n"
    "add.s32 %r74,%r302,-3;\nand.b32 %r239,%r74,12;\nsetp.lt.u32 %p133,%r74,%r72;\nsetp.eq.s64 %p40,%d16,%d15;\n"
    "setp.ge.u32 %p134,%r74,%r72;\nor.pred %p135,%p40,%p134;\nand.pred %p172,%p133,%p40;\n"
    "mul.wide.u32 %d250,%r239,24;\nadd.s64 %d251,%d68,%d250;\nadd.s64 %d57,%d251,704;\n@%p135 bra L57;\n";
static const char cucore__ptx_13[] =
    "ld.param.u64 %d252,[%d57];\nsub.s64 %d253,%d55,%d252;\nand.b64 %d254,%d253,4611688217451692032;\n"
    "setp.eq.s64 %p172,%d254,4611688217451692032;\nL57:\nld.param.u64 %d256,[%d57+-16];\n"
    "add.s64 %d255,%d54,%d256;\nselp.u32 %r240,1,0,%p172;\n{.reg .pred q;setp.ne.s32 q,%r240,0;\n"
    "mov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d255];}\nadd.s32 %r241,%r302,-2;\nand.b32 %r242,%r241,13;\n"
    "add.s32 %r76,%r74,1;\nsetp.lt.u32 %p136,%r76,%r72;\nsetp.ge.u32 %p137,%r76,%r72;\nor.pred %p138,%p40,%p137;\n"
    "and.pred %p173,%p136,%p40;\nmul.wide.u32 %d257,%r242,24;\nadd.s64 %d258,%d68,%d257;\nadd.s64 %d58,%d258,688;\n"
    "@%p138 bra L59;\nld.param.u64 %d259,[%d58+16];\nsub.s64 %d260,%d55,%d259;\n"
    "and.b64 %d261,%d260,4611688217451692032;\nsetp.eq.s64 %p173,%d261,4611688217451692032;\nL59:\n"
    "ld.param.u64 %d263,[%d58];\nadd.s64 %d262,%d54,%d263;\nselp.u32 %r243,1,0,%p173;\n"
    "{.reg .pred q;setp.ne.s32 q,%r243,0;\nmov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d262];}\n"
    "add.s32 %r244,%r302,-1;\nand.b32 %r245,%r244,14;\nadd.s32 %r246,%r76,1;\nsetp.lt.u32 %p139,%r246,%r72;\n"
    "setp.ge.u32 %p140,%r246,%r72;\nor.pred %p141,%p40,%p140;\nand.pred %p174,%p139,%p40;\n"
    "mul.wide.u32 %d264,%r245,24;\nadd.s64 %d265,%d68,%d264;\nadd.s64 %d59,%d265,704;\n@%p141 bra L61;\n"
    "ld.param.u64 %d266,[%d59];\nsub.s64 %d267,%d55,%d266;\nand.b64 %d268,%d267,4611688217451692032;\n"
    "setp.eq.s64 %p174,%d268,4611688217451692032;\nL61:\nld.param.u64 %d270,[%d59+-16];\n"
    "add.s64 %d269,%d54,%d270;\nselp.u32 %r247,1,0,%p174;\n{.reg .pred q;setp.ne.s32 q,%r247,0;\n"
    "mov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d269];}\nand.b32 %r248,%r302,15;\nsetp.lt.u32 %p142,%r302,%r72;\n"
    "setp.ge.u32 %p143,%r302,%r72;\nor.pred %p144,%p40,%p143;\nand.pred %p175,%p142,%p40;\n"
    "mul.wide.u32 %d271,%r248,24;\nadd.s64 %d272,%d68,%d271;\nadd.s64 %d60,%d272,704;\n@%p144 bra L63;\n"
    "ld.param.u64 %d273,[%d60];\nsub.s64 %d274,%d55,%d273;\nand.b64 %d275,%d274,4611688217451692032;\n"
    "setp.eq.s64 %p175,%d275,4611688217451692032;\nL63:\nld.param.u64 %d281,[%d60+-16];\n"
    "add.s64 %d276,%d54,%d281;\nselp.u32 %r253,1,0,%p175;\n{.reg .pred q;setp.ne.s32 q,%r253,0;\n"
    "mov.b16 %rs7,0;@q ld.global.u16 %rs7,[%d276];}\nld.param.u64 %d282,[%d57+-8];\nadd.s64 %d277,%d56,%d282;\n"
    "{.reg .pred q;setp.ne.s32 q,%r240,0;\n@q st.global.u16[%d277],%rs4;}\nld.param.u64 %d283,[%d58+8];\n"
    "add.s64 %d278,%d56,%d283;\n{.reg .pred q;setp.ne.s32 q,%r243,0;\n@q st.global.u16[%d278],%rs5;}\n"
    "ld.param.u64 %d284,[%d59+-8];\nadd.s64 %d279,%d56,%d284;\n{.reg .pred q;setp.ne.s32 q,%r247,0;\n"
    "@q st.global.u16[%d279],%rs6;}\nld.param.u64 %d285,[%d60+-8];\nadd.s64 %d280,%d56,%d285;\n"
    "{.reg .pred q;setp.ne.s32 q,%r253,0;\n@q st.global.u16[%d280],%rs7;}\nadd.s32 %r79,%r302,4;\n"
    "add.s32 %r254,%r302,1;\nsetp.lt.u32 %p145,%r254,%r72;\nmov.u32 %r302,%r79;\n@%p145 bra L55;\nbra.uni L75;\n"
    "L18:\nsetp.eq.s32 %p88,%r34,4;\n@%p88 bra L42;\nbra.uni L19;\nL42:\nld.param.u32 %r61,[%d68+176];\n"
    "setp.eq.s32 %p118,%r61,0;\n@%p118 bra L75;\nadd.s64 %d47,%d333,%d327;\nsub.s64 %d48,%d16,%d335;\n"
    "add.s64 %d49,%d334,%d328;\nmov.u32 %r301,3;\nL44:\n.pragma \"nounroll\";\nadd.s32 %r63,%r301,-3;\n"
    "and.b32 %r214,%r63,12;\nsetp.lt.u32 %p119,%r63,%r61;\nsetp.eq.s64 %p27,%d16,%d15;\n"
    "setp.ge.u32 %p120,%r63,%r61;\nor.pred %p121,%p27,%p120;\nand.pred %p168,%p119,%p27;\n"
    "mul.wide.u32 %d214,%r214,24;\nadd.s64 %d215,%d68,%d214;\nadd.s64 %d50,%d215,704;\n@%p121 bra L46;\n"
    "ld.param.u64 %d216,[%d50];\nsub.s64 %d217,%d48,%d216;\nand.b64 %d218,%d217,4611688217451692032;\n"
    "setp.eq.s64 %p168,%d218,4611688217451692032;\nL46:\nld.param.u64 %d220,[%d50+-16];\n"
    "add.s64 %d219,%d47,%d220;\nselp.u32 %r216,1,0,%p168;\n{.reg .pred q;setp.ne.s32 q,%r216,0;\n"
    "mov.b32 %r215,0;@q ld.global.u32 %r215,[%d219];}\nadd.s32 %r217,%r301,-2;\nand.b32 %r218,%r217,13;\n"
    "add.s32 %r66,%r63,1;\nsetp.lt.u32 %p122,%r66,%r61;\nsetp.ge.u32 %p123,%r66,%r61;\nor.pred %p124,%p27,%p123;\n"
    "and.pred %p169,%p122,%p27;\nmul.wide.u32 %d221,%r218,24;\nadd.s64 %d222,%d68,%d221;\nadd.s64 %d51,%d222,688;\n"
    "@%p124 bra L48;\nld.param.u64 %d223,[%d51+16];\nsub.s64 %d224,%d48,%d223;\n";
static const char cucore__ptx_14[] =
    "and.b64 %d225,%d224,4611688217451692032;\nsetp.eq.s64 %p169,%d225,4611688217451692032;\nL48:\n"
    "ld.param.u64 %d227,[%d51];\nadd.s64 %d226,%d47,%d227;\nselp.u32 %r220,1,0,%p169;\n"
    "{.reg .pred q;setp.ne.s32 q,%r220,0;\nmov.b32 %r219,0;@q ld.global.u32 %r219,[%d226];}\n"
    "add.s32 %r221,%r301,-1;\nand.b32 %r222,%r221,14;\nadd.s32 %r223,%r66,1;\nsetp.lt.u32 %p125,%r223,%r61;\n"
    "setp.ge.u32 %p126,%r223,%r61;\nor.pred %p127,%p27,%p126;\nand.pred %p170,%p125,%p27;\n"
    "mul.wide.u32 %d228,%r222,24;\nadd.s64 %d229,%d68,%d228;\nadd.s64 %d52,%d229,704;\n@%p127 bra L50;\n"
    "ld.param.u64 %d230,[%d52];\nsub.s64 %d231,%d48,%d230;\nand.b64 %d232,%d231,4611688217451692032;\n"
    "setp.eq.s64 %p170,%d232,4611688217451692032;\nL50:\nld.param.u64 %d234,[%d52+-16];\n"
    "add.s64 %d233,%d47,%d234;\nselp.u32 %r225,1,0,%p170;\n{.reg .pred q;setp.ne.s32 q,%r225,0;\n"
    "mov.b32 %r224,0;@q ld.global.u32 %r224,[%d233];}\nand.b32 %r226,%r301,15;\nsetp.lt.u32 %p128,%r301,%r61;\n"
    "setp.ge.u32 %p129,%r301,%r61;\nor.pred %p130,%p27,%p129;\nand.pred %p171,%p128,%p27;\n"
    "mul.wide.u32 %d235,%r226,24;\nadd.s64 %d236,%d68,%d235;\nadd.s64 %d53,%d236,704;\n@%p130 bra L52;\n"
    "ld.param.u64 %d237,[%d53];\nsub.s64 %d238,%d48,%d237;\nand.b64 %d239,%d238,4611688217451692032;\n"
    "setp.eq.s64 %p171,%d239,4611688217451692032;\nL52:\nld.param.u64 %d245,[%d53+-16];\n"
    "add.s64 %d240,%d47,%d245;\nselp.u32 %r236,1,0,%p171;\n{.reg .pred q;setp.ne.s32 q,%r236,0;\n"
    "mov.b32 %r227,0;@q ld.global.u32 %r227,[%d240];}\nld.param.u64 %d246,[%d50+-8];\nadd.s64 %d241,%d49,%d246;\n"
    "{.reg .pred q;setp.ne.s32 q,%r216,0;\n@q st.global.u32[%d241],%r215;}\nld.param.u64 %d247,[%d51+8];\n"
    "add.s64 %d242,%d49,%d247;\n{.reg .pred q;setp.ne.s32 q,%r220,0;\n@q st.global.u32[%d242],%r219;}\n"
    "ld.param.u64 %d248,[%d52+-8];\nadd.s64 %d243,%d49,%d248;\n{.reg .pred q;setp.ne.s32 q,%r225,0;\n"
    "@q st.global.u32[%d243],%r224;}\nld.param.u64 %d249,[%d53+-8];\nadd.s64 %d244,%d49,%d249;\n"
    "{.reg .pred q;setp.ne.s32 q,%r236,0;\n@q st.global.u32[%d244],%r227;}\nadd.s32 %r71,%r301,4;\n"
    "add.s32 %r237,%r301,1;\nsetp.lt.u32 %p131,%r237,%r61;\nmov.u32 %r301,%r71;\n@%p131 bra L44;\nbra.uni L75;\n"
    "L19:\nsetp.eq.s32 %p89,%r34,8;\nld.param.u32 %r35,[%d68+176];\n@%p89 bra L31;\nbra.uni L20;\nL31:\n"
    "setp.eq.s32 %p104,%r35,0;\n@%p104 bra L75;\nadd.s64 %d37,%d333,%d327;\nsub.s64 %d38,%d16,%d335;\n"
    "add.s64 %d39,%d334,%d328;\nmov.u32 %r300,3;\nL33:\n.pragma \"nounroll\";\nadd.s32 %r55,%r300,-3;\n"
    "and.b32 %r197,%r55,12;\nsetp.lt.u32 %p105,%r55,%r35;\nsetp.eq.s64 %p14,%d16,%d15;\n"
    "setp.ge.u32 %p106,%r55,%r35;\nor.pred %p107,%p14,%p106;\nand.pred %p164,%p105,%p14;\n"
    "mul.wide.u32 %d170,%r197,24;\nadd.s64 %d171,%d68,%d170;\nadd.s64 %d40,%d171,704;\n@%p107 bra L35;\n"
    "ld.param.u64 %d172,[%d40];\nsub.s64 %d173,%d38,%d172;\nand.b64 %d174,%d173,4611688217451692032;\n"
    "setp.eq.s64 %p164,%d174,4611688217451692032;\nL35:\nld.param.u64 %d177,[%d40+-16];\n"
    "add.s64 %d176,%d37,%d177;\nselp.u32 %r198,1,0,%p164;\n{.reg .pred q;setp.ne.s32 q,%r198,0;\n"
    "mov.b64 %d175,0;@q ld.global.u64 %d175,[%d176];}\nadd.s32 %r199,%r300,-2;\nand.b32 %r200,%r199,13;\n"
    "add.s32 %r57,%r55,1;\nsetp.lt.u32 %p108,%r57,%r35;\nsetp.ge.u32 %p109,%r57,%r35;\nor.pred %p110,%p14,%p109;\n"
    "and.pred %p165,%p108,%p14;\nmul.wide.u32 %d178,%r200,24;\nadd.s64 %d179,%d68,%d178;\nadd.s64 %d42,%d179,688;\n"
    "@%p110 bra L37;\nld.param.u64 %d180,[%d42+16];\nsub.s64 %d181,%d38,%d180;\n"
    "and.b64 %d182,%d181,4611688217451692032;\nsetp.eq.s64 %p165,%d182,4611688217451692032;\nL37:\n"
    "ld.param.u64 %d185,[%d42];\nadd.s64 %d184,%d37,%d185;\nselp.u32 %r201,1,0,%p165;\n"
    "{.reg .pred q;setp.ne.s32 q,%r201,0;\nmov.b64 %d183,0;@q ld.global.u64 %d183,[%d184];}\n"
    "add.s32 %r202,%r300,-1;\nand.b32 %r203,%r202,14;\nadd.s32 %r204,%r57,1;\nsetp.lt.u32 %p111,%r204,%r35;\n"
    "setp.ge.u32 %p112,%r204,%r35;\nor.pred %p113,%p14,%p112;\nand.pred %p166,%p111,%p14;\n"
    "mul.wide.u32 %d186,%r203,24;\nadd.s64 %d187,%d68,%d186;\nadd.s64 %d44,%d187,704;\n@%p113 bra L39;\n"
    "ld.param.u64 %d188,[%d44];\nsub.s64 %d189,%d38,%d188;\nand.b64 %d190,%d189,4611688217451692032;\n";
static const char cucore__ptx_15[] =
    "setp.eq.s64 %p166,%d190,4611688217451692032;\nL39:\nld.param.u64 %d193,[%d44+-16];\n"
    "add.s64 %d192,%d37,%d193;\nselp.u32 %r205,1,0,%p166;\n{.reg .pred q;setp.ne.s32 q,%r205,0;\n"
    "mov.b64 %d191,0;@q ld.global.u64 %d191,[%d192];}\nand.b32 %r206,%r300,15;\nsetp.lt.u32 %p114,%r300,%r35;\n"
    "setp.ge.u32 %p115,%r300,%r35;\nor.pred %p116,%p14,%p115;\nand.pred %p167,%p114,%p14;\n"
    "mul.wide.u32 %d194,%r206,24;\nadd.s64 %d195,%d68,%d194;\nadd.s64 %d46,%d195,704;\n@%p116 bra L41;\n"
    "ld.param.u64 %d196,[%d46];\nsub.s64 %d197,%d38,%d196;\nand.b64 %d198,%d197,4611688217451692032;\n"
    "setp.eq.s64 %p167,%d198,4611688217451692032;\nL41:\nld.param.u64 %d209,[%d46+-16];\n"
    "add.s64 %d200,%d37,%d209;\nselp.u32 %r211,1,0,%p167;\n{.reg .pred q;setp.ne.s32 q,%r211,0;\n"
    "mov.b64 %d199,0;@q ld.global.u64 %d199,[%d200];}\nld.param.u64 %d210,[%d40+-8];\nadd.s64 %d201,%d39,%d210;\n"
    "{.reg .pred q;setp.ne.s32 q,%r198,0;\n@q st.global.u64[%d201],%d175;}\nld.param.u64 %d211,[%d42+8];\n"
    "add.s64 %d203,%d39,%d211;\n{.reg .pred q;setp.ne.s32 q,%r201,0;\n@q st.global.u64[%d203],%d183;}\n"
    "ld.param.u64 %d212,[%d44+-8];\nadd.s64 %d205,%d39,%d212;\n{.reg .pred q;setp.ne.s32 q,%r205,0;\n"
    "@q st.global.u64[%d205],%d191;}\nld.param.u64 %d213,[%d46+-8];\nadd.s64 %d207,%d39,%d213;\n"
    "{.reg .pred q;setp.ne.s32 q,%r211,0;\n@q st.global.u64[%d207],%d199;}\nadd.s32 %r60,%r300,4;\n"
    "add.s32 %r212,%r300,1;\nsetp.lt.u32 %p117,%r212,%r35;\nmov.u32 %r300,%r60;\n@%p117 bra L33;\nbra.uni L75;\n"
    "L20:\nsetp.eq.s32 %p90,%r35,0;\n@%p90 bra L75;\nadd.s64 %d34,%d333,%d327;\nsub.s64 %d35,%d16,%d335;\n"
    "add.s64 %d36,%d334,%d328;\nmov.u32 %r299,3;\nadd.s64 %d157,%d68,688;\nL22:\n.pragma \"nounroll\";\n"
    "add.s32 %r133,%r299,-3;\nsetp.lt.u32 %p91,%r133,%r35;\nsetp.eq.s64 %p1,%d16,%d15;\n"
    "setp.ge.u32 %p92,%r133,%r35;\nor.pred %p93,%p1,%p92;\nand.pred %p160,%p91,%p1;\n@%p93 bra L24;\n"
    "and.b32 %r135,%r133,12;\nmul.wide.u32 %d112,%r135,24;\nadd.s64 %d113,%d68,%d112;\n"
    "ld.param.u64 %d114,[%d113+704];\nsub.s64 %d115,%d35,%d114;\nand.b64 %d116,%d115,4611688217451692032;\n"
    "setp.eq.s64 %p160,%d116,4611688217451692032;\nL24:\nand.b32 %r142,%r133,12;\nmul.wide.u32 %d119,%r142,24;\n"
    "add.s64 %d120,%d68,%d119;\nld.param.u64 %d121,[%d120+688];\nadd.s64 %d117,%d34,%d121;\n"
    "selp.u32 %r140,1,0,%p160;\n{.reg .pred q;setp.ne.s32 q,%r140,0;\n"
    "mov.u32 %r136,0;mov.u32 %r137,0;mov.u32 %r138,0;mov.u32 %r139,0;\n"
    "@q ld.global.v4.u32{%r136,%r137,%r138,%r139},[%d117];}\nadd.s32 %r42,%r299,-2;\nsetp.lt.u32 %p94,%r42,%r35;\n"
    "setp.ge.u32 %p95,%r42,%r35;\nor.pred %p96,%p1,%p95;\nand.pred %p161,%p94,%p1;\n@%p96 bra L26;\n"
    "and.b32 %r144,%r42,13;\nmul.wide.u32 %d123,%r144,24;\nadd.s64 %d124,%d68,%d123;\n"
    "ld.param.u64 %d125,[%d124+704];\nsub.s64 %d126,%d35,%d125;\nand.b64 %d127,%d126,4611688217451692032;\n"
    "setp.eq.s64 %p161,%d127,4611688217451692032;\nL26:\nand.b32 %r151,%r42,13;\nmul.wide.u32 %d130,%r151,24;\n"
    "add.s64 %d131,%d68,%d130;\nld.param.u64 %d132,[%d131+688];\nadd.s64 %d128,%d34,%d132;\n"
    "selp.u32 %r149,1,0,%p161;\n{.reg .pred q;setp.ne.s32 q,%r149,0;\n"
    "mov.u32 %r145,0;mov.u32 %r146,0;mov.u32 %r147,0;mov.u32 %r148,0;\n"
    "@q ld.global.v4.u32{%r145,%r146,%r147,%r148},[%d128];}\nadd.s32 %r152,%r42,1;\nsetp.lt.u32 %p97,%r152,%r35;\n"
    "setp.ge.u32 %p98,%r152,%r35;\nor.pred %p99,%p1,%p98;\nand.pred %p162,%p97,%p1;\n@%p99 bra L28;\n"
    "add.s32 %r153,%r299,-1;\nand.b32 %r154,%r153,14;\nmul.wide.u32 %d134,%r154,24;\nadd.s64 %d135,%d68,%d134;\n"
    "ld.param.u64 %d136,[%d135+704];\nsub.s64 %d137,%d35,%d136;\nand.b64 %d138,%d137,4611688217451692032;\n"
    "setp.eq.s64 %p162,%d138,4611688217451692032;\nL28:\nadd.s32 %r160,%r299,-1;\nand.b32 %r161,%r160,14;\n"
    "mul.wide.u32 %d141,%r161,24;\nadd.s64 %d142,%d68,%d141;\nld.param.u64 %d143,[%d142+688];\n"
    "add.s64 %d139,%d34,%d143;\nselp.u32 %r159,1,0,%p162;\n{.reg .pred q;setp.ne.s32 q,%r159,0;\n"
    "mov.u32 %r155,0;mov.u32 %r156,0;mov.u32 %r157,0;mov.u32 %r158,0;\n"
    "@q ld.global.v4.u32{%r155,%r156,%r157,%r158},[%d139];}\nsetp.lt.u32 %p100,%r299,%r35;\n"
    "setp.ge.u32 %p101,%r299,%r35;\nor.pred %p102,%p1,%p101;\nand.pred %p163,%p100,%p1;\n@%p102 bra L30;\n";
static const char cucore__ptx_16[] =
    "and.b32 %r162,%r299,15;\nmul.wide.u32 %d145,%r162,24;\nadd.s64 %d146,%d68,%d145;\n"
    "ld.param.u64 %d147,[%d146+704];\nsub.s64 %d148,%d35,%d147;\nand.b64 %d149,%d148,4611688217451692032;\n"
    "setp.eq.s64 %p163,%d149,4611688217451692032;\nL30:\nand.b32 %r188,%r299,15;\nmul.wide.u32 %d156,%r188,24;\n"
    "add.s64 %d158,%d157,%d156;\nld.param.u64 %d159,[%d158];\nadd.s64 %d150,%d34,%d159;\n"
    "selp.u32 %r187,1,0,%p163;\n{.reg .pred q;setp.ne.s32 q,%r187,0;\n"
    "mov.u32 %r163,0;mov.u32 %r164,0;mov.u32 %r165,0;mov.u32 %r166,0;\n"
    "@q ld.global.v4.u32{%r163,%r164,%r165,%r166},[%d150];}\nadd.s64 %d161,%d157,%d119;\n"
    "ld.param.u64 %d162,[%d161+8];\nadd.s64 %d151,%d36,%d162;\n{.reg .pred q;setp.ne.s32 q,%r140,0;\n"
    "@q st.global.v4.u32[%d151],{%r136,%r137,%r138,%r139};}\nadd.s64 %d164,%d157,%d130;\n"
    "ld.param.u64 %d165,[%d164+8];\nadd.s64 %d152,%d36,%d165;\n{.reg .pred q;setp.ne.s32 q,%r149,0;\n"
    "@q st.global.v4.u32[%d152],{%r145,%r146,%r147,%r148};}\nadd.s64 %d167,%d157,%d141;\n"
    "ld.param.u64 %d168,[%d167+8];\nadd.s64 %d153,%d36,%d168;\n{.reg .pred q;setp.ne.s32 q,%r159,0;\n"
    "@q st.global.v4.u32[%d153],{%r155,%r156,%r157,%r158};}\nld.param.u64 %d169,[%d158+8];\n"
    "add.s64 %d154,%d36,%d169;\n{.reg .pred q;setp.ne.s32 q,%r187,0;\n"
    "@q st.global.v4.u32[%d154],{%r163,%r164,%r165,%r166};}\nadd.s32 %r53,%r299,4;\nadd.s32 %r195,%r299,1;\n"
    "setp.lt.u32 %p103,%r195,%r35;\nmov.u32 %r299,%r53;\n@%p103 bra L22;\nL75:\nret;\n}\n";
static const char *const cucore__kernel_ptx_strided[] = {cucore__ptx_11, cucore__ptx_12, cucore__ptx_13,
    cucore__ptx_14, cucore__ptx_15, cucore__ptx_16, NULL};
static const char cucore__ptx_17[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_many(\n"
    ".param .align 8 .b8 p[3632]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<180>;\n"
    ".reg .b16 %rs<12>;\n.reg .b32 %r<304>;\n.reg .b64 %d<339>;\nmov.b64 %d68,p;\nld.param.u64 %d327,[p];\n"
    "mov.u32 %r280,0;\nld.param.u64 %d328,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r294,%r280;\n"
    "mov.u32 %r293,%r280;\nmov.u32 %r292,%r280;\nmov.u32 %r291,%r280;\nL1:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p66,%r280,0;\nmov.u32 %r285,%r6;\n@%p66 bra L5;\nsetp.ne.s32 %p67,%r280,1;\n@%p67 bra L4;\n"
    "mov.u32 %r285,%ctaid.y;\nbra.uni L5;\nL4:\nmov.u32 %r285,%ctaid.z;\nL5:\nmul.wide.u32 %d69,%r280,4;\n"
    "add.s64 %d70,%d68,%d69;\nld.param.u32 %r10,[%d70+64];\nsetp.ge.u32 %p68,%r294,%r10;\n@%p68 bra L8;\n"
    "mul.wide.u32 %d71,%r294,40;\nadd.s64 %d72,%d68,%d71;\nadd.s64 %d324,%d72,1104;\nL7:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r96,%r97},[%d324+-32];\nmul.hi.u32 %r100,%r285,%r97;\n"
    "ld.param.v2.u32{%r101,%r102},[%d324+-24];\nshr.u32 %r16,%r100,%r101;\nmul.lo.s32 %r105,%r16,%r96;\n"
    "sub.s32 %r106,%r285,%r105;\ncvt.u64.u32 %d73,%r106;\nld.param.u64 %d74,[%d324+-16];\n"
    "mul.lo.s64 %d75,%d74,%d73;\nld.param.u64 %d76,[%d324+-8];\nmul.lo.s64 %d77,%d76,%d73;\n"
    "ld.param.u32 %r107,[%d324];\nmul.lo.s32 %r108,%r106,%r107;\nadd.s64 %d327,%d75,%d327;\n"
    "add.s64 %d328,%d77,%d328;\nsetp.eq.s32 %p69,%r102,0;\nselp.b32 %r109,%r108,0,%p69;\n"
    "add.s32 %r291,%r109,%r291;\nsetp.eq.s32 %p70,%r102,1;\nselp.b32 %r110,%r108,0,%p70;\n"
    "add.s32 %r292,%r110,%r292;\nsetp.eq.s32 %p71,%r102,2;\nselp.b32 %r111,%r108,0,%p71;\n"
    "add.s32 %r293,%r111,%r293;\nadd.s64 %d324,%d324,40;\nadd.s32 %r294,%r294,1;\nsetp.lt.u32 %p72,%r294,%r10;\n"
    "mov.u32 %r285,%r16;\n@%p72 bra L7;\nL8:\nadd.s32 %r280,%r280,1;\nsetp.lt.u32 %p73,%r280,3;\n@%p73 bra L1;\n"
    "ld.param.v2.u32{%r112,%r113},[%d68+104];\nadd.s32 %r116,%r291,1;\nsetp.eq.s32 %p74,%r116,%r112;\n"
    "ld.param.u64 %d78,[%d68+128];\nneg.s64 %d79,%d78;\nselp.b64 %d80,%d79,0,%p74;\nld.param.u64 %d15,[%d68+120];\n"
    "add.s64 %d81,%d80,%d15;\nadd.s32 %r117,%r292,1;\nsetp.eq.s32 %p75,%r117,%r113;\n"
    "ld.param.u64 %d82,[%d68+136];\nneg.s64 %d83,%d82;\nselp.b64 %d84,%d83,0,%p75;\nadd.s64 %d85,%d81,%d84;\n"
    "ld.param.u32 %r118,[%d68+112];\nadd.s32 %r119,%r293,1;\nsetp.eq.s32 %p76,%r119,%r118;\n"
    "ld.param.u64 %d86,[%d68+144];\nneg.s64 %d87,%d86;\nselp.b64 %d88,%d87,0,%p76;\nadd.s64 %d16,%d85,%d88;\n"
    "setp.ge.u32 %p77,%r291,%r112;\nsetp.ge.u32 %p78,%r292,%r113;\nor.pred %p79,%p77,%p78;\n"
    "setp.ge.u32 %p80,%r293,%r118;\nor.pred %p81,%p79,%p80;\n@%p81 bra L75;\nmov.u32 %r298,%tid.x;\n"
    "ld.param.u32 %r120,[%d68+152];\nsetp.le.u32 %p82,%r120,%r298;\n@%p82 bra L75;\nld.param.u32 %r27,[%d68+172];\n"
    "mov.u64 %d333,0;\nsetp.lt.u32 %p83,%r27,2;\nmov.u32 %r297,0;\nmov.u64 %d334,%d333;\nmov.u64 %d335,%d333;\n"
    "@%p83 bra L14;\nmov.u64 %d335,0;\nmov.u32 %r295,0;\nmov.u64 %d329,%d68;\nmov.u32 %r296,%r298;\n"
    "mov.u64 %d334,%d335;\nmov.u64 %d333,%d335;\nL13:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r123,%r124},[%d329+208];\nmul.hi.u32 %r127,%r296,%r124;\nld.param.u32 %r128,[%d329+216];\n"
    "shr.u32 %r298,%r127,%r128;\nmul.lo.s32 %r129,%r298,%r123;\nsub.s32 %r130,%r296,%r129;\n"
    "cvt.u64.u32 %d95,%r130;\nld.param.u64 %d96,[%d329+224];\nmul.lo.s64 %d97,%d96,%d95;\n"
    "add.s64 %d333,%d97,%d333;\nld.param.u64 %d98,[%d329+232];\nmul.lo.s64 %d99,%d98,%d95;\n"
    "add.s64 %d334,%d99,%d334;\nld.param.u64 %d100,[%d329+240];\nmul.lo.s64 %d101,%d100,%d95;\n"
    "add.s64 %d335,%d101,%d335;\nadd.s64 %d329,%d329,40;\nadd.s32 %r297,%r295,1;\nadd.s32 %r131,%r295,2;\n"
    "setp.lt.u32 %p84,%r131,%r27;\nmov.u32 %r295,%r297;\nmov.u32 %r296,%r298;\n@%p84 bra L13;\nL14:\n"
    "setp.ge.u32 %p85,%r297,%r27;\n@%p85 bra L16;\nmul.wide.u32 %d102,%r297,40;\nadd.s64 %d103,%d68,%d102;\n"
    "cvt.u64.u32 %d104,%r298;\nld.param.u64 %d105,[%d103+224];\nmul.lo.s64 %d106,%d105,%d104;\n"
    "add.s64 %d333,%d106,%d333;\nld.param.u64 %d107,[%d103+232];\nmul.lo.s64 %d108,%d107,%d104;\n"
    "add.s64 %d334,%d108,%d334;\nld.param.u64 %d109,[%d103+240];\nmul.lo.s64 %d110,%d109,%d104;\n"
    "add.s64 %d335,%d110,%d335;\nL16:\n";
static const char *const cucore__kernel_ptx_many[] = {cucore__ptx_17, cucore__ptx_12, cucore__ptx_13,
    cucore__ptx_14, cucore__ptx_15, cucore__ptx_16, NULL};
static const char cucore__ptx_18[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile1(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<89>;\n.reg .b32 %r<463>;\n.reg .b64 %d<345>;\nmov.b64 %d118,p;\nmov.u64 %d121,0;\n"
    "mov.u32 %r151,0;\nmov.u32 %r387,%r151;\nmov.u64 %d307,%d121;\nmov.u64 %d308,%d121;\nmov.u64 %d309,%d121;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r387;\nmul.wide.u32 %d126,%r387,920;\n"
    "add.s64 %d127,%d118,%d126;\nld.param.u32 %r2,[%d127+984];\nmov.u32 %r388,%r151;\nmov.u64 %d310,%d121;\n"
    "mov.u64 %d332,%d121;\nmov.u64 %d312,%d121;\nbra.uni L2;\nL87:\nshl.b32 %r379,%r388,4;\n"
    "shl.b64 %d303,%d331,%r379;\nor.b64 %d310,%d303,%d310;\nsetp.eq.s32 %p87,%r388,0;\n"
    "selp.b64 %d312,%d330,%d312,%p87;\nadd.s32 %r388,%r388,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p2,%r2,0;\n"
    "mov.u32 %r389,1;\n@%p2 bra L4;\nld.param.u32 %r389,[%d127+980];\nL4:\nsetp.lt.u32 %p3,%r388,%r389;\n"
    "@%p3 bra L75;\nbra.uni L5;\nL75:\nld.param.u32 %r342,[%d127+956];\nsetp.lt.u32 %p80,%r342,2;\n"
    "mov.u32 %r452,%tid.x;\n@%p80 bra L77;\nld.param.v2.u32{%r343,%r344},[%d127+960];\nmov.u32 %r347,%tid.x;\n"
    "mul.hi.u32 %r348,%r347,%r343;\nshr.u32 %r452,%r348,%r344;\nL77:\nld.param.u32 %r127,[%d127+956];\n"
    "mov.u64 %d330,0;\nld.param.v2.u32{%r456,%r350},[%d127+968];\nadd.s32 %r131,%r350,%r456;\n"
    "add.s32 %r453,%r456,1;\nsetp.ge.u32 %p81,%r453,%r131;\nmov.u64 %d331,%d330;\nmov.u64 %d332,%d330;\n"
    "mov.u32 %r457,%r452;\n@%p81 bra L80;\nmov.u64 %d332,0;\nmov.u32 %r454,%r452;\nmov.u32 %r455,%r456;\n"
    "mov.u64 %d331,%d332;\nmov.u64 %d330,%d332;\nL79:\n.pragma \"nounroll\";\nmov.u32 %r456,%r453;\n"
    "mul.lo.s64 %d256,%d5,920;\nadd.s64 %d257,%d118,%d256;\nmul.wide.u32 %d258,%r455,40;\n"
    "add.s64 %d259,%d257,%d258;\nld.param.v2.u32{%r352,%r353},[%d259+1008];\nmul.hi.u32 %r356,%r454,%r353;\n"
    "ld.param.u32 %r357,[%d259+1016];\nshr.u32 %r457,%r356,%r357;\nmul.lo.s32 %r358,%r457,%r352;\n"
    "sub.s32 %r359,%r454,%r358;\ncvt.u64.u32 %d260,%r359;\nld.param.u64 %d261,[%d259+1024];\n"
    "mul.lo.s64 %d262,%d261,%d260;\nadd.s64 %d330,%d262,%d330;\nld.param.u64 %d263,[%d259+1032];\n"
    "mul.lo.s64 %d264,%d263,%d260;\nadd.s64 %d331,%d264,%d331;\nld.param.u64 %d265,[%d259+1040];\n"
    "mul.lo.s64 %d266,%d265,%d260;\nadd.s64 %d332,%d266,%d332;\nadd.s32 %r453,%r456,1;\n"
    "setp.lt.u32 %p82,%r453,%r131;\nmov.u32 %r454,%r457;\nmov.u32 %r455,%r456;\n@%p82 bra L79;\nL80:\n"
    "setp.ge.u32 %p83,%r456,%r131;\n@%p83 bra L82;\nmul.lo.s64 %d267,%d5,920;\nadd.s64 %d268,%d118,%d267;\n"
    "mul.wide.u32 %d269,%r456,40;\nadd.s64 %d270,%d268,%d269;\ncvt.u64.u32 %d271,%r457;\n"
    "ld.param.u64 %d272,[%d270+1024];\nmul.lo.s64 %d273,%d272,%d271;\nadd.s64 %d330,%d273,%d330;\n"
    "ld.param.u64 %d274,[%d270+1032];\nmul.lo.s64 %d275,%d274,%d271;\nadd.s64 %d331,%d275,%d331;\n"
    "ld.param.u64 %d276,[%d270+1040];\nmul.lo.s64 %d277,%d276,%d271;\nadd.s64 %d332,%d277,%d332;\nL82:\n"
    "ld.param.v2.u32{%r361,%r362},[%d127+968];\nmov.u32 %r461,0;\nld.param.v2.u32{%r363,%r364},[%d127+976];\n"
    "mul.lo.s32 %r366,%r127,%r452;\nmov.u32 %r367,%tid.x;\nsub.s32 %r368,%r367,%r366;\n"
    "mad.lo.s32 %r462,%r364,%r368,%r388;\nsetp.lt.u32 %p84,%r361,2;\n@%p84 bra L85;\nmov.u32 %r460,0;\n"
    "mov.u32 %r458,1;\nmov.u32 %r459,%r462;\nL84:\n.pragma \"nounroll\";\nmov.u32 %r461,%r458;\n"
    "mul.lo.s64 %d281,%d5,920;\nadd.s64 %d282,%d118,%d281;\nmul.wide.u32 %d283,%r460,40;\n"
    "add.s64 %d284,%d282,%d283;\nld.param.v2.u32{%r371,%r372},[%d284+1008];\nmul.hi.u32 %r375,%r459,%r372;\n"
    "ld.param.u32 %r376,[%d284+1016];\nshr.u32 %r462,%r375,%r376;\nmul.lo.s32 %r377,%r462,%r371;\n"
    "sub.s32 %r378,%r459,%r377;\ncvt.u64.u32 %d285,%r378;\nld.param.u64 %d286,[%d284+1024];\n"
    "mul.lo.s64 %d287,%d286,%d285;\nadd.s64 %d330,%d287,%d330;\nld.param.u64 %d288,[%d284+1032];\n"
    "mul.lo.s64 %d289,%d288,%d285;\nadd.s64 %d331,%d289,%d331;\nld.param.u64 %d290,[%d284+1040];\n"
    "mul.lo.s64 %d291,%d290,%d285;\nadd.s64 %d332,%d291,%d332;\nadd.s32 %r458,%r461,1;\n"
    "setp.lt.u32 %p85,%r458,%r361;\nmov.u32 %r459,%r462;\nmov.u32 %r460,%r461;\n@%p85 bra L84;\nL85:\n"
    "setp.ge.u32 %p86,%r461,%r361;\n";
static const char cucore__ptx_19[] =
    "@%p86 bra L87;\nmul.lo.s64 %d292,%d5,920;\nadd.s64 %d293,%d118,%d292;\nmul.wide.u32 %d294,%r461,40;\n"
    "add.s64 %d295,%d293,%d294;\ncvt.u64.u32 %d296,%r462;\nld.param.u64 %d297,[%d295+1024];\n"
    "mul.lo.s64 %d298,%d297,%d296;\nadd.s64 %d330,%d298,%d330;\nld.param.u64 %d299,[%d295+1032];\n"
    "mul.lo.s64 %d300,%d299,%d296;\nadd.s64 %d331,%d300,%d331;\nld.param.u64 %d301,[%d295+1040];\n"
    "mul.lo.s64 %d302,%d301,%d296;\nadd.s64 %d332,%d302,%d332;\nbra.uni L87;\nL5:\nadd.s64 %d9,%d127,984;\n"
    "ld.param.u32 %r154,[%d127+984];\nsetp.eq.s32 %p4,%r154,0;\n@%p4 bra L7;\nld.param.u32 %r155,[%d127+980];\n"
    "add.s32 %r156,%r155,-1;\ncvt.u64.u32 %d137,%r156;\nld.param.u64 %d138,[%d127+1000];\n"
    "mul.lo.s64 %d139,%d138,%d137;\nadd.s64 %d332,%d139,%d332;\nL7:\nld.param.u32 %r157,[%d9];\n"
    "setp.eq.s32 %p5,%r157,0;\n@%p5 bra L9;\nmul.lo.s64 %d140,%d310,281479271743489;\n"
    "ld.param.s32 %d144,[%d127+988];\nmul.lo.s64 %d145,%d144,844433520132096;\nadd.s64 %d310,%d145,%d140;\nL9:\n"
    "cvt.u32.u64 %r158,%d5;\nsetp.eq.s32 %p6,%r158,0;\nselp.b64 %d309,%d312,%d309,%p6;\n"
    "selp.b64 %d308,%d310,%d308,%p6;\nselp.b64 %d307,%d332,%d307,%p6;\nadd.s32 %r387,%r158,1;\n"
    "setp.lt.u32 %p7,%r387,2;\n@%p7 bra L1;\nld.param.u64 %d320,[%d118];\nld.param.u64 %d321,[%d118+8];\n"
    "add.s64 %d20,%d118,184;\nmov.u32 %r390,0;\nmov.u32 %r7,%ctaid.x;\nmov.u32 %r404,%r390;\nmov.u32 %r403,%r390;\n"
    "mov.u32 %r402,%r390;\nmov.u32 %r401,%r390;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p8,%r390,0;\n"
    "mov.u32 %r395,%r7;\n@%p8 bra L15;\nsetp.ne.s32 %p9,%r390,1;\n@%p9 bra L14;\nmov.u32 %r395,%ctaid.y;\n"
    "bra.uni L15;\nL14:\nmov.u32 %r395,%ctaid.z;\nL15:\nmul.wide.u32 %d146,%r390,4;\nadd.s64 %d147,%d118,%d146;\n"
    "ld.param.u32 %r16,[%d147+64];\nsetp.ge.u32 %p10,%r404,%r16;\n@%p10 bra L18;\nmul.wide.u32 %d148,%r404,40;\n"
    "add.s64 %d317,%d20,%d148;\nL17:\n.pragma \"nounroll\";\nld.param.v2.u32{%r164,%r165},[%d317+-32];\n"
    "mul.hi.u32 %r168,%r395,%r165;\nld.param.v2.u32{%r169,%r170},[%d317+-24];\nshr.u32 %r22,%r168,%r169;\n"
    "mul.lo.s32 %r173,%r22,%r164;\nsub.s32 %r174,%r395,%r173;\ncvt.u64.u32 %d149,%r174;\n"
    "ld.param.u64 %d150,[%d317+-16];\nmul.lo.s64 %d151,%d150,%d149;\nld.param.u64 %d152,[%d317+-8];\n"
    "mul.lo.s64 %d153,%d152,%d149;\nld.param.u32 %r175,[%d317];\nmul.lo.s32 %r176,%r174,%r175;\n"
    "add.s64 %d320,%d151,%d320;\nadd.s64 %d321,%d153,%d321;\nsetp.eq.s32 %p11,%r170,0;\n"
    "selp.b32 %r177,%r176,0,%p11;\nadd.s32 %r401,%r177,%r401;\nsetp.eq.s32 %p12,%r170,1;\n"
    "selp.b32 %r178,%r176,0,%p12;\nadd.s32 %r402,%r178,%r402;\nsetp.eq.s32 %p13,%r170,2;\n"
    "selp.b32 %r179,%r176,0,%p13;\nadd.s32 %r403,%r179,%r403;\nadd.s64 %d317,%d317,40;\nadd.s32 %r404,%r404,1;\n"
    "setp.lt.u32 %p14,%r404,%r16;\nmov.u32 %r395,%r22;\n@%p14 bra L17;\nL18:\nadd.s32 %r390,%r390,1;\n"
    "setp.lt.u32 %p15,%r390,3;\n@%p15 bra L11;\nld.param.u32 %r32,[%d118+104];\nadd.s32 %r182,%r401,1;\n"
    "setp.eq.s32 %p16,%r182,%r32;\nld.param.u64 %d32,[%d118+128];\nneg.s64 %d154,%d32;\n"
    "selp.b64 %d155,%d154,0,%p16;\nld.param.u64 %d33,[%d118+120];\nadd.s64 %d156,%d155,%d33;\n"
    "ld.param.u32 %r33,[%d118+108];\nadd.s32 %r183,%r402,1;\nsetp.eq.s32 %p17,%r183,%r33;\n"
    "ld.param.u64 %d34,[%d118+136];\nneg.s64 %d157,%d34;\nselp.b64 %d158,%d157,0,%p17;\n"
    "add.s64 %d159,%d156,%d158;\nld.param.u32 %r34,[%d118+112];\nadd.s32 %r184,%r403,1;\n"
    "setp.eq.s32 %p18,%r184,%r34;\nld.param.u64 %d35,[%d118+144];\nneg.s64 %d160,%d35;\n"
    "selp.b64 %d161,%d160,0,%p18;\nadd.s64 %d322,%d159,%d161;\nsetp.ne.s64 %p19,%d322,%d33;\n"
    "selp.u32 %r422,1,0,%p19;\nld.param.v2.u32{%r185,%r186},[%d118+104];\nmov.u32 %r428,0;\n"
    "setp.ge.u32 %p20,%r401,%r185;\nsetp.ge.u32 %p21,%r402,%r186;\nsetp.ge.u32 %p22,%r403,%r34;\n"
    "or.pred %p23,%p20,%p21;\nor.pred %p24,%p22,%p23;\nselp.u32 %r421,1,0,%p24;\nld.param.u32 %r37,[%d118+952];\n"
    "ld.param.u32 %r38,[%d118+976];\nld.param.u32 %r39,[%d118+1872];\nld.param.u64 %d37,[%d118+88];\n"
    "ld.param.u64 %d38,[%d118+96];\nld.param.v2.u32{%r189,%r190},[%d118+80];\nld.param.u32 %r42,[%d118+76];\n"
    "and.b64 %d39,%d310,65535;\nld.param.u32 %r43,[%d118+1896];\nld.param.u64 %d40,[%d118+1488];\n"
    "ld.param.u64 %d41,[%d118+1512];\n";
static const char cucore__ptx_20[] =
    "ld.param.u64 %d42,[%d118+1536];\nld.param.u64 %d43,[%d118+1560];\nld.param.u64 %d44,[%d118+1584];\n"
    "ld.param.u64 %d45,[%d118+1608];\nld.param.u64 %d46,[%d118+1632];\nld.param.u64 %d47,[%d118+1656];\n"
    "ld.param.u64 %d48,[%d118+1680];\nld.param.u64 %d49,[%d118+1704];\nld.param.u64 %d50,[%d118+1728];\n"
    "ld.param.u64 %d51,[%d118+1752];\nld.param.u64 %d52,[%d118+1776];\nld.param.u64 %d53,[%d118+1800];\n"
    "ld.param.u64 %d54,[%d118+1824];\nld.param.u64 %d55,[%d118+1848];\nld.param.u64 %d56,[%d118+1496];\n"
    "and.b64 %d57,%d308,65535;\nld.param.u64 %d58,[%d118+1520];\nld.param.u64 %d59,[%d118+1544];\n"
    "ld.param.u64 %d60,[%d118+1568];\nld.param.u64 %d61,[%d118+1592];\nld.param.u64 %d62,[%d118+1616];\n"
    "ld.param.u64 %d63,[%d118+1640];\nld.param.u64 %d64,[%d118+1664];\nld.param.u64 %d65,[%d118+1688];\n"
    "ld.param.u64 %d66,[%d118+1712];\nld.param.u64 %d67,[%d118+1736];\nld.param.u64 %d68,[%d118+1760];\n"
    "ld.param.u64 %d69,[%d118+1784];\nld.param.u64 %d70,[%d118+1808];\nld.param.u64 %d71,[%d118+1832];\n"
    "ld.param.u64 %d72,[%d118+1856];\nadd.s64 %d217,%d56,%d57;\nadd.s64 %d218,%d58,%d57;\n"
    "add.s64 %d219,%d59,%d57;\nadd.s64 %d220,%d60,%d57;\nadd.s64 %d221,%d61,%d57;\nadd.s64 %d222,%d62,%d57;\n"
    "add.s64 %d223,%d63,%d57;\nadd.s64 %d224,%d64,%d57;\nadd.s64 %d225,%d65,%d57;\nadd.s64 %d226,%d66,%d57;\n"
    "add.s64 %d227,%d67,%d57;\nadd.s64 %d228,%d68,%d57;\nadd.s64 %d229,%d69,%d57;\nadd.s64 %d230,%d70,%d57;\n"
    "add.s64 %d231,%d71,%d57;\nadd.s64 %d232,%d72,%d57;\nmov.u32 %r426,%r421;\nmov.u32 %r427,%r422;\n"
    "mov.u64 %d325,%d322;\nmov.u64 %d326,%d321;\nbra.uni L20;\nL74:\nbar.sync 0;\nadd.s64 %d320,%d37,%d320;\n"
    "add.s64 %d321,%d38,%d74;\nsetp.eq.s32 %p66,%r189,0;\nselp.b32 %r336,%r190,0,%p66;\n"
    "add.s32 %r401,%r336,%r401;\nsetp.eq.s32 %p67,%r189,1;\nselp.b32 %r337,%r190,0,%p67;\n"
    "add.s32 %r402,%r337,%r402;\nsetp.eq.s32 %p68,%r189,2;\nselp.b32 %r338,%r190,0,%p68;\n"
    "add.s32 %r403,%r338,%r403;\nadd.s32 %r339,%r401,1;\nsetp.eq.s32 %p69,%r339,%r32;\n"
    "selp.b64 %d234,%d154,0,%p69;\nadd.s64 %d235,%d234,%d33;\nadd.s32 %r340,%r402,1;\n"
    "setp.eq.s32 %p70,%r340,%r33;\nselp.b64 %d237,%d157,0,%p70;\nadd.s64 %d238,%d235,%d237;\n"
    "add.s32 %r341,%r403,1;\nsetp.eq.s32 %p71,%r341,%r34;\nselp.b64 %d240,%d160,0,%p71;\n"
    "add.s64 %d322,%d238,%d240;\nsetp.ne.s64 %p72,%d322,%d33;\nselp.u32 %r422,1,0,%p72;\n"
    "setp.ge.u32 %p73,%r401,%r32;\nsetp.ge.u32 %p74,%r402,%r33;\nsetp.ge.u32 %p75,%r403,%r34;\n"
    "or.pred %p76,%p73,%p74;\nor.pred %p77,%p75,%p76;\nadd.s32 %r428,%r428,1;\nsetp.ge.u32 %p78,%r428,%r42;\n"
    "or.pred %p79,%p77,%p78;\nselp.u32 %r421,1,0,%p79;\nmov.u32 %r426,%r60;\nmov.u32 %r427,%r61;\n"
    "mov.u64 %d325,%d73;\nmov.u64 %d326,%d74;\nL20:\n.pragma \"nounroll\";\nmov.u64 %d74,%d321;\n"
    "mov.u64 %d73,%d322;\nmov.u32 %r61,%r422;\nmov.u32 %r60,%r421;\nmov.u32 %r191,%tid.x;\n"
    "setp.gt.u32 %p25,%r37,%r191;\nsetp.eq.s32 %p26,%r60,0;\nand.pred %p1,%p26,%p25;\nnot.pred %p27,%p1;\n"
    "@%p27 bra L25;\nsetp.eq.s32 %p28,%r38,0;\nsetp.eq.s32 %p29,%r61,0;\nor.pred %p30,%p29,%p28;\n"
    "mov.u32 %r192,-1;\nshl.b32 %r193,%r192,%r38;\nnot.b32 %r431,%r193;\n@%p30 bra L24;\nnot.b32 %r431,%r193;\n"
    "mov.u32 %r429,0;\nL23:\n.pragma \"nounroll\";\nsub.s64 %d306,%d73,%d307;\nmul.wide.u32 %d162,%r429,24;\n"
    "add.s64 %d163,%d118,%d162;\nld.param.u64 %d164,[%d163+1504];\nsub.s64 %d165,%d306,%d164;\n"
    "and.b64 %d166,%d165,4611688217451692032;\nsetp.eq.s64 %p31,%d166,4611688217451692032;\nmov.u32 %r197,-2;\n"
    "shf.l.wrap.b32 %r198,%r197,%r197,%r429;\nselp.b32 %r199,-1,%r198,%p31;\nand.b32 %r431,%r199,%r431;\n"
    "add.s32 %r429,%r429,1;\nsetp.lt.u32 %p32,%r429,%r38;\n@%p32 bra L23;\nL24:\nadd.s64 %d183,%d320,%d309;\n"
    "and.b32 %r201,%r431,1;\nadd.s64 %d167,%d183,%d40;\n{.reg .pred q;setp.ne.s32 q,%r201,0;\n"
    "mov.b32 %r200,0;@q ld.global.u8 %r200,[%d167];}\nand.b32 %r447,%r200,255;\nshr.u32 %r232,%r431,1;\n"
    "and.b32 %r203,%r232,1;\nadd.s64 %d168,%d183,%d41;\n{.reg .pred q;setp.ne.s32 q,%r203,0;\n"
    "mov.b32 %r202,0;@q ld.global.u8 %r202,[%d168];}\nand.b32 %r446,%r202,255;\nshr.u32 %r233,%r431,2;\n"
    "and.b32 %r205,%r233,1;\nadd.s64 %d169,%d183,%d42;\n{.reg .pred q;setp.ne.s32 q,%r205,0;\n";
static const char cucore__ptx_21[] =
    "mov.b32 %r204,0;@q ld.global.u8 %r204,[%d169];}\nand.b32 %r445,%r204,255;\nshr.u32 %r234,%r431,3;\n"
    "and.b32 %r207,%r234,1;\nadd.s64 %d170,%d183,%d43;\n{.reg .pred q;setp.ne.s32 q,%r207,0;\n"
    "mov.b32 %r206,0;@q ld.global.u8 %r206,[%d170];}\nand.b32 %r444,%r206,255;\nshr.u32 %r235,%r431,4;\n"
    "and.b32 %r209,%r235,1;\nadd.s64 %d171,%d183,%d44;\n{.reg .pred q;setp.ne.s32 q,%r209,0;\n"
    "mov.b32 %r208,0;@q ld.global.u8 %r208,[%d171];}\nand.b32 %r443,%r208,255;\nshr.u32 %r236,%r431,5;\n"
    "and.b32 %r211,%r236,1;\nadd.s64 %d172,%d183,%d45;\n{.reg .pred q;setp.ne.s32 q,%r211,0;\n"
    "mov.b32 %r210,0;@q ld.global.u8 %r210,[%d172];}\nand.b32 %r442,%r210,255;\nshr.u32 %r237,%r431,6;\n"
    "and.b32 %r213,%r237,1;\nadd.s64 %d173,%d183,%d46;\n{.reg .pred q;setp.ne.s32 q,%r213,0;\n"
    "mov.b32 %r212,0;@q ld.global.u8 %r212,[%d173];}\nand.b32 %r441,%r212,255;\nshr.u32 %r238,%r431,7;\n"
    "and.b32 %r215,%r238,1;\nadd.s64 %d174,%d183,%d47;\n{.reg .pred q;setp.ne.s32 q,%r215,0;\n"
    "mov.b32 %r214,0;@q ld.global.u8 %r214,[%d174];}\nand.b32 %r440,%r214,255;\nshr.u32 %r239,%r431,8;\n"
    "and.b32 %r217,%r239,1;\nadd.s64 %d175,%d183,%d48;\n{.reg .pred q;setp.ne.s32 q,%r217,0;\n"
    "mov.b32 %r216,0;@q ld.global.u8 %r216,[%d175];}\nand.b32 %r439,%r216,255;\nshr.u32 %r240,%r431,9;\n"
    "and.b32 %r219,%r240,1;\nadd.s64 %d176,%d183,%d49;\n{.reg .pred q;setp.ne.s32 q,%r219,0;\n"
    "mov.b32 %r218,0;@q ld.global.u8 %r218,[%d176];}\nand.b32 %r438,%r218,255;\nshr.u32 %r241,%r431,10;\n"
    "and.b32 %r221,%r241,1;\nadd.s64 %d177,%d183,%d50;\n{.reg .pred q;setp.ne.s32 q,%r221,0;\n"
    "mov.b32 %r220,0;@q ld.global.u8 %r220,[%d177];}\nand.b32 %r437,%r220,255;\nshr.u32 %r242,%r431,11;\n"
    "and.b32 %r223,%r242,1;\nadd.s64 %d178,%d183,%d51;\n{.reg .pred q;setp.ne.s32 q,%r223,0;\n"
    "mov.b32 %r222,0;@q ld.global.u8 %r222,[%d178];}\nand.b32 %r436,%r222,255;\nshr.u32 %r243,%r431,12;\n"
    "and.b32 %r225,%r243,1;\nadd.s64 %d179,%d183,%d52;\n{.reg .pred q;setp.ne.s32 q,%r225,0;\n"
    "mov.b32 %r224,0;@q ld.global.u8 %r224,[%d179];}\nand.b32 %r435,%r224,255;\nshr.u32 %r244,%r431,13;\n"
    "and.b32 %r227,%r244,1;\nadd.s64 %d180,%d183,%d53;\n{.reg .pred q;setp.ne.s32 q,%r227,0;\n"
    "mov.b32 %r226,0;@q ld.global.u8 %r226,[%d180];}\nand.b32 %r434,%r226,255;\nshr.u32 %r245,%r431,14;\n"
    "and.b32 %r229,%r245,1;\nadd.s64 %d181,%d183,%d54;\n{.reg .pred q;setp.ne.s32 q,%r229,0;\n"
    "mov.b32 %r228,0;@q ld.global.u8 %r228,[%d181];}\nand.b32 %r433,%r228,255;\nshr.u32 %r246,%r431,15;\n"
    "and.b32 %r231,%r246,1;\nadd.s64 %d182,%d183,%d55;\n{.reg .pred q;setp.ne.s32 q,%r231,0;\n"
    "mov.b32 %r230,0;@q ld.global.u8 %r230,[%d182];}\nand.b32 %r432,%r230,255;\nL25:\nsetp.eq.s32 %p33,%r428,0;\n"
    "@%p33 bra L41;\nmov.u32 %r386,%tid.x;\nsetp.le.u32 %p34,%r39,%r386;\nsetp.ne.s32 %p35,%r426,0;\n"
    "or.pred %p36,%p35,%p34;\n@%p36 bra L38;\nsetp.eq.s32 %p37,%r43,0;\nadd.s64 %d80,%d326,%d312;\n"
    "setp.eq.s32 %p38,%r427,0;\nor.pred %p39,%p38,%p37;\nmov.u32 %r248,-1;\nshl.b32 %r249,%r248,%r43;\n"
    "not.b32 %r450,%r249;\n@%p39 bra L30;\nsub.s64 %d81,%d325,%d332;\nnot.b32 %r450,%r249;\nmov.u32 %r448,0;\n"
    "L29:\n.pragma \"nounroll\";\nmul.wide.u32 %d184,%r448,24;\nadd.s64 %d185,%d118,%d184;\n"
    "ld.param.u64 %d186,[%d185+2424];\nsub.s64 %d187,%d81,%d186;\nand.b64 %d188,%d187,4611688217451692032;\n"
    "setp.eq.s64 %p40,%d188,4611688217451692032;\nmov.u32 %r253,-2;\nshf.l.wrap.b32 %r254,%r253,%r253,%r448;\n"
    "selp.b32 %r255,-1,%r254,%p40;\nand.b32 %r450,%r255,%r450;\nadd.s32 %r448,%r448,1;\n"
    "setp.lt.u32 %p41,%r448,%r43;\n@%p41 bra L29;\nL30:\n@%p37 bra L38;\nmov.u32 %r451,0;\nL32:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p43,%r451,%r43;\n@%p43 bra L37;\nand.b32 %r259,%r451,12;\n"
    "mul.wide.u32 %d191,%r259,24;\nadd.s64 %d192,%d118,%d191;\nld.param.u64 %d193,[%d192+2408];\n"
    "add.s64 %d189,%d80,%d193;\nld.param.u64 %d194,[%d192+2416];\nadd.s64 %d195,%d194,%d39;\n"
    "cvt.u32.u64 %r260,%d195;\nmov.u32 %r261,tile;\nadd.s32 %r262,%r261,%r260;\nshr.u32 %r263,%r450,%r451;\n"
    "and.b32 %r258,%r263,1;\nld.shared.u8 %r257,[%r262];\n{.reg .pred q;setp.ne.s32 q,%r258,0;\n"
    "@q st.global.u8[%d189],%r257;}\nadd.s32 %r264,%r451,1;\nsetp.ge.u32 %p44,%r264,%r43;\n@%p44 bra L37;\n";
static const char cucore__ptx_22[] =
    "add.s32 %r381,%r451,1;\nmov.u32 %r380,tile;\nand.b32 %r268,%r381,13;\nmul.wide.u32 %d198,%r268,24;\n"
    "add.s64 %d199,%d118,%d198;\nld.param.u64 %d200,[%d199+2408];\nadd.s64 %d196,%d80,%d200;\n"
    "ld.param.u64 %d201,[%d199+2416];\nadd.s64 %d202,%d201,%d39;\ncvt.u32.u64 %r269,%d202;\n"
    "add.s32 %r271,%r380,%r269;\nshr.u32 %r272,%r450,%r381;\nand.b32 %r266,%r272,1;\nld.shared.u8 %r265,[%r271];\n"
    "{.reg .pred q;setp.ne.s32 q,%r266,0;\n@q st.global.u8[%d196],%r265;}\nadd.s32 %r115,%r451,2;\n"
    "setp.ge.u32 %p45,%r115,%r43;\n@%p45 bra L37;\nmov.u32 %r382,tile;\nand.b32 %r275,%r115,14;\n"
    "mul.wide.u32 %d205,%r275,24;\nadd.s64 %d206,%d118,%d205;\nld.param.u64 %d207,[%d206+2408];\n"
    "add.s64 %d203,%d80,%d207;\nld.param.u64 %d208,[%d206+2416];\nadd.s64 %d209,%d208,%d39;\n"
    "cvt.u32.u64 %r276,%d209;\nadd.s32 %r278,%r382,%r276;\nshr.u32 %r279,%r450,%r115;\nand.b32 %r274,%r279,1;\n"
    "ld.shared.u8 %r273,[%r278];\n{.reg .pred q;setp.ne.s32 q,%r274,0;\n@q st.global.u8[%d203],%r273;}\n"
    "add.s32 %r116,%r451,3;\nsetp.ge.u32 %p46,%r116,%r43;\n@%p46 bra L37;\nadd.s32 %r385,%r451,1;\n"
    "and.b32 %r384,%r381,13;\nmul.wide.u32 %d305,%r384,24;\nadd.s64 %d304,%d118,%d305;\nmov.u32 %r383,tile;\n"
    "ld.param.u64 %d214,[%d304+2456];\nadd.s64 %d210,%d80,%d214;\nld.param.u64 %d215,[%d304+2464];\n"
    "add.s64 %d216,%d215,%d39;\ncvt.u32.u64 %r284,%d216;\nadd.s32 %r286,%r383,%r284;\nshr.u32 %r287,%r450,%r116;\n"
    "and.b32 %r281,%r287,1;\nld.shared.u8 %r280,[%r286];\n{.reg .pred q;setp.ne.s32 q,%r281,0;\n"
    "@q st.global.u8[%d210],%r280;}\nL37:\nadd.s32 %r451,%r451,4;\nsetp.lt.u32 %p47,%r451,%r43;\n@%p47 bra L32;\n"
    "L38:\nsetp.eq.s32 %p88,%r60,0;\n@%p88 bra L40;\nbra.uni L39;\nL40:\nbar.sync 0;\nL41:\n@%p27 bra L74;\n"
    "setp.eq.s32 %p50,%r38,0;\n@%p50 bra L44;\ncvt.u32.u64 %r288,%d217;\nmov.u32 %r289,tile;\n"
    "add.s32 %r290,%r289,%r288;\nst.shared.u8[%r290],%r447;\nL44:\nsetp.lt.u32 %p51,%r38,2;\n@%p51 bra L46;\n"
    "cvt.u32.u64 %r291,%d218;\nmov.u32 %r292,tile;\nadd.s32 %r293,%r292,%r291;\nst.shared.u8[%r293],%r446;\nL46:\n"
    "setp.lt.u32 %p52,%r38,3;\n@%p52 bra L48;\ncvt.u32.u64 %r294,%d219;\nmov.u32 %r295,tile;\n"
    "add.s32 %r296,%r295,%r294;\nst.shared.u8[%r296],%r445;\nL48:\nsetp.lt.u32 %p53,%r38,4;\n@%p53 bra L50;\n"
    "cvt.u32.u64 %r297,%d220;\nmov.u32 %r298,tile;\nadd.s32 %r299,%r298,%r297;\nst.shared.u8[%r299],%r444;\nL50:\n"
    "setp.lt.u32 %p54,%r38,5;\n@%p54 bra L52;\ncvt.u32.u64 %r300,%d221;\nmov.u32 %r301,tile;\n"
    "add.s32 %r302,%r301,%r300;\nst.shared.u8[%r302],%r443;\nL52:\nsetp.lt.u32 %p55,%r38,6;\n@%p55 bra L54;\n"
    "cvt.u32.u64 %r303,%d222;\nmov.u32 %r304,tile;\nadd.s32 %r305,%r304,%r303;\nst.shared.u8[%r305],%r442;\nL54:\n"
    "setp.lt.u32 %p56,%r38,7;\n@%p56 bra L56;\ncvt.u32.u64 %r306,%d223;\nmov.u32 %r307,tile;\n"
    "add.s32 %r308,%r307,%r306;\nst.shared.u8[%r308],%r441;\nL56:\nsetp.lt.u32 %p57,%r38,8;\n@%p57 bra L58;\n"
    "cvt.u32.u64 %r309,%d224;\nmov.u32 %r310,tile;\nadd.s32 %r311,%r310,%r309;\nst.shared.u8[%r311],%r440;\nL58:\n"
    "setp.lt.u32 %p58,%r38,9;\n@%p58 bra L60;\ncvt.u32.u64 %r312,%d225;\nmov.u32 %r313,tile;\n"
    "add.s32 %r314,%r313,%r312;\nst.shared.u8[%r314],%r439;\nL60:\nsetp.lt.u32 %p59,%r38,10;\n@%p59 bra L62;\n"
    "cvt.u32.u64 %r315,%d226;\nmov.u32 %r316,tile;\nadd.s32 %r317,%r316,%r315;\nst.shared.u8[%r317],%r438;\nL62:\n"
    "setp.lt.u32 %p60,%r38,11;\n@%p60 bra L64;\ncvt.u32.u64 %r318,%d227;\nmov.u32 %r319,tile;\n"
    "add.s32 %r320,%r319,%r318;\nst.shared.u8[%r320],%r437;\nL64:\nsetp.lt.u32 %p61,%r38,12;\n@%p61 bra L66;\n"
    "cvt.u32.u64 %r321,%d228;\nmov.u32 %r322,tile;\nadd.s32 %r323,%r322,%r321;\nst.shared.u8[%r323],%r436;\nL66:\n"
    "setp.lt.u32 %p62,%r38,13;\n@%p62 bra L68;\ncvt.u32.u64 %r324,%d229;\nmov.u32 %r325,tile;\n"
    "add.s32 %r326,%r325,%r324;\nst.shared.u8[%r326],%r435;\nL68:\nsetp.lt.u32 %p63,%r38,14;\n@%p63 bra L70;\n"
    "cvt.u32.u64 %r327,%d230;\nmov.u32 %r328,tile;\nadd.s32 %r329,%r328,%r327;\nst.shared.u8[%r329],%r434;\nL70:\n"
    "setp.lt.u32 %p64,%r38,15;\n@%p64 bra L72;\ncvt.u32.u64 %r330,%d231;\nmov.u32 %r331,tile;\n"
    "add.s32 %r332,%r331,%r330;\nst.shared.u8[%r332],%r433;\nL72:\nsetp.lt.u32 %p65,%r38,16;\n@%p65 bra L74;\n"
    "cvt.u32.u64 %r333,%d232;\n";
static const char cucore__ptx_23[] =
    "mov.u32 %r334,tile;\nadd.s32 %r335,%r334,%r333;\nst.shared.u8[%r335],%r432;\nbra.uni L74;\nL39:\nret;\n}\n";
static const char *const cucore__kernel_ptx_tile1[] = {cucore__ptx_18, cucore__ptx_19, cucore__ptx_20,
    cucore__ptx_21, cucore__ptx_22, cucore__ptx_23, NULL};
static const char cucore__ptx_24[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile2(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<134>;\n.reg .b16 %rs<40>;\n.reg .b32 %r<775>;\n.reg .b64 %d<447>;\nmov.b64 %d142,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d145,0;\nmov.u32 %r255,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r679,%r255;\nmov.u64 %d407,%d145;\nmov.u64 %d408,%d145;\nmov.u64 %d409,%d145;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r679;\nmul.wide.u32 %d149,%r679,920;\n"
    "add.s64 %d150,%d142,%d149;\nadd.s64 %d6,%d150,984;\nld.param.u32 %r6,[%d150+984];\nmov.u32 %r680,%r255;\n"
    "mov.u64 %d410,%d145;\nmov.u64 %d434,%d145;\nmov.u64 %d412,%d145;\nbra.uni L2;\nL142:\nshl.b32 %r644,%r680,4;\n"
    "shl.b64 %d357,%d433,%r644;\nor.b64 %d410,%d357,%d410;\nsetp.eq.s32 %p131,%r680,0;\n"
    "selp.b64 %d412,%d432,%d412,%p131;\nadd.s32 %r680,%r680,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p1,%r6,0;\nmov.u32 %r681,1;\n@%p1 bra L4;\nld.param.u32 %r681,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p2,%r680,%r681;\n@%p2 bra L130;\nbra.uni L5;\nL130:\nld.param.u32 %r609,[%d6+-28];\n"
    "setp.lt.u32 %p124,%r609,2;\nmov.u32 %r764,%r4;\n@%p124 bra L132;\nld.param.v2.u32{%r610,%r611},[%d6+-24];\n"
    "mul.hi.u32 %r614,%r4,%r610;\nshr.u32 %r764,%r614,%r611;\nL132:\nld.param.u32 %r234,[%d6+-28];\n"
    "mov.u64 %d432,0;\nld.param.v2.u32{%r768,%r616},[%d6+-16];\nadd.s32 %r236,%r616,%r768;\n"
    "add.s32 %r765,%r768,1;\nsetp.ge.u32 %p125,%r765,%r236;\nmov.u64 %d433,%d432;\nmov.u64 %d434,%d432;\n"
    "mov.u32 %r769,%r764;\n@%p125 bra L135;\nmov.u64 %d434,0;\nmov.u32 %r766,%r764;\nmov.u32 %r767,%r768;\n"
    "mov.u64 %d433,%d434;\nmov.u64 %d432,%d434;\nL134:\n.pragma \"nounroll\";\nmov.u32 %r768,%r765;\n"
    "mul.lo.s64 %d313,%d5,920;\nadd.s64 %d314,%d142,%d313;\nmul.wide.u32 %d315,%r767,40;\n"
    "add.s64 %d316,%d314,%d315;\nld.param.v2.u32{%r618,%r619},[%d316+1008];\nmul.hi.u32 %r622,%r766,%r619;\n"
    "ld.param.u32 %r623,[%d316+1016];\nshr.u32 %r769,%r622,%r623;\nmul.lo.s32 %r624,%r769,%r618;\n"
    "sub.s32 %r625,%r766,%r624;\ncvt.u64.u32 %d317,%r625;\nld.param.u64 %d318,[%d316+1024];\n"
    "mul.lo.s64 %d319,%d318,%d317;\nadd.s64 %d432,%d319,%d432;\nld.param.u64 %d320,[%d316+1032];\n"
    "mul.lo.s64 %d321,%d320,%d317;\nadd.s64 %d433,%d321,%d433;\nld.param.u64 %d322,[%d316+1040];\n"
    "mul.lo.s64 %d323,%d322,%d317;\nadd.s64 %d434,%d323,%d434;\nadd.s32 %r765,%r768,1;\n"
    "setp.lt.u32 %p126,%r765,%r236;\nmov.u32 %r766,%r769;\nmov.u32 %r767,%r768;\n@%p126 bra L134;\nL135:\n"
    "setp.ge.u32 %p127,%r768,%r236;\n@%p127 bra L137;\nmul.lo.s64 %d324,%d5,920;\nadd.s64 %d325,%d142,%d324;\n"
    "mul.wide.u32 %d326,%r768,40;\nadd.s64 %d327,%d325,%d326;\ncvt.u64.u32 %d328,%r769;\n"
    "ld.param.u64 %d329,[%d327+1024];\nmul.lo.s64 %d330,%d329,%d328;\nadd.s64 %d432,%d330,%d432;\n"
    "ld.param.u64 %d331,[%d327+1032];\nmul.lo.s64 %d332,%d331,%d328;\nadd.s64 %d433,%d332,%d433;\n"
    "ld.param.u64 %d333,[%d327+1040];\nmul.lo.s64 %d334,%d333,%d328;\nadd.s64 %d434,%d334,%d434;\nL137:\n"
    "ld.param.v2.u32{%r627,%r628},[%d6+-16];\nmov.u32 %r773,0;\nld.param.v2.u32{%r629,%r630},[%d6+-8];\n"
    "mul.lo.s32 %r632,%r234,%r764;\nsub.s32 %r633,%r4,%r632;\nmad.lo.s32 %r774,%r630,%r633,%r680;\n"
    "setp.lt.u32 %p128,%r627,2;\n@%p128 bra L140;\nmov.u32 %r772,0;\nmov.u32 %r770,1;\nmov.u32 %r771,%r774;\n"
    "L139:\n.pragma \"nounroll\";\nmov.u32 %r773,%r770;\nmul.lo.s64 %d335,%d5,920;\nadd.s64 %d336,%d142,%d335;\n"
    "mul.wide.u32 %d337,%r772,40;\nadd.s64 %d338,%d336,%d337;\nld.param.v2.u32{%r636,%r637},[%d338+1008];\n"
    "mul.hi.u32 %r640,%r771,%r637;\nld.param.u32 %r641,[%d338+1016];\nshr.u32 %r774,%r640,%r641;\n"
    "mul.lo.s32 %r642,%r774,%r636;\nsub.s32 %r643,%r771,%r642;\ncvt.u64.u32 %d339,%r643;\n"
    "ld.param.u64 %d340,[%d338+1024];\nmul.lo.s64 %d341,%d340,%d339;\nadd.s64 %d432,%d341,%d432;\n"
    "ld.param.u64 %d342,[%d338+1032];\nmul.lo.s64 %d343,%d342,%d339;\nadd.s64 %d433,%d343,%d433;\n"
    "ld.param.u64 %d344,[%d338+1040];\nmul.lo.s64 %d345,%d344,%d339;\nadd.s64 %d434,%d345,%d434;\n"
    "add.s32 %r770,%r773,1;\nsetp.lt.u32 %p129,%r770,%r627;\n";
static const char cucore__ptx_25[] =
    "mov.u32 %r771,%r774;\nmov.u32 %r772,%r773;\n@%p129 bra L139;\nL140:\nsetp.ge.u32 %p130,%r773,%r627;\n"
    "@%p130 bra L142;\nmul.lo.s64 %d346,%d5,920;\nadd.s64 %d347,%d142,%d346;\nmul.wide.u32 %d348,%r773,40;\n"
    "add.s64 %d349,%d347,%d348;\ncvt.u64.u32 %d350,%r774;\nld.param.u64 %d351,[%d349+1024];\n"
    "mul.lo.s64 %d352,%d351,%d350;\nadd.s64 %d432,%d352,%d432;\nld.param.u64 %d353,[%d349+1032];\n"
    "mul.lo.s64 %d354,%d353,%d350;\nadd.s64 %d433,%d354,%d433;\nld.param.u64 %d355,[%d349+1040];\n"
    "mul.lo.s64 %d356,%d355,%d350;\nadd.s64 %d434,%d356,%d434;\nbra.uni L142;\nL5:\nld.param.u32 %r258,[%d6];\n"
    "setp.eq.s32 %p3,%r258,0;\n@%p3 bra L7;\nld.param.u32 %r259,[%d6+-4];\nadd.s32 %r260,%r259,-1;\n"
    "cvt.u64.u32 %d151,%r260;\nld.param.u64 %d152,[%d6+16];\nmul.lo.s64 %d153,%d152,%d151;\n"
    "add.s64 %d434,%d153,%d434;\nL7:\nld.param.u32 %r261,[%d6];\nsetp.eq.s32 %p4,%r261,0;\n@%p4 bra L9;\n"
    "mul.lo.s64 %d154,%d410,281479271743489;\nld.param.s32 %d155,[%d6+4];\n"
    "mul.lo.s64 %d156,%d155,844433520132096;\nadd.s64 %d410,%d156,%d154;\nL9:\ncvt.u32.u64 %r262,%d5;\n"
    "setp.eq.s32 %p5,%r262,0;\nselp.b64 %d407,%d412,%d407,%p5;\nselp.b64 %d408,%d410,%d408,%p5;\n"
    "selp.b64 %d409,%d434,%d409,%p5;\nadd.s32 %r679,%r262,1;\nsetp.lt.u32 %p6,%r679,2;\n@%p6 bra L1;\n"
    "ld.param.u64 %d420,[%d142];\nld.param.u64 %d421,[%d142+8];\nadd.s64 %d20,%d142,184;\nmov.u32 %r682,0;\n"
    "mov.u32 %r696,%r682;\nmov.u32 %r695,%r682;\nmov.u32 %r694,%r682;\nmov.u32 %r693,%r682;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p7,%r682,0;\nmov.u32 %r687,%r1;\n@%p7 bra L14;\nsetp.ne.s32 %p8,%r682,1;\n"
    "mov.u32 %r687,%r2;\n@%p8 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r687,%r3;\nL14:\nmul.wide.u32 %d157,%r682,4;\n"
    "add.s64 %d158,%d142,%d157;\nld.param.u32 %r17,[%d158+64];\nsetp.ge.u32 %p9,%r696,%r17;\n@%p9 bra L17;\n"
    "mul.wide.u32 %d159,%r696,40;\nadd.s64 %d417,%d20,%d159;\nL16:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r268,%r269},[%d417+-32];\nmul.hi.u32 %r272,%r687,%r269;\n"
    "ld.param.v2.u32{%r273,%r274},[%d417+-24];\nshr.u32 %r23,%r272,%r273;\nmul.lo.s32 %r277,%r23,%r268;\n"
    "sub.s32 %r278,%r687,%r277;\ncvt.u64.u32 %d160,%r278;\nld.param.u64 %d161,[%d417+-16];\n"
    "mul.lo.s64 %d162,%d161,%d160;\nld.param.u64 %d163,[%d417+-8];\nmul.lo.s64 %d164,%d163,%d160;\n"
    "ld.param.u32 %r279,[%d417];\nmul.lo.s32 %r280,%r278,%r279;\nadd.s64 %d420,%d162,%d420;\n"
    "add.s64 %d421,%d164,%d421;\nsetp.eq.s32 %p10,%r274,0;\nselp.b32 %r281,%r280,0,%p10;\n"
    "add.s32 %r693,%r281,%r693;\nsetp.eq.s32 %p11,%r274,1;\nselp.b32 %r282,%r280,0,%p11;\n"
    "add.s32 %r694,%r282,%r694;\nsetp.eq.s32 %p12,%r274,2;\nselp.b32 %r283,%r280,0,%p12;\n"
    "add.s32 %r695,%r283,%r695;\nadd.s64 %d417,%d417,40;\nadd.s32 %r696,%r696,1;\nsetp.lt.u32 %p13,%r696,%r17;\n"
    "mov.u32 %r687,%r23;\n@%p13 bra L16;\nL17:\nadd.s32 %r682,%r682,1;\nsetp.lt.u32 %p14,%r682,3;\n@%p14 bra L11;\n"
    "ld.param.u32 %r33,[%d142+104];\nadd.s32 %r286,%r693,1;\nsetp.eq.s32 %p15,%r286,%r33;\n"
    "ld.param.u64 %d32,[%d142+128];\nneg.s64 %d165,%d32;\nselp.b64 %d166,%d165,0,%p15;\n"
    "ld.param.u64 %d33,[%d142+120];\nadd.s64 %d167,%d166,%d33;\nld.param.v2.u32{%r287,%r288},[%d142+104];\n"
    "mov.u32 %r723,0;\nadd.s32 %r289,%r694,1;\nsetp.eq.s32 %p16,%r289,%r288;\nld.param.u64 %d34,[%d142+136];\n"
    "neg.s64 %d168,%d34;\nselp.b64 %d169,%d168,0,%p16;\nadd.s64 %d170,%d167,%d169;\n"
    "ld.param.u32 %r36,[%d142+112];\nadd.s32 %r290,%r695,1;\nsetp.eq.s32 %p17,%r290,%r36;\n"
    "ld.param.u64 %d35,[%d142+144];\nneg.s64 %d171,%d35;\nselp.b64 %d172,%d171,0,%p17;\n"
    "add.s64 %d422,%d170,%d172;\nsetp.ne.s64 %p18,%d422,%d33;\nselp.u32 %r714,1,0,%p18;\n"
    "setp.ge.u32 %p19,%r693,%r287;\nsetp.ge.u32 %p20,%r694,%r288;\nsetp.ge.u32 %p21,%r695,%r36;\n"
    "or.pred %p22,%p19,%p20;\nor.pred %p23,%p21,%p22;\nselp.u32 %r713,1,0,%p23;\nld.param.u32 %r40,[%d142+976];\n"
    "ld.param.v2.u32{%r291,%r292},[%d142+976];\nld.param.v2.u32{%r293,%r294},[%d142+952];\n"
    "ld.param.v2.u32{%r295,%r296},[%d142+1872];\nld.param.v2.u32{%r297,%r298},[%d142+80];\n"
    "ld.param.v2.u32{%r299,%r300},[%d142+1896];\nld.param.u64 %d39,[%d142+1920];\ncvt.u32.u64 %r301,%d410;\n"
    "and.b32 %r53,%r301,65535;\ncvt.u32.u64 %r302,%d408;\n";
static const char cucore__ptx_26[] =
    "and.b32 %r55,%r302,65535;\nld.param.v2.u32{%r303,%r304},[%d142+984];\nld.param.u32 %r58,[%d142+48];\n"
    "ld.param.v2.u32{%r305,%r306},[%d142+48];\nand.b64 %d40,%d410,65535;\nld.param.u32 %r63,[%d142+1896];\n"
    "ld.param.v2.u32{%r307,%r308},[%d142+1904];\nld.param.v2.u32{%r309,%r310},[%d142+960];\n"
    "ld.param.u32 %r69,[%d142+992];\nld.param.v2.u32{%r311,%r312},[%d142+1880];\nld.param.u32 %r74,[%d142+1912];\n"
    "ld.param.u64 %d43,[%d142+1512];\nld.param.u64 %d44,[%d142+1536];\nld.param.u64 %d45,[%d142+1560];\n"
    "ld.param.u64 %d62,[%d142+1592];\nand.b64 %d63,%d408,65535;\nld.param.u64 %d64,[%d142+1616];\n"
    "ld.param.u64 %d65,[%d142+1640];\nld.param.u64 %d66,[%d142+1664];\nld.param.u64 %d67,[%d142+1688];\n"
    "ld.param.u64 %d68,[%d142+1712];\nld.param.u64 %d69,[%d142+1736];\nld.param.u64 %d70,[%d142+1760];\n"
    "ld.param.u64 %d71,[%d142+1784];\nld.param.u64 %d72,[%d142+1808];\nld.param.u64 %d73,[%d142+1832];\n"
    "ld.param.u64 %d74,[%d142+1856];\nadd.s64 %d276,%d62,%d63;\nadd.s64 %d277,%d64,%d63;\n"
    "add.s64 %d278,%d65,%d63;\nadd.s64 %d279,%d66,%d63;\nadd.s64 %d280,%d67,%d63;\nadd.s64 %d281,%d68,%d63;\n"
    "add.s64 %d282,%d69,%d63;\nadd.s64 %d283,%d70,%d63;\nadd.s64 %d284,%d71,%d63;\nadd.s64 %d285,%d72,%d63;\n"
    "add.s64 %d286,%d73,%d63;\nadd.s64 %d287,%d74,%d63;\nmov.u32 %r718,%r713;\nmov.u32 %r719,%r714;\n"
    "mov.u32 %r720,%r695;\nmov.u32 %r721,%r694;\nmov.u32 %r722,%r693;\nmov.u64 %d425,%d422;\nmov.u64 %d426,%d421;\n"
    "bra.uni L19;\nL129:\nld.param.u32 %r649,[%d142+76];\nld.param.u32 %r648,[%d142+112];\n"
    "ld.param.u32 %r647,[%d142+108];\nld.param.u64 %d360,[%d142+120];\nld.param.u32 %r646,[%d142+104];\n"
    "ld.param.u64 %d359,[%d142+96];\nld.param.u64 %d358,[%d142+88];\nbar.sync 0;\nadd.s64 %d420,%d358,%d420;\n"
    "add.s64 %d421,%d359,%d426;\nsetp.eq.s32 %p110,%r297,0;\nselp.b32 %r603,%r298,0,%p110;\n"
    "add.s32 %r693,%r603,%r722;\nsetp.eq.s32 %p111,%r297,1;\nselp.b32 %r604,%r298,0,%p111;\n"
    "add.s32 %r694,%r604,%r721;\nsetp.eq.s32 %p112,%r297,2;\nselp.b32 %r605,%r298,0,%p112;\n"
    "add.s32 %r695,%r605,%r720;\nadd.s32 %r606,%r693,1;\nsetp.eq.s32 %p113,%r606,%r646;\n"
    "selp.b64 %d300,%d165,0,%p113;\nadd.s64 %d301,%d300,%d360;\nadd.s32 %r607,%r694,1;\n"
    "setp.eq.s32 %p114,%r607,%r647;\nselp.b64 %d303,%d168,0,%p114;\nadd.s64 %d304,%d301,%d303;\n"
    "add.s32 %r608,%r695,1;\nsetp.eq.s32 %p115,%r608,%r648;\nselp.b64 %d306,%d171,0,%p115;\n"
    "add.s64 %d422,%d304,%d306;\nsetp.ne.s64 %p116,%d422,%d360;\nselp.u32 %r714,1,0,%p116;\n"
    "setp.ge.u32 %p117,%r693,%r287;\nsetp.ge.u32 %p118,%r694,%r647;\nsetp.ge.u32 %p119,%r695,%r648;\n"
    "or.pred %p120,%p117,%p118;\nor.pred %p121,%p119,%p120;\nadd.s32 %r723,%r723,1;\n"
    "setp.ge.u32 %p122,%r723,%r649;\nor.pred %p123,%p121,%p122;\nselp.u32 %r713,1,0,%p123;\nL19:\n"
    ".pragma \"nounroll\";\nmov.u64 %d79,%d426;\nmov.u64 %d78,%d425;\nmov.u32 %r100,%r722;\nmov.u32 %r99,%r721;\n"
    "mov.u32 %r98,%r720;\nmov.u32 %r97,%r719;\nmov.u32 %r96,%r718;\nmov.u64 %d426,%d421;\nmov.u64 %d425,%d422;\n"
    "mov.u32 %r722,%r693;\nmov.u32 %r721,%r694;\nmov.u32 %r720,%r695;\nmov.u32 %r719,%r714;\nmov.u32 %r718,%r713;\n"
    "ld.param.u32 %r650,[%d142+952];\nmov.u32 %r313,%tid.x;\nsetp.le.u32 %p24,%r650,%r313;\n"
    "add.s64 %d80,%d420,%d407;\nsetp.ne.s32 %p25,%r718,0;\nor.pred %p26,%p25,%p24;\n@%p26 bra L26;\n"
    "setp.eq.s32 %p27,%r40,0;\nsetp.eq.s32 %p28,%r719,0;\nor.pred %p29,%p28,%p27;\nmov.u32 %r314,-1;\n"
    "shl.b32 %r315,%r314,%r40;\nnot.b32 %r726,%r315;\n@%p29 bra L23;\nsub.s64 %d81,%d425,%d409;\n"
    "not.b32 %r726,%r315;\nmov.u32 %r724,0;\nL22:\n.pragma \"nounroll\";\nmul.wide.u32 %d173,%r724,24;\n"
    "add.s64 %d174,%d142,%d173;\nld.param.u64 %d175,[%d174+1504];\nsub.s64 %d176,%d81,%d175;\n"
    "and.b64 %d177,%d176,4611688217451692032;\nsetp.eq.s64 %p30,%d177,4611688217451692032;\nmov.u32 %r319,-2;\n"
    "shf.l.wrap.b32 %r320,%r319,%r319,%r724;\nselp.b32 %r321,-1,%r320,%p30;\nand.b32 %r726,%r321,%r726;\n"
    "add.s32 %r724,%r724,1;\nsetp.lt.u32 %p31,%r724,%r291;\n@%p31 bra L22;\nL23:\n"
    "ld.param.u64 %d361,[%d142+1488];\nsetp.gt.u32 %p32,%r292,1;\nadd.s64 %d83,%d361,%d80;\n"
    "and.b32 %r110,%r726,1;\n@%p32 bra L25;\nbra.uni L24;\nL25:\n{.reg .pred q;setp.ne.s32 q,%r110,0;\n";
static const char cucore__ptx_27[] =
    "mov.u32 %r712,0;mov.u32 %r711,0;mov.u32 %r710,0;mov.u32 %r709,0;\n"
    "@q ld.global.v4.u32{%r712,%r711,%r710,%r709},[%d83];}\nshr.u32 %r373,%r726,1;\nand.b32 %r362,%r373,1;\n"
    "add.s64 %d195,%d43,%d80;\n{.reg .pred q;setp.ne.s32 q,%r362,0;\n"
    "mov.u32 %r708,0;mov.u32 %r707,0;mov.u32 %r706,0;mov.u32 %r705,0;\n"
    "@q ld.global.v4.u32{%r708,%r707,%r706,%r705},[%d195];}\nshr.u32 %r374,%r726,2;\nand.b32 %r367,%r374,1;\n"
    "add.s64 %d196,%d44,%d80;\n{.reg .pred q;setp.ne.s32 q,%r367,0;\n"
    "mov.u32 %r704,0;mov.u32 %r703,0;mov.u32 %r702,0;mov.u32 %r701,0;\n"
    "@q ld.global.v4.u32{%r704,%r703,%r702,%r701},[%d196];}\nshr.u32 %r375,%r726,3;\nand.b32 %r372,%r375,1;\n"
    "add.s64 %d197,%d45,%d80;\n{.reg .pred q;setp.ne.s32 q,%r372,0;\n"
    "mov.u32 %r700,0;mov.u32 %r699,0;mov.u32 %r698,0;mov.u32 %r697,0;\n"
    "@q ld.global.v4.u32{%r700,%r699,%r698,%r697},[%d197];}\nbra.uni L26;\nL24:\nld.param.u64 %d373,[%d142+1848];\n"
    "ld.param.u64 %d372,[%d142+1824];\nld.param.u64 %d371,[%d142+1800];\nld.param.u64 %d370,[%d142+1776];\n"
    "ld.param.u64 %d369,[%d142+1752];\nld.param.u64 %d368,[%d142+1728];\nld.param.u64 %d367,[%d142+1704];\n"
    "ld.param.u64 %d366,[%d142+1680];\nld.param.u64 %d365,[%d142+1656];\nld.param.u64 %d364,[%d142+1632];\n"
    "ld.param.u64 %d363,[%d142+1608];\nld.param.u64 %d362,[%d142+1584];\n{.reg .pred q;setp.ne.s32 q,%r110,0;\n"
    "mov.b16 %rs1,0;@q ld.global.u16 %rs1,[%d83];}\ncvt.u32.u16 %r712,%rs1;\nshr.u32 %r338,%r726,1;\n"
    "and.b32 %r323,%r338,1;\nadd.s64 %d179,%d43,%d80;\n{.reg .pred q;setp.ne.s32 q,%r323,0;\n"
    "mov.b16 %rs2,0;@q ld.global.u16 %rs2,[%d179];}\ncvt.u32.u16 %r711,%rs2;\nshr.u32 %r339,%r726,2;\n"
    "and.b32 %r324,%r339,1;\nadd.s64 %d180,%d44,%d80;\n{.reg .pred q;setp.ne.s32 q,%r324,0;\n"
    "mov.b16 %rs3,0;@q ld.global.u16 %rs3,[%d180];}\ncvt.u32.u16 %r710,%rs3;\nshr.u32 %r340,%r726,3;\n"
    "and.b32 %r325,%r340,1;\nadd.s64 %d181,%d45,%d80;\n{.reg .pred q;setp.ne.s32 q,%r325,0;\n"
    "mov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d181];}\ncvt.u32.u16 %r709,%rs4;\nshr.u32 %r341,%r726,4;\n"
    "and.b32 %r326,%r341,1;\nadd.s64 %d182,%d362,%d80;\n{.reg .pred q;setp.ne.s32 q,%r326,0;\n"
    "mov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d182];}\ncvt.u32.u16 %r708,%rs5;\nshr.u32 %r342,%r726,5;\n"
    "and.b32 %r327,%r342,1;\nadd.s64 %d183,%d363,%d80;\n{.reg .pred q;setp.ne.s32 q,%r327,0;\n"
    "mov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d183];}\ncvt.u32.u16 %r707,%rs6;\nshr.u32 %r343,%r726,6;\n"
    "and.b32 %r328,%r343,1;\nadd.s64 %d184,%d364,%d80;\n{.reg .pred q;setp.ne.s32 q,%r328,0;\n"
    "mov.b16 %rs7,0;@q ld.global.u16 %rs7,[%d184];}\ncvt.u32.u16 %r706,%rs7;\nshr.u32 %r344,%r726,7;\n"
    "and.b32 %r329,%r344,1;\nadd.s64 %d185,%d365,%d80;\n{.reg .pred q;setp.ne.s32 q,%r329,0;\n"
    "mov.b16 %rs8,0;@q ld.global.u16 %rs8,[%d185];}\ncvt.u32.u16 %r705,%rs8;\nshr.u32 %r345,%r726,8;\n"
    "and.b32 %r330,%r345,1;\nadd.s64 %d186,%d366,%d80;\n{.reg .pred q;setp.ne.s32 q,%r330,0;\n"
    "mov.b16 %rs9,0;@q ld.global.u16 %rs9,[%d186];}\ncvt.u32.u16 %r704,%rs9;\nshr.u32 %r346,%r726,9;\n"
    "and.b32 %r331,%r346,1;\nadd.s64 %d187,%d367,%d80;\n{.reg .pred q;setp.ne.s32 q,%r331,0;\n"
    "mov.b16 %rs10,0;@q ld.global.u16 %rs10,[%d187];}\ncvt.u32.u16 %r703,%rs10;\nshr.u32 %r347,%r726,10;\n"
    "and.b32 %r332,%r347,1;\nadd.s64 %d188,%d368,%d80;\n{.reg .pred q;setp.ne.s32 q,%r332,0;\n"
    "mov.b16 %rs11,0;@q ld.global.u16 %rs11,[%d188];}\ncvt.u32.u16 %r702,%rs11;\nshr.u32 %r348,%r726,11;\n"
    "and.b32 %r333,%r348,1;\nadd.s64 %d189,%d369,%d80;\n{.reg .pred q;setp.ne.s32 q,%r333,0;\n"
    "mov.b16 %rs12,0;@q ld.global.u16 %rs12,[%d189];}\ncvt.u32.u16 %r701,%rs12;\nshr.u32 %r349,%r726,12;\n"
    "and.b32 %r334,%r349,1;\nadd.s64 %d190,%d370,%d80;\n{.reg .pred q;setp.ne.s32 q,%r334,0;\n"
    "mov.b16 %rs13,0;@q ld.global.u16 %rs13,[%d190];}\ncvt.u32.u16 %r700,%rs13;\nshr.u32 %r350,%r726,13;\n"
    "and.b32 %r335,%r350,1;\nadd.s64 %d191,%d371,%d80;\n{.reg .pred q;setp.ne.s32 q,%r335,0;\n"
    "mov.b16 %rs14,0;@q ld.global.u16 %rs14,[%d191];}\ncvt.u32.u16 %r699,%rs14;\nshr.u32 %r351,%r726,14;\n"
    "and.b32 %r336,%r351,1;\nadd.s64 %d192,%d372,%d80;\n{.reg .pred q;setp.ne.s32 q,%r336,0;\n"
    "mov.b16 %rs15,0;@q ld.global.u16 %rs15,[%d192];}\ncvt.u32.u16 %r698,%rs15;\n";
static const char cucore__ptx_28[] =
    "shr.u32 %r352,%r726,15;\nand.b32 %r337,%r352,1;\nadd.s64 %d193,%d373,%d80;\n"
    "{.reg .pred q;setp.ne.s32 q,%r337,0;\nmov.b16 %rs16,0;@q ld.global.u16 %rs16,[%d193];}\n"
    "cvt.u32.u16 %r697,%rs16;\nL26:\nsetp.eq.s32 %p33,%r723,0;\n@%p33 bra L79;\nmov.u32 %r376,%tid.x;\n"
    "setp.le.u32 %p34,%r295,%r376;\nsetp.ne.s32 %p35,%r96,0;\nor.pred %p36,%p35,%p34;\n@%p36 bra L76;\n"
    "setp.lt.u32 %p37,%r58,3;\nadd.s64 %d84,%d79,%d412;\n@%p37 bra L61;\nbra.uni L29;\nL61:\n"
    "setp.eq.s32 %p63,%r299,0;\n@%p63 bra L76;\nsetp.eq.s32 %p64,%r58,1;\nselp.b32 %r448,%r99,%r98,%p64;\n"
    "setp.eq.s32 %p65,%r58,0;\nmov.u32 %r756,0;\nselp.b32 %r198,%r100,%r448,%p65;\nmul.lo.s32 %r449,%r58,21;\n"
    "shr.u64 %d253,%d78,%r449;\ncvt.u32.u64 %r450,%d253;\nand.b32 %r199,%r450,1048575;\nL63:\n"
    ".pragma \"nounroll\";\nmul.lo.s32 %r668,%r58,21;\nadd.s32 %r658,%r300,-1;\nmul.wide.u32 %d255,%r756,24;\n"
    "add.s64 %d256,%d142,%d255;\ncvt.u64.u32 %d257,%r658;\nmul.lo.s64 %d258,%d39,%d257;\n"
    "sub.s64 %d259,%d434,%d258;\nld.param.u64 %d260,[%d256+2424];\nadd.s64 %d96,%d260,%d259;\n"
    "shr.u64 %d261,%d96,%r668;\ncvt.u32.u64 %r453,%d261;\nand.b32 %r202,%r453,1048575;\nsetp.eq.s32 %p66,%r97,0;\n"
    "@%p66 bra L65;\nmul.lo.s32 %r669,%r58,21;\nmov.u64 %d262,1048575;\nshl.b64 %d263,%d262,%r669;\n"
    "not.b64 %d264,%d263;\nand.b64 %d265,%d264,%d96;\nsub.s64 %d266,%d78,%d265;\n"
    "and.b64 %d267,%d266,4611688217451692032;\nsetp.ne.s64 %p67,%d267,4611688217451692032;\n@%p67 bra L75;\nL65:\n"
    "ld.param.u32 %r659,[%d142+56];\nsetp.lt.s32 %p68,%r202,%r659;\nmov.u32 %r757,%r202;\n@%p68 bra L69;\n"
    "setp.eq.s32 %p69,%r198,0;\n@%p69 bra L68;\nadd.s32 %r660,%r198,1;\nmul.wide.u32 %d269,%r305,4;\n"
    "add.s64 %d270,%d142,%d269;\nld.param.u32 %r455,[%d270+104];\nsetp.lt.u32 %p70,%r660,%r455;\n"
    "mov.u32 %r757,%r202;\n@%p70 bra L75;\nbra.uni L69;\nL68:\nsub.s32 %r757,%r202,%r306;\nL69:\n"
    "mul.wide.u32 %d395,%r756,24;\nadd.s64 %d394,%d142,%d395;\nld.param.u64 %d393,[%d394+2416];\n"
    "ld.param.u64 %d392,[%d394+2408];\nadd.s64 %d271,%d84,%d392;\nshl.b32 %r456,%r202,1;\n"
    "cvt.u32.u64 %r457,%d271;\nsub.s32 %r458,%r456,%r457;\nand.b32 %r459,%r458,30;\nshr.u32 %r460,%r459,1;\n"
    "add.s32 %r759,%r757,%r460;\nsub.s32 %r461,%r759,%r202;\nshl.b32 %r462,%r461,1;\ncvt.s64.s32 %d272,%r462;\n"
    "add.s64 %d99,%d271,%d272;\ncvt.u32.u64 %r463,%d393;\nadd.s32 %r464,%r53,%r463;\nadd.s32 %r206,%r464,%r462;\n"
    "setp.gt.s32 %p71,%r759,-1;\nadd.s32 %r465,%r759,7;\nsetp.le.s32 %p72,%r465,%r199;\nand.pred %p73,%p71,%p72;\n"
    "@%p73 bra L74;\nbra.uni L70;\nL74:\nmov.u32 %r477,tile;\nadd.s32 %r478,%r477,%r206;\n"
    "ld.shared.u16 %rs31,[%r478];\nld.shared.u16 %rs32,[%r478+2];\nmov.b32 %r472,{%rs31,%rs32};\n"
    "ld.shared.u16 %rs33,[%r478+4];\nld.shared.u16 %rs34,[%r478+6];\nmov.b32 %r473,{%rs33,%rs34};\n"
    "ld.shared.u16 %rs35,[%r478+8];\nld.shared.u16 %rs36,[%r478+10];\nmov.b32 %r474,{%rs35,%rs36};\n"
    "ld.shared.u16 %rs37,[%r478+12];\nld.shared.u16 %rs38,[%r478+14];\nmov.b32 %r475,{%rs37,%rs38};\n"
    "mov.u32 %r476,1;\n{.reg .pred q;setp.ne.s32 q,%r476,0;\n"
    "@q st.global.v4.u32[%d99],{%r472,%r473,%r474,%r475};}\nbra.uni L75;\nL70:\nmov.u32 %r758,0;\nL71:\n"
    ".pragma \"nounroll\";\nsetp.gt.u32 %p74,%r759,%r199;\n@%p74 bra L73;\nshl.b32 %r468,%r758,1;\n"
    "mov.u32 %r467,1;\ncvt.u64.u32 %d274,%r468;\nadd.s64 %d273,%d99,%d274;\nadd.s32 %r469,%r468,%r206;\n"
    "mov.u32 %r470,tile;\nadd.s32 %r471,%r470,%r469;\nld.shared.u16 %rs30,[%r471];\n"
    "{.reg .pred q;setp.ne.s32 q,%r467,0;\n@q st.global.u16[%d273],%rs30;}\nL73:\nadd.s32 %r758,%r758,1;\n"
    "add.s32 %r759,%r759,1;\nsetp.eq.s32 %p75,%r758,8;\n@%p75 bra L75;\nbra.uni L71;\nL75:\n"
    "add.s32 %r756,%r756,1;\nsetp.lt.u32 %p76,%r756,%r63;\n@%p76 bra L63;\nbra.uni L76;\nL29:\n"
    "ld.param.u32 %r651,[%d142+1900];\nsetp.gt.u32 %p38,%r651,1;\n@%p38 bra L41;\nbra.uni L30;\nL41:\n"
    "setp.eq.s32 %p50,%r63,0;\n@%p50 bra L50;\nmov.u32 %r747,0;\nL43:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d228,%r747,24;\nadd.s64 %d229,%d142,%d228;\nadd.s64 %d91,%d229,2424;\nsetp.eq.s32 %p51,%r97,0;\n"
    "@%p51 bra L45;\nsub.s64 %d383,%d78,%d434;\nld.param.u64 %d230,[%d91];\nsub.s64 %d231,%d383,%d230;\n"
    "and.b64 %d232,%d231,4611688217451692032;\n";
static const char cucore__ptx_29[] =
    "setp.ne.s64 %p52,%d232,4611688217451692032;\n@%p52 bra L49;\nL45:\nld.param.u32 %r652,[%d142+32];\n"
    "setp.eq.s32 %p53,%r652,0;\nld.param.u32 %r410,[%d91+-8];\nadd.s32 %r411,%r53,%r410;\nmov.u32 %r412,tile;\n"
    "add.s32 %r174,%r412,%r411;\n@%p53 bra L47;\nld.shared.v4.u32{%r748,%r749,%r750,%r751},[%r174];\nbra.uni L48;\n"
    "L47:\nld.shared.u16 %rs21,[%r174];\nadd.s32 %r417,%r174,%r308;\nld.shared.u16 %rs22,[%r417];\n"
    "mov.b32 %r748,{%rs21,%rs22};\nadd.s32 %r418,%r417,%r308;\nld.shared.u16 %rs23,[%r418];\n"
    "add.s32 %r419,%r418,%r308;\nld.shared.u16 %rs24,[%r419];\nmov.b32 %r749,{%rs23,%rs24};\n"
    "add.s32 %r420,%r419,%r308;\nld.shared.u16 %rs25,[%r420];\nadd.s32 %r421,%r420,%r308;\n"
    "ld.shared.u16 %rs26,[%r421];\nmov.b32 %r750,{%rs25,%rs26};\nadd.s32 %r422,%r421,%r308;\n"
    "ld.shared.u16 %rs27,[%r422];\nadd.s32 %r423,%r422,%r308;\nld.shared.u16 %rs28,[%r423];\n"
    "mov.b32 %r751,{%rs27,%rs28};\nL48:\nld.param.u64 %d234,[%d91+-16];\nadd.s64 %d233,%d234,%d84;\n"
    "mov.u32 %r428,1;\n{.reg .pred q;setp.ne.s32 q,%r428,0;\n"
    "@q st.global.v4.u32[%d233],{%r748,%r749,%r750,%r751};}\nL49:\ncvt.u64.u32 %d384,%r747;\n"
    "cvt.u32.u64 %r429,%d384;\nadd.s32 %r747,%r429,1;\nsetp.lt.u32 %p54,%r747,%r299;\n@%p54 bra L43;\nL50:\n"
    "setp.eq.s32 %p55,%r97,0;\n@%p55 bra L76;\nmov.u32 %r752,%tid.x;\nsetp.lt.u32 %p56,%r296,2;\n@%p56 bra L53;\n"
    "mov.u32 %r430,%tid.x;\nmul.hi.u32 %r431,%r430,%r311;\nshr.u32 %r752,%r431,%r312;\nL53:\n"
    "mov.u32 %r662,%tid.x;\nld.param.u32 %r653,[%d142+1876];\nsetp.eq.s32 %p57,%r299,0;\n"
    "mul.lo.s32 %r433,%r653,%r752;\nsub.s32 %r434,%r662,%r433;\nshl.b32 %r435,%r434,3;\nor.b32 %r436,%r435,7;\n"
    "rem.u32 %r191,%r436,%r74;\n@%p57 bra L76;\nmov.u32 %r753,0;\nL55:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d236,%r753,24;\nadd.s64 %d237,%d142,%d236;\nld.param.u64 %d238,[%d237+2424];\n"
    "add.s64 %d427,%d238,%d434;\nsub.s64 %d239,%d78,%d427;\nand.b64 %d240,%d239,4611688217451692032;\n"
    "setp.eq.s64 %p58,%d240,4611688217451692032;\n@%p58 bra L60;\nmov.u32 %r754,7;\nmov.u32 %r755,%r191;\nL57:\n"
    ".pragma \"nounroll\";\nsub.s64 %d244,%d78,%d427;\nand.b64 %d245,%d244,4611688217451692032;\n"
    "setp.ne.s64 %p59,%d245,4611688217451692032;\n@%p59 bra L59;\nmul.wide.u32 %d391,%r753,24;\n"
    "add.s64 %d390,%d142,%d391;\nld.param.u64 %d389,[%d390+2408];\nmul.wide.u32 %d388,%r753,24;\n"
    "add.s64 %d387,%d142,%d388;\nld.param.u32 %r440,[%d387+2416];\nmov.u32 %r439,1;\n"
    "mad.lo.s32 %r441,%r308,%r754,%r53;\nadd.s32 %r442,%r441,%r440;\nmov.u32 %r443,tile;\n"
    "add.s32 %r444,%r443,%r442;\nld.shared.u16 %rs29,[%r444];\nshl.b32 %r445,%r754,1;\ncvt.u64.u32 %d250,%r445;\n"
    "add.s64 %d251,%d84,%d250;\nadd.s64 %d246,%d251,%d389;\n{.reg .pred q;setp.ne.s32 q,%r439,0;\n"
    "@q st.global.u16[%d246],%rs29;}\nL59:\nsetp.eq.s32 %p60,%r755,0;\nselp.b64 %d252,%d39,0,%p60;\n"
    "sub.s64 %d427,%d427,%d252;\nselp.b32 %r446,%r74,%r755,%p60;\nadd.s32 %r755,%r446,-1;\n"
    "add.s32 %r196,%r754,-1;\nsetp.ne.s32 %p61,%r754,0;\nmov.u32 %r754,%r196;\n@%p61 bra L57;\nL60:\n"
    "add.s32 %r753,%r753,1;\nsetp.lt.u32 %p62,%r753,%r299;\n@%p62 bra L55;\nbra.uni L76;\nL30:\n"
    "setp.eq.s32 %p39,%r63,0;\nsetp.eq.s32 %p40,%r97,0;\nor.pred %p41,%p40,%p39;\nmov.u32 %r377,-1;\n"
    "shl.b32 %r378,%r377,%r63;\nnot.b32 %r745,%r378;\n@%p41 bra L33;\nsub.s64 %d85,%d78,%d434;\n"
    "not.b32 %r745,%r378;\nmov.u32 %r743,0;\nL32:\n.pragma \"nounroll\";\nmul.wide.u32 %d198,%r743,24;\n"
    "add.s64 %d199,%d142,%d198;\nld.param.u64 %d200,[%d199+2424];\nsub.s64 %d201,%d85,%d200;\n"
    "and.b64 %d202,%d201,4611688217451692032;\nsetp.eq.s64 %p42,%d202,4611688217451692032;\nmov.u32 %r382,-2;\n"
    "shf.l.wrap.b32 %r383,%r382,%r382,%r743;\nselp.b32 %r384,-1,%r383,%p42;\nand.b32 %r745,%r384,%r745;\n"
    "add.s32 %r743,%r743,1;\nsetp.lt.u32 %p43,%r743,%r299;\n@%p43 bra L32;\nL33:\nsetp.eq.s32 %p44,%r299,0;\n"
    "@%p44 bra L76;\nmov.u32 %r746,0;\nL35:\n.pragma \"nounroll\";\nsetp.ge.u32 %p45,%r746,%r63;\n@%p45 bra L40;\n"
    "and.b32 %r387,%r746,12;\nmul.wide.u32 %d205,%r387,24;\nadd.s64 %d206,%d142,%d205;\n"
    "ld.param.u64 %d207,[%d206+2408];\nadd.s64 %d203,%d84,%d207;\nld.param.u64 %d208,[%d206+2416];\n"
    "add.s64 %d209,%d208,%d40;\ncvt.u32.u64 %r388,%d209;\n";
static const char cucore__ptx_30[] =
    "mov.u32 %r389,tile;\nadd.s32 %r390,%r389,%r388;\nld.shared.u16 %rs17,[%r390];\nshr.u32 %r391,%r745,%r746;\n"
    "and.b32 %r386,%r391,1;\n{.reg .pred q;setp.ne.s32 q,%r386,0;\n@q st.global.u16[%d203],%rs17;}\n"
    "add.s32 %r168,%r746,1;\nsetp.ge.u32 %p46,%r168,%r63;\n@%p46 bra L40;\nmov.u32 %r663,tile;\n"
    "and.b32 %r393,%r168,13;\nmul.wide.u32 %d212,%r393,24;\nadd.s64 %d213,%d142,%d212;\n"
    "ld.param.u64 %d214,[%d213+2408];\nadd.s64 %d210,%d84,%d214;\nld.param.u64 %d215,[%d213+2416];\n"
    "add.s64 %d216,%d215,%d40;\ncvt.u32.u64 %r394,%d216;\nadd.s32 %r396,%r663,%r394;\n"
    "ld.shared.u16 %rs18,[%r396];\nshr.u32 %r397,%r745,%r168;\nand.b32 %r392,%r397,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r392,0;\n@q st.global.u16[%d210],%rs18;}\nadd.s32 %r169,%r746,2;\n"
    "setp.ge.u32 %p47,%r169,%r63;\n@%p47 bra L40;\nmov.u32 %r664,tile;\nand.b32 %r399,%r169,14;\n"
    "mul.wide.u32 %d219,%r399,24;\nadd.s64 %d220,%d142,%d219;\nld.param.u64 %d221,[%d220+2408];\n"
    "add.s64 %d217,%d84,%d221;\nld.param.u64 %d222,[%d220+2416];\nadd.s64 %d223,%d222,%d40;\n"
    "cvt.u32.u64 %r400,%d223;\nadd.s32 %r402,%r664,%r400;\nld.shared.u16 %rs19,[%r402];\n"
    "shr.u32 %r403,%r745,%r169;\nand.b32 %r398,%r403,1;\n{.reg .pred q;setp.ne.s32 q,%r398,0;\n"
    "@q st.global.u16[%d217],%rs19;}\nadd.s32 %r170,%r746,3;\nsetp.ge.u32 %p48,%r170,%r63;\n@%p48 bra L40;\n"
    "add.s32 %r667,%r746,1;\nand.b32 %r666,%r667,13;\nmul.wide.u32 %d382,%r666,24;\nadd.s64 %d381,%d142,%d382;\n"
    "add.s64 %d380,%d381,2408;\nmov.u32 %r665,tile;\nld.param.u64 %d225,[%d380+48];\nadd.s64 %d224,%d84,%d225;\n"
    "ld.param.u64 %d226,[%d380+56];\nadd.s64 %d227,%d226,%d40;\ncvt.u32.u64 %r405,%d227;\n"
    "add.s32 %r407,%r665,%r405;\nld.shared.u16 %rs20,[%r407];\nshr.u32 %r408,%r745,%r170;\nand.b32 %r404,%r408,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r404,0;\n@q st.global.u16[%d224],%rs20;}\nL40:\nadd.s32 %r746,%r746,4;\n"
    "setp.lt.u32 %p49,%r746,%r63;\n@%p49 bra L35;\nL76:\nsetp.eq.s32 %p77,%r718,0;\n@%p77 bra L78;\nbra.uni L77;\n"
    "L78:\nbar.sync 0;\nL79:\nsetp.ne.s32 %p132,%r718,0;\nmov.u32 %r645,%tid.x;\nsetp.le.u32 %p79,%r293,%r645;\n"
    "or.pred %p80,%p132,%p79;\n@%p80 bra L129;\nld.param.u64 %d377,[%d142+1568];\n"
    "ld.param.u64 %d376,[%d142+1544];\nld.param.u64 %d375,[%d142+1520];\nld.param.u64 %d374,[%d142+1496];\n"
    "setp.gt.u32 %p81,%r292,1;\ncvt.u32.u64 %r480,%d374;\nadd.s32 %r481,%r55,%r480;\nmov.u32 %r482,tile;\n"
    "add.s32 %r212,%r482,%r481;\ncvt.u32.u64 %r483,%d375;\nadd.s32 %r484,%r55,%r483;\nadd.s32 %r213,%r482,%r484;\n"
    "cvt.u32.u64 %r485,%d376;\nadd.s32 %r486,%r55,%r485;\nadd.s32 %r214,%r482,%r486;\ncvt.u32.u64 %r487,%d377;\n"
    "add.s32 %r488,%r55,%r487;\nadd.s32 %r215,%r482,%r488;\n@%p81 bra L113;\nbra.uni L81;\nL113:\n"
    "setp.eq.s32 %p98,%r40,0;\n@%p98 bra L118;\nsetp.lt.u32 %p99,%r291,2;\nst.shared.u16[%r212],%r712;\n"
    "shr.u32 %r525,%r712,16;\nadd.s32 %r530,%r212,%r304;\nst.shared.u16[%r530],%r525;\nadd.s32 %r531,%r530,%r304;\n"
    "st.shared.u16[%r531],%r711;\nshr.u32 %r532,%r711,16;\nadd.s32 %r533,%r531,%r304;\n"
    "st.shared.u16[%r533],%r532;\nadd.s32 %r534,%r533,%r304;\nst.shared.u16[%r534],%r710;\n"
    "shr.u32 %r535,%r710,16;\nadd.s32 %r536,%r534,%r304;\nst.shared.u16[%r536],%r535;\nadd.s32 %r537,%r536,%r304;\n"
    "st.shared.u16[%r537],%r709;\nshr.u32 %r538,%r709,16;\nadd.s32 %r539,%r537,%r304;\n"
    "st.shared.u16[%r539],%r538;\n@%p99 bra L118;\nld.param.u64 %d396,[%d142+1520];\ncvt.u32.u64 %r672,%d396;\n"
    "add.s32 %r671,%r55,%r672;\nadd.s32 %r670,%r482,%r671;\nsetp.eq.s32 %p100,%r291,2;\n"
    "st.shared.u16[%r670],%r708;\nshr.u32 %r540,%r708,16;\nadd.s32 %r545,%r670,%r304;\n"
    "st.shared.u16[%r545],%r540;\nadd.s32 %r546,%r545,%r304;\nst.shared.u16[%r546],%r707;\n"
    "shr.u32 %r547,%r707,16;\nadd.s32 %r548,%r546,%r304;\nst.shared.u16[%r548],%r547;\nadd.s32 %r549,%r548,%r304;\n"
    "st.shared.u16[%r549],%r706;\nshr.u32 %r550,%r706,16;\nadd.s32 %r551,%r549,%r304;\n"
    "st.shared.u16[%r551],%r550;\nadd.s32 %r552,%r551,%r304;\nst.shared.u16[%r552],%r705;\n"
    "shr.u32 %r553,%r705,16;\nadd.s32 %r554,%r552,%r304;\nst.shared.u16[%r554],%r553;\n@%p100 bra L118;\n"
    "ld.param.u64 %d397,[%d142+1544];\ncvt.u32.u64 %r675,%d397;\nadd.s32 %r674,%r55,%r675;\n";
static const char cucore__ptx_31[] =
    "add.s32 %r673,%r482,%r674;\nsetp.lt.u32 %p101,%r291,4;\nst.shared.u16[%r673],%r704;\nshr.u32 %r555,%r704,16;\n"
    "add.s32 %r560,%r673,%r304;\nst.shared.u16[%r560],%r555;\nadd.s32 %r561,%r560,%r304;\n"
    "st.shared.u16[%r561],%r703;\nshr.u32 %r562,%r703,16;\nadd.s32 %r563,%r561,%r304;\n"
    "st.shared.u16[%r563],%r562;\nadd.s32 %r564,%r563,%r304;\nst.shared.u16[%r564],%r702;\n"
    "shr.u32 %r565,%r702,16;\nadd.s32 %r566,%r564,%r304;\nst.shared.u16[%r566],%r565;\nadd.s32 %r567,%r566,%r304;\n"
    "st.shared.u16[%r567],%r701;\nshr.u32 %r568,%r701,16;\nadd.s32 %r569,%r567,%r304;\n"
    "st.shared.u16[%r569],%r568;\n@%p101 bra L118;\nld.param.u64 %d398,[%d142+1568];\ncvt.u32.u64 %r678,%d398;\n"
    "add.s32 %r677,%r55,%r678;\nadd.s32 %r676,%r482,%r677;\nst.shared.u16[%r676],%r700;\nshr.u32 %r570,%r700,16;\n"
    "add.s32 %r575,%r676,%r304;\nst.shared.u16[%r575],%r570;\nadd.s32 %r576,%r575,%r304;\n"
    "st.shared.u16[%r576],%r699;\nshr.u32 %r577,%r699,16;\nadd.s32 %r578,%r576,%r304;\n"
    "st.shared.u16[%r578],%r577;\nadd.s32 %r579,%r578,%r304;\nst.shared.u16[%r579],%r698;\n"
    "shr.u32 %r580,%r698,16;\nadd.s32 %r581,%r579,%r304;\nst.shared.u16[%r581],%r580;\nadd.s32 %r582,%r581,%r304;\n"
    "st.shared.u16[%r582],%r697;\nshr.u32 %r583,%r697,16;\nadd.s32 %r584,%r582,%r304;\n"
    "st.shared.u16[%r584],%r583;\nL118:\nsetp.eq.s32 %p102,%r719,0;\n@%p102 bra L129;\nmov.u32 %r760,%tid.x;\n"
    "setp.lt.u32 %p103,%r294,2;\n@%p103 bra L121;\nmov.u32 %r585,%tid.x;\nmul.hi.u32 %r586,%r585,%r309;\n"
    "shr.u32 %r760,%r586,%r310;\nL121:\nsetp.eq.s32 %p133,%r40,0;\nld.param.u32 %r656,[%d142+956];\n"
    "mov.u32 %r655,%tid.x;\nmul.lo.s32 %r588,%r656,%r760;\nsub.s32 %r589,%r655,%r588;\nshl.b32 %r590,%r589,3;\n"
    "or.b32 %r591,%r590,7;\nrem.u32 %r219,%r591,%r69;\n@%p133 bra L129;\nmov.u32 %r761,0;\nL123:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d288,%r761,24;\nadd.s64 %d289,%d142,%d288;\n"
    "ld.param.u64 %d290,[%d289+1504];\nadd.s64 %d428,%d290,%d409;\nsub.s64 %d291,%d425,%d428;\n"
    "and.b64 %d292,%d291,4611688217451692032;\nsetp.eq.s64 %p105,%d292,4611688217451692032;\n@%p105 bra L128;\n"
    "mov.u32 %r762,7;\nmov.u32 %r763,%r219;\nL125:\n.pragma \"nounroll\";\nsub.s64 %d293,%d425,%d428;\n"
    "and.b64 %d294,%d293,4611688217451692032;\nsetp.ne.s64 %p106,%d294,4611688217451692032;\n@%p106 bra L127;\n"
    "mul.wide.u32 %d403,%r761,24;\nadd.s64 %d402,%d142,%d403;\nadd.s64 %d401,%d402,1504;\n"
    "ld.param.u64 %d400,[%d401+-16];\nadd.s64 %d379,%d420,%d407;\nld.param.u32 %r657,[%d142+988];\n"
    "ld.param.u32 %r595,[%d401+-8];\nmad.lo.s32 %r596,%r657,%r762,%r55;\nadd.s32 %r597,%r596,%r595;\n"
    "add.s32 %r599,%r482,%r597;\nshl.b32 %r600,%r762,1;\nmov.u32 %r594,1;\ncvt.u64.u32 %d296,%r600;\n"
    "add.s64 %d297,%d379,%d296;\nadd.s64 %d295,%d297,%d400;\n{.reg .pred q;setp.ne.s32 q,%r594,0;\n"
    "mov.b16 %rs39,0;@q ld.global.u16 %rs39,[%d295];}\nst.shared.u16[%r599],%rs39;\nL127:\n"
    "ld.param.u64 %d378,[%d142+1000];\nsetp.eq.s32 %p107,%r763,0;\nselp.b64 %d298,%d378,0,%p107;\n"
    "sub.s64 %d428,%d428,%d298;\nselp.b32 %r601,%r69,%r763,%p107;\nadd.s32 %r763,%r601,-1;\n"
    "add.s32 %r224,%r762,-1;\nsetp.ne.s32 %p108,%r762,0;\nmov.u32 %r762,%r224;\n@%p108 bra L125;\nL128:\n"
    "cvt.u64.u32 %d399,%r761;\ncvt.u32.u64 %r602,%d399;\nadd.s32 %r761,%r602,1;\nsetp.lt.u32 %p109,%r761,%r40;\n"
    "@%p109 bra L123;\nbra.uni L129;\nL81:\nsetp.eq.s32 %p82,%r40,0;\n@%p82 bra L83;\nst.shared.u16[%r212],%r712;\n"
    "L83:\nsetp.lt.u32 %p83,%r40,2;\n@%p83 bra L85;\nst.shared.u16[%r213],%r711;\nL85:\nsetp.lt.u32 %p84,%r40,3;\n"
    "@%p84 bra L87;\nst.shared.u16[%r214],%r710;\nL87:\nsetp.lt.u32 %p85,%r40,4;\n@%p85 bra L89;\n"
    "st.shared.u16[%r215],%r709;\nL89:\nsetp.lt.u32 %p86,%r40,5;\n@%p86 bra L91;\ncvt.u32.u64 %r489,%d276;\n"
    "add.s32 %r491,%r482,%r489;\nst.shared.u16[%r491],%r708;\nL91:\nsetp.lt.u32 %p87,%r40,6;\n@%p87 bra L93;\n"
    "cvt.u32.u64 %r492,%d277;\nadd.s32 %r494,%r482,%r492;\nst.shared.u16[%r494],%r707;\nL93:\n"
    "setp.lt.u32 %p88,%r40,7;\n@%p88 bra L95;\ncvt.u32.u64 %r495,%d278;\nadd.s32 %r497,%r482,%r495;\n"
    "st.shared.u16[%r497],%r706;\nL95:\nsetp.lt.u32 %p89,%r40,8;\n@%p89 bra L97;\ncvt.u32.u64 %r498,%d279;\n"
    "add.s32 %r500,%r482,%r498;\nst.shared.u16[%r500],%r705;\n";
static const char cucore__ptx_32[] =
    "L97:\nsetp.lt.u32 %p90,%r40,9;\n@%p90 bra L99;\ncvt.u32.u64 %r501,%d280;\nadd.s32 %r503,%r482,%r501;\n"
    "st.shared.u16[%r503],%r704;\nL99:\nsetp.lt.u32 %p91,%r40,10;\n@%p91 bra L101;\ncvt.u32.u64 %r504,%d281;\n"
    "add.s32 %r506,%r482,%r504;\nst.shared.u16[%r506],%r703;\nL101:\nsetp.lt.u32 %p92,%r40,11;\n@%p92 bra L103;\n"
    "cvt.u32.u64 %r507,%d282;\nadd.s32 %r509,%r482,%r507;\nst.shared.u16[%r509],%r702;\nL103:\n"
    "setp.lt.u32 %p93,%r40,12;\n@%p93 bra L105;\ncvt.u32.u64 %r510,%d283;\nadd.s32 %r512,%r482,%r510;\n"
    "st.shared.u16[%r512],%r701;\nL105:\nsetp.lt.u32 %p94,%r40,13;\n@%p94 bra L107;\ncvt.u32.u64 %r513,%d284;\n"
    "add.s32 %r515,%r482,%r513;\nst.shared.u16[%r515],%r700;\nL107:\nsetp.lt.u32 %p95,%r40,14;\n@%p95 bra L109;\n"
    "cvt.u32.u64 %r516,%d285;\nadd.s32 %r518,%r482,%r516;\nst.shared.u16[%r518],%r699;\nL109:\n"
    "setp.lt.u32 %p96,%r40,15;\n@%p96 bra L111;\ncvt.u32.u64 %r519,%d286;\nadd.s32 %r521,%r482,%r519;\n"
    "st.shared.u16[%r521],%r698;\nL111:\nsetp.lt.u32 %p97,%r40,16;\n@%p97 bra L129;\ncvt.u32.u64 %r522,%d287;\n"
    "add.s32 %r524,%r482,%r522;\nst.shared.u16[%r524],%r697;\nbra.uni L129;\nL77:\nret;\n}\n";
static const char *const cucore__kernel_ptx_tile2[] = {cucore__ptx_24, cucore__ptx_25, cucore__ptx_26,
    cucore__ptx_27, cucore__ptx_28, cucore__ptx_29, cucore__ptx_30, cucore__ptx_31, cucore__ptx_32, NULL};
static const char cucore__ptx_33[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile4(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<135>;\n.reg .b32 %r<765>;\n.reg .b64 %d<467>;\nmov.b64 %d144,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d147,0;\nmov.u32 %r249,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r669,%r249;\nmov.u64 %d427,%d147;\nmov.u64 %d428,%d147;\nmov.u64 %d429,%d147;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r669;\nmul.wide.u32 %d151,%r669,920;\nadd.s64 %d152,%d144,%d151;\n"
    "add.s64 %d6,%d152,984;\nld.param.u32 %r6,[%d152+984];\nmov.u32 %r670,%r249;\nmov.u64 %d430,%d147;\n"
    "mov.u64 %d454,%d147;\nmov.u64 %d432,%d147;\nbra.uni L2;\nL142:\nshl.b32 %r642,%r670,4;\n"
    "shl.b64 %d362,%d453,%r642;\nor.b64 %d430,%d362,%d430;\nsetp.eq.s32 %p131,%r670,0;\n"
    "selp.b64 %d432,%d452,%d432,%p131;\nadd.s32 %r670,%r670,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p1,%r6,0;\nmov.u32 %r671,1;\n@%p1 bra L4;\nld.param.u32 %r671,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p2,%r670,%r671;\n@%p2 bra L130;\nbra.uni L5;\nL130:\nld.param.u32 %r607,[%d6+-28];\n"
    "setp.lt.u32 %p124,%r607,2;\nmov.u32 %r754,%r4;\n@%p124 bra L132;\nld.param.v2.u32{%r608,%r609},[%d6+-24];\n"
    "mul.hi.u32 %r612,%r4,%r608;\nshr.u32 %r754,%r612,%r609;\nL132:\nld.param.u32 %r228,[%d6+-28];\n"
    "mov.u64 %d452,0;\nld.param.v2.u32{%r758,%r614},[%d6+-16];\nadd.s32 %r230,%r614,%r758;\n"
    "add.s32 %r755,%r758,1;\nsetp.ge.u32 %p125,%r755,%r230;\nmov.u64 %d453,%d452;\nmov.u64 %d454,%d452;\n"
    "mov.u32 %r759,%r754;\n@%p125 bra L135;\nmov.u64 %d454,0;\nmov.u32 %r756,%r754;\nmov.u32 %r757,%r758;\n"
    "mov.u64 %d453,%d454;\nmov.u64 %d452,%d454;\nL134:\n.pragma \"nounroll\";\nmov.u32 %r758,%r755;\n"
    "mul.lo.s64 %d318,%d5,920;\nadd.s64 %d319,%d144,%d318;\nmul.wide.u32 %d320,%r757,40;\n"
    "add.s64 %d321,%d319,%d320;\nld.param.v2.u32{%r616,%r617},[%d321+1008];\nmul.hi.u32 %r620,%r756,%r617;\n"
    "ld.param.u32 %r621,[%d321+1016];\nshr.u32 %r759,%r620,%r621;\nmul.lo.s32 %r622,%r759,%r616;\n"
    "sub.s32 %r623,%r756,%r622;\ncvt.u64.u32 %d322,%r623;\nld.param.u64 %d323,[%d321+1024];\n"
    "mul.lo.s64 %d324,%d323,%d322;\nadd.s64 %d452,%d324,%d452;\nld.param.u64 %d325,[%d321+1032];\n"
    "mul.lo.s64 %d326,%d325,%d322;\nadd.s64 %d453,%d326,%d453;\nld.param.u64 %d327,[%d321+1040];\n"
    "mul.lo.s64 %d328,%d327,%d322;\nadd.s64 %d454,%d328,%d454;\nadd.s32 %r755,%r758,1;\n"
    "setp.lt.u32 %p126,%r755,%r230;\nmov.u32 %r756,%r759;\nmov.u32 %r757,%r758;\n@%p126 bra L134;\nL135:\n"
    "setp.ge.u32 %p127,%r758,%r230;\n@%p127 bra L137;\nmul.lo.s64 %d329,%d5,920;\nadd.s64 %d330,%d144,%d329;\n"
    "mul.wide.u32 %d331,%r758,40;\nadd.s64 %d332,%d330,%d331;\ncvt.u64.u32 %d333,%r759;\n"
    "ld.param.u64 %d334,[%d332+1024];\nmul.lo.s64 %d335,%d334,%d333;\nadd.s64 %d452,%d335,%d452;\n"
    "ld.param.u64 %d336,[%d332+1032];\nmul.lo.s64 %d337,%d336,%d333;\nadd.s64 %d453,%d337,%d453;\n"
    "ld.param.u64 %d338,[%d332+1040];\nmul.lo.s64 %d339,%d338,%d333;\nadd.s64 %d454,%d339,%d454;\nL137:\n"
    "ld.param.v2.u32{%r625,%r626},[%d6+-16];\nmov.u32 %r763,0;\nld.param.v2.u32{%r627,%r628},[%d6+-8];\n"
    "mul.lo.s32 %r630,%r228,%r754;\nsub.s32 %r631,%r4,%r630;\nmad.lo.s32 %r764,%r628,%r631,%r670;\n"
    "setp.lt.u32 %p128,%r625,2;\n@%p128 bra L140;\nmov.u32 %r762,0;\nmov.u32 %r760,1;\nmov.u32 %r761,%r764;\n"
    "L139:\n.pragma \"nounroll\";\nmov.u32 %r763,%r760;\nmul.lo.s64 %d340,%d5,920;\nadd.s64 %d341,%d144,%d340;\n"
    "mul.wide.u32 %d342,%r762,40;\nadd.s64 %d343,%d341,%d342;\nld.param.v2.u32{%r634,%r635},[%d343+1008];\n"
    "mul.hi.u32 %r638,%r761,%r635;\nld.param.u32 %r639,[%d343+1016];\nshr.u32 %r764,%r638,%r639;\n"
    "mul.lo.s32 %r640,%r764,%r634;\nsub.s32 %r641,%r761,%r640;\ncvt.u64.u32 %d344,%r641;\n"
    "ld.param.u64 %d345,[%d343+1024];\nmul.lo.s64 %d346,%d345,%d344;\nadd.s64 %d452,%d346,%d452;\n"
    "ld.param.u64 %d347,[%d343+1032];\nmul.lo.s64 %d348,%d347,%d344;\nadd.s64 %d453,%d348,%d453;\n"
    "ld.param.u64 %d349,[%d343+1040];\nmul.lo.s64 %d350,%d349,%d344;\nadd.s64 %d454,%d350,%d454;\n"
    "add.s32 %r760,%r763,1;\nsetp.lt.u32 %p129,%r760,%r625;\nmov.u32 %r761,%r764;\n";
static const char cucore__ptx_34[] =
    "mov.u32 %r762,%r763;\n@%p129 bra L139;\nL140:\nsetp.ge.u32 %p130,%r763,%r625;\n@%p130 bra L142;\n"
    "mul.lo.s64 %d351,%d5,920;\nadd.s64 %d352,%d144,%d351;\nmul.wide.u32 %d353,%r763,40;\n"
    "add.s64 %d354,%d352,%d353;\ncvt.u64.u32 %d355,%r764;\nld.param.u64 %d356,[%d354+1024];\n"
    "mul.lo.s64 %d357,%d356,%d355;\nadd.s64 %d452,%d357,%d452;\nld.param.u64 %d358,[%d354+1032];\n"
    "mul.lo.s64 %d359,%d358,%d355;\nadd.s64 %d453,%d359,%d453;\nld.param.u64 %d360,[%d354+1040];\n"
    "mul.lo.s64 %d361,%d360,%d355;\nadd.s64 %d454,%d361,%d454;\nbra.uni L142;\nL5:\nld.param.u32 %r252,[%d6];\n"
    "setp.eq.s32 %p3,%r252,0;\n@%p3 bra L7;\nld.param.u32 %r253,[%d6+-4];\nadd.s32 %r254,%r253,-1;\n"
    "cvt.u64.u32 %d153,%r254;\nld.param.u64 %d154,[%d6+16];\nmul.lo.s64 %d155,%d154,%d153;\n"
    "add.s64 %d454,%d155,%d454;\nL7:\nld.param.u32 %r255,[%d6];\nsetp.eq.s32 %p4,%r255,0;\n@%p4 bra L9;\n"
    "mul.lo.s64 %d156,%d430,281479271743489;\nld.param.s32 %d157,[%d6+4];\n"
    "mul.lo.s64 %d158,%d157,844433520132096;\nadd.s64 %d430,%d158,%d156;\nL9:\ncvt.u32.u64 %r256,%d5;\n"
    "setp.eq.s32 %p5,%r256,0;\nselp.b64 %d427,%d432,%d427,%p5;\nselp.b64 %d428,%d430,%d428,%p5;\n"
    "selp.b64 %d429,%d454,%d429,%p5;\nadd.s32 %r669,%r256,1;\nsetp.lt.u32 %p6,%r669,2;\n@%p6 bra L1;\n"
    "ld.param.u64 %d440,[%d144];\nld.param.u64 %d441,[%d144+8];\nadd.s64 %d20,%d144,184;\nmov.u32 %r672,0;\n"
    "mov.u32 %r686,%r672;\nmov.u32 %r685,%r672;\nmov.u32 %r684,%r672;\nmov.u32 %r683,%r672;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p7,%r672,0;\nmov.u32 %r677,%r1;\n@%p7 bra L14;\nsetp.ne.s32 %p8,%r672,1;\n"
    "mov.u32 %r677,%r2;\n@%p8 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r677,%r3;\nL14:\nmul.wide.u32 %d159,%r672,4;\n"
    "add.s64 %d160,%d144,%d159;\nld.param.u32 %r17,[%d160+64];\nsetp.ge.u32 %p9,%r686,%r17;\n@%p9 bra L17;\n"
    "mul.wide.u32 %d161,%r686,40;\nadd.s64 %d437,%d20,%d161;\nL16:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r262,%r263},[%d437+-32];\nmul.hi.u32 %r266,%r677,%r263;\n"
    "ld.param.v2.u32{%r267,%r268},[%d437+-24];\nshr.u32 %r23,%r266,%r267;\nmul.lo.s32 %r271,%r23,%r262;\n"
    "sub.s32 %r272,%r677,%r271;\ncvt.u64.u32 %d162,%r272;\nld.param.u64 %d163,[%d437+-16];\n"
    "mul.lo.s64 %d164,%d163,%d162;\nld.param.u64 %d165,[%d437+-8];\nmul.lo.s64 %d166,%d165,%d162;\n"
    "ld.param.u32 %r273,[%d437];\nmul.lo.s32 %r274,%r272,%r273;\nadd.s64 %d440,%d164,%d440;\n"
    "add.s64 %d441,%d166,%d441;\nsetp.eq.s32 %p10,%r268,0;\nselp.b32 %r275,%r274,0,%p10;\n"
    "add.s32 %r683,%r275,%r683;\nsetp.eq.s32 %p11,%r268,1;\nselp.b32 %r276,%r274,0,%p11;\n"
    "add.s32 %r684,%r276,%r684;\nsetp.eq.s32 %p12,%r268,2;\nselp.b32 %r277,%r274,0,%p12;\n"
    "add.s32 %r685,%r277,%r685;\nadd.s64 %d437,%d437,40;\nadd.s32 %r686,%r686,1;\nsetp.lt.u32 %p13,%r686,%r17;\n"
    "mov.u32 %r677,%r23;\n@%p13 bra L16;\nL17:\nadd.s32 %r672,%r672,1;\nsetp.lt.u32 %p14,%r672,3;\n@%p14 bra L11;\n"
    "ld.param.v2.u32{%r280,%r281},[%d144+104];\nmov.u32 %r713,0;\nadd.s32 %r282,%r683,1;\n"
    "setp.eq.s32 %p15,%r282,%r280;\nld.param.u64 %d32,[%d144+128];\nneg.s64 %d167,%d32;\n"
    "selp.b64 %d168,%d167,0,%p15;\nld.param.u64 %d33,[%d144+120];\nadd.s64 %d169,%d168,%d33;\n"
    "add.s32 %r283,%r684,1;\nsetp.eq.s32 %p16,%r283,%r281;\nld.param.u64 %d34,[%d144+136];\nneg.s64 %d170,%d34;\n"
    "selp.b64 %d171,%d170,0,%p16;\nadd.s64 %d172,%d169,%d171;\nld.param.u32 %r35,[%d144+112];\n"
    "add.s32 %r284,%r685,1;\nsetp.eq.s32 %p17,%r284,%r35;\nld.param.u64 %d35,[%d144+144];\nneg.s64 %d173,%d35;\n"
    "selp.b64 %d174,%d173,0,%p17;\nadd.s64 %d442,%d172,%d174;\nsetp.ne.s64 %p18,%d442,%d33;\n"
    "selp.u32 %r704,1,0,%p18;\nsetp.ge.u32 %p19,%r683,%r280;\nsetp.ge.u32 %p20,%r684,%r281;\n"
    "setp.ge.u32 %p21,%r685,%r35;\nor.pred %p22,%p19,%p20;\nor.pred %p23,%p21,%p22;\nselp.u32 %r703,1,0,%p23;\n"
    "ld.param.v2.u32{%r285,%r286},[%d144+952];\nld.param.v2.u32{%r287,%r288},[%d144+976];\n"
    "ld.param.v2.u32{%r289,%r290},[%d144+1872];\nld.param.v2.u32{%r291,%r292},[%d144+80];\n"
    "ld.param.v2.u32{%r293,%r294},[%d144+48];\nld.param.u32 %r50,[%d144+976];\nld.param.u64 %d39,[%d144+1920];\n"
    "ld.param.v2.u32{%r295,%r296},[%d144+1896];\nld.param.u32 %r54,[%d144+48];\nld.param.u32 %r57,[%d144+1896];\n"
    "ld.param.v2.u32{%r297,%r298},[%d144+960];\n";
static const char cucore__ptx_35[] =
    "ld.param.u32 %r61,[%d144+992];\nld.param.v2.u32{%r299,%r300},[%d144+1880];\nld.param.u32 %r65,[%d144+1912];\n"
    "ld.param.u64 %d42,[%d144+1512];\nld.param.u64 %d43,[%d144+1536];\nld.param.u64 %d44,[%d144+1560];\n"
    "cvt.u32.u64 %r301,%d428;\nand.b32 %r66,%r301,65535;\nshr.u32 %r67,%r301,16;\nshr.u64 %d175,%d428,32;\n"
    "cvt.u32.u64 %r302,%d175;\nand.b32 %r68,%r302,65535;\nshr.u64 %d176,%d428,48;\ncvt.u32.u64 %r69,%d176;\n"
    "ld.param.u64 %d61,[%d144+1592];\nand.b64 %d62,%d428,65535;\nld.param.u64 %d63,[%d144+1616];\n"
    "ld.param.u64 %d64,[%d144+1640];\nld.param.u64 %d65,[%d144+1664];\nld.param.u64 %d66,[%d144+1688];\n"
    "ld.param.u64 %d67,[%d144+1712];\nld.param.u64 %d68,[%d144+1736];\nld.param.u64 %d69,[%d144+1760];\n"
    "ld.param.u64 %d70,[%d144+1784];\nld.param.u64 %d71,[%d144+1808];\nld.param.u64 %d72,[%d144+1832];\n"
    "ld.param.u64 %d73,[%d144+1856];\nadd.s64 %d280,%d61,%d62;\nadd.s64 %d281,%d63,%d62;\n"
    "add.s64 %d282,%d64,%d62;\nadd.s64 %d283,%d65,%d62;\nadd.s64 %d284,%d66,%d62;\nadd.s64 %d285,%d67,%d62;\n"
    "add.s64 %d286,%d68,%d62;\nadd.s64 %d287,%d69,%d62;\nadd.s64 %d288,%d70,%d62;\nadd.s64 %d289,%d71,%d62;\n"
    "add.s64 %d290,%d72,%d62;\nadd.s64 %d291,%d73,%d62;\nmov.u32 %r708,%r703;\nmov.u32 %r709,%r704;\n"
    "mov.u32 %r710,%r685;\nmov.u32 %r711,%r684;\nmov.u32 %r712,%r683;\nmov.u64 %d445,%d442;\nmov.u64 %d446,%d441;\n"
    "bra.uni L19;\nL129:\nld.param.u32 %r646,[%d144+76];\nld.param.u32 %r645,[%d144+112];\n"
    "ld.param.u64 %d365,[%d144+120];\nld.param.u64 %d364,[%d144+96];\nld.param.u64 %d363,[%d144+88];\nbar.sync 0;\n"
    "add.s64 %d440,%d363,%d440;\nadd.s64 %d441,%d364,%d446;\nsetp.eq.s32 %p110,%r291,0;\n"
    "selp.b32 %r601,%r292,0,%p110;\nadd.s32 %r683,%r601,%r712;\nsetp.eq.s32 %p111,%r291,1;\n"
    "selp.b32 %r602,%r292,0,%p111;\nadd.s32 %r684,%r602,%r711;\nsetp.eq.s32 %p112,%r291,2;\n"
    "selp.b32 %r603,%r292,0,%p112;\nadd.s32 %r685,%r603,%r710;\nadd.s32 %r604,%r683,1;\n"
    "setp.eq.s32 %p113,%r604,%r280;\nselp.b64 %d305,%d167,0,%p113;\nadd.s64 %d306,%d305,%d365;\n"
    "add.s32 %r605,%r684,1;\nsetp.eq.s32 %p114,%r605,%r281;\nselp.b64 %d308,%d170,0,%p114;\n"
    "add.s64 %d309,%d306,%d308;\nadd.s32 %r606,%r685,1;\nsetp.eq.s32 %p115,%r606,%r645;\n"
    "selp.b64 %d311,%d173,0,%p115;\nadd.s64 %d442,%d309,%d311;\nsetp.ne.s64 %p116,%d442,%d365;\n"
    "selp.u32 %r704,1,0,%p116;\nsetp.ge.u32 %p117,%r683,%r280;\nsetp.ge.u32 %p118,%r684,%r281;\n"
    "setp.ge.u32 %p119,%r685,%r645;\nor.pred %p120,%p117,%p118;\nor.pred %p121,%p119,%p120;\n"
    "add.s32 %r713,%r713,1;\nsetp.ge.u32 %p122,%r713,%r646;\nor.pred %p123,%p121,%p122;\n"
    "selp.u32 %r703,1,0,%p123;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d78,%d446;\nmov.u64 %d77,%d445;\n"
    "mov.u32 %r95,%r712;\nmov.u32 %r94,%r711;\nmov.u32 %r93,%r710;\nmov.u32 %r92,%r709;\nmov.u32 %r91,%r708;\n"
    "mov.u64 %d446,%d441;\nmov.u64 %d445,%d442;\nmov.u32 %r712,%r683;\nmov.u32 %r711,%r684;\nmov.u32 %r710,%r685;\n"
    "mov.u32 %r709,%r704;\nmov.u32 %r708,%r703;\nmov.u32 %r303,%tid.x;\nsetp.le.u32 %p24,%r285,%r303;\n"
    "setp.ne.s32 %p25,%r708,0;\nor.pred %p26,%p25,%p24;\n@%p26 bra L26;\nsetp.eq.s32 %p27,%r287,0;\n"
    "setp.eq.s32 %p28,%r709,0;\nor.pred %p29,%p28,%p27;\nmov.u32 %r304,-1;\nshl.b32 %r305,%r304,%r287;\n"
    "not.b32 %r716,%r305;\n@%p29 bra L23;\nsub.s64 %d80,%d445,%d429;\nmov.u32 %r714,0;\nnot.b32 %r716,%r305;\n"
    "L22:\n.pragma \"nounroll\";\nmul.wide.u32 %d177,%r714,24;\nadd.s64 %d178,%d144,%d177;\n"
    "ld.param.u64 %d179,[%d178+1504];\nsub.s64 %d180,%d80,%d179;\nand.b64 %d181,%d180,4611688217451692032;\n"
    "setp.eq.s64 %p30,%d181,4611688217451692032;\nmov.u32 %r309,-2;\nshf.l.wrap.b32 %r310,%r309,%r309,%r714;\n"
    "selp.b32 %r311,-1,%r310,%p30;\nand.b32 %r716,%r311,%r716;\nadd.s32 %r714,%r714,1;\n"
    "setp.lt.u32 %p31,%r714,%r287;\n@%p31 bra L22;\nL23:\nadd.s64 %d367,%d440,%d427;\n"
    "ld.param.u64 %d366,[%d144+1488];\nsetp.gt.u32 %p32,%r288,1;\nadd.s64 %d82,%d366,%d367;\n"
    "and.b32 %r105,%r716,1;\n@%p32 bra L25;\nbra.uni L24;\nL25:\nadd.s64 %d381,%d440,%d427;\n"
    "{.reg .pred q;setp.ne.s32 q,%r105,0;\nmov.u32 %r702,0;mov.u32 %r701,0;mov.u32 %r700,0;mov.u32 %r699,0;\n"
    "@q ld.global.v4.u32{%r702,%r701,%r700,%r699},[%d82];}\nshr.u32 %r379,%r716,1;\n";
static const char cucore__ptx_36[] =
    "and.b32 %r368,%r379,1;\nadd.s64 %d199,%d42,%d381;\n{.reg .pred q;setp.ne.s32 q,%r368,0;\n"
    "mov.u32 %r698,0;mov.u32 %r697,0;mov.u32 %r696,0;mov.u32 %r695,0;\n"
    "@q ld.global.v4.u32{%r698,%r697,%r696,%r695},[%d199];}\nshr.u32 %r380,%r716,2;\nand.b32 %r373,%r380,1;\n"
    "add.s64 %d200,%d43,%d381;\n{.reg .pred q;setp.ne.s32 q,%r373,0;\n"
    "mov.u32 %r694,0;mov.u32 %r693,0;mov.u32 %r692,0;mov.u32 %r691,0;\n"
    "@q ld.global.v4.u32{%r694,%r693,%r692,%r691},[%d200];}\nshr.u32 %r381,%r716,3;\nand.b32 %r378,%r381,1;\n"
    "add.s64 %d201,%d44,%d381;\n{.reg .pred q;setp.ne.s32 q,%r378,0;\n"
    "mov.u32 %r690,0;mov.u32 %r689,0;mov.u32 %r688,0;mov.u32 %r687,0;\n"
    "@q ld.global.v4.u32{%r690,%r689,%r688,%r687},[%d201];}\nbra.uni L26;\nL24:\nld.param.u64 %d380,[%d144+1848];\n"
    "ld.param.u64 %d379,[%d144+1824];\nld.param.u64 %d378,[%d144+1800];\nld.param.u64 %d377,[%d144+1776];\n"
    "ld.param.u64 %d376,[%d144+1752];\nld.param.u64 %d375,[%d144+1728];\nld.param.u64 %d374,[%d144+1704];\n"
    "ld.param.u64 %d373,[%d144+1680];\nld.param.u64 %d372,[%d144+1656];\nld.param.u64 %d371,[%d144+1632];\n"
    "ld.param.u64 %d370,[%d144+1608];\nld.param.u64 %d369,[%d144+1584];\nadd.s64 %d368,%d440,%d427;\n"
    "{.reg .pred q;setp.ne.s32 q,%r105,0;\nmov.b32 %r702,0;@q ld.global.u32 %r702,[%d82];}\n"
    "shr.u32 %r344,%r716,1;\nand.b32 %r315,%r344,1;\nadd.s64 %d183,%d42,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r315,0;\nmov.b32 %r701,0;@q ld.global.u32 %r701,[%d183];}\n"
    "shr.u32 %r345,%r716,2;\nand.b32 %r317,%r345,1;\nadd.s64 %d184,%d43,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r317,0;\nmov.b32 %r700,0;@q ld.global.u32 %r700,[%d184];}\n"
    "shr.u32 %r346,%r716,3;\nand.b32 %r319,%r346,1;\nadd.s64 %d185,%d44,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r319,0;\nmov.b32 %r699,0;@q ld.global.u32 %r699,[%d185];}\n"
    "shr.u32 %r347,%r716,4;\nand.b32 %r321,%r347,1;\nadd.s64 %d186,%d369,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r321,0;\nmov.b32 %r698,0;@q ld.global.u32 %r698,[%d186];}\n"
    "shr.u32 %r348,%r716,5;\nand.b32 %r323,%r348,1;\nadd.s64 %d187,%d370,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r323,0;\nmov.b32 %r697,0;@q ld.global.u32 %r697,[%d187];}\n"
    "shr.u32 %r349,%r716,6;\nand.b32 %r325,%r349,1;\nadd.s64 %d188,%d371,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r325,0;\nmov.b32 %r696,0;@q ld.global.u32 %r696,[%d188];}\n"
    "shr.u32 %r350,%r716,7;\nand.b32 %r327,%r350,1;\nadd.s64 %d189,%d372,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r327,0;\nmov.b32 %r695,0;@q ld.global.u32 %r695,[%d189];}\n"
    "shr.u32 %r351,%r716,8;\nand.b32 %r329,%r351,1;\nadd.s64 %d190,%d373,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r329,0;\nmov.b32 %r694,0;@q ld.global.u32 %r694,[%d190];}\n"
    "shr.u32 %r352,%r716,9;\nand.b32 %r331,%r352,1;\nadd.s64 %d191,%d374,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r331,0;\nmov.b32 %r693,0;@q ld.global.u32 %r693,[%d191];}\n"
    "shr.u32 %r353,%r716,10;\nand.b32 %r333,%r353,1;\nadd.s64 %d192,%d375,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r333,0;\nmov.b32 %r692,0;@q ld.global.u32 %r692,[%d192];}\n"
    "shr.u32 %r354,%r716,11;\nand.b32 %r335,%r354,1;\nadd.s64 %d193,%d376,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r335,0;\nmov.b32 %r691,0;@q ld.global.u32 %r691,[%d193];}\n"
    "shr.u32 %r355,%r716,12;\nand.b32 %r337,%r355,1;\nadd.s64 %d194,%d377,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r337,0;\nmov.b32 %r690,0;@q ld.global.u32 %r690,[%d194];}\n"
    "shr.u32 %r356,%r716,13;\nand.b32 %r339,%r356,1;\nadd.s64 %d195,%d378,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r339,0;\nmov.b32 %r689,0;@q ld.global.u32 %r689,[%d195];}\n"
    "shr.u32 %r357,%r716,14;\nand.b32 %r341,%r357,1;\nadd.s64 %d196,%d379,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r341,0;\nmov.b32 %r688,0;@q ld.global.u32 %r688,[%d196];}\n"
    "shr.u32 %r358,%r716,15;\nand.b32 %r343,%r358,1;\nadd.s64 %d197,%d380,%d368;\n"
    "{.reg .pred q;setp.ne.s32 q,%r343,0;\nmov.b32 %r687,0;@q ld.global.u32 %r687,[%d197];}\nL26:\n"
    "setp.eq.s32 %p33,%r713,0;\n@%p33 bra L79;\nmov.u32 %r382,%tid.x;\nsetp.le.u32 %p34,%r289,%r382;\n"
    "setp.ne.s32 %p35,%r91,0;\nor.pred %p36,%p35,%p34;\n@%p36 bra L76;\nsetp.lt.u32 %p37,%r293,3;\n@%p37 bra L61;\n"
    "bra.uni L29;\nL61:\nsetp.eq.s32 %p63,%r295,0;\n@%p63 bra L76;\nsetp.eq.s32 %p64,%r54,1;\n";
static const char cucore__ptx_37[] =
    "selp.b32 %r468,%r94,%r93,%p64;\nsetp.eq.s32 %p65,%r54,0;\nmov.u32 %r746,0;\nselp.b32 %r192,%r95,%r468,%p65;\n"
    "mul.lo.s32 %r469,%r54,21;\nshr.u64 %d257,%d77,%r469;\ncvt.u32.u64 %r470,%d257;\nand.b32 %r193,%r470,1048575;\n"
    "L63:\n.pragma \"nounroll\";\nmul.lo.s32 %r663,%r54,21;\nld.param.u32 %r653,[%d144+1900];\n"
    "add.s32 %r652,%r653,-1;\nmul.wide.u32 %d259,%r746,24;\nadd.s64 %d260,%d144,%d259;\ncvt.u64.u32 %d261,%r652;\n"
    "mul.lo.s64 %d262,%d39,%d261;\nsub.s64 %d263,%d454,%d262;\nld.param.u64 %d264,[%d260+2424];\n"
    "add.s64 %d98,%d264,%d263;\nshr.u64 %d265,%d98,%r663;\ncvt.u32.u64 %r473,%d265;\nand.b32 %r196,%r473,1048575;\n"
    "setp.eq.s32 %p66,%r92,0;\n@%p66 bra L65;\nmul.lo.s32 %r664,%r54,21;\nmov.u64 %d266,1048575;\n"
    "shl.b64 %d267,%d266,%r664;\nnot.b64 %d268,%d267;\nand.b64 %d269,%d268,%d98;\nsub.s64 %d270,%d77,%d269;\n"
    "and.b64 %d271,%d270,4611688217451692032;\nsetp.ne.s64 %p67,%d271,4611688217451692032;\n@%p67 bra L75;\nL65:\n"
    "ld.param.u32 %r654,[%d144+56];\nsetp.lt.s32 %p68,%r196,%r654;\nmov.u32 %r747,%r196;\n@%p68 bra L69;\n"
    "setp.eq.s32 %p69,%r192,0;\n@%p69 bra L68;\nadd.s32 %r655,%r192,1;\nmul.wide.u32 %d273,%r54,4;\n"
    "add.s64 %d274,%d144,%d273;\nld.param.u32 %r475,[%d274+104];\nsetp.lt.u32 %p70,%r655,%r475;\n"
    "mov.u32 %r747,%r196;\n@%p70 bra L75;\nbra.uni L69;\nL68:\nsub.s32 %r747,%r196,%r294;\nL69:\n"
    "mul.wide.u32 %d411,%r746,24;\nadd.s64 %d410,%d144,%d411;\nld.param.u64 %d409,[%d410+2416];\n"
    "ld.param.u64 %d408,[%d410+2408];\nadd.s64 %d394,%d78,%d432;\nadd.s64 %d275,%d394,%d408;\n"
    "shl.b32 %r476,%r196,2;\ncvt.u32.u64 %r477,%d275;\nsub.s32 %r478,%r476,%r477;\nand.b32 %r479,%r478,28;\n"
    "shr.u32 %r480,%r479,2;\nadd.s32 %r749,%r747,%r480;\nsub.s32 %r481,%r749,%r196;\nshl.b32 %r482,%r481,2;\n"
    "cvt.s64.s32 %d276,%r482;\nadd.s64 %d101,%d275,%d276;\ncvt.u32.u64 %r483,%d409;\ncvt.u32.u64 %r484,%d430;\n"
    "and.b32 %r485,%r484,65535;\nadd.s32 %r486,%r485,%r483;\nadd.s32 %r200,%r486,%r482;\n"
    "setp.gt.s32 %p71,%r749,-1;\nadd.s32 %r487,%r749,3;\nsetp.le.s32 %p72,%r487,%r193;\nand.pred %p73,%p71,%p72;\n"
    "@%p73 bra L74;\nbra.uni L70;\nL74:\nmov.u32 %r500,tile;\nadd.s32 %r501,%r500,%r200;\n"
    "ld.shared.u32 %r495,[%r501];\nld.shared.u32 %r496,[%r501+4];\nld.shared.u32 %r497,[%r501+8];\n"
    "ld.shared.u32 %r498,[%r501+12];\nmov.u32 %r499,1;\n{.reg .pred q;setp.ne.s32 q,%r499,0;\n"
    "@q st.global.v4.u32[%d101],{%r495,%r496,%r497,%r498};}\nbra.uni L75;\nL70:\nmov.u32 %r748,0;\nL71:\n"
    ".pragma \"nounroll\";\nsetp.gt.u32 %p74,%r749,%r193;\n@%p74 bra L73;\nshl.b32 %r491,%r748,2;\n"
    "cvt.u64.u32 %d278,%r491;\nadd.s64 %d277,%d101,%d278;\nadd.s32 %r492,%r491,%r200;\nmov.u32 %r493,tile;\n"
    "add.s32 %r494,%r493,%r492;\nld.shared.u32 %r489,[%r494];\nmov.u32 %r490,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r490,0;\n@q st.global.u32[%d277],%r489;}\nL73:\nadd.s32 %r748,%r748,1;\n"
    "add.s32 %r749,%r749,1;\nsetp.eq.s32 %p75,%r748,4;\n@%p75 bra L75;\nbra.uni L71;\nL75:\n"
    "add.s32 %r746,%r746,1;\nsetp.lt.u32 %p76,%r746,%r57;\n@%p76 bra L63;\nbra.uni L76;\nL29:\n"
    "setp.gt.u32 %p38,%r296,1;\n@%p38 bra L41;\nbra.uni L30;\nL41:\nsetp.eq.s32 %p50,%r57,0;\n@%p50 bra L50;\n"
    "mov.u32 %r737,0;\nL43:\n.pragma \"nounroll\";\nmul.wide.u32 %d236,%r737,24;\nadd.s64 %d237,%d144,%d236;\n"
    "add.s64 %d90,%d237,2424;\nsetp.eq.s32 %p51,%r92,0;\n@%p51 bra L45;\nsub.s64 %d401,%d77,%d454;\n"
    "ld.param.u64 %d238,[%d90];\nsub.s64 %d239,%d401,%d238;\nand.b64 %d240,%d239,4611688217451692032;\n"
    "setp.ne.s64 %p52,%d240,4611688217451692032;\n@%p52 bra L49;\nL45:\nld.param.u32 %r647,[%d144+32];\n"
    "setp.eq.s32 %p53,%r647,0;\nld.param.u32 %r167,[%d90+-8];\ncvt.u32.u64 %r420,%d430;\n"
    "and.b32 %r421,%r420,65535;\nadd.s32 %r422,%r421,%r167;\nmov.u32 %r423,tile;\nadd.s32 %r168,%r423,%r422;\n"
    "@%p53 bra L47;\nld.shared.v4.u32{%r738,%r739,%r740,%r741},[%r168];\nbra.uni L48;\nL47:\n"
    "ld.shared.u32 %r738,[%r168];\nshr.u32 %r429,%r420,16;\nadd.s32 %r430,%r429,%r167;\n"
    "add.s32 %r432,%r423,%r430;\nld.shared.u32 %r739,[%r432];\nshr.u64 %d241,%d430,32;\ncvt.u32.u64 %r433,%d241;\n"
    "and.b32 %r434,%r433,65535;\nadd.s32 %r435,%r434,%r167;\nadd.s32 %r436,%r423,%r435;\n"
    "ld.shared.u32 %r740,[%r436];\n";
static const char cucore__ptx_38[] =
    "shr.u64 %d242,%d430,48;\ncvt.u32.u64 %r437,%d242;\nadd.s32 %r438,%r437,%r167;\nadd.s32 %r439,%r423,%r438;\n"
    "ld.shared.u32 %r741,[%r439];\nL48:\nadd.s64 %d392,%d78,%d432;\nld.param.u64 %d244,[%d90+-16];\n"
    "add.s64 %d243,%d244,%d392;\nmov.u32 %r444,1;\n{.reg .pred q;setp.ne.s32 q,%r444,0;\n"
    "@q st.global.v4.u32[%d243],{%r738,%r739,%r740,%r741};}\nL49:\ncvt.u64.u32 %d402,%r737;\n"
    "cvt.u32.u64 %r445,%d402;\nadd.s32 %r737,%r445,1;\nsetp.lt.u32 %p54,%r737,%r57;\n@%p54 bra L43;\nL50:\n"
    "setp.eq.s32 %p55,%r92,0;\n@%p55 bra L76;\nmov.u32 %r742,%tid.x;\nsetp.lt.u32 %p56,%r290,2;\n@%p56 bra L53;\n"
    "mov.u32 %r446,%tid.x;\nmul.hi.u32 %r447,%r446,%r299;\nshr.u32 %r742,%r447,%r300;\nL53:\n"
    "setp.eq.s32 %p133,%r57,0;\nmov.u32 %r657,%tid.x;\nld.param.u32 %r648,[%d144+1876];\n"
    "mul.lo.s32 %r449,%r648,%r742;\nsub.s32 %r450,%r657,%r449;\nshl.b32 %r451,%r450,2;\nor.b32 %r452,%r451,3;\n"
    "rem.u32 %r185,%r452,%r65;\n@%p133 bra L76;\nmov.u32 %r743,0;\nL55:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d245,%r743,24;\nadd.s64 %d246,%d144,%d245;\nld.param.u64 %d247,[%d246+2424];\n"
    "add.s64 %d447,%d247,%d454;\nsub.s64 %d248,%d77,%d447;\nand.b64 %d249,%d248,4611688217451692032;\n"
    "setp.eq.s64 %p58,%d249,4611688217451692032;\n@%p58 bra L60;\nmov.u32 %r744,3;\nmov.u32 %r745,%r185;\nL57:\n"
    ".pragma \"nounroll\";\nsub.s64 %d250,%d77,%d447;\nand.b64 %d251,%d250,4611688217451692032;\n"
    "setp.ne.s64 %p59,%d251,4611688217451692032;\n@%p59 bra L59;\nmul.wide.u32 %d407,%r743,24;\n"
    "add.s64 %d406,%d144,%d407;\nadd.s64 %d405,%d406,2424;\nld.param.u64 %d404,[%d405+-16];\n"
    "add.s64 %d393,%d78,%d432;\nshl.b32 %r457,%r744,4;\nshr.u64 %d253,%d430,%r457;\ncvt.u32.u64 %r458,%d253;\n"
    "and.b32 %r459,%r458,65535;\nld.param.u32 %r460,[%d405+-8];\nadd.s32 %r461,%r459,%r460;\nmov.u32 %r462,tile;\n"
    "add.s32 %r463,%r462,%r461;\nld.shared.u32 %r455,[%r463];\nshl.b32 %r464,%r744,2;\ncvt.u64.u32 %d254,%r464;\n"
    "add.s64 %d255,%d393,%d254;\nadd.s64 %d252,%d255,%d404;\nmov.u32 %r456,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r456,0;\n@q st.global.u32[%d252],%r455;}\nL59:\nsetp.eq.s32 %p60,%r745,0;\n"
    "selp.b64 %d256,%d39,0,%p60;\nsub.s64 %d447,%d447,%d256;\nselp.b32 %r465,%r65,%r745,%p60;\n"
    "add.s32 %r745,%r465,-1;\nadd.s32 %r190,%r744,-1;\nsetp.ne.s32 %p61,%r744,0;\nmov.u32 %r744,%r190;\n"
    "@%p61 bra L57;\nL60:\ncvt.u64.u32 %d403,%r743;\ncvt.u32.u64 %r466,%d403;\nadd.s32 %r743,%r466,1;\n"
    "setp.lt.u32 %p62,%r743,%r57;\n@%p62 bra L55;\nbra.uni L76;\nL30:\nsetp.eq.s32 %p39,%r57,0;\n"
    "setp.eq.s32 %p40,%r92,0;\nor.pred %p41,%p40,%p39;\nmov.u32 %r383,-1;\nshl.b32 %r384,%r383,%r57;\n"
    "not.b32 %r735,%r384;\n@%p41 bra L33;\nsub.s64 %d84,%d77,%d454;\nnot.b32 %r735,%r384;\nmov.u32 %r733,0;\nL32:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d202,%r733,24;\nadd.s64 %d203,%d144,%d202;\n"
    "ld.param.u64 %d204,[%d203+2424];\nsub.s64 %d205,%d84,%d204;\nand.b64 %d206,%d205,4611688217451692032;\n"
    "setp.eq.s64 %p42,%d206,4611688217451692032;\nmov.u32 %r388,-2;\nshf.l.wrap.b32 %r389,%r388,%r388,%r733;\n"
    "selp.b32 %r390,-1,%r389,%p42;\nand.b32 %r735,%r390,%r735;\nadd.s32 %r733,%r733,1;\n"
    "setp.lt.u32 %p43,%r733,%r57;\n@%p43 bra L32;\nL33:\n@%p39 bra L76;\nmov.u32 %r736,0;\nL35:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p45,%r736,%r57;\n@%p45 bra L40;\nadd.s64 %d388,%d78,%d432;\n"
    "and.b32 %r394,%r736,12;\nmul.wide.u32 %d209,%r394,24;\nadd.s64 %d210,%d144,%d209;\n"
    "ld.param.u64 %d211,[%d210+2408];\nadd.s64 %d207,%d388,%d211;\nand.b64 %d212,%d430,65535;\n"
    "ld.param.u64 %d213,[%d210+2416];\nadd.s64 %d214,%d213,%d212;\ncvt.u32.u64 %r395,%d214;\nmov.u32 %r396,tile;\n"
    "add.s32 %r397,%r396,%r395;\nld.shared.u32 %r392,[%r397];\nshr.u32 %r398,%r735,%r736;\nand.b32 %r393,%r398,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r393,0;\n@q st.global.u32[%d207],%r392;}\nadd.s32 %r162,%r736,1;\n"
    "setp.ge.u32 %p46,%r162,%r57;\n@%p46 bra L40;\nmov.u32 %r658,tile;\nand.b64 %d395,%d430,65535;\n"
    "add.s64 %d389,%d78,%d432;\nand.b32 %r401,%r162,13;\nmul.wide.u32 %d217,%r401,24;\nadd.s64 %d218,%d144,%d217;\n"
    "ld.param.u64 %d219,[%d218+2408];\nadd.s64 %d215,%d389,%d219;\nld.param.u64 %d221,[%d218+2416];\n"
    "add.s64 %d222,%d221,%d395;\n";
static const char cucore__ptx_39[] =
    "cvt.u32.u64 %r402,%d222;\nadd.s32 %r404,%r658,%r402;\nld.shared.u32 %r399,[%r404];\n"
    "shr.u32 %r405,%r735,%r162;\nand.b32 %r400,%r405,1;\n{.reg .pred q;setp.ne.s32 q,%r400,0;\n"
    "@q st.global.u32[%d215],%r399;}\nadd.s32 %r163,%r736,2;\nsetp.ge.u32 %p47,%r163,%r57;\n@%p47 bra L40;\n"
    "mov.u32 %r659,tile;\nand.b64 %d396,%d430,65535;\nadd.s64 %d390,%d78,%d432;\nand.b32 %r408,%r163,14;\n"
    "mul.wide.u32 %d225,%r408,24;\nadd.s64 %d226,%d144,%d225;\nld.param.u64 %d227,[%d226+2408];\n"
    "add.s64 %d223,%d390,%d227;\nld.param.u64 %d229,[%d226+2416];\nadd.s64 %d230,%d229,%d396;\n"
    "cvt.u32.u64 %r409,%d230;\nadd.s32 %r411,%r659,%r409;\nld.shared.u32 %r406,[%r411];\n"
    "shr.u32 %r412,%r735,%r163;\nand.b32 %r407,%r412,1;\n{.reg .pred q;setp.ne.s32 q,%r407,0;\n"
    "@q st.global.u32[%d223],%r406;}\nadd.s32 %r164,%r736,3;\nsetp.ge.u32 %p48,%r164,%r57;\n@%p48 bra L40;\n"
    "add.s32 %r662,%r736,1;\nand.b32 %r661,%r662,13;\nmul.wide.u32 %d400,%r661,24;\nadd.s64 %d399,%d144,%d400;\n"
    "add.s64 %d398,%d399,2408;\nmov.u32 %r660,tile;\nand.b64 %d397,%d430,65535;\nadd.s64 %d391,%d78,%d432;\n"
    "ld.param.u64 %d232,[%d398+48];\nadd.s64 %d231,%d391,%d232;\nld.param.u64 %d234,[%d398+56];\n"
    "add.s64 %d235,%d234,%d397;\ncvt.u32.u64 %r415,%d235;\nadd.s32 %r417,%r660,%r415;\n"
    "ld.shared.u32 %r413,[%r417];\nshr.u32 %r418,%r735,%r164;\nand.b32 %r414,%r418,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r414,0;\n@q st.global.u32[%d231],%r413;}\nL40:\nadd.s32 %r736,%r736,4;\n"
    "setp.lt.u32 %p49,%r736,%r57;\n@%p49 bra L35;\nL76:\nsetp.eq.s32 %p77,%r708,0;\n@%p77 bra L78;\nbra.uni L77;\n"
    "L78:\nbar.sync 0;\nL79:\nsetp.ne.s32 %p132,%r708,0;\nmov.u32 %r644,%tid.x;\nld.param.u32 %r643,[%d144+952];\n"
    "setp.le.u32 %p79,%r643,%r644;\nor.pred %p80,%p132,%p79;\n@%p80 bra L129;\nld.param.u64 %d385,[%d144+1568];\n"
    "ld.param.u64 %d384,[%d144+1544];\nld.param.u64 %d383,[%d144+1520];\nld.param.u64 %d382,[%d144+1496];\n"
    "setp.gt.u32 %p81,%r288,1;\ncvt.u32.u64 %r503,%d382;\nadd.s32 %r504,%r66,%r503;\nmov.u32 %r505,tile;\n"
    "add.s32 %r206,%r505,%r504;\ncvt.u32.u64 %r506,%d383;\nadd.s32 %r507,%r66,%r506;\nadd.s32 %r207,%r505,%r507;\n"
    "cvt.u32.u64 %r508,%d384;\nadd.s32 %r509,%r66,%r508;\nadd.s32 %r208,%r505,%r509;\ncvt.u32.u64 %r510,%d385;\n"
    "add.s32 %r511,%r66,%r510;\nadd.s32 %r209,%r505,%r511;\n@%p81 bra L113;\nbra.uni L81;\nL113:\n"
    "setp.eq.s32 %p98,%r50,0;\n@%p98 bra L118;\nld.param.u64 %d420,[%d144+1496];\ncvt.u32.u64 %r665,%d420;\n"
    "setp.lt.u32 %p99,%r50,2;\nadd.s32 %r549,%r69,%r665;\nadd.s32 %r551,%r505,%r549;\nadd.s32 %r552,%r68,%r665;\n"
    "add.s32 %r553,%r505,%r552;\nadd.s32 %r554,%r67,%r665;\nadd.s32 %r555,%r505,%r554;\n"
    "st.shared.u32[%r206],%r702;\nst.shared.u32[%r555],%r701;\nst.shared.u32[%r553],%r700;\n"
    "st.shared.u32[%r551],%r699;\n@%p99 bra L118;\nld.param.u64 %d421,[%d144+1520];\ncvt.u32.u64 %r666,%d421;\n"
    "setp.eq.s32 %p100,%r50,2;\nadd.s32 %r557,%r69,%r666;\nadd.s32 %r559,%r505,%r557;\nadd.s32 %r560,%r68,%r666;\n"
    "add.s32 %r561,%r505,%r560;\nadd.s32 %r562,%r67,%r666;\nadd.s32 %r563,%r505,%r562;\n"
    "st.shared.u32[%r207],%r698;\nst.shared.u32[%r563],%r697;\nst.shared.u32[%r561],%r696;\n"
    "st.shared.u32[%r559],%r695;\n@%p100 bra L118;\nld.param.u64 %d422,[%d144+1544];\ncvt.u32.u64 %r667,%d422;\n"
    "setp.lt.u32 %p101,%r50,4;\nadd.s32 %r565,%r69,%r667;\nadd.s32 %r567,%r505,%r565;\nadd.s32 %r568,%r68,%r667;\n"
    "add.s32 %r569,%r505,%r568;\nadd.s32 %r570,%r67,%r667;\nadd.s32 %r571,%r505,%r570;\n"
    "st.shared.u32[%r208],%r694;\nst.shared.u32[%r571],%r693;\nst.shared.u32[%r569],%r692;\n"
    "st.shared.u32[%r567],%r691;\n@%p101 bra L118;\nld.param.u64 %d423,[%d144+1568];\ncvt.u32.u64 %r668,%d423;\n"
    "add.s32 %r573,%r69,%r668;\nadd.s32 %r575,%r505,%r573;\nadd.s32 %r576,%r68,%r668;\nadd.s32 %r577,%r505,%r576;\n"
    "add.s32 %r578,%r67,%r668;\nadd.s32 %r579,%r505,%r578;\nst.shared.u32[%r209],%r690;\n"
    "st.shared.u32[%r579],%r689;\nst.shared.u32[%r577],%r688;\nst.shared.u32[%r575],%r687;\nL118:\n"
    "setp.eq.s32 %p102,%r709,0;\n@%p102 bra L129;\nmov.u32 %r750,%tid.x;\nsetp.lt.u32 %p103,%r286,2;\n"
    "@%p103 bra L121;\nmov.u32 %r580,%tid.x;\nmul.hi.u32 %r581,%r580,%r297;\nshr.u32 %r750,%r581,%r298;\nL121:\n";
static const char cucore__ptx_40[] =
    "setp.eq.s32 %p134,%r50,0;\nld.param.u32 %r651,[%d144+956];\nmov.u32 %r650,%tid.x;\n"
    "mul.lo.s32 %r583,%r651,%r750;\nsub.s32 %r584,%r650,%r583;\nshl.b32 %r585,%r584,2;\nor.b32 %r586,%r585,3;\n"
    "rem.u32 %r213,%r586,%r61;\n@%p134 bra L129;\nmov.u32 %r751,0;\nL123:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d292,%r751,24;\nadd.s64 %d293,%d144,%d292;\nld.param.u64 %d294,[%d293+1504];\n"
    "add.s64 %d448,%d294,%d429;\nsub.s64 %d295,%d445,%d448;\nand.b64 %d296,%d295,4611688217451692032;\n"
    "setp.eq.s64 %p105,%d296,4611688217451692032;\n@%p105 bra L128;\nmov.u32 %r752,3;\nmov.u32 %r753,%r213;\n"
    "L125:\n.pragma \"nounroll\";\nsub.s64 %d297,%d445,%d448;\nand.b64 %d298,%d297,4611688217451692032;\n"
    "setp.ne.s64 %p106,%d298,4611688217451692032;\n@%p106 bra L127;\nmul.wide.u32 %d416,%r751,24;\n"
    "add.s64 %d415,%d144,%d416;\nadd.s64 %d414,%d415,1504;\nld.param.u64 %d413,[%d414+-16];\n"
    "add.s64 %d387,%d440,%d427;\nshl.b32 %r591,%r752,4;\nshr.u64 %d300,%d428,%r591;\ncvt.u32.u64 %r592,%d300;\n"
    "and.b32 %r593,%r592,65535;\nld.param.u32 %r594,[%d414+-8];\nadd.s32 %r595,%r593,%r594;\n"
    "add.s32 %r597,%r505,%r595;\nshl.b32 %r598,%r752,2;\ncvt.u64.u32 %d301,%r598;\nadd.s64 %d302,%d387,%d301;\n"
    "add.s64 %d299,%d302,%d413;\nmov.u32 %r590,1;\n{.reg .pred q;setp.ne.s32 q,%r590,0;\n"
    "mov.b32 %r589,0;@q ld.global.u32 %r589,[%d299];}\nst.shared.u32[%r597],%r589;\nL127:\n"
    "ld.param.u64 %d386,[%d144+1000];\nsetp.eq.s32 %p107,%r753,0;\nselp.b64 %d303,%d386,0,%p107;\n"
    "sub.s64 %d448,%d448,%d303;\nselp.b32 %r599,%r61,%r753,%p107;\nadd.s32 %r753,%r599,-1;\n"
    "add.s32 %r218,%r752,-1;\nsetp.ne.s32 %p108,%r752,0;\nmov.u32 %r752,%r218;\n@%p108 bra L125;\nL128:\n"
    "cvt.u64.u32 %d412,%r751;\ncvt.u32.u64 %r600,%d412;\nadd.s32 %r751,%r600,1;\nsetp.lt.u32 %p109,%r751,%r50;\n"
    "@%p109 bra L123;\nbra.uni L129;\nL81:\nsetp.eq.s32 %p82,%r50,0;\n@%p82 bra L83;\nst.shared.u32[%r206],%r702;\n"
    "L83:\nsetp.lt.u32 %p83,%r50,2;\n@%p83 bra L85;\nst.shared.u32[%r207],%r701;\nL85:\nsetp.lt.u32 %p84,%r50,3;\n"
    "@%p84 bra L87;\nst.shared.u32[%r208],%r700;\nL87:\nsetp.lt.u32 %p85,%r50,4;\n@%p85 bra L89;\n"
    "st.shared.u32[%r209],%r699;\nL89:\nsetp.lt.u32 %p86,%r50,5;\n@%p86 bra L91;\ncvt.u32.u64 %r512,%d280;\n"
    "add.s32 %r514,%r505,%r512;\nst.shared.u32[%r514],%r698;\nL91:\nsetp.lt.u32 %p87,%r50,6;\n@%p87 bra L93;\n"
    "cvt.u32.u64 %r515,%d281;\nadd.s32 %r517,%r505,%r515;\nst.shared.u32[%r517],%r697;\nL93:\n"
    "setp.lt.u32 %p88,%r50,7;\n@%p88 bra L95;\ncvt.u32.u64 %r518,%d282;\nadd.s32 %r520,%r505,%r518;\n"
    "st.shared.u32[%r520],%r696;\nL95:\nsetp.lt.u32 %p89,%r50,8;\n@%p89 bra L97;\ncvt.u32.u64 %r521,%d283;\n"
    "add.s32 %r523,%r505,%r521;\nst.shared.u32[%r523],%r695;\nL97:\nsetp.lt.u32 %p90,%r50,9;\n@%p90 bra L99;\n"
    "cvt.u32.u64 %r524,%d284;\nadd.s32 %r526,%r505,%r524;\nst.shared.u32[%r526],%r694;\nL99:\n"
    "setp.lt.u32 %p91,%r50,10;\n@%p91 bra L101;\ncvt.u32.u64 %r527,%d285;\nadd.s32 %r529,%r505,%r527;\n"
    "st.shared.u32[%r529],%r693;\nL101:\nsetp.lt.u32 %p92,%r50,11;\n@%p92 bra L103;\ncvt.u32.u64 %r530,%d286;\n"
    "add.s32 %r532,%r505,%r530;\nst.shared.u32[%r532],%r692;\nL103:\nsetp.lt.u32 %p93,%r50,12;\n@%p93 bra L105;\n"
    "cvt.u32.u64 %r533,%d287;\nadd.s32 %r535,%r505,%r533;\nst.shared.u32[%r535],%r691;\nL105:\n"
    "setp.lt.u32 %p94,%r50,13;\n@%p94 bra L107;\ncvt.u32.u64 %r536,%d288;\nadd.s32 %r538,%r505,%r536;\n"
    "st.shared.u32[%r538],%r690;\nL107:\nsetp.lt.u32 %p95,%r50,14;\n@%p95 bra L109;\ncvt.u32.u64 %r539,%d289;\n"
    "add.s32 %r541,%r505,%r539;\nst.shared.u32[%r541],%r689;\nL109:\nsetp.lt.u32 %p96,%r50,15;\n@%p96 bra L111;\n"
    "cvt.u32.u64 %r542,%d290;\nadd.s32 %r544,%r505,%r542;\nst.shared.u32[%r544],%r688;\nL111:\n"
    "setp.lt.u32 %p97,%r50,16;\n@%p97 bra L129;\ncvt.u32.u64 %r545,%d291;\nadd.s32 %r547,%r505,%r545;\n"
    "st.shared.u32[%r547],%r687;\nbra.uni L129;\nL77:\nret;\n}\n";
static const char *const cucore__kernel_ptx_tile4[] = {cucore__ptx_33, cucore__ptx_34, cucore__ptx_35,
    cucore__ptx_36, cucore__ptx_37, cucore__ptx_38, cucore__ptx_39, cucore__ptx_40, NULL};
static const char cucore__ptx_41[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile8(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<125>;\n.reg .b32 %r<685>;\n.reg .b64 %d<502>;\nmov.b64 %d128,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d131,0;\nmov.u32 %r246,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r589,%r246;\nmov.u64 %d462,%d131;\nmov.u64 %d463,%d131;\nmov.u64 %d464,%d131;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r589;\nmul.wide.u32 %d135,%r589,920;\nadd.s64 %d136,%d128,%d135;\n"
    "add.s64 %d6,%d136,984;\nld.param.u32 %r6,[%d136+984];\nmov.u32 %r590,%r246;\nmov.u64 %d465,%d131;\n"
    "mov.u64 %d489,%d131;\nmov.u64 %d467,%d131;\nbra.uni L2;\nL126:\nshl.b32 %r553,%r590,4;\n"
    "shl.b64 %d405,%d488,%r553;\nor.b64 %d465,%d405,%d465;\nsetp.eq.s32 %p121,%r590,0;\n"
    "selp.b64 %d467,%d487,%d467,%p121;\nadd.s32 %r590,%r590,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p1,%r6,0;\nmov.u32 %r591,1;\n@%p1 bra L4;\nld.param.u32 %r591,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p2,%r590,%r591;\n@%p2 bra L114;\nbra.uni L5;\nL114:\nld.param.u32 %r518,[%d6+-28];\n"
    "setp.lt.u32 %p114,%r518,2;\nmov.u32 %r674,%r4;\n@%p114 bra L116;\nld.param.v2.u32{%r519,%r520},[%d6+-24];\n"
    "mul.hi.u32 %r523,%r4,%r519;\nshr.u32 %r674,%r523,%r520;\nL116:\nld.param.u32 %r225,[%d6+-28];\n"
    "mov.u64 %d487,0;\nld.param.v2.u32{%r678,%r525},[%d6+-16];\nadd.s32 %r227,%r525,%r678;\n"
    "add.s32 %r675,%r678,1;\nsetp.ge.u32 %p115,%r675,%r227;\nmov.u64 %d488,%d487;\nmov.u64 %d489,%d487;\n"
    "mov.u32 %r679,%r674;\n@%p115 bra L119;\nmov.u64 %d489,0;\nmov.u32 %r676,%r674;\nmov.u32 %r677,%r678;\n"
    "mov.u64 %d488,%d489;\nmov.u64 %d487,%d489;\nL118:\n.pragma \"nounroll\";\nmov.u32 %r678,%r675;\n"
    "mul.lo.s64 %d361,%d5,920;\nadd.s64 %d362,%d128,%d361;\nmul.wide.u32 %d363,%r677,40;\n"
    "add.s64 %d364,%d362,%d363;\nld.param.v2.u32{%r527,%r528},[%d364+1008];\nmul.hi.u32 %r531,%r676,%r528;\n"
    "ld.param.u32 %r532,[%d364+1016];\nshr.u32 %r679,%r531,%r532;\nmul.lo.s32 %r533,%r679,%r527;\n"
    "sub.s32 %r534,%r676,%r533;\ncvt.u64.u32 %d365,%r534;\nld.param.u64 %d366,[%d364+1024];\n"
    "mul.lo.s64 %d367,%d366,%d365;\nadd.s64 %d487,%d367,%d487;\nld.param.u64 %d368,[%d364+1032];\n"
    "mul.lo.s64 %d369,%d368,%d365;\nadd.s64 %d488,%d369,%d488;\nld.param.u64 %d370,[%d364+1040];\n"
    "mul.lo.s64 %d371,%d370,%d365;\nadd.s64 %d489,%d371,%d489;\nadd.s32 %r675,%r678,1;\n"
    "setp.lt.u32 %p116,%r675,%r227;\nmov.u32 %r676,%r679;\nmov.u32 %r677,%r678;\n@%p116 bra L118;\nL119:\n"
    "setp.ge.u32 %p117,%r678,%r227;\n@%p117 bra L121;\nmul.lo.s64 %d372,%d5,920;\nadd.s64 %d373,%d128,%d372;\n"
    "mul.wide.u32 %d374,%r678,40;\nadd.s64 %d375,%d373,%d374;\ncvt.u64.u32 %d376,%r679;\n"
    "ld.param.u64 %d377,[%d375+1024];\nmul.lo.s64 %d378,%d377,%d376;\nadd.s64 %d487,%d378,%d487;\n"
    "ld.param.u64 %d379,[%d375+1032];\nmul.lo.s64 %d380,%d379,%d376;\nadd.s64 %d488,%d380,%d488;\n"
    "ld.param.u64 %d381,[%d375+1040];\nmul.lo.s64 %d382,%d381,%d376;\nadd.s64 %d489,%d382,%d489;\nL121:\n"
    "ld.param.v2.u32{%r536,%r537},[%d6+-16];\nmov.u32 %r683,0;\nld.param.v2.u32{%r538,%r539},[%d6+-8];\n"
    "mul.lo.s32 %r541,%r225,%r674;\nsub.s32 %r542,%r4,%r541;\nmad.lo.s32 %r684,%r539,%r542,%r590;\n"
    "setp.lt.u32 %p118,%r536,2;\n@%p118 bra L124;\nmov.u32 %r682,0;\nmov.u32 %r680,1;\nmov.u32 %r681,%r684;\n"
    "L123:\n.pragma \"nounroll\";\nmov.u32 %r683,%r680;\nmul.lo.s64 %d383,%d5,920;\nadd.s64 %d384,%d128,%d383;\n"
    "mul.wide.u32 %d385,%r682,40;\nadd.s64 %d386,%d384,%d385;\nld.param.v2.u32{%r545,%r546},[%d386+1008];\n"
    "mul.hi.u32 %r549,%r681,%r546;\nld.param.u32 %r550,[%d386+1016];\nshr.u32 %r684,%r549,%r550;\n"
    "mul.lo.s32 %r551,%r684,%r545;\nsub.s32 %r552,%r681,%r551;\ncvt.u64.u32 %d387,%r552;\n"
    "ld.param.u64 %d388,[%d386+1024];\nmul.lo.s64 %d389,%d388,%d387;\nadd.s64 %d487,%d389,%d487;\n"
    "ld.param.u64 %d390,[%d386+1032];\nmul.lo.s64 %d391,%d390,%d387;\nadd.s64 %d488,%d391,%d488;\n"
    "ld.param.u64 %d392,[%d386+1040];\nmul.lo.s64 %d393,%d392,%d387;\nadd.s64 %d489,%d393,%d489;\n"
    "add.s32 %r680,%r683,1;\nsetp.lt.u32 %p119,%r680,%r536;\nmov.u32 %r681,%r684;\n";
static const char cucore__ptx_42[] =
    "mov.u32 %r682,%r683;\n@%p119 bra L123;\nL124:\nsetp.ge.u32 %p120,%r683,%r536;\n@%p120 bra L126;\n"
    "mul.lo.s64 %d394,%d5,920;\nadd.s64 %d395,%d128,%d394;\nmul.wide.u32 %d396,%r683,40;\n"
    "add.s64 %d397,%d395,%d396;\ncvt.u64.u32 %d398,%r684;\nld.param.u64 %d399,[%d397+1024];\n"
    "mul.lo.s64 %d400,%d399,%d398;\nadd.s64 %d487,%d400,%d487;\nld.param.u64 %d401,[%d397+1032];\n"
    "mul.lo.s64 %d402,%d401,%d398;\nadd.s64 %d488,%d402,%d488;\nld.param.u64 %d403,[%d397+1040];\n"
    "mul.lo.s64 %d404,%d403,%d398;\nadd.s64 %d489,%d404,%d489;\nbra.uni L126;\nL5:\nld.param.u32 %r249,[%d6];\n"
    "setp.eq.s32 %p3,%r249,0;\n@%p3 bra L7;\nld.param.u32 %r250,[%d6+-4];\nadd.s32 %r251,%r250,-1;\n"
    "cvt.u64.u32 %d137,%r251;\nld.param.u64 %d138,[%d6+16];\nmul.lo.s64 %d139,%d138,%d137;\n"
    "add.s64 %d489,%d139,%d489;\nL7:\nld.param.u32 %r252,[%d6];\nsetp.eq.s32 %p4,%r252,0;\n@%p4 bra L9;\n"
    "mul.lo.s64 %d140,%d465,281479271743489;\nld.param.s32 %d141,[%d6+4];\n"
    "mul.lo.s64 %d142,%d141,844433520132096;\nadd.s64 %d465,%d142,%d140;\nL9:\ncvt.u32.u64 %r253,%d5;\n"
    "setp.eq.s32 %p5,%r253,0;\nselp.b64 %d462,%d467,%d462,%p5;\nselp.b64 %d463,%d465,%d463,%p5;\n"
    "selp.b64 %d464,%d489,%d464,%p5;\nadd.s32 %r589,%r253,1;\nsetp.lt.u32 %p6,%r589,2;\n@%p6 bra L1;\n"
    "ld.param.u64 %d475,[%d128];\nld.param.u64 %d476,[%d128+8];\nadd.s64 %d20,%d128,184;\nmov.u32 %r592,0;\n"
    "mov.u32 %r606,%r592;\nmov.u32 %r605,%r592;\nmov.u32 %r604,%r592;\nmov.u32 %r603,%r592;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p7,%r592,0;\nmov.u32 %r597,%r1;\n@%p7 bra L14;\nsetp.ne.s32 %p8,%r592,1;\n"
    "mov.u32 %r597,%r2;\n@%p8 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r597,%r3;\nL14:\nmul.wide.u32 %d143,%r592,4;\n"
    "add.s64 %d144,%d128,%d143;\nld.param.u32 %r17,[%d144+64];\nsetp.ge.u32 %p9,%r606,%r17;\n@%p9 bra L17;\n"
    "mul.wide.u32 %d145,%r606,40;\nadd.s64 %d472,%d20,%d145;\nL16:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r259,%r260},[%d472+-32];\nmul.hi.u32 %r263,%r597,%r260;\n"
    "ld.param.v2.u32{%r264,%r265},[%d472+-24];\nshr.u32 %r23,%r263,%r264;\nmul.lo.s32 %r268,%r23,%r259;\n"
    "sub.s32 %r269,%r597,%r268;\ncvt.u64.u32 %d146,%r269;\nld.param.u64 %d147,[%d472+-16];\n"
    "mul.lo.s64 %d148,%d147,%d146;\nld.param.u64 %d149,[%d472+-8];\nmul.lo.s64 %d150,%d149,%d146;\n"
    "ld.param.u32 %r270,[%d472];\nmul.lo.s32 %r271,%r269,%r270;\nadd.s64 %d475,%d148,%d475;\n"
    "add.s64 %d476,%d150,%d476;\nsetp.eq.s32 %p10,%r265,0;\nselp.b32 %r272,%r271,0,%p10;\n"
    "add.s32 %r603,%r272,%r603;\nsetp.eq.s32 %p11,%r265,1;\nselp.b32 %r273,%r271,0,%p11;\n"
    "add.s32 %r604,%r273,%r604;\nsetp.eq.s32 %p12,%r265,2;\nselp.b32 %r274,%r271,0,%p12;\n"
    "add.s32 %r605,%r274,%r605;\nadd.s64 %d472,%d472,40;\nadd.s32 %r606,%r606,1;\nsetp.lt.u32 %p13,%r606,%r17;\n"
    "mov.u32 %r597,%r23;\n@%p13 bra L16;\nL17:\nadd.s32 %r592,%r592,1;\nsetp.lt.u32 %p14,%r592,3;\n@%p14 bra L11;\n"
    "ld.param.v2.u32{%r277,%r278},[%d128+104];\nmov.u32 %r633,0;\nadd.s32 %r279,%r603,1;\n"
    "setp.eq.s32 %p15,%r279,%r277;\nld.param.u64 %d32,[%d128+128];\nneg.s64 %d151,%d32;\n"
    "selp.b64 %d152,%d151,0,%p15;\nld.param.u64 %d33,[%d128+120];\nadd.s64 %d153,%d152,%d33;\n"
    "add.s32 %r280,%r604,1;\nsetp.eq.s32 %p16,%r280,%r278;\nld.param.u64 %d34,[%d128+136];\nneg.s64 %d154,%d34;\n"
    "selp.b64 %d155,%d154,0,%p16;\nadd.s64 %d156,%d153,%d155;\nld.param.u32 %r35,[%d128+112];\n"
    "add.s32 %r281,%r605,1;\nsetp.eq.s32 %p17,%r281,%r35;\nld.param.u64 %d35,[%d128+144];\nneg.s64 %d157,%d35;\n"
    "selp.b64 %d158,%d157,0,%p17;\nadd.s64 %d477,%d156,%d158;\nsetp.ne.s64 %p18,%d477,%d33;\n"
    "selp.u32 %r624,1,0,%p18;\nsetp.ge.u32 %p19,%r603,%r277;\nsetp.ge.u32 %p20,%r604,%r278;\n"
    "setp.ge.u32 %p21,%r605,%r35;\nor.pred %p22,%p19,%p20;\nor.pred %p23,%p21,%p22;\nselp.u32 %r623,1,0,%p23;\n"
    "ld.param.v2.u32{%r282,%r283},[%d128+952];\nld.param.v2.u32{%r284,%r285},[%d128+976];\n"
    "ld.param.v2.u32{%r286,%r287},[%d128+1872];\nld.param.v2.u32{%r288,%r289},[%d128+80];\n"
    "ld.param.v2.u32{%r290,%r291},[%d128+48];\nld.param.u32 %r50,[%d128+976];\nld.param.u64 %d39,[%d128+1920];\n"
    "ld.param.v2.u32{%r292,%r293},[%d128+1896];\nld.param.u32 %r54,[%d128+48];\nld.param.u32 %r57,[%d128+1896];\n"
    "ld.param.v2.u32{%r294,%r295},[%d128+960];\n";
static const char cucore__ptx_43[] =
    "ld.param.u32 %r61,[%d128+992];\nld.param.v2.u32{%r296,%r297},[%d128+1880];\nld.param.u32 %r65,[%d128+1912];\n"
    "ld.param.u64 %d42,[%d128+1512];\nld.param.u64 %d43,[%d128+1536];\nld.param.u64 %d44,[%d128+1560];\n"
    "cvt.u32.u64 %r298,%d463;\nand.b32 %r66,%r298,65535;\nshr.u32 %r67,%r298,16;\nld.param.u64 %d53,[%d128+1592];\n"
    "and.b64 %d54,%d463,65535;\nld.param.u64 %d55,[%d128+1616];\nld.param.u64 %d56,[%d128+1640];\n"
    "ld.param.u64 %d57,[%d128+1664];\nadd.s64 %d294,%d53,%d54;\nadd.s64 %d298,%d55,%d54;\n"
    "add.s64 %d302,%d56,%d54;\nadd.s64 %d306,%d57,%d54;\nmov.u32 %r628,%r623;\nmov.u32 %r629,%r624;\n"
    "mov.u32 %r630,%r605;\nmov.u32 %r631,%r604;\nmov.u32 %r632,%r603;\nmov.u64 %d480,%d477;\nmov.u64 %d481,%d476;\n"
    "bra.uni L19;\nL113:\nld.param.u32 %r557,[%d128+76];\nld.param.u32 %r556,[%d128+112];\n"
    "ld.param.u64 %d408,[%d128+120];\nld.param.u64 %d407,[%d128+96];\nld.param.u64 %d406,[%d128+88];\nbar.sync 0;\n"
    "add.s64 %d475,%d406,%d475;\nadd.s64 %d476,%d407,%d481;\nsetp.eq.s32 %p100,%r288,0;\n"
    "selp.b32 %r512,%r289,0,%p100;\nadd.s32 %r603,%r512,%r632;\nsetp.eq.s32 %p101,%r288,1;\n"
    "selp.b32 %r513,%r289,0,%p101;\nadd.s32 %r604,%r513,%r631;\nsetp.eq.s32 %p102,%r288,2;\n"
    "selp.b32 %r514,%r289,0,%p102;\nadd.s32 %r605,%r514,%r630;\nadd.s32 %r515,%r603,1;\n"
    "setp.eq.s32 %p103,%r515,%r277;\nselp.b64 %d348,%d151,0,%p103;\nadd.s64 %d349,%d348,%d408;\n"
    "add.s32 %r516,%r604,1;\nsetp.eq.s32 %p104,%r516,%r278;\nselp.b64 %d351,%d154,0,%p104;\n"
    "add.s64 %d352,%d349,%d351;\nadd.s32 %r517,%r605,1;\nsetp.eq.s32 %p105,%r517,%r556;\n"
    "selp.b64 %d354,%d157,0,%p105;\nadd.s64 %d477,%d352,%d354;\nsetp.ne.s64 %p106,%d477,%d408;\n"
    "selp.u32 %r624,1,0,%p106;\nsetp.ge.u32 %p107,%r603,%r277;\nsetp.ge.u32 %p108,%r604,%r278;\n"
    "setp.ge.u32 %p109,%r605,%r556;\nor.pred %p110,%p107,%p108;\nor.pred %p111,%p109,%p110;\n"
    "add.s32 %r633,%r633,1;\nsetp.ge.u32 %p112,%r633,%r557;\nor.pred %p113,%p111,%p112;\n"
    "selp.u32 %r623,1,0,%p113;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d62,%d481;\nmov.u64 %d61,%d480;\n"
    "mov.u32 %r93,%r632;\nmov.u32 %r92,%r631;\nmov.u32 %r91,%r630;\nmov.u32 %r90,%r629;\nmov.u32 %r89,%r628;\n"
    "mov.u64 %d481,%d476;\nmov.u64 %d480,%d477;\nmov.u32 %r632,%r603;\nmov.u32 %r631,%r604;\nmov.u32 %r630,%r605;\n"
    "mov.u32 %r629,%r624;\nmov.u32 %r628,%r623;\nmov.u32 %r299,%tid.x;\nsetp.le.u32 %p24,%r282,%r299;\n"
    "setp.ne.s32 %p25,%r628,0;\nor.pred %p26,%p25,%p24;\n@%p26 bra L26;\nsetp.eq.s32 %p27,%r284,0;\n"
    "setp.eq.s32 %p28,%r629,0;\nor.pred %p29,%p28,%p27;\nmov.u32 %r300,-1;\nshl.b32 %r301,%r300,%r284;\n"
    "not.b32 %r636,%r301;\n@%p29 bra L23;\nsub.s64 %d64,%d480,%d464;\nmov.u32 %r634,0;\nnot.b32 %r636,%r301;\n"
    "L22:\n.pragma \"nounroll\";\nmul.wide.u32 %d159,%r634,24;\nadd.s64 %d160,%d128,%d159;\n"
    "ld.param.u64 %d161,[%d160+1504];\nsub.s64 %d162,%d64,%d161;\nand.b64 %d163,%d162,4611688217451692032;\n"
    "setp.eq.s64 %p30,%d163,4611688217451692032;\nmov.u32 %r305,-2;\nshf.l.wrap.b32 %r306,%r305,%r305,%r634;\n"
    "selp.b32 %r307,-1,%r306,%p30;\nand.b32 %r636,%r307,%r636;\nadd.s32 %r634,%r634,1;\n"
    "setp.lt.u32 %p31,%r634,%r284;\n@%p31 bra L22;\nL23:\nadd.s64 %d410,%d475,%d462;\n"
    "ld.param.u64 %d409,[%d128+1488];\nsetp.gt.u32 %p32,%r285,1;\nadd.s64 %d66,%d409,%d410;\n"
    "and.b32 %r103,%r636,1;\n@%p32 bra L25;\nbra.uni L24;\nL25:\nadd.s64 %d416,%d475,%d462;\n"
    "{.reg .pred q;setp.ne.s32 q,%r103,0;\nmov.u32 %r622,0;mov.u32 %r621,0;mov.u32 %r620,0;mov.u32 %r619,0;\n"
    "@q ld.global.v4.u32{%r622,%r621,%r620,%r619},[%d66];}\nshr.u32 %r343,%r636,1;\nand.b32 %r332,%r343,1;\n"
    "add.s64 %d189,%d42,%d416;\n{.reg .pred q;setp.ne.s32 q,%r332,0;\n"
    "mov.u32 %r618,0;mov.u32 %r617,0;mov.u32 %r616,0;mov.u32 %r615,0;\n"
    "@q ld.global.v4.u32{%r618,%r617,%r616,%r615},[%d189];}\nshr.u32 %r344,%r636,2;\nand.b32 %r337,%r344,1;\n"
    "add.s64 %d190,%d43,%d416;\n{.reg .pred q;setp.ne.s32 q,%r337,0;\n"
    "mov.u32 %r614,0;mov.u32 %r613,0;mov.u32 %r612,0;mov.u32 %r611,0;\n"
    "@q ld.global.v4.u32{%r614,%r613,%r612,%r611},[%d190];}\nshr.u32 %r345,%r636,3;\nand.b32 %r342,%r345,1;\n"
    "add.s64 %d191,%d44,%d416;\n{.reg .pred q;setp.ne.s32 q,%r342,0;\n";
static const char cucore__ptx_44[] =
    "mov.u32 %r610,0;mov.u32 %r609,0;mov.u32 %r608,0;mov.u32 %r607,0;\n"
    "@q ld.global.v4.u32{%r610,%r609,%r608,%r607},[%d191];}\nbra.uni L26;\nL24:\nld.param.u64 %d415,[%d128+1656];\n"
    "ld.param.u64 %d414,[%d128+1632];\nld.param.u64 %d413,[%d128+1608];\nld.param.u64 %d412,[%d128+1584];\n"
    "add.s64 %d411,%d475,%d462;\n{.reg .pred q;setp.ne.s32 q,%r103,0;\n"
    "mov.b64 %d164,0;@q ld.global.u64 %d164,[%d66];}\ncvt.u32.u64 %r622,%d164;\nshr.u64 %d180,%d164,32;\n"
    "cvt.u32.u64 %r621,%d180;\nshr.u32 %r316,%r636,1;\nand.b32 %r309,%r316,1;\nadd.s64 %d167,%d42,%d411;\n"
    "{.reg .pred q;setp.ne.s32 q,%r309,0;\nmov.b64 %d166,0;@q ld.global.u64 %d166,[%d167];}\n"
    "cvt.u32.u64 %r620,%d166;\nshr.u64 %d181,%d166,32;\ncvt.u32.u64 %r619,%d181;\nshr.u32 %r317,%r636,2;\n"
    "and.b32 %r310,%r317,1;\nadd.s64 %d169,%d43,%d411;\n{.reg .pred q;setp.ne.s32 q,%r310,0;\n"
    "mov.b64 %d168,0;@q ld.global.u64 %d168,[%d169];}\ncvt.u32.u64 %r618,%d168;\nshr.u64 %d182,%d168,32;\n"
    "cvt.u32.u64 %r617,%d182;\nshr.u32 %r318,%r636,3;\nand.b32 %r311,%r318,1;\nadd.s64 %d171,%d44,%d411;\n"
    "{.reg .pred q;setp.ne.s32 q,%r311,0;\nmov.b64 %d170,0;@q ld.global.u64 %d170,[%d171];}\n"
    "cvt.u32.u64 %r616,%d170;\nshr.u64 %d183,%d170,32;\ncvt.u32.u64 %r615,%d183;\nshr.u32 %r319,%r636,4;\n"
    "and.b32 %r312,%r319,1;\nadd.s64 %d173,%d412,%d411;\n{.reg .pred q;setp.ne.s32 q,%r312,0;\n"
    "mov.b64 %d172,0;@q ld.global.u64 %d172,[%d173];}\ncvt.u32.u64 %r614,%d172;\nshr.u64 %d184,%d172,32;\n"
    "cvt.u32.u64 %r613,%d184;\nshr.u32 %r320,%r636,5;\nand.b32 %r313,%r320,1;\nadd.s64 %d175,%d413,%d411;\n"
    "{.reg .pred q;setp.ne.s32 q,%r313,0;\nmov.b64 %d174,0;@q ld.global.u64 %d174,[%d175];}\n"
    "cvt.u32.u64 %r612,%d174;\nshr.u64 %d185,%d174,32;\ncvt.u32.u64 %r611,%d185;\nshr.u32 %r321,%r636,6;\n"
    "and.b32 %r314,%r321,1;\nadd.s64 %d177,%d414,%d411;\n{.reg .pred q;setp.ne.s32 q,%r314,0;\n"
    "mov.b64 %d176,0;@q ld.global.u64 %d176,[%d177];}\ncvt.u32.u64 %r610,%d176;\nshr.u64 %d186,%d176,32;\n"
    "cvt.u32.u64 %r609,%d186;\nshr.u32 %r322,%r636,7;\nand.b32 %r315,%r322,1;\nadd.s64 %d179,%d415,%d411;\n"
    "{.reg .pred q;setp.ne.s32 q,%r315,0;\nmov.b64 %d178,0;@q ld.global.u64 %d178,[%d179];}\n"
    "cvt.u32.u64 %r608,%d178;\nshr.u64 %d187,%d178,32;\ncvt.u32.u64 %r607,%d187;\nL26:\nsetp.eq.s32 %p33,%r633,0;\n"
    "@%p33 bra L79;\nmov.u32 %r346,%tid.x;\nsetp.le.u32 %p34,%r286,%r346;\nsetp.ne.s32 %p35,%r89,0;\n"
    "or.pred %p36,%p35,%p34;\n@%p36 bra L76;\nsetp.lt.u32 %p37,%r290,3;\n@%p37 bra L61;\nbra.uni L29;\nL61:\n"
    "setp.eq.s32 %p63,%r292,0;\n@%p63 bra L76;\nsetp.eq.s32 %p64,%r54,1;\nselp.b32 %r420,%r92,%r91,%p64;\n"
    "setp.eq.s32 %p65,%r54,0;\nmov.u32 %r666,0;\nselp.b32 %r190,%r93,%r420,%p65;\nmul.lo.s32 %r421,%r54,21;\n"
    "shr.u64 %d254,%d61,%r421;\ncvt.u32.u64 %r422,%d254;\nand.b32 %r191,%r422,1048575;\nL63:\n"
    ".pragma \"nounroll\";\nmul.lo.s32 %r574,%r54,21;\nld.param.u32 %r564,[%d128+1900];\nadd.s32 %r563,%r564,-1;\n"
    "mul.wide.u32 %d256,%r666,24;\nadd.s64 %d257,%d128,%d256;\ncvt.u64.u32 %d258,%r563;\n"
    "mul.lo.s64 %d259,%d39,%d258;\nsub.s64 %d260,%d489,%d259;\nld.param.u64 %d261,[%d257+2424];\n"
    "add.s64 %d82,%d261,%d260;\nshr.u64 %d262,%d82,%r574;\ncvt.u32.u64 %r425,%d262;\nand.b32 %r194,%r425,1048575;\n"
    "setp.eq.s32 %p66,%r90,0;\n@%p66 bra L65;\nmul.lo.s32 %r575,%r54,21;\nmov.u64 %d263,1048575;\n"
    "shl.b64 %d264,%d263,%r575;\nnot.b64 %d265,%d264;\nand.b64 %d266,%d265,%d82;\nsub.s64 %d267,%d61,%d266;\n"
    "and.b64 %d268,%d267,4611688217451692032;\nsetp.ne.s64 %p67,%d268,4611688217451692032;\n@%p67 bra L75;\nL65:\n"
    "ld.param.u32 %r565,[%d128+56];\nsetp.lt.s32 %p68,%r194,%r565;\nmov.u32 %r667,%r194;\n@%p68 bra L69;\n"
    "setp.eq.s32 %p69,%r190,0;\n@%p69 bra L68;\nadd.s32 %r566,%r190,1;\nmul.wide.u32 %d270,%r54,4;\n"
    "add.s64 %d271,%d128,%d270;\nld.param.u32 %r427,[%d271+104];\nsetp.lt.u32 %p70,%r566,%r427;\n"
    "mov.u32 %r667,%r194;\n@%p70 bra L75;\nbra.uni L69;\nL68:\nsub.s32 %r667,%r194,%r291;\nL69:\n"
    "mul.wide.u32 %d446,%r666,24;\nadd.s64 %d445,%d128,%d446;\nld.param.u64 %d444,[%d445+2416];\n"
    "ld.param.u64 %d443,[%d445+2408];\nadd.s64 %d429,%d62,%d467;\nadd.s64 %d272,%d429,%d443;\n"
    "shl.b32 %r428,%r194,3;\ncvt.u32.u64 %r429,%d272;\n";
static const char cucore__ptx_45[] =
    "sub.s32 %r430,%r428,%r429;\nand.b32 %r431,%r430,24;\nshr.u32 %r432,%r431,3;\nadd.s32 %r669,%r667,%r432;\n"
    "sub.s32 %r433,%r669,%r194;\nshl.b32 %r434,%r433,3;\ncvt.s64.s32 %d273,%r434;\nadd.s64 %d85,%d272,%d273;\n"
    "cvt.u32.u64 %r435,%d444;\ncvt.u32.u64 %r436,%d465;\nand.b32 %r437,%r436,65535;\nadd.s32 %r438,%r437,%r435;\n"
    "add.s32 %r198,%r438,%r434;\nsetp.lt.u32 %p71,%r669,%r191;\n@%p71 bra L74;\nbra.uni L70;\nL74:\n"
    "mov.u32 %r452,tile;\nadd.s32 %r453,%r452,%r198;\nld.shared.u64 %d278,[%r453];\ncvt.u32.u64 %r447,%d278;\n"
    "shr.u64 %d279,%d278,32;\ncvt.u32.u64 %r448,%d279;\nld.shared.u64 %d280,[%r453+8];\ncvt.u32.u64 %r449,%d280;\n"
    "shr.u64 %d281,%d280,32;\ncvt.u32.u64 %r450,%d281;\nmov.u32 %r451,1;\n{.reg .pred q;setp.ne.s32 q,%r451,0;\n"
    "@q st.global.v4.u32[%d85],{%r447,%r448,%r449,%r450};}\nbra.uni L75;\nL70:\nmov.u32 %r668,0;\nL71:\n"
    ".pragma \"nounroll\";\nsetp.gt.u32 %p72,%r669,%r191;\n@%p72 bra L73;\nshl.b32 %r441,%r668,3;\n"
    "cvt.u64.u32 %d276,%r441;\nadd.s64 %d274,%d85,%d276;\nadd.s32 %r442,%r441,%r198;\nmov.u32 %r443,tile;\n"
    "add.s32 %r444,%r443,%r442;\nld.shared.u64 %d275,[%r444];\nmov.u32 %r440,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r440,0;\n@q st.global.u64[%d274],%d275;}\nL73:\nadd.s32 %r446,%r668,1;\n"
    "mov.u32 %r668,1;\nadd.s32 %r669,%r669,1;\nsetp.lt.u32 %p73,%r446,2;\n@%p73 bra L71;\nL75:\n"
    "add.s32 %r666,%r666,1;\nsetp.lt.u32 %p74,%r666,%r57;\n@%p74 bra L63;\nbra.uni L76;\nL29:\n"
    "setp.gt.u32 %p38,%r293,1;\n@%p38 bra L41;\nbra.uni L30;\nL41:\nsetp.eq.s32 %p50,%r57,0;\n@%p50 bra L50;\n"
    "mov.u32 %r657,0;\nL43:\n.pragma \"nounroll\";\nmul.wide.u32 %d230,%r657,24;\nadd.s64 %d231,%d128,%d230;\n"
    "add.s64 %d74,%d231,2424;\nsetp.eq.s32 %p51,%r90,0;\n@%p51 bra L45;\nsub.s64 %d436,%d61,%d489;\n"
    "ld.param.u64 %d232,[%d74];\nsub.s64 %d233,%d436,%d232;\nand.b64 %d234,%d233,4611688217451692032;\n"
    "setp.ne.s64 %p52,%d234,4611688217451692032;\n@%p52 bra L49;\nL45:\nld.param.u32 %r558,[%d128+32];\n"
    "setp.eq.s32 %p53,%r558,0;\nld.param.u32 %r165,[%d74+-8];\ncvt.u32.u64 %r380,%d465;\n"
    "and.b32 %r381,%r380,65535;\nadd.s32 %r382,%r381,%r165;\nmov.u32 %r383,tile;\nadd.s32 %r166,%r383,%r382;\n"
    "@%p53 bra L47;\nld.shared.v4.u32{%r658,%r659,%r660,%r661},[%r166];\nbra.uni L48;\nL47:\n"
    "ld.shared.u64 %d235,[%r166];\ncvt.u32.u64 %r658,%d235;\nshr.u64 %d236,%d235,32;\ncvt.u32.u64 %r659,%d236;\n"
    "shr.u32 %r389,%r380,16;\nadd.s32 %r390,%r389,%r165;\nadd.s32 %r392,%r383,%r390;\n"
    "ld.shared.u64 %d237,[%r392];\ncvt.u32.u64 %r660,%d237;\nshr.u64 %d238,%d237,32;\ncvt.u32.u64 %r661,%d238;\n"
    "L48:\nadd.s64 %d427,%d62,%d467;\nld.param.u64 %d240,[%d74+-16];\nadd.s64 %d239,%d240,%d427;\n"
    "mov.u32 %r397,1;\n{.reg .pred q;setp.ne.s32 q,%r397,0;\n"
    "@q st.global.v4.u32[%d239],{%r658,%r659,%r660,%r661};}\nL49:\ncvt.u64.u32 %d437,%r657;\n"
    "cvt.u32.u64 %r398,%d437;\nadd.s32 %r657,%r398,1;\nsetp.lt.u32 %p54,%r657,%r57;\n@%p54 bra L43;\nL50:\n"
    "setp.eq.s32 %p55,%r90,0;\n@%p55 bra L76;\nmov.u32 %r662,%tid.x;\nsetp.lt.u32 %p56,%r287,2;\n@%p56 bra L53;\n"
    "mov.u32 %r399,%tid.x;\nmul.hi.u32 %r400,%r399,%r296;\nshr.u32 %r662,%r400,%r297;\nL53:\n"
    "setp.eq.s32 %p123,%r57,0;\nmov.u32 %r568,%tid.x;\nld.param.u32 %r559,[%d128+1876];\n"
    "mul.lo.s32 %r402,%r559,%r662;\nsub.s32 %r403,%r568,%r402;\nshl.b32 %r404,%r403,1;\nor.b32 %r405,%r404,1;\n"
    "rem.u32 %r183,%r405,%r65;\n@%p123 bra L76;\nmov.u32 %r663,0;\nL55:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d241,%r663,24;\nadd.s64 %d242,%d128,%d241;\nld.param.u64 %d243,[%d242+2424];\n"
    "add.s64 %d482,%d243,%d489;\nsub.s64 %d244,%d61,%d482;\nand.b64 %d245,%d244,4611688217451692032;\n"
    "setp.eq.s64 %p58,%d245,4611688217451692032;\n@%p58 bra L60;\nmov.u32 %r664,1;\nmov.u32 %r665,%r183;\nL57:\n"
    ".pragma \"nounroll\";\nsub.s64 %d246,%d61,%d482;\nand.b64 %d247,%d246,4611688217451692032;\n"
    "setp.ne.s64 %p59,%d247,4611688217451692032;\n@%p59 bra L59;\nmul.wide.u32 %d442,%r663,24;\n"
    "add.s64 %d441,%d128,%d442;\nadd.s64 %d440,%d441,2424;\nld.param.u64 %d439,[%d440+-16];\n"
    "add.s64 %d428,%d62,%d467;\nshl.b32 %r409,%r664,4;\nshr.u64 %d250,%d465,%r409;\ncvt.u32.u64 %r410,%d250;\n"
    "and.b32 %r411,%r410,65535;\n";
static const char cucore__ptx_46[] =
    "ld.param.u32 %r412,[%d440+-8];\nadd.s32 %r413,%r411,%r412;\nmov.u32 %r414,tile;\nadd.s32 %r415,%r414,%r413;\n"
    "ld.shared.u64 %d249,[%r415];\nshl.b32 %r416,%r664,3;\ncvt.u64.u32 %d251,%r416;\nadd.s64 %d252,%d428,%d251;\n"
    "add.s64 %d248,%d252,%d439;\nmov.u32 %r408,1;\n{.reg .pred q;setp.ne.s32 q,%r408,0;\n"
    "@q st.global.u64[%d248],%d249;}\nL59:\nsetp.eq.s32 %p60,%r665,0;\nselp.b64 %d253,%d39,0,%p60;\n"
    "sub.s64 %d482,%d482,%d253;\nselp.b32 %r417,%r65,%r665,%p60;\nadd.s32 %r665,%r417,-1;\n"
    "add.s32 %r188,%r664,-1;\nsetp.ne.s32 %p61,%r664,0;\nmov.u32 %r664,%r188;\n@%p61 bra L57;\nL60:\n"
    "cvt.u64.u32 %d438,%r663;\ncvt.u32.u64 %r418,%d438;\nadd.s32 %r663,%r418,1;\nsetp.lt.u32 %p62,%r663,%r57;\n"
    "@%p62 bra L55;\nbra.uni L76;\nL30:\nsetp.eq.s32 %p39,%r57,0;\nsetp.eq.s32 %p40,%r90,0;\n"
    "or.pred %p41,%p40,%p39;\nmov.u32 %r347,-1;\nshl.b32 %r348,%r347,%r57;\nnot.b32 %r655,%r348;\n@%p41 bra L33;\n"
    "sub.s64 %d68,%d61,%d489;\nnot.b32 %r655,%r348;\nmov.u32 %r653,0;\nL32:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d192,%r653,24;\nadd.s64 %d193,%d128,%d192;\nld.param.u64 %d194,[%d193+2424];\n"
    "sub.s64 %d195,%d68,%d194;\nand.b64 %d196,%d195,4611688217451692032;\n"
    "setp.eq.s64 %p42,%d196,4611688217451692032;\nmov.u32 %r352,-2;\nshf.l.wrap.b32 %r353,%r352,%r352,%r653;\n"
    "selp.b32 %r354,-1,%r353,%p42;\nand.b32 %r655,%r354,%r655;\nadd.s32 %r653,%r653,1;\n"
    "setp.lt.u32 %p43,%r653,%r57;\n@%p43 bra L32;\nL33:\n@%p39 bra L76;\nmov.u32 %r656,0;\nL35:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p45,%r656,%r57;\n@%p45 bra L40;\nadd.s64 %d423,%d62,%d467;\n"
    "and.b32 %r357,%r656,12;\nmul.wide.u32 %d200,%r357,24;\nadd.s64 %d201,%d128,%d200;\n"
    "ld.param.u64 %d202,[%d201+2408];\nadd.s64 %d197,%d423,%d202;\nand.b64 %d203,%d465,65535;\n"
    "ld.param.u64 %d204,[%d201+2416];\nadd.s64 %d205,%d204,%d203;\ncvt.u32.u64 %r358,%d205;\nmov.u32 %r359,tile;\n"
    "add.s32 %r360,%r359,%r358;\nld.shared.u64 %d198,[%r360];\nshr.u32 %r361,%r655,%r656;\nand.b32 %r356,%r361,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r356,0;\n@q st.global.u64[%d197],%d198;}\nadd.s32 %r160,%r656,1;\n"
    "setp.ge.u32 %p46,%r160,%r57;\n@%p46 bra L40;\nmov.u32 %r569,tile;\nand.b64 %d430,%d465,65535;\n"
    "add.s64 %d424,%d62,%d467;\nand.b32 %r363,%r160,13;\nmul.wide.u32 %d209,%r363,24;\nadd.s64 %d210,%d128,%d209;\n"
    "ld.param.u64 %d211,[%d210+2408];\nadd.s64 %d206,%d424,%d211;\nld.param.u64 %d213,[%d210+2416];\n"
    "add.s64 %d214,%d213,%d430;\ncvt.u32.u64 %r364,%d214;\nadd.s32 %r366,%r569,%r364;\n"
    "ld.shared.u64 %d207,[%r366];\nshr.u32 %r367,%r655,%r160;\nand.b32 %r362,%r367,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r362,0;\n@q st.global.u64[%d206],%d207;}\nadd.s32 %r161,%r656,2;\n"
    "setp.ge.u32 %p47,%r161,%r57;\n@%p47 bra L40;\nmov.u32 %r570,tile;\nand.b64 %d431,%d465,65535;\n"
    "add.s64 %d425,%d62,%d467;\nand.b32 %r369,%r161,14;\nmul.wide.u32 %d218,%r369,24;\nadd.s64 %d219,%d128,%d218;\n"
    "ld.param.u64 %d220,[%d219+2408];\nadd.s64 %d215,%d425,%d220;\nld.param.u64 %d222,[%d219+2416];\n"
    "add.s64 %d223,%d222,%d431;\ncvt.u32.u64 %r370,%d223;\nadd.s32 %r372,%r570,%r370;\n"
    "ld.shared.u64 %d216,[%r372];\nshr.u32 %r373,%r655,%r161;\nand.b32 %r368,%r373,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r368,0;\n@q st.global.u64[%d215],%d216;}\nadd.s32 %r162,%r656,3;\n"
    "setp.ge.u32 %p48,%r162,%r57;\n@%p48 bra L40;\nadd.s32 %r573,%r656,1;\nand.b32 %r572,%r573,13;\n"
    "mul.wide.u32 %d435,%r572,24;\nadd.s64 %d434,%d128,%d435;\nadd.s64 %d433,%d434,2408;\nmov.u32 %r571,tile;\n"
    "and.b64 %d432,%d465,65535;\nadd.s64 %d426,%d62,%d467;\nld.param.u64 %d226,[%d433+48];\n"
    "add.s64 %d224,%d426,%d226;\nld.param.u64 %d228,[%d433+56];\nadd.s64 %d229,%d228,%d432;\n"
    "cvt.u32.u64 %r375,%d229;\nadd.s32 %r377,%r571,%r375;\nld.shared.u64 %d225,[%r377];\n"
    "shr.u32 %r378,%r655,%r162;\nand.b32 %r374,%r378,1;\n{.reg .pred q;setp.ne.s32 q,%r374,0;\n"
    "@q st.global.u64[%d224],%d225;}\nL40:\nadd.s32 %r656,%r656,4;\nsetp.lt.u32 %p49,%r656,%r57;\n@%p49 bra L35;\n"
    "L76:\nsetp.eq.s32 %p75,%r628,0;\n@%p75 bra L78;\nbra.uni L77;\nL78:\nbar.sync 0;\nL79:\n"
    "setp.ne.s32 %p122,%r628,0;\nmov.u32 %r555,%tid.x;\nld.param.u32 %r554,[%d128+952];\n"
    "setp.le.u32 %p77,%r554,%r555;\n";
static const char cucore__ptx_47[] =
    "or.pred %p78,%p122,%p77;\n@%p78 bra L113;\nld.param.u64 %d420,[%d128+1568];\n"
    "ld.param.u64 %d419,[%d128+1544];\nld.param.u64 %d418,[%d128+1520];\nld.param.u64 %d417,[%d128+1496];\n"
    "setp.gt.u32 %p79,%r285,1;\ncvt.u32.u64 %r455,%d417;\nadd.s32 %r456,%r66,%r455;\nmov.u32 %r457,tile;\n"
    "add.s32 %r203,%r457,%r456;\ncvt.u32.u64 %r458,%d418;\nadd.s32 %r459,%r66,%r458;\nadd.s32 %r204,%r457,%r459;\n"
    "cvt.u32.u64 %r460,%d419;\nadd.s32 %r461,%r66,%r460;\nadd.s32 %r205,%r457,%r461;\ncvt.u32.u64 %r462,%d420;\n"
    "add.s32 %r463,%r66,%r462;\nadd.s32 %r206,%r457,%r463;\n@%p79 bra L97;\nbra.uni L81;\nL97:\n"
    "setp.eq.s32 %p88,%r50,0;\n@%p88 bra L102;\nld.param.u64 %d455,[%d128+1496];\ncvt.u32.u64 %r582,%d455;\n"
    "mov.u32 %r581,tile;\nsetp.lt.u32 %p89,%r50,2;\nadd.s32 %r477,%r67,%r582;\nadd.s32 %r479,%r581,%r477;\n"
    "cvt.u64.u32 %d310,%r621;\ncvt.u64.u32 %d311,%r622;\nbfi.b64 %d312,%d310,%d311,32,32;\n"
    "st.shared.u64[%r203],%d312;\ncvt.u64.u32 %d313,%r619;\ncvt.u64.u32 %d314,%r620;\n"
    "bfi.b64 %d315,%d313,%d314,32,32;\nst.shared.u64[%r479],%d315;\n@%p89 bra L102;\n"
    "ld.param.u64 %d456,[%d128+1520];\ncvt.u32.u64 %r584,%d456;\nmov.u32 %r583,tile;\nsetp.eq.s32 %p90,%r50,2;\n"
    "add.s32 %r481,%r67,%r584;\nadd.s32 %r483,%r583,%r481;\ncvt.u64.u32 %d316,%r617;\ncvt.u64.u32 %d317,%r618;\n"
    "bfi.b64 %d318,%d316,%d317,32,32;\nst.shared.u64[%r204],%d318;\ncvt.u64.u32 %d319,%r615;\n"
    "cvt.u64.u32 %d320,%r616;\nbfi.b64 %d321,%d319,%d320,32,32;\nst.shared.u64[%r483],%d321;\n@%p90 bra L102;\n"
    "ld.param.u64 %d457,[%d128+1544];\ncvt.u32.u64 %r586,%d457;\nmov.u32 %r585,tile;\nsetp.lt.u32 %p91,%r50,4;\n"
    "add.s32 %r485,%r67,%r586;\nadd.s32 %r487,%r585,%r485;\ncvt.u64.u32 %d322,%r613;\ncvt.u64.u32 %d323,%r614;\n"
    "bfi.b64 %d324,%d322,%d323,32,32;\nst.shared.u64[%r205],%d324;\ncvt.u64.u32 %d325,%r611;\n"
    "cvt.u64.u32 %d326,%r612;\nbfi.b64 %d327,%d325,%d326,32,32;\nst.shared.u64[%r487],%d327;\n@%p91 bra L102;\n"
    "ld.param.u64 %d458,[%d128+1568];\ncvt.u32.u64 %r588,%d458;\nmov.u32 %r587,tile;\nadd.s32 %r489,%r67,%r588;\n"
    "add.s32 %r491,%r587,%r489;\ncvt.u64.u32 %d328,%r609;\ncvt.u64.u32 %d329,%r610;\n"
    "bfi.b64 %d330,%d328,%d329,32,32;\nst.shared.u64[%r206],%d330;\ncvt.u64.u32 %d331,%r607;\n"
    "cvt.u64.u32 %d332,%r608;\nbfi.b64 %d333,%d331,%d332,32,32;\nst.shared.u64[%r491],%d333;\nL102:\n"
    "setp.eq.s32 %p92,%r629,0;\n@%p92 bra L113;\nmov.u32 %r670,%tid.x;\nsetp.lt.u32 %p93,%r283,2;\n"
    "@%p93 bra L105;\nmov.u32 %r492,%tid.x;\nmul.hi.u32 %r493,%r492,%r294;\nshr.u32 %r670,%r493,%r295;\nL105:\n"
    "setp.eq.s32 %p124,%r50,0;\nld.param.u32 %r562,[%d128+956];\nmov.u32 %r561,%tid.x;\n"
    "mul.lo.s32 %r495,%r562,%r670;\nsub.s32 %r496,%r561,%r495;\nshl.b32 %r497,%r496,1;\nor.b32 %r498,%r497,1;\n"
    "rem.u32 %r210,%r498,%r61;\n@%p124 bra L113;\nmov.u32 %r671,0;\nL107:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d334,%r671,24;\nadd.s64 %d335,%d128,%d334;\nld.param.u64 %d336,[%d335+1504];\n"
    "add.s64 %d483,%d336,%d464;\nsub.s64 %d337,%d480,%d483;\nand.b64 %d338,%d337,4611688217451692032;\n"
    "setp.eq.s64 %p95,%d338,4611688217451692032;\n@%p95 bra L112;\nmov.u32 %r672,1;\nmov.u32 %r673,%r210;\nL109:\n"
    ".pragma \"nounroll\";\nsub.s64 %d339,%d480,%d483;\nand.b64 %d340,%d339,4611688217451692032;\n"
    "setp.ne.s64 %p96,%d340,4611688217451692032;\n@%p96 bra L111;\nmul.wide.u32 %d451,%r671,24;\n"
    "add.s64 %d450,%d128,%d451;\nadd.s64 %d449,%d450,1504;\nld.param.u64 %d448,[%d449+-16];\nmov.u32 %r576,tile;\n"
    "add.s64 %d422,%d475,%d462;\nshl.b32 %r502,%r672,4;\nshr.u64 %d343,%d463,%r502;\ncvt.u32.u64 %r503,%d343;\n"
    "and.b32 %r504,%r503,65535;\nld.param.u32 %r505,[%d449+-8];\nadd.s32 %r506,%r504,%r505;\n"
    "add.s32 %r508,%r576,%r506;\nshl.b32 %r509,%r672,3;\ncvt.u64.u32 %d344,%r509;\nadd.s64 %d345,%d422,%d344;\n"
    "add.s64 %d342,%d345,%d448;\nmov.u32 %r501,1;\n{.reg .pred q;setp.ne.s32 q,%r501,0;\n"
    "mov.b64 %d341,0;@q ld.global.u64 %d341,[%d342];}\nst.shared.u64[%r508],%d341;\nL111:\n"
    "ld.param.u64 %d421,[%d128+1000];\nsetp.eq.s32 %p97,%r673,0;\nselp.b64 %d346,%d421,0,%p97;\n"
    "sub.s64 %d483,%d483,%d346;\nselp.b32 %r510,%r61,%r673,%p97;\nadd.s32 %r673,%r510,-1;\n"
    "add.s32 %r215,%r672,-1;\n";
static const char cucore__ptx_48[] =
    "setp.ne.s32 %p98,%r672,0;\nmov.u32 %r672,%r215;\n@%p98 bra L109;\nL112:\ncvt.u64.u32 %d447,%r671;\n"
    "cvt.u32.u64 %r511,%d447;\nadd.s32 %r671,%r511,1;\nsetp.lt.u32 %p99,%r671,%r50;\n@%p99 bra L107;\n"
    "bra.uni L113;\nL81:\nsetp.eq.s32 %p80,%r50,0;\n@%p80 bra L83;\ncvt.u64.u32 %d282,%r621;\n"
    "cvt.u64.u32 %d283,%r622;\nbfi.b64 %d284,%d282,%d283,32,32;\nst.shared.u64[%r203],%d284;\nL83:\n"
    "setp.lt.u32 %p81,%r50,2;\n@%p81 bra L85;\ncvt.u64.u32 %d285,%r619;\ncvt.u64.u32 %d286,%r620;\n"
    "bfi.b64 %d287,%d285,%d286,32,32;\nst.shared.u64[%r204],%d287;\nL85:\nsetp.lt.u32 %p82,%r50,3;\n"
    "@%p82 bra L87;\ncvt.u64.u32 %d288,%r617;\ncvt.u64.u32 %d289,%r618;\nbfi.b64 %d290,%d288,%d289,32,32;\n"
    "st.shared.u64[%r205],%d290;\nL87:\nsetp.lt.u32 %p83,%r50,4;\n@%p83 bra L89;\ncvt.u64.u32 %d291,%r615;\n"
    "cvt.u64.u32 %d292,%r616;\nbfi.b64 %d293,%d291,%d292,32,32;\nst.shared.u64[%r206],%d293;\nL89:\n"
    "setp.lt.u32 %p84,%r50,5;\n@%p84 bra L91;\nmov.u32 %r580,tile;\ncvt.u32.u64 %r464,%d294;\n"
    "add.s32 %r466,%r580,%r464;\ncvt.u64.u32 %d295,%r613;\ncvt.u64.u32 %d296,%r614;\n"
    "bfi.b64 %d297,%d295,%d296,32,32;\nst.shared.u64[%r466],%d297;\nL91:\nsetp.lt.u32 %p85,%r50,6;\n"
    "@%p85 bra L93;\nmov.u32 %r579,tile;\ncvt.u32.u64 %r467,%d298;\nadd.s32 %r469,%r579,%r467;\n"
    "cvt.u64.u32 %d299,%r611;\ncvt.u64.u32 %d300,%r612;\nbfi.b64 %d301,%d299,%d300,32,32;\n"
    "st.shared.u64[%r469],%d301;\nL93:\nsetp.lt.u32 %p86,%r50,7;\n@%p86 bra L95;\nmov.u32 %r578,tile;\n"
    "cvt.u32.u64 %r470,%d302;\nadd.s32 %r472,%r578,%r470;\ncvt.u64.u32 %d303,%r609;\ncvt.u64.u32 %d304,%r610;\n"
    "bfi.b64 %d305,%d303,%d304,32,32;\nst.shared.u64[%r472],%d305;\nL95:\nsetp.lt.u32 %p87,%r50,8;\n"
    "@%p87 bra L113;\nmov.u32 %r577,tile;\ncvt.u32.u64 %r473,%d306;\nadd.s32 %r475,%r577,%r473;\n"
    "cvt.u64.u32 %d307,%r607;\ncvt.u64.u32 %d308,%r608;\nbfi.b64 %d309,%d307,%d308,32,32;\n"
    "st.shared.u64[%r475],%d309;\nbra.uni L113;\nL77:\nret;\n}\n";
static const char *const cucore__kernel_ptx_tile8[] = {cucore__ptx_41, cucore__ptx_42, cucore__ptx_43,
    cucore__ptx_44, cucore__ptx_45, cucore__ptx_46, cucore__ptx_47, cucore__ptx_48, NULL};
static const char cucore__ptx_49[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile16(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<77>;\n.reg .b32 %r<429>;\n.reg .b64 %d<296>;\nmov.b64 %d94,p;\nmov.u64 %d97,0;\n"
    "mov.u32 %r151,0;\nmov.u32 %r353,%r151;\nmov.u64 %d258,%d97;\nmov.u64 %d259,%d97;\nmov.u64 %d260,%d97;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r353;\nmul.wide.u32 %d102,%r353,920;\nadd.s64 %d103,%d94,%d102;\n"
    "ld.param.u32 %r2,[%d103+984];\nmov.u32 %r354,%r151;\nmov.u64 %d261,%d97;\nmov.u64 %d283,%d97;\n"
    "mov.u64 %d263,%d97;\nbra.uni L2;\nL63:\nshl.b32 %r345,%r354,4;\nshl.b64 %d255,%d282,%r345;\n"
    "or.b64 %d261,%d255,%d261;\nsetp.eq.s32 %p75,%r354,0;\nselp.b64 %d263,%d281,%d263,%p75;\n"
    "add.s32 %r354,%r354,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p2,%r2,0;\nmov.u32 %r355,1;\n@%p2 bra L4;\n"
    "ld.param.u32 %r355,[%d103+980];\nL4:\nsetp.lt.u32 %p3,%r354,%r355;\n@%p3 bra L51;\nbra.uni L5;\nL51:\n"
    "ld.param.u32 %r308,[%d103+956];\nsetp.lt.u32 %p68,%r308,2;\nmov.u32 %r418,%tid.x;\n@%p68 bra L53;\n"
    "ld.param.v2.u32{%r309,%r310},[%d103+960];\nmov.u32 %r313,%tid.x;\nmul.hi.u32 %r314,%r313,%r309;\n"
    "shr.u32 %r418,%r314,%r310;\nL53:\nld.param.u32 %r127,[%d103+956];\nmov.u64 %d281,0;\n"
    "ld.param.v2.u32{%r422,%r316},[%d103+968];\nadd.s32 %r131,%r316,%r422;\nadd.s32 %r419,%r422,1;\n"
    "setp.ge.u32 %p69,%r419,%r131;\nmov.u64 %d282,%d281;\nmov.u64 %d283,%d281;\nmov.u32 %r423,%r418;\n"
    "@%p69 bra L56;\nmov.u64 %d283,0;\nmov.u32 %r420,%r418;\nmov.u32 %r421,%r422;\nmov.u64 %d282,%d283;\n"
    "mov.u64 %d281,%d283;\nL55:\n.pragma \"nounroll\";\nmov.u32 %r422,%r419;\nmul.lo.s64 %d208,%d5,920;\n"
    "add.s64 %d209,%d94,%d208;\nmul.wide.u32 %d210,%r421,40;\nadd.s64 %d211,%d209,%d210;\n"
    "ld.param.v2.u32{%r318,%r319},[%d211+1008];\nmul.hi.u32 %r322,%r420,%r319;\nld.param.u32 %r323,[%d211+1016];\n"
    "shr.u32 %r423,%r322,%r323;\nmul.lo.s32 %r324,%r423,%r318;\nsub.s32 %r325,%r420,%r324;\n"
    "cvt.u64.u32 %d212,%r325;\nld.param.u64 %d213,[%d211+1024];\nmul.lo.s64 %d214,%d213,%d212;\n"
    "add.s64 %d281,%d214,%d281;\nld.param.u64 %d215,[%d211+1032];\nmul.lo.s64 %d216,%d215,%d212;\n"
    "add.s64 %d282,%d216,%d282;\nld.param.u64 %d217,[%d211+1040];\nmul.lo.s64 %d218,%d217,%d212;\n"
    "add.s64 %d283,%d218,%d283;\nadd.s32 %r419,%r422,1;\nsetp.lt.u32 %p70,%r419,%r131;\nmov.u32 %r420,%r423;\n"
    "mov.u32 %r421,%r422;\n@%p70 bra L55;\nL56:\nsetp.ge.u32 %p71,%r422,%r131;\n@%p71 bra L58;\n"
    "mul.lo.s64 %d219,%d5,920;\nadd.s64 %d220,%d94,%d219;\nmul.wide.u32 %d221,%r422,40;\n"
    "add.s64 %d222,%d220,%d221;\ncvt.u64.u32 %d223,%r423;\nld.param.u64 %d224,[%d222+1024];\n"
    "mul.lo.s64 %d225,%d224,%d223;\nadd.s64 %d281,%d225,%d281;\nld.param.u64 %d226,[%d222+1032];\n"
    "mul.lo.s64 %d227,%d226,%d223;\nadd.s64 %d282,%d227,%d282;\nld.param.u64 %d228,[%d222+1040];\n"
    "mul.lo.s64 %d229,%d228,%d223;\nadd.s64 %d283,%d229,%d283;\nL58:\nld.param.v2.u32{%r327,%r328},[%d103+968];\n"
    "mov.u32 %r427,0;\nld.param.v2.u32{%r329,%r330},[%d103+976];\nmul.lo.s32 %r332,%r127,%r418;\n"
    "mov.u32 %r333,%tid.x;\nsub.s32 %r334,%r333,%r332;\nmad.lo.s32 %r428,%r330,%r334,%r354;\n"
    "setp.lt.u32 %p72,%r327,2;\n@%p72 bra L61;\nmov.u32 %r426,0;\nmov.u32 %r424,1;\nmov.u32 %r425,%r428;\nL60:\n"
    ".pragma \"nounroll\";\nmov.u32 %r427,%r424;\nmul.lo.s64 %d233,%d5,920;\nadd.s64 %d234,%d94,%d233;\n"
    "mul.wide.u32 %d235,%r426,40;\nadd.s64 %d236,%d234,%d235;\nld.param.v2.u32{%r337,%r338},[%d236+1008];\n"
    "mul.hi.u32 %r341,%r425,%r338;\nld.param.u32 %r342,[%d236+1016];\nshr.u32 %r428,%r341,%r342;\n"
    "mul.lo.s32 %r343,%r428,%r337;\nsub.s32 %r344,%r425,%r343;\ncvt.u64.u32 %d237,%r344;\n"
    "ld.param.u64 %d238,[%d236+1024];\nmul.lo.s64 %d239,%d238,%d237;\nadd.s64 %d281,%d239,%d281;\n"
    "ld.param.u64 %d240,[%d236+1032];\nmul.lo.s64 %d241,%d240,%d237;\nadd.s64 %d282,%d241,%d282;\n"
    "ld.param.u64 %d242,[%d236+1040];\nmul.lo.s64 %d243,%d242,%d237;\nadd.s64 %d283,%d243,%d283;\n"
    "add.s32 %r424,%r427,1;\nsetp.lt.u32 %p73,%r424,%r327;\nmov.u32 %r425,%r428;\nmov.u32 %r426,%r427;\n"
    "@%p73 bra L60;\nL61:\nsetp.ge.u32 %p74,%r427,%r327;\n@%p74 bra L63;\n";
static const char cucore__ptx_50[] =
    "mul.lo.s64 %d244,%d5,920;\nadd.s64 %d245,%d94,%d244;\nmul.wide.u32 %d246,%r427,40;\n"
    "add.s64 %d247,%d245,%d246;\ncvt.u64.u32 %d248,%r428;\nld.param.u64 %d249,[%d247+1024];\n"
    "mul.lo.s64 %d250,%d249,%d248;\nadd.s64 %d281,%d250,%d281;\nld.param.u64 %d251,[%d247+1032];\n"
    "mul.lo.s64 %d252,%d251,%d248;\nadd.s64 %d282,%d252,%d282;\nld.param.u64 %d253,[%d247+1040];\n"
    "mul.lo.s64 %d254,%d253,%d248;\nadd.s64 %d283,%d254,%d283;\nbra.uni L63;\nL5:\nadd.s64 %d9,%d103,984;\n"
    "ld.param.u32 %r154,[%d103+984];\nsetp.eq.s32 %p4,%r154,0;\n@%p4 bra L7;\nld.param.u32 %r155,[%d103+980];\n"
    "add.s32 %r156,%r155,-1;\ncvt.u64.u32 %d113,%r156;\nld.param.u64 %d114,[%d103+1000];\n"
    "mul.lo.s64 %d115,%d114,%d113;\nadd.s64 %d283,%d115,%d283;\nL7:\nld.param.u32 %r157,[%d9];\n"
    "setp.eq.s32 %p5,%r157,0;\n@%p5 bra L9;\nmul.lo.s64 %d116,%d261,281479271743489;\n"
    "ld.param.s32 %d120,[%d103+988];\nmul.lo.s64 %d121,%d120,844433520132096;\nadd.s64 %d261,%d121,%d116;\nL9:\n"
    "cvt.u32.u64 %r158,%d5;\nsetp.eq.s32 %p6,%r158,0;\nselp.b64 %d260,%d263,%d260,%p6;\n"
    "selp.b64 %d259,%d261,%d259,%p6;\nselp.b64 %d258,%d283,%d258,%p6;\nadd.s32 %r353,%r158,1;\n"
    "setp.lt.u32 %p7,%r353,2;\n@%p7 bra L1;\nld.param.u64 %d271,[%d94];\nld.param.u64 %d272,[%d94+8];\n"
    "add.s64 %d20,%d94,184;\nmov.u32 %r356,0;\nmov.u32 %r7,%ctaid.x;\nmov.u32 %r370,%r356;\nmov.u32 %r369,%r356;\n"
    "mov.u32 %r368,%r356;\nmov.u32 %r367,%r356;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p8,%r356,0;\n"
    "mov.u32 %r361,%r7;\n@%p8 bra L15;\nsetp.ne.s32 %p9,%r356,1;\n@%p9 bra L14;\nmov.u32 %r361,%ctaid.y;\n"
    "bra.uni L15;\nL14:\nmov.u32 %r361,%ctaid.z;\nL15:\nmul.wide.u32 %d122,%r356,4;\nadd.s64 %d123,%d94,%d122;\n"
    "ld.param.u32 %r16,[%d123+64];\nsetp.ge.u32 %p10,%r370,%r16;\n@%p10 bra L18;\nmul.wide.u32 %d124,%r370,40;\n"
    "add.s64 %d268,%d20,%d124;\nL17:\n.pragma \"nounroll\";\nld.param.v2.u32{%r164,%r165},[%d268+-32];\n"
    "mul.hi.u32 %r168,%r361,%r165;\nld.param.v2.u32{%r169,%r170},[%d268+-24];\nshr.u32 %r22,%r168,%r169;\n"
    "mul.lo.s32 %r173,%r22,%r164;\nsub.s32 %r174,%r361,%r173;\ncvt.u64.u32 %d125,%r174;\n"
    "ld.param.u64 %d126,[%d268+-16];\nmul.lo.s64 %d127,%d126,%d125;\nld.param.u64 %d128,[%d268+-8];\n"
    "mul.lo.s64 %d129,%d128,%d125;\nld.param.u32 %r175,[%d268];\nmul.lo.s32 %r176,%r174,%r175;\n"
    "add.s64 %d271,%d127,%d271;\nadd.s64 %d272,%d129,%d272;\nsetp.eq.s32 %p11,%r170,0;\n"
    "selp.b32 %r177,%r176,0,%p11;\nadd.s32 %r367,%r177,%r367;\nsetp.eq.s32 %p12,%r170,1;\n"
    "selp.b32 %r178,%r176,0,%p12;\nadd.s32 %r368,%r178,%r368;\nsetp.eq.s32 %p13,%r170,2;\n"
    "selp.b32 %r179,%r176,0,%p13;\nadd.s32 %r369,%r179,%r369;\nadd.s64 %d268,%d268,40;\nadd.s32 %r370,%r370,1;\n"
    "setp.lt.u32 %p14,%r370,%r16;\nmov.u32 %r361,%r22;\n@%p14 bra L17;\nL18:\nadd.s32 %r356,%r356,1;\n"
    "setp.lt.u32 %p15,%r356,3;\n@%p15 bra L11;\nld.param.v2.u32{%r182,%r183},[%d94+104];\nmov.u32 %r394,0;\n"
    "add.s32 %r184,%r367,1;\nsetp.eq.s32 %p16,%r184,%r182;\nld.param.u64 %d32,[%d94+128];\nneg.s64 %d130,%d32;\n"
    "selp.b64 %d131,%d130,0,%p16;\nld.param.u64 %d33,[%d94+120];\nadd.s64 %d132,%d131,%d33;\n"
    "add.s32 %r185,%r368,1;\nsetp.eq.s32 %p17,%r185,%r183;\nld.param.u64 %d34,[%d94+136];\nneg.s64 %d133,%d34;\n"
    "selp.b64 %d134,%d133,0,%p17;\nadd.s64 %d135,%d132,%d134;\nld.param.u32 %r34,[%d94+112];\n"
    "add.s32 %r186,%r369,1;\nsetp.eq.s32 %p18,%r186,%r34;\nld.param.u64 %d35,[%d94+144];\nneg.s64 %d136,%d35;\n"
    "selp.b64 %d137,%d136,0,%p18;\nadd.s64 %d273,%d135,%d137;\nsetp.ne.s64 %p19,%d273,%d33;\n"
    "selp.u32 %r388,1,0,%p19;\nsetp.ge.u32 %p20,%r367,%r182;\nsetp.ge.u32 %p21,%r368,%r183;\n"
    "setp.ge.u32 %p22,%r369,%r34;\nor.pred %p23,%p20,%p21;\nor.pred %p24,%p22,%p23;\nselp.u32 %r387,1,0,%p24;\n"
    "ld.param.u32 %r37,[%d94+952];\nld.param.u32 %r38,[%d94+976];\nld.param.u32 %r39,[%d94+1872];\n"
    "ld.param.u64 %d37,[%d94+88];\nld.param.u64 %d38,[%d94+96];\nld.param.v2.u32{%r187,%r188},[%d94+80];\n"
    "ld.param.u32 %r42,[%d94+76];\nand.b64 %d39,%d261,65535;\nld.param.u32 %r43,[%d94+1896];\n"
    "ld.param.u64 %d40,[%d94+1488];\nld.param.u64 %d41,[%d94+1512];\nld.param.u64 %d42,[%d94+1536];\n"
    "ld.param.u64 %d43,[%d94+1560];\nld.param.u64 %d44,[%d94+1496];\n";
static const char cucore__ptx_51[] =
    "and.b64 %d45,%d259,65535;\nld.param.u64 %d46,[%d94+1520];\nld.param.u64 %d47,[%d94+1544];\n"
    "ld.param.u64 %d48,[%d94+1568];\nadd.s64 %d181,%d44,%d45;\nadd.s64 %d182,%d46,%d45;\nadd.s64 %d183,%d47,%d45;\n"
    "add.s64 %d184,%d48,%d45;\nmov.u32 %r392,%r387;\nmov.u32 %r393,%r388;\nmov.u64 %d276,%d273;\n"
    "mov.u64 %d277,%d272;\nbra.uni L20;\nL50:\nbar.sync 0;\nadd.s64 %d271,%d37,%d271;\nadd.s64 %d272,%d38,%d50;\n"
    "setp.eq.s32 %p54,%r187,0;\nselp.b32 %r302,%r188,0,%p54;\nadd.s32 %r367,%r302,%r367;\n"
    "setp.eq.s32 %p55,%r187,1;\nselp.b32 %r303,%r188,0,%p55;\nadd.s32 %r368,%r303,%r368;\n"
    "setp.eq.s32 %p56,%r187,2;\nselp.b32 %r304,%r188,0,%p56;\nadd.s32 %r369,%r304,%r369;\nadd.s32 %r305,%r367,1;\n"
    "setp.eq.s32 %p57,%r305,%r182;\nselp.b64 %d186,%d130,0,%p57;\nadd.s64 %d187,%d186,%d33;\n"
    "add.s32 %r306,%r368,1;\nsetp.eq.s32 %p58,%r306,%r183;\nselp.b64 %d189,%d133,0,%p58;\n"
    "add.s64 %d190,%d187,%d189;\nadd.s32 %r307,%r369,1;\nsetp.eq.s32 %p59,%r307,%r34;\n"
    "selp.b64 %d192,%d136,0,%p59;\nadd.s64 %d273,%d190,%d192;\nsetp.ne.s64 %p60,%d273,%d33;\n"
    "selp.u32 %r388,1,0,%p60;\nsetp.ge.u32 %p61,%r367,%r182;\nsetp.ge.u32 %p62,%r368,%r183;\n"
    "setp.ge.u32 %p63,%r369,%r34;\nor.pred %p64,%p61,%p62;\nor.pred %p65,%p63,%p64;\nadd.s32 %r394,%r394,1;\n"
    "setp.ge.u32 %p66,%r394,%r42;\nor.pred %p67,%p65,%p66;\nselp.u32 %r387,1,0,%p67;\nmov.u32 %r392,%r60;\n"
    "mov.u32 %r393,%r61;\nmov.u64 %d276,%d49;\nmov.u64 %d277,%d50;\nL20:\n.pragma \"nounroll\";\n"
    "mov.u64 %d50,%d272;\nmov.u64 %d49,%d273;\nmov.u32 %r61,%r388;\nmov.u32 %r60,%r387;\nmov.u32 %r189,%tid.x;\n"
    "setp.gt.u32 %p25,%r37,%r189;\nsetp.eq.s32 %p26,%r60,0;\nand.pred %p1,%p26,%p25;\nnot.pred %p27,%p1;\n"
    "@%p27 bra L25;\nsetp.eq.s32 %p28,%r38,0;\nsetp.eq.s32 %p29,%r61,0;\nor.pred %p30,%p29,%p28;\n"
    "mov.u32 %r190,-1;\nshl.b32 %r191,%r190,%r38;\nnot.b32 %r397,%r191;\n@%p30 bra L24;\nsub.s64 %d54,%d49,%d258;\n"
    "not.b32 %r397,%r191;\nmov.u32 %r395,0;\nL23:\n.pragma \"nounroll\";\nmul.wide.u32 %d138,%r395,24;\n"
    "add.s64 %d139,%d94,%d138;\nld.param.u64 %d140,[%d139+1504];\nsub.s64 %d141,%d54,%d140;\n"
    "and.b64 %d142,%d141,4611688217451692032;\nsetp.eq.s64 %p31,%d142,4611688217451692032;\nmov.u32 %r195,-2;\n"
    "shf.l.wrap.b32 %r196,%r195,%r195,%r395;\nselp.b32 %r197,-1,%r196,%p31;\nand.b32 %r397,%r197,%r397;\n"
    "add.s32 %r395,%r395,1;\nsetp.lt.u32 %p32,%r395,%r38;\n@%p32 bra L23;\nL24:\nadd.s64 %d147,%d271,%d260;\n"
    "and.b32 %r202,%r397,1;\nadd.s64 %d143,%d147,%d40;\n{.reg .pred q;setp.ne.s32 q,%r202,0;\n"
    "mov.u32 %r413,0;mov.u32 %r412,0;mov.u32 %r411,0;mov.u32 %r410,0;\n"
    "@q ld.global.v4.u32{%r413,%r412,%r411,%r410},[%d143];}\nshr.u32 %r218,%r397,1;\nand.b32 %r207,%r218,1;\n"
    "add.s64 %d144,%d147,%d41;\n{.reg .pred q;setp.ne.s32 q,%r207,0;\n"
    "mov.u32 %r409,0;mov.u32 %r408,0;mov.u32 %r407,0;mov.u32 %r406,0;\n"
    "@q ld.global.v4.u32{%r409,%r408,%r407,%r406},[%d144];}\nshr.u32 %r219,%r397,2;\nand.b32 %r212,%r219,1;\n"
    "add.s64 %d145,%d147,%d42;\n{.reg .pred q;setp.ne.s32 q,%r212,0;\n"
    "mov.u32 %r405,0;mov.u32 %r404,0;mov.u32 %r403,0;mov.u32 %r402,0;\n"
    "@q ld.global.v4.u32{%r405,%r404,%r403,%r402},[%d145];}\nshr.u32 %r220,%r397,3;\nand.b32 %r217,%r220,1;\n"
    "add.s64 %d146,%d147,%d43;\n{.reg .pred q;setp.ne.s32 q,%r217,0;\n"
    "mov.u32 %r401,0;mov.u32 %r400,0;mov.u32 %r399,0;mov.u32 %r398,0;\n"
    "@q ld.global.v4.u32{%r401,%r400,%r399,%r398},[%d146];}\nL25:\nsetp.eq.s32 %p33,%r394,0;\n@%p33 bra L41;\n"
    "mov.u32 %r352,%tid.x;\nsetp.le.u32 %p34,%r39,%r352;\nsetp.ne.s32 %p35,%r392,0;\nor.pred %p36,%p35,%p34;\n"
    "@%p36 bra L38;\nsetp.eq.s32 %p37,%r43,0;\nadd.s64 %d56,%d277,%d263;\nsetp.eq.s32 %p38,%r393,0;\n"
    "or.pred %p39,%p38,%p37;\nmov.u32 %r222,-1;\nshl.b32 %r223,%r222,%r43;\nnot.b32 %r416,%r223;\n@%p39 bra L30;\n"
    "sub.s64 %d57,%d276,%d283;\nnot.b32 %r416,%r223;\nmov.u32 %r414,0;\nL29:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d148,%r414,24;\nadd.s64 %d149,%d94,%d148;\nld.param.u64 %d150,[%d149+2424];\n"
    "sub.s64 %d151,%d57,%d150;\nand.b64 %d152,%d151,4611688217451692032;\n"
    "setp.eq.s64 %p40,%d152,4611688217451692032;\nmov.u32 %r227,-2;\nshf.l.wrap.b32 %r228,%r227,%r227,%r414;\n"
    "selp.b32 %r229,-1,%r228,%p40;\n";
static const char cucore__ptx_52[] =
    "and.b32 %r416,%r229,%r416;\nadd.s32 %r414,%r414,1;\nsetp.lt.u32 %p41,%r414,%r43;\n@%p41 bra L29;\nL30:\n"
    "@%p37 bra L38;\nmov.u32 %r417,0;\nL32:\n.pragma \"nounroll\";\nsetp.ge.u32 %p43,%r417,%r43;\n@%p43 bra L37;\n"
    "and.b32 %r236,%r417,12;\nmul.wide.u32 %d155,%r236,24;\nadd.s64 %d156,%d94,%d155;\n"
    "ld.param.u64 %d157,[%d156+2408];\nadd.s64 %d153,%d56,%d157;\nld.param.u64 %d158,[%d156+2416];\n"
    "add.s64 %d159,%d158,%d39;\ncvt.u32.u64 %r237,%d159;\nmov.u32 %r238,tile;\nadd.s32 %r239,%r238,%r237;\n"
    "ld.shared.v4.u32{%r240,%r241,%r242,%r243},[%r239];\nshr.u32 %r244,%r416,%r417;\nand.b32 %r235,%r244,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r235,0;\n@q st.global.v4.u32[%d153],{%r240,%r241,%r242,%r243};}\n"
    "add.s32 %r245,%r417,1;\nsetp.ge.u32 %p44,%r245,%r43;\n@%p44 bra L37;\nadd.s32 %r347,%r417,1;\n"
    "mov.u32 %r346,tile;\nand.b32 %r252,%r347,13;\nmul.wide.u32 %d162,%r252,24;\nadd.s64 %d163,%d94,%d162;\n"
    "ld.param.u64 %d164,[%d163+2408];\nadd.s64 %d160,%d56,%d164;\nld.param.u64 %d165,[%d163+2416];\n"
    "add.s64 %d166,%d165,%d39;\ncvt.u32.u64 %r253,%d166;\nadd.s32 %r255,%r346,%r253;\n"
    "ld.shared.v4.u32{%r256,%r257,%r258,%r259},[%r255];\nshr.u32 %r260,%r416,%r347;\nand.b32 %r250,%r260,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r250,0;\n@q st.global.v4.u32[%d160],{%r256,%r257,%r258,%r259};}\n"
    "add.s32 %r115,%r417,2;\nsetp.ge.u32 %p45,%r115,%r43;\n@%p45 bra L37;\nmov.u32 %r348,tile;\n"
    "and.b32 %r266,%r115,14;\nmul.wide.u32 %d169,%r266,24;\nadd.s64 %d170,%d94,%d169;\n"
    "ld.param.u64 %d171,[%d170+2408];\nadd.s64 %d167,%d56,%d171;\nld.param.u64 %d172,[%d170+2416];\n"
    "add.s64 %d173,%d172,%d39;\ncvt.u32.u64 %r267,%d173;\nadd.s32 %r269,%r348,%r267;\n"
    "ld.shared.v4.u32{%r270,%r271,%r272,%r273},[%r269];\nshr.u32 %r274,%r416,%r115;\nand.b32 %r265,%r274,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r265,0;\n@q st.global.v4.u32[%d167],{%r270,%r271,%r272,%r273};}\n"
    "add.s32 %r116,%r417,3;\nsetp.ge.u32 %p46,%r116,%r43;\n@%p46 bra L37;\nadd.s32 %r351,%r417,1;\n"
    "and.b32 %r350,%r347,13;\nmul.wide.u32 %d257,%r350,24;\nadd.s64 %d256,%d94,%d257;\nmov.u32 %r349,tile;\n"
    "ld.param.u64 %d178,[%d256+2456];\nadd.s64 %d174,%d56,%d178;\nld.param.u64 %d179,[%d256+2464];\n"
    "add.s64 %d180,%d179,%d39;\ncvt.u32.u64 %r282,%d180;\nadd.s32 %r284,%r349,%r282;\n"
    "ld.shared.v4.u32{%r285,%r286,%r287,%r288},[%r284];\nshr.u32 %r289,%r416,%r116;\nand.b32 %r279,%r289,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r279,0;\n@q st.global.v4.u32[%d174],{%r285,%r286,%r287,%r288};}\nL37:\n"
    "add.s32 %r417,%r417,4;\nsetp.lt.u32 %p47,%r417,%r43;\n@%p47 bra L32;\nL38:\nsetp.eq.s32 %p76,%r60,0;\n"
    "@%p76 bra L40;\nbra.uni L39;\nL40:\nbar.sync 0;\nL41:\n@%p27 bra L50;\nsetp.eq.s32 %p50,%r38,0;\n"
    "@%p50 bra L44;\ncvt.u32.u64 %r290,%d181;\nmov.u32 %r291,tile;\nadd.s32 %r292,%r291,%r290;\n"
    "st.shared.v4.u32[%r292],{%r413,%r412,%r411,%r410};\nL44:\nsetp.lt.u32 %p51,%r38,2;\n@%p51 bra L46;\n"
    "cvt.u32.u64 %r293,%d182;\nmov.u32 %r294,tile;\nadd.s32 %r295,%r294,%r293;\n"
    "st.shared.v4.u32[%r295],{%r409,%r408,%r407,%r406};\nL46:\nsetp.lt.u32 %p52,%r38,3;\n@%p52 bra L48;\n"
    "cvt.u32.u64 %r296,%d183;\nmov.u32 %r297,tile;\nadd.s32 %r298,%r297,%r296;\n"
    "st.shared.v4.u32[%r298],{%r405,%r404,%r403,%r402};\nL48:\nsetp.lt.u32 %p53,%r38,4;\n@%p53 bra L50;\n"
    "cvt.u32.u64 %r299,%d184;\nmov.u32 %r300,tile;\nadd.s32 %r301,%r300,%r299;\n"
    "st.shared.v4.u32[%r301],{%r401,%r400,%r399,%r398};\nbra.uni L50;\nL39:\nret;\n}\n";
static const char *const cucore__kernel_ptx_tile16[] = {cucore__ptx_49, cucore__ptx_50, cucore__ptx_51,
    cucore__ptx_52, NULL};
static const char cucore__ptx_53[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_bytes(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<92>;\n.reg .b32 %r<594>;\n.reg .b64 %d<324>;\nmov.b64 %d101,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d104,0;\nmov.u32 %r210,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r501,%r210;\nmov.u64 %d287,%d104;\nmov.u64 %d288,%d104;\nmov.u64 %d289,%d104;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r501;\nmul.wide.u32 %d108,%r501,920;\nadd.s64 %d109,%d101,%d108;\n"
    "add.s64 %d6,%d109,984;\nld.param.u32 %r6,[%d109+984];\nmov.u32 %r502,%r210;\nmov.u64 %d290,%d104;\n"
    "mov.u64 %d311,%d104;\nmov.u64 %d292,%d104;\nbra.uni L2;\nL69:\nshl.b32 %r497,%r502,4;\n"
    "shl.b64 %d283,%d310,%r497;\nor.b64 %d290,%d283,%d290;\nsetp.eq.s32 %p90,%r502,0;\n"
    "selp.b64 %d292,%d309,%d292,%p90;\nadd.s32 %r502,%r502,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p2,%r6,0;\n"
    "mov.u32 %r503,1;\n@%p2 bra L4;\nld.param.u32 %r503,[%d6+-4];\nL4:\nsetp.lt.u32 %p3,%r502,%r503;\n"
    "@%p3 bra L57;\nbra.uni L5;\nL57:\nld.param.u32 %r462,[%d6+-28];\nsetp.lt.u32 %p83,%r462,2;\n"
    "mov.u32 %r583,%r4;\n@%p83 bra L59;\nld.param.v2.u32{%r463,%r464},[%d6+-24];\nmul.hi.u32 %r467,%r4,%r463;\n"
    "shr.u32 %r583,%r467,%r464;\nL59:\nld.param.u32 %r189,[%d6+-28];\nmov.u64 %d309,0;\n"
    "ld.param.v2.u32{%r587,%r469},[%d6+-16];\nadd.s32 %r191,%r469,%r587;\nadd.s32 %r584,%r587,1;\n"
    "setp.ge.u32 %p84,%r584,%r191;\nmov.u64 %d310,%d309;\nmov.u64 %d311,%d309;\nmov.u32 %r588,%r583;\n"
    "@%p84 bra L62;\nmov.u64 %d311,0;\nmov.u32 %r585,%r583;\nmov.u32 %r586,%r587;\nmov.u64 %d310,%d311;\n"
    "mov.u64 %d309,%d311;\nL61:\n.pragma \"nounroll\";\nmov.u32 %r587,%r584;\nmul.lo.s64 %d239,%d5,920;\n"
    "add.s64 %d240,%d101,%d239;\nmul.wide.u32 %d241,%r586,40;\nadd.s64 %d242,%d240,%d241;\n"
    "ld.param.v2.u32{%r471,%r472},[%d242+1008];\nmul.hi.u32 %r475,%r585,%r472;\nld.param.u32 %r476,[%d242+1016];\n"
    "shr.u32 %r588,%r475,%r476;\nmul.lo.s32 %r477,%r588,%r471;\nsub.s32 %r478,%r585,%r477;\n"
    "cvt.u64.u32 %d243,%r478;\nld.param.u64 %d244,[%d242+1024];\nmul.lo.s64 %d245,%d244,%d243;\n"
    "add.s64 %d309,%d245,%d309;\nld.param.u64 %d246,[%d242+1032];\nmul.lo.s64 %d247,%d246,%d243;\n"
    "add.s64 %d310,%d247,%d310;\nld.param.u64 %d248,[%d242+1040];\nmul.lo.s64 %d249,%d248,%d243;\n"
    "add.s64 %d311,%d249,%d311;\nadd.s32 %r584,%r587,1;\nsetp.lt.u32 %p85,%r584,%r191;\nmov.u32 %r585,%r588;\n"
    "mov.u32 %r586,%r587;\n@%p85 bra L61;\nL62:\nsetp.ge.u32 %p86,%r587,%r191;\n@%p86 bra L64;\n"
    "mul.lo.s64 %d250,%d5,920;\nadd.s64 %d251,%d101,%d250;\nmul.wide.u32 %d252,%r587,40;\n"
    "add.s64 %d253,%d251,%d252;\ncvt.u64.u32 %d254,%r588;\nld.param.u64 %d255,[%d253+1024];\n"
    "mul.lo.s64 %d256,%d255,%d254;\nadd.s64 %d309,%d256,%d309;\nld.param.u64 %d257,[%d253+1032];\n"
    "mul.lo.s64 %d258,%d257,%d254;\nadd.s64 %d310,%d258,%d310;\nld.param.u64 %d259,[%d253+1040];\n"
    "mul.lo.s64 %d260,%d259,%d254;\nadd.s64 %d311,%d260,%d311;\nL64:\nld.param.v2.u32{%r480,%r481},[%d6+-16];\n"
    "mov.u32 %r592,0;\nld.param.v2.u32{%r482,%r483},[%d6+-8];\nmul.lo.s32 %r485,%r189,%r583;\n"
    "sub.s32 %r486,%r4,%r485;\nmad.lo.s32 %r593,%r483,%r486,%r502;\nsetp.lt.u32 %p87,%r480,2;\n@%p87 bra L67;\n"
    "mov.u32 %r591,0;\nmov.u32 %r589,1;\nmov.u32 %r590,%r593;\nL66:\n.pragma \"nounroll\";\nmov.u32 %r592,%r589;\n"
    "mul.lo.s64 %d261,%d5,920;\nadd.s64 %d262,%d101,%d261;\nmul.wide.u32 %d263,%r591,40;\n"
    "add.s64 %d264,%d262,%d263;\nld.param.v2.u32{%r489,%r490},[%d264+1008];\nmul.hi.u32 %r493,%r590,%r490;\n"
    "ld.param.u32 %r494,[%d264+1016];\nshr.u32 %r593,%r493,%r494;\nmul.lo.s32 %r495,%r593,%r489;\n"
    "sub.s32 %r496,%r590,%r495;\ncvt.u64.u32 %d265,%r496;\nld.param.u64 %d266,[%d264+1024];\n"
    "mul.lo.s64 %d267,%d266,%d265;\nadd.s64 %d309,%d267,%d309;\nld.param.u64 %d268,[%d264+1032];\n"
    "mul.lo.s64 %d269,%d268,%d265;\nadd.s64 %d310,%d269,%d310;\nld.param.u64 %d270,[%d264+1040];\n"
    "mul.lo.s64 %d271,%d270,%d265;\nadd.s64 %d311,%d271,%d311;\nadd.s32 %r589,%r592,1;\n"
    "setp.lt.u32 %p88,%r589,%r480;\nmov.u32 %r590,%r593;\nmov.u32 %r591,%r592;\n@%p88 bra L66;\nL67:\n";
static const char cucore__ptx_54[] =
    "setp.ge.u32 %p89,%r592,%r480;\n@%p89 bra L69;\nmul.lo.s64 %d272,%d5,920;\nadd.s64 %d273,%d101,%d272;\n"
    "mul.wide.u32 %d274,%r592,40;\nadd.s64 %d275,%d273,%d274;\ncvt.u64.u32 %d276,%r593;\n"
    "ld.param.u64 %d277,[%d275+1024];\nmul.lo.s64 %d278,%d277,%d276;\nadd.s64 %d309,%d278,%d309;\n"
    "ld.param.u64 %d279,[%d275+1032];\nmul.lo.s64 %d280,%d279,%d276;\nadd.s64 %d310,%d280,%d310;\n"
    "ld.param.u64 %d281,[%d275+1040];\nmul.lo.s64 %d282,%d281,%d276;\nadd.s64 %d311,%d282,%d311;\nbra.uni L69;\n"
    "L5:\nld.param.u32 %r213,[%d6];\nsetp.eq.s32 %p4,%r213,0;\n@%p4 bra L7;\nld.param.u32 %r214,[%d6+-4];\n"
    "add.s32 %r215,%r214,-1;\ncvt.u64.u32 %d110,%r215;\nld.param.u64 %d111,[%d6+16];\n"
    "mul.lo.s64 %d112,%d111,%d110;\nadd.s64 %d311,%d112,%d311;\nL7:\nld.param.u32 %r216,[%d6];\n"
    "setp.eq.s32 %p5,%r216,0;\n@%p5 bra L9;\nmul.lo.s64 %d113,%d290,281479271743489;\nld.param.s32 %d114,[%d6+4];\n"
    "mul.lo.s64 %d115,%d114,844433520132096;\nadd.s64 %d290,%d115,%d113;\nL9:\ncvt.u32.u64 %r217,%d5;\n"
    "setp.eq.s32 %p6,%r217,0;\nselp.b64 %d289,%d292,%d289,%p6;\nselp.b64 %d288,%d290,%d288,%p6;\n"
    "selp.b64 %d287,%d311,%d287,%p6;\nadd.s32 %r501,%r217,1;\nsetp.lt.u32 %p7,%r501,2;\n@%p7 bra L1;\n"
    "ld.param.u64 %d299,[%d101];\nld.param.u64 %d300,[%d101+8];\nmov.u32 %r504,0;\nmov.u32 %r518,%r504;\n"
    "mov.u32 %r517,%r504;\nmov.u32 %r516,%r504;\nmov.u32 %r515,%r504;\nL11:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p8,%r504,0;\nmov.u32 %r509,%r1;\n@%p8 bra L14;\nsetp.ne.s32 %p9,%r504,1;\nmov.u32 %r509,%r2;\n"
    "@%p9 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r509,%r3;\nL14:\nmul.wide.u32 %d116,%r504,4;\n"
    "add.s64 %d117,%d101,%d116;\nld.param.u32 %r17,[%d117+64];\nsetp.ge.u32 %p10,%r518,%r17;\n@%p10 bra L16;\n"
    "L15:\n.pragma \"nounroll\";\nmul.wide.u32 %d118,%r518,40;\nadd.s64 %d119,%d101,%d118;\n"
    "ld.param.v2.u32{%r223,%r224},[%d119+152];\nmul.hi.u32 %r227,%r509,%r224;\n"
    "ld.param.v2.u32{%r228,%r229},[%d119+160];\nshr.u32 %r23,%r227,%r228;\nmul.lo.s32 %r232,%r23,%r223;\n"
    "sub.s32 %r233,%r509,%r232;\ncvt.u64.u32 %d120,%r233;\nld.param.u64 %d121,[%d119+168];\n"
    "mul.lo.s64 %d122,%d121,%d120;\nld.param.u64 %d123,[%d119+176];\nmul.lo.s64 %d124,%d123,%d120;\n"
    "ld.param.u32 %r234,[%d119+184];\nmul.lo.s32 %r235,%r233,%r234;\nadd.s64 %d299,%d122,%d299;\n"
    "add.s64 %d300,%d124,%d300;\nsetp.eq.s32 %p11,%r229,0;\nselp.b32 %r236,%r235,0,%p11;\n"
    "add.s32 %r515,%r236,%r515;\nsetp.eq.s32 %p12,%r229,1;\nselp.b32 %r237,%r235,0,%p12;\n"
    "add.s32 %r516,%r237,%r516;\nsetp.eq.s32 %p13,%r229,2;\nselp.b32 %r238,%r235,0,%p13;\n"
    "add.s32 %r517,%r238,%r517;\nadd.s32 %r518,%r518,1;\nsetp.lt.u32 %p14,%r518,%r17;\nmov.u32 %r509,%r23;\n"
    "@%p14 bra L15;\nL16:\nadd.s32 %r504,%r504,1;\nsetp.lt.u32 %p15,%r504,3;\n@%p15 bra L11;\n"
    "ld.param.u32 %r241,[%d101+104];\nadd.s32 %r242,%r515,1;\nsetp.eq.s32 %p16,%r242,%r241;\n"
    "ld.param.u64 %d28,[%d101+128];\nneg.s64 %d125,%d28;\nselp.b64 %d126,%d125,0,%p16;\n"
    "ld.param.u64 %d29,[%d101+120];\nadd.s64 %d127,%d126,%d29;\nld.param.u32 %r33,[%d101+108];\n"
    "add.s32 %r243,%r516,1;\nsetp.eq.s32 %p17,%r243,%r33;\nld.param.u64 %d30,[%d101+136];\nneg.s64 %d128,%d30;\n"
    "selp.b64 %d129,%d128,0,%p17;\nadd.s64 %d130,%d127,%d129;\nld.param.u32 %r34,[%d101+112];\n"
    "add.s32 %r244,%r517,1;\nsetp.eq.s32 %p18,%r244,%r34;\nld.param.u64 %d31,[%d101+144];\nneg.s64 %d131,%d31;\n"
    "selp.b64 %d132,%d131,0,%p18;\nadd.s64 %d301,%d130,%d132;\nsetp.ne.s64 %p19,%d301,%d29;\n"
    "selp.u32 %r536,1,0,%p19;\nsetp.ge.u32 %p20,%r515,%r241;\nld.param.v2.u32{%r245,%r246},[%d101+104];\n"
    "setp.ge.u32 %p21,%r516,%r246;\nsetp.ge.u32 %p22,%r517,%r34;\nor.pred %p23,%p20,%p21;\n"
    "or.pred %p24,%p22,%p23;\nselp.u32 %r535,1,0,%p24;\nld.param.u32 %r39,[%d101+952];\n"
    "ld.param.v2.u32{%r247,%r248},[%d101+976];\nld.param.u32 %r42,[%d101+980];\nand.b64 %d33,%d290,65535;\n"
    "ld.param.u32 %r43,[%d101+1872];\nld.param.u64 %d34,[%d101+16];\nld.param.u64 %d35,[%d101+88];\n"
    "ld.param.u64 %d36,[%d101+96];\nld.param.v2.u32{%r249,%r250},[%d101+80];\nld.param.u32 %r46,[%d101+76];\n"
    "ld.param.v2.u32{%r251,%r252},[%d101+1896];\nand.b64 %d37,%d288,65535;\nld.param.u32 %r49,[%d101+1900];\n"
    "add.s32 %r253,%r49,-1;\n";
static const char cucore__ptx_55[] =
    "cvt.u64.u32 %d133,%r253;\nld.param.u64 %d38,[%d101+1920];\nmul.lo.s64 %d134,%d38,%d133;\n"
    "sub.s64 %d39,%d311,%d134;\nld.param.u32 %r50,[%d101+1896];\nld.param.u32 %r51,[%d101+36];\n"
    "ld.param.u64 %d40,[%d101+24];\nld.param.u32 %r52,[%d101+976];\nld.param.u64 %d41,[%d101+1000];\n"
    "cvt.u32.u64 %r254,%d288;\nand.b32 %r53,%r254,65535;\nld.param.v2.u32{%r255,%r256},[%d101+984];\n"
    "ld.param.u64 %d42,[%d101+1488];\nld.param.u64 %d43,[%d101+1512];\nld.param.u64 %d44,[%d101+1536];\n"
    "ld.param.u64 %d45,[%d101+1560];\nld.param.u64 %d46,[%d101+1496];\nld.param.u64 %d47,[%d101+1520];\n"
    "ld.param.u64 %d48,[%d101+1544];\nld.param.u64 %d49,[%d101+1568];\nld.param.u32 %r56,[%d101+988];\n"
    "mov.u32 %r542,0;\nadd.s64 %d211,%d46,%d37;\nadd.s64 %d212,%d47,%d37;\nadd.s64 %d213,%d48,%d37;\n"
    "add.s64 %d214,%d49,%d37;\nmov.u32 %r540,%r535;\nmov.u32 %r541,%r536;\nmov.u64 %d304,%d301;\n"
    "mov.u64 %d305,%d300;\nbra.uni L18;\nL56:\nbar.sync 0;\nadd.s64 %d299,%d35,%d299;\nadd.s64 %d300,%d36,%d305;\n"
    "setp.eq.s32 %p69,%r249,0;\nselp.b32 %r456,%r250,0,%p69;\nadd.s32 %r515,%r456,%r515;\n"
    "setp.eq.s32 %p70,%r249,1;\nselp.b32 %r457,%r250,0,%p70;\nadd.s32 %r516,%r457,%r516;\n"
    "setp.eq.s32 %p71,%r249,2;\nselp.b32 %r458,%r250,0,%p71;\nadd.s32 %r517,%r458,%r517;\nadd.s32 %r459,%r515,1;\n"
    "setp.eq.s32 %p72,%r459,%r245;\nselp.b64 %d226,%d125,0,%p72;\nadd.s64 %d227,%d226,%d29;\n"
    "add.s32 %r460,%r516,1;\nsetp.eq.s32 %p73,%r460,%r33;\nselp.b64 %d229,%d128,0,%p73;\n"
    "add.s64 %d230,%d227,%d229;\nadd.s32 %r461,%r517,1;\nsetp.eq.s32 %p74,%r461,%r34;\n"
    "selp.b64 %d232,%d131,0,%p74;\nadd.s64 %d301,%d230,%d232;\nsetp.ne.s64 %p75,%d301,%d29;\n"
    "selp.u32 %r536,1,0,%p75;\nsetp.ge.u32 %p76,%r515,%r245;\nsetp.ge.u32 %p77,%r516,%r246;\n"
    "setp.ge.u32 %p78,%r517,%r34;\nor.pred %p79,%p76,%p77;\nor.pred %p80,%p78,%p79;\nadd.s32 %r542,%r542,1;\n"
    "setp.ge.u32 %p81,%r542,%r46;\nor.pred %p82,%p80,%p81;\nselp.u32 %r535,1,0,%p82;\nL18:\n.pragma \"nounroll\";\n"
    "mov.u64 %d54,%d305;\nmov.u64 %d53,%d304;\nmov.u32 %r79,%r541;\nmov.u32 %r78,%r540;\nmov.u64 %d305,%d300;\n"
    "mov.u64 %d304,%d301;\nmov.u32 %r541,%r536;\nmov.u32 %r540,%r535;\nmov.u32 %r257,%tid.x;\n"
    "setp.gt.u32 %p25,%r39,%r257;\nadd.s64 %d55,%d299,%d289;\nsetp.eq.s32 %p26,%r540,0;\nand.pred %p1,%p26,%p25;\n"
    "not.pred %p27,%p1;\nmov.u32 %r554,%r575;\nmov.u32 %r555,%r576;\nmov.u32 %r556,%r577;\nmov.u32 %r557,%r578;\n"
    "mov.u32 %r558,%r579;\nmov.u32 %r559,%r580;\nmov.u32 %r560,%r581;\nmov.u32 %r561,%r582;\n@%p27 bra L25;\n"
    "shl.b32 %r81,%r247,2;\nsetp.eq.s32 %p28,%r81,0;\nsetp.eq.s32 %p29,%r541,0;\nor.pred %p30,%p29,%p28;\n"
    "mov.u32 %r258,-1;\nshl.b32 %r259,%r258,%r81;\nnot.b32 %r545,%r259;\n@%p30 bra L22;\n"
    "sub.s64 %d56,%d304,%d287;\nmov.u32 %r543,0;\nnot.b32 %r545,%r259;\nL21:\n.pragma \"nounroll\";\n"
    "shr.u32 %r264,%r543,2;\nmul.wide.u32 %d135,%r264,24;\nadd.s64 %d136,%d101,%d135;\nand.b32 %r265,%r543,3;\n"
    "cvt.u64.u32 %d137,%r265;\nmul.lo.s64 %d138,%d40,%d137;\nld.param.u64 %d139,[%d136+1504];\n"
    "sub.s64 %d140,%d56,%d139;\nsub.s64 %d141,%d140,%d138;\nand.b64 %d142,%d141,4611688217451692032;\n"
    "setp.eq.s64 %p31,%d142,4611688217451692032;\nmov.u32 %r266,-2;\nshf.l.wrap.b32 %r267,%r266,%r266,%r543;\n"
    "selp.b32 %r268,-1,%r267,%p31;\nand.b32 %r545,%r268,%r545;\nadd.s32 %r543,%r543,1;\n"
    "setp.lt.u32 %p32,%r543,%r81;\n@%p32 bra L21;\nL22:\nsetp.gt.u32 %p33,%r42,1;\n@%p33 bra L24;\nbra.uni L23;\n"
    "L24:\nand.b32 %r320,%r545,1;\n{.reg .pred q;setp.ne.s32 q,%r320,0;\n"
    "mov.u32 %r561,0;mov.u32 %r560,0;mov.u32 %r559,0;mov.u32 %r558,0;\n"
    "@q ld.global.v4.u32{%r561,%r560,%r559,%r558},[%d55];}\nshr.u32 %r336,%r545,1;\nand.b32 %r325,%r336,1;\n"
    "add.s64 %d160,%d34,%d55;\n{.reg .pred q;setp.ne.s32 q,%r325,0;\n"
    "mov.u32 %r557,0;mov.u32 %r556,0;mov.u32 %r555,0;mov.u32 %r554,0;\n"
    "@q ld.global.v4.u32{%r557,%r556,%r555,%r554},[%d160];}\nshr.u32 %r337,%r545,2;\nand.b32 %r330,%r337,1;\n"
    "add.s64 %d161,%d34,%d160;\n{.reg .pred q;setp.ne.s32 q,%r330,0;\n"
    "mov.u32 %r574,0;mov.u32 %r573,0;mov.u32 %r572,0;mov.u32 %r571,0;\n"
    "@q ld.global.v4.u32{%r574,%r573,%r572,%r571},[%d161];}\nshr.u32 %r338,%r545,3;\nand.b32 %r335,%r338,1;\n";
static const char cucore__ptx_56[] =
    "add.s64 %d162,%d34,%d161;\n{.reg .pred q;setp.ne.s32 q,%r335,0;\n"
    "mov.u32 %r570,0;mov.u32 %r569,0;mov.u32 %r568,0;mov.u32 %r567,0;\n"
    "@q ld.global.v4.u32{%r570,%r569,%r568,%r567},[%d162];}\nbra.uni L25;\nL23:\nadd.s64 %d143,%d42,%d55;\n"
    "and.b32 %r270,%r545,1;\n{.reg .pred q;setp.ne.s32 q,%r270,0;\n"
    "mov.b32 %r269,0;@q ld.global.u8 %r269,[%d143];}\nand.b32 %r561,%r269,255;\nshr.u32 %r301,%r545,1;\n"
    "and.b32 %r272,%r301,1;\nadd.s64 %d144,%d34,%d143;\n{.reg .pred q;setp.ne.s32 q,%r272,0;\n"
    "mov.b32 %r271,0;@q ld.global.u8 %r271,[%d144];}\nand.b32 %r557,%r271,255;\nshr.u32 %r302,%r545,2;\n"
    "and.b32 %r274,%r302,1;\nadd.s64 %d145,%d34,%d144;\n{.reg .pred q;setp.ne.s32 q,%r274,0;\n"
    "mov.b32 %r273,0;@q ld.global.u8 %r273,[%d145];}\nand.b32 %r574,%r273,255;\nshr.u32 %r303,%r545,3;\n"
    "and.b32 %r276,%r303,1;\nadd.s64 %d146,%d34,%d145;\n{.reg .pred q;setp.ne.s32 q,%r276,0;\n"
    "mov.b32 %r275,0;@q ld.global.u8 %r275,[%d146];}\nand.b32 %r570,%r275,255;\nshr.u32 %r304,%r545,4;\n"
    "and.b32 %r278,%r304,1;\nadd.s64 %d147,%d43,%d55;\n{.reg .pred q;setp.ne.s32 q,%r278,0;\n"
    "mov.b32 %r277,0;@q ld.global.u8 %r277,[%d147];}\nand.b32 %r560,%r277,255;\nshr.u32 %r305,%r545,5;\n"
    "and.b32 %r280,%r305,1;\nadd.s64 %d148,%d34,%d147;\n{.reg .pred q;setp.ne.s32 q,%r280,0;\n"
    "mov.b32 %r279,0;@q ld.global.u8 %r279,[%d148];}\nand.b32 %r556,%r279,255;\nshr.u32 %r306,%r545,6;\n"
    "and.b32 %r282,%r306,1;\nadd.s64 %d149,%d34,%d148;\n{.reg .pred q;setp.ne.s32 q,%r282,0;\n"
    "mov.b32 %r281,0;@q ld.global.u8 %r281,[%d149];}\nand.b32 %r573,%r281,255;\nshr.u32 %r307,%r545,7;\n"
    "and.b32 %r284,%r307,1;\nadd.s64 %d150,%d34,%d149;\n{.reg .pred q;setp.ne.s32 q,%r284,0;\n"
    "mov.b32 %r283,0;@q ld.global.u8 %r283,[%d150];}\nand.b32 %r569,%r283,255;\nshr.u32 %r308,%r545,8;\n"
    "and.b32 %r286,%r308,1;\nadd.s64 %d151,%d44,%d55;\n{.reg .pred q;setp.ne.s32 q,%r286,0;\n"
    "mov.b32 %r285,0;@q ld.global.u8 %r285,[%d151];}\nand.b32 %r559,%r285,255;\nshr.u32 %r309,%r545,9;\n"
    "and.b32 %r288,%r309,1;\nadd.s64 %d152,%d34,%d151;\n{.reg .pred q;setp.ne.s32 q,%r288,0;\n"
    "mov.b32 %r287,0;@q ld.global.u8 %r287,[%d152];}\nand.b32 %r555,%r287,255;\nshr.u32 %r310,%r545,10;\n"
    "and.b32 %r290,%r310,1;\nadd.s64 %d153,%d34,%d152;\n{.reg .pred q;setp.ne.s32 q,%r290,0;\n"
    "mov.b32 %r289,0;@q ld.global.u8 %r289,[%d153];}\nand.b32 %r572,%r289,255;\nshr.u32 %r311,%r545,11;\n"
    "and.b32 %r292,%r311,1;\nadd.s64 %d154,%d34,%d153;\n{.reg .pred q;setp.ne.s32 q,%r292,0;\n"
    "mov.b32 %r291,0;@q ld.global.u8 %r291,[%d154];}\nand.b32 %r568,%r291,255;\nshr.u32 %r312,%r545,12;\n"
    "and.b32 %r294,%r312,1;\nadd.s64 %d155,%d45,%d55;\n{.reg .pred q;setp.ne.s32 q,%r294,0;\n"
    "mov.b32 %r293,0;@q ld.global.u8 %r293,[%d155];}\nand.b32 %r558,%r293,255;\nshr.u32 %r313,%r545,13;\n"
    "and.b32 %r296,%r313,1;\nadd.s64 %d156,%d34,%d155;\n{.reg .pred q;setp.ne.s32 q,%r296,0;\n"
    "mov.b32 %r295,0;@q ld.global.u8 %r295,[%d156];}\nand.b32 %r554,%r295,255;\nshr.u32 %r314,%r545,14;\n"
    "and.b32 %r298,%r314,1;\nadd.s64 %d157,%d34,%d156;\n{.reg .pred q;setp.ne.s32 q,%r298,0;\n"
    "mov.b32 %r297,0;@q ld.global.u8 %r297,[%d157];}\nand.b32 %r571,%r297,255;\nshr.u32 %r315,%r545,15;\n"
    "and.b32 %r300,%r315,1;\nadd.s64 %d158,%d34,%d157;\n{.reg .pred q;setp.ne.s32 q,%r300,0;\n"
    "mov.b32 %r299,0;@q ld.global.u8 %r299,[%d158];}\nand.b32 %r567,%r299,255;\nL25:\nsetp.eq.s32 %p34,%r542,0;\n"
    "@%p34 bra L42;\nsetp.eq.s32 %p35,%r251,0;\nsetp.le.u32 %p36,%r43,%r257;\nsetp.ne.s32 %p37,%r78,0;\n"
    "or.pred %p38,%p36,%p37;\nor.pred %p39,%p38,%p35;\n@%p39 bra L39;\nmov.u32 %r562,0;\nL28:\n"
    ".pragma \"nounroll\";\nsetp.gt.u32 %p40,%r252,1;\nmul.wide.u32 %d164,%r562,24;\nadd.s64 %d165,%d101,%d164;\n"
    "ld.param.u64 %d59,[%d165+2408];\nld.param.u64 %d60,[%d165+2424];\nld.param.u64 %d61,[%d165+2416];\n"
    "@%p40 bra L30;\nbra.uni L29;\nL30:\nadd.s64 %d285,%d54,%d292;\nsetp.eq.s32 %p42,%r79,0;\n"
    "setp.eq.s32 %p43,%r252,0;\nadd.s64 %d167,%d61,%d33;\ncvt.u32.u64 %r346,%d167;\nmov.u32 %r347,tile;\n"
    "add.s32 %r348,%r347,%r346;\nld.shared.v4.u32{%r349,%r350,%r351,%r352},[%r348];\nadd.s64 %d168,%d40,%d38;\n"
    "mul.lo.s64 %d169,%d168,-3;\nadd.s64 %d170,%d39,%d60;\nsub.s64 %d171,%d53,%d170;\n";
static const char cucore__ptx_57[] =
    "add.s64 %d172,%d171,%d169;\nand.b64 %d173,%d171,%d172;\nand.b64 %d174,%d173,4611688217451692032;\n"
    "setp.eq.s64 %p44,%d174,4611688217451692032;\nor.pred %p45,%p42,%p44;\nselp.u32 %r345,1,0,%p45;\n"
    "add.s64 %d166,%d285,%d59;\n{.reg .pred q;setp.ne.s32 q,%r345,0;\n"
    "@q st.global.v4.u32[%d166],{%r349,%r350,%r351,%r352};}\nor.pred %p46,%p45,%p43;\n@%p46 bra L38;\n"
    "bra.uni L31;\nL29:\nsetp.eq.s32 %p41,%r252,0;\n@%p41 bra L38;\nL31:\nmov.u32 %r563,0;\nL32:\n"
    ".pragma \"nounroll\";\nadd.s64 %d286,%d54,%d292;\nmov.u32 %r564,0;\nshl.b32 %r355,%r563,2;\n"
    "cvt.u64.u32 %d175,%r355;\nadd.s64 %d176,%d286,%d59;\nadd.s64 %d62,%d176,%d175;\nadd.s64 %d177,%d61,%d33;\n"
    "cvt.u32.u64 %r356,%d177;\nadd.s32 %r357,%r355,%r356;\nmov.u32 %r358,tile;\nadd.s32 %r359,%r358,%r357;\n"
    "ld.shared.u32 %r139,[%r359];\nsetp.eq.s32 %p47,%r51,0;\n@%p47 bra L35;\nmov.u32 %r564,0;\n"
    "mul.lo.s64 %d178,%d40,-3;\ncvt.u64.u32 %d179,%r563;\nmul.lo.s64 %d180,%d38,%d179;\nadd.s64 %d181,%d39,%d60;\n"
    "add.s64 %d182,%d180,%d181;\nsub.s64 %d183,%d53,%d182;\nadd.s64 %d184,%d183,%d178;\n"
    "and.b64 %d185,%d184,4611688217451692032;\nsetp.ne.s64 %p48,%d185,4611688217451692032;\n@%p48 bra L35;\n"
    "and.b64 %d191,%d183,4611688217451692032;\nsetp.eq.s64 %p49,%d191,4611688217451692032;\n"
    "selp.u32 %r564,1,0,%p49;\nL35:\n{.reg .pred q;setp.ne.s32 q,%r564,0;\n@q st.global.u32[%d62],%r139;}\n"
    "setp.ne.s32 %p50,%r564,0;\n@%p50 bra L37;\ncvt.u64.u32 %d197,%r563;\nmul.lo.s64 %d198,%d38,%d197;\n"
    "add.s64 %d199,%d39,%d60;\nadd.s64 %d200,%d198,%d199;\nsub.s64 %d201,%d53,%d200;\n"
    "and.b64 %d202,%d201,4611688217451692032;\nsetp.eq.s64 %p51,%d202,4611688217451692032;\n"
    "selp.u32 %r364,1,0,%p51;\nand.b32 %r363,%r139,255;\n{.reg .pred q;setp.ne.s32 q,%r364,0;\n"
    "@q st.global.u8[%d62],%r363;}\nsub.s64 %d203,%d201,%d40;\nand.b64 %d204,%d203,4611688217451692032;\n"
    "setp.eq.s64 %p52,%d204,4611688217451692032;\nselp.u32 %r366,1,0,%p52;\nshr.u32 %r371,%r139,8;\n"
    "and.b32 %r365,%r371,255;\nadd.s64 %d194,%d62,1;\n{.reg .pred q;setp.ne.s32 q,%r366,0;\n"
    "@q st.global.u8[%d194],%r365;}\nshl.b64 %d205,%d40,1;\nsub.s64 %d206,%d201,%d205;\n"
    "and.b64 %d207,%d206,4611688217451692032;\nsetp.eq.s64 %p53,%d207,4611688217451692032;\n"
    "selp.u32 %r368,1,0,%p53;\nshr.u32 %r372,%r139,16;\nand.b32 %r367,%r372,255;\nadd.s64 %d195,%d62,2;\n"
    "{.reg .pred q;setp.ne.s32 q,%r368,0;\n@q st.global.u8[%d195],%r367;}\nmul.lo.s64 %d208,%d40,-3;\n"
    "add.s64 %d209,%d201,%d208;\nand.b64 %d210,%d209,4611688217451692032;\n"
    "setp.eq.s64 %p54,%d210,4611688217451692032;\nselp.u32 %r370,1,0,%p54;\nshr.u32 %r369,%r139,24;\n"
    "add.s64 %d196,%d62,3;\n{.reg .pred q;setp.ne.s32 q,%r370,0;\n@q st.global.u8[%d196],%r369;}\nL37:\n"
    "add.s32 %r563,%r563,1;\nsetp.lt.u32 %p55,%r563,%r49;\n@%p55 bra L32;\nL38:\nadd.s32 %r562,%r562,1;\n"
    "setp.lt.u32 %p56,%r562,%r50;\n@%p56 bra L28;\nL39:\nsetp.eq.s32 %p91,%r540,0;\n@%p91 bra L41;\nbra.uni L40;\n"
    "L41:\nbar.sync 0;\nL42:\nmov.u32 %r575,%r554;\nmov.u32 %r576,%r555;\nmov.u32 %r577,%r556;\n"
    "mov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\nmov.u32 %r580,%r559;\nmov.u32 %r581,%r560;\nmov.u32 %r582,%r561;\n"
    "@%p27 bra L56;\nsetp.gt.u32 %p59,%r248,1;\n@%p59 bra L49;\nbra.uni L44;\nL49:\ncvt.u32.u64 %r409,%d37;\n"
    "mov.u32 %r410,tile;\nadd.s32 %r411,%r410,%r409;\nmov.u32 %r412,20800;\nprmt.b32 %r413,%r574,%r570,%r412;\n"
    "prmt.b32 %r414,%r561,%r557,%r412;\nmov.u32 %r415,21520;\nprmt.b32 %r582,%r414,%r413,%r415;\n"
    "mov.u32 %r416,30258;\nprmt.b32 %r578,%r414,%r413,%r416;\nmov.u32 %r417,29538;\n"
    "prmt.b32 %r418,%r574,%r570,%r417;\nprmt.b32 %r419,%r561,%r557,%r417;\nprmt.b32 %r574,%r419,%r418,%r415;\n"
    "prmt.b32 %r570,%r419,%r418,%r416;\nst.shared.u32[%r411],%r582;\nadd.s32 %r420,%r411,%r56;\n"
    "st.shared.u32[%r420],%r578;\nadd.s32 %r421,%r420,%r56;\nst.shared.u32[%r421],%r574;\n"
    "add.s32 %r422,%r421,%r56;\nst.shared.u32[%r422],%r570;\nprmt.b32 %r423,%r573,%r569,%r412;\n"
    "prmt.b32 %r424,%r560,%r556,%r412;\nprmt.b32 %r581,%r424,%r423,%r415;\nprmt.b32 %r577,%r424,%r423,%r416;\n"
    "prmt.b32 %r425,%r573,%r569,%r417;\nprmt.b32 %r426,%r560,%r556,%r417;\nprmt.b32 %r573,%r426,%r425,%r415;\n";
static const char cucore__ptx_58[] =
    "prmt.b32 %r569,%r426,%r425,%r416;\nadd.s32 %r427,%r422,%r56;\nst.shared.u32[%r427],%r581;\n"
    "add.s32 %r428,%r427,%r56;\nst.shared.u32[%r428],%r577;\nadd.s32 %r429,%r428,%r56;\n"
    "st.shared.u32[%r429],%r573;\nadd.s32 %r430,%r429,%r56;\nst.shared.u32[%r430],%r569;\n"
    "prmt.b32 %r431,%r572,%r568,%r412;\nprmt.b32 %r432,%r559,%r555,%r412;\nprmt.b32 %r580,%r432,%r431,%r415;\n"
    "prmt.b32 %r576,%r432,%r431,%r416;\nprmt.b32 %r433,%r572,%r568,%r417;\nprmt.b32 %r434,%r559,%r555,%r417;\n"
    "prmt.b32 %r572,%r434,%r433,%r415;\nprmt.b32 %r568,%r434,%r433,%r416;\nadd.s32 %r435,%r430,%r56;\n"
    "st.shared.u32[%r435],%r580;\nadd.s32 %r436,%r435,%r56;\nst.shared.u32[%r436],%r576;\n"
    "add.s32 %r437,%r436,%r56;\nst.shared.u32[%r437],%r572;\nadd.s32 %r438,%r437,%r56;\n"
    "st.shared.u32[%r438],%r568;\nprmt.b32 %r439,%r571,%r567,%r412;\nprmt.b32 %r440,%r558,%r554,%r412;\n"
    "prmt.b32 %r579,%r440,%r439,%r415;\nprmt.b32 %r575,%r440,%r439,%r416;\nprmt.b32 %r441,%r571,%r567,%r417;\n"
    "prmt.b32 %r442,%r558,%r554,%r417;\nprmt.b32 %r571,%r442,%r441,%r415;\nprmt.b32 %r567,%r442,%r441,%r416;\n"
    "add.s32 %r443,%r438,%r56;\nst.shared.u32[%r443],%r579;\nadd.s32 %r444,%r443,%r56;\n"
    "st.shared.u32[%r444],%r575;\nadd.s32 %r445,%r444,%r56;\nst.shared.u32[%r445],%r571;\n"
    "add.s32 %r446,%r445,%r56;\nst.shared.u32[%r446],%r567;\nsetp.eq.s32 %p64,%r541,0;\n@%p64 bra L56;\n"
    "mov.u32 %r565,0;\nL51:\n.pragma \"nounroll\";\ncvt.u64.u32 %d215,%r565;\nmul.lo.s64 %d63,%d34,%d215;\n"
    "mul.lo.s64 %d216,%d40,%d215;\nadd.s64 %d217,%d216,%d287;\nsub.s64 %d64,%d304,%d217;\n"
    "and.b64 %d218,%d64,4611688217451692032;\nsetp.eq.s64 %p65,%d218,4611688217451692032;\n@%p65 bra L55;\n"
    "add.s64 %d284,%d299,%d289;\nadd.s64 %d65,%d284,%d63;\nadd.s32 %r161,%r565,%r53;\nmov.u32 %r566,0;\nL53:\n"
    ".pragma \"nounroll\";\nmov.u32 %r449,15;\nsub.s32 %r450,%r449,%r566;\ncvt.u64.u32 %d219,%r450;\n"
    "mul.lo.s64 %d220,%d41,%d219;\nadd.s64 %d221,%d64,%d220;\nand.b64 %d222,%d221,4611688217451692032;\n"
    "setp.ne.s64 %p66,%d222,4611688217451692032;\n@%p66 bra L55;\nmov.u32 %r498,tile;\ncvt.u64.u32 %d224,%r566;\n"
    "add.s64 %d223,%d65,%d224;\nmov.u32 %r452,1;\n{.reg .pred q;setp.ne.s32 q,%r452,0;\n"
    "mov.b32 %r451,0;@q ld.global.u8 %r451,[%d223];}\nmad.lo.s32 %r453,%r256,%r566,%r161;\n"
    "add.s32 %r455,%r498,%r453;\nst.shared.u8[%r455],%r451;\nadd.s32 %r566,%r566,1;\nsetp.lt.u32 %p67,%r566,16;\n"
    "@%p67 bra L53;\nL55:\nadd.s32 %r565,%r565,1;\nsetp.lt.u32 %p68,%r565,4;\n@%p68 bra L51;\nbra.uni L56;\nL44:\n"
    "setp.eq.s32 %p60,%r247,0;\nmov.u32 %r575,%r554;\nmov.u32 %r576,%r555;\nmov.u32 %r577,%r556;\n"
    "mov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\nmov.u32 %r580,%r559;\nmov.u32 %r581,%r560;\nmov.u32 %r582,%r561;\n"
    "@%p60 bra L56;\nsetp.lt.u32 %p61,%r52,2;\ncvt.u32.u64 %r373,%d211;\nmov.u32 %r374,tile;\n"
    "add.s32 %r375,%r374,%r373;\nshl.b32 %r376,%r557,8;\nor.b32 %r377,%r376,%r561;\nshl.b32 %r378,%r574,16;\n"
    "or.b32 %r379,%r377,%r378;\nshl.b32 %r380,%r570,24;\nor.b32 %r381,%r379,%r380;\nst.shared.u32[%r375],%r381;\n"
    "mov.u32 %r575,%r554;\nmov.u32 %r576,%r555;\nmov.u32 %r577,%r556;\nmov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\n"
    "mov.u32 %r580,%r559;\nmov.u32 %r581,%r560;\nmov.u32 %r582,%r561;\n@%p61 bra L56;\nsetp.eq.s32 %p62,%r52,2;\n"
    "cvt.u32.u64 %r382,%d212;\nadd.s32 %r384,%r374,%r382;\nshl.b32 %r385,%r556,8;\nor.b32 %r386,%r385,%r560;\n"
    "shl.b32 %r387,%r573,16;\nor.b32 %r388,%r386,%r387;\nshl.b32 %r389,%r569,24;\nor.b32 %r390,%r388,%r389;\n"
    "st.shared.u32[%r384],%r390;\nmov.u32 %r575,%r554;\nmov.u32 %r576,%r555;\nmov.u32 %r577,%r556;\n"
    "mov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\nmov.u32 %r580,%r559;\nmov.u32 %r581,%r560;\nmov.u32 %r582,%r561;\n"
    "@%p62 bra L56;\nsetp.lt.u32 %p63,%r52,4;\ncvt.u32.u64 %r391,%d213;\nadd.s32 %r393,%r374,%r391;\n"
    "shl.b32 %r394,%r555,8;\nor.b32 %r395,%r394,%r559;\nshl.b32 %r396,%r572,16;\nor.b32 %r397,%r395,%r396;\n"
    "shl.b32 %r398,%r568,24;\nor.b32 %r399,%r397,%r398;\nst.shared.u32[%r393],%r399;\nmov.u32 %r575,%r554;\n"
    "mov.u32 %r576,%r555;\nmov.u32 %r577,%r556;\nmov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\nmov.u32 %r580,%r559;\n"
    "mov.u32 %r581,%r560;\nmov.u32 %r582,%r561;\n";
static const char cucore__ptx_59[] =
    "@%p63 bra L56;\ncvt.u32.u64 %r400,%d214;\nadd.s32 %r402,%r374,%r400;\nshl.b32 %r403,%r554,8;\n"
    "or.b32 %r404,%r403,%r558;\nshl.b32 %r405,%r571,16;\nor.b32 %r406,%r404,%r405;\nshl.b32 %r407,%r567,24;\n"
    "or.b32 %r408,%r406,%r407;\nst.shared.u32[%r402],%r408;\nmov.u32 %r575,%r554;\nmov.u32 %r576,%r555;\n"
    "mov.u32 %r577,%r556;\nmov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\nmov.u32 %r580,%r559;\nmov.u32 %r581,%r560;\n"
    "mov.u32 %r582,%r561;\nbra.uni L56;\nL40:\nret;\n}\n";
static const char *const cucore__kernel_ptx_bytes[] = {cucore__ptx_53, cucore__ptx_54, cucore__ptx_55,
    cucore__ptx_56, cucore__ptx_57, cucore__ptx_58, cucore__ptx_59, NULL};
static const char cucore__ptx_60[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_oddbytes(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<138>;\n.reg .b16 %rs<2>;\n.reg .b32 %r<929>;\n.reg .b64 %d<408>;\nmov.b64 %d114,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d117,0;\nmov.u32 %r297,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r805,%r297;\nmov.u64 %d368,%d117;\nmov.u64 %d369,%d117;\nmov.u64 %d370,%d117;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r805;\nmul.wide.u32 %d121,%r805,920;\n"
    "add.s64 %d122,%d114,%d121;\nadd.s64 %d6,%d122,984;\nld.param.u32 %r6,[%d122+984];\nmov.u32 %r806,%r297;\n"
    "mov.u64 %d371,%d117;\nmov.u64 %d395,%d117;\nmov.u64 %d373,%d117;\nbra.uni L2;\nL97:\nshl.b32 %r795,%r806,4;\n"
    "shl.b64 %d355,%d394,%r795;\nor.b64 %d371,%d355,%d371;\nsetp.eq.s32 %p136,%r806,0;\n"
    "selp.b64 %d373,%d393,%d373,%p136;\nadd.s32 %r806,%r806,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p2,%r6,0;\nmov.u32 %r807,1;\n@%p2 bra L4;\nld.param.u32 %r807,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p3,%r806,%r807;\n@%p3 bra L85;\nbra.uni L5;\nL85:\nld.param.u32 %r760,[%d6+-28];\n"
    "setp.lt.u32 %p129,%r760,2;\nmov.u32 %r918,%r4;\n@%p129 bra L87;\nld.param.v2.u32{%r761,%r762},[%d6+-24];\n"
    "mul.hi.u32 %r765,%r4,%r761;\nshr.u32 %r918,%r765,%r762;\nL87:\nld.param.u32 %r276,[%d6+-28];\n"
    "mov.u64 %d393,0;\nld.param.v2.u32{%r922,%r767},[%d6+-16];\nadd.s32 %r278,%r767,%r922;\n"
    "add.s32 %r919,%r922,1;\nsetp.ge.u32 %p130,%r919,%r278;\nmov.u64 %d394,%d393;\nmov.u64 %d395,%d393;\n"
    "mov.u32 %r923,%r918;\n@%p130 bra L90;\nmov.u64 %d395,0;\nmov.u32 %r920,%r918;\nmov.u32 %r921,%r922;\n"
    "mov.u64 %d394,%d395;\nmov.u64 %d393,%d395;\nL89:\n.pragma \"nounroll\";\nmov.u32 %r922,%r919;\n"
    "mul.lo.s64 %d311,%d5,920;\nadd.s64 %d312,%d114,%d311;\nmul.wide.u32 %d313,%r921,40;\n"
    "add.s64 %d314,%d312,%d313;\nld.param.v2.u32{%r769,%r770},[%d314+1008];\nmul.hi.u32 %r773,%r920,%r770;\n"
    "ld.param.u32 %r774,[%d314+1016];\nshr.u32 %r923,%r773,%r774;\nmul.lo.s32 %r775,%r923,%r769;\n"
    "sub.s32 %r776,%r920,%r775;\ncvt.u64.u32 %d315,%r776;\nld.param.u64 %d316,[%d314+1024];\n"
    "mul.lo.s64 %d317,%d316,%d315;\nadd.s64 %d393,%d317,%d393;\nld.param.u64 %d318,[%d314+1032];\n"
    "mul.lo.s64 %d319,%d318,%d315;\nadd.s64 %d394,%d319,%d394;\nld.param.u64 %d320,[%d314+1040];\n"
    "mul.lo.s64 %d321,%d320,%d315;\nadd.s64 %d395,%d321,%d395;\nadd.s32 %r919,%r922,1;\n"
    "setp.lt.u32 %p131,%r919,%r278;\nmov.u32 %r920,%r923;\nmov.u32 %r921,%r922;\n@%p131 bra L89;\nL90:\n"
    "setp.ge.u32 %p132,%r922,%r278;\n@%p132 bra L92;\nmul.lo.s64 %d322,%d5,920;\nadd.s64 %d323,%d114,%d322;\n"
    "mul.wide.u32 %d324,%r922,40;\nadd.s64 %d325,%d323,%d324;\ncvt.u64.u32 %d326,%r923;\n"
    "ld.param.u64 %d327,[%d325+1024];\nmul.lo.s64 %d328,%d327,%d326;\nadd.s64 %d393,%d328,%d393;\n"
    "ld.param.u64 %d329,[%d325+1032];\nmul.lo.s64 %d330,%d329,%d326;\nadd.s64 %d394,%d330,%d394;\n"
    "ld.param.u64 %d331,[%d325+1040];\nmul.lo.s64 %d332,%d331,%d326;\nadd.s64 %d395,%d332,%d395;\nL92:\n"
    "ld.param.v2.u32{%r778,%r779},[%d6+-16];\nmov.u32 %r927,0;\nld.param.v2.u32{%r780,%r781},[%d6+-8];\n"
    "mul.lo.s32 %r783,%r276,%r918;\nsub.s32 %r784,%r4,%r783;\nmad.lo.s32 %r928,%r781,%r784,%r806;\n"
    "setp.lt.u32 %p133,%r778,2;\n@%p133 bra L95;\nmov.u32 %r926,0;\nmov.u32 %r924,1;\nmov.u32 %r925,%r928;\nL94:\n"
    ".pragma \"nounroll\";\nmov.u32 %r927,%r924;\nmul.lo.s64 %d333,%d5,920;\nadd.s64 %d334,%d114,%d333;\n"
    "mul.wide.u32 %d335,%r926,40;\nadd.s64 %d336,%d334,%d335;\nld.param.v2.u32{%r787,%r788},[%d336+1008];\n"
    "mul.hi.u32 %r791,%r925,%r788;\nld.param.u32 %r792,[%d336+1016];\nshr.u32 %r928,%r791,%r792;\n"
    "mul.lo.s32 %r793,%r928,%r787;\nsub.s32 %r794,%r925,%r793;\ncvt.u64.u32 %d337,%r794;\n"
    "ld.param.u64 %d338,[%d336+1024];\nmul.lo.s64 %d339,%d338,%d337;\nadd.s64 %d393,%d339,%d393;\n"
    "ld.param.u64 %d340,[%d336+1032];\nmul.lo.s64 %d341,%d340,%d337;\nadd.s64 %d394,%d341,%d394;\n"
    "ld.param.u64 %d342,[%d336+1040];\nmul.lo.s64 %d343,%d342,%d337;\nadd.s64 %d395,%d343,%d395;\n"
    "add.s32 %r924,%r927,1;\nsetp.lt.u32 %p134,%r924,%r778;\nmov.u32 %r925,%r928;\n";
static const char cucore__ptx_61[] =
    "mov.u32 %r926,%r927;\n@%p134 bra L94;\nL95:\nsetp.ge.u32 %p135,%r927,%r778;\n@%p135 bra L97;\n"
    "mul.lo.s64 %d344,%d5,920;\nadd.s64 %d345,%d114,%d344;\nmul.wide.u32 %d346,%r927,40;\n"
    "add.s64 %d347,%d345,%d346;\ncvt.u64.u32 %d348,%r928;\nld.param.u64 %d349,[%d347+1024];\n"
    "mul.lo.s64 %d350,%d349,%d348;\nadd.s64 %d393,%d350,%d393;\nld.param.u64 %d351,[%d347+1032];\n"
    "mul.lo.s64 %d352,%d351,%d348;\nadd.s64 %d394,%d352,%d394;\nld.param.u64 %d353,[%d347+1040];\n"
    "mul.lo.s64 %d354,%d353,%d348;\nadd.s64 %d395,%d354,%d395;\nbra.uni L97;\nL5:\nld.param.u32 %r300,[%d6];\n"
    "setp.eq.s32 %p4,%r300,0;\n@%p4 bra L7;\nld.param.u32 %r301,[%d6+-4];\nadd.s32 %r302,%r301,-1;\n"
    "cvt.u64.u32 %d123,%r302;\nld.param.u64 %d124,[%d6+16];\nmul.lo.s64 %d125,%d124,%d123;\n"
    "add.s64 %d395,%d125,%d395;\nL7:\nld.param.u32 %r303,[%d6];\nsetp.eq.s32 %p5,%r303,0;\n@%p5 bra L9;\n"
    "mul.lo.s64 %d126,%d371,281479271743489;\nld.param.s32 %d127,[%d6+4];\n"
    "mul.lo.s64 %d128,%d127,844433520132096;\nadd.s64 %d371,%d128,%d126;\nL9:\ncvt.u32.u64 %r304,%d5;\n"
    "setp.eq.s32 %p6,%r304,0;\nselp.b64 %d369,%d373,%d369,%p6;\nselp.b64 %d370,%d371,%d370,%p6;\n"
    "selp.b64 %d368,%d395,%d368,%p6;\nadd.s32 %r805,%r304,1;\nsetp.lt.u32 %p7,%r805,2;\n@%p7 bra L1;\n"
    "ld.param.u64 %d380,[%d114];\nld.param.u64 %d381,[%d114+8];\nmov.u32 %r808,0;\nmov.u32 %r822,%r808;\n"
    "mov.u32 %r821,%r808;\nmov.u32 %r820,%r808;\nmov.u32 %r819,%r808;\nL11:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p8,%r808,0;\nmov.u32 %r813,%r1;\n@%p8 bra L14;\nsetp.ne.s32 %p9,%r808,1;\nmov.u32 %r813,%r2;\n"
    "@%p9 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r813,%r3;\nL14:\nmul.wide.u32 %d129,%r808,4;\n"
    "add.s64 %d130,%d114,%d129;\nld.param.u32 %r17,[%d130+64];\nsetp.ge.u32 %p10,%r822,%r17;\n@%p10 bra L16;\n"
    "L15:\n.pragma \"nounroll\";\nmul.wide.u32 %d131,%r822,40;\nadd.s64 %d132,%d114,%d131;\n"
    "ld.param.v2.u32{%r310,%r311},[%d132+152];\nmul.hi.u32 %r314,%r813,%r311;\n"
    "ld.param.v2.u32{%r315,%r316},[%d132+160];\nshr.u32 %r23,%r314,%r315;\nmul.lo.s32 %r319,%r23,%r310;\n"
    "sub.s32 %r320,%r813,%r319;\ncvt.u64.u32 %d133,%r320;\nld.param.u64 %d134,[%d132+168];\n"
    "mul.lo.s64 %d135,%d134,%d133;\nld.param.u64 %d136,[%d132+176];\nmul.lo.s64 %d137,%d136,%d133;\n"
    "ld.param.u32 %r321,[%d132+184];\nmul.lo.s32 %r322,%r320,%r321;\nadd.s64 %d380,%d135,%d380;\n"
    "add.s64 %d381,%d137,%d381;\nsetp.eq.s32 %p11,%r316,0;\nselp.b32 %r323,%r322,0,%p11;\n"
    "add.s32 %r819,%r323,%r819;\nsetp.eq.s32 %p12,%r316,1;\nselp.b32 %r324,%r322,0,%p12;\n"
    "add.s32 %r820,%r324,%r820;\nsetp.eq.s32 %p13,%r316,2;\nselp.b32 %r325,%r322,0,%p13;\n"
    "add.s32 %r821,%r325,%r821;\nadd.s32 %r822,%r822,1;\nsetp.lt.u32 %p14,%r822,%r17;\nmov.u32 %r813,%r23;\n"
    "@%p14 bra L15;\nL16:\nadd.s32 %r808,%r808,1;\nsetp.lt.u32 %p15,%r808,3;\n@%p15 bra L11;\n"
    "ld.param.u32 %r328,[%d114+104];\nadd.s32 %r329,%r819,1;\nsetp.eq.s32 %p16,%r329,%r328;\n"
    "ld.param.u64 %d28,[%d114+128];\nneg.s64 %d138,%d28;\nselp.b64 %d139,%d138,0,%p16;\n"
    "ld.param.u64 %d29,[%d114+120];\nadd.s64 %d140,%d139,%d29;\nld.param.u32 %r33,[%d114+108];\n"
    "add.s32 %r330,%r820,1;\nsetp.eq.s32 %p17,%r330,%r33;\nld.param.u64 %d30,[%d114+136];\nneg.s64 %d141,%d30;\n"
    "selp.b64 %d142,%d141,0,%p17;\nadd.s64 %d143,%d140,%d142;\nld.param.u32 %r34,[%d114+112];\n"
    "add.s32 %r331,%r821,1;\nsetp.eq.s32 %p18,%r331,%r34;\nld.param.u64 %d31,[%d114+144];\nneg.s64 %d144,%d31;\n"
    "selp.b64 %d145,%d144,0,%p18;\nadd.s64 %d382,%d143,%d145;\nsetp.ne.s64 %p19,%d382,%d29;\n"
    "selp.u32 %r844,1,0,%p19;\nsetp.ge.u32 %p20,%r819,%r328;\nld.param.v2.u32{%r332,%r333},[%d114+104];\n"
    "setp.ge.u32 %p21,%r820,%r333;\nsetp.ge.u32 %p22,%r821,%r34;\nor.pred %p23,%p20,%p21;\n"
    "or.pred %p24,%p22,%p23;\nselp.u32 %r843,1,0,%p24;\nld.param.u32 %r39,[%d114+952];\n"
    "ld.param.v2.u32{%r334,%r335},[%d114+976];\nld.param.v2.u32{%r336,%r337},[%d114+40];\n"
    "and.b64 %d33,%d371,65535;\nld.param.u32 %r44,[%d114+1872];\nld.param.u32 %r45,[%d114+40];\n"
    "ld.param.u64 %d34,[%d114+1000];\nld.param.u64 %d35,[%d114+88];\nld.param.u64 %d36,[%d114+96];\n"
    "ld.param.v2.u32{%r338,%r339},[%d114+80];\nld.param.u32 %r48,[%d114+76];\nld.param.u64 %d37,[%d114+16];\n";
static const char cucore__ptx_62[] =
    "ld.param.u32 %r49,[%d114+1900];\nadd.s32 %r340,%r49,-1;\ncvt.u64.u32 %d146,%r340;\n"
    "ld.param.u64 %d38,[%d114+1920];\nmul.lo.s64 %d147,%d38,%d146;\nsub.s64 %d39,%d395,%d147;\n"
    "cvt.u32.u64 %r341,%d371;\nand.b32 %r50,%r341,65535;\nld.param.u32 %r51,[%d114+1896];\n"
    "ld.param.v2.u32{%r342,%r343},[%d114+984];\nand.b64 %d40,%d370,65535;\nld.param.u32 %r54,[%d114+976];\n"
    "ld.param.v2.u32{%r344,%r345},[%d114+48];\nld.param.u32 %r57,[%d114+56];\n"
    "ld.param.v2.u32{%r346,%r347},[%d114+1896];\nld.param.u32 %r60,[%d114+48];\nadd.s32 %r348,%r347,-1;\n"
    "cvt.u64.u32 %d148,%r348;\nmul.lo.s64 %d149,%d38,%d148;\nsub.s64 %d41,%d395,%d149;\n"
    "ld.param.u32 %r61,[%d114+36];\nld.param.u64 %d42,[%d114+24];\nld.param.u32 %r62,[%d114+44];\n"
    "cvt.u32.u64 %r349,%d370;\nand.b32 %r63,%r349,65535;\nld.param.u64 %d43,[%d114+1488];\n"
    "ld.param.u64 %d44,[%d114+1512];\nld.param.u64 %d45,[%d114+1536];\nld.param.u64 %d46,[%d114+1560];\n"
    "ld.param.u64 %d47,[%d114+1496];\nld.param.u64 %d48,[%d114+1520];\nld.param.u64 %d49,[%d114+1544];\n"
    "ld.param.u64 %d50,[%d114+1568];\nmov.u32 %r853,0;\nadd.s64 %d270,%d47,%d40;\nadd.s64 %d271,%d48,%d40;\n"
    "add.s64 %d272,%d49,%d40;\nadd.s64 %d273,%d50,%d40;\nmov.u32 %r848,%r843;\nmov.u32 %r849,%r844;\n"
    "mov.u32 %r850,%r821;\nmov.u32 %r851,%r820;\nmov.u32 %r852,%r819;\nmov.u64 %d385,%d382;\nmov.u64 %d386,%d381;\n"
    "bra.uni L18;\nL84:\nbar.sync 0;\nadd.s64 %d380,%d35,%d380;\nadd.s64 %d381,%d36,%d386;\n"
    "setp.eq.s32 %p115,%r338,0;\nselp.b32 %r754,%r339,0,%p115;\nadd.s32 %r819,%r754,%r852;\n"
    "setp.eq.s32 %p116,%r338,1;\nselp.b32 %r755,%r339,0,%p116;\nadd.s32 %r820,%r755,%r851;\n"
    "setp.eq.s32 %p117,%r338,2;\nselp.b32 %r756,%r339,0,%p117;\nadd.s32 %r821,%r756,%r850;\n"
    "add.s32 %r757,%r819,1;\nsetp.eq.s32 %p118,%r757,%r332;\nselp.b64 %d298,%d138,0,%p118;\n"
    "add.s64 %d299,%d298,%d29;\nadd.s32 %r758,%r820,1;\nsetp.eq.s32 %p119,%r758,%r33;\n"
    "selp.b64 %d301,%d141,0,%p119;\nadd.s64 %d302,%d299,%d301;\nadd.s32 %r759,%r821,1;\n"
    "setp.eq.s32 %p120,%r759,%r34;\nselp.b64 %d304,%d144,0,%p120;\nadd.s64 %d382,%d302,%d304;\n"
    "setp.ne.s64 %p121,%d382,%d29;\nselp.u32 %r844,1,0,%p121;\nsetp.ge.u32 %p122,%r819,%r332;\n"
    "setp.ge.u32 %p123,%r820,%r333;\nsetp.ge.u32 %p124,%r821,%r34;\nor.pred %p125,%p122,%p123;\n"
    "or.pred %p126,%p124,%p125;\nadd.s32 %r853,%r853,1;\nsetp.ge.u32 %p127,%r853,%r48;\n"
    "or.pred %p128,%p126,%p127;\nselp.u32 %r843,1,0,%p128;\nL18:\n.pragma \"nounroll\";\nmov.u64 %d55,%d386;\n"
    "mov.u64 %d54,%d385;\nmov.u32 %r93,%r852;\nmov.u32 %r92,%r851;\nmov.u32 %r91,%r850;\nmov.u32 %r90,%r849;\n"
    "mov.u32 %r89,%r848;\nmov.u64 %d386,%d381;\nmov.u64 %d385,%d382;\nmov.u32 %r852,%r819;\nmov.u32 %r851,%r820;\n"
    "mov.u32 %r850,%r821;\nmov.u32 %r849,%r844;\nmov.u32 %r848,%r843;\nmov.u32 %r350,%tid.x;\n"
    "setp.gt.u32 %p25,%r39,%r350;\nadd.s64 %d56,%d380,%d369;\nsetp.eq.s32 %p26,%r848,0;\nand.pred %p1,%p26,%p25;\n"
    "not.pred %p27,%p1;\n@%p27 bra L29;\nsetp.eq.s32 %p28,%r45,0;\nmov.u64 %d387,0;\n@%p28 bra L21;\n"
    "setp.eq.s32 %p29,%r337,1;\nsetp.eq.s32 %p30,%r337,0;\nselp.b32 %r351,%r851,%r850,%p29;\n"
    "selp.b32 %r352,%r852,%r351,%p30;\nadd.s32 %r353,%r352,1;\nmul.wide.u32 %d152,%r337,4;\n"
    "add.s64 %d153,%d114,%d152;\nld.param.u32 %r354,[%d153+104];\nsetp.eq.s32 %p31,%r353,%r354;\n"
    "cvt.u64.u32 %d154,%r45;\nmul.lo.s64 %d155,%d34,%d154;\nselp.b64 %d387,%d155,0,%p31;\nL21:\n"
    "shl.b32 %r95,%r334,2;\nsetp.eq.s32 %p32,%r95,0;\nsetp.eq.s64 %p33,%d387,0;\nsetp.eq.s32 %p34,%r849,0;\n"
    "and.pred %p35,%p34,%p33;\nor.pred %p36,%p35,%p32;\nmov.u32 %r355,-1;\nshl.b32 %r356,%r355,%r95;\n"
    "not.b32 %r856,%r356;\n@%p36 bra L24;\nsub.s64 %d156,%d385,%d368;\nsub.s64 %d59,%d156,%d387;\n"
    "mov.u32 %r854,0;\nnot.b32 %r856,%r356;\nL23:\n.pragma \"nounroll\";\nshr.u32 %r361,%r854,2;\n"
    "mul.wide.u32 %d157,%r361,24;\nadd.s64 %d158,%d114,%d157;\nand.b32 %r362,%r854,3;\ncvt.u64.u32 %d159,%r362;\n"
    "mul.lo.s64 %d160,%d42,%d159;\nld.param.u64 %d161,[%d158+1504];\nsub.s64 %d162,%d59,%d161;\n"
    "sub.s64 %d163,%d162,%d160;\nand.b64 %d164,%d163,4611688217451692032;\n"
    "setp.eq.s64 %p37,%d164,4611688217451692032;\nmov.u32 %r363,-2;\nshf.l.wrap.b32 %r364,%r363,%r363,%r854;\n";
static const char cucore__ptx_63[] =
    "selp.b32 %r365,-1,%r364,%p37;\nand.b32 %r856,%r365,%r856;\nadd.s32 %r854,%r854,1;\n"
    "setp.lt.u32 %p38,%r854,%r95;\n@%p38 bra L23;\nL24:\n@%p28 bra L26;\nand.b32 %r373,%r856,1;\n"
    "cvt.u32.u64 %r406,%d56;\nand.b32 %r407,%r406,3;\nand.b64 %d185,%d56,3;\nsub.s64 %d165,%d56,%d185;\n"
    "{.reg .pred q;setp.ne.s32 q,%r373,0;\nmov.b32 %r917,0;@q ld.global.u32 %r917,[%d165];}\n"
    "add.s64 %d166,%d165,4;\n{.reg .pred q;setp.ne.s32 q,%r373,0;\n"
    "mov.b32 %r916,0;@q ld.global.u32 %r916,[%d166];}\nadd.s64 %d167,%d165,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r373,0;\nmov.b32 %r915,0;@q ld.global.u32 %r915,[%d167];}\n"
    "add.s64 %d168,%d165,12;\n{.reg .pred q;setp.ne.s32 q,%r373,0;\n"
    "mov.b32 %r914,0;@q ld.global.u32 %r914,[%d168];}\nadd.s64 %d169,%d165,16;\nsetp.eq.b32 %p40,%r373,1;\n"
    "setp.ne.s32 %p41,%r407,0;\nand.pred %p42,%p40,%p41;\nselp.u32 %r375,1,0,%p42;\n"
    "{.reg .pred q;setp.ne.s32 q,%r375,0;\nmov.b32 %r860,0;@q ld.global.u32 %r860,[%d169];}\n"
    "shr.u32 %r408,%r856,1;\nand.b32 %r383,%r408,1;\nadd.s64 %d186,%d37,%d56;\ncvt.u32.u64 %r409,%d186;\n"
    "and.b32 %r410,%r409,3;\nand.b64 %d187,%d186,3;\nsub.s64 %d170,%d186,%d187;\n"
    "{.reg .pred q;setp.ne.s32 q,%r383,0;\nmov.b32 %r913,0;@q ld.global.u32 %r913,[%d170];}\n"
    "add.s64 %d171,%d170,4;\n{.reg .pred q;setp.ne.s32 q,%r383,0;\n"
    "mov.b32 %r912,0;@q ld.global.u32 %r912,[%d171];}\nadd.s64 %d172,%d170,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r383,0;\nmov.b32 %r911,0;@q ld.global.u32 %r911,[%d172];}\n"
    "add.s64 %d173,%d170,12;\n{.reg .pred q;setp.ne.s32 q,%r383,0;\n"
    "mov.b32 %r910,0;@q ld.global.u32 %r910,[%d173];}\nadd.s64 %d174,%d170,16;\nsetp.eq.b32 %p43,%r383,1;\n"
    "setp.ne.s32 %p44,%r410,0;\nand.pred %p45,%p43,%p44;\nselp.u32 %r385,1,0,%p45;\n"
    "{.reg .pred q;setp.ne.s32 q,%r385,0;\nmov.b32 %r859,0;@q ld.global.u32 %r859,[%d174];}\n"
    "add.s64 %d188,%d186,%d37;\nshr.u32 %r411,%r856,2;\nand.b32 %r393,%r411,1;\ncvt.u32.u64 %r412,%d188;\n"
    "and.b32 %r413,%r412,3;\nand.b64 %d189,%d188,3;\nsub.s64 %d175,%d188,%d189;\n"
    "{.reg .pred q;setp.ne.s32 q,%r393,0;\nmov.b32 %r909,0;@q ld.global.u32 %r909,[%d175];}\n"
    "add.s64 %d176,%d175,4;\n{.reg .pred q;setp.ne.s32 q,%r393,0;\n"
    "mov.b32 %r908,0;@q ld.global.u32 %r908,[%d176];}\nadd.s64 %d177,%d175,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r393,0;\nmov.b32 %r907,0;@q ld.global.u32 %r907,[%d177];}\n"
    "add.s64 %d178,%d175,12;\n{.reg .pred q;setp.ne.s32 q,%r393,0;\n"
    "mov.b32 %r906,0;@q ld.global.u32 %r906,[%d178];}\nadd.s64 %d179,%d175,16;\nsetp.eq.b32 %p46,%r393,1;\n"
    "setp.ne.s32 %p47,%r413,0;\nand.pred %p48,%p46,%p47;\nselp.u32 %r395,1,0,%p48;\n"
    "{.reg .pred q;setp.ne.s32 q,%r395,0;\nmov.b32 %r858,0;@q ld.global.u32 %r858,[%d179];}\n"
    "add.s64 %d190,%d188,%d37;\nshr.u32 %r414,%r856,3;\nand.b32 %r403,%r414,1;\ncvt.u32.u64 %r415,%d190;\n"
    "and.b32 %r416,%r415,3;\nand.b64 %d191,%d190,3;\nsub.s64 %d180,%d190,%d191;\n"
    "{.reg .pred q;setp.ne.s32 q,%r403,0;\nmov.b32 %r905,0;@q ld.global.u32 %r905,[%d180];}\n"
    "add.s64 %d181,%d180,4;\n{.reg .pred q;setp.ne.s32 q,%r403,0;\n"
    "mov.b32 %r904,0;@q ld.global.u32 %r904,[%d181];}\nadd.s64 %d182,%d180,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r403,0;\nmov.b32 %r903,0;@q ld.global.u32 %r903,[%d182];}\n"
    "add.s64 %d183,%d180,12;\n{.reg .pred q;setp.ne.s32 q,%r403,0;\n"
    "mov.b32 %r902,0;@q ld.global.u32 %r902,[%d183];}\nadd.s64 %d184,%d180,16;\nsetp.eq.b32 %p49,%r403,1;\n"
    "setp.ne.s32 %p50,%r416,0;\nand.pred %p51,%p49,%p50;\nselp.u32 %r405,1,0,%p51;\n"
    "{.reg .pred q;setp.ne.s32 q,%r405,0;\nmov.b32 %r857,0;@q ld.global.u32 %r857,[%d184];}\nbra.uni L29;\nL26:\n"
    "setp.gt.u32 %p52,%r335,1;\n@%p52 bra L28;\nbra.uni L27;\nL28:\nand.b32 %r468,%r856,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r468,0;\nmov.u32 %r917,0;mov.u32 %r916,0;mov.u32 %r915,0;mov.u32 %r914,0;\n"
    "@q ld.global.v4.u32{%r917,%r916,%r915,%r914},[%d56];}\nshr.u32 %r484,%r856,1;\nand.b32 %r473,%r484,1;\n"
    "add.s64 %d209,%d37,%d56;\n{.reg .pred q;setp.ne.s32 q,%r473,0;\n"
    "mov.u32 %r913,0;mov.u32 %r912,0;mov.u32 %r911,0;mov.u32 %r910,0;\n"
    "@q ld.global.v4.u32{%r913,%r912,%r911,%r910},[%d209];}\nshr.u32 %r485,%r856,2;\nand.b32 %r478,%r485,1;\n"
    "add.s64 %d210,%d37,%d209;\n{.reg .pred q;setp.ne.s32 q,%r478,0;\n";
static const char cucore__ptx_64[] =
    "mov.u32 %r909,0;mov.u32 %r908,0;mov.u32 %r907,0;mov.u32 %r906,0;\n"
    "@q ld.global.v4.u32{%r909,%r908,%r907,%r906},[%d210];}\nshr.u32 %r486,%r856,3;\nand.b32 %r483,%r486,1;\n"
    "add.s64 %d211,%d37,%d210;\n{.reg .pred q;setp.ne.s32 q,%r483,0;\n"
    "mov.u32 %r905,0;mov.u32 %r904,0;mov.u32 %r903,0;mov.u32 %r902,0;\n"
    "@q ld.global.v4.u32{%r905,%r904,%r903,%r902},[%d211];}\nbra.uni L29;\nL27:\nadd.s64 %d192,%d43,%d56;\n"
    "and.b32 %r418,%r856,1;\n{.reg .pred q;setp.ne.s32 q,%r418,0;\n"
    "mov.b32 %r417,0;@q ld.global.u8 %r417,[%d192];}\nand.b32 %r917,%r417,255;\nshr.u32 %r449,%r856,1;\n"
    "and.b32 %r420,%r449,1;\nadd.s64 %d193,%d37,%d192;\n{.reg .pred q;setp.ne.s32 q,%r420,0;\n"
    "mov.b32 %r419,0;@q ld.global.u8 %r419,[%d193];}\nand.b32 %r913,%r419,255;\nshr.u32 %r450,%r856,2;\n"
    "and.b32 %r422,%r450,1;\nadd.s64 %d194,%d37,%d193;\n{.reg .pred q;setp.ne.s32 q,%r422,0;\n"
    "mov.b32 %r421,0;@q ld.global.u8 %r421,[%d194];}\nand.b32 %r909,%r421,255;\nshr.u32 %r451,%r856,3;\n"
    "and.b32 %r424,%r451,1;\nadd.s64 %d195,%d37,%d194;\n{.reg .pred q;setp.ne.s32 q,%r424,0;\n"
    "mov.b32 %r423,0;@q ld.global.u8 %r423,[%d195];}\nand.b32 %r905,%r423,255;\nshr.u32 %r452,%r856,4;\n"
    "and.b32 %r426,%r452,1;\nadd.s64 %d196,%d44,%d56;\n{.reg .pred q;setp.ne.s32 q,%r426,0;\n"
    "mov.b32 %r425,0;@q ld.global.u8 %r425,[%d196];}\nand.b32 %r916,%r425,255;\nshr.u32 %r453,%r856,5;\n"
    "and.b32 %r428,%r453,1;\nadd.s64 %d197,%d37,%d196;\n{.reg .pred q;setp.ne.s32 q,%r428,0;\n"
    "mov.b32 %r427,0;@q ld.global.u8 %r427,[%d197];}\nand.b32 %r912,%r427,255;\nshr.u32 %r454,%r856,6;\n"
    "and.b32 %r430,%r454,1;\nadd.s64 %d198,%d37,%d197;\n{.reg .pred q;setp.ne.s32 q,%r430,0;\n"
    "mov.b32 %r429,0;@q ld.global.u8 %r429,[%d198];}\nand.b32 %r908,%r429,255;\nshr.u32 %r455,%r856,7;\n"
    "and.b32 %r432,%r455,1;\nadd.s64 %d199,%d37,%d198;\n{.reg .pred q;setp.ne.s32 q,%r432,0;\n"
    "mov.b32 %r431,0;@q ld.global.u8 %r431,[%d199];}\nand.b32 %r904,%r431,255;\nshr.u32 %r456,%r856,8;\n"
    "and.b32 %r434,%r456,1;\nadd.s64 %d200,%d45,%d56;\n{.reg .pred q;setp.ne.s32 q,%r434,0;\n"
    "mov.b32 %r433,0;@q ld.global.u8 %r433,[%d200];}\nand.b32 %r915,%r433,255;\nshr.u32 %r457,%r856,9;\n"
    "and.b32 %r436,%r457,1;\nadd.s64 %d201,%d37,%d200;\n{.reg .pred q;setp.ne.s32 q,%r436,0;\n"
    "mov.b32 %r435,0;@q ld.global.u8 %r435,[%d201];}\nand.b32 %r911,%r435,255;\nshr.u32 %r458,%r856,10;\n"
    "and.b32 %r438,%r458,1;\nadd.s64 %d202,%d37,%d201;\n{.reg .pred q;setp.ne.s32 q,%r438,0;\n"
    "mov.b32 %r437,0;@q ld.global.u8 %r437,[%d202];}\nand.b32 %r907,%r437,255;\nshr.u32 %r459,%r856,11;\n"
    "and.b32 %r440,%r459,1;\nadd.s64 %d203,%d37,%d202;\n{.reg .pred q;setp.ne.s32 q,%r440,0;\n"
    "mov.b32 %r439,0;@q ld.global.u8 %r439,[%d203];}\nand.b32 %r903,%r439,255;\nshr.u32 %r460,%r856,12;\n"
    "and.b32 %r442,%r460,1;\nadd.s64 %d204,%d46,%d56;\n{.reg .pred q;setp.ne.s32 q,%r442,0;\n"
    "mov.b32 %r441,0;@q ld.global.u8 %r441,[%d204];}\nand.b32 %r914,%r441,255;\nshr.u32 %r461,%r856,13;\n"
    "and.b32 %r444,%r461,1;\nadd.s64 %d205,%d37,%d204;\n{.reg .pred q;setp.ne.s32 q,%r444,0;\n"
    "mov.b32 %r443,0;@q ld.global.u8 %r443,[%d205];}\nand.b32 %r910,%r443,255;\nshr.u32 %r462,%r856,14;\n"
    "and.b32 %r446,%r462,1;\nadd.s64 %d206,%d37,%d205;\n{.reg .pred q;setp.ne.s32 q,%r446,0;\n"
    "mov.b32 %r445,0;@q ld.global.u8 %r445,[%d206];}\nand.b32 %r906,%r445,255;\nshr.u32 %r463,%r856,15;\n"
    "and.b32 %r448,%r463,1;\nadd.s64 %d207,%d37,%d206;\n{.reg .pred q;setp.ne.s32 q,%r448,0;\n"
    "mov.b32 %r447,0;@q ld.global.u8 %r447,[%d207];}\nand.b32 %r902,%r447,255;\nL29:\nsetp.eq.s32 %p53,%r853,0;\n"
    "@%p53 bra L63;\nsetp.le.u32 %p54,%r44,%r350;\nadd.s64 %d61,%d55,%d373;\nsetp.ne.s32 %p55,%r89,0;\n"
    "or.pred %p56,%p55,%p54;\n@%p56 bra L60;\nsetp.lt.u32 %p57,%r60,3;\n@%p57 bra L45;\nbra.uni L32;\nL45:\n"
    "setp.eq.s32 %p76,%r51,0;\n@%p76 bra L60;\nmov.u32 %r880,0;\nsetp.eq.s32 %p77,%r344,1;\n"
    "setp.eq.s32 %p78,%r344,0;\nselp.b32 %r521,%r92,%r91,%p77;\nselp.b32 %r183,%r93,%r521,%p78;\n"
    "mul.lo.s32 %r522,%r344,21;\nshr.u64 %d247,%d54,%r522;\ncvt.u32.u64 %r523,%d247;\n"
    "and.b32 %r184,%r523,1048575;\nL47:\n.pragma \"nounroll\";\nmul.lo.s32 %r801,%r344,21;\n"
    "mul.wide.u32 %d249,%r880,24;\n";
static const char cucore__ptx_65[] =
    "add.s64 %d250,%d114,%d249;\nld.param.u64 %d251,[%d250+2424];\nadd.s64 %d68,%d251,%d39;\n"
    "shr.u64 %d252,%d68,%r801;\ncvt.u32.u64 %r187,%d252;\nand.b32 %r188,%r187,1048575;\nsetp.eq.s32 %p79,%r90,0;\n"
    "@%p79 bra L49;\nmul.lo.s32 %r800,%r344,21;\nmov.u64 %d253,1048575;\nshl.b64 %d254,%d253,%r800;\n"
    "not.b64 %d255,%d254;\nand.b64 %d256,%d255,%d68;\nsub.s64 %d257,%d54,%d256;\n"
    "and.b64 %d258,%d257,4611688217451692032;\nsetp.ne.s64 %p80,%d258,4611688217451692032;\n@%p80 bra L59;\nL49:\n"
    "setp.lt.s32 %p81,%r188,%r57;\nmov.u32 %r881,%r188;\n@%p81 bra L53;\nsetp.eq.s32 %p82,%r183,0;\n"
    "@%p82 bra L52;\nadd.s32 %r802,%r183,1;\nmul.wide.u32 %d260,%r60,4;\nadd.s64 %d261,%d114,%d260;\n"
    "ld.param.u32 %r526,[%d261+104];\nsetp.lt.u32 %p83,%r802,%r526;\nmov.u32 %r881,%r188;\n@%p83 bra L59;\n"
    "bra.uni L53;\nL52:\nsub.s32 %r881,%r188,%r345;\nL53:\nmul.wide.u32 %d367,%r880,24;\n"
    "add.s64 %d366,%d114,%d367;\nmul.lo.s32 %r804,%r344,21;\nshr.u64 %d365,%d68,%r801;\ncvt.u32.u64 %r803,%d365;\n"
    "ld.param.u64 %d364,[%d366+2416];\nld.param.u64 %d363,[%d366+2408];\nadd.s64 %d262,%d363,%d61;\n"
    "cvt.u32.u64 %r527,%d262;\nsub.s32 %r528,%r803,%r527;\nand.b32 %r529,%r528,31;\nadd.s32 %r883,%r881,%r529;\n"
    "sub.s32 %r530,%r883,%r188;\ncvt.s64.s32 %d263,%r530;\nadd.s64 %d71,%d262,%d263;\ncvt.u32.u64 %r531,%d364;\n"
    "add.s32 %r532,%r50,%r531;\nadd.s32 %r192,%r532,%r530;\nsetp.lt.s32 %p84,%r883,0;\nadd.s32 %r533,%r883,15;\n"
    "setp.gt.s32 %p85,%r533,%r184;\nor.pred %p86,%p84,%p85;\n@%p86 bra L55;\nbra.uni L54;\nL55:\nmov.u32 %r882,0;\n"
    "L56:\n.pragma \"nounroll\";\nsetp.gt.u32 %p90,%r883,%r184;\n@%p90 bra L58;\ncvt.u64.u32 %d266,%r882;\n"
    "add.s64 %d265,%d71,%d266;\nadd.s32 %r589,%r882,%r192;\nmov.u32 %r590,tile;\nadd.s32 %r591,%r590,%r589;\n"
    "ld.shared.u8 %r587,[%r591];\nmov.u32 %r588,1;\n{.reg .pred q;setp.ne.s32 q,%r588,0;\n"
    "@q st.global.u8[%d265],%r587;}\nL58:\nadd.s32 %r882,%r882,1;\nadd.s32 %r883,%r883,1;\n"
    "setp.ne.s32 %p91,%r882,16;\n@%p91 bra L56;\nbra.uni L59;\nL54:\nand.b32 %r555,%r192,-16;\n"
    "mov.u32 %r556,tile;\nadd.s32 %r557,%r556,%r555;\nld.shared.v4.u32{%r558,%r559,%r560,%r561},[%r557];\n"
    "mov.u32 %r554,1;\nand.b32 %r566,%r192,15;\nsetp.ne.s32 %p87,%r566,0;\nselp.u16 %rs1,1,0,%p87;\n"
    "mul.wide.u16 %r567,%rs1,16;\nadd.s32 %r568,%r557,%r567;\nld.shared.v4.u32{%r569,%r570,%r571,%r572},[%r568];\n"
    "and.b32 %r577,%r192,8;\nsetp.eq.s32 %p88,%r577,0;\nselp.b32 %r578,%r558,%r560,%p88;\n"
    "selp.b32 %r579,%r559,%r561,%p88;\nselp.b32 %r580,%r560,%r569,%p88;\nselp.b32 %r581,%r561,%r570,%p88;\n"
    "selp.b32 %r582,%r569,%r571,%p88;\nselp.b32 %r583,%r570,%r572,%p88;\nand.b32 %r584,%r192,4;\n"
    "setp.eq.s32 %p89,%r584,0;\nselp.b32 %r535,%r578,%r579,%p89;\nselp.b32 %r539,%r579,%r580,%p89;\n"
    "selp.b32 %r543,%r580,%r581,%p89;\nselp.b32 %r547,%r581,%r582,%p89;\nselp.b32 %r548,%r582,%r583,%p89;\n"
    "shl.b32 %r585,%r192,3;\nand.b32 %r537,%r585,24;\nshf.r.wrap.b32 %r534,%r535,%r539,%r537;\n"
    "shf.r.wrap.b32 %r538,%r539,%r543,%r537;\nshf.r.wrap.b32 %r542,%r543,%r547,%r537;\n"
    "shf.r.wrap.b32 %r546,%r547,%r548,%r537;\n{.reg .pred q;setp.ne.s32 q,%r554,0;\n"
    "@q st.global.v4.u32[%d71],{%r534,%r538,%r542,%r546};}\nL59:\nadd.s32 %r880,%r880,1;\n"
    "setp.lt.u32 %p92,%r880,%r346;\n@%p92 bra L47;\nbra.uni L60;\nL32:\nsetp.eq.s32 %p58,%r51,0;\n@%p58 bra L60;\n"
    "mov.u32 %r877,0;\nL34:\n.pragma \"nounroll\";\nadd.s64 %d358,%d55,%d373;\nsetp.gt.u32 %p59,%r347,1;\n"
    "mul.wide.u32 %d213,%r877,24;\nadd.s64 %d214,%d114,%d213;\nld.param.u64 %d215,[%d214+2408];\n"
    "add.s64 %d62,%d215,%d358;\nld.param.u64 %d216,[%d214+2424];\nadd.s64 %d63,%d41,%d216;\n"
    "ld.param.u64 %d217,[%d214+2416];\nadd.s64 %d64,%d217,%d33;\n@%p59 bra L36;\nbra.uni L35;\nL36:\n"
    "setp.eq.s32 %p61,%r90,0;\nsetp.eq.s32 %p62,%r347,0;\ncvt.u32.u64 %r494,%d64;\nmov.u32 %r495,tile;\n"
    "add.s32 %r496,%r495,%r494;\nld.shared.v4.u32{%r497,%r498,%r499,%r500},[%r496];\nadd.s64 %d219,%d42,%d38;\n"
    "mul.lo.s64 %d220,%d219,-3;\nsub.s64 %d221,%d54,%d63;\nadd.s64 %d222,%d221,%d220;\nand.b64 %d223,%d221,%d222;\n"
    "and.b64 %d224,%d223,4611688217451692032;\nsetp.eq.s64 %p63,%d224,4611688217451692032;\n"
    "or.pred %p64,%p61,%p63;\n";
static const char cucore__ptx_66[] =
    "selp.u32 %r493,1,0,%p64;\n{.reg .pred q;setp.ne.s32 q,%r493,0;\n"
    "@q st.global.v4.u32[%d62],{%r497,%r498,%r499,%r500};}\nor.pred %p65,%p64,%p62;\n@%p65 bra L44;\nbra.uni L37;\n"
    "L35:\nsetp.eq.s32 %p60,%r347,0;\n@%p60 bra L44;\nL37:\nmov.u32 %r878,0;\nL38:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d362,%r877,24;\nadd.s64 %d361,%d114,%d362;\nld.param.u64 %d360,[%d361+2416];\n"
    "add.s64 %d359,%d360,%d33;\ncvt.u32.u64 %r799,%d359;\nmov.u32 %r879,0;\nshl.b32 %r503,%r878,2;\n"
    "cvt.u64.u32 %d225,%r503;\nadd.s64 %d65,%d62,%d225;\nadd.s32 %r504,%r503,%r799;\nmov.u32 %r505,tile;\n"
    "add.s32 %r506,%r505,%r504;\nld.shared.u32 %r178,[%r506];\ncvt.u64.u32 %d226,%r878;\n"
    "mul.lo.s64 %d227,%d38,%d226;\nadd.s64 %d66,%d227,%d63;\nsetp.eq.s32 %p66,%r61,0;\n@%p66 bra L41;\n"
    "mov.u32 %r879,0;\nsub.s64 %d67,%d54,%d66;\nmul.lo.s64 %d228,%d42,-3;\nadd.s64 %d229,%d67,%d228;\n"
    "and.b64 %d230,%d229,4611688217451692032;\nsetp.ne.s64 %p67,%d230,4611688217451692032;\n@%p67 bra L41;\n"
    "and.b64 %d231,%d67,4611688217451692032;\nsetp.eq.s64 %p68,%d231,4611688217451692032;\n"
    "selp.u32 %r879,1,0,%p68;\nL41:\n{.reg .pred q;setp.ne.s32 q,%r879,0;\n@q st.global.u32[%d65],%r178;}\n"
    "setp.ne.s32 %p69,%r879,0;\n@%p69 bra L43;\nsub.s64 %d237,%d54,%d66;\n"
    "and.b64 %d238,%d237,4611688217451692032;\nsetp.eq.s64 %p70,%d238,4611688217451692032;\n"
    "selp.u32 %r511,1,0,%p70;\nand.b32 %r510,%r178,255;\n{.reg .pred q;setp.ne.s32 q,%r511,0;\n"
    "@q st.global.u8[%d65],%r510;}\nsub.s64 %d239,%d237,%d42;\nand.b64 %d240,%d239,4611688217451692032;\n"
    "setp.eq.s64 %p71,%d240,4611688217451692032;\nselp.u32 %r513,1,0,%p71;\nshr.u32 %r518,%r178,8;\n"
    "and.b32 %r512,%r518,255;\nadd.s64 %d234,%d65,1;\n{.reg .pred q;setp.ne.s32 q,%r513,0;\n"
    "@q st.global.u8[%d234],%r512;}\nshl.b64 %d241,%d42,1;\nsub.s64 %d242,%d237,%d241;\n"
    "and.b64 %d243,%d242,4611688217451692032;\nsetp.eq.s64 %p72,%d243,4611688217451692032;\n"
    "selp.u32 %r515,1,0,%p72;\nshr.u32 %r519,%r178,16;\nand.b32 %r514,%r519,255;\nadd.s64 %d235,%d65,2;\n"
    "{.reg .pred q;setp.ne.s32 q,%r515,0;\n@q st.global.u8[%d235],%r514;}\nmul.lo.s64 %d244,%d42,-3;\n"
    "add.s64 %d245,%d237,%d244;\nand.b64 %d246,%d245,4611688217451692032;\n"
    "setp.eq.s64 %p73,%d246,4611688217451692032;\nselp.u32 %r517,1,0,%p73;\nshr.u32 %r516,%r178,24;\n"
    "add.s64 %d236,%d65,3;\n{.reg .pred q;setp.ne.s32 q,%r517,0;\n@q st.global.u8[%d236],%r516;}\nL43:\n"
    "add.s32 %r878,%r878,1;\nsetp.lt.u32 %p74,%r878,%r49;\n@%p74 bra L38;\nL44:\nadd.s32 %r877,%r877,1;\n"
    "setp.lt.u32 %p75,%r877,%r51;\n@%p75 bra L34;\nL60:\nsetp.eq.s32 %p137,%r848,0;\n@%p137 bra L62;\n"
    "bra.uni L61;\nL62:\nbar.sync 0;\nL63:\n@%p27 bra L84;\nsetp.eq.s32 %p95,%r336,0;\nmov.u32 %r892,%r910;\n"
    "mov.u32 %r893,%r911;\nmov.u32 %r894,%r912;\nmov.u32 %r895,%r913;\nmov.u32 %r896,%r914;\nmov.u32 %r897,%r915;\n"
    "mov.u32 %r898,%r916;\nmov.u32 %r899,%r917;\n@%p95 bra L66;\nadd.s64 %d357,%d380,%d369;\n"
    "cvt.u32.u64 %r656,%d357;\nshl.b32 %r657,%r656,3;\nand.b32 %r595,%r657,24;\n"
    "shf.r.wrap.b32 %r899,%r917,%r916,%r595;\nshf.r.wrap.b32 %r898,%r916,%r915,%r595;\n"
    "shf.r.wrap.b32 %r897,%r915,%r914,%r595;\nshf.r.wrap.b32 %r896,%r914,%r860,%r595;\nadd.s64 %d267,%d357,%d37;\n"
    "cvt.u32.u64 %r658,%d267;\nshl.b32 %r659,%r658,3;\nand.b32 %r611,%r659,24;\n"
    "shf.r.wrap.b32 %r895,%r913,%r912,%r611;\nshf.r.wrap.b32 %r894,%r912,%r911,%r611;\n"
    "shf.r.wrap.b32 %r893,%r911,%r910,%r611;\nshf.r.wrap.b32 %r892,%r910,%r859,%r611;\nadd.s64 %d268,%d267,%d37;\n"
    "cvt.u32.u64 %r660,%d268;\nshl.b32 %r661,%r660,3;\nand.b32 %r627,%r661,24;\n"
    "shf.r.wrap.b32 %r909,%r909,%r908,%r627;\nshf.r.wrap.b32 %r908,%r908,%r907,%r627;\n"
    "shf.r.wrap.b32 %r907,%r907,%r906,%r627;\nshf.r.wrap.b32 %r906,%r906,%r858,%r627;\nadd.s64 %d269,%d268,%d37;\n"
    "cvt.u32.u64 %r662,%d269;\nshl.b32 %r663,%r662,3;\nand.b32 %r643,%r663,24;\n"
    "shf.r.wrap.b32 %r905,%r905,%r904,%r643;\nshf.r.wrap.b32 %r904,%r904,%r903,%r643;\n"
    "shf.r.wrap.b32 %r903,%r903,%r902,%r643;\nshf.r.wrap.b32 %r902,%r902,%r857,%r643;\nL66:\n"
    "setp.gt.u32 %p96,%r335,1;\n@%p96 bra L72;\nbra.uni L67;\nL72:\ncvt.u32.u64 %r700,%d40;\nmov.u32 %r701,tile;\n"
    "add.s32 %r702,%r701,%r700;\nmov.u32 %r703,20800;\n";
static const char cucore__ptx_67[] =
    "prmt.b32 %r704,%r909,%r905,%r703;\nprmt.b32 %r705,%r899,%r895,%r703;\nmov.u32 %r706,21520;\n"
    "prmt.b32 %r917,%r705,%r704,%r706;\nmov.u32 %r707,30258;\nprmt.b32 %r913,%r705,%r704,%r707;\n"
    "mov.u32 %r708,29538;\nprmt.b32 %r709,%r909,%r905,%r708;\nprmt.b32 %r710,%r899,%r895,%r708;\n"
    "prmt.b32 %r909,%r710,%r709,%r706;\nprmt.b32 %r905,%r710,%r709,%r707;\nst.shared.u32[%r702],%r917;\n"
    "add.s32 %r711,%r702,%r343;\nst.shared.u32[%r711],%r913;\nadd.s32 %r712,%r711,%r343;\n"
    "st.shared.u32[%r712],%r909;\nadd.s32 %r713,%r712,%r343;\nst.shared.u32[%r713],%r905;\n"
    "prmt.b32 %r714,%r908,%r904,%r703;\nprmt.b32 %r715,%r898,%r894,%r703;\nprmt.b32 %r916,%r715,%r714,%r706;\n"
    "prmt.b32 %r912,%r715,%r714,%r707;\nprmt.b32 %r716,%r908,%r904,%r708;\nprmt.b32 %r717,%r898,%r894,%r708;\n"
    "prmt.b32 %r908,%r717,%r716,%r706;\nprmt.b32 %r904,%r717,%r716,%r707;\nadd.s32 %r718,%r713,%r343;\n"
    "st.shared.u32[%r718],%r916;\nadd.s32 %r719,%r718,%r343;\nst.shared.u32[%r719],%r912;\n"
    "add.s32 %r720,%r719,%r343;\nst.shared.u32[%r720],%r908;\nadd.s32 %r721,%r720,%r343;\n"
    "st.shared.u32[%r721],%r904;\nprmt.b32 %r722,%r907,%r903,%r703;\nprmt.b32 %r723,%r897,%r893,%r703;\n"
    "prmt.b32 %r915,%r723,%r722,%r706;\nprmt.b32 %r911,%r723,%r722,%r707;\nprmt.b32 %r724,%r907,%r903,%r708;\n"
    "prmt.b32 %r725,%r897,%r893,%r708;\nprmt.b32 %r907,%r725,%r724,%r706;\nprmt.b32 %r903,%r725,%r724,%r707;\n"
    "add.s32 %r726,%r721,%r343;\nst.shared.u32[%r726],%r915;\nadd.s32 %r727,%r726,%r343;\n"
    "st.shared.u32[%r727],%r911;\nadd.s32 %r728,%r727,%r343;\nst.shared.u32[%r728],%r907;\n"
    "add.s32 %r729,%r728,%r343;\nst.shared.u32[%r729],%r903;\nprmt.b32 %r730,%r906,%r902,%r703;\n"
    "prmt.b32 %r731,%r896,%r892,%r703;\nprmt.b32 %r914,%r731,%r730,%r706;\nprmt.b32 %r910,%r731,%r730,%r707;\n"
    "prmt.b32 %r732,%r906,%r902,%r708;\nprmt.b32 %r733,%r896,%r892,%r708;\nprmt.b32 %r906,%r733,%r732,%r706;\n"
    "prmt.b32 %r902,%r733,%r732,%r707;\nadd.s32 %r734,%r729,%r343;\nst.shared.u32[%r734],%r914;\n"
    "add.s32 %r735,%r734,%r343;\nst.shared.u32[%r735],%r910;\nadd.s32 %r736,%r735,%r343;\n"
    "st.shared.u32[%r736],%r906;\nadd.s32 %r737,%r736,%r343;\nst.shared.u32[%r737],%r902;\n"
    "setp.ne.s32 %p101,%r849,0;\n@%p101 bra L76;\nsetp.eq.s32 %p102,%r45,0;\nmov.u64 %d388,0;\n@%p102 bra L75;\n"
    "setp.eq.s32 %p103,%r337,1;\nsetp.eq.s32 %p104,%r337,0;\nselp.b32 %r738,%r851,%r850,%p103;\n"
    "selp.b32 %r739,%r852,%r738,%p104;\nadd.s32 %r740,%r739,1;\nmul.wide.u32 %d276,%r337,4;\n"
    "add.s64 %d277,%d114,%d276;\nld.param.u32 %r741,[%d277+104];\nsetp.eq.s32 %p105,%r740,%r741;\n"
    "cvt.u64.u32 %d278,%r45;\nmul.lo.s64 %d279,%d34,%d278;\nselp.b64 %d388,%d279,0,%p105;\nL75:\n"
    "setp.eq.s64 %p106,%d388,0;\n@%p106 bra L84;\nL76:\nsetp.eq.s32 %p107,%r62,1;\n"
    "selp.b32 %r743,%r851,%r850,%p107;\nsetp.eq.s32 %p108,%r62,0;\nmov.u32 %r900,0;\n"
    "selp.b32 %r744,%r852,%r743,%p108;\nadd.s32 %r246,%r744,1;\nL77:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p109,%r45,0;\nmov.u64 %d389,0;\n@%p109 bra L79;\nmul.wide.u32 %d282,%r62,4;\n"
    "add.s64 %d283,%d114,%d282;\nld.param.u32 %r745,[%d283+104];\nsetp.eq.s32 %p110,%r246,%r745;\n"
    "cvt.u64.u32 %d284,%r336;\nmul.lo.s64 %d285,%d34,%d284;\nselp.b64 %d389,%d285,0,%p110;\nL79:\n"
    "cvt.u64.u32 %d286,%r900;\nmul.lo.s64 %d287,%d42,%d286;\nadd.s64 %d288,%d287,%d368;\n"
    "sub.s64 %d76,%d385,%d288;\nsub.s64 %d289,%d76,%d389;\nand.b64 %d290,%d289,4611688217451692032;\n"
    "setp.eq.s64 %p111,%d290,4611688217451692032;\nmul.lo.s64 %d77,%d37,%d286;\n@%p111 bra L83;\n"
    "add.s64 %d356,%d380,%d369;\nadd.s64 %d78,%d356,%d77;\nadd.s32 %r248,%r900,%r63;\nmov.u32 %r901,0;\nL81:\n"
    ".pragma \"nounroll\";\nmov.u32 %r747,15;\nsub.s32 %r748,%r747,%r901;\ncvt.u64.u32 %d291,%r748;\n"
    "mul.lo.s64 %d292,%d34,%d291;\nadd.s64 %d293,%d76,%d292;\nand.b64 %d294,%d293,4611688217451692032;\n"
    "setp.ne.s64 %p112,%d294,4611688217451692032;\n@%p112 bra L83;\nmov.u32 %r796,tile;\ncvt.u64.u32 %d296,%r901;\n"
    "add.s64 %d295,%d78,%d296;\nmov.u32 %r750,1;\n{.reg .pred q;setp.ne.s32 q,%r750,0;\n"
    "mov.b32 %r749,0;@q ld.global.u8 %r749,[%d295];}\nmad.lo.s32 %r751,%r343,%r901,%r248;\n"
    "add.s32 %r753,%r796,%r751;\nst.shared.u8[%r753],%r749;\nadd.s32 %r901,%r901,1;\n";
static const char cucore__ptx_68[] =
    "setp.lt.u32 %p113,%r901,16;\n@%p113 bra L81;\nL83:\nadd.s32 %r900,%r900,1;\nsetp.lt.u32 %p114,%r900,4;\n"
    "@%p114 bra L77;\nbra.uni L84;\nL67:\nsetp.eq.s32 %p97,%r54,0;\nmov.u32 %r910,%r892;\nmov.u32 %r911,%r893;\n"
    "mov.u32 %r912,%r894;\nmov.u32 %r913,%r895;\nmov.u32 %r914,%r896;\nmov.u32 %r915,%r897;\nmov.u32 %r916,%r898;\n"
    "mov.u32 %r917,%r899;\n@%p97 bra L84;\nsetp.lt.u32 %p98,%r334,2;\ncvt.u32.u64 %r664,%d270;\n"
    "mov.u32 %r665,tile;\nadd.s32 %r666,%r665,%r664;\nshl.b32 %r667,%r895,8;\nor.b32 %r668,%r667,%r899;\n"
    "shl.b32 %r669,%r909,16;\nor.b32 %r670,%r668,%r669;\nshl.b32 %r671,%r905,24;\nor.b32 %r672,%r670,%r671;\n"
    "st.shared.u32[%r666],%r672;\nmov.u32 %r910,%r892;\nmov.u32 %r911,%r893;\nmov.u32 %r912,%r894;\n"
    "mov.u32 %r913,%r895;\nmov.u32 %r914,%r896;\nmov.u32 %r915,%r897;\nmov.u32 %r916,%r898;\nmov.u32 %r917,%r899;\n"
    "@%p98 bra L84;\nsetp.eq.s32 %p99,%r334,2;\ncvt.u32.u64 %r673,%d271;\nadd.s32 %r675,%r665,%r673;\n"
    "shl.b32 %r676,%r894,8;\nor.b32 %r677,%r676,%r898;\nshl.b32 %r678,%r908,16;\nor.b32 %r679,%r677,%r678;\n"
    "shl.b32 %r680,%r904,24;\nor.b32 %r681,%r679,%r680;\nst.shared.u32[%r675],%r681;\nmov.u32 %r910,%r892;\n"
    "mov.u32 %r911,%r893;\nmov.u32 %r912,%r894;\nmov.u32 %r913,%r895;\nmov.u32 %r914,%r896;\nmov.u32 %r915,%r897;\n"
    "mov.u32 %r916,%r898;\nmov.u32 %r917,%r899;\n@%p99 bra L84;\nsetp.lt.u32 %p100,%r334,4;\n"
    "cvt.u32.u64 %r682,%d272;\nadd.s32 %r684,%r665,%r682;\nshl.b32 %r685,%r893,8;\nor.b32 %r686,%r685,%r897;\n"
    "shl.b32 %r687,%r907,16;\nor.b32 %r688,%r686,%r687;\nshl.b32 %r689,%r903,24;\nor.b32 %r690,%r688,%r689;\n"
    "st.shared.u32[%r684],%r690;\nmov.u32 %r910,%r892;\nmov.u32 %r911,%r893;\nmov.u32 %r912,%r894;\n"
    "mov.u32 %r913,%r895;\nmov.u32 %r914,%r896;\nmov.u32 %r915,%r897;\nmov.u32 %r916,%r898;\nmov.u32 %r917,%r899;\n"
    "@%p100 bra L84;\ncvt.u32.u64 %r691,%d273;\nadd.s32 %r693,%r665,%r691;\nshl.b32 %r694,%r892,8;\n"
    "or.b32 %r695,%r694,%r896;\nshl.b32 %r696,%r906,16;\nor.b32 %r697,%r695,%r696;\nshl.b32 %r698,%r902,24;\n"
    "or.b32 %r699,%r697,%r698;\nst.shared.u32[%r693],%r699;\nmov.u32 %r910,%r892;\nmov.u32 %r911,%r893;\n"
    "mov.u32 %r912,%r894;\nmov.u32 %r913,%r895;\nmov.u32 %r914,%r896;\nmov.u32 %r915,%r897;\nmov.u32 %r916,%r898;\n"
    "mov.u32 %r917,%r899;\nbra.uni L84;\nL61:\nret;\n}\n";
static const char *const cucore__kernel_ptx_oddbytes[] = {cucore__ptx_60, cucore__ptx_61, cucore__ptx_62,
    cucore__ptx_63, cucore__ptx_64, cucore__ptx_65, cucore__ptx_66, cucore__ptx_67, cucore__ptx_68, NULL};
static const char cucore__ptx_69[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_pairs(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 512,1,1\n.minnctapersm 2\n{\n"
    ".reg .pred %p<84>;\n.reg .b16 %rs<10>;\n.reg .b32 %r<573>;\n.reg .b64 %d<321>;\nmov.b64 %d302,p;\n"
    "mov.u32 %r161,%ntid.x;\nsetp.gt.u32 %p3,%r161,256;\nselp.u32 %r162,1,0,%p3;\nmov.u32 %r163,%tid.x;\n"
    "shr.u32 %r164,%r163,4;\nand.b32 %r165,%r164,%r162;\nshr.u32 %r166,%r163,5;\nand.b32 %r167,%r163,15;\n"
    "bfi.b32 %r168,%r166,%r167,4,28;\nselp.b32 %r1,%r168,%r163,%p3;\nld.param.u32 %r2,[p+60];\nmov.u64 %d104,0;\n"
    "mov.u32 %r3,%ctaid.y;\nmov.u32 %r4,%ctaid.z;\nmov.u32 %r169,%ctaid.x;\nshl.b32 %r170,%r169,%r162;\n"
    "or.b32 %r5,%r170,%r165;\nmov.u32 %r160,0;\nmov.u32 %r500,%r160;\nmov.u64 %d284,%d104;\nmov.u64 %d285,%d104;\n"
    "mov.u64 %d286,%d104;\nL1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r500;\nmul.wide.u32 %d108,%r500,920;\n"
    "add.s64 %d109,%d302,%d108;\nadd.s64 %d6,%d109,984;\nld.param.u32 %r7,[%d109+984];\nmov.u32 %r501,%r160;\n"
    "mov.u64 %d287,%d104;\nmov.u64 %d308,%d104;\nmov.u64 %d289,%d104;\nbra.uni L2;\nL62:\nshl.b32 %r493,%r501,4;\n"
    "shl.b64 %d278,%d307,%r493;\nor.b64 %d287,%d278,%d287;\nsetp.eq.s32 %p82,%r501,0;\n"
    "selp.b64 %d289,%d306,%d289,%p82;\nadd.s32 %r501,%r501,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p4,%r7,0;\n"
    "mov.u32 %r502,1;\n@%p4 bra L4;\nld.param.u32 %r502,[%d6+-4];\nL4:\nsetp.lt.u32 %p5,%r501,%r502;\n"
    "@%p5 bra L50;\nbra.uni L5;\nL50:\nld.param.u32 %r458,[%d6+-28];\nsetp.lt.u32 %p75,%r458,2;\n"
    "mov.u32 %r562,%r1;\n@%p75 bra L52;\nld.param.v2.u32{%r459,%r460},[%d6+-24];\nmul.hi.u32 %r463,%r1,%r459;\n"
    "shr.u32 %r562,%r463,%r460;\nL52:\nld.param.u32 %r139,[%d6+-28];\nmov.u64 %d306,0;\n"
    "ld.param.v2.u32{%r566,%r465},[%d6+-16];\nadd.s32 %r141,%r465,%r566;\nadd.s32 %r563,%r566,1;\n"
    "setp.ge.u32 %p76,%r563,%r141;\nmov.u64 %d307,%d306;\nmov.u64 %d308,%d306;\nmov.u32 %r567,%r562;\n"
    "@%p76 bra L55;\nmov.u64 %d308,0;\nmov.u32 %r564,%r562;\nmov.u32 %r565,%r566;\nmov.u64 %d307,%d308;\n"
    "mov.u64 %d306,%d308;\nL54:\n.pragma \"nounroll\";\nmov.u32 %r566,%r563;\nmul.lo.s64 %d234,%d5,920;\n"
    "add.s64 %d235,%d302,%d234;\nmul.wide.u32 %d236,%r565,40;\nadd.s64 %d237,%d235,%d236;\n"
    "ld.param.v2.u32{%r467,%r468},[%d237+1008];\nmul.hi.u32 %r471,%r564,%r468;\nld.param.u32 %r472,[%d237+1016];\n"
    "shr.u32 %r567,%r471,%r472;\nmul.lo.s32 %r473,%r567,%r467;\nsub.s32 %r474,%r564,%r473;\n"
    "cvt.u64.u32 %d238,%r474;\nld.param.u64 %d239,[%d237+1024];\nmul.lo.s64 %d240,%d239,%d238;\n"
    "add.s64 %d306,%d240,%d306;\nld.param.u64 %d241,[%d237+1032];\nmul.lo.s64 %d242,%d241,%d238;\n"
    "add.s64 %d307,%d242,%d307;\nld.param.u64 %d243,[%d237+1040];\nmul.lo.s64 %d244,%d243,%d238;\n"
    "add.s64 %d308,%d244,%d308;\nadd.s32 %r563,%r566,1;\nsetp.lt.u32 %p77,%r563,%r141;\nmov.u32 %r564,%r567;\n"
    "mov.u32 %r565,%r566;\n@%p77 bra L54;\nL55:\nsetp.ge.u32 %p78,%r566,%r141;\n@%p78 bra L57;\n"
    "mul.lo.s64 %d245,%d5,920;\nadd.s64 %d246,%d302,%d245;\nmul.wide.u32 %d247,%r566,40;\n"
    "add.s64 %d248,%d246,%d247;\ncvt.u64.u32 %d249,%r567;\nld.param.u64 %d250,[%d248+1024];\n"
    "mul.lo.s64 %d251,%d250,%d249;\nadd.s64 %d306,%d251,%d306;\nld.param.u64 %d252,[%d248+1032];\n"
    "mul.lo.s64 %d253,%d252,%d249;\nadd.s64 %d307,%d253,%d307;\nld.param.u64 %d254,[%d248+1040];\n"
    "mul.lo.s64 %d255,%d254,%d249;\nadd.s64 %d308,%d255,%d308;\nL57:\nld.param.v2.u32{%r476,%r477},[%d6+-16];\n"
    "mov.u32 %r571,0;\nld.param.v2.u32{%r478,%r479},[%d6+-8];\nmul.lo.s32 %r481,%r139,%r562;\n"
    "sub.s32 %r482,%r1,%r481;\nmad.lo.s32 %r572,%r479,%r482,%r501;\nsetp.lt.u32 %p79,%r476,2;\n@%p79 bra L60;\n"
    "mov.u32 %r570,0;\nmov.u32 %r568,1;\nmov.u32 %r569,%r572;\nL59:\n.pragma \"nounroll\";\nmov.u32 %r571,%r568;\n"
    "mul.lo.s64 %d256,%d5,920;\nadd.s64 %d257,%d302,%d256;\nmul.wide.u32 %d258,%r570,40;\n"
    "add.s64 %d259,%d257,%d258;\nld.param.v2.u32{%r485,%r486},[%d259+1008];\nmul.hi.u32 %r489,%r569,%r486;\n"
    "ld.param.u32 %r490,[%d259+1016];\nshr.u32 %r572,%r489,%r490;\nmul.lo.s32 %r491,%r572,%r485;\n"
    "sub.s32 %r492,%r569,%r491;\ncvt.u64.u32 %d260,%r492;\nld.param.u64 %d261,[%d259+1024];\n";
static const char cucore__ptx_70[] =
    "mul.lo.s64 %d262,%d261,%d260;\nadd.s64 %d306,%d262,%d306;\nld.param.u64 %d263,[%d259+1032];\n"
    "mul.lo.s64 %d264,%d263,%d260;\nadd.s64 %d307,%d264,%d307;\nld.param.u64 %d265,[%d259+1040];\n"
    "mul.lo.s64 %d266,%d265,%d260;\nadd.s64 %d308,%d266,%d308;\nadd.s32 %r568,%r571,1;\n"
    "setp.lt.u32 %p80,%r568,%r476;\nmov.u32 %r569,%r572;\nmov.u32 %r570,%r571;\n@%p80 bra L59;\nL60:\n"
    "setp.ge.u32 %p81,%r571,%r476;\n@%p81 bra L62;\nmul.lo.s64 %d267,%d5,920;\nadd.s64 %d268,%d302,%d267;\n"
    "mul.wide.u32 %d269,%r571,40;\nadd.s64 %d270,%d268,%d269;\ncvt.u64.u32 %d271,%r572;\n"
    "ld.param.u64 %d272,[%d270+1024];\nmul.lo.s64 %d273,%d272,%d271;\nadd.s64 %d306,%d273,%d306;\n"
    "ld.param.u64 %d274,[%d270+1032];\nmul.lo.s64 %d275,%d274,%d271;\nadd.s64 %d307,%d275,%d307;\n"
    "ld.param.u64 %d276,[%d270+1040];\nmul.lo.s64 %d277,%d276,%d271;\nadd.s64 %d308,%d277,%d308;\nbra.uni L62;\n"
    "L5:\nld.param.u32 %r173,[%d6];\nsetp.eq.s32 %p6,%r173,0;\n@%p6 bra L7;\nld.param.u32 %r174,[%d6+-4];\n"
    "add.s32 %r175,%r174,-1;\ncvt.u64.u32 %d110,%r175;\nld.param.u64 %d111,[%d6+16];\n"
    "mul.lo.s64 %d112,%d111,%d110;\nadd.s64 %d308,%d112,%d308;\nL7:\nld.param.u32 %r176,[%d6];\n"
    "setp.eq.s32 %p7,%r176,0;\n@%p7 bra L9;\nmul.lo.s64 %d113,%d287,281479271743489;\nld.param.s32 %d114,[%d6+4];\n"
    "mul.lo.s64 %d115,%d114,844433520132096;\nadd.s64 %d287,%d115,%d113;\nL9:\ncvt.u32.u64 %r177,%d5;\n"
    "setp.eq.s32 %p8,%r177,0;\nselp.b64 %d286,%d289,%d286,%p8;\nselp.b64 %d285,%d287,%d285,%p8;\n"
    "selp.b64 %d284,%d308,%d284,%p8;\nadd.s32 %r500,%r177,1;\nsetp.lt.u32 %p9,%r500,2;\n@%p9 bra L1;\n"
    "ld.param.u64 %d297,[%d302];\nld.param.u64 %d298,[%d302+8];\nadd.s64 %d19,%d302,184;\nmov.u32 %r503,0;\n"
    "mov.u32 %r517,%r503;\nmov.u32 %r516,%r503;\nmov.u32 %r515,%r503;\nmov.u32 %r514,%r503;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p10,%r503,0;\nmov.u32 %r508,%r5;\n@%p10 bra L14;\n"
    "setp.ne.s32 %p11,%r503,1;\nmov.u32 %r508,%r3;\n@%p11 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r508,%r4;\nL14:\n"
    "mul.wide.u32 %d116,%r503,4;\nadd.s64 %d117,%d302,%d116;\nld.param.u32 %r18,[%d117+64];\n"
    "setp.ge.u32 %p12,%r517,%r18;\n@%p12 bra L17;\nmul.wide.u32 %d118,%r517,40;\nadd.s64 %d294,%d19,%d118;\nL16:\n"
    ".pragma \"nounroll\";\nld.param.v2.u32{%r183,%r184},[%d294+-32];\nmul.hi.u32 %r187,%r508,%r184;\n"
    "ld.param.v2.u32{%r188,%r189},[%d294+-24];\nshr.u32 %r24,%r187,%r188;\nmul.lo.s32 %r192,%r24,%r183;\n"
    "sub.s32 %r193,%r508,%r192;\ncvt.u64.u32 %d119,%r193;\nld.param.u64 %d120,[%d294+-16];\n"
    "mul.lo.s64 %d121,%d120,%d119;\nld.param.u64 %d122,[%d294+-8];\nmul.lo.s64 %d123,%d122,%d119;\n"
    "ld.param.u32 %r194,[%d294];\nmul.lo.s32 %r195,%r193,%r194;\nadd.s64 %d297,%d121,%d297;\n"
    "add.s64 %d298,%d123,%d298;\nsetp.eq.s32 %p13,%r189,0;\nselp.b32 %r196,%r195,0,%p13;\n"
    "add.s32 %r514,%r196,%r514;\nsetp.eq.s32 %p14,%r189,1;\nselp.b32 %r197,%r195,0,%p14;\n"
    "add.s32 %r515,%r197,%r515;\nsetp.eq.s32 %p15,%r189,2;\nselp.b32 %r198,%r195,0,%p15;\n"
    "add.s32 %r516,%r198,%r516;\nadd.s64 %d294,%d294,40;\nadd.s32 %r517,%r517,1;\nsetp.lt.u32 %p16,%r517,%r18;\n"
    "mov.u32 %r508,%r24;\n@%p16 bra L16;\nL17:\nadd.s32 %r503,%r503,1;\nsetp.lt.u32 %p17,%r503,3;\n@%p17 bra L11;\n"
    "ld.param.v2.u32{%r200,%r201},[%d302+104];\nadd.s32 %r204,%r514,1;\nsetp.eq.s32 %p18,%r204,%r200;\n"
    "ld.param.u64 %d124,[%d302+128];\nneg.s64 %d125,%d124;\nselp.b64 %d126,%d125,0,%p18;\n"
    "ld.param.u64 %d31,[%d302+120];\nadd.s64 %d127,%d126,%d31;\nadd.s32 %r205,%r515,1;\n"
    "setp.eq.s32 %p19,%r205,%r201;\nld.param.u64 %d128,[%d302+136];\nneg.s64 %d129,%d128;\n"
    "selp.b64 %d130,%d129,0,%p19;\nadd.s64 %d131,%d127,%d130;\nld.param.u32 %r206,[%d302+112];\n"
    "add.s32 %r207,%r516,1;\nsetp.eq.s32 %p20,%r207,%r206;\nld.param.u64 %d132,[%d302+144];\nneg.s64 %d133,%d132;\n"
    "selp.b64 %d134,%d133,0,%p20;\nadd.s64 %d32,%d131,%d134;\nsetp.ge.u32 %p21,%r514,%r200;\n"
    "setp.ge.u32 %p22,%r515,%r201;\nsetp.ge.u32 %p23,%r516,%r206;\nor.pred %p24,%p21,%p22;\n"
    "add.s64 %d33,%d297,%d286;\nld.param.u32 %r208,[%d302+952];\nsetp.le.u32 %p25,%r208,%r1;\n"
    "or.pred %p26,%p23,%p24;\nnot.pred %p1,%p26;\nor.pred %p27,%p25,%p26;\n@%p27 bra L26;\n"
    "ld.param.u32 %r34,[%d302+976];\nmov.u32 %r209,-1;\n";
static const char cucore__ptx_71[] =
    "shl.b32 %r210,%r209,%r34;\nnot.b32 %r520,%r210;\nsetp.eq.s64 %p2,%d32,%d31;\nsetp.eq.s32 %p28,%r34,0;\n"
    "or.pred %p29,%p28,%p2;\n@%p29 bra L22;\nsub.s64 %d34,%d32,%d284;\nmov.u32 %r518,0;\nmov.u64 %d299,%d302;\n"
    "L21:\n.pragma \"nounroll\";\nld.param.u64 %d135,[%d299+1504];\nsub.s64 %d136,%d34,%d135;\n"
    "and.b64 %d137,%d136,4611688217451692032;\nsetp.eq.s64 %p30,%d137,4611688217451692032;\nmov.u32 %r212,-2;\n"
    "shf.l.wrap.b32 %r213,%r212,%r212,%r518;\nselp.b32 %r214,-1,%r213,%p30;\nand.b32 %r520,%r214,%r520;\n"
    "add.s64 %d299,%d299,24;\nadd.s32 %r518,%r518,1;\nsetp.lt.u32 %p31,%r518,%r34;\n@%p31 bra L21;\nL22:\n"
    "ld.param.u32 %r41,[%d302+976];\nshl.b32 %r216,%r209,%r41;\nnot.b32 %r523,%r216;\nsetp.eq.s32 %p32,%r41,0;\n"
    "or.pred %p33,%p32,%p2;\n@%p33 bra L25;\nsub.s64 %d138,%d32,%d284;\nld.param.u64 %d139,[%d302+24];\n"
    "sub.s64 %d37,%d138,%d139;\nmov.u32 %r521,0;\nmov.u64 %d300,%d302;\nL24:\n.pragma \"nounroll\";\n"
    "ld.param.u64 %d140,[%d300+1504];\nsub.s64 %d141,%d37,%d140;\nand.b64 %d142,%d141,4611688217451692032;\n"
    "setp.eq.s64 %p34,%d142,4611688217451692032;\nmov.u32 %r218,-2;\nshf.l.wrap.b32 %r219,%r218,%r218,%r521;\n"
    "selp.b32 %r220,-1,%r219,%p34;\nand.b32 %r523,%r220,%r523;\nadd.s64 %d300,%d300,24;\nadd.s32 %r521,%r521,1;\n"
    "setp.lt.u32 %p35,%r521,%r41;\n@%p35 bra L24;\nL25:\nld.param.u64 %d151,[%d302+16];\n"
    "ld.param.u64 %d152,[%d302+1488];\nadd.s64 %d143,%d33,%d152;\nand.b32 %r225,%r520,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r225,0;\nmov.u32 %r555,0;mov.u32 %r554,0;mov.u32 %r553,0;mov.u32 %r552,0;\n"
    "@q ld.global.v4.u32{%r555,%r554,%r553,%r552},[%d143];}\nadd.s64 %d144,%d143,%d151;\nand.b32 %r230,%r523,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r230,0;\nmov.u32 %r551,0;mov.u32 %r550,0;mov.u32 %r549,0;mov.u32 %r548,0;\n"
    "@q ld.global.v4.u32{%r551,%r550,%r549,%r548},[%d144];}\nld.param.u64 %d153,[%d302+1512];\n"
    "add.s64 %d145,%d33,%d153;\nshr.u32 %r261,%r520,1;\nand.b32 %r235,%r261,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r235,0;\nmov.u32 %r547,0;mov.u32 %r546,0;mov.u32 %r545,0;mov.u32 %r544,0;\n"
    "@q ld.global.v4.u32{%r547,%r546,%r545,%r544},[%d145];}\nadd.s64 %d146,%d145,%d151;\nshr.u32 %r262,%r523,1;\n"
    "and.b32 %r240,%r262,1;\n{.reg .pred q;setp.ne.s32 q,%r240,0;\n"
    "mov.u32 %r543,0;mov.u32 %r542,0;mov.u32 %r541,0;mov.u32 %r540,0;\n"
    "@q ld.global.v4.u32{%r543,%r542,%r541,%r540},[%d146];}\nld.param.u64 %d154,[%d302+1536];\n"
    "add.s64 %d147,%d33,%d154;\nshr.u32 %r263,%r520,2;\nand.b32 %r245,%r263,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r245,0;\nmov.u32 %r539,0;mov.u32 %r538,0;mov.u32 %r537,0;mov.u32 %r536,0;\n"
    "@q ld.global.v4.u32{%r539,%r538,%r537,%r536},[%d147];}\nadd.s64 %d148,%d147,%d151;\nshr.u32 %r264,%r523,2;\n"
    "and.b32 %r250,%r264,1;\n{.reg .pred q;setp.ne.s32 q,%r250,0;\n"
    "mov.u32 %r535,0;mov.u32 %r534,0;mov.u32 %r533,0;mov.u32 %r532,0;\n"
    "@q ld.global.v4.u32{%r535,%r534,%r533,%r532},[%d148];}\nld.param.u64 %d155,[%d302+1560];\n"
    "add.s64 %d149,%d33,%d155;\nshr.u32 %r265,%r520,3;\nand.b32 %r255,%r265,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r255,0;\nmov.u32 %r531,0;mov.u32 %r530,0;mov.u32 %r529,0;mov.u32 %r528,0;\n"
    "@q ld.global.v4.u32{%r531,%r530,%r529,%r528},[%d149];}\nadd.s64 %d150,%d149,%d151;\nshr.u32 %r266,%r523,3;\n"
    "and.b32 %r260,%r266,1;\n{.reg .pred q;setp.ne.s32 q,%r260,0;\n"
    "mov.u32 %r527,0;mov.u32 %r526,0;mov.u32 %r525,0;mov.u32 %r524,0;\n"
    "@q ld.global.v4.u32{%r527,%r526,%r525,%r524},[%d150];}\nL26:\nld.param.u32 %r267,[%d302+952];\n"
    "setp.le.u32 %p36,%r267,%r1;\nnot.pred %p37,%p1;\nor.pred %p38,%p36,%p37;\n@%p38 bra L40;\n"
    "ld.param.u32 %r268,[%d302+976];\nsetp.eq.s32 %p39,%r268,0;\n@%p39 bra L32;\nmul.lo.s32 %r274,%r2,%r165;\n"
    "shl.b32 %r275,%r274,4;\nmov.u32 %r276,tile;\nadd.s32 %r277,%r276,%r275;\n"
    "ld.param.v2.u32{%r278,%r279},[%d302+976];\nld.param.v2.u32{%r280,%r281},[%d302+984];\n"
    "ld.param.u64 %d158,[%d302+1496];\nand.b64 %d40,%d285,65535;\nadd.s64 %d159,%d158,%d40;\n"
    "cvt.u32.u64 %r282,%d159;\nadd.s32 %r283,%r277,%r282;\nmov.u32 %r284,21520;\n"
    "prmt.b32 %r285,%r555,%r551,%r284;\nst.shared.u32[%r283],%r285;\nadd.s32 %r286,%r283,%r281;\n"
    "mov.u32 %r287,30258;\nprmt.b32 %r288,%r555,%r551,%r287;\n";
static const char cucore__ptx_72[] =
    "st.shared.u32[%r286],%r288;\nadd.s32 %r289,%r286,%r281;\nprmt.b32 %r290,%r554,%r550,%r284;\n"
    "st.shared.u32[%r289],%r290;\nadd.s32 %r291,%r289,%r281;\nprmt.b32 %r292,%r554,%r550,%r287;\n"
    "st.shared.u32[%r291],%r292;\nadd.s32 %r293,%r291,%r281;\nprmt.b32 %r294,%r553,%r549,%r284;\n"
    "st.shared.u32[%r293],%r294;\nadd.s32 %r295,%r293,%r281;\nprmt.b32 %r296,%r553,%r549,%r287;\n"
    "st.shared.u32[%r295],%r296;\nadd.s32 %r297,%r295,%r281;\nprmt.b32 %r298,%r552,%r548,%r284;\n"
    "st.shared.u32[%r297],%r298;\nadd.s32 %r299,%r297,%r281;\nprmt.b32 %r300,%r552,%r548,%r287;\n"
    "st.shared.u32[%r299],%r300;\nsetp.lt.u32 %p41,%r278,2;\n@%p41 bra L32;\nand.b64 %d281,%d285,65535;\n"
    "ld.param.u64 %d161,[%d302+1520];\nadd.s64 %d162,%d161,%d281;\ncvt.u32.u64 %r310,%d162;\n"
    "add.s32 %r311,%r277,%r310;\nprmt.b32 %r313,%r547,%r543,%r284;\nst.shared.u32[%r311],%r313;\n"
    "add.s32 %r314,%r311,%r281;\nprmt.b32 %r316,%r547,%r543,%r287;\nst.shared.u32[%r314],%r316;\n"
    "add.s32 %r317,%r314,%r281;\nprmt.b32 %r318,%r546,%r542,%r284;\nst.shared.u32[%r317],%r318;\n"
    "add.s32 %r319,%r317,%r281;\nprmt.b32 %r320,%r546,%r542,%r287;\nst.shared.u32[%r319],%r320;\n"
    "add.s32 %r321,%r319,%r281;\nprmt.b32 %r322,%r545,%r541,%r284;\nst.shared.u32[%r321],%r322;\n"
    "add.s32 %r323,%r321,%r281;\nprmt.b32 %r324,%r545,%r541,%r287;\nst.shared.u32[%r323],%r324;\n"
    "add.s32 %r325,%r323,%r281;\nprmt.b32 %r326,%r544,%r540,%r284;\nst.shared.u32[%r325],%r326;\n"
    "add.s32 %r327,%r325,%r281;\nprmt.b32 %r328,%r544,%r540,%r287;\nst.shared.u32[%r327],%r328;\n"
    "setp.eq.s32 %p43,%r278,2;\n@%p43 bra L32;\nand.b64 %d282,%d285,65535;\nld.param.u64 %d164,[%d302+1544];\n"
    "add.s64 %d165,%d164,%d282;\ncvt.u32.u64 %r338,%d165;\nadd.s32 %r339,%r277,%r338;\nmov.u32 %r340,21520;\n"
    "prmt.b32 %r341,%r539,%r535,%r340;\nst.shared.u32[%r339],%r341;\nadd.s32 %r342,%r339,%r281;\n"
    "mov.u32 %r343,30258;\nprmt.b32 %r344,%r539,%r535,%r343;\nst.shared.u32[%r342],%r344;\n"
    "add.s32 %r345,%r342,%r281;\nprmt.b32 %r346,%r538,%r534,%r340;\nst.shared.u32[%r345],%r346;\n"
    "add.s32 %r347,%r345,%r281;\nprmt.b32 %r348,%r538,%r534,%r343;\nst.shared.u32[%r347],%r348;\n"
    "add.s32 %r349,%r347,%r281;\nprmt.b32 %r350,%r537,%r533,%r340;\nst.shared.u32[%r349],%r350;\n"
    "add.s32 %r351,%r349,%r281;\nprmt.b32 %r352,%r537,%r533,%r343;\nst.shared.u32[%r351],%r352;\n"
    "add.s32 %r353,%r351,%r281;\nprmt.b32 %r354,%r536,%r532,%r340;\nst.shared.u32[%r353],%r354;\n"
    "add.s32 %r355,%r353,%r281;\nprmt.b32 %r356,%r536,%r532,%r343;\nst.shared.u32[%r355],%r356;\n"
    "setp.lt.u32 %p45,%r278,4;\n@%p45 bra L32;\nand.b64 %d283,%d285,65535;\nld.param.u64 %d167,[%d302+1568];\n"
    "add.s64 %d168,%d167,%d283;\ncvt.u32.u64 %r366,%d168;\nadd.s32 %r367,%r277,%r366;\n"
    "prmt.b32 %r369,%r531,%r527,%r340;\nst.shared.u32[%r367],%r369;\nadd.s32 %r370,%r367,%r281;\n"
    "prmt.b32 %r372,%r531,%r527,%r343;\nst.shared.u32[%r370],%r372;\nadd.s32 %r373,%r370,%r281;\n"
    "prmt.b32 %r374,%r530,%r526,%r340;\nst.shared.u32[%r373],%r374;\nadd.s32 %r375,%r373,%r281;\n"
    "prmt.b32 %r376,%r530,%r526,%r343;\nst.shared.u32[%r375],%r376;\nadd.s32 %r377,%r375,%r281;\n"
    "prmt.b32 %r378,%r529,%r525,%r340;\nst.shared.u32[%r377],%r378;\nadd.s32 %r379,%r377,%r281;\n"
    "prmt.b32 %r380,%r529,%r525,%r343;\nst.shared.u32[%r379],%r380;\nadd.s32 %r381,%r379,%r281;\n"
    "prmt.b32 %r382,%r528,%r524,%r340;\nst.shared.u32[%r381],%r382;\nadd.s32 %r383,%r381,%r281;\n"
    "prmt.b32 %r384,%r528,%r524,%r343;\nst.shared.u32[%r383],%r384;\nL32:\nld.param.u64 %d279,[%d302+120];\n"
    "setp.eq.s64 %p47,%d32,%d279;\n@%p47 bra L40;\nld.param.u32 %r385,[%d302+976];\n"
    "and.b32 %r386,%r385,2147483647;\nsetp.eq.s32 %p48,%r386,0;\n@%p48 bra L40;\nld.param.u64 %d42,[%d302+16];\n"
    "ld.param.u64 %d43,[%d302+24];\nand.b64 %d44,%d285,65535;\nld.param.v2.u32{%r388,%r389},[%d302+976];\n"
    "mov.u32 %r556,0;\nshl.b32 %r114,%r388,1;\nld.param.u64 %d45,[%d302+1000];\n"
    "ld.param.v2.u32{%r391,%r392},[%d302+984];\nL35:\n.pragma \"nounroll\";\nshr.u32 %r393,%r556,1;\n"
    "and.b32 %r117,%r556,1;\ncvt.u64.u32 %d170,%r117;\nmul.lo.s64 %d46,%d42,%d170;\nmul.wide.u32 %d171,%r393,24;\n"
    "add.s64 %d172,%d302,%d171;\nadd.s64 %d47,%d172,1504;\n";
static const char cucore__ptx_73[] =
    "ld.param.u64 %d173,[%d172+1504];\nadd.s64 %d174,%d173,%d284;\nmul.lo.s64 %d175,%d43,%d170;\n"
    "add.s64 %d176,%d174,%d175;\nsub.s64 %d48,%d32,%d176;\nand.b64 %d177,%d48,4611688217451692032;\n"
    "setp.eq.s64 %p49,%d177,4611688217451692032;\n@%p49 bra L39;\nld.param.u64 %d178,[%d47+-8];\n"
    "shl.b32 %r395,%r117,1;\nld.param.u64 %d179,[%d47+-16];\nadd.s64 %d180,%d33,%d179;\nadd.s64 %d49,%d180,%d46;\n"
    "add.s64 %d181,%d178,%d44;\ncvt.u32.u64 %r396,%d181;\nadd.s32 %r118,%r395,%r396;\nmov.u32 %r557,0;\nL37:\n"
    ".pragma \"nounroll\";\nmov.u32 %r397,7;\nsub.s32 %r398,%r397,%r557;\ncvt.u64.u32 %d182,%r398;\n"
    "mul.lo.s64 %d183,%d45,%d182;\nadd.s64 %d184,%d48,%d183;\nand.b64 %d185,%d184,4611688217451692032;\n"
    "setp.ne.s64 %p50,%d185,4611688217451692032;\n@%p50 bra L39;\nmul.lo.s32 %r405,%r2,%r165;\n"
    "shl.b32 %r406,%r405,4;\nmov.u32 %r407,tile;\nadd.s32 %r408,%r407,%r406;\nshl.b32 %r409,%r557,1;\n"
    "mov.u32 %r399,1;\ncvt.u64.u32 %d187,%r409;\nadd.s64 %d186,%d49,%d187;\n{.reg .pred q;setp.ne.s32 q,%r399,0;\n"
    "mov.b16 %rs1,0;@q ld.global.u16 %rs1,[%d186];}\nmad.lo.s32 %r410,%r392,%r557,%r118;\n"
    "add.s32 %r411,%r408,%r410;\nst.shared.u16[%r411],%rs1;\nadd.s32 %r557,%r557,1;\nsetp.lt.u32 %p52,%r557,8;\n"
    "@%p52 bra L37;\nL39:\nadd.s32 %r556,%r556,1;\nsetp.lt.u32 %p53,%r556,%r114;\n@%p53 bra L35;\nL40:\n"
    "mov.u32 %r499,%ntid.x;\nsetp.gt.u32 %p83,%r499,256;\nmov.u32 %r498,%tid.x;\nmov.u32 %r497,%tid.x;\n"
    "and.b32 %r496,%r497,15;\nshr.u32 %r495,%r497,5;\nbfi.b32 %r494,%r495,%r496,4,28;\nbar.sync 0;\n"
    "and.b64 %d50,%d287,65535;\nadd.s64 %d51,%d298,%d289;\nld.param.u64 %d52,[%d302+1920];\n"
    "selp.b32 %r417,%r494,%r497,%p83;\nld.param.u32 %r418,[%d302+1872];\nsetp.le.u32 %p55,%r418,%r417;\n"
    "or.pred %p57,%p55,%p37;\n@%p57 bra L49;\nld.param.u64 %d280,[%d302+120];\nld.param.u32 %r122,[%d302+1896];\n"
    "mov.u32 %r419,-1;\nshl.b32 %r420,%r419,%r122;\nnot.b32 %r560,%r420;\nsetp.eq.s64 %p58,%d32,%d280;\n"
    "setp.eq.s32 %p59,%r122,0;\nor.pred %p60,%p59,%p58;\n@%p60 bra L44;\nsub.s64 %d190,%d32,%d308;\n"
    "ld.param.u64 %d191,[%d302+24];\nsub.s64 %d54,%d190,%d191;\nmov.u32 %r558,0;\nmov.u64 %d301,%d302;\nL43:\n"
    ".pragma \"nounroll\";\nld.param.u64 %d192,[%d301+2424];\nsub.s64 %d193,%d54,%d192;\n"
    "and.b64 %d194,%d193,4611688217451692032;\nsetp.eq.s64 %p61,%d194,4611688217451692032;\nmov.u32 %r422,-2;\n"
    "shf.l.wrap.b32 %r423,%r422,%r422,%r558;\nselp.b32 %r424,-1,%r423,%p61;\nand.b32 %r560,%r424,%r560;\n"
    "add.s64 %d301,%d301,24;\nadd.s32 %r558,%r558,1;\nsetp.lt.u32 %p62,%r558,%r122;\n@%p62 bra L43;\nL44:\n"
    "ld.param.u32 %r129,[%d302+1896];\nsetp.eq.s32 %p63,%r129,0;\n@%p63 bra L49;\nsub.s64 %d196,%d32,%d308;\n"
    "mul.lo.s64 %d197,%d52,3;\nadd.s64 %d58,%d196,%d197;\nld.param.u64 %d59,[%d302+24];\n"
    "ld.param.u64 %d60,[%d302+1920];\nadd.s64 %d61,%d59,%d60;\nshl.b64 %d62,%d60,1;\nadd.s64 %d63,%d61,%d60;\n"
    "mul.lo.s64 %d64,%d60,-3;\nadd.s64 %d65,%d63,%d60;\nmul.lo.s32 %r431,%r2,%r165;\nshl.b32 %r432,%r431,4;\n"
    "mov.u32 %r433,tile;\nadd.s32 %r130,%r433,%r432;\nmov.u32 %r561,0;\nL46:\n.pragma \"nounroll\";\n"
    "ld.param.u64 %d199,[%d302+2416];\nadd.s64 %d200,%d199,%d50;\ncvt.u32.u64 %r439,%d200;\n"
    "add.s32 %r440,%r130,%r439;\nld.shared.v4.u32{%r441,%r442,%r443,%r444},[%r440];\nshr.u32 %r445,%r560,%r561;\n"
    "and.b32 %r438,%r445,1;\nld.param.u64 %d201,[%d302+2408];\nadd.s64 %d198,%d201,%d51;\n"
    "{.reg .pred q;setp.ne.s32 q,%r438,0;\n@q st.global.v4.u32[%d198],{%r441,%r442,%r443,%r444};}\n"
    "setp.eq.b32 %p65,%r438,1;\n@%p65 bra L48;\nld.param.u64 %d210,[%d302+2424];\nsub.s64 %d211,%d58,%d210;\n"
    "ld.param.u64 %d212,[%d302+2408];\nadd.s64 %d202,%d51,%d212;\nand.b64 %d213,%d211,4611688217451692032;\n"
    "setp.eq.s64 %p66,%d213,4611688217451692032;\nselp.u32 %r446,1,0,%p66;\ncvt.u16.u32 %rs2,%r441;\n"
    "{.reg .pred q;setp.ne.s32 q,%r446,0;\n@q st.global.u16[%d202],%rs2;}\nadd.s64 %d203,%d202,2;\n"
    "shr.u32 %r454,%r441,16;\ncvt.u16.u32 %rs3,%r454;\nsub.s64 %d214,%d211,%d59;\n"
    "and.b64 %d215,%d214,4611688217451692032;\nsetp.eq.s64 %p67,%d215,4611688217451692032;\n"
    "selp.u32 %r447,1,0,%p67;\n{.reg .pred q;setp.ne.s32 q,%r447,0;\n@q st.global.u16[%d203],%rs3;}\n";
static const char cucore__ptx_74[] =
    "add.s64 %d204,%d202,4;\nsub.s64 %d216,%d211,%d60;\nand.b64 %d217,%d216,4611688217451692032;\n"
    "setp.eq.s64 %p68,%d217,4611688217451692032;\nselp.u32 %r448,1,0,%p68;\ncvt.u16.u32 %rs4,%r442;\n"
    "{.reg .pred q;setp.ne.s32 q,%r448,0;\n@q st.global.u16[%d204],%rs4;}\nadd.s64 %d205,%d202,6;\n"
    "shr.u32 %r455,%r442,16;\ncvt.u16.u32 %rs5,%r455;\nsub.s64 %d218,%d211,%d61;\n"
    "and.b64 %d219,%d218,4611688217451692032;\nsetp.eq.s64 %p69,%d219,4611688217451692032;\n"
    "selp.u32 %r449,1,0,%p69;\n{.reg .pred q;setp.ne.s32 q,%r449,0;\n@q st.global.u16[%d205],%rs5;}\n"
    "add.s64 %d206,%d202,8;\nsub.s64 %d220,%d211,%d62;\nand.b64 %d221,%d220,4611688217451692032;\n"
    "setp.eq.s64 %p70,%d221,4611688217451692032;\nselp.u32 %r450,1,0,%p70;\ncvt.u16.u32 %rs6,%r443;\n"
    "{.reg .pred q;setp.ne.s32 q,%r450,0;\n@q st.global.u16[%d206],%rs6;}\nadd.s64 %d207,%d202,10;\n"
    "shr.u32 %r456,%r443,16;\ncvt.u16.u32 %rs7,%r456;\nsub.s64 %d222,%d211,%d63;\n"
    "and.b64 %d223,%d222,4611688217451692032;\nsetp.eq.s64 %p71,%d223,4611688217451692032;\n"
    "selp.u32 %r451,1,0,%p71;\n{.reg .pred q;setp.ne.s32 q,%r451,0;\n@q st.global.u16[%d207],%rs7;}\n"
    "add.s64 %d208,%d202,12;\nadd.s64 %d224,%d211,%d64;\nand.b64 %d225,%d224,4611688217451692032;\n"
    "setp.eq.s64 %p72,%d225,4611688217451692032;\nselp.u32 %r452,1,0,%p72;\ncvt.u16.u32 %rs8,%r444;\n"
    "{.reg .pred q;setp.ne.s32 q,%r452,0;\n@q st.global.u16[%d208],%rs8;}\nadd.s64 %d209,%d202,14;\n"
    "shr.u32 %r457,%r444,16;\ncvt.u16.u32 %rs9,%r457;\nsub.s64 %d226,%d211,%d65;\n"
    "and.b64 %d227,%d226,4611688217451692032;\nsetp.eq.s64 %p73,%d227,4611688217451692032;\n"
    "selp.u32 %r453,1,0,%p73;\n{.reg .pred q;setp.ne.s32 q,%r453,0;\n@q st.global.u16[%d209],%rs9;}\nL48:\n"
    "add.s32 %r561,%r561,1;\nadd.s64 %d302,%d302,24;\nsetp.lt.u32 %p74,%r561,%r129;\n@%p74 bra L46;\nL49:\nret;\n"
    "}\n";
static const char *const cucore__kernel_ptx_pairs[] = {cucore__ptx_69, cucore__ptx_70, cucore__ptx_71,
    cucore__ptx_72, cucore__ptx_73, cucore__ptx_74, NULL};
static const char cucore__ptx_75[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_oddpairs(\n.param .align 8 .b8 p[2792]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<174>;\n.reg .b16 %rs<12>;\n.reg .b32 %r<1031>;\n.reg .b64 %d<497>;\nmov.b64 %d128,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d131,0;\nmov.u32 %r335,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r860,%r335;\nmov.u64 %d456,%d131;\nmov.u64 %d457,%d131;\nmov.u64 %d458,%d131;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r860;\nmul.wide.u32 %d135,%r860,920;\n"
    "add.s64 %d136,%d128,%d135;\nadd.s64 %d6,%d136,984;\nld.param.u32 %r6,[%d136+984];\nmov.u32 %r861,%r335;\n"
    "mov.u64 %d459,%d131;\nmov.u64 %d484,%d131;\nmov.u64 %d461,%d131;\nbra.uni L2;\nL122:\nshl.b32 %r843,%r861,4;\n"
    "shl.b64 %d423,%d483,%r843;\nor.b64 %d459,%d423,%d459;\nsetp.eq.s32 %p172,%r861,0;\n"
    "selp.b64 %d461,%d482,%d461,%p172;\nadd.s32 %r861,%r861,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p2,%r6,0;\nmov.u32 %r862,1;\n@%p2 bra L4;\nld.param.u32 %r862,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p3,%r861,%r862;\n@%p3 bra L110;\nbra.uni L5;\nL110:\nld.param.u32 %r808,[%d6+-28];\n"
    "setp.lt.u32 %p165,%r808,2;\nmov.u32 %r1020,%r4;\n@%p165 bra L112;\nld.param.v2.u32{%r809,%r810},[%d6+-24];\n"
    "mul.hi.u32 %r813,%r4,%r809;\nshr.u32 %r1020,%r813,%r810;\nL112:\nld.param.u32 %r314,[%d6+-28];\n"
    "mov.u64 %d482,0;\nld.param.v2.u32{%r1024,%r815},[%d6+-16];\nadd.s32 %r316,%r815,%r1024;\n"
    "add.s32 %r1021,%r1024,1;\nsetp.ge.u32 %p166,%r1021,%r316;\nmov.u64 %d483,%d482;\nmov.u64 %d484,%d482;\n"
    "mov.u32 %r1025,%r1020;\n@%p166 bra L115;\nmov.u64 %d484,0;\nmov.u32 %r1022,%r1020;\nmov.u32 %r1023,%r1024;\n"
    "mov.u64 %d483,%d484;\nmov.u64 %d482,%d484;\nL114:\n.pragma \"nounroll\";\nmov.u32 %r1024,%r1021;\n"
    "mul.lo.s64 %d379,%d5,920;\nadd.s64 %d380,%d128,%d379;\nmul.wide.u32 %d381,%r1023,40;\n"
    "add.s64 %d382,%d380,%d381;\nld.param.v2.u32{%r817,%r818},[%d382+1008];\nmul.hi.u32 %r821,%r1022,%r818;\n"
    "ld.param.u32 %r822,[%d382+1016];\nshr.u32 %r1025,%r821,%r822;\nmul.lo.s32 %r823,%r1025,%r817;\n"
    "sub.s32 %r824,%r1022,%r823;\ncvt.u64.u32 %d383,%r824;\nld.param.u64 %d384,[%d382+1024];\n"
    "mul.lo.s64 %d385,%d384,%d383;\nadd.s64 %d482,%d385,%d482;\nld.param.u64 %d386,[%d382+1032];\n"
    "mul.lo.s64 %d387,%d386,%d383;\nadd.s64 %d483,%d387,%d483;\nld.param.u64 %d388,[%d382+1040];\n"
    "mul.lo.s64 %d389,%d388,%d383;\nadd.s64 %d484,%d389,%d484;\nadd.s32 %r1021,%r1024,1;\n"
    "setp.lt.u32 %p167,%r1021,%r316;\nmov.u32 %r1022,%r1025;\nmov.u32 %r1023,%r1024;\n@%p167 bra L114;\nL115:\n"
    "setp.ge.u32 %p168,%r1024,%r316;\n@%p168 bra L117;\nmul.lo.s64 %d390,%d5,920;\nadd.s64 %d391,%d128,%d390;\n"
    "mul.wide.u32 %d392,%r1024,40;\nadd.s64 %d393,%d391,%d392;\ncvt.u64.u32 %d394,%r1025;\n"
    "ld.param.u64 %d395,[%d393+1024];\nmul.lo.s64 %d396,%d395,%d394;\nadd.s64 %d482,%d396,%d482;\n"
    "ld.param.u64 %d397,[%d393+1032];\nmul.lo.s64 %d398,%d397,%d394;\nadd.s64 %d483,%d398,%d483;\n"
    "ld.param.u64 %d399,[%d393+1040];\nmul.lo.s64 %d400,%d399,%d394;\nadd.s64 %d484,%d400,%d484;\nL117:\n"
    "ld.param.v2.u32{%r826,%r827},[%d6+-16];\nmov.u32 %r1029,0;\nld.param.v2.u32{%r828,%r829},[%d6+-8];\n"
    "mul.lo.s32 %r831,%r314,%r1020;\nsub.s32 %r832,%r4,%r831;\nmad.lo.s32 %r1030,%r829,%r832,%r861;\n"
    "setp.lt.u32 %p169,%r826,2;\n@%p169 bra L120;\nmov.u32 %r1028,0;\nmov.u32 %r1026,1;\nmov.u32 %r1027,%r1030;\n"
    "L119:\n.pragma \"nounroll\";\nmov.u32 %r1029,%r1026;\nmul.lo.s64 %d401,%d5,920;\nadd.s64 %d402,%d128,%d401;\n"
    "mul.wide.u32 %d403,%r1028,40;\nadd.s64 %d404,%d402,%d403;\nld.param.v2.u32{%r835,%r836},[%d404+1008];\n"
    "mul.hi.u32 %r839,%r1027,%r836;\nld.param.u32 %r840,[%d404+1016];\nshr.u32 %r1030,%r839,%r840;\n"
    "mul.lo.s32 %r841,%r1030,%r835;\nsub.s32 %r842,%r1027,%r841;\ncvt.u64.u32 %d405,%r842;\n"
    "ld.param.u64 %d406,[%d404+1024];\nmul.lo.s64 %d407,%d406,%d405;\nadd.s64 %d482,%d407,%d482;\n"
    "ld.param.u64 %d408,[%d404+1032];\nmul.lo.s64 %d409,%d408,%d405;\nadd.s64 %d483,%d409,%d483;\n"
    "ld.param.u64 %d410,[%d404+1040];\nmul.lo.s64 %d411,%d410,%d405;\nadd.s64 %d484,%d411,%d484;\n"
    "add.s32 %r1026,%r1029,1;\n";
static const char cucore__ptx_76[] =
    "setp.lt.u32 %p170,%r1026,%r826;\nmov.u32 %r1027,%r1030;\nmov.u32 %r1028,%r1029;\n@%p170 bra L119;\nL120:\n"
    "setp.ge.u32 %p171,%r1029,%r826;\n@%p171 bra L122;\nmul.lo.s64 %d412,%d5,920;\nadd.s64 %d413,%d128,%d412;\n"
    "mul.wide.u32 %d414,%r1029,40;\nadd.s64 %d415,%d413,%d414;\ncvt.u64.u32 %d416,%r1030;\n"
    "ld.param.u64 %d417,[%d415+1024];\nmul.lo.s64 %d418,%d417,%d416;\nadd.s64 %d482,%d418,%d482;\n"
    "ld.param.u64 %d419,[%d415+1032];\nmul.lo.s64 %d420,%d419,%d416;\nadd.s64 %d483,%d420,%d483;\n"
    "ld.param.u64 %d421,[%d415+1040];\nmul.lo.s64 %d422,%d421,%d416;\nadd.s64 %d484,%d422,%d484;\nbra.uni L122;\n"
    "L5:\nld.param.u32 %r338,[%d6];\nsetp.eq.s32 %p4,%r338,0;\n@%p4 bra L7;\nld.param.u32 %r339,[%d6+-4];\n"
    "add.s32 %r340,%r339,-1;\ncvt.u64.u32 %d137,%r340;\nld.param.u64 %d138,[%d6+16];\n"
    "mul.lo.s64 %d139,%d138,%d137;\nadd.s64 %d484,%d139,%d484;\nL7:\nld.param.u32 %r341,[%d6];\n"
    "setp.eq.s32 %p5,%r341,0;\n@%p5 bra L9;\nmul.lo.s64 %d140,%d459,281479271743489;\nld.param.s32 %d141,[%d6+4];\n"
    "mul.lo.s64 %d142,%d141,844433520132096;\nadd.s64 %d459,%d142,%d140;\nL9:\ncvt.u32.u64 %r342,%d5;\n"
    "setp.eq.s32 %p6,%r342,0;\nselp.b64 %d457,%d461,%d457,%p6;\nselp.b64 %d458,%d459,%d458,%p6;\n"
    "selp.b64 %d456,%d484,%d456,%p6;\nadd.s32 %r860,%r342,1;\nsetp.lt.u32 %p7,%r860,2;\n@%p7 bra L1;\n"
    "ld.param.u64 %d468,[%d128];\nld.param.u64 %d469,[%d128+8];\nmov.u32 %r863,0;\nmov.u32 %r877,%r863;\n"
    "mov.u32 %r876,%r863;\nmov.u32 %r875,%r863;\nmov.u32 %r874,%r863;\nL11:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p8,%r863,0;\nmov.u32 %r868,%r1;\n@%p8 bra L14;\nsetp.ne.s32 %p9,%r863,1;\nmov.u32 %r868,%r2;\n"
    "@%p9 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r868,%r3;\nL14:\nmul.wide.u32 %d143,%r863,4;\n"
    "add.s64 %d144,%d128,%d143;\nld.param.u32 %r17,[%d144+64];\nsetp.ge.u32 %p10,%r877,%r17;\n@%p10 bra L16;\n"
    "L15:\n.pragma \"nounroll\";\nmul.wide.u32 %d145,%r877,40;\nadd.s64 %d146,%d128,%d145;\n"
    "ld.param.v2.u32{%r348,%r349},[%d146+152];\nmul.hi.u32 %r352,%r868,%r349;\n"
    "ld.param.v2.u32{%r353,%r354},[%d146+160];\nshr.u32 %r23,%r352,%r353;\nmul.lo.s32 %r357,%r23,%r348;\n"
    "sub.s32 %r358,%r868,%r357;\ncvt.u64.u32 %d147,%r358;\nld.param.u64 %d148,[%d146+168];\n"
    "mul.lo.s64 %d149,%d148,%d147;\nld.param.u64 %d150,[%d146+176];\nmul.lo.s64 %d151,%d150,%d147;\n"
    "ld.param.u32 %r359,[%d146+184];\nmul.lo.s32 %r360,%r358,%r359;\nadd.s64 %d468,%d149,%d468;\n"
    "add.s64 %d469,%d151,%d469;\nsetp.eq.s32 %p11,%r354,0;\nselp.b32 %r361,%r360,0,%p11;\n"
    "add.s32 %r874,%r361,%r874;\nsetp.eq.s32 %p12,%r354,1;\nselp.b32 %r362,%r360,0,%p12;\n"
    "add.s32 %r875,%r362,%r875;\nsetp.eq.s32 %p13,%r354,2;\nselp.b32 %r363,%r360,0,%p13;\n"
    "add.s32 %r876,%r363,%r876;\nadd.s32 %r877,%r877,1;\nsetp.lt.u32 %p14,%r877,%r17;\nmov.u32 %r868,%r23;\n"
    "@%p14 bra L15;\nL16:\nadd.s32 %r863,%r863,1;\nsetp.lt.u32 %p15,%r863,3;\n@%p15 bra L11;\n"
    "ld.param.u32 %r366,[%d128+104];\nadd.s32 %r367,%r874,1;\nsetp.eq.s32 %p16,%r367,%r366;\n"
    "ld.param.u64 %d28,[%d128+128];\nneg.s64 %d152,%d28;\nselp.b64 %d153,%d152,0,%p16;\n"
    "ld.param.u64 %d29,[%d128+120];\nadd.s64 %d154,%d153,%d29;\nld.param.v2.u32{%r368,%r369},[%d128+104];\n"
    "mov.u32 %r908,0;\nadd.s32 %r370,%r875,1;\nsetp.eq.s32 %p17,%r370,%r369;\nld.param.u64 %d30,[%d128+136];\n"
    "neg.s64 %d155,%d30;\nselp.b64 %d156,%d155,0,%p17;\nadd.s64 %d157,%d154,%d156;\n"
    "ld.param.u32 %r35,[%d128+112];\nadd.s32 %r371,%r876,1;\nsetp.eq.s32 %p18,%r371,%r35;\n"
    "ld.param.u64 %d31,[%d128+144];\nneg.s64 %d158,%d31;\nselp.b64 %d159,%d158,0,%p18;\n"
    "add.s64 %d470,%d157,%d159;\nsetp.ne.s64 %p19,%d470,%d29;\nselp.u32 %r899,1,0,%p19;\n"
    "setp.ge.u32 %p20,%r874,%r368;\nsetp.ge.u32 %p21,%r875,%r369;\nsetp.ge.u32 %p22,%r876,%r35;\n"
    "or.pred %p23,%p20,%p21;\nor.pred %p24,%p22,%p23;\nselp.u32 %r898,1,0,%p24;\n"
    "ld.param.v2.u32{%r372,%r373},[%d128+976];\nld.param.v2.u32{%r374,%r375},[%d128+40];\n"
    "ld.param.u64 %d34,[%d128+24];\nadd.s64 %d35,%d34,%d456;\nld.param.u32 %r44,[%d128+40];\n"
    "ld.param.u64 %d36,[%d128+1000];\nld.param.v2.u32{%r376,%r377},[%d128+80];\nld.param.u32 %r49,[%d128+44];\n"
    "ld.param.v2.u32{%r378,%r379},[%d128+984];\nld.param.u64 %d39,[%d128+16];\n";
static const char cucore__ptx_77[] =
    "ld.param.v2.u32{%r380,%r381},[%d128+1896];\ncvt.u32.u64 %r382,%d459;\nand.b32 %r54,%r382,65535;\n"
    "ld.param.u32 %r55,[%d128+1896];\nld.param.u32 %r56,[%d128+976];\nld.param.v2.u32{%r383,%r384},[%d128+48];\n"
    "ld.param.u32 %r60,[%d128+48];\nld.param.u64 %d40,[%d128+1496];\nand.b64 %d41,%d458,65535;\n"
    "ld.param.u64 %d42,[%d128+1488];\nld.param.u64 %d43,[%d128+1520];\nld.param.u64 %d44,[%d128+1920];\n"
    "ld.param.u64 %d45,[%d128+1512];\nadd.s64 %d334,%d40,%d41;\nadd.s64 %d337,%d43,%d41;\nmov.u32 %r903,%r898;\n"
    "mov.u32 %r904,%r899;\nmov.u32 %r905,%r876;\nmov.u32 %r906,%r875;\nmov.u32 %r907,%r874;\nmov.u64 %d473,%d470;\n"
    "mov.u64 %d474,%d469;\nbra.uni L18;\nL109:\nld.param.u32 %r846,[%d128+76];\nld.param.u32 %r845,[%d128+108];\n"
    "ld.param.u32 %r844,[%d128+112];\nld.param.u64 %d427,[%d128+120];\nld.param.u64 %d426,[%d128+96];\n"
    "ld.param.u64 %d425,[%d128+88];\nbar.sync 0;\nadd.s64 %d468,%d425,%d468;\nadd.s64 %d469,%d426,%d474;\n"
    "setp.eq.s32 %p151,%r376,0;\nselp.b32 %r802,%r377,0,%p151;\nadd.s32 %r874,%r802,%r907;\n"
    "setp.eq.s32 %p152,%r376,1;\nselp.b32 %r803,%r377,0,%p152;\nadd.s32 %r875,%r803,%r906;\n"
    "setp.eq.s32 %p153,%r376,2;\nselp.b32 %r804,%r377,0,%p153;\nadd.s32 %r876,%r804,%r905;\n"
    "add.s32 %r805,%r874,1;\nsetp.eq.s32 %p154,%r805,%r368;\nselp.b64 %d366,%d152,0,%p154;\n"
    "add.s64 %d367,%d366,%d427;\nadd.s32 %r806,%r875,1;\nsetp.eq.s32 %p155,%r806,%r369;\n"
    "selp.b64 %d369,%d155,0,%p155;\nadd.s64 %d370,%d367,%d369;\nadd.s32 %r807,%r876,1;\n"
    "setp.eq.s32 %p156,%r807,%r844;\nselp.b64 %d372,%d158,0,%p156;\nadd.s64 %d470,%d370,%d372;\n"
    "setp.ne.s64 %p157,%d470,%d427;\nselp.u32 %r899,1,0,%p157;\nsetp.ge.u32 %p158,%r874,%r368;\n"
    "setp.ge.u32 %p159,%r875,%r845;\nsetp.ge.u32 %p160,%r876,%r844;\nor.pred %p161,%p158,%p159;\n"
    "or.pred %p162,%p160,%p161;\nadd.s32 %r908,%r908,1;\nsetp.ge.u32 %p163,%r908,%r846;\n"
    "or.pred %p164,%p162,%p163;\nselp.u32 %r898,1,0,%p164;\nL18:\n.pragma \"nounroll\";\nmov.u64 %d50,%d474;\n"
    "mov.u64 %d49,%d473;\nmov.u32 %r90,%r907;\nmov.u32 %r89,%r906;\nmov.u32 %r88,%r905;\nmov.u32 %r87,%r904;\n"
    "mov.u32 %r86,%r903;\nmov.u64 %d474,%d469;\nmov.u64 %d473,%d470;\nmov.u32 %r907,%r874;\nmov.u32 %r906,%r875;\n"
    "mov.u32 %r905,%r876;\nmov.u32 %r904,%r899;\nmov.u32 %r903,%r898;\nld.param.u32 %r847,[%d128+952];\n"
    "mov.u32 %r385,%tid.x;\nsetp.gt.u32 %p25,%r847,%r385;\nsetp.eq.s32 %p26,%r903,0;\nand.pred %p1,%p26,%p25;\n"
    "not.pred %p27,%p1;\n@%p27 bra L59;\nsetp.eq.s32 %p28,%r44,0;\nmov.u64 %d475,0;\n@%p28 bra L21;\n"
    "setp.eq.s32 %p29,%r375,1;\nsetp.eq.s32 %p30,%r375,0;\nselp.b32 %r386,%r906,%r905,%p29;\n"
    "selp.b32 %r387,%r907,%r386,%p30;\nadd.s32 %r388,%r387,1;\nmul.wide.u32 %d162,%r375,4;\n"
    "add.s64 %d163,%d128,%d162;\nld.param.u32 %r389,[%d163+104];\nsetp.eq.s32 %p31,%r388,%r389;\n"
    "cvt.u64.u32 %d164,%r44;\nmul.lo.s64 %d165,%d36,%d164;\nselp.b64 %d475,%d165,0,%p31;\nL21:\n"
    "setp.eq.s64 %p32,%d475,0;\n@%p32 bra L30;\nmov.u32 %r917,0;\nsetp.eq.s32 %p33,%r372,0;\n@%p33 bra L33;\n"
    "max.u32 %r394,%r56,1;\nadd.s32 %r395,%r394,-1;\nsetp.lt.u32 %p34,%r395,3;\nsub.s64 %d166,%d473,%d456;\n"
    "sub.s64 %d54,%d166,%d475;\nmov.u32 %r913,0;\nmov.u32 %r917,%r913;\n@%p34 bra L26;\nand.b32 %r399,%r394,3;\n"
    "sub.s32 %r911,%r394,%r399;\nmov.u32 %r913,0;\nL25:\nmul.wide.u32 %d167,%r913,24;\nadd.s64 %d168,%d128,%d167;\n"
    "ld.param.u64 %d169,[%d168+1504];\nsub.s64 %d170,%d54,%d169;\nand.b64 %d171,%d170,4611688217451692032;\n"
    "setp.eq.s64 %p35,%d171,4611688217451692032;\nselp.u32 %r400,1,0,%p35;\nshl.b32 %r401,%r400,%r913;\n"
    "or.b32 %r402,%r401,%r917;\nld.param.u64 %d172,[%d168+1528];\nsub.s64 %d173,%d54,%d172;\n"
    "and.b64 %d174,%d173,4611688217451692032;\nsetp.eq.s64 %p36,%d174,4611688217451692032;\n"
    "selp.u32 %r403,1,0,%p36;\nadd.s32 %r404,%r913,1;\nshl.b32 %r405,%r403,%r404;\nor.b32 %r406,%r405,%r402;\n"
    "ld.param.u64 %d175,[%d168+1552];\nsub.s64 %d176,%d54,%d175;\nand.b64 %d177,%d176,4611688217451692032;\n"
    "setp.eq.s64 %p37,%d177,4611688217451692032;\nselp.u32 %r407,1,0,%p37;\nadd.s32 %r408,%r913,2;\n"
    "shl.b32 %r409,%r407,%r408;\nor.b32 %r410,%r409,%r406;\nld.param.u64 %d178,[%d168+1576];\n"
    "sub.s64 %d179,%d54,%d178;\n";
static const char cucore__ptx_78[] =
    "and.b64 %d180,%d179,4611688217451692032;\nsetp.eq.s64 %p38,%d180,4611688217451692032;\n"
    "selp.u32 %r411,1,0,%p38;\nadd.s32 %r412,%r913,3;\nshl.b32 %r413,%r411,%r412;\nor.b32 %r917,%r413,%r410;\n"
    "add.s32 %r913,%r913,4;\nadd.s32 %r911,%r911,-4;\nsetp.ne.s32 %p39,%r911,0;\n@%p39 bra L25;\nL26:\n"
    "and.b32 %r415,%r394,3;\nsetp.eq.s32 %p40,%r415,0;\n@%p40 bra L33;\nsetp.eq.s32 %p41,%r415,1;\n"
    "mul.wide.u32 %d182,%r913,24;\nadd.s64 %d183,%d128,%d182;\nadd.s64 %d56,%d183,1504;\n"
    "ld.param.u64 %d184,[%d183+1504];\nsub.s64 %d185,%d54,%d184;\nand.b64 %d186,%d185,4611688217451692032;\n"
    "setp.eq.s64 %p42,%d186,4611688217451692032;\nselp.u32 %r418,1,0,%p42;\nshl.b32 %r419,%r418,%r913;\n"
    "or.b32 %r917,%r419,%r917;\n@%p41 bra L33;\nsetp.eq.s32 %p43,%r415,2;\nld.param.u64 %d187,[%d56+24];\n"
    "sub.s64 %d188,%d54,%d187;\nand.b64 %d189,%d188,4611688217451692032;\n"
    "setp.eq.s64 %p44,%d189,4611688217451692032;\nselp.u32 %r422,1,0,%p44;\nadd.s32 %r423,%r913,1;\n"
    "shl.b32 %r424,%r422,%r423;\nor.b32 %r917,%r424,%r917;\n@%p43 bra L33;\nld.param.u64 %d190,[%d56+48];\n"
    "sub.s64 %d191,%d54,%d190;\nand.b64 %d192,%d191,4611688217451692032;\n"
    "setp.eq.s64 %p45,%d192,4611688217451692032;\nselp.u32 %r425,1,0,%p45;\nadd.s32 %r426,%r913,2;\n"
    "shl.b32 %r427,%r425,%r426;\nor.b32 %r917,%r427,%r917;\nbra.uni L33;\nL30:\nsetp.eq.s32 %p46,%r56,0;\n"
    "setp.eq.s32 %p47,%r904,0;\nor.pred %p48,%p47,%p46;\nmov.u32 %r428,-1;\nshl.b32 %r429,%r428,%r372;\n"
    "not.b32 %r917,%r429;\n@%p48 bra L33;\nsub.s64 %d57,%d473,%d456;\nmov.u32 %r915,0;\nnot.b32 %r917,%r429;\n"
    "L32:\n.pragma \"nounroll\";\nmul.wide.u32 %d193,%r915,24;\nadd.s64 %d194,%d128,%d193;\n"
    "ld.param.u64 %d195,[%d194+1504];\nsub.s64 %d196,%d57,%d195;\nand.b64 %d197,%d196,4611688217451692032;\n"
    "setp.eq.s64 %p49,%d197,4611688217451692032;\nmov.u32 %r433,-2;\nshf.l.wrap.b32 %r434,%r433,%r433,%r915;\n"
    "selp.b32 %r435,-1,%r434,%p49;\nand.b32 %r917,%r435,%r917;\nadd.s32 %r915,%r915,1;\n"
    "setp.lt.u32 %p50,%r915,%r56;\n@%p50 bra L32;\nL33:\nmov.u64 %d476,0;\n@%p28 bra L35;\n"
    "setp.eq.s32 %p52,%r49,1;\nselp.b32 %r436,%r906,%r905,%p52;\nsetp.eq.s32 %p53,%r49,0;\n"
    "selp.b32 %r437,%r907,%r436,%p53;\nadd.s32 %r438,%r437,1;\nmul.wide.u32 %d200,%r49,4;\n"
    "add.s64 %d201,%d128,%d200;\nld.param.u32 %r439,[%d201+104];\nsetp.eq.s32 %p54,%r438,%r439;\n"
    "cvt.u64.u32 %d202,%r374;\nmul.lo.s64 %d203,%d36,%d202;\nselp.b64 %d476,%d203,0,%p54;\nL35:\n"
    "setp.eq.s64 %p55,%d476,0;\n@%p55 bra L44;\nsetp.eq.s32 %p56,%r56,0;\nmov.u32 %r926,0;\n@%p56 bra L47;\n"
    "max.u32 %r444,%r56,1;\nadd.s32 %r445,%r444,-1;\nsetp.lt.u32 %p57,%r445,3;\nsub.s64 %d204,%d473,%d35;\n"
    "sub.s64 %d61,%d204,%d476;\nmov.u32 %r922,0;\nmov.u32 %r926,%r922;\n@%p57 bra L40;\nand.b32 %r449,%r444,3;\n"
    "sub.s32 %r920,%r444,%r449;\nmov.u32 %r922,0;\nL39:\nmul.wide.u32 %d205,%r922,24;\nadd.s64 %d206,%d128,%d205;\n"
    "ld.param.u64 %d207,[%d206+1504];\nsub.s64 %d208,%d61,%d207;\nand.b64 %d209,%d208,4611688217451692032;\n"
    "setp.eq.s64 %p58,%d209,4611688217451692032;\nselp.u32 %r450,1,0,%p58;\nshl.b32 %r451,%r450,%r922;\n"
    "or.b32 %r452,%r451,%r926;\nld.param.u64 %d210,[%d206+1528];\nsub.s64 %d211,%d61,%d210;\n"
    "and.b64 %d212,%d211,4611688217451692032;\nsetp.eq.s64 %p59,%d212,4611688217451692032;\n"
    "selp.u32 %r453,1,0,%p59;\nadd.s32 %r454,%r922,1;\nshl.b32 %r455,%r453,%r454;\nor.b32 %r456,%r455,%r452;\n"
    "ld.param.u64 %d213,[%d206+1552];\nsub.s64 %d214,%d61,%d213;\nand.b64 %d215,%d214,4611688217451692032;\n"
    "setp.eq.s64 %p60,%d215,4611688217451692032;\nselp.u32 %r457,1,0,%p60;\nadd.s32 %r458,%r922,2;\n"
    "shl.b32 %r459,%r457,%r458;\nor.b32 %r460,%r459,%r456;\nld.param.u64 %d216,[%d206+1576];\n"
    "sub.s64 %d217,%d61,%d216;\nand.b64 %d218,%d217,4611688217451692032;\n"
    "setp.eq.s64 %p61,%d218,4611688217451692032;\nselp.u32 %r461,1,0,%p61;\nadd.s32 %r462,%r922,3;\n"
    "shl.b32 %r463,%r461,%r462;\nor.b32 %r926,%r463,%r460;\nadd.s32 %r922,%r922,4;\nadd.s32 %r920,%r920,-4;\n"
    "setp.ne.s32 %p62,%r920,0;\n@%p62 bra L39;\nL40:\nand.b32 %r465,%r444,3;\nsetp.eq.s32 %p63,%r465,0;\n"
    "@%p63 bra L47;\nsetp.eq.s32 %p64,%r465,1;\nmul.wide.u32 %d220,%r922,24;\nadd.s64 %d221,%d128,%d220;\n";
static const char cucore__ptx_79[] =
    "add.s64 %d63,%d221,1504;\nld.param.u64 %d222,[%d221+1504];\nsub.s64 %d223,%d61,%d222;\n"
    "and.b64 %d224,%d223,4611688217451692032;\nsetp.eq.s64 %p65,%d224,4611688217451692032;\n"
    "selp.u32 %r468,1,0,%p65;\nshl.b32 %r469,%r468,%r922;\nor.b32 %r926,%r469,%r926;\n@%p64 bra L47;\n"
    "setp.eq.s32 %p66,%r465,2;\nld.param.u64 %d225,[%d63+24];\nsub.s64 %d226,%d61,%d225;\n"
    "and.b64 %d227,%d226,4611688217451692032;\nsetp.eq.s64 %p67,%d227,4611688217451692032;\n"
    "selp.u32 %r472,1,0,%p67;\nadd.s32 %r473,%r922,1;\nshl.b32 %r474,%r472,%r473;\nor.b32 %r926,%r474,%r926;\n"
    "@%p66 bra L47;\nld.param.u64 %d228,[%d63+48];\nsub.s64 %d229,%d61,%d228;\n"
    "and.b64 %d230,%d229,4611688217451692032;\nsetp.eq.s64 %p68,%d230,4611688217451692032;\n"
    "selp.u32 %r475,1,0,%p68;\nadd.s32 %r476,%r922,2;\nshl.b32 %r477,%r475,%r476;\nor.b32 %r926,%r477,%r926;\n"
    "bra.uni L47;\nL44:\nsetp.eq.s32 %p69,%r56,0;\nsetp.eq.s32 %p70,%r904,0;\nor.pred %p71,%p70,%p69;\n"
    "mov.u32 %r478,-1;\nshl.b32 %r479,%r478,%r56;\nnot.b32 %r926,%r479;\n@%p71 bra L47;\nsub.s64 %d64,%d473,%d35;\n"
    "not.b32 %r926,%r479;\nmov.u32 %r924,0;\nL46:\n.pragma \"nounroll\";\nmul.wide.u32 %d231,%r924,24;\n"
    "add.s64 %d232,%d128,%d231;\nld.param.u64 %d233,[%d232+1504];\nsub.s64 %d234,%d64,%d233;\n"
    "and.b64 %d235,%d234,4611688217451692032;\nsetp.eq.s64 %p72,%d235,4611688217451692032;\nmov.u32 %r483,-2;\n"
    "shf.l.wrap.b32 %r484,%r483,%r483,%r924;\nselp.b32 %r485,-1,%r484,%p72;\nand.b32 %r926,%r485,%r926;\n"
    "add.s32 %r924,%r924,1;\nsetp.lt.u32 %p73,%r924,%r56;\n@%p73 bra L46;\nL47:\nadd.s64 %d428,%d468,%d457;\n"
    "setp.eq.s32 %p74,%r374,0;\nadd.s64 %d66,%d428,%d42;\nand.b32 %r132,%r917,1;\n@%p74 bra L49;\n"
    "cvt.u32.u64 %r496,%d66;\nand.b32 %r497,%r496,3;\nand.b64 %d241,%d66,3;\nsub.s64 %d236,%d66,%d241;\n"
    "{.reg .pred q;setp.ne.s32 q,%r132,0;\nmov.b32 %r1001,0;@q ld.global.u32 %r1001,[%d236];}\n"
    "add.s64 %d237,%d236,4;\n{.reg .pred q;setp.ne.s32 q,%r132,0;\n"
    "mov.b32 %r1000,0;@q ld.global.u32 %r1000,[%d237];}\nadd.s64 %d238,%d236,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r132,0;\nmov.b32 %r999,0;@q ld.global.u32 %r999,[%d238];}\n"
    "add.s64 %d239,%d236,12;\n{.reg .pred q;setp.ne.s32 q,%r132,0;\n"
    "mov.b32 %r998,0;@q ld.global.u32 %r998,[%d239];}\nadd.s64 %d240,%d236,16;\nsetp.ne.s32 %p75,%r497,0;\n"
    "setp.ne.s32 %p76,%r132,0;\nand.pred %p77,%p76,%p75;\nselp.u32 %r495,1,0,%p77;\n"
    "{.reg .pred q;setp.ne.s32 q,%r495,0;\nmov.b32 %r945,0;@q ld.global.u32 %r945,[%d240];}\nbra.uni L50;\nL49:\n"
    "{.reg .pred q;setp.ne.s32 q,%r132,0;\nmov.u32 %r1001,0;mov.u32 %r1000,0;mov.u32 %r999,0;mov.u32 %r998,0;\n"
    "@q ld.global.v4.u32{%r1001,%r1000,%r999,%r998},[%d66];}\nL50:\nadd.s64 %d67,%d66,%d39;\n"
    "and.b32 %r147,%r926,1;\n@%p74 bra L52;\ncvt.u32.u64 %r513,%d67;\nand.b32 %r514,%r513,3;\n"
    "and.b64 %d248,%d67,3;\nsub.s64 %d243,%d67,%d248;\n{.reg .pred q;setp.ne.s32 q,%r147,0;\n"
    "mov.b32 %r997,0;@q ld.global.u32 %r997,[%d243];}\nadd.s64 %d244,%d243,4;\n"
    "{.reg .pred q;setp.ne.s32 q,%r147,0;\nmov.b32 %r996,0;@q ld.global.u32 %r996,[%d244];}\n"
    "add.s64 %d245,%d243,8;\n{.reg .pred q;setp.ne.s32 q,%r147,0;\n"
    "mov.b32 %r995,0;@q ld.global.u32 %r995,[%d245];}\nadd.s64 %d246,%d243,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r147,0;\nmov.b32 %r994,0;@q ld.global.u32 %r994,[%d246];}\n"
    "add.s64 %d247,%d243,16;\nsetp.ne.s32 %p79,%r514,0;\nsetp.ne.s32 %p80,%r147,0;\nand.pred %p81,%p80,%p79;\n"
    "selp.u32 %r512,1,0,%p81;\n{.reg .pred q;setp.ne.s32 q,%r512,0;\n"
    "mov.b32 %r944,0;@q ld.global.u32 %r944,[%d247];}\nbra.uni L53;\nL52:\n{.reg .pred q;setp.ne.s32 q,%r147,0;\n"
    "mov.u32 %r997,0;mov.u32 %r996,0;mov.u32 %r995,0;mov.u32 %r994,0;\n"
    "@q ld.global.v4.u32{%r997,%r996,%r995,%r994},[%d67];}\nL53:\nshr.u32 %r520,%r917,1;\nand.b32 %r162,%r520,1;\n"
    "@%p74 bra L55;\nadd.s64 %d451,%d468,%d457;\nadd.s64 %d450,%d451,%d45;\ncvt.u32.u64 %r531,%d450;\n"
    "and.b32 %r532,%r531,3;\nand.b64 %d255,%d450,3;\nsub.s64 %d250,%d450,%d255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r162,0;\nmov.b32 %r993,0;@q ld.global.u32 %r993,[%d250];}\n"
    "add.s64 %d251,%d250,4;\n{.reg .pred q;setp.ne.s32 q,%r162,0;\n"
    "mov.b32 %r992,0;@q ld.global.u32 %r992,[%d251];}\nadd.s64 %d252,%d250,8;\n";
static const char cucore__ptx_80[] =
    "{.reg .pred q;setp.ne.s32 q,%r162,0;\nmov.b32 %r991,0;@q ld.global.u32 %r991,[%d252];}\n"
    "add.s64 %d253,%d250,12;\n{.reg .pred q;setp.ne.s32 q,%r162,0;\n"
    "mov.b32 %r990,0;@q ld.global.u32 %r990,[%d253];}\nadd.s64 %d254,%d250,16;\nsetp.ne.s32 %p83,%r532,0;\n"
    "setp.ne.s32 %p84,%r162,0;\nand.pred %p85,%p84,%p83;\nselp.u32 %r530,1,0,%p85;\n"
    "{.reg .pred q;setp.ne.s32 q,%r530,0;\nmov.b32 %r943,0;@q ld.global.u32 %r943,[%d254];}\nbra.uni L56;\nL55:\n"
    "add.s64 %d455,%d468,%d457;\nadd.s64 %d454,%d455,%d45;\n{.reg .pred q;setp.ne.s32 q,%r162,0;\n"
    "mov.u32 %r993,0;mov.u32 %r992,0;mov.u32 %r991,0;mov.u32 %r990,0;\n"
    "@q ld.global.v4.u32{%r993,%r992,%r991,%r990},[%d454];}\nL56:\nadd.s64 %d453,%d468,%d457;\n"
    "add.s64 %d452,%d453,%d45;\nadd.s64 %d69,%d452,%d39;\nshr.u32 %r538,%r926,1;\nand.b32 %r177,%r538,1;\n"
    "@%p74 bra L58;\ncvt.u32.u64 %r549,%d69;\nand.b32 %r550,%r549,3;\nand.b64 %d262,%d69,3;\n"
    "sub.s64 %d257,%d69,%d262;\n{.reg .pred q;setp.ne.s32 q,%r177,0;\n"
    "mov.b32 %r989,0;@q ld.global.u32 %r989,[%d257];}\nadd.s64 %d258,%d257,4;\n"
    "{.reg .pred q;setp.ne.s32 q,%r177,0;\nmov.b32 %r988,0;@q ld.global.u32 %r988,[%d258];}\n"
    "add.s64 %d259,%d257,8;\n{.reg .pred q;setp.ne.s32 q,%r177,0;\n"
    "mov.b32 %r987,0;@q ld.global.u32 %r987,[%d259];}\nadd.s64 %d260,%d257,12;\n"
    "{.reg .pred q;setp.ne.s32 q,%r177,0;\nmov.b32 %r986,0;@q ld.global.u32 %r986,[%d260];}\n"
    "add.s64 %d261,%d257,16;\nsetp.ne.s32 %p87,%r550,0;\nsetp.ne.s32 %p88,%r177,0;\nand.pred %p89,%p88,%p87;\n"
    "selp.u32 %r548,1,0,%p89;\n{.reg .pred q;setp.ne.s32 q,%r548,0;\n"
    "mov.b32 %r942,0;@q ld.global.u32 %r942,[%d261];}\nbra.uni L59;\nL58:\n{.reg .pred q;setp.ne.s32 q,%r177,0;\n"
    "mov.u32 %r989,0;mov.u32 %r988,0;mov.u32 %r987,0;mov.u32 %r986,0;\n"
    "@q ld.global.v4.u32{%r989,%r988,%r987,%r986},[%d69];}\nL59:\nsetp.eq.s32 %p90,%r908,0;\n@%p90 bra L88;\n"
    "mov.u32 %r859,%tid.x;\nld.param.u32 %r848,[%d128+1872];\nsetp.le.u32 %p91,%r848,%r859;\n"
    "add.s64 %d70,%d50,%d461;\nsetp.ne.s32 %p92,%r86,0;\nor.pred %p93,%p92,%p91;\n@%p93 bra L85;\n"
    "setp.lt.u32 %p94,%r60,3;\n@%p94 bra L70;\nbra.uni L62;\nL70:\nsetp.eq.s32 %p111,%r55,0;\n@%p111 bra L85;\n"
    "mov.u32 %r966,0;\nsetp.eq.s32 %p112,%r383,1;\nsetp.eq.s32 %p113,%r383,0;\nselp.b32 %r593,%r89,%r88,%p112;\n"
    "selp.b32 %r220,%r90,%r593,%p113;\nmul.lo.s32 %r594,%r383,21;\nshr.u64 %d309,%d49,%r594;\n"
    "cvt.u32.u64 %r595,%d309;\nand.b32 %r221,%r595,1048575;\nL72:\n.pragma \"nounroll\";\nadd.s32 %r852,%r381,-1;\n"
    "mul.lo.s32 %r851,%r383,21;\nmul.wide.u32 %d311,%r966,24;\nadd.s64 %d312,%d128,%d311;\n"
    "cvt.u64.u32 %d313,%r852;\nmul.lo.s64 %d314,%d44,%d313;\nsub.s64 %d315,%d484,%d314;\n"
    "ld.param.u64 %d316,[%d312+2424];\nadd.s64 %d77,%d316,%d315;\nshr.u64 %d317,%d77,%r851;\n"
    "cvt.u32.u64 %r598,%d317;\nand.b32 %r224,%r598,1048575;\nsetp.eq.s32 %p114,%r87,0;\n@%p114 bra L74;\n"
    "mul.lo.s32 %r850,%r383,21;\nmov.u64 %d318,1048575;\nshl.b64 %d319,%d318,%r850;\nnot.b64 %d320,%d319;\n"
    "and.b64 %d321,%d320,%d77;\nsub.s64 %d322,%d49,%d321;\nand.b64 %d323,%d322,4611688217451692032;\n"
    "setp.ne.s64 %p115,%d323,4611688217451692032;\n@%p115 bra L84;\nL74:\nld.param.u32 %r849,[%d128+56];\n"
    "setp.lt.s32 %p116,%r224,%r849;\nmov.u32 %r967,%r224;\n@%p116 bra L78;\nsetp.eq.s32 %p117,%r220,0;\n"
    "@%p117 bra L77;\nadd.s32 %r853,%r220,1;\nmul.wide.u32 %d325,%r60,4;\nadd.s64 %d326,%d128,%d325;\n"
    "ld.param.u32 %r600,[%d326+104];\nsetp.lt.u32 %p118,%r853,%r600;\nmov.u32 %r967,%r224;\n@%p118 bra L84;\n"
    "bra.uni L78;\nL77:\nsub.s32 %r967,%r224,%r384;\nL78:\nmul.wide.u32 %d442,%r966,24;\n"
    "add.s64 %d441,%d128,%d442;\nld.param.u64 %d440,[%d441+2416];\nld.param.u64 %d439,[%d441+2408];\n"
    "add.s64 %d327,%d439,%d70;\nshl.b32 %r601,%r224,1;\ncvt.u32.u64 %r602,%d327;\nsub.s32 %r603,%r601,%r602;\n"
    "and.b32 %r604,%r603,30;\nshr.u32 %r605,%r604,1;\nadd.s32 %r969,%r967,%r605;\nsub.s32 %r606,%r969,%r224;\n"
    "shl.b32 %r607,%r606,1;\ncvt.s64.s32 %d328,%r607;\nadd.s64 %d80,%d327,%d328;\ncvt.u32.u64 %r608,%d440;\n"
    "add.s32 %r609,%r54,%r608;\nadd.s32 %r228,%r609,%r607;\nsetp.lt.s32 %p119,%r969,0;\nadd.s32 %r610,%r969,7;\n"
    "setp.gt.s32 %p120,%r610,%r221;\nor.pred %p121,%p119,%p120;\n";
static const char cucore__ptx_81[] =
    "@%p121 bra L80;\nbra.uni L79;\nL80:\nmov.u32 %r968,0;\nL81:\n.pragma \"nounroll\";\n"
    "setp.gt.u32 %p125,%r969,%r221;\n@%p125 bra L83;\ncvt.u64.u32 %d331,%r968;\nadd.s64 %d330,%d80,%d331;\n"
    "add.s32 %r665,%r968,%r228;\nmov.u32 %r666,tile;\nadd.s32 %r667,%r666,%r665;\nld.shared.u16 %rs10,[%r667];\n"
    "mov.u32 %r664,1;\n{.reg .pred q;setp.ne.s32 q,%r664,0;\n@q st.global.u16[%d330],%rs10;}\nL83:\n"
    "add.s32 %r968,%r968,2;\nadd.s32 %r969,%r969,1;\nsetp.lt.u32 %p126,%r968,16;\n@%p126 bra L81;\nbra.uni L84;\n"
    "L79:\nand.b32 %r632,%r228,-16;\nmov.u32 %r633,tile;\nadd.s32 %r634,%r633,%r632;\n"
    "ld.shared.v4.u32{%r635,%r636,%r637,%r638},[%r634];\nmov.u32 %r631,1;\nand.b32 %r643,%r228,15;\n"
    "setp.ne.s32 %p122,%r643,0;\nselp.u16 %rs9,1,0,%p122;\nmul.wide.u16 %r644,%rs9,16;\n"
    "add.s32 %r645,%r634,%r644;\nld.shared.v4.u32{%r646,%r647,%r648,%r649},[%r645];\nand.b32 %r654,%r228,8;\n"
    "setp.eq.s32 %p123,%r654,0;\nselp.b32 %r655,%r635,%r637,%p123;\nselp.b32 %r656,%r636,%r638,%p123;\n"
    "selp.b32 %r657,%r637,%r646,%p123;\nselp.b32 %r658,%r638,%r647,%p123;\nselp.b32 %r659,%r646,%r648,%p123;\n"
    "selp.b32 %r660,%r647,%r649,%p123;\nand.b32 %r661,%r228,4;\nsetp.eq.s32 %p124,%r661,0;\n"
    "selp.b32 %r612,%r655,%r656,%p124;\nselp.b32 %r616,%r656,%r657,%p124;\nselp.b32 %r620,%r657,%r658,%p124;\n"
    "selp.b32 %r624,%r658,%r659,%p124;\nselp.b32 %r625,%r659,%r660,%p124;\nshl.b32 %r662,%r228,3;\n"
    "and.b32 %r614,%r662,24;\nshf.r.wrap.b32 %r611,%r612,%r616,%r614;\nshf.r.wrap.b32 %r615,%r616,%r620,%r614;\n"
    "shf.r.wrap.b32 %r619,%r620,%r624,%r614;\nshf.r.wrap.b32 %r623,%r624,%r625,%r614;\n"
    "{.reg .pred q;setp.ne.s32 q,%r631,0;\n@q st.global.v4.u32[%d80],{%r611,%r615,%r619,%r623};}\nL84:\n"
    "add.s32 %r966,%r966,1;\nsetp.lt.u32 %p127,%r966,%r380;\n@%p127 bra L72;\nbra.uni L85;\nL62:\n"
    "setp.eq.s32 %p95,%r55,0;\nsetp.eq.s32 %p96,%r87,0;\nor.pred %p97,%p96,%p95;\nmov.u32 %r557,-1;\n"
    "shl.b32 %r558,%r557,%r55;\nnot.b32 %r964,%r558;\n@%p97 bra L65;\nnot.b32 %r964,%r558;\nmov.u32 %r962,0;\n"
    "L64:\n.pragma \"nounroll\";\nsub.s64 %d438,%d49,%d484;\nsub.s64 %d437,%d438,%d34;\n"
    "mul.wide.u32 %d265,%r962,24;\nadd.s64 %d266,%d128,%d265;\nld.param.u64 %d267,[%d266+2424];\n"
    "sub.s64 %d268,%d437,%d267;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.eq.s64 %p98,%d269,4611688217451692032;\nmov.u32 %r562,-2;\nshf.l.wrap.b32 %r563,%r562,%r562,%r962;\n"
    "selp.b32 %r564,-1,%r563,%p98;\nand.b32 %r964,%r564,%r964;\nadd.s32 %r962,%r962,1;\n"
    "setp.lt.u32 %p99,%r962,%r55;\n@%p99 bra L64;\nL65:\n@%p95 bra L85;\nsub.s64 %d270,%d49,%d484;\n"
    "mul.lo.s64 %d271,%d44,3;\nadd.s64 %d73,%d270,%d271;\nmov.u32 %r965,0;\nL67:\n.pragma \"nounroll\";\n"
    "and.b64 %d433,%d459,65535;\nmul.wide.u32 %d273,%r965,24;\nadd.s64 %d274,%d128,%d273;\n"
    "ld.param.u64 %d275,[%d274+2416];\nadd.s64 %d276,%d275,%d433;\ncvt.u32.u64 %r571,%d276;\nmov.u32 %r572,tile;\n"
    "add.s32 %r573,%r572,%r571;\nld.shared.v4.u32{%r574,%r575,%r576,%r577},[%r573];\nshr.u32 %r578,%r964,%r965;\n"
    "and.b32 %r570,%r578,1;\nld.param.u64 %d277,[%d274+2408];\nadd.s64 %d272,%d277,%d70;\n"
    "{.reg .pred q;setp.ne.s32 q,%r570,0;\n@q st.global.v4.u32[%d272],{%r574,%r575,%r576,%r577};}\n"
    "setp.eq.b32 %p101,%r570,1;\n@%p101 bra L69;\nmul.wide.u32 %d436,%r965,24;\nadd.s64 %d435,%d128,%d436;\n"
    "add.s64 %d434,%d435,2416;\nld.param.u64 %d286,[%d434+8];\nsub.s64 %d287,%d73,%d286;\n"
    "ld.param.u64 %d288,[%d434+-8];\nadd.s64 %d278,%d70,%d288;\nand.b64 %d289,%d287,4611688217451692032;\n"
    "setp.eq.s64 %p102,%d289,4611688217451692032;\nselp.u32 %r579,1,0,%p102;\ncvt.u16.u32 %rs1,%r574;\n"
    "{.reg .pred q;setp.ne.s32 q,%r579,0;\n@q st.global.u16[%d278],%rs1;}\nadd.s64 %d279,%d278,2;\n"
    "shr.u32 %r587,%r574,16;\ncvt.u16.u32 %rs2,%r587;\nsub.s64 %d290,%d287,%d34;\n"
    "and.b64 %d291,%d290,4611688217451692032;\nsetp.eq.s64 %p103,%d291,4611688217451692032;\n"
    "selp.u32 %r580,1,0,%p103;\n{.reg .pred q;setp.ne.s32 q,%r580,0;\n@q st.global.u16[%d279],%rs2;}\n"
    "add.s64 %d280,%d278,4;\nsub.s64 %d292,%d287,%d44;\nand.b64 %d293,%d292,4611688217451692032;\n"
    "setp.eq.s64 %p104,%d293,4611688217451692032;\nselp.u32 %r581,1,0,%p104;\ncvt.u16.u32 %rs3,%r575;\n";
static const char cucore__ptx_82[] =
    "{.reg .pred q;setp.ne.s32 q,%r581,0;\n@q st.global.u16[%d280],%rs3;}\nadd.s64 %d281,%d278,6;\n"
    "shr.u32 %r588,%r575,16;\ncvt.u16.u32 %rs4,%r588;\nadd.s64 %d294,%d34,%d44;\nsub.s64 %d295,%d287,%d294;\n"
    "and.b64 %d296,%d295,4611688217451692032;\nsetp.eq.s64 %p105,%d296,4611688217451692032;\n"
    "selp.u32 %r582,1,0,%p105;\n{.reg .pred q;setp.ne.s32 q,%r582,0;\n@q st.global.u16[%d281],%rs4;}\n"
    "add.s64 %d282,%d278,8;\nshl.b64 %d297,%d44,1;\nsub.s64 %d298,%d287,%d297;\n"
    "and.b64 %d299,%d298,4611688217451692032;\nsetp.eq.s64 %p106,%d299,4611688217451692032;\n"
    "selp.u32 %r583,1,0,%p106;\ncvt.u16.u32 %rs5,%r576;\n{.reg .pred q;setp.ne.s32 q,%r583,0;\n"
    "@q st.global.u16[%d282],%rs5;}\nadd.s64 %d283,%d278,10;\nshr.u32 %r589,%r576,16;\ncvt.u16.u32 %rs6,%r589;\n"
    "add.s64 %d300,%d294,%d44;\nsub.s64 %d301,%d287,%d300;\nand.b64 %d302,%d301,4611688217451692032;\n"
    "setp.eq.s64 %p107,%d302,4611688217451692032;\nselp.u32 %r584,1,0,%p107;\n"
    "{.reg .pred q;setp.ne.s32 q,%r584,0;\n@q st.global.u16[%d283],%rs6;}\nadd.s64 %d284,%d278,12;\n"
    "mul.lo.s64 %d303,%d44,-3;\nadd.s64 %d304,%d287,%d303;\nand.b64 %d305,%d304,4611688217451692032;\n"
    "setp.eq.s64 %p108,%d305,4611688217451692032;\nselp.u32 %r585,1,0,%p108;\ncvt.u16.u32 %rs7,%r577;\n"
    "{.reg .pred q;setp.ne.s32 q,%r585,0;\n@q st.global.u16[%d284],%rs7;}\nadd.s64 %d285,%d278,14;\n"
    "shr.u32 %r590,%r577,16;\ncvt.u16.u32 %rs8,%r590;\nadd.s64 %d306,%d300,%d44;\nsub.s64 %d307,%d287,%d306;\n"
    "and.b64 %d308,%d307,4611688217451692032;\nsetp.eq.s64 %p109,%d308,4611688217451692032;\n"
    "selp.u32 %r586,1,0,%p109;\n{.reg .pred q;setp.ne.s32 q,%r586,0;\n@q st.global.u16[%d285],%rs8;}\nL69:\n"
    "cvt.u64.u32 %d424,%r965;\ncvt.u32.u64 %r591,%d424;\nadd.s32 %r965,%r591,1;\nsetp.lt.u32 %p110,%r965,%r55;\n"
    "@%p110 bra L67;\nL85:\nsetp.eq.s32 %p173,%r903,0;\n@%p173 bra L87;\nbra.uni L86;\nL87:\nbar.sync 0;\nL88:\n"
    "@%p27 bra L109;\nsetp.eq.s32 %p130,%r56,0;\n@%p130 bra L96;\nsetp.eq.s32 %p131,%r44,0;\n@%p131 bra L92;\n"
    "add.s64 %d430,%d468,%d457;\nadd.s64 %d332,%d430,%d42;\ncvt.u32.u64 %r700,%d332;\nshl.b32 %r701,%r700,3;\n"
    "and.b32 %r671,%r701,24;\nshf.r.wrap.b32 %r1001,%r1001,%r1000,%r671;\n"
    "shf.r.wrap.b32 %r1000,%r1000,%r999,%r671;\nshf.r.wrap.b32 %r999,%r999,%r998,%r671;\n"
    "shf.r.wrap.b32 %r998,%r998,%r945,%r671;\nadd.s64 %d333,%d39,%d332;\ncvt.u32.u64 %r702,%d333;\n"
    "shl.b32 %r703,%r702,3;\nand.b32 %r687,%r703,24;\nshf.r.wrap.b32 %r997,%r997,%r996,%r687;\n"
    "shf.r.wrap.b32 %r996,%r996,%r995,%r687;\nshf.r.wrap.b32 %r995,%r995,%r994,%r687;\n"
    "shf.r.wrap.b32 %r994,%r994,%r944,%r687;\nL92:\ncvt.u32.u64 %r704,%d334;\nmov.u32 %r705,tile;\n"
    "add.s32 %r706,%r705,%r704;\nmov.u32 %r707,21520;\nprmt.b32 %r708,%r1001,%r997,%r707;\n"
    "st.shared.u32[%r706],%r708;\nadd.s32 %r709,%r706,%r379;\nmov.u32 %r710,30258;\n"
    "prmt.b32 %r711,%r1001,%r997,%r710;\nst.shared.u32[%r709],%r711;\nadd.s32 %r712,%r709,%r379;\n"
    "prmt.b32 %r713,%r1000,%r996,%r707;\nst.shared.u32[%r712],%r713;\nadd.s32 %r714,%r712,%r379;\n"
    "prmt.b32 %r715,%r1000,%r996,%r710;\nst.shared.u32[%r714],%r715;\nadd.s32 %r716,%r714,%r379;\n"
    "prmt.b32 %r717,%r999,%r995,%r707;\nst.shared.u32[%r716],%r717;\nadd.s32 %r718,%r716,%r379;\n"
    "prmt.b32 %r719,%r999,%r995,%r710;\nst.shared.u32[%r718],%r719;\nadd.s32 %r720,%r718,%r379;\n"
    "prmt.b32 %r721,%r998,%r994,%r707;\nst.shared.u32[%r720],%r721;\nadd.s32 %r722,%r720,%r379;\n"
    "prmt.b32 %r723,%r998,%r994,%r710;\nst.shared.u32[%r722],%r723;\nsetp.lt.u32 %p132,%r56,2;\n@%p132 bra L96;\n"
    "@%p131 bra L95;\nadd.s64 %d431,%d468,%d457;\nadd.s64 %d335,%d431,%d45;\ncvt.u32.u64 %r756,%d335;\n"
    "shl.b32 %r757,%r756,3;\nand.b32 %r727,%r757,24;\nshf.r.wrap.b32 %r993,%r993,%r992,%r727;\n"
    "shf.r.wrap.b32 %r992,%r992,%r991,%r727;\nshf.r.wrap.b32 %r991,%r991,%r990,%r727;\n"
    "shf.r.wrap.b32 %r990,%r990,%r943,%r727;\nadd.s64 %d336,%d39,%d335;\ncvt.u32.u64 %r758,%d336;\n"
    "shl.b32 %r759,%r758,3;\nand.b32 %r743,%r759,24;\nshf.r.wrap.b32 %r989,%r989,%r988,%r743;\n"
    "shf.r.wrap.b32 %r988,%r988,%r987,%r743;\nshf.r.wrap.b32 %r987,%r987,%r986,%r743;\n"
    "shf.r.wrap.b32 %r986,%r986,%r942,%r743;\nL95:\ncvt.u32.u64 %r760,%d337;\nadd.s32 %r762,%r705,%r760;\n";
static const char cucore__ptx_83[] =
    "mov.u32 %r763,21520;\nprmt.b32 %r764,%r993,%r989,%r763;\nst.shared.u32[%r762],%r764;\n"
    "add.s32 %r765,%r762,%r379;\nmov.u32 %r766,30258;\nprmt.b32 %r767,%r993,%r989,%r766;\n"
    "st.shared.u32[%r765],%r767;\nadd.s32 %r768,%r765,%r379;\nprmt.b32 %r769,%r992,%r988,%r763;\n"
    "st.shared.u32[%r768],%r769;\nadd.s32 %r770,%r768,%r379;\nprmt.b32 %r771,%r992,%r988,%r766;\n"
    "st.shared.u32[%r770],%r771;\nadd.s32 %r772,%r770,%r379;\nprmt.b32 %r773,%r991,%r987,%r763;\n"
    "st.shared.u32[%r772],%r773;\nadd.s32 %r774,%r772,%r379;\nprmt.b32 %r775,%r991,%r987,%r766;\n"
    "st.shared.u32[%r774],%r775;\nadd.s32 %r776,%r774,%r379;\nprmt.b32 %r777,%r990,%r986,%r763;\n"
    "st.shared.u32[%r776],%r777;\nadd.s32 %r778,%r776,%r379;\nprmt.b32 %r779,%r990,%r986,%r766;\n"
    "st.shared.u32[%r778],%r779;\nL96:\nsetp.eq.s32 %p134,%r904,0;\n@%p134 bra L98;\n"
    "and.b32 %r780,%r56,2147483647;\nsetp.eq.s32 %p135,%r780,0;\n@%p135 bra L109;\nbra.uni L101;\nL98:\n"
    "mov.u64 %d477,0;\nsetp.eq.s32 %p136,%r374,0;\n@%p136 bra L100;\nsetp.eq.s32 %p137,%r49,1;\n"
    "selp.b32 %r781,%r906,%r905,%p137;\nsetp.eq.s32 %p138,%r49,0;\nselp.b32 %r782,%r907,%r781,%p138;\n"
    "add.s32 %r783,%r782,1;\nmul.wide.u32 %d340,%r49,4;\nadd.s64 %d341,%d128,%d340;\n"
    "ld.param.u32 %r784,[%d341+104];\nsetp.eq.s32 %p139,%r783,%r784;\ncvt.u64.u32 %d342,%r44;\n"
    "mul.lo.s64 %d343,%d36,%d342;\nselp.b64 %d477,%d343,0,%p139;\nL100:\nand.b32 %r785,%r56,2147483647;\n"
    "setp.eq.s32 %p140,%r785,0;\nsetp.eq.s64 %p141,%d477,0;\nor.pred %p142,%p141,%p140;\n@%p142 bra L109;\nL101:\n"
    "setp.eq.s32 %p143,%r375,1;\nsetp.eq.s32 %p144,%r375,0;\nmov.u32 %r1002,0;\nselp.b32 %r787,%r906,%r905,%p143;\n"
    "selp.b32 %r788,%r907,%r787,%p144;\nadd.s32 %r282,%r788,1;\nL102:\n.pragma \"nounroll\";\n"
    "shr.u32 %r789,%r1002,1;\nmul.wide.u32 %d345,%r789,24;\nadd.s64 %d346,%d128,%d345;\nmov.u64 %d478,0;\n"
    "ld.param.u64 %d85,[%d346+1504];\nsetp.eq.s32 %p145,%r44,0;\n@%p145 bra L104;\nmul.wide.u32 %d348,%r375,4;\n"
    "add.s64 %d349,%d128,%d348;\nld.param.u32 %r790,[%d349+104];\nsetp.eq.s32 %p146,%r282,%r790;\n"
    "cvt.u64.u32 %d350,%r374;\nmul.lo.s64 %d351,%d36,%d350;\nselp.b64 %d478,%d351,0,%p146;\nL104:\n"
    "and.b32 %r791,%r1002,1;\ncvt.u64.u32 %d352,%r791;\nmul.lo.s64 %d353,%d34,%d352;\nadd.s64 %d354,%d85,%d456;\n"
    "add.s64 %d355,%d354,%d353;\nsub.s64 %d89,%d473,%d355;\nsub.s64 %d356,%d89,%d478;\n"
    "and.b64 %d357,%d356,4611688217451692032;\nsetp.eq.s64 %p147,%d357,4611688217451692032;\n@%p147 bra L108;\n"
    "shr.u32 %r857,%r1002,1;\nmul.wide.u32 %d449,%r857,24;\nadd.s64 %d448,%d128,%d449;\n"
    "ld.param.u64 %d447,[%d448+1496];\nadd.s64 %d446,%d447,%d41;\nshl.b32 %r856,%r1002,1;\nand.b32 %r855,%r856,2;\n"
    "and.b32 %r854,%r1002,1;\ncvt.u64.u32 %d445,%r854;\nmul.lo.s64 %d444,%d39,%d445;\n"
    "ld.param.u64 %d443,[%d448+1488];\nadd.s64 %d432,%d468,%d457;\nadd.s64 %d358,%d432,%d443;\n"
    "add.s64 %d92,%d358,%d444;\ncvt.u32.u64 %r794,%d446;\nadd.s32 %r286,%r855,%r794;\nmov.u32 %r1003,0;\nL106:\n"
    ".pragma \"nounroll\";\nmov.u32 %r795,7;\nsub.s32 %r796,%r795,%r1003;\ncvt.u64.u32 %d359,%r796;\n"
    "mul.lo.s64 %d360,%d36,%d359;\nadd.s64 %d361,%d89,%d360;\nand.b64 %d362,%d361,4611688217451692032;\n"
    "setp.ne.s64 %p148,%d362,4611688217451692032;\n@%p148 bra L108;\nshl.b32 %r798,%r1003,1;\nmov.u32 %r797,1;\n"
    "cvt.u64.u32 %d364,%r798;\nadd.s64 %d363,%d92,%d364;\n{.reg .pred q;setp.ne.s32 q,%r797,0;\n"
    "mov.b16 %rs11,0;@q ld.global.u16 %rs11,[%d363];}\nmad.lo.s32 %r799,%r379,%r1003,%r286;\nmov.u32 %r800,tile;\n"
    "add.s32 %r801,%r800,%r799;\nst.shared.u16[%r801],%rs11;\nadd.s32 %r1003,%r1003,1;\n"
    "setp.lt.u32 %p149,%r1003,8;\n@%p149 bra L106;\nL108:\nshl.b32 %r858,%r372,1;\nadd.s32 %r1002,%r1002,1;\n"
    "setp.lt.u32 %p150,%r1002,%r858;\n@%p150 bra L102;\nbra.uni L109;\nL86:\nret;\n}\n";
static const char *const cucore__kernel_ptx_oddpairs[] = {cucore__ptx_75, cucore__ptx_76, cucore__ptx_77,
    cucore__ptx_78, cucore__ptx_79, cucore__ptx_80, cucore__ptx_81, cucore__ptx_82, cucore__ptx_83, NULL};
static const char cucore__ptx_84[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_convert(\n"
    ".param .align 8 .b8 p[48]\n)\n.maxntid 256,1,1\n.minnctapersm 8\n{\n.reg .pred %p<76>;\n.reg .f32 %f<10>;\n"
    ".reg .b32 %r<113>;\n.reg .f64 %fd<47>;\n.reg .b64 %d<133>;\nld.param.v2.u32{%r28,%r29},[p+32];\n"
    "ld.param.v2.u32{%r30,%r31},[p+40];\nld.param.u64 %d58,[p+24];\nld.param.u64 %d57,[p+16];\n"
    "ld.param.u64 %d56,[p+8];\nld.param.u64 %d55,[p];\nmov.u32 %r32,%ctaid.x;\nmov.u32 %r33,%ntid.x;\n"
    "mul.wide.u32 %d59,%r32,%r33;\nmov.u32 %r34,%tid.x;\ncvt.u64.u32 %d60,%r34;\nadd.s64 %d123,%d59,%d60;\n"
    "setp.ge.u64 %p2,%d123,%d57;\n@%p2 bra L86;\nshl.b32 %r35,%r29,3;\nsetp.eq.s32 %p3,%r28,0;\n"
    "selp.f64 %fd24,0d3FF0000000000000,0d4000000000000000,%p3;\nadd.s32 %r36,%r35,-1;\nmov.u64 %d61,1;\n"
    "shl.b64 %d62,%d61,%r36;\ncvt.rn.f64.u64 %fd25,%d62;\nmul.f64 %fd1,%fd24,%fd25;\nbra.uni L2;\nL82:\n"
    "st.u8[%d50],%d132;\nbra.uni L85;\nL81:\nst.u16[%d50],%d132;\nbra.uni L85;\nL2:\n.pragma \"nounroll\";\n"
    "cvt.u64.u32 %d63,%r31;\nsetp.eq.s32 %p4,%r30,3;\nselp.u32 %r38,1,0,%p4;\nshl.b64 %d64,%d63,%r38;\n"
    "mul.lo.s64 %d65,%d123,%d64;\nadd.s64 %d7,%d65,%d56;\nsetp.eq.s32 %p5,%r31,1;\n@%p5 bra L7;\n"
    "setp.eq.s32 %p6,%r31,2;\n@%p6 bra L6;\nsetp.ne.s32 %p7,%r31,4;\n@%p7 bra L8;\nld.u32 %d130,[%d7];\n"
    "bra.uni L9;\nL7:\nld.u8 %d130,[%d7];\nbra.uni L9;\nL6:\nld.u16 %d130,[%d7];\nbra.uni L9;\nL8:\n"
    "ld.u64 %d130,[%d7];\nL9:\nsetp.gt.s32 %p8,%r30,2;\n@%p8 bra L13;\nsetp.eq.s32 %p11,%r30,0;\n@%p11 bra L24;\n"
    "setp.eq.s32 %p12,%r30,1;\n@%p12 bra L12;\nbra.uni L25;\nL12:\nmov.f64 %fd43,0d0000000000000000;\n"
    "mov.u32 %r111,1;\nmov.f64 %fd44,%fd43;\nbra.uni L37;\nL13:\n@%p4 bra L16;\nsetp.ne.s32 %p10,%r30,4;\n"
    "@%p10 bra L25;\nsetp.ne.s64 %p13,%d130,0;\nselp.u64 %d130,1,0,%p13;\nmov.f64 %fd43,0d0000000000000000;\n"
    "mov.u32 %r111,1;\nmov.f64 %fd44,%fd43;\nbra.uni L37;\nL24:\nshl.b32 %r42,%r31,3;\nmov.u32 %r43,64;\n"
    "sub.s32 %r44,%r43,%r42;\nshl.b64 %d67,%d130,%r44;\nshr.s64 %d130,%d67,%r44;\n"
    "mov.f64 %fd43,0d0000000000000000;\nmov.u32 %r111,0;\nmov.f64 %fd44,%fd43;\nbra.uni L37;\nL16:\n"
    "setp.eq.s32 %p14,%r31,8;\ncvt.u32.u64 %r40,%d130;\nmov.b32 %f6,%r40;\ncvt.f64.f32 %fd26,%f6;\n"
    "mov.b64 %fd27,%d130;\nselp.f64 %fd43,%fd27,%fd26,%p14;\nadd.s64 %d14,%d7,%d63;\n@%p5 bra L21;\n"
    "setp.eq.s32 %p16,%r31,2;\n@%p16 bra L20;\nsetp.ne.s32 %p17,%r31,4;\n@%p17 bra L22;\nld.u32 %d125,[%d14];\n"
    "bra.uni L23;\nL25:\nsetp.gt.u32 %p19,%r31,2;\n@%p19 bra L36;\nbra.uni L26;\nL36:\nsetp.eq.s32 %p25,%r31,8;\n"
    "cvt.u32.u64 %r51,%d130;\nmov.b32 %f8,%r51;\ncvt.f64.f32 %fd34,%f8;\nmov.b64 %fd35,%d130;\n"
    "selp.f64 %fd43,%fd35,%fd34,%p25;\nmov.f64 %fd44,0d0000000000000000;\nmov.u64 %d130,0;\nmov.u32 %r111,2;\n"
    "bra.uni L37;\nL26:\nsetp.eq.s32 %p20,%r30,5;\ncvt.u32.u64 %r11,%d130;\nand.b32 %r12,%r11,32640;\n"
    "@%p20 bra L31;\nbra.uni L27;\nL31:\nand.b64 %d28,%d130,127;\nsetp.eq.s32 %p23,%r12,0;\n@%p23 bra L33;\n"
    "shr.u32 %r48,%r12,7;\nadd.s32 %r49,%r48,896;\nsetp.eq.s32 %p24,%r12,32640;\nselp.b32 %r50,2047,%r49,%p24;\n"
    "cvt.u64.u32 %d73,%r50;\nshl.b64 %d74,%d73,52;\nshl.b64 %d75,%d28,45;\nor.b64 %d127,%d74,%d75;\nbra.uni L34;\n"
    "L21:\nld.u8 %d125,[%d14];\nbra.uni L23;\nL20:\nld.u16 %d125,[%d14];\nbra.uni L23;\nL22:\n"
    "ld.u64 %d125,[%d14];\nL23:\ncvt.u32.u64 %r41,%d125;\nmov.b32 %f7,%r41;\ncvt.f64.f32 %fd28,%f7;\n"
    "mov.b64 %fd29,%d125;\nselp.f64 %fd44,%fd29,%fd28,%p14;\nmov.u64 %d130,0;\nmov.u32 %r111,3;\nbra.uni L37;\n"
    "L27:\nshr.u32 %r45,%r11,10;\nand.b32 %r13,%r45,31;\nand.b64 %d23,%d130,1023;\nsetp.eq.s32 %p21,%r13,0;\n"
    "@%p21 bra L29;\nsetp.eq.s32 %p22,%r13,31;\nadd.s32 %r46,%r13,1008;\nselp.b32 %r47,2047,%r46,%p22;\n"
    "cvt.u64.u32 %d68,%r47;\nshl.b64 %d69,%d68,52;\nshl.b64 %d70,%d23,42;\nor.b64 %d126,%d69,%d70;\nbra.uni L30;\n"
    "L33:\ncvt.rn.f64.u64 %fd32,%d28;\nmul.f64 %fd33,%fd32,0d37A0000000000000;\nmov.b64 %d127,%fd33;\nL34:\n"
    "shl.b64 %d76,%d130,48;\nand.b64 %d77,%d76,-9223372036854775808;\nor.b64 %d128,%d127,%d77;\nbra.uni L35;\n"
    "L29:\ncvt.rn.f64.u64 %fd30,%d23;\nmul.f64 %fd31,%fd30,0d3E70000000000000;\nmov.b64 %d126,%fd31;\nL30:\n"
    "shl.b64 %d71,%d130,48;\n";
static const char cucore__ptx_85[] =
    "and.b64 %d72,%d71,-9223372036854775808;\nor.b64 %d128,%d126,%d72;\nL35:\nmov.b64 %fd43,%d128;\n"
    "mov.f64 %fd44,0d0000000000000000;\nmov.u64 %d130,0;\nmov.u32 %r111,2;\nL37:\nsetp.lt.u32 %p26,%r28,2;\n"
    "@%p26 bra L40;\nbra.uni L38;\nL40:\nsetp.lt.u32 %p33,%r111,2;\n@%p33 bra L67;\n"
    "setp.nan.f64 %p34,%fd43,%fd43;\nmov.u64 %d79,0;\nmov.u64 %d130,%d79;\n@%p34 bra L67;\n"
    "setp.ge.f64 %p35,%fd43,%fd1;\nmov.u32 %r56,64;\nsub.s32 %r57,%r56,%r35;\nselp.u32 %r58,1,0,%p3;\n"
    "or.b32 %r59,%r57,%r58;\nmov.u64 %d80,-1;\nshr.u64 %d130,%d80,%r59;\n@%p35 bra L67;\n@%p3 bra L46;\n"
    "setp.leu.f64 %p38,%fd43,0d0000000000000000;\nmov.u64 %d130,%d79;\n@%p38 bra L67;\n"
    "cvt.rzi.u64.f64 %d130,%fd43;\nbra.uni L67;\nL38:\nsetp.ne.s32 %p27,%r28,4;\n@%p27 bra L48;\n"
    "setp.lt.u32 %p28,%r111,2;\nsetp.neu.f64 %p29,%fd44,0d0000000000000000;\n"
    "setp.neu.f64 %p30,%fd43,0d0000000000000000;\nor.pred %p31,%p30,%p29;\nsetp.ne.s64 %p32,%d130,0;\n"
    "selp.u32 %r52,-1,0,%p31;\nselp.u32 %r53,-1,0,%p32;\nselp.b32 %r54,%r53,%r52,%p28;\ncvt.u64.u32 %d78,%r54;\n"
    "and.b64 %d130,%d78,1;\nbra.uni L67;\nL48:\nsetp.gt.u32 %p41,%r29,2;\n@%p41 bra L60;\nbra.uni L49;\nL60:\n"
    "setp.eq.s32 %p57,%r29,8;\n@%p57 bra L73;\nbra.uni L61;\nL73:\nsetp.eq.s32 %p66,%r111,0;\n"
    "cvt.rn.f64.u64 %fd39,%d130;\nsetp.eq.s32 %p67,%r111,1;\nselp.f64 %fd40,%fd39,%fd43,%p67;\n"
    "cvt.rn.f64.s64 %fd41,%d130;\nselp.f64 %fd42,%fd41,%fd40,%p66;\nmov.b64 %d130,%fd42;\nbra.uni L74;\nL49:\n"
    "setp.eq.s32 %p42,%r111,0;\nsetp.lt.s64 %p43,%d130,0;\nand.pred %p1,%p42,%p43;\nneg.s64 %d84,%d130;\n"
    "selp.b64 %d43,%d84,%d130,%p1;\nsetp.gt.u32 %p44,%r111,1;\n@%p44 bra L54;\n"
    "and.b64 %d85,%d43,-9007199254740992;\nsetp.eq.s64 %p45,%d85,0;\n@%p45 bra L52;\nshr.u64 %d86,%d43,11;\n"
    "and.b64 %d87,%d43,2047;\nsetp.ne.s64 %p46,%d87,0;\nselp.u64 %d88,1,0,%p46;\nor.b64 %d89,%d86,%d88;\n"
    "cvt.rn.f64.u64 %fd37,%d89;\nmul.f64 %fd45,%fd37,0d40A0000000000000;\nbra.uni L53;\nL61:\n"
    "setp.eq.s32 %p58,%r111,0;\n@%p58 bra L65;\nsetp.eq.s32 %p59,%r111,1;\n@%p59 bra L64;\nbra.uni L63;\nL64:\n"
    "cvt.rn.f32.u64 %f9,%d130;\nbra.uni L66;\nL46:\nneg.f64 %fd36,%fd1;\nsetp.le.f64 %p39,%fd43,%fd36;\n"
    "mov.u32 %r61,64;\nsub.s32 %r62,%r61,%r35;\nor.b32 %r64,%r62,%r58;\nmov.u64 %d82,-1;\nshr.u64 %d83,%d82,%r64;\n"
    "not.b64 %d130,%d83;\n@%p39 bra L67;\ncvt.rzi.s64.f64 %d130,%fd43;\nbra.uni L67;\nL52:\n"
    "cvt.rn.f64.u64 %fd45,%d43;\nL53:\nneg.f64 %fd38,%fd45;\nselp.f64 %fd43,%fd38,%fd45,%p1;\nL54:\n"
    "mov.b64 %d90,%fd43;\nshr.u64 %d91,%d90,48;\ncvt.u32.u64 %r65,%d91;\nand.b32 %r18,%r65,32768;\n"
    "shr.u64 %d92,%d90,52;\ncvt.u32.u64 %r66,%d92;\nand.b32 %r67,%r66,2047;\nsetp.eq.s32 %p47,%r28,5;\n"
    "selp.b32 %r68,127,15,%p47;\nadd.s32 %r69,%r68,%r67;\nadd.s32 %r19,%r69,-1023;\n"
    "and.b64 %d44,%d90,4503599627370495;\nand.b64 %d93,%d90,9218868437227405312;\n"
    "setp.eq.s64 %p48,%d93,9218868437227405312;\nsetp.ne.s64 %p49,%d44,0;\nand.pred %p50,%p48,%p49;\n"
    "@%p50 bra L58;\nbra.uni L55;\nL58:\nselp.b32 %r91,8,5,%p47;\nxor.b32 %r92,%r91,15;\nadd.s32 %r93,%r92,-1;\n"
    "mov.u32 %r94,-1;\nmov.u32 %r95,1;\nshl.b32 %r96,%r95,%r93;\nshl.b32 %r97,%r94,%r91;\nnot.b32 %r98,%r97;\n"
    "shl.b32 %r99,%r98,%r92;\nor.b32 %r100,%r96,%r99;\nor.b32 %r112,%r100,%r18;\nbra.uni L59;\nL55:\n"
    "selp.b32 %r70,255,31,%p47;\nsetp.lt.s32 %p52,%r19,%r70;\n@%p52 bra L57;\nbra.uni L56;\nL57:\n"
    "or.b64 %d94,%d44,4503599627370496;\nselp.b32 %r77,7,10,%p47;\nmov.u32 %r78,52;\nsub.s32 %r79,%r78,%r77;\n"
    "add.s32 %r80,%r19,%r77;\nmov.u32 %r81,53;\nsub.s32 %r82,%r81,%r80;\nmin.s32 %r83,%r82,63;\n"
    "setp.lt.s32 %p55,%r19,1;\nselp.b32 %r84,%r83,%r79,%p55;\nadd.s32 %r85,%r84,-1;\nmov.u64 %d95,-1;\n"
    "shl.b64 %d96,%d95,%r85;\nnot.b64 %d97,%d96;\nshr.u64 %d98,%d94,%r84;\nand.b64 %d99,%d98,1;\n"
    "add.s64 %d100,%d94,%d97;\nadd.s64 %d101,%d100,%d99;\nadd.s32 %r86,%r19,-1;\nselp.b32 %r87,0,%r86,%p55;\n"
    "shl.b32 %r88,%r87,%r77;\nshr.u64 %d102,%d101,%r84;\ncvt.u32.u64 %r89,%d102;\nadd.s32 %r90,%r88,%r89;\n"
    "or.b32 %r112,%r90,%r18;\nbra.uni L59;\nL56:\nselp.b32 %r71,8,5,%p47;\nmov.u32 %r72,-1;\n"
    "shl.b32 %r73,%r72,%r71;\nnot.b32 %r74,%r73;\nxor.b32 %r75,%r71,15;\nshl.b32 %r76,%r74,%r75;\n";
static const char cucore__ptx_86[] =
    "or.b32 %r112,%r18,%r76;\nL59:\nand.b32 %r101,%r112,65535;\ncvt.u64.u32 %d130,%r101;\nbra.uni L67;\nL65:\n"
    "cvt.rn.f32.s64 %f9,%d130;\nbra.uni L66;\nL63:\ncvt.rn.f32.f64 %f9,%fd43;\nL66:\nmov.b32 %r102,%f9;\n"
    "cvt.u64.u32 %d130,%r102;\nL67:\nsetp.eq.s32 %p60,%r29,1;\n@%p60 bra L72;\nsetp.eq.s32 %p61,%r29,2;\n"
    "@%p61 bra L71;\nsetp.ne.s32 %p62,%r29,4;\n@%p62 bra L74;\nsetp.eq.s32 %p63,%r28,3;\ncvt.u64.u32 %d103,%r29;\n"
    "selp.u32 %r104,1,0,%p63;\nshl.b64 %d104,%d103,%r104;\nmul.lo.s64 %d105,%d123,%d104;\n"
    "add.s64 %d106,%d105,%d55;\nst.u32[%d106],%d130;\nbra.uni L75;\nL74:\nsetp.eq.s32 %p68,%r28,3;\n"
    "cvt.u64.u32 %d115,%r29;\nselp.u32 %r107,1,0,%p68;\nshl.b64 %d116,%d115,%r107;\nmul.lo.s64 %d117,%d123,%d116;\n"
    "add.s64 %d118,%d117,%d55;\nst.u64[%d118],%d130;\nbra.uni L75;\nL71:\nsetp.eq.s32 %p64,%r28,3;\n"
    "cvt.u64.u32 %d107,%r29;\nselp.u32 %r105,1,0,%p64;\nshl.b64 %d108,%d107,%r105;\nmul.lo.s64 %d109,%d123,%d108;\n"
    "add.s64 %d110,%d109,%d55;\nst.u16[%d110],%d130;\nbra.uni L75;\nL72:\ncvt.u64.u32 %d111,%r29;\n"
    "setp.eq.s32 %p65,%r28,3;\nselp.u32 %r106,1,0,%p65;\nshl.b64 %d112,%d111,%r106;\n"
    "mul.lo.s64 %d113,%d123,%d112;\nadd.s64 %d114,%d113,%d55;\nst.u8[%d114],%d130;\nL75:\n"
    "setp.ne.s32 %p69,%r28,3;\n@%p69 bra L85;\ncvt.u64.u32 %d119,%r29;\nsetp.eq.s32 %p70,%r29,8;\n"
    "setp.eq.s32 %p71,%r28,3;\nselp.u32 %r108,1,0,%p71;\nshl.b64 %d120,%d119,%r108;\n"
    "mul.lo.s64 %d121,%d123,%d120;\nadd.s64 %d122,%d121,%d55;\nadd.s64 %d50,%d122,%d119;\n@%p70 bra L83;\n"
    "bra.uni L77;\nL83:\nmov.b64 %d132,%fd44;\nbra.uni L84;\nL77:\ncvt.rn.f32.f64 %f5,%fd44;\nmov.b32 %r110,%f5;\n"
    "cvt.u64.u32 %d132,%r110;\nsetp.eq.s32 %p72,%r29,1;\n@%p72 bra L82;\nsetp.eq.s32 %p73,%r29,2;\n@%p73 bra L81;\n"
    "setp.ne.s32 %p74,%r29,4;\n@%p74 bra L84;\nst.f32[%d50],%f5;\nbra.uni L85;\nL84:\nst.u64[%d50],%d132;\nL85:\n"
    "add.s64 %d123,%d123,%d58;\nsetp.lt.u64 %p75,%d123,%d57;\n@%p75 bra L2;\nL86:\nret;\n}\n";
static const char *const cucore__kernel_ptx_convert[] = {cucore__ptx_84, cucore__ptx_85, cucore__ptx_86, NULL};
/* clang-format on */

/* ----------------------------------------------------------------------------------------- >>impl-copy-kernels -- */
/* copy/axes.c: what the planner of kernels works with, and two layouts as joined axes. */
/* Properties of devices. */
#define CUCORE__KERNEL_WORD 16      /* bytes of the widest load or store of a thread */
#define CUCORE__KERNEL_WARP 32      /* threads that run together */
#define CUCORE__KERNEL_LINE 128     /* bytes of a line of the cache; a sector is CUCORE__KERNEL_SECTOR */
#define CUCORE__KERNEL_BANKS 128    /* bytes of all banks of shared memory: two accesses at this distance take turns */
#define CUCORE__KERNEL_SHARED 49152 /* bytes of shared memory that every block may have */
#define CUCORE__KERNEL_GRID_X 0x7fffffff /* blocks of a grid */
#define CUCORE__KERNEL_GRID_YZ 65535
#define CUCORE__KERNEL_IN_WARPS(threads)                                                                               \
    (((threads) + CUCORE__KERNEL_WARP - 1) / CUCORE__KERNEL_WARP * CUCORE__KERNEL_WARP)

/* What measurements found to be fast. */
#define CUCORE__KERNEL_RUN_MOST 2048      /* bytes of runs of a tile: longer ones gain nothing */
#define CUCORE__KERNEL_TILE_LEAST 4096    /* bytes of a tile at least, */
#define CUCORE__KERNEL_TILES_WANTED 512   /* if there are fewer tiles than this: some for each multiprocessor */
#define CUCORE__KERNEL_BESIDE 33040       /* bytes of a tile up to which a block takes two at once */
#define CUCORE__KERNEL_BLOCKS_WANTED 1024 /* blocks without a tile, before their threads take several steps, */
#define CUCORE__KERNEL_FEW_STEPS 8        /* and the most steps: what a thread loads before it stores */
#define CUCORE__KERNEL_SPAN_ROOM 8000     /* bytes of rows: two words for each thread, less a line before them */

/* How tiles are chosen. */
#define CUCORE__KERNEL_TILE_BYTES 16384 /* of a tile at most, approximately; twice as many for pairs */
#define CUCORE__KERNEL_TILES 4          /* that a block takes, */
#define CUCORE__KERNEL_TILES_SMALL 2    /* for bytes and odd pairs in words that are aligned in the destination, */
#ifndef CUCORE__KERNEL_BUSY             /* the tests choose fewer */
#define CUCORE__KERNEL_BUSY 4096        /* if so many blocks are left */
#endif
#define CUCORE__KERNEL_BAND 4       /* tiles of an axis that are visited one after the other; */
#define CUCORE__KERNEL_BAND_WIDE 32 /* of elements of 8 and 16 bytes */
#define CUCORE__KERNEL_SPAN 3 /* times CUCORE__KERNEL_SPAN_ROOM are the bytes of the rows that a block takes as one */

/* An axis of a copy on one device, in bytes.  Axes are joined, reversed so that addresses of the destination grow,
 * sorted with the fastest in the destination first, and have at least extent 2. */
typedef struct cucore__kernel_axis {
    int64_t n, s, d;
    int64_t chunks;
    uint64_t pack; /* of a step, if the axis is cut; else 0 */
    int64_t m;     /* bytes in the tile from one element to the next */
    int chunk;     /* elements of a tile; if the chunks exceed n the rest of the last tile is empty */
    int cut;       /* its number among the cut axes; CUCORE__KERNEL_CUTS: not cut, and chunk divides n */
    int again;     /* elements of a chunk that the next one also has */
} cucore__kernel_axis;

/* The numbers of kernels and families, and what the planner knows of each kernel. */
#define CUCORE__KERNEL_NUMBER(NAME, name, FAMILY, parameters, blocks) CUCORE__KERNEL_##NAME,
#define CUCORE__KERNEL_ROW(NAME, name, FAMILY, kind, blocks)                                                           \
    {#name, CUCORE__FAMILY_##FAMILY, sizeof(cucore__kernel_##kind), cucore__kernel_ptx_##name},
typedef enum cucore__kernel_id { CUCORE__KERNEL_LIST(CUCORE__KERNEL_NUMBER) CUCORE__KERNELS } cucore__kernel_id;
typedef enum cucore__kernel_family {
    CUCORE__FAMILY_ROWS,
    CUCORE__FAMILY_ELEMENTS,
    CUCORE__FAMILY_TILES,
    CUCORE__FAMILY_SHUFFLED,
    CUCORE__FAMILY_TWICE
} cucore__kernel_family;

static const struct cucore__kernel_info {
    const char *name;
    cucore__kernel_family family;
    uint32_t parameters;    /* bytes */
    const char *const *ptx; /* pieces of text; NULL ends them */
} cucore__kernels[CUCORE__KERNELS] = {CUCORE__KERNEL_LIST(CUCORE__KERNEL_ROW)};
#undef CUCORE__KERNEL_NUMBER
#undef CUCORE__KERNEL_ROW

typedef struct cucore__kernel_plan {
    cucore_copy_strategy strategy; /* _NOTHING, _MEMCPY or _KERNEL */
    cucore__kernel_id kernel;
    int unit; /* bytes of an element, as the kernel sees it */
    int ndim; /* axes of the kernel */
    uint32_t grid[3], block, shared;
    uint32_t parameters; /* bytes of `as` that the kernel gets; 0: there is no kernel */
    int64_t tile[2];     /* elements: along the fast axis of the source, of the destination */
    union {              /* all members begin with the addresses */
        cucore__kernel_tile tile;
        cucore__kernel_runs runs; /* of a memcpy: addresses and bytes */
        cucore__kernel_many many; /* begins as cucore__kernel_few, which begins as cucore__kernel_runs */
    } as;
} cucore__kernel_plan;

/* An axis, and the distance of its elements in one array. */
typedef struct cucore__kernel_rank {
    uint64_t stride;
    int axis;
} cucore__kernel_rank;

/* The state of the planner. */
typedef struct cucore__kernel_work {
    int count;       /* the number of axes */
    int cuts;        /* the number of axes that are cut */
    int unit, width; /* bytes of an element: a power of two, up to a word; elements of a word */
    int loose[2];    /* addresses and strides of the source, of the destination that are no multiples of 16 */
    uint64_t starts; /* the bitwise or of all addresses of the destination's runs */
    int64_t run;     /* bytes that lie together in both arrays; 0: there is nothing to copy */
    int64_t runs;    /* the number of such runs */
    uint64_t s, d;   /* addresses */
    cucore__kernel_axis axes[CUCORE_MAX_NDIM + 1];
    cucore__kernel_rank ranks[2][CUCORE_MAX_NDIM + 1]; /* of the source, of the destination: fastest first */
} cucore__kernel_work;

/* Sets magic and shift for n / extent, for n < 2^31 and extent >= 2. */
CUCORE__PRIVATE inline void cucore__digit_divide(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = 1; /* of extent - 1 */
#if defined(__GNUC__) || defined(__clang__)
    bits = 32 - (uint32_t)__builtin_clz(extent - 1);
#else
    while ((extent - 1) >> bits) bits++;
#endif
    *shift = bits - 1;
    *magic = 0x80000000u;
    if (extent & (extent - 1)) *magic = (uint32_t)((((uint64_t)1 << (31 + bits)) + extent - 1) / extent);
}

/* Returns the number of pieces of `size` in n, rounded up; both are positive. */
CUCORE__PRIVATE inline int64_t cucore__kernel_pieces(int64_t n, int64_t size)
{
    return (int64_t)cucore__divide((uint64_t)(n - 1), (uint64_t)size) + 1;
}

/* Returns a chunk size that makes chunks about equal: a multiple of a warp, or of a smaller power of two, that adds at
 * most 1/slack. */
CUCORE__PRIVATE inline int cucore__kernel_even(int64_t n, int chunk, int slack)
{
    int even = (int)cucore__kernel_pieces(n, cucore__kernel_pieces(n, chunk)), multiple = CUCORE__KERNEL_WARP;
    while (multiple > 2 && (-even & (multiple - 1)) > even / slack) multiple /= 2;
    return even + (-even & (multiple - 1));
}

/* -- axes -------------------------------------------------------------------------------------------------------- */
/* An axis in elements. */
typedef struct cucore__kernel_line {
    int64_t n, s, d;
} cucore__kernel_line;

/* Makes axes in elements, reversed so that addresses of the destination grow, or of the source if the destination
 * repeats; sorted with the slowest in the destination first.
 * -> the number of axes; -1: an extent is 0, or the layouts are wrong */
CUCORE__PRIVATE int cucore__kernel_lines(const cucore_layout *dst, const cucore_layout *src, cucore__kernel_line *lines,
                                         int64_t *offsets)
{
    int64_t volume = 1, far_d, far_s;
    int i, j, count = 0;
    if (dst->ndim != src->ndim) return -1;
    for (i = 0; i < dst->ndim; i++) {
        cucore__kernel_line line;
        line.n = dst->shape[i];
        line.d = dst->strides[i];
        line.s = src->strides[i];
        if (line.n < 1 || line.n != src->shape[i] || cucore__mul(volume, line.n, &volume)) return -1;
        if (line.n == 1) continue;
        if (line.d < 0 || (line.d == 0 && line.s < 0)) {
            if (line.d == INT64_MIN || cucore__mul(line.d, line.n - 1, &far_d)) return -1;
            if (line.s == INT64_MIN || cucore__mul(line.s, line.n - 1, &far_s)) return -1;
            if (cucore__add(offsets[0], far_d, &offsets[0]) || cucore__add(offsets[1], far_s, &offsets[1])) return -1;
            line.d = -line.d;
            line.s = -line.s;
        }
        for (j = count++; j > 0; j--) {
            const cucore__kernel_line *before = &lines[j - 1];
            if (line.d != before->d) {
                if (line.d < before->d) break;
            } else {
                uint64_t s = cucore__magnitude(line.s), before_s = cucore__magnitude(before->s);
                if (s != before_s ? s < before_s : line.n <= before->n) break;
            }
            lines[j] = *before;
        }
        lines[j] = line;
    }
    return count;
}

/* Returns of_run times the number of runs; each factor counts as 2^30 at most. */
CUCORE__PRIVATE int64_t cucore__kernel_total(const cucore__kernel_work *work, int64_t of_run)
{
    const int64_t most = 1 << 30;
    return (work->runs < most ? work->runs : most) * (of_run < most ? of_run : most);
}

/* Simplifies two layouts for one loop over both, sorted by the strides of `a`; offsets are in elements. */
CUCORE__PRIVATE cucore_status cucore__copy_simplify(const cucore_layout *a, const cucore_layout *b,
                                                    cucore_layout *simple, int64_t *offsets)
{
    const cucore_layout *layouts[2];
    cucore_layout *outs[2];
    layouts[0] = a, layouts[1] = b;
    outs[0] = &simple[0], outs[1] = &simple[1];
    return cucore_layout_simplify(layouts, 2, outs, offsets, NULL);
}

/* Makes axes in bytes of the two layouts, as cucore_layout_simplify does: an axis that continues another one on both
 * sides is joined with it; the fastest comes first.  If it has no gaps it is not an axis, but part of the run. */
CUCORE__PRIVATE cucore_status cucore__kernel_join(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                  uintptr_t s, cucore__kernel_work *work)
{
    cucore__kernel_line lines[CUCORE_MAX_NDIM];
    const int64_t itemsize = dst->itemsize;
    int64_t offsets[2] = {0, 0}, together = itemsize, runs = 1, next_d, next_s;
    uint64_t bits = CUCORE__KERNEL_WORD;
    int i, count = -1, axes = 0;
    if (cucore__layout_head_is_valid(dst) && cucore__layout_head_is_valid(src)) {
        count = cucore__kernel_lines(dst, src, lines, offsets);
    }
    work->count = work->cuts = 0;
    work->unit = 1;
    work->d = (uint64_t)d;
    work->s = (uint64_t)s;
    work->run = 0;
    if (count < 0) { /* there are no elements, or cucore_layout_simplify returns the error */
        cucore_layout simple[2];
        return cucore__copy_simplify(dst, src, simple, offsets);
    }
    for (i = count - 1; i >= 0; i--) {
        cucore__kernel_line line = lines[i];
        while (i > 0 && !cucore__mul(line.d, line.n, &next_d) && next_d == lines[i - 1].d &&
               !cucore__mul(line.s, line.n, &next_s) && next_s == lines[i - 1].s) {
            line.n *= lines[--i].n;
        }
        if (axes == 0 && together == itemsize && line.d == 1 && line.s == 1) {
            if (!cucore__mul(together, line.n, &together)) continue;
            return cucore_fail(CUCORE_OVERFLOW, "the bytes of a run of the copy do not fit 64 bits");
        } else {
            cucore__kernel_axis *axis = &work->axes[axes++];
            runs *= line.n;
            axis->n = line.n;
            axis->s = (int64_t)((uint64_t)line.s * (uint64_t)itemsize);
            axis->d = (int64_t)((uint64_t)line.d * (uint64_t)itemsize);
            bits |= (uint64_t)axis->s | (uint64_t)axis->d;
        }
    }
    work->run = together;
    work->count = axes;
    work->runs = runs;
    work->d += (uint64_t)offsets[0] * (uint64_t)itemsize;
    work->s += (uint64_t)offsets[1] * (uint64_t)itemsize;
    if (axes == 0) return CUCORE_OK;
    bits |= (uint64_t)together | work->s | work->d;
    work->unit = (int)(bits & (0 - bits)); /* divides all addresses and strides */
    work->width = CUCORE__KERNEL_WORD / work->unit;
    return CUCORE_OK;
}

/* Adds the units of an element as one more axis, the fastest of both arrays. */
CUCORE__PRIVATE void cucore__kernel_add_pieces(cucore__kernel_work *work, int64_t run)
{
    int i;
    if (run == work->unit) return;
    for (i = work->count++; i > 0; i--) work->axes[i] = work->axes[i - 1];
    work->axes[0].n = run / work->unit;
    work->axes[0].s = work->axes[0].d = work->unit;
}

/* Ranks the axes, and counts the strides and addresses that are no multiples of 16 bytes. */
CUCORE__PRIVATE void cucore__kernel_rank_axes(cucore__kernel_work *work)
{
    const uint64_t in_word = CUCORE__KERNEL_WORD - 1;
    cucore__kernel_rank *by_src = work->ranks[0], *by_dst = work->ranks[1];
    int i, j, count = work->count, loose_s = (work->s & in_word) != 0, loose_d = (work->d & in_word) != 0;
    uint64_t starts = work->d;
    for (i = 0; i < count; i++) {
        const cucore__kernel_axis *axis = &work->axes[i];
        uint64_t stride = cucore__magnitude(axis->s);
        loose_s += (stride & in_word) != 0;
        loose_d += ((uint64_t)axis->d & in_word) != 0;
        starts |= i > 0 ? (uint64_t)axis->d : 0;
        for (j = i; j > 0 && by_src[j - 1].stride - 1 > stride - 1; j--)
            by_src[j] = by_src[j - 1]; /* a stride of 0 comes last */
        by_src[j].stride = stride;
        by_src[j].axis = i;
        by_dst[i].stride = (uint64_t)axis->d;
        by_dst[i].axis = i;
    }
    work->loose[0] = loose_s;
    work->loose[1] = loose_d;
    work->starts = starts;
}

/* copy/walk.c: the grid, the walks of threads, and plans without a tile: runs, spans, single elements. */
/* -- the grid --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE inline void cucore__kernel_digit_make(cucore__kernel_digit *out, uint32_t extent,
                                                      const cucore__kernel_step *go, int cut)
{
    cucore__kernel_digit made = {extent, 0, 0, (uint32_t)cut, go->a, go->b, go->pack};
    cucore__digit_divide(extent, &made.magic, &made.shift);
    *out = made;
}

CUCORE__PRIVATE void cucore__kernel_cuts_clear(cucore__kernel_work *work)
{
    int i, count = work->count;
    work->cuts = 0;
    for (i = 0; i < count; i++) {
        work->axes[i].chunk = 1;
        work->axes[i].again = 0;
        work->axes[i].cut = CUCORE__KERNEL_CUTS;
        work->axes[i].pack = 0;
    }
}

CUCORE__PRIVATE void cucore__kernel_axis_cut(cucore__kernel_work *work, cucore__kernel_axis *axis)
{
    axis->pack = (uint64_t)1 << (CUCORE__KERNEL_FIELD * work->cuts);
    axis->cut = work->cuts++;
}

/* Cuts an axis into chunks of `chunk` steps; the last one may be shorter.
 * -> 0: too many axes are cut */
CUCORE__PRIVATE int cucore__kernel_cut(cucore__kernel_work *work, cucore__kernel_axis *axis, int chunk)
{
    axis->chunk = chunk;
    if (axis->cut < CUCORE__KERNEL_CUTS || chunk == axis->n || chunk == 1) return 1;
    if (work->cuts == CUCORE__KERNEL_CUTS) return 0;
    cucore__kernel_axis_cut(work, axis);
    return 1;
}

/* One loop over tiles: `count` of them, each so many bytes and chunks after the one before. */
typedef struct cucore__kernel_level {
    int64_t count, a, b;
    int64_t chunks;
    int cut;
    uint64_t key; /* of the order of levels: the shorter way of the two arrays */
} cucore__kernel_level;

/* All loops over tiles, the nearest first. */
typedef struct cucore__kernel_levels {
    int count;
    cucore__kernel_level level[2 * CUCORE_MAX_NDIM + 2];
} cucore__kernel_levels;

CUCORE__PRIVATE void cucore__kernel_level_add(cucore__kernel_levels *levels, cucore__kernel_level *level)
{
    const uint64_t key_a = cucore__magnitude(level->a), key_b = cucore__magnitude(level->b);
    int i = levels->count;
    if (level->count < 2) return;
    level->key = key_a < key_b ? key_a : key_b;
    for (; i > 0 && levels->level[i - 1].key > level->key; i--) levels->level[i] = levels->level[i - 1];
    levels->level[i] = *level;
    levels->count++;
}

/* Makes the loops over tiles.  With bands, tiles that are near each other are visited one after the other: two axes,
 * each slow in one array, are visited in squares.  Without bands an axis of more than 2^28 chunks is two levels, so
 * that each fits one of the numbers of a block. */
CUCORE__PRIVATE void cucore__kernel_levels_make(cucore__kernel_work *work, int bands, cucore__kernel_levels *levels)
{
    int64_t most = work->unit < 8 ? CUCORE__KERNEL_BAND : CUCORE__KERNEL_BAND_WIDE;
    int i;
    levels->count = 0;
    for (i = 0; i < work->count; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        int64_t next = axis->chunk - axis->again, chunks = 1, band;
        cucore__kernel_level level;
        if (axis->chunk < axis->n) {
            chunks = axis->chunk == 1 ? axis->n : cucore__kernel_pieces(axis->n - axis->again, next);
        }
        axis->chunks = band = chunks;
        if (chunks == 1) continue;
        if (bands && chunks >= 2 * most) band = most;
        if (!bands && chunks > 1 << 28) band = 1 << 24;
        if (band < chunks && axis->cut == CUCORE__KERNEL_CUTS && chunks % band) {
            if (work->cuts == CUCORE__KERNEL_CUTS) {
                band = chunks;
            } else {
                cucore__kernel_axis_cut(work, axis);
            }
        }
        level.count = band;
        level.a = axis->s * next;
        level.b = axis->d * next;
        level.chunks = 1;
        level.cut = axis->cut;
        cucore__kernel_level_add(levels, &level);
        if (band == chunks) continue;
        level.count = cucore__kernel_pieces(chunks, band);
        level.a *= band;
        level.b *= band;
        level.chunks = band;
        cucore__kernel_level_add(levels, &level);
    }
}

/* Returns the number of tiles; a level counts as 2^30 at most, and their product as little more. */
CUCORE__PRIVATE int64_t cucore__kernel_levels_total(const cucore__kernel_levels *levels)
{
    const cucore__kernel_level *level = levels->level;
    int64_t all = 1;
    int i;
    for (i = 0; i < levels->count && all < 1 << 30; i++) all *= level[i].count < 1 << 30 ? level[i].count : 1 << 30;
    return all;
}

CUCORE__PRIVATE cucore_status cucore__kernel_fail_chunks(int64_t chunks)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the copy needs %lld blocks of threads along one axis, of which there may be 2147483647",
                       (long long)chunks);
}

/* The part of the parameters of a kernel from which a block computes where it begins. */
typedef struct cucore__kernel_room {
    cucore__kernel_grid *grid;
    cucore__kernel_digit *digits;
} cucore__kernel_room;

/* Assigns the levels to the three numbers of a block.  If there are enough tiles for all multiprocessors a block takes
 * several, at equal distances along the nearest level, so that blocks that run at the same time are neighbours. */
CUCORE__PRIVATE cucore_status cucore__kernel_grid_make(const cucore__kernel_work *work, cucore__kernel_levels *loops,
                                                       int64_t tiles, const cucore__kernel_room *room, uint32_t *blocks)
{
    cucore__kernel_level *levels = loops->level;
    cucore__kernel_grid *grid = room->grid;
    cucore__kernel_digit *digits = room->digits;
    cucore__kernel_step go;
    static const int64_t limits[3] = {CUCORE__KERNEL_GRID_X, CUCORE__KERNEL_GRID_YZ, CUCORE__KERNEL_GRID_YZ};
    int64_t all = tiles > 1 ? cucore__kernel_levels_total(loops) : 0;
    int i, at = 0, count = loops->count;
    blocks[0] = blocks[1] = blocks[2] = 1;
    memset(grid, 0, sizeof *grid);
    grid->tiles = 1;
    grid->next_cut = CUCORE__KERNEL_CUTS;
    grid->full = CUCORE__KERNEL_GUARD;
    for (i = 0; i < CUCORE__KERNEL_CUTS; i++) grid->count[i] = 1;
    if (count > 0) {
        while (tiles > 1 && (all < tiles * CUCORE__KERNEL_BUSY || levels[0].count % tiles)) tiles--;
        if (tiles > 1) levels[0].count /= tiles;
        grid->tiles = (uint32_t)tiles;
        grid->next_cut = (uint32_t)levels[0].cut;
        grid->next_chunks = (uint32_t)(levels[0].chunks * levels[0].count);
        grid->next_a = levels[0].a * levels[0].count;
        grid->next_b = levels[0].b * levels[0].count;
        if (levels[0].count == 1) levels++, count--;
    }
    for (i = 0; i < work->count && work->cuts; i++) { /* the chunks of each cut axis, and their room */
        const cucore__kernel_axis *axis = &work->axes[i];
        if (axis->cut == CUCORE__KERNEL_CUTS) continue;
        if (axis->chunks > CUCORE__KERNEL_GRID_X) return cucore__kernel_fail_chunks(axis->chunks);
        grid->count[axis->cut] = (uint32_t)axis->chunks;
        grid->full |= (uint64_t)(axis->chunk - 1) * axis->pack;
        grid->last[axis->cut] =
            (uint64_t)(axis->chunks * (axis->chunk - axis->again) + axis->again - axis->n) * axis->pack;
    }
    for (i = 0; i < count; i++) {
        const cucore__kernel_level *level = &levels[i];
        while (at < 3 && (level->count > limits[at] || blocks[at] * level->count > limits[at])) {
            grid->ends[at++] = (uint32_t)i;
        }
        if (at == 3) {
            return cucore_fail(
                CUCORE_UNSUPPORTED,
                "the copy needs %lld times %ux%ux%u blocks of threads or more, a grid has 2147483647x65535x65535",
                (long long)level->count, blocks[0], blocks[1], blocks[2]);
        }
        blocks[at] *= (uint32_t)level->count;
        go.a = level->a;
        go.b = level->b;
        go.pack = (uint64_t)level->chunks;
        cucore__kernel_digit_make(&digits[i], (uint32_t)level->count, &go, level->cut);
    }
    while (at < 3) grid->ends[at++] = (uint32_t)count;
    return CUCORE_OK;
}

/* -- walks ------------------------------------------------------------------------------------------------------ */
/* An axis whose place in the tile has two parts: the element within a word, and the word. */
typedef struct cucore__kernel_split {
    int axis;
    int word, m; /* elements of a word; bytes in the tile from word to word */
} cucore__kernel_split;

/* From where to where a walk copies. */
typedef enum cucore__kernel_way {
    CUCORE__KERNEL_LOAD,   /* from the source to the tile */
    CUCORE__KERNEL_STORE,  /* from the tile to the destination */
    CUCORE__KERNEL_THROUGH /* from the source to the destination, without a tile */
} cucore__kernel_way;

/* The state of making a walk. */
typedef struct cucore__kernel_walker {
    cucore__kernel_walk *walk;
    const cucore__kernel_axis *axes;
    cucore__kernel_way way;
    cucore__kernel_split split;
    cucore__kernel_id kernel;
    int grouped;  /* the axis whose elements are grouped by fours or pairs in the tile; -1: none */
    int together; /* elements of a group */
    int room;     /* the factor by which the number of threads may still grow */
    int limit;    /* the most steps */
    int fits;     /* 0: too many steps or digits */
} cucore__kernel_walker;

/* Returns a step of `stride` elements along an axis, in both address spaces of the walk. */
CUCORE__PRIVATE inline cucore__kernel_step cucore__kernel_walker_go(const cucore__kernel_walker *walker, int index,
                                                                    int stride)
{
    const cucore__kernel_axis *axis = &walker->axes[index];
    cucore__kernel_step go;
    go.a = (walker->way == CUCORE__KERNEL_STORE ? axis->d : axis->s) * stride;
    if (walker->way == CUCORE__KERNEL_THROUGH) {
        go.b = axis->d * stride;
    } else if (walker->split.axis == index && stride >= walker->split.word) {
        go.b = stride / walker->split.word * walker->split.m;
    } else {
        go.b = axis->m * stride;
    }
    go.pack = axis->pack * (uint64_t)stride;
    return go;
}

/* Repeats all steps so far `extent` times, each time one `go` further. */
CUCORE__PRIVATE inline void cucore__kernel_steps_add(cucore__kernel_walk *walk, int extent,
                                                     const cucore__kernel_step *go)
{
    uint32_t have = walk->steps, all = have * (uint32_t)extent, i;
    for (i = have; i < all; i++) {
        walk->step[i].a = walk->step[i - have].a + go->a;
        walk->step[i].b = walk->step[i - have].b + go->b;
        walk->step[i].pack = walk->step[i - have].pack + go->pack;
    }
    walk->steps = all;
}

CUCORE__PRIVATE void cucore__kernel_walk_start(cucore__kernel_walk *walk, int words)
{
    memset(walk, 0, offsetof(cucore__kernel_walk, digits));
    memset(&walk->step[0], 0, sizeof walk->step[0]);
    walk->threads = walk->words = (uint32_t)words;
    if (words > 1) cucore__digit_divide((uint32_t)words, &walk->magic, &walk->shift);
    walk->steps = walk->width = walk->per = 1;
}

/* Prepares the walker for the axes; the walk is started. */
CUCORE__PRIVATE inline void cucore__kernel_walker_start(cucore__kernel_walker *walker)
{
    walker->room = CUCORE__KERNEL_THREADS / (int)walker->walk->threads;
    walker->fits = 1;
}

/* Returns the largest divisor of n up to `limit`.  Powers of two need no division. */
CUCORE__PRIVATE inline int cucore__kernel_divisor(int n, int limit)
{
    int f = limit;
    if (n <= limit) return n;
    if (n & (n - 1)) {
        while (n % f) f--;
    } else {
        while (f & (f - 1)) f &= f - 1;
    }
    return f;
}

/* Adds `extent` steps of `stride` elements along an axis: to threads as long as there are free ones, then to steps. */
CUCORE__PRIVATE void cucore__kernel_walker_part(cucore__kernel_walker *walker, int axis, int extent, int stride)
{
    cucore__kernel_walk *walk = walker->walk;
    cucore__kernel_step go;
    int threads, steps;
    if (extent < 2) return;
    go = cucore__kernel_walker_go(walker, axis, stride);
    threads = cucore__kernel_divisor(extent, walker->room);
    if (threads > 1) {
        uint32_t at = walk->inner + walk->outer;
        if (at == sizeof walk->digits / sizeof walk->digits[0]) {
            walker->fits = 0; /* unreachable: 256 threads are 8 digits at most, and a run has fewer than 4 */
        } else {
            cucore__kernel_digit_make(&walk->digits[at], (uint32_t)threads, &go, CUCORE__KERNEL_CUTS);
            walk->outer++;
            walk->threads *= (uint32_t)threads;
        }
        walker->room /= threads;
    }
    if (threads == extent) return;
    steps = extent / threads;
    walker->fits &= (int)walk->steps * steps <= walker->limit;
    if (!walker->fits) return;
    go.a *= threads, go.b *= threads, go.pack *= (uint64_t)threads;
    cucore__kernel_steps_add(walk, steps, &go);
}

/* Adds the elements of a run. */
CUCORE__PRIVATE void cucore__kernel_walker_inner(cucore__kernel_walker *walker, int axis, int extent, int stride)
{
    cucore__kernel_walk *walk = walker->walk;
    cucore__kernel_step go;
    uint32_t at = walk->inner;
    if (extent < 2) return;
    go = cucore__kernel_walker_go(walker, axis, stride);
    cucore__kernel_digit_make(&walk->digits[at], (uint32_t)extent, &go, CUCORE__KERNEL_CUTS);
    walk->inner++;
    if (at > 0 && walk->linear) return;
    if (at > 0) walk->per *= walk->digits[at - 1].extent;
    if (at == 0) walk->next = (int32_t)go.b;
    walk->next_pack = go.pack; /* of the slowest axis, the only one of the run that may be cut */
}

/* -- without a tile --------------------------------------------------------------------------------------------- */
/* Gives the axes from `first` on to threads, fastest first, and to at most `want` steps. */
CUCORE__PRIVATE void cucore__kernel_walk_rows(cucore__kernel_walk *walk, cucore__kernel_work *work, int first, int want)
{
    cucore__kernel_walker walker;
    int room = CUCORE__KERNEL_THREADS / (int)walk->threads, steps = (int)walk->steps, i, count = work->count;
    walker.axes = work->axes;
    walker.walk = walk;
    walker.way = CUCORE__KERNEL_THROUGH;
    walker.limit = CUCORE__KERNEL_STEPS;
    cucore__kernel_walker_start(&walker);
    for (i = first; i < count; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        int more = want > steps ? want / steps : 1, rounds, per;
        if (room < 2 && more < 2) break;
        if (axis->n > room * more) {
            per = room, rounds = more;
        } else {
            rounds = ((int)axis->n - 1) / room + 1; /* for all of the axis */
            per = ((int)axis->n - 1) / rounds + 1;  /* threads for each */
        }
        if (rounds > 1 && work->cuts == CUCORE__KERNEL_CUTS && per * rounds != axis->n) rounds = 1;
        if (!cucore__kernel_cut(work, axis, per * rounds)) { /* unreachable: two cuts use up threads and steps */
            axis->chunk = 1;
            continue;
        }
        cucore__kernel_walker_part(&walker, i, per, 1);
        cucore__kernel_walker_part(&walker, i, rounds, per);
        room /= per;
        steps *= rounds;
    }
}

/* Gives the words of a run to threads and to few steps.
 * -> the number of chunks of the run, which are a level */
CUCORE__PRIVATE int64_t cucore__kernel_walk_run(cucore__kernel_walk *walk, int64_t bytes, int unit)
{
    /* parts of the first and the last word of an unaligned run are outside of it */
    int64_t words = bytes / CUCORE__KERNEL_WORD + (unit == CUCORE__KERNEL_WORD   ? 0
                                                   : bytes % CUCORE__KERNEL_WORD ? 2
                                                                                 : 1);
    int64_t rounds = (words - 1) / CUCORE__KERNEL_THREADS + 1;
    int steps = rounds < CUCORE__KERNEL_FEW_STEPS ? (int)rounds : CUCORE__KERNEL_FEW_STEPS;
    int per = rounds <= CUCORE__KERNEL_FEW_STEPS ? ((int)words - 1) / steps + 1 : CUCORE__KERNEL_THREADS;
    cucore__kernel_step go = {CUCORE__KERNEL_WORD * per, 0, 0};
    cucore__kernel_walk_start(walk, per);
    if (rounds == 1) return 1;
    walk->linear = 1;
    walk->next_pack = (uint64_t)(CUCORE__KERNEL_WORD * per * steps);
    cucore__kernel_steps_add(walk, steps, &go);
    return cucore__kernel_pieces(words, per * steps);
}

/* Chooses the rows that a block takes as one, if the gaps between them cost less than their ends, and gives their words
 * to threads.  most: steps of two words.
 * -> the number of chunks of a single long row, which are a level */
CUCORE__PRIVATE int64_t cucore__kernel_walk_span(cucore__kernel_walk *walk, cucore__kernel_work *work, int64_t run,
                                                 int most, cucore__kernel_rows *span)
{
    cucore__kernel_axis *axis = &work->axes[0];
    const int room = most * CUCORE__KERNEL_SPAN_ROOM;
    int64_t skew = axis->s - axis->d, bytes = run, words, pairs, chunks = 1;
    int rows = 1, steps, per;
    if (axis->d >= run && axis->d <= 2 * run && axis->d <= room / 2 && skew >= INT32_MIN && skew <= INT32_MAX) {
        rows = room / (int)axis->d;
        rows = (int)(axis->n <= rows ? axis->n : cucore__kernel_pieces(axis->n, cucore__kernel_pieces(axis->n, rows)));
    }
    span->rows = 1;
    span->pitch = 1 << 30;
    span->cut = CUCORE__KERNEL_CUTS;
    span->skew = 0;
    if (rows > 1 && cucore__kernel_cut(work, axis, rows)) {
        span->rows = (uint32_t)rows;
        span->pitch = (uint32_t)axis->d;
        span->cut = (uint32_t)axis->cut;
        span->skew = (int32_t)skew;
        bytes += (rows - 1) * axis->d;
    }
    cucore__digit_divide(span->pitch, &span->magic, &span->shift);
    span->align = bytes >= 2048 ? CUCORE__KERNEL_LINE : bytes >= 256 ? CUCORE__KERNEL_SECTOR : CUCORE__KERNEL_WORD;
    words = (bytes + span->align - 5) / CUCORE__KERNEL_WORD +
            1; /* the first byte is up to align - 4 after a multiple of align */
    cucore__kernel_walk_start(walk, words <= CUCORE__KERNEL_THREADS ? (int)words : CUCORE__KERNEL_THREADS);
    if (words <= CUCORE__KERNEL_THREADS) return 1;
    pairs = (words - 1) / (2 * CUCORE__KERNEL_THREADS) + 1;
    if (pairs > most) chunks = cucore__kernel_pieces(pairs, most);
    steps = 2 * (int)cucore__kernel_pieces(pairs, chunks);
    per = CUCORE__KERNEL_IN_WARPS((int)cucore__kernel_pieces(words, chunks * steps));
    cucore__kernel_walk_start(walk, per);
    walk->linear = 1;
    walk->steps = (uint32_t)steps;
    if (per * steps >= words) return 1;
    walk->next_pack = (uint64_t)(CUCORE__KERNEL_WORD * per * steps);
    return cucore__kernel_pieces(words, per * steps);
}

/* Plans plan->kernel, which copies rows or single elements; the latter may become `many`.
 * -> OVERFLOW: too many axes for the kernel */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_runs(cucore__kernel_work *work, int64_t run,
                                                       cucore__kernel_plan *plan)
{
    cucore__kernel_runs *as = &plan->as.runs;
    cucore__kernel_levels levels;
    cucore__kernel_room room;
    int first = 0, is_run = cucore__kernels[plan->kernel].family == CUCORE__FAMILY_ROWS, few, want;
    int64_t chunks = 1, words = cucore__kernel_total(work, run / (is_run ? CUCORE__KERNEL_WORD : work->unit)), each;
    cucore_status status;
    cucore__kernel_cuts_clear(work);
    /* few steps if there are few words, so that no multiprocessor idles */
    each = words / (CUCORE__KERNEL_BLOCKS_WANTED * CUCORE__KERNEL_THREADS);
    few = !is_run && work->unit < 4 ? CUCORE__KERNEL_STEPS : CUCORE__KERNEL_FEW_STEPS; /* a block should have 4 KB */
    want = each < 1 ? 1 : each > few ? few : (int)each;
    as->bytes = (uint64_t)(is_run ? run : work->unit);
    as->unit = (uint32_t)work->unit;
    as->gaps = work->axes[0].d != run;
    if (plan->kernel == CUCORE__KERNEL_SPANS) {
        int most = want < 2 * CUCORE__KERNEL_SPAN ? (want + 1) / 2 : CUCORE__KERNEL_SPAN;
        chunks = cucore__kernel_walk_span(&as->walk, work, run, most, &as->span);
        if (chunks > 1) work->cuts = 1; /* the run itself */
        first = as->span.rows > 1;
    } else if (is_run) {
        work->cuts = 1;
        chunks = cucore__kernel_walk_run(&as->walk, run, work->unit);
    } else {
        cucore__kernel_walk_start(&as->walk, 1);
    }
    if (chunks > CUCORE__KERNEL_GRID_X) return cucore__kernel_fail_chunks(chunks);
    cucore__kernel_walk_rows(&as->walk, work, first, as->walk.linear ? 1 : want);
    cucore__kernel_levels_make(work, 0, &levels);
    if (chunks > 1) { /* the nearest level: chunks of the run itself */
        const cucore__kernel_level of_run = {chunks, 0, 0, 1, 0, 0};
        memmove(&levels.level[1], &levels.level[0], (size_t)levels.count++ * sizeof of_run);
        levels.level[0] = of_run;
    }
    if (levels.count > CUCORE__KERNEL_LEVELS) {
        if (is_run) return CUCORE_OVERFLOW;
        plan->kernel = CUCORE__KERNEL_MANY;
    }
    room.grid = &as->grid;
    room.digits = plan->as.many.levels;
    status = cucore__kernel_grid_make(work, &levels, 1, &room, plan->grid);
    if (chunks > 1) as->grid.count[0] = (uint32_t)chunks;
    plan->block = CUCORE__KERNEL_IN_WARPS(as->walk.threads);
    plan->shared = 0;
    return status;
}

/* copy/tile.c: plans of tiles through shared memory, and the choice among all kernels. */
/* -- with a tile ------------------------------------------------------------------------------------------------ */
/* Chooses how much of each axis a tile takes, for runs of `want` bytes in the source or in the destination.
 * -> bytes of the runs */
CUCORE__PRIVATE uint32_t cucore__kernel_tile_side(cucore__kernel_work *work, const cucore__kernel_rank *ranks,
                                                  uint32_t want)
{
    uint32_t run = (uint32_t)work->unit;
    int i, count = work->count;
    for (i = 0; i < count && run < want; i++) {
        cucore__kernel_axis *axis = &work->axes[ranks[i].axis];
        uint32_t take = (want - 1) / run + 1;
        /* a run of a sector is better than a longer one with gaps */
        if (ranks[i].stride == 0 || (run >= CUCORE__KERNEL_SECTOR && ranks[i].stride > 2 * run)) break;
        if (take + take / 2 < axis->n) {
            if (axis->chunk < (int)take) axis->chunk = (int)take;
            return run * take;
        }
        axis->chunk = (int)axis->n;
        run *= (uint32_t)axis->n;
    }
    return run;
}

/* Makes the chunks of a tile even; many bytes may grow by 1/8.  n > 1.5 chunk, so they are longer than 2/3 of it.
 * -> elements of the tile, up to 2^20 or a little more; INT64_MAX: too many axes would be cut */
CUCORE__PRIVATE int64_t cucore__kernel_tile_even(cucore__kernel_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        if (axis->chunk > 1 && axis->chunk < axis->n) {
            int slack = work->unit > 1 || axis->chunk < 128 ? 16 : 8;
            if (!cucore__kernel_cut(work, axis, cucore__kernel_even(axis->n, axis->chunk, slack))) return INT64_MAX;
        }
        volume *= axis->chunk;
    }
    return volume;
}

/* The tile in the order of the source, or of the destination. */
typedef struct cucore__kernel_side {
    int order[CUCORE_MAX_NDIM + 1]; /* axes of the tile, fastest first */
    int count;
    int prefix; /* the number of axes in a run */
    int last;   /* steps of the last axis in a run */
    int run;    /* elements of a run */
    int width;  /* elements of a word; 1: no wider word is aligned */
    int linear;
} cucore__kernel_side;

CUCORE__PRIVATE inline int64_t cucore__kernel_stride(const cucore__kernel_axis *axis, int which)
{
    return which ? axis->d : axis->s;
}

/* Returns how the count of unaligned strides changes if an axis becomes part of runs: its tiles count, not its
 * elements. */
CUCORE__PRIVATE inline int cucore__kernel_loose_in_run(const cucore__kernel_axis *axis, int which, int chunk)
{
    const uint64_t in_word = CUCORE__KERNEL_WORD - 1;
    uint64_t stride = (uint64_t)cucore__kernel_stride(axis, which);
    return (chunk < axis->n && (stride * (uint64_t)chunk & in_word) != 0) - ((stride & in_word) != 0);
}

CUCORE__PRIVATE void cucore__kernel_side_narrow(const cucore__kernel_work *work, cucore__kernel_side *side)
{
    side->prefix = 1;
    side->run = side->last = work->axes[side->order[0]].chunk;
    side->width = 1;
    side->linear = 0;
}

/* Rounds the chunk of the fastest axis up to whole words if these are aligned then. */
CUCORE__PRIVATE void cucore__kernel_side_pad(cucore__kernel_work *work, int which, cucore__kernel_axis *axis)
{
    int chunk = axis->chunk, padded = (chunk + work->width - 1) & -work->width;
    if (chunk == padded || chunk <= work->width / 2 || cucore__kernel_stride(axis, which) != work->unit) return;
    if (work->loose[which] + cucore__kernel_loose_in_run(axis, which, padded) != 0) return;
    if (!cucore__kernel_cut(work, axis, padded)) axis->chunk = chunk;
}

/* Makes the runs of one side of the tile; in words of 16 bytes if these are aligned. */
CUCORE__PRIVATE void cucore__kernel_side_make(const cucore__kernel_work *work, int which, cucore__kernel_side *side)
{
    int width = work->width, loose = work->loose[which], run = 1, i;
    cucore__kernel_side_narrow(work, side);
    if (width == 1) return;
    for (i = 0; i < side->count; i++) {
        const cucore__kernel_axis *axis = &work->axes[side->order[i]];
        int chunk = axis->chunk;
        if (cucore__kernel_stride(axis, which) != run * work->unit) return;
        if (i > 0 && width > 4) return; /* kernels find four elements of a word in several axes, not eight */
        loose += cucore__kernel_loose_in_run(axis, which, chunk);
        if (i > 0 && run * chunk > width * CUCORE__KERNEL_THREADS) {
            chunk = cucore__kernel_divisor(chunk, width * CUCORE__KERNEL_THREADS / run);
        }
        run *= chunk;
        if (loose == 0 && (run & (width - 1)) == 0) {
            side->prefix = i + 1;
            side->last = chunk;
            side->run = run;
            side->width = width;
            side->linear = i == 0;
            return;
        }
        if (chunk < axis->n || axis->cut < CUCORE__KERNEL_CUTS) return; /* the next axis does not continue the run */
    }
}

/* Places the elements of the tile in shared memory: as in the destination, with gaps so that the threads of a warp use
 * different banks.
 * -> bytes of shared memory */
CUCORE__PRIVATE int cucore__kernel_tile_lay(cucore__kernel_work *work, const cucore__kernel_side *load,
                                            const cucore__kernel_side *store, int grouped, cucore__kernel_split *split)
{
    cucore__kernel_axis *first = &work->axes[load->order[0]];
    int size = work->unit, odd = work->unit < 4 ? 4 : work->unit, i;
    for (i = 0; i < load->count; i++) work->axes[load->order[i]].m = 0; /* not placed yet */
    for (i = 0; i < store->prefix; i++) {
        work->axes[store->order[i]].m = size;
        size *= work->axes[store->order[i]].chunk;
    }
    split->axis = -1;
    split->word = split->m = 0;
    if (load->linear && !first->m) {
        /* The elements of a word take a multiple of all banks; from word to word it is their part of the banks more, so
         * that those that are written at once fill all of them: 8 words by 16 bytes, 4 by 32, 2 by 64. */
        int words = load->run / load->width, align = CUCORE__KERNEL_BANKS / (work->unit == 8 ? 2 : 4);
        size = (size + align - 1) & -align;
        split->axis = load->order[0];
        split->word = load->width;
        split->m = size * load->width + (words >= 8 || words < 2 ? CUCORE__KERNEL_BANKS / 8
                                         : words >= 4            ? CUCORE__KERNEL_BANKS / 4
                                                                 : CUCORE__KERNEL_BANKS / 2);
        first->m = size;
        size = split->m * words;
    } else if (grouped) { /* an odd number of words of 16 bytes */
        size = ((size + 2 * CUCORE__KERNEL_WORD - 1) & (-2 * CUCORE__KERNEL_WORD)) + CUCORE__KERNEL_WORD;
    } else { /* an odd number of elements, or of banks */
        size = ((size + odd - 1) & -odd) | odd;
    }
    for (i = 0; i < load->count; i++) {
        cucore__kernel_axis *axis = &work->axes[load->order[i]];
        if (axis->m) continue;
        axis->m = size;
        size *= axis->chunk;
    }
    return size;
}

/* Ways in which a walk is tried. */
enum {
    CUCORE__KERNEL_OWN_LAST = 1, /* the rest of the run's own axis comes last */
    CUCORE__KERNEL_FEWER = 2,    /* 8 words of a run one after the other, which are a cache line; else 16 */
    CUCORE__KERNEL_FAR = 4,      /* along the other axis from word to word first, in any banks; only for stores */
    CUCORE__KERNEL_WAYS = 8
};

/* Makes a walk: the words of a run for neighbouring threads, then elements of the axis `other`, so that a warp uses
 * every bank of the tile (lanes), then the rest of all axes of the tile.
 * -> 0: too many steps */
CUCORE__PRIVATE int cucore__kernel_tile_walk_by(cucore__kernel_walker *walker, const cucore__kernel_side *side,
                                                int other, unsigned how)
{
    cucore__kernel_walk *walk = walker->walk;
    const int first = side->order[0], grouped = first == walker->grouped, by_words = (how & CUCORE__KERNEL_FAR) != 0;
    const int wide = side->width > (grouped ? walker->together : 1);
    const int width = grouped && side->width == 1 ? walker->together : side->width;
    const int most = side->width == 1 ? CUCORE__KERNEL_WARP : how & CUCORE__KERNEL_FEWER ? 8 : 16;
    const int group = other == walker->grouped ? walker->together : 1;
    int words = side->run / width, elements = side->run, rest = 1, lanes = 1, i;
    if (side->prefix == 1 && words > most && !(words & (most - 1))) {
        rest = words / most;
        words = most;
        elements = most * width;
    }
    if (words > CUCORE__KERNEL_THREADS) return 0;
    if (!by_words && side->prefix == 1 && other != first && words < CUCORE__KERNEL_WARP) {
        lanes = other == walker->split.axis
                    ? walker->split.word
                    : cucore__kernel_divisor(walker->axes[other].chunk / group, CUCORE__KERNEL_WARP / words);
    }
    cucore__kernel_walk_start(walk, words);
    walk->width = (uint32_t)(!grouped ? side->width : wide ? side->width / walker->together : 1);
    walk->linear = side->linear || !wide;
    cucore__kernel_walker_start(walker);
    if (side->prefix > 1) { /* within a run */
        for (i = 0; i + 1 < side->prefix; i++) {
            cucore__kernel_walker_inner(walker, side->order[i], walker->axes[side->order[i]].chunk, 1);
        }
        cucore__kernel_walker_inner(walker, side->order[i], side->last, 1);
    } else if (first == walker->split.axis && walker->way == CUCORE__KERNEL_LOAD) {
        cucore__kernel_walker_inner(walker, first, walker->split.word, 1);
        cucore__kernel_walker_inner(walker, first, words, walker->split.word);
    } else if (grouped) {
        cucore__kernel_walker_inner(walker, first, elements / walker->together, walker->together);
    } else {
        cucore__kernel_walker_inner(walker, first, elements, 1);
    }
    cucore__kernel_walker_part(walker, other, lanes, group); /* from run to run */
    if (!(how & CUCORE__KERNEL_OWN_LAST)) cucore__kernel_walker_part(walker, first, rest, elements);
    for (i = side->prefix > 1 ? side->prefix - 1 : 1; i < side->count; i++) {
        int axis = side->order[i], chunk = walker->axes[axis].chunk, word = walker->split.word;
        int done = axis == walker->grouped ? walker->together : 1;
        if (i < side->prefix) done = side->last;
        if (axis == other) done *= lanes;
        if (axis != walker->split.axis || done >= word) {
            cucore__kernel_walker_part(walker, axis, done == 1 ? chunk : chunk / done, done);
        } else if (by_words) {
            cucore__kernel_walker_part(walker, axis, chunk / word, word);
            cucore__kernel_walker_part(walker, axis, word / done, done);
        } else {
            cucore__kernel_walker_part(walker, axis, word / done, done);
            cucore__kernel_walker_part(walker, axis, chunk / word, word);
        }
    }
    if (how & CUCORE__KERNEL_OWN_LAST) cucore__kernel_walker_part(walker, first, rest, elements);
    return walker->fits;
}

/* Makes the walk of one side: by the first way that keeps most threads busy, or else by the best one.  other: the first
 * axis of the other side.
 * -> 0: too many steps */
CUCORE__PRIVATE int cucore__kernel_tile_walk(cucore__kernel_walker *walker, const cucore__kernel_work *work,
                                             const cucore__kernel_side *side, int other, cucore__kernel_way way)
{
    const cucore__kernel_walk *walk = walker->walk;
    const int load = way == CUCORE__KERNEL_LOAD;
    const int wide = side->width > (side->order[0] == walker->grouped ? walker->together : 1);
    const unsigned ways = load || walker->grouped >= 0 ? CUCORE__KERNEL_FAR : CUCORE__KERNEL_WAYS;
    uint32_t most = 0;
    unsigned how, best = 0;
    if (side->prefix > 8) return 0; /* a thread has 12 digits, of which the rest needs at least 4 */
    walker->way = way;
    walker->limit = CUCORE__KERNEL_STEPS;
    if (load) { /* as much as the kernels have registers for: 64 bytes, 128 of pairs, or 16 units */
        switch (cucore__kernels[walker->kernel].family) {
        case CUCORE__FAMILY_TWICE: walker->limit = 4; break;
        case CUCORE__FAMILY_SHUFFLED: walker->limit = work->unit == 2 ? 2 : wide ? 1 : 4; break;
        default: walker->limit = wide || work->width == 1 ? 4 : work->width == 2 ? 8 : CUCORE__KERNEL_STEPS;
        }
    }
    for (how = 0; how < ways; how++) {
        if ((how & CUCORE__KERNEL_FEWER) && side->width == 1) continue; /* there is nothing to try */
        if (!cucore__kernel_tile_walk_by(walker, side, other, how)) continue;
        if (load || walk->steps == 1 || walk->threads >= CUCORE__KERNEL_THREADS * 5 / 8) return 1;
        if (walk->threads > most) most = walk->threads, best = how;
    }
    return most > 0 && cucore__kernel_tile_walk_by(walker, side, other, best);
}

/* Returns 1 if runs of the destination that do not begin with a sector are stored from sector to sector, in chunks that
 * have a sector in common.  Aligned elements of two bytes are faster without this, in larger tiles. */
CUCORE__PRIVATE int cucore__kernel_tile_shifts(const cucore__kernel_work *work, const cucore__kernel_side *load,
                                               const cucore__kernel_side *store)
{
    const cucore__kernel_axis *axis = &work->axes[store->order[0]];
    int sector = CUCORE__KERNEL_SECTOR / work->unit;
    if (work->unit > 8 || axis->d != work->unit) return 0;
    if (store->width > 1 && (work->unit == 2 || work->starts % CUCORE__KERNEL_SECTOR == 0)) return 0;
    if (load->prefix > 1 || load->order[0] == store->order[0]) return 0;
    if (axis->cut == CUCORE__KERNEL_CUTS || axis->n <= axis->chunk) return 0;
    return axis->chunk % sector == 0 && axis->chunk >= 4 * sector;
}

/* Returns 1 if both sides use words, aligned or not: unaligned words of the source are loaded in pieces of four bytes,
 * for elements of 1 or 2 bytes. */
CUCORE__PRIVATE int cucore__kernel_tile_in_words(const cucore__kernel_work *work, const cucore__kernel_side *load,
                                                 const cucore__kernel_side *store)
{
    const cucore__kernel_axis *axis = &work->axes[load->order[0]];
    if (load->width == 1 && (work->unit > 2 || load->prefix > 1 || axis->s != work->unit ||
                             axis->cut == CUCORE__KERNEL_CUTS || axis->chunk % work->width != 0)) {
        return 0;
    }
    return store->width > 1 || cucore__kernel_tile_shifts(work, load, store);
}

/* Returns 1 if elements are shuffled: bytes by fours, if each run is one contiguous axis, padded to a multiple of four
 * in the destination; elements of two bytes by pairs, if both sides use words. */
CUCORE__PRIVATE int cucore__kernel_tile_groups(cucore__kernel_work *work, const cucore__kernel_side *load,
                                               cucore__kernel_side *store)
{
    cucore__kernel_axis *to = &work->axes[store->order[0]];
    const cucore__kernel_axis *from = &work->axes[load->order[0]];
    int padded = (to->chunk + 3) & -4;
    if (load->order[0] == store->order[0] || to->d != work->unit || from->s != work->unit) return 0;
    if (work->unit == 2) return cucore__kernel_tile_in_words(work, load, store);
    if (work->unit != 1 || to->chunk < 8 || load->prefix > 1 || store->prefix > 1) return 0;
    if (padded != to->chunk && !cucore__kernel_cut(work, to, padded)) return 0;
    store->run = padded;
    return 1;
}

/* Makes the runs of both sides, with the widest words that are possible.
 * -> the axis whose elements are shuffled in registers, or -1 */
CUCORE__PRIVATE int cucore__kernel_tile_sides(cucore__kernel_work *work, cucore__kernel_side *load,
                                              cucore__kernel_side *store)
{
    int i, loads = 0, stores = 0, count = work->count;
    for (i = 0; i < count; i++) {
        int by_src = work->ranks[0][i].axis;
        if (work->axes[i].chunk > 1) store->order[stores++] = i;
        if (work->axes[by_src].chunk > 1) load->order[loads++] = by_src;
    }
    load->count = loads;
    store->count = stores;
    cucore__kernel_side_pad(work, 0, &work->axes[load->order[0]]);
    cucore__kernel_side_pad(work, 1, &work->axes[store->order[0]]);
    cucore__kernel_side_make(work, 0, load);
    cucore__kernel_side_make(work, 1, store);
    if (cucore__kernel_tile_groups(work, load, store)) return store->order[0];
    if (work->unit == 1) { /* the kernel tile1 copies single bytes */
        cucore__kernel_side_narrow(work, load);
        cucore__kernel_side_narrow(work, store);
    }
    return -1;
}

/* Sets what the kernel needs for unaligned words.  Single bytes do without: they have smaller tiles. */
CUCORE__PRIVATE void cucore__kernel_tile_unaligned(cucore__kernel_work *work, int grouped, cucore__kernel_side *load,
                                                   cucore__kernel_side *store, cucore__kernel_tile *as)
{
    cucore__kernel_axis *axis = &work->axes[store->order[0]];
    int words = grouped >= 0 && cucore__kernel_tile_in_words(work, load, store);
    int shifts = (words || work->unit > 1) && cucore__kernel_tile_shifts(work, load, store);
    as->load_cut = (uint32_t)work->axes[load->order[0]].cut;
    as->shift_cut = CUCORE__KERNEL_CUTS;
    if (words && load->width == 1) {
        as->loose = (uint32_t)(4 / work->unit - 1);
        load->width = work->width;
        load->linear = 1;
    }
    if (!shifts) return;
    axis->again = CUCORE__KERNEL_SECTOR / work->unit;
    store->width = work->width;
    store->linear = 1;
    as->shift_cut = (uint32_t)axis->cut;
    as->shift_chunk = (uint32_t)axis->chunk;
    as->shift_next = (uint32_t)(axis->chunk - axis->again);
}

/* Lets a block take two tiles, which share sectors of the destination or lines of the source, if enough blocks are
 * left.  The level of these neighbours becomes the first, and is split into pairs and their number.
 * -> words from one tile to the other in shared memory; 0: a block takes one tile */
CUCORE__PRIVATE uint32_t cucore__kernel_tile_beside(const cucore__kernel_work *work, int fast,
                                                    const cucore__kernel_plan *plan, int size,
                                                    cucore__kernel_levels *loops)
{
    cucore__kernel_level *levels = loops->level;
    const int by_dst = work->starts % CUCORE__KERNEL_SECTOR != 0;
    const int words = (size + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD + 1;
    cucore__kernel_level level;
    int i, nearest = -1;
    if (cucore__kernels[plan->kernel].family != CUCORE__FAMILY_TWICE) return 0;
    if (plan->block != CUCORE__KERNEL_THREADS || CUCORE__KERNEL_WORD * words > CUCORE__KERNEL_BESIDE) return 0;
    if (loops->count >= CUCORE__KERNEL_LEVELS) return 0;
    if (!by_dst) { /* no, if all runs of the source begin with a cache line */
        uint64_t starts = work->s;
        for (i = 0; i < work->count; i++) starts |= i == fast ? 0 : (uint64_t)work->axes[i].s;
        if (starts % CUCORE__KERNEL_LINE == 0) return 0;
    }
    for (i = 0; i < loops->count; i++) {
        uint64_t apart = cucore__magnitude(by_dst ? levels[i].b : levels[i].a);
        if (levels[i].count % 2 == 0 && apart <= (uint64_t)(plan->tile[by_dst] * work->unit)) nearest = i;
    }
    if (nearest < 0 || cucore__kernel_levels_total(loops) < 2 * CUCORE__KERNEL_BUSY) return 0;
    level = levels[nearest];
    memmove(&levels[1], &levels[0], (size_t)nearest * sizeof levels[0]);
    levels[0] = level;
    if (level.count == 2) return (uint32_t)words;
    memmove(&levels[1], &levels[0], (size_t)loops->count++ * sizeof levels[0]);
    levels[0].count = 2;
    levels[1].count /= 2;
    levels[1].a *= 2;
    levels[1].b *= 2;
    levels[1].chunks *= 2;
    return (uint32_t)words;
}

/* Makes the plan for a tile of the chosen chunks.
 * -> 0: the tile is too large, or has too many steps or levels */
CUCORE__PRIVATE int cucore__kernel_tile_make(cucore__kernel_work *work, cucore__kernel_plan *plan)
{
    cucore__kernel_tile *as = &plan->as.tile;
    cucore__kernel_side load, store;
    cucore__kernel_walker walker;
    cucore__kernel_levels levels;
    cucore__kernel_room room;
    uint32_t threads;
    int size, shifts, odd, tiles, unit = work->unit, grouped = cucore__kernel_tile_sides(work, &load, &store);
    memset(as, 0, offsetof(cucore__kernel_tile, grid));
    as->word4 = 1;
    cucore__kernel_tile_unaligned(work, grouped, &load, &store, as);
    shifts = as->shift_cut < CUCORE__KERNEL_CUTS;
    odd = as->loose || shifts;
    if (grouped >= 0) {
        plan->kernel = unit == 1 ? (odd ? CUCORE__KERNEL_ODDBYTES : CUCORE__KERNEL_BYTES)
                                 : (odd ? CUCORE__KERNEL_ODDPAIRS : CUCORE__KERNEL_PAIRS);
        as->row = work->axes[grouped].s;
        as->row_pack = work->axes[grouped].pack;
        as->word4 = work->starts % 4 == 0;
    } else {
        plan->kernel = unit == 1   ? CUCORE__KERNEL_TILE1
                       : unit == 2 ? CUCORE__KERNEL_TILE2
                       : unit == 4 ? CUCORE__KERNEL_TILE4
                       : unit == 8 ? CUCORE__KERNEL_TILE8
                                   : CUCORE__KERNEL_TILE16;
    }
    size = cucore__kernel_tile_lay(work, &load, &store, grouped >= 0, &walker.split);
    if (size > CUCORE__KERNEL_SHARED) return 0;
    walker.axes = work->axes;
    walker.grouped = grouped;
    walker.kernel = plan->kernel;
    walker.together = work->width > 4 ? work->width / 4 : 1;
    walker.walk = &as->walk[0];
    if (!cucore__kernel_tile_walk(&walker, work, &load, store.order[0], CUCORE__KERNEL_LOAD)) return 0;
    walker.walk = &as->walk[1];
    if (!cucore__kernel_tile_walk(&walker, work, &store, load.order[0], CUCORE__KERNEL_STORE)) return 0;
    threads = as->walk[0].threads > as->walk[1].threads ? as->walk[0].threads : as->walk[1].threads;
    plan->block = CUCORE__KERNEL_IN_WARPS(threads);
    plan->tile[0] = load.run;
    plan->tile[1] = store.run;
    cucore__kernel_levels_make(work, 1, &levels);
    if (levels.count > CUCORE__KERNEL_LEVELS) return 0;
    as->beside = cucore__kernel_tile_beside(work, load.order[0], plan, size, &levels);
    tiles = CUCORE__KERNEL_TILES;
    if (grouped >= 0 && load.width > 1 && !shifts) tiles = CUCORE__KERNEL_TILES_SMALL;
    if (cucore__kernels[plan->kernel].family == CUCORE__FAMILY_TWICE) tiles = 1; /* the kernel takes only one */
    room.grid = &as->grid;
    room.digits = as->levels;
    if (cucore__kernel_grid_make(work, &levels, tiles, &room, plan->grid)) return 0;
    plan->block <<= as->beside > 0;
    plan->grid[0] >>= as->beside > 0;
    plan->shared = (uint32_t)size + CUCORE__KERNEL_WORD * as->beside;
    as->vector = walker.split.axis >= 0;
    return 1;
}

/* The size of tiles: with the longest runs, and the limit. */
typedef struct cucore__kernel_bounds {
    int64_t load, store, volume;
    int64_t limit;
} cucore__kernel_bounds;

/* Chooses chunks for runs of so many bytes; the volume is counted up to 2^20 elements or a little more. */
CUCORE__PRIVATE void cucore__kernel_tile_chunks(cucore__kernel_work *work, uint32_t load, uint32_t store,
                                                cucore__kernel_bounds *found)
{
    int i, count = work->count;
    for (i = 0; i < count; i++) work->axes[i].chunk = 1;
    found->load = cucore__kernel_tile_side(work, work->ranks[0], load);
    found->store = cucore__kernel_tile_side(work, work->ranks[1], store);
    found->volume = 1;
    for (i = 0; i < count && found->volume <= 1 << 20; i++) found->volume *= work->axes[i].chunk;
}

/* Returns 1 if a tile is too large even after its chunks become even: one or two are cut, to more than 2/3 each. */
CUCORE__PRIVATE inline int cucore__kernel_tile_is_large(int64_t volume, int64_t limit)
{
    return 4 * volume >= 9 * limit;
}

/* Returns 1 if tiles for such runs are too large.  Runs are as long as wanted, or the longest possible, and share no
 * more of an axis than the longest runs. */
CUCORE__PRIVATE int cucore__kernel_tile_exceeds(const cucore__kernel_bounds *longest, int64_t load, int64_t store)
{
    if (load > longest->load) load = longest->load;
    if (store > longest->store) store = longest->store;
    return cucore__kernel_tile_is_large(load * store * longest->volume,
                                        longest->limit * longest->load * longest->store);
}

/* Plans the tile with the longest runs that fits; the runs of the destination are shortened first.
 * -> 0: no tile fits */
CUCORE__PRIVATE int cucore__kernel_plan_tile(cucore__kernel_work *work, int64_t run, cucore__kernel_plan *plan)
{
    const int64_t least = CUCORE__KERNEL_TILE_LEAST / CUCORE__KERNEL_WORD * work->width;
    cucore__kernel_bounds longest, found;
    uint32_t load = CUCORE__KERNEL_RUN_MOST, store = CUCORE__KERNEL_RUN_MOST;
    int64_t enough, limit;
    int pairs;
    cucore__kernel_rank_axes(work);
    pairs = work->unit == 2 && work->loose[0] <= 1 && work->loose[1] <= 1; /* their kernel takes one tile at a time */
    cucore__kernel_cuts_clear(work);
    cucore__kernel_tile_chunks(work, load, store, &longest);
    /* smaller tiles if there are few elements, so that every multiprocessor has some */
    limit = ((int64_t)CUCORE__KERNEL_TILE_BYTES << pairs) * work->width / CUCORE__KERNEL_WORD;
    enough = cucore__kernel_total(work, run) * work->width / CUCORE__KERNEL_WORD / CUCORE__KERNEL_TILES_WANTED;
    if (limit > enough) limit = enough;
    if (limit < least) limit = least;
    longest.limit = limit += limit / 8;
    found.volume = longest.volume;
    for (;;) {
        if (found.volume > 1 && !cucore__kernel_tile_is_large(found.volume, limit)) {
            if (cucore__kernel_tile_even(work) <= limit && cucore__kernel_tile_make(work, plan)) return 1;
            cucore__kernel_cuts_clear(work);
        }
        do {
            if (load != store)
                load = store = load < store ? load : store;
            else if (work->unit < 4 && work->loose[1] > 1) /* chunks that have a sector in common should be long */
                load /= 2;
            else
                store /= 2;
            if (load < CUCORE__KERNEL_WORD) return 0;
        } while (cucore__kernel_tile_exceeds(&longest, load, store));
        cucore__kernel_tile_chunks(work, load, store, &found);
    }
}

/* -- the choice ------------------------------------------------------------------------------------------------- */
/* Returns 1 if a tile is wanted: src and dst have different fastest axes, with small strides, and runs are short. */
CUCORE__PRIVATE int cucore__kernel_wants_tile(const cucore__kernel_work *work, int64_t run)
{
    const cucore__kernel_axis *to = &work->axes[0], *from = to;
    uint64_t reach = 2 * CUCORE__KERNEL_SECTOR + (uint64_t)run;
    uint64_t least = cucore__magnitude(to->s) - 1; /* a stride of 0 is the slowest */
    int i;
    if (run >= CUCORE__KERNEL_LINE || to->s == 0 || (uint64_t)to->d >= reach) return 0;
    for (i = 1; i < work->count; i++) {
        uint64_t key = cucore__magnitude(work->axes[i].s) - 1;
        if (key >= least) continue;
        least = key;
        from = &work->axes[i];
    }
    return from != to && from->s != 0 && cucore__magnitude(from->s) < reach;
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    int64_t run;
    int tile;
    cucore_status status = cucore__kernel_join(dst, d, src, s, &work);
    if (status) return status;
    run = work.run;
    out->grid[0] = out->grid[1] = out->grid[2] = 0;
    out->block = out->shared = out->parameters = 0;
    out->tile[0] = out->tile[1] = 0;
    out->unit = work.unit;
    out->ndim = work.count;
    out->as.runs.bytes = (uint64_t)run;
    if (run == 0 || work.count == 0) {
        out->strategy = run ? CUCORE_COPY_MEMCPY : CUCORE_COPY_NOTHING;
    } else {
        out->strategy = CUCORE_COPY_KERNEL;
        tile = cucore__kernel_wants_tile(&work, run);
        status = CUCORE_OVERFLOW;
        if (!tile && run >= CUCORE__KERNEL_SECTOR) { /* spans if gaps are small, or words are not aligned */
            int spans = work.unit >= 4 && (work.unit < CUCORE__KERNEL_WORD || work.axes[0].d <= 2 * run);
            out->kernel = spans ? CUCORE__KERNEL_SPANS : CUCORE__KERNEL_RUNS;
            status = cucore__kernel_plan_runs(&work, run, out);
        }
        if (status == CUCORE_OVERFLOW) { /* there are no rows, or they have too many axes for these kernels */
            cucore__kernel_add_pieces(&work, run);
            status = CUCORE_OK;
            if (!tile || !cucore__kernel_plan_tile(&work, run, out)) {
                out->kernel = CUCORE__KERNEL_STRIDED;
                status = cucore__kernel_plan_runs(&work, run, out);
            }
        }
        if (status) return status;
        out->unit = work.unit;
        out->ndim = work.count;
        out->parameters = cucore__kernels[out->kernel].parameters;
    }
    out->as.runs.src = work.s;
    out->as.runs.dst = work.d;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_kernel(cucore__text *text, const cucore__kernel_plan *plan)
{
    const cucore__kernel_tile *tile = &plan->as.tile;
    const cucore__kernel_runs *runs = &plan->as.runs;
    if (plan->strategy != CUCORE_COPY_KERNEL) {
        cucore__text_add(text, "%s, %llu bytes", plan->strategy == CUCORE_COPY_MEMCPY ? "memcpy" : "nothing",
                         (unsigned long long)runs->bytes);
        return;
    }
    cucore__text_add(text, "%s, %d axes, ", cucore__kernels[plan->kernel].name, plan->ndim);
    if (cucore__kernels[plan->kernel].family == CUCORE__FAMILY_ROWS ||
        cucore__kernels[plan->kernel].family == CUCORE__FAMILY_ELEMENTS) {
        cucore__text_add(text, "unit %d, runs of %lld bytes", plan->unit, (long long)runs->bytes);
        if (plan->kernel == CUCORE__KERNEL_SPANS) cucore__text_add(text, ", %u in a span", runs->span.rows);
        cucore__text_add(text, ", %u threads x %u steps", runs->walk.threads, runs->walk.steps);
    } else {
        cucore__text_add(text,
                         "loads of %d bytes in runs of %lld, stores of %d bytes in runs of %lld, %ux%u and %ux%u "
                         "threads x steps%s, %u bytes shared",
                         tile->walk[0].width > 1 ? CUCORE__KERNEL_WORD : plan->unit, (long long)plan->tile[0],
                         tile->walk[1].width > 1 ? CUCORE__KERNEL_WORD : plan->unit, (long long)plan->tile[1],
                         tile->walk[0].threads, tile->walk[0].steps, tile->walk[1].threads, tile->walk[1].steps,
                         tile->beside ? ", twice in a block" : "", plan->shared);
    }
    cucore__text_add(text, ", grid %ux%ux%u, %d-bit indices", plan->grid[0], plan->grid[1], plan->grid[2],
                     plan->grid[1] > 1 || plan->grid[2] > 1 ? 64 : 32);
}

/* ------------------------------------------------------------------------------------------- launching the plan -- */
/* copy/launch.c: the kernels of copies: loaded and launched. */
#define CUCORE__KERNEL_CONVERT CUCORE__KERNELS /* the number of the kernel that converts, after those of the planner */
static cucore__loaded_list
    cucore__copy_functions[CUCORE__KERNELS + 1]; /* the loaded function of each kernel in each context */

/* Returns 1 if two blocks of two tiles each fit on a multiprocessor of the current context's device, and allows
 * them. */
CUCORE__PRIVATE int cucore__kernel_allow_beside(CUfunction function)
{
    const int bytes = 2 * CUCORE__KERNEL_BESIDE, reserved = 1024; /* bytes that the driver reserves for each block */
    int device;
    int most = 0;
    if (!cucore__driver.FuncSetAttribute || !cucore__driver.DeviceGetAttribute) return 0;
    if (cucore__driver.CtxGetDevice(&device) != CUCORE__CUDA_SUCCESS) return 0;
    return cucore__driver.DeviceGetAttribute(&most, CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
                                             device) == CUCORE__CUDA_SUCCESS &&
           most >= 2 * (bytes + reserved) &&
           cucore__driver.FuncSetAttribute(function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes) ==
               CUCORE__CUDA_SUCCESS;
}

/* A cucore__loader.  Joins the pieces of the PTX, since a string literal of C99 has at most 4095 characters, and
 * compiles it.  out->extra: 1 if a block of the kernel can take two tiles. */
CUCORE__PRIVATE cucore_status cucore__copy_kernel_load(const void *what, CUcontext context, unsigned long long id,
                                                       cucore__function *out)
{
    const int kernel = *(const int *)what, converts = kernel == CUCORE__KERNEL_CONVERT;
    const char *const *parts = converts ? cucore__kernel_ptx_convert : cucore__kernels[kernel].ptx;
    size_t length = 1, i;
    CUmodule module = NULL;
    char name[40], *text;
    cucore_status status;
    (void)context, (void)id;
    for (i = 0; parts[i]; i++) length += strlen(parts[i]);
    text = (char *)malloc(length);
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)length);
    for (i = 0, text[0] = '\0'; parts[i]; i++) strcat(text, parts[i]);
    status = cucore__module_compile(text, &module);
    free(text);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", converts ? "convert" : cucore__kernels[kernel].name);
    status = cucore__function_make(module, name, &out->handle);
    out->extra = !status && !converts && cucore__kernels[kernel].family == CUCORE__FAMILY_TWICE &&
                 cucore__kernel_allow_beside(out->handle);
    if (status) cucore__module_unload(module);
    return status;
}

/* Finds the function of a kernel in the current context; without a lock if it was used there before. */
CUCORE__PRIVATE cucore_status cucore__copy_kernel_function(int kernel, cucore__function *out)
{
    CUcontext context = NULL;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (status) return status;
    if (!context)
        return cucore__fail_driver(CUCORE_DRIVER, CUCORE__CUDA_ERROR_INVALID_CONTEXT, "cuCtxGetCurrent",
                                   "a strided copy needs a current context");
    out->handle = (CUfunction)cucore__loaded_find(&cucore__copy_functions[kernel], context, cucore__context_id(context),
                                                  NULL, &out->extra);
    if (CUCORE__LIKELY(out->handle)) return CUCORE_OK;
    return cucore__loaded_make(&cucore__copy_functions[kernel], context, cucore__copy_kernel_load, &kernel, out);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    cucore__function function = {NULL, 0};
    int alone;
    const cucore__kernel_runs *runs = &plan->as.runs;
    uint32_t shared = plan->shared;
    void *arguments[1];
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE_COPY_NOTHING) return status;
    if (plan->strategy == CUCORE_COPY_MEMCPY) {
        return CUCORE__CALL(MemcpyAsync, ((uintptr_t)runs->dst, (uintptr_t)runs->src, (size_t)runs->bytes, stream));
    }
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    status = cucore__copy_kernel_function((int)plan->kernel, &function);
    if (status) return status;
    alone = plan->block > CUCORE__KERNEL_THREADS && !function.extra; /* one tile for each of twice as many blocks */
    if (alone) shared -= CUCORE__KERNEL_WORD * plan->as.tile.beside;
    arguments[0] = (void *)(uintptr_t)&plan->as; /* read only */
    return CUCORE__CALL(LaunchKernel, (function.handle, plan->grid[0] << alone, plan->grid[1], plan->grid[2],
                                       plan->block >> alone, 1, 1, shared, stream, arguments, NULL));
}

/* -------------------------------------------------------------------------------------------- >>impl-copy-host -- */
/* copy/host_lines.c: the innermost loops of copies by the CPU: lines, and squares that are transposed; no driver. */
#define CUCORE__HOST_CALL 128 /* bytes from which a call of memcpy is faster than words */

/* An axis; dst and src are strides in bytes. */
typedef struct cucore__host_axis {
    int64_t extent, dst, src;
} cucore__host_axis;

/* What one call copies: the axis `along` for each index of `beside`.  Squares also have `rows`. */
typedef struct cucore__host_part {
    char *dst;
    const char *src;
    cucore__host_axis along, beside, rows;
} cucore__host_part;

CUCORE__PRIVATE inline int64_t cucore__copy_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* -- lines --------------------------------------------------------------------------------------------------------- */
/* Copies a few bytes without a call: words, of which the last one may overlap the one before. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_run(char *dst, const char *src, size_t bytes)
{
    size_t i;
    if (bytes >= CUCORE__HOST_CALL) {
        memcpy(dst, src, bytes);
    } else if (bytes >= 16) {
        for (i = 0; i + 16 < bytes; i += 16) memcpy(dst + i, src + i, 16);
        memcpy(dst + bytes - 16, src + bytes - 16, 16);
    } else if (bytes >= 8) {
        memcpy(dst, src, 8);
        memcpy(dst + bytes - 8, src + bytes - 8, 8);
    } else if (bytes >= 4) {
        memcpy(dst, src, 4);
        memcpy(dst + bytes - 4, src + bytes - 4, 4);
    } else {
        for (i = 0; i < bytes; i++) dst[i] = src[i];
    }
}

/* Copies the units of a line.  `unit` is a constant: such units are moved in registers, whatever their alignment.  Four
 * at a time: 0.19 ns for each byte, one at a time 0.27. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_units(size_t unit, char *dst, const char *src,
                                                       const cucore__host_axis *line)
{
    const int64_t to = line->dst, from = line->src, count = line->extent;
    int64_t i;
    for (i = 0; i + 4 <= count; i += 4) {
        memcpy(dst + i * to, src + i * from, unit);
        memcpy(dst + (i + 1) * to, src + (i + 1) * from, unit);
        memcpy(dst + (i + 2) * to, src + (i + 2) * from, unit);
        memcpy(dst + (i + 3) * to, src + (i + 3) * from, unit);
    }
    for (; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
}

/* Copies the units, of up to 8 bytes, of a line that has no gaps in dst.  All loads come before the stores, of which
 * compilers then make one: 0.16 ns for 4 bytes instead of 0.27. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_pack(size_t unit, char *dst, const char *src, int64_t from,
                                                      int64_t count)
{
    char a[8], b[8], c[8], d[8];
    int64_t i, to = (int64_t)unit;
    for (i = 0; i + 4 <= count; i += 4) {
        memcpy(a, src + i * from, unit);
        memcpy(b, src + (i + 1) * from, unit);
        memcpy(c, src + (i + 2) * from, unit);
        memcpy(d, src + (i + 3) * from, unit);
        memcpy(dst + i * to, a, unit);
        memcpy(dst + (i + 1) * to, b, unit);
        memcpy(dst + (i + 2) * to, c, unit);
        memcpy(dst + (i + 3) * to, d, unit);
    }
    for (; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
}

/* Two words of 8 bytes, which compilers keep in one register. */
typedef struct cucore__host_pair {
    uint64_t of[2];
} cucore__host_pair;

/* Fills a line without gaps, of at least 16 bytes, with one unit.  `unit` is a constant: 2, 4 or 8. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_repeat(size_t unit, char *dst, const char *src, size_t bytes)
{
    cucore__host_pair pair = {{0, 0}};
    size_t i;
    memcpy(&pair, src, unit);
    for (i = unit; i < 8; i *= 2) pair.of[0] |= pair.of[0] << (8 * i);
    pair.of[1] = pair.of[0];
    for (i = 0; i + 64 <= bytes; i += 64) {
        memcpy(dst + i, &pair, 16);
        memcpy(dst + i + 16, &pair, 16);
        memcpy(dst + i + 32, &pair, 16);
        memcpy(dst + i + 48, &pair, 16);
    }
    for (; i + 16 < bytes; i += 16) memcpy(dst + i, &pair, 16);
    memcpy(dst + bytes - 16, &pair, 16);
}

/* Copies the units of a line.  `unit` is a constant, up to 8. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_line(size_t unit, char *dst, const char *src,
                                                      const cucore__host_axis *line)
{
    if (line->dst != (int64_t)unit) {
        cucore__host_units(unit, dst, src, line);
    } else if (line->src != 0 || line->extent * line->dst < 16 || CUCORE__NATIVE_ORDER != '<') {
        cucore__host_pack(unit, dst, src, line->src, line->extent);
    } else if (unit == 1) {
        memset(dst, *src, (size_t)line->extent);
    } else {
        cucore__host_repeat(unit, dst, src, (size_t)line->extent * unit);
    }
}

/* A function for each unit: in one function for all units compilers have no registers left for the innermost loops,
 * which then take half as long again. */
#define CUCORE__HOST_LINES_OF(unit, copy)                                                                              \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_lines_##unit(const cucore__host_part *block)                       \
    {                                                                                                                  \
        const cucore__host_axis line = block->along, beside = block->beside;                                           \
        char *dst = block->dst;                                                                                        \
        const char *src = block->src;                                                                                  \
        int64_t j;                                                                                                     \
        for (j = 0; j < beside.extent; j++) copy(unit, dst + j * beside.dst, src + j * beside.src, &line);             \
    }
CUCORE__HOST_LINES_OF(1, cucore__host_line)
CUCORE__HOST_LINES_OF(2, cucore__host_line)
CUCORE__HOST_LINES_OF(4, cucore__host_line)
CUCORE__HOST_LINES_OF(8, cucore__host_line)
CUCORE__HOST_LINES_OF(3, cucore__host_units)
CUCORE__HOST_LINES_OF(12, cucore__host_units)
CUCORE__HOST_LINES_OF(16, cucore__host_units)
#undef CUCORE__HOST_LINES_OF

CUCORE__PRIVATE void cucore__host_lines(size_t unit, const cucore__host_part *block)
{
    const cucore__host_axis *along = &block->along, *beside = &block->beside;
    int64_t i, j;
    switch (unit) {
    case 1: cucore__host_lines_1(block); return;
    case 2: cucore__host_lines_2(block); return;
    case 3: cucore__host_lines_3(block); return;
    case 4: cucore__host_lines_4(block); return;
    case 8: cucore__host_lines_8(block); return;
    case 12: cucore__host_lines_12(block); return;
    case 16: cucore__host_lines_16(block); return;
    default: break;
    }
    for (j = 0; j < beside->extent; j++) {
        for (i = 0; i < along->extent; i++) {
            cucore__host_run(block->dst + j * beside->dst + i * along->dst,
                             block->src + j * beside->src + i * along->src, unit);
        }
    }
}

/* -- squares: units that are contiguous along one axis in src and along another one in dst, turned in registers ---- */
/* Loads 16 bytes of src, 8 from each of two places. */
CUCORE__PRIVATE CUCORE__INLINE cucore__host_pair cucore__host_pair_load(const char *first, const char *second)
{
    cucore__host_pair pair;
    memcpy(&pair.of[0], first, 8);
    memcpy(&pair.of[1], second, 8);
    return pair;
}

/* Swaps the bits that `mask` selects in b with those of a that are `shift` higher: rows of a square on machines whose
 * first byte is the lowest. */
#define CUCORE__HOST_SWAP(a, b, shift, mask)                                                                           \
    do {                                                                                                               \
        const uint64_t cucore__t0 = (((a).of[0] >> (shift)) ^ (b).of[0]) & (mask);                                     \
        const uint64_t cucore__t1 = (((a).of[1] >> (shift)) ^ (b).of[1]) & (mask);                                     \
        (a).of[0] ^= cucore__t0 << (shift);                                                                            \
        (a).of[1] ^= cucore__t1 << (shift);                                                                            \
        (b).of[0] ^= cucore__t0;                                                                                       \
        (b).of[1] ^= cucore__t1;                                                                                       \
    } while (0)
#define CUCORE__HOST_SWAP_4(a, b) CUCORE__HOST_SWAP(a, b, 32, 0x00000000FFFFFFFFu)
#define CUCORE__HOST_SWAP_2(a, b) CUCORE__HOST_SWAP(a, b, 16, 0x0000FFFF0000FFFFu)
#define CUCORE__HOST_SWAP_1(a, b) CUCORE__HOST_SWAP(a, b, 8, 0x00FF00FF00FF00FFu)
#define CUCORE__HOST_LOAD(i, half) cucore__host_pair_load(src + (i)*from, src + ((i) + (half)) * from)
#define CUCORE__HOST_STORE(i, pair) memcpy(dst + (i)*to, &(pair), 16)

/* Writes 16 bytes of each row of dst from 16 / unit columns of src, `from` apart.  Without loops, as compilers do not
 * unroll them at -O2; 0.06 ns for each byte, with words of 8 bytes 0.12. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_1(char *dst, int64_t to, const char *src, int64_t from)
{
    cucore__host_pair a = CUCORE__HOST_LOAD(0, 8), b = CUCORE__HOST_LOAD(1, 8), c = CUCORE__HOST_LOAD(2, 8);
    cucore__host_pair d = CUCORE__HOST_LOAD(3, 8), e = CUCORE__HOST_LOAD(4, 8), f = CUCORE__HOST_LOAD(5, 8);
    cucore__host_pair g = CUCORE__HOST_LOAD(6, 8), h = CUCORE__HOST_LOAD(7, 8);
    CUCORE__HOST_SWAP_4(a, e);
    CUCORE__HOST_SWAP_4(b, f);
    CUCORE__HOST_SWAP_4(c, g);
    CUCORE__HOST_SWAP_4(d, h);
    CUCORE__HOST_SWAP_2(a, c);
    CUCORE__HOST_SWAP_2(b, d);
    CUCORE__HOST_SWAP_2(e, g);
    CUCORE__HOST_SWAP_2(f, h);
    CUCORE__HOST_SWAP_1(a, b);
    CUCORE__HOST_SWAP_1(c, d);
    CUCORE__HOST_SWAP_1(e, f);
    CUCORE__HOST_SWAP_1(g, h);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
    CUCORE__HOST_STORE(2, c);
    CUCORE__HOST_STORE(3, d);
    CUCORE__HOST_STORE(4, e);
    CUCORE__HOST_STORE(5, f);
    CUCORE__HOST_STORE(6, g);
    CUCORE__HOST_STORE(7, h);
}

CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_2(char *dst, int64_t to, const char *src, int64_t from)
{
    cucore__host_pair a = CUCORE__HOST_LOAD(0, 4), b = CUCORE__HOST_LOAD(1, 4);
    cucore__host_pair c = CUCORE__HOST_LOAD(2, 4), d = CUCORE__HOST_LOAD(3, 4);
    CUCORE__HOST_SWAP_4(a, c);
    CUCORE__HOST_SWAP_4(b, d);
    CUCORE__HOST_SWAP_2(a, b);
    CUCORE__HOST_SWAP_2(c, d);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
    CUCORE__HOST_STORE(2, c);
    CUCORE__HOST_STORE(3, d);
}

CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_4(char *dst, int64_t to, const char *src, int64_t from)
{
    cucore__host_pair a = CUCORE__HOST_LOAD(0, 2), b = CUCORE__HOST_LOAD(1, 2);
    CUCORE__HOST_SWAP_4(a, b);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
}

CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_8(char *dst, int64_t to, const char *src, int64_t from)
{
    const cucore__host_pair a = CUCORE__HOST_LOAD(0, 1), b = cucore__host_pair_load(src + 8, src + from + 8);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
}
#undef CUCORE__HOST_SWAP_1
#undef CUCORE__HOST_SWAP_2
#undef CUCORE__HOST_SWAP_4
#undef CUCORE__HOST_SWAP
#undef CUCORE__HOST_LOAD
#undef CUCORE__HOST_STORE

/* Returns the rows of dst that a square has. */
CUCORE__PRIVATE CUCORE__INLINE int64_t cucore__host_high(int64_t unit)
{
    return unit == 1 ? 8 : unit == 2 ? 4 : 2;
}

/* Copies strips of `times` squares, which follow each other in src, along a line of dst.  The last strip begins as far
 * back as it has to and copies some units again, so that no loop for the rest is needed.  unit and times are
 * constants. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_strip(int64_t unit, int times, char *dst, const char *src,
                                                       const cucore__host_part *block)
{
    const int64_t wide = 16 / unit, high = cucore__host_high(unit);
    const int64_t to = block->rows.dst, from = block->along.src, count = block->along.extent;
    int64_t i;
    int again;
    for (i = 0; i < count; i += wide) {
        const int64_t column = cucore__copy_smaller(i, count - wide);
        for (again = 0; again < times; again++) {
            char *d = dst + again * high * to + column * unit;
            const char *s = src + again * high * unit + column * from;
            if (unit == 1) cucore__host_turn_1(d, to, s, from);
            if (unit == 2) cucore__host_turn_2(d, to, s, from);
            if (unit == 4) cucore__host_turn_4(d, to, s, from);
            if (unit == 8) cucore__host_turn_8(d, to, s, from);
        }
    }
}

/* Copies all squares.  Two of 4 or 8 bytes are done at once if there are so many rows: each line of src is then read
 * half as often, up to 1.7 times as fast; eight rows of shorts or sixteen of bytes are too many to be written at
 * once. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_squares(int64_t unit, const cucore__host_part *block)
{
    const int64_t high = cucore__host_high(unit), rows = block->rows.extent;
    int64_t j, k, step;
    for (k = 0; k < rows; k += step) {
        const int64_t row = cucore__copy_smaller(k, rows - high);
        step = unit < 4 || rows - k < 2 * high ? high : 2 * high;
        for (j = 0; j < block->beside.extent; j++) {
            char *d = block->dst + row * block->rows.dst + j * block->beside.dst;
            const char *s = block->src + row * unit + j * block->beside.src;
            if (step == high) cucore__host_strip(unit, 1, d, s, block);
            if (step != high) cucore__host_strip(unit, 2, d, s, block);
        }
    }
}

#define CUCORE__HOST_SQUARES_OF(unit)                                                                                  \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_squares_##unit(const cucore__host_part *block)                     \
    {                                                                                                                  \
        cucore__host_squares(unit, block);                                                                             \
    }
CUCORE__HOST_SQUARES_OF(1)
CUCORE__HOST_SQUARES_OF(2)
CUCORE__HOST_SQUARES_OF(4)
CUCORE__HOST_SQUARES_OF(8)
#undef CUCORE__HOST_SQUARES_OF

CUCORE__PRIVATE void cucore__host_turn(size_t unit, const cucore__host_part *block)
{
    switch (unit) {
    case 1: cucore__host_squares_1(block); return;
    case 2: cucore__host_squares_2(block); return;
    case 4: cucore__host_squares_4(block); return;
    default: cucore__host_squares_8(block);
    }
}
#undef CUCORE__HOST_CALL

/* copy/host.c: copies by the CPU: the innermost axis, and the order of the others; no driver. */
/* Returns the address `elements` further.  It is computed as a number, since it may lie outside of the array. */
CUCORE__PRIVATE inline char *cucore__copy_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* What measurements found to be fast. */
#define CUCORE__HOST_LINE 64           /* bytes of a cache line */
#define CUCORE__HOST_UNIT 32           /* bytes of a unit up to which its place in a cache line matters */
#define CUCORE__HOST_SHORT 16          /* units of an axis that is too short to be the innermost one */
#define CUCORE__HOST_BLOCK 1024        /* lines that are used again and again: half of a small second cache, */
#define CUCORE__HOST_BLOCK_BYTES 16384 /* or half of the first one if steps are short */
#define CUCORE__HOST_BESIDE 4096       /* lines of src between one row of squares and the next */
#define CUCORE__HOST_CACHED (8 << 20)  /* bytes of src that are still in a cache when they are used again */

/* The loops of a copy.  A unit is a run that is contiguous on both sides. */
typedef struct cucore__host_loop {
    size_t unit;
    cucore__host_part block;
    int turns;     /* 1: squares; dst is contiguous along block.along, src along block.rows */
    int64_t units; /* of block.along that a block copies */
    int ndim, cut; /* the axes around a block, slowest first; the one that counts the blocks, or -1: one block */
    cucore__host_axis axes[CUCORE_MAX_NDIM + 1];
} cucore__host_loop;

/* -- which way ----------------------------------------------------------------------------------------------------- */
/* Returns how far a step goes.  Steps of 0, which need no more memory, count as the farthest. */
CUCORE__PRIVATE inline uint64_t cucore__host_step(int64_t stride)
{
    return cucore__magnitude(stride) - 1;
}

/* Returns 1 if squares are possible: both axes fill a register.  Three rows would be copied as four. */
CUCORE__PRIVATE int cucore__host_turns(int64_t unit, const cucore__host_axis *along, const cucore__host_axis *rows)
{
    if (CUCORE__NATIVE_ORDER != '<' || (unit != 1 && unit != 2 && unit != 4 && unit != 8)) return 0;
    if (along->dst != unit || along->src == 0 || cucore__magnitude(rows->src) != (uint64_t)unit) return 0;
    return along->extent >= 16 / unit && rows->extent >= 8 / unit && rows->extent >= 2 && rows->extent != 3;
}

/* Returns the units of `along` that a block copies. */
CUCORE__PRIVATE int64_t cucore__host_block_units(const cucore__host_axis *along)
{
    const uint64_t dst = cucore__magnitude(along->dst), src = cucore__magnitude(along->src);
    const uint64_t step = dst > src ? dst : src;
    if (step >= CUCORE__HOST_BLOCK_BYTES / CUCORE__HOST_BLOCK) return CUCORE__HOST_BLOCK;
    return CUCORE__HOST_BLOCK_BYTES / ((int64_t)step + 1);
}

/* Picks the inner loop axis: the fastest axis of dst, unless it is shorter than HOST_SHORT; then the longest axis whose
 * step stays within one cache line of dst.  An axis whose step leaves the cache line of src does not replace one whose
 * step stays in it. */
CUCORE__PRIVATE int cucore__host_along(const cucore__host_axis *axes, int ndim)
{
    const int stays = cucore__host_step(axes[ndim - 1].src) < CUCORE__HOST_LINE || axes[ndim - 1].src == 0;
    int i, along = ndim - 1;
    for (i = ndim - 2; i >= 0 && axes[along].extent < CUCORE__HOST_SHORT; i--) {
        if (cucore__host_step(axes[i].dst) >= CUCORE__HOST_LINE) break;
        if (stays && cucore__host_step(axes[i].src) >= CUCORE__HOST_LINE) break;
        if (axes[i].extent > axes[along].extent) along = i;
    }
    return along;
}

/* Puts the axes around the blocks into the order of dst: sequential writes are prefetched, which matters more than the
 * order of reads.  An axis goes inside the blocks only if its steps stay within cache lines of src that the axes inside
 * of it would push out of the caches: 2.4 times as fast if units of 8 or 16 bytes are far apart. */
CUCORE__PRIVATE void cucore__host_order(cucore__host_loop *loop, const cucore__host_axis *axes, int ndim, int along)
{
    const cucore__host_axis *line = &loop->block.along;
    const int is_small = loop->unit <= CUCORE__HOST_UNIT && line->src != 0;
    cucore__host_axis inside[CUCORE_MAX_NDIM];
    uint64_t lines = 1, span = 0; /* of src: the number of steps, and the bytes from the first to the last one */
    int i, count = 0, is_inside[CUCORE_MAX_NDIM];
    for (i = ndim - 1; i >= 0; i--) {
        const int is_far = lines > CUCORE__HOST_CACHED / CUCORE__HOST_LINE && span > CUCORE__HOST_CACHED;
        is_inside[i] = i > along || (is_small && is_far && cucore__host_step(axes[i].src) < CUCORE__HOST_LINE);
        if (axes[i].src != 0 && lines <= CUCORE__HOST_CACHED) lines *= (uint64_t)axes[i].extent;
        span += (uint64_t)(axes[i].extent - 1) * cucore__magnitude(axes[i].src);
        if (is_inside[i] && i != along && axes[i].extent > 1) inside[count++] = axes[i];
    }
    for (i = 0; i < ndim; i++) {
        if (!is_inside[i] && i != along && axes[i].extent > 1) loop->axes[loop->ndim++] = axes[i];
    }
    loop->units = line->extent;
    if ((count > 0 || loop->turns) && line->extent > cucore__host_block_units(line)) {
        cucore__host_axis *blocks = &loop->axes[loop->cut = loop->ndim++];
        loop->units = cucore__host_block_units(line);
        blocks->extent = (line->extent - 1) / loop->units + 1;
        blocks->dst = line->dst * loop->units;
        blocks->src = line->src * loop->units;
    }
    while (count > 0) loop->axes[loop->ndim++] = inside[--count];
}

CUCORE__PRIVATE void cucore__host_loop_make(const cucore__copy_axes *axes, char *dst, const char *src,
                                            cucore__host_loop *loop)
{
    const cucore__host_axis none = {1, 0, 0};
    cucore__host_part *block = &loop->block;
    cucore__host_axis list[CUCORE_MAX_NDIM], *last;
    int i, ndim = axes->ndim, along, slow;
    loop->unit = (size_t)axes->itemsize;
    block->dst = dst;
    block->src = src;
    block->along = block->beside = block->rows = none;
    loop->ndim = loop->turns = 0;
    loop->cut = -1;
    if (ndim > 0 && axes->dst[ndim - 1] == 1 && axes->src[ndim - 1] == 1) loop->unit *= (size_t)axes->shape[--ndim];
    if (ndim <= 0) return;
    for (i = 0; i < ndim; i++) {
        list[i].extent = axes->shape[i];
        list[i].dst = axes->dst[i] * axes->itemsize;
        list[i].src = axes->src[i] * axes->itemsize;
    }
    along = slow = ndim - 1;
    for (i = along - 1; i >= 0; i--) { /* slow: the axis with the shortest step in src */
        if (cucore__host_step(list[i].src) < cucore__host_step(list[slow].src)) slow = i;
    }
    if (slow != along && cucore__host_turns((int64_t)loop->unit, &list[along], &list[slow])) {
        loop->turns = 1;
        block->rows = list[slow];
        list[slow].extent = 1;
        if (block->rows.src < 0) { /* src has to go forwards */
            block->dst += (block->rows.extent - 1) * block->rows.dst;
            block->src += (block->rows.extent - 1) * block->rows.src;
            block->rows.dst = -block->rows.dst;
            block->rows.src = -block->rows.src;
        }
    } else if (loop->unit <= CUCORE__HOST_UNIT) {
        along = cucore__host_along(list, ndim);
    }
    block->along = list[along];
    cucore__host_order(loop, list, ndim, along);
    if (loop->ndim == 0 || loop->ndim - 1 == loop->cut) return;
    last = &loop->axes[loop->ndim - 1];
    if (loop->turns && (cucore__host_step(last->dst) > cucore__host_step(block->rows.dst) ||
                        last->extent > CUCORE__HOST_BESIDE / loop->units)) {
        return; /* this axis is around the rows in dst, or each row would read too much of src */
    }
    block->beside = *last;
    loop->ndim--;
}

/* Goes to the next block.
 * -> 0: that was the last one */
CUCORE__PRIVATE inline int cucore__host_next(cucore__host_loop *loop, int64_t *index)
{
    int i;
    for (i = loop->ndim - 1; i >= 0; i--) {
        const cucore__host_axis *axis = &loop->axes[i];
        int64_t steps =
            ++index[i] < axis->extent ? 1 : 1 - axis->extent; /* to the next index, or back to the first one */
        loop->block.dst += steps * axis->dst;
        loop->block.src += steps * axis->src;
        if (steps == 1) return 1;
        index[i] = 0;
    }
    return 0;
}

/* Copies by the CPU.  The elements of dst do not overlap those of src. */
CUCORE__PRIVATE void cucore__host_copy(const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore__host_loop loop;
    int64_t index[CUCORE_MAX_NDIM + 1], extent;
    int i;
    cucore__host_loop_make(axes, (char *)dst, (const char *)src, &loop);
    extent = loop.block.along.extent;
    for (i = 0; i < loop.ndim; i++) index[i] = 0;
    do {
        if (loop.cut >= 0) { /* the last block is shorter */
            loop.block.along.extent = cucore__copy_smaller(loop.units, extent - index[loop.cut] * loop.units);
        }
        if (loop.turns) {
            cucore__host_turn(loop.unit, &loop.block);
        } else {
            cucore__host_lines(loop.unit, &loop.block);
        }
    } while (cucore__host_next(&loop, index));
}
#undef CUCORE__HOST_LINE
#undef CUCORE__HOST_UNIT
#undef CUCORE__HOST_SHORT
#undef CUCORE__HOST_BLOCK
#undef CUCORE__HOST_BLOCK_BYTES
#undef CUCORE__HOST_BESIDE
#undef CUCORE__HOST_CACHED

/* ------------------------------------------------------------------------------------------- >>impl-copy-check -- */
/* copy/check.c: which views can be copied; packed elements as bytes. */
/* One side of a copy. */
typedef struct cucore__copy_side {
    const cucore_layout *layout;
    char *ptr;
    int kind; /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST */
    int device_id;
    int managed; /* 1: any device can use it */
} cucore__copy_side;

CUCORE__PRIVATE inline int cucore__copy_is_host(const cucore__copy_side *side)
{
    return side->kind != CUCORE_DEVICE_TYPE_CUDA;
}

CUCORE__PRIVATE cucore_status cucore__copy_check_kinds(const cucore_view *dst, const cucore_view *src)
{
    int i;
    for (i = 0; i < 2; i++) {
        int type = i ? src->device_type : dst->device_type;
        if (type == CUCORE_DEVICE_TYPE_CPU || type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
            type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) {
            continue;
        }
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s is in memory of kind %d, which is neither the host's nor CUDA's",
                           i ? "src" : "dst", type);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE void cucore__copy_side_make(const cucore_view *view, cucore__copy_side *side)
{
    side->layout = &view->layout;
    side->ptr = (char *)view->ptr;
    side->managed = view->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    side->kind = side->managed ? CUCORE_DEVICE_TYPE_CUDA : view->device_type;
    side->device_id = side->kind == CUCORE_DEVICE_TYPE_CUDA ? view->device_id : CUCORE_DEVICE_NONE;
}

/* The text of a shape or of strides, for messages. */
typedef struct cucore__copy_tuple {
    char text[160];
} cucore__copy_tuple;

CUCORE__PRIVATE CUCORE__COLD cucore__copy_tuple cucore__copy_tuple_make(const int64_t *values, int count)
{
    cucore__copy_tuple out;
    cucore__text text = cucore__text_start(out.text, sizeof out.text);
    cucore__text_add_tuple(&text, values, count);
    return out;
}

/* Returns 1 for opaque elements with two formats that differ in more than the byte order, unless one is void ("8x"). */
CUCORE__PRIVATE int cucore__copy_formats_differ(const cucore_view *dst, const cucore_view *src)
{
    const char *a = dst->pep3118_format, *b = src->pep3118_format;
    if (dst->dtype.code != CUCORE_CODE_OPAQUE || src->dtype.code != CUCORE_CODE_OPAQUE || !a || !b) return 0;
    a += *a && strchr("@=<>!^", *a);
    b += *b && strchr("@=<>!^", *b);
    return strcmp(a, b) != 0 && a[strspn(a, "0123456789")] != 'x' && b[strspn(b, "0123456789")] != 'x';
}

/* Names the dtypes, and what differs between the elements. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    const char *const foreign = " of foreign byte order";
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    if (dst->byte_swapped != src->byte_swapped) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s%s, src is %s%s: a copy does not swap bytes", to,
                           dst->byte_swapped ? foreign : "", from, src->byte_swapped ? foreign : "");
    }
    if (a->itemsize == b->itemsize && a->itembits != b->itembits) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "elements of %lld bits (dst, %s) and of %lld bits (src, %s)",
                           (long long)a->itembits, to, (long long)b->itembits, from);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s, src is %s%s: a copy does not convert", to, from,
                       strcmp(to, from) ? "" : " with other fields");
}

/* Checks all but shapes and overlaps.  Opaque bytes are copied to and from any elements of their size, unless both
 * sides say that they mean something else, or the byte order differs; fields are compared as far as both sides name
 * them. */
CUCORE__PRIVATE cucore_status cucore__copy_check_views(const cucore_view *dst, const cucore_view *src)
{
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    cucore_status status = cucore__copy_check_kinds(dst, src);
    if (status) return status;
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (dst->byte_swapped != src->byte_swapped || a->itemsize != b->itemsize || a->itembits != b->itembits)
        return cucore__copy_fail_dtypes(dst, src);
    if (cucore__copy_formats_differ(dst, src)) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst has elements of the format '%.64s', src of '%.64s': a copy does not convert",
                           dst->pep3118_format, src->pep3118_format);
    }
    if (dst->dtype.code == CUCORE_CODE_OPAQUE || src->dtype.code == CUCORE_CODE_OPAQUE) return CUCORE_OK;
    if (cucore_dtype_is_equal(dst->dtype, src->dtype) &&
        (dst->dtype.code != CUCORE_CODE_STRUCTURED || !dst->pep3118_format || !src->pep3118_format ||
         strcmp(dst->pep3118_format, src->pep3118_format) == 0)) {
        return CUCORE_OK;
    }
    return cucore__copy_fail_dtypes(dst, src);
}

/* Refuses elements of dst that overlap: the result of a copy would depend on the order. */
CUCORE__PRIVATE cucore_status cucore__copy_check_unique(const cucore_layout *dst)
{
    const cucore_overlap overlap = cucore__layout_overlap_within(dst);
    cucore__copy_tuple strides;
    if (overlap == CUCORE_OVERLAP_NONE) return CUCORE_OK;
    strides = cucore__copy_tuple_make(dst->strides, dst->ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "elements of dst %soverlap (strides %s): the result would depend on the order",
                       overlap == CUCORE_OVERLAP_SOME ? "" : "may ", strides.text);
}

/* Stretches src to the shape of dst: its layout becomes `stretched` if its shape is another one. */
CUCORE__PRIVATE cucore_status cucore__copy_stretch(const cucore_layout *dst, cucore__copy_side *src,
                                                   cucore_layout *stretched)
{
    const cucore_layout *from = src->layout;
    cucore_status status = CUCORE_INVALID_ARGUMENT;
    int i = 0;
    while (from->ndim == dst->ndim && i < dst->ndim && dst->shape[i] == from->shape[i]) i++;
    if (from->ndim == dst->ndim && i == dst->ndim) return CUCORE_OK;
    if (from->ndim <= dst->ndim) status = cucore_layout_broadcast_to(from, dst->ndim, dst->shape, stretched);
    if (status == CUCORE_INVALID_ARGUMENT) {
        const cucore__copy_tuple a = cucore__copy_tuple_make(from->shape, from->ndim);
        const cucore__copy_tuple b = cucore__copy_tuple_make(dst->shape, dst->ndim);
        return cucore_fail(CUCORE_WRONG_SHAPE, "src of shape %s does not stretch to dst of shape %s", a.text, b.text);
    }
    src->layout = stretched;
    return status;
}

/* -- packed elements: a run that is whole bytes is copied as a run of bytes ---------------------------------------- */
/* Makes a layout of bytes of a packed one, which is simplified.
 * -> 0: its last axis is no run, or no whole bytes */
CUCORE__PRIVATE int cucore__copy_unpack_layout(const cucore_layout *layout, int64_t offset, cucore_layout *out)
{
    int i, last = layout->ndim - 1;
    int64_t bits = layout->itembits;
    if (last < 0 || layout->strides[last] != 1 || layout->shape[last] * bits % 8 || offset * bits % 8) return 0;
    for (i = 0; i < last; i++) {
        if (layout->strides[i] * bits % 8 != 0) return 0;
        out->shape[i] = layout->shape[i];
        out->strides[i] = layout->strides[i] * bits / 8;
    }
    out->shape[last] = layout->shape[last] * bits / 8;
    out->strides[last] = 1;
    out->ndim = layout->ndim;
    out->reserved = 0;
    out->itemsize = 1;
    out->itembits = 8;
    return 1;
}

/* Replaces two packed layouts by layouts of bytes, which are stored in `bytes`. */
CUCORE__PRIVATE cucore_status cucore__copy_unpack(cucore__copy_side *dst, cucore__copy_side *src, cucore_layout *bytes)
{
    cucore_layout simple[2];
    int64_t offsets[2], first, last;
    int i, nothing = 0;
    cucore_status status = cucore__layout_find_empty(dst->layout, &nothing);
    if (nothing) return CUCORE_OK;
    if (!status) status = cucore__layout_bits(dst->layout, &first, &last);
    if (!status) status = cucore__layout_bits(src->layout, &first, &last);
    if (!status) status = cucore__copy_simplify(dst->layout, src->layout, simple, offsets);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        cucore__copy_side *side = i ? src : dst;
        if (!cucore__copy_unpack_layout(&simple[i], offsets[i], &bytes[i])) {
            cucore__copy_tuple strides = cucore__copy_tuple_make(side->layout->strides, side->layout->ndim);
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "packed elements of %lld bits can only be copied in runs of whole bytes that begin at a "
                               "byte; those of %s, with strides %s, are not",
                               (long long)side->layout->itembits, i ? "src" : "dst", strides.text);
        }
        side->ptr = cucore__copy_at(side->ptr, offsets[i] * simple[i].itembits / 8, 1);
        side->layout = &bytes[i];
    }
    return CUCORE_OK;
}

/* ---------------------------------------------------------------------------------------------- >>impl-copy-plan -- */
/* copy/plan.c: chooses the strategy of a copy and cuts it into pieces; only cucore__copy_ask_driver calls the
 * driver. */
#ifndef CUCORE_COPY_PIECE
#define CUCORE_COPY_PIECE (64 << 20)
#endif
#ifndef CUCORE_COPY_STAGE
#define CUCORE_COPY_STAGE (1 << 20)
#endif
#define CUCORE__COPY_SMALL (CUCORE_COPY_PIECE / 1024) /* bytes up to which a kernel over the bus is the fastest way */
#define CUCORE__COPY_CALL_BYTES (CUCORE_COPY_PIECE / 128)         /* bytes that each of many driver calls has to move */
#define CUCORE__COPY_STAGED_FROM (8 * (int64_t)CUCORE_COPY_STAGE) /* bytes from which packing by threads is faster */
/* Bytes from which staging is faster than one copy by the driver, if a kernel rearranges the elements on the device. */
#define CUCORE__COPY_TURNED_FROM (2 * CUCORE__COPY_STAGED_FROM)
#define CUCORE__COPY_ROW 256              /* bytes of a row from which the copy engine reaches its full speed */
#define CUCORE__COPY_ROW_SLOW 64          /* bytes of a row from which it reaches three quarters of its speed */
#define CUCORE__COPY_MAX_PITCH 0x7FFFFFFF /* CU_DEVICE_ATTRIBUTE_MAX_PITCH of all devices */
#ifndef CUCORE_COPY_VERIFY
#define CUCORE_COPY_VERIFY 0
#endif
#ifndef CUCORE_COPY_WORKERS
#define CUCORE_COPY_WORKERS 4
#endif

/* Returns 1 if both layouts are dense in the same order, so that the copy is one run of bytes.  Negative strides are
 * left to the general way. */
CUCORE__PRIVATE int cucore__copy_is_run(const cucore_layout *a, const cucore_layout *b)
{
    int i;
    if (cucore_layout_is_c_contiguous(a)) return cucore_layout_is_c_contiguous(b);
    for (i = 0; i < a->ndim; i++) {
        if (a->shape[i] != 1 && a->strides[i] != b->strides[i]) return 0;
    }
    return cucore_layout_is_dense(a);
}

/* Sets all but the itemsize. */
CUCORE__PRIVATE void cucore__copy_axes_make(cucore__copy_axes *axes, int ndim, const int64_t *shape, const int64_t *dst,
                                            const int64_t *src)
{
    axes->ndim = ndim;
    cucore__entries_copy(axes->shape, shape, ndim);
    cucore__entries_copy(axes->dst, dst, ndim);
    cucore__entries_copy(axes->src, src, ndim);
}

/* Sets the axes and the addresses of the plan: joined axes, sorted by the strides of dst if dst_first, else of src. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_axes(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                     int dst_first, cucore_copy_plan *plan)
{
    const int d = dst_first ? 0 : 1, s = 1 - d;
    cucore_layout simple[2];
    int64_t offsets[2];
    cucore_status status =
        cucore__copy_simplify(d ? src->layout : dst->layout, d ? dst->layout : src->layout, simple, offsets);
    if (status) return status;
    plan->private_.dst = cucore__copy_at(dst->ptr, offsets[d], simple[d].itemsize);
    plan->private_.src = cucore__copy_at(src->ptr, offsets[s], simple[d].itemsize);
    plan->private_.axes.itemsize = simple[d].itemsize;
    cucore__copy_axes_make(&plan->private_.axes, simple[d].ndim, simple[d].shape, simple[d].strides, simple[s].strides);
    return CUCORE_OK;
}

/* The plan of a kernel fits into the room that a cucore_copy_plan has for it, and fills it. */
typedef char cucore__copy_kernel_fits[sizeof(cucore__kernel_plan) <= 8 * CUCORE_COPY_KERNEL_WORDS ? 1 : -1];
typedef char cucore__copy_kernel_fills[sizeof(cucore__kernel_plan) > 8 * CUCORE_COPY_KERNEL_WORDS - 64 ? 1 : -1];

/* Plans one kernel for the whole copy. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_kernel(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                       cucore_copy_plan *plan)
{
    plan->strategy = CUCORE_COPY_KERNEL;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr,
                                    (cucore__kernel_plan *)(void *)plan->private_.kernel);
}

/* Plans a copy between two places that the kernels of one device reach. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_near(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                     cucore_copy_plan *plan)
{
    if (plan->overlaps) {
        plan->strategy = CUCORE_COPY_KERNEL;
        plan->packs = 1;
        plan->temp_nbytes = plan->nbytes;
        plan->pieces = 1;
        return cucore__copy_plan_axes(dst, src, 1, plan);
    }
    if (!cucore__copy_is_run(dst->layout, src->layout)) return cucore__copy_plan_kernel(dst, src, plan);
    plan->strategy = CUCORE_COPY_MEMCPY;
    plan->private_.axes.ndim = 1;
    plan->private_.axes.itemsize = dst->layout->itemsize;
    plan->private_.axes.shape[0] = plan->nbytes / dst->layout->itemsize;
    plan->private_.axes.dst[0] = plan->private_.axes.src[0] = 1;
    plan->private_.dst = dst->ptr;
    plan->private_.src = src->ptr;
    return CUCORE_OK;
}

/* -- axes ---------------------------------------------------------------------------------------------------------- */
/* Joins neighbours that one stride can replace on both sides.  The axes are sorted. */
CUCORE__PRIVATE void cucore__copy_axes_merge(cucore__copy_axes *axes)
{
    int i, last = -1;
    for (i = 0; i < axes->ndim; i++) {
        if (axes->shape[i] == 1) continue;
        if (last >= 0 && axes->dst[last] == axes->dst[i] * axes->shape[i] &&
            axes->src[last] == axes->src[i] * axes->shape[i]) {
            axes->shape[last] *= axes->shape[i];
        } else {
            axes->shape[++last] = axes->shape[i];
        }
        axes->dst[last] = axes->dst[i];
        axes->src[last] = axes->src[i];
    }
    axes->ndim = last + 1;
}

/* Makes strides without gaps for the first `moving` axes, in their order, and strides of 0 for the others. */
CUCORE__PRIVATE void cucore__copy_dense_strides(const int64_t *shape, int ndim, int moving, int64_t *strides)
{
    int64_t stride = 1;
    int i;
    for (i = ndim - 1; i >= 0; i--) {
        strides[i] = i < moving ? stride : 0;
        if (i < moving) stride *= shape[i];
    }
}

/* Splits a copy into two steps through memory with the given strides: `in` copies src to it, `out` copies it to dst. */
CUCORE__PRIVATE void cucore__copy_axes_through(const cucore__copy_axes *axes, const int64_t *strides,
                                               cucore__copy_axes *in, cucore__copy_axes *out)
{
    in->itemsize = out->itemsize = axes->itemsize;
    cucore__copy_axes_make(in, axes->ndim, axes->shape, strides, axes->src);
    cucore__copy_axes_make(out, axes->ndim, axes->shape, axes->dst, strides);
}

/* -- rows: what the copy engine copies in one call ----------------------------------------------------------------- */
typedef struct cucore__copy_rows {
    int outer;                        /* the number of axes that the caller has to loop over */
    int64_t shape[3], dst[3], src[3]; /* planes, rows of a plane, bytes of a row; strides in bytes */
} cucore__copy_rows;

CUCORE__PRIVATE void cucore__copy_rows_make(const cucore__copy_axes *axes, cucore__copy_rows *rows)
{
    const cucore__copy_rows element = {0, {1, 1, axes->itemsize}, {0, 0, 1}, {0, 0, 1}};
    int n = axes->ndim, i;
    *rows = element;
    if (n > 0 && axes->dst[n - 1] == 1 && axes->src[n - 1] == 1) rows->shape[2] *= axes->shape[--n];
    for (i = 1; i >= 0 && n > 0; i--) {
        int64_t dst = axes->dst[n - 1] * axes->itemsize, src = axes->src[n - 1] * axes->itemsize;
        int64_t least_dst = rows->shape[i + 1] * rows->dst[i + 1], least_src = rows->shape[i + 1] * rows->src[i + 1];
        if (dst < least_dst || src < least_src) break;
        if (i == 1 && (dst > CUCORE__COPY_MAX_PITCH || src > CUCORE__COPY_MAX_PITCH)) break;
        if (i == 0 && (dst % rows->dst[1] || src % rows->src[1])) break; /* a plane has to be a whole number of rows */
        rows->shape[i] = axes->shape[--n];
        rows->dst[i] = dst;
        rows->src[i] = src;
    }
    rows->outer = n;
}

/* Returns 1 if the copy engine is fast: the rows are long enough, and one call, or each of several, moves enough. */
CUCORE__PRIVATE int cucore__copy_rows_are_fast(const cucore__copy_rows *rows, int64_t least_width)
{
    if (rows->shape[2] < least_width) return 0;
    return rows->outer == 0 || rows->shape[0] * rows->shape[1] * rows->shape[2] >= CUCORE__COPY_CALL_BYTES;
}

/* -- pieces -------------------------------------------------------------------------------------------------------- */
/* Returns the number of elements from the first to the last one of the axes [from, moving), gaps included. */
CUCORE__PRIVATE int64_t cucore__copy_span(const int64_t *shape, const int64_t *strides, int from, int moving)
{
    int64_t span = 1;
    int i;
    for (i = from; i < moving; i++) span += (shape[i] - 1) * strides[i];
    return span;
}

/* Cuts so that no piece spans more than `most` elements, unless one element does.  The strides are sorted and not
 * negative. */
CUCORE__PRIVATE void cucore__copy_cut_make(const int64_t *shape, const int64_t *strides, int moving, int64_t most,
                                           cucore__copy_cut *cut)
{
    int64_t span;
    int axis = 0, i;
    cut->axis = 0;
    cut->count = INT64_MAX;
    cut->pieces = 1;
    if (moving == 0) return;
    while (axis < moving - 1 && cucore__copy_span(shape, strides, axis + 1, moving) > most) axis++;
    span = cucore__copy_span(shape, strides, axis + 1, moving);
    cut->axis = axis;
    cut->count = most > span ? 1 + (most - span) / strides[axis] : 1;
    if (cut->count > shape[axis]) cut->count = shape[axis];
    cut->pieces = cucore__kernel_pieces(shape[axis], cut->count);
    for (i = 0; i < axis; i++) cut->pieces *= shape[i];
}

/* One piece of a copy: its axes, and the offsets of its first element in elements. */
typedef struct cucore__copy_piece {
    cucore__copy_axes axes;
    int64_t dst, src;
} cucore__copy_piece;

CUCORE__PRIVATE void cucore__copy_cut_take(const cucore__copy_axes *axes, const cucore__copy_cut *cut, int64_t index,
                                           cucore__copy_piece *piece)
{
    const int axis = cut->axis;
    int64_t steps, at;
    int i;
    piece->dst = piece->src = 0;
    piece->axes.itemsize = axes->itemsize;
    cucore__copy_axes_make(&piece->axes, axes->ndim - axis, axes->shape + axis, axes->dst + axis, axes->src + axis);
    if (axes->ndim == 0) return;
    steps = cucore__kernel_pieces(axes->shape[axis], cut->count);
    at = index % steps * cut->count;
    piece->axes.shape[0] = cucore__copy_smaller(cut->count, axes->shape[axis] - at);
    index /= steps;
    for (i = axis;;) {
        piece->dst += at * axes->dst[i];
        piece->src += at * axes->src[i];
        if (--i < 0) return;
        at = index % axes->shape[i];
        index /= axes->shape[i];
    }
}

/* -- between host and device, or two devices: the far side is the host or the other device ------------------------- */
CUCORE__PRIVATE int cucore__copy_is_far_staged(const cucore_copy_plan *plan)
{
    return plan->strategy == CUCORE_COPY_STAGED && plan->peer_id >= 0;
}

/* Plans pieces through temporary memory of the device.  A piece has the strides of the far side if is_block, else no
 * gaps. No temporary memory is needed if the near side is dense in the order of the far side. */
CUCORE__PRIVATE void cucore__copy_plan_transfer(cucore_copy_plan *plan, cucore_copy_strategy strategy, int is_block,
                                                int is_dense)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    const int moving = plan->private_.moving_axes;
    int64_t dense[CUCORE_MAX_NDIM], elements = 1;
    const int64_t *strides = !is_block ? dense : plan->private_.to_far ? axes->dst : axes->src;
    cucore__copy_cut *cut = &plan->private_.cut;
    plan->strategy = strategy;
    if (!is_block && is_dense && !cucore__copy_is_far_staged(plan)) return;
    cucore__copy_dense_strides(axes->shape, axes->ndim, moving, dense);
    cucore__copy_cut_make(axes->shape, strides, moving, CUCORE_COPY_PIECE / 2 / axes->itemsize, cut);
    plan->packs = 1;
    plan->private_.is_block = (uint8_t)is_block;
    plan->pieces = cut->pieces;
    if (moving > 0) {
        elements =
            cucore__copy_span(axes->shape, strides, cut->axis + 1, moving) + (cut->count - 1) * strides[cut->axis];
    }
    plan->temp_nbytes = elements * axes->itemsize;
}

/* Plans a copy between the near device and the far side.  may_block: the call may wait for the CPU's part. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_far(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                    int to_far, int may_block, cucore_copy_plan *plan)
{
    const int kind = to_far ? dst->kind : src->kind, is_peer = kind == CUCORE_DEVICE_TYPE_CUDA;
    const int is_plain = kind == CUCORE_DEVICE_TYPE_CPU;
    /* below that size the driver's own copies of plain memory are faster */
    const int by_threads = is_plain && CUCORE_COPY_WORKERS > 1 && plan->nbytes >= CUCORE__COPY_STAGED_FROM;
    cucore__copy_axes *axes = &plan->private_.axes, packed;
    const int64_t *away = to_far ? axes->dst : axes->src, *near_strides = to_far ? axes->src : axes->dst;
    cucore__copy_rows rows, packed_rows; /* as both sides are, and with the near side packed */
    int64_t dense[CUCORE_MAX_NDIM], bytes, block_bytes, row;
    int is_run, is_dense, is_thick, is_whole, repeats, i, moving = 0;
    cucore_status status = cucore__copy_plan_axes(dst, src, to_far, plan);
    if (status) return status;
    plan->private_.to_far = (uint8_t)to_far;
    bytes = axes->itemsize; /* the bytes of the far side's elements */
    while (moving < axes->ndim && away[moving] != 0) bytes *= axes->shape[moving++];
    plan->private_.moving_axes = moving;
    /* the bytes from its first element to its last one */
    block_bytes = cucore__copy_span(axes->shape, away, 0, moving) * axes->itemsize;
    cucore__copy_dense_strides(axes->shape, moving, moving, dense);
    repeats = moving < axes->ndim; /* each element is sent once, and a kernel repeats it on the device (rules B87) */
    is_dense = !repeats;
    for (i = 0; i < moving && is_dense; i++) is_dense = near_strides[i] == dense[i];
    cucore__copy_rows_make(axes, &rows);
    packed.itemsize = axes->itemsize;
    cucore__copy_axes_make(&packed, moving, axes->shape, away, dense);
    cucore__copy_axes_merge(&packed);
    cucore__copy_rows_make(&packed, &packed_rows);
    is_run = rows.outer == 0 && rows.shape[1] == 1;
    is_thick = 2 * bytes > block_bytes;
    is_whole = !to_far && is_thick && packed_rows.shape[2] < CUCORE__COPY_ROW;
    row = !is_plain && 4 * block_bytes > 5 * bytes ? CUCORE__COPY_ROW_SLOW : CUCORE__COPY_ROW;
    if (is_run && !by_threads) {
        plan->strategy = CUCORE_COPY_MEMCPY;
    } else if (!is_peer && !by_threads && !repeats && cucore__copy_rows_are_fast(&rows, row)) {
        plan->strategy = CUCORE_COPY_PITCHED;
    } else if (is_plain && (is_whole || bytes == block_bytes) && plan->nbytes < CUCORE__COPY_TURNED_FROM) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_BLOCK, !to_far, is_dense);
    } else if (is_plain) { /* the CPU packs rows, or all bytes of the block if most of them belong to elements */
        cucore__copy_plan_transfer(plan, CUCORE_COPY_STAGED, is_whole, is_dense);
    } else if (!is_peer && plan->nbytes <= CUCORE__COPY_SMALL) {
        return cucore__copy_plan_kernel(dst, src, plan);
    } else if (to_far ? bytes == block_bytes : is_thick) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_BLOCK, !to_far, is_dense);
    } else if (!is_peer && (to_far || repeats) && cucore__copy_rows_are_fast(&packed_rows, CUCORE__COPY_ROW_SLOW)) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_PITCHED, 0, is_dense);
    } else if (is_peer || (to_far && may_block)) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_STAGED, 0, is_dense);
    } else {
        return cucore__copy_plan_kernel(dst, src, plan);
    }
    return CUCORE_OK;
}

/* -- the whole ----------------------------------------------------------------------------------------------------- */
/* Returns the device of the side; CUCORE_DEVICE_NONE for host memory and for managed memory. */
CUCORE__PRIVATE int cucore__copy_side_device(const cucore__copy_side *side)
{
    return cucore__copy_is_host(side) || side->managed ? CUCORE_DEVICE_NONE : side->device_id;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_device(int stream, int a, int b)
{
    if (a == b) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the data are on device %d", stream, a);
    }
    return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the data are on devices %d and %d", stream, a,
                       b);
}

/* Sets device_id, the device that works, and peer_id, the other one.  wanted: the device of the stream, or negative. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_devices(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                        int wanted, cucore_copy_plan *plan)
{
    int a = cucore__copy_side_device(dst), b = cucore__copy_side_device(src);
    if (wanted >= 0 && dst->managed && wanted == dst->device_id) a = wanted;
    if (wanted >= 0 && src->managed && wanted == src->device_id) b = wanted;
    if (a < 0) a = b;
    if (b < 0) b = a;
    plan->device_id = wanted >= 0 && (wanted == b || a < 0) ? wanted : a;
    if (plan->device_id < 0 && (dst->managed || src->managed)) { /* the device that the view of managed memory names */
        plan->device_id = dst->managed && dst->device_id >= 0   ? dst->device_id
                          : src->managed && src->device_id >= 0 ? src->device_id
                                                                : 0;
    }
    if (a != b) plan->peer_id = plan->device_id == a ? b : a;
    if (wanted < 0 || wanted == plan->device_id) return CUCORE_OK;
    return cucore__copy_fail_device(wanted, a, b);
}

/* What a plan depends on besides the two views. */
typedef struct cucore__copy_request {
    int ask_driver; /* 1: the driver is asked whether plain memory is pinned */
    int device_id;  /* the device of the stream; CUCORE_DEVICE_NONE: not known */
    int on_stream;  /* 1: there is a stream, so that the device copies between pinned memory */
    int may_block;
} cucore__copy_request;

/* Plans a copy between two sides of one shape whose elements are whole bytes. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_sides(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                      const cucore__copy_request *request, cucore_copy_plan *plan)
{
    const cucore_layout *to = dst->layout, *from = src->layout;
    int dst_host = cucore__copy_is_host(dst), src_host = cucore__copy_is_host(src), i = 0;
    int64_t volume = 0, bits;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status = cucore__layout_measure(to, &volume);
    plan->dst_kind = (uint8_t)dst->kind;
    plan->src_kind = (uint8_t)src->kind;
    if (status) return status;
    if (cucore__mul(volume, to->itembits, &bits)) return cucore__fail_size(volume, to->itembits);
    plan->nbytes = volume * to->itemsize;
    status = cucore__copy_plan_devices(dst, src, request->device_id, plan);
    if (status || volume == 0) return status;
    status = cucore__copy_check_unique(to);
    if (status) return status;
    while (i < to->ndim && (to->shape[i] <= 1 || to->strides[i] == from->strides[i])) i++;
    if (dst->ptr == src->ptr && i == to->ndim) return CUCORE_OK; /* the same elements in the same place */
    status = cucore_layout_overlap(to, dst->ptr, from, src->ptr, &overlap);
    if (status) return status;
    plan->overlaps = overlap != CUCORE_OVERLAP_NONE;
    if (plan->overlaps && (dst->kind != src->kind || plan->peer_id >= 0)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT,
                           "dst (0x%llx) and src (0x%llx) share memory, but are described as memory of different %s",
                           (unsigned long long)(uintptr_t)dst->ptr, (unsigned long long)(uintptr_t)src->ptr,
                           dst->kind == src->kind ? "devices" : "kinds");
    }
    if (dst_host && src_host) {
        if (request->on_stream && dst->kind == CUCORE_DEVICE_TYPE_CUDA_HOST &&
            src->kind == CUCORE_DEVICE_TYPE_CUDA_HOST) {
            return cucore__copy_plan_near(dst, src, plan);
        }
        plan->device_id = CUCORE_DEVICE_NONE;
        plan->strategy = CUCORE_COPY_HOST;
        return cucore__copy_plan_axes(dst, src, 1, plan);
    }
    if (!dst_host && !src_host && plan->peer_id < 0) return cucore__copy_plan_near(dst, src, plan);
    return cucore__copy_plan_far(dst, src, plan->peer_id >= 0 ? dst->device_id == plan->peer_id : dst_host,
                                 request->may_block, plan);
}

CUCORE__PRIVATE cucore_status cucore__copy_ask_side(cucore__copy_side *side, const cucore__copy_side *other)
{
    cucore_pointer_info info;
    cucore_status status;
    if (side->kind != CUCORE_DEVICE_TYPE_CPU || cucore__copy_is_host(other)) return CUCORE_OK;
    status = cucore_driver_load();
    if (!status) status = cucore__pointer_attributes(side->ptr, 3, &info);
    if (status || info.device_type == CUCORE_DEVICE_TYPE_CPU) return status;
    side->managed = info.device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    side->kind =
        info.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ? CUCORE_DEVICE_TYPE_CUDA_HOST : CUCORE_DEVICE_TYPE_CUDA;
    side->device_id = side->kind == CUCORE_DEVICE_TYPE_CUDA ? info.device_id : CUCORE_DEVICE_NONE;
    return CUCORE_OK;
}

/* Sets the kind of plain memory that meets a device: the driver knows whether it is pinned or managed. */
CUCORE__PRIVATE cucore_status cucore__copy_ask_driver(cucore__copy_side *dst, cucore__copy_side *src)
{
    cucore_status status = cucore__copy_ask_side(dst, src);
    return status ? status : cucore__copy_ask_side(src, dst);
}

CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_place(cucore__text *text, int kind, int device)
{
    cucore__text_add(text, "%s",
                     kind == CUCORE_DEVICE_TYPE_CUDA  ? "cuda"
                     : kind == CUCORE_DEVICE_TYPE_CPU ? "host"
                                                      : "pinned");
    if (kind == CUCORE_DEVICE_TYPE_CUDA && device >= 0) cucore__text_add(text, ":%d", device);
}

CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size)
{
    static const char *const names[] = {"nothing", "host", "memcpy", "pitched", "kernel", "block", "staged"};
    cucore__text line = cucore__text_start(text, size);
    int near_id = plan->device_id, far_id = plan->peer_id < 0 ? near_id : plan->peer_id;
    cucore__text_add(&line, "%s, ", names[plan->strategy]);
    cucore__text_add_place(&line, plan->src_kind, plan->private_.to_far ? near_id : far_id);
    cucore__text_add(&line, " to ");
    cucore__text_add_place(&line, plan->dst_kind, plan->private_.to_far ? far_id : near_id);
    cucore__text_add(&line, ", %lld bytes", (long long)plan->nbytes);
    if (plan->overlaps) cucore__text_add(&line, ", overlapping");
    if (plan->packs) {
        cucore__text_add(&line, " in %lld piece%s of up to %lld, %s by a kernel", (long long)plan->pieces,
                         plan->pieces == 1 ? "" : "s", (long long)plan->temp_nbytes,
                         plan->overlaps          ? "packed and unpacked"
                         : plan->private_.to_far ? "packed"
                                                 : "unpacked");
    }
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        cucore__text_add(&line, ": ");
        cucore__text_add_kernel(&line, (const cucore__kernel_plan *)(const void *)plan->private_.kernel);
    }
    return line.length;
}

/* copy/ledger.c: a list of the bytes that a plan would write, with CUCORE_COPY_VERIFY.  The functions that
 * copy only note where they would write if a job has a ledger. */
#if CUCORE_COPY_VERIFY
#define CUCORE__COPY_NOTE(job, how, ptr, what)                                                                         \
    do {                                                                                                               \
        if ((job)->ledger) return cucore__ledger_note_##how((job)->ledger, (ptr), (what));                             \
    } while (0)

typedef struct cucore__ledger_run {
    int64_t first, end; /* bytes from element [0, 0, ...] of dst */
} cucore__ledger_run;

typedef struct cucore__ledger {
    uint64_t dst;
    int64_t temp_nbytes;
    int64_t count;
    int64_t steps;   /* the number of notes, also of notes about temporary memory */
    int is_full;     /* 1: there are more notes than runs[] has room for, and the plan is not checked */
    int is_past_end; /* 1: bytes after the end of temporary memory would be written */
    cucore__ledger_run runs[CUCORE_COPY_VERIFY];
} cucore__ledger;

/* Temporary memory lies at offsets that no array reaches: arrays have less than 2^60 bytes. */
#define CUCORE__LEDGER_TEMP ((int64_t)1 << 61)
#define CUCORE__LEDGER_FAR (CUCORE__LEDGER_TEMP + ((int64_t)1 << 60))

CUCORE__PRIVATE cucore_status cucore__ledger_add(cucore__ledger *ledger, int64_t first, int64_t bytes)
{
    cucore__ledger_run *next = &ledger->runs[ledger->count];
    ledger->is_full = ledger->steps++ == CUCORE_COPY_VERIFY;
    if (ledger->is_full) return CUCORE_UNSUPPORTED; /* ends the run of the plan */
    if (first >= CUCORE__LEDGER_TEMP) {
        int64_t from = first >= CUCORE__LEDGER_FAR ? CUCORE__LEDGER_FAR : CUCORE__LEDGER_TEMP;
        ledger->is_past_end |= first - from > ledger->temp_nbytes - bytes;
        return CUCORE_OK;
    }
    if (ledger->count == 0 || next[-1].end != first) {
        next->first = first;
        ledger->count++;
    } else {
        next--;
    }
    next->end = first + bytes;
    return CUCORE_OK;
}

CUCORE__PRIVATE int64_t cucore__ledger_offset(const cucore__ledger *ledger, const void *ptr)
{
    return (int64_t)((uint64_t)(uintptr_t)ptr - ledger->dst);
}

CUCORE__PRIVATE cucore_status cucore__ledger_note_bytes(cucore__ledger *ledger, const void *ptr, int64_t bytes)
{
    return cucore__ledger_add(ledger, cucore__ledger_offset(ledger, ptr), bytes);
}

/* Notes the elements of dst. */
CUCORE__PRIVATE cucore_status cucore__ledger_note_axes(cucore__ledger *ledger, const void *ptr,
                                                       const cucore__copy_axes *axes)
{
    const int64_t *shape = axes->shape, *strides = axes->dst, itemsize = axes->itemsize;
    int64_t index[CUCORE_MAX_NDIM], at = cucore__ledger_offset(ledger, ptr), bytes = itemsize;
    cucore_status status = CUCORE_OK;
    int i, ndim = axes->ndim;
    if (at >= CUCORE__LEDGER_TEMP) { /* only the last byte of temporary memory matters */
        for (i = 0; i < ndim; i++) bytes += (shape[i] - 1) * strides[i] * itemsize;
        return cucore__ledger_add(ledger, at, bytes);
    }
    while (ndim > 0 && (shape[ndim - 1] == 1 || strides[ndim - 1] * itemsize == bytes)) bytes *= shape[--ndim];
    for (i = 0; i < ndim; i++) index[i] = 0;
    for (;;) {
        status = cucore__ledger_add(ledger, at, bytes);
        for (i = ndim - 1; i >= 0 && ++index[i] == shape[i]; i--) {
            at -= (shape[i] - 1) * strides[i] * itemsize;
            index[i] = 0;
        }
        if (status || i < 0) return status;
        at += strides[i] * itemsize;
    }
}

CUCORE__PRIVATE cucore_status cucore__ledger_note_rows(cucore__ledger *ledger, const void *ptr,
                                                       const cucore__copy_rows *rows)
{
    cucore__copy_axes axes;
    axes.ndim = 3;
    axes.itemsize = 1;
    cucore__entries_copy(axes.shape, rows->shape, 3);
    cucore__entries_copy(axes.dst, rows->dst, 3);
    return cucore__ledger_note_axes(ledger, ptr, &axes);
}
#else
#define CUCORE__COPY_NOTE(job, how, ptr, what) ((void)(job))
#endif

/* ------------------------------------------------------------------------------------------- >>impl-copy-staging -- */
/* copy/staging.c: copies of plain memory through pinned slots, packed by threads. */
/* A slot of pinned memory.  The thread that sets `busy` has the slot for itself. */
#define CUCORE__STAGE_SLOTS 16
#define CUCORE__STAGE_DEPTH 2 /* slots of one worker: it packs one while the other is transferred */
typedef struct cucore__stage_slot {
    void *memory; /* CUCORE_COPY_STAGE bytes; NULL: not allocated yet */
    CUcontext context;
    CUCORE__ATOMIC(int) busy;
} cucore__stage_slot;
static cucore__stage_slot cucore__stage_slots[CUCORE__STAGE_SLOTS];

/* A piece that is transferred. */
typedef struct cucore__stage_lane {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* used if all slots are busy */
    cucore__event_slot *event;
    cucore__event_slot own_event;
    int64_t piece; /* its number; -1: no transfer is under way */
} cucore__stage_lane;

/* One thread and its result. */
typedef struct cucore__stage_worker {
    struct cucore__stage *stage;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__stage_worker;

/* A copy between host memory and dense device memory.  The caller zeroes the struct. */
typedef struct cucore__stage {
#if CUCORE_COPY_VERIFY
    cucore__ledger *ledger; /* NULL: the copy is done */
#endif
    int to_host;
    int workers; /* the number of threads, with the caller's */
    char *host;
    char *device;
    cucore__place place;
    cucore__event_pool *events;
    cucore__copy_axes axes;
    cucore__copy_cut cut;
    cucore__stage_worker worker[CUCORE_COPY_WORKERS];
} cucore__stage;

CUCORE__PRIVATE cucore_status cucore__stage_slot_allocate(cucore__stage_slot *slot, CUcontext context)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter(context, &guard);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemHostAlloc,
                         (&slot->memory, (size_t)CUCORE_COPY_STAGE, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    if (status) slot->memory = NULL;
    slot->context = context;
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE void cucore__stage_slot_free(cucore__stage_slot *slot)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!slot->memory || cucore_context_enter(slot->context, &guard)) return;
    CUCORE__CALL_RELAXED(status, MemFreeHost, (slot->memory));
    if (!status) slot->memory = NULL;
    cucore_context_leave(&guard);
}

CUCORE_API void cucore_copy_trim(void)
{
    int i;
    for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
        if (CUCORE__TEST_AND_SET(&cucore__stage_slots[i].busy)) continue;
        cucore__stage_slot_free(&cucore__stage_slots[i]);
        CUCORE__STORE(&cucore__stage_slots[i].busy, 0);
    }
}

CUCORE__PRIVATE cucore_status cucore__stage_lane_take(cucore__stage *stage, CUcontext primary, cucore__stage_lane *lane)
{
    int i;
    lane->slot = &lane->own;
    lane->piece = -1;
    for (i = 0; i < CUCORE__STAGE_SLOTS && lane->slot == &lane->own; i++) {
        if (!CUCORE__TEST_AND_SET(&cucore__stage_slots[i].busy)) lane->slot = &cucore__stage_slots[i];
    }
    lane->event = cucore__event_slot_take(stage->events, &lane->own_event);
    return lane->slot->memory ? CUCORE_OK : cucore__stage_slot_allocate(lane->slot, primary);
}

CUCORE__PRIVATE void cucore__stage_lane_put(cucore__stage_lane *lane)
{
    if (!lane->slot) return;
    cucore__event_slot_put(lane->event, &lane->own_event);
    if (lane->slot == &lane->own) {
        cucore__stage_slot_free(lane->slot);
    } else {
        CUCORE__STORE(&lane->slot->busy, 0);
    }
}

/* A piece and its addresses. */
typedef struct cucore__stage_part {
    cucore__copy_piece piece; /* with joined axes */
    char *host, *device;
    size_t bytes;
} cucore__stage_part;

CUCORE__PRIVATE void cucore__stage_part_make(const cucore__stage *stage, int64_t index, cucore__stage_part *out)
{
    cucore__copy_piece *piece = &out->piece;
    const int64_t itemsize = stage->axes.itemsize;
    int64_t volume = 1;
    int i;
    cucore__copy_cut_take(&stage->axes, &stage->cut, index, piece);
    for (i = 0; i < piece->axes.ndim; i++) volume *= piece->axes.shape[i];
    out->bytes = (size_t)(volume * itemsize);
    out->host = cucore__copy_at(stage->host, stage->to_host ? piece->dst : piece->src, itemsize);
    out->device = cucore__copy_at(stage->device, stage->to_host ? piece->src : piece->dst, itemsize);
    cucore__copy_axes_merge(&piece->axes);
}

CUCORE__PRIVATE cucore_status cucore__stage_wait(cucore__stage_lane *lane)
{
    cucore_status status;
    CUCORE__CALL_RELAXED(status, EventSynchronize, (lane->event->event));
    return status;
}

/* Enqueues the transfer between the slot and the device, then records the event of the lane.  A piece for the device is
 * packed first, once the slot is free. */
CUCORE__PRIVATE cucore_status cucore__stage_send(cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__stage_part part;
    cucore__CUdeviceptr slot = (uintptr_t)lane->slot->memory, there;
    cucore_status status = CUCORE_OK;
    if (!stage->to_host && lane->piece >= 0) status = cucore__stage_wait(lane);
    if (status) return status;
    cucore__stage_part_make(stage, index, &part);
    there = (uintptr_t)part.device;
    lane->piece = index;
    if (!stage->to_host) cucore__host_copy(&part.piece.axes, lane->slot->memory, part.host);
    status = CUCORE__CALL(
        MemcpyAsync, (stage->to_host ? slot : there, stage->to_host ? there : slot, part.bytes, stage->place.stream));
    return status ? status : cucore__event_slot_record(lane->event, stage->place.stream);
}

/* Waits for the transfer of the lane, if there is one, and copies the piece from the slot to the host's array. */
CUCORE__PRIVATE cucore_status cucore__stage_unpack(cucore__stage *stage, cucore__stage_lane *lane)
{
    cucore__stage_part part;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_wait(lane);
    if (status) return status;
    cucore__stage_part_make(stage, lane->piece, &part);
    cucore__host_copy(&part.piece.axes, part.host, lane->slot->memory);
    lane->piece = -1;
    return CUCORE_OK;
}

/* The work of one thread: the piece with its number, and each workers-th piece after that.  No transfer is under way
 * when it returns, so that the slots can be given back. */
CUCORE__PRIVATE void cucore__stage_work(void *argument)
{
    cucore__stage_worker *worker = (cucore__stage_worker *)argument;
    cucore__stage *stage = worker->stage;
    cucore__stage_lane *lanes = worker->lanes;
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter(stage->place.context, &guard);
    const int entered = !status;
    int64_t i;
    int lane = 0, j, pending = 0;
    for (i = worker->number; i < stage->cut.pieces && !status; i += stage->workers, lane ^= 1) {
        status = cucore__stage_send(stage, &lanes[lane], i);
        if (!status && stage->to_host) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    }
    if (stage->to_host && !status) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    for (j = 0; j < CUCORE__STAGE_DEPTH; j++) {
        if (lanes[j].piece < 0) continue;
        pending = 1;
        if (!status) status = cucore__stage_wait(&lanes[j]);
    }
    worker->status = status;
    if (status) worker->error = *cucore_last_error();
    if (status && pending) (void)cucore__synchronize_relaxed(stage->place.stream);
    if (entered) cucore_context_leave(&guard);
}

/* Runs all workers.  The caller is worker 0, and does the work of threads that could not be started. */
CUCORE__PRIVATE void cucore__stage_run_all(cucore__stage *stage)
{
    int started = 1, i;
    cucore__thread threads[CUCORE_COPY_WORKERS];
    while (started < stage->workers &&
           cucore__thread_start(&threads[started], cucore__stage_work, &stage->worker[started])) {
        started++;
    }
    cucore__stage_work(&stage->worker[0]);
    for (i = started; i < stage->workers; i++) cucore__stage_work(&stage->worker[i]);
    for (i = 1; i < started; i++) cucore__thread_join(&threads[i]);
}

/* Cuts the copy into pieces that fit a slot.  Large elements become one more axis, of bytes. */
CUCORE__PRIVATE void cucore__stage_cut(cucore__stage *stage)
{
    cucore__copy_axes *axes = &stage->axes;
    int64_t dense[CUCORE_MAX_NDIM];
    int i;
    if (axes->itemsize > CUCORE_COPY_STAGE / 16) {
        for (i = 0; i < axes->ndim; i++) {
            axes->dst[i] *= axes->itemsize;
            axes->src[i] *= axes->itemsize;
        }
        axes->shape[axes->ndim] = axes->itemsize;
        axes->dst[axes->ndim] = axes->src[axes->ndim] = 1;
        axes->ndim++;
        axes->itemsize = 1;
    }
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    cucore__copy_cut_make(axes->shape, dense, axes->ndim, (int64_t)CUCORE_COPY_STAGE / axes->itemsize, &stage->cut);
}

#if CUCORE_COPY_VERIFY
CUCORE__PRIVATE cucore_status cucore__stage_note(cucore__stage *stage)
{
    cucore_status status = CUCORE_OK;
    int64_t i;
    for (i = 0; i < stage->cut.pieces && !status; i++) {
        cucore__stage_part part;
        cucore__stage_part_make(stage, i, &part);
        status = stage->to_host ? cucore__ledger_note_axes(stage->ledger, part.host, &part.piece.axes)
                                : cucore__ledger_note_bytes(stage->ledger, part.device, (int64_t)part.bytes);
    }
    return status;
}
#endif

/* Runs the copy.  The axes are those of the host's array and of dense memory, in one order.  The context of the stream
 * is current.  Returns when the host's part is done. */
CUCORE__PRIVATE cucore_status cucore__stage_copy(cucore__stage *stage, int device_id)
{
    CUcontext primary = NULL;
    cucore__stage_worker *worker;
    int i, j;
    cucore_status status;
    cucore__stage_cut(stage);
#if CUCORE_COPY_VERIFY
    if (stage->ledger) return cucore__stage_note(stage);
#endif
    status = cucore_context_get_primary(device_id, &primary);
    if (status) return status;
    stage->workers = stage->cut.pieces < 8 ? 1 : cucore__processors(); /* one worker for few pieces */
    if (stage->workers > CUCORE_COPY_WORKERS) stage->workers = CUCORE_COPY_WORKERS;
    stage->events = cucore__event_pool_enter(stage->place.context);
    for (i = 0; i < stage->workers && !status; i++) {
        worker = &stage->worker[i];
        worker->stage = stage;
        worker->number = i;
        for (j = 0; j < CUCORE__STAGE_DEPTH && !status; j++) {
            status = cucore__stage_lane_take(stage, primary, &worker->lanes[j]);
        }
    }
    if (!status) cucore__stage_run_all(stage);
    for (i = 0; i < stage->workers; i++) {
        worker = &stage->worker[i];
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++) cucore__stage_lane_put(&worker->lanes[j]);
        if (status || !worker->status) continue;
        status = worker->status;
        cucore__error = worker->error;
    }
    cucore__event_pool_leave(stage->events);
    return status;
}

/* ----------------------------------------------------------------------------------------------- >>impl-copy-run -- */
/* copy/run.c: runs a plan, on a stream or by the CPU. */
/* A copy that runs. */
typedef struct cucore__copy_job {
    const cucore_copy_plan *plan;
#if CUCORE_COPY_VERIFY
    cucore__ledger *ledger; /* NULL: the copy is done */
#endif
    cucore__place near_place; /* the caller's stream, with its context */
    cucore__place send_place; /* for transfers: the caller's stream, or a second stream of the device */
    cucore__place far_place;  /* a stream of the other device */
    int has_helper;         /* 1: send_place is a second stream; a piece is sent while a kernel works on another one */
    cucore_buffer temp;     /* memory of the near device */
    cucore_buffer far_temp; /* memory of the other device */
} cucore__copy_job;

/* Later work at `place` waits for the work that is at `other` now. */
CUCORE__PRIVATE cucore_status cucore__copy_order(const cucore__copy_job *job, const cucore__place *place,
                                                 const cucore__place *other)
{
#if CUCORE_COPY_VERIFY
    if (job->ledger) return CUCORE_OK;
#endif
    (void)job;
    return cucore__place_wait(place, other);
}

/* Enqueues the kernel that copies the elements, or one copy of bytes if that is enough, in the context of the place. */
CUCORE__PRIVATE cucore_status cucore__copy_rearrange(const cucore__copy_job *job, const cucore__place *place,
                                                     const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore_layout to, from;
    cucore__kernel_plan kernel;
    cucore_context_guard guard;
    cucore_status status;
    CUCORE__COPY_NOTE(job, axes, dst, axes);
    cucore__layout_start(&to, axes->ndim, axes->shape, axes->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, axes->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    status = cucore__kernel_plan_make(&to, (uintptr_t)dst, &from, (uintptr_t)src, &kernel);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    status = cucore__kernel_plan_launch(&kernel, place->stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__copy_send(const cucore__copy_job *job, void *dst, const void *src, int64_t bytes)
{
    const cucore_copy_plan *plan = job->plan;
    const int to_far = plan->private_.to_far;
    cucore__transfer transfer;
    CUCORE__COPY_NOTE(job, bytes, dst, bytes);
    if (plan->peer_id < 0) {
        return CUCORE__CALL(MemcpyAsync, ((uintptr_t)dst, (uintptr_t)src, (size_t)bytes, job->send_place.stream));
    }
    transfer.dst = dst;
    transfer.src = src;
    transfer.nbytes = (size_t)bytes;
    transfer.to.device_id = to_far ? plan->peer_id : plan->device_id;
    transfer.from.device_id = to_far ? plan->device_id : plan->peer_id;
    return cucore__transfer_between_devices(&transfer, job->send_place.stream);
}

/* Sets the fields that the structs of copies of two and three axes share. */
#define CUCORE__COPY_FILL(c, plan, rows, dst, src)                                                                     \
    do {                                                                                                               \
        memset(&(c), 0, sizeof(c));                                                                                    \
        if ((plan)->dst_kind == CUCORE_DEVICE_TYPE_CUDA) {                                                             \
            (c).dstMemoryType = CUCORE__CU_MEMORYTYPE_DEVICE;                                                          \
            (c).dstDevice = (uintptr_t)(dst);                                                                          \
        } else {                                                                                                       \
            (c).dstMemoryType = CUCORE__CU_MEMORYTYPE_HOST;                                                            \
            (c).dstHost = (dst);                                                                                       \
        }                                                                                                              \
        if ((plan)->src_kind == CUCORE_DEVICE_TYPE_CUDA) {                                                             \
            (c).srcMemoryType = CUCORE__CU_MEMORYTYPE_DEVICE;                                                          \
            (c).srcDevice = (uintptr_t)(src);                                                                          \
        } else {                                                                                                       \
            (c).srcMemoryType = CUCORE__CU_MEMORYTYPE_HOST;                                                            \
            (c).srcHost = (src);                                                                                       \
        }                                                                                                              \
        (c).WidthInBytes = (size_t)(rows)->shape[2];                                                                   \
        (c).Height = (size_t)(rows)->shape[1];                                                                         \
        (c).dstPitch = (size_t)(rows)->dst[1];                                                                         \
        (c).srcPitch = (size_t)(rows)->src[1];                                                                         \
    } while (0)

CUCORE__PRIVATE cucore_status cucore__copy_send_planes(const cucore__copy_job *job, const cucore__copy_rows *rows,
                                                       void *dst, const void *src)
{
    CUCORE__COPY_NOTE(job, rows, dst, rows);
    if (rows->shape[0] > 1) {
        cucore__CUDA_MEMCPY3D c;
        CUCORE__COPY_FILL(c, job->plan, rows, dst, src);
        c.Depth = (size_t)rows->shape[0];
        c.dstHeight = (size_t)(rows->dst[0] / rows->dst[1]);
        c.srcHeight = (size_t)(rows->src[0] / rows->src[1]);
        return CUCORE__CALL(Memcpy3DAsync, (&c, job->send_place.stream));
    }
    if (rows->shape[1] > 1) {
        cucore__CUDA_MEMCPY2D c;
        CUCORE__COPY_FILL(c, job->plan, rows, dst, src);
        return CUCORE__CALL(Memcpy2DAsync, (&c, job->send_place.stream));
    }
    return cucore__copy_send(job, dst, src, rows->shape[2]);
}
#undef CUCORE__COPY_FILL

/* Sends all rows and planes, with one call of the driver for each index of the outer axes. */
CUCORE__PRIVATE cucore_status cucore__copy_send_rows(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                     char *dst, const char *src)
{
    cucore__copy_rows rows;
    cucore__copy_cut cut;
    cucore__copy_piece piece;
    int64_t i;
    cucore_status status = CUCORE_OK;
    cucore__copy_rows_make(axes, &rows);
    cut.axis = rows.outer > 0 ? rows.outer - 1 : 0;
    cut.count = rows.outer > 0 || axes->ndim == 0 ? 1 : axes->shape[0];
    cut.pieces = 1;
    for (i = 0; i < rows.outer; i++) cut.pieces *= axes->shape[i];
    for (i = 0; i < cut.pieces && !status; i++) {
        cucore__copy_cut_take(axes, &cut, i, &piece);
        status = cucore__copy_send_planes(job, &rows, cucore__copy_at(dst, piece.dst, axes->itemsize),
                                          cucore__copy_at(src, piece.src, axes->itemsize));
    }
    return status;
}

/* Copies plain memory through pinned slots.  The near side is dense memory. */
CUCORE__PRIVATE cucore_status cucore__copy_send_staged(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                       char *dst, char *src)
{
    cucore__stage *stage = (cucore__stage *)calloc(1, sizeof *stage);
    cucore_status status;
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lu bytes", (unsigned long)sizeof *stage);
    stage->to_host = job->plan->private_.to_far;
    stage->host = job->plan->private_.to_far ? dst : src;
    stage->device = job->plan->private_.to_far ? src : dst;
    stage->place = job->near_place;
    memcpy(&stage->axes, axes, sizeof *axes);
#if CUCORE_COPY_VERIFY
    stage->ledger = job->ledger;
#endif
    status = cucore__stage_copy(stage, job->plan->device_id);
    free(stage);
    return status;
}

/* The other device packs or unpacks; its stream and the near stream wait for each other. */
CUCORE__PRIVATE cucore_status cucore__copy_send_far(const cucore__copy_job *job, const cucore__copy_axes *axes,
                                                    void *dst, const void *src)
{
    int64_t bytes = axes->itemsize;
    void *temp = job->far_temp.ptr;
    int i;
    cucore_status status = cucore__copy_order(job, &job->far_place, &job->near_place);
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (!status && !job->plan->private_.to_far) {
        status = cucore__copy_rearrange(job, &job->far_place, axes, temp, src);
        if (!status) status = cucore__copy_order(job, &job->near_place, &job->far_place);
    }
    if (!status)
        status = cucore__copy_send(job, job->plan->private_.to_far ? temp : dst,
                                   job->plan->private_.to_far ? src : temp, bytes);
    if (status || !job->plan->private_.to_far) return status;
    status = cucore__copy_order(job, &job->far_place, &job->near_place);
    if (!status) status = cucore__copy_rearrange(job, &job->far_place, axes, dst, temp);
    return status ? status : cucore__copy_order(job, &job->near_place, &job->far_place);
}

/* Transfers the first `moving` axes between the far side and memory of the near device, which has the layout of the far
 * side or is dense.  The axes after these repeat elements; they are left out only if a kernel repeats the elements
 * later. */
CUCORE__PRIVATE cucore_status cucore__copy_transfer(const cucore__copy_job *job, const cucore__copy_axes *part,
                                                    int moving, char *dst, char *src)
{
    const cucore_copy_plan *plan = job->plan;
    const int64_t *away = plan->private_.to_far ? part->dst : part->src;
    cucore__copy_axes axes;
    axes.itemsize = part->itemsize;
    cucore__copy_axes_make(&axes, moving, part->shape, part->dst, part->src);
    cucore__copy_axes_merge(&axes);
    if (plan->strategy == CUCORE_COPY_BLOCK) {
        return cucore__copy_send(job, dst, src, cucore__copy_span(part->shape, away, 0, moving) * part->itemsize);
    }
    if (plan->strategy == CUCORE_COPY_PITCHED) return cucore__copy_send_rows(job, &axes, dst, src);
    if (plan->peer_id >= 0) return cucore__copy_send_far(job, &axes, dst, src);
    if (plan->private_.is_block) { /* one run of bytes, with the gaps */
        axes.shape[0] = cucore__copy_span(part->shape, away, 0, moving);
        axes.dst[0] = axes.src[0] = 1;
        axes.ndim = 1;
    }
    return cucore__copy_send_staged(job, &axes, dst, src);
}

/* -- pieces: one is sent while a kernel works on another; temporary memory has two halves, and there are two streams
 * --- */
/* Hands a piece over: `to` waits until it is complete at `from`.  `from` first waits until `to` is done with the other
 * half of temporary memory, which the next piece fills.  Work that is enqueued later does not delay either wait. */
CUCORE__PRIVATE cucore_status cucore__copy_hand_over(const cucore__copy_job *job, const cucore__place *from,
                                                     const cucore__place *to, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!job->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__copy_order(job, from, to);
    return status ? status : cucore__copy_order(job, to, from);
}

/* Copies one piece after the other through temporary memory. */
CUCORE__PRIVATE cucore_status cucore__copy_send_pieces(const cucore__copy_job *job)
{
    const cucore_copy_plan *plan = job->plan;
    const int moving = plan->private_.moving_axes - plan->private_.cut.axis;
    const int64_t itemsize = plan->private_.axes.itemsize;
    const cucore__place *place = &job->near_place, *send = &job->send_place;
    cucore__copy_piece piece;
    cucore__copy_axes in, out;
    int64_t dense[CUCORE_MAX_NDIM], i;
    char *dst, *src, *temp;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < plan->private_.cut.pieces && !status; i++) {
        temp = (char *)job->temp.ptr;
        if (job->has_helper && (i & 1)) temp += plan->temp_nbytes;
        cucore__copy_cut_take(&plan->private_.axes, &plan->private_.cut, i, &piece);
        dst = cucore__copy_at(plan->private_.dst, piece.dst, itemsize);
        src = cucore__copy_at(plan->private_.src, piece.src, itemsize);
        cucore__copy_dense_strides(piece.axes.shape, piece.axes.ndim, moving, dense);
        cucore__copy_axes_through(&piece.axes, plan->private_.is_block ? piece.axes.src : dense, &in, &out);
        if (plan->private_.to_far) {
            status = cucore__copy_rearrange(job, place, &in, temp, src);
            if (!status) status = cucore__copy_hand_over(job, place, send, i);
            if (!status) status = cucore__copy_transfer(job, &out, moving, dst, temp);
        } else {
            status = cucore__copy_transfer(job, &in, moving, temp, src);
            if (!status) status = cucore__copy_hand_over(job, send, place, i);
            if (!status) status = cucore__copy_rearrange(job, place, &out, dst, temp);
        }
    }
    return status;
}

/* Enqueues all work.  The context of the near place is current, and temporary memory is allocated. */
CUCORE__PRIVATE cucore_status cucore__copy_enqueue_job(const cucore__copy_job *job)
{
    const cucore_copy_plan *plan = job->plan;
    const cucore__copy_axes *axes = &plan->private_.axes;
    const cucore__place *place = &job->near_place;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    cucore_status status;
    if (plan->strategy == CUCORE_COPY_MEMCPY)
        return cucore__copy_send(job, plan->private_.dst, plan->private_.src, plan->nbytes);
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        return cucore__kernel_plan_launch((const cucore__kernel_plan *)(const void *)plan->private_.kernel,
                                          place->stream);
    }
    if (plan->overlaps) { /* on one device: all of src to temporary memory, then to dst */
        cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
        cucore__copy_axes_through(axes, dense, &in, &out);
        status = cucore__copy_rearrange(job, place, &in, job->temp.ptr, plan->private_.src);
        return status ? status : cucore__copy_rearrange(job, place, &out, plan->private_.dst, job->temp.ptr);
    }
    if (plan->packs) return cucore__copy_send_pieces(job);
    return cucore__copy_transfer(job, axes, axes->ndim, (char *)plan->private_.dst,
                                 (char *)(uintptr_t)plan->private_.src);
}

/* Refuses temporary memory that is not of the device. */
CUCORE__PRIVATE cucore_status cucore__copy_check_temp(const cucore_buffer *temp, int device_id)
{
    if (temp->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED ||
        (temp->device_type == CUCORE_DEVICE_TYPE_CUDA && temp->device_id == device_id)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_WRONG_DEVICE,
                       "the resource gives memory of kind %d on device %d; packing needs memory of device %d",
                       (int)temp->device_type, (int)temp->device_id, device_id);
}

CUCORE__PRIVATE cucore_status cucore__copy_own_stream(int device_id, cucore__place *out)
{
    cucore_stream stream;
    cucore_status status = cucore_stream_create(device_id, NULL, &stream);
    if (status) return status;
    out->stream = stream.handle;
    out->context = stream.context;
    return CUCORE_OK;
}

/* Allocates memory and creates streams before any byte of dst is written. */
CUCORE__PRIVATE cucore_status cucore__copy_job_begin(cucore__copy_job *job, cucore_memory_resource *resource)
{
    const cucore_copy_plan *plan = job->plan;
    cucore_memory_resource *far_pool;
    cucore_status status;
    if (!plan->packs) return CUCORE_OK;
    status = cucore_buffer_allocate(resource, (size_t)plan->temp_nbytes * (job->has_helper ? 2 : 1),
                                    job->near_place.stream, &job->temp);
    if (!status) status = cucore__copy_check_temp(&job->temp, plan->device_id);
    if (status) return status;
    if (job->has_helper) { /* a stream for transfers, which waits for the work on the caller's stream */
        status = cucore__copy_own_stream(plan->device_id, &job->send_place);
        if (!status) status = cucore__place_wait(&job->send_place, &job->near_place);
    }
    if (!status && cucore__copy_is_far_staged(plan)) { /* a stream and memory on the other device */
        status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->peer_id, &far_pool);
        if (!status) status = cucore__copy_own_stream(plan->peer_id, &job->far_place);
        if (!status) {
            status = cucore_buffer_allocate(far_pool, (size_t)plan->temp_nbytes, job->far_place.stream, &job->far_temp);
        }
    }
    return status;
}

/* The first failure of several calls, with its message. */
typedef struct cucore__copy_result {
    cucore_status status;
    cucore_error error;
} cucore__copy_result;

/* Keeps the error of `status` unless there was one before.
 * -> 1 if `status` is a failure */
CUCORE__PRIVATE int cucore__copy_keep_first_error(cucore__copy_result *result, cucore_status status)
{
    if (status && !result->status) result->error = *cucore_last_error();
    if (!result->status) result->status = status;
    return status != CUCORE_OK;
}

/* `place` waits for `other`.  If that fails, the host waits. */
CUCORE__PRIVATE void cucore__copy_end_wait(cucore__copy_result *result, const cucore__place *place,
                                           const cucore__place *other)
{
    if (cucore__copy_keep_first_error(result, cucore__place_wait(place, other)))
        (void)cucore__synchronize_relaxed(other->stream);
}

/* Destroys the stream; tries again if the first call fails. */
CUCORE__PRIVATE void cucore__copy_end_stream(cucore__copy_result *result, CUstream stream)
{
    if (cucore__copy_keep_first_error(result, CUCORE__CALL(StreamDestroy, (stream))))
        (void)cucore__driver.StreamDestroy(stream);
}

CUCORE__PRIVATE void cucore__copy_end_buffer(cucore__copy_result *result, cucore_buffer *buffer)
{
    (void)cucore__copy_keep_first_error(result, cucore__buffer_give_back(buffer));
}

/* Later work on the caller's stream, which includes the release of temporary memory, waits for the transfers.  Memory
 * of the other device is freed after the last transfer that reads it. */
CUCORE__PRIVATE cucore_status cucore__copy_job_end(cucore__copy_job *job, cucore_status status)
{
    cucore__copy_result result;
    if (!job->plan->packs) return status;
    result.status = status;
    result.error = *cucore_last_error();
    if (job->send_place.stream != job->near_place.stream) {
        cucore__copy_end_wait(&result, &job->near_place, &job->send_place);
        cucore__copy_end_stream(&result, job->send_place.stream);
    }
    if (job->far_place.stream) {
        cucore__copy_end_wait(&result, &job->far_place, &job->near_place);
        cucore__copy_end_buffer(&result, &job->far_temp);
        cucore__copy_end_stream(&result, job->far_place.stream);
    }
    cucore__copy_end_buffer(&result, &job->temp);
    if (result.status) cucore__error = result.error;
    return result.status;
}

/* Copies by the CPU before it returns; through temporary memory if dst and src overlap. */
CUCORE__PRIVATE cucore_status cucore__copy_on_host(const cucore_copy_plan *plan)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    void *temp;
    if (!plan->overlaps) {
        cucore__host_copy(axes, plan->private_.dst, plan->private_.src);
        return CUCORE_OK;
    }
    if (axes->ndim == 0 || (axes->ndim == 1 && axes->dst[0] == 1 && axes->src[0] == 1)) {
        memmove(plan->private_.dst, plan->private_.src, (size_t)plan->nbytes);
        return CUCORE_OK;
    }
    temp = (uint64_t)plan->nbytes <= SIZE_MAX ? malloc((size_t)plan->nbytes) : NULL;
    if (!temp) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "dst and src overlap: no memory for %lld bytes in between",
                           (long long)plan->nbytes);
    }
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    cucore__copy_axes_through(axes, dense, &in, &out);
    cucore__host_copy(&in, temp, plan->private_.src);
    cucore__host_copy(&out, plan->private_.dst, temp);
    free(temp);
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_capture(const cucore__place *place, const char *why)
{
    return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                       (unsigned long long)(uintptr_t)place->stream, why);
}

/* Runs a plan by the CPU, or on the stream of `place`, which is NULL if there is none.  All that a capture forbids is
 * refused before any work is enqueued. */
CUCORE__PRIVATE cucore_status cucore__copy_run(const cucore_copy_plan *plan, const cucore__place *place,
                                               cucore_memory_resource *resource, cucore_blocking blocking)
{
    const int host = plan->dst_kind != CUCORE_DEVICE_TYPE_CUDA || plan->src_kind != CUCORE_DEVICE_TYPE_CUDA;
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int staged = plan->strategy == CUCORE_COPY_STAGED;
    const int unordered = plan->packs && resource && resource->is_unordered;
    int waits = plain || (staged && host) || blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture = {0, 0, 0};
    cucore__copy_job job;
    cucore_context_guard guard;
    cucore_error error;
    cucore_status status = CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_HOST) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status : cucore__copy_on_host(plan);
    }
    if (host || staged || unordered || waits || place->stream == CUCORE_STREAM_LEGACY)
        status = cucore__place_capture(place, &capture);
    if (status) return status;
    if (capture.is_beside) return cucore__fail_beside();
    if (capture.is_active && (waits || staged || unordered)) {
        return cucore__copy_fail_capture(place, plain || (staged && host) ? "needs the CPU"
                                                : staged                  ? "needs a stream of the other device"
                                                : blocking == CUCORE_BLOCKING_YES
                                                    ? "is to wait for the stream"
                                                    : "needs temporary memory, from a resource that does not work in "
                                                      "stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && host && !capture.is_active) waits = 1;
    memset(&job, 0, sizeof job);
    job.plan = plan;
    job.near_place = job.send_place = *place;
    job.has_helper = host && !staged && !capture.is_active && plan->packs && plan->pieces > 1;
    if (plan->packs && !resource) {
        status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->device_id, &resource);
    }
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    /* the stream may still write the memory that the CPU reads */
    if (staged && plan->src_kind != CUCORE_DEVICE_TYPE_CUDA) status = cucore__synchronize_relaxed(place->stream);
    if (!status) status = cucore__copy_job_begin(&job, resource);
    if (!status) status = cucore__copy_enqueue_job(&job);
    status = cucore__copy_job_end(&job, status);
    if (!status && waits) status = cucore__synchronize_relaxed(place->stream);
    if (status && waits) { /* work that was enqueued may still use the arrays */
        error = cucore__error;
        (void)cucore__synchronize_relaxed(place->stream);
        cucore__error = error;
    }
    cucore_context_leave(&guard);
    return status;
}

/* -------------------------------------------------------------------------------------------- >>impl-copy-verify -- */
/* copy/verify.c: the check of a plan before it runs, with CUCORE_COPY_VERIFY. */
#if CUCORE_COPY_VERIFY
/* A plan is run with a ledger: each function that would write notes where.  The notes are then compared with the
 * elements of dst: each byte of an element has to be noted once, and no other byte.  Temporary memory may be written
 * from its first byte to its last.  The check relies on kernels and the CPU's loops to write the elements of the layout
 * that they are given; the tests run them to check that. */
CUCORE__PRIVATE int cucore__ledger_compare(const void *a, const void *b)
{
    const cucore__ledger_run *x = (const cucore__ledger_run *)a, *y = (const cucore__ledger_run *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the runs and joins neighbours.
 * -> a byte that was noted twice, or INT64_MAX */
CUCORE__PRIVATE int64_t cucore__ledger_sort(cucore__ledger *ledger)
{
    int64_t i, last = 0, twice = INT64_MAX;
    qsort(ledger->runs, (size_t)ledger->count, sizeof ledger->runs[0], cucore__ledger_compare);
    for (i = 1; i < ledger->count; i++) {
        const cucore__ledger_run *run = &ledger->runs[i];
        if (run->first < ledger->runs[last].end && twice == INT64_MAX) twice = run->first;
        if (run->first > ledger->runs[last].end) {
            ledger->runs[++last] = *run;
        } else if (run->end > ledger->runs[last].end) {
            ledger->runs[last].end = run->end;
        }
    }
    if (ledger->count > 0) ledger->count = last + 1;
    return twice;
}

/* Returns the first byte that `a` has and `b` lacks; INT64_MAX if there is none. */
CUCORE__PRIVATE int64_t cucore__ledger_lacks(const cucore__ledger *b, const cucore__ledger *a)
{
    int64_t i, j = 0;
    for (i = 0; i < a->count; i++) {
        while (j < b->count && b->runs[j].end <= a->runs[i].first) j++;
        if (j == b->count || b->runs[j].first > a->runs[i].first) return a->runs[i].first;
        if (b->runs[j].end < a->runs[i].end) return b->runs[j].end;
    }
    return INT64_MAX;
}

/* Notes the elements that the caller described. */
CUCORE__PRIVATE cucore_status cucore__ledger_note_layout(cucore__ledger *ledger, const void *ptr,
                                                         const cucore_layout *layout)
{
    cucore__copy_axes axes;
    axes.ndim = layout->ndim;
    axes.itemsize = layout->itemsize;
    cucore__entries_copy(axes.shape, layout->shape, layout->ndim);
    cucore__entries_copy(axes.dst, layout->strides, layout->ndim);
    return cucore__ledger_note_axes(ledger, ptr, &axes);
}

/* dst, dst_ptr: the destination as the caller gave it, in whole bytes */
CUCORE__PRIVATE cucore_status cucore__copy_verify(const cucore_copy_plan *plan, const cucore_layout *dst,
                                                  const void *dst_ptr)
{
    cucore__ledger *wanted, *made;
    cucore_status status = CUCORE_OK;
    int64_t twice, missing, strange, byte = 0;
    const char *what = NULL;
    cucore__copy_job job;
    char text[256];
    if (plan->strategy == CUCORE_COPY_NOTHING || (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs)) return status;
    wanted = (cucore__ledger *)calloc(2, sizeof *wanted);
    if (!wanted) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory to check the plan of a copy");
    made = wanted + 1;
    wanted->dst = made->dst = (uint64_t)(uintptr_t)dst_ptr;
    wanted->temp_nbytes = made->temp_nbytes = plan->temp_nbytes;
    status = cucore__ledger_note_layout(wanted, dst_ptr, dst);
    memset(&job, 0, sizeof job);
    job.plan = plan;
    job.ledger = made;
    job.temp.ptr = (void *)(uintptr_t)(made->dst + (uint64_t)CUCORE__LEDGER_TEMP);
    job.far_temp.ptr = (void *)(uintptr_t)(made->dst + (uint64_t)CUCORE__LEDGER_FAR);
    if (!status && plan->strategy == CUCORE_COPY_HOST) {
        status = cucore__ledger_note_axes(made, plan->private_.dst, &plan->private_.axes);
    } else if (!status) {
        status = cucore__copy_enqueue_job(&job);
    }
    if (wanted->is_full || made->is_full) {
        status = CUCORE_OK;
    } else if (!status) {
        (void)cucore__ledger_sort(wanted);
        twice = cucore__ledger_sort(made);
        missing = cucore__ledger_lacks(made, wanted);
        strange = cucore__ledger_lacks(wanted, made);
        if (made->is_past_end) {
            what = "comes through temporary memory that is too small";
        } else if (twice != INT64_MAX) {
            byte = twice, what = "would be written twice";
        } else if (missing != INT64_MAX) {
            byte = missing, what = "would not be written";
        } else if (strange != INT64_MAX) {
            byte = strange, what = "belongs to no element, but would be written";
        }
    }
    free(wanted);
    if (!what) return status;
    (void)cucore_copy_plan_format(plan, text, sizeof text);
    return cucore_fail(CUCORE_UNSUPPORTED, "cucore_copy.h is wrong: byte %lld of dst %s; nothing was copied.  Plan: %s",
                       (long long)byte, what, text);
}
#undef CUCORE__LEDGER_TEMP
#undef CUCORE__LEDGER_FAR
#endif /* CUCORE_COPY_VERIFY */

/* --------------------------------------------------------------------------------------------- >>impl-copy-calls -- */
/* copy/calls.c: plans of views; a call of cucore_view_copy that does not convert. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_views(const cucore_view *dst, const cucore_view *src,
                                                      const cucore__copy_request *request, cucore_copy_plan *plan)
{
    cucore_layout stretched, bytes[2];
    cucore__copy_side to, from;
    cucore_status status;
    memset(plan, 0, offsetof(cucore_copy_plan, private_.axes));
    plan->private_.axes.ndim = 0;
    plan->device_id = plan->peer_id = CUCORE_DEVICE_NONE;
    status = cucore__copy_check_views(dst, src);
    cucore__copy_side_make(dst, &to);
    cucore__copy_side_make(src, &from);
    if (!status) status = cucore__copy_stretch(&dst->layout, &from, &stretched);
    if (!status && to.layout->itembits != 8 * to.layout->itemsize) status = cucore__copy_unpack(&to, &from, bytes);
    if (!status && request->ask_driver) status = cucore__copy_ask_driver(&to, &from);
    if (!status) status = cucore__copy_plan_sides(&to, &from, request, plan);
#if CUCORE_COPY_VERIFY
    if (!status) status = cucore__copy_verify(plan, to.layout, to.ptr);
#endif
    return status;
}

/* is_plan: 1 for the functions of plans, which do not convert */
CUCORE__PRIVATE cucore_status cucore__copy_check_options(const cucore_copy_options *options, int is_plan)
{
    size_t i;
    if (!options) return CUCORE_OK;
    if ((unsigned)options->blocking > (unsigned)CUCORE_BLOCKING_NO) {
        return cucore__invalid("%d is none of CUCORE_BLOCKING_DEFAULT, _YES and _NO", (int)options->blocking);
    }
    if (options->flags & ~CUCORE_COPY_CAST) {
        return cucore__invalid("options->flags is 0x%llx: there is only CUCORE_COPY_CAST (0x1)",
                               (unsigned long long)options->flags);
    }
    if (is_plan && options->flags) {
        return cucore_fail(CUCORE_UNSUPPORTED, "CUCORE_COPY_CAST: a plan does not convert; cucore_view_copy does");
    }
    if (options->dst_flags || options->src_flags) {
        return cucore__invalid("options->%s is 0x%llx: views are not taken in, that is for cucore_py_copy",
                               options->dst_flags ? "dst_flags" : "src_flags",
                               (unsigned long long)(options->dst_flags ? options->dst_flags : options->src_flags));
    }
    for (i = 0; i < sizeof options->reserved / sizeof options->reserved[0]; i++) {
        if (options->reserved[i]) return cucore__invalid("options->reserved of a copy is not all zero");
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id,
                                               const cucore_copy_options *options, cucore_copy_plan *out)
{
    cucore_copy_plan plan;
    const cucore__copy_request request = {0, device_id >= 0 ? device_id : CUCORE_DEVICE_NONE, device_id >= 0,
                                          !options || options->blocking != CUCORE_BLOCKING_NO};
    cucore_status status;
    if (!dst || !src || !out) {
        return cucore__fail_null("cucore_copy_plan_make", !dst ? "dst" : !src ? "src" : "out");
    }
    if (device_id < 0 && device_id != CUCORE_DEVICE_CURRENT) return cucore__fail_device_id(device_id);
    status = cucore__copy_check_options(options, 1);
    if (!status) status = cucore__view_check_sound("cucore_copy_plan_make: dst", dst);
    if (!status) status = cucore__view_check_sound("cucore_copy_plan_make: src", src);
    if (!status) status = cucore__copy_plan_views(dst, src, &request, &plan);
    if (!status) memcpy(out, &plan, sizeof plan);
    return status;
}

CUCORE__PRIVATE inline int cucore__copy_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              const cucore_copy_options *options)
{
    cucore_memory_resource *resource = options ? options->resource : NULL;
    const cucore_blocking blocking = options ? options->blocking : CUCORE_BLOCKING_DEFAULT;
    cucore__place place;
    int device = CUCORE_DEVICE_NONE, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU && plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__copy_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING) return cucore__copy_run(plan, NULL, resource, blocking);
    status = cucore__place_make_whole(stream, plan->device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__copy_run(plan, &place, resource, blocking);
}

/* Sets `out` to the stream and its context.  A default stream is that of a device that has to take part; the device of
 * managed memory does not have to if the other side is in the memory of a device. */
CUCORE__PRIVATE cucore_status cucore__copy_place(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                                 cucore__place *out)
{
    cucore__copy_side to, from;
    int a, b;
    cucore__copy_side_make(dst, &to);
    cucore__copy_side_make(src, &from);
    a = cucore__copy_side_device(&to);
    b = cucore__copy_side_device(&from);
    if (a < 0 && b < 0) {
        a = to.device_id;
        b = from.device_id;
    }
    return cucore__place_make_for_two(stream, a, b, out);
}

/* One call of cucore_view_copy. */
typedef struct cucore__copy_call {
    const cucore_view *dst, *src;
    const cucore_copy_options *options; /* NULL: the usual */
    cucore__copy_request request;       /* this and what follows are set by cucore__copy_begin */
    cucore__place place;                /* set if request.on_stream is 1 */
} cucore__copy_call;

CUCORE__PRIVATE int cucore__copy_is_host_type(int device_type)
{
    return device_type == CUCORE_DEVICE_TYPE_CPU || device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
}

/* Checks the arguments and finds the place of the stream. */
CUCORE__PRIVATE cucore_status cucore__copy_begin(cucore__copy_call *call, CUstream stream)
{
    const cucore_view *dst = call->dst, *src = call->src;
    cucore__copy_request *request = &call->request;
    int plain, on_host;
    cucore_status status = cucore__copy_check_options(call->options, 0);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    status = cucore__view_check_sound("cucore_view_copy: dst", dst);
    if (!status) status = cucore__view_check_sound("cucore_view_copy: src", src);
    if (!status) status = cucore__copy_check_kinds(dst, src);
    if (status) return status;
    plain = dst->device_type == CUCORE_DEVICE_TYPE_CPU && src->device_type == CUCORE_DEVICE_TYPE_CPU;
    on_host = cucore__copy_is_host_type(dst->device_type) && cucore__copy_is_host_type(src->device_type);
    request->on_stream = !plain && (cucore__copy_stream_is_real(stream) || !on_host);
    request->ask_driver = request->on_stream;
    request->device_id = CUCORE_DEVICE_NONE;
    request->may_block = !call->options || call->options->blocking != CUCORE_BLOCKING_NO;
    if (!request->on_stream) return CUCORE_OK;
    status = cucore__copy_place(dst, src, stream, &call->place);
    return status ? status : cucore__context_device(call->place.context, &request->device_id);
}

/* Plans the copy and runs the plan. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__copy_finish(cucore__copy_call *call)
{
    const cucore_view *dst = call->dst, *src = call->src;
    cucore_memory_resource *resource = call->options ? call->options->resource : NULL;
    const cucore_blocking blocking = call->options ? call->options->blocking : CUCORE_BLOCKING_DEFAULT;
    cucore__copy_request *request = &call->request;
    cucore_copy_plan plan;
    cucore__capture capture;
    cucore_status status = CUCORE_OK;
    /* a plan depends on may_block only if one side is on the host */
    if (request->on_stream && request->may_block &&
        cucore__copy_is_host_type(dst->device_type) != cucore__copy_is_host_type(src->device_type)) {
        status = cucore__place_capture(&call->place, &capture);
        request->may_block = !capture.is_active;
    }
    if (!status) status = cucore__copy_plan_views(dst, src, request, &plan);
    return status ? status : cucore__copy_run(&plan, request->on_stream ? &call->place : NULL, resource, blocking);
}

/* copy/cast_host.c: the CPU converts elements; no driver. */
#define CUCORE__CAST_BLOCK 256

/* Numbers of one kind; a complex number takes two entries. */
typedef union cucore__cast_block {
    uint64_t bits[CUCORE__CAST_BLOCK];
    double real[2 * CUCORE__CAST_BLOCK];
} cucore__cast_block;

/* The dtypes that are converted: X(NAME as in CUCORE_DTYPE_ID_<NAME>, kind of the number that is read, type in memory,
 * the number for a value `v` in memory, type that is written, the value to write for the number `n`). */
#define CUCORE__CAST_LIST(X)                                                                                           \
    X(BOOL, UNSIGNED, uint8_t, v != 0, uint8_t, (uint8_t)cucore__number_is_true(&n))                                   \
    X(INT8, SIGNED, int8_t, (uint64_t)v, uint8_t, (uint8_t)cucore__number_to_int(&n, 8, 1))                            \
    X(INT16, SIGNED, int16_t, (uint64_t)v, uint16_t, (uint16_t)cucore__number_to_int(&n, 16, 1))                       \
    X(INT32, SIGNED, int32_t, (uint64_t)v, uint32_t, (uint32_t)cucore__number_to_int(&n, 32, 1))                       \
    X(INT64, SIGNED, int64_t, (uint64_t)v, uint64_t, cucore__number_to_int(&n, 64, 1))                                 \
    X(UINT8, UNSIGNED, uint8_t, v, uint8_t, (uint8_t)cucore__number_to_int(&n, 8, 0))                                  \
    X(UINT16, UNSIGNED, uint16_t, v, uint16_t, (uint16_t)cucore__number_to_int(&n, 16, 0))                             \
    X(UINT32, UNSIGNED, uint32_t, v, uint32_t, (uint32_t)cucore__number_to_int(&n, 32, 0))                             \
    X(UINT64, UNSIGNED, uint64_t, v, uint64_t, cucore__number_to_int(&n, 64, 0))                                       \
    X(FLOAT16, FLOAT, uint16_t, cucore__float16_widen(v, 5, 10), uint16_t,                                             \
      cucore__float16_narrow(cucore__number_to_odd(&n), 5, 10))                                                        \
    X(BFLOAT16, FLOAT, uint16_t, cucore__float16_widen(v, 8, 7), uint16_t,                                             \
      cucore__float16_narrow(cucore__number_to_odd(&n), 8, 7))                                                         \
    X(FLOAT32, FLOAT, float, (double)v, float, cucore__number_to_float(&n))                                            \
    X(FLOAT64, FLOAT, double, v, double, cucore__number_to_double(&n))                                                 \
    X(COMPLEX64, COMPLEX, cucore__complex64, v, cucore__complex64, cucore__complex64_of(&n))                           \
    X(COMPLEX128, COMPLEX, cucore__complex128, v, cucore__complex128, cucore__complex128_of(&n))

CUCORE__PRIVATE inline cucore__complex64 cucore__complex64_of(const cucore__number *n)
{
    cucore__complex64 z;
    z.re = cucore__number_to_float(n);
    z.im = (float)n->im;
    return z;
}

CUCORE__PRIVATE inline cucore__complex128 cucore__complex128_of(const cucore__number *n)
{
    cucore__complex128 z;
    z.re = cucore__number_to_double(n);
    z.im = n->im;
    return z;
}

#define CUCORE__CAST_PUT_UNSIGNED(value) block->bits[i] = value
#define CUCORE__CAST_PUT_SIGNED(value) block->bits[i] = value
#define CUCORE__CAST_PUT_FLOAT(value) block->real[i] = value
#define CUCORE__CAST_PUT_COMPLEX(value) block->real[2 * i] = (value).re, block->real[2 * i + 1] = (value).im
#define CUCORE__CAST_GET_UNSIGNED cucore__number_of_int(CUCORE__NUMBER_UNSIGNED, block->bits[i])
#define CUCORE__CAST_GET_SIGNED cucore__number_of_int(CUCORE__NUMBER_SIGNED, block->bits[i])
#define CUCORE__CAST_GET_FLOAT cucore__number_of_real(CUCORE__NUMBER_FLOAT, block->real[i], 0)
#define CUCORE__CAST_GET_COMPLEX                                                                                       \
    cucore__number_of_real(CUCORE__NUMBER_COMPLEX, block->real[2 * i], block->real[2 * i + 1])

/* memcpy, since elements may be unaligned. */
#define CUCORE__CAST_STORE(to_NAME, KIND, written, value)                                                              \
    CUCORE__PRIVATE void cucore__cast_##KIND##_##to_NAME(char *to, int64_t step, const cucore__cast_block *block,      \
                                                         int count)                                                    \
    {                                                                                                                  \
        int i;                                                                                                         \
        for (i = 0; i < count; i++, to += step) {                                                                      \
            const cucore__number n = CUCORE__CAST_GET_##KIND;                                                          \
            const written w = value;                                                                                   \
            memcpy(to, &w, sizeof w);                                                                                  \
        }                                                                                                              \
    }
#define CUCORE__CAST_DEFINE(NAME, KIND, type, number, written, value)                                                  \
    CUCORE__PRIVATE void cucore__cast_load_##NAME(cucore__cast_block *block, const char *from, int64_t step,           \
                                                  int count)                                                           \
    {                                                                                                                  \
        int i;                                                                                                         \
        for (i = 0; i < count; i++, from += step) {                                                                    \
            type v;                                                                                                    \
            memcpy(&v, from, sizeof v);                                                                                \
            CUCORE__CAST_PUT_##KIND(number);                                                                           \
        }                                                                                                              \
    }                                                                                                                  \
    CUCORE__CAST_STORE(to_##NAME, SIGNED, written, value)                                                              \
    CUCORE__CAST_STORE(to_##NAME, UNSIGNED, written, value)                                                            \
    CUCORE__CAST_STORE(to_##NAME, FLOAT, written, value)                                                               \
    CUCORE__CAST_STORE(to_##NAME, COMPLEX, written, value)
CUCORE__CAST_LIST(CUCORE__CAST_DEFINE)

/* One dtype that is converted. */
typedef struct cucore__cast_type {
    uint32_t id;
    int kind; /* the kind of the numbers that `load` reads: the index of `store` in the type that is written */
    void (*load)(cucore__cast_block *block, const char *from, int64_t step, int count);
    void (*store[4])(char *to, int64_t step, const cucore__cast_block *block, int count);
} cucore__cast_type;

#define CUCORE__CAST_ROW(NAME, KIND, type, number, written, value)                                                     \
    {CUCORE_DTYPE_ID_##NAME,                                                                                           \
     CUCORE__NUMBER_##KIND,                                                                                            \
     cucore__cast_load_##NAME,                                                                                         \
     {cucore__cast_SIGNED_to_##NAME, cucore__cast_UNSIGNED_to_##NAME, cucore__cast_FLOAT_to_##NAME,                    \
      cucore__cast_COMPLEX_to_##NAME}},
static const cucore__cast_type cucore__cast_types[] = {CUCORE__CAST_LIST(CUCORE__CAST_ROW)};

/* Returns NULL if the dtype is not converted. */
CUCORE__PRIVATE const cucore__cast_type *cucore__cast_type_find(cucore_dtype dtype)
{
    const uint32_t id = cucore_dtype_id(dtype);
    size_t i;
    for (i = 0; i < sizeof cucore__cast_types / sizeof cucore__cast_types[0]; i++) {
        if (cucore__cast_types[i].id == id) return &cucore__cast_types[i];
    }
    return NULL;
}

/* Elements in a line; the steps are in bytes. */
typedef struct cucore__cast_line {
    char *dst;
    const char *src;
    int64_t dst_step, src_step, count;
} cucore__cast_line;

/* types: of dst, of src */
CUCORE__PRIVATE void cucore__cast_line_run(const cucore__cast_type *const *types, const cucore__cast_line *line)
{
    cucore__cast_block block;
    int64_t done;
    int part;
    for (done = 0; done < line->count; done += part) {
        part = (int)cucore__copy_smaller(CUCORE__CAST_BLOCK, line->count - done);
        types[1]->load(&block, line->src + done * line->src_step, line->src_step, part);
        types[0]->store[types[1]->kind](line->dst + done * line->dst_step, line->dst_step, &block, part);
    }
}

/* Converts elements.  The two sides have one shape, which is not empty, and share no memory. */
CUCORE__PRIVATE cucore_status cucore__cast_on_host(const cucore__cast_type *const *types, const cucore__copy_side *dst,
                                                   const cucore__copy_side *src)
{
    const int64_t dst_size = dst->layout->itemsize, src_size = src->layout->itemsize;
    cucore_layout simple[2];
    cucore__cast_line line = {NULL, NULL, 0, 0, 1};
    int64_t offsets[2], index[CUCORE_MAX_NDIM];
    int i, last;
    cucore_status status = cucore__copy_simplify(dst->layout, src->layout, simple, offsets);
    if (status) return status;
    line.dst = dst->ptr + offsets[0] * dst_size;
    line.src = src->ptr + offsets[1] * src_size;
    last = simple[0].ndim - 1;
    if (last >= 0) {
        line.count = simple[0].shape[last];
        line.dst_step = simple[0].strides[last] * dst_size;
        line.src_step = simple[1].strides[last] * src_size;
    }
    cucore__entries_zero(index, last);
    do {
        cucore__cast_line_run(types, &line);
        for (i = last - 1; i >= 0; i--) { /* to the next index of axis i, or back to its first one */
            const int64_t moves = ++index[i] < simple[0].shape[i] ? 1 : 1 - simple[0].shape[i];
            line.dst += moves * simple[0].strides[i] * dst_size;
            line.src += moves * simple[1].strides[i] * src_size;
            if (moves == 1) break;
            index[i] = 0;
        }
    } while (i >= 0);
    return CUCORE_OK;
}
#undef CUCORE__CAST_BLOCK
#undef CUCORE__CAST_LIST
#undef CUCORE__CAST_PUT_UNSIGNED
#undef CUCORE__CAST_PUT_SIGNED
#undef CUCORE__CAST_PUT_FLOAT
#undef CUCORE__CAST_PUT_COMPLEX
#undef CUCORE__CAST_GET_UNSIGNED
#undef CUCORE__CAST_GET_SIGNED
#undef CUCORE__CAST_GET_FLOAT
#undef CUCORE__CAST_GET_COMPLEX
#undef CUCORE__CAST_STORE
#undef CUCORE__CAST_DEFINE
#undef CUCORE__CAST_ROW

/* ---------------------------------------------------------------------------------------------- >>impl-copy-cast -- */
/* copy/cast.c: copies that convert elements to another dtype (CUCORE_COPY_CAST). */
/* A conversion.  The layouts of dst and src are those of the views; src may have `stretched` instead. */
typedef struct cucore__cast {
    const cucore_view *views[2];       /* dst, src */
    const cucore__cast_type *types[2]; /* of dst, of src */
    cucore__copy_side dst, src;
    cucore_layout stretched;
    int64_t size; /* the number of elements of dst */
} cucore__cast;

/* Returns 1 if the flag is set and the dtypes differ. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore__copy_call *call)
{
    return call->options && (call->options->flags & CUCORE_COPY_CAST) &&
           !cucore_dtype_is_equal(call->dst->dtype, call->src->dtype);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: only bool, int8 to int64, uint8 to uint64, float16, bfloat16, float32, "
                       "float64, complex64 and complex128 are converted",
                       to, from);
}

CUCORE__PRIVATE cucore_status cucore__cast_check(cucore__cast *cast)
{
    const cucore_view *dst = cast->views[0], *src = cast->views[1];
    cucore_status status = CUCORE_OK;
    if (dst->readonly) status = cucore_fail(CUCORE_READONLY, "dst is read-only");
    cast->types[0] = cucore__cast_type_find(dst->dtype);
    cast->types[1] = cucore__cast_type_find(src->dtype);
    if (!status && (!cast->types[0] || !cast->types[1])) status = cucore__cast_fail_dtypes(dst, src);
    cucore__copy_side_make(dst, &cast->dst);
    cucore__copy_side_make(src, &cast->src);
    if (!status) status = cucore__copy_stretch(&dst->layout, &cast->src, &cast->stretched);
    return status;
}

/* Refuses dst and src that share memory, since an element could be written before it is read. */
CUCORE__PRIVATE cucore_status cucore__cast_check_memory(const cucore__cast *cast)
{
    const cucore_layout *to = cast->dst.layout;
    const char *dst = cast->dst.ptr, *src = cast->src.ptr;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status;
    status = cucore__copy_check_unique(to);
    if (status) return status;
    status = cucore_layout_overlap(to, dst, cast->src.layout, src, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    return cucore__invalid("dst (0x%llx) and src (0x%llx) %s memory, which a copy that converts cannot do",
                           (unsigned long long)(uintptr_t)dst, (unsigned long long)(uintptr_t)src,
                           overlap == CUCORE_OVERLAP_SOME ? "share" : "may share");
}

/* -- on a device --------------------------------------------------------------------------------------------------- */
/* A conversion on the device of the stream. */
typedef struct cucore__cast_job {
    const cucore__place *place;
    int device_id;
    cucore_memory_resource *resource;
    cucore_copy_options copies; /* options of the copies that pack src and unpack dst */
    cucore_layout elements;     /* the layout of src, with each element once */
    cucore_view packed[2];      /* what the kernel writes and reads: dense, in one order; dst and src if they are so */
    uint8_t has_temp[2];        /* 1: packed[i] is in temporary memory */
    cucore_buffer temps[2];
} cucore__cast_job;

CUCORE__PRIVATE cucore__number_type cucore__cast_number_type(cucore_dtype dtype)
{
    cucore__number_type type;
    type.bytes = dtype.bits / 8u;
    switch (dtype.code) {
    case CUCORE_CODE_BOOL: type.kind = CUCORE__NUMBER_BOOL; break;
    case CUCORE_CODE_INT: type.kind = CUCORE__NUMBER_SIGNED; break;
    case CUCORE_CODE_UINT: type.kind = CUCORE__NUMBER_UNSIGNED; break;
    case CUCORE_CODE_BFLOAT: type.kind = CUCORE__NUMBER_BFLOAT; break;
    case CUCORE_CODE_COMPLEX:
        type.kind = CUCORE__NUMBER_COMPLEX;
        type.bytes /= 2;
        break;
    default: type.kind = CUCORE__NUMBER_FLOAT; break;
    }
    return type;
}

/* Returns 1 if the kernel can use the memory of the side as it is. */
CUCORE__PRIVATE int cucore__cast_is_near(const cucore__copy_side *side, cucore_dtype dtype, int device_id)
{
    return !cucore__copy_is_host(side) && (side->managed || side->device_id == device_id) &&
           (uintptr_t)side->ptr % cucore__cast_number_type(dtype).bytes == 0;
}

/* Sets `out` to the layout of src with one index for each axis along which elements repeat. */
CUCORE__PRIVATE void cucore__cast_elements(const cucore_layout *src, cucore_layout *out)
{
    int i;
    cucore__layout_copy(out, src);
    for (i = 0; i < out->ndim; i++) {
        if (out->strides[i] == 0 && out->shape[i] > 1) out->shape[i] = 1;
    }
}

CUCORE__PRIVATE int cucore__cast_shapes_are_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    while (i < a->ndim && a->shape[i] == b->shape[i]) i++;
    return i == a->ndim;
}

/* Chooses the order of both packed arrays, and what is in temporary memory.  The order is that of src if src is dense,
 * else that of dst if dst is dense, else C order.  packed[i].ptr is NULL until temporary memory is allocated. */
CUCORE__PRIVATE cucore_status cucore__cast_arrange(const cucore__cast *cast, cucore__cast_job *job)
{
    const cucore_view *dst = cast->views[0], *src = cast->views[1];
    const cucore_layout *elements = &job->elements, *to = cast->dst.layout;
    cucore_layout order;
    int same, dst_near, i;
    cucore_status status = CUCORE_OK;
    cucore__cast_elements(cast->src.layout, &job->elements);
    same = cucore__cast_shapes_are_equal(elements, to);
    dst_near = same && cucore__cast_is_near(&cast->dst, dst->dtype, job->device_id) && cucore_layout_is_dense(to);
    job->has_temp[1] =
        !cucore__cast_is_near(&cast->src, src->dtype, job->device_id) || !cucore_layout_is_dense(elements);
    if (!job->has_temp[1]) {
        cucore__layout_copy(&order, elements);
    } else if (dst_near) {
        cucore__layout_copy(&order, to);
    } else {
        status = cucore_layout_make_like(elements, 'C', &order);
    }
    if (status) return status;
    job->has_temp[0] = !dst_near || !cucore__copy_is_run(to, &order);
    for (i = 0; i < 2; i++) {
        cucore_view *view = &job->packed[i];
        memset(view, 0, sizeof *view);
        view->ptr = job->has_temp[i] ? NULL : i ? (void *)cast->src.ptr : (void *)cast->dst.ptr;
        view->dtype = cast->views[i]->dtype;
        cucore__layout_start(&view->layout, order.ndim, order.shape, (int64_t)view->dtype.itemsize);
        cucore__entries_copy(view->layout.strides, order.strides, order.ndim);
    }
    return CUCORE_OK;
}

/* Allocates temporary memory. */
CUCORE__PRIVATE cucore_status cucore__cast_allocate(cucore__cast_job *job)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < 2 && !status; i++) {
        cucore_view *view = &job->packed[i], made;
        const int64_t nbytes = cucore_layout_nbytes(&view->layout);
        if (!job->has_temp[i]) continue;
        if (nbytes < 0) return cucore_last_error()->status;
        if ((uint64_t)nbytes > SIZE_MAX) {
            return cucore_fail(CUCORE_OUT_OF_MEMORY, "no address space for %lld bytes", (long long)nbytes);
        }
        status = cucore_buffer_allocate(job->resource, (size_t)nbytes, job->place->stream, &job->temps[i]);
        if (!status) status = cucore__copy_check_temp(&job->temps[i], job->device_id);
        if (!status) status = cucore_view_from_buffer(&job->temps[i], 0, view->dtype, &view->layout, &made);
        if (!status) memcpy(view, &made, sizeof made); /* a view of a buffer owns nothing */
    }
    return status;
}

CUCORE__PRIVATE cucore_status cucore__cast_launch(const cucore__cast_job *job)
{
    const cucore_view *to = &job->packed[0], *from = &job->packed[1];
    const uint64_t most_blocks = 1 << 16;
    cucore__kernel_convert p;
    cucore__function function = {NULL, 0};
    int64_t size = 0;
    uint64_t blocks;
    void *arguments[1];
    cucore_status status = cucore__layout_measure(&from->layout, &size);
    if (!status) status = cucore__copy_kernel_function(CUCORE__KERNEL_CONVERT, &function);
    if (status) return status;
    blocks = ((uint64_t)size - 1) / CUCORE__KERNEL_THREADS + 1;
    if (blocks > most_blocks) blocks = most_blocks;
    p.dst = (uint64_t)(uintptr_t)to->ptr;
    p.src = (uint64_t)(uintptr_t)from->ptr;
    p.count = (uint64_t)size;
    p.threads = blocks * CUCORE__KERNEL_THREADS;
    p.to = cucore__cast_number_type(to->dtype);
    p.from = cucore__cast_number_type(from->dtype);
    arguments[0] = &p;
    return CUCORE__CALL(LaunchKernel, (function.handle, (unsigned)blocks, 1, 1, CUCORE__KERNEL_THREADS, 1, 1, 0,
                                       job->place->stream, arguments, NULL));
}

/* Copies elements of one dtype at the place of the job. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_move(const cucore_view *dst, const cucore_view *src,
                                                              const cucore__cast_job *job)
{
    cucore__copy_call call;
    call.dst = dst;
    call.src = src;
    call.options = &job->copies;
    call.request.ask_driver = call.request.on_stream = 1;
    call.request.device_id = job->device_id;
    call.request.may_block = job->copies.blocking != CUCORE_BLOCKING_NO;
    call.place = *job->place;
    return cucore__copy_finish(&call);
}

/* Enqueues the copy that packs, the kernel, and the copy that unpacks.  The context of the stream is current. */
CUCORE__PRIVATE cucore_status cucore__cast_enqueue(const cucore__cast *cast, const cucore__cast_job *job)
{
    cucore_view from;
    cucore_status status = CUCORE_OK;
    if (job->has_temp[1]) {
        memcpy(&from, cast->views[1], sizeof from); /* only to read: the copy owns nothing */
        memset(&from.private_, 0, sizeof from.private_);
        cucore__layout_copy(&from.layout, &job->elements);
        status = cucore__cast_move(&job->packed[1], &from, job);
    }
    if (!status) status = cucore__cast_launch(job);
    if (status || !job->has_temp[0]) return status;
    return cucore__cast_move(cast->views[0], &job->packed[0], job);
}

/* peers: 1 if two devices take part.  All that a capture forbids is refused before any work is enqueued. */
CUCORE__PRIVATE cucore_status cucore__cast_on_device(const cucore__cast *cast, cucore__cast_job *job, int peers,
                                                     cucore_blocking blocking)
{
    const int plain = cast->dst.kind == CUCORE_DEVICE_TYPE_CPU || cast->src.kind == CUCORE_DEVICE_TYPE_CPU;
    const int host = cucore__copy_is_host(&cast->dst) || cucore__copy_is_host(&cast->src);
    int waits = plain || blocking == CUCORE_BLOCKING_YES, unordered, i;
    cucore__capture capture;
    cucore_context_guard guard;
    cucore__copy_result result;
    cucore_status status = cucore__place_capture(job->place, &capture);
    if (!status) status = cucore__cast_arrange(cast, job);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    if (status) return status;
    unordered = (job->has_temp[0] || job->has_temp[1]) && job->resource && job->resource->is_unordered;
    if (capture.is_active && (waits || peers || unordered)) {
        return cucore__copy_fail_capture(
            job->place, plain   ? "needs the CPU"
                        : peers ? "converts between two devices"
                        : waits ? "is to wait for the stream"
                                : "needs temporary memory, from a resource that does not work in stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && host && !capture.is_active) waits = 1;
    if (!job->resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, job->device_id, &job->resource);
    if (!status) status = cucore_context_enter(job->place->context, &guard);
    if (status) return status;
    job->copies.resource = job->resource;
    job->copies.blocking = blocking == CUCORE_BLOCKING_NO ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_DEFAULT;
    status = cucore__cast_allocate(job);
    if (!status) status = cucore__cast_enqueue(cast, job);
    memset(&result, 0, sizeof result);
    (void)cucore__copy_keep_first_error(&result, status);
    for (i = 0; i < 2; i++) cucore__copy_end_buffer(&result, &job->temps[i]);
    if (waits)
        (void)cucore__copy_keep_first_error(&result,
                                            cucore__synchronize_relaxed(job->place->stream)); /* after failures, too */
    if (result.status) cucore__error = result.error;
    cucore_context_leave(&guard);
    return result.status;
}

CUCORE__PRIVATE cucore_status cucore__cast_copy(const cucore__copy_call *call)
{
    const cucore_view *dst = call->dst, *src = call->src;
    const cucore__place *place = call->request.on_stream ? &call->place : NULL;
    const int device_id = call->request.device_id;
    cucore__cast cast;
    cucore__cast_job job;
    cucore_copy_plan devices;
    int64_t bits;
    int on_host;
    cucore_status status;
    cast.views[0] = dst;
    cast.views[1] = src;
    cast.size = 0;
    status = cucore__cast_check(&cast);
    if (!status) status = cucore__layout_measure(&dst->layout, &cast.size);
    if (status) return status;
    if (cucore__mul(cast.size, dst->layout.itembits, &bits)) return cucore__fail_size(cast.size, dst->layout.itembits);
    if (place) status = cucore__copy_ask_driver(&cast.dst, &cast.src);
    on_host = cucore__copy_is_host(&cast.dst) && cucore__copy_is_host(&cast.src);
    devices.peer_id = CUCORE_DEVICE_NONE;
    if (!status && !on_host) status = cucore__copy_plan_devices(&cast.dst, &cast.src, device_id, &devices);
    if (status || !cast.size) return status;
    status = cucore__cast_check_memory(&cast);
    if (status) return status;
    if (on_host) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status : cucore__cast_on_host(cast.types, &cast.dst, &cast.src);
    }
    memset(&job, 0, sizeof job);
    job.place = place;
    job.device_id = device_id;
    job.resource = call->options->resource;
    return cucore__cast_on_device(&cast, &job, devices.peer_id >= 0, call->options->blocking);
}

/* copy/copy.c: cucore_view_copy. */
CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          const cucore_copy_options *options)
{
    cucore__copy_call call;
    cucore_status status;
    call.dst = dst;
    call.src = src;
    call.options = options;
    status = cucore__copy_begin(&call, stream);
    if (status) return status;
    return cucore__cast_is_wanted(&call) ? cucore__cast_copy(&call) : cucore__copy_finish(&call);
}

/* ---------------------------------------------------------------------------------------------- >>impl-copy-fill -- */
/* copy/fill.c: one element in every place of a view. */
/* Returns the pattern of 1, 2 or 4 bytes that repeats in the element.  *width: bytes of the pattern; 0: there is
 * none. */
CUCORE__PRIVATE uint32_t cucore__fill_pattern(const unsigned char *element, int64_t itemsize, int *width)
{
    uint16_t half;
    uint32_t word;
    int64_t i, period;
    for (period = 1; period <= 4; period *= 2) {
        if (itemsize % period) break;
        for (i = period; i < itemsize && element[i] == element[i - period]; i++) {
        }
        if (i < itemsize) continue;
        *width = (int)period;
        if (period == 1) return element[0];
        if (period == 2) {
            memcpy(&half, element, sizeof half);
            return half;
        }
        memcpy(&word, element, sizeof word);
        return word;
    }
    *width = 0;
    return 0;
}

/* Copies one element of the host, which repeats along every axis. */
CUCORE__PRIVATE cucore_status cucore__fill_by_copy(const cucore_view *dst, const void *element, CUstream stream)
{
    cucore_view one;
    memset(&one, 0, sizeof one);
    one.ptr = (void *)(uintptr_t)element;
    one.dtype = dst->dtype;
    cucore__view_fill_device(&one, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    one.readonly = 1;
    one.byte_swapped = dst->byte_swapped;
    one.padded = dst->padded;
    one.protocol = CUCORE_PROTOCOL_MEMORY;
    one.layout.ndim = 0;
    one.layout.itemsize = dst->layout.itemsize;
    one.layout.itembits = dst->layout.itembits;
    return cucore_view_copy(dst, &one, stream, NULL);
}

/* Fills dense elements by the driver.  The stream has to be of the device of the memory, as for copies. */
CUCORE__PRIVATE cucore_status cucore__fill_dense(const cucore_view *dst, uint32_t pattern, int width, int64_t nbytes,
                                                 CUstream stream)
{
    cucore__place place;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = CUCORE_OK;
    if (dst->device_type == CUCORE_DEVICE_TYPE_CUDA && !cucore__stream_is_default(stream)) {
        status = cucore__place_make_whole(stream, dst->device_id, &place);
        if (!status) status = cucore__context_device(place.context, &device);
        if (!status && device != dst->device_id)
            status = cucore__copy_fail_device(device, dst->device_id, dst->device_id);
    }
    if (status) return status;
    return cucore_memory_fill(dst->ptr, pattern, width, (size_t)nbytes / (size_t)width, stream);
}

CUCORE_API cucore_status cucore_view_fill(const cucore_view *dst, const void *element, CUstream stream)
{
    static const unsigned char zeros[256] = {0};
    void *zeroed = NULL;
    int64_t nbytes;
    uint32_t pattern = 0;
    int width = 1;
    cucore_status status;
    if (!dst) return cucore__fail_null("cucore_view_fill", "dst");
    status = cucore__view_check_sound("cucore_view_fill: dst", dst);
    if (!status) status = cucore__copy_check_kinds(dst, dst);
    if (status) return status;
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "cucore_view_fill: dst is read-only");
    nbytes = cucore_layout_nbytes(&dst->layout);
    if (nbytes < 0) return cucore_last_error()->status;
    if (!nbytes) return CUCORE_OK;
    if (dst->layout.itembits != 8 * dst->layout.itemsize) {
        if (element || !cucore_layout_is_dense(&dst->layout)) {
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "packed elements of %lld bits can only be filled with zeros, and without "
                               "gaps",
                               (long long)dst->layout.itembits);
        }
    } else if (element) {
        pattern = cucore__fill_pattern((const unsigned char *)element, dst->layout.itemsize, &width);
    }
    if (width && ((uintptr_t)dst->ptr % (uintptr_t)width)) width = 0;
    if (width && dst->device_type != CUCORE_DEVICE_TYPE_CPU && cucore_layout_is_dense(&dst->layout))
        return cucore__fill_dense(dst, pattern, width, nbytes, stream);
    if (dst->device_type == CUCORE_DEVICE_TYPE_CPU && width == 1 && cucore_layout_is_dense(&dst->layout)) {
        memset(dst->ptr, (int)pattern, (size_t)nbytes);
        return CUCORE_OK;
    }
    if (element) return cucore__fill_by_copy(dst, element, stream);
    if (dst->layout.itemsize <= (int64_t)sizeof zeros) return cucore__fill_by_copy(dst, zeros, stream);
    zeroed = calloc(1, (size_t)dst->layout.itemsize);
    if (!zeroed) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an element of %lld bytes",
                           (long long)dst->layout.itemsize);
    }
    status = cucore__fill_by_copy(dst, zeroed, stream);
    free(zeroed);
    return status;
}

CUCORE_END

#undef CUCORE__COPY_CALL_BYTES
#undef CUCORE__COPY_MAX_PITCH
#undef CUCORE__COPY_NOTE
#undef CUCORE__COPY_ROW
#undef CUCORE__COPY_ROW_SLOW
#undef CUCORE__COPY_SMALL
#undef CUCORE__COPY_STAGED_FROM
#undef CUCORE__COPY_TURNED_FROM
#undef CUCORE__KERNEL_BAND
#undef CUCORE__KERNEL_BAND_WIDE
#undef CUCORE__KERNEL_BANKS
#undef CUCORE__KERNEL_BESIDE
#undef CUCORE__KERNEL_BLOCKS_WANTED
#undef CUCORE__KERNEL_BUSY
#undef CUCORE__KERNEL_CONVERT
#undef CUCORE__KERNEL_CUTS
#undef CUCORE__KERNEL_FEW_STEPS
#undef CUCORE__KERNEL_FIELD
#undef CUCORE__KERNEL_GRID_X
#undef CUCORE__KERNEL_GRID_YZ
#undef CUCORE__KERNEL_GUARD
#undef CUCORE__KERNEL_IN_WARPS
#undef CUCORE__KERNEL_LEVELS
#undef CUCORE__KERNEL_LINE
#undef CUCORE__KERNEL_LIST
#undef CUCORE__KERNEL_MANY_LEVELS
#undef CUCORE__KERNEL_RUN_MOST
#undef CUCORE__KERNEL_SECTOR
#undef CUCORE__KERNEL_SHARED
#undef CUCORE__KERNEL_SPAN
#undef CUCORE__KERNEL_SPAN_ROOM
#undef CUCORE__KERNEL_STEPS
#undef CUCORE__KERNEL_THREADS
#undef CUCORE__KERNEL_TILES
#undef CUCORE__KERNEL_TILES_SMALL
#undef CUCORE__KERNEL_TILES_WANTED
#undef CUCORE__KERNEL_TILE_BYTES
#undef CUCORE__KERNEL_TILE_LEAST
#undef CUCORE__KERNEL_WARP
#undef CUCORE__KERNEL_WORD
#undef CUCORE__STAGE_DEPTH
#undef CUCORE__STAGE_SLOTS

/* core/private_end.h: undefines what core/private.h defines, so that no private macro reaches the user's code. */
#undef CUCORE__PRIVATE
#undef CUCORE__EXCEPTIONS
#undef CUCORE__CALL_ALLOCATOR
#undef CUCORE__HOT
#undef CUCORE__COLD
#undef CUCORE__APART
#undef CUCORE__INLINE
#undef CUCORE__LIKELY
#undef CUCORE__ATOMIC
#undef CUCORE__ATOMIC_IS_VOLATILE
#undef CUCORE__LOAD
#undef CUCORE__STORE
#undef CUCORE__FENCE
#undef CUCORE__TEST_AND_SET
#undef CUCORE__ADD
#undef CUCORE__ARG_FLAG_OR
#undef CUCORE__ARG_FLAGS
#undef CUCORE__ARG_ASKS
#undef CUCORE__COMPARE_AND_SET
#undef CUCORE__THREAD_LOCAL
#undef CUCORE__LOCK
#undef CUCORE__UNLOCK
#undef CUCORE__CALL
#undef CUCORE__CALL_RELAXED
#undef CUCORE__CALL_IN
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUCORE_IMPLEMENTATION */

/* cucore_py_copy, if both headers are included.  cucore_python.h implements it. */
#if defined(CUCORE_COPY_H) && defined(CUCORE_PYTHON_H) && !defined(CUCORE_PYTHON_COPY_H)
#define CUCORE_PYTHON_COPY_H
CUCORE_BEGIN

/* --------------------------------------------------------------------------------------------------- >>py-copy -- */
/* python/copy.h: copies between two objects.  Needs python/view, copy. */
/* cucore_py_copy - copy one array object to another: the elements of src to dst
 *   dst, src  in   as cucore_py_view takes them; dst writable, of a shape that src's stretches to, of src's dtype
 *                  or, with CUCORE_COPY_CAST, any that cucore_view_copy converts to
 *   stream    in   where it happens: both producers are ordered before it.  Arrays of the host do not need one
 *   options   in   NULL: the usual; else as cucore_view_copy takes them, and
 *                  dst_flags, src_flags   flags of a cucore_arg for the intake of each: CUCORE_ALLOW_GRAD, _TRUST_PRODUCER,
 *                  _ALLOW_UNPROVEN_WRITE, _ALLOW_OPAQUE, CUCORE_BY_..., for src _FROM_ANYTHING, ...; added to
 *                  CUCORE_ALLOW_LANES, CUCORE_ALLOW_UNALIGNED and, for
 *                  dst, CUCORE_WRITE.  Refused are unknown ones and those that make no sense here: CUCORE_OPTIONAL,
 *                  _SAME_DEVICE, _ON_DEVICE_ID, for dst _FROM_ANYTHING
 *   -> 0 | -1 with ValueError (shape, strides, device, read-only, flags), TypeError (dtype, no array), BufferError (protocols),
 *      MemoryError, RuntimeError (driver, capture), or the exception of a producer or an allocator
 *   GIL held; released while it copies.  Not blocking: keep both objects alive, and what their producers do next behind
 *   `stream`, until the copy is done; where a producer's stream is known (CUDA Array Interface, a C exchange table,
 *   cucore.Array) it is made to wait.
 *   source: cuda.core StridedMemoryView.copy_from */
#define cucore_py_copy CUCORE_NAME(_py_copy)
CUCORE_API CUCORE_NODISCARD int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream,
                                               const cucore_copy_options *options);

CUCORE_END
#endif

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
