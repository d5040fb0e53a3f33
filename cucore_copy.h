/* cucore_copy.h - v0.3.0 - copies between strided arrays, wherever they are - SPDX-License-Identifier: MIT
 * Made from src/cucore_copy.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * One call copies any view to any other of the same shape: on one device, between host and device in both directions,
 * between devices, on the host.  The copy is planned first, without any effect, and a plan can be printed; then it is
 * made by what the hardware does best.  Only the driver API is used; kernels are written as PTX text, and compiled by
 * the driver at first use.  Python is not needed: cucore_python.h has cucore_py_copy if this header is included before
 * its implementation.
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
 *     >>impl-copy-kernels    the planner of kernels, and their launches
 *     >>impl-copy-host       the CPU's copies
 *     >>impl-copy-job        what is asked of the two views
 *     >>impl-copy-plan       the strategy of a copy
 *     >>impl-copy-staging    plain memory through pinned memory
 *     >>impl-copy-run        a plan is run
 *     >>impl-copy-calls      plans of views, and copies
 *     >>impl-copy-fill       one element in every place
 *
 * >>copy-options: macros that you may define, besides those of >>options in cucore.h
 *     name                    default      where     meaning
 *     CUCORE_COPY_WORKERS     4            one file  is the number of threads that pack and unpack pageable memory,
 *                                                    from 8 MiB on; 1: none
 *     CUCORE_COPY_PIECE       64 MiB       one file  limits the temporary device memory of a copy, in bytes
 *     CUCORE_COPY_STAGE       1 MiB        one file  is the size of each of 16 pinned pieces for pageable memory
 *
 * >>copy-manual
 *     Elements     The shapes are equal, or the shape of src stretches to that of dst as in NumPy.  Bits are copied,
 *                  not converted: the dtypes are equal, or one of them is opaque (void) of the same itemsize.  To copy
 *                  between other dtypes of one itemsize, use cucore_view_as.  Elements of dst must not overlap.  Packed
 *                  sub-byte elements are copied if all runs of them are whole bytes on both sides.
 *     Conversion   With CUCORE_COPY_CAST in cucore_copy_options.flags src may have another dtype than dst, if
 *                  cucore_cast.h was included before the implementation of this header; else that is UNSUPPORTED.
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
 *     Temporary    Device memory for packing is at most 64 MiB (all of the data if the two overlap), and 32 MiB more
 *                  for a conversion.  It comes from the resource given or from the default pool of the device, and is
 *                  allocated and freed in order of `stream`.  A resource that does not work in stream order
 *                  (CUCORE_MEMORY_SYNCHRONOUS) makes the call wait, and refuse captures.  Plain memory that the driver
 *                  does not copy in one call goes through up to 16 pinned pieces of 1 MiB, which stay for the next
 *                  copy: cucore_copy_trim.
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
 *                  threads.  Copies and conversions on the host of 256 KiB and more take a thread for each 200 us of
 *                  work, at most CUCORE_COPY_THREADS(count) of cucore_copy_options.flags, or as many as there are
 *                  processors.  All threads end before the call returns.
 *
 * >>copy-kernels
 *     Planning     Both layouts become axes in bytes, which are joined, turned and sorted as by cucore_layout_simplify.
 *                  The element is the widest power of two, up to 16 bytes, that all addresses, strides and runs are
 *                  multiples of; elements of other sizes are one more axis of such pieces.  One run of bytes is copied
 *                  by the driver, and from 1 MiB to 1 GiB on one device by a kernel, if one was written: the driver
 *                  takes 2.4 us longer (H200).  Everything else is copied by a kernel.
 *     Kernels      All are written as PTX text, and compiled by the driver (not by NVRTC).  They copy in the order of
 *                  the destination, or, if both arrays run along different axes, tiles through shared memory, and
 *                  convert numbers on the way (a tile holds the smaller ones).
 *                  general      Extents and strides are parameters: one kernel copies all layouts of its form, that is
 *                               the size of elements, the number of axes, rounded up to a power of two, and the way.
 *                               Rows of bytes that are not aligned are copied in words of 16 bytes.
 *                  written      Strides and all extents but the slowest are numbers in the text; addresses and the
 *                               slowest extent are parameters, so that another batch size has the same kernel.  It
 *                               takes 0.94 of the time of a general kernel in the median, at best 0.2 (H200).
 *     Written      A layout gets a kernel of its own
 *                  by itself    after copies of it that took 24 ms, by estimation, in all: as long as the compiler
 *                               takes twice
 *                  at once      for CUCORE_COPY_COMPILE, and for a plan when it is first run
 *                  never        for CUCORE_COPY_NO_COMPILE, for rows of 48 bytes and more that are not aligned, even
 *                               with CUCORE_COPY_COMPILE, and past some 4000 layouts
 *                  What was found out about a layout, some hundred bytes of host memory, is kept until the process
 *                  ends; past those 4000 layouts it is found out again in each copy.
 *                  If it cannot be loaded, for example since the device is full, a general kernel copies instead, or
 *                  the driver one run, and the layout's own is tried again after 1000 copies; with CUCORE_COPY_COMPILE
 *                  the copy fails.
 *     Conversions  of elements that are not aligned, packed, small floats or complex32 are made one by one by a kernel
 *                  that comes as text with cucore_cast.h.
 *     Limits       CUCORE_MAX_NDIM axes.  More than 2^31 elements are copied by several launches.
 *     First use    The driver compiles a kernel in 12 to 20 ms when it is first needed in a context, also during a
 *                  capture, or finds it in 0.06 ms in its own cache (~/.nv/ComputeCache, or CUDA_CACHE_PATH).  Kernels
 *                  are kept until the process ends, and found without a lock.  A context that is not a primary one
 *                  needs a driver with cuCtxGetId (12.0), since its handle alone does not distinguish it from a context
 *                  that is gone.
 *     Memory       No address outside of the elements' aligned 4-byte words is read, and none outside of the elements
 *                  is written.
 */
/* Until 0.4: 0.2 converted without cucore_cast.h.  CUCORE_IMPLEMENTATION brings it in; a file with CUCORE_STATIC, where
 * it would be a third of the code, is warned. */
#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_STATIC) && !defined(CUCORE_NO_COMPAT) && \
    !defined(CUCORE_COPY_NO_CAST) && !defined(CUCORE_COPY_H_IMPLEMENTED) && !defined(CUCORE_CAST_H) && \
    defined(__has_include)
#if __has_include("cucore_cast.h")
#define CUCORE__COMPAT_BUSY
#define CUCORE_CAST_BY_COPY_H
#include "cucore_cast.h"
#undef CUCORE__COMPAT_BUSY
#endif
#endif /* until 0.4 */

#ifndef CUCORE_COPY_H
#define CUCORE_COPY_H

/* Until 0.4: as in 0.2 this header may come after cucore_python.h, if no argument is copied: its flags are errors. */
#if defined(CUCORE_PYTHON_H_IMPLEMENTED) && !defined(CUCORE_NO_COMPAT) && (defined(__GNUC__) || defined(__clang__))
#define CUCORE_COPY_AFTER_PYTHON_H
#pragma GCC warning "include cucore_copy.h before the implementation of cucore_python.h, with which it converts arguments"
#endif /* until 0.4 */

/* The implementation of cucore_python.h copies arguments only if this header is known to it. */
#if defined(CUCORE_PYTHON_H_IMPLEMENTED) && !defined(CUCORE_COPY_AFTER_PYTHON_H)
#error "include cucore_copy.h before the implementation of cucore_python.h, with which it converts arguments"
#endif

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_copy.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS) || defined(CUCORE_NO_LAYOUTS) || defined(CUCORE_NO_MODULES)
#error "cucore_copy.h needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS, CUCORE_NO_LAYOUTS, CUCORE_NO_MODULES"
#endif

CUCORE_BEGIN

/* ------------ >>copy -- */
/* copy/copy.h: copies of views and their plans: the functions for users. */
/* Whether a copy waits on the host until it is done. */
typedef enum cucore_blocking {
    CUCORE_BLOCKING_DEFAULT = 0, /* not between device memory, nor in a capture; else it does */
    CUCORE_BLOCKING_YES = 1,
    CUCORE_BLOCKING_NO = 2 /* not where that is possible: see the table in the manual */
} cucore_blocking;

/* Flags of a copy. */
#define CUCORE_COPY_CAST (CUCORE_SAYS_CAST UINT64_C(1) << 0) /* other dtypes are converted: cucore_cast.h */
/* A kernel is written for the layout at the first copy, which fails if the kernel cannot be loaded, or never; see the
 * manual, "Written".  With neither flag it is written after as many copies of the layout as pay for it, and for a plan
 * at once; a general kernel copies before, and if it cannot be loaded. */
#define CUCORE_COPY_COMPILE (UINT64_C(1) << 1)
#define CUCORE_COPY_NO_COMPILE (UINT64_C(1) << 2)
/* Copies and conversions on the host take at most `count` threads, 1 to 127; without it, or 0, as many as there are
 * processors.  Threads are started only if they pay: as by cucore_loops_run, one for each 200 us of work. */
#define CUCORE_COPY_THREADS(count) (UINT64_C(256) * (count))

/* Options of a copy.  All zero is the usual, and so is NULL as an argument. */
typedef struct cucore_copy_options {
    cucore_memory_resource *resource; /* gives device memory for packing; NULL: the default pool of the device */
    cucore_blocking blocking;
    uint64_t flags;     /* CUCORE_COPY_... */
    uint64_t dst_flags; /* flags of the arguments of cucore_py_copy; 0 for all other functions */
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

/* The room for the plan of a kernel. */
#define CUCORE_COPY_KERNEL_WORDS 492

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
        uint8_t is_block; /* 1: pieces keep the gaps of the far side */
        uint8_t to_far;   /* 1: dst is the far side, which is the host or the other device */
        uint8_t compile;  /* when a kernel is written: 0 if it pays, 1 never, 2 now */
        uint8_t reserved;
        int32_t moving_axes; /* the number of axes of the far side that do not repeat its elements */
        void *dst;           /* element [0, 0, ...] after axes were reversed */
        const void *src;
        cucore__copy_cut cut;
        cucore__copy_axes axes;
        uint64_t kernel[CUCORE_COPY_KERNEL_WORDS];
    } private_;
} cucore_copy_plan;

/* cucore_view_copy - copy the elements of src to dst
 *   dst       in   writable, no two elements in one place; keep it alive until the copy is done
 *   src       in   of the shape of dst, or a shape that stretches to it; of its itemsize and dtype, or with
 *                  CUCORE_COPY_CAST of another dtype or byte order; keep it alive likewise
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
 *                   NULL: the usual.  CUCORE_COPY_CAST: the plan converts, which needs both in memory of the device
 *   out        out  untouched on error
 *   -> OK | as above: WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT | WRONG_DEVICE (device_id takes no part)
 *      | INVALID_ARGUMENT (device_id is CUCORE_DEVICE_NONE, _ANY or another negative number; NULL; options)
 *      | UNSUPPORTED (also CUCORE_COPY_CAST with memory elsewhere) | OVERFLOW */
#define cucore_copy_plan_make CUCORE_NAME(_copy_plan_make)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src,
                                                                int device_id, const cucore_copy_options *options,
                                                                cucore_copy_plan *out);

/* cucore_copy_plan_run - make the copy that was planned
 *   -> as cucore_view_copy, also for stream and options, of which the flags are ignored, but CUCORE_COPY_THREADS */
#define cucore_copy_plan_run CUCORE_NAME(_copy_plan_run)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                                               const cucore_copy_options *options);

/* cucore_copy_plan_format - write "block host to cuda:0, 1073741824 bytes in 16 pieces, unpacked by a kernel: ..."
 *   text, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
#define cucore_copy_plan_format CUCORE_NAME(_copy_plan_format)
CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size);

/* cucore_copy_trim - free the idle pinned memory that copies keep (16 MiB; more after lists of more than 1 MiB)
 *   The function is for leak checkers; others need not call it.  Any thread, also beside copies */
#define cucore_copy_trim CUCORE_NAME(_copy_trim)
CUCORE_API void cucore_copy_trim(void);

CUCORE_END

/* ------------ >>copy-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 7.4   what calls of the driver do while a stream is captured: which are refused, and which spoil the capture
 * B87   a host source that repeats (stride 0) is written to every element of dst, not only once
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_COPY_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_COPY_H_IMPLEMENTED)
#define CUCORE_COPY_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if it was only declared above */

#include <stdlib.h>
#include <string.h>

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-copy-params -- */
/* copy/emit/params.h: the parameters of the kernels that are compiled with the header, the same for host and device. */
enum { CUCORE__KERNEL_THREADS = 256 }; /* of a block */

/* A number is split into digits, each of which moves some way in two arrays, `a` and `b`. */
typedef struct cucore__kernel_digit {
    uint32_t extent, magic, shift; /* n / extent = n * magic >> 32 >> shift for n < 2^31; extent >= 2 */
    uint32_t reserved;
    int64_t a, b; /* bytes for each step */
} cucore__kernel_digit;

/* ------------ >>impl-copy-kernels -- */
/* copy/emit/axes.c: what the planner of kernels works with, and two layouts as joined axes. */
/* Properties of devices. */
enum {
    CUCORE__KERNEL_WORD = 16,  /* bytes of the widest load or store of a thread */
    CUCORE__KERNEL_WARP = 32,  /* threads that run together */
    CUCORE__KERNEL_LINE = 128, /* bytes of a line of the cache */
    CUCORE__KERNEL_SECTOR = 32 /* bytes that memory reads and writes as one */
};

/* What this header knows of a type of numbers that are converted: elements follow each other bit by bit. */
enum { CUCORE__NUMBER_PACKED = 1 << 8 };

/* An axis of a copy on one device, in bytes.  Axes are joined, reversed so that addresses of the destination grow,
 * sorted with the fastest in the destination first, and have at least extent 2. */
typedef struct cucore__kernel_axis {
    int64_t n, s, d;
} cucore__kernel_axis;

/* The state of the planner. */
typedef struct cucore__kernel_work {
    int count; /* the number of axes */
    int unit;  /* bytes of an element: a power of two, up to a word; of a conversion what all is a multiple of */
    uint16_t types[2]; /* of numbers that are converted: cucore__number_code of source and destination; 0: bits */
    int64_t run;       /* bytes that lie together in both arrays, or one element; 0: there is nothing to copy */
    int64_t runs;      /* the number of such runs */
    uint64_t s, d;     /* addresses */
    cucore__kernel_axis axes[CUCORE_MAX_NDIM + 1];
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

CUCORE__PRIVATE inline void cucore__kernel_digit_make(cucore__kernel_digit *out, uint32_t extent, int64_t a, int64_t b)
{
    cucore__kernel_digit made = {extent, 0, 0, 0, a, b};
    cucore__digit_divide(extent, &made.magic, &made.shift);
    *out = made;
}

/* Returns the number of pieces of `size` in n, rounded up; both are positive. */
CUCORE__PRIVATE inline int64_t cucore__kernel_pieces(int64_t n, int64_t size)
{
    return (int64_t)cucore__divide((uint64_t)(n - 1), (uint64_t)size) + 1;
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

/* Simplifies two layouts for one loop over both, sorted by the strides of `a`; offsets are in elements. */
CUCORE__PRIVATE cucore_status cucore__copy_simplify(const cucore_layout *a, const cucore_layout *b,
                                                    cucore_layout *simple, int64_t *offsets)
{
    const cucore_layout *layouts[2];
    cucore_layout *outs[2];
    layouts[0] = a;
    layouts[1] = b;
    outs[0] = &simple[0];
    outs[1] = &simple[1];
    return cucore_layout_simplify(layouts, 2, outs, offsets, NULL);
}

/* Returns what addresses and strides count of an element: bytes; of packed numbers that are converted, bits. */
CUCORE__PRIVATE int64_t cucore__kernel_unit(const cucore_layout *layout, uint16_t code)
{
    return code & CUCORE__NUMBER_PACKED ? layout->itembits : layout->itemsize;
}

/* Makes axes in bytes of the two layouts, as cucore_layout_simplify does: an axis that continues another one on both
 * sides is joined with it; the fastest comes first.  If it has no gaps it is not an axis, but part of the run.  A
 * conversion, for which the caller has set work->types, has at least one axis, and a run of one element. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kernel_join_typed(const cucore_layout *dst, uintptr_t d,
                                                                      const cucore_layout *src, uintptr_t s,
                                                                      cucore__kernel_work *work)
{
    cucore__kernel_line lines[CUCORE_MAX_NDIM];
    const int converts = work->types[0] != 0;
    const int64_t itemsize = cucore__kernel_unit(dst, work->types[1]), from = cucore__kernel_unit(src, work->types[0]);
    int64_t offsets[2] = {0, 0}, together = itemsize, runs = 1, next_d, next_s;
    uint64_t bits = CUCORE__KERNEL_WORD;
    int i, count = -1, axes = 0;
    if (cucore__layout_head_is_valid(dst) && cucore__layout_head_is_valid(src)) {
        count = cucore__kernel_lines(dst, src, lines, offsets);
    }
    work->count = 0;
    work->unit = 1;
    work->d = (uint64_t)d * (work->types[1] & CUCORE__NUMBER_PACKED ? 8 : 1);
    work->s = (uint64_t)s * (work->types[0] & CUCORE__NUMBER_PACKED ? 8 : 1);
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
        if (!converts && axes == 0 && together == itemsize && line.d == 1 && line.s == 1) {
            if (!cucore__mul(together, line.n, &together)) continue;
            return cucore_fail(CUCORE_OVERFLOW, "the bytes of a run of the copy do not fit 64 bits");
        } else {
            cucore__kernel_axis *axis = &work->axes[axes++];
            runs *= line.n;
            axis->n = line.n;
            axis->s = (int64_t)((uint64_t)line.s * (uint64_t)from);
            axis->d = (int64_t)((uint64_t)line.d * (uint64_t)itemsize);
            bits |= (uint64_t)axis->s | (uint64_t)axis->d;
        }
    }
    if (converts && axes == 0) { /* one element */
        work->axes[axes].n = 1;
        work->axes[axes].s = from;
        work->axes[axes++].d = itemsize;
    }
    if (converts) bits |= (uint64_t)from;
    work->run = together;
    work->count = axes;
    work->runs = runs;
    work->d += (uint64_t)offsets[0] * (uint64_t)itemsize;
    work->s += (uint64_t)offsets[1] * (uint64_t)from;
    if (axes == 0) return CUCORE_OK;
    bits |= (uint64_t)together | work->s | work->d;
    work->unit = (int)(bits & (0 - bits)); /* divides all addresses and strides */
    return CUCORE_OK;
}

/* The same for a copy of bits. */
CUCORE__PRIVATE cucore_status cucore__kernel_join(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                  uintptr_t s, cucore__kernel_work *work)
{
    work->types[0] = work->types[1] = 0;
    return cucore__kernel_join_typed(dst, d, src, s, work);
}

/* ------------ >>impl-copy-write -- */
/* copy/emit/form.h: what is asked of a kernel, its form, its launch, its plan; what is known of layouts. */
/* The extents and strides are numbers in the text.  The addresses and the extent of the slowest axis are parameters, so
 * that another batch size has the same kernel.  A block copies some elements with each of its threads, all loads before
 * the first store: either in the order of the destination, or as a tile that goes through shared memory, loaded in the
 * order of the source.  Elements are converted between load and store; a tile holds the smaller ones. */
enum {
    CUCORE__WRITE_THREADS = 256,
    CUCORE__WRITE_STEPS = 16, /* loads and stores of a thread at most, */
    CUCORE__WRITE_AHEAD = 4,  /* and of a general kernel in one pass over a tile */
    CUCORE__WRITE_AXES = CUCORE_MAX_NDIM + 1,
    CUCORE__WRITE_DIRECT = 16,    /* bytes of a thread without a tile */
    CUCORE__WRITE_TILE = 32768,   /* bytes of a tile at most */
    CUCORE__WRITE_ROOM = 49152,   /* bytes of shared memory that every block may have */
    CUCORE__WRITE_RUN = 1024,     /* bytes that a tile spans of each array at most */
    CUCORE__WRITE_SHIFTED = 64,   /* bytes of a run that is not aligned, from which words are shifted */
    CUCORE__WRITE_ROW = 48,       /* bytes of a row that is not aligned, from which words are moved */
    CUCORE__WRITE_LEAST = 1024,   /* elements that a tile should have */
    CUCORE__WRITE_FEW = 1 << 20,  /* elements: up to here a block takes few, so that all multiprocessors have one, */
    CUCORE__WRITE_MANY = 1 << 23, /* and from here on many */
    CUCORE__WRITE_CONVERTED = 4 * CUCORE__WRITE_STEPS, /* the first register of elements after their conversion */
    CUCORE__WRITE_SHORT = 128,       /* the extent of the slowest axis, up to which it is a number in the text */
    CUCORE__WRITE_MOST = 0x7fff0000, /* elements, blocks, and the extent of an axis, of a launch: numbers of 31 bits */
    /* Bytes of one run that a kernel copies up to 1.5 times as fast as the driver, which takes 2.4 us more from 1 MiB
     * on, and up to 1.8 times if both arrays are not aligned alike. */
    CUCORE__WRITE_RUN_FROM = 1 << 20,
    CUCORE__WRITE_RUN_TO = 1 << 30,
    CUCORE__WRITE_AGAIN_FROM = 8, /* pieces of the source for each that is full */
    CUCORE__WRITE_LAUNCH = 24,    /* bytes of the parameters of a launch, */
    CUCORE__WRITE_NUMBERS = 3072, /* and with those of a general kernel */
    CUCORE__WRITE_TILED = 8,      /* axes of a tile of a general kernel at most */
    CUCORE__WRITE_OUTERS = 32,    /* axes of which each index is a launch: of 2^63 elements, 2^31 in one */
    CUCORE__WRITE_SHARED_AT = 4   /* the register with the address of shared memory, which is 0 on old devices only */
};
/* Places of an element to which a thread stores it: of many elements (1: each element is loaded as often as it is
 * stored), and of few, so that all multiprocessors have a block.  4096 rows of one row of 10,000 pairs of bytes that
 * lie 4096 bytes apart: 0.69 of what memory allows, not 0.12 (H200). */
#if !defined(CUCORE__WRITE_AGAIN)
#define CUCORE__WRITE_AGAIN 64
#endif
#define CUCORE__WRITE_AGAIN_FEW 16
#if !defined(CUCORE__WRITE_SLAB)
#define CUCORE__WRITE_SLAB CUCORE__WRITE_MOST /* elements of a launch at most */
#endif

typedef struct cucore__write_axis {
    int64_t n, s, d; /* the extent; bytes from element to element of the source and of the destination */
} cucore__write_axis;

/* All that the text of a kernel depends on.  The extent of the last axis is 0 here, unless it is short. */
typedef struct cucore__write_key {
    uint8_t count;      /* axes, the fastest of the destination first */
    uint8_t size;       /* 0: few elements, 1, 2: many */
    uint8_t is_wide;    /* 1: offsets in an array need 64 bits */
    uint8_t divides;    /* what the last extent is a multiple of: up to 4, or 16 of a conversion */
    uint8_t word[2];    /* bytes of an element: 1, 2, 4, 8 or 16 */
    uint8_t aligned[2]; /* what the addresses are multiples of, as `divides`, of source and destination, as the two
                           before */
    uint8_t is_run;     /* one run of bytes, in words that are aligned and some bytes at both ends; 1 + bytes by which
                           the words of the source are not aligned */
    uint8_t is_general; /* 1: all that follows of the axes is a parameter, too */
    uint8_t is_any;     /* 1: numbers that only the kernel of cucore_cast.h converts: of any types, not aligned */
    uint8_t reserved;
    uint16_t types[2]; /* of the numbers that are converted, as cucore__number_code has them; 0: bits are copied */
    cucore__write_axis axes[CUCORE__WRITE_AXES];
} cucore__write_key;

/* A launch: the first parameters of a kernel.  What has more than CUCORE__WRITE_SLAB elements is launched in slabs
 * of the slowest axis, of which this is the first one; axes besides it that make them too many are left out. */
typedef struct cucore__write_launch {
    int64_t rest;      /* extent of the slowest axis in further slabs */
    uint64_t src, dst; /* the parameters begin */
    uint32_t last;     /* extent of the slowest axis; of one run the bytes before its words, + 256 times those behind */
    uint32_t total;    /* elements */
} cucore__write_launch;

/* The blocks of a launch: `times` for each `each` of what is counted: elements, a share of them, or the slowest
 * axis. */
typedef struct cucore__write_grid {
    uint32_t times, each;
    uint32_t share; /* elements / what is counted; 0: the slowest axis is */
} cucore__write_grid;

/* How it is copied. */
typedef struct cucore__write_form {
    uint8_t tiled;        /* axes of a tile; 0: there is none */
    uint8_t steps;        /* loads of a thread, if there is no tile */
    uint8_t filled;       /* of a general kernel: axes of the tile that are no filling; a number of the layout */
    uint8_t in_rows;      /* 1: parts of rows of bytes, in a general kernel */
    uint16_t threads;     /* of a block */
    uint8_t wide[2];      /* elements that a thread loads, and stores, as one; equal without a tile */
    uint8_t patch[2];     /* elements that a thread turns in registers, along order[0][0] and along order[1][0]; or 0 */
    uint8_t is_joined[2]; /* 1: a patch is one run in the source, in the tile */
    uint8_t shifts;       /* 1: runs of bytes of the destination are stored in words, although they are not aligned */
    uint8_t skew;         /* bytes that 32 elements along order[0][0] are further apart in the tile; or 0 */
    uint8_t again;        /* 1 + an axis that the source repeats; or 0 */
    uint8_t times;        /* indices of this axis at which a thread stores what it loaded once */
    uint8_t order[2][CUCORE__WRITE_AXES]; /* the axes of a tile, the fastest first: of the source, of the destination */
    uint32_t shared;                      /* bytes */
    uint32_t chunk[CUCORE__WRITE_AXES];   /* elements of each axis in a tile; 1: the axis is not part of it */
    uint32_t pitch[CUCORE__WRITE_AXES];   /* bytes in shared memory from element to element */
} cucore__write_form;

/* -- plans, and what is known -------------------------------------------------------------------------------------- */
enum {
    CUCORE__WRITTEN_SLOTS = 4096, /* layouts that are remembered, a power of two */
    CUCORE__WRITTEN_TRIES = 16,   /* slots in which one may be */
    CUCORE__WRITTEN_FORMS = 64,   /* lists of general kernels, a power of two */
    CUCORE__WRITTEN_PAYS = 24000, /* microseconds of copies of a layout that pay for its kernel, compiled in 12 ms */
    CUCORE__WRITTEN_PAUSE = 1000  /* copies of a layout by a general kernel after its own could not be loaded */
};

/* When a kernel is written for a layout.  If it cannot be loaded, a general kernel copies, unless the caller asked. */
typedef enum cucore__copy_compile {
    CUCORE__COMPILE_LATER, /* after as many copies as pay for it */
    CUCORE__COMPILE_NEVER,
    CUCORE__COMPILE_ASKED, /* now, and the copy fails without it */
    CUCORE__COMPILE_NOW
} cucore__copy_compile;

/* A kernel that was written.  It is never freed, so that it can be found without a lock. */
typedef struct cucore__written {
    struct cucore__written *next;  /* of a general kernel: the one before it in its list */
    cucore__loaded_list functions; /* of each context */
    CUCORE__ATOMIC(int) pause;     /* copies that do not try to load it, after a failure */
    cucore__write_grid grid;       /* of a kernel of one layout */
    cucore__write_form form;
    cucore__write_key key; /* its last axes have no room */
} cucore__written;

/* The plan of a kernel, or of one copy by the driver. */
typedef struct cucore__kernel_plan {
    cucore_copy_strategy strategy; /* _NOTHING, _MEMCPY or _KERNEL */
    cucore__copy_compile compile;  /* set by the caller, as are: */
    uint16_t types[2];             /* of numbers that are converted: cucore__number_code of source and destination */
    uint32_t axes;                 /* of the layout, as the kernel sees it */
    uint32_t bytes;                /* of the parameters, from launch.src on */
    uint64_t run;                  /* bytes of a copy by the driver, from launch.src to launch.dst */
    cucore__written *kernel;       /* NULL: the one that converts any numbers */
    cucore__write_grid grid;
    uint32_t shared;
    cucore__write_axis slowest; /* of a launch: the one that slabs are cut of */
    uint32_t outers;            /* axes of which each index is a launch */
    cucore__write_axis outer[CUCORE__WRITE_OUTERS];
    cucore__write_launch launch; /* what follows are the other parameters */
    uint64_t numbers[(CUCORE__WRITE_NUMBERS - CUCORE__WRITE_LAUNCH) / 8];
} cucore__kernel_plan;

