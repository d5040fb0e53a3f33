/* ------------------------------------------------------------------------------------------------ >>copy-blocks -- */
/* copy/blocks.h: thousands of blocks, and thousands of views, in one call. */
/* Flags of cucore_blocks. */
#define CUCORE_BLOCKS_CHECKED (UINT64_C(1) << 0) /* numbers are checked wherever they are: see >>copy-blocks-manual */

/* A block number that was out of range.  All zero: there was none.  The kernel stores one of several such numbers. */
typedef struct cucore_blocks_report {
    uint32_t side;  /* 1: dst_numbers, 2: src_numbers */
    uint32_t index; /* of the number in its list */
    int64_t number;
} cucore_blocks_report;

/* What cucore_views_copy_blocks copies.  All zero copies nothing; zero what is not needed. */
typedef struct cucore_blocks {
    const cucore_view *dsts; /* count views, one for each layer of a cache */
    const cucore_view *srcs;
    size_t count;
    int32_t dst_axis; /* axis of dst that counts blocks; negative: from the last axis */
    int32_t src_axis;
    const cucore_view *dst_numbers; /* 1-D, integers: block dst_numbers[i] of each dst ... */
    const cucore_view *src_numbers; /* ... becomes block src_numbers[i] of its src; NULL: 0, 1, 2, ... */
    uint64_t flags;                 /* CUCORE_BLOCKS_CHECKED, or 0 */
    cucore_blocks_report *report;   /* aligned to 16 bytes, in memory that the device reaches; NULL: no report */
    void *reserved[2];
} cucore_blocks;

/* cucore_views_copy_blocks - copy blocks by their numbers, for all layers in one call
 *   blocks   in   what to copy.  dsts[k] and srcs[k] have one dtype, as in cucore_view_copy, and one shape apart from
 *                 the axes that count blocks, which need not be the same axis.  All dsts are in memory of one kind and
 *                 device, and so are all srcs.  Layers with equal layouts share a launch.  The views of numbers are
 *                 not needed after the call; their memory, if the device reads it, until the copy is done
 *   stream   in   of a device that takes part, as in cucore_view_copy of dsts[0] and srcs[0]
 *   options  in   resource: device memory for lists of numbers; blocking: as in cucore_view_copy.  NULL: the usual
 *   -> OK | INVALID_ARGUMENT (a number out of range that the host knows; NULL, an axis, flags, options; with
 *      CUCORE_BLOCKS_CHECKED also a number that the device knows, and blocks that overlap) | WRONG_SHAPE (blocks are
 *      not alike; the lists are not equally long) | WRONG_DTYPE (numbers that are no integers) | WRONG_LAYOUT
 *      (elements of dst overlap; numbers that are not 1-D or not aligned) | WRONG_DEVICE | READONLY | UNSUPPORTED
 *      (packed elements; more than 8 axes that cannot be joined) | OVERFLOW | OUT_OF_MEMORY | CAPTURE | NO_DRIVER
 *      | DRIVER
 *   Everything is refused before anything is enqueued.  Blocks with strides are copied run by run: runs of 16 bytes
 *   and more are fast.  May block: release the GIL.  Any thread.  See >>copy-blocks-manual */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_copy_blocks(const cucore_blocks *blocks,
                                                                                 CUstream stream,
                                                                                 const cucore_copy_options *options);

/* cucore_views_copy - cucore_view_copy of many pairs, of any shapes, strides and sizes
 *   dsts, srcs  in   count views each; keep them alive until the copy is done.  Memory that one pair writes is neither
 *                    read nor written by any other pair: the order of pairs is not defined
 *   stream      in   as in cucore_view_copy of the first pair that needs a stream; all pairs are ordered on it
 *   options     in   as in cucore_view_copy, without CUCORE_COPY_CAST.  NULL: the usual
 *   -> as cucore_view_copy of the first pair that is refused; the message has its index.  Each pair is checked before
 *      anything is enqueued.
 *   Pairs of dense views that a kernel of the stream's device reaches are rows of a table, for one kernel.  Pairs with
 *   equal layouts share a kernel.  Runs between two devices go in one call of the driver (cuMemcpyBatchAsync, CUDA
 *   12.8), runs between plain memory and a device in a call each, with one wait.  Other pairs, and runs of 1 MiB and
 *   more, are copied one by one, as by cucore_view_copy.
 *   May block: release the GIL.  Any thread. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_copy(const cucore_view *dsts,
                                                                          const cucore_view *srcs, size_t count,
                                                                          CUstream stream,
                                                                          const cucore_copy_options *options);
