/* cucore_blocks.h - v0.3.0 - copies of thousands of blocks and of many views - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * One call copies blocks by their numbers, for all layers of a cache, or many pairs of views of any shapes: on one
 * device, between devices, and between host and device in both directions.  The kernels are PTX text, packed in this
 * file.  Python is not needed.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_blocks.h"           brings in cucore_copy.h and cucore.h
 *
 *     cucore_views_copy_blocks(&blocks, stream, NULL);
 *     cucore_views_copy(dsts, srcs, count, stream, NULL);
 *
 * CONTENTS (search for the tag)
 *     >>copy-blocks               thousands of blocks by their numbers, many views
 *     >>copy-blocks-manual        numbers, ranges, ways, captures (below)
 *     >>impl-copy-blocks-params   the parameters of the kernels
 *     >>impl-copy-blocks-ptx      the kernels
 *     >>impl-copy-blocks          launches, numbers, ways
 *
 * The options are those of cucore_copy.h, and CUCORE_COPY_NO_KERNELS, which leaves out the kernels: blocks are refused
 * (UNSUPPORTED) if a kernel has to copy them.
 *
 * >>copy-blocks-manual
 *   Numbers      Numbers in plain memory are read in the call, and checked; a captured graph keeps them.  Numbers in
 *                memory of the stream's device, in managed or in pinned memory are read by the kernel, in order of the
 *                stream: a graph that is launched again takes the numbers that are there then.  The call does not look
 *                at them.  Numbers may be of any integer dtype and stride.
 *   Range        The kernel neither reads nor writes a block whose number is out of range, and goes on with the other
 *                blocks.  It stores the number in `report`, which you zero before, and look at once the stream has come
 *                so far.  That costs nothing while all numbers are in range.
 *   Checked      CUCORE_BLOCKS_CHECKED turns such a report into an error of the call, which therefore waits for the
 *                stream, and refuses a capture (CAPTURE); `report` is not used.  Of numbers that the host knows it
 *                checks also that no block is written twice, and that no block is both read and written: a bit for
 *                each block of dst, and some nanoseconds for each number.
 *   Overlap      A block that is written twice in one call, or both read and written, has undefined contents.  dst and
 *                src may be the same cache.
 *   Ways         what takes part              how it is copied
 *                one device, managed memory,  one kernel, which reads and writes pinned memory over the bus.  Memory
 *                pinned memory                that is said to be plain is looked up in the driver
 *                two devices, of which the    one kernel, as on one device.  Access is the caller's decision, by
 *                stream's one has access to   cuCtxEnablePeerAccess, cuMemPoolSetAccess or cuMemSetAccess.  The driver
 *                all views of the other       is asked about the first and the last byte of each view, two attributes
 *                two devices                  dense blocks by the driver's batch call (cuMemcpyBatchAsync, CUDA 12.8);
 *                                             others, and with older drivers and on the legacy default stream, block
 *                                             by block, as by cucore_view_copy
 *                plain memory and a device    through pinned pieces, which the CPU packs, by up to CUCORE_COPY_WORKERS
 *                                             threads from 8 MiB on; blocks of 256 KiB and more with gaps, or
 *                                             of less than 8 MiB in all, one by one, with one wait
 *                host memory only             by the CPU, in the call, by as many threads as pay and as
 *                                             CUCORE_COPY_THREADS allows; after waiting for `stream` if memory is
 *                                             pinned
 *                Numbers that only the device knows are fetched first, which waits, where no kernel reads them.
 *   Blocking     As in cucore_view_copy: with host memory on either side the call waits by default; with
 *                CUCORE_BLOCKING_NO it waits only if plain memory takes part.
 *   Capture      The ways of a kernel.  Numbers that the host knows are parameters of launches, of which each
 *                holds some 400 to 800.
 *   Host time    A list of numbers, or a table of views, that does not fit the parameters of a launch (4 KB) goes
 *                through pinned memory, which stays for the next call (cucore_copy_trim), into temporary memory of the
 *                device.
 */
#ifndef CUCORE_BLOCKS_H
#define CUCORE_BLOCKS_H

#include "cucore_copy.h"

#if CUCORE_VERSION != 300
#error "cucore_blocks.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

#include "copy/blocks.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_BLOCKS_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_BLOCKS_H_IMPLEMENTED)
#define CUCORE_BLOCKS_H_IMPLEMENTED

#include "cucore_copy.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "copy/move/blocks_params.h"
#if !defined(CUCORE_COPY_NO_KERNELS)
#include "made/ptx_blocks.c"
#endif
#include "copy/move/batch.c"
#include "copy/move/blocks_launch.c"
#include "copy/calls/blocks_shape.c"
#include "copy/calls/blocks_ways.c"
#include "copy/calls/blocks.c"
#include "copy/calls/views.c"

CUCORE_END

#undef CUCORE__BATCH_ROOM
#undef CUCORE__BATCH_USED
#undef CUCORE__BLOCKS_DIGITS
#undef CUCORE__BLOCKS_FLAT
#undef CUCORE__BLOCKS_FLIGHT
#undef CUCORE__BLOCKS_GRID
#undef CUCORE__BLOCKS_GRID_BUS
#undef CUCORE__BLOCKS_ITEMS
#undef CUCORE__BLOCKS_LANES
#undef CUCORE__BLOCKS_LAYERS
#undef CUCORE__BLOCKS_PEERS
#undef CUCORE__BLOCKS_PIECE
#undef CUCORE__BLOCKS_ROOM
#undef CUCORE__BLOCKS_SINGLE
#undef CUCORE__FLAT_LAYERS
#undef CUCORE__PTX_BLOCKS_BYTES
#undef CUCORE__VIEWS_CUT
#undef CUCORE__VIEWS_GROUPS
#undef CUCORE__VIEWS_ITEMS
#undef CUCORE__VIEWS_LARGE

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