/* What was found out about a layout, for its next copies.  It is never freed either. */
typedef struct cucore__written_layout {
    uint64_t hash;
    CUCORE__ATOMIC(cucore__written *) own; /* the kernel of this layout; NULL: there is none yet */
    CUCORE__ATOMIC(uint32_t) cost;         /* microseconds of copies so far, by estimation */
    uint32_t bytes, shared;                /* of a plan with the general kernel, as are: */
    cucore__write_grid grid;
    cucore__written *kernel;
    cucore__write_key key; /* its last axes have no room; the other parameters follow */
} cucore__written_layout;

/* copy/emit/casts.h: what kernels that convert need of cucore_cast.h; without that header nothing converts. */
/* Where the bits of an element begin: register %e<first>, and a byte in the register. */
typedef struct cucore__ptx_bits {
    int first, byte;
} cucore__ptx_bits;

/* Sets what a key has of the types of a conversion; writes the text that converts an element; plans the kernel that
 * converts any numbers one by one; finds it in the current context. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE void cucore__cast_key_make(const cucore__kernel_work *work, cucore__write_key *key);
CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint16_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination);
CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out);
CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out);
#else
CUCORE__PRIVATE void cucore__cast_key_make(const cucore__kernel_work *work, cucore__write_key *key)
{
    (void)work, (void)key;
}

CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint16_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination)
{
    (void)text, (void)types, (void)source, (void)destination;
}

CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    (void)key, (void)out;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out)
{
    *out = NULL;
    return CUCORE_OK;
}
#endif

/* copy/emit/write_form.c: what is asked of a kernel that is written, and its form.  Pure: no driver. */
/* -- what is asked ------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE uint8_t cucore__write_power(uint64_t bits, uint64_t most)
{
    bits |= most;
    return (uint8_t)(bits & (0 - bits));
}

/* The distance between elements of an axis in the source (0) or the destination (1). */
CUCORE__PRIVATE uint64_t cucore__write_distance(const cucore__write_axis *axis, int side)
{
    return side ? (uint64_t)axis->d : cucore__magnitude(axis->s);
}

/* Cuts the slowest axis into slabs of elements that one launch copies. */
CUCORE__PRIVATE void cucore__write_cut(cucore__write_key *key, int64_t inner, int64_t most,
                                       cucore__write_launch *launch)
{
    const cucore__write_axis *axis = &key->axes[key->count - 1];
    int64_t slab = CUCORE__WRITE_SLAB / inner;
    if (slab > axis->n) slab = axis->n;
    if (slab < axis->n) { /* about equal ones, as aligned as elements that are moved as one */
        const int64_t even = cucore__kernel_pieces(axis->n, cucore__kernel_pieces(axis->n, slab));
        if (slab > most) slab -= slab % most;
        if (slab > even) slab = even + (slab - even) % most;
    }
    launch->last = (uint32_t)slab;
    launch->total = (uint32_t)(slab * inner);
    launch->rest = axis->n - slab;
    key->divides = cucore__write_power((uint64_t)(axis->n | slab), (uint64_t)most); /* of each slab, the last as well */
}

/* The key of one run of bytes.  Returns 0, or -1 if the driver is as fast.  Words are aligned in the destination; if
 * they are not in the source, each is shifted out of two. */
CUCORE__PRIVATE int cucore__write_key_make_run(const cucore__kernel_work *work, cucore__write_key *key,
                                               cucore__write_launch *launch)
{
    const uint64_t bytes = (uint64_t)work->run, shift = (work->s - work->d) % 4;
    const uint64_t word = shift ? 4 : cucore__write_power(work->s ^ work->d, CUCORE__KERNEL_WORD);
    uint64_t before = (0 - work->d) % word, words;
    if (bytes <= CUCORE__WRITE_RUN_FROM || bytes > CUCORE__WRITE_RUN_TO) return -1;
    if (before < shift) before += word;
    words = (bytes - before - (shift ? word : 0)) / word; /* all that is read belongs to the run */
    memset(key, 0, offsetof(cucore__write_key, axes));
    key->is_run = (uint8_t)(1 + shift);
    key->size = key->divides = key->aligned[0] = key->aligned[1] = key->count = 1;
    key->word[0] = key->word[1] = (uint8_t)word;
    key->axes[0].n = 0;
    key->axes[0].s = key->axes[0].d = (int64_t)word;
    launch->src = work->s + before - shift;
    launch->dst = work->d + before;
    launch->last = (uint32_t)(before + 256 * (bytes - before - words * word));
    launch->total = (uint32_t)words;
    launch->rest = 0;
    return 0;
}

/* The key of joined axes, the first of which is a run of work->run bytes unless elements are converted.  Returns how
 * many of work->axes it has; those behind are too many for one launch.  -1: one run that the driver copies as fast */
CUCORE__PRIVATE int cucore__write_key_make(const cucore__kernel_work *work, cucore__write_key *key,
                                           cucore__write_launch *launch)
{
    const int converts = work->types[0] != 0, has_run = !converts && work->run != work->unit;
    const int most = converts ? 16 : 4;
    int64_t total = 1, inner = 1, s = 0, d = 0;
    uint64_t bits[2];
    int i, count = work->count + has_run, is_wide = 0;
    if (work->count == 0) return cucore__write_key_make_run(work, key, launch);
    memset(key, 0, offsetof(cucore__write_key, axes));
    key->axes[0].n = work->run / work->unit;
    key->axes[0].s = key->axes[0].d = work->unit;
    for (i = has_run; i < count; i++) {
        key->axes[i].n = work->axes[i - has_run].n;
        key->axes[i].s = work->axes[i - has_run].s;
        key->axes[i].d = work->axes[i - has_run].d;
    }
    bits[0] = work->s;
    bits[1] = work->d;
    for (i = 0; i < count && total <= CUCORE__WRITE_SLAB; i++)
        total *= key->axes[i].n < INT32_MAX ? key->axes[i].n : INT32_MAX;
    while (count > i) {
        count--;
        bits[0] |= (uint64_t)key->axes[count].s;
        bits[1] |= (uint64_t)key->axes[count].d;
    }
    for (i = 0; i < 2; i++) {
        key->word[i] = (uint8_t)work->unit;
        key->aligned[i] = cucore__write_power(bits[i], (uint64_t)most);
    }
    if (converts) cucore__cast_key_make(work, key);
    for (i = 0, total = 1; i < count; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        int64_t reach;
        inner = total;
        if (cucore__mul(inner, axis->n, &total)) total = INT64_MAX;
        is_wide |= cucore__mul((int64_t)cucore__magnitude(axis->s), axis->n, &reach) || cucore__add(s, reach, &s);
        is_wide |= cucore__mul(axis->d, axis->n, &reach) || cucore__add(d, reach, &d);
    }
    launch->src = work->s;
    launch->dst = work->d;
    key->count = (uint8_t)count;
    key->size = (uint8_t)((total > CUCORE__WRITE_FEW) + (total > CUCORE__WRITE_MANY));
    key->is_wide = (uint8_t)(is_wide || s > INT32_MAX || d > INT32_MAX);
    cucore__write_cut(key, inner, most, launch);
    if (launch->last > CUCORE__WRITE_SHORT || launch->rest) key->axes[count - 1].n = 0;
    return count - has_run;
}

CUCORE__PRIVATE size_t cucore__write_key_size(const cucore__write_key *key)
{
    return offsetof(cucore__write_key, axes) + key->count * sizeof key->axes[0];
}

/* -- the decisions ------------------------------------------------------------------------------------------------- */
/* The bytes of an element in a tile. */
CUCORE__PRIVATE int cucore__write_tile_word(const cucore__write_key *key)
{
    return key->word[0] < key->word[1] ? key->word[0] : key->word[1];
}

/* The extent of an axis; of one that is a parameter, a large number that is a multiple of what the extent is known to
 * be one of. */
CUCORE__PRIVATE int64_t cucore__write_extent(const cucore__write_key *key, int axis)
{
    return key->axes[axis].n ? key->axes[axis].n : CUCORE__WRITE_MOST / 32 * 16 + key->divides;
}

/* Returns how many pieces of a side a warp touches that copies 32 elements in the order of the destination: sectors,
 * or, unless it copies few bytes, the two sectors that memory reads as one.  *full: pieces that its bytes fill */
CUCORE__PRIVATE int cucore__write_pieces(const cucore__write_key *key, int side, int *full)
{
    const int piece = key->word[side] < 4 ? CUCORE__KERNEL_SECTOR : 2 * CUCORE__KERNEL_SECTOR;
    int64_t seen[2][CUCORE__KERNEL_WARP] = {{0}, {0}}; /* addresses, and pieces */
    int count[2] = {0, 0}, lane, i, k;
    for (lane = 0; lane < CUCORE__KERNEL_WARP; lane++) {
        int64_t left = lane, at = 0;
        for (i = 0; i < key->count; i++) {
            const int64_t n = cucore__write_extent(key, i), index = left < n ? left : left % n;
            at += index * (side ? key->axes[i].d : key->axes[i].s);
            if (left < n) break;
            left /= n;
        }
        for (i = 0; i < 2; i++) {
            for (k = 0; k < count[i] && seen[i][k] != at; k++) continue;
            if (k == count[i]) seen[i][count[i]++] = at;
            at = (at < 0 ? at - (piece - 1) : at) / piece;
        }
    }
    *full = (count[0] * key->word[side] + piece - 1) / piece;
    return count[1];
}

/* Returns 1 if it touches half as many pieces again as its bytes fill. */
CUCORE__PRIVATE int cucore__write_is_scattered(const cucore__write_key *key, int side)
{
    int full;
    return 2 * cucore__write_pieces(key, side, &full) > 3 * full;
}

/* Sorts the axes by the strides of one array, the fastest first; those that stand still last. */
CUCORE__PRIVATE void cucore__write_sort(const cucore__write_key *key, int side, uint8_t *order)
{
    int i, k;
    for (i = 0; i < key->count; i++) {
        const uint64_t distance = cucore__write_distance(&key->axes[i], side);
        for (k = i; k > 0 && cucore__write_distance(&key->axes[order[k - 1]], side) - 1 > distance - 1; k--) {
            order[k] = order[k - 1];
        }
        order[k] = (uint8_t)i;
    }
}

/* Chunks of about the same size; of the fastest axis in words, if elements are smaller. */
CUCORE__PRIVATE uint32_t cucore__write_even(const cucore__write_key *key, int axis, int64_t want, int is_fastest)
{
    const int64_t n = cucore__write_extent(key, axis);
    const int64_t multiple = is_fastest && cucore__write_tile_word(key) < 4 ? 4 : 1;
    int64_t even;
    if (n <= want + want / 2) return (uint32_t)n;
    if (!key->axes[axis].n || n % want == 0) return (uint32_t)want;
    even = cucore__kernel_pieces(n, cucore__kernel_pieces(n, want));
    return (uint32_t)((even + multiple - 1) / multiple * multiple);
}

/* Takes so many elements into a tile that they span some bytes of the array, most of whose lines have some. */
CUCORE__PRIVATE void cucore__write_take_run(const cucore__write_key *key, cucore__write_form *form, int side,
                                            const uint8_t *order, int64_t bytes)
{
    int64_t span = key->word[side];
    int i;
    for (i = 0; i < key->count && span < bytes - bytes / 4; i++) {
        const int axis = order[i];
        const uint64_t distance = cucore__write_distance(&key->axes[axis], side);
        uint32_t chunk;
        if (!distance || (distance >= 2 * (uint64_t)span && distance >= CUCORE__KERNEL_LINE && i > 0)) return;
        if (span < (int64_t)distance) span = (int64_t)distance;
        chunk = cucore__write_even(key, axis, (bytes + span - 1) / span, i == 0);
        if (form->chunk[axis] < chunk) form->chunk[axis] = chunk;
        if (form->chunk[axis] < cucore__write_extent(key, axis)) return;
        span *= form->chunk[axis];
    }
}

CUCORE__PRIVATE int64_t cucore__write_elements(const cucore__write_key *key, const cucore__write_form *form)
{
    int64_t elements = 1;
    int i;
    for (i = 0; i < key->count; i++) elements *= form->chunk[i];
    return elements;
}

/* Places a tile in shared memory: in the order of the destination.  Neighbours along the source's fastest axis are an
 * odd number of banks apart, or of elements if these are wider. */
CUCORE__PRIVATE void cucore__write_place(const cucore__write_key *key, cucore__write_form *form)
{
    const uint32_t word = (uint32_t)cucore__write_tile_word(key), bank = word < 4 ? 4 : word;
    uint32_t at = word;
    int i;
    for (i = 0; i < form->tiled; i++) {
        const int axis = form->order[1][i];
        if (axis == form->order[0][0] && i > 0 && (word >= 4 || at >= 16)) { /* short runs stay together */
            at = (at + bank - 1) / bank * bank;
            if (at / bank % 2 == 0) at += bank;
        }
        form->pitch[axis] = at;
        at *= form->chunk[axis];
        if (axis == form->order[0][0]) at += form->skew * (form->chunk[axis] / CUCORE__KERNEL_WARP);
    }
    form->shared = (at + 15) / 16 * 16;
}

/* The axes of a tile that are one run on a side, in the array and in shared memory. */
typedef struct cucore__write_run {
    int axes;
    int64_t before; /* elements of all but the last one of them, which may be cut */
} cucore__write_run;

CUCORE__PRIVATE cucore__write_run cucore__write_run_of(const cucore__write_key *key, const cucore__write_form *form,
                                                       int side)
{
    const uint8_t *order = form->order[side];
    const cucore__write_axis *first = &key->axes[order[0]];
    cucore__write_run run = {1, 1};
    int64_t together = form->chunk[order[0]];
    while (!key->is_general && run.axes < form->tiled &&
           form->chunk[order[run.axes - 1]] == key->axes[order[run.axes - 1]].n) {
        const int next = order[run.axes];
        if ((side ? key->axes[next].d : key->axes[next].s) != (side ? first->d : first->s) * together) break;
        if (form->pitch[next] != form->pitch[order[0]] * (uint64_t)together) break;
        run.before = together;
        together *= form->chunk[next];
        run.axes++;
    }
    return run;
}

/* Returns how many elements of a run a thread moves as one on a side, if they lie together, in words that are aligned,
 * and none of which is half outside. */
CUCORE__PRIVATE uint8_t cucore__write_wide(const cucore__write_key *key, const cucore__write_form *form, int side,
                                           cucore__write_run run)
{
    const uint8_t *order = form->order[side];
    const cucore__write_axis *axis = &key->axes[order[0]];
    const int end = order[run.axes - 1];
    const int word = key->word[side], tile_word = cucore__write_tile_word(key);
    uint64_t bits = key->aligned[side] |
                    (uint64_t)(word * run.before) * (uint64_t)(cucore__write_extent(key, end) | form->chunk[end]);
    int i, k;
    if (word > 2 || (side ? axis->d : axis->s) != word) return 1;
    if (side && form->pitch[order[0]] != (uint32_t)tile_word) return 1;
    for (i = 0; i < key->count; i++) {
        for (k = 0; k < run.axes && order[k] != i; k++) continue;
        if (k < run.axes) continue;
        bits |= cucore__write_distance(&key->axes[i], side);
        if (side) bits |= form->pitch[i] * (uint64_t)(word / tile_word);
    }
    bits = cucore__write_power(bits, 4) / (uint64_t)word;
    if (key->is_general && bits * (uint64_t)word != 4) return 1; /* few kinds of kernels */
    return bits ? (uint8_t)bits : 1;
}

/* Chooses the patches of a tile of bytes, 4 x 4 of them, or 4 x 2 and 4 x 3 if the other axis has no more and lies
 * between their neighbours, as the channels of pixels do; or of elements of 2 bytes, 2 x 2. */
CUCORE__PRIVATE void cucore__write_patch(const cucore__write_key *key, cucore__write_form *form)
{
    const int axes[2] = {form->order[0][0], form->order[1][0]}, word = key->word[0];
    const uint8_t full = (uint8_t)(4 / word);
    uint8_t patch[2];
    int side;
    if (key->is_general || key->types[0] || word > 2 || axes[0] == axes[1]) return;
    for (side = 0; side < 2; side++) {
        const cucore__write_axis *axis = &key->axes[axes[side]], *other = &key->axes[axes[1 - side]];
        const uint32_t chunk = form->chunk[axes[side]];
        if ((side ? axis->d : axis->s) != word) return;
        patch[side] = full;
        form->is_joined[side] = axis->n < full && axis->n == chunk && (side ? other->d : other->s) == axis->n * word;
        if (form->is_joined[side]) {
            patch[side] = (uint8_t)chunk;
        } else if (chunk % full) {
            return;
        }
    }
    if (patch[0] < full && patch[1] < full) return;
    if (form->is_joined[1] && form->pitch[axes[0]] != (uint32_t)(patch[1] * word)) return;
    memcpy(form->patch, patch, sizeof patch);
    if (form->is_joined[0]) {
        const cucore__write_run both = {2, patch[0]};
        form->wide[0] = cucore__write_wide(key, form, 0, both);
    } else if (form->pitch[axes[0]] > 4 && cucore__write_run_of(key, form, 1).axes == 1 &&
               form->chunk[axes[0]] > CUCORE__KERNEL_WARP) {
        form->skew = form->chunk[axes[0]] > 2 * CUCORE__KERNEL_WARP ? 4 : 8;
    }
    if (form->wide[0] < full) form->wide[0] = 1;
}

/* Returns 1 if runs of bytes are long enough for words, which a thread shifts out of two words of the tile. */
CUCORE__PRIVATE uint8_t cucore__write_shifts(const cucore__write_key *key, const cucore__write_form *form)
{
    const cucore__write_run run = cucore__write_run_of(key, form, 1);
    int i;
    if (key->is_general || key->types[0] || key->word[1] != 1 || form->wide[1] != 1 ||
        key->axes[form->order[1][0]].d != 1)
        return 0;
    for (i = run.axes; i < form->tiled; i++) {
        if (form->pitch[form->order[1][i]] % 4) return 0;
    }
    return run.before * form->chunk[form->order[1][run.axes - 1]] >= CUCORE__WRITE_SHIFTED;
}

/* Finds all that follows from the chunks of a tile. */
CUCORE__PRIVATE void cucore__write_tile_finish(const cucore__write_key *key, cucore__write_form *form,
                                               uint8_t order[2][CUCORE__WRITE_AXES])
{
    int i, k;
    for (k = 0; k < 2; k++) {
        for (i = form->tiled = 0; i < key->count; i++) {
            if (form->chunk[order[k][i]] > 1) form->order[k][form->tiled++] = order[k][i];
        }
    }
    form->skew = form->patch[0] = 0;
    cucore__write_place(key, form);
    for (k = 0; k < 2; k++) form->wide[k] = cucore__write_wide(key, form, k, cucore__write_run_of(key, form, k));
    cucore__write_patch(key, form);
    if (form->skew) cucore__write_place(key, form);
    form->shifts = cucore__write_shifts(key, form);
    if (form->shifts) form->shared += 16; /* the word behind the last row */
}

/* The tile with runs of so many bytes of the source and of the destination. */
CUCORE__PRIVATE void cucore__write_tile_try(const cucore__write_key *key, cucore__write_form *form,
                                            uint8_t order[2][CUCORE__WRITE_AXES], const int64_t *bytes)
{
    int i, k;
    for (i = 0; i < key->count; i++) form->chunk[i] = 1;
    for (k = 0; k < 2; k++) cucore__write_take_run(key, form, k, order[k], bytes[k]);
    cucore__write_tile_finish(key, form, order);
}

/* Returns how many loads or stores a tile takes. */
CUCORE__PRIVATE int64_t cucore__write_accesses(const cucore__write_key *key, const cucore__write_form *form)
{
    const int store = form->shifts ? 4 : form->wide[1];
    return cucore__write_elements(key, form) / (form->wide[0] < store ? form->wide[0] : store);
}

/* Returns 1 if each thread has few enough of them. */
CUCORE__PRIVATE int cucore__write_tile_fits(const cucore__write_key *key, const cucore__write_form *form)
{
    const int64_t many = CUCORE__WRITE_STEPS * CUCORE__WRITE_THREADS;
    const int word = cucore__write_tile_word(key);
    const int is_double = !key->is_general && key->size == 2 && (word > 1 || (form->patch[0] && form->wide[0] == 1));
    const int64_t most = key->size == 0 ? many / 4 : is_double ? 2 * many : many;
    return cucore__write_elements(key, form) * word <= CUCORE__WRITE_TILE &&
           cucore__write_accesses(key, form) <= most && form->shared <= CUCORE__WRITE_ROOM;
}

/* Takes more into a tile of few elements, along the fastest axes of the destination. */
CUCORE__PRIVATE void cucore__write_tile_grow(const cucore__write_key *key, cucore__write_form *form,
                                             uint8_t order[2][CUCORE__WRITE_AXES])
{
    int64_t least = CUCORE__WRITE_LEAST;
    int i;
    if (key->word[1] > 4) least = 4 * least / key->word[1];
    if (key->word[1] < 4 && key->size == 2) least *= 4;
    for (i = 0; i < key->count; i++) {
        const int axis = order[1][i];
        const int64_t elements = cucore__write_elements(key, form);
        const cucore__write_form before = *form;
        if (elements > least / 2) return;
        if (form->chunk[axis] == cucore__write_extent(key, axis)) continue;
        form->chunk[axis] = cucore__write_even(key, axis, least / elements * form->chunk[axis], i == 0);
        cucore__write_tile_finish(key, form, order);
        if (!cucore__write_tile_fits(key, form)) *form = before;
    }
}

/* Makes a tile of the fastest axes of both arrays, with runs as long as there is room for.  Those of the destination
 * are longer: the rest of a sector that was read is in the cache when the next block wants it, while a sector that is
 * written in parts may have to be read first.  Returns 0 if there is none of use. */
CUCORE__PRIVATE int cucore__write_tile(const cucore__write_key *key, cucore__write_form *form)
{
    uint8_t order[2][CUCORE__WRITE_AXES];
    int64_t bytes[2] = {CUCORE__WRITE_RUN / 2, CUCORE__WRITE_RUN};
    int shorter = key->word[1] > 4;
    if (key->word[1] == 1) bytes[0] = CUCORE__WRITE_RUN;
    cucore__write_sort(key, 0, order[0]);
    cucore__write_sort(key, 1, order[1]);
    for (cucore__write_tile_try(key, form, order, bytes); !cucore__write_tile_fits(key, form); shorter ^= 1) {
        bytes[shorter] /= 2;
        if (bytes[shorter] < 2 * key->word[shorter]) return 0;
        cucore__write_tile_try(key, form, order, bytes);
    }
    cucore__write_tile_grow(key, form, order);
    if (cucore__write_accesses(key, form) > CUCORE__WRITE_STEPS * CUCORE__WRITE_THREADS)
        form->threads = (uint16_t)(2 * form->threads);
    return memcmp(form->order[0], form->order[1], form->tiled) != 0;
}

/* Returns how many elements a thread converts as one without a tile: neighbours in both arrays, up to 16 bytes,
 * aligned, and all or none of them there. */
CUCORE__PRIVATE uint8_t cucore__write_together(const cucore__write_key *key)
{
    const uint64_t from = key->word[0], to = key->word[1];
    uint64_t most = 16 / (from < to ? to : from), bits;
    int i;
    if (!key->types[0] || key->axes[0].s != (int64_t)from || key->axes[0].d != (int64_t)to) return 1;
    bits = (uint64_t)cucore__write_extent(key, 0) | key->aligned[0] / from | key->aligned[1] / to;
    for (i = 1; i < key->count; i++) {
        bits |= cucore__write_distance(&key->axes[i], 0) / from | cucore__write_distance(&key->axes[i], 1) / to;
    }
    bits = cucore__write_power(bits, most);
    return key->is_general && bits != most ? 1 : (uint8_t)bits;
}

/* Makes the key of one index of an axis. */
CUCORE__PRIVATE void cucore__write_once(const cucore__write_key *key, int axis, cucore__write_key *once)
{
    memcpy(once, key, cucore__write_key_size(key));
    once->axes[axis].n = 1;
}

/* Finds the longest axis that the source repeats, along which a thread without a tile stores what it loaded once; not
 * the fastest one, nor one without which stores are scattered.  It pays if loads are: each warp's from so many pieces;
 * or if the source repeats the fastest axis as well, where a thread's indices cost most.  Else the caches have the
 * elements, and memory is faster if blocks write one after the other.  -1: none.  once: the key of one index */
CUCORE__PRIVATE int cucore__write_find_again(const cucore__write_key *key, cucore__write_key *once)
{
    const int is_scattered = cucore__write_is_scattered(key, 1);
    int64_t most = 1, reach;
    int i, full, found = -1;
    for (i = 1; i < key->count && key->size && CUCORE__WRITE_AGAIN > 1; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        if (axis->s || cucore__write_extent(key, i) <= most || cucore__mul(axis->d, CUCORE__WRITE_MOST, &reach))
            continue;
        cucore__write_once(key, i, once);
        if (!is_scattered && cucore__write_is_scattered(once, 1)) continue;
        if (key->axes[0].s && cucore__write_pieces(once, 0, &full) < CUCORE__WRITE_AGAIN_FROM * full) continue;
        most = cucore__write_extent(key, i);
        found = i;
    }
    if (found >= 0) cucore__write_once(key, found, once);
    return found;
}

/* The elements of a key, without the axis whose extent is a parameter. */
CUCORE__PRIVATE int64_t cucore__write_total(const cucore__write_key *key)
{
    int64_t total = 1;
    int i;
    for (i = 0; i < key->count; i++) total *= key->axes[i].n ? key->axes[i].n : 1;
    return total;
}

CUCORE__PRIVATE void cucore__write_form_make(const cucore__write_key *key, cucore__write_form *form)
{
    const int most = key->word[0] > key->word[1] ? key->word[0] : key->word[1];
    cucore__write_key once;
    int i, again, is_few;
    memset(form, 0, sizeof *form);
    form->threads = CUCORE__WRITE_THREADS;
    if (cucore__write_is_scattered(key, 0) && cucore__write_tile(key, form)) return;
    memset(form, 0, sizeof *form);
    for (i = 0; i < key->count; i++) form->chunk[i] = 1;
    form->threads = CUCORE__WRITE_THREADS;
    form->wide[0] = form->wide[1] = cucore__write_together(key);
    form->steps = 1;
    if (!key->size) return;
    form->steps = (uint8_t)(CUCORE__WRITE_DIRECT / (most > 2 ? most : 2));
    if (form->wide[0] > 1) form->steps = 2;
    if (form->steps > 1 && cucore__write_is_scattered(key, 1)) form->steps /= 2;
    again = cucore__write_find_again(key, &once);
    if (again < 0) return;
    is_few = once.axes[key->count - 1].n && cucore__write_total(&once) < CUCORE__WRITE_FEW;
    form->again = (uint8_t)(again + 1);
    form->times = (uint8_t)cucore__write_even(key, again, is_few ? CUCORE__WRITE_AGAIN_FEW : CUCORE__WRITE_AGAIN, 0);
}

/* Finds how many blocks launches of a layout have. */
CUCORE__PRIVATE void cucore__write_grid_make(const cucore__write_key *key, const cucore__write_form *form,
                                             const cucore__write_launch *launch, cucore__write_grid *out)
{
    const int64_t of_block = (int64_t)form->threads * form->steps * form->wide[0];
    const int last = key->count - 1, again = form->again - 1;
    int64_t times = 1, each = of_block, share = 1;
    int i;
    if (form->tiled) {
        for (i = 0; i < last; i++) times *= cucore__kernel_pieces(key->axes[i].n, form->chunk[i]);
        each = form->chunk[last];
        share = 0;
    } else if (again == last) {
        times = cucore__kernel_pieces(launch->total / launch->last, of_block);
        each = form->times;
        share = 0;
    } else if (again >= 0) {
        share = key->axes[again].n;
        times = cucore__kernel_pieces(share, form->times);
    }
    out->times = (uint32_t)times;
    out->each = (uint32_t)each;
    out->share = (uint32_t)share;
}

CUCORE__PRIVATE uint32_t cucore__write_blocks(const cucore__write_grid *grid, const cucore__write_launch *launch)
{
    const int64_t counted = grid->share ? launch->total / grid->share : launch->last;
    return grid->times * (uint32_t)cucore__kernel_pieces(counted, grid->each);
}

/* The parts of a row: words of 16 bytes of the destination, the first and the last of which may begin before the row
 * and end behind it. */
