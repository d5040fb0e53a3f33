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
 *     Planning     Both layouts become axes in bytes, joined, turned and sorted together (cucore_layout_simplify).  The
 *                  element is the widest power of two, up to 16 bytes, that all addresses, strides and runs are multiples
 *                  of; elements of other sizes are one more axis of such pieces.  Then the first that fits:
 *                  memcpy       nothing is left but one run
 *                  tile, bytes  the arrays run along different axes: a tile goes through shared memory, so that both
 *                               sides are read and written in runs.  A tile may take any number of axes.  Words are 16
 *                               bytes where runs are aligned; bytes are shuffled by fours in registers
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
    uint64_t next_pack;
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
/* Made by `make kernels` with nvcc 13.0.88 from kernels/ (05322b851bcfba8a8718389cfab73d50): PTX 6.0 for sm_50. */
static const char *const cucore__copy_ptx_runs[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_runs(\n"
    ".param .align 8 .b8 p[1832]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<373>;\n"
    ".reg .b32 %r<400>;\n.reg .b64 %d<503>;\nmov.b64 %d157,p;\nmov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\n"
    "mov.u32 %r3,%ctaid.z;\nld.param.u64 %d448,[p];\nmov.u32 %r375,0;\nld.param.u64 %d447,[p+8];\n"
    "mov.u32 %r389,%r375;\nmov.u32 %r388,%r375;\nmov.u32 %r387,%r375;\nmov.u32 %r386,%r375;\nL1:\n"
    ".pragma \"nounroll\";\nsetp.eq.s32 %p55,%r375,0;\nmov.u32 %r380,%r1;\n@%p55 bra L4;\n"
    "setp.ne.s32 %p56,%r375,1;\nmov.u32 %r380,%r2;\n@%p56 bra L3;\nbra.uni L4;\nL3:\nmov.u32 %r380,%r3;\nL4:\n"
    "mul.wide.u32 %d158,%r375,4;\nadd.s64 %d159,%d157,%d158;\nld.param.u32 %r10,[%d159+32];\n"
    "setp.ge.u32 %p57,%r389,%r10;\n@%p57 bra L6;\nL5:\n.pragma \"nounroll\";\nmul.wide.u32 %d160,%r389,40;\n"
    "add.s64 %d161,%d157,%d160;\nld.param.v2.u32{%r99,%r100},[%d161+1032];\nmul.hi.u32 %r103,%r380,%r100;\n"
    "ld.param.v2.u32{%r104,%r105},[%d161+1040];\nshr.u32 %r16,%r103,%r104;\nmul.lo.s32 %r108,%r16,%r99;\n"
    "sub.s32 %r109,%r380,%r108;\ncvt.u64.u32 %d162,%r109;\nld.param.u64 %d163,[%d161+1048];\n"
    "mul.lo.s64 %d164,%d163,%d162;\nld.param.u64 %d165,[%d161+1056];\nmul.lo.s64 %d166,%d165,%d162;\n"
    "ld.param.u32 %r110,[%d161+1064];\nmul.lo.s32 %r111,%r109,%r110;\nadd.s64 %d448,%d164,%d448;\n"
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
    "add.s64 %d185,%d157,%d184;\nld.param.v2.u32{%r135,%r136},[%d185+168];\nmul.hi.u32 %r139,%r392,%r136;\n"
    "ld.param.u32 %r140,[%d185+176];\nshr.u32 %r395,%r139,%r140;\nmul.lo.s32 %r141,%r395,%r135;\n"
    "sub.s32 %r142,%r392,%r141;\ncvt.u64.u32 %d186,%r142;\nld.param.u64 %d187,[%d185+184];\n"
    "mul.lo.s64 %d188,%d187,%d186;\nadd.s64 %d452,%d188,%d452;\nld.param.u64 %d189,[%d185+192];\n"
    "mul.lo.s64 %d190,%d189,%d186;\nadd.s64 %d453,%d190,%d453;\nld.param.u64 %d191,[%d185+200];\n"
    "mul.lo.s64 %d192,%d191,%d186;\nadd.s64 %d454,%d192,%d454;\nadd.s32 %r391,%r394,1;\n"
    "setp.lt.u32 %p74,%r391,%r30;\nmov.u32 %r392,%r395;\nmov.u32 %r393,%r394;\n@%p74 bra L13;\nL14:\n"
    "setp.ge.u32 %p75,%r394,%r30;\n@%p75 bra L16;\n",
    "mul.wide.u32 %d193,%r394,40;\nadd.s64 %d194,%d157,%d193;\ncvt.u64.u32 %d195,%r395;\n"
    "ld.param.u64 %d196,[%d194+184];\nmul.lo.s64 %d197,%d196,%d195;\nadd.s64 %d452,%d197,%d452;\n"
    "ld.param.u64 %d198,[%d194+192];\nmul.lo.s64 %d199,%d198,%d195;\nadd.s64 %d453,%d199,%d453;\n"
    "ld.param.u64 %d200,[%d194+200];\nmul.lo.s64 %d201,%d200,%d195;\nadd.s64 %d454,%d201,%d454;\nL16:\n"
    "ld.param.u64 %d202,[%d157+160];\ncvt.u64.u32 %d203,%r387;\nmul.lo.s64 %d204,%d202,%d203;\n"
    "mul.wide.u32 %d205,%r29,16;\nadd.s64 %d31,%d204,%d205;\nld.param.u64 %d32,[%d157+24];\n"
    "setp.eq.s64 %p76,%d32,16;\n@%p76 bra L75;\nbra.uni L17;\nL75:\nld.param.u32 %r70,[%d157+144];\n"
    "setp.eq.s32 %p306,%r70,0;\n@%p306 bra L118;\nld.param.v2.u32{%r330,%r331},[%d157+144];\nmov.u32 %r399,0;\n"
    "setp.eq.s64 %p30,%d15,%d14;\nadd.s64 %d106,%d452,%d448;\nadd.s64 %d107,%d453,%d447;\n"
    "ld.param.u32 %r72,[%d157+152];\nsub.s64 %d108,%d15,%d454;\nld.param.u64 %d109,[%d157+16];\nL77:\n"
    ".pragma \"nounroll\";\nand.b32 %r332,%r399,12;\nsetp.gt.u32 %p307,%r330,%r399;\n"
    "setp.le.u32 %p308,%r330,%r399;\nor.pred %p309,%p30,%p308;\nand.pred %p365,%p307,%p30;\n"
    "mul.wide.u32 %d367,%r332,24;\nadd.s64 %d368,%d157,%d367;\nadd.s64 %d110,%d368,664;\n@%p309 bra L79;\n"
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
    "add.s64 %d118,%d379,664;\n@%p315 bra L84;\nld.param.u64 %d380,[%d118];\nsub.s64 %d381,%d108,%d380;\n"
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
    "add.s64 %d126,%d390,664;\n@%p321 bra L89;\nld.param.u64 %d391,[%d126];\nsub.s64 %d392,%d108,%d391;\n"
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
    "add.s64 %d59,%d231,664;\n@%p99 bra L36;\nld.param.u64 %d232,[%d59];\nsub.s64 %d233,%d57,%d232;\n"
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
    "mul.wide.u32 %d249,%r208,24;\nadd.s64 %d250,%d157,%d249;\nadd.s64 %d67,%d250,664;\n@%p126 bra L41;\n"
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
    "mul.wide.u32 %d268,%r226,24;\nadd.s64 %d269,%d157,%d268;\nadd.s64 %d75,%d269,664;\n@%p153 bra L46;\n"
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
    "add.s64 %d37,%d207,664;\n@%p81 bra L22;\nld.param.u64 %d208,[%d37];\nsub.s64 %d209,%d35,%d208;\n"
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
    ".param .align 8 .b8 p[1832]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<180>;\n"
    ".reg .b16 %rs<12>;\n.reg .b32 %r<303>;\n.reg .b64 %d<340>;\nmov.b64 %d69,p;\nld.param.u64 %d328,[p];\n"
    "mov.u32 %r279,0;\nld.param.u64 %d329,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r293,%r279;\n"
    "mov.u32 %r292,%r279;\nmov.u32 %r291,%r279;\nmov.u32 %r290,%r279;\nL1:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p66,%r279,0;\nmov.u32 %r284,%r6;\n@%p66 bra L5;\nsetp.ne.s32 %p67,%r279,1;\n@%p67 bra L4;\n"
    "mov.u32 %r284,%ctaid.y;\nbra.uni L5;\nL4:\nmov.u32 %r284,%ctaid.z;\nL5:\nmul.wide.u32 %d70,%r279,4;\n"
    "add.s64 %d71,%d69,%d70;\nld.param.u32 %r10,[%d71+32];\nsetp.ge.u32 %p68,%r293,%r10;\n@%p68 bra L8;\n"
    "mul.wide.u32 %d72,%r293,40;\nadd.s64 %d73,%d69,%d72;\nadd.s64 %d325,%d73,1064;\nL7:\n.pragma \"nounroll\";\n"
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
    "ld.param.v2.u32{%r122,%r123},[%d330+168];\nmul.hi.u32 %r126,%r295,%r123;\nld.param.u32 %r127,[%d330+176];\n"
    "shr.u32 %r297,%r126,%r127;\nmul.lo.s32 %r128,%r297,%r122;\nsub.s32 %r129,%r295,%r128;\n"
    "cvt.u64.u32 %d96,%r129;\nld.param.u64 %d97,[%d330+184];\nmul.lo.s64 %d98,%d97,%d96;\n"
    "add.s64 %d334,%d98,%d334;\nld.param.u64 %d99,[%d330+192];\nmul.lo.s64 %d100,%d99,%d96;\n"
    "add.s64 %d335,%d100,%d335;\nld.param.u64 %d101,[%d330+200];\nmul.lo.s64 %d102,%d101,%d96;\n"
    "add.s64 %d336,%d102,%d336;\nadd.s64 %d330,%d330,40;\nadd.s32 %r296,%r294,1;\nadd.s32 %r130,%r294,2;\n"
    "setp.lt.u32 %p84,%r130,%r27;\nmov.u32 %r294,%r296;\nmov.u32 %r295,%r297;\n@%p84 bra L13;\nL14:\n"
    "setp.ge.u32 %p85,%r296,%r27;\n@%p85 bra L16;\nmul.wide.u32 %d103,%r296,40;\nadd.s64 %d104,%d69,%d103;\n"
    "cvt.u64.u32 %d105,%r297;\nld.param.u64 %d106,[%d104+184];\nmul.lo.s64 %d107,%d106,%d105;\n"
    "add.s64 %d334,%d107,%d334;\nld.param.u64 %d108,[%d104+192];\nmul.lo.s64 %d109,%d108,%d105;\n"
    "add.s64 %d335,%d109,%d335;\nld.param.u64 %d110,[%d104+200];\nmul.lo.s64 %d111,%d110,%d105;\n"
    "add.s64 %d336,%d111,%d336;\nL16:\n",
    "ld.param.u64 %d34,[%d69+24];\nsetp.eq.s64 %p86,%d34,1;\n@%p86 bra L64;\nbra.uni L17;\nL64:\n"
    "ld.param.u32 %r79,[%d69+144];\nsetp.eq.s32 %p146,%r79,0;\n@%p146 bra L75;\nadd.s64 %d62,%d334,%d328;\n"
    "sub.s64 %d63,%d16,%d336;\nadd.s64 %d64,%d335,%d329;\nmov.u32 %r302,3;\nL66:\n.pragma \"nounroll\";\n"
    "add.s32 %r81,%r302,-3;\nand.b32 %r255,%r81,12;\nsetp.lt.u32 %p147,%r81,%r79;\nsetp.eq.s64 %p53,%d16,%d15;\n"
    "setp.ge.u32 %p148,%r81,%r79;\nor.pred %p149,%p53,%p148;\nand.pred %p176,%p147,%p53;\n"
    "mul.wide.u32 %d287,%r255,24;\nadd.s64 %d288,%d69,%d287;\nadd.s64 %d65,%d288,664;\n@%p149 bra L68;\n"
    "ld.param.u64 %d289,[%d65];\nsub.s64 %d290,%d63,%d289;\nand.b64 %d291,%d290,4611688217451692032;\n"
    "setp.eq.s64 %p176,%d291,4611688217451692032;\nL68:\nld.param.u64 %d293,[%d65+-16];\n"
    "add.s64 %d292,%d62,%d293;\nselp.u32 %r257,1,0,%p176;\n{.reg .pred q;setp.ne.s32 q,%r257,0;\n"
    "mov.b32 %r256,0;@q ld.global.u8 %r256,[%d292];}\nadd.s32 %r258,%r302,-2;\nand.b32 %r259,%r258,13;\n"
    "add.s32 %r84,%r81,1;\nsetp.lt.u32 %p150,%r84,%r79;\nsetp.ge.u32 %p151,%r84,%r79;\nor.pred %p152,%p53,%p151;\n"
    "and.pred %p177,%p150,%p53;\nmul.wide.u32 %d294,%r259,24;\nadd.s64 %d295,%d69,%d294;\nadd.s64 %d66,%d295,648;\n"
    "@%p152 bra L70;\nld.param.u64 %d296,[%d66+16];\nsub.s64 %d297,%d63,%d296;\n"
    "and.b64 %d298,%d297,4611688217451692032;\nsetp.eq.s64 %p177,%d298,4611688217451692032;\nL70:\n"
    "ld.param.u64 %d300,[%d66];\nadd.s64 %d299,%d62,%d300;\nselp.u32 %r261,1,0,%p177;\n"
    "{.reg .pred q;setp.ne.s32 q,%r261,0;\nmov.b32 %r260,0;@q ld.global.u8 %r260,[%d299];}\n"
    "add.s32 %r262,%r302,-1;\nand.b32 %r263,%r262,14;\nadd.s32 %r264,%r84,1;\nsetp.lt.u32 %p153,%r264,%r79;\n"
    "setp.ge.u32 %p154,%r264,%r79;\nor.pred %p155,%p53,%p154;\nand.pred %p178,%p153,%p53;\n"
    "mul.wide.u32 %d301,%r263,24;\nadd.s64 %d302,%d69,%d301;\nadd.s64 %d67,%d302,664;\n@%p155 bra L72;\n"
    "ld.param.u64 %d303,[%d67];\nsub.s64 %d304,%d63,%d303;\nand.b64 %d305,%d304,4611688217451692032;\n"
    "setp.eq.s64 %p178,%d305,4611688217451692032;\nL72:\nld.param.u64 %d307,[%d67+-16];\n"
    "add.s64 %d306,%d62,%d307;\nselp.u32 %r266,1,0,%p178;\n{.reg .pred q;setp.ne.s32 q,%r266,0;\n"
    "mov.b32 %r265,0;@q ld.global.u8 %r265,[%d306];}\nand.b32 %r267,%r302,15;\nsetp.lt.u32 %p156,%r302,%r79;\n"
    "setp.ge.u32 %p157,%r302,%r79;\nor.pred %p158,%p53,%p157;\nand.pred %p179,%p156,%p53;\n"
    "mul.wide.u32 %d308,%r267,24;\nadd.s64 %d309,%d69,%d308;\nadd.s64 %d68,%d309,664;\n@%p158 bra L74;\n"
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
    "mul.wide.u32 %d251,%r238,24;\nadd.s64 %d252,%d69,%d251;\nadd.s64 %d58,%d252,664;\n@%p135 bra L57;\n",
    "ld.param.u64 %d253,[%d58];\nsub.s64 %d254,%d56,%d253;\nand.b64 %d255,%d254,4611688217451692032;\n"
    "setp.eq.s64 %p172,%d255,4611688217451692032;\nL57:\nld.param.u64 %d257,[%d58+-16];\n"
    "add.s64 %d256,%d55,%d257;\nselp.u32 %r239,1,0,%p172;\n{.reg .pred q;setp.ne.s32 q,%r239,0;\n"
    "mov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d256];}\nadd.s32 %r240,%r301,-2;\nand.b32 %r241,%r240,13;\n"
    "add.s32 %r75,%r73,1;\nsetp.lt.u32 %p136,%r75,%r71;\nsetp.ge.u32 %p137,%r75,%r71;\nor.pred %p138,%p40,%p137;\n"
    "and.pred %p173,%p136,%p40;\nmul.wide.u32 %d258,%r241,24;\nadd.s64 %d259,%d69,%d258;\nadd.s64 %d59,%d259,648;\n"
    "@%p138 bra L59;\nld.param.u64 %d260,[%d59+16];\nsub.s64 %d261,%d56,%d260;\n"
    "and.b64 %d262,%d261,4611688217451692032;\nsetp.eq.s64 %p173,%d262,4611688217451692032;\nL59:\n"
    "ld.param.u64 %d264,[%d59];\nadd.s64 %d263,%d55,%d264;\nselp.u32 %r242,1,0,%p173;\n"
    "{.reg .pred q;setp.ne.s32 q,%r242,0;\nmov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d263];}\n"
    "add.s32 %r243,%r301,-1;\nand.b32 %r244,%r243,14;\nadd.s32 %r245,%r75,1;\nsetp.lt.u32 %p139,%r245,%r71;\n"
    "setp.ge.u32 %p140,%r245,%r71;\nor.pred %p141,%p40,%p140;\nand.pred %p174,%p139,%p40;\n"
    "mul.wide.u32 %d265,%r244,24;\nadd.s64 %d266,%d69,%d265;\nadd.s64 %d60,%d266,664;\n@%p141 bra L61;\n"
    "ld.param.u64 %d267,[%d60];\nsub.s64 %d268,%d56,%d267;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.eq.s64 %p174,%d269,4611688217451692032;\nL61:\nld.param.u64 %d271,[%d60+-16];\n"
    "add.s64 %d270,%d55,%d271;\nselp.u32 %r246,1,0,%p174;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "mov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d270];}\nand.b32 %r247,%r301,15;\nsetp.lt.u32 %p142,%r301,%r71;\n"
    "setp.ge.u32 %p143,%r301,%r71;\nor.pred %p144,%p40,%p143;\nand.pred %p175,%p142,%p40;\n"
    "mul.wide.u32 %d272,%r247,24;\nadd.s64 %d273,%d69,%d272;\nadd.s64 %d61,%d273,664;\n@%p144 bra L63;\n"
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
    "mul.wide.u32 %d215,%r213,24;\nadd.s64 %d216,%d69,%d215;\nadd.s64 %d51,%d216,664;\n@%p121 bra L46;\n"
    "ld.param.u64 %d217,[%d51];\nsub.s64 %d218,%d49,%d217;\nand.b64 %d219,%d218,4611688217451692032;\n"
    "setp.eq.s64 %p168,%d219,4611688217451692032;\nL46:\nld.param.u64 %d221,[%d51+-16];\n"
    "add.s64 %d220,%d48,%d221;\nselp.u32 %r215,1,0,%p168;\n{.reg .pred q;setp.ne.s32 q,%r215,0;\n"
    "mov.b32 %r214,0;@q ld.global.u32 %r214,[%d220];}\nadd.s32 %r216,%r300,-2;\nand.b32 %r217,%r216,13;\n"
    "add.s32 %r65,%r62,1;\nsetp.lt.u32 %p122,%r65,%r60;\nsetp.ge.u32 %p123,%r65,%r60;\nor.pred %p124,%p27,%p123;\n"
    "and.pred %p169,%p122,%p27;\nmul.wide.u32 %d222,%r217,24;\nadd.s64 %d223,%d69,%d222;\nadd.s64 %d52,%d223,648;\n"
    "@%p124 bra L48;\nld.param.u64 %d224,[%d52+16];\nsub.s64 %d225,%d49,%d224;\n",
    "and.b64 %d226,%d225,4611688217451692032;\nsetp.eq.s64 %p169,%d226,4611688217451692032;\nL48:\n"
    "ld.param.u64 %d228,[%d52];\nadd.s64 %d227,%d48,%d228;\nselp.u32 %r219,1,0,%p169;\n"
    "{.reg .pred q;setp.ne.s32 q,%r219,0;\nmov.b32 %r218,0;@q ld.global.u32 %r218,[%d227];}\n"
    "add.s32 %r220,%r300,-1;\nand.b32 %r221,%r220,14;\nadd.s32 %r222,%r65,1;\nsetp.lt.u32 %p125,%r222,%r60;\n"
    "setp.ge.u32 %p126,%r222,%r60;\nor.pred %p127,%p27,%p126;\nand.pred %p170,%p125,%p27;\n"
    "mul.wide.u32 %d229,%r221,24;\nadd.s64 %d230,%d69,%d229;\nadd.s64 %d53,%d230,664;\n@%p127 bra L50;\n"
    "ld.param.u64 %d231,[%d53];\nsub.s64 %d232,%d49,%d231;\nand.b64 %d233,%d232,4611688217451692032;\n"
    "setp.eq.s64 %p170,%d233,4611688217451692032;\nL50:\nld.param.u64 %d235,[%d53+-16];\n"
    "add.s64 %d234,%d48,%d235;\nselp.u32 %r224,1,0,%p170;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "mov.b32 %r223,0;@q ld.global.u32 %r223,[%d234];}\nand.b32 %r225,%r300,15;\nsetp.lt.u32 %p128,%r300,%r60;\n"
    "setp.ge.u32 %p129,%r300,%r60;\nor.pred %p130,%p27,%p129;\nand.pred %p171,%p128,%p27;\n"
    "mul.wide.u32 %d236,%r225,24;\nadd.s64 %d237,%d69,%d236;\nadd.s64 %d54,%d237,664;\n@%p130 bra L52;\n"
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
    "mul.wide.u32 %d171,%r196,24;\nadd.s64 %d172,%d69,%d171;\nadd.s64 %d41,%d172,664;\n@%p107 bra L35;\n"
    "ld.param.u64 %d173,[%d41];\nsub.s64 %d174,%d39,%d173;\nand.b64 %d175,%d174,4611688217451692032;\n"
    "setp.eq.s64 %p164,%d175,4611688217451692032;\nL35:\nld.param.u64 %d178,[%d41+-16];\n"
    "add.s64 %d177,%d38,%d178;\nselp.u32 %r197,1,0,%p164;\n{.reg .pred q;setp.ne.s32 q,%r197,0;\n"
    "mov.b64 %d176,0;@q ld.global.u64 %d176,[%d177];}\nadd.s32 %r198,%r299,-2;\nand.b32 %r199,%r198,13;\n"
    "add.s32 %r56,%r54,1;\nsetp.lt.u32 %p108,%r56,%r34;\nsetp.ge.u32 %p109,%r56,%r34;\nor.pred %p110,%p14,%p109;\n"
    "and.pred %p165,%p108,%p14;\nmul.wide.u32 %d179,%r199,24;\nadd.s64 %d180,%d69,%d179;\nadd.s64 %d43,%d180,648;\n"
    "@%p110 bra L37;\nld.param.u64 %d181,[%d43+16];\nsub.s64 %d182,%d39,%d181;\n"
    "and.b64 %d183,%d182,4611688217451692032;\nsetp.eq.s64 %p165,%d183,4611688217451692032;\nL37:\n"
    "ld.param.u64 %d186,[%d43];\nadd.s64 %d185,%d38,%d186;\nselp.u32 %r200,1,0,%p165;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.b64 %d184,0;@q ld.global.u64 %d184,[%d185];}\n"
    "add.s32 %r201,%r299,-1;\nand.b32 %r202,%r201,14;\nadd.s32 %r203,%r56,1;\nsetp.lt.u32 %p111,%r203,%r34;\n"
    "setp.ge.u32 %p112,%r203,%r34;\nor.pred %p113,%p14,%p112;\nand.pred %p166,%p111,%p14;\n"
    "mul.wide.u32 %d187,%r202,24;\nadd.s64 %d188,%d69,%d187;\nadd.s64 %d45,%d188,664;\n@%p113 bra L39;\n"
    "ld.param.u64 %d189,[%d45];\nsub.s64 %d190,%d39,%d189;\nand.b64 %d191,%d190,4611688217451692032;\n",
    "setp.eq.s64 %p166,%d191,4611688217451692032;\nL39:\nld.param.u64 %d194,[%d45+-16];\n"
    "add.s64 %d193,%d38,%d194;\nselp.u32 %r204,1,0,%p166;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "mov.b64 %d192,0;@q ld.global.u64 %d192,[%d193];}\nand.b32 %r205,%r299,15;\nsetp.lt.u32 %p114,%r299,%r34;\n"
    "setp.ge.u32 %p115,%r299,%r34;\nor.pred %p116,%p14,%p115;\nand.pred %p167,%p114,%p14;\n"
    "mul.wide.u32 %d195,%r205,24;\nadd.s64 %d196,%d69,%d195;\nadd.s64 %d47,%d196,664;\n@%p116 bra L41;\n"
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
    "add.s64 %d37,%d335,%d329;\nmov.u32 %r298,3;\nadd.s64 %d158,%d69,648;\nL22:\n.pragma \"nounroll\";\n"
    "add.s32 %r132,%r298,-3;\nsetp.lt.u32 %p91,%r132,%r34;\nsetp.eq.s64 %p1,%d16,%d15;\n"
    "setp.ge.u32 %p92,%r132,%r34;\nor.pred %p93,%p1,%p92;\nand.pred %p160,%p91,%p1;\n@%p93 bra L24;\n"
    "and.b32 %r134,%r132,12;\nmul.wide.u32 %d113,%r134,24;\nadd.s64 %d114,%d69,%d113;\n"
    "ld.param.u64 %d115,[%d114+664];\nsub.s64 %d116,%d36,%d115;\nand.b64 %d117,%d116,4611688217451692032;\n"
    "setp.eq.s64 %p160,%d117,4611688217451692032;\nL24:\nand.b32 %r141,%r132,12;\nmul.wide.u32 %d120,%r141,24;\n"
    "add.s64 %d121,%d69,%d120;\nld.param.u64 %d122,[%d121+648];\nadd.s64 %d118,%d35,%d122;\n"
    "selp.u32 %r139,1,0,%p160;\n{.reg .pred q;setp.ne.s32 q,%r139,0;\n"
    "mov.u32 %r135,0;mov.u32 %r136,0;mov.u32 %r137,0;mov.u32 %r138,0;\n"
    "@q ld.global.v4.u32{%r135,%r136,%r137,%r138},[%d118];}\nadd.s32 %r41,%r298,-2;\nsetp.lt.u32 %p94,%r41,%r34;\n"
    "setp.ge.u32 %p95,%r41,%r34;\nor.pred %p96,%p1,%p95;\nand.pred %p161,%p94,%p1;\n@%p96 bra L26;\n"
    "and.b32 %r143,%r41,13;\nmul.wide.u32 %d124,%r143,24;\nadd.s64 %d125,%d69,%d124;\n"
    "ld.param.u64 %d126,[%d125+664];\nsub.s64 %d127,%d36,%d126;\nand.b64 %d128,%d127,4611688217451692032;\n"
    "setp.eq.s64 %p161,%d128,4611688217451692032;\nL26:\nand.b32 %r150,%r41,13;\nmul.wide.u32 %d131,%r150,24;\n"
    "add.s64 %d132,%d69,%d131;\nld.param.u64 %d133,[%d132+648];\nadd.s64 %d129,%d35,%d133;\n"
    "selp.u32 %r148,1,0,%p161;\n{.reg .pred q;setp.ne.s32 q,%r148,0;\n"
    "mov.u32 %r144,0;mov.u32 %r145,0;mov.u32 %r146,0;mov.u32 %r147,0;\n"
    "@q ld.global.v4.u32{%r144,%r145,%r146,%r147},[%d129];}\nadd.s32 %r151,%r41,1;\nsetp.lt.u32 %p97,%r151,%r34;\n"
    "setp.ge.u32 %p98,%r151,%r34;\nor.pred %p99,%p1,%p98;\nand.pred %p162,%p97,%p1;\n@%p99 bra L28;\n"
    "add.s32 %r152,%r298,-1;\nand.b32 %r153,%r152,14;\nmul.wide.u32 %d135,%r153,24;\nadd.s64 %d136,%d69,%d135;\n"
    "ld.param.u64 %d137,[%d136+664];\nsub.s64 %d138,%d36,%d137;\nand.b64 %d139,%d138,4611688217451692032;\n"
    "setp.eq.s64 %p162,%d139,4611688217451692032;\nL28:\nadd.s32 %r159,%r298,-1;\nand.b32 %r160,%r159,14;\n"
    "mul.wide.u32 %d142,%r160,24;\nadd.s64 %d143,%d69,%d142;\nld.param.u64 %d144,[%d143+648];\n"
    "add.s64 %d140,%d35,%d144;\nselp.u32 %r158,1,0,%p162;\n{.reg .pred q;setp.ne.s32 q,%r158,0;\n"
    "mov.u32 %r154,0;mov.u32 %r155,0;mov.u32 %r156,0;mov.u32 %r157,0;\n"
    "@q ld.global.v4.u32{%r154,%r155,%r156,%r157},[%d140];}\nsetp.lt.u32 %p100,%r298,%r34;\n"
    "setp.ge.u32 %p101,%r298,%r34;\nor.pred %p102,%p1,%p101;\nand.pred %p163,%p100,%p1;\n@%p102 bra L30;\n",
    "and.b32 %r161,%r298,15;\nmul.wide.u32 %d146,%r161,24;\nadd.s64 %d147,%d69,%d146;\n"
    "ld.param.u64 %d148,[%d147+664];\nsub.s64 %d149,%d36,%d148;\nand.b64 %d150,%d149,4611688217451692032;\n"
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
    ".param .align 8 .b8 p[3592]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n.reg .pred %p<180>;\n"
    ".reg .b16 %rs<12>;\n.reg .b32 %r<303>;\n.reg .b64 %d<340>;\nmov.b64 %d69,p;\nld.param.u64 %d328,[p];\n"
    "mov.u32 %r279,0;\nld.param.u64 %d329,[p+8];\nmov.u32 %r6,%ctaid.x;\nmov.u32 %r293,%r279;\n"
    "mov.u32 %r292,%r279;\nmov.u32 %r291,%r279;\nmov.u32 %r290,%r279;\nL1:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p66,%r279,0;\nmov.u32 %r284,%r6;\n@%p66 bra L5;\nsetp.ne.s32 %p67,%r279,1;\n@%p67 bra L4;\n"
    "mov.u32 %r284,%ctaid.y;\nbra.uni L5;\nL4:\nmov.u32 %r284,%ctaid.z;\nL5:\nmul.wide.u32 %d70,%r279,4;\n"
    "add.s64 %d71,%d69,%d70;\nld.param.u32 %r10,[%d71+32];\nsetp.ge.u32 %p68,%r293,%r10;\n@%p68 bra L8;\n"
    "mul.wide.u32 %d72,%r293,40;\nadd.s64 %d73,%d69,%d72;\nadd.s64 %d325,%d73,1064;\nL7:\n.pragma \"nounroll\";\n"
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
    "ld.param.v2.u32{%r122,%r123},[%d330+168];\nmul.hi.u32 %r126,%r295,%r123;\nld.param.u32 %r127,[%d330+176];\n"
    "shr.u32 %r297,%r126,%r127;\nmul.lo.s32 %r128,%r297,%r122;\nsub.s32 %r129,%r295,%r128;\n"
    "cvt.u64.u32 %d96,%r129;\nld.param.u64 %d97,[%d330+184];\nmul.lo.s64 %d98,%d97,%d96;\n"
    "add.s64 %d334,%d98,%d334;\nld.param.u64 %d99,[%d330+192];\nmul.lo.s64 %d100,%d99,%d96;\n"
    "add.s64 %d335,%d100,%d335;\nld.param.u64 %d101,[%d330+200];\nmul.lo.s64 %d102,%d101,%d96;\n"
    "add.s64 %d336,%d102,%d336;\nadd.s64 %d330,%d330,40;\nadd.s32 %r296,%r294,1;\nadd.s32 %r130,%r294,2;\n"
    "setp.lt.u32 %p84,%r130,%r27;\nmov.u32 %r294,%r296;\nmov.u32 %r295,%r297;\n@%p84 bra L13;\nL14:\n"
    "setp.ge.u32 %p85,%r296,%r27;\n@%p85 bra L16;\nmul.wide.u32 %d103,%r296,40;\nadd.s64 %d104,%d69,%d103;\n"
    "cvt.u64.u32 %d105,%r297;\nld.param.u64 %d106,[%d104+184];\nmul.lo.s64 %d107,%d106,%d105;\n"
    "add.s64 %d334,%d107,%d334;\nld.param.u64 %d108,[%d104+192];\nmul.lo.s64 %d109,%d108,%d105;\n"
    "add.s64 %d335,%d109,%d335;\nld.param.u64 %d110,[%d104+200];\nmul.lo.s64 %d111,%d110,%d105;\n"
    "add.s64 %d336,%d111,%d336;\nL16:\n",
    "ld.param.u64 %d34,[%d69+24];\nsetp.eq.s64 %p86,%d34,1;\n@%p86 bra L64;\nbra.uni L17;\nL64:\n"
    "ld.param.u32 %r79,[%d69+144];\nsetp.eq.s32 %p146,%r79,0;\n@%p146 bra L75;\nadd.s64 %d62,%d334,%d328;\n"
    "sub.s64 %d63,%d16,%d336;\nadd.s64 %d64,%d335,%d329;\nmov.u32 %r302,3;\nL66:\n.pragma \"nounroll\";\n"
    "add.s32 %r81,%r302,-3;\nand.b32 %r255,%r81,12;\nsetp.lt.u32 %p147,%r81,%r79;\nsetp.eq.s64 %p53,%d16,%d15;\n"
    "setp.ge.u32 %p148,%r81,%r79;\nor.pred %p149,%p53,%p148;\nand.pred %p176,%p147,%p53;\n"
    "mul.wide.u32 %d287,%r255,24;\nadd.s64 %d288,%d69,%d287;\nadd.s64 %d65,%d288,664;\n@%p149 bra L68;\n"
    "ld.param.u64 %d289,[%d65];\nsub.s64 %d290,%d63,%d289;\nand.b64 %d291,%d290,4611688217451692032;\n"
    "setp.eq.s64 %p176,%d291,4611688217451692032;\nL68:\nld.param.u64 %d293,[%d65+-16];\n"
    "add.s64 %d292,%d62,%d293;\nselp.u32 %r257,1,0,%p176;\n{.reg .pred q;setp.ne.s32 q,%r257,0;\n"
    "mov.b32 %r256,0;@q ld.global.u8 %r256,[%d292];}\nadd.s32 %r258,%r302,-2;\nand.b32 %r259,%r258,13;\n"
    "add.s32 %r84,%r81,1;\nsetp.lt.u32 %p150,%r84,%r79;\nsetp.ge.u32 %p151,%r84,%r79;\nor.pred %p152,%p53,%p151;\n"
    "and.pred %p177,%p150,%p53;\nmul.wide.u32 %d294,%r259,24;\nadd.s64 %d295,%d69,%d294;\nadd.s64 %d66,%d295,648;\n"
    "@%p152 bra L70;\nld.param.u64 %d296,[%d66+16];\nsub.s64 %d297,%d63,%d296;\n"
    "and.b64 %d298,%d297,4611688217451692032;\nsetp.eq.s64 %p177,%d298,4611688217451692032;\nL70:\n"
    "ld.param.u64 %d300,[%d66];\nadd.s64 %d299,%d62,%d300;\nselp.u32 %r261,1,0,%p177;\n"
    "{.reg .pred q;setp.ne.s32 q,%r261,0;\nmov.b32 %r260,0;@q ld.global.u8 %r260,[%d299];}\n"
    "add.s32 %r262,%r302,-1;\nand.b32 %r263,%r262,14;\nadd.s32 %r264,%r84,1;\nsetp.lt.u32 %p153,%r264,%r79;\n"
    "setp.ge.u32 %p154,%r264,%r79;\nor.pred %p155,%p53,%p154;\nand.pred %p178,%p153,%p53;\n"
    "mul.wide.u32 %d301,%r263,24;\nadd.s64 %d302,%d69,%d301;\nadd.s64 %d67,%d302,664;\n@%p155 bra L72;\n"
    "ld.param.u64 %d303,[%d67];\nsub.s64 %d304,%d63,%d303;\nand.b64 %d305,%d304,4611688217451692032;\n"
    "setp.eq.s64 %p178,%d305,4611688217451692032;\nL72:\nld.param.u64 %d307,[%d67+-16];\n"
    "add.s64 %d306,%d62,%d307;\nselp.u32 %r266,1,0,%p178;\n{.reg .pred q;setp.ne.s32 q,%r266,0;\n"
    "mov.b32 %r265,0;@q ld.global.u8 %r265,[%d306];}\nand.b32 %r267,%r302,15;\nsetp.lt.u32 %p156,%r302,%r79;\n"
    "setp.ge.u32 %p157,%r302,%r79;\nor.pred %p158,%p53,%p157;\nand.pred %p179,%p156,%p53;\n"
    "mul.wide.u32 %d308,%r267,24;\nadd.s64 %d309,%d69,%d308;\nadd.s64 %d68,%d309,664;\n@%p158 bra L74;\n"
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
    "mul.wide.u32 %d251,%r238,24;\nadd.s64 %d252,%d69,%d251;\nadd.s64 %d58,%d252,664;\n@%p135 bra L57;\n",
    "ld.param.u64 %d253,[%d58];\nsub.s64 %d254,%d56,%d253;\nand.b64 %d255,%d254,4611688217451692032;\n"
    "setp.eq.s64 %p172,%d255,4611688217451692032;\nL57:\nld.param.u64 %d257,[%d58+-16];\n"
    "add.s64 %d256,%d55,%d257;\nselp.u32 %r239,1,0,%p172;\n{.reg .pred q;setp.ne.s32 q,%r239,0;\n"
    "mov.b16 %rs4,0;@q ld.global.u16 %rs4,[%d256];}\nadd.s32 %r240,%r301,-2;\nand.b32 %r241,%r240,13;\n"
    "add.s32 %r75,%r73,1;\nsetp.lt.u32 %p136,%r75,%r71;\nsetp.ge.u32 %p137,%r75,%r71;\nor.pred %p138,%p40,%p137;\n"
    "and.pred %p173,%p136,%p40;\nmul.wide.u32 %d258,%r241,24;\nadd.s64 %d259,%d69,%d258;\nadd.s64 %d59,%d259,648;\n"
    "@%p138 bra L59;\nld.param.u64 %d260,[%d59+16];\nsub.s64 %d261,%d56,%d260;\n"
    "and.b64 %d262,%d261,4611688217451692032;\nsetp.eq.s64 %p173,%d262,4611688217451692032;\nL59:\n"
    "ld.param.u64 %d264,[%d59];\nadd.s64 %d263,%d55,%d264;\nselp.u32 %r242,1,0,%p173;\n"
    "{.reg .pred q;setp.ne.s32 q,%r242,0;\nmov.b16 %rs5,0;@q ld.global.u16 %rs5,[%d263];}\n"
    "add.s32 %r243,%r301,-1;\nand.b32 %r244,%r243,14;\nadd.s32 %r245,%r75,1;\nsetp.lt.u32 %p139,%r245,%r71;\n"
    "setp.ge.u32 %p140,%r245,%r71;\nor.pred %p141,%p40,%p140;\nand.pred %p174,%p139,%p40;\n"
    "mul.wide.u32 %d265,%r244,24;\nadd.s64 %d266,%d69,%d265;\nadd.s64 %d60,%d266,664;\n@%p141 bra L61;\n"
    "ld.param.u64 %d267,[%d60];\nsub.s64 %d268,%d56,%d267;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.eq.s64 %p174,%d269,4611688217451692032;\nL61:\nld.param.u64 %d271,[%d60+-16];\n"
    "add.s64 %d270,%d55,%d271;\nselp.u32 %r246,1,0,%p174;\n{.reg .pred q;setp.ne.s32 q,%r246,0;\n"
    "mov.b16 %rs6,0;@q ld.global.u16 %rs6,[%d270];}\nand.b32 %r247,%r301,15;\nsetp.lt.u32 %p142,%r301,%r71;\n"
    "setp.ge.u32 %p143,%r301,%r71;\nor.pred %p144,%p40,%p143;\nand.pred %p175,%p142,%p40;\n"
    "mul.wide.u32 %d272,%r247,24;\nadd.s64 %d273,%d69,%d272;\nadd.s64 %d61,%d273,664;\n@%p144 bra L63;\n"
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
    "mul.wide.u32 %d215,%r213,24;\nadd.s64 %d216,%d69,%d215;\nadd.s64 %d51,%d216,664;\n@%p121 bra L46;\n"
    "ld.param.u64 %d217,[%d51];\nsub.s64 %d218,%d49,%d217;\nand.b64 %d219,%d218,4611688217451692032;\n"
    "setp.eq.s64 %p168,%d219,4611688217451692032;\nL46:\nld.param.u64 %d221,[%d51+-16];\n"
    "add.s64 %d220,%d48,%d221;\nselp.u32 %r215,1,0,%p168;\n{.reg .pred q;setp.ne.s32 q,%r215,0;\n"
    "mov.b32 %r214,0;@q ld.global.u32 %r214,[%d220];}\nadd.s32 %r216,%r300,-2;\nand.b32 %r217,%r216,13;\n"
    "add.s32 %r65,%r62,1;\nsetp.lt.u32 %p122,%r65,%r60;\nsetp.ge.u32 %p123,%r65,%r60;\nor.pred %p124,%p27,%p123;\n"
    "and.pred %p169,%p122,%p27;\nmul.wide.u32 %d222,%r217,24;\nadd.s64 %d223,%d69,%d222;\nadd.s64 %d52,%d223,648;\n"
    "@%p124 bra L48;\nld.param.u64 %d224,[%d52+16];\nsub.s64 %d225,%d49,%d224;\n",
    "and.b64 %d226,%d225,4611688217451692032;\nsetp.eq.s64 %p169,%d226,4611688217451692032;\nL48:\n"
    "ld.param.u64 %d228,[%d52];\nadd.s64 %d227,%d48,%d228;\nselp.u32 %r219,1,0,%p169;\n"
    "{.reg .pred q;setp.ne.s32 q,%r219,0;\nmov.b32 %r218,0;@q ld.global.u32 %r218,[%d227];}\n"
    "add.s32 %r220,%r300,-1;\nand.b32 %r221,%r220,14;\nadd.s32 %r222,%r65,1;\nsetp.lt.u32 %p125,%r222,%r60;\n"
    "setp.ge.u32 %p126,%r222,%r60;\nor.pred %p127,%p27,%p126;\nand.pred %p170,%p125,%p27;\n"
    "mul.wide.u32 %d229,%r221,24;\nadd.s64 %d230,%d69,%d229;\nadd.s64 %d53,%d230,664;\n@%p127 bra L50;\n"
    "ld.param.u64 %d231,[%d53];\nsub.s64 %d232,%d49,%d231;\nand.b64 %d233,%d232,4611688217451692032;\n"
    "setp.eq.s64 %p170,%d233,4611688217451692032;\nL50:\nld.param.u64 %d235,[%d53+-16];\n"
    "add.s64 %d234,%d48,%d235;\nselp.u32 %r224,1,0,%p170;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "mov.b32 %r223,0;@q ld.global.u32 %r223,[%d234];}\nand.b32 %r225,%r300,15;\nsetp.lt.u32 %p128,%r300,%r60;\n"
    "setp.ge.u32 %p129,%r300,%r60;\nor.pred %p130,%p27,%p129;\nand.pred %p171,%p128,%p27;\n"
    "mul.wide.u32 %d236,%r225,24;\nadd.s64 %d237,%d69,%d236;\nadd.s64 %d54,%d237,664;\n@%p130 bra L52;\n"
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
    "mul.wide.u32 %d171,%r196,24;\nadd.s64 %d172,%d69,%d171;\nadd.s64 %d41,%d172,664;\n@%p107 bra L35;\n"
    "ld.param.u64 %d173,[%d41];\nsub.s64 %d174,%d39,%d173;\nand.b64 %d175,%d174,4611688217451692032;\n"
    "setp.eq.s64 %p164,%d175,4611688217451692032;\nL35:\nld.param.u64 %d178,[%d41+-16];\n"
    "add.s64 %d177,%d38,%d178;\nselp.u32 %r197,1,0,%p164;\n{.reg .pred q;setp.ne.s32 q,%r197,0;\n"
    "mov.b64 %d176,0;@q ld.global.u64 %d176,[%d177];}\nadd.s32 %r198,%r299,-2;\nand.b32 %r199,%r198,13;\n"
    "add.s32 %r56,%r54,1;\nsetp.lt.u32 %p108,%r56,%r34;\nsetp.ge.u32 %p109,%r56,%r34;\nor.pred %p110,%p14,%p109;\n"
    "and.pred %p165,%p108,%p14;\nmul.wide.u32 %d179,%r199,24;\nadd.s64 %d180,%d69,%d179;\nadd.s64 %d43,%d180,648;\n"
    "@%p110 bra L37;\nld.param.u64 %d181,[%d43+16];\nsub.s64 %d182,%d39,%d181;\n"
    "and.b64 %d183,%d182,4611688217451692032;\nsetp.eq.s64 %p165,%d183,4611688217451692032;\nL37:\n"
    "ld.param.u64 %d186,[%d43];\nadd.s64 %d185,%d38,%d186;\nselp.u32 %r200,1,0,%p165;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.b64 %d184,0;@q ld.global.u64 %d184,[%d185];}\n"
    "add.s32 %r201,%r299,-1;\nand.b32 %r202,%r201,14;\nadd.s32 %r203,%r56,1;\nsetp.lt.u32 %p111,%r203,%r34;\n"
    "setp.ge.u32 %p112,%r203,%r34;\nor.pred %p113,%p14,%p112;\nand.pred %p166,%p111,%p14;\n"
    "mul.wide.u32 %d187,%r202,24;\nadd.s64 %d188,%d69,%d187;\nadd.s64 %d45,%d188,664;\n@%p113 bra L39;\n"
    "ld.param.u64 %d189,[%d45];\nsub.s64 %d190,%d39,%d189;\nand.b64 %d191,%d190,4611688217451692032;\n",
    "setp.eq.s64 %p166,%d191,4611688217451692032;\nL39:\nld.param.u64 %d194,[%d45+-16];\n"
    "add.s64 %d193,%d38,%d194;\nselp.u32 %r204,1,0,%p166;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "mov.b64 %d192,0;@q ld.global.u64 %d192,[%d193];}\nand.b32 %r205,%r299,15;\nsetp.lt.u32 %p114,%r299,%r34;\n"
    "setp.ge.u32 %p115,%r299,%r34;\nor.pred %p116,%p14,%p115;\nand.pred %p167,%p114,%p14;\n"
    "mul.wide.u32 %d195,%r205,24;\nadd.s64 %d196,%d69,%d195;\nadd.s64 %d47,%d196,664;\n@%p116 bra L41;\n"
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
    "add.s64 %d37,%d335,%d329;\nmov.u32 %r298,3;\nadd.s64 %d158,%d69,648;\nL22:\n.pragma \"nounroll\";\n"
    "add.s32 %r132,%r298,-3;\nsetp.lt.u32 %p91,%r132,%r34;\nsetp.eq.s64 %p1,%d16,%d15;\n"
    "setp.ge.u32 %p92,%r132,%r34;\nor.pred %p93,%p1,%p92;\nand.pred %p160,%p91,%p1;\n@%p93 bra L24;\n"
    "and.b32 %r134,%r132,12;\nmul.wide.u32 %d113,%r134,24;\nadd.s64 %d114,%d69,%d113;\n"
    "ld.param.u64 %d115,[%d114+664];\nsub.s64 %d116,%d36,%d115;\nand.b64 %d117,%d116,4611688217451692032;\n"
    "setp.eq.s64 %p160,%d117,4611688217451692032;\nL24:\nand.b32 %r141,%r132,12;\nmul.wide.u32 %d120,%r141,24;\n"
    "add.s64 %d121,%d69,%d120;\nld.param.u64 %d122,[%d121+648];\nadd.s64 %d118,%d35,%d122;\n"
    "selp.u32 %r139,1,0,%p160;\n{.reg .pred q;setp.ne.s32 q,%r139,0;\n"
    "mov.u32 %r135,0;mov.u32 %r136,0;mov.u32 %r137,0;mov.u32 %r138,0;\n"
    "@q ld.global.v4.u32{%r135,%r136,%r137,%r138},[%d118];}\nadd.s32 %r41,%r298,-2;\nsetp.lt.u32 %p94,%r41,%r34;\n"
    "setp.ge.u32 %p95,%r41,%r34;\nor.pred %p96,%p1,%p95;\nand.pred %p161,%p94,%p1;\n@%p96 bra L26;\n"
    "and.b32 %r143,%r41,13;\nmul.wide.u32 %d124,%r143,24;\nadd.s64 %d125,%d69,%d124;\n"
    "ld.param.u64 %d126,[%d125+664];\nsub.s64 %d127,%d36,%d126;\nand.b64 %d128,%d127,4611688217451692032;\n"
    "setp.eq.s64 %p161,%d128,4611688217451692032;\nL26:\nand.b32 %r150,%r41,13;\nmul.wide.u32 %d131,%r150,24;\n"
    "add.s64 %d132,%d69,%d131;\nld.param.u64 %d133,[%d132+648];\nadd.s64 %d129,%d35,%d133;\n"
    "selp.u32 %r148,1,0,%p161;\n{.reg .pred q;setp.ne.s32 q,%r148,0;\n"
    "mov.u32 %r144,0;mov.u32 %r145,0;mov.u32 %r146,0;mov.u32 %r147,0;\n"
    "@q ld.global.v4.u32{%r144,%r145,%r146,%r147},[%d129];}\nadd.s32 %r151,%r41,1;\nsetp.lt.u32 %p97,%r151,%r34;\n"
    "setp.ge.u32 %p98,%r151,%r34;\nor.pred %p99,%p1,%p98;\nand.pred %p162,%p97,%p1;\n@%p99 bra L28;\n"
    "add.s32 %r152,%r298,-1;\nand.b32 %r153,%r152,14;\nmul.wide.u32 %d135,%r153,24;\nadd.s64 %d136,%d69,%d135;\n"
    "ld.param.u64 %d137,[%d136+664];\nsub.s64 %d138,%d36,%d137;\nand.b64 %d139,%d138,4611688217451692032;\n"
    "setp.eq.s64 %p162,%d139,4611688217451692032;\nL28:\nadd.s32 %r159,%r298,-1;\nand.b32 %r160,%r159,14;\n"
    "mul.wide.u32 %d142,%r160,24;\nadd.s64 %d143,%d69,%d142;\nld.param.u64 %d144,[%d143+648];\n"
    "add.s64 %d140,%d35,%d144;\nselp.u32 %r158,1,0,%p162;\n{.reg .pred q;setp.ne.s32 q,%r158,0;\n"
    "mov.u32 %r154,0;mov.u32 %r155,0;mov.u32 %r156,0;mov.u32 %r157,0;\n"
    "@q ld.global.v4.u32{%r154,%r155,%r156,%r157},[%d140];}\nsetp.lt.u32 %p100,%r298,%r34;\n"
    "setp.ge.u32 %p101,%r298,%r34;\nor.pred %p102,%p1,%p101;\nand.pred %p163,%p100,%p1;\n@%p102 bra L30;\n",
    "and.b32 %r161,%r298,15;\nmul.wide.u32 %d146,%r161,24;\nadd.s64 %d147,%d69,%d146;\n"
    "ld.param.u64 %d148,[%d147+664];\nsub.s64 %d149,%d36,%d148;\nand.b64 %d150,%d149,4611688217451692032;\n"
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
    ".visible .entry cucore_copy_tile1(\n.param .align 8 .b8 p[2768]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<217>;\n.reg .b32 %r<447>;\n.reg .b64 %d<435>;\nmov.b64 %d139,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d142,0;\nmov.u32 %r160,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r372,%r160;\nmov.u64 %d395,%d142;\nmov.u64 %d396,%d142;\nmov.u64 %d397,%d142;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r372;\nmul.wide.u32 %d146,%r372,912;\nadd.s64 %d147,%d139,%d146;\n"
    "add.s64 %d6,%d147,976;\nld.param.u32 %r6,[%d147+976];\nmov.u32 %r373,%r160;\nmov.u64 %d398,%d142;\n"
    "mov.u64 %d401,%d142;\nmov.u64 %d400,%d142;\nbra.uni L2;\nL126:\nsetp.eq.s32 %p199,%r373,0;\n"
    "or.b64 %d398,%d132,%d398;\nselp.b64 %d400,%d418,%d400,%p199;\nadd.s32 %r373,%r373,1;\nmov.u64 %d401,%d433;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p50,%r6,0;\nmov.u32 %r374,1;\n@%p50 bra L4;\n"
    "ld.param.u32 %r374,[%d6+-4];\nL4:\nsetp.lt.u32 %p51,%r373,%r374;\n@%p51 bra L112;\nbra.uni L5;\nL112:\n"
    "ld.param.u32 %r323,[%d6+-28];\nsetp.lt.u32 %p190,%r323,2;\nmov.u32 %r435,%r4;\n@%p190 bra L114;\n"
    "ld.param.v2.u32{%r324,%r325},[%d6+-24];\nmul.hi.u32 %r328,%r4,%r324;\nshr.u32 %r435,%r328,%r325;\nL114:\n"
    "ld.param.u32 %r137,[%d6+-28];\nmov.u64 %d418,0;\nld.param.v2.u32{%r439,%r330},[%d6+-16];\n"
    "add.s32 %r139,%r330,%r439;\nadd.s32 %r436,%r439,1;\nsetp.ge.u32 %p191,%r436,%r139;\nmov.u64 %d419,%d418;\n"
    "mov.u64 %d420,%d418;\nmov.u32 %r440,%r435;\n@%p191 bra L117;\nmov.u64 %d420,0;\nmov.u32 %r437,%r435;\n"
    "mov.u32 %r438,%r439;\nmov.u64 %d419,%d420;\nmov.u64 %d418,%d420;\nL116:\n.pragma \"nounroll\";\n"
    "mov.u32 %r439,%r436;\nmul.lo.s64 %d310,%d5,912;\nadd.s64 %d311,%d139,%d310;\nmul.wide.u32 %d312,%r438,40;\n"
    "add.s64 %d313,%d311,%d312;\nld.param.v2.u32{%r332,%r333},[%d313+992];\nmul.hi.u32 %r336,%r437,%r333;\n"
    "ld.param.u32 %r337,[%d313+1000];\nshr.u32 %r440,%r336,%r337;\nmul.lo.s32 %r338,%r440,%r332;\n"
    "sub.s32 %r339,%r437,%r338;\ncvt.u64.u32 %d314,%r339;\nld.param.u64 %d315,[%d313+1008];\n"
    "mul.lo.s64 %d316,%d315,%d314;\nadd.s64 %d418,%d316,%d418;\nld.param.u64 %d317,[%d313+1016];\n"
    "mul.lo.s64 %d318,%d317,%d314;\nadd.s64 %d419,%d318,%d419;\nld.param.u64 %d319,[%d313+1024];\n"
    "mul.lo.s64 %d320,%d319,%d314;\nadd.s64 %d420,%d320,%d420;\nadd.s32 %r436,%r439,1;\n"
    "setp.lt.u32 %p192,%r436,%r139;\nmov.u32 %r437,%r440;\nmov.u32 %r438,%r439;\n@%p192 bra L116;\nL117:\n"
    "setp.ge.u32 %p193,%r439,%r139;\n@%p193 bra L119;\nmul.lo.s64 %d321,%d5,912;\nadd.s64 %d322,%d139,%d321;\n"
    "mul.wide.u32 %d323,%r439,40;\nadd.s64 %d324,%d322,%d323;\ncvt.u64.u32 %d325,%r440;\n"
    "ld.param.u64 %d326,[%d324+1008];\nmul.lo.s64 %d327,%d326,%d325;\nadd.s64 %d418,%d327,%d418;\n"
    "ld.param.u64 %d328,[%d324+1016];\nmul.lo.s64 %d329,%d328,%d325;\nadd.s64 %d419,%d329,%d419;\n"
    "ld.param.u64 %d330,[%d324+1024];\nmul.lo.s64 %d331,%d330,%d325;\nadd.s64 %d420,%d331,%d420;\nL119:\n"
    "ld.param.v2.u32{%r341,%r342},[%d6+-16];\nmov.u32 %r444,0;\nld.param.v2.u32{%r343,%r344},[%d6+-8];\n"
    "mul.lo.s32 %r346,%r137,%r435;\nsub.s32 %r347,%r4,%r346;\nmad.lo.s32 %r445,%r344,%r347,%r373;\n"
    "setp.lt.u32 %p194,%r341,2;\n@%p194 bra L122;\nmov.u32 %r443,0;\nmov.u32 %r441,1;\nmov.u32 %r442,%r445;\n"
    "L121:\n.pragma \"nounroll\";\nmov.u32 %r444,%r441;\nmul.lo.s64 %d332,%d5,912;\nadd.s64 %d333,%d139,%d332;\n"
    "mul.wide.u32 %d334,%r443,40;\nadd.s64 %d335,%d333,%d334;\nld.param.v2.u32{%r350,%r351},[%d335+992];\n"
    "mul.hi.u32 %r354,%r442,%r351;\nld.param.u32 %r355,[%d335+1000];\nshr.u32 %r445,%r354,%r355;\n"
    "mul.lo.s32 %r356,%r445,%r350;\nsub.s32 %r357,%r442,%r356;\ncvt.u64.u32 %d336,%r357;\n"
    "ld.param.u64 %d337,[%d335+1008];\nmul.lo.s64 %d338,%d337,%d336;\nadd.s64 %d418,%d338,%d418;\n"
    "ld.param.u64 %d339,[%d335+1016];\nmul.lo.s64 %d340,%d339,%d336;\nadd.s64 %d419,%d340,%d419;\n"
    "ld.param.u64 %d341,[%d335+1024];\nmul.lo.s64 %d342,%d341,%d336;\nadd.s64 %d420,%d342,%d420;\n"
    "add.s32 %r441,%r444,1;\nsetp.lt.u32 %p195,%r441,%r341;\nmov.u32 %r442,%r445;\nmov.u32 %r443,%r444;\n"
    "@%p195 bra L121;\n",
    "L122:\nsetp.ge.u32 %p196,%r444,%r341;\n@%p196 bra L124;\nmul.lo.s64 %d343,%d5,912;\n"
    "add.s64 %d344,%d139,%d343;\nmul.wide.u32 %d345,%r444,40;\nadd.s64 %d346,%d344,%d345;\n"
    "cvt.u64.u32 %d347,%r445;\nld.param.u64 %d348,[%d346+1008];\nmul.lo.s64 %d349,%d348,%d347;\n"
    "add.s64 %d418,%d349,%d418;\nld.param.u64 %d350,[%d346+1016];\nmul.lo.s64 %d351,%d350,%d347;\n"
    "add.s64 %d419,%d351,%d419;\nld.param.u64 %d352,[%d346+1024];\nmul.lo.s64 %d353,%d352,%d347;\n"
    "add.s64 %d420,%d353,%d420;\nL124:\nshl.b32 %r359,%r373,4;\nshl.b64 %d132,%d419,%r359;\n"
    "mov.u64 %d434,2097151;\nmov.u64 %d433,0;\nmov.u32 %r446,0;\nL125:\n.pragma \"nounroll\";\n"
    "and.b64 %d356,%d434,%d420;\nand.b64 %d357,%d434,%d401;\nsetp.gt.u64 %p197,%d357,%d356;\n"
    "selp.b64 %d358,%d401,%d420,%p197;\nand.b64 %d359,%d358,%d434;\nor.b64 %d433,%d359,%d433;\n"
    "shl.b64 %d434,%d434,21;\nadd.s32 %r446,%r446,1;\nsetp.ne.s32 %p198,%r446,3;\n@%p198 bra L125;\nbra.uni L126;\n"
    "L5:\nld.param.u32 %r163,[%d6];\nsetp.eq.s32 %p52,%r163,0;\n@%p52 bra L7;\nld.param.u32 %r164,[%d6+-4];\n"
    "add.s32 %r165,%r164,-1;\ncvt.u64.u32 %d148,%r165;\nld.param.u64 %d149,[%d6+8];\n"
    "mul.lo.s64 %d150,%d149,%d148;\nadd.s64 %d401,%d150,%d401;\nL7:\nld.param.u32 %r166,[%d6];\n"
    "setp.eq.s32 %p53,%r166,0;\n@%p53 bra L9;\nmul.lo.s64 %d151,%d398,281479271743489;\n"
    "ld.param.s32 %d152,[%d6+4];\nmul.lo.s64 %d153,%d152,844433520132096;\nadd.s64 %d398,%d153,%d151;\nL9:\n"
    "cvt.u32.u64 %r167,%d5;\nsetp.eq.s32 %p54,%r167,0;\nselp.b64 %d397,%d400,%d397,%p54;\n"
    "selp.b64 %d396,%d398,%d396,%p54;\nselp.b64 %d395,%d401,%d395,%p54;\nadd.s32 %r372,%r167,1;\n"
    "setp.lt.u32 %p55,%r372,2;\n@%p55 bra L1;\nld.param.u64 %d408,[%d139];\nld.param.u64 %d409,[%d139+8];\n"
    "add.s64 %d20,%d139,176;\nmov.u32 %r375,0;\nmov.u32 %r389,%r375;\nmov.u32 %r388,%r375;\nmov.u32 %r387,%r375;\n"
    "mov.u32 %r386,%r375;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p56,%r375,0;\nmov.u32 %r380,%r1;\n"
    "@%p56 bra L14;\nsetp.ne.s32 %p57,%r375,1;\nmov.u32 %r380,%r2;\n@%p57 bra L13;\nbra.uni L14;\nL13:\n"
    "mov.u32 %r380,%r3;\nL14:\nmul.wide.u32 %d154,%r375,4;\nadd.s64 %d155,%d139,%d154;\n"
    "ld.param.u32 %r17,[%d155+56];\nsetp.ge.u32 %p58,%r389,%r17;\n@%p58 bra L17;\nmul.wide.u32 %d156,%r389,40;\n"
    "add.s64 %d405,%d20,%d156;\nL16:\n.pragma \"nounroll\";\nld.param.v2.u32{%r173,%r174},[%d405+-32];\n"
    "mul.hi.u32 %r177,%r380,%r174;\nld.param.v2.u32{%r178,%r179},[%d405+-24];\nshr.u32 %r23,%r177,%r178;\n"
    "mul.lo.s32 %r182,%r23,%r173;\nsub.s32 %r183,%r380,%r182;\ncvt.u64.u32 %d157,%r183;\n"
    "ld.param.u64 %d158,[%d405+-16];\nmul.lo.s64 %d159,%d158,%d157;\nld.param.u64 %d160,[%d405+-8];\n"
    "mul.lo.s64 %d161,%d160,%d157;\nld.param.u32 %r184,[%d405];\nmul.lo.s32 %r185,%r183,%r184;\n"
    "add.s64 %d408,%d159,%d408;\nadd.s64 %d409,%d161,%d409;\nsetp.eq.s32 %p59,%r179,0;\n"
    "selp.b32 %r186,%r185,0,%p59;\nadd.s32 %r386,%r186,%r386;\nsetp.eq.s32 %p60,%r179,1;\n"
    "selp.b32 %r187,%r185,0,%p60;\nadd.s32 %r387,%r187,%r387;\nsetp.eq.s32 %p61,%r179,2;\n"
    "selp.b32 %r188,%r185,0,%p61;\nadd.s32 %r388,%r188,%r388;\nadd.s64 %d405,%d405,40;\nadd.s32 %r389,%r389,1;\n"
    "setp.lt.u32 %p62,%r389,%r17;\nmov.u32 %r380,%r23;\n@%p62 bra L16;\nL17:\nadd.s32 %r375,%r375,1;\n"
    "setp.lt.u32 %p63,%r375,3;\n@%p63 bra L11;\nld.param.v2.u32{%r191,%r192},[%d139+96];\nmov.u32 %r413,0;\n"
    "add.s32 %r193,%r386,1;\nsetp.eq.s32 %p64,%r193,%r191;\nld.param.u64 %d32,[%d139+120];\nneg.s64 %d162,%d32;\n"
    "selp.b64 %d163,%d162,0,%p64;\nld.param.u64 %d33,[%d139+112];\nadd.s64 %d164,%d163,%d33;\n"
    "ld.param.u32 %r35,[%d139+100];\nadd.s32 %r194,%r387,1;\nsetp.eq.s32 %p65,%r194,%r35;\n"
    "ld.param.u64 %d34,[%d139+128];\nneg.s64 %d165,%d34;\nselp.b64 %d166,%d165,0,%p65;\n"
    "add.s64 %d167,%d164,%d166;\nld.param.u32 %r36,[%d139+104];\nadd.s32 %r195,%r388,1;\n"
    "setp.eq.s32 %p66,%r195,%r36;\nld.param.u64 %d35,[%d139+136];\nneg.s64 %d168,%d35;\n"
    "selp.b64 %d169,%d168,0,%p66;\nadd.s64 %d410,%d167,%d169;\nsetp.ne.s64 %p67,%d410,%d33;\n"
    "selp.u32 %r407,1,0,%p67;\nld.param.u32 %r38,[%d139+96];\nsetp.ge.u32 %p68,%r386,%r38;\n"
    "setp.ge.u32 %p69,%r387,%r35;\nsetp.ge.u32 %p70,%r388,%r36;\nor.pred %p71,%p68,%p69;\nor.pred %p72,%p70,%p71;\n",
    "selp.u32 %r406,1,0,%p72;\nld.param.v2.u32{%r196,%r197},[%d139+72];\nand.b64 %d39,%d398,65535;\n"
    "ld.param.u32 %r45,[%d139+1880];\nld.param.u32 %r46,[%d139+968];\nld.param.u64 %d46,[%d139+1480];\n"
    "and.b64 %d47,%d396,65535;\nld.param.u64 %d50,[%d139+1504];\nld.param.u64 %d53,[%d139+1528];\n"
    "ld.param.u64 %d56,[%d139+1552];\nld.param.u64 %d59,[%d139+1576];\nld.param.u64 %d62,[%d139+1600];\n"
    "ld.param.u64 %d65,[%d139+1624];\nld.param.u64 %d68,[%d139+1648];\nld.param.u64 %d71,[%d139+1672];\n"
    "ld.param.u64 %d74,[%d139+1696];\nld.param.u64 %d77,[%d139+1720];\nld.param.u64 %d80,[%d139+1744];\n"
    "ld.param.u64 %d83,[%d139+1768];\nld.param.u64 %d86,[%d139+1792];\nld.param.u64 %d87,[%d139+1816];\n"
    "ld.param.u64 %d88,[%d139+1840];\nadd.s64 %d280,%d46,%d47;\nadd.s64 %d281,%d50,%d47;\n"
    "add.s64 %d282,%d53,%d47;\nadd.s64 %d283,%d56,%d47;\nadd.s64 %d284,%d59,%d47;\nadd.s64 %d285,%d62,%d47;\n"
    "add.s64 %d286,%d65,%d47;\nadd.s64 %d287,%d68,%d47;\nadd.s64 %d288,%d71,%d47;\nadd.s64 %d289,%d74,%d47;\n"
    "add.s64 %d290,%d77,%d47;\nadd.s64 %d291,%d80,%d47;\nadd.s64 %d292,%d83,%d47;\nadd.s64 %d293,%d86,%d47;\n"
    "add.s64 %d294,%d87,%d47;\nadd.s64 %d295,%d88,%d47;\nmov.u32 %r411,%r406;\nmov.u32 %r412,%r407;\n"
    "mov.u64 %d413,%d410;\nmov.u64 %d414,%d409;\nbra.uni L19;\nL111:\nld.param.u32 %r366,[%d139+68];\n"
    "ld.param.u32 %r365,[%d139+104];\nld.param.u32 %r364,[%d139+100];\nld.param.u64 %d394,[%d139+112];\n"
    "ld.param.u32 %r363,[%d139+96];\nld.param.u64 %d393,[%d139+88];\nld.param.u64 %d392,[%d139+80];\nbar.sync 0;\n"
    "add.s64 %d408,%d392,%d408;\nadd.s64 %d409,%d393,%d90;\nsetp.eq.s32 %p176,%r196,0;\n"
    "selp.b32 %r317,%r197,0,%p176;\nadd.s32 %r386,%r317,%r386;\nsetp.eq.s32 %p177,%r196,1;\n"
    "selp.b32 %r318,%r197,0,%p177;\nadd.s32 %r387,%r318,%r387;\nsetp.eq.s32 %p178,%r196,2;\n"
    "selp.b32 %r319,%r197,0,%p178;\nadd.s32 %r388,%r319,%r388;\nadd.s32 %r320,%r386,1;\n"
    "setp.eq.s32 %p179,%r320,%r363;\nselp.b64 %d297,%d162,0,%p179;\nadd.s64 %d298,%d297,%d394;\n"
    "add.s32 %r321,%r387,1;\nsetp.eq.s32 %p180,%r321,%r364;\nselp.b64 %d300,%d165,0,%p180;\n"
    "add.s64 %d301,%d298,%d300;\nadd.s32 %r322,%r388,1;\nsetp.eq.s32 %p181,%r322,%r365;\n"
    "selp.b64 %d303,%d168,0,%p181;\nadd.s64 %d410,%d301,%d303;\nsetp.ne.s64 %p182,%d410,%d394;\n"
    "selp.u32 %r407,1,0,%p182;\nsetp.ge.u32 %p183,%r386,%r363;\nsetp.ge.u32 %p184,%r387,%r192;\n"
    "setp.ge.u32 %p185,%r388,%r365;\nor.pred %p186,%p183,%p184;\nor.pred %p187,%p185,%p186;\n"
    "add.s32 %r413,%r413,1;\nsetp.ge.u32 %p188,%r413,%r366;\nor.pred %p189,%p187,%p188;\n"
    "selp.u32 %r406,1,0,%p189;\nmov.u32 %r411,%r63;\nmov.u32 %r412,%r64;\nmov.u64 %d413,%d89;\n"
    "mov.u64 %d414,%d90;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d90,%d409;\nmov.u64 %d89,%d410;\n"
    "mov.u32 %r64,%r407;\nmov.u32 %r63,%r406;\nld.param.u32 %r360,[%d139+944];\nmov.u32 %r198,%tid.x;\n"
    "setp.gt.u32 %p73,%r360,%r198;\nadd.s64 %d94,%d408,%d397;\nsetp.eq.s32 %p74,%r63,0;\nand.pred %p1,%p74,%p73;\n"
    "not.pred %p75,%p1;\n@%p75 bra L53;\nsetp.ne.s32 %p76,%r46,0;\nsetp.eq.s32 %p77,%r46,0;\n"
    "setp.eq.s32 %p78,%r64,0;\nor.pred %p79,%p78,%p77;\nand.pred %p201,%p78,%p76;\n@%p79 bra L22;\n"
    "ld.param.u64 %d360,[%d139+1488];\nsub.s64 %d170,%d89,%d395;\nsub.s64 %d171,%d170,%d360;\n"
    "and.b64 %d172,%d171,4611688217451692032;\nsetp.eq.s64 %p201,%d172,4611688217451692032;\nL22:\n"
    "ld.param.u64 %d361,[%d139+1472];\nadd.s64 %d173,%d94,%d361;\nselp.u32 %r200,1,0,%p201;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.b32 %r199,0;@q ld.global.u8 %r199,[%d173];}\n"
    "setp.gt.u32 %p80,%r46,1;\nsetp.lt.u32 %p81,%r46,2;\nor.pred %p83,%p78,%p81;\nand.pred %p202,%p78,%p80;\n"
    "@%p83 bra L24;\nld.param.u64 %d362,[%d139+1512];\nsub.s64 %d174,%d89,%d395;\nsub.s64 %d175,%d174,%d362;\n"
    "and.b64 %d176,%d175,4611688217451692032;\nsetp.eq.s64 %p202,%d176,4611688217451692032;\nL24:\n"
    "ld.param.u64 %d363,[%d139+1496];\nadd.s64 %d177,%d94,%d363;\nselp.u32 %r202,1,0,%p202;\n"
    "{.reg .pred q;setp.ne.s32 q,%r202,0;\nmov.b32 %r201,0;@q ld.global.u8 %r201,[%d177];}\n"
    "setp.gt.u32 %p84,%r46,2;\nsetp.lt.u32 %p85,%r46,3;\nor.pred %p87,%p78,%p85;\nand.pred %p203,%p78,%p84;\n"
    "@%p87 bra L26;\nld.param.u64 %d364,[%d139+1536];\n",
    "sub.s64 %d178,%d89,%d395;\nsub.s64 %d179,%d178,%d364;\nand.b64 %d180,%d179,4611688217451692032;\n"
    "setp.eq.s64 %p203,%d180,4611688217451692032;\nL26:\nld.param.u64 %d365,[%d139+1520];\n"
    "add.s64 %d181,%d94,%d365;\nselp.u32 %r204,1,0,%p203;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "mov.b32 %r203,0;@q ld.global.u8 %r203,[%d181];}\nsetp.gt.u32 %p88,%r46,3;\nsetp.lt.u32 %p89,%r46,4;\n"
    "or.pred %p91,%p78,%p89;\nand.pred %p204,%p78,%p88;\n@%p91 bra L28;\nld.param.u64 %d366,[%d139+1560];\n"
    "sub.s64 %d182,%d89,%d395;\nsub.s64 %d183,%d182,%d366;\nand.b64 %d184,%d183,4611688217451692032;\n"
    "setp.eq.s64 %p204,%d184,4611688217451692032;\nL28:\nld.param.u64 %d367,[%d139+1544];\n"
    "add.s64 %d185,%d94,%d367;\nselp.u32 %r206,1,0,%p204;\n{.reg .pred q;setp.ne.s32 q,%r206,0;\n"
    "mov.b32 %r205,0;@q ld.global.u8 %r205,[%d185];}\nsetp.gt.u32 %p92,%r46,4;\nsetp.lt.u32 %p93,%r46,5;\n"
    "or.pred %p95,%p78,%p93;\nand.pred %p205,%p78,%p92;\n@%p95 bra L30;\nld.param.u64 %d368,[%d139+1584];\n"
    "sub.s64 %d186,%d89,%d395;\nsub.s64 %d187,%d186,%d368;\nand.b64 %d188,%d187,4611688217451692032;\n"
    "setp.eq.s64 %p205,%d188,4611688217451692032;\nL30:\nld.param.u64 %d369,[%d139+1568];\n"
    "add.s64 %d189,%d94,%d369;\nselp.u32 %r208,1,0,%p205;\n{.reg .pred q;setp.ne.s32 q,%r208,0;\n"
    "mov.b32 %r207,0;@q ld.global.u8 %r207,[%d189];}\nsetp.gt.u32 %p96,%r46,5;\nsetp.lt.u32 %p97,%r46,6;\n"
    "or.pred %p99,%p78,%p97;\nand.pred %p206,%p78,%p96;\n@%p99 bra L32;\nld.param.u64 %d370,[%d139+1608];\n"
    "sub.s64 %d190,%d89,%d395;\nsub.s64 %d191,%d190,%d370;\nand.b64 %d192,%d191,4611688217451692032;\n"
    "setp.eq.s64 %p206,%d192,4611688217451692032;\nL32:\nld.param.u64 %d371,[%d139+1592];\n"
    "add.s64 %d193,%d94,%d371;\nselp.u32 %r210,1,0,%p206;\n{.reg .pred q;setp.ne.s32 q,%r210,0;\n"
    "mov.b32 %r209,0;@q ld.global.u8 %r209,[%d193];}\nsetp.gt.u32 %p100,%r46,6;\nsetp.lt.u32 %p101,%r46,7;\n"
    "or.pred %p103,%p78,%p101;\nand.pred %p207,%p78,%p100;\n@%p103 bra L34;\nld.param.u64 %d372,[%d139+1632];\n"
    "sub.s64 %d194,%d89,%d395;\nsub.s64 %d195,%d194,%d372;\nand.b64 %d196,%d195,4611688217451692032;\n"
    "setp.eq.s64 %p207,%d196,4611688217451692032;\nL34:\nld.param.u64 %d373,[%d139+1616];\n"
    "add.s64 %d197,%d94,%d373;\nselp.u32 %r212,1,0,%p207;\n{.reg .pred q;setp.ne.s32 q,%r212,0;\n"
    "mov.b32 %r211,0;@q ld.global.u8 %r211,[%d197];}\nsetp.gt.u32 %p104,%r46,7;\nsetp.lt.u32 %p105,%r46,8;\n"
    "or.pred %p107,%p78,%p105;\nand.pred %p208,%p78,%p104;\n@%p107 bra L36;\nld.param.u64 %d374,[%d139+1656];\n"
    "sub.s64 %d198,%d89,%d395;\nsub.s64 %d199,%d198,%d374;\nand.b64 %d200,%d199,4611688217451692032;\n"
    "setp.eq.s64 %p208,%d200,4611688217451692032;\nL36:\nld.param.u64 %d375,[%d139+1640];\n"
    "add.s64 %d201,%d94,%d375;\nselp.u32 %r214,1,0,%p208;\n{.reg .pred q;setp.ne.s32 q,%r214,0;\n"
    "mov.b32 %r213,0;@q ld.global.u8 %r213,[%d201];}\nsetp.gt.u32 %p108,%r46,8;\nsetp.lt.u32 %p109,%r46,9;\n"
    "or.pred %p111,%p78,%p109;\nand.pred %p209,%p78,%p108;\n@%p111 bra L38;\nld.param.u64 %d376,[%d139+1680];\n"
    "sub.s64 %d202,%d89,%d395;\nsub.s64 %d203,%d202,%d376;\nand.b64 %d204,%d203,4611688217451692032;\n"
    "setp.eq.s64 %p209,%d204,4611688217451692032;\nL38:\nld.param.u64 %d377,[%d139+1664];\n"
    "add.s64 %d205,%d94,%d377;\nselp.u32 %r216,1,0,%p209;\n{.reg .pred q;setp.ne.s32 q,%r216,0;\n"
    "mov.b32 %r215,0;@q ld.global.u8 %r215,[%d205];}\nsetp.gt.u32 %p112,%r46,9;\nsetp.lt.u32 %p113,%r46,10;\n"
    "or.pred %p115,%p78,%p113;\nand.pred %p210,%p78,%p112;\n@%p115 bra L40;\nld.param.u64 %d378,[%d139+1704];\n"
    "sub.s64 %d206,%d89,%d395;\nsub.s64 %d207,%d206,%d378;\nand.b64 %d208,%d207,4611688217451692032;\n"
    "setp.eq.s64 %p210,%d208,4611688217451692032;\nL40:\nld.param.u64 %d379,[%d139+1688];\n"
    "add.s64 %d209,%d94,%d379;\nselp.u32 %r218,1,0,%p210;\n{.reg .pred q;setp.ne.s32 q,%r218,0;\n"
    "mov.b32 %r217,0;@q ld.global.u8 %r217,[%d209];}\nsetp.gt.u32 %p116,%r46,10;\nsetp.lt.u32 %p117,%r46,11;\n"
    "or.pred %p119,%p78,%p117;\nand.pred %p211,%p78,%p116;\n@%p119 bra L42;\nld.param.u64 %d380,[%d139+1728];\n"
    "sub.s64 %d210,%d89,%d395;\nsub.s64 %d211,%d210,%d380;\nand.b64 %d212,%d211,4611688217451692032;\n"
    "setp.eq.s64 %p211,%d212,4611688217451692032;\n",
    "L42:\nld.param.u64 %d381,[%d139+1712];\nadd.s64 %d213,%d94,%d381;\nselp.u32 %r220,1,0,%p211;\n"
    "{.reg .pred q;setp.ne.s32 q,%r220,0;\nmov.b32 %r219,0;@q ld.global.u8 %r219,[%d213];}\n"
    "setp.gt.u32 %p120,%r46,11;\nsetp.lt.u32 %p121,%r46,12;\nor.pred %p123,%p78,%p121;\n"
    "and.pred %p212,%p78,%p120;\n@%p123 bra L44;\nld.param.u64 %d382,[%d139+1752];\nsub.s64 %d214,%d89,%d395;\n"
    "sub.s64 %d215,%d214,%d382;\nand.b64 %d216,%d215,4611688217451692032;\n"
    "setp.eq.s64 %p212,%d216,4611688217451692032;\nL44:\nld.param.u64 %d383,[%d139+1736];\n"
    "add.s64 %d217,%d94,%d383;\nselp.u32 %r222,1,0,%p212;\n{.reg .pred q;setp.ne.s32 q,%r222,0;\n"
    "mov.b32 %r221,0;@q ld.global.u8 %r221,[%d217];}\nsetp.gt.u32 %p124,%r46,12;\nsetp.lt.u32 %p125,%r46,13;\n"
    "or.pred %p127,%p78,%p125;\nand.pred %p213,%p78,%p124;\n@%p127 bra L46;\nld.param.u64 %d384,[%d139+1776];\n"
    "sub.s64 %d218,%d89,%d395;\nsub.s64 %d219,%d218,%d384;\nand.b64 %d220,%d219,4611688217451692032;\n"
    "setp.eq.s64 %p213,%d220,4611688217451692032;\nL46:\nld.param.u64 %d385,[%d139+1760];\n"
    "add.s64 %d221,%d94,%d385;\nselp.u32 %r224,1,0,%p213;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "mov.b32 %r223,0;@q ld.global.u8 %r223,[%d221];}\nsetp.gt.u32 %p128,%r46,13;\nsetp.lt.u32 %p129,%r46,14;\n"
    "or.pred %p131,%p78,%p129;\nand.pred %p214,%p78,%p128;\n@%p131 bra L48;\nld.param.u64 %d386,[%d139+1800];\n"
    "sub.s64 %d222,%d89,%d395;\nsub.s64 %d223,%d222,%d386;\nand.b64 %d224,%d223,4611688217451692032;\n"
    "setp.eq.s64 %p214,%d224,4611688217451692032;\nL48:\nld.param.u64 %d387,[%d139+1784];\n"
    "add.s64 %d225,%d94,%d387;\nselp.u32 %r226,1,0,%p214;\n{.reg .pred q;setp.ne.s32 q,%r226,0;\n"
    "mov.b32 %r225,0;@q ld.global.u8 %r225,[%d225];}\nsetp.gt.u32 %p132,%r46,14;\nsetp.lt.u32 %p133,%r46,15;\n"
    "or.pred %p135,%p78,%p133;\nand.pred %p215,%p78,%p132;\n@%p135 bra L50;\nld.param.u64 %d388,[%d139+1824];\n"
    "sub.s64 %d226,%d89,%d395;\nsub.s64 %d227,%d226,%d388;\nand.b64 %d228,%d227,4611688217451692032;\n"
    "setp.eq.s64 %p215,%d228,4611688217451692032;\nL50:\nld.param.u64 %d389,[%d139+1808];\n"
    "add.s64 %d229,%d94,%d389;\nselp.u32 %r228,1,0,%p215;\n{.reg .pred q;setp.ne.s32 q,%r228,0;\n"
    "mov.b32 %r227,0;@q ld.global.u8 %r227,[%d229];}\nsetp.gt.u32 %p136,%r46,15;\nsetp.lt.u32 %p137,%r46,16;\n"
    "or.pred %p139,%p78,%p137;\nand.pred %p216,%p78,%p136;\n@%p139 bra L52;\nld.param.u64 %d390,[%d139+1848];\n"
    "sub.s64 %d230,%d89,%d395;\nsub.s64 %d231,%d230,%d390;\nand.b64 %d232,%d231,4611688217451692032;\n"
    "setp.eq.s64 %p216,%d232,4611688217451692032;\nL52:\nld.param.u64 %d391,[%d139+1832];\n"
    "add.s64 %d233,%d94,%d391;\nselp.u32 %r230,1,0,%p216;\n{.reg .pred q;setp.ne.s32 q,%r230,0;\n"
    "mov.b32 %r229,0;@q ld.global.u8 %r229,[%d233];}\nand.b32 %r414,%r229,255;\nand.b32 %r416,%r225,255;\n"
    "and.b32 %r418,%r221,255;\nand.b32 %r420,%r217,255;\nand.b32 %r422,%r213,255;\nand.b32 %r424,%r209,255;\n"
    "and.b32 %r426,%r205,255;\nand.b32 %r428,%r201,255;\nand.b32 %r429,%r199,255;\nand.b32 %r427,%r203,255;\n"
    "and.b32 %r425,%r207,255;\nand.b32 %r423,%r211,255;\nand.b32 %r421,%r215,255;\nand.b32 %r419,%r219,255;\n"
    "and.b32 %r417,%r223,255;\nand.b32 %r415,%r227,255;\nL53:\nsetp.eq.s32 %p140,%r413,0;\n@%p140 bra L78;\n"
    "mov.u32 %r362,%tid.x;\nld.param.u32 %r361,[%d139+1856];\nsetp.le.u32 %p141,%r361,%r362;\n"
    "setp.ne.s32 %p142,%r411,0;\nor.pred %p143,%p142,%p141;\n@%p143 bra L75;\nsetp.eq.s32 %p144,%r45,0;\n"
    "add.s64 %d95,%d414,%d400;\n@%p144 bra L75;\nsub.s64 %d96,%d413,%d401;\nmov.u32 %r430,0;\nL57:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p145,%r430,%r45;\n@%p145 bra L74;\nsetp.eq.s32 %p146,%r412,0;\n"
    "and.b32 %r233,%r430,12;\nmul.wide.u32 %d235,%r233,24;\nadd.s64 %d236,%d139,%d235;\nadd.s64 %d97,%d236,2400;\n"
    "@%p146 bra L60;\nld.param.u64 %d237,[%d97];\nsub.s64 %d238,%d96,%d237;\n"
    "and.b64 %d239,%d238,4611688217451692032;\nsetp.eq.s64 %p147,%d239,4611688217451692032;\n"
    "selp.u32 %r431,1,0,%p147;\nbra.uni L61;\nL60:\nmov.u32 %r431,1;\nL61:\nld.param.u64 %d241,[%d97+-16];\n"
    "add.s64 %d240,%d95,%d241;\nld.param.u64 %d242,[%d97+-8];\nadd.s64 %d243,%d242,%d39;\n"
    "cvt.u32.u64 %r237,%d243;\nmov.u32 %r238,tile;\nadd.s32 %r239,%r238,%r237;\n",
    "ld.shared.u8 %r235,[%r239];\n{.reg .pred q;setp.ne.s32 q,%r431,0;\n@q st.global.u8[%d240],%r235;}\n"
    "add.s32 %r240,%r430,1;\nsetp.ge.u32 %p148,%r240,%r45;\n@%p148 bra L74;\n@%p146 bra L64;\n"
    "add.s32 %r367,%r430,1;\nand.b32 %r242,%r367,13;\nmul.wide.u32 %d245,%r242,24;\nadd.s64 %d246,%d139,%d245;\n"
    "ld.param.u64 %d247,[%d246+2400];\nsub.s64 %d248,%d96,%d247;\nand.b64 %d249,%d248,4611688217451692032;\n"
    "setp.eq.s64 %p150,%d249,4611688217451692032;\nselp.u32 %r432,1,0,%p150;\nbra.uni L65;\nL64:\n"
    "mov.u32 %r432,1;\nL65:\nmov.u32 %r369,tile;\nadd.s32 %r368,%r430,1;\nand.b32 %r247,%r368,13;\n"
    "mul.wide.u32 %d252,%r247,24;\nadd.s64 %d253,%d139,%d252;\nld.param.u64 %d254,[%d253+2384];\n"
    "add.s64 %d250,%d95,%d254;\nld.param.u64 %d255,[%d253+2392];\nadd.s64 %d256,%d255,%d39;\n"
    "cvt.u32.u64 %r248,%d256;\nadd.s32 %r250,%r369,%r248;\nld.shared.u8 %r244,[%r250];\n"
    "{.reg .pred q;setp.ne.s32 q,%r432,0;\n@q st.global.u8[%d250],%r244;}\nadd.s32 %r123,%r430,2;\n"
    "setp.ge.u32 %p151,%r123,%r45;\n@%p151 bra L74;\nand.b32 %r251,%r123,14;\nmul.wide.u32 %d258,%r251,24;\n"
    "add.s64 %d259,%d139,%d258;\nadd.s64 %d98,%d259,2400;\n@%p146 bra L68;\nld.param.u64 %d260,[%d98];\n"
    "sub.s64 %d261,%d96,%d260;\nand.b64 %d262,%d261,4611688217451692032;\n"
    "setp.eq.s64 %p153,%d262,4611688217451692032;\nselp.u32 %r433,1,0,%p153;\nbra.uni L69;\nL68:\n"
    "mov.u32 %r433,1;\nL69:\nmov.u32 %r370,tile;\nld.param.u64 %d264,[%d98+-16];\nadd.s64 %d263,%d95,%d264;\n"
    "ld.param.u64 %d265,[%d98+-8];\nadd.s64 %d266,%d265,%d39;\ncvt.u32.u64 %r255,%d266;\n"
    "add.s32 %r257,%r370,%r255;\nld.shared.u8 %r253,[%r257];\n{.reg .pred q;setp.ne.s32 q,%r433,0;\n"
    "@q st.global.u8[%d263],%r253;}\nadd.s32 %r258,%r430,3;\nsetp.ge.u32 %p154,%r258,%r45;\n@%p154 bra L74;\n"
    "@%p146 bra L72;\nld.param.u64 %d270,[%d253+2448];\nsub.s64 %d271,%d96,%d270;\n"
    "and.b64 %d272,%d271,4611688217451692032;\nsetp.eq.s64 %p156,%d272,4611688217451692032;\n"
    "selp.u32 %r434,1,0,%p156;\nbra.uni L73;\nL72:\nmov.u32 %r434,1;\nL73:\nmov.u32 %r371,tile;\n"
    "ld.param.u64 %d277,[%d253+2432];\nadd.s64 %d273,%d95,%d277;\nld.param.u64 %d278,[%d253+2440];\n"
    "add.s64 %d279,%d278,%d39;\ncvt.u32.u64 %r266,%d279;\nadd.s32 %r268,%r371,%r266;\nld.shared.u8 %r262,[%r268];\n"
    "{.reg .pred q;setp.ne.s32 q,%r434,0;\n@q st.global.u8[%d273],%r262;}\nL74:\nadd.s32 %r430,%r430,4;\n"
    "setp.lt.u32 %p157,%r430,%r45;\n@%p157 bra L57;\nL75:\nsetp.eq.s32 %p200,%r63,0;\n@%p200 bra L77;\n"
    "bra.uni L76;\nL77:\nbar.sync 0;\nL78:\n@%p75 bra L111;\nsetp.eq.s32 %p160,%r46,0;\n@%p160 bra L81;\n"
    "cvt.u32.u64 %r269,%d280;\nmov.u32 %r270,tile;\nadd.s32 %r271,%r270,%r269;\nst.shared.u8[%r271],%r429;\nL81:\n"
    "setp.lt.u32 %p161,%r46,2;\n@%p161 bra L83;\ncvt.u32.u64 %r272,%d281;\nmov.u32 %r273,tile;\n"
    "add.s32 %r274,%r273,%r272;\nst.shared.u8[%r274],%r428;\nL83:\nsetp.lt.u32 %p162,%r46,3;\n@%p162 bra L85;\n"
    "cvt.u32.u64 %r275,%d282;\nmov.u32 %r276,tile;\nadd.s32 %r277,%r276,%r275;\nst.shared.u8[%r277],%r427;\nL85:\n"
    "setp.lt.u32 %p163,%r46,4;\n@%p163 bra L87;\ncvt.u32.u64 %r278,%d283;\nmov.u32 %r279,tile;\n"
    "add.s32 %r280,%r279,%r278;\nst.shared.u8[%r280],%r426;\nL87:\nsetp.lt.u32 %p164,%r46,5;\n@%p164 bra L89;\n"
    "cvt.u32.u64 %r281,%d284;\nmov.u32 %r282,tile;\nadd.s32 %r283,%r282,%r281;\nst.shared.u8[%r283],%r425;\nL89:\n"
    "setp.lt.u32 %p165,%r46,6;\n@%p165 bra L91;\ncvt.u32.u64 %r284,%d285;\nmov.u32 %r285,tile;\n"
    "add.s32 %r286,%r285,%r284;\nst.shared.u8[%r286],%r424;\nL91:\nsetp.lt.u32 %p166,%r46,7;\n@%p166 bra L93;\n"
    "cvt.u32.u64 %r287,%d286;\nmov.u32 %r288,tile;\nadd.s32 %r289,%r288,%r287;\nst.shared.u8[%r289],%r423;\nL93:\n"
    "setp.lt.u32 %p167,%r46,8;\n@%p167 bra L95;\ncvt.u32.u64 %r290,%d287;\nmov.u32 %r291,tile;\n"
    "add.s32 %r292,%r291,%r290;\nst.shared.u8[%r292],%r422;\nL95:\nsetp.lt.u32 %p168,%r46,9;\n@%p168 bra L97;\n"
    "cvt.u32.u64 %r293,%d288;\nmov.u32 %r294,tile;\nadd.s32 %r295,%r294,%r293;\nst.shared.u8[%r295],%r421;\nL97:\n"
    "setp.lt.u32 %p169,%r46,10;\n@%p169 bra L99;\ncvt.u32.u64 %r296,%d289;\nmov.u32 %r297,tile;\n"
    "add.s32 %r298,%r297,%r296;\nst.shared.u8[%r298],%r420;\nL99:\nsetp.lt.u32 %p170,%r46,11;\n@%p170 bra L101;\n",
    "cvt.u32.u64 %r299,%d290;\nmov.u32 %r300,tile;\nadd.s32 %r301,%r300,%r299;\nst.shared.u8[%r301],%r419;\nL101:\n"
    "setp.lt.u32 %p171,%r46,12;\n@%p171 bra L103;\ncvt.u32.u64 %r302,%d291;\nmov.u32 %r303,tile;\n"
    "add.s32 %r304,%r303,%r302;\nst.shared.u8[%r304],%r418;\nL103:\nsetp.lt.u32 %p172,%r46,13;\n@%p172 bra L105;\n"
    "cvt.u32.u64 %r305,%d292;\nmov.u32 %r306,tile;\nadd.s32 %r307,%r306,%r305;\nst.shared.u8[%r307],%r417;\nL105:\n"
    "setp.lt.u32 %p173,%r46,14;\n@%p173 bra L107;\ncvt.u32.u64 %r308,%d293;\nmov.u32 %r309,tile;\n"
    "add.s32 %r310,%r309,%r308;\nst.shared.u8[%r310],%r416;\nL107:\nsetp.lt.u32 %p174,%r46,15;\n@%p174 bra L109;\n"
    "cvt.u32.u64 %r311,%d294;\nmov.u32 %r312,tile;\nadd.s32 %r313,%r312,%r311;\nst.shared.u8[%r313],%r415;\nL109:\n"
    "setp.lt.u32 %p175,%r46,16;\n@%p175 bra L111;\ncvt.u32.u64 %r314,%d295;\nmov.u32 %r315,tile;\n"
    "add.s32 %r316,%r315,%r314;\nst.shared.u8[%r316],%r414;\nbra.uni L111;\nL76:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile2[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile2(\n.param .align 8 .b8 p[2768]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<309>;\n.reg .b16 %rs<55>;\n.reg .b32 %r<818>;\n.reg .b64 %d<729>;\nmov.b64 %d221,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d220,0;\nmov.u32 %r292,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r706,%r292;\nmov.u64 %d654,%d220;\nmov.u64 %d655,%d220;\nmov.u64 %d656,%d220;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r706;\nmul.wide.u32 %d225,%r706,912;\n"
    "add.s64 %d226,%d221,%d225;\nadd.s64 %d6,%d226,976;\nld.param.u32 %r6,[%d226+976];\nmov.u32 %r707,%r292;\n"
    "mov.u64 %d657,%d220;\nmov.u64 %d660,%d220;\nmov.u64 %d659,%d220;\nbra.uni L2;\nL211:\n"
    "setp.eq.s32 %p287,%r707,0;\nor.b64 %d657,%d211,%d657;\nselp.b64 %d659,%d712,%d659,%p287;\n"
    "add.s32 %r707,%r707,1;\nmov.u64 %d660,%d727;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p61,%r6,0;\n"
    "mov.u32 %r708,1;\n@%p61 bra L4;\nld.param.u32 %r708,[%d6+-4];\nL4:\nsetp.lt.u32 %p62,%r707,%r708;\n"
    "@%p62 bra L197;\nbra.uni L5;\nL197:\nld.param.u32 %r651,[%d6+-28];\nsetp.lt.u32 %p278,%r651,2;\n"
    "mov.u32 %r806,%r4;\n@%p278 bra L199;\nld.param.v2.u32{%r652,%r653},[%d6+-24];\nmul.hi.u32 %r656,%r4,%r652;\n"
    "shr.u32 %r806,%r656,%r653;\nL199:\nld.param.u32 %r269,[%d6+-28];\nmov.u64 %d712,0;\n"
    "ld.param.v2.u32{%r810,%r658},[%d6+-16];\nadd.s32 %r271,%r658,%r810;\nadd.s32 %r807,%r810,1;\n"
    "setp.ge.u32 %p279,%r807,%r271;\nmov.u64 %d713,%d712;\nmov.u64 %d714,%d712;\nmov.u32 %r811,%r806;\n"
    "@%p279 bra L202;\nmov.u64 %d714,0;\nmov.u32 %r808,%r806;\nmov.u32 %r809,%r810;\nmov.u64 %d713,%d714;\n"
    "mov.u64 %d712,%d714;\nL201:\n.pragma \"nounroll\";\nmov.u32 %r810,%r807;\nmul.lo.s64 %d540,%d5,912;\n"
    "add.s64 %d541,%d221,%d540;\nmul.wide.u32 %d542,%r809,40;\nadd.s64 %d543,%d541,%d542;\n"
    "ld.param.v2.u32{%r660,%r661},[%d543+992];\nmul.hi.u32 %r664,%r808,%r661;\nld.param.u32 %r665,[%d543+1000];\n"
    "shr.u32 %r811,%r664,%r665;\nmul.lo.s32 %r666,%r811,%r660;\nsub.s32 %r667,%r808,%r666;\n"
    "cvt.u64.u32 %d544,%r667;\nld.param.u64 %d545,[%d543+1008];\nmul.lo.s64 %d546,%d545,%d544;\n"
    "add.s64 %d712,%d546,%d712;\nld.param.u64 %d547,[%d543+1016];\nmul.lo.s64 %d548,%d547,%d544;\n"
    "add.s64 %d713,%d548,%d713;\nld.param.u64 %d549,[%d543+1024];\nmul.lo.s64 %d550,%d549,%d544;\n"
    "add.s64 %d714,%d550,%d714;\nadd.s32 %r807,%r810,1;\nsetp.lt.u32 %p280,%r807,%r271;\nmov.u32 %r808,%r811;\n"
    "mov.u32 %r809,%r810;\n@%p280 bra L201;\nL202:\nsetp.ge.u32 %p281,%r810,%r271;\n@%p281 bra L204;\n"
    "mul.lo.s64 %d551,%d5,912;\nadd.s64 %d552,%d221,%d551;\nmul.wide.u32 %d553,%r810,40;\n"
    "add.s64 %d554,%d552,%d553;\ncvt.u64.u32 %d555,%r811;\nld.param.u64 %d556,[%d554+1008];\n"
    "mul.lo.s64 %d557,%d556,%d555;\nadd.s64 %d712,%d557,%d712;\nld.param.u64 %d558,[%d554+1016];\n"
    "mul.lo.s64 %d559,%d558,%d555;\nadd.s64 %d713,%d559,%d713;\nld.param.u64 %d560,[%d554+1024];\n"
    "mul.lo.s64 %d561,%d560,%d555;\nadd.s64 %d714,%d561,%d714;\nL204:\nld.param.v2.u32{%r669,%r670},[%d6+-16];\n"
    "mov.u32 %r815,0;\nld.param.v2.u32{%r671,%r672},[%d6+-8];\nmul.lo.s32 %r674,%r269,%r806;\n"
    "sub.s32 %r675,%r4,%r674;\nmad.lo.s32 %r816,%r672,%r675,%r707;\nsetp.lt.u32 %p282,%r669,2;\n@%p282 bra L207;\n"
    "mov.u32 %r814,0;\nmov.u32 %r812,1;\nmov.u32 %r813,%r816;\nL206:\n.pragma \"nounroll\";\nmov.u32 %r815,%r812;\n"
    "mul.lo.s64 %d562,%d5,912;\nadd.s64 %d563,%d221,%d562;\nmul.wide.u32 %d564,%r814,40;\n"
    "add.s64 %d565,%d563,%d564;\nld.param.v2.u32{%r678,%r679},[%d565+992];\nmul.hi.u32 %r682,%r813,%r679;\n"
    "ld.param.u32 %r683,[%d565+1000];\nshr.u32 %r816,%r682,%r683;\nmul.lo.s32 %r684,%r816,%r678;\n"
    "sub.s32 %r685,%r813,%r684;\ncvt.u64.u32 %d566,%r685;\nld.param.u64 %d567,[%d565+1008];\n"
    "mul.lo.s64 %d568,%d567,%d566;\nadd.s64 %d712,%d568,%d712;\nld.param.u64 %d569,[%d565+1016];\n"
    "mul.lo.s64 %d570,%d569,%d566;\nadd.s64 %d713,%d570,%d713;\nld.param.u64 %d571,[%d565+1024];\n"
    "mul.lo.s64 %d572,%d571,%d566;\nadd.s64 %d714,%d572,%d714;\nadd.s32 %r812,%r815,1;\n"
    "setp.lt.u32 %p283,%r812,%r669;\nmov.u32 %r813,%r816;\nmov.u32 %r814,%r815;\n",
    "@%p283 bra L206;\nL207:\nsetp.ge.u32 %p284,%r815,%r669;\n@%p284 bra L209;\nmul.lo.s64 %d573,%d5,912;\n"
    "add.s64 %d574,%d221,%d573;\nmul.wide.u32 %d575,%r815,40;\nadd.s64 %d576,%d574,%d575;\n"
    "cvt.u64.u32 %d577,%r816;\nld.param.u64 %d578,[%d576+1008];\nmul.lo.s64 %d579,%d578,%d577;\n"
    "add.s64 %d712,%d579,%d712;\nld.param.u64 %d580,[%d576+1016];\nmul.lo.s64 %d581,%d580,%d577;\n"
    "add.s64 %d713,%d581,%d713;\nld.param.u64 %d582,[%d576+1024];\nmul.lo.s64 %d583,%d582,%d577;\n"
    "add.s64 %d714,%d583,%d714;\nL209:\nshl.b32 %r687,%r707,4;\nshl.b64 %d211,%d713,%r687;\n"
    "mov.u64 %d728,2097151;\nmov.u64 %d727,0;\nmov.u32 %r817,0;\nL210:\n.pragma \"nounroll\";\n"
    "and.b64 %d586,%d728,%d714;\nand.b64 %d587,%d728,%d660;\nsetp.gt.u64 %p285,%d587,%d586;\n"
    "selp.b64 %d588,%d660,%d714,%p285;\nand.b64 %d589,%d588,%d728;\nor.b64 %d727,%d589,%d727;\n"
    "shl.b64 %d728,%d728,21;\nadd.s32 %r817,%r817,1;\nsetp.ne.s32 %p286,%r817,3;\n@%p286 bra L210;\nbra.uni L211;\n"
    "L5:\nld.param.u32 %r295,[%d6];\nsetp.eq.s32 %p63,%r295,0;\n@%p63 bra L7;\nld.param.u32 %r296,[%d6+-4];\n"
    "add.s32 %r297,%r296,-1;\ncvt.u64.u32 %d227,%r297;\nld.param.u64 %d228,[%d6+8];\n"
    "mul.lo.s64 %d229,%d228,%d227;\nadd.s64 %d660,%d229,%d660;\nL7:\nld.param.u32 %r298,[%d6];\n"
    "setp.eq.s32 %p64,%r298,0;\n@%p64 bra L9;\nmul.lo.s64 %d230,%d657,281479271743489;\n"
    "ld.param.s32 %d231,[%d6+4];\nmul.lo.s64 %d232,%d231,844433520132096;\nadd.s64 %d657,%d232,%d230;\nL9:\n"
    "cvt.u32.u64 %r299,%d5;\nsetp.eq.s32 %p65,%r299,0;\nselp.b64 %d654,%d659,%d654,%p65;\n"
    "selp.b64 %d655,%d657,%d655,%p65;\nselp.b64 %d656,%d660,%d656,%p65;\nadd.s32 %r706,%r299,1;\n"
    "setp.lt.u32 %p66,%r706,2;\n@%p66 bra L1;\nld.param.u64 %d666,[%d221];\nld.param.u64 %d667,[%d221+8];\n"
    "mov.u32 %r709,0;\nmov.u32 %r723,%r709;\nmov.u32 %r722,%r709;\nmov.u32 %r721,%r709;\nmov.u32 %r720,%r709;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p67,%r709,0;\nmov.u32 %r714,%r1;\n@%p67 bra L14;\n"
    "setp.ne.s32 %p68,%r709,1;\nmov.u32 %r714,%r2;\n@%p68 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r714,%r3;\nL14:\n"
    "mul.wide.u32 %d233,%r709,4;\nadd.s64 %d234,%d221,%d233;\nld.param.u32 %r17,[%d234+56];\n"
    "setp.ge.u32 %p69,%r723,%r17;\n@%p69 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d235,%r723,40;\n"
    "add.s64 %d236,%d221,%d235;\nld.param.v2.u32{%r305,%r306},[%d236+144];\nmul.hi.u32 %r309,%r714,%r306;\n"
    "ld.param.v2.u32{%r310,%r311},[%d236+152];\nshr.u32 %r23,%r309,%r310;\nmul.lo.s32 %r314,%r23,%r305;\n"
    "sub.s32 %r315,%r714,%r314;\ncvt.u64.u32 %d237,%r315;\nld.param.u64 %d238,[%d236+160];\n"
    "mul.lo.s64 %d239,%d238,%d237;\nld.param.u64 %d240,[%d236+168];\nmul.lo.s64 %d241,%d240,%d237;\n"
    "ld.param.u32 %r316,[%d236+176];\nmul.lo.s32 %r317,%r315,%r316;\nadd.s64 %d666,%d239,%d666;\n"
    "add.s64 %d667,%d241,%d667;\nsetp.eq.s32 %p70,%r311,0;\nselp.b32 %r318,%r317,0,%p70;\n"
    "add.s32 %r720,%r318,%r720;\nsetp.eq.s32 %p71,%r311,1;\nselp.b32 %r319,%r317,0,%p71;\n"
    "add.s32 %r721,%r319,%r721;\nsetp.eq.s32 %p72,%r311,2;\nselp.b32 %r320,%r317,0,%p72;\n"
    "add.s32 %r722,%r320,%r722;\nadd.s32 %r723,%r723,1;\nsetp.lt.u32 %p73,%r723,%r17;\nmov.u32 %r714,%r23;\n"
    "@%p73 bra L15;\nL16:\nadd.s32 %r709,%r709,1;\nsetp.lt.u32 %p74,%r709,3;\n@%p74 bra L11;\n"
    "ld.param.u32 %r33,[%d221+96];\nadd.s32 %r323,%r720,1;\nsetp.eq.s32 %p75,%r323,%r33;\n"
    "ld.param.u64 %d28,[%d221+120];\nneg.s64 %d242,%d28;\nselp.b64 %d243,%d242,0,%p75;\n"
    "ld.param.u64 %d29,[%d221+112];\nadd.s64 %d244,%d243,%d29;\nld.param.v2.u32{%r324,%r325},[%d221+96];\n"
    "mov.u32 %r750,0;\nadd.s32 %r326,%r721,1;\nsetp.eq.s32 %p76,%r326,%r325;\nld.param.u64 %d30,[%d221+128];\n"
    "neg.s64 %d245,%d30;\nselp.b64 %d246,%d245,0,%p76;\nadd.s64 %d247,%d244,%d246;\n"
    "ld.param.u32 %r36,[%d221+104];\nadd.s32 %r327,%r722,1;\nsetp.eq.s32 %p77,%r327,%r36;\n"
    "ld.param.u64 %d31,[%d221+136];\nneg.s64 %d248,%d31;\nselp.b64 %d249,%d248,0,%p77;\n"
    "add.s64 %d668,%d247,%d249;\nsetp.ne.s64 %p78,%d668,%d29;\nselp.u32 %r741,1,0,%p78;\n"
    "setp.ge.u32 %p79,%r720,%r324;\nsetp.ge.u32 %p80,%r721,%r325;\nsetp.ge.u32 %p81,%r722,%r36;\n"
    "or.pred %p82,%p79,%p80;\nor.pred %p83,%p81,%p82;\nselp.u32 %r740,1,0,%p83;\n",
    "ld.param.v2.u32{%r328,%r329},[%d221+968];\nld.param.v2.u32{%r330,%r331},[%d221+944];\n"
    "ld.param.v2.u32{%r332,%r333},[%d221+1856];\nld.param.v2.u32{%r334,%r335},[%d221+72];\n"
    "ld.param.u32 %r50,[%d221+40];\nld.param.v2.u32{%r336,%r337},[%d221+1880];\ncvt.u32.u64 %r338,%d655;\n"
    "ld.param.v2.u32{%r339,%r340},[%d221+976];\nand.b64 %d35,%d657,65535;\nld.param.u32 %r57,[%d221+1880];\n"
    "ld.param.v2.u32{%r341,%r342},[%d221+40];\nld.param.v2.u32{%r343,%r344},[%d221+32];\n"
    "ld.param.v2.u32{%r345,%r346},[%d221+952];\nld.param.v2.u32{%r347,%r348},[%d221+960];\n"
    "add.s32 %r67,%r348,%r347;\ncvt.u32.u64 %r349,%d657;\nand.b32 %r69,%r349,65535;\n"
    "ld.param.v2.u32{%r350,%r351},[%d221+1888];\nld.param.v2.u32{%r352,%r353},[%d221+1864];\n"
    "ld.param.v2.u32{%r354,%r355},[%d221+1872];\nadd.s32 %r77,%r355,%r354;\nld.param.u64 %d37,[%d221+1896];\n"
    "ld.param.u32 %r78,[%d221+968];\nld.param.u64 %d38,[%d221+1472];\nld.param.u64 %d39,[%d221+1488];\n"
    "ld.param.u64 %d40,[%d221+1496];\nld.param.u64 %d41,[%d221+1512];\nld.param.u64 %d42,[%d221+1520];\n"
    "ld.param.u64 %d43,[%d221+1536];\nld.param.u64 %d45,[%d221+1544];\nld.param.u64 %d46,[%d221+1560];\n"
    "ld.param.u64 %d56,[%d221+1576];\nand.b64 %d57,%d655,65535;\nld.param.u64 %d60,[%d221+1600];\n"
    "ld.param.u64 %d63,[%d221+1624];\nld.param.u64 %d66,[%d221+1648];\nld.param.u64 %d69,[%d221+1672];\n"
    "ld.param.u64 %d72,[%d221+1696];\nld.param.u64 %d75,[%d221+1720];\nld.param.u64 %d78,[%d221+1744];\n"
    "ld.param.u64 %d81,[%d221+1768];\nld.param.u64 %d84,[%d221+1792];\nld.param.u64 %d85,[%d221+1816];\n"
    "ld.param.u64 %d86,[%d221+1840];\nmul.lo.s64 %d373,%d37,7;\nmul.hi.u32 %r440,%r4,%r352;\n"
    "shr.u32 %r196,%r440,%r353;\nadd.s64 %d457,%d56,%d57;\nadd.s64 %d458,%d60,%d57;\nadd.s64 %d459,%d63,%d57;\n"
    "add.s64 %d460,%d66,%d57;\nadd.s64 %d461,%d69,%d57;\nadd.s64 %d462,%d72,%d57;\nadd.s64 %d463,%d75,%d57;\n"
    "add.s64 %d464,%d78,%d57;\nadd.s64 %d465,%d81,%d57;\nadd.s64 %d466,%d84,%d57;\nadd.s64 %d467,%d85,%d57;\n"
    "add.s64 %d468,%d86,%d57;\nmul.hi.u32 %r618,%r4,%r345;\nshr.u32 %r240,%r618,%r346;\nmov.u32 %r745,%r740;\n"
    "mov.u32 %r746,%r741;\nmov.u32 %r747,%r722;\nmov.u32 %r748,%r721;\nmov.u32 %r749,%r720;\nmov.u64 %d671,%d668;\n"
    "mov.u64 %d672,%d667;\nbra.uni L18;\nL196:\nld.param.u32 %r694,[%d221+68];\nld.param.u32 %r693,[%d221+104];\n"
    "ld.param.u32 %r692,[%d221+100];\nld.param.u64 %d621,[%d221+112];\nld.param.u32 %r691,[%d221+96];\n"
    "ld.param.u64 %d620,[%d221+88];\nld.param.u64 %d619,[%d221+80];\nbar.sync 0;\nadd.s64 %d666,%d619,%d666;\n"
    "add.s64 %d667,%d620,%d672;\nsetp.eq.s32 %p264,%r334,0;\nselp.b32 %r645,%r335,0,%p264;\n"
    "add.s32 %r720,%r645,%r749;\nsetp.eq.s32 %p265,%r334,1;\nselp.b32 %r646,%r335,0,%p265;\n"
    "add.s32 %r721,%r646,%r748;\nsetp.eq.s32 %p266,%r334,2;\nselp.b32 %r647,%r335,0,%p266;\n"
    "add.s32 %r722,%r647,%r747;\nadd.s32 %r648,%r720,1;\nsetp.eq.s32 %p267,%r648,%r691;\n"
    "selp.b64 %d527,%d242,0,%p267;\nadd.s64 %d528,%d527,%d621;\nadd.s32 %r649,%r721,1;\n"
    "setp.eq.s32 %p268,%r649,%r692;\nselp.b64 %d530,%d245,0,%p268;\nadd.s64 %d531,%d528,%d530;\n"
    "add.s32 %r650,%r722,1;\nsetp.eq.s32 %p269,%r650,%r693;\nselp.b64 %d533,%d248,0,%p269;\n"
    "add.s64 %d668,%d531,%d533;\nsetp.ne.s64 %p270,%d668,%d621;\nselp.u32 %r741,1,0,%p270;\n"
    "setp.ge.u32 %p271,%r720,%r324;\nsetp.ge.u32 %p272,%r721,%r692;\nsetp.ge.u32 %p273,%r722,%r693;\n"
    "or.pred %p274,%p271,%p272;\nor.pred %p275,%p273,%p274;\nadd.s32 %r750,%r750,1;\n"
    "setp.ge.u32 %p276,%r750,%r694;\nor.pred %p277,%p275,%p276;\nselp.u32 %r740,1,0,%p277;\nL18:\n"
    ".pragma \"nounroll\";\nmov.u64 %d91,%d672;\nmov.u64 %d90,%d671;\nmov.u32 %r104,%r749;\nmov.u32 %r103,%r748;\n"
    "mov.u32 %r102,%r747;\nmov.u32 %r101,%r746;\nmov.u32 %r100,%r745;\nmov.u64 %d672,%d667;\nmov.u64 %d671,%d668;\n"
    "mov.u32 %r749,%r720;\nmov.u32 %r748,%r721;\nmov.u32 %r747,%r722;\nmov.u32 %r746,%r741;\nmov.u32 %r745,%r740;\n"
    "ld.param.u32 %r688,[%d221+944];\nadd.s64 %d92,%d666,%d654;\nsetp.ne.s32 %p84,%r745,0;\n"
    "setp.le.u32 %p85,%r688,%r4;\nor.pred %p86,%p84,%p85;\n@%p86 bra L62;\nsetp.gt.u32 %p87,%r329,1;\n"
    "@%p87 bra L53;\nbra.uni L20;\nL53:\nsetp.eq.s32 %p152,%r746,0;\nsetp.ne.s32 %p153,%r328,0;\n",
    "sub.s64 %d93,%d671,%d656;\nsetp.eq.s32 %p154,%r328,0;\nor.pred %p155,%p152,%p154;\n"
    "and.pred %p305,%p152,%p153;\n@%p155 bra L55;\nsub.s64 %d314,%d93,%d39;\n"
    "and.b64 %d315,%d314,4611688217451692032;\nsetp.eq.s64 %p305,%d315,4611688217451692032;\nL55:\n"
    "setp.gt.u32 %p156,%r328,1;\nadd.s64 %d316,%d38,%d92;\nselp.u32 %r376,1,0,%p305;\n"
    "{.reg .pred q;setp.ne.s32 q,%r376,0;\nmov.u32 %r739,0;mov.u32 %r738,0;mov.u32 %r737,0;mov.u32 %r736,0;\n"
    "@q ld.global.v4.u32{%r739,%r738,%r737,%r736},[%d316];}\nsetp.lt.u32 %p157,%r328,2;\n"
    "or.pred %p159,%p152,%p157;\nand.pred %p306,%p152,%p156;\n@%p159 bra L57;\nsub.s64 %d317,%d93,%d41;\n"
    "and.b64 %d318,%d317,4611688217451692032;\nsetp.eq.s64 %p306,%d318,4611688217451692032;\nL57:\n"
    "setp.gt.u32 %p160,%r328,2;\nadd.s64 %d319,%d40,%d92;\nselp.u32 %r381,1,0,%p306;\n"
    "{.reg .pred q;setp.ne.s32 q,%r381,0;\nmov.u32 %r735,0;mov.u32 %r734,0;mov.u32 %r733,0;mov.u32 %r732,0;\n"
    "@q ld.global.v4.u32{%r735,%r734,%r733,%r732},[%d319];}\nsetp.lt.u32 %p161,%r328,3;\n"
    "or.pred %p163,%p152,%p161;\nand.pred %p307,%p152,%p160;\n@%p163 bra L59;\nsub.s64 %d653,%d671,%d656;\n"
    "sub.s64 %d320,%d653,%d43;\nand.b64 %d321,%d320,4611688217451692032;\n"
    "setp.eq.s64 %p307,%d321,4611688217451692032;\nL59:\nsetp.gt.u32 %p164,%r328,3;\nadd.s64 %d322,%d42,%d92;\n"
    "selp.u32 %r386,1,0,%p307;\n{.reg .pred q;setp.ne.s32 q,%r386,0;\n"
    "mov.u32 %r731,0;mov.u32 %r730,0;mov.u32 %r729,0;mov.u32 %r728,0;\n"
    "@q ld.global.v4.u32{%r731,%r730,%r729,%r728},[%d322];}\nsetp.lt.u32 %p165,%r328,4;\n"
    "or.pred %p167,%p152,%p165;\nand.pred %p308,%p152,%p164;\n@%p167 bra L61;\nsub.s64 %d622,%d671,%d656;\n"
    "sub.s64 %d323,%d622,%d46;\nand.b64 %d324,%d323,4611688217451692032;\n"
    "setp.eq.s64 %p308,%d324,4611688217451692032;\nL61:\nadd.s64 %d325,%d45,%d92;\nselp.u32 %r391,1,0,%p308;\n"
    "{.reg .pred q;setp.ne.s32 q,%r391,0;\nmov.u32 %r727,0;mov.u32 %r726,0;mov.u32 %r725,0;mov.u32 %r724,0;\n"
    "@q ld.global.v4.u32{%r727,%r726,%r725,%r724},[%d325];}\nbra.uni L62;\nL20:\nsetp.eq.s32 %p88,%r746,0;\n"
    "setp.ne.s32 %p89,%r78,0;\nsetp.eq.s32 %p90,%r78,0;\nor.pred %p91,%p88,%p90;\nand.pred %p289,%p88,%p89;\n"
    "@%p91 bra L22;\nsub.s64 %d250,%d671,%d656;\nsub.s64 %d251,%d250,%d39;\n"
    "and.b64 %d252,%d251,4611688217451692032;\nsetp.eq.s64 %p289,%d252,4611688217451692032;\nL22:\n"
    "add.s64 %d253,%d38,%d92;\nselp.u32 %r356,1,0,%p289;\n{.reg .pred q;setp.ne.s32 q,%r356,0;\n"
    "mov.b16 %rs16,0;@q ld.global.u16 %rs16,[%d253];}\nsetp.gt.u32 %p92,%r78,1;\nsetp.lt.u32 %p93,%r78,2;\n"
    "or.pred %p95,%p88,%p93;\nand.pred %p290,%p88,%p92;\n@%p95 bra L24;\nsub.s64 %d254,%d671,%d656;\n"
    "sub.s64 %d255,%d254,%d41;\nand.b64 %d256,%d255,4611688217451692032;\n"
    "setp.eq.s64 %p290,%d256,4611688217451692032;\nL24:\nadd.s64 %d257,%d40,%d92;\nselp.u32 %r357,1,0,%p290;\n"
    "{.reg .pred q;setp.ne.s32 q,%r357,0;\nmov.b16 %rs17,0;@q ld.global.u16 %rs17,[%d257];}\n"
    "setp.gt.u32 %p96,%r78,2;\nsetp.lt.u32 %p97,%r78,3;\nor.pred %p99,%p88,%p97;\nand.pred %p291,%p88,%p96;\n"
    "@%p99 bra L26;\nsub.s64 %d258,%d671,%d656;\nsub.s64 %d259,%d258,%d43;\n"
    "and.b64 %d260,%d259,4611688217451692032;\nsetp.eq.s64 %p291,%d260,4611688217451692032;\nL26:\n"
    "add.s64 %d261,%d42,%d92;\nselp.u32 %r358,1,0,%p291;\n{.reg .pred q;setp.ne.s32 q,%r358,0;\n"
    "mov.b16 %rs18,0;@q ld.global.u16 %rs18,[%d261];}\nsetp.gt.u32 %p100,%r78,3;\nsetp.lt.u32 %p101,%r78,4;\n"
    "or.pred %p103,%p88,%p101;\nand.pred %p292,%p88,%p100;\n@%p103 bra L28;\nsub.s64 %d262,%d671,%d656;\n"
    "sub.s64 %d263,%d262,%d46;\nand.b64 %d264,%d263,4611688217451692032;\n"
    "setp.eq.s64 %p292,%d264,4611688217451692032;\nL28:\nadd.s64 %d265,%d45,%d92;\nselp.u32 %r359,1,0,%p292;\n"
    "{.reg .pred q;setp.ne.s32 q,%r359,0;\nmov.b16 %rs19,0;@q ld.global.u16 %rs19,[%d265];}\n"
    "setp.gt.u32 %p104,%r78,4;\nsetp.lt.u32 %p105,%r78,5;\nor.pred %p107,%p88,%p105;\nand.pred %p293,%p88,%p104;\n"
    "@%p107 bra L30;\nld.param.u64 %d590,[%d221+1584];\nsub.s64 %d266,%d671,%d656;\nsub.s64 %d267,%d266,%d590;\n"
    "and.b64 %d268,%d267,4611688217451692032;\nsetp.eq.s64 %p293,%d268,4611688217451692032;\nL30:\n"
    "ld.param.u64 %d591,[%d221+1568];\nadd.s64 %d269,%d591,%d92;\nselp.u32 %r360,1,0,%p293;\n",
    "{.reg .pred q;setp.ne.s32 q,%r360,0;\nmov.b16 %rs20,0;@q ld.global.u16 %rs20,[%d269];}\n"
    "setp.gt.u32 %p108,%r78,5;\nsetp.lt.u32 %p109,%r78,6;\nor.pred %p111,%p88,%p109;\nand.pred %p294,%p88,%p108;\n"
    "@%p111 bra L32;\nld.param.u64 %d592,[%d221+1608];\nsub.s64 %d270,%d671,%d656;\nsub.s64 %d271,%d270,%d592;\n"
    "and.b64 %d272,%d271,4611688217451692032;\nsetp.eq.s64 %p294,%d272,4611688217451692032;\nL32:\n"
    "ld.param.u64 %d593,[%d221+1592];\nadd.s64 %d273,%d593,%d92;\nselp.u32 %r361,1,0,%p294;\n"
    "{.reg .pred q;setp.ne.s32 q,%r361,0;\nmov.b16 %rs21,0;@q ld.global.u16 %rs21,[%d273];}\n"
    "setp.gt.u32 %p112,%r78,6;\nsetp.lt.u32 %p113,%r78,7;\nor.pred %p115,%p88,%p113;\nand.pred %p295,%p88,%p112;\n"
    "@%p115 bra L34;\nld.param.u64 %d594,[%d221+1632];\nsub.s64 %d274,%d671,%d656;\nsub.s64 %d275,%d274,%d594;\n"
    "and.b64 %d276,%d275,4611688217451692032;\nsetp.eq.s64 %p295,%d276,4611688217451692032;\nL34:\n"
    "ld.param.u64 %d595,[%d221+1616];\nadd.s64 %d277,%d595,%d92;\nselp.u32 %r362,1,0,%p295;\n"
    "{.reg .pred q;setp.ne.s32 q,%r362,0;\nmov.b16 %rs22,0;@q ld.global.u16 %rs22,[%d277];}\n"
    "setp.gt.u32 %p116,%r78,7;\nsetp.lt.u32 %p117,%r78,8;\nor.pred %p119,%p88,%p117;\nand.pred %p296,%p88,%p116;\n"
    "@%p119 bra L36;\nld.param.u64 %d596,[%d221+1656];\nsub.s64 %d278,%d671,%d656;\nsub.s64 %d279,%d278,%d596;\n"
    "and.b64 %d280,%d279,4611688217451692032;\nsetp.eq.s64 %p296,%d280,4611688217451692032;\nL36:\n"
    "ld.param.u64 %d597,[%d221+1640];\nadd.s64 %d281,%d597,%d92;\nselp.u32 %r363,1,0,%p296;\n"
    "{.reg .pred q;setp.ne.s32 q,%r363,0;\nmov.b16 %rs23,0;@q ld.global.u16 %rs23,[%d281];}\n"
    "setp.gt.u32 %p120,%r78,8;\nsetp.lt.u32 %p121,%r78,9;\nor.pred %p123,%p88,%p121;\nand.pred %p297,%p88,%p120;\n"
    "@%p123 bra L38;\nld.param.u64 %d598,[%d221+1680];\nsub.s64 %d282,%d671,%d656;\nsub.s64 %d283,%d282,%d598;\n"
    "and.b64 %d284,%d283,4611688217451692032;\nsetp.eq.s64 %p297,%d284,4611688217451692032;\nL38:\n"
    "ld.param.u64 %d599,[%d221+1664];\nadd.s64 %d285,%d599,%d92;\nselp.u32 %r364,1,0,%p297;\n"
    "{.reg .pred q;setp.ne.s32 q,%r364,0;\nmov.b16 %rs24,0;@q ld.global.u16 %rs24,[%d285];}\n"
    "setp.gt.u32 %p124,%r78,9;\nsetp.lt.u32 %p125,%r78,10;\nor.pred %p127,%p88,%p125;\nand.pred %p298,%p88,%p124;\n"
    "@%p127 bra L40;\nld.param.u64 %d600,[%d221+1704];\nsub.s64 %d286,%d671,%d656;\nsub.s64 %d287,%d286,%d600;\n"
    "and.b64 %d288,%d287,4611688217451692032;\nsetp.eq.s64 %p298,%d288,4611688217451692032;\nL40:\n"
    "ld.param.u64 %d601,[%d221+1688];\nadd.s64 %d289,%d601,%d92;\nselp.u32 %r365,1,0,%p298;\n"
    "{.reg .pred q;setp.ne.s32 q,%r365,0;\nmov.b16 %rs25,0;@q ld.global.u16 %rs25,[%d289];}\n"
    "setp.gt.u32 %p128,%r78,10;\nsetp.lt.u32 %p129,%r78,11;\nor.pred %p131,%p88,%p129;\n"
    "and.pred %p299,%p88,%p128;\n@%p131 bra L42;\nld.param.u64 %d602,[%d221+1728];\nsub.s64 %d290,%d671,%d656;\n"
    "sub.s64 %d291,%d290,%d602;\nand.b64 %d292,%d291,4611688217451692032;\n"
    "setp.eq.s64 %p299,%d292,4611688217451692032;\nL42:\nld.param.u64 %d603,[%d221+1712];\n"
    "add.s64 %d293,%d603,%d92;\nselp.u32 %r366,1,0,%p299;\n{.reg .pred q;setp.ne.s32 q,%r366,0;\n"
    "mov.b16 %rs26,0;@q ld.global.u16 %rs26,[%d293];}\nsetp.gt.u32 %p132,%r78,11;\nsetp.lt.u32 %p133,%r78,12;\n"
    "or.pred %p135,%p88,%p133;\nand.pred %p300,%p88,%p132;\n@%p135 bra L44;\nld.param.u64 %d604,[%d221+1752];\n"
    "sub.s64 %d294,%d671,%d656;\nsub.s64 %d295,%d294,%d604;\nand.b64 %d296,%d295,4611688217451692032;\n"
    "setp.eq.s64 %p300,%d296,4611688217451692032;\nL44:\nld.param.u64 %d605,[%d221+1736];\n"
    "add.s64 %d297,%d605,%d92;\nselp.u32 %r367,1,0,%p300;\n{.reg .pred q;setp.ne.s32 q,%r367,0;\n"
    "mov.b16 %rs27,0;@q ld.global.u16 %rs27,[%d297];}\nsetp.gt.u32 %p136,%r78,12;\nsetp.lt.u32 %p137,%r78,13;\n"
    "or.pred %p139,%p88,%p137;\nand.pred %p301,%p88,%p136;\n@%p139 bra L46;\nld.param.u64 %d606,[%d221+1776];\n"
    "sub.s64 %d298,%d671,%d656;\nsub.s64 %d299,%d298,%d606;\nand.b64 %d300,%d299,4611688217451692032;\n"
    "setp.eq.s64 %p301,%d300,4611688217451692032;\nL46:\nld.param.u64 %d607,[%d221+1760];\n"
    "add.s64 %d301,%d607,%d92;\nselp.u32 %r368,1,0,%p301;\n{.reg .pred q;setp.ne.s32 q,%r368,0;\n"
    "mov.b16 %rs28,0;@q ld.global.u16 %rs28,[%d301];}\n",
    "setp.gt.u32 %p140,%r78,13;\nsetp.lt.u32 %p141,%r78,14;\nor.pred %p143,%p88,%p141;\n"
    "and.pred %p302,%p88,%p140;\n@%p143 bra L48;\nld.param.u64 %d608,[%d221+1800];\nsub.s64 %d302,%d671,%d656;\n"
    "sub.s64 %d303,%d302,%d608;\nand.b64 %d304,%d303,4611688217451692032;\n"
    "setp.eq.s64 %p302,%d304,4611688217451692032;\nL48:\nld.param.u64 %d609,[%d221+1784];\n"
    "add.s64 %d305,%d609,%d92;\nselp.u32 %r369,1,0,%p302;\n{.reg .pred q;setp.ne.s32 q,%r369,0;\n"
    "mov.b16 %rs29,0;@q ld.global.u16 %rs29,[%d305];}\nsetp.gt.u32 %p144,%r78,14;\nsetp.lt.u32 %p145,%r78,15;\n"
    "or.pred %p147,%p88,%p145;\nand.pred %p303,%p88,%p144;\n@%p147 bra L50;\nld.param.u64 %d610,[%d221+1824];\n"
    "sub.s64 %d306,%d671,%d656;\nsub.s64 %d307,%d306,%d610;\nand.b64 %d308,%d307,4611688217451692032;\n"
    "setp.eq.s64 %p303,%d308,4611688217451692032;\nL50:\nld.param.u64 %d611,[%d221+1808];\n"
    "add.s64 %d309,%d611,%d92;\nselp.u32 %r370,1,0,%p303;\n{.reg .pred q;setp.ne.s32 q,%r370,0;\n"
    "mov.b16 %rs30,0;@q ld.global.u16 %rs30,[%d309];}\nsetp.gt.u32 %p148,%r78,15;\nsetp.lt.u32 %p149,%r78,16;\n"
    "or.pred %p151,%p88,%p149;\nand.pred %p304,%p88,%p148;\n@%p151 bra L52;\nld.param.u64 %d612,[%d221+1848];\n"
    "sub.s64 %d310,%d671,%d656;\nsub.s64 %d311,%d310,%d612;\nand.b64 %d312,%d311,4611688217451692032;\n"
    "setp.eq.s64 %p304,%d312,4611688217451692032;\nL52:\nld.param.u64 %d613,[%d221+1832];\n"
    "add.s64 %d313,%d613,%d92;\nselp.u32 %r371,1,0,%p304;\n{.reg .pred q;setp.ne.s32 q,%r371,0;\n"
    "mov.b16 %rs31,0;@q ld.global.u16 %rs31,[%d313];}\ncvt.u32.u16 %r724,%rs31;\ncvt.u32.u16 %r726,%rs29;\n"
    "cvt.u32.u16 %r728,%rs27;\ncvt.u32.u16 %r730,%rs25;\ncvt.u32.u16 %r732,%rs23;\ncvt.u32.u16 %r734,%rs21;\n"
    "cvt.u32.u16 %r736,%rs19;\ncvt.u32.u16 %r738,%rs17;\ncvt.u32.u16 %r739,%rs16;\ncvt.u32.u16 %r737,%rs18;\n"
    "cvt.u32.u16 %r735,%rs20;\ncvt.u32.u16 %r733,%rs22;\ncvt.u32.u16 %r731,%rs24;\ncvt.u32.u16 %r729,%rs26;\n"
    "cvt.u32.u16 %r727,%rs28;\ncvt.u32.u16 %r725,%rs30;\nL62:\nsetp.eq.s32 %p168,%r750,0;\n@%p168 bra L135;\n"
    "setp.le.u32 %p169,%r332,%r4;\nsetp.ne.s32 %p170,%r100,0;\nor.pred %p171,%p170,%p169;\n@%p171 bra L132;\n"
    "setp.lt.u32 %p172,%r50,3;\n@%p172 bra L117;\nbra.uni L65;\nL117:\nsetp.eq.s32 %p209,%r336,0;\n"
    "setp.eq.s32 %p210,%r50,1;\nselp.b32 %r467,%r103,%r102,%p210;\nsetp.eq.s32 %p211,%r50,0;\n"
    "selp.b32 %r218,%r104,%r467,%p211;\nmul.lo.s32 %r468,%r50,21;\nshr.u64 %d429,%d90,%r468;\n"
    "cvt.u32.u64 %r469,%d429;\nand.b32 %r219,%r469,1048575;\n@%p209 bra L132;\nmov.u32 %r790,0;\nL119:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d430,%r790,24;\nadd.s64 %d431,%d221,%d430;\n"
    "ld.param.u64 %d136,[%d431+2400];\nsetp.eq.s32 %p212,%r101,0;\n@%p212 bra L121;\nmul.lo.s32 %r699,%r50,21;\n"
    "add.s64 %d432,%d136,%d660;\nmov.u64 %d433,1048575;\nshl.b64 %d434,%d433,%r699;\nnot.b64 %d435,%d434;\n"
    "and.b64 %d436,%d432,%d435;\nsub.s64 %d437,%d90,%d436;\nand.b64 %d438,%d437,4611688217451692032;\n"
    "setp.ne.s64 %p213,%d438,4611688217451692032;\n@%p213 bra L131;\nL121:\nmul.lo.s32 %r701,%r50,21;\n"
    "cvt.u64.u32 %d635,%r701;\nld.param.u32 %r689,[%d221+48];\nadd.s64 %d439,%d136,%d660;\n"
    "cvt.u32.u64 %r473,%d635;\nshr.u64 %d440,%d439,%r473;\ncvt.u32.u64 %r474,%d440;\nand.b32 %r475,%r474,1048575;\n"
    "add.s32 %r791,%r475,-7;\nsetp.lt.s32 %p214,%r791,%r689;\n@%p214 bra L125;\nsetp.eq.s32 %p215,%r218,0;\n"
    "@%p215 bra L124;\nadd.s32 %r791,%r475,-7;\nadd.s32 %r700,%r218,1;\nmul.wide.u32 %d441,%r341,4;\n"
    "add.s64 %d442,%d221,%d441;\nld.param.u32 %r476,[%d442+96];\nsetp.lt.u32 %p216,%r700,%r476;\n@%p216 bra L131;\n"
    "bra.uni L125;\nL124:\nadd.s32 %r483,%r475,-7;\nsub.s32 %r791,%r483,%r342;\nL125:\nadd.s64 %d640,%d91,%d659;\n"
    "mul.wide.u32 %d639,%r790,24;\nadd.s64 %d638,%d221,%d639;\nld.param.u64 %d637,[%d638+2392];\n"
    "ld.param.u64 %d636,[%d638+2384];\nshl.b32 %r486,%r474,1;\nand.b32 %r487,%r486,2097150;\n"
    "add.s32 %r488,%r487,-14;\ncvt.s64.s32 %d449,%r488;\nadd.s64 %d450,%d640,%d636;\nsub.s64 %d451,%d450,%d449;\n"
    "cvt.u32.u64 %r489,%d451;\nneg.s32 %r490,%r489;\nand.b32 %r491,%r490,30;\nshr.u32 %r492,%r491,1;\n"
    "add.s32 %r226,%r791,%r492;\nshl.b32 %r493,%r226,1;\ncvt.s64.s32 %d452,%r493;\nadd.s64 %d140,%d451,%d452;\n",
    "setp.gt.s32 %p217,%r226,-1;\nadd.s32 %r494,%r226,7;\nsetp.le.s32 %p218,%r494,%r219;\n"
    "and.pred %p219,%p217,%p218;\nadd.s64 %d453,%d637,%d35;\ncvt.u32.u64 %r495,%d453;\nsub.s32 %r496,%r495,%r488;\n"
    "add.s32 %r227,%r493,%r496;\n@%p219 bra L130;\nbra.uni L126;\nL130:\nmov.u32 %r509,tile;\n"
    "add.s32 %r510,%r509,%r227;\nld.shared.u16 %rs46,[%r510];\nld.shared.u16 %rs47,[%r510+2];\n"
    "mov.b32 %r504,{%rs46,%rs47};\nld.shared.u16 %rs48,[%r510+4];\nld.shared.u16 %rs49,[%r510+6];\n"
    "mov.b32 %r505,{%rs48,%rs49};\nld.shared.u16 %rs50,[%r510+8];\nld.shared.u16 %rs51,[%r510+10];\n"
    "mov.b32 %r506,{%rs50,%rs51};\nld.shared.u16 %rs52,[%r510+12];\nld.shared.u16 %rs53,[%r510+14];\n"
    "mov.b32 %r507,{%rs52,%rs53};\nmov.u32 %r508,1;\n{.reg .pred q;setp.ne.s32 q,%r508,0;\n"
    "@q st.global.v4.u32[%d140],{%r504,%r505,%r506,%r507};}\nbra.uni L131;\nL126:\nmov.u32 %r792,0;\nL127:\n"
    ".pragma \"nounroll\";\nadd.s32 %r498,%r792,%r226;\nsetp.gt.u32 %p220,%r498,%r219;\n@%p220 bra L129;\n"
    "shl.b32 %r500,%r792,1;\nmov.u32 %r499,1;\ncvt.u64.u32 %d455,%r500;\nadd.s64 %d454,%d140,%d455;\n"
    "add.s32 %r501,%r500,%r227;\nmov.u32 %r502,tile;\nadd.s32 %r503,%r502,%r501;\nld.shared.u16 %rs45,[%r503];\n"
    "{.reg .pred q;setp.ne.s32 q,%r499,0;\n@q st.global.u16[%d454],%rs45;}\nL129:\nadd.s32 %r792,%r792,1;\n"
    "setp.eq.s32 %p221,%r792,8;\n@%p221 bra L131;\nbra.uni L127;\nL131:\nadd.s32 %r790,%r790,1;\n"
    "setp.lt.u32 %p222,%r790,%r57;\n@%p222 bra L119;\nbra.uni L132;\nL65:\nsetp.gt.u32 %p173,%r337,1;\n"
    "@%p173 bra L86;\nbra.uni L66;\nL86:\nsetp.eq.s32 %p188,%r57,0;\n@%p188 bra L95;\nmov.u32 %r772,0;\nL88:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d360,%r772,24;\nadd.s64 %d361,%d221,%d360;\nadd.s64 %d101,%d361,2400;\n"
    "setp.eq.s32 %p189,%r101,0;\n@%p189 bra L90;\nsub.s64 %d618,%d90,%d660;\nld.param.u64 %d362,[%d101];\n"
    "sub.s64 %d363,%d618,%d362;\nand.b64 %d364,%d363,4611688217451692032;\n"
    "setp.ne.s64 %p190,%d364,4611688217451692032;\n@%p190 bra L94;\nL90:\nsetp.eq.s32 %p191,%r343,0;\n"
    "ld.param.u32 %r418,[%d101+-8];\nadd.s32 %r419,%r69,%r418;\nmov.u32 %r420,tile;\nadd.s32 %r180,%r420,%r419;\n"
    "@%p191 bra L92;\nld.shared.v4.u32{%r773,%r774,%r775,%r776},[%r180];\nbra.uni L93;\nL92:\n"
    "ld.shared.u16 %rs36,[%r180];\nadd.s32 %r425,%r180,%r351;\nld.shared.u16 %rs37,[%r425];\n"
    "mov.b32 %r773,{%rs36,%rs37};\nadd.s32 %r426,%r425,%r351;\nld.shared.u16 %rs38,[%r426];\n"
    "add.s32 %r427,%r426,%r351;\nld.shared.u16 %rs39,[%r427];\nmov.b32 %r774,{%rs38,%rs39};\n"
    "add.s32 %r428,%r427,%r351;\nld.shared.u16 %rs40,[%r428];\nadd.s32 %r429,%r428,%r351;\n"
    "ld.shared.u16 %rs41,[%r429];\nmov.b32 %r775,{%rs40,%rs41};\nadd.s32 %r430,%r429,%r351;\n"
    "ld.shared.u16 %rs42,[%r430];\nadd.s32 %r431,%r430,%r351;\nld.shared.u16 %rs43,[%r431];\n"
    "mov.b32 %r776,{%rs42,%rs43};\nL93:\nadd.s64 %d627,%d91,%d659;\nld.param.u64 %d366,[%d101+-16];\n"
    "add.s64 %d365,%d627,%d366;\nmov.u32 %r436,1;\n{.reg .pred q;setp.ne.s32 q,%r436,0;\n"
    "@q st.global.v4.u32[%d365],{%r773,%r774,%r775,%r776};}\nL94:\ncvt.u64.u32 %d628,%r772;\n"
    "cvt.u32.u64 %r437,%d628;\nadd.s32 %r772,%r437,1;\nsetp.lt.u32 %p192,%r772,%r336;\n@%p192 bra L88;\nL95:\n"
    "setp.eq.s32 %p193,%r336,0;\nsetp.eq.s32 %p194,%r101,0;\nor.pred %p195,%p194,%p193;\n@%p195 bra L132;\n"
    "mov.u32 %r777,0;\nL97:\n.pragma \"nounroll\";\nmul.wide.u32 %d367,%r777,24;\nadd.s64 %d368,%d221,%d367;\n"
    "sub.s64 %d369,%d90,%d660;\nld.param.u64 %d102,[%d368+2400];\nsub.s64 %d370,%d369,%d102;\n"
    "and.b64 %d371,%d370,4611688217451692032;\nsetp.eq.s64 %p196,%d371,4611688217451692032;\n@%p196 bra L116;\n"
    "setp.eq.s32 %p197,%r350,0;\n@%p197 bra L100;\nmul.wide.u32 %d632,%r777,24;\nadd.s64 %d631,%d221,%d632;\n"
    "ld.param.u64 %d630,[%d631+2400];\nsub.s64 %d629,%d90,%d660;\nadd.s64 %d374,%d629,%d373;\n"
    "sub.s64 %d375,%d374,%d630;\nand.b64 %d376,%d375,4611688217451692032;\n"
    "setp.ne.s64 %p198,%d376,4611688217451692032;\n@%p198 bra L116;\nL100:\nmov.u32 %r778,0;\nL101:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p199,%r333,2;\nmov.u32 %r779,%r4;\n@%p199 bra L103;\n"
    "mov.u32 %r779,%r196;\nL103:\nmov.u64 %d676,0;\nadd.s32 %r780,%r354,1;\nsetp.ge.u32 %p200,%r780,%r77;\n"
    "mov.u64 %d677,%d676;\n",
    "mov.u64 %d678,%d676;\nmov.u32 %r783,%r354;\nmov.u32 %r784,%r779;\n@%p200 bra L106;\nmov.u64 %d678,0;\n"
    "mov.u32 %r781,%r779;\nmov.u32 %r782,%r354;\nmov.u64 %d677,%d678;\nmov.u64 %d676,%d678;\nL105:\n"
    ".pragma \"nounroll\";\nmov.u32 %r783,%r780;\nmul.wide.u32 %d383,%r782,40;\nadd.s64 %d384,%d221,%d383;\n"
    "ld.param.v2.u32{%r442,%r443},[%d384+1904];\nmul.hi.u32 %r446,%r781,%r443;\nld.param.u32 %r447,[%d384+1912];\n"
    "shr.u32 %r784,%r446,%r447;\nmul.lo.s32 %r448,%r784,%r442;\nsub.s32 %r449,%r781,%r448;\n"
    "cvt.u64.u32 %d385,%r449;\nld.param.u64 %d386,[%d384+1920];\nmul.lo.s64 %d387,%d386,%d385;\n"
    "add.s64 %d676,%d387,%d676;\nld.param.u64 %d388,[%d384+1928];\nmul.lo.s64 %d389,%d388,%d385;\n"
    "add.s64 %d677,%d389,%d677;\nld.param.u64 %d390,[%d384+1936];\nmul.lo.s64 %d391,%d390,%d385;\n"
    "add.s64 %d678,%d391,%d678;\nadd.s32 %r780,%r783,1;\nsetp.lt.u32 %p201,%r780,%r77;\nmov.u32 %r781,%r784;\n"
    "mov.u32 %r782,%r783;\n@%p201 bra L105;\nL106:\nsetp.ge.u32 %p202,%r783,%r77;\n@%p202 bra L108;\n"
    "mul.wide.u32 %d392,%r783,40;\nadd.s64 %d393,%d221,%d392;\ncvt.u64.u32 %d394,%r784;\n"
    "ld.param.u64 %d395,[%d393+1920];\nmul.lo.s64 %d396,%d395,%d394;\nadd.s64 %d676,%d396,%d676;\n"
    "ld.param.u64 %d397,[%d393+1928];\nmul.lo.s64 %d398,%d397,%d394;\nadd.s64 %d677,%d398,%d677;\n"
    "ld.param.u64 %d399,[%d393+1936];\nmul.lo.s64 %d400,%d399,%d394;\nadd.s64 %d678,%d400,%d678;\nL108:\n"
    "mul.lo.s32 %r451,%r333,%r779;\nsub.s32 %r452,%r4,%r451;\nmad.lo.s32 %r789,%r337,%r452,%r778;\n"
    "setp.lt.u32 %p203,%r354,2;\nmov.u32 %r788,0;\n@%p203 bra L111;\nmov.u32 %r787,0;\nmov.u32 %r785,1;\n"
    "mov.u32 %r786,%r789;\nL110:\n.pragma \"nounroll\";\nmov.u32 %r788,%r785;\nmul.wide.u32 %d401,%r787,40;\n"
    "add.s64 %d402,%d221,%d401;\nld.param.v2.u32{%r455,%r456},[%d402+1904];\nmul.hi.u32 %r459,%r786,%r456;\n"
    "ld.param.u32 %r460,[%d402+1912];\nshr.u32 %r789,%r459,%r460;\nmul.lo.s32 %r461,%r789,%r455;\n"
    "sub.s32 %r462,%r786,%r461;\ncvt.u64.u32 %d403,%r462;\nld.param.u64 %d404,[%d402+1920];\n"
    "mul.lo.s64 %d405,%d404,%d403;\nadd.s64 %d676,%d405,%d676;\nld.param.u64 %d406,[%d402+1928];\n"
    "mul.lo.s64 %d407,%d406,%d403;\nadd.s64 %d677,%d407,%d677;\nld.param.u64 %d408,[%d402+1936];\n"
    "mul.lo.s64 %d409,%d408,%d403;\nadd.s64 %d678,%d409,%d678;\nadd.s32 %r785,%r788,1;\n"
    "setp.lt.u32 %p204,%r785,%r354;\nmov.u32 %r786,%r789;\nmov.u32 %r787,%r788;\n@%p204 bra L110;\nL111:\n"
    "setp.ge.u32 %p205,%r788,%r354;\n@%p205 bra L113;\nmul.wide.u32 %d410,%r788,40;\nadd.s64 %d411,%d221,%d410;\n"
    "cvt.u64.u32 %d412,%r789;\nld.param.u64 %d413,[%d411+1920];\nmul.lo.s64 %d414,%d413,%d412;\n"
    "add.s64 %d676,%d414,%d676;\nld.param.u64 %d415,[%d411+1928];\nmul.lo.s64 %d416,%d415,%d412;\n"
    "add.s64 %d677,%d416,%d677;\nld.param.u64 %d417,[%d411+1936];\nmul.lo.s64 %d418,%d417,%d412;\n"
    "add.s64 %d678,%d418,%d678;\nL113:\nmul.wide.u32 %d634,%r777,24;\nadd.s64 %d633,%d221,%d634;\n"
    "ld.param.u64 %d421,[%d633+2392];\nadd.s64 %d133,%d421,%d677;\nadd.s64 %d422,%d676,%d91;\n"
    "ld.param.u64 %d423,[%d633+2384];\nadd.s64 %d134,%d422,%d423;\nsub.s64 %d424,%d90,%d678;\n"
    "ld.param.u64 %d425,[%d633+2400];\nsub.s64 %d426,%d424,%d425;\nand.b64 %d427,%d426,4611688217451692032;\n"
    "setp.ne.s64 %p206,%d427,4611688217451692032;\n@%p206 bra L115;\ncvt.u32.u64 %r464,%d133;\n"
    "mov.u32 %r465,tile;\nadd.s32 %r466,%r465,%r464;\nld.shared.u16 %rs44,[%r466];\nmov.u32 %r463,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r463,0;\n@q st.global.u16[%d134],%rs44;}\nL115:\nadd.s32 %r778,%r778,1;\n"
    "setp.lt.u32 %p207,%r778,8;\n@%p207 bra L101;\nL116:\nadd.s32 %r777,%r777,1;\nsetp.lt.u32 %p208,%r777,%r57;\n"
    "@%p208 bra L97;\nbra.uni L132;\nL66:\nsetp.eq.s32 %p174,%r57,0;\n@%p174 bra L132;\nsub.s64 %d95,%d90,%d660;\n"
    "mov.u32 %r767,0;\nL68:\n.pragma \"nounroll\";\nsetp.ge.u32 %p175,%r767,%r57;\n@%p175 bra L85;\n"
    "setp.eq.s32 %p176,%r101,0;\nand.b32 %r393,%r767,12;\nmul.wide.u32 %d326,%r393,24;\n"
    "add.s64 %d327,%d221,%d326;\nadd.s64 %d96,%d327,2400;\n@%p176 bra L71;\nld.param.u64 %d328,[%d96];\n"
    "sub.s64 %d329,%d95,%d328;\nand.b64 %d330,%d329,4611688217451692032;\n"
    "setp.eq.s64 %p177,%d330,4611688217451692032;\nselp.u32 %r768,1,0,%p177;\nbra.uni L72;\n",
    "L71:\nmov.u32 %r768,1;\nL72:\nadd.s64 %d623,%d91,%d659;\nld.param.u64 %d332,[%d96+-16];\n"
    "add.s64 %d331,%d623,%d332;\nld.param.u64 %d333,[%d96+-8];\nadd.s64 %d334,%d333,%d35;\n"
    "cvt.u32.u64 %r396,%d334;\nmov.u32 %r397,tile;\nadd.s32 %r398,%r397,%r396;\nld.shared.u16 %rs32,[%r398];\n"
    "{.reg .pred q;setp.ne.s32 q,%r768,0;\n@q st.global.u16[%d331],%rs32;}\nadd.s32 %r169,%r767,1;\n"
    "setp.ge.u32 %p178,%r169,%r57;\n@%p178 bra L85;\nand.b32 %r399,%r169,13;\nmul.wide.u32 %d335,%r399,24;\n"
    "add.s64 %d336,%d221,%d335;\nadd.s64 %d97,%d336,2400;\n@%p176 bra L75;\nld.param.u64 %d337,[%d97];\n"
    "sub.s64 %d338,%d95,%d337;\nand.b64 %d339,%d338,4611688217451692032;\n"
    "setp.eq.s64 %p180,%d339,4611688217451692032;\nselp.u32 %r769,1,0,%p180;\nbra.uni L76;\nL75:\n"
    "mov.u32 %r769,1;\nL76:\nmov.u32 %r695,tile;\nadd.s64 %d624,%d91,%d659;\nld.param.u64 %d341,[%d97+-16];\n"
    "add.s64 %d340,%d624,%d341;\nld.param.u64 %d342,[%d97+-8];\nadd.s64 %d343,%d342,%d35;\n"
    "cvt.u32.u64 %r402,%d343;\nadd.s32 %r404,%r695,%r402;\nld.shared.u16 %rs33,[%r404];\n"
    "{.reg .pred q;setp.ne.s32 q,%r769,0;\n@q st.global.u16[%d340],%rs33;}\nadd.s32 %r172,%r767,2;\n"
    "setp.ge.u32 %p181,%r172,%r57;\n@%p181 bra L85;\nand.b32 %r405,%r172,14;\nmul.wide.u32 %d344,%r405,24;\n"
    "add.s64 %d345,%d221,%d344;\nadd.s64 %d98,%d345,2400;\n@%p176 bra L79;\nld.param.u64 %d346,[%d98];\n"
    "sub.s64 %d347,%d95,%d346;\nand.b64 %d348,%d347,4611688217451692032;\n"
    "setp.eq.s64 %p183,%d348,4611688217451692032;\nselp.u32 %r770,1,0,%p183;\nbra.uni L80;\nL79:\n"
    "mov.u32 %r770,1;\nL80:\nmov.u32 %r696,tile;\nadd.s64 %d625,%d91,%d659;\nld.param.u64 %d350,[%d98+-16];\n"
    "add.s64 %d349,%d625,%d350;\nld.param.u64 %d351,[%d98+-8];\nadd.s64 %d352,%d351,%d35;\n"
    "cvt.u32.u64 %r408,%d352;\nadd.s32 %r410,%r696,%r408;\nld.shared.u16 %rs34,[%r410];\n"
    "{.reg .pred q;setp.ne.s32 q,%r770,0;\n@q st.global.u16[%d349],%rs34;}\nadd.s32 %r411,%r767,3;\n"
    "setp.ge.u32 %p184,%r411,%r57;\n@%p184 bra L85;\n@%p176 bra L83;\nld.param.u64 %d353,[%d97+48];\n"
    "sub.s64 %d354,%d95,%d353;\nand.b64 %d355,%d354,4611688217451692032;\n"
    "setp.eq.s64 %p186,%d355,4611688217451692032;\nselp.u32 %r771,1,0,%p186;\nbra.uni L84;\nL83:\n"
    "mov.u32 %r771,1;\nL84:\nmov.u32 %r697,tile;\nadd.s64 %d626,%d91,%d659;\nld.param.u64 %d357,[%d97+32];\n"
    "add.s64 %d356,%d626,%d357;\nld.param.u64 %d358,[%d97+40];\nadd.s64 %d359,%d358,%d35;\n"
    "cvt.u32.u64 %r414,%d359;\nadd.s32 %r416,%r697,%r414;\nld.shared.u16 %rs35,[%r416];\n"
    "{.reg .pred q;setp.ne.s32 q,%r771,0;\n@q st.global.u16[%d356],%rs35;}\nL85:\nadd.s32 %r767,%r767,4;\n"
    "setp.lt.u32 %p187,%r767,%r57;\n@%p187 bra L68;\nL132:\nsetp.eq.s32 %p223,%r745,0;\n@%p223 bra L134;\n"
    "bra.uni L133;\nL134:\nbar.sync 0;\nL135:\nsetp.ne.s32 %p288,%r745,0;\nsetp.le.u32 %p225,%r330,%r4;\n"
    "or.pred %p226,%p288,%p225;\n@%p226 bra L196;\nand.b32 %r703,%r338,65535;\nld.param.u64 %d617,[%d221+1552];\n"
    "ld.param.u64 %d616,[%d221+1528];\nld.param.u64 %d615,[%d221+1504];\nld.param.u64 %d614,[%d221+1480];\n"
    "setp.gt.u32 %p227,%r329,1;\ncvt.u32.u64 %r511,%d614;\nadd.s32 %r512,%r703,%r511;\nmov.u32 %r513,tile;\n"
    "add.s32 %r231,%r513,%r512;\ncvt.u32.u64 %r514,%d615;\nadd.s32 %r515,%r703,%r514;\nadd.s32 %r232,%r513,%r515;\n"
    "cvt.u32.u64 %r516,%d616;\nadd.s32 %r517,%r703,%r516;\nadd.s32 %r233,%r513,%r517;\ncvt.u32.u64 %r518,%d617;\n"
    "add.s32 %r519,%r703,%r518;\nadd.s32 %r234,%r513,%r519;\n@%p227 bra L169;\nbra.uni L137;\nL169:\n"
    "setp.eq.s32 %p244,%r78,0;\n@%p244 bra L174;\nsetp.lt.u32 %p245,%r78,2;\nst.shared.u16[%r231],%r739;\n"
    "shr.u32 %r556,%r739,16;\nadd.s32 %r561,%r231,%r340;\nst.shared.u16[%r561],%r556;\nadd.s32 %r562,%r561,%r340;\n"
    "st.shared.u16[%r562],%r738;\nshr.u32 %r563,%r738,16;\nadd.s32 %r564,%r562,%r340;\n"
    "st.shared.u16[%r564],%r563;\nadd.s32 %r565,%r564,%r340;\nst.shared.u16[%r565],%r737;\n"
    "shr.u32 %r566,%r737,16;\nadd.s32 %r567,%r565,%r340;\nst.shared.u16[%r567],%r566;\nadd.s32 %r568,%r567,%r340;\n"
    "st.shared.u16[%r568],%r736;\nshr.u32 %r569,%r736,16;\nadd.s32 %r570,%r568,%r340;\n"
    "st.shared.u16[%r570],%r569;\n@%p245 bra L174;\nsetp.eq.s32 %p246,%r78,2;\nst.shared.u16[%r232],%r735;\n"
    "shr.u32 %r571,%r735,16;\n",
    "add.s32 %r576,%r232,%r340;\nst.shared.u16[%r576],%r571;\nadd.s32 %r577,%r576,%r340;\n"
    "st.shared.u16[%r577],%r734;\nshr.u32 %r578,%r734,16;\nadd.s32 %r579,%r577,%r340;\n"
    "st.shared.u16[%r579],%r578;\nadd.s32 %r580,%r579,%r340;\nst.shared.u16[%r580],%r733;\n"
    "shr.u32 %r581,%r733,16;\nadd.s32 %r582,%r580,%r340;\nst.shared.u16[%r582],%r581;\nadd.s32 %r583,%r582,%r340;\n"
    "st.shared.u16[%r583],%r732;\nshr.u32 %r584,%r732,16;\nadd.s32 %r585,%r583,%r340;\n"
    "st.shared.u16[%r585],%r584;\n@%p246 bra L174;\nsetp.lt.u32 %p247,%r78,4;\nst.shared.u16[%r233],%r731;\n"
    "shr.u32 %r586,%r731,16;\nadd.s32 %r591,%r233,%r340;\nst.shared.u16[%r591],%r586;\nadd.s32 %r592,%r591,%r340;\n"
    "st.shared.u16[%r592],%r730;\nshr.u32 %r593,%r730,16;\nadd.s32 %r594,%r592,%r340;\n"
    "st.shared.u16[%r594],%r593;\nadd.s32 %r595,%r594,%r340;\nst.shared.u16[%r595],%r729;\n"
    "shr.u32 %r596,%r729,16;\nadd.s32 %r597,%r595,%r340;\nst.shared.u16[%r597],%r596;\nadd.s32 %r598,%r597,%r340;\n"
    "st.shared.u16[%r598],%r728;\nshr.u32 %r599,%r728,16;\nadd.s32 %r600,%r598,%r340;\n"
    "st.shared.u16[%r600],%r599;\n@%p247 bra L174;\nst.shared.u16[%r234],%r727;\nshr.u32 %r601,%r727,16;\n"
    "add.s32 %r606,%r234,%r340;\nst.shared.u16[%r606],%r601;\nadd.s32 %r607,%r606,%r340;\n"
    "st.shared.u16[%r607],%r726;\nshr.u32 %r608,%r726,16;\nadd.s32 %r609,%r607,%r340;\n"
    "st.shared.u16[%r609],%r608;\nadd.s32 %r610,%r609,%r340;\nst.shared.u16[%r610],%r725;\n"
    "shr.u32 %r611,%r725,16;\nadd.s32 %r612,%r610,%r340;\nst.shared.u16[%r612],%r611;\nadd.s32 %r613,%r612,%r340;\n"
    "st.shared.u16[%r613],%r724;\nshr.u32 %r614,%r724,16;\nadd.s32 %r615,%r613,%r340;\n"
    "st.shared.u16[%r615],%r614;\nL174:\nsetp.eq.s32 %p249,%r746,0;\nor.pred %p250,%p249,%p244;\n@%p250 bra L196;\n"
    "mov.u32 %r793,0;\nL176:\n.pragma \"nounroll\";\nsub.s64 %d652,%d671,%d656;\nmul.wide.u32 %d470,%r793,24;\n"
    "add.s64 %d471,%d221,%d470;\nld.param.u64 %d145,[%d471+1488];\nsub.s64 %d472,%d652,%d145;\n"
    "and.b64 %d473,%d472,4611688217451692032;\nsetp.eq.s64 %p251,%d473,4611688217451692032;\n@%p251 bra L195;\n"
    "setp.eq.s32 %p252,%r339,0;\n@%p252 bra L179;\nmul.wide.u32 %d647,%r793,24;\nadd.s64 %d646,%d221,%d647;\n"
    "ld.param.u64 %d645,[%d646+1488];\nld.param.u64 %d644,[%d221+984];\nmul.lo.s64 %d643,%d644,7;\n"
    "sub.s64 %d642,%d671,%d656;\nadd.s64 %d641,%d642,%d643;\nsub.s64 %d474,%d641,%d645;\n"
    "and.b64 %d475,%d474,4611688217451692032;\nsetp.ne.s64 %p253,%d475,4611688217451692032;\n@%p253 bra L195;\n"
    "L179:\nmov.u32 %r794,0;\nL180:\n.pragma \"nounroll\";\nsetp.lt.u32 %p254,%r331,2;\nmov.u32 %r795,%r4;\n"
    "@%p254 bra L182;\nmov.u32 %r795,%r240;\nL182:\nadd.s32 %r704,%r347,1;\nsetp.ge.u32 %p255,%r704,%r67;\n"
    "mov.u64 %d694,0;\nmov.u64 %d695,%d694;\nmov.u64 %d696,%d694;\nmov.u32 %r799,%r347;\nmov.u32 %r800,%r795;\n"
    "@%p255 bra L185;\nadd.s32 %r796,%r347,1;\nmov.u64 %d696,0;\nmov.u32 %r797,%r795;\nmov.u32 %r798,%r347;\n"
    "mov.u64 %d695,%d696;\nmov.u64 %d694,%d696;\nL184:\n.pragma \"nounroll\";\nmov.u32 %r799,%r796;\n"
    "mul.wide.u32 %d482,%r798,40;\nadd.s64 %d483,%d221,%d482;\nld.param.v2.u32{%r619,%r620},[%d483+992];\n"
    "mul.hi.u32 %r623,%r797,%r620;\nld.param.u32 %r624,[%d483+1000];\nshr.u32 %r800,%r623,%r624;\n"
    "mul.lo.s32 %r625,%r800,%r619;\nsub.s32 %r626,%r797,%r625;\ncvt.u64.u32 %d484,%r626;\n"
    "ld.param.u64 %d485,[%d483+1008];\nmul.lo.s64 %d486,%d485,%d484;\nadd.s64 %d694,%d486,%d694;\n"
    "ld.param.u64 %d487,[%d483+1016];\nmul.lo.s64 %d488,%d487,%d484;\nadd.s64 %d695,%d488,%d695;\n"
    "ld.param.u64 %d489,[%d483+1024];\nmul.lo.s64 %d490,%d489,%d484;\nadd.s64 %d696,%d490,%d696;\n"
    "add.s32 %r796,%r799,1;\nsetp.lt.u32 %p256,%r796,%r67;\nmov.u32 %r797,%r800;\nmov.u32 %r798,%r799;\n"
    "@%p256 bra L184;\nL185:\nsetp.ge.u32 %p257,%r799,%r67;\n@%p257 bra L187;\nmul.wide.u32 %d491,%r799,40;\n"
    "add.s64 %d492,%d221,%d491;\ncvt.u64.u32 %d493,%r800;\nld.param.u64 %d494,[%d492+1008];\n"
    "mul.lo.s64 %d495,%d494,%d493;\nadd.s64 %d694,%d495,%d694;\nld.param.u64 %d496,[%d492+1016];\n"
    "mul.lo.s64 %d497,%d496,%d493;\nadd.s64 %d695,%d497,%d695;\nld.param.u64 %d498,[%d492+1024];\n"
    "mul.lo.s64 %d499,%d498,%d493;\nadd.s64 %d696,%d499,%d696;\nL187:\n",
    "ld.param.u32 %r690,[%d221+972];\nmul.lo.s32 %r628,%r331,%r795;\nsub.s32 %r629,%r4,%r628;\n"
    "mad.lo.s32 %r805,%r690,%r629,%r794;\nsetp.lt.u32 %p258,%r347,2;\nmov.u32 %r804,0;\n@%p258 bra L190;\n"
    "mov.u32 %r803,0;\nmov.u32 %r801,1;\nmov.u32 %r802,%r805;\nL189:\n.pragma \"nounroll\";\nmov.u32 %r804,%r801;\n"
    "mul.wide.u32 %d500,%r803,40;\nadd.s64 %d501,%d221,%d500;\nld.param.v2.u32{%r632,%r633},[%d501+992];\n"
    "mul.hi.u32 %r636,%r802,%r633;\nld.param.u32 %r637,[%d501+1000];\nshr.u32 %r805,%r636,%r637;\n"
    "mul.lo.s32 %r638,%r805,%r632;\nsub.s32 %r639,%r802,%r638;\ncvt.u64.u32 %d502,%r639;\n"
    "ld.param.u64 %d503,[%d501+1008];\nmul.lo.s64 %d504,%d503,%d502;\nadd.s64 %d694,%d504,%d694;\n"
    "ld.param.u64 %d505,[%d501+1016];\nmul.lo.s64 %d506,%d505,%d502;\nadd.s64 %d695,%d506,%d695;\n"
    "ld.param.u64 %d507,[%d501+1024];\nmul.lo.s64 %d508,%d507,%d502;\nadd.s64 %d696,%d508,%d696;\n"
    "add.s32 %r801,%r804,1;\nsetp.lt.u32 %p259,%r801,%r347;\nmov.u32 %r802,%r805;\nmov.u32 %r803,%r804;\n"
    "@%p259 bra L189;\nL190:\nsetp.ge.u32 %p260,%r804,%r347;\n@%p260 bra L192;\nmul.wide.u32 %d509,%r804,40;\n"
    "add.s64 %d510,%d221,%d509;\ncvt.u64.u32 %d511,%r805;\nld.param.u64 %d512,[%d510+1008];\n"
    "mul.lo.s64 %d513,%d512,%d511;\nadd.s64 %d694,%d513,%d694;\nld.param.u64 %d514,[%d510+1016];\n"
    "mul.lo.s64 %d515,%d514,%d511;\nadd.s64 %d695,%d515,%d695;\nld.param.u64 %d516,[%d510+1024];\n"
    "mul.lo.s64 %d517,%d516,%d511;\nadd.s64 %d696,%d517,%d696;\nL192:\nmul.wide.u32 %d650,%r793,24;\n"
    "add.s64 %d649,%d221,%d650;\nadd.s64 %d648,%d649,1488;\nld.param.u64 %d518,[%d648+-8];\n"
    "add.s64 %d176,%d518,%d695;\nadd.s64 %d519,%d694,%d666;\nld.param.u64 %d520,[%d648+-16];\n"
    "add.s64 %d177,%d519,%d520;\nsub.s64 %d521,%d671,%d696;\nld.param.u64 %d522,[%d648];\n"
    "sub.s64 %d523,%d521,%d522;\nand.b64 %d524,%d523,4611688217451692032;\n"
    "setp.ne.s64 %p261,%d524,4611688217451692032;\n@%p261 bra L194;\ncvt.u32.u64 %r641,%d176;\n"
    "add.s32 %r643,%r513,%r641;\nmov.u32 %r640,1;\n{.reg .pred q;setp.ne.s32 q,%r640,0;\n"
    "mov.b16 %rs54,0;@q ld.global.u16 %rs54,[%d177];}\nst.shared.u16[%r643],%rs54;\nL194:\nadd.s32 %r794,%r794,1;\n"
    "setp.lt.u32 %p262,%r794,8;\n@%p262 bra L180;\nL195:\ncvt.u64.u32 %d651,%r793;\ncvt.u32.u64 %r644,%d651;\n"
    "add.s32 %r793,%r644,1;\nsetp.lt.u32 %p263,%r793,%r328;\n@%p263 bra L176;\nbra.uni L196;\nL137:\n"
    "setp.eq.s32 %p228,%r78,0;\n@%p228 bra L139;\nst.shared.u16[%r231],%r739;\nL139:\nsetp.lt.u32 %p229,%r78,2;\n"
    "@%p229 bra L141;\nst.shared.u16[%r232],%r738;\nL141:\nsetp.lt.u32 %p230,%r78,3;\n@%p230 bra L143;\n"
    "st.shared.u16[%r233],%r737;\nL143:\nsetp.lt.u32 %p231,%r78,4;\n@%p231 bra L145;\nst.shared.u16[%r234],%r736;\n"
    "L145:\nsetp.lt.u32 %p232,%r78,5;\n@%p232 bra L147;\ncvt.u32.u64 %r520,%d457;\nadd.s32 %r522,%r513,%r520;\n"
    "st.shared.u16[%r522],%r735;\nL147:\nsetp.lt.u32 %p233,%r78,6;\n@%p233 bra L149;\ncvt.u32.u64 %r523,%d458;\n"
    "add.s32 %r525,%r513,%r523;\nst.shared.u16[%r525],%r734;\nL149:\nsetp.lt.u32 %p234,%r78,7;\n@%p234 bra L151;\n"
    "cvt.u32.u64 %r526,%d459;\nadd.s32 %r528,%r513,%r526;\nst.shared.u16[%r528],%r733;\nL151:\n"
    "setp.lt.u32 %p235,%r78,8;\n@%p235 bra L153;\ncvt.u32.u64 %r529,%d460;\nadd.s32 %r531,%r513,%r529;\n"
    "st.shared.u16[%r531],%r732;\nL153:\nsetp.lt.u32 %p236,%r78,9;\n@%p236 bra L155;\ncvt.u32.u64 %r532,%d461;\n"
    "add.s32 %r534,%r513,%r532;\nst.shared.u16[%r534],%r731;\nL155:\nsetp.lt.u32 %p237,%r78,10;\n@%p237 bra L157;\n"
    "cvt.u32.u64 %r535,%d462;\nadd.s32 %r537,%r513,%r535;\nst.shared.u16[%r537],%r730;\nL157:\n"
    "setp.lt.u32 %p238,%r78,11;\n@%p238 bra L159;\ncvt.u32.u64 %r538,%d463;\nadd.s32 %r540,%r513,%r538;\n"
    "st.shared.u16[%r540],%r729;\nL159:\nsetp.lt.u32 %p239,%r78,12;\n@%p239 bra L161;\ncvt.u32.u64 %r541,%d464;\n"
    "add.s32 %r543,%r513,%r541;\nst.shared.u16[%r543],%r728;\nL161:\nsetp.lt.u32 %p240,%r78,13;\n@%p240 bra L163;\n"
    "cvt.u32.u64 %r544,%d465;\nadd.s32 %r546,%r513,%r544;\nst.shared.u16[%r546],%r727;\nL163:\n"
    "setp.lt.u32 %p241,%r78,14;\n@%p241 bra L165;\ncvt.u32.u64 %r547,%d466;\nadd.s32 %r549,%r513,%r547;\n"
    "st.shared.u16[%r549],%r726;\nL165:\nsetp.lt.u32 %p242,%r78,15;\n@%p242 bra L167;\n",
    "cvt.u32.u64 %r550,%d467;\nadd.s32 %r552,%r513,%r550;\nst.shared.u16[%r552],%r725;\nL167:\n"
    "setp.lt.u32 %p243,%r78,16;\n@%p243 bra L196;\ncvt.u32.u64 %r553,%d468;\nadd.s32 %r555,%r513,%r553;\n"
    "st.shared.u16[%r555],%r724;\nbra.uni L196;\nL133:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile4[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile4(\n.param .align 8 .b8 p[2768]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<309>;\n.reg .b32 %r<823>;\n.reg .b64 %d<738>;\nmov.b64 %d221,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d220,0;\nmov.u32 %r297,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r711,%r297;\nmov.u64 %d663,%d220;\nmov.u64 %d664,%d220;\nmov.u64 %d665,%d220;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r711;\nmul.wide.u32 %d225,%r711,912;\nadd.s64 %d226,%d221,%d225;\n"
    "add.s64 %d6,%d226,976;\nld.param.u32 %r6,[%d226+976];\nmov.u32 %r712,%r297;\nmov.u64 %d666,%d220;\n"
    "mov.u64 %d669,%d220;\nmov.u64 %d668,%d220;\nbra.uni L2;\nL211:\nsetp.eq.s32 %p287,%r712,0;\n"
    "or.b64 %d666,%d211,%d666;\nselp.b64 %d668,%d721,%d668,%p287;\nadd.s32 %r712,%r712,1;\nmov.u64 %d669,%d736;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p61,%r6,0;\nmov.u32 %r713,1;\n@%p61 bra L4;\n"
    "ld.param.u32 %r713,[%d6+-4];\nL4:\nsetp.lt.u32 %p62,%r712,%r713;\n@%p62 bra L197;\nbra.uni L5;\nL197:\n"
    "ld.param.u32 %r648,[%d6+-28];\nsetp.lt.u32 %p278,%r648,2;\nmov.u32 %r811,%r4;\n@%p278 bra L199;\n"
    "ld.param.v2.u32{%r649,%r650},[%d6+-24];\nmul.hi.u32 %r653,%r4,%r649;\nshr.u32 %r811,%r653,%r650;\nL199:\n"
    "ld.param.u32 %r274,[%d6+-28];\nmov.u64 %d721,0;\nld.param.v2.u32{%r815,%r655},[%d6+-16];\n"
    "add.s32 %r276,%r655,%r815;\nadd.s32 %r812,%r815,1;\nsetp.ge.u32 %p279,%r812,%r276;\nmov.u64 %d722,%d721;\n"
    "mov.u64 %d723,%d721;\nmov.u32 %r816,%r811;\n@%p279 bra L202;\nmov.u64 %d723,0;\nmov.u32 %r813,%r811;\n"
    "mov.u32 %r814,%r815;\nmov.u64 %d722,%d723;\nmov.u64 %d721,%d723;\nL201:\n.pragma \"nounroll\";\n"
    "mov.u32 %r815,%r812;\nmul.lo.s64 %d544,%d5,912;\nadd.s64 %d545,%d221,%d544;\nmul.wide.u32 %d546,%r814,40;\n"
    "add.s64 %d547,%d545,%d546;\nld.param.v2.u32{%r657,%r658},[%d547+992];\nmul.hi.u32 %r661,%r813,%r658;\n"
    "ld.param.u32 %r662,[%d547+1000];\nshr.u32 %r816,%r661,%r662;\nmul.lo.s32 %r663,%r816,%r657;\n"
    "sub.s32 %r664,%r813,%r663;\ncvt.u64.u32 %d548,%r664;\nld.param.u64 %d549,[%d547+1008];\n"
    "mul.lo.s64 %d550,%d549,%d548;\nadd.s64 %d721,%d550,%d721;\nld.param.u64 %d551,[%d547+1016];\n"
    "mul.lo.s64 %d552,%d551,%d548;\nadd.s64 %d722,%d552,%d722;\nld.param.u64 %d553,[%d547+1024];\n"
    "mul.lo.s64 %d554,%d553,%d548;\nadd.s64 %d723,%d554,%d723;\nadd.s32 %r812,%r815,1;\n"
    "setp.lt.u32 %p280,%r812,%r276;\nmov.u32 %r813,%r816;\nmov.u32 %r814,%r815;\n@%p280 bra L201;\nL202:\n"
    "setp.ge.u32 %p281,%r815,%r276;\n@%p281 bra L204;\nmul.lo.s64 %d555,%d5,912;\nadd.s64 %d556,%d221,%d555;\n"
    "mul.wide.u32 %d557,%r815,40;\nadd.s64 %d558,%d556,%d557;\ncvt.u64.u32 %d559,%r816;\n"
    "ld.param.u64 %d560,[%d558+1008];\nmul.lo.s64 %d561,%d560,%d559;\nadd.s64 %d721,%d561,%d721;\n"
    "ld.param.u64 %d562,[%d558+1016];\nmul.lo.s64 %d563,%d562,%d559;\nadd.s64 %d722,%d563,%d722;\n"
    "ld.param.u64 %d564,[%d558+1024];\nmul.lo.s64 %d565,%d564,%d559;\nadd.s64 %d723,%d565,%d723;\nL204:\n"
    "ld.param.v2.u32{%r666,%r667},[%d6+-16];\nmov.u32 %r820,0;\nld.param.v2.u32{%r668,%r669},[%d6+-8];\n"
    "mul.lo.s32 %r671,%r274,%r811;\nsub.s32 %r672,%r4,%r671;\nmad.lo.s32 %r821,%r669,%r672,%r712;\n"
    "setp.lt.u32 %p282,%r666,2;\n@%p282 bra L207;\nmov.u32 %r819,0;\nmov.u32 %r817,1;\nmov.u32 %r818,%r821;\n"
    "L206:\n.pragma \"nounroll\";\nmov.u32 %r820,%r817;\nmul.lo.s64 %d566,%d5,912;\nadd.s64 %d567,%d221,%d566;\n"
    "mul.wide.u32 %d568,%r819,40;\nadd.s64 %d569,%d567,%d568;\nld.param.v2.u32{%r675,%r676},[%d569+992];\n"
    "mul.hi.u32 %r679,%r818,%r676;\nld.param.u32 %r680,[%d569+1000];\nshr.u32 %r821,%r679,%r680;\n"
    "mul.lo.s32 %r681,%r821,%r675;\nsub.s32 %r682,%r818,%r681;\ncvt.u64.u32 %d570,%r682;\n"
    "ld.param.u64 %d571,[%d569+1008];\nmul.lo.s64 %d572,%d571,%d570;\nadd.s64 %d721,%d572,%d721;\n"
    "ld.param.u64 %d573,[%d569+1016];\nmul.lo.s64 %d574,%d573,%d570;\nadd.s64 %d722,%d574,%d722;\n"
    "ld.param.u64 %d575,[%d569+1024];\nmul.lo.s64 %d576,%d575,%d570;\nadd.s64 %d723,%d576,%d723;\n"
    "add.s32 %r817,%r820,1;\nsetp.lt.u32 %p283,%r817,%r666;\nmov.u32 %r818,%r821;\nmov.u32 %r819,%r820;\n"
    "@%p283 bra L206;\n",
    "L207:\nsetp.ge.u32 %p284,%r820,%r666;\n@%p284 bra L209;\nmul.lo.s64 %d577,%d5,912;\n"
    "add.s64 %d578,%d221,%d577;\nmul.wide.u32 %d579,%r820,40;\nadd.s64 %d580,%d578,%d579;\n"
    "cvt.u64.u32 %d581,%r821;\nld.param.u64 %d582,[%d580+1008];\nmul.lo.s64 %d583,%d582,%d581;\n"
    "add.s64 %d721,%d583,%d721;\nld.param.u64 %d584,[%d580+1016];\nmul.lo.s64 %d585,%d584,%d581;\n"
    "add.s64 %d722,%d585,%d722;\nld.param.u64 %d586,[%d580+1024];\nmul.lo.s64 %d587,%d586,%d581;\n"
    "add.s64 %d723,%d587,%d723;\nL209:\nshl.b32 %r684,%r712,4;\nshl.b64 %d211,%d722,%r684;\n"
    "mov.u64 %d737,2097151;\nmov.u64 %d736,0;\nmov.u32 %r822,0;\nL210:\n.pragma \"nounroll\";\n"
    "and.b64 %d590,%d737,%d723;\nand.b64 %d591,%d737,%d669;\nsetp.gt.u64 %p285,%d591,%d590;\n"
    "selp.b64 %d592,%d669,%d723,%p285;\nand.b64 %d593,%d592,%d737;\nor.b64 %d736,%d593,%d736;\n"
    "shl.b64 %d737,%d737,21;\nadd.s32 %r822,%r822,1;\nsetp.ne.s32 %p286,%r822,3;\n@%p286 bra L210;\nbra.uni L211;\n"
    "L5:\nld.param.u32 %r300,[%d6];\nsetp.eq.s32 %p63,%r300,0;\n@%p63 bra L7;\nld.param.u32 %r301,[%d6+-4];\n"
    "add.s32 %r302,%r301,-1;\ncvt.u64.u32 %d227,%r302;\nld.param.u64 %d228,[%d6+8];\n"
    "mul.lo.s64 %d229,%d228,%d227;\nadd.s64 %d669,%d229,%d669;\nL7:\nld.param.u32 %r303,[%d6];\n"
    "setp.eq.s32 %p64,%r303,0;\n@%p64 bra L9;\nmul.lo.s64 %d230,%d666,281479271743489;\n"
    "ld.param.s32 %d231,[%d6+4];\nmul.lo.s64 %d232,%d231,844433520132096;\nadd.s64 %d666,%d232,%d230;\nL9:\n"
    "cvt.u32.u64 %r304,%d5;\nsetp.eq.s32 %p65,%r304,0;\nselp.b64 %d663,%d668,%d663,%p65;\n"
    "selp.b64 %d664,%d666,%d664,%p65;\nselp.b64 %d665,%d669,%d665,%p65;\nadd.s32 %r711,%r304,1;\n"
    "setp.lt.u32 %p66,%r711,2;\n@%p66 bra L1;\nld.param.u64 %d675,[%d221];\nld.param.u64 %d676,[%d221+8];\n"
    "mov.u32 %r714,0;\nmov.u32 %r728,%r714;\nmov.u32 %r727,%r714;\nmov.u32 %r726,%r714;\nmov.u32 %r725,%r714;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p67,%r714,0;\nmov.u32 %r719,%r1;\n@%p67 bra L14;\n"
    "setp.ne.s32 %p68,%r714,1;\nmov.u32 %r719,%r2;\n@%p68 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r719,%r3;\nL14:\n"
    "mul.wide.u32 %d233,%r714,4;\nadd.s64 %d234,%d221,%d233;\nld.param.u32 %r17,[%d234+56];\n"
    "setp.ge.u32 %p69,%r728,%r17;\n@%p69 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d235,%r728,40;\n"
    "add.s64 %d236,%d221,%d235;\nld.param.v2.u32{%r310,%r311},[%d236+144];\nmul.hi.u32 %r314,%r719,%r311;\n"
    "ld.param.v2.u32{%r315,%r316},[%d236+152];\nshr.u32 %r23,%r314,%r315;\nmul.lo.s32 %r319,%r23,%r310;\n"
    "sub.s32 %r320,%r719,%r319;\ncvt.u64.u32 %d237,%r320;\nld.param.u64 %d238,[%d236+160];\n"
    "mul.lo.s64 %d239,%d238,%d237;\nld.param.u64 %d240,[%d236+168];\nmul.lo.s64 %d241,%d240,%d237;\n"
    "ld.param.u32 %r321,[%d236+176];\nmul.lo.s32 %r322,%r320,%r321;\nadd.s64 %d675,%d239,%d675;\n"
    "add.s64 %d676,%d241,%d676;\nsetp.eq.s32 %p70,%r316,0;\nselp.b32 %r323,%r322,0,%p70;\n"
    "add.s32 %r725,%r323,%r725;\nsetp.eq.s32 %p71,%r316,1;\nselp.b32 %r324,%r322,0,%p71;\n"
    "add.s32 %r726,%r324,%r726;\nsetp.eq.s32 %p72,%r316,2;\nselp.b32 %r325,%r322,0,%p72;\n"
    "add.s32 %r727,%r325,%r727;\nadd.s32 %r728,%r728,1;\nsetp.lt.u32 %p73,%r728,%r17;\nmov.u32 %r719,%r23;\n"
    "@%p73 bra L15;\nL16:\nadd.s32 %r714,%r714,1;\nsetp.lt.u32 %p74,%r714,3;\n@%p74 bra L11;\n"
    "ld.param.u32 %r33,[%d221+96];\nadd.s32 %r328,%r725,1;\nsetp.eq.s32 %p75,%r328,%r33;\n"
    "ld.param.u64 %d28,[%d221+120];\nneg.s64 %d242,%d28;\nselp.b64 %d243,%d242,0,%p75;\n"
    "ld.param.u64 %d29,[%d221+112];\nadd.s64 %d244,%d243,%d29;\nld.param.v2.u32{%r329,%r330},[%d221+96];\n"
    "mov.u32 %r755,0;\nadd.s32 %r331,%r726,1;\nsetp.eq.s32 %p76,%r331,%r330;\nld.param.u64 %d30,[%d221+128];\n"
    "neg.s64 %d245,%d30;\nselp.b64 %d246,%d245,0,%p76;\nadd.s64 %d247,%d244,%d246;\n"
    "ld.param.u32 %r36,[%d221+104];\nadd.s32 %r332,%r727,1;\nsetp.eq.s32 %p77,%r332,%r36;\n"
    "ld.param.u64 %d31,[%d221+136];\nneg.s64 %d248,%d31;\nselp.b64 %d249,%d248,0,%p77;\n"
    "add.s64 %d677,%d247,%d249;\nsetp.ne.s64 %p78,%d677,%d29;\nselp.u32 %r746,1,0,%p78;\n"
    "setp.ge.u32 %p79,%r725,%r329;\nsetp.ge.u32 %p80,%r726,%r330;\nsetp.ge.u32 %p81,%r727,%r36;\n"
    "or.pred %p82,%p79,%p80;\nor.pred %p83,%p81,%p82;\nselp.u32 %r745,1,0,%p83;\n"
    "ld.param.v2.u32{%r333,%r334},[%d221+968];\n",
    "ld.param.v2.u32{%r335,%r336},[%d221+944];\nld.param.v2.u32{%r337,%r338},[%d221+1856];\n"
    "ld.param.v2.u32{%r339,%r340},[%d221+72];\nld.param.u32 %r50,[%d221+40];\n"
    "ld.param.v2.u32{%r341,%r342},[%d221+1880];\nand.b64 %d35,%d666,65535;\nld.param.u32 %r54,[%d221+1880];\n"
    "ld.param.v2.u32{%r343,%r344},[%d221+40];\nld.param.v2.u32{%r345,%r346},[%d221+32];\n"
    "ld.param.v2.u32{%r347,%r348},[%d221+952];\nld.param.v2.u32{%r349,%r350},[%d221+960];\n"
    "add.s32 %r65,%r350,%r349;\ncvt.u32.u64 %r351,%d666;\nand.b32 %r66,%r351,65535;\n"
    "ld.param.v2.u32{%r352,%r353},[%d221+1864];\nld.param.v2.u32{%r354,%r355},[%d221+1872];\n"
    "add.s32 %r73,%r355,%r354;\nld.param.u64 %d37,[%d221+1896];\nld.param.u64 %d38,[%d221+1472];\n"
    "ld.param.u64 %d39,[%d221+1488];\nld.param.u32 %r74,[%d221+968];\nld.param.u64 %d40,[%d221+1496];\n"
    "ld.param.u64 %d41,[%d221+1512];\nld.param.u64 %d42,[%d221+1520];\nld.param.u64 %d43,[%d221+1536];\n"
    "cvt.u32.u64 %r356,%d664;\nshr.u32 %r76,%r356,16;\nshr.u64 %d250,%d664,32;\ncvt.u32.u64 %r357,%d250;\n"
    "and.b32 %r77,%r357,65535;\nshr.u64 %d251,%d664,48;\ncvt.u32.u64 %r78,%d251;\nld.param.u64 %d45,[%d221+1544];\n"
    "ld.param.u64 %d46,[%d221+1560];\nshr.u64 %d252,%d666,32;\ncvt.u32.u64 %r358,%d252;\n"
    "and.b32 %r80,%r358,65535;\nld.param.u64 %d56,[%d221+1576];\nand.b64 %d57,%d664,65535;\n"
    "ld.param.u64 %d60,[%d221+1600];\nld.param.u64 %d63,[%d221+1624];\nld.param.u64 %d66,[%d221+1648];\n"
    "ld.param.u64 %d69,[%d221+1672];\nld.param.u64 %d72,[%d221+1696];\nld.param.u64 %d75,[%d221+1720];\n"
    "ld.param.u64 %d78,[%d221+1744];\nld.param.u64 %d81,[%d221+1768];\nld.param.u64 %d84,[%d221+1792];\n"
    "ld.param.u64 %d85,[%d221+1816];\nld.param.u64 %d86,[%d221+1840];\nmul.lo.s64 %d377,%d37,3;\n"
    "mul.hi.u32 %r462,%r4,%r352;\nshr.u32 %r201,%r462,%r353;\nadd.s64 %d461,%d56,%d57;\nadd.s64 %d462,%d60,%d57;\n"
    "add.s64 %d463,%d63,%d57;\nadd.s64 %d464,%d66,%d57;\nadd.s64 %d465,%d69,%d57;\nadd.s64 %d466,%d72,%d57;\n"
    "add.s64 %d467,%d75,%d57;\nadd.s64 %d468,%d78,%d57;\nadd.s64 %d469,%d81,%d57;\nadd.s64 %d470,%d84,%d57;\n"
    "add.s64 %d471,%d85,%d57;\nadd.s64 %d472,%d86,%d57;\nmul.hi.u32 %r614,%r4,%r347;\nshr.u32 %r245,%r614,%r348;\n"
    "mov.u32 %r750,%r745;\nmov.u32 %r751,%r746;\nmov.u32 %r752,%r727;\nmov.u32 %r753,%r726;\nmov.u32 %r754,%r725;\n"
    "mov.u64 %d680,%d677;\nmov.u64 %d681,%d676;\nbra.uni L18;\nL196:\nld.param.u32 %r694,[%d221+68];\n"
    "ld.param.u32 %r693,[%d221+104];\nld.param.u32 %r692,[%d221+100];\nld.param.u64 %d596,[%d221+112];\n"
    "ld.param.u32 %r685,[%d221+96];\nld.param.u64 %d595,[%d221+88];\nld.param.u64 %d594,[%d221+80];\nbar.sync 0;\n"
    "add.s64 %d675,%d594,%d675;\nadd.s64 %d676,%d595,%d681;\nsetp.eq.s32 %p264,%r339,0;\n"
    "selp.b32 %r642,%r340,0,%p264;\nadd.s32 %r725,%r642,%r754;\nsetp.eq.s32 %p265,%r339,1;\n"
    "selp.b32 %r643,%r340,0,%p265;\nadd.s32 %r726,%r643,%r753;\nsetp.eq.s32 %p266,%r339,2;\n"
    "selp.b32 %r644,%r340,0,%p266;\nadd.s32 %r727,%r644,%r752;\nadd.s32 %r645,%r725,1;\n"
    "setp.eq.s32 %p267,%r645,%r685;\nselp.b64 %d531,%d242,0,%p267;\nadd.s64 %d532,%d531,%d596;\n"
    "add.s32 %r646,%r726,1;\nsetp.eq.s32 %p268,%r646,%r692;\nselp.b64 %d534,%d245,0,%p268;\n"
    "add.s64 %d535,%d532,%d534;\nadd.s32 %r647,%r727,1;\nsetp.eq.s32 %p269,%r647,%r693;\n"
    "selp.b64 %d537,%d248,0,%p269;\nadd.s64 %d677,%d535,%d537;\nsetp.ne.s64 %p270,%d677,%d596;\n"
    "selp.u32 %r746,1,0,%p270;\nsetp.ge.u32 %p271,%r725,%r329;\nsetp.ge.u32 %p272,%r726,%r692;\n"
    "setp.ge.u32 %p273,%r727,%r693;\nor.pred %p274,%p271,%p272;\nor.pred %p275,%p273,%p274;\n"
    "add.s32 %r755,%r755,1;\nsetp.ge.u32 %p276,%r755,%r694;\nor.pred %p277,%p275,%p276;\n"
    "selp.u32 %r745,1,0,%p277;\nL18:\n.pragma \"nounroll\";\nmov.u64 %d91,%d681;\nmov.u64 %d90,%d680;\n"
    "mov.u32 %r107,%r754;\nmov.u32 %r106,%r753;\nmov.u32 %r105,%r752;\nmov.u32 %r104,%r751;\nmov.u32 %r103,%r750;\n"
    "mov.u64 %d681,%d676;\nmov.u64 %d680,%d677;\nmov.u32 %r754,%r725;\nmov.u32 %r753,%r726;\nmov.u32 %r752,%r727;\n"
    "mov.u32 %r751,%r746;\nmov.u32 %r750,%r745;\nld.param.u32 %r686,[%d221+944];\nadd.s64 %d92,%d675,%d663;\n"
    "setp.ne.s32 %p84,%r750,0;\nsetp.le.u32 %p85,%r686,%r4;\nor.pred %p86,%p84,%p85;\n@%p86 bra L62;\n",
    "setp.gt.u32 %p87,%r334,1;\n@%p87 bra L53;\nbra.uni L20;\nL53:\nsetp.eq.s32 %p152,%r751,0;\n"
    "setp.ne.s32 %p153,%r333,0;\nsub.s64 %d93,%d680,%d665;\nsetp.eq.s32 %p154,%r333,0;\n"
    "or.pred %p155,%p152,%p154;\nand.pred %p305,%p152,%p153;\n@%p155 bra L55;\nsub.s64 %d318,%d93,%d39;\n"
    "and.b64 %d319,%d318,4611688217451692032;\nsetp.eq.s64 %p305,%d319,4611688217451692032;\nL55:\n"
    "setp.gt.u32 %p156,%r333,1;\nadd.s64 %d320,%d38,%d92;\nselp.u32 %r395,1,0,%p305;\n"
    "{.reg .pred q;setp.ne.s32 q,%r395,0;\nmov.u32 %r744,0;mov.u32 %r743,0;mov.u32 %r742,0;mov.u32 %r741,0;\n"
    "@q ld.global.v4.u32{%r744,%r743,%r742,%r741},[%d320];}\nsetp.lt.u32 %p157,%r333,2;\n"
    "or.pred %p159,%p152,%p157;\nand.pred %p306,%p152,%p156;\n@%p159 bra L57;\nsub.s64 %d321,%d93,%d41;\n"
    "and.b64 %d322,%d321,4611688217451692032;\nsetp.eq.s64 %p306,%d322,4611688217451692032;\nL57:\n"
    "setp.gt.u32 %p160,%r333,2;\nadd.s64 %d323,%d40,%d92;\nselp.u32 %r400,1,0,%p306;\n"
    "{.reg .pred q;setp.ne.s32 q,%r400,0;\nmov.u32 %r740,0;mov.u32 %r739,0;mov.u32 %r738,0;mov.u32 %r737,0;\n"
    "@q ld.global.v4.u32{%r740,%r739,%r738,%r737},[%d323];}\nsetp.lt.u32 %p161,%r333,3;\n"
    "or.pred %p163,%p152,%p161;\nand.pred %p307,%p152,%p160;\n@%p163 bra L59;\nsub.s64 %d630,%d680,%d665;\n"
    "sub.s64 %d324,%d630,%d43;\nand.b64 %d325,%d324,4611688217451692032;\n"
    "setp.eq.s64 %p307,%d325,4611688217451692032;\nL59:\nsetp.gt.u32 %p164,%r333,3;\nadd.s64 %d326,%d42,%d92;\n"
    "selp.u32 %r405,1,0,%p307;\n{.reg .pred q;setp.ne.s32 q,%r405,0;\n"
    "mov.u32 %r736,0;mov.u32 %r735,0;mov.u32 %r734,0;mov.u32 %r733,0;\n"
    "@q ld.global.v4.u32{%r736,%r735,%r734,%r733},[%d326];}\nsetp.lt.u32 %p165,%r333,4;\n"
    "or.pred %p167,%p152,%p165;\nand.pred %p308,%p152,%p164;\n@%p167 bra L61;\nsub.s64 %d631,%d680,%d665;\n"
    "sub.s64 %d327,%d631,%d46;\nand.b64 %d328,%d327,4611688217451692032;\n"
    "setp.eq.s64 %p308,%d328,4611688217451692032;\nL61:\nadd.s64 %d329,%d45,%d92;\nselp.u32 %r410,1,0,%p308;\n"
    "{.reg .pred q;setp.ne.s32 q,%r410,0;\nmov.u32 %r732,0;mov.u32 %r731,0;mov.u32 %r730,0;mov.u32 %r729,0;\n"
    "@q ld.global.v4.u32{%r732,%r731,%r730,%r729},[%d329];}\nbra.uni L62;\nL20:\nsetp.eq.s32 %p88,%r751,0;\n"
    "setp.ne.s32 %p89,%r333,0;\nsetp.eq.s32 %p90,%r333,0;\nor.pred %p91,%p88,%p90;\nand.pred %p289,%p88,%p89;\n"
    "@%p91 bra L22;\nsub.s64 %d254,%d680,%d665;\nsub.s64 %d255,%d254,%d39;\n"
    "and.b64 %d256,%d255,4611688217451692032;\nsetp.eq.s64 %p289,%d256,4611688217451692032;\nL22:\n"
    "add.s64 %d257,%d38,%d92;\nselp.u32 %r360,1,0,%p289;\n{.reg .pred q;setp.ne.s32 q,%r360,0;\n"
    "mov.b32 %r744,0;@q ld.global.u32 %r744,[%d257];}\nsetp.gt.u32 %p92,%r74,1;\nsetp.lt.u32 %p93,%r74,2;\n"
    "or.pred %p95,%p88,%p93;\nand.pred %p290,%p88,%p92;\n@%p95 bra L24;\nsub.s64 %d258,%d680,%d665;\n"
    "sub.s64 %d259,%d258,%d41;\nand.b64 %d260,%d259,4611688217451692032;\n"
    "setp.eq.s64 %p290,%d260,4611688217451692032;\nL24:\nadd.s64 %d261,%d40,%d92;\nselp.u32 %r362,1,0,%p290;\n"
    "{.reg .pred q;setp.ne.s32 q,%r362,0;\nmov.b32 %r743,0;@q ld.global.u32 %r743,[%d261];}\n"
    "setp.gt.u32 %p96,%r74,2;\nsetp.lt.u32 %p97,%r74,3;\nor.pred %p99,%p88,%p97;\nand.pred %p291,%p88,%p96;\n"
    "@%p99 bra L26;\nsub.s64 %d262,%d680,%d665;\nsub.s64 %d263,%d262,%d43;\n"
    "and.b64 %d264,%d263,4611688217451692032;\nsetp.eq.s64 %p291,%d264,4611688217451692032;\nL26:\n"
    "add.s64 %d265,%d42,%d92;\nselp.u32 %r364,1,0,%p291;\n{.reg .pred q;setp.ne.s32 q,%r364,0;\n"
    "mov.b32 %r742,0;@q ld.global.u32 %r742,[%d265];}\nsetp.gt.u32 %p100,%r74,3;\nsetp.lt.u32 %p101,%r74,4;\n"
    "or.pred %p103,%p88,%p101;\nand.pred %p292,%p88,%p100;\n@%p103 bra L28;\nsub.s64 %d266,%d680,%d665;\n"
    "sub.s64 %d267,%d266,%d46;\nand.b64 %d268,%d267,4611688217451692032;\n"
    "setp.eq.s64 %p292,%d268,4611688217451692032;\nL28:\nadd.s64 %d269,%d45,%d92;\nselp.u32 %r366,1,0,%p292;\n"
    "{.reg .pred q;setp.ne.s32 q,%r366,0;\nmov.b32 %r741,0;@q ld.global.u32 %r741,[%d269];}\n"
    "setp.gt.u32 %p104,%r74,4;\nsetp.lt.u32 %p105,%r74,5;\nor.pred %p107,%p88,%p105;\nand.pred %p293,%p88,%p104;\n"
    "@%p107 bra L30;\nld.param.u64 %d597,[%d221+1584];\nsub.s64 %d270,%d680,%d665;\nsub.s64 %d271,%d270,%d597;\n"
    "and.b64 %d272,%d271,4611688217451692032;\n",
    "setp.eq.s64 %p293,%d272,4611688217451692032;\nL30:\nld.param.u64 %d598,[%d221+1568];\n"
    "add.s64 %d273,%d598,%d92;\nselp.u32 %r368,1,0,%p293;\n{.reg .pred q;setp.ne.s32 q,%r368,0;\n"
    "mov.b32 %r740,0;@q ld.global.u32 %r740,[%d273];}\nsetp.gt.u32 %p108,%r74,5;\nsetp.lt.u32 %p109,%r74,6;\n"
    "or.pred %p111,%p88,%p109;\nand.pred %p294,%p88,%p108;\n@%p111 bra L32;\nld.param.u64 %d599,[%d221+1608];\n"
    "sub.s64 %d274,%d680,%d665;\nsub.s64 %d275,%d274,%d599;\nand.b64 %d276,%d275,4611688217451692032;\n"
    "setp.eq.s64 %p294,%d276,4611688217451692032;\nL32:\nld.param.u64 %d600,[%d221+1592];\n"
    "add.s64 %d277,%d600,%d92;\nselp.u32 %r370,1,0,%p294;\n{.reg .pred q;setp.ne.s32 q,%r370,0;\n"
    "mov.b32 %r739,0;@q ld.global.u32 %r739,[%d277];}\nsetp.gt.u32 %p112,%r74,6;\nsetp.lt.u32 %p113,%r74,7;\n"
    "or.pred %p115,%p88,%p113;\nand.pred %p295,%p88,%p112;\n@%p115 bra L34;\nld.param.u64 %d601,[%d221+1632];\n"
    "sub.s64 %d278,%d680,%d665;\nsub.s64 %d279,%d278,%d601;\nand.b64 %d280,%d279,4611688217451692032;\n"
    "setp.eq.s64 %p295,%d280,4611688217451692032;\nL34:\nld.param.u64 %d602,[%d221+1616];\n"
    "add.s64 %d281,%d602,%d92;\nselp.u32 %r372,1,0,%p295;\n{.reg .pred q;setp.ne.s32 q,%r372,0;\n"
    "mov.b32 %r738,0;@q ld.global.u32 %r738,[%d281];}\nsetp.gt.u32 %p116,%r74,7;\nsetp.lt.u32 %p117,%r74,8;\n"
    "or.pred %p119,%p88,%p117;\nand.pred %p296,%p88,%p116;\n@%p119 bra L36;\nld.param.u64 %d603,[%d221+1656];\n"
    "sub.s64 %d282,%d680,%d665;\nsub.s64 %d283,%d282,%d603;\nand.b64 %d284,%d283,4611688217451692032;\n"
    "setp.eq.s64 %p296,%d284,4611688217451692032;\nL36:\nld.param.u64 %d604,[%d221+1640];\n"
    "add.s64 %d285,%d604,%d92;\nselp.u32 %r374,1,0,%p296;\n{.reg .pred q;setp.ne.s32 q,%r374,0;\n"
    "mov.b32 %r737,0;@q ld.global.u32 %r737,[%d285];}\nsetp.gt.u32 %p120,%r74,8;\nsetp.lt.u32 %p121,%r74,9;\n"
    "or.pred %p123,%p88,%p121;\nand.pred %p297,%p88,%p120;\n@%p123 bra L38;\nld.param.u64 %d605,[%d221+1680];\n"
    "sub.s64 %d286,%d680,%d665;\nsub.s64 %d287,%d286,%d605;\nand.b64 %d288,%d287,4611688217451692032;\n"
    "setp.eq.s64 %p297,%d288,4611688217451692032;\nL38:\nld.param.u64 %d606,[%d221+1664];\n"
    "add.s64 %d289,%d606,%d92;\nselp.u32 %r376,1,0,%p297;\n{.reg .pred q;setp.ne.s32 q,%r376,0;\n"
    "mov.b32 %r736,0;@q ld.global.u32 %r736,[%d289];}\nsetp.gt.u32 %p124,%r74,9;\nsetp.lt.u32 %p125,%r74,10;\n"
    "or.pred %p127,%p88,%p125;\nand.pred %p298,%p88,%p124;\n@%p127 bra L40;\nld.param.u64 %d607,[%d221+1704];\n"
    "sub.s64 %d290,%d680,%d665;\nsub.s64 %d291,%d290,%d607;\nand.b64 %d292,%d291,4611688217451692032;\n"
    "setp.eq.s64 %p298,%d292,4611688217451692032;\nL40:\nld.param.u64 %d608,[%d221+1688];\n"
    "add.s64 %d293,%d608,%d92;\nselp.u32 %r378,1,0,%p298;\n{.reg .pred q;setp.ne.s32 q,%r378,0;\n"
    "mov.b32 %r735,0;@q ld.global.u32 %r735,[%d293];}\nsetp.gt.u32 %p128,%r74,10;\nsetp.lt.u32 %p129,%r74,11;\n"
    "or.pred %p131,%p88,%p129;\nand.pred %p299,%p88,%p128;\n@%p131 bra L42;\nld.param.u64 %d609,[%d221+1728];\n"
    "sub.s64 %d294,%d680,%d665;\nsub.s64 %d295,%d294,%d609;\nand.b64 %d296,%d295,4611688217451692032;\n"
    "setp.eq.s64 %p299,%d296,4611688217451692032;\nL42:\nld.param.u64 %d610,[%d221+1712];\n"
    "add.s64 %d297,%d610,%d92;\nselp.u32 %r380,1,0,%p299;\n{.reg .pred q;setp.ne.s32 q,%r380,0;\n"
    "mov.b32 %r734,0;@q ld.global.u32 %r734,[%d297];}\nsetp.gt.u32 %p132,%r74,11;\nsetp.lt.u32 %p133,%r74,12;\n"
    "or.pred %p135,%p88,%p133;\nand.pred %p300,%p88,%p132;\n@%p135 bra L44;\nld.param.u64 %d611,[%d221+1752];\n"
    "sub.s64 %d298,%d680,%d665;\nsub.s64 %d299,%d298,%d611;\nand.b64 %d300,%d299,4611688217451692032;\n"
    "setp.eq.s64 %p300,%d300,4611688217451692032;\nL44:\nld.param.u64 %d612,[%d221+1736];\n"
    "add.s64 %d301,%d612,%d92;\nselp.u32 %r382,1,0,%p300;\n{.reg .pred q;setp.ne.s32 q,%r382,0;\n"
    "mov.b32 %r733,0;@q ld.global.u32 %r733,[%d301];}\nsetp.gt.u32 %p136,%r74,12;\nsetp.lt.u32 %p137,%r74,13;\n"
    "or.pred %p139,%p88,%p137;\nand.pred %p301,%p88,%p136;\n@%p139 bra L46;\nld.param.u64 %d613,[%d221+1776];\n"
    "sub.s64 %d302,%d680,%d665;\nsub.s64 %d303,%d302,%d613;\nand.b64 %d304,%d303,4611688217451692032;\n"
    "setp.eq.s64 %p301,%d304,4611688217451692032;\nL46:\nld.param.u64 %d614,[%d221+1760];\n",
    "add.s64 %d305,%d614,%d92;\nselp.u32 %r384,1,0,%p301;\n{.reg .pred q;setp.ne.s32 q,%r384,0;\n"
    "mov.b32 %r732,0;@q ld.global.u32 %r732,[%d305];}\nsetp.gt.u32 %p140,%r74,13;\nsetp.lt.u32 %p141,%r74,14;\n"
    "or.pred %p143,%p88,%p141;\nand.pred %p302,%p88,%p140;\n@%p143 bra L48;\nld.param.u64 %d615,[%d221+1800];\n"
    "sub.s64 %d306,%d680,%d665;\nsub.s64 %d307,%d306,%d615;\nand.b64 %d308,%d307,4611688217451692032;\n"
    "setp.eq.s64 %p302,%d308,4611688217451692032;\nL48:\nld.param.u64 %d616,[%d221+1784];\n"
    "add.s64 %d309,%d616,%d92;\nselp.u32 %r386,1,0,%p302;\n{.reg .pred q;setp.ne.s32 q,%r386,0;\n"
    "mov.b32 %r731,0;@q ld.global.u32 %r731,[%d309];}\nsetp.gt.u32 %p144,%r74,14;\nsetp.lt.u32 %p145,%r74,15;\n"
    "or.pred %p147,%p88,%p145;\nand.pred %p303,%p88,%p144;\n@%p147 bra L50;\nld.param.u64 %d617,[%d221+1824];\n"
    "sub.s64 %d310,%d680,%d665;\nsub.s64 %d311,%d310,%d617;\nand.b64 %d312,%d311,4611688217451692032;\n"
    "setp.eq.s64 %p303,%d312,4611688217451692032;\nL50:\nld.param.u64 %d618,[%d221+1808];\n"
    "add.s64 %d313,%d618,%d92;\nselp.u32 %r388,1,0,%p303;\n{.reg .pred q;setp.ne.s32 q,%r388,0;\n"
    "mov.b32 %r730,0;@q ld.global.u32 %r730,[%d313];}\nsetp.gt.u32 %p148,%r74,15;\nsetp.lt.u32 %p149,%r74,16;\n"
    "or.pred %p151,%p88,%p149;\nand.pred %p304,%p88,%p148;\n@%p151 bra L52;\nld.param.u64 %d619,[%d221+1848];\n"
    "sub.s64 %d314,%d680,%d665;\nsub.s64 %d315,%d314,%d619;\nand.b64 %d316,%d315,4611688217451692032;\n"
    "setp.eq.s64 %p304,%d316,4611688217451692032;\nL52:\nld.param.u64 %d620,[%d221+1832];\n"
    "add.s64 %d317,%d620,%d92;\nselp.u32 %r390,1,0,%p304;\n{.reg .pred q;setp.ne.s32 q,%r390,0;\n"
    "mov.b32 %r729,0;@q ld.global.u32 %r729,[%d317];}\nL62:\nsetp.eq.s32 %p168,%r755,0;\n@%p168 bra L135;\n"
    "setp.le.u32 %p169,%r337,%r4;\nsetp.ne.s32 %p170,%r103,0;\nor.pred %p171,%p170,%p169;\n@%p171 bra L132;\n"
    "setp.lt.u32 %p172,%r50,3;\n@%p172 bra L117;\nbra.uni L65;\nL117:\nsetp.eq.s32 %p209,%r341,0;\n"
    "setp.eq.s32 %p210,%r50,1;\nselp.b32 %r490,%r106,%r105,%p210;\nsetp.eq.s32 %p211,%r50,0;\n"
    "selp.b32 %r223,%r107,%r490,%p211;\nmul.lo.s32 %r491,%r50,21;\nshr.u64 %d433,%d90,%r491;\n"
    "cvt.u32.u64 %r492,%d433;\nand.b32 %r224,%r492,1048575;\n@%p209 bra L132;\nmov.u32 %r795,0;\nL119:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d434,%r795,24;\nadd.s64 %d435,%d221,%d434;\n"
    "ld.param.u64 %d136,[%d435+2400];\nsetp.eq.s32 %p212,%r104,0;\n@%p212 bra L121;\nmul.lo.s32 %r700,%r50,21;\n"
    "add.s64 %d436,%d136,%d669;\nmov.u64 %d437,1048575;\nshl.b64 %d438,%d437,%r700;\nnot.b64 %d439,%d438;\n"
    "and.b64 %d440,%d436,%d439;\nsub.s64 %d441,%d90,%d440;\nand.b64 %d442,%d441,4611688217451692032;\n"
    "setp.ne.s64 %p213,%d442,4611688217451692032;\n@%p213 bra L131;\nL121:\nmul.lo.s32 %r704,%r50,21;\n"
    "cvt.u64.u32 %d645,%r704;\nld.param.u32 %r689,[%d221+48];\nadd.s64 %d443,%d136,%d669;\n"
    "cvt.u32.u64 %r496,%d645;\nshr.u64 %d444,%d443,%r496;\ncvt.u32.u64 %r497,%d444;\nand.b32 %r498,%r497,1048575;\n"
    "add.s32 %r796,%r498,-3;\nsetp.lt.s32 %p214,%r796,%r689;\n@%p214 bra L125;\nsetp.eq.s32 %p215,%r223,0;\n"
    "@%p215 bra L124;\nadd.s32 %r796,%r498,-3;\nadd.s32 %r690,%r223,1;\nmul.wide.u32 %d445,%r343,4;\n"
    "add.s64 %d446,%d221,%d445;\nld.param.u32 %r499,[%d446+96];\nsetp.lt.u32 %p216,%r690,%r499;\n@%p216 bra L131;\n"
    "bra.uni L125;\nL124:\nadd.s32 %r506,%r498,-3;\nsub.s32 %r796,%r506,%r344;\nL125:\nadd.s64 %d646,%d91,%d668;\n"
    "mul.wide.u32 %d629,%r795,24;\nadd.s64 %d628,%d221,%d629;\nld.param.u64 %d627,[%d628+2392];\n"
    "ld.param.u64 %d626,[%d628+2384];\nshl.b32 %r509,%r497,2;\nand.b32 %r510,%r509,4194300;\n"
    "add.s32 %r511,%r510,-12;\ncvt.s64.s32 %d453,%r511;\nadd.s64 %d454,%d646,%d626;\nsub.s64 %d455,%d454,%d453;\n"
    "cvt.u32.u64 %r512,%d455;\nneg.s32 %r513,%r512;\nand.b32 %r514,%r513,28;\nshr.u32 %r515,%r514,2;\n"
    "add.s32 %r231,%r796,%r515;\nshl.b32 %r516,%r231,2;\ncvt.s64.s32 %d456,%r516;\nadd.s64 %d140,%d455,%d456;\n"
    "setp.gt.s32 %p217,%r231,-1;\nadd.s32 %r517,%r231,3;\nsetp.le.s32 %p218,%r517,%r224;\n"
    "and.pred %p219,%p217,%p218;\nadd.s64 %d457,%d627,%d35;\ncvt.u32.u64 %r518,%d457;\nsub.s32 %r519,%r518,%r511;\n"
    "add.s32 %r232,%r516,%r519;\n@%p219 bra L130;\nbra.uni L126;\nL130:\n",
    "mov.u32 %r533,tile;\nadd.s32 %r534,%r533,%r232;\nld.shared.u32 %r528,[%r534];\n"
    "ld.shared.u32 %r529,[%r534+4];\nld.shared.u32 %r530,[%r534+8];\nld.shared.u32 %r531,[%r534+12];\n"
    "mov.u32 %r532,1;\n{.reg .pred q;setp.ne.s32 q,%r532,0;\n"
    "@q st.global.v4.u32[%d140],{%r528,%r529,%r530,%r531};}\nbra.uni L131;\nL126:\nmov.u32 %r797,0;\nL127:\n"
    ".pragma \"nounroll\";\nadd.s32 %r521,%r797,%r231;\nsetp.gt.u32 %p220,%r521,%r224;\n@%p220 bra L129;\n"
    "shl.b32 %r524,%r797,2;\ncvt.u64.u32 %d459,%r524;\nadd.s64 %d458,%d140,%d459;\nadd.s32 %r525,%r524,%r232;\n"
    "mov.u32 %r526,tile;\nadd.s32 %r527,%r526,%r525;\nld.shared.u32 %r522,[%r527];\nmov.u32 %r523,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r523,0;\n@q st.global.u32[%d458],%r522;}\nL129:\nadd.s32 %r797,%r797,1;\n"
    "setp.eq.s32 %p221,%r797,4;\n@%p221 bra L131;\nbra.uni L127;\nL131:\nadd.s32 %r795,%r795,1;\n"
    "setp.lt.u32 %p222,%r795,%r54;\n@%p222 bra L119;\nbra.uni L132;\nL65:\nsetp.gt.u32 %p173,%r342,1;\n"
    "@%p173 bra L86;\nbra.uni L66;\nL86:\nsetp.eq.s32 %p188,%r54,0;\n@%p188 bra L95;\nmov.u32 %r777,0;\nL88:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d364,%r777,24;\nadd.s64 %d365,%d221,%d364;\nadd.s64 %d101,%d365,2400;\n"
    "setp.eq.s32 %p189,%r104,0;\n@%p189 bra L90;\nsub.s64 %d637,%d90,%d669;\nld.param.u64 %d366,[%d101];\n"
    "sub.s64 %d367,%d637,%d366;\nand.b64 %d368,%d367,4611688217451692032;\n"
    "setp.ne.s64 %p190,%d368,4611688217451692032;\n@%p190 bra L94;\nL90:\nsetp.eq.s32 %p191,%r345,0;\n"
    "ld.param.u32 %r184,[%d101+-8];\nadd.s32 %r441,%r66,%r184;\nmov.u32 %r442,tile;\nadd.s32 %r185,%r442,%r441;\n"
    "@%p191 bra L92;\nld.shared.v4.u32{%r778,%r779,%r780,%r781},[%r185];\nbra.uni L93;\nL92:\n"
    "shr.u64 %d625,%d666,48;\ncvt.u32.u64 %r697,%d625;\ncvt.u32.u64 %r696,%d666;\nshr.u32 %r695,%r696,16;\n"
    "ld.shared.u32 %r778,[%r185];\nadd.s32 %r447,%r695,%r184;\nadd.s32 %r449,%r442,%r447;\n"
    "ld.shared.u32 %r779,[%r449];\nadd.s32 %r450,%r80,%r184;\nadd.s32 %r451,%r442,%r450;\n"
    "ld.shared.u32 %r780,[%r451];\nadd.s32 %r452,%r697,%r184;\nadd.s32 %r453,%r442,%r452;\n"
    "ld.shared.u32 %r781,[%r453];\nL93:\nadd.s64 %d636,%d91,%d668;\nld.param.u64 %d370,[%d101+-16];\n"
    "add.s64 %d369,%d636,%d370;\nmov.u32 %r458,1;\n{.reg .pred q;setp.ne.s32 q,%r458,0;\n"
    "@q st.global.v4.u32[%d369],{%r778,%r779,%r780,%r781};}\nL94:\ncvt.u64.u32 %d638,%r777;\n"
    "cvt.u32.u64 %r459,%d638;\nadd.s32 %r777,%r459,1;\nsetp.lt.u32 %p192,%r777,%r341;\n@%p192 bra L88;\nL95:\n"
    "setp.eq.s32 %p193,%r341,0;\nsetp.eq.s32 %p194,%r104,0;\nor.pred %p195,%p194,%p193;\n@%p195 bra L132;\n"
    "mov.u32 %r782,0;\nL97:\n.pragma \"nounroll\";\nmul.wide.u32 %d371,%r782,24;\nadd.s64 %d372,%d221,%d371;\n"
    "sub.s64 %d373,%d90,%d669;\nld.param.u64 %d102,[%d372+2400];\nsub.s64 %d374,%d373,%d102;\n"
    "and.b64 %d375,%d374,4611688217451692032;\nsetp.eq.s64 %p196,%d375,4611688217451692032;\n@%p196 bra L116;\n"
    "ld.param.u32 %r687,[%d221+1888];\nsetp.eq.s32 %p197,%r687,0;\n@%p197 bra L100;\nmul.wide.u32 %d642,%r782,24;\n"
    "add.s64 %d641,%d221,%d642;\nld.param.u64 %d640,[%d641+2400];\nsub.s64 %d639,%d90,%d669;\n"
    "add.s64 %d378,%d639,%d377;\nsub.s64 %d379,%d378,%d640;\nand.b64 %d380,%d379,4611688217451692032;\n"
    "setp.ne.s64 %p198,%d380,4611688217451692032;\n@%p198 bra L116;\nL100:\nmov.u32 %r783,0;\nL101:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p199,%r338,2;\nmov.u32 %r784,%r4;\n@%p199 bra L103;\n"
    "mov.u32 %r784,%r201;\nL103:\nmov.u64 %d685,0;\nadd.s32 %r785,%r354,1;\nsetp.ge.u32 %p200,%r785,%r73;\n"
    "mov.u64 %d686,%d685;\nmov.u64 %d687,%d685;\nmov.u32 %r788,%r354;\nmov.u32 %r789,%r784;\n@%p200 bra L106;\n"
    "mov.u64 %d687,0;\nmov.u32 %r786,%r784;\nmov.u32 %r787,%r354;\nmov.u64 %d686,%d687;\nmov.u64 %d685,%d687;\n"
    "L105:\n.pragma \"nounroll\";\nmov.u32 %r788,%r785;\nmul.wide.u32 %d387,%r787,40;\nadd.s64 %d388,%d221,%d387;\n"
    "ld.param.v2.u32{%r464,%r465},[%d388+1904];\nmul.hi.u32 %r468,%r786,%r465;\nld.param.u32 %r469,[%d388+1912];\n"
    "shr.u32 %r789,%r468,%r469;\nmul.lo.s32 %r470,%r789,%r464;\nsub.s32 %r471,%r786,%r470;\n"
    "cvt.u64.u32 %d389,%r471;\nld.param.u64 %d390,[%d388+1920];\nmul.lo.s64 %d391,%d390,%d389;\n"
    "add.s64 %d685,%d391,%d685;\nld.param.u64 %d392,[%d388+1928];\n",
    "mul.lo.s64 %d393,%d392,%d389;\nadd.s64 %d686,%d393,%d686;\nld.param.u64 %d394,[%d388+1936];\n"
    "mul.lo.s64 %d395,%d394,%d389;\nadd.s64 %d687,%d395,%d687;\nadd.s32 %r785,%r788,1;\n"
    "setp.lt.u32 %p201,%r785,%r73;\nmov.u32 %r786,%r789;\nmov.u32 %r787,%r788;\n@%p201 bra L105;\nL106:\n"
    "setp.ge.u32 %p202,%r788,%r73;\n@%p202 bra L108;\nmul.wide.u32 %d396,%r788,40;\nadd.s64 %d397,%d221,%d396;\n"
    "cvt.u64.u32 %d398,%r789;\nld.param.u64 %d399,[%d397+1920];\nmul.lo.s64 %d400,%d399,%d398;\n"
    "add.s64 %d685,%d400,%d685;\nld.param.u64 %d401,[%d397+1928];\nmul.lo.s64 %d402,%d401,%d398;\n"
    "add.s64 %d686,%d402,%d686;\nld.param.u64 %d403,[%d397+1936];\nmul.lo.s64 %d404,%d403,%d398;\n"
    "add.s64 %d687,%d404,%d687;\nL108:\nmul.lo.s32 %r473,%r338,%r784;\nsub.s32 %r474,%r4,%r473;\n"
    "mad.lo.s32 %r794,%r342,%r474,%r783;\nsetp.lt.u32 %p203,%r354,2;\nmov.u32 %r793,0;\n@%p203 bra L111;\n"
    "mov.u32 %r792,0;\nmov.u32 %r790,1;\nmov.u32 %r791,%r794;\nL110:\n.pragma \"nounroll\";\nmov.u32 %r793,%r790;\n"
    "mul.wide.u32 %d405,%r792,40;\nadd.s64 %d406,%d221,%d405;\nld.param.v2.u32{%r477,%r478},[%d406+1904];\n"
    "mul.hi.u32 %r481,%r791,%r478;\nld.param.u32 %r482,[%d406+1912];\nshr.u32 %r794,%r481,%r482;\n"
    "mul.lo.s32 %r483,%r794,%r477;\nsub.s32 %r484,%r791,%r483;\ncvt.u64.u32 %d407,%r484;\n"
    "ld.param.u64 %d408,[%d406+1920];\nmul.lo.s64 %d409,%d408,%d407;\nadd.s64 %d685,%d409,%d685;\n"
    "ld.param.u64 %d410,[%d406+1928];\nmul.lo.s64 %d411,%d410,%d407;\nadd.s64 %d686,%d411,%d686;\n"
    "ld.param.u64 %d412,[%d406+1936];\nmul.lo.s64 %d413,%d412,%d407;\nadd.s64 %d687,%d413,%d687;\n"
    "add.s32 %r790,%r793,1;\nsetp.lt.u32 %p204,%r790,%r354;\nmov.u32 %r791,%r794;\nmov.u32 %r792,%r793;\n"
    "@%p204 bra L110;\nL111:\nsetp.ge.u32 %p205,%r793,%r354;\n@%p205 bra L113;\nmul.wide.u32 %d414,%r793,40;\n"
    "add.s64 %d415,%d221,%d414;\ncvt.u64.u32 %d416,%r794;\nld.param.u64 %d417,[%d415+1920];\n"
    "mul.lo.s64 %d418,%d417,%d416;\nadd.s64 %d685,%d418,%d685;\nld.param.u64 %d419,[%d415+1928];\n"
    "mul.lo.s64 %d420,%d419,%d416;\nadd.s64 %d686,%d420,%d686;\nld.param.u64 %d421,[%d415+1936];\n"
    "mul.lo.s64 %d422,%d421,%d416;\nadd.s64 %d687,%d422,%d687;\nL113:\nmul.wide.u32 %d644,%r782,24;\n"
    "add.s64 %d643,%d221,%d644;\nld.param.u64 %d425,[%d643+2392];\nadd.s64 %d133,%d425,%d686;\n"
    "add.s64 %d426,%d685,%d91;\nld.param.u64 %d427,[%d643+2384];\nadd.s64 %d134,%d426,%d427;\n"
    "sub.s64 %d428,%d90,%d687;\nld.param.u64 %d429,[%d643+2400];\nsub.s64 %d430,%d428,%d429;\n"
    "and.b64 %d431,%d430,4611688217451692032;\nsetp.ne.s64 %p206,%d431,4611688217451692032;\n@%p206 bra L115;\n"
    "cvt.u32.u64 %r487,%d133;\nmov.u32 %r488,tile;\nadd.s32 %r489,%r488,%r487;\nld.shared.u32 %r485,[%r489];\n"
    "mov.u32 %r486,1;\n{.reg .pred q;setp.ne.s32 q,%r486,0;\n@q st.global.u32[%d134],%r485;}\nL115:\n"
    "add.s32 %r783,%r783,1;\nsetp.lt.u32 %p207,%r783,4;\n@%p207 bra L101;\nL116:\nadd.s32 %r782,%r782,1;\n"
    "setp.lt.u32 %p208,%r782,%r341;\n@%p208 bra L97;\nbra.uni L132;\nL66:\nsetp.eq.s32 %p174,%r54,0;\n"
    "@%p174 bra L132;\nsub.s64 %d95,%d90,%d669;\nmov.u32 %r772,0;\nL68:\n.pragma \"nounroll\";\n"
    "setp.ge.u32 %p175,%r772,%r341;\n@%p175 bra L85;\nsetp.eq.s32 %p176,%r104,0;\nand.b32 %r412,%r772,12;\n"
    "mul.wide.u32 %d330,%r412,24;\nadd.s64 %d331,%d221,%d330;\nadd.s64 %d96,%d331,2400;\n@%p176 bra L71;\n"
    "ld.param.u64 %d332,[%d96];\nsub.s64 %d333,%d95,%d332;\nand.b64 %d334,%d333,4611688217451692032;\n"
    "setp.eq.s64 %p177,%d334,4611688217451692032;\nselp.u32 %r773,1,0,%p177;\nbra.uni L72;\nL71:\n"
    "mov.u32 %r773,1;\nL72:\nadd.s64 %d632,%d91,%d668;\nld.param.u64 %d336,[%d96+-16];\n"
    "add.s64 %d335,%d632,%d336;\nld.param.u64 %d337,[%d96+-8];\nadd.s64 %d338,%d337,%d35;\n"
    "cvt.u32.u64 %r416,%d338;\nmov.u32 %r417,tile;\nadd.s32 %r418,%r417,%r416;\nld.shared.u32 %r414,[%r418];\n"
    "{.reg .pred q;setp.ne.s32 q,%r773,0;\n@q st.global.u32[%d335],%r414;}\nadd.s32 %r173,%r772,1;\n"
    "setp.ge.u32 %p178,%r173,%r341;\n@%p178 bra L85;\nand.b32 %r419,%r173,13;\nmul.wide.u32 %d339,%r419,24;\n"
    "add.s64 %d340,%d221,%d339;\nadd.s64 %d97,%d340,2400;\n@%p176 bra L75;\nld.param.u64 %d341,[%d97];\n"
    "sub.s64 %d342,%d95,%d341;\nand.b64 %d343,%d342,4611688217451692032;\n",
    "setp.eq.s64 %p180,%d343,4611688217451692032;\nselp.u32 %r774,1,0,%p180;\nbra.uni L76;\nL75:\n"
    "mov.u32 %r774,1;\nL76:\nmov.u32 %r701,tile;\nadd.s64 %d633,%d91,%d668;\nld.param.u64 %d345,[%d97+-16];\n"
    "add.s64 %d344,%d633,%d345;\nld.param.u64 %d346,[%d97+-8];\nadd.s64 %d347,%d346,%d35;\n"
    "cvt.u32.u64 %r423,%d347;\nadd.s32 %r425,%r701,%r423;\nld.shared.u32 %r421,[%r425];\n"
    "{.reg .pred q;setp.ne.s32 q,%r774,0;\n@q st.global.u32[%d344],%r421;}\nadd.s32 %r176,%r772,2;\n"
    "setp.ge.u32 %p181,%r176,%r341;\n@%p181 bra L85;\nand.b32 %r426,%r176,14;\nmul.wide.u32 %d348,%r426,24;\n"
    "add.s64 %d349,%d221,%d348;\nadd.s64 %d98,%d349,2400;\n@%p176 bra L79;\nld.param.u64 %d350,[%d98];\n"
    "sub.s64 %d351,%d95,%d350;\nand.b64 %d352,%d351,4611688217451692032;\n"
    "setp.eq.s64 %p183,%d352,4611688217451692032;\nselp.u32 %r775,1,0,%p183;\nbra.uni L80;\nL79:\n"
    "mov.u32 %r775,1;\nL80:\nmov.u32 %r702,tile;\nadd.s64 %d634,%d91,%d668;\nld.param.u64 %d354,[%d98+-16];\n"
    "add.s64 %d353,%d634,%d354;\nld.param.u64 %d355,[%d98+-8];\nadd.s64 %d356,%d355,%d35;\n"
    "cvt.u32.u64 %r430,%d356;\nadd.s32 %r432,%r702,%r430;\nld.shared.u32 %r428,[%r432];\n"
    "{.reg .pred q;setp.ne.s32 q,%r775,0;\n@q st.global.u32[%d353],%r428;}\nadd.s32 %r433,%r772,3;\n"
    "setp.ge.u32 %p184,%r433,%r341;\n@%p184 bra L85;\n@%p176 bra L83;\nld.param.u64 %d357,[%d97+48];\n"
    "sub.s64 %d358,%d95,%d357;\nand.b64 %d359,%d358,4611688217451692032;\n"
    "setp.eq.s64 %p186,%d359,4611688217451692032;\nselp.u32 %r776,1,0,%p186;\nbra.uni L84;\nL83:\n"
    "mov.u32 %r776,1;\nL84:\nmov.u32 %r703,tile;\nadd.s64 %d635,%d91,%d668;\nld.param.u64 %d361,[%d97+32];\n"
    "add.s64 %d360,%d635,%d361;\nld.param.u64 %d362,[%d97+40];\nadd.s64 %d363,%d362,%d35;\n"
    "cvt.u32.u64 %r437,%d363;\nadd.s32 %r439,%r703,%r437;\nld.shared.u32 %r435,[%r439];\n"
    "{.reg .pred q;setp.ne.s32 q,%r776,0;\n@q st.global.u32[%d360],%r435;}\nL85:\nadd.s32 %r772,%r772,4;\n"
    "setp.lt.u32 %p187,%r772,%r341;\n@%p187 bra L68;\nL132:\nsetp.eq.s32 %p223,%r750,0;\n@%p223 bra L134;\n"
    "bra.uni L133;\nL134:\nbar.sync 0;\nL135:\nsetp.ne.s32 %p288,%r750,0;\nsetp.le.u32 %p225,%r335,%r4;\n"
    "or.pred %p226,%p288,%p225;\n@%p226 bra L196;\nand.b32 %r698,%r356,65535;\nld.param.u64 %d624,[%d221+1552];\n"
    "ld.param.u64 %d623,[%d221+1528];\nld.param.u64 %d622,[%d221+1504];\nld.param.u64 %d621,[%d221+1480];\n"
    "setp.gt.u32 %p227,%r334,1;\ncvt.u32.u64 %r535,%d621;\nadd.s32 %r536,%r698,%r535;\nmov.u32 %r537,tile;\n"
    "add.s32 %r237,%r537,%r536;\ncvt.u32.u64 %r538,%d622;\nadd.s32 %r539,%r698,%r538;\nadd.s32 %r238,%r537,%r539;\n"
    "cvt.u32.u64 %r540,%d623;\nadd.s32 %r541,%r698,%r540;\nadd.s32 %r239,%r537,%r541;\ncvt.u32.u64 %r542,%d624;\n"
    "add.s32 %r543,%r698,%r542;\nadd.s32 %r240,%r537,%r543;\n@%p227 bra L169;\nbra.uni L137;\nL169:\n"
    "setp.eq.s32 %p244,%r74,0;\n@%p244 bra L174;\nld.param.u64 %d659,[%d221+1480];\ncvt.u32.u64 %r707,%d659;\n"
    "add.s32 %r581,%r78,%r707;\nadd.s32 %r583,%r537,%r581;\nadd.s32 %r584,%r77,%r707;\nadd.s32 %r585,%r537,%r584;\n"
    "add.s32 %r586,%r76,%r707;\nadd.s32 %r587,%r537,%r586;\nsetp.lt.u32 %p245,%r333,2;\n"
    "st.shared.u32[%r237],%r744;\nst.shared.u32[%r587],%r743;\nst.shared.u32[%r585],%r742;\n"
    "st.shared.u32[%r583],%r741;\n@%p245 bra L174;\nld.param.u64 %d660,[%d221+1504];\ncvt.u32.u64 %r708,%d660;\n"
    "setp.eq.s32 %p246,%r333,2;\nadd.s32 %r589,%r78,%r708;\nadd.s32 %r591,%r537,%r589;\nadd.s32 %r592,%r77,%r708;\n"
    "add.s32 %r593,%r537,%r592;\nadd.s32 %r594,%r76,%r708;\nadd.s32 %r595,%r537,%r594;\n"
    "st.shared.u32[%r238],%r740;\nst.shared.u32[%r595],%r739;\nst.shared.u32[%r593],%r738;\n"
    "st.shared.u32[%r591],%r737;\n@%p246 bra L174;\nld.param.u64 %d661,[%d221+1528];\ncvt.u32.u64 %r709,%d661;\n"
    "add.s32 %r597,%r78,%r709;\nadd.s32 %r599,%r537,%r597;\nadd.s32 %r600,%r77,%r709;\nadd.s32 %r601,%r537,%r600;\n"
    "add.s32 %r602,%r76,%r709;\nadd.s32 %r603,%r537,%r602;\nsetp.lt.u32 %p247,%r333,4;\n"
    "st.shared.u32[%r239],%r736;\nst.shared.u32[%r603],%r735;\nst.shared.u32[%r601],%r734;\n"
    "st.shared.u32[%r599],%r733;\n@%p247 bra L174;\nld.param.u64 %d662,[%d221+1552];\ncvt.u32.u64 %r710,%d662;\n"
    "add.s32 %r605,%r78,%r710;\nadd.s32 %r607,%r537,%r605;\n",
    "add.s32 %r608,%r77,%r710;\nadd.s32 %r609,%r537,%r608;\nadd.s32 %r610,%r76,%r710;\nadd.s32 %r611,%r537,%r610;\n"
    "st.shared.u32[%r240],%r732;\nst.shared.u32[%r611],%r731;\nst.shared.u32[%r609],%r730;\n"
    "st.shared.u32[%r607],%r729;\nL174:\nsetp.eq.s32 %p248,%r333,0;\nsetp.eq.s32 %p249,%r751,0;\n"
    "or.pred %p250,%p249,%p248;\n@%p250 bra L196;\nmov.u32 %r798,0;\nL176:\n.pragma \"nounroll\";\n"
    "sub.s64 %d647,%d680,%d665;\nmul.wide.u32 %d474,%r798,24;\nadd.s64 %d475,%d221,%d474;\n"
    "ld.param.u64 %d145,[%d475+1488];\nsub.s64 %d476,%d647,%d145;\nand.b64 %d477,%d476,4611688217451692032;\n"
    "setp.eq.s64 %p251,%d477,4611688217451692032;\n@%p251 bra L195;\nld.param.u32 %r688,[%d221+976];\n"
    "setp.eq.s32 %p252,%r688,0;\n@%p252 bra L179;\nmul.wide.u32 %d654,%r798,24;\nadd.s64 %d653,%d221,%d654;\n"
    "ld.param.u64 %d652,[%d653+1488];\nld.param.u64 %d651,[%d221+984];\nmul.lo.s64 %d650,%d651,3;\n"
    "sub.s64 %d649,%d680,%d665;\nadd.s64 %d648,%d649,%d650;\nsub.s64 %d478,%d648,%d652;\n"
    "and.b64 %d479,%d478,4611688217451692032;\nsetp.ne.s64 %p253,%d479,4611688217451692032;\n@%p253 bra L195;\n"
    "L179:\nmov.u32 %r799,0;\nL180:\n.pragma \"nounroll\";\nsetp.lt.u32 %p254,%r336,2;\nmov.u32 %r800,%r4;\n"
    "@%p254 bra L182;\nmov.u32 %r800,%r245;\nL182:\nadd.s32 %r705,%r349,1;\nsetp.ge.u32 %p255,%r705,%r65;\n"
    "mov.u64 %d703,0;\nmov.u64 %d704,%d703;\nmov.u64 %d705,%d703;\nmov.u32 %r804,%r349;\nmov.u32 %r805,%r800;\n"
    "@%p255 bra L185;\nadd.s32 %r801,%r349,1;\nmov.u64 %d705,0;\nmov.u32 %r802,%r800;\nmov.u32 %r803,%r349;\n"
    "mov.u64 %d704,%d705;\nmov.u64 %d703,%d705;\nL184:\n.pragma \"nounroll\";\nmov.u32 %r804,%r801;\n"
    "mul.wide.u32 %d486,%r803,40;\nadd.s64 %d487,%d221,%d486;\nld.param.v2.u32{%r615,%r616},[%d487+992];\n"
    "mul.hi.u32 %r619,%r802,%r616;\nld.param.u32 %r620,[%d487+1000];\nshr.u32 %r805,%r619,%r620;\n"
    "mul.lo.s32 %r621,%r805,%r615;\nsub.s32 %r622,%r802,%r621;\ncvt.u64.u32 %d488,%r622;\n"
    "ld.param.u64 %d489,[%d487+1008];\nmul.lo.s64 %d490,%d489,%d488;\nadd.s64 %d703,%d490,%d703;\n"
    "ld.param.u64 %d491,[%d487+1016];\nmul.lo.s64 %d492,%d491,%d488;\nadd.s64 %d704,%d492,%d704;\n"
    "ld.param.u64 %d493,[%d487+1024];\nmul.lo.s64 %d494,%d493,%d488;\nadd.s64 %d705,%d494,%d705;\n"
    "add.s32 %r801,%r804,1;\nsetp.lt.u32 %p256,%r801,%r65;\nmov.u32 %r802,%r805;\nmov.u32 %r803,%r804;\n"
    "@%p256 bra L184;\nL185:\nsetp.ge.u32 %p257,%r804,%r65;\n@%p257 bra L187;\nmul.wide.u32 %d495,%r804,40;\n"
    "add.s64 %d496,%d221,%d495;\ncvt.u64.u32 %d497,%r805;\nld.param.u64 %d498,[%d496+1008];\n"
    "mul.lo.s64 %d499,%d498,%d497;\nadd.s64 %d703,%d499,%d703;\nld.param.u64 %d500,[%d496+1016];\n"
    "mul.lo.s64 %d501,%d500,%d497;\nadd.s64 %d704,%d501,%d704;\nld.param.u64 %d502,[%d496+1024];\n"
    "mul.lo.s64 %d503,%d502,%d497;\nadd.s64 %d705,%d503,%d705;\nL187:\nmul.lo.s32 %r624,%r336,%r800;\n"
    "sub.s32 %r625,%r4,%r624;\nmad.lo.s32 %r810,%r334,%r625,%r799;\nsetp.lt.u32 %p258,%r349,2;\nmov.u32 %r809,0;\n"
    "@%p258 bra L190;\nmov.u32 %r808,0;\nmov.u32 %r806,1;\nmov.u32 %r807,%r810;\nL189:\n.pragma \"nounroll\";\n"
    "mov.u32 %r809,%r806;\nmul.wide.u32 %d504,%r808,40;\nadd.s64 %d505,%d221,%d504;\n"
    "ld.param.v2.u32{%r628,%r629},[%d505+992];\nmul.hi.u32 %r632,%r807,%r629;\nld.param.u32 %r633,[%d505+1000];\n"
    "shr.u32 %r810,%r632,%r633;\nmul.lo.s32 %r634,%r810,%r628;\nsub.s32 %r635,%r807,%r634;\n"
    "cvt.u64.u32 %d506,%r635;\nld.param.u64 %d507,[%d505+1008];\nmul.lo.s64 %d508,%d507,%d506;\n"
    "add.s64 %d703,%d508,%d703;\nld.param.u64 %d509,[%d505+1016];\nmul.lo.s64 %d510,%d509,%d506;\n"
    "add.s64 %d704,%d510,%d704;\nld.param.u64 %d511,[%d505+1024];\nmul.lo.s64 %d512,%d511,%d506;\n"
    "add.s64 %d705,%d512,%d705;\nadd.s32 %r806,%r809,1;\nsetp.lt.u32 %p259,%r806,%r349;\nmov.u32 %r807,%r810;\n"
    "mov.u32 %r808,%r809;\n@%p259 bra L189;\nL190:\nsetp.ge.u32 %p260,%r809,%r349;\n@%p260 bra L192;\n"
    "mul.wide.u32 %d513,%r809,40;\nadd.s64 %d514,%d221,%d513;\ncvt.u64.u32 %d515,%r810;\n"
    "ld.param.u64 %d516,[%d514+1008];\nmul.lo.s64 %d517,%d516,%d515;\nadd.s64 %d703,%d517,%d703;\n"
    "ld.param.u64 %d518,[%d514+1016];\nmul.lo.s64 %d519,%d518,%d515;\nadd.s64 %d704,%d519,%d704;\n"
    "ld.param.u64 %d520,[%d514+1024];\n",
    "mul.lo.s64 %d521,%d520,%d515;\nadd.s64 %d705,%d521,%d705;\nL192:\nmul.wide.u32 %d657,%r798,24;\n"
    "add.s64 %d656,%d221,%d657;\nadd.s64 %d655,%d656,1488;\nld.param.u64 %d522,[%d655+-8];\n"
    "add.s64 %d176,%d522,%d704;\nadd.s64 %d523,%d703,%d675;\nld.param.u64 %d524,[%d655+-16];\n"
    "add.s64 %d177,%d523,%d524;\nsub.s64 %d525,%d680,%d705;\nld.param.u64 %d526,[%d655];\n"
    "sub.s64 %d527,%d525,%d526;\nand.b64 %d528,%d527,4611688217451692032;\n"
    "setp.ne.s64 %p261,%d528,4611688217451692032;\n@%p261 bra L194;\ncvt.u32.u64 %r638,%d176;\n"
    "add.s32 %r640,%r537,%r638;\nmov.u32 %r637,1;\n{.reg .pred q;setp.ne.s32 q,%r637,0;\n"
    "mov.b32 %r636,0;@q ld.global.u32 %r636,[%d177];}\nst.shared.u32[%r640],%r636;\nL194:\nadd.s32 %r799,%r799,1;\n"
    "setp.lt.u32 %p262,%r799,4;\n@%p262 bra L180;\nL195:\ncvt.u64.u32 %d658,%r798;\ncvt.u32.u64 %r641,%d658;\n"
    "add.s32 %r798,%r641,1;\nsetp.lt.u32 %p263,%r798,%r74;\n@%p263 bra L176;\nbra.uni L196;\nL137:\n"
    "setp.eq.s32 %p228,%r74,0;\n@%p228 bra L139;\nst.shared.u32[%r237],%r744;\nL139:\nsetp.lt.u32 %p229,%r74,2;\n"
    "@%p229 bra L141;\nst.shared.u32[%r238],%r743;\nL141:\nsetp.lt.u32 %p230,%r74,3;\n@%p230 bra L143;\n"
    "st.shared.u32[%r239],%r742;\nL143:\nsetp.lt.u32 %p231,%r74,4;\n@%p231 bra L145;\nst.shared.u32[%r240],%r741;\n"
    "L145:\nsetp.lt.u32 %p232,%r74,5;\n@%p232 bra L147;\ncvt.u32.u64 %r544,%d461;\nadd.s32 %r546,%r537,%r544;\n"
    "st.shared.u32[%r546],%r740;\nL147:\nsetp.lt.u32 %p233,%r74,6;\n@%p233 bra L149;\ncvt.u32.u64 %r547,%d462;\n"
    "add.s32 %r549,%r537,%r547;\nst.shared.u32[%r549],%r739;\nL149:\nsetp.lt.u32 %p234,%r74,7;\n@%p234 bra L151;\n"
    "cvt.u32.u64 %r550,%d463;\nadd.s32 %r552,%r537,%r550;\nst.shared.u32[%r552],%r738;\nL151:\n"
    "setp.lt.u32 %p235,%r74,8;\n@%p235 bra L153;\ncvt.u32.u64 %r553,%d464;\nadd.s32 %r555,%r537,%r553;\n"
    "st.shared.u32[%r555],%r737;\nL153:\nsetp.lt.u32 %p236,%r74,9;\n@%p236 bra L155;\ncvt.u32.u64 %r556,%d465;\n"
    "add.s32 %r558,%r537,%r556;\nst.shared.u32[%r558],%r736;\nL155:\nsetp.lt.u32 %p237,%r74,10;\n@%p237 bra L157;\n"
    "cvt.u32.u64 %r559,%d466;\nadd.s32 %r561,%r537,%r559;\nst.shared.u32[%r561],%r735;\nL157:\n"
    "setp.lt.u32 %p238,%r74,11;\n@%p238 bra L159;\ncvt.u32.u64 %r562,%d467;\nadd.s32 %r564,%r537,%r562;\n"
    "st.shared.u32[%r564],%r734;\nL159:\nsetp.lt.u32 %p239,%r74,12;\n@%p239 bra L161;\ncvt.u32.u64 %r565,%d468;\n"
    "add.s32 %r567,%r537,%r565;\nst.shared.u32[%r567],%r733;\nL161:\nsetp.lt.u32 %p240,%r74,13;\n@%p240 bra L163;\n"
    "cvt.u32.u64 %r568,%d469;\nadd.s32 %r570,%r537,%r568;\nst.shared.u32[%r570],%r732;\nL163:\n"
    "setp.lt.u32 %p241,%r74,14;\n@%p241 bra L165;\ncvt.u32.u64 %r571,%d470;\nadd.s32 %r573,%r537,%r571;\n"
    "st.shared.u32[%r573],%r731;\nL165:\nsetp.lt.u32 %p242,%r74,15;\n@%p242 bra L167;\ncvt.u32.u64 %r574,%d471;\n"
    "add.s32 %r576,%r537,%r574;\nst.shared.u32[%r576],%r730;\nL167:\nsetp.lt.u32 %p243,%r74,16;\n@%p243 bra L196;\n"
    "cvt.u32.u64 %r577,%d472;\nadd.s32 %r579,%r537,%r577;\nst.shared.u32[%r579],%r729;\nbra.uni L196;\nL133:\n"
    "ret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile8[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile8(\n.param .align 8 .b8 p[2768]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<230>;\n.reg .b32 %r<752>;\n.reg .b64 %d<728>;\nmov.b64 %d204,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d203,0;\nmov.u32 %r293,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r640,%r293;\nmov.u64 %d653,%d203;\nmov.u64 %d654,%d203;\nmov.u64 %d655,%d203;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r640;\nmul.wide.u32 %d208,%r640,912;\nadd.s64 %d209,%d204,%d208;\n"
    "add.s64 %d6,%d209,976;\nld.param.u32 %r6,[%d209+976];\nmov.u32 %r641,%r293;\nmov.u64 %d656,%d203;\n"
    "mov.u64 %d659,%d203;\nmov.u64 %d658,%d203;\nbra.uni L2;\nL179:\nsetp.eq.s32 %p216,%r641,0;\n"
    "or.b64 %d656,%d194,%d656;\nselp.b64 %d658,%d711,%d658,%p216;\nadd.s32 %r641,%r641,1;\nmov.u64 %d659,%d726;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p37,%r6,0;\nmov.u32 %r642,1;\n@%p37 bra L4;\n"
    "ld.param.u32 %r642,[%d6+-4];\nL4:\nsetp.lt.u32 %p38,%r641,%r642;\n@%p38 bra L165;\nbra.uni L5;\nL165:\n"
    "ld.param.u32 %r568,[%d6+-28];\nsetp.lt.u32 %p207,%r568,2;\nmov.u32 %r740,%r4;\n@%p207 bra L167;\n"
    "ld.param.v2.u32{%r569,%r570},[%d6+-24];\nmul.hi.u32 %r573,%r4,%r569;\nshr.u32 %r740,%r573,%r570;\nL167:\n"
    "ld.param.u32 %r270,[%d6+-28];\nmov.u64 %d711,0;\nld.param.v2.u32{%r744,%r575},[%d6+-16];\n"
    "add.s32 %r272,%r575,%r744;\nadd.s32 %r741,%r744,1;\nsetp.ge.u32 %p208,%r741,%r272;\nmov.u64 %d712,%d711;\n"
    "mov.u64 %d713,%d711;\nmov.u32 %r745,%r740;\n@%p208 bra L170;\nmov.u64 %d713,0;\nmov.u32 %r742,%r740;\n"
    "mov.u32 %r743,%r744;\nmov.u64 %d712,%d713;\nmov.u64 %d711,%d713;\nL169:\n.pragma \"nounroll\";\n"
    "mov.u32 %r744,%r741;\nmul.lo.s64 %d552,%d5,912;\nadd.s64 %d553,%d204,%d552;\nmul.wide.u32 %d554,%r743,40;\n"
    "add.s64 %d555,%d553,%d554;\nld.param.v2.u32{%r577,%r578},[%d555+992];\nmul.hi.u32 %r581,%r742,%r578;\n"
    "ld.param.u32 %r582,[%d555+1000];\nshr.u32 %r745,%r581,%r582;\nmul.lo.s32 %r583,%r745,%r577;\n"
    "sub.s32 %r584,%r742,%r583;\ncvt.u64.u32 %d556,%r584;\nld.param.u64 %d557,[%d555+1008];\n"
    "mul.lo.s64 %d558,%d557,%d556;\nadd.s64 %d711,%d558,%d711;\nld.param.u64 %d559,[%d555+1016];\n"
    "mul.lo.s64 %d560,%d559,%d556;\nadd.s64 %d712,%d560,%d712;\nld.param.u64 %d561,[%d555+1024];\n"
    "mul.lo.s64 %d562,%d561,%d556;\nadd.s64 %d713,%d562,%d713;\nadd.s32 %r741,%r744,1;\n"
    "setp.lt.u32 %p209,%r741,%r272;\nmov.u32 %r742,%r745;\nmov.u32 %r743,%r744;\n@%p209 bra L169;\nL170:\n"
    "setp.ge.u32 %p210,%r744,%r272;\n@%p210 bra L172;\nmul.lo.s64 %d563,%d5,912;\nadd.s64 %d564,%d204,%d563;\n"
    "mul.wide.u32 %d565,%r744,40;\nadd.s64 %d566,%d564,%d565;\ncvt.u64.u32 %d567,%r745;\n"
    "ld.param.u64 %d568,[%d566+1008];\nmul.lo.s64 %d569,%d568,%d567;\nadd.s64 %d711,%d569,%d711;\n"
    "ld.param.u64 %d570,[%d566+1016];\nmul.lo.s64 %d571,%d570,%d567;\nadd.s64 %d712,%d571,%d712;\n"
    "ld.param.u64 %d572,[%d566+1024];\nmul.lo.s64 %d573,%d572,%d567;\nadd.s64 %d713,%d573,%d713;\nL172:\n"
    "ld.param.v2.u32{%r586,%r587},[%d6+-16];\nmov.u32 %r749,0;\nld.param.v2.u32{%r588,%r589},[%d6+-8];\n"
    "mul.lo.s32 %r591,%r270,%r740;\nsub.s32 %r592,%r4,%r591;\nmad.lo.s32 %r750,%r589,%r592,%r641;\n"
    "setp.lt.u32 %p211,%r586,2;\n@%p211 bra L175;\nmov.u32 %r748,0;\nmov.u32 %r746,1;\nmov.u32 %r747,%r750;\n"
    "L174:\n.pragma \"nounroll\";\nmov.u32 %r749,%r746;\nmul.lo.s64 %d574,%d5,912;\nadd.s64 %d575,%d204,%d574;\n"
    "mul.wide.u32 %d576,%r748,40;\nadd.s64 %d577,%d575,%d576;\nld.param.v2.u32{%r595,%r596},[%d577+992];\n"
    "mul.hi.u32 %r599,%r747,%r596;\nld.param.u32 %r600,[%d577+1000];\nshr.u32 %r750,%r599,%r600;\n"
    "mul.lo.s32 %r601,%r750,%r595;\nsub.s32 %r602,%r747,%r601;\ncvt.u64.u32 %d578,%r602;\n"
    "ld.param.u64 %d579,[%d577+1008];\nmul.lo.s64 %d580,%d579,%d578;\nadd.s64 %d711,%d580,%d711;\n"
    "ld.param.u64 %d581,[%d577+1016];\nmul.lo.s64 %d582,%d581,%d578;\nadd.s64 %d712,%d582,%d712;\n"
    "ld.param.u64 %d583,[%d577+1024];\nmul.lo.s64 %d584,%d583,%d578;\nadd.s64 %d713,%d584,%d713;\n"
    "add.s32 %r746,%r749,1;\nsetp.lt.u32 %p212,%r746,%r586;\nmov.u32 %r747,%r750;\nmov.u32 %r748,%r749;\n"
    "@%p212 bra L174;\n",
    "L175:\nsetp.ge.u32 %p213,%r749,%r586;\n@%p213 bra L177;\nmul.lo.s64 %d585,%d5,912;\n"
    "add.s64 %d586,%d204,%d585;\nmul.wide.u32 %d587,%r749,40;\nadd.s64 %d588,%d586,%d587;\n"
    "cvt.u64.u32 %d589,%r750;\nld.param.u64 %d590,[%d588+1008];\nmul.lo.s64 %d591,%d590,%d589;\n"
    "add.s64 %d711,%d591,%d711;\nld.param.u64 %d592,[%d588+1016];\nmul.lo.s64 %d593,%d592,%d589;\n"
    "add.s64 %d712,%d593,%d712;\nld.param.u64 %d594,[%d588+1024];\nmul.lo.s64 %d595,%d594,%d589;\n"
    "add.s64 %d713,%d595,%d713;\nL177:\nshl.b32 %r604,%r641,4;\nshl.b64 %d194,%d712,%r604;\n"
    "mov.u64 %d727,2097151;\nmov.u64 %d726,0;\nmov.u32 %r751,0;\nL178:\n.pragma \"nounroll\";\n"
    "and.b64 %d598,%d727,%d713;\nand.b64 %d599,%d727,%d659;\nsetp.gt.u64 %p214,%d599,%d598;\n"
    "selp.b64 %d600,%d659,%d713,%p214;\nand.b64 %d601,%d600,%d727;\nor.b64 %d726,%d601,%d726;\n"
    "shl.b64 %d727,%d727,21;\nadd.s32 %r751,%r751,1;\nsetp.ne.s32 %p215,%r751,3;\n@%p215 bra L178;\nbra.uni L179;\n"
    "L5:\nld.param.u32 %r296,[%d6];\nsetp.eq.s32 %p39,%r296,0;\n@%p39 bra L7;\nld.param.u32 %r297,[%d6+-4];\n"
    "add.s32 %r298,%r297,-1;\ncvt.u64.u32 %d210,%r298;\nld.param.u64 %d211,[%d6+8];\n"
    "mul.lo.s64 %d212,%d211,%d210;\nadd.s64 %d659,%d212,%d659;\nL7:\nld.param.u32 %r299,[%d6];\n"
    "setp.eq.s32 %p40,%r299,0;\n@%p40 bra L9;\nmul.lo.s64 %d213,%d656,281479271743489;\n"
    "ld.param.s32 %d214,[%d6+4];\nmul.lo.s64 %d215,%d214,844433520132096;\nadd.s64 %d656,%d215,%d213;\nL9:\n"
    "cvt.u32.u64 %r300,%d5;\nsetp.eq.s32 %p41,%r300,0;\nselp.b64 %d653,%d658,%d653,%p41;\n"
    "selp.b64 %d654,%d656,%d654,%p41;\nselp.b64 %d655,%d659,%d655,%p41;\nadd.s32 %r640,%r300,1;\n"
    "setp.lt.u32 %p42,%r640,2;\n@%p42 bra L1;\nld.param.u64 %d665,[%d204];\nld.param.u64 %d666,[%d204+8];\n"
    "mov.u32 %r643,0;\nmov.u32 %r657,%r643;\nmov.u32 %r656,%r643;\nmov.u32 %r655,%r643;\nmov.u32 %r654,%r643;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p43,%r643,0;\nmov.u32 %r648,%r1;\n@%p43 bra L14;\n"
    "setp.ne.s32 %p44,%r643,1;\nmov.u32 %r648,%r2;\n@%p44 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r648,%r3;\nL14:\n"
    "mul.wide.u32 %d216,%r643,4;\nadd.s64 %d217,%d204,%d216;\nld.param.u32 %r17,[%d217+56];\n"
    "setp.ge.u32 %p45,%r657,%r17;\n@%p45 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d218,%r657,40;\n"
    "add.s64 %d219,%d204,%d218;\nld.param.v2.u32{%r306,%r307},[%d219+144];\nmul.hi.u32 %r310,%r648,%r307;\n"
    "ld.param.v2.u32{%r311,%r312},[%d219+152];\nshr.u32 %r23,%r310,%r311;\nmul.lo.s32 %r315,%r23,%r306;\n"
    "sub.s32 %r316,%r648,%r315;\ncvt.u64.u32 %d220,%r316;\nld.param.u64 %d221,[%d219+160];\n"
    "mul.lo.s64 %d222,%d221,%d220;\nld.param.u64 %d223,[%d219+168];\nmul.lo.s64 %d224,%d223,%d220;\n"
    "ld.param.u32 %r317,[%d219+176];\nmul.lo.s32 %r318,%r316,%r317;\nadd.s64 %d665,%d222,%d665;\n"
    "add.s64 %d666,%d224,%d666;\nsetp.eq.s32 %p46,%r312,0;\nselp.b32 %r319,%r318,0,%p46;\n"
    "add.s32 %r654,%r319,%r654;\nsetp.eq.s32 %p47,%r312,1;\nselp.b32 %r320,%r318,0,%p47;\n"
    "add.s32 %r655,%r320,%r655;\nsetp.eq.s32 %p48,%r312,2;\nselp.b32 %r321,%r318,0,%p48;\n"
    "add.s32 %r656,%r321,%r656;\nadd.s32 %r657,%r657,1;\nsetp.lt.u32 %p49,%r657,%r17;\nmov.u32 %r648,%r23;\n"
    "@%p49 bra L15;\nL16:\nadd.s32 %r643,%r643,1;\nsetp.lt.u32 %p50,%r643,3;\n@%p50 bra L11;\n"
    "ld.param.u32 %r33,[%d204+96];\nadd.s32 %r324,%r654,1;\nsetp.eq.s32 %p51,%r324,%r33;\n"
    "ld.param.u64 %d28,[%d204+120];\nneg.s64 %d225,%d28;\nselp.b64 %d226,%d225,0,%p51;\n"
    "ld.param.u64 %d29,[%d204+112];\nadd.s64 %d227,%d226,%d29;\nld.param.v2.u32{%r325,%r326},[%d204+96];\n"
    "mov.u32 %r684,0;\nadd.s32 %r327,%r655,1;\nsetp.eq.s32 %p52,%r327,%r326;\nld.param.u64 %d30,[%d204+128];\n"
    "neg.s64 %d228,%d30;\nselp.b64 %d229,%d228,0,%p52;\nadd.s64 %d230,%d227,%d229;\n"
    "ld.param.u32 %r36,[%d204+104];\nadd.s32 %r328,%r656,1;\nsetp.eq.s32 %p53,%r328,%r36;\n"
    "ld.param.u64 %d31,[%d204+136];\nneg.s64 %d231,%d31;\nselp.b64 %d232,%d231,0,%p53;\n"
    "add.s64 %d667,%d230,%d232;\nsetp.ne.s64 %p54,%d667,%d29;\nselp.u32 %r675,1,0,%p54;\n"
    "setp.ge.u32 %p55,%r654,%r325;\nsetp.ge.u32 %p56,%r655,%r326;\nsetp.ge.u32 %p57,%r656,%r36;\n"
    "or.pred %p58,%p55,%p56;\nor.pred %p59,%p57,%p58;\nselp.u32 %r674,1,0,%p59;\n"
    "ld.param.v2.u32{%r329,%r330},[%d204+968];\n",
    "ld.param.v2.u32{%r331,%r332},[%d204+944];\nld.param.v2.u32{%r333,%r334},[%d204+1856];\n"
    "ld.param.v2.u32{%r335,%r336},[%d204+72];\nld.param.u32 %r51,[%d204+968];\nld.param.u32 %r52,[%d204+40];\n"
    "ld.param.v2.u32{%r337,%r338},[%d204+1880];\nand.b64 %d35,%d656,65535;\nld.param.u32 %r56,[%d204+1880];\n"
    "ld.param.v2.u32{%r339,%r340},[%d204+40];\nld.param.v2.u32{%r341,%r342},[%d204+32];\n"
    "ld.param.v2.u32{%r343,%r344},[%d204+952];\nld.param.v2.u32{%r345,%r346},[%d204+960];\n"
    "add.s32 %r67,%r346,%r345;\ncvt.u32.u64 %r347,%d656;\nand.b32 %r69,%r347,65535;\n"
    "ld.param.v2.u32{%r348,%r349},[%d204+1864];\nld.param.v2.u32{%r350,%r351},[%d204+1872];\n"
    "add.s32 %r76,%r351,%r350;\nld.param.u64 %d38,[%d204+1472];\nld.param.u64 %d39,[%d204+1488];\n"
    "ld.param.u64 %d40,[%d204+1496];\nld.param.u64 %d41,[%d204+1512];\nld.param.u64 %d42,[%d204+1520];\n"
    "ld.param.u64 %d43,[%d204+1536];\ncvt.u32.u64 %r352,%d654;\nshr.u32 %r78,%r352,16;\n"
    "ld.param.u64 %d45,[%d204+1544];\nld.param.u64 %d46,[%d204+1560];\nld.param.u64 %d56,[%d204+1576];\n"
    "and.b64 %d57,%d654,65535;\nld.param.u64 %d60,[%d204+1600];\nld.param.u64 %d61,[%d204+1624];\n"
    "ld.param.u64 %d62,[%d204+1648];\nmul.hi.u32 %r424,%r4,%r348;\nshr.u32 %r199,%r424,%r349;\n"
    "add.s64 %d441,%d56,%d57;\nadd.s64 %d445,%d60,%d57;\nadd.s64 %d449,%d61,%d57;\nadd.s64 %d453,%d62,%d57;\n"
    "mul.hi.u32 %r535,%r4,%r343;\nshr.u32 %r241,%r535,%r344;\nmov.u32 %r679,%r674;\nmov.u32 %r680,%r675;\n"
    "mov.u32 %r681,%r656;\nmov.u32 %r682,%r655;\nmov.u32 %r683,%r654;\nmov.u64 %d670,%d667;\nmov.u64 %d671,%d666;\n"
    "bra.uni L18;\nL164:\nld.param.u32 %r616,[%d204+68];\nld.param.u32 %r607,[%d204+104];\n"
    "ld.param.u32 %r606,[%d204+100];\nld.param.u64 %d604,[%d204+112];\nld.param.u32 %r605,[%d204+96];\n"
    "ld.param.u64 %d603,[%d204+88];\nld.param.u64 %d602,[%d204+80];\nbar.sync 0;\nadd.s64 %d665,%d602,%d665;\n"
    "add.s64 %d666,%d603,%d671;\nsetp.eq.s32 %p193,%r335,0;\nselp.b32 %r562,%r336,0,%p193;\n"
    "add.s32 %r654,%r562,%r683;\nsetp.eq.s32 %p194,%r335,1;\nselp.b32 %r563,%r336,0,%p194;\n"
    "add.s32 %r655,%r563,%r682;\nsetp.eq.s32 %p195,%r335,2;\nselp.b32 %r564,%r336,0,%p195;\n"
    "add.s32 %r656,%r564,%r681;\nadd.s32 %r565,%r654,1;\nsetp.eq.s32 %p196,%r565,%r605;\n"
    "selp.b64 %d539,%d225,0,%p196;\nadd.s64 %d540,%d539,%d604;\nadd.s32 %r566,%r655,1;\n"
    "setp.eq.s32 %p197,%r566,%r606;\nselp.b64 %d542,%d228,0,%p197;\nadd.s64 %d543,%d540,%d542;\n"
    "add.s32 %r567,%r656,1;\nsetp.eq.s32 %p198,%r567,%r607;\nselp.b64 %d545,%d231,0,%p198;\n"
    "add.s64 %d667,%d543,%d545;\nsetp.ne.s64 %p199,%d667,%d604;\nselp.u32 %r675,1,0,%p199;\n"
    "setp.ge.u32 %p200,%r654,%r325;\nsetp.ge.u32 %p201,%r655,%r606;\nsetp.ge.u32 %p202,%r656,%r607;\n"
    "or.pred %p203,%p200,%p201;\nor.pred %p204,%p202,%p203;\nadd.s32 %r684,%r684,1;\n"
    "setp.ge.u32 %p205,%r684,%r616;\nor.pred %p206,%p204,%p205;\nselp.u32 %r674,1,0,%p206;\nL18:\n"
    ".pragma \"nounroll\";\nmov.u64 %d67,%d671;\nmov.u64 %d66,%d670;\nmov.u32 %r105,%r683;\nmov.u32 %r104,%r682;\n"
    "mov.u32 %r103,%r681;\nmov.u32 %r102,%r680;\nmov.u32 %r101,%r679;\nmov.u64 %d671,%d666;\nmov.u64 %d670,%d667;\n"
    "mov.u32 %r683,%r654;\nmov.u32 %r682,%r655;\nmov.u32 %r681,%r656;\nmov.u32 %r680,%r675;\nmov.u32 %r679,%r674;\n"
    "ld.param.u32 %r608,[%d204+944];\nadd.s64 %d68,%d665,%d653;\nsetp.ne.s32 %p60,%r679,0;\n"
    "setp.le.u32 %p61,%r608,%r4;\nor.pred %p62,%p60,%p61;\n@%p62 bra L46;\nsetp.ne.s32 %p63,%r329,0;\n"
    "setp.gt.u32 %p64,%r330,1;\nsub.s64 %d69,%d670,%d655;\nsetp.eq.s32 %p65,%r329,0;\nsetp.eq.s32 %p66,%r680,0;\n"
    "or.pred %p1,%p66,%p65;\nand.pred %p218,%p66,%p63;\n@%p64 bra L37;\nbra.uni L20;\nL37:\n@%p1 bra L39;\n"
    "sub.s64 %d273,%d69,%d39;\nand.b64 %d274,%d273,4611688217451692032;\n"
    "setp.eq.s64 %p218,%d274,4611688217451692032;\nL39:\nadd.s64 %d275,%d38,%d68;\nselp.u32 %r365,1,0,%p218;\n"
    "{.reg .pred q;setp.ne.s32 q,%r365,0;\nmov.u32 %r673,0;mov.u32 %r672,0;mov.u32 %r671,0;mov.u32 %r670,0;\n"
    "@q ld.global.v4.u32{%r673,%r672,%r671,%r670},[%d275];}\nsetp.gt.u32 %p95,%r329,1;\nsetp.lt.u32 %p96,%r329,2;\n"
    "or.pred %p98,%p66,%p96;\nand.pred %p227,%p66,%p95;\n@%p98 bra L41;\nsub.s64 %d276,%d69,%d41;\n",
    "and.b64 %d277,%d276,4611688217451692032;\nsetp.eq.s64 %p227,%d277,4611688217451692032;\nL41:\n"
    "add.s64 %d278,%d40,%d68;\nselp.u32 %r370,1,0,%p227;\n{.reg .pred q;setp.ne.s32 q,%r370,0;\n"
    "mov.u32 %r669,0;mov.u32 %r668,0;mov.u32 %r667,0;mov.u32 %r666,0;\n"
    "@q ld.global.v4.u32{%r669,%r668,%r667,%r666},[%d278];}\nsetp.gt.u32 %p99,%r329,2;\n"
    "setp.lt.u32 %p100,%r329,3;\nor.pred %p102,%p66,%p100;\nand.pred %p228,%p66,%p99;\n@%p102 bra L43;\n"
    "sub.s64 %d279,%d69,%d43;\nand.b64 %d280,%d279,4611688217451692032;\n"
    "setp.eq.s64 %p228,%d280,4611688217451692032;\nL43:\nadd.s64 %d281,%d42,%d68;\nselp.u32 %r375,1,0,%p228;\n"
    "{.reg .pred q;setp.ne.s32 q,%r375,0;\nmov.u32 %r665,0;mov.u32 %r664,0;mov.u32 %r663,0;mov.u32 %r662,0;\n"
    "@q ld.global.v4.u32{%r665,%r664,%r663,%r662},[%d281];}\nsetp.gt.u32 %p103,%r329,3;\n"
    "setp.lt.u32 %p104,%r329,4;\nor.pred %p106,%p66,%p104;\nand.pred %p229,%p66,%p103;\n@%p106 bra L45;\n"
    "sub.s64 %d282,%d69,%d46;\nand.b64 %d283,%d282,4611688217451692032;\n"
    "setp.eq.s64 %p229,%d283,4611688217451692032;\nL45:\nadd.s64 %d284,%d45,%d68;\nselp.u32 %r380,1,0,%p229;\n"
    "{.reg .pred q;setp.ne.s32 q,%r380,0;\nmov.u32 %r661,0;mov.u32 %r660,0;mov.u32 %r659,0;mov.u32 %r658,0;\n"
    "@q ld.global.v4.u32{%r661,%r660,%r659,%r658},[%d284];}\nbra.uni L46;\nL20:\n@%p1 bra L22;\n"
    "sub.s64 %d233,%d69,%d39;\nand.b64 %d234,%d233,4611688217451692032;\n"
    "setp.eq.s64 %p218,%d234,4611688217451692032;\nL22:\nadd.s64 %d236,%d38,%d68;\nselp.u32 %r353,1,0,%p218;\n"
    "{.reg .pred q;setp.ne.s32 q,%r353,0;\nmov.b64 %d235,0;@q ld.global.u64 %d235,[%d236];}\n"
    "setp.gt.u32 %p67,%r329,1;\nsetp.lt.u32 %p68,%r329,2;\nor.pred %p70,%p66,%p68;\nand.pred %p219,%p66,%p67;\n"
    "@%p70 bra L24;\nsub.s64 %d237,%d69,%d41;\nand.b64 %d238,%d237,4611688217451692032;\n"
    "setp.eq.s64 %p219,%d238,4611688217451692032;\nL24:\nadd.s64 %d240,%d40,%d68;\nselp.u32 %r354,1,0,%p219;\n"
    "{.reg .pred q;setp.ne.s32 q,%r354,0;\nmov.b64 %d239,0;@q ld.global.u64 %d239,[%d240];}\n"
    "setp.gt.u32 %p71,%r329,2;\nsetp.lt.u32 %p72,%r329,3;\nor.pred %p74,%p66,%p72;\nand.pred %p220,%p66,%p71;\n"
    "@%p74 bra L26;\nsub.s64 %d241,%d69,%d43;\nand.b64 %d242,%d241,4611688217451692032;\n"
    "setp.eq.s64 %p220,%d242,4611688217451692032;\nL26:\nadd.s64 %d244,%d42,%d68;\nselp.u32 %r355,1,0,%p220;\n"
    "{.reg .pred q;setp.ne.s32 q,%r355,0;\nmov.b64 %d243,0;@q ld.global.u64 %d243,[%d244];}\n"
    "setp.gt.u32 %p75,%r329,3;\nsetp.lt.u32 %p76,%r329,4;\nor.pred %p78,%p66,%p76;\nand.pred %p221,%p66,%p75;\n"
    "@%p78 bra L28;\nsub.s64 %d245,%d69,%d46;\nand.b64 %d246,%d245,4611688217451692032;\n"
    "setp.eq.s64 %p221,%d246,4611688217451692032;\nL28:\nadd.s64 %d248,%d45,%d68;\nselp.u32 %r356,1,0,%p221;\n"
    "{.reg .pred q;setp.ne.s32 q,%r356,0;\nmov.b64 %d247,0;@q ld.global.u64 %d247,[%d248];}\n"
    "setp.gt.u32 %p79,%r329,4;\nsetp.lt.u32 %p80,%r329,5;\nor.pred %p82,%p66,%p80;\nand.pred %p222,%p66,%p79;\n"
    "@%p82 bra L30;\nld.param.u64 %d606,[%d204+1584];\nsub.s64 %d249,%d69,%d606;\n"
    "and.b64 %d250,%d249,4611688217451692032;\nsetp.eq.s64 %p222,%d250,4611688217451692032;\nL30:\n"
    "ld.param.u64 %d607,[%d204+1568];\nadd.s64 %d252,%d607,%d68;\nselp.u32 %r357,1,0,%p222;\n"
    "{.reg .pred q;setp.ne.s32 q,%r357,0;\nmov.b64 %d251,0;@q ld.global.u64 %d251,[%d252];}\n"
    "setp.gt.u32 %p83,%r329,5;\nsetp.lt.u32 %p84,%r329,6;\nor.pred %p86,%p66,%p84;\nand.pred %p223,%p66,%p83;\n"
    "@%p86 bra L32;\nld.param.u64 %d608,[%d204+1608];\nsub.s64 %d253,%d69,%d608;\n"
    "and.b64 %d254,%d253,4611688217451692032;\nsetp.eq.s64 %p223,%d254,4611688217451692032;\nL32:\n"
    "ld.param.u64 %d609,[%d204+1592];\nadd.s64 %d256,%d609,%d68;\nselp.u32 %r358,1,0,%p223;\n"
    "{.reg .pred q;setp.ne.s32 q,%r358,0;\nmov.b64 %d255,0;@q ld.global.u64 %d255,[%d256];}\n"
    "setp.gt.u32 %p87,%r329,6;\nsetp.lt.u32 %p88,%r329,7;\nor.pred %p90,%p66,%p88;\nand.pred %p224,%p66,%p87;\n"
    "@%p90 bra L34;\nld.param.u64 %d610,[%d204+1632];\nsub.s64 %d257,%d69,%d610;\n"
    "and.b64 %d258,%d257,4611688217451692032;\nsetp.eq.s64 %p224,%d258,4611688217451692032;\nL34:\n"
    "ld.param.u64 %d611,[%d204+1616];\nadd.s64 %d260,%d611,%d68;\nselp.u32 %r359,1,0,%p224;\n"
    "{.reg .pred q;setp.ne.s32 q,%r359,0;\n",
    "mov.b64 %d259,0;@q ld.global.u64 %d259,[%d260];}\nsetp.gt.u32 %p91,%r329,7;\nsetp.lt.u32 %p92,%r329,8;\n"
    "or.pred %p94,%p66,%p92;\nand.pred %p225,%p66,%p91;\n@%p94 bra L36;\nld.param.u64 %d612,[%d204+1656];\n"
    "sub.s64 %d261,%d69,%d612;\nand.b64 %d262,%d261,4611688217451692032;\n"
    "setp.eq.s64 %p225,%d262,4611688217451692032;\nL36:\nld.param.u64 %d613,[%d204+1640];\n"
    "add.s64 %d264,%d613,%d68;\nselp.u32 %r360,1,0,%p225;\n{.reg .pred q;setp.ne.s32 q,%r360,0;\n"
    "mov.b64 %d263,0;@q ld.global.u64 %d263,[%d264];}\ncvt.u32.u64 %r659,%d263;\nshr.u64 %d265,%d263,32;\n"
    "cvt.u32.u64 %r658,%d265;\ncvt.u32.u64 %r663,%d255;\nshr.u64 %d266,%d255,32;\ncvt.u32.u64 %r662,%d266;\n"
    "cvt.u32.u64 %r667,%d247;\nshr.u64 %d267,%d247,32;\ncvt.u32.u64 %r666,%d267;\ncvt.u32.u64 %r671,%d239;\n"
    "shr.u64 %d268,%d239,32;\ncvt.u32.u64 %r670,%d268;\nshr.u64 %d269,%d235,32;\ncvt.u32.u64 %r672,%d269;\n"
    "cvt.u32.u64 %r673,%d235;\nshr.u64 %d270,%d243,32;\ncvt.u32.u64 %r668,%d270;\ncvt.u32.u64 %r669,%d243;\n"
    "shr.u64 %d271,%d251,32;\ncvt.u32.u64 %r664,%d271;\ncvt.u32.u64 %r665,%d251;\nshr.u64 %d272,%d259,32;\n"
    "cvt.u32.u64 %r660,%d272;\ncvt.u32.u64 %r661,%d259;\nL46:\nsetp.eq.s32 %p107,%r684,0;\n@%p107 bra L119;\n"
    "setp.le.u32 %p108,%r333,%r4;\nsetp.ne.s32 %p109,%r101,0;\nor.pred %p110,%p109,%p108;\n@%p110 bra L116;\n"
    "setp.lt.u32 %p111,%r52,3;\n@%p111 bra L101;\nbra.uni L49;\nL101:\nsetp.eq.s32 %p148,%r337,0;\n"
    "setp.eq.s32 %p149,%r52,1;\nselp.b32 %r451,%r104,%r103,%p149;\nsetp.eq.s32 %p150,%r52,0;\n"
    "selp.b32 %r221,%r105,%r451,%p150;\nmul.lo.s32 %r452,%r52,21;\nshr.u64 %d396,%d66,%r452;\n"
    "cvt.u32.u64 %r453,%d396;\nand.b32 %r222,%r453,1048575;\n@%p148 bra L116;\nmov.u32 %r724,0;\nL103:\n"
    ".pragma \"nounroll\";\nmul.wide.u32 %d397,%r724,24;\nadd.s64 %d398,%d204,%d397;\n"
    "ld.param.u64 %d119,[%d398+2400];\nsetp.eq.s32 %p151,%r102,0;\n@%p151 bra L105;\nmul.lo.s32 %r622,%r52,21;\n"
    "add.s64 %d399,%d119,%d659;\nmov.u64 %d400,1048575;\nshl.b64 %d401,%d400,%r622;\nnot.b64 %d402,%d401;\n"
    "and.b64 %d403,%d399,%d402;\nsub.s64 %d404,%d66,%d403;\nand.b64 %d405,%d404,4611688217451692032;\n"
    "setp.ne.s64 %p152,%d405,4611688217451692032;\n@%p152 bra L115;\nL105:\nmul.lo.s32 %r623,%r52,21;\n"
    "cvt.u64.u32 %d632,%r623;\nld.param.u32 %r612,[%d204+48];\nadd.s64 %d406,%d119,%d659;\n"
    "cvt.u32.u64 %r457,%d632;\nshr.u64 %d407,%d406,%r457;\ncvt.u32.u64 %r458,%d407;\nand.b32 %r459,%r458,1048575;\n"
    "setp.le.s32 %p153,%r459,%r612;\nadd.s32 %r725,%r459,-1;\n@%p153 bra L109;\nsetp.eq.s32 %p154,%r221,0;\n"
    "@%p154 bra L108;\nadd.s32 %r725,%r459,-1;\nadd.s32 %r613,%r221,1;\nmul.wide.u32 %d408,%r339,4;\n"
    "add.s64 %d409,%d204,%d408;\nld.param.u32 %r460,[%d409+96];\nsetp.lt.u32 %p155,%r613,%r460;\n@%p155 bra L115;\n"
    "bra.uni L109;\nL108:\nadd.s32 %r467,%r459,-1;\nsub.s32 %r725,%r467,%r340;\nL109:\nadd.s64 %d637,%d67,%d658;\n"
    "mul.wide.u32 %d636,%r724,24;\nadd.s64 %d635,%d204,%d636;\nld.param.u64 %d634,[%d635+2392];\n"
    "ld.param.u64 %d633,[%d635+2384];\nshl.b32 %r470,%r458,3;\nand.b32 %r471,%r470,8388600;\n"
    "add.s32 %r472,%r471,-8;\ncvt.s64.s32 %d416,%r472;\nadd.s64 %d417,%d637,%d633;\nsub.s64 %d418,%d417,%d416;\n"
    "cvt.u32.u64 %r473,%d418;\nneg.s32 %r474,%r473;\nand.b32 %r475,%r474,24;\nshr.u32 %r476,%r475,3;\n"
    "add.s32 %r229,%r725,%r476;\nshl.b32 %r477,%r229,3;\ncvt.s64.s32 %d419,%r477;\nadd.s64 %d123,%d418,%d419;\n"
    "setp.lt.u32 %p156,%r229,%r222;\nadd.s64 %d420,%d634,%d35;\ncvt.u32.u64 %r478,%d420;\n"
    "sub.s32 %r479,%r478,%r472;\nadd.s32 %r230,%r477,%r479;\n@%p156 bra L114;\nbra.uni L110;\nL114:\n"
    "mov.u32 %r494,tile;\nadd.s32 %r495,%r494,%r230;\nld.shared.u64 %d425,[%r495];\ncvt.u32.u64 %r489,%d425;\n"
    "shr.u64 %d426,%d425,32;\ncvt.u32.u64 %r490,%d426;\nld.shared.u64 %d427,[%r495+8];\ncvt.u32.u64 %r491,%d427;\n"
    "shr.u64 %d428,%d427,32;\ncvt.u32.u64 %r492,%d428;\nmov.u32 %r493,1;\n{.reg .pred q;setp.ne.s32 q,%r493,0;\n"
    "@q st.global.v4.u32[%d123],{%r489,%r490,%r491,%r492};}\nbra.uni L115;\nL110:\nmov.u32 %r726,0;\nL111:\n"
    ".pragma \"nounroll\";\nadd.s32 %r481,%r726,%r229;\nsetp.gt.u32 %p157,%r481,%r222;\n@%p157 bra L113;\n"
    "shl.b32 %r483,%r726,3;\ncvt.u64.u32 %d423,%r483;\n",
    "add.s64 %d421,%d123,%d423;\nadd.s32 %r484,%r483,%r230;\nmov.u32 %r485,tile;\nadd.s32 %r486,%r485,%r484;\n"
    "ld.shared.u64 %d422,[%r486];\nmov.u32 %r482,1;\n{.reg .pred q;setp.ne.s32 q,%r482,0;\n"
    "@q st.global.u64[%d421],%d422;}\nL113:\nadd.s32 %r488,%r726,1;\nmov.u32 %r726,1;\nsetp.lt.u32 %p158,%r488,2;\n"
    "@%p158 bra L111;\nL115:\nadd.s32 %r724,%r724,1;\nsetp.lt.u32 %p159,%r724,%r56;\n@%p159 bra L103;\n"
    "bra.uni L116;\nL49:\nsetp.gt.u32 %p112,%r338,1;\n@%p112 bra L70;\nbra.uni L50;\nL70:\n"
    "setp.eq.s32 %p127,%r56,0;\n@%p127 bra L79;\nmov.u32 %r706,0;\nL72:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d323,%r706,24;\nadd.s64 %d324,%d204,%d323;\nadd.s64 %d84,%d324,2400;\n"
    "setp.eq.s32 %p128,%r102,0;\n@%p128 bra L74;\nsub.s64 %d624,%d66,%d659;\nld.param.u64 %d325,[%d84];\n"
    "sub.s64 %d326,%d624,%d325;\nand.b64 %d327,%d326,4611688217451692032;\n"
    "setp.ne.s64 %p129,%d327,4611688217451692032;\n@%p129 bra L78;\nL74:\nsetp.eq.s32 %p130,%r341,0;\n"
    "ld.param.u32 %r182,[%d84+-8];\nadd.s32 %r407,%r69,%r182;\nmov.u32 %r408,tile;\nadd.s32 %r183,%r408,%r407;\n"
    "@%p130 bra L76;\nld.shared.v4.u32{%r707,%r708,%r709,%r710},[%r183];\nbra.uni L77;\nL76:\n"
    "cvt.u32.u64 %r615,%d656;\nshr.u32 %r614,%r615,16;\nld.shared.u64 %d328,[%r183];\ncvt.u32.u64 %r707,%d328;\n"
    "shr.u64 %d329,%d328,32;\ncvt.u32.u64 %r708,%d329;\nadd.s32 %r413,%r614,%r182;\nadd.s32 %r415,%r408,%r413;\n"
    "ld.shared.u64 %d330,[%r415];\ncvt.u32.u64 %r709,%d330;\nshr.u64 %d331,%d330,32;\ncvt.u32.u64 %r710,%d331;\n"
    "L77:\nadd.s64 %d623,%d67,%d658;\nld.param.u64 %d333,[%d84+-16];\nadd.s64 %d332,%d623,%d333;\n"
    "mov.u32 %r420,1;\n{.reg .pred q;setp.ne.s32 q,%r420,0;\n"
    "@q st.global.v4.u32[%d332],{%r707,%r708,%r709,%r710};}\nL78:\ncvt.u64.u32 %d625,%r706;\n"
    "cvt.u32.u64 %r421,%d625;\nadd.s32 %r706,%r421,1;\nsetp.lt.u32 %p131,%r706,%r337;\n@%p131 bra L72;\nL79:\n"
    "setp.eq.s32 %p132,%r337,0;\nsetp.eq.s32 %p133,%r102,0;\nor.pred %p134,%p133,%p132;\n@%p134 bra L116;\n"
    "mov.u32 %r711,0;\nL81:\n.pragma \"nounroll\";\nmul.wide.u32 %d334,%r711,24;\nadd.s64 %d335,%d204,%d334;\n"
    "sub.s64 %d336,%d66,%d659;\nld.param.u64 %d85,[%d335+2400];\nsub.s64 %d337,%d336,%d85;\n"
    "and.b64 %d338,%d337,4611688217451692032;\nsetp.eq.s64 %p135,%d338,4611688217451692032;\n@%p135 bra L100;\n"
    "ld.param.u32 %r609,[%d204+1888];\nsetp.eq.s32 %p136,%r609,0;\n@%p136 bra L84;\nmul.wide.u32 %d629,%r711,24;\n"
    "add.s64 %d628,%d204,%d629;\nld.param.u64 %d627,[%d628+2400];\nsub.s64 %d626,%d66,%d659;\n"
    "ld.param.u64 %d605,[%d204+1896];\nadd.s64 %d340,%d626,%d605;\nsub.s64 %d341,%d340,%d627;\n"
    "and.b64 %d342,%d341,4611688217451692032;\nsetp.ne.s64 %p137,%d342,4611688217451692032;\n@%p137 bra L100;\n"
    "L84:\nmov.u32 %r712,0;\nL85:\n.pragma \"nounroll\";\nsetp.lt.u32 %p138,%r334,2;\nmov.u32 %r713,%r4;\n"
    "@%p138 bra L87;\nmov.u32 %r713,%r199;\nL87:\nmov.u64 %d675,0;\nadd.s32 %r714,%r350,1;\n"
    "setp.ge.u32 %p139,%r714,%r76;\nmov.u64 %d676,%d675;\nmov.u64 %d677,%d675;\nmov.u32 %r717,%r350;\n"
    "mov.u32 %r718,%r713;\n@%p139 bra L90;\nmov.u64 %d677,0;\nmov.u32 %r715,%r713;\nmov.u32 %r716,%r350;\n"
    "mov.u64 %d676,%d677;\nmov.u64 %d675,%d677;\nL89:\n.pragma \"nounroll\";\nmov.u32 %r717,%r714;\n"
    "mul.wide.u32 %d349,%r716,40;\nadd.s64 %d350,%d204,%d349;\nld.param.v2.u32{%r426,%r427},[%d350+1904];\n"
    "mul.hi.u32 %r430,%r715,%r427;\nld.param.u32 %r431,[%d350+1912];\nshr.u32 %r718,%r430,%r431;\n"
    "mul.lo.s32 %r432,%r718,%r426;\nsub.s32 %r433,%r715,%r432;\ncvt.u64.u32 %d351,%r433;\n"
    "ld.param.u64 %d352,[%d350+1920];\nmul.lo.s64 %d353,%d352,%d351;\nadd.s64 %d675,%d353,%d675;\n"
    "ld.param.u64 %d354,[%d350+1928];\nmul.lo.s64 %d355,%d354,%d351;\nadd.s64 %d676,%d355,%d676;\n"
    "ld.param.u64 %d356,[%d350+1936];\nmul.lo.s64 %d357,%d356,%d351;\nadd.s64 %d677,%d357,%d677;\n"
    "add.s32 %r714,%r717,1;\nsetp.lt.u32 %p140,%r714,%r76;\nmov.u32 %r715,%r718;\nmov.u32 %r716,%r717;\n"
    "@%p140 bra L89;\nL90:\nsetp.ge.u32 %p141,%r717,%r76;\n@%p141 bra L92;\nmul.wide.u32 %d358,%r717,40;\n"
    "add.s64 %d359,%d204,%d358;\ncvt.u64.u32 %d360,%r718;\nld.param.u64 %d361,[%d359+1920];\n"
    "mul.lo.s64 %d362,%d361,%d360;\nadd.s64 %d675,%d362,%d675;\n",
    "ld.param.u64 %d363,[%d359+1928];\nmul.lo.s64 %d364,%d363,%d360;\nadd.s64 %d676,%d364,%d676;\n"
    "ld.param.u64 %d365,[%d359+1936];\nmul.lo.s64 %d366,%d365,%d360;\nadd.s64 %d677,%d366,%d677;\nL92:\n"
    "mul.lo.s32 %r435,%r334,%r713;\nsub.s32 %r436,%r4,%r435;\nmad.lo.s32 %r723,%r338,%r436,%r712;\n"
    "setp.lt.u32 %p142,%r350,2;\nmov.u32 %r722,0;\n@%p142 bra L95;\nmov.u32 %r721,0;\nmov.u32 %r719,1;\n"
    "mov.u32 %r720,%r723;\nL94:\n.pragma \"nounroll\";\nmov.u32 %r722,%r719;\nmul.wide.u32 %d367,%r721,40;\n"
    "add.s64 %d368,%d204,%d367;\nld.param.v2.u32{%r439,%r440},[%d368+1904];\nmul.hi.u32 %r443,%r720,%r440;\n"
    "ld.param.u32 %r444,[%d368+1912];\nshr.u32 %r723,%r443,%r444;\nmul.lo.s32 %r445,%r723,%r439;\n"
    "sub.s32 %r446,%r720,%r445;\ncvt.u64.u32 %d369,%r446;\nld.param.u64 %d370,[%d368+1920];\n"
    "mul.lo.s64 %d371,%d370,%d369;\nadd.s64 %d675,%d371,%d675;\nld.param.u64 %d372,[%d368+1928];\n"
    "mul.lo.s64 %d373,%d372,%d369;\nadd.s64 %d676,%d373,%d676;\nld.param.u64 %d374,[%d368+1936];\n"
    "mul.lo.s64 %d375,%d374,%d369;\nadd.s64 %d677,%d375,%d677;\nadd.s32 %r719,%r722,1;\n"
    "setp.lt.u32 %p143,%r719,%r350;\nmov.u32 %r720,%r723;\nmov.u32 %r721,%r722;\n@%p143 bra L94;\nL95:\n"
    "setp.ge.u32 %p144,%r722,%r350;\n@%p144 bra L97;\nmul.wide.u32 %d376,%r722,40;\nadd.s64 %d377,%d204,%d376;\n"
    "cvt.u64.u32 %d378,%r723;\nld.param.u64 %d379,[%d377+1920];\nmul.lo.s64 %d380,%d379,%d378;\n"
    "add.s64 %d675,%d380,%d675;\nld.param.u64 %d381,[%d377+1928];\nmul.lo.s64 %d382,%d381,%d378;\n"
    "add.s64 %d676,%d382,%d676;\nld.param.u64 %d383,[%d377+1936];\nmul.lo.s64 %d384,%d383,%d378;\n"
    "add.s64 %d677,%d384,%d677;\nL97:\nmul.wide.u32 %d631,%r711,24;\nadd.s64 %d630,%d204,%d631;\n"
    "ld.param.u64 %d387,[%d630+2392];\nadd.s64 %d116,%d387,%d676;\nadd.s64 %d388,%d675,%d67;\n"
    "ld.param.u64 %d389,[%d630+2384];\nadd.s64 %d117,%d388,%d389;\nsub.s64 %d390,%d66,%d677;\n"
    "ld.param.u64 %d391,[%d630+2400];\nsub.s64 %d392,%d390,%d391;\nand.b64 %d393,%d392,4611688217451692032;\n"
    "setp.ne.s64 %p145,%d393,4611688217451692032;\n@%p145 bra L99;\ncvt.u32.u64 %r448,%d116;\nmov.u32 %r449,tile;\n"
    "add.s32 %r450,%r449,%r448;\nld.shared.u64 %d395,[%r450];\nmov.u32 %r447,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r447,0;\n@q st.global.u64[%d117],%d395;}\nL99:\nadd.s32 %r712,%r712,1;\n"
    "setp.lt.u32 %p146,%r712,2;\n@%p146 bra L85;\nL100:\nadd.s32 %r711,%r711,1;\nsetp.lt.u32 %p147,%r711,%r337;\n"
    "@%p147 bra L81;\nbra.uni L116;\nL50:\nsetp.eq.s32 %p113,%r56,0;\n@%p113 bra L116;\nsub.s64 %d78,%d66,%d659;\n"
    "mov.u32 %r701,0;\nL52:\n.pragma \"nounroll\";\nsetp.ge.u32 %p114,%r701,%r337;\n@%p114 bra L69;\n"
    "setp.eq.s32 %p115,%r102,0;\nand.b32 %r382,%r701,12;\nmul.wide.u32 %d285,%r382,24;\n"
    "add.s64 %d286,%d204,%d285;\nadd.s64 %d79,%d286,2400;\n@%p115 bra L55;\nld.param.u64 %d287,[%d79];\n"
    "sub.s64 %d288,%d78,%d287;\nand.b64 %d289,%d288,4611688217451692032;\n"
    "setp.eq.s64 %p116,%d289,4611688217451692032;\nselp.u32 %r702,1,0,%p116;\nbra.uni L56;\nL55:\n"
    "mov.u32 %r702,1;\nL56:\nadd.s64 %d619,%d67,%d658;\nld.param.u64 %d292,[%d79+-16];\n"
    "add.s64 %d290,%d619,%d292;\nld.param.u64 %d293,[%d79+-8];\nadd.s64 %d294,%d293,%d35;\n"
    "cvt.u32.u64 %r385,%d294;\nmov.u32 %r386,tile;\nadd.s32 %r387,%r386,%r385;\nld.shared.u64 %d291,[%r387];\n"
    "{.reg .pred q;setp.ne.s32 q,%r702,0;\n@q st.global.u64[%d290],%d291;}\nadd.s32 %r171,%r701,1;\n"
    "setp.ge.u32 %p117,%r171,%r337;\n@%p117 bra L69;\nand.b32 %r388,%r171,13;\nmul.wide.u32 %d295,%r388,24;\n"
    "add.s64 %d296,%d204,%d295;\nadd.s64 %d80,%d296,2400;\n@%p115 bra L59;\nld.param.u64 %d297,[%d80];\n"
    "sub.s64 %d298,%d78,%d297;\nand.b64 %d299,%d298,4611688217451692032;\n"
    "setp.eq.s64 %p119,%d299,4611688217451692032;\nselp.u32 %r703,1,0,%p119;\nbra.uni L60;\nL59:\n"
    "mov.u32 %r703,1;\nL60:\nmov.u32 %r618,tile;\nadd.s64 %d620,%d67,%d658;\nld.param.u64 %d302,[%d80+-16];\n"
    "add.s64 %d300,%d620,%d302;\nld.param.u64 %d303,[%d80+-8];\nadd.s64 %d304,%d303,%d35;\n"
    "cvt.u32.u64 %r391,%d304;\nadd.s32 %r393,%r618,%r391;\nld.shared.u64 %d301,[%r393];\n"
    "{.reg .pred q;setp.ne.s32 q,%r703,0;\n@q st.global.u64[%d300],%d301;}\nadd.s32 %r174,%r701,2;\n"
    "setp.ge.u32 %p120,%r174,%r337;\n@%p120 bra L69;\n",
    "and.b32 %r394,%r174,14;\nmul.wide.u32 %d305,%r394,24;\nadd.s64 %d306,%d204,%d305;\nadd.s64 %d81,%d306,2400;\n"
    "@%p115 bra L63;\nld.param.u64 %d307,[%d81];\nsub.s64 %d308,%d78,%d307;\n"
    "and.b64 %d309,%d308,4611688217451692032;\nsetp.eq.s64 %p122,%d309,4611688217451692032;\n"
    "selp.u32 %r704,1,0,%p122;\nbra.uni L64;\nL63:\nmov.u32 %r704,1;\nL64:\nmov.u32 %r619,tile;\n"
    "add.s64 %d621,%d67,%d658;\nld.param.u64 %d312,[%d81+-16];\nadd.s64 %d310,%d621,%d312;\n"
    "ld.param.u64 %d313,[%d81+-8];\nadd.s64 %d314,%d313,%d35;\ncvt.u32.u64 %r397,%d314;\n"
    "add.s32 %r399,%r619,%r397;\nld.shared.u64 %d311,[%r399];\n{.reg .pred q;setp.ne.s32 q,%r704,0;\n"
    "@q st.global.u64[%d310],%d311;}\nadd.s32 %r400,%r701,3;\nsetp.ge.u32 %p123,%r400,%r337;\n@%p123 bra L69;\n"
    "@%p115 bra L67;\nld.param.u64 %d315,[%d80+48];\nsub.s64 %d316,%d78,%d315;\n"
    "and.b64 %d317,%d316,4611688217451692032;\nsetp.eq.s64 %p125,%d317,4611688217451692032;\n"
    "selp.u32 %r705,1,0,%p125;\nbra.uni L68;\nL67:\nmov.u32 %r705,1;\nL68:\nmov.u32 %r620,tile;\n"
    "add.s64 %d622,%d67,%d658;\nld.param.u64 %d320,[%d80+32];\nadd.s64 %d318,%d622,%d320;\n"
    "ld.param.u64 %d321,[%d80+40];\nadd.s64 %d322,%d321,%d35;\ncvt.u32.u64 %r403,%d322;\n"
    "add.s32 %r405,%r620,%r403;\nld.shared.u64 %d319,[%r405];\n{.reg .pred q;setp.ne.s32 q,%r705,0;\n"
    "@q st.global.u64[%d318],%d319;}\nL69:\nadd.s32 %r701,%r701,4;\nsetp.lt.u32 %p126,%r701,%r337;\n"
    "@%p126 bra L52;\nL116:\nsetp.eq.s32 %p160,%r679,0;\n@%p160 bra L118;\nbra.uni L117;\nL118:\nbar.sync 0;\n"
    "L119:\nsetp.ne.s32 %p217,%r679,0;\nsetp.le.u32 %p162,%r331,%r4;\nor.pred %p163,%p217,%p162;\n"
    "@%p163 bra L164;\nand.b32 %r617,%r352,65535;\nld.param.u64 %d617,[%d204+1552];\n"
    "ld.param.u64 %d616,[%d204+1528];\nld.param.u64 %d615,[%d204+1504];\nld.param.u64 %d614,[%d204+1480];\n"
    "setp.gt.u32 %p164,%r330,1;\ncvt.u32.u64 %r496,%d614;\nadd.s32 %r497,%r617,%r496;\nmov.u32 %r498,tile;\n"
    "add.s32 %r233,%r498,%r497;\ncvt.u32.u64 %r499,%d615;\nadd.s32 %r500,%r617,%r499;\nadd.s32 %r234,%r498,%r500;\n"
    "cvt.u32.u64 %r501,%d616;\nadd.s32 %r502,%r617,%r501;\nadd.s32 %r235,%r498,%r502;\ncvt.u32.u64 %r503,%d617;\n"
    "add.s32 %r504,%r617,%r503;\nadd.s32 %r236,%r498,%r504;\n@%p164 bra L137;\nbra.uni L121;\nL137:\n"
    "setp.eq.s32 %p173,%r51,0;\n@%p173 bra L142;\nld.param.u64 %d649,[%d204+1480];\ncvt.u32.u64 %r633,%d649;\n"
    "mov.u32 %r632,tile;\nadd.s32 %r518,%r78,%r633;\nadd.s32 %r520,%r632,%r518;\ncvt.u64.u32 %d457,%r672;\n"
    "cvt.u64.u32 %d458,%r673;\nbfi.b64 %d459,%d457,%d458,32,32;\nst.shared.u64[%r233],%d459;\n"
    "cvt.u64.u32 %d460,%r670;\ncvt.u64.u32 %d461,%r671;\nbfi.b64 %d462,%d460,%d461,32,32;\n"
    "st.shared.u64[%r520],%d462;\nsetp.lt.u32 %p174,%r329,2;\n@%p174 bra L142;\nld.param.u64 %d650,[%d204+1504];\n"
    "cvt.u32.u64 %r635,%d650;\nmov.u32 %r634,tile;\nsetp.eq.s32 %p175,%r329,2;\nadd.s32 %r522,%r78,%r635;\n"
    "add.s32 %r524,%r634,%r522;\ncvt.u64.u32 %d463,%r668;\ncvt.u64.u32 %d464,%r669;\n"
    "bfi.b64 %d465,%d463,%d464,32,32;\nst.shared.u64[%r234],%d465;\ncvt.u64.u32 %d466,%r666;\n"
    "cvt.u64.u32 %d467,%r667;\nbfi.b64 %d468,%d466,%d467,32,32;\nst.shared.u64[%r524],%d468;\n@%p175 bra L142;\n"
    "ld.param.u64 %d651,[%d204+1528];\ncvt.u32.u64 %r637,%d651;\nmov.u32 %r636,tile;\nadd.s32 %r526,%r78,%r637;\n"
    "add.s32 %r528,%r636,%r526;\ncvt.u64.u32 %d469,%r664;\ncvt.u64.u32 %d470,%r665;\n"
    "bfi.b64 %d471,%d469,%d470,32,32;\nst.shared.u64[%r235],%d471;\ncvt.u64.u32 %d472,%r662;\n"
    "cvt.u64.u32 %d473,%r663;\nbfi.b64 %d474,%d472,%d473,32,32;\nst.shared.u64[%r528],%d474;\n"
    "setp.lt.u32 %p176,%r329,4;\n@%p176 bra L142;\nld.param.u64 %d652,[%d204+1552];\ncvt.u32.u64 %r639,%d652;\n"
    "mov.u32 %r638,tile;\nadd.s32 %r530,%r78,%r639;\nadd.s32 %r532,%r638,%r530;\ncvt.u64.u32 %d475,%r660;\n"
    "cvt.u64.u32 %d476,%r661;\nbfi.b64 %d477,%d475,%d476,32,32;\nst.shared.u64[%r236],%d477;\n"
    "cvt.u64.u32 %d478,%r658;\ncvt.u64.u32 %d479,%r659;\nbfi.b64 %d480,%d478,%d479,32,32;\n"
    "st.shared.u64[%r532],%d480;\nL142:\nsetp.eq.s32 %p177,%r329,0;\nsetp.eq.s32 %p178,%r680,0;\n"
    "or.pred %p179,%p178,%p177;\n@%p179 bra L164;\nmov.u32 %r727,0;\nL144:\n.pragma \"nounroll\";\n"
    "sub.s64 %d638,%d670,%d655;\n",
    "mul.wide.u32 %d481,%r727,24;\nadd.s64 %d482,%d204,%d481;\nld.param.u64 %d128,[%d482+1488];\n"
    "sub.s64 %d483,%d638,%d128;\nand.b64 %d484,%d483,4611688217451692032;\n"
    "setp.eq.s64 %p180,%d484,4611688217451692032;\n@%p180 bra L163;\nld.param.u32 %r610,[%d204+976];\n"
    "setp.eq.s32 %p181,%r610,0;\n@%p181 bra L147;\nmul.wide.u32 %d644,%r727,24;\nadd.s64 %d643,%d204,%d644;\n"
    "ld.param.u64 %d642,[%d643+1488];\nld.param.u64 %d641,[%d204+984];\nsub.s64 %d640,%d670,%d655;\n"
    "add.s64 %d639,%d640,%d641;\nsub.s64 %d485,%d639,%d642;\nand.b64 %d486,%d485,4611688217451692032;\n"
    "setp.ne.s64 %p182,%d486,4611688217451692032;\n@%p182 bra L163;\nL147:\nmov.u32 %r728,0;\nL148:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p183,%r332,2;\nmov.u32 %r729,%r4;\n@%p183 bra L150;\n"
    "mov.u32 %r729,%r241;\nL150:\nadd.s32 %r626,%r345,1;\nsetp.ge.u32 %p184,%r626,%r67;\nmov.u64 %d693,0;\n"
    "mov.u64 %d694,%d693;\nmov.u64 %d695,%d693;\nmov.u32 %r733,%r345;\nmov.u32 %r734,%r729;\n@%p184 bra L153;\n"
    "add.s32 %r730,%r345,1;\nmov.u64 %d695,0;\nmov.u32 %r731,%r729;\nmov.u32 %r732,%r345;\nmov.u64 %d694,%d695;\n"
    "mov.u64 %d693,%d695;\nL152:\n.pragma \"nounroll\";\nmov.u32 %r733,%r730;\nmul.wide.u32 %d493,%r732,40;\n"
    "add.s64 %d494,%d204,%d493;\nld.param.v2.u32{%r536,%r537},[%d494+992];\nmul.hi.u32 %r540,%r731,%r537;\n"
    "ld.param.u32 %r541,[%d494+1000];\nshr.u32 %r734,%r540,%r541;\nmul.lo.s32 %r542,%r734,%r536;\n"
    "sub.s32 %r543,%r731,%r542;\ncvt.u64.u32 %d495,%r543;\nld.param.u64 %d496,[%d494+1008];\n"
    "mul.lo.s64 %d497,%d496,%d495;\nadd.s64 %d693,%d497,%d693;\nld.param.u64 %d498,[%d494+1016];\n"
    "mul.lo.s64 %d499,%d498,%d495;\nadd.s64 %d694,%d499,%d694;\nld.param.u64 %d500,[%d494+1024];\n"
    "mul.lo.s64 %d501,%d500,%d495;\nadd.s64 %d695,%d501,%d695;\nadd.s32 %r730,%r733,1;\n"
    "setp.lt.u32 %p185,%r730,%r67;\nmov.u32 %r731,%r734;\nmov.u32 %r732,%r733;\n@%p185 bra L152;\nL153:\n"
    "setp.ge.u32 %p186,%r733,%r67;\n@%p186 bra L155;\nmul.wide.u32 %d502,%r733,40;\nadd.s64 %d503,%d204,%d502;\n"
    "cvt.u64.u32 %d504,%r734;\nld.param.u64 %d505,[%d503+1008];\nmul.lo.s64 %d506,%d505,%d504;\n"
    "add.s64 %d693,%d506,%d693;\nld.param.u64 %d507,[%d503+1016];\nmul.lo.s64 %d508,%d507,%d504;\n"
    "add.s64 %d694,%d508,%d694;\nld.param.u64 %d509,[%d503+1024];\nmul.lo.s64 %d510,%d509,%d504;\n"
    "add.s64 %d695,%d510,%d695;\nL155:\nld.param.u32 %r611,[%d204+972];\nmul.lo.s32 %r545,%r332,%r729;\n"
    "sub.s32 %r546,%r4,%r545;\nmad.lo.s32 %r739,%r611,%r546,%r728;\nsetp.lt.u32 %p187,%r345,2;\nmov.u32 %r738,0;\n"
    "@%p187 bra L158;\nmov.u32 %r737,0;\nmov.u32 %r735,1;\nmov.u32 %r736,%r739;\nL157:\n.pragma \"nounroll\";\n"
    "mov.u32 %r738,%r735;\nmul.wide.u32 %d511,%r737,40;\nadd.s64 %d512,%d204,%d511;\n"
    "ld.param.v2.u32{%r549,%r550},[%d512+992];\nmul.hi.u32 %r553,%r736,%r550;\nld.param.u32 %r554,[%d512+1000];\n"
    "shr.u32 %r739,%r553,%r554;\nmul.lo.s32 %r555,%r739,%r549;\nsub.s32 %r556,%r736,%r555;\n"
    "cvt.u64.u32 %d513,%r556;\nld.param.u64 %d514,[%d512+1008];\nmul.lo.s64 %d515,%d514,%d513;\n"
    "add.s64 %d693,%d515,%d693;\nld.param.u64 %d516,[%d512+1016];\nmul.lo.s64 %d517,%d516,%d513;\n"
    "add.s64 %d694,%d517,%d694;\nld.param.u64 %d518,[%d512+1024];\nmul.lo.s64 %d519,%d518,%d513;\n"
    "add.s64 %d695,%d519,%d695;\nadd.s32 %r735,%r738,1;\nsetp.lt.u32 %p188,%r735,%r345;\nmov.u32 %r736,%r739;\n"
    "mov.u32 %r737,%r738;\n@%p188 bra L157;\nL158:\nsetp.ge.u32 %p189,%r738,%r345;\n@%p189 bra L160;\n"
    "mul.wide.u32 %d520,%r738,40;\nadd.s64 %d521,%d204,%d520;\ncvt.u64.u32 %d522,%r739;\n"
    "ld.param.u64 %d523,[%d521+1008];\nmul.lo.s64 %d524,%d523,%d522;\nadd.s64 %d693,%d524,%d693;\n"
    "ld.param.u64 %d525,[%d521+1016];\nmul.lo.s64 %d526,%d525,%d522;\nadd.s64 %d694,%d526,%d694;\n"
    "ld.param.u64 %d527,[%d521+1024];\nmul.lo.s64 %d528,%d527,%d522;\nadd.s64 %d695,%d528,%d695;\nL160:\n"
    "mul.wide.u32 %d647,%r727,24;\nadd.s64 %d646,%d204,%d647;\nadd.s64 %d645,%d646,1488;\n"
    "ld.param.u64 %d529,[%d645+-8];\nadd.s64 %d159,%d529,%d694;\nadd.s64 %d530,%d693,%d665;\n"
    "ld.param.u64 %d531,[%d645+-16];\nadd.s64 %d160,%d530,%d531;\nsub.s64 %d532,%d670,%d695;\n"
    "ld.param.u64 %d533,[%d645];\nsub.s64 %d534,%d532,%d533;\nand.b64 %d535,%d534,4611688217451692032;\n",
    "setp.ne.s64 %p190,%d535,4611688217451692032;\n@%p190 bra L162;\nmov.u32 %r625,tile;\n"
    "cvt.u32.u64 %r558,%d159;\nadd.s32 %r560,%r625,%r558;\nmov.u32 %r557,1;\n{.reg .pred q;setp.ne.s32 q,%r557,0;\n"
    "mov.b64 %d536,0;@q ld.global.u64 %d536,[%d160];}\nst.shared.u64[%r560],%d536;\nL162:\nadd.s32 %r728,%r728,1;\n"
    "setp.lt.u32 %p191,%r728,2;\n@%p191 bra L148;\nL163:\ncvt.u64.u32 %d648,%r727;\ncvt.u32.u64 %r561,%d648;\n"
    "add.s32 %r727,%r561,1;\nsetp.lt.u32 %p192,%r727,%r51;\n@%p192 bra L144;\nbra.uni L164;\nL121:\n"
    "setp.eq.s32 %p165,%r51,0;\n@%p165 bra L123;\ncvt.u64.u32 %d429,%r672;\ncvt.u64.u32 %d430,%r673;\n"
    "bfi.b64 %d431,%d429,%d430,32,32;\nst.shared.u64[%r233],%d431;\nL123:\nsetp.lt.u32 %p166,%r51,2;\n"
    "@%p166 bra L125;\ncvt.u64.u32 %d432,%r670;\ncvt.u64.u32 %d433,%r671;\nbfi.b64 %d434,%d432,%d433,32,32;\n"
    "st.shared.u64[%r234],%d434;\nL125:\nsetp.lt.u32 %p167,%r51,3;\n@%p167 bra L127;\ncvt.u64.u32 %d435,%r668;\n"
    "cvt.u64.u32 %d436,%r669;\nbfi.b64 %d437,%d435,%d436,32,32;\nst.shared.u64[%r235],%d437;\nL127:\n"
    "setp.lt.u32 %p168,%r51,4;\n@%p168 bra L129;\ncvt.u64.u32 %d438,%r666;\ncvt.u64.u32 %d439,%r667;\n"
    "bfi.b64 %d440,%d438,%d439,32,32;\nst.shared.u64[%r236],%d440;\nL129:\nsetp.lt.u32 %p169,%r51,5;\n"
    "@%p169 bra L131;\nmov.u32 %r631,tile;\ncvt.u32.u64 %r505,%d441;\nadd.s32 %r507,%r631,%r505;\n"
    "cvt.u64.u32 %d442,%r664;\ncvt.u64.u32 %d443,%r665;\nbfi.b64 %d444,%d442,%d443,32,32;\n"
    "st.shared.u64[%r507],%d444;\nL131:\nsetp.lt.u32 %p170,%r51,6;\n@%p170 bra L133;\nmov.u32 %r630,tile;\n"
    "cvt.u32.u64 %r508,%d445;\nadd.s32 %r510,%r630,%r508;\ncvt.u64.u32 %d446,%r662;\ncvt.u64.u32 %d447,%r663;\n"
    "bfi.b64 %d448,%d446,%d447,32,32;\nst.shared.u64[%r510],%d448;\nL133:\nsetp.lt.u32 %p171,%r51,7;\n"
    "@%p171 bra L135;\nmov.u32 %r629,tile;\ncvt.u32.u64 %r511,%d449;\nadd.s32 %r513,%r629,%r511;\n"
    "cvt.u64.u32 %d450,%r660;\ncvt.u64.u32 %d451,%r661;\nbfi.b64 %d452,%d450,%d451,32,32;\n"
    "st.shared.u64[%r513],%d452;\nL135:\nsetp.lt.u32 %p172,%r51,8;\n@%p172 bra L164;\nmov.u32 %r628,tile;\n"
    "cvt.u32.u64 %r514,%d453;\nadd.s32 %r516,%r628,%r514;\ncvt.u64.u32 %d454,%r658;\ncvt.u64.u32 %d455,%r659;\n"
    "bfi.b64 %d456,%d454,%d455,32,32;\nst.shared.u64[%r516],%d456;\nbra.uni L164;\nL117:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile16[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile16(\n.param .align 8 .b8 p[2768]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<109>;\n.reg .b32 %r<418>;\n.reg .b64 %d<305>;\nmov.b64 %d104,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d107,0;\nmov.u32 %r157,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r343,%r157;\nmov.u64 %d265,%d107;\nmov.u64 %d266,%d107;\nmov.u64 %d267,%d107;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r343;\nmul.wide.u32 %d111,%r343,912;\nadd.s64 %d112,%d104,%d111;\n"
    "add.s64 %d6,%d112,976;\nld.param.u32 %r6,[%d112+976];\nmov.u32 %r344,%r157;\nmov.u64 %d268,%d107;\n"
    "mov.u64 %d271,%d107;\nmov.u64 %d270,%d107;\nbra.uni L2;\nL78:\nsetp.eq.s32 %p103,%r344,0;\n"
    "or.b64 %d268,%d97,%d268;\nselp.b64 %d270,%d288,%d270,%p103;\nadd.s32 %r344,%r344,1;\nmov.u64 %d271,%d303;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p14,%r6,0;\nmov.u32 %r345,1;\n@%p14 bra L4;\n"
    "ld.param.u32 %r345,[%d6+-4];\nL4:\nsetp.lt.u32 %p15,%r344,%r345;\n@%p15 bra L64;\nbra.uni L5;\nL64:\n"
    "ld.param.u32 %r300,[%d6+-28];\nsetp.lt.u32 %p94,%r300,2;\nmov.u32 %r406,%r4;\n@%p94 bra L66;\n"
    "ld.param.v2.u32{%r301,%r302},[%d6+-24];\nmul.hi.u32 %r305,%r4,%r301;\nshr.u32 %r406,%r305,%r302;\nL66:\n"
    "ld.param.u32 %r134,[%d6+-28];\nmov.u64 %d288,0;\nld.param.v2.u32{%r410,%r307},[%d6+-16];\n"
    "add.s32 %r136,%r307,%r410;\nadd.s32 %r407,%r410,1;\nsetp.ge.u32 %p95,%r407,%r136;\nmov.u64 %d289,%d288;\n"
    "mov.u64 %d290,%d288;\nmov.u32 %r411,%r406;\n@%p95 bra L69;\nmov.u64 %d290,0;\nmov.u32 %r408,%r406;\n"
    "mov.u32 %r409,%r410;\nmov.u64 %d289,%d290;\nmov.u64 %d288,%d290;\nL68:\n.pragma \"nounroll\";\n"
    "mov.u32 %r410,%r407;\nmul.lo.s64 %d211,%d5,912;\nadd.s64 %d212,%d104,%d211;\nmul.wide.u32 %d213,%r409,40;\n"
    "add.s64 %d214,%d212,%d213;\nld.param.v2.u32{%r309,%r310},[%d214+992];\nmul.hi.u32 %r313,%r408,%r310;\n"
    "ld.param.u32 %r314,[%d214+1000];\nshr.u32 %r411,%r313,%r314;\nmul.lo.s32 %r315,%r411,%r309;\n"
    "sub.s32 %r316,%r408,%r315;\ncvt.u64.u32 %d215,%r316;\nld.param.u64 %d216,[%d214+1008];\n"
    "mul.lo.s64 %d217,%d216,%d215;\nadd.s64 %d288,%d217,%d288;\nld.param.u64 %d218,[%d214+1016];\n"
    "mul.lo.s64 %d219,%d218,%d215;\nadd.s64 %d289,%d219,%d289;\nld.param.u64 %d220,[%d214+1024];\n"
    "mul.lo.s64 %d221,%d220,%d215;\nadd.s64 %d290,%d221,%d290;\nadd.s32 %r407,%r410,1;\n"
    "setp.lt.u32 %p96,%r407,%r136;\nmov.u32 %r408,%r411;\nmov.u32 %r409,%r410;\n@%p96 bra L68;\nL69:\n"
    "setp.ge.u32 %p97,%r410,%r136;\n@%p97 bra L71;\nmul.lo.s64 %d222,%d5,912;\nadd.s64 %d223,%d104,%d222;\n"
    "mul.wide.u32 %d224,%r410,40;\nadd.s64 %d225,%d223,%d224;\ncvt.u64.u32 %d226,%r411;\n"
    "ld.param.u64 %d227,[%d225+1008];\nmul.lo.s64 %d228,%d227,%d226;\nadd.s64 %d288,%d228,%d288;\n"
    "ld.param.u64 %d229,[%d225+1016];\nmul.lo.s64 %d230,%d229,%d226;\nadd.s64 %d289,%d230,%d289;\n"
    "ld.param.u64 %d231,[%d225+1024];\nmul.lo.s64 %d232,%d231,%d226;\nadd.s64 %d290,%d232,%d290;\nL71:\n"
    "ld.param.v2.u32{%r318,%r319},[%d6+-16];\nmov.u32 %r415,0;\nld.param.v2.u32{%r320,%r321},[%d6+-8];\n"
    "mul.lo.s32 %r323,%r134,%r406;\nsub.s32 %r324,%r4,%r323;\nmad.lo.s32 %r416,%r321,%r324,%r344;\n"
    "setp.lt.u32 %p98,%r318,2;\n@%p98 bra L74;\nmov.u32 %r414,0;\nmov.u32 %r412,1;\nmov.u32 %r413,%r416;\nL73:\n"
    ".pragma \"nounroll\";\nmov.u32 %r415,%r412;\nmul.lo.s64 %d233,%d5,912;\nadd.s64 %d234,%d104,%d233;\n"
    "mul.wide.u32 %d235,%r414,40;\nadd.s64 %d236,%d234,%d235;\nld.param.v2.u32{%r327,%r328},[%d236+992];\n"
    "mul.hi.u32 %r331,%r413,%r328;\nld.param.u32 %r332,[%d236+1000];\nshr.u32 %r416,%r331,%r332;\n"
    "mul.lo.s32 %r333,%r416,%r327;\nsub.s32 %r334,%r413,%r333;\ncvt.u64.u32 %d237,%r334;\n"
    "ld.param.u64 %d238,[%d236+1008];\nmul.lo.s64 %d239,%d238,%d237;\nadd.s64 %d288,%d239,%d288;\n"
    "ld.param.u64 %d240,[%d236+1016];\nmul.lo.s64 %d241,%d240,%d237;\nadd.s64 %d289,%d241,%d289;\n"
    "ld.param.u64 %d242,[%d236+1024];\nmul.lo.s64 %d243,%d242,%d237;\nadd.s64 %d290,%d243,%d290;\n"
    "add.s32 %r412,%r415,1;\nsetp.lt.u32 %p99,%r412,%r318;\nmov.u32 %r413,%r416;\nmov.u32 %r414,%r415;\n"
    "@%p99 bra L73;\nL74:\n",
    "setp.ge.u32 %p100,%r415,%r318;\n@%p100 bra L76;\nmul.lo.s64 %d244,%d5,912;\nadd.s64 %d245,%d104,%d244;\n"
    "mul.wide.u32 %d246,%r415,40;\nadd.s64 %d247,%d245,%d246;\ncvt.u64.u32 %d248,%r416;\n"
    "ld.param.u64 %d249,[%d247+1008];\nmul.lo.s64 %d250,%d249,%d248;\nadd.s64 %d288,%d250,%d288;\n"
    "ld.param.u64 %d251,[%d247+1016];\nmul.lo.s64 %d252,%d251,%d248;\nadd.s64 %d289,%d252,%d289;\n"
    "ld.param.u64 %d253,[%d247+1024];\nmul.lo.s64 %d254,%d253,%d248;\nadd.s64 %d290,%d254,%d290;\nL76:\n"
    "shl.b32 %r336,%r344,4;\nshl.b64 %d97,%d289,%r336;\nmov.u64 %d304,2097151;\nmov.u64 %d303,0;\n"
    "mov.u32 %r417,0;\nL77:\n.pragma \"nounroll\";\nand.b64 %d257,%d304,%d290;\nand.b64 %d258,%d304,%d271;\n"
    "setp.gt.u64 %p101,%d258,%d257;\nselp.b64 %d259,%d271,%d290,%p101;\nand.b64 %d260,%d259,%d304;\n"
    "or.b64 %d303,%d260,%d303;\nshl.b64 %d304,%d304,21;\nadd.s32 %r417,%r417,1;\nsetp.ne.s32 %p102,%r417,3;\n"
    "@%p102 bra L77;\nbra.uni L78;\nL5:\nld.param.u32 %r160,[%d6];\nsetp.eq.s32 %p16,%r160,0;\n@%p16 bra L7;\n"
    "ld.param.u32 %r161,[%d6+-4];\nadd.s32 %r162,%r161,-1;\ncvt.u64.u32 %d113,%r162;\nld.param.u64 %d114,[%d6+8];\n"
    "mul.lo.s64 %d115,%d114,%d113;\nadd.s64 %d271,%d115,%d271;\nL7:\nld.param.u32 %r163,[%d6];\n"
    "setp.eq.s32 %p17,%r163,0;\n@%p17 bra L9;\nmul.lo.s64 %d116,%d268,281479271743489;\n"
    "ld.param.s32 %d117,[%d6+4];\nmul.lo.s64 %d118,%d117,844433520132096;\nadd.s64 %d268,%d118,%d116;\nL9:\n"
    "cvt.u32.u64 %r164,%d5;\nsetp.eq.s32 %p18,%r164,0;\nselp.b64 %d267,%d270,%d267,%p18;\n"
    "selp.b64 %d266,%d268,%d266,%p18;\nselp.b64 %d265,%d271,%d265,%p18;\nadd.s32 %r343,%r164,1;\n"
    "setp.lt.u32 %p19,%r343,2;\n@%p19 bra L1;\nld.param.u64 %d278,[%d104];\nld.param.u64 %d279,[%d104+8];\n"
    "add.s64 %d20,%d104,176;\nmov.u32 %r346,0;\nmov.u32 %r360,%r346;\nmov.u32 %r359,%r346;\nmov.u32 %r358,%r346;\n"
    "mov.u32 %r357,%r346;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p20,%r346,0;\nmov.u32 %r351,%r1;\n"
    "@%p20 bra L14;\nsetp.ne.s32 %p21,%r346,1;\nmov.u32 %r351,%r2;\n@%p21 bra L13;\nbra.uni L14;\nL13:\n"
    "mov.u32 %r351,%r3;\nL14:\nmul.wide.u32 %d119,%r346,4;\nadd.s64 %d120,%d104,%d119;\n"
    "ld.param.u32 %r17,[%d120+56];\nsetp.ge.u32 %p22,%r360,%r17;\n@%p22 bra L17;\nmul.wide.u32 %d121,%r360,40;\n"
    "add.s64 %d275,%d20,%d121;\nL16:\n.pragma \"nounroll\";\nld.param.v2.u32{%r170,%r171},[%d275+-32];\n"
    "mul.hi.u32 %r174,%r351,%r171;\nld.param.v2.u32{%r175,%r176},[%d275+-24];\nshr.u32 %r23,%r174,%r175;\n"
    "mul.lo.s32 %r179,%r23,%r170;\nsub.s32 %r180,%r351,%r179;\ncvt.u64.u32 %d122,%r180;\n"
    "ld.param.u64 %d123,[%d275+-16];\nmul.lo.s64 %d124,%d123,%d122;\nld.param.u64 %d125,[%d275+-8];\n"
    "mul.lo.s64 %d126,%d125,%d122;\nld.param.u32 %r181,[%d275];\nmul.lo.s32 %r182,%r180,%r181;\n"
    "add.s64 %d278,%d124,%d278;\nadd.s64 %d279,%d126,%d279;\nsetp.eq.s32 %p23,%r176,0;\n"
    "selp.b32 %r183,%r182,0,%p23;\nadd.s32 %r357,%r183,%r357;\nsetp.eq.s32 %p24,%r176,1;\n"
    "selp.b32 %r184,%r182,0,%p24;\nadd.s32 %r358,%r184,%r358;\nsetp.eq.s32 %p25,%r176,2;\n"
    "selp.b32 %r185,%r182,0,%p25;\nadd.s32 %r359,%r185,%r359;\nadd.s64 %d275,%d275,40;\nadd.s32 %r360,%r360,1;\n"
    "setp.lt.u32 %p26,%r360,%r17;\nmov.u32 %r351,%r23;\n@%p26 bra L16;\nL17:\nadd.s32 %r346,%r346,1;\n"
    "setp.lt.u32 %p27,%r346,3;\n@%p27 bra L11;\nld.param.v2.u32{%r188,%r189},[%d104+96];\nmov.u32 %r384,0;\n"
    "add.s32 %r190,%r357,1;\nsetp.eq.s32 %p28,%r190,%r188;\nld.param.u64 %d32,[%d104+120];\nneg.s64 %d127,%d32;\n"
    "selp.b64 %d128,%d127,0,%p28;\nld.param.u64 %d33,[%d104+112];\nadd.s64 %d129,%d128,%d33;\n"
    "ld.param.u32 %r35,[%d104+100];\nadd.s32 %r191,%r358,1;\nsetp.eq.s32 %p29,%r191,%r35;\n"
    "ld.param.u64 %d34,[%d104+128];\nneg.s64 %d130,%d34;\nselp.b64 %d131,%d130,0,%p29;\n"
    "add.s64 %d132,%d129,%d131;\nld.param.u32 %r36,[%d104+104];\nadd.s32 %r192,%r359,1;\n"
    "setp.eq.s32 %p30,%r192,%r36;\nld.param.u64 %d35,[%d104+136];\nneg.s64 %d133,%d35;\n"
    "selp.b64 %d134,%d133,0,%p30;\nadd.s64 %d280,%d132,%d134;\nsetp.ne.s64 %p31,%d280,%d33;\n"
    "selp.u32 %r378,1,0,%p31;\nld.param.u32 %r38,[%d104+96];\nsetp.ge.u32 %p32,%r357,%r38;\n"
    "setp.ge.u32 %p33,%r358,%r35;\nsetp.ge.u32 %p34,%r359,%r36;\nor.pred %p35,%p32,%p33;\nor.pred %p36,%p34,%p35;\n",
    "selp.u32 %r377,1,0,%p36;\nld.param.u32 %r40,[%d104+944];\nld.param.u32 %r41,[%d104+1856];\n"
    "ld.param.u64 %d37,[%d104+80];\nld.param.u64 %d38,[%d104+88];\nld.param.v2.u32{%r193,%r194},[%d104+72];\n"
    "ld.param.u32 %r44,[%d104+68];\nand.b64 %d39,%d268,65535;\nld.param.u32 %r45,[%d104+1880];\n"
    "ld.param.u32 %r46,[%d104+968];\nld.param.u64 %d40,[%d104+1472];\nld.param.u64 %d41,[%d104+1488];\n"
    "ld.param.u64 %d42,[%d104+1496];\nld.param.u64 %d43,[%d104+1512];\nld.param.u64 %d44,[%d104+1520];\n"
    "ld.param.u64 %d45,[%d104+1536];\nld.param.u64 %d46,[%d104+1480];\nand.b64 %d47,%d266,65535;\n"
    "ld.param.u64 %d48,[%d104+1544];\nld.param.u64 %d49,[%d104+1560];\nld.param.u64 %d50,[%d104+1504];\n"
    "ld.param.u64 %d51,[%d104+1528];\nld.param.u64 %d52,[%d104+1552];\nadd.s64 %d193,%d46,%d47;\n"
    "add.s64 %d194,%d50,%d47;\nadd.s64 %d195,%d51,%d47;\nadd.s64 %d196,%d52,%d47;\nmov.u32 %r382,%r377;\n"
    "mov.u32 %r383,%r378;\nmov.u64 %d283,%d280;\nmov.u64 %d284,%d279;\nbra.uni L19;\nL63:\nbar.sync 0;\n"
    "add.s64 %d278,%d37,%d278;\nadd.s64 %d279,%d38,%d54;\nsetp.eq.s32 %p80,%r193,0;\nselp.b32 %r294,%r194,0,%p80;\n"
    "add.s32 %r357,%r294,%r357;\nsetp.eq.s32 %p81,%r193,1;\nselp.b32 %r295,%r194,0,%p81;\n"
    "add.s32 %r358,%r295,%r358;\nsetp.eq.s32 %p82,%r193,2;\nselp.b32 %r296,%r194,0,%p82;\n"
    "add.s32 %r359,%r296,%r359;\nadd.s32 %r297,%r357,1;\nsetp.eq.s32 %p83,%r297,%r38;\n"
    "selp.b64 %d198,%d127,0,%p83;\nadd.s64 %d199,%d198,%d33;\nadd.s32 %r298,%r358,1;\n"
    "setp.eq.s32 %p84,%r298,%r35;\nselp.b64 %d201,%d130,0,%p84;\nadd.s64 %d202,%d199,%d201;\n"
    "add.s32 %r299,%r359,1;\nsetp.eq.s32 %p85,%r299,%r36;\nselp.b64 %d204,%d133,0,%p85;\n"
    "add.s64 %d280,%d202,%d204;\nsetp.ne.s64 %p86,%d280,%d33;\nselp.u32 %r378,1,0,%p86;\n"
    "setp.ge.u32 %p87,%r357,%r38;\nsetp.ge.u32 %p88,%r358,%r189;\nsetp.ge.u32 %p89,%r359,%r36;\n"
    "or.pred %p90,%p87,%p88;\nor.pred %p91,%p89,%p90;\nadd.s32 %r384,%r384,1;\nsetp.ge.u32 %p92,%r384,%r44;\n"
    "or.pred %p93,%p91,%p92;\nselp.u32 %r377,1,0,%p93;\nmov.u32 %r382,%r63;\nmov.u32 %r383,%r64;\n"
    "mov.u64 %d283,%d53;\nmov.u64 %d284,%d54;\nL19:\n.pragma \"nounroll\";\nmov.u64 %d54,%d279;\n"
    "mov.u64 %d53,%d280;\nmov.u32 %r64,%r378;\nmov.u32 %r63,%r377;\nmov.u32 %r195,%tid.x;\n"
    "setp.gt.u32 %p37,%r40,%r195;\nadd.s64 %d58,%d278,%d267;\nsetp.eq.s32 %p38,%r63,0;\nand.pred %p1,%p38,%p37;\n"
    "not.pred %p39,%p1;\n@%p39 bra L29;\nsetp.ne.s32 %p40,%r46,0;\nsub.s64 %d59,%d53,%d265;\n"
    "setp.eq.s32 %p41,%r46,0;\nsetp.eq.s32 %p42,%r64,0;\nor.pred %p43,%p42,%p41;\nand.pred %p105,%p42,%p40;\n"
    "@%p43 bra L22;\nsub.s64 %d135,%d59,%d41;\nand.b64 %d136,%d135,4611688217451692032;\n"
    "setp.eq.s64 %p105,%d136,4611688217451692032;\nL22:\nadd.s64 %d137,%d58,%d40;\nselp.u32 %r200,1,0,%p105;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.u32 %r400,0;mov.u32 %r399,0;mov.u32 %r398,0;mov.u32 %r397,0;\n"
    "@q ld.global.v4.u32{%r400,%r399,%r398,%r397},[%d137];}\nsetp.gt.u32 %p44,%r46,1;\nsetp.lt.u32 %p45,%r46,2;\n"
    "or.pred %p47,%p42,%p45;\nand.pred %p106,%p42,%p44;\n@%p47 bra L24;\nsub.s64 %d138,%d59,%d43;\n"
    "and.b64 %d139,%d138,4611688217451692032;\nsetp.eq.s64 %p106,%d139,4611688217451692032;\nL24:\n"
    "add.s64 %d140,%d58,%d42;\nselp.u32 %r205,1,0,%p106;\n{.reg .pred q;setp.ne.s32 q,%r205,0;\n"
    "mov.u32 %r396,0;mov.u32 %r395,0;mov.u32 %r394,0;mov.u32 %r393,0;\n"
    "@q ld.global.v4.u32{%r396,%r395,%r394,%r393},[%d140];}\nsetp.gt.u32 %p48,%r46,2;\nsetp.lt.u32 %p49,%r46,3;\n"
    "or.pred %p51,%p42,%p49;\nand.pred %p107,%p42,%p48;\n@%p51 bra L26;\nsub.s64 %d263,%d53,%d265;\n"
    "sub.s64 %d141,%d263,%d45;\nand.b64 %d142,%d141,4611688217451692032;\n"
    "setp.eq.s64 %p107,%d142,4611688217451692032;\nL26:\nadd.s64 %d264,%d278,%d267;\nadd.s64 %d143,%d264,%d44;\n"
    "selp.u32 %r210,1,0,%p107;\n{.reg .pred q;setp.ne.s32 q,%r210,0;\n"
    "mov.u32 %r392,0;mov.u32 %r391,0;mov.u32 %r390,0;mov.u32 %r389,0;\n"
    "@q ld.global.v4.u32{%r392,%r391,%r390,%r389},[%d143];}\nsetp.gt.u32 %p52,%r46,3;\nsetp.lt.u32 %p53,%r46,4;\n"
    "or.pred %p55,%p42,%p53;\nand.pred %p108,%p42,%p52;\n@%p55 bra L28;\nsub.s64 %d261,%d53,%d265;\n"
    "sub.s64 %d144,%d261,%d49;\nand.b64 %d145,%d144,4611688217451692032;\n",
    "setp.eq.s64 %p108,%d145,4611688217451692032;\nL28:\nadd.s64 %d262,%d278,%d267;\nadd.s64 %d146,%d262,%d48;\n"
    "selp.u32 %r215,1,0,%p108;\n{.reg .pred q;setp.ne.s32 q,%r215,0;\n"
    "mov.u32 %r388,0;mov.u32 %r387,0;mov.u32 %r386,0;mov.u32 %r385,0;\n"
    "@q ld.global.v4.u32{%r388,%r387,%r386,%r385},[%d146];}\nL29:\nsetp.eq.s32 %p56,%r384,0;\n@%p56 bra L54;\n"
    "mov.u32 %r340,%tid.x;\nsetp.le.u32 %p57,%r41,%r340;\nsetp.ne.s32 %p58,%r382,0;\nor.pred %p59,%p58,%p57;\n"
    "@%p59 bra L51;\nsetp.eq.s32 %p60,%r45,0;\nadd.s64 %d60,%d284,%d270;\n@%p60 bra L51;\n"
    "sub.s64 %d61,%d283,%d271;\nmov.u32 %r401,0;\nL33:\n.pragma \"nounroll\";\nsetp.ge.u32 %p61,%r401,%r45;\n"
    "@%p61 bra L50;\nsetp.eq.s32 %p62,%r383,0;\nand.b32 %r218,%r401,12;\nmul.wide.u32 %d148,%r218,24;\n"
    "add.s64 %d149,%d104,%d148;\nadd.s64 %d62,%d149,2400;\n@%p62 bra L36;\nld.param.u64 %d150,[%d62];\n"
    "sub.s64 %d151,%d61,%d150;\nand.b64 %d152,%d151,4611688217451692032;\n"
    "setp.eq.s64 %p63,%d152,4611688217451692032;\nselp.u32 %r402,1,0,%p63;\nbra.uni L37;\nL36:\nmov.u32 %r402,1;\n"
    "L37:\nld.param.u64 %d154,[%d62+-16];\nadd.s64 %d153,%d60,%d154;\nld.param.u64 %d155,[%d62+-8];\n"
    "add.s64 %d156,%d155,%d39;\ncvt.u32.u64 %r225,%d156;\nmov.u32 %r226,tile;\nadd.s32 %r227,%r226,%r225;\n"
    "ld.shared.v4.u32{%r228,%r229,%r230,%r231},[%r227];\n{.reg .pred q;setp.ne.s32 q,%r402,0;\n"
    "@q st.global.v4.u32[%d153],{%r228,%r229,%r230,%r231};}\nadd.s32 %r232,%r401,1;\nsetp.ge.u32 %p64,%r232,%r45;\n"
    "@%p64 bra L50;\n@%p62 bra L40;\nadd.s32 %r341,%r401,1;\nand.b32 %r234,%r341,13;\n"
    "mul.wide.u32 %d158,%r234,24;\nadd.s64 %d159,%d104,%d158;\nld.param.u64 %d160,[%d159+2400];\n"
    "sub.s64 %d161,%d61,%d160;\nand.b64 %d162,%d161,4611688217451692032;\n"
    "setp.eq.s64 %p66,%d162,4611688217451692032;\nselp.u32 %r403,1,0,%p66;\nbra.uni L41;\nL40:\nmov.u32 %r403,1;\n"
    "L41:\nadd.s32 %r342,%r401,1;\nmov.u32 %r337,tile;\nand.b32 %r242,%r342,13;\nmul.wide.u32 %d165,%r242,24;\n"
    "add.s64 %d166,%d104,%d165;\nld.param.u64 %d167,[%d166+2384];\nadd.s64 %d163,%d60,%d167;\n"
    "ld.param.u64 %d168,[%d166+2392];\nadd.s64 %d169,%d168,%d39;\ncvt.u32.u64 %r243,%d169;\n"
    "add.s32 %r245,%r337,%r243;\nld.shared.v4.u32{%r246,%r247,%r248,%r249},[%r245];\n"
    "{.reg .pred q;setp.ne.s32 q,%r403,0;\n@q st.global.v4.u32[%d163],{%r246,%r247,%r248,%r249};}\n"
    "add.s32 %r120,%r401,2;\nsetp.ge.u32 %p67,%r120,%r45;\n@%p67 bra L50;\nand.b32 %r250,%r120,14;\n"
    "mul.wide.u32 %d171,%r250,24;\nadd.s64 %d172,%d104,%d171;\nadd.s64 %d63,%d172,2400;\n@%p62 bra L44;\n"
    "ld.param.u64 %d173,[%d63];\nsub.s64 %d174,%d61,%d173;\nand.b64 %d175,%d174,4611688217451692032;\n"
    "setp.eq.s64 %p69,%d175,4611688217451692032;\nselp.u32 %r404,1,0,%p69;\nbra.uni L45;\nL44:\nmov.u32 %r404,1;\n"
    "L45:\nmov.u32 %r338,tile;\nld.param.u64 %d177,[%d63+-16];\nadd.s64 %d176,%d60,%d177;\n"
    "ld.param.u64 %d178,[%d63+-8];\nadd.s64 %d179,%d178,%d39;\ncvt.u32.u64 %r257,%d179;\n"
    "add.s32 %r259,%r338,%r257;\nld.shared.v4.u32{%r260,%r261,%r262,%r263},[%r259];\n"
    "{.reg .pred q;setp.ne.s32 q,%r404,0;\n@q st.global.v4.u32[%d176],{%r260,%r261,%r262,%r263};}\n"
    "add.s32 %r264,%r401,3;\nsetp.ge.u32 %p70,%r264,%r45;\n@%p70 bra L50;\n@%p62 bra L48;\n"
    "ld.param.u64 %d183,[%d166+2448];\nsub.s64 %d184,%d61,%d183;\nand.b64 %d185,%d184,4611688217451692032;\n"
    "setp.eq.s64 %p72,%d185,4611688217451692032;\nselp.u32 %r405,1,0,%p72;\nbra.uni L49;\nL48:\nmov.u32 %r405,1;\n"
    "L49:\nmov.u32 %r339,tile;\nld.param.u64 %d190,[%d166+2432];\nadd.s64 %d186,%d60,%d190;\n"
    "ld.param.u64 %d191,[%d166+2440];\nadd.s64 %d192,%d191,%d39;\ncvt.u32.u64 %r275,%d192;\n"
    "add.s32 %r277,%r339,%r275;\nld.shared.v4.u32{%r278,%r279,%r280,%r281},[%r277];\n"
    "{.reg .pred q;setp.ne.s32 q,%r405,0;\n@q st.global.v4.u32[%d186],{%r278,%r279,%r280,%r281};}\nL50:\n"
    "add.s32 %r401,%r401,4;\nsetp.lt.u32 %p73,%r401,%r45;\n@%p73 bra L33;\nL51:\nsetp.eq.s32 %p104,%r63,0;\n"
    "@%p104 bra L53;\nbra.uni L52;\nL53:\nbar.sync 0;\nL54:\n@%p39 bra L63;\nsetp.eq.s32 %p76,%r46,0;\n"
    "@%p76 bra L57;\ncvt.u32.u64 %r282,%d193;\nmov.u32 %r283,tile;\nadd.s32 %r284,%r283,%r282;\n"
    "st.shared.v4.u32[%r284],{%r400,%r399,%r398,%r397};\nL57:\nsetp.lt.u32 %p77,%r46,2;\n",
    "@%p77 bra L59;\ncvt.u32.u64 %r285,%d194;\nmov.u32 %r286,tile;\nadd.s32 %r287,%r286,%r285;\n"
    "st.shared.v4.u32[%r287],{%r396,%r395,%r394,%r393};\nL59:\nsetp.lt.u32 %p78,%r46,3;\n@%p78 bra L61;\n"
    "cvt.u32.u64 %r288,%d195;\nmov.u32 %r289,tile;\nadd.s32 %r290,%r289,%r288;\n"
    "st.shared.v4.u32[%r290],{%r392,%r391,%r390,%r389};\nL61:\nsetp.lt.u32 %p79,%r46,4;\n@%p79 bra L63;\n"
    "cvt.u32.u64 %r291,%d196;\nmov.u32 %r292,tile;\nadd.s32 %r293,%r292,%r291;\n"
    "st.shared.v4.u32[%r293],{%r388,%r387,%r386,%r385};\nbra.uni L63;\nL52:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_bytes[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_bytes(\n.param .align 8 .b8 p[2768]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<194>;\n.reg .b32 %r<646>;\n.reg .b64 %d<475>;\nmov.b64 %d131,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d134,0;\nmov.u32 %r232,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r552,%r232;\nmov.u64 %d436,%d134;\nmov.u64 %d437,%d134;\nmov.u64 %d438,%d134;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r552;\nmul.wide.u32 %d138,%r552,912;\nadd.s64 %d139,%d131,%d138;\n"
    "add.s64 %d6,%d139,976;\nld.param.u32 %r6,[%d139+976];\nmov.u32 %r553,%r232;\nmov.u64 %d439,%d134;\n"
    "mov.u64 %d440,%d134;\nmov.u64 %d441,%d134;\nbra.uni L2;\nL117:\nsetp.eq.s32 %p176,%r553,0;\n"
    "or.b64 %d439,%d124,%d439;\nselp.b64 %d441,%d458,%d441,%p176;\nadd.s32 %r553,%r553,1;\nmov.u64 %d440,%d473;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p42,%r6,0;\nmov.u32 %r554,1;\n@%p42 bra L4;\n"
    "ld.param.u32 %r554,[%d6+-4];\nL4:\nsetp.lt.u32 %p43,%r553,%r554;\n@%p43 bra L103;\nbra.uni L5;\nL103:\n"
    "ld.param.u32 %r503,[%d6+-28];\nsetp.lt.u32 %p167,%r503,2;\nmov.u32 %r634,%r4;\n@%p167 bra L105;\n"
    "ld.param.v2.u32{%r504,%r505},[%d6+-24];\nmul.hi.u32 %r508,%r4,%r504;\nshr.u32 %r634,%r508,%r505;\nL105:\n"
    "ld.param.u32 %r209,[%d6+-28];\nmov.u64 %d458,0;\nld.param.v2.u32{%r638,%r510},[%d6+-16];\n"
    "add.s32 %r211,%r510,%r638;\nadd.s32 %r635,%r638,1;\nsetp.ge.u32 %p168,%r635,%r211;\nmov.u64 %d459,%d458;\n"
    "mov.u64 %d460,%d458;\nmov.u32 %r639,%r634;\n@%p168 bra L108;\nmov.u64 %d460,0;\nmov.u32 %r636,%r634;\n"
    "mov.u32 %r637,%r638;\nmov.u64 %d459,%d460;\nmov.u64 %d458,%d460;\nL107:\n.pragma \"nounroll\";\n"
    "mov.u32 %r638,%r635;\nmul.lo.s64 %d366,%d5,912;\nadd.s64 %d367,%d131,%d366;\nmul.wide.u32 %d368,%r637,40;\n"
    "add.s64 %d369,%d367,%d368;\nld.param.v2.u32{%r512,%r513},[%d369+992];\nmul.hi.u32 %r516,%r636,%r513;\n"
    "ld.param.u32 %r517,[%d369+1000];\nshr.u32 %r639,%r516,%r517;\nmul.lo.s32 %r518,%r639,%r512;\n"
    "sub.s32 %r519,%r636,%r518;\ncvt.u64.u32 %d370,%r519;\nld.param.u64 %d371,[%d369+1008];\n"
    "mul.lo.s64 %d372,%d371,%d370;\nadd.s64 %d458,%d372,%d458;\nld.param.u64 %d373,[%d369+1016];\n"
    "mul.lo.s64 %d374,%d373,%d370;\nadd.s64 %d459,%d374,%d459;\nld.param.u64 %d375,[%d369+1024];\n"
    "mul.lo.s64 %d376,%d375,%d370;\nadd.s64 %d460,%d376,%d460;\nadd.s32 %r635,%r638,1;\n"
    "setp.lt.u32 %p169,%r635,%r211;\nmov.u32 %r636,%r639;\nmov.u32 %r637,%r638;\n@%p169 bra L107;\nL108:\n"
    "setp.ge.u32 %p170,%r638,%r211;\n@%p170 bra L110;\nmul.lo.s64 %d377,%d5,912;\nadd.s64 %d378,%d131,%d377;\n"
    "mul.wide.u32 %d379,%r638,40;\nadd.s64 %d380,%d378,%d379;\ncvt.u64.u32 %d381,%r639;\n"
    "ld.param.u64 %d382,[%d380+1008];\nmul.lo.s64 %d383,%d382,%d381;\nadd.s64 %d458,%d383,%d458;\n"
    "ld.param.u64 %d384,[%d380+1016];\nmul.lo.s64 %d385,%d384,%d381;\nadd.s64 %d459,%d385,%d459;\n"
    "ld.param.u64 %d386,[%d380+1024];\nmul.lo.s64 %d387,%d386,%d381;\nadd.s64 %d460,%d387,%d460;\nL110:\n"
    "ld.param.v2.u32{%r521,%r522},[%d6+-16];\nmov.u32 %r643,0;\nld.param.v2.u32{%r523,%r524},[%d6+-8];\n"
    "mul.lo.s32 %r526,%r209,%r634;\nsub.s32 %r527,%r4,%r526;\nmad.lo.s32 %r644,%r524,%r527,%r553;\n"
    "setp.lt.u32 %p171,%r521,2;\n@%p171 bra L113;\nmov.u32 %r642,0;\nmov.u32 %r640,1;\nmov.u32 %r641,%r644;\n"
    "L112:\n.pragma \"nounroll\";\nmov.u32 %r643,%r640;\nmul.lo.s64 %d388,%d5,912;\nadd.s64 %d389,%d131,%d388;\n"
    "mul.wide.u32 %d390,%r642,40;\nadd.s64 %d391,%d389,%d390;\nld.param.v2.u32{%r530,%r531},[%d391+992];\n"
    "mul.hi.u32 %r534,%r641,%r531;\nld.param.u32 %r535,[%d391+1000];\nshr.u32 %r644,%r534,%r535;\n"
    "mul.lo.s32 %r536,%r644,%r530;\nsub.s32 %r537,%r641,%r536;\ncvt.u64.u32 %d392,%r537;\n"
    "ld.param.u64 %d393,[%d391+1008];\nmul.lo.s64 %d394,%d393,%d392;\nadd.s64 %d458,%d394,%d458;\n"
    "ld.param.u64 %d395,[%d391+1016];\nmul.lo.s64 %d396,%d395,%d392;\nadd.s64 %d459,%d396,%d459;\n"
    "ld.param.u64 %d397,[%d391+1024];\nmul.lo.s64 %d398,%d397,%d392;\nadd.s64 %d460,%d398,%d460;\n"
    "add.s32 %r640,%r643,1;\nsetp.lt.u32 %p172,%r640,%r521;\nmov.u32 %r641,%r644;\nmov.u32 %r642,%r643;\n"
    "@%p172 bra L112;\n",
    "L113:\nsetp.ge.u32 %p173,%r643,%r521;\n@%p173 bra L115;\nmul.lo.s64 %d399,%d5,912;\n"
    "add.s64 %d400,%d131,%d399;\nmul.wide.u32 %d401,%r643,40;\nadd.s64 %d402,%d400,%d401;\n"
    "cvt.u64.u32 %d403,%r644;\nld.param.u64 %d404,[%d402+1008];\nmul.lo.s64 %d405,%d404,%d403;\n"
    "add.s64 %d458,%d405,%d458;\nld.param.u64 %d406,[%d402+1016];\nmul.lo.s64 %d407,%d406,%d403;\n"
    "add.s64 %d459,%d407,%d459;\nld.param.u64 %d408,[%d402+1024];\nmul.lo.s64 %d409,%d408,%d403;\n"
    "add.s64 %d460,%d409,%d460;\nL115:\nshl.b32 %r539,%r553,4;\nshl.b64 %d124,%d459,%r539;\n"
    "mov.u64 %d474,2097151;\nmov.u64 %d473,0;\nmov.u32 %r645,0;\nL116:\n.pragma \"nounroll\";\n"
    "and.b64 %d412,%d474,%d460;\nand.b64 %d413,%d474,%d440;\nsetp.gt.u64 %p174,%d413,%d412;\n"
    "selp.b64 %d414,%d440,%d460,%p174;\nand.b64 %d415,%d414,%d474;\nor.b64 %d473,%d415,%d473;\n"
    "shl.b64 %d474,%d474,21;\nadd.s32 %r645,%r645,1;\nsetp.ne.s32 %p175,%r645,3;\n@%p175 bra L116;\nbra.uni L117;\n"
    "L5:\nld.param.u32 %r235,[%d6];\nsetp.eq.s32 %p44,%r235,0;\n@%p44 bra L7;\nld.param.u32 %r236,[%d6+-4];\n"
    "add.s32 %r237,%r236,-1;\ncvt.u64.u32 %d140,%r237;\nld.param.u64 %d141,[%d6+8];\n"
    "mul.lo.s64 %d142,%d141,%d140;\nadd.s64 %d440,%d142,%d440;\nL7:\nld.param.u32 %r238,[%d6];\n"
    "setp.eq.s32 %p45,%r238,0;\n@%p45 bra L9;\nmul.lo.s64 %d143,%d439,281479271743489;\n"
    "ld.param.s32 %d144,[%d6+4];\nmul.lo.s64 %d145,%d144,844433520132096;\nadd.s64 %d439,%d145,%d143;\nL9:\n"
    "cvt.u32.u64 %r239,%d5;\nsetp.eq.s32 %p46,%r239,0;\nselp.b64 %d438,%d441,%d438,%p46;\n"
    "selp.b64 %d437,%d439,%d437,%p46;\nselp.b64 %d436,%d440,%d436,%p46;\nadd.s32 %r552,%r239,1;\n"
    "setp.lt.u32 %p47,%r552,2;\n@%p47 bra L1;\nld.param.u64 %d448,[%d131];\nld.param.u64 %d449,[%d131+8];\n"
    "mov.u32 %r555,0;\nmov.u32 %r569,%r555;\nmov.u32 %r568,%r555;\nmov.u32 %r567,%r555;\nmov.u32 %r566,%r555;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p48,%r555,0;\nmov.u32 %r560,%r1;\n@%p48 bra L14;\n"
    "setp.ne.s32 %p49,%r555,1;\nmov.u32 %r560,%r2;\n@%p49 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r560,%r3;\nL14:\n"
    "mul.wide.u32 %d146,%r555,4;\nadd.s64 %d147,%d131,%d146;\nld.param.u32 %r17,[%d147+56];\n"
    "setp.ge.u32 %p50,%r569,%r17;\n@%p50 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d148,%r569,40;\n"
    "add.s64 %d149,%d131,%d148;\nld.param.v2.u32{%r245,%r246},[%d149+144];\nmul.hi.u32 %r249,%r560,%r246;\n"
    "ld.param.v2.u32{%r250,%r251},[%d149+152];\nshr.u32 %r23,%r249,%r250;\nmul.lo.s32 %r254,%r23,%r245;\n"
    "sub.s32 %r255,%r560,%r254;\ncvt.u64.u32 %d150,%r255;\nld.param.u64 %d151,[%d149+160];\n"
    "mul.lo.s64 %d152,%d151,%d150;\nld.param.u64 %d153,[%d149+168];\nmul.lo.s64 %d154,%d153,%d150;\n"
    "ld.param.u32 %r256,[%d149+176];\nmul.lo.s32 %r257,%r255,%r256;\nadd.s64 %d448,%d152,%d448;\n"
    "add.s64 %d449,%d154,%d449;\nsetp.eq.s32 %p51,%r251,0;\nselp.b32 %r258,%r257,0,%p51;\n"
    "add.s32 %r566,%r258,%r566;\nsetp.eq.s32 %p52,%r251,1;\nselp.b32 %r259,%r257,0,%p52;\n"
    "add.s32 %r567,%r259,%r567;\nsetp.eq.s32 %p53,%r251,2;\nselp.b32 %r260,%r257,0,%p53;\n"
    "add.s32 %r568,%r260,%r568;\nadd.s32 %r569,%r569,1;\nsetp.lt.u32 %p54,%r569,%r17;\nmov.u32 %r560,%r23;\n"
    "@%p54 bra L15;\nL16:\nadd.s32 %r555,%r555,1;\nsetp.lt.u32 %p55,%r555,3;\n@%p55 bra L11;\n"
    "ld.param.u32 %r33,[%d131+96];\nadd.s32 %r263,%r566,1;\nsetp.eq.s32 %p56,%r263,%r33;\n"
    "ld.param.u64 %d28,[%d131+120];\nneg.s64 %d155,%d28;\nselp.b64 %d156,%d155,0,%p56;\n"
    "ld.param.u64 %d29,[%d131+112];\nadd.s64 %d157,%d156,%d29;\nld.param.u32 %r34,[%d131+100];\n"
    "add.s32 %r264,%r567,1;\nsetp.eq.s32 %p57,%r264,%r34;\nld.param.u64 %d30,[%d131+128];\nneg.s64 %d158,%d30;\n"
    "selp.b64 %d159,%d158,0,%p57;\nadd.s64 %d160,%d157,%d159;\nld.param.u32 %r35,[%d131+104];\n"
    "add.s32 %r265,%r568,1;\nsetp.eq.s32 %p58,%r265,%r35;\nld.param.u64 %d31,[%d131+136];\nneg.s64 %d161,%d31;\n"
    "selp.b64 %d162,%d161,0,%p58;\nadd.s64 %d450,%d160,%d162;\nsetp.ne.s64 %p59,%d450,%d29;\n"
    "selp.u32 %r587,1,0,%p59;\nld.param.v2.u32{%r266,%r267},[%d131+96];\nmov.u32 %r593,0;\n"
    "setp.ge.u32 %p60,%r566,%r266;\nsetp.ge.u32 %p61,%r567,%r34;\nsetp.ge.u32 %p62,%r568,%r35;\n"
    "or.pred %p63,%p60,%p61;\nor.pred %p64,%p62,%p63;\nselp.u32 %r586,1,0,%p64;\n",
    "ld.param.u64 %d33,[%d131+16];\nld.param.v2.u32{%r268,%r269},[%d131+968];\nand.b64 %d34,%d439,65535;\n"
    "ld.param.u64 %d35,[%d131+80];\nld.param.u64 %d36,[%d131+88];\nld.param.v2.u32{%r270,%r271},[%d131+72];\n"
    "ld.param.v2.u32{%r272,%r273},[%d131+1880];\nand.b64 %d37,%d437,65535;\nadd.s32 %r274,%r273,-1;\n"
    "cvt.u64.u32 %d163,%r274;\nld.param.u64 %d38,[%d131+1896];\nmul.lo.s64 %d164,%d38,%d163;\n"
    "sub.s64 %d39,%d440,%d164;\nld.param.u32 %r52,[%d131+36];\nld.param.u64 %d40,[%d131+24];\n"
    "mul.lo.s64 %d41,%d40,-3;\nld.param.u32 %r53,[%d131+968];\nld.param.u64 %d42,[%d131+984];\n"
    "cvt.u32.u64 %r275,%d437;\nand.b32 %r54,%r275,65535;\nld.param.v2.u32{%r276,%r277},[%d131+976];\n"
    "ld.param.u64 %d43,[%d131+1472];\nld.param.u64 %d44,[%d131+1488];\nld.param.u64 %d45,[%d131+1480];\n"
    "ld.param.u64 %d46,[%d131+1504];\nld.param.u64 %d47,[%d131+1496];\nld.param.u64 %d48,[%d131+1512];\n"
    "ld.param.u64 %d49,[%d131+1528];\nld.param.u64 %d50,[%d131+1552];\nld.param.u64 %d51,[%d131+1520];\n"
    "ld.param.u64 %d52,[%d131+1536];\nld.param.u64 %d53,[%d131+1544];\nld.param.u64 %d54,[%d131+1560];\n"
    "add.s64 %d338,%d45,%d37;\nadd.s64 %d339,%d46,%d37;\nadd.s64 %d340,%d49,%d37;\nadd.s64 %d341,%d50,%d37;\n"
    "mov.u32 %r591,%r586;\nmov.u32 %r592,%r587;\nmov.u64 %d453,%d450;\nmov.u64 %d454,%d449;\nbra.uni L18;\nL102:\n"
    "mov.b64 %d417,p;\nld.param.u32 %r544,[%d417+68];\nld.param.u32 %r543,[%d417+104];\n"
    "ld.param.u32 %r542,[%d417+100];\nld.param.u32 %r541,[%d417+96];\nbar.sync 0;\nadd.s64 %d448,%d35,%d448;\n"
    "add.s64 %d449,%d36,%d454;\nsetp.eq.s32 %p153,%r270,0;\nselp.b32 %r497,%r271,0,%p153;\n"
    "add.s32 %r566,%r497,%r566;\nsetp.eq.s32 %p154,%r270,1;\nselp.b32 %r498,%r271,0,%p154;\n"
    "add.s32 %r567,%r498,%r567;\nsetp.eq.s32 %p155,%r270,2;\nselp.b32 %r499,%r271,0,%p155;\n"
    "add.s32 %r568,%r499,%r568;\nadd.s32 %r500,%r566,1;\nsetp.eq.s32 %p156,%r500,%r541;\n"
    "selp.b64 %d353,%d155,0,%p156;\nadd.s64 %d354,%d353,%d29;\nadd.s32 %r501,%r567,1;\n"
    "setp.eq.s32 %p157,%r501,%r542;\nselp.b64 %d356,%d158,0,%p157;\nadd.s64 %d357,%d354,%d356;\n"
    "add.s32 %r502,%r568,1;\nsetp.eq.s32 %p158,%r502,%r543;\nselp.b64 %d359,%d161,0,%p158;\n"
    "add.s64 %d450,%d357,%d359;\nsetp.ne.s64 %p159,%d450,%d29;\nselp.u32 %r587,1,0,%p159;\n"
    "setp.ge.u32 %p160,%r566,%r541;\nsetp.ge.u32 %p161,%r567,%r267;\nsetp.ge.u32 %p162,%r568,%r543;\n"
    "or.pred %p163,%p160,%p161;\nor.pred %p164,%p162,%p163;\nadd.s32 %r593,%r593,1;\n"
    "setp.ge.u32 %p165,%r593,%r544;\nor.pred %p166,%p164,%p165;\nselp.u32 %r586,1,0,%p166;\nL18:\n"
    ".pragma \"nounroll\";\nmov.u64 %d59,%d454;\nmov.u64 %d58,%d453;\nmov.u32 %r80,%r592;\nmov.u32 %r79,%r591;\n"
    "mov.u64 %d454,%d449;\nmov.u64 %d453,%d450;\nmov.u32 %r592,%r587;\nmov.u32 %r591,%r586;\nmov.b64 %d418,p;\n"
    "ld.param.u32 %r545,[%d418+944];\nmov.u32 %r278,%tid.x;\nsetp.gt.u32 %p65,%r545,%r278;\n"
    "setp.eq.s32 %p66,%r591,0;\nand.pred %p1,%p66,%p65;\nnot.pred %p67,%p1;\nmov.u32 %r602,%r626;\n"
    "mov.u32 %r603,%r627;\nmov.u32 %r604,%r628;\nmov.u32 %r605,%r629;\nmov.u32 %r606,%r630;\nmov.u32 %r607,%r631;\n"
    "mov.u32 %r608,%r632;\nmov.u32 %r609,%r633;\n@%p67 bra L54;\nmov.b64 %d420,p;\n"
    "ld.param.u32 %r547,[%d420+972];\nsetp.gt.u32 %p68,%r547,1;\nsub.s64 %d61,%d453,%d436;\n@%p68 bra L53;\n"
    "bra.uni L20;\nL53:\nadd.s64 %d425,%d448,%d438;\nsetp.eq.s32 %p81,%r592,0;\n"
    "and.b64 %d233,%d61,4611688217451692032;\nsetp.eq.s64 %p82,%d233,4611688217451692032;\n"
    "or.pred %p83,%p81,%p82;\nselp.u32 %r315,1,0,%p83;\n{.reg .pred q;setp.ne.s32 q,%r315,0;\n"
    "mov.u32 %r609,0;mov.u32 %r608,0;mov.u32 %r607,0;mov.u32 %r606,0;\n"
    "@q ld.global.v4.u32{%r609,%r608,%r607,%r606},[%d425];}\nsub.s64 %d234,%d61,%d40;\n"
    "and.b64 %d235,%d234,4611688217451692032;\nsetp.eq.s64 %p84,%d235,4611688217451692032;\n"
    "or.pred %p85,%p81,%p84;\nselp.u32 %r320,1,0,%p85;\nadd.s64 %d230,%d33,%d425;\n"
    "{.reg .pred q;setp.ne.s32 q,%r320,0;\nmov.u32 %r605,0;mov.u32 %r604,0;mov.u32 %r603,0;mov.u32 %r602,0;\n"
    "@q ld.global.v4.u32{%r605,%r604,%r603,%r602},[%d230];}\nshl.b64 %d236,%d40,1;\nsub.s64 %d237,%d61,%d236;\n"
    "and.b64 %d238,%d237,4611688217451692032;\nsetp.eq.s64 %p86,%d238,4611688217451692032;\n"
    "or.pred %p87,%p81,%p86;\n",
    "selp.u32 %r325,1,0,%p87;\nadd.s64 %d231,%d33,%d230;\n{.reg .pred q;setp.ne.s32 q,%r325,0;\n"
    "mov.u32 %r625,0;mov.u32 %r624,0;mov.u32 %r623,0;mov.u32 %r622,0;\n"
    "@q ld.global.v4.u32{%r625,%r624,%r623,%r622},[%d231];}\nadd.s64 %d239,%d61,%d41;\n"
    "and.b64 %d240,%d239,4611688217451692032;\nsetp.eq.s64 %p88,%d240,4611688217451692032;\n"
    "or.pred %p89,%p81,%p88;\nselp.u32 %r330,1,0,%p89;\nadd.s64 %d232,%d33,%d231;\n"
    "{.reg .pred q;setp.ne.s32 q,%r330,0;\nmov.u32 %r621,0;mov.u32 %r620,0;mov.u32 %r619,0;mov.u32 %r618,0;\n"
    "@q ld.global.v4.u32{%r621,%r620,%r619,%r618},[%d232];}\nbra.uni L54;\nL20:\nsetp.eq.s32 %p69,%r592,0;\n"
    "setp.ne.s32 %p70,%r268,0;\nsetp.eq.s32 %p71,%r268,0;\nor.pred %p2,%p69,%p71;\nand.pred %p181,%p69,%p70;\n"
    "mov.pred %p178,%p181;\n@%p2 bra L22;\nsub.s64 %d165,%d61,%d44;\nand.b64 %d166,%d165,4611688217451692032;\n"
    "setp.eq.s64 %p178,%d166,4611688217451692032;\nL22:\nadd.s64 %d421,%d448,%d438;\nadd.s64 %d167,%d43,%d421;\n"
    "selp.u32 %r280,1,0,%p178;\n{.reg .pred q;setp.ne.s32 q,%r280,0;\n"
    "mov.b32 %r279,0;@q ld.global.u8 %r279,[%d167];}\nmov.pred %p179,%p181;\n@%p2 bra L24;\n"
    "sub.s64 %d168,%d61,%d44;\nsub.s64 %d169,%d168,%d40;\nand.b64 %d170,%d169,4611688217451692032;\n"
    "setp.eq.s64 %p179,%d170,4611688217451692032;\nL24:\nadd.s64 %d171,%d33,%d167;\nselp.u32 %r282,1,0,%p179;\n"
    "{.reg .pred q;setp.ne.s32 q,%r282,0;\nmov.b32 %r281,0;@q ld.global.u8 %r281,[%d171];}\nmov.pred %p180,%p181;\n"
    "@%p2 bra L26;\nsub.s64 %d172,%d61,%d44;\nshl.b64 %d173,%d40,1;\nsub.s64 %d174,%d172,%d173;\n"
    "and.b64 %d175,%d174,4611688217451692032;\nsetp.eq.s64 %p180,%d175,4611688217451692032;\nL26:\n"
    "add.s64 %d176,%d33,%d171;\nselp.u32 %r284,1,0,%p180;\n{.reg .pred q;setp.ne.s32 q,%r284,0;\n"
    "mov.b32 %r283,0;@q ld.global.u8 %r283,[%d176];}\n@%p2 bra L28;\nsub.s64 %d177,%d61,%d44;\n"
    "add.s64 %d178,%d177,%d41;\nand.b64 %d179,%d178,4611688217451692032;\n"
    "setp.eq.s64 %p181,%d179,4611688217451692032;\nL28:\nsetp.gt.u32 %p72,%r268,1;\nadd.s64 %d180,%d33,%d176;\n"
    "selp.u32 %r286,1,0,%p181;\n{.reg .pred q;setp.ne.s32 q,%r286,0;\n"
    "mov.b32 %r285,0;@q ld.global.u8 %r285,[%d180];}\nsetp.lt.u32 %p73,%r268,2;\nor.pred %p12,%p69,%p73;\n"
    "and.pred %p185,%p69,%p72;\nmov.pred %p182,%p185;\n@%p12 bra L30;\nsub.s64 %d181,%d61,%d48;\n"
    "and.b64 %d182,%d181,4611688217451692032;\nsetp.eq.s64 %p182,%d182,4611688217451692032;\nL30:\n"
    "add.s64 %d422,%d448,%d438;\nadd.s64 %d183,%d47,%d422;\nselp.u32 %r288,1,0,%p182;\n"
    "{.reg .pred q;setp.ne.s32 q,%r288,0;\nmov.b32 %r287,0;@q ld.global.u8 %r287,[%d183];}\nmov.pred %p183,%p185;\n"
    "@%p12 bra L32;\nsub.s64 %d184,%d61,%d48;\nsub.s64 %d185,%d184,%d40;\n"
    "and.b64 %d186,%d185,4611688217451692032;\nsetp.eq.s64 %p183,%d186,4611688217451692032;\nL32:\n"
    "add.s64 %d187,%d33,%d183;\nselp.u32 %r290,1,0,%p183;\n{.reg .pred q;setp.ne.s32 q,%r290,0;\n"
    "mov.b32 %r289,0;@q ld.global.u8 %r289,[%d187];}\nmov.pred %p184,%p185;\n@%p12 bra L34;\n"
    "sub.s64 %d188,%d61,%d48;\nshl.b64 %d189,%d40,1;\nsub.s64 %d190,%d188,%d189;\n"
    "and.b64 %d191,%d190,4611688217451692032;\nsetp.eq.s64 %p184,%d191,4611688217451692032;\nL34:\n"
    "add.s64 %d192,%d33,%d187;\nselp.u32 %r292,1,0,%p184;\n{.reg .pred q;setp.ne.s32 q,%r292,0;\n"
    "mov.b32 %r291,0;@q ld.global.u8 %r291,[%d192];}\n@%p12 bra L36;\nsub.s64 %d193,%d61,%d48;\n"
    "add.s64 %d194,%d193,%d41;\nand.b64 %d195,%d194,4611688217451692032;\n"
    "setp.eq.s64 %p185,%d195,4611688217451692032;\nL36:\nsetp.gt.u32 %p75,%r268,2;\nadd.s64 %d196,%d33,%d192;\n"
    "selp.u32 %r294,1,0,%p185;\n{.reg .pred q;setp.ne.s32 q,%r294,0;\n"
    "mov.b32 %r293,0;@q ld.global.u8 %r293,[%d196];}\nsetp.lt.u32 %p76,%r268,3;\nor.pred %p22,%p69,%p76;\n"
    "and.pred %p189,%p69,%p75;\nmov.pred %p186,%p189;\n@%p22 bra L38;\nsub.s64 %d197,%d61,%d52;\n"
    "and.b64 %d198,%d197,4611688217451692032;\nsetp.eq.s64 %p186,%d198,4611688217451692032;\nL38:\n"
    "add.s64 %d423,%d448,%d438;\nadd.s64 %d199,%d51,%d423;\nselp.u32 %r296,1,0,%p186;\n"
    "{.reg .pred q;setp.ne.s32 q,%r296,0;\nmov.b32 %r295,0;@q ld.global.u8 %r295,[%d199];}\nmov.pred %p187,%p189;\n"
    "@%p22 bra L40;\nsub.s64 %d200,%d61,%d52;\nsub.s64 %d201,%d200,%d40;\n",
    "and.b64 %d202,%d201,4611688217451692032;\nsetp.eq.s64 %p187,%d202,4611688217451692032;\nL40:\n"
    "add.s64 %d203,%d33,%d199;\nselp.u32 %r298,1,0,%p187;\n{.reg .pred q;setp.ne.s32 q,%r298,0;\n"
    "mov.b32 %r297,0;@q ld.global.u8 %r297,[%d203];}\nmov.pred %p188,%p189;\n@%p22 bra L42;\n"
    "sub.s64 %d204,%d61,%d52;\nshl.b64 %d205,%d40,1;\nsub.s64 %d206,%d204,%d205;\n"
    "and.b64 %d207,%d206,4611688217451692032;\nsetp.eq.s64 %p188,%d207,4611688217451692032;\nL42:\n"
    "add.s64 %d208,%d33,%d203;\nselp.u32 %r300,1,0,%p188;\n{.reg .pred q;setp.ne.s32 q,%r300,0;\n"
    "mov.b32 %r299,0;@q ld.global.u8 %r299,[%d208];}\n@%p22 bra L44;\nsub.s64 %d209,%d61,%d52;\n"
    "add.s64 %d210,%d209,%d41;\nand.b64 %d211,%d210,4611688217451692032;\n"
    "setp.eq.s64 %p189,%d211,4611688217451692032;\nL44:\nsetp.gt.u32 %p78,%r268,3;\nadd.s64 %d212,%d33,%d208;\n"
    "selp.u32 %r302,1,0,%p189;\n{.reg .pred q;setp.ne.s32 q,%r302,0;\n"
    "mov.b32 %r301,0;@q ld.global.u8 %r301,[%d212];}\nsetp.lt.u32 %p79,%r268,4;\nor.pred %p32,%p69,%p79;\n"
    "and.pred %p193,%p69,%p78;\nmov.pred %p190,%p193;\n@%p32 bra L46;\nsub.s64 %d213,%d61,%d54;\n"
    "and.b64 %d214,%d213,4611688217451692032;\nsetp.eq.s64 %p190,%d214,4611688217451692032;\nL46:\n"
    "add.s64 %d424,%d448,%d438;\nadd.s64 %d215,%d53,%d424;\nselp.u32 %r304,1,0,%p190;\n"
    "{.reg .pred q;setp.ne.s32 q,%r304,0;\nmov.b32 %r303,0;@q ld.global.u8 %r303,[%d215];}\nmov.pred %p191,%p193;\n"
    "@%p32 bra L48;\nsub.s64 %d216,%d61,%d54;\nsub.s64 %d217,%d216,%d40;\n"
    "and.b64 %d218,%d217,4611688217451692032;\nsetp.eq.s64 %p191,%d218,4611688217451692032;\nL48:\n"
    "add.s64 %d219,%d33,%d215;\nselp.u32 %r306,1,0,%p191;\n{.reg .pred q;setp.ne.s32 q,%r306,0;\n"
    "mov.b32 %r305,0;@q ld.global.u8 %r305,[%d219];}\nmov.pred %p192,%p193;\n@%p32 bra L50;\n"
    "sub.s64 %d220,%d61,%d54;\nshl.b64 %d221,%d40,1;\nsub.s64 %d222,%d220,%d221;\n"
    "and.b64 %d223,%d222,4611688217451692032;\nsetp.eq.s64 %p192,%d223,4611688217451692032;\nL50:\n"
    "add.s64 %d224,%d33,%d219;\nselp.u32 %r308,1,0,%p192;\n{.reg .pred q;setp.ne.s32 q,%r308,0;\n"
    "mov.b32 %r307,0;@q ld.global.u8 %r307,[%d224];}\n@%p32 bra L52;\nsub.s64 %d225,%d61,%d54;\n"
    "add.s64 %d226,%d225,%d41;\nand.b64 %d227,%d226,4611688217451692032;\n"
    "setp.eq.s64 %p193,%d227,4611688217451692032;\nL52:\nadd.s64 %d228,%d33,%d224;\nselp.u32 %r310,1,0,%p193;\n"
    "{.reg .pred q;setp.ne.s32 q,%r310,0;\nmov.b32 %r309,0;@q ld.global.u8 %r309,[%d228];}\n"
    "and.b32 %r618,%r309,255;\nand.b32 %r602,%r305,255;\nand.b32 %r619,%r301,255;\nand.b32 %r603,%r297,255;\n"
    "and.b32 %r620,%r293,255;\nand.b32 %r604,%r289,255;\nand.b32 %r621,%r285,255;\nand.b32 %r605,%r281,255;\n"
    "and.b32 %r609,%r279,255;\nand.b32 %r625,%r283,255;\nand.b32 %r608,%r287,255;\nand.b32 %r624,%r291,255;\n"
    "and.b32 %r607,%r295,255;\nand.b32 %r623,%r299,255;\nand.b32 %r606,%r303,255;\nand.b32 %r622,%r307,255;\nL54:\n"
    "setp.eq.s32 %p90,%r593,0;\n@%p90 bra L88;\nmov.u32 %r551,%tid.x;\nmov.b64 %d419,p;\n"
    "ld.param.u32 %r546,[%d419+1856];\nsetp.eq.s32 %p91,%r272,0;\nsetp.le.u32 %p92,%r546,%r551;\n"
    "setp.ne.s32 %p93,%r79,0;\nor.pred %p94,%p92,%p93;\nor.pred %p95,%p94,%p91;\n@%p95 bra L85;\nmov.u32 %r610,0;\n"
    "L57:\n.pragma \"nounroll\";\nmov.b64 %d429,p;\nadd.s64 %d428,%d59,%d441;\nld.param.u32 %r549,[%d429+1884];\n"
    "mul.wide.u32 %d242,%r610,24;\nadd.s64 %d243,%d429,%d242;\nld.param.u64 %d244,[%d243+2384];\n"
    "add.s64 %d75,%d428,%d244;\nld.param.u64 %d245,[%d243+2400];\nadd.s64 %d76,%d39,%d245;\n"
    "ld.param.u64 %d246,[%d243+2392];\nadd.s64 %d247,%d246,%d34;\ncvt.u32.u64 %r333,%d247;\nmov.u32 %r334,tile;\n"
    "add.s32 %r146,%r334,%r333;\nsetp.gt.u32 %p96,%r549,1;\n@%p96 bra L63;\nbra.uni L58;\nL63:\n"
    "setp.eq.s32 %p105,%r80,0;\nld.shared.v4.u32{%r354,%r355,%r356,%r357},[%r146];\nadd.s64 %d266,%d40,%d38;\n"
    "mul.lo.s64 %d267,%d266,-3;\nsub.s64 %d78,%d58,%d76;\nadd.s64 %d268,%d78,%d267;\nand.b64 %d269,%d78,%d268;\n"
    "and.b64 %d270,%d269,4611688217451692032;\nsetp.eq.s64 %p106,%d270,4611688217451692032;\n"
    "or.pred %p107,%p105,%p106;\nselp.u32 %r353,1,0,%p107;\n{.reg .pred q;setp.ne.s32 q,%r353,0;\n"
    "@q st.global.v4.u32[%d75],{%r354,%r355,%r356,%r357};}\n@%p107 bra L84;\nsetp.eq.s32 %p108,%r52,0;\n",
    "mov.u32 %r612,0;\n@%p108 bra L67;\nadd.s64 %d271,%d78,%d41;\nand.b64 %d272,%d271,4611688217451692032;\n"
    "setp.ne.s64 %p109,%d272,4611688217451692032;\n@%p109 bra L67;\nand.b64 %d273,%d78,4611688217451692032;\n"
    "setp.eq.s64 %p110,%d273,4611688217451692032;\nselp.u32 %r612,1,0,%p110;\nL67:\n"
    "{.reg .pred q;setp.ne.s32 q,%r612,0;\n@q st.global.u32[%d75],%r354;}\nsetp.ne.s32 %p111,%r612,0;\n"
    "@%p111 bra L69;\nand.b64 %d279,%d78,4611688217451692032;\nsetp.eq.s64 %p112,%d279,4611688217451692032;\n"
    "selp.u32 %r363,1,0,%p112;\nand.b32 %r362,%r354,255;\n{.reg .pred q;setp.ne.s32 q,%r363,0;\n"
    "@q st.global.u8[%d75],%r362;}\nsub.s64 %d280,%d78,%d40;\nand.b64 %d281,%d280,4611688217451692032;\n"
    "setp.eq.s64 %p113,%d281,4611688217451692032;\nselp.u32 %r365,1,0,%p113;\nshr.u32 %r370,%r354,8;\n"
    "and.b32 %r364,%r370,255;\nadd.s64 %d276,%d75,1;\n{.reg .pred q;setp.ne.s32 q,%r365,0;\n"
    "@q st.global.u8[%d276],%r364;}\nshl.b64 %d282,%d40,1;\nsub.s64 %d283,%d78,%d282;\n"
    "and.b64 %d284,%d283,4611688217451692032;\nsetp.eq.s64 %p114,%d284,4611688217451692032;\n"
    "selp.u32 %r367,1,0,%p114;\nshr.u32 %r371,%r354,16;\nand.b32 %r366,%r371,255;\nadd.s64 %d277,%d75,2;\n"
    "{.reg .pred q;setp.ne.s32 q,%r367,0;\n@q st.global.u8[%d277],%r366;}\nadd.s64 %d285,%d78,%d41;\n"
    "and.b64 %d286,%d285,4611688217451692032;\nsetp.eq.s64 %p115,%d286,4611688217451692032;\n"
    "selp.u32 %r369,1,0,%p115;\nshr.u32 %r368,%r354,24;\nadd.s64 %d278,%d75,3;\n"
    "{.reg .pred q;setp.ne.s32 q,%r369,0;\n@q st.global.u8[%d278],%r368;}\nL69:\nmov.u32 %r613,0;\n"
    "add.s64 %d80,%d38,%d76;\n@%p108 bra L72;\nsub.s64 %d81,%d58,%d80;\nadd.s64 %d287,%d81,%d41;\n"
    "and.b64 %d288,%d287,4611688217451692032;\nsetp.ne.s64 %p117,%d288,4611688217451692032;\n@%p117 bra L72;\n"
    "and.b64 %d289,%d81,4611688217451692032;\nsetp.eq.s64 %p118,%d289,4611688217451692032;\n"
    "selp.u32 %r613,1,0,%p118;\nL72:\nadd.s64 %d430,%d75,4;\n{.reg .pred q;setp.ne.s32 q,%r613,0;\n"
    "@q st.global.u32[%d430],%r355;}\nsetp.ne.s32 %p119,%r613,0;\n@%p119 bra L74;\nadd.s64 %d431,%d75,4;\n"
    "sub.s64 %d295,%d58,%d80;\nand.b64 %d296,%d295,4611688217451692032;\n"
    "setp.eq.s64 %p120,%d296,4611688217451692032;\nselp.u32 %r377,1,0,%p120;\nand.b32 %r376,%r355,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r377,0;\n@q st.global.u8[%d431],%r376;}\nshr.u32 %r384,%r355,8;\n"
    "sub.s64 %d297,%d295,%d40;\nand.b64 %d298,%d297,4611688217451692032;\n"
    "setp.eq.s64 %p121,%d298,4611688217451692032;\nselp.u32 %r379,1,0,%p121;\nand.b32 %r378,%r384,255;\n"
    "add.s64 %d292,%d75,5;\n{.reg .pred q;setp.ne.s32 q,%r379,0;\n@q st.global.u8[%d292],%r378;}\n"
    "shr.u32 %r385,%r355,16;\nshl.b64 %d299,%d40,1;\nsub.s64 %d300,%d295,%d299;\n"
    "and.b64 %d301,%d300,4611688217451692032;\nsetp.eq.s64 %p122,%d301,4611688217451692032;\n"
    "selp.u32 %r381,1,0,%p122;\nand.b32 %r380,%r385,255;\nadd.s64 %d293,%d75,6;\n"
    "{.reg .pred q;setp.ne.s32 q,%r381,0;\n@q st.global.u8[%d293],%r380;}\nshr.u32 %r382,%r355,24;\n"
    "add.s64 %d302,%d295,%d41;\nand.b64 %d303,%d302,4611688217451692032;\n"
    "setp.eq.s64 %p123,%d303,4611688217451692032;\nselp.u32 %r383,1,0,%p123;\nadd.s64 %d294,%d75,7;\n"
    "{.reg .pred q;setp.ne.s32 q,%r383,0;\n@q st.global.u8[%d294],%r382;}\nL74:\nmov.u32 %r614,0;\n"
    "add.s64 %d83,%d80,%d38;\n@%p108 bra L77;\nsub.s64 %d84,%d58,%d83;\nadd.s64 %d304,%d84,%d41;\n"
    "and.b64 %d305,%d304,4611688217451692032;\nsetp.ne.s64 %p125,%d305,4611688217451692032;\n@%p125 bra L77;\n"
    "and.b64 %d306,%d84,4611688217451692032;\nsetp.eq.s64 %p126,%d306,4611688217451692032;\n"
    "selp.u32 %r614,1,0,%p126;\nL77:\nadd.s64 %d432,%d75,8;\n{.reg .pred q;setp.ne.s32 q,%r614,0;\n"
    "@q st.global.u32[%d432],%r356;}\nsetp.ne.s32 %p127,%r614,0;\n@%p127 bra L79;\nadd.s64 %d433,%d75,8;\n"
    "sub.s64 %d312,%d58,%d83;\nand.b64 %d313,%d312,4611688217451692032;\n"
    "setp.eq.s64 %p128,%d313,4611688217451692032;\nselp.u32 %r391,1,0,%p128;\nand.b32 %r390,%r356,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r391,0;\n@q st.global.u8[%d433],%r390;}\nshr.u32 %r398,%r356,8;\n"
    "sub.s64 %d314,%d312,%d40;\nand.b64 %d315,%d314,4611688217451692032;\n"
    "setp.eq.s64 %p129,%d315,4611688217451692032;\nselp.u32 %r393,1,0,%p129;\nand.b32 %r392,%r398,255;\n",
    "add.s64 %d309,%d75,9;\n{.reg .pred q;setp.ne.s32 q,%r393,0;\n@q st.global.u8[%d309],%r392;}\n"
    "shr.u32 %r399,%r356,16;\nshl.b64 %d316,%d40,1;\nsub.s64 %d317,%d312,%d316;\n"
    "and.b64 %d318,%d317,4611688217451692032;\nsetp.eq.s64 %p130,%d318,4611688217451692032;\n"
    "selp.u32 %r395,1,0,%p130;\nand.b32 %r394,%r399,255;\nadd.s64 %d310,%d75,10;\n"
    "{.reg .pred q;setp.ne.s32 q,%r395,0;\n@q st.global.u8[%d310],%r394;}\nshr.u32 %r396,%r356,24;\n"
    "add.s64 %d319,%d312,%d41;\nand.b64 %d320,%d319,4611688217451692032;\n"
    "setp.eq.s64 %p131,%d320,4611688217451692032;\nselp.u32 %r397,1,0,%p131;\nadd.s64 %d311,%d75,11;\n"
    "{.reg .pred q;setp.ne.s32 q,%r397,0;\n@q st.global.u8[%d311],%r396;}\nL79:\nmov.u32 %r615,0;\n"
    "add.s64 %d86,%d83,%d38;\n@%p108 bra L82;\nsub.s64 %d87,%d58,%d86;\nadd.s64 %d321,%d87,%d41;\n"
    "and.b64 %d322,%d321,4611688217451692032;\nsetp.ne.s64 %p133,%d322,4611688217451692032;\n@%p133 bra L82;\n"
    "and.b64 %d323,%d87,4611688217451692032;\nsetp.eq.s64 %p134,%d323,4611688217451692032;\n"
    "selp.u32 %r615,1,0,%p134;\nL82:\nadd.s64 %d434,%d75,12;\n{.reg .pred q;setp.ne.s32 q,%r615,0;\n"
    "@q st.global.u32[%d434],%r357;}\nsetp.ne.s32 %p135,%r615,0;\n@%p135 bra L84;\nadd.s64 %d435,%d75,12;\n"
    "sub.s64 %d329,%d58,%d86;\nand.b64 %d330,%d329,4611688217451692032;\n"
    "setp.eq.s64 %p136,%d330,4611688217451692032;\nselp.u32 %r405,1,0,%p136;\nand.b32 %r404,%r357,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r405,0;\n@q st.global.u8[%d435],%r404;}\nshr.u32 %r412,%r357,8;\n"
    "sub.s64 %d331,%d329,%d40;\nand.b64 %d332,%d331,4611688217451692032;\n"
    "setp.eq.s64 %p137,%d332,4611688217451692032;\nselp.u32 %r407,1,0,%p137;\nand.b32 %r406,%r412,255;\n"
    "add.s64 %d326,%d75,13;\n{.reg .pred q;setp.ne.s32 q,%r407,0;\n@q st.global.u8[%d326],%r406;}\n"
    "shr.u32 %r413,%r357,16;\nshl.b64 %d333,%d40,1;\nsub.s64 %d334,%d329,%d333;\n"
    "and.b64 %d335,%d334,4611688217451692032;\nsetp.eq.s64 %p138,%d335,4611688217451692032;\n"
    "selp.u32 %r409,1,0,%p138;\nand.b32 %r408,%r413,255;\nadd.s64 %d327,%d75,14;\n"
    "{.reg .pred q;setp.ne.s32 q,%r409,0;\n@q st.global.u8[%d327],%r408;}\nshr.u32 %r410,%r357,24;\n"
    "add.s64 %d336,%d329,%d41;\nand.b64 %d337,%d336,4611688217451692032;\n"
    "setp.eq.s64 %p139,%d337,4611688217451692032;\nselp.u32 %r411,1,0,%p139;\nadd.s64 %d328,%d75,15;\n"
    "{.reg .pred q;setp.ne.s32 q,%r411,0;\n@q st.global.u8[%d328],%r410;}\nbra.uni L84;\nL58:\n"
    "setp.eq.s32 %p97,%r52,0;\nmov.u32 %r611,0;\nld.shared.u32 %r147,[%r146];\n@%p97 bra L61;\n"
    "sub.s64 %d77,%d58,%d76;\nadd.s64 %d248,%d77,%d41;\nand.b64 %d249,%d248,4611688217451692032;\n"
    "setp.ne.s64 %p98,%d249,4611688217451692032;\n@%p98 bra L61;\nand.b64 %d250,%d77,4611688217451692032;\n"
    "setp.eq.s64 %p99,%d250,4611688217451692032;\nselp.u32 %r611,1,0,%p99;\nL61:\n"
    "{.reg .pred q;setp.ne.s32 q,%r611,0;\n@q st.global.u32[%d75],%r147;}\nsetp.ne.s32 %p100,%r611,0;\n"
    "@%p100 bra L84;\nsub.s64 %d256,%d58,%d76;\nand.b64 %d257,%d256,4611688217451692032;\n"
    "setp.eq.s64 %p101,%d257,4611688217451692032;\nselp.u32 %r340,1,0,%p101;\nand.b32 %r339,%r147,255;\n"
    "{.reg .pred q;setp.ne.s32 q,%r340,0;\n@q st.global.u8[%d75],%r339;}\nsub.s64 %d258,%d256,%d40;\n"
    "and.b64 %d259,%d258,4611688217451692032;\nsetp.eq.s64 %p102,%d259,4611688217451692032;\n"
    "selp.u32 %r342,1,0,%p102;\nshr.u32 %r347,%r147,8;\nand.b32 %r341,%r347,255;\nadd.s64 %d253,%d75,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r342,0;\n@q st.global.u8[%d253],%r341;}\nshl.b64 %d260,%d40,1;\n"
    "sub.s64 %d261,%d256,%d260;\nand.b64 %d262,%d261,4611688217451692032;\n"
    "setp.eq.s64 %p103,%d262,4611688217451692032;\nselp.u32 %r344,1,0,%p103;\nshr.u32 %r348,%r147,16;\n"
    "and.b32 %r343,%r348,255;\nadd.s64 %d254,%d75,2;\n{.reg .pred q;setp.ne.s32 q,%r344,0;\n"
    "@q st.global.u8[%d254],%r343;}\nadd.s64 %d263,%d256,%d41;\nand.b64 %d264,%d263,4611688217451692032;\n"
    "setp.eq.s64 %p104,%d264,4611688217451692032;\nselp.u32 %r346,1,0,%p104;\nshr.u32 %r345,%r147,24;\n"
    "add.s64 %d255,%d75,3;\n{.reg .pred q;setp.ne.s32 q,%r346,0;\n@q st.global.u8[%d255],%r345;}\nL84:\n"
    "mov.b64 %d416,p;\nld.param.u32 %r540,[%d416+1880];\nadd.s32 %r610,%r610,1;\nsetp.lt.u32 %p140,%r610,%r540;\n"
    "@%p140 bra L57;\nL85:\n",
    "setp.eq.s32 %p177,%r591,0;\n@%p177 bra L87;\nbra.uni L86;\nL87:\nbar.sync 0;\nL88:\nmov.u32 %r626,%r602;\n"
    "mov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\n"
    "mov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n@%p67 bra L102;\nsetp.gt.u32 %p143,%r269,1;\n@%p143 bra L95;\n"
    "bra.uni L90;\nL95:\nmov.b64 %d426,p;\nld.param.u32 %r548,[%d426+980];\ncvt.u32.u64 %r450,%d37;\n"
    "mov.u32 %r451,tile;\nadd.s32 %r452,%r451,%r450;\nmov.u32 %r453,20800;\nprmt.b32 %r454,%r625,%r621,%r453;\n"
    "prmt.b32 %r455,%r609,%r605,%r453;\nmov.u32 %r456,21520;\nprmt.b32 %r633,%r455,%r454,%r456;\n"
    "mov.u32 %r457,30258;\nprmt.b32 %r629,%r455,%r454,%r457;\nmov.u32 %r458,29538;\n"
    "prmt.b32 %r459,%r625,%r621,%r458;\nprmt.b32 %r460,%r609,%r605,%r458;\nprmt.b32 %r625,%r460,%r459,%r456;\n"
    "prmt.b32 %r621,%r460,%r459,%r457;\nst.shared.u32[%r452],%r633;\nadd.s32 %r461,%r452,%r548;\n"
    "st.shared.u32[%r461],%r629;\nadd.s32 %r462,%r461,%r548;\nst.shared.u32[%r462],%r625;\n"
    "add.s32 %r463,%r462,%r548;\nst.shared.u32[%r463],%r621;\nprmt.b32 %r464,%r624,%r620,%r453;\n"
    "prmt.b32 %r465,%r608,%r604,%r453;\nprmt.b32 %r632,%r465,%r464,%r456;\nprmt.b32 %r628,%r465,%r464,%r457;\n"
    "prmt.b32 %r466,%r624,%r620,%r458;\nprmt.b32 %r467,%r608,%r604,%r458;\nprmt.b32 %r624,%r467,%r466,%r456;\n"
    "prmt.b32 %r620,%r467,%r466,%r457;\nadd.s32 %r468,%r463,%r548;\nst.shared.u32[%r468],%r632;\n"
    "add.s32 %r469,%r468,%r548;\nst.shared.u32[%r469],%r628;\nadd.s32 %r470,%r469,%r548;\n"
    "st.shared.u32[%r470],%r624;\nadd.s32 %r471,%r470,%r548;\nst.shared.u32[%r471],%r620;\n"
    "prmt.b32 %r472,%r623,%r619,%r453;\nprmt.b32 %r473,%r607,%r603,%r453;\nprmt.b32 %r631,%r473,%r472,%r456;\n"
    "prmt.b32 %r627,%r473,%r472,%r457;\nprmt.b32 %r474,%r623,%r619,%r458;\nprmt.b32 %r475,%r607,%r603,%r458;\n"
    "prmt.b32 %r623,%r475,%r474,%r456;\nprmt.b32 %r619,%r475,%r474,%r457;\nadd.s32 %r476,%r471,%r548;\n"
    "st.shared.u32[%r476],%r631;\nadd.s32 %r477,%r476,%r548;\nst.shared.u32[%r477],%r627;\n"
    "add.s32 %r478,%r477,%r548;\nst.shared.u32[%r478],%r623;\nadd.s32 %r479,%r478,%r548;\n"
    "st.shared.u32[%r479],%r619;\nprmt.b32 %r480,%r622,%r618,%r453;\nprmt.b32 %r481,%r606,%r602,%r453;\n"
    "prmt.b32 %r630,%r481,%r480,%r456;\nprmt.b32 %r626,%r481,%r480,%r457;\nprmt.b32 %r482,%r622,%r618,%r458;\n"
    "prmt.b32 %r483,%r606,%r602,%r458;\nprmt.b32 %r622,%r483,%r482,%r456;\nprmt.b32 %r618,%r483,%r482,%r457;\n"
    "add.s32 %r484,%r479,%r548;\nst.shared.u32[%r484],%r630;\nadd.s32 %r485,%r484,%r548;\n"
    "st.shared.u32[%r485],%r626;\nadd.s32 %r486,%r485,%r548;\nst.shared.u32[%r486],%r622;\n"
    "add.s32 %r487,%r486,%r548;\nst.shared.u32[%r487],%r618;\nsetp.eq.s32 %p148,%r592,0;\n@%p148 bra L102;\n"
    "mov.u32 %r616,0;\nL97:\n.pragma \"nounroll\";\ncvt.u64.u32 %d342,%r616;\nmul.lo.s64 %d88,%d33,%d342;\n"
    "mul.lo.s64 %d343,%d40,%d342;\nadd.s64 %d344,%d343,%d436;\nsub.s64 %d89,%d453,%d344;\n"
    "and.b64 %d345,%d89,4611688217451692032;\nsetp.eq.s64 %p149,%d345,4611688217451692032;\n@%p149 bra L101;\n"
    "add.s64 %d427,%d448,%d438;\nadd.s64 %d90,%d427,%d88;\nadd.s32 %r181,%r616,%r54;\nmov.u32 %r617,0;\nL99:\n"
    ".pragma \"nounroll\";\nmov.u32 %r490,15;\nsub.s32 %r491,%r490,%r617;\ncvt.u64.u32 %d346,%r491;\n"
    "mul.lo.s64 %d347,%d42,%d346;\nadd.s64 %d348,%d89,%d347;\nand.b64 %d349,%d348,4611688217451692032;\n"
    "setp.ne.s64 %p150,%d349,4611688217451692032;\n@%p150 bra L101;\nmov.u32 %r550,tile;\n"
    "cvt.u64.u32 %d351,%r617;\nadd.s64 %d350,%d90,%d351;\nmov.u32 %r493,1;\n{.reg .pred q;setp.ne.s32 q,%r493,0;\n"
    "mov.b32 %r492,0;@q ld.global.u8 %r492,[%d350];}\nmad.lo.s32 %r494,%r277,%r617,%r181;\n"
    "add.s32 %r496,%r550,%r494;\nst.shared.u8[%r496],%r492;\nadd.s32 %r617,%r617,1;\nsetp.lt.u32 %p151,%r617,16;\n"
    "@%p151 bra L99;\nL101:\nadd.s32 %r616,%r616,1;\nsetp.lt.u32 %p152,%r616,4;\n@%p152 bra L97;\nbra.uni L102;\n"
    "L90:\nsetp.eq.s32 %p144,%r268,0;\nmov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\n"
    "mov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n"
    "@%p144 bra L102;\nsetp.lt.u32 %p145,%r53,2;\ncvt.u32.u64 %r414,%d338;\nmov.u32 %r415,tile;\n",
    "add.s32 %r416,%r415,%r414;\nshl.b32 %r417,%r605,8;\nor.b32 %r418,%r417,%r609;\nshl.b32 %r419,%r625,16;\n"
    "or.b32 %r420,%r418,%r419;\nshl.b32 %r421,%r621,24;\nor.b32 %r422,%r420,%r421;\nst.shared.u32[%r416],%r422;\n"
    "mov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\n"
    "mov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n@%p145 bra L102;\n"
    "setp.eq.s32 %p146,%r53,2;\ncvt.u32.u64 %r423,%d339;\nadd.s32 %r425,%r415,%r423;\nshl.b32 %r426,%r604,8;\n"
    "or.b32 %r427,%r426,%r608;\nshl.b32 %r428,%r624,16;\nor.b32 %r429,%r427,%r428;\nshl.b32 %r430,%r620,24;\n"
    "or.b32 %r431,%r429,%r430;\nst.shared.u32[%r425],%r431;\nmov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\n"
    "mov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\n"
    "mov.u32 %r633,%r609;\n@%p146 bra L102;\nsetp.lt.u32 %p147,%r53,4;\ncvt.u32.u64 %r432,%d340;\n"
    "add.s32 %r434,%r415,%r432;\nshl.b32 %r435,%r603,8;\nor.b32 %r436,%r435,%r607;\nshl.b32 %r437,%r623,16;\n"
    "or.b32 %r438,%r436,%r437;\nshl.b32 %r439,%r619,24;\nor.b32 %r440,%r438,%r439;\nst.shared.u32[%r434],%r440;\n"
    "mov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\n"
    "mov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n@%p147 bra L102;\ncvt.u32.u64 %r441,%d341;\n"
    "add.s32 %r443,%r415,%r441;\nshl.b32 %r444,%r602,8;\nor.b32 %r445,%r444,%r606;\nshl.b32 %r446,%r622,16;\n"
    "or.b32 %r447,%r445,%r446;\nshl.b32 %r448,%r618,24;\nor.b32 %r449,%r447,%r448;\nst.shared.u32[%r443],%r449;\n"
    "mov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\n"
    "mov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\nbra.uni L102;\nL86:\nret;\n}\n",
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
    cucore__copy_ptx_bytes};
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
#define CUCORE__COPY_BAND 8 /* tiles of an axis that are visited one after the other */
#endif

/* The plan of a copy on one device.  Axes are in bytes and only those that a loop needs: joined, turned so that the
 * destination runs upwards, fastest destination first; of extent 2 at least. */
typedef struct cucore__copy_axis {
    int64_t n, s, d;
    int64_t chunk; /* of a tile; a multiple that exceeds n leaves the rest of the tile empty */
    int cut;       /* which of the cut axes; CUCORE__COPY_CUTS: whole, and n is a multiple */
    int64_t m;     /* bytes in the tile from one to the next */
    int64_t again; /* elements of a chunk that the next one has, too */
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

/* What the planner works on. */
typedef struct cucore__copy_work {
    int count; /* axes */
    int cuts;  /* axes that are cut */
    int64_t unit;
    uint64_t s, d;
    cucore__copy_axis axes[CUCORE_MAX_NDIM + 1];
    int by_src[CUCORE_MAX_NDIM + 1]; /* axes, fastest source first */
} cucore__copy_work;

/* n / extent for n < 2^31 */
CUCORE__PRIVATE void cucore__copy_divide(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = 1;
    while (bits < 31 && (uint32_t)1 << bits < extent) bits++;
    *shift = bits - 1;
    *magic = 0x80000000u;
    if (extent & (extent - 1)) *magic = (uint32_t)((((uint64_t)1 << (31 + bits)) + extent - 1) / extent);
}

CUCORE__PRIVATE uint64_t cucore__copy_size(int64_t stride)
{
    return stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
}

/* The two layouts become axes in bytes.  *run: bytes that lie together in both. */
CUCORE__PRIVATE cucore_status cucore__copy_join(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                uintptr_t s, cucore__copy_work *work, int64_t *run)
{
    const cucore_layout *both[2];
    cucore_layout dst_simple, src_simple, *outs[2];
    int64_t offsets[2];
    int i;
    cucore_status status;
    both[0] = dst, both[1] = src;
    outs[0] = &dst_simple, outs[1] = &src_simple;
    status = cucore_layout_simplify(2, both, outs, offsets, NULL);
    if (status) return status;
    work->count = work->cuts = 0;
    work->d = (uint64_t)d + (uint64_t)offsets[0] * (uint64_t)dst->itemsize;
    work->s = (uint64_t)s + (uint64_t)offsets[1] * (uint64_t)dst->itemsize;
    *run = dst->itemsize;
    for (i = dst_simple.ndim - 1; i >= 0; i--) {
        cucore__copy_axis *axis = &work->axes[work->count];
        axis->n = dst_simple.shape[i];
        axis->d = (int64_t)((uint64_t)dst_simple.strides[i] * (uint64_t)dst->itemsize);
        axis->s = (int64_t)((uint64_t)src_simple.strides[i] * (uint64_t)dst->itemsize);
        if (axis->n == 0) *run = 0;
        if (!work->count && axis->d == *run && axis->s == *run) {
            *run *= axis->n;
        } else {
            work->count++;
        }
    }
    return CUCORE_OK;
}

/* The largest power of two, up to 16, that everything is a multiple of. */
CUCORE__PRIVATE int64_t cucore__copy_unit(const cucore__copy_work *work, int64_t run)
{
    uint64_t bits = 16 | (uint64_t)run | work->s | work->d;
    int i;
    for (i = 0; i < work->count; i++) bits |= (uint64_t)work->axes[i].s | (uint64_t)work->axes[i].d;
    return (int64_t)(bits & (0 - bits));
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

CUCORE__PRIVATE void cucore__copy_sort_by_src(cucore__copy_work *work)
{
    int i, j;
    for (i = 0; i < work->count; i++) {
        uint64_t key = cucore__copy_size(work->axes[i].s) - 1; /* a stride of 0 goes last */
        for (j = i; j > 0 && cucore__copy_size(work->axes[work->by_src[j - 1]].s) - 1 > key; j--) {
            work->by_src[j] = work->by_src[j - 1];
        }
        work->by_src[j] = i;
    }
}

/* -- the grid --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__copy_digit_make(cucore__copy_digit *one, int64_t extent, int64_t a, int64_t b,
                                             uint64_t pack)
{
    one->extent = (uint32_t)extent;
    cucore__copy_divide(one->extent, &one->magic, &one->shift);
    one->cut = CUCORE__COPY_CUTS;
    one->a = a;
    one->b = b;
    one->pack = pack;
}

/* An axis that is walked in chunks: `chunk` steps in each, the last one as long as it is. */
CUCORE__PRIVATE int cucore__copy_cut(cucore__copy_work *work, cucore__copy_axis *axis, int64_t chunk)
{
    axis->chunk = chunk;
    if (axis->cut < CUCORE__COPY_CUTS) return 1;
    if (chunk == axis->n || chunk == 1) return 1;
    if (work->cuts == CUCORE__COPY_CUTS) return 0;
    axis->cut = work->cuts++;
    return 1;
}

CUCORE__PRIVATE int64_t cucore__copy_chunks(const cucore__copy_axis *axis)
{
    return (axis->n - axis->again - 1) / (axis->chunk - axis->again) + 1;
}

CUCORE__PRIVATE uint64_t cucore__copy_pack(const cucore__copy_axis *axis)
{
    return axis->cut < CUCORE__COPY_CUTS ? (uint64_t)1 << (CUCORE__COPY_FIELD * axis->cut) : 0;
}

typedef struct cucore__copy_level {
    int64_t count, a, b;
    uint64_t key;
    int cut;
    int64_t chunks;
} cucore__copy_level;

CUCORE__PRIVATE int cucore__copy_level_add(cucore__copy_level *levels, int count, int64_t extent, int64_t a, int64_t b,
                                           int cut, int64_t chunks)
{
    uint64_t key = cucore__copy_size(a) > cucore__copy_size(b) ? cucore__copy_size(a) : cucore__copy_size(b);
    int i = count;
    if (extent < 2) return count;
    for (; i > 0 && levels[i - 1].key > key; i--) levels[i] = levels[i - 1];
    levels[i].count = extent;
    levels[i].a = a;
    levels[i].b = b;
    levels[i].key = key;
    levels[i].cut = cut;
    levels[i].chunks = chunks;
    return count + 1;
}

/* Tiles are visited near ones first: those of an axis in bands, and so two axes, each slow in one array, in squares. */
CUCORE__PRIVATE int cucore__copy_levels(cucore__copy_work *work, cucore__copy_level *levels, int bands)
{
    int i, count = 0;
    for (i = 0; i < work->count; i++) {
        cucore__copy_axis *axis = &work->axes[i];
        int64_t next = axis->chunk - axis->again, a = axis->s * next, b = axis->d * next;
        int64_t chunks = cucore__copy_chunks(axis), band = chunks;
        if (bands && chunks >= 2 * CUCORE__COPY_BAND) band = CUCORE__COPY_BAND;
        if (!bands && chunks > 0x10000000) band = 0x1000000;
        if (chunks % band && axis->cut == CUCORE__COPY_CUTS) {
            if (work->cuts == CUCORE__COPY_CUTS) band = chunks;
            if (work->cuts < CUCORE__COPY_CUTS) axis->cut = work->cuts++;
        }
        count = cucore__copy_level_add(levels, count, band, a, b, axis->cut, 1);
        if (band < chunks) {
            count = cucore__copy_level_add(levels, count, (chunks - 1) / band + 1, a * band, b * band, axis->cut, band);
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
    while (tiles > 1 && (all / tiles < CUCORE__COPY_BUSY || levels[0].count % tiles)) tiles--;
    levels[0].count /= tiles;
    grid->tiles = (uint32_t)tiles;
    grid->next_cut = (uint32_t)levels[0].cut;
    grid->next_chunks = (uint32_t)(levels[0].chunks * levels[0].count);
    grid->next_a = levels[0].a * levels[0].count;
    grid->next_b = levels[0].b * levels[0].count;
    if (levels[0].count > 1) return count;
    memmove(levels, levels + 1, (size_t)(count - 1) * sizeof levels[0]);
    return count - 1;
}

/* Levels to the three numbers of a block. */
CUCORE__PRIVATE cucore_status cucore__copy_grid_make(const cucore__copy_work *work, cucore__copy_level *levels,
                                                     int count, int64_t tiles, cucore__copy_grid *grid,
                                                     cucore__copy_digit *digits, uint32_t *blocks)
{
    static const int64_t limits[3] = {0x7fffffff, 65535, 65535};
    int i, at = 0;
    blocks[0] = blocks[1] = blocks[2] = 1;
    for (i = 0; i < 3; i++) {
        grid->count[i] = 1;
        grid->last[i] = 0;
    }
    grid->full = CUCORE__COPY_GUARD;
    count = cucore__copy_grid_tiles(levels, count, tiles, grid);
    for (i = 0; i < work->count; i++) {
        const cucore__copy_axis *axis = &work->axes[i];
        int64_t chunks;
        if (axis->cut == CUCORE__COPY_CUTS) continue;
        chunks = cucore__copy_chunks(axis);
        if (chunks > 0x7fffffff) return cucore__copy_fail_size();
        grid->count[axis->cut] = (uint32_t)chunks;
        grid->full |= (uint64_t)(axis->chunk - 1) << (CUCORE__COPY_FIELD * axis->cut);
        grid->last[axis->cut] = (uint64_t)(chunks * (axis->chunk - axis->again) + axis->again - axis->n)
                                << (CUCORE__COPY_FIELD * axis->cut);
    }
    for (i = 0; i < count; i++) {
        while (at < 3 && (int64_t)blocks[at] > limits[at] / levels[i].count) grid->ends[at++] = (uint32_t)i;
        if (at == 3) return cucore__copy_fail_size();
        blocks[at] *= (uint32_t)levels[i].count;
        cucore__copy_digit_make(&digits[i], levels[i].count, levels[i].a, levels[i].b, (uint64_t)levels[i].chunks);
        digits[i].cut = (uint32_t)levels[i].cut;
    }
    while (at < 3) grid->ends[at++] = (uint32_t)count;
    return CUCORE_OK;
}

/* -- walks over a tile ------------------------------------------------------------------------------------------ */
/* Part of a walk: `extent` steps of `stride` elements along an axis. */
typedef struct cucore__copy_part {
    int axis;
    int64_t extent, stride;
} cucore__copy_part;

typedef struct cucore__copy_parts {
    int count;
    cucore__copy_part part[2 * CUCORE_MAX_NDIM];
} cucore__copy_parts;

CUCORE__PRIVATE void cucore__copy_part_add(cucore__copy_parts *parts, int axis, int64_t extent, int64_t stride)
{
    if (extent < 2) return;
    parts->part[parts->count].axis = axis;
    parts->part[parts->count].extent = extent;
    parts->part[parts->count++].stride = stride;
}

/* The tile of an axis of which words of `split` elements are loaded is in two parts: within a word and by words. */
typedef struct cucore__copy_split {
    int axis;
    int64_t word, m; /* elements of a word; bytes in the tile from word to word */
} cucore__copy_split;

/* Which way a part goes: 0: array source, tile; 1: array destination, tile; 2: source, destination */
CUCORE__PRIVATE void cucore__copy_part_go(const cucore__copy_work *work, const cucore__copy_split *split, int side,
                                          int index, int64_t stride, int64_t *a, int64_t *b, uint64_t *pack)
{
    const cucore__copy_axis *axis = &work->axes[index];
    *a = (side == 1 ? axis->d : axis->s) * stride;
    *b = (side == 2 ? axis->d : axis->m) * stride;
    if (side < 2 && split->axis == index && stride >= split->word) *b = stride / split->word * split->m;
    *pack = cucore__copy_pack(axis) * (uint64_t)stride;
}

CUCORE__PRIVATE void cucore__copy_steps_add(cucore__copy_walk *walk, int64_t extent, int64_t a, int64_t b,
                                            uint64_t pack)
{
    uint32_t have = walk->steps, i;
    int64_t k;
    for (k = 1; k < extent; k++) {
        for (i = 0; i < have; i++) {
            walk->step[walk->steps].a = walk->step[i].a + a * k;
            walk->step[walk->steps].b = walk->step[i].b + b * k;
            walk->step[walk->steps++].pack = walk->step[i].pack + pack * (uint64_t)k;
        }
    }
}

CUCORE__PRIVATE void cucore__copy_walk_start(cucore__copy_walk *walk, int64_t words)
{
    walk->threads = walk->words = (uint32_t)words;
    walk->magic = walk->shift = 0;
    if (words > 1) cucore__copy_divide((uint32_t)words, &walk->magic, &walk->shift);
    walk->inner = walk->outer = 0;
    walk->steps = 1;
    walk->width = 1;
    walk->linear = 0;
    walk->next = 0;
    walk->next_pack = 0;
    walk->step[0].a = walk->step[0].b = 0;
    walk->step[0].pack = 0;
}

/* A divisor of n, as large as possible up to `limit`. */
CUCORE__PRIVATE int64_t cucore__copy_divisor(int64_t n, int64_t limit)
{
    int64_t f = n < limit ? n : limit;
    while (n % f) f--;
    return f;
}

/* Threads take the parts in turn as long as there are threads; the rest are steps.  0: too many of them. */
CUCORE__PRIVATE int cucore__copy_walk_parts(cucore__copy_walk *walk, const cucore__copy_work *work,
                                            const cucore__copy_split *split, int side, const cucore__copy_parts *parts,
                                            int64_t limit)
{
    int i;
    for (i = 0; i < parts->count; i++) {
        const cucore__copy_part *part = &parts->part[i];
        int64_t f = cucore__copy_divisor(part->extent, CUCORE__COPY_THREADS / (int64_t)walk->threads), a, b;
        uint64_t pack;
        if (f > 1) {
            uint32_t at = walk->inner + walk->outer;
            if (at == sizeof walk->digits / sizeof walk->digits[0]) return 0;
            cucore__copy_part_go(work, split, side, part->axis, part->stride, &a, &b, &pack);
            cucore__copy_digit_make(&walk->digits[at], f, a, b, pack);
            walk->outer++;
            walk->threads *= (uint32_t)f;
        }
        if (f == part->extent) continue;
        if ((int64_t)walk->steps * (part->extent / f) > limit) return 0;
        cucore__copy_part_go(work, split, side, part->axis, part->stride * f, &a, &b, &pack);
        cucore__copy_steps_add(walk, part->extent / f, a, b, pack);
    }
    return 1;
}

/* -- without a tile --------------------------------------------------------------------------------------------- */
/* Few steps where there is little to do, so that every multiprocessor has some. */
CUCORE__PRIVATE int64_t cucore__copy_want_steps(const cucore__copy_work *work, int64_t words)
{
    int64_t blocks = words;
    int i;
    for (i = 0; i < work->count && blocks < 1 << 30; i++)
        blocks *= work->axes[i].n < 1 << 30 ? work->axes[i].n : 1 << 30;
    blocks /= 1024 * CUCORE__COPY_THREADS;
    return blocks < 1 ? 1 : blocks > 8 ? 8 : blocks;
}

/* Rows are given to threads, fastest first, and to steps. */
CUCORE__PRIVATE int cucore__copy_walk_rows(cucore__copy_walk *walk, cucore__copy_work *work, int64_t want)
{
    cucore__copy_split none;
    cucore__copy_parts parts;
    int64_t threads = walk->threads, steps = walk->steps;
    int i;
    none.axis = -1;
    parts.count = 0;
    for (i = 0; i < work->count; i++) {
        cucore__copy_axis *axis = &work->axes[i];
        int64_t room = CUCORE__COPY_THREADS / threads, more = want / steps, rounds, per;
        axis->chunk = 1;
        if (room < 2 && more < 2) continue;
        rounds = (axis->n - 1) / room + 1; /* to do all of the axis */
        per = (axis->n - 1) / rounds + 1;  /* threads for each */
        if (rounds > more) per = room < axis->n ? room : axis->n, rounds = more < 1 ? 1 : more;
        if (rounds > 1 && work->cuts == CUCORE__COPY_CUTS && per * rounds != axis->n) rounds = 1;
        if (!cucore__copy_cut(work, axis, per * rounds)) {
            axis->chunk = 1;
            continue;
        }
        cucore__copy_part_add(&parts, i, per, 1);
        cucore__copy_part_add(&parts, i, rounds, per);
        threads *= per;
        steps *= rounds;
    }
    return cucore__copy_walk_parts(walk, work, &none, 2, &parts, CUCORE__COPY_STEPS);
}

/* The words of one run of `bytes`, for threads and steps; what is left is a level. */
CUCORE__PRIVATE int64_t cucore__copy_walk_run(cucore__copy_walk *walk, uint64_t bytes, int64_t unit)
{
    int64_t words = (int64_t)(bytes / 16) + (unit == 16 ? 0 : bytes % 16 ? 2 : 1);
    int64_t rounds = (words - 1) / CUCORE__COPY_THREADS + 1, steps = rounds < 8 ? rounds : 8;
    int64_t per = rounds <= 8 ? (words - 1) / rounds + 1 : CUCORE__COPY_THREADS;
    cucore__copy_walk_start(walk, per);
    if (rounds == 1) return 1;
    walk->linear = 1;
    walk->next_pack = (uint64_t)(16 * per * steps);
    cucore__copy_steps_add(walk, steps, 16 * per, 0, 0);
    return (words - 1) / (per * steps) + 1;
}

CUCORE__PRIVATE cucore_status cucore__copy_plan_runs(cucore__copy_work *work, int64_t run, cucore__kernel_plan *plan)
{
    cucore__copy_runs *as = &plan->as.many.runs;
    cucore__copy_level levels[2 * CUCORE_MAX_NDIM + 2];
    int64_t chunks;
    int count, is_run = plan->strategy == CUCORE__COPY_RUNS;
    cucore_status status;
    as->src = work->s;
    as->dst = work->d;
    as->bytes = (uint64_t)run;
    as->unit = (uint64_t)work->unit;
    if (is_run) {
        work->cuts = 1; /* the run itself */
        chunks = cucore__copy_walk_run(&as->walk, (uint64_t)run, work->unit);
        plan->tile[0] = plan->tile[1] = chunks > 1 ? (int64_t)as->walk.next_pack : run;
    } else {
        chunks = 1;
        cucore__copy_walk_start(&as->walk, 1);
        plan->tile[0] = plan->tile[1] = 1;
    }
    if (!cucore__copy_walk_rows(&as->walk, work,
                                as->walk.linear ? 1 : cucore__copy_want_steps(work, is_run ? run / 16 : 1))) {
        return cucore__copy_fail_size();
    }
    count = cucore__copy_levels(work, levels, 0);
    if (chunks > 0x7fffffff) return cucore__copy_fail_size();
    if (chunks > 1) {
        memmove(levels + 1, levels, (size_t)count++ * sizeof levels[0]);
        levels[0].count = chunks;
        levels[0].a = levels[0].b = 0;
        levels[0].cut = 0;
        levels[0].chunks = 1;
    }
    if (!is_run && count > CUCORE__COPY_LEVELS) plan->strategy = CUCORE__COPY_MANY;
    if (is_run && count > CUCORE__COPY_LEVELS) return CUCORE_OVERFLOW; /* the caller takes another way */
    status = cucore__copy_grid_make(work, levels, count, 1, &as->grid, plan->as.many.levels, plan->grid);
    if (chunks > 1) as->grid.count[0] = (uint32_t)chunks;
    plan->block = (as->walk.threads + 31) / 32 * 32;
    plan->shared = 0;
    return status;
}

/* -- with a tile ------------------------------------------------------------------------------------------------ */
/* How much of each axis a tile takes, for runs of so many bytes in the source and in the destination. */
CUCORE__PRIVATE void cucore__copy_tile_side(cucore__copy_work *work, int side, int64_t want)
{
    int64_t run = work->unit;
    int i;
    for (i = 0; i < work->count && run < want; i++) {
        cucore__copy_axis *axis = &work->axes[side ? i : work->by_src[i]];
        uint64_t stride = cucore__copy_size(side ? axis->d : axis->s);
        int64_t take = (want - 1) / run + 1;
        if (stride == 0 || (run >= 32 && stride > 2 * (uint64_t)run)) break;
        if (take + take / 2 >= axis->n) take = axis->n;
        if (axis->chunk < take) axis->chunk = take;
        if (take < axis->n) break;
        run *= axis->n;
    }
}

/* Chunks of about the same size, in numbers that divide well.  -> elements of the tile */
CUCORE__PRIVATE int64_t cucore__copy_tile_even(cucore__copy_work *work)
{
    int64_t volume = 1;
    int i;
    work->cuts = 0;
    for (i = 0; i < work->count; i++) {
        cucore__copy_axis *axis = &work->axes[i];
        int64_t chunk = axis->chunk, multiple;
        axis->cut = CUCORE__COPY_CUTS;
        axis->again = 0;
        if (chunk > 1 && chunk < axis->n) {
            chunk = (axis->n - 1) / ((axis->n - 1) / chunk + 1) + 1;
            for (multiple = 32; multiple > 2 && (chunk + multiple - 1) / multiple * multiple - chunk > chunk / 16;) {
                multiple /= 2;
            }
            chunk = (chunk + multiple - 1) / multiple * multiple;
            if (!cucore__copy_cut(work, axis, chunk)) return INT64_MAX;
        }
        if (volume > (1 << 20) / chunk) return INT64_MAX;
        volume *= chunk;
    }
    return volume;
}

typedef struct cucore__copy_side {
    int order[CUCORE_MAX_NDIM + 1]; /* axes of the tile, fastest first */
    int count;
    int prefix;    /* of them in a run */
    int64_t last;  /* steps of the last one of these */
    int64_t run;   /* elements of it */
    int64_t width; /* of a word, 1: nothing wider is aligned */
    int linear;
} cucore__copy_side;

CUCORE__PRIVATE int cucore__copy_side_is_whole(const cucore__copy_axis *axis)
{
    return axis->cut == CUCORE__COPY_CUTS && axis->chunk == axis->n;
}

/* Are all words of 16 bytes aligned, when runs go over the first `prefix` axes? */
CUCORE__PRIVATE int cucore__copy_side_aligned(const cucore__copy_work *work, const cucore__copy_side *side, int which,
                                              int prefix)
{
    uint64_t bits = which ? work->d : work->s;
    int i, j;
    for (i = 0; i < work->count; i++) {
        const cucore__copy_axis *axis = &work->axes[i];
        uint64_t stride = (uint64_t)(which ? axis->d : axis->s);
        for (j = 0; j < prefix && side->order[j] != i; j++) {
        }
        if (j < prefix) stride *= (uint64_t)axis->chunk; /* from tile to tile */
        if (j < prefix && axis->chunk >= axis->n) continue;
        bits |= stride;
    }
    return (bits & 15) == 0;
}

CUCORE__PRIVATE void cucore__copy_side_narrow(const cucore__copy_work *work, cucore__copy_side *side)
{
    side->prefix = 1;
    side->run = side->last = work->axes[side->order[0]].chunk;
    side->width = 1;
    side->linear = 0;
}

/* The runs of one side of the tile, and whether words of 16 bytes do.  `pad`: a chunk may grow. */
CUCORE__PRIVATE void cucore__copy_side_make(cucore__copy_work *work, int which, int pad, cucore__copy_side *side)
{
    int64_t width = 16 / work->unit, run = 1;
    int i;
    side->count = 0;
    for (i = 0; i < work->count; i++) {
        int axis = which ? i : work->by_src[i];
        if (work->axes[axis].chunk > 1) side->order[side->count++] = axis;
    }
    cucore__copy_side_narrow(work, side);
    if (width == 1) return;
    for (i = 0; i < side->count; i++) {
        cucore__copy_axis *axis = &work->axes[side->order[i]];
        int64_t chunk = axis->chunk;
        if ((which ? axis->d : axis->s) != run * work->unit) return;
        if (i > 0 && width > 4) return;
        if (i == 0 && pad && chunk % width && chunk > width / 2) {
            int64_t padded = (chunk + width - 1) / width * width;
            axis->chunk = padded;
            if (!cucore__copy_side_aligned(work, side, which, 1) || !cucore__copy_cut(work, axis, padded)) {
                axis->chunk = chunk;
            }
            chunk = axis->chunk;
        }
        if (i > 0 && run * chunk > width * CUCORE__COPY_THREADS) {
            chunk = cucore__copy_divisor(chunk, width * CUCORE__COPY_THREADS / run);
        }
        run *= chunk;
        if (run % width == 0 && cucore__copy_side_aligned(work, side, which, i + 1)) {
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
CUCORE__PRIVATE int64_t cucore__copy_tile_lay(cucore__copy_work *work, const cucore__copy_side *load,
                                              const cucore__copy_side *store, int grouped, cucore__copy_split *split)
{
    int64_t size = work->unit, odd = work->unit < 4 ? 4 : work->unit, words;
    uint64_t placed[2] = {0, 0};
    int i, first = load->order[0];
    for (i = 0; i < store->prefix; i++) {
        work->axes[store->order[i]].m = size;
        size *= work->axes[store->order[i]].chunk;
        placed[store->order[i] >> 6] |= (uint64_t)1 << (store->order[i] & 63);
    }
    split->axis = -1;
    split->word = split->m = 0;
    if (load->linear && !(placed[first >> 6] >> (first & 63) & 1)) {
        size = (size + 31) / 32 * 32;
        if (work->unit == 8) size = (size + 63) / 64 * 64;
        words = load->run / load->width;
        split->axis = first;
        split->word = load->width;
        split->m = size * load->width + (words >= 8 || words < 2 ? 16 : words >= 4 ? 32 : 64);
        work->axes[first].m = size;
        size = split->m * words;
        placed[first >> 6] |= (uint64_t)1 << (first & 63);
    } else if (grouped) {
        size = (size + 31) / 32 * 32 + 16;
    } else {
        size = (size + odd - 1) / odd | 1;
        size *= odd;
    }
    for (i = 0; i < load->count; i++) {
        int axis = load->order[i];
        if (placed[axis >> 6] >> (axis & 63) & 1) continue;
        work->axes[axis].m = size;
        size *= work->axes[axis].chunk;
    }
    return size;
}

/* All of an axis but its first part: within words and by words where the tile is laid out so. */
CUCORE__PRIVATE void cucore__copy_part_rest(const cucore__copy_work *work, const cucore__copy_split *split, int axis,
                                            int64_t done, cucore__copy_parts *parts)
{
    int64_t chunk = work->axes[axis].chunk;
    if (axis == split->axis && done < split->word) {
        cucore__copy_part_add(parts, axis, split->word / done, done);
        done = split->word;
    }
    cucore__copy_part_add(parts, axis, chunk / done, done);
}

/* The elements of a run, one after the other. */
CUCORE__PRIVATE void cucore__copy_walk_inner(cucore__copy_walk *walk, const cucore__copy_work *work,
                                             const cucore__copy_split *split, int which,
                                             const cucore__copy_parts *parts)
{
    int64_t a, b;
    uint64_t pack;
    int i;
    for (i = 0; i < parts->count; i++) {
        const cucore__copy_part *part = &parts->part[i];
        cucore__copy_part_go(work, split, which, part->axis, part->stride, &a, &b, &pack);
        cucore__copy_digit_make(&walk->digits[walk->inner++], part->extent, a, b, pack);
        if (i > 0) continue;
        walk->next = (int32_t)b;
        walk->next_pack = pack;
    }
}

/* The walk of one side.  `group`: elements of the axis `grouped` that are one in the tile.  0: too many steps. */
CUCORE__PRIVATE int cucore__copy_tile_walk(const cucore__copy_work *work, const cucore__copy_split *split,
                                           const cucore__copy_side *side, int which, int other, int grouped, int turn,
                                           cucore__copy_walk *walk)
{
    cucore__copy_parts parts;
    int64_t width = side->width, words, done, lanes = 1, group = 1, limit = CUCORE__COPY_STEPS;
    int i, first = side->order[0];
    if (first == grouped && width == 1) width = 4;
    words = side->run / width;
    done = side->run;
    if (side->prefix == 1 && side->width > 1 && words > 8 && words % 8 == 0) words = 8, done = 8 * width;
    if (side->prefix == 1 && side->width == 1 && words > 32 && words % 32 == 0) words = 32, done = 32 * width;
    if (words > CUCORE__COPY_THREADS || side->prefix > 8) return 0;
    cucore__copy_walk_start(walk, words);
    walk->width = (uint32_t)(first == grouped ? width / 4 : width);
    walk->linear = side->linear || walk->width == 1;
    parts.count = 0;
    if (side->prefix > 1) {
        for (i = 0; i < side->prefix; i++) {
            cucore__copy_part_add(&parts, side->order[i],
                                  i + 1 < side->prefix ? work->axes[side->order[i]].chunk : side->last, 1);
        }
    } else if (first == split->axis && which == 0) {
        cucore__copy_part_add(&parts, first, split->word, 1);
        cucore__copy_part_add(&parts, first, words, split->word);
    } else if (first == grouped) {
        cucore__copy_part_add(&parts, first, done / 4, 4);
    } else {
        cucore__copy_part_add(&parts, first, done, 1);
    }
    cucore__copy_walk_inner(walk, work, split, which, &parts);
    parts.count = 0;
    if (side->prefix == 1 && other != first && words < 32) { /* so that a warp meets every bank of the tile */
        group = other == grouped ? 4 : 1;
        lanes = other == split->axis ? split->word : cucore__copy_divisor(work->axes[other].chunk / group, 32 / words);
        cucore__copy_part_add(&parts, other, lanes, group);
    }
    if (side->prefix == 1 && !turn) cucore__copy_part_add(&parts, first, side->run / done, done);
    if (side->prefix > 1) {
        cucore__copy_part_rest(work, split, side->order[side->prefix - 1], side->last, &parts);
    }
    for (i = side->prefix; i < side->count; i++) {
        int axis = side->order[i];
        group = axis == grouped ? 4 : 1;
        cucore__copy_part_rest(work, split, axis, axis == other ? lanes * group : group, &parts);
    }
    if (side->prefix == 1 && turn) cucore__copy_part_add(&parts, first, side->run / done, done);
    /* what a thread loads ahead: 64 bytes, or 16 units */
    if (which == 0 && grouped >= 0) limit = walk->width > 1 ? 1 : 4;
    if (which == 0 && grouped < 0 && (walk->width > 1 || work->unit > 4)) limit = walk->width > 1 ? 4 : 64 / work->unit;
    return cucore__copy_walk_parts(walk, work, split, which, &parts, limit);
}

/* Bytes can be shuffled by fours: both runs go over one axis that is contiguous there, and the destination's is
 * padded to a multiple. */
CUCORE__PRIVATE int cucore__copy_tile_groups(cucore__copy_work *work, const cucore__copy_side *load,
                                             cucore__copy_side *store)
{
    cucore__copy_axis *to = &work->axes[store->order[0]];
    const cucore__copy_axis *from = &work->axes[load->order[0]];
    int64_t padded = (to->chunk + 3) / 4 * 4;
    if (work->unit != 1 || load->order[0] == store->order[0] || to->d != 1 || from->s != 1) return 0;
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
    int64_t sector = 32 / work->unit;
    as->shift_cut = CUCORE__COPY_CUTS;
    as->shift_chunk = as->shift_next = 0;
    if (work->unit < 2 || work->unit > 8 || store->width > 1 || axis->d != work->unit) return;
    if (load->prefix > 1 || load->order[0] == store->order[0]) return;
    if (axis->cut == CUCORE__COPY_CUTS || axis->n <= axis->chunk) return;
    if (axis->chunk % sector || axis->chunk < 4 * sector) return;
    axis->again = sector;
    store->width = 16 / work->unit;
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
    as->row_pack = cucore__copy_pack(&work->axes[grouped]);
}

/* Are the fours of the destination aligned? */
CUCORE__PRIVATE uint32_t cucore__copy_tile_word4(const cucore__copy_work *work)
{
    uint64_t bits = work->d;
    int i;
    for (i = 1; i < work->count; i++) bits |= (uint64_t)work->axes[i].d;
    return (bits & 3) == 0;
}

/* All of it, for a tile of the chunks chosen.  0: this tile does not do. */
CUCORE__PRIVATE int cucore__copy_tile_make(cucore__copy_work *work, cucore__kernel_plan *plan)
{
    static const unsigned char strategies[17] = {
        0, CUCORE__COPY_TILE1, CUCORE__COPY_TILE2, 0, CUCORE__COPY_TILE4, 0, 0, 0, CUCORE__COPY_TILE8, 0, 0, 0, 0, 0, 0,
        0, CUCORE__COPY_TILE16};
    cucore__copy_tile *as = &plan->as.tile;
    cucore__copy_side load, store;
    cucore__copy_split split;
    cucore__copy_level levels[2 * CUCORE_MAX_NDIM + 2];
    int64_t size;
    uint32_t threads;
    int count, turn, grouped = -1;
    cucore__copy_side_make(work, 0, 1, &load);
    cucore__copy_side_make(work, 1, 1, &store);
    cucore__copy_side_make(work, 0, 0, &load); /* the second may have changed what the first one saw */
    plan->strategy = (cucore__copy_strategy)strategies[work->unit];
    if (cucore__copy_tile_groups(work, &load, &store)) {
        plan->strategy = CUCORE__COPY_BYTES;
        grouped = store.order[0];
    } else if (work->unit == 1) { /* tile1 takes them one by one */
        cucore__copy_side_narrow(work, &load);
        cucore__copy_side_narrow(work, &store);
    }
    cucore__copy_tile_shift(work, &load, &store, as);
    size = cucore__copy_tile_lay(work, &load, &store, grouped >= 0, &split);
    if (size > 48 << 10) return 0;
    cucore__copy_tile_rows(work, grouped, as);
    if (grouped >= 0) as->word4 = cucore__copy_tile_word4(work);
    for (turn = 0; !cucore__copy_tile_walk(work, &split, &load, 0, store.order[0], grouped, turn, &as->walk[0]);
         turn++) {
        if (turn) return 0;
    }
    for (turn = 0; !cucore__copy_tile_walk(work, &split, &store, 1, load.order[0], grouped, turn, &as->walk[1]);
         turn++) {
        if (turn) return 0;
    }
    count = cucore__copy_levels(work, levels, 1);
    if (count > CUCORE__COPY_LEVELS) return 0;
    if (cucore__copy_grid_make(work, levels, count, CUCORE__COPY_TILES, &as->grid, as->levels, plan->grid)) return 0;
    as->src = work->s;
    as->dst = work->d;
    as->vector = split.axis >= 0;
    threads = as->walk[0].threads > as->walk[1].threads ? as->walk[0].threads : as->walk[1].threads;
    plan->block = (threads + 31) / 32 * 32;
    plan->shared = (uint32_t)size;
    plan->tile[0] = load.run;
    plan->tile[1] = store.run;
    return 1;
}

CUCORE__PRIVATE int cucore__copy_plan_tile(cucore__copy_work *work, cucore__kernel_plan *plan)
{
    int64_t limit = CUCORE__COPY_TILE_BYTES / work->unit, total = 1, want, volume;
    int i, half;
    for (i = 0; i < work->count && total < limit * 512; i++)
        total *= work->axes[i].n < 1 << 30 ? work->axes[i].n : 1 << 30;
    if (total / 512 < limit) limit = total / 512; /* something for every multiprocessor */
    if (limit < 4096 / work->unit) limit = 4096 / work->unit;
    for (want = 2048; want >= 16; want /= 2) {
        for (half = 0; half < 2; half++) {
            for (i = 0; i < work->count; i++) work->axes[i].chunk = 1;
            cucore__copy_tile_side(work, 0, want >> half);
            cucore__copy_tile_side(work, 1, want);
            volume = cucore__copy_tile_even(work);
            if (volume <= limit + limit / 8 && volume > 1 && cucore__copy_tile_make(work, plan)) return 1;
        }
    }
    return 0;
}

/* Do the arrays run along different axes, so that neighbours in one are strangers in the other? */
CUCORE__PRIVATE int cucore__copy_wants_tile(const cucore__copy_work *work, int64_t run)
{
    const cucore__copy_axis *to = &work->axes[0], *from = &work->axes[work->by_src[0]];
    if (run >= 128 || from == to || from->s == 0 || to->s == 0) return 0;
    return cucore__copy_size(from->s) < 64 + (uint64_t)run && (uint64_t)to->d < 64 + (uint64_t)run;
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
                                                            sizeof(cucore__copy_tile)};
    plan->unit = (int)work->unit;
    plan->ndim = work->count;
    plan->src = work->s;
    plan->dst = work->d;
    plan->parameters = sizes[plan->strategy];
}

CUCORE__PRIVATE void cucore__copy_cuts_clear(cucore__copy_work *work)
{
    int i;
    work->cuts = 0;
    for (i = 0; i < work->count; i++) {
        work->axes[i].chunk = 1;
        work->axes[i].again = 0;
        work->axes[i].cut = CUCORE__COPY_CUTS;
    }
}

CUCORE__PRIVATE cucore_status cucore__copy_plan_choose(cucore__copy_work *work, int64_t run, cucore__kernel_plan *plan)
{
    cucore_status status;
    int tile;
    cucore__copy_sort_by_src(work);
    tile = cucore__copy_wants_tile(work, run);
    if (!tile && run >= 32) {
        plan->strategy = CUCORE__COPY_RUNS;
        cucore__copy_cuts_clear(work);
        status = cucore__copy_plan_runs(work, run, plan);
        if (status != CUCORE_OVERFLOW) return status;
    }
    cucore__copy_add_pieces(work, run);
    cucore__copy_sort_by_src(work);
    if (tile && cucore__copy_plan_tile(work, plan)) return CUCORE_OK;
    plan->strategy = CUCORE__COPY_STRIDED;
    cucore__copy_cuts_clear(work);
    return cucore__copy_plan_runs(work, work->unit, plan);
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
        status = cucore__copy_plan_choose(&work, run, out);
    }
    if (!status) cucore__copy_plan_head(&work, out);
    return status;
}

static const char *const cucore__copy_names[CUCORE__COPY_STRATEGIES] = {
    "nothing", "memcpy", "runs", "strided", "many", "tile1", "tile2", "tile4", "tile8", "tile16", "bytes"};

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
    if (!cucore__context_is_primary(context)) {
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
#undef CUCORE__COPY_TILE_BYTES
#undef CUCORE__COPY_TILES
#undef CUCORE__COPY_BUSY
#undef CUCORE__COPY_CONTEXTS
#undef CUCORE__PRIVATE
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
