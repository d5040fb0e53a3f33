/* cucore_python.h - v0.3.0 - any array of the Python world as a cucore view - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_python.h"           first of all includes: brings in Python.h and the other headers of cucore
 *
 *     static PyObject *scale(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
 *     {
 *         static const cucore_arg expected[2] = {
 *             CUCORE_ARG("x", "float32 float64", "n, m", CUCORE_DEVICE_ACCESSIBLE),
 *             CUCORE_ARG("y", "float32 float64", "n, m", CUCORE_WRITE | CUCORE_SAME_DEVICE)};
 *         CUstream stream;
 *         cucore_view views[2];
 *         int failed;
 *         if (nargs != 3) return PyErr_Format(PyExc_TypeError, "scale(x, y, stream)");
 *         if (cucore_py_stream_from_object(args[2], &stream) < 0) return NULL;
 *         if (cucore_py_args(args, 2, expected, stream, views) < 0) return NULL;
 *         failed = ... launch on `stream` with views[0].ptr, views[0].layout.shape, views[0].layout.strides ...;
 *         if (cucore_py_args_release(views, 2, stream) < 0 || failed) return NULL;
 *         Py_RETURN_NONE;
 *     }
 *
 * Results, your own array type and allocators of Python are in cucore_results.h.
 *
 * CONTENTS (search for the tag)
 *     >>py-errors        statuses as exceptions
 *     >>py-visit         what a view holds, for the garbage collector
 *     >>py-view          any object -> view
 *     >>py-args          several arguments at once, all or nothing; their release
 *     >>py-stream        any stream object -> CUstream, and back
 *     >>py-named         objects that name a dtype, a device or a shape, as arguments
 *     >>py-launch        a kernel bound to Python arguments, if cucore_kernel.h is included before
 *     >>py-copy          copies between two objects, if cucore_copy.h is also included
 *     >>py-rules         what the cited rules (D34, C6, ...) say
 *     >>impl-py-...      the same sections again, implemented
 *
 * >>py-options: macros that you may define, besides those of >>options in cucore.h and of the other headers
 *     name                      default      where       meaning
 *     CUCORE_NO_TYPE_MEMORY     not defined  one file    remembers nothing of types (Memory in the >>manual): an intake
 *                                                        costs up to four times as much
 *     CUCORE_NO_TORCH_SHIM      not defined  one file    reads torch 2.3 to 2.9 only by __dlpack__ (Tables)
 *     CUCORE_OLD_EXCHANGE_NAME  not defined  one file    also looks for exchange tables under the name of DLPack 1.2,
 *                                                        as an int that nobody can check (rules X2)
 *
 * >>manual
 *     Errors       Functions return 0, or -1 with an exception set: TypeError if an object is no array or has a wrong
 *                  dtype, ValueError if it is read-only or does not fit, BufferError if its protocol cannot be
 *                  honoured, MemoryError, and RuntimeError for the driver.  Messages begin with the name of the
 *                  argument.  An exception of the producer passes as it is: class, arguments and traceback.  If the
 *                  argument has a name, the exception gets a note: "while reading argument 'x'".  Before Python 3.11,
 *                  which has no notes, "argument 'x': " comes before the text of an exception of the nine plain classes
 *                  (TypeError, ValueError, BufferError, RuntimeError, AttributeError, NotImplementedError,
 *                  AssertionError, OverflowError, IndexError) with one str.  MemoryError, and an exception that is no
 *                  Exception, stay untouched.  On error no reference is held, and a capsule of the caller is as it was.
 *                  cucore_arg.exceptions has other classes for one place of the program: cucore_py_exceptions.
 *     Protocols    numpy.ndarray, bytes, bytearray and memoryview are read by the buffer protocol.  Every other object
 *                  is read by the first that it has of: the C exchange table of its type, __dlpack__, the CUDA Array
 *                  Interface, the buffer protocol, __array_interface__.  The next one is tried only if one is absent,
 *                  not if it fails, with two exceptions: what a table cannot do, or fails at, __dlpack__ is asked for;
 *                  and an array whose strides DLPack gives wrongly (CuPy's, reversed) is read by another protocol.
 *                  CUCORE_BY_... in the flags allows only some.  No protocol shows the mask of a numpy.ma.MaskedArray:
 *                  an array that has a mask is refused.  The stride of an axis of extent 1 has no meaning, and of a
 *                  contiguous numpy.ndarray it is lost: NumPy's buffers and its __array_interface__ compute it anew.
 *                  CUCORE_BY_DLPACK keeps it.  A scalar of NumPy (numpy.generic) is accepted as the 0-d array of its
 *                  dtype, read-only (rules B121).
 *     Elements     Elements without a dtype (dates, text, long double, foreign byte order, pointers) are refused by
 *                  name, or opaque with CUCORE_ALLOW_OPAQUE: see cucore_view.  Python objects are always refused.  A
 *                  list of dtypes never fits opaque elements, and bytes are only swapped by a
 *                  conversion, see Fitting.  cucore_py_view_bytes
 *                  accepts any array, for programs that only send bytes.
 *     Tables       The exchange table is __dlpack_c_exchange_api__ of the class that __dlpack__ is from, unless a class
 *                  below it has a __torch_dispatch__ or a __torch_function__ in Python: used for torch.Tensor and
 *                  torch.nn.Parameter, not for FakeTensor.  Tensors that require grad and lazily conjugated tensors are
 *                  refused as __dlpack__ refuses them (CUCORE_ALLOW_GRAD), floats and complex numbers whose negative
 *                  bit is set unless CUCORE_ALLOW_NEGATIVE_BIT is given.
 *                  torch 2.3 to 2.9 have no table.  Their tensors on the CPU and CUDA are described by the C functions
 *                  that torch keeps stable for AOTInductor, with the same conditions, if the process has them all; by
 *                  __dlpack__ if not: with CUCORE_NO_TYPE_MEMORY, CUCORE_LINK_DRIVER, on Windows, for ROCm.
 *     Lending      With CUCORE_BORROW a view may hold no reference: it is valid while the caller holds obj, and until
 *                  Python code runs that could resize it.  A borrowed tensor cannot report that it is read-only: with
 *                  CUCORE_WRITE no view is borrowed.  Release such a view like any other.
 *     Writing      With CUCORE_WRITE memory has to be known to be writable, and the producer's own: __dlpack__ is asked
 *                  for copy=False, and a tensor that is marked as a copy is refused.  Legacy DLPack tensors cannot
 *                  report that they may be written (the tensors of JAX and TensorFlow must not be): they count as
 *                  writable if their type is known to be mutable (torch.Tensor, cupy.ndarray, warp.array, ...), if a
 *                  buffer of the object is writable, or with CUCORE_ALLOW_UNPROVEN_WRITE.  Otherwise such a view is
 *                  read-only.
 *     Versions     Autograd of torch and Paddle compares the version of a tensor that it saved.  An access with
 *                  CUCORE_WRITE counts it up once, when all arguments of the call were accepted: C may write from then
 *                  on.  cucore_py_copy and cucore_py_launch count after their work was enqueued, and not if they fail.
 *                  Tensors of inference, and torch before 2.1, have nothing to count.  A capsule does not show its
 *                  tensor.  For later writes: cucore_py_array_count_write; CUCORE_KEEP_VERSION leaves the count out.
 *     Kept views   A view that is kept shows the memory and the shape that the array had.  The owner of an array may
 *                  give it other memory meanwhile, and free the old one: tensor.resize_() and set_() of torch do so
 *                  under a DLPack tensor or an exchange table.  Nothing reports it: compare the address and shape of
 *                  a new view before a kept one is used, where the user may call such functions.  Buffers are safe:
 *                  their exporters refuse to resize while one is held.
 *     Copies       CUCORE_NEVER_COPY costs nothing: tables are used, and what they or __dlpack__ mark as a copy is
 *                  refused.  Producers from before DLPack 1.0 know neither such marks nor the keyword copy: they are
 *                  asked without it, and are believed to share their memory.
 *     Keywords     If __dlpack__ does not know max_version (or copy=False), it is asked again without.  A TypeError
 *                  that names the keyword is the sign, also from inside a wrapper that passes its keywords on; any
 *                  other error of a producer stays (rules D20, D21).
 *     Memory       From Python 3.11 on three facts are remembered for as long as a type does not change: what it
 *                  offers, what its tensors of one dtype and device have in common, and where its arrays were last
 *                  time.  The last is a guess, used only if the call is right on any device; if the tensor is
 *                  elsewhere, the producer is asked again.  64 types are remembered, in some 45 KB; no object is owned.
 *                  In the limited API no type is remembered.  There, and with CUCORE_NO_TYPE_MEMORY, a type is looked
 *                  up only as far as the protocols need it that CUCORE_BY_... allows: a CUDA Array Interface and a
 *                  buffer need least.
 *     Ordering     For an exchange table an event is recorded on the producer's current stream, unless that is yours;
 *                  for CuPy and torch also without a table: their current stream is asked for.  Any other __dlpack__
 *                  is given your stream.  For the CUDA Array Interface an event is recorded.  At the end of the access
 *                  that stream waits for yours; if it is not known, the owner of the array is kept until your work is
 *                  done (cucore_views_end_access).  Host arrays need no order.  With CUCORE_HOST_ACCESSIBLE
 *                  and without CUCORE_DEVICE_ACCESSIBLE the CPU is the reader, and the data are complete when the call
 *                  returns, whatever stream it was given.
 *     Fitting      With CUCORE_MAKE_C_CONTIGUOUS, _MAKE_F_CONTIGUOUS, _MAKE_ALIGNED, and CUCORE_CAST for the dtype, an
 *                  argument that does not fit is copied into fresh memory that does, of its device (host memory for
 *                  host arrays).  cucore_view_copy copies it on the stream of the call, after the producer's work;
 *                  without a flag for the order, the order of the axes is kept.  With CUCORE_WRITE
 *                  cucore_py_args_release or cucore_py_return copies it back, on their stream, after the work there and
 *                  before the producer is ordered; its elements have to be all in different places.  It is not copied
 *                  back if cucore_py_args fails, by cucore_py_args_release with an exception set, nor by
 *                  cucore_view_release, which CUCORE_DEBUG refuses.  The copy of an argument that is only read is a
 *                  read-only view.  With CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC device memory is copied on its
 *                  legacy default stream, and each copy is complete when its call returns; with NO_SYNC the copy waits
 *                  for no producer.  Overlaps are those of the memory that is copied back; an argument that is only
 *                  read from a copy overlaps no other.  A bare capsule is consumed also if its copy fails.  Fitting
 *                  needs cucore_copy.h, and CUCORE_CAST cucore_cast.h, included before the implementation of this
 *                  header: without it a ValueError is raised, and after this one the compiler refuses it.
 *                  cucore_view.converted is not 0 if an argument was converted.  An argument that fits costs one more
 *                  check.  With a MAKE flag buffers and interfaces may also have strides that are no multiple of the
 *                  itemsize, as fields of packed structs have: such elements are always copied, and are not cast.
 *                  With cucore_cast.h numbers of foreign byte order do not fit without CUCORE_ALLOW_OPAQUE: each of
 *                  these four flags makes them native, and CUCORE_WRITE writes them back in their order.
 *     Anything     CUCORE_FROM_ANYTHING gives an object without a protocol (list, number, an object with __array__) to
 *                  numpy.asarray, and the view holds the result.  The same is done with an object whose protocol
 *                  raised; that exception stays if NumPy cannot convert the object either.  An empty sequence ([], (),
 *                  range(0)) has the dtype that the argument wants.  TypeError is raised with
 *                  CUCORE_WRITE, since no other code would see what is written, and if the result has a dtype of Python
 *                  objects.  Exceptions of numpy.asarray pass.
 *     Others       For arrays on other devices (CUCORE_ALLOW_OTHER_DEVICES) __dlpack__ is told of no stream, as for
 *                  devices without streams, a table is not asked for one, and the CUDA driver is not loaded.  Pending
 *                  work there is between the caller and the library.
 *     GIL          Functions are called with the GIL, and release it around driver calls that can block.
 *                  cucore_view_release takes it by itself.  Recording an event blocks if the queue of a stream is full,
 *                  so that the GIL is released for it.  A function that gives device memory back, also in a tp_dealloc,
 *                  gives the GIL up while the driver may wait: other threads run, and the collector must not find the
 *                  object any more (PyObject_GC_UnTrack first).  source: rules B122
 *     Exit         A view that is released after the interpreter began to finalise is leaked: its owner may be gone,
 *                  and a host function that needs the GIL cannot end.
 *     Python       CPython 3.9 or newer, also free-threaded; the limited API from 3.10, abi3t from 3.15.
 *                  Subinterpreters work; in the limited API, and on threads that Python does not know, views are
 *                  released in the name of the main interpreter.  The limited API of 3.10 lacks Py_buffer, which is
 *                  declared here then.
 */