CUCORE__PRIVATE int64_t cucore__write_row_parts(const cucore__write_key *key)
{
    return (key->axes[0].n * key->axes[0].d + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD + 1;
}

/* Sets what a general kernel counts: parts, if it copies rows in parts. */
CUCORE__PRIVATE void cucore__write_launch_general(const cucore__write_key *key, const cucore__write_form *form,
                                                  cucore__write_launch *launch)
{
    if (form->in_rows) launch->total = (uint32_t)(launch->total / key->axes[0].n * cucore__write_row_parts(key));
}

/* ------------ the text of a written kernel -- */
/* copy/emit/write_text.c: instructions and indices, which written kernels are made of, as PTX text.  Pure: no
 * driver. */
/* Each function below appends one instruction, or a few, and returns the number of the register with the result: %r
 * of 32 bits, %d of 64 bits, %p of a predicate.  In a general kernel each number of the layout is a parameter, in
 * the order in which it is asked for: the writer goes the same way twice, without the layout for the text, and with
 * the layout, but without the text, for the numbers. */
typedef struct cucore__writer {
    const cucore__write_key *key;
    const cucore__write_form *form;
    cucore__text text;
    unsigned char *numbers; /* where the parameters of a general kernel are noted; NULL: its text is written */
    uint32_t bytes;         /* of the parameters so far */
    int converts_last;      /* 1: a tile holds elements of the source, which are converted when they leave it */
    int64_t again;          /* bytes from one place of an element to the next; 0: each is stored once */
    int times;              /* a register: places that are left */
    int registers, wides, predicates;
} cucore__writer;

#define CUCORE__PTX(w, ...) ((w)->numbers ? (void)0 : cucore__text_add(&(w)->text, __VA_ARGS__))

/* The next parameter of a general kernel: a register %r, or %d if it is wide. */
CUCORE__PRIVATE int cucore__ptx_parameter(cucore__writer *w, int64_t value, int is_wide)
{
    const uint32_t size = is_wide ? 8 : 4, at = (w->bytes + size - 1) & (0 - size), low = (uint32_t)(uint64_t)value;
    w->bytes = at + size;
    if (w->numbers) memcpy(w->numbers + at, is_wide ? (const void *)&value : (const void *)&low, size);
    CUCORE__PTX(w, "ld.param.u%u %%%c%d,[p+%u];\n", 8 * size, is_wide ? 'd' : 'r', is_wide ? w->wides : w->registers,
                at);
    return is_wide ? w->wides++ : w->registers++;
}

CUCORE__PRIVATE int cucore__ptx_add(cucore__writer *w, int a, int64_t constant)
{
    if (!constant) return a;
    CUCORE__PTX(w, "add.s32 %%r%d,%%r%d,%lld;\n", w->registers, a, (long long)constant);
    return w->registers++;
}

CUCORE__PRIVATE int cucore__ptx_divide(cucore__writer *w, int a, uint32_t by)
{
    uint32_t magic, shift;
    if (by == 1) return a;
    cucore__digit_divide(by, &magic, &shift);
    if (!(by & (by - 1))) {
        CUCORE__PTX(w, "shr.u32 %%r%d,%%r%d,%u;\n", w->registers, a, shift + 1);
        return w->registers++;
    }
    CUCORE__PTX(w, "mul.hi.u32 %%r%d,%%r%d,%u;\n", w->registers, a, magic);
    if (shift) CUCORE__PTX(w, "shr.u32 %%r%d,%%r%d,%u;\n", w->registers, w->registers, shift);
    return w->registers++;
}

/* a - quotient * by */
CUCORE__PRIVATE int cucore__ptx_remainder(cucore__writer *w, int a, int quotient, uint32_t by)
{
    if (!(by & (by - 1))) {
        CUCORE__PTX(w, "and.b32 %%r%d,%%r%d,%u;\n", w->registers, a, by - 1);
    } else {
        CUCORE__PTX(w, "mad.lo.s32 %%r%d,%%r%d,-%u,%%r%d;\n", w->registers, quotient, by, a);
    }
    return w->registers++;
}

/* a * stride + sum, of 32 bits; sum: -1 is 0 */
CUCORE__PRIVATE int cucore__ptx_multiply_add(cucore__writer *w, int a, int64_t stride, int sum)
{
    if (!stride) return sum;
    if (stride == 1 && sum < 0) return a;
    if (sum < 0) {
        CUCORE__PTX(w, "mul.lo.s32 %%r%d,%%r%d,%lld;\n", w->registers, a, (long long)stride);
    } else {
        CUCORE__PTX(w, "mad.lo.s32 %%r%d,%%r%d,%lld,%%r%d;\n", w->registers, a, (long long)stride, sum);
    }
    return w->registers++;
}

/* a * b + sum, of 32 bits, of registers */
CUCORE__PRIVATE int cucore__ptx_multiply_add_register(cucore__writer *w, int a, int b, int sum)
{
    if (sum < 0) {
        CUCORE__PTX(w, "mul.lo.s32 %%r%d,%%r%d,%%r%d;\n", w->registers, a, b);
    } else {
        CUCORE__PTX(w, "mad.lo.s32 %%r%d,%%r%d,%%r%d,%%r%d;\n", w->registers, a, b, sum);
    }
    return w->registers++;
}

/* The same of 64 bits; a has 32, and is not negative */
CUCORE__PRIVATE int cucore__ptx_multiply_add_wide_register(cucore__writer *w, int a, int b, int sum)
{
    CUCORE__PTX(w, "cvt.u64.u32 %%d%d,%%r%d;\nmad.lo.s64 %%d%d,%%d%d,%%d%d,%%d%d;\n", w->wides, a, w->wides + 1,
                w->wides, b, sum);
    w->wides += 2;
    return w->wides - 1;
}

/* a * stride + sum, of 64 bits; a is not negative */
CUCORE__PRIVATE int cucore__ptx_multiply_add_wide(cucore__writer *w, int a, int64_t stride, int sum)
{
    const int out = w->wides++;
    if (stride >= INT32_MIN && stride <= INT32_MAX) {
        CUCORE__PTX(w, "mad.wide.s32 %%d%d,%%r%d,%lld,%%d%d;\n", out, a, (long long)stride, sum);
    } else {
        const int wide = w->wides++;
        CUCORE__PTX(w, "cvt.u64.u32 %%d%d,%%r%d;\nmad.lo.s64 %%d%d,%%d%d,%lld,%%d%d;\n", wide, a, out, wide,
                    (long long)stride, sum);
    }
    return out;
}

/* base + a, a signed */
CUCORE__PRIVATE int cucore__ptx_address(cucore__writer *w, int base, int a)
{
    if (a < 0) return base;
    CUCORE__PTX(w, "cvt.s64.s32 %%d%d,%%r%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\n", w->wides, a, w->wides + 1, base, w->wides);
    w->wides += 2;
    return w->wides - 1;
}

CUCORE__PRIVATE int cucore__ptx_subtract(cucore__writer *w, int a, int b)
{
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\n", w->registers, a, b);
    return w->registers++;
}

/* Sets a predicate to: a < b, of registers. */
CUCORE__PRIVATE int cucore__ptx_is_below(cucore__writer *w, int a, int b)
{
    CUCORE__PTX(w, "setp.lt.s32 %%p%d,%%r%d,%%r%d;\n", w->predicates, a, b);
    return w->predicates++;
}

CUCORE__PRIVATE int cucore__ptx_is_less(cucore__writer *w, int a, int64_t constant)
{
    CUCORE__PTX(w, "setp.lt.s32 %%p%d,%%r%d,%lld;\n", w->predicates, a, (long long)constant);
    return w->predicates++;
}

/* Sets a predicate to: a > constant, and, if there is one, another predicate. */
CUCORE__PRIVATE int cucore__ptx_is_more(cucore__writer *w, int a, int64_t constant, int both)
{
    const int out = w->predicates++;
    if (both < 0) {
        CUCORE__PTX(w, "setp.gt.s32 %%p%d,%%r%d,%lld;\n", out, a, (long long)constant);
    } else {
        const int alone = w->predicates++;
        CUCORE__PTX(w, "setp.gt.s32 %%p%d,%%r%d,%lld;\nand.pred %%p%d,%%p%d,%%p%d;\n", alone, a, (long long)constant,
                    out, alone, both);
    }
    return out;
}

/* An access: "ld.global" or another name, its bytes, and a predicate, or -1. */
typedef struct cucore__ptx_access {
    const char *name;
    int bytes;
    int predicate;
} cucore__ptx_access;

/* The registers of the element are %e<first>... */
CUCORE__PRIVATE void cucore__ptx_move(cucore__writer *w, cucore__ptx_access access, const char *address, int first)
{
    static const char *const types[] = {"u8", "u16", "u32", "v2.u32", "v4.u32"};
    char data[80];
    const int bytes = access.bytes, is_load = access.name[0] == 'l';
    if (w->numbers) return;
    if (bytes == 16) {
        snprintf(data, sizeof data, "{%%e%d,%%e%d,%%e%d,%%e%d}", first, first + 1, first + 2, first + 3);
    } else if (bytes == 8) {
        snprintf(data, sizeof data, "{%%e%d,%%e%d}", first, first + 1);
    } else {
        snprintf(data, sizeof data, "%%e%d", first);
    }
    if (access.predicate >= 0) CUCORE__PTX(w, "@%%p%d ", access.predicate);
    CUCORE__PTX(w, "%s.%s %s,%s;\n", access.name,
                types[bytes == 16  ? 4
                      : bytes == 8 ? 3
                                   : bytes / 2],
                is_load ? data : address, is_load ? address : data);
}

typedef enum cucore__write_space { CUCORE__WRITE_ARRAY, CUCORE__WRITE_SHARED } cucore__write_space;

/* -- numbers taken apart ------------------------------------------------------------------------------------------- */
/* A number is taken apart into indices, the fastest first: each of an axis, of several axes that are one run, or of an
 * axis by words.  The number of step k is that of step 0 plus a constant.  As long as the constant is a multiple of the
 * extents, the indices are those of step 0, and only the last one is more by a constant. */
typedef struct cucore__write_digit {
    uint32_t extent;     /* of all but the last one */
    int skew;            /* 2^skew indices are form->skew bytes further apart in shared memory; 0: none are */
    int64_t array, tile; /* bytes from index to index, in the array and in shared memory */
    int number;          /* registers: what is left of the number before this index, */
    int index;           /* and the index, as step 0 has them */
    int limit;           /* a register that the index has to stay below; -1: it does */
    int16_t magic, shift, less, away[2]; /* registers of a general kernel: for the extent, of `array` and `tile` */
} cucore__write_digit;

typedef struct cucore__write_digits {
    int count;
    cucore__write_digit at[CUCORE__WRITE_AXES];
} cucore__write_digits;

/* The indices of one step: register + constant. */
typedef struct cucore__write_indices {
    int is_first; /* 1: the registers are those of step 0 */
    int index[CUCORE__WRITE_AXES];
    int64_t more[CUCORE__WRITE_AXES];
} cucore__write_indices;

/* Sets magic and shift for n / extent = (n * magic >> 32) + n >> shift, for n < 2^31 and any extent. */
CUCORE__PRIVATE void cucore__write_magic(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < extent) bits++;
    *shift = bits;
    *magic = (uint32_t)(((((uint64_t)1 << bits) - extent) << 32) / extent + 1);
}

/* Asks for the extents of digits as parameters. */
CUCORE__PRIVATE void cucore__write_ask_extents(cucore__writer *w, cucore__write_digits *digits)
{
    int i;
    for (i = 0; i < digits->count - 1 && w->key->is_general; i++) {
        cucore__write_digit *digit = &digits->at[i];
        uint32_t magic = 0, shift = 0;
        if (w->numbers) cucore__write_magic(digit->extent, &magic, &shift);
        digit->magic = (int16_t)cucore__ptx_parameter(w, magic, 0);
        digit->shift = (int16_t)cucore__ptx_parameter(w, shift, 0);
        digit->less = (int16_t)cucore__ptx_parameter(w, -(int64_t)digit->extent, 0);
    }
}

/* Asks for the distances of digits from `first` on. */
CUCORE__PRIVATE void cucore__write_ask_strides(cucore__writer *w, cucore__write_digits *digits, int first,
                                               cucore__write_space space)
{
    int i;
    for (i = first; i < digits->count && w->key->is_general; i++) {
        cucore__write_digit *digit = &digits->at[i];
        digit->away[space] =
            (int16_t)cucore__ptx_parameter(w, space ? digit->tile : digit->array, !space && w->key->is_wide);
    }
}

CUCORE__PRIVATE int cucore__write_quotient(cucore__writer *w, const cucore__write_digit *digit, int number)
{
    if (!w->key->is_general) return cucore__ptx_divide(w, number, digit->extent);
    CUCORE__PTX(w, "mad.hi.u32 %%r%d,%%r%d,%%r%d,%%r%d;\nshr.u32 %%r%d,%%r%d,%%r%d;\n", w->registers, number,
                digit->magic, number, w->registers + 1, w->registers, digit->shift);
    w->registers += 2;
    return w->registers - 1;
}

CUCORE__PRIVATE int cucore__write_rest(cucore__writer *w, const cucore__write_digit *digit, int number, int quotient)
{
    if (!w->key->is_general) return cucore__ptx_remainder(w, number, quotient, digit->extent);
    return cucore__ptx_multiply_add_register(w, quotient, digit->less, number);
}

CUCORE__PRIVATE void cucore__write_split(cucore__writer *w, cucore__write_digits *digits, int number)
{
    int i;
    for (i = 0; i < digits->count; i++) {
        cucore__write_digit *digit = &digits->at[i];
        digit->number = digit->index = number;
        if (i == digits->count - 1) return;
        number = cucore__write_quotient(w, digit, number);
        digit->index = cucore__write_rest(w, digit, digit->number, number);
    }
}

CUCORE__PRIVATE void cucore__write_indices_of(cucore__writer *w, const cucore__write_digits *digits, uint32_t more,
                                              cucore__write_indices *out)
{
    int i, number = -1;
    out->is_first = 1;
    for (i = 0; i < digits->count; i++) {
        const cucore__write_digit *digit = &digits->at[i];
        const int is_last = i == digits->count - 1;
        int quotient;
        out->index[i] = digit->index;
        out->more[i] = out->is_first && is_last ? more : 0;
        if (out->is_first && (w->key->is_general ? !more : is_last || more % digit->extent == 0)) {
            if (!is_last && more) more /= digit->extent;
            continue;
        }
        if (out->is_first) number = cucore__ptx_add(w, digit->number, more);
        out->is_first = 0;
        out->more[i] = 0;
        quotient = is_last ? number : cucore__write_quotient(w, digit, number);
        out->index[i] = is_last ? number : cucore__write_rest(w, digit, number, quotient);
        number = quotient;
    }
}

/* Where an element is: a register with its address, in an array or in shared memory, and a constant. */
typedef struct cucore__write_place_of {
    int reg;
    int64_t constant;
} cucore__write_place_of;

/* base: register of the array's address; first: the register of step 0, which is used again if the indices are, or
 * -1 */
CUCORE__PRIVATE cucore__write_place_of cucore__write_locate(cucore__writer *w, const cucore__write_digits *digits,
                                                            const cucore__write_indices *indices, int base, int first)
{
    const cucore__write_space space = base < 0 ? CUCORE__WRITE_SHARED : CUCORE__WRITE_ARRAY;
    const int is_wide = w->key->is_wide && space == CUCORE__WRITE_ARRAY;
    cucore__write_place_of out = {first, 0};
    int i, sum = is_wide ? base : space ? CUCORE__WRITE_SHARED_AT : -1, is_first = first >= 0 && indices->is_first;
    for (i = 0; i < digits->count; i++) {
        out.constant += indices->more[i] * (space ? digits->at[i].tile : digits->at[i].array);
        if (space && digits->at[i].skew && indices->more[i]) is_first = 0;
    }
    if (is_first) return out;
    for (i = 0; i < digits->count; i++) {
        const int64_t stride = space ? digits->at[i].tile : digits->at[i].array;
        if (w->key->is_general) {
            const int away = digits->at[i].away[space];
            if (away < 0) continue;
            sum = is_wide ? cucore__ptx_multiply_add_wide_register(w, indices->index[i], away, sum)
                          : cucore__ptx_multiply_add_register(w, indices->index[i], away, sum);
            continue;
        }
        if (!stride) continue;
        sum = is_wide ? cucore__ptx_multiply_add_wide(w, indices->index[i], stride, sum)
                      : cucore__ptx_multiply_add(w, indices->index[i], stride, sum);
        if (space && digits->at[i].skew) {
            const int index = cucore__ptx_add(w, indices->index[i], indices->more[i]);
            const int block = cucore__ptx_divide(w, index, 1u << digits->at[i].skew);
            sum = cucore__ptx_multiply_add(w, block, w->form->skew, sum);
        }
    }
    out.reg = is_wide || space ? sum : cucore__ptx_address(w, base, sum);
    return out;
}

CUCORE__PRIVATE const char *cucore__write_address(cucore__write_space space, cucore__write_place_of place, int64_t more,
                                                  char *text, size_t size)
{
    snprintf(text, size, space ? "[%%r%d+%lld]" : "[%%d%d+%lld]", place.reg, (long long)(place.constant + more));
    return text;
}

/* The axes of a tile as the digits of a side: the first one is the run, by words of `wide` elements. */
CUCORE__PRIVATE void cucore__write_tile_digits(cucore__writer *w, int side, const int *limit,
                                               cucore__write_digits *digits)
{
    const cucore__write_form *form = w->form;
    const uint8_t *order = form->order[side];
    const cucore__write_run run = cucore__write_run_of(w->key, form, side);
    const int wide = form->wide[side];
    int i, k = 0;
    for (i = run.axes - 1; i < form->tiled; i++, k++) {
        cucore__write_digit *digit = &digits->at[k];
        const int axis = k ? order[i] : order[0];
        digit->skew = form->skew && axis == form->order[0][0] ? 5 : 0;
        digit->extent = form->chunk[order[i]];
        digit->array = side ? w->key->axes[axis].d : w->key->axes[axis].s;
        digit->tile = form->pitch[axis];
        digit->limit = limit[order[i]];
        if (k) continue;
        digit->extent = (uint32_t)(digit->extent * run.before / wide);
        digit->array *= wide;
        digit->tile *= wide;
        if (digit->limit < 0) continue;
        digit->limit = cucore__ptx_multiply_add(w, digit->limit, run.before, -1);
        digit->limit = cucore__ptx_divide(w, digit->limit, (uint32_t)wide);
    }
    digits->count = k;
}

/* copy/emit/write_bytes.c: tiles of bytes, of which a thread moves four at a time: turned in registers when they are
 * loaded, as elements of 2 bytes are, and stored in words also where the destination is not aligned.  Pure: no
 * driver. */
/* -- patches, which are turned in registers ------------------------------------------------------------------------ */
/* Where a patch is. */
typedef struct cucore__write_patch_at {
    cucore__write_place_of array, tile;
    int predicate;                /* -1: the thread has one */
    int left[CUCORE__WRITE_AXES]; /* registers: elements that the array has from it on along each digit; -1: enough */
} cucore__write_patch_at;

/* Loads the elements of a patch, as words or one by one, from %e<first> on.  may_end: 0: all are in the array */
CUCORE__PRIVATE CUCORE__APART void cucore__write_patch_load(cucore__writer *w, const cucore__write_digits *digits,
                                                            const cucore__write_patch_at *patch, int first, int may_end)
{
    const cucore__write_form *form = w->form;
    const int a = form->order[0][0], b = form->order[1][0], across = form->patch[0];
    const int wide = form->wide[0], loads = across * form->patch[1] / wide, word = w->key->word[0];
    cucore__ptx_access access = {"ld.global", wide * word, -1};
    int i, k;
    for (k = 0; k < loads; k++) {
        const int at[2] = {k * wide % across, k * wide / across}; /* of the first element, along a and along b */
        char text[64];
        access.predicate = patch->predicate;
        for (i = 0; i < digits->count && may_end; i++) {
            const int axis = form->order[0][i];
            if (patch->left[i] < 0) continue;
            access.predicate = cucore__ptx_is_more(w, patch->left[i],
                                                   axis == a   ? at[0]
                                                   : axis == b ? at[1]
                                                               : 0,
                                                   access.predicate);
        }
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, patch->array, at[0] * word + at[1] * w->key->axes[b].s, text,
                                    sizeof text);
        cucore__ptx_move(w, access, text, first + k);
    }
}

/* Stores a patch that was loaded from %e<first> on into the tile, in words along the destination's fastest axis. */
CUCORE__PRIVATE CUCORE__APART void cucore__write_patch_store(cucore__writer *w, const cucore__write_patch_at *patch,
                                                             int first)
{
    static const int others[] = {0x4440, 0x3200, 0x3010, 0x0210}; /* the digits of prmt.b32 for the other bytes */
    const cucore__write_form *form = w->form;
    const int across = form->patch[0], along = form->patch[1], word = w->key->word[0];
    const int words = across * along * word / 4;
    const int64_t pitch = form->is_joined[1] ? 4 : form->pitch[form->order[0][0]];
    const int as_one = words == 4 && pitch == 4;
    cucore__ptx_access access = {"st.shared", as_one ? 16 : 4, patch->predicate};
    char text[64];
    int k, y;
    for (k = 0; k < words; k++) {
        const int out = CUCORE__WRITE_CONVERTED + k;
        for (y = 0; y < 4; y++) {
            const int at = (4 * k + y) / word;                 /* the number of the element in the tile, */
            const int from = at % along * across + at / along; /* and among those that were loaded */
            const int in = first + from / form->wide[0], byte = from % form->wide[0] * word + y % word;
            CUCORE__PTX(w, "prmt.b32 %%e%d,%%e%d,%%e%d,%d;\n", out, y ? out : in, in,
                        others[y] + ((y ? 4 + byte : byte) << 4 * y));
        }
        if (as_one && k < words - 1) continue;
        (void)cucore__write_address(CUCORE__WRITE_SHARED, patch->tile, as_one ? 0 : k * pitch, text, sizeof text);
        cucore__ptx_move(w, access, text, as_one ? CUCORE__WRITE_CONVERTED : out);
    }
}

/* Finds the patch of step k; its registers continue those of step 0. */
CUCORE__PRIVATE CUCORE__APART void cucore__write_patch_find(cucore__writer *w, const cucore__write_digits *digits,
                                                            int address, cucore__write_patch_at *at, int k)
{
    const cucore__write_form *form = w->form;
    const int64_t patches = cucore__write_elements(w->key, form) / (form->patch[0] * form->patch[1]);
    const int64_t before = (int64_t)k * form->threads;
    cucore__write_indices indices;
    int i;
    at[k].predicate = before + form->threads > patches ? cucore__ptx_is_less(w, 0, patches - before) : -1;
    cucore__write_indices_of(w, digits, (uint32_t)before, &indices);
    at[k].array = cucore__write_locate(w, digits, &indices, address, k ? at[0].array.reg : -1);
    at[k].tile = cucore__write_locate(w, digits, &indices, -1, k ? at[0].tile.reg : -1);
    for (i = 0; i < digits->count; i++) {
        const int64_t each = form->chunk[form->order[0][i]] / digits->at[i].extent;
        int index = -1;
        at[k].left[i] = -1;
        if (digits->at[i].limit < 0) continue;
        index = cucore__ptx_add(w, indices.index[i], indices.more[i]);
        at[k].left[i] = cucore__ptx_multiply_add(w, index, -each, digits->at[i].limit);
    }
}

CUCORE__PRIVATE CUCORE__APART void cucore__write_patches(cucore__writer *w, int address, const int *limit)
{
    const cucore__write_form *form = w->form;
    const int size = form->patch[0] * form->patch[1], loads = size / form->wide[0];
    const int64_t patches = cucore__write_elements(w->key, form) / size;
    const int steps = (int)cucore__kernel_pieces(patches, form->threads);
    cucore__write_digits digits;
    cucore__write_patch_at at[CUCORE__WRITE_STEPS];
    int i, k, whole = -1;
    digits.count = form->tiled;
    for (i = 0; i < form->tiled; i++) {
        const int axis = form->order[0][i];
        const uint32_t each = i == 0 ? form->patch[0] : axis == form->order[1][0] ? form->patch[1] : 1;
        digits.at[i].extent = form->chunk[axis] / each;
        digits.at[i].array = w->key->axes[axis].s * each;
        digits.at[i].tile = (int64_t)form->pitch[axis] * each;
        digits.at[i].limit = limit[axis];
        digits.at[i].skew = !form->skew || i > 0 ? 0 : each == 4 ? 3 : 4;
        if (limit[axis] >= 0) whole = cucore__ptx_is_more(w, limit[axis], (int64_t)form->chunk[axis] - 1, whole);
    }
    cucore__write_split(w, &digits, 0);
    for (k = 0; k < steps; k++) cucore__write_patch_find(w, &digits, address, at, k);
    if (whole >= 0) { /* a tile within the array takes no comparisons */
        CUCORE__PTX(w, "@%%p%d bra WHOLE;\n", whole);
        for (k = 0; k < steps; k++) cucore__write_patch_load(w, &digits, &at[k], k * loads, 1);
        CUCORE__PTX(w, "bra LOADED;\nWHOLE:\n");
    }
    for (k = 0; k < steps; k++) cucore__write_patch_load(w, &digits, &at[k], k * loads, 0);
    if (whole >= 0) CUCORE__PTX(w, "LOADED:\n");
    for (k = 0; k < steps; k++) cucore__write_patch_store(w, &at[k], k * loads);
}

/* -- runs of bytes that are not aligned in the destination --------------------------------------------------------- */
/* A row is a run of the tile; registers. */
typedef struct cucore__write_row {
    int part;          /* what of the row the thread stores: the number of a word, or of a byte at the ends */
    int address, tile; /* of the first byte, in the destination and in shared memory */
    int before;        /* bytes before the first aligned word of the destination */
    int bytes;         /* of the row that are in the array */
    int predicate;
} cucore__write_row;

/* Finds the row of a step.  digits: the first one is the part. */
CUCORE__PRIVATE cucore__write_row cucore__write_row_of(cucore__writer *w, const cucore__write_digits *digits, int step,
                                                       int64_t parts, int address)
{
    const int64_t before = (int64_t)step * w->form->threads;
    cucore__write_row row;
    cucore__write_indices indices;
    cucore__write_place_of array, tile;
    int i;
    row.predicate = before + w->form->threads > parts ? cucore__ptx_is_less(w, 0, parts - before) : -1;
    cucore__write_indices_of(w, digits, (uint32_t)before, &indices);
    for (i = 1; i < digits->count; i++) {
        int left = digits->at[i].limit;
        if (left < 0) continue;
        left = cucore__ptx_subtract(w, left, indices.index[i]);
        row.predicate = cucore__ptx_is_more(w, left, indices.more[i], row.predicate);
    }
    row.part = cucore__ptx_add(w, indices.index[0], indices.more[0]);
    row.bytes = digits->at[0].limit;
    array = cucore__write_locate(w, digits, &indices, address, -1);
    tile = cucore__write_locate(w, digits, &indices, -1, -1);
    row.tile = cucore__ptx_add(w, tile.reg, tile.constant);
    row.address = w->wides++;
    row.before = w->registers++;
    CUCORE__PTX(w,
                "add.s64 %%d%d,%%d%d,%lld;\ncvt.u32.u64 %%r%d,%%d%d;\nneg.s32 %%r%d,%%r%d;\nand.b32 %%r%d,%%r%d,3;\n",
                row.address, array.reg, (long long)array.constant, row.before, row.address, row.before, row.before,
                row.before, row.before);
    return row;
}

/* Writes the PTX that stores one aligned word of the destination, if all four bytes of the word are in the row. */
CUCORE__PRIVATE void cucore__write_store_word(cucore__writer *w, const cucore__write_row *row)
{
    const cucore__ptx_access load = {"ld.shared", 4, row->predicate};
    cucore__ptx_access store = {"st.global", 4, -1};
    const int first = cucore__ptx_multiply_add(w, row->part, 4, row->before), shift = w->registers++;
    const int tile = cucore__ptx_multiply_add(w, row->part, 4, row->tile);
    char text[64];
    int k;
    for (k = 0; k < 2; k++) {
        snprintf(text, sizeof text, "[%%r%d+%d]", tile, 4 * k);
        cucore__ptx_move(w, load, text, k);
    }
    CUCORE__PTX(w, "shl.b32 %%r%d,%%r%d,3;\nshf.r.wrap.b32 %%e2,%%e0,%%e1,%%r%d;\n", shift, row->before, shift);
    store.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, row->bytes, first), 3, row->predicate);
    snprintf(text, sizeof text, "[%%d%d]", cucore__ptx_address(w, row->address, first));
    cucore__ptx_move(w, store, text, 2);
}

/* Writes the PTX that stores one byte of a row before its first aligned word or after its last one: parts 0 to 2 count
 * from the beginning of the row, 4 to 6 from its end. */
