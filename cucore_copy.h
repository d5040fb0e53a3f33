/* cucore_copy.h - v0.1.0 - copies between strided arrays, wherever they are - SPDX-License-Identifier: MIT
 *
 * One call copies any view to any other of the same shape: on one device, between host and device in both directions,
 * between devices, on the host.  It is planned first - pure, printable - and then done by what the hardware does best.
 * The driver API only; kernels are PTX text in this file, compiled by the driver at first use.  No Python here:
 * cucore_python.h has cucore_py_copy, when this file is included before it.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_copy.h"             brings in cucore.h
 *
 *     cucore_view_copy(&dst, &src, stream, NULL, CUCORE_BLOCKING_DEFAULT);
 *
 * CONTENTS (search for the tag)
 *     >>copy                 blocking, the copy, its plan
 *     >>copy-kernels         how the kernels do it (below, in this manual)
 *     >>impl-copy-params     what the planner of kernels gives to them
 *     >>impl-copy-ptx        the kernels
 *     >>impl-copy-kernels    their planner and its launches
 *     >>impl-copy-host       the CPU's copies
 *     >>impl-copy-check      what is refused
 *     >>impl-copy-plan       which way
 *     >>impl-copy-staging    plain memory through pinned memory
 *     >>impl-copy-run        all together
 *
 * >>copy-options
 *     name                    default   where      meaning
 *     CUCORE_COPY_WORKERS     4         one file   threads that pack and unpack pageable memory, from 8 MiB on; 1: none
 *     CUCORE_COPY_PIECE       64 MiB    one file   bytes of temporary device memory that a copy takes at most
 *     CUCORE_COPY_STAGE       1 MiB     one file   bytes of each of 16 pinned pieces for pageable memory
 *     and those of cucore.h
 *
 * >>copy-manual
 *     Elements     The shapes are equal, or that of src stretches to that of dst as in NumPy.  Bits are copied, never
 *                  converted: the dtypes are equal, or one of them is opaque (void) of the same itemsize; to copy between
 *                  others that have one itemsize, say so with cucore_view_as.  Elements of dst must not overlap.
 *                  Sub-byte elements that are packed are copied where all runs of them are whole bytes on both sides.
 *     Memory       The views say whether memory is of a device, pinned, managed or plain.  Plain memory that goes to or
 *                  comes from a device is looked up in the driver: it may be pinned all the same.  Managed memory counts as
 *                  that of the device.  Copies between plain memory need no driver.
 *     Order        Work comes after what is on `stream` now, and before what is put there later.  Copies on the host by
 *                  the CPU happen in the call; where one of the two is known to be pinned, after waiting for `stream`.
 *     Blocking     yes: the call returns when the copy is done.  no: as soon as it is enqueued, except where the CPU
 *                  has to take part: plain memory on either side, and elements with gaps of pinned memory that are written
 *                  (the call then returns when the copy is done; the latter not with "no").  One run of bytes between two
 *                  pinned arrays the driver copies at once, after waiting for `stream`.
 *                  default: no between device memory, and while `stream` is being captured; yes otherwise.
 *     Overlap      As if src had been read completely before the first element of dst is written: through temporary memory
 *                  of the size of the data where the two share memory, or may do so.  A view copied to itself: nothing.
 *     Gaps         Bytes of dst between its elements are never written, on neither side.  Bytes between the elements of a
 *                  host src may be read, where more than half of what lies between the first and the last is elements.
 *     Temporary    Device memory for packing, at most 64 MiB (all of the data where the two overlap), from the resource
 *                  given or the default pool of the device: allocated and freed in order of `stream`.  A resource that does
 *                  not work in stream order (cucore_memory_resource_device) makes the call wait, and refuse captures.
 *                  Copies of plain memory go through up to 16 pinned pieces of 1 MiB, which stay for the next one:
 *                  cucore_copy_trim.
 *     Lifetime     Nothing is kept: a call that returned before the copy is done relies on you to keep both arrays, the
 *                  stream, and the resource until it is.
 *     Capture      All that does not need the CPU can be captured into a graph: copies on and between devices, and pinned
 *                  memory.  What cannot is refused (CAPTURE) before anything is enqueued.  Temporary memory becomes part of
 *                  the graph.
 *     Errors       All that can be known is checked before the first byte moves.  After a failure of the driver, or of an
 *                  allocation in the middle, dst may be written in part.
 *     Devices      `stream` is one of a device that takes part; NULL, 1 and 2 are those of the current context or, without
 *                  one, of the device.  Between devices with strides on the far side, a stream of that device is made for
 *                  the call and ordered by events; such a copy is not captured.  Large copies from and to the host that a
 *                  kernel takes part in have a second stream, too, except in a capture.
 *     Threads      Every function may be called on any thread.  Plain memory of 8 MiB and more is packed by up to four
 *                  threads, which are gone when the call returns.
 *
 * >>copy-kernels
 *     Planning     Both layouts become axes in bytes, joined, turned and sorted as by cucore_layout_simplify.  The
 *                  element is the widest power of two, up to 16 bytes, that all addresses, strides and runs are multiples
 *                  of; elements of other sizes are one more axis of such pieces.  Then the first that fits:
 *                  memcpy       nothing is left but one run
 *                  tile, bytes, pairs  the arrays run along different axes: a tile goes through shared memory, so that
 *                               both sides are read and written in runs.  A tile may take any number of axes.  Words are
 *                               16 bytes where runs are aligned; elements of 1 byte are shuffled by fours in registers,
 *                               those of 2 by pairs.  Unaligned runs of the destination are stored from sector to sector
 *                  runs         32 bytes and more lie together in both: words of 16 bytes, aligned in the destination,
 *                               whatever the source's alignment
 *                  strided      single elements; `many` is the same with any number of axes
 *     Limits       None but CUCORE_MAX_NDIM axes and 2^63 blocks.  Within a tile indices have 32 bits, addresses 64.
 *     First use    A kernel is compiled by the driver when it is first needed in a context, some 50 to 90 ms, and kept as
 *                  long as the context.  Capturable, also then.  A context that is not a primary one needs a driver that
 *                  has cuCtxGetId (12.0), since its handle alone does not tell it from one that is gone.
 *     Memory       No address outside of the elements' aligned 4-byte words is read, none outside the elements written.
 */
#ifndef CUCORE_COPY_H
#define CUCORE_COPY_H

#include "cucore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------ >>copy -- */
/* Does a copy wait on the host until it is done? */
typedef enum cucore_blocking {
    CUCORE_BLOCKING_DEFAULT = 0, /* not between device memory, nor in a capture; else it does */
    CUCORE_BLOCKING_YES = 1,
    CUCORE_BLOCKING_NO = 2 /* not where that is possible: see the manual */
} cucore_blocking;

/* How the bytes get from one side to the other. */
typedef enum cucore_copy_strategy {
    CUCORE_COPY_NOTHING = 0, /* empty, or the same elements in the same place */
    CUCORE_COPY_HOST = 1,    /* the CPU, here and now */
    CUCORE_COPY_MEMCPY = 2,  /* one copy by the driver */
    CUCORE_COPY_PITCHED = 3, /* its copies of two and three axes: rows of bytes */
    CUCORE_COPY_KERNEL = 4,  /* one kernel, which reads and writes pinned memory over the bus */
    CUCORE_COPY_BLOCK = 5,   /* all bytes from the first to the last element of the host side */
    CUCORE_COPY_STAGED = 6   /* the CPU packs or unpacks pinned memory, by several threads when there is much */
} cucore_copy_strategy;

/* Room for the plan of a kernel. */
#define CUCORE_COPY_KERNEL_WORDS 800

/* A copy, planned.  Good as long as the memory of both views is; may be run any number of times, on any thread.  Read what
 * you like; the arrays and the kernel are private. */
typedef struct cucore_copy_plan {
    cucore_copy_strategy strategy;
    uint8_t dst_kind; /* CUCORE_DEVICE_CPU, _CUDA (managed memory too), _CUDA_HOST */
    uint8_t src_kind;
    uint8_t packs;    /* a kernel rearranges pieces in temporary device memory, before or after the transfer */
    uint8_t is_block; /* ... which keep the gaps of the far side */
    uint8_t to_far;   /* dst is the far side: the host's, or the other device's */
    uint8_t overlaps; /* src goes to temporary memory first */
    uint8_t reserved[2];
    int32_t device_id;  /* where kernels run and the stream has to be; -1: nowhere */
    int32_t peer_id;    /* the other device; -1: there is none */
    int64_t nbytes;     /* of the elements */
    int64_t temp_bytes; /* temporary memory of the device: of a piece, there may be two at a time */
    int64_t pieces;     /* that a copy with temporary memory is cut into */
    void *dst;          /* element [0, 0, ...] after axes were turned round */
    const void *src;
    int32_t split_axis;  /* private: from here on */
    int32_t moving_axes; /* of the host side; those behind repeat */
    int64_t split_count;
    int32_t ndim;
    int32_t unused;
    int64_t itemsize;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst_strides[CUCORE_MAX_NDIM];
    int64_t src_strides[CUCORE_MAX_NDIM];
    uint64_t kernel[CUCORE_COPY_KERNEL_WORDS];
} cucore_copy_plan;

/* cucore_view_copy - copy the elements of src to dst
 *   dst       in   writable, no two elements in one place; keep it alive until the copy is done
 *   src       in   of the shape of dst, or one that stretches to it; of its itemsize and dtype; keep it alive likewise
 *   stream    in   of a device that takes part.  Copies on the host ignore it where both are plain memory, and take
 *                  CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC for: wait for nothing
 *   resource  in   device memory for packing; NULL: the default pool of the device
 *   blocking  in   see the manual
 *   -> OK | WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT (elements of dst overlap) | WRONG_DEVICE (the stream is
 *      elsewhere, the resource gives memory of another place) | UNSUPPORTED (packed elements that are no whole bytes)
 *      | INVALID_ARGUMENT | OVERFLOW | OUT_OF_MEMORY | CAPTURE (the CPU would have to take part, or wait; nothing was
 *      enqueued) | NO_DRIVER | DRIVER
 *   May block: release the GIL.  Any thread.  source: cuda.core StridedMemoryView.copy_from */
CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          cucore_memory_resource *resource, cucore_blocking blocking);

/* cucore_copy_plan_make - decide how to copy src to dst; pure: no driver, no allocation, nothing is read or written
 *   dst, src   in   as above; both are believed: plain memory counts as pageable
 *   device_id  in   that the stream will be on; CUCORE_DEVICE_CURRENT: that of dst, else of src
 *   blocking   in   CUCORE_BLOCKING_NO: avoid what needs the CPU where there is another way
 *   out        out  untouched on error
 *   -> OK | as above: WRONG_SHAPE, WRONG_DTYPE, READONLY, WRONG_LAYOUT, WRONG_DEVICE (device_id takes no part)
 *      , UNSUPPORTED, INVALID_ARGUMENT, OVERFLOW */
CUCORE_API cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id,
                                               cucore_blocking blocking, cucore_copy_plan *out);

/* cucore_copy_plan_run - do what was planned: stream, resource, blocking and errors of cucore_view_copy */
CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              cucore_memory_resource *resource, cucore_blocking blocking);

/* cucore_copy_plan_format - "block host to cuda:0, 1073741824 bytes in 16 pieces, unpacked by a kernel: ..."
 *   buffer, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *buffer, size_t size);

/* cucore_copy_trim - free the idle pinned memory that copies of plain memory keep (at most 16 MiB)
 *   For leak checkers.  Nobody has to call it.  any thread, also beside copies */
CUCORE_API void cucore_copy_trim(void);

#ifdef __cplusplus
}
#endif
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_COPY_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_COPY_H_IMPLEMENTED)
#define CUCORE_COPY_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if it was only declared above */

#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#define CUCORE__PRIVATE static CUCORE_UNUSED

/* A driver call with its name; the driver must be loaded. */
#define CUCORE__MOVE_CALL(name, arguments)                                                                             \
    (cucore__driver.name ? cucore__check_result(cucore__driver.name arguments, "cu" #name)                             \
                         : cucore__fail_missing("cu" #name))

/* One that the capture of another thread would forbid. */
#define CUCORE__MOVE_CALL_RELAXED(status, name, arguments)                                                             \
    do {                                                                                                               \
        CUstreamCaptureMode cucore__mode;                                                                              \
        int cucore__exchanged = cucore__relaxed_begin(&cucore__mode);                                                  \
        (status) = CUCORE__MOVE_CALL(name, arguments);                                                                 \
        cucore__relaxed_end(cucore__exchanged, &cucore__mode);                                                         \
    } while (0)

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------ >>impl-copy-params -- */
/* begin of kernel parameters */
/* kernels/copy_params.h, put here by `make kernels` */
/* What the planner gives to the kernels: numbers only, the same for host and device.
 *
 * A block works on one tile.  A number (of a block, of a thread) is taken apart into digits, each of which moves some
 * way in two address spaces, `a` and `b`: source and destination, or an array and the tile in shared memory.
 * Up to three axes may be cut into chunks whose last one is short; how far along these a thread is stands in one
 * number of three fields, 20 bits and a guard bit each, so that one subtraction tests all three. */
#define CUCORE__COPY_THREADS 256
#define CUCORE__COPY_STEPS 16
#define CUCORE__COPY_CUTS 3
#define CUCORE__COPY_FIELD 21
#define CUCORE__COPY_GUARD 0x4000020000100000ull

typedef struct cucore__copy_digit {
    uint32_t extent, magic, shift; /* n / extent = n * magic >> 32 >> shift for n < 2^31; extent >= 2 */
    uint32_t cut;                  /* grid: the cut axis that this digit walks; CUCORE__COPY_CUTS: none */
    int64_t a, b;                  /* bytes for each step */
    uint64_t pack;                 /* thread: steps along the cut axes; grid: chunks along the axis `cut` */
} cucore__copy_digit;

typedef struct cucore__copy_step {
    int64_t a, b;
    uint64_t pack;
} cucore__copy_step;

/* How the threads of a block walk over a tile: thread number -> word of a run and digits; then every step. */
typedef struct cucore__copy_walk {
    uint32_t threads;             /* those above have nothing to do */
    uint32_t words, magic, shift; /* of a run */
    uint32_t inner, outer;        /* digits of the element in a run, then those of the run */
    uint32_t steps;               /* 1..CUCORE__COPY_STEPS */
    uint32_t width;               /* elements of a word: 1, or 16 bytes of them */
    uint32_t linear;              /* 1: elements of a word follow each other by `next` in the tile */
    int32_t next;                 /* bytes */
    uint32_t per;                 /* elements of a run that have the same place along the cut axes */
    uint64_t next_pack;           /* from these to the next ones */
    cucore__copy_digit digits[12];
    cucore__copy_step step[CUCORE__COPY_STEPS];
} cucore__copy_walk;

/* Where a block begins: digits [0, ends[0]) of blockIdx.x, up to ends[1] of .y, up to ends[2] of .z.  From there it goes
 * over `tiles` tiles. */
typedef struct cucore__copy_grid {
    uint32_t ends[3];
    uint32_t tiles, next_cut, next_chunks; /* from tile to tile: chunks along a cut axis, and bytes */
    int64_t next_a, next_b;
    uint32_t count[CUCORE__COPY_CUTS];      /* chunks of each cut axis */
    uint64_t full, last[CUCORE__COPY_CUTS]; /* room with guard bits; what the last chunk lacks, in its field */
} cucore__copy_grid;

#define CUCORE__COPY_LEVELS 20
#define CUCORE__COPY_MANY_LEVELS 64

typedef struct cucore__copy_tile {
    uint64_t src, dst;
    int64_t row;       /* bytes between the source rows that are shuffled in registers */
    uint64_t row_pack; /* one of them further */
    uint32_t vector;   /* 1: the words to store lie together in the tile */
    uint32_t word4;    /* 1: destination words of 4 bytes are aligned */
    /* Stored runs begin where the destination has a sector: chunks of that cut axis are so many elements, of which
     * the next chunk has the rest again.  CUCORE__COPY_CUTS: not so */
    uint32_t shift_cut, shift_chunk, shift_next;
    cucore__copy_grid grid;
    cucore__copy_digit levels[CUCORE__COPY_LEVELS];
    cucore__copy_walk walk[2]; /* load, store */
} cucore__copy_tile;

typedef struct cucore__copy_runs {
    uint64_t src, dst;
    uint64_t bytes; /* of a run */
    uint64_t unit;  /* runs: what addresses and lengths are multiples of, 1..16; strided: the element */
    cucore__copy_grid grid;
    cucore__copy_walk walk;
} cucore__copy_runs;

typedef struct cucore__copy_few {
    cucore__copy_runs runs;
    cucore__copy_digit levels[CUCORE__COPY_LEVELS];
} cucore__copy_few;

typedef struct cucore__copy_many { /* begins as the one before */
    cucore__copy_runs runs;
    cucore__copy_digit levels[CUCORE__COPY_MANY_LEVELS];
} cucore__copy_many;
/* end of kernel parameters */

/* --------------------------------------------------------------------------------------------- >>impl-copy-ptx -- */
/* clang-format off */
/* begin of kernel text */
/* Made by `make kernels` with nvcc 13.0.88 from kernels/ (cecbd004e1ebb07bf2ce9cc7f9ee1e98): PTX 6.0 for sm_50. */
static const char *const cucore__copy_ptx_runs[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_runs(\n"
    ".param .align 8 .b8 p[1840]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<373>;\n"
    ".reg .b32 %r<400>;\n.reg .b64 %d<503>;\nmov.b64 %d157,p;\nmov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\n"
    "mov.u32 %r3,%ctaid.z;\nld.param.u64 %d448,[p];\nmov.u32 %r375,0;\nld.param.u64 %d447,[p+8];\n"
    "mov.u32 %r389,%r375;\nmov.u32 %r388,%r375;\nmov.u32 %r387,%r375;\nmov.u32 %r386,%r375;\nL1:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p55,%r375,0;\nmov.u32 %r380,%r1;\n@%p55 bra L4;\n"
    "setp.ne.s32 %p56,%r375,1;\nmov.u32 %r380,%r2;\n@%p56 bra L3;\nbra.uni L4;\nL3:\nmov.u32 %r380,%r3;\nL4:\n"
    "mul.wide.u32 %d158,%r375,4;\nadd.s64 %d159,%d157,%d158;\nld.param.u32 %r10,[%d159+32];\n"
    "setp.ge.u32 %p57,%r389,%r10;\n@%p57 bra L6;\nL5:\n.pragma \"nounroll\";\nmul.wide.u32 %d160,%r389,40;\n"
    "add.s64 %d161,%d157,%d160;\nld.param.v2.u32{%r99,%r100},[%d161+1040];\nmul.hi.u32 %r103,%r380,%r100;\n"
    "ld.param.v2.u32{%r104,%r105},[%d161+1048];\nshr.u32 %r16,%r103,%r104;\nmul.lo.s32 %r108,%r16,%r99;\n"
    "sub.s32 %r109,%r380,%r108;\ncvt.u64.u32 %d162,%r109;\nld.param.u64 %d163,[%d161+1056];\n"
    "mul.lo.s64 %d164,%d163,%d162;\nld.param.u64 %d165,[%d161+1064];\nmul.lo.s64 %d166,%d165,%d162;\n"
    "ld.param.u32 %r110,[%d161+1072];\nmul.lo.s32 %r111,%r109,%r110;\nadd.s64 %d448,%d164,%d448;\n"
    "add.s64 %d447,%d166,%d447;\nsetp.eq.s32 %p58,%r105,0;\nselp.b32 %r112,%r111,0,%p58;\n"
    "add.s32 %r387,%r112,%r387;\nsetp.eq.s32 %p59,%r105,1;\nselp.b32 %r113,%r111,0,%p59;\n"
    "add.s32 %r386,%r113,%r386;\nsetp.eq.s32 %p60,%r105,2;\nselp.b32 %r114,%r111,0,%p60;\n"
    "add.s32 %r388,%r114,%r388;\nadd.s32 %r389,%r389,1;\nsetp.lt.u32 %p61,%r389,%r10;\nmov.u32 %r380,%r16;\n"
    "@%p61 bra L5;\nL6:\nadd.s32 %r375,%r375,1;\nsetp.lt.u32 %p62,%r375,3;\n@%p62 bra L1;\n"
    "ld.param.v2.u32{%r115,%r116},[%d157+72];\nadd.s32 %r119,%r387,1;\nsetp.eq.s32 %p63,%r119,%r115;\n"
    "ld.param.u64 %d167,[%d157+96];\nneg.s64 %d168,%d167;\nselp.b64 %d169,%d168,0,%p63;\n"
    "ld.param.u64 %d14,[%d157+88];\nadd.s64 %d170,%d169,%d14;\nadd.s32 %r120,%r386,1;\n"
    "setp.eq.s32 %p64,%r120,%r116;\nld.param.u64 %d171,[%d157+104];\nneg.s64 %d172,%d171;\n"
    "selp.b64 %d173,%d172,0,%p64;\nadd.s64 %d174,%d170,%d173;\nld.param.u32 %r121,[%d157+80];\n"
    "add.s32 %r122,%r388,1;\nsetp.eq.s32 %p65,%r122,%r121;\nld.param.u64 %d175,[%d157+112];\nneg.s64 %d176,%d175;\n"
    "selp.b64 %d177,%d176,0,%p65;\nadd.s64 %d15,%d174,%d177;\nsetp.ge.u32 %p66,%r387,%r115;\n"
    "setp.ge.u32 %p67,%r386,%r116;\nor.pred %p68,%p66,%p67;\nsetp.ge.u32 %p69,%r388,%r121;\n"
    "or.pred %p70,%p68,%p69;\n@%p70 bra L118;\nmov.u32 %r26,%tid.x;\nld.param.u32 %r123,[%d157+120];\n"
    "setp.le.u32 %p71,%r123,%r26;\n@%p71 bra L118;\nld.param.u32 %r124,[%d157+124];\nsetp.lt.u32 %p72,%r124,2;\n"
    "mov.u32 %r395,%r26;\n@%p72 bra L11;\nld.param.v2.u32{%r125,%r126},[%d157+128];\nmul.hi.u32 %r129,%r26,%r125;\n"
    "shr.u32 %r395,%r129,%r126;\nL11:\nld.param.u32 %r131,[%d157+124];\nmov.u64 %d452,0;\n"
    "mul.lo.s32 %r132,%r131,%r395;\nsub.s32 %r29,%r26,%r132;\nld.param.u32 %r30,[%d157+140];\n"
    "setp.lt.u32 %p73,%r30,2;\nmov.u32 %r394,0;\nmov.u64 %d453,%d452;\nmov.u64 %d454,%d452;\n@%p73 bra L14;\n"
    "mov.u64 %d454,0;\nmov.u32 %r393,0;\nmov.u32 %r391,1;\nmov.u32 %r392,%r395;\nmov.u64 %d453,%d454;\n"
    "mov.u64 %d452,%d454;\nL13:\n.pragma \"nounroll\";\nmov.u32 %r394,%r391;\nmul.wide.u32 %d184,%r393,40;\n"
    "add.s64 %d185,%d157,%d184;\nld.param.v2.u32{%r135,%r136},[%d185+176];\nmul.hi.u32 %r139,%r392,%r136;\n"
    "ld.param.u32 %r140,[%d185+184];\nshr.u32 %r395,%r139,%r140;\nmul.lo.s32 %r141,%r395,%r135;\n"
    "sub.s32 %r142,%r392,%r141;\ncvt.u64.u32 %d186,%r142;\nld.param.u64 %d187,[%d185+192];\n"
    "mul.lo.s64 %d188,%d187,%d186;\nadd.s64 %d452,%d188,%d452;\nld.param.u64 %d189,[%d185+200];\n"
    "mul.lo.s64 %d190,%d189,%d186;\nadd.s64 %d453,%d190,%d453;\nld.param.u64 %d191,[%d185+208];\n"
    "mul.lo.s64 %d192,%d191,%d186;\nadd.s64 %d454,%d192,%d454;\nadd.s32 %r391,%r394,1;\n"
    "setp.lt.u32 %p74,%r391,%r30;\nmov.u32 %r392,%r395;\nmov.u32 %r393,%r394;\n@%p74 bra L13;\nL14:\n"
    "setp.ge.u32 %p75,%r394,%r30;\n@%p75 bra L16;\n",
    "mul.wide.u32 %d193,%r394,40;\nadd.s64 %d194,%d157,%d193;\ncvt.u64.u32 %d195,%r395;\n"
    "ld.param.u64 %d196,[%d194+192];\nmul.lo.s64 %d197,%d196,%d195;\nadd.s64 %d452,%d197,%d452;\n"
    "ld.param.u64 %d198,[%d194+200];\nmul.lo.s64 %d199,%d198,%d195;\nadd.s64 %d453,%d199,%d453;\n"
    "ld.param.u64 %d200,[%d194+208];\nmul.lo.s64 %d201,%d200,%d195;\nadd.s64 %d454,%d201,%d454;\nL16:\n"
    "ld.param.u64 %d202,[%d157+168];\ncvt.u64.u32 %d203,%r387;\nmul.lo.s64 %d204,%d202,%d203;\n"
    "mul.wide.u32 %d205,%r29,16;\nadd.s64 %d31,%d204,%d205;\nld.param.u64 %d32,[%d157+24];\n"
    "setp.eq.s64 %p76,%d32,16;\n@%p76 bra L75;\nbra.uni L17;\nL75:\nld.param.u32 %r70,[%d157+144];\n"
    "setp.eq.s32 %p306,%r70,0;\n@%p306 bra L118;\nld.param.v2.u32{%r330,%r331},[%d157+144];\nmov.u32 %r399,0;\n"
    "setp.eq.s64 %p30,%d15,%d14;\nadd.s64 %d106,%d452,%d448;\nadd.s64 %d107,%d453,%d447;\n"
    "ld.param.u32 %r72,[%d157+152];\nsub.s64 %d108,%d15,%d454;\nld.param.u64 %d109,[%d157+16];\nL77:\n"
    ".pragma \"nounroll\";\nand.b32 %r332,%r399,12;\nsetp.gt.u32 %p307,%r330,%r399;\n"
    "setp.le.u32 %p308,%r330,%r399;\nor.pred %p309,%p30,%p308;\nand.pred %p365,%p307,%p30;\n"
    "mul.wide.u32 %d367,%r332,24;\nadd.s64 %d368,%d157,%d367;\nadd.s64 %d110,%d368,672;\n@%p309 bra L79;\n"
    "ld.param.u64 %d369,[%d110];\nsub.s64 %d370,%d108,%d369;\nand.b64 %d371,%d370,4611688217451692032;\n"
    "setp.eq.s64 %p365,%d371,4611688217451692032;\nL79:\nld.param.u64 %d111,[%d110+-16];\n"
    "setp.eq.s32 %p310,%r72,0;\n@%p310 bra L81;\nadd.s64 %d485,%d111,%d31;\nmov.u64 %d483,%d106;\n"
    "mov.u64 %d484,%d107;\nbra.uni L82;\nL81:\nadd.s64 %d483,%d111,%d106;\nld.param.u64 %d372,[%d110+-8];\n"
    "add.s64 %d484,%d372,%d107;\nmov.u64 %d485,%d31;\nL82:\nand.b64 %d374,%d484,15;\nadd.s64 %d375,%d109,%d374;\n"
    "setp.gt.u64 %p311,%d375,%d485;\nand.pred %p312,%p365,%p311;\nsub.s64 %d376,%d483,%d374;\n"
    "add.s64 %d373,%d376,%d485;\nselp.u32 %r337,1,0,%p312;\n{.reg .pred q;setp.ne.s32 q,%r337,0;\n"
    "mov.u32 %r333,0;mov.u32 %r334,0;mov.u32 %r335,0;mov.u32 %r336,0;\n"
    "@q ld.global.v4.u32{%r333,%r334,%r335,%r336},[%d373];}\nadd.s32 %r78,%r399,1;\nand.b32 %r338,%r78,13;\n"
    "setp.gt.u32 %p313,%r330,%r78;\nsetp.le.u32 %p314,%r330,%r78;\nor.pred %p315,%p30,%p314;\n"
    "and.pred %p366,%p313,%p30;\nmul.wide.u32 %d378,%r338,24;\nadd.s64 %d379,%d157,%d378;\n"
    "add.s64 %d118,%d379,672;\n@%p315 bra L84;\nld.param.u64 %d380,[%d118];\nsub.s64 %d381,%d108,%d380;\n"
    "and.b64 %d382,%d381,4611688217451692032;\nsetp.eq.s64 %p366,%d382,4611688217451692032;\nL84:\n"
    "ld.param.u64 %d119,[%d118+-16];\n@%p310 bra L86;\nadd.s64 %d488,%d119,%d31;\nmov.u64 %d486,%d106;\n"
    "mov.u64 %d487,%d107;\nbra.uni L87;\nL86:\nadd.s64 %d486,%d119,%d106;\nld.param.u64 %d383,[%d118+-8];\n"
    "add.s64 %d487,%d383,%d107;\nmov.u64 %d488,%d31;\nL87:\nand.b64 %d385,%d487,15;\nadd.s64 %d386,%d109,%d385;\n"
    "setp.gt.u64 %p317,%d386,%d488;\nand.pred %p318,%p366,%p317;\nsub.s64 %d387,%d486,%d385;\n"
    "add.s64 %d384,%d387,%d488;\nselp.u32 %r343,1,0,%p318;\n{.reg .pred q;setp.ne.s32 q,%r343,0;\n"
    "mov.u32 %r339,0;mov.u32 %r340,0;mov.u32 %r341,0;mov.u32 %r342,0;\n"
    "@q ld.global.v4.u32{%r339,%r340,%r341,%r342},[%d384];}\nadd.s32 %r83,%r399,2;\nand.b32 %r344,%r83,14;\n"
    "setp.gt.u32 %p319,%r330,%r83;\nsetp.le.u32 %p320,%r330,%r83;\nor.pred %p321,%p30,%p320;\n"
    "and.pred %p367,%p319,%p30;\nmul.wide.u32 %d389,%r344,24;\nadd.s64 %d390,%d157,%d389;\n"
    "add.s64 %d126,%d390,672;\n@%p321 bra L89;\nld.param.u64 %d391,[%d126];\nsub.s64 %d392,%d108,%d391;\n"
    "and.b64 %d393,%d392,4611688217451692032;\nsetp.eq.s64 %p367,%d393,4611688217451692032;\nL89:\n"
    "ld.param.u64 %d127,[%d126+-16];\n@%p310 bra L91;\nadd.s64 %d491,%d127,%d31;\nmov.u64 %d489,%d106;\n"
    "mov.u64 %d490,%d107;\nbra.uni L92;\nL91:\nadd.s64 %d489,%d127,%d106;\nld.param.u64 %d394,[%d126+-8];\n"
    "add.s64 %d490,%d394,%d107;\nmov.u64 %d491,%d31;\nL92:\nand.b64 %d396,%d490,15;\nadd.s64 %d397,%d109,%d396;\n"
    "setp.gt.u64 %p323,%d397,%d491;\nand.pred %p324,%p367,%p323;\nsub.s64 %d398,%d489,%d396;\n"
    "add.s64 %d395,%d398,%d491;\nselp.u32 %r349,1,0,%p324;\n{.reg .pred q;setp.ne.s32 q,%r349,0;\n"
    "mov.u32 %r345,0;mov.u32 %r346,0;mov.u32 %r347,0;mov.u32 %r348,0;\n",
    "@q ld.global.v4.u32{%r345,%r346,%r347,%r348},[%d395];}\nadd.s32 %r88,%r399,3;\nsetp.gt.u32 %p325,%r330,%r88;\n"
    "setp.le.u32 %p326,%r330,%r88;\nor.pred %p327,%p30,%p326;\nand.pred %p368,%p325,%p30;\n@%p327 bra L94;\n"
    "ld.param.u64 %d399,[%d118+48];\nsub.s64 %d400,%d108,%d399;\nand.b64 %d401,%d400,4611688217451692032;\n"
    "setp.eq.s64 %p368,%d401,4611688217451692032;\nL94:\nld.param.u64 %d134,[%d118+32];\n@%p310 bra L96;\n"
    "add.s64 %d494,%d134,%d31;\nmov.u64 %d492,%d106;\nmov.u64 %d493,%d107;\nbra.uni L97;\nL96:\n"
    "add.s64 %d492,%d134,%d106;\nld.param.u64 %d402,[%d118+40];\nadd.s64 %d493,%d402,%d107;\nmov.u64 %d494,%d31;\n"
    "L97:\nand.b64 %d404,%d493,15;\nadd.s64 %d405,%d109,%d404;\nsetp.gt.u64 %p329,%d405,%d494;\n"
    "and.pred %p330,%p368,%p329;\nsub.s64 %d406,%d492,%d404;\nadd.s64 %d403,%d406,%d494;\n"
    "selp.u32 %r354,1,0,%p330;\n{.reg .pred q;setp.ne.s32 q,%r354,0;\n"
    "mov.u32 %r350,0;mov.u32 %r351,0;mov.u32 %r352,0;mov.u32 %r353,0;\n"
    "@q ld.global.v4.u32{%r350,%r351,%r352,%r353},[%d403];}\nsetp.gt.u32 %p331,%r70,%r399;\n"
    "setp.le.u32 %p332,%r70,%r399;\nor.pred %p333,%p30,%p332;\nand.pred %p369,%p331,%p30;\n@%p333 bra L99;\n"
    "ld.param.u64 %d407,[%d110];\nsub.s64 %d408,%d108,%d407;\nand.b64 %d409,%d408,4611688217451692032;\n"
    "setp.eq.s64 %p369,%d409,4611688217451692032;\nL99:\n@%p310 bra L101;\nld.param.u64 %d410,[%d110+-16];\n"
    "add.s64 %d496,%d410,%d31;\nmov.u64 %d495,%d107;\nbra.uni L102;\nL101:\nld.param.u64 %d411,[%d110+-8];\n"
    "add.s64 %d495,%d411,%d107;\nmov.u64 %d496,%d31;\nL102:\nand.b64 %d413,%d495,15;\nadd.s64 %d414,%d109,%d413;\n"
    "setp.gt.u64 %p335,%d414,%d496;\nand.pred %p336,%p369,%p335;\nsub.s64 %d415,%d495,%d413;\n"
    "add.s64 %d412,%d415,%d496;\nselp.u32 %r359,1,0,%p336;\n{.reg .pred q;setp.ne.s32 q,%r359,0;\n"
    "@q st.global.v4.u32[%d412],{%r333,%r334,%r335,%r336};}\nsetp.gt.u32 %p337,%r70,%r78;\n"
    "setp.le.u32 %p338,%r70,%r78;\nor.pred %p339,%p30,%p338;\nand.pred %p370,%p337,%p30;\n@%p339 bra L104;\n"
    "ld.param.u64 %d416,[%d118];\nsub.s64 %d417,%d108,%d416;\nand.b64 %d418,%d417,4611688217451692032;\n"
    "setp.eq.s64 %p370,%d418,4611688217451692032;\nL104:\n@%p310 bra L106;\nld.param.u64 %d419,[%d118+-16];\n"
    "add.s64 %d498,%d419,%d31;\nmov.u64 %d497,%d107;\nbra.uni L107;\nL106:\nld.param.u64 %d420,[%d118+-8];\n"
    "add.s64 %d497,%d420,%d107;\nmov.u64 %d498,%d31;\nL107:\nand.b64 %d422,%d497,15;\nadd.s64 %d423,%d109,%d422;\n"
    "setp.gt.u64 %p341,%d423,%d498;\nand.pred %p342,%p370,%p341;\nsub.s64 %d424,%d497,%d422;\n"
    "add.s64 %d421,%d424,%d498;\nselp.u32 %r364,1,0,%p342;\n{.reg .pred q;setp.ne.s32 q,%r364,0;\n"
    "@q st.global.v4.u32[%d421],{%r339,%r340,%r341,%r342};}\nsetp.gt.u32 %p343,%r70,%r83;\n"
    "setp.le.u32 %p344,%r70,%r83;\nor.pred %p345,%p30,%p344;\nand.pred %p371,%p343,%p30;\n@%p345 bra L109;\n"
    "ld.param.u64 %d425,[%d126];\nsub.s64 %d426,%d108,%d425;\nand.b64 %d427,%d426,4611688217451692032;\n"
    "setp.eq.s64 %p371,%d427,4611688217451692032;\nL109:\n@%p310 bra L111;\nld.param.u64 %d428,[%d126+-16];\n"
    "add.s64 %d500,%d428,%d31;\nmov.u64 %d499,%d107;\nbra.uni L112;\nL111:\nld.param.u64 %d429,[%d126+-8];\n"
    "add.s64 %d499,%d429,%d107;\nmov.u64 %d500,%d31;\nL112:\nand.b64 %d431,%d499,15;\nadd.s64 %d432,%d109,%d431;\n"
    "setp.gt.u64 %p347,%d432,%d500;\nand.pred %p348,%p371,%p347;\nsub.s64 %d433,%d499,%d431;\n"
    "add.s64 %d430,%d433,%d500;\nselp.u32 %r369,1,0,%p348;\n{.reg .pred q;setp.ne.s32 q,%r369,0;\n"
    "@q st.global.v4.u32[%d430],{%r345,%r346,%r347,%r348};}\nsetp.gt.u32 %p349,%r70,%r88;\n"
    "setp.le.u32 %p350,%r70,%r88;\nor.pred %p351,%p30,%p350;\nand.pred %p372,%p349,%p30;\n@%p351 bra L114;\n"
    "ld.param.u64 %d434,[%d118+48];\nsub.s64 %d435,%d108,%d434;\nand.b64 %d436,%d435,4611688217451692032;\n"
    "setp.eq.s64 %p372,%d436,4611688217451692032;\nL114:\n@%p310 bra L116;\nld.param.u64 %d437,[%d118+32];\n"
    "add.s64 %d502,%d437,%d31;\nmov.u64 %d501,%d107;\nbra.uni L117;\nL116:\nld.param.u64 %d438,[%d118+40];\n"
    "add.s64 %d501,%d438,%d107;\nmov.u64 %d502,%d31;\nL117:\nand.b64 %d440,%d501,15;\nadd.s64 %d441,%d109,%d440;\n"
    "setp.gt.u64 %p353,%d441,%d502;\nand.pred %p354,%p372,%p353;\nsub.s64 %d442,%d501,%d440;\n",
    "add.s64 %d439,%d442,%d502;\nselp.u32 %r374,1,0,%p354;\n{.reg .pred q;setp.ne.s32 q,%r374,0;\n"
    "@q st.global.v4.u32[%d439],{%r350,%r351,%r352,%r353};}\nadd.s32 %r399,%r399,4;\n"
    "setp.lt.u32 %p355,%r399,%r70;\n@%p355 bra L77;\nbra.uni L118;\nL17:\nsetp.gt.u64 %p77,%d32,3;\n"
    "ld.param.u32 %r38,[%d157+144];\n@%p77 bra L32;\nbra.uni L18;\nL32:\nsetp.eq.s32 %p96,%r38,0;\n"
    "@%p96 bra L118;\nld.param.v2.u32{%r188,%r189},[%d157+144];\nmov.u32 %r398,0;\nsetp.eq.s64 %p5,%d15,%d14;\n"
    "add.s64 %d55,%d452,%d448;\nadd.s64 %d56,%d453,%d447;\nld.param.u32 %r48,[%d157+152];\n"
    "sub.s64 %d57,%d15,%d454;\nld.param.u64 %d58,[%d157+16];\nL34:\n.pragma \"nounroll\";\n"
    "and.b32 %r190,%r398,12;\nsetp.gt.u32 %p97,%r188,%r398;\nsetp.le.u32 %p98,%r188,%r398;\n"
    "or.pred %p99,%p5,%p98;\nand.pred %p357,%p97,%p5;\nmul.wide.u32 %d230,%r190,24;\nadd.s64 %d231,%d157,%d230;\n"
    "add.s64 %d59,%d231,672;\n@%p99 bra L36;\nld.param.u64 %d232,[%d59];\nsub.s64 %d233,%d57,%d232;\n"
    "and.b64 %d234,%d233,4611688217451692032;\nsetp.eq.s64 %p357,%d234,4611688217451692032;\nL36:\n"
    "ld.param.u64 %d60,[%d59+-16];\nsetp.eq.s32 %p100,%r48,0;\n@%p100 bra L38;\nadd.s64 %d465,%d60,%d31;\n"
    "mov.u64 %d463,%d55;\nmov.u64 %d464,%d56;\nbra.uni L39;\nL38:\nadd.s64 %d463,%d60,%d55;\n"
    "ld.param.u64 %d235,[%d59+-8];\nadd.s64 %d464,%d235,%d56;\nmov.u64 %d465,%d31;\nL39:\n"
    "cvt.u32.u64 %r204,%d464;\nand.b32 %r205,%r204,15;\nand.b64 %d241,%d464,15;\nadd.s64 %d242,%d58,%d241;\n"
    "setp.gt.u64 %p101,%d242,%d465;\nand.pred %p102,%p357,%p101;\nsub.s64 %d243,%d242,%d465;\n"
    "selp.b64 %d244,%d243,0,%p102;\nsetp.eq.s64 %p103,%d465,0;\nselp.b32 %r206,%r205,0,%p103;\n"
    "min.u64 %d245,%d244,16;\ncvt.u32.u64 %r207,%d245;\nsub.s64 %d246,%d465,%d241;\nadd.s64 %d237,%d246,%d463;\n"
    "setp.eq.s32 %p104,%r206,0;\nsetp.eq.s32 %p105,%r207,16;\nand.pred %p106,%p104,%p105;\n"
    "and.b64 %d247,%d237,15;\nsetp.eq.s64 %p107,%d247,0;\nand.pred %p108,%p107,%p106;\nselp.u32 %r195,1,0,%p108;\n"
    "{.reg .pred q;setp.ne.s32 q,%r195,0;\nmov.u32 %r191,0;mov.u32 %r192,0;mov.u32 %r193,0;mov.u32 %r194,0;\n"
    "@q ld.global.v4.u32{%r191,%r192,%r193,%r194},[%d237];}\nxor.pred %p109,%p108,%p104;\n"
    "setp.ne.s32 %p110,%r207,0;\nand.pred %p111,%p110,%p109;\nselp.u32 %r197,1,0,%p111;\n"
    "{.reg .pred q;setp.ne.s32 q,%r197,0;\nmov.b32 %r196,0;@q ld.global.u32 %r196,[%d237];}\n"
    "or.b32 %r50,%r191,%r196;\nadd.s64 %d238,%d237,4;\nsetp.lt.u32 %p112,%r206,5;\nxor.pred %p113,%p108,%p112;\n"
    "setp.gt.u32 %p114,%r207,4;\nand.pred %p115,%p114,%p113;\nselp.u32 %r199,1,0,%p115;\n"
    "{.reg .pred q;setp.ne.s32 q,%r199,0;\nmov.b32 %r198,0;@q ld.global.u32 %r198,[%d238];}\n"
    "or.b32 %r51,%r192,%r198;\nadd.s64 %d239,%d237,8;\nsetp.lt.u32 %p116,%r206,9;\nxor.pred %p117,%p108,%p116;\n"
    "setp.gt.u32 %p118,%r207,8;\nand.pred %p119,%p118,%p117;\nselp.u32 %r201,1,0,%p119;\n"
    "{.reg .pred q;setp.ne.s32 q,%r201,0;\nmov.b32 %r200,0;@q ld.global.u32 %r200,[%d239];}\n"
    "or.b32 %r52,%r193,%r200;\nadd.s64 %d240,%d237,12;\nsetp.lt.u32 %p120,%r206,13;\nxor.pred %p121,%p108,%p120;\n"
    "setp.gt.u32 %p122,%r207,12;\nand.pred %p123,%p122,%p121;\nselp.u32 %r203,1,0,%p123;\n"
    "{.reg .pred q;setp.ne.s32 q,%r203,0;\nmov.b32 %r202,0;@q ld.global.u32 %r202,[%d240];}\n"
    "or.b32 %r53,%r194,%r202;\nadd.s32 %r54,%r398,1;\nand.b32 %r208,%r54,13;\nsetp.gt.u32 %p124,%r188,%r54;\n"
    "setp.le.u32 %p125,%r188,%r54;\nor.pred %p126,%p5,%p125;\nand.pred %p358,%p124,%p5;\n"
    "mul.wide.u32 %d249,%r208,24;\nadd.s64 %d250,%d157,%d249;\nadd.s64 %d67,%d250,672;\n@%p126 bra L41;\n"
    "ld.param.u64 %d251,[%d67];\nsub.s64 %d252,%d57,%d251;\nand.b64 %d253,%d252,4611688217451692032;\n"
    "setp.eq.s64 %p358,%d253,4611688217451692032;\nL41:\nld.param.u64 %d68,[%d67+-16];\n@%p100 bra L43;\n"
    "add.s64 %d468,%d68,%d31;\nmov.u64 %d466,%d55;\nmov.u64 %d467,%d56;\nbra.uni L44;\nL43:\n"
    "add.s64 %d466,%d68,%d55;\nld.param.u64 %d254,[%d67+-8];\nadd.s64 %d467,%d254,%d56;\nmov.u64 %d468,%d31;\n"
    "L44:\ncvt.u32.u64 %r222,%d467;\nand.b32 %r223,%r222,15;\nand.b64 %d260,%d467,15;\nadd.s64 %d261,%d58,%d260;\n"
    "setp.gt.u64 %p128,%d261,%d468;\nand.pred %p129,%p358,%p128;\nsub.s64 %d262,%d261,%d468;\n"
    "selp.b64 %d263,%d262,0,%p129;\n",
    "setp.eq.s64 %p130,%d468,0;\nselp.b32 %r224,%r223,0,%p130;\nmin.u64 %d264,%d263,16;\ncvt.u32.u64 %r225,%d264;\n"
    "sub.s64 %d265,%d468,%d260;\nadd.s64 %d256,%d265,%d466;\nsetp.eq.s32 %p131,%r224,0;\n"
    "setp.eq.s32 %p132,%r225,16;\nand.pred %p133,%p131,%p132;\nand.b64 %d266,%d256,15;\n"
    "setp.eq.s64 %p134,%d266,0;\nand.pred %p135,%p134,%p133;\nselp.u32 %r213,1,0,%p135;\n"
    "{.reg .pred q;setp.ne.s32 q,%r213,0;\nmov.u32 %r209,0;mov.u32 %r210,0;mov.u32 %r211,0;mov.u32 %r212,0;\n"
    "@q ld.global.v4.u32{%r209,%r210,%r211,%r212},[%d256];}\nxor.pred %p136,%p135,%p131;\n"
    "setp.ne.s32 %p137,%r225,0;\nand.pred %p138,%p137,%p136;\nselp.u32 %r215,1,0,%p138;\n"
    "{.reg .pred q;setp.ne.s32 q,%r215,0;\nmov.b32 %r214,0;@q ld.global.u32 %r214,[%d256];}\n"
    "or.b32 %r55,%r209,%r214;\nadd.s64 %d257,%d256,4;\nsetp.lt.u32 %p139,%r224,5;\nxor.pred %p140,%p135,%p139;\n"
    "setp.gt.u32 %p141,%r225,4;\nand.pred %p142,%p141,%p140;\nselp.u32 %r217,1,0,%p142;\n"
    "{.reg .pred q;setp.ne.s32 q,%r217,0;\nmov.b32 %r216,0;@q ld.global.u32 %r216,[%d257];}\n"
    "or.b32 %r56,%r210,%r216;\nadd.s64 %d258,%d256,8;\nsetp.lt.u32 %p143,%r224,9;\nxor.pred %p144,%p135,%p143;\n"
    "setp.gt.u32 %p145,%r225,8;\nand.pred %p146,%p145,%p144;\nselp.u32 %r219,1,0,%p146;\n"
    "{.reg .pred q;setp.ne.s32 q,%r219,0;\nmov.b32 %r218,0;@q ld.global.u32 %r218,[%d258];}\n"
    "or.b32 %r57,%r211,%r218;\nadd.s64 %d259,%d256,12;\nsetp.lt.u32 %p147,%r224,13;\nxor.pred %p148,%p135,%p147;\n"
    "setp.gt.u32 %p149,%r225,12;\nand.pred %p150,%p149,%p148;\nselp.u32 %r221,1,0,%p150;\n"
    "{.reg .pred q;setp.ne.s32 q,%r221,0;\nmov.b32 %r220,0;@q ld.global.u32 %r220,[%d259];}\n"
    "or.b32 %r58,%r212,%r220;\nadd.s32 %r59,%r398,2;\nand.b32 %r226,%r59,14;\nsetp.gt.u32 %p151,%r188,%r59;\n"
    "setp.le.u32 %p152,%r188,%r59;\nor.pred %p153,%p5,%p152;\nand.pred %p359,%p151,%p5;\n"
    "mul.wide.u32 %d268,%r226,24;\nadd.s64 %d269,%d157,%d268;\nadd.s64 %d75,%d269,672;\n@%p153 bra L46;\n"
    "ld.param.u64 %d270,[%d75];\nsub.s64 %d271,%d57,%d270;\nand.b64 %d272,%d271,4611688217451692032;\n"
    "setp.eq.s64 %p359,%d272,4611688217451692032;\nL46:\nld.param.u64 %d76,[%d75+-16];\n@%p100 bra L48;\n"
    "add.s64 %d471,%d76,%d31;\nmov.u64 %d469,%d55;\nmov.u64 %d470,%d56;\nbra.uni L49;\nL48:\n"
    "add.s64 %d469,%d76,%d55;\nld.param.u64 %d273,[%d75+-8];\nadd.s64 %d470,%d273,%d56;\nmov.u64 %d471,%d31;\n"
    "L49:\ncvt.u32.u64 %r240,%d470;\nand.b32 %r241,%r240,15;\nand.b64 %d279,%d470,15;\nadd.s64 %d280,%d58,%d279;\n"
    "setp.gt.u64 %p155,%d280,%d471;\nand.pred %p156,%p359,%p155;\nsub.s64 %d281,%d280,%d471;\n"
    "selp.b64 %d282,%d281,0,%p156;\nsetp.eq.s64 %p157,%d471,0;\nselp.b32 %r242,%r241,0,%p157;\n"
    "min.u64 %d283,%d282,16;\ncvt.u32.u64 %r243,%d283;\nsub.s64 %d284,%d471,%d279;\nadd.s64 %d275,%d284,%d469;\n"
    "setp.eq.s32 %p158,%r242,0;\nsetp.eq.s32 %p159,%r243,16;\nand.pred %p160,%p158,%p159;\n"
    "and.b64 %d285,%d275,15;\nsetp.eq.s64 %p161,%d285,0;\nand.pred %p162,%p161,%p160;\nselp.u32 %r231,1,0,%p162;\n"
    "{.reg .pred q;setp.ne.s32 q,%r231,0;\nmov.u32 %r227,0;mov.u32 %r228,0;mov.u32 %r229,0;mov.u32 %r230,0;\n"
    "@q ld.global.v4.u32{%r227,%r228,%r229,%r230},[%d275];}\nxor.pred %p163,%p162,%p158;\n"
    "setp.ne.s32 %p164,%r243,0;\nand.pred %p165,%p164,%p163;\nselp.u32 %r233,1,0,%p165;\n"
    "{.reg .pred q;setp.ne.s32 q,%r233,0;\nmov.b32 %r232,0;@q ld.global.u32 %r232,[%d275];}\n"
    "or.b32 %r60,%r227,%r232;\nadd.s64 %d276,%d275,4;\nsetp.lt.u32 %p166,%r242,5;\nxor.pred %p167,%p162,%p166;\n"
    "setp.gt.u32 %p168,%r243,4;\nand.pred %p169,%p168,%p167;\nselp.u32 %r235,1,0,%p169;\n"
    "{.reg .pred q;setp.ne.s32 q,%r235,0;\nmov.b32 %r234,0;@q ld.global.u32 %r234,[%d276];}\n"
    "or.b32 %r61,%r228,%r234;\nadd.s64 %d277,%d275,8;\nsetp.lt.u32 %p170,%r242,9;\nxor.pred %p171,%p162,%p170;\n"
    "setp.gt.u32 %p172,%r243,8;\nand.pred %p173,%p172,%p171;\nselp.u32 %r237,1,0,%p173;\n"
    "{.reg .pred q;setp.ne.s32 q,%r237,0;\nmov.b32 %r236,0;@q ld.global.u32 %r236,[%d277];}\n"
    "or.b32 %r62,%r229,%r236;\nadd.s64 %d278,%d275,12;\nsetp.lt.u32 %p174,%r242,13;\nxor.pred %p175,%p162,%p174;\n"
    "setp.gt.u32 %p176,%r243,12;\nand.pred %p177,%p176,%p175;\nselp.u32 %r239,1,0,%p177;\n"
    "{.reg .pred q;setp.ne.s32 q,%r239,0;\n",
    "mov.b32 %r238,0;@q ld.global.u32 %r238,[%d278];}\nor.b32 %r63,%r230,%r238;\nadd.s32 %r64,%r398,3;\n"
    "setp.gt.u32 %p178,%r188,%r64;\nsetp.le.u32 %p179,%r188,%r64;\nor.pred %p180,%p5,%p179;\n"
    "and.pred %p360,%p178,%p5;\n@%p180 bra L51;\nld.param.u64 %d286,[%d67+48];\nsub.s64 %d287,%d57,%d286;\n"
    "and.b64 %d288,%d287,4611688217451692032;\nsetp.eq.s64 %p360,%d288,4611688217451692032;\nL51:\n"
    "ld.param.u64 %d83,[%d67+32];\n@%p100 bra L53;\nadd.s64 %d474,%d83,%d31;\nmov.u64 %d472,%d55;\n"
    "mov.u64 %d473,%d56;\nbra.uni L54;\nL53:\nadd.s64 %d472,%d83,%d55;\nld.param.u64 %d289,[%d67+40];\n"
    "add.s64 %d473,%d289,%d56;\nmov.u64 %d474,%d31;\nL54:\ncvt.u32.u64 %r257,%d473;\nand.b32 %r258,%r257,15;\n"
    "and.b64 %d295,%d473,15;\nadd.s64 %d296,%d58,%d295;\nsetp.gt.u64 %p182,%d296,%d474;\n"
    "and.pred %p183,%p360,%p182;\nsub.s64 %d297,%d296,%d474;\nselp.b64 %d298,%d297,0,%p183;\n"
    "setp.eq.s64 %p184,%d474,0;\nselp.b32 %r259,%r258,0,%p184;\nmin.u64 %d299,%d298,16;\ncvt.u32.u64 %r260,%d299;\n"
    "sub.s64 %d300,%d474,%d295;\nadd.s64 %d291,%d300,%d472;\nsetp.eq.s32 %p185,%r259,0;\n"
    "setp.eq.s32 %p186,%r260,16;\nand.pred %p187,%p185,%p186;\nand.b64 %d301,%d291,15;\n"
    "setp.eq.s64 %p188,%d301,0;\nand.pred %p189,%p188,%p187;\nselp.u32 %r248,1,0,%p189;\n"
    "{.reg .pred q;setp.ne.s32 q,%r248,0;\nmov.u32 %r244,0;mov.u32 %r245,0;mov.u32 %r246,0;mov.u32 %r247,0;\n"
    "@q ld.global.v4.u32{%r244,%r245,%r246,%r247},[%d291];}\nxor.pred %p190,%p189,%p185;\n"
    "setp.ne.s32 %p191,%r260,0;\nand.pred %p192,%p191,%p190;\nselp.u32 %r250,1,0,%p192;\n"
    "{.reg .pred q;setp.ne.s32 q,%r250,0;\nmov.b32 %r249,0;@q ld.global.u32 %r249,[%d291];}\n"
    "or.b32 %r65,%r244,%r249;\nadd.s64 %d292,%d291,4;\nsetp.lt.u32 %p193,%r259,5;\nxor.pred %p194,%p189,%p193;\n"
    "setp.gt.u32 %p195,%r260,4;\nand.pred %p196,%p195,%p194;\nselp.u32 %r252,1,0,%p196;\n"
    "{.reg .pred q;setp.ne.s32 q,%r252,0;\nmov.b32 %r251,0;@q ld.global.u32 %r251,[%d292];}\n"
    "or.b32 %r66,%r245,%r251;\nadd.s64 %d293,%d291,8;\nsetp.lt.u32 %p197,%r259,9;\nxor.pred %p198,%p189,%p197;\n"
    "setp.gt.u32 %p199,%r260,8;\nand.pred %p200,%p199,%p198;\nselp.u32 %r254,1,0,%p200;\n"
    "{.reg .pred q;setp.ne.s32 q,%r254,0;\nmov.b32 %r253,0;@q ld.global.u32 %r253,[%d293];}\n"
    "or.b32 %r67,%r246,%r253;\nadd.s64 %d294,%d291,12;\nsetp.lt.u32 %p201,%r259,13;\nxor.pred %p202,%p189,%p201;\n"
    "setp.gt.u32 %p203,%r260,12;\nand.pred %p204,%p203,%p202;\nselp.u32 %r256,1,0,%p204;\n"
    "{.reg .pred q;setp.ne.s32 q,%r256,0;\nmov.b32 %r255,0;@q ld.global.u32 %r255,[%d294];}\n"
    "or.b32 %r68,%r247,%r255;\nsetp.gt.u32 %p205,%r38,%r398;\nsetp.le.u32 %p206,%r38,%r398;\n"
    "or.pred %p207,%p5,%p206;\nand.pred %p361,%p205,%p5;\n@%p207 bra L56;\nld.param.u64 %d302,[%d59];\n"
    "sub.s64 %d303,%d57,%d302;\nand.b64 %d304,%d303,4611688217451692032;\n"
    "setp.eq.s64 %p361,%d304,4611688217451692032;\nL56:\n@%p100 bra L58;\nld.param.u64 %d305,[%d59+-16];\n"
    "add.s64 %d476,%d305,%d31;\nmov.u64 %d475,%d56;\nbra.uni L59;\nL58:\nld.param.u64 %d306,[%d59+-8];\n"
    "add.s64 %d475,%d306,%d56;\nmov.u64 %d476,%d31;\nL59:\ncvt.u32.u64 %r274,%d475;\nand.b32 %r275,%r274,15;\n"
    "and.b64 %d312,%d475,15;\nadd.s64 %d313,%d58,%d312;\nsetp.gt.u64 %p209,%d313,%d476;\n"
    "and.pred %p210,%p361,%p209;\nsub.s64 %d314,%d313,%d476;\nselp.b64 %d315,%d314,0,%p210;\n"
    "setp.eq.s64 %p211,%d476,0;\nselp.b32 %r276,%r275,0,%p211;\nmin.u64 %d316,%d315,16;\ncvt.u32.u64 %r277,%d316;\n"
    "sub.s64 %d317,%d476,%d312;\nadd.s64 %d308,%d317,%d475;\nsetp.eq.s32 %p212,%r276,0;\n"
    "setp.eq.s32 %p213,%r277,16;\nand.pred %p214,%p212,%p213;\nselp.u32 %r265,1,0,%p214;\n"
    "{.reg .pred q;setp.ne.s32 q,%r265,0;\n@q st.global.v4.u32[%d308],{%r50,%r51,%r52,%r53};}\n"
    "xor.pred %p215,%p214,%p212;\nsetp.ne.s32 %p216,%r277,0;\nand.pred %p217,%p216,%p215;\n"
    "selp.u32 %r267,1,0,%p217;\n{.reg .pred q;setp.ne.s32 q,%r267,0;\n@q st.global.u32[%d308],%r50;}\n"
    "add.s64 %d309,%d308,4;\nsetp.lt.u32 %p218,%r276,5;\nxor.pred %p219,%p214,%p218;\nsetp.gt.u32 %p220,%r277,4;\n"
    "and.pred %p221,%p220,%p219;\nselp.u32 %r269,1,0,%p221;\n{.reg .pred q;setp.ne.s32 q,%r269,0;\n"
    "@q st.global.u32[%d309],%r51;}\nadd.s64 %d310,%d308,8;\nsetp.lt.u32 %p222,%r276,9;\n",
    "xor.pred %p223,%p214,%p222;\nsetp.gt.u32 %p224,%r277,8;\nand.pred %p225,%p224,%p223;\n"
    "selp.u32 %r271,1,0,%p225;\n{.reg .pred q;setp.ne.s32 q,%r271,0;\n@q st.global.u32[%d310],%r52;}\n"
    "add.s64 %d311,%d308,12;\nsetp.lt.u32 %p226,%r276,13;\nxor.pred %p227,%p214,%p226;\n"
    "setp.gt.u32 %p228,%r277,12;\nand.pred %p229,%p228,%p227;\nselp.u32 %r273,1,0,%p229;\n"
    "{.reg .pred q;setp.ne.s32 q,%r273,0;\n@q st.global.u32[%d311],%r53;}\nsetp.gt.u32 %p230,%r38,%r54;\n"
    "setp.le.u32 %p231,%r38,%r54;\nor.pred %p232,%p5,%p231;\nand.pred %p362,%p230,%p5;\n@%p232 bra L61;\n"
    "ld.param.u64 %d318,[%d67];\nsub.s64 %d319,%d57,%d318;\nand.b64 %d320,%d319,4611688217451692032;\n"
    "setp.eq.s64 %p362,%d320,4611688217451692032;\nL61:\n@%p100 bra L63;\nld.param.u64 %d321,[%d67+-16];\n"
    "add.s64 %d478,%d321,%d31;\nmov.u64 %d477,%d56;\nbra.uni L64;\nL63:\nld.param.u64 %d322,[%d67+-8];\n"
    "add.s64 %d477,%d322,%d56;\nmov.u64 %d478,%d31;\nL64:\ncvt.u32.u64 %r291,%d477;\nand.b32 %r292,%r291,15;\n"
    "and.b64 %d328,%d477,15;\nadd.s64 %d329,%d58,%d328;\nsetp.gt.u64 %p234,%d329,%d478;\n"
    "and.pred %p235,%p362,%p234;\nsub.s64 %d330,%d329,%d478;\nselp.b64 %d331,%d330,0,%p235;\n"
    "setp.eq.s64 %p236,%d478,0;\nselp.b32 %r293,%r292,0,%p236;\nmin.u64 %d332,%d331,16;\ncvt.u32.u64 %r294,%d332;\n"
    "sub.s64 %d333,%d478,%d328;\nadd.s64 %d324,%d333,%d477;\nsetp.eq.s32 %p237,%r293,0;\n"
    "setp.eq.s32 %p238,%r294,16;\nand.pred %p239,%p237,%p238;\nselp.u32 %r282,1,0,%p239;\n"
    "{.reg .pred q;setp.ne.s32 q,%r282,0;\n@q st.global.v4.u32[%d324],{%r55,%r56,%r57,%r58};}\n"
    "xor.pred %p240,%p239,%p237;\nsetp.ne.s32 %p241,%r294,0;\nand.pred %p242,%p241,%p240;\n"
    "selp.u32 %r284,1,0,%p242;\n{.reg .pred q;setp.ne.s32 q,%r284,0;\n@q st.global.u32[%d324],%r55;}\n"
    "add.s64 %d325,%d324,4;\nsetp.lt.u32 %p243,%r293,5;\nxor.pred %p244,%p239,%p243;\nsetp.gt.u32 %p245,%r294,4;\n"
    "and.pred %p246,%p245,%p244;\nselp.u32 %r286,1,0,%p246;\n{.reg .pred q;setp.ne.s32 q,%r286,0;\n"
    "@q st.global.u32[%d325],%r56;}\nadd.s64 %d326,%d324,8;\nsetp.lt.u32 %p247,%r293,9;\n"
    "xor.pred %p248,%p239,%p247;\nsetp.gt.u32 %p249,%r294,8;\nand.pred %p250,%p249,%p248;\n"
    "selp.u32 %r288,1,0,%p250;\n{.reg .pred q;setp.ne.s32 q,%r288,0;\n@q st.global.u32[%d326],%r57;}\n"
    "add.s64 %d327,%d324,12;\nsetp.lt.u32 %p251,%r293,13;\nxor.pred %p252,%p239,%p251;\n"
    "setp.gt.u32 %p253,%r294,12;\nand.pred %p254,%p253,%p252;\nselp.u32 %r290,1,0,%p254;\n"
    "{.reg .pred q;setp.ne.s32 q,%r290,0;\n@q st.global.u32[%d327],%r58;}\nsetp.gt.u32 %p255,%r38,%r59;\n"
    "setp.le.u32 %p256,%r38,%r59;\nor.pred %p257,%p5,%p256;\nand.pred %p363,%p255,%p5;\n@%p257 bra L66;\n"
    "ld.param.u64 %d334,[%d75];\nsub.s64 %d335,%d57,%d334;\nand.b64 %d336,%d335,4611688217451692032;\n"
    "setp.eq.s64 %p363,%d336,4611688217451692032;\nL66:\n@%p100 bra L68;\nld.param.u64 %d337,[%d75+-16];\n"
    "add.s64 %d480,%d337,%d31;\nmov.u64 %d479,%d56;\nbra.uni L69;\nL68:\nld.param.u64 %d338,[%d75+-8];\n"
    "add.s64 %d479,%d338,%d56;\nmov.u64 %d480,%d31;\nL69:\ncvt.u32.u64 %r308,%d479;\nand.b32 %r309,%r308,15;\n"
    "and.b64 %d344,%d479,15;\nadd.s64 %d345,%d58,%d344;\nsetp.gt.u64 %p259,%d345,%d480;\n"
    "and.pred %p260,%p363,%p259;\nsub.s64 %d346,%d345,%d480;\nselp.b64 %d347,%d346,0,%p260;\n"
    "setp.eq.s64 %p261,%d480,0;\nselp.b32 %r310,%r309,0,%p261;\nmin.u64 %d348,%d347,16;\ncvt.u32.u64 %r311,%d348;\n"
    "sub.s64 %d349,%d480,%d344;\nadd.s64 %d340,%d349,%d479;\nsetp.eq.s32 %p262,%r310,0;\n"
    "setp.eq.s32 %p263,%r311,16;\nand.pred %p264,%p262,%p263;\nselp.u32 %r299,1,0,%p264;\n"
    "{.reg .pred q;setp.ne.s32 q,%r299,0;\n@q st.global.v4.u32[%d340],{%r60,%r61,%r62,%r63};}\n"
    "xor.pred %p265,%p264,%p262;\nsetp.ne.s32 %p266,%r311,0;\nand.pred %p267,%p266,%p265;\n"
    "selp.u32 %r301,1,0,%p267;\n{.reg .pred q;setp.ne.s32 q,%r301,0;\n@q st.global.u32[%d340],%r60;}\n"
    "add.s64 %d341,%d340,4;\nsetp.lt.u32 %p268,%r310,5;\nxor.pred %p269,%p264,%p268;\nsetp.gt.u32 %p270,%r311,4;\n"
    "and.pred %p271,%p270,%p269;\nselp.u32 %r303,1,0,%p271;\n{.reg .pred q;setp.ne.s32 q,%r303,0;\n"
    "@q st.global.u32[%d341],%r61;}\nadd.s64 %d342,%d340,8;\nsetp.lt.u32 %p272,%r310,9;\n"
    "xor.pred %p273,%p264,%p272;\nsetp.gt.u32 %p274,%r311,8;\n",
    "and.pred %p275,%p274,%p273;\nselp.u32 %r305,1,0,%p275;\n{.reg .pred q;setp.ne.s32 q,%r305,0;\n"
    "@q st.global.u32[%d342],%r62;}\nadd.s64 %d343,%d340,12;\nsetp.lt.u32 %p276,%r310,13;\n"
    "xor.pred %p277,%p264,%p276;\nsetp.gt.u32 %p278,%r311,12;\nand.pred %p279,%p278,%p277;\n"
    "selp.u32 %r307,1,0,%p279;\n{.reg .pred q;setp.ne.s32 q,%r307,0;\n@q st.global.u32[%d343],%r63;}\n"
    "setp.gt.u32 %p280,%r38,%r64;\nsetp.le.u32 %p281,%r38,%r64;\nor.pred %p282,%p5,%p281;\n"
    "and.pred %p364,%p280,%p5;\n@%p282 bra L71;\nld.param.u64 %d350,[%d67+48];\nsub.s64 %d351,%d57,%d350;\n"
    "and.b64 %d352,%d351,4611688217451692032;\nsetp.eq.s64 %p364,%d352,4611688217451692032;\nL71:\n"
    "@%p100 bra L73;\nld.param.u64 %d353,[%d67+32];\nadd.s64 %d482,%d353,%d31;\nmov.u64 %d481,%d56;\nbra.uni L74;\n"
    "L73:\nld.param.u64 %d354,[%d67+40];\nadd.s64 %d481,%d354,%d56;\nmov.u64 %d482,%d31;\nL74:\n"
    "cvt.u32.u64 %r325,%d481;\nand.b32 %r326,%r325,15;\nand.b64 %d360,%d481,15;\nadd.s64 %d361,%d58,%d360;\n"
    "setp.gt.u64 %p284,%d361,%d482;\nand.pred %p285,%p364,%p284;\nsub.s64 %d362,%d361,%d482;\n"
    "selp.b64 %d363,%d362,0,%p285;\nsetp.eq.s64 %p286,%d482,0;\nselp.b32 %r327,%r326,0,%p286;\n"
    "min.u64 %d364,%d363,16;\ncvt.u32.u64 %r328,%d364;\nsub.s64 %d365,%d482,%d360;\nadd.s64 %d356,%d365,%d481;\n"
    "setp.eq.s32 %p287,%r327,0;\nsetp.eq.s32 %p288,%r328,16;\nand.pred %p289,%p287,%p288;\n"
    "selp.u32 %r316,1,0,%p289;\n{.reg .pred q;setp.ne.s32 q,%r316,0;\n"
    "@q st.global.v4.u32[%d356],{%r65,%r66,%r67,%r68};}\nxor.pred %p290,%p289,%p287;\nsetp.ne.s32 %p291,%r328,0;\n"
    "and.pred %p292,%p291,%p290;\nselp.u32 %r318,1,0,%p292;\n{.reg .pred q;setp.ne.s32 q,%r318,0;\n"
    "@q st.global.u32[%d356],%r65;}\nadd.s64 %d357,%d356,4;\nsetp.lt.u32 %p293,%r327,5;\n"
    "xor.pred %p294,%p289,%p293;\nsetp.gt.u32 %p295,%r328,4;\nand.pred %p296,%p295,%p294;\n"
    "selp.u32 %r320,1,0,%p296;\n{.reg .pred q;setp.ne.s32 q,%r320,0;\n@q st.global.u32[%d357],%r66;}\n"
    "add.s64 %d358,%d356,8;\nsetp.lt.u32 %p297,%r327,9;\nxor.pred %p298,%p289,%p297;\nsetp.gt.u32 %p299,%r328,8;\n"
    "and.pred %p300,%p299,%p298;\nselp.u32 %r322,1,0,%p300;\n{.reg .pred q;setp.ne.s32 q,%r322,0;\n"
    "@q st.global.u32[%d358],%r67;}\nadd.s64 %d359,%d356,12;\nsetp.lt.u32 %p301,%r327,13;\n"
    "xor.pred %p302,%p289,%p301;\nsetp.gt.u32 %p303,%r328,12;\nand.pred %p304,%p303,%p302;\n"
    "selp.u32 %r324,1,0,%p304;\n{.reg .pred q;setp.ne.s32 q,%r324,0;\n@q st.global.u32[%d359],%r68;}\n"
    "add.s32 %r398,%r398,4;\nsetp.lt.u32 %p305,%r398,%r38;\n@%p305 bra L34;\nbra.uni L118;\nL18:\n"
    "setp.eq.s32 %p78,%r38,0;\n@%p78 bra L118;\nld.param.v2.u32{%r144,%r145},[%d157+144];\nmov.u32 %r396,0;\n"
    "setp.eq.s64 %p1,%d15,%d14;\nadd.s64 %d33,%d452,%d448;\nadd.s64 %d34,%d453,%d447;\n"
    "ld.param.u32 %r40,[%d157+152];\nsub.s64 %d35,%d15,%d454;\nld.param.u64 %d36,[%d157+16];\nL20:\n"
    ".pragma \"nounroll\";\nand.b32 %r146,%r396,15;\nsetp.gt.u32 %p79,%r144,%r396;\nsetp.le.u32 %p80,%r144,%r396;\n"
    "or.pred %p81,%p1,%p80;\nand.pred %p356,%p79,%p1;\nmul.wide.u32 %d206,%r146,24;\nadd.s64 %d207,%d157,%d206;\n"
    "add.s64 %d37,%d207,672;\n@%p81 bra L22;\nld.param.u64 %d208,[%d37];\nsub.s64 %d209,%d35,%d208;\n"
    "and.b64 %d210,%d209,4611688217451692032;\nsetp.eq.s64 %p356,%d210,4611688217451692032;\nL22:\n"
    "ld.param.u64 %d38,[%d37+-16];\nsetp.eq.s32 %p82,%r40,0;\n@%p82 bra L24;\nadd.s64 %d460,%d38,%d31;\n"
    "mov.u64 %d458,%d33;\nmov.u64 %d459,%d34;\nbra.uni L25;\nL24:\nadd.s64 %d458,%d38,%d33;\n"
    "ld.param.u64 %d211,[%d37+-8];\nadd.s64 %d459,%d211,%d34;\nmov.u64 %d460,%d31;\nL25:\n"
    "cvt.u32.u64 %r147,%d459;\nand.b32 %r148,%r147,15;\nand.b64 %d45,%d459,15;\nadd.s64 %d212,%d36,%d45;\n"
    "setp.gt.u64 %p83,%d212,%d460;\nand.pred %p84,%p356,%p83;\nsub.s64 %d213,%d212,%d460;\n"
    "selp.b64 %d46,%d213,0,%p84;\nsetp.eq.s64 %p85,%d460,0;\nselp.b32 %r397,%r148,0,%p85;\nmin.u64 %d214,%d46,16;\n"
    "cvt.u32.u64 %r43,%d214;\nsub.s64 %d47,%d460,%d45;\nadd.s64 %d48,%d47,%d458;\nsetp.ne.s32 %p86,%r397,0;\n"
    "setp.ne.s32 %p87,%r43,16;\nor.pred %p88,%p86,%p87;\n@%p88 bra L27;\nand.b64 %d215,%d48,3;\n"
    "setp.eq.s64 %p89,%d215,0;\nsetp.gt.u64 %p90,%d46,19;\nor.pred %p91,%p89,%p90;\n@%p91 bra L30;\nbra.uni L27;\n"
    "L30:\n",
    "cvt.u32.u64 %r184,%d48;\nand.b32 %r185,%r184,3;\nsetp.ne.s32 %p94,%r185,0;\nand.b64 %d223,%d48,-4;\n"
    "mov.u32 %r183,1;\n{.reg .pred q;setp.ne.s32 q,%r183,0;\nmov.b32 %r153,0;@q ld.global.u32 %r153,[%d223];}\n"
    "add.s64 %d224,%d223,4;\n{.reg .pred q;setp.ne.s32 q,%r183,0;\n"
    "mov.b32 %r155,0;@q ld.global.u32 %r155,[%d224];}\nadd.s64 %d225,%d223,8;\n"
    "{.reg .pred q;setp.ne.s32 q,%r183,0;\nmov.b32 %r157,0;@q ld.global.u32 %r157,[%d225];}\n"
    "add.s64 %d226,%d223,12;\n{.reg .pred q;setp.ne.s32 q,%r183,0;\n"
    "mov.b32 %r159,0;@q ld.global.u32 %r159,[%d226];}\nadd.s64 %d227,%d223,16;\nselp.u32 %r162,1,0,%p94;\n"
    "{.reg .pred q;setp.ne.s32 q,%r162,0;\nmov.b32 %r161,0;@q ld.global.u32 %r161,[%d227];}\n"
    "shl.b32 %r186,%r184,3;\nand.b32 %r166,%r186,24;\nshf.r.wrap.b32 %r163,%r153,%r155,%r166;\n"
    "shf.r.wrap.b32 %r167,%r155,%r157,%r166;\nshf.r.wrap.b32 %r171,%r157,%r159,%r166;\n"
    "shf.r.wrap.b32 %r175,%r159,%r161,%r166;\nadd.s64 %d228,%d47,%d459;\n{.reg .pred q;setp.ne.s32 q,%r183,0;\n"
    "@q st.global.v4.u32[%d228],{%r163,%r167,%r171,%r175};}\nbra.uni L31;\nL27:\nsetp.ge.u32 %p92,%r397,%r43;\n"
    "@%p92 bra L31;\nadd.s64 %d216,%d458,%d460;\ncvt.u64.u32 %d217,%r397;\nadd.s64 %d218,%d216,%d217;\n"
    "sub.s64 %d462,%d218,%d45;\nadd.s64 %d219,%d459,%d460;\nadd.s64 %d220,%d219,%d217;\nsub.s64 %d461,%d220,%d45;\n"
    "L29:\n.pragma \"nounroll\";\nmov.u32 %r152,1;\n{.reg .pred q;setp.ne.s32 q,%r152,0;\n"
    "mov.b32 %r149,0;@q ld.global.u8 %r149,[%d462];}\nand.b32 %r151,%r149,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r152,0;\n@q st.global.u8[%d461],%r151;}\nadd.s64 %d462,%d462,1;\n"
    "add.s64 %d461,%d461,1;\nadd.s32 %r397,%r397,1;\nsetp.lt.u32 %p93,%r397,%r43;\n@%p93 bra L29;\nL31:\n"
    "add.s32 %r396,%r396,1;\nsetp.lt.u32 %p95,%r396,%r38;\n@%p95 bra L20;\nL118:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_strided[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_strided(\n"
    ".param .align 8 .b8 p[1840]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<180>;\n"
    ".reg .b16 %rs<12>;\n.reg .b32 %r<303>;\n.reg .b64 %d<340>;\nmov.b64 %d69,p;\nld.param.u64 %d328,[p];\n"
    "mov.u32 %r279,0;\nld.param.u64 %d329,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r293,%r279;\n"
    "mov.u32 %r292,%r279;\nmov.u32 %r291,%r279;\nmov.u32 %r290,%r279;\nL1:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p66,%r279,0;\nmov.u32 %r284,%r6;\n@%p66 bra L5;\nsetp.ne.s32 %p67,%r279,1;\n@%p67 bra L4;\n"
    "mov.u32 %r284,%ctaid.y;\nbra.uni L5;\nL4:\nmov.u32 %r284,%ctaid.z;\nL5:\nmul.wide.u32 %d70,%r279,4;\n"
    "add.s64 %d71,%d69,%d70;\nld.param.u32 %r10,[%d71+32];\nsetp.ge.u32 %p68,%r293,%r10;\n@%p68 bra L8;\n"
    "mul.wide.u32 %d72,%r293,40;\nadd.s64 %d73,%d69,%d72;\nadd.s64 %d325,%d73,1072;\nL7:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r95,%r96},[%d325+-32];\nmul.hi.u32 %r99,%r284,%r96;\n"
    "ld.param.v2.u32{%r100,%r101},[%d325+-24];\nshr.u32 %r16,%r99,%r100;\nmul.lo.s32 %r104,%r16,%r95;\n"
    "sub.s32 %r105,%r284,%r104;\ncvt.u64.u32 %d74,%r105;\nld.param.u64 %d75,[%d325+-16];\n"
    "mul.lo.s64 %d76,%d75,%d74;\nld.param.u64 %d77,[%d325+-8];\nmul.lo.s64 %d78,%d77,%d74;\n"
    "ld.param.u32 %r106,[%d325];\nmul.lo.s32 %r107,%r105,%r106;\nadd.s64 %d328,%d76,%d328;\n"
    "add.s64 %d329,%d78,%d329;\nsetp.eq.s32 %p69,%r101,0;\nselp.b32 %r108,%r107,0,%p69;\n"
    "add.s32 %r290,%r108,%r290;\nsetp.eq.s32 %p70,%r101,1;\nselp.b32 %r109,%r107,0,%p70;\n"
    "add.s32 %r291,%r109,%r291;\nsetp.eq.s32 %p71,%r101,2;\nselp.b32 %r110,%r107,0,%p71;\n"
    "add.s32 %r292,%r110,%r292;\nadd.s64 %d325,%d325,40;\nadd.s32 %r293,%r293,1;\nsetp.lt.u32 %p72,%r293,%r10;\n"
    "mov.u32 %r284,%r16;\n@%p72 bra L7;\nL8:\nadd.s32 %r279,%r279,1;\nsetp.lt.u32 %p73,%r279,3;\n@%p73 bra L1;\n"
    "ld.param.v2.u32{%r111,%r112},[%d69+72];\nadd.s32 %r115,%r290,1;\nsetp.eq.s32 %p74,%r115,%r111;\n"
    "ld.param.u64 %d79,[%d69+96];\nneg.s64 %d80,%d79;\nselp.b64 %d81,%d80,0,%p74;\nld.param.u64 %d15,[%d69+88];\n"
    "add.s64 %d82,%d81,%d15;\nadd.s32 %r116,%r291,1;\nsetp.eq.s32 %p75,%r116,%r112;\n"
    "ld.param.u64 %d83,[%d69+104];\nneg.s64 %d84,%d83;\nselp.b64 %d85,%d84,0,%p75;\nadd.s64 %d86,%d82,%d85;\n"
    "ld.param.u32 %r117,[%d69+80];\nadd.s32 %r118,%r292,1;\nsetp.eq.s32 %p76,%r118,%r117;\n"
    "ld.param.u64 %d87,[%d69+112];\nneg.s64 %d88,%d87;\nselp.b64 %d89,%d88,0,%p76;\nadd.s64 %d16,%d86,%d89;\n"
    "setp.ge.u32 %p77,%r290,%r111;\nsetp.ge.u32 %p78,%r291,%r112;\nor.pred %p79,%p77,%p78;\n"
    "setp.ge.u32 %p80,%r292,%r117;\nor.pred %p81,%p79,%p80;\n@%p81 bra L75;\nmov.u32 %r297,%tid.x;\n"
    "ld.param.u32 %r119,[%d69+120];\nsetp.le.u32 %p82,%r119,%r297;\n@%p82 bra L75;\nld.param.u32 %r27,[%d69+140];\n"
    "mov.u64 %d334,0;\nsetp.lt.u32 %p83,%r27,2;\nmov.u32 %r296,0;\nmov.u64 %d335,%d334;\nmov.u64 %d336,%d334;\n"
    "@%p83 bra L14;\nmov.u64 %d336,0;\nmov.u32 %r294,0;\nmov.u64 %d330,%d69;\nmov.u32 %r295,%r297;\n"
    "mov.u64 %d335,%d336;\nmov.u64 %d334,%d336;\nL13:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r122,%r123},[%d330+176];\nmul.hi.u32 %r126,%r295,%r123;\nld.param.u32 %r127,[%d330+184];\n"
    "shr.u32 %r297,%r126,%r127;\nmul.lo.s32 %r128,%r297,%r122;\nsub.s32 %r129,%r295,%r128;\n"
    "cvt.u64.u32 %d96,%r129;\nld.param.u64 %d97,[%d330+192];\nmul.lo.s64 %d98,%d97,%d96;\n"
    "add.s64 %d334,%d98,%d334;\nld.param.u64 %d99,[%d330+200];\nmul.lo.s64 %d100,%d99,%d96;\n"
    "add.s64 %d335,%d100,%d335;\nld.param.u64 %d101,[%d330+208];\nmul.lo.s64 %d102,%d101,%d96;\n"
    "add.s64 %d336,%d102,%d336;\nadd.s64 %d330,%d330,40;\nadd.s32 %r296,%r294,1;\nadd.s32 %r130,%r294,2;\n"
    "setp.lt.u32 %p84,%r130,%r27;\nmov.u32 %r294,%r296;\nmov.u32 %r295,%r297;\n@%p84 bra L13;\nL14:\n"
    "setp.ge.u32 %p85,%r296,%r27;\n@%p85 bra L16;\nmul.wide.u32 %d103,%r296,40;\nadd.s64 %d104,%d69,%d103;\n"
    "cvt.u64.u32 %d105,%r297;\nld.param.u64 %d106,[%d104+192];\nmul.lo.s64 %d107,%d106,%d105;\n"
    "add.s64 %d334,%d107,%d334;\nld.param.u64 %d108,[%d104+200];\nmul.lo.s64 %d109,%d108,%d105;\n"
    "add.s64 %d335,%d109,%d335;\nld.param.u64 %d110,[%d104+208];\nmul.lo.s64 %d111,%d110,%d105;\n"
    "add.s64 %d336,%d111,%d336;\nL16:\n",
    "ld.param.u64 %d34,[%d69+24];\nsetp.eq.s64 %p86,%d34,1;\n@%p86 bra L64;\nbra.uni L17;\nL64:\n"
    "ld.param.u32 %r79,[%d69+144];\nsetp.eq.s32 %p146,%r79,0;\n@%p146 bra L75;\nadd.s64 %d62,%d334,%d328;\n"
    "sub.s64 %d63,%d16,%d336;\nadd.s64 %d64,%d335,%d329;\nmov.u32 %r302,3;\nL66:\n.pragma \"nounroll\";\n"
    "add.s32 %r81,%r302,-3;\nand.b32 %r255,%r81,12;\nsetp.lt.u32 %p147,%r81,%r79;\nsetp.eq.s64 %p53,%d16,%d15;\n"
    "setp.ge.u32 %p148,%r81,%r79;\nor.pred %p149,%p53,%p148;\nand.pred %p176,%p147,%p53;\n"
    "mul.wide.u32 %d287,%r255,24;\nadd.s64 %d288,%d69,%d287;\nadd.s64 %d65,%d288,672;\n@%p149 bra L68;\n"
    "ld.param.u64 %d289,[%d65];\nsub.s64 %d290,%d63,%d289;\nand.b64 %d291,%d290,4611688217451692032;\n"
    "setp.eq.s64 %p176,%d291,4611688217451692032;\nL68:\nld.param.u64 %d293,[%d65+-16];\n"
    "add.s64 %d292,%d62,%d293;\nselp.u32 %r257,1,0,%p176;\n{.reg .pred q;setp.ne.s32 q,%r257,0;\n"
    "mov.b32 %r256,0;@q ld.global.u8 %r256,[%d292];}\nadd.s32 %r258,%r302,-2;\nand.b32 %r259,%r258,13;\n"
    "add.s32 %r84,%r81,1;\nsetp.lt.u32 %p150,%r84,%r79;\nsetp.ge.u32 %p151,%r84,%r79;\nor.pred %p152,%p53,%p151;\n"
    "and.pred %p177,%p150,%p53;\nmul.wide.u32 %d294,%r259,24;\nadd.s64 %d295,%d69,%d294;\nadd.s64 %d66,%d295,656;\n"
    "@%p152 bra L70;\nld.param.u64 %d296,[%d66+16];\nsub.s64 %d297,%d63,%d296;\n"
    "and.b64 %d298,%d297,4611688217451692032;\nsetp.eq.s64 %p177,%d298,4611688217451692032;\nL70:\n"
    "ld.param.u64 %d300,[%d66];\nadd.s64 %d299,%d62,%d300;\nselp.u32 %r261,1,0,%p177;\n"
    "{.reg .pred q;setp.ne.s32 q,%r261,0;\nmov.b32 %r260,0;@q ld.global.u8 %r260,[%d299];}\n"
    "add.s32 %r262,%r302,-1;\nand.b32 %r263,%r262,14;\nadd.s32 %r264,%r84,1;\nsetp.lt.u32 %p153,%r264,%r79;\n"
    "setp.ge.u32 %p154,%r264,%r79;\nor.pred %p155,%p53,%p154;\nand.pred %p178,%p153,%p53;\n"
    "mul.wide.u32 %d301,%r263,24;\nadd.s64 %d302,%d69,%d301;\nadd.s64 %d67,%d302,672;\n@%p155 bra L72;\n"
    "ld.param.u64 %d303,[%d67];\nsub.s64 %d304,%d63,%d303;\nand.b64 %d305,%d304,4611688217451692032;\n"
    "setp.eq.s64 %p178,%d305,4611688217451692032;\nL72:\nld.param.u64 %d307,[%d67+-16];\n"
    "add.s64 %d306,%d62,%d307;\nselp.u32 %r266,1,0,%p178;\n{.reg .pred q;setp.ne.s32 q,%r266,0;\n"
    "mov.b32 %r265,0;@q ld.global.u8 %r265,[%d306];}\nand.b32 %r267,%r302,15;\nsetp.lt.u32 %p156,%r302,%r79;\n"
    "setp.ge.u32 %p157,%r302,%r79;\nor.pred %p158,%p53,%p157;\nand.pred %p179,%p156,%p53;\n"
    "mul.wide.u32 %d308,%r267,24;\nadd.s64 %d309,%d69,%d308;\nadd.s64 %d68,%d309,672;\n@%p158 bra L74;\n"
    "ld.param.u64 %d310,[%d68];\nsub.s64 %d311,%d63,%d310;\nand.b64 %d312,%d311,4611688217451692032;\n"
    "setp.eq.s64 %p179,%d312,4611688217451692032;\nL74:\nld.param.u64 %d318,[%d68+-16];\n"
    "add.s64 %d313,%d62,%d318;\nselp.u32 %r277,1,0,%p179;\n{.reg .pred q;setp.ne.s32 q,%r277,0;\n"
    "mov.b32 %r268,0;@q ld.global.u8 %r268,[%d313];}\nld.param.u64 %d319,[%d65+-8];\nadd.s64 %d314,%d64,%d319;\n"
    "and.b32 %r270,%r256,255;\n{.reg .pred q;setp.ne.s32 q,%r257,0;\n@q st.global.u8[%d314],%r270;}\n"
    "ld.param.u64 %d320,[%d66+8];\nadd.s64 %d315,%d64,%d320;\nand.b32 %r272,%r260,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r261,0;\n@q st.global.u8[%d315],%r272;}\nld.param.u64 %d321,[%d67+-8];\n"
    "add.s64 %d316,%d64,%d321;\nand.b32 %r274,%r265,255;\n{.reg .pred q;setp.ne.s32 q,%r266,0;\n"
    "@q st.global.u8[%d316],%r274;}\nld.param.u64 %d322,[%d68+-8];\nadd.s64 %d317,%d64,%d322;\n"
    "and.b32 %r276,%r268,255;\n{.reg .pred q;setp.ne.s32 q,%r277,0;\n@q st.global.u8[%d317],%r276;}\n"
    "add.s32 %r89,%r302,4;\nadd.s32 %r278,%r302,1;\nsetp.lt.u32 %p159,%r278,%r79;\nmov.u32 %r302,%r89;\n"
    "@%p159 bra L66;\nbra.uni L75;\nL17:\nsetp.eq.s64 %p87,%d34,2;\n@%p87 bra L53;\nbra.uni L18;\nL53:\n"
    "ld.param.u32 %r71,[%d69+144];\nsetp.eq.s32 %p132,%r71,0;\n@%p132 bra L75;\nadd.s64 %d55,%d334,%d328;\n"
    "sub.s64 %d56,%d16,%d336;\nadd.s64 %d57,%d335,%d329;\nmov.u32 %r301,3;\nL55:\n.pragma \"nounroll\";\n"
    "add.s32 %r73,%r301,-3;\nand.b32 %r238,%r73,12;\nsetp.lt.u32 %p133,%r73,%r71;\nsetp.eq.s64 %p40,%d16,%d15;\n"
    "setp.ge.u32 %p134,%r73,%r71;\nor.pred %p135,%p40,%p134;\nand.pred %p172,%p133,%p40;\n"
    "mul.wide.u32 %d251,%r238,24;\nadd.s64 %d252,%d69,%d251;\nadd.s64 %d58,%d252,672;\n@%p135 bra L57;\n",
    "ld.param.u64 %d253,[%d58];\nsub.s64 %d254,%d56,%d253;\nand.b64 %d255,%d254,4611688217451692032;\n"
    "setp.eq.s64 %p172,%d255,4611688217451692032;\nL57:\nld.param.u64 %d257,[%d58+-16];\n"
    "add.s64 %d256,%d55,%d257;\nselp.u32 %r239,1,0,%p172;\n{.reg .pred q;setp.ne.s32 q,%r239,0;\n"
    "mov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d256];}\nadd.s32 %r240,%r301,-2;\nand.b32 %r241,%r240,13;\n"
    "add.s32 %r75,%r73,1;\nsetp.lt.u32 %p136,%r75,%r71;\nsetp.ge.u32 %p137,%r75,%r71;\nor.pred %p138,%p40,%p137;\n"
    "and.pred %p173,%p136,%p40;\nmul.wide.u32 %d258,%r241,24;\nadd.s64 %d259,%d69,%d258;\nadd.s64 %d59,%d259,656;\n"
    "@%p138 bra L59;\nld.param.u64 %d260,[%d59+16];\nsub.s64 %d261,%d56,%d260;\n"
    "and.b64 %d262,%d261,4611688217451692032;\nsetp.eq.s64 %p173,%d262,4611688217451692032;\nL59:\n"
    "ld.param.u64 %d264,[%d59];\nadd.s64 %d263,%d55,%d264;\nselp.u32 %r242,1,0,%p173;\n"
    "{.reg .pred q;setp.ne.s32 q,%r242,0;\nmov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d263];}\n"
    "add.s32 %r243,%r301,-1;\nand.b32 %r244,%r243,14;\nadd.s32 %r245,%r75,1;\nsetp.lt.u32 %p139,%r245,%r71;\n"
    "setp.ge.u32 %p140,%r245,%r71;\nor.pred %p141,%p40,%p140;\nand.pred %p174,%p139,%p40;\n"
    "mul.wide.u32 %d265,%r244,24;\nadd.s64 %d266,%d69,%d265;\nadd.s64 %d60,%d266,672;\n@%p141 bra L61;\n"
    "ld.param.u64 %d267,[%d60];\nsub.s64 %d268,%d56,%d267;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.eq.s64 %p174,%d269,4611688217451692032;\nL61:\nld.param.u64 %d271,[%d60+-16];\n"
    "add.s64 %d270,%d55,%d271;\nselp.u32 %r246,1,0,%p174;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "mov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d270];}\nand.b32 %r247,%r301,15;\nsetp.lt.u32 %p142,%r301,%r71;\n"
    "setp.ge.u32 %p143,%r301,%r71;\nor.pred %p144,%p40,%p143;\nand.pred %p175,%p142,%p40;\n"
    "mul.wide.u32 %d272,%r247,24;\nadd.s64 %d273,%d69,%d272;\nadd.s64 %d61,%d273,672;\n@%p144 bra L63;\n"
    "ld.param.u64 %d274,[%d61];\nsub.s64 %d275,%d56,%d274;\nand.b64 %d276,%d275,4611688217451692032;\n"
    "setp.eq.s64 %p175,%d276,4611688217451692032;\nL63:\nld.param.u64 %d282,[%d61+-16];\n"
    "add.s64 %d277,%d55,%d282;\nselp.u32 %r252,1,0,%p175;\n{.reg .pred q;setp.ne.s32 q,%r252,0;\n"
    "mov.b16 %rs7,0;@q ld.global.u16 %rs7,[%d277];}\nld.param.u64 %d283,[%d58+-8];\nadd.s64 %d278,%d57,%d283;\n"
    "{.reg .pred q;setp.ne.s32 q,%r239,0;\n@q st.global.u16[%d278],%rs4;}\nld.param.u64 %d284,[%d59+8];\n"
    "add.s64 %d279,%d57,%d284;\n{.reg .pred q;setp.ne.s32 q,%r242,0;\n@q st.global.u16[%d279],%rs5;}\n"
    "ld.param.u64 %d285,[%d60+-8];\nadd.s64 %d280,%d57,%d285;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "@q st.global.u16[%d280],%rs6;}\nld.param.u64 %d286,[%d61+-8];\nadd.s64 %d281,%d57,%d286;\n"
    "{.reg .pred q;setp.ne.s32 q,%r252,0;\n@q st.global.u16[%d281],%rs7;}\nadd.s32 %r78,%r301,4;\n"
    "add.s32 %r253,%r301,1;\nsetp.lt.u32 %p145,%r253,%r71;\nmov.u32 %r301,%r78;\n@%p145 bra L55;\nbra.uni L75;\n"
    "L18:\nsetp.eq.s64 %p88,%d34,4;\n@%p88 bra L42;\nbra.uni L19;\nL42:\nld.param.u32 %r60,[%d69+144];\n"
    "setp.eq.s32 %p118,%r60,0;\n@%p118 bra L75;\nadd.s64 %d48,%d334,%d328;\nsub.s64 %d49,%d16,%d336;\n"
    "add.s64 %d50,%d335,%d329;\nmov.u32 %r300,3;\nL44:\n.pragma \"nounroll\";\nadd.s32 %r62,%r300,-3;\n"
    "and.b32 %r213,%r62,12;\nsetp.lt.u32 %p119,%r62,%r60;\nsetp.eq.s64 %p27,%d16,%d15;\n"
    "setp.ge.u32 %p120,%r62,%r60;\nor.pred %p121,%p27,%p120;\nand.pred %p168,%p119,%p27;\n"
    "mul.wide.u32 %d215,%r213,24;\nadd.s64 %d216,%d69,%d215;\nadd.s64 %d51,%d216,672;\n@%p121 bra L46;\n"
    "ld.param.u64 %d217,[%d51];\nsub.s64 %d218,%d49,%d217;\nand.b64 %d219,%d218,4611688217451692032;\n"
    "setp.eq.s64 %p168,%d219,4611688217451692032;\nL46:\nld.param.u64 %d221,[%d51+-16];\n"
    "add.s64 %d220,%d48,%d221;\nselp.u32 %r215,1,0,%p168;\n{.reg .pred q;setp.ne.s32 q,%r215,0;\n"
    "mov.b32 %r214,0;@q ld.global.u32 %r214,[%d220];}\nadd.s32 %r216,%r300,-2;\nand.b32 %r217,%r216,13;\n"
    "add.s32 %r65,%r62,1;\nsetp.lt.u32 %p122,%r65,%r60;\nsetp.ge.u32 %p123,%r65,%r60;\nor.pred %p124,%p27,%p123;\n"
    "and.pred %p169,%p122,%p27;\nmul.wide.u32 %d222,%r217,24;\nadd.s64 %d223,%d69,%d222;\nadd.s64 %d52,%d223,656;\n"
    "@%p124 bra L48;\nld.param.u64 %d224,[%d52+16];\nsub.s64 %d225,%d49,%d224;\n",
    "and.b64 %d226,%d225,4611688217451692032;\nsetp.eq.s64 %p169,%d226,4611688217451692032;\nL48:\n"
    "ld.param.u64 %d228,[%d52];\nadd.s64 %d227,%d48,%d228;\nselp.u32 %r219,1,0,%p169;\n"
    "{.reg .pred q;setp.ne.s32 q,%r219,0;\nmov.b32 %r218,0;@q ld.global.u32 %r218,[%d227];}\n"
    "add.s32 %r220,%r300,-1;\nand.b32 %r221,%r220,14;\nadd.s32 %r222,%r65,1;\nsetp.lt.u32 %p125,%r222,%r60;\n"
    "setp.ge.u32 %p126,%r222,%r60;\nor.pred %p127,%p27,%p126;\nand.pred %p170,%p125,%p27;\n"
    "mul.wide.u32 %d229,%r221,24;\nadd.s64 %d230,%d69,%d229;\nadd.s64 %d53,%d230,672;\n@%p127 bra L50;\n"
    "ld.param.u64 %d231,[%d53];\nsub.s64 %d232,%d49,%d231;\nand.b64 %d233,%d232,4611688217451692032;\n"
    "setp.eq.s64 %p170,%d233,4611688217451692032;\nL50:\nld.param.u64 %d235,[%d53+-16];\n"
    "add.s64 %d234,%d48,%d235;\nselp.u32 %r224,1,0,%p170;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "mov.b32 %r223,0;@q ld.global.u32 %r223,[%d234];}\nand.b32 %r225,%r300,15;\nsetp.lt.u32 %p128,%r300,%r60;\n"
    "setp.ge.u32 %p129,%r300,%r60;\nor.pred %p130,%p27,%p129;\nand.pred %p171,%p128,%p27;\n"
    "mul.wide.u32 %d236,%r225,24;\nadd.s64 %d237,%d69,%d236;\nadd.s64 %d54,%d237,672;\n@%p130 bra L52;\n"
    "ld.param.u64 %d238,[%d54];\nsub.s64 %d239,%d49,%d238;\nand.b64 %d240,%d239,4611688217451692032;\n"
    "setp.eq.s64 %p171,%d240,4611688217451692032;\nL52:\nld.param.u64 %d246,[%d54+-16];\n"
    "add.s64 %d241,%d48,%d246;\nselp.u32 %r235,1,0,%p171;\n{.reg .pred q;setp.ne.s32 q,%r235,0;\n"
    "mov.b32 %r226,0;@q ld.global.u32 %r226,[%d241];}\nld.param.u64 %d247,[%d51+-8];\nadd.s64 %d242,%d50,%d247;\n"
    "{.reg .pred q;setp.ne.s32 q,%r215,0;\n@q st.global.u32[%d242],%r214;}\nld.param.u64 %d248,[%d52+8];\n"
    "add.s64 %d243,%d50,%d248;\n{.reg .pred q;setp.ne.s32 q,%r219,0;\n@q st.global.u32[%d243],%r218;}\n"
    "ld.param.u64 %d249,[%d53+-8];\nadd.s64 %d244,%d50,%d249;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "@q st.global.u32[%d244],%r223;}\nld.param.u64 %d250,[%d54+-8];\nadd.s64 %d245,%d50,%d250;\n"
    "{.reg .pred q;setp.ne.s32 q,%r235,0;\n@q st.global.u32[%d245],%r226;}\nadd.s32 %r70,%r300,4;\n"
    "add.s32 %r236,%r300,1;\nsetp.lt.u32 %p131,%r236,%r60;\nmov.u32 %r300,%r70;\n@%p131 bra L44;\nbra.uni L75;\n"
    "L19:\nsetp.eq.s64 %p89,%d34,8;\nld.param.u32 %r34,[%d69+144];\n@%p89 bra L31;\nbra.uni L20;\nL31:\n"
    "setp.eq.s32 %p104,%r34,0;\n@%p104 bra L75;\nadd.s64 %d38,%d334,%d328;\nsub.s64 %d39,%d16,%d336;\n"
    "add.s64 %d40,%d335,%d329;\nmov.u32 %r299,3;\nL33:\n.pragma \"nounroll\";\nadd.s32 %r54,%r299,-3;\n"
    "and.b32 %r196,%r54,12;\nsetp.lt.u32 %p105,%r54,%r34;\nsetp.eq.s64 %p14,%d16,%d15;\n"
    "setp.ge.u32 %p106,%r54,%r34;\nor.pred %p107,%p14,%p106;\nand.pred %p164,%p105,%p14;\n"
    "mul.wide.u32 %d171,%r196,24;\nadd.s64 %d172,%d69,%d171;\nadd.s64 %d41,%d172,672;\n@%p107 bra L35;\n"
    "ld.param.u64 %d173,[%d41];\nsub.s64 %d174,%d39,%d173;\nand.b64 %d175,%d174,4611688217451692032;\n"
    "setp.eq.s64 %p164,%d175,4611688217451692032;\nL35:\nld.param.u64 %d178,[%d41+-16];\n"
    "add.s64 %d177,%d38,%d178;\nselp.u32 %r197,1,0,%p164;\n{.reg .pred q;setp.ne.s32 q,%r197,0;\n"
    "mov.b64 %d176,0;@q ld.global.u64 %d176,[%d177];}\nadd.s32 %r198,%r299,-2;\nand.b32 %r199,%r198,13;\n"
    "add.s32 %r56,%r54,1;\nsetp.lt.u32 %p108,%r56,%r34;\nsetp.ge.u32 %p109,%r56,%r34;\nor.pred %p110,%p14,%p109;\n"
    "and.pred %p165,%p108,%p14;\nmul.wide.u32 %d179,%r199,24;\nadd.s64 %d180,%d69,%d179;\nadd.s64 %d43,%d180,656;\n"
    "@%p110 bra L37;\nld.param.u64 %d181,[%d43+16];\nsub.s64 %d182,%d39,%d181;\n"
    "and.b64 %d183,%d182,4611688217451692032;\nsetp.eq.s64 %p165,%d183,4611688217451692032;\nL37:\n"
    "ld.param.u64 %d186,[%d43];\nadd.s64 %d185,%d38,%d186;\nselp.u32 %r200,1,0,%p165;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.b64 %d184,0;@q ld.global.u64 %d184,[%d185];}\n"
    "add.s32 %r201,%r299,-1;\nand.b32 %r202,%r201,14;\nadd.s32 %r203,%r56,1;\nsetp.lt.u32 %p111,%r203,%r34;\n"
    "setp.ge.u32 %p112,%r203,%r34;\nor.pred %p113,%p14,%p112;\nand.pred %p166,%p111,%p14;\n"
    "mul.wide.u32 %d187,%r202,24;\nadd.s64 %d188,%d69,%d187;\nadd.s64 %d45,%d188,672;\n@%p113 bra L39;\n"
    "ld.param.u64 %d189,[%d45];\nsub.s64 %d190,%d39,%d189;\nand.b64 %d191,%d190,4611688217451692032;\n",
    "setp.eq.s64 %p166,%d191,4611688217451692032;\nL39:\nld.param.u64 %d194,[%d45+-16];\n"
    "add.s64 %d193,%d38,%d194;\nselp.u32 %r204,1,0,%p166;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "mov.b64 %d192,0;@q ld.global.u64 %d192,[%d193];}\nand.b32 %r205,%r299,15;\nsetp.lt.u32 %p114,%r299,%r34;\n"
    "setp.ge.u32 %p115,%r299,%r34;\nor.pred %p116,%p14,%p115;\nand.pred %p167,%p114,%p14;\n"
    "mul.wide.u32 %d195,%r205,24;\nadd.s64 %d196,%d69,%d195;\nadd.s64 %d47,%d196,672;\n@%p116 bra L41;\n"
    "ld.param.u64 %d197,[%d47];\nsub.s64 %d198,%d39,%d197;\nand.b64 %d199,%d198,4611688217451692032;\n"
    "setp.eq.s64 %p167,%d199,4611688217451692032;\nL41:\nld.param.u64 %d210,[%d47+-16];\n"
    "add.s64 %d201,%d38,%d210;\nselp.u32 %r210,1,0,%p167;\n{.reg .pred q;setp.ne.s32 q,%r210,0;\n"
    "mov.b64 %d200,0;@q ld.global.u64 %d200,[%d201];}\nld.param.u64 %d211,[%d41+-8];\nadd.s64 %d202,%d40,%d211;\n"
    "{.reg .pred q;setp.ne.s32 q,%r197,0;\n@q st.global.u64[%d202],%d176;}\nld.param.u64 %d212,[%d43+8];\n"
    "add.s64 %d204,%d40,%d212;\n{.reg .pred q;setp.ne.s32 q,%r200,0;\n@q st.global.u64[%d204],%d184;}\n"
    "ld.param.u64 %d213,[%d45+-8];\nadd.s64 %d206,%d40,%d213;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "@q st.global.u64[%d206],%d192;}\nld.param.u64 %d214,[%d47+-8];\nadd.s64 %d208,%d40,%d214;\n"
    "{.reg .pred q;setp.ne.s32 q,%r210,0;\n@q st.global.u64[%d208],%d200;}\nadd.s32 %r59,%r299,4;\n"
    "add.s32 %r211,%r299,1;\nsetp.lt.u32 %p117,%r211,%r34;\nmov.u32 %r299,%r59;\n@%p117 bra L33;\nbra.uni L75;\n"
    "L20:\nsetp.eq.s32 %p90,%r34,0;\n@%p90 bra L75;\nadd.s64 %d35,%d334,%d328;\nsub.s64 %d36,%d16,%d336;\n"
    "add.s64 %d37,%d335,%d329;\nmov.u32 %r298,3;\nadd.s64 %d158,%d69,656;\nL22:\n.pragma \"nounroll\";\n"
    "add.s32 %r132,%r298,-3;\nsetp.lt.u32 %p91,%r132,%r34;\nsetp.eq.s64 %p1,%d16,%d15;\n"
    "setp.ge.u32 %p92,%r132,%r34;\nor.pred %p93,%p1,%p92;\nand.pred %p160,%p91,%p1;\n@%p93 bra L24;\n"
    "and.b32 %r134,%r132,12;\nmul.wide.u32 %d113,%r134,24;\nadd.s64 %d114,%d69,%d113;\n"
    "ld.param.u64 %d115,[%d114+672];\nsub.s64 %d116,%d36,%d115;\nand.b64 %d117,%d116,4611688217451692032;\n"
    "setp.eq.s64 %p160,%d117,4611688217451692032;\nL24:\nand.b32 %r141,%r132,12;\nmul.wide.u32 %d120,%r141,24;\n"
    "add.s64 %d121,%d69,%d120;\nld.param.u64 %d122,[%d121+656];\nadd.s64 %d118,%d35,%d122;\n"
    "selp.u32 %r139,1,0,%p160;\n{.reg .pred q;setp.ne.s32 q,%r139,0;\n"
    "mov.u32 %r135,0;mov.u32 %r136,0;mov.u32 %r137,0;mov.u32 %r138,0;\n"
    "@q ld.global.v4.u32{%r135,%r136,%r137,%r138},[%d118];}\nadd.s32 %r41,%r298,-2;\nsetp.lt.u32 %p94,%r41,%r34;\n"
    "setp.ge.u32 %p95,%r41,%r34;\nor.pred %p96,%p1,%p95;\nand.pred %p161,%p94,%p1;\n@%p96 bra L26;\n"
    "and.b32 %r143,%r41,13;\nmul.wide.u32 %d124,%r143,24;\nadd.s64 %d125,%d69,%d124;\n"
    "ld.param.u64 %d126,[%d125+672];\nsub.s64 %d127,%d36,%d126;\nand.b64 %d128,%d127,4611688217451692032;\n"
    "setp.eq.s64 %p161,%d128,4611688217451692032;\nL26:\nand.b32 %r150,%r41,13;\nmul.wide.u32 %d131,%r150,24;\n"
    "add.s64 %d132,%d69,%d131;\nld.param.u64 %d133,[%d132+656];\nadd.s64 %d129,%d35,%d133;\n"
    "selp.u32 %r148,1,0,%p161;\n{.reg .pred q;setp.ne.s32 q,%r148,0;\n"
    "mov.u32 %r144,0;mov.u32 %r145,0;mov.u32 %r146,0;mov.u32 %r147,0;\n"
    "@q ld.global.v4.u32{%r144,%r145,%r146,%r147},[%d129];}\nadd.s32 %r151,%r41,1;\nsetp.lt.u32 %p97,%r151,%r34;\n"
    "setp.ge.u32 %p98,%r151,%r34;\nor.pred %p99,%p1,%p98;\nand.pred %p162,%p97,%p1;\n@%p99 bra L28;\n"
    "add.s32 %r152,%r298,-1;\nand.b32 %r153,%r152,14;\nmul.wide.u32 %d135,%r153,24;\nadd.s64 %d136,%d69,%d135;\n"
    "ld.param.u64 %d137,[%d136+672];\nsub.s64 %d138,%d36,%d137;\nand.b64 %d139,%d138,4611688217451692032;\n"
    "setp.eq.s64 %p162,%d139,4611688217451692032;\nL28:\nadd.s32 %r159,%r298,-1;\nand.b32 %r160,%r159,14;\n"
    "mul.wide.u32 %d142,%r160,24;\nadd.s64 %d143,%d69,%d142;\nld.param.u64 %d144,[%d143+656];\n"
    "add.s64 %d140,%d35,%d144;\nselp.u32 %r158,1,0,%p162;\n{.reg .pred q;setp.ne.s32 q,%r158,0;\n"
    "mov.u32 %r154,0;mov.u32 %r155,0;mov.u32 %r156,0;mov.u32 %r157,0;\n"
    "@q ld.global.v4.u32{%r154,%r155,%r156,%r157},[%d140];}\nsetp.lt.u32 %p100,%r298,%r34;\n"
    "setp.ge.u32 %p101,%r298,%r34;\nor.pred %p102,%p1,%p101;\nand.pred %p163,%p100,%p1;\n@%p102 bra L30;\n",
    "and.b32 %r161,%r298,15;\nmul.wide.u32 %d146,%r161,24;\nadd.s64 %d147,%d69,%d146;\n"
    "ld.param.u64 %d148,[%d147+672];\nsub.s64 %d149,%d36,%d148;\nand.b64 %d150,%d149,4611688217451692032;\n"
    "setp.eq.s64 %p163,%d150,4611688217451692032;\nL30:\nand.b32 %r187,%r298,15;\nmul.wide.u32 %d157,%r187,24;\n"
    "add.s64 %d159,%d158,%d157;\nld.param.u64 %d160,[%d159];\nadd.s64 %d151,%d35,%d160;\n"
    "selp.u32 %r186,1,0,%p163;\n{.reg .pred q;setp.ne.s32 q,%r186,0;\n"
    "mov.u32 %r162,0;mov.u32 %r163,0;mov.u32 %r164,0;mov.u32 %r165,0;\n"
    "@q ld.global.v4.u32{%r162,%r163,%r164,%r165},[%d151];}\nadd.s64 %d162,%d158,%d120;\n"
    "ld.param.u64 %d163,[%d162+8];\nadd.s64 %d152,%d37,%d163;\n{.reg .pred q;setp.ne.s32 q,%r139,0;\n"
    "@q st.global.v4.u32[%d152],{%r135,%r136,%r137,%r138};}\nadd.s64 %d165,%d158,%d131;\n"
    "ld.param.u64 %d166,[%d165+8];\nadd.s64 %d153,%d37,%d166;\n{.reg .pred q;setp.ne.s32 q,%r148,0;\n"
    "@q st.global.v4.u32[%d153],{%r144,%r145,%r146,%r147};}\nadd.s64 %d168,%d158,%d142;\n"
    "ld.param.u64 %d169,[%d168+8];\nadd.s64 %d154,%d37,%d169;\n{.reg .pred q;setp.ne.s32 q,%r158,0;\n"
    "@q st.global.v4.u32[%d154],{%r154,%r155,%r156,%r157};}\nld.param.u64 %d170,[%d159+8];\n"
    "add.s64 %d155,%d37,%d170;\n{.reg .pred q;setp.ne.s32 q,%r186,0;\n"
    "@q st.global.v4.u32[%d155],{%r162,%r163,%r164,%r165};}\nadd.s32 %r52,%r298,4;\nadd.s32 %r194,%r298,1;\n"
    "setp.lt.u32 %p103,%r194,%r34;\nmov.u32 %r298,%r52;\n@%p103 bra L22;\nL75:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_many[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_many(\n"
    ".param .align 8 .b8 p[3600]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<180>;\n"
    ".reg .b16 %rs<12>;\n.reg .b32 %r<303>;\n.reg .b64 %d<340>;\nmov.b64 %d69,p;\nld.param.u64 %d328,[p];\n"
    "mov.u32 %r279,0;\nld.param.u64 %d329,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r293,%r279;\n"
    "mov.u32 %r292,%r279;\nmov.u32 %r291,%r279;\nmov.u32 %r290,%r279;\nL1:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p66,%r279,0;\nmov.u32 %r284,%r6;\n@%p66 bra L5;\nsetp.ne.s32 %p67,%r279,1;\n@%p67 bra L4;\n"
    "mov.u32 %r284,%ctaid.y;\nbra.uni L5;\nL4:\nmov.u32 %r284,%ctaid.z;\nL5:\nmul.wide.u32 %d70,%r279,4;\n"
    "add.s64 %d71,%d69,%d70;\nld.param.u32 %r10,[%d71+32];\nsetp.ge.u32 %p68,%r293,%r10;\n@%p68 bra L8;\n"
    "mul.wide.u32 %d72,%r293,40;\nadd.s64 %d73,%d69,%d72;\nadd.s64 %d325,%d73,1072;\nL7:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r95,%r96},[%d325+-32];\nmul.hi.u32 %r99,%r284,%r96;\n"
    "ld.param.v2.u32{%r100,%r101},[%d325+-24];\nshr.u32 %r16,%r99,%r100;\nmul.lo.s32 %r104,%r16,%r95;\n"
    "sub.s32 %r105,%r284,%r104;\ncvt.u64.u32 %d74,%r105;\nld.param.u64 %d75,[%d325+-16];\n"
    "mul.lo.s64 %d76,%d75,%d74;\nld.param.u64 %d77,[%d325+-8];\nmul.lo.s64 %d78,%d77,%d74;\n"
    "ld.param.u32 %r106,[%d325];\nmul.lo.s32 %r107,%r105,%r106;\nadd.s64 %d328,%d76,%d328;\n"
    "add.s64 %d329,%d78,%d329;\nsetp.eq.s32 %p69,%r101,0;\nselp.b32 %r108,%r107,0,%p69;\n"
    "add.s32 %r290,%r108,%r290;\nsetp.eq.s32 %p70,%r101,1;\nselp.b32 %r109,%r107,0,%p70;\n"
    "add.s32 %r291,%r109,%r291;\nsetp.eq.s32 %p71,%r101,2;\nselp.b32 %r110,%r107,0,%p71;\n"
    "add.s32 %r292,%r110,%r292;\nadd.s64 %d325,%d325,40;\nadd.s32 %r293,%r293,1;\nsetp.lt.u32 %p72,%r293,%r10;\n"
    "mov.u32 %r284,%r16;\n@%p72 bra L7;\nL8:\nadd.s32 %r279,%r279,1;\nsetp.lt.u32 %p73,%r279,3;\n@%p73 bra L1;\n"
    "ld.param.v2.u32{%r111,%r112},[%d69+72];\nadd.s32 %r115,%r290,1;\nsetp.eq.s32 %p74,%r115,%r111;\n"
    "ld.param.u64 %d79,[%d69+96];\nneg.s64 %d80,%d79;\nselp.b64 %d81,%d80,0,%p74;\nld.param.u64 %d15,[%d69+88];\n"
    "add.s64 %d82,%d81,%d15;\nadd.s32 %r116,%r291,1;\nsetp.eq.s32 %p75,%r116,%r112;\n"
    "ld.param.u64 %d83,[%d69+104];\nneg.s64 %d84,%d83;\nselp.b64 %d85,%d84,0,%p75;\nadd.s64 %d86,%d82,%d85;\n"
    "ld.param.u32 %r117,[%d69+80];\nadd.s32 %r118,%r292,1;\nsetp.eq.s32 %p76,%r118,%r117;\n"
    "ld.param.u64 %d87,[%d69+112];\nneg.s64 %d88,%d87;\nselp.b64 %d89,%d88,0,%p76;\nadd.s64 %d16,%d86,%d89;\n"
    "setp.ge.u32 %p77,%r290,%r111;\nsetp.ge.u32 %p78,%r291,%r112;\nor.pred %p79,%p77,%p78;\n"
    "setp.ge.u32 %p80,%r292,%r117;\nor.pred %p81,%p79,%p80;\n@%p81 bra L75;\nmov.u32 %r297,%tid.x;\n"
    "ld.param.u32 %r119,[%d69+120];\nsetp.le.u32 %p82,%r119,%r297;\n@%p82 bra L75;\nld.param.u32 %r27,[%d69+140];\n"
    "mov.u64 %d334,0;\nsetp.lt.u32 %p83,%r27,2;\nmov.u32 %r296,0;\nmov.u64 %d335,%d334;\nmov.u64 %d336,%d334;\n"
    "@%p83 bra L14;\nmov.u64 %d336,0;\nmov.u32 %r294,0;\nmov.u64 %d330,%d69;\nmov.u32 %r295,%r297;\n"
    "mov.u64 %d335,%d336;\nmov.u64 %d334,%d336;\nL13:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r122,%r123},[%d330+176];\nmul.hi.u32 %r126,%r295,%r123;\nld.param.u32 %r127,[%d330+184];\n"
    "shr.u32 %r297,%r126,%r127;\nmul.lo.s32 %r128,%r297,%r122;\nsub.s32 %r129,%r295,%r128;\n"
    "cvt.u64.u32 %d96,%r129;\nld.param.u64 %d97,[%d330+192];\nmul.lo.s64 %d98,%d97,%d96;\n"
    "add.s64 %d334,%d98,%d334;\nld.param.u64 %d99,[%d330+200];\nmul.lo.s64 %d100,%d99,%d96;\n"
    "add.s64 %d335,%d100,%d335;\nld.param.u64 %d101,[%d330+208];\nmul.lo.s64 %d102,%d101,%d96;\n"
    "add.s64 %d336,%d102,%d336;\nadd.s64 %d330,%d330,40;\nadd.s32 %r296,%r294,1;\nadd.s32 %r130,%r294,2;\n"
    "setp.lt.u32 %p84,%r130,%r27;\nmov.u32 %r294,%r296;\nmov.u32 %r295,%r297;\n@%p84 bra L13;\nL14:\n"
    "setp.ge.u32 %p85,%r296,%r27;\n@%p85 bra L16;\nmul.wide.u32 %d103,%r296,40;\nadd.s64 %d104,%d69,%d103;\n"
    "cvt.u64.u32 %d105,%r297;\nld.param.u64 %d106,[%d104+192];\nmul.lo.s64 %d107,%d106,%d105;\n"
    "add.s64 %d334,%d107,%d334;\nld.param.u64 %d108,[%d104+200];\nmul.lo.s64 %d109,%d108,%d105;\n"
    "add.s64 %d335,%d109,%d335;\nld.param.u64 %d110,[%d104+208];\nmul.lo.s64 %d111,%d110,%d105;\n"
    "add.s64 %d336,%d111,%d336;\nL16:\n",
    "ld.param.u64 %d34,[%d69+24];\nsetp.eq.s64 %p86,%d34,1;\n@%p86 bra L64;\nbra.uni L17;\nL64:\n"
    "ld.param.u32 %r79,[%d69+144];\nsetp.eq.s32 %p146,%r79,0;\n@%p146 bra L75;\nadd.s64 %d62,%d334,%d328;\n"
    "sub.s64 %d63,%d16,%d336;\nadd.s64 %d64,%d335,%d329;\nmov.u32 %r302,3;\nL66:\n.pragma \"nounroll\";\n"
    "add.s32 %r81,%r302,-3;\nand.b32 %r255,%r81,12;\nsetp.lt.u32 %p147,%r81,%r79;\nsetp.eq.s64 %p53,%d16,%d15;\n"
    "setp.ge.u32 %p148,%r81,%r79;\nor.pred %p149,%p53,%p148;\nand.pred %p176,%p147,%p53;\n"
    "mul.wide.u32 %d287,%r255,24;\nadd.s64 %d288,%d69,%d287;\nadd.s64 %d65,%d288,672;\n@%p149 bra L68;\n"
    "ld.param.u64 %d289,[%d65];\nsub.s64 %d290,%d63,%d289;\nand.b64 %d291,%d290,4611688217451692032;\n"
    "setp.eq.s64 %p176,%d291,4611688217451692032;\nL68:\nld.param.u64 %d293,[%d65+-16];\n"
    "add.s64 %d292,%d62,%d293;\nselp.u32 %r257,1,0,%p176;\n{.reg .pred q;setp.ne.s32 q,%r257,0;\n"
    "mov.b32 %r256,0;@q ld.global.u8 %r256,[%d292];}\nadd.s32 %r258,%r302,-2;\nand.b32 %r259,%r258,13;\n"
    "add.s32 %r84,%r81,1;\nsetp.lt.u32 %p150,%r84,%r79;\nsetp.ge.u32 %p151,%r84,%r79;\nor.pred %p152,%p53,%p151;\n"
    "and.pred %p177,%p150,%p53;\nmul.wide.u32 %d294,%r259,24;\nadd.s64 %d295,%d69,%d294;\nadd.s64 %d66,%d295,656;\n"
    "@%p152 bra L70;\nld.param.u64 %d296,[%d66+16];\nsub.s64 %d297,%d63,%d296;\n"
    "and.b64 %d298,%d297,4611688217451692032;\nsetp.eq.s64 %p177,%d298,4611688217451692032;\nL70:\n"
    "ld.param.u64 %d300,[%d66];\nadd.s64 %d299,%d62,%d300;\nselp.u32 %r261,1,0,%p177;\n"
    "{.reg .pred q;setp.ne.s32 q,%r261,0;\nmov.b32 %r260,0;@q ld.global.u8 %r260,[%d299];}\n"
    "add.s32 %r262,%r302,-1;\nand.b32 %r263,%r262,14;\nadd.s32 %r264,%r84,1;\nsetp.lt.u32 %p153,%r264,%r79;\n"
    "setp.ge.u32 %p154,%r264,%r79;\nor.pred %p155,%p53,%p154;\nand.pred %p178,%p153,%p53;\n"
    "mul.wide.u32 %d301,%r263,24;\nadd.s64 %d302,%d69,%d301;\nadd.s64 %d67,%d302,672;\n@%p155 bra L72;\n"
    "ld.param.u64 %d303,[%d67];\nsub.s64 %d304,%d63,%d303;\nand.b64 %d305,%d304,4611688217451692032;\n"
    "setp.eq.s64 %p178,%d305,4611688217451692032;\nL72:\nld.param.u64 %d307,[%d67+-16];\n"
    "add.s64 %d306,%d62,%d307;\nselp.u32 %r266,1,0,%p178;\n{.reg .pred q;setp.ne.s32 q,%r266,0;\n"
    "mov.b32 %r265,0;@q ld.global.u8 %r265,[%d306];}\nand.b32 %r267,%r302,15;\nsetp.lt.u32 %p156,%r302,%r79;\n"
    "setp.ge.u32 %p157,%r302,%r79;\nor.pred %p158,%p53,%p157;\nand.pred %p179,%p156,%p53;\n"
    "mul.wide.u32 %d308,%r267,24;\nadd.s64 %d309,%d69,%d308;\nadd.s64 %d68,%d309,672;\n@%p158 bra L74;\n"
    "ld.param.u64 %d310,[%d68];\nsub.s64 %d311,%d63,%d310;\nand.b64 %d312,%d311,4611688217451692032;\n"
    "setp.eq.s64 %p179,%d312,4611688217451692032;\nL74:\nld.param.u64 %d318,[%d68+-16];\n"
    "add.s64 %d313,%d62,%d318;\nselp.u32 %r277,1,0,%p179;\n{.reg .pred q;setp.ne.s32 q,%r277,0;\n"
    "mov.b32 %r268,0;@q ld.global.u8 %r268,[%d313];}\nld.param.u64 %d319,[%d65+-8];\nadd.s64 %d314,%d64,%d319;\n"
    "and.b32 %r270,%r256,255;\n{.reg .pred q;setp.ne.s32 q,%r257,0;\n@q st.global.u8[%d314],%r270;}\n"
    "ld.param.u64 %d320,[%d66+8];\nadd.s64 %d315,%d64,%d320;\nand.b32 %r272,%r260,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r261,0;\n@q st.global.u8[%d315],%r272;}\nld.param.u64 %d321,[%d67+-8];\n"
    "add.s64 %d316,%d64,%d321;\nand.b32 %r274,%r265,255;\n{.reg .pred q;setp.ne.s32 q,%r266,0;\n"
    "@q st.global.u8[%d316],%r274;}\nld.param.u64 %d322,[%d68+-8];\nadd.s64 %d317,%d64,%d322;\n"
    "and.b32 %r276,%r268,255;\n{.reg .pred q;setp.ne.s32 q,%r277,0;\n@q st.global.u8[%d317],%r276;}\n"
    "add.s32 %r89,%r302,4;\nadd.s32 %r278,%r302,1;\nsetp.lt.u32 %p159,%r278,%r79;\nmov.u32 %r302,%r89;\n"
    "@%p159 bra L66;\nbra.uni L75;\nL17:\nsetp.eq.s64 %p87,%d34,2;\n@%p87 bra L53;\nbra.uni L18;\nL53:\n"
    "ld.param.u32 %r71,[%d69+144];\nsetp.eq.s32 %p132,%r71,0;\n@%p132 bra L75;\nadd.s64 %d55,%d334,%d328;\n"
    "sub.s64 %d56,%d16,%d336;\nadd.s64 %d57,%d335,%d329;\nmov.u32 %r301,3;\nL55:\n.pragma \"nounroll\";\n"
    "add.s32 %r73,%r301,-3;\nand.b32 %r238,%r73,12;\nsetp.lt.u32 %p133,%r73,%r71;\nsetp.eq.s64 %p40,%d16,%d15;\n"
    "setp.ge.u32 %p134,%r73,%r71;\nor.pred %p135,%p40,%p134;\nand.pred %p172,%p133,%p40;\n"
    "mul.wide.u32 %d251,%r238,24;\nadd.s64 %d252,%d69,%d251;\nadd.s64 %d58,%d252,672;\n@%p135 bra L57;\n",
    "ld.param.u64 %d253,[%d58];\nsub.s64 %d254,%d56,%d253;\nand.b64 %d255,%d254,4611688217451692032;\n"
    "setp.eq.s64 %p172,%d255,4611688217451692032;\nL57:\nld.param.u64 %d257,[%d58+-16];\n"
    "add.s64 %d256,%d55,%d257;\nselp.u32 %r239,1,0,%p172;\n{.reg .pred q;setp.ne.s32 q,%r239,0;\n"
    "mov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d256];}\nadd.s32 %r240,%r301,-2;\nand.b32 %r241,%r240,13;\n"
    "add.s32 %r75,%r73,1;\nsetp.lt.u32 %p136,%r75,%r71;\nsetp.ge.u32 %p137,%r75,%r71;\nor.pred %p138,%p40,%p137;\n"
    "and.pred %p173,%p136,%p40;\nmul.wide.u32 %d258,%r241,24;\nadd.s64 %d259,%d69,%d258;\nadd.s64 %d59,%d259,656;\n"
    "@%p138 bra L59;\nld.param.u64 %d260,[%d59+16];\nsub.s64 %d261,%d56,%d260;\n"
    "and.b64 %d262,%d261,4611688217451692032;\nsetp.eq.s64 %p173,%d262,4611688217451692032;\nL59:\n"
    "ld.param.u64 %d264,[%d59];\nadd.s64 %d263,%d55,%d264;\nselp.u32 %r242,1,0,%p173;\n"
    "{.reg .pred q;setp.ne.s32 q,%r242,0;\nmov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d263];}\n"
    "add.s32 %r243,%r301,-1;\nand.b32 %r244,%r243,14;\nadd.s32 %r245,%r75,1;\nsetp.lt.u32 %p139,%r245,%r71;\n"
    "setp.ge.u32 %p140,%r245,%r71;\nor.pred %p141,%p40,%p140;\nand.pred %p174,%p139,%p40;\n"
    "mul.wide.u32 %d265,%r244,24;\nadd.s64 %d266,%d69,%d265;\nadd.s64 %d60,%d266,672;\n@%p141 bra L61;\n"
    "ld.param.u64 %d267,[%d60];\nsub.s64 %d268,%d56,%d267;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.eq.s64 %p174,%d269,4611688217451692032;\nL61:\nld.param.u64 %d271,[%d60+-16];\n"
    "add.s64 %d270,%d55,%d271;\nselp.u32 %r246,1,0,%p174;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "mov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d270];}\nand.b32 %r247,%r301,15;\nsetp.lt.u32 %p142,%r301,%r71;\n"
    "setp.ge.u32 %p143,%r301,%r71;\nor.pred %p144,%p40,%p143;\nand.pred %p175,%p142,%p40;\n"
    "mul.wide.u32 %d272,%r247,24;\nadd.s64 %d273,%d69,%d272;\nadd.s64 %d61,%d273,672;\n@%p144 bra L63;\n"
    "ld.param.u64 %d274,[%d61];\nsub.s64 %d275,%d56,%d274;\nand.b64 %d276,%d275,4611688217451692032;\n"
    "setp.eq.s64 %p175,%d276,4611688217451692032;\nL63:\nld.param.u64 %d282,[%d61+-16];\n"
    "add.s64 %d277,%d55,%d282;\nselp.u32 %r252,1,0,%p175;\n{.reg .pred q;setp.ne.s32 q,%r252,0;\n"
    "mov.b16 %rs7,0;@q ld.global.u16 %rs7,[%d277];}\nld.param.u64 %d283,[%d58+-8];\nadd.s64 %d278,%d57,%d283;\n"
    "{.reg .pred q;setp.ne.s32 q,%r239,0;\n@q st.global.u16[%d278],%rs4;}\nld.param.u64 %d284,[%d59+8];\n"
    "add.s64 %d279,%d57,%d284;\n{.reg .pred q;setp.ne.s32 q,%r242,0;\n@q st.global.u16[%d279],%rs5;}\n"
    "ld.param.u64 %d285,[%d60+-8];\nadd.s64 %d280,%d57,%d285;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "@q st.global.u16[%d280],%rs6;}\nld.param.u64 %d286,[%d61+-8];\nadd.s64 %d281,%d57,%d286;\n"
    "{.reg .pred q;setp.ne.s32 q,%r252,0;\n@q st.global.u16[%d281],%rs7;}\nadd.s32 %r78,%r301,4;\n"
    "add.s32 %r253,%r301,1;\nsetp.lt.u32 %p145,%r253,%r71;\nmov.u32 %r301,%r78;\n@%p145 bra L55;\nbra.uni L75;\n"
    "L18:\nsetp.eq.s64 %p88,%d34,4;\n@%p88 bra L42;\nbra.uni L19;\nL42:\nld.param.u32 %r60,[%d69+144];\n"
    "setp.eq.s32 %p118,%r60,0;\n@%p118 bra L75;\nadd.s64 %d48,%d334,%d328;\nsub.s64 %d49,%d16,%d336;\n"
    "add.s64 %d50,%d335,%d329;\nmov.u32 %r300,3;\nL44:\n.pragma \"nounroll\";\nadd.s32 %r62,%r300,-3;\n"
    "and.b32 %r213,%r62,12;\nsetp.lt.u32 %p119,%r62,%r60;\nsetp.eq.s64 %p27,%d16,%d15;\n"
    "setp.ge.u32 %p120,%r62,%r60;\nor.pred %p121,%p27,%p120;\nand.pred %p168,%p119,%p27;\n"
    "mul.wide.u32 %d215,%r213,24;\nadd.s64 %d216,%d69,%d215;\nadd.s64 %d51,%d216,672;\n@%p121 bra L46;\n"
    "ld.param.u64 %d217,[%d51];\nsub.s64 %d218,%d49,%d217;\nand.b64 %d219,%d218,4611688217451692032;\n"
    "setp.eq.s64 %p168,%d219,4611688217451692032;\nL46:\nld.param.u64 %d221,[%d51+-16];\n"
    "add.s64 %d220,%d48,%d221;\nselp.u32 %r215,1,0,%p168;\n{.reg .pred q;setp.ne.s32 q,%r215,0;\n"
    "mov.b32 %r214,0;@q ld.global.u32 %r214,[%d220];}\nadd.s32 %r216,%r300,-2;\nand.b32 %r217,%r216,13;\n"
    "add.s32 %r65,%r62,1;\nsetp.lt.u32 %p122,%r65,%r60;\nsetp.ge.u32 %p123,%r65,%r60;\nor.pred %p124,%p27,%p123;\n"
    "and.pred %p169,%p122,%p27;\nmul.wide.u32 %d222,%r217,24;\nadd.s64 %d223,%d69,%d222;\nadd.s64 %d52,%d223,656;\n"
    "@%p124 bra L48;\nld.param.u64 %d224,[%d52+16];\nsub.s64 %d225,%d49,%d224;\n",
    "and.b64 %d226,%d225,4611688217451692032;\nsetp.eq.s64 %p169,%d226,4611688217451692032;\nL48:\n"
    "ld.param.u64 %d228,[%d52];\nadd.s64 %d227,%d48,%d228;\nselp.u32 %r219,1,0,%p169;\n"
    "{.reg .pred q;setp.ne.s32 q,%r219,0;\nmov.b32 %r218,0;@q ld.global.u32 %r218,[%d227];}\n"
    "add.s32 %r220,%r300,-1;\nand.b32 %r221,%r220,14;\nadd.s32 %r222,%r65,1;\nsetp.lt.u32 %p125,%r222,%r60;\n"
    "setp.ge.u32 %p126,%r222,%r60;\nor.pred %p127,%p27,%p126;\nand.pred %p170,%p125,%p27;\n"
    "mul.wide.u32 %d229,%r221,24;\nadd.s64 %d230,%d69,%d229;\nadd.s64 %d53,%d230,672;\n@%p127 bra L50;\n"
    "ld.param.u64 %d231,[%d53];\nsub.s64 %d232,%d49,%d231;\nand.b64 %d233,%d232,4611688217451692032;\n"
    "setp.eq.s64 %p170,%d233,4611688217451692032;\nL50:\nld.param.u64 %d235,[%d53+-16];\n"
    "add.s64 %d234,%d48,%d235;\nselp.u32 %r224,1,0,%p170;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "mov.b32 %r223,0;@q ld.global.u32 %r223,[%d234];}\nand.b32 %r225,%r300,15;\nsetp.lt.u32 %p128,%r300,%r60;\n"
    "setp.ge.u32 %p129,%r300,%r60;\nor.pred %p130,%p27,%p129;\nand.pred %p171,%p128,%p27;\n"
    "mul.wide.u32 %d236,%r225,24;\nadd.s64 %d237,%d69,%d236;\nadd.s64 %d54,%d237,672;\n@%p130 bra L52;\n"
    "ld.param.u64 %d238,[%d54];\nsub.s64 %d239,%d49,%d238;\nand.b64 %d240,%d239,4611688217451692032;\n"
    "setp.eq.s64 %p171,%d240,4611688217451692032;\nL52:\nld.param.u64 %d246,[%d54+-16];\n"
    "add.s64 %d241,%d48,%d246;\nselp.u32 %r235,1,0,%p171;\n{.reg .pred q;setp.ne.s32 q,%r235,0;\n"
    "mov.b32 %r226,0;@q ld.global.u32 %r226,[%d241];}\nld.param.u64 %d247,[%d51+-8];\nadd.s64 %d242,%d50,%d247;\n"
    "{.reg .pred q;setp.ne.s32 q,%r215,0;\n@q st.global.u32[%d242],%r214;}\nld.param.u64 %d248,[%d52+8];\n"
    "add.s64 %d243,%d50,%d248;\n{.reg .pred q;setp.ne.s32 q,%r219,0;\n@q st.global.u32[%d243],%r218;}\n"
    "ld.param.u64 %d249,[%d53+-8];\nadd.s64 %d244,%d50,%d249;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "@q st.global.u32[%d244],%r223;}\nld.param.u64 %d250,[%d54+-8];\nadd.s64 %d245,%d50,%d250;\n"
    "{.reg .pred q;setp.ne.s32 q,%r235,0;\n@q st.global.u32[%d245],%r226;}\nadd.s32 %r70,%r300,4;\n"
    "add.s32 %r236,%r300,1;\nsetp.lt.u32 %p131,%r236,%r60;\nmov.u32 %r300,%r70;\n@%p131 bra L44;\nbra.uni L75;\n"
    "L19:\nsetp.eq.s64 %p89,%d34,8;\nld.param.u32 %r34,[%d69+144];\n@%p89 bra L31;\nbra.uni L20;\nL31:\n"
    "setp.eq.s32 %p104,%r34,0;\n@%p104 bra L75;\nadd.s64 %d38,%d334,%d328;\nsub.s64 %d39,%d16,%d336;\n"
    "add.s64 %d40,%d335,%d329;\nmov.u32 %r299,3;\nL33:\n.pragma \"nounroll\";\nadd.s32 %r54,%r299,-3;\n"
    "and.b32 %r196,%r54,12;\nsetp.lt.u32 %p105,%r54,%r34;\nsetp.eq.s64 %p14,%d16,%d15;\n"
    "setp.ge.u32 %p106,%r54,%r34;\nor.pred %p107,%p14,%p106;\nand.pred %p164,%p105,%p14;\n"
    "mul.wide.u32 %d171,%r196,24;\nadd.s64 %d172,%d69,%d171;\nadd.s64 %d41,%d172,672;\n@%p107 bra L35;\n"
    "ld.param.u64 %d173,[%d41];\nsub.s64 %d174,%d39,%d173;\nand.b64 %d175,%d174,4611688217451692032;\n"
    "setp.eq.s64 %p164,%d175,4611688217451692032;\nL35:\nld.param.u64 %d178,[%d41+-16];\n"
    "add.s64 %d177,%d38,%d178;\nselp.u32 %r197,1,0,%p164;\n{.reg .pred q;setp.ne.s32 q,%r197,0;\n"
    "mov.b64 %d176,0;@q ld.global.u64 %d176,[%d177];}\nadd.s32 %r198,%r299,-2;\nand.b32 %r199,%r198,13;\n"
    "add.s32 %r56,%r54,1;\nsetp.lt.u32 %p108,%r56,%r34;\nsetp.ge.u32 %p109,%r56,%r34;\nor.pred %p110,%p14,%p109;\n"
    "and.pred %p165,%p108,%p14;\nmul.wide.u32 %d179,%r199,24;\nadd.s64 %d180,%d69,%d179;\nadd.s64 %d43,%d180,656;\n"
    "@%p110 bra L37;\nld.param.u64 %d181,[%d43+16];\nsub.s64 %d182,%d39,%d181;\n"
    "and.b64 %d183,%d182,4611688217451692032;\nsetp.eq.s64 %p165,%d183,4611688217451692032;\nL37:\n"
    "ld.param.u64 %d186,[%d43];\nadd.s64 %d185,%d38,%d186;\nselp.u32 %r200,1,0,%p165;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.b64 %d184,0;@q ld.global.u64 %d184,[%d185];}\n"
    "add.s32 %r201,%r299,-1;\nand.b32 %r202,%r201,14;\nadd.s32 %r203,%r56,1;\nsetp.lt.u32 %p111,%r203,%r34;\n"
    "setp.ge.u32 %p112,%r203,%r34;\nor.pred %p113,%p14,%p112;\nand.pred %p166,%p111,%p14;\n"
    "mul.wide.u32 %d187,%r202,24;\nadd.s64 %d188,%d69,%d187;\nadd.s64 %d45,%d188,672;\n@%p113 bra L39;\n"
    "ld.param.u64 %d189,[%d45];\nsub.s64 %d190,%d39,%d189;\nand.b64 %d191,%d190,4611688217451692032;\n",
    "setp.eq.s64 %p166,%d191,4611688217451692032;\nL39:\nld.param.u64 %d194,[%d45+-16];\n"
    "add.s64 %d193,%d38,%d194;\nselp.u32 %r204,1,0,%p166;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "mov.b64 %d192,0;@q ld.global.u64 %d192,[%d193];}\nand.b32 %r205,%r299,15;\nsetp.lt.u32 %p114,%r299,%r34;\n"
    "setp.ge.u32 %p115,%r299,%r34;\nor.pred %p116,%p14,%p115;\nand.pred %p167,%p114,%p14;\n"
    "mul.wide.u32 %d195,%r205,24;\nadd.s64 %d196,%d69,%d195;\nadd.s64 %d47,%d196,672;\n@%p116 bra L41;\n"
    "ld.param.u64 %d197,[%d47];\nsub.s64 %d198,%d39,%d197;\nand.b64 %d199,%d198,4611688217451692032;\n"
    "setp.eq.s64 %p167,%d199,4611688217451692032;\nL41:\nld.param.u64 %d210,[%d47+-16];\n"
    "add.s64 %d201,%d38,%d210;\nselp.u32 %r210,1,0,%p167;\n{.reg .pred q;setp.ne.s32 q,%r210,0;\n"
    "mov.b64 %d200,0;@q ld.global.u64 %d200,[%d201];}\nld.param.u64 %d211,[%d41+-8];\nadd.s64 %d202,%d40,%d211;\n"
    "{.reg .pred q;setp.ne.s32 q,%r197,0;\n@q st.global.u64[%d202],%d176;}\nld.param.u64 %d212,[%d43+8];\n"
    "add.s64 %d204,%d40,%d212;\n{.reg .pred q;setp.ne.s32 q,%r200,0;\n@q st.global.u64[%d204],%d184;}\n"
    "ld.param.u64 %d213,[%d45+-8];\nadd.s64 %d206,%d40,%d213;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "@q st.global.u64[%d206],%d192;}\nld.param.u64 %d214,[%d47+-8];\nadd.s64 %d208,%d40,%d214;\n"
    "{.reg .pred q;setp.ne.s32 q,%r210,0;\n@q st.global.u64[%d208],%d200;}\nadd.s32 %r59,%r299,4;\n"
    "add.s32 %r211,%r299,1;\nsetp.lt.u32 %p117,%r211,%r34;\nmov.u32 %r299,%r59;\n@%p117 bra L33;\nbra.uni L75;\n"
    "L20:\nsetp.eq.s32 %p90,%r34,0;\n@%p90 bra L75;\nadd.s64 %d35,%d334,%d328;\nsub.s64 %d36,%d16,%d336;\n"
    "add.s64 %d37,%d335,%d329;\nmov.u32 %r298,3;\nadd.s64 %d158,%d69,656;\nL22:\n.pragma \"nounroll\";\n"
    "add.s32 %r132,%r298,-3;\nsetp.lt.u32 %p91,%r132,%r34;\nsetp.eq.s64 %p1,%d16,%d15;\n"
    "setp.ge.u32 %p92,%r132,%r34;\nor.pred %p93,%p1,%p92;\nand.pred %p160,%p91,%p1;\n@%p93 bra L24;\n"
    "and.b32 %r134,%r132,12;\nmul.wide.u32 %d113,%r134,24;\nadd.s64 %d114,%d69,%d113;\n"
    "ld.param.u64 %d115,[%d114+672];\nsub.s64 %d116,%d36,%d115;\nand.b64 %d117,%d116,4611688217451692032;\n"
    "setp.eq.s64 %p160,%d117,4611688217451692032;\nL24:\nand.b32 %r141,%r132,12;\nmul.wide.u32 %d120,%r141,24;\n"
    "add.s64 %d121,%d69,%d120;\nld.param.u64 %d122,[%d121+656];\nadd.s64 %d118,%d35,%d122;\n"
    "selp.u32 %r139,1,0,%p160;\n{.reg .pred q;setp.ne.s32 q,%r139,0;\n"
    "mov.u32 %r135,0;mov.u32 %r136,0;mov.u32 %r137,0;mov.u32 %r138,0;\n"
    "@q ld.global.v4.u32{%r135,%r136,%r137,%r138},[%d118];}\nadd.s32 %r41,%r298,-2;\nsetp.lt.u32 %p94,%r41,%r34;\n"
    "setp.ge.u32 %p95,%r41,%r34;\nor.pred %p96,%p1,%p95;\nand.pred %p161,%p94,%p1;\n@%p96 bra L26;\n"
    "and.b32 %r143,%r41,13;\nmul.wide.u32 %d124,%r143,24;\nadd.s64 %d125,%d69,%d124;\n"
    "ld.param.u64 %d126,[%d125+672];\nsub.s64 %d127,%d36,%d126;\nand.b64 %d128,%d127,4611688217451692032;\n"
    "setp.eq.s64 %p161,%d128,4611688217451692032;\nL26:\nand.b32 %r150,%r41,13;\nmul.wide.u32 %d131,%r150,24;\n"
    "add.s64 %d132,%d69,%d131;\nld.param.u64 %d133,[%d132+656];\nadd.s64 %d129,%d35,%d133;\n"
    "selp.u32 %r148,1,0,%p161;\n{.reg .pred q;setp.ne.s32 q,%r148,0;\n"
    "mov.u32 %r144,0;mov.u32 %r145,0;mov.u32 %r146,0;mov.u32 %r147,0;\n"
    "@q ld.global.v4.u32{%r144,%r145,%r146,%r147},[%d129];}\nadd.s32 %r151,%r41,1;\nsetp.lt.u32 %p97,%r151,%r34;\n"
    "setp.ge.u32 %p98,%r151,%r34;\nor.pred %p99,%p1,%p98;\nand.pred %p162,%p97,%p1;\n@%p99 bra L28;\n"
    "add.s32 %r152,%r298,-1;\nand.b32 %r153,%r152,14;\nmul.wide.u32 %d135,%r153,24;\nadd.s64 %d136,%d69,%d135;\n"
    "ld.param.u64 %d137,[%d136+672];\nsub.s64 %d138,%d36,%d137;\nand.b64 %d139,%d138,4611688217451692032;\n"
    "setp.eq.s64 %p162,%d139,4611688217451692032;\nL28:\nadd.s32 %r159,%r298,-1;\nand.b32 %r160,%r159,14;\n"
    "mul.wide.u32 %d142,%r160,24;\nadd.s64 %d143,%d69,%d142;\nld.param.u64 %d144,[%d143+656];\n"
    "add.s64 %d140,%d35,%d144;\nselp.u32 %r158,1,0,%p162;\n{.reg .pred q;setp.ne.s32 q,%r158,0;\n"
    "mov.u32 %r154,0;mov.u32 %r155,0;mov.u32 %r156,0;mov.u32 %r157,0;\n"
    "@q ld.global.v4.u32{%r154,%r155,%r156,%r157},[%d140];}\nsetp.lt.u32 %p100,%r298,%r34;\n"
    "setp.ge.u32 %p101,%r298,%r34;\nor.pred %p102,%p1,%p101;\nand.pred %p163,%p100,%p1;\n@%p102 bra L30;\n",
    "and.b32 %r161,%r298,15;\nmul.wide.u32 %d146,%r161,24;\nadd.s64 %d147,%d69,%d146;\n"
    "ld.param.u64 %d148,[%d147+672];\nsub.s64 %d149,%d36,%d148;\nand.b64 %d150,%d149,4611688217451692032;\n"
    "setp.eq.s64 %p163,%d150,4611688217451692032;\nL30:\nand.b32 %r187,%r298,15;\nmul.wide.u32 %d157,%r187,24;\n"
    "add.s64 %d159,%d158,%d157;\nld.param.u64 %d160,[%d159];\nadd.s64 %d151,%d35,%d160;\n"
    "selp.u32 %r186,1,0,%p163;\n{.reg .pred q;setp.ne.s32 q,%r186,0;\n"
    "mov.u32 %r162,0;mov.u32 %r163,0;mov.u32 %r164,0;mov.u32 %r165,0;\n"
    "@q ld.global.v4.u32{%r162,%r163,%r164,%r165},[%d151];}\nadd.s64 %d162,%d158,%d120;\n"
    "ld.param.u64 %d163,[%d162+8];\nadd.s64 %d152,%d37,%d163;\n{.reg .pred q;setp.ne.s32 q,%r139,0;\n"
    "@q st.global.v4.u32[%d152],{%r135,%r136,%r137,%r138};}\nadd.s64 %d165,%d158,%d131;\n"
    "ld.param.u64 %d166,[%d165+8];\nadd.s64 %d153,%d37,%d166;\n{.reg .pred q;setp.ne.s32 q,%r148,0;\n"
    "@q st.global.v4.u32[%d153],{%r144,%r145,%r146,%r147};}\nadd.s64 %d168,%d158,%d142;\n"
    "ld.param.u64 %d169,[%d168+8];\nadd.s64 %d154,%d37,%d169;\n{.reg .pred q;setp.ne.s32 q,%r158,0;\n"
    "@q st.global.v4.u32[%d154],{%r154,%r155,%r156,%r157};}\nld.param.u64 %d170,[%d159+8];\n"
    "add.s64 %d155,%d37,%d170;\n{.reg .pred q;setp.ne.s32 q,%r186,0;\n"
    "@q st.global.v4.u32[%d155],{%r162,%r163,%r164,%r165};}\nadd.s32 %r52,%r298,4;\nadd.s32 %r194,%r298,1;\n"
    "setp.lt.u32 %p103,%r194,%r34;\nmov.u32 %r298,%r52;\n@%p103 bra L22;\nL75:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile1[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile1(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<89>;\n.reg .b32 %r<463>;\n.reg .b64 %d<345>;\nmov.b64 %d118,p;\nmov.u64 %d121,0;\n"
    "mov.u32 %r151,0;\nmov.u32 %r387,%r151;\nmov.u64 %d307,%d121;\nmov.u64 %d308,%d121;\nmov.u64 %d309,%d121;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r387;\nmul.wide.u32 %d126,%r387,920;\n"
    "add.s64 %d127,%d118,%d126;\nld.param.u32 %r2,[%d127+976];\nmov.u32 %r388,%r151;\nmov.u64 %d310,%d121;\n"
    "mov.u64 %d332,%d121;\nmov.u64 %d312,%d121;\nbra.uni L2;\nL87:\nshl.b32 %r379,%r388,4;\n"
    "shl.b64 %d303,%d331,%r379;\nor.b64 %d310,%d303,%d310;\nsetp.eq.s32 %p87,%r388,0;\n"
    "selp.b64 %d312,%d330,%d312,%p87;\nadd.s32 %r388,%r388,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p2,%r2,0;\n"
    "mov.u32 %r389,1;\n@%p2 bra L4;\nld.param.u32 %r389,[%d127+972];\nL4:\nsetp.lt.u32 %p3,%r388,%r389;\n"
    "@%p3 bra L75;\nbra.uni L5;\nL75:\nld.param.u32 %r342,[%d127+948];\nsetp.lt.u32 %p80,%r342,2;\n"
    "mov.u32 %r452,%tid.x;\n@%p80 bra L77;\nld.param.v2.u32{%r343,%r344},[%d127+952];\nmov.u32 %r347,%tid.x;\n"
    "mul.hi.u32 %r348,%r347,%r343;\nshr.u32 %r452,%r348,%r344;\nL77:\nld.param.u32 %r127,[%d127+948];\n"
    "mov.u64 %d330,0;\nld.param.v2.u32{%r456,%r350},[%d127+960];\nadd.s32 %r131,%r350,%r456;\n"
    "add.s32 %r453,%r456,1;\nsetp.ge.u32 %p81,%r453,%r131;\nmov.u64 %d331,%d330;\nmov.u64 %d332,%d330;\n"
    "mov.u32 %r457,%r452;\n@%p81 bra L80;\nmov.u64 %d332,0;\nmov.u32 %r454,%r452;\nmov.u32 %r455,%r456;\n"
    "mov.u64 %d331,%d332;\nmov.u64 %d330,%d332;\nL79:\n.pragma \"nounroll\";\nmov.u32 %r456,%r453;\n"
    "mul.lo.s64 %d256,%d5,920;\nadd.s64 %d257,%d118,%d256;\nmul.wide.u32 %d258,%r455,40;\n"
    "add.s64 %d259,%d257,%d258;\nld.param.v2.u32{%r352,%r353},[%d259+1000];\nmul.hi.u32 %r356,%r454,%r353;\n"
    "ld.param.u32 %r357,[%d259+1008];\nshr.u32 %r457,%r356,%r357;\nmul.lo.s32 %r358,%r457,%r352;\n"
    "sub.s32 %r359,%r454,%r358;\ncvt.u64.u32 %d260,%r359;\nld.param.u64 %d261,[%d259+1016];\n"
    "mul.lo.s64 %d262,%d261,%d260;\nadd.s64 %d330,%d262,%d330;\nld.param.u64 %d263,[%d259+1024];\n"
    "mul.lo.s64 %d264,%d263,%d260;\nadd.s64 %d331,%d264,%d331;\nld.param.u64 %d265,[%d259+1032];\n"
    "mul.lo.s64 %d266,%d265,%d260;\nadd.s64 %d332,%d266,%d332;\nadd.s32 %r453,%r456,1;\n"
    "setp.lt.u32 %p82,%r453,%r131;\nmov.u32 %r454,%r457;\nmov.u32 %r455,%r456;\n@%p82 bra L79;\nL80:\n"
    "setp.ge.u32 %p83,%r456,%r131;\n@%p83 bra L82;\nmul.lo.s64 %d267,%d5,920;\nadd.s64 %d268,%d118,%d267;\n"
    "mul.wide.u32 %d269,%r456,40;\nadd.s64 %d270,%d268,%d269;\ncvt.u64.u32 %d271,%r457;\n"
    "ld.param.u64 %d272,[%d270+1016];\nmul.lo.s64 %d273,%d272,%d271;\nadd.s64 %d330,%d273,%d330;\n"
    "ld.param.u64 %d274,[%d270+1024];\nmul.lo.s64 %d275,%d274,%d271;\nadd.s64 %d331,%d275,%d331;\n"
    "ld.param.u64 %d276,[%d270+1032];\nmul.lo.s64 %d277,%d276,%d271;\nadd.s64 %d332,%d277,%d332;\nL82:\n"
    "ld.param.v2.u32{%r361,%r362},[%d127+960];\nmov.u32 %r461,0;\nld.param.v2.u32{%r363,%r364},[%d127+968];\n"
    "mul.lo.s32 %r366,%r127,%r452;\nmov.u32 %r367,%tid.x;\nsub.s32 %r368,%r367,%r366;\n"
    "mad.lo.s32 %r462,%r364,%r368,%r388;\nsetp.lt.u32 %p84,%r361,2;\n@%p84 bra L85;\nmov.u32 %r460,0;\n"
    "mov.u32 %r458,1;\nmov.u32 %r459,%r462;\nL84:\n.pragma \"nounroll\";\nmov.u32 %r461,%r458;\n"
    "mul.lo.s64 %d281,%d5,920;\nadd.s64 %d282,%d118,%d281;\nmul.wide.u32 %d283,%r460,40;\n"
    "add.s64 %d284,%d282,%d283;\nld.param.v2.u32{%r371,%r372},[%d284+1000];\nmul.hi.u32 %r375,%r459,%r372;\n"
    "ld.param.u32 %r376,[%d284+1008];\nshr.u32 %r462,%r375,%r376;\nmul.lo.s32 %r377,%r462,%r371;\n"
    "sub.s32 %r378,%r459,%r377;\ncvt.u64.u32 %d285,%r378;\nld.param.u64 %d286,[%d284+1016];\n"
    "mul.lo.s64 %d287,%d286,%d285;\nadd.s64 %d330,%d287,%d330;\nld.param.u64 %d288,[%d284+1024];\n"
    "mul.lo.s64 %d289,%d288,%d285;\nadd.s64 %d331,%d289,%d331;\nld.param.u64 %d290,[%d284+1032];\n"
    "mul.lo.s64 %d291,%d290,%d285;\nadd.s64 %d332,%d291,%d332;\nadd.s32 %r458,%r461,1;\n"
    "setp.lt.u32 %p85,%r458,%r361;\nmov.u32 %r459,%r462;\nmov.u32 %r460,%r461;\n@%p85 bra L84;\nL85:\n"
    "setp.ge.u32 %p86,%r461,%r361;\n",
    "@%p86 bra L87;\nmul.lo.s64 %d292,%d5,920;\nadd.s64 %d293,%d118,%d292;\nmul.wide.u32 %d294,%r461,40;\n"
    "add.s64 %d295,%d293,%d294;\ncvt.u64.u32 %d296,%r462;\nld.param.u64 %d297,[%d295+1016];\n"
    "mul.lo.s64 %d298,%d297,%d296;\nadd.s64 %d330,%d298,%d330;\nld.param.u64 %d299,[%d295+1024];\n"
    "mul.lo.s64 %d300,%d299,%d296;\nadd.s64 %d331,%d300,%d331;\nld.param.u64 %d301,[%d295+1032];\n"
    "mul.lo.s64 %d302,%d301,%d296;\nadd.s64 %d332,%d302,%d332;\nbra.uni L87;\nL5:\nadd.s64 %d9,%d127,976;\n"
    "ld.param.u32 %r154,[%d127+976];\nsetp.eq.s32 %p4,%r154,0;\n@%p4 bra L7;\nld.param.u32 %r155,[%d127+972];\n"
    "add.s32 %r156,%r155,-1;\ncvt.u64.u32 %d137,%r156;\nld.param.u64 %d138,[%d127+992];\n"
    "mul.lo.s64 %d139,%d138,%d137;\nadd.s64 %d332,%d139,%d332;\nL7:\nld.param.u32 %r157,[%d9];\n"
    "setp.eq.s32 %p5,%r157,0;\n@%p5 bra L9;\nmul.lo.s64 %d140,%d310,281479271743489;\n"
    "ld.param.s32 %d144,[%d127+980];\nmul.lo.s64 %d145,%d144,844433520132096;\nadd.s64 %d310,%d145,%d140;\nL9:\n"
    "cvt.u32.u64 %r158,%d5;\nsetp.eq.s32 %p6,%r158,0;\nselp.b64 %d309,%d312,%d309,%p6;\n"
    "selp.b64 %d308,%d310,%d308,%p6;\nselp.b64 %d307,%d332,%d307,%p6;\nadd.s32 %r387,%r158,1;\n"
    "setp.lt.u32 %p7,%r387,2;\n@%p7 bra L1;\nld.param.u64 %d320,[%d118];\nld.param.u64 %d321,[%d118+8];\n"
    "add.s64 %d20,%d118,176;\nmov.u32 %r390,0;\nmov.u32 %r7,%ctaid.x;\nmov.u32 %r404,%r390;\nmov.u32 %r403,%r390;\n"
    "mov.u32 %r402,%r390;\nmov.u32 %r401,%r390;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p8,%r390,0;\n"
    "mov.u32 %r395,%r7;\n@%p8 bra L15;\nsetp.ne.s32 %p9,%r390,1;\n@%p9 bra L14;\nmov.u32 %r395,%ctaid.y;\n"
    "bra.uni L15;\nL14:\nmov.u32 %r395,%ctaid.z;\nL15:\nmul.wide.u32 %d146,%r390,4;\nadd.s64 %d147,%d118,%d146;\n"
    "ld.param.u32 %r16,[%d147+56];\nsetp.ge.u32 %p10,%r404,%r16;\n@%p10 bra L18;\nmul.wide.u32 %d148,%r404,40;\n"
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
    "setp.lt.u32 %p15,%r390,3;\n@%p15 bra L11;\nld.param.u32 %r32,[%d118+96];\nadd.s32 %r182,%r401,1;\n"
    "setp.eq.s32 %p16,%r182,%r32;\nld.param.u64 %d32,[%d118+120];\nneg.s64 %d154,%d32;\n"
    "selp.b64 %d155,%d154,0,%p16;\nld.param.u64 %d33,[%d118+112];\nadd.s64 %d156,%d155,%d33;\n"
    "ld.param.u32 %r33,[%d118+100];\nadd.s32 %r183,%r402,1;\nsetp.eq.s32 %p17,%r183,%r33;\n"
    "ld.param.u64 %d34,[%d118+128];\nneg.s64 %d157,%d34;\nselp.b64 %d158,%d157,0,%p17;\n"
    "add.s64 %d159,%d156,%d158;\nld.param.u32 %r34,[%d118+104];\nadd.s32 %r184,%r403,1;\n"
    "setp.eq.s32 %p18,%r184,%r34;\nld.param.u64 %d35,[%d118+136];\nneg.s64 %d160,%d35;\n"
    "selp.b64 %d161,%d160,0,%p18;\nadd.s64 %d322,%d159,%d161;\nsetp.ne.s64 %p19,%d322,%d33;\n"
    "selp.u32 %r422,1,0,%p19;\nld.param.v2.u32{%r185,%r186},[%d118+96];\nmov.u32 %r428,0;\n"
    "setp.ge.u32 %p20,%r401,%r185;\nsetp.ge.u32 %p21,%r402,%r186;\nsetp.ge.u32 %p22,%r403,%r34;\n"
    "or.pred %p23,%p20,%p21;\nor.pred %p24,%p22,%p23;\nselp.u32 %r421,1,0,%p24;\nld.param.u32 %r37,[%d118+944];\n"
    "ld.param.u32 %r38,[%d118+968];\nld.param.u32 %r39,[%d118+1864];\nld.param.u64 %d37,[%d118+80];\n"
    "ld.param.u64 %d38,[%d118+88];\nld.param.v2.u32{%r189,%r190},[%d118+72];\nld.param.u32 %r42,[%d118+68];\n"
    "and.b64 %d39,%d310,65535;\nld.param.u32 %r43,[%d118+1888];\nld.param.u64 %d40,[%d118+1480];\n"
    "ld.param.u64 %d41,[%d118+1504];\n",
    "ld.param.u64 %d42,[%d118+1528];\nld.param.u64 %d43,[%d118+1552];\nld.param.u64 %d44,[%d118+1576];\n"
    "ld.param.u64 %d45,[%d118+1600];\nld.param.u64 %d46,[%d118+1624];\nld.param.u64 %d47,[%d118+1648];\n"
    "ld.param.u64 %d48,[%d118+1672];\nld.param.u64 %d49,[%d118+1696];\nld.param.u64 %d50,[%d118+1720];\n"
    "ld.param.u64 %d51,[%d118+1744];\nld.param.u64 %d52,[%d118+1768];\nld.param.u64 %d53,[%d118+1792];\n"
    "ld.param.u64 %d54,[%d118+1816];\nld.param.u64 %d55,[%d118+1840];\nld.param.u64 %d56,[%d118+1488];\n"
    "and.b64 %d57,%d308,65535;\nld.param.u64 %d58,[%d118+1512];\nld.param.u64 %d59,[%d118+1536];\n"
    "ld.param.u64 %d60,[%d118+1560];\nld.param.u64 %d61,[%d118+1584];\nld.param.u64 %d62,[%d118+1608];\n"
    "ld.param.u64 %d63,[%d118+1632];\nld.param.u64 %d64,[%d118+1656];\nld.param.u64 %d65,[%d118+1680];\n"
    "ld.param.u64 %d66,[%d118+1704];\nld.param.u64 %d67,[%d118+1728];\nld.param.u64 %d68,[%d118+1752];\n"
    "ld.param.u64 %d69,[%d118+1776];\nld.param.u64 %d70,[%d118+1800];\nld.param.u64 %d71,[%d118+1824];\n"
    "ld.param.u64 %d72,[%d118+1848];\nadd.s64 %d217,%d56,%d57;\nadd.s64 %d218,%d58,%d57;\n"
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
    "add.s64 %d163,%d118,%d162;\nld.param.u64 %d164,[%d163+1496];\nsub.s64 %d165,%d306,%d164;\n"
    "and.b64 %d166,%d165,4611688217451692032;\nsetp.eq.s64 %p31,%d166,4611688217451692032;\nmov.u32 %r197,-2;\n"
    "shf.l.wrap.b32 %r198,%r197,%r197,%r429;\nselp.b32 %r199,-1,%r198,%p31;\nand.b32 %r431,%r199,%r431;\n"
    "add.s32 %r429,%r429,1;\nsetp.lt.u32 %p32,%r429,%r38;\n@%p32 bra L23;\nL24:\nadd.s64 %d183,%d320,%d309;\n"
    "and.b32 %r201,%r431,1;\nadd.s64 %d167,%d183,%d40;\n{.reg .pred q;setp.ne.s32 q,%r201,0;\n"
    "mov.b32 %r200,0;@q ld.global.u8 %r200,[%d167];}\nand.b32 %r447,%r200,255;\nshr.u32 %r232,%r431,1;\n"
    "and.b32 %r203,%r232,1;\nadd.s64 %d168,%d183,%d41;\n{.reg .pred q;setp.ne.s32 q,%r203,0;\n"
    "mov.b32 %r202,0;@q ld.global.u8 %r202,[%d168];}\nand.b32 %r446,%r202,255;\nshr.u32 %r233,%r431,2;\n"
    "and.b32 %r205,%r233,1;\nadd.s64 %d169,%d183,%d42;\n{.reg .pred q;setp.ne.s32 q,%r205,0;\n",
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
    "ld.param.u64 %d186,[%d185+2416];\nsub.s64 %d187,%d81,%d186;\nand.b64 %d188,%d187,4611688217451692032;\n"
    "setp.eq.s64 %p40,%d188,4611688217451692032;\nmov.u32 %r253,-2;\nshf.l.wrap.b32 %r254,%r253,%r253,%r448;\n"
    "selp.b32 %r255,-1,%r254,%p40;\nand.b32 %r450,%r255,%r450;\nadd.s32 %r448,%r448,1;\n"
    "setp.lt.u32 %p41,%r448,%r43;\n@%p41 bra L29;\nL30:\n@%p37 bra L38;\nmov.u32 %r451,0;\nL32:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p43,%r451,%r43;\n@%p43 bra L37;\nand.b32 %r259,%r451,12;\n"
    "mul.wide.u32 %d191,%r259,24;\nadd.s64 %d192,%d118,%d191;\nld.param.u64 %d193,[%d192+2400];\n"
    "add.s64 %d189,%d80,%d193;\nld.param.u64 %d194,[%d192+2408];\nadd.s64 %d195,%d194,%d39;\n"
    "cvt.u32.u64 %r260,%d195;\nmov.u32 %r261,tile;\nadd.s32 %r262,%r261,%r260;\nshr.u32 %r263,%r450,%r451;\n"
    "and.b32 %r258,%r263,1;\nld.shared.u8 %r257,[%r262];\n{.reg .pred q;setp.ne.s32 q,%r258,0;\n"
    "@q st.global.u8[%d189],%r257;}\nadd.s32 %r264,%r451,1;\nsetp.ge.u32 %p44,%r264,%r43;\n@%p44 bra L37;\n",
    "add.s32 %r381,%r451,1;\nmov.u32 %r380,tile;\nand.b32 %r268,%r381,13;\nmul.wide.u32 %d198,%r268,24;\n"
    "add.s64 %d199,%d118,%d198;\nld.param.u64 %d200,[%d199+2400];\nadd.s64 %d196,%d80,%d200;\n"
    "ld.param.u64 %d201,[%d199+2408];\nadd.s64 %d202,%d201,%d39;\ncvt.u32.u64 %r269,%d202;\n"
    "add.s32 %r271,%r380,%r269;\nshr.u32 %r272,%r450,%r381;\nand.b32 %r266,%r272,1;\nld.shared.u8 %r265,[%r271];\n"
    "{.reg .pred q;setp.ne.s32 q,%r266,0;\n@q st.global.u8[%d196],%r265;}\nadd.s32 %r115,%r451,2;\n"
    "setp.ge.u32 %p45,%r115,%r43;\n@%p45 bra L37;\nmov.u32 %r382,tile;\nand.b32 %r275,%r115,14;\n"
    "mul.wide.u32 %d205,%r275,24;\nadd.s64 %d206,%d118,%d205;\nld.param.u64 %d207,[%d206+2400];\n"
    "add.s64 %d203,%d80,%d207;\nld.param.u64 %d208,[%d206+2408];\nadd.s64 %d209,%d208,%d39;\n"
    "cvt.u32.u64 %r276,%d209;\nadd.s32 %r278,%r382,%r276;\nshr.u32 %r279,%r450,%r115;\nand.b32 %r274,%r279,1;\n"
    "ld.shared.u8 %r273,[%r278];\n{.reg .pred q;setp.ne.s32 q,%r274,0;\n@q st.global.u8[%d203],%r273;}\n"
    "add.s32 %r116,%r451,3;\nsetp.ge.u32 %p46,%r116,%r43;\n@%p46 bra L37;\nadd.s32 %r385,%r451,1;\n"
    "and.b32 %r384,%r381,13;\nmul.wide.u32 %d305,%r384,24;\nadd.s64 %d304,%d118,%d305;\nmov.u32 %r383,tile;\n"
    "ld.param.u64 %d214,[%d304+2448];\nadd.s64 %d210,%d80,%d214;\nld.param.u64 %d215,[%d304+2456];\n"
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
    "cvt.u32.u64 %r333,%d232;\n",
    "mov.u32 %r334,tile;\nadd.s32 %r335,%r334,%r333;\nst.shared.u8[%r335],%r432;\nbra.uni L74;\nL39:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile2[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile2(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<134>;\n.reg .b16 %rs<40>;\n.reg .b32 %r<788>;\n.reg .b64 %d<462>;\nmov.b64 %d144,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d147,0;\nmov.u32 %r254,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r693,%r254;\nmov.u64 %d422,%d147;\nmov.u64 %d423,%d147;\nmov.u64 %d424,%d147;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r693;\nmul.wide.u32 %d151,%r693,920;\n"
    "add.s64 %d152,%d144,%d151;\nadd.s64 %d6,%d152,976;\nld.param.u32 %r6,[%d152+976];\nmov.u32 %r694,%r254;\n"
    "mov.u64 %d425,%d147;\nmov.u64 %d449,%d147;\nmov.u64 %d427,%d147;\nbra.uni L2;\nL142:\nshl.b32 %r657,%r694,4;\n"
    "shl.b64 %d366,%d448,%r657;\nor.b64 %d425,%d366,%d425;\nsetp.eq.s32 %p131,%r694,0;\n"
    "selp.b64 %d427,%d447,%d427,%p131;\nadd.s32 %r694,%r694,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p1,%r6,0;\nmov.u32 %r695,1;\n@%p1 bra L4;\nld.param.u32 %r695,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p2,%r694,%r695;\n@%p2 bra L130;\nbra.uni L5;\nL130:\nld.param.u32 %r622,[%d6+-28];\n"
    "setp.lt.u32 %p124,%r622,2;\nmov.u32 %r777,%r4;\n@%p124 bra L132;\nld.param.v2.u32{%r623,%r624},[%d6+-24];\n"
    "mul.hi.u32 %r627,%r4,%r623;\nshr.u32 %r777,%r627,%r624;\nL132:\nld.param.u32 %r233,[%d6+-28];\n"
    "mov.u64 %d447,0;\nld.param.v2.u32{%r781,%r629},[%d6+-16];\nadd.s32 %r235,%r629,%r781;\n"
    "add.s32 %r778,%r781,1;\nsetp.ge.u32 %p125,%r778,%r235;\nmov.u64 %d448,%d447;\nmov.u64 %d449,%d447;\n"
    "mov.u32 %r782,%r777;\n@%p125 bra L135;\nmov.u64 %d449,0;\nmov.u32 %r779,%r777;\nmov.u32 %r780,%r781;\n"
    "mov.u64 %d448,%d449;\nmov.u64 %d447,%d449;\nL134:\n.pragma \"nounroll\";\nmov.u32 %r781,%r778;\n"
    "mul.lo.s64 %d322,%d5,920;\nadd.s64 %d323,%d144,%d322;\nmul.wide.u32 %d324,%r780,40;\n"
    "add.s64 %d325,%d323,%d324;\nld.param.v2.u32{%r631,%r632},[%d325+1000];\nmul.hi.u32 %r635,%r779,%r632;\n"
    "ld.param.u32 %r636,[%d325+1008];\nshr.u32 %r782,%r635,%r636;\nmul.lo.s32 %r637,%r782,%r631;\n"
    "sub.s32 %r638,%r779,%r637;\ncvt.u64.u32 %d326,%r638;\nld.param.u64 %d327,[%d325+1016];\n"
    "mul.lo.s64 %d328,%d327,%d326;\nadd.s64 %d447,%d328,%d447;\nld.param.u64 %d329,[%d325+1024];\n"
    "mul.lo.s64 %d330,%d329,%d326;\nadd.s64 %d448,%d330,%d448;\nld.param.u64 %d331,[%d325+1032];\n"
    "mul.lo.s64 %d332,%d331,%d326;\nadd.s64 %d449,%d332,%d449;\nadd.s32 %r778,%r781,1;\n"
    "setp.lt.u32 %p126,%r778,%r235;\nmov.u32 %r779,%r782;\nmov.u32 %r780,%r781;\n@%p126 bra L134;\nL135:\n"
    "setp.ge.u32 %p127,%r781,%r235;\n@%p127 bra L137;\nmul.lo.s64 %d333,%d5,920;\nadd.s64 %d334,%d144,%d333;\n"
    "mul.wide.u32 %d335,%r781,40;\nadd.s64 %d336,%d334,%d335;\ncvt.u64.u32 %d337,%r782;\n"
    "ld.param.u64 %d338,[%d336+1016];\nmul.lo.s64 %d339,%d338,%d337;\nadd.s64 %d447,%d339,%d447;\n"
    "ld.param.u64 %d340,[%d336+1024];\nmul.lo.s64 %d341,%d340,%d337;\nadd.s64 %d448,%d341,%d448;\n"
    "ld.param.u64 %d342,[%d336+1032];\nmul.lo.s64 %d343,%d342,%d337;\nadd.s64 %d449,%d343,%d449;\nL137:\n"
    "ld.param.v2.u32{%r640,%r641},[%d6+-16];\nmov.u32 %r786,0;\nld.param.v2.u32{%r642,%r643},[%d6+-8];\n"
    "mul.lo.s32 %r645,%r233,%r777;\nsub.s32 %r646,%r4,%r645;\nmad.lo.s32 %r787,%r643,%r646,%r694;\n"
    "setp.lt.u32 %p128,%r640,2;\n@%p128 bra L140;\nmov.u32 %r785,0;\nmov.u32 %r783,1;\nmov.u32 %r784,%r787;\n"
    "L139:\n.pragma \"nounroll\";\nmov.u32 %r786,%r783;\nmul.lo.s64 %d344,%d5,920;\nadd.s64 %d345,%d144,%d344;\n"
    "mul.wide.u32 %d346,%r785,40;\nadd.s64 %d347,%d345,%d346;\nld.param.v2.u32{%r649,%r650},[%d347+1000];\n"
    "mul.hi.u32 %r653,%r784,%r650;\nld.param.u32 %r654,[%d347+1008];\nshr.u32 %r787,%r653,%r654;\n"
    "mul.lo.s32 %r655,%r787,%r649;\nsub.s32 %r656,%r784,%r655;\ncvt.u64.u32 %d348,%r656;\n"
    "ld.param.u64 %d349,[%d347+1016];\nmul.lo.s64 %d350,%d349,%d348;\nadd.s64 %d447,%d350,%d447;\n"
    "ld.param.u64 %d351,[%d347+1024];\nmul.lo.s64 %d352,%d351,%d348;\nadd.s64 %d448,%d352,%d448;\n"
    "ld.param.u64 %d353,[%d347+1032];\nmul.lo.s64 %d354,%d353,%d348;\nadd.s64 %d449,%d354,%d449;\n"
    "add.s32 %r783,%r786,1;\nsetp.lt.u32 %p129,%r783,%r640;\n",
    "mov.u32 %r784,%r787;\nmov.u32 %r785,%r786;\n@%p129 bra L139;\nL140:\nsetp.ge.u32 %p130,%r786,%r640;\n"
    "@%p130 bra L142;\nmul.lo.s64 %d355,%d5,920;\nadd.s64 %d356,%d144,%d355;\nmul.wide.u32 %d357,%r786,40;\n"
    "add.s64 %d358,%d356,%d357;\ncvt.u64.u32 %d359,%r787;\nld.param.u64 %d360,[%d358+1016];\n"
    "mul.lo.s64 %d361,%d360,%d359;\nadd.s64 %d447,%d361,%d447;\nld.param.u64 %d362,[%d358+1024];\n"
    "mul.lo.s64 %d363,%d362,%d359;\nadd.s64 %d448,%d363,%d448;\nld.param.u64 %d364,[%d358+1032];\n"
    "mul.lo.s64 %d365,%d364,%d359;\nadd.s64 %d449,%d365,%d449;\nbra.uni L142;\nL5:\nld.param.u32 %r257,[%d6];\n"
    "setp.eq.s32 %p3,%r257,0;\n@%p3 bra L7;\nld.param.u32 %r258,[%d6+-4];\nadd.s32 %r259,%r258,-1;\n"
    "cvt.u64.u32 %d153,%r259;\nld.param.u64 %d154,[%d6+16];\nmul.lo.s64 %d155,%d154,%d153;\n"
    "add.s64 %d449,%d155,%d449;\nL7:\nld.param.u32 %r260,[%d6];\nsetp.eq.s32 %p4,%r260,0;\n@%p4 bra L9;\n"
    "mul.lo.s64 %d156,%d425,281479271743489;\nld.param.s32 %d157,[%d6+4];\n"
    "mul.lo.s64 %d158,%d157,844433520132096;\nadd.s64 %d425,%d158,%d156;\nL9:\ncvt.u32.u64 %r261,%d5;\n"
    "setp.eq.s32 %p5,%r261,0;\nselp.b64 %d424,%d427,%d424,%p5;\nselp.b64 %d423,%d425,%d423,%p5;\n"
    "selp.b64 %d422,%d449,%d422,%p5;\nadd.s32 %r693,%r261,1;\nsetp.lt.u32 %p6,%r693,2;\n@%p6 bra L1;\n"
    "ld.param.u64 %d435,[%d144];\nld.param.u64 %d436,[%d144+8];\nadd.s64 %d20,%d144,176;\nmov.u32 %r696,0;\n"
    "mov.u32 %r710,%r696;\nmov.u32 %r709,%r696;\nmov.u32 %r708,%r696;\nmov.u32 %r707,%r696;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p7,%r696,0;\nmov.u32 %r701,%r1;\n@%p7 bra L14;\nsetp.ne.s32 %p8,%r696,1;\n"
    "mov.u32 %r701,%r2;\n@%p8 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r701,%r3;\nL14:\nmul.wide.u32 %d159,%r696,4;\n"
    "add.s64 %d160,%d144,%d159;\nld.param.u32 %r17,[%d160+56];\nsetp.ge.u32 %p9,%r710,%r17;\n@%p9 bra L17;\n"
    "mul.wide.u32 %d161,%r710,40;\nadd.s64 %d432,%d20,%d161;\nL16:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r267,%r268},[%d432+-32];\nmul.hi.u32 %r271,%r701,%r268;\n"
    "ld.param.v2.u32{%r272,%r273},[%d432+-24];\nshr.u32 %r23,%r271,%r272;\nmul.lo.s32 %r276,%r23,%r267;\n"
    "sub.s32 %r277,%r701,%r276;\ncvt.u64.u32 %d162,%r277;\nld.param.u64 %d163,[%d432+-16];\n"
    "mul.lo.s64 %d164,%d163,%d162;\nld.param.u64 %d165,[%d432+-8];\nmul.lo.s64 %d166,%d165,%d162;\n"
    "ld.param.u32 %r278,[%d432];\nmul.lo.s32 %r279,%r277,%r278;\nadd.s64 %d435,%d164,%d435;\n"
    "add.s64 %d436,%d166,%d436;\nsetp.eq.s32 %p10,%r273,0;\nselp.b32 %r280,%r279,0,%p10;\n"
    "add.s32 %r707,%r280,%r707;\nsetp.eq.s32 %p11,%r273,1;\nselp.b32 %r281,%r279,0,%p11;\n"
    "add.s32 %r708,%r281,%r708;\nsetp.eq.s32 %p12,%r273,2;\nselp.b32 %r282,%r279,0,%p12;\n"
    "add.s32 %r709,%r282,%r709;\nadd.s64 %d432,%d432,40;\nadd.s32 %r710,%r710,1;\nsetp.lt.u32 %p13,%r710,%r17;\n"
    "mov.u32 %r701,%r23;\n@%p13 bra L16;\nL17:\nadd.s32 %r696,%r696,1;\nsetp.lt.u32 %p14,%r696,3;\n@%p14 bra L11;\n"
    "ld.param.u32 %r33,[%d144+96];\nadd.s32 %r285,%r707,1;\nsetp.eq.s32 %p15,%r285,%r33;\n"
    "ld.param.u64 %d32,[%d144+120];\nneg.s64 %d167,%d32;\nselp.b64 %d168,%d167,0,%p15;\n"
    "ld.param.u64 %d33,[%d144+112];\nadd.s64 %d169,%d168,%d33;\nld.param.v2.u32{%r286,%r287},[%d144+96];\n"
    "mov.u32 %r737,0;\nadd.s32 %r288,%r708,1;\nsetp.eq.s32 %p16,%r288,%r287;\nld.param.u64 %d34,[%d144+128];\n"
    "neg.s64 %d170,%d34;\nselp.b64 %d171,%d170,0,%p16;\nadd.s64 %d172,%d169,%d171;\n"
    "ld.param.u32 %r36,[%d144+104];\nadd.s32 %r289,%r709,1;\nsetp.eq.s32 %p17,%r289,%r36;\n"
    "ld.param.u64 %d35,[%d144+136];\nneg.s64 %d173,%d35;\nselp.b64 %d174,%d173,0,%p17;\n"
    "add.s64 %d437,%d172,%d174;\nsetp.ne.s64 %p18,%d437,%d33;\nselp.u32 %r728,1,0,%p18;\n"
    "setp.ge.u32 %p19,%r707,%r286;\nsetp.ge.u32 %p20,%r708,%r287;\nsetp.ge.u32 %p21,%r709,%r36;\n"
    "or.pred %p22,%p19,%p20;\nor.pred %p23,%p21,%p22;\nselp.u32 %r727,1,0,%p23;\nld.param.u32 %r40,[%d144+968];\n"
    "ld.param.v2.u32{%r290,%r291},[%d144+968];\nld.param.v2.u32{%r292,%r293},[%d144+944];\n"
    "ld.param.v2.u32{%r294,%r295},[%d144+1864];\nld.param.v2.u32{%r296,%r297},[%d144+72];\n"
    "ld.param.u32 %r52,[%d144+40];\nld.param.v2.u32{%r298,%r299},[%d144+1888];\ncvt.u32.u64 %r300,%d423;\n"
    "and.b32 %r55,%r300,65535;\nld.param.v2.u32{%r301,%r302},[%d144+976];\n",
    "and.b64 %d39,%d425,65535;\nld.param.v2.u32{%r303,%r304},[%d144+40];\n"
    "ld.param.v2.u32{%r305,%r306},[%d144+32];\nld.param.u32 %r63,[%d144+1888];\ncvt.u32.u64 %r307,%d425;\n"
    "and.b32 %r65,%r307,65535;\nld.param.v2.u32{%r308,%r309},[%d144+1896];\n"
    "ld.param.v2.u32{%r310,%r311},[%d144+952];\nld.param.u32 %r70,[%d144+984];\n"
    "ld.param.v2.u32{%r312,%r313},[%d144+1872];\nld.param.u32 %r75,[%d144+1904];\nld.param.u64 %d43,[%d144+1504];\n"
    "ld.param.u64 %d44,[%d144+1528];\nld.param.u64 %d45,[%d144+1552];\nld.param.u64 %d62,[%d144+1584];\n"
    "and.b64 %d63,%d423,65535;\nld.param.u64 %d64,[%d144+1608];\nld.param.u64 %d65,[%d144+1632];\n"
    "ld.param.u64 %d66,[%d144+1656];\nld.param.u64 %d67,[%d144+1680];\nld.param.u64 %d68,[%d144+1704];\n"
    "ld.param.u64 %d69,[%d144+1728];\nld.param.u64 %d70,[%d144+1752];\nld.param.u64 %d71,[%d144+1776];\n"
    "ld.param.u64 %d72,[%d144+1800];\nld.param.u64 %d73,[%d144+1824];\nld.param.u64 %d74,[%d144+1848];\n"
    "add.s64 %d285,%d62,%d63;\nadd.s64 %d286,%d64,%d63;\nadd.s64 %d287,%d65,%d63;\nadd.s64 %d288,%d66,%d63;\n"
    "add.s64 %d289,%d67,%d63;\nadd.s64 %d290,%d68,%d63;\nadd.s64 %d291,%d69,%d63;\nadd.s64 %d292,%d70,%d63;\n"
    "add.s64 %d293,%d71,%d63;\nadd.s64 %d294,%d72,%d63;\nadd.s64 %d295,%d73,%d63;\nadd.s64 %d296,%d74,%d63;\n"
    "mov.u32 %r732,%r727;\nmov.u32 %r733,%r728;\nmov.u32 %r734,%r709;\nmov.u32 %r735,%r708;\nmov.u32 %r736,%r707;\n"
    "mov.u64 %d440,%d437;\nmov.u64 %d441,%d436;\nbra.uni L19;\nL129:\nld.param.u32 %r671,[%d144+68];\n"
    "ld.param.u32 %r670,[%d144+104];\nld.param.u32 %r669,[%d144+100];\nld.param.u64 %d370,[%d144+112];\n"
    "ld.param.u32 %r662,[%d144+96];\nld.param.u64 %d369,[%d144+88];\nld.param.u64 %d368,[%d144+80];\nbar.sync 0;\n"
    "add.s64 %d435,%d368,%d435;\nadd.s64 %d436,%d369,%d441;\nsetp.eq.s32 %p110,%r296,0;\n"
    "selp.b32 %r616,%r297,0,%p110;\nadd.s32 %r707,%r616,%r736;\nsetp.eq.s32 %p111,%r296,1;\n"
    "selp.b32 %r617,%r297,0,%p111;\nadd.s32 %r708,%r617,%r735;\nsetp.eq.s32 %p112,%r296,2;\n"
    "selp.b32 %r618,%r297,0,%p112;\nadd.s32 %r709,%r618,%r734;\nadd.s32 %r619,%r707,1;\n"
    "setp.eq.s32 %p113,%r619,%r662;\nselp.b64 %d309,%d167,0,%p113;\nadd.s64 %d310,%d309,%d370;\n"
    "add.s32 %r620,%r708,1;\nsetp.eq.s32 %p114,%r620,%r669;\nselp.b64 %d312,%d170,0,%p114;\n"
    "add.s64 %d313,%d310,%d312;\nadd.s32 %r621,%r709,1;\nsetp.eq.s32 %p115,%r621,%r670;\n"
    "selp.b64 %d315,%d173,0,%p115;\nadd.s64 %d437,%d313,%d315;\nsetp.ne.s64 %p116,%d437,%d370;\n"
    "selp.u32 %r728,1,0,%p116;\nsetp.ge.u32 %p117,%r707,%r286;\nsetp.ge.u32 %p118,%r708,%r669;\n"
    "setp.ge.u32 %p119,%r709,%r670;\nor.pred %p120,%p117,%p118;\nor.pred %p121,%p119,%p120;\n"
    "add.s32 %r737,%r737,1;\nsetp.ge.u32 %p122,%r737,%r671;\nor.pred %p123,%p121,%p122;\n"
    "selp.u32 %r727,1,0,%p123;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d79,%d441;\nmov.u64 %d78,%d440;\n"
    "mov.u32 %r102,%r736;\nmov.u32 %r101,%r735;\nmov.u32 %r100,%r734;\nmov.u32 %r99,%r733;\nmov.u32 %r98,%r732;\n"
    "mov.u64 %d441,%d436;\nmov.u64 %d440,%d437;\nmov.u32 %r736,%r707;\nmov.u32 %r735,%r708;\nmov.u32 %r734,%r709;\n"
    "mov.u32 %r733,%r728;\nmov.u32 %r732,%r727;\nld.param.u32 %r663,[%d144+944];\nmov.u32 %r314,%tid.x;\n"
    "setp.le.u32 %p24,%r663,%r314;\nsetp.ne.s32 %p25,%r732,0;\nor.pred %p26,%p25,%p24;\n@%p26 bra L26;\n"
    "setp.eq.s32 %p27,%r40,0;\nsetp.eq.s32 %p28,%r733,0;\nor.pred %p29,%p28,%p27;\nmov.u32 %r315,-1;\n"
    "shl.b32 %r316,%r315,%r40;\nnot.b32 %r740,%r316;\n@%p29 bra L23;\nsub.s64 %d81,%d440,%d422;\n"
    "not.b32 %r740,%r316;\nmov.u32 %r738,0;\nL22:\n.pragma \"nounroll\";\nmul.wide.u32 %d175,%r738,24;\n"
    "add.s64 %d176,%d144,%d175;\nld.param.u64 %d177,[%d176+1496];\nsub.s64 %d178,%d81,%d177;\n"
    "and.b64 %d179,%d178,4611688217451692032;\nsetp.eq.s64 %p30,%d179,4611688217451692032;\nmov.u32 %r320,-2;\n"
    "shf.l.wrap.b32 %r321,%r320,%r320,%r738;\nselp.b32 %r322,-1,%r321,%p30;\nand.b32 %r740,%r322,%r740;\n"
    "add.s32 %r738,%r738,1;\nsetp.lt.u32 %p31,%r738,%r290;\n@%p31 bra L22;\nL23:\nadd.s64 %d390,%d435,%d424;\n"
    "ld.param.u64 %d371,[%d144+1480];\nsetp.gt.u32 %p32,%r291,1;\nadd.s64 %d83,%d371,%d390;\n"
    "and.b32 %r112,%r740,1;\n@%p32 bra L25;\nbra.uni L24;\nL25:\nadd.s64 %d392,%d435,%d424;\n",
    "{.reg .pred q;setp.ne.s32 q,%r112,0;\nmov.u32 %r726,0;mov.u32 %r725,0;mov.u32 %r724,0;mov.u32 %r723,0;\n"
    "@q ld.global.v4.u32{%r726,%r725,%r724,%r723},[%d83];}\nshr.u32 %r374,%r740,1;\nand.b32 %r363,%r374,1;\n"
    "add.s64 %d197,%d43,%d392;\n{.reg .pred q;setp.ne.s32 q,%r363,0;\n"
    "mov.u32 %r722,0;mov.u32 %r721,0;mov.u32 %r720,0;mov.u32 %r719,0;\n"
    "@q ld.global.v4.u32{%r722,%r721,%r720,%r719},[%d197];}\nshr.u32 %r375,%r740,2;\nand.b32 %r368,%r375,1;\n"
    "add.s64 %d198,%d44,%d392;\n{.reg .pred q;setp.ne.s32 q,%r368,0;\n"
    "mov.u32 %r718,0;mov.u32 %r717,0;mov.u32 %r716,0;mov.u32 %r715,0;\n"
    "@q ld.global.v4.u32{%r718,%r717,%r716,%r715},[%d198];}\nshr.u32 %r376,%r740,3;\nand.b32 %r373,%r376,1;\n"
    "add.s64 %d199,%d45,%d392;\n{.reg .pred q;setp.ne.s32 q,%r373,0;\n"
    "mov.u32 %r714,0;mov.u32 %r713,0;mov.u32 %r712,0;mov.u32 %r711,0;\n"
    "@q ld.global.v4.u32{%r714,%r713,%r712,%r711},[%d199];}\nbra.uni L26;\nL24:\nadd.s64 %d391,%d435,%d424;\n"
    "ld.param.u64 %d383,[%d144+1840];\nld.param.u64 %d382,[%d144+1816];\nld.param.u64 %d381,[%d144+1792];\n"
    "ld.param.u64 %d380,[%d144+1768];\nld.param.u64 %d379,[%d144+1744];\nld.param.u64 %d378,[%d144+1720];\n"
    "ld.param.u64 %d377,[%d144+1696];\nld.param.u64 %d376,[%d144+1672];\nld.param.u64 %d375,[%d144+1648];\n"
    "ld.param.u64 %d374,[%d144+1624];\nld.param.u64 %d373,[%d144+1600];\nld.param.u64 %d372,[%d144+1576];\n"
    "{.reg .pred q;setp.ne.s32 q,%r112,0;\nmov.b16 %rs1,0;@q ld.global.u16 %rs1,[%d83];}\ncvt.u32.u16 %r726,%rs1;\n"
    "shr.u32 %r339,%r740,1;\nand.b32 %r324,%r339,1;\nadd.s64 %d181,%d43,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r324,0;\nmov.b16 %rs2,0;@q ld.global.u16 %rs2,[%d181];}\n"
    "cvt.u32.u16 %r725,%rs2;\nshr.u32 %r340,%r740,2;\nand.b32 %r325,%r340,1;\nadd.s64 %d182,%d44,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r325,0;\nmov.b16 %rs3,0;@q ld.global.u16 %rs3,[%d182];}\n"
    "cvt.u32.u16 %r724,%rs3;\nshr.u32 %r341,%r740,3;\nand.b32 %r326,%r341,1;\nadd.s64 %d183,%d45,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r326,0;\nmov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d183];}\n"
    "cvt.u32.u16 %r723,%rs4;\nshr.u32 %r342,%r740,4;\nand.b32 %r327,%r342,1;\nadd.s64 %d184,%d372,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r327,0;\nmov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d184];}\n"
    "cvt.u32.u16 %r722,%rs5;\nshr.u32 %r343,%r740,5;\nand.b32 %r328,%r343,1;\nadd.s64 %d185,%d373,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r328,0;\nmov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d185];}\n"
    "cvt.u32.u16 %r721,%rs6;\nshr.u32 %r344,%r740,6;\nand.b32 %r329,%r344,1;\nadd.s64 %d186,%d374,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r329,0;\nmov.b16 %rs7,0;@q ld.global.u16 %rs7,[%d186];}\n"
    "cvt.u32.u16 %r720,%rs7;\nshr.u32 %r345,%r740,7;\nand.b32 %r330,%r345,1;\nadd.s64 %d187,%d375,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r330,0;\nmov.b16 %rs8,0;@q ld.global.u16 %rs8,[%d187];}\n"
    "cvt.u32.u16 %r719,%rs8;\nshr.u32 %r346,%r740,8;\nand.b32 %r331,%r346,1;\nadd.s64 %d188,%d376,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r331,0;\nmov.b16 %rs9,0;@q ld.global.u16 %rs9,[%d188];}\n"
    "cvt.u32.u16 %r718,%rs9;\nshr.u32 %r347,%r740,9;\nand.b32 %r332,%r347,1;\nadd.s64 %d189,%d377,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r332,0;\nmov.b16 %rs10,0;@q ld.global.u16 %rs10,[%d189];}\n"
    "cvt.u32.u16 %r717,%rs10;\nshr.u32 %r348,%r740,10;\nand.b32 %r333,%r348,1;\nadd.s64 %d190,%d378,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r333,0;\nmov.b16 %rs11,0;@q ld.global.u16 %rs11,[%d190];}\n"
    "cvt.u32.u16 %r716,%rs11;\nshr.u32 %r349,%r740,11;\nand.b32 %r334,%r349,1;\nadd.s64 %d191,%d379,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r334,0;\nmov.b16 %rs12,0;@q ld.global.u16 %rs12,[%d191];}\n"
    "cvt.u32.u16 %r715,%rs12;\nshr.u32 %r350,%r740,12;\nand.b32 %r335,%r350,1;\nadd.s64 %d192,%d380,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r335,0;\nmov.b16 %rs13,0;@q ld.global.u16 %rs13,[%d192];}\n"
    "cvt.u32.u16 %r714,%rs13;\nshr.u32 %r351,%r740,13;\nand.b32 %r336,%r351,1;\nadd.s64 %d193,%d381,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r336,0;\nmov.b16 %rs14,0;@q ld.global.u16 %rs14,[%d193];}\n"
    "cvt.u32.u16 %r713,%rs14;\nshr.u32 %r352,%r740,14;\nand.b32 %r337,%r352,1;\nadd.s64 %d194,%d382,%d391;\n"
    "{.reg .pred q;setp.ne.s32 q,%r337,0;\n",
    "mov.b16 %rs15,0;@q ld.global.u16 %rs15,[%d194];}\ncvt.u32.u16 %r712,%rs15;\nshr.u32 %r353,%r740,15;\n"
    "and.b32 %r338,%r353,1;\nadd.s64 %d195,%d383,%d391;\n{.reg .pred q;setp.ne.s32 q,%r338,0;\n"
    "mov.b16 %rs16,0;@q ld.global.u16 %rs16,[%d195];}\ncvt.u32.u16 %r711,%rs16;\nL26:\nsetp.eq.s32 %p33,%r737,0;\n"
    "@%p33 bra L79;\nmov.u32 %r377,%tid.x;\nsetp.le.u32 %p34,%r294,%r377;\nsetp.ne.s32 %p35,%r98,0;\n"
    "or.pred %p36,%p35,%p34;\n@%p36 bra L76;\nsetp.lt.u32 %p37,%r52,3;\n@%p37 bra L61;\nbra.uni L29;\nL61:\n"
    "setp.eq.s32 %p63,%r63,0;\nsetp.eq.s32 %p64,%r52,1;\nselp.b32 %r448,%r101,%r100,%p64;\n"
    "setp.eq.s32 %p65,%r52,0;\nselp.b32 %r198,%r102,%r448,%p65;\nmul.lo.s32 %r449,%r52,21;\n"
    "shr.u64 %d255,%d78,%r449;\ncvt.u32.u64 %r450,%d255;\nand.b32 %r199,%r450,1048575;\n@%p63 bra L76;\n"
    "mov.u32 %r770,0;\nL63:\n.pragma \"nounroll\";\nmul.lo.s32 %r674,%r52,21;\nmul.wide.u32 %d257,%r770,24;\n"
    "add.s64 %d258,%d144,%d257;\nld.param.u64 %d97,[%d258+2416];\nsetp.eq.s32 %p66,%r99,0;\n@%p66 bra L65;\n"
    "mul.lo.s32 %r675,%r52,21;\nadd.s64 %d259,%d97,%d449;\nmov.u64 %d260,1048575;\nshl.b64 %d261,%d260,%r675;\n"
    "not.b64 %d262,%d261;\nand.b64 %d263,%d259,%d262;\nsub.s64 %d264,%d78,%d263;\n"
    "and.b64 %d265,%d264,4611688217451692032;\nsetp.ne.s64 %p67,%d265,4611688217451692032;\n@%p67 bra L75;\nL65:\n"
    "mul.lo.s32 %r676,%r52,21;\ncvt.u64.u32 %d394,%r674;\nld.param.u32 %r664,[%d144+48];\n"
    "add.s64 %d266,%d97,%d449;\ncvt.u32.u64 %r454,%d394;\nshr.u64 %d267,%d266,%r454;\ncvt.u32.u64 %r455,%d267;\n"
    "and.b32 %r456,%r455,1048575;\nadd.s32 %r771,%r456,-7;\nsetp.lt.s32 %p68,%r771,%r664;\n@%p68 bra L69;\n"
    "setp.eq.s32 %p69,%r198,0;\n@%p69 bra L68;\nadd.s32 %r771,%r456,-7;\nadd.s32 %r677,%r198,1;\n"
    "mul.wide.u32 %d269,%r303,4;\nadd.s64 %d270,%d144,%d269;\nld.param.u32 %r457,[%d270+96];\n"
    "setp.lt.u32 %p70,%r677,%r457;\n@%p70 bra L75;\nbra.uni L69;\nL68:\nadd.s32 %r464,%r456,-7;\n"
    "sub.s32 %r771,%r464,%r304;\nL69:\nadd.s64 %d410,%d79,%d427;\nmul.wide.u32 %d398,%r770,24;\n"
    "add.s64 %d397,%d144,%d398;\nld.param.u64 %d396,[%d397+2408];\nld.param.u64 %d395,[%d397+2400];\n"
    "shl.b32 %r467,%r455,1;\nand.b32 %r468,%r467,2097150;\nadd.s32 %r469,%r468,-14;\ncvt.s64.s32 %d277,%r469;\n"
    "add.s64 %d278,%d410,%d395;\nsub.s64 %d279,%d278,%d277;\ncvt.u32.u64 %r470,%d279;\nneg.s32 %r471,%r470;\n"
    "and.b32 %r472,%r471,30;\nshr.u32 %r473,%r472,1;\nadd.s32 %r206,%r771,%r473;\nshl.b32 %r474,%r206,1;\n"
    "cvt.s64.s32 %d280,%r474;\nadd.s64 %d101,%d279,%d280;\nsetp.gt.s32 %p71,%r206,-1;\nadd.s32 %r475,%r206,7;\n"
    "setp.le.s32 %p72,%r475,%r199;\nand.pred %p73,%p71,%p72;\nadd.s64 %d281,%d396,%d39;\ncvt.u32.u64 %r476,%d281;\n"
    "sub.s32 %r477,%r476,%r469;\nadd.s32 %r207,%r474,%r477;\n@%p73 bra L74;\nbra.uni L70;\nL74:\n"
    "mov.u32 %r490,tile;\nadd.s32 %r491,%r490,%r207;\nld.shared.u16 %rs31,[%r491];\n"
    "ld.shared.u16 %rs32,[%r491+2];\nmov.b32 %r485,{%rs31,%rs32};\nld.shared.u16 %rs33,[%r491+4];\n"
    "ld.shared.u16 %rs34,[%r491+6];\nmov.b32 %r486,{%rs33,%rs34};\nld.shared.u16 %rs35,[%r491+8];\n"
    "ld.shared.u16 %rs36,[%r491+10];\nmov.b32 %r487,{%rs35,%rs36};\nld.shared.u16 %rs37,[%r491+12];\n"
    "ld.shared.u16 %rs38,[%r491+14];\nmov.b32 %r488,{%rs37,%rs38};\nmov.u32 %r489,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r489,0;\n@q st.global.v4.u32[%d101],{%r485,%r486,%r487,%r488};}\nbra.uni L75;\n"
    "L70:\nmov.u32 %r772,0;\nL71:\n.pragma \"nounroll\";\nadd.s32 %r479,%r772,%r206;\n"
    "setp.gt.u32 %p74,%r479,%r199;\n@%p74 bra L73;\nshl.b32 %r481,%r772,1;\nmov.u32 %r480,1;\n"
    "cvt.u64.u32 %d283,%r481;\nadd.s64 %d282,%d101,%d283;\nadd.s32 %r482,%r481,%r207;\nmov.u32 %r483,tile;\n"
    "add.s32 %r484,%r483,%r482;\nld.shared.u16 %rs30,[%r484];\n{.reg .pred q;setp.ne.s32 q,%r480,0;\n"
    "@q st.global.u16[%d282],%rs30;}\nL73:\nadd.s32 %r772,%r772,1;\nsetp.eq.s32 %p75,%r772,8;\n@%p75 bra L75;\n"
    "bra.uni L71;\nL75:\nadd.s32 %r770,%r770,1;\nsetp.lt.u32 %p76,%r770,%r63;\n@%p76 bra L63;\nbra.uni L76;\nL29:\n"
    "setp.gt.u32 %p38,%r299,1;\nadd.s64 %d84,%d79,%d427;\n@%p38 bra L41;\nbra.uni L30;\nL41:\n"
    "setp.eq.s32 %p50,%r63,0;\n@%p50 bra L50;\nmov.u32 %r761,0;\nL43:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d230,%r761,24;\n",
    "add.s64 %d231,%d144,%d230;\nadd.s64 %d91,%d231,2416;\nsetp.eq.s32 %p51,%r99,0;\n@%p51 bra L45;\n"
    "sub.s64 %d389,%d78,%d449;\nld.param.u64 %d232,[%d91];\nsub.s64 %d233,%d389,%d232;\n"
    "and.b64 %d234,%d233,4611688217451692032;\nsetp.ne.s64 %p52,%d234,4611688217451692032;\n@%p52 bra L49;\nL45:\n"
    "setp.eq.s32 %p53,%r305,0;\nld.param.u32 %r411,[%d91+-8];\nadd.s32 %r412,%r65,%r411;\nmov.u32 %r413,tile;\n"
    "add.s32 %r174,%r413,%r412;\n@%p53 bra L47;\nld.shared.v4.u32{%r762,%r763,%r764,%r765},[%r174];\nbra.uni L48;\n"
    "L47:\nld.shared.u16 %rs21,[%r174];\nadd.s32 %r418,%r174,%r309;\nld.shared.u16 %rs22,[%r418];\n"
    "mov.b32 %r762,{%rs21,%rs22};\nadd.s32 %r419,%r418,%r309;\nld.shared.u16 %rs23,[%r419];\n"
    "add.s32 %r420,%r419,%r309;\nld.shared.u16 %rs24,[%r420];\nmov.b32 %r763,{%rs23,%rs24};\n"
    "add.s32 %r421,%r420,%r309;\nld.shared.u16 %rs25,[%r421];\nadd.s32 %r422,%r421,%r309;\n"
    "ld.shared.u16 %rs26,[%r422];\nmov.b32 %r764,{%rs25,%rs26};\nadd.s32 %r423,%r422,%r309;\n"
    "ld.shared.u16 %rs27,[%r423];\nadd.s32 %r424,%r423,%r309;\nld.shared.u16 %rs28,[%r424];\n"
    "mov.b32 %r765,{%rs27,%rs28};\nL48:\nld.param.u64 %d236,[%d91+-16];\nadd.s64 %d235,%d236,%d84;\n"
    "mov.u32 %r429,1;\n{.reg .pred q;setp.ne.s32 q,%r429,0;\n"
    "@q st.global.v4.u32[%d235],{%r762,%r763,%r764,%r765};}\nL49:\ncvt.u64.u32 %d402,%r761;\n"
    "cvt.u32.u64 %r430,%d402;\nadd.s32 %r761,%r430,1;\nsetp.lt.u32 %p54,%r761,%r63;\n@%p54 bra L43;\nL50:\n"
    "setp.eq.s32 %p55,%r99,0;\n@%p55 bra L76;\nmov.u32 %r766,%tid.x;\nld.param.u32 %r658,[%d144+1868];\n"
    "setp.lt.u32 %p56,%r658,2;\n@%p56 bra L53;\nmov.u32 %r431,%tid.x;\nmul.hi.u32 %r432,%r431,%r312;\n"
    "shr.u32 %r766,%r432,%r313;\nL53:\nmov.u32 %r660,%tid.x;\nsetp.eq.s32 %p57,%r298,0;\n"
    "mul.lo.s32 %r433,%r295,%r766;\nsub.s32 %r435,%r660,%r433;\nshl.b32 %r436,%r435,3;\nor.b32 %r437,%r436,7;\n"
    "rem.u32 %r191,%r437,%r75;\n@%p57 bra L76;\nmov.u32 %r767,0;\nL55:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d238,%r767,24;\nadd.s64 %d239,%d144,%d238;\nld.param.u64 %d240,[%d239+2416];\n"
    "add.s64 %d442,%d240,%d449;\nsub.s64 %d241,%d78,%d442;\nand.b64 %d242,%d241,4611688217451692032;\n"
    "setp.eq.s64 %p58,%d242,4611688217451692032;\n@%p58 bra L60;\nmov.u32 %r768,7;\nmov.u32 %r769,%r191;\nL57:\n"
    ".pragma \"nounroll\";\nsub.s64 %d246,%d78,%d442;\nand.b64 %d247,%d246,4611688217451692032;\n"
    "setp.ne.s64 %p59,%d247,4611688217451692032;\n@%p59 bra L59;\nmul.wide.u32 %d409,%r767,24;\n"
    "add.s64 %d408,%d144,%d409;\nld.param.u64 %d407,[%d408+2400];\nmul.wide.u32 %d406,%r767,24;\n"
    "add.s64 %d405,%d144,%d406;\nld.param.u32 %r661,[%d144+1900];\nld.param.u32 %r441,[%d405+2408];\n"
    "mad.lo.s32 %r442,%r661,%r768,%r65;\nadd.s32 %r443,%r442,%r441;\nmov.u32 %r444,tile;\n"
    "add.s32 %r445,%r444,%r443;\nld.shared.u16 %rs29,[%r445];\nshl.b32 %r446,%r768,1;\nmov.u32 %r440,1;\n"
    "cvt.u64.u32 %d252,%r446;\nadd.s64 %d253,%d84,%d252;\nadd.s64 %d248,%d253,%d407;\n"
    "{.reg .pred q;setp.ne.s32 q,%r440,0;\n@q st.global.u16[%d248],%rs29;}\nL59:\n"
    "ld.param.u64 %d367,[%d144+1912];\nsetp.eq.s32 %p60,%r769,0;\nselp.b64 %d254,%d367,0,%p60;\n"
    "sub.s64 %d442,%d442,%d254;\nselp.b32 %r447,%r75,%r769,%p60;\nadd.s32 %r769,%r447,-1;\n"
    "add.s32 %r196,%r768,-1;\nsetp.ne.s32 %p61,%r768,0;\nmov.u32 %r768,%r196;\n@%p61 bra L57;\nL60:\n"
    "add.s32 %r767,%r767,1;\nsetp.lt.u32 %p62,%r767,%r298;\n@%p62 bra L55;\nbra.uni L76;\nL30:\n"
    "setp.eq.s32 %p39,%r63,0;\nsetp.eq.s32 %p40,%r99,0;\nor.pred %p41,%p40,%p39;\nmov.u32 %r378,-1;\n"
    "shl.b32 %r379,%r378,%r63;\nnot.b32 %r759,%r379;\n@%p41 bra L33;\nsub.s64 %d85,%d78,%d449;\n"
    "not.b32 %r759,%r379;\nmov.u32 %r757,0;\nL32:\n.pragma \"nounroll\";\nmul.wide.u32 %d200,%r757,24;\n"
    "add.s64 %d201,%d144,%d200;\nld.param.u64 %d202,[%d201+2416];\nsub.s64 %d203,%d85,%d202;\n"
    "and.b64 %d204,%d203,4611688217451692032;\nsetp.eq.s64 %p42,%d204,4611688217451692032;\nmov.u32 %r383,-2;\n"
    "shf.l.wrap.b32 %r384,%r383,%r383,%r757;\nselp.b32 %r385,-1,%r384,%p42;\nand.b32 %r759,%r385,%r759;\n"
    "add.s32 %r757,%r757,1;\nsetp.lt.u32 %p43,%r757,%r63;\n@%p43 bra L32;\nL33:\n@%p39 bra L76;\nmov.u32 %r760,0;\n"
    "L35:\n.pragma \"nounroll\";\nsetp.ge.u32 %p45,%r760,%r63;\n@%p45 bra L40;\n",
    "and.b32 %r388,%r760,12;\nmul.wide.u32 %d207,%r388,24;\nadd.s64 %d208,%d144,%d207;\n"
    "ld.param.u64 %d209,[%d208+2400];\nadd.s64 %d205,%d84,%d209;\nld.param.u64 %d210,[%d208+2408];\n"
    "add.s64 %d211,%d210,%d39;\ncvt.u32.u64 %r389,%d211;\nmov.u32 %r390,tile;\nadd.s32 %r391,%r390,%r389;\n"
    "ld.shared.u16 %rs17,[%r391];\nshr.u32 %r392,%r759,%r760;\nand.b32 %r387,%r392,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r387,0;\n@q st.global.u16[%d205],%rs17;}\nadd.s32 %r169,%r760,1;\n"
    "setp.ge.u32 %p46,%r169,%r63;\n@%p46 bra L40;\nmov.u32 %r679,tile;\nand.b32 %r394,%r169,13;\n"
    "mul.wide.u32 %d214,%r394,24;\nadd.s64 %d215,%d144,%d214;\nld.param.u64 %d216,[%d215+2400];\n"
    "add.s64 %d212,%d84,%d216;\nld.param.u64 %d217,[%d215+2408];\nadd.s64 %d218,%d217,%d39;\n"
    "cvt.u32.u64 %r395,%d218;\nadd.s32 %r397,%r679,%r395;\nld.shared.u16 %rs18,[%r397];\n"
    "shr.u32 %r398,%r759,%r169;\nand.b32 %r393,%r398,1;\n{.reg .pred q;setp.ne.s32 q,%r393,0;\n"
    "@q st.global.u16[%d212],%rs18;}\nadd.s32 %r170,%r760,2;\nsetp.ge.u32 %p47,%r170,%r63;\n@%p47 bra L40;\n"
    "mov.u32 %r680,tile;\nand.b32 %r400,%r170,14;\nmul.wide.u32 %d221,%r400,24;\nadd.s64 %d222,%d144,%d221;\n"
    "ld.param.u64 %d223,[%d222+2400];\nadd.s64 %d219,%d84,%d223;\nld.param.u64 %d224,[%d222+2408];\n"
    "add.s64 %d225,%d224,%d39;\ncvt.u32.u64 %r401,%d225;\nadd.s32 %r403,%r680,%r401;\n"
    "ld.shared.u16 %rs19,[%r403];\nshr.u32 %r404,%r759,%r170;\nand.b32 %r399,%r404,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r399,0;\n@q st.global.u16[%d219],%rs19;}\nadd.s32 %r171,%r760,3;\n"
    "setp.ge.u32 %p48,%r171,%r63;\n@%p48 bra L40;\nadd.s32 %r683,%r760,1;\nand.b32 %r682,%r683,13;\n"
    "mul.wide.u32 %d401,%r682,24;\nadd.s64 %d400,%d144,%d401;\nadd.s64 %d399,%d400,2400;\nmov.u32 %r681,tile;\n"
    "ld.param.u64 %d227,[%d399+48];\nadd.s64 %d226,%d84,%d227;\nld.param.u64 %d228,[%d399+56];\n"
    "add.s64 %d229,%d228,%d39;\ncvt.u32.u64 %r406,%d229;\nadd.s32 %r408,%r681,%r406;\n"
    "ld.shared.u16 %rs20,[%r408];\nshr.u32 %r409,%r759,%r171;\nand.b32 %r405,%r409,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r405,0;\n@q st.global.u16[%d226],%rs20;}\nL40:\nadd.s32 %r760,%r760,4;\n"
    "setp.lt.u32 %p49,%r760,%r63;\n@%p49 bra L35;\nL76:\nsetp.eq.s32 %p77,%r732,0;\n@%p77 bra L78;\nbra.uni L77;\n"
    "L78:\nbar.sync 0;\nL79:\nsetp.ne.s32 %p132,%r732,0;\nmov.u32 %r668,%tid.x;\nsetp.le.u32 %p79,%r292,%r668;\n"
    "or.pred %p80,%p132,%p79;\n@%p80 bra L129;\nld.param.u64 %d387,[%d144+1560];\n"
    "ld.param.u64 %d386,[%d144+1536];\nld.param.u64 %d385,[%d144+1512];\nld.param.u64 %d384,[%d144+1488];\n"
    "ld.param.u32 %r665,[%d144+972];\nsetp.gt.u32 %p81,%r665,1;\ncvt.u32.u64 %r493,%d384;\n"
    "add.s32 %r494,%r55,%r493;\nmov.u32 %r495,tile;\nadd.s32 %r211,%r495,%r494;\ncvt.u32.u64 %r496,%d385;\n"
    "add.s32 %r497,%r55,%r496;\nadd.s32 %r212,%r495,%r497;\ncvt.u32.u64 %r498,%d386;\nadd.s32 %r499,%r55,%r498;\n"
    "add.s32 %r213,%r495,%r499;\ncvt.u32.u64 %r500,%d387;\nadd.s32 %r501,%r55,%r500;\nadd.s32 %r214,%r495,%r501;\n"
    "@%p81 bra L113;\nbra.uni L81;\nL113:\nsetp.eq.s32 %p98,%r40,0;\n@%p98 bra L118;\nsetp.lt.u32 %p99,%r290,2;\n"
    "st.shared.u16[%r211],%r726;\nshr.u32 %r538,%r726,16;\nadd.s32 %r543,%r211,%r302;\n"
    "st.shared.u16[%r543],%r538;\nadd.s32 %r544,%r543,%r302;\nst.shared.u16[%r544],%r725;\n"
    "shr.u32 %r545,%r725,16;\nadd.s32 %r546,%r544,%r302;\nst.shared.u16[%r546],%r545;\nadd.s32 %r547,%r546,%r302;\n"
    "st.shared.u16[%r547],%r724;\nshr.u32 %r548,%r724,16;\nadd.s32 %r549,%r547,%r302;\n"
    "st.shared.u16[%r549],%r548;\nadd.s32 %r550,%r549,%r302;\nst.shared.u16[%r550],%r723;\n"
    "shr.u32 %r551,%r723,16;\nadd.s32 %r552,%r550,%r302;\nst.shared.u16[%r552],%r551;\n@%p99 bra L118;\n"
    "ld.param.u64 %d411,[%d144+1512];\ncvt.u32.u64 %r686,%d411;\nadd.s32 %r685,%r55,%r686;\n"
    "add.s32 %r684,%r495,%r685;\nsetp.eq.s32 %p100,%r290,2;\nst.shared.u16[%r684],%r722;\nshr.u32 %r553,%r722,16;\n"
    "add.s32 %r558,%r684,%r302;\nst.shared.u16[%r558],%r553;\nadd.s32 %r559,%r558,%r302;\n"
    "st.shared.u16[%r559],%r721;\nshr.u32 %r560,%r721,16;\nadd.s32 %r561,%r559,%r302;\n"
    "st.shared.u16[%r561],%r560;\nadd.s32 %r562,%r561,%r302;\nst.shared.u16[%r562],%r720;\n"
    "shr.u32 %r563,%r720,16;\nadd.s32 %r564,%r562,%r302;\n",
    "st.shared.u16[%r564],%r563;\nadd.s32 %r565,%r564,%r302;\nst.shared.u16[%r565],%r719;\n"
    "shr.u32 %r566,%r719,16;\nadd.s32 %r567,%r565,%r302;\nst.shared.u16[%r567],%r566;\n@%p100 bra L118;\n"
    "ld.param.u64 %d412,[%d144+1536];\ncvt.u32.u64 %r689,%d412;\nadd.s32 %r688,%r55,%r689;\n"
    "add.s32 %r687,%r495,%r688;\nsetp.lt.u32 %p101,%r290,4;\nst.shared.u16[%r687],%r718;\nshr.u32 %r568,%r718,16;\n"
    "add.s32 %r573,%r687,%r302;\nst.shared.u16[%r573],%r568;\nadd.s32 %r574,%r573,%r302;\n"
    "st.shared.u16[%r574],%r717;\nshr.u32 %r575,%r717,16;\nadd.s32 %r576,%r574,%r302;\n"
    "st.shared.u16[%r576],%r575;\nadd.s32 %r577,%r576,%r302;\nst.shared.u16[%r577],%r716;\n"
    "shr.u32 %r578,%r716,16;\nadd.s32 %r579,%r577,%r302;\nst.shared.u16[%r579],%r578;\nadd.s32 %r580,%r579,%r302;\n"
    "st.shared.u16[%r580],%r715;\nshr.u32 %r581,%r715,16;\nadd.s32 %r582,%r580,%r302;\n"
    "st.shared.u16[%r582],%r581;\n@%p101 bra L118;\nld.param.u64 %d413,[%d144+1560];\ncvt.u32.u64 %r692,%d413;\n"
    "add.s32 %r691,%r55,%r692;\nadd.s32 %r690,%r495,%r691;\nst.shared.u16[%r690],%r714;\nshr.u32 %r583,%r714,16;\n"
    "add.s32 %r588,%r690,%r302;\nst.shared.u16[%r588],%r583;\nadd.s32 %r589,%r588,%r302;\n"
    "st.shared.u16[%r589],%r713;\nshr.u32 %r590,%r713,16;\nadd.s32 %r591,%r589,%r302;\n"
    "st.shared.u16[%r591],%r590;\nadd.s32 %r592,%r591,%r302;\nst.shared.u16[%r592],%r712;\n"
    "shr.u32 %r593,%r712,16;\nadd.s32 %r594,%r592,%r302;\nst.shared.u16[%r594],%r593;\nadd.s32 %r595,%r594,%r302;\n"
    "st.shared.u16[%r595],%r711;\nshr.u32 %r596,%r711,16;\nadd.s32 %r597,%r595,%r302;\n"
    "st.shared.u16[%r597],%r596;\nL118:\nsetp.eq.s32 %p102,%r733,0;\n@%p102 bra L129;\nmov.u32 %r773,%tid.x;\n"
    "ld.param.u32 %r666,[%d144+948];\nsetp.lt.u32 %p103,%r666,2;\n@%p103 bra L121;\nmov.u32 %r598,%tid.x;\n"
    "mul.hi.u32 %r599,%r598,%r310;\nshr.u32 %r773,%r599,%r311;\nL121:\nsetp.eq.s32 %p133,%r40,0;\n"
    "mov.u32 %r673,%tid.x;\nmul.lo.s32 %r600,%r293,%r773;\nsub.s32 %r602,%r673,%r600;\nshl.b32 %r603,%r602,3;\n"
    "or.b32 %r604,%r603,7;\nrem.u32 %r218,%r604,%r70;\n@%p133 bra L129;\nmov.u32 %r774,0;\nL123:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d297,%r774,24;\nadd.s64 %d298,%d144,%d297;\n"
    "ld.param.u64 %d299,[%d298+1496];\nadd.s64 %d443,%d299,%d422;\nsub.s64 %d300,%d440,%d443;\n"
    "and.b64 %d301,%d300,4611688217451692032;\nsetp.eq.s64 %p105,%d301,4611688217451692032;\n@%p105 bra L128;\n"
    "mov.u32 %r775,7;\nmov.u32 %r776,%r218;\nL125:\n.pragma \"nounroll\";\nsub.s64 %d302,%d440,%d443;\n"
    "and.b64 %d303,%d302,4611688217451692032;\nsetp.ne.s64 %p106,%d303,4611688217451692032;\n@%p106 bra L127;\n"
    "mul.wide.u32 %d418,%r774,24;\nadd.s64 %d417,%d144,%d418;\nadd.s64 %d416,%d417,1496;\n"
    "ld.param.u64 %d415,[%d416+-16];\nadd.s64 %d393,%d435,%d424;\nld.param.u32 %r667,[%d144+980];\n"
    "ld.param.u32 %r608,[%d416+-8];\nmad.lo.s32 %r609,%r667,%r775,%r55;\nadd.s32 %r610,%r609,%r608;\n"
    "add.s32 %r612,%r495,%r610;\nshl.b32 %r613,%r775,1;\nmov.u32 %r607,1;\ncvt.u64.u32 %d305,%r613;\n"
    "add.s64 %d306,%d393,%d305;\nadd.s64 %d304,%d306,%d415;\n{.reg .pred q;setp.ne.s32 q,%r607,0;\n"
    "mov.b16 %rs39,0;@q ld.global.u16 %rs39,[%d304];}\nst.shared.u16[%r612],%rs39;\nL127:\n"
    "ld.param.u64 %d388,[%d144+992];\nsetp.eq.s32 %p107,%r776,0;\nselp.b64 %d307,%d388,0,%p107;\n"
    "sub.s64 %d443,%d443,%d307;\nselp.b32 %r614,%r70,%r776,%p107;\nadd.s32 %r776,%r614,-1;\n"
    "add.s32 %r223,%r775,-1;\nsetp.ne.s32 %p108,%r775,0;\nmov.u32 %r775,%r223;\n@%p108 bra L125;\nL128:\n"
    "cvt.u64.u32 %d414,%r774;\ncvt.u32.u64 %r615,%d414;\nadd.s32 %r774,%r615,1;\nsetp.lt.u32 %p109,%r774,%r40;\n"
    "@%p109 bra L123;\nbra.uni L129;\nL81:\nsetp.eq.s32 %p82,%r40,0;\n@%p82 bra L83;\nst.shared.u16[%r211],%r726;\n"
    "L83:\nsetp.lt.u32 %p83,%r40,2;\n@%p83 bra L85;\nst.shared.u16[%r212],%r725;\nL85:\nsetp.lt.u32 %p84,%r40,3;\n"
    "@%p84 bra L87;\nst.shared.u16[%r213],%r724;\nL87:\nsetp.lt.u32 %p85,%r40,4;\n@%p85 bra L89;\n"
    "st.shared.u16[%r214],%r723;\nL89:\nsetp.lt.u32 %p86,%r40,5;\n@%p86 bra L91;\ncvt.u32.u64 %r502,%d285;\n"
    "add.s32 %r504,%r495,%r502;\nst.shared.u16[%r504],%r722;\nL91:\nsetp.lt.u32 %p87,%r40,6;\n@%p87 bra L93;\n"
    "cvt.u32.u64 %r505,%d286;\nadd.s32 %r507,%r495,%r505;\n",
    "st.shared.u16[%r507],%r721;\nL93:\nsetp.lt.u32 %p88,%r40,7;\n@%p88 bra L95;\ncvt.u32.u64 %r508,%d287;\n"
    "add.s32 %r510,%r495,%r508;\nst.shared.u16[%r510],%r720;\nL95:\nsetp.lt.u32 %p89,%r40,8;\n@%p89 bra L97;\n"
    "cvt.u32.u64 %r511,%d288;\nadd.s32 %r513,%r495,%r511;\nst.shared.u16[%r513],%r719;\nL97:\n"
    "setp.lt.u32 %p90,%r40,9;\n@%p90 bra L99;\ncvt.u32.u64 %r514,%d289;\nadd.s32 %r516,%r495,%r514;\n"
    "st.shared.u16[%r516],%r718;\nL99:\nsetp.lt.u32 %p91,%r40,10;\n@%p91 bra L101;\ncvt.u32.u64 %r517,%d290;\n"
    "add.s32 %r519,%r495,%r517;\nst.shared.u16[%r519],%r717;\nL101:\nsetp.lt.u32 %p92,%r40,11;\n@%p92 bra L103;\n"
    "cvt.u32.u64 %r520,%d291;\nadd.s32 %r522,%r495,%r520;\nst.shared.u16[%r522],%r716;\nL103:\n"
    "setp.lt.u32 %p93,%r40,12;\n@%p93 bra L105;\ncvt.u32.u64 %r523,%d292;\nadd.s32 %r525,%r495,%r523;\n"
    "st.shared.u16[%r525],%r715;\nL105:\nsetp.lt.u32 %p94,%r40,13;\n@%p94 bra L107;\ncvt.u32.u64 %r526,%d293;\n"
    "add.s32 %r528,%r495,%r526;\nst.shared.u16[%r528],%r714;\nL107:\nsetp.lt.u32 %p95,%r40,14;\n@%p95 bra L109;\n"
    "cvt.u32.u64 %r529,%d294;\nadd.s32 %r531,%r495,%r529;\nst.shared.u16[%r531],%r713;\nL109:\n"
    "setp.lt.u32 %p96,%r40,15;\n@%p96 bra L111;\ncvt.u32.u64 %r532,%d295;\nadd.s32 %r534,%r495,%r532;\n"
    "st.shared.u16[%r534],%r712;\nL111:\nsetp.lt.u32 %p97,%r40,16;\n@%p97 bra L129;\ncvt.u32.u64 %r535,%d296;\n"
    "add.s32 %r537,%r495,%r535;\nst.shared.u16[%r537],%r711;\nbra.uni L129;\nL77:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile4[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile4(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<135>;\n.reg .b32 %r<778>;\n.reg .b64 %d<476>;\nmov.b64 %d146,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d149,0;\nmov.u32 %r250,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r683,%r250;\nmov.u64 %d436,%d149;\nmov.u64 %d437,%d149;\nmov.u64 %d438,%d149;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r683;\nmul.wide.u32 %d153,%r683,920;\nadd.s64 %d154,%d146,%d153;\n"
    "add.s64 %d6,%d154,976;\nld.param.u32 %r6,[%d154+976];\nmov.u32 %r684,%r250;\nmov.u64 %d439,%d149;\n"
    "mov.u64 %d463,%d149;\nmov.u64 %d441,%d149;\nbra.uni L2;\nL142:\nshl.b32 %r655,%r684,4;\n"
    "shl.b64 %d372,%d462,%r655;\nor.b64 %d439,%d372,%d439;\nsetp.eq.s32 %p131,%r684,0;\n"
    "selp.b64 %d441,%d461,%d441,%p131;\nadd.s32 %r684,%r684,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p1,%r6,0;\nmov.u32 %r685,1;\n@%p1 bra L4;\nld.param.u32 %r685,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p2,%r684,%r685;\n@%p2 bra L130;\nbra.uni L5;\nL130:\nld.param.u32 %r620,[%d6+-28];\n"
    "setp.lt.u32 %p124,%r620,2;\nmov.u32 %r767,%r4;\n@%p124 bra L132;\nld.param.v2.u32{%r621,%r622},[%d6+-24];\n"
    "mul.hi.u32 %r625,%r4,%r621;\nshr.u32 %r767,%r625,%r622;\nL132:\nld.param.u32 %r229,[%d6+-28];\n"
    "mov.u64 %d461,0;\nld.param.v2.u32{%r771,%r627},[%d6+-16];\nadd.s32 %r231,%r627,%r771;\n"
    "add.s32 %r768,%r771,1;\nsetp.ge.u32 %p125,%r768,%r231;\nmov.u64 %d462,%d461;\nmov.u64 %d463,%d461;\n"
    "mov.u32 %r772,%r767;\n@%p125 bra L135;\nmov.u64 %d463,0;\nmov.u32 %r769,%r767;\nmov.u32 %r770,%r771;\n"
    "mov.u64 %d462,%d463;\nmov.u64 %d461,%d463;\nL134:\n.pragma \"nounroll\";\nmov.u32 %r771,%r768;\n"
    "mul.lo.s64 %d328,%d5,920;\nadd.s64 %d329,%d146,%d328;\nmul.wide.u32 %d330,%r770,40;\n"
    "add.s64 %d331,%d329,%d330;\nld.param.v2.u32{%r629,%r630},[%d331+1000];\nmul.hi.u32 %r633,%r769,%r630;\n"
    "ld.param.u32 %r634,[%d331+1008];\nshr.u32 %r772,%r633,%r634;\nmul.lo.s32 %r635,%r772,%r629;\n"
    "sub.s32 %r636,%r769,%r635;\ncvt.u64.u32 %d332,%r636;\nld.param.u64 %d333,[%d331+1016];\n"
    "mul.lo.s64 %d334,%d333,%d332;\nadd.s64 %d461,%d334,%d461;\nld.param.u64 %d335,[%d331+1024];\n"
    "mul.lo.s64 %d336,%d335,%d332;\nadd.s64 %d462,%d336,%d462;\nld.param.u64 %d337,[%d331+1032];\n"
    "mul.lo.s64 %d338,%d337,%d332;\nadd.s64 %d463,%d338,%d463;\nadd.s32 %r768,%r771,1;\n"
    "setp.lt.u32 %p126,%r768,%r231;\nmov.u32 %r769,%r772;\nmov.u32 %r770,%r771;\n@%p126 bra L134;\nL135:\n"
    "setp.ge.u32 %p127,%r771,%r231;\n@%p127 bra L137;\nmul.lo.s64 %d339,%d5,920;\nadd.s64 %d340,%d146,%d339;\n"
    "mul.wide.u32 %d341,%r771,40;\nadd.s64 %d342,%d340,%d341;\ncvt.u64.u32 %d343,%r772;\n"
    "ld.param.u64 %d344,[%d342+1016];\nmul.lo.s64 %d345,%d344,%d343;\nadd.s64 %d461,%d345,%d461;\n"
    "ld.param.u64 %d346,[%d342+1024];\nmul.lo.s64 %d347,%d346,%d343;\nadd.s64 %d462,%d347,%d462;\n"
    "ld.param.u64 %d348,[%d342+1032];\nmul.lo.s64 %d349,%d348,%d343;\nadd.s64 %d463,%d349,%d463;\nL137:\n"
    "ld.param.v2.u32{%r638,%r639},[%d6+-16];\nmov.u32 %r776,0;\nld.param.v2.u32{%r640,%r641},[%d6+-8];\n"
    "mul.lo.s32 %r643,%r229,%r767;\nsub.s32 %r644,%r4,%r643;\nmad.lo.s32 %r777,%r641,%r644,%r684;\n"
    "setp.lt.u32 %p128,%r638,2;\n@%p128 bra L140;\nmov.u32 %r775,0;\nmov.u32 %r773,1;\nmov.u32 %r774,%r777;\n"
    "L139:\n.pragma \"nounroll\";\nmov.u32 %r776,%r773;\nmul.lo.s64 %d350,%d5,920;\nadd.s64 %d351,%d146,%d350;\n"
    "mul.wide.u32 %d352,%r775,40;\nadd.s64 %d353,%d351,%d352;\nld.param.v2.u32{%r647,%r648},[%d353+1000];\n"
    "mul.hi.u32 %r651,%r774,%r648;\nld.param.u32 %r652,[%d353+1008];\nshr.u32 %r777,%r651,%r652;\n"
    "mul.lo.s32 %r653,%r777,%r647;\nsub.s32 %r654,%r774,%r653;\ncvt.u64.u32 %d354,%r654;\n"
    "ld.param.u64 %d355,[%d353+1016];\nmul.lo.s64 %d356,%d355,%d354;\nadd.s64 %d461,%d356,%d461;\n"
    "ld.param.u64 %d357,[%d353+1024];\nmul.lo.s64 %d358,%d357,%d354;\nadd.s64 %d462,%d358,%d462;\n"
    "ld.param.u64 %d359,[%d353+1032];\nmul.lo.s64 %d360,%d359,%d354;\nadd.s64 %d463,%d360,%d463;\n"
    "add.s32 %r773,%r776,1;\nsetp.lt.u32 %p129,%r773,%r638;\nmov.u32 %r774,%r777;\n",
    "mov.u32 %r775,%r776;\n@%p129 bra L139;\nL140:\nsetp.ge.u32 %p130,%r776,%r638;\n@%p130 bra L142;\n"
    "mul.lo.s64 %d361,%d5,920;\nadd.s64 %d362,%d146,%d361;\nmul.wide.u32 %d363,%r776,40;\n"
    "add.s64 %d364,%d362,%d363;\ncvt.u64.u32 %d365,%r777;\nld.param.u64 %d366,[%d364+1016];\n"
    "mul.lo.s64 %d367,%d366,%d365;\nadd.s64 %d461,%d367,%d461;\nld.param.u64 %d368,[%d364+1024];\n"
    "mul.lo.s64 %d369,%d368,%d365;\nadd.s64 %d462,%d369,%d462;\nld.param.u64 %d370,[%d364+1032];\n"
    "mul.lo.s64 %d371,%d370,%d365;\nadd.s64 %d463,%d371,%d463;\nbra.uni L142;\nL5:\nld.param.u32 %r253,[%d6];\n"
    "setp.eq.s32 %p3,%r253,0;\n@%p3 bra L7;\nld.param.u32 %r254,[%d6+-4];\nadd.s32 %r255,%r254,-1;\n"
    "cvt.u64.u32 %d155,%r255;\nld.param.u64 %d156,[%d6+16];\nmul.lo.s64 %d157,%d156,%d155;\n"
    "add.s64 %d463,%d157,%d463;\nL7:\nld.param.u32 %r256,[%d6];\nsetp.eq.s32 %p4,%r256,0;\n@%p4 bra L9;\n"
    "mul.lo.s64 %d158,%d439,281479271743489;\nld.param.s32 %d159,[%d6+4];\n"
    "mul.lo.s64 %d160,%d159,844433520132096;\nadd.s64 %d439,%d160,%d158;\nL9:\ncvt.u32.u64 %r257,%d5;\n"
    "setp.eq.s32 %p5,%r257,0;\nselp.b64 %d438,%d441,%d438,%p5;\nselp.b64 %d437,%d439,%d437,%p5;\n"
    "selp.b64 %d436,%d463,%d436,%p5;\nadd.s32 %r683,%r257,1;\nsetp.lt.u32 %p6,%r683,2;\n@%p6 bra L1;\n"
    "ld.param.u64 %d449,[%d146];\nld.param.u64 %d450,[%d146+8];\nadd.s64 %d20,%d146,176;\nmov.u32 %r686,0;\n"
    "mov.u32 %r700,%r686;\nmov.u32 %r699,%r686;\nmov.u32 %r698,%r686;\nmov.u32 %r697,%r686;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p7,%r686,0;\nmov.u32 %r691,%r1;\n@%p7 bra L14;\nsetp.ne.s32 %p8,%r686,1;\n"
    "mov.u32 %r691,%r2;\n@%p8 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r691,%r3;\nL14:\nmul.wide.u32 %d161,%r686,4;\n"
    "add.s64 %d162,%d146,%d161;\nld.param.u32 %r17,[%d162+56];\nsetp.ge.u32 %p9,%r700,%r17;\n@%p9 bra L17;\n"
    "mul.wide.u32 %d163,%r700,40;\nadd.s64 %d446,%d20,%d163;\nL16:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r263,%r264},[%d446+-32];\nmul.hi.u32 %r267,%r691,%r264;\n"
    "ld.param.v2.u32{%r268,%r269},[%d446+-24];\nshr.u32 %r23,%r267,%r268;\nmul.lo.s32 %r272,%r23,%r263;\n"
    "sub.s32 %r273,%r691,%r272;\ncvt.u64.u32 %d164,%r273;\nld.param.u64 %d165,[%d446+-16];\n"
    "mul.lo.s64 %d166,%d165,%d164;\nld.param.u64 %d167,[%d446+-8];\nmul.lo.s64 %d168,%d167,%d164;\n"
    "ld.param.u32 %r274,[%d446];\nmul.lo.s32 %r275,%r273,%r274;\nadd.s64 %d449,%d166,%d449;\n"
    "add.s64 %d450,%d168,%d450;\nsetp.eq.s32 %p10,%r269,0;\nselp.b32 %r276,%r275,0,%p10;\n"
    "add.s32 %r697,%r276,%r697;\nsetp.eq.s32 %p11,%r269,1;\nselp.b32 %r277,%r275,0,%p11;\n"
    "add.s32 %r698,%r277,%r698;\nsetp.eq.s32 %p12,%r269,2;\nselp.b32 %r278,%r275,0,%p12;\n"
    "add.s32 %r699,%r278,%r699;\nadd.s64 %d446,%d446,40;\nadd.s32 %r700,%r700,1;\nsetp.lt.u32 %p13,%r700,%r17;\n"
    "mov.u32 %r691,%r23;\n@%p13 bra L16;\nL17:\nadd.s32 %r686,%r686,1;\nsetp.lt.u32 %p14,%r686,3;\n@%p14 bra L11;\n"
    "ld.param.u32 %r33,[%d146+96];\nadd.s32 %r281,%r697,1;\nsetp.eq.s32 %p15,%r281,%r33;\n"
    "ld.param.u64 %d32,[%d146+120];\nneg.s64 %d169,%d32;\nselp.b64 %d170,%d169,0,%p15;\n"
    "ld.param.u64 %d33,[%d146+112];\nadd.s64 %d171,%d170,%d33;\nld.param.v2.u32{%r282,%r283},[%d146+96];\n"
    "mov.u32 %r727,0;\nadd.s32 %r284,%r698,1;\nsetp.eq.s32 %p16,%r284,%r283;\nld.param.u64 %d34,[%d146+128];\n"
    "neg.s64 %d172,%d34;\nselp.b64 %d173,%d172,0,%p16;\nadd.s64 %d174,%d171,%d173;\n"
    "ld.param.u32 %r36,[%d146+104];\nadd.s32 %r285,%r699,1;\nsetp.eq.s32 %p17,%r285,%r36;\n"
    "ld.param.u64 %d35,[%d146+136];\nneg.s64 %d175,%d35;\nselp.b64 %d176,%d175,0,%p17;\n"
    "add.s64 %d451,%d174,%d176;\nsetp.ne.s64 %p18,%d451,%d33;\nselp.u32 %r718,1,0,%p18;\n"
    "setp.ge.u32 %p19,%r697,%r282;\nsetp.ge.u32 %p20,%r698,%r283;\nsetp.ge.u32 %p21,%r699,%r36;\n"
    "or.pred %p22,%p19,%p20;\nor.pred %p23,%p21,%p22;\nselp.u32 %r717,1,0,%p23;\nld.param.u32 %r40,[%d146+968];\n"
    "ld.param.v2.u32{%r286,%r287},[%d146+968];\nld.param.v2.u32{%r288,%r289},[%d146+944];\n"
    "ld.param.v2.u32{%r290,%r291},[%d146+1864];\nld.param.v2.u32{%r292,%r293},[%d146+72];\n"
    "ld.param.u32 %r51,[%d146+40];\nld.param.v2.u32{%r294,%r295},[%d146+1888];\n"
    "ld.param.v2.u32{%r296,%r297},[%d146+40];\nld.param.v2.u32{%r298,%r299},[%d146+32];\n"
    "ld.param.u32 %r59,[%d146+1888];\n",
    "ld.param.v2.u32{%r300,%r301},[%d146+952];\nld.param.u32 %r63,[%d146+984];\n"
    "ld.param.v2.u32{%r302,%r303},[%d146+1872];\nld.param.u32 %r67,[%d146+1904];\nld.param.u64 %d42,[%d146+1504];\n"
    "ld.param.u64 %d43,[%d146+1528];\nld.param.u64 %d44,[%d146+1552];\ncvt.u32.u64 %r304,%d437;\n"
    "and.b32 %r68,%r304,65535;\nshr.u32 %r69,%r304,16;\nshr.u64 %d177,%d437,32;\ncvt.u32.u64 %r305,%d177;\n"
    "and.b32 %r70,%r305,65535;\nshr.u64 %d178,%d437,48;\ncvt.u32.u64 %r71,%d178;\nld.param.u64 %d61,[%d146+1584];\n"
    "and.b64 %d62,%d437,65535;\nld.param.u64 %d63,[%d146+1608];\nld.param.u64 %d64,[%d146+1632];\n"
    "ld.param.u64 %d65,[%d146+1656];\nld.param.u64 %d66,[%d146+1680];\nld.param.u64 %d67,[%d146+1704];\n"
    "ld.param.u64 %d68,[%d146+1728];\nld.param.u64 %d69,[%d146+1752];\nld.param.u64 %d70,[%d146+1776];\n"
    "ld.param.u64 %d71,[%d146+1800];\nld.param.u64 %d72,[%d146+1824];\nld.param.u64 %d73,[%d146+1848];\n"
    "add.s64 %d290,%d61,%d62;\nadd.s64 %d291,%d63,%d62;\nadd.s64 %d292,%d64,%d62;\nadd.s64 %d293,%d65,%d62;\n"
    "add.s64 %d294,%d66,%d62;\nadd.s64 %d295,%d67,%d62;\nadd.s64 %d296,%d68,%d62;\nadd.s64 %d297,%d69,%d62;\n"
    "add.s64 %d298,%d70,%d62;\nadd.s64 %d299,%d71,%d62;\nadd.s64 %d300,%d72,%d62;\nadd.s64 %d301,%d73,%d62;\n"
    "mov.u32 %r722,%r717;\nmov.u32 %r723,%r718;\nmov.u32 %r724,%r699;\nmov.u32 %r725,%r698;\nmov.u32 %r726,%r697;\n"
    "mov.u64 %d454,%d451;\nmov.u64 %d455,%d450;\nbra.uni L19;\nL129:\nld.param.u32 %r660,[%d146+68];\n"
    "ld.param.u32 %r659,[%d146+104];\nld.param.u32 %r658,[%d146+100];\nld.param.u64 %d375,[%d146+112];\n"
    "ld.param.u32 %r657,[%d146+96];\nld.param.u64 %d374,[%d146+88];\nld.param.u64 %d373,[%d146+80];\nbar.sync 0;\n"
    "add.s64 %d449,%d373,%d449;\nadd.s64 %d450,%d374,%d455;\nsetp.eq.s32 %p110,%r292,0;\n"
    "selp.b32 %r614,%r293,0,%p110;\nadd.s32 %r697,%r614,%r726;\nsetp.eq.s32 %p111,%r292,1;\n"
    "selp.b32 %r615,%r293,0,%p111;\nadd.s32 %r698,%r615,%r725;\nsetp.eq.s32 %p112,%r292,2;\n"
    "selp.b32 %r616,%r293,0,%p112;\nadd.s32 %r699,%r616,%r724;\nadd.s32 %r617,%r697,1;\n"
    "setp.eq.s32 %p113,%r617,%r657;\nselp.b64 %d315,%d169,0,%p113;\nadd.s64 %d316,%d315,%d375;\n"
    "add.s32 %r618,%r698,1;\nsetp.eq.s32 %p114,%r618,%r658;\nselp.b64 %d318,%d172,0,%p114;\n"
    "add.s64 %d319,%d316,%d318;\nadd.s32 %r619,%r699,1;\nsetp.eq.s32 %p115,%r619,%r659;\n"
    "selp.b64 %d321,%d175,0,%p115;\nadd.s64 %d451,%d319,%d321;\nsetp.ne.s64 %p116,%d451,%d375;\n"
    "selp.u32 %r718,1,0,%p116;\nsetp.ge.u32 %p117,%r697,%r282;\nsetp.ge.u32 %p118,%r698,%r658;\n"
    "setp.ge.u32 %p119,%r699,%r659;\nor.pred %p120,%p117,%p118;\nor.pred %p121,%p119,%p120;\n"
    "add.s32 %r727,%r727,1;\nsetp.ge.u32 %p122,%r727,%r660;\nor.pred %p123,%p121,%p122;\n"
    "selp.u32 %r717,1,0,%p123;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d78,%d455;\nmov.u64 %d77,%d454;\n"
    "mov.u32 %r97,%r726;\nmov.u32 %r96,%r725;\nmov.u32 %r95,%r724;\nmov.u32 %r94,%r723;\nmov.u32 %r93,%r722;\n"
    "mov.u64 %d455,%d450;\nmov.u64 %d454,%d451;\nmov.u32 %r726,%r697;\nmov.u32 %r725,%r698;\nmov.u32 %r724,%r699;\n"
    "mov.u32 %r723,%r718;\nmov.u32 %r722,%r717;\nld.param.u32 %r661,[%d146+944];\nmov.u32 %r306,%tid.x;\n"
    "setp.le.u32 %p24,%r661,%r306;\nadd.s64 %d79,%d449,%d438;\nsetp.ne.s32 %p25,%r722,0;\nor.pred %p26,%p25,%p24;\n"
    "@%p26 bra L26;\nsetp.eq.s32 %p27,%r40,0;\nsetp.eq.s32 %p28,%r723,0;\nor.pred %p29,%p28,%p27;\n"
    "mov.u32 %r307,-1;\nshl.b32 %r308,%r307,%r40;\nnot.b32 %r730,%r308;\n@%p29 bra L23;\n"
    "sub.s64 %d80,%d454,%d436;\nnot.b32 %r730,%r308;\nmov.u32 %r728,0;\nL22:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d179,%r728,24;\nadd.s64 %d180,%d146,%d179;\nld.param.u64 %d181,[%d180+1496];\n"
    "sub.s64 %d182,%d80,%d181;\nand.b64 %d183,%d182,4611688217451692032;\n"
    "setp.eq.s64 %p30,%d183,4611688217451692032;\nmov.u32 %r312,-2;\nshf.l.wrap.b32 %r313,%r312,%r312,%r728;\n"
    "selp.b32 %r314,-1,%r313,%p30;\nand.b32 %r730,%r314,%r730;\nadd.s32 %r728,%r728,1;\n"
    "setp.lt.u32 %p31,%r728,%r286;\n@%p31 bra L22;\nL23:\nld.param.u64 %d377,[%d146+1480];\n"
    "setp.gt.u32 %p32,%r287,1;\nadd.s64 %d82,%d377,%d79;\nand.b32 %r107,%r730,1;\n@%p32 bra L25;\nbra.uni L24;\n"
    "L25:\n{.reg .pred q;setp.ne.s32 q,%r107,0;\n",
    "mov.u32 %r716,0;mov.u32 %r715,0;mov.u32 %r714,0;mov.u32 %r713,0;\n"
    "@q ld.global.v4.u32{%r716,%r715,%r714,%r713},[%d82];}\nshr.u32 %r382,%r730,1;\nand.b32 %r371,%r382,1;\n"
    "add.s64 %d201,%d42,%d79;\n{.reg .pred q;setp.ne.s32 q,%r371,0;\n"
    "mov.u32 %r712,0;mov.u32 %r711,0;mov.u32 %r710,0;mov.u32 %r709,0;\n"
    "@q ld.global.v4.u32{%r712,%r711,%r710,%r709},[%d201];}\nshr.u32 %r383,%r730,2;\nand.b32 %r376,%r383,1;\n"
    "add.s64 %d202,%d43,%d79;\n{.reg .pred q;setp.ne.s32 q,%r376,0;\n"
    "mov.u32 %r708,0;mov.u32 %r707,0;mov.u32 %r706,0;mov.u32 %r705,0;\n"
    "@q ld.global.v4.u32{%r708,%r707,%r706,%r705},[%d202];}\nshr.u32 %r384,%r730,3;\nand.b32 %r381,%r384,1;\n"
    "add.s64 %d203,%d44,%d79;\n{.reg .pred q;setp.ne.s32 q,%r381,0;\n"
    "mov.u32 %r704,0;mov.u32 %r703,0;mov.u32 %r702,0;mov.u32 %r701,0;\n"
    "@q ld.global.v4.u32{%r704,%r703,%r702,%r701},[%d203];}\nbra.uni L26;\nL24:\nld.param.u64 %d389,[%d146+1840];\n"
    "ld.param.u64 %d388,[%d146+1816];\nld.param.u64 %d387,[%d146+1792];\nld.param.u64 %d386,[%d146+1768];\n"
    "ld.param.u64 %d385,[%d146+1744];\nld.param.u64 %d384,[%d146+1720];\nld.param.u64 %d383,[%d146+1696];\n"
    "ld.param.u64 %d382,[%d146+1672];\nld.param.u64 %d381,[%d146+1648];\nld.param.u64 %d380,[%d146+1624];\n"
    "ld.param.u64 %d379,[%d146+1600];\nld.param.u64 %d378,[%d146+1576];\n{.reg .pred q;setp.ne.s32 q,%r107,0;\n"
    "mov.b32 %r716,0;@q ld.global.u32 %r716,[%d82];}\nshr.u32 %r347,%r730,1;\nand.b32 %r318,%r347,1;\n"
    "add.s64 %d185,%d42,%d79;\n{.reg .pred q;setp.ne.s32 q,%r318,0;\n"
    "mov.b32 %r715,0;@q ld.global.u32 %r715,[%d185];}\nshr.u32 %r348,%r730,2;\nand.b32 %r320,%r348,1;\n"
    "add.s64 %d186,%d43,%d79;\n{.reg .pred q;setp.ne.s32 q,%r320,0;\n"
    "mov.b32 %r714,0;@q ld.global.u32 %r714,[%d186];}\nshr.u32 %r349,%r730,3;\nand.b32 %r322,%r349,1;\n"
    "add.s64 %d187,%d44,%d79;\n{.reg .pred q;setp.ne.s32 q,%r322,0;\n"
    "mov.b32 %r713,0;@q ld.global.u32 %r713,[%d187];}\nshr.u32 %r350,%r730,4;\nand.b32 %r324,%r350,1;\n"
    "add.s64 %d188,%d378,%d79;\n{.reg .pred q;setp.ne.s32 q,%r324,0;\n"
    "mov.b32 %r712,0;@q ld.global.u32 %r712,[%d188];}\nshr.u32 %r351,%r730,5;\nand.b32 %r326,%r351,1;\n"
    "add.s64 %d189,%d379,%d79;\n{.reg .pred q;setp.ne.s32 q,%r326,0;\n"
    "mov.b32 %r711,0;@q ld.global.u32 %r711,[%d189];}\nshr.u32 %r352,%r730,6;\nand.b32 %r328,%r352,1;\n"
    "add.s64 %d190,%d380,%d79;\n{.reg .pred q;setp.ne.s32 q,%r328,0;\n"
    "mov.b32 %r710,0;@q ld.global.u32 %r710,[%d190];}\nshr.u32 %r353,%r730,7;\nand.b32 %r330,%r353,1;\n"
    "add.s64 %d191,%d381,%d79;\n{.reg .pred q;setp.ne.s32 q,%r330,0;\n"
    "mov.b32 %r709,0;@q ld.global.u32 %r709,[%d191];}\nshr.u32 %r354,%r730,8;\nand.b32 %r332,%r354,1;\n"
    "add.s64 %d192,%d382,%d79;\n{.reg .pred q;setp.ne.s32 q,%r332,0;\n"
    "mov.b32 %r708,0;@q ld.global.u32 %r708,[%d192];}\nshr.u32 %r355,%r730,9;\nand.b32 %r334,%r355,1;\n"
    "add.s64 %d193,%d383,%d79;\n{.reg .pred q;setp.ne.s32 q,%r334,0;\n"
    "mov.b32 %r707,0;@q ld.global.u32 %r707,[%d193];}\nshr.u32 %r356,%r730,10;\nand.b32 %r336,%r356,1;\n"
    "add.s64 %d194,%d384,%d79;\n{.reg .pred q;setp.ne.s32 q,%r336,0;\n"
    "mov.b32 %r706,0;@q ld.global.u32 %r706,[%d194];}\nshr.u32 %r357,%r730,11;\nand.b32 %r338,%r357,1;\n"
    "add.s64 %d195,%d385,%d79;\n{.reg .pred q;setp.ne.s32 q,%r338,0;\n"
    "mov.b32 %r705,0;@q ld.global.u32 %r705,[%d195];}\nshr.u32 %r358,%r730,12;\nand.b32 %r340,%r358,1;\n"
    "add.s64 %d196,%d386,%d79;\n{.reg .pred q;setp.ne.s32 q,%r340,0;\n"
    "mov.b32 %r704,0;@q ld.global.u32 %r704,[%d196];}\nshr.u32 %r359,%r730,13;\nand.b32 %r342,%r359,1;\n"
    "add.s64 %d197,%d387,%d79;\n{.reg .pred q;setp.ne.s32 q,%r342,0;\n"
    "mov.b32 %r703,0;@q ld.global.u32 %r703,[%d197];}\nshr.u32 %r360,%r730,14;\nand.b32 %r344,%r360,1;\n"
    "add.s64 %d198,%d388,%d79;\n{.reg .pred q;setp.ne.s32 q,%r344,0;\n"
    "mov.b32 %r702,0;@q ld.global.u32 %r702,[%d198];}\nshr.u32 %r361,%r730,15;\nand.b32 %r346,%r361,1;\n"
    "add.s64 %d199,%d389,%d79;\n{.reg .pred q;setp.ne.s32 q,%r346,0;\n"
    "mov.b32 %r701,0;@q ld.global.u32 %r701,[%d199];}\nL26:\nsetp.eq.s32 %p33,%r727,0;\n@%p33 bra L79;\n"
    "mov.u32 %r385,%tid.x;\nsetp.le.u32 %p34,%r290,%r385;\nsetp.ne.s32 %p35,%r93,0;\nor.pred %p36,%p35,%p34;\n"
    "@%p36 bra L76;\nsetp.lt.u32 %p37,%r51,3;\n@%p37 bra L61;\n",
    "bra.uni L29;\nL61:\nsetp.eq.s32 %p63,%r294,0;\nsetp.eq.s32 %p64,%r51,1;\nselp.b32 %r470,%r96,%r95,%p64;\n"
    "setp.eq.s32 %p65,%r51,0;\nselp.b32 %r194,%r97,%r470,%p65;\nmul.lo.s32 %r471,%r51,21;\n"
    "shr.u64 %d259,%d77,%r471;\ncvt.u32.u64 %r472,%d259;\nand.b32 %r195,%r472,1048575;\n@%p63 bra L76;\n"
    "mov.u32 %r760,0;\nL63:\n.pragma \"nounroll\";\nmul.wide.u32 %d261,%r760,24;\nadd.s64 %d262,%d146,%d261;\n"
    "ld.param.u64 %d99,[%d262+2416];\nsetp.eq.s32 %p66,%r94,0;\n@%p66 bra L65;\nmul.lo.s32 %r670,%r51,21;\n"
    "add.s64 %d263,%d99,%d463;\nmov.u64 %d264,1048575;\nshl.b64 %d265,%d264,%r670;\nnot.b64 %d266,%d265;\n"
    "and.b64 %d267,%d263,%d266;\nsub.s64 %d268,%d77,%d267;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.ne.s64 %p67,%d269,4611688217451692032;\n@%p67 bra L75;\nL65:\nmul.lo.s32 %r678,%r51,21;\n"
    "cvt.u64.u32 %d420,%r678;\nld.param.u32 %r666,[%d146+48];\nadd.s64 %d270,%d99,%d463;\n"
    "cvt.u32.u64 %r476,%d420;\nshr.u64 %d271,%d270,%r476;\ncvt.u32.u64 %r477,%d271;\nand.b32 %r478,%r477,1048575;\n"
    "add.s32 %r761,%r478,-3;\nsetp.lt.s32 %p68,%r761,%r666;\n@%p68 bra L69;\nsetp.eq.s32 %p69,%r194,0;\n"
    "@%p69 bra L68;\nadd.s32 %r761,%r478,-3;\nadd.s32 %r667,%r194,1;\nmul.wide.u32 %d273,%r296,4;\n"
    "add.s64 %d274,%d146,%d273;\nld.param.u32 %r479,[%d274+96];\nsetp.lt.u32 %p70,%r667,%r479;\n@%p70 bra L75;\n"
    "bra.uni L69;\nL68:\nadd.s32 %r486,%r478,-3;\nsub.s32 %r761,%r486,%r297;\nL69:\nmul.wide.u32 %d400,%r760,24;\n"
    "add.s64 %d399,%d146,%d400;\nld.param.u64 %d398,[%d399+2408];\nld.param.u64 %d397,[%d399+2400];\n"
    "add.s64 %d395,%d78,%d441;\nshl.b32 %r489,%r477,2;\nand.b32 %r490,%r489,4194300;\nadd.s32 %r491,%r490,-12;\n"
    "cvt.s64.s32 %d281,%r491;\nadd.s64 %d282,%d395,%d397;\nsub.s64 %d283,%d282,%d281;\ncvt.u32.u64 %r492,%d283;\n"
    "neg.s32 %r493,%r492;\nand.b32 %r494,%r493,28;\nshr.u32 %r495,%r494,2;\nadd.s32 %r202,%r761,%r495;\n"
    "shl.b32 %r496,%r202,2;\ncvt.s64.s32 %d284,%r496;\nadd.s64 %d103,%d283,%d284;\nsetp.gt.s32 %p71,%r202,-1;\n"
    "add.s32 %r497,%r202,3;\nsetp.le.s32 %p72,%r497,%r195;\nand.pred %p73,%p71,%p72;\nand.b64 %d285,%d439,65535;\n"
    "add.s64 %d286,%d398,%d285;\ncvt.u32.u64 %r498,%d286;\nsub.s32 %r499,%r498,%r491;\nadd.s32 %r203,%r496,%r499;\n"
    "@%p73 bra L74;\nbra.uni L70;\nL74:\nmov.u32 %r513,tile;\nadd.s32 %r514,%r513,%r203;\n"
    "ld.shared.u32 %r508,[%r514];\nld.shared.u32 %r509,[%r514+4];\nld.shared.u32 %r510,[%r514+8];\n"
    "ld.shared.u32 %r511,[%r514+12];\nmov.u32 %r512,1;\n{.reg .pred q;setp.ne.s32 q,%r512,0;\n"
    "@q st.global.v4.u32[%d103],{%r508,%r509,%r510,%r511};}\nbra.uni L75;\nL70:\nmov.u32 %r762,0;\nL71:\n"
    ".pragma \"nounroll\";\nadd.s32 %r501,%r762,%r202;\nsetp.gt.u32 %p74,%r501,%r195;\n@%p74 bra L73;\n"
    "shl.b32 %r504,%r762,2;\ncvt.u64.u32 %d288,%r504;\nadd.s64 %d287,%d103,%d288;\nadd.s32 %r505,%r504,%r203;\n"
    "mov.u32 %r506,tile;\nadd.s32 %r507,%r506,%r505;\nld.shared.u32 %r502,[%r507];\nmov.u32 %r503,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r503,0;\n@q st.global.u32[%d287],%r502;}\nL73:\nadd.s32 %r762,%r762,1;\n"
    "setp.eq.s32 %p75,%r762,4;\n@%p75 bra L75;\nbra.uni L71;\nL75:\nadd.s32 %r760,%r760,1;\n"
    "setp.lt.u32 %p76,%r760,%r59;\n@%p76 bra L63;\nbra.uni L76;\nL29:\nsetp.gt.u32 %p38,%r295,1;\n@%p38 bra L41;\n"
    "bra.uni L30;\nL41:\nsetp.eq.s32 %p50,%r59,0;\n@%p50 bra L50;\nmov.u32 %r751,0;\nL43:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d238,%r751,24;\nadd.s64 %d239,%d146,%d238;\nadd.s64 %d90,%d239,2416;\nsetp.eq.s32 %p51,%r94,0;\n"
    "@%p51 bra L45;\nsub.s64 %d413,%d77,%d463;\nld.param.u64 %d240,[%d90];\nsub.s64 %d241,%d413,%d240;\n"
    "and.b64 %d242,%d241,4611688217451692032;\nsetp.ne.s64 %p52,%d242,4611688217451692032;\n@%p52 bra L49;\nL45:\n"
    "setp.eq.s32 %p53,%r298,0;\nld.param.u32 %r169,[%d90+-8];\ncvt.u32.u64 %r423,%d439;\n"
    "and.b32 %r424,%r423,65535;\nadd.s32 %r425,%r424,%r169;\nmov.u32 %r426,tile;\nadd.s32 %r170,%r426,%r425;\n"
    "@%p53 bra L47;\nld.shared.v4.u32{%r752,%r753,%r754,%r755},[%r170];\nbra.uni L48;\nL47:\n"
    "ld.shared.u32 %r752,[%r170];\nshr.u32 %r432,%r423,16;\nadd.s32 %r433,%r432,%r169;\n"
    "add.s32 %r435,%r426,%r433;\nld.shared.u32 %r753,[%r435];\nshr.u64 %d243,%d439,32;\ncvt.u32.u64 %r436,%d243;\n",
    "and.b32 %r437,%r436,65535;\nadd.s32 %r438,%r437,%r169;\nadd.s32 %r439,%r426,%r438;\n"
    "ld.shared.u32 %r754,[%r439];\nshr.u64 %d244,%d439,48;\ncvt.u32.u64 %r440,%d244;\nadd.s32 %r441,%r440,%r169;\n"
    "add.s32 %r442,%r426,%r441;\nld.shared.u32 %r755,[%r442];\nL48:\nadd.s64 %d405,%d78,%d441;\n"
    "ld.param.u64 %d246,[%d90+-16];\nadd.s64 %d245,%d246,%d405;\nmov.u32 %r447,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r447,0;\n@q st.global.v4.u32[%d245],{%r752,%r753,%r754,%r755};}\nL49:\n"
    "cvt.u64.u32 %d414,%r751;\ncvt.u32.u64 %r448,%d414;\nadd.s32 %r751,%r448,1;\nsetp.lt.u32 %p54,%r751,%r59;\n"
    "@%p54 bra L43;\nL50:\nsetp.eq.s32 %p55,%r94,0;\n@%p55 bra L76;\nmov.u32 %r756,%tid.x;\n"
    "setp.lt.u32 %p56,%r291,2;\n@%p56 bra L53;\nmov.u32 %r449,%tid.x;\nmul.hi.u32 %r450,%r449,%r302;\n"
    "shr.u32 %r756,%r450,%r303;\nL53:\nsetp.eq.s32 %p133,%r59,0;\nmov.u32 %r672,%tid.x;\n"
    "ld.param.u32 %r662,[%d146+1868];\nmul.lo.s32 %r452,%r662,%r756;\nsub.s32 %r453,%r672,%r452;\n"
    "shl.b32 %r454,%r453,2;\nor.b32 %r455,%r454,3;\nrem.u32 %r187,%r455,%r67;\n@%p133 bra L76;\nmov.u32 %r757,0;\n"
    "L55:\n.pragma \"nounroll\";\nmul.wide.u32 %d247,%r757,24;\nadd.s64 %d248,%d146,%d247;\n"
    "ld.param.u64 %d249,[%d248+2416];\nadd.s64 %d456,%d249,%d463;\nsub.s64 %d250,%d77,%d456;\n"
    "and.b64 %d251,%d250,4611688217451692032;\nsetp.eq.s64 %p58,%d251,4611688217451692032;\n@%p58 bra L60;\n"
    "mov.u32 %r758,3;\nmov.u32 %r759,%r187;\nL57:\n.pragma \"nounroll\";\nsub.s64 %d252,%d77,%d456;\n"
    "and.b64 %d253,%d252,4611688217451692032;\nsetp.ne.s64 %p59,%d253,4611688217451692032;\n@%p59 bra L59;\n"
    "mul.wide.u32 %d419,%r757,24;\nadd.s64 %d418,%d146,%d419;\nadd.s64 %d417,%d418,2416;\n"
    "ld.param.u64 %d416,[%d417+-16];\nadd.s64 %d406,%d78,%d441;\nshl.b32 %r460,%r758,4;\n"
    "shr.u64 %d255,%d439,%r460;\ncvt.u32.u64 %r461,%d255;\nand.b32 %r462,%r461,65535;\n"
    "ld.param.u32 %r463,[%d417+-8];\nadd.s32 %r464,%r462,%r463;\nmov.u32 %r465,tile;\nadd.s32 %r466,%r465,%r464;\n"
    "ld.shared.u32 %r458,[%r466];\nshl.b32 %r467,%r758,2;\ncvt.u64.u32 %d256,%r467;\nadd.s64 %d257,%d406,%d256;\n"
    "add.s64 %d254,%d257,%d416;\nmov.u32 %r459,1;\n{.reg .pred q;setp.ne.s32 q,%r459,0;\n"
    "@q st.global.u32[%d254],%r458;}\nL59:\nld.param.u64 %d376,[%d146+1912];\nsetp.eq.s32 %p60,%r759,0;\n"
    "selp.b64 %d258,%d376,0,%p60;\nsub.s64 %d456,%d456,%d258;\nselp.b32 %r468,%r67,%r759,%p60;\n"
    "add.s32 %r759,%r468,-1;\nadd.s32 %r192,%r758,-1;\nsetp.ne.s32 %p61,%r758,0;\nmov.u32 %r758,%r192;\n"
    "@%p61 bra L57;\nL60:\ncvt.u64.u32 %d415,%r757;\ncvt.u32.u64 %r469,%d415;\nadd.s32 %r757,%r469,1;\n"
    "setp.lt.u32 %p62,%r757,%r59;\n@%p62 bra L55;\nbra.uni L76;\nL30:\nsetp.eq.s32 %p39,%r59,0;\n"
    "setp.eq.s32 %p40,%r94,0;\nor.pred %p41,%p40,%p39;\nmov.u32 %r386,-1;\nshl.b32 %r387,%r386,%r59;\n"
    "not.b32 %r749,%r387;\n@%p41 bra L33;\nsub.s64 %d84,%d77,%d463;\nnot.b32 %r749,%r387;\nmov.u32 %r747,0;\nL32:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d204,%r747,24;\nadd.s64 %d205,%d146,%d204;\n"
    "ld.param.u64 %d206,[%d205+2416];\nsub.s64 %d207,%d84,%d206;\nand.b64 %d208,%d207,4611688217451692032;\n"
    "setp.eq.s64 %p42,%d208,4611688217451692032;\nmov.u32 %r391,-2;\nshf.l.wrap.b32 %r392,%r391,%r391,%r747;\n"
    "selp.b32 %r393,-1,%r392,%p42;\nand.b32 %r749,%r393,%r749;\nadd.s32 %r747,%r747,1;\n"
    "setp.lt.u32 %p43,%r747,%r59;\n@%p43 bra L32;\nL33:\n@%p39 bra L76;\nmov.u32 %r750,0;\nL35:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p45,%r750,%r59;\n@%p45 bra L40;\nadd.s64 %d401,%d78,%d441;\n"
    "and.b32 %r397,%r750,12;\nmul.wide.u32 %d211,%r397,24;\nadd.s64 %d212,%d146,%d211;\n"
    "ld.param.u64 %d213,[%d212+2400];\nadd.s64 %d209,%d401,%d213;\nand.b64 %d214,%d439,65535;\n"
    "ld.param.u64 %d215,[%d212+2408];\nadd.s64 %d216,%d215,%d214;\ncvt.u32.u64 %r398,%d216;\nmov.u32 %r399,tile;\n"
    "add.s32 %r400,%r399,%r398;\nld.shared.u32 %r395,[%r400];\nshr.u32 %r401,%r749,%r750;\nand.b32 %r396,%r401,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r396,0;\n@q st.global.u32[%d209],%r395;}\nadd.s32 %r164,%r750,1;\n"
    "setp.ge.u32 %p46,%r164,%r59;\n@%p46 bra L40;\nmov.u32 %r673,tile;\nand.b64 %d407,%d439,65535;\n"
    "add.s64 %d402,%d78,%d441;\nand.b32 %r404,%r164,13;\nmul.wide.u32 %d219,%r404,24;\n",
    "add.s64 %d220,%d146,%d219;\nld.param.u64 %d221,[%d220+2400];\nadd.s64 %d217,%d402,%d221;\n"
    "ld.param.u64 %d223,[%d220+2408];\nadd.s64 %d224,%d223,%d407;\ncvt.u32.u64 %r405,%d224;\n"
    "add.s32 %r407,%r673,%r405;\nld.shared.u32 %r402,[%r407];\nshr.u32 %r408,%r749,%r164;\nand.b32 %r403,%r408,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r403,0;\n@q st.global.u32[%d217],%r402;}\nadd.s32 %r165,%r750,2;\n"
    "setp.ge.u32 %p47,%r165,%r59;\n@%p47 bra L40;\nmov.u32 %r674,tile;\nand.b64 %d408,%d439,65535;\n"
    "add.s64 %d403,%d78,%d441;\nand.b32 %r411,%r165,14;\nmul.wide.u32 %d227,%r411,24;\nadd.s64 %d228,%d146,%d227;\n"
    "ld.param.u64 %d229,[%d228+2400];\nadd.s64 %d225,%d403,%d229;\nld.param.u64 %d231,[%d228+2408];\n"
    "add.s64 %d232,%d231,%d408;\ncvt.u32.u64 %r412,%d232;\nadd.s32 %r414,%r674,%r412;\n"
    "ld.shared.u32 %r409,[%r414];\nshr.u32 %r415,%r749,%r165;\nand.b32 %r410,%r415,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r410,0;\n@q st.global.u32[%d225],%r409;}\nadd.s32 %r166,%r750,3;\n"
    "setp.ge.u32 %p48,%r166,%r59;\n@%p48 bra L40;\nadd.s32 %r677,%r750,1;\nand.b32 %r676,%r677,13;\n"
    "mul.wide.u32 %d412,%r676,24;\nadd.s64 %d411,%d146,%d412;\nadd.s64 %d410,%d411,2400;\nmov.u32 %r675,tile;\n"
    "and.b64 %d409,%d439,65535;\nadd.s64 %d404,%d78,%d441;\nld.param.u64 %d234,[%d410+48];\n"
    "add.s64 %d233,%d404,%d234;\nld.param.u64 %d236,[%d410+56];\nadd.s64 %d237,%d236,%d409;\n"
    "cvt.u32.u64 %r418,%d237;\nadd.s32 %r420,%r675,%r418;\nld.shared.u32 %r416,[%r420];\n"
    "shr.u32 %r421,%r749,%r166;\nand.b32 %r417,%r421,1;\n{.reg .pred q;setp.ne.s32 q,%r417,0;\n"
    "@q st.global.u32[%d233],%r416;}\nL40:\nadd.s32 %r750,%r750,4;\nsetp.lt.u32 %p49,%r750,%r59;\n@%p49 bra L35;\n"
    "L76:\nsetp.eq.s32 %p77,%r722,0;\n@%p77 bra L78;\nbra.uni L77;\nL78:\nbar.sync 0;\nL79:\n"
    "setp.ne.s32 %p132,%r722,0;\nmov.u32 %r656,%tid.x;\nsetp.le.u32 %p79,%r288,%r656;\nor.pred %p80,%p132,%p79;\n"
    "@%p80 bra L129;\nld.param.u64 %d393,[%d146+1560];\nld.param.u64 %d392,[%d146+1536];\n"
    "ld.param.u64 %d391,[%d146+1512];\nld.param.u64 %d390,[%d146+1488];\nsetp.gt.u32 %p81,%r287,1;\n"
    "cvt.u32.u64 %r516,%d390;\nadd.s32 %r517,%r68,%r516;\nmov.u32 %r518,tile;\nadd.s32 %r207,%r518,%r517;\n"
    "cvt.u32.u64 %r519,%d391;\nadd.s32 %r520,%r68,%r519;\nadd.s32 %r208,%r518,%r520;\ncvt.u32.u64 %r521,%d392;\n"
    "add.s32 %r522,%r68,%r521;\nadd.s32 %r209,%r518,%r522;\ncvt.u32.u64 %r523,%d393;\nadd.s32 %r524,%r68,%r523;\n"
    "add.s32 %r210,%r518,%r524;\n@%p81 bra L113;\nbra.uni L81;\nL113:\nsetp.eq.s32 %p98,%r40,0;\n@%p98 bra L118;\n"
    "ld.param.u64 %d429,[%d146+1488];\ncvt.u32.u64 %r679,%d429;\nsetp.lt.u32 %p99,%r286,2;\n"
    "add.s32 %r562,%r71,%r679;\nadd.s32 %r564,%r518,%r562;\nadd.s32 %r565,%r70,%r679;\nadd.s32 %r566,%r518,%r565;\n"
    "add.s32 %r567,%r69,%r679;\nadd.s32 %r568,%r518,%r567;\nst.shared.u32[%r207],%r716;\n"
    "st.shared.u32[%r568],%r715;\nst.shared.u32[%r566],%r714;\nst.shared.u32[%r564],%r713;\n@%p99 bra L118;\n"
    "ld.param.u64 %d430,[%d146+1512];\ncvt.u32.u64 %r680,%d430;\nsetp.eq.s32 %p100,%r286,2;\n"
    "add.s32 %r570,%r71,%r680;\nadd.s32 %r572,%r518,%r570;\nadd.s32 %r573,%r70,%r680;\nadd.s32 %r574,%r518,%r573;\n"
    "add.s32 %r575,%r69,%r680;\nadd.s32 %r576,%r518,%r575;\nst.shared.u32[%r208],%r712;\n"
    "st.shared.u32[%r576],%r711;\nst.shared.u32[%r574],%r710;\nst.shared.u32[%r572],%r709;\n@%p100 bra L118;\n"
    "ld.param.u64 %d431,[%d146+1536];\ncvt.u32.u64 %r681,%d431;\nsetp.lt.u32 %p101,%r286,4;\n"
    "add.s32 %r578,%r71,%r681;\nadd.s32 %r580,%r518,%r578;\nadd.s32 %r581,%r70,%r681;\nadd.s32 %r582,%r518,%r581;\n"
    "add.s32 %r583,%r69,%r681;\nadd.s32 %r584,%r518,%r583;\nst.shared.u32[%r209],%r708;\n"
    "st.shared.u32[%r584],%r707;\nst.shared.u32[%r582],%r706;\nst.shared.u32[%r580],%r705;\n@%p101 bra L118;\n"
    "ld.param.u64 %d432,[%d146+1560];\ncvt.u32.u64 %r682,%d432;\nadd.s32 %r586,%r71,%r682;\n"
    "add.s32 %r588,%r518,%r586;\nadd.s32 %r589,%r70,%r682;\nadd.s32 %r590,%r518,%r589;\nadd.s32 %r591,%r69,%r682;\n"
    "add.s32 %r592,%r518,%r591;\nst.shared.u32[%r210],%r704;\nst.shared.u32[%r592],%r703;\n"
    "st.shared.u32[%r590],%r702;\nst.shared.u32[%r588],%r701;\nL118:\nsetp.eq.s32 %p102,%r723,0;\n"
    "@%p102 bra L129;\nld.param.u32 %r664,[%d146+948];\n",
    "mov.u32 %r763,%tid.x;\nsetp.lt.u32 %p103,%r664,2;\n@%p103 bra L121;\nmov.u32 %r593,%tid.x;\n"
    "mul.hi.u32 %r594,%r593,%r300;\nshr.u32 %r763,%r594,%r301;\nL121:\nsetp.eq.s32 %p134,%r40,0;\n"
    "mov.u32 %r665,%tid.x;\nmul.lo.s32 %r595,%r289,%r763;\nsub.s32 %r597,%r665,%r595;\nshl.b32 %r598,%r597,2;\n"
    "or.b32 %r599,%r598,3;\nrem.u32 %r214,%r599,%r63;\n@%p134 bra L129;\nmov.u32 %r764,0;\nL123:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d302,%r764,24;\nadd.s64 %d303,%d146,%d302;\n"
    "ld.param.u64 %d304,[%d303+1496];\nadd.s64 %d457,%d304,%d436;\nsub.s64 %d305,%d454,%d457;\n"
    "and.b64 %d306,%d305,4611688217451692032;\nsetp.eq.s64 %p105,%d306,4611688217451692032;\n@%p105 bra L128;\n"
    "mov.u32 %r765,3;\nmov.u32 %r766,%r214;\nL125:\n.pragma \"nounroll\";\nsub.s64 %d307,%d454,%d457;\n"
    "and.b64 %d308,%d307,4611688217451692032;\nsetp.ne.s64 %p106,%d308,4611688217451692032;\n@%p106 bra L127;\n"
    "mul.wide.u32 %d425,%r764,24;\nadd.s64 %d424,%d146,%d425;\nadd.s64 %d423,%d424,1496;\n"
    "ld.param.u64 %d422,[%d423+-16];\nadd.s64 %d396,%d449,%d438;\nshl.b32 %r604,%r765,4;\n"
    "shr.u64 %d310,%d437,%r604;\ncvt.u32.u64 %r605,%d310;\nand.b32 %r606,%r605,65535;\n"
    "ld.param.u32 %r607,[%d423+-8];\nadd.s32 %r608,%r606,%r607;\nadd.s32 %r610,%r518,%r608;\n"
    "shl.b32 %r611,%r765,2;\ncvt.u64.u32 %d311,%r611;\nadd.s64 %d312,%d396,%d311;\nadd.s64 %d309,%d312,%d422;\n"
    "mov.u32 %r603,1;\n{.reg .pred q;setp.ne.s32 q,%r603,0;\nmov.b32 %r602,0;@q ld.global.u32 %r602,[%d309];}\n"
    "st.shared.u32[%r610],%r602;\nL127:\nld.param.u64 %d394,[%d146+992];\nsetp.eq.s32 %p107,%r766,0;\n"
    "selp.b64 %d313,%d394,0,%p107;\nsub.s64 %d457,%d457,%d313;\nselp.b32 %r612,%r63,%r766,%p107;\n"
    "add.s32 %r766,%r612,-1;\nadd.s32 %r219,%r765,-1;\nsetp.ne.s32 %p108,%r765,0;\nmov.u32 %r765,%r219;\n"
    "@%p108 bra L125;\nL128:\ncvt.u64.u32 %d421,%r764;\ncvt.u32.u64 %r613,%d421;\nadd.s32 %r764,%r613,1;\n"
    "setp.lt.u32 %p109,%r764,%r40;\n@%p109 bra L123;\nbra.uni L129;\nL81:\nsetp.eq.s32 %p82,%r40,0;\n"
    "@%p82 bra L83;\nst.shared.u32[%r207],%r716;\nL83:\nsetp.lt.u32 %p83,%r40,2;\n@%p83 bra L85;\n"
    "st.shared.u32[%r208],%r715;\nL85:\nsetp.lt.u32 %p84,%r40,3;\n@%p84 bra L87;\nst.shared.u32[%r209],%r714;\n"
    "L87:\nsetp.lt.u32 %p85,%r40,4;\n@%p85 bra L89;\nst.shared.u32[%r210],%r713;\nL89:\nsetp.lt.u32 %p86,%r40,5;\n"
    "@%p86 bra L91;\ncvt.u32.u64 %r525,%d290;\nadd.s32 %r527,%r518,%r525;\nst.shared.u32[%r527],%r712;\nL91:\n"
    "setp.lt.u32 %p87,%r40,6;\n@%p87 bra L93;\ncvt.u32.u64 %r528,%d291;\nadd.s32 %r530,%r518,%r528;\n"
    "st.shared.u32[%r530],%r711;\nL93:\nsetp.lt.u32 %p88,%r40,7;\n@%p88 bra L95;\ncvt.u32.u64 %r531,%d292;\n"
    "add.s32 %r533,%r518,%r531;\nst.shared.u32[%r533],%r710;\nL95:\nsetp.lt.u32 %p89,%r40,8;\n@%p89 bra L97;\n"
    "cvt.u32.u64 %r534,%d293;\nadd.s32 %r536,%r518,%r534;\nst.shared.u32[%r536],%r709;\nL97:\n"
    "setp.lt.u32 %p90,%r40,9;\n@%p90 bra L99;\ncvt.u32.u64 %r537,%d294;\nadd.s32 %r539,%r518,%r537;\n"
    "st.shared.u32[%r539],%r708;\nL99:\nsetp.lt.u32 %p91,%r40,10;\n@%p91 bra L101;\ncvt.u32.u64 %r540,%d295;\n"
    "add.s32 %r542,%r518,%r540;\nst.shared.u32[%r542],%r707;\nL101:\nsetp.lt.u32 %p92,%r40,11;\n@%p92 bra L103;\n"
    "cvt.u32.u64 %r543,%d296;\nadd.s32 %r545,%r518,%r543;\nst.shared.u32[%r545],%r706;\nL103:\n"
    "setp.lt.u32 %p93,%r40,12;\n@%p93 bra L105;\ncvt.u32.u64 %r546,%d297;\nadd.s32 %r548,%r518,%r546;\n"
    "st.shared.u32[%r548],%r705;\nL105:\nsetp.lt.u32 %p94,%r40,13;\n@%p94 bra L107;\ncvt.u32.u64 %r549,%d298;\n"
    "add.s32 %r551,%r518,%r549;\nst.shared.u32[%r551],%r704;\nL107:\nsetp.lt.u32 %p95,%r40,14;\n@%p95 bra L109;\n"
    "cvt.u32.u64 %r552,%d299;\nadd.s32 %r554,%r518,%r552;\nst.shared.u32[%r554],%r703;\nL109:\n"
    "setp.lt.u32 %p96,%r40,15;\n@%p96 bra L111;\ncvt.u32.u64 %r555,%d300;\nadd.s32 %r557,%r518,%r555;\n"
    "st.shared.u32[%r557],%r702;\nL111:\nsetp.lt.u32 %p97,%r40,16;\n@%p97 bra L129;\ncvt.u32.u64 %r558,%d301;\n"
    "add.s32 %r560,%r518,%r558;\nst.shared.u32[%r560],%r701;\nbra.uni L129;\nL77:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile8[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile8(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<125>;\n.reg .b32 %r<698>;\n.reg .b64 %d<511>;\nmov.b64 %d130,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d133,0;\nmov.u32 %r247,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r603,%r247;\nmov.u64 %d471,%d133;\nmov.u64 %d472,%d133;\nmov.u64 %d473,%d133;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r603;\nmul.wide.u32 %d137,%r603,920;\nadd.s64 %d138,%d130,%d137;\n"
    "add.s64 %d6,%d138,976;\nld.param.u32 %r6,[%d138+976];\nmov.u32 %r604,%r247;\nmov.u64 %d474,%d133;\n"
    "mov.u64 %d498,%d133;\nmov.u64 %d476,%d133;\nbra.uni L2;\nL126:\nshl.b32 %r566,%r604,4;\n"
    "shl.b64 %d415,%d497,%r566;\nor.b64 %d474,%d415,%d474;\nsetp.eq.s32 %p121,%r604,0;\n"
    "selp.b64 %d476,%d496,%d476,%p121;\nadd.s32 %r604,%r604,1;\nL2:\n.pragma \"nounroll\";\n"
    "setp.ne.s32 %p1,%r6,0;\nmov.u32 %r605,1;\n@%p1 bra L4;\nld.param.u32 %r605,[%d6+-4];\nL4:\n"
    "setp.lt.u32 %p2,%r604,%r605;\n@%p2 bra L114;\nbra.uni L5;\nL114:\nld.param.u32 %r531,[%d6+-28];\n"
    "setp.lt.u32 %p114,%r531,2;\nmov.u32 %r687,%r4;\n@%p114 bra L116;\nld.param.v2.u32{%r532,%r533},[%d6+-24];\n"
    "mul.hi.u32 %r536,%r4,%r532;\nshr.u32 %r687,%r536,%r533;\nL116:\nld.param.u32 %r226,[%d6+-28];\n"
    "mov.u64 %d496,0;\nld.param.v2.u32{%r691,%r538},[%d6+-16];\nadd.s32 %r228,%r538,%r691;\n"
    "add.s32 %r688,%r691,1;\nsetp.ge.u32 %p115,%r688,%r228;\nmov.u64 %d497,%d496;\nmov.u64 %d498,%d496;\n"
    "mov.u32 %r692,%r687;\n@%p115 bra L119;\nmov.u64 %d498,0;\nmov.u32 %r689,%r687;\nmov.u32 %r690,%r691;\n"
    "mov.u64 %d497,%d498;\nmov.u64 %d496,%d498;\nL118:\n.pragma \"nounroll\";\nmov.u32 %r691,%r688;\n"
    "mul.lo.s64 %d371,%d5,920;\nadd.s64 %d372,%d130,%d371;\nmul.wide.u32 %d373,%r690,40;\n"
    "add.s64 %d374,%d372,%d373;\nld.param.v2.u32{%r540,%r541},[%d374+1000];\nmul.hi.u32 %r544,%r689,%r541;\n"
    "ld.param.u32 %r545,[%d374+1008];\nshr.u32 %r692,%r544,%r545;\nmul.lo.s32 %r546,%r692,%r540;\n"
    "sub.s32 %r547,%r689,%r546;\ncvt.u64.u32 %d375,%r547;\nld.param.u64 %d376,[%d374+1016];\n"
    "mul.lo.s64 %d377,%d376,%d375;\nadd.s64 %d496,%d377,%d496;\nld.param.u64 %d378,[%d374+1024];\n"
    "mul.lo.s64 %d379,%d378,%d375;\nadd.s64 %d497,%d379,%d497;\nld.param.u64 %d380,[%d374+1032];\n"
    "mul.lo.s64 %d381,%d380,%d375;\nadd.s64 %d498,%d381,%d498;\nadd.s32 %r688,%r691,1;\n"
    "setp.lt.u32 %p116,%r688,%r228;\nmov.u32 %r689,%r692;\nmov.u32 %r690,%r691;\n@%p116 bra L118;\nL119:\n"
    "setp.ge.u32 %p117,%r691,%r228;\n@%p117 bra L121;\nmul.lo.s64 %d382,%d5,920;\nadd.s64 %d383,%d130,%d382;\n"
    "mul.wide.u32 %d384,%r691,40;\nadd.s64 %d385,%d383,%d384;\ncvt.u64.u32 %d386,%r692;\n"
    "ld.param.u64 %d387,[%d385+1016];\nmul.lo.s64 %d388,%d387,%d386;\nadd.s64 %d496,%d388,%d496;\n"
    "ld.param.u64 %d389,[%d385+1024];\nmul.lo.s64 %d390,%d389,%d386;\nadd.s64 %d497,%d390,%d497;\n"
    "ld.param.u64 %d391,[%d385+1032];\nmul.lo.s64 %d392,%d391,%d386;\nadd.s64 %d498,%d392,%d498;\nL121:\n"
    "ld.param.v2.u32{%r549,%r550},[%d6+-16];\nmov.u32 %r696,0;\nld.param.v2.u32{%r551,%r552},[%d6+-8];\n"
    "mul.lo.s32 %r554,%r226,%r687;\nsub.s32 %r555,%r4,%r554;\nmad.lo.s32 %r697,%r552,%r555,%r604;\n"
    "setp.lt.u32 %p118,%r549,2;\n@%p118 bra L124;\nmov.u32 %r695,0;\nmov.u32 %r693,1;\nmov.u32 %r694,%r697;\n"
    "L123:\n.pragma \"nounroll\";\nmov.u32 %r696,%r693;\nmul.lo.s64 %d393,%d5,920;\nadd.s64 %d394,%d130,%d393;\n"
    "mul.wide.u32 %d395,%r695,40;\nadd.s64 %d396,%d394,%d395;\nld.param.v2.u32{%r558,%r559},[%d396+1000];\n"
    "mul.hi.u32 %r562,%r694,%r559;\nld.param.u32 %r563,[%d396+1008];\nshr.u32 %r697,%r562,%r563;\n"
    "mul.lo.s32 %r564,%r697,%r558;\nsub.s32 %r565,%r694,%r564;\ncvt.u64.u32 %d397,%r565;\n"
    "ld.param.u64 %d398,[%d396+1016];\nmul.lo.s64 %d399,%d398,%d397;\nadd.s64 %d496,%d399,%d496;\n"
    "ld.param.u64 %d400,[%d396+1024];\nmul.lo.s64 %d401,%d400,%d397;\nadd.s64 %d497,%d401,%d497;\n"
    "ld.param.u64 %d402,[%d396+1032];\nmul.lo.s64 %d403,%d402,%d397;\nadd.s64 %d498,%d403,%d498;\n"
    "add.s32 %r693,%r696,1;\nsetp.lt.u32 %p119,%r693,%r549;\nmov.u32 %r694,%r697;\n",
    "mov.u32 %r695,%r696;\n@%p119 bra L123;\nL124:\nsetp.ge.u32 %p120,%r696,%r549;\n@%p120 bra L126;\n"
    "mul.lo.s64 %d404,%d5,920;\nadd.s64 %d405,%d130,%d404;\nmul.wide.u32 %d406,%r696,40;\n"
    "add.s64 %d407,%d405,%d406;\ncvt.u64.u32 %d408,%r697;\nld.param.u64 %d409,[%d407+1016];\n"
    "mul.lo.s64 %d410,%d409,%d408;\nadd.s64 %d496,%d410,%d496;\nld.param.u64 %d411,[%d407+1024];\n"
    "mul.lo.s64 %d412,%d411,%d408;\nadd.s64 %d497,%d412,%d497;\nld.param.u64 %d413,[%d407+1032];\n"
    "mul.lo.s64 %d414,%d413,%d408;\nadd.s64 %d498,%d414,%d498;\nbra.uni L126;\nL5:\nld.param.u32 %r250,[%d6];\n"
    "setp.eq.s32 %p3,%r250,0;\n@%p3 bra L7;\nld.param.u32 %r251,[%d6+-4];\nadd.s32 %r252,%r251,-1;\n"
    "cvt.u64.u32 %d139,%r252;\nld.param.u64 %d140,[%d6+16];\nmul.lo.s64 %d141,%d140,%d139;\n"
    "add.s64 %d498,%d141,%d498;\nL7:\nld.param.u32 %r253,[%d6];\nsetp.eq.s32 %p4,%r253,0;\n@%p4 bra L9;\n"
    "mul.lo.s64 %d142,%d474,281479271743489;\nld.param.s32 %d143,[%d6+4];\n"
    "mul.lo.s64 %d144,%d143,844433520132096;\nadd.s64 %d474,%d144,%d142;\nL9:\ncvt.u32.u64 %r254,%d5;\n"
    "setp.eq.s32 %p5,%r254,0;\nselp.b64 %d473,%d476,%d473,%p5;\nselp.b64 %d472,%d474,%d472,%p5;\n"
    "selp.b64 %d471,%d498,%d471,%p5;\nadd.s32 %r603,%r254,1;\nsetp.lt.u32 %p6,%r603,2;\n@%p6 bra L1;\n"
    "ld.param.u64 %d484,[%d130];\nld.param.u64 %d485,[%d130+8];\nadd.s64 %d20,%d130,176;\nmov.u32 %r606,0;\n"
    "mov.u32 %r620,%r606;\nmov.u32 %r619,%r606;\nmov.u32 %r618,%r606;\nmov.u32 %r617,%r606;\nL11:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p7,%r606,0;\nmov.u32 %r611,%r1;\n@%p7 bra L14;\nsetp.ne.s32 %p8,%r606,1;\n"
    "mov.u32 %r611,%r2;\n@%p8 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r611,%r3;\nL14:\nmul.wide.u32 %d145,%r606,4;\n"
    "add.s64 %d146,%d130,%d145;\nld.param.u32 %r17,[%d146+56];\nsetp.ge.u32 %p9,%r620,%r17;\n@%p9 bra L17;\n"
    "mul.wide.u32 %d147,%r620,40;\nadd.s64 %d481,%d20,%d147;\nL16:\n.pragma \"nounroll\";\n"
    "ld.param.v2.u32{%r260,%r261},[%d481+-32];\nmul.hi.u32 %r264,%r611,%r261;\n"
    "ld.param.v2.u32{%r265,%r266},[%d481+-24];\nshr.u32 %r23,%r264,%r265;\nmul.lo.s32 %r269,%r23,%r260;\n"
    "sub.s32 %r270,%r611,%r269;\ncvt.u64.u32 %d148,%r270;\nld.param.u64 %d149,[%d481+-16];\n"
    "mul.lo.s64 %d150,%d149,%d148;\nld.param.u64 %d151,[%d481+-8];\nmul.lo.s64 %d152,%d151,%d148;\n"
    "ld.param.u32 %r271,[%d481];\nmul.lo.s32 %r272,%r270,%r271;\nadd.s64 %d484,%d150,%d484;\n"
    "add.s64 %d485,%d152,%d485;\nsetp.eq.s32 %p10,%r266,0;\nselp.b32 %r273,%r272,0,%p10;\n"
    "add.s32 %r617,%r273,%r617;\nsetp.eq.s32 %p11,%r266,1;\nselp.b32 %r274,%r272,0,%p11;\n"
    "add.s32 %r618,%r274,%r618;\nsetp.eq.s32 %p12,%r266,2;\nselp.b32 %r275,%r272,0,%p12;\n"
    "add.s32 %r619,%r275,%r619;\nadd.s64 %d481,%d481,40;\nadd.s32 %r620,%r620,1;\nsetp.lt.u32 %p13,%r620,%r17;\n"
    "mov.u32 %r611,%r23;\n@%p13 bra L16;\nL17:\nadd.s32 %r606,%r606,1;\nsetp.lt.u32 %p14,%r606,3;\n@%p14 bra L11;\n"
    "ld.param.u32 %r33,[%d130+96];\nadd.s32 %r278,%r617,1;\nsetp.eq.s32 %p15,%r278,%r33;\n"
    "ld.param.u64 %d32,[%d130+120];\nneg.s64 %d153,%d32;\nselp.b64 %d154,%d153,0,%p15;\n"
    "ld.param.u64 %d33,[%d130+112];\nadd.s64 %d155,%d154,%d33;\nld.param.v2.u32{%r279,%r280},[%d130+96];\n"
    "mov.u32 %r647,0;\nadd.s32 %r281,%r618,1;\nsetp.eq.s32 %p16,%r281,%r280;\nld.param.u64 %d34,[%d130+128];\n"
    "neg.s64 %d156,%d34;\nselp.b64 %d157,%d156,0,%p16;\nadd.s64 %d158,%d155,%d157;\n"
    "ld.param.u32 %r36,[%d130+104];\nadd.s32 %r282,%r619,1;\nsetp.eq.s32 %p17,%r282,%r36;\n"
    "ld.param.u64 %d35,[%d130+136];\nneg.s64 %d159,%d35;\nselp.b64 %d160,%d159,0,%p17;\n"
    "add.s64 %d486,%d158,%d160;\nsetp.ne.s64 %p18,%d486,%d33;\nselp.u32 %r638,1,0,%p18;\n"
    "setp.ge.u32 %p19,%r617,%r279;\nsetp.ge.u32 %p20,%r618,%r280;\nsetp.ge.u32 %p21,%r619,%r36;\n"
    "or.pred %p22,%p19,%p20;\nor.pred %p23,%p21,%p22;\nselp.u32 %r637,1,0,%p23;\nld.param.u32 %r40,[%d130+968];\n"
    "ld.param.v2.u32{%r283,%r284},[%d130+968];\nld.param.v2.u32{%r285,%r286},[%d130+944];\n"
    "ld.param.v2.u32{%r287,%r288},[%d130+1864];\nld.param.v2.u32{%r289,%r290},[%d130+72];\n"
    "ld.param.u32 %r51,[%d130+40];\nld.param.v2.u32{%r291,%r292},[%d130+1888];\n"
    "ld.param.v2.u32{%r293,%r294},[%d130+40];\nld.param.v2.u32{%r295,%r296},[%d130+32];\n"
    "ld.param.u32 %r59,[%d130+1888];\n",
    "ld.param.v2.u32{%r297,%r298},[%d130+952];\nld.param.u32 %r63,[%d130+984];\n"
    "ld.param.v2.u32{%r299,%r300},[%d130+1872];\nld.param.u32 %r67,[%d130+1904];\nld.param.u64 %d42,[%d130+1504];\n"
    "ld.param.u64 %d43,[%d130+1528];\nld.param.u64 %d44,[%d130+1552];\ncvt.u32.u64 %r301,%d472;\n"
    "and.b32 %r68,%r301,65535;\nshr.u32 %r69,%r301,16;\nld.param.u64 %d53,[%d130+1584];\n"
    "and.b64 %d54,%d472,65535;\nld.param.u64 %d55,[%d130+1608];\nld.param.u64 %d56,[%d130+1632];\n"
    "ld.param.u64 %d57,[%d130+1656];\nadd.s64 %d304,%d53,%d54;\nadd.s64 %d308,%d55,%d54;\n"
    "add.s64 %d312,%d56,%d54;\nadd.s64 %d316,%d57,%d54;\nmov.u32 %r642,%r637;\nmov.u32 %r643,%r638;\n"
    "mov.u32 %r644,%r619;\nmov.u32 %r645,%r618;\nmov.u32 %r646,%r617;\nmov.u64 %d489,%d486;\nmov.u64 %d490,%d485;\n"
    "bra.uni L19;\nL113:\nld.param.u32 %r571,[%d130+68];\nld.param.u32 %r570,[%d130+104];\n"
    "ld.param.u32 %r569,[%d130+100];\nld.param.u64 %d418,[%d130+112];\nld.param.u32 %r568,[%d130+96];\n"
    "ld.param.u64 %d417,[%d130+88];\nld.param.u64 %d416,[%d130+80];\nbar.sync 0;\nadd.s64 %d484,%d416,%d484;\n"
    "add.s64 %d485,%d417,%d490;\nsetp.eq.s32 %p100,%r289,0;\nselp.b32 %r525,%r290,0,%p100;\n"
    "add.s32 %r617,%r525,%r646;\nsetp.eq.s32 %p101,%r289,1;\nselp.b32 %r526,%r290,0,%p101;\n"
    "add.s32 %r618,%r526,%r645;\nsetp.eq.s32 %p102,%r289,2;\nselp.b32 %r527,%r290,0,%p102;\n"
    "add.s32 %r619,%r527,%r644;\nadd.s32 %r528,%r617,1;\nsetp.eq.s32 %p103,%r528,%r568;\n"
    "selp.b64 %d358,%d153,0,%p103;\nadd.s64 %d359,%d358,%d418;\nadd.s32 %r529,%r618,1;\n"
    "setp.eq.s32 %p104,%r529,%r569;\nselp.b64 %d361,%d156,0,%p104;\nadd.s64 %d362,%d359,%d361;\n"
    "add.s32 %r530,%r619,1;\nsetp.eq.s32 %p105,%r530,%r570;\nselp.b64 %d364,%d159,0,%p105;\n"
    "add.s64 %d486,%d362,%d364;\nsetp.ne.s64 %p106,%d486,%d418;\nselp.u32 %r638,1,0,%p106;\n"
    "setp.ge.u32 %p107,%r617,%r279;\nsetp.ge.u32 %p108,%r618,%r569;\nsetp.ge.u32 %p109,%r619,%r570;\n"
    "or.pred %p110,%p107,%p108;\nor.pred %p111,%p109,%p110;\nadd.s32 %r647,%r647,1;\n"
    "setp.ge.u32 %p112,%r647,%r571;\nor.pred %p113,%p111,%p112;\nselp.u32 %r637,1,0,%p113;\nL19:\n"
    ".pragma \"nounroll\";\nmov.u64 %d62,%d490;\nmov.u64 %d61,%d489;\nmov.u32 %r95,%r646;\nmov.u32 %r94,%r645;\n"
    "mov.u32 %r93,%r644;\nmov.u32 %r92,%r643;\nmov.u32 %r91,%r642;\nmov.u64 %d490,%d485;\nmov.u64 %d489,%d486;\n"
    "mov.u32 %r646,%r617;\nmov.u32 %r645,%r618;\nmov.u32 %r644,%r619;\nmov.u32 %r643,%r638;\nmov.u32 %r642,%r637;\n"
    "ld.param.u32 %r572,[%d130+944];\nmov.u32 %r302,%tid.x;\nsetp.le.u32 %p24,%r572,%r302;\n"
    "add.s64 %d63,%d484,%d473;\nsetp.ne.s32 %p25,%r642,0;\nor.pred %p26,%p25,%p24;\n@%p26 bra L26;\n"
    "setp.eq.s32 %p27,%r40,0;\nsetp.eq.s32 %p28,%r643,0;\nor.pred %p29,%p28,%p27;\nmov.u32 %r303,-1;\n"
    "shl.b32 %r304,%r303,%r40;\nnot.b32 %r650,%r304;\n@%p29 bra L23;\nsub.s64 %d64,%d489,%d471;\n"
    "not.b32 %r650,%r304;\nmov.u32 %r648,0;\nL22:\n.pragma \"nounroll\";\nmul.wide.u32 %d161,%r648,24;\n"
    "add.s64 %d162,%d130,%d161;\nld.param.u64 %d163,[%d162+1496];\nsub.s64 %d164,%d64,%d163;\n"
    "and.b64 %d165,%d164,4611688217451692032;\nsetp.eq.s64 %p30,%d165,4611688217451692032;\nmov.u32 %r308,-2;\n"
    "shf.l.wrap.b32 %r309,%r308,%r308,%r648;\nselp.b32 %r310,-1,%r309,%p30;\nand.b32 %r650,%r310,%r650;\n"
    "add.s32 %r648,%r648,1;\nsetp.lt.u32 %p31,%r648,%r283;\n@%p31 bra L22;\nL23:\n"
    "ld.param.u64 %d420,[%d130+1480];\nsetp.gt.u32 %p32,%r284,1;\nadd.s64 %d66,%d420,%d63;\n"
    "and.b32 %r105,%r650,1;\n@%p32 bra L25;\nbra.uni L24;\nL25:\n{.reg .pred q;setp.ne.s32 q,%r105,0;\n"
    "mov.u32 %r636,0;mov.u32 %r635,0;mov.u32 %r634,0;mov.u32 %r633,0;\n"
    "@q ld.global.v4.u32{%r636,%r635,%r634,%r633},[%d66];}\nshr.u32 %r346,%r650,1;\nand.b32 %r335,%r346,1;\n"
    "add.s64 %d191,%d42,%d63;\n{.reg .pred q;setp.ne.s32 q,%r335,0;\n"
    "mov.u32 %r632,0;mov.u32 %r631,0;mov.u32 %r630,0;mov.u32 %r629,0;\n"
    "@q ld.global.v4.u32{%r632,%r631,%r630,%r629},[%d191];}\nshr.u32 %r347,%r650,2;\nand.b32 %r340,%r347,1;\n"
    "add.s64 %d192,%d43,%d63;\n{.reg .pred q;setp.ne.s32 q,%r340,0;\n"
    "mov.u32 %r628,0;mov.u32 %r627,0;mov.u32 %r626,0;mov.u32 %r625,0;\n"
    "@q ld.global.v4.u32{%r628,%r627,%r626,%r625},[%d192];}\nshr.u32 %r348,%r650,3;\nand.b32 %r345,%r348,1;\n",
    "add.s64 %d193,%d44,%d63;\n{.reg .pred q;setp.ne.s32 q,%r345,0;\n"
    "mov.u32 %r624,0;mov.u32 %r623,0;mov.u32 %r622,0;mov.u32 %r621,0;\n"
    "@q ld.global.v4.u32{%r624,%r623,%r622,%r621},[%d193];}\nbra.uni L26;\nL24:\nld.param.u64 %d424,[%d130+1648];\n"
    "ld.param.u64 %d423,[%d130+1624];\nld.param.u64 %d422,[%d130+1600];\nld.param.u64 %d421,[%d130+1576];\n"
    "{.reg .pred q;setp.ne.s32 q,%r105,0;\nmov.b64 %d166,0;@q ld.global.u64 %d166,[%d66];}\n"
    "cvt.u32.u64 %r636,%d166;\nshr.u64 %d182,%d166,32;\ncvt.u32.u64 %r635,%d182;\nshr.u32 %r319,%r650,1;\n"
    "and.b32 %r312,%r319,1;\nadd.s64 %d169,%d42,%d63;\n{.reg .pred q;setp.ne.s32 q,%r312,0;\n"
    "mov.b64 %d168,0;@q ld.global.u64 %d168,[%d169];}\ncvt.u32.u64 %r634,%d168;\nshr.u64 %d183,%d168,32;\n"
    "cvt.u32.u64 %r633,%d183;\nshr.u32 %r320,%r650,2;\nand.b32 %r313,%r320,1;\nadd.s64 %d171,%d43,%d63;\n"
    "{.reg .pred q;setp.ne.s32 q,%r313,0;\nmov.b64 %d170,0;@q ld.global.u64 %d170,[%d171];}\n"
    "cvt.u32.u64 %r632,%d170;\nshr.u64 %d184,%d170,32;\ncvt.u32.u64 %r631,%d184;\nshr.u32 %r321,%r650,3;\n"
    "and.b32 %r314,%r321,1;\nadd.s64 %d173,%d44,%d63;\n{.reg .pred q;setp.ne.s32 q,%r314,0;\n"
    "mov.b64 %d172,0;@q ld.global.u64 %d172,[%d173];}\ncvt.u32.u64 %r630,%d172;\nshr.u64 %d185,%d172,32;\n"
    "cvt.u32.u64 %r629,%d185;\nshr.u32 %r322,%r650,4;\nand.b32 %r315,%r322,1;\nadd.s64 %d175,%d421,%d63;\n"
    "{.reg .pred q;setp.ne.s32 q,%r315,0;\nmov.b64 %d174,0;@q ld.global.u64 %d174,[%d175];}\n"
    "cvt.u32.u64 %r628,%d174;\nshr.u64 %d186,%d174,32;\ncvt.u32.u64 %r627,%d186;\nshr.u32 %r323,%r650,5;\n"
    "and.b32 %r316,%r323,1;\nadd.s64 %d177,%d422,%d63;\n{.reg .pred q;setp.ne.s32 q,%r316,0;\n"
    "mov.b64 %d176,0;@q ld.global.u64 %d176,[%d177];}\ncvt.u32.u64 %r626,%d176;\nshr.u64 %d187,%d176,32;\n"
    "cvt.u32.u64 %r625,%d187;\nshr.u32 %r324,%r650,6;\nand.b32 %r317,%r324,1;\nadd.s64 %d179,%d423,%d63;\n"
    "{.reg .pred q;setp.ne.s32 q,%r317,0;\nmov.b64 %d178,0;@q ld.global.u64 %d178,[%d179];}\n"
    "cvt.u32.u64 %r624,%d178;\nshr.u64 %d188,%d178,32;\ncvt.u32.u64 %r623,%d188;\nshr.u32 %r325,%r650,7;\n"
    "and.b32 %r318,%r325,1;\nadd.s64 %d181,%d424,%d63;\n{.reg .pred q;setp.ne.s32 q,%r318,0;\n"
    "mov.b64 %d180,0;@q ld.global.u64 %d180,[%d181];}\ncvt.u32.u64 %r622,%d180;\nshr.u64 %d189,%d180,32;\n"
    "cvt.u32.u64 %r621,%d189;\nL26:\nsetp.eq.s32 %p33,%r647,0;\n@%p33 bra L79;\nmov.u32 %r349,%tid.x;\n"
    "setp.le.u32 %p34,%r287,%r349;\nsetp.ne.s32 %p35,%r91,0;\nor.pred %p36,%p35,%p34;\n@%p36 bra L76;\n"
    "setp.lt.u32 %p37,%r51,3;\n@%p37 bra L61;\nbra.uni L29;\nL61:\nsetp.eq.s32 %p63,%r291,0;\n"
    "setp.eq.s32 %p64,%r51,1;\nselp.b32 %r422,%r94,%r93,%p64;\nsetp.eq.s32 %p65,%r51,0;\n"
    "selp.b32 %r192,%r95,%r422,%p65;\nmul.lo.s32 %r423,%r51,21;\nshr.u64 %d256,%d61,%r423;\n"
    "cvt.u32.u64 %r424,%d256;\nand.b32 %r193,%r424,1048575;\n@%p63 bra L76;\nmov.u32 %r680,0;\nL63:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d258,%r680,24;\nadd.s64 %d259,%d130,%d258;\n"
    "ld.param.u64 %d83,[%d259+2416];\nsetp.eq.s32 %p66,%r92,0;\n@%p66 bra L65;\nmul.lo.s32 %r587,%r51,21;\n"
    "add.s64 %d260,%d83,%d498;\nmov.u64 %d261,1048575;\nshl.b64 %d262,%d261,%r587;\nnot.b64 %d263,%d262;\n"
    "and.b64 %d264,%d260,%d263;\nsub.s64 %d265,%d61,%d264;\nand.b64 %d266,%d265,4611688217451692032;\n"
    "setp.ne.s64 %p67,%d266,4611688217451692032;\n@%p67 bra L75;\nL65:\nmul.lo.s32 %r588,%r51,21;\n"
    "cvt.u64.u32 %d451,%r588;\nld.param.u32 %r577,[%d130+48];\nadd.s64 %d267,%d83,%d498;\n"
    "cvt.u32.u64 %r428,%d451;\nshr.u64 %d268,%d267,%r428;\ncvt.u32.u64 %r429,%d268;\nand.b32 %r430,%r429,1048575;\n"
    "setp.le.s32 %p68,%r430,%r577;\nadd.s32 %r681,%r430,-1;\n@%p68 bra L69;\nsetp.eq.s32 %p69,%r192,0;\n"
    "@%p69 bra L68;\nadd.s32 %r681,%r430,-1;\nadd.s32 %r578,%r192,1;\nmul.wide.u32 %d270,%r293,4;\n"
    "add.s64 %d271,%d130,%d270;\nld.param.u32 %r431,[%d271+96];\nsetp.lt.u32 %p70,%r578,%r431;\n@%p70 bra L75;\n"
    "bra.uni L69;\nL68:\nadd.s32 %r438,%r430,-1;\nsub.s32 %r681,%r438,%r294;\nL69:\nmul.wide.u32 %d455,%r680,24;\n"
    "add.s64 %d454,%d130,%d455;\nld.param.u64 %d453,[%d454+2408];\nld.param.u64 %d452,[%d454+2400];\n"
    "add.s64 %d430,%d62,%d476;\nshl.b32 %r441,%r429,3;\nand.b32 %r442,%r441,8388600;\nadd.s32 %r443,%r442,-8;\n",
    "cvt.s64.s32 %d278,%r443;\nadd.s64 %d279,%d430,%d452;\nsub.s64 %d280,%d279,%d278;\ncvt.u32.u64 %r444,%d280;\n"
    "neg.s32 %r445,%r444;\nand.b32 %r446,%r445,24;\nshr.u32 %r447,%r446,3;\nadd.s32 %r200,%r681,%r447;\n"
    "shl.b32 %r448,%r200,3;\ncvt.s64.s32 %d281,%r448;\nadd.s64 %d87,%d280,%d281;\nsetp.lt.u32 %p71,%r200,%r193;\n"
    "and.b64 %d282,%d474,65535;\nadd.s64 %d283,%d453,%d282;\ncvt.u32.u64 %r449,%d283;\nsub.s32 %r450,%r449,%r443;\n"
    "add.s32 %r201,%r448,%r450;\n@%p71 bra L74;\nbra.uni L70;\nL74:\nmov.u32 %r465,tile;\n"
    "add.s32 %r466,%r465,%r201;\nld.shared.u64 %d288,[%r466];\ncvt.u32.u64 %r460,%d288;\nshr.u64 %d289,%d288,32;\n"
    "cvt.u32.u64 %r461,%d289;\nld.shared.u64 %d290,[%r466+8];\ncvt.u32.u64 %r462,%d290;\nshr.u64 %d291,%d290,32;\n"
    "cvt.u32.u64 %r463,%d291;\nmov.u32 %r464,1;\n{.reg .pred q;setp.ne.s32 q,%r464,0;\n"
    "@q st.global.v4.u32[%d87],{%r460,%r461,%r462,%r463};}\nbra.uni L75;\nL70:\nmov.u32 %r682,0;\nL71:\n"
    ".pragma \"nounroll\";\nadd.s32 %r452,%r682,%r200;\nsetp.gt.u32 %p72,%r452,%r193;\n@%p72 bra L73;\n"
    "shl.b32 %r454,%r682,3;\ncvt.u64.u32 %d286,%r454;\nadd.s64 %d284,%d87,%d286;\nadd.s32 %r455,%r454,%r201;\n"
    "mov.u32 %r456,tile;\nadd.s32 %r457,%r456,%r455;\nld.shared.u64 %d285,[%r457];\nmov.u32 %r453,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r453,0;\n@q st.global.u64[%d284],%d285;}\nL73:\nadd.s32 %r459,%r682,1;\n"
    "mov.u32 %r682,1;\nsetp.lt.u32 %p73,%r459,2;\n@%p73 bra L71;\nL75:\nadd.s32 %r680,%r680,1;\n"
    "setp.lt.u32 %p74,%r680,%r59;\n@%p74 bra L63;\nbra.uni L76;\nL29:\nsetp.gt.u32 %p38,%r292,1;\n@%p38 bra L41;\n"
    "bra.uni L30;\nL41:\nsetp.eq.s32 %p50,%r59,0;\n@%p50 bra L50;\nmov.u32 %r671,0;\nL43:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d232,%r671,24;\nadd.s64 %d233,%d130,%d232;\nadd.s64 %d74,%d233,2416;\nsetp.eq.s32 %p51,%r92,0;\n"
    "@%p51 bra L45;\nsub.s64 %d444,%d61,%d498;\nld.param.u64 %d234,[%d74];\nsub.s64 %d235,%d444,%d234;\n"
    "and.b64 %d236,%d235,4611688217451692032;\nsetp.ne.s64 %p52,%d236,4611688217451692032;\n@%p52 bra L49;\nL45:\n"
    "setp.eq.s32 %p53,%r295,0;\nld.param.u32 %r167,[%d74+-8];\ncvt.u32.u64 %r383,%d474;\n"
    "and.b32 %r384,%r383,65535;\nadd.s32 %r385,%r384,%r167;\nmov.u32 %r386,tile;\nadd.s32 %r168,%r386,%r385;\n"
    "@%p53 bra L47;\nld.shared.v4.u32{%r672,%r673,%r674,%r675},[%r168];\nbra.uni L48;\nL47:\n"
    "ld.shared.u64 %d237,[%r168];\ncvt.u32.u64 %r672,%d237;\nshr.u64 %d238,%d237,32;\ncvt.u32.u64 %r673,%d238;\n"
    "shr.u32 %r392,%r383,16;\nadd.s32 %r393,%r392,%r167;\nadd.s32 %r395,%r386,%r393;\n"
    "ld.shared.u64 %d239,[%r395];\ncvt.u32.u64 %r674,%d239;\nshr.u64 %d240,%d239,32;\ncvt.u32.u64 %r675,%d240;\n"
    "L48:\nadd.s64 %d436,%d62,%d476;\nld.param.u64 %d242,[%d74+-16];\nadd.s64 %d241,%d242,%d436;\n"
    "mov.u32 %r400,1;\n{.reg .pred q;setp.ne.s32 q,%r400,0;\n"
    "@q st.global.v4.u32[%d241],{%r672,%r673,%r674,%r675};}\nL49:\ncvt.u64.u32 %d445,%r671;\n"
    "cvt.u32.u64 %r401,%d445;\nadd.s32 %r671,%r401,1;\nsetp.lt.u32 %p54,%r671,%r59;\n@%p54 bra L43;\nL50:\n"
    "setp.eq.s32 %p55,%r92,0;\n@%p55 bra L76;\nmov.u32 %r676,%tid.x;\nsetp.lt.u32 %p56,%r288,2;\n@%p56 bra L53;\n"
    "mov.u32 %r402,%tid.x;\nmul.hi.u32 %r403,%r402,%r299;\nshr.u32 %r676,%r403,%r300;\nL53:\n"
    "setp.eq.s32 %p123,%r59,0;\nmov.u32 %r580,%tid.x;\nld.param.u32 %r573,[%d130+1868];\n"
    "mul.lo.s32 %r405,%r573,%r676;\nsub.s32 %r406,%r580,%r405;\nshl.b32 %r407,%r406,1;\nor.b32 %r408,%r407,1;\n"
    "rem.u32 %r185,%r408,%r67;\n@%p123 bra L76;\nmov.u32 %r677,0;\nL55:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d243,%r677,24;\nadd.s64 %d244,%d130,%d243;\nld.param.u64 %d245,[%d244+2416];\n"
    "add.s64 %d491,%d245,%d498;\nsub.s64 %d246,%d61,%d491;\nand.b64 %d247,%d246,4611688217451692032;\n"
    "setp.eq.s64 %p58,%d247,4611688217451692032;\n@%p58 bra L60;\nmov.u32 %r678,1;\nmov.u32 %r679,%r185;\nL57:\n"
    ".pragma \"nounroll\";\nsub.s64 %d248,%d61,%d491;\nand.b64 %d249,%d248,4611688217451692032;\n"
    "setp.ne.s64 %p59,%d249,4611688217451692032;\n@%p59 bra L59;\nmul.wide.u32 %d450,%r677,24;\n"
    "add.s64 %d449,%d130,%d450;\nadd.s64 %d448,%d449,2416;\nld.param.u64 %d447,[%d448+-16];\n"
    "add.s64 %d437,%d62,%d476;\nshl.b32 %r412,%r678,4;\nshr.u64 %d252,%d474,%r412;\ncvt.u32.u64 %r413,%d252;\n",
    "and.b32 %r414,%r413,65535;\nld.param.u32 %r415,[%d448+-8];\nadd.s32 %r416,%r414,%r415;\nmov.u32 %r417,tile;\n"
    "add.s32 %r418,%r417,%r416;\nld.shared.u64 %d251,[%r418];\nshl.b32 %r419,%r678,3;\ncvt.u64.u32 %d253,%r419;\n"
    "add.s64 %d254,%d437,%d253;\nadd.s64 %d250,%d254,%d447;\nmov.u32 %r411,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r411,0;\n@q st.global.u64[%d250],%d251;}\nL59:\n"
    "ld.param.u64 %d419,[%d130+1912];\nsetp.eq.s32 %p60,%r679,0;\nselp.b64 %d255,%d419,0,%p60;\n"
    "sub.s64 %d491,%d491,%d255;\nselp.b32 %r420,%r67,%r679,%p60;\nadd.s32 %r679,%r420,-1;\n"
    "add.s32 %r190,%r678,-1;\nsetp.ne.s32 %p61,%r678,0;\nmov.u32 %r678,%r190;\n@%p61 bra L57;\nL60:\n"
    "cvt.u64.u32 %d446,%r677;\ncvt.u32.u64 %r421,%d446;\nadd.s32 %r677,%r421,1;\nsetp.lt.u32 %p62,%r677,%r59;\n"
    "@%p62 bra L55;\nbra.uni L76;\nL30:\nsetp.eq.s32 %p39,%r59,0;\nsetp.eq.s32 %p40,%r92,0;\n"
    "or.pred %p41,%p40,%p39;\nmov.u32 %r350,-1;\nshl.b32 %r351,%r350,%r59;\nnot.b32 %r669,%r351;\n@%p41 bra L33;\n"
    "sub.s64 %d68,%d61,%d498;\nnot.b32 %r669,%r351;\nmov.u32 %r667,0;\nL32:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d194,%r667,24;\nadd.s64 %d195,%d130,%d194;\nld.param.u64 %d196,[%d195+2416];\n"
    "sub.s64 %d197,%d68,%d196;\nand.b64 %d198,%d197,4611688217451692032;\n"
    "setp.eq.s64 %p42,%d198,4611688217451692032;\nmov.u32 %r355,-2;\nshf.l.wrap.b32 %r356,%r355,%r355,%r667;\n"
    "selp.b32 %r357,-1,%r356,%p42;\nand.b32 %r669,%r357,%r669;\nadd.s32 %r667,%r667,1;\n"
    "setp.lt.u32 %p43,%r667,%r59;\n@%p43 bra L32;\nL33:\n@%p39 bra L76;\nmov.u32 %r670,0;\nL35:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p45,%r670,%r59;\n@%p45 bra L40;\nadd.s64 %d431,%d62,%d476;\n"
    "and.b32 %r360,%r670,12;\nmul.wide.u32 %d202,%r360,24;\nadd.s64 %d203,%d130,%d202;\n"
    "ld.param.u64 %d204,[%d203+2400];\nadd.s64 %d199,%d431,%d204;\nand.b64 %d205,%d474,65535;\n"
    "ld.param.u64 %d206,[%d203+2408];\nadd.s64 %d207,%d206,%d205;\ncvt.u32.u64 %r361,%d207;\nmov.u32 %r362,tile;\n"
    "add.s32 %r363,%r362,%r361;\nld.shared.u64 %d200,[%r363];\nshr.u32 %r364,%r669,%r670;\nand.b32 %r359,%r364,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r359,0;\n@q st.global.u64[%d199],%d200;}\nadd.s32 %r162,%r670,1;\n"
    "setp.ge.u32 %p46,%r162,%r59;\n@%p46 bra L40;\nmov.u32 %r581,tile;\nand.b64 %d438,%d474,65535;\n"
    "add.s64 %d432,%d62,%d476;\nand.b32 %r366,%r162,13;\nmul.wide.u32 %d211,%r366,24;\nadd.s64 %d212,%d130,%d211;\n"
    "ld.param.u64 %d213,[%d212+2400];\nadd.s64 %d208,%d432,%d213;\nld.param.u64 %d215,[%d212+2408];\n"
    "add.s64 %d216,%d215,%d438;\ncvt.u32.u64 %r367,%d216;\nadd.s32 %r369,%r581,%r367;\n"
    "ld.shared.u64 %d209,[%r369];\nshr.u32 %r370,%r669,%r162;\nand.b32 %r365,%r370,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r365,0;\n@q st.global.u64[%d208],%d209;}\nadd.s32 %r163,%r670,2;\n"
    "setp.ge.u32 %p47,%r163,%r59;\n@%p47 bra L40;\nmov.u32 %r582,tile;\nand.b64 %d439,%d474,65535;\n"
    "add.s64 %d433,%d62,%d476;\nand.b32 %r372,%r163,14;\nmul.wide.u32 %d220,%r372,24;\nadd.s64 %d221,%d130,%d220;\n"
    "ld.param.u64 %d222,[%d221+2400];\nadd.s64 %d217,%d433,%d222;\nld.param.u64 %d224,[%d221+2408];\n"
    "add.s64 %d225,%d224,%d439;\ncvt.u32.u64 %r373,%d225;\nadd.s32 %r375,%r582,%r373;\n"
    "ld.shared.u64 %d218,[%r375];\nshr.u32 %r376,%r669,%r163;\nand.b32 %r371,%r376,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r371,0;\n@q st.global.u64[%d217],%d218;}\nadd.s32 %r164,%r670,3;\n"
    "setp.ge.u32 %p48,%r164,%r59;\n@%p48 bra L40;\nadd.s32 %r585,%r670,1;\nand.b32 %r584,%r585,13;\n"
    "mul.wide.u32 %d443,%r584,24;\nadd.s64 %d442,%d130,%d443;\nadd.s64 %d441,%d442,2400;\nmov.u32 %r583,tile;\n"
    "and.b64 %d440,%d474,65535;\nadd.s64 %d434,%d62,%d476;\nld.param.u64 %d228,[%d441+48];\n"
    "add.s64 %d226,%d434,%d228;\nld.param.u64 %d230,[%d441+56];\nadd.s64 %d231,%d230,%d440;\n"
    "cvt.u32.u64 %r378,%d231;\nadd.s32 %r380,%r583,%r378;\nld.shared.u64 %d227,[%r380];\n"
    "shr.u32 %r381,%r669,%r164;\nand.b32 %r377,%r381,1;\n{.reg .pred q;setp.ne.s32 q,%r377,0;\n"
    "@q st.global.u64[%d226],%d227;}\nL40:\nadd.s32 %r670,%r670,4;\nsetp.lt.u32 %p49,%r670,%r59;\n@%p49 bra L35;\n"
    "L76:\nsetp.eq.s32 %p75,%r642,0;\n@%p75 bra L78;\nbra.uni L77;\nL78:\nbar.sync 0;\nL79:\n"
    "setp.ne.s32 %p122,%r642,0;\nmov.u32 %r567,%tid.x;\n",
    "setp.le.u32 %p77,%r285,%r567;\nor.pred %p78,%p122,%p77;\n@%p78 bra L113;\nld.param.u64 %d428,[%d130+1560];\n"
    "ld.param.u64 %d427,[%d130+1536];\nld.param.u64 %d426,[%d130+1512];\nld.param.u64 %d425,[%d130+1488];\n"
    "setp.gt.u32 %p79,%r284,1;\ncvt.u32.u64 %r468,%d425;\nadd.s32 %r469,%r68,%r468;\nmov.u32 %r470,tile;\n"
    "add.s32 %r204,%r470,%r469;\ncvt.u32.u64 %r471,%d426;\nadd.s32 %r472,%r68,%r471;\nadd.s32 %r205,%r470,%r472;\n"
    "cvt.u32.u64 %r473,%d427;\nadd.s32 %r474,%r68,%r473;\nadd.s32 %r206,%r470,%r474;\ncvt.u32.u64 %r475,%d428;\n"
    "add.s32 %r476,%r68,%r475;\nadd.s32 %r207,%r470,%r476;\n@%p79 bra L97;\nbra.uni L81;\nL97:\n"
    "setp.eq.s32 %p88,%r40,0;\n@%p88 bra L102;\nld.param.u64 %d464,[%d130+1488];\ncvt.u32.u64 %r596,%d464;\n"
    "mov.u32 %r595,tile;\nsetp.lt.u32 %p89,%r283,2;\nadd.s32 %r490,%r69,%r596;\nadd.s32 %r492,%r595,%r490;\n"
    "cvt.u64.u32 %d320,%r635;\ncvt.u64.u32 %d321,%r636;\nbfi.b64 %d322,%d320,%d321,32,32;\n"
    "st.shared.u64[%r204],%d322;\ncvt.u64.u32 %d323,%r633;\ncvt.u64.u32 %d324,%r634;\n"
    "bfi.b64 %d325,%d323,%d324,32,32;\nst.shared.u64[%r492],%d325;\n@%p89 bra L102;\n"
    "ld.param.u64 %d465,[%d130+1512];\ncvt.u32.u64 %r598,%d465;\nmov.u32 %r597,tile;\nsetp.eq.s32 %p90,%r283,2;\n"
    "add.s32 %r494,%r69,%r598;\nadd.s32 %r496,%r597,%r494;\ncvt.u64.u32 %d326,%r631;\ncvt.u64.u32 %d327,%r632;\n"
    "bfi.b64 %d328,%d326,%d327,32,32;\nst.shared.u64[%r205],%d328;\ncvt.u64.u32 %d329,%r629;\n"
    "cvt.u64.u32 %d330,%r630;\nbfi.b64 %d331,%d329,%d330,32,32;\nst.shared.u64[%r496],%d331;\n@%p90 bra L102;\n"
    "ld.param.u64 %d466,[%d130+1536];\ncvt.u32.u64 %r600,%d466;\nmov.u32 %r599,tile;\nsetp.lt.u32 %p91,%r283,4;\n"
    "add.s32 %r498,%r69,%r600;\nadd.s32 %r500,%r599,%r498;\ncvt.u64.u32 %d332,%r627;\ncvt.u64.u32 %d333,%r628;\n"
    "bfi.b64 %d334,%d332,%d333,32,32;\nst.shared.u64[%r206],%d334;\ncvt.u64.u32 %d335,%r625;\n"
    "cvt.u64.u32 %d336,%r626;\nbfi.b64 %d337,%d335,%d336,32,32;\nst.shared.u64[%r500],%d337;\n@%p91 bra L102;\n"
    "ld.param.u64 %d467,[%d130+1560];\ncvt.u32.u64 %r602,%d467;\nmov.u32 %r601,tile;\nadd.s32 %r502,%r69,%r602;\n"
    "add.s32 %r504,%r601,%r502;\ncvt.u64.u32 %d338,%r623;\ncvt.u64.u32 %d339,%r624;\n"
    "bfi.b64 %d340,%d338,%d339,32,32;\nst.shared.u64[%r207],%d340;\ncvt.u64.u32 %d341,%r621;\n"
    "cvt.u64.u32 %d342,%r622;\nbfi.b64 %d343,%d341,%d342,32,32;\nst.shared.u64[%r504],%d343;\nL102:\n"
    "setp.eq.s32 %p92,%r643,0;\n@%p92 bra L113;\nld.param.u32 %r575,[%d130+948];\nmov.u32 %r683,%tid.x;\n"
    "setp.lt.u32 %p93,%r575,2;\n@%p93 bra L105;\nmov.u32 %r505,%tid.x;\nmul.hi.u32 %r506,%r505,%r297;\n"
    "shr.u32 %r683,%r506,%r298;\nL105:\nsetp.eq.s32 %p124,%r40,0;\nmov.u32 %r576,%tid.x;\n"
    "mul.lo.s32 %r507,%r286,%r683;\nsub.s32 %r509,%r576,%r507;\nshl.b32 %r510,%r509,1;\nor.b32 %r511,%r510,1;\n"
    "rem.u32 %r211,%r511,%r63;\n@%p124 bra L113;\nmov.u32 %r684,0;\nL107:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d344,%r684,24;\nadd.s64 %d345,%d130,%d344;\nld.param.u64 %d346,[%d345+1496];\n"
    "add.s64 %d492,%d346,%d471;\nsub.s64 %d347,%d489,%d492;\nand.b64 %d348,%d347,4611688217451692032;\n"
    "setp.eq.s64 %p95,%d348,4611688217451692032;\n@%p95 bra L112;\nmov.u32 %r685,1;\nmov.u32 %r686,%r211;\nL109:\n"
    ".pragma \"nounroll\";\nsub.s64 %d349,%d489,%d492;\nand.b64 %d350,%d349,4611688217451692032;\n"
    "setp.ne.s64 %p96,%d350,4611688217451692032;\n@%p96 bra L111;\nmul.wide.u32 %d460,%r684,24;\n"
    "add.s64 %d459,%d130,%d460;\nadd.s64 %d458,%d459,1496;\nld.param.u64 %d457,[%d458+-16];\nmov.u32 %r590,tile;\n"
    "add.s64 %d435,%d484,%d473;\nshl.b32 %r515,%r685,4;\nshr.u64 %d353,%d472,%r515;\ncvt.u32.u64 %r516,%d353;\n"
    "and.b32 %r517,%r516,65535;\nld.param.u32 %r518,[%d458+-8];\nadd.s32 %r519,%r517,%r518;\n"
    "add.s32 %r521,%r590,%r519;\nshl.b32 %r522,%r685,3;\ncvt.u64.u32 %d354,%r522;\nadd.s64 %d355,%d435,%d354;\n"
    "add.s64 %d352,%d355,%d457;\nmov.u32 %r514,1;\n{.reg .pred q;setp.ne.s32 q,%r514,0;\n"
    "mov.b64 %d351,0;@q ld.global.u64 %d351,[%d352];}\nst.shared.u64[%r521],%d351;\nL111:\n"
    "ld.param.u64 %d429,[%d130+992];\nsetp.eq.s32 %p97,%r686,0;\nselp.b64 %d356,%d429,0,%p97;\n"
    "sub.s64 %d492,%d492,%d356;\nselp.b32 %r523,%r63,%r686,%p97;\nadd.s32 %r686,%r523,-1;\n",
    "add.s32 %r216,%r685,-1;\nsetp.ne.s32 %p98,%r685,0;\nmov.u32 %r685,%r216;\n@%p98 bra L109;\nL112:\n"
    "cvt.u64.u32 %d456,%r684;\ncvt.u32.u64 %r524,%d456;\nadd.s32 %r684,%r524,1;\nsetp.lt.u32 %p99,%r684,%r40;\n"
    "@%p99 bra L107;\nbra.uni L113;\nL81:\nsetp.eq.s32 %p80,%r40,0;\n@%p80 bra L83;\ncvt.u64.u32 %d292,%r635;\n"
    "cvt.u64.u32 %d293,%r636;\nbfi.b64 %d294,%d292,%d293,32,32;\nst.shared.u64[%r204],%d294;\nL83:\n"
    "setp.lt.u32 %p81,%r40,2;\n@%p81 bra L85;\ncvt.u64.u32 %d295,%r633;\ncvt.u64.u32 %d296,%r634;\n"
    "bfi.b64 %d297,%d295,%d296,32,32;\nst.shared.u64[%r205],%d297;\nL85:\nsetp.lt.u32 %p82,%r40,3;\n"
    "@%p82 bra L87;\ncvt.u64.u32 %d298,%r631;\ncvt.u64.u32 %d299,%r632;\nbfi.b64 %d300,%d298,%d299,32,32;\n"
    "st.shared.u64[%r206],%d300;\nL87:\nsetp.lt.u32 %p83,%r40,4;\n@%p83 bra L89;\ncvt.u64.u32 %d301,%r629;\n"
    "cvt.u64.u32 %d302,%r630;\nbfi.b64 %d303,%d301,%d302,32,32;\nst.shared.u64[%r207],%d303;\nL89:\n"
    "setp.lt.u32 %p84,%r40,5;\n@%p84 bra L91;\nmov.u32 %r594,tile;\ncvt.u32.u64 %r477,%d304;\n"
    "add.s32 %r479,%r594,%r477;\ncvt.u64.u32 %d305,%r627;\ncvt.u64.u32 %d306,%r628;\n"
    "bfi.b64 %d307,%d305,%d306,32,32;\nst.shared.u64[%r479],%d307;\nL91:\nsetp.lt.u32 %p85,%r40,6;\n"
    "@%p85 bra L93;\nmov.u32 %r593,tile;\ncvt.u32.u64 %r480,%d308;\nadd.s32 %r482,%r593,%r480;\n"
    "cvt.u64.u32 %d309,%r625;\ncvt.u64.u32 %d310,%r626;\nbfi.b64 %d311,%d309,%d310,32,32;\n"
    "st.shared.u64[%r482],%d311;\nL93:\nsetp.lt.u32 %p86,%r40,7;\n@%p86 bra L95;\nmov.u32 %r592,tile;\n"
    "cvt.u32.u64 %r483,%d312;\nadd.s32 %r485,%r592,%r483;\ncvt.u64.u32 %d313,%r623;\ncvt.u64.u32 %d314,%r624;\n"
    "bfi.b64 %d315,%d313,%d314,32,32;\nst.shared.u64[%r485],%d315;\nL95:\nsetp.lt.u32 %p87,%r40,8;\n"
    "@%p87 bra L113;\nmov.u32 %r591,tile;\ncvt.u32.u64 %r486,%d316;\nadd.s32 %r488,%r591,%r486;\n"
    "cvt.u64.u32 %d317,%r621;\ncvt.u64.u32 %d318,%r622;\nbfi.b64 %d319,%d317,%d318,32,32;\n"
    "st.shared.u64[%r488],%d319;\nbra.uni L113;\nL77:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile16[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile16(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<77>;\n.reg .b32 %r<429>;\n.reg .b64 %d<296>;\nmov.b64 %d94,p;\nmov.u64 %d97,0;\n"
    "mov.u32 %r151,0;\nmov.u32 %r353,%r151;\nmov.u64 %d258,%d97;\nmov.u64 %d259,%d97;\nmov.u64 %d260,%d97;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r353;\nmul.wide.u32 %d102,%r353,920;\nadd.s64 %d103,%d94,%d102;\n"
    "ld.param.u32 %r2,[%d103+976];\nmov.u32 %r354,%r151;\nmov.u64 %d261,%d97;\nmov.u64 %d283,%d97;\n"
    "mov.u64 %d263,%d97;\nbra.uni L2;\nL63:\nshl.b32 %r345,%r354,4;\nshl.b64 %d255,%d282,%r345;\n"
    "or.b64 %d261,%d255,%d261;\nsetp.eq.s32 %p75,%r354,0;\nselp.b64 %d263,%d281,%d263,%p75;\n"
    "add.s32 %r354,%r354,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p2,%r2,0;\nmov.u32 %r355,1;\n@%p2 bra L4;\n"
    "ld.param.u32 %r355,[%d103+972];\nL4:\nsetp.lt.u32 %p3,%r354,%r355;\n@%p3 bra L51;\nbra.uni L5;\nL51:\n"
    "ld.param.u32 %r308,[%d103+948];\nsetp.lt.u32 %p68,%r308,2;\nmov.u32 %r418,%tid.x;\n@%p68 bra L53;\n"
    "ld.param.v2.u32{%r309,%r310},[%d103+952];\nmov.u32 %r313,%tid.x;\nmul.hi.u32 %r314,%r313,%r309;\n"
    "shr.u32 %r418,%r314,%r310;\nL53:\nld.param.u32 %r127,[%d103+948];\nmov.u64 %d281,0;\n"
    "ld.param.v2.u32{%r422,%r316},[%d103+960];\nadd.s32 %r131,%r316,%r422;\nadd.s32 %r419,%r422,1;\n"
    "setp.ge.u32 %p69,%r419,%r131;\nmov.u64 %d282,%d281;\nmov.u64 %d283,%d281;\nmov.u32 %r423,%r418;\n"
    "@%p69 bra L56;\nmov.u64 %d283,0;\nmov.u32 %r420,%r418;\nmov.u32 %r421,%r422;\nmov.u64 %d282,%d283;\n"
    "mov.u64 %d281,%d283;\nL55:\n.pragma \"nounroll\";\nmov.u32 %r422,%r419;\nmul.lo.s64 %d208,%d5,920;\n"
    "add.s64 %d209,%d94,%d208;\nmul.wide.u32 %d210,%r421,40;\nadd.s64 %d211,%d209,%d210;\n"
    "ld.param.v2.u32{%r318,%r319},[%d211+1000];\nmul.hi.u32 %r322,%r420,%r319;\nld.param.u32 %r323,[%d211+1008];\n"
    "shr.u32 %r423,%r322,%r323;\nmul.lo.s32 %r324,%r423,%r318;\nsub.s32 %r325,%r420,%r324;\n"
    "cvt.u64.u32 %d212,%r325;\nld.param.u64 %d213,[%d211+1016];\nmul.lo.s64 %d214,%d213,%d212;\n"
    "add.s64 %d281,%d214,%d281;\nld.param.u64 %d215,[%d211+1024];\nmul.lo.s64 %d216,%d215,%d212;\n"
    "add.s64 %d282,%d216,%d282;\nld.param.u64 %d217,[%d211+1032];\nmul.lo.s64 %d218,%d217,%d212;\n"
    "add.s64 %d283,%d218,%d283;\nadd.s32 %r419,%r422,1;\nsetp.lt.u32 %p70,%r419,%r131;\nmov.u32 %r420,%r423;\n"
    "mov.u32 %r421,%r422;\n@%p70 bra L55;\nL56:\nsetp.ge.u32 %p71,%r422,%r131;\n@%p71 bra L58;\n"
    "mul.lo.s64 %d219,%d5,920;\nadd.s64 %d220,%d94,%d219;\nmul.wide.u32 %d221,%r422,40;\n"
    "add.s64 %d222,%d220,%d221;\ncvt.u64.u32 %d223,%r423;\nld.param.u64 %d224,[%d222+1016];\n"
    "mul.lo.s64 %d225,%d224,%d223;\nadd.s64 %d281,%d225,%d281;\nld.param.u64 %d226,[%d222+1024];\n"
    "mul.lo.s64 %d227,%d226,%d223;\nadd.s64 %d282,%d227,%d282;\nld.param.u64 %d228,[%d222+1032];\n"
    "mul.lo.s64 %d229,%d228,%d223;\nadd.s64 %d283,%d229,%d283;\nL58:\nld.param.v2.u32{%r327,%r328},[%d103+960];\n"
    "mov.u32 %r427,0;\nld.param.v2.u32{%r329,%r330},[%d103+968];\nmul.lo.s32 %r332,%r127,%r418;\n"
    "mov.u32 %r333,%tid.x;\nsub.s32 %r334,%r333,%r332;\nmad.lo.s32 %r428,%r330,%r334,%r354;\n"
    "setp.lt.u32 %p72,%r327,2;\n@%p72 bra L61;\nmov.u32 %r426,0;\nmov.u32 %r424,1;\nmov.u32 %r425,%r428;\nL60:\n"
    ".pragma \"nounroll\";\nmov.u32 %r427,%r424;\nmul.lo.s64 %d233,%d5,920;\nadd.s64 %d234,%d94,%d233;\n"
    "mul.wide.u32 %d235,%r426,40;\nadd.s64 %d236,%d234,%d235;\nld.param.v2.u32{%r337,%r338},[%d236+1000];\n"
    "mul.hi.u32 %r341,%r425,%r338;\nld.param.u32 %r342,[%d236+1008];\nshr.u32 %r428,%r341,%r342;\n"
    "mul.lo.s32 %r343,%r428,%r337;\nsub.s32 %r344,%r425,%r343;\ncvt.u64.u32 %d237,%r344;\n"
    "ld.param.u64 %d238,[%d236+1016];\nmul.lo.s64 %d239,%d238,%d237;\nadd.s64 %d281,%d239,%d281;\n"
    "ld.param.u64 %d240,[%d236+1024];\nmul.lo.s64 %d241,%d240,%d237;\nadd.s64 %d282,%d241,%d282;\n"
    "ld.param.u64 %d242,[%d236+1032];\nmul.lo.s64 %d243,%d242,%d237;\nadd.s64 %d283,%d243,%d283;\n"
    "add.s32 %r424,%r427,1;\nsetp.lt.u32 %p73,%r424,%r327;\nmov.u32 %r425,%r428;\nmov.u32 %r426,%r427;\n"
    "@%p73 bra L60;\nL61:\nsetp.ge.u32 %p74,%r427,%r327;\n@%p74 bra L63;\n",
    "mul.lo.s64 %d244,%d5,920;\nadd.s64 %d245,%d94,%d244;\nmul.wide.u32 %d246,%r427,40;\n"
    "add.s64 %d247,%d245,%d246;\ncvt.u64.u32 %d248,%r428;\nld.param.u64 %d249,[%d247+1016];\n"
    "mul.lo.s64 %d250,%d249,%d248;\nadd.s64 %d281,%d250,%d281;\nld.param.u64 %d251,[%d247+1024];\n"
    "mul.lo.s64 %d252,%d251,%d248;\nadd.s64 %d282,%d252,%d282;\nld.param.u64 %d253,[%d247+1032];\n"
    "mul.lo.s64 %d254,%d253,%d248;\nadd.s64 %d283,%d254,%d283;\nbra.uni L63;\nL5:\nadd.s64 %d9,%d103,976;\n"
    "ld.param.u32 %r154,[%d103+976];\nsetp.eq.s32 %p4,%r154,0;\n@%p4 bra L7;\nld.param.u32 %r155,[%d103+972];\n"
    "add.s32 %r156,%r155,-1;\ncvt.u64.u32 %d113,%r156;\nld.param.u64 %d114,[%d103+992];\n"
    "mul.lo.s64 %d115,%d114,%d113;\nadd.s64 %d283,%d115,%d283;\nL7:\nld.param.u32 %r157,[%d9];\n"
    "setp.eq.s32 %p5,%r157,0;\n@%p5 bra L9;\nmul.lo.s64 %d116,%d261,281479271743489;\n"
    "ld.param.s32 %d120,[%d103+980];\nmul.lo.s64 %d121,%d120,844433520132096;\nadd.s64 %d261,%d121,%d116;\nL9:\n"
    "cvt.u32.u64 %r158,%d5;\nsetp.eq.s32 %p6,%r158,0;\nselp.b64 %d260,%d263,%d260,%p6;\n"
    "selp.b64 %d259,%d261,%d259,%p6;\nselp.b64 %d258,%d283,%d258,%p6;\nadd.s32 %r353,%r158,1;\n"
    "setp.lt.u32 %p7,%r353,2;\n@%p7 bra L1;\nld.param.u64 %d271,[%d94];\nld.param.u64 %d272,[%d94+8];\n"
    "add.s64 %d20,%d94,176;\nmov.u32 %r356,0;\nmov.u32 %r7,%ctaid.x;\nmov.u32 %r370,%r356;\nmov.u32 %r369,%r356;\n"
    "mov.u32 %r368,%r356;\nmov.u32 %r367,%r356;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p8,%r356,0;\n"
    "mov.u32 %r361,%r7;\n@%p8 bra L15;\nsetp.ne.s32 %p9,%r356,1;\n@%p9 bra L14;\nmov.u32 %r361,%ctaid.y;\n"
    "bra.uni L15;\nL14:\nmov.u32 %r361,%ctaid.z;\nL15:\nmul.wide.u32 %d122,%r356,4;\nadd.s64 %d123,%d94,%d122;\n"
    "ld.param.u32 %r16,[%d123+56];\nsetp.ge.u32 %p10,%r370,%r16;\n@%p10 bra L18;\nmul.wide.u32 %d124,%r370,40;\n"
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
    "setp.lt.u32 %p15,%r356,3;\n@%p15 bra L11;\nld.param.v2.u32{%r182,%r183},[%d94+96];\nmov.u32 %r394,0;\n"
    "add.s32 %r184,%r367,1;\nsetp.eq.s32 %p16,%r184,%r182;\nld.param.u64 %d32,[%d94+120];\nneg.s64 %d130,%d32;\n"
    "selp.b64 %d131,%d130,0,%p16;\nld.param.u64 %d33,[%d94+112];\nadd.s64 %d132,%d131,%d33;\n"
    "add.s32 %r185,%r368,1;\nsetp.eq.s32 %p17,%r185,%r183;\nld.param.u64 %d34,[%d94+128];\nneg.s64 %d133,%d34;\n"
    "selp.b64 %d134,%d133,0,%p17;\nadd.s64 %d135,%d132,%d134;\nld.param.u32 %r34,[%d94+104];\n"
    "add.s32 %r186,%r369,1;\nsetp.eq.s32 %p18,%r186,%r34;\nld.param.u64 %d35,[%d94+136];\nneg.s64 %d136,%d35;\n"
    "selp.b64 %d137,%d136,0,%p18;\nadd.s64 %d273,%d135,%d137;\nsetp.ne.s64 %p19,%d273,%d33;\n"
    "selp.u32 %r388,1,0,%p19;\nsetp.ge.u32 %p20,%r367,%r182;\nsetp.ge.u32 %p21,%r368,%r183;\n"
    "setp.ge.u32 %p22,%r369,%r34;\nor.pred %p23,%p20,%p21;\nor.pred %p24,%p22,%p23;\nselp.u32 %r387,1,0,%p24;\n"
    "ld.param.u32 %r37,[%d94+944];\nld.param.u32 %r38,[%d94+968];\nld.param.u32 %r39,[%d94+1864];\n"
    "ld.param.u64 %d37,[%d94+80];\nld.param.u64 %d38,[%d94+88];\nld.param.v2.u32{%r187,%r188},[%d94+72];\n"
    "ld.param.u32 %r42,[%d94+68];\nand.b64 %d39,%d261,65535;\nld.param.u32 %r43,[%d94+1888];\n"
    "ld.param.u64 %d40,[%d94+1480];\nld.param.u64 %d41,[%d94+1504];\nld.param.u64 %d42,[%d94+1528];\n"
    "ld.param.u64 %d43,[%d94+1552];\nld.param.u64 %d44,[%d94+1488];\n",
    "and.b64 %d45,%d259,65535;\nld.param.u64 %d46,[%d94+1512];\nld.param.u64 %d47,[%d94+1536];\n"
    "ld.param.u64 %d48,[%d94+1560];\nadd.s64 %d181,%d44,%d45;\nadd.s64 %d182,%d46,%d45;\nadd.s64 %d183,%d47,%d45;\n"
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
    "add.s64 %d139,%d94,%d138;\nld.param.u64 %d140,[%d139+1496];\nsub.s64 %d141,%d54,%d140;\n"
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
    "mul.wide.u32 %d148,%r414,24;\nadd.s64 %d149,%d94,%d148;\nld.param.u64 %d150,[%d149+2416];\n"
    "sub.s64 %d151,%d57,%d150;\nand.b64 %d152,%d151,4611688217451692032;\n"
    "setp.eq.s64 %p40,%d152,4611688217451692032;\nmov.u32 %r227,-2;\nshf.l.wrap.b32 %r228,%r227,%r227,%r414;\n"
    "selp.b32 %r229,-1,%r228,%p40;\n",
    "and.b32 %r416,%r229,%r416;\nadd.s32 %r414,%r414,1;\nsetp.lt.u32 %p41,%r414,%r43;\n@%p41 bra L29;\nL30:\n"
    "@%p37 bra L38;\nmov.u32 %r417,0;\nL32:\n.pragma \"nounroll\";\nsetp.ge.u32 %p43,%r417,%r43;\n@%p43 bra L37;\n"
    "and.b32 %r236,%r417,12;\nmul.wide.u32 %d155,%r236,24;\nadd.s64 %d156,%d94,%d155;\n"
    "ld.param.u64 %d157,[%d156+2400];\nadd.s64 %d153,%d56,%d157;\nld.param.u64 %d158,[%d156+2408];\n"
    "add.s64 %d159,%d158,%d39;\ncvt.u32.u64 %r237,%d159;\nmov.u32 %r238,tile;\nadd.s32 %r239,%r238,%r237;\n"
    "ld.shared.v4.u32{%r240,%r241,%r242,%r243},[%r239];\nshr.u32 %r244,%r416,%r417;\nand.b32 %r235,%r244,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r235,0;\n@q st.global.v4.u32[%d153],{%r240,%r241,%r242,%r243};}\n"
    "add.s32 %r245,%r417,1;\nsetp.ge.u32 %p44,%r245,%r43;\n@%p44 bra L37;\nadd.s32 %r347,%r417,1;\n"
    "mov.u32 %r346,tile;\nand.b32 %r252,%r347,13;\nmul.wide.u32 %d162,%r252,24;\nadd.s64 %d163,%d94,%d162;\n"
    "ld.param.u64 %d164,[%d163+2400];\nadd.s64 %d160,%d56,%d164;\nld.param.u64 %d165,[%d163+2408];\n"
    "add.s64 %d166,%d165,%d39;\ncvt.u32.u64 %r253,%d166;\nadd.s32 %r255,%r346,%r253;\n"
    "ld.shared.v4.u32{%r256,%r257,%r258,%r259},[%r255];\nshr.u32 %r260,%r416,%r347;\nand.b32 %r250,%r260,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r250,0;\n@q st.global.v4.u32[%d160],{%r256,%r257,%r258,%r259};}\n"
    "add.s32 %r115,%r417,2;\nsetp.ge.u32 %p45,%r115,%r43;\n@%p45 bra L37;\nmov.u32 %r348,tile;\n"
    "and.b32 %r266,%r115,14;\nmul.wide.u32 %d169,%r266,24;\nadd.s64 %d170,%d94,%d169;\n"
    "ld.param.u64 %d171,[%d170+2400];\nadd.s64 %d167,%d56,%d171;\nld.param.u64 %d172,[%d170+2408];\n"
    "add.s64 %d173,%d172,%d39;\ncvt.u32.u64 %r267,%d173;\nadd.s32 %r269,%r348,%r267;\n"
    "ld.shared.v4.u32{%r270,%r271,%r272,%r273},[%r269];\nshr.u32 %r274,%r416,%r115;\nand.b32 %r265,%r274,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r265,0;\n@q st.global.v4.u32[%d167],{%r270,%r271,%r272,%r273};}\n"
    "add.s32 %r116,%r417,3;\nsetp.ge.u32 %p46,%r116,%r43;\n@%p46 bra L37;\nadd.s32 %r351,%r417,1;\n"
    "and.b32 %r350,%r347,13;\nmul.wide.u32 %d257,%r350,24;\nadd.s64 %d256,%d94,%d257;\nmov.u32 %r349,tile;\n"
    "ld.param.u64 %d178,[%d256+2448];\nadd.s64 %d174,%d56,%d178;\nld.param.u64 %d179,[%d256+2456];\n"
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
    "st.shared.v4.u32[%r301],{%r401,%r400,%r399,%r398};\nbra.uni L50;\nL39:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_bytes[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_bytes(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<92>;\n.reg .b32 %r<594>;\n.reg .b64 %d<324>;\nmov.b64 %d101,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d104,0;\nmov.u32 %r210,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r501,%r210;\nmov.u64 %d287,%d104;\nmov.u64 %d288,%d104;\nmov.u64 %d289,%d104;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r501;\nmul.wide.u32 %d108,%r501,920;\nadd.s64 %d109,%d101,%d108;\n"
    "add.s64 %d6,%d109,976;\nld.param.u32 %r6,[%d109+976];\nmov.u32 %r502,%r210;\nmov.u64 %d290,%d104;\n"
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
    "ld.param.v2.u32{%r471,%r472},[%d242+1000];\nmul.hi.u32 %r475,%r585,%r472;\nld.param.u32 %r476,[%d242+1008];\n"
    "shr.u32 %r588,%r475,%r476;\nmul.lo.s32 %r477,%r588,%r471;\nsub.s32 %r478,%r585,%r477;\n"
    "cvt.u64.u32 %d243,%r478;\nld.param.u64 %d244,[%d242+1016];\nmul.lo.s64 %d245,%d244,%d243;\n"
    "add.s64 %d309,%d245,%d309;\nld.param.u64 %d246,[%d242+1024];\nmul.lo.s64 %d247,%d246,%d243;\n"
    "add.s64 %d310,%d247,%d310;\nld.param.u64 %d248,[%d242+1032];\nmul.lo.s64 %d249,%d248,%d243;\n"
    "add.s64 %d311,%d249,%d311;\nadd.s32 %r584,%r587,1;\nsetp.lt.u32 %p85,%r584,%r191;\nmov.u32 %r585,%r588;\n"
    "mov.u32 %r586,%r587;\n@%p85 bra L61;\nL62:\nsetp.ge.u32 %p86,%r587,%r191;\n@%p86 bra L64;\n"
    "mul.lo.s64 %d250,%d5,920;\nadd.s64 %d251,%d101,%d250;\nmul.wide.u32 %d252,%r587,40;\n"
    "add.s64 %d253,%d251,%d252;\ncvt.u64.u32 %d254,%r588;\nld.param.u64 %d255,[%d253+1016];\n"
    "mul.lo.s64 %d256,%d255,%d254;\nadd.s64 %d309,%d256,%d309;\nld.param.u64 %d257,[%d253+1024];\n"
    "mul.lo.s64 %d258,%d257,%d254;\nadd.s64 %d310,%d258,%d310;\nld.param.u64 %d259,[%d253+1032];\n"
    "mul.lo.s64 %d260,%d259,%d254;\nadd.s64 %d311,%d260,%d311;\nL64:\nld.param.v2.u32{%r480,%r481},[%d6+-16];\n"
    "mov.u32 %r592,0;\nld.param.v2.u32{%r482,%r483},[%d6+-8];\nmul.lo.s32 %r485,%r189,%r583;\n"
    "sub.s32 %r486,%r4,%r485;\nmad.lo.s32 %r593,%r483,%r486,%r502;\nsetp.lt.u32 %p87,%r480,2;\n@%p87 bra L67;\n"
    "mov.u32 %r591,0;\nmov.u32 %r589,1;\nmov.u32 %r590,%r593;\nL66:\n.pragma \"nounroll\";\nmov.u32 %r592,%r589;\n"
    "mul.lo.s64 %d261,%d5,920;\nadd.s64 %d262,%d101,%d261;\nmul.wide.u32 %d263,%r591,40;\n"
    "add.s64 %d264,%d262,%d263;\nld.param.v2.u32{%r489,%r490},[%d264+1000];\nmul.hi.u32 %r493,%r590,%r490;\n"
    "ld.param.u32 %r494,[%d264+1008];\nshr.u32 %r593,%r493,%r494;\nmul.lo.s32 %r495,%r593,%r489;\n"
    "sub.s32 %r496,%r590,%r495;\ncvt.u64.u32 %d265,%r496;\nld.param.u64 %d266,[%d264+1016];\n"
    "mul.lo.s64 %d267,%d266,%d265;\nadd.s64 %d309,%d267,%d309;\nld.param.u64 %d268,[%d264+1024];\n"
    "mul.lo.s64 %d269,%d268,%d265;\nadd.s64 %d310,%d269,%d310;\nld.param.u64 %d270,[%d264+1032];\n"
    "mul.lo.s64 %d271,%d270,%d265;\nadd.s64 %d311,%d271,%d311;\nadd.s32 %r589,%r592,1;\n"
    "setp.lt.u32 %p88,%r589,%r480;\nmov.u32 %r590,%r593;\nmov.u32 %r591,%r592;\n@%p88 bra L66;\nL67:\n",
    "setp.ge.u32 %p89,%r592,%r480;\n@%p89 bra L69;\nmul.lo.s64 %d272,%d5,920;\nadd.s64 %d273,%d101,%d272;\n"
    "mul.wide.u32 %d274,%r592,40;\nadd.s64 %d275,%d273,%d274;\ncvt.u64.u32 %d276,%r593;\n"
    "ld.param.u64 %d277,[%d275+1016];\nmul.lo.s64 %d278,%d277,%d276;\nadd.s64 %d309,%d278,%d309;\n"
    "ld.param.u64 %d279,[%d275+1024];\nmul.lo.s64 %d280,%d279,%d276;\nadd.s64 %d310,%d280,%d310;\n"
    "ld.param.u64 %d281,[%d275+1032];\nmul.lo.s64 %d282,%d281,%d276;\nadd.s64 %d311,%d282,%d311;\nbra.uni L69;\n"
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
    "add.s64 %d117,%d101,%d116;\nld.param.u32 %r17,[%d117+56];\nsetp.ge.u32 %p10,%r518,%r17;\n@%p10 bra L16;\n"
    "L15:\n.pragma \"nounroll\";\nmul.wide.u32 %d118,%r518,40;\nadd.s64 %d119,%d101,%d118;\n"
    "ld.param.v2.u32{%r223,%r224},[%d119+144];\nmul.hi.u32 %r227,%r509,%r224;\n"
    "ld.param.v2.u32{%r228,%r229},[%d119+152];\nshr.u32 %r23,%r227,%r228;\nmul.lo.s32 %r232,%r23,%r223;\n"
    "sub.s32 %r233,%r509,%r232;\ncvt.u64.u32 %d120,%r233;\nld.param.u64 %d121,[%d119+160];\n"
    "mul.lo.s64 %d122,%d121,%d120;\nld.param.u64 %d123,[%d119+168];\nmul.lo.s64 %d124,%d123,%d120;\n"
    "ld.param.u32 %r234,[%d119+176];\nmul.lo.s32 %r235,%r233,%r234;\nadd.s64 %d299,%d122,%d299;\n"
    "add.s64 %d300,%d124,%d300;\nsetp.eq.s32 %p11,%r229,0;\nselp.b32 %r236,%r235,0,%p11;\n"
    "add.s32 %r515,%r236,%r515;\nsetp.eq.s32 %p12,%r229,1;\nselp.b32 %r237,%r235,0,%p12;\n"
    "add.s32 %r516,%r237,%r516;\nsetp.eq.s32 %p13,%r229,2;\nselp.b32 %r238,%r235,0,%p13;\n"
    "add.s32 %r517,%r238,%r517;\nadd.s32 %r518,%r518,1;\nsetp.lt.u32 %p14,%r518,%r17;\nmov.u32 %r509,%r23;\n"
    "@%p14 bra L15;\nL16:\nadd.s32 %r504,%r504,1;\nsetp.lt.u32 %p15,%r504,3;\n@%p15 bra L11;\n"
    "ld.param.u32 %r241,[%d101+96];\nadd.s32 %r242,%r515,1;\nsetp.eq.s32 %p16,%r242,%r241;\n"
    "ld.param.u64 %d28,[%d101+120];\nneg.s64 %d125,%d28;\nselp.b64 %d126,%d125,0,%p16;\n"
    "ld.param.u64 %d29,[%d101+112];\nadd.s64 %d127,%d126,%d29;\nld.param.u32 %r33,[%d101+100];\n"
    "add.s32 %r243,%r516,1;\nsetp.eq.s32 %p17,%r243,%r33;\nld.param.u64 %d30,[%d101+128];\nneg.s64 %d128,%d30;\n"
    "selp.b64 %d129,%d128,0,%p17;\nadd.s64 %d130,%d127,%d129;\nld.param.u32 %r34,[%d101+104];\n"
    "add.s32 %r244,%r517,1;\nsetp.eq.s32 %p18,%r244,%r34;\nld.param.u64 %d31,[%d101+136];\nneg.s64 %d131,%d31;\n"
    "selp.b64 %d132,%d131,0,%p18;\nadd.s64 %d301,%d130,%d132;\nsetp.ne.s64 %p19,%d301,%d29;\n"
    "selp.u32 %r536,1,0,%p19;\nsetp.ge.u32 %p20,%r515,%r241;\nld.param.v2.u32{%r245,%r246},[%d101+96];\n"
    "setp.ge.u32 %p21,%r516,%r246;\nsetp.ge.u32 %p22,%r517,%r34;\nor.pred %p23,%p20,%p21;\n"
    "or.pred %p24,%p22,%p23;\nselp.u32 %r535,1,0,%p24;\nld.param.u32 %r39,[%d101+944];\n"
    "ld.param.v2.u32{%r247,%r248},[%d101+968];\nld.param.u32 %r42,[%d101+972];\nand.b64 %d33,%d290,65535;\n"
    "ld.param.u32 %r43,[%d101+1864];\nld.param.u64 %d34,[%d101+16];\nld.param.u64 %d35,[%d101+80];\n"
    "ld.param.u64 %d36,[%d101+88];\nld.param.v2.u32{%r249,%r250},[%d101+72];\nld.param.u32 %r46,[%d101+68];\n"
    "ld.param.v2.u32{%r251,%r252},[%d101+1888];\nand.b64 %d37,%d288,65535;\nld.param.u32 %r49,[%d101+1892];\n"
    "add.s32 %r253,%r49,-1;\n",
    "cvt.u64.u32 %d133,%r253;\nld.param.u64 %d38,[%d101+1912];\nmul.lo.s64 %d134,%d38,%d133;\n"
    "sub.s64 %d39,%d311,%d134;\nld.param.u32 %r50,[%d101+1888];\nld.param.u32 %r51,[%d101+36];\n"
    "ld.param.u64 %d40,[%d101+24];\nld.param.u32 %r52,[%d101+968];\nld.param.u64 %d41,[%d101+992];\n"
    "cvt.u32.u64 %r254,%d288;\nand.b32 %r53,%r254,65535;\nld.param.v2.u32{%r255,%r256},[%d101+976];\n"
    "ld.param.u64 %d42,[%d101+1480];\nld.param.u64 %d43,[%d101+1504];\nld.param.u64 %d44,[%d101+1528];\n"
    "ld.param.u64 %d45,[%d101+1552];\nld.param.u64 %d46,[%d101+1488];\nld.param.u64 %d47,[%d101+1512];\n"
    "ld.param.u64 %d48,[%d101+1536];\nld.param.u64 %d49,[%d101+1560];\nld.param.u32 %r56,[%d101+980];\n"
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
    "cvt.u64.u32 %d137,%r265;\nmul.lo.s64 %d138,%d40,%d137;\nld.param.u64 %d139,[%d136+1496];\n"
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
    "@q ld.global.v4.u32{%r574,%r573,%r572,%r571},[%d161];}\nshr.u32 %r338,%r545,3;\nand.b32 %r335,%r338,1;\n",
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
    "ld.param.u64 %d59,[%d165+2400];\nld.param.u64 %d60,[%d165+2416];\nld.param.u64 %d61,[%d165+2408];\n"
    "@%p40 bra L30;\nbra.uni L29;\nL30:\nadd.s64 %d285,%d54,%d292;\nsetp.eq.s32 %p42,%r79,0;\n"
    "setp.eq.s32 %p43,%r252,0;\nadd.s64 %d167,%d61,%d33;\ncvt.u32.u64 %r346,%d167;\nmov.u32 %r347,tile;\n"
    "add.s32 %r348,%r347,%r346;\nld.shared.v4.u32{%r349,%r350,%r351,%r352},[%r348];\nadd.s64 %d168,%d40,%d38;\n"
    "mul.lo.s64 %d169,%d168,-3;\nadd.s64 %d170,%d39,%d60;\nsub.s64 %d171,%d53,%d170;\n",
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
    "prmt.b32 %r425,%r573,%r569,%r417;\nprmt.b32 %r426,%r560,%r556,%r417;\nprmt.b32 %r573,%r426,%r425,%r415;\n",
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
    "mov.u32 %r581,%r560;\nmov.u32 %r582,%r561;\n",
    "@%p63 bra L56;\ncvt.u32.u64 %r400,%d214;\nadd.s32 %r402,%r374,%r400;\nshl.b32 %r403,%r554,8;\n"
    "or.b32 %r404,%r403,%r558;\nshl.b32 %r405,%r571,16;\nor.b32 %r406,%r404,%r405;\nshl.b32 %r407,%r567,24;\n"
    "or.b32 %r408,%r406,%r407;\nst.shared.u32[%r402],%r408;\nmov.u32 %r575,%r554;\nmov.u32 %r576,%r555;\n"
    "mov.u32 %r577,%r556;\nmov.u32 %r578,%r557;\nmov.u32 %r579,%r558;\nmov.u32 %r580,%r559;\nmov.u32 %r581,%r560;\n"
    "mov.u32 %r582,%r561;\nbra.uni L56;\nL40:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_pairs[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_pairs(\n.param .align 8 .b8 p[2784]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<89>;\n.reg .b16 %rs<10>;\n.reg .b32 %r<469>;\n.reg .b64 %d<331>;\nmov.b64 %d102,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d105,0;\nmov.u32 %r168,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r388,%r168;\nmov.u64 %d293,%d105;\nmov.u64 %d294,%d105;\nmov.u64 %d295,%d105;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r388;\nmul.wide.u32 %d109,%r388,920;\n"
    "add.s64 %d110,%d102,%d109;\nadd.s64 %d6,%d110,976;\nld.param.u32 %r6,[%d110+976];\nmov.u32 %r389,%r168;\n"
    "mov.u64 %d296,%d105;\nmov.u64 %d318,%d105;\nmov.u64 %d298,%d105;\nbra.uni L2;\nL64:\nshl.b32 %r383,%r389,4;\n"
    "shl.b64 %d278,%d317,%r383;\nor.b64 %d296,%d278,%d296;\nsetp.eq.s32 %p87,%r389,0;\n"
    "selp.b64 %d298,%d316,%d298,%p87;\nadd.s32 %r389,%r389,1;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p3,%r6,0;\n"
    "mov.u32 %r390,1;\n@%p3 bra L4;\nld.param.u32 %r390,[%d6+-4];\nL4:\nsetp.lt.u32 %p4,%r389,%r390;\n"
    "@%p4 bra L52;\nbra.uni L5;\nL52:\nld.param.u32 %r348,[%d6+-28];\nsetp.lt.u32 %p80,%r348,2;\n"
    "mov.u32 %r458,%r4;\n@%p80 bra L54;\nld.param.v2.u32{%r349,%r350},[%d6+-24];\nmul.hi.u32 %r353,%r4,%r349;\n"
    "shr.u32 %r458,%r353,%r350;\nL54:\nld.param.u32 %r147,[%d6+-28];\nmov.u64 %d316,0;\n"
    "ld.param.v2.u32{%r462,%r355},[%d6+-16];\nadd.s32 %r149,%r355,%r462;\nadd.s32 %r459,%r462,1;\n"
    "setp.ge.u32 %p81,%r459,%r149;\nmov.u64 %d317,%d316;\nmov.u64 %d318,%d316;\nmov.u32 %r463,%r458;\n"
    "@%p81 bra L57;\nmov.u64 %d318,0;\nmov.u32 %r460,%r458;\nmov.u32 %r461,%r462;\nmov.u64 %d317,%d318;\n"
    "mov.u64 %d316,%d318;\nL56:\n.pragma \"nounroll\";\nmov.u32 %r462,%r459;\nmul.lo.s64 %d234,%d5,920;\n"
    "add.s64 %d235,%d102,%d234;\nmul.wide.u32 %d236,%r461,40;\nadd.s64 %d237,%d235,%d236;\n"
    "ld.param.v2.u32{%r357,%r358},[%d237+1000];\nmul.hi.u32 %r361,%r460,%r358;\nld.param.u32 %r362,[%d237+1008];\n"
    "shr.u32 %r463,%r361,%r362;\nmul.lo.s32 %r363,%r463,%r357;\nsub.s32 %r364,%r460,%r363;\n"
    "cvt.u64.u32 %d238,%r364;\nld.param.u64 %d239,[%d237+1016];\nmul.lo.s64 %d240,%d239,%d238;\n"
    "add.s64 %d316,%d240,%d316;\nld.param.u64 %d241,[%d237+1024];\nmul.lo.s64 %d242,%d241,%d238;\n"
    "add.s64 %d317,%d242,%d317;\nld.param.u64 %d243,[%d237+1032];\nmul.lo.s64 %d244,%d243,%d238;\n"
    "add.s64 %d318,%d244,%d318;\nadd.s32 %r459,%r462,1;\nsetp.lt.u32 %p82,%r459,%r149;\nmov.u32 %r460,%r463;\n"
    "mov.u32 %r461,%r462;\n@%p82 bra L56;\nL57:\nsetp.ge.u32 %p83,%r462,%r149;\n@%p83 bra L59;\n"
    "mul.lo.s64 %d245,%d5,920;\nadd.s64 %d246,%d102,%d245;\nmul.wide.u32 %d247,%r462,40;\n"
    "add.s64 %d248,%d246,%d247;\ncvt.u64.u32 %d249,%r463;\nld.param.u64 %d250,[%d248+1016];\n"
    "mul.lo.s64 %d251,%d250,%d249;\nadd.s64 %d316,%d251,%d316;\nld.param.u64 %d252,[%d248+1024];\n"
    "mul.lo.s64 %d253,%d252,%d249;\nadd.s64 %d317,%d253,%d317;\nld.param.u64 %d254,[%d248+1032];\n"
    "mul.lo.s64 %d255,%d254,%d249;\nadd.s64 %d318,%d255,%d318;\nL59:\nld.param.v2.u32{%r366,%r367},[%d6+-16];\n"
    "mov.u32 %r467,0;\nld.param.v2.u32{%r368,%r369},[%d6+-8];\nmul.lo.s32 %r371,%r147,%r458;\n"
    "sub.s32 %r372,%r4,%r371;\nmad.lo.s32 %r468,%r369,%r372,%r389;\nsetp.lt.u32 %p84,%r366,2;\n@%p84 bra L62;\n"
    "mov.u32 %r466,0;\nmov.u32 %r464,1;\nmov.u32 %r465,%r468;\nL61:\n.pragma \"nounroll\";\nmov.u32 %r467,%r464;\n"
    "mul.lo.s64 %d256,%d5,920;\nadd.s64 %d257,%d102,%d256;\nmul.wide.u32 %d258,%r466,40;\n"
    "add.s64 %d259,%d257,%d258;\nld.param.v2.u32{%r375,%r376},[%d259+1000];\nmul.hi.u32 %r379,%r465,%r376;\n"
    "ld.param.u32 %r380,[%d259+1008];\nshr.u32 %r468,%r379,%r380;\nmul.lo.s32 %r381,%r468,%r375;\n"
    "sub.s32 %r382,%r465,%r381;\ncvt.u64.u32 %d260,%r382;\nld.param.u64 %d261,[%d259+1016];\n"
    "mul.lo.s64 %d262,%d261,%d260;\nadd.s64 %d316,%d262,%d316;\nld.param.u64 %d263,[%d259+1024];\n"
    "mul.lo.s64 %d264,%d263,%d260;\nadd.s64 %d317,%d264,%d317;\nld.param.u64 %d265,[%d259+1032];\n"
    "mul.lo.s64 %d266,%d265,%d260;\nadd.s64 %d318,%d266,%d318;\nadd.s32 %r464,%r467,1;\n"
    "setp.lt.u32 %p85,%r464,%r366;\nmov.u32 %r465,%r468;\nmov.u32 %r466,%r467;\n",
    "@%p85 bra L61;\nL62:\nsetp.ge.u32 %p86,%r467,%r366;\n@%p86 bra L64;\nmul.lo.s64 %d267,%d5,920;\n"
    "add.s64 %d268,%d102,%d267;\nmul.wide.u32 %d269,%r467,40;\nadd.s64 %d270,%d268,%d269;\n"
    "cvt.u64.u32 %d271,%r468;\nld.param.u64 %d272,[%d270+1016];\nmul.lo.s64 %d273,%d272,%d271;\n"
    "add.s64 %d316,%d273,%d316;\nld.param.u64 %d274,[%d270+1024];\nmul.lo.s64 %d275,%d274,%d271;\n"
    "add.s64 %d317,%d275,%d317;\nld.param.u64 %d276,[%d270+1032];\nmul.lo.s64 %d277,%d276,%d271;\n"
    "add.s64 %d318,%d277,%d318;\nbra.uni L64;\nL5:\nld.param.u32 %r171,[%d6];\nsetp.eq.s32 %p5,%r171,0;\n"
    "@%p5 bra L7;\nld.param.u32 %r172,[%d6+-4];\nadd.s32 %r173,%r172,-1;\ncvt.u64.u32 %d111,%r173;\n"
    "ld.param.u64 %d112,[%d6+16];\nmul.lo.s64 %d113,%d112,%d111;\nadd.s64 %d318,%d113,%d318;\nL7:\n"
    "ld.param.u32 %r174,[%d6];\nsetp.eq.s32 %p6,%r174,0;\n@%p6 bra L9;\nmul.lo.s64 %d114,%d296,281479271743489;\n"
    "ld.param.s32 %d115,[%d6+4];\nmul.lo.s64 %d116,%d115,844433520132096;\nadd.s64 %d296,%d116,%d114;\nL9:\n"
    "cvt.u32.u64 %r175,%d5;\nsetp.eq.s32 %p7,%r175,0;\nselp.b64 %d295,%d298,%d295,%p7;\n"
    "selp.b64 %d294,%d296,%d294,%p7;\nselp.b64 %d293,%d318,%d293,%p7;\nadd.s32 %r388,%r175,1;\n"
    "setp.lt.u32 %p8,%r388,2;\n@%p8 bra L1;\nld.param.u64 %d306,[%d102];\nld.param.u64 %d307,[%d102+8];\n"
    "add.s64 %d20,%d102,176;\nmov.u32 %r391,0;\nmov.u32 %r405,%r391;\nmov.u32 %r404,%r391;\nmov.u32 %r403,%r391;\n"
    "mov.u32 %r402,%r391;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p9,%r391,0;\nmov.u32 %r396,%r1;\n"
    "@%p9 bra L14;\nsetp.ne.s32 %p10,%r391,1;\nmov.u32 %r396,%r2;\n@%p10 bra L13;\nbra.uni L14;\nL13:\n"
    "mov.u32 %r396,%r3;\nL14:\nmul.wide.u32 %d117,%r391,4;\nadd.s64 %d118,%d102,%d117;\n"
    "ld.param.u32 %r17,[%d118+56];\nsetp.ge.u32 %p11,%r405,%r17;\n@%p11 bra L17;\nmul.wide.u32 %d119,%r405,40;\n"
    "add.s64 %d303,%d20,%d119;\nL16:\n.pragma \"nounroll\";\nld.param.v2.u32{%r181,%r182},[%d303+-32];\n"
    "mul.hi.u32 %r185,%r396,%r182;\nld.param.v2.u32{%r186,%r187},[%d303+-24];\nshr.u32 %r23,%r185,%r186;\n"
    "mul.lo.s32 %r190,%r23,%r181;\nsub.s32 %r191,%r396,%r190;\ncvt.u64.u32 %d120,%r191;\n"
    "ld.param.u64 %d121,[%d303+-16];\nmul.lo.s64 %d122,%d121,%d120;\nld.param.u64 %d123,[%d303+-8];\n"
    "mul.lo.s64 %d124,%d123,%d120;\nld.param.u32 %r192,[%d303];\nmul.lo.s32 %r193,%r191,%r192;\n"
    "add.s64 %d306,%d122,%d306;\nadd.s64 %d307,%d124,%d307;\nsetp.eq.s32 %p12,%r187,0;\n"
    "selp.b32 %r194,%r193,0,%p12;\nadd.s32 %r402,%r194,%r402;\nsetp.eq.s32 %p13,%r187,1;\n"
    "selp.b32 %r195,%r193,0,%p13;\nadd.s32 %r403,%r195,%r403;\nsetp.eq.s32 %p14,%r187,2;\n"
    "selp.b32 %r196,%r193,0,%p14;\nadd.s32 %r404,%r196,%r404;\nadd.s64 %d303,%d303,40;\nadd.s32 %r405,%r405,1;\n"
    "setp.lt.u32 %p15,%r405,%r17;\nmov.u32 %r396,%r23;\n@%p15 bra L16;\nL17:\nadd.s32 %r391,%r391,1;\n"
    "setp.lt.u32 %p16,%r391,3;\n@%p16 bra L11;\nld.param.v2.u32{%r199,%r200},[%d102+96];\nmov.u32 %r429,0;\n"
    "add.s32 %r201,%r402,1;\nsetp.eq.s32 %p17,%r201,%r199;\nld.param.u64 %d32,[%d102+120];\nneg.s64 %d125,%d32;\n"
    "selp.b64 %d126,%d125,0,%p17;\nld.param.u64 %d33,[%d102+112];\nadd.s64 %d127,%d126,%d33;\n"
    "ld.param.u32 %r35,[%d102+100];\nadd.s32 %r202,%r403,1;\nsetp.eq.s32 %p18,%r202,%r35;\n"
    "ld.param.u64 %d34,[%d102+128];\nneg.s64 %d128,%d34;\nselp.b64 %d129,%d128,0,%p18;\n"
    "add.s64 %d130,%d127,%d129;\nld.param.u32 %r36,[%d102+104];\nadd.s32 %r203,%r404,1;\n"
    "setp.eq.s32 %p19,%r203,%r36;\nld.param.u64 %d35,[%d102+136];\nneg.s64 %d131,%d35;\n"
    "selp.b64 %d132,%d131,0,%p19;\nadd.s64 %d308,%d130,%d132;\nsetp.ne.s64 %p20,%d308,%d33;\n"
    "selp.u32 %r423,1,0,%p20;\nld.param.u32 %r38,[%d102+96];\nsetp.ge.u32 %p21,%r402,%r38;\n"
    "setp.ge.u32 %p22,%r403,%r200;\nsetp.ge.u32 %p23,%r404,%r36;\nor.pred %p24,%p21,%p22;\n"
    "or.pred %p25,%p23,%p24;\nselp.u32 %r422,1,0,%p25;\nld.param.u32 %r40,[%d102+944];\n"
    "ld.param.u32 %r41,[%d102+968];\nand.b64 %d37,%d296,65535;\nld.param.u32 %r42,[%d102+1864];\n"
    "ld.param.u64 %d38,[%d102+16];\nld.param.v2.u32{%r204,%r205},[%d102+968];\nld.param.u64 %d39,[%d102+80];\n"
    "ld.param.u64 %d40,[%d102+88];\nld.param.v2.u32{%r206,%r207},[%d102+72];\nld.param.u32 %r47,[%d102+68];\n"
    "ld.param.u32 %r48,[%d102+1888];\n",
    "ld.param.v2.u32{%r208,%r209},[%d102+976];\nld.param.u64 %d41,[%d102+992];\nld.param.u64 %d42,[%d102+1480];\n"
    "ld.param.u64 %d43,[%d102+1504];\nld.param.u64 %d44,[%d102+1488];\nand.b64 %d45,%d294,65535;\n"
    "ld.param.u64 %d46,[%d102+1512];\nld.param.u64 %d47,[%d102+1912];\nld.param.u64 %d48,[%d102+24];\n"
    "add.s64 %d198,%d44,%d45;\nadd.s64 %d199,%d46,%d45;\nmov.u32 %r427,%r422;\nmov.u32 %r428,%r423;\n"
    "mov.u64 %d311,%d308;\nmov.u64 %d312,%d307;\nbra.uni L19;\nL51:\nbar.sync 0;\nadd.s64 %d306,%d39,%d306;\n"
    "add.s64 %d307,%d40,%d50;\nsetp.eq.s32 %p66,%r206,0;\nselp.b32 %r342,%r207,0,%p66;\n"
    "add.s32 %r402,%r342,%r402;\nsetp.eq.s32 %p67,%r206,1;\nselp.b32 %r343,%r207,0,%p67;\n"
    "add.s32 %r403,%r343,%r403;\nsetp.eq.s32 %p68,%r206,2;\nselp.b32 %r344,%r207,0,%p68;\n"
    "add.s32 %r404,%r344,%r404;\nadd.s32 %r345,%r402,1;\nsetp.eq.s32 %p69,%r345,%r38;\n"
    "selp.b64 %d221,%d125,0,%p69;\nadd.s64 %d222,%d221,%d33;\nadd.s32 %r346,%r403,1;\n"
    "setp.eq.s32 %p70,%r346,%r35;\nselp.b64 %d224,%d128,0,%p70;\nadd.s64 %d225,%d222,%d224;\n"
    "add.s32 %r347,%r404,1;\nsetp.eq.s32 %p71,%r347,%r36;\nselp.b64 %d227,%d131,0,%p71;\n"
    "add.s64 %d308,%d225,%d227;\nsetp.ne.s64 %p72,%d308,%d33;\nselp.u32 %r423,1,0,%p72;\n"
    "setp.ge.u32 %p73,%r402,%r199;\nsetp.ge.u32 %p74,%r403,%r200;\nsetp.ge.u32 %p75,%r404,%r36;\n"
    "or.pred %p76,%p73,%p74;\nor.pred %p77,%p75,%p76;\nadd.s32 %r429,%r429,1;\nsetp.ge.u32 %p78,%r429,%r47;\n"
    "or.pred %p79,%p77,%p78;\nselp.u32 %r422,1,0,%p79;\nmov.u32 %r427,%r67;\nmov.u32 %r428,%r68;\n"
    "mov.u64 %d311,%d49;\nmov.u64 %d312,%d50;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d50,%d307;\n"
    "mov.u64 %d49,%d308;\nmov.u32 %r68,%r423;\nmov.u32 %r67,%r422;\nmov.u32 %r210,%tid.x;\n"
    "setp.gt.u32 %p26,%r40,%r210;\nsetp.eq.s32 %p27,%r67,0;\nand.pred %p1,%p27,%p26;\nnot.pred %p28,%p1;\n"
    "@%p28 bra L27;\nsetp.eq.s32 %p29,%r41,0;\nsetp.eq.s32 %p30,%r68,0;\nor.pred %p2,%p30,%p29;\n"
    "mov.u32 %r211,-1;\nshl.b32 %r212,%r211,%r41;\nnot.b32 %r435,%r212;\nmov.u32 %r432,%r435;\n@%p2 bra L23;\n"
    "sub.s64 %d54,%d49,%d293;\nnot.b32 %r432,%r212;\nmov.u32 %r430,0;\nL22:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d133,%r430,24;\nadd.s64 %d134,%d102,%d133;\nld.param.u64 %d135,[%d134+1496];\n"
    "sub.s64 %d136,%d54,%d135;\nand.b64 %d137,%d136,4611688217451692032;\n"
    "setp.eq.s64 %p31,%d137,4611688217451692032;\nmov.u32 %r216,-2;\nshf.l.wrap.b32 %r217,%r216,%r216,%r430;\n"
    "selp.b32 %r218,-1,%r217,%p31;\nand.b32 %r432,%r218,%r432;\nadd.s32 %r430,%r430,1;\n"
    "setp.lt.u32 %p32,%r430,%r41;\n@%p32 bra L22;\nL23:\n@%p2 bra L26;\nsub.s64 %d138,%d49,%d293;\n"
    "sub.s64 %d56,%d138,%d48;\nmov.u32 %r222,-1;\nshl.b32 %r223,%r222,%r41;\nnot.b32 %r435,%r223;\n"
    "mov.u32 %r433,0;\nL25:\n.pragma \"nounroll\";\nmul.wide.u32 %d139,%r433,24;\nadd.s64 %d140,%d102,%d139;\n"
    "ld.param.u64 %d141,[%d140+1496];\nsub.s64 %d142,%d56,%d141;\nand.b64 %d143,%d142,4611688217451692032;\n"
    "setp.eq.s64 %p33,%d143,4611688217451692032;\nmov.u32 %r224,-2;\nshf.l.wrap.b32 %r225,%r224,%r224,%r433;\n"
    "selp.b32 %r226,-1,%r225,%p33;\nand.b32 %r435,%r226,%r435;\nadd.s32 %r433,%r433,1;\n"
    "setp.lt.u32 %p34,%r433,%r204;\n@%p34 bra L25;\nL26:\nadd.s64 %d148,%d306,%d295;\nadd.s64 %d144,%d148,%d42;\n"
    "and.b32 %r231,%r432,1;\n{.reg .pred q;setp.ne.s32 q,%r231,0;\n"
    "mov.u32 %r451,0;mov.u32 %r450,0;mov.u32 %r449,0;mov.u32 %r448,0;\n"
    "@q ld.global.v4.u32{%r451,%r450,%r449,%r448},[%d144];}\nadd.s64 %d145,%d144,%d38;\nand.b32 %r236,%r435,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r236,0;\nmov.u32 %r447,0;mov.u32 %r446,0;mov.u32 %r445,0;mov.u32 %r444,0;\n"
    "@q ld.global.v4.u32{%r447,%r446,%r445,%r444},[%d145];}\nadd.s64 %d146,%d148,%d43;\nshr.u32 %r247,%r432,1;\n"
    "and.b32 %r241,%r247,1;\n{.reg .pred q;setp.ne.s32 q,%r241,0;\n"
    "mov.u32 %r443,0;mov.u32 %r442,0;mov.u32 %r441,0;mov.u32 %r440,0;\n"
    "@q ld.global.v4.u32{%r443,%r442,%r441,%r440},[%d146];}\nadd.s64 %d147,%d146,%d38;\nshr.u32 %r248,%r435,1;\n"
    "and.b32 %r246,%r248,1;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "mov.u32 %r439,0;mov.u32 %r438,0;mov.u32 %r437,0;mov.u32 %r436,0;\n"
    "@q ld.global.v4.u32{%r439,%r438,%r437,%r436},[%d147];}\nL27:\nsetp.eq.s32 %p35,%r429,0;\n@%p35 bra L40;\n",
    "setp.le.u32 %p36,%r42,%r210;\nadd.s64 %d58,%d312,%d298;\nsetp.ne.s32 %p37,%r427,0;\nor.pred %p38,%p37,%p36;\n"
    "@%p38 bra L37;\nsetp.eq.s32 %p39,%r48,0;\nsetp.eq.s32 %p40,%r428,0;\nor.pred %p41,%p40,%p39;\n"
    "mov.u32 %r250,-1;\nshl.b32 %r251,%r250,%r48;\nnot.b32 %r454,%r251;\n@%p41 bra L32;\nnot.b32 %r454,%r251;\n"
    "mov.u32 %r452,0;\nL31:\n.pragma \"nounroll\";\nsub.s64 %d280,%d311,%d318;\nsub.s64 %d279,%d280,%d48;\n"
    "mul.wide.u32 %d150,%r452,24;\nadd.s64 %d151,%d102,%d150;\nld.param.u64 %d152,[%d151+2416];\n"
    "sub.s64 %d153,%d279,%d152;\nand.b64 %d154,%d153,4611688217451692032;\n"
    "setp.eq.s64 %p42,%d154,4611688217451692032;\nmov.u32 %r255,-2;\nshf.l.wrap.b32 %r256,%r255,%r255,%r452;\n"
    "selp.b32 %r257,-1,%r256,%p42;\nand.b32 %r454,%r257,%r454;\nadd.s32 %r452,%r452,1;\n"
    "setp.lt.u32 %p43,%r452,%r48;\n@%p43 bra L31;\nL32:\n@%p39 bra L37;\nsub.s64 %d155,%d311,%d318;\n"
    "mul.lo.s64 %d156,%d47,3;\nadd.s64 %d61,%d155,%d156;\nmov.u32 %r455,0;\nL34:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d159,%r455,24;\nadd.s64 %d160,%d102,%d159;\nld.param.u64 %d161,[%d160+2408];\n"
    "add.s64 %d162,%d161,%d37;\ncvt.u32.u64 %r264,%d162;\nmov.u32 %r265,tile;\nadd.s32 %r266,%r265,%r264;\n"
    "ld.shared.v4.u32{%r267,%r268,%r269,%r270},[%r266];\nshr.u32 %r271,%r454,%r455;\nand.b32 %r263,%r271,1;\n"
    "ld.param.u64 %d163,[%d160+2400];\nadd.s64 %d157,%d163,%d58;\n{.reg .pred q;setp.ne.s32 q,%r263,0;\n"
    "@q st.global.v4.u32[%d157],{%r267,%r268,%r269,%r270};}\nsetp.eq.b32 %p45,%r263,1;\n@%p45 bra L36;\n"
    "ld.param.u64 %d175,[%d160+2416];\nsub.s64 %d176,%d61,%d175;\nld.param.u64 %d177,[%d160+2400];\n"
    "add.s64 %d164,%d58,%d177;\ncvt.u16.u32 %rs1,%r267;\nand.b64 %d178,%d176,4611688217451692032;\n"
    "setp.eq.s64 %p46,%d178,4611688217451692032;\nselp.u32 %r272,1,0,%p46;\n{.reg .pred q;setp.ne.s32 q,%r272,0;\n"
    "@q st.global.u16[%d164],%rs1;}\nadd.s64 %d165,%d164,2;\nshr.u32 %r280,%r267,16;\ncvt.u16.u32 %rs2,%r280;\n"
    "sub.s64 %d179,%d176,%d48;\nand.b64 %d180,%d179,4611688217451692032;\n"
    "setp.eq.s64 %p47,%d180,4611688217451692032;\nselp.u32 %r273,1,0,%p47;\n{.reg .pred q;setp.ne.s32 q,%r273,0;\n"
    "@q st.global.u16[%d165],%rs2;}\nadd.s64 %d166,%d164,4;\ncvt.u16.u32 %rs3,%r268;\nsub.s64 %d181,%d176,%d47;\n"
    "and.b64 %d182,%d181,4611688217451692032;\nsetp.eq.s64 %p48,%d182,4611688217451692032;\n"
    "selp.u32 %r274,1,0,%p48;\n{.reg .pred q;setp.ne.s32 q,%r274,0;\n@q st.global.u16[%d166],%rs3;}\n"
    "add.s64 %d167,%d164,6;\nshr.u32 %r281,%r268,16;\ncvt.u16.u32 %rs4,%r281;\nadd.s64 %d183,%d48,%d47;\n"
    "sub.s64 %d184,%d176,%d183;\nand.b64 %d185,%d184,4611688217451692032;\n"
    "setp.eq.s64 %p49,%d185,4611688217451692032;\nselp.u32 %r275,1,0,%p49;\n{.reg .pred q;setp.ne.s32 q,%r275,0;\n"
    "@q st.global.u16[%d167],%rs4;}\nadd.s64 %d168,%d164,8;\ncvt.u16.u32 %rs5,%r269;\nshl.b64 %d186,%d47,1;\n"
    "sub.s64 %d187,%d176,%d186;\nand.b64 %d188,%d187,4611688217451692032;\n"
    "setp.eq.s64 %p50,%d188,4611688217451692032;\nselp.u32 %r276,1,0,%p50;\n{.reg .pred q;setp.ne.s32 q,%r276,0;\n"
    "@q st.global.u16[%d168],%rs5;}\nadd.s64 %d169,%d164,10;\nshr.u32 %r282,%r269,16;\ncvt.u16.u32 %rs6,%r282;\n"
    "add.s64 %d189,%d183,%d47;\nsub.s64 %d190,%d176,%d189;\nand.b64 %d191,%d190,4611688217451692032;\n"
    "setp.eq.s64 %p51,%d191,4611688217451692032;\nselp.u32 %r277,1,0,%p51;\n{.reg .pred q;setp.ne.s32 q,%r277,0;\n"
    "@q st.global.u16[%d169],%rs6;}\nadd.s64 %d170,%d164,12;\ncvt.u16.u32 %rs7,%r270;\nmul.lo.s64 %d192,%d47,-3;\n"
    "add.s64 %d193,%d176,%d192;\nand.b64 %d194,%d193,4611688217451692032;\n"
    "setp.eq.s64 %p52,%d194,4611688217451692032;\nselp.u32 %r278,1,0,%p52;\n{.reg .pred q;setp.ne.s32 q,%r278,0;\n"
    "@q st.global.u16[%d170],%rs7;}\nadd.s64 %d171,%d164,14;\nshr.u32 %r283,%r270,16;\ncvt.u16.u32 %rs8,%r283;\n"
    "add.s64 %d195,%d189,%d47;\nsub.s64 %d196,%d176,%d195;\nand.b64 %d197,%d196,4611688217451692032;\n"
    "setp.eq.s64 %p53,%d197,4611688217451692032;\nselp.u32 %r279,1,0,%p53;\n{.reg .pred q;setp.ne.s32 q,%r279,0;\n"
    "@q st.global.u16[%d171],%rs8;}\nL36:\nadd.s32 %r455,%r455,1;\nsetp.lt.u32 %p54,%r455,%r48;\n@%p54 bra L34;\n"
    "L37:\nsetp.eq.s32 %p88,%r67,0;\n@%p88 bra L39;\nbra.uni L38;\nL39:\nbar.sync 0;\nL40:\n",
    "@%p28 bra L51;\nsetp.eq.s32 %p57,%r204,0;\n@%p57 bra L44;\nsetp.lt.u32 %p58,%r41,2;\n"
    "cvt.u32.u64 %r284,%d198;\nmov.u32 %r285,tile;\nadd.s32 %r286,%r285,%r284;\nmov.u32 %r287,21520;\n"
    "prmt.b32 %r288,%r451,%r447,%r287;\nst.shared.u32[%r286],%r288;\nadd.s32 %r289,%r286,%r209;\n"
    "mov.u32 %r290,30258;\nprmt.b32 %r291,%r451,%r447,%r290;\nst.shared.u32[%r289],%r291;\n"
    "add.s32 %r292,%r289,%r209;\nprmt.b32 %r293,%r450,%r446,%r287;\nst.shared.u32[%r292],%r293;\n"
    "add.s32 %r294,%r292,%r209;\nprmt.b32 %r295,%r450,%r446,%r290;\nst.shared.u32[%r294],%r295;\n"
    "add.s32 %r296,%r294,%r209;\nprmt.b32 %r297,%r449,%r445,%r287;\nst.shared.u32[%r296],%r297;\n"
    "add.s32 %r298,%r296,%r209;\nprmt.b32 %r299,%r449,%r445,%r290;\nst.shared.u32[%r298],%r299;\n"
    "add.s32 %r300,%r298,%r209;\nprmt.b32 %r301,%r448,%r444,%r287;\nst.shared.u32[%r300],%r301;\n"
    "add.s32 %r302,%r300,%r209;\nprmt.b32 %r303,%r448,%r444,%r290;\nst.shared.u32[%r302],%r303;\n@%p58 bra L44;\n"
    "cvt.u32.u64 %r304,%d199;\nadd.s32 %r306,%r285,%r304;\nprmt.b32 %r308,%r443,%r439,%r287;\n"
    "st.shared.u32[%r306],%r308;\nadd.s32 %r309,%r306,%r209;\nprmt.b32 %r311,%r443,%r439,%r290;\n"
    "st.shared.u32[%r309],%r311;\nadd.s32 %r312,%r309,%r209;\nprmt.b32 %r313,%r442,%r438,%r287;\n"
    "st.shared.u32[%r312],%r313;\nadd.s32 %r314,%r312,%r209;\nprmt.b32 %r315,%r442,%r438,%r290;\n"
    "st.shared.u32[%r314],%r315;\nadd.s32 %r316,%r314,%r209;\nprmt.b32 %r317,%r441,%r437,%r287;\n"
    "st.shared.u32[%r316],%r317;\nadd.s32 %r318,%r316,%r209;\nprmt.b32 %r319,%r441,%r437,%r290;\n"
    "st.shared.u32[%r318],%r319;\nadd.s32 %r320,%r318,%r209;\nprmt.b32 %r321,%r440,%r436,%r287;\n"
    "st.shared.u32[%r320],%r321;\nadd.s32 %r322,%r320,%r209;\nprmt.b32 %r323,%r440,%r436,%r290;\n"
    "st.shared.u32[%r322],%r323;\nL44:\nand.b32 %r324,%r41,2147483647;\nsetp.eq.s32 %p59,%r324,0;\n"
    "setp.eq.s32 %p60,%r68,0;\nor.pred %p61,%p60,%p59;\n@%p61 bra L51;\nmov.u32 %r456,0;\nL46:\n"
    ".pragma \"nounroll\";\nshr.u32 %r326,%r456,1;\nand.b32 %r327,%r456,1;\ncvt.u64.u32 %d200,%r327;\n"
    "mul.wide.u32 %d202,%r326,24;\nadd.s64 %d203,%d102,%d202;\nld.param.u64 %d204,[%d203+1496];\n"
    "add.s64 %d205,%d204,%d293;\nmul.lo.s64 %d206,%d48,%d200;\nadd.s64 %d207,%d205,%d206;\n"
    "sub.s64 %d65,%d49,%d207;\nand.b64 %d208,%d65,4611688217451692032;\n"
    "setp.eq.s64 %p62,%d208,4611688217451692032;\n@%p62 bra L50;\nmov.u32 %r457,0;\nL48:\n.pragma \"nounroll\";\n"
    "mov.u32 %r329,7;\nsub.s32 %r330,%r329,%r457;\ncvt.u64.u32 %d209,%r330;\nmul.lo.s64 %d210,%d41,%d209;\n"
    "add.s64 %d211,%d65,%d210;\nand.b64 %d212,%d211,4611688217451692032;\n"
    "setp.ne.s64 %p63,%d212,4611688217451692032;\n@%p63 bra L50;\nshr.u32 %r386,%r456,1;\n"
    "mul.wide.u32 %d289,%r386,24;\nadd.s64 %d288,%d102,%d289;\nadd.s64 %d287,%d288,1496;\n"
    "ld.param.u64 %d286,[%d287+-16];\nshr.u32 %r385,%r456,1;\nmul.wide.u32 %d285,%r385,24;\n"
    "add.s64 %d284,%d102,%d285;\nld.param.u64 %d283,[%d284+1488];\nadd.s64 %d282,%d306,%d295;\n"
    "and.b32 %r384,%r456,1;\ncvt.u64.u32 %d281,%r384;\nshl.b32 %r332,%r457,1;\nmov.u32 %r331,1;\n"
    "cvt.u64.u32 %d214,%r332;\nmul.lo.s64 %d216,%d38,%d281;\nadd.s64 %d217,%d282,%d286;\n"
    "add.s64 %d218,%d217,%d216;\nadd.s64 %d213,%d218,%d214;\n{.reg .pred q;setp.ne.s32 q,%r331,0;\n"
    "mov.b16 %rs9,0;@q ld.global.u16 %rs9,[%d213];}\nshl.b32 %r334,%r456,1;\nand.b32 %r335,%r334,2;\n"
    "add.s64 %d219,%d283,%d45;\ncvt.u32.u64 %r336,%d219;\nadd.s32 %r337,%r335,%r336;\n"
    "mad.lo.s32 %r338,%r209,%r457,%r337;\nmov.u32 %r339,tile;\nadd.s32 %r340,%r339,%r338;\n"
    "st.shared.u16[%r340],%rs9;\nadd.s32 %r457,%r457,1;\nsetp.lt.u32 %p64,%r457,8;\n@%p64 bra L48;\nL50:\n"
    "add.s32 %r456,%r456,1;\nshl.b32 %r341,%r204,1;\nsetp.lt.u32 %p65,%r456,%r341;\n@%p65 bra L46;\nbra.uni L51;\n"
    "L38:\nret;\n}\n",
    NULL};
static const char *const *const cucore__copy_ptx[] = {
    cucore__copy_ptx_runs,
    cucore__copy_ptx_strided,
    cucore__copy_ptx_many,
    cucore__copy_ptx_tile1,
    cucore__copy_ptx_tile2,
    cucore__copy_ptx_tile4,
    cucore__copy_ptx_tile8,
    cucore__copy_ptx_tile16,
    cucore__copy_ptx_bytes,
    cucore__copy_ptx_pairs};
/* end of kernel text */
/* clang-format on */

/* ----------------------------------------------------------------------------------------- >>impl-copy-kernels -- */
/* How tiles are chosen; the tests choose others. */
#ifndef CUCORE__COPY_TILE_BYTES
#define CUCORE__COPY_TILE_BYTES 16384 /* of a tile at most, more or less */
#endif
#ifndef CUCORE__COPY_TILES
#define CUCORE__COPY_TILES 4 /* that a block takes, */
#endif
#ifndef CUCORE__COPY_BUSY
#define CUCORE__COPY_BUSY 4096 /* where so many blocks are left */
#endif
#ifndef CUCORE__COPY_BAND
#define CUCORE__COPY_BAND 4 /* tiles of an axis that are visited one after the other; */
#endif
#ifndef CUCORE__COPY_BAND_WIDE
#define CUCORE__COPY_BAND_WIDE 32 /* of elements of 8 and 16 bytes */
#endif

/* The plan of a copy on one device.  Axes are in bytes and only those that a loop needs: joined, turned so that the
 * destination runs upwards, fastest destination first; of extent 2 at least. */
typedef struct cucore__copy_axis {
    int64_t n, s, d;
    int64_t chunks;
    uint64_t pack; /* of a step, when it is cut; else 0 */
    int64_t m;     /* bytes in the tile from one to the next */
    int chunk;     /* of a tile; a multiple that exceeds n leaves the rest of the tile empty */
    int cut;       /* which of the cut axes; CUCORE__COPY_CUTS: whole, and n is a multiple */
    int again;     /* elements of a chunk that the next one has, too */
} cucore__copy_axis;

typedef enum cucore__copy_strategy {
    CUCORE__COPY_NOTHING,
    CUCORE__COPY_MEMCPY,
    CUCORE__COPY_RUNS,
    CUCORE__COPY_STRIDED,
    CUCORE__COPY_MANY,
    CUCORE__COPY_TILE1,
    CUCORE__COPY_TILE2,
    CUCORE__COPY_TILE4,
    CUCORE__COPY_TILE8,
    CUCORE__COPY_TILE16,
    CUCORE__COPY_BYTES,
    CUCORE__COPY_PAIRS,
    CUCORE__COPY_STRATEGIES
} cucore__copy_strategy;

typedef struct cucore__kernel_plan {
    cucore__copy_strategy strategy;
    int unit; /* bytes of an element, as the kernel sees it */
    int ndim; /* axes of the kernel */
    uint32_t grid[3], block, shared;
    uint32_t parameters; /* bytes of `as` in use */
    int64_t tile[2];     /* elements: along the fast axis of the source, of the destination */
    uint64_t bytes;      /* memcpy */
    uint64_t src, dst;
    union {
        cucore__copy_tile tile;
        cucore__copy_many many; /* begins as cucore__copy_few */
    } as;
} cucore__kernel_plan;

/* An axis and how far apart its elements are in one array. */
typedef struct cucore__copy_rank {
    uint64_t stride;
    int axis;
} cucore__copy_rank;

/* What the planner works on. */
typedef struct cucore__copy_work {
    int count;           /* axes */
    int cuts;            /* axes that are cut */
    int unit, width;     /* bytes of an element; elements of 16 bytes */
    int loose[2];        /* addresses and strides of the source, of the destination that are no multiples of 16 */
    int64_t runs;        /* elements of all axes before there are pieces */
    uint64_t s, d, bits; /* addresses; all strides, ored */
    cucore__copy_axis axes[CUCORE_MAX_NDIM + 1];
    cucore__copy_rank ranks[2][CUCORE_MAX_NDIM + 1]; /* of the source, of the destination: fastest first */
} cucore__copy_work;

/* Bits of n > 0. */
CUCORE__PRIVATE inline uint32_t cucore__copy_bits(uint32_t n)
{
#if defined(__GNUC__) || defined(__clang__)
    return 32 - (uint32_t)__builtin_clz(n);
#else
    uint32_t bits = 1;
    while (n >>= 1) bits++;
    return bits;
#endif
}

/* n / extent for n < 2^31, extent >= 2 */
CUCORE__PRIVATE inline void cucore__copy_divide(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = cucore__copy_bits(extent - 1);
    *shift = bits - 1;
    *magic = 0x80000000u;
    if (extent & (extent - 1)) *magic = (uint32_t)((((uint64_t)1 << (31 + bits)) + extent - 1) / extent);
}

/* a / b, both positive: narrow divisions are several times faster on many processors. */
CUCORE__PRIVATE inline int64_t cucore__copy_quotient(int64_t a, int64_t b)
{
    if (((uint64_t)a | (uint64_t)b) <= UINT32_MAX) return (int64_t)((uint32_t)a / (uint32_t)b);
    return a / b;
}

/* -- axes -------------------------------------------------------------------------------------------------------- */
/* An axis in elements. */
typedef struct cucore__copy_span {
    int64_t n, s, d;
} cucore__copy_span;

/* Upwards in the destination or, where that stands still, in the source.  0: it is longer than 64 bits. */
CUCORE__PRIVATE int cucore__copy_span_turn(cucore__copy_span *span, int64_t *offsets)
{
    int64_t d, s;
    if (span->d == INT64_MIN || cucore__mul(span->d, span->n - 1, &d)) return 0;
    if (span->s == INT64_MIN || cucore__mul(span->s, span->n - 1, &s)) return 0;
    if (cucore__add(offsets[0], d, &offsets[0]) || cucore__add(offsets[1], s, &offsets[1])) return 0;
    span->d = -span->d;
    span->s = -span->s;
    return 1;
}

CUCORE__PRIVATE inline int cucore__copy_span_is_slower(const cucore__copy_span *a, const cucore__copy_span *b)
{
    uint64_t a_s, b_s;
    if (a->d != b->d) return a->d > b->d;
    a_s = cucore__magnitude(a->s), b_s = cucore__magnitude(b->s);
    return a_s != b_s ? a_s > b_s : a->n > b->n;
}

/* Slowest destination first.  -> how many, -1: an extent is 0, or something is wrong */
CUCORE__PRIVATE int cucore__copy_spans(const cucore_layout *dst, const cucore_layout *src, cucore__copy_span *spans,
                                       int64_t *offsets)
{
    int64_t volume = 1;
    int i, j, count = 0;
    if (dst->ndim != src->ndim) return -1;
    for (i = 0; i < dst->ndim; i++) {
        cucore__copy_span span;
        span.n = dst->shape[i];
        span.d = dst->strides[i];
        span.s = src->strides[i];
        if (span.n < 1 || span.n != src->shape[i] || cucore__mul(volume, span.n, &volume)) return -1;
        if (span.n == 1) continue;
        if ((span.d < 0 || (span.d == 0 && span.s < 0)) && !cucore__copy_span_turn(&span, offsets)) return -1;
        for (j = count++; j > 0 && cucore__copy_span_is_slower(&span, &spans[j - 1]); j--) spans[j] = spans[j - 1];
        spans[j] = span;
    }
    return count;
}

/* Does one continue the other on both sides? */
CUCORE__PRIVATE inline int cucore__copy_span_continues(const cucore__copy_span *slow, const cucore__copy_span *fast)
{
    int64_t d, s;
    return !cucore__mul(fast->d, fast->n, &d) && d == slow->d && !cucore__mul(fast->s, fast->n, &s) && s == slow->s;
}

/* Joined, in bytes, and the fastest first, which is the run when it has no gaps.  -> bytes of the run,
 * -1: they do not fit */
CUCORE__PRIVATE int64_t cucore__copy_spans_join(const cucore__copy_span *spans, int count, int64_t itemsize,
                                                cucore__copy_work *work)
{
    int64_t run = itemsize, runs = 1;
    uint64_t bits = 0;
    int i;
    for (i = count - 1; i >= 0; i--) {
        cucore__copy_span span = spans[i];
        while (i > 0 && cucore__copy_span_continues(&spans[i - 1], &span)) span.n *= spans[--i].n;
        if (!work->count && run == itemsize && span.d == 1 && span.s == 1) {
            if (cucore__mul(run, span.n, &run)) return -1;
        } else {
            cucore__copy_axis *axis = &work->axes[work->count++];
            runs *= span.n;
            axis->n = span.n;
            axis->s = (int64_t)((uint64_t)span.s * (uint64_t)itemsize);
            axis->d = (int64_t)((uint64_t)span.d * (uint64_t)itemsize);
            bits |= (uint64_t)axis->s | (uint64_t)axis->d;
        }
    }
    work->runs = runs;
    work->bits = bits;
    return run;
}

/* Of all runs, when one has so many; each counts as 2^30 at most. */
CUCORE__PRIVATE int64_t cucore__copy_total(const cucore__copy_work *work, int64_t of_run)
{
    const int64_t most = 1 << 30;
    return (work->runs < most ? work->runs : most) * (of_run < most ? of_run : most);
}

/* Nothing to copy, or what cucore_layout_simplify has to say. */
CUCORE__PRIVATE cucore_status cucore__copy_join_nothing(const cucore_layout *dst, const cucore_layout *src)
{
    const cucore_layout *both[2];
    cucore_layout simple[2], *outs[2];
    both[0] = dst, both[1] = src;
    outs[0] = &simple[0], outs[1] = &simple[1];
    return cucore_layout_simplify(2, both, outs, NULL, NULL);
}

/* The two layouts become axes in bytes, as cucore_layout_simplify would have them.  *run: bytes that lie together in
 * both. */
CUCORE__PRIVATE cucore_status cucore__copy_join(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                uintptr_t s, cucore__copy_work *work, int64_t *run)
{
    cucore__copy_span spans[CUCORE_MAX_NDIM];
    int64_t offsets[2] = {0, 0};
    int count = -1;
    if (cucore__layout_head_is_valid(dst) && cucore__layout_head_is_valid(src)) {
        count = cucore__copy_spans(dst, src, spans, offsets);
    }
    work->count = work->cuts = 0;
    work->d = (uint64_t)d;
    work->s = (uint64_t)s;
    *run = 0;
    if (count < 0) return cucore__copy_join_nothing(dst, src);
    work->d += (uint64_t)offsets[0] * (uint64_t)dst->itemsize;
    work->s += (uint64_t)offsets[1] * (uint64_t)dst->itemsize;
    *run = cucore__copy_spans_join(spans, count, dst->itemsize, work);
    if (*run < 0) return cucore_fail(CUCORE_OVERFLOW, "the bytes of a run of the copy do not fit 64 bits");
    return CUCORE_OK;
}

/* The largest power of two, up to 16, that everything is a multiple of. */
CUCORE__PRIVATE int cucore__copy_unit(const cucore__copy_work *work, int64_t run)
{
    uint64_t bits = 16 | (uint64_t)run | work->s | work->d | work->bits;
    return (int)(bits & (0 - bits));
}

/* Elements of several units: one more axis, the fastest of both. */
CUCORE__PRIVATE void cucore__copy_add_pieces(cucore__copy_work *work, int64_t run)
{
    int i;
    if (run == work->unit) return;
    for (i = work->count++; i > 0; i--) work->axes[i] = work->axes[i - 1];
    work->axes[0].n = run / work->unit;
    work->axes[0].s = work->axes[0].d = work->unit;
}

/* Of the source, the destination's being first. */
CUCORE__PRIVATE const cucore__copy_axis *cucore__copy_fastest_src(const cucore__copy_work *work)
{
    const cucore__copy_axis *found = &work->axes[0];
    uint64_t least = cucore__magnitude(found->s) - 1; /* a stride of 0 is the slowest */
    int i;
    for (i = 1; i < work->count; i++) {
        uint64_t key = cucore__magnitude(work->axes[i].s) - 1;
        if (key >= least) continue;
        least = key;
        found = &work->axes[i];
    }
    return found;
}

/* Ranks the axes, and counts what keeps words of 16 bytes from being aligned. */
CUCORE__PRIVATE void cucore__copy_rank_axes(cucore__copy_work *work)
{
    cucore__copy_rank *by_src = work->ranks[0], *by_dst = work->ranks[1];
    int i, j, count = work->count, loose_s = (work->s & 15) != 0, loose_d = (work->d & 15) != 0;
    for (i = 0; i < count; i++) {
        const cucore__copy_axis *axis = &work->axes[i];
        uint64_t stride = cucore__magnitude(axis->s);
        loose_s += (stride & 15) != 0;
        loose_d += (axis->d & 15) != 0;
        for (j = i; j > 0 && by_src[j - 1].stride - 1 > stride - 1; j--) by_src[j] = by_src[j - 1]; /* 0 goes last */
        by_src[j].stride = stride;
        by_src[j].axis = i;
        by_dst[i].stride = (uint64_t)axis->d;
        by_dst[i].axis = i;
    }
    work->loose[0] = loose_s;
    work->loose[1] = loose_d;
}

/* -- the grid --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE inline void cucore__copy_digit_make(cucore__copy_digit *one, uint32_t extent, int64_t a, int64_t b,
                                                    uint64_t pack, int cut)
{
    one->extent = extent;
    cucore__copy_divide(extent, &one->magic, &one->shift);
    one->cut = (uint32_t)cut;
    one->a = a;
    one->b = b;
    one->pack = pack;
}

CUCORE__PRIVATE inline void cucore__copy_axis_clear(cucore__copy_axis *axis)
{
    axis->chunk = 1;
    axis->again = 0;
    axis->cut = CUCORE__COPY_CUTS;
    axis->pack = 0;
}

CUCORE__PRIVATE void cucore__copy_axis_cut(cucore__copy_work *work, cucore__copy_axis *axis)
{
    axis->pack = (uint64_t)1 << (CUCORE__COPY_FIELD * work->cuts);
    axis->cut = work->cuts++;
}

/* An axis that is walked in chunks: `chunk` steps in each, the last one as long as it is. */
CUCORE__PRIVATE int cucore__copy_cut(cucore__copy_work *work, cucore__copy_axis *axis, int chunk)
{
    axis->chunk = chunk;
    if (axis->cut < CUCORE__COPY_CUTS) return 1;
    if (chunk == axis->n || chunk == 1) return 1;
    if (work->cuts == CUCORE__COPY_CUTS) return 0;
    cucore__copy_axis_cut(work, axis);
    return 1;
}

CUCORE__PRIVATE inline int64_t cucore__copy_chunks(const cucore__copy_axis *axis)
{
    if (axis->chunk >= axis->n) return 1;
    if (axis->chunk == 1) return axis->n;
    return cucore__copy_quotient(axis->n - axis->again - 1, axis->chunk - axis->again) + 1;
}

typedef struct cucore__copy_level {
    int64_t count, a, b;
    uint64_t key;
    int64_t chunks;
    int cut;
} cucore__copy_level;

CUCORE__PRIVATE int cucore__copy_level_add(cucore__copy_level *levels, int count, int64_t extent, int64_t a, int64_t b,
                                           int cut, int64_t chunks)
{
    uint64_t key_a = cucore__magnitude(a), key_b = cucore__magnitude(b), key = key_a < key_b ? key_a : key_b;
    int i = count;
    if (extent < 2) return count;
    for (; i > 0 && levels[i - 1].key > key; i--) levels[i] = levels[i - 1];
    levels[i].count = extent;
    levels[i].a = a;
    levels[i].b = b;
    levels[i].key = key;
    levels[i].chunks = chunks;
    levels[i].cut = cut;
    return count + 1;
}

/* Tiles are visited near ones first: those of an axis in bands, and so two axes, each slow in one array, in squares. */
CUCORE__PRIVATE int cucore__copy_levels(cucore__copy_work *work, cucore__copy_level *levels, int bands)
{
    int64_t most = work->unit < 8 ? CUCORE__COPY_BAND : CUCORE__COPY_BAND_WIDE;
    int i, count = 0;
    for (i = 0; i < work->count; i++) {
        cucore__copy_axis *axis = &work->axes[i];
        int64_t next = axis->chunk - axis->again, chunks = cucore__copy_chunks(axis), band = chunks, a, b;
        axis->chunks = chunks;
        if (chunks == 1) continue;
        a = axis->s * next, b = axis->d * next;
        if (bands && chunks >= 2 * most) band = most;
        if (!bands && chunks > 0x10000000) band = 0x1000000;
        if (band < chunks && axis->cut == CUCORE__COPY_CUTS && chunks % band) {
            if (work->cuts == CUCORE__COPY_CUTS) {
                band = chunks;
            } else {
                cucore__copy_axis_cut(work, axis);
            }
        }
        count = cucore__copy_level_add(levels, count, band, a, b, axis->cut, 1);
        if (band < chunks) {
            count = cucore__copy_level_add(levels, count, cucore__copy_quotient(chunks - 1, band) + 1, a * band,
                                           b * band, axis->cut, band);
        }
    }
    return count;
}

CUCORE__PRIVATE cucore_status cucore__copy_fail_size(void)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "the copy needs more than 2^63 blocks of threads");
}

/* A block takes some tiles, if there are enough for all multiprocessors: of the nearest level, each as far from the next
 * as there are blocks, so that blocks that run at the same time are neighbours.  -> levels left */
CUCORE__PRIVATE int cucore__copy_grid_tiles(cucore__copy_level *levels, int count, int64_t tiles,
                                            cucore__copy_grid *grid)
{
    int64_t all = 1;
    int i;
    grid->tiles = 1;
    grid->next_cut = CUCORE__COPY_CUTS;
    grid->next_chunks = 0;
    grid->next_a = grid->next_b = 0;
    if (count == 0) return 0;
    for (i = 0; i < count && all < 1 << 30; i++) all *= levels[i].count < 1 << 30 ? levels[i].count : 1 << 30;
    while (tiles > 1 && (all < tiles * CUCORE__COPY_BUSY || levels[0].count % tiles)) tiles--;
    if (tiles > 1) levels[0].count /= tiles;
    grid->tiles = (uint32_t)tiles;
    grid->next_cut = (uint32_t)levels[0].cut;
    grid->next_chunks = (uint32_t)(levels[0].chunks * levels[0].count);
    grid->next_a = levels[0].a * levels[0].count;
    grid->next_b = levels[0].b * levels[0].count;
    if (levels[0].count > 1) return count;
    memmove(levels, levels + 1, (size_t)(count - 1) * sizeof levels[0]);
    return count - 1;
}

/* The cut axes: how many chunks, and what they have room for.  0: too many */
CUCORE__PRIVATE int cucore__copy_grid_cuts(const cucore__copy_work *work, cucore__copy_grid *grid)
{
    int i;
    for (i = 0; i < CUCORE__COPY_CUTS; i++) {
        grid->count[i] = 1;
        grid->last[i] = 0;
    }
    grid->full = CUCORE__COPY_GUARD;
    for (i = 0; i < work->count && work->cuts; i++) {
        const cucore__copy_axis *axis = &work->axes[i];
        if (axis->cut == CUCORE__COPY_CUTS) continue;
        if (axis->chunks > 0x7fffffff) return 0;
        grid->count[axis->cut] = (uint32_t)axis->chunks;
        grid->full |= (uint64_t)(axis->chunk - 1) * axis->pack;
        grid->last[axis->cut] =
            (uint64_t)(axis->chunks * (axis->chunk - axis->again) + axis->again - axis->n) * axis->pack;
    }
    return 1;
}

/* Levels to the three numbers of a block. */
CUCORE__PRIVATE cucore_status cucore__copy_grid_make(const cucore__copy_work *work, cucore__copy_level *levels,
                                                     int count, int64_t tiles, cucore__copy_grid *grid,
                                                     cucore__copy_digit *digits, uint32_t *blocks)
{
    static const int64_t limits[3] = {0x7fffffff, 65535, 65535};
    int i, at = 0;
    blocks[0] = blocks[1] = blocks[2] = 1;
    count = cucore__copy_grid_tiles(levels, count, tiles, grid);
    if (!cucore__copy_grid_cuts(work, grid)) return cucore__copy_fail_size();
    for (i = 0; i < count; i++) {
        const cucore__copy_level *level = &levels[i];
        while (at < 3 && (level->count > limits[at] || blocks[at] * level->count > limits[at])) {
            grid->ends[at++] = (uint32_t)i;
        }
        if (at == 3) return cucore__copy_fail_size();
        blocks[at] *= (uint32_t)level->count;
        cucore__copy_digit_make(&digits[i], (uint32_t)level->count, level->a, level->b, (uint64_t)level->chunks,
                                level->cut);
    }
    while (at < 3) grid->ends[at++] = (uint32_t)count;
    return CUCORE_OK;
}

/* -- walks over a tile ------------------------------------------------------------------------------------------ */
/* The tile of an axis of which words of `split` elements are loaded is in two parts: within a word and by words. */
typedef struct cucore__copy_split {
    int axis;
    int word, m; /* elements of a word; bytes in the tile from word to word */
} cucore__copy_split;

/* Which way a walk goes. */
typedef enum cucore__copy_way { CUCORE__COPY_LOAD, CUCORE__COPY_STORE, CUCORE__COPY_THROUGH } cucore__copy_way;

/* A walk in the making. */
typedef struct cucore__copy_walker {
    cucore__copy_walk *walk;
    const cucore__copy_axis *axes;
    cucore__copy_way way;
    cucore__copy_split split;
    int grouped;  /* elements of this axis are one in the tile by fours or pairs; -1: of none */
    int together; /* so many */
    int room;     /* the block has so many times as many threads */
    int limit;    /* of steps */
    int fits;     /* 0: too many steps or digits */
} cucore__copy_walker;

/* So many elements along an axis: between source or destination and tile, or from one array to the other. */
CUCORE__PRIVATE inline cucore__copy_step cucore__copy_walker_go(const cucore__copy_walker *walker, int index,
                                                                int stride)
{
    const cucore__copy_axis *axis = &walker->axes[index];
    cucore__copy_step go;
    go.a = (walker->way == CUCORE__COPY_STORE ? axis->d : axis->s) * stride;
    if (walker->way == CUCORE__COPY_THROUGH) {
        go.b = axis->d * stride;
    } else if (walker->split.axis == index && stride >= walker->split.word) {
        go.b = stride / walker->split.word * walker->split.m;
    } else {
        go.b = axis->m * stride;
    }
    go.pack = axis->pack * (uint64_t)stride;
    return go;
}

/* All steps so far, `extent` times, each time one `go` further. */
CUCORE__PRIVATE inline void cucore__copy_steps_add(cucore__copy_walk *walk, int extent, const cucore__copy_step *go)
{
    uint32_t have = walk->steps, all = have * (uint32_t)extent, i;
    for (i = have; i < all; i++) {
        walk->step[i].a = walk->step[i - have].a + go->a;
        walk->step[i].b = walk->step[i - have].b + go->b;
        walk->step[i].pack = walk->step[i - have].pack + go->pack;
    }
    walk->steps = all;
}

CUCORE__PRIVATE void cucore__copy_walk_start(cucore__copy_walk *walk, int words)
{
    walk->threads = walk->words = (uint32_t)words;
    walk->magic = walk->shift = 0;
    if (words > 1) cucore__copy_divide((uint32_t)words, &walk->magic, &walk->shift);
    walk->inner = walk->outer = 0;
    walk->steps = 1;
    walk->width = 1;
    walk->linear = 0;
    walk->next = 0;
    walk->per = 1;
    walk->next_pack = 0;
    walk->step[0].a = walk->step[0].b = 0;
    walk->step[0].pack = 0;
}

CUCORE__PRIVATE inline void cucore__copy_walker_start(cucore__copy_walker *walker, cucore__copy_walk *walk,
                                                      cucore__copy_way way, int limit)
{
    walker->walk = walk;
    walker->way = way;
    walker->room = CUCORE__COPY_THREADS / (int)walk->threads;
    walker->limit = limit;
    walker->fits = 1;
}

/* A divisor of n, as large as possible up to `limit`.  Powers of two need no division. */
CUCORE__PRIVATE inline int cucore__copy_divisor(int n, int limit)
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

/* One more digit of a thread.  0: there are too many */
CUCORE__PRIVATE inline int cucore__copy_walk_digit(cucore__copy_walk *walk, int extent, const cucore__copy_step *go)
{
    uint32_t at = walk->inner + walk->outer;
    if (at == sizeof walk->digits / sizeof walk->digits[0]) return 0;
    cucore__copy_digit_make(&walk->digits[at], (uint32_t)extent, go->a, go->b, go->pack, CUCORE__COPY_CUTS);
    walk->outer++;
    walk->threads *= (uint32_t)extent;
    return 1;
}

CUCORE__PRIVATE void cucore__copy_walker_add(cucore__copy_walker *walker, int axis, int extent, int stride)
{
    cucore__copy_walk *walk = walker->walk;
    cucore__copy_step go = cucore__copy_walker_go(walker, axis, stride);
    int threads = cucore__copy_divisor(extent, walker->room), steps;
    if (threads > 1) {
        walker->fits &= cucore__copy_walk_digit(walk, threads, &go);
        walker->room /= threads;
    }
    if (threads == extent) return;
    steps = extent / threads;
    walker->fits &= (int)walk->steps * steps <= walker->limit;
    if (!walker->fits) return;
    go.a *= threads, go.b *= threads, go.pack *= (uint64_t)threads;
    cucore__copy_steps_add(walk, steps, &go);
}

/* `extent` steps of `stride` elements along an axis: for threads as long as there are some, the rest for steps. */
CUCORE__PRIVATE inline void cucore__copy_walker_part(cucore__copy_walker *walker, int axis, int extent, int stride)
{
    if (extent > 1) cucore__copy_walker_add(walker, axis, extent, stride);
}

/* Elements of a run, one after the other. */
CUCORE__PRIVATE void cucore__copy_walker_inner(cucore__copy_walker *walker, int axis, int extent, int stride)
{
    cucore__copy_walk *walk = walker->walk;
    cucore__copy_step go;
    uint32_t at = walk->inner;
    if (extent < 2) return;
    go = cucore__copy_walker_go(walker, axis, stride);
    cucore__copy_digit_make(&walk->digits[at], (uint32_t)extent, go.a, go.b, go.pack, CUCORE__COPY_CUTS);
    walk->inner++;
    if (at > 0 && walk->linear) return;
    if (at > 0) walk->per *= walk->digits[at - 1].extent;
    if (at == 0) walk->next = (int32_t)go.b;
    walk->next_pack = go.pack; /* of the slowest axis: the only one of these that may be cut */
}

/* -- without a tile --------------------------------------------------------------------------------------------- */
/* Few steps where there is little to do, so that every multiprocessor has some. */
CUCORE__PRIVATE int cucore__copy_want_steps(int64_t words)
{
    int64_t steps = words / (1024 * CUCORE__COPY_THREADS);
    return steps < 1 ? 1 : steps > 8 ? 8 : (int)steps;
}

/* Rows are given to threads, fastest first, and to steps. */
CUCORE__PRIVATE int cucore__copy_walk_rows(cucore__copy_walk *walk, cucore__copy_work *work, int want)
{
    cucore__copy_walker walker;
    int room = CUCORE__COPY_THREADS / (int)walk->threads, steps = (int)walk->steps, i, count = work->count;
    walker.axes = work->axes;
    cucore__copy_walker_start(&walker, walk, CUCORE__COPY_THROUGH, CUCORE__COPY_STEPS);
    for (i = 0; i < count; i++) {
        cucore__copy_axis *axis = &work->axes[i];
        int more = want > steps ? want / steps : 1, rounds, per;
        if (room < 2 && more < 2) break;
        if (axis->n > room * more) {
            per = room, rounds = more;
        } else {
            rounds = ((int)axis->n - 1) / room + 1; /* to do all of the axis */
            per = ((int)axis->n - 1) / rounds + 1;  /* threads for each */
        }
        if (rounds > 1 && work->cuts == CUCORE__COPY_CUTS && per * rounds != axis->n) rounds = 1;
        if (!cucore__copy_cut(work, axis, per * rounds)) {
            axis->chunk = 1;
            continue;
        }
        cucore__copy_walker_part(&walker, i, per, 1);
        cucore__copy_walker_part(&walker, i, rounds, per);
        room /= per;
        steps *= rounds;
    }
    return walker.fits;
}

/* The words of one run of `bytes`, for threads and steps; what is left is a level. */
CUCORE__PRIVATE int64_t cucore__copy_walk_run(cucore__copy_walk *walk, uint64_t bytes, int unit)
{
    int64_t words = (int64_t)(bytes / 16) + (unit == 16 ? 0 : bytes % 16 ? 2 : 1);
    int64_t rounds = (words - 1) / CUCORE__COPY_THREADS + 1;
    cucore__copy_step go = {0, 0, 0};
    int steps = rounds < 8 ? (int)rounds : 8, per = CUCORE__COPY_THREADS;
    if (rounds <= 8) per = ((int)words - 1) / steps + 1;
    cucore__copy_walk_start(walk, per);
    if (rounds == 1) return 1;
    walk->linear = 1;
    walk->next_pack = (uint64_t)(16 * per * steps);
    go.a = 16 * per;
    cucore__copy_steps_add(walk, steps, &go);
    return cucore__copy_quotient(words - 1, per * steps) + 1;
}

/* One more level, the nearest: chunks of the run itself. */
CUCORE__PRIVATE int cucore__copy_level_run(cucore__copy_level *levels, int count, int64_t chunks)
{
    memmove(levels + 1, levels, (size_t)count * sizeof levels[0]);
    levels[0].count = chunks;
    levels[0].a = levels[0].b = 0;
    levels[0].cut = 0;
    levels[0].chunks = 1;
    return count + 1;
}

CUCORE__PRIVATE cucore_status cucore__copy_plan_runs(cucore__copy_work *work, int64_t run, cucore__kernel_plan *plan)
{
    cucore__copy_runs *as = &plan->as.many.runs;
    cucore__copy_level levels[2 * CUCORE_MAX_NDIM + 2];
    int64_t chunks = 1, words;
    int count, want, is_run = plan->strategy == CUCORE__COPY_RUNS;
    cucore_status status;
    as->src = work->s;
    as->dst = work->d;
    as->bytes = (uint64_t)(is_run ? run : work->unit);
    as->unit = (uint64_t)work->unit;
    if (is_run) {
        work->cuts = 1; /* the run itself */
        words = cucore__copy_total(work, run / 16);
        chunks = cucore__copy_walk_run(&as->walk, (uint64_t)run, work->unit);
        plan->tile[0] = plan->tile[1] = chunks > 1 ? (int64_t)as->walk.next_pack : run;
    } else {
        words = cucore__copy_total(work, run / work->unit);
        cucore__copy_walk_start(&as->walk, 1);
        plan->tile[0] = plan->tile[1] = 1;
    }
    want = as->walk.linear ? 1 : cucore__copy_want_steps(words);
    if (!cucore__copy_walk_rows(&as->walk, work, want)) {
        return cucore__copy_fail_size();
    }
    count = cucore__copy_levels(work, levels, 0);
    if (chunks > 0x7fffffff) return cucore__copy_fail_size();
    if (chunks > 1) count = cucore__copy_level_run(levels, count, chunks);
    if (!is_run && count > CUCORE__COPY_LEVELS) plan->strategy = CUCORE__COPY_MANY;
    if (is_run && count > CUCORE__COPY_LEVELS) return CUCORE_OVERFLOW; /* the caller takes another way */
    status = cucore__copy_grid_make(work, levels, count, 1, &as->grid, plan->as.many.levels, plan->grid);
    if (chunks > 1) as->grid.count[0] = (uint32_t)chunks;
    plan->block = (as->walk.threads + 31) / 32 * 32;
    plan->shared = 0;
    return status;
}

/* -- with a tile ------------------------------------------------------------------------------------------------ */
/* How much of each axis a tile takes, for runs of so many bytes in the source or in the destination.
 * -> bytes of the runs */
CUCORE__PRIVATE uint32_t cucore__copy_tile_side(cucore__copy_work *work, const cucore__copy_rank *ranks, uint32_t want)
{
    uint32_t run = (uint32_t)work->unit;
    int i, count = work->count;
    for (i = 0; i < count && run < want; i++) {
        cucore__copy_axis *axis = &work->axes[ranks[i].axis];
        uint32_t take = (want - 1) / run + 1;
        if (ranks[i].stride == 0 || (run >= 32 && ranks[i].stride > 2 * run)) break;
        if (take + take / 2 < axis->n) {
            if (axis->chunk < (int)take) axis->chunk = (int)take;
            return run * take;
        }
        axis->chunk = (int)axis->n;
        run *= (uint32_t)axis->n;
    }
    return run;
}

/* Elements of a tile of the chunks as they are, up to 2^20 or a little more. */
CUCORE__PRIVATE int64_t cucore__copy_tile_volume(const cucore__copy_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) volume *= work->axes[i].chunk;
    return volume;
}

/* Chunks of about the same size, in numbers that divide well.  n > 1.5 chunk, so they are longer than 2/3 of it. */
CUCORE__PRIVATE int cucore__copy_even(int64_t n, int chunk)
{
    int even, multiple = 32;
    if (n <= INT32_MAX) {
        even = ((int)n - 1) / (((int)n - 1) / chunk + 1) + 1;
    } else {
        even = (int)((n - 1) / ((n - 1) / chunk + 1)) + 1;
    }
    while (multiple > 2 && (-even & (multiple - 1)) > even / 16) multiple /= 2;
    return even + (-even & (multiple - 1));
}

/* -> elements of the tile, up to 2^20 or a little more; INT64_MAX: more axes to cut than may be */
CUCORE__PRIVATE int64_t cucore__copy_tile_even(cucore__copy_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) {
        cucore__copy_axis *axis = &work->axes[i];
        if (axis->chunk > 1 && axis->chunk < axis->n) {
            if (!cucore__copy_cut(work, axis, cucore__copy_even(axis->n, axis->chunk))) return INT64_MAX;
        }
        volume *= axis->chunk;
    }
    return volume;
}

typedef struct cucore__copy_side {
    int order[CUCORE_MAX_NDIM + 1]; /* axes of the tile, fastest first */
    int count;
    int prefix; /* of them in a run */
    int last;   /* steps of the last one of these */
    int run;    /* elements of it */
    int width;  /* of a word, 1: nothing wider is aligned */
    int linear;
} cucore__copy_side;

CUCORE__PRIVATE int cucore__copy_side_is_whole(const cucore__copy_axis *axis)
{
    return axis->cut == CUCORE__COPY_CUTS && axis->chunk == axis->n;
}

CUCORE__PRIVATE inline int64_t cucore__copy_stride(const cucore__copy_axis *axis, int which)
{
    return which ? axis->d : axis->s;
}

/* How an axis that becomes part of runs changes the count of what is not aligned: its tiles now, not its elements. */
CUCORE__PRIVATE inline int cucore__copy_loose_in_run(const cucore__copy_axis *axis, int which, int chunk)
{
    uint64_t stride = (uint64_t)cucore__copy_stride(axis, which);
    return (chunk < axis->n && (stride * (uint64_t)chunk & 15) != 0) - ((stride & 15) != 0);
}

CUCORE__PRIVATE void cucore__copy_side_narrow(const cucore__copy_work *work, cucore__copy_side *side)
{
    side->prefix = 1;
    side->run = side->last = work->axes[side->order[0]].chunk;
    side->width = 1;
    side->linear = 0;
}

/* The axes of the tile, in the order of both sides. */
CUCORE__PRIVATE void cucore__copy_sides_order(const cucore__copy_work *work, cucore__copy_side *load,
                                              cucore__copy_side *store)
{
    int i, loads = 0, stores = 0, count = work->count;
    for (i = 0; i < count; i++) {
        int by_src = work->ranks[0][i].axis;
        if (work->axes[i].chunk > 1) store->order[stores++] = i;
        if (work->axes[by_src].chunk > 1) load->order[loads++] = by_src;
    }
    load->count = loads;
    store->count = stores;
}

/* The chunk of the fastest axis, in whole words where these are aligned then. */
CUCORE__PRIVATE void cucore__copy_side_pad(cucore__copy_work *work, int which, cucore__copy_axis *axis)
{
    int chunk = axis->chunk, padded = (chunk + work->width - 1) & -work->width;
    if (chunk <= work->width / 2 || cucore__copy_stride(axis, which) != work->unit) return;
    if (work->loose[which] + cucore__copy_loose_in_run(axis, which, padded) != 0) return;
    if (!cucore__copy_cut(work, axis, padded)) axis->chunk = chunk;
}

CUCORE__PRIVATE void cucore__copy_sides_pad(cucore__copy_work *work, int load, int store)
{
    cucore__copy_axis *from = &work->axes[load], *to = &work->axes[store];
    int width = work->width;
    if (from->chunk & (width - 1)) cucore__copy_side_pad(work, 0, from);
    if (to->chunk & (width - 1)) cucore__copy_side_pad(work, 1, to);
}

/* The runs of one side of the tile, and whether words of 16 bytes do. */
CUCORE__PRIVATE void cucore__copy_side_make(const cucore__copy_work *work, int which, cucore__copy_side *side)
{
    int width = work->width, loose = work->loose[which], run = 1, i;
    cucore__copy_side_narrow(work, side);
    if (width == 1) return;
    for (i = 0; i < side->count; i++) {
        const cucore__copy_axis *axis = &work->axes[side->order[i]];
        int chunk = axis->chunk;
        if (cucore__copy_stride(axis, which) != run * work->unit) return;
        if (i > 0 && width > 4) return;
        loose += cucore__copy_loose_in_run(axis, which, chunk);
        if (i > 0 && run * chunk > width * CUCORE__COPY_THREADS) {
            chunk = cucore__copy_divisor(chunk, width * CUCORE__COPY_THREADS / run);
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
        if (chunk < axis->chunk || !cucore__copy_side_is_whole(axis)) return;
    }
}

/* Where the elements of the tile lie in shared memory: as in the destination, with gaps that keep banks apart.
 * -> bytes */
CUCORE__PRIVATE int cucore__copy_tile_lay(cucore__copy_work *work, const cucore__copy_side *load,
                                          const cucore__copy_side *store, int grouped, cucore__copy_split *split)
{
    cucore__copy_axis *first = &work->axes[load->order[0]];
    int size = work->unit, odd = work->unit < 4 ? 4 : work->unit, i;
    for (i = 0; i < load->count; i++) work->axes[load->order[i]].m = 0; /* not placed */
    for (i = 0; i < store->prefix; i++) {
        work->axes[store->order[i]].m = size;
        size *= work->axes[store->order[i]].chunk;
    }
    split->axis = -1;
    split->word = split->m = 0;
    if (load->linear && !first->m) {
        int words = load->run / load->width;
        size = (size + 31) & -32;
        if (work->unit == 8) size = (size + 63) & -64;
        split->axis = load->order[0];
        split->word = load->width;
        split->m = size * load->width + (words >= 8 || words < 2 ? 16 : words >= 4 ? 32 : 64);
        first->m = size;
        size = split->m * words;
    } else if (grouped) {
        size = ((size + 31) & -32) + 16;
    } else {
        size = ((size + odd - 1) & -odd) | odd;
    }
    for (i = 0; i < load->count; i++) {
        cucore__copy_axis *axis = &work->axes[load->order[i]];
        if (axis->m) continue;
        axis->m = size;
        size *= axis->chunk;
    }
    return size;
}

/* All of an axis but its first part: within words and by words where the tile is laid out so. */
CUCORE__PRIVATE void cucore__copy_walker_rest(cucore__copy_walker *walker, int axis, int done)
{
    int chunk = walker->axes[axis].chunk;
    if (axis == walker->split.axis && done < walker->split.word) {
        cucore__copy_walker_part(walker, axis, walker->split.word / done, done);
        done = walker->split.word;
    }
    cucore__copy_walker_part(walker, axis, done == 1 ? chunk : chunk / done, done);
}

/* What the threads take of a run one after the other, and the first of what they take then. */
typedef struct cucore__copy_lead {
    int words, elements; /* of the run */
    int rest;            /* it has so many times as many */
    int axis, lanes;     /* elements of another axis, so that a warp meets every bank of the tile */
} cucore__copy_lead;

CUCORE__PRIVATE void cucore__copy_lead_words(const cucore__copy_side *side, int width, cucore__copy_lead *lead)
{
    int most = side->width > 1 ? 8 : 32;
    lead->words = side->run / width;
    lead->elements = side->run;
    lead->rest = 1;
    if (side->prefix > 1 || lead->words <= most || (lead->words & (most - 1))) return;
    lead->rest = lead->words / most;
    lead->words = most;
    lead->elements = most * width;
}

CUCORE__PRIVATE void cucore__copy_lead_lanes(const cucore__copy_walker *walker, const cucore__copy_side *side,
                                             int other, cucore__copy_lead *lead)
{
    int group = other == walker->grouped ? walker->together : 1;
    lead->axis = other;
    lead->lanes = 1;
    if (side->prefix > 1 || other == side->order[0] || lead->words >= 32) return;
    if (other == walker->split.axis) {
        lead->lanes = walker->split.word;
    } else {
        lead->lanes = cucore__copy_divisor(walker->axes[other].chunk / group, 32 / lead->words);
    }
}

/* Within a run: the elements, or the words, that threads take one after the other. */
CUCORE__PRIVATE void cucore__copy_walk_run_of(cucore__copy_walker *walker, const cucore__copy_side *side,
                                              const cucore__copy_lead *lead)
{
    int i, first = side->order[0];
    if (side->prefix > 1) {
        for (i = 0; i + 1 < side->prefix; i++) {
            cucore__copy_walker_inner(walker, side->order[i], walker->axes[side->order[i]].chunk, 1);
        }
        cucore__copy_walker_inner(walker, side->order[i], side->last, 1);
    } else if (first == walker->split.axis && walker->way == CUCORE__COPY_LOAD) {
        cucore__copy_walker_inner(walker, first, walker->split.word, 1);
        cucore__copy_walker_inner(walker, first, lead->words, walker->split.word);
    } else if (first == walker->grouped) {
        cucore__copy_walker_inner(walker, first, lead->elements / walker->together, walker->together);
    } else {
        cucore__copy_walker_inner(walker, first, lead->elements, 1);
    }
}

/* From run to run: all that is left of the axes of the tile.  `turn`: that of the runs comes last. */
CUCORE__PRIVATE void cucore__copy_walk_runs_of(cucore__copy_walker *walker, const cucore__copy_side *side,
                                               const cucore__copy_lead *lead, int turn)
{
    int i, first = side->order[0], group = lead->axis == walker->grouped ? walker->together : 1;
    cucore__copy_walker_part(walker, lead->axis, lead->lanes, group);
    if (!turn) cucore__copy_walker_part(walker, first, lead->rest, lead->elements);
    for (i = side->prefix > 1 ? side->prefix - 1 : 1; i < side->count; i++) {
        int axis = side->order[i], done = axis == walker->grouped ? walker->together : 1;
        if (i < side->prefix) done = side->last;
        if (axis == lead->axis) done *= lead->lanes;
        cucore__copy_walker_rest(walker, axis, done);
    }
    if (turn) cucore__copy_walker_part(walker, first, lead->rest, lead->elements);
}

/* What a thread loads ahead: 64 bytes, or 16 units. */
CUCORE__PRIVATE int cucore__copy_load_limit(const cucore__copy_work *work, int wide, int grouped)
{
    if (grouped >= 0) return wide ? work->unit : 4;
    if (wide || work->width == 1) return 4;
    return work->width == 2 ? 8 : CUCORE__COPY_STEPS;
}

/* The walk of one side; `other`: the first axis of the other one.  0: too many steps. */
CUCORE__PRIVATE int cucore__copy_tile_walk(cucore__copy_walker *walker, const cucore__copy_work *work,
                                           const cucore__copy_side *side, int other, cucore__copy_way way,
                                           cucore__copy_walk *walk)
{
    cucore__copy_lead lead;
    int turn, wide, is_grouped = side->order[0] == walker->grouped, limit = CUCORE__COPY_STEPS;
    cucore__copy_lead_words(side, is_grouped && side->width == 1 ? walker->together : side->width, &lead);
    if (lead.words > CUCORE__COPY_THREADS || side->prefix > 8) return 0;
    cucore__copy_lead_lanes(walker, side, other, &lead);
    wide = side->width > (is_grouped ? walker->together : 1);
    if (way == CUCORE__COPY_LOAD) limit = cucore__copy_load_limit(work, wide, walker->grouped);
    for (turn = 0; turn < 2; turn++) {
        cucore__copy_walk_start(walk, lead.words);
        walk->width = (uint32_t)(!is_grouped ? side->width : wide ? side->width / walker->together : 1);
        walk->linear = side->linear || !wide;
        cucore__copy_walker_start(walker, walk, way, limit);
        cucore__copy_walk_run_of(walker, side, &lead);
        cucore__copy_walk_runs_of(walker, side, &lead, turn);
        if (walker->fits) return 1;
    }
    return 0;
}

/* Bytes can be shuffled by fours: both runs go over one axis that is contiguous there, and the destination's is
 * padded to a multiple.  Elements of two bytes by pairs, where words are aligned. */
CUCORE__PRIVATE int cucore__copy_tile_groups(cucore__copy_work *work, const cucore__copy_side *load,
                                             cucore__copy_side *store)
{
    cucore__copy_axis *to = &work->axes[store->order[0]];
    const cucore__copy_axis *from = &work->axes[load->order[0]];
    int padded = (to->chunk + 3) & -4;
    if (load->order[0] == store->order[0] || to->d != work->unit || from->s != work->unit) return 0;
    if (work->unit == 2) return load->width > 1 && store->width > 1;
    if (work->unit != 1) return 0;
    if (to->chunk < 8 || load->prefix > 1 || store->prefix > 1) return 0;
    if (padded != to->chunk && !cucore__copy_cut(work, to, padded)) return 0;
    store->run = padded;
    return 1;
}

/* Runs of the destination that are not aligned: they are stored from sector to sector, in chunks that have a sector
 * in common. */
CUCORE__PRIVATE void cucore__copy_tile_shift(cucore__copy_work *work, const cucore__copy_side *load,
                                             cucore__copy_side *store, cucore__copy_tile *as)
{
    cucore__copy_axis *axis = &work->axes[store->order[0]];
    int sector = 2 * work->width;
    as->shift_cut = CUCORE__COPY_CUTS;
    as->shift_chunk = as->shift_next = 0;
    if (work->unit < 2 || work->unit > 8 || store->width > 1 || axis->d != work->unit) return;
    if (load->prefix > 1 || load->order[0] == store->order[0]) return;
    if (axis->cut == CUCORE__COPY_CUTS || axis->n <= axis->chunk) return;
    if (axis->chunk % sector || axis->chunk < 4 * sector) return;
    axis->again = sector;
    store->width = work->width;
    store->linear = 1;
    as->shift_cut = (uint32_t)axis->cut;
    as->shift_chunk = (uint32_t)axis->chunk;
    as->shift_next = (uint32_t)(axis->chunk - sector);
}

CUCORE__PRIVATE void cucore__copy_tile_rows(const cucore__copy_work *work, int grouped, cucore__copy_tile *as)
{
    as->row = 0;
    as->row_pack = 0;
    as->word4 = 1;
    if (grouped < 0) return;
    as->row = work->axes[grouped].s;
    as->row_pack = work->axes[grouped].pack;
}

/* Are the fours of the destination aligned? */
CUCORE__PRIVATE uint32_t cucore__copy_tile_word4(const cucore__copy_work *work)
{
    uint64_t bits = work->d;
    int i;
    for (i = 1; i < work->count; i++) bits |= (uint64_t)work->axes[i].d;
    return (bits & 3) == 0;
}

/* The runs of both sides, for words as wide as may be.  -> the axis of which elements are shuffled in registers, or -1 */
CUCORE__PRIVATE int cucore__copy_tile_sides(cucore__copy_work *work, cucore__copy_side *load, cucore__copy_side *store)
{
    cucore__copy_sides_order(work, load, store);
    cucore__copy_sides_pad(work, load->order[0], store->order[0]);
    cucore__copy_side_make(work, 0, load);
    cucore__copy_side_make(work, 1, store);
    if (cucore__copy_tile_groups(work, load, store)) return store->order[0];
    if (work->unit == 1) { /* tile1 takes them one by one */
        cucore__copy_side_narrow(work, load);
        cucore__copy_side_narrow(work, store);
    }
    return -1;
}

CUCORE__PRIVATE cucore__copy_strategy cucore__copy_tile_strategy(int unit, int grouped)
{
    if (grouped >= 0) return unit == 1 ? CUCORE__COPY_BYTES : CUCORE__COPY_PAIRS;
    return (cucore__copy_strategy)(CUCORE__COPY_TILE1 + (int)cucore__copy_bits((uint32_t)unit) - 1);
}

/* All of it, for a tile of the chunks chosen.  0: this tile does not do. */
CUCORE__PRIVATE int cucore__copy_tile_make(cucore__copy_work *work, cucore__kernel_plan *plan)
{
    cucore__copy_tile *as = &plan->as.tile;
    cucore__copy_side load, store;
    cucore__copy_walker walker;
    cucore__copy_level levels[2 * CUCORE_MAX_NDIM + 2];
    uint32_t threads;
    int size, count, grouped = cucore__copy_tile_sides(work, &load, &store);
    plan->strategy = cucore__copy_tile_strategy(work->unit, grouped);
    cucore__copy_tile_shift(work, &load, &store, as);
    size = cucore__copy_tile_lay(work, &load, &store, grouped >= 0, &walker.split);
    if (size > 48 << 10) return 0;
    cucore__copy_tile_rows(work, grouped, as);
    if (grouped >= 0) as->word4 = cucore__copy_tile_word4(work);
    walker.axes = work->axes;
    walker.grouped = grouped;
    walker.together = work->width > 4 ? work->width / 4 : 1;
    if (!cucore__copy_tile_walk(&walker, work, &load, store.order[0], CUCORE__COPY_LOAD, &as->walk[0])) return 0;
    if (!cucore__copy_tile_walk(&walker, work, &store, load.order[0], CUCORE__COPY_STORE, &as->walk[1])) return 0;
    count = cucore__copy_levels(work, levels, 1);
    if (count > CUCORE__COPY_LEVELS) return 0;
    if (cucore__copy_grid_make(work, levels, count, CUCORE__COPY_TILES, &as->grid, as->levels, plan->grid)) return 0;
    as->src = work->s;
    as->dst = work->d;
    as->vector = walker.split.axis >= 0;
    threads = as->walk[0].threads > as->walk[1].threads ? as->walk[0].threads : as->walk[1].threads;
    plan->block = (threads + 31) / 32 * 32;
    plan->shared = (uint32_t)size;
    plan->tile[0] = load.run;
    plan->tile[1] = store.run;
    return 1;
}

CUCORE__PRIVATE void cucore__copy_cuts_clear(cucore__copy_work *work)
{
    int i, count = work->count;
    work->cuts = 0;
    for (i = 0; i < count; i++) cucore__copy_axis_clear(&work->axes[i]);
}

/* Elements of a tile at most: fewer where there is little to do, so that every multiprocessor has some. */
CUCORE__PRIVATE int64_t cucore__copy_tile_limit(const cucore__copy_work *work, int64_t run)
{
    int64_t limit = (int64_t)CUCORE__COPY_TILE_BYTES * work->width / 16, least = 4096 / 16 * work->width;
    int64_t enough = cucore__copy_total(work, run) * work->width / 16 / 512;
    if (limit > enough) limit = enough;
    if (limit < least) limit = least;
    return limit + limit / 8;
}

/* How large tiles are: with the longest runs, and at most. */
typedef struct cucore__copy_bounds {
    int64_t load, store, volume;
    int64_t limit;
} cucore__copy_bounds;

/* Chunks for runs of so many bytes. */
CUCORE__PRIVATE void cucore__copy_tile_chunks(cucore__copy_work *work, uint32_t load, uint32_t store,
                                              cucore__copy_bounds *found)
{
    int i, count = work->count;
    for (i = 0; i < count; i++) work->axes[i].chunk = 1;
    found->load = cucore__copy_tile_side(work, work->ranks[0], load);
    found->store = cucore__copy_tile_side(work, work->ranks[1], store);
    found->volume = cucore__copy_tile_volume(work);
}

/* Is a tile too large, also when its chunks are even?  One or two are cut, to more than 2/3 each. */
CUCORE__PRIVATE inline int cucore__copy_tile_is_large(int64_t volume, int64_t limit)
{
    return 4 * volume >= 9 * limit;
}

/* Are tiles for such runs?  Runs are as long as wanted or the longest there are, and share no more of an axis than the
 * longest do. */
CUCORE__PRIVATE int cucore__copy_tile_exceeds(const cucore__copy_bounds *longest, int64_t load, int64_t store)
{
    if (load > longest->load) load = longest->load;
    if (store > longest->store) store = longest->store;
    return cucore__copy_tile_is_large(load * store * longest->volume, longest->limit * longest->load * longest->store);
}

/* A tile of the chunks as they are, cut evenly. */
CUCORE__PRIVATE int cucore__copy_tile_take(cucore__copy_work *work, int64_t volume, int64_t limit,
                                           cucore__kernel_plan *plan)
{
    if (volume == 1 || cucore__copy_tile_is_large(volume, limit)) return 0;
    if (cucore__copy_tile_even(work) <= limit && cucore__copy_tile_make(work, plan)) return 1;
    cucore__copy_cuts_clear(work);
    return 0;
}

/* The longest runs that fit, 2048 bytes at most.  Where both do not, the destination's are the shorter ones. */
CUCORE__PRIVATE int cucore__copy_plan_tile(cucore__copy_work *work, int64_t run, cucore__kernel_plan *plan)
{
    cucore__copy_bounds longest, found;
    uint32_t load = 2048, store = 2048;
    cucore__copy_rank_axes(work);
    cucore__copy_cuts_clear(work);
    cucore__copy_tile_chunks(work, load, store, &longest);
    longest.limit = cucore__copy_tile_limit(work, run);
    found.volume = longest.volume;
    while (!cucore__copy_tile_take(work, found.volume, longest.limit, plan)) {
        do {
            if (load != store)
                load = store;
            else
                store /= 2;
            if (load < 16) return 0;
        } while (cucore__copy_tile_exceeds(&longest, load, store));
        cucore__copy_tile_chunks(work, load, store, &found);
    }
    return 1;
}

/* Do the arrays run along different axes, so that neighbours in one are strangers in the other? */
CUCORE__PRIVATE int cucore__copy_wants_tile(const cucore__copy_work *work, int64_t run)
{
    const cucore__copy_axis *to = &work->axes[0], *from;
    uint64_t reach = 64 + (uint64_t)run;
    if (run >= 128 || to->s == 0 || (uint64_t)to->d >= reach) return 0;
    from = cucore__copy_fastest_src(work);
    return from != to && from->s != 0 && cucore__magnitude(from->s) < reach;
}

CUCORE__PRIVATE void cucore__copy_plan_head(const cucore__copy_work *work, cucore__kernel_plan *plan)
{
    static const uint32_t sizes[CUCORE__COPY_STRATEGIES] = {0,
                                                            0,
                                                            sizeof(cucore__copy_few),
                                                            sizeof(cucore__copy_few),
                                                            sizeof(cucore__copy_many),
                                                            sizeof(cucore__copy_tile),
                                                            sizeof(cucore__copy_tile),
                                                            sizeof(cucore__copy_tile),
                                                            sizeof(cucore__copy_tile),
                                                            sizeof(cucore__copy_tile),
                                                            sizeof(cucore__copy_tile),
                                                            sizeof(cucore__copy_tile)};
    plan->unit = work->unit;
    plan->ndim = work->count;
    plan->src = work->s;
    plan->dst = work->d;
    plan->parameters = sizes[plan->strategy];
}

CUCORE__PRIVATE cucore_status cucore__copy_plan_choose(cucore__copy_work *work, int64_t run, cucore__kernel_plan *plan)
{
    int tile = cucore__copy_wants_tile(work, run);
    cucore_status status;
    if (!tile && run >= 32) {
        plan->strategy = CUCORE__COPY_RUNS;
        cucore__copy_cuts_clear(work);
        status = cucore__copy_plan_runs(work, run, plan);
        if (status != CUCORE_OVERFLOW) return status;
    }
    cucore__copy_add_pieces(work, run);
    if (tile && cucore__copy_plan_tile(work, run, plan)) return CUCORE_OK;
    plan->strategy = CUCORE__COPY_STRIDED;
    cucore__copy_cuts_clear(work);
    return cucore__copy_plan_runs(work, run, plan);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__copy_work work;
    int64_t run;
    cucore_status status = cucore__copy_join(dst, d, src, s, &work, &run);
    if (status) return status;
    out->grid[0] = out->grid[1] = out->grid[2] = 0;
    out->block = out->shared = 0;
    out->tile[0] = out->tile[1] = 0;
    out->bytes = (uint64_t)run;
    work.unit = 1;
    if (run == 0 || work.count == 0) {
        out->strategy = run ? CUCORE__COPY_MEMCPY : CUCORE__COPY_NOTHING;
    } else {
        work.unit = cucore__copy_unit(&work, run);
        work.width = 16 / work.unit;
        status = cucore__copy_plan_choose(&work, run, out);
    }
    if (!status) cucore__copy_plan_head(&work, out);
    return status;
}

static const char *const cucore__copy_names[CUCORE__COPY_STRATEGIES] = {
    "nothing", "memcpy", "runs", "strided", "many", "tile1", "tile2", "tile4", "tile8", "tile16", "bytes", "pairs"};

CUCORE__PRIVATE size_t cucore__kernel_plan_format(const cucore__kernel_plan *plan, char *buffer, size_t size)
{
    const cucore__copy_tile *tile = &plan->as.tile;
    const char *name = cucore__copy_names[plan->strategy];
    int length, wide = plan->grid[1] > 1 || plan->grid[2] > 1 ? 64 : 32;
    if (plan->strategy <= CUCORE__COPY_MEMCPY) {
        length = snprintf(buffer, size, "%s, %llu bytes", name, (unsigned long long)plan->bytes);
    } else if (plan->strategy <= CUCORE__COPY_MANY) {
        length =
            snprintf(buffer, size,
                     "%s, %d axes, unit %d, runs of %lld bytes, %u threads x %u steps, grid %ux%ux%u, "
                     "%d-bit indices",
                     name, plan->ndim, plan->unit, (long long)plan->as.many.runs.bytes, plan->as.many.runs.walk.threads,
                     plan->as.many.runs.walk.steps, plan->grid[0], plan->grid[1], plan->grid[2], wide);
    } else {
        length = snprintf(buffer, size,
                          "%s, %d axes, loads of %d bytes in runs of %lld, stores of %d bytes in runs of "
                          "%lld, %ux%u and %ux%u threads x steps, %u bytes shared, grid %ux%ux%u, %d-bit indices",
                          name, plan->ndim, tile->walk[0].width > 1 ? 16 : plan->unit, (long long)plan->tile[0],
                          tile->walk[1].width > 1 ? 16 : plan->unit, (long long)plan->tile[1], tile->walk[0].threads,
                          tile->walk[0].steps, tile->walk[1].threads, tile->walk[1].steps, plan->shared, plan->grid[0],
                          plan->grid[1], plan->grid[2], wide);
    }
    return length < 0 ? 0 : (size_t)length;
}

/* ------------------------------------------------------------------------------------------- launching the plan -- */
#define CUCORE__COPY_CONTEXTS 16
/* What is loaded in one context.  Entries are added under the lock and read without it. */
typedef struct cucore__copy_loaded {
    CUcontext context;     /* written last; NULL: free */
    unsigned long long id; /* that a context of another library had; 0: a primary context, which stays */
    CUfunction functions[CUCORE__COPY_STRATEGIES];
} cucore__copy_loaded;
static cucore__copy_loaded cucore__copy_cache[CUCORE__COPY_CONTEXTS];
#if defined(_WIN32)
static SRWLOCK cucore__copy_lock = SRWLOCK_INIT;
#define CUCORE__LOCK() AcquireSRWLockExclusive(&cucore__copy_lock)
#define CUCORE__UNLOCK() ReleaseSRWLockExclusive(&cucore__copy_lock)
#else
static pthread_mutex_t cucore__copy_lock = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__LOCK() pthread_mutex_lock(&cucore__copy_lock)
#define CUCORE__UNLOCK() pthread_mutex_unlock(&cucore__copy_lock)
#endif
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__LOAD(pointer) __atomic_load_n((pointer), __ATOMIC_ACQUIRE)
#define CUCORE__STORE(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELEASE)
#else
#define CUCORE__LOAD(pointer) (*(pointer))
#define CUCORE__STORE(pointer, value) (*(pointer) = (value))
#endif

/* The text of a kernel in one piece: a string literal of C99 is 4095 characters at most. */
CUCORE__PRIVATE cucore_status cucore__copy_compile(cucore__copy_strategy kernel, CUmodule *out)
{
    const char *const *parts = cucore__copy_ptx[kernel - CUCORE__COPY_RUNS];
    size_t length = 0, at = 0, part;
    char *text;
    int i;
    cucore_status status;
    for (i = 0; parts[i]; i++) length += strlen(parts[i]);
    text = (char *)malloc(length + 1);
    if (!text)
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)length + 1);
    for (i = 0; parts[i]; i++, at += part) {
        part = strlen(parts[i]);
        memcpy(text + at, parts[i], part);
    }
    text[length] = '\0';
    status = cucore__module_compile(text, out);
    free(text);
    return status;
}

/* Loaded, not just promised: a driver that loads lazily would do it at the launch, which a capture forbids. */
CUCORE__PRIVATE cucore_status cucore__copy_load(cucore__copy_strategy kernel, CUfunction *out)
{
    CUmodule module = NULL;
    CUfunction function = NULL;
    CUstreamCaptureMode mode;
    char name[40];
    int exchanged, registers;
    cucore_status status = cucore__copy_compile(kernel, &module);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", cucore__copy_names[kernel]);
    exchanged = cucore__relaxed_begin(&mode);
    status = cucore_module_function(module, name, &function);
    if (!status && cucore__driver.FuncGetAttribute) {
        status = cucore__check_result(cucore__driver.FuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
                                      "cuFuncGetAttribute");
    }
    if (status) (void)cucore__driver.ModuleUnload(module);
    cucore__relaxed_end(exchanged, &mode);
    if (!status) *out = function;
    return status;
}

/* The entry of a context, or a free one for it.  The oldest goes when there is none: what it loaded lives on unused, as
 * long as its context.  Under the lock. */
CUCORE__PRIVATE cucore__copy_loaded *cucore__copy_entry_add(CUcontext context, unsigned long long id)
{
    static int next;
    cucore__copy_loaded *entry = NULL;
    int i;
    for (i = CUCORE__COPY_CONTEXTS - 1; i >= 0; i--) {
        CUcontext has = CUCORE__LOAD(&cucore__copy_cache[i].context);
        if (has == context && cucore__copy_cache[i].id == id) return &cucore__copy_cache[i];
        if (has == context || (!has && !(entry && CUCORE__LOAD(&entry->context) == context)))
            entry = &cucore__copy_cache[i];
    }
    if (!entry) entry = &cucore__copy_cache[next++ % CUCORE__COPY_CONTEXTS];
    CUCORE__STORE(&entry->context, (CUcontext)NULL);
    for (i = 0; i < CUCORE__COPY_STRATEGIES; i++) CUCORE__STORE(&entry->functions[i], (CUfunction)NULL);
    CUCORE__STORE(&entry->id, id);
    CUCORE__STORE(&entry->context, context);
    return entry;
}

CUCORE__PRIVATE cucore_status cucore__copy_function_load(CUcontext context, unsigned long long id,
                                                         cucore__copy_strategy kernel, CUfunction *out)
{
    cucore__copy_loaded *entry;
    cucore_status status = CUCORE_OK;
    CUCORE__LOCK();
    entry = cucore__copy_entry_add(context, id);
    *out = CUCORE__LOAD(&entry->functions[kernel]);
    if (!*out) status = cucore__copy_load(kernel, out);
    if (!status) CUCORE__STORE(&entry->functions[kernel], *out);
    CUCORE__UNLOCK();
    return status;
}

/* A kernel in the current context. */
CUCORE__PRIVATE cucore_status cucore__copy_function(cucore__copy_strategy kernel, CUfunction *out)
{
    CUcontext context = NULL;
    CUfunction function;
    unsigned long long id;
    int i;
    cucore_status status = cucore__check_result(cucore__driver.CtxGetCurrent(&context), "cuCtxGetCurrent");
    if (status) return status;
    for (i = 0; i < CUCORE__COPY_CONTEXTS; i++) {
        cucore__copy_loaded *entry = &cucore__copy_cache[i];
        if (CUCORE__LOAD(&entry->context) != context) continue;
        id = CUCORE__LOAD(&entry->id);
        function = CUCORE__LOAD(&entry->functions[kernel]);
        if (!function || (id && cucore__context_id(context) != id)) break;
        if (CUCORE__LOAD(&entry->context) != context || CUCORE__LOAD(&entry->id) != id) break;
        *out = function;
        return CUCORE_OK;
    }
    if (!context)
        return cucore__fail_driver(CUCORE_DRIVER, CUDA_ERROR_INVALID_CONTEXT, "cuCtxGetCurrent",
                                   "a strided copy needs a current context");
    id = 0;
    if (!cucore__context_stays(context)) {
        id = cucore__context_id(context);
        if (!id) return cucore__fail_missing("cuCtxGetId"); /* nobody could tell whether it is still the same */
    }
    return cucore__copy_function_load(context, id, kernel, out);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    CUfunction function = NULL;
    void *arguments[1];
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE__COPY_NOTHING) return status;
    if (plan->strategy == CUCORE__COPY_MEMCPY) {
        if (!cucore__driver.MemcpyAsync) return cucore__fail_missing("cuMemcpyAsync");
        return cucore__check_result(
            cucore__driver.MemcpyAsync((CUdeviceptr)plan->dst, (CUdeviceptr)plan->src, (size_t)plan->bytes, stream),
            "cuMemcpyAsync");
    }
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    if (!cucore__driver.ModuleLoadDataEx) return cucore__fail_missing("cuModuleLoadDataEx");
    status = cucore__copy_function(plan->strategy, &function);
    if (status) return status;
    arguments[0] = (void *)(uintptr_t)&plan->as; /* read only */
    return cucore__check_result(cucore__driver.LaunchKernel(function, plan->grid[0], plan->grid[1], plan->grid[2],
                                                            plan->block, 1, 1, plan->shared, stream, arguments, NULL),
                                "cuLaunchKernel");
}

/* -------------------------------------------------------------------------------------------- >>impl-copy-host -- */
/* Axes of one loop over two arrays, in elements; sorted so that the last one is the fastest of whoever comes first. */
typedef struct cucore__move_axes {
    int32_t ndim;
    int64_t itemsize;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
} cucore__move_axes;

/* An address that is `elements` further: computed as a number, as it may lie outside of what the pointer is for. */
CUCORE__PRIVATE inline char *cucore__move_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* The same in bytes, runs that are contiguous on both sides being one unit. */
typedef struct cucore__host_loop {
    int ndim; /* of the outer loop: all axes but `fast` and `slow` */
    size_t unit;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
    int64_t fast_extent, fast_dst, fast_src; /* the axis along which dst is written; extent 1: none */
    int64_t slow_extent, slow_dst,
        slow_src; /* the axis along which src is read, if that is another one; extent 1: none */
} cucore__host_loop;

/* Units of one fixed size are moved in registers, whatever their alignment. */
#define CUCORE__HOST_LINE(size)                                                                                        \
    CUCORE__PRIVATE void cucore__host_line_##size(char *dst, int64_t to, const char *src, int64_t from, int64_t count) \
    {                                                                                                                  \
        int64_t i;                                                                                                     \
        for (i = 0; i < count; i++) memcpy(dst + i * to, src + i * from, size);                                        \
    }
CUCORE__HOST_LINE(1)
CUCORE__HOST_LINE(2)
CUCORE__HOST_LINE(4)
CUCORE__HOST_LINE(8)
CUCORE__HOST_LINE(12)
CUCORE__HOST_LINE(16)
CUCORE__HOST_LINE(32)
#undef CUCORE__HOST_LINE

/* count units of `unit` bytes, `to` and `from` bytes apart */
CUCORE__PRIVATE void cucore__host_line(size_t unit, char *dst, int64_t to, const char *src, int64_t from, int64_t count)
{
    int64_t i;
    switch (unit) {
    case 1: cucore__host_line_1(dst, to, src, from, count); return;
    case 2: cucore__host_line_2(dst, to, src, from, count); return;
    case 4: cucore__host_line_4(dst, to, src, from, count); return;
    case 8: cucore__host_line_8(dst, to, src, from, count); return;
    case 12: cucore__host_line_12(dst, to, src, from, count); return;
    case 16: cucore__host_line_16(dst, to, src, from, count); return;
    case 32: cucore__host_line_32(dst, to, src, from, count); return;
    default:
        for (i = 0; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
    }
}

/* -- transposing tiles: read along `slow`, turned in a buffer that stays in the first cache, written along `fast`, so
 *    that each line of memory is touched once, however far apart the rows are -------------------------------------- */
#define CUCORE__TILE_BYTES 16384
#define CUCORE__TILE_ROWS 64
#define CUCORE__TILE_THIN 8 /* an axis of fewer elements does not fill a line of memory */
#define CUCORE__TILE_LINE 1024

/* Eight rows of eight bytes, four of four 2-byte units, two of two 4-byte units: swapped in registers, on machines whose
 * first byte is the lowest. */
CUCORE__PRIVATE inline int cucore__host_is_little(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first;
}

/* Swaps the bits of a that `mask` selects after a shift with those of b. */
#define CUCORE__TILE_SWAP(a, b, shift, mask)                                                                           \
    do {                                                                                                               \
        uint64_t cucore__t = (((a) >> (shift)) ^ (b)) & (mask);                                                        \
        (a) ^= cucore__t << (shift);                                                                                   \
        (b) ^= cucore__t;                                                                                              \
    } while (0)

CUCORE__PRIVATE inline void cucore__tile_turn_1(char *dst, int64_t pitch, const char *src, int64_t from)
{
    uint64_t r[8];
    int i;
    for (i = 0; i < 8; i++) memcpy(&r[i], src + i * from, 8);
    for (i = 0; i < 4; i++) CUCORE__TILE_SWAP(r[i], r[i + 4], 32, 0x00000000FFFFFFFFu);
    for (i = 0; i < 8; i += (i & 1) ? 3 : 1) CUCORE__TILE_SWAP(r[i], r[i + 2], 16, 0x0000FFFF0000FFFFu);
    for (i = 0; i < 8; i += 2) CUCORE__TILE_SWAP(r[i], r[i + 1], 8, 0x00FF00FF00FF00FFu);
    for (i = 0; i < 8; i++) memcpy(dst + i * pitch, &r[i], 8);
}

CUCORE__PRIVATE inline void cucore__tile_turn_2(char *dst, int64_t pitch, const char *src, int64_t from)
{
    uint64_t r[4];
    int i;
    for (i = 0; i < 4; i++) memcpy(&r[i], src + i * from, 8);
    for (i = 0; i < 2; i++) CUCORE__TILE_SWAP(r[i], r[i + 2], 32, 0x00000000FFFFFFFFu);
    for (i = 0; i < 4; i += 2) CUCORE__TILE_SWAP(r[i], r[i + 1], 16, 0x0000FFFF0000FFFFu);
    for (i = 0; i < 4; i++) memcpy(dst + i * pitch, &r[i], 8);
}

CUCORE__PRIVATE inline void cucore__tile_turn_4(char *dst, int64_t pitch, const char *src, int64_t from)
{
    uint64_t r[2];
    memcpy(&r[0], src, 8);
    memcpy(&r[1], src + from, 8);
    CUCORE__TILE_SWAP(r[0], r[1], 32, 0x00000000FFFFFFFFu);
    memcpy(dst, &r[0], 8);
    memcpy(dst + pitch, &r[1], 8);
}
#undef CUCORE__TILE_SWAP

/* The columns of `count` rows of src, each `width` units one after the other, become rows of the buffer. */
#define CUCORE__TILE_FILL(size, side)                                                                                  \
    CUCORE__PRIVATE void cucore__tile_fill_##size(char *tile, int64_t pitch, const char *src, int64_t from,            \
                                                  int64_t count, int64_t width)                                        \
    {                                                                                                                  \
        int64_t i = 0, j, whole = width - width % (side);                                                              \
        for (; i + (side) <= count; i += (side)) {                                                                     \
            for (j = 0; j < whole; j += (side)) {                                                                      \
                cucore__tile_turn_##size(tile + j * pitch + i * (size), pitch, src + i * from + j * (size), from);     \
            }                                                                                                          \
            for (; j < width; j++) {                                                                                   \
                cucore__host_line_##size(tile + j * pitch + i * (size), size, src + i * from + j * (size), from,       \
                                         side);                                                                        \
            }                                                                                                          \
        }                                                                                                              \
        for (; i < count; i++) cucore__host_line_##size(tile + i * (size), pitch, src + i * from, size, width);        \
    }
CUCORE__TILE_FILL(1, 8)
CUCORE__TILE_FILL(2, 4)
CUCORE__TILE_FILL(4, 2)
#undef CUCORE__TILE_FILL

/* The same for any unit and distance. */
CUCORE__PRIVATE void cucore__tile_fill(size_t unit, char *tile, int64_t pitch, const char *src, int64_t from,
                                       int64_t count, int64_t step, int64_t width)
{
    int64_t i;
    if (step == (int64_t)unit && unit <= 4 && unit != 3 && cucore__host_is_little()) {
        switch (unit) {
        case 1: cucore__tile_fill_1(tile, pitch, src, from, count, width); return;
        case 2: cucore__tile_fill_2(tile, pitch, src, from, count, width); return;
        default: cucore__tile_fill_4(tile, pitch, src, from, count, width); return;
        }
    }
    for (i = 0; i < count; i++) {
        cucore__host_line(unit, tile + i * (int64_t)unit, pitch, src + i * from, step, width);
    }
}

/* Out of the buffer, row by row. */
CUCORE__PRIVATE void cucore__tile_flush(size_t unit, const char *tile, int64_t pitch, char *dst, int64_t to,
                                        int64_t count, int64_t step, int64_t width)
{
    int64_t i;
    for (i = 0; i < count; i++) {
        if (step == (int64_t)unit) {
            memcpy(dst + i * to, tile + i * pitch, (size_t)width * unit);
        } else {
            cucore__host_line(unit, dst + i * to, step, tile + i * pitch, (int64_t)unit, width);
        }
    }
}

CUCORE__PRIVATE inline int64_t cucore__move_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* One plane: `fast` and `slow` axes. */
CUCORE__PRIVATE void cucore__host_turn(const cucore__host_loop *loop, char *dst, const char *src)
{
    char tile[CUCORE__TILE_BYTES];
    int64_t unit = (int64_t)loop->unit, rows = cucore__move_smaller(loop->slow_extent, CUCORE__TILE_ROWS);
    int64_t width = cucore__move_smaller(loop->fast_extent, CUCORE__TILE_BYTES / (unit * rows)), i, j;
    if (width > CUCORE__TILE_ROWS && rows >= CUCORE__TILE_ROWS / 2) width = CUCORE__TILE_ROWS;
    for (j = 0; j < loop->slow_extent; j += rows) {
        int64_t here = cucore__move_smaller(rows, loop->slow_extent - j);
        for (i = 0; i < loop->fast_extent; i += width) {
            int64_t wide = cucore__move_smaller(width, loop->fast_extent - i);
            cucore__tile_fill(loop->unit, tile, width * unit, src + i * loop->fast_src + j * loop->slow_src,
                              loop->fast_src, wide, loop->slow_src, here);
            cucore__tile_flush(loop->unit, tile, width * unit, dst + i * loop->fast_dst + j * loop->slow_dst,
                               loop->slow_dst, here, loop->fast_dst, wide);
        }
    }
}

/* One of the axes is short: lines along the other one, in blocks that stay in the cache until every line has passed. */
CUCORE__PRIVATE void cucore__host_turn_thin(const cucore__host_loop *loop, char *dst, const char *src)
{
    int along_slow = loop->slow_extent > loop->fast_extent;
    int64_t extent = along_slow ? loop->slow_extent : loop->fast_extent;
    int64_t lines = along_slow ? loop->fast_extent : loop->slow_extent;
    int64_t to = along_slow ? loop->slow_dst : loop->fast_dst, from = along_slow ? loop->slow_src : loop->fast_src;
    int64_t next_to = along_slow ? loop->fast_dst : loop->slow_dst, i, j;
    int64_t next_from = along_slow ? loop->fast_src : loop->slow_src;
    for (i = 0; i < extent; i += CUCORE__TILE_LINE) {
        int64_t here = cucore__move_smaller(CUCORE__TILE_LINE, extent - i);
        for (j = 0; j < lines; j++) {
            cucore__host_line(loop->unit, dst + i * to + j * next_to, to, src + i * from + j * next_from, from, here);
        }
    }
}

CUCORE__PRIVATE inline int64_t cucore__move_magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* The axis along which src lies closest; axes that repeat do not count. */
CUCORE__PRIVATE int cucore__host_slow_axis(const cucore__host_loop *loop)
{
    int i, found = loop->ndim - 1;
    for (i = loop->ndim - 2; i >= 0; i--) {
        if (loop->src[i] == 0) continue;
        if (loop->src[found] == 0 || cucore__move_magnitude(loop->src[i]) < cucore__move_magnitude(loop->src[found])) {
            found = i;
        }
    }
    return found;
}

CUCORE__PRIVATE void cucore__host_take_axis(cucore__host_loop *loop, int axis, int64_t *extent, int64_t *dst,
                                            int64_t *src)
{
    int i;
    *extent = loop->shape[axis];
    *dst = loop->dst[axis];
    *src = loop->src[axis];
    loop->ndim--;
    for (i = axis; i < loop->ndim; i++) {
        loop->shape[i] = loop->shape[i + 1];
        loop->dst[i] = loop->dst[i + 1];
        loop->src[i] = loop->src[i + 1];
    }
}

/* Units of more than this are lines of memory of their own. */
#define CUCORE__TILE_UNIT 32

CUCORE__PRIVATE void cucore__host_loop_make(const cucore__move_axes *axes, cucore__host_loop *loop)
{
    int i, slow;
    loop->ndim = axes->ndim;
    loop->unit = (size_t)axes->itemsize;
    loop->fast_extent = loop->slow_extent = 1;
    loop->fast_dst = loop->fast_src = loop->slow_dst = loop->slow_src = 0;
    if (axes->ndim > 0 && axes->dst[axes->ndim - 1] == 1 && axes->src[axes->ndim - 1] == 1) {
        loop->unit *= (size_t)axes->shape[--loop->ndim];
    }
    for (i = 0; i < loop->ndim; i++) {
        loop->shape[i] = axes->shape[i];
        loop->dst[i] = axes->dst[i] * axes->itemsize;
        loop->src[i] = axes->src[i] * axes->itemsize;
    }
    if (loop->ndim == 0) return;
    slow = cucore__host_slow_axis(loop);
    if (slow != loop->ndim - 1 && loop->unit <= CUCORE__TILE_UNIT && loop->src[loop->ndim - 1] != 0) {
        cucore__host_take_axis(loop, slow, &loop->slow_extent, &loop->slow_dst, &loop->slow_src);
    }
    cucore__host_take_axis(loop, loop->ndim - 1, &loop->fast_extent, &loop->fast_dst, &loop->fast_src);
}

/* The next index of the outer loop; 0 after the last one. */
CUCORE__PRIVATE inline int cucore__host_next(const cucore__host_loop *loop, int64_t *index, char **dst,
                                             const char **src)
{
    int i;
    for (i = loop->ndim - 1; i >= 0; i--) {
        if (++index[i] < loop->shape[i]) {
            *dst += loop->dst[i];
            *src += loop->src[i];
            return 1;
        }
        *dst -= (index[i] - 1) * loop->dst[i];
        *src -= (index[i] - 1) * loop->src[i];
        index[i] = 0;
    }
    return 0;
}

/* Copies by the CPU.  The elements of dst do not overlap those of src. */
CUCORE__PRIVATE void cucore__host_copy(const cucore__move_axes *axes, void *dst, const void *src)
{
    cucore__host_loop loop;
    int64_t index[CUCORE_MAX_NDIM];
    char *to = (char *)dst;
    const char *from = (const char *)src;
    int i;
    cucore__host_loop_make(axes, &loop);
    for (i = 0; i < loop.ndim; i++) index[i] = 0;
    do {
        if (loop.slow_extent >= CUCORE__TILE_THIN && loop.fast_extent >= CUCORE__TILE_THIN) {
            cucore__host_turn(&loop, to, from);
        } else if (loop.slow_extent > 1) {
            cucore__host_turn_thin(&loop, to, from);
        } else if (loop.fast_extent == 1) {
            memcpy(to, from, loop.unit);
        } else {
            cucore__host_line(loop.unit, to, loop.fast_dst, from, loop.fast_src, loop.fast_extent);
        }
    } while (cucore__host_next(&loop, index, &to, &from));
}
#undef CUCORE__TILE_BYTES
#undef CUCORE__TILE_ROWS
#undef CUCORE__TILE_THIN
#undef CUCORE__TILE_LINE
#undef CUCORE__TILE_UNIT

/* ------------------------------------------------------------------------------------------- >>impl-copy-check -- */
/* One side of a copy, as it was given or as the driver knows it. */
typedef struct cucore__move_side {
    const cucore_layout *layout;
    char *ptr;
    int kind; /* CUCORE_DEVICE_CPU, _CUDA, _CUDA_HOST */
    int device_id;
    int managed; /* belongs to any device */
} cucore__move_side;

CUCORE__PRIVATE inline int cucore__move_is_host(const cucore__move_side *side)
{
    return side->kind != CUCORE_DEVICE_CUDA;
}

CUCORE__PRIVATE cucore_status cucore__move_check_kind(const cucore_view *view, const char *name)
{
    int type = view->device_type;
    if (type == CUCORE_DEVICE_CPU || type == CUCORE_DEVICE_CUDA || type == CUCORE_DEVICE_CUDA_HOST ||
        type == CUCORE_DEVICE_CUDA_MANAGED) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_WRONG_DEVICE, "%s is in memory of kind %d, which is neither the host's nor CUDA's", name,
                       type);
}

CUCORE__PRIVATE void cucore__move_side_make(const cucore_view *view, cucore__move_side *side)
{
    side->layout = &view->layout;
    side->ptr = (char *)view->ptr;
    side->managed = view->device_type == CUCORE_DEVICE_CUDA_MANAGED;
    side->kind = side->managed ? CUCORE_DEVICE_CUDA : view->device_type;
    side->device_id = side->kind == CUCORE_DEVICE_CUDA ? view->device_id : -1;
}

/* Opaque bytes go to and come from everything of their size; fields are compared as far as both sides tell them. */
CUCORE__PRIVATE int cucore__move_dtypes_match(const cucore_view *dst, const cucore_view *src)
{
    if (dst->layout.itemsize != src->layout.itemsize || dst->layout.itembits != src->layout.itembits) return 0;
    if (dst->dtype.code == CUCORE_CODE_OPAQUE || src->dtype.code == CUCORE_CODE_OPAQUE) return 1;
    if (!cucore_dtype_equal(dst->dtype, src->dtype)) return 0;
    return dst->dtype.code != CUCORE_CODE_STRUCTURED || !dst->format || !src->format ||
           strcmp(dst->format, src->format) == 0;
}

CUCORE__PRIVATE cucore_status cucore__fail_copy_dtype(const cucore_view *dst, const cucore_view *src)
{
    char to[64], from[64];
    cucore_dtype_format(dst->dtype, to, sizeof to);
    cucore_dtype_format(src->dtype, from, sizeof from);
    if (dst->layout.itemsize == src->layout.itemsize && dst->layout.itembits != src->layout.itembits) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "elements of %lld bits (dst, %s) and of %lld bits (src, %s)",
                           (long long)dst->layout.itembits, to, (long long)src->layout.itembits, from);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s, src is %s%s: a copy does not convert", to, from,
                       strcmp(to, from) ? "" : " with other fields");
}

CUCORE__PRIVATE int cucore__move_shapes_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i, different = a->ndim != b->ndim;
    for (i = 0; i < a->ndim && !different; i++) different = a->shape[i] != b->shape[i];
    return !different;
}

CUCORE__PRIVATE cucore_status cucore__fail_copy_shape(const cucore_layout *dst, const cucore_layout *src)
{
    char to[160], from[160];
    cucore__text text = cucore__text_start(to, sizeof to);
    cucore__text_add_tuple(&text, dst->shape, dst->ndim);
    text = cucore__text_start(from, sizeof from);
    cucore__text_add_tuple(&text, src->shape, src->ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "src of shape %s does not stretch to dst of shape %s", from, to);
}

/* src with the shape of dst: in `stretched`, if it has another one. */
CUCORE__PRIVATE cucore_status cucore__move_stretch(const cucore_layout *dst, cucore__move_side *src,
                                                   cucore_layout *stretched)
{
    cucore_status status;
    if (cucore__move_shapes_equal(dst, src->layout)) return CUCORE_OK;
    if (src->layout->ndim > dst->ndim) return cucore__fail_copy_shape(dst, src->layout);
    status = cucore_layout_broadcast_to(src->layout, dst->ndim, dst->shape, stretched);
    if (status == CUCORE_INVALID_ARGUMENT) return cucore__fail_copy_shape(dst, src->layout);
    src->layout = stretched;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__fail_copy_unique(const cucore_layout *dst)
{
    char strides[160];
    cucore__text text = cucore__text_start(strides, sizeof strides);
    cucore__text_add_tuple(&text, dst->strides, dst->ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "elements of dst overlap (strides %s): the result would depend on the order", strides);
}

CUCORE__PRIVATE cucore_status cucore__move_check_views(const cucore_view *dst, const cucore_view *src)
{
    int i;
    cucore_status status = cucore__move_check_kind(dst, "dst");
    if (!status) status = cucore__move_check_kind(src, "src");
    if (status) return status;
    for (i = 0; i < dst->layout.ndim; i++) {
        if (dst->layout.shape[i] < 0) return cucore__fail_extent(i, dst->layout.shape[i]);
    }
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (!cucore__move_dtypes_match(dst, src)) return cucore__fail_copy_dtype(dst, src);
    return CUCORE_OK;
}

/* -- packed elements: a run of them that is whole bytes is a run of bytes ------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__fail_copy_packed(const cucore_layout *layout, const char *name)
{
    char strides[160];
    cucore__text text = cucore__text_start(strides, sizeof strides);
    cucore__text_add_tuple(&text, layout->strides, layout->ndim);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "packed elements of %lld bits can only be copied in runs of whole bytes that begin at a byte; "
                       "those of %s, with strides %s, are not",
                       (long long)layout->itembits, name, strides);
}

/* A packed layout of elements, simplified, as one of bytes; its last axis is a run. */
CUCORE__PRIVATE int cucore__move_unpack_layout(const cucore_layout *layout, cucore_layout *out)
{
    int i, last = layout->ndim - 1;
    int64_t bits = layout->itembits;
    if (last < 0 || layout->strides[last] != 1 || layout->shape[last] * bits % 8 != 0) return 0;
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

/* Two layouts of bytes in place of packed ones, kept in `bytes`. */
CUCORE__PRIVATE cucore_status cucore__move_unpack(cucore__move_side *dst, cucore__move_side *src, cucore_layout *bytes)
{
    const cucore_layout *layouts[2];
    cucore_layout simple[2], *outs[2];
    int64_t offsets[2];
    int i, nothing = 0;
    cucore_status status = cucore__layout_find_empty(dst->layout, &nothing);
    if (status || nothing) return status;
    layouts[0] = dst->layout, layouts[1] = src->layout;
    outs[0] = &simple[0], outs[1] = &simple[1];
    status = cucore_layout_simplify(2, layouts, outs, offsets, NULL);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        cucore__move_side *side = i ? src : dst;
        if (offsets[i] * simple[i].itembits % 8 != 0 || !cucore__move_unpack_layout(&simple[i], &bytes[i])) {
            return cucore__fail_copy_packed(side->layout, i ? "src" : "dst");
        }
        side->ptr = cucore__move_at(side->ptr, offsets[i] * simple[i].itembits / 8, 1);
        side->layout = &bytes[i];
    }
    return CUCORE_OK;
}

/* ------------------------------------------------------------------------------------------------ >>impl-copy-plan -- */
#ifndef CUCORE_COPY_PIECE
#define CUCORE_COPY_PIECE (64 << 20)
#endif
#ifndef CUCORE_COPY_STAGE
#define CUCORE_COPY_STAGE (1 << 20)
#endif
#define CUCORE__MOVE_SMALL (CUCORE_COPY_PIECE / 1024)     /* a kernel over the bus is done before a copy has begun */
#define CUCORE__MOVE_CALL_BYTES (CUCORE_COPY_PIECE / 128) /* that one of many driver calls has to move */
#define CUCORE__MOVE_STAGED_FROM (8 * (int64_t)CUCORE_COPY_STAGE) /* from here on threads pay */
#define CUCORE__MOVE_ROW 256              /* bytes of a row from which the copy engine is at full speed */
#define CUCORE__MOVE_ROW_SLOW 64          /* ... at three quarters of it */
#define CUCORE__MOVE_MAX_PITCH 0x7FFFFFFF /* CU_DEVICE_ATTRIBUTE_MAX_PITCH of all devices */
#ifndef CUCORE_COPY_WORKERS
#define CUCORE_COPY_WORKERS 4
#endif

/* Same elements in the same order in the same place? */
CUCORE__PRIVATE int cucore__move_is_identity(const cucore__move_side *dst, const cucore__move_side *src)
{
    int i;
    if (dst->ptr != src->ptr) return 0;
    for (i = 0; i < dst->layout->ndim; i++) {
        if (dst->layout->shape[i] > 1 && dst->layout->strides[i] != src->layout->strides[i]) return 0;
    }
    return 1;
}

/* Both dense in one order: one run of bytes.  Negative strides are left to the general way. */
CUCORE__PRIVATE int cucore__move_is_run(const cucore__move_side *dst, const cucore__move_side *src)
{
    const cucore_layout *a = dst->layout, *b = src->layout;
    int i;
    if (cucore_layout_is_c_contiguous(a)) return cucore_layout_is_c_contiguous(b);
    for (i = 0; i < a->ndim; i++) {
        if (a->shape[i] != 1 && a->strides[i] != b->strides[i]) return 0;
    }
    return cucore_layout_is_contiguous_any(a);
}

/* The axes that both have, sorted as `first` has them, and the origins. */
CUCORE__PRIVATE cucore_status cucore__move_plan_axes(const cucore__move_side *dst, const cucore__move_side *src,
                                                     int dst_first, cucore_copy_plan *plan)
{
    const cucore_layout *layouts[2];
    cucore_layout simple[2], *outs[2];
    int64_t offsets[2];
    const cucore_layout *to = &simple[dst_first ? 0 : 1], *from = &simple[dst_first ? 1 : 0];
    cucore_status status;
    layouts[0] = dst_first ? dst->layout : src->layout;
    layouts[1] = dst_first ? src->layout : dst->layout;
    outs[0] = &simple[0], outs[1] = &simple[1];
    status = cucore_layout_simplify(2, layouts, outs, offsets, NULL);
    if (status) return status;
    plan->ndim = to->ndim;
    plan->itemsize = to->itemsize;
    plan->dst = cucore__move_at(dst->ptr, offsets[dst_first ? 0 : 1], to->itemsize);
    plan->src = cucore__move_at(src->ptr, offsets[dst_first ? 1 : 0], to->itemsize);
    cucore__entries_copy(plan->shape, to->shape, to->ndim);
    cucore__entries_copy(plan->dst_strides, to->strides, to->ndim);
    cucore__entries_copy(plan->src_strides, from->strides, to->ndim);
    return CUCORE_OK;
}

/* The plan of a kernel has room in that of a copy. */
typedef char
    cucore__move_kernel_fits[sizeof(cucore__kernel_plan) <= sizeof(uint64_t[CUCORE_COPY_KERNEL_WORDS]) ? 1 : -1];

/* A kernel for the whole copy. */
CUCORE__PRIVATE cucore_status cucore__move_plan_kernel(const cucore__move_side *dst, const cucore__move_side *src,
                                                       cucore_copy_plan *plan)
{
    plan->strategy = CUCORE_COPY_KERNEL;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr,
                                    (cucore__kernel_plan *)(void *)plan->kernel);
}

/* Between two places that kernels of one device reach. */
CUCORE__PRIVATE cucore_status cucore__move_plan_near(const cucore__move_side *dst, const cucore__move_side *src,
                                                     cucore_copy_plan *plan)
{
    if (plan->overlaps) {
        plan->strategy = CUCORE_COPY_KERNEL;
        plan->packs = 1;
        plan->temp_bytes = plan->nbytes;
        plan->pieces = 1;
        return cucore__move_plan_axes(dst, src, 1, plan);
    }
    if (!cucore__move_is_run(dst, src)) return cucore__move_plan_kernel(dst, src, plan);
    plan->strategy = CUCORE_COPY_MEMCPY;
    plan->ndim = 1;
    plan->itemsize = dst->layout->itemsize;
    plan->shape[0] = plan->nbytes / dst->layout->itemsize;
    plan->dst_strides[0] = plan->src_strides[0] = 1;
    plan->dst = dst->ptr;
    plan->src = src->ptr;
    return CUCORE_OK;
}

/* -- rows: what the copy engine takes in one call ------------------------------------------------------------------ */
typedef struct cucore__move_rows {
    int outer; /* axes that are looped over */
    int64_t width, height, depth;
    int64_t dst_pitch, src_pitch, dst_height, src_height; /* heights in rows, from one plane to the next */
} cucore__move_rows;

CUCORE__PRIVATE int cucore__move_pitches_fit(int64_t dst_pitch, int64_t src_pitch, int64_t width)
{
    return dst_pitch >= width && src_pitch >= width && dst_pitch <= CUCORE__MOVE_MAX_PITCH &&
           src_pitch <= CUCORE__MOVE_MAX_PITCH;
}

/* 0: not even a row can be had. */
CUCORE__PRIVATE int cucore__move_rows_make(const cucore__move_axes *axes, cucore__move_rows *rows)
{
    int64_t size = axes->itemsize, dst_plane, src_plane;
    int n = axes->ndim;
    rows->width = size;
    rows->height = rows->depth = 1;
    rows->dst_pitch = rows->src_pitch = rows->dst_height = rows->src_height = 0;
    if (n > 0 && axes->dst[n - 1] == 1 && axes->src[n - 1] == 1) rows->width = size * axes->shape[--n];
    rows->outer = n;
    if (n == 0) return 1;
    if (!cucore__move_pitches_fit(axes->dst[n - 1] * size, axes->src[n - 1] * size, rows->width)) return 1;
    rows->height = axes->shape[--n];
    rows->dst_pitch = axes->dst[n] * size;
    rows->src_pitch = axes->src[n] * size;
    rows->outer = n;
    if (n == 0) return 1;
    dst_plane = axes->dst[n - 1] * size;
    src_plane = axes->src[n - 1] * size;
    if (dst_plane % rows->dst_pitch || src_plane % rows->src_pitch) return 1;
    if (dst_plane / rows->dst_pitch < rows->height || src_plane / rows->src_pitch < rows->height) return 1;
    rows->depth = axes->shape[--n];
    rows->dst_height = dst_plane / rows->dst_pitch;
    rows->src_height = src_plane / rows->src_pitch;
    rows->outer = n;
    return 1;
}

/* Is it worth it?  One call always is. */
CUCORE__PRIVATE int cucore__move_rows_are_fast(const cucore__move_rows *rows, int64_t least_width)
{
    if (rows->width < least_width) return 0;
    return rows->outer == 0 || rows->width * rows->height * rows->depth >= CUCORE__MOVE_CALL_BYTES;
}

CUCORE__PRIVATE void cucore__move_axes_of_plan(const cucore_copy_plan *plan, cucore__move_axes *axes)
{
    axes->ndim = plan->ndim;
    axes->itemsize = plan->itemsize;
    cucore__entries_copy(axes->shape, plan->shape, plan->ndim);
    cucore__entries_copy(axes->dst, plan->dst_strides, plan->ndim);
    cucore__entries_copy(axes->src, plan->src_strides, plan->ndim);
}

/* Axes that one stride can replace on both sides become one; they are sorted. */
CUCORE__PRIVATE void cucore__move_axes_merge(cucore__move_axes *axes)
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

/* Strides without gaps in the order of the axes, 0 for those behind `moving`. */
CUCORE__PRIVATE void cucore__move_dense_strides(const int64_t *shape, int ndim, int moving, int64_t *strides)
{
    int64_t stride = 1;
    int i;
    for (i = ndim - 1; i >= 0; i--) {
        strides[i] = i < moving ? stride : 0;
        if (i < moving) stride *= shape[i];
    }
}

/* -- pieces ----------------------------------------------------------------------------------------------------------- */
/* Elements from the first to the last one of axes `from` to `moving`. */
CUCORE__PRIVATE int64_t cucore__move_span(const int64_t *shape, const int64_t *strides, int from, int moving)
{
    int64_t span = 1;
    int i;
    for (i = from; i < moving; i++) span += (shape[i] - 1) * strides[i];
    return span;
}

/* How to cut: `count` indices of axis `axis` at a time, all of those behind it, one index of those before it. */
typedef struct cucore__move_cut {
    int axis;
    int64_t count;
    int64_t pieces;
} cucore__move_cut;

/* No piece spans more than `most` elements, unless a single one does.  strides: not negative, sorted. */
CUCORE__PRIVATE void cucore__move_cut_make(const int64_t *shape, const int64_t *strides, int moving, int64_t most,
                                           cucore__move_cut *cut)
{
    int64_t span;
    int axis = 0, i;
    cut->axis = 0;
    cut->count = INT64_MAX;
    cut->pieces = 1;
    if (moving == 0) return;
    while (axis < moving - 1 && cucore__move_span(shape, strides, axis + 1, moving) > most) axis++;
    span = cucore__move_span(shape, strides, axis + 1, moving);
    cut->axis = axis;
    cut->count = most > span ? 1 + (most - span) / strides[axis] : 1;
    if (cut->count > shape[axis]) cut->count = shape[axis];
    cut->pieces = (shape[axis] - 1) / cut->count + 1;
    for (i = 0; i < axis; i++) cut->pieces *= shape[i];
}

/* Piece number `index`; offsets of its origin in elements. */
CUCORE__PRIVATE void cucore__move_cut_take(const cucore__move_axes *axes, const cucore__move_cut *cut, int64_t index,
                                           cucore__move_axes *part, int64_t *dst_offset, int64_t *src_offset)
{
    int64_t steps, at;
    int i, n = 0;
    *dst_offset = *src_offset = 0;
    part->itemsize = axes->itemsize;
    part->ndim = 0;
    if (axes->ndim == 0) return;
    steps = (axes->shape[cut->axis] - 1) / cut->count + 1;
    at = index % steps * cut->count;
    index /= steps;
    *dst_offset = at * axes->dst[cut->axis];
    *src_offset = at * axes->src[cut->axis];
    for (i = cut->axis; i < axes->ndim; i++) {
        part->shape[n] = axes->shape[i];
        part->dst[n] = axes->dst[i];
        part->src[n++] = axes->src[i];
    }
    part->shape[0] = cucore__move_smaller(cut->count, axes->shape[cut->axis] - at);
    part->ndim = n;
    for (i = cut->axis - 1; i >= 0; i--) {
        at = index % axes->shape[i];
        index /= axes->shape[i];
        *dst_offset += at * axes->dst[i];
        *src_offset += at * axes->src[i];
    }
}

/* -- host <-> device, or another device: the far side is `dst` when to_far -------------------------------------------- */
typedef struct cucore__move_far {
    int to_far;
    int pageable;
    int is_peer;
    int may_block;
    int64_t bytes;          /* of the elements that the far side has */
    int64_t block_bytes;    /* from its first element to its last one */
    const int64_t *strides; /* of the far side */
    const int64_t *near_strides;
} cucore__move_far;

CUCORE__PRIVATE void cucore__move_far_make(const cucore_copy_plan *plan, int to_far, cucore__move_far *far)
{
    int kind = to_far ? plan->dst_kind : plan->src_kind, i;
    far->to_far = to_far;
    far->pageable = kind == CUCORE_DEVICE_CPU;
    far->is_peer = kind == CUCORE_DEVICE_CUDA;
    far->strides = to_far ? plan->dst_strides : plan->src_strides;
    far->near_strides = to_far ? plan->src_strides : plan->dst_strides;
    far->bytes = plan->itemsize;
    for (i = 0; i < plan->moving_axes; i++) far->bytes *= plan->shape[i];
    far->block_bytes = cucore__move_span(plan->shape, far->strides, 0, plan->moving_axes) * plan->itemsize;
}

/* Is the near side dense in the order of the far side? */
CUCORE__PRIVATE int cucore__move_near_is_dense(const cucore_copy_plan *plan, const cucore__move_far *far)
{
    int64_t stride = 1;
    int i;
    if (plan->moving_axes < plan->ndim) return 0;
    for (i = plan->ndim - 1; i >= 0; i--) {
        if (far->near_strides[i] != stride) return 0;
        stride *= plan->shape[i];
    }
    return 1;
}

/* Rows of the far side once the near side is packed. */
CUCORE__PRIVATE void cucore__move_rows_packed(const cucore_copy_plan *plan, const cucore__move_far *far,
                                              cucore__move_rows *rows)
{
    cucore__move_axes axes;
    axes.ndim = plan->moving_axes;
    axes.itemsize = plan->itemsize;
    cucore__entries_copy(axes.shape, plan->shape, axes.ndim);
    cucore__entries_copy(axes.dst, far->strides, axes.ndim);
    cucore__move_dense_strides(axes.shape, axes.ndim, axes.ndim, axes.src);
    cucore__move_axes_merge(&axes);
    (void)cucore__move_rows_make(&axes, rows);
}

/* Pieces with temporary memory: strides of the far side (a block), or none that leave gaps. */
CUCORE__PRIVATE void cucore__move_plan_pieces(cucore_copy_plan *plan, const cucore__move_far *far, int is_block)
{
    int64_t dense[CUCORE_MAX_NDIM], most = CUCORE_COPY_PIECE / 2 / plan->itemsize;
    const int64_t *strides = far->strides;
    cucore__move_cut cut;
    if (!is_block) {
        cucore__move_dense_strides(plan->shape, plan->ndim, plan->moving_axes, dense);
        strides = dense;
    }
    cucore__move_cut_make(plan->shape, strides, plan->moving_axes, most, &cut);
    plan->packs = 1;
    plan->is_block = (uint8_t)is_block;
    plan->pieces = cut.pieces;
    plan->split_axis = cut.axis;
    plan->split_count = cut.count;
    plan->temp_bytes = 1;
    if (plan->moving_axes > 0) {
        plan->temp_bytes = cucore__move_span(plan->shape, strides, cut.axis + 1, plan->moving_axes) +
                           (cut.count - 1) * strides[cut.axis];
    }
    plan->temp_bytes *= plan->itemsize;
}

CUCORE__PRIVATE void cucore__move_plan_transfer(cucore_copy_plan *plan, const cucore__move_far *far,
                                                cucore_copy_strategy strategy, int is_block)
{
    plan->strategy = strategy;
    if (is_block || !cucore__move_near_is_dense(plan, far)) cucore__move_plan_pieces(plan, far, is_block);
}

/* The CPU packs: rows in whole, else all bytes of the block where most of them are wanted. */
CUCORE__PRIVATE void cucore__move_plan_staged(cucore_copy_plan *plan, const cucore__move_far *far,
                                              const cucore__move_rows *packed)
{
    int is_block = !far->to_far && packed->width < CUCORE__MOVE_ROW && 2 * far->bytes > far->block_bytes;
    cucore__move_plan_transfer(plan, far, CUCORE_COPY_STAGED, is_block);
}

/* Which way for plain memory: the driver's own copies below the size from which threads pay. */
CUCORE__PRIVATE void cucore__move_plan_pageable(cucore_copy_plan *plan, const cucore__move_far *far,
                                                const cucore__move_rows *rows, const cucore__move_rows *packed)
{
    int large = CUCORE_COPY_WORKERS > 1 && plan->nbytes >= CUCORE__MOVE_STAGED_FROM;
    if (!large && rows->outer == 0 && rows->height == 1) {
        plan->strategy = CUCORE_COPY_MEMCPY;
    } else if (!large && cucore__move_rows_are_fast(rows, CUCORE__MOVE_ROW)) {
        plan->strategy = CUCORE_COPY_PITCHED;
    } else {
        cucore__move_plan_staged(plan, far, packed);
    }
}

/* ... for pinned memory and another device. */
CUCORE__PRIVATE cucore_status cucore__move_plan_pinned(const cucore__move_side *dst, const cucore__move_side *src,
                                                       cucore_copy_plan *plan, const cucore__move_far *far,
                                                       const cucore__move_rows *rows, const cucore__move_rows *packed)
{
    int is_dense = far->bytes == far->block_bytes, is_thick = 2 * far->bytes > far->block_bytes;
    int64_t least = 4 * far->block_bytes > 5 * far->bytes ? CUCORE__MOVE_ROW_SLOW : CUCORE__MOVE_ROW;
    if (rows->outer == 0 && rows->height == 1) {
        plan->strategy = CUCORE_COPY_MEMCPY;
    } else if (!far->is_peer && cucore__move_rows_are_fast(rows, least)) {
        plan->strategy = CUCORE_COPY_PITCHED;
    } else if (!far->is_peer && plan->nbytes <= CUCORE__MOVE_SMALL) {
        return cucore__move_plan_kernel(dst, src, plan);
    } else if (far->to_far ? is_dense : is_thick) {
        cucore__move_plan_transfer(plan, far, CUCORE_COPY_BLOCK, !far->to_far);
    } else if (far->is_peer) {
        plan->strategy = CUCORE_COPY_STAGED;
        cucore__move_plan_pieces(plan, far, 0);
    } else if (far->to_far && cucore__move_rows_are_fast(packed, CUCORE__MOVE_ROW_SLOW)) {
        cucore__move_plan_transfer(plan, far, CUCORE_COPY_PITCHED, 0);
    } else if (far->to_far && far->may_block) {
        cucore__move_plan_transfer(plan, far, CUCORE_COPY_STAGED, 0);
    } else {
        return cucore__move_plan_kernel(dst, src, plan);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__move_plan_far(const cucore__move_side *dst, const cucore__move_side *src,
                                                    int to_far, int may_block, cucore_copy_plan *plan)
{
    cucore__move_axes axes;
    cucore__move_rows rows, packed;
    cucore__move_far far;
    const int64_t *strides;
    cucore_status status = cucore__move_plan_axes(dst, src, to_far, plan);
    if (status) return status;
    plan->to_far = (uint8_t)to_far;
    strides = to_far ? plan->dst_strides : plan->src_strides;
    while (plan->moving_axes < plan->ndim && strides[plan->moving_axes] != 0) plan->moving_axes++;
    cucore__move_far_make(plan, to_far, &far);
    far.may_block = may_block;
    cucore__move_axes_of_plan(plan, &axes);
    (void)cucore__move_rows_make(&axes, &rows);
    cucore__move_rows_packed(plan, &far, &packed);
    if (far.pageable) {
        cucore__move_plan_pageable(plan, &far, &rows, &packed);
        return CUCORE_OK;
    }
    return cucore__move_plan_pinned(dst, src, plan, &far, &rows, &packed);
}

/* -- the whole --------------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__move_plan_clear(cucore_copy_plan *plan)
{
    plan->strategy = CUCORE_COPY_NOTHING;
    plan->packs = plan->is_block = plan->to_far = plan->overlaps = 0;
    plan->reserved[0] = plan->reserved[1] = 0;
    plan->device_id = plan->peer_id = -1;
    plan->nbytes = plan->temp_bytes = plan->pieces = 0;
    plan->dst = NULL;
    plan->src = NULL;
    plan->split_axis = plan->moving_axes = plan->ndim = plan->unused = 0;
    plan->split_count = plan->itemsize = 0;
}

/* -1: the side is on the host, or in managed memory, which is wherever it is needed. */
CUCORE__PRIVATE int cucore__move_side_device(const cucore__move_side *side)
{
    return cucore__move_is_host(side) || side->managed ? -1 : side->device_id;
}

CUCORE__PRIVATE int cucore__move_managed_device(const cucore__move_side *dst, const cucore__move_side *src)
{
    if (!dst->managed && !src->managed) return -1;
    if (dst->managed && dst->device_id >= 0) return dst->device_id;
    return src->managed && src->device_id >= 0 ? src->device_id : 0;
}

/* Which device works, and which other one takes part. */
CUCORE__PRIVATE cucore_status cucore__move_plan_devices(const cucore__move_side *dst, const cucore__move_side *src,
                                                        int wanted, cucore_copy_plan *plan)
{
    int a = cucore__move_side_device(dst), b = cucore__move_side_device(src);
    if (a < 0) a = b;
    if (b < 0) b = a;
    plan->device_id = wanted >= 0 && (wanted == b || a < 0) ? wanted : a;
    if (plan->device_id < 0) plan->device_id = cucore__move_managed_device(dst, src);
    if (a != b) plan->peer_id = plan->device_id == a ? b : a;
    if (wanted < 0 || wanted == plan->device_id) return CUCORE_OK;
    if (a == b) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the data are on device %d", wanted, a);
    }
    return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the data are on devices %d and %d", wanted, a,
                       b);
}

CUCORE__PRIVATE cucore_status cucore__move_plan_overlap(const cucore__move_side *dst, const cucore__move_side *src,
                                                        cucore_copy_plan *plan)
{
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status = cucore_layout_overlap(dst->layout, dst->ptr, src->layout, src->ptr, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    plan->overlaps = 1;
    if (dst->kind == src->kind) return CUCORE_OK;
    return cucore_fail(CUCORE_INVALID_ARGUMENT,
                       "dst (0x%llx) and src (0x%llx) share memory, but are described as memory of different kinds",
                       (unsigned long long)(uintptr_t)dst->ptr, (unsigned long long)(uintptr_t)src->ptr);
}

/* on_stream: pinned memory on both sides is copied by the device. */
CUCORE__PRIVATE cucore_status cucore__move_plan_choose(const cucore__move_side *dst, const cucore__move_side *src,
                                                       int on_stream, int may_block, cucore_copy_plan *plan)
{
    int dst_host = cucore__move_is_host(dst), src_host = cucore__move_is_host(src);
    if (dst_host && src_host) {
        if (on_stream && dst->kind == CUCORE_DEVICE_CUDA_HOST && src->kind == CUCORE_DEVICE_CUDA_HOST) {
            return cucore__move_plan_near(dst, src, plan);
        }
        plan->device_id = -1;
        plan->strategy = CUCORE_COPY_HOST;
        return cucore__move_plan_axes(dst, src, 1, plan);
    }
    if (!dst_host && !src_host && plan->peer_id < 0) return cucore__move_plan_near(dst, src, plan);
    if (plan->peer_id >= 0) return cucore__move_plan_far(dst, src, dst->device_id == plan->peer_id, may_block, plan);
    return cucore__move_plan_far(dst, src, dst_host, may_block, plan);
}

/* dst, src: of one shape, in bytes */
CUCORE__PRIVATE cucore_status cucore__move_plan_fill(const cucore__move_side *dst, const cucore__move_side *src,
                                                     int wanted, int on_stream, int may_block, cucore_copy_plan *plan)
{
    int64_t volume = 0;
    cucore_status status = cucore__layout_measure(dst->layout, &volume);
    plan->dst_kind = (uint8_t)dst->kind;
    plan->src_kind = (uint8_t)src->kind;
    if (status) return status;
    plan->nbytes = volume * dst->layout->itemsize;
    status = cucore__move_plan_devices(dst, src, wanted, plan);
    if (status || volume == 0) return status;
    if (!dst->ptr || !src->ptr) return cucore__fail_null("cucore_view_copy", dst->ptr ? "src.ptr" : "dst.ptr");
    if (!cucore_layout_is_unique(dst->layout)) return cucore__fail_copy_unique(dst->layout);
    if (cucore__move_is_identity(dst, src)) return CUCORE_OK;
    status = cucore__move_plan_overlap(dst, src, plan);
    return status ? status : cucore__move_plan_choose(dst, src, on_stream, may_block, plan);
}

/* How a copy is to be planned: what views alone do not say. */
typedef struct cucore__move_wish {
    int ask_driver; /* plain memory may be pinned */
    int device_id;  /* of the stream; -1: not known */
    int on_stream;  /* there is one */
    int may_block;
} cucore__move_wish;

/* Plain memory that meets a device: is it pinned, or managed?  The driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__move_ask(cucore__move_side *side)
{
    cucore_pointer_info info;
    cucore_status status = cucore__pointer_attributes(side->ptr, 3, &info);
    if (status || info.device_type == CUCORE_DEVICE_CPU) return status;
    side->managed = info.device_type == CUCORE_DEVICE_CUDA_MANAGED;
    side->kind = info.device_type == CUCORE_DEVICE_CUDA_HOST ? CUCORE_DEVICE_CUDA_HOST : CUCORE_DEVICE_CUDA;
    side->device_id = side->kind == CUCORE_DEVICE_CUDA ? info.device_id : -1;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__move_ask_both(cucore__move_side *dst, cucore__move_side *src)
{
    cucore_status status = CUCORE_OK;
    if (dst->kind == CUCORE_DEVICE_CPU && !cucore__move_is_host(src)) {
        status = cucore_driver_load();
        if (!status) status = cucore__move_ask(dst);
    } else if (src->kind == CUCORE_DEVICE_CPU && !cucore__move_is_host(dst)) {
        status = cucore_driver_load();
        if (!status) status = cucore__move_ask(src);
    }
    return status;
}

CUCORE__PRIVATE cucore_status cucore__move_plan_views(const cucore_view *dst, const cucore_view *src,
                                                      const cucore__move_wish *wish, cucore_copy_plan *plan)
{
    cucore_layout stretched, bytes[2];
    cucore__move_side to, from;
    cucore_status status = cucore__layout_check_argument(&dst->layout, plan, "cucore_view_copy");
    cucore__move_plan_clear(plan);
    if (!status) status = cucore__layout_check_argument(&src->layout, plan, "cucore_view_copy");
    if (!status) status = cucore__move_check_views(dst, src);
    cucore__move_side_make(dst, &to);
    cucore__move_side_make(src, &from);
    if (!status) status = cucore__move_stretch(&dst->layout, &from, &stretched);
    if (!status && to.layout->itembits != 8 * to.layout->itemsize) status = cucore__move_unpack(&to, &from, bytes);
    if (!status && wish->ask_driver) status = cucore__move_ask_both(&to, &from);
    return status ? status
                  : cucore__move_plan_fill(&to, &from, wish->device_id, wish->on_stream, wish->may_block, plan);
}

CUCORE_API cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id,
                                               cucore_blocking blocking, cucore_copy_plan *out)
{
    cucore_copy_plan plan;
    cucore__move_wish wish;
    cucore_status status;
    if (!dst || !src || !out) {
        return cucore__fail_null("cucore_copy_plan_make", !dst ? "dst" : !src ? "src" : "out");
    }
    wish.ask_driver = 0;
    wish.device_id = device_id;
    wish.on_stream = device_id >= 0;
    wish.may_block = blocking != CUCORE_BLOCKING_NO;
    status = cucore__move_plan_views(dst, src, &wish, &plan);
    if (!status) memcpy(out, &plan, sizeof plan);
    return status;
}

CUCORE__PRIVATE void cucore__text_add_place(cucore__text *text, int kind, int device)
{
    if (kind == CUCORE_DEVICE_CUDA && device >= 0) {
        cucore__text_add(text, "cuda:%d", device);
    } else {
        cucore__text_add(text, "%s",
                         kind == CUCORE_DEVICE_CUDA  ? "cuda"
                         : kind == CUCORE_DEVICE_CPU ? "host"
                                                     : "pinned");
    }
}

CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *buffer, size_t size)
{
    static const char *const names[] = {"nothing", "host", "memcpy", "pitched", "kernel", "block", "staged"};
    cucore__text text = cucore__text_start(buffer, size);
    char kernel[256];
    int near_id = plan->device_id, far_id = plan->peer_id < 0 ? near_id : plan->peer_id;
    cucore__text_add(&text, "%s, ", names[plan->strategy]);
    cucore__text_add_place(&text, plan->src_kind, plan->to_far ? near_id : far_id);
    cucore__text_add(&text, " to ");
    cucore__text_add_place(&text, plan->dst_kind, plan->to_far ? far_id : near_id);
    cucore__text_add(&text, ", %lld bytes", (long long)plan->nbytes);
    if (plan->overlaps) cucore__text_add(&text, ", overlapping");
    if (plan->packs) {
        cucore__text_add(&text, " in %lld piece%s of up to %lld, %s by a kernel", (long long)plan->pieces,
                         plan->pieces == 1 ? "" : "s", (long long)plan->temp_bytes,
                         plan->overlaps ? "packed and unpacked"
                         : plan->to_far ? "packed"
                                        : "unpacked");
    }
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        (void)cucore__kernel_plan_format((const cucore__kernel_plan *)(const void *)plan->kernel, kernel,
                                         sizeof kernel);
        cucore__text_add(&text, ": %s", kernel);
    }
    return text.length;
}

/* ---------------------------------------------------------------------------------------------- >>impl-copy-staging -- */
/* Pinned memory through which plain memory goes.  Whoever sets `busy` has the slot for itself. */
#define CUCORE__STAGE_SLOTS 16
#define CUCORE__STAGE_DEPTH 2 /* slots of one worker: one is packed while the other is on its way */
typedef struct cucore__stage_slot {
    void *memory; /* NULL: not allocated yet */
    CUcontext context;
    int busy;
} cucore__stage_slot;
static cucore__stage_slot cucore__stage_slots[CUCORE__STAGE_SLOTS];

#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__MOVE_TAKE(flag) (!__atomic_exchange_n((flag), 1, __ATOMIC_ACQUIRE))
#define CUCORE__MOVE_GIVE(flag) __atomic_store_n((flag), 0, __ATOMIC_RELEASE)
#else
#define CUCORE__MOVE_TAKE(flag) (!InterlockedExchange((LONG volatile *)(flag), 1))
#define CUCORE__MOVE_GIVE(flag) ((void)InterlockedExchange((LONG volatile *)(flag), 0))
#endif

/* One piece on its way. */
typedef struct cucore__stage_lane {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* when all slots are busy */
    cucore__event_slot *event;
    cucore__event_slot own_event;
    int64_t piece; /* -1: none */
} cucore__stage_lane;

/* One thread, and what it came to. */
typedef struct cucore__stage_worker {
    struct cucore__stage *stage;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__stage_worker;

/* Host memory <-> dense device memory. */
typedef struct cucore__stage {
    int to_host;
    int workers;
    char *host;
    char *device;
    CUstream stream;
    CUcontext context;
    cucore__event_pool *events;
    cucore__move_axes axes;
    cucore__move_cut cut;
    cucore__stage_worker worker[CUCORE_COPY_WORKERS];
} cucore__stage;

CUCORE__PRIVATE cucore_status cucore__stage_slot_allocate(cucore__stage_slot *slot, CUcontext context)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter(context, &guard);
    if (status) return status;
    CUCORE__MOVE_CALL_RELAXED(status, MemHostAlloc,
                              (&slot->memory, (size_t)CUCORE_COPY_STAGE, CU_MEMHOSTALLOC_PORTABLE));
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
    CUCORE__MOVE_CALL_RELAXED(status, MemFreeHost, (slot->memory));
    if (!status) slot->memory = NULL;
    cucore_context_leave(&guard);
}

CUCORE_API void cucore_copy_trim(void)
{
    int i;
    for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
        if (!CUCORE__MOVE_TAKE(&cucore__stage_slots[i].busy)) continue;
        cucore__stage_slot_free(&cucore__stage_slots[i]);
        CUCORE__MOVE_GIVE(&cucore__stage_slots[i].busy);
    }
}

CUCORE__PRIVATE cucore_status cucore__stage_lane_take(cucore__stage *stage, CUcontext primary, cucore__stage_lane *lane)
{
    int i;
    lane->slot = &lane->own;
    lane->own.memory = NULL;
    lane->piece = -1;
    for (i = 0; i < CUCORE__STAGE_SLOTS && lane->slot == &lane->own; i++) {
        if (CUCORE__MOVE_TAKE(&cucore__stage_slots[i].busy)) lane->slot = &cucore__stage_slots[i];
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
        CUCORE__MOVE_GIVE(&lane->slot->busy);
    }
}

/* Where a piece is: its elements, and its place in the host's array and the device's. */
CUCORE__PRIVATE size_t cucore__stage_piece(const cucore__stage *stage, int64_t index, cucore__move_axes *part,
                                           char **host, char **device)
{
    int64_t to, from, volume = 1;
    int i;
    cucore__move_cut_take(&stage->axes, &stage->cut, index, part, &to, &from);
    for (i = 0; i < part->ndim; i++) volume *= part->shape[i];
    *host = cucore__move_at(stage->host, stage->to_host ? to : from, part->itemsize);
    *device = cucore__move_at(stage->device, stage->to_host ? from : to, part->itemsize);
    cucore__move_axes_merge(part);
    return (size_t)(volume * part->itemsize);
}

CUCORE__PRIVATE cucore_status cucore__stage_wait(cucore__stage_lane *lane)
{
    cucore_status status;
    CUCORE__MOVE_CALL_RELAXED(status, EventSynchronize, (lane->event->event));
    return status;
}

/* From the host's array into the slot, and on. */
CUCORE__PRIVATE cucore_status cucore__stage_send(cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__move_axes part;
    char *host, *device;
    size_t bytes = cucore__stage_piece(stage, index, &part, &host, &device);
    cucore_status status = CUCORE_OK;
    if (lane->piece >= 0) status = cucore__stage_wait(lane);
    if (status) return status;
    lane->piece = index;
    cucore__host_copy(&part, lane->slot->memory, host);
    status = CUCORE__MOVE_CALL(MemcpyAsync, ((CUdeviceptr)(uintptr_t)device, (CUdeviceptr)(uintptr_t)lane->slot->memory,
                                             bytes, stage->stream));
    return status ? status : cucore__event_slot_record(lane->event, stage->stream);
}

/* From the device into the slot. */
CUCORE__PRIVATE cucore_status cucore__stage_fetch(cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__move_axes part;
    char *host, *device;
    size_t bytes = cucore__stage_piece(stage, index, &part, &host, &device);
    cucore_status status;
    lane->piece = index;
    status = CUCORE__MOVE_CALL(MemcpyAsync, ((CUdeviceptr)(uintptr_t)lane->slot->memory, (CUdeviceptr)(uintptr_t)device,
                                             bytes, stage->stream));
    return status ? status : cucore__event_slot_record(lane->event, stage->stream);
}

/* ... and out of it. */
CUCORE__PRIVATE cucore_status cucore__stage_unpack(cucore__stage *stage, cucore__stage_lane *lane)
{
    cucore__move_axes part;
    char *host, *device;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_wait(lane);
    if (status) return status;
    (void)cucore__stage_piece(stage, lane->piece, &part, &host, &device);
    cucore__host_copy(&part, host, lane->slot->memory);
    lane->piece = -1;
    return CUCORE_OK;
}

/* The pieces of one worker: each its own number, and every workers-th after that. */
CUCORE__PRIVATE cucore_status cucore__stage_pieces(cucore__stage *stage, cucore__stage_worker *worker)
{
    cucore__stage_lane *lanes = worker->lanes;
    cucore_status status = CUCORE_OK;
    int64_t i;
    int lane = 0;
    for (i = worker->number; i < stage->cut.pieces && !status; i += stage->workers, lane ^= 1) {
        if (!stage->to_host) {
            status = cucore__stage_send(stage, &lanes[lane], i);
        } else {
            status = cucore__stage_fetch(stage, &lanes[lane], i);
            if (!status) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
        }
    }
    if (stage->to_host && !status) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    return status;
}

/* Nothing may be on its way when the slots go to somebody else. */
CUCORE__PRIVATE cucore_status cucore__stage_settle(cucore__stage *stage, cucore__stage_worker *worker)
{
    cucore_status status = CUCORE_OK;
    int i, pending = 0;
    for (i = 0; i < CUCORE__STAGE_DEPTH; i++) pending |= worker->lanes[i].piece >= 0;
    if (!pending) return CUCORE_OK;
    for (i = 0; i < CUCORE__STAGE_DEPTH && !worker->status && !status; i++) {
        if (worker->lanes[i].piece >= 0) status = cucore__stage_wait(&worker->lanes[i]);
    }
    if (status || worker->status) (void)cucore__synchronize_relaxed(stage->stream);
    return status;
}

CUCORE__PRIVATE void cucore__stage_work(cucore__stage_worker *worker)
{
    cucore__stage *stage = worker->stage;
    cucore_context_guard guard;
    cucore_status status;
    worker->status = cucore_context_enter(stage->context, &guard);
    if (!worker->status) {
        worker->status = cucore__stage_pieces(stage, worker);
        if (worker->status) worker->error = *cucore_last_error();
        status = cucore__stage_settle(stage, worker);
        if (!worker->status) {
            worker->status = status;
            worker->error = *cucore_last_error();
        }
        cucore_context_leave(&guard);
    } else {
        worker->error = *cucore_last_error();
    }
}

#if defined(_WIN32)
CUCORE__PRIVATE void cucore__stage_run_all(cucore__stage *stage)
{
    int i;
    for (i = 0; i < stage->workers; i++) cucore__stage_work(&stage->worker[i]);
}

CUCORE__PRIVATE int cucore__stage_cpus(void)
{
    return 1;
}
#else
CUCORE__PRIVATE void *cucore__stage_thread(void *worker)
{
    cucore__stage_work((cucore__stage_worker *)worker);
    return NULL;
}

/* The caller is worker 0, and does what no thread could be had for. */
CUCORE__PRIVATE void cucore__stage_run_all(cucore__stage *stage)
{
    pthread_t threads[CUCORE_COPY_WORKERS];
    int started = 1, i;
    while (started < stage->workers &&
           pthread_create(&threads[started], NULL, cucore__stage_thread, &stage->worker[started]) == 0) {
        started++;
    }
    cucore__stage_work(&stage->worker[0]);
    for (i = started; i < stage->workers; i++) cucore__stage_work(&stage->worker[i]);
    for (i = 1; i < started; i++) (void)pthread_join(threads[i], NULL);
}

CUCORE__PRIVATE int cucore__stage_cpus(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > CUCORE_COPY_WORKERS ? CUCORE_COPY_WORKERS : (int)online;
}
#endif

/* Elements that are larger than a slot are cut, too. */
CUCORE__PRIVATE void cucore__stage_cut_elements(cucore__move_axes *axes)
{
    int i;
    if (axes->itemsize <= CUCORE_COPY_STAGE / 16) return;
    for (i = 0; i < axes->ndim; i++) {
        axes->dst[i] *= axes->itemsize;
        axes->src[i] *= axes->itemsize;
    }
    axes->shape[axes->ndim] = axes->itemsize;
    axes->dst[axes->ndim] = axes->src[axes->ndim] = 1;
    axes->ndim++;
    axes->itemsize = 1;
}

/* axes: of the host's array and of dense memory, in one order.  In the stream's context; returns when the host is done. */
CUCORE__PRIVATE cucore_status cucore__stage_copy(cucore__stage *stage, int device_id)
{
    CUcontext primary = NULL;
    cucore__stage_worker *worker;
    int64_t dense[CUCORE_MAX_NDIM];
    int i, j;
    cucore_status status = cucore_context_primary(device_id, &primary);
    if (status) return status;
    cucore__stage_cut_elements(&stage->axes);
    cucore__move_dense_strides(stage->axes.shape, stage->axes.ndim, stage->axes.ndim, dense);
    cucore__move_cut_make(stage->axes.shape, dense, stage->axes.ndim, (int64_t)CUCORE_COPY_STAGE / stage->axes.itemsize,
                          &stage->cut);
    stage->workers = stage->cut.pieces < 8 ? 1 : cucore__stage_cpus();
    stage->events = cucore__event_pool_find(stage->context);
    for (i = 0; i < stage->workers; i++) {
        worker = &stage->worker[i];
        worker->stage = stage;
        worker->number = i;
        worker->status = CUCORE_OK;
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++) worker->lanes[j].slot = NULL;
    }
    for (i = 0; i < stage->workers * CUCORE__STAGE_DEPTH && !status; i++) {
        worker = &stage->worker[i / CUCORE__STAGE_DEPTH];
        status = cucore__stage_lane_take(stage, primary, &worker->lanes[i % CUCORE__STAGE_DEPTH]);
    }
    if (!status) cucore__stage_run_all(stage);
    for (i = 0; i < stage->workers; i++) {
        worker = &stage->worker[i];
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++) cucore__stage_lane_put(&worker->lanes[j]);
        if (status || !worker->status) continue;
        status = worker->status;
        cucore__error = worker->error;
    }
    return status;
}

/* -------------------------------------------------------------------------------------------------- >>impl-copy-run -- */
/* A copy under way. */
typedef struct cucore__move_job {
    const cucore_copy_plan *plan;
    cucore__place near_place; /* the stream, with its context */
    cucore__place send_place; /* where transfers are put: the stream, or one of our own beside it */
    cucore__place far_place;  /* of the other device */
    int has_helper;           /* transfers of one piece go beside the kernel of another */
    cucore_buffer temp;       /* on the near device */
    cucore_buffer far_temp;
    cucore_memory_resource far_pool;
    int to_far;
} cucore__move_job;

/* A kernel in the context of the place, or one copy where there is nothing to rearrange. */
CUCORE__PRIVATE cucore_status cucore__move_rearrange(const cucore__place *place, const cucore__move_axes *axes,
                                                     void *dst, const int64_t *dst_strides, const void *src,
                                                     const int64_t *src_strides)
{
    cucore_layout to, from;
    cucore__kernel_plan kernel;
    cucore_context_guard guard;
    cucore_status status;
    to.ndim = from.ndim = axes->ndim;
    to.reserved = from.reserved = 0;
    to.itemsize = from.itemsize = axes->itemsize;
    to.itembits = from.itembits = 8 * axes->itemsize;
    cucore__entries_copy(to.shape, axes->shape, axes->ndim);
    cucore__entries_copy(from.shape, axes->shape, axes->ndim);
    cucore__entries_copy(to.strides, dst_strides, axes->ndim);
    cucore__entries_copy(from.strides, src_strides, axes->ndim);
    status = cucore__kernel_plan_make(&to, (uintptr_t)dst, &from, (uintptr_t)src, &kernel);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    status = cucore__kernel_plan_launch(&kernel, place->stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__move_send(const cucore__move_job *job, void *dst, const void *src, int64_t bytes)
{
    const cucore_copy_plan *plan = job->plan;
    int to = job->to_far ? plan->peer_id : plan->device_id, from = job->to_far ? plan->device_id : plan->peer_id;
    if (plan->peer_id >= 0) {
        return cucore__copy_between_devices(dst, to, src, from, (size_t)bytes, job->send_place.stream);
    }
    return CUCORE__MOVE_CALL(
        MemcpyAsync, ((CUdeviceptr)(uintptr_t)dst, (CUdeviceptr)(uintptr_t)src, (size_t)bytes, job->send_place.stream));
}

/* The fields that copies of two and three axes share. */
#define CUCORE__MOVE_FILL_ENDS(c, plan, dst, src)                                                                      \
    do {                                                                                                               \
        memset(&(c), 0, sizeof(c));                                                                                    \
        if ((plan)->dst_kind == CUCORE_DEVICE_CUDA) {                                                                  \
            (c).dstMemoryType = CU_MEMORYTYPE_DEVICE;                                                                  \
            (c).dstDevice = (CUdeviceptr)(uintptr_t)(dst);                                                             \
        } else {                                                                                                       \
            (c).dstMemoryType = CU_MEMORYTYPE_HOST;                                                                    \
            (c).dstHost = (dst);                                                                                       \
        }                                                                                                              \
        if ((plan)->src_kind == CUCORE_DEVICE_CUDA) {                                                                  \
            (c).srcMemoryType = CU_MEMORYTYPE_DEVICE;                                                                  \
            (c).srcDevice = (CUdeviceptr)(uintptr_t)(src);                                                             \
        } else {                                                                                                       \
            (c).srcMemoryType = CU_MEMORYTYPE_HOST;                                                                    \
            (c).srcHost = (src);                                                                                       \
        }                                                                                                              \
    } while (0)

CUCORE__PRIVATE cucore_status cucore__move_rows_2d(const cucore__move_job *job, const cucore__move_rows *rows,
                                                   void *dst, const void *src)
{
    CUDA_MEMCPY2D c;
    CUCORE__MOVE_FILL_ENDS(c, job->plan, dst, src);
    c.WidthInBytes = (size_t)rows->width;
    c.Height = (size_t)rows->height;
    c.dstPitch = (size_t)rows->dst_pitch;
    c.srcPitch = (size_t)rows->src_pitch;
    return CUCORE__MOVE_CALL(Memcpy2DAsync, (&c, job->send_place.stream));
}

CUCORE__PRIVATE cucore_status cucore__move_rows_3d(const cucore__move_job *job, const cucore__move_rows *rows,
                                                   void *dst, const void *src)
{
    CUDA_MEMCPY3D c;
    CUCORE__MOVE_FILL_ENDS(c, job->plan, dst, src);
    c.WidthInBytes = (size_t)rows->width;
    c.Height = (size_t)rows->height;
    c.Depth = (size_t)rows->depth;
    c.dstPitch = (size_t)rows->dst_pitch;
    c.srcPitch = (size_t)rows->src_pitch;
    c.dstHeight = (size_t)rows->dst_height;
    c.srcHeight = (size_t)rows->src_height;
    return CUCORE__MOVE_CALL(Memcpy3DAsync, (&c, job->send_place.stream));
}
#undef CUCORE__MOVE_FILL_ENDS

CUCORE__PRIVATE cucore_status cucore__move_rows_one(const cucore__move_job *job, const cucore__move_rows *rows,
                                                    void *dst, const void *src)
{
    if (rows->depth > 1) return cucore__move_rows_3d(job, rows, dst, src);
    if (rows->height > 1) return cucore__move_rows_2d(job, rows, dst, src);
    return cucore__move_send(job, dst, src, rows->width);
}

/* Rows, planes and what is outside of them. */
CUCORE__PRIVATE cucore_status cucore__move_send_rows(const cucore__move_job *job, const cucore__move_axes *axes,
                                                     void *dst, const void *src)
{
    cucore__move_rows rows;
    cucore__move_cut cut;
    cucore__move_axes part;
    int64_t i, to, from;
    cucore_status status = CUCORE_OK;
    (void)cucore__move_rows_make(axes, &rows);
    cut.axis = rows.outer > 0 ? rows.outer - 1 : 0;
    cut.count = rows.outer > 0 || axes->ndim == 0 ? 1 : axes->shape[0];
    cut.pieces = 1;
    for (i = 0; i < rows.outer; i++) cut.pieces *= axes->shape[i];
    for (i = 0; i < cut.pieces && !status; i++) {
        cucore__move_cut_take(axes, &cut, i, &part, &to, &from);
        status = cucore__move_rows_one(job, &rows, cucore__move_at(dst, to, axes->itemsize),
                                       cucore__move_at(src, from, axes->itemsize));
    }
    return status;
}

/* axes: of the far side and of dense memory on the near side. */
CUCORE__PRIVATE cucore_status cucore__move_send_staged(const cucore__move_job *job, const cucore__move_axes *axes,
                                                       void *dst, const void *src)
{
    cucore__stage *stage = (cucore__stage *)malloc(sizeof *stage);
    cucore_status status;
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lu bytes", (unsigned long)sizeof *stage);
    stage->to_host = job->to_far;
    stage->host = (char *)(job->to_far ? dst : (void *)(uintptr_t)src);
    stage->device = (char *)(job->to_far ? (void *)(uintptr_t)src : dst);
    stage->stream = job->near_place.stream;
    stage->context = job->near_place.context;
    memcpy(&stage->axes, axes, sizeof *axes);
    status = cucore__stage_copy(stage, job->plan->device_id);
    free(stage);
    return status;
}

/* The other device packs or unpacks; its stream and ours wait for each other. */
CUCORE__PRIVATE cucore_status cucore__move_send_far(const cucore__move_job *job, const cucore__move_axes *axes,
                                                    void *dst, const void *src)
{
    int64_t bytes = axes->itemsize;
    void *temp = job->far_temp.ptr;
    int i;
    cucore_status status = cucore__place_wait(&job->far_place, &job->near_place);
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (!status && !job->to_far) {
        status = cucore__move_rearrange(&job->far_place, axes, temp, axes->dst, src, axes->src);
        if (!status) status = cucore__place_wait(&job->near_place, &job->far_place);
    }
    if (!status) status = cucore__move_send(job, job->to_far ? temp : dst, job->to_far ? src : temp, bytes);
    if (status || !job->to_far) return status;
    status = cucore__place_wait(&job->far_place, &job->near_place);
    if (!status) status = cucore__move_rearrange(&job->far_place, axes, dst, axes->dst, temp, axes->src);
    return status ? status : cucore__place_wait(&job->near_place, &job->far_place);
}

/* Between the far side and memory of the near device that is laid out like it, or dense; axes that repeat are left out. */
CUCORE__PRIVATE cucore_status cucore__move_transfer(const cucore__move_job *job, const cucore__move_axes *part,
                                                    int moving, void *dst, const void *src)
{
    const cucore_copy_plan *plan = job->plan;
    const int64_t *far = job->to_far ? part->dst : part->src;
    cucore__move_axes axes;
    axes.ndim = moving;
    axes.itemsize = part->itemsize;
    cucore__entries_copy(axes.shape, part->shape, moving);
    cucore__entries_copy(axes.dst, part->dst, moving);
    cucore__entries_copy(axes.src, part->src, moving);
    cucore__move_axes_merge(&axes);
    if (plan->strategy == CUCORE_COPY_BLOCK) {
        return cucore__move_send(job, dst, src, cucore__move_span(part->shape, far, 0, moving) * part->itemsize);
    }
    if (plan->strategy == CUCORE_COPY_PITCHED) return cucore__move_send_rows(job, &axes, dst, src);
    if (plan->peer_id >= 0) return cucore__move_send_far(job, &axes, dst, src);
    if (plan->is_block) { /* one run, gaps and all */
        axes.shape[0] = cucore__move_span(part->shape, far, 0, moving);
        axes.dst[0] = axes.src[0] = 1;
        axes.ndim = 1;
    }
    return cucore__move_send_staged(job, &axes, dst, src);
}

/* -- a piece goes over the bus while the kernel works on the one before: two halves of temporary memory, two streams.
 *    Each wait covers what is on the other stream at that moment, and nothing that comes later. -------------------- */

/* Before the kernel of a piece that has come: its half may be filled again when that kernel is done, that is when the
 * transfer after the next one begins. */
CUCORE__PRIVATE cucore_status cucore__move_arrived(const cucore__move_job *job, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!job->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__place_wait(&job->send_place, &job->near_place);
    return status ? status : cucore__place_wait(&job->near_place, &job->send_place);
}

/* Before the transfer of a piece that is packed: the same the other way round. */
CUCORE__PRIVATE cucore_status cucore__move_packed(const cucore__move_job *job, int64_t index)
{
    cucore_status status = CUCORE_OK;
    if (!job->has_helper) return CUCORE_OK;
    if (index > 0) status = cucore__place_wait(&job->near_place, &job->send_place);
    return status ? status : cucore__place_wait(&job->send_place, &job->near_place);
}

/* One piece through temporary memory. */
CUCORE__PRIVATE cucore_status cucore__move_piece(const cucore__move_job *job, const cucore__move_axes *axes,
                                                 const cucore__move_cut *cut, int64_t index)
{
    const cucore_copy_plan *plan = job->plan;
    cucore__move_axes part;
    int64_t strides[CUCORE_MAX_NDIM], near_strides[CUCORE_MAX_NDIM], *side, to = 0, from = 0;
    int moving = plan->moving_axes - cut->axis;
    char *dst, *src, *temp = (char *)job->temp.ptr;
    cucore_status status = CUCORE_OK;
    if (job->has_helper && (index & 1)) temp += plan->temp_bytes;
    cucore__move_cut_take(axes, cut, index, &part, &to, &from);
    dst = cucore__move_at(plan->dst, to, part.itemsize);
    src = cucore__move_at(plan->src, from, part.itemsize);
    side = job->to_far ? part.src : part.dst;
    cucore__entries_copy(near_strides, side, part.ndim);
    if (plan->is_block) {
        cucore__entries_copy(strides, part.src, part.ndim);
    } else {
        cucore__move_dense_strides(part.shape, part.ndim, moving, strides);
    }
    cucore__entries_copy(side, strides, part.ndim);
    if (job->to_far) {
        status = cucore__move_rearrange(&job->near_place, &part, temp, strides, src, near_strides);
        if (!status) status = cucore__move_packed(job, index);
        return status ? status : cucore__move_transfer(job, &part, moving, dst, temp);
    }
    status = cucore__move_transfer(job, &part, moving, temp, src);
    if (!status) status = cucore__move_arrived(job, index);
    return status ? status : cucore__move_rearrange(&job->near_place, &part, dst, near_strides, temp, strides);
}

CUCORE__PRIVATE cucore_status cucore__move_pieces(const cucore__move_job *job, const cucore__move_axes *axes)
{
    const cucore_copy_plan *plan = job->plan;
    cucore__move_cut cut;
    int64_t i;
    cucore_status status = CUCORE_OK;
    cut.axis = plan->split_axis;
    cut.count = plan->split_count;
    cut.pieces = plan->pieces;
    for (i = 0; i < cut.pieces && !status; i++) status = cucore__move_piece(job, axes, &cut, i);
    return status;
}

/* src as a whole into temporary memory, then to dst: on one device. */
CUCORE__PRIVATE cucore_status cucore__move_overlapping(const cucore__move_job *job, const cucore__move_axes *axes)
{
    const cucore_copy_plan *plan = job->plan;
    int64_t dense[CUCORE_MAX_NDIM];
    cucore_status status;
    cucore__move_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    status = cucore__move_rearrange(&job->near_place, axes, job->temp.ptr, dense, plan->src, axes->src);
    return status ? status : cucore__move_rearrange(&job->near_place, axes, plan->dst, axes->dst, job->temp.ptr, dense);
}

/* In the context of the near side, with all temporary memory at hand. */
CUCORE__PRIVATE cucore_status cucore__move_enqueue_job(const cucore__move_job *job)
{
    const cucore_copy_plan *plan = job->plan;
    cucore__move_axes axes;
    if (plan->strategy == CUCORE_COPY_MEMCPY) return cucore__move_send(job, plan->dst, plan->src, plan->nbytes);
    if (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs) {
        return cucore__kernel_plan_launch((const cucore__kernel_plan *)(const void *)plan->kernel,
                                          job->near_place.stream);
    }
    cucore__move_axes_of_plan(plan, &axes);
    if (plan->overlaps) return cucore__move_overlapping(job, &axes);
    if (plan->packs) return cucore__move_pieces(job, &axes);
    return cucore__move_transfer(job, &axes, plan->moving_axes, plan->dst, plan->src);
}

CUCORE__PRIVATE int cucore__move_is_far_staged(const cucore_copy_plan *plan)
{
    return plan->strategy == CUCORE_COPY_STAGED && plan->peer_id >= 0;
}

/* A stream and memory on the other device. */
CUCORE__PRIVATE cucore_status cucore__move_far_begin(cucore__move_job *job)
{
    cucore_stream stream;
    cucore_status status = cucore_memory_resource_device_pool(job->plan->peer_id, &job->far_pool);
    if (!status) status = cucore_stream_create(job->plan->peer_id, NULL, &stream);
    if (status) return status;
    job->far_place.stream = stream.handle;
    job->far_place.context = stream.context;
    return cucore_buffer_allocate(&job->far_pool, (size_t)job->plan->temp_bytes, stream.handle, &job->far_temp);
}

CUCORE__PRIVATE cucore_status cucore__move_check_temp(const cucore__move_job *job)
{
    const cucore_buffer *temp = &job->temp;
    if (temp->device_type == CUCORE_DEVICE_CUDA_MANAGED) return CUCORE_OK;
    if (temp->device_type == CUCORE_DEVICE_CUDA && temp->device_id == job->plan->device_id) return CUCORE_OK;
    return cucore_fail(CUCORE_WRONG_DEVICE,
                       "the resource gives memory of kind %d on device %d; packing needs memory of device %d",
                       (int)temp->device_type, (int)temp->device_id, (int)job->plan->device_id);
}

/* A stream of our own for the transfers, behind what is on the caller's. */
CUCORE__PRIVATE cucore_status cucore__move_helper_begin(cucore__move_job *job)
{
    cucore_stream stream;
    cucore_status status = cucore_stream_create(job->plan->device_id, NULL, &stream);
    if (status) return status;
    job->send_place.stream = stream.handle;
    job->send_place.context = stream.context;
    return cucore__place_wait(&job->send_place, &job->near_place);
}

/* Transfers are done before anything that comes next on the caller's stream: also before memory is freed there. */
CUCORE__PRIVATE cucore_status cucore__move_helper_end(cucore__move_job *job, cucore_status status)
{
    cucore_error error = *cucore_last_error();
    cucore_status waited, destroyed;
    CUstream stream = job->send_place.stream;
    if (stream == job->near_place.stream) return status;
    waited = cucore__place_wait(&job->near_place, &job->send_place);
    if (!status && waited) error = *cucore_last_error();
    if (waited) (void)cucore__synchronize_relaxed(stream);
    if (!status) status = waited;
    destroyed = cucore__check_result(cucore__driver.StreamDestroy(stream), "cuStreamDestroy");
    if (!status && destroyed) error = *cucore_last_error();
    if (destroyed) (void)cucore__driver.StreamDestroy(stream);
    if (!status) status = destroyed;
    if (status) cucore__error = error;
    return status;
}

/* First things that may fail, so that dst is whole if they do. */
CUCORE__PRIVATE cucore_status cucore__move_job_begin(cucore__move_job *job, cucore_memory_resource *resource)
{
    const cucore_copy_plan *plan = job->plan;
    cucore_status status = CUCORE_OK;
    if (!plan->packs) return CUCORE_OK;
    status = cucore_buffer_allocate(resource, (size_t)plan->temp_bytes * (job->has_helper ? 2 : 1),
                                    job->near_place.stream, &job->temp);
    if (!status) status = cucore__move_check_temp(job);
    if (!status && job->has_helper) status = cucore__move_helper_begin(job);
    if (!status && cucore__move_is_far_staged(plan)) status = cucore__move_far_begin(job);
    return status;
}

/* Gives memory back even if that fails once; the first failure counts. */
CUCORE__PRIVATE cucore_status cucore__move_release(cucore_buffer *buffer, cucore_status before)
{
    cucore_error error = *cucore_last_error();
    cucore_status status = cucore_buffer_release(buffer);
    if (!status && !before) return CUCORE_OK;
    if (!before) error = *cucore_last_error();
    if (status) (void)cucore_buffer_release(buffer);
    cucore__error = error;
    return before ? before : status;
}

/* Memory over there is freed behind the last transfer that reads it.  Work that is on the far stream is done before that
 * goes. */
CUCORE__PRIVATE cucore_status cucore__move_far_end(cucore__move_job *job, cucore_status status)
{
    cucore_error error = *cucore_last_error();
    cucore_status waited;
    CUresult result;
    if (!job->far_place.stream) return status;
    waited = cucore__place_wait(&job->far_place, &job->near_place);
    if (!status && waited) error = *cucore_last_error();
    if (waited) (void)cucore__synchronize_relaxed(job->near_place.stream);
    if (!status) status = waited;
    if (status) cucore__error = error;
    status = cucore__move_release(&job->far_temp, status);
    result = cucore__driver.StreamDestroy(job->far_place.stream);
    if (result) (void)cucore__driver.StreamDestroy(job->far_place.stream);
    return result && !status ? cucore__check_result(result, "cuStreamDestroy") : status;
}

CUCORE__PRIVATE cucore_status cucore__move_job_end(cucore__move_job *job, cucore_status status)
{
    if (!job->plan->packs) return status;
    if (job->has_helper) status = cucore__move_helper_end(job, status);
    if (cucore__move_is_far_staged(job->plan)) status = cucore__move_far_end(job, status);
    return cucore__move_release(&job->temp, status);
}

/* What a copy has to do besides copying. */
typedef struct cucore__move_terms {
    int wait_first; /* the CPU reads what the stream may still write */
    int wait_last;
    int helper; /* a second stream makes it faster */
} cucore__move_terms;

CUCORE__PRIVATE cucore_status cucore__fail_copy_capture(CUstream stream, const char *why)
{
    return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph, but this copy %s",
                       (unsigned long long)(uintptr_t)stream, why);
}

CUCORE__PRIVATE cucore_status cucore__move_agree(const cucore_copy_plan *plan, const cucore__place *place,
                                                 const cucore_memory_resource *resource, cucore_blocking blocking,
                                                 cucore__move_terms *terms)
{
    int host = plan->dst_kind != CUCORE_DEVICE_CUDA || plan->src_kind != CUCORE_DEVICE_CUDA;
    int plain = plan->dst_kind == CUCORE_DEVICE_CPU || plan->src_kind == CUCORE_DEVICE_CPU;
    int staged = plan->strategy == CUCORE_COPY_STAGED;
    int unordered = plan->packs && resource && resource->allocate == cucore__plain_allocate;
    int capturing = 0;
    cuuint64_t id;
    cucore_status status = CUCORE_OK;
    terms->wait_first = staged && plan->src_kind != CUCORE_DEVICE_CUDA;
    terms->helper = 0;
    terms->wait_last = plain || (staged && host) || blocking == CUCORE_BLOCKING_YES;
    if (!host && !staged && !unordered && blocking != CUCORE_BLOCKING_YES) return CUCORE_OK;
    status = cucore__place_capture(place, &capturing, &id);
    if (!status && capturing) {
        if (plain || (staged && host)) return cucore__fail_copy_capture(place->stream, "needs the CPU");
        if (staged) return cucore__fail_copy_capture(place->stream, "needs a stream of the other device");
        if (blocking == CUCORE_BLOCKING_YES)
            return cucore__fail_copy_capture(place->stream, "is to wait for the stream");
        if (unordered) {
            return cucore__fail_copy_capture(
                place->stream, "needs temporary memory, from a resource that does not work in stream order");
        }
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && host && !capturing) terms->wait_last = 1;
    terms->helper = host && !staged && !capturing && plan->packs && plan->pieces > 1;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__move_do(cucore__move_job *job, cucore_memory_resource *resource,
                                              const cucore__move_terms *terms)
{
    cucore_context_guard guard;
    CUstream stream = job->near_place.stream;
    cucore_status status = cucore_context_enter(job->near_place.context, &guard);
    if (status) return status;
    if (terms->wait_first) status = cucore__synchronize_relaxed(stream);
    if (!status) status = cucore__move_job_begin(job, resource);
    if (!status) status = cucore__move_enqueue_job(job);
    status = cucore__move_job_end(job, status);
    if (!status && terms->wait_last) status = cucore__synchronize_relaxed(stream);
    cucore_context_leave(&guard);
    return status;
}

/* On a stream of a device. */
CUCORE__PRIVATE cucore_status cucore__move_on_stream(const cucore_copy_plan *plan, const cucore__place *place,
                                                     cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore__move_job job;
    cucore__move_terms terms;
    cucore_memory_resource pool;
    cucore_status status = cucore__move_agree(plan, place, resource, blocking, &terms);
    if (status) return status;
    job.plan = plan;
    job.near_place = job.send_place = *place;
    job.has_helper = terms.helper;
    job.far_place.stream = NULL;
    job.far_place.context = NULL;
    job.temp.ptr = job.far_temp.ptr = NULL;
    job.temp.resource = job.far_temp.resource = NULL;
    job.temp.release = job.far_temp.release = NULL;
    job.to_far = plan->to_far;
    if (!plan->packs || resource) return cucore__move_do(&job, resource, &terms);
    status = cucore_memory_resource_device_pool(plan->device_id, &pool);
    return status ? status : cucore__move_do(&job, &pool, &terms);
}

/* -- by the CPU ------------------------------------------------------------------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__move_host_overlapping(const cucore_copy_plan *plan, cucore__move_axes *axes)
{
    int64_t dense[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    void *temp;
    if (axes->ndim == 0 || (axes->ndim == 1 && axes->dst[0] == 1 && axes->src[0] == 1)) {
        memmove(plan->dst, plan->src, (size_t)plan->nbytes);
        return CUCORE_OK;
    }
    temp = (uint64_t)plan->nbytes <= SIZE_MAX ? malloc((size_t)plan->nbytes) : NULL;
    if (!temp) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "dst and src overlap: no memory for %lld bytes in between",
                           (long long)plan->nbytes);
    }
    cucore__move_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    cucore__entries_copy(strides, axes->dst, axes->ndim);
    cucore__entries_copy(axes->dst, dense, axes->ndim);
    cucore__host_copy(axes, temp, plan->src);
    cucore__entries_copy(axes->dst, strides, axes->ndim);
    cucore__entries_copy(axes->src, dense, axes->ndim);
    cucore__host_copy(axes, plan->dst, temp);
    free(temp);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__move_on_host(const cucore_copy_plan *plan)
{
    cucore__move_axes axes;
    cucore__move_axes_of_plan(plan, &axes);
    if (plan->overlaps) return cucore__move_host_overlapping(plan, &axes);
    cucore__host_copy(&axes, plan->dst, plan->src);
    return CUCORE_OK;
}

/* -- the calls ----------------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int cucore__move_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* The stream, its context and its device. */
CUCORE__PRIVATE cucore_status cucore__move_place(CUstream stream, int ordinal, cucore__place *place, int *device)
{
    cucore_status status = cucore__place_of_caller(stream, ordinal < 0 ? 0 : ordinal, place);
    return status ? status : cucore__context_device(place->context, device);
}

CUCORE__PRIVATE cucore_status cucore__move_check_blocking(cucore_blocking blocking)
{
    if ((unsigned)blocking <= (unsigned)CUCORE_BLOCKING_NO) return CUCORE_OK;
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "%d is none of CUCORE_BLOCKING_DEFAULT, _YES and _NO", (int)blocking);
}

/* place: NULL when there is no stream to work on */
CUCORE__PRIVATE cucore_status cucore__move_run(const cucore_copy_plan *plan, const cucore__place *place,
                                               cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore_status status;
    if (plan->strategy == CUCORE_COPY_NOTHING) return CUCORE_OK;
    if (plan->strategy != CUCORE_COPY_HOST) return cucore__move_on_stream(plan, place, resource, blocking);
    if (!place) return cucore__move_on_host(plan);
    status = cucore__place_synchronize(place);
    return status ? status : cucore__move_on_host(plan);
}

CUCORE_API cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                              cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore__place place;
    int device = -1, plain, on_host;
    cucore_status status;
    if (!plan) return cucore__fail_null("cucore_copy_plan_run", "plan");
    status = cucore__move_check_blocking(blocking);
    if (status) return status;
    plain = plan->dst_kind == CUCORE_DEVICE_CPU && plan->src_kind == CUCORE_DEVICE_CPU;
    on_host = plan->strategy == CUCORE_COPY_HOST && (plain || !cucore__move_stream_is_real(stream));
    if (on_host || plan->strategy == CUCORE_COPY_NOTHING) return cucore__move_run(plan, NULL, resource, blocking);
    status = cucore__move_place(stream, plan->device_id, &place, &device);
    if (!status && plan->device_id >= 0 && device != plan->device_id) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the stream is on device %d, the plan is for device %d", device,
                           (int)plan->device_id);
    }
    return status ? status : cucore__move_run(plan, &place, resource, blocking);
}

CUCORE__PRIVATE int cucore__move_view_on_host(const cucore_view *view)
{
    return view->device_type == CUCORE_DEVICE_CPU || view->device_type == CUCORE_DEVICE_CUDA_HOST;
}

/* The device that a default stream of a thread without a context is on. */
CUCORE__PRIVATE int cucore__move_first_device(const cucore_view *dst, const cucore_view *src)
{
    return !cucore__move_view_on_host(dst) ? dst->device_id : !cucore__move_view_on_host(src) ? src->device_id : 0;
}

/* Only for copies between host and device does it make a difference. */
CUCORE__PRIVATE cucore_status cucore__move_may_block(const cucore_view *dst, const cucore_view *src,
                                                     const cucore__place *place, cucore_blocking blocking, int *out)
{
    int capturing = 0;
    cuuint64_t id;
    cucore_status status;
    *out = blocking != CUCORE_BLOCKING_NO;
    if (!*out || cucore__move_view_on_host(dst) == cucore__move_view_on_host(src)) return CUCORE_OK;
    status = cucore__place_capture(place, &capturing, &id);
    *out = !capturing;
    return status;
}

CUCORE_API cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                          cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore_copy_plan plan;
    cucore__move_wish wish;
    cucore__place place;
    int plain;
    cucore_status status = cucore__move_check_blocking(blocking);
    if (status) return status;
    if (!dst || !src) return cucore__fail_null("cucore_view_copy", dst ? "src" : "dst");
    status = cucore__move_check_kind(dst, "dst");
    if (!status) status = cucore__move_check_kind(src, "src");
    if (status) return status;
    plain = dst->device_type == CUCORE_DEVICE_CPU && src->device_type == CUCORE_DEVICE_CPU;
    wish.ask_driver = wish.on_stream = !plain && (cucore__move_stream_is_real(stream) ||
                                                  !cucore__move_view_on_host(dst) || !cucore__move_view_on_host(src));
    wish.device_id = -1;
    wish.may_block = 1;
    if (wish.on_stream) {
        status = cucore__move_place(stream, cucore__move_first_device(dst, src), &place, &wish.device_id);
    }
    if (!status && wish.on_stream) {
        status = cucore__move_may_block(dst, src, &place, blocking, &wish.may_block);
    }
    if (!status) status = cucore__move_plan_views(dst, src, &wish, &plan);
    return status ? status : cucore__move_run(&plan, wish.on_stream ? &place : NULL, resource, blocking);
}

#ifdef __cplusplus
}
#endif

#undef CUCORE__MOVE_CALL
#undef CUCORE__MOVE_CALL_RELAXED
#undef CUCORE__MOVE_SMALL
#undef CUCORE__MOVE_ROW
#undef CUCORE__MOVE_ROW_SLOW
#undef CUCORE__MOVE_CALL_BYTES
#undef CUCORE__MOVE_MAX_PITCH
#undef CUCORE__MOVE_STAGED_FROM
#undef CUCORE__MOVE_TAKE
#undef CUCORE__MOVE_GIVE
#undef CUCORE__STAGE_SLOTS
#undef CUCORE__STAGE_DEPTH
#undef CUCORE__LOCK
#undef CUCORE__UNLOCK
#undef CUCORE__LOAD
#undef CUCORE__STORE
#undef CUCORE__COPY_THREADS
#undef CUCORE__COPY_STEPS
#undef CUCORE__COPY_CUTS
#undef CUCORE__COPY_FIELD
#undef CUCORE__COPY_GUARD
#undef CUCORE__COPY_LEVELS
#undef CUCORE__COPY_MANY_LEVELS
#undef CUCORE__COPY_BAND
#undef CUCORE__COPY_BAND_WIDE
#undef CUCORE__COPY_TILE_BYTES
#undef CUCORE__COPY_TILES
#undef CUCORE__COPY_BUSY
#undef CUCORE__COPY_CONTEXTS
#undef CUCORE__PRIVATE
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
