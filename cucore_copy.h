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
/* Made by `make kernels` with nvcc 13.0.88 from kernels/ (dc3cdaada331a44a3abbc5be35dad0a4): PTX 6.0 for sm_50. */
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
    ".visible .entry cucore_copy_tile1(\n.param .align 8 .b8 p[2752]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<217>;\n.reg .b32 %r<447>;\n.reg .b64 %d<435>;\nmov.b64 %d139,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d142,0;\nmov.u32 %r160,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r372,%r160;\nmov.u64 %d395,%d142;\nmov.u64 %d396,%d142;\nmov.u64 %d397,%d142;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r372;\nmul.wide.u32 %d146,%r372,912;\nadd.s64 %d147,%d139,%d146;\n"
    "add.s64 %d6,%d147,960;\nld.param.u32 %r6,[%d147+960];\nmov.u32 %r373,%r160;\nmov.u64 %d398,%d142;\n"
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
    "add.s64 %d313,%d311,%d312;\nld.param.v2.u32{%r332,%r333},[%d313+976];\nmul.hi.u32 %r336,%r437,%r333;\n"
    "ld.param.u32 %r337,[%d313+984];\nshr.u32 %r440,%r336,%r337;\nmul.lo.s32 %r338,%r440,%r332;\n"
    "sub.s32 %r339,%r437,%r338;\ncvt.u64.u32 %d314,%r339;\nld.param.u64 %d315,[%d313+992];\n"
    "mul.lo.s64 %d316,%d315,%d314;\nadd.s64 %d418,%d316,%d418;\nld.param.u64 %d317,[%d313+1000];\n"
    "mul.lo.s64 %d318,%d317,%d314;\nadd.s64 %d419,%d318,%d419;\nld.param.u64 %d319,[%d313+1008];\n"
    "mul.lo.s64 %d320,%d319,%d314;\nadd.s64 %d420,%d320,%d420;\nadd.s32 %r436,%r439,1;\n"
    "setp.lt.u32 %p192,%r436,%r139;\nmov.u32 %r437,%r440;\nmov.u32 %r438,%r439;\n@%p192 bra L116;\nL117:\n"
    "setp.ge.u32 %p193,%r439,%r139;\n@%p193 bra L119;\nmul.lo.s64 %d321,%d5,912;\nadd.s64 %d322,%d139,%d321;\n"
    "mul.wide.u32 %d323,%r439,40;\nadd.s64 %d324,%d322,%d323;\ncvt.u64.u32 %d325,%r440;\n"
    "ld.param.u64 %d326,[%d324+992];\nmul.lo.s64 %d327,%d326,%d325;\nadd.s64 %d418,%d327,%d418;\n"
    "ld.param.u64 %d328,[%d324+1000];\nmul.lo.s64 %d329,%d328,%d325;\nadd.s64 %d419,%d329,%d419;\n"
    "ld.param.u64 %d330,[%d324+1008];\nmul.lo.s64 %d331,%d330,%d325;\nadd.s64 %d420,%d331,%d420;\nL119:\n"
    "ld.param.v2.u32{%r341,%r342},[%d6+-16];\nmov.u32 %r444,0;\nld.param.v2.u32{%r343,%r344},[%d6+-8];\n"
    "mul.lo.s32 %r346,%r137,%r435;\nsub.s32 %r347,%r4,%r346;\nmad.lo.s32 %r445,%r344,%r347,%r373;\n"
    "setp.lt.u32 %p194,%r341,2;\n@%p194 bra L122;\nmov.u32 %r443,0;\nmov.u32 %r441,1;\nmov.u32 %r442,%r445;\n"
    "L121:\n.pragma \"nounroll\";\nmov.u32 %r444,%r441;\nmul.lo.s64 %d332,%d5,912;\nadd.s64 %d333,%d139,%d332;\n"
    "mul.wide.u32 %d334,%r443,40;\nadd.s64 %d335,%d333,%d334;\nld.param.v2.u32{%r350,%r351},[%d335+976];\n"
    "mul.hi.u32 %r354,%r442,%r351;\nld.param.u32 %r355,[%d335+984];\nshr.u32 %r445,%r354,%r355;\n"
    "mul.lo.s32 %r356,%r445,%r350;\nsub.s32 %r357,%r442,%r356;\ncvt.u64.u32 %d336,%r357;\n"
    "ld.param.u64 %d337,[%d335+992];\nmul.lo.s64 %d338,%d337,%d336;\nadd.s64 %d418,%d338,%d418;\n"
    "ld.param.u64 %d339,[%d335+1000];\nmul.lo.s64 %d340,%d339,%d336;\nadd.s64 %d419,%d340,%d419;\n"
    "ld.param.u64 %d341,[%d335+1008];\nmul.lo.s64 %d342,%d341,%d336;\nadd.s64 %d420,%d342,%d420;\n"
    "add.s32 %r441,%r444,1;\nsetp.lt.u32 %p195,%r441,%r341;\nmov.u32 %r442,%r445;\nmov.u32 %r443,%r444;\n"
    "@%p195 bra L121;\nL122:\n",
    "setp.ge.u32 %p196,%r444,%r341;\n@%p196 bra L124;\nmul.lo.s64 %d343,%d5,912;\nadd.s64 %d344,%d139,%d343;\n"
    "mul.wide.u32 %d345,%r444,40;\nadd.s64 %d346,%d344,%d345;\ncvt.u64.u32 %d347,%r445;\n"
    "ld.param.u64 %d348,[%d346+992];\nmul.lo.s64 %d349,%d348,%d347;\nadd.s64 %d418,%d349,%d418;\n"
    "ld.param.u64 %d350,[%d346+1000];\nmul.lo.s64 %d351,%d350,%d347;\nadd.s64 %d419,%d351,%d419;\n"
    "ld.param.u64 %d352,[%d346+1008];\nmul.lo.s64 %d353,%d352,%d347;\nadd.s64 %d420,%d353,%d420;\nL124:\n"
    "shl.b32 %r359,%r373,4;\nshl.b64 %d132,%d419,%r359;\nmov.u64 %d434,2097151;\nmov.u64 %d433,0;\n"
    "mov.u32 %r446,0;\nL125:\n.pragma \"nounroll\";\nand.b64 %d356,%d434,%d420;\nand.b64 %d357,%d434,%d401;\n"
    "setp.gt.u64 %p197,%d357,%d356;\nselp.b64 %d358,%d401,%d420,%p197;\nand.b64 %d359,%d358,%d434;\n"
    "or.b64 %d433,%d359,%d433;\nshl.b64 %d434,%d434,21;\nadd.s32 %r446,%r446,1;\nsetp.ne.s32 %p198,%r446,3;\n"
    "@%p198 bra L125;\nbra.uni L126;\nL5:\nld.param.u32 %r163,[%d6];\nsetp.eq.s32 %p52,%r163,0;\n@%p52 bra L7;\n"
    "ld.param.u32 %r164,[%d6+-4];\nadd.s32 %r165,%r164,-1;\ncvt.u64.u32 %d148,%r165;\nld.param.u64 %d149,[%d6+8];\n"
    "mul.lo.s64 %d150,%d149,%d148;\nadd.s64 %d401,%d150,%d401;\nL7:\nld.param.u32 %r166,[%d6];\n"
    "setp.eq.s32 %p53,%r166,0;\n@%p53 bra L9;\nmul.lo.s64 %d151,%d398,281479271743489;\n"
    "ld.param.s32 %d152,[%d6+4];\nmul.lo.s64 %d153,%d152,844433520132096;\nadd.s64 %d398,%d153,%d151;\nL9:\n"
    "cvt.u32.u64 %r167,%d5;\nsetp.eq.s32 %p54,%r167,0;\nselp.b64 %d397,%d400,%d397,%p54;\n"
    "selp.b64 %d396,%d398,%d396,%p54;\nselp.b64 %d395,%d401,%d395,%p54;\nadd.s32 %r372,%r167,1;\n"
    "setp.lt.u32 %p55,%r372,2;\n@%p55 bra L1;\nld.param.u64 %d408,[%d139];\nld.param.u64 %d409,[%d139+8];\n"
    "add.s64 %d20,%d139,160;\nmov.u32 %r375,0;\nmov.u32 %r389,%r375;\nmov.u32 %r388,%r375;\nmov.u32 %r387,%r375;\n"
    "mov.u32 %r386,%r375;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p56,%r375,0;\nmov.u32 %r380,%r1;\n"
    "@%p56 bra L14;\nsetp.ne.s32 %p57,%r375,1;\nmov.u32 %r380,%r2;\n@%p57 bra L13;\nbra.uni L14;\nL13:\n"
    "mov.u32 %r380,%r3;\nL14:\nmul.wide.u32 %d154,%r375,4;\nadd.s64 %d155,%d139,%d154;\n"
    "ld.param.u32 %r17,[%d155+40];\nsetp.ge.u32 %p58,%r389,%r17;\n@%p58 bra L17;\nmul.wide.u32 %d156,%r389,40;\n"
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
    "setp.lt.u32 %p63,%r375,3;\n@%p63 bra L11;\nld.param.v2.u32{%r191,%r192},[%d139+80];\nmov.u32 %r413,0;\n"
    "add.s32 %r193,%r386,1;\nsetp.eq.s32 %p64,%r193,%r191;\nld.param.u64 %d32,[%d139+104];\nneg.s64 %d162,%d32;\n"
    "selp.b64 %d163,%d162,0,%p64;\nld.param.u64 %d33,[%d139+96];\nadd.s64 %d164,%d163,%d33;\n"
    "ld.param.u32 %r35,[%d139+84];\nadd.s32 %r194,%r387,1;\nsetp.eq.s32 %p65,%r194,%r35;\n"
    "ld.param.u64 %d34,[%d139+112];\nneg.s64 %d165,%d34;\nselp.b64 %d166,%d165,0,%p65;\n"
    "add.s64 %d167,%d164,%d166;\nld.param.u32 %r36,[%d139+88];\nadd.s32 %r195,%r388,1;\n"
    "setp.eq.s32 %p66,%r195,%r36;\nld.param.u64 %d35,[%d139+120];\nneg.s64 %d168,%d35;\n"
    "selp.b64 %d169,%d168,0,%p66;\nadd.s64 %d410,%d167,%d169;\nsetp.ne.s64 %p67,%d410,%d33;\n"
    "selp.u32 %r407,1,0,%p67;\nld.param.u32 %r38,[%d139+80];\nsetp.ge.u32 %p68,%r386,%r38;\n"
    "setp.ge.u32 %p69,%r387,%r35;\nsetp.ge.u32 %p70,%r388,%r36;\nor.pred %p71,%p68,%p69;\nor.pred %p72,%p70,%p71;\n",
    "selp.u32 %r406,1,0,%p72;\nld.param.v2.u32{%r196,%r197},[%d139+56];\nand.b64 %d39,%d398,65535;\n"
    "ld.param.u32 %r45,[%d139+1864];\nld.param.u32 %r46,[%d139+952];\nld.param.u64 %d46,[%d139+1464];\n"
    "and.b64 %d47,%d396,65535;\nld.param.u64 %d50,[%d139+1488];\nld.param.u64 %d53,[%d139+1512];\n"
    "ld.param.u64 %d56,[%d139+1536];\nld.param.u64 %d59,[%d139+1560];\nld.param.u64 %d62,[%d139+1584];\n"
    "ld.param.u64 %d65,[%d139+1608];\nld.param.u64 %d68,[%d139+1632];\nld.param.u64 %d71,[%d139+1656];\n"
    "ld.param.u64 %d74,[%d139+1680];\nld.param.u64 %d77,[%d139+1704];\nld.param.u64 %d80,[%d139+1728];\n"
    "ld.param.u64 %d83,[%d139+1752];\nld.param.u64 %d86,[%d139+1776];\nld.param.u64 %d87,[%d139+1800];\n"
    "ld.param.u64 %d88,[%d139+1824];\nadd.s64 %d280,%d46,%d47;\nadd.s64 %d281,%d50,%d47;\n"
    "add.s64 %d282,%d53,%d47;\nadd.s64 %d283,%d56,%d47;\nadd.s64 %d284,%d59,%d47;\nadd.s64 %d285,%d62,%d47;\n"
    "add.s64 %d286,%d65,%d47;\nadd.s64 %d287,%d68,%d47;\nadd.s64 %d288,%d71,%d47;\nadd.s64 %d289,%d74,%d47;\n"
    "add.s64 %d290,%d77,%d47;\nadd.s64 %d291,%d80,%d47;\nadd.s64 %d292,%d83,%d47;\nadd.s64 %d293,%d86,%d47;\n"
    "add.s64 %d294,%d87,%d47;\nadd.s64 %d295,%d88,%d47;\nmov.u32 %r411,%r406;\nmov.u32 %r412,%r407;\n"
    "mov.u64 %d413,%d410;\nmov.u64 %d414,%d409;\nbra.uni L19;\nL111:\nld.param.u32 %r366,[%d139+52];\n"
    "ld.param.u32 %r365,[%d139+88];\nld.param.u32 %r364,[%d139+84];\nld.param.u64 %d394,[%d139+96];\n"
    "ld.param.u32 %r363,[%d139+80];\nld.param.u64 %d393,[%d139+72];\nld.param.u64 %d392,[%d139+64];\nbar.sync 0;\n"
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
    "mov.u32 %r64,%r407;\nmov.u32 %r63,%r406;\nld.param.u32 %r360,[%d139+928];\nmov.u32 %r198,%tid.x;\n"
    "setp.gt.u32 %p73,%r360,%r198;\nadd.s64 %d94,%d408,%d397;\nsetp.eq.s32 %p74,%r63,0;\nand.pred %p1,%p74,%p73;\n"
    "not.pred %p75,%p1;\n@%p75 bra L53;\nsetp.ne.s32 %p76,%r46,0;\nsetp.eq.s32 %p77,%r46,0;\n"
    "setp.eq.s32 %p78,%r64,0;\nor.pred %p79,%p78,%p77;\nand.pred %p201,%p78,%p76;\n@%p79 bra L22;\n"
    "ld.param.u64 %d360,[%d139+1472];\nsub.s64 %d170,%d89,%d395;\nsub.s64 %d171,%d170,%d360;\n"
    "and.b64 %d172,%d171,4611688217451692032;\nsetp.eq.s64 %p201,%d172,4611688217451692032;\nL22:\n"
    "ld.param.u64 %d361,[%d139+1456];\nadd.s64 %d173,%d94,%d361;\nselp.u32 %r200,1,0,%p201;\n"
    "{.reg .pred q;setp.ne.s32 q,%r200,0;\nmov.b32 %r199,0;@q ld.global.u8 %r199,[%d173];}\n"
    "setp.gt.u32 %p80,%r46,1;\nsetp.lt.u32 %p81,%r46,2;\nor.pred %p83,%p78,%p81;\nand.pred %p202,%p78,%p80;\n"
    "@%p83 bra L24;\nld.param.u64 %d362,[%d139+1496];\nsub.s64 %d174,%d89,%d395;\nsub.s64 %d175,%d174,%d362;\n"
    "and.b64 %d176,%d175,4611688217451692032;\nsetp.eq.s64 %p202,%d176,4611688217451692032;\nL24:\n"
    "ld.param.u64 %d363,[%d139+1480];\nadd.s64 %d177,%d94,%d363;\nselp.u32 %r202,1,0,%p202;\n"
    "{.reg .pred q;setp.ne.s32 q,%r202,0;\nmov.b32 %r201,0;@q ld.global.u8 %r201,[%d177];}\n"
    "setp.gt.u32 %p84,%r46,2;\nsetp.lt.u32 %p85,%r46,3;\nor.pred %p87,%p78,%p85;\nand.pred %p203,%p78,%p84;\n"
    "@%p87 bra L26;\nld.param.u64 %d364,[%d139+1520];\n",
    "sub.s64 %d178,%d89,%d395;\nsub.s64 %d179,%d178,%d364;\nand.b64 %d180,%d179,4611688217451692032;\n"
    "setp.eq.s64 %p203,%d180,4611688217451692032;\nL26:\nld.param.u64 %d365,[%d139+1504];\n"
    "add.s64 %d181,%d94,%d365;\nselp.u32 %r204,1,0,%p203;\n{.reg .pred q;setp.ne.s32 q,%r204,0;\n"
    "mov.b32 %r203,0;@q ld.global.u8 %r203,[%d181];}\nsetp.gt.u32 %p88,%r46,3;\nsetp.lt.u32 %p89,%r46,4;\n"
    "or.pred %p91,%p78,%p89;\nand.pred %p204,%p78,%p88;\n@%p91 bra L28;\nld.param.u64 %d366,[%d139+1544];\n"
    "sub.s64 %d182,%d89,%d395;\nsub.s64 %d183,%d182,%d366;\nand.b64 %d184,%d183,4611688217451692032;\n"
    "setp.eq.s64 %p204,%d184,4611688217451692032;\nL28:\nld.param.u64 %d367,[%d139+1528];\n"
    "add.s64 %d185,%d94,%d367;\nselp.u32 %r206,1,0,%p204;\n{.reg .pred q;setp.ne.s32 q,%r206,0;\n"
    "mov.b32 %r205,0;@q ld.global.u8 %r205,[%d185];}\nsetp.gt.u32 %p92,%r46,4;\nsetp.lt.u32 %p93,%r46,5;\n"
    "or.pred %p95,%p78,%p93;\nand.pred %p205,%p78,%p92;\n@%p95 bra L30;\nld.param.u64 %d368,[%d139+1568];\n"
    "sub.s64 %d186,%d89,%d395;\nsub.s64 %d187,%d186,%d368;\nand.b64 %d188,%d187,4611688217451692032;\n"
    "setp.eq.s64 %p205,%d188,4611688217451692032;\nL30:\nld.param.u64 %d369,[%d139+1552];\n"
    "add.s64 %d189,%d94,%d369;\nselp.u32 %r208,1,0,%p205;\n{.reg .pred q;setp.ne.s32 q,%r208,0;\n"
    "mov.b32 %r207,0;@q ld.global.u8 %r207,[%d189];}\nsetp.gt.u32 %p96,%r46,5;\nsetp.lt.u32 %p97,%r46,6;\n"
    "or.pred %p99,%p78,%p97;\nand.pred %p206,%p78,%p96;\n@%p99 bra L32;\nld.param.u64 %d370,[%d139+1592];\n"
    "sub.s64 %d190,%d89,%d395;\nsub.s64 %d191,%d190,%d370;\nand.b64 %d192,%d191,4611688217451692032;\n"
    "setp.eq.s64 %p206,%d192,4611688217451692032;\nL32:\nld.param.u64 %d371,[%d139+1576];\n"
    "add.s64 %d193,%d94,%d371;\nselp.u32 %r210,1,0,%p206;\n{.reg .pred q;setp.ne.s32 q,%r210,0;\n"
    "mov.b32 %r209,0;@q ld.global.u8 %r209,[%d193];}\nsetp.gt.u32 %p100,%r46,6;\nsetp.lt.u32 %p101,%r46,7;\n"
    "or.pred %p103,%p78,%p101;\nand.pred %p207,%p78,%p100;\n@%p103 bra L34;\nld.param.u64 %d372,[%d139+1616];\n"
    "sub.s64 %d194,%d89,%d395;\nsub.s64 %d195,%d194,%d372;\nand.b64 %d196,%d195,4611688217451692032;\n"
    "setp.eq.s64 %p207,%d196,4611688217451692032;\nL34:\nld.param.u64 %d373,[%d139+1600];\n"
    "add.s64 %d197,%d94,%d373;\nselp.u32 %r212,1,0,%p207;\n{.reg .pred q;setp.ne.s32 q,%r212,0;\n"
    "mov.b32 %r211,0;@q ld.global.u8 %r211,[%d197];}\nsetp.gt.u32 %p104,%r46,7;\nsetp.lt.u32 %p105,%r46,8;\n"
    "or.pred %p107,%p78,%p105;\nand.pred %p208,%p78,%p104;\n@%p107 bra L36;\nld.param.u64 %d374,[%d139+1640];\n"
    "sub.s64 %d198,%d89,%d395;\nsub.s64 %d199,%d198,%d374;\nand.b64 %d200,%d199,4611688217451692032;\n"
    "setp.eq.s64 %p208,%d200,4611688217451692032;\nL36:\nld.param.u64 %d375,[%d139+1624];\n"
    "add.s64 %d201,%d94,%d375;\nselp.u32 %r214,1,0,%p208;\n{.reg .pred q;setp.ne.s32 q,%r214,0;\n"
    "mov.b32 %r213,0;@q ld.global.u8 %r213,[%d201];}\nsetp.gt.u32 %p108,%r46,8;\nsetp.lt.u32 %p109,%r46,9;\n"
    "or.pred %p111,%p78,%p109;\nand.pred %p209,%p78,%p108;\n@%p111 bra L38;\nld.param.u64 %d376,[%d139+1664];\n"
    "sub.s64 %d202,%d89,%d395;\nsub.s64 %d203,%d202,%d376;\nand.b64 %d204,%d203,4611688217451692032;\n"
    "setp.eq.s64 %p209,%d204,4611688217451692032;\nL38:\nld.param.u64 %d377,[%d139+1648];\n"
    "add.s64 %d205,%d94,%d377;\nselp.u32 %r216,1,0,%p209;\n{.reg .pred q;setp.ne.s32 q,%r216,0;\n"
    "mov.b32 %r215,0;@q ld.global.u8 %r215,[%d205];}\nsetp.gt.u32 %p112,%r46,9;\nsetp.lt.u32 %p113,%r46,10;\n"
    "or.pred %p115,%p78,%p113;\nand.pred %p210,%p78,%p112;\n@%p115 bra L40;\nld.param.u64 %d378,[%d139+1688];\n"
    "sub.s64 %d206,%d89,%d395;\nsub.s64 %d207,%d206,%d378;\nand.b64 %d208,%d207,4611688217451692032;\n"
    "setp.eq.s64 %p210,%d208,4611688217451692032;\nL40:\nld.param.u64 %d379,[%d139+1672];\n"
    "add.s64 %d209,%d94,%d379;\nselp.u32 %r218,1,0,%p210;\n{.reg .pred q;setp.ne.s32 q,%r218,0;\n"
    "mov.b32 %r217,0;@q ld.global.u8 %r217,[%d209];}\nsetp.gt.u32 %p116,%r46,10;\nsetp.lt.u32 %p117,%r46,11;\n"
    "or.pred %p119,%p78,%p117;\nand.pred %p211,%p78,%p116;\n@%p119 bra L42;\nld.param.u64 %d380,[%d139+1712];\n"
    "sub.s64 %d210,%d89,%d395;\nsub.s64 %d211,%d210,%d380;\nand.b64 %d212,%d211,4611688217451692032;\n"
    "setp.eq.s64 %p211,%d212,4611688217451692032;\n",
    "L42:\nld.param.u64 %d381,[%d139+1696];\nadd.s64 %d213,%d94,%d381;\nselp.u32 %r220,1,0,%p211;\n"
    "{.reg .pred q;setp.ne.s32 q,%r220,0;\nmov.b32 %r219,0;@q ld.global.u8 %r219,[%d213];}\n"
    "setp.gt.u32 %p120,%r46,11;\nsetp.lt.u32 %p121,%r46,12;\nor.pred %p123,%p78,%p121;\n"
    "and.pred %p212,%p78,%p120;\n@%p123 bra L44;\nld.param.u64 %d382,[%d139+1736];\nsub.s64 %d214,%d89,%d395;\n"
    "sub.s64 %d215,%d214,%d382;\nand.b64 %d216,%d215,4611688217451692032;\n"
    "setp.eq.s64 %p212,%d216,4611688217451692032;\nL44:\nld.param.u64 %d383,[%d139+1720];\n"
    "add.s64 %d217,%d94,%d383;\nselp.u32 %r222,1,0,%p212;\n{.reg .pred q;setp.ne.s32 q,%r222,0;\n"
    "mov.b32 %r221,0;@q ld.global.u8 %r221,[%d217];}\nsetp.gt.u32 %p124,%r46,12;\nsetp.lt.u32 %p125,%r46,13;\n"
    "or.pred %p127,%p78,%p125;\nand.pred %p213,%p78,%p124;\n@%p127 bra L46;\nld.param.u64 %d384,[%d139+1760];\n"
    "sub.s64 %d218,%d89,%d395;\nsub.s64 %d219,%d218,%d384;\nand.b64 %d220,%d219,4611688217451692032;\n"
    "setp.eq.s64 %p213,%d220,4611688217451692032;\nL46:\nld.param.u64 %d385,[%d139+1744];\n"
    "add.s64 %d221,%d94,%d385;\nselp.u32 %r224,1,0,%p213;\n{.reg .pred q;setp.ne.s32 q,%r224,0;\n"
    "mov.b32 %r223,0;@q ld.global.u8 %r223,[%d221];}\nsetp.gt.u32 %p128,%r46,13;\nsetp.lt.u32 %p129,%r46,14;\n"
    "or.pred %p131,%p78,%p129;\nand.pred %p214,%p78,%p128;\n@%p131 bra L48;\nld.param.u64 %d386,[%d139+1784];\n"
    "sub.s64 %d222,%d89,%d395;\nsub.s64 %d223,%d222,%d386;\nand.b64 %d224,%d223,4611688217451692032;\n"
    "setp.eq.s64 %p214,%d224,4611688217451692032;\nL48:\nld.param.u64 %d387,[%d139+1768];\n"
    "add.s64 %d225,%d94,%d387;\nselp.u32 %r226,1,0,%p214;\n{.reg .pred q;setp.ne.s32 q,%r226,0;\n"
    "mov.b32 %r225,0;@q ld.global.u8 %r225,[%d225];}\nsetp.gt.u32 %p132,%r46,14;\nsetp.lt.u32 %p133,%r46,15;\n"
    "or.pred %p135,%p78,%p133;\nand.pred %p215,%p78,%p132;\n@%p135 bra L50;\nld.param.u64 %d388,[%d139+1808];\n"
    "sub.s64 %d226,%d89,%d395;\nsub.s64 %d227,%d226,%d388;\nand.b64 %d228,%d227,4611688217451692032;\n"
    "setp.eq.s64 %p215,%d228,4611688217451692032;\nL50:\nld.param.u64 %d389,[%d139+1792];\n"
    "add.s64 %d229,%d94,%d389;\nselp.u32 %r228,1,0,%p215;\n{.reg .pred q;setp.ne.s32 q,%r228,0;\n"
    "mov.b32 %r227,0;@q ld.global.u8 %r227,[%d229];}\nsetp.gt.u32 %p136,%r46,15;\nsetp.lt.u32 %p137,%r46,16;\n"
    "or.pred %p139,%p78,%p137;\nand.pred %p216,%p78,%p136;\n@%p139 bra L52;\nld.param.u64 %d390,[%d139+1832];\n"
    "sub.s64 %d230,%d89,%d395;\nsub.s64 %d231,%d230,%d390;\nand.b64 %d232,%d231,4611688217451692032;\n"
    "setp.eq.s64 %p216,%d232,4611688217451692032;\nL52:\nld.param.u64 %d391,[%d139+1816];\n"
    "add.s64 %d233,%d94,%d391;\nselp.u32 %r230,1,0,%p216;\n{.reg .pred q;setp.ne.s32 q,%r230,0;\n"
    "mov.b32 %r229,0;@q ld.global.u8 %r229,[%d233];}\nand.b32 %r414,%r229,255;\nand.b32 %r416,%r225,255;\n"
    "and.b32 %r418,%r221,255;\nand.b32 %r420,%r217,255;\nand.b32 %r422,%r213,255;\nand.b32 %r424,%r209,255;\n"
    "and.b32 %r426,%r205,255;\nand.b32 %r428,%r201,255;\nand.b32 %r429,%r199,255;\nand.b32 %r427,%r203,255;\n"
    "and.b32 %r425,%r207,255;\nand.b32 %r423,%r211,255;\nand.b32 %r421,%r215,255;\nand.b32 %r419,%r219,255;\n"
    "and.b32 %r417,%r223,255;\nand.b32 %r415,%r227,255;\nL53:\nsetp.eq.s32 %p140,%r413,0;\n@%p140 bra L78;\n"
    "mov.u32 %r362,%tid.x;\nld.param.u32 %r361,[%d139+1840];\nsetp.le.u32 %p141,%r361,%r362;\n"
    "setp.ne.s32 %p142,%r411,0;\nor.pred %p143,%p142,%p141;\n@%p143 bra L75;\nsetp.eq.s32 %p144,%r45,0;\n"
    "add.s64 %d95,%d414,%d400;\n@%p144 bra L75;\nsub.s64 %d96,%d413,%d401;\nmov.u32 %r430,0;\nL57:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p145,%r430,%r45;\n@%p145 bra L74;\nsetp.eq.s32 %p146,%r412,0;\n"
    "and.b32 %r233,%r430,12;\nmul.wide.u32 %d235,%r233,24;\nadd.s64 %d236,%d139,%d235;\nadd.s64 %d97,%d236,2384;\n"
    "@%p146 bra L60;\nld.param.u64 %d237,[%d97];\nsub.s64 %d238,%d96,%d237;\n"
    "and.b64 %d239,%d238,4611688217451692032;\nsetp.eq.s64 %p147,%d239,4611688217451692032;\n"
    "selp.u32 %r431,1,0,%p147;\nbra.uni L61;\nL60:\nmov.u32 %r431,1;\nL61:\nld.param.u64 %d241,[%d97+-16];\n"
    "add.s64 %d240,%d95,%d241;\nld.param.u64 %d242,[%d97+-8];\nadd.s64 %d243,%d242,%d39;\n"
    "cvt.u32.u64 %r237,%d243;\nmov.u32 %r238,tile;\nadd.s32 %r239,%r238,%r237;\n",
    "ld.shared.u8 %r235,[%r239];\n{.reg .pred q;setp.ne.s32 q,%r431,0;\n@q st.global.u8[%d240],%r235;}\n"
    "add.s32 %r240,%r430,1;\nsetp.ge.u32 %p148,%r240,%r45;\n@%p148 bra L74;\n@%p146 bra L64;\n"
    "add.s32 %r367,%r430,1;\nand.b32 %r242,%r367,13;\nmul.wide.u32 %d245,%r242,24;\nadd.s64 %d246,%d139,%d245;\n"
    "ld.param.u64 %d247,[%d246+2384];\nsub.s64 %d248,%d96,%d247;\nand.b64 %d249,%d248,4611688217451692032;\n"
    "setp.eq.s64 %p150,%d249,4611688217451692032;\nselp.u32 %r432,1,0,%p150;\nbra.uni L65;\nL64:\n"
    "mov.u32 %r432,1;\nL65:\nmov.u32 %r369,tile;\nadd.s32 %r368,%r430,1;\nand.b32 %r247,%r368,13;\n"
    "mul.wide.u32 %d252,%r247,24;\nadd.s64 %d253,%d139,%d252;\nld.param.u64 %d254,[%d253+2368];\n"
    "add.s64 %d250,%d95,%d254;\nld.param.u64 %d255,[%d253+2376];\nadd.s64 %d256,%d255,%d39;\n"
    "cvt.u32.u64 %r248,%d256;\nadd.s32 %r250,%r369,%r248;\nld.shared.u8 %r244,[%r250];\n"
    "{.reg .pred q;setp.ne.s32 q,%r432,0;\n@q st.global.u8[%d250],%r244;}\nadd.s32 %r123,%r430,2;\n"
    "setp.ge.u32 %p151,%r123,%r45;\n@%p151 bra L74;\nand.b32 %r251,%r123,14;\nmul.wide.u32 %d258,%r251,24;\n"
    "add.s64 %d259,%d139,%d258;\nadd.s64 %d98,%d259,2384;\n@%p146 bra L68;\nld.param.u64 %d260,[%d98];\n"
    "sub.s64 %d261,%d96,%d260;\nand.b64 %d262,%d261,4611688217451692032;\n"
    "setp.eq.s64 %p153,%d262,4611688217451692032;\nselp.u32 %r433,1,0,%p153;\nbra.uni L69;\nL68:\n"
    "mov.u32 %r433,1;\nL69:\nmov.u32 %r370,tile;\nld.param.u64 %d264,[%d98+-16];\nadd.s64 %d263,%d95,%d264;\n"
    "ld.param.u64 %d265,[%d98+-8];\nadd.s64 %d266,%d265,%d39;\ncvt.u32.u64 %r255,%d266;\n"
    "add.s32 %r257,%r370,%r255;\nld.shared.u8 %r253,[%r257];\n{.reg .pred q;setp.ne.s32 q,%r433,0;\n"
    "@q st.global.u8[%d263],%r253;}\nadd.s32 %r258,%r430,3;\nsetp.ge.u32 %p154,%r258,%r45;\n@%p154 bra L74;\n"
    "@%p146 bra L72;\nld.param.u64 %d270,[%d253+2432];\nsub.s64 %d271,%d96,%d270;\n"
    "and.b64 %d272,%d271,4611688217451692032;\nsetp.eq.s64 %p156,%d272,4611688217451692032;\n"
    "selp.u32 %r434,1,0,%p156;\nbra.uni L73;\nL72:\nmov.u32 %r434,1;\nL73:\nmov.u32 %r371,tile;\n"
    "ld.param.u64 %d277,[%d253+2416];\nadd.s64 %d273,%d95,%d277;\nld.param.u64 %d278,[%d253+2424];\n"
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
    ".visible .entry cucore_copy_tile2(\n.param .align 8 .b8 p[2752]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<294>;\n.reg .b16 %rs<46>;\n.reg .b32 %r<740>;\n.reg .b64 %d<687>;\nmov.b64 %d210,p;\n"
    "mov.u32 %r1,%ctaid.x;\nmov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d209,0;\nmov.u32 %r267,0;\n"
    "mov.u32 %r4,%tid.x;\nmov.u32 %r634,%r267;\nmov.u64 %d612,%d209;\nmov.u64 %d613,%d209;\nmov.u64 %d614,%d209;\n"
    "L1:\n.pragma \"nounroll\";\ncvt.u64.u32 %d5,%r634;\nmul.wide.u32 %d214,%r634,912;\n"
    "add.s64 %d215,%d210,%d214;\nadd.s64 %d6,%d215,960;\nld.param.u32 %r6,[%d215+960];\nmov.u32 %r635,%r267;\n"
    "mov.u64 %d615,%d209;\nmov.u64 %d618,%d209;\nmov.u64 %d617,%d209;\nbra.uni L2;\nL195:\n"
    "setp.eq.s32 %p272,%r635,0;\nor.b64 %d615,%d200,%d615;\nselp.b64 %d617,%d670,%d617,%p272;\n"
    "add.s32 %r635,%r635,1;\nmov.u64 %d618,%d685;\nL2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p61,%r6,0;\n"
    "mov.u32 %r636,1;\n@%p61 bra L4;\nld.param.u32 %r636,[%d6+-4];\nL4:\nsetp.lt.u32 %p62,%r635,%r636;\n"
    "@%p62 bra L181;\nbra.uni L5;\nL181:\nld.param.u32 %r584,[%d6+-28];\nsetp.lt.u32 %p263,%r584,2;\n"
    "mov.u32 %r728,%r4;\n@%p263 bra L183;\nld.param.v2.u32{%r585,%r586},[%d6+-24];\nmul.hi.u32 %r589,%r4,%r585;\n"
    "shr.u32 %r728,%r589,%r586;\nL183:\nld.param.u32 %r244,[%d6+-28];\nmov.u64 %d670,0;\n"
    "ld.param.v2.u32{%r732,%r591},[%d6+-16];\nadd.s32 %r246,%r591,%r732;\nadd.s32 %r729,%r732,1;\n"
    "setp.ge.u32 %p264,%r729,%r246;\nmov.u64 %d671,%d670;\nmov.u64 %d672,%d670;\nmov.u32 %r733,%r728;\n"
    "@%p264 bra L186;\nmov.u64 %d672,0;\nmov.u32 %r730,%r728;\nmov.u32 %r731,%r732;\nmov.u64 %d671,%d672;\n"
    "mov.u64 %d670,%d672;\nL185:\n.pragma \"nounroll\";\nmov.u32 %r732,%r729;\nmul.lo.s64 %d510,%d5,912;\n"
    "add.s64 %d511,%d210,%d510;\nmul.wide.u32 %d512,%r731,40;\nadd.s64 %d513,%d511,%d512;\n"
    "ld.param.v2.u32{%r593,%r594},[%d513+976];\nmul.hi.u32 %r597,%r730,%r594;\nld.param.u32 %r598,[%d513+984];\n"
    "shr.u32 %r733,%r597,%r598;\nmul.lo.s32 %r599,%r733,%r593;\nsub.s32 %r600,%r730,%r599;\n"
    "cvt.u64.u32 %d514,%r600;\nld.param.u64 %d515,[%d513+992];\nmul.lo.s64 %d516,%d515,%d514;\n"
    "add.s64 %d670,%d516,%d670;\nld.param.u64 %d517,[%d513+1000];\nmul.lo.s64 %d518,%d517,%d514;\n"
    "add.s64 %d671,%d518,%d671;\nld.param.u64 %d519,[%d513+1008];\nmul.lo.s64 %d520,%d519,%d514;\n"
    "add.s64 %d672,%d520,%d672;\nadd.s32 %r729,%r732,1;\nsetp.lt.u32 %p265,%r729,%r246;\nmov.u32 %r730,%r733;\n"
    "mov.u32 %r731,%r732;\n@%p265 bra L185;\nL186:\nsetp.ge.u32 %p266,%r732,%r246;\n@%p266 bra L188;\n"
    "mul.lo.s64 %d521,%d5,912;\nadd.s64 %d522,%d210,%d521;\nmul.wide.u32 %d523,%r732,40;\n"
    "add.s64 %d524,%d522,%d523;\ncvt.u64.u32 %d525,%r733;\nld.param.u64 %d526,[%d524+992];\n"
    "mul.lo.s64 %d527,%d526,%d525;\nadd.s64 %d670,%d527,%d670;\nld.param.u64 %d528,[%d524+1000];\n"
    "mul.lo.s64 %d529,%d528,%d525;\nadd.s64 %d671,%d529,%d671;\nld.param.u64 %d530,[%d524+1008];\n"
    "mul.lo.s64 %d531,%d530,%d525;\nadd.s64 %d672,%d531,%d672;\nL188:\nld.param.v2.u32{%r602,%r603},[%d6+-16];\n"
    "mov.u32 %r737,0;\nld.param.v2.u32{%r604,%r605},[%d6+-8];\nmul.lo.s32 %r607,%r244,%r728;\n"
    "sub.s32 %r608,%r4,%r607;\nmad.lo.s32 %r738,%r605,%r608,%r635;\nsetp.lt.u32 %p267,%r602,2;\n@%p267 bra L191;\n"
    "mov.u32 %r736,0;\nmov.u32 %r734,1;\nmov.u32 %r735,%r738;\nL190:\n.pragma \"nounroll\";\nmov.u32 %r737,%r734;\n"
    "mul.lo.s64 %d532,%d5,912;\nadd.s64 %d533,%d210,%d532;\nmul.wide.u32 %d534,%r736,40;\n"
    "add.s64 %d535,%d533,%d534;\nld.param.v2.u32{%r611,%r612},[%d535+976];\nmul.hi.u32 %r615,%r735,%r612;\n"
    "ld.param.u32 %r616,[%d535+984];\nshr.u32 %r738,%r615,%r616;\nmul.lo.s32 %r617,%r738,%r611;\n"
    "sub.s32 %r618,%r735,%r617;\ncvt.u64.u32 %d536,%r618;\nld.param.u64 %d537,[%d535+992];\n"
    "mul.lo.s64 %d538,%d537,%d536;\nadd.s64 %d670,%d538,%d670;\nld.param.u64 %d539,[%d535+1000];\n"
    "mul.lo.s64 %d540,%d539,%d536;\nadd.s64 %d671,%d540,%d671;\nld.param.u64 %d541,[%d535+1008];\n"
    "mul.lo.s64 %d542,%d541,%d536;\nadd.s64 %d672,%d542,%d672;\nadd.s32 %r734,%r737,1;\n"
    "setp.lt.u32 %p268,%r734,%r602;\nmov.u32 %r735,%r738;\nmov.u32 %r736,%r737;\n",
    "@%p268 bra L190;\nL191:\nsetp.ge.u32 %p269,%r737,%r602;\n@%p269 bra L193;\nmul.lo.s64 %d543,%d5,912;\n"
    "add.s64 %d544,%d210,%d543;\nmul.wide.u32 %d545,%r737,40;\nadd.s64 %d546,%d544,%d545;\n"
    "cvt.u64.u32 %d547,%r738;\nld.param.u64 %d548,[%d546+992];\nmul.lo.s64 %d549,%d548,%d547;\n"
    "add.s64 %d670,%d549,%d670;\nld.param.u64 %d550,[%d546+1000];\nmul.lo.s64 %d551,%d550,%d547;\n"
    "add.s64 %d671,%d551,%d671;\nld.param.u64 %d552,[%d546+1008];\nmul.lo.s64 %d553,%d552,%d547;\n"
    "add.s64 %d672,%d553,%d672;\nL193:\nshl.b32 %r620,%r635,4;\nshl.b64 %d200,%d671,%r620;\n"
    "mov.u64 %d686,2097151;\nmov.u64 %d685,0;\nmov.u32 %r739,0;\nL194:\n.pragma \"nounroll\";\n"
    "and.b64 %d556,%d686,%d672;\nand.b64 %d557,%d686,%d618;\nsetp.gt.u64 %p270,%d557,%d556;\n"
    "selp.b64 %d558,%d618,%d672,%p270;\nand.b64 %d559,%d558,%d686;\nor.b64 %d685,%d559,%d685;\n"
    "shl.b64 %d686,%d686,21;\nadd.s32 %r739,%r739,1;\nsetp.ne.s32 %p271,%r739,3;\n@%p271 bra L194;\nbra.uni L195;\n"
    "L5:\nld.param.u32 %r270,[%d6];\nsetp.eq.s32 %p63,%r270,0;\n@%p63 bra L7;\nld.param.u32 %r271,[%d6+-4];\n"
    "add.s32 %r272,%r271,-1;\ncvt.u64.u32 %d216,%r272;\nld.param.u64 %d217,[%d6+8];\n"
    "mul.lo.s64 %d218,%d217,%d216;\nadd.s64 %d618,%d218,%d618;\nL7:\nld.param.u32 %r273,[%d6];\n"
    "setp.eq.s32 %p64,%r273,0;\n@%p64 bra L9;\nmul.lo.s64 %d219,%d615,281479271743489;\n"
    "ld.param.s32 %d220,[%d6+4];\nmul.lo.s64 %d221,%d220,844433520132096;\nadd.s64 %d615,%d221,%d219;\nL9:\n"
    "cvt.u32.u64 %r274,%d5;\nsetp.eq.s32 %p65,%r274,0;\nselp.b64 %d612,%d617,%d612,%p65;\n"
    "selp.b64 %d613,%d615,%d613,%p65;\nselp.b64 %d614,%d618,%d614,%p65;\nadd.s32 %r634,%r274,1;\n"
    "setp.lt.u32 %p66,%r634,2;\n@%p66 bra L1;\nld.param.u64 %d624,[%d210];\nld.param.u64 %d625,[%d210+8];\n"
    "mov.u32 %r637,0;\nmov.u32 %r651,%r637;\nmov.u32 %r650,%r637;\nmov.u32 %r649,%r637;\nmov.u32 %r648,%r637;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p67,%r637,0;\nmov.u32 %r642,%r1;\n@%p67 bra L14;\n"
    "setp.ne.s32 %p68,%r637,1;\nmov.u32 %r642,%r2;\n@%p68 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r642,%r3;\nL14:\n"
    "mul.wide.u32 %d222,%r637,4;\nadd.s64 %d223,%d210,%d222;\nld.param.u32 %r17,[%d223+40];\n"
    "setp.ge.u32 %p69,%r651,%r17;\n@%p69 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d224,%r651,40;\n"
    "add.s64 %d225,%d210,%d224;\nld.param.v2.u32{%r280,%r281},[%d225+128];\nmul.hi.u32 %r284,%r642,%r281;\n"
    "ld.param.v2.u32{%r285,%r286},[%d225+136];\nshr.u32 %r23,%r284,%r285;\nmul.lo.s32 %r289,%r23,%r280;\n"
    "sub.s32 %r290,%r642,%r289;\ncvt.u64.u32 %d226,%r290;\nld.param.u64 %d227,[%d225+144];\n"
    "mul.lo.s64 %d228,%d227,%d226;\nld.param.u64 %d229,[%d225+152];\nmul.lo.s64 %d230,%d229,%d226;\n"
    "ld.param.u32 %r291,[%d225+160];\nmul.lo.s32 %r292,%r290,%r291;\nadd.s64 %d624,%d228,%d624;\n"
    "add.s64 %d625,%d230,%d625;\nsetp.eq.s32 %p70,%r286,0;\nselp.b32 %r293,%r292,0,%p70;\n"
    "add.s32 %r648,%r293,%r648;\nsetp.eq.s32 %p71,%r286,1;\nselp.b32 %r294,%r292,0,%p71;\n"
    "add.s32 %r649,%r294,%r649;\nsetp.eq.s32 %p72,%r286,2;\nselp.b32 %r295,%r292,0,%p72;\n"
    "add.s32 %r650,%r295,%r650;\nadd.s32 %r651,%r651,1;\nsetp.lt.u32 %p73,%r651,%r17;\nmov.u32 %r642,%r23;\n"
    "@%p73 bra L15;\nL16:\nadd.s32 %r637,%r637,1;\nsetp.lt.u32 %p74,%r637,3;\n@%p74 bra L11;\n"
    "ld.param.v2.u32{%r298,%r299},[%d210+80];\nmov.u32 %r675,0;\nadd.s32 %r302,%r648,1;\n"
    "setp.eq.s32 %p75,%r302,%r298;\nld.param.u64 %d28,[%d210+104];\nneg.s64 %d231,%d28;\n"
    "selp.b64 %d232,%d231,0,%p75;\nld.param.u64 %d29,[%d210+96];\nadd.s64 %d233,%d232,%d29;\n"
    "add.s32 %r303,%r649,1;\nsetp.eq.s32 %p76,%r303,%r299;\nld.param.u64 %d30,[%d210+112];\nneg.s64 %d234,%d30;\n"
    "selp.b64 %d235,%d234,0,%p76;\nadd.s64 %d236,%d233,%d235;\nld.param.u32 %r33,[%d210+88];\n"
    "add.s32 %r304,%r650,1;\nsetp.eq.s32 %p77,%r304,%r33;\nld.param.u64 %d31,[%d210+120];\nneg.s64 %d237,%d31;\n"
    "selp.b64 %d238,%d237,0,%p77;\nadd.s64 %d626,%d236,%d238;\nsetp.ne.s64 %p78,%d626,%d29;\n"
    "selp.u32 %r669,1,0,%p78;\nsetp.ge.u32 %p79,%r648,%r298;\nsetp.ge.u32 %p80,%r649,%r299;\n"
    "setp.ge.u32 %p81,%r650,%r33;\nor.pred %p82,%p79,%p80;\nor.pred %p83,%p81,%p82;\nselp.u32 %r668,1,0,%p83;\n"
    "ld.param.v2.u32{%r305,%r306},[%d210+952];\n",
    "ld.param.v2.u32{%r307,%r308},[%d210+928];\nld.param.v2.u32{%r309,%r310},[%d210+1840];\n"
    "ld.param.v2.u32{%r311,%r312},[%d210+56];\nld.param.v2.u32{%r313,%r314},[%d210+1864];\n"
    "ld.param.u32 %r52,[%d210+1864];\nand.b64 %d35,%d615,65535;\ncvt.u32.u64 %r315,%d613;\n"
    "ld.param.v2.u32{%r316,%r317},[%d210+960];\ncvt.u32.u64 %r318,%d615;\nand.b32 %r56,%r318,65535;\n"
    "ld.param.v2.u32{%r319,%r320},[%d210+1872];\nld.param.v2.u32{%r321,%r322},[%d210+936];\n"
    "ld.param.v2.u32{%r323,%r324},[%d210+944];\nadd.s32 %r64,%r324,%r323;\nld.param.u64 %d36,[%d210+968];\n"
    "ld.param.v2.u32{%r325,%r326},[%d210+1848];\nld.param.v2.u32{%r327,%r328},[%d210+1856];\n"
    "add.s32 %r71,%r328,%r327;\nld.param.u64 %d37,[%d210+1880];\nld.param.u32 %r73,[%d210+952];\n"
    "ld.param.u64 %d38,[%d210+1456];\nld.param.u64 %d39,[%d210+1472];\nld.param.u64 %d40,[%d210+1480];\n"
    "ld.param.u64 %d41,[%d210+1496];\nld.param.u64 %d42,[%d210+1504];\nld.param.u64 %d43,[%d210+1520];\n"
    "ld.param.u64 %d45,[%d210+1528];\nld.param.u64 %d46,[%d210+1544];\nld.param.u64 %d56,[%d210+1560];\n"
    "and.b64 %d57,%d613,65535;\nld.param.u64 %d60,[%d210+1584];\nld.param.u64 %d63,[%d210+1608];\n"
    "ld.param.u64 %d66,[%d210+1632];\nld.param.u64 %d69,[%d210+1656];\nld.param.u64 %d72,[%d210+1680];\n"
    "ld.param.u64 %d75,[%d210+1704];\nld.param.u64 %d78,[%d210+1728];\nld.param.u64 %d81,[%d210+1752];\n"
    "ld.param.u64 %d84,[%d210+1776];\nld.param.u64 %d85,[%d210+1800];\nld.param.u64 %d86,[%d210+1824];\n"
    "mul.lo.s64 %d367,%d37,7;\nmul.hi.u32 %r417,%r4,%r325;\nshr.u32 %r186,%r417,%r326;\nadd.s64 %d423,%d56,%d57;\n"
    "add.s64 %d424,%d60,%d57;\nadd.s64 %d425,%d63,%d57;\nadd.s64 %d426,%d66,%d57;\nadd.s64 %d427,%d69,%d57;\n"
    "add.s64 %d428,%d72,%d57;\nadd.s64 %d429,%d75,%d57;\nadd.s64 %d430,%d78,%d57;\nadd.s64 %d431,%d81,%d57;\n"
    "add.s64 %d432,%d84,%d57;\nadd.s64 %d433,%d85,%d57;\nadd.s64 %d434,%d86,%d57;\nmul.lo.s64 %d440,%d36,7;\n"
    "mul.hi.u32 %r551,%r4,%r321;\nshr.u32 %r214,%r551,%r322;\nmov.u32 %r673,%r668;\nmov.u32 %r674,%r669;\n"
    "mov.u64 %d629,%d626;\nmov.u64 %d630,%d625;\nbra.uni L18;\nL180:\nld.param.u32 %r629,[%d210+52];\n"
    "ld.param.u32 %r628,[%d210+88];\nld.param.u32 %r627,[%d210+84];\nld.param.u64 %d590,[%d210+96];\n"
    "ld.param.u32 %r626,[%d210+80];\nld.param.u64 %d589,[%d210+72];\nld.param.u64 %d588,[%d210+64];\nbar.sync 0;\n"
    "add.s64 %d624,%d588,%d624;\nadd.s64 %d625,%d589,%d630;\nsetp.eq.s32 %p249,%r311,0;\n"
    "selp.b32 %r578,%r312,0,%p249;\nadd.s32 %r648,%r578,%r648;\nsetp.eq.s32 %p250,%r311,1;\n"
    "selp.b32 %r579,%r312,0,%p250;\nadd.s32 %r649,%r579,%r649;\nsetp.eq.s32 %p251,%r311,2;\n"
    "selp.b32 %r580,%r312,0,%p251;\nadd.s32 %r650,%r580,%r650;\nadd.s32 %r581,%r648,1;\n"
    "setp.eq.s32 %p252,%r581,%r626;\nselp.b64 %d497,%d231,0,%p252;\nadd.s64 %d498,%d497,%d590;\n"
    "add.s32 %r582,%r649,1;\nsetp.eq.s32 %p253,%r582,%r627;\nselp.b64 %d500,%d234,0,%p253;\n"
    "add.s64 %d501,%d498,%d500;\nadd.s32 %r583,%r650,1;\nsetp.eq.s32 %p254,%r583,%r628;\n"
    "selp.b64 %d503,%d237,0,%p254;\nadd.s64 %d626,%d501,%d503;\nsetp.ne.s64 %p255,%d626,%d590;\n"
    "selp.u32 %r669,1,0,%p255;\nsetp.ge.u32 %p256,%r648,%r626;\nsetp.ge.u32 %p257,%r649,%r627;\n"
    "setp.ge.u32 %p258,%r650,%r628;\nor.pred %p259,%p256,%p257;\nor.pred %p260,%p258,%p259;\n"
    "add.s32 %r675,%r675,1;\nsetp.ge.u32 %p261,%r675,%r629;\nor.pred %p262,%p260,%p261;\n"
    "selp.u32 %r668,1,0,%p262;\nL18:\n.pragma \"nounroll\";\nmov.u64 %d91,%d630;\nmov.u64 %d90,%d629;\n"
    "mov.u32 %r96,%r674;\nmov.u32 %r95,%r673;\nmov.u64 %d630,%d625;\nmov.u64 %d629,%d626;\nmov.u32 %r674,%r669;\n"
    "mov.u32 %r673,%r668;\nld.param.u32 %r623,[%d210+928];\nadd.s64 %d92,%d624,%d612;\nsetp.ne.s32 %p84,%r673,0;\n"
    "setp.le.u32 %p85,%r623,%r4;\nor.pred %p86,%p84,%p85;\n@%p86 bra L62;\nld.param.u32 %r624,[%d210+956];\n"
    "setp.gt.u32 %p87,%r624,1;\n@%p87 bra L53;\nbra.uni L20;\nL53:\nsetp.eq.s32 %p152,%r674,0;\n"
    "setp.ne.s32 %p153,%r305,0;\nsub.s64 %d93,%d629,%d614;\nsetp.eq.s32 %p154,%r305,0;\n"
    "or.pred %p155,%p152,%p154;\nand.pred %p290,%p152,%p153;\n@%p155 bra L55;\nsub.s64 %d303,%d93,%d39;\n"
    "and.b64 %d304,%d303,4611688217451692032;\nsetp.eq.s64 %p290,%d304,4611688217451692032;\nL55:\n",
    "setp.gt.u32 %p156,%r305,1;\nadd.s64 %d305,%d38,%d92;\nselp.u32 %r349,1,0,%p290;\n"
    "{.reg .pred q;setp.ne.s32 q,%r349,0;\nmov.u32 %r667,0;mov.u32 %r666,0;mov.u32 %r665,0;mov.u32 %r664,0;\n"
    "@q ld.global.v4.u32{%r667,%r666,%r665,%r664},[%d305];}\nsetp.lt.u32 %p157,%r305,2;\n"
    "or.pred %p159,%p152,%p157;\nand.pred %p291,%p152,%p156;\n@%p159 bra L57;\nsub.s64 %d306,%d93,%d41;\n"
    "and.b64 %d307,%d306,4611688217451692032;\nsetp.eq.s64 %p291,%d307,4611688217451692032;\nL57:\n"
    "setp.gt.u32 %p160,%r305,2;\nadd.s64 %d308,%d40,%d92;\nselp.u32 %r354,1,0,%p291;\n"
    "{.reg .pred q;setp.ne.s32 q,%r354,0;\nmov.u32 %r663,0;mov.u32 %r662,0;mov.u32 %r661,0;mov.u32 %r660,0;\n"
    "@q ld.global.v4.u32{%r663,%r662,%r661,%r660},[%d308];}\nsetp.lt.u32 %p161,%r305,3;\n"
    "or.pred %p163,%p152,%p161;\nand.pred %p292,%p152,%p160;\n@%p163 bra L59;\nsub.s64 %d309,%d93,%d43;\n"
    "and.b64 %d310,%d309,4611688217451692032;\nsetp.eq.s64 %p292,%d310,4611688217451692032;\nL59:\n"
    "setp.gt.u32 %p164,%r305,3;\nadd.s64 %d311,%d42,%d92;\nselp.u32 %r359,1,0,%p292;\n"
    "{.reg .pred q;setp.ne.s32 q,%r359,0;\nmov.u32 %r659,0;mov.u32 %r658,0;mov.u32 %r657,0;mov.u32 %r656,0;\n"
    "@q ld.global.v4.u32{%r659,%r658,%r657,%r656},[%d311];}\nsetp.lt.u32 %p165,%r305,4;\n"
    "or.pred %p167,%p152,%p165;\nand.pred %p293,%p152,%p164;\n@%p167 bra L61;\nsub.s64 %d607,%d629,%d614;\n"
    "sub.s64 %d312,%d607,%d46;\nand.b64 %d313,%d312,4611688217451692032;\n"
    "setp.eq.s64 %p293,%d313,4611688217451692032;\nL61:\nadd.s64 %d314,%d45,%d92;\nselp.u32 %r364,1,0,%p293;\n"
    "{.reg .pred q;setp.ne.s32 q,%r364,0;\nmov.u32 %r655,0;mov.u32 %r654,0;mov.u32 %r653,0;mov.u32 %r652,0;\n"
    "@q ld.global.v4.u32{%r655,%r654,%r653,%r652},[%d314];}\nbra.uni L62;\nL20:\nsetp.eq.s32 %p88,%r674,0;\n"
    "setp.ne.s32 %p89,%r73,0;\nsetp.eq.s32 %p90,%r73,0;\nor.pred %p91,%p88,%p90;\nand.pred %p274,%p88,%p89;\n"
    "@%p91 bra L22;\nsub.s64 %d239,%d629,%d614;\nsub.s64 %d240,%d239,%d39;\n"
    "and.b64 %d241,%d240,4611688217451692032;\nsetp.eq.s64 %p274,%d241,4611688217451692032;\nL22:\n"
    "add.s64 %d242,%d38,%d92;\nselp.u32 %r329,1,0,%p274;\n{.reg .pred q;setp.ne.s32 q,%r329,0;\n"
    "mov.b16 %rs16,0;@q ld.global.u16 %rs16,[%d242];}\nsetp.gt.u32 %p92,%r73,1;\nsetp.lt.u32 %p93,%r73,2;\n"
    "or.pred %p95,%p88,%p93;\nand.pred %p275,%p88,%p92;\n@%p95 bra L24;\nsub.s64 %d243,%d629,%d614;\n"
    "sub.s64 %d244,%d243,%d41;\nand.b64 %d245,%d244,4611688217451692032;\n"
    "setp.eq.s64 %p275,%d245,4611688217451692032;\nL24:\nadd.s64 %d246,%d40,%d92;\nselp.u32 %r330,1,0,%p275;\n"
    "{.reg .pred q;setp.ne.s32 q,%r330,0;\nmov.b16 %rs17,0;@q ld.global.u16 %rs17,[%d246];}\n"
    "setp.gt.u32 %p96,%r73,2;\nsetp.lt.u32 %p97,%r73,3;\nor.pred %p99,%p88,%p97;\nand.pred %p276,%p88,%p96;\n"
    "@%p99 bra L26;\nsub.s64 %d247,%d629,%d614;\nsub.s64 %d248,%d247,%d43;\n"
    "and.b64 %d249,%d248,4611688217451692032;\nsetp.eq.s64 %p276,%d249,4611688217451692032;\nL26:\n"
    "add.s64 %d250,%d42,%d92;\nselp.u32 %r331,1,0,%p276;\n{.reg .pred q;setp.ne.s32 q,%r331,0;\n"
    "mov.b16 %rs18,0;@q ld.global.u16 %rs18,[%d250];}\nsetp.gt.u32 %p100,%r73,3;\nsetp.lt.u32 %p101,%r73,4;\n"
    "or.pred %p103,%p88,%p101;\nand.pred %p277,%p88,%p100;\n@%p103 bra L28;\nsub.s64 %d251,%d629,%d614;\n"
    "sub.s64 %d252,%d251,%d46;\nand.b64 %d253,%d252,4611688217451692032;\n"
    "setp.eq.s64 %p277,%d253,4611688217451692032;\nL28:\nadd.s64 %d254,%d45,%d92;\nselp.u32 %r332,1,0,%p277;\n"
    "{.reg .pred q;setp.ne.s32 q,%r332,0;\nmov.b16 %rs19,0;@q ld.global.u16 %rs19,[%d254];}\n"
    "setp.gt.u32 %p104,%r73,4;\nsetp.lt.u32 %p105,%r73,5;\nor.pred %p107,%p88,%p105;\nand.pred %p278,%p88,%p104;\n"
    "@%p107 bra L30;\nld.param.u64 %d560,[%d210+1568];\nsub.s64 %d255,%d629,%d614;\nsub.s64 %d256,%d255,%d560;\n"
    "and.b64 %d257,%d256,4611688217451692032;\nsetp.eq.s64 %p278,%d257,4611688217451692032;\nL30:\n"
    "ld.param.u64 %d561,[%d210+1552];\nadd.s64 %d258,%d561,%d92;\nselp.u32 %r333,1,0,%p278;\n"
    "{.reg .pred q;setp.ne.s32 q,%r333,0;\nmov.b16 %rs20,0;@q ld.global.u16 %rs20,[%d258];}\n"
    "setp.gt.u32 %p108,%r73,5;\nsetp.lt.u32 %p109,%r73,6;\nor.pred %p111,%p88,%p109;\nand.pred %p279,%p88,%p108;\n"
    "@%p111 bra L32;\nld.param.u64 %d562,[%d210+1592];\nsub.s64 %d259,%d629,%d614;\n",
    "sub.s64 %d260,%d259,%d562;\nand.b64 %d261,%d260,4611688217451692032;\n"
    "setp.eq.s64 %p279,%d261,4611688217451692032;\nL32:\nld.param.u64 %d563,[%d210+1576];\n"
    "add.s64 %d262,%d563,%d92;\nselp.u32 %r334,1,0,%p279;\n{.reg .pred q;setp.ne.s32 q,%r334,0;\n"
    "mov.b16 %rs21,0;@q ld.global.u16 %rs21,[%d262];}\nsetp.gt.u32 %p112,%r73,6;\nsetp.lt.u32 %p113,%r73,7;\n"
    "or.pred %p115,%p88,%p113;\nand.pred %p280,%p88,%p112;\n@%p115 bra L34;\nld.param.u64 %d564,[%d210+1616];\n"
    "sub.s64 %d263,%d629,%d614;\nsub.s64 %d264,%d263,%d564;\nand.b64 %d265,%d264,4611688217451692032;\n"
    "setp.eq.s64 %p280,%d265,4611688217451692032;\nL34:\nld.param.u64 %d565,[%d210+1600];\n"
    "add.s64 %d266,%d565,%d92;\nselp.u32 %r335,1,0,%p280;\n{.reg .pred q;setp.ne.s32 q,%r335,0;\n"
    "mov.b16 %rs22,0;@q ld.global.u16 %rs22,[%d266];}\nsetp.gt.u32 %p116,%r73,7;\nsetp.lt.u32 %p117,%r73,8;\n"
    "or.pred %p119,%p88,%p117;\nand.pred %p281,%p88,%p116;\n@%p119 bra L36;\nld.param.u64 %d566,[%d210+1640];\n"
    "sub.s64 %d267,%d629,%d614;\nsub.s64 %d268,%d267,%d566;\nand.b64 %d269,%d268,4611688217451692032;\n"
    "setp.eq.s64 %p281,%d269,4611688217451692032;\nL36:\nld.param.u64 %d567,[%d210+1624];\n"
    "add.s64 %d270,%d567,%d92;\nselp.u32 %r336,1,0,%p281;\n{.reg .pred q;setp.ne.s32 q,%r336,0;\n"
    "mov.b16 %rs23,0;@q ld.global.u16 %rs23,[%d270];}\nsetp.gt.u32 %p120,%r73,8;\nsetp.lt.u32 %p121,%r73,9;\n"
    "or.pred %p123,%p88,%p121;\nand.pred %p282,%p88,%p120;\n@%p123 bra L38;\nld.param.u64 %d568,[%d210+1664];\n"
    "sub.s64 %d271,%d629,%d614;\nsub.s64 %d272,%d271,%d568;\nand.b64 %d273,%d272,4611688217451692032;\n"
    "setp.eq.s64 %p282,%d273,4611688217451692032;\nL38:\nld.param.u64 %d569,[%d210+1648];\n"
    "add.s64 %d274,%d569,%d92;\nselp.u32 %r337,1,0,%p282;\n{.reg .pred q;setp.ne.s32 q,%r337,0;\n"
    "mov.b16 %rs24,0;@q ld.global.u16 %rs24,[%d274];}\nsetp.gt.u32 %p124,%r73,9;\nsetp.lt.u32 %p125,%r73,10;\n"
    "or.pred %p127,%p88,%p125;\nand.pred %p283,%p88,%p124;\n@%p127 bra L40;\nld.param.u64 %d570,[%d210+1688];\n"
    "sub.s64 %d275,%d629,%d614;\nsub.s64 %d276,%d275,%d570;\nand.b64 %d277,%d276,4611688217451692032;\n"
    "setp.eq.s64 %p283,%d277,4611688217451692032;\nL40:\nld.param.u64 %d571,[%d210+1672];\n"
    "add.s64 %d278,%d571,%d92;\nselp.u32 %r338,1,0,%p283;\n{.reg .pred q;setp.ne.s32 q,%r338,0;\n"
    "mov.b16 %rs25,0;@q ld.global.u16 %rs25,[%d278];}\nsetp.gt.u32 %p128,%r73,10;\nsetp.lt.u32 %p129,%r73,11;\n"
    "or.pred %p131,%p88,%p129;\nand.pred %p284,%p88,%p128;\n@%p131 bra L42;\nld.param.u64 %d572,[%d210+1712];\n"
    "sub.s64 %d279,%d629,%d614;\nsub.s64 %d280,%d279,%d572;\nand.b64 %d281,%d280,4611688217451692032;\n"
    "setp.eq.s64 %p284,%d281,4611688217451692032;\nL42:\nld.param.u64 %d573,[%d210+1696];\n"
    "add.s64 %d282,%d573,%d92;\nselp.u32 %r339,1,0,%p284;\n{.reg .pred q;setp.ne.s32 q,%r339,0;\n"
    "mov.b16 %rs26,0;@q ld.global.u16 %rs26,[%d282];}\nsetp.gt.u32 %p132,%r73,11;\nsetp.lt.u32 %p133,%r73,12;\n"
    "or.pred %p135,%p88,%p133;\nand.pred %p285,%p88,%p132;\n@%p135 bra L44;\nld.param.u64 %d574,[%d210+1736];\n"
    "sub.s64 %d283,%d629,%d614;\nsub.s64 %d284,%d283,%d574;\nand.b64 %d285,%d284,4611688217451692032;\n"
    "setp.eq.s64 %p285,%d285,4611688217451692032;\nL44:\nld.param.u64 %d575,[%d210+1720];\n"
    "add.s64 %d286,%d575,%d92;\nselp.u32 %r340,1,0,%p285;\n{.reg .pred q;setp.ne.s32 q,%r340,0;\n"
    "mov.b16 %rs27,0;@q ld.global.u16 %rs27,[%d286];}\nsetp.gt.u32 %p136,%r73,12;\nsetp.lt.u32 %p137,%r73,13;\n"
    "or.pred %p139,%p88,%p137;\nand.pred %p286,%p88,%p136;\n@%p139 bra L46;\nld.param.u64 %d576,[%d210+1760];\n"
    "sub.s64 %d287,%d629,%d614;\nsub.s64 %d288,%d287,%d576;\nand.b64 %d289,%d288,4611688217451692032;\n"
    "setp.eq.s64 %p286,%d289,4611688217451692032;\nL46:\nld.param.u64 %d577,[%d210+1744];\n"
    "add.s64 %d290,%d577,%d92;\nselp.u32 %r341,1,0,%p286;\n{.reg .pred q;setp.ne.s32 q,%r341,0;\n"
    "mov.b16 %rs28,0;@q ld.global.u16 %rs28,[%d290];}\nsetp.gt.u32 %p140,%r73,13;\nsetp.lt.u32 %p141,%r73,14;\n"
    "or.pred %p143,%p88,%p141;\nand.pred %p287,%p88,%p140;\n@%p143 bra L48;\nld.param.u64 %d578,[%d210+1784];\n"
    "sub.s64 %d291,%d629,%d614;\nsub.s64 %d292,%d291,%d578;\nand.b64 %d293,%d292,4611688217451692032;\n",
    "setp.eq.s64 %p287,%d293,4611688217451692032;\nL48:\nld.param.u64 %d579,[%d210+1768];\n"
    "add.s64 %d294,%d579,%d92;\nselp.u32 %r342,1,0,%p287;\n{.reg .pred q;setp.ne.s32 q,%r342,0;\n"
    "mov.b16 %rs29,0;@q ld.global.u16 %rs29,[%d294];}\nsetp.gt.u32 %p144,%r73,14;\nsetp.lt.u32 %p145,%r73,15;\n"
    "or.pred %p147,%p88,%p145;\nand.pred %p288,%p88,%p144;\n@%p147 bra L50;\nld.param.u64 %d580,[%d210+1808];\n"
    "sub.s64 %d295,%d629,%d614;\nsub.s64 %d296,%d295,%d580;\nand.b64 %d297,%d296,4611688217451692032;\n"
    "setp.eq.s64 %p288,%d297,4611688217451692032;\nL50:\nld.param.u64 %d581,[%d210+1792];\n"
    "add.s64 %d298,%d581,%d92;\nselp.u32 %r343,1,0,%p288;\n{.reg .pred q;setp.ne.s32 q,%r343,0;\n"
    "mov.b16 %rs30,0;@q ld.global.u16 %rs30,[%d298];}\nsetp.gt.u32 %p148,%r73,15;\nsetp.lt.u32 %p149,%r73,16;\n"
    "or.pred %p151,%p88,%p149;\nand.pred %p289,%p88,%p148;\n@%p151 bra L52;\nld.param.u64 %d582,[%d210+1832];\n"
    "sub.s64 %d299,%d629,%d614;\nsub.s64 %d300,%d299,%d582;\nand.b64 %d301,%d300,4611688217451692032;\n"
    "setp.eq.s64 %p289,%d301,4611688217451692032;\nL52:\nld.param.u64 %d583,[%d210+1816];\n"
    "add.s64 %d302,%d583,%d92;\nselp.u32 %r344,1,0,%p289;\n{.reg .pred q;setp.ne.s32 q,%r344,0;\n"
    "mov.b16 %rs31,0;@q ld.global.u16 %rs31,[%d302];}\ncvt.u32.u16 %r652,%rs31;\ncvt.u32.u16 %r654,%rs29;\n"
    "cvt.u32.u16 %r656,%rs27;\ncvt.u32.u16 %r658,%rs25;\ncvt.u32.u16 %r660,%rs23;\ncvt.u32.u16 %r662,%rs21;\n"
    "cvt.u32.u16 %r664,%rs19;\ncvt.u32.u16 %r666,%rs17;\ncvt.u32.u16 %r667,%rs16;\ncvt.u32.u16 %r665,%rs18;\n"
    "cvt.u32.u16 %r663,%rs20;\ncvt.u32.u16 %r661,%rs22;\ncvt.u32.u16 %r659,%rs24;\ncvt.u32.u16 %r657,%rs26;\n"
    "cvt.u32.u16 %r655,%rs28;\ncvt.u32.u16 %r653,%rs30;\nL62:\nsetp.eq.s32 %p168,%r675,0;\n@%p168 bra L119;\n"
    "setp.le.u32 %p169,%r309,%r4;\nsetp.ne.s32 %p170,%r95,0;\nor.pred %p171,%p170,%p169;\n@%p171 bra L116;\n"
    "setp.gt.u32 %p172,%r314,1;\n@%p172 bra L85;\nbra.uni L65;\nL85:\nsetp.eq.s32 %p187,%r52,0;\n@%p187 bra L94;\n"
    "mov.u32 %r697,0;\nL87:\n.pragma \"nounroll\";\nsetp.eq.s32 %p188,%r96,0;\n@%p188 bra L89;\n"
    "mul.wide.u32 %d349,%r697,24;\nadd.s64 %d350,%d210,%d349;\nsub.s64 %d351,%d90,%d618;\n"
    "ld.param.u64 %d352,[%d350+2384];\nsub.s64 %d353,%d351,%d352;\nand.b64 %d354,%d353,4611688217451692032;\n"
    "setp.ne.s64 %p189,%d354,4611688217451692032;\n@%p189 bra L93;\nL89:\nld.param.u32 %r625,[%d210+32];\n"
    "setp.eq.s32 %p190,%r625,0;\nmul.wide.u32 %d355,%r697,24;\nadd.s64 %d356,%d210,%d355;\n"
    "ld.param.u64 %d99,[%d356+2376];\n@%p190 bra L91;\ncvt.u32.u64 %r391,%d99;\nadd.s32 %r392,%r56,%r391;\n"
    "mov.u32 %r393,tile;\nadd.s32 %r394,%r393,%r392;\nld.shared.v4.u32{%r701,%r700,%r699,%r698},[%r394];\n"
    "bra.uni L92;\nL91:\ncvt.u32.u64 %r399,%d99;\nadd.s32 %r400,%r56,%r399;\nmov.u32 %r401,tile;\n"
    "add.s32 %r402,%r401,%r400;\nld.shared.u16 %rs36,[%r402];\nadd.s32 %r403,%r402,%r320;\n"
    "ld.shared.u16 %rs37,[%r403];\nmov.b32 %r701,{%rs36,%rs37};\nadd.s32 %r404,%r403,%r320;\n"
    "ld.shared.u16 %rs38,[%r404];\nadd.s32 %r405,%r404,%r320;\nld.shared.u16 %rs39,[%r405];\n"
    "mov.b32 %r700,{%rs38,%rs39};\nadd.s32 %r406,%r405,%r320;\nld.shared.u16 %rs40,[%r406];\n"
    "add.s32 %r407,%r406,%r320;\nld.shared.u16 %rs41,[%r407];\nmov.b32 %r699,{%rs40,%rs41};\n"
    "add.s32 %r408,%r407,%r320;\nld.shared.u16 %rs42,[%r408];\nadd.s32 %r409,%r408,%r320;\n"
    "ld.shared.u16 %rs43,[%r409];\nmov.b32 %r698,{%rs42,%rs43};\nL92:\nmul.wide.u32 %d593,%r697,24;\n"
    "add.s64 %d592,%d210,%d593;\nadd.s64 %d591,%d91,%d617;\nld.param.u64 %d360,[%d592+2368];\n"
    "add.s64 %d357,%d591,%d360;\nmov.u32 %r414,1;\n{.reg .pred q;setp.ne.s32 q,%r414,0;\n"
    "@q st.global.v4.u32[%d357],{%r701,%r700,%r699,%r698};}\nL93:\nadd.s32 %r697,%r697,1;\n"
    "setp.lt.u32 %p191,%r697,%r52;\n@%p191 bra L87;\nL94:\nsetp.eq.s32 %p193,%r96,0;\nor.pred %p194,%p193,%p187;\n"
    "@%p194 bra L116;\nmov.u32 %r702,0;\nL96:\n.pragma \"nounroll\";\nmul.wide.u32 %d361,%r702,24;\n"
    "add.s64 %d362,%d210,%d361;\nsub.s64 %d363,%d90,%d618;\nld.param.u64 %d100,[%d362+2384];\n"
    "sub.s64 %d364,%d363,%d100;\nand.b64 %d365,%d364,4611688217451692032;\n"
    "setp.eq.s64 %p195,%d365,4611688217451692032;\n@%p195 bra L115;\nld.param.u32 %r621,[%d210+1872];\n",
    "setp.eq.s32 %p196,%r621,0;\n@%p196 bra L99;\nmul.wide.u32 %d597,%r702,24;\nadd.s64 %d596,%d210,%d597;\n"
    "ld.param.u64 %d595,[%d596+2384];\nsub.s64 %d594,%d90,%d618;\nadd.s64 %d368,%d594,%d367;\n"
    "sub.s64 %d369,%d368,%d595;\nand.b64 %d370,%d369,4611688217451692032;\n"
    "setp.ne.s64 %p197,%d370,4611688217451692032;\n@%p197 bra L115;\nL99:\nmov.u32 %r703,0;\nL100:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p198,%r310,2;\nmov.u32 %r704,%r4;\n@%p198 bra L102;\n"
    "mov.u32 %r704,%r186;\nL102:\nmov.u64 %d634,0;\nadd.s32 %r705,%r327,1;\nsetp.ge.u32 %p199,%r705,%r71;\n"
    "mov.u64 %d635,%d634;\nmov.u64 %d636,%d634;\nmov.u32 %r708,%r327;\nmov.u32 %r709,%r704;\n@%p199 bra L105;\n"
    "mov.u64 %d636,0;\nmov.u32 %r706,%r704;\nmov.u32 %r707,%r327;\nmov.u64 %d635,%d636;\nmov.u64 %d634,%d636;\n"
    "L104:\n.pragma \"nounroll\";\nmov.u32 %r708,%r705;\nmul.wide.u32 %d377,%r707,40;\nadd.s64 %d378,%d210,%d377;\n"
    "ld.param.v2.u32{%r419,%r420},[%d378+1888];\nmul.hi.u32 %r423,%r706,%r420;\nld.param.u32 %r424,[%d378+1896];\n"
    "shr.u32 %r709,%r423,%r424;\nmul.lo.s32 %r425,%r709,%r419;\nsub.s32 %r426,%r706,%r425;\n"
    "cvt.u64.u32 %d379,%r426;\nld.param.u64 %d380,[%d378+1904];\nmul.lo.s64 %d381,%d380,%d379;\n"
    "add.s64 %d634,%d381,%d634;\nld.param.u64 %d382,[%d378+1912];\nmul.lo.s64 %d383,%d382,%d379;\n"
    "add.s64 %d635,%d383,%d635;\nld.param.u64 %d384,[%d378+1920];\nmul.lo.s64 %d385,%d384,%d379;\n"
    "add.s64 %d636,%d385,%d636;\nadd.s32 %r705,%r708,1;\nsetp.lt.u32 %p200,%r705,%r71;\nmov.u32 %r706,%r709;\n"
    "mov.u32 %r707,%r708;\n@%p200 bra L104;\nL105:\nsetp.ge.u32 %p201,%r708,%r71;\n@%p201 bra L107;\n"
    "mul.wide.u32 %d386,%r708,40;\nadd.s64 %d387,%d210,%d386;\ncvt.u64.u32 %d388,%r709;\n"
    "ld.param.u64 %d389,[%d387+1904];\nmul.lo.s64 %d390,%d389,%d388;\nadd.s64 %d634,%d390,%d634;\n"
    "ld.param.u64 %d391,[%d387+1912];\nmul.lo.s64 %d392,%d391,%d388;\nadd.s64 %d635,%d392,%d635;\n"
    "ld.param.u64 %d393,[%d387+1920];\nmul.lo.s64 %d394,%d393,%d388;\nadd.s64 %d636,%d394,%d636;\nL107:\n"
    "ld.param.u32 %r622,[%d210+1868];\nmul.lo.s32 %r428,%r310,%r704;\nsub.s32 %r429,%r4,%r428;\n"
    "mad.lo.s32 %r714,%r622,%r429,%r703;\nsetp.lt.u32 %p202,%r327,2;\nmov.u32 %r713,0;\n@%p202 bra L110;\n"
    "mov.u32 %r712,0;\nmov.u32 %r710,1;\nmov.u32 %r711,%r714;\nL109:\n.pragma \"nounroll\";\nmov.u32 %r713,%r710;\n"
    "mul.wide.u32 %d395,%r712,40;\nadd.s64 %d396,%d210,%d395;\nld.param.v2.u32{%r432,%r433},[%d396+1888];\n"
    "mul.hi.u32 %r436,%r711,%r433;\nld.param.u32 %r437,[%d396+1896];\nshr.u32 %r714,%r436,%r437;\n"
    "mul.lo.s32 %r438,%r714,%r432;\nsub.s32 %r439,%r711,%r438;\ncvt.u64.u32 %d397,%r439;\n"
    "ld.param.u64 %d398,[%d396+1904];\nmul.lo.s64 %d399,%d398,%d397;\nadd.s64 %d634,%d399,%d634;\n"
    "ld.param.u64 %d400,[%d396+1912];\nmul.lo.s64 %d401,%d400,%d397;\nadd.s64 %d635,%d401,%d635;\n"
    "ld.param.u64 %d402,[%d396+1920];\nmul.lo.s64 %d403,%d402,%d397;\nadd.s64 %d636,%d403,%d636;\n"
    "add.s32 %r710,%r713,1;\nsetp.lt.u32 %p203,%r710,%r327;\nmov.u32 %r711,%r714;\nmov.u32 %r712,%r713;\n"
    "@%p203 bra L109;\nL110:\nsetp.ge.u32 %p204,%r713,%r327;\n@%p204 bra L112;\nmul.wide.u32 %d404,%r713,40;\n"
    "add.s64 %d405,%d210,%d404;\ncvt.u64.u32 %d406,%r714;\nld.param.u64 %d407,[%d405+1904];\n"
    "mul.lo.s64 %d408,%d407,%d406;\nadd.s64 %d634,%d408,%d634;\nld.param.u64 %d409,[%d405+1912];\n"
    "mul.lo.s64 %d410,%d409,%d406;\nadd.s64 %d635,%d410,%d635;\nld.param.u64 %d411,[%d405+1920];\n"
    "mul.lo.s64 %d412,%d411,%d406;\nadd.s64 %d636,%d412,%d636;\nL112:\nmul.wide.u32 %d599,%r702,24;\n"
    "add.s64 %d598,%d210,%d599;\nld.param.u64 %d415,[%d598+2376];\nadd.s64 %d131,%d415,%d635;\n"
    "add.s64 %d416,%d634,%d91;\nld.param.u64 %d417,[%d598+2368];\nadd.s64 %d132,%d416,%d417;\n"
    "sub.s64 %d418,%d90,%d636;\nld.param.u64 %d419,[%d598+2384];\nsub.s64 %d420,%d418,%d419;\n"
    "and.b64 %d421,%d420,4611688217451692032;\nsetp.ne.s64 %p205,%d421,4611688217451692032;\n@%p205 bra L114;\n"
    "cvt.u32.u64 %r441,%d131;\nmov.u32 %r442,tile;\nadd.s32 %r443,%r442,%r441;\nld.shared.u16 %rs44,[%r443];\n"
    "mov.u32 %r440,1;\n{.reg .pred q;setp.ne.s32 q,%r440,0;\n@q st.global.u16[%d132],%rs44;}\nL114:\n"
    "add.s32 %r703,%r703,1;\nsetp.lt.u32 %p206,%r703,8;\n@%p206 bra L100;\n",
    "L115:\nadd.s32 %r702,%r702,1;\nsetp.lt.u32 %p207,%r702,%r313;\n@%p207 bra L96;\nbra.uni L116;\nL65:\n"
    "setp.eq.s32 %p173,%r52,0;\n@%p173 bra L116;\nsub.s64 %d95,%d90,%d618;\nmov.u32 %r692,0;\nL67:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p174,%r692,%r52;\n@%p174 bra L84;\nsetp.eq.s32 %p175,%r96,0;\n"
    "and.b32 %r366,%r692,12;\nmul.wide.u32 %d315,%r366,24;\nadd.s64 %d316,%d210,%d315;\nadd.s64 %d96,%d316,2384;\n"
    "@%p175 bra L70;\nld.param.u64 %d317,[%d96];\nsub.s64 %d318,%d95,%d317;\n"
    "and.b64 %d319,%d318,4611688217451692032;\nsetp.eq.s64 %p176,%d319,4611688217451692032;\n"
    "selp.u32 %r693,1,0,%p176;\nbra.uni L71;\nL70:\nmov.u32 %r693,1;\nL71:\nadd.s64 %d608,%d91,%d617;\n"
    "ld.param.u64 %d321,[%d96+-16];\nadd.s64 %d320,%d608,%d321;\nld.param.u64 %d322,[%d96+-8];\n"
    "add.s64 %d323,%d322,%d35;\ncvt.u32.u64 %r369,%d323;\nmov.u32 %r370,tile;\nadd.s32 %r371,%r370,%r369;\n"
    "ld.shared.u16 %rs32,[%r371];\n{.reg .pred q;setp.ne.s32 q,%r693,0;\n@q st.global.u16[%d320],%rs32;}\n"
    "add.s32 %r161,%r692,1;\nsetp.ge.u32 %p177,%r161,%r52;\n@%p177 bra L84;\nand.b32 %r372,%r161,13;\n"
    "mul.wide.u32 %d324,%r372,24;\nadd.s64 %d325,%d210,%d324;\nadd.s64 %d97,%d325,2384;\n@%p175 bra L74;\n"
    "ld.param.u64 %d326,[%d97];\nsub.s64 %d327,%d95,%d326;\nand.b64 %d328,%d327,4611688217451692032;\n"
    "setp.eq.s64 %p179,%d328,4611688217451692032;\nselp.u32 %r694,1,0,%p179;\nbra.uni L75;\nL74:\n"
    "mov.u32 %r694,1;\nL75:\nadd.s64 %d609,%d91,%d617;\nmov.u32 %r630,tile;\nld.param.u64 %d330,[%d97+-16];\n"
    "add.s64 %d329,%d609,%d330;\nld.param.u64 %d331,[%d97+-8];\nadd.s64 %d332,%d331,%d35;\n"
    "cvt.u32.u64 %r375,%d332;\nadd.s32 %r377,%r630,%r375;\nld.shared.u16 %rs33,[%r377];\n"
    "{.reg .pred q;setp.ne.s32 q,%r694,0;\n@q st.global.u16[%d329],%rs33;}\nadd.s32 %r164,%r692,2;\n"
    "setp.ge.u32 %p180,%r164,%r52;\n@%p180 bra L84;\nand.b32 %r378,%r164,14;\nmul.wide.u32 %d333,%r378,24;\n"
    "add.s64 %d334,%d210,%d333;\nadd.s64 %d98,%d334,2384;\n@%p175 bra L78;\nld.param.u64 %d335,[%d98];\n"
    "sub.s64 %d336,%d95,%d335;\nand.b64 %d337,%d336,4611688217451692032;\n"
    "setp.eq.s64 %p182,%d337,4611688217451692032;\nselp.u32 %r695,1,0,%p182;\nbra.uni L79;\nL78:\n"
    "mov.u32 %r695,1;\nL79:\nadd.s64 %d610,%d91,%d617;\nmov.u32 %r631,tile;\nld.param.u64 %d339,[%d98+-16];\n"
    "add.s64 %d338,%d610,%d339;\nld.param.u64 %d340,[%d98+-8];\nadd.s64 %d341,%d340,%d35;\n"
    "cvt.u32.u64 %r381,%d341;\nadd.s32 %r383,%r631,%r381;\nld.shared.u16 %rs34,[%r383];\n"
    "{.reg .pred q;setp.ne.s32 q,%r695,0;\n@q st.global.u16[%d338],%rs34;}\nadd.s32 %r384,%r692,3;\n"
    "setp.ge.u32 %p183,%r384,%r52;\n@%p183 bra L84;\n@%p175 bra L82;\nld.param.u64 %d342,[%d97+48];\n"
    "sub.s64 %d343,%d95,%d342;\nand.b64 %d344,%d343,4611688217451692032;\n"
    "setp.eq.s64 %p185,%d344,4611688217451692032;\nselp.u32 %r696,1,0,%p185;\nbra.uni L83;\nL82:\n"
    "mov.u32 %r696,1;\nL83:\nadd.s64 %d611,%d91,%d617;\nmov.u32 %r632,tile;\nld.param.u64 %d346,[%d97+32];\n"
    "add.s64 %d345,%d611,%d346;\nld.param.u64 %d347,[%d97+40];\nadd.s64 %d348,%d347,%d35;\n"
    "cvt.u32.u64 %r387,%d348;\nadd.s32 %r389,%r632,%r387;\nld.shared.u16 %rs35,[%r389];\n"
    "{.reg .pred q;setp.ne.s32 q,%r696,0;\n@q st.global.u16[%d345],%rs35;}\nL84:\nadd.s32 %r692,%r692,4;\n"
    "setp.lt.u32 %p186,%r692,%r52;\n@%p186 bra L67;\nL116:\nsetp.eq.s32 %p208,%r673,0;\n@%p208 bra L118;\n"
    "bra.uni L117;\nL118:\nbar.sync 0;\nL119:\nsetp.ne.s32 %p273,%r673,0;\nsetp.le.u32 %p210,%r307,%r4;\n"
    "or.pred %p211,%p273,%p210;\n@%p211 bra L180;\nand.b32 %r633,%r315,65535;\nld.param.u64 %d587,[%d210+1536];\n"
    "ld.param.u64 %d586,[%d210+1512];\nld.param.u64 %d585,[%d210+1488];\nld.param.u64 %d584,[%d210+1464];\n"
    "setp.gt.u32 %p212,%r306,1;\ncvt.u32.u64 %r444,%d584;\nadd.s32 %r445,%r633,%r444;\nmov.u32 %r446,tile;\n"
    "add.s32 %r208,%r446,%r445;\ncvt.u32.u64 %r447,%d585;\nadd.s32 %r448,%r633,%r447;\nadd.s32 %r209,%r446,%r448;\n"
    "cvt.u32.u64 %r449,%d586;\nadd.s32 %r450,%r633,%r449;\nadd.s32 %r210,%r446,%r450;\ncvt.u32.u64 %r451,%d587;\n"
    "add.s32 %r452,%r633,%r451;\nadd.s32 %r211,%r446,%r452;\n@%p212 bra L153;\nbra.uni L121;\nL153:\n"
    "setp.eq.s32 %p229,%r73,0;\n@%p229 bra L158;\nsetp.lt.u32 %p230,%r73,2;\n",
    "st.shared.u16[%r208],%r667;\nshr.u32 %r489,%r667,16;\nadd.s32 %r494,%r208,%r317;\n"
    "st.shared.u16[%r494],%r489;\nadd.s32 %r495,%r494,%r317;\nst.shared.u16[%r495],%r666;\n"
    "shr.u32 %r496,%r666,16;\nadd.s32 %r497,%r495,%r317;\nst.shared.u16[%r497],%r496;\nadd.s32 %r498,%r497,%r317;\n"
    "st.shared.u16[%r498],%r665;\nshr.u32 %r499,%r665,16;\nadd.s32 %r500,%r498,%r317;\n"
    "st.shared.u16[%r500],%r499;\nadd.s32 %r501,%r500,%r317;\nst.shared.u16[%r501],%r664;\n"
    "shr.u32 %r502,%r664,16;\nadd.s32 %r503,%r501,%r317;\nst.shared.u16[%r503],%r502;\n@%p230 bra L158;\n"
    "setp.eq.s32 %p231,%r73,2;\nst.shared.u16[%r209],%r663;\nshr.u32 %r504,%r663,16;\nadd.s32 %r509,%r209,%r317;\n"
    "st.shared.u16[%r509],%r504;\nadd.s32 %r510,%r509,%r317;\nst.shared.u16[%r510],%r662;\n"
    "shr.u32 %r511,%r662,16;\nadd.s32 %r512,%r510,%r317;\nst.shared.u16[%r512],%r511;\nadd.s32 %r513,%r512,%r317;\n"
    "st.shared.u16[%r513],%r661;\nshr.u32 %r514,%r661,16;\nadd.s32 %r515,%r513,%r317;\n"
    "st.shared.u16[%r515],%r514;\nadd.s32 %r516,%r515,%r317;\nst.shared.u16[%r516],%r660;\n"
    "shr.u32 %r517,%r660,16;\nadd.s32 %r518,%r516,%r317;\nst.shared.u16[%r518],%r517;\n@%p231 bra L158;\n"
    "setp.lt.u32 %p232,%r73,4;\nst.shared.u16[%r210],%r659;\nshr.u32 %r519,%r659,16;\nadd.s32 %r524,%r210,%r317;\n"
    "st.shared.u16[%r524],%r519;\nadd.s32 %r525,%r524,%r317;\nst.shared.u16[%r525],%r658;\n"
    "shr.u32 %r526,%r658,16;\nadd.s32 %r527,%r525,%r317;\nst.shared.u16[%r527],%r526;\nadd.s32 %r528,%r527,%r317;\n"
    "st.shared.u16[%r528],%r657;\nshr.u32 %r529,%r657,16;\nadd.s32 %r530,%r528,%r317;\n"
    "st.shared.u16[%r530],%r529;\nadd.s32 %r531,%r530,%r317;\nst.shared.u16[%r531],%r656;\n"
    "shr.u32 %r532,%r656,16;\nadd.s32 %r533,%r531,%r317;\nst.shared.u16[%r533],%r532;\n@%p232 bra L158;\n"
    "st.shared.u16[%r211],%r655;\nshr.u32 %r534,%r655,16;\nadd.s32 %r539,%r211,%r317;\n"
    "st.shared.u16[%r539],%r534;\nadd.s32 %r540,%r539,%r317;\nst.shared.u16[%r540],%r654;\n"
    "shr.u32 %r541,%r654,16;\nadd.s32 %r542,%r540,%r317;\nst.shared.u16[%r542],%r541;\nadd.s32 %r543,%r542,%r317;\n"
    "st.shared.u16[%r543],%r653;\nshr.u32 %r544,%r653,16;\nadd.s32 %r545,%r543,%r317;\n"
    "st.shared.u16[%r545],%r544;\nadd.s32 %r546,%r545,%r317;\nst.shared.u16[%r546],%r652;\n"
    "shr.u32 %r547,%r652,16;\nadd.s32 %r548,%r546,%r317;\nst.shared.u16[%r548],%r547;\nL158:\n"
    "setp.eq.s32 %p234,%r674,0;\nor.pred %p235,%p234,%p229;\n@%p235 bra L180;\nmov.u32 %r715,0;\nL160:\n"
    ".pragma \"nounroll\";\nsub.s64 %d606,%d629,%d614;\nmul.wide.u32 %d435,%r715,24;\nadd.s64 %d436,%d210,%d435;\n"
    "ld.param.u64 %d134,[%d436+1472];\nsub.s64 %d438,%d606,%d134;\nand.b64 %d439,%d438,4611688217451692032;\n"
    "setp.eq.s64 %p236,%d439,4611688217451692032;\n@%p236 bra L179;\nsetp.eq.s32 %p237,%r316,0;\n@%p237 bra L163;\n"
    "mul.wide.u32 %d603,%r715,24;\nadd.s64 %d602,%d210,%d603;\nld.param.u64 %d601,[%d602+1472];\n"
    "sub.s64 %d600,%d629,%d614;\nadd.s64 %d441,%d600,%d440;\nsub.s64 %d442,%d441,%d601;\n"
    "and.b64 %d443,%d442,4611688217451692032;\nsetp.ne.s64 %p238,%d443,4611688217451692032;\n@%p238 bra L179;\n"
    "L163:\nmov.u32 %r716,0;\nL164:\n.pragma \"nounroll\";\nsetp.lt.u32 %p239,%r308,2;\nmov.u32 %r717,%r4;\n"
    "@%p239 bra L166;\nmov.u32 %r717,%r214;\nL166:\nmov.u64 %d652,0;\nadd.s32 %r718,%r323,1;\n"
    "setp.ge.u32 %p240,%r718,%r64;\nmov.u64 %d653,%d652;\nmov.u64 %d654,%d652;\nmov.u32 %r721,%r323;\n"
    "mov.u32 %r722,%r717;\n@%p240 bra L169;\nmov.u64 %d654,0;\nmov.u32 %r719,%r717;\nmov.u32 %r720,%r323;\n"
    "mov.u64 %d653,%d654;\nmov.u64 %d652,%d654;\nL168:\n.pragma \"nounroll\";\nmov.u32 %r721,%r718;\n"
    "mul.wide.u32 %d450,%r720,40;\nadd.s64 %d451,%d210,%d450;\nld.param.v2.u32{%r553,%r554},[%d451+976];\n"
    "mul.hi.u32 %r557,%r719,%r554;\nld.param.u32 %r558,[%d451+984];\nshr.u32 %r722,%r557,%r558;\n"
    "mul.lo.s32 %r559,%r722,%r553;\nsub.s32 %r560,%r719,%r559;\ncvt.u64.u32 %d452,%r560;\n"
    "ld.param.u64 %d453,[%d451+992];\nmul.lo.s64 %d454,%d453,%d452;\nadd.s64 %d652,%d454,%d652;\n"
    "ld.param.u64 %d455,[%d451+1000];\nmul.lo.s64 %d456,%d455,%d452;\nadd.s64 %d653,%d456,%d653;\n"
    "ld.param.u64 %d457,[%d451+1008];\nmul.lo.s64 %d458,%d457,%d452;\nadd.s64 %d654,%d458,%d654;\n"
    "add.s32 %r718,%r721,1;\n",
    "setp.lt.u32 %p241,%r718,%r64;\nmov.u32 %r719,%r722;\nmov.u32 %r720,%r721;\n@%p241 bra L168;\nL169:\n"
    "setp.ge.u32 %p242,%r721,%r64;\n@%p242 bra L171;\nmul.wide.u32 %d459,%r721,40;\nadd.s64 %d460,%d210,%d459;\n"
    "cvt.u64.u32 %d461,%r722;\nld.param.u64 %d462,[%d460+992];\nmul.lo.s64 %d463,%d462,%d461;\n"
    "add.s64 %d652,%d463,%d652;\nld.param.u64 %d464,[%d460+1000];\nmul.lo.s64 %d465,%d464,%d461;\n"
    "add.s64 %d653,%d465,%d653;\nld.param.u64 %d466,[%d460+1008];\nmul.lo.s64 %d467,%d466,%d461;\n"
    "add.s64 %d654,%d467,%d654;\nL171:\nmul.lo.s32 %r562,%r308,%r717;\nsub.s32 %r563,%r4,%r562;\n"
    "mad.lo.s32 %r727,%r306,%r563,%r716;\nsetp.lt.u32 %p243,%r323,2;\nmov.u32 %r726,0;\n@%p243 bra L174;\n"
    "mov.u32 %r725,0;\nmov.u32 %r723,1;\nmov.u32 %r724,%r727;\nL173:\n.pragma \"nounroll\";\nmov.u32 %r726,%r723;\n"
    "mul.wide.u32 %d468,%r725,40;\nadd.s64 %d469,%d210,%d468;\nld.param.v2.u32{%r566,%r567},[%d469+976];\n"
    "mul.hi.u32 %r570,%r724,%r567;\nld.param.u32 %r571,[%d469+984];\nshr.u32 %r727,%r570,%r571;\n"
    "mul.lo.s32 %r572,%r727,%r566;\nsub.s32 %r573,%r724,%r572;\ncvt.u64.u32 %d470,%r573;\n"
    "ld.param.u64 %d471,[%d469+992];\nmul.lo.s64 %d472,%d471,%d470;\nadd.s64 %d652,%d472,%d652;\n"
    "ld.param.u64 %d473,[%d469+1000];\nmul.lo.s64 %d474,%d473,%d470;\nadd.s64 %d653,%d474,%d653;\n"
    "ld.param.u64 %d475,[%d469+1008];\nmul.lo.s64 %d476,%d475,%d470;\nadd.s64 %d654,%d476,%d654;\n"
    "add.s32 %r723,%r726,1;\nsetp.lt.u32 %p244,%r723,%r323;\nmov.u32 %r724,%r727;\nmov.u32 %r725,%r726;\n"
    "@%p244 bra L173;\nL174:\nsetp.ge.u32 %p245,%r726,%r323;\n@%p245 bra L176;\nmul.wide.u32 %d477,%r726,40;\n"
    "add.s64 %d478,%d210,%d477;\ncvt.u64.u32 %d479,%r727;\nld.param.u64 %d480,[%d478+992];\n"
    "mul.lo.s64 %d481,%d480,%d479;\nadd.s64 %d652,%d481,%d652;\nld.param.u64 %d482,[%d478+1000];\n"
    "mul.lo.s64 %d483,%d482,%d479;\nadd.s64 %d653,%d483,%d653;\nld.param.u64 %d484,[%d478+1008];\n"
    "mul.lo.s64 %d485,%d484,%d479;\nadd.s64 %d654,%d485,%d654;\nL176:\nmul.wide.u32 %d605,%r715,24;\n"
    "add.s64 %d604,%d210,%d605;\nld.param.u64 %d488,[%d604+1464];\nadd.s64 %d165,%d488,%d653;\n"
    "add.s64 %d489,%d652,%d624;\nld.param.u64 %d490,[%d604+1456];\nadd.s64 %d166,%d489,%d490;\n"
    "sub.s64 %d491,%d629,%d654;\nld.param.u64 %d492,[%d604+1472];\nsub.s64 %d493,%d491,%d492;\n"
    "and.b64 %d494,%d493,4611688217451692032;\nsetp.ne.s64 %p246,%d494,4611688217451692032;\n@%p246 bra L178;\n"
    "cvt.u32.u64 %r575,%d165;\nadd.s32 %r577,%r446,%r575;\nmov.u32 %r574,1;\n{.reg .pred q;setp.ne.s32 q,%r574,0;\n"
    "mov.b16 %rs45,0;@q ld.global.u16 %rs45,[%d166];}\nst.shared.u16[%r577],%rs45;\nL178:\nadd.s32 %r716,%r716,1;\n"
    "setp.lt.u32 %p247,%r716,8;\n@%p247 bra L164;\nL179:\nadd.s32 %r715,%r715,1;\nsetp.lt.u32 %p248,%r715,%r305;\n"
    "@%p248 bra L160;\nbra.uni L180;\nL121:\nsetp.eq.s32 %p213,%r73,0;\n@%p213 bra L123;\n"
    "st.shared.u16[%r208],%r667;\nL123:\nsetp.lt.u32 %p214,%r73,2;\n@%p214 bra L125;\nst.shared.u16[%r209],%r666;\n"
    "L125:\nsetp.lt.u32 %p215,%r73,3;\n@%p215 bra L127;\nst.shared.u16[%r210],%r665;\nL127:\n"
    "setp.lt.u32 %p216,%r73,4;\n@%p216 bra L129;\nst.shared.u16[%r211],%r664;\nL129:\nsetp.lt.u32 %p217,%r73,5;\n"
    "@%p217 bra L131;\ncvt.u32.u64 %r453,%d423;\nadd.s32 %r455,%r446,%r453;\nst.shared.u16[%r455],%r663;\nL131:\n"
    "setp.lt.u32 %p218,%r73,6;\n@%p218 bra L133;\ncvt.u32.u64 %r456,%d424;\nadd.s32 %r458,%r446,%r456;\n"
    "st.shared.u16[%r458],%r662;\nL133:\nsetp.lt.u32 %p219,%r73,7;\n@%p219 bra L135;\ncvt.u32.u64 %r459,%d425;\n"
    "add.s32 %r461,%r446,%r459;\nst.shared.u16[%r461],%r661;\nL135:\nsetp.lt.u32 %p220,%r73,8;\n@%p220 bra L137;\n"
    "cvt.u32.u64 %r462,%d426;\nadd.s32 %r464,%r446,%r462;\nst.shared.u16[%r464],%r660;\nL137:\n"
    "setp.lt.u32 %p221,%r73,9;\n@%p221 bra L139;\ncvt.u32.u64 %r465,%d427;\nadd.s32 %r467,%r446,%r465;\n"
    "st.shared.u16[%r467],%r659;\nL139:\nsetp.lt.u32 %p222,%r73,10;\n@%p222 bra L141;\ncvt.u32.u64 %r468,%d428;\n"
    "add.s32 %r470,%r446,%r468;\nst.shared.u16[%r470],%r658;\nL141:\nsetp.lt.u32 %p223,%r73,11;\n@%p223 bra L143;\n"
    "cvt.u32.u64 %r471,%d429;\nadd.s32 %r473,%r446,%r471;\nst.shared.u16[%r473],%r657;\nL143:\n"
    "setp.lt.u32 %p224,%r73,12;\n@%p224 bra L145;\n",
    "cvt.u32.u64 %r474,%d430;\nadd.s32 %r476,%r446,%r474;\nst.shared.u16[%r476],%r656;\nL145:\n"
    "setp.lt.u32 %p225,%r73,13;\n@%p225 bra L147;\ncvt.u32.u64 %r477,%d431;\nadd.s32 %r479,%r446,%r477;\n"
    "st.shared.u16[%r479],%r655;\nL147:\nsetp.lt.u32 %p226,%r73,14;\n@%p226 bra L149;\ncvt.u32.u64 %r480,%d432;\n"
    "add.s32 %r482,%r446,%r480;\nst.shared.u16[%r482],%r654;\nL149:\nsetp.lt.u32 %p227,%r73,15;\n@%p227 bra L151;\n"
    "cvt.u32.u64 %r483,%d433;\nadd.s32 %r485,%r446,%r483;\nst.shared.u16[%r485],%r653;\nL151:\n"
    "setp.lt.u32 %p228,%r73,16;\n@%p228 bra L180;\ncvt.u32.u64 %r486,%d434;\nadd.s32 %r488,%r446,%r486;\n"
    "st.shared.u16[%r488],%r652;\nbra.uni L180;\nL117:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile4[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile4(\n.param .align 8 .b8 p[2752]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<294>;\n.reg .b32 %r<745>;\n.reg .b64 %d<698>;\nmov.b64 %d210,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d209,0;\nmov.u32 %r272,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r639,%r272;\nmov.u64 %d623,%d209;\nmov.u64 %d624,%d209;\nmov.u64 %d625,%d209;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r639;\nmul.wide.u32 %d214,%r639,912;\nadd.s64 %d215,%d210,%d214;\n"
    "add.s64 %d6,%d215,960;\nld.param.u32 %r6,[%d215+960];\nmov.u32 %r640,%r272;\nmov.u64 %d626,%d209;\n"
    "mov.u64 %d629,%d209;\nmov.u64 %d628,%d209;\nbra.uni L2;\nL195:\nsetp.eq.s32 %p272,%r640,0;\n"
    "or.b64 %d626,%d200,%d626;\nselp.b64 %d628,%d681,%d628,%p272;\nadd.s32 %r640,%r640,1;\nmov.u64 %d629,%d696;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p61,%r6,0;\nmov.u32 %r641,1;\n@%p61 bra L4;\n"
    "ld.param.u32 %r641,[%d6+-4];\nL4:\nsetp.lt.u32 %p62,%r640,%r641;\n@%p62 bra L181;\nbra.uni L5;\nL181:\n"
    "ld.param.u32 %r580,[%d6+-28];\nsetp.lt.u32 %p263,%r580,2;\nmov.u32 %r733,%r4;\n@%p263 bra L183;\n"
    "ld.param.v2.u32{%r581,%r582},[%d6+-24];\nmul.hi.u32 %r585,%r4,%r581;\nshr.u32 %r733,%r585,%r582;\nL183:\n"
    "ld.param.u32 %r249,[%d6+-28];\nmov.u64 %d681,0;\nld.param.v2.u32{%r737,%r587},[%d6+-16];\n"
    "add.s32 %r251,%r587,%r737;\nadd.s32 %r734,%r737,1;\nsetp.ge.u32 %p264,%r734,%r251;\nmov.u64 %d682,%d681;\n"
    "mov.u64 %d683,%d681;\nmov.u32 %r738,%r733;\n@%p264 bra L186;\nmov.u64 %d683,0;\nmov.u32 %r735,%r733;\n"
    "mov.u32 %r736,%r737;\nmov.u64 %d682,%d683;\nmov.u64 %d681,%d683;\nL185:\n.pragma \"nounroll\";\n"
    "mov.u32 %r737,%r734;\nmul.lo.s64 %d514,%d5,912;\nadd.s64 %d515,%d210,%d514;\nmul.wide.u32 %d516,%r736,40;\n"
    "add.s64 %d517,%d515,%d516;\nld.param.v2.u32{%r589,%r590},[%d517+976];\nmul.hi.u32 %r593,%r735,%r590;\n"
    "ld.param.u32 %r594,[%d517+984];\nshr.u32 %r738,%r593,%r594;\nmul.lo.s32 %r595,%r738,%r589;\n"
    "sub.s32 %r596,%r735,%r595;\ncvt.u64.u32 %d518,%r596;\nld.param.u64 %d519,[%d517+992];\n"
    "mul.lo.s64 %d520,%d519,%d518;\nadd.s64 %d681,%d520,%d681;\nld.param.u64 %d521,[%d517+1000];\n"
    "mul.lo.s64 %d522,%d521,%d518;\nadd.s64 %d682,%d522,%d682;\nld.param.u64 %d523,[%d517+1008];\n"
    "mul.lo.s64 %d524,%d523,%d518;\nadd.s64 %d683,%d524,%d683;\nadd.s32 %r734,%r737,1;\n"
    "setp.lt.u32 %p265,%r734,%r251;\nmov.u32 %r735,%r738;\nmov.u32 %r736,%r737;\n@%p265 bra L185;\nL186:\n"
    "setp.ge.u32 %p266,%r737,%r251;\n@%p266 bra L188;\nmul.lo.s64 %d525,%d5,912;\nadd.s64 %d526,%d210,%d525;\n"
    "mul.wide.u32 %d527,%r737,40;\nadd.s64 %d528,%d526,%d527;\ncvt.u64.u32 %d529,%r738;\n"
    "ld.param.u64 %d530,[%d528+992];\nmul.lo.s64 %d531,%d530,%d529;\nadd.s64 %d681,%d531,%d681;\n"
    "ld.param.u64 %d532,[%d528+1000];\nmul.lo.s64 %d533,%d532,%d529;\nadd.s64 %d682,%d533,%d682;\n"
    "ld.param.u64 %d534,[%d528+1008];\nmul.lo.s64 %d535,%d534,%d529;\nadd.s64 %d683,%d535,%d683;\nL188:\n"
    "ld.param.v2.u32{%r598,%r599},[%d6+-16];\nmov.u32 %r742,0;\nld.param.v2.u32{%r600,%r601},[%d6+-8];\n"
    "mul.lo.s32 %r603,%r249,%r733;\nsub.s32 %r604,%r4,%r603;\nmad.lo.s32 %r743,%r601,%r604,%r640;\n"
    "setp.lt.u32 %p267,%r598,2;\n@%p267 bra L191;\nmov.u32 %r741,0;\nmov.u32 %r739,1;\nmov.u32 %r740,%r743;\n"
    "L190:\n.pragma \"nounroll\";\nmov.u32 %r742,%r739;\nmul.lo.s64 %d536,%d5,912;\nadd.s64 %d537,%d210,%d536;\n"
    "mul.wide.u32 %d538,%r741,40;\nadd.s64 %d539,%d537,%d538;\nld.param.v2.u32{%r607,%r608},[%d539+976];\n"
    "mul.hi.u32 %r611,%r740,%r608;\nld.param.u32 %r612,[%d539+984];\nshr.u32 %r743,%r611,%r612;\n"
    "mul.lo.s32 %r613,%r743,%r607;\nsub.s32 %r614,%r740,%r613;\ncvt.u64.u32 %d540,%r614;\n"
    "ld.param.u64 %d541,[%d539+992];\nmul.lo.s64 %d542,%d541,%d540;\nadd.s64 %d681,%d542,%d681;\n"
    "ld.param.u64 %d543,[%d539+1000];\nmul.lo.s64 %d544,%d543,%d540;\nadd.s64 %d682,%d544,%d682;\n"
    "ld.param.u64 %d545,[%d539+1008];\nmul.lo.s64 %d546,%d545,%d540;\nadd.s64 %d683,%d546,%d683;\n"
    "add.s32 %r739,%r742,1;\nsetp.lt.u32 %p268,%r739,%r598;\nmov.u32 %r740,%r743;\nmov.u32 %r741,%r742;\n"
    "@%p268 bra L190;\nL191:\n",
    "setp.ge.u32 %p269,%r742,%r598;\n@%p269 bra L193;\nmul.lo.s64 %d547,%d5,912;\nadd.s64 %d548,%d210,%d547;\n"
    "mul.wide.u32 %d549,%r742,40;\nadd.s64 %d550,%d548,%d549;\ncvt.u64.u32 %d551,%r743;\n"
    "ld.param.u64 %d552,[%d550+992];\nmul.lo.s64 %d553,%d552,%d551;\nadd.s64 %d681,%d553,%d681;\n"
    "ld.param.u64 %d554,[%d550+1000];\nmul.lo.s64 %d555,%d554,%d551;\nadd.s64 %d682,%d555,%d682;\n"
    "ld.param.u64 %d556,[%d550+1008];\nmul.lo.s64 %d557,%d556,%d551;\nadd.s64 %d683,%d557,%d683;\nL193:\n"
    "shl.b32 %r616,%r640,4;\nshl.b64 %d200,%d682,%r616;\nmov.u64 %d697,2097151;\nmov.u64 %d696,0;\n"
    "mov.u32 %r744,0;\nL194:\n.pragma \"nounroll\";\nand.b64 %d560,%d697,%d683;\nand.b64 %d561,%d697,%d629;\n"
    "setp.gt.u64 %p270,%d561,%d560;\nselp.b64 %d562,%d629,%d683,%p270;\nand.b64 %d563,%d562,%d697;\n"
    "or.b64 %d696,%d563,%d696;\nshl.b64 %d697,%d697,21;\nadd.s32 %r744,%r744,1;\nsetp.ne.s32 %p271,%r744,3;\n"
    "@%p271 bra L194;\nbra.uni L195;\nL5:\nld.param.u32 %r275,[%d6];\nsetp.eq.s32 %p63,%r275,0;\n@%p63 bra L7;\n"
    "ld.param.u32 %r276,[%d6+-4];\nadd.s32 %r277,%r276,-1;\ncvt.u64.u32 %d216,%r277;\nld.param.u64 %d217,[%d6+8];\n"
    "mul.lo.s64 %d218,%d217,%d216;\nadd.s64 %d629,%d218,%d629;\nL7:\nld.param.u32 %r278,[%d6];\n"
    "setp.eq.s32 %p64,%r278,0;\n@%p64 bra L9;\nmul.lo.s64 %d219,%d626,281479271743489;\n"
    "ld.param.s32 %d220,[%d6+4];\nmul.lo.s64 %d221,%d220,844433520132096;\nadd.s64 %d626,%d221,%d219;\nL9:\n"
    "cvt.u32.u64 %r279,%d5;\nsetp.eq.s32 %p65,%r279,0;\nselp.b64 %d623,%d628,%d623,%p65;\n"
    "selp.b64 %d624,%d626,%d624,%p65;\nselp.b64 %d625,%d629,%d625,%p65;\nadd.s32 %r639,%r279,1;\n"
    "setp.lt.u32 %p66,%r639,2;\n@%p66 bra L1;\nld.param.u64 %d635,[%d210];\nld.param.u64 %d636,[%d210+8];\n"
    "mov.u32 %r642,0;\nmov.u32 %r656,%r642;\nmov.u32 %r655,%r642;\nmov.u32 %r654,%r642;\nmov.u32 %r653,%r642;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p67,%r642,0;\nmov.u32 %r647,%r1;\n@%p67 bra L14;\n"
    "setp.ne.s32 %p68,%r642,1;\nmov.u32 %r647,%r2;\n@%p68 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r647,%r3;\nL14:\n"
    "mul.wide.u32 %d222,%r642,4;\nadd.s64 %d223,%d210,%d222;\nld.param.u32 %r17,[%d223+40];\n"
    "setp.ge.u32 %p69,%r656,%r17;\n@%p69 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d224,%r656,40;\n"
    "add.s64 %d225,%d210,%d224;\nld.param.v2.u32{%r285,%r286},[%d225+128];\nmul.hi.u32 %r289,%r647,%r286;\n"
    "ld.param.v2.u32{%r290,%r291},[%d225+136];\nshr.u32 %r23,%r289,%r290;\nmul.lo.s32 %r294,%r23,%r285;\n"
    "sub.s32 %r295,%r647,%r294;\ncvt.u64.u32 %d226,%r295;\nld.param.u64 %d227,[%d225+144];\n"
    "mul.lo.s64 %d228,%d227,%d226;\nld.param.u64 %d229,[%d225+152];\nmul.lo.s64 %d230,%d229,%d226;\n"
    "ld.param.u32 %r296,[%d225+160];\nmul.lo.s32 %r297,%r295,%r296;\nadd.s64 %d635,%d228,%d635;\n"
    "add.s64 %d636,%d230,%d636;\nsetp.eq.s32 %p70,%r291,0;\nselp.b32 %r298,%r297,0,%p70;\n"
    "add.s32 %r653,%r298,%r653;\nsetp.eq.s32 %p71,%r291,1;\nselp.b32 %r299,%r297,0,%p71;\n"
    "add.s32 %r654,%r299,%r654;\nsetp.eq.s32 %p72,%r291,2;\nselp.b32 %r300,%r297,0,%p72;\n"
    "add.s32 %r655,%r300,%r655;\nadd.s32 %r656,%r656,1;\nsetp.lt.u32 %p73,%r656,%r17;\nmov.u32 %r647,%r23;\n"
    "@%p73 bra L15;\nL16:\nadd.s32 %r642,%r642,1;\nsetp.lt.u32 %p74,%r642,3;\n@%p74 bra L11;\n"
    "ld.param.v2.u32{%r303,%r304},[%d210+80];\nmov.u32 %r680,0;\nadd.s32 %r307,%r653,1;\n"
    "setp.eq.s32 %p75,%r307,%r303;\nld.param.u64 %d28,[%d210+104];\nneg.s64 %d231,%d28;\n"
    "selp.b64 %d232,%d231,0,%p75;\nld.param.u64 %d29,[%d210+96];\nadd.s64 %d233,%d232,%d29;\n"
    "add.s32 %r308,%r654,1;\nsetp.eq.s32 %p76,%r308,%r304;\nld.param.u64 %d30,[%d210+112];\nneg.s64 %d234,%d30;\n"
    "selp.b64 %d235,%d234,0,%p76;\nadd.s64 %d236,%d233,%d235;\nld.param.u32 %r33,[%d210+88];\n"
    "add.s32 %r309,%r655,1;\nsetp.eq.s32 %p77,%r309,%r33;\nld.param.u64 %d31,[%d210+120];\nneg.s64 %d237,%d31;\n"
    "selp.b64 %d238,%d237,0,%p77;\nadd.s64 %d637,%d236,%d238;\nsetp.ne.s64 %p78,%d637,%d29;\n"
    "selp.u32 %r674,1,0,%p78;\nld.param.u32 %r35,[%d210+80];\nsetp.ge.u32 %p79,%r653,%r35;\n"
    "ld.param.u32 %r36,[%d210+84];\nsetp.ge.u32 %p80,%r654,%r36;\nsetp.ge.u32 %p81,%r655,%r33;\n"
    "or.pred %p82,%p79,%p80;\nor.pred %p83,%p81,%p82;\nselp.u32 %r673,1,0,%p83;\n",
    "ld.param.v2.u32{%r310,%r311},[%d210+928];\nld.param.v2.u32{%r312,%r313},[%d210+952];\n"
    "ld.param.v2.u32{%r314,%r315},[%d210+1840];\nld.param.v2.u32{%r316,%r317},[%d210+56];\n"
    "ld.param.v2.u32{%r318,%r319},[%d210+1864];\nand.b64 %d35,%d626,65535;\ncvt.u32.u64 %r320,%d626;\n"
    "and.b32 %r53,%r320,65535;\nld.param.v2.u32{%r321,%r322},[%d210+936];\n"
    "ld.param.v2.u32{%r323,%r324},[%d210+944];\nadd.s32 %r60,%r324,%r323;\nld.param.u64 %d36,[%d210+968];\n"
    "ld.param.v2.u32{%r325,%r326},[%d210+1848];\nld.param.v2.u32{%r327,%r328},[%d210+1856];\n"
    "add.s32 %r68,%r328,%r327;\nld.param.u64 %d37,[%d210+1880];\nld.param.u32 %r69,[%d210+952];\n"
    "ld.param.u64 %d38,[%d210+1456];\nld.param.u64 %d39,[%d210+1472];\nld.param.u64 %d40,[%d210+1480];\n"
    "ld.param.u64 %d41,[%d210+1496];\nld.param.u64 %d42,[%d210+1504];\nld.param.u64 %d43,[%d210+1520];\n"
    "cvt.u32.u64 %r329,%d624;\nshr.u32 %r71,%r329,16;\nshr.u64 %d239,%d624,32;\ncvt.u32.u64 %r330,%d239;\n"
    "and.b32 %r72,%r330,65535;\nshr.u64 %d240,%d624,48;\ncvt.u32.u64 %r73,%d240;\nshr.u64 %d241,%d626,32;\n"
    "cvt.u32.u64 %r331,%d241;\nand.b32 %r75,%r331,65535;\nld.param.u64 %d45,[%d210+1528];\n"
    "ld.param.u64 %d46,[%d210+1544];\nld.param.u64 %d56,[%d210+1560];\nand.b64 %d57,%d624,65535;\n"
    "ld.param.u64 %d60,[%d210+1584];\nld.param.u64 %d63,[%d210+1608];\nld.param.u64 %d66,[%d210+1632];\n"
    "ld.param.u64 %d69,[%d210+1656];\nld.param.u64 %d72,[%d210+1680];\nld.param.u64 %d75,[%d210+1704];\n"
    "ld.param.u64 %d78,[%d210+1728];\nld.param.u64 %d81,[%d210+1752];\nld.param.u64 %d84,[%d210+1776];\n"
    "ld.param.u64 %d85,[%d210+1800];\nld.param.u64 %d86,[%d210+1824];\nmul.lo.s64 %d371,%d37,3;\n"
    "mul.hi.u32 %r439,%r4,%r325;\nshr.u32 %r191,%r439,%r326;\nadd.s64 %d427,%d56,%d57;\nadd.s64 %d428,%d60,%d57;\n"
    "add.s64 %d429,%d63,%d57;\nadd.s64 %d430,%d66,%d57;\nadd.s64 %d431,%d69,%d57;\nadd.s64 %d432,%d72,%d57;\n"
    "add.s64 %d433,%d75,%d57;\nadd.s64 %d434,%d78,%d57;\nadd.s64 %d435,%d81,%d57;\nadd.s64 %d436,%d84,%d57;\n"
    "add.s64 %d437,%d85,%d57;\nadd.s64 %d438,%d86,%d57;\nmul.lo.s64 %d444,%d36,3;\nmul.hi.u32 %r546,%r4,%r321;\n"
    "shr.u32 %r219,%r546,%r322;\nmov.u32 %r678,%r673;\nmov.u32 %r679,%r674;\nmov.u64 %d640,%d637;\n"
    "mov.u64 %d641,%d636;\nbra.uni L18;\nL180:\nld.param.u32 %r630,[%d210+52];\nld.param.u32 %r629,[%d210+88];\n"
    "ld.param.u32 %r628,[%d210+84];\nld.param.u64 %d596,[%d210+96];\nld.param.u32 %r627,[%d210+80];\n"
    "ld.param.u64 %d595,[%d210+72];\nld.param.u64 %d565,[%d210+64];\nbar.sync 0;\nadd.s64 %d635,%d565,%d635;\n"
    "add.s64 %d636,%d595,%d641;\nsetp.eq.s32 %p249,%r316,0;\nselp.b32 %r574,%r317,0,%p249;\n"
    "add.s32 %r653,%r574,%r653;\nsetp.eq.s32 %p250,%r316,1;\nselp.b32 %r575,%r317,0,%p250;\n"
    "add.s32 %r654,%r575,%r654;\nsetp.eq.s32 %p251,%r316,2;\nselp.b32 %r576,%r317,0,%p251;\n"
    "add.s32 %r655,%r576,%r655;\nadd.s32 %r577,%r653,1;\nsetp.eq.s32 %p252,%r577,%r627;\n"
    "selp.b64 %d501,%d231,0,%p252;\nadd.s64 %d502,%d501,%d596;\nadd.s32 %r578,%r654,1;\n"
    "setp.eq.s32 %p253,%r578,%r628;\nselp.b64 %d504,%d234,0,%p253;\nadd.s64 %d505,%d502,%d504;\n"
    "add.s32 %r579,%r655,1;\nsetp.eq.s32 %p254,%r579,%r629;\nselp.b64 %d507,%d237,0,%p254;\n"
    "add.s64 %d637,%d505,%d507;\nsetp.ne.s64 %p255,%d637,%d596;\nselp.u32 %r674,1,0,%p255;\n"
    "setp.ge.u32 %p256,%r653,%r627;\nsetp.ge.u32 %p257,%r654,%r628;\nsetp.ge.u32 %p258,%r655,%r629;\n"
    "or.pred %p259,%p256,%p257;\nor.pred %p260,%p258,%p259;\nadd.s32 %r680,%r680,1;\n"
    "setp.ge.u32 %p261,%r680,%r630;\nor.pred %p262,%p260,%p261;\nselp.u32 %r673,1,0,%p262;\nL18:\n"
    ".pragma \"nounroll\";\nmov.u64 %d91,%d641;\nmov.u64 %d90,%d640;\nmov.u32 %r99,%r679;\nmov.u32 %r98,%r678;\n"
    "mov.u64 %d641,%d636;\nmov.u64 %d640,%d637;\nmov.u32 %r679,%r674;\nmov.u32 %r678,%r673;\n"
    "setp.le.u32 %p84,%r310,%r4;\nadd.s64 %d92,%d635,%d623;\nsetp.ne.s32 %p85,%r678,0;\nor.pred %p86,%p85,%p84;\n"
    "@%p86 bra L62;\nsetp.gt.u32 %p87,%r313,1;\n@%p87 bra L53;\nbra.uni L20;\nL53:\nsetp.eq.s32 %p152,%r679,0;\n"
    "setp.ne.s32 %p153,%r312,0;\nsub.s64 %d93,%d640,%d625;\nsetp.eq.s32 %p154,%r312,0;\n"
    "or.pred %p155,%p152,%p154;\nand.pred %p290,%p152,%p153;\n@%p155 bra L55;\nsub.s64 %d307,%d93,%d39;\n",
    "and.b64 %d308,%d307,4611688217451692032;\nsetp.eq.s64 %p290,%d308,4611688217451692032;\nL55:\n"
    "setp.gt.u32 %p156,%r312,1;\nadd.s64 %d309,%d38,%d92;\nselp.u32 %r368,1,0,%p290;\n"
    "{.reg .pred q;setp.ne.s32 q,%r368,0;\nmov.u32 %r672,0;mov.u32 %r671,0;mov.u32 %r670,0;mov.u32 %r669,0;\n"
    "@q ld.global.v4.u32{%r672,%r671,%r670,%r669},[%d309];}\nsetp.lt.u32 %p157,%r312,2;\n"
    "or.pred %p159,%p152,%p157;\nand.pred %p291,%p152,%p156;\n@%p159 bra L57;\nsub.s64 %d622,%d640,%d625;\n"
    "sub.s64 %d310,%d622,%d41;\nand.b64 %d311,%d310,4611688217451692032;\n"
    "setp.eq.s64 %p291,%d311,4611688217451692032;\nL57:\nsetp.gt.u32 %p160,%r312,2;\nadd.s64 %d312,%d40,%d92;\n"
    "selp.u32 %r373,1,0,%p291;\n{.reg .pred q;setp.ne.s32 q,%r373,0;\n"
    "mov.u32 %r668,0;mov.u32 %r667,0;mov.u32 %r666,0;mov.u32 %r665,0;\n"
    "@q ld.global.v4.u32{%r668,%r667,%r666,%r665},[%d312];}\nsetp.lt.u32 %p161,%r312,3;\n"
    "or.pred %p163,%p152,%p161;\nand.pred %p292,%p152,%p160;\n@%p163 bra L59;\nsub.s64 %d597,%d640,%d625;\n"
    "sub.s64 %d313,%d597,%d43;\nand.b64 %d314,%d313,4611688217451692032;\n"
    "setp.eq.s64 %p292,%d314,4611688217451692032;\nL59:\nsetp.gt.u32 %p164,%r312,3;\nadd.s64 %d315,%d42,%d92;\n"
    "selp.u32 %r378,1,0,%p292;\n{.reg .pred q;setp.ne.s32 q,%r378,0;\n"
    "mov.u32 %r664,0;mov.u32 %r663,0;mov.u32 %r662,0;mov.u32 %r661,0;\n"
    "@q ld.global.v4.u32{%r664,%r663,%r662,%r661},[%d315];}\nsetp.lt.u32 %p165,%r312,4;\n"
    "or.pred %p167,%p152,%p165;\nand.pred %p293,%p152,%p164;\n@%p167 bra L61;\nsub.s64 %d598,%d640,%d625;\n"
    "sub.s64 %d316,%d598,%d46;\nand.b64 %d317,%d316,4611688217451692032;\n"
    "setp.eq.s64 %p293,%d317,4611688217451692032;\nL61:\nadd.s64 %d318,%d45,%d92;\nselp.u32 %r383,1,0,%p293;\n"
    "{.reg .pred q;setp.ne.s32 q,%r383,0;\nmov.u32 %r660,0;mov.u32 %r659,0;mov.u32 %r658,0;mov.u32 %r657,0;\n"
    "@q ld.global.v4.u32{%r660,%r659,%r658,%r657},[%d318];}\nbra.uni L62;\nL20:\nsetp.eq.s32 %p88,%r679,0;\n"
    "setp.ne.s32 %p89,%r69,0;\nsetp.eq.s32 %p90,%r69,0;\nor.pred %p91,%p88,%p90;\nand.pred %p274,%p88,%p89;\n"
    "@%p91 bra L22;\nsub.s64 %d243,%d640,%d625;\nsub.s64 %d244,%d243,%d39;\n"
    "and.b64 %d245,%d244,4611688217451692032;\nsetp.eq.s64 %p274,%d245,4611688217451692032;\nL22:\n"
    "add.s64 %d246,%d38,%d92;\nselp.u32 %r333,1,0,%p274;\n{.reg .pred q;setp.ne.s32 q,%r333,0;\n"
    "mov.b32 %r672,0;@q ld.global.u32 %r672,[%d246];}\nsetp.gt.u32 %p92,%r69,1;\nsetp.lt.u32 %p93,%r69,2;\n"
    "or.pred %p95,%p88,%p93;\nand.pred %p275,%p88,%p92;\n@%p95 bra L24;\nsub.s64 %d247,%d640,%d625;\n"
    "sub.s64 %d248,%d247,%d41;\nand.b64 %d249,%d248,4611688217451692032;\n"
    "setp.eq.s64 %p275,%d249,4611688217451692032;\nL24:\nadd.s64 %d250,%d40,%d92;\nselp.u32 %r335,1,0,%p275;\n"
    "{.reg .pred q;setp.ne.s32 q,%r335,0;\nmov.b32 %r671,0;@q ld.global.u32 %r671,[%d250];}\n"
    "setp.gt.u32 %p96,%r69,2;\nsetp.lt.u32 %p97,%r69,3;\nor.pred %p99,%p88,%p97;\nand.pred %p276,%p88,%p96;\n"
    "@%p99 bra L26;\nsub.s64 %d251,%d640,%d625;\nsub.s64 %d252,%d251,%d43;\n"
    "and.b64 %d253,%d252,4611688217451692032;\nsetp.eq.s64 %p276,%d253,4611688217451692032;\nL26:\n"
    "add.s64 %d254,%d42,%d92;\nselp.u32 %r337,1,0,%p276;\n{.reg .pred q;setp.ne.s32 q,%r337,0;\n"
    "mov.b32 %r670,0;@q ld.global.u32 %r670,[%d254];}\nsetp.gt.u32 %p100,%r69,3;\nsetp.lt.u32 %p101,%r69,4;\n"
    "or.pred %p103,%p88,%p101;\nand.pred %p277,%p88,%p100;\n@%p103 bra L28;\nsub.s64 %d255,%d640,%d625;\n"
    "sub.s64 %d256,%d255,%d46;\nand.b64 %d257,%d256,4611688217451692032;\n"
    "setp.eq.s64 %p277,%d257,4611688217451692032;\nL28:\nadd.s64 %d258,%d45,%d92;\nselp.u32 %r339,1,0,%p277;\n"
    "{.reg .pred q;setp.ne.s32 q,%r339,0;\nmov.b32 %r669,0;@q ld.global.u32 %r669,[%d258];}\n"
    "setp.gt.u32 %p104,%r69,4;\nsetp.lt.u32 %p105,%r69,5;\nor.pred %p107,%p88,%p105;\nand.pred %p278,%p88,%p104;\n"
    "@%p107 bra L30;\nld.param.u64 %d566,[%d210+1568];\nsub.s64 %d259,%d640,%d625;\nsub.s64 %d260,%d259,%d566;\n"
    "and.b64 %d261,%d260,4611688217451692032;\nsetp.eq.s64 %p278,%d261,4611688217451692032;\nL30:\n"
    "ld.param.u64 %d567,[%d210+1552];\nadd.s64 %d262,%d567,%d92;\nselp.u32 %r341,1,0,%p278;\n"
    "{.reg .pred q;setp.ne.s32 q,%r341,0;\nmov.b32 %r668,0;@q ld.global.u32 %r668,[%d262];}\n"
    "setp.gt.u32 %p108,%r69,5;\n",
    "setp.lt.u32 %p109,%r69,6;\nor.pred %p111,%p88,%p109;\nand.pred %p279,%p88,%p108;\n@%p111 bra L32;\n"
    "ld.param.u64 %d568,[%d210+1592];\nsub.s64 %d263,%d640,%d625;\nsub.s64 %d264,%d263,%d568;\n"
    "and.b64 %d265,%d264,4611688217451692032;\nsetp.eq.s64 %p279,%d265,4611688217451692032;\nL32:\n"
    "ld.param.u64 %d569,[%d210+1576];\nadd.s64 %d266,%d569,%d92;\nselp.u32 %r343,1,0,%p279;\n"
    "{.reg .pred q;setp.ne.s32 q,%r343,0;\nmov.b32 %r667,0;@q ld.global.u32 %r667,[%d266];}\n"
    "setp.gt.u32 %p112,%r69,6;\nsetp.lt.u32 %p113,%r69,7;\nor.pred %p115,%p88,%p113;\nand.pred %p280,%p88,%p112;\n"
    "@%p115 bra L34;\nld.param.u64 %d570,[%d210+1616];\nsub.s64 %d267,%d640,%d625;\nsub.s64 %d268,%d267,%d570;\n"
    "and.b64 %d269,%d268,4611688217451692032;\nsetp.eq.s64 %p280,%d269,4611688217451692032;\nL34:\n"
    "ld.param.u64 %d571,[%d210+1600];\nadd.s64 %d270,%d571,%d92;\nselp.u32 %r345,1,0,%p280;\n"
    "{.reg .pred q;setp.ne.s32 q,%r345,0;\nmov.b32 %r666,0;@q ld.global.u32 %r666,[%d270];}\n"
    "setp.gt.u32 %p116,%r69,7;\nsetp.lt.u32 %p117,%r69,8;\nor.pred %p119,%p88,%p117;\nand.pred %p281,%p88,%p116;\n"
    "@%p119 bra L36;\nld.param.u64 %d572,[%d210+1640];\nsub.s64 %d271,%d640,%d625;\nsub.s64 %d272,%d271,%d572;\n"
    "and.b64 %d273,%d272,4611688217451692032;\nsetp.eq.s64 %p281,%d273,4611688217451692032;\nL36:\n"
    "ld.param.u64 %d573,[%d210+1624];\nadd.s64 %d274,%d573,%d92;\nselp.u32 %r347,1,0,%p281;\n"
    "{.reg .pred q;setp.ne.s32 q,%r347,0;\nmov.b32 %r665,0;@q ld.global.u32 %r665,[%d274];}\n"
    "setp.gt.u32 %p120,%r69,8;\nsetp.lt.u32 %p121,%r69,9;\nor.pred %p123,%p88,%p121;\nand.pred %p282,%p88,%p120;\n"
    "@%p123 bra L38;\nld.param.u64 %d574,[%d210+1664];\nsub.s64 %d275,%d640,%d625;\nsub.s64 %d276,%d275,%d574;\n"
    "and.b64 %d277,%d276,4611688217451692032;\nsetp.eq.s64 %p282,%d277,4611688217451692032;\nL38:\n"
    "ld.param.u64 %d575,[%d210+1648];\nadd.s64 %d278,%d575,%d92;\nselp.u32 %r349,1,0,%p282;\n"
    "{.reg .pred q;setp.ne.s32 q,%r349,0;\nmov.b32 %r664,0;@q ld.global.u32 %r664,[%d278];}\n"
    "setp.gt.u32 %p124,%r69,9;\nsetp.lt.u32 %p125,%r69,10;\nor.pred %p127,%p88,%p125;\nand.pred %p283,%p88,%p124;\n"
    "@%p127 bra L40;\nld.param.u64 %d576,[%d210+1688];\nsub.s64 %d279,%d640,%d625;\nsub.s64 %d280,%d279,%d576;\n"
    "and.b64 %d281,%d280,4611688217451692032;\nsetp.eq.s64 %p283,%d281,4611688217451692032;\nL40:\n"
    "ld.param.u64 %d577,[%d210+1672];\nadd.s64 %d282,%d577,%d92;\nselp.u32 %r351,1,0,%p283;\n"
    "{.reg .pred q;setp.ne.s32 q,%r351,0;\nmov.b32 %r663,0;@q ld.global.u32 %r663,[%d282];}\n"
    "setp.gt.u32 %p128,%r69,10;\nsetp.lt.u32 %p129,%r69,11;\nor.pred %p131,%p88,%p129;\n"
    "and.pred %p284,%p88,%p128;\n@%p131 bra L42;\nld.param.u64 %d578,[%d210+1712];\nsub.s64 %d283,%d640,%d625;\n"
    "sub.s64 %d284,%d283,%d578;\nand.b64 %d285,%d284,4611688217451692032;\n"
    "setp.eq.s64 %p284,%d285,4611688217451692032;\nL42:\nld.param.u64 %d579,[%d210+1696];\n"
    "add.s64 %d286,%d579,%d92;\nselp.u32 %r353,1,0,%p284;\n{.reg .pred q;setp.ne.s32 q,%r353,0;\n"
    "mov.b32 %r662,0;@q ld.global.u32 %r662,[%d286];}\nsetp.gt.u32 %p132,%r69,11;\nsetp.lt.u32 %p133,%r69,12;\n"
    "or.pred %p135,%p88,%p133;\nand.pred %p285,%p88,%p132;\n@%p135 bra L44;\nld.param.u64 %d580,[%d210+1736];\n"
    "sub.s64 %d287,%d640,%d625;\nsub.s64 %d288,%d287,%d580;\nand.b64 %d289,%d288,4611688217451692032;\n"
    "setp.eq.s64 %p285,%d289,4611688217451692032;\nL44:\nld.param.u64 %d581,[%d210+1720];\n"
    "add.s64 %d290,%d581,%d92;\nselp.u32 %r355,1,0,%p285;\n{.reg .pred q;setp.ne.s32 q,%r355,0;\n"
    "mov.b32 %r661,0;@q ld.global.u32 %r661,[%d290];}\nsetp.gt.u32 %p136,%r69,12;\nsetp.lt.u32 %p137,%r69,13;\n"
    "or.pred %p139,%p88,%p137;\nand.pred %p286,%p88,%p136;\n@%p139 bra L46;\nld.param.u64 %d582,[%d210+1760];\n"
    "sub.s64 %d291,%d640,%d625;\nsub.s64 %d292,%d291,%d582;\nand.b64 %d293,%d292,4611688217451692032;\n"
    "setp.eq.s64 %p286,%d293,4611688217451692032;\nL46:\nld.param.u64 %d583,[%d210+1744];\n"
    "add.s64 %d294,%d583,%d92;\nselp.u32 %r357,1,0,%p286;\n{.reg .pred q;setp.ne.s32 q,%r357,0;\n"
    "mov.b32 %r660,0;@q ld.global.u32 %r660,[%d294];}\nsetp.gt.u32 %p140,%r69,13;\nsetp.lt.u32 %p141,%r69,14;\n"
    "or.pred %p143,%p88,%p141;\nand.pred %p287,%p88,%p140;\n@%p143 bra L48;\n",
    "ld.param.u64 %d584,[%d210+1784];\nsub.s64 %d295,%d640,%d625;\nsub.s64 %d296,%d295,%d584;\n"
    "and.b64 %d297,%d296,4611688217451692032;\nsetp.eq.s64 %p287,%d297,4611688217451692032;\nL48:\n"
    "ld.param.u64 %d585,[%d210+1768];\nadd.s64 %d298,%d585,%d92;\nselp.u32 %r359,1,0,%p287;\n"
    "{.reg .pred q;setp.ne.s32 q,%r359,0;\nmov.b32 %r659,0;@q ld.global.u32 %r659,[%d298];}\n"
    "setp.gt.u32 %p144,%r69,14;\nsetp.lt.u32 %p145,%r69,15;\nor.pred %p147,%p88,%p145;\n"
    "and.pred %p288,%p88,%p144;\n@%p147 bra L50;\nld.param.u64 %d586,[%d210+1808];\nsub.s64 %d299,%d640,%d625;\n"
    "sub.s64 %d300,%d299,%d586;\nand.b64 %d301,%d300,4611688217451692032;\n"
    "setp.eq.s64 %p288,%d301,4611688217451692032;\nL50:\nld.param.u64 %d587,[%d210+1792];\n"
    "add.s64 %d302,%d587,%d92;\nselp.u32 %r361,1,0,%p288;\n{.reg .pred q;setp.ne.s32 q,%r361,0;\n"
    "mov.b32 %r658,0;@q ld.global.u32 %r658,[%d302];}\nsetp.gt.u32 %p148,%r69,15;\nsetp.lt.u32 %p149,%r69,16;\n"
    "or.pred %p151,%p88,%p149;\nand.pred %p289,%p88,%p148;\n@%p151 bra L52;\nld.param.u64 %d588,[%d210+1832];\n"
    "sub.s64 %d303,%d640,%d625;\nsub.s64 %d304,%d303,%d588;\nand.b64 %d305,%d304,4611688217451692032;\n"
    "setp.eq.s64 %p289,%d305,4611688217451692032;\nL52:\nld.param.u64 %d589,[%d210+1816];\n"
    "add.s64 %d306,%d589,%d92;\nselp.u32 %r363,1,0,%p289;\n{.reg .pred q;setp.ne.s32 q,%r363,0;\n"
    "mov.b32 %r657,0;@q ld.global.u32 %r657,[%d306];}\nL62:\nsetp.eq.s32 %p168,%r680,0;\n@%p168 bra L119;\n"
    "setp.le.u32 %p169,%r314,%r4;\nsetp.ne.s32 %p170,%r98,0;\nor.pred %p171,%p170,%p169;\n@%p171 bra L116;\n"
    "ld.param.u32 %r620,[%d210+1868];\nsetp.gt.u32 %p172,%r620,1;\n@%p172 bra L85;\nbra.uni L65;\nL85:\n"
    "setp.eq.s32 %p187,%r318,0;\n@%p187 bra L94;\nmov.u32 %r702,0;\nL87:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p188,%r99,0;\n@%p188 bra L89;\nmul.wide.u32 %d353,%r702,24;\nadd.s64 %d354,%d210,%d353;\n"
    "sub.s64 %d355,%d90,%d629;\nld.param.u64 %d356,[%d354+2384];\nsub.s64 %d357,%d355,%d356;\n"
    "and.b64 %d358,%d357,4611688217451692032;\nsetp.ne.s64 %p189,%d358,4611688217451692032;\n@%p189 bra L93;\n"
    "L89:\nld.param.u32 %r621,[%d210+32];\nsetp.eq.s32 %p190,%r621,0;\nmul.wide.u32 %d359,%r702,24;\n"
    "add.s64 %d360,%d210,%d359;\nld.param.u64 %d99,[%d360+2376];\n@%p190 bra L91;\ncvt.u32.u64 %r414,%d99;\n"
    "add.s32 %r415,%r53,%r414;\nmov.u32 %r416,tile;\nadd.s32 %r417,%r416,%r415;\n"
    "ld.shared.v4.u32{%r706,%r705,%r704,%r703},[%r417];\nbra.uni L92;\nL91:\nshr.u64 %d594,%d626,48;\n"
    "cvt.u32.u64 %r626,%d594;\ncvt.u32.u64 %r625,%d626;\nshr.u32 %r624,%r625,16;\ncvt.u32.u64 %r422,%d99;\n"
    "add.s32 %r423,%r53,%r422;\nmov.u32 %r424,tile;\nadd.s32 %r425,%r424,%r423;\nld.shared.u32 %r706,[%r425];\n"
    "add.s32 %r426,%r624,%r422;\nadd.s32 %r427,%r424,%r426;\nld.shared.u32 %r705,[%r427];\n"
    "add.s32 %r428,%r75,%r422;\nadd.s32 %r429,%r424,%r428;\nld.shared.u32 %r704,[%r429];\n"
    "add.s32 %r430,%r626,%r422;\nadd.s32 %r431,%r424,%r430;\nld.shared.u32 %r703,[%r431];\nL92:\n"
    "mul.wide.u32 %d605,%r702,24;\nadd.s64 %d604,%d210,%d605;\nadd.s64 %d603,%d91,%d628;\n"
    "ld.param.u64 %d364,[%d604+2368];\nadd.s64 %d361,%d603,%d364;\nmov.u32 %r436,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r436,0;\n@q st.global.v4.u32[%d361],{%r706,%r705,%r704,%r703};}\nL93:\n"
    "add.s32 %r702,%r702,1;\nsetp.lt.u32 %p191,%r702,%r318;\n@%p191 bra L87;\nL94:\nsetp.eq.s32 %p193,%r99,0;\n"
    "or.pred %p194,%p193,%p187;\n@%p194 bra L116;\nmov.u32 %r707,0;\nL96:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d365,%r707,24;\nadd.s64 %d366,%d210,%d365;\nsub.s64 %d367,%d90,%d629;\n"
    "ld.param.u64 %d100,[%d366+2384];\nsub.s64 %d368,%d367,%d100;\nand.b64 %d369,%d368,4611688217451692032;\n"
    "setp.eq.s64 %p195,%d369,4611688217451692032;\n@%p195 bra L115;\nld.param.u32 %r617,[%d210+1872];\n"
    "setp.eq.s32 %p196,%r617,0;\n@%p196 bra L99;\nmul.wide.u32 %d608,%r707,24;\nadd.s64 %d607,%d210,%d608;\n"
    "ld.param.u64 %d606,[%d607+2384];\nsub.s64 %d564,%d90,%d629;\nadd.s64 %d372,%d564,%d371;\n"
    "sub.s64 %d373,%d372,%d606;\nand.b64 %d374,%d373,4611688217451692032;\n"
    "setp.ne.s64 %p197,%d374,4611688217451692032;\n@%p197 bra L115;\nL99:\nmov.u32 %r708,0;\nL100:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p198,%r315,2;\nmov.u32 %r709,%r4;\n",
    "@%p198 bra L102;\nmov.u32 %r709,%r191;\nL102:\nmov.u64 %d645,0;\nadd.s32 %r710,%r327,1;\n"
    "setp.ge.u32 %p199,%r710,%r68;\nmov.u64 %d646,%d645;\nmov.u64 %d647,%d645;\nmov.u32 %r713,%r327;\n"
    "mov.u32 %r714,%r709;\n@%p199 bra L105;\nmov.u64 %d647,0;\nmov.u32 %r711,%r709;\nmov.u32 %r712,%r327;\n"
    "mov.u64 %d646,%d647;\nmov.u64 %d645,%d647;\nL104:\n.pragma \"nounroll\";\nmov.u32 %r713,%r710;\n"
    "mul.wide.u32 %d381,%r712,40;\nadd.s64 %d382,%d210,%d381;\nld.param.v2.u32{%r441,%r442},[%d382+1888];\n"
    "mul.hi.u32 %r445,%r711,%r442;\nld.param.u32 %r446,[%d382+1896];\nshr.u32 %r714,%r445,%r446;\n"
    "mul.lo.s32 %r447,%r714,%r441;\nsub.s32 %r448,%r711,%r447;\ncvt.u64.u32 %d383,%r448;\n"
    "ld.param.u64 %d384,[%d382+1904];\nmul.lo.s64 %d385,%d384,%d383;\nadd.s64 %d645,%d385,%d645;\n"
    "ld.param.u64 %d386,[%d382+1912];\nmul.lo.s64 %d387,%d386,%d383;\nadd.s64 %d646,%d387,%d646;\n"
    "ld.param.u64 %d388,[%d382+1920];\nmul.lo.s64 %d389,%d388,%d383;\nadd.s64 %d647,%d389,%d647;\n"
    "add.s32 %r710,%r713,1;\nsetp.lt.u32 %p200,%r710,%r68;\nmov.u32 %r711,%r714;\nmov.u32 %r712,%r713;\n"
    "@%p200 bra L104;\nL105:\nsetp.ge.u32 %p201,%r713,%r68;\n@%p201 bra L107;\nmul.wide.u32 %d390,%r713,40;\n"
    "add.s64 %d391,%d210,%d390;\ncvt.u64.u32 %d392,%r714;\nld.param.u64 %d393,[%d391+1904];\n"
    "mul.lo.s64 %d394,%d393,%d392;\nadd.s64 %d645,%d394,%d645;\nld.param.u64 %d395,[%d391+1912];\n"
    "mul.lo.s64 %d396,%d395,%d392;\nadd.s64 %d646,%d396,%d646;\nld.param.u64 %d397,[%d391+1920];\n"
    "mul.lo.s64 %d398,%d397,%d392;\nadd.s64 %d647,%d398,%d647;\nL107:\nmul.lo.s32 %r450,%r315,%r709;\n"
    "sub.s32 %r451,%r4,%r450;\nmad.lo.s32 %r719,%r319,%r451,%r708;\nsetp.lt.u32 %p202,%r327,2;\nmov.u32 %r718,0;\n"
    "@%p202 bra L110;\nmov.u32 %r717,0;\nmov.u32 %r715,1;\nmov.u32 %r716,%r719;\nL109:\n.pragma \"nounroll\";\n"
    "mov.u32 %r718,%r715;\nmul.wide.u32 %d399,%r717,40;\nadd.s64 %d400,%d210,%d399;\n"
    "ld.param.v2.u32{%r454,%r455},[%d400+1888];\nmul.hi.u32 %r458,%r716,%r455;\nld.param.u32 %r459,[%d400+1896];\n"
    "shr.u32 %r719,%r458,%r459;\nmul.lo.s32 %r460,%r719,%r454;\nsub.s32 %r461,%r716,%r460;\n"
    "cvt.u64.u32 %d401,%r461;\nld.param.u64 %d402,[%d400+1904];\nmul.lo.s64 %d403,%d402,%d401;\n"
    "add.s64 %d645,%d403,%d645;\nld.param.u64 %d404,[%d400+1912];\nmul.lo.s64 %d405,%d404,%d401;\n"
    "add.s64 %d646,%d405,%d646;\nld.param.u64 %d406,[%d400+1920];\nmul.lo.s64 %d407,%d406,%d401;\n"
    "add.s64 %d647,%d407,%d647;\nadd.s32 %r715,%r718,1;\nsetp.lt.u32 %p203,%r715,%r327;\nmov.u32 %r716,%r719;\n"
    "mov.u32 %r717,%r718;\n@%p203 bra L109;\nL110:\nsetp.ge.u32 %p204,%r718,%r327;\n@%p204 bra L112;\n"
    "mul.wide.u32 %d408,%r718,40;\nadd.s64 %d409,%d210,%d408;\ncvt.u64.u32 %d410,%r719;\n"
    "ld.param.u64 %d411,[%d409+1904];\nmul.lo.s64 %d412,%d411,%d410;\nadd.s64 %d645,%d412,%d645;\n"
    "ld.param.u64 %d413,[%d409+1912];\nmul.lo.s64 %d414,%d413,%d410;\nadd.s64 %d646,%d414,%d646;\n"
    "ld.param.u64 %d415,[%d409+1920];\nmul.lo.s64 %d416,%d415,%d410;\nadd.s64 %d647,%d416,%d647;\nL112:\n"
    "mul.wide.u32 %d610,%r707,24;\nadd.s64 %d609,%d210,%d610;\nld.param.u64 %d419,[%d609+2376];\n"
    "add.s64 %d131,%d419,%d646;\nadd.s64 %d420,%d645,%d91;\nld.param.u64 %d421,[%d609+2368];\n"
    "add.s64 %d132,%d420,%d421;\nsub.s64 %d422,%d90,%d647;\nld.param.u64 %d423,[%d609+2384];\n"
    "sub.s64 %d424,%d422,%d423;\nand.b64 %d425,%d424,4611688217451692032;\n"
    "setp.ne.s64 %p205,%d425,4611688217451692032;\n@%p205 bra L114;\ncvt.u32.u64 %r464,%d131;\n"
    "mov.u32 %r465,tile;\nadd.s32 %r466,%r465,%r464;\nld.shared.u32 %r462,[%r466];\nmov.u32 %r463,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r463,0;\n@q st.global.u32[%d132],%r462;}\nL114:\nadd.s32 %r708,%r708,1;\n"
    "setp.lt.u32 %p206,%r708,4;\n@%p206 bra L100;\nL115:\nld.param.u32 %r618,[%d210+1864];\n"
    "add.s32 %r707,%r707,1;\nsetp.lt.u32 %p207,%r707,%r618;\n@%p207 bra L96;\nbra.uni L116;\nL65:\n"
    "setp.eq.s32 %p173,%r318,0;\n@%p173 bra L116;\nsub.s64 %d95,%d90,%d629;\nmov.u32 %r697,0;\nL67:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p174,%r697,%r318;\n@%p174 bra L84;\nsetp.eq.s32 %p175,%r99,0;\n"
    "and.b32 %r385,%r697,12;\nmul.wide.u32 %d319,%r385,24;\nadd.s64 %d320,%d210,%d319;\nadd.s64 %d96,%d320,2384;\n"
    "@%p175 bra L70;\n",
    "ld.param.u64 %d321,[%d96];\nsub.s64 %d322,%d95,%d321;\nand.b64 %d323,%d322,4611688217451692032;\n"
    "setp.eq.s64 %p176,%d323,4611688217451692032;\nselp.u32 %r698,1,0,%p176;\nbra.uni L71;\nL70:\n"
    "mov.u32 %r698,1;\nL71:\nadd.s64 %d599,%d91,%d628;\nld.param.u64 %d325,[%d96+-16];\n"
    "add.s64 %d324,%d599,%d325;\nld.param.u64 %d326,[%d96+-8];\nadd.s64 %d327,%d326,%d35;\n"
    "cvt.u32.u64 %r389,%d327;\nmov.u32 %r390,tile;\nadd.s32 %r391,%r390,%r389;\nld.shared.u32 %r387,[%r391];\n"
    "{.reg .pred q;setp.ne.s32 q,%r698,0;\n@q st.global.u32[%d324],%r387;}\nadd.s32 %r165,%r697,1;\n"
    "setp.ge.u32 %p177,%r165,%r318;\n@%p177 bra L84;\nand.b32 %r392,%r165,13;\nmul.wide.u32 %d328,%r392,24;\n"
    "add.s64 %d329,%d210,%d328;\nadd.s64 %d97,%d329,2384;\n@%p175 bra L74;\nld.param.u64 %d330,[%d97];\n"
    "sub.s64 %d331,%d95,%d330;\nand.b64 %d332,%d331,4611688217451692032;\n"
    "setp.eq.s64 %p179,%d332,4611688217451692032;\nselp.u32 %r699,1,0,%p179;\nbra.uni L75;\nL74:\n"
    "mov.u32 %r699,1;\nL75:\nmov.u32 %r632,tile;\nadd.s64 %d600,%d91,%d628;\nld.param.u64 %d334,[%d97+-16];\n"
    "add.s64 %d333,%d600,%d334;\nld.param.u64 %d335,[%d97+-8];\nadd.s64 %d336,%d335,%d35;\n"
    "cvt.u32.u64 %r396,%d336;\nadd.s32 %r398,%r632,%r396;\nld.shared.u32 %r394,[%r398];\n"
    "{.reg .pred q;setp.ne.s32 q,%r699,0;\n@q st.global.u32[%d333],%r394;}\nadd.s32 %r168,%r697,2;\n"
    "setp.ge.u32 %p180,%r168,%r318;\n@%p180 bra L84;\nand.b32 %r399,%r168,14;\nmul.wide.u32 %d337,%r399,24;\n"
    "add.s64 %d338,%d210,%d337;\nadd.s64 %d98,%d338,2384;\n@%p175 bra L78;\nld.param.u64 %d339,[%d98];\n"
    "sub.s64 %d340,%d95,%d339;\nand.b64 %d341,%d340,4611688217451692032;\n"
    "setp.eq.s64 %p182,%d341,4611688217451692032;\nselp.u32 %r700,1,0,%p182;\nbra.uni L79;\nL78:\n"
    "mov.u32 %r700,1;\nL79:\nmov.u32 %r633,tile;\nadd.s64 %d601,%d91,%d628;\nld.param.u64 %d343,[%d98+-16];\n"
    "add.s64 %d342,%d601,%d343;\nld.param.u64 %d344,[%d98+-8];\nadd.s64 %d345,%d344,%d35;\n"
    "cvt.u32.u64 %r403,%d345;\nadd.s32 %r405,%r633,%r403;\nld.shared.u32 %r401,[%r405];\n"
    "{.reg .pred q;setp.ne.s32 q,%r700,0;\n@q st.global.u32[%d342],%r401;}\nadd.s32 %r406,%r697,3;\n"
    "setp.ge.u32 %p183,%r406,%r318;\n@%p183 bra L84;\n@%p175 bra L82;\nld.param.u64 %d346,[%d97+48];\n"
    "sub.s64 %d347,%d95,%d346;\nand.b64 %d348,%d347,4611688217451692032;\n"
    "setp.eq.s64 %p185,%d348,4611688217451692032;\nselp.u32 %r701,1,0,%p185;\nbra.uni L83;\nL82:\n"
    "mov.u32 %r701,1;\nL83:\nmov.u32 %r634,tile;\nadd.s64 %d602,%d91,%d628;\nld.param.u64 %d350,[%d97+32];\n"
    "add.s64 %d349,%d602,%d350;\nld.param.u64 %d351,[%d97+40];\nadd.s64 %d352,%d351,%d35;\n"
    "cvt.u32.u64 %r410,%d352;\nadd.s32 %r412,%r634,%r410;\nld.shared.u32 %r408,[%r412];\n"
    "{.reg .pred q;setp.ne.s32 q,%r701,0;\n@q st.global.u32[%d349],%r408;}\nL84:\nadd.s32 %r697,%r697,4;\n"
    "setp.lt.u32 %p186,%r697,%r318;\n@%p186 bra L67;\nL116:\nsetp.eq.s32 %p208,%r678,0;\n@%p208 bra L118;\n"
    "bra.uni L117;\nL118:\nbar.sync 0;\nL119:\nsetp.ne.s32 %p273,%r678,0;\nld.param.u32 %r619,[%d210+928];\n"
    "setp.le.u32 %p210,%r619,%r4;\nor.pred %p211,%p273,%p210;\n@%p211 bra L180;\nand.b32 %r631,%r329,65535;\n"
    "ld.param.u64 %d593,[%d210+1536];\nld.param.u64 %d592,[%d210+1512];\nld.param.u64 %d591,[%d210+1488];\n"
    "ld.param.u64 %d590,[%d210+1464];\nld.param.u32 %r622,[%d210+956];\nsetp.gt.u32 %p212,%r622,1;\n"
    "cvt.u32.u64 %r467,%d590;\nadd.s32 %r468,%r631,%r467;\nmov.u32 %r469,tile;\nadd.s32 %r213,%r469,%r468;\n"
    "cvt.u32.u64 %r470,%d591;\nadd.s32 %r471,%r631,%r470;\nadd.s32 %r214,%r469,%r471;\ncvt.u32.u64 %r472,%d592;\n"
    "add.s32 %r473,%r631,%r472;\nadd.s32 %r215,%r469,%r473;\ncvt.u32.u64 %r474,%d593;\nadd.s32 %r475,%r631,%r474;\n"
    "add.s32 %r216,%r469,%r475;\n@%p212 bra L153;\nbra.uni L121;\nL153:\nsetp.eq.s32 %p229,%r69,0;\n"
    "@%p229 bra L158;\nld.param.u64 %d611,[%d210+1464];\ncvt.u32.u64 %r635,%d611;\nadd.s32 %r513,%r73,%r635;\n"
    "add.s32 %r515,%r469,%r513;\nadd.s32 %r516,%r72,%r635;\nadd.s32 %r517,%r469,%r516;\nadd.s32 %r518,%r71,%r635;\n"
    "add.s32 %r519,%r469,%r518;\nsetp.lt.u32 %p230,%r312,2;\nst.shared.u32[%r213],%r672;\n"
    "st.shared.u32[%r519],%r671;\nst.shared.u32[%r517],%r670;\nst.shared.u32[%r515],%r669;\n@%p230 bra L158;\n",
    "ld.param.u64 %d612,[%d210+1488];\ncvt.u32.u64 %r636,%d612;\nsetp.eq.s32 %p231,%r312,2;\n"
    "add.s32 %r521,%r73,%r636;\nadd.s32 %r523,%r469,%r521;\nadd.s32 %r524,%r72,%r636;\nadd.s32 %r525,%r469,%r524;\n"
    "add.s32 %r526,%r71,%r636;\nadd.s32 %r527,%r469,%r526;\nst.shared.u32[%r214],%r668;\n"
    "st.shared.u32[%r527],%r667;\nst.shared.u32[%r525],%r666;\nst.shared.u32[%r523],%r665;\n@%p231 bra L158;\n"
    "ld.param.u64 %d613,[%d210+1512];\ncvt.u32.u64 %r637,%d613;\nadd.s32 %r529,%r73,%r637;\n"
    "add.s32 %r531,%r469,%r529;\nadd.s32 %r532,%r72,%r637;\nadd.s32 %r533,%r469,%r532;\nadd.s32 %r534,%r71,%r637;\n"
    "add.s32 %r535,%r469,%r534;\nsetp.lt.u32 %p232,%r312,4;\nst.shared.u32[%r215],%r664;\n"
    "st.shared.u32[%r535],%r663;\nst.shared.u32[%r533],%r662;\nst.shared.u32[%r531],%r661;\n@%p232 bra L158;\n"
    "ld.param.u64 %d614,[%d210+1536];\ncvt.u32.u64 %r638,%d614;\nadd.s32 %r537,%r73,%r638;\n"
    "add.s32 %r539,%r469,%r537;\nadd.s32 %r540,%r72,%r638;\nadd.s32 %r541,%r469,%r540;\nadd.s32 %r542,%r71,%r638;\n"
    "add.s32 %r543,%r469,%r542;\nst.shared.u32[%r216],%r660;\nst.shared.u32[%r543],%r659;\n"
    "st.shared.u32[%r541],%r658;\nst.shared.u32[%r539],%r657;\nL158:\nsetp.eq.s32 %p233,%r312,0;\n"
    "setp.eq.s32 %p234,%r679,0;\nor.pred %p235,%p234,%p233;\n@%p235 bra L180;\nmov.u32 %r720,0;\nL160:\n"
    ".pragma \"nounroll\";\nsub.s64 %d621,%d640,%d625;\nmul.wide.u32 %d439,%r720,24;\nadd.s64 %d440,%d210,%d439;\n"
    "ld.param.u64 %d134,[%d440+1472];\nsub.s64 %d442,%d621,%d134;\nand.b64 %d443,%d442,4611688217451692032;\n"
    "setp.eq.s64 %p236,%d443,4611688217451692032;\n@%p236 bra L179;\nld.param.u32 %r623,[%d210+960];\n"
    "setp.eq.s32 %p237,%r623,0;\n@%p237 bra L163;\nmul.wide.u32 %d618,%r720,24;\nadd.s64 %d617,%d210,%d618;\n"
    "ld.param.u64 %d616,[%d617+1472];\nsub.s64 %d615,%d640,%d625;\nadd.s64 %d445,%d615,%d444;\n"
    "sub.s64 %d446,%d445,%d616;\nand.b64 %d447,%d446,4611688217451692032;\n"
    "setp.ne.s64 %p238,%d447,4611688217451692032;\n@%p238 bra L179;\nL163:\nmov.u32 %r721,0;\nL164:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p239,%r311,2;\nmov.u32 %r722,%r4;\n@%p239 bra L166;\n"
    "mov.u32 %r722,%r219;\nL166:\nmov.u64 %d663,0;\nadd.s32 %r723,%r323,1;\nsetp.ge.u32 %p240,%r723,%r60;\n"
    "mov.u64 %d664,%d663;\nmov.u64 %d665,%d663;\nmov.u32 %r726,%r323;\nmov.u32 %r727,%r722;\n@%p240 bra L169;\n"
    "mov.u64 %d665,0;\nmov.u32 %r724,%r722;\nmov.u32 %r725,%r323;\nmov.u64 %d664,%d665;\nmov.u64 %d663,%d665;\n"
    "L168:\n.pragma \"nounroll\";\nmov.u32 %r726,%r723;\nmul.wide.u32 %d454,%r725,40;\nadd.s64 %d455,%d210,%d454;\n"
    "ld.param.v2.u32{%r548,%r549},[%d455+976];\nmul.hi.u32 %r552,%r724,%r549;\nld.param.u32 %r553,[%d455+984];\n"
    "shr.u32 %r727,%r552,%r553;\nmul.lo.s32 %r554,%r727,%r548;\nsub.s32 %r555,%r724,%r554;\n"
    "cvt.u64.u32 %d456,%r555;\nld.param.u64 %d457,[%d455+992];\nmul.lo.s64 %d458,%d457,%d456;\n"
    "add.s64 %d663,%d458,%d663;\nld.param.u64 %d459,[%d455+1000];\nmul.lo.s64 %d460,%d459,%d456;\n"
    "add.s64 %d664,%d460,%d664;\nld.param.u64 %d461,[%d455+1008];\nmul.lo.s64 %d462,%d461,%d456;\n"
    "add.s64 %d665,%d462,%d665;\nadd.s32 %r723,%r726,1;\nsetp.lt.u32 %p241,%r723,%r60;\nmov.u32 %r724,%r727;\n"
    "mov.u32 %r725,%r726;\n@%p241 bra L168;\nL169:\nsetp.ge.u32 %p242,%r726,%r60;\n@%p242 bra L171;\n"
    "mul.wide.u32 %d463,%r726,40;\nadd.s64 %d464,%d210,%d463;\ncvt.u64.u32 %d465,%r727;\n"
    "ld.param.u64 %d466,[%d464+992];\nmul.lo.s64 %d467,%d466,%d465;\nadd.s64 %d663,%d467,%d663;\n"
    "ld.param.u64 %d468,[%d464+1000];\nmul.lo.s64 %d469,%d468,%d465;\nadd.s64 %d664,%d469,%d664;\n"
    "ld.param.u64 %d470,[%d464+1008];\nmul.lo.s64 %d471,%d470,%d465;\nadd.s64 %d665,%d471,%d665;\nL171:\n"
    "mul.lo.s32 %r557,%r311,%r722;\nsub.s32 %r558,%r4,%r557;\nmad.lo.s32 %r732,%r313,%r558,%r721;\n"
    "setp.lt.u32 %p243,%r323,2;\nmov.u32 %r731,0;\n@%p243 bra L174;\nmov.u32 %r730,0;\nmov.u32 %r728,1;\n"
    "mov.u32 %r729,%r732;\nL173:\n.pragma \"nounroll\";\nmov.u32 %r731,%r728;\nmul.wide.u32 %d472,%r730,40;\n"
    "add.s64 %d473,%d210,%d472;\nld.param.v2.u32{%r561,%r562},[%d473+976];\nmul.hi.u32 %r565,%r729,%r562;\n"
    "ld.param.u32 %r566,[%d473+984];\nshr.u32 %r732,%r565,%r566;\nmul.lo.s32 %r567,%r732,%r561;\n"
    "sub.s32 %r568,%r729,%r567;\n",
    "cvt.u64.u32 %d474,%r568;\nld.param.u64 %d475,[%d473+992];\nmul.lo.s64 %d476,%d475,%d474;\n"
    "add.s64 %d663,%d476,%d663;\nld.param.u64 %d477,[%d473+1000];\nmul.lo.s64 %d478,%d477,%d474;\n"
    "add.s64 %d664,%d478,%d664;\nld.param.u64 %d479,[%d473+1008];\nmul.lo.s64 %d480,%d479,%d474;\n"
    "add.s64 %d665,%d480,%d665;\nadd.s32 %r728,%r731,1;\nsetp.lt.u32 %p244,%r728,%r323;\nmov.u32 %r729,%r732;\n"
    "mov.u32 %r730,%r731;\n@%p244 bra L173;\nL174:\nsetp.ge.u32 %p245,%r731,%r323;\n@%p245 bra L176;\n"
    "mul.wide.u32 %d481,%r731,40;\nadd.s64 %d482,%d210,%d481;\ncvt.u64.u32 %d483,%r732;\n"
    "ld.param.u64 %d484,[%d482+992];\nmul.lo.s64 %d485,%d484,%d483;\nadd.s64 %d663,%d485,%d663;\n"
    "ld.param.u64 %d486,[%d482+1000];\nmul.lo.s64 %d487,%d486,%d483;\nadd.s64 %d664,%d487,%d664;\n"
    "ld.param.u64 %d488,[%d482+1008];\nmul.lo.s64 %d489,%d488,%d483;\nadd.s64 %d665,%d489,%d665;\nL176:\n"
    "mul.wide.u32 %d620,%r720,24;\nadd.s64 %d619,%d210,%d620;\nld.param.u64 %d492,[%d619+1464];\n"
    "add.s64 %d165,%d492,%d664;\nadd.s64 %d493,%d663,%d635;\nld.param.u64 %d494,[%d619+1456];\n"
    "add.s64 %d166,%d493,%d494;\nsub.s64 %d495,%d640,%d665;\nld.param.u64 %d496,[%d619+1472];\n"
    "sub.s64 %d497,%d495,%d496;\nand.b64 %d498,%d497,4611688217451692032;\n"
    "setp.ne.s64 %p246,%d498,4611688217451692032;\n@%p246 bra L178;\ncvt.u32.u64 %r571,%d165;\n"
    "add.s32 %r573,%r469,%r571;\nmov.u32 %r570,1;\n{.reg .pred q;setp.ne.s32 q,%r570,0;\n"
    "mov.b32 %r569,0;@q ld.global.u32 %r569,[%d166];}\nst.shared.u32[%r573],%r569;\nL178:\nadd.s32 %r721,%r721,1;\n"
    "setp.lt.u32 %p247,%r721,4;\n@%p247 bra L164;\nL179:\nadd.s32 %r720,%r720,1;\nsetp.lt.u32 %p248,%r720,%r312;\n"
    "@%p248 bra L160;\nbra.uni L180;\nL121:\nsetp.eq.s32 %p213,%r69,0;\n@%p213 bra L123;\n"
    "st.shared.u32[%r213],%r672;\nL123:\nsetp.lt.u32 %p214,%r69,2;\n@%p214 bra L125;\nst.shared.u32[%r214],%r671;\n"
    "L125:\nsetp.lt.u32 %p215,%r69,3;\n@%p215 bra L127;\nst.shared.u32[%r215],%r670;\nL127:\n"
    "setp.lt.u32 %p216,%r69,4;\n@%p216 bra L129;\nst.shared.u32[%r216],%r669;\nL129:\nsetp.lt.u32 %p217,%r69,5;\n"
    "@%p217 bra L131;\ncvt.u32.u64 %r476,%d427;\nadd.s32 %r478,%r469,%r476;\nst.shared.u32[%r478],%r668;\nL131:\n"
    "setp.lt.u32 %p218,%r69,6;\n@%p218 bra L133;\ncvt.u32.u64 %r479,%d428;\nadd.s32 %r481,%r469,%r479;\n"
    "st.shared.u32[%r481],%r667;\nL133:\nsetp.lt.u32 %p219,%r69,7;\n@%p219 bra L135;\ncvt.u32.u64 %r482,%d429;\n"
    "add.s32 %r484,%r469,%r482;\nst.shared.u32[%r484],%r666;\nL135:\nsetp.lt.u32 %p220,%r69,8;\n@%p220 bra L137;\n"
    "cvt.u32.u64 %r485,%d430;\nadd.s32 %r487,%r469,%r485;\nst.shared.u32[%r487],%r665;\nL137:\n"
    "setp.lt.u32 %p221,%r69,9;\n@%p221 bra L139;\ncvt.u32.u64 %r488,%d431;\nadd.s32 %r490,%r469,%r488;\n"
    "st.shared.u32[%r490],%r664;\nL139:\nsetp.lt.u32 %p222,%r69,10;\n@%p222 bra L141;\ncvt.u32.u64 %r491,%d432;\n"
    "add.s32 %r493,%r469,%r491;\nst.shared.u32[%r493],%r663;\nL141:\nsetp.lt.u32 %p223,%r69,11;\n@%p223 bra L143;\n"
    "cvt.u32.u64 %r494,%d433;\nadd.s32 %r496,%r469,%r494;\nst.shared.u32[%r496],%r662;\nL143:\n"
    "setp.lt.u32 %p224,%r69,12;\n@%p224 bra L145;\ncvt.u32.u64 %r497,%d434;\nadd.s32 %r499,%r469,%r497;\n"
    "st.shared.u32[%r499],%r661;\nL145:\nsetp.lt.u32 %p225,%r69,13;\n@%p225 bra L147;\ncvt.u32.u64 %r500,%d435;\n"
    "add.s32 %r502,%r469,%r500;\nst.shared.u32[%r502],%r660;\nL147:\nsetp.lt.u32 %p226,%r69,14;\n@%p226 bra L149;\n"
    "cvt.u32.u64 %r503,%d436;\nadd.s32 %r505,%r469,%r503;\nst.shared.u32[%r505],%r659;\nL149:\n"
    "setp.lt.u32 %p227,%r69,15;\n@%p227 bra L151;\ncvt.u32.u64 %r506,%d437;\nadd.s32 %r508,%r469,%r506;\n"
    "st.shared.u32[%r508],%r658;\nL151:\nsetp.lt.u32 %p228,%r69,16;\n@%p228 bra L180;\ncvt.u32.u64 %r509,%d438;\n"
    "add.s32 %r511,%r469,%r509;\nst.shared.u32[%r511],%r657;\nbra.uni L180;\nL117:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile8[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile8(\n.param .align 8 .b8 p[2752]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<217>;\n.reg .b32 %r<674>;\n.reg .b64 %d<683>;\nmov.b64 %d193,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d192,0;\nmov.u32 %r269,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r568,%r269;\nmov.u64 %d608,%d192;\nmov.u64 %d609,%d192;\nmov.u64 %d610,%d192;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r568;\nmul.wide.u32 %d197,%r568,912;\nadd.s64 %d198,%d193,%d197;\n"
    "add.s64 %d6,%d198,960;\nld.param.u32 %r6,[%d198+960];\nmov.u32 %r569,%r269;\nmov.u64 %d611,%d192;\n"
    "mov.u64 %d614,%d192;\nmov.u64 %d613,%d192;\nbra.uni L2;\nL163:\nsetp.eq.s32 %p203,%r569,0;\n"
    "or.b64 %d611,%d183,%d611;\nselp.b64 %d613,%d666,%d613,%p203;\nadd.s32 %r569,%r569,1;\nmov.u64 %d614,%d681;\n"
    "L2:\n.pragma \"nounroll\";\nsetp.ne.s32 %p37,%r6,0;\nmov.u32 %r570,1;\n@%p37 bra L4;\n"
    "ld.param.u32 %r570,[%d6+-4];\nL4:\nsetp.lt.u32 %p38,%r569,%r570;\n@%p38 bra L149;\nbra.uni L5;\nL149:\n"
    "ld.param.u32 %r501,[%d6+-28];\nsetp.lt.u32 %p194,%r501,2;\nmov.u32 %r662,%r4;\n@%p194 bra L151;\n"
    "ld.param.v2.u32{%r502,%r503},[%d6+-24];\nmul.hi.u32 %r506,%r4,%r502;\nshr.u32 %r662,%r506,%r503;\nL151:\n"
    "ld.param.u32 %r246,[%d6+-28];\nmov.u64 %d666,0;\nld.param.v2.u32{%r666,%r508},[%d6+-16];\n"
    "add.s32 %r248,%r508,%r666;\nadd.s32 %r663,%r666,1;\nsetp.ge.u32 %p195,%r663,%r248;\nmov.u64 %d667,%d666;\n"
    "mov.u64 %d668,%d666;\nmov.u32 %r667,%r662;\n@%p195 bra L154;\nmov.u64 %d668,0;\nmov.u32 %r664,%r662;\n"
    "mov.u32 %r665,%r666;\nmov.u64 %d667,%d668;\nmov.u64 %d666,%d668;\nL153:\n.pragma \"nounroll\";\n"
    "mov.u32 %r666,%r663;\nmul.lo.s64 %d517,%d5,912;\nadd.s64 %d518,%d193,%d517;\nmul.wide.u32 %d519,%r665,40;\n"
    "add.s64 %d520,%d518,%d519;\nld.param.v2.u32{%r510,%r511},[%d520+976];\nmul.hi.u32 %r514,%r664,%r511;\n"
    "ld.param.u32 %r515,[%d520+984];\nshr.u32 %r667,%r514,%r515;\nmul.lo.s32 %r516,%r667,%r510;\n"
    "sub.s32 %r517,%r664,%r516;\ncvt.u64.u32 %d521,%r517;\nld.param.u64 %d522,[%d520+992];\n"
    "mul.lo.s64 %d523,%d522,%d521;\nadd.s64 %d666,%d523,%d666;\nld.param.u64 %d524,[%d520+1000];\n"
    "mul.lo.s64 %d525,%d524,%d521;\nadd.s64 %d667,%d525,%d667;\nld.param.u64 %d526,[%d520+1008];\n"
    "mul.lo.s64 %d527,%d526,%d521;\nadd.s64 %d668,%d527,%d668;\nadd.s32 %r663,%r666,1;\n"
    "setp.lt.u32 %p196,%r663,%r248;\nmov.u32 %r664,%r667;\nmov.u32 %r665,%r666;\n@%p196 bra L153;\nL154:\n"
    "setp.ge.u32 %p197,%r666,%r248;\n@%p197 bra L156;\nmul.lo.s64 %d528,%d5,912;\nadd.s64 %d529,%d193,%d528;\n"
    "mul.wide.u32 %d530,%r666,40;\nadd.s64 %d531,%d529,%d530;\ncvt.u64.u32 %d532,%r667;\n"
    "ld.param.u64 %d533,[%d531+992];\nmul.lo.s64 %d534,%d533,%d532;\nadd.s64 %d666,%d534,%d666;\n"
    "ld.param.u64 %d535,[%d531+1000];\nmul.lo.s64 %d536,%d535,%d532;\nadd.s64 %d667,%d536,%d667;\n"
    "ld.param.u64 %d537,[%d531+1008];\nmul.lo.s64 %d538,%d537,%d532;\nadd.s64 %d668,%d538,%d668;\nL156:\n"
    "ld.param.v2.u32{%r519,%r520},[%d6+-16];\nmov.u32 %r671,0;\nld.param.v2.u32{%r521,%r522},[%d6+-8];\n"
    "mul.lo.s32 %r524,%r246,%r662;\nsub.s32 %r525,%r4,%r524;\nmad.lo.s32 %r672,%r522,%r525,%r569;\n"
    "setp.lt.u32 %p198,%r519,2;\n@%p198 bra L159;\nmov.u32 %r670,0;\nmov.u32 %r668,1;\nmov.u32 %r669,%r672;\n"
    "L158:\n.pragma \"nounroll\";\nmov.u32 %r671,%r668;\nmul.lo.s64 %d539,%d5,912;\nadd.s64 %d540,%d193,%d539;\n"
    "mul.wide.u32 %d541,%r670,40;\nadd.s64 %d542,%d540,%d541;\nld.param.v2.u32{%r528,%r529},[%d542+976];\n"
    "mul.hi.u32 %r532,%r669,%r529;\nld.param.u32 %r533,[%d542+984];\nshr.u32 %r672,%r532,%r533;\n"
    "mul.lo.s32 %r534,%r672,%r528;\nsub.s32 %r535,%r669,%r534;\ncvt.u64.u32 %d543,%r535;\n"
    "ld.param.u64 %d544,[%d542+992];\nmul.lo.s64 %d545,%d544,%d543;\nadd.s64 %d666,%d545,%d666;\n"
    "ld.param.u64 %d546,[%d542+1000];\nmul.lo.s64 %d547,%d546,%d543;\nadd.s64 %d667,%d547,%d667;\n"
    "ld.param.u64 %d548,[%d542+1008];\nmul.lo.s64 %d549,%d548,%d543;\nadd.s64 %d668,%d549,%d668;\n"
    "add.s32 %r668,%r671,1;\nsetp.lt.u32 %p199,%r668,%r519;\nmov.u32 %r669,%r672;\nmov.u32 %r670,%r671;\n"
    "@%p199 bra L158;\nL159:\n",
    "setp.ge.u32 %p200,%r671,%r519;\n@%p200 bra L161;\nmul.lo.s64 %d550,%d5,912;\nadd.s64 %d551,%d193,%d550;\n"
    "mul.wide.u32 %d552,%r671,40;\nadd.s64 %d553,%d551,%d552;\ncvt.u64.u32 %d554,%r672;\n"
    "ld.param.u64 %d555,[%d553+992];\nmul.lo.s64 %d556,%d555,%d554;\nadd.s64 %d666,%d556,%d666;\n"
    "ld.param.u64 %d557,[%d553+1000];\nmul.lo.s64 %d558,%d557,%d554;\nadd.s64 %d667,%d558,%d667;\n"
    "ld.param.u64 %d559,[%d553+1008];\nmul.lo.s64 %d560,%d559,%d554;\nadd.s64 %d668,%d560,%d668;\nL161:\n"
    "shl.b32 %r537,%r569,4;\nshl.b64 %d183,%d667,%r537;\nmov.u64 %d682,2097151;\nmov.u64 %d681,0;\n"
    "mov.u32 %r673,0;\nL162:\n.pragma \"nounroll\";\nand.b64 %d563,%d682,%d668;\nand.b64 %d564,%d682,%d614;\n"
    "setp.gt.u64 %p201,%d564,%d563;\nselp.b64 %d565,%d614,%d668,%p201;\nand.b64 %d566,%d565,%d682;\n"
    "or.b64 %d681,%d566,%d681;\nshl.b64 %d682,%d682,21;\nadd.s32 %r673,%r673,1;\nsetp.ne.s32 %p202,%r673,3;\n"
    "@%p202 bra L162;\nbra.uni L163;\nL5:\nld.param.u32 %r272,[%d6];\nsetp.eq.s32 %p39,%r272,0;\n@%p39 bra L7;\n"
    "ld.param.u32 %r273,[%d6+-4];\nadd.s32 %r274,%r273,-1;\ncvt.u64.u32 %d199,%r274;\nld.param.u64 %d200,[%d6+8];\n"
    "mul.lo.s64 %d201,%d200,%d199;\nadd.s64 %d614,%d201,%d614;\nL7:\nld.param.u32 %r275,[%d6];\n"
    "setp.eq.s32 %p40,%r275,0;\n@%p40 bra L9;\nmul.lo.s64 %d202,%d611,281479271743489;\n"
    "ld.param.s32 %d203,[%d6+4];\nmul.lo.s64 %d204,%d203,844433520132096;\nadd.s64 %d611,%d204,%d202;\nL9:\n"
    "cvt.u32.u64 %r276,%d5;\nsetp.eq.s32 %p41,%r276,0;\nselp.b64 %d608,%d613,%d608,%p41;\n"
    "selp.b64 %d609,%d611,%d609,%p41;\nselp.b64 %d610,%d614,%d610,%p41;\nadd.s32 %r568,%r276,1;\n"
    "setp.lt.u32 %p42,%r568,2;\n@%p42 bra L1;\nld.param.u64 %d620,[%d193];\nld.param.u64 %d621,[%d193+8];\n"
    "mov.u32 %r571,0;\nmov.u32 %r585,%r571;\nmov.u32 %r584,%r571;\nmov.u32 %r583,%r571;\nmov.u32 %r582,%r571;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p43,%r571,0;\nmov.u32 %r576,%r1;\n@%p43 bra L14;\n"
    "setp.ne.s32 %p44,%r571,1;\nmov.u32 %r576,%r2;\n@%p44 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r576,%r3;\nL14:\n"
    "mul.wide.u32 %d205,%r571,4;\nadd.s64 %d206,%d193,%d205;\nld.param.u32 %r17,[%d206+40];\n"
    "setp.ge.u32 %p45,%r585,%r17;\n@%p45 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d207,%r585,40;\n"
    "add.s64 %d208,%d193,%d207;\nld.param.v2.u32{%r282,%r283},[%d208+128];\nmul.hi.u32 %r286,%r576,%r283;\n"
    "ld.param.v2.u32{%r287,%r288},[%d208+136];\nshr.u32 %r23,%r286,%r287;\nmul.lo.s32 %r291,%r23,%r282;\n"
    "sub.s32 %r292,%r576,%r291;\ncvt.u64.u32 %d209,%r292;\nld.param.u64 %d210,[%d208+144];\n"
    "mul.lo.s64 %d211,%d210,%d209;\nld.param.u64 %d212,[%d208+152];\nmul.lo.s64 %d213,%d212,%d209;\n"
    "ld.param.u32 %r293,[%d208+160];\nmul.lo.s32 %r294,%r292,%r293;\nadd.s64 %d620,%d211,%d620;\n"
    "add.s64 %d621,%d213,%d621;\nsetp.eq.s32 %p46,%r288,0;\nselp.b32 %r295,%r294,0,%p46;\n"
    "add.s32 %r582,%r295,%r582;\nsetp.eq.s32 %p47,%r288,1;\nselp.b32 %r296,%r294,0,%p47;\n"
    "add.s32 %r583,%r296,%r583;\nsetp.eq.s32 %p48,%r288,2;\nselp.b32 %r297,%r294,0,%p48;\n"
    "add.s32 %r584,%r297,%r584;\nadd.s32 %r585,%r585,1;\nsetp.lt.u32 %p49,%r585,%r17;\nmov.u32 %r576,%r23;\n"
    "@%p49 bra L15;\nL16:\nadd.s32 %r571,%r571,1;\nsetp.lt.u32 %p50,%r571,3;\n@%p50 bra L11;\n"
    "ld.param.v2.u32{%r300,%r301},[%d193+80];\nmov.u32 %r609,0;\nadd.s32 %r304,%r582,1;\n"
    "setp.eq.s32 %p51,%r304,%r300;\nld.param.u64 %d28,[%d193+104];\nneg.s64 %d214,%d28;\n"
    "selp.b64 %d215,%d214,0,%p51;\nld.param.u64 %d29,[%d193+96];\nadd.s64 %d216,%d215,%d29;\n"
    "add.s32 %r305,%r583,1;\nsetp.eq.s32 %p52,%r305,%r301;\nld.param.u64 %d30,[%d193+112];\nneg.s64 %d217,%d30;\n"
    "selp.b64 %d218,%d217,0,%p52;\nadd.s64 %d219,%d216,%d218;\nld.param.u32 %r33,[%d193+88];\n"
    "add.s32 %r306,%r584,1;\nsetp.eq.s32 %p53,%r306,%r33;\nld.param.u64 %d31,[%d193+120];\nneg.s64 %d220,%d31;\n"
    "selp.b64 %d221,%d220,0,%p53;\nadd.s64 %d622,%d219,%d221;\nsetp.ne.s64 %p54,%d622,%d29;\n"
    "selp.u32 %r603,1,0,%p54;\nld.param.u32 %r35,[%d193+80];\nsetp.ge.u32 %p55,%r582,%r35;\n"
    "ld.param.u32 %r36,[%d193+84];\nsetp.ge.u32 %p56,%r583,%r36;\nsetp.ge.u32 %p57,%r584,%r33;\n"
    "or.pred %p58,%p55,%p56;\nor.pred %p59,%p57,%p58;\nselp.u32 %r602,1,0,%p59;\n",
    "ld.param.v2.u32{%r307,%r308},[%d193+928];\nld.param.v2.u32{%r309,%r310},[%d193+952];\n"
    "ld.param.v2.u32{%r311,%r312},[%d193+1840];\nld.param.v2.u32{%r313,%r314},[%d193+56];\n"
    "ld.param.u32 %r51,[%d193+952];\nld.param.v2.u32{%r315,%r316},[%d193+1864];\nand.b64 %d35,%d611,65535;\n"
    "cvt.u32.u64 %r317,%d611;\nand.b32 %r55,%r317,65535;\nld.param.v2.u32{%r318,%r319},[%d193+936];\n"
    "ld.param.v2.u32{%r320,%r321},[%d193+944];\nadd.s32 %r62,%r321,%r320;\n"
    "ld.param.v2.u32{%r322,%r323},[%d193+1848];\nld.param.v2.u32{%r324,%r325},[%d193+1856];\n"
    "add.s32 %r70,%r325,%r324;\nld.param.u64 %d38,[%d193+1456];\nld.param.u64 %d39,[%d193+1472];\n"
    "ld.param.u64 %d40,[%d193+1480];\nld.param.u64 %d41,[%d193+1496];\nld.param.u64 %d42,[%d193+1504];\n"
    "ld.param.u64 %d43,[%d193+1520];\ncvt.u32.u64 %r326,%d609;\nshr.u32 %r72,%r326,16;\n"
    "ld.param.u64 %d45,[%d193+1528];\nld.param.u64 %d46,[%d193+1544];\nld.param.u64 %d56,[%d193+1560];\n"
    "and.b64 %d57,%d609,65535;\nld.param.u64 %d60,[%d193+1584];\nld.param.u64 %d61,[%d193+1608];\n"
    "ld.param.u64 %d62,[%d193+1632];\nmul.hi.u32 %r402,%r4,%r322;\nshr.u32 %r188,%r402,%r323;\n"
    "add.s64 %d402,%d56,%d57;\nadd.s64 %d406,%d60,%d57;\nadd.s64 %d410,%d61,%d57;\nadd.s64 %d414,%d62,%d57;\n"
    "mul.hi.u32 %r468,%r4,%r318;\nshr.u32 %r216,%r468,%r319;\nmov.u32 %r607,%r602;\nmov.u32 %r608,%r603;\n"
    "mov.u64 %d625,%d622;\nmov.u64 %d626,%d621;\nbra.uni L18;\nL148:\nld.param.u32 %r550,[%d193+52];\n"
    "ld.param.u32 %r549,[%d193+88];\nld.param.u32 %r548,[%d193+84];\nld.param.u64 %d584,[%d193+96];\n"
    "ld.param.u32 %r547,[%d193+80];\nld.param.u64 %d570,[%d193+72];\nld.param.u64 %d569,[%d193+64];\nbar.sync 0;\n"
    "add.s64 %d620,%d569,%d620;\nadd.s64 %d621,%d570,%d626;\nsetp.eq.s32 %p180,%r313,0;\n"
    "selp.b32 %r495,%r314,0,%p180;\nadd.s32 %r582,%r495,%r582;\nsetp.eq.s32 %p181,%r313,1;\n"
    "selp.b32 %r496,%r314,0,%p181;\nadd.s32 %r583,%r496,%r583;\nsetp.eq.s32 %p182,%r313,2;\n"
    "selp.b32 %r497,%r314,0,%p182;\nadd.s32 %r584,%r497,%r584;\nadd.s32 %r498,%r582,1;\n"
    "setp.eq.s32 %p183,%r498,%r547;\nselp.b64 %d504,%d214,0,%p183;\nadd.s64 %d505,%d504,%d584;\n"
    "add.s32 %r499,%r583,1;\nsetp.eq.s32 %p184,%r499,%r548;\nselp.b64 %d507,%d217,0,%p184;\n"
    "add.s64 %d508,%d505,%d507;\nadd.s32 %r500,%r584,1;\nsetp.eq.s32 %p185,%r500,%r549;\n"
    "selp.b64 %d510,%d220,0,%p185;\nadd.s64 %d622,%d508,%d510;\nsetp.ne.s64 %p186,%d622,%d584;\n"
    "selp.u32 %r603,1,0,%p186;\nsetp.ge.u32 %p187,%r582,%r547;\nsetp.ge.u32 %p188,%r583,%r548;\n"
    "setp.ge.u32 %p189,%r584,%r549;\nor.pred %p190,%p187,%p188;\nor.pred %p191,%p189,%p190;\n"
    "add.s32 %r609,%r609,1;\nsetp.ge.u32 %p192,%r609,%r550;\nor.pred %p193,%p191,%p192;\n"
    "selp.u32 %r602,1,0,%p193;\nL18:\n.pragma \"nounroll\";\nmov.u64 %d67,%d626;\nmov.u64 %d66,%d625;\n"
    "mov.u32 %r96,%r608;\nmov.u32 %r95,%r607;\nmov.u64 %d626,%d621;\nmov.u64 %d625,%d622;\nmov.u32 %r608,%r603;\n"
    "mov.u32 %r607,%r602;\nsetp.le.u32 %p60,%r307,%r4;\nadd.s64 %d68,%d620,%d608;\nsetp.ne.s32 %p61,%r607,0;\n"
    "or.pred %p62,%p61,%p60;\n@%p62 bra L46;\nsetp.ne.s32 %p63,%r309,0;\nsetp.gt.u32 %p64,%r310,1;\n"
    "sub.s64 %d69,%d625,%d610;\nsetp.eq.s32 %p65,%r309,0;\nsetp.eq.s32 %p66,%r608,0;\nor.pred %p1,%p66,%p65;\n"
    "and.pred %p205,%p66,%p63;\n@%p64 bra L37;\nbra.uni L20;\nL37:\n@%p1 bra L39;\nsub.s64 %d262,%d69,%d39;\n"
    "and.b64 %d263,%d262,4611688217451692032;\nsetp.eq.s64 %p205,%d263,4611688217451692032;\nL39:\n"
    "add.s64 %d264,%d38,%d68;\nselp.u32 %r339,1,0,%p205;\n{.reg .pred q;setp.ne.s32 q,%r339,0;\n"
    "mov.u32 %r601,0;mov.u32 %r600,0;mov.u32 %r599,0;mov.u32 %r598,0;\n"
    "@q ld.global.v4.u32{%r601,%r600,%r599,%r598},[%d264];}\nsetp.gt.u32 %p95,%r309,1;\nsetp.lt.u32 %p96,%r309,2;\n"
    "or.pred %p98,%p66,%p96;\nand.pred %p214,%p66,%p95;\n@%p98 bra L41;\nsub.s64 %d265,%d69,%d41;\n"
    "and.b64 %d266,%d265,4611688217451692032;\nsetp.eq.s64 %p214,%d266,4611688217451692032;\nL41:\n"
    "add.s64 %d267,%d40,%d68;\nselp.u32 %r344,1,0,%p214;\n{.reg .pred q;setp.ne.s32 q,%r344,0;\n"
    "mov.u32 %r597,0;mov.u32 %r596,0;mov.u32 %r595,0;mov.u32 %r594,0;\n"
    "@q ld.global.v4.u32{%r597,%r596,%r595,%r594},[%d267];}\nsetp.gt.u32 %p99,%r309,2;\n"
    "setp.lt.u32 %p100,%r309,3;\n",
    "or.pred %p102,%p66,%p100;\nand.pred %p215,%p66,%p99;\n@%p102 bra L43;\nsub.s64 %d268,%d69,%d43;\n"
    "and.b64 %d269,%d268,4611688217451692032;\nsetp.eq.s64 %p215,%d269,4611688217451692032;\nL43:\n"
    "add.s64 %d270,%d42,%d68;\nselp.u32 %r349,1,0,%p215;\n{.reg .pred q;setp.ne.s32 q,%r349,0;\n"
    "mov.u32 %r593,0;mov.u32 %r592,0;mov.u32 %r591,0;mov.u32 %r590,0;\n"
    "@q ld.global.v4.u32{%r593,%r592,%r591,%r590},[%d270];}\nsetp.gt.u32 %p103,%r309,3;\n"
    "setp.lt.u32 %p104,%r309,4;\nor.pred %p106,%p66,%p104;\nand.pred %p216,%p66,%p103;\n@%p106 bra L45;\n"
    "sub.s64 %d271,%d69,%d46;\nand.b64 %d272,%d271,4611688217451692032;\n"
    "setp.eq.s64 %p216,%d272,4611688217451692032;\nL45:\nadd.s64 %d273,%d45,%d68;\nselp.u32 %r354,1,0,%p216;\n"
    "{.reg .pred q;setp.ne.s32 q,%r354,0;\nmov.u32 %r589,0;mov.u32 %r588,0;mov.u32 %r587,0;mov.u32 %r586,0;\n"
    "@q ld.global.v4.u32{%r589,%r588,%r587,%r586},[%d273];}\nbra.uni L46;\nL20:\n@%p1 bra L22;\n"
    "sub.s64 %d222,%d69,%d39;\nand.b64 %d223,%d222,4611688217451692032;\n"
    "setp.eq.s64 %p205,%d223,4611688217451692032;\nL22:\nadd.s64 %d225,%d38,%d68;\nselp.u32 %r327,1,0,%p205;\n"
    "{.reg .pred q;setp.ne.s32 q,%r327,0;\nmov.b64 %d224,0;@q ld.global.u64 %d224,[%d225];}\n"
    "setp.gt.u32 %p67,%r309,1;\nsetp.lt.u32 %p68,%r309,2;\nor.pred %p70,%p66,%p68;\nand.pred %p206,%p66,%p67;\n"
    "@%p70 bra L24;\nsub.s64 %d226,%d69,%d41;\nand.b64 %d227,%d226,4611688217451692032;\n"
    "setp.eq.s64 %p206,%d227,4611688217451692032;\nL24:\nadd.s64 %d229,%d40,%d68;\nselp.u32 %r328,1,0,%p206;\n"
    "{.reg .pred q;setp.ne.s32 q,%r328,0;\nmov.b64 %d228,0;@q ld.global.u64 %d228,[%d229];}\n"
    "setp.gt.u32 %p71,%r309,2;\nsetp.lt.u32 %p72,%r309,3;\nor.pred %p74,%p66,%p72;\nand.pred %p207,%p66,%p71;\n"
    "@%p74 bra L26;\nsub.s64 %d230,%d69,%d43;\nand.b64 %d231,%d230,4611688217451692032;\n"
    "setp.eq.s64 %p207,%d231,4611688217451692032;\nL26:\nadd.s64 %d233,%d42,%d68;\nselp.u32 %r329,1,0,%p207;\n"
    "{.reg .pred q;setp.ne.s32 q,%r329,0;\nmov.b64 %d232,0;@q ld.global.u64 %d232,[%d233];}\n"
    "setp.gt.u32 %p75,%r309,3;\nsetp.lt.u32 %p76,%r309,4;\nor.pred %p78,%p66,%p76;\nand.pred %p208,%p66,%p75;\n"
    "@%p78 bra L28;\nsub.s64 %d234,%d69,%d46;\nand.b64 %d235,%d234,4611688217451692032;\n"
    "setp.eq.s64 %p208,%d235,4611688217451692032;\nL28:\nadd.s64 %d237,%d45,%d68;\nselp.u32 %r330,1,0,%p208;\n"
    "{.reg .pred q;setp.ne.s32 q,%r330,0;\nmov.b64 %d236,0;@q ld.global.u64 %d236,[%d237];}\n"
    "setp.gt.u32 %p79,%r309,4;\nsetp.lt.u32 %p80,%r309,5;\nor.pred %p82,%p66,%p80;\nand.pred %p209,%p66,%p79;\n"
    "@%p82 bra L30;\nld.param.u64 %d571,[%d193+1568];\nsub.s64 %d238,%d69,%d571;\n"
    "and.b64 %d239,%d238,4611688217451692032;\nsetp.eq.s64 %p209,%d239,4611688217451692032;\nL30:\n"
    "ld.param.u64 %d572,[%d193+1552];\nadd.s64 %d241,%d572,%d68;\nselp.u32 %r331,1,0,%p209;\n"
    "{.reg .pred q;setp.ne.s32 q,%r331,0;\nmov.b64 %d240,0;@q ld.global.u64 %d240,[%d241];}\n"
    "setp.gt.u32 %p83,%r309,5;\nsetp.lt.u32 %p84,%r309,6;\nor.pred %p86,%p66,%p84;\nand.pred %p210,%p66,%p83;\n"
    "@%p86 bra L32;\nld.param.u64 %d573,[%d193+1592];\nsub.s64 %d242,%d69,%d573;\n"
    "and.b64 %d243,%d242,4611688217451692032;\nsetp.eq.s64 %p210,%d243,4611688217451692032;\nL32:\n"
    "ld.param.u64 %d574,[%d193+1576];\nadd.s64 %d245,%d574,%d68;\nselp.u32 %r332,1,0,%p210;\n"
    "{.reg .pred q;setp.ne.s32 q,%r332,0;\nmov.b64 %d244,0;@q ld.global.u64 %d244,[%d245];}\n"
    "setp.gt.u32 %p87,%r309,6;\nsetp.lt.u32 %p88,%r309,7;\nor.pred %p90,%p66,%p88;\nand.pred %p211,%p66,%p87;\n"
    "@%p90 bra L34;\nld.param.u64 %d575,[%d193+1616];\nsub.s64 %d246,%d69,%d575;\n"
    "and.b64 %d247,%d246,4611688217451692032;\nsetp.eq.s64 %p211,%d247,4611688217451692032;\nL34:\n"
    "ld.param.u64 %d576,[%d193+1600];\nadd.s64 %d249,%d576,%d68;\nselp.u32 %r333,1,0,%p211;\n"
    "{.reg .pred q;setp.ne.s32 q,%r333,0;\nmov.b64 %d248,0;@q ld.global.u64 %d248,[%d249];}\n"
    "setp.gt.u32 %p91,%r309,7;\nsetp.lt.u32 %p92,%r309,8;\nor.pred %p94,%p66,%p92;\nand.pred %p212,%p66,%p91;\n"
    "@%p94 bra L36;\nld.param.u64 %d577,[%d193+1640];\nsub.s64 %d250,%d69,%d577;\n"
    "and.b64 %d251,%d250,4611688217451692032;\nsetp.eq.s64 %p212,%d251,4611688217451692032;\nL36:\n"
    "ld.param.u64 %d578,[%d193+1624];\n",
    "add.s64 %d253,%d578,%d68;\nselp.u32 %r334,1,0,%p212;\n{.reg .pred q;setp.ne.s32 q,%r334,0;\n"
    "mov.b64 %d252,0;@q ld.global.u64 %d252,[%d253];}\ncvt.u32.u64 %r587,%d252;\nshr.u64 %d254,%d252,32;\n"
    "cvt.u32.u64 %r586,%d254;\ncvt.u32.u64 %r591,%d244;\nshr.u64 %d255,%d244,32;\ncvt.u32.u64 %r590,%d255;\n"
    "cvt.u32.u64 %r595,%d236;\nshr.u64 %d256,%d236,32;\ncvt.u32.u64 %r594,%d256;\ncvt.u32.u64 %r599,%d228;\n"
    "shr.u64 %d257,%d228,32;\ncvt.u32.u64 %r598,%d257;\nshr.u64 %d258,%d224,32;\ncvt.u32.u64 %r600,%d258;\n"
    "cvt.u32.u64 %r601,%d224;\nshr.u64 %d259,%d232,32;\ncvt.u32.u64 %r596,%d259;\ncvt.u32.u64 %r597,%d232;\n"
    "shr.u64 %d260,%d240,32;\ncvt.u32.u64 %r592,%d260;\ncvt.u32.u64 %r593,%d240;\nshr.u64 %d261,%d248,32;\n"
    "cvt.u32.u64 %r588,%d261;\ncvt.u32.u64 %r589,%d248;\nL46:\nsetp.eq.s32 %p107,%r609,0;\n@%p107 bra L103;\n"
    "setp.le.u32 %p108,%r311,%r4;\nsetp.ne.s32 %p109,%r95,0;\nor.pred %p110,%p109,%p108;\n@%p110 bra L100;\n"
    "ld.param.u32 %r541,[%d193+1868];\nsetp.gt.u32 %p111,%r541,1;\n@%p111 bra L69;\nbra.uni L49;\nL69:\n"
    "setp.eq.s32 %p126,%r315,0;\n@%p126 bra L78;\nmov.u32 %r631,0;\nL71:\n.pragma \"nounroll\";\n"
    "setp.eq.s32 %p127,%r96,0;\n@%p127 bra L73;\nmul.wide.u32 %d312,%r631,24;\nadd.s64 %d313,%d193,%d312;\n"
    "sub.s64 %d314,%d66,%d614;\nld.param.u64 %d315,[%d313+2384];\nsub.s64 %d316,%d314,%d315;\n"
    "and.b64 %d317,%d316,4611688217451692032;\nsetp.ne.s64 %p128,%d317,4611688217451692032;\n@%p128 bra L77;\n"
    "L73:\nld.param.u32 %r542,[%d193+32];\nsetp.eq.s32 %p129,%r542,0;\nmul.wide.u32 %d318,%r631,24;\n"
    "add.s64 %d319,%d193,%d318;\nld.param.u64 %d82,[%d319+2376];\n@%p129 bra L75;\ncvt.u32.u64 %r381,%d82;\n"
    "add.s32 %r382,%r55,%r381;\nmov.u32 %r383,tile;\nadd.s32 %r384,%r383,%r382;\n"
    "ld.shared.v4.u32{%r635,%r634,%r633,%r632},[%r384];\nbra.uni L76;\nL75:\ncvt.u32.u64 %r546,%d611;\n"
    "shr.u32 %r545,%r546,16;\ncvt.u32.u64 %r389,%d82;\nadd.s32 %r390,%r55,%r389;\nmov.u32 %r391,tile;\n"
    "add.s32 %r392,%r391,%r390;\nld.shared.u64 %d320,[%r392];\ncvt.u32.u64 %r635,%d320;\nshr.u64 %d321,%d320,32;\n"
    "cvt.u32.u64 %r634,%d321;\nadd.s32 %r393,%r545,%r389;\nadd.s32 %r394,%r391,%r393;\n"
    "ld.shared.u64 %d322,[%r394];\ncvt.u32.u64 %r633,%d322;\nshr.u64 %d323,%d322,32;\ncvt.u32.u64 %r632,%d323;\n"
    "L76:\nmul.wide.u32 %d591,%r631,24;\nadd.s64 %d590,%d193,%d591;\nadd.s64 %d589,%d67,%d613;\n"
    "ld.param.u64 %d327,[%d590+2368];\nadd.s64 %d324,%d589,%d327;\nmov.u32 %r399,1;\n"
    "{.reg .pred q;setp.ne.s32 q,%r399,0;\n@q st.global.v4.u32[%d324],{%r635,%r634,%r633,%r632};}\nL77:\n"
    "add.s32 %r631,%r631,1;\nsetp.lt.u32 %p130,%r631,%r315;\n@%p130 bra L71;\nL78:\nsetp.eq.s32 %p132,%r96,0;\n"
    "or.pred %p133,%p132,%p126;\n@%p133 bra L100;\nmov.u32 %r636,0;\nL80:\n.pragma \"nounroll\";\n"
    "mul.wide.u32 %d328,%r636,24;\nadd.s64 %d329,%d193,%d328;\nsub.s64 %d330,%d66,%d614;\n"
    "ld.param.u64 %d83,[%d329+2384];\nsub.s64 %d331,%d330,%d83;\nand.b64 %d332,%d331,4611688217451692032;\n"
    "setp.eq.s64 %p134,%d332,4611688217451692032;\n@%p134 bra L99;\nld.param.u32 %r538,[%d193+1872];\n"
    "setp.eq.s32 %p135,%r538,0;\n@%p135 bra L83;\nmul.wide.u32 %d594,%r636,24;\nadd.s64 %d593,%d193,%d594;\n"
    "ld.param.u64 %d592,[%d593+2384];\nld.param.u64 %d568,[%d193+1880];\nsub.s64 %d567,%d66,%d614;\n"
    "add.s64 %d334,%d567,%d568;\nsub.s64 %d335,%d334,%d592;\nand.b64 %d336,%d335,4611688217451692032;\n"
    "setp.ne.s64 %p136,%d336,4611688217451692032;\n@%p136 bra L99;\nL83:\nmov.u32 %r637,0;\nL84:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p137,%r312,2;\nmov.u32 %r638,%r4;\n@%p137 bra L86;\nmov.u32 %r638,%r188;\n"
    "L86:\nmov.u64 %d630,0;\nadd.s32 %r639,%r324,1;\nsetp.ge.u32 %p138,%r639,%r70;\nmov.u64 %d631,%d630;\n"
    "mov.u64 %d632,%d630;\nmov.u32 %r642,%r324;\nmov.u32 %r643,%r638;\n@%p138 bra L89;\nmov.u64 %d632,0;\n"
    "mov.u32 %r640,%r638;\nmov.u32 %r641,%r324;\nmov.u64 %d631,%d632;\nmov.u64 %d630,%d632;\nL88:\n"
    ".pragma \"nounroll\";\nmov.u32 %r642,%r639;\nmul.wide.u32 %d343,%r641,40;\nadd.s64 %d344,%d193,%d343;\n"
    "ld.param.v2.u32{%r404,%r405},[%d344+1888];\nmul.hi.u32 %r408,%r640,%r405;\nld.param.u32 %r409,[%d344+1896];\n"
    "shr.u32 %r643,%r408,%r409;\nmul.lo.s32 %r410,%r643,%r404;\n",
    "sub.s32 %r411,%r640,%r410;\ncvt.u64.u32 %d345,%r411;\nld.param.u64 %d346,[%d344+1904];\n"
    "mul.lo.s64 %d347,%d346,%d345;\nadd.s64 %d630,%d347,%d630;\nld.param.u64 %d348,[%d344+1912];\n"
    "mul.lo.s64 %d349,%d348,%d345;\nadd.s64 %d631,%d349,%d631;\nld.param.u64 %d350,[%d344+1920];\n"
    "mul.lo.s64 %d351,%d350,%d345;\nadd.s64 %d632,%d351,%d632;\nadd.s32 %r639,%r642,1;\n"
    "setp.lt.u32 %p139,%r639,%r70;\nmov.u32 %r640,%r643;\nmov.u32 %r641,%r642;\n@%p139 bra L88;\nL89:\n"
    "setp.ge.u32 %p140,%r642,%r70;\n@%p140 bra L91;\nmul.wide.u32 %d352,%r642,40;\nadd.s64 %d353,%d193,%d352;\n"
    "cvt.u64.u32 %d354,%r643;\nld.param.u64 %d355,[%d353+1904];\nmul.lo.s64 %d356,%d355,%d354;\n"
    "add.s64 %d630,%d356,%d630;\nld.param.u64 %d357,[%d353+1912];\nmul.lo.s64 %d358,%d357,%d354;\n"
    "add.s64 %d631,%d358,%d631;\nld.param.u64 %d359,[%d353+1920];\nmul.lo.s64 %d360,%d359,%d354;\n"
    "add.s64 %d632,%d360,%d632;\nL91:\nmul.lo.s32 %r413,%r312,%r638;\nsub.s32 %r414,%r4,%r413;\n"
    "mad.lo.s32 %r648,%r316,%r414,%r637;\nsetp.lt.u32 %p141,%r324,2;\nmov.u32 %r647,0;\n@%p141 bra L94;\n"
    "mov.u32 %r646,0;\nmov.u32 %r644,1;\nmov.u32 %r645,%r648;\nL93:\n.pragma \"nounroll\";\nmov.u32 %r647,%r644;\n"
    "mul.wide.u32 %d361,%r646,40;\nadd.s64 %d362,%d193,%d361;\nld.param.v2.u32{%r417,%r418},[%d362+1888];\n"
    "mul.hi.u32 %r421,%r645,%r418;\nld.param.u32 %r422,[%d362+1896];\nshr.u32 %r648,%r421,%r422;\n"
    "mul.lo.s32 %r423,%r648,%r417;\nsub.s32 %r424,%r645,%r423;\ncvt.u64.u32 %d363,%r424;\n"
    "ld.param.u64 %d364,[%d362+1904];\nmul.lo.s64 %d365,%d364,%d363;\nadd.s64 %d630,%d365,%d630;\n"
    "ld.param.u64 %d366,[%d362+1912];\nmul.lo.s64 %d367,%d366,%d363;\nadd.s64 %d631,%d367,%d631;\n"
    "ld.param.u64 %d368,[%d362+1920];\nmul.lo.s64 %d369,%d368,%d363;\nadd.s64 %d632,%d369,%d632;\n"
    "add.s32 %r644,%r647,1;\nsetp.lt.u32 %p142,%r644,%r324;\nmov.u32 %r645,%r648;\nmov.u32 %r646,%r647;\n"
    "@%p142 bra L93;\nL94:\nsetp.ge.u32 %p143,%r647,%r324;\n@%p143 bra L96;\nmul.wide.u32 %d370,%r647,40;\n"
    "add.s64 %d371,%d193,%d370;\ncvt.u64.u32 %d372,%r648;\nld.param.u64 %d373,[%d371+1904];\n"
    "mul.lo.s64 %d374,%d373,%d372;\nadd.s64 %d630,%d374,%d630;\nld.param.u64 %d375,[%d371+1912];\n"
    "mul.lo.s64 %d376,%d375,%d372;\nadd.s64 %d631,%d376,%d631;\nld.param.u64 %d377,[%d371+1920];\n"
    "mul.lo.s64 %d378,%d377,%d372;\nadd.s64 %d632,%d378,%d632;\nL96:\nmul.wide.u32 %d596,%r636,24;\n"
    "add.s64 %d595,%d193,%d596;\nld.param.u64 %d381,[%d595+2376];\nadd.s64 %d114,%d381,%d631;\n"
    "add.s64 %d382,%d630,%d67;\nld.param.u64 %d383,[%d595+2368];\nadd.s64 %d115,%d382,%d383;\n"
    "sub.s64 %d384,%d66,%d632;\nld.param.u64 %d385,[%d595+2384];\nsub.s64 %d386,%d384,%d385;\n"
    "and.b64 %d387,%d386,4611688217451692032;\nsetp.ne.s64 %p144,%d387,4611688217451692032;\n@%p144 bra L98;\n"
    "cvt.u32.u64 %r426,%d114;\nmov.u32 %r427,tile;\nadd.s32 %r428,%r427,%r426;\nld.shared.u64 %d389,[%r428];\n"
    "mov.u32 %r425,1;\n{.reg .pred q;setp.ne.s32 q,%r425,0;\n@q st.global.u64[%d115],%d389;}\nL98:\n"
    "add.s32 %r637,%r637,1;\nsetp.lt.u32 %p145,%r637,2;\n@%p145 bra L84;\nL99:\nld.param.u32 %r539,[%d193+1864];\n"
    "add.s32 %r636,%r636,1;\nsetp.lt.u32 %p146,%r636,%r539;\n@%p146 bra L80;\nbra.uni L100;\nL49:\n"
    "setp.eq.s32 %p112,%r315,0;\n@%p112 bra L100;\nsub.s64 %d78,%d66,%d614;\nmov.u32 %r626,0;\nL51:\n"
    ".pragma \"nounroll\";\nsetp.ge.u32 %p113,%r626,%r315;\n@%p113 bra L68;\nsetp.eq.s32 %p114,%r96,0;\n"
    "and.b32 %r356,%r626,12;\nmul.wide.u32 %d274,%r356,24;\nadd.s64 %d275,%d193,%d274;\nadd.s64 %d79,%d275,2384;\n"
    "@%p114 bra L54;\nld.param.u64 %d276,[%d79];\nsub.s64 %d277,%d78,%d276;\n"
    "and.b64 %d278,%d277,4611688217451692032;\nsetp.eq.s64 %p115,%d278,4611688217451692032;\n"
    "selp.u32 %r627,1,0,%p115;\nbra.uni L55;\nL54:\nmov.u32 %r627,1;\nL55:\nadd.s64 %d585,%d67,%d613;\n"
    "ld.param.u64 %d281,[%d79+-16];\nadd.s64 %d279,%d585,%d281;\nld.param.u64 %d282,[%d79+-8];\n"
    "add.s64 %d283,%d282,%d35;\ncvt.u32.u64 %r359,%d283;\nmov.u32 %r360,tile;\nadd.s32 %r361,%r360,%r359;\n"
    "ld.shared.u64 %d280,[%r361];\n{.reg .pred q;setp.ne.s32 q,%r627,0;\n@q st.global.u64[%d279],%d280;}\n"
    "add.s32 %r162,%r626,1;\nsetp.ge.u32 %p116,%r162,%r315;\n@%p116 bra L68;\nand.b32 %r362,%r162,13;\n",
    "mul.wide.u32 %d284,%r362,24;\nadd.s64 %d285,%d193,%d284;\nadd.s64 %d80,%d285,2384;\n@%p114 bra L58;\n"
    "ld.param.u64 %d286,[%d80];\nsub.s64 %d287,%d78,%d286;\nand.b64 %d288,%d287,4611688217451692032;\n"
    "setp.eq.s64 %p118,%d288,4611688217451692032;\nselp.u32 %r628,1,0,%p118;\nbra.uni L59;\nL58:\n"
    "mov.u32 %r628,1;\nL59:\nmov.u32 %r552,tile;\nadd.s64 %d586,%d67,%d613;\nld.param.u64 %d291,[%d80+-16];\n"
    "add.s64 %d289,%d586,%d291;\nld.param.u64 %d292,[%d80+-8];\nadd.s64 %d293,%d292,%d35;\n"
    "cvt.u32.u64 %r365,%d293;\nadd.s32 %r367,%r552,%r365;\nld.shared.u64 %d290,[%r367];\n"
    "{.reg .pred q;setp.ne.s32 q,%r628,0;\n@q st.global.u64[%d289],%d290;}\nadd.s32 %r165,%r626,2;\n"
    "setp.ge.u32 %p119,%r165,%r315;\n@%p119 bra L68;\nand.b32 %r368,%r165,14;\nmul.wide.u32 %d294,%r368,24;\n"
    "add.s64 %d295,%d193,%d294;\nadd.s64 %d81,%d295,2384;\n@%p114 bra L62;\nld.param.u64 %d296,[%d81];\n"
    "sub.s64 %d297,%d78,%d296;\nand.b64 %d298,%d297,4611688217451692032;\n"
    "setp.eq.s64 %p121,%d298,4611688217451692032;\nselp.u32 %r629,1,0,%p121;\nbra.uni L63;\nL62:\n"
    "mov.u32 %r629,1;\nL63:\nmov.u32 %r553,tile;\nadd.s64 %d587,%d67,%d613;\nld.param.u64 %d301,[%d81+-16];\n"
    "add.s64 %d299,%d587,%d301;\nld.param.u64 %d302,[%d81+-8];\nadd.s64 %d303,%d302,%d35;\n"
    "cvt.u32.u64 %r371,%d303;\nadd.s32 %r373,%r553,%r371;\nld.shared.u64 %d300,[%r373];\n"
    "{.reg .pred q;setp.ne.s32 q,%r629,0;\n@q st.global.u64[%d299],%d300;}\nadd.s32 %r374,%r626,3;\n"
    "setp.ge.u32 %p122,%r374,%r315;\n@%p122 bra L68;\n@%p114 bra L66;\nld.param.u64 %d304,[%d80+48];\n"
    "sub.s64 %d305,%d78,%d304;\nand.b64 %d306,%d305,4611688217451692032;\n"
    "setp.eq.s64 %p124,%d306,4611688217451692032;\nselp.u32 %r630,1,0,%p124;\nbra.uni L67;\nL66:\n"
    "mov.u32 %r630,1;\nL67:\nmov.u32 %r554,tile;\nadd.s64 %d588,%d67,%d613;\nld.param.u64 %d309,[%d80+32];\n"
    "add.s64 %d307,%d588,%d309;\nld.param.u64 %d310,[%d80+40];\nadd.s64 %d311,%d310,%d35;\n"
    "cvt.u32.u64 %r377,%d311;\nadd.s32 %r379,%r554,%r377;\nld.shared.u64 %d308,[%r379];\n"
    "{.reg .pred q;setp.ne.s32 q,%r630,0;\n@q st.global.u64[%d307],%d308;}\nL68:\nadd.s32 %r626,%r626,4;\n"
    "setp.lt.u32 %p125,%r626,%r315;\n@%p125 bra L51;\nL100:\nsetp.eq.s32 %p147,%r607,0;\n@%p147 bra L102;\n"
    "bra.uni L101;\nL102:\nbar.sync 0;\nL103:\nsetp.ne.s32 %p204,%r607,0;\nld.param.u32 %r540,[%d193+928];\n"
    "setp.le.u32 %p149,%r540,%r4;\nor.pred %p150,%p204,%p149;\n@%p150 bra L148;\nand.b32 %r551,%r326,65535;\n"
    "ld.param.u64 %d582,[%d193+1536];\nld.param.u64 %d581,[%d193+1512];\nld.param.u64 %d580,[%d193+1488];\n"
    "ld.param.u64 %d579,[%d193+1464];\nld.param.u32 %r543,[%d193+956];\nsetp.gt.u32 %p151,%r543,1;\n"
    "cvt.u32.u64 %r429,%d579;\nadd.s32 %r430,%r551,%r429;\nmov.u32 %r431,tile;\nadd.s32 %r210,%r431,%r430;\n"
    "cvt.u32.u64 %r432,%d580;\nadd.s32 %r433,%r551,%r432;\nadd.s32 %r211,%r431,%r433;\ncvt.u32.u64 %r434,%d581;\n"
    "add.s32 %r435,%r551,%r434;\nadd.s32 %r212,%r431,%r435;\ncvt.u32.u64 %r436,%d582;\nadd.s32 %r437,%r551,%r436;\n"
    "add.s32 %r213,%r431,%r437;\n@%p151 bra L121;\nbra.uni L105;\nL121:\nsetp.eq.s32 %p160,%r51,0;\n"
    "@%p160 bra L126;\nld.param.u64 %d597,[%d193+1464];\ncvt.u32.u64 %r560,%d597;\nmov.u32 %r559,tile;\n"
    "add.s32 %r451,%r72,%r560;\nadd.s32 %r453,%r559,%r451;\ncvt.u64.u32 %d418,%r600;\ncvt.u64.u32 %d419,%r601;\n"
    "bfi.b64 %d420,%d418,%d419,32,32;\nst.shared.u64[%r210],%d420;\ncvt.u64.u32 %d421,%r598;\n"
    "cvt.u64.u32 %d422,%r599;\nbfi.b64 %d423,%d421,%d422,32,32;\nst.shared.u64[%r453],%d423;\n"
    "setp.lt.u32 %p161,%r309,2;\n@%p161 bra L126;\nld.param.u64 %d598,[%d193+1488];\ncvt.u32.u64 %r562,%d598;\n"
    "mov.u32 %r561,tile;\nsetp.eq.s32 %p162,%r309,2;\nadd.s32 %r455,%r72,%r562;\nadd.s32 %r457,%r561,%r455;\n"
    "cvt.u64.u32 %d424,%r596;\ncvt.u64.u32 %d425,%r597;\nbfi.b64 %d426,%d424,%d425,32,32;\n"
    "st.shared.u64[%r211],%d426;\ncvt.u64.u32 %d427,%r594;\ncvt.u64.u32 %d428,%r595;\n"
    "bfi.b64 %d429,%d427,%d428,32,32;\nst.shared.u64[%r457],%d429;\n@%p162 bra L126;\n"
    "ld.param.u64 %d599,[%d193+1512];\ncvt.u32.u64 %r564,%d599;\nmov.u32 %r563,tile;\nadd.s32 %r459,%r72,%r564;\n"
    "add.s32 %r461,%r563,%r459;\ncvt.u64.u32 %d430,%r592;\ncvt.u64.u32 %d431,%r593;\n",
    "bfi.b64 %d432,%d430,%d431,32,32;\nst.shared.u64[%r212],%d432;\ncvt.u64.u32 %d433,%r590;\n"
    "cvt.u64.u32 %d434,%r591;\nbfi.b64 %d435,%d433,%d434,32,32;\nst.shared.u64[%r461],%d435;\n"
    "setp.lt.u32 %p163,%r309,4;\n@%p163 bra L126;\nld.param.u64 %d600,[%d193+1536];\ncvt.u32.u64 %r566,%d600;\n"
    "mov.u32 %r565,tile;\nadd.s32 %r463,%r72,%r566;\nadd.s32 %r465,%r565,%r463;\ncvt.u64.u32 %d436,%r588;\n"
    "cvt.u64.u32 %d437,%r589;\nbfi.b64 %d438,%d436,%d437,32,32;\nst.shared.u64[%r213],%d438;\n"
    "cvt.u64.u32 %d439,%r586;\ncvt.u64.u32 %d440,%r587;\nbfi.b64 %d441,%d439,%d440,32,32;\n"
    "st.shared.u64[%r465],%d441;\nL126:\nsetp.eq.s32 %p164,%r309,0;\nsetp.eq.s32 %p165,%r608,0;\n"
    "or.pred %p166,%p165,%p164;\n@%p166 bra L148;\nmov.u32 %r649,0;\nL128:\n.pragma \"nounroll\";\n"
    "sub.s64 %d607,%d625,%d610;\nmul.wide.u32 %d442,%r649,24;\nadd.s64 %d443,%d193,%d442;\n"
    "ld.param.u64 %d117,[%d443+1472];\nsub.s64 %d445,%d607,%d117;\nand.b64 %d446,%d445,4611688217451692032;\n"
    "setp.eq.s64 %p167,%d446,4611688217451692032;\n@%p167 bra L147;\nld.param.u32 %r544,[%d193+960];\n"
    "setp.eq.s32 %p168,%r544,0;\n@%p168 bra L131;\nmul.wide.u32 %d604,%r649,24;\nadd.s64 %d603,%d193,%d604;\n"
    "ld.param.u64 %d602,[%d603+1472];\nsub.s64 %d601,%d625,%d610;\nld.param.u64 %d583,[%d193+968];\n"
    "add.s64 %d447,%d601,%d583;\nsub.s64 %d448,%d447,%d602;\nand.b64 %d449,%d448,4611688217451692032;\n"
    "setp.ne.s64 %p169,%d449,4611688217451692032;\n@%p169 bra L147;\nL131:\nmov.u32 %r650,0;\nL132:\n"
    ".pragma \"nounroll\";\nsetp.lt.u32 %p170,%r308,2;\nmov.u32 %r651,%r4;\n@%p170 bra L134;\n"
    "mov.u32 %r651,%r216;\nL134:\nmov.u64 %d648,0;\nadd.s32 %r652,%r320,1;\nsetp.ge.u32 %p171,%r652,%r62;\n"
    "mov.u64 %d649,%d648;\nmov.u64 %d650,%d648;\nmov.u32 %r655,%r320;\nmov.u32 %r656,%r651;\n@%p171 bra L137;\n"
    "mov.u64 %d650,0;\nmov.u32 %r653,%r651;\nmov.u32 %r654,%r320;\nmov.u64 %d649,%d650;\nmov.u64 %d648,%d650;\n"
    "L136:\n.pragma \"nounroll\";\nmov.u32 %r655,%r652;\nmul.wide.u32 %d456,%r654,40;\nadd.s64 %d457,%d193,%d456;\n"
    "ld.param.v2.u32{%r470,%r471},[%d457+976];\nmul.hi.u32 %r474,%r653,%r471;\nld.param.u32 %r475,[%d457+984];\n"
    "shr.u32 %r656,%r474,%r475;\nmul.lo.s32 %r476,%r656,%r470;\nsub.s32 %r477,%r653,%r476;\n"
    "cvt.u64.u32 %d458,%r477;\nld.param.u64 %d459,[%d457+992];\nmul.lo.s64 %d460,%d459,%d458;\n"
    "add.s64 %d648,%d460,%d648;\nld.param.u64 %d461,[%d457+1000];\nmul.lo.s64 %d462,%d461,%d458;\n"
    "add.s64 %d649,%d462,%d649;\nld.param.u64 %d463,[%d457+1008];\nmul.lo.s64 %d464,%d463,%d458;\n"
    "add.s64 %d650,%d464,%d650;\nadd.s32 %r652,%r655,1;\nsetp.lt.u32 %p172,%r652,%r62;\nmov.u32 %r653,%r656;\n"
    "mov.u32 %r654,%r655;\n@%p172 bra L136;\nL137:\nsetp.ge.u32 %p173,%r655,%r62;\n@%p173 bra L139;\n"
    "mul.wide.u32 %d465,%r655,40;\nadd.s64 %d466,%d193,%d465;\ncvt.u64.u32 %d467,%r656;\n"
    "ld.param.u64 %d468,[%d466+992];\nmul.lo.s64 %d469,%d468,%d467;\nadd.s64 %d648,%d469,%d648;\n"
    "ld.param.u64 %d470,[%d466+1000];\nmul.lo.s64 %d471,%d470,%d467;\nadd.s64 %d649,%d471,%d649;\n"
    "ld.param.u64 %d472,[%d466+1008];\nmul.lo.s64 %d473,%d472,%d467;\nadd.s64 %d650,%d473,%d650;\nL139:\n"
    "mul.lo.s32 %r479,%r308,%r651;\nsub.s32 %r480,%r4,%r479;\nmad.lo.s32 %r661,%r310,%r480,%r650;\n"
    "setp.lt.u32 %p174,%r320,2;\nmov.u32 %r660,0;\n@%p174 bra L142;\nmov.u32 %r659,0;\nmov.u32 %r657,1;\n"
    "mov.u32 %r658,%r661;\nL141:\n.pragma \"nounroll\";\nmov.u32 %r660,%r657;\nmul.wide.u32 %d474,%r659,40;\n"
    "add.s64 %d475,%d193,%d474;\nld.param.v2.u32{%r483,%r484},[%d475+976];\nmul.hi.u32 %r487,%r658,%r484;\n"
    "ld.param.u32 %r488,[%d475+984];\nshr.u32 %r661,%r487,%r488;\nmul.lo.s32 %r489,%r661,%r483;\n"
    "sub.s32 %r490,%r658,%r489;\ncvt.u64.u32 %d476,%r490;\nld.param.u64 %d477,[%d475+992];\n"
    "mul.lo.s64 %d478,%d477,%d476;\nadd.s64 %d648,%d478,%d648;\nld.param.u64 %d479,[%d475+1000];\n"
    "mul.lo.s64 %d480,%d479,%d476;\nadd.s64 %d649,%d480,%d649;\nld.param.u64 %d481,[%d475+1008];\n"
    "mul.lo.s64 %d482,%d481,%d476;\nadd.s64 %d650,%d482,%d650;\nadd.s32 %r657,%r660,1;\n"
    "setp.lt.u32 %p175,%r657,%r320;\nmov.u32 %r658,%r661;\nmov.u32 %r659,%r660;\n@%p175 bra L141;\nL142:\n"
    "setp.ge.u32 %p176,%r660,%r320;\n@%p176 bra L144;\n",
    "mul.wide.u32 %d483,%r660,40;\nadd.s64 %d484,%d193,%d483;\ncvt.u64.u32 %d485,%r661;\n"
    "ld.param.u64 %d486,[%d484+992];\nmul.lo.s64 %d487,%d486,%d485;\nadd.s64 %d648,%d487,%d648;\n"
    "ld.param.u64 %d488,[%d484+1000];\nmul.lo.s64 %d489,%d488,%d485;\nadd.s64 %d649,%d489,%d649;\n"
    "ld.param.u64 %d490,[%d484+1008];\nmul.lo.s64 %d491,%d490,%d485;\nadd.s64 %d650,%d491,%d650;\nL144:\n"
    "mul.wide.u32 %d606,%r649,24;\nadd.s64 %d605,%d193,%d606;\nld.param.u64 %d494,[%d605+1464];\n"
    "add.s64 %d148,%d494,%d649;\nadd.s64 %d495,%d648,%d620;\nld.param.u64 %d496,[%d605+1456];\n"
    "add.s64 %d149,%d495,%d496;\nsub.s64 %d497,%d625,%d650;\nld.param.u64 %d498,[%d605+1472];\n"
    "sub.s64 %d499,%d497,%d498;\nand.b64 %d500,%d499,4611688217451692032;\n"
    "setp.ne.s64 %p177,%d500,4611688217451692032;\n@%p177 bra L146;\nmov.u32 %r567,tile;\n"
    "cvt.u32.u64 %r492,%d148;\nadd.s32 %r494,%r567,%r492;\nmov.u32 %r491,1;\n{.reg .pred q;setp.ne.s32 q,%r491,0;\n"
    "mov.b64 %d501,0;@q ld.global.u64 %d501,[%d149];}\nst.shared.u64[%r494],%d501;\nL146:\nadd.s32 %r650,%r650,1;\n"
    "setp.lt.u32 %p178,%r650,2;\n@%p178 bra L132;\nL147:\nadd.s32 %r649,%r649,1;\nsetp.lt.u32 %p179,%r649,%r309;\n"
    "@%p179 bra L128;\nbra.uni L148;\nL105:\nsetp.eq.s32 %p152,%r51,0;\n@%p152 bra L107;\n"
    "cvt.u64.u32 %d390,%r600;\ncvt.u64.u32 %d391,%r601;\nbfi.b64 %d392,%d390,%d391,32,32;\n"
    "st.shared.u64[%r210],%d392;\nL107:\nsetp.lt.u32 %p153,%r51,2;\n@%p153 bra L109;\ncvt.u64.u32 %d393,%r598;\n"
    "cvt.u64.u32 %d394,%r599;\nbfi.b64 %d395,%d393,%d394,32,32;\nst.shared.u64[%r211],%d395;\nL109:\n"
    "setp.lt.u32 %p154,%r51,3;\n@%p154 bra L111;\ncvt.u64.u32 %d396,%r596;\ncvt.u64.u32 %d397,%r597;\n"
    "bfi.b64 %d398,%d396,%d397,32,32;\nst.shared.u64[%r212],%d398;\nL111:\nsetp.lt.u32 %p155,%r51,4;\n"
    "@%p155 bra L113;\ncvt.u64.u32 %d399,%r594;\ncvt.u64.u32 %d400,%r595;\nbfi.b64 %d401,%d399,%d400,32,32;\n"
    "st.shared.u64[%r213],%d401;\nL113:\nsetp.lt.u32 %p156,%r51,5;\n@%p156 bra L115;\nmov.u32 %r558,tile;\n"
    "cvt.u32.u64 %r438,%d402;\nadd.s32 %r440,%r558,%r438;\ncvt.u64.u32 %d403,%r592;\ncvt.u64.u32 %d404,%r593;\n"
    "bfi.b64 %d405,%d403,%d404,32,32;\nst.shared.u64[%r440],%d405;\nL115:\nsetp.lt.u32 %p157,%r51,6;\n"
    "@%p157 bra L117;\nmov.u32 %r557,tile;\ncvt.u32.u64 %r441,%d406;\nadd.s32 %r443,%r557,%r441;\n"
    "cvt.u64.u32 %d407,%r590;\ncvt.u64.u32 %d408,%r591;\nbfi.b64 %d409,%d407,%d408,32,32;\n"
    "st.shared.u64[%r443],%d409;\nL117:\nsetp.lt.u32 %p158,%r51,7;\n@%p158 bra L119;\nmov.u32 %r556,tile;\n"
    "cvt.u32.u64 %r444,%d410;\nadd.s32 %r446,%r556,%r444;\ncvt.u64.u32 %d411,%r588;\ncvt.u64.u32 %d412,%r589;\n"
    "bfi.b64 %d413,%d411,%d412,32,32;\nst.shared.u64[%r446],%d413;\nL119:\nsetp.lt.u32 %p159,%r51,8;\n"
    "@%p159 bra L148;\nmov.u32 %r555,tile;\ncvt.u32.u64 %r447,%d414;\nadd.s32 %r449,%r555,%r447;\n"
    "cvt.u64.u32 %d415,%r586;\ncvt.u64.u32 %d416,%r587;\nbfi.b64 %d417,%d415,%d416,32,32;\n"
    "st.shared.u64[%r449],%d417;\nbra.uni L148;\nL101:\nret;\n}\n",
    NULL};