CUCORE__PRIVATE void cucore__write_store_end_byte(cucore__writer *w, const cucore__write_row *row)
{
    cucore__ptx_access move = {"ld.shared", 1, -1};
    const int is_first = cucore__ptx_is_less(w, row->part, 4), at = w->registers, count = at + 1, rank = at + 2;
    char text[64];
    w->registers += 3;
    CUCORE__PTX(w, "and.b32 %%r%d,%%r%d,3;\nsub.s32 %%r%d,%%r%d,%%r%d;\nsub.s32 %%r%d,%%r%d,1;\n", rank, row->part, at,
                row->bytes, rank, at, at);
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\nand.b32 %%r%d,%%r%d,3;\n", count, row->bytes, row->before, count,
                count);
    CUCORE__PTX(w, "selp.b32 %%r%d,%%r%d,%%r%d,%%p%d;\nselp.b32 %%r%d,%%r%d,%%r%d,%%p%d;\n", at, rank, at, is_first,
                count, row->before, count, is_first);
    move.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, count, rank), 0, row->predicate);
    move.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, row->bytes, at), 0, move.predicate);
    move.predicate = cucore__ptx_is_more(w, at, -1, move.predicate);
    snprintf(text, sizeof text, "[%%r%d]", cucore__ptx_multiply_add(w, at, 1, row->tile));
    cucore__ptx_move(w, move, text, 0);
    move.name = "st.global";
    snprintf(text, sizeof text, "[%%d%d]", cucore__ptx_address(w, row->address, at));
    cucore__ptx_move(w, move, text, 0);
}

CUCORE__PRIVATE CUCORE__APART void cucore__write_rows(cucore__writer *w, int address, const int *limit)
{
    const int64_t bytes = cucore__write_elements(w->key, w->form);
    cucore__write_digits digits;
    int64_t in_row, parts;
    int is_end, k;
    cucore__write_tile_digits(w, 1, limit, &digits);
    in_row = digits.at[0].extent;
    digits.at[0].array = digits.at[0].tile = 0;
    if (digits.at[0].limit < 0) {
        digits.at[0].limit = w->registers++;
        CUCORE__PTX(w, "mov.u32 %%r%d,%lld;\n", digits.at[0].limit, (long long)in_row);
    } else {
        CUCORE__PTX(w, "min.s32 %%r%d,%%r%d,%lld;\n", w->registers, digits.at[0].limit, (long long)in_row);
        digits.at[0].limit = w->registers++;
    }
    for (is_end = 0; is_end < 2; is_end++) {
        digits.at[0].extent = is_end ? 8 : (uint32_t)(in_row + 3) / 4;
        cucore__write_split(w, &digits, 0);
        parts = bytes / in_row * digits.at[0].extent;
        for (k = 0; k * (int64_t)w->form->threads < parts; k++) {
            const cucore__write_row row = cucore__write_row_of(w, &digits, k, parts, address);
            (is_end ? cucore__write_store_end_byte : cucore__write_store_word)(w, &row);
        }
    }
}

/* copy/emit/write.c: a kernel written for one layout: from its form to PTX text.  Pure: no driver. */
/* -- the two forms ------------------------------------------------------------------------------------------------- */
/* What the threads of a block do in one pass: where each of their elements is, and which of them there are. */
typedef struct cucore__write_pass {
    int steps;
    int count;                          /* a register: elements of all passes of a general kernel */
    int predicate[CUCORE__WRITE_STEPS]; /* -1: each has an element */
    cucore__write_place_of array[CUCORE__WRITE_STEPS], tile[CUCORE__WRITE_STEPS];
} cucore__write_pass;

/* Number of the thread: %r0; of the block: %r1; the last extent: %r2; the total: %r3; shared memory: %r4; addresses:
 * %d0 and %d1.  bytes: of the parameters */
CUCORE__PRIVATE void cucore__write_begin(cucore__writer *w, uint32_t bytes)
{
    const int is_apart = w->key->is_general && w->form->tiled; /* the launch says how much memory is shared */
    CUCORE__PTX(w,
                ".version 6.0\n.target sm_50\n.address_size 64\n%s.visible .entry cucore_copy_written(\n"
                ".param .align 8 .b8 p[%u]\n)\n.maxntid %d,1,1\n{\n"
                ".reg .pred %%p<1000>;\n.reg .b32 %%r<4000>;\n.reg .b32 %%e<%d>;\n.reg .b64 %%d<4000>;\n",
                is_apart ? ".extern .shared .align 16 .b8 tile[];\n" : "", bytes, w->form->threads,
                CUCORE__WRITE_CONVERTED + 4);
    if (w->key->types[0]) {
        CUCORE__PTX(w, ".reg .b16 %%h<8>;\n.reg .b32 %%t<32>;\n.reg .b64 %%w<16>;\n.reg .pred %%q<8>;\n");
    }
    if (w->form->shared && !is_apart) CUCORE__PTX(w, ".shared .align 16 .b8 tile[%u];\n", w->form->shared);
    if (w->form->tiled) CUCORE__PTX(w, "mov.u32 %%r%d,tile;\n", CUCORE__WRITE_SHARED_AT);
    CUCORE__PTX(w, "ld.param.u64 %%d0,[p];\nld.param.u64 %%d1,[p+8];\nld.param.u32 %%r2,[p+16];\n"
                   "ld.param.u32 %%r3,[p+20];\nmov.u32 %%r0,%%tid.x;\nmov.u32 %%r1,%%ctaid.x;\n");
    w->registers = CUCORE__WRITE_SHARED_AT + 1;
    w->wides = 2;
}

/* Makes the block's number, the total and the address of the destination those of a key without the axis that the
 * source repeats, and finds how many indices of that axis are the block's. */
CUCORE__PRIVATE void cucore__write_again_begin(cucore__writer *w, const cucore__write_key *key,
                                               const cucore__write_form *form)
{
    const int axis = form->again - 1, is_last = axis == key->count - 1;
    const int64_t n = key->axes[axis].n, times = form->times, once = cucore__write_total(w->key);
    const int64_t of_block = (int64_t)form->threads * form->steps * form->wide[0];
    const uint32_t blocks =
        (uint32_t)(is_last ? cucore__kernel_pieces(once, of_block) : cucore__kernel_pieces(n, times));
    const int quotient = cucore__ptx_divide(w, 1, blocks), rest = cucore__ptx_remainder(w, 1, quotient, blocks);
    const int part = is_last ? quotient : rest, address = cucore__ptx_multiply_add_wide(w, part, times * w->again, 1);
    w->times = w->registers++;
    if (n % times || !n) {
        const int left = cucore__ptx_multiply_add(w, part, -times, -1), end = w->registers++;
        CUCORE__PTX(w, n ? "add.s32 %%r%d,%%r%d,%lld;\n" : "add.s32 %%r%d,%%r%d,%%r2;\n", end, left, (long long)n);
        CUCORE__PTX(w, "min.s32 %%r%d,%%r%d,%lld;\n", w->times, end, (long long)times);
    } else {
        CUCORE__PTX(w, "mov.u32 %%r%d,%lld;\n", w->times, (long long)times);
    }
    CUCORE__PTX(w, "mov.u32 %%r1,%%r%d;\nmov.u64 %%d1,%%d%d;\n", is_last ? rest : quotient, address);
    if (is_last) {
        CUCORE__PTX(w, "mov.u32 %%r3,%lld;\n", (long long)once);
    } else {
        CUCORE__PTX(w, "mov.u32 %%r3,%%r%d;\n", cucore__ptx_divide(w, 3, (uint32_t)n));
    }
}

/* Ends what is done for each index of the axis that the source repeats: moves the addresses of the destination to the
 * next index. */
CUCORE__PRIVATE void cucore__write_again_end(cucore__writer *w, const cucore__write_place_of *places, int count)
{
    int i, k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < i && places[k].reg != places[i].reg; k++) continue;
        if (k < i) continue;
        CUCORE__PTX(w, "add.s64 %%d%d,%%d%d,%lld;\n", places[i].reg, places[i].reg, (long long)w->again);
    }
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,1;\n", w->times, w->times);
    CUCORE__PTX(w, "@%%p%d bra AGAIN;\n", cucore__ptx_is_more(w, w->times, 0, -1));
}

/* Converts the elements that were loaded as one into registers from %e<first> on. */
CUCORE__PRIVATE void cucore__write_convert(cucore__writer *w, int first, int wide)
{
    int j;
    for (j = 0; j < wide; j++) {
        const int in = j * w->key->word[0], out = j * w->key->word[1];
        const cucore__ptx_bits source = {first + in / 4, in % 4};
        const cucore__ptx_bits destination = {CUCORE__WRITE_CONVERTED + out / 4, out % 4};
        cucore__ptx_cast(&w->text, w->key->types, source, destination);
    }
}

/* The bytes of a run before its words and behind them: one for each of the first threads.  number: a register with the
 * number of the thread's first word */
CUCORE__PRIVATE void cucore__write_ends(cucore__writer *w, int number)
{
    cucore__ptx_access access = {"ld.global", 1, -1};
    char text[64];
    int end, side;
    for (end = 0; end < 2; end++) {
        const int bytes = w->registers++;
        const int at = end ? cucore__ptx_multiply_add(w, 3, w->key->word[0], number) : w->registers++;
        CUCORE__PTX(w, end ? "shr.u32 %%r%d,%%r2,8;\n" : "and.b32 %%r%d,%%r2,255;\n", bytes);
        if (!end) CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\n", at, number, bytes);
        access.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, bytes, number), 0, -1);
        for (side = 0; side < 2; side++) {
            snprintf(text, sizeof text, "[%%d%d+%d]", cucore__ptx_address(w, side, at), side ? 0 : w->key->is_run - 1);
            access.name = side ? "st.global" : "ld.global";
            cucore__ptx_move(w, access, text, 0);
        }
    }
}

/* Each thread copies every 256th element of the block's, in the order of the destination; of elements that are moved as
 * one, every 256th such group. */
CUCORE__PRIVATE void cucore__write_direct(cucore__writer *w)
{
    const cucore__write_key *key = w->key;
    const int steps = w->form->steps, wide = w->form->wide[0], converts = key->types[0] != 0;
    const int shift = key->is_run ? key->is_run - 1 : 0;
    cucore__write_digits from, to;
    cucore__write_indices indices;
    cucore__write_place_of src[CUCORE__WRITE_STEPS], dst[CUCORE__WRITE_STEPS];
    cucore__ptx_access load = {"ld.global", key->word[0] * wide, -1}, store = {"st.global", key->word[1] * wide, -1};
    char text[64];
    int predicate[CUCORE__WRITE_STEPS], i, k, number, groups, left;
    from.count = key->count;
    for (i = 0; i < key->count; i++) {
        from.at[i].array = key->axes[i].s * (i ? 1 : wide);
        from.at[i].extent = (uint32_t)key->axes[i].n / (i ? 1 : (uint32_t)wide);
    }
    number = cucore__ptx_multiply_add(w, 1, w->form->threads * steps, 0);
    groups = cucore__ptx_divide(w, 3, (uint32_t)wide);
    left = w->registers++;
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\n", left, groups, number);
    cucore__write_ask_extents(w, &from);
    cucore__write_split(w, &from, number);
    to = from;
    for (i = 0; i < key->count; i++) to.at[i].array = key->axes[i].d * (i ? 1 : wide);
    cucore__write_ask_strides(w, &from, 0, CUCORE__WRITE_ARRAY);
    cucore__write_ask_strides(w, &to, 0, CUCORE__WRITE_ARRAY);
    if (w->numbers) return;
    for (k = 0; k < steps; k++) {
        predicate[k] = cucore__ptx_is_more(w, left, w->form->threads * k, -1);
        cucore__write_indices_of(w, &from, (uint32_t)(w->form->threads * k), &indices);
        src[k] = cucore__write_locate(w, &from, &indices, 0, k ? src[0].reg : -1);
        dst[k] = cucore__write_locate(w, &to, &indices, 1, k ? dst[0].reg : -1);
    }
    for (k = 0; k < steps; k++) {
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, src[k], 0, text, sizeof text);
        load.predicate = predicate[k];
        cucore__ptx_move(w, load, text, 4 * k);
        if (!shift) continue;
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, src[k], 4, text, sizeof text);
        cucore__ptx_move(w, load, text, 4 * k + 1);
    }
    if (w->again) CUCORE__PTX(w, "AGAIN:\n");
    for (k = 0; k < steps; k++) {
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, dst[k], 0, text, sizeof text);
        store.predicate = predicate[k];
        if (shift) {
            CUCORE__PTX(w, "shf.r.wrap.b32 %%e%d,%%e%d,%%e%d,%d;\n", 4 * k, 4 * k, 4 * k + 1, 8 * shift);
        }
        if (converts) cucore__write_convert(w, 4 * k, wide);
        cucore__ptx_move(w, store, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
    }
    if (w->again) cucore__write_again_end(w, dst, steps);
    if (key->is_run) cucore__write_ends(w, number);
}

/* Moves both addresses to the block's tile, and finds how many elements of each cut axis are left there: limit,
 * registers, or -1. */
CUCORE__PRIVATE void cucore__write_find_tile(cucore__writer *w, int *addresses, int *limit)
{
    const cucore__write_key *key = w->key;
    cucore__write_digits digits;
    int i, side;
    digits.count = key->count;
    for (i = 0; i < key->count; i++) {
        digits.at[i].extent = (uint32_t)((key->axes[i].n + w->form->chunk[i] - 1) / w->form->chunk[i]);
    }
    cucore__write_split(w, &digits, 1);
    addresses[0] = 0;
    addresses[1] = 1;
    for (i = 0; i < key->count; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        const int is_parameter = !axis->n;
        const int64_t chunk = w->form->chunk[i];
        for (side = 0; side < 2; side++) {
            const int64_t stride = (side ? axis->d : axis->s) * chunk;
            if (stride && (is_parameter || digits.at[i].extent > 1)) {
                addresses[side] = cucore__ptx_multiply_add_wide(w, digits.at[i].index, stride, addresses[side]);
            }
        }
        limit[i] = -1;
        if (chunk == 1 || (!is_parameter && axis->n % chunk == 0)) continue;
        if (!is_parameter) CUCORE__PTX(w, "mov.u32 %%r%d,%lld;\n", w->registers++, (long long)axis->n);
        limit[i] = cucore__ptx_multiply_add(w, digits.at[i].index, -chunk, is_parameter ? 2 : w->registers - 1);
    }
}

/* Finds the elements of a pass over a tile: of the loads (side 0) or of the stores. */
CUCORE__PRIVATE void cucore__write_pass_make(cucore__writer *w, int side, int address, const int *limit,
                                             cucore__write_pass *pass)
{
    const int64_t elements = cucore__write_elements(w->key, w->form) / w->form->wide[side];
    cucore__write_digits digits;
    cucore__write_indices indices;
    int left[CUCORE__WRITE_AXES] = {0}, i, k;
    cucore__write_tile_digits(w, side, limit, &digits);
    cucore__write_split(w, &digits, 0);
    for (i = 0; i < digits.count; i++) {
        left[i] = digits.at[i].limit;
        if (left[i] >= 0) left[i] = cucore__ptx_subtract(w, left[i], digits.at[i].index);
    }
    pass->steps = (int)cucore__kernel_pieces(elements, w->form->threads);
    for (k = 0; k < pass->steps; k++) {
        const int64_t first = (int64_t)k * w->form->threads;
        int predicate = -1;
        if (first + w->form->threads > elements) predicate = cucore__ptx_is_less(w, 0, elements - first);
        cucore__write_indices_of(w, &digits, (uint32_t)first, &indices);
        for (i = 0; i < digits.count; i++) {
            int more = left[i];
            if (more < 0) continue;
            if (indices.index[i] != digits.at[i].index)
                more = cucore__ptx_subtract(w, digits.at[i].limit, indices.index[i]);
            predicate = cucore__ptx_is_more(w, more, indices.more[i], predicate);
        }
        pass->predicate[k] = predicate;
        pass->array[k] = cucore__write_locate(w, &digits, &indices, address, k ? pass->array[0].reg : -1);
        pass->tile[k] = cucore__write_locate(w, &digits, &indices, -1, k ? pass->tile[0].reg : -1);
    }
}

