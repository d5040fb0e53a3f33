/* cucore.h - v0.3.0 - arrays, streams and devices of CUDA for C extension authors - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * A strided view of anybody's array, the layout math behind it, and the parts of the CUDA driver that an exchange of
 * arrays needs, loaded when they are first needed.  No Python here: cucore_python.h adds it.
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore.h"                  // everywhere
 *     #include <stdio.h>
 *     int main(void)
 *     {
 *         double data[4][6] = {{0}};
 *         int64_t shape[2] = {4, 6};
 *         cucore_array_spec spec = {
 *             CUCORE_DTYPE_FLOAT64, 2, shape, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
 *         cucore_slice slices[2] = {cucore_slice_all(), cucore_slice_range(0, 6, 2)};
 *         cucore_view all, part;           // part is data[:, 0:6:2]
 *         char text[128];
 *         if (cucore_view_wrap(data, &spec, NULL, NULL, &all)) return puts(cucore_last_error()->message), 1;
 *         if (cucore_view_slice(&all, slices, 2, &part)) return puts(cucore_last_error()->message), 1;
 *         cucore_view_format(&part, text, sizeof text);
 *         puts(text);                      // float64 (4, 3) strides (6, 2) on cpu, ...
 *         cucore_view_release(&all);       // part borrows from it
 *         return 0;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>config, >>handles                version, visibility, names for the linker; CUstream and other handles
 *     >>status, >>dtype                  status codes and the last error; data types
 *     >>layout                           shape and strides
 *     >>view, >>check                    a typed, strided piece of memory; requirements on it
 *     >>driver                           loading the driver
 *     >>device, >>context, >>pointer     devices by number, peers; contexts; what the driver knows about an address
 *     >>stream, >>event                  streams, ordering, capture; events
 *     >>memory, >>buffer                 pools, pinned memory, your own allocator; memory with an owner
 *     >>array                            arrays from a description: allocate, wrap; slices, size, nbytes
 *     >>module                           kernels, launches, code
 *     >>cpp                              the dtypes of C++ types, and who may write
 *     >>manual                           after the declarations: options, rules of the API, ownership, streams
 *     >>rules                            what the cited rules (T15, B88, ...) say
 *     >>impl-...                         the same sections again, implemented
 */
#ifndef CUCORE_H
#define CUCORE_H

#include "core/language.h"

#include "core/config.h"

#include "core/handles.h"

CUCORE_BEGIN

#include "core/status.h"
#include "core/dtype.h"
#include "core/layout.h"
#if !defined(CUCORE_NO_LAYOUTS)
#include "core/layout_more.h"
#endif
#include "core/view.h"
#include "core/check.h"
#include "core/driver.h"
#include "core/device.h"
#include "core/context.h"
#include "core/pointer.h"
#include "core/stream.h"
#include "core/event.h"
#if !defined(CUCORE_NO_BUFFERS)
#include "core/memory.h"
#include "core/buffer.h"
#endif
#include "core/array.h"
#if !defined(CUCORE_NO_MODULES)
#include "core/module.h"
#endif

CUCORE_END

#include "core/cpp.h"

#undef CUCORE__CAST

#include "core/manual.h"
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#else
#if defined(CUCORE_VERSION) && CUCORE_VERSION != 300
#error "cucore.h 0.3.0 comes after another version of cucore.h in one file: keep one copy on the include path"
#endif
#endif /* CUCORE_H */

/* The implementations of the other headers include this file once more for the private macros. */
#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_H_IMPLEMENTED)
#define CUCORE__PRIVATE_BEGIN
#endif
#if defined(CUCORE__PRIVATE_BEGIN)
#undef CUCORE__PRIVATE_BEGIN
#include "core/private.h"
#endif

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_H_IMPLEMENTED)
#define CUCORE_H_IMPLEMENTED
CUCORE_BEGIN

#include "core/abi.c"
#include "core/status.c"
#include "core/threads.c"
#include "core/waits.c"
#include "core/dtype.c"
#include "core/layout_make.c"
#include "core/layout_ask.c"
#include "core/layout_overlap.c"
#if !defined(CUCORE_NO_LAYOUTS)
#include "core/layout_order.c"
#include "core/layout_shape.c"
#include "core/layout_slice.c"
#include "core/layout_several.c"
#endif
#include "core/driver.c"
#include "core/context.c"
#include "core/device.c"
#include "core/pointer.c"
#include "core/event_pool.c"
#include "core/stream.c"
#include "core/event.c"
#include "core/late.c"
#include "core/view.c"
#include "core/view_more.c"
#include "core/check.c"
#include "core/check_together.c"
#if !defined(CUCORE_NO_BUFFERS)
#include "core/memory.c"
#include "core/free.c"
#include "core/buffer.c"
#endif
#include "core/array.c"
#if !defined(CUCORE_NO_MODULES)
#include "core/module.c"
#endif
#include "core/intake.c"

CUCORE_END

#undef CUCORE__CUDAAPI
#undef CUCORE__DRIVER_LIST
#undef CUCORE__LATE_GRAPH
#undef CUCORE__LATE_LOCK
#undef CUCORE__LATE_UNLOCK
#undef CUCORE__LOADING_BEGIN
#undef CUCORE__LOADING_END
#undef CUCORE__MAX_DEVICES
#undef CUCORE__POOL_HINTS
#undef CUCORE__POOL_CONTEXTS
#undef CUCORE__POOL_EVENTS
#define CUCORE__PRIVATE_END
#endif /* CUCORE_IMPLEMENTATION */

#if defined(CUCORE__PRIVATE_END)
#undef CUCORE__PRIVATE_END
#include "core/private_end.h"
#endif

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
