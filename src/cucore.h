/* cucore.h - v0.3.0 - arrays, streams and devices of CUDA for C extension authors - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * A strided view of anybody's array, the layout math behind it, and the parts of the CUDA driver that an exchange of
 * arrays needs, loaded when they are first needed.  No Python here: cucore_python.h adds it.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore.h"                  everywhere
 *
 * CONTENTS (search for the tag)
 *     >>options      compile-time options
 *     >>api          the rules that all declarations keep
 *     >>manual       ownership, devices, streams, contexts, errors, threads
 *     >>config       version, language, visibility, names
 *     >>handles      CUstream and other handles of the driver
 *     >>status       status codes and the last error
 *     >>dtype        data types
 *     >>layout       shape and strides
 *     >>view         a typed, strided piece of memory
 *     >>check        requirements on a view, with messages for end users
 *     >>driver       loading the driver
 *     >>device       devices by number, what they are, the current one, peers
 *     >>context      primary contexts, the context guard
 *     >>pointer      what the driver knows about an address
 *     >>stream       stream values, streams, ordering, capture
 *     >>event        events
 *     >>memory       memory resources: pools, plain, pinned and managed memory, your own allocator
 *     >>buffer       memory with an owner: allocate, wrap, copy, fill, view
 *     >>array        arrays from a description: allocate, wrap; slices, size, nbytes
 *     >>module       kernels, launches, code
 *     >>cpp          the dtypes of C++ types, and who may write
 *     >>rules        what the cited rules (T15, B88, ...) say
 *     >>impl-...     the same sections again, implemented
 *
 * >>options
 *     name                    default       where       meaning
 *     CUCORE_IMPLEMENTATION   not defined   one file    compile the functions here
 *     CUCORE_STATIC           not defined   every file  make every function static to the file (implies the above)
 *     CUCORE_API              hidden        every file  what stands before each public declaration
 *     CUCORE_PREFIX           cucore_0_3_0  every file  what the linker sees in the place of `cucore` where a function is not
 *                                                       static: of this version, and with another CUCORE_MAX_NDIM
 *                                                       cucore_0_3_0_ndim8.  A name of your project keeps two copies of one
 *                                                       version apart: -DCUCORE_PREFIX=mine_cucore
 *     CUCORE_LINK_DRIVER      not defined   one file    link -lcuda instead of loading it at first use; takes cuda.h, of
 *                                                       CUDA 11.3 or newer
 *     CUCORE_NO_CUDA_H        not defined   any file    leave cuda.h alone where it is on the include path: CUstream and the other
 *                                                       handles are declared without it.  A file may still include it; in
 *                                                       C99, where no typedef is repeated, before these headers
 *     CUCORE_DRIVER_NAME      libcuda.so.1  one file    the library to load (nvcuda.dll on Windows)
 *     CUCORE_MAX_NDIM         64            every file  most axes of an array, 2 to 64: with 8 a view takes 360 bytes instead of
 *                                                       1,256.  Arrays with more are refused.  Modules of one process need not
 *                                                       agree: what they exchange is made of the protocols' own structs
 *     CUCORE_DEBUG            not defined   one file    refuse to release a view whose access was begun on a stream, but not
 *                                                       ended (cucore_views_end_access), and one that cucore_py_args_release
 *                                                       was to copy back.  Costs a little on every intake
 *
 * >>api
 *     Names        cucore[_py]_<noun>_<verb>; a plural noun takes a list.  from_x and to_x convert, make fills a value,
 *                  create and allocate own what they make, from_handle borrows, adopt takes over, get_ fills what it is
 *                  given; is_, has_ and can_ cannot fail and answer 0 or 1.
 *     Results      0 or a negative cucore_status; in cucore_python.h 0, or -1 or NULL with an exception.  So `if (f())` and
 *                  `if (f() < 0)` say the same.  Counts are int64_t, -1 on failure.  Text goes to (text, size) as with
 *                  snprintf.  gcc and clang warn where a result that may be an error is ignored.
 *     Parameters   self, inputs, device_id, stream, options, out; dst before src.  Lists are (items, count), shapes
 *                  (ndim, shape).
 *     Units        nbytes counts bytes, _bytes marks a unit; all else is elements: strides, sizes, offsets.  size_t for
 *                  memory, int64_t for shapes, int for ndim and device_id, uint64_t for flags.
 *     On error     `out` is zeroed if it owns something, else untouched.  What a function takes over (CUCORE_CONSUMES) is
 *                  given back then, too.
 *     Structs      Those with options: all zero is the usual, unknown flags are refused, fields are only added, at the end.
 *                  Of the others it is said whether all zero is a valid empty value; private_ is not yours.
 *     Access       What an intake or cucore_views_begin_access began ends with cucore_views_end_access or
 *                  cucore_py_args_release on every path: work may have been enqueued before something failed.
 *     Callbacks    Functions of yours that are called back must not throw C++ exceptions.  If the implementation is compiled as
 *                  C++, the functions of an allocator may (the call fails with FOREIGN), and the body of cucore_loops_run.
 *                  cucore::loops_run takes functions that throw, however the implementation is compiled.
 *     Marks        CUCORE_BLOCKS: may block, let go of the GIL and of locks.  CUCORE_TAKES_GIL: does so by itself where what
 *                  it gives back belongs to Python.  CUCORE_CONSUMES: takes over what it is given.  All are empty.
 *     Versions     Source that compiles with a minor version compiles with its patches.  Structs do not cross from one module
 *                  to another: each may have its own version of these files.
 *
 * >>manual
 *     Ownership    A view owns what it was made from, or borrows it; cucore_view_release gives it back.  Releasing
 *                  twice is harmless.  A view stays at the address where it was filled: do not copy the struct.
 *     Devices      A device_id is 0 to cucore_device_count() - 1, or CUCORE_DEVICE_CURRENT: that of the current context, or
 *                  0 without one.  CUCORE_DEVICE_NONE (-1) is an answer: memory of the host, an empty array of which nobody
 *                  says where it is.  A function that needs a device refuses it.
 *     Others       With CUCORE_ALLOW_OTHER_DEVICES DLPack's arrays on devices that neither the CPU nor CUDA can reach are
 *                  taken: device_type and device_id are the producer's, host_accessible and device_accessible both 0.
 *                  Their memory is asked of nobody, nothing is ordered, alignment and NULL are not checked.  ptr may be a
 *                  handle, to which nothing can be added: a tensor or a slice that begins elsewhere is refused, but on ROCm
 *                  and oneAPI, which have addresses.  Such a view is measured, compared and given on by DLPack; copies,
 *                  fills and the protocols of the host and of CUDA refuse it.
 *     Streams      A default stream is NULL, CUCORE_STREAM_LEGACY (1, the same) or CUCORE_STREAM_PER_THREAD (2).  Each context
 *                  has its own.  A default stream means the one of the device that the data are on (device_id, also of
 *                  managed memory) or that the kernel runs on, whichever device is current: in the current context if that
 *                  is on this device, else in the device's primary context.  If no device is known (host memory, pinned
 *                  memory, functions that take only a stream, such as cucore_stream_wait), it means the one of the current
 *                  context, or without a current context of device 0.  Pinned memory of a resource belongs to the device of
 *                  the resource.  To work on another device than that of the data (peer access), pass the handle of a stream.
 *                  source: rules B118.  NULL stays the legacy stream under CUDA_API_PER_THREAD_DEFAULT_STREAM and nvcc --default-stream per-thread, where the same NULL in <<<>>> and
 *                  in calls of the runtime is the per-thread stream: pass CUCORE_STREAM_PER_THREAD (2) there.
 *                  CUCORE_STREAM_NO_SYNC: order nothing.  CUCORE_STREAM_HOST: the CPU reads the data; return when they are
 *                  complete.
 *     Kernels      A static cucore_kernel is loaded where it is first used, once per context, by any thread, also while a
 *                  stream is captured; it stays loaded as long as the context.
 *     Contexts     Every call leaves the current context of the thread as it was, except cucore_device_set_current.  A
 *                  context that another library made current is worked in.  Primary contexts, also those that another
 *                  library made, are retained once and never given up.  Nothing happens at load time; the driver is
 *                  touched only by a call that cannot do without.
 *     Lifetime     create and allocate own what they make, from_handle and from_pointer borrow; release gives back what is
 *                  owned and zeroes the struct, so that a second release does nothing.  A release that fails still owns.
 *     Handles      A destroyed or made up handle is the caller's error: the driver gives no way to check one, and may crash.
 *     Errors       Functions return a cucore_status, 0 is success.  The reason is in cucore_last_error(), per thread,
 *                  overwritten by the next failure.  Each copy of the library in a process has its own.
 *     Threads      Every function may be called on any thread.  One view belongs to one thread at a time.
 *     Fork         A child of a process in which this library touched the driver may call everything that needs no driver,
 *                  and the trims; what needs it fails with DRIVER and CUDA_ERROR_NOT_INITIALIZED, without a call of the
 *                  driver, and handles of the parent are not released.  source: rules T15, B88
 *     Copies       Functions are hidden, so two modules with two versions of this file live in one process; and the linker knows
 *                  them by the version, so that static libraries with two versions are parts of one program (CUCORE_PREFIX).
 *                  Two of one version share it, where its implementation is a file of its own, else one of them takes a
 *                  prefix or CUCORE_STATIC.  In C++ the types are those of an inline namespace, for templates: include this
 *                  file in the place of a forward declaration.
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
#include "core/view.h"
#include "core/check.h"
#include "core/driver.h"
#include "core/device.h"
#include "core/context.h"
#include "core/pointer.h"
#include "core/stream.h"
#include "core/event.h"
#include "core/memory.h"
#include "core/buffer.h"
#include "core/array.h"
#include "core/module.h"

CUCORE_END

#include "core/cpp.h"

#undef CUCORE__CAST
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#else
#if defined(CUCORE_VERSION) && CUCORE_VERSION != 300
#error "cucore.h 0.3.0 comes after another version of cucore.h in one file: keep one copy on the include path"
#endif
#endif /* CUCORE_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_H_IMPLEMENTED)
#define CUCORE_H_IMPLEMENTED

#include "core/private.h"

CUCORE_BEGIN

#include "core/abi.c"
#include "core/status.c"
#include "core/threads.c"
#include "core/dtype.c"
#include "core/layout_make.c"
#include "core/layout_ask.c"
#include "core/layout_shape.c"
#include "core/layout_slice.c"
#include "core/layout_several.c"
#include "core/driver.c"
#include "core/device.c"
#include "core/context.c"
#include "core/pointer.c"
#include "core/event_pool.c"
#include "core/stream.c"
#include "core/event.c"
#include "core/view.c"
#include "core/check.c"
#include "core/memory.c"
#include "core/free.c"
#include "core/buffer.c"
#include "core/array.c"
#include "core/module.c"
#include "core/intake.c"

CUCORE_END

#undef CUCORE__CUDAAPI
#undef CUCORE__DRIVER_LIST
#undef CUCORE__LOADING_BEGIN
#undef CUCORE__LOADING_END
#undef CUCORE__MAX_DEVICES
#undef CUCORE__POOL_HINTS
#undef CUCORE__POOL_CONTEXTS
#undef CUCORE__POOL_EVENTS

#include "core/private_end.h"
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