#ifndef CUCORE_PYTHON_H
#define CUCORE_PYTHON_H

#include "core/language.h"

#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

#include "cucore_cai.h"
#include "cucore_dlpack.h"

#if CUCORE_VERSION != 300
#error "cucore_python.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS)
#error "cucore_python.h needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS"
#endif

#if PY_VERSION_HEX < 0x03090000
#error "cucore_python.h needs Python 3.9 or newer"
#undef CUCORE_IMPLEMENTATION
#elif defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030B0000
#error "cucore_python.h needs Py_LIMITED_API 0x030B0000 or newer: the stable ABI of Python 3.10 has no buffers"
#undef CUCORE_IMPLEMENTATION
#elif defined(Py_LIMITED_API) && (Py_LIMITED_API + 0) >> 16 > PY_VERSION_HEX >> 16
#error "cucore_python.h: Py_LIMITED_API is newer than this Python.h: build with that Python, or lower Py_LIMITED_API"
#undef CUCORE_IMPLEMENTATION
#elif defined(PYPY_VERSION)
#error                                                                                                                 \
    "cucore_python.h needs CPython: PyPy's Py_buffer is larger, and it lacks functions; cucore.h and the others do without"
#undef CUCORE_IMPLEMENTATION
#endif

#if defined(Py_LIMITED_API) && (Py_LIMITED_API + 0 < 0x030B0000 || PY_VERSION_HEX < 0x030B0000)
typedef struct cucore__py_no_buffer Py_buffer; /* the error above stays the only one */
#endif