/* Moves the elements of all steps between registers and an array, or shared memory; word: bytes of one. */
CUCORE__PRIVATE void cucore__write_moves(cucore__writer *w, const char *what, int word, int side,
                                         const cucore__write_pass *pass)
{
    const int in_tile = what[3] == 's', converts = side && !in_tile && w->converts_last;
    cucore__ptx_access access = {what, word * w->form->wide[side], -1};
    char text[64];
    int k;
    for (k = 0; k < pass->steps; k++) {
        (void)cucore__write_address(in_tile ? CUCORE__WRITE_SHARED : CUCORE__WRITE_ARRAY,
                                    in_tile ? pass->tile[k] : pass->array[k], 0, text, sizeof text);
        access.predicate = pass->predicate[k];
        if (converts) cucore__write_convert(w, 4 * k, w->form->wide[1]);
        cucore__ptx_move(w, access, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
    }
}

/* Puts the elements that were loaded as one into their places of the tile. */
CUCORE__PRIVATE void cucore__write_scatter(cucore__writer *w, const cucore__write_pass *pass)
{
    const int word = cucore__write_tile_word(w->key), wide = w->form->wide[0];
    const int converts = w->key->types[0] && !w->converts_last;
    const int64_t pitch = w->form->pitch[w->form->order[0][0]];
    const int apart = w->key->is_general && wide > 1 ? cucore__ptx_parameter(w, pitch, 0) : -1;
    cucore__ptx_access access = {"st.shared", word, -1};
    cucore__write_place_of place;
    char text[64];
    int k, j;
    for (k = 0; k < pass->steps; k++) {
        for (j = 0; j < wide; j++) {
            if (j) CUCORE__PTX(w, "shr.u32 %%e%d,%%e%d,%d;\n", 4 * k, 4 * k, 8 * w->key->word[0]);
            place = pass->tile[k];
            if (apart < 0) place.constant += j * pitch;
            if (apart >= 0 && j) place.reg = cucore__ptx_multiply_add(w, apart, j, place.reg);
            (void)cucore__write_address(CUCORE__WRITE_SHARED, place, 0, text, sizeof text);
            access.predicate = pass->predicate[k];
            if (converts) cucore__write_convert(w, 4 * k, 1);
            cucore__ptx_move(w, access, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
        }
    }
}

CUCORE__PRIVATE void cucore__write_tiled(cucore__writer *w)
{
    cucore__write_pass pass;
    int addresses[2], limit[CUCORE__WRITE_AXES];
    cucore__write_find_tile(w, addresses, limit);
    if (w->form->patch[0]) {
        cucore__write_patches(w, addresses[0], limit);
    } else {
        cucore__write_pass_make(w, 0, addresses[0], limit, &pass);
        cucore__write_moves(w, "ld.global", w->key->word[0], 0, &pass);
        cucore__write_scatter(w, &pass);
    }
    CUCORE__PTX(w, "bar.sync 0;\n");
    if (w->form->shifts) {
        cucore__write_rows(w, addresses[1], limit);
        return;
    }
    cucore__write_pass_make(w, 1, addresses[1], limit, &pass);
    cucore__write_moves(w, "ld.shared", cucore__write_tile_word(w->key), 1, &pass);
    cucore__write_moves(w, "st.global", w->key->word[1], 1, &pass);
}

/* copy/emit/write_general.c: general kernels, whose text has no number of a layout: these are parameters, so that new
 * layouts need no compiler.  Pure: no driver. */
/* -- forms --------------------------------------------------------------------------------------------------------- */
/* Few forms are many layouts: numbers of axes are rounded up, with axes of one index; elements are moved as one in
 * words or not at all; a tile takes its passes in a loop. */
/* Returns 1 if the arrays have the same rows of small elements, which are not aligned alike. */
CUCORE__PRIVATE int cucore__write_has_rows(const cucore__write_key *key)
{
    const cucore__write_axis *row = &key->axes[0];
    const int64_t word = key->word[0];
    return key->is_general && !key->types[0] && word <= 2 && key->count > 1 && row->s == word && row->d == word &&
           row->n * word >= CUCORE__WRITE_ROW && row->n * word < CUCORE__WRITE_MOST;
}

/* Rounds a number of axes up: 1, 2, 4, 8, ... */
CUCORE__PRIVATE int cucore__write_rounded(int count)
{
    int most = 1;
    while (most < count) most *= 2;
    return most < CUCORE__WRITE_AXES ? most : CUCORE__WRITE_AXES;
}

/* Puts the axes of a tile first, but for the slowest of all, which stays the last one, and fills up with axes of one
 * index before it. */
CUCORE__PRIVATE void cucore__write_fill(cucore__write_key *key, cucore__write_form *form)
{
    const int last = key->count - 1, tiled = form->tiled ? cucore__write_rounded(form->tiled) : 0;
    const int least = !tiled ? key->count : tiled > 4 ? tiled : 4;
    const int count = cucore__write_rounded(key->count < least ? least : key->count);
    const cucore__write_key old = *key;
    const cucore__write_form before = *form;
    uint8_t place[CUCORE__WRITE_AXES];
    int i, k, is_first, next = 0;
    for (is_first = 1; is_first >= 0; is_first--) {
        for (i = 0; i < last; i++) {
            if ((before.chunk[i] > 1 && tiled) == is_first) place[i] = (uint8_t)next++;
        }
    }
    place[last] = (uint8_t)(count - 1);
    for (i = last; i < count; i++) {
        cucore__write_axis one = {1, 0, 0};
        key->axes[i] = one;
        form->chunk[i] = 1;
        form->pitch[i] = 0;
    }
    for (i = 0; i <= last; i++) {
        key->axes[place[i]] = old.axes[i];
        form->chunk[place[i]] = before.chunk[i];
        form->pitch[place[i]] = before.pitch[i];
    }
    for (k = 0; k < 2; k++) {
        for (i = 0; i < before.tiled; i++) form->order[k][i] = place[before.order[k][i]];
    }
    key->count = (uint8_t)count;
    form->filled = before.tiled;
    form->tiled = (uint8_t)tiled;
}

/* Returns 1 if offsets in a tile of an array need 64 bits. */
CUCORE__PRIVATE uint8_t cucore__write_is_far(const cucore__write_key *key, const cucore__write_form *form)
{
    int64_t reach[2] = {0, 0}, more;
    int i, side;
    for (i = 0; i < key->count; i++) {
        for (side = 0; side < 2 && form->chunk[i] > 1; side++) {
            if (cucore__mul((int64_t)cucore__write_distance(&key->axes[i], side), form->chunk[i], &more)) return 1;
            if (cucore__add(reach[side], more, &reach[side])) return 1;
        }
    }
    return reach[0] > INT32_MAX || reach[1] > INT32_MAX;
}

/* Makes the form of a general kernel for a layout, and the layout as it is for that kernel. */
CUCORE__PRIVATE void cucore__write_general_make(cucore__write_key *key, cucore__write_form *form)
{
    const int most = key->word[0] > key->word[1] ? key->word[0] : key->word[1];
    int i;
    key->is_general = 1;
    memset(form, 0, sizeof *form);
    form->threads = CUCORE__WRITE_THREADS;
    if (cucore__write_is_scattered(key, 0) && cucore__write_tile(key, form) && form->tiled <= CUCORE__WRITE_TILED) {
        key->is_wide = cucore__write_is_far(key, form);
    } else {
        memset(form, 0, sizeof *form);
        form->threads = CUCORE__WRITE_THREADS;
        for (i = 0; i < key->count; i++) form->chunk[i] = 1;
        form->in_rows = (uint8_t)cucore__write_has_rows(key);
        form->wide[0] = form->wide[1] = cucore__write_together(key);
        form->steps = (uint8_t)(form->in_rows || form->wide[0] > 1 ? 2 : CUCORE__WRITE_DIRECT / (most > 2 ? most : 2));
    }
    cucore__write_fill(key, form);
}

/* Makes what the text of a general kernel depends on: a key without a layout, and a form without its numbers. */
CUCORE__PRIVATE void cucore__write_text_of(const cucore__write_key *key, const cucore__write_form *form,
                                           cucore__write_key *of_text, cucore__write_form *text)
{
    int i;
    memset(of_text, 0, cucore__write_key_size(key));
    memset(text, 0, sizeof *text);
    of_text->count = key->count;
    of_text->is_wide = key->is_wide;
    of_text->is_general = 1;
    for (i = 0; i < 2; i++) {
        of_text->word[i] = key->word[i];
        of_text->types[i] = key->types[i];
        text->wide[i] = form->wide[i];
    }
    text->tiled = form->tiled;
    text->steps = form->steps;
    text->in_rows = form->in_rows;
    text->threads = form->threads;
    for (i = 0; i < key->count; i++) text->chunk[i] = 1;
}

/* -- tiles --------------------------------------------------------------------------------------------------------- */
/* Moves both addresses to the block's tile, and finds how many elements of the axes that may be part of it are left
 * there.  Returns the number of these. */
CUCORE__PRIVATE int cucore__write_find_general(cucore__writer *w, int *addresses, int *left)
{
    const cucore__write_key *key = w->key;
    const int last = key->count - 1;
    cucore__write_digits digits;
    int i, side, found = 0;
    digits.count = key->count;
    for (i = 0; i < key->count; i++) {
        const int64_t chunk = w->form->chunk[i];
        digits.at[i].extent = (uint32_t)((key->axes[i].n + chunk - 1) / chunk);
    }
    cucore__write_ask_extents(w, &digits);
    cucore__write_split(w, &digits, 1);
    addresses[0] = 0;
    addresses[1] = 1;
    for (i = 0; i < key->count; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        const int64_t chunk = w->form->chunk[i];
        for (side = 0; side < 2; side++) {
            const int away = cucore__ptx_parameter(w, (side ? axis->d : axis->s) * chunk, 1);
            addresses[side] = cucore__ptx_multiply_add_wide_register(w, digits.at[i].index, away, addresses[side]);
        }
        if (i < w->form->tiled || i == last) {
            const int less = cucore__ptx_parameter(w, -chunk, 0);
            const int n = i < last ? cucore__ptx_parameter(w, axis->n, 0) : 2;
            left[found++] = cucore__ptx_multiply_add_register(w, digits.at[i].index, less, n);
        }
    }
    return found;
}

/* The axes of a tile as the digits of a side, the first one by words; left: of cucore__write_find_general. */
CUCORE__PRIVATE void cucore__write_general_digits(cucore__writer *w, int side, const int *left, int found,
                                                  cucore__write_digits *digits)
{
    const cucore__write_form *form = w->form;
    const int wide = form->wide[side], last = w->key->count - 1;
    int i, k;
    digits->count = form->tiled;
    for (k = 0; k < form->tiled; k++) {
        cucore__write_digit *digit = &digits->at[k];
        const int is_filling = k >= form->filled, axis = is_filling ? 0 : form->order[side][k], words = k ? 1 : wide;
        digit->extent = is_filling ? 1 : form->chunk[axis] / (uint32_t)words;
        digit->array = is_filling ? 0 : (side ? w->key->axes[axis].d : w->key->axes[axis].s) * words;
        digit->tile = is_filling ? 0 : (int64_t)form->pitch[axis] * words;
        digit->limit = cucore__ptx_parameter(w, is_filling, 0);
        for (i = 0; i < found; i++) {
            const int is_it = !is_filling && axis == (i < form->tiled ? i : last);
            digit->limit =
                cucore__ptx_multiply_add_register(w, left[i], cucore__ptx_parameter(w, is_it, 0), digit->limit);
        }
        if (k == 0) digit->limit = cucore__ptx_divide(w, digit->limit, (uint32_t)wide);
    }
    cucore__write_ask_extents(w, digits);
    cucore__write_ask_strides(w, digits, 0, CUCORE__WRITE_ARRAY);
    cucore__write_ask_strides(w, digits, 0, CUCORE__WRITE_SHARED);
}

/* Finds some elements of a pass over a tile, from register `number` on. */
CUCORE__PRIVATE void cucore__write_general_pass(cucore__writer *w, cucore__write_digits *digits, int address,
                                                int number, cucore__write_pass *pass)
{
    cucore__write_indices indices;
    int i, k;
    pass->steps = w->numbers ? 0 : CUCORE__WRITE_AHEAD;
    if (w->numbers) return;
    cucore__write_split(w, digits, number);
    for (k = 0; k < pass->steps; k++) {
        const int first = k * w->form->threads;
        int predicate = cucore__ptx_is_below(w, cucore__ptx_add(w, number, first), pass->count);
        cucore__write_indices_of(w, digits, (uint32_t)first, &indices);
        for (i = 0; i < digits->count; i++) {
            const int more = cucore__ptx_subtract(w, digits->at[i].limit, indices.index[i]);
            predicate = cucore__ptx_is_more(w, more, 0, predicate);
        }
        pass->predicate[k] = predicate;
        pass->array[k] = cucore__write_locate(w, digits, &indices, address, -1);
        pass->tile[k] = cucore__write_locate(w, digits, &indices, -1, -1);
    }
}

CUCORE__PRIVATE void cucore__write_tiled_general(cucore__writer *w)
{
    int addresses[2], left[CUCORE__WRITE_AXES + 1], side;
    const int found = cucore__write_find_general(w, addresses, left);
    for (side = 0; side < 2; side++) {
        const int64_t elements = cucore__write_elements(w->key, w->form) / w->form->wide[side];
        const int count = cucore__ptx_parameter(w, elements, 0), at = w->registers++, number = w->registers++;
        cucore__write_digits digits;
        cucore__write_pass pass;
        cucore__write_general_digits(w, side, left, found, &digits);
        CUCORE__PTX(w, "mov.u32 %%r%d,0;\nPASS%d:\nadd.s32 %%r%d,%%r%d,%%r0;\n", at, side, number, at);
        pass.count = count;
        cucore__write_general_pass(w, &digits, addresses[side], number, &pass);
        if (side) {
            cucore__write_moves(w, "ld.shared", cucore__write_tile_word(w->key), 1, &pass);
            cucore__write_moves(w, "st.global", w->key->word[1], 1, &pass);
        } else {
            cucore__write_moves(w, "ld.global", w->key->word[0], 0, &pass);
            cucore__write_scatter(w, &pass);
        }
        CUCORE__PTX(w, "add.s32 %%r%d,%%r%d,%d;\n", at, at, CUCORE__WRITE_AHEAD * w->form->threads);
        CUCORE__PTX(w, "@%%p%d bra PASS%d;\n", cucore__ptx_is_below(w, at, count), side);
        if (!side) CUCORE__PTX(w, "bar.sync 0;\n");
    }
}

/* -- rows that lie together in both arrays, but are not aligned ---------------------------------------------------- */
/* A part of a row: 16 bytes that are aligned in the destination.  It may begin before the row or end behind it. */
typedef struct cucore__write_part {
    int from, to;   /* registers: addresses of its first byte, */
    int at, left;   /* and the bytes of the row before it, and from it on */
    int shift;      /* bits by which the aligned words of the source are shifted */
    int full, edge; /* predicates: all of it is in the row, and what is read; a part is */
} cucore__write_part;

CUCORE__PRIVATE void cucore__write_part_find(cucore__writer *w, int part, int bytes, int predicate,
                                             cucore__write_part *out)
{
    const int lead = w->registers++, wide = w->wides++;
    int row[2], need = 0;
    row[0] = out->from;
    row[1] = out->to;
    out->at = w->registers++;
    out->shift = w->registers++;
    need = w->registers++;
    out->from = w->wides++;
    out->to = w->wides++;
    CUCORE__PTX(
        w, "cvt.u32.u64 %%r%d,%%d%d;\nand.b32 %%r%d,%%r%d,15;\nshl.b32 %%r%d,%%r%d,4;\nsub.s32 %%r%d,%%r%d,%%r%d;\n",
        lead, row[1], lead, lead, out->at, part, out->at, out->at, lead);
    CUCORE__PTX(w, "cvt.s64.s32 %%d%d,%%r%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\n", wide, out->at,
                out->from, row[0], wide, out->to, row[1], wide);
    CUCORE__PTX(w, "cvt.u32.u64 %%r%d,%%d%d;\nshl.b32 %%r%d,%%r%d,3;\nand.b32 %%r%d,%%r%d,24;\n", out->shift, out->from,
                out->shift, out->shift, out->shift, out->shift);
    out->left = cucore__ptx_subtract(w, bytes, out->at);
    predicate = cucore__ptx_is_more(w, out->left, 0, predicate);
    CUCORE__PTX(w, "min.u32 %%r%d,%%r%d,4;\nadd.s32 %%r%d,%%r%d,16;\nsub.s32 %%r%d,%%r%d,%%r%d;\n", need, out->shift,
                need, need, need, out->left, need);
    out->full = cucore__ptx_is_more(w, need, -1, cucore__ptx_is_more(w, out->at, -1, predicate));
    out->edge = w->predicates++;
    CUCORE__PTX(w, "not.pred %%p%d,%%p%d;\nand.pred %%p%d,%%p%d,%%p%d;\n", out->edge, out->full, out->edge, out->edge,
                predicate);
}

/* Moves the elements of a part that are in the row one by one.  gaps: a predicate: bytes of others are between the
 * rows, so that a sector which is written in parts is fetched ahead: it has to be before it can leave the cache */
CUCORE__PRIVATE void cucore__write_part_edge(cucore__writer *w, const cucore__write_part *part, int step, int gaps)
{
    const int word = w->key->word[0], elements = CUCORE__KERNEL_WORD / word;
    cucore__ptx_access access = {"ld.global", word, -1};
    int there[CUCORE__KERNEL_WORD], i, side;
    char text[64];
    CUCORE__PTX(w, "@!%%p%d bra DONE%d;\n@%%p%d prefetch.global.L2 [%%d%d];\n", part->edge, step, gaps, part->to);
    for (i = 0; i < elements; i++)
        there[i] = cucore__ptx_is_more(w, part->left, i * word, cucore__ptx_is_more(w, part->at, -i * word - 1, -1));
    for (side = 0; side < 2; side++) {
        access.name = side ? "st.global" : "ld.global";
        for (i = 0; i < elements; i++) {
            access.predicate = there[i];
            snprintf(text, sizeof text, "[%%d%d+%d]", side ? part->to : part->from, i * word);
            cucore__ptx_move(w, access, text, i);
        }
    }
    CUCORE__PTX(w, "DONE%d:\n", step);
}

/* Each thread copies every 256th part of the rows of the block. */
CUCORE__PRIVATE CUCORE__APART void cucore__write_in_rows(cucore__writer *w)
{
    const cucore__write_key *key = w->key;
    const cucore__write_axis *row = &key->axes[0];
    const int steps = w->form->steps, threads = w->form->threads;
    const int bytes = cucore__ptx_parameter(w, row->n * row->d, 0);
    const int has_gaps = cucore__ptx_parameter(w, key->axes[1].d != row->n * row->d, 0);
    const int number = cucore__ptx_multiply_add(w, 1, threads * steps, 0), left = cucore__ptx_subtract(w, 3, number);
    const int gaps = cucore__ptx_is_more(w, has_gaps, 0, -1);
    cucore__ptx_access access = {"ld.global", 4, -1};
    cucore__write_digits from, to;
    cucore__write_indices indices;
    cucore__write_part part[2];
    char text[64];
    int i, k;
    from.count = key->count;
    for (i = 0; i < key->count; i++) {
        from.at[i].extent = (uint32_t)(i ? key->axes[i].n : cucore__write_row_parts(key));
        from.at[i].array = key->axes[i].s;
        from.at[i].away[0] = -1;
    }
    cucore__write_ask_extents(w, &from);
    cucore__write_split(w, &from, number);
    to = from;
    for (i = 0; i < key->count; i++) to.at[i].array = key->axes[i].d;
    cucore__write_ask_strides(w, &from, 1, CUCORE__WRITE_ARRAY);
    cucore__write_ask_strides(w, &to, 1, CUCORE__WRITE_ARRAY);
    if (w->numbers) return;
    for (k = 0; k < steps; k++) {
        cucore__write_indices_of(w, &from, (uint32_t)(threads * k), &indices);
        part[k].from = cucore__write_locate(w, &from, &indices, 0, -1).reg;
        part[k].to = cucore__write_locate(w, &to, &indices, 1, -1).reg;
        cucore__write_part_find(w, indices.index[0], bytes, cucore__ptx_is_more(w, left, threads * k, -1), &part[k]);
    }
    for (k = 0; k < steps; k++) {
        const int words = w->wides++;
        CUCORE__PTX(w, "and.b64 %%d%d,%%d%d,-4;\n", words, part[k].from);
        for (i = 0; i < 5; i++) {
            access.predicate = i < 4 ? part[k].full : cucore__ptx_is_more(w, part[k].shift, 0, part[k].full);
            snprintf(text, sizeof text, "[%%d%d+%d]", words, 4 * i);
            cucore__ptx_move(w, access, text, 8 * k + i);
        }
    }
    access.name = "st.global";
    access.bytes = CUCORE__KERNEL_WORD;
    for (k = 0; k < steps; k++) {
        for (i = 8 * k; i < 8 * k + 4; i++)
            CUCORE__PTX(w, "shf.r.wrap.b32 %%e%d,%%e%d,%%e%d,%%r%d;\n", i, i, i + 1, part[k].shift);
        access.predicate = part[k].full;
        snprintf(text, sizeof text, "[%%d%d]", part[k].to);
        cucore__ptx_move(w, access, text, 8 * k);
    }
    for (k = 0; k < steps; k++) cucore__write_part_edge(w, &part[k], k, gaps);
}

/* -- all kernels ------------------------------------------------------------------------------------------------- */
/* bytes: of all parameters */
CUCORE__PRIVATE void cucore__write_whole(cucore__writer *w, const cucore__write_key *key,
                                         const cucore__write_form *form, uint32_t bytes)
{
    cucore__write_key once;
    w->key = key;
    w->form = form;
    w->bytes = CUCORE__WRITE_LAUNCH;
    w->predicates = 0;
    if (form->again) {
        w->again = key->axes[form->again - 1].d;
        cucore__write_once(key, form->again - 1, &once);
        once.axes[form->again - 1].d = 0;
        w->key = &once;
    }
    w->converts_last = key->types[0] && key->word[0] <= key->word[1];
    cucore__write_begin(w, bytes);
    if (form->again) cucore__write_again_begin(w, key, form);
    if (form->in_rows) {
        cucore__write_in_rows(w);
    } else if (form->tiled) {
        (key->is_general ? cucore__write_tiled_general : cucore__write_tiled)(w);
    } else {
        cucore__write_direct(w);
    }
    CUCORE__PTX(w, "ret;\n}\n");
}

/* Writes the kernel, as snprintf.  Returns the characters that the whole text needs, without the NUL. */
CUCORE__PRIVATE size_t cucore__write_kernel(const cucore__write_key *key, const cucore__write_form *form, char *text,
                                            size_t size)
{
    cucore__writer writer;
    memset(&writer, 0, sizeof writer);
    writer.text = cucore__text_start(NULL, 0);
    cucore__write_whole(&writer, key, form, CUCORE__WRITE_LAUNCH);
    writer.text = cucore__text_start(text, size);
    cucore__write_whole(&writer, key, form, writer.bytes);
    return writer.text.length;
}

/* Notes the numbers of a layout, which are the parameters of a general kernel after those of a launch.  numbers:
 * room for CUCORE__WRITE_NUMBERS bytes.  Returns the bytes of all parameters. */
CUCORE__PRIVATE uint32_t cucore__write_numbers(const cucore__write_key *key, const cucore__write_form *form,
                                               void *numbers)
{
    cucore__writer writer;
    memset(&writer, 0, sizeof writer);
    writer.numbers = (unsigned char *)numbers;
    cucore__write_whole(&writer, key, form, 0);
    return writer.bytes;
}

/* copy/emit/load.c: the text of kernels that are compiled with the headers, which tools/embed_kernels.py packs. */
#define CUCORE__PTX_MARKS "&'*/=BCDGHIJKMNOPQRSTUVWXYZ^`j" /* no PTX has these */

/* The packed text of some kernels. */
typedef struct cucore__ptx_pack {
    const char *const *pieces;
    size_t bytes; /* of all kernels, unpacked */
} cucore__ptx_pack;

/* A kernel of a packed text. */
typedef struct cucore__ptx_kernel {
    const cucore__ptx_pack *pack;
    int index;        /* in the pack */
    const char *name; /* without the prefix */
} cucore__ptx_kernel;

typedef struct cucore__ptx_reader {
    const char *const *piece;
    const char *at;
} cucore__ptx_reader;

/* Returns the next character, and 0 at the end. */
CUCORE__PRIVATE char cucore__ptx_next(cucore__ptx_reader *reader)
{
    while (!*reader->at) {
        if (!*++reader->piece) return 0;
        reader->at = *reader->piece;
    }
    return *reader->at++;
}

/* Returns the next digit of base 91: the characters after the blank without ", ? and \ . */
CUCORE__PRIVATE uint32_t cucore__ptx_digit(cucore__ptx_reader *reader)
{
    const char c = cucore__ptx_next(reader);
    return (uint32_t)(c - '!' - (c > '"') - (c > '?') - (c > '\\'));
}

/* Unpacks the text of all kernels of a pack, and a NUL.  A mark repeats characters: it gives their number, digits add
 * to the number if the mark is the last of its half, and two digits, or three after a mark of the second half, give the
 * distance. */
CUCORE__PRIVATE void cucore__ptx_unpack(const cucore__ptx_pack *pack, char *out)
{
    static const char marks[] = CUCORE__PTX_MARKS;
    const uint32_t half = (uint32_t)(sizeof marks - 1) / 2;
    cucore__ptx_reader reader;
    char c;
    reader.piece = pack->pieces;
    reader.at = *reader.piece;
    while ((c = cucore__ptx_next(&reader)) != 0) {
        const char *mark = strchr(marks, c);
        const uint32_t which = mark ? (uint32_t)(mark - marks) : 0;
        uint32_t length = 4 + which % half, distance = 0, digit = 90;
        int digits;
        if (!mark) {
            *out++ = c;
            continue;
        }
        while (length >= half + 3 && digit == 90) length += digit = cucore__ptx_digit(&reader);
        for (digits = which < half ? 2 : 3; digits > 0; digits--) distance = 91 * distance + cucore__ptx_digit(&reader);
        for (; length > 0; length--, out++) *out = *(out - distance - 1);
    }
    *out = '\0';
}

/* Returns the text of a kernel, which the caller frees; NULL: there is no memory.  In what was unpacked `~` is a line
 * end, `|` a quotation mark, and `!` ends a kernel.  `#` is the next number of registers of a class, which is the
 * letter before, and `$` with a digit n the number that was next n + 1 numbers ago. */
CUCORE__PRIVATE char *cucore__ptx_text(const cucore__ptx_pack *pack, int index)
{
    char *packed = (char *)malloc(pack->bytes + 1), *text = NULL, *to;
    const char *from = packed;
    unsigned next[128] = {0};
    if (packed) {
        cucore__ptx_unpack(pack, packed);
        for (; index > 0; index--) from = strchr(from, '!') + 1;
        text = (char *)malloc(3 * strcspn(from, "!") + 1); /* a number has three digits at most */
    }
    for (to = text; text && *from != '!'; from++) {
        if (*from == '#') {
            to += snprintf(to, 4, "%u", next[to[-1] & 127]++);
        } else if (*from == '$') {
            to += snprintf(to, 4, "%u", next[to[-1] & 127] - 1 - (unsigned)(*++from - '0'));
        } else {
            *to++ = *from == '~' ? '\n' : *from == '|' ? '"' : *from;
        }
    }
    if (text) *to = '\0';
    free(packed);
    return text;
}

/* A cucore__loader of a cucore__ptx_kernel. */
CUCORE__PRIVATE cucore_status cucore__ptx_load(const void *what, CUcontext context, unsigned long long id,
                                               CUfunction *out)
{
    const cucore__ptx_kernel *kernel = (const cucore__ptx_kernel *)what;
    CUmodule module = NULL;
    char name[40], *text = cucore__ptx_text(kernel->pack, kernel->index);
    cucore_status status;
    (void)context, (void)id;
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of PTX", (int)kernel->pack->bytes);
    status = cucore__module_compile(text, &module);
    free(text);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", kernel->name);
    status = cucore__function_make(module, name, out);
    if (status) cucore__module_unload(module);
    return status;
}

/* copy/emit/written.c: kernels for one layout, or, general, for all layouts of one form: found without a lock, planned,
 * launched; when a layout gets its own. */
static CUCORE__ATOMIC(cucore__written_layout *) cucore__written_layouts[CUCORE__WRITTEN_SLOTS];
static CUCORE__ATOMIC(cucore__written *) cucore__written_forms[CUCORE__WRITTEN_FORMS];

CUCORE__PRIVATE uint64_t cucore__written_hash(const cucore__write_key *key)
{
    const uint64_t prime = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = 0, head[2];
    int i;
    memcpy(head, key, sizeof head);
    for (i = 0; i < 2; i++) hash = (hash ^ hash >> 32 ^ head[i]) * prime;
    for (i = 0; i < key->count; i++) {
        hash = (hash ^ (uint64_t)key->axes[i].n) * prime;
        hash = (hash ^ hash >> 32 ^ (uint64_t)key->axes[i].s) * prime;
        hash = (hash ^ (uint64_t)key->axes[i].d) * prime;
    }
    return hash ^ hash >> 32;
}

/* Makes a kernel, which is not loaded yet.  NULL: no memory, and the error is set. */
CUCORE__PRIVATE cucore__written *cucore__written_make(const cucore__write_key *key, const cucore__write_form *form)
{
    const size_t size = offsetof(cucore__written, key) + cucore__write_key_size(key);
    cucore__written *one = (cucore__written *)calloc(1, size);
    if (!one) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a kernel", (unsigned long long)size);
        return NULL;
    }
    memcpy(&one->form, form, sizeof *form); /* with its padding: forms are compared as bytes */
    memcpy(&one->key, key, cucore__write_key_size(key));
    return one;
}

/* Returns the general kernel of a form.  NULL: no memory. */
CUCORE__PRIVATE CUCORE__APART cucore__written *cucore__written_general(const cucore__write_key *key,
                                                                       const cucore__write_form *form)
{
    cucore__write_key of_text;
    cucore__write_form text;
    CUCORE__ATOMIC(cucore__written *) * list;
    cucore__written *one, *first, *made = NULL;
    cucore__write_text_of(key, form, &of_text, &text);
    list = &cucore__written_forms[cucore__written_hash(&of_text) % CUCORE__WRITTEN_FORMS];
    for (;;) { /* another thread may be the first to add it */
        first = CUCORE__LOAD(list);
        for (one = first; one; one = one->next) {
            if (memcmp(&one->form, &text, sizeof text)) continue;
            if (memcmp(&one->key, &of_text, cucore__write_key_size(&of_text)) == 0) break;
        }
        if (!one && !made) made = cucore__written_make(&of_text, &text);
        if (one || !made) break;
        made->next = first;
        if (CUCORE__COMPARE_AND_SET(list, &first, made)) return made;
    }
    free(made);
    return one;
}

/* Makes the part of a plan that depends on the layout alone, for a general kernel. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_plan_general(const cucore__write_key *layout,
                                                                         cucore__kernel_plan *out)
{
    cucore__write_key key;
    cucore__write_form form;
    out->kernel = NULL;
    out->shared = out->bytes = 0;
    memset(&out->grid, 0, sizeof out->grid);
    if (layout->is_run) return CUCORE_OK;
    if (layout->is_any) return cucore__cast_plan_any(layout, out);
    memcpy(&key, layout, cucore__write_key_size(layout));
    cucore__write_general_make(&key, &form);
    out->bytes = cucore__write_numbers(&key, &form, (unsigned char *)out + offsetof(cucore__kernel_plan, launch.src));
    out->shared = form.shared;
    cucore__write_grid_make(&key, &form, &out->launch, &out->grid);
    out->kernel = cucore__written_general(&key, &form);
    return out->kernel ? CUCORE_OK : cucore_last_error()->status;
}

#define CUCORE__PLAN_NUMBERS (offsetof(cucore__kernel_plan, numbers) - CUCORE__WRITE_LAUNCH)
typedef char cucore__plan_is_one[offsetof(cucore__kernel_plan, launch.src) == CUCORE__PLAN_NUMBERS ? 1 : -1];

/* Returns what is known of a layout, or NULL; *room: a slot for it, or NULL if all are taken. */
CUCORE__PRIVATE cucore__written_layout *cucore__written_find(const cucore__write_key *key, uint64_t hash,
                                                             CUCORE__ATOMIC(cucore__written_layout *) * *room)
{
    uint64_t i;
    *room = NULL;
    for (i = 0; i < CUCORE__WRITTEN_TRIES; i++) {
        CUCORE__ATOMIC(cucore__written_layout *) *slot = &cucore__written_layouts[(hash + i) % CUCORE__WRITTEN_SLOTS];
        cucore__written_layout *one = CUCORE__LOAD(slot);
        if (!one) {
            *room = slot;
            return NULL;
        }
        if (one->hash == hash && memcmp(&one->key, key, cucore__write_key_size(key)) == 0) return one;
    }
    return NULL;
}

/* Remembers the part of a plan that depends on the layout.  *out: NULL if there is no room, which only costs time */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_remember(const cucore__write_key *key, uint64_t hash,
                                                                     const cucore__kernel_plan *plan,
                                                                     cucore__written_layout **out)
{
    const size_t head = offsetof(cucore__written_layout, key) + cucore__write_key_size(key);
    const size_t numbers = plan->bytes ? plan->bytes - CUCORE__WRITE_LAUNCH : 0;
    CUCORE__ATOMIC(cucore__written_layout *) * room;
    cucore__written_layout *made = (cucore__written_layout *)calloc(1, head + numbers), *none;
    if (!made) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a layout",
                           (unsigned long long)(head + numbers));
    }
    made->hash = hash;
    made->bytes = plan->bytes;
    made->shared = plan->shared;
    made->grid = plan->grid;
    made->kernel = plan->kernel;
    memcpy(&made->key, key, cucore__write_key_size(key));
    memcpy((char *)made + head, plan->numbers, numbers);
    do { /* another thread may take the slot, and perhaps for this key */
        *out = cucore__written_find(key, hash, &room);
        none = NULL;
    } while (room && !CUCORE__COMPARE_AND_SET(room, &none, made));
    if (room) {
        *out = made;
    } else {
        free(made);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE void cucore__written_recall(const cucore__written_layout *known, cucore__kernel_plan *out)
{
    const char *numbers = (const char *)&known->key + cucore__write_key_size(&known->key);
    out->bytes = known->bytes;
    out->shared = known->shared;
    out->grid = known->grid;
    out->kernel = known->kernel;
    if (known->bytes) memcpy(out->numbers, numbers, known->bytes - CUCORE__WRITE_LAUNCH);
}

/* Adds a copy to what a layout has cost.  Returns 1 if a kernel of its own pays.  A general kernel converts at half the
 * speed of a copy. */
CUCORE__PRIVATE int cucore__written_pays(cucore__written_layout *known, const cucore__write_launch *launch)
{
    const cucore__write_key *key = &known->key;
    const uint64_t each = (uint64_t)(key->types[0] ? key->word[0] + key->word[1] : key->word[0]);
    const uint64_t all =
        launch->rest ? (launch->last + (uint64_t)launch->rest) * (launch->total / launch->last) : launch->total;
    const uint64_t cost = CUCORE__LOAD(&known->cost) + 3 + all * each / 1000000;
    if (cost >= CUCORE__WRITTEN_PAYS) return 1;
    CUCORE__STORE(&known->cost, (uint32_t)cost);
    return 0;
}

/* Returns the kernel of a layout, which is made if there is none.  NULL: no memory. */
CUCORE__PRIVATE CUCORE__APART cucore__written *cucore__written_own(cucore__written_layout *known,
                                                                   const cucore__write_launch *launch)
{
    cucore__written *own = CUCORE__LOAD(&known->own), *none = NULL;
    cucore__write_form form;
    if (own) return own;
    cucore__write_form_make(&known->key, &form);
    own = cucore__written_make(&known->key, &form);
    if (!own) return NULL;
    cucore__write_grid_make(&own->key, &form, launch, &own->grid);
    if (CUCORE__COMPARE_AND_SET(&known->own, &none, own)) return own;
    free(own);
    return CUCORE__LOAD(&known->own);
}

/* Plans the kernel for joined axes: the layout's own if there is one, or if it pays, or was asked for; else a general
 * one.  One run of bytes has its own or none: then out->strategy stays as it is. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_plan_make(const cucore__kernel_work *work,
                                                                      cucore__kernel_plan *out)
{
    CUCORE__ATOMIC(cucore__written_layout *) * room;
    cucore__write_key key;
    cucore__written_layout *known;
    cucore__written *own;
    uint64_t hash;
    int is_own, i, kept = cucore__write_key_make(work, &key, &out->launch);
    if (kept < 0) return CUCORE_OK;
    for (i = kept; i < work->count; i++) {
        out->outer[i - kept].n = work->axes[i].n;
        out->outer[i - kept].s = work->axes[i].s;
        out->outer[i - kept].d = work->axes[i].d;
    }
    out->outers = (uint32_t)(work->count - kept);
    out->axes = key.count;
    out->slowest = key.axes[key.count - 1];
    hash = cucore__written_hash(&key);
    known = cucore__written_find(&key, hash, &room);
    if (!known) {
        cucore_status status = cucore__written_plan_general(&key, out);
        if (!status) status = cucore__written_remember(&key, hash, out, &known);
        if (status) return status;
    }
    is_own = known && !key.is_any && out->compile != CUCORE__COMPILE_NEVER &&
             !(known->kernel && known->kernel->form.in_rows && key.word[0] == 1);
    if (is_own && out->compile == CUCORE__COMPILE_LATER && !CUCORE__LOAD(&known->own)) {
        is_own = cucore__written_pays(known, &out->launch);
    }
    own = is_own ? cucore__written_own(known, &out->launch) : NULL;
    if (is_own && !own && out->compile == CUCORE__COMPILE_ASKED) return cucore_last_error()->status;
    if (own) {
        out->kernel = own;
        out->grid = own->grid;
        out->bytes = CUCORE__WRITE_LAUNCH;
        out->shared = 0;
    } else if (known) {
        cucore__written_recall(known, out);
    }
    if (own || !key.is_run) out->strategy = CUCORE_COPY_KERNEL;
    if (out->kernel && !own) cucore__write_launch_general(&key, &out->kernel->form, &out->launch);
    return CUCORE_OK;
}

/* Plans the kernel of a copy.  out->compile and out->types are set by the caller. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    cucore_status status;
    work.types[0] = out->types[0];
    work.types[1] = out->types[1];
    status = cucore__kernel_join_typed(dst, d, src, s, &work);
    if (status) return status;
    out->strategy = work.run ? CUCORE_COPY_MEMCPY : CUCORE_COPY_NOTHING;
    out->run = (uint64_t)work.run;
    out->kernel = NULL;
    if (work.run) status = cucore__written_plan_make(&work, out);
    if (status || out->strategy == CUCORE_COPY_KERNEL) return status;
    out->launch.src = work.s;
    out->launch.dst = work.d;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_kernel(cucore__text *text, const cucore__kernel_plan *plan)
{
    const cucore__written *kernel = plan->kernel;
    const cucore__write_key *key = kernel ? &kernel->key : NULL;
    if (plan->strategy != CUCORE_COPY_KERNEL) {
        cucore__text_add(text, "%s, %llu bytes", plan->strategy == CUCORE_COPY_MEMCPY ? "memcpy" : "nothing",
                         (unsigned long long)plan->run);
        return;
    }
    cucore__text_add(text, "%s, %u axes, ", !kernel ? "convert" : key->is_general ? "general" : "written", plan->axes);
    if (!kernel) {
        cucore__text_add(text, "one element of each thread");
    } else {
        const cucore__write_form *form = &kernel->form;
        cucore__text_add(text, "unit %d%s, ", key->word[1], key->types[0] ? " converted" : "");
        if (form->tiled) {
            cucore__text_add(text, "tile of %u bytes, loads of %d and stores of %d bytes",
                             key->is_general ? plan->shared : form->shared, form->wide[0] * key->word[0],
                             form->wide[1] * key->word[1]);
        } else if (form->in_rows) {
            cucore__text_add(text, "rows that are not aligned, in words of 16 bytes");
        } else {
            cucore__text_add(text, "%u elements of each thread", (unsigned)form->steps * form->wide[0]);
        }
        if (form->again) cucore__text_add(text, ", stored %u times", (unsigned)form->times);
    }
    cucore__text_add(text, ", %u blocks", cucore__write_blocks(&plan->grid, &plan->launch));
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
/* Finds a function in the current context; without a lock if it was used there before. */
CUCORE__PRIVATE cucore_status cucore__copy_function(cucore__loaded_list *list, cucore__loader load, const void *what,
                                                    CUfunction *out)
{
    CUcontext context = NULL;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (status) return status;
    if (!context)
        return cucore__fail_driver(CUCORE_DRIVER, CUCORE__CUDA_ERROR_INVALID_CONTEXT, "cuCtxGetCurrent",
                                   "a strided copy needs a current context");
    *out = (CUfunction)cucore__loaded_find(list, context, cucore__context_id(context), NULL);
    return CUCORE__LIKELY(*out) ? CUCORE_OK : cucore__loaded_make(list, context, load, what, out);
}

/* A cucore__loader. */
CUCORE__PRIVATE cucore_status cucore__written_load(const void *what, CUcontext context, unsigned long long id,
                                                   CUfunction *out)
{
    cucore__written *written = (cucore__written *)(uintptr_t)what;
    const size_t size = cucore__write_kernel(&written->key, &written->form, NULL, 0) + 1;
    char *text = (char *)malloc(size);
    CUmodule module = NULL;
    cucore_status status;
    (void)context, (void)id;
    if (text) {
        (void)cucore__write_kernel(&written->key, &written->form, text, size);
        status = cucore__module_compile(text, &module);
    } else {
        status = cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)size);
    }
    free(text);
    if (!status) status = cucore__function_make(module, "cucore_copy_written", out);
    if (status && module) cucore__module_unload(module);
    if (status) CUCORE__STORE(&written->pause, CUCORE__WRITTEN_PAUSE);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__kernel_enqueue(const cucore__kernel_plan *plan, CUfunction function,
                                                     CUstream stream)
{
    const uint32_t threads = plan->kernel ? plan->kernel->form.threads : (uint32_t)CUCORE__KERNEL_THREADS;
    void *arguments[1];
    arguments[0] = (void *)(uintptr_t)&plan->launch.src; /* read only */
    return CUCORE__CALL(LaunchKernel, (function, cucore__write_blocks(&plan->grid, &plan->launch), 1, 1, threads, 1, 1,
                                       plan->shared, stream, arguments, NULL));
}