static const char *const cucore__copy_ptx_tile16[] = {
    ".version 6.0\n.target sm_50\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n"
    ".visible .entry cucore_copy_tile16(\n.param .align 8 .b8 p[2752]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<109>;\n.reg .b32 %r<418>;\n.reg .b64 %d<305>;\nmov.b64 %d104,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d107,0;\nmov.u32 %r157,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r343,%r157;\nmov.u64 %d265,%d107;\nmov.u64 %d266,%d107;\nmov.u64 %d267,%d107;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r343;\nmul.wide.u32 %d111,%r343,912;\nadd.s64 %d112,%d104,%d111;\n"
    "add.s64 %d6,%d112,960;\nld.param.u32 %r6,[%d112+960];\nmov.u32 %r344,%r157;\nmov.u64 %d268,%d107;\n"
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
    "add.s64 %d214,%d212,%d213;\nld.param.v2.u32{%r309,%r310},[%d214+976];\nmul.hi.u32 %r313,%r408,%r310;\n"
    "ld.param.u32 %r314,[%d214+984];\nshr.u32 %r411,%r313,%r314;\nmul.lo.s32 %r315,%r411,%r309;\n"
    "sub.s32 %r316,%r408,%r315;\ncvt.u64.u32 %d215,%r316;\nld.param.u64 %d216,[%d214+992];\n"
    "mul.lo.s64 %d217,%d216,%d215;\nadd.s64 %d288,%d217,%d288;\nld.param.u64 %d218,[%d214+1000];\n"
    "mul.lo.s64 %d219,%d218,%d215;\nadd.s64 %d289,%d219,%d289;\nld.param.u64 %d220,[%d214+1008];\n"
    "mul.lo.s64 %d221,%d220,%d215;\nadd.s64 %d290,%d221,%d290;\nadd.s32 %r407,%r410,1;\n"
    "setp.lt.u32 %p96,%r407,%r136;\nmov.u32 %r408,%r411;\nmov.u32 %r409,%r410;\n@%p96 bra L68;\nL69:\n"
    "setp.ge.u32 %p97,%r410,%r136;\n@%p97 bra L71;\nmul.lo.s64 %d222,%d5,912;\nadd.s64 %d223,%d104,%d222;\n"
    "mul.wide.u32 %d224,%r410,40;\nadd.s64 %d225,%d223,%d224;\ncvt.u64.u32 %d226,%r411;\n"
    "ld.param.u64 %d227,[%d225+992];\nmul.lo.s64 %d228,%d227,%d226;\nadd.s64 %d288,%d228,%d288;\n"
    "ld.param.u64 %d229,[%d225+1000];\nmul.lo.s64 %d230,%d229,%d226;\nadd.s64 %d289,%d230,%d289;\n"
    "ld.param.u64 %d231,[%d225+1008];\nmul.lo.s64 %d232,%d231,%d226;\nadd.s64 %d290,%d232,%d290;\nL71:\n"
    "ld.param.v2.u32{%r318,%r319},[%d6+-16];\nmov.u32 %r415,0;\nld.param.v2.u32{%r320,%r321},[%d6+-8];\n"
    "mul.lo.s32 %r323,%r134,%r406;\nsub.s32 %r324,%r4,%r323;\nmad.lo.s32 %r416,%r321,%r324,%r344;\n"
    "setp.lt.u32 %p98,%r318,2;\n@%p98 bra L74;\nmov.u32 %r414,0;\nmov.u32 %r412,1;\nmov.u32 %r413,%r416;\nL73:\n"
    ".pragma \"nounroll\";\nmov.u32 %r415,%r412;\nmul.lo.s64 %d233,%d5,912;\nadd.s64 %d234,%d104,%d233;\n"
    "mul.wide.u32 %d235,%r414,40;\nadd.s64 %d236,%d234,%d235;\nld.param.v2.u32{%r327,%r328},[%d236+976];\n"
    "mul.hi.u32 %r331,%r413,%r328;\nld.param.u32 %r332,[%d236+984];\nshr.u32 %r416,%r331,%r332;\n"
    "mul.lo.s32 %r333,%r416,%r327;\nsub.s32 %r334,%r413,%r333;\ncvt.u64.u32 %d237,%r334;\n"
    "ld.param.u64 %d238,[%d236+992];\nmul.lo.s64 %d239,%d238,%d237;\nadd.s64 %d288,%d239,%d288;\n"
    "ld.param.u64 %d240,[%d236+1000];\nmul.lo.s64 %d241,%d240,%d237;\nadd.s64 %d289,%d241,%d289;\n"
    "ld.param.u64 %d242,[%d236+1008];\nmul.lo.s64 %d243,%d242,%d237;\nadd.s64 %d290,%d243,%d290;\n"
    "add.s32 %r412,%r415,1;\nsetp.lt.u32 %p99,%r412,%r318;\nmov.u32 %r413,%r416;\nmov.u32 %r414,%r415;\n"
    "@%p99 bra L73;\nL74:\n",
    "setp.ge.u32 %p100,%r415,%r318;\n@%p100 bra L76;\nmul.lo.s64 %d244,%d5,912;\nadd.s64 %d245,%d104,%d244;\n"
    "mul.wide.u32 %d246,%r415,40;\nadd.s64 %d247,%d245,%d246;\ncvt.u64.u32 %d248,%r416;\n"
    "ld.param.u64 %d249,[%d247+992];\nmul.lo.s64 %d250,%d249,%d248;\nadd.s64 %d288,%d250,%d288;\n"
    "ld.param.u64 %d251,[%d247+1000];\nmul.lo.s64 %d252,%d251,%d248;\nadd.s64 %d289,%d252,%d289;\n"
    "ld.param.u64 %d253,[%d247+1008];\nmul.lo.s64 %d254,%d253,%d248;\nadd.s64 %d290,%d254,%d290;\nL76:\n"
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
    "add.s64 %d20,%d104,160;\nmov.u32 %r346,0;\nmov.u32 %r360,%r346;\nmov.u32 %r359,%r346;\nmov.u32 %r358,%r346;\n"
    "mov.u32 %r357,%r346;\nL11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p20,%r346,0;\nmov.u32 %r351,%r1;\n"
    "@%p20 bra L14;\nsetp.ne.s32 %p21,%r346,1;\nmov.u32 %r351,%r2;\n@%p21 bra L13;\nbra.uni L14;\nL13:\n"
    "mov.u32 %r351,%r3;\nL14:\nmul.wide.u32 %d119,%r346,4;\nadd.s64 %d120,%d104,%d119;\n"
    "ld.param.u32 %r17,[%d120+40];\nsetp.ge.u32 %p22,%r360,%r17;\n@%p22 bra L17;\nmul.wide.u32 %d121,%r360,40;\n"
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
    "setp.lt.u32 %p27,%r346,3;\n@%p27 bra L11;\nld.param.v2.u32{%r188,%r189},[%d104+80];\nmov.u32 %r384,0;\n"
    "add.s32 %r190,%r357,1;\nsetp.eq.s32 %p28,%r190,%r188;\nld.param.u64 %d32,[%d104+104];\nneg.s64 %d127,%d32;\n"
    "selp.b64 %d128,%d127,0,%p28;\nld.param.u64 %d33,[%d104+96];\nadd.s64 %d129,%d128,%d33;\n"
    "ld.param.u32 %r35,[%d104+84];\nadd.s32 %r191,%r358,1;\nsetp.eq.s32 %p29,%r191,%r35;\n"
    "ld.param.u64 %d34,[%d104+112];\nneg.s64 %d130,%d34;\nselp.b64 %d131,%d130,0,%p29;\n"
    "add.s64 %d132,%d129,%d131;\nld.param.u32 %r36,[%d104+88];\nadd.s32 %r192,%r359,1;\n"
    "setp.eq.s32 %p30,%r192,%r36;\nld.param.u64 %d35,[%d104+120];\nneg.s64 %d133,%d35;\n"
    "selp.b64 %d134,%d133,0,%p30;\nadd.s64 %d280,%d132,%d134;\nsetp.ne.s64 %p31,%d280,%d33;\n"
    "selp.u32 %r378,1,0,%p31;\nld.param.u32 %r38,[%d104+80];\nsetp.ge.u32 %p32,%r357,%r38;\n"
    "setp.ge.u32 %p33,%r358,%r35;\nsetp.ge.u32 %p34,%r359,%r36;\nor.pred %p35,%p32,%p33;\nor.pred %p36,%p34,%p35;\n",
    "selp.u32 %r377,1,0,%p36;\nld.param.u32 %r40,[%d104+928];\nld.param.u32 %r41,[%d104+1840];\n"
    "ld.param.u64 %d37,[%d104+64];\nld.param.u64 %d38,[%d104+72];\nld.param.v2.u32{%r193,%r194},[%d104+56];\n"
    "ld.param.u32 %r44,[%d104+52];\nand.b64 %d39,%d268,65535;\nld.param.u32 %r45,[%d104+1864];\n"
    "ld.param.u32 %r46,[%d104+952];\nld.param.u64 %d40,[%d104+1456];\nld.param.u64 %d41,[%d104+1472];\n"
    "ld.param.u64 %d42,[%d104+1480];\nld.param.u64 %d43,[%d104+1496];\nld.param.u64 %d44,[%d104+1504];\n"
    "ld.param.u64 %d45,[%d104+1520];\nld.param.u64 %d46,[%d104+1464];\nand.b64 %d47,%d266,65535;\n"
    "ld.param.u64 %d48,[%d104+1528];\nld.param.u64 %d49,[%d104+1544];\nld.param.u64 %d50,[%d104+1488];\n"
    "ld.param.u64 %d51,[%d104+1512];\nld.param.u64 %d52,[%d104+1536];\nadd.s64 %d193,%d46,%d47;\n"
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
    "add.s64 %d149,%d104,%d148;\nadd.s64 %d62,%d149,2384;\n@%p62 bra L36;\nld.param.u64 %d150,[%d62];\n"
    "sub.s64 %d151,%d61,%d150;\nand.b64 %d152,%d151,4611688217451692032;\n"
    "setp.eq.s64 %p63,%d152,4611688217451692032;\nselp.u32 %r402,1,0,%p63;\nbra.uni L37;\nL36:\nmov.u32 %r402,1;\n"
    "L37:\nld.param.u64 %d154,[%d62+-16];\nadd.s64 %d153,%d60,%d154;\nld.param.u64 %d155,[%d62+-8];\n"
    "add.s64 %d156,%d155,%d39;\ncvt.u32.u64 %r225,%d156;\nmov.u32 %r226,tile;\nadd.s32 %r227,%r226,%r225;\n"
    "ld.shared.v4.u32{%r228,%r229,%r230,%r231},[%r227];\n{.reg .pred q;setp.ne.s32 q,%r402,0;\n"
    "@q st.global.v4.u32[%d153],{%r228,%r229,%r230,%r231};}\nadd.s32 %r232,%r401,1;\nsetp.ge.u32 %p64,%r232,%r45;\n"
    "@%p64 bra L50;\n@%p62 bra L40;\nadd.s32 %r341,%r401,1;\nand.b32 %r234,%r341,13;\n"
    "mul.wide.u32 %d158,%r234,24;\nadd.s64 %d159,%d104,%d158;\nld.param.u64 %d160,[%d159+2384];\n"
    "sub.s64 %d161,%d61,%d160;\nand.b64 %d162,%d161,4611688217451692032;\n"
    "setp.eq.s64 %p66,%d162,4611688217451692032;\nselp.u32 %r403,1,0,%p66;\nbra.uni L41;\nL40:\nmov.u32 %r403,1;\n"
    "L41:\nadd.s32 %r342,%r401,1;\nmov.u32 %r337,tile;\nand.b32 %r242,%r342,13;\nmul.wide.u32 %d165,%r242,24;\n"
    "add.s64 %d166,%d104,%d165;\nld.param.u64 %d167,[%d166+2368];\nadd.s64 %d163,%d60,%d167;\n"
    "ld.param.u64 %d168,[%d166+2376];\nadd.s64 %d169,%d168,%d39;\ncvt.u32.u64 %r243,%d169;\n"
    "add.s32 %r245,%r337,%r243;\nld.shared.v4.u32{%r246,%r247,%r248,%r249},[%r245];\n"
    "{.reg .pred q;setp.ne.s32 q,%r403,0;\n@q st.global.v4.u32[%d163],{%r246,%r247,%r248,%r249};}\n"
    "add.s32 %r120,%r401,2;\nsetp.ge.u32 %p67,%r120,%r45;\n@%p67 bra L50;\nand.b32 %r250,%r120,14;\n"
    "mul.wide.u32 %d171,%r250,24;\nadd.s64 %d172,%d104,%d171;\nadd.s64 %d63,%d172,2384;\n@%p62 bra L44;\n"
    "ld.param.u64 %d173,[%d63];\nsub.s64 %d174,%d61,%d173;\nand.b64 %d175,%d174,4611688217451692032;\n"
    "setp.eq.s64 %p69,%d175,4611688217451692032;\nselp.u32 %r404,1,0,%p69;\nbra.uni L45;\nL44:\nmov.u32 %r404,1;\n"
    "L45:\nmov.u32 %r338,tile;\nld.param.u64 %d177,[%d63+-16];\nadd.s64 %d176,%d60,%d177;\n"
    "ld.param.u64 %d178,[%d63+-8];\nadd.s64 %d179,%d178,%d39;\ncvt.u32.u64 %r257,%d179;\n"
    "add.s32 %r259,%r338,%r257;\nld.shared.v4.u32{%r260,%r261,%r262,%r263},[%r259];\n"
    "{.reg .pred q;setp.ne.s32 q,%r404,0;\n@q st.global.v4.u32[%d176],{%r260,%r261,%r262,%r263};}\n"
    "add.s32 %r264,%r401,3;\nsetp.ge.u32 %p70,%r264,%r45;\n@%p70 bra L50;\n@%p62 bra L48;\n"
    "ld.param.u64 %d183,[%d166+2432];\nsub.s64 %d184,%d61,%d183;\nand.b64 %d185,%d184,4611688217451692032;\n"
    "setp.eq.s64 %p72,%d185,4611688217451692032;\nselp.u32 %r405,1,0,%p72;\nbra.uni L49;\nL48:\nmov.u32 %r405,1;\n"
    "L49:\nmov.u32 %r339,tile;\nld.param.u64 %d190,[%d166+2416];\nadd.s64 %d186,%d60,%d190;\n"
    "ld.param.u64 %d191,[%d166+2424];\nadd.s64 %d192,%d191,%d39;\ncvt.u32.u64 %r275,%d192;\n"
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
    ".visible .entry cucore_copy_bytes(\n.param .align 8 .b8 p[2752]\n)\n.maxntid 256,1,1\n.minnctapersm 4\n{\n"
    ".reg .pred %p<194>;\n.reg .b32 %r<646>;\n.reg .b64 %d<475>;\nmov.b64 %d131,p;\nmov.u32 %r1,%ctaid.x;\n"
    "mov.u32 %r2,%ctaid.y;\nmov.u32 %r3,%ctaid.z;\nmov.u64 %d134,0;\nmov.u32 %r232,0;\nmov.u32 %r4,%tid.x;\n"
    "mov.u32 %r552,%r232;\nmov.u64 %d436,%d134;\nmov.u64 %d437,%d134;\nmov.u64 %d438,%d134;\nL1:\n"
    ".pragma \"nounroll\";\ncvt.u64.u32 %d5,%r552;\nmul.wide.u32 %d138,%r552,912;\nadd.s64 %d139,%d131,%d138;\n"
    "add.s64 %d6,%d139,960;\nld.param.u32 %r6,[%d139+960];\nmov.u32 %r553,%r232;\nmov.u64 %d439,%d134;\n"
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
    "add.s64 %d369,%d367,%d368;\nld.param.v2.u32{%r512,%r513},[%d369+976];\nmul.hi.u32 %r516,%r636,%r513;\n"
    "ld.param.u32 %r517,[%d369+984];\nshr.u32 %r639,%r516,%r517;\nmul.lo.s32 %r518,%r639,%r512;\n"
    "sub.s32 %r519,%r636,%r518;\ncvt.u64.u32 %d370,%r519;\nld.param.u64 %d371,[%d369+992];\n"
    "mul.lo.s64 %d372,%d371,%d370;\nadd.s64 %d458,%d372,%d458;\nld.param.u64 %d373,[%d369+1000];\n"
    "mul.lo.s64 %d374,%d373,%d370;\nadd.s64 %d459,%d374,%d459;\nld.param.u64 %d375,[%d369+1008];\n"
    "mul.lo.s64 %d376,%d375,%d370;\nadd.s64 %d460,%d376,%d460;\nadd.s32 %r635,%r638,1;\n"
    "setp.lt.u32 %p169,%r635,%r211;\nmov.u32 %r636,%r639;\nmov.u32 %r637,%r638;\n@%p169 bra L107;\nL108:\n"
    "setp.ge.u32 %p170,%r638,%r211;\n@%p170 bra L110;\nmul.lo.s64 %d377,%d5,912;\nadd.s64 %d378,%d131,%d377;\n"
    "mul.wide.u32 %d379,%r638,40;\nadd.s64 %d380,%d378,%d379;\ncvt.u64.u32 %d381,%r639;\n"
    "ld.param.u64 %d382,[%d380+992];\nmul.lo.s64 %d383,%d382,%d381;\nadd.s64 %d458,%d383,%d458;\n"
    "ld.param.u64 %d384,[%d380+1000];\nmul.lo.s64 %d385,%d384,%d381;\nadd.s64 %d459,%d385,%d459;\n"
    "ld.param.u64 %d386,[%d380+1008];\nmul.lo.s64 %d387,%d386,%d381;\nadd.s64 %d460,%d387,%d460;\nL110:\n"
    "ld.param.v2.u32{%r521,%r522},[%d6+-16];\nmov.u32 %r643,0;\nld.param.v2.u32{%r523,%r524},[%d6+-8];\n"
    "mul.lo.s32 %r526,%r209,%r634;\nsub.s32 %r527,%r4,%r526;\nmad.lo.s32 %r644,%r524,%r527,%r553;\n"
    "setp.lt.u32 %p171,%r521,2;\n@%p171 bra L113;\nmov.u32 %r642,0;\nmov.u32 %r640,1;\nmov.u32 %r641,%r644;\n"
    "L112:\n.pragma \"nounroll\";\nmov.u32 %r643,%r640;\nmul.lo.s64 %d388,%d5,912;\nadd.s64 %d389,%d131,%d388;\n"
    "mul.wide.u32 %d390,%r642,40;\nadd.s64 %d391,%d389,%d390;\nld.param.v2.u32{%r530,%r531},[%d391+976];\n"
    "mul.hi.u32 %r534,%r641,%r531;\nld.param.u32 %r535,[%d391+984];\nshr.u32 %r644,%r534,%r535;\n"
    "mul.lo.s32 %r536,%r644,%r530;\nsub.s32 %r537,%r641,%r536;\ncvt.u64.u32 %d392,%r537;\n"
    "ld.param.u64 %d393,[%d391+992];\nmul.lo.s64 %d394,%d393,%d392;\nadd.s64 %d458,%d394,%d458;\n"
    "ld.param.u64 %d395,[%d391+1000];\nmul.lo.s64 %d396,%d395,%d392;\nadd.s64 %d459,%d396,%d459;\n"
    "ld.param.u64 %d397,[%d391+1008];\nmul.lo.s64 %d398,%d397,%d392;\nadd.s64 %d460,%d398,%d460;\n"
    "add.s32 %r640,%r643,1;\nsetp.lt.u32 %p172,%r640,%r521;\nmov.u32 %r641,%r644;\nmov.u32 %r642,%r643;\n"
    "@%p172 bra L112;\nL113:\n",
    "setp.ge.u32 %p173,%r643,%r521;\n@%p173 bra L115;\nmul.lo.s64 %d399,%d5,912;\nadd.s64 %d400,%d131,%d399;\n"
    "mul.wide.u32 %d401,%r643,40;\nadd.s64 %d402,%d400,%d401;\ncvt.u64.u32 %d403,%r644;\n"
    "ld.param.u64 %d404,[%d402+992];\nmul.lo.s64 %d405,%d404,%d403;\nadd.s64 %d458,%d405,%d458;\n"
    "ld.param.u64 %d406,[%d402+1000];\nmul.lo.s64 %d407,%d406,%d403;\nadd.s64 %d459,%d407,%d459;\n"
    "ld.param.u64 %d408,[%d402+1008];\nmul.lo.s64 %d409,%d408,%d403;\nadd.s64 %d460,%d409,%d460;\nL115:\n"
    "shl.b32 %r539,%r553,4;\nshl.b64 %d124,%d459,%r539;\nmov.u64 %d474,2097151;\nmov.u64 %d473,0;\n"
    "mov.u32 %r645,0;\nL116:\n.pragma \"nounroll\";\nand.b64 %d412,%d474,%d460;\nand.b64 %d413,%d474,%d440;\n"
    "setp.gt.u64 %p174,%d413,%d412;\nselp.b64 %d414,%d440,%d460,%p174;\nand.b64 %d415,%d414,%d474;\n"
    "or.b64 %d473,%d415,%d473;\nshl.b64 %d474,%d474,21;\nadd.s32 %r645,%r645,1;\nsetp.ne.s32 %p175,%r645,3;\n"
    "@%p175 bra L116;\nbra.uni L117;\nL5:\nld.param.u32 %r235,[%d6];\nsetp.eq.s32 %p44,%r235,0;\n@%p44 bra L7;\n"
    "ld.param.u32 %r236,[%d6+-4];\nadd.s32 %r237,%r236,-1;\ncvt.u64.u32 %d140,%r237;\nld.param.u64 %d141,[%d6+8];\n"
    "mul.lo.s64 %d142,%d141,%d140;\nadd.s64 %d440,%d142,%d440;\nL7:\nld.param.u32 %r238,[%d6];\n"
    "setp.eq.s32 %p45,%r238,0;\n@%p45 bra L9;\nmul.lo.s64 %d143,%d439,281479271743489;\n"
    "ld.param.s32 %d144,[%d6+4];\nmul.lo.s64 %d145,%d144,844433520132096;\nadd.s64 %d439,%d145,%d143;\nL9:\n"
    "cvt.u32.u64 %r239,%d5;\nsetp.eq.s32 %p46,%r239,0;\nselp.b64 %d438,%d441,%d438,%p46;\n"
    "selp.b64 %d437,%d439,%d437,%p46;\nselp.b64 %d436,%d440,%d436,%p46;\nadd.s32 %r552,%r239,1;\n"
    "setp.lt.u32 %p47,%r552,2;\n@%p47 bra L1;\nld.param.u64 %d448,[%d131];\nld.param.u64 %d449,[%d131+8];\n"
    "mov.u32 %r555,0;\nmov.u32 %r569,%r555;\nmov.u32 %r568,%r555;\nmov.u32 %r567,%r555;\nmov.u32 %r566,%r555;\n"
    "L11:\n.pragma \"nounroll\";\nsetp.eq.s32 %p48,%r555,0;\nmov.u32 %r560,%r1;\n@%p48 bra L14;\n"
    "setp.ne.s32 %p49,%r555,1;\nmov.u32 %r560,%r2;\n@%p49 bra L13;\nbra.uni L14;\nL13:\nmov.u32 %r560,%r3;\nL14:\n"
    "mul.wide.u32 %d146,%r555,4;\nadd.s64 %d147,%d131,%d146;\nld.param.u32 %r17,[%d147+40];\n"
    "setp.ge.u32 %p50,%r569,%r17;\n@%p50 bra L16;\nL15:\n.pragma \"nounroll\";\nmul.wide.u32 %d148,%r569,40;\n"
    "add.s64 %d149,%d131,%d148;\nld.param.v2.u32{%r245,%r246},[%d149+128];\nmul.hi.u32 %r249,%r560,%r246;\n"
    "ld.param.v2.u32{%r250,%r251},[%d149+136];\nshr.u32 %r23,%r249,%r250;\nmul.lo.s32 %r254,%r23,%r245;\n"
    "sub.s32 %r255,%r560,%r254;\ncvt.u64.u32 %d150,%r255;\nld.param.u64 %d151,[%d149+144];\n"
    "mul.lo.s64 %d152,%d151,%d150;\nld.param.u64 %d153,[%d149+152];\nmul.lo.s64 %d154,%d153,%d150;\n"
    "ld.param.u32 %r256,[%d149+160];\nmul.lo.s32 %r257,%r255,%r256;\nadd.s64 %d448,%d152,%d448;\n"
    "add.s64 %d449,%d154,%d449;\nsetp.eq.s32 %p51,%r251,0;\nselp.b32 %r258,%r257,0,%p51;\n"
    "add.s32 %r566,%r258,%r566;\nsetp.eq.s32 %p52,%r251,1;\nselp.b32 %r259,%r257,0,%p52;\n"
    "add.s32 %r567,%r259,%r567;\nsetp.eq.s32 %p53,%r251,2;\nselp.b32 %r260,%r257,0,%p53;\n"
    "add.s32 %r568,%r260,%r568;\nadd.s32 %r569,%r569,1;\nsetp.lt.u32 %p54,%r569,%r17;\nmov.u32 %r560,%r23;\n"
    "@%p54 bra L15;\nL16:\nadd.s32 %r555,%r555,1;\nsetp.lt.u32 %p55,%r555,3;\n@%p55 bra L11;\n"
    "ld.param.u32 %r33,[%d131+80];\nadd.s32 %r263,%r566,1;\nsetp.eq.s32 %p56,%r263,%r33;\n"
    "ld.param.u64 %d28,[%d131+104];\nneg.s64 %d155,%d28;\nselp.b64 %d156,%d155,0,%p56;\n"
    "ld.param.u64 %d29,[%d131+96];\nadd.s64 %d157,%d156,%d29;\nld.param.u32 %r34,[%d131+84];\n"
    "add.s32 %r264,%r567,1;\nsetp.eq.s32 %p57,%r264,%r34;\nld.param.u64 %d30,[%d131+112];\nneg.s64 %d158,%d30;\n"
    "selp.b64 %d159,%d158,0,%p57;\nadd.s64 %d160,%d157,%d159;\nld.param.u32 %r35,[%d131+88];\n"
    "add.s32 %r265,%r568,1;\nsetp.eq.s32 %p58,%r265,%r35;\nld.param.u64 %d31,[%d131+120];\nneg.s64 %d161,%d31;\n"
    "selp.b64 %d162,%d161,0,%p58;\nadd.s64 %d450,%d160,%d162;\nsetp.ne.s64 %p59,%d450,%d29;\n"
    "selp.u32 %r587,1,0,%p59;\nld.param.v2.u32{%r266,%r267},[%d131+80];\nmov.u32 %r593,0;\n"
    "setp.ge.u32 %p60,%r566,%r266;\nsetp.ge.u32 %p61,%r567,%r34;\nsetp.ge.u32 %p62,%r568,%r35;\n"
    "or.pred %p63,%p60,%p61;\nor.pred %p64,%p62,%p63;\nselp.u32 %r586,1,0,%p64;\nld.param.u64 %d33,[%d131+16];\n",
    "ld.param.v2.u32{%r268,%r269},[%d131+952];\nand.b64 %d34,%d439,65535;\nld.param.u64 %d35,[%d131+64];\n"
    "ld.param.u64 %d36,[%d131+72];\nld.param.v2.u32{%r270,%r271},[%d131+56];\n"
    "ld.param.v2.u32{%r272,%r273},[%d131+1864];\nand.b64 %d37,%d437,65535;\nadd.s32 %r274,%r273,-1;\n"
    "cvt.u64.u32 %d163,%r274;\nld.param.u64 %d38,[%d131+1880];\nmul.lo.s64 %d164,%d38,%d163;\n"
    "sub.s64 %d39,%d440,%d164;\nld.param.u32 %r52,[%d131+36];\nld.param.u64 %d40,[%d131+24];\n"
    "mul.lo.s64 %d41,%d40,-3;\nld.param.u32 %r53,[%d131+952];\nld.param.u64 %d42,[%d131+968];\n"
    "cvt.u32.u64 %r275,%d437;\nand.b32 %r54,%r275,65535;\nld.param.v2.u32{%r276,%r277},[%d131+960];\n"
    "ld.param.u64 %d43,[%d131+1456];\nld.param.u64 %d44,[%d131+1472];\nld.param.u64 %d45,[%d131+1464];\n"
    "ld.param.u64 %d46,[%d131+1488];\nld.param.u64 %d47,[%d131+1480];\nld.param.u64 %d48,[%d131+1496];\n"
    "ld.param.u64 %d49,[%d131+1512];\nld.param.u64 %d50,[%d131+1536];\nld.param.u64 %d51,[%d131+1504];\n"
    "ld.param.u64 %d52,[%d131+1520];\nld.param.u64 %d53,[%d131+1528];\nld.param.u64 %d54,[%d131+1544];\n"
    "add.s64 %d338,%d45,%d37;\nadd.s64 %d339,%d46,%d37;\nadd.s64 %d340,%d49,%d37;\nadd.s64 %d341,%d50,%d37;\n"
    "mov.u32 %r591,%r586;\nmov.u32 %r592,%r587;\nmov.u64 %d453,%d450;\nmov.u64 %d454,%d449;\nbra.uni L18;\nL102:\n"
    "mov.b64 %d417,p;\nld.param.u32 %r544,[%d417+52];\nld.param.u32 %r543,[%d417+88];\n"
    "ld.param.u32 %r542,[%d417+84];\nld.param.u32 %r541,[%d417+80];\nbar.sync 0;\nadd.s64 %d448,%d35,%d448;\n"
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
    "ld.param.u32 %r545,[%d418+928];\nmov.u32 %r278,%tid.x;\nsetp.gt.u32 %p65,%r545,%r278;\n"
    "setp.eq.s32 %p66,%r591,0;\nand.pred %p1,%p66,%p65;\nnot.pred %p67,%p1;\nmov.u32 %r602,%r626;\n"
    "mov.u32 %r603,%r627;\nmov.u32 %r604,%r628;\nmov.u32 %r605,%r629;\nmov.u32 %r606,%r630;\nmov.u32 %r607,%r631;\n"
    "mov.u32 %r608,%r632;\nmov.u32 %r609,%r633;\n@%p67 bra L54;\nmov.b64 %d420,p;\n"
    "ld.param.u32 %r547,[%d420+956];\nsetp.gt.u32 %p68,%r547,1;\nsub.s64 %d61,%d453,%d436;\n@%p68 bra L53;\n"
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
    "or.pred %p87,%p81,%p86;\nselp.u32 %r325,1,0,%p87;\n",
    "add.s64 %d231,%d33,%d230;\n{.reg .pred q;setp.ne.s32 q,%r325,0;\n"
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
    "@%p22 bra L40;\nsub.s64 %d200,%d61,%d52;\nsub.s64 %d201,%d200,%d40;\n"
    "and.b64 %d202,%d201,4611688217451692032;\n",
    "setp.eq.s64 %p187,%d202,4611688217451692032;\nL40:\nadd.s64 %d203,%d33,%d199;\nselp.u32 %r298,1,0,%p187;\n"
    "{.reg .pred q;setp.ne.s32 q,%r298,0;\nmov.b32 %r297,0;@q ld.global.u8 %r297,[%d203];}\nmov.pred %p188,%p189;\n"
    "@%p22 bra L42;\nsub.s64 %d204,%d61,%d52;\nshl.b64 %d205,%d40,1;\nsub.s64 %d206,%d204,%d205;\n"
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
    "ld.param.u32 %r546,[%d419+1840];\nsetp.eq.s32 %p91,%r272,0;\nsetp.le.u32 %p92,%r546,%r551;\n"
    "setp.ne.s32 %p93,%r79,0;\nor.pred %p94,%p92,%p93;\nor.pred %p95,%p94,%p91;\n@%p95 bra L85;\nmov.u32 %r610,0;\n"
    "L57:\n.pragma \"nounroll\";\nmov.b64 %d429,p;\nadd.s64 %d428,%d59,%d441;\nld.param.u32 %r549,[%d429+1868];\n"
    "mul.wide.u32 %d242,%r610,24;\nadd.s64 %d243,%d429,%d242;\nld.param.u64 %d244,[%d243+2368];\n"
    "add.s64 %d75,%d428,%d244;\nld.param.u64 %d245,[%d243+2384];\nadd.s64 %d76,%d39,%d245;\n"
    "ld.param.u64 %d246,[%d243+2376];\nadd.s64 %d247,%d246,%d34;\ncvt.u32.u64 %r333,%d247;\nmov.u32 %r334,tile;\n"
    "add.s32 %r146,%r334,%r333;\nsetp.gt.u32 %p96,%r549,1;\n@%p96 bra L63;\nbra.uni L58;\nL63:\n"
    "setp.eq.s32 %p105,%r80,0;\nld.shared.v4.u32{%r354,%r355,%r356,%r357},[%r146];\nadd.s64 %d266,%d40,%d38;\n"
    "mul.lo.s64 %d267,%d266,-3;\nsub.s64 %d78,%d58,%d76;\nadd.s64 %d268,%d78,%d267;\nand.b64 %d269,%d78,%d268;\n"
    "and.b64 %d270,%d269,4611688217451692032;\nsetp.eq.s64 %p106,%d270,4611688217451692032;\n"
    "or.pred %p107,%p105,%p106;\nselp.u32 %r353,1,0,%p107;\n{.reg .pred q;setp.ne.s32 q,%r353,0;\n"
    "@q st.global.v4.u32[%d75],{%r354,%r355,%r356,%r357};}\n@%p107 bra L84;\nsetp.eq.s32 %p108,%r52,0;\n"
    "mov.u32 %r612,0;\n@%p108 bra L67;\n",
    "add.s64 %d271,%d78,%d41;\nand.b64 %d272,%d271,4611688217451692032;\n"
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
    "setp.eq.s64 %p129,%d315,4611688217451692032;\nselp.u32 %r393,1,0,%p129;\nand.b32 %r392,%r398,255;\n"
    "add.s64 %d309,%d75,9;\n",
    "{.reg .pred q;setp.ne.s32 q,%r393,0;\n@q st.global.u8[%d309],%r392;}\nshr.u32 %r399,%r356,16;\n"
    "shl.b64 %d316,%d40,1;\nsub.s64 %d317,%d312,%d316;\nand.b64 %d318,%d317,4611688217451692032;\n"
    "setp.eq.s64 %p130,%d318,4611688217451692032;\nselp.u32 %r395,1,0,%p130;\nand.b32 %r394,%r399,255;\n"
    "add.s64 %d310,%d75,10;\n{.reg .pred q;setp.ne.s32 q,%r395,0;\n@q st.global.u8[%d310],%r394;}\n"
    "shr.u32 %r396,%r356,24;\nadd.s64 %d319,%d312,%d41;\nand.b64 %d320,%d319,4611688217451692032;\n"
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
    "mov.b64 %d416,p;\nld.param.u32 %r540,[%d416+1864];\nadd.s32 %r610,%r610,1;\nsetp.lt.u32 %p140,%r610,%r540;\n"
    "@%p140 bra L57;\nL85:\nsetp.eq.s32 %p177,%r591,0;\n",
    "@%p177 bra L87;\nbra.uni L86;\nL87:\nbar.sync 0;\nL88:\nmov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\n"
    "mov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\n"
    "mov.u32 %r633,%r609;\n@%p67 bra L102;\nsetp.gt.u32 %p143,%r269,1;\n@%p143 bra L95;\nbra.uni L90;\nL95:\n"
    "mov.b64 %d426,p;\nld.param.u32 %r548,[%d426+964];\ncvt.u32.u64 %r450,%d37;\nmov.u32 %r451,tile;\n"
    "add.s32 %r452,%r451,%r450;\nmov.u32 %r453,20800;\nprmt.b32 %r454,%r625,%r621,%r453;\n"
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
    "@%p144 bra L102;\nsetp.lt.u32 %p145,%r53,2;\ncvt.u32.u64 %r414,%d338;\nmov.u32 %r415,tile;\n"
    "add.s32 %r416,%r415,%r414;\n",
    "shl.b32 %r417,%r605,8;\nor.b32 %r418,%r417,%r609;\nshl.b32 %r419,%r625,16;\nor.b32 %r420,%r418,%r419;\n"
    "shl.b32 %r421,%r621,24;\nor.b32 %r422,%r420,%r421;\nst.shared.u32[%r416],%r422;\nmov.u32 %r626,%r602;\n"
    "mov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\n"
    "mov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n@%p145 bra L102;\nsetp.eq.s32 %p146,%r53,2;\n"
    "cvt.u32.u64 %r423,%d339;\nadd.s32 %r425,%r415,%r423;\nshl.b32 %r426,%r604,8;\nor.b32 %r427,%r426,%r608;\n"
    "shl.b32 %r428,%r624,16;\nor.b32 %r429,%r427,%r428;\nshl.b32 %r430,%r620,24;\nor.b32 %r431,%r429,%r430;\n"
    "st.shared.u32[%r425],%r431;\nmov.u32 %r626,%r602;\nmov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\n"
    "mov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\nmov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n"
    "@%p146 bra L102;\nsetp.lt.u32 %p147,%r53,4;\ncvt.u32.u64 %r432,%d340;\nadd.s32 %r434,%r415,%r432;\n"
    "shl.b32 %r435,%r603,8;\nor.b32 %r436,%r435,%r607;\nshl.b32 %r437,%r623,16;\nor.b32 %r438,%r436,%r437;\n"
    "shl.b32 %r439,%r619,24;\nor.b32 %r440,%r438,%r439;\nst.shared.u32[%r434],%r440;\nmov.u32 %r626,%r602;\n"
    "mov.u32 %r627,%r603;\nmov.u32 %r628,%r604;\nmov.u32 %r629,%r605;\nmov.u32 %r630,%r606;\nmov.u32 %r631,%r607;\n"
    "mov.u32 %r632,%r608;\nmov.u32 %r633,%r609;\n@%p147 bra L102;\ncvt.u32.u64 %r441,%d341;\n"
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
        int64_t chunks = (axis->n - 1) / axis->chunk + 1, a = axis->s * axis->chunk, b = axis->d * axis->chunk;
        int64_t band = chunks;
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
        chunks = (axis->n - 1) / axis->chunk + 1;
        if (chunks > 0x7fffffff) return cucore__copy_fail_size();
        grid->count[axis->cut] = (uint32_t)chunks;
        grid->full |= (uint64_t)(axis->chunk - 1) << (CUCORE__COPY_FIELD * axis->cut);
        grid->last[axis->cut] = (uint64_t)(chunks * axis->chunk - axis->n) << (CUCORE__COPY_FIELD * axis->cut);
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