CUCORE_BEGIN

#include "python/base/errors.h"
#include "python/base/visit.h"
#include "python/in/view.h"
#include "python/in/args.h"
#include "python/in/stream.h"
#include "python/in/named.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_PYTHON_H */

/* cucore_py_launch, if cucore_kernel.h was included before. */
#if defined(CUCORE_KERNEL_H) && !defined(CUCORE_PYTHON_LAUNCH_H)
#define CUCORE_PYTHON_LAUNCH_H
CUCORE_BEGIN

#include "python/in/launch.h"

CUCORE_END
#endif

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_PYTHON_H_IMPLEMENTED)
#define CUCORE_PYTHON_H_IMPLEMENTED

#include "cucore_cai.h"    /* its implementation, if only its declarations came before */
#include "cucore_dlpack.h" /* its implementation, if only its declarations came before */
#if defined(CUCORE_KERNEL_H)
#include "cucore_kernel.h" /* its implementation, if only its declarations came before */
#endif

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "python/base/macros.h"
#include "python/base/compat.c"
#include "python/base/names.c"
#include "python/base/errors.c"
#include "python/base/gil.c"
#include "python/base/held.c"
#include "python/base/visit.c"
#include "python/base/state.c"
#include "python/base/array_type.c"
#include "python/memory/kinds.c"
#include "python/memory/types.c"
#include "python/in/call.h"
#include "python/in/refusals.c"
#include "python/in/order.c"
#include "python/in/torch.c"
#include "python/in/traits.c"
#include "python/in/buffer.c"
#include "python/in/request.c"
#include "python/in/capsule.c"
#include "python/in/twin.c"
#include "python/in/dlpack.c"
#include "python/in/exchange.c"
#include "python/in/interfaces.c"
#include "python/in/numpy.c"
#include "python/in/protocols.c"
#include "python/in/convert.c"
#include "python/in/written.c"
#include "python/in/view.c"
#include "python/in/args.c"
#include "python/in/stream.c"
#include "python/in/named.c"