/* Goes on to the next launch of a plan that has several: the next slab, or index of the axes that were left out, of
 * which there were *index.  Returns 0 if there is none. */
CUCORE__PRIVATE int cucore__kernel_next(const cucore__kernel_plan *plan, cucore__kernel_plan *each, uint64_t *index)
{
    cucore__write_launch *launch = &each->launch;
    uint64_t left = ++*index;
    uint32_t i;
    if (launch->rest) {
        const uint32_t inner = launch->total / launch->last;
        --*index;
        launch->src += launch->last * (uint64_t)plan->slowest.s;
        launch->dst += launch->last * (uint64_t)plan->slowest.d;
        if (launch->last > launch->rest) launch->last = (uint32_t)launch->rest;
        launch->rest -= launch->last;
        launch->total = launch->last * inner;
        return 1;
    }
    *launch = plan->launch;
    for (i = 0; i < plan->outers; i++) {
        const cucore__write_axis *axis = &plan->outer[i];
        const uint64_t at = left % (uint64_t)axis->n;
        launch->src += at * (uint64_t)axis->s;
        launch->dst += at * (uint64_t)axis->d;
        left /= (uint64_t)axis->n;
    }
    return left == 0;
}

/* Enqueues all launches of a plan that has several. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kernel_enqueue_all(const cucore__kernel_plan *plan,
                                                                       CUfunction function, CUstream stream)
{
    cucore__kernel_plan each = *plan;
    uint64_t index = 0;
    cucore_status status;
    do {
        status = cucore__kernel_enqueue(&each, function, stream);
    } while (!status && cucore__kernel_next(plan, &each, &index));
    return status;
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream);

/* Copies without the layout's own kernel: a run by the driver, all else by a general kernel. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kernel_replace(const cucore__kernel_plan *plan, CUstream stream)
{
    const cucore__write_key *key = &plan->kernel->key;
    cucore__kernel_plan general;
    cucore_status status;
    if (key->is_run) {
        const uint64_t before = plan->launch.last % 256;
        return CUCORE__CALL(MemcpyAsync, (plan->launch.dst - before, plan->launch.src + key->is_run - 1 - before,
                                          (size_t)plan->run, stream));
    }
    general = *plan;
    status = cucore__written_plan_general(key, &general);
    if (status) return status;
    cucore__write_launch_general(key, &general.kernel->form, &general.launch);
    return cucore__kernel_plan_launch(&general, stream);
}

/* Enqueues what was planned.  If the layout's own kernel cannot be loaded, for example since the device is full, and
 * the caller did not ask for it, it is replaced, as it is for the next copies of the layout, which do not try. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    cucore__written *kernel = plan->kernel;
    CUfunction function = NULL;
    int may_replace, pause;
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE_COPY_NOTHING) return status;
    if (plan->strategy == CUCORE_COPY_MEMCPY)
        return CUCORE__CALL(MemcpyAsync, (plan->launch.dst, plan->launch.src, (size_t)plan->run, stream));
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    may_replace = kernel && !kernel->key.is_general && plan->compile != CUCORE__COMPILE_ASKED;
    pause = may_replace ? CUCORE__LOAD(&kernel->pause) : 0;
    if (pause > 0) {
        CUCORE__STORE(&kernel->pause, pause - 1);
        return cucore__kernel_replace(plan, stream);
    }
    status = kernel ? cucore__copy_function(&kernel->functions, cucore__written_load, kernel, &function)
                    : cucore__cast_function(&function);
    if (status && may_replace && CUCORE__LOAD(&kernel->pause) > 0) return cucore__kernel_replace(plan, stream);
    if (status) return status;
    return plan->outers || plan->launch.rest ? cucore__kernel_enqueue_all(plan, function, stream)
                                             : cucore__kernel_enqueue(plan, function, stream);
}

/* ------------ >>impl-copy-host -- */
/* copy/host/host_lines.c: the innermost loops of copies by the CPU: lines, and squares that are transposed; no
 * driver. */
enum { CUCORE__HOST_CALL = 128 }; /* bytes up to which words are faster than a call of memcpy */

/* An axis; dst and src are strides in bytes. */
typedef struct cucore__host_axis {
    int64_t extent, dst, src;
} cucore__host_axis;

/* What one call copies: the axis `along` for each index of `beside`.  Squares also have `rows`.  Lines without gaps in
 * dst are copied from there to the other indices of `again`, an axis that src repeats. */
typedef struct cucore__host_part {
    char *dst;
    const char *src;
    cucore__host_axis along, beside, rows, again;
} cucore__host_part;

CUCORE__PRIVATE inline int64_t cucore__copy_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* -- lines --------------------------------------------------------------------------------------------------------- */
/* Copies a few bytes without a call: two pieces of a constant size, which may overlap. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_run(char *dst, const char *src, size_t bytes)
{
    size_t i;
    if (bytes > CUCORE__HOST_CALL) {
        memcpy(dst, src, bytes);
    } else if (bytes > 64) {
        memcpy(dst, src, 64);
        memcpy(dst + bytes - 64, src + bytes - 64, 64);
    } else if (bytes > 32) {
        memcpy(dst, src, 32);
        memcpy(dst + bytes - 32, src + bytes - 32, 32);
    } else if (bytes >= 16) {
        memcpy(dst, src, 16);
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
    for (; count >= 4; count -= 4, dst += 4 * unit, src += 4 * from) {
        memcpy(a, src, unit);
        memcpy(b, src + from, unit);
        memcpy(c, src + 2 * from, unit);
        memcpy(d, src + 3 * from, unit);
        memcpy(dst, a, unit);
        memcpy(dst + unit, b, unit);
        memcpy(dst + 2 * unit, c, unit);
        memcpy(dst + 3 * unit, d, unit);
    }
    for (; count > 0; count--, dst += unit, src += from) memcpy(dst, src, unit);
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

/* Copies every second unit of src to a line of dst without gaps, except the last one: reads units and gaps as one
 * number.  Compilers make vectors of the inner loop: 0.05 ns for a byte. */
#define CUCORE__HOST_HALVES(unit, bits, wide_bits) \
    CUCORE__PRIVATE CUCORE__INLINE void cucore__host_halves_##unit(char *CUCORE__RESTRICT dst, \
                                                                   const char *CUCORE__RESTRICT src, int64_t blocks) \
    { \
        for (; blocks > 0; blocks--) { \
            size_t i; \
            for (i = 0; i < 32; i++) { \
                uint##wide_bits##_t pair; \
                uint##bits##_t first; \
                memcpy(&pair, src + 2 * unit * i, 2 * unit); \
                first = (uint##bits##_t)pair; \
                memcpy(dst + unit * i, &first, unit); \
            } \
            src += 64 * unit; \
            dst += 32 * unit; \
        } \
    }
CUCORE__HOST_HALVES(1, 8, 16)
CUCORE__HOST_HALVES(2, 16, 32)
CUCORE__HOST_HALVES(4, 32, 64)
#undef CUCORE__HOST_HALVES

/* Copies the units of a line that runs backwards in src, forwards and without gaps in dst: 8 bytes at a time.
 * -> the number of units that were copied */
CUCORE__PRIVATE CUCORE__INLINE int64_t cucore__host_reverse(int64_t unit, char *dst, const char *src, int64_t count)
{
    int64_t i;
    for (i = 0; i + 8 / unit <= count; i += 8 / unit) {
        uint64_t word;
        memcpy(&word, src - (i + 8 / unit - 1) * unit, 8);
        word = word << 32 | word >> 32;
        if (unit < 4) word = (word & 0x0000FFFF0000FFFFu) << 16 | (word >> 16 & 0x0000FFFF0000FFFFu);
        if (unit < 2) word = (word & 0x00FF00FF00FF00FFu) << 8 | (word >> 8 & 0x00FF00FF00FF00FFu);
        memcpy(dst + i * unit, &word, 8);
    }
    return i;
}

/* Copies the units, of up to 8 bytes, of lines without gaps in dst.  `unit` is a constant. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_dense(int64_t unit, const cucore__host_part *block)
{
    const int64_t from = block->along.src, count = block->along.extent, bytes = count * unit;
    const int64_t lines = block->beside.extent, to_next = block->beside.dst, from_next = block->beside.src;
    const int is_little = CUCORE__NATIVE_ORDER == '<', halves = is_little && unit < 8 && from == 2 * unit && count > 32;
    const char *src = block->src;
    char *dst = block->dst;
    int64_t j, done;
    if (is_little && from == 0 && bytes >= 16) {
        for (j = 0; j < lines; j++) {
            if (unit == 1) memset(dst + j * to_next, src[j * from_next], (size_t)bytes);
            if (unit > 1) cucore__host_repeat((size_t)unit, dst + j * to_next, src + j * from_next, (size_t)bytes);
        }
    } else if (halves || (unit < 4 && from == -unit && bytes >= 16)) {
        for (j = 0; j < lines; j++) {
            char *to = dst + j * to_next;
            const char *line = src + j * from_next;
            done = halves ? (count - 1) / 32 * 32 : cucore__host_reverse(unit, to, line, count);
            if (halves && unit == 1) cucore__host_halves_1(to, line, done / 32);
            if (halves && unit == 2) cucore__host_halves_2(to, line, done / 32);
            if (halves && unit == 4) cucore__host_halves_4(to, line, done / 32);
            cucore__host_pack((size_t)unit, to + done * unit, line + done * from, from, count - done);
        }
    } else {
        for (j = 0; j < lines; j++) {
            cucore__host_pack((size_t)unit, dst + j * to_next, src + j * from_next, from, count);
        }
    }
}

/* A function for each unit: in one function for all units compilers have no registers left for the innermost loops,
 * which then take half as long again. */
#define CUCORE__HOST_LINES_OF(unit, has_dense) \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_lines_##unit(const cucore__host_part *block) \
    { \
        const cucore__host_axis line = block->along, beside = block->beside; \
        char *dst = block->dst; \
        const char *src = block->src; \
        int64_t j; \
        if (has_dense && line.dst == unit) { \
            cucore__host_dense(unit, block); \
            return; \
        } \
        for (j = 0; j < beside.extent; j++) { \
            cucore__host_units(unit, dst + j * beside.dst, src + j * beside.src, &line); \
        } \
    }
CUCORE__HOST_LINES_OF(1, 1)
CUCORE__HOST_LINES_OF(2, 1)
CUCORE__HOST_LINES_OF(4, 1)
CUCORE__HOST_LINES_OF(8, 1)
CUCORE__HOST_LINES_OF(3, 0)
CUCORE__HOST_LINES_OF(12, 0)
CUCORE__HOST_LINES_OF(16, 0)
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
#define CUCORE__HOST_SWAP(a, b, shift, mask) \
    do { \
        const uint64_t cucore__t0 = (((a).of[0] >> (shift)) ^ (b).of[0]) & (mask); \
        const uint64_t cucore__t1 = (((a).of[1] >> (shift)) ^ (b).of[1]) & (mask); \
        (a).of[0] ^= cucore__t0 << (shift); \
        (a).of[1] ^= cucore__t1 << (shift); \
        (b).of[0] ^= cucore__t0; \
        (b).of[1] ^= cucore__t1; \
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

#define CUCORE__HOST_SQUARES_OF(unit) \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_squares_##unit(const cucore__host_part *block) \
    { \
        cucore__host_squares(unit, block); \
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

/* Copies each line of dst to the other indices of `again`, in the order of memory. */
CUCORE__PRIVATE void cucore__host_repeat_lines(size_t unit, const cucore__host_part *block)
{
    cucore__host_part lines = *block;
    int64_t k;
    lines.along = block->again;
    lines.along.extent--;
    lines.beside.src = block->beside.dst;
    if (cucore__magnitude(lines.along.dst) > cucore__magnitude(lines.beside.dst)) {
        const cucore__host_axis slower = lines.along;
        lines.along = lines.beside;
        lines.beside = slower;
    }
    for (k = 0; k < block->rows.extent; k++) {
        lines.src = block->dst + k * block->rows.dst;
        lines.dst = block->dst + k * block->rows.dst + block->again.dst;
        cucore__host_lines((size_t)block->along.extent * unit, &lines);
    }
}

/* copy/host/host.c: copies by the CPU: the innermost axis, and the order of the others; no driver. */
/* Returns the address `elements` further.  It is computed as a number, since it may lie outside of the array. */
CUCORE__PRIVATE inline char *cucore__copy_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* What measurements found to be fast. */
enum {
    CUCORE__HOST_LINE = 64,             /* bytes of a cache line */
    CUCORE__HOST_UNIT = 32,             /* bytes of a unit up to which its place in a cache line matters */
    CUCORE__HOST_SHORT = 16,            /* units of an axis that is too short to be the innermost one, */
    CUCORE__HOST_SHORT_BYTES = 48,      /* unless they have so many bytes */
    CUCORE__HOST_BLOCK = 256,           /* lines that are used again and again: half of a small first cache, */
    CUCORE__HOST_BLOCK_BYTES = 16384,   /* or as much of it if steps are short */
    CUCORE__HOST_BESIDE = 4096,         /* lines of src between one row of squares and the next */
    CUCORE__HOST_CACHED = 256 << 10,    /* bytes of src that are still in the second cache when they are used again */
    CUCORE__HOST_SHARED = 16,           /* indices of an axis that threads share; a shorter one only if all are */
    CUCORE__HOST_THREADS_FROM = 1 << 18 /* bytes from which a copy may take several threads */
};

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

/* Picks the inner loop axis: the fastest axis of dst, unless it is short; then the longest axis whose step stays within
 * one cache line of dst.  An axis whose step leaves the cache line of src does not replace one whose step stays in
 * it.  A line that one unit fills is not too short from 16 bytes on. */
CUCORE__PRIVATE int cucore__host_along(int64_t unit, const cucore__host_axis *axes, int ndim)
{
    const cucore__host_axis *fastest = &axes[ndim - 1];
    const int stays = cucore__host_step(fastest->src) < CUCORE__HOST_LINE || fastest->src == 0;
    int64_t least = CUCORE__HOST_SHORT_BYTES / unit + 1;
    int i, along = ndim - 1;
    if (fastest->src == 0 && fastest->dst == unit) least = 16 / unit;
    if (least > CUCORE__HOST_SHORT) least = CUCORE__HOST_SHORT;
    for (i = ndim - 2; i >= 0 && axes[along].extent < least; i--) {
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
    uint64_t lines = 1, span = 0; /* of src: its cache lines, and the bytes from the first to the last element */
    char is_inside[CUCORE_MAX_NDIM] = {0};
    int i, count = 0;
    for (i = ndim - 1; i >= 0; i--) {
        const int is_far = lines > CUCORE__HOST_CACHED / CUCORE__HOST_LINE && span > CUCORE__HOST_CACHED;
        is_inside[i] = i > along || (is_small && is_far && cucore__host_step(axes[i].src) < CUCORE__HOST_LINE);
        if (axes[i].src != 0 && lines <= CUCORE__HOST_CACHED) {
            const uint64_t step = cucore__magnitude(axes[i].src), steps = (uint64_t)axes[i].extent;
            lines *= step < CUCORE__HOST_LINE ? steps * step / CUCORE__HOST_LINE + 1 : steps;
        }
        span += (uint64_t)(axes[i].extent - 1) * cucore__magnitude(axes[i].src);
        if (is_inside[i] && i != along && axes[i].extent > 1) inside[count++] = axes[i];
    }
    for (i = 0; i < ndim; i++) {
        if (!is_inside[i] && i != along && axes[i].extent > 1) loop->axes[loop->ndim++] = axes[i];
    }
    loop->units = line->extent;
    if ((count > 0 || loop->turns || loop->block.again.extent > 1) && line->extent > cucore__host_block_units(line)) {
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
    int64_t lines = 1; /* of src until the next row of dst reads the same ones */
    int i, ndim = axes->ndim, along, slow, repeats = -1;
    loop->unit = (size_t)axes->itemsize;
    block->dst = dst;
    block->src = src;
    block->along = block->beside = block->rows = block->again = none;
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
    for (i = slow + 1; i < ndim && lines < 4 * CUCORE__HOST_BLOCK; i++) lines *= list[i].extent;
    if (slow != along && (loop->unit < 8 || lines >= 4 * CUCORE__HOST_BLOCK) &&
        cucore__host_turns((int64_t)loop->unit, &list[along], &list[slow])) {
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
        along = cucore__host_along((int64_t)loop->unit, list, ndim);
    }
    block->along = list[along];
    for (i = 0; i < ndim && loop->unit < 16 && block->along.dst == (int64_t)loop->unit && block->along.src != 0; i++) {
        if (i == along || list[i].src != 0 || list[i].extent <= block->again.extent) continue;
        block->again = list[i];
        repeats = i;
    }
    if (repeats >= 0) list[repeats].extent = 1;
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

/* Returns 1 if all bytes are one run, for which no loops have to be made. */
CUCORE__PRIVATE inline int cucore__host_is_run(const cucore__copy_axes *axes)
{
    return axes->ndim == 0 || (axes->ndim == 1 && axes->dst[0] == 1 && axes->src[0] == 1);
}

/* Copies by the CPU.  The elements of dst do not overlap those of src. */
CUCORE__PRIVATE void cucore__host_copy(const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore__host_loop loop;
    int64_t index[CUCORE_MAX_NDIM + 1], extent;
    int i;
    if (cucore__host_is_run(axes)) {
        memcpy(dst, src, (size_t)(axes->itemsize * (axes->ndim ? axes->shape[0] : 1)));
        return;
    }
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
        if (loop.block.again.extent > 1) cucore__host_repeat_lines(loop.unit, &loop.block);
    } while (cucore__host_next(&loop, index));
}

/* A copy that threads share along an axis. */
typedef struct cucore__host_job {
    cucore__work work;
    const cucore__copy_axes *axes;
    int axis;
    void *dst;
    const void *src;
} cucore__host_job;

CUCORE__PRIVATE void cucore__host_job_run(const cucore__work *work, int number, int64_t begin, int64_t end)
{
    const cucore__host_job *job = (const cucore__host_job *)(const void *)work;
    const int64_t itemsize = job->axes->itemsize;
    cucore__copy_axes axes;
    (void)number;
    memcpy(&axes, job->axes, sizeof axes);
    axes.shape[job->axis] = end - begin;
    cucore__host_copy(&axes, cucore__copy_at(job->dst, begin * axes.dst[job->axis], itemsize),
                      cucore__copy_at(job->src, begin * axes.src[job->axis], itemsize));
}

/* The same by several threads if they pay.  They share the slowest axis of dst that is long enough, else the longest
 * one. */
CUCORE__PRIVATE void cucore__host_copy_by(int threads, const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore__host_job job;
    int64_t bytes = axes->itemsize;
    int i;
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (threads == 1 || bytes < CUCORE__HOST_THREADS_FROM || axes->ndim == 0) {
        cucore__host_copy(axes, dst, src);
        return;
    }
    job.axes = axes;
    job.dst = dst;
    job.src = src;
    job.axis = 0;
    for (i = 1; i < axes->ndim && axes->shape[job.axis] < CUCORE__HOST_SHARED; i++) {
        if (axes->shape[i] > axes->shape[job.axis]) job.axis = i;
    }
    job.work.run = cucore__host_job_run;
    job.work.extent = axes->shape[job.axis];
    cucore__work_share(threads, &job.work);
}

/* ------------ >>impl-copy-job -- */
/* copy/job/job.c: a job: what a copy asks of its two views and its stream, once; which views can be copied. */
/* One side of a copy. */
typedef struct cucore__copy_side {
    const cucore_layout *layout; /* of the view; or stretched to the shape of dst; or of bytes, if it is packed */
    int is_c;                    /* 1: C order without gaps */
    char *ptr;
    int kind;            /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST */
    int device_id;       /* of memory of a device */
    int managed;         /* 1: any device can use it */
    int only_on;         /* the device that has to take part; CUCORE_DEVICE_NONE for memory of the host, and managed */
    uint64_t first, end; /* addresses that the elements reach; set by cucore__copy_job_make */
} cucore__copy_side;

/* A copy or a conversion: what is asked of its two views and its stream, once. */
typedef struct cucore__copy_job {
    const cucore_view *views[2]; /* dst, src */
    cucore__copy_side dst, src;
    int64_t size;                       /* the number of elements of dst; of its bytes, if they are packed */
    const cucore_copy_options *options; /* not NULL */
    cucore__copy_compile compile;
    int on_stream;       /* 1: there is a stream, so that the device copies between pinned memory */
    int asks_driver;     /* 1: the driver is asked whether plain memory is pinned */
    int may_block;       /* 1: the call may wait for the CPU's part */
    int device_id;       /* of the stream; CUCORE_DEVICE_NONE: not known */
    cucore__place place; /* of the stream, if there is one */
} cucore__copy_job;

static const cucore_copy_options cucore__copy_usual = {NULL, CUCORE_BLOCKING_DEFAULT, 0, 0, 0, {NULL, NULL}};

/* may_convert: 0 for copies of blocks and of many views */
CUCORE__PRIVATE cucore_status cucore__copy_check_options(const cucore_copy_options *options, int may_convert)
{
    const uint64_t both = CUCORE_COPY_COMPILE | CUCORE_COPY_NO_COMPILE;
    size_t i;
    if (!options) return CUCORE_OK;
    if ((unsigned)options->blocking > (unsigned)CUCORE_BLOCKING_NO) {
        return cucore__invalid("%d is none of CUCORE_BLOCKING_DEFAULT, _YES and _NO", (int)options->blocking);
    }
    if (options->flags & ~(CUCORE_COPY_CAST | both | CUCORE_COPY_THREADS(127))) {
        return cucore__invalid(
            "options->flags is 0x%llx: there are only CUCORE_COPY_CAST (0x1), CUCORE_COPY_COMPILE (0x2), "
            "CUCORE_COPY_NO_COMPILE (0x4) and CUCORE_COPY_THREADS of 0 to 127 (0x100 each)",
            (unsigned long long)options->flags);
    }
    if ((options->flags & both) == both) {
        return cucore__invalid("options->flags is 0x%llx: CUCORE_COPY_COMPILE (0x2) and CUCORE_COPY_NO_COMPILE (0x4) "
                               "exclude each other",
                               (unsigned long long)options->flags);
    }
    if (!may_convert && options->flags & CUCORE_COPY_CAST) {
        return cucore_fail(CUCORE_UNSUPPORTED, "CUCORE_COPY_CAST: only cucore_view_copy converts");
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

/* Returns the largest number of threads on the host; 0: as many as there are processors. */
CUCORE__PRIVATE inline int cucore__copy_threads(const cucore_copy_options *options)
{
    return (int)(options->flags >> 8);
}

CUCORE__PRIVATE inline int cucore__copy_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* -- sides --------------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE inline int cucore__copy_is_host(const cucore__copy_side *side)
{
    return side->kind != CUCORE_DEVICE_TYPE_CUDA;
}

/* Sets where the memory is. */
CUCORE__PRIVATE void cucore__copy_side_locate(cucore__copy_side *side, int device_type, int device_id)
{
    side->managed = device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    side->kind = side->managed ? CUCORE_DEVICE_TYPE_CUDA : device_type;
    side->device_id = side->kind == CUCORE_DEVICE_TYPE_CUDA ? device_id : CUCORE_DEVICE_NONE;
    side->only_on = side->managed ? CUCORE_DEVICE_NONE : side->device_id;
}

/* Sets the layout, which is sound: the number of its elements fits 64 bits. */
CUCORE__PRIVATE void cucore__copy_side_lay(cucore__copy_side *side, const cucore_layout *layout)
{
    uint64_t next = 1;
    int i = layout->ndim - 1;
    for (; i >= 0 && (layout->shape[i] == 1 || (uint64_t)layout->strides[i] == next); i--)
        next *= (uint64_t)layout->shape[i];
    side->layout = layout;
    side->is_c = i < 0;
}

CUCORE__PRIVATE void cucore__copy_side_make(const cucore_view *view, cucore__copy_side *side)
{
    side->ptr = (char *)view->ptr;
    cucore__copy_side_lay(side, &view->layout);
    cucore__copy_side_locate(side, view->device_type, view->device_id);
}

CUCORE__PRIVATE cucore_status cucore__copy_check_kinds(const cucore_view *const *views)
{
    int i;
    for (i = 0; i < 2; i++) {
        const int type = views[i]->device_type;
        if (type == CUCORE_DEVICE_TYPE_CPU || type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
            type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) {
            continue;
        }
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s is in memory of kind %d, which is neither the host's nor CUDA's",
                           i ? "src" : "dst", type);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore__copy_compile cucore__copy_compile_of(uint64_t flags, cucore__copy_compile otherwise)
{
    return flags & CUCORE_COPY_COMPILE      ? CUCORE__COMPILE_ASKED
           : flags & CUCORE_COPY_NO_COMPILE ? CUCORE__COMPILE_NEVER
                                            : otherwise;
}

/* Makes a job without a stream of job->views: both are checked to be sound, in memory that can be copied.  options:
 * checked, or NULL; subjects: words for dst and src that begin messages */
CUCORE__PRIVATE cucore_status cucore__copy_job_make(cucore__copy_job *job, const cucore_copy_options *options,
                                                    const char *const *subjects)
{
    cucore__copy_side *const sides[2] = {&job->dst, &job->src};
    cucore__survey spans[2];
    int i;
    cucore_status status = cucore__view_survey(subjects[0], job->views[0], &spans[0]);
    if (!status) status = cucore__view_survey(subjects[1], job->views[1], &spans[1]);
    if (!status) status = cucore__copy_check_kinds(job->views);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        const uint64_t at = (uint64_t)(uintptr_t)job->views[i]->ptr;
        const int64_t bits = job->views[i]->layout.itembits, past = spans[i].max + 1;
        cucore__copy_side_make(job->views[i], sides[i]);
        sides[i]->first = at + (uint64_t)(spans[i].min * bits >> 3);
        sides[i]->end = at + (((uint64_t)past * (uint64_t)bits + 7) >> 3);
    }
    job->size = spans[0].size;
    job->options = options ? options : &cucore__copy_usual;
    job->compile = cucore__copy_compile_of(job->options->flags, CUCORE__COMPILE_LATER);
    job->on_stream = job->asks_driver = 0;
    job->may_block = job->options->blocking != CUCORE_BLOCKING_NO;
    job->device_id = CUCORE_DEVICE_NONE;
    return CUCORE_OK;
}

/* -- the stream ---------------------------------------------------------------------------------------------------- */
/* Returns 1 if the stream takes part: not for plain memory, and for pinned memory only if it is a real stream. */
CUCORE__PRIVATE int cucore__copy_on_stream(const cucore__copy_side *dst, const cucore__copy_side *src, CUstream stream)
{
    if (!cucore__copy_is_host(dst) || !cucore__copy_is_host(src)) return 1;
    return (dst->kind != CUCORE_DEVICE_TYPE_CPU || src->kind != CUCORE_DEVICE_TYPE_CPU) &&
           cucore__copy_stream_is_real(stream);
}

/* Sets `out` to the stream and its context.  A default stream is that of a device that has to take part; the device of
 * managed memory does not have to if the other side is in the memory of a device. */
CUCORE__PRIVATE cucore_status cucore__copy_place(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                 CUstream stream, cucore__place *out)
{
    const int any = dst->only_on < 0 && src->only_on < 0;
    return cucore__place_make_for_two(stream, any ? dst->device_id : dst->only_on, any ? src->device_id : src->only_on,
                                      out);
}

/* Finds out whether the stream takes part, and then its place. */
CUCORE__PRIVATE cucore_status cucore__copy_job_place(cucore__copy_job *job, CUstream stream)
{
    cucore_status status;
    job->on_stream = job->asks_driver = cucore__copy_on_stream(&job->dst, &job->src, stream);
    if (!job->on_stream) return CUCORE_OK;
    status = cucore__copy_place(&job->dst, &job->src, stream, &job->place);
    return status ? status : cucore__context_device(job->place.context, &job->device_id);
}

/* The text of a shape or of strides, for messages. */
typedef struct cucore__copy_tuple {
    char text[160];
} cucore__copy_tuple;

CUCORE__PRIVATE CUCORE__COLD cucore__copy_tuple cucore__copy_tuple_make(const int64_t *values, int count)
{
    cucore__copy_tuple out = {""};
    cucore__text text = cucore__text_start(out.text, sizeof out.text);
    cucore__text_add_tuple(&text, values, count);
    return out;
}

/* Returns 1 if the formats of opaque elements differ in more than the byte order, unless one is void ("8x"). */
CUCORE__PRIVATE int cucore__copy_formats_differ(const char *a, const char *b)
{
    if (!a || !b) return 0;
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
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst is %s%s, src is %s%s: a copy does not swap bytes without CUCORE_COPY_CAST", to,
                           dst->byte_swapped ? foreign : "", from, src->byte_swapped ? foreign : "");
    }
    if (a->itemsize == b->itemsize && a->itembits != b->itembits) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "elements of %lld bits (dst, %s) and of %lld bits (src, %s)",
                           (long long)a->itembits, to, (long long)b->itembits, from);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s, src is %s%s: a copy does not convert", to, from,
                       strcmp(to, from) ? "" : " with other fields");
}

/* Checks the elements.  Opaque bytes are copied to and from any elements of their size, unless both sides name formats
 * that differ, or the byte order differs; fields are compared as far as both sides name them. */
CUCORE__PRIVATE cucore_status cucore__copy_check_views(const cucore_view *dst, const cucore_view *src)
{
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    const int opaque = (dst->dtype.code == CUCORE_CODE_OPAQUE) + (src->dtype.code == CUCORE_CODE_OPAQUE);
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (dst->byte_swapped != src->byte_swapped || a->itemsize != b->itemsize || a->itembits != b->itembits)
        return cucore__copy_fail_dtypes(dst, src);
    if (opaque == 2 && cucore__copy_formats_differ(dst->pep3118_format, src->pep3118_format)) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst has elements of the format '%.64s', src of '%.64s': a copy does not convert",
                           dst->pep3118_format, src->pep3118_format);
    }
    if (opaque || (cucore_dtype_is_equal(dst->dtype, src->dtype) &&
                   (dst->dtype.code != CUCORE_CODE_STRUCTURED || !dst->pep3118_format || !src->pep3118_format ||
                    strcmp(dst->pep3118_format, src->pep3118_format) == 0))) {
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

/* Checks dst, and finds whether it shares memory with src, which has its shape. */
CUCORE__PRIVATE cucore_status cucore__copy_check_memory(const cucore__copy_job *job, cucore_overlap *out)
{
    const cucore__copy_side *dst = &job->dst, *src = &job->src;
    cucore_status status = dst->is_c ? CUCORE_OK : cucore__copy_check_unique(dst->layout);
    *out = CUCORE_OVERLAP_NONE;
    if (status || dst->end <= src->first || src->end <= dst->first) return status;
    return cucore_layout_overlap(dst->layout, dst->ptr, src->layout, src->ptr, out);
}

CUCORE__PRIVATE int cucore__copy_shapes_are_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    if (a->ndim != b->ndim) return 0;
    while (i < a->ndim && a->shape[i] == b->shape[i]) i++;
    return i == a->ndim;
}

/* Stretches src to the shape of dst: its layout becomes `stretched` if its shape is another one. */
CUCORE__PRIVATE cucore_status cucore__copy_stretch(cucore__copy_job *job, cucore_layout *stretched)
{
    const cucore_layout *dst = job->dst.layout, *src = job->src.layout;
    cucore_status status = CUCORE_INVALID_ARGUMENT;
    if (cucore__copy_shapes_are_equal(dst, src)) return CUCORE_OK;
    if (src->ndim <= dst->ndim) status = cucore_layout_broadcast_to(src, dst->ndim, dst->shape, stretched);
    if (status == CUCORE_INVALID_ARGUMENT) {
        const cucore__copy_tuple a = cucore__copy_tuple_make(src->shape, src->ndim);
        const cucore__copy_tuple b = cucore__copy_tuple_make(dst->shape, dst->ndim);
        return cucore_fail(CUCORE_WRONG_SHAPE, "src of shape %s does not stretch to dst of shape %s", a.text, b.text);
    }
    if (!status) cucore__copy_side_lay(&job->src, stretched);
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
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_unpack(cucore__copy_job *job, cucore_layout *bytes)
{
    cucore_layout simple[2];
    int64_t offsets[2];
    int i;
    cucore_status status;
    if (!job->size) return CUCORE_OK;
    status = cucore__copy_simplify(job->dst.layout, job->src.layout, simple, offsets);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        cucore__copy_side *side = i ? &job->src : &job->dst;
        if (!cucore__copy_unpack_layout(&simple[i], offsets[i], &bytes[i])) {
            cucore__copy_tuple strides = cucore__copy_tuple_make(side->layout->strides, side->layout->ndim);
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "packed elements of %lld bits can only be copied in runs of whole bytes that begin at a "
                               "byte; those of %s, with strides %s, are not",
                               (long long)side->layout->itembits, i ? "src" : "dst", strides.text);
        }
        side->ptr = cucore__copy_at(side->ptr, offsets[i] * simple[i].itembits / 8, 1);
        cucore__copy_side_lay(side, &bytes[i]);
    }
    job->size = job->size * simple[0].itembits / 8;
    return CUCORE_OK;
}

/* ------------ >>impl-copy-plan -- */
/* copy/job/plan.c: chooses the strategy of a copy and cuts it into pieces; only cucore__copy_ask_side calls the
 * driver. */
#ifndef CUCORE_COPY_PIECE
#define CUCORE_COPY_PIECE (64 << 20)
#endif
#ifndef CUCORE_COPY_STAGE
#define CUCORE_COPY_STAGE (1 << 20)
#endif
#define CUCORE__COPY_SMALL (CUCORE_COPY_PIECE / 1024) /* bytes up to which a kernel over the bus is the fastest way */
#define CUCORE__COPY_CALL_BYTES (CUCORE_COPY_PIECE / 128) /* bytes that each of many driver calls has to move */
enum {
    CUCORE__COPY_ROW = 256,             /* bytes of a row from which the copy engine reaches its full speed */
    CUCORE__COPY_ROW_SLOW = 64,         /* bytes of a row from which it reaches three quarters of its speed */
    CUCORE__COPY_MAX_PITCH = 0x7FFFFFFF /* CU_DEVICE_ATTRIBUTE_MAX_PITCH of all devices */
};
#ifndef CUCORE_COPY_WORKERS
#define CUCORE_COPY_WORKERS 4
#endif

/* Returns the bytes from which packing by threads is faster. */
CUCORE__PRIVATE inline int64_t cucore__copy_staged_from(void)
{
    return 8 * (int64_t)CUCORE_COPY_STAGE;
}

/* Returns 1 if both sides are dense in the same order, so that the copy is one run of bytes.  Negative strides are left
 * to the general way. */
CUCORE__PRIVATE int cucore__copy_is_run(const cucore__copy_job *job)
{
    const cucore_layout *a = job->dst.layout, *b = job->src.layout;
    int i;
    if (job->dst.is_c) return job->src.is_c;
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
CUCORE__PRIVATE cucore_status cucore__copy_plan_axes(const cucore__copy_job *job, int dst_first, cucore_copy_plan *plan)
{
    const cucore_layout *dst = job->dst.layout, *src = job->src.layout;
    const int d = dst_first ? 0 : 1, s = 1 - d;
    cucore_layout simple[2];
    int64_t offsets[2];
    cucore_status status = cucore__copy_simplify(d ? src : dst, d ? dst : src, simple, offsets);
    if (status) return status;
    plan->private_.dst = cucore__copy_at(job->dst.ptr, offsets[d], dst->itemsize);
    plan->private_.src = cucore__copy_at(job->src.ptr, offsets[s], src->itemsize);
    plan->private_.axes.itemsize = dst->itemsize;
    cucore__copy_axes_make(&plan->private_.axes, simple[d].ndim, simple[d].shape, simple[d].strides, simple[s].strides);
    return CUCORE_OK;
}

/* The plan of a kernel fits into the room that a cucore_copy_plan has for it, and fills it. */
typedef char cucore__copy_kernel_fits[sizeof(cucore__kernel_plan) <= 8 * CUCORE_COPY_KERNEL_WORDS ? 1 : -1];
typedef char cucore__copy_kernel_fills[sizeof(cucore__kernel_plan) > 8 * CUCORE_COPY_KERNEL_WORDS - 64 ? 1 : -1];

/* Plans one kernel for the whole copy. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_kernel(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    const cucore__copy_side *dst = &job->dst, *src = &job->src;
    cucore__kernel_plan *kernel = (cucore__kernel_plan *)(void *)plan->private_.kernel;
    plan->strategy = CUCORE_COPY_KERNEL;
    kernel->compile = job->compile;
    kernel->types[0] = kernel->types[1] = 0;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr, kernel);
}

/* Plans a copy between two places that the kernels of one device reach. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_near(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore__copy_axes *axes = &plan->private_.axes;
    if (plan->overlaps) {
        plan->strategy = CUCORE_COPY_KERNEL;
        plan->packs = 1;
        plan->temp_nbytes = plan->nbytes;
        plan->pieces = 1;
        return cucore__copy_plan_axes(job, 1, plan);
    }
    if (!cucore__copy_is_run(job)) return cucore__copy_plan_kernel(job, plan);
    if (plan->nbytes > CUCORE__WRITE_RUN_FROM && job->dst.only_on >= 0 && job->src.only_on >= 0) {
        const cucore__kernel_plan *kernel = (const cucore__kernel_plan *)(const void *)plan->private_.kernel;
        cucore_status status = cucore__copy_plan_kernel(job, plan);
        if (status || kernel->strategy == CUCORE_COPY_KERNEL) return status;
    }
    plan->strategy = CUCORE_COPY_MEMCPY;
    axes->ndim = 1;
    axes->itemsize = job->dst.layout->itemsize;
    axes->shape[0] = job->size;
    axes->dst[0] = axes->src[0] = 1;
    plan->private_.dst = job->dst.ptr;
    plan->private_.src = job->src.ptr;
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

/* Cuts into pieces of temporary memory with the given strides.  -> the bytes of the largest one */
CUCORE__PRIVATE int64_t cucore__copy_cut_temp(const cucore__copy_axes *axes, const int64_t *strides, int moving,
                                              cucore__copy_cut *cut)
{
    int64_t elements = 1;
    cucore__copy_cut_make(axes->shape, strides, moving, CUCORE_COPY_PIECE / 2 / axes->itemsize, cut);
    if (moving > 0) {
        elements =
            cucore__copy_span(axes->shape, strides, cut->axis + 1, moving) + (cut->count - 1) * strides[cut->axis];
    }
    return elements * axes->itemsize;
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
    int64_t dense[CUCORE_MAX_NDIM];
    const int64_t *strides = !is_block ? dense : plan->private_.to_far ? axes->dst : axes->src;
    plan->strategy = strategy;
    if (!is_block && is_dense && !cucore__copy_is_far_staged(plan)) return;
    cucore__copy_dense_strides(axes->shape, axes->ndim, moving, dense);
    plan->temp_nbytes = cucore__copy_cut_temp(axes, strides, moving, &plan->private_.cut);
    plan->packs = 1;
    plan->private_.is_block = (uint8_t)is_block;
    plan->pieces = plan->private_.cut.pieces;
}

/* Plans a copy between the near device and the far side. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_far(const cucore__copy_job *job, int to_far, cucore_copy_plan *plan)
{
    const int kind = to_far ? job->dst.kind : job->src.kind, is_peer = kind == CUCORE_DEVICE_TYPE_CUDA;
    const int is_plain = kind == CUCORE_DEVICE_TYPE_CPU;
    /* below that size the driver's own copies of plain memory are faster */
    const int by_threads = is_plain && CUCORE_COPY_WORKERS > 1 && plan->nbytes >= cucore__copy_staged_from();
    cucore__copy_axes *axes = &plan->private_.axes, packed;
    const int64_t *away = to_far ? axes->dst : axes->src, *near_strides = to_far ? axes->src : axes->dst;
    cucore__copy_rows rows, packed_rows; /* as both sides are, and with the near side packed */
    int64_t dense[CUCORE_MAX_NDIM], bytes, block_bytes, row;
    int is_run, is_dense, is_thick, is_whole, repeats, i, moving = 0;
    cucore_status status = cucore__copy_plan_axes(job, to_far, plan);
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
    } else if (is_plain && (is_whole || bytes == block_bytes) && plan->nbytes < 2 * cucore__copy_staged_from()) {
        /* staging is faster from there on, if a kernel rearranges the elements on the device */
        cucore__copy_plan_transfer(plan, CUCORE_COPY_BLOCK, !to_far, is_dense);
    } else if (is_plain) { /* the CPU packs rows, or all bytes of the block if most of them belong to elements */
        cucore__copy_plan_transfer(plan, CUCORE_COPY_STAGED, is_whole, is_dense);
    } else if (!is_peer && plan->nbytes <= CUCORE__COPY_SMALL) {
        return cucore__copy_plan_kernel(job, plan);
    } else if (to_far ? bytes == block_bytes : is_thick) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_BLOCK, !to_far, is_dense);
    } else if (!is_peer && (to_far || repeats) && cucore__copy_rows_are_fast(&packed_rows, CUCORE__COPY_ROW_SLOW)) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_PITCHED, 0, is_dense);
    } else if (is_peer || (to_far && job->may_block)) {
        cucore__copy_plan_transfer(plan, CUCORE_COPY_STAGED, 0, is_dense);
    } else {
        return cucore__copy_plan_kernel(job, plan);
    }
    return CUCORE_OK;
}

