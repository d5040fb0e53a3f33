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
 * A result that the caller may give the memory for, and where not is an array of the library of x:
 *
 *     static PyObject *negate(PyObject *self, PyObject *args, PyObject *kwargs)         negate(x, stream, out=None)
 *     {
 *         static const cucore_arg expected[2] = {
 *             CUCORE_ARG("x", "float32 float64", NULL, CUCORE_DEVICE_ACCESSIBLE),
 *             CUCORE_ARG("out", "=x", "=x", CUCORE_DEVICE_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_OPTIONAL)};
 *         static char *names[] = {"x", "stream", "out", NULL};
 *         PyObject *objs[2] = {NULL, NULL}, *result = NULL;
 *         cucore_view v[2];
 *         CUstream stream;
 *         int failed = 0;
 *         if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&|O", names, &objs[0], cucore_py_stream_converter, &stream,
 *                                          &objs[1])) return NULL;
 *         if (cucore_py_args(objs, 2, expected, stream, v) < 0) return NULL;
 *         if (!v[1].dtype.lanes) {                                                      no `out` was given, or None
 *             objs[1] = objs[0];
 *             failed = cucore_py_empty_like(objs[0], &v[0], stream, &v[1]) < 0;
 *         }
 *         if (!failed) failed = ... launch on `stream`, from v[0] to v[1] ...;
 *         if (!failed) result = cucore_py_return(&v[1], objs[1], stream);              `out` itself, or the new array
 *         if (cucore_py_args_release(v, 2, stream) < 0) Py_CLEAR(result);
 *         return result;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>py-buffer        Py_buffer, where Python.h has none
 *     >>py-errors        statuses as exceptions
 *     >>py-view          any object -> view
 *     >>py-args          several arguments at once, all or nothing; their release
 *     >>py-stream        any stream object -> CUstream, and back
 *     >>py-memory        a Python allocator for C code
 *     >>py-export        your own array type: __dlpack__, interfaces, buffer, exchange table
 *     >>py-return        results as arrays of the caller's library
 *     >>py-copy          copies between two objects, if cucore_copy.h is also included
 *     >>py-rules         what the cited rules (D34, C6, ...) say
 *     >>impl-py-...      the same sections again, implemented
 *
 * >>py-options: macros that you may define, besides those of >>options in cucore.h and of the other headers
 *     name                      default      where       meaning
 *     CUCORE_NO_TYPE_MEMORY     not defined  one file    remembers nothing of types (Memory in the >>manual): an intake
 *                                                        costs up to four times as much
 *     CUCORE_OLD_EXCHANGE_NAME  not defined  one file    also looks for exchange tables under the name of DLPack 1.2,
 *                                                        as an int that nobody can check (rules X2)
 *     CUCORE_HAVE_PY_BUFFER     not defined  every file  is for a project that declares Py_buffer itself, with a
 *                                                        limited API before 3.11, which lacks it
 *
 * >>manual
 *     Errors       0, or -1 with an exception set: TypeError for what is no array or of a wrong dtype, ValueError for what is
 *                  read-only or does not fit, BufferError for a protocol that cannot be honoured, MemoryError, RuntimeError
 *                  for the driver.  Messages begin with the name of the argument.  An exception that the producer raised
 *                  passes as it is, class, arguments and traceback; where the argument has a name, it gets a note:
 *                  "while reading argument 'x'".  Before Python 3.11, which has no notes, "argument 'x': " comes before the
 *                  text of the nine plain classes (TypeError, ValueError, BufferError, RuntimeError, AttributeError,
 *                  NotImplementedError, AssertionError, OverflowError, IndexError) with one str.  MemoryError and what is no Exception stay
 *                  untouched.  On error nothing is held, and a capsule given by the caller is as it was.
 *                  cucore_arg.exceptions has other classes for one place of the program: cucore_py_exceptions.
 *     Protocols    numpy.ndarray, bytes, bytearray and memoryview go by the buffer protocol; every other object by
 *                  the C exchange table of its type, __dlpack__, the CUDA Array Interface, the buffer protocol,
 *                  __array_interface__: the first that it has.  The next one is tried only when one is absent, not when
 *                  it fails; but what a table cannot do, or fails at, __dlpack__ is asked for, and an array whose strides
 *                  DLPack gives wrongly (CuPy's, reversed) is taken by another.  CUCORE_BY_... in the flags allows only
 *                  some.  None of them shows the mask of a numpy.ma.MaskedArray: one that has a mask is refused.  A stride
 *                  of an axis of extent 1 means nothing, and of a contiguous numpy.ndarray it is lost: NumPy's buffers and
 *                  its __array_interface__ make it anew.  Who needs it asks with CUCORE_BY_DLPACK.
 *                  A scalar of NumPy (numpy.generic) is taken as the 0-d array of its dtype, read-only (rules B121).
 *     Elements     Elements without a dtype (dates, text, long double, foreign byte order, pointers) are refused by name, or
 *                  opaque with CUCORE_ALLOW_OPAQUE: see cucore_view.  Python objects are always refused.  A list of
 *                  dtypes never fits an opaque element, and a copy never swaps bytes.  Who only sends bytes takes any array by cucore_py_view_bytes.
 *     Tables       __dlpack_c_exchange_api__ of the class that __dlpack__ is from, unless a class below it has a
 *                  __torch_dispatch__ or a __torch_function__ in Python: torch.Tensor and torch.nn.Parameter, not FakeTensor.
 *                  Tensors that require grad and lazily conjugated ones are refused as __dlpack__ refuses them
 *                  (CUCORE_ALLOW_GRAD), floats and complex numbers whose negative bit is set always.
 *     Lending      With CUCORE_BORROW a view may hold no reference at all: it is valid while the caller holds obj, and
 *                  until Python code runs that could resize it.  A borrowed tensor cannot say that it is read-only; with
 *                  CUCORE_WRITE nothing is borrowed.  Release such a view like any other.
 *     Writing      With CUCORE_WRITE memory has to be known to be writable, and the producer's own: __dlpack__ is asked for
 *                  copy=False, and a tensor marked as a copy is refused.  Legacy DLPack tensors cannot say that they may be
 *                  written (JAX's and TensorFlow's must not): they are taken of types that are known to be mutable
 *                  (torch.Tensor, cupy.ndarray, warp.array, ...), where a buffer of the object says so, or with
 *                  CUCORE_ALLOW_UNPROVEN_WRITE.  Otherwise such a view is read-only.
 *     Copies       CUCORE_NEVER_COPY costs nothing: tables are used, and what they or __dlpack__ mark as a copy is refused.
 *                  Producers from before DLPack 1.0 know no such marks, nor the keyword copy: they are asked without it, and
 *                  what they give is taken to be shared.
 *     Keywords     Where __dlpack__ does not know max_version (or copy=False) it is asked again without.  A TypeError tells,
 *                  also from inside a wrapper that passes its keywords on; any other error of a producer stays (rules D20,
 *                  D21).
 *     Memory       From Python 3.11 on, what a type offers, what its tensors of one dtype and device have in common, and where
 *                  its arrays were last time, is remembered for as long as the type does not change.  The last is a guess,
 *                  made only where the call is right on any device; where the tensor says otherwise, the producer is asked
 *                  again.  64 types, some 45 KB; nothing is owned.  The limited API remembers nothing.
 *     Ordering     Exchange table: an event behind the producer's current stream, nothing if that is yours; and
 *                  cucore_py_args_release need not wait on the host.  __dlpack__: the producer is given your stream.  CUDA
 *                  Array Interface: an event.  Host arrays: nothing.  With CUCORE_HOST_ACCESSIBLE and without
 *                  CUCORE_DEVICE_ACCESSIBLE the CPU is the reader, and the data are complete when the call returns, whatever
 *                  stream it was given.
 *     Fitting      CUCORE_MAKE_C_CONTIGUOUS, _MAKE_F_CONTIGUOUS, _MAKE_ALIGNED, and CUCORE_CAST for its dtype: an argument that
 *                  is not so is copied into fresh memory that is, of its device (host memory for host arrays), by
 *                  cucore_view_copy on the stream of the call and behind its producer; without a wish of its own the order
 *                  of the axes is kept.  With CUCORE_WRITE it is copied back by cucore_py_args_release or cucore_py_return,
 *                  on their stream and behind the work there, before the producer is ordered; its elements have to be all
 *                  in different places.  Nothing is copied back when cucore_py_args fails, by cucore_py_args_release with
 *                  an exception set, nor by cucore_view_release, which CUCORE_DEBUG refuses.  What is only read is a read-only view then.  With
 *                  CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC device memory is copied on its legacy default stream, and
 *                  each copy is complete when its call returns; with NO_SYNC nothing is waited for before.  An overlap is
 *                  that of what is copied back; what was only read from a copy overlaps nothing.  A bare capsule is
 *                  consumed also where its copy fails.  Needs cucore_copy.h, included before the implementation of this
 *                  header: ValueError without it, and the compiler refuses it after this one.  cucore_view.converted is
 *                  not 0 if an argument was converted.  What fits costs one more check.
 *     Anything     CUCORE_FROM_ANYTHING: an object without a protocol (list, number, what has __array__) is given to
 *                  numpy.asarray, whose result the view holds; so is one whose protocol raised, and its exception stays if
 *                  NumPy makes nothing of the object either.  TypeError with CUCORE_WRITE, since nobody would see what is
 *                  written, and where the result has a dtype of Python objects.  numpy.asarray's own exceptions pass.
 *     Others       Arrays on devices of others (CUCORE_ALLOW_OTHER_DEVICES): __dlpack__ is told of no stream, as for
 *                  devices without them, a table is not asked for one, and the CUDA driver is not loaded.  What is pending
 *                  there is between the caller and the library.
 *     Way back     CUCORE_PY_EXPORT makes an array type of your own speak every protocol; cucore_py_empty and cucore_py_return
 *                  make results of the library that an argument is of.
 *     GIL          Held on entry.  Released around driver calls that can block.  cucore_view_release takes it by itself.
 *                  Recording an event blocks if the queue of a stream is full, so the GIL is also released for that.
 *     Exit         A view that is released after the interpreter began to finalise is leaked: its owner may be gone.
 *     Python       CPython 3.9 or newer, free-threaded too; the limited API from 3.10, abi3t from 3.15.  Subinterpreters work;
 *                  in the limited API, and on threads that Python does not know, views are released in the main
 *                  interpreter's name.  The limited API of 3.10 lacks Py_buffer, which is declared here then.
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

#if PY_VERSION_HEX < 0x03090000
#error "cucore_python.h needs Python 3.9 or newer"
#undef CUCORE_IMPLEMENTATION
#elif defined(Py_LIMITED_API) && (Py_LIMITED_API + 0 < 0x030A0000 || PY_VERSION_HEX < 0x030A0000)
#error "cucore_python.h needs Py_LIMITED_API 0x030A0000 or newer, and the Python.h of Python 3.10 or newer"
#undef CUCORE_IMPLEMENTATION
#elif defined(Py_LIMITED_API) && (Py_LIMITED_API + 0) >> 16 > PY_VERSION_HEX >> 16
#error "cucore_python.h: Py_LIMITED_API is newer than this Python.h: build with that Python, or lower Py_LIMITED_API"
#undef CUCORE_IMPLEMENTATION
#elif defined(PYPY_VERSION)
#error                                                                                                                 \
    "cucore_python.h needs CPython: PyPy's Py_buffer is larger, and it lacks functions; cucore.h and the others do without"
#undef CUCORE_IMPLEMENTATION
#endif

/* Py_buffer, which every Python 3 has, but the limited API only from 3.11 on. */
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030B0000 && !defined(CUCORE_HAVE_PY_BUFFER)
#define CUCORE_HAVE_PY_BUFFER
#ifdef __cplusplus
extern "C" {
#endif

#include "python/pybuffer.h"

#ifdef __cplusplus
}
#endif
#endif

CUCORE_BEGIN

#include "python/errors.h"
#include "python/view.h"
#include "python/args.h"
#include "python/stream.h"
#include "python/allocator.h"
#include "python/export.h"
#include "python/results.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_PYTHON_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_PYTHON_H_IMPLEMENTED)
#define CUCORE_PYTHON_H_IMPLEMENTED

#include "cucore_cai.h"    /* its implementation, if only its declarations came before */
#include "cucore_dlpack.h" /* its implementation, if only its declarations came before */

#include "core/private.h"

CUCORE_BEGIN

#include "python/compat.c"
#include "python/errors.c"
#include "python/state.c"
#include "python/kinds.c"
#include "python/types.c"
#include "python/gil.c"
#include "python/refusals.c"
#include "python/buffer.c"
#include "python/dlpack_ask.c"
#include "python/capsule.c"
#include "python/dlpack.c"
#include "python/exchange.c"
#include "python/interfaces.c"
#include "python/stream.c"
#include "python/allocator.c"
#include "python/protocols.c"
#include "python/convert.c"
#include "python/view.c"
#include "python/args.c"
#include "python/export_dlpack.c"
#include "python/export_others.c"
#include "python/export_table.c"
#include "python/export_type.c"
#include "python/array.c"
#include "python/library.c"
#include "python/results.c"
#include "python/export_array.c"
#include "python/owner.c"

CUCORE_END

#undef CUCORE__PY_LIBRARIES
#undef CUCORE__PY_CLASS
#undef CUCORE__PY_DIGITS
#undef CUCORE__PY_DIGITS_OF
#undef CUCORE__PY_WORD_GET
#undef CUCORE__PY_WORD_PUT
#undef CUCORE__PY_COPY_OUT
#undef CUCORE__PY_COPY_IN
#undef CUCORE__PY_CODES
#undef CUCORE__PY_NAMES
#undef CUCORE__PY_PROTOCOLS
#undef CUCORE__PY_PROTOCOL_FLAG
#undef CUCORE__PY_KINDS
#undef CUCORE__PY_VERIFIED
#undef CUCORE__PY_WRITE_BEGIN
#undef CUCORE__PY_WRITE_END
#undef CUCORE__PY_WRONG_GUESS
#undef CUCORE__PY_DECLINED
#undef CUCORE__PY_ASKS
#undef CUCORE__PY_ORDER_LATER
#undef CUCORE__PY_WILL_WRITE
#undef CUCORE__PY_WRITES
#undef CUCORE__PY_BY_ANY
#undef CUCORE__PY_SMALL
#undef CUCORE__PY_BASICSIZE
#undef CUCORE__PY_DATA
#undef CUCORE__PY_HEAD
#undef CUCORE__PY_TUPLE_ITEM
#undef CUCORE__PY_TUPLE_SIZE
#undef CUCORE__PY_NO_BUFFER
#undef CUCORE__PY_LOCKED
#undef CUCORE__PY_UNUSUAL
#undef CUCORE__PY_COPIES
#undef CUCORE__PY_FITS
#undef CUCORE__PY_IMPOSSIBLE
#undef CUCORE__PY_UNANSWERED
#undef CUCORE__PY_ARRAY_CAPSULE

#include "core/private_end.h"
#endif /* CUCORE_IMPLEMENTATION */

#if defined(CUCORE_IMPLEMENTATION) && defined(CUCORE_COPY_H)
#include "cucore_copy.h" /* its implementation, if only its declarations came before */
#endif

/* cucore_py_copy, if both headers are included.  Only declarations may be in any order: see cucore_copy.h. */
#if defined(CUCORE_COPY_H) && defined(CUCORE_PYTHON_H) && !defined(CUCORE_PYTHON_COPY_H)
#define CUCORE_PYTHON_COPY_H
CUCORE_BEGIN

#include "python/copy.h"

CUCORE_END
#endif

#if defined(CUCORE_PYTHON_H_IMPLEMENTED) && defined(CUCORE_COPY_H_IMPLEMENTED) &&                                      \
    !defined(CUCORE_PYTHON_COPY_H_IMPLEMENTED)
#define CUCORE_PYTHON_COPY_H_IMPLEMENTED
#include "core/private.h"

CUCORE_BEGIN

#include "python/copy.c"

CUCORE_END

#include "core/private_end.h"
#endif

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