#if defined(CUCORE_KERNEL_H_IMPLEMENTED)
#include "python/in/launch_number.c"
#include "python/in/launch_plan.c"
#include "python/in/launch.c"
#endif

CUCORE_END

#undef CUCORE__PY_TORCH_SHIM
#undef CUCORE__PY_READS_NDARRAY
#undef CUCORE__TORCH_LIST
#undef CUCORE__PY_LAUNCH_OBJS
#undef CUCORE__PY_LAUNCH_PARAMS
#undef CUCORE__PY_LAUNCH_NBYTES
#undef CUCORE__PY_LAUNCH_AXES
#undef CUCORE__PY_LAUNCH_DTYPES
#undef CUCORE__PY_LAUNCH_NAMES
#undef CUCORE__PY_QUICK_FLAGS
#undef CUCORE__PY_CLASS
#undef CUCORE__PY_DIGITS
#undef CUCORE__PY_DIGITS_OF
#undef CUCORE__PY_WORD_GET
#undef CUCORE__PY_WORD_PUT
#undef CUCORE__PY_COPY_OUT
#undef CUCORE__PY_COPY_IN
#undef CUCORE__PY_NAMES
#undef CUCORE__PY_PROTOCOLS
#undef CUCORE__PY_PROTOCOL_FLAG
#undef CUCORE__PY_KINDS
#undef CUCORE__PY_VERIFIED
#undef CUCORE__PY_WRITE_BEGIN
#undef CUCORE__PY_WRITE_END
#undef CUCORE__PY_ASKS
#undef CUCORE__PY_ORDER_LATER
#undef CUCORE__PY_SWAPPED
#undef CUCORE__PY_WILL_WRITE
#undef CUCORE__PY_WRITES
#undef CUCORE__PY_BY_ANY
#undef CUCORE__PY_SMALL
#undef CUCORE__PY_BASICSIZE
#undef CUCORE__PY_DATA
#undef CUCORE__PY_HEAD
#undef CUCORE__PY_TUPLE_ITEM
#undef CUCORE__PY_TUPLE_SIZE
#undef CUCORE__PY_LOCKED
#undef CUCORE__PY_UNUSUAL
#undef CUCORE__PY_BY_NUMPY
#undef CUCORE__PY_COPIES
#undef CUCORE__PY_MAKES
#undef CUCORE__PY_ODD
#undef CUCORE__PY_FITS

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