/* -- the whole ----------------------------------------------------------------------------------------------------- */
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
    int a = dst->only_on, b = src->only_on;
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

CUCORE__PRIVATE cucore_status cucore__copy_ask_side(cucore__copy_side *side, const cucore__copy_side *other)
{
    cucore_pointer_info info;
    cucore_status status;
    if (side->kind != CUCORE_DEVICE_TYPE_CPU || cucore__copy_is_host(other)) return CUCORE_OK;
    status = cucore_driver_load();
    if (status) return status;
    status = cucore__pointer_attributes(side->ptr, 3, &info);
    if (status || info.device_type == CUCORE_DEVICE_TYPE_CPU) return status;
    cucore__copy_side_locate(side, info.device_type, info.device_id);
    return CUCORE_OK;
}

/* Sets the kind of plain memory that meets a device: the driver knows whether it is pinned or managed. */
CUCORE__PRIVATE cucore_status cucore__copy_ask_driver(cucore__copy_side *dst, cucore__copy_side *src)
{
    cucore_status status = cucore__copy_ask_side(dst, src);
    return status ? status : cucore__copy_ask_side(src, dst);
}

/* Begins a plan: what the driver knows of plain memory, the bytes, the devices. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_begin(cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore_status status = CUCORE_OK;
    memset(plan, 0, offsetof(cucore_copy_plan, private_.axes));
    plan->private_.axes.ndim = 0;
    plan->device_id = plan->peer_id = CUCORE_DEVICE_NONE;
    plan->private_.compile = (uint8_t)job->compile;
    plan->nbytes = job->size * job->dst.layout->itemsize;
    if (job->asks_driver && job->dst.kind != job->src.kind) status = cucore__copy_ask_driver(&job->dst, &job->src);
    plan->dst_kind = (uint8_t)job->dst.kind;
    plan->src_kind = (uint8_t)job->src.kind;
    return status ? status : cucore__copy_plan_devices(&job->dst, &job->src, job->device_id, plan);
}

/* Chooses the strategy for two sides of one shape whose elements, of which there are some, are whole bytes. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_sides(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    const cucore__copy_side *dst = &job->dst, *src = &job->src;
    const int dst_host = cucore__copy_is_host(dst), src_host = cucore__copy_is_host(src);
    cucore_overlap overlap;
    int i = 0;
    cucore_status status = cucore__copy_check_memory(job, &overlap);
    if (status) return status;
    if (overlap != CUCORE_OVERLAP_NONE && dst->ptr == src->ptr) {
        const cucore_layout *to = dst->layout, *from = src->layout;
        while (i < to->ndim && (to->shape[i] <= 1 || to->strides[i] == from->strides[i])) i++;
        if (i == to->ndim) return CUCORE_OK; /* the same elements in the same place */
    }
    plan->overlaps = overlap != CUCORE_OVERLAP_NONE;
    if (plan->overlaps && (dst->kind != src->kind || plan->peer_id >= 0)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT,
                           "dst (0x%llx) and src (0x%llx) share memory, but are described as memory of different %s",
                           (unsigned long long)(uintptr_t)dst->ptr, (unsigned long long)(uintptr_t)src->ptr,
                           dst->kind == src->kind ? "devices" : "kinds");
    }
    if (dst_host && src_host) {
        if (job->on_stream && dst->kind == CUCORE_DEVICE_TYPE_CUDA_HOST && src->kind == CUCORE_DEVICE_TYPE_CUDA_HOST)
            return cucore__copy_plan_near(job, plan);
        plan->device_id = CUCORE_DEVICE_NONE;
        plan->strategy = CUCORE_COPY_HOST;
        return cucore__copy_plan_axes(job, 1, plan);
    }
    if (!dst_host && !src_host && plan->peer_id < 0) return cucore__copy_plan_near(job, plan);
    return cucore__copy_plan_far(job, plan->peer_id >= 0 ? dst->device_id == plan->peer_id : dst_host, plan);
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

/* ------------ >>impl-copy-staging -- */
/* copy/move/staging.c: pinned slots, and copies of plain memory through them, packed by threads. */
enum {
    CUCORE__STAGE_SLOTS = 16,
    CUCORE__STAGE_LEAST = 1 << 16, /* bytes of a slot */
    CUCORE__STAGE_DEPTH = 2        /* slots of one worker: it packs one while the other is transferred */
};

/* A slot of pinned memory, which stays for the next call.  The thread that sets `busy` has the slot for itself. */
typedef struct cucore__stage_slot {
    void *memory; /* NULL: not allocated yet */
    size_t room;
    CUcontext context;         /* that the memory was allocated in */
    CUcontext event_context;   /* that the event was recorded in */
    cucore__event_slot copied; /* the last copy from or to the slot */
    int is_pending;            /* 1: the copy may not be done */
    CUCORE__ATOMIC(int) busy;
} cucore__stage_slot;
static cucore__stage_slot cucore__stage_slots[CUCORE__STAGE_SLOTS];

/* The event is of one context: another one needs another event. */
CUCORE__PRIVATE void cucore__stage_slot_drop_event(cucore__stage_slot *slot)
{
    if (slot->copied.event) (void)cucore__driver.EventDestroy(slot->copied.event);
    slot->copied.event = NULL;
}

/* Frees the memory, or leaves it as it is if the driver fails.  The copy is done. */
CUCORE__PRIVATE void cucore__stage_slot_free(cucore__stage_slot *slot)
{
    cucore_context_guard guard;
    cucore_status status;
    if (slot->memory && !cucore_context_enter(slot->context, &guard)) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (slot->memory));
        if (!status) slot->memory = NULL;
        cucore_context_leave(&guard);
    }
    cucore__stage_slot_drop_event(slot);
    if (!slot->memory) slot->room = 0;
}

/* Gives the slot at least so many bytes. */
CUCORE__PRIVATE cucore_status cucore__stage_slot_grow(cucore__stage_slot *slot, size_t bytes, int device_id)
{
    size_t room = CUCORE__STAGE_LEAST;
    cucore_context_guard guard;
    cucore_status status;
    if (slot->room >= bytes) return CUCORE_OK;
    cucore__stage_slot_free(slot);
    if (slot->memory) return cucore_last_error()->status;
    while (room < bytes && room <= SIZE_MAX / 2) room *= 2;
    status = cucore_context_get_primary(device_id, &slot->context);
    if (!status) status = cucore_context_enter(slot->context, &guard);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemHostAlloc, (&slot->memory, room, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    if (status) slot->memory = NULL;
    slot->room = status ? 0 : room;
    cucore_context_leave(&guard);
    return status;
}

/* Records the event after a copy that was enqueued.  The context of the place is current. */
CUCORE__PRIVATE cucore_status cucore__stage_slot_record(cucore__stage_slot *slot, const cucore__place *place)
{
    cucore_status status;
    if (slot->event_context != place->context) cucore__stage_slot_drop_event(slot);
    status = cucore__event_slot_record(&slot->copied, place->stream);
    slot->event_context = place->context;
    slot->is_pending = !status;
    return status;
}

/* Waits for the copy.  If the driver does not know the event any more, its context is gone, and the copy with it. */
CUCORE__PRIVATE cucore_status cucore__stage_slot_wait(cucore__stage_slot *slot)
{
    cucore_status status = CUCORE_OK;
    if (slot->is_pending) CUCORE__CALL_RELAXED(status, EventSynchronize, (slot->copied.event));
    slot->is_pending = 0;
    return status;
}

/* Returns 1 if the memory may be written. */
CUCORE__PRIVATE int cucore__stage_slot_is_idle(cucore__stage_slot *slot)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    if (!slot->is_pending) return 1;
    if (!cucore__driver.EventQuery) return 0;
    exchanged = cucore__relaxed_begin(&mode);
    slot->is_pending = cucore__driver.EventQuery(slot->copied.event) == CUCORE__CUDA_ERROR_NOT_READY;
    cucore__relaxed_end(exchanged, &mode);
    return !slot->is_pending;
}

/* Returns a slot that is idle, else the first that no other thread has, once its copy is done, else `own`: then all are
 * busy. */
CUCORE__PRIVATE cucore__stage_slot *cucore__stage_slot_take(cucore__stage_slot *own)
{
    int i, wait;
    for (wait = 0; wait < 2; wait++) {
        for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
            cucore__stage_slot *slot = &cucore__stage_slots[i];
            if (CUCORE__TEST_AND_SET(&slot->busy)) continue;
            if (wait) (void)cucore__stage_slot_wait(slot);
            if (cucore__stage_slot_is_idle(slot)) return slot;
            CUCORE__STORE(&slot->busy, 0);
        }
    }
    return own;
}

CUCORE__PRIVATE void cucore__stage_slot_put(cucore__stage_slot *slot, cucore__stage_slot *own)
{
    if (slot == own) {
        (void)cucore__stage_slot_wait(own);
        cucore__stage_slot_free(own);
    } else if (slot) {
        CUCORE__STORE(&slot->busy, 0);
    }
}

CUCORE_API void cucore_copy_trim(void)
{
    int i;
    if (!cucore__driver_is_ready()) return;
    for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
        cucore__stage_slot *slot = &cucore__stage_slots[i];
        if (CUCORE__TEST_AND_SET(&slot->busy)) continue;
        CUCORE__WAITING((void)cucore__stage_slot_wait(slot); cucore__stage_slot_free(slot));
        CUCORE__STORE(&slot->busy, 0);
    }
}

/* -- copies -------------------------------------------------------------------------------------------------------- */
/* A piece that is transferred. */
typedef struct cucore__stage_lane {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* used if all slots are busy */
    int64_t piece;          /* its number; -1: no transfer is under way */
} cucore__stage_lane;

/* One thread and its result. */
typedef struct cucore__stage_worker {
    struct cucore__stage *stage;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__stage_worker;

/* A piece: some blocks, or a part of one. */
typedef struct cucore__stage_part {
    cucore__copy_piece piece;    /* of each block, with joined axes */
    int64_t layer, first, count; /* of the blocks */
    size_t bytes;                /* of each */
} cucore__stage_part;

/* A copy between host memory and a device: `count` blocks of each of some layers, or one view, which is one block.
 * Those who have more begin with this struct.  The caller zeroes it. */
typedef struct cucore__stage {
    int to_host;
    int workers; /* the number of threads, with the caller's */
    int64_t layers, count;
    int64_t chunk; /* blocks of a piece at most */
    int64_t pieces;
    char *sides[2]; /* of a view: in the host's array, on the device */
    cucore__place place;
    cucore__copy_axes axes; /* of a block: of the host's array and of dense memory, in one order */
    cucore__copy_cut cut;
    /* Returns the address of a block in the host's array, or on the device; NULL: there is one block. */
    char *(*find)(const struct cucore__stage *stage, int on_device, int64_t layer, int64_t block);
    /* Enqueues the copy of blocks that are in a row in a slot; NULL: each is a run of bytes on the device. */
    cucore_status (*send)(const struct cucore__stage *stage, const cucore__stage_part *part, const void *slot);
    cucore__stage_worker worker[CUCORE_COPY_WORKERS];
} cucore__stage;

CUCORE__PRIVATE void cucore__stage_part_make(const cucore__stage *stage, int64_t index, cucore__stage_part *out)
{
    const int64_t chunks = cucore__kernel_pieces(stage->count, stage->chunk), block = index / stage->cut.pieces;
    cucore__copy_piece *piece = &out->piece;
    int64_t volume = 1;
    int i;
    cucore__copy_cut_take(&stage->axes, &stage->cut, index % stage->cut.pieces, piece);
    for (i = 0; i < piece->axes.ndim; i++) volume *= piece->axes.shape[i];
    out->bytes = (size_t)(volume * stage->axes.itemsize);
    out->layer = block / chunks;
    out->first = block % chunks * stage->chunk;
    out->count = cucore__copy_smaller(stage->chunk, stage->count - out->first);
    cucore__copy_axes_merge(&piece->axes);
}

/* Returns the address of a block of the part, or of a part of it. */
CUCORE__PRIVATE char *cucore__stage_part_at(const cucore__stage *stage, const cucore__stage_part *part, int on_device,
                                            int64_t i)
{
    return cucore__copy_at(stage->find ? stage->find(stage, on_device, part->layer, part->first + i)
                                       : stage->sides[on_device],
                           on_device == stage->to_host ? part->piece.src : part->piece.dst, stage->axes.itemsize);
}

/* Copies between the slot and the host's array. */
CUCORE__PRIVATE void cucore__stage_pack(const cucore__stage *stage, const cucore__stage_part *part, void *memory)
{
    int64_t i;
    for (i = 0; i < part->count; i++) {
        char *host = cucore__stage_part_at(stage, part, 0, i), *slot = (char *)memory + (size_t)i * part->bytes;
        cucore__host_copy(&part->piece.axes, stage->to_host ? host : slot, stage->to_host ? slot : host);
    }
}

CUCORE__PRIVATE cucore_status cucore__stage_transfer(const cucore__stage *stage, const cucore__stage_part *part,
                                                     const void *memory)
{
    cucore_status status = CUCORE_OK;
    int64_t i;
    if (stage->send) return stage->send(stage, part, memory);
    for (i = 0; i < part->count && !status; i++) {
        const char *device = cucore__stage_part_at(stage, part, 1, i);
        const cucore__CUdeviceptr slot = (uintptr_t)memory + (uintptr_t)i * part->bytes, there = (uintptr_t)device;
        status = CUCORE__CALL(MemcpyAsync, (stage->to_host ? slot : there, stage->to_host ? there : slot, part->bytes,
                                            stage->place.stream));
    }
    return status;
}

/* Enqueues the transfer between the slot and the device, then records the event of the slot.  A piece for the device is
 * packed first, once the slot is free. */
CUCORE__PRIVATE cucore_status cucore__stage_send(const cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__stage_part part;
    cucore_status status = stage->to_host ? CUCORE_OK : cucore__stage_slot_wait(lane->slot);
    if (status) return status;
    cucore__stage_part_make(stage, index, &part);
    lane->piece = index;
    if (!stage->to_host) cucore__stage_pack(stage, &part, lane->slot->memory);
    status = cucore__stage_transfer(stage, &part, lane->slot->memory);
    return status ? status : cucore__stage_slot_record(lane->slot, &stage->place);
}

/* Waits for the transfer of the lane, if there is one, and copies the piece from the slot to the host's array. */
CUCORE__PRIVATE cucore_status cucore__stage_unpack(const cucore__stage *stage, cucore__stage_lane *lane)
{
    cucore__stage_part part;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_slot_wait(lane->slot);
    if (status) return status;
    cucore__stage_part_make(stage, lane->piece, &part);
    cucore__stage_pack(stage, &part, lane->slot->memory);
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
    for (i = worker->number; i < stage->pieces && !status; i += stage->workers, lane ^= 1) {
        status = cucore__stage_send(stage, &lanes[lane], i);
        if (!status && stage->to_host) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    }
    if (stage->to_host && !status) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    for (j = 0; j < CUCORE__STAGE_DEPTH; j++) {
        if (lanes[j].piece < 0) continue;
        pending = 1;
        if (!status) status = cucore__stage_slot_wait(lanes[j].slot);
    }
    worker->status = status;
    if (status) worker->error = *cucore_last_error();
    if (status && pending) (void)cucore__synchronize_relaxed(stage->place.stream);
    if (entered) cucore_context_leave(&guard);
}

/* Cuts the copy into pieces that fit a slot, and finds out how many threads pay.  Large elements become one more axis,
 * of bytes. */
CUCORE__PRIVATE void cucore__stage_cut(cucore__stage *stage)
{
    cucore__copy_axes *axes = &stage->axes;
    const int64_t least = cucore__copy_staged_from() / 2;
    int64_t dense[CUCORE_MAX_NDIM], bytes = axes->itemsize;
    double all;
    int i;
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    all = (double)bytes * (double)stage->count * (double)stage->layers;
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
    stage->chunk = cucore__copy_smaller(stage->chunk, bytes < CUCORE_COPY_STAGE ? CUCORE_COPY_STAGE / bytes : 1);
    stage->pieces = stage->layers * cucore__kernel_pieces(stage->count, stage->chunk) * stage->cut.pieces;
    stage->workers = 1; /* for few pieces, or many that are short */
    if (stage->pieces < 8 || all < (double)least) return;
    stage->workers = (int)cucore__copy_smaller(cucore__processors(), CUCORE_COPY_WORKERS);
}

/* Runs the copy.  The context of the stream is current.  Returns when the host's part is done. */
CUCORE__PRIVATE cucore_status cucore__stage_copy(cucore__stage *stage, int device_id)
{
    cucore__stage_worker *worker;
    int i, j;
    cucore_status status = CUCORE_OK;
    cucore__stage_cut(stage);
    for (i = 0; i < stage->workers && !status; i++) {
        worker = &stage->worker[i];
        worker->stage = stage;
        worker->number = i;
        for (j = 0; j < CUCORE__STAGE_DEPTH && !status; j++) {
            cucore__stage_lane *lane = &worker->lanes[j];
            lane->piece = -1;
            lane->slot = cucore__stage_slot_take(&lane->own);
            status = cucore__stage_slot_grow(lane->slot, (size_t)CUCORE_COPY_STAGE, device_id);
        }
    }
    if (!status) cucore__threads_run(cucore__stage_work, stage->worker, sizeof stage->worker[0], stage->workers);
    for (i = 0; i < stage->workers; i++) {
        worker = &stage->worker[i];
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++) cucore__stage_slot_put(worker->lanes[j].slot, &worker->lanes[j].own);
        if (status || !worker->status) continue;
        status = worker->status;
        cucore__error = worker->error;
    }
    return status;
}

