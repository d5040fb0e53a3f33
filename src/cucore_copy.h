/* cucore_copy.h - v0.3.0 - copies between strided arrays, wherever they are - SPDX-License-Identifier: MIT
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
#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_STATIC) && !defined(CUCORE_NO_COMPAT) &&                        \
    !defined(CUCORE_COPY_NO_CAST) && !defined(CUCORE_COPY_H_IMPLEMENTED) && !defined(CUCORE_CAST_H) &&                 \
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

#include "copy/copy.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_COPY_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_COPY_H_IMPLEMENTED)
#define CUCORE_COPY_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if it was only declared above */

#include <stdlib.h>
#include <string.h>

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "copy/emit/params.h"
#include "copy/emit/axes.c"
#include "copy/emit/form.h"
#include "copy/emit/casts.h"
#include "copy/emit/write_form.c"
#include "copy/emit/write_text.c"
#include "copy/emit/write_bytes.c"
#include "copy/emit/write.c"
#include "copy/emit/write_general.c"
#include "copy/emit/load.c"
#include "copy/emit/written.c"
#include "copy/host/host_lines.c"
#include "copy/host/host.c"
#include "copy/job/job.c"
#include "copy/job/plan.c"
#include "copy/move/staging.c"
#include "copy/move/run.c"
#include "copy/calls/casts.h"
#include "copy/calls/calls.c"
#include "copy/calls/fill.c"

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

#include "python/in/copy.h"

CUCORE_END
#endif

/* Until 0.4: cucore_py_copy after cucore_python.h. */
#if defined(CUCORE_COPY_AFTER_PYTHON_H) && !defined(CUCORE__COMPAT_BUSY)
#define CUCORE__COMPAT_BUSY
#include "cucore_python.h"
#undef CUCORE__COMPAT_BUSY
#endif /* until 0.4 */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