#if defined(CUCORE_IMPLEMENTATION) && defined(CUCORE_COPY_H)
#include "cucore_copy.h" /* its implementation, if only its declarations came before */
#endif

/* cucore_py_copy, if both headers are included.  Only declarations may be in any order: see cucore_copy.h. */
#if defined(CUCORE_COPY_H) && defined(CUCORE_PYTHON_H) && !defined(CUCORE_PYTHON_COPY_H)
#define CUCORE_PYTHON_COPY_H
CUCORE_BEGIN

#include "python/in/copy.h"

CUCORE_END
#endif

#if defined(CUCORE_PYTHON_H_IMPLEMENTED) && defined(CUCORE_COPY_H_IMPLEMENTED) &&                                      \
    !defined(CUCORE_PYTHON_COPY_H_IMPLEMENTED)
#define CUCORE_PYTHON_COPY_H_IMPLEMENTED
#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "python/in/copy.c"

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif

/* Until 0.4: what 0.2 had here is in cucore_results.h.  If it lies beside, its names work, with a warning. */
#if !defined(CUCORE_NO_COMPAT) && !defined(CUCORE__COMPAT_BUSY) && defined(__has_include) &&                           \
    (!defined(CUCORE_RESULTS_H) ||                                                                                     \
     (defined(CUCORE_RESULTS_BY_PYTHON_H) && defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_RESULTS_H_IMPLEMENTED)))
#if __has_include("cucore_results.h")
#define CUCORE__COMPAT_BUSY
#undef CUCORE_RESULTS_BY_PYTHON_H
#define CUCORE_RESULTS_BY_PYTHON_H
#undef CUCORE_MOVED_SAYS
#undef CUCORE_MOVED
#define CUCORE_MOVED(name)
#include "cucore_results.h"
#undef CUCORE_MOVED
#define CUCORE_MOVED(name) CUCORE_MOVED_SAYS(name is in cucore_results.h: include it instead of cucore_python.h)
#define CUCORE_MOVED_SAYS(...) CUCORE_SAYS(#__VA_ARGS__)
#undef CUCORE__COMPAT_BUSY
#endif
#endif /* until 0.4 */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