/* ------------ >>impl-copy-run -- */
/* copy/move/run.c: runs a plan, on a stream or by the CPU. */
/* A plan that runs. */
typedef struct cucore__copy_move {
    const cucore_copy_plan *plan;
    cucore__place place;     /* the caller's stream, with its context */
    cucore__place sender;    /* for transfers: the caller's stream, or a second stream of the device */
    cucore__place far_place; /* a stream of the other device */
    int has_helper;          /* 1: sender is a second stream; a piece is sent while a kernel works on another one */
    cucore_buffer temp;      /* memory of the near device */
    cucore_buffer far_temp;  /* memory of the other device */
} cucore__copy_move;

/* Enqueues the kernel that copies the elements, or one copy of bytes if that is enough, in the context of the place. */
CUCORE__PRIVATE cucore_status cucore__copy_rearrange(const cucore__copy_move *move, const cucore__place *place,
                                                     const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore_layout to, from;
    cucore__kernel_plan kernel;
    cucore_context_guard guard;
    cucore_status status;
    cucore__layout_start(&to, axes->ndim, axes->shape, axes->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, axes->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    kernel.compile = (cucore__copy_compile)move->plan->private_.compile;
    kernel.types[0] = kernel.types[1] = 0;
    status = cucore__kernel_plan_make(&to, (uintptr_t)dst, &from, (uintptr_t)src, &kernel);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    status = cucore__kernel_plan_launch(&kernel, place->stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__copy_send(const cucore__copy_move *move, void *dst, const void *src,
                                                int64_t bytes)
{
    const cucore_copy_plan *plan = move->plan;
    const int to_far = plan->private_.to_far;
    cucore__transfer transfer;
    if (plan->peer_id < 0) {
        return CUCORE__CALL(MemcpyAsync, ((uintptr_t)dst, (uintptr_t)src, (size_t)bytes, move->sender.stream));
    }
    transfer.dst = dst;
    transfer.src = src;
    transfer.nbytes = (size_t)bytes;
    transfer.to.device_id = to_far ? plan->peer_id : plan->device_id;
    transfer.from.device_id = to_far ? plan->device_id : plan->peer_id;
    return cucore__transfer_between_devices(&transfer, move->sender.stream);
}

/* Sets the fields that the structs of copies of two and three axes share. */
#define CUCORE__COPY_FILL(c, plan, rows, dst, src) \
    do { \
        memset(&(c), 0, sizeof(c)); \
        if ((plan)->dst_kind == CUCORE_DEVICE_TYPE_CUDA) { \
            (c).dstMemoryType = CUCORE__CU_MEMORYTYPE_DEVICE; \
            (c).dstDevice = (uintptr_t)(dst); \
        } else { \
            (c).dstMemoryType = CUCORE__CU_MEMORYTYPE_HOST; \
            (c).dstHost = (dst); \
        } \
        if ((plan)->src_kind == CUCORE_DEVICE_TYPE_CUDA) { \
            (c).srcMemoryType = CUCORE__CU_MEMORYTYPE_DEVICE; \
            (c).srcDevice = (uintptr_t)(src); \
        } else { \
            (c).srcMemoryType = CUCORE__CU_MEMORYTYPE_HOST; \
            (c).srcHost = (src); \
        } \
        (c).WidthInBytes = (size_t)(rows)->shape[2]; \
        (c).Height = (size_t)(rows)->shape[1]; \
        (c).dstPitch = (size_t)(rows)->dst[1]; \
        (c).srcPitch = (size_t)(rows)->src[1]; \
    } while (0)

CUCORE__PRIVATE cucore_status cucore__copy_send_planes(const cucore__copy_move *move, const cucore__copy_rows *rows,
                                                       void *dst, const void *src)
{
    if (rows->shape[0] > 1) {
        cucore__CUDA_MEMCPY3D c;
        CUCORE__COPY_FILL(c, move->plan, rows, dst, src);
        c.Depth = (size_t)rows->shape[0];
        c.dstHeight = (size_t)(rows->dst[0] / rows->dst[1]);
        c.srcHeight = (size_t)(rows->src[0] / rows->src[1]);
        return CUCORE__CALL(Memcpy3DAsync, (&c, move->sender.stream));
    }
    if (rows->shape[1] > 1) {
        cucore__CUDA_MEMCPY2D c;
        CUCORE__COPY_FILL(c, move->plan, rows, dst, src);
        return CUCORE__CALL(Memcpy2DAsync, (&c, move->sender.stream));
    }
    return cucore__copy_send(move, dst, src, rows->shape[2]);
}
#undef CUCORE__COPY_FILL

/* Sends all rows and planes, with one call of the driver for each index of the outer axes. */
CUCORE__PRIVATE cucore_status cucore__copy_send_rows(const cucore__copy_move *move, const cucore__copy_axes *axes,
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
        status = cucore__copy_send_planes(move, &rows, cucore__copy_at(dst, piece.dst, axes->itemsize),
                                          cucore__copy_at(src, piece.src, axes->itemsize));
    }
    return status;
}

/* Copies plain memory through pinned slots.  The near side is dense memory. */
CUCORE__PRIVATE cucore_status cucore__copy_send_staged(const cucore__copy_move *move, const cucore__copy_axes *axes,
                                                       char *dst, char *src)
{
    cucore__stage *stage = (cucore__stage *)calloc(1, sizeof *stage);
    cucore_status status;
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lu bytes", (unsigned long)sizeof *stage);
    stage->to_host = move->plan->private_.to_far;
    stage->layers = stage->count = stage->chunk = 1;
    stage->sides[stage->to_host] = src;
    stage->sides[!stage->to_host] = dst;
    stage->place = move->place;
    memcpy(&stage->axes, axes, sizeof *axes);
    status = cucore__stage_copy(stage, move->plan->device_id);
    free(stage);
    return status;
}

/* The other device packs or unpacks; its stream and the near stream wait for each other. */
CUCORE__PRIVATE cucore_status cucore__copy_send_far(const cucore__copy_move *move, const cucore__copy_axes *axes,
                                                    void *dst, const void *src)
{
    int64_t bytes = axes->itemsize;
    void *temp = move->far_temp.ptr;
    int i;
    cucore_status status = cucore__place_wait(&move->far_place, &move->place);
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (!status && !move->plan->private_.to_far) {
        status = cucore__copy_rearrange(move, &move->far_place, axes, temp, src);
        if (!status) status = cucore__place_wait(&move->place, &move->far_place);
    }
    if (!status)
        status = cucore__copy_send(move, move->plan->private_.to_far ? temp : dst,
                                   move->plan->private_.to_far ? src : temp, bytes);
    if (status || !move->plan->private_.to_far) return status;
    status = cucore__place_wait(&move->far_place, &move->place);
    if (!status) status = cucore__copy_rearrange(move, &move->far_place, axes, dst, temp);
    return status ? status : cucore__place_wait(&move->place, &move->far_place);
}

/* Transfers the first `moving` axes between the far side and memory of the near device, which has the layout of the far
 * side or is dense.  The axes after these repeat elements; they are left out only if a kernel repeats the elements
 * later. */
CUCORE__PRIVATE cucore_status cucore__copy_transfer(const cucore__copy_move *move, const cucore__copy_axes *part,
                                                    int moving, char *dst, char *src)
{
    const cucore_copy_plan *plan = move->plan;
    const int64_t *away = plan->private_.to_far ? part->dst : part->src;
    cucore__copy_axes axes;
    axes.itemsize = part->itemsize;
    cucore__copy_axes_make(&axes, moving, part->shape, part->dst, part->src);
    cucore__copy_axes_merge(&axes);
    if (plan->strategy == CUCORE_COPY_BLOCK) {
        return cucore__copy_send(move, dst, src, cucore__copy_span(part->shape, away, 0, moving) * part->itemsize);
    }
    if (plan->strategy == CUCORE_COPY_PITCHED) return cucore__copy_send_rows(move, &axes, dst, src);
    if (plan->peer_id >= 0) return cucore__copy_send_far(move, &axes, dst, src);
    if (plan->private_.is_block) { /* one run of bytes, with the gaps */
        axes.shape[0] = cucore__copy_span(part->shape, away, 0, moving);
        axes.dst[0] = axes.src[0] = 1;
        axes.ndim = 1;
    }
    return cucore__copy_send_staged(move, &axes, dst, src);
}

/* -- pieces: one is sent while a kernel works on another; temporary memory has two halves, and there are two streams */
/* Hands a piece over: `to` waits until it is complete at `from`.  `from` first waits until `to` is done with the other
 * half of temporary memory, which the next piece fills.  Work that is enqueued later does not delay either wait. */
CUCORE__PRIVATE cucore_status cucore__copy_hand_over(const cucore__copy_move *move, const cucore__place *from,
                                                     const cucore__place *to, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!move->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__place_wait(from, to);
    return status ? status : cucore__place_wait(to, from);
}

/* Copies one piece after the other through temporary memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_send_pieces(const cucore__copy_move *move)
{
    const cucore_copy_plan *plan = move->plan;
    const int moving = plan->private_.moving_axes - plan->private_.cut.axis;
    const int64_t itemsize = plan->private_.axes.itemsize;
    const cucore__place *place = &move->place, *send = &move->sender;
    cucore__copy_piece piece;
    cucore__copy_axes in, out;
    int64_t dense[CUCORE_MAX_NDIM], i;
    char *dst, *src, *temp;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < plan->private_.cut.pieces && !status; i++) {
        temp = (char *)move->temp.ptr;
        if (move->has_helper && (i & 1)) temp += plan->temp_nbytes;
        cucore__copy_cut_take(&plan->private_.axes, &plan->private_.cut, i, &piece);
        dst = cucore__copy_at(plan->private_.dst, piece.dst, itemsize);
        src = cucore__copy_at(plan->private_.src, piece.src, itemsize);
        cucore__copy_dense_strides(piece.axes.shape, piece.axes.ndim, moving, dense);
        cucore__copy_axes_through(&piece.axes, plan->private_.is_block ? piece.axes.src : dense, &in, &out);
        if (plan->private_.to_far) {
            status = cucore__copy_rearrange(move, place, &in, temp, src);
            if (!status) status = cucore__copy_hand_over(move, place, send, i);
            if (!status) status = cucore__copy_transfer(move, &out, moving, dst, temp);
        } else {
            status = cucore__copy_transfer(move, &in, moving, temp, src);
            if (!status) status = cucore__copy_hand_over(move, send, place, i);
            if (!status) status = cucore__copy_rearrange(move, place, &out, dst, temp);
        }
    }
    return status;
}

/* Enqueues all work.  The context of the near place is current, and temporary memory is allocated. */
CUCORE__PRIVATE cucore_status cucore__copy_enqueue(const cucore__copy_move *move)
{
    const cucore_copy_plan *plan = move->plan;
    const cucore__copy_axes *axes = &plan->private_.axes;
    const cucore__place *place = &move->place;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    cucore_status status;
    if (plan->strategy == CUCORE_COPY_MEMCPY)
        return cucore__copy_send(move, plan->private_.dst, plan->private_.src, plan->nbytes);
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        return cucore__kernel_plan_launch((const cucore__kernel_plan *)(const void *)plan->private_.kernel,
                                          place->stream);
    }
    if (plan->overlaps) { /* on one device: all of src to temporary memory, then to dst */
        cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
        cucore__copy_axes_through(axes, dense, &in, &out);
        status = cucore__copy_rearrange(move, place, &in, move->temp.ptr, plan->private_.src);
        return status ? status : cucore__copy_rearrange(move, place, &out, plan->private_.dst, move->temp.ptr);
    }
    if (plan->packs) return cucore__copy_send_pieces(move);
    return cucore__copy_transfer(move, axes, axes->ndim, (char *)plan->private_.dst,
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

/* Allocates memory, of the default pool if resource is NULL, and creates streams before any byte of dst is written. */
CUCORE__PRIVATE cucore_status cucore__copy_move_begin(cucore__copy_move *move, cucore_memory_resource *resource)
{
    const cucore_copy_plan *plan = move->plan;
    cucore_memory_resource *far_pool;
    cucore_status status = CUCORE_OK;
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->device_id, &resource);
    if (!status)
        status = cucore_buffer_allocate(resource, (size_t)plan->temp_nbytes * (move->has_helper ? 2 : 1),
                                        move->place.stream, &move->temp);
    if (!status) status = cucore__copy_check_temp(&move->temp, plan->device_id);
    if (status) return status;
    if (move->has_helper) { /* a stream for transfers, which waits for the work on the caller's stream */
        status = cucore__copy_own_stream(plan->device_id, &move->sender);
        if (!status) status = cucore__place_wait(&move->sender, &move->place);
    }
    if (!status && cucore__copy_is_far_staged(plan)) { /* a stream and memory on the other device */
        status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, plan->peer_id, &far_pool);
        if (!status) status = cucore__copy_own_stream(plan->peer_id, &move->far_place);
        if (!status) {
            status =
                cucore_buffer_allocate(far_pool, (size_t)plan->temp_nbytes, move->far_place.stream, &move->far_temp);
        }
    }
    return status;
}

/* Waits for the stream if waits is 1, also after a failure: what was enqueued may still use the arrays.  status: of
 * what was done so far; the first failure stays. */
CUCORE__PRIVATE cucore_status cucore__copy_settle(cucore_status status, int waits, CUstream stream)
{
    cucore_error error;
    if (!waits) return status;
    if (!status) return cucore__synchronize_relaxed(stream);
    error = cucore__error;
    (void)cucore__synchronize_relaxed(stream);
    cucore__error = error;
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
CUCORE__PRIVATE cucore_status cucore__copy_move_end(cucore__copy_move *move, cucore_status status)
{
    cucore__copy_result result;
    result.status = status;
    result.error = *cucore_last_error();
    if (move->sender.stream != move->place.stream) {
        cucore__copy_end_wait(&result, &move->place, &move->sender);
        cucore__copy_end_stream(&result, move->sender.stream);
    }
    if (move->far_place.stream) {
        cucore__copy_end_wait(&result, &move->far_place, &move->place);
        cucore__copy_end_buffer(&result, &move->far_temp);
        cucore__copy_end_stream(&result, move->far_place.stream);
    }
    cucore__copy_end_buffer(&result, &move->temp);
    if (result.status) cucore__error = result.error;
    return result.status;
}

/* Copies by the CPU before it returns; through temporary memory if dst and src overlap. */
CUCORE__PRIVATE cucore_status cucore__copy_on_host(const cucore_copy_plan *plan, int threads)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore__copy_axes in, out;
    void *temp;
    if (!plan->overlaps) {
        cucore__host_copy_by(threads, axes, plan->private_.dst, plan->private_.src);
        return CUCORE_OK;
    }
    if (cucore__host_is_run(axes)) {
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
    cucore__host_copy_by(threads, &in, temp, plan->private_.src);
    cucore__host_copy_by(threads, &out, plan->private_.dst, temp);
    free(temp);
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_capture(const cucore__place *place, const char *why)
{
    return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                       (unsigned long long)(uintptr_t)place->stream, why);
}

/* Refuses what a capture of the stream forbids. */
CUCORE__PRIVATE cucore_status cucore__copy_check_capture(const cucore_copy_plan *plan, const cucore__place *place,
                                                         const cucore_copy_options *options)
{
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int host = plan->dst_kind != CUCORE_DEVICE_TYPE_CUDA || plan->src_kind != CUCORE_DEVICE_TYPE_CUDA;
    const int staged = plan->strategy == CUCORE_COPY_STAGED;
    const int unordered = plan->packs && options->resource && options->resource->is_unordered;
    if (!plain && !staged && !unordered && options->blocking != CUCORE_BLOCKING_YES) return CUCORE_OK;
    return cucore__copy_fail_capture(place, plain || (staged && host) ? "needs the CPU"
                                            : staged                  ? "needs a stream of the other device"
                                            : options->blocking == CUCORE_BLOCKING_YES
                                                ? "is to wait for the stream"
                                                : "needs temporary memory, from a resource that does not work in "
                                                  "stream order");
}

/* Runs a plan by the CPU, or on the stream of `place`, which is NULL if there is none.  All that a capture forbids is
 * refused before any work is enqueued. */
CUCORE__PRIVATE cucore_status cucore__copy_run(const cucore_copy_plan *plan, const cucore__place *place,
                                               const cucore_copy_options *options)
{
    const int host = plan->dst_kind != CUCORE_DEVICE_TYPE_CUDA || plan->src_kind != CUCORE_DEVICE_TYPE_CUDA;
    const int plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    const int staged = plan->strategy == CUCORE_COPY_STAGED;
    const int unordered = plan->packs && options->resource && options->resource->is_unordered;
    int waits = plain || (staged && host) || options->blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture = {0, 0, 0};
    cucore__copy_move move;
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (plan->strategy == CUCORE_COPY_HOST) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status : cucore__copy_on_host(plan, cucore__copy_threads(options));
    }
    if (host || staged || unordered || waits || place->stream == CUCORE_STREAM_LEGACY)
        status = cucore__place_capture(place, &capture);
    if (status) return status;
    if (capture.is_beside) return cucore__fail_beside();
    if (capture.is_active) status = cucore__copy_check_capture(plan, place, options);
    if (status) return status;
    if (options->blocking == CUCORE_BLOCKING_DEFAULT && host && !capture.is_active) waits = 1;
    memset(&move, 0, sizeof move);
    move.plan = plan;
    move.place = move.sender = *place;
    move.has_helper = host && !staged && !capture.is_active && plan->packs && plan->pieces > 1;
    status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    /* the stream may still write the memory that the CPU reads */
    if (staged && plan->src_kind != CUCORE_DEVICE_TYPE_CUDA) status = cucore__synchronize_relaxed(place->stream);
    if (!status && plan->packs) status = cucore__copy_move_begin(&move, options->resource);
    if (!status) status = cucore__copy_enqueue(&move);
    if (plan->packs) status = cucore__copy_move_end(&move, status);
    status = cucore__copy_settle(status, waits, place->stream);
    cucore_context_leave(&guard);
    return status;
}

/* copy/calls/casts.h: copies that convert, which cucore_cast.h implements, or their refusal without it. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE cucore_status cucore__cast_plan(cucore__copy_job *job, cucore_copy_plan *plan);
CUCORE__PRIVATE cucore_status cucore__cast_copy(cucore__copy_job *job);
#else
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_plan(cucore__copy_job *job, cucore_copy_plan *plan)
{
    char to[64], from[64];
    (void)plan;
    cucore_dtype_to_name(job->views[0]->dtype, to, sizeof to);
    cucore_dtype_to_name(job->views[1]->dtype, from, sizeof from);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dst is %s, src is %s: CUCORE_COPY_CAST needs cucore_cast.h before the implementation of "
                       "cucore_copy.h",
                       to, from);
}

CUCORE__PRIVATE cucore_status cucore__cast_copy(cucore__copy_job *job)
{
    return cucore__cast_plan(job, NULL);
}
#endif

/* ------------ >>impl-copy-calls -- */
/* copy/calls/calls.c: plans of views, their runs, and cucore_view_copy. */
/* Plans a copy that does not convert. */
CUCORE__PRIVATE cucore_status cucore__copy_plan_views(cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore_layout stretched, bytes[2];
    cucore_status status = cucore__copy_check_views(job->views[0], job->views[1]);
    if (!status) status = cucore__copy_stretch(job, &stretched);
    if (!status && job->dst.layout->itembits != 8 * job->dst.layout->itemsize) status = cucore__copy_unpack(job, bytes);
    if (!status) status = cucore__copy_plan_begin(job, plan);
    if (!status && job->size) status = cucore__copy_plan_sides(job, plan);
    return status;
}

/* Plans the copy and runs the plan; apart from callers, whose frames may be large. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_finish(cucore__copy_job *job)
{
    cucore_copy_plan plan;
    cucore__capture capture;
    cucore_status status = CUCORE_OK;
    /* a plan depends on may_block only if one side is on the host */
    if (job->on_stream && job->may_block && cucore__copy_is_host(&job->dst) != cucore__copy_is_host(&job->src)) {
        status = cucore__place_capture(&job->place, &capture);
        job->may_block = !capture.is_active;
    }
    if (!status) status = cucore__copy_plan_views(job, &plan);
    return status ? status : cucore__copy_run(&plan, job->on_stream ? &job->place : NULL, job->options);
}

/* Returns 1 if the flag is set and the dtypes differ, or how their elements are stored. */
CUCORE__PRIVATE int cucore__cast_is_wanted(const cucore__copy_job *job)
{
    const cucore_view *dst = job->views[0], *src = job->views[1];
    return (job->options->flags & CUCORE_COPY_CAST) &&
           (!cucore_dtype_is_equal(dst->dtype, src->dtype) ||
            (dst->dtype.code < CUCORE_CODE_OPAQUE &&
             (dst->byte_swapped != src->byte_swapped || dst->padded != src->padded)));
}

CUCORE_API cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id,
                                               const cucore_copy_options *options, cucore_copy_plan *out)
{
    static const char *const subjects[] = {"cucore_copy_plan_make: dst", "cucore_copy_plan_make: src"};
    cucore_copy_plan plan;
    cucore__copy_job job;
    cucore_status status;
    if (!dst || !src || !out) {
        return cucore__fail_null("cucore_copy_plan_make", !dst ? "dst" : !src ? "src" : "out");
    }
    if (device_id < 0 && device_id != CUCORE_DEVICE_CURRENT) return cucore__fail_device_id(device_id);
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    job.views[0] = dst;
    job.views[1] = src;
    status = cucore__copy_job_make(&job, options, subjects);
    if (status) return status;
    job.compile = cucore__copy_compile_of(job.options->flags, CUCORE__COMPILE_NOW);
    job.on_stream = device_id >= 0;
    if (job.on_stream) job.device_id = device_id;
    status = cucore__cast_is_wanted(&job) ? cucore__cast_plan(&job, &plan) : cucore__copy_plan_views(&job, &plan);
    if (!status) memcpy(out, &plan, sizeof plan);
    return status;
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              const cucore_copy_options *options)
{
    cucore__place place;
    int device = CUCORE_DEVICE_NONE, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__copy_check_options(options, 1);
    if (status) return status;
    if (!options) options = &cucore__copy_usual;
    plain = plan->dst_kind == CUCORE_DEVICE_TYPE_CPU && plan->src_kind == CUCORE_DEVICE_TYPE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__copy_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING) return cucore__copy_run(plan, NULL, options);
    status = cucore__place_make_whole(stream, plan->device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__copy_run(plan, &place, options);
}

CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          const cucore_copy_options *options)
{
    static const char *const subjects[] = {"cucore_view_copy: dst", "cucore_view_copy: src"};
    cucore__copy_job job;
    cucore_status status = cucore__copy_check_options(options, 1);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    job.views[0] = dst;
    job.views[1] = src;
    status = cucore__copy_job_make(&job, options, subjects);
    if (!status) status = cucore__copy_job_place(&job, stream);
    if (status) return status;
    return cucore__cast_is_wanted(&job) ? cucore__cast_copy(&job) : cucore__copy_finish(&job);
}

/* ------------ >>impl-copy-fill -- */
/* copy/calls/fill.c: one element in every place of a view. */
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
    status = cucore__fill_place(dst->ptr, dst->device_id, stream, &place);
    if (status) return status;
    return cucore__memory_fill_at(dst->ptr, pattern, width, (size_t)nbytes / (size_t)width, &place);
}

CUCORE_API cucore_status cucore_view_fill(const cucore_view *dst, const void *element, CUstream stream)
{
    static const unsigned char zeros[256] = {0};
    const cucore_view *const views[2] = {dst, dst};
    void *zeroed = NULL;
    int64_t nbytes;
    uint32_t pattern = 0;
    int width = 1;
    cucore_status status;
    if (!dst) return cucore__fail_null("cucore_view_fill", "dst");
    status = cucore__view_check_sound("cucore_view_fill: dst", dst);
    if (!status) status = cucore__copy_check_kinds(views);
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
#undef CUCORE__COPY_SMALL
#undef CUCORE__PTX_MARKS
#undef CUCORE__WRITE_AGAIN
#undef CUCORE__WRITE_AGAIN_FEW
#undef CUCORE__WRITE_SLAB
#undef CUCORE__PLAN_NUMBERS
#undef CUCORE__PTX

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */

#if defined(CUCORE_CAST_H)
#include "cucore_cast.h" /* its implementation, if only its declarations came before */
#endif
#endif /* CUCORE_IMPLEMENTATION */

/* cucore_py_copy, if both headers are included.  cucore_python.h implements it. */
#if defined(CUCORE_COPY_H) && defined(CUCORE_PYTHON_H) && !defined(CUCORE_PYTHON_COPY_H)
#define CUCORE_PYTHON_COPY_H
CUCORE_BEGIN

/* ------------ >>py-copy -- */
/* python/in/copy.h: copies between two objects.  Needs python/in/view.h and copy/. */
/* cucore_py_copy - copy one array object to another: the elements of src to dst
 *   dst, src  in   as cucore_py_view takes them; dst writable, of a shape that src's stretches to, of src's dtype
 *                  or, with CUCORE_COPY_CAST, any that cucore_view_copy converts to
 *   stream    in   where it happens: both producers are ordered before it.  Arrays of the host do not need one
 *   options   in   NULL: the usual; else as cucore_view_copy takes them, and
 *                  dst_flags, src_flags   flags of a cucore_arg for the intake of each: CUCORE_ALLOW_GRAD,
 *                  _TRUST_PRODUCER, _ALLOW_UNPROVEN_WRITE, _ALLOW_OPAQUE, CUCORE_BY_..., for src _FROM_ANYTHING, ...;
 *                  added to CUCORE_ALLOW_LANES, CUCORE_ALLOW_UNALIGNED and, for dst, CUCORE_WRITE.  Unknown flags, and
 *                  flags without a meaning here, are refused: CUCORE_OPTIONAL, _SAME_DEVICE, _ON_DEVICE_ID, for dst
 *                  _FROM_ANYTHING
 *   -> 0 | -1 with ValueError (shape, strides, device, read-only, flags), TypeError (dtype, no array), BufferError
 *      (protocols), MemoryError, RuntimeError (driver, capture), or the exception of a producer or an allocator
 *   GIL held; released while it copies.  Not blocking: keep both objects alive, and later work of their producers
 *   behind `stream`, until the copy is done; if a producer's stream is known (CUDA Array Interface, a C exchange table,
 *   cucore.Array) it is made to wait.
 *   source: cuda.core StridedMemoryView.copy_from */
#define cucore_py_copy CUCORE_NAME(_py_copy)
CUCORE_API CUCORE_NODISCARD int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream,
                                               const cucore_copy_options *options);

CUCORE_END
#endif

/* Until 0.4: cucore_py_copy after cucore_python.h. */
#if defined(CUCORE_COPY_AFTER_PYTHON_H) && !defined(CUCORE__COMPAT_BUSY)
#define CUCORE__COMPAT_BUSY
#include "cucore_python.h"
#undef CUCORE__COMPAT_BUSY
#endif /* until 0.4 */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
