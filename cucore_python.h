/* cucore_python.h - v0.3.0 - any array of the Python world as a cucore view - SPDX-License-Identifier: MIT
 * Made from src/cucore_python.h by tools/amalgamate.py: change it there, then `make headers`.
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

/* core/language.h: refuses C that is older than C99, before all includes. */
#if defined(__STRICT_ANSI__) && !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "cucore needs C99: compile with -std=c99 or newer, or with -std=gnu89"
#include "see the error above"
#endif

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
#error \
    "cucore_python.h needs CPython: PyPy's Py_buffer is larger, and it lacks functions; cucore.h and the others do without"
#undef CUCORE_IMPLEMENTATION
#endif

#if defined(Py_LIMITED_API) && (Py_LIMITED_API + 0 < 0x030B0000 || PY_VERSION_HEX < 0x030B0000)
typedef struct cucore__py_no_buffer Py_buffer; /* the error above stays the only one */
#endif

CUCORE_BEGIN

/* ------------ >>py-errors -- */
/* python/base/errors.h: statuses as exceptions. */
/* cucore_py_check - a status as Python has it: if (cucore_py_check(cucore_kernel_launch(...)) < 0) return NULL;
 *   status  in  what a function of cucore.h returned on this thread; CUCORE_STATUS_LIST names the exception for each
 *   An exception that is already set stays: a Python allocator has raised it.  For CUCORE_INTERRUPTED the handlers of
 *   signals run first: KeyboardInterrupt.
 *   -> 0 for CUCORE_OK | -1 with the last error of this thread as an exception (SystemError for a number that is no
 *      status)
 *   GIL held; call no other function of cucore in between, since the last error is the message */
#define cucore_py_check CUCORE_NAME(_py_check)
CUCORE_API CUCORE_NODISCARD int cucore_py_check(cucore_status status);

/* The classes of exceptions that an intake raises, for modules that promise other ones: cucore_arg.exceptions.
 * Borrowed references, alive as long as the cucore_arg is used.  NULL, and so all zero: the usual class.  Exceptions of
 * producers pass with a note; MemoryError, and RuntimeError for the driver, pass without one. */
typedef struct cucore_py_exceptions {
    PyObject *not_an_array;  /* TypeError: obj has no protocol that is allowed */
    PyObject *wrong_dtype;   /* TypeError: also elements without a dtype: text, objects, dates */
    PyObject *wrong_shape;   /* ValueError */
    PyObject *wrong_layout;  /* ValueError: not contiguous, not aligned */
    PyObject *wrong_device;  /* ValueError */
    PyObject *readonly;      /* ValueError, as NumPy raises it */
    PyObject *unsupported;   /* BufferError: valid, but it cannot be expressed or reached here; a copy, a mask */
    PyObject *missing_field; /* BufferError: an interface lacks a field that it must have */
    PyObject *wrong_type;    /* BufferError: a field of an interface, or the device, is of a wrong type */
    PyObject *wrong_value;   /* BufferError: it is of that type, but has no such value, as a tuple of a wrong length */
    PyObject *protocol;      /* BufferError: other violations of the protocol; sizes that do not fit */
    PyObject *mask;          /* the class for `unsupported`: an interface or a numpy.ma.MaskedArray has a mask */
    PyObject *strides; /* the class for their cause: strides of an interface or a buffer that are of a wrong type, not
                                one for each axis, or no multiple of the itemsize */
    void *reserved[3]; /* NULL */
} cucore_py_exceptions;

/* ------------ >>py-visit -- */
/* python/base/visit.h: what a view or an owner holds, for the garbage collector. */
/* cucore_py_view_visit - visit the objects that a view holds, in the tp_traverse of a type whose objects keep views
 *     return cucore_py_view_visit(&((Kept *)self)->x, visit, arg);
 *   view        in  NULL, a zeroed view and a borrowed one hold nothing; nor does a copy of the struct of a view
 *   visit, arg  in  as tp_traverse got them
 *   The exporter of a buffer, the object of an interface, an object or a capsule that is the owner, and the stream that
 *   memory keeps are visited, also if they were moved into a tensor or an owner, each as often as the view holds a
 *   reference.  What the deleter of another library holds cannot be seen (tensors of torch, JAX, ...): such an array
 *   keeps an object alive that keeps the array, as before.  tp_clear calls cucore_view_release; tp_dealloc calls
 *   PyObject_GC_UnTrack first, since other threads run while memory is given back.
 *   -> 0, or what visit returned
 *   GIL held; no other thread releases the view meanwhile; calls nothing but visit.  source: rules B133 */
#define cucore_py_view_visit CUCORE_NAME(_py_view_visit)
CUCORE_API CUCORE_NODISCARD int cucore_py_view_visit(const cucore_view *view, visitproc visit, void *arg);

/* cucore_py_owner_visit - do the same for an owner (cucore_view_detach); tp_clear calls cucore_owner_release
 *   owner  in  NULL and an empty one hold nothing.  One of several copies of the struct is visited: the one that is
 *              released.  An owner made by hand, with a release function of your own, holds nothing here */
#define cucore_py_owner_visit CUCORE_NAME(_py_owner_visit)
CUCORE_API CUCORE_NODISCARD int cucore_py_owner_visit(const cucore_owner *owner, visitproc visit, void *arg);

/* ------------ >>py-view -- */
/* python/in/view.h: any object as a view. */
/* cucore_py_view - any array object as a view
 *   obj     in   numpy, torch, cupy, jax, numba, ..., a DLPack capsule, bytes, bytearray, memoryview, array.array, ...;
 *                with CUCORE_OPTIONAL also None and NULL
 *   arg     in   what it has to be, and how it is taken; names of extents count within this shape only.  NULL: anything
 *   stream  in   where you are going to use it: NULL legacy default, a handle, CUCORE_STREAM_HOST,
 *                CUCORE_STREAM_NO_SYNC.  Not used for host memory
 *   out     out  owns a reference to the producer's data, unless borrowed: cucore_view_release; zeroed on error.  With
 *                CUCORE_WRITE and CUCORE_MAKE_...: cucore_py_args_release(out, 1, stream), which copies back.  A tensor
 *                can be resized under a view that is kept (torch's resize_): see Kept views in the >>manual
 *   -> 0 | -1 with TypeError (no array, NULL, dtype), BufferError, ValueError (read-only, shape, ...), RuntimeError,
 *      MemoryError, or the producer's exception; other classes: cucore_arg.exceptions.  Messages begin with the name of
 *      the argument; see Errors in the >>manual
 *   GIL held.  Host arrays make no driver call.  A bare capsule is consumed, but not on error; it cannot be ordered on
 *   a stream.  If DLPack's strides are impossible (CuPy's of reversed arrays), the same array is taken by another
 *   protocol that arg allows: the CUDA Array Interface if it names a stream, for host arrays a buffer or
 *   __array_interface__; a BufferError says what to do if there is none.
 *   source: rules B05, B119, B121, D1 to D37, X1 to X12, 3.1 to 3.3, A1 to A11
 *
 * By one protocol only, with a flag of the argument; TypeError if obj does not have it:
 *     CUCORE_BY_EXCHANGE         the C exchange table of obj's type; BufferError if only __dlpack__ would do (a tensor
 *                                that requires grad, lazily conjugated values)
 *     CUCORE_BY_DLPACK           obj.__dlpack_device__() and obj.__dlpack__(...), or a capsule, which is not ordered
 *     CUCORE_BY_CAI              obj.__cuda_array_interface__, ordered by an event
 *     CUCORE_BY_PEP3118          the buffer protocol
 *     CUCORE_BY_ARRAY_INTERFACE  obj.__array_interface__ */
#define cucore_py_view CUCORE_NAME(_py_view)
CUCORE_API CUCORE_NODISCARD int cucore_py_view(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out);

/* cucore_py_view_bytes - the bytes of any array, for programs that only send or store them
 *   obj, stream  in   as cucore_py_view
 *   arg          in   as cucore_py_view.  dtypes, shape and the layout are checked on the array itself.  Every dtype is
 *                     taken as with CUCORE_ALLOW_OPAQUE, CUCORE_ALLOW_LANES and CUCORE_ALLOW_UNALIGNED, except
 *                     Python objects, whose bytes are addresses of this process.  NULL: anything but these
 *   out          out  uint8, one axis of all its bytes in the order of memory: itemsize bytes if it is 0-d, whole bytes
 *                     if elements are packed.  Owns what cucore_py_view owns; without pep3118_format and descr.  Empty,
 *                     as there, for None with CUCORE_OPTIONAL; zeroed on error
 *   -> as cucore_py_view; ValueError if the elements are in neither C nor F order without gaps, and for CUCORE_WRITE
 *      together with CUCORE_MAKE_... or CUCORE_CAST, since bytes are not copied back as elements.  `out` does not show
 *      which of the two orders it was: ask for CUCORE_C_CONTIGUOUS if it matters
 *   GIL held.  source: rules A8, A9, C1, P15 */
#define cucore_py_view_bytes CUCORE_NAME(_py_view_bytes)
CUCORE_API CUCORE_NODISCARD int cucore_py_view_bytes(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                     cucore_view *out);

/* cucore_py_array_nbytes - the bytes of the elements of any array, as NumPy's nbytes
 *   obj  in   as cucore_py_view, also with strides that are no multiple of the itemsize (fields of packed structs)
 *   arg  in   as cucore_py_view_bytes, without a conversion; NULL: any array but one of Python objects
 *   -> 0 or more, whole bytes if elements are packed | -1 with an exception as cucore_py_view
 *   GIL held.  No order, and no driver call.  source: rules A8, A9 */
#define cucore_py_array_nbytes CUCORE_NAME(_py_array_nbytes)
CUCORE_API CUCORE_NODISCARD int64_t cucore_py_array_nbytes(PyObject *obj, const cucore_arg *arg);

/* cucore_py_array_count_write - count up the version of a tensor that C has written to, or is going to write to
 *   obj  in  any object; nothing is counted of others than torch's and Paddle's tensors, and tensors of inference
 *   -> 0 | -1 with the exception of the library, ValueError (NULL)
 *   Autograd compares the version of a tensor that it saved for a gradient, and raises if it was counted up since.  An
 *   intake with CUCORE_WRITE counts once, when the array is accepted, unless the flags have CUCORE_KEEP_VERSION;
 *   cucore_py_copy and cucore_py_launch count when their work is enqueued.  Call this function yourself for each later
 *   write: to a view that is kept, and after Python code has run between the intake and the write.
 *   GIL held.  source: rules B123 */
#define cucore_py_array_count_write CUCORE_NAME(_py_array_count_write)
CUCORE_API CUCORE_NODISCARD int cucore_py_array_count_write(PyObject *obj);

/* cucore_py_is_array - would cucore_py_view find a protocol in it?
 *   obj  in  any object, or NULL
 *   -> 1 or 0; never fails, and leaves an exception that is set.  Looks at the type and at the dict of the instance,
 *      and runs no code of the producer: the answers of a __getattr__ are not seen.  GIL held */
#define cucore_py_is_array CUCORE_NAME(_py_is_array)
CUCORE_API int cucore_py_is_array(PyObject *obj);

/* ------------ >>py-args -- */
/* python/in/args.h: several arguments at once. */
/* cucore_py_args - several arguments at once, all or nothing
 *   objs    in   count objects; None and NULL if CUCORE_OPTIONAL allows it
 *   args    in   what each has to be, names of extents shared among them; NULL: anything.  "=x" as a dtype or a shape
 *                is that of the argument x, which comes before.  CUCORE_SAME_DEVICE requires memory of the device of
 *                the first argument that is in device memory.  CUCORE_NO_OVERLAP and CUCORE_NO_PARTIAL_OVERLAP are
 *                about all other arguments; if cucore_view_overlap cannot decide, they count as overlapping.
 *                CUCORE_OUTPUT has what is right for most outputs
 *   stream  in   as cucore_py_view; waits once for each stream that arguments come from, after all of them were
 *                accepted (__dlpack__ gets it before).  The GIL is released during the wait
 *   views   out  count views; on error all are released and zeroed
 *   -> 0 | -1 as cucore_py_view; messages begin with the name of the argument: "out: missing" (B119),
 *      "y: expected shape (n, 3) with n = 4 as in x, got (5, 3)",
 *      "out: shares memory with x (bytes 0x7f0010 to 0x7f001f)" */
#define cucore_py_args CUCORE_NAME(_py_args)
CUCORE_API CUCORE_NODISCARD int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args,
                                               CUstream stream, cucore_view *views);

/* Private, for the overloads of bindings: cucore_py_args for one argument.  -> 0 | 1: it does not fit; there is no
 * exception, whose words would be thrown away | -1 with an exception, also for some arrays that do not fit */
#define cucore__py_try CUCORE_NAME(__py_try)
CUCORE_API CUCORE_NODISCARD int cucore__py_try(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out);

/* Private, for the same: arguments, and their views by cucore__py_try without order, each or NULL.
 * cucore__py_args_tried is cucore_py_args, takes those over that need no order, and leaves the others to the caller. */
typedef struct cucore__py_tried {
    PyObject *const *objs;
    cucore_view *const *views;
    size_t count;
} cucore__py_tried;
#define cucore__py_args_tried CUCORE_NAME(__py_args_tried)
CUCORE_API CUCORE_NODISCARD int cucore__py_args_tried(const cucore__py_tried *tried, const cucore_arg *args,
                                                      CUstream stream, cucore_view *views);

/* cucore_py_args_release - order the producers behind your work, then release the views
 *   views   in/out  count views, zeroed ones among them; released and zeroed also on error
 *   stream  in      the stream that the work is on; each stream of a producer waits once
 *   An argument that was converted and has CUCORE_WRITE (Fitting in >>manual) is copied back before, unless an
 *   exception is set.  Call it on every path once cucore_py_args has succeeded, also if a later step failed.  An
 *   exception that is set stays set, and 0 is returned unless ordering fails: that exception is then set, with the
 *   earlier one as its __context__.
 *   -> 0 | -1 with RuntimeError (the first failure; see cucore_views_end_access), MemoryError (copying back),
 *      ValueError (a copy of the struct, which is not released)
 *   GIL held; released while it blocks */
#define cucore_py_args_release CUCORE_NAME(_py_args_release)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream);

/* ------------ >>py-stream -- */
/* python/in/stream.h: stream objects. */
/* cucore_py_stream_from_object - any stream object as a CUstream
 *   obj  in   an object with __cuda_stream__ (torch, cupy, numba, cuda.core, ...); a stream of CuPy, torch, PyCUDA,
 *             CV-CUDA or Numba without it, which is known by the names of its type; an int (cudaStream_t or CUstream; 0
 *             and 1 legacy default, 2 per-thread default), an object with __index__, or None: the legacy default stream
 *   out  out  never NULL: 0 becomes CUCORE_STREAM_LEGACY; untouched on error.  Keep obj alive while you use it, and as
 *             long as memory of yours is to be freed on it: cucore_py_view_keep_stream
 *   -> 0 | -1 with TypeError (no stream, NULL), ValueError (an int that is no handle), BufferError (version other than
 *      0, not a pair of ints, an attribute that is no handle), or the producer's exception
 *   No driver call; a handle cannot be checked.  source: rules A12 to A16, A20 */
#define cucore_py_stream_from_object CUCORE_NAME(_py_stream_from_object)
CUCORE_API CUCORE_NODISCARD int cucore_py_stream_from_object(PyObject *obj, CUstream *out);

/* cucore_py_stream_converter - for "O&": object -> *(CUstream *)out.  -> 1 | 0 with an exception */
#define cucore_py_stream_converter CUCORE_NAME(_py_stream_converter)
CUCORE_API CUCORE_NODISCARD int cucore_py_stream_converter(PyObject *obj, void *out);

/* cucore_py_stream_to_tuple - the answer for a __cuda_stream__ method of your own: (0, handle)
 *   stream  in  NULL becomes 1, the number of the legacy default stream
 *   -> a new reference | NULL with an exception;  GIL held;  source: rules P16 */
#define cucore_py_stream_to_tuple CUCORE_NAME(_py_stream_to_tuple)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_stream_to_tuple(CUstream stream);

/* ------------ >>py-named -- */
/* python/in/named.h: objects that name a dtype, a device or a shape. */
/* Arguments of constructors, as cucore_view_allocate and cucore_py_empty take them:
 *
 *     cucore_py_shape shape;
 *     cucore_dtype dtype = CUCORE_DTYPE_FLOAT32;                                   the default, if none is passed
 *     cucore_py_device device = {CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE};
 *     if (!PyArg_ParseTuple(args, "O&|O&O&", cucore_py_shape_converter, &shape, cucore_py_dtype_converter, &dtype,
 *                           cucore_py_device_converter, &device)) return NULL;
 *
 * The functions are for "O&".  They return 1, or 0 with an exception, which quotes the object; `out` is then untouched.
 * None leaves a dtype and a device as they are: the default stays.  No module is imported to recognise an object.  An
 * exception that an object raises passes as it is.  GIL held; no driver call. */

/* cucore_py_dtype_converter - object -> *(cucore_dtype *)out, the dtype that it names
 *   obj  in  a name ("float32", "bfloat16"), a typestr with or without its byte order ("f4", "<f4", "|b1"); a dtype of
 *            NumPy, torch, TensorFlow, MLX, paddle or Numba; a type of scalars of NumPy, ml_dtypes or jax.numpy; float,
 *            int, bool, complex (NumPy's float64, int64, bool, complex128); an object with __dlpack_data_type__
 *   -> 1 | 0 with TypeError: no dtype, foreign byte order, or elements that no dtype describes (text, dates, fields)
 *   source: rules 1.6, 3.2, 4.4 */
#define cucore_py_dtype_converter CUCORE_NAME(_py_dtype_converter)
CUCORE_API CUCORE_NODISCARD int cucore_py_dtype_converter(PyObject *obj, void *out);

/* Where memory is: the two fields of a cucore_array_spec.  All zero is no device. */
typedef struct cucore_py_device {
    int device_type; /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED */
    int device_id;   /* of _CUDA and _CUDA_MANAGED: a number, or CUCORE_DEVICE_CURRENT; else CUCORE_DEVICE_NONE */
} cucore_py_device;

/* cucore_py_device_converter - object -> *(cucore_py_device *)out, the device that it names
 *   obj  in  "cpu", "cuda", "cuda:1", "gpu:1", "pinned", "managed", "managed:1" (without a number: the current device);
 *            the number of a CUDA device; a device of torch, JAX, CuPy, Numba, cuda.core or tvm-ffi; a pair of ints as
 *            __dlpack_device__() returns it
 *   -> 1 | 0 with TypeError (none of these) or ValueError (no such device type, a number that is none).  Whether the
 *      device exists is not checked */
#define cucore_py_device_converter CUCORE_NAME(_py_device_converter)
CUCORE_API CUCORE_NODISCARD int cucore_py_device_converter(PyObject *obj, void *out);

/* All zero is the shape of an array without axes. */
typedef struct cucore_py_shape {
    int ndim;
    int64_t extents[CUCORE_MAX_NDIM]; /* ndim of them */
} cucore_py_shape;

/* cucore_py_shape_converter - object -> *(cucore_py_shape *)out
 *   obj  in  an int, which is one axis, or a tuple or a list of ints; an object with __index__ is an int, a bool is not
 *   -> 1 | 0 with TypeError (none of these) or ValueError (a negative extent, one that does not fit 64 bits, more than
 *      CUCORE_MAX_NDIM axes).  Products are not checked: cucore_view_allocate does that */
#define cucore_py_shape_converter CUCORE_NAME(_py_shape_converter)
CUCORE_API CUCORE_NODISCARD int cucore_py_shape_converter(PyObject *obj, void *out);

CUCORE_END

/* ------------ >>py-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 0.9   the next protocol is tried only where this one is absent; any other exception of the object is the answer
 * 1.3   stream for __dlpack__: none for CPU and pinned memory; 1, 2, a handle or -1 for CUDA; 0 is forbidden
 * 1.6   the checks of every field of a tensor (ndim, shape, strides, offset, data, dtype, device) before it is used
 * 3.1   the keys of a CUDA Array Interface dict: which must be there, their Python types, what absent or None means
 * 3.2   how a typestr is read: byte order, kind, size; which ones are refused, opaque or other libraries' dtypes
 * 3.3   who waits for whom: what is done for each pair of a producer's and a consumer's stream
 * 4.4   one element type by its names: NumPy, DLPack code and bits, typestr, buffer format, torch
 * A1    __array_interface__ has shape, typestr and a version; without data, its memory is the object's own buffer
 * A2    __array_interface__ is host memory: no call of CUDA, and the driver is not even loaded
 * A3    NumPy before 2.4 refuses a NULL address for an empty array; a version above 3 is no reason to refuse
 * A4    __array_struct__ says the same as __array_interface__ in a C struct: only ever a shortcut
 * A5    a buffer is asked for as readable; writable only where the caller writes, and read-only is never cast away
 * A6    PyBuffer_Release once, for the same Py_buffer, after the last use of its memory, which cannot be resized before
 * A7    PyBuffer_Release is never called for a Py_buffer that was filled in by hand
 * A8    buffers: NULL format is bytes, NULL strides C order, NULL shape one axis; no suboffsets; itemsize must agree
 * A9    buffer formats: the first letter sets byte order and sizes ("l" has 4 or 8 bytes); the itemsize has to agree
 * A10   no buffer format exists for bfloat16, float8, int4 or dates: such arrays come by another protocol
 * A11   buffers of managed memory (CuPy) may have work of the device pending: wait for it first
 * A12   __cuda_stream__() is a method without arguments that returns (0, handle), two ints
 * A13   of what __cuda_stream__() returns the version must be 0, and the handle an int that fits 64 bits
 * A14   0 from __cuda_stream__ is the legacy default stream: torch, CuPy, Numba and RMM send it
 * A15   an int is a stream, too (never a bool); types known by name have ptr, cuda_stream, handle: no other is guessed
 * A16   the stream object must be kept while its handle is used; using a destroyed handle is undefined behaviour
 * A18   typestrs of ml_dtypes differ by version (V, f or a name): float16 is never concluded from the item size
 * A20   whatever has __index__ is an integer where a producer gives one (NumPy's are); a bool is none
 * B05   CuPy divides strides as unsigned for DLPack: of reversed arrays they leave the address space
 * B17   data None or NULL is legal for an empty array, and only there
 * B37   torch's __dlpack__ fails unless the device of its tensor is current: it is made current for the call
 * B38   a conjugated torch tensor by the C table has unconjugated values: right values, or a refusal
 * B66   -1 from an exchange table without an exception still ends in an exception
 * B81   the name of a type may be anything, since metaclasses can set it: messages do not trust it
 * B82   a remembered slot of a type is called only for instances of the type whose slot it is
 * B83   what stands as numpy in sys.modules may be an impostor: its types are checked before they are used
 * B84   a property may lose its __get__ or change its class: looked at with each call
 * B85   an interface dict that other code can reach may be emptied meanwhile: its fields are owned, not borrowed
 * B86   Python 3.9 and 3.10 may use the version of a type again: a type is remembered only by what stays true
 * B88   after a fork the child has no driver, and locks of the parent may be held: nothing hangs or crashes
 * B89   who asks to write gets the producer's own memory: copy=False is asked, a private copy is refused
 * B90   legacy tensors cannot say that they are immutable (JAX's are): writing needs proof, or the caller's word
 * B91   a type known with CPU arrays may come with a CUDA array: what is guessed for a type must be right for both
 * B92   KeyboardInterrupt, SystemExit and MemoryError pass at once: no retry, no other protocol
 * B99   NumPy's masked arrays are refused: their mask would be lost
 * B101  torch's ReadOnlyTensorWrapper raises when it is asked for requires_grad or is_neg: __dlpack__ decides
 * B102  Paddle's __dlpack_device__ has None for the number of the CPU, and of pinned memory
 * B109  torch's Parameter inherits its table and __dlpack__ from one class: it goes by the table
 * B110  a negative bit goes with any strides: the tensor is asked
 * B111  complex numbers of halves: by the dtype's name, "Ze", and DLPack's code 18
 * B112  FROM_ANYTHING asks NumPy also where a protocol of the object raised
 * B115  a message quotes at most 64 characters of anything foreign
 * B116  a refusal names only the protocols that the flags allow
 * B118  a default stream is that of the device of the data or of the kernel, whichever device is current
 * B119  an argument that was left out (NULL) and is not optional is a TypeError that names it
 * B121  a scalar of NumPy is taken as the 0-d array of its dtype: buffers of dates and bytes have lost it
 * B122  the GIL is given up around every call of the driver that may wait while something is given back, in each build
 * B123  an access that writes counts up the version of a torch or Paddle tensor, which autograd compares
 * B130  an array object names the stream that its last work is on, as long as that stream is known to live
 * B133  the collector can visit what a view of an object owns: an object that keeps a view is part of cycles
 * B136  an array of the CPU comes by its buffer if that shows what __dlpack__ shows
 * C1    optional keys of an interface dict may really be absent: that is no error
 * C6    an interface dict owns nothing: its object is kept until the work of the device on the memory is done
 * C10   the producer must not run ahead of the consumer either: after the work, its stream waits for the consumer's
 * D1    the order of protocols: C exchange table, DLPack, CUDA Array Interface, buffer, __array_interface__
 * D2    without both __dlpack__ and __dlpack_device__ an object has no DLPack
 * D3    attributes are looked up on the object, the exchange table on its type; only AttributeError means absent
 * D4    a bare DLPack capsule names no device to ask about and no stream: nothing can be ordered
 * D5    NumPy arrays go by the buffer protocol: it tells read-only in every version of NumPy, and needs no stream
 * D6    DLPack goes before the CUDA Array Interface, which orders nothing in JAX, torch and Warp
 * D7    __dlpack_device__() returns two ints (subclasses are fine); anything else is an error
 * D8    __dlpack_device__ only chooses the stream to send: the capsule has the memory kind, the driver the device
 * D9    a device number is checked against the devices that there are
 * D10   the producer makes its data ready on the stream it is given; the consumer waits for nothing more
 * D11   torch refuses stream 2, the per-thread default: 1 is sent, and 2 then waits for 1
 * D12   -1 ("do not order") is no value for JAX, which takes it for a handle: leave the stream out there
 * D13   streams are sent as plain int, unsigned: torch refuses subclasses such as IntEnum
 * D14   max_version is sent as a tuple by keyword, (1, 0) or newer; a major of 0 breaks JAX and TVM
 * D15   the capsule's name says which version came, not the version that was asked for (JAX always sends legacy)
 * D16   dl_device and copy are sent only if the caller asks; the stream is then one of the device that is wanted
 * D17   copy=True is a fresh copy that says so, copy=False an error if one is needed; it is made on the given stream
 * D18   exceptions of __dlpack__ reach the caller as they are
 * D19   a producer without max_version answers TypeError: called once more without it
 * D20   that retry is for a TypeError about the arguments alone; any other is the producer's own and stays
 * D21   a TypeError with a traceback came from inside a Python function: no retry, unless it passed that keyword on
 * D22   if the retry fails, too, its exception has the first one as context; the type's answer is remembered
 * D23   no retry where copy=True or dl_device was asked for; without copy=False what comes is taken to be shared
 * D24   only a capsule with one of the two fresh names is taken; a used one, or any other, is an error
 * D25   a capsule is renamed once its tensor is checked; before, the capsule owns it, then we do; the deleter runs once
 * D26   a used capsule has its used_ name, a string that lives for ever; its destructor may be cleared
 * D27   the deleter is called with the producer's own pointer, never with a copy of the struct
 * D28   from the look at the name to the renaming no Python code runs: two threads must not both win a capsule
 * D29   a versioned tensor of another major: only its deleter is used, nothing else of it is read; then an error
 * D30   a NULL deleter is legal and skipped
 * D31   references are dropped with no exception pending, or with it kept aside: what dies may run Python code
 * D32   a deleter may run on any thread, with the GIL or without; foreign ones are called with it, and without locks
 * D33   when the interpreter is gone or going, references are leaked rather than dropped
 * D34   the consumer's work on a tensor must be ordered before its deleter runs: the memory may be used again at once
 * D35   the shape and stride arrays of a tensor belong to its producer: copied, never written
 * D36   producers lie about devices (managed as CUDA, host as CUDA): the driver is asked where the pointer is
 * D37   who reads pinned or managed memory on the host waits for the device first: nobody else does
 * P1    __dlpack_device__ and the capsule agree on the device, always
 * P12   our deleters take the GIL themselves, on any thread; without an interpreter they leak
 * P15   bfloat16, float8, int4 have no typestr: no interface attribute then (V2 for bfloat16 at most, never f2)
 * P16   __cuda_stream__ of ours is a method that returns (0, handle), 1 or 2 for the default streams
 * X1    the exchange table is found on the type, as a capsule named dlpack_exchange_api
 * X2    the table's attribute once had another name, and was a plain int: an address that nobody can check
 * X3    a table of a newer major: prev_api leads to older ones; with none, __dlpack__ is used
 * X4    each function of a table is checked for NULL before it is called: some tables have gaps
 * X5    tables live for ever and may be remembered per type, but the attribute can come, go or change
 * X6    a table is used where __dlpack__ comes from the same class, with no class below it that has torch's hooks
 * X7    the table checks nothing: gradients, conjugated or negated torch tensors come out wrong, so that is asked first
 * X8    with an exchange table we order: our stream behind the producer's; after the work, theirs behind ours
 * X9    a NULL stream from a table is the legacy default stream for torch; from cuda.core it says nothing
 * X10   a borrowed tensor is valid while its object is held and no Python code has run: what is kept is copied
 * X11   -1 without an exception, and 0 with one, happen in tables: either is a failure, and ends in an exception
 * X12   the functions of a table are called with the GIL held
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_PYTHON_H */

/* cucore_py_launch, if cucore_kernel.h was included before. */
#if defined(CUCORE_KERNEL_H) && !defined(CUCORE_PYTHON_LAUNCH_H)
#define CUCORE_PYTHON_LAUNCH_H
CUCORE_BEGIN

/* ------------ >>py-launch -- */
/* python/in/launch.h: a kernel that is bound to the arguments of a Python function.  Needs python/in/ and kernel/. */
/* The parameters of a kernel, in its order.  The first four kinds take the next argument of the call from Python. */
enum cucore__py_param_kind {
    CUCORE_PY_POINTER = 1,    /* of an array: the address of its first element */
    CUCORE_PY_ACCESSOR = 2,   /* of an array: a CUCORE_ACCESSOR of `ndim` axes, with indices of `index_bits` */
    CUCORE_PY_TENSOR_MAP = 3, /* of an array: a cucore_tensor_map, as `map` describes it */
    CUCORE_PY_NUMBER = 4,     /* a number, as the dtype arg.dtypes */
    CUCORE_PY_SIZE = 5,       /* the number of elements of the array arg.name, as the integer arg.dtypes */
    CUCORE_PY_EXTENT = 6,     /* the extent of axis `ndim` of the array arg.name, as the integer arg.dtypes */
    CUCORE_PY_UNPASSED = 7    /* an array that is an argument, but no parameter of the kernel */
};

/* A row of the table of a launcher.  All zero has no kind, and is refused. */
typedef struct cucore_py_param {
    int kind;                          /* CUCORE_PY_POINTER, ... */
    int ndim;                          /* of an accessor: 1 or more; of an extent: its axis, 0 or more */
    int index_bits;                    /* of an accessor: 32 or 64 */
    cucore_arg arg;                    /* an array: what it has to be.  Else a name and the dtype of the parameter */
    const cucore_tensor_map_spec *map; /* name and flags are taken from `arg` */
} cucore_py_param;

/* CUCORE_PY_... - initialisers of rows, for static tables:
 *   CUCORE_PY_PARAM(POINTER, "x", "float32", "n", CUCORE_READ)   also UNPASSED
 *   CUCORE_PY_PARAM_ACCESSOR(2, 32, "x", "float32", "h, w", CUCORE_READ)
 *   CUCORE_PY_PARAM_TENSOR_MAP(&map, "x", "float16", "m, k", CUCORE_READ)
 *   CUCORE_PY_PARAM(NUMBER, "alpha", "float32", NULL, 0)          bool, integers, floats of 16 to 64 bits, bfloat16,
 *                                                                 complex64, complex128
 *   CUCORE_PY_PARAM(SIZE, "x", "int64", NULL, 0)
 *   CUCORE_PY_PARAM_EXTENT(1, "x", "int32") */
#define CUCORE_PY_PARAM(kind, name, dtypes, shape, flags) \
    { \
        CUCORE_PY_##kind, 0, 0, CUCORE_ARG(name, dtypes, shape, flags), NULL \
    }
#define CUCORE_PY_PARAM_ACCESSOR(ndim, index_bits, name, dtypes, shape, flags) \
    { \
        CUCORE_PY_ACCESSOR, ndim, index_bits, CUCORE_ARG(name, dtypes, shape, flags), NULL \
    }
#define CUCORE_PY_PARAM_TENSOR_MAP(map, name, dtypes, shape, flags) \
    { \
        CUCORE_PY_TENSOR_MAP, 0, 0, CUCORE_ARG(name, dtypes, shape, flags), map \
    }
#define CUCORE_PY_PARAM_EXTENT(axis, name, dtypes) \
    { \
        CUCORE_PY_EXTENT, axis, 0, CUCORE_ARG(name, dtypes, NULL, 0), NULL \
    }

/* An array of a call, as `configure` sees it.  All zero: an argument with CUCORE_OPTIONAL that was left out.  The
 * struct and what it points to are valid during the call of `configure`. */
typedef struct cucore_py_launch_array {
    void *ptr;
    const int64_t *shape;   /* ndim extents */
    const int64_t *strides; /* ndim strides, in elements */
    cucore_dtype dtype;
    int ndim;
    int device_id; /* CUCORE_DEVICE_NONE: pinned memory */
} cucore_py_launch_array;

/* The description of a launcher.  All zero has no kernel, and is refused. */
typedef struct cucore_py_launch_spec {
    cucore_kernel *kernel;
    const cucore_py_param *params; /* param_count rows, 64 at most, of which 32 are arrays or numbers of the call */
    size_t param_count;
    cucore_launch launch; /* the way to launch */
    const char *elements; /* the name of an array: launch.config.grid is made for a thread for each of its elements in
                             x, in blocks of launch.config.block[0] (0: 256); in y and z 0 counts as 1.  NULL: grid and
                             block are as they stand */
    /* configure may change the copy of `launch` that it gets, grid and elements among them.  `arrays` are those of the
     * call, in its order.  It returns 0, or -1 with an exception.  It is called with the GIL; NULL: not called. */
    int (*configure)(void *user_data, const cucore_py_launch_array *arrays, cucore_launch *launch);
    void *user_data;
} cucore_py_launch_spec;

/* A kernel with all that can be prepared of its launches.  All zero is no launcher, and its release has no effect. */
typedef struct cucore_py_launcher {
    void *private_;
} cucore_py_launcher;

/* cucore_py_launcher_make - prepare the launches of a kernel from Python
 *   spec  in   copied; kernel, user_data and what the rows point to (texts, maps, exceptions) stay as long as `out`
 *   out   out  zeroed on error; cucore_py_launcher_release gives it back.  Any number of threads may launch it
 *   -> 0 | -1 with ValueError (NULL, a kind, a dtype or a shape pattern that has no meaning, flags, a name that no
 *      array has, parameters of more than 4096 bytes), MemoryError
 *   GIL held; the driver is not called */
#define cucore_py_launcher_make CUCORE_NAME(_py_launcher_make)
CUCORE_API CUCORE_NODISCARD int cucore_py_launcher_make(const cucore_py_launch_spec *spec, cucore_py_launcher *out);

/* cucore_py_launch - launch a kernel with the arguments of a call from Python
 *
 *     static PyObject *axpy(PyObject *self, PyObject *const *objs, Py_ssize_t count)     METH_FASTCALL
 *     {
 *         if (cucore_py_launch(&launcher, objs, (size_t)count, NULL) < 0) return NULL;
 *         Py_RETURN_NONE;
 *     }
 *
 *   objs    in  count objects, in the order of the rows that take one.  Arrays are taken in as by cucore_py_args, with
 *               CUCORE_DEVICE_ACCESSIBLE and CUCORE_BORROW: the caller keeps the objects until the call returns.
 *               Numbers are ints, floats, bools, complex numbers and scalars of NumPy: an integer parameter takes no
 *               float, a bool parameter only bools, a real one no imaginary part, and a value has to fit
 *   stream  in  the stream to launch on: as cucore_py_stream_from_object takes it; NULL as None, the legacy default
 *               stream
 *   The producers of arrays are ordered before the kernel, and after it, as by cucore_py_args and
 *   cucore_py_args_release.  The kernel runs on the device of the first array in device memory.  Without blocks (no
 *   elements; 0 in any axis of the grid) it is not launched.
 *   -> 0 | -1 with TypeError (the number of arguments, no number, no array, a dtype), ValueError (a shape, strides, a
 *      device, a value that does not fit), BufferError (protocols), RuntimeError (the driver, a capture), MemoryError,
 *      or the exception of a producer, of an object or of `configure`.  Messages begin with the name of the argument
 *   GIL held; released while it orders and launches.  The first launch in a context loads the kernel, as
 *   cucore_kernel_launch_params */
#define cucore_py_launch CUCORE_NAME(_py_launch)
CUCORE_API CUCORE_NODISCARD int cucore_py_launch(const cucore_py_launcher *launcher, PyObject *const *objs,
                                                 size_t count, PyObject *stream);

/* cucore_py_launcher_release - give back what a launcher has prepared, when no thread launches it
 *   launcher  in/out  zeroed; NULL and a zeroed one are fine
 *   GIL held */
#define cucore_py_launcher_release CUCORE_NAME(_py_launcher_release)
CUCORE_API void cucore_py_launcher_release(cucore_py_launcher *launcher);

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

/* python/base/macros.h: private macros of the implementations of cucore_python.h and cucore_results.h, which define
 * and undefine them each. */
/* The data in an instance of a type of cucore.  The macros need a type without another base, and without derived types.
 * In abi3t the size of the head of an object is unknown. */
#if defined(_Py_OPAQUE_PYOBJECT)
#define CUCORE__PY_HEAD
#define CUCORE__PY_DATA(type, self) ((type *)PyObject_GetTypeData((self), Py_TYPE(self)))
#define CUCORE__PY_BASICSIZE(type) (-(int)sizeof(type))
#else
#define CUCORE__PY_HEAD PyObject_HEAD
#define CUCORE__PY_DATA(type, self) ((type *)(self))
#define CUCORE__PY_BASICSIZE(type) ((int)sizeof(type))
#endif

/* An item of a tuple that has it.  PyTuple_GET_ITEM uses `ob_item[1]`, which has one item for compilers that take its
 * size literally (-fstrict-flex-arrays). */
#if defined(Py_LIMITED_API)
#define CUCORE__PY_TUPLE_ITEM(tuple, i) PyTuple_GetItem((tuple), (i))
#define CUCORE__PY_TUPLE_SIZE(tuple) PyTuple_Size(tuple)
#else
#define CUCORE__PY_TUPLE_ITEM(tuple, i) (((PyObject **)(void *)((char *)(tuple) + offsetof(PyTupleObject, ob_item)))[i])
#define CUCORE__PY_TUPLE_SIZE(tuple) PyTuple_GET_SIZE(tuple)
#endif

/* Encloses writes of what is remembered of types: see base/compat.c. */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_WRITE_BEGIN() (!CUCORE__TEST_AND_SET(&cucore__py_writing))
#define CUCORE__PY_WRITE_END() CUCORE__STORE(&cucore__py_writing, 0)
#else
#define CUCORE__PY_WRITE_BEGIN() 1
#define CUCORE__PY_WRITE_END() ((void)0)
#endif

/* Copies a struct that other threads read and write: see base/state.c. */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_COPY_OUT(to, from) cucore__py_words_get((to), (from), sizeof *(from))
#define CUCORE__PY_COPY_IN(to, from) cucore__py_words_put((to), (from), sizeof *(to))
#else
#define CUCORE__PY_COPY_OUT(to, from) ((void)(*(to) = *(from)))
#define CUCORE__PY_COPY_IN(to, from) ((void)(*(to) = *(from)))
#endif

/* ------------ >>impl-py-compat -- */
/* python/base/compat.c: hides what differs between versions of CPython, and looks attributes up that may be absent. */
#if !defined(CUCORE_NO_TYPE_MEMORY) && (defined(Py_LIMITED_API) || PY_VERSION_HEX < 0x030B0000)
#define CUCORE_NO_TYPE_MEMORY /* the version of a type cannot be had, or is used again (rules B86) */
#endif

static CUCORE__ATOMIC(PyInterpreterState *) cucore__py_main_interpreter; /* NULL until it is known */
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
/* The function getattr of that interpreter, NULL until it is known.  It makes no exception for an attribute that is
 * absent, which costs 300 to 900 ns. */
static CUCORE__ATOMIC(PyObject *) cucore__py_getattr;
#endif

/* Looks up an attribute: 1 with a new reference, 0 absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_lookup_attr(PyObject *obj, PyObject *name, PyObject **out)
{
#if PY_VERSION_HEX >= 0x030D0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030D0000)
    return PyObject_GetOptionalAttr(obj, name, out);
#elif !defined(Py_LIMITED_API)
    return _PyObject_LookupAttr(obj, name, out);
#else
    PyObject *get = CUCORE__LOAD(&cucore__py_getattr);
    if (get && CUCORE__LOAD(&cucore__py_main_interpreter) == PyInterpreterState_Get()) {
        *out = PyObject_CallFunctionObjArgs(get, obj, name, get, NULL);
        if (*out != get) return *out ? 1 : -1;
        Py_CLEAR(*out);
        return 0;
    }
    *out = PyObject_GetAttr(obj, name);
    if (*out) return 1;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
    PyErr_Clear();
    return 0;
#endif
}

/* Does the same with a name that is rarely needed, and so not interned. */
CUCORE__PRIVATE int cucore__py_lookup_string(PyObject *obj, const char *name, PyObject **out)
{
    PyObject *key = PyUnicode_FromString(name);
    int found = key ? cucore__py_lookup_attr(obj, key, out) : -1;
    Py_XDECREF(key);
    return found;
}

/* Returns what a look-up found, 1, 0 or -1, where None, AttributeError and NotImplementedError count as absent (rules
 * 0.9). */
CUCORE__PRIVATE int cucore__py_optional(int found, PyObject **out)
{
    if (found > 0 && *out == Py_None) {
        Py_CLEAR(*out);
        return 0;
    }
    if (found >= 0) return found;
    if (!PyErr_ExceptionMatches(PyExc_NotImplementedError) && !PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
    PyErr_Clear();
    return 0;
}

/* Returns 1 with a new reference if the attribute is there, 0 if it is absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_get_optional(PyObject *obj, PyObject *name, PyObject **out)
{
    return cucore__py_optional(cucore__py_lookup_attr(obj, name, out), out);
}

CUCORE__PRIVATE void *cucore__py_pointer_to(void (*function)(void))
{
    union {
        void (*function)(void);
        void *pointer;
    } convert;
    convert.function = function;
    return convert.pointer;
}

/* Returns 1 if an attribute that the type lacks is looked up in the dict of the instance, and nowhere else. */
CUCORE__PRIVATE int cucore__py_looks_up_plainly(PyTypeObject *type)
{
#if defined(Py_LIMITED_API)
    return PyType_GetSlot(type, Py_tp_getattro) == cucore__py_pointer_to((void (*)(void))PyObject_GenericGetAttr);
#else
    return type->tp_getattro == PyObject_GenericGetAttr;
#endif
}

/* Returns a module that is imported already, as a new reference; NULL: it is not imported, or an exception is set. */
CUCORE__PRIVATE PyObject *cucore__py_imported(const char *name)
{
    PyObject *key = PyUnicode_FromString(name), *py_module = key ? PyImport_GetModule(key) : NULL;
    Py_XDECREF(key);
    return py_module;
}

/* Looks up the attribute of a module if that is imported: 1 with a new reference, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_imported_attribute(const char *module_name, const char *name, PyObject **out)
{
    PyObject *py_module = cucore__py_imported(module_name);
    int found = 0;
    if (!py_module) return PyErr_Occurred() ? -1 : 0;
    found = cucore__py_optional(cucore__py_lookup_string(py_module, name, out), out);
    Py_DECREF(py_module);
    return found;
}

/* Returns module.name as a new reference. */
CUCORE__PRIVATE PyObject *cucore__py_import(const char *module_name, const char *name)
{
    PyObject *py_module = PyImport_ImportModule(module_name);
    PyObject *found = py_module ? PyObject_GetAttrString(py_module, name) : NULL;
    Py_XDECREF(py_module);
    return found;
}

CUCORE__PRIVATE int cucore__py_dict_get(PyObject *dict, PyObject *key, PyObject **out)
{
#if PY_VERSION_HEX >= 0x030D0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030D0000)
    return PyDict_GetItemRef(dict, key, out);
#else
    *out = PyDict_GetItemWithError(dict, key);
    Py_XINCREF(*out);
    return *out ? 1 : PyErr_Occurred() ? -1 : 0;
#endif
}

/* Returns a new reference to the entry of the dict, which is `value` if there was none. */
CUCORE__PRIVATE PyObject *cucore__py_dict_keep(PyObject *dict, PyObject *key, PyObject *value)
{
    PyObject *kept = NULL;
#if defined(Py_LIMITED_API)
    if (cucore__py_dict_get(dict, key, &kept) == 0 && PyDict_SetItem(dict, key, value) == 0) {
        Py_INCREF(value);
        kept = value;
    }
#elif PY_VERSION_HEX >= 0x030D0000
    (void)PyDict_SetDefaultRef(dict, key, value, &kept);
#else
    kept = PyDict_SetDefault(dict, key, value);
    Py_XINCREF(kept);
#endif
    return kept;
}

/* Looks an attribute up as instances of a type find it, whatever its metaclass would answer: 1 with a new reference, 0
 * absent, -1 with an exception.  The limited API has to ask the metaclass. */
CUCORE__PRIVATE int cucore__py_type_attribute(PyTypeObject *type, PyObject *name, PyObject **out)
{
#if defined(Py_LIMITED_API)
    return cucore__py_lookup_attr((PyObject *)type, name, out);
#elif PY_VERSION_HEX >= 0x030D0000
    *out = _PyType_LookupRef(type, name);
    return *out != NULL;
#else
    *out = _PyType_Lookup(type, name);
    Py_XINCREF(*out);
    return *out != NULL;
#endif
}

/* Looks up only in the dict of the type itself, with the same results. */
CUCORE__PRIVATE int cucore__py_type_entry(PyTypeObject *type, PyObject *name, PyObject **out)
{
    PyObject *dict;
    int found = 0;
    *out = NULL;
#if defined(Py_LIMITED_API)
    dict = PyObject_GetAttrString((PyObject *)type, "__dict__");
    if (!dict) return -1;
    if (Py_TYPE(dict) == &PyDictProxy_Type) found = PySequence_Contains(dict, name);
    if (found > 0) *out = PyObject_GetItem(dict, name);
    if (found > 0 && !*out) found = -1;
#else
#if PY_VERSION_HEX >= 0x030C0000
    dict = PyType_GetDict(type);
#else
    dict = type->tp_dict;
    Py_XINCREF(dict);
#endif
    if (dict) found = cucore__py_dict_get(dict, name, out);
#endif
    Py_XDECREF(dict);
    return found;
}

/* Returns 1 if the type certainly has the method, which saves a bound method; 0: the instance has to be asked. */
CUCORE__PRIVATE int cucore__py_type_has(PyObject *obj, PyObject *name)
{
#if defined(Py_LIMITED_API)
    (void)obj, (void)name;
    return 0;
#else
    PyObject *attribute;
    int found = cucore__py_type_attribute(Py_TYPE(obj), name, &attribute);
    if (found) found = PyType_HasFeature(Py_TYPE(attribute), Py_TPFLAGS_METHOD_DESCRIPTOR);
    Py_XDECREF(attribute);
    return found;
#endif
}

CUCORE__PRIVATE int cucore__py_has(PyObject *obj, PyObject *name)
{
    PyObject *attribute = NULL;
    int found = cucore__py_type_has(obj, name) ? 1 : cucore__py_get_optional(obj, name, &attribute);
    Py_XDECREF(attribute);
    return found;
}

/* Returns a number that changes whenever the attributes of a type do, and is never used again; 0: the type must not be
 * remembered.  Python 3.9 and 3.10 begin again with 1 after sys._clear_type_cache() (rules B86).  Without a GIL other
 * threads write the number. */
CUCORE__PRIVATE inline unsigned cucore__py_type_version(PyTypeObject *type)
{
#if defined(CUCORE_NO_TYPE_MEMORY)
    (void)type;
    return 0;
#else
#if PY_VERSION_HEX < 0x030C0000
    if (!PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG)) return 0;
#endif
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__atomic_load_n(&type->tp_version_tag, __ATOMIC_RELAXED);
#else
    return *(const unsigned volatile *)&type->tp_version_tag;
#endif
#endif
}

CUCORE__PRIVATE int cucore__py_is_int(PyObject *obj)
{
    return obj && PyLong_Check(obj) && !PyBool_Check(obj);
}

/* Returns an integer as an int: `obj` itself, or the result of its __index__; never a bool (rules A20).  NULL with the
 * exception of __index__, or without one: `obj` is no integer. */
CUCORE__PRIVATE PyObject *cucore__py_index(PyObject *obj)
{
    if (cucore__py_is_int(obj)) {
        Py_INCREF(obj);
        return obj;
    }
    return obj && !PyBool_Check(obj) && PyIndex_Check(obj) ? PyNumber_Index(obj) : NULL;
}

/* Reads the value of an object that is no int.  -1 with the exception of __index__, or without one: the object is no
 * integer, or the value does not fit. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_index_to_int64(PyObject *obj, int64_t *out)
{
    PyObject *number = cucore__py_index(obj);
    int overflow = 1;
    if (number) *out = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_XDECREF(number);
    return overflow ? -1 : 0;
}

/* Does the same for values from 0 to SIZE_MAX. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_index_to_uint64(PyObject *obj, uint64_t *out)
{
    PyObject *number = cucore__py_index(obj);
    int failed;
    if (!number) return -1;
    *out = PyLong_AsSize_t(number);
    failed = *out == SIZE_MAX && PyErr_Occurred();
    if (failed) PyErr_Clear();
    Py_DECREF(number);
    return failed ? -1 : 0;
}

/* Calls obj.name(*positional, **keywords); args[0] is obj, args[-1] may be overwritten. */
CUCORE__PRIVATE PyObject *cucore__py_call_method(PyObject *name, PyObject **args, PyObject *keywords)
{
#if !defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030C0000
    return PyObject_VectorcallMethod(name, args, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
#else
    PyObject *method = PyObject_GetAttr(args[0], name), *empty = NULL, *named = NULL, *result = NULL;
    Py_ssize_t i, count = keywords ? PyTuple_Size(keywords) : 0;
    if (!method) return NULL;
    empty = PyTuple_New(0);
    named = PyDict_New();
    for (i = 0; named && i < count; i++)
        if (PyDict_SetItem(named, PyTuple_GetItem(keywords, i), args[1 + i]) < 0) Py_CLEAR(named);
    if (empty && named) result = PyObject_Call(method, empty, named);
    Py_DECREF(method);
    Py_XDECREF(empty);
    Py_XDECREF(named);
    return result;
#endif
}

/* Returns the state of a thread that holds the GIL (or is attached); NULL in the limited API, which does not need
 * it. */
CUCORE__PRIVATE inline PyThreadState *cucore__py_thread_here(void)
{
#if defined(Py_LIMITED_API)
    return NULL;
#elif PY_VERSION_HEX >= 0x030D0000
    return PyThreadState_GetUnchecked();
#else
    return _PyThreadState_UncheckedGet();
#endif
}

/* Returns the state of this thread if it holds the GIL (or is attached) already; NULL if not, or if that is unknown.
 * Before Python 3.12 the current state is the state of the thread that holds the GIL, which may be about to free it:
 * the pointer is compared, and followed only if there are subinterpreters, in which a thread has further states. */
CUCORE__PRIVATE inline PyThreadState *cucore__py_thread(void)
{
    PyThreadState *current = cucore__py_thread_here();
#if !defined(Py_LIMITED_API) && PY_VERSION_HEX < 0x030C0000
    PyThreadState *own = PyGILState_GetThisThreadState();
    if (!own || !current) return NULL;
    if (own == current) return current;
    if (PyInterpreterState_Head() == PyInterpreterState_Main()) return NULL;
    if (current->thread_id != PyThread_get_thread_ident()) return NULL;
#endif
    return current;
}

CUCORE__PRIVATE inline PyInterpreterState *cucore__py_interpreter(PyThreadState *thread)
{
#if defined(Py_LIMITED_API)
    (void)thread;
    return PyInterpreterState_Get();
#else
    return thread->interp;
#endif
}

CUCORE__PRIVATE int cucore__py_attached(void)
{
    return cucore__py_thread() != NULL;
}

/* Returns what PyErr_Occurred does, for a thread whose state is known. */
CUCORE__PRIVATE inline int cucore__py_pending(PyThreadState *thread)
{
#if defined(Py_LIMITED_API)
    (void)thread;
    return PyErr_Occurred() != NULL;
#elif PY_VERSION_HEX >= 0x030C0000
    return thread->current_exception != NULL;
#else
    return thread->curexc_type != NULL;
#endif
}

CUCORE__PRIVATE int cucore__py_is_finalizing(void)
{
#if PY_VERSION_HEX >= 0x030D0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030D0000)
    return Py_IsFinalizing();
#elif !defined(Py_LIMITED_API)
    return _Py_IsFinalizing();
#else
    return 0;
#endif
}

/* Gives up the GIL if this thread holds it, and takes it again (core/waits.c, rules B122).  The limited API cannot tell
 * whether a thread holds the GIL: a thread that Python knows takes it for a moment. */
CUCORE__PRIVATE void *cucore__py_wait(void *held)
{
    if (held) {
        PyEval_RestoreThread((PyThreadState *)held);
        return NULL;
    }
#if defined(Py_LIMITED_API)
    if (!PyGILState_GetThisThreadState()) return NULL;
    if (cucore__py_is_finalizing() || !Py_IsInitialized()) return cucore__wait_never;
    {
        const PyGILState_STATE state = PyGILState_Ensure();
        PyGILState_Release(state);
        if (state == PyGILState_UNLOCKED) return NULL;
    }
#else
    if (!cucore__py_attached()) return NULL;
    if (cucore__py_is_finalizing()) return cucore__wait_never;
#endif
    return PyEval_SaveThread();
}

/* Is called by functions of python/ that others do not need first, so that what is given back later waits without the
 * GIL. */
CUCORE__PRIVATE inline void cucore__py_waits_set(void)
{
    CUCORE__STORE(&cucore__wait_by, &cucore__py_wait);
}

/* Keeps two threads with one capsule apart if the GIL does not (rules D28). */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_LOCKED(object, statement) \
    do { \
        Py_BEGIN_CRITICAL_SECTION(object); \
        statement; \
        Py_END_CRITICAL_SECTION(); \
    } while (0)
#else
#define CUCORE__PY_LOCKED(object, statement) statement
#endif

/* The flag is set while a thread writes what is remembered of types (CUCORE__PY_WRITE_BEGIN): two writers at once would
 * mix two types.  No foreign code runs in between.  The second writer remembers nothing this time: no thread waits, nor
 * hangs in a child that was forked while another thread was writing (rules B88). */
#if defined(Py_GIL_DISABLED)
static CUCORE__ATOMIC(int) cucore__py_writing;
#endif

/* python/base/names.c: finds the names of types and of their modules, and quotes the text of others. */
/* Returns the name of a type as a new str.  Its attribute __name__ may be anything: a metaclass can have one (rules
 * B81). */
CUCORE__PRIVATE PyObject *cucore__py_type_name(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    return PyType_GetName(type);
#else
    return PyUnicode_FromString(_PyType_Name(type));
#endif
}

/* Returns a tuple of a type and all its bases, as a new reference; NULL with an exception, or without one if the type
 * is not ready. */
CUCORE__PRIVATE PyObject *cucore__py_bases(PyTypeObject *type)
{
#if defined(Py_LIMITED_API)
    return PyObject_GetAttrString((PyObject *)type, "__mro__");
#elif defined(Py_GIL_DISABLED)
    /* Another thread may assign __bases__, which frees the tuple: the getter of `type` takes the lock for that.  It is
     * called directly, since a metaclass may have a __mro__ of its own. */
    PyObject *name = PyUnicode_InternFromString("__mro__"), *getter = NULL, *bases = NULL;
    if (name && cucore__py_type_attribute(&PyType_Type, name, &getter) > 0)
        bases = Py_TYPE(getter)->tp_descr_get(getter, (PyObject *)type, (PyObject *)Py_TYPE(type));
    Py_XDECREF(getter);
    Py_XDECREF(name);
    return bases;
#else
    Py_XINCREF(type->tp_mro); /* no other thread runs in between */
    return type->tp_mro;
#endif
}

/* Returns the next type of a tuple of bases, from *i on, which moves past it; NULL: there is none. */
CUCORE__PRIVATE PyTypeObject *cucore__py_next_base(PyObject *bases, Py_ssize_t *i)
{
    const Py_ssize_t count = bases && PyTuple_Check(bases) ? PyTuple_Size(bases) : 0;
    PyObject *base;
    while (*i < count) {
        base = PyTuple_GetItem(bases, (*i)++);
        if (PyType_Check(base)) return (PyTypeObject *)(void *)base;
    }
    return NULL;
}

/* Returns the module that a type names as its own, as a new reference; NULL: none, or with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_full_module(PyTypeObject *type)
{
    PyObject *key, *py_module = NULL;
#if !defined(Py_LIMITED_API)
    const char *dot = strrchr(type->tp_name, '.');
    if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE))
        return dot ? PyUnicode_FromStringAndSize(type->tp_name, dot - type->tp_name) : NULL;
#endif
    key = PyUnicode_InternFromString("__module__");
    if (key) (void)cucore__py_type_attribute(type, key, &py_module);
    Py_XDECREF(key);
    if (py_module && !PyUnicode_Check(py_module)) Py_CLEAR(py_module);
    return py_module;
}

/* Copies the first size - 1 letters of that module; "builtins" if there is none.  Letters that are not ASCII become
 * "?".  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_module_of(PyTypeObject *type, char *room, size_t size)
{
    PyObject *py_module = cucore__py_full_module(type);
    PyObject *text = py_module ? PyUnicode_AsEncodedString(py_module, "ascii", "replace") : NULL;
    const char *found = text ? PyBytes_AsString(text) : "builtins";
    size_t length = strlen(found);
    if (length >= size) length = size - 1;
    memcpy(room, found, length);
    room[length] = '\0';
    Py_XDECREF(text);
    Py_XDECREF(py_module);
    return !text && PyErr_Occurred() ? -1 : 0;
}

/* Copies the first part of that name, the package; "" also if it does not fit. */
CUCORE__PRIVATE int cucore__py_package_of(PyTypeObject *type, char *room, size_t size)
{
    int failed = cucore__py_module_of(type, room, size);
    size_t length = strcspn(room, ".");
    room[length + 1 < size ? length : 0] = '\0';
    return failed;
}

/* Returns the name of a class within its module. */
CUCORE__PRIVATE PyObject *cucore__py_qualname(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    return PyType_GetQualName(type);
#else
    PyObject *name = PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) ? ((PyHeapTypeObject *)type)->ht_qualname : NULL;
    Py_XINCREF(name);
    return name ? name : cucore__py_type_name(type);
#endif
}

/* Returns 1 if an imported module has the type under this name, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_module_has(const char *module_name, PyObject *name, PyTypeObject *type)
{
    PyObject *py_module = cucore__py_imported(module_name), *found = NULL;
    int has = py_module ? 0 : PyErr_Occurred() ? -1 : 0;
    if (py_module && PyModule_Check(py_module)) {
        has = cucore__py_dict_get(PyModule_GetDict(py_module), name, &found);
        if (has > 0) has = found == (PyObject *)type;
    }
    Py_XDECREF(found);
    Py_XDECREF(py_module);
    return has;
}

/* Shortens a quoted text to 64 characters (rules B115): its beginning and its end.  The function takes the reference
 * over; NULL stays NULL. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_shorten(PyObject *text)
{
    PyObject *end, *cut;
    const Py_ssize_t length = text ? PyUnicode_GetLength(text) : 0;
    if (length <= 64) return text;
    end = PyUnicode_Substring(text, length - 21, length);
    cut = end ? PyUnicode_FromFormat("%.40U...%U", text, end) : NULL;
    Py_XDECREF(end);
    Py_DECREF(text);
    return cut;
}

/* Returns the name by which users know a type, as a new str: "pandas.Series", "dask.array.Array" (which names
 * dask.array.core as its module), "list".  It is the name in the first package around the module that has the type.  No
 * code of the type or of a module runs (rules B81). */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_full_name(PyTypeObject *type)
{
    PyObject *name = cucore__py_qualname(type), *py_module = name ? cucore__py_full_module(type) : NULL, *full = NULL;
    const char *text = py_module ? PyUnicode_AsUTF8AndSize(py_module, NULL) : NULL, *dot;
    char package[64];
    int found = 0;
    for (dot = text; dot && !found && (dot = strchr(dot, '.')) != NULL && (size_t)(dot - text) < sizeof package;
         dot++) {
        memcpy(package, text, (size_t)(dot - text));
        package[dot - text] = '\0';
        found = cucore__py_module_has(package, name, type);
    }
    if (found >= 0 && text && strcmp(text, "builtins") && strcmp(text, "__main__")) {
        full = PyUnicode_FromFormat("%s.%U", found ? package : text, name);
    } else if (found >= 0) {
        full = name;
        Py_XINCREF(full);
        if (full && PyErr_Occurred()) PyErr_Clear(); /* a module whose name is no text that can be written */
    }
    Py_XDECREF(py_module);
    Py_XDECREF(name);
    return cucore__py_shorten(full);
}

/* ------------ >>impl-py-errors -- */
/* python/base/errors.c: lists the outcomes of an intake, raises statuses as exceptions, and keeps, clears and chains
 * exceptions. */
/* What a step of an intake comes to.  The negative ones leave an exception set. */
enum {
    CUCORE__PY_DONE = 0,
    CUCORE__PY_FAILED = -1,
    CUCORE__PY_NO_BUFFER = -2, /* with the exception of the exporter of the buffer */
    CUCORE__PY_IMPOSSIBLE =
        -3, /* the strides leave the address space, and all else is right: `out` is described in C order, and
                                 * owns nothing (rules B05) */
    CUCORE__PY_DECLINED = 1,  /* the next protocol is to be tried */
    CUCORE__PY_WRONG_GUESS,   /* the producer is on another device than it was taken to be on */
    CUCORE__PY_UNANSWERED,    /* an exception is set: the object did not answer, and __dlpack__ decides (rules B101) */
    CUCORE__PY_IS_SUBSTITUTED /* another object, which has the data, is to be taken in */
};

/* Returns the exception that is set, normalised and owned, or NULL; afterwards no exception is set. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_error_take(void)
{
#if PY_VERSION_HEX >= 0x030C0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030C0000)
    return PyErr_GetRaisedException();
#else
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (!type) return NULL;
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback) (void)PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
#endif
}

/* Clears the exception that is set, and returns 0.  MemoryError, and exceptions that are no Exception
 * (KeyboardInterrupt, SystemExit), stay set: -1 (rules B92). */
CUCORE__PRIVATE int cucore__py_error_clear(void)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError)) return -1;
    PyErr_Clear();
    return 0;
}

/* Sets an exception again that was taken; NULL is allowed. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_error_put(PyObject *error)
{
#if PY_VERSION_HEX >= 0x030C0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030C0000)
    PyErr_SetRaisedException(error);
#else
    if (!error) { /* unreachable: every caller has met an error */
        PyErr_Clear();
        return;
    }
    Py_INCREF((PyObject *)Py_TYPE(error));
    PyErr_Restore((PyObject *)Py_TYPE(error), error, PyException_GetTraceback(error));
#endif
}

/* Makes `first` the context of the exception that is set, if there is one (rules D22).  The function takes `first`
 * over. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_error_chain(PyObject *first)
{
    PyObject *last = cucore__py_error_take();
    if (last && first && last != first) {
        PyException_SetContext(last, first); /* takes the reference */
    } else {
        Py_XDECREF(first);
    }
    cucore__py_error_put(last);
}

/* Drops a reference and keeps the exception that is set: what is destroyed may run any code (rules D31). */
CUCORE__PRIVATE void cucore__py_drop(PyObject *object)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    Py_DECREF(object);
    if (pending) cucore__py_error_put(pending);
}

CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_exception(cucore_status status)
{
    switch (status) {
#define CUCORE__PY_EXCEPTION(name, value, exception, sentence) \
    case CUCORE_##name: return PyExc_##exception;
        CUCORE_STATUS_LIST(CUCORE__PY_EXCEPTION)
#undef CUCORE__PY_EXCEPTION
    default: return PyExc_SystemError;
    }
}

/* Raises the last error, unless an exception is set already, or the handler of a signal that interrupted the call
 * raises one.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise(cucore_status status)
{
    if (status == CUCORE_INTERRUPTED && !PyErr_Occurred() && PyErr_CheckSignals() < 0) return -1;
    if (!PyErr_Occurred()) PyErr_SetString(cucore__py_exception(status), cucore_last_error()->message);
    return -1;
}

CUCORE_API int cucore_py_check(cucore_status status)
{
    cucore__py_waits_set();
    return status ? cucore__py_raise(status) : 0;
}

/* Raises "name: text", where `format` has one %U for the type of `culprit`.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_type(PyObject *exception, const char *name, const char *format,
                                                       PyObject *culprit)
{
    PyObject *type = cucore__py_full_name(Py_TYPE(culprit));
    PyObject *message = type ? PyUnicode_FromFormat(format, type) : NULL;
    if (message) PyErr_Format(exception, "%s: %U", name, message);
    Py_XDECREF(message);
    Py_XDECREF(type);
    return -1;
}

/* Raises "name: what, not 123".  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_value(PyObject *exception, const char *name, const char *what,
                                                        PyObject *culprit)
{
    PyObject *quote;
    PyErr_Clear();
    quote = cucore__py_shorten(PyObject_Repr(culprit)); /* which may raise */
    if (quote) PyErr_Format(exception, "%s: %s, not %U", name, what, quote);
    Py_XDECREF(quote);
    return -1;
}

/* Raises "name: missing", for a parameter that is NULL and has to be an object (rules B119).  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_missing(PyObject *exception, const char *name)
{
    PyErr_Format(exception, "%s: missing", name);
    return -1;
}

/* Turns the exception that is set into a last error: OUT_OF_MEMORY, or `status`.  With `lasting` the exception stays
 * set. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_error_to_status(cucore_status status, int lasting)
{
    PyObject *error = cucore__py_error_take(), *name, *text, *line = NULL;
    const char *message = NULL;
    if (PyErr_GivenExceptionMatches(error, PyExc_MemoryError)) status = CUCORE_OUT_OF_MEMORY;
    name = cucore__py_type_name(Py_TYPE(error));
    text = name ? PyObject_Str(error) : NULL;
    if (text) line = PyUnicode_FromFormat("%U: %U", name, text);
    if (line) message = PyUnicode_AsUTF8AndSize(line, NULL);
    if (!message && cucore__py_error_clear() < 0) { /* an interruption comes first */
        cucore__py_error_chain(error);
        error = cucore__py_error_take();
    }
    (void)cucore_fail(status, "%s", message ? message : "an exception was raised, whose text cannot be had");
    Py_XDECREF(line);
    Py_XDECREF(text);
    Py_XDECREF(name);
    if (lasting) {
        cucore__py_error_put(error);
    } else {
        Py_XDECREF(error);
    }
    return status;
}

/* ------------ >>impl-py-gil -- */
/* python/base/gil.c: takes the GIL for callbacks, and releases it for calls of the driver that can block. */
/* Holds the GIL while objects of Python are used, on any thread. */
typedef struct cucore__py_gil {
    PyGILState_STATE state;
    PyObject *pending; /* the exception that was set before, which must survive (rules D31) */
    int taken;
    int lasting; /* Python knows the thread: an exception stays set afterwards */
} cucore__py_gil;

/* Returns 0 if the interpreter is gone or going: its objects must not be touched (rules D32, D33, P12). */
CUCORE__PRIVATE int cucore__py_gil_enter(cucore__py_gil *gil)
{
    gil->taken = 0;
    gil->lasting = 1;
    if (cucore__py_is_finalizing()) return 0;
    if (!cucore__py_attached()) { /* otherwise the interpreter is alive */
        if (!Py_IsInitialized()) return 0;
        gil->lasting = PyGILState_GetThisThreadState() != NULL;
        gil->state = PyGILState_Ensure();
        gil->taken = 1;
    }
    gil->pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    return 1;
}

CUCORE__PRIVATE void cucore__py_gil_leave(const cucore__py_gil *gil)
{
    if (gil->pending) cucore__py_error_put(gil->pending);
    if (gil->taken) PyGILState_Release(gil->state);
}

/* Calls drop(owner) with the GIL, unless the interpreter is gone. */
CUCORE__PRIVATE void cucore__py_free_with_gil(void (*drop)(void *owner), void *owner)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    drop(owner);
    cucore__py_gil_leave(&gil);
}

/* Calls act(view) with the GIL, unless the interpreter is gone: it gives back what the view holds. */
CUCORE__PRIVATE inline void cucore__py_call_with_gil(void (*act)(cucore_view *), cucore_view *view)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    act(view);
    cucore__py_gil_leave(&gil);
}

/* Loads the driver, without the GIL the first time. */
CUCORE__PRIVATE cucore_status cucore__py_load_driver(void)
{
    cucore_status status;
    if (cucore_driver_is_loaded()) return cucore__driver_state.status ? cucore_driver_load() : CUCORE_OK;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_driver_load();
    Py_END_ALLOW_THREADS
    return status;
}

/* Returns 1 if there is at most one device.  The driver is loaded for that, which releases the GIL for a moment. */
CUCORE__PRIVATE inline int cucore__py_has_one_device(void)
{
    if (!cucore_driver_is_loaded()) (void)cucore__py_load_driver(); /* without a driver there is no device */
    return cucore__driver_state.device_count < 2;
}

CUCORE__PRIVATE int cucore__py_call_detached(cucore_status (*function)(const cucore_view *, CUstream),
                                             const cucore_view *view, CUstream stream)
{
    cucore_status status;
    Py_BEGIN_ALLOW_THREADS
    status = function(view, stream);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise(status) : 0;
}

/* python/base/held.c: gives back what views of Python objects hold, or moves it out of the view
 * (cucore_view_detach). */
/* A Py_buffer is stored inside the view: exporters may know it by its address (rules A6). */
typedef char cucore__assert_py_buffer_fits[sizeof(Py_buffer) <= sizeof(((cucore_view *)0)->private_.storage) ? 1 : -1];

CUCORE__PRIVATE void cucore__py_drop_buffer(cucore_view *view)
{
    PyBuffer_Release((Py_buffer *)(void *)view->private_.storage);
    Py_XDECREF((PyObject *)view->descr);
    Py_XDECREF((PyObject *)view->private_.owner);
}

CUCORE__PRIVATE void cucore__py_drop_object(cucore_view *view)
{
    Py_XDECREF((PyObject *)view->descr);
    Py_XDECREF((PyObject *)view->private_.owner);
}

CUCORE__PRIVATE void cucore__py_release_buffer(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_buffer, view);
}

/* Does what PyBuffer_Release does, sooner if the exporter has nothing to do. */
CUCORE__PRIVATE inline void cucore__py_drop_ndarray(Py_buffer *buffer)
{
#if !defined(Py_LIMITED_API)
    if (!Py_TYPE(buffer->obj)->tp_as_buffer->bf_releasebuffer) {
        Py_DECREF(buffer->obj);
        return;
    }
#endif
    PyBuffer_Release(buffer); /* unreachable: NumPy's arrays have nothing to release */
} /* unreachable: as above */

/* Releases a buffer of NumPy, whose exporter runs no Python code: no exception can be disturbed. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_ndarray(cucore_view *view)
{
    if (!cucore__py_is_finalizing() && cucore__py_attached()) {
        cucore__py_drop_ndarray((Py_buffer *)(void *)view->private_.storage);
    } else {
        cucore__py_release_buffer(view);
    }
}

CUCORE__PRIVATE void cucore__py_release_object(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_object, view);
}

CUCORE__PRIVATE void cucore__py_drop_managed(cucore_view *view)
{
    if (view->protocol == CUCORE_PROTOCOL_DLPACK) {
        cucore__managed_free(view->private_.owner);
    } else {
        cucore__managed_versioned_free(view->private_.owner);
    }
}

/* Takes the GIL, which some deleters forget (rules D32). */
CUCORE__PRIVATE CUCORE__APART void cucore__py_release_tensor(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_managed, view);
}

/* Does the same, sooner if the thread has the GIL and no exception is set. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_managed(cucore_view *view)
{
    PyThreadState *thread = cucore__py_is_finalizing() ? NULL : cucore__py_thread();
    if (thread && !cucore__py_pending(thread)) {
        cucore__py_drop_managed(view);
    } else {
        cucore__py_release_tensor(view);
    }
}

/* The same for a versioned tensor. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_versioned(cucore_view *view)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)view->private_.owner;
    PyThreadState *thread = cucore__py_is_finalizing() ? NULL : cucore__py_thread();
    if (thread && !cucore__py_pending(thread)) {
        if (managed->deleter) managed->deleter(managed);
    } else {
        cucore__py_release_tensor(view);
    }
}

/* Releases a view whose owner is the array that was to be the result. */
CUCORE__PRIVATE void cucore__py_release_result_array(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_object, view);
}

CUCORE__PRIVATE void cucore__py_drop_result_tensor(cucore_view *view)
{
    cucore__dlmanaged_versioned_delete((DLManagedTensorVersioned *)view->private_.owner);
}

/* Releases a view whose owner is a tensor of the exchange table in view->descr. */
CUCORE__PRIVATE void cucore__py_release_result_tensor(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_result_tensor, view);
}

/* Waits for the known contexts of the device: the primary one, the current one, and the context of the stream of the
 * memory. */
CUCORE__PRIVATE cucore_status cucore__memory_wait_idle(const cucore_buffer *memory, CUcontext primary)
{
    CUcontext contexts[3];
    int i, device = CUCORE_DEVICE_NONE;
    cucore_status status;
    contexts[0] = primary;
    contexts[1] = contexts[2] = NULL;
    status = cucore_context_get_current(&contexts[1], &device);
    if (device != memory->device_id || contexts[1] == primary) contexts[1] = NULL;
    if (memory->private_.stream_context != primary && memory->private_.stream_context != contexts[1])
        contexts[2] = memory->private_.stream_context;
    for (i = 0; i < 3 && !status; i++) status = cucore__context_synchronize(contexts[i]);
    return status;
}

/* Waits until no work of the device can use memory, since it is unknown who used it on which stream (rules D34). */
CUCORE__PRIVATE void cucore__memory_make_idle(cucore_buffer *memory)
{
    CUcontext primary = NULL;
    if (memory->device_id >= 0 && !cucore_context_get_primary(memory->device_id, &primary) &&
        !cucore__memory_wait_idle(memory, primary)) {
        (void)cucore__buffer_set_idle(memory, primary);
    }
    if (memory->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) (void)cucore__pointer_synchronize(memory->ptr);
}

/* Frees memory when the device is idle, while other threads run; in an interpreter that ends the memory leaks, since
 * the wait may have no end. */
CUCORE__PRIVATE void cucore__py_free_memory(void *memory)
{
    const cucore_memory_resource *resource = ((const cucore_buffer *)memory)->private_.resource;
    void *held = cucore__wait_begin();
    if (held == cucore__wait_never) return;
    cucore__memory_make_idle((cucore_buffer *)memory);
    if (resource && resource->takes_gil) {
        cucore__wait_end(held);
        held = NULL;
    }
    cucore__memory_free(memory);
    cucore__wait_end(held);
}

/* Prepares device memory for another library, whose use of it is unknown. */
CUCORE__PRIVATE void cucore__py_share_memory(cucore_view *view)
{
    if (view->device_accessible && cucore__view_is_freed_by(view, cucore__memory_free))
        view->private_.free_owner = cucore__py_free_memory;
}

/* Without cucore_copy.h no argument is converted. */
#if defined(CUCORE_COPY_H)
/* What the view of an argument owns that is, or is going to be, in fresh memory.  A Py_buffer stays in the view, since
 * it must not move. */
typedef struct cucore__py_conversion {
    cucore_view original; /* the argument as it came; borrows */
    cucore_view memory;   /* fresh, as bytes; zeroed before the copy, and if there is no element */
    void *owner;
    void (*release)(cucore_view *view);
    int writes; /* it is copied back */
} cucore__py_conversion;

CUCORE__PRIVATE void cucore__py_release_conversion(cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    view->private_.owner = conversion->owner;
    cucore_view_release(&conversion->memory);
    if (conversion->release) conversion->release(view);
    free(conversion);
}

CUCORE__PRIVATE int cucore__py_is_converted(const cucore_view *view)
{
    return view->converted && view->private_.release == cucore__py_release_conversion && !cucore__view_is_copy(view);
}

/* Lets a view own only its fresh memory, and gives the argument back. */
CUCORE__PRIVATE void cucore__py_convert_keep(cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    cucore_view *memory = &conversion->memory, fresh;
    cucore__view_clear(&fresh);
    memcpy(&fresh, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&fresh.layout, &view->layout);
    cucore__view_own(&fresh, memory->private_.owner, memory->private_.release);
    fresh.private_.free_owner = memory->private_.free_owner;
    fresh.private_.access = NULL;
    fresh.ptr = memory->ptr;
    fresh.protocol = CUCORE_PROTOCOL_MEMORY;
    fresh.readonly = fresh.copied = fresh.unproven = 0;
    fresh.pep3118_format = NULL;
    fresh.descr = NULL;
    memory->private_.release = NULL;
    cucore_view_release(view);
    cucore__view_move(&fresh, view);
}
#endif

/* Returns the elements of an argument that others can see; NULL: they are in memory that only the view knows. */
CUCORE__PRIVATE const cucore_view *cucore__py_shared_elements(const cucore_view *view)
{
#if defined(CUCORE_COPY_H)
    if (cucore__py_is_converted(view)) {
        const cucore__py_conversion *conversion = (const cucore__py_conversion *)view->private_.owner;
        return conversion->writes ? &conversion->original : NULL;
    }
#endif
    return view;
}

/* Releases a view whose intake failed after it was filled.  Returns -1. */
CUCORE__PRIVATE int cucore__py_release_failed(cucore_view *view)
{
    cucore_view_release(view);
    return -1;
}

CUCORE__PRIVATE void cucore__py_drop_reference(void *owner)
{
    Py_DECREF((PyObject *)owner);
}

CUCORE__PRIVATE void cucore__py_free_reference(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_reference, owner);
}

CUCORE__PRIVATE void cucore__py_free_managed(void *owner)
{
    cucore__py_free_with_gil(cucore__managed_free, owner);
}

CUCORE__PRIVATE void cucore__py_free_managed_versioned(void *owner)
{
    cucore__py_free_with_gil(cucore__managed_versioned_free, owner);
}

/* A buffer whose exporter must learn of its release, or a buffer and an object. */
typedef struct cucore__py_held {
    Py_buffer buffer;
    PyObject *other;
} cucore__py_held;

CUCORE__PRIVATE void cucore__py_drop_held(void *owner)
{
    cucore__py_held *held = (cucore__py_held *)owner;
    PyBuffer_Release(&held->buffer);
    Py_XDECREF(held->other);
    free(held);
}

CUCORE__PRIVATE void cucore__py_free_held(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_held, owner);
}

/* Returns 1 if the exporter of a buffer must learn of its release. */
CUCORE__PRIVATE int cucore__py_must_be_released(const Py_buffer *buffer)
{
    if (!buffer->obj) return 0;
#if defined(Py_LIMITED_API)
    return PyType_GetSlot(Py_TYPE(buffer->obj), Py_bf_releasebuffer) != NULL;
#else
    return Py_TYPE(buffer->obj)->tp_as_buffer && Py_TYPE(buffer->obj)->tp_as_buffer->bf_releasebuffer;
#endif
}

/* Exports the same memory to `out`, which has an address that stays: exporters may know `first` by its address (rules
 * A6). */
CUCORE__PRIVATE cucore_status cucore__py_buffer_again(const cucore_view *view, const Py_buffer *first, int lasting,
                                                      Py_buffer *out)
{
    const int flags = view->protocol == CUCORE_PROTOCOL_PEP3118 ? PyBUF_FULL_RO : PyBUF_SIMPLE;
    if (PyObject_GetBuffer(first->obj, out, flags) < 0) return cucore__py_error_to_status(CUCORE_UNSUPPORTED, lasting);
    if (out->buf == first->buf && out->len == first->len) return CUCORE_OK;
    PyBuffer_Release(out);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "cucore_view_detach: asked again, the exporter of the buffer at 0x%llx shows other memory",
                       (unsigned long long)(uintptr_t)first->buf);
}

/* Moves a buffer out of the view, with the object if an interface has one. */
CUCORE__PRIVATE cucore_status cucore__py_detach_buffer(cucore_view *view, int lasting, cucore_owner *out)
{
    Py_buffer *first = (Py_buffer *)(void *)view->private_.storage;
    PyObject *other = (PyObject *)view->private_.owner;
    cucore__py_held *held;
    cucore_status status = CUCORE_OK;
    const int told = cucore__py_must_be_released(first);
    if (!told && (!other || !first->obj || other == first->obj)) {
        if (other && other == first->obj) {
            view->private_.owner = NULL; /* the collector may look: the reference is visited once */
            Py_DECREF(other);
        }
        out->owner = first->obj ? first->obj : other;
        out->release = out->owner ? cucore__py_free_reference : NULL;
        return CUCORE_OK;
    }
    held = (cucore__py_held *)malloc(sizeof *held);
    if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *held);
    held->other = other;
    if (told) {
        status = cucore__py_buffer_again(view, first, lasting, &held->buffer);
    } else {
        held->buffer = *first;
    }
    if (status) {
        free(held);
        return status;
    }
    if (view->pep3118_format) view->pep3118_format = held->buffer.format;
    if (told) PyBuffer_Release(first);
    out->owner = held;
    out->release = cucore__py_free_held;
    return CUCORE_OK;
}

#if defined(CUCORE_COPY_H)
/* Moves fresh memory of a converted argument out of the view.  A view that is to be copied back cannot be detached. */
CUCORE__PRIVATE cucore_status cucore__py_detach_conversion(cucore_view *view, cucore_owner *out)
{
    if (((const cucore__py_conversion *)view->private_.owner)->writes) {
        return cucore__invalid(
            "cucore_view_detach: the view is a copy that cucore_py_args_release or cucore_py_return is to "
            "copy back");
    }
    cucore__py_convert_keep(view);
    out->owner = view->private_.owner;
    out->release = view->private_.release ? view->private_.free_owner : NULL;
    return CUCORE_OK;
}
#endif

/* Moves what a view holds into `out`, with the GIL, in an interpreter that is alive. */
CUCORE__PRIVATE cucore_status cucore__py_detach_held(cucore_view *view, int lasting, cucore_owner *out)
{
    void (*release)(cucore_view *) = view->private_.release;
    PyObject *descr = release == cucore__py_release_result_tensor ? NULL : (PyObject *)view->descr;
    cucore_status status = CUCORE_OK;
#if defined(CUCORE_COPY_H)
    if (release == cucore__py_release_conversion) return cucore__py_detach_conversion(view, out);
#endif
    out->owner = view->private_.owner;
    if (release == cucore__py_release_buffer || release == cucore__py_release_ndarray) {
        status = cucore__py_detach_buffer(view, lasting, out);
    } else if (release == cucore__py_release_versioned || release == cucore__py_release_result_tensor) {
        out->release = cucore__py_free_managed_versioned;
    } else if (release == cucore__py_release_managed) {
        out->release =
            view->protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_free_managed : cucore__py_free_managed_versioned;
    } else { /* cucore__py_release_object, cucore__py_release_result_array */
        out->release = cucore__py_free_reference;
    }
    if (status) return status;
    view->descr = NULL; /* first, since the collector may look */
    Py_XDECREF(descr);
    return CUCORE_OK;
}

/* Moves what a view holds into `out`; leaks it in an interpreter that is gone or going, as a release does. */
CUCORE__PRIVATE cucore_status cucore__py_detach(cucore_view *view, cucore_owner *out)
{
    cucore__py_gil gil;
    cucore_status status;
    if (!cucore__py_gil_enter(&gil)) return CUCORE_OK;
    status = cucore__py_detach_held(view, gil.lasting && !gil.pending, out);
    cucore__py_gil_leave(&gil);
    return status;
}

/* An owner and the stream that its array is ordered with, which must not be destroyed before. */
typedef struct cucore__py_on_stream {
    cucore_owner owner;
    PyObject *stream;
} cucore__py_on_stream;

CUCORE__PRIVATE void cucore__py_drop_on_stream(void *owner)
{
    cucore__py_on_stream *held = (cucore__py_on_stream *)owner;
    cucore_owner_release(&held->owner);
    Py_DECREF(held->stream);
    free(held);
}

CUCORE__PRIVATE void cucore__py_free_on_stream(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_on_stream, owner);
}

/* Makes a view keep the stream object of its producer: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_hold_stream(cucore_view *view, PyObject *stream)
{
    cucore__py_on_stream *held = (cucore__py_on_stream *)malloc(sizeof *held);
    if (!held) {
        PyErr_NoMemory();
        return -1;
    }
    memset(&held->owner, 0, sizeof held->owner);
    (void)cucore__py_detach_held(view, 1, &held->owner); /* a tensor or a capsule: no memory is allocated */
    Py_INCREF(stream);
    held->stream = stream;
    cucore__view_own_wrapped(view, held, cucore__py_free_on_stream);
    return 0;
}

/* Frees a view that is the owner of a part of it. */
CUCORE__PRIVATE void cucore__py_free_whole(void *owner)
{
    cucore_view_release((cucore_view *)owner);
    free(owner);
}

/* Returns where a kept owner has to be released: 0 for any thread, else the number of the interpreter that this thread
 * is in, or would enter, plus 1.  Numbers of interpreters are not used again, as their addresses are. */
CUCORE__PRIVATE uint64_t cucore__py_home_of(const cucore_owner *owner)
{
    PyThreadState *thread;
    int64_t id = 0;
    if (owner->release != cucore__py_free_reference && owner->release != cucore__py_free_managed &&
        owner->release != cucore__py_free_managed_versioned && owner->release != cucore__py_free_held &&
        owner->release != cucore__py_free_on_stream && owner->release != cucore__py_free_whole) {
        return 0;
    }
    if (cucore__py_is_finalizing() || !Py_IsInitialized()) return UINT64_MAX;
    thread = cucore__py_thread();
    if (!thread) thread = PyGILState_GetThisThreadState();
    if (thread) id = PyInterpreterState_GetID(PyThreadState_GetInterpreter(thread));
    return (uint64_t)id + 1;
}

/* python/base/visit.c: visits what views and owners hold, for the garbage collector (rules B133).  What is visited is
 * held by nobody else: the collector counts each visit as one of the references to the object. */
CUCORE__PRIVATE int cucore__py_visit_object(void *object, visitproc visit, void *arg)
{
    return object ? visit((PyObject *)object, arg) : 0;
}

CUCORE__PRIVATE int cucore__py_visit_two(void *first, void *second, visitproc visit, void *arg)
{
    const int result = cucore__py_visit_object(first, visit, arg);
    return result ? result : cucore__py_visit_object(second, visit, arg);
}

/* Returns the tensor that an owner is if it was made here, and NULL for a tensor of another library, or of another copy
 * of this one. */
CUCORE__PRIVATE const cucore__exported *cucore__py_own_tensor(const void *owner, int versioned)
{
    const cucore__exported *exported = (const cucore__exported *)owner;
    const int is_own = versioned ? exported->tensor.versioned.deleter == cucore__versioned_deleter
                                 : exported->tensor.legacy.deleter == cucore__legacy_deleter;
    return is_own ? exported : NULL;
}

/* Visits what an owner holds, which its release function tells. */
CUCORE__PRIVATE int cucore__py_visit_held(void (*release)(void *), void *owner, visitproc visit, void *arg)
{
    const cucore__exported *tensor = NULL;
    const cucore_buffer *memory = NULL;
    int result;
    if (!release || !owner) return 0;
    if (release == cucore__py_free_reference) return visit((PyObject *)owner, arg);
    if (release == cucore__py_free_held) {
        const cucore__py_held *held = (const cucore__py_held *)owner;
        return cucore__py_visit_two(held->buffer.obj, held->other, visit, arg);
    }
    if (release == cucore__py_free_on_stream) {
        const cucore__py_on_stream *held = (const cucore__py_on_stream *)owner;
        result = cucore__py_visit_object(held->stream, visit, arg);
        return result ? result : cucore__py_visit_held(held->owner.release, held->owner.owner, visit, arg);
    }
    if (release == cucore__late_free_detached) {
        const cucore__late_detached *held = (const cucore__late_detached *)owner;
        return cucore__py_visit_held(held->owner.release, held->owner.owner, visit, arg);
    }
    if (release == cucore__release_moved || release == cucore__py_free_whole)
        return cucore_py_view_visit((const cucore_view *)owner, visit, arg);
    if (release == cucore__py_free_managed || release == cucore__py_free_managed_versioned)
        tensor = cucore__py_own_tensor(owner, release == cucore__py_free_managed_versioned);
    if (release == cucore__memory_free || release == cucore__py_free_memory) memory = (const cucore_buffer *)owner;
    if (tensor) return cucore__py_visit_held(tensor->release, tensor->owner, visit, arg);
    return memory ? cucore__py_visit_held(memory->release, memory->owner, visit, arg) : 0;
}

/* Visits what a view holds that would be given back by `release`. */
CUCORE__PRIVATE int cucore__py_visit_view(const cucore_view *view, void (*release)(cucore_view *), void *owner,
                                          visitproc visit, void *arg)
{
    int result;
    if (!release) return 0;
    if (release == cucore__wrapped_release) return cucore__py_visit_held(view->private_.free_owner, owner, visit, arg);
    if (release == cucore__py_release_versioned || release == cucore__py_release_result_tensor)
        return cucore__py_visit_held(cucore__py_free_managed_versioned, owner, visit, arg);
    if (release == cucore__py_release_managed) {
        return cucore__py_visit_held(view->protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_free_managed
                                                                              : cucore__py_free_managed_versioned,
                                     owner, visit, arg);
    }
#if defined(CUCORE_COPY_H)
    if (release == cucore__py_release_conversion) { /* its fresh memory holds no object */
        const cucore__py_conversion *conversion = (const cucore__py_conversion *)owner;
        return cucore__py_visit_view(view, conversion->release, conversion->owner, visit, arg);
    }
#endif
    if (release == cucore__py_release_buffer || release == cucore__py_release_ndarray) {
        const Py_buffer *buffer = (const Py_buffer *)(const void *)view->private_.storage;
        result = cucore__py_visit_object(buffer->obj, visit, arg);
        return result ? result : cucore__py_visit_two(view->descr, owner, visit, arg);
    }
    if (release == cucore__py_release_object || release == cucore__py_release_result_array)
        return cucore__py_visit_two(view->descr, owner, visit, arg);
    return 0;
}

CUCORE_API int cucore_py_view_visit(const cucore_view *view, visitproc visit, void *arg)
{
    if (!view || cucore__view_is_copy(view)) return 0;
    return cucore__py_visit_view(view, view->private_.release, view->private_.owner, visit, arg);
}

CUCORE_API int cucore_py_owner_visit(const cucore_owner *owner, visitproc visit, void *arg)
{
    return owner ? cucore__py_visit_held(owner->release, owner->owner, visit, arg) : 0;
}

/* ------------ >>impl-py-state -- */
/* python/base/state.c: makes what an interpreter needs once: strings, small ints, functions of libraries. */
/* The strings that are interned once.  The keys of the interfaces come before DLPACK. */
#define CUCORE__PY_NAMES(X) \
    X(SHAPE, "shape") \
    X(STRIDES, "strides") \
    X(DATA, "data") \
    X(TYPESTR, "typestr") \
    X(STREAM, "stream") \
    X(VERSION, "version") \
    X(MASK, "mask") \
    X(DESCR, "descr") \
    X(OFFSET, "offset") \
    X(DLPACK, "__dlpack__") \
    X(DLPACK_DEVICE, "__dlpack_device__") \
    X(CAI, "__cuda_array_interface__") \
    X(ARRAY_INTERFACE, "__array_interface__") \
    X(CUDA_STREAM, "__cuda_stream__") \
    X(MAX_VERSION, "max_version") \
    X(DL_DEVICE, "dl_device") \
    X(COPY, "copy") \
    X(DTYPE, "dtype") \
    X(NAME, "name") \
    X(EXCHANGE, "__dlpack_c_exchange_api__") \
    X(OLD_EXCHANGE, "__c_dlpack_exchange_api__") \
    X(REQUIRES_GRAD, "requires_grad") \
    X(IS_CONJ, "is_conj") \
    X(IS_NEG, "is_neg") \
    X(TORCH_FUNCTION, "__torch_function__") \
    X(TORCH_DISPATCH, "__torch_dispatch__") \
    X(PTR, "ptr") \
    X(BUMP, "_bump_inplace_version") \
    X(HANDLE, "cuda_stream") \
    X(BACKING_DEVICE, "backing_device") \
    X(IS_READY, "is_ready") \
    X(DATATYPE, "_datatype_enum") \
    X(NUMPY_MODULE, "numpy")

enum {
#define CUCORE__PY_NAME_ID(id, text) CUCORE__PY_##id,
    CUCORE__PY_NAMES(CUCORE__PY_NAME_ID)
#undef CUCORE__PY_NAME_ID
        CUCORE__PY_NAME_COUNT,
    CUCORE__PY_KEY_COUNT = CUCORE__PY_DLPACK
};

/* The library that makes the results for arguments of a type. */
typedef struct cucore__py_library {
    PyTypeObject *type;
    unsigned version;
    int kind;                        /* CUCORE__PY_NUMPY, ... */
    CUCORE__ATOMIC(unsigned) writes; /* uneven while it is being written */
    const cucore_exchange_api *api;
} cucore__py_library;

/* Functions of libraries: they make arrays, return a stream, or count up the versions of tensors. */
enum {
    CUCORE__PY_NUMPY_EMPTY,
    CUCORE__PY_NUMPY_ASARRAY,
    CUCORE__PY_CUPY_EMPTY,
    CUCORE__PY_CUPY_FROM_DLPACK,
    CUCORE__PY_NUMBA_DEVICE_ARRAY,
    CUCORE__PY_NUMBA_AS_CUDA_ARRAY,
    CUCORE__PY_CUPY_STREAM,
    CUCORE__PY_TORCH_STREAM,
    CUCORE__PY_TORCH_COUNT,
    CUCORE__PY_TORCH_COUNT_ALL, /* None: this torch has none that takes a tuple */
    CUCORE__PY_CUPY_STREAM_OF,  /* a capsule with a function of C; None: this CuPy has none */
    CUCORE__PY_CONSTRUCTOR_COUNT
};

/* The keywords that __dlpack__ is called with, in this order. */
enum {
    CUCORE__PY_WITH_STREAM = 1 << 0,
    CUCORE__PY_WITH_VERSION = 1 << 1,
    CUCORE__PY_WITH_COPY = 1 << 2,
    CUCORE__PY_KEYWORD_SETS = 1 << 3
};

#define CUCORE__PY_SMALL 16
enum {
    CUCORE__PY_LIBRARIES = 8,
    CUCORE__PY_CODES = 7 /* type codes that have a typestr */
};

/* What an interpreter needs.  The main interpreter keeps it for good; for another one it is made for each call. */
typedef struct cucore__py_state {
    PyObject *names[CUCORE__PY_NAME_COUNT + 1];         /* the last: NULL */
    PyObject *keywords[CUCORE__PY_KEYWORD_SETS];        /* of __dlpack__, by CUCORE__PY_SAYS_... */
    PyObject *max_version;                              /* (1, 3) */
    PyObject *ints[CUCORE__PY_SMALL];                   /* 0, 1, 2, ...: CPython has one object for each */
    CUCORE__ATOMIC(void *) memory;                      /* what memory/ remembers; NULL: nothing yet */
    CUCORE__ATOMIC(PyObject *) array_type;              /* cucore.Array from its first use on */
    cucore__py_library libraries[CUCORE__PY_LIBRARIES]; /* by address */
    CUCORE__ATOMIC(PyObject *) constructors[CUCORE__PY_CONSTRUCTOR_COUNT]; /* each from its first use on */
    CUCORE__ATOMIC(PyObject *) typestrs[CUCORE__PY_CODES][5]; /* by code and size, each from its first use on */
    CUCORE__ATOMIC(PyTypeObject *) ndarray; /* numpy.ndarray once it was seen; never cleared in the main interpreter */
    CUCORE__ATOMIC(PyTypeObject *) scalar;  /* numpy.generic likewise */
    CUCORE__ATOMIC(void *) numpy; /* the table of NumPy's C functions, set before ndarray; NULL: it is not used */
#if defined(Py_LIMITED_API)
    CUCORE__ATOMIC(PyTypeObject *) had_cai; /* the type of the last object with a CUDA Array Interface; not owned */
#endif
} cucore__py_state;

static CUCORE__ATOMIC(cucore__py_state *) cucore__py_main; /* published when complete */

#if defined(Py_GIL_DISABLED)
#if defined(__GNUC__) || defined(__clang__)
typedef uintptr_t __attribute__((may_alias)) cucore__py_word;
#define CUCORE__PY_WORD_GET(word) __atomic_load_n((word), __ATOMIC_RELAXED)
#define CUCORE__PY_WORD_PUT(word, value) __atomic_store_n((word), (value), __ATOMIC_RELAXED)
#else
typedef CUCORE__ATOMIC(uintptr_t) cucore__py_word;
#define CUCORE__PY_WORD_GET(word) CUCORE__LOAD(word)
#define CUCORE__PY_WORD_PUT(word, value) CUCORE__STORE(word, value)
#endif

/* Copies a struct that one thread reads while another writes it, word by word, since a plain copy would be a data race.
 * The reader learns from `writes` whether the words belong together. */
CUCORE__PRIVATE inline void cucore__py_words_get(void *to, const void *from, size_t size)
{
    size_t i;
    for (i = 0; i < size / sizeof(cucore__py_word); i++)
        ((cucore__py_word *)to)[i] = CUCORE__PY_WORD_GET((const cucore__py_word *)from + i);
}

CUCORE__PRIVATE inline void cucore__py_words_put(void *to, const void *from, size_t size)
{
    size_t i;
    for (i = 0; i < size / sizeof(cucore__py_word); i++)
        CUCORE__PY_WORD_PUT((cucore__py_word *)to + i, ((const cucore__py_word *)from)[i]);
}
#endif

CUCORE__PRIVATE CUCORE__COLD void cucore__py_state_clear(cucore__py_state *state)
{
    int i;
    for (i = 0; i < CUCORE__PY_NAME_COUNT; i++) Py_XDECREF(state->names[i]);
    for (i = 0; i < CUCORE__PY_KEYWORD_SETS; i++) Py_XDECREF(state->keywords[i]);
    Py_XDECREF(state->max_version);
    for (i = 0; i < CUCORE__PY_SMALL; i++) Py_XDECREF(state->ints[i]);
    Py_XDECREF(state->array_type);
    for (i = 0; i < CUCORE__PY_CONSTRUCTOR_COUNT; i++) Py_XDECREF(state->constructors[i]);
    for (i = 0; i < CUCORE__PY_CODES * 5; i++) Py_XDECREF(state->typestrs[i / 5][i % 5]);
    Py_XDECREF((PyObject *)state->ndarray);
    Py_XDECREF((PyObject *)state->scalar);
}

/* Returns a tuple of the keywords in `set`. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_keywords(const cucore__py_state *state, int set)
{
    static const int order[3] = {CUCORE__PY_STREAM, CUCORE__PY_MAX_VERSION, CUCORE__PY_COPY};
    PyObject *names[3] = {NULL, NULL, NULL}, *tuple;
    Py_ssize_t i, count = 0;
    for (i = 0; i < 3; i++)
        if (set >> i & 1) names[count++] = state->names[order[i]];
    tuple = PyTuple_New(count);
    for (i = 0; tuple && i < count; i++) {
        Py_INCREF(names[i]);
        if (PyTuple_SetItem(tuple, i, names[i]) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* Fills a state.  -1 with an exception, and the state is cleared. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_state_fill(cucore__py_state *state)
{
    static const char *const names[CUCORE__PY_NAME_COUNT] = {
#define CUCORE__PY_NAME_TEXT(id, text) text,
        CUCORE__PY_NAMES(CUCORE__PY_NAME_TEXT)
#undef CUCORE__PY_NAME_TEXT
    };
    int i, failed = 0;
    memset(state, 0, sizeof *state);
    for (i = 0; i < CUCORE__PY_NAME_COUNT && !failed; i++) {
        state->names[i] = PyUnicode_InternFromString(names[i]);
        failed = !state->names[i];
    }
    for (i = 1; i < CUCORE__PY_KEYWORD_SETS && !failed; i++) {
        state->keywords[i] = cucore__py_keywords(state, i);
        failed = !state->keywords[i];
    }
    if (!failed) {
        state->max_version = Py_BuildValue("(ii)", CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR);
        failed = !state->max_version;
    }
    for (i = 0; i < CUCORE__PY_SMALL && !failed; i++) {
        state->ints[i] = PyLong_FromLong(i);
        failed = !state->ints[i];
    }
    if (failed) cucore__py_state_clear(state);
    CUCORE__STORE(&cucore__detach_more, &cucore__py_detach); /* before any view that it is for */
    CUCORE__STORE(&cucore__late_home, &cucore__py_home_of);
    cucore__py_waits_set();
    return failed ? -1 : 0;
}

/* Forgets the state of an interpreter that ends: its objects are gone, and another interpreter may begin. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_state_forget(void)
{
    CUCORE__STORE(&cucore__py_main, NULL);
    cucore__late_forget_homes();
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
    CUCORE__STORE(&cucore__py_getattr, NULL);
#endif
}

/* Finds the function that cucore__py_lookup_attr calls.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_state_find_getattr(void)
{
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
    PyObject *get = CUCORE__LOAD(&cucore__py_getattr);
    if (get) return 0;
    get = cucore__py_import("builtins", "getattr");
    if (get && !PyCFunction_Check(get)) Py_CLEAR(get); /* somebody has replaced it */
    CUCORE__STORE(&cucore__py_getattr, get);
    return get || !PyErr_Occurred() ? 0 : -1;
#else
    return 0;
#endif
}

/* Makes the state of the main interpreter.  If two threads do so at once, the later one leaks a few strings. */
CUCORE__PRIVATE CUCORE__COLD cucore__py_state *cucore__py_state_make_main(PyInterpreterState *interpreter)
{
    cucore__py_state *state = (cucore__py_state *)PyMem_Calloc(1, sizeof *state);
    if (!state) {
        PyErr_NoMemory();
        return NULL;
    }
    if (cucore__py_state_find_getattr() < 0 || cucore__py_state_fill(state) < 0) {
        PyMem_Free(state);
        return NULL;
    }
    (void)Py_AtExit(cucore__py_state_forget);
    CUCORE__STORE(&cucore__py_main_interpreter, interpreter);
    CUCORE__STORE(&cucore__py_main, state);
    return state;
}

/* Returns the state to use for a call, NULL with an exception.  `local` is filled in interpreters other than the main
 * one. */
CUCORE__PRIVATE cucore__py_state *cucore__py_state_get(cucore__py_state *local)
{
    cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    PyInterpreterState *interpreter = cucore__py_interpreter(cucore__py_thread_here());
    /* `state` is never `local`, which a static analyzer does not know when cucore__py_state_put compares the two. */
    if (state && state != local && CUCORE__LOAD(&cucore__py_main_interpreter) == interpreter) return state;
    if (!state && PyInterpreterState_GetID(interpreter) == 0) return cucore__py_state_make_main(interpreter);
    return cucore__py_state_fill(local) < 0 ? NULL : local;
}

CUCORE__PRIVATE void cucore__py_state_put(cucore__py_state *state, cucore__py_state *local)
{
    if (state == local) cucore__py_state_clear(local);
}

/* Returns a function of a library, as a new reference. */
CUCORE__PRIVATE PyObject *cucore__py_constructor(cucore__py_state *state, int which)
{
    static const char *const names[CUCORE__PY_CONSTRUCTOR_COUNT][2] = {{"numpy", "empty"},
                                                                       {"numpy", "asarray"},
                                                                       {"cupy", "empty"},
                                                                       {"cupy", "from_dlpack"},
                                                                       {"numba.cuda", "device_array"},
                                                                       {"numba.cuda", "as_cuda_array"},
                                                                       {"cupy.cuda", "get_current_stream"},
                                                                       {"torch.cuda", "current_stream"},
                                                                       {"torch.autograd.graph", "increment_version"},
                                                                       {"torch._C", "_increment_version"},
                                                                       {"cupy_backends.cuda.stream", "__pyx_capi__"}};
    PyObject *constructor = CUCORE__LOAD(&state->constructors[which]);
    if (!constructor) {
        constructor = cucore__py_import(names[which][0], names[which][1]);
        if (constructor) CUCORE__STORE(&state->constructors[which], constructor);
    }
    Py_XINCREF(constructor);
    return constructor;
}

/* python/base/array_type.c: knows cucore.Array, the type that all modules of an interpreter share. */
typedef struct cucore__py_array {
    CUCORE__PY_HEAD cucore_view view;
    PyObject *weakrefs; /* the weak references to the object: CPython's list */
    /* cucore_py_view_visit of the module that filled the view: another one does not know its owners; NULL before */
    int (*visit)(const cucore_view *view, visitproc visit, void *arg);
} cucore__py_array;

/* What must be equal for the functions of one module to use the objects of another. */
typedef struct cucore__py_array_layout {
    uint64_t version, debug, max_ndim, object, view, layout, owner, storage;
} cucore__py_array_layout;

/* What the capsule in the dict of the interpreter points to. */
typedef struct cucore__py_array_shared {
    cucore__py_array_layout layout; /* first, and never another struct under this name */
    PyObject *type;
} cucore__py_array_shared;

static const char cucore__py_array_capsule[] = "cucore.Array, shared";

CUCORE__PRIVATE cucore__py_array_layout cucore__py_array_layout_here(void)
{
    cucore__py_array_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.version = CUCORE_VERSION;
#if defined(CUCORE_DEBUG)
    layout.debug = 1;
#endif
    layout.max_ndim = CUCORE_MAX_NDIM;
    layout.object = sizeof(cucore__py_array);
    layout.view = offsetof(cucore__py_array, view);
    layout.layout = offsetof(cucore_view, layout);
    layout.owner = offsetof(cucore_view, private_);
    layout.storage = offsetof(cucore_view, private_.storage);
    return layout;
}

/* Returns the type that an entry of the dict holds, borrowed; NULL: the entry is of a stranger, or its type has another
 * layout. */
CUCORE__PRIVATE PyObject *cucore__py_array_shared_type(PyObject *found)
{
    const cucore__py_array_layout here = cucore__py_array_layout_here();
    const cucore__py_array_shared *shared;
    if (!PyCapsule_IsValid(found, cucore__py_array_capsule)) return NULL;
    shared = (const cucore__py_array_shared *)(PyCapsule_GetPointer)(found, cucore__py_array_capsule);
    if (memcmp(&shared->layout, &here, sizeof here) != 0 || !PyType_Check(shared->type)) return NULL;
    return shared->type;
}

/* Sets `found` to a new reference to the entry that the dict of the interpreter has under the name of the type, or to
 * NULL.  `dict`, borrowed, is NULL if the interpreter has none, and `key` is the caller's.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_look_up(PyObject **dict, PyObject **key, PyObject **found)
{
    *found = NULL;
    *key = NULL;
    *dict = PyInterpreterState_GetDict(cucore__py_interpreter(cucore__py_thread_here()));
    if (!*dict) return 0;
    *key = PyUnicode_FromFormat("cucore.Array %d.%d", (int)CUCORE_VERSION, CUCORE__PY_BASICSIZE(cucore__py_array));
    if (*key && cucore__py_dict_get(*dict, *key, found) >= 0) return 0;
    Py_CLEAR(*key);
    return -1;
}

/* Returns 1 if `type` is cucore.Array, 0 if not, -1 with an exception.  The function never makes the type, which must
 * exist before its objects: a module that only takes arrays in is linked without the methods of cucore.Array. */
CUCORE__PRIVATE int cucore__py_array_is(cucore__py_state *state, PyTypeObject *type)
{
    PyObject *dict, *key, *found, *ours = CUCORE__LOAD(&state->array_type);
    if (!ours) {
        if (cucore__py_array_look_up(&dict, &key, &found) < 0) return -1;
        if (found) ours = cucore__py_array_shared_type(found);
        Py_XINCREF(ours);
        if (ours) CUCORE__STORE(&state->array_type, ours);
        Py_XDECREF(found);
        Py_XDECREF(key);
    }
    return ours == (PyObject *)(void *)type;
}

/* Gives a tensor of a cucore.Array of this layout, without ordering its pending work, which the table of the type
 * orders on the legacy default stream: an intake knows the stream itself (rules B130).  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_give(void *obj, DLManagedTensorVersioned **out)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, (PyObject *)obj)->view;
    cucore__exported *exported = cucore__view_export(view, obj, cucore__py_free_reference, NULL, 0);
    if (!exported) return cucore__py_raise(cucore_last_error()->status);
    Py_INCREF((PyObject *)obj);
    *out = &exported->tensor.versioned;
    return 0;
}

/* The table by which intakes take a cucore.Array.  Nothing is lent, since a lent tensor cannot be read-only. */
static const cucore_exchange_api cucore__py_array_intake = {
    {{CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR}, NULL}, NULL, cucore__py_array_give, NULL, NULL, NULL};

/* Copies to `out` on which stream work on a cucore.Array is pending. */
CUCORE__PRIVATE void cucore__py_array_stream(PyObject *obj, cucore_view *out)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, obj)->view;
    out->has_producer_stream = view->has_producer_stream;
    out->producer_stream = view->producer_stream;
    out->producer_context = view->producer_context;
}

/* ------------ >>impl-py-types -- */
/* python/memory/kinds.c: decodes tensors of a type, dtype and device that were accepted before in one pass.  Without it
 * an intake of torch takes 1.11 to 1.29 times as long (H200, torch 2.11). */
#define CUCORE__PY_KINDS 8

/* What all tensors of one type, device and dtype have in common, taken from a tensor that was decoded. */
enum { CUCORE__VIEW_HEAD = (int)(offsetof(cucore_view, producer_stream) - offsetof(cucore_view, dtype)) };
typedef struct cucore__tensor_kind {
    unsigned char head[CUCORE__VIEW_HEAD]; /* the view from dtype to converted */
    int64_t itemsize;
    int64_t itembits;
    DLDevice device;                 /* of the tensors */
    uint32_t dtype;                  /* of the tensors: the bytes of a DLDataType */
    unsigned checks;                 /* what the owner has to be asked: CUCORE__PY_HAS_... */
    unsigned version;                /* of the type; 0: free */
    CUCORE__ATOMIC(unsigned) writes; /* uneven while it is being written */
} cucore__tensor_kind;

CUCORE__PRIVATE inline uint32_t cucore__dltensor_dtype_bytes(const DLTensor *tensor)
{
    uint32_t bytes;
    memcpy(&bytes, &tensor->dtype, sizeof bytes);
    return bytes;
}

/* Returns the place of a kind: float16, float32, bfloat16, int64, ... of one device have different places. */
CUCORE__PRIVATE inline cucore__tensor_kind *cucore__kind_place(cucore__tensor_kind *kinds, const DLTensor *tensor)
{
    uint32_t key = cucore__dltensor_dtype_bytes(tensor) + ((uint32_t)tensor->device.device_type << 24);
    return &kinds[(uint32_t)(key * 0x118CC43Fu) >> 29];
}

/* Returns what tensors like this one have in common; NULL: unknown.  `room` takes a copy if other threads may write
 * meanwhile. */
CUCORE__PRIVATE inline const cucore__tensor_kind *cucore__kind_find(cucore__tensor_kind *kinds, unsigned version,
                                                                    const DLTensor *tensor, cucore__tensor_kind *room)
{
    cucore__tensor_kind *kind = cucore__kind_place(kinds, tensor);
#if defined(Py_GIL_DISABLED)
    unsigned writes = CUCORE__LOAD(&kind->writes);
    CUCORE__PY_COPY_OUT(room, kind);
    CUCORE__FENCE();
    if (writes & 1 || CUCORE__LOAD(&kind->writes) != writes) return NULL;
    kind = room;
#else
    (void)room;
#endif
    if (!CUCORE__LIKELY(kind->version == version && kind->dtype == cucore__dltensor_dtype_bytes(tensor))) return NULL;
    return kind->device.device_type == tensor->device.device_type && kind->device.device_id == tensor->device.device_id
               ? kind
               : NULL;
}

/* Decodes a tensor of a known kind that is in C order and not empty, as most are, in one pass.  The view need not be
 * cleared; its owner, release and protocol are left alone.  `checks` is what the owner has to be asked.  Returns the
 * number of elements; 0: the tensor is of another kind, or wrong. */
CUCORE__PRIVATE inline int64_t cucore__kind_decode(cucore__tensor_kind *kinds, unsigned version, const DLTensor *tensor,
                                                   cucore_view *view, unsigned *checks)
{
    cucore__tensor_kind room;
    const cucore__tensor_kind *kind = cucore__kind_find(kinds, version, tensor, &room);
    const int64_t *shape = tensor->shape, *strides = tensor->strides;
    int64_t volume = 1, extent, stride, size;
    int i = tensor->ndim;
    if (!CUCORE__LIKELY(kind)) return 0;
    if (i < 1 || i > CUCORE_MAX_NDIM || !shape || !strides || tensor->byte_offset || !tensor->data) return 0;
    *checks = kind->checks;
    size = kind->itemsize;
    memcpy((char *)view + offsetof(cucore_view, dtype), kind->head, sizeof kind->head);
    view->ptr = tensor->data;
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.ndim = i;
    view->layout.reserved = 0;
    view->layout.itemsize = size;
    view->layout.itembits = kind->itembits;
    while (i-- > 0) {
        extent = cucore__opaque(shape[i]);
        stride = cucore__opaque(strides[i]);
        view->layout.shape[i] = extent;
        view->layout.strides[i] = stride;
        if (extent == 1) continue;
        if (extent < 1 || stride != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    if (volume > INT64_MAX / 256) return 0;
    return (uint64_t)(volume * size) <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)tensor->data ? volume : 0;
}

/* Remembers the kind of a tensor that was decoded as `view` and accepted: plain elements in ordinary memory, or in
 * memory that the driver has confirmed. */
CUCORE__PRIVATE CUCORE__APART void cucore__kind_learn(cucore__tensor_kind *kinds, unsigned version,
                                                      const DLTensor *tensor, const cucore_view *view, unsigned checks)
{
    cucore__tensor_kind *kind = cucore__kind_place(kinds, tensor), room;
    cucore_view plain;
    if (view->padded || view->dtype.lanes != 1 || view->dtype.bits % 8 || !view->dtype.bits) return;
    if (cucore__kind_find(kinds, version, tensor, &room) || !CUCORE__PY_WRITE_BEGIN()) return;
    memset(&plain, 0, offsetof(cucore_view, producer_stream));
    plain.dtype = view->dtype;
    plain.device_type = view->device_type;
    plain.device_id = view->device_id;
    plain.host_accessible = view->host_accessible;
    plain.device_accessible = view->device_accessible;
    memset(&room, 0, sizeof room);
    memcpy(room.head, (const char *)&plain + offsetof(cucore_view, dtype), sizeof room.head);
    room.itemsize = view->layout.itemsize;
    room.itembits = view->layout.itembits;
    room.device = tensor->device;
    room.dtype = cucore__dltensor_dtype_bytes(tensor);
    room.checks = checks;
    room.version = version;
    room.writes = kind->writes + 1;
    CUCORE__STORE(&kind->writes, room.writes);
    CUCORE__FENCE();
    CUCORE__PY_COPY_IN(kind, &room);
    CUCORE__STORE(&kind->writes, room.writes + 1);
    CUCORE__PY_WRITE_END();
}

/* python/memory/types.c: remembers what types offer and did: switched off by CUCORE_NO_TYPE_MEMORY, and always off in
 * the limited API and before Python 3.11.  No right answer depends on it. */
/* What a type offers to all its instances, known as long as the version of the type stays. */
typedef struct cucore__py_traits {
    const cucore_exchange_api *table;                 /* NULL: none, or none that is for these instances (X6) */
    PyObject *(*grad)(PyObject *object, void *extra); /* the getter of requires_grad, if it is written in C */
    void *grad_extra;
    PyCFunction conjugate, negative; /* is_conj, is_neg, if they are written in C */
    PyObject *cai;  /* the property, if the type offers nothing else; alive while the version of the type stays */
    unsigned offer; /* CUCORE__PY_OFFERS_... */
    unsigned facts; /* CUCORE__PY_HAS_..., ... */
} cucore__py_traits;

enum { CUCORE__PY_OFFERS_UNKNOWN, CUCORE__PY_OFFERS_DLPACK, CUCORE__PY_OFFERS_CAI, CUCORE__PY_OFFERS_BUFFER };
enum {
    CUCORE__PY_HAS_GRAD = 1 << 0, /* requires_grad */
    CUCORE__PY_HAS_CONJ = 1 << 1, /* is_conj() */
    CUCORE__PY_HAS_NEG = 1 << 2,  /* is_neg() */
    CUCORE__PY_IS_JAX = 1 << 3,
    CUCORE__PY_TABLE_ONLY = 1 << 4,    /* an exchange table without __dlpack__ */
    CUCORE__PY_IS_PLAIN = 1 << 5,      /* a NumPy array, a plain buffer or a capsule: the buffer protocol comes first */
    CUCORE__PY_IS_MUTABLE = 1 << 6,    /* its arrays may be written, though legacy DLPack cannot report that */
    CUCORE__PY_IS_QUIET = 1 << 7,      /* called without a stream, its __dlpack__ uses no stream of CUDA */
    CUCORE__PY_IS_ARRAY = 1 << 8,      /* cucore.Array, with the layout of this module */
    CUCORE__PY_IS_SCALAR = 1 << 9,     /* a scalar of NumPy, numpy.generic */
    CUCORE__PY_IS_CUPY = 1 << 10,      /* cupy.ndarray of the module that is imported */
    CUCORE__PY_IS_TORCH = 1 << 11,     /* torch.Tensor of the module that is imported */
    CUCORE__PY_COUNTS_TORCH = 1 << 13, /* a torch.Tensor of the module that is imported, or of a class below it */
    CUCORE__PY_COUNTS_PADDLE = 1 << 14, /* likewise paddle.Tensor, which has a method that counts */
    CUCORE__PY_HAS_TWIN = 1 << 15,      /* a buffer that shows what __dlpack__ shows, or is refused (B136) */
    CUCORE__PY_IS_PLACED = 1 << 16,     /* backing_device tells where an array of TensorFlow is */
    CUCORE__PY_IS_UNKNOWN = 1 << 12 /* without a memory: nothing was looked up yet, neither the table nor other facts */
};

/* What a type did last time, in the low half of `habits`: a guess that is checked. */
enum {
    CUCORE__PY_KNOWS_DEVICE = 1 << 0, /* bits 8 to 15 and 16 to 31: the answer of __dlpack_device__ */
    CUCORE__PY_NO_VERSION = 1 << 1,   /* __dlpack__ does not take max_version (rules D22), nor copy */
    CUCORE__PY_NO_COPY = 1 << 2,      /* it does not take copy */
    CUCORE__PY_DOUBT = 0xF << 4,      /* after a wrong guess: the number of equal answers before the next guess */
    CUCORE__PY_DOUBT_ONE = 1 << 4
};

/* What is known of the buffers of a type, in the low half of `twin`. */
enum {
    CUCORE__PY_TWIN_DOUBT = 0x3F,     /* after a buffer that failed: how many come by __dlpack__ before the next */
    CUCORE__PY_TWIN_EQUAL = 1 << 8,   /* a buffer has shown the array that __dlpack__ shows */
    CUCORE__PY_TWIN_UNPROVEN = 1 << 9 /* whose tensors cannot report whether they may be written */
};

#if defined(CUCORE_NO_TYPE_MEMORY)
enum { CUCORE__PY_TYPES = 0 };
#else
enum { CUCORE__PY_TYPES = 64 }; /* a power of 2 */
#endif
#define CUCORE__PY_VERIFIED 16

typedef CUCORE__ATOMIC(uint64_t) cucore__py_stamp;

/* One remembered type.  The version of a type changes with its attributes, and no two types share one: a type that
 * died, was patched or lost an attribute is not found again (rules X5). */
typedef struct cucore__py_type {
    CUCORE__ATOMIC(PyTypeObject *) type; /* never dereferenced, nor owned */
    CUCORE__ATOMIC(unsigned) version;    /* 0: free */
    CUCORE__ATOMIC(unsigned) writes;     /* uneven while it is being written */
    cucore__py_traits traits;
    cucore__py_stamp habits; /* type version, and CUCORE__PY_KNOWS_..., ... */
    cucore__py_stamp twin;   /* type version, and CUCORE__PY_TWIN_... */
    /* Type version and key of device memory that the driver has confirmed. */
    cucore__py_stamp verified[CUCORE__PY_VERIFIED];
    cucore__tensor_kind kinds[CUCORE__PY_KINDS]; /* that were accepted */
} cucore__py_type;

/* A slot as one call found it.  Producers run code, which may give the slot to another type meanwhile. */
typedef struct cucore__py_type_info {
    cucore__py_type *slot; /* NULL: nothing is remembered */
    PyTypeObject *type;    /* compared, never dereferenced */
    unsigned version;
    cucore__py_traits traits;
} cucore__py_type_info;

static const cucore__py_type_info cucore__py_no_info = {NULL, NULL, 0, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}};

/* Returns one of the two slots that a type may have, which are neighbours. */
CUCORE__PRIVATE inline cucore__py_type *cucore__py_slot(cucore__py_type *types, PyTypeObject *type, int other)
{
    return &types[(((uint64_t)(uintptr_t)type * 0x9E3779B97F4A7C15u) >> 58) ^ (unsigned)other];
}

/* Reads what a slot remembers of a type.  Without a GIL `writes` is compared afterwards: the slot may have been given
 * to another type. */
CUCORE__PRIVATE inline int cucore__py_slot_read(cucore__py_type *slot, PyTypeObject *type, cucore__py_type_info *info)
{
    unsigned version = cucore__py_type_version(type);
#if defined(Py_GIL_DISABLED)
    unsigned writes = CUCORE__LOAD(&slot->writes);
#endif
    if (!CUCORE__LIKELY(CUCORE__LOAD(&slot->type) == type)) return 0;
    if (!CUCORE__LIKELY(CUCORE__LOAD(&slot->version) == version && version)) return 0;
    info->slot = slot;
    info->type = type;
    info->version = version;
    CUCORE__PY_COPY_OUT(&info->traits, &slot->traits);
#if defined(Py_GIL_DISABLED)
    CUCORE__FENCE();
    if (writes & 1 || CUCORE__LOAD(&slot->writes) != writes) return 0;
#endif
    return 1;
}

/* Returns 1 if the type is remembered, 0 if not. */
CUCORE__PRIVATE inline int cucore__py_recall(cucore__py_state *state, PyTypeObject *type, cucore__py_type_info *info)
{
    cucore__py_type *types = CUCORE__PY_TYPES != 0 ? (cucore__py_type *)CUCORE__LOAD(&state->memory) : NULL;
    if (!types) return 0;
    return CUCORE__LIKELY(cucore__py_slot_read(cucore__py_slot(types, type, 0), type, info)) ||
           cucore__py_slot_read(cucore__py_slot(types, type, 1), type, info);
}

/* Returns the slots, made at the first type that is remembered; only the state of the main interpreter has them.  NULL
 * with a MemoryError, or without an exception. */
CUCORE__PRIVATE cucore__py_type *cucore__py_slots(cucore__py_state *state)
{
    cucore__py_type *types = (cucore__py_type *)CUCORE__LOAD(&state->memory);
    if (types || CUCORE__PY_TYPES == 0 || state != CUCORE__LOAD(&cucore__py_main)) return types;
    types = (cucore__py_type *)PyMem_Calloc(CUCORE__PY_TYPES, sizeof *types);
    if (!types) PyErr_NoMemory();
    CUCORE__STORE(&state->memory, types);
    return types;
}

/* Remembers info->traits of a type whose version was info->version before they were looked up: in the slot that the
 * type had, a free one, or that of another type.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_remember(cucore__py_state *state, PyTypeObject *type, cucore__py_type_info *info)
{
    cucore__py_type *slot, *other, *types;
    if (!info->version || cucore__py_type_version(type) != info->version || !CUCORE__PY_WRITE_BEGIN()) return 0;
    types = cucore__py_slots(state);
    if (types) {
        slot = cucore__py_slot(types, type, 0);
        other = cucore__py_slot(types, type, 1);
        if (slot->type != type && slot->version && (other->type == type || !other->version)) slot = other;
        CUCORE__STORE(&slot->writes, slot->writes + 1);
        CUCORE__FENCE();
        CUCORE__STORE(&slot->type, type);
        CUCORE__STORE(&slot->version, info->version);
        CUCORE__PY_COPY_IN(&slot->traits, &info->traits);
        CUCORE__STORE(&slot->writes, slot->writes + 1);
        info->slot = slot;
    }
    CUCORE__PY_WRITE_END();
    return types || !PyErr_Occurred() ? 0 : -1;
}

/* Returns the habits of a type.  They carry its version, so that the habits of an earlier type of the slot do not
 * count. */
CUCORE__PRIVATE unsigned cucore__py_habits(const cucore__py_type_info *info)
{
    uint64_t habits = info->slot ? CUCORE__LOAD(&info->slot->habits) : 0;
    return habits >> 32 == info->version ? (unsigned)habits : 0;
}

CUCORE__PRIVATE void cucore__py_set_habits(const cucore__py_type_info *info, unsigned habits)
{
    if (info->slot) CUCORE__STORE(&info->slot->habits, (uint64_t)info->version << 32 | habits);
}

/* Returns the place for a kind of device memory that the driver may have confirmed for this type. */
CUCORE__PRIVATE inline cucore__py_stamp *cucore__py_verified_place(const cucore__py_type_info *info, unsigned key)
{
    unsigned code = key >> 16 & 0xFF, bits = key >> 8 & 0xFF; /* each usual dtype has a place of its own */
    unsigned size = (unsigned)(bits > 8) + (unsigned)(bits > 16) + (unsigned)(bits > 32) + (unsigned)(bits > 64);
    return &info->slot->verified[(4 * code + size) % CUCORE__PY_VERIFIED];
}

CUCORE__PRIVATE inline int cucore__py_is_verified(const cucore__py_type_info *info, unsigned key)
{
    return info->slot && key &&
           CUCORE__LOAD(cucore__py_verified_place(info, key)) == ((uint64_t)info->version << 32 | key);
}

CUCORE__PRIVATE void cucore__py_set_verified(const cucore__py_type_info *info, unsigned key)
{
    if (info->slot && key) CUCORE__STORE(cucore__py_verified_place(info, key), (uint64_t)info->version << 32 | key);
}

/* Returns 1 if the object still is an instance of the type whose C functions were learned: its producer may have run
 * code since. */
CUCORE__PRIVATE inline int cucore__py_is_still_of_type(PyObject *obj, const cucore__py_type_info *info)
{
    return Py_TYPE(obj) == info->type && info->version && cucore__py_type_version(info->type) == info->version;
}

/* Returns what instances have to be asked if their tensor has such elements (rules X7). */
CUCORE__PRIVATE inline unsigned cucore__py_needed_checks(const cucore__py_type_info *info, int code)
{
    unsigned checks = 0;
    if (code == CUCORE_CODE_COMPLEX || code == CUCORE_CODE_BCOMPLEX) checks |= CUCORE__PY_HAS_CONJ | CUCORE__PY_HAS_NEG;
    if (code == CUCORE_CODE_FLOAT) checks |= CUCORE__PY_HAS_NEG;
    if (code > CUCORE_CODE_UINT && code != CUCORE_CODE_BOOL) checks |= CUCORE__PY_HAS_GRAD;
    return checks & info->traits.facts;
}

/* Decodes a tensor whose kind is remembered, as cucore__kind_decode; 0: it is not. */
CUCORE__PRIVATE inline int64_t cucore__py_recall_kind(const cucore__py_type_info *info, const DLTensor *tensor,
                                                      cucore_view *out, unsigned *checks)
{
    return info->slot ? cucore__kind_decode(info->slot->kinds, info->version, tensor, out, checks) : 0;
}

/* Remembers the kind of a tensor that was decoded as `view` and accepted; `checks` is what its owner has to be
 * asked. */
CUCORE__PRIVATE inline void cucore__py_remember_kind(const cucore__py_type_info *info, const DLTensor *tensor,
                                                     const cucore_view *view, unsigned checks)
{
    if (info->slot) cucore__kind_learn(info->slot->kinds, info->version, tensor, view, checks);
}

/* python/in/call.h: is one argument on its way to a view, which all functions of this floor take. */
typedef struct cucore__py_call {
    cucore__intake
        how; /* what the caller wants: the argument, the stream, flags and extents, for the decoders of core/ */
    cucore__py_state *state;
    PyObject *obj;             /* borrowed */
    PyObject *value;           /* the attribute by which the object offers the protocol; NULL: not looked up */
    cucore__py_type_info info; /* what is known of its type */
    cucore_view *out;
} cucore__py_call;

/* A decoder meets this flag only in an argument that is going to be copied if it does not fit, or counted:
 * CUCORE_FROM_ANYTHING has no meaning there.  A buffer and an interface may then have strides that are no multiple of
 * the itemsize, as fields of packed structs have.  Their layout counts bytes, with one more axis for the bytes of an
 * element, and its itemsize is 1, unlike the one of the dtype. */
#define CUCORE__PY_ODD CUCORE_FROM_ANYTHING

CUCORE__PRIVATE inline int cucore__py_is_odd(const cucore_view *view)
{
    return view->layout.itemsize != (int64_t)view->dtype.itemsize;
}

/* Likewise an argument that is going to be converted if it does not fit: numbers may be in foreign byte order. */
#define CUCORE__PY_SWAPPED CUCORE_CAST

/* Returns the first flag for a view whose layout counts bytes, else 0. */
CUCORE__PRIVATE inline uint64_t cucore__py_odd_flag(const cucore_view *view)
{
    return cucore__py_is_odd(view) ? CUCORE__PY_ODD : 0;
}

/* This flag of an intake leaves the order of work to the caller, who orders several views at once. */
#define CUCORE__PY_ORDER_LATER (UINT64_C(1) << 63)

/* Returns 1 if __dlpack__ is called with copy=False: no one else would see what is written to a copy (rules B89). */
CUCORE__PRIVATE inline int cucore__py_refuses_copies(const cucore__py_call *call)
{
    return (call->how.flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) != 0;
}

/* python/in/refusals.c: raises refusals under the name of the argument, with advice about objects of other
 * libraries. */
/* Returns one of the classes of the caller, by its place in the struct, or the usual one. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_class(const cucore_arg *arg, size_t place, PyObject *usual)
{
    const char *classes = (const char *)arg->exceptions;
    PyObject *own = NULL;
    if (classes) memcpy(&own, classes + place, sizeof own);
    return own ? own : usual;
}

/* Returns the class for masks. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_class_of_mask(const cucore_arg *arg)
{
    return cucore__py_class(arg, offsetof(cucore_py_exceptions, mask),
                            cucore__py_class(arg, offsetof(cucore_py_exceptions, unsupported), PyExc_BufferError));
}

#define CUCORE__PY_CLASS(arg, member, usual) \
    cucore__py_class((arg), offsetof(cucore_py_exceptions, member), PyExc_##usual)

/* Returns the class of a status that is about the array. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_import_class(cucore_status status, const cucore_arg *arg)
{
    PyObject *usual;
    switch (status) {
    case CUCORE_WRONG_DTYPE: return CUCORE__PY_CLASS(arg, wrong_dtype, TypeError);
    case CUCORE_WRONG_SHAPE: return CUCORE__PY_CLASS(arg, wrong_shape, ValueError);
    case CUCORE_WRONG_LAYOUT: return CUCORE__PY_CLASS(arg, wrong_layout, ValueError);
    case CUCORE_WRONG_DEVICE: return CUCORE__PY_CLASS(arg, wrong_device, ValueError);
    case CUCORE_READONLY: return CUCORE__PY_CLASS(arg, readonly, ValueError);
    case CUCORE_UNSUPPORTED:
        usual = CUCORE__PY_CLASS(arg, unsupported, BufferError);
        return strncmp(cucore_last_error()->message, "strides[", 8) == 0
                   ? cucore__py_class(arg, offsetof(cucore_py_exceptions, strides), usual)
                   : usual;
    case CUCORE_PROTOCOL:
    case CUCORE_OVERFLOW: return CUCORE__PY_CLASS(arg, protocol, BufferError);
    default: return cucore__py_exception(status);
    }
}

/* Raises "x: text" for a format of PyUnicode_FromFormat.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse(const cucore_arg *arg, PyObject *exception, const char *format, ...)
{
    PyObject *message;
    va_list values;
    va_start(values, format);
    message = PyUnicode_FromFormatV(format, values);
    va_end(values);
    if (message) PyErr_Format(exception, "%s: %U", cucore__arg_name(arg), message);
    Py_XDECREF(message);
    return -1;
}

/* Raises the last error.  While an array is taken in, every bad field is the fault of the producer: BufferError (rules
 * 1.6).  A fault of the cucore_arg is not: cucore_view_check puts the name into its messages.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_status(const cucore_arg *arg, cucore_status status)
{
    const char *message = cucore_last_error()->message, *name = cucore__arg_name(arg);
    const size_t length = strlen(name);
    if (!message[0] && status <= CUCORE_READONLY && status >= CUCORE_WRONG_DEVICE)
        return -1; /* of cucore__is_wordless: cucore__py_try returns 1 without an exception */
    if (strncmp(message, name, length) == 0 && message[length] == ':') {
        PyErr_Format(cucore__py_import_class(status, arg), "%s", message); /* the text of a producer may be no UTF-8 */
        return -1;
    }
    if (status == CUCORE_INVALID_ARGUMENT) status = CUCORE_PROTOCOL;
    return cucore__py_refuse(arg, cucore__py_import_class(status, arg), "%s", message);
}

/* Raises "x: text" with the type of `culprit`, as cucore__py_raise_type does.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_type(const cucore_arg *arg, PyObject *exception, const char *format,
                                                        PyObject *culprit)
{
    return cucore__py_raise_type(exception, cucore__arg_name(arg), format, culprit);
}

/* Advice about objects of a type or a derived one, by the names of its package and its own: if no protocol was found
 * (words is NULL), or if the message contains these words. "%s" in a hint is the name of the argument. */
typedef struct cucore__py_hint_row {
    const char *package, *name, *words, *hint;
} cucore__py_hint_row;
static const cucore__py_hint_row cucore__py_hints[] = {
    {"jax", "Tracer", NULL,
     "a tracer has no data: call this outside of jax.jit, jax.grad and jax.vmap, or wrap it with jax.pure_callback or "
     "jax.ffi"},
    {"jax", "PRNGKeyArray", NULL, "pass jax.random.key_data(%s)"},
    {"jax", "JAXSparse", NULL, "a sparse array: pass %s.todense()"},
    {"jax", "Ref", NULL, "pass %s[...]"},
    {"jax", "ShapeDtypeStruct", NULL, "it has a shape and a dtype, but no data"},
    {"scipy", "_spbase", NULL, "a sparse array: pass %s.toarray()"},
    {"scipy", "spmatrix", NULL, "a sparse array: pass %s.toarray()"},
    {"cupyx", "spmatrix", NULL, "a sparse array: pass %s.toarray()"},
    {"cupyx", "_spbase", NULL, "a sparse array: pass %s.toarray()"},
    {"sparse", "SparseArray", NULL, "a sparse array: pass %s.todense()"},
    {"torch", "Proxy", NULL, "a proxy of torch.fx has no data"},
    {"tensorflow", "SymbolicTensor", NULL, "a symbolic tensor has no data: call this outside of tf.function"},
    {"tensorflow", "SparseTensor", NULL, "a sparse tensor: pass tf.sparse.to_dense(%s)"},
    {"tensorflow", "RaggedTensor", NULL, "a ragged tensor: pass %s.to_tensor()"},
    {"tensorflow", "ResourceVariable", NULL, "pass %s.value()"},
    {"keras", "KerasTensor", NULL, "a symbolic tensor has no data"},
    {"jaxlib", "ArrayImpl", "NoneType", "was the array deleted, or donated to a jitted function?"},
    {"torch", "Proxy", "__dlpack_device__", "a proxy of torch.fx has no data"},
    {"torch", "FakeTensor", "data pointer is NULL", "a FakeTensor has a shape and a dtype, but no data"},
    {"torch", "TensorBase", "data pointer is NULL",
     "the tensor has no data: its storage was freed, or it is a zero tensor or a functional one"},
    {"torch", "TensorBase", "device type meta", "a meta tensor has a shape and a dtype, but no data"},
    {"torch", "TensorBase", "other than torch.strided", "a sparse tensor: pass %s.to_dense()"},
    {"torch", "TensorBase", "OpaqueTensorImpl", "pass %s.to_dense()"},
    {"torch", "TensorBase", "NestedTensorImpl", "a nested tensor: pass %s.to_padded_tensor(0)"},
    {"torch", "TensorBase", "QInt", "a quantized tensor: pass %s.dequantize()"},
    {"torch", "TensorBase", "conjugate bit", "pass %s.resolve_conj()"},
    {"torch", "TensorBase", "require gradient", "pass %s.detach()"},
    {"torch", "TensorBase", "float4_e2m1fnx2",
     "an element has two numbers: what takes bytes takes %s.view(torch.uint8)"},
    {"torch", "TensorBase", "Batching rule", "call this outside of torch.vmap"}};

/* Returns the hint of one type for a message, or for none; NULL: there is no row. */
CUCORE__PRIVATE const char *cucore__py_hint_of_type(PyTypeObject *type, const char *message)
{
    const size_t count = sizeof cucore__py_hints / sizeof cucore__py_hints[0];
    const char *hint = NULL;
    char package[16];
    PyObject *name = NULL;
    size_t i;
    if (cucore__py_package_of(type, package, sizeof package) < 0) return NULL;
    for (i = 0; i < count && !hint; i++) {
        const cucore__py_hint_row *row = &cucore__py_hints[i];
        if (strcmp(package, row->package) || !row->words != !message) continue;
        if (message && !strstr(message, row->words)) continue;
        if (!name) name = cucore__py_type_name(type);
        if (!name) return NULL;
        if (PyUnicode_CompareWithASCIIString(name, row->name) == 0) hint = row->hint;
    }
    Py_XDECREF(name);
    return hint;
}

/* Returns what to do with an object that was refused with `message`, or has no protocol (NULL).  The function never
 * fails, and runs no code of the object; NULL: no advice. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__py_hint(PyObject *obj, const char *message)
{
    PyObject *bases = cucore__py_bases(Py_TYPE(obj)), *name = NULL, *method = NULL;
    PyTypeObject *base;
    Py_ssize_t i = 0;
    const char *hint = NULL;
    while (!hint && !PyErr_Occurred() && (base = cucore__py_next_base(bases, &i)) != NULL)
        hint = cucore__py_hint_of_type(base, message);
    if (!hint && !message && !PyErr_Occurred()) name = PyUnicode_InternFromString("__array__");
    if (name && cucore__py_type_attribute(Py_TYPE(obj), name, &method) > 0) hint = "pass numpy.asarray(%s)";
    Py_XDECREF(method);
    Py_XDECREF(name);
    Py_XDECREF(bases);
    PyErr_Clear();
    return hint;
}

/* Returns a hint with the name of the argument, at most 64 characters of it. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__py_hint_text(const char *hint, const cucore_arg *arg, char *room,
                                                              size_t size)
{
    cucore__text text = cucore__text_start(room, size);
    const char *place = hint ? strstr(hint, "%s") : NULL;
    if (!place) return hint;
    cucore__text_add(&text, "%.*s%.64s%s", (int)(place - hint), hint, arg->name ? arg->name : "x", place + 2);
    return room;
}

/* Returns the text of an exception of a plain class, whose only argument it is; no foreign code runs.  A new reference,
 * NULL: another exception. */
CUCORE__PRIVATE PyObject *cucore__py_plain_text(PyObject *error)
{
    PyObject *const plain[] = {PyExc_TypeError,      PyExc_ValueError,     PyExc_BufferError,
                               PyExc_RuntimeError,   PyExc_AttributeError, PyExc_NotImplementedError,
                               PyExc_AssertionError, PyExc_OverflowError,  PyExc_IndexError};
    PyObject *args, *text = NULL;
    size_t i;
    for (i = 0; i < sizeof plain / sizeof plain[0] && (PyObject *)Py_TYPE(error) != plain[i]; i++) {
    }
    if (i == sizeof plain / sizeof plain[0]) return NULL;
    args = PyObject_GetAttrString(error, "args");
    if (args && PyTuple_Check(args) && PyTuple_Size(args) == 1) {
        text = PyTuple_GetItem(args, 0);
        if (!PyUnicode_CheckExact(text)) text = NULL;
        Py_XINCREF(text);
    }
    Py_XDECREF(args);
    return text;
}

CUCORE__PRIVATE void cucore__py_set_text(PyObject *error, PyObject *text)
{
    PyObject *args = text ? PyTuple_Pack(1, text) : NULL;
    if (args) (void)PyObject_SetAttrString(error, "args", args);
    Py_XDECREF(args);
}

/* Adds a note as BaseException.add_note does, without add_note or __setattr__ of the class.  An exception that is
 * raised again does not get the same note again. */
CUCORE__PRIVATE void cucore__py_add_note(PyObject *error, PyObject *note)
{
    PyObject *dict = PyObject_GenericGetDict(error, NULL), *key = PyUnicode_InternFromString("__notes__");
    PyObject *notes = NULL, *last;
    int found = dict && PyDict_Check(dict) && key ? cucore__py_dict_get(dict, key, &notes) : -1;
    Py_ssize_t count = found > 0 && PyList_CheckExact(notes) ? PyList_Size(notes) : 0;
    if (!found && (notes = PyList_New(0)) != NULL) found = PyDict_SetItem(dict, key, notes) < 0 ? -1 : 1;
    if (found > 0 && PyList_CheckExact(notes)) {
        last = count ? PySequence_GetItem(notes, count - 1) : NULL;
        if (!last || !PyUnicode_CheckExact(last) || PyUnicode_Compare(last, note)) (void)PyList_Append(notes, note);
        Py_XDECREF(last);
    }
    Py_XDECREF(notes);
    Py_XDECREF(key);
    Py_XDECREF(dict);
}

/* Adds the name of the argument to an exception of the producer: as a note, or, before Python 3.11, in front of the
 * text of a plain exception. */
CUCORE__PRIVATE void cucore__py_note_argument(PyObject *error, PyObject *text, const char *name, const char *hint)
{
    PyObject *added = NULL;
#if PY_VERSION_HEX >= 0x030B0000
    (void)text;
    if (name) {
        added = PyUnicode_FromFormat("while reading argument '%s'%s%s", name, hint ? ": " : "", hint ? hint : "");
    } else if (hint) {
        added = PyUnicode_FromString(hint);
    }
    if (added) cucore__py_add_note(error, added);
#else
    if (text && name) {
        added = PyUnicode_FromFormat("argument '%s': %U%s%s", name, text, hint ? "; " : "", hint ? hint : "");
    } else if (text && hint) {
        added = PyUnicode_FromFormat("%U; %s", text, hint);
    }
    cucore__py_set_text(error, added);
#endif
    Py_XDECREF(added);
}

/* Returns 1 if a message begins with the name of the argument: cucore raised it. */
CUCORE__PRIVATE int cucore__py_names_argument(PyObject *text, const cucore_arg *arg)
{
    PyObject *start = text ? PyUnicode_FromFormat("%s: ", cucore__arg_name(arg)) : NULL;
    int found = start && PyUnicode_Tailmatch(text, start, 0, PyUnicode_GetLength(text), -1) > 0;
    Py_XDECREF(start);
    return found;
}

/* Returns 1 if the class is one of the classes in cucore_arg.exceptions. */
CUCORE__PRIVATE int cucore__py_is_of_caller(PyObject *error, const cucore_arg *arg)
{
    const char *classes = (const char *)arg->exceptions;
    PyObject *one;
    size_t at;
    for (at = 0; classes && at < offsetof(cucore_py_exceptions, reserved); at += sizeof one) {
        memcpy(&one, classes + at, sizeof one);
        if (one == (PyObject *)Py_TYPE(error)) return 1;
    }
    return 0;
}

/* Ends an intake that failed.  Its exception stays, with advice if there is some.  An exception that is no Exception
 * (rules B92), or a MemoryError, which may be shared, stays as it is.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refused(PyObject *obj, const cucore_arg *arg)
{
    PyObject *error = cucore__py_error_take(), *text, *encoded, *longer;
    const char *hint;
    char room[256];
    if (!error) return -1; /* likewise */
    if ((PyObject *)Py_TYPE(error) != PyExc_MemoryError && PyErr_GivenExceptionMatches(error, PyExc_Exception)) {
        text = cucore__py_plain_text(error);
        encoded = text ? PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace") : NULL;
        hint = encoded ? cucore__py_hint(obj, PyBytes_AsString(encoded)) : NULL;
        hint = cucore__py_hint_text(hint, arg, room, sizeof room);
        PyErr_Clear();
        if (!text && cucore__py_is_of_caller(error, arg)) {
            /* raised by cucore, with the name in its text */
        } else if (!cucore__py_names_argument(text, arg)) {
            cucore__py_note_argument(error, text, arg->name, hint);
        } else if (hint) {
            longer = PyUnicode_FromFormat("%U; %s", text, hint);
            cucore__py_set_text(error, longer);
            Py_XDECREF(longer);
        }
        Py_XDECREF(encoded);
        Py_XDECREF(text);
        PyErr_Clear();
    }
    cucore__py_error_put(error);
    return -1;
}

/* python/in/order.c: orders the work of producers before the work of the caller. */
/* Orders a view whose producer has pending work, without the GIL. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_order_pending(const cucore__py_call *call)
{
    PyThreadState *thread = PyEval_SaveThread();
    cucore_status status = cucore__view_order_pending(call->out, call->how.stream);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_refuse_status(call->how.arg, status) : 0;
}

/* Returns 1 if `stream` is the stream of the producer.  Both default streams are those of the device of the data (rules
 * B118), unless the stream of the producer is known to be of another context, or the memory is pinned. */
CUCORE__PRIVATE inline int cucore__py_is_producer_stream(const cucore_view *view, CUstream stream)
{
    return view->producer_stream == cucore__stream_normalize(stream) && !view->producer_context &&
           (view->device_type != CUCORE_DEVICE_TYPE_CUDA_HOST || !cucore__stream_is_default(stream));
}

/* Orders a view that has elements and a producer whose stream is known. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_order_known(const cucore__py_call *call)
{
    if (cucore__py_is_producer_stream(call->out, call->how.stream) || call->how.flags & CUCORE__PY_ORDER_LATER)
        return 0;
    return cucore__py_order_pending(call);
}

/* Orders any view. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_order(const cucore__py_call *call)
{
    return cucore__view_is_pending(call->out, call->how.stream) ? cucore__py_order_known(call) : 0;
}

/* Returns 1 if the producer has to wait for work on the stream. */
CUCORE__PRIVATE int cucore__py_producer_must_wait(const cucore_view *view, CUstream stream)
{
    return cucore__view_is_shared(view, stream) &&
           !(view->has_producer_stream && cucore__py_is_producer_stream(view, stream));
}

/* python/in/torch.c: an exchange table for the tensors of torch 2.3 to 2.9, which have none.  It makes an intake 7 to
 * 15 times as fast as __dlpack__, and goes with the first minor version of 2028. */
#if !defined(CUCORE_NO_TYPE_MEMORY) && !defined(CUCORE_NO_TORCH_SHIM) && !defined(CUCORE_LINK_DRIVER) && \
    defined(RTLD_NOLOAD)
#define CUCORE__PY_TORCH_SHIM
#endif

#if defined(CUCORE__PY_TORCH_SHIM)
/* The C functions that torch keeps stable for programs compiled by AOTInductor.  They return 0, or print an exception
 * to stderr.  X(member, name without aoti_torch_, parameters); a tensor is the address of an at::Tensor. */
#define CUCORE__TORCH_LIST(X) \
    X(device_type, "get_device_type", (void *, int32_t *)) \
    X(device_index, "get_device_index", (void *, int32_t *)) \
    X(dtype, "get_dtype", (void *, int32_t *)) \
    X(ndim, "get_dim", (void *, int64_t *)) \
    X(shape, "get_sizes", (void *, int64_t **)) \
    X(strides, "get_strides", (void *, int64_t **)) \
    X(data, "get_data_ptr", (void *, void **)) \
    X(create, "new_uninitialized_tensor", (void **)) \
    X(assign, "assign_tensors", (void *, void *)) \
    X(drop, "delete_tensor_object", (void *)) \
    X(stream, "get_current_cuda_stream", (int32_t, void **))

static struct {
#define CUCORE__TORCH_MEMBER(member, name, parameters) int32_t(*member) parameters;
    CUCORE__TORCH_LIST(CUCORE__TORCH_MEMBER)
#undef CUCORE__TORCH_MEMBER
    PyObject *(*layout)(PyObject *object, void *extra); /* the getter of layout: 2.3 has no C function for it */
    void *layout_extra;
    PyObject *strided;           /* torch.strided, never given back */
    size_t offset;               /* bytes from an object to its at::Tensor */
    CUCORE__ATOMIC(int) is_done; /* 1: all members are set; -1: this torch lacks one */
} cucore__torch;

/* What torch's numbers for dtypes and devices have to be; torch has functions for them. */
typedef struct cucore__torch_number {
    const char *name;
    int32_t number;
} cucore__torch_number;
static const cucore__torch_number cucore__torch_numbers[] = {
    {"aoti_torch_device_type_cpu", 0}, {"aoti_torch_device_type_cuda", 1}, {"aoti_torch_dtype_uint8", 0},
    {"aoti_torch_dtype_int64", 4},     {"aoti_torch_dtype_float32", 6},    {"aoti_torch_dtype_complex128", 10},
    {"aoti_torch_dtype_bool", 11},     {"aoti_torch_dtype_bfloat16", 15},  {"aoti_torch_dtype_float8_e5m2", 23}};

/* The code and the bits of torch's dtypes by their numbers; 0 bits: __dlpack__ is asked. */
static const unsigned char cucore__torch_dtypes[][2] = {{CUCORE_CODE_UINT, 8},
                                                        {CUCORE_CODE_INT, 8},
                                                        {CUCORE_CODE_INT, 16},
                                                        {CUCORE_CODE_INT, 32},
                                                        {CUCORE_CODE_INT, 64},
                                                        {CUCORE_CODE_FLOAT, 16},
                                                        {CUCORE_CODE_FLOAT, 32},
                                                        {CUCORE_CODE_FLOAT, 64},
                                                        {CUCORE_CODE_COMPLEX, 32},
                                                        {CUCORE_CODE_COMPLEX, 64},
                                                        {CUCORE_CODE_COMPLEX, 128},
                                                        {CUCORE_CODE_BOOL, 8},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {CUCORE_CODE_BFLOAT, 16},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {CUCORE_CODE_FLOAT8_E5M2, 8},
                                                        {CUCORE_CODE_FLOAT8_E4M3FN, 8},
                                                        {CUCORE_CODE_FLOAT8_E5M2FNUZ, 8},
                                                        {CUCORE_CODE_FLOAT8_E4M3FNUZ, 8},
                                                        {CUCORE_CODE_UINT, 16},
                                                        {CUCORE_CODE_UINT, 32},
                                                        {CUCORE_CODE_UINT, 64}};
enum { CUCORE__TORCH_DTYPES = (int)(sizeof cucore__torch_dtypes / sizeof cucore__torch_dtypes[0]) };

/* Returns 1 if the tensor is strided.  The C functions would print an exception for any other. */
CUCORE__PRIVATE inline int cucore__torch_is_strided(void *obj)
{
    PyObject *layout = cucore__torch.layout((PyObject *)obj, cucore__torch.layout_extra);
    Py_XDECREF(layout);
    return layout == cucore__torch.strided;
}

/* Describes a tensor of the CPU or of CUDA without owning it: 0, -1 with or without an exception. */
CUCORE__PRIVATE int cucore__torch_borrow(void *obj, DLTensor *out)
{
    void *const tensor = (char *)obj + cucore__torch.offset;
    int32_t type = -1, id = 0, number = -1;
    int64_t ndim = 0, *shape = NULL, *strides = NULL;
    if (!*(void **)tensor || cucore__torch.device_type(tensor, &type) || type < 0 || type > 1) return -1;
    if (cucore__torch.dtype(tensor, &number) || number < 0 || number >= CUCORE__TORCH_DTYPES) return -1;
    if (!cucore__torch_dtypes[number][1] || !cucore__torch_is_strided(obj)) return -1;
    if (type == 1 && cucore__torch.device_index(tensor, &id)) return -1;
    if (cucore__torch.data(tensor, &out->data) || cucore__torch.ndim(tensor, &ndim)) return -1;
    if (cucore__torch.shape(tensor, &shape) || cucore__torch.strides(tensor, &strides)) return -1;
    out->shape = shape; /* whether these are const depends on dlpack.h */
    out->strides = strides;
    out->device.device_type = type == 1 ? kDLCUDA : kDLCPU;
    out->device.device_id = id;
    out->ndim = (int32_t)ndim;
    out->dtype.code = cucore__torch_dtypes[number][0];
    out->dtype.bits = cucore__torch_dtypes[number][1];
    out->dtype.lanes = 1;
    out->byte_offset = 0;
    return 0;
}

CUCORE__PRIVATE void cucore__torch_delete(DLManagedTensorVersioned *managed)
{
    (void)cucore__torch.drop(managed->manager_ctx);
    free(managed);
}

/* Describes a tensor and owns a reference to it, as __dlpack__ does: its memory stays until it is given other memory
 * (`resize_`, `set_`). */
CUCORE__PRIVATE int cucore__torch_manage(void *obj, DLManagedTensorVersioned **out)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)malloc(sizeof *managed);
    if (!managed) return -1;
    memset(managed, 0, sizeof *managed);
    if (cucore__torch_borrow(obj, &managed->dl_tensor) || cucore__torch.create(&managed->manager_ctx) ||
        cucore__torch.assign((char *)obj + cucore__torch.offset, managed->manager_ctx)) {
        if (managed->manager_ctx) (void)cucore__torch.drop(managed->manager_ctx);
        free(managed);
        return -1;
    }
    managed->version.major = CUCORE_DLPACK_MAX_MAJOR;
    managed->version.minor = CUCORE_DLPACK_MAX_MINOR;
    managed->deleter = cucore__torch_delete;
    *out = managed;
    return 0;
}

CUCORE__PRIVATE int cucore__torch_stream(DLDeviceType type, int32_t id, void **out)
{
    return type == kDLCUDA && cucore__torch.stream ? cucore__torch.stream(id, out) : -1;
}

static const cucore_exchange_api cucore__torch_table = {{{CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR}, NULL},
                                                        NULL,
                                                        cucore__torch_manage,
                                                        NULL,
                                                        cucore__torch_borrow,
                                                        cucore__torch_stream};

/* Returns the library that the module torch._C is, which finds the symbols of the libraries that it needs; NULL:
 * unknown, or with an exception. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__torch_library(void)
{
    PyObject *name = NULL, *path = NULL;
    void *library = NULL;
    if (cucore__py_imported_attribute("torch._C", "__file__", &name) > 0 && PyUnicode_Check(name))
        path = PyUnicode_EncodeFSDefault(name);
    if (path) library = dlopen(PyBytes_AsString(path), RTLD_LAZY | RTLD_NOLOAD);
    Py_XDECREF(path);
    Py_XDECREF(name);
    return library;
}

/* Finds the functions: 1, or 0 if one is missing (only builds for the CPU lack the one for streams) or a number is not
 * as it was in all versions from 2.3 to 2.9. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_find(void *library)
{
    int32_t (*number)(void);
    void *symbol;
    size_t i;
    for (i = 0; i < sizeof cucore__torch_numbers / sizeof cucore__torch_numbers[0]; i++) {
        symbol = dlsym(library, cucore__torch_numbers[i].name);
        if (!symbol) return 0;
        memcpy(&number, &symbol, sizeof number);
        if (number() != cucore__torch_numbers[i].number) return 0;
    }
#define CUCORE__TORCH_FIND(member, name, parameters) \
    symbol = dlsym(library, "aoti_torch_" name); \
    if (!symbol && strcmp(name, "get_current_cuda_stream") != 0) return 0; \
    memcpy(&cucore__torch.member, &symbol, sizeof symbol);
    CUCORE__TORCH_LIST(CUCORE__TORCH_FIND)
#undef CUCORE__TORCH_FIND
    return 1;
}

/* Returns the getter of a property that is written in C; NULL: it is none, or with an exception. */
CUCORE__PRIVATE CUCORE__COLD const PyGetSetDef *cucore__torch_getter(PyTypeObject *type, const char *name)
{
    PyObject *key = PyUnicode_InternFromString(name), *descriptor = NULL;
    const PyGetSetDef *found = NULL;
    if (key && cucore__py_type_attribute(type, key, &descriptor) > 0 && Py_TYPE(descriptor) == &PyGetSetDescr_Type &&
        PyType_IsSubtype(type, PyDescr_TYPE(descriptor)))
        found = ((PyGetSetDescrObject *)(void *)descriptor)->d_getset;
    Py_XDECREF(descriptor);
    Py_XDECREF(key);
    return found;
}

/* Finds where objects have their at::Tensor, whose only member is the address that _cdata returns: after the head of
 * the object, or after a word in the versions that keep a flag there.  1, or 0, also with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_locate(PyObject *obj, PyTypeObject *type)
{
    const PyGetSetDef *cdata = cucore__torch_getter(type, "_cdata");
    PyObject *number = cdata && type->tp_basicsize >= (Py_ssize_t)(sizeof(PyObject) + 2 * sizeof(void *))
                           ? cdata->get(obj, cdata->closure)
                           : NULL;
    const void *address = number && PyLong_Check(number) ? PyLong_AsVoidPtr(number) : NULL;
    void *words[2];
    int i, found = 0;
    Py_XDECREF(number);
    if (!address) return 0;
    memcpy(words, (char *)obj + sizeof(PyObject), sizeof words);
    for (i = 0; i < 2 && !found; i++) {
        cucore__torch.offset = sizeof(PyObject) + (size_t)i * sizeof(void *);
        found = words[i] == address;
    }
    return found;
}

/* Prepares the table once for the torch that is imported: 1, 0 if this torch has not all that it takes, also with an
 * exception.  torch for ROCm calls its devices CUDA. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_prepare(PyObject *obj, PyTypeObject *type)
{
    const PyGetSetDef *layout = cucore__torch_getter(type, "layout");
    PyObject *hip = NULL;
    void *library = NULL;
    int is_rocm = cucore__py_imported_attribute("torch.version", "hip", &hip) > 0 && hip != Py_None;
    Py_XDECREF(hip);
    if (layout && !is_rocm && cucore__py_imported_attribute("torch", "strided", &cucore__torch.strided) > 0)
        library = cucore__torch_library();
    if (!library || !cucore__torch_find(library) || !cucore__torch_locate(obj, type)) return 0;
    cucore__torch.layout = layout->get;
    cucore__torch.layout_extra = layout->closure;
    return 1;
}

/* Returns the table for a tensor whose class has its __dlpack__ from `type`; NULL: none, or with an exception. */
CUCORE__PRIVATE CUCORE__COLD const cucore_exchange_api *cucore__torch_table_of(PyObject *obj, PyTypeObject *type)
{
    PyObject *tensor = NULL;
    int is_done = CUCORE__LOAD(&cucore__torch.is_done);
    if (cucore__py_imported_attribute("torch", "Tensor", &tensor) <= 0) return NULL;
    Py_DECREF(tensor);
    if (tensor != (PyObject *)(void *)type) return NULL;
    if (!is_done && CUCORE__PY_WRITE_BEGIN()) {
        is_done = cucore__torch_prepare(obj, type) ? 1 : -1;
        if (!PyErr_Occurred()) CUCORE__STORE(&cucore__torch.is_done, is_done);
        CUCORE__PY_WRITE_END();
    }
    return is_done > 0 ? &cucore__torch_table : NULL;
}
#endif

/* python/in/traits.c: looks up what a type offers to its instances. */
/* Finds what a type certainly offers to all its instances.  Without attribute hooks, an instance whose type has the
 * CUDA Array Interface and no DLPack has no DLPack either; a proxy has hooks.  A property is then the end of a
 * look-up.  An instance without a dict has only what its type has: a buffer, as array.array. */
CUCORE__PRIVATE void cucore__py_learn_offer(const cucore__py_state *state, PyObject *obj, cucore__py_traits *traits)
{
#if !defined(Py_LIMITED_API)
    PyTypeObject *type = Py_TYPE(obj);
    PyObject *cai = NULL, *device = NULL;
    if (cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE]) &&
        cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK])) {
        traits->offer = CUCORE__PY_OFFERS_DLPACK;
    } else if (cucore__py_looks_up_plainly(type) &&
               !cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK_DEVICE], &device)) {
        const int has_cai = cucore__py_type_attribute(type, state->names[CUCORE__PY_CAI], &cai);
        if (has_cai > 0) {
            traits->offer = CUCORE__PY_OFFERS_CAI;
#if !defined(Py_GIL_DISABLED) /* another thread could take it from the type at any time */
            if (Py_TYPE(cai) == &PyProperty_Type) traits->cai = cai;
#endif
        } else if (has_cai == 0 && !type->tp_dictoffset && PyObject_CheckBuffer(obj)) {
            traits->offer = CUCORE__PY_OFFERS_BUFFER;
        }
    }
    Py_XDECREF(cai);
    Py_XDECREF(device);
#else
    (void)state, (void)obj, (void)traits;
#endif
}

/* Returns the newest known table in the attribute of a type; NULL: none, or with an exception (rules X2, X3). */
CUCORE__PRIVATE const cucore_exchange_api *cucore__py_table_of(PyObject *attribute)
{
    const cucore_exchange_api *table = NULL;
    int steps;
    if (PyCapsule_CheckExact(attribute)) {
        if (!PyCapsule_IsValid(attribute, "dlpack_exchange_api")) return NULL;
        table = (const cucore_exchange_api *)PyCapsule_GetPointer(attribute, "dlpack_exchange_api");
    }
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    if (PyLong_Check(attribute)) table = (const cucore_exchange_api *)PyLong_AsVoidPtr(attribute);
#endif
    for (steps = 0; table && table->header.version.major != DLPACK_MAJOR_VERSION && steps < 64; steps++)
        table = (const cucore_exchange_api *)(const void *)table->header.prev_api;
    return table && table->header.version.major == DLPACK_MAJOR_VERSION ? table : NULL;
}

/* Returns 1 if the class changes how torch treats its instances, as FakeTensor does; 0, -1 with an exception.  The
 * __torch_function__ of Parameter is a function of C that disables hooks. */
CUCORE__PRIVATE int cucore__py_has_hooks(const cucore__py_state *state, PyTypeObject *type)
{
    PyObject *hook = NULL;
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_TORCH_DISPATCH], &hook);
    if (found == 0) {
        found = cucore__py_type_entry(type, state->names[CUCORE__PY_TORCH_FUNCTION], &hook);
        if (found > 0 && PyCFunction_Check(hook)) found = 0;
    }
    Py_XDECREF(hook);
    return found;
}

/* Looks the table up in the dict of the type, also under its old name: 1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_table_entry(const cucore__py_state *state, PyTypeObject *type, PyObject **out)
{
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_EXCHANGE], out);
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    if (found == 0) found = cucore__py_type_entry(type, state->names[CUCORE__PY_OLD_EXCHANGE], out);
#endif
    return found;
}

/* Looks up the table that a class without one inherits; NULL: none, or it is not for these instances.  0, -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_inherit_table(const cucore__py_state *state, PyTypeObject *type, PyObject **out)
{
    PyObject *method = NULL, *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    int found = 0, own = 0, hooks = 0;
    while (!found && !own && !hooks && (base = cucore__py_next_base(bases, &i)) != NULL) {
        found = cucore__py_table_entry(state, base, out);
        if (found >= 0) own = cucore__py_type_entry(base, state->names[CUCORE__PY_DLPACK], &method);
        if (!found && !own) hooks = cucore__py_has_hooks(state, base);
    }
    if (own <= 0) Py_CLEAR(*out);
    Py_XDECREF(method);
    Py_XDECREF(bases);
    return PyErr_Occurred() ? -1 : 0;
}

/* Learns the table of a type if __dlpack__ comes from the same class, or is absent in the very type that has the table:
 * a __dlpack__ of another class may know what the table does not, and the table does not know a class with hooks (rules
 * X1, X6, B109). */
CUCORE__PRIVATE int cucore__py_learn_table(const cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *attribute = NULL, *method = NULL;
    int found = cucore__py_table_entry(state, type, &attribute), own = 0, inherited = 0;
    if (found > 0) {
        own = cucore__py_type_entry(type, state->names[CUCORE__PY_DLPACK], &method);
        if (!own) inherited = cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK], &method);
        if (own >= 0 && inherited == 0) traits->table = cucore__py_table_of(attribute);
        if (traits->table && !own) traits->facts |= CUCORE__PY_TABLE_ONLY;
    } else if (found == 0 && cucore__py_type_attribute(type, state->names[CUCORE__PY_EXCHANGE], &method) > 0) {
        found = cucore__py_inherit_table(state, type, &attribute);
        if (attribute) traits->table = cucore__py_table_of(attribute);
    }
    Py_XDECREF(method);
    Py_XDECREF(attribute);
    return found < 0 || own < 0 || inherited < 0 || PyErr_Occurred() ? -1 : 0;
}

/* Returns 1 if the type has the attribute, and learns a method without arguments, or a property, if it is written in C.
 * The function of a descriptor may be called only for instances of the type of the descriptor (rules B82). */
CUCORE__PRIVATE int cucore__py_learn_member(PyTypeObject *type, PyObject *name, PyCFunction *method,
                                            cucore__py_traits *traits)
{
    PyObject *attribute = NULL;
    int found = cucore__py_type_attribute(type, name, &attribute);
    if (found <= 0) return found;
#if !defined(Py_LIMITED_API)
    if (method && Py_TYPE(attribute) == &PyMethodDescr_Type && PyType_IsSubtype(type, PyDescr_TYPE(attribute))) {
        const PyMethodDef *definition = ((PyMethodDescrObject *)(void *)attribute)->d_method;
        if (definition->ml_flags == METH_NOARGS) *method = definition->ml_meth;
    } else if (!method && Py_TYPE(attribute) == &PyGetSetDescr_Type &&
               PyType_IsSubtype(type, PyDescr_TYPE(attribute))) {
        const PyGetSetDef *definition = ((PyGetSetDescrObject *)(void *)attribute)->d_getset;
        traits->grad = definition->get;
        traits->grad_extra = definition->closure;
    }
#else
    (void)method, (void)traits;
#endif
    Py_DECREF(attribute);
    return 1;
}

/* Learns what instances have to be asked: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_checks(const cucore__py_state *state, PyTypeObject *type,
                                            cucore__py_traits *traits)
{
    PyObject *const *names = state->names;
    int grad = cucore__py_learn_member(type, names[CUCORE__PY_REQUIRES_GRAD], NULL, traits);
    int conj = grad <= 0 ? grad : cucore__py_learn_member(type, names[CUCORE__PY_IS_CONJ], &traits->conjugate, traits);
    int neg = conj <= 0 ? conj : cucore__py_learn_member(type, names[CUCORE__PY_IS_NEG], &traits->negative, traits);
    if (neg < 0) return -1;
    if (grad) traits->facts |= CUCORE__PY_HAS_GRAD;
    if (conj) traits->facts |= CUCORE__PY_HAS_CONJ;
    if (neg) traits->facts |= CUCORE__PY_HAS_NEG;
    return 0;
}

/* Known types of arrays, by the names of their package and their own.  JAX takes the stream -1 for a handle, and waits
 * on the host without a stream (rules D12); the other quiet types then order nothing. */
typedef struct cucore__py_known_type {
    const char *package, *name;
    unsigned facts;
} cucore__py_known_type;
static const cucore__py_known_type cucore__py_known_types[] = {
    {"torch", "Tensor", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET | CUCORE__PY_IS_TORCH | CUCORE__PY_COUNTS_TORCH},
    {"torch", "Parameter", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"numpy", "ndarray", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"cucore", "Array", CUCORE__PY_IS_ARRAY},
    {"tvm_ffi", "Tensor", CUCORE__PY_IS_QUIET},
    {"jaxlib", "ArrayImpl", CUCORE__PY_IS_JAX | CUCORE__PY_IS_QUIET | CUCORE__PY_HAS_TWIN},
    {"tensorflow", "EagerTensor", CUCORE__PY_HAS_TWIN | CUCORE__PY_IS_PLACED},
    {"cupy", "ndarray", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_CUPY},
    {"warp", "array", CUCORE__PY_IS_MUTABLE},
    {"paddle", "Tensor", CUCORE__PY_IS_MUTABLE | CUCORE__PY_COUNTS_PADDLE}};

/* Finds the facts of a type by its own names: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_facts_of(PyTypeObject *type, unsigned *facts)
{
    char package[16];
    PyObject *name;
    size_t i;
    *facts = 0;
    if (cucore__py_package_of(type, package, sizeof package) < 0) return -1;
    if (strncmp(package, "jax", 3) == 0) *facts |= CUCORE__PY_IS_JAX;
    for (i = 0; i < sizeof cucore__py_known_types / sizeof cucore__py_known_types[0]; i++) {
        if (strcmp(package, cucore__py_known_types[i].package)) continue;
        name = cucore__py_type_name(type);
        if (!name) return -1;
        if (PyUnicode_CompareWithASCIIString(name, cucore__py_known_types[i].name) == 0)
            *facts |= cucore__py_known_types[i].facts;
        Py_DECREF(name);
    }
    return 0;
}

/* Learns the facts of a type by its own names, and from its bases that it may be written, and what counts that: 0, -1
 * with an exception. */
CUCORE__PRIVATE int cucore__py_learn_library(PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    const unsigned inherited = CUCORE__PY_IS_MUTABLE | CUCORE__PY_COUNTS_TORCH | CUCORE__PY_COUNTS_PADDLE;
    unsigned facts;
    int failed = !bases && PyErr_Occurred();
    while (!failed && (base = cucore__py_next_base(bases, &i)) != NULL) {
        failed = cucore__py_facts_of(base, &facts) < 0;
        traits->facts |= i == 1 ? facts : facts & inherited;
    }
    Py_XDECREF(bases);
    return failed ? -1 : 0;
}

/* Checks a type with the name of cucore.Array, which may be of another version, or of a stranger, and learns how
 * intakes take it: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_array(cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    int is_ours;
    if (!(traits->facts & CUCORE__PY_IS_ARRAY)) return 0;
    is_ours = cucore__py_array_is(state, type);
    if (is_ours == 0) traits->facts &= ~(unsigned)CUCORE__PY_IS_ARRAY;
    if (is_ours > 0) traits->table = &cucore__py_array_intake;
    return is_ours < 0 ? -1 : 0;
}

/* Checks a type with the name of cupy.ndarray or torch.Tensor, whose library is asked for its current stream: it has to
 * be the one of the module that is imported.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_streams(PyTypeObject *type, cucore__py_traits *traits)
{
    const unsigned facts = traits->facts & (CUCORE__PY_IS_CUPY | CUCORE__PY_IS_TORCH);
    PyObject *library, *found = NULL;
    if (!facts) return 0;
    library = cucore__py_imported(facts & CUCORE__PY_IS_CUPY ? "cupy" : "torch");
    if (library) found = PyObject_GetAttrString(library, facts & CUCORE__PY_IS_CUPY ? "ndarray" : "Tensor");
    Py_XDECREF(library);
    if (found != (PyObject *)(void *)type) traits->facts &= ~facts;
    Py_XDECREF(found);
    return PyErr_Occurred() ? cucore__py_error_clear() : 0;
}

/* Checks a type that is, or is below, one with the name of torch.Tensor, likewise: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_counter(PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *tensor = NULL;
    int found;
    if (!(traits->facts & CUCORE__PY_COUNTS_TORCH)) return 0;
    found = cucore__py_imported_attribute("torch", "Tensor", &tensor);
    if (found <= 0 || !PyType_Check(tensor) || !PyType_IsSubtype(type, (PyTypeObject *)(void *)tensor))
        traits->facts &= ~(unsigned)CUCORE__PY_COUNTS_TORCH;
    Py_XDECREF(tensor);
    return found < 0 ? -1 : 0;
}

/* Learns what a tensor of the type has to be asked, and the facts that depend on names: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_rest(cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    if (cucore__py_learn_checks(state, type, traits) < 0) return -1;
    if (cucore__py_learn_library(type, traits) < 0) return -1;
    if (cucore__py_learn_array(state, type, traits) < 0 || cucore__py_learn_counter(type, traits) < 0) return -1;
    return cucore__py_learn_streams(type, traits);
}

#if defined(CUCORE__PY_TORCH_SHIM)
/* Learns the table for tensors of a torch that has none, with the same conditions as a table that a class inherits.
 * 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_learn_torch(const cucore__py_state *state, PyObject *obj,
                                                        cucore__py_traits *traits)
{
    PyTypeObject *type = Py_TYPE(obj), *base;
    PyObject *attribute = NULL, *bases;
    Py_ssize_t i = 0;
    int own = 0, hooks = 0;
    if (traits->table || cucore__py_type_attribute(type, state->names[CUCORE__PY_EXCHANGE], &attribute)) {
        Py_XDECREF(attribute);
        return PyErr_Occurred() ? -1 : 0;
    }
    bases = cucore__py_bases(type);
    while (!own && !hooks && (base = cucore__py_next_base(bases, &i)) != NULL) {
        own = cucore__py_type_entry(base, state->names[CUCORE__PY_DLPACK], &attribute);
        if (own > 0) traits->table = cucore__torch_table_of(obj, base);
        if (!own) hooks = cucore__py_has_hooks(state, base);
    }
    Py_XDECREF(attribute);
    Py_XDECREF(bases);
    return PyErr_Occurred() ? -1 : 0;
}
#endif

/* Looks a type up, and remembers it if possible: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn(cucore__py_state *state, PyObject *obj, unsigned facts, cucore__py_type_info *info)
{
    PyTypeObject *type = Py_TYPE(obj);
    *info = cucore__py_no_info;
    (void)cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK]); /* a look-up is what gives a type its version */
    info->type = type;
    info->version = cucore__py_type_version(type);
    info->traits.facts = facts;
    cucore__py_learn_offer(state, obj, &info->traits);
    if (cucore__py_learn_table(state, type, &info->traits) < 0) return -1;
#if defined(CUCORE__PY_TORCH_SHIM)
    if (cucore__py_learn_torch(state, obj, &info->traits) < 0) return -1;
#endif
    if (cucore__py_learn_rest(state, type, &info->traits) < 0) return -1;
    return cucore__py_remember(state, type, info);
}

/* Without a memory a look-up serves one call, and is made if a protocol needs it: a CUDA Array Interface and a buffer
 * need none.  The functions return 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_table_now(cucore__py_call *call)
{
    PyTypeObject *type = Py_TYPE(call->obj);
    PyObject *attribute = NULL;
    int found = 1;
    if (!(call->info.traits.facts & CUCORE__PY_IS_UNKNOWN)) return 0;
    if (cucore__py_looks_up_plainly(type)) { /* much sooner than the type, which raises if it has no such attribute */
        found = cucore__py_lookup_attr(call->obj, call->state->names[CUCORE__PY_EXCHANGE], &attribute);
        Py_XDECREF(attribute);
        if (found < 0 && cucore__py_error_clear() < 0) return -1;
    }
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    found = 1;
#endif
    return found ? cucore__py_learn_table(call->state, type, &call->info.traits) : 0;
}

CUCORE__PRIVATE int cucore__py_learn_rest_now(cucore__py_call *call)
{
    if (!(call->info.traits.facts & CUCORE__PY_IS_UNKNOWN)) return 0;
    call->info.traits.facts &= ~(unsigned)CUCORE__PY_IS_UNKNOWN;
    return cucore__py_learn_rest(call->state, Py_TYPE(call->obj), &call->info.traits);
}

/* ------------ >>impl-py-buffer -- */
/* python/in/buffer.c: decodes a Py_buffer (PEP 3118). */
/* Copies the shape and strides of a buffer that has both, with an itemsize of 1 << shift.  Returns 0 if a stride is no
 * multiple of it. */
CUCORE__PRIVATE inline int cucore__buffer_copy(const Py_buffer *buffer, int shift, cucore_layout *layout)
{
    int64_t extent, stride, remainder = 0, mask = ((int64_t)1 << shift) - 1;
    int i;
    for (i = 0; i < layout->ndim; i++) {
        extent = cucore__opaque(buffer->shape[i]);
        stride = cucore__opaque(buffer->strides[i]);
        remainder |= stride & mask;
        layout->shape[i] = extent;
        layout->strides[i] = stride >> shift; /* exact, and an arithmetic shift with all known compilers */
    }
    return !remainder;
}

/* Copies the layout of a buffer in C order that is not empty, as most are.  Returns 0 if it is another one, or wrong;
 * the layout is then half filled. */
CUCORE__PRIVATE inline int cucore__buffer_copy_dense(const Py_buffer *buffer, int shift, cucore_layout *layout)
{
    int64_t bytes = buffer->itemsize, mask = bytes - 1, extent, stride;
    int i = buffer->ndim;
    while (i-- > 0) {
        extent = cucore__opaque(buffer->shape[i]);
        stride = cucore__opaque(buffer->strides[i]);
        layout->shape[i] = extent;
        layout->strides[i] = stride >> shift;
        if (extent == 1 && !(stride & mask)) continue;
        if (extent < 2 || stride != bytes || cucore__mul(bytes, extent, &bytes)) return 0;
    }
    if (bytes > INT64_MAX / 16 || !buffer->buf) return 0;
    return (uint64_t)bytes <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)buffer->buf;
}

/* Fills the layout of a buffer that may lack the shape or the strides: one axis, and C order. */
CUCORE__PRIVATE cucore_status cucore__buffer_layout_rare(const Py_buffer *buffer, cucore_layout *layout,
                                                         cucore__survey *span)
{
    int i;
    cucore_status status = cucore__layout_check_ndim(buffer->ndim, buffer->itemsize);
    if (status) return status;
    if (buffer->ndim > 0 && !buffer->shape) {
        layout->ndim = 1;
        layout->shape[0] = buffer->len / buffer->itemsize;
        layout->strides[0] = 1;
        return cucore__layout_check(layout, span);
    }
    for (i = 0; i < layout->ndim; i++) layout->shape[i] = buffer->shape[i];
    if (buffer->strides) {
        for (i = 0; i < layout->ndim; i++) layout->strides[i] = buffer->strides[i];
        status = cucore__layout_fill_bytes(layout, layout->strides);
        if (status) return status;
    } else {
        cucore__layout_fill_dense(layout, 'C');
    }
    return cucore__layout_check(layout, span);
}

/* Fills the layout, and checks that no element lies outside the address space: view->ptr is set. */
CUCORE__PRIVATE inline cucore_status cucore__buffer_layout(const Py_buffer *buffer, cucore_view *view)
{
    int shift = cucore__shift_of(buffer->itemsize);
    cucore_layout *layout = &view->layout;
    cucore__survey span;
    cucore_status status;
    layout->ndim = buffer->ndim;
    layout->itemsize = buffer->itemsize;
    layout->itembits = 8 * (int64_t)buffer->itemsize;
    if (shift >= 0 && buffer->shape && buffer->strides && (unsigned)buffer->ndim <= CUCORE_MAX_NDIM) {
        if (cucore__buffer_copy_dense(buffer, shift, layout)) return CUCORE_OK;
        status = cucore__buffer_copy(buffer, shift, layout) ? cucore__layout_check(layout, &span)
                                                            : cucore__buffer_layout_rare(buffer, layout, &span);
    } else {
        status = cucore__buffer_layout_rare(buffer, layout, &span);
    }
    return status ? status : cucore__view_check_address(view, &span);
}

CUCORE__PRIVATE cucore_status cucore__buffer_check_suboffsets(const Py_buffer *buffer)
{
    int i;
    for (i = 0; buffer->suboffsets && i < buffer->ndim; i++) {
        if (buffer->suboffsets[i] >= 0) {
            return cucore_fail(CUCORE_UNSUPPORTED, "the buffer has suboffsets[%d] = %lld: its rows are behind pointers",
                               i, (long long)buffer->suboffsets[i]);
        }
    }
    return CUCORE_OK;
}

/* Clears the fields that plain memory of numbers does not have, if the decoder writes the others: faster than
 * cucore__view_clear. */
CUCORE__PRIVATE inline void cucore__py_clear_unused_fields(cucore_view *view)
{
    view->copied = view->padded = view->has_producer_stream = view->unproven = 0;
    cucore__view_clear_reserved(view);
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.reserved = 0;
}

/* Reads a format that is not one usual letter. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__buffer_dtype(const Py_buffer *buffer, const cucore_arg *arg,
                                                                 const cucore_call *of_call, cucore_view *view)
{
    cucore_status status = cucore_dtype_from_pep3118(buffer->format, buffer->itemsize, &view->dtype);
    if (!status) return CUCORE_OK;
    status = cucore__format_opaque(status, buffer->format, buffer->itemsize, arg->flags, view);
    if (status != CUCORE_UNSUPPORTED) return status;
    return cucore__refuse_format(buffer->format, buffer->itemsize, arg, of_call);
}

/* Describes elements with any strides in bytes, and checks the requirements on the dtype, the shape and the memory: a
 * copy is to be made.  `strides` may not be those of the view. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_view_odd(cucore_view *view, const int64_t *shape,
                                                               const int64_t *strides, const cucore_arg *arg,
                                                               cucore_call *of_call)
{
    const int ndim = view->layout.ndim, axes = ndim + 1;
    cucore_layout *layout = &view->layout;
    void *const ptr = view->ptr;
    cucore__survey span;
    cucore_status status;
    int i;
    if (axes > CUCORE_MAX_NDIM) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%d axes whose strides are no multiple of the itemsize: at most %d can be "
                           "copied",
                           ndim, CUCORE_MAX_NDIM - 1);
    }
    status = cucore_layout_make(ndim, shape, NULL, view->dtype.itemsize, layout);
    view->ptr = NULL; /* is aligned, as the copy will be */
    if (!status) status = cucore__view_check_arg(view, arg, of_call);
    view->ptr = ptr;
    if (status) return status;
    cucore__layout_start(layout, ndim, shape, 1);
    for (i = 0; i < ndim; i++) layout->strides[i] = strides[i];
    layout->ndim = axes;
    layout->shape[ndim] = (int64_t)view->dtype.itemsize;
    layout->strides[ndim] = 1;
    status = cucore__layout_check(layout, &span);
    return status ? status : cucore__view_check_address(view, &span);
}

/* Returns 1 if a stride of a buffer is no multiple of the itemsize, and the intake allows that. */
CUCORE__PRIVATE CUCORE__COLD int cucore__buffer_is_odd(const Py_buffer *buffer, const cucore_arg *arg)
{
    int i;
    if (!(arg->flags & CUCORE__PY_ODD) || !buffer->shape || !buffer->strides || buffer->itemsize < 2) return 0;
    for (i = 0; i < buffer->ndim && i < CUCORE_MAX_NDIM; i++)
        if (buffer->shape[i] > 1 && buffer->strides[i] % buffer->itemsize) return 1;
    return 0;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__buffer_decode_odd(const Py_buffer *buffer, const cucore_arg *arg,
                                                                     cucore_call *of_call, cucore_view *view)
{
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    int i;
    for (i = 0; i < buffer->ndim; i++) {
        shape[i] = buffer->shape[i];
        strides[i] = buffer->strides[i];
    }
    view->layout.ndim = buffer->ndim;
    return cucore__py_view_odd(view, shape, strides, arg, of_call);
}

/* Returns the code of a format that is one letter, also after the prefix of standard sizes if it has only one size, as
 * JAX writes it; NULL: another format. */
CUCORE__PRIVATE inline const cucore__format_code *cucore__buffer_code(const char *format)
{
    const cucore__format_code *code;
    if (!format || !format[0]) return NULL;
    if (CUCORE__LIKELY(!format[1])) return cucore__format_find(format[0]);
    if (format[0] != '=' || format[2]) return NULL;
    code = cucore__format_find(format[1]);
    return code && !code->other_size ? code : NULL;
}

/* Decodes a buffer into a cleared view, which does not own it afterwards. */
CUCORE__PRIVATE inline cucore_status cucore__buffer_decode(const Py_buffer *buffer, const cucore_arg *arg,
                                                           cucore_call *of_call, cucore_view *view)
{
    const cucore__format_code *code = cucore__buffer_code(buffer->format);
    cucore_status status = CUCORE_OK;
    int odd = 0;
    if (code && code->size == buffer->itemsize) {
        view->dtype = cucore_dtype_make(code->code, 8 * code->size, 1);
    } else {
        status = cucore__buffer_dtype(buffer, arg, of_call, view);
    }
    if (!status && buffer->suboffsets) status = cucore__buffer_check_suboffsets(buffer);
    view->ptr = buffer->buf;
    if (!status) status = cucore__buffer_layout(buffer, view);
    if (!CUCORE__LIKELY(!status)) odd = status == CUCORE_UNSUPPORTED && cucore__buffer_is_odd(buffer, arg);
    if (status && !odd) return status;
    view->readonly = buffer->readonly != 0;
    view->protocol = CUCORE_PROTOCOL_PEP3118;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) view->pep3118_format = buffer->format;
    return odd ? cucore__buffer_decode_odd(buffer, arg, of_call, view) : cucore__view_check_arg(view, arg, of_call);
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_buffer(cucore_status status, const cucore_arg *arg, cucore_view *out)
{
    cucore__py_refuse_status(arg, status);
    return cucore__py_release_failed(out);
}

/* Decodes the buffer that the view holds.  0, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_decode_held_buffer(const cucore_arg *arg, cucore_call *of_call, cucore_view *out)
{
    const Py_buffer *buffer = (const Py_buffer *)(const void *)out->private_.storage;
    cucore_status status = cucore__buffer_decode(buffer, arg, of_call, out);
    return status ? cucore__py_refuse_buffer(status, arg, out) : 0;
}

CUCORE__PRIVATE int cucore__py_from_buffer(cucore__py_call *call)
{
    cucore_view *const out = call->out;
    if (PyObject_GetBuffer(call->obj, (Py_buffer *)(void *)out->private_.storage, PyBUF_FULL_RO) < 0)
        return CUCORE__PY_NO_BUFFER;
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_decode_held_buffer(call->how.arg, call->how.of_call, out);
}

/* ------------ >>impl-py-dlpack -- */
/* python/in/request.c: calls __dlpack_device__ and __dlpack__, and calls them again if a producer is older. */
/* How __dlpack__ is called. */
typedef struct cucore__py_request {
    int device_type; /* the result of __dlpack_device__ */
    int device_id;
    int guessed;      /* the device of the last array of the type, not of __dlpack_device__ */
    int with_version; /* CUCORE__PY_PASSED: max_version is passed; CUCORE__PY_PASSED_ON */
    int with_stream;
    int no_copy;     /* copy=False is passed */
    CUstream stream; /* never NULL; -1: without ordering */
} cucore__py_request;

enum {
    CUCORE__PY_PASSED = 1 << 0,
    CUCORE__PY_PASSED_ON =
        1 << 1 /* __dlpack__ passed a keyword on, and the other function refused it: that is no habit of the type */
};

/* Accepts None as the number of Paddle's devices of host memory (rules B102).  0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_accept_no_device_id(PyObject *obj, PyObject *answer, int device_type,
                                                                int *out)
{
    char package[16];
    *out = 0;
    if (CUCORE__PY_TUPLE_ITEM(answer, 1) != Py_None || PyErr_Occurred()) return -1;
    if (device_type != CUCORE_DEVICE_TYPE_CPU && device_type != CUCORE_DEVICE_TYPE_CUDA_HOST &&
        device_type != CUCORE_DEVICE_TYPE_ROCM_HOST) {
        return -1;
    }
    return cucore__py_package_of(Py_TYPE(obj), package, sizeof package) < 0 || strcmp(package, "paddle") ? -1 : 0;
}

/* Reads an item of a tuple.  -1 with the exception of its __index__, or without one: it is no integer of 32 bits. */
CUCORE__PRIVATE int cucore__py_int_item(const cucore__py_state *state, PyObject *tuple, Py_ssize_t i, int *out)
{
    PyObject *item = CUCORE__PY_TUPLE_ITEM(tuple, i); /* borrowed, since a tuple does not change */
    int overflow = 0, known;
    int64_t value = 0;
    for (known = 0; known < 3; known++) {
        if (item == state->ints[known]) {
            *out = known;
            return 0;
        }
    }
    if (PyLong_Check(item)) {
        value = PyLong_AsLongLongAndOverflow(item, &overflow);
    } else if (cucore__py_index_to_int64(item, &value) < 0) {
        return -1;
    }
    if (overflow || value < INT32_MIN || value > INT32_MAX) return -1;
    *out = (int)value;
    return 0;
}

CUCORE__PRIVATE int cucore__py_dlpack_device(const cucore__py_call *call, cucore__py_request *request)
{
    PyObject *args[2], *answer;
    int failed;
    args[0] = NULL;
    args[1] = call->obj;
    answer = cucore__py_call_method(call->state->names[CUCORE__PY_DLPACK_DEVICE], args + 1, NULL);
    if (!answer) return -1;
    failed = !PyTuple_Check(answer) || PyTuple_Size(answer) != 2 ||
             cucore__py_int_item(call->state, answer, 0, &request->device_type) < 0 ||
             (cucore__py_int_item(call->state, answer, 1, &request->device_id) < 0 &&
              cucore__py_accept_no_device_id(call->obj, answer, request->device_type, &request->device_id) < 0);
    if (failed && !PyErr_Occurred()) {
        cucore__py_raise_value(PyTuple_Check(answer) && PyTuple_Size(answer) != 2
                                   ? CUCORE__PY_CLASS(call->how.arg, wrong_value, BufferError)
                                   : CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError),
                               cucore__arg_name(call->how.arg),
                               "__dlpack_device__() must return two ints, (device type, device id)", answer);
    }
    Py_DECREF(answer);
    return failed ? -1 : 0;
}

/* Returns 1 if an array of JAX is complete: no stream has to wait, which takes JAX as long as a fifth of the call.  0,
 * -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_jax_is_ready(const cucore__py_call *call)
{
    PyObject *args[2], *answer;
    int ready;
    args[0] = NULL;
    args[1] = call->obj;
    answer = cucore__py_call_method(call->state->names[CUCORE__PY_IS_READY], args + 1, NULL);
    ready = answer == Py_True;
    Py_XDECREF(answer);
    return answer ? ready : cucore__py_error_clear();
}

/* Chooses the keywords for __dlpack__ (rules table 1.3).  copy=False is left out if the type does not take it (D23).
 * JAX gets no stream if it shall not order, or has nothing to order.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_choose_keywords(const cucore__py_call *call, cucore__py_request *request)
{
    int ready;
    const unsigned habits = cucore__py_habits(&call->info);
    request->with_version = !(habits & CUCORE__PY_NO_VERSION);
    request->no_copy = cucore__py_refuses_copies(call) && !(habits & (CUCORE__PY_NO_VERSION | CUCORE__PY_NO_COPY));
    request->with_stream = cucore__device_is_cuda(request->device_type);
    request->stream =
        call->how.stream == CUCORE_STREAM_HOST ? CUCORE_STREAM_LEGACY : cucore__stream_normalize(call->how.stream);
    if (!request->with_stream || !(call->info.traits.facts & CUCORE__PY_IS_JAX)) return 0;
    ready = request->stream == CUCORE_STREAM_NO_SYNC ? 1 : cucore__py_jax_is_ready(call);
    if (ready) request->with_stream = 0;
    return ready < 0 ? -1 : 0;
}

CUCORE__PRIVATE PyObject *cucore__py_stream_object(const cucore__py_state *state, CUstream stream)
{
    if (stream == CUCORE_STREAM_LEGACY) {
        Py_INCREF(state->ints[1]);
        return state->ints[1];
    }
    if (stream == CUCORE_STREAM_NO_SYNC) return PyLong_FromLong(-1);
    return PyLong_FromVoidPtr((void *)stream);
}

/* Calls __dlpack__ once.  The usual calls allocate only the int of a stream handle. */
CUCORE__PRIVATE PyObject *cucore__py_call_dlpack(const cucore__py_call *call, const cucore__py_request *request)
{
    PyObject *args[5], *stream = NULL, *capsule;
    int count = 2, keywords = 0;
    args[0] = NULL;
    args[1] = call->obj;
    if (request->with_stream) {
        keywords |= CUCORE__PY_WITH_STREAM;
        args[count++] = stream = cucore__py_stream_object(call->state, request->stream);
        if (!stream) return NULL;
    }
    if (request->with_version & CUCORE__PY_PASSED) {
        keywords |= CUCORE__PY_WITH_VERSION;
        args[count++] = call->state->max_version;
    }
    if (request->no_copy) {
        keywords |= CUCORE__PY_WITH_COPY;
        args[count++] = Py_False;
    }
    capsule = cucore__py_call_method(call->state->names[CUCORE__PY_DLPACK], args + 1, call->state->keywords[keywords]);
    Py_XDECREF(stream);
    return capsule;
}

/* Returns 1 if the text of an exception contains one of the words, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_error_mentions(PyObject *error, const char *const *words)
{
    PyObject *text = PyObject_Str(error), *encoded = NULL;
    const char *message;
    int found = 0;
    if (text) encoded = PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace");
    Py_XDECREF(text);
    if (!encoded) return cucore__py_error_clear();
    message = PyBytes_AsString(encoded);
    for (; message && *words && !found; words++) found = strstr(message, *words) != NULL;
    Py_DECREF(encoded);
    return found;
}

/* Returns 1 if obj.__dlpack__ is a method written in Python, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_python_method(const cucore__py_call *call)
{
    PyObject *method = NULL, *function = NULL, *kind = NULL;
    int found = cucore__py_lookup_attr(call->obj, call->state->names[CUCORE__PY_DLPACK], &method);
    if (found > 0) found = cucore__py_lookup_string(method, "__func__", &function);
    if (found > 0) kind = cucore__py_type_name(Py_TYPE(function)); /* Cython's are cython_function_or_method */
    if (found > 0) found = kind ? PyUnicode_CompareWithASCIIString(kind, "function") == 0 : -1;
    Py_XDECREF(kind);
    Py_XDECREF(function);
    Py_XDECREF(method);
    return found < 0 ? cucore__py_error_clear() : found;
}

/* Returns 1 if a Python method only passed a keyword on to a producer that does not know it, 0, -1 with an exception.
 * The keyword has to be quoted as CPython does; max_version belongs to DLPack, but copy, and no keyword at all, may be
 * about another function, unless the text names DLPack (rules D21). */
CUCORE__PRIVATE int cucore__py_passed_keyword_on(PyObject *error, const cucore__py_request *request)
{
    static const char *const version[] = {"unexpected keyword argument 'max_version'",
                                          "'max_version' is an invalid keyword argument", NULL};
    static const char *const others[] = {"takes no keyword arguments", "unexpected keyword argument 'copy'",
                                         "'copy' is an invalid keyword argument", NULL};
    static const char *const none[] = {"takes no keyword arguments", NULL}, *const dlpack[] = {"dlpack", NULL};
    int found = cucore__py_error_mentions(error, version);
    if (found) return found;
    found = cucore__py_error_mentions(error, request->no_copy ? others : none);
    return found > 0 ? cucore__py_error_mentions(error, dlpack) : found;
}

/* Returns 1 if the producer only did not know a keyword, 0, -1 with an exception.  A Python function that cannot bind
 * its arguments leaves no traceback: a traceback means an error inside (rules D20, D21). request->with_version is
 * marked if the function passed the keyword on. */
CUCORE__PRIVATE int cucore__py_lacks_keyword(const cucore__py_call *call, PyObject *error, cucore__py_request *request)
{
    static const char *const words[] = {"max_version", "keyword", "positional argument",
                                        "incompatible function arguments", NULL};
    PyObject *traceback;
    int found, inside;
    if (!PyErr_GivenExceptionMatches(error, PyExc_TypeError)) return 0;
    found = cucore__py_error_mentions(error, words);
    if (found <= 0) return found;
    traceback = PyException_GetTraceback(error);
    Py_XDECREF(traceback);
    inside = traceback ? cucore__py_is_python_method(call) : 0;
    if (inside <= 0) return inside < 0 ? -1 : 1;
    found = cucore__py_passed_keyword_on(error, request);
    if (found > 0) request->with_version |= CUCORE__PY_PASSED_ON;
    return found;
}

/* Drops the keywords that were refused: max_version, which came to DLPack with copy, or only copy.  0, -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_drop_keyword(PyObject *error, cucore__py_request *request)
{
    static const char *const version[] = {"max_version", NULL}, *const copy[] = {"copy", NULL};
    int both = 1, names_copy;
    if (request->no_copy) {
        both = cucore__py_error_mentions(error, version);
        names_copy = both > 0 ? cucore__py_error_mentions(error, copy) : 0;
        if (both < 0 || names_copy < 0) return -1;
        both = both && !names_copy;
    }
    request->no_copy = 0;
    if (both) request->with_version &= ~CUCORE__PY_PASSED;
    return 0;
}

/* Changes `request` for one more call after one that failed: 1, 0 if no rule applies, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_change_request(const cucore__py_call *call, PyObject *error, cucore__py_request *request)
{
    int lacks = request->with_version & CUCORE__PY_PASSED ? cucore__py_lacks_keyword(call, error, request) : 0;
    if (lacks) return lacks < 0 || cucore__py_drop_keyword(error, request) < 0 ? -1 : 1;
    if (!request->with_stream) return 0;
    if (request->stream == CUCORE_STREAM_PER_THREAD && PyErr_GivenExceptionMatches(error, PyExc_BufferError)) {
        request->stream = CUCORE_STREAM_LEGACY; /* torch; 2 waits for 1 afterwards (rules D11) */
        return 1;
    }
    if (request->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED &&
        (PyErr_GivenExceptionMatches(error, PyExc_ValueError) ||
         PyErr_GivenExceptionMatches(error, PyExc_RuntimeError))) {
        request->with_stream = 0; /* NumPy (rules table 1.3) */
        return 1;
    }
    return 0;
}

/* Checks a guess after a call that failed: producers refuse a stream that does not fit their device with one of these
 * classes.  0, CUCORE__PY_WRONG_GUESS with `request` corrected, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_guess(const cucore__py_call *call, PyObject *error, cucore__py_request *request)
{
    PyObject *const refusals[] = {PyExc_ValueError, PyExc_RuntimeError, PyExc_AssertionError, PyExc_BufferError,
                                  PyExc_TypeError};
    cucore__py_request asked;
    size_t i;
    for (i = 0; i < 5 && !PyErr_GivenExceptionMatches(error, refusals[i]); i++) {
    }
    if (!request->guessed || i == 5) return 0;
    if (cucore__py_dlpack_device(call, &asked) < 0) return -1;
    request->guessed = 0;
    if (asked.device_type == request->device_type && asked.device_id == request->device_id) return 0;
    request->device_type = asked.device_type;
    request->device_id = asked.device_id;
    return CUCORE__PY_WRONG_GUESS;
}

/* Calls __dlpack__ as often as the rules allow; each rule applies once.  NULL with an exception, or without one: the
 * guess was wrong. */
CUCORE__PRIVATE PyObject *cucore__py_get_capsule(const cucore__py_call *call, cucore__py_request *request)
{
    PyObject *capsule, *error, *first = NULL;
    int wrong, revised;
    while (!(capsule = cucore__py_call_dlpack(call, request))) {
        error = cucore__py_error_take();
        if (!error) { /* a C method returned NULL without an exception */
            PyErr_SetString(PyExc_SystemError, "__dlpack__ failed without an exception"); /* unreachable: as below */
            break; /* unreachable: CPython makes it a SystemError, except for types in C whose tp_getattro does so */
        }
        wrong = cucore__py_check_guess(call, error, request);
        if (wrong > 0) {
            Py_DECREF(error);
            break;
        }
        revised = wrong < 0 ? -1 : cucore__py_change_request(call, error, request);
        if (revised < 0) { /* the later exception explains more */
            cucore__py_error_chain(error);
            break;
        }
        if (!revised) {
            cucore__py_error_put(error);
            cucore__py_error_chain(first);
            return NULL;
        }
        Py_XDECREF(first);
        first = error;
    }
    Py_XDECREF(first);
    return capsule;
}

/* python/in/capsule.c: decodes DLPack capsules and their tensors. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_capsule(const cucore__py_call *call, PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    if (!name && PyErr_Occurred()) return -1;
    if (name && strncmp(name, "used_dltensor", 13) == 0) {
        cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                          "the DLPack capsule is already consumed (its name is '%s')", name);
    } else {
        cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                          "the capsule is no DLPack tensor (its name is '%.64s')", name ? name : "NULL");
    }
    return -1;
}

/* Takes the tensor out of a capsule.  The name must live for ever (rules D25, D26). */
CUCORE__PRIVATE int cucore__py_capsule_consume(PyObject *capsule, const char *used_name)
{
    if (PyCapsule_SetName(capsule, used_name) < 0) return -1;
    if (PyCapsule_SetDestructor(capsule, NULL) < 0) PyErr_Clear(); /* the new name is enough */
    return 0;
}

/* Returns a key for device memory that counts as confirmed once the driver has confirmed it for the type: same dtype,
 * same kind, one device.  0: the driver has to be asked. */
CUCORE__PRIVATE inline unsigned cucore__py_memory_key(const cucore_view *view)
{
    if (view->device_id != 0 || !cucore__device_is_cuda(view->device_type)) return 0;
    return (unsigned)view->device_type << 24 | (unsigned)view->dtype.code << 16 | (unsigned)view->dtype.bits << 8 |
           (view->dtype.lanes & 0xFFu);
}

/* Asks the driver about the first array of a kind (rules D36); with several devices about every array (D8). */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__py_accept_tensor(const cucore__py_call *call)
{
    cucore_view *const view = call->out;
    unsigned key = cucore__driver_state.device_count == 1 ? cucore__py_memory_key(view) : 0;
    const int verified = cucore__py_is_verified(&call->info, key);
    int known = verified;
    cucore_status status = cucore__view_accept(view, &call->how, &known);
    if (!status && !verified && known && cucore__py_memory_key(view) == key) cucore__py_set_verified(&call->info, key);
    return status;
}

/* Checks that a tensor on another device is where __dlpack_device__ reported: a producer that got a CUDA stream ordered
 * no work there (rules P1).  After a guess there was no report. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_check_other(const cucore__py_call *call,
                                                                  const cucore__py_request *request)
{
    const cucore_view *const view = call->out;
    if (!request || request->guessed || view->device_type == request->device_type) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "__dlpack_device__() said device type %d, but the tensor is on type %d (%s)",
                       request->device_type, (int)view->device_type, cucore__device_name(view->device_type));
}

/* Returns 1 if a tensor is on the device that its producer was taken to be on.  The driver is not loaded for that,
 * which would release the GIL. */
CUCORE__PRIVATE inline int cucore__py_guess_is_right(DLDevice device, const cucore__py_request *request)
{
    if (!request || !request->guessed) return 1;
    if (!cucore__device_is_cuda((int)device.device_type)) return !cucore__device_is_cuda(request->device_type);
    return cucore__device_is_cuda(request->device_type) &&
           ((int)device.device_id == request->device_id || cucore__driver_state.device_count == 1);
}

/* Remembers the kind of a tensor that was accepted: such tensors are decoded faster from then on. */
CUCORE__PRIVATE void cucore__py_learn_kind(const cucore__py_call *call, const DLTensor *tensor)
{
    const cucore_view *const view = call->out;
    const unsigned checks = cucore__py_needed_checks(&call->info, view->dtype.code), key = cucore__py_memory_key(view);
    if (checks & CUCORE__PY_HAS_CONJ) return;
    if (view->device_type != CUCORE_DEVICE_TYPE_CPU && !cucore__py_is_verified(&call->info, key)) return;
    cucore__py_remember_kind(&call->info, tensor, view, checks);
}

/* Refuses a tensor of another major version, of which only the deleter may be used (rules D29). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_reject_major(const cucore__py_call *call, PyObject *capsule,
                                                         DLManagedTensorVersioned *managed)
{
    PyObject *error;
    cucore__view_clear(call->out);
    cucore__py_refuse_status(call->how.arg, cucore__fail_major(managed));
    error = cucore__py_error_take();
    if (cucore__py_capsule_consume(capsule, "used_dltensor_versioned") == 0)
        cucore__dlmanaged_versioned_delete(managed);
    cucore__py_error_put(error);
    return -1;
}

/* Refuses a tensor: CUCORE__PY_IMPOSSIBLE, or -1 with `out` cleared.  The tensor is read before Python makes an
 * exception (rules X10). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_tensor(const cucore__py_call *call, cucore_status refused,
                                                          const DLTensor *tensor, uint64_t flags)
{
    cucore_view *const out = call->out;
    const cucore_error error = cucore__error;
    DLTensor dense = *tensor;
    cucore_status status;
    int result = CUCORE__PY_FAILED;
    cucore__view_clear(out);
    dense.strides = NULL;
    status = tensor->strides ? cucore__dltensor_decode(tensor, flags, &call->how, out) : CUCORE_OK;
    if (status == CUCORE_OVERFLOW || status == CUCORE_PROTOCOL) {
        cucore__view_clear(out);
        if (!cucore__dltensor_decode(&dense, flags, &call->how, out)) result = CUCORE__PY_IMPOSSIBLE;
    }
    cucore__error = error;
    cucore__py_refuse_status(call->how.arg, refused);
    if (PyErr_ExceptionMatches(PyExc_MemoryError)) result = CUCORE__PY_FAILED; /* rules B92 */
    if (result == CUCORE__PY_FAILED) cucore__view_clear(out);
    return result;
}

/* Takes the tensor of a capsule.  No code of the producer runs between the look at the name and its change (rules D24,
 * D28).  `request` is how the producer was asked, NULL for a capsule of the caller.  0, -1 or CUCORE__PY_IMPOSSIBLE
 * with an exception; CUCORE__PY_WRONG_GUESS: the capsule is as it was. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_take_capsule_unlocked(const cucore__py_call *call, PyObject *capsule,
                                                                 const cucore__py_request *request)
{
    cucore_view *const out = call->out;
    const DLTensor *tensor;
    const char *used = "used_dltensor_versioned";
    void *owner;
    uint64_t flags = 0;
    unsigned checks; /* ignored, since __dlpack__ has made them */
    int protocol = CUCORE_PROTOCOL_DLPACK_VERSIONED, unproven = 0;
    cucore_status status;
    if (CUCORE__LIKELY(PyCapsule_IsValid(capsule, "dltensor_versioned"))) {
        DLManagedTensorVersioned *managed =
            (DLManagedTensorVersioned *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (!managed) return -1;
        if (managed->version.major != DLPACK_MAJOR_VERSION) return cucore__py_reject_major(call, capsule, managed);
        owner = managed;
        tensor = &managed->dl_tensor;
        flags = managed->flags;
    } else if (PyCapsule_IsValid(capsule, "dltensor")) {
        owner = PyCapsule_GetPointer(capsule, "dltensor");
        if (!owner) return -1;
        tensor = &((DLManagedTensor *)owner)->dl_tensor;
        used = "used_dltensor";
        protocol = CUCORE_PROTOCOL_DLPACK;
        unproven =
            !(call->how.flags & CUCORE_ALLOW_UNPROVEN_WRITE) && !(call->info.traits.facts & CUCORE__PY_IS_MUTABLE);
    } else {
        return cucore__py_refuse_capsule(call, capsule);
    }
    if (!cucore__py_guess_is_right(tensor->device, request)) return CUCORE__PY_WRONG_GUESS;
    if (flags & CUCORE_DLPACK_IS_COPIED && request && request->no_copy) {
        return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, unsupported, BufferError),
                                 "the producer was asked for copy=False, but made a copy");
    }
    if (!flags && cucore__py_recall_kind(&call->info, tensor, out, &checks)) {
        out->protocol = (uint8_t)protocol;
        out->readonly = out->unproven = (uint8_t)unproven;
        status = cucore__view_check_arg(out, call->how.arg, call->how.of_call);
    } else {
        cucore__view_clear(out);
        out->protocol = (uint8_t)protocol;
        status = cucore__dltensor_decode(tensor, flags, &call->how, out);
        if (unproven) out->readonly = out->unproven = 1;
        if (!status && !(out->host_accessible | out->device_accessible)) status = cucore__py_check_other(call, request);
        if (!status) status = cucore__py_accept_tensor(call);
        if (!status) cucore__py_learn_kind(call, tensor);
    }
    if (status) {
        if (request) return cucore__py_refuse_tensor(call, status, tensor, flags);
        cucore__view_clear(out);
        return cucore__py_refuse_status(call->how.arg, status);
    }
    cucore__view_own(out, owner,
                     protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_release_managed : cucore__py_release_versioned);
    /* JAX changes no array, which its legacy tensors cannot report */
    if (call->info.traits.facts & CUCORE__PY_IS_JAX) out->producer_stream = CUCORE_STREAM_NO_SYNC;
    if (cucore__py_capsule_consume(capsule, used) == 0) return 0;
    out->private_.release = NULL;
    return cucore__py_release_failed(out);
}

CUCORE__PRIVATE int cucore__py_take_capsule(const cucore__py_call *call, PyObject *capsule,
                                            const cucore__py_request *request)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_take_capsule_unlocked(call, capsule, request));
    return result;
}

/* Leaves the capsule as it was, and lets the view hold it: CUCORE_KEEP_CAPSULE. */
CUCORE__PRIVATE int cucore__py_keep_capsule_unlocked(const cucore__py_call *call, PyObject *capsule,
                                                     const cucore__py_request *request)
{
    const char *name = PyCapsule_GetName(capsule);
    PyCapsule_Destructor own_destructor = PyCapsule_GetDestructor(capsule);
    int result;
    PyErr_Clear(); /* a capsule without a destructor is no error */
    result = cucore__py_take_capsule_unlocked(call, capsule, request);
    if (result) return result;
    Py_INCREF(capsule);
    cucore__view_own(call->out, capsule, cucore__py_release_object);
    if (PyCapsule_SetName(capsule, name) < 0 || PyCapsule_SetDestructor(capsule, own_destructor) < 0) PyErr_Clear();
    return 0;
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_keep_capsule(const cucore__py_call *call, PyObject *capsule,
                                                          const cucore__py_request *request)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_keep_capsule_unlocked(call, capsule, request));
    return result;
}

/* python/in/twin.c: takes arrays of the CPU by their buffer, once that has shown the array that __dlpack__ shows: a
 * quarter of the time for JAX (rules B136). */
/* Returns what is known of the buffers of a type: CUCORE__PY_TWIN_.... */
CUCORE__PRIVATE unsigned cucore__py_twin(const cucore__py_type_info *info)
{
    uint64_t twin = info->slot ? CUCORE__LOAD(&info->slot->twin) : 0;
    return twin >> 32 == info->version ? (unsigned)twin : 0;
}

CUCORE__PRIVATE void cucore__py_set_twin(const cucore__py_type_info *info, unsigned twin)
{
    if (info->slot) CUCORE__STORE(&info->slot->twin, (uint64_t)info->version << 32 | twin);
}

/* Returns 1 if an argument may come by a buffer: none that is written to, or that names DLPack. */
CUCORE__PRIVATE inline int cucore__py_twin_may_serve(const cucore__py_call *call)
{
    const uint64_t others =
        CUCORE_BY_DLPACK | CUCORE_WRITE | CUCORE_NEVER_COPY | CUCORE_ALLOW_UNPROVEN_WRITE | CUCORE_KEEP_CAPSULE;
    return call->info.traits.facts & CUCORE__PY_HAS_TWIN && !(call->how.flags & others);
}

/* Returns 1 if an array of TensorFlow is on the CPU of this process: its buffer would be a copy of the memory of
 * another device.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_twin_is_here(const cucore__py_call *call)
{
    static const char first[] = "/job:localhost/", last[] = "/device:CPU:0";
    PyObject *device = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_BACKING_DEVICE]);
    Py_ssize_t length = 0;
    const char *text = device && PyUnicode_Check(device) ? PyUnicode_AsUTF8AndSize(device, &length) : NULL;
    const int here = text && length > (Py_ssize_t)(sizeof first + sizeof last) &&
                     memcmp(text, first, sizeof first - 1) == 0 && strcmp(text + length - sizeof last + 1, last) == 0;
    Py_XDECREF(device);
    return PyErr_Occurred() ? cucore__py_error_clear() : here;
}

/* Returns 1 if numbers of TensorFlow are what their buffer shows: quantized integers (types.proto, 11 to 13, 15, 16)
 * look like plain ones.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_twin_is_plain(const cucore__py_call *call, cucore_dtype dtype)
{
    PyObject *args[2], *number;
    long type;
    if ((dtype.code != CUCORE_CODE_INT && dtype.code != CUCORE_CODE_UINT) || dtype.bits > 32) return 1;
    args[0] = NULL;
    args[1] = call->obj;
    number = cucore__py_call_method(call->state->names[CUCORE__PY_DATATYPE], args + 1, NULL);
    type = number && PyLong_Check(number) ? PyLong_AsLong(number) : 11;
    Py_XDECREF(number);
    return PyErr_Occurred() ? cucore__py_error_clear() : type < 11 || type > 16;
}

/* Returns 1 if memory is ordinary: the buffer of JAX does not tell pinned memory, which the driver knows. */
CUCORE__PRIVATE inline int cucore__py_twin_is_ordinary(const cucore_view *view)
{
    cucore_pointer_info info;
    if (cucore__driver_state.device_count < 1) return 1;
    return !cucore__pointer_attributes(view->ptr, 3, &info) && info.device_type == CUCORE_DEVICE_TYPE_CPU;
}

/* Takes the buffer into a cleared view, which may be moved, as one that owns a tensor.  0; CUCORE__PY_DECLINED: the
 * view is cleared, and __dlpack__ has to tell, also why the argument is refused; CUCORE__PY_FAILED with an
 * exception. */
CUCORE__PRIVATE int cucore__py_twin_take(const cucore__py_call *call, cucore_view *out)
{
    const unsigned facts = call->info.traits.facts, twin = cucore__py_twin(&call->info);
    const int is_placed = (facts & CUCORE__PY_IS_PLACED) != 0;
    int here = is_placed ? cucore__py_twin_is_here(call) : 1, fits;
    cucore__py_held *held;
    cucore_status status;
    if (here <= 0) return here < 0 ? CUCORE__PY_FAILED : CUCORE__PY_DECLINED;
    held = (cucore__py_held *)malloc(sizeof *held);
    if (!held) return CUCORE__PY_DECLINED;
    held->other = NULL;
    if (PyObject_GetBuffer(call->obj, &held->buffer, PyBUF_FULL_RO) < 0) {
        free(held);
        cucore__py_set_twin(&call->info, twin | CUCORE__PY_TWIN_DOUBT);
        return cucore__py_error_clear() < 0 ? CUCORE__PY_FAILED : CUCORE__PY_DECLINED;
    }
    status = cucore__buffer_decode(&held->buffer, call->how.arg, call->how.of_call, out);
    if (!status && !cucore__layout_is_empty(&out->layout)) {
        fits = out->dtype.code < CUCORE_CODE_OPAQUE && !cucore__py_is_odd(out) && out->readonly;
        if (fits) fits = is_placed ? cucore__py_twin_is_plain(call, out->dtype) : cucore__py_twin_is_ordinary(out);
        if (fits > 0) {
            cucore__view_own_wrapped(out, held, cucore__py_free_held);
            return CUCORE__PY_DONE;
        }
        if (!fits) cucore__py_set_twin(&call->info, twin | CUCORE__PY_TWIN_DOUBT);
    }
    cucore__py_drop_held(held);
    cucore__view_clear(out);
    return PyErr_Occurred() ? CUCORE__PY_FAILED : CUCORE__PY_DECLINED;
}

/* Takes an object by its buffer if its type is known to show the same by it, the last array was on the CPU, and the
 * driver may be asked.  CUCORE__PY_DECLINED: __dlpack__ has to be called. */
CUCORE__PRIVATE int cucore__py_from_twin(const cucore__py_call *call)
{
    const unsigned twin = cucore__py_twin(&call->info), habits = cucore__py_habits(&call->info);
    int result;
    if ((twin & (CUCORE__PY_TWIN_EQUAL | CUCORE__PY_TWIN_DOUBT)) != CUCORE__PY_TWIN_EQUAL) return CUCORE__PY_DECLINED;
    if (call->how.flags & CUCORE_TRUST_PRODUCER && cucore__driver_state.device_count > 0) return CUCORE__PY_DECLINED;
    if ((habits & (CUCORE__PY_KNOWS_DEVICE | CUCORE__PY_DOUBT)) != CUCORE__PY_KNOWS_DEVICE ||
        (habits >> 8 & 0xFF) != CUCORE_DEVICE_TYPE_CPU) {
        return CUCORE__PY_DECLINED;
    }
    result = cucore__py_twin_take(call, call->out);
    if (result != CUCORE__PY_DONE) return result;
    call->out->unproven = (twin & CUCORE__PY_TWIN_UNPROVEN) != 0;
    if (call->info.traits.facts & CUCORE__PY_IS_JAX) call->out->producer_stream = CUCORE_STREAM_NO_SYNC;
    return result;
}

/* Returns 1 if two views show the same array in the same way, whoever owns it. */
CUCORE__PRIVATE int cucore__py_twin_is_equal(const cucore_view *a, const cucore_view *b)
{
    int i, same = a->ptr == b->ptr && cucore_dtype_is_equal(a->dtype, b->dtype) && a->padded == b->padded &&
                  a->device_type == b->device_type && a->readonly == b->readonly && a->copied == b->copied &&
                  a->layout.ndim == b->layout.ndim;
    for (i = 0; same && i < a->layout.ndim; i++) {
        same = a->layout.shape[i] == b->layout.shape[i] &&
               (a->layout.shape[i] == 1 || a->layout.strides[i] == b->layout.strides[i]);
    }
    return same;
}

/* Compares the buffer of an array of the CPU with what came by __dlpack__, which the type does for the first time, or
 * after as many arrays as CUCORE__PY_TWIN_DOUBT counts.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_learn_twin(const cucore__py_call *call)
{
    const cucore_view *const view = call->out;
    unsigned twin = cucore__py_twin(&call->info);
    cucore__py_call again = *call;
    cucore_view other;
    int result;
    if (!call->info.slot || view->device_type != CUCORE_DEVICE_TYPE_CPU || cucore__layout_is_empty(&view->layout))
        return 0;
    if (twin & CUCORE__PY_TWIN_DOUBT) {
        cucore__py_set_twin(&call->info, twin - 1);
        return 0;
    }
    if (twin & CUCORE__PY_TWIN_EQUAL) return 0;
    cucore__py_set_twin(&call->info, CUCORE__PY_TWIN_DOUBT); /* until it is known */
    if (!(call->info.traits.facts & CUCORE__PY_IS_PLACED) && cucore__driver_is_nearby()) return 0;
    again.how.of_call = NULL;
    cucore__view_clear(&other);
    result = cucore__py_twin_take(&again, &other);
    if (result != CUCORE__PY_DONE) return result == CUCORE__PY_FAILED ? -1 : 0;
    if (cucore__py_twin_is_equal(view, &other)) {
        twin = CUCORE__PY_TWIN_EQUAL;
        cucore__py_set_twin(&call->info, view->unproven ? twin | CUCORE__PY_TWIN_UNPROVEN : twin);
    }
    cucore_view_release(&other);
    return 0;
}

/* python/in/dlpack.c: decodes an object with __dlpack__. */
/* Refuses data on CUDA whose producer got no stream, since it had reported another device. */
CUCORE__PRIVATE int cucore__py_check_was_ordered(const cucore__py_call *call, const cucore__py_request *request)
{
    const cucore_view *const view = call->out;
    if (!cucore__device_is_cuda(view->device_type) || cucore__device_is_cuda(request->device_type)) return 0;
    if (call->how.stream == CUCORE_STREAM_NO_SYNC || cucore__layout_is_empty(&view->layout)) return 0;
    return cucore__py_refuse(
        call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
        "__dlpack_device__() said device type %d, but the data are on CUDA (%d): they were not ordered",
        request->device_type, (int)view->device_type);
}

/* Makes the stream of the consumer wait for `sent`, on which the producer ordered its work; for pinned memory the host
 * waits for all work. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_settle_now(const cucore__py_call *call, CUstream sent)
{
    cucore_view *const view = call->out;
    cucore_status status;
    if (cucore__layout_is_empty(&view->layout) || call->how.stream == CUCORE_STREAM_NO_SYNC) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        status = cucore__pointer_synchronize(view->ptr);
    } else {
        view->has_producer_stream = 1;
        view->producer_stream = sent;
        view->producer_context = NULL;
        status = cucore__view_order(view, call->how.stream);
        view->has_producer_stream = 0;
        view->producer_stream = NULL;
    }
    Py_END_ALLOW_THREADS
    return status ? cucore__py_refuse_status(call->how.arg, status) : 0;
}

/* Orders the consumer if the producer got another stream (rules D11, D37).  A default stream is the same for both: the
 * producer was called with its device current (rules B37, B118). */
CUCORE__PRIVATE inline int cucore__py_settle(const cucore__py_call *call, const cucore__py_request *request)
{
    int host = call->how.stream == CUCORE_STREAM_HOST && call->out->device_accessible;
    int other = request->with_stream && request->stream != cucore__stream_normalize(call->how.stream);
    return host || other ? cucore__py_settle_now(call, request->stream) : 0;
}

/* Refuses to write arrays that are not known to be mutable.  Legacy tensors do not report that: the type may be known,
 * or a buffer of the object reports it (rules B90).  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_check_mutable(const cucore__py_call *call)
{
    Py_buffer buffer;
    int immutable = call->info.traits.facts & CUCORE__PY_IS_JAX;
    if (call->info.traits.facts & CUCORE__PY_IS_MUTABLE) return 0;
    if (!immutable && PyObject_CheckBuffer(call->obj)) {
        if (PyObject_GetBuffer(call->obj, &buffer, PyBUF_FULL_RO) == 0) {
            immutable = buffer.readonly;
            PyBuffer_Release(&buffer);
            if (!immutable) return 0;
        } else if (cucore__py_error_clear() < 0) {
            return -1;
        }
    }
    return cucore__py_refuse_type(call->how.arg, cucore__py_import_class(CUCORE_READONLY, call->how.arg),
                                  immutable ? "expected a writable array, but arrays of type '%U' are immutable"
                                            : "expected an array known to be writable, but '%U' gave a legacy DLPack "
                                              "tensor, which cannot say so: it may be immutable",
                                  call->obj);
}

/* Calls __dlpack__ for the device that the producer is on, or is taken to be on; with that device current if there are
 * several.  0, -1 or CUCORE__PY_IMPOSSIBLE with an exception; CUCORE__PY_WRONG_GUESS: `out` is untouched, and `request`
 * has the device of the producer. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_dlpack_on(cucore__py_call *call, cucore__py_request *request)
{
    cucore_view *const out = call->out;
    PyObject *capsule;
    cucore_context_guard guard;
    const uint64_t flags = call->how.flags;
    cucore_status status = CUCORE_OK;
    int result = 0, keeps = 0;
    if (!request->guessed)
        status = cucore__view_set_device(out, request->device_type, request->device_id, call->how.flags);
    if (!status && cucore__py_choose_keywords(call, request) < 0) {
        cucore__view_clear(out);
        return -1;
    }
    guard.private_[0] = NULL;
    if (!status && cucore__device_is_cuda(request->device_type) && !(call->how.flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
        if (!status) status = cucore__context_enter_device(request->device_id, &guard);
    }
    if (status) {
        cucore__view_clear(out);
        return cucore__py_refuse_status(call->how.arg, status);
    }
    capsule = cucore__py_get_capsule(call, request);
    if (!capsule) {
        result = PyErr_Occurred() ? -1 : CUCORE__PY_WRONG_GUESS;
    } else if (!PyCapsule_CheckExact(capsule)) {
        result = cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                                        "__dlpack__() returned '%U', not a capsule", capsule);
    } else if (call->how.flags & (CUCORE_WRITE | CUCORE_KEEP_CAPSULE)) {
        keeps = (call->how.flags & CUCORE_KEEP_CAPSULE) != 0;
        if (call->how.flags & CUCORE_WRITE && !(call->how.flags & CUCORE_ALLOW_UNPROVEN_WRITE) &&
            PyCapsule_IsValid(capsule, "dltensor")) {
            result = cucore__py_check_mutable(call);
            call->how.flags |= CUCORE_ALLOW_UNPROVEN_WRITE; /* it is proven */
        }
    }
    if (!result) {
        result =
            keeps ? cucore__py_keep_capsule(call, capsule, request) : cucore__py_take_capsule(call, capsule, request);
        call->how.flags = flags;
        if (result > 0 && cucore__py_dlpack_device(call, request) < 0) result = -1;
    }
    if (result && capsule) {
        cucore__py_drop(capsule);
    } else {
        Py_XDECREF(capsule);
    }
    cucore_context_leave(&guard);
    if (result) {
        if (result != CUCORE__PY_IMPOSSIBLE) cucore__view_clear(out);
        return result;
    }
    if (cucore__py_check_was_ordered(call, request) < 0 || cucore__py_settle(call, request) < 0)
        return cucore__py_release_failed(out);
    return 0;
}

/* Uses the device of the last array of the type, if such a call is right wherever the array is (rules B91), since
 * __dlpack_device__ costs as much as __dlpack__ does.  A call with a stream is right: it is what arrays on CUDA need,
 * and other arrays refuse it; but each of several devices has default streams of its own.  A call without a stream may
 * make a CUDA array wait on the legacy default stream, and break a capture: it is made only for types that are known
 * not to do so.  Returns 1 if `request` has the device. */
CUCORE__PRIVATE int cucore__py_guess_device(const cucore__py_call *call, cucore__py_request *request)
{
    unsigned habits = cucore__py_habits(&call->info);
    int type = (int)(habits >> 8 & 0xFF);
    if ((habits & (CUCORE__PY_KNOWS_DEVICE | CUCORE__PY_DOUBT)) != CUCORE__PY_KNOWS_DEVICE) return 0;
    if (!cucore__device_is_cuda(type)) {
        if (!(call->info.traits.facts & CUCORE__PY_IS_QUIET)) return 0;
    } else if (cucore__stream_is_default(cucore__stream_normalize(call->how.stream)) && !cucore__py_has_one_device()) {
        return 0;
    }
    request->device_type = type;
    request->device_id = (int)(habits >> 16);
    return 1;
}

/* Remembers how a successful call was made.  A proxy has no habits of its own. */
CUCORE__PRIVATE void cucore__py_note_habits(const cucore__py_call *call, const cucore__py_request *request)
{
    unsigned habits = cucore__py_habits(&call->info), now = habits & (CUCORE__PY_NO_VERSION | CUCORE__PY_NO_COPY),
             device;
    if (!(request->with_version & CUCORE__PY_PASSED_ON)) {
        if (!request->with_version) now |= CUCORE__PY_NO_VERSION;
        if (cucore__py_refuses_copies(call) && !request->no_copy) now |= CUCORE__PY_NO_COPY;
    }
    if (request->device_type <= 0xFF && (unsigned)request->device_id <= 0xFFFF) {
        device = (unsigned)request->device_type << 8 | (unsigned)request->device_id << 16;
        now |= device | CUCORE__PY_KNOWS_DEVICE;
        if (habits >> 8 == device >> 8) {
            now |= habits & CUCORE__PY_DOUBT ? (habits & CUCORE__PY_DOUBT) - CUCORE__PY_DOUBT_ONE : 0;
        } else if (habits & CUCORE__PY_KNOWS_DEVICE) {
            now |= CUCORE__PY_DOUBT;
        }
    }
    if (now != habits && call->info.traits.offer == CUCORE__PY_OFFERS_DLPACK) cucore__py_set_habits(&call->info, now);
}

/* -------- what an owner has to be asked: gradients, a conjugation, a sign (rules X7, B38) -------- */
/* Calls a method that returns yes or no, directly if it is written in C: 1, 0, -1. */
CUCORE__PRIVATE int cucore__py_call_yes_or_no(const cucore__py_call *call, PyCFunction method, PyObject *name)
{
    PyObject *args[2], *answer;
    int yes;
    args[0] = NULL;
    args[1] = call->obj;
    answer = method && cucore__py_is_still_of_type(call->obj, &call->info)
                 ? method(call->obj, NULL)
                 : cucore__py_call_method(name, args + 1, NULL);
    if (!answer) return -1;
    yes = answer == Py_True ? 1 : answer == Py_False ? 0 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

CUCORE__PRIVATE inline int cucore__py_requires_grad(const cucore__py_call *call)
{
    PyObject *answer = call->info.traits.grad && cucore__py_is_still_of_type(call->obj, &call->info)
                           ? call->info.traits.grad(call->obj, call->info.traits.grad_extra)
                           : PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_REQUIRES_GRAD]);
    int yes;
    if (!answer) return -1;
    yes = answer == Py_False ? 0 : answer == Py_True ? 1 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

/* Refuses a tensor with its negative bit set.  The layout does not show the bit, since torch's _neg_view and as_strided
 * make any layout (rules B110).  0, -1 with an exception, CUCORE__PY_UNANSWERED. */
CUCORE__PRIVATE int cucore__py_refuse_negative_bit(const cucore__py_call *call)
{
    int negative = cucore__py_call_yes_or_no(call, call->info.traits.negative, call->state->names[CUCORE__PY_IS_NEG]);
    if (negative <= 0) return negative ? CUCORE__PY_UNANSWERED : 0;
    cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, unsupported, BufferError),
                      "the tensor has its negative bit set: its values in memory have the wrong sign; use "
                      "tensor.resolve_neg()");
    return -1;
}

/* Does the same if the dtype can have the bit: torch's __dlpack__ exports such a tensor with the wrong signs. */
CUCORE__PRIVATE inline int cucore__py_check_negative_bit(const cucore__py_call *call)
{
    if (!(cucore__py_needed_checks(&call->info, call->out->dtype.code) & CUCORE__PY_HAS_NEG)) return 0;
    if (call->how.flags & CUCORE_ALLOW_NEGATIVE_BIT) return 0;
    return cucore__py_refuse_negative_bit(call);
}

/* Does the same after __dlpack__ has succeeded, which settles an unanswered question. */
CUCORE__PRIVATE inline int cucore__py_check_negative_bit_after_dlpack(const cucore__py_call *call)
{
    const int result = cucore__py_check_negative_bit(call);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_error_clear() : result;
}

typedef intptr_t (*cucore__py_cupy_stream)(int device_id);

/* Returns the current stream of CuPy or torch on a device, on which the library's work on its arrays is; NULL with an
 * exception. */
CUCORE__PRIVATE PyObject *cucore__py_current_stream(const cucore__py_call *call, int device_id, CUstream *out)
{
    const int torch = (call->info.traits.facts & CUCORE__PY_IS_TORCH) != 0;
    PyObject *function = cucore__py_constructor(call->state, torch ? CUCORE__PY_TORCH_STREAM : CUCORE__PY_CUPY_STREAM);
    PyObject *device = function ? PyLong_FromLong(device_id) : NULL, *stream = NULL, *number = NULL;
    if (device) stream = PyObject_CallFunctionObjArgs(function, device, NULL);
    if (stream) number = PyObject_GetAttr(stream, call->state->names[torch ? CUCORE__PY_HANDLE : CUCORE__PY_PTR]);
    if (number && PyLong_Check(number)) *out = cucore__stream_normalize((CUstream)PyLong_AsVoidPtr(number));
    if (stream && (!number || !PyLong_Check(number) || PyErr_Occurred() || *out == CUCORE_STREAM_NO_SYNC ||
                   *out == CUCORE_STREAM_HOST)) {
        Py_CLEAR(stream);
    }
    Py_XDECREF(number);
    Py_XDECREF(device);
    Py_XDECREF(function);
    return stream;
}

/* Returns the function of C by which CuPy's own modules ask for the current stream of a device, from CuPy 13 on; NULL:
 * it has none, or an exception is set. */
CUCORE__PRIVATE CUCORE__APART cucore__py_cupy_stream cucore__py_cupy_stream_of(cucore__py_state *state)
{
    static const char signature[] = "intptr_t (int)";
    PyObject *capsule = CUCORE__LOAD(&state->constructors[CUCORE__PY_CUPY_STREAM_OF]), *table = NULL, *key;
    cucore__py_cupy_stream function = NULL;
    void *pointer = NULL;
    int found;
    if (!capsule) {
        key = PyUnicode_InternFromString("get_stream_ptr");
        found = key ? cucore__py_imported_attribute("cupy_backends.cuda.stream", "__pyx_capi__", &table) : -1;
        if (found > 0) found = PyDict_Check(table) ? cucore__py_dict_get(table, key, &capsule) : 0;
        Py_XDECREF(table);
        Py_XDECREF(key);
        if (found < 0) return NULL;
        if (!capsule || !PyCapsule_IsValid(capsule, signature)) {
            Py_XDECREF(capsule);
            capsule = Py_None;
            Py_INCREF(capsule);
        }
        CUCORE__STORE(&state->constructors[CUCORE__PY_CUPY_STREAM_OF], capsule);
    }
    if (capsule != Py_None) pointer = (PyCapsule_GetPointer)(capsule, signature);
    memcpy(&function, &pointer, sizeof function);
    return function;
}

/* Finds the current stream of CuPy or torch on a device: 1, 0 unknown, -1 with an exception.  `object` has to be kept
 * as long as the stream is used, and is NULL for a default stream, which CuPy tells sooner without its object. */
CUCORE__PRIVATE int cucore__py_find_current(const cucore__py_call *call, int device_id, CUstream *out,
                                            PyObject **object)
{
    cucore__py_cupy_stream function =
        call->info.traits.facts & CUCORE__PY_IS_CUPY ? cucore__py_cupy_stream_of(call->state) : NULL;
    intptr_t handle;
    *object = NULL;
    if (function) {
        handle = function(device_id);
        *out = cucore__stream_normalize((CUstream)handle);
        if (cucore__stream_is_default(*out) && !PyErr_Occurred()) return 1;
    }
    if (!PyErr_Occurred()) *object = cucore__py_current_stream(call, device_id, out);
    if (PyErr_Occurred()) return cucore__py_error_clear();
    return *object != NULL;
}

/* Orders a view whose producer's stream is known, and was not waited for by the producer. */
CUCORE__PRIVATE int cucore__py_order_on(const cucore__py_call *call, CUstream producer, PyObject *stream)
{
    cucore_view *const out = call->out;
    if (!out->device_accessible) return 0;
    out->has_producer_stream = 1;
    out->producer_stream = producer;
    if (cucore__stream_is_handle(producer) && cucore__py_hold_stream(out, stream) < 0) return -1;
    return cucore__py_order(call);
}

/* Takes an object in by __dlpack__.  A cucore.Array, or an array of CuPy or torch, is taken without ordering, since its
 * stream is known, which DLPack does not report: several arrays are ordered at once, and afterwards that stream waits
 * for work on the view on another stream (rules C10).  CuPy would take 2 us for an event of its own. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_from_dlpack(cucore__py_call *call)
{
    const CUstream stream = call->how.stream;
    const int orders = stream != CUCORE_STREAM_NO_SYNC;
    int result = cucore__py_learn_rest_now(call);
    const int facts = (int)call->info.traits.facts, is_ours = facts & CUCORE__PY_IS_ARRAY && orders;
    PyObject *current = NULL;
    CUstream producer = NULL;
    int known;
    cucore__py_request request;
    if (result < 0) return CUCORE__PY_FAILED;
    if (cucore__py_twin_may_serve(call)) {
        result = cucore__py_from_twin(call);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    request.guessed = cucore__py_guess_device(call, &request);
    if (!request.guessed && cucore__py_dlpack_device(call, &request) < 0) return CUCORE__PY_FAILED;
    do {
        Py_CLEAR(current);
        known = 0;
        if (facts & (CUCORE__PY_IS_CUPY | CUCORE__PY_IS_TORCH) && orders &&
            cucore__device_is_cuda(request.device_type)) {
            known = cucore__py_find_current(call, request.device_id, &producer, &current);
            if (known < 0) return CUCORE__PY_FAILED;
        }
        call->how.stream = is_ours || known ? CUCORE_STREAM_NO_SYNC : stream;
        result = cucore__py_dlpack_on(call, &request);
        if (result == CUCORE__PY_WRONG_GUESS) request.guessed = 0; /* __dlpack_device__ was called then */
    } while (result == CUCORE__PY_WRONG_GUESS);
    call->how.stream = stream;
    if (result >= 0) {
        if (!request.guessed) cucore__py_note_habits(call, &request);
        result = cucore__py_check_negative_bit_after_dlpack(call);
        if (!result && cucore__py_twin_may_serve(call)) result = cucore__py_learn_twin(call);
        if (!result && is_ours) {
            cucore__py_array_stream(call->obj, call->out);
            result = cucore__py_order(call);
        } else if (!result && known) {
            result = cucore__py_order_on(call, producer, current);
        }
        result = result < 0 ? cucore__py_release_failed(call->out) : CUCORE__PY_DONE;
    }
    Py_XDECREF(current);
    return result;
}

/* ------------ >>impl-py-exchange -- */
/* python/in/exchange.c: decodes a tensor by the C exchange table of its type. */
/* A tensor from a table, managed or only borrowed. */
typedef struct cucore__py_exchanged {
    DLTensor borrowed;
    DLManagedTensorVersioned *managed; /* NULL: borrowed */
} cucore__py_exchanged;

CUCORE__PRIVATE inline const DLTensor *cucore__py_exchanged_tensor(const cucore__py_exchanged *given)
{
    return given->managed ? &given->managed->dl_tensor : &given->borrowed;
}

/* Gets a tensor from the table.  -1 with an exception, as it should be, or without one (rules X11, B66).  A borrowed
 * tensor has no flags: only a managed one can report that it is read-only. */
CUCORE__PRIVATE inline int cucore__py_exchange_get(const cucore__py_call *call, cucore__py_exchanged *given)
{
    const cucore_exchange_api *table = call->info.traits.table;
    int result = -1;
    if (table->dltensor_from_py_object_no_sync && call->how.flags & CUCORE_BORROW &&
        !(call->how.flags & CUCORE_WRITE)) {
        memset(&given->borrowed, 0, sizeof given->borrowed);
        return table->dltensor_from_py_object_no_sync(call->obj, &given->borrowed) ? -1 : 0;
    }
    if (table->managed_tensor_from_py_object_no_sync)
        result = table->managed_tensor_from_py_object_no_sync(call->obj, &given->managed);
    return result || !given->managed ? -1 : 0;
}

/* Deletes a tensor, whose deleter may run any code. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_exchange_release(cucore__py_exchanged *given)
{
    PyObject *error;
    if (!given->managed) return;
    error = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__dlmanaged_versioned_delete(given->managed);
    if (error) cucore__py_error_put(error);
}

/* Returns 1 if __dlpack__ may be called instead, which has better messages and knows cases that the table does not. */
CUCORE__PRIVATE int cucore__py_may_use_dlpack(const cucore__py_call *call)
{
    if (call->info.traits.facts & CUCORE__PY_TABLE_ONLY) return 0;
    return !(call->how.flags & CUCORE_BY_EXCHANGE) || (call->how.flags & CUCORE_BY_DLPACK);
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_decline(const cucore__py_call *call, const char *why)
{
    if (cucore__py_may_use_dlpack(call)) return CUCORE__PY_DECLINED;
    return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, unsupported, BufferError), "%s", why);
}

/* Ends a failed call of the table, or of a question about what the table does not know (rules B101). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_table_failed(const cucore__py_call *call)
{
    if (!PyErr_Occurred())
        return cucore__py_decline(call, "the C exchange table of its type failed without an exception");
    if (!cucore__py_may_use_dlpack(call)) return -1;
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_grad(const cucore__py_call *call, int grad)
{
    if (grad < 0) return cucore__py_table_failed(call);
    return cucore__py_decline(call, "the tensor requires grad; use tensor.detach()");
}

CUCORE__PRIVATE inline int cucore__py_check_grad(const cucore__py_call *call)
{
    int grad = cucore__py_requires_grad(call);
    return CUCORE__LIKELY(!grad) ? 0 : cucore__py_refuse_grad(call, grad);
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_exchange_refuse_negative_bit(const cucore__py_call *call)
{
    int result = cucore__py_refuse_negative_bit(call);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_table_failed(call) : result;
}

CUCORE__PRIVATE inline void cucore__py_exchange_own(const cucore__py_exchanged *given, cucore_view *out)
{
    out->protocol = (uint8_t)(given->managed ? CUCORE_PROTOCOL_DLPACK_VERSIONED : CUCORE_PROTOCOL_DLTENSOR);
    cucore__view_own(out, given->managed, given->managed ? cucore__py_release_versioned : NULL);
}

/* Decodes any tensor; `out` need not be cleared.  The function refuses what __dlpack__ would refuse (rules X7).  0,
 * CUCORE__PY_DECLINED, -1 or CUCORE__PY_IMPOSSIBLE with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_exchange_decode_any(const cucore__py_call *call,
                                                                 const cucore__py_exchanged *given)
{
    cucore_view *const out = call->out;
    const DLTensor *tensor = cucore__py_exchanged_tensor(given);
    const unsigned checks = cucore__py_needed_checks(&call->info, tensor->dtype.code);
    cucore_status status;
    uint64_t flags;
    int result = 0;
    if (checks & CUCORE__PY_HAS_CONJ) {
        result = cucore__py_call_yes_or_no(call, call->info.traits.conjugate, call->state->names[CUCORE__PY_IS_CONJ]);
        if (result > 0) {
            result = cucore__py_decline(call, "the tensor has its conjugate bit set; use tensor.resolve_conj()");
        } else if (result < 0) {
            result = cucore__py_table_failed(call);
        }
    }
    if (!result && (checks & CUCORE__PY_HAS_GRAD) && !(call->how.flags & CUCORE_ALLOW_GRAD))
        result = cucore__py_check_grad(call);
    if (result) return result;
    cucore__view_clear(out);
    flags = given->managed ? given->managed->flags : 0;
    status = cucore__dltensor_decode(tensor, flags, &call->how, out);
    if (status) return cucore__py_refuse_tensor(call, status, tensor, flags);
    cucore__py_exchange_own(given, out);
    if (!cucore__driver_state.device_count && cucore__device_is_cuda(out->device_type) &&
        !(call->how.flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
    }
    if (!status) status = cucore__py_accept_tensor(call);
    if (status) return cucore__py_refuse_status(call->how.arg, status);
    cucore__py_learn_kind(call, tensor);
    result = cucore__py_check_negative_bit(call);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_table_failed(call) : result;
}

/* Does the same, sooner for a tensor of a known kind. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_exchange_decode(const cucore__py_call *call,
                                                              const cucore__py_exchanged *given)
{
    unsigned checks = 0;
    cucore_status status;
    int result;
    int64_t volume = 0;
    if (!given->managed || !given->managed->flags)
        volume = cucore__py_recall_kind(&call->info, cucore__py_exchanged_tensor(given), call->out, &checks);
    if (!CUCORE__LIKELY(volume)) return cucore__py_exchange_decode_any(call, given);
    cucore__py_exchange_own(given, call->out);
    if ((checks & CUCORE__PY_HAS_GRAD) && !(call->how.flags & CUCORE_ALLOW_GRAD)) {
        result = cucore__py_check_grad(call);
        if (result) return result;
    }
    status = cucore__view_check_arg(call->out, call->how.arg, call->how.of_call);
    if (status) return cucore__py_refuse_status(call->how.arg, status);
    if (!(checks & CUCORE__PY_HAS_NEG) || call->how.flags & CUCORE_ALLOW_NEGATIVE_BIT) return 0;
    return cucore__py_exchange_refuse_negative_bit(call);
}

/* Orders the work on the current stream of the producer, where its work on the data has to be assumed (rules X8,
 * X9). */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_exchange_order_device(const cucore__py_call *call,
                                                                               const cucore__py_exchanged *given)
{
    cucore_view *const out = call->out;
    const cucore_exchange_api *table = call->info.traits.table;
    const DLTensor *tensor = cucore__py_exchanged_tensor(given);
    void *stream = NULL;
    if (!table->current_work_stream) return cucore__py_decline(call, "its C exchange table cannot tell its stream");
    if (table->current_work_stream(tensor->device.device_type, tensor->device.device_id, &stream))
        return cucore__py_table_failed(call);
    out->has_producer_stream = 1;
    out->producer_stream = cucore__stream_normalize(stream ? (CUstream)stream : call->how.arg->producer_stream);
    out->producer_context = NULL;
    if (out->producer_stream == CUCORE_STREAM_NO_SYNC || out->producer_stream == CUCORE_STREAM_HOST) {
        return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                                 "the C exchange table of its type says that its stream is %p, which is none", stream);
    }
    return cucore__py_order_known(call);
}

/* Orders the producer before the consumer: 0, CUCORE__PY_DECLINED, -1 with an exception.  On pinned memory any stream
 * may have work (D37). */
CUCORE__PRIVATE inline int cucore__py_exchange_order(const cucore__py_call *call, const cucore__py_exchanged *given)
{
    cucore_view *const out = call->out;
    cucore_status status;
    if (!out->device_accessible || call->how.stream == CUCORE_STREAM_NO_SYNC) return 0;
    if (call->info.traits.facts & CUCORE__PY_IS_ARRAY) {
        cucore__py_array_stream(call->obj, out);
        return cucore__py_order(call);
    }
    if (cucore__layout_is_empty(&out->layout)) return 0;
    if (out->device_type != CUCORE_DEVICE_TYPE_CUDA_HOST) return cucore__py_exchange_order_device(call, given);
    if (call->how.stream != CUCORE_STREAM_HOST) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__pointer_synchronize(out->ptr);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_refuse_status(call->how.arg, status) : 0;
}

/* Ends an intake whose tensor, which was deleted, had impossible strides: __dlpack__ may do better. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_end_impossible_table(cucore__py_call *call)
{
    if (!cucore__py_may_use_dlpack(call)) return CUCORE__PY_IMPOSSIBLE;
    cucore__view_clear(call->out);
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

/* Takes an object in by the table of its type; `out` need not be cleared.  CUCORE__PY_DECLINED: __dlpack__ has to be
 * called. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_from_table(cucore__py_call *call, PyThreadState *thread)
{
    cucore__py_exchanged given;
    int result;
    given.managed = NULL;
    if (cucore__py_exchange_get(call, &given) || cucore__py_pending(thread)) {
        result = cucore__py_table_failed(call);
    } else if (given.managed && given.managed->version.major != DLPACK_MAJOR_VERSION) {
        /* only the deleter may be touched (rules D29) */
        result = cucore__py_refuse_status(call->how.arg, cucore__fail_major(given.managed));
    } else {
        result = cucore__py_exchange_decode(call, &given);
        if (!result) result = cucore__py_exchange_order(call, &given);
    }
    if (!result) return 0;
    if (result != CUCORE__PY_IMPOSSIBLE) cucore__view_clear(call->out);
    cucore__py_exchange_release(&given);
    return result == CUCORE__PY_IMPOSSIBLE ? cucore__py_end_impossible_table(call) : result;
}

/* Does the same as a row of the table of protocols. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_exchange(cucore__py_call *call)
{
    if (cucore__py_learn_rest_now(call) < 0) return CUCORE__PY_FAILED;
    return cucore__py_from_table(call, cucore__py_thread_here());
}

/* ------------ >>impl-py-interface -- */
/* python/in/interfaces.c: decodes interface dicts. */
/* The values of a dict of either interface (new references, NULL: absent or None), and what was read from them.  The
 * references are owned, since code of the producer that runs meanwhile can change the dict (rules B85). */
typedef struct cucore__py_fields {
    PyObject *values[CUCORE__PY_KEY_COUNT];
    PyObject *descr_text;
    cucore_interface c;
} cucore__py_fields;

/* Collects the values whose keys are these very strings, as interned keys are, which takes half the time of look-ups.
 * None counts as absent (rules 3.1).  No foreign code runs.  Returns the number of other keys. */
CUCORE__PRIVATE Py_ssize_t cucore__py_fields_collect_interned(const cucore__py_state *state, PyObject *dict,
                                                              cucore__py_fields *fields)
{
    PyObject *key, *value;
    Py_ssize_t at = 0, left = PyDict_Size(dict), unknown = 0;
    int i = 0;
    for (; left > 0 && PyDict_Next(dict, &at, &key, &value); left--) {
        if (state->names[i] != key) { /* names are in the order of Numba: usually it is the next one */
            for (i = 0; i < CUCORE__PY_KEY_COUNT && state->names[i] != key; i++) {
            }
        }
        if (i == CUCORE__PY_KEY_COUNT) {
            unknown++;
            continue;
        }
        if (value != Py_None) {
            Py_INCREF(value);
            fields->values[i] = value;
        }
        i++; /* another name follows the last key */
    }
    return unknown;
}

/* Collects the values of the keys that the protocol has.  -1 with an exception. */
CUCORE__PRIVATE int cucore__py_fields_collect(const cucore__py_state *state, PyObject *dict, cucore__py_fields *fields)
{
    const int other = fields->c.protocol == CUCORE_PROTOCOL_CAI ? CUCORE__PY_OFFSET : CUCORE__PY_STREAM;
    Py_ssize_t unknown = 0;
    int i;
    CUCORE__PY_LOCKED(dict, unknown = cucore__py_fields_collect_interned(state, dict, fields));
    for (i = 0; i < CUCORE__PY_KEY_COUNT && unknown; i++) {
        if (fields->values[i]) continue;
        if (cucore__py_dict_get(dict, state->names[i], &fields->values[i]) < 0) return -1;
        if (fields->values[i] == Py_None) Py_CLEAR(fields->values[i]);
    }
    Py_CLEAR(fields->values[other]);
    return 0;
}

/* Refuses a field.  `typed`: the value has the right type. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_field(const cucore__py_call *call, const char *what, PyObject *value,
                                                      int typed)
{
    PyObject *exception = typed ? CUCORE__PY_CLASS(call->how.arg, wrong_value, BufferError)
                                : CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError);
    if (value) return cucore__py_raise_value(exception, cucore__arg_name(call->how.arg), what, value);
    PyErr_Format(exception, "%s: %s, not None or absent", cucore__arg_name(call->how.arg), what);
    return -1;
}

/* Does the same for a value that was read as an integer: an exception of its __index__ stays set. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_integer(const cucore__py_call *call, const char *what, PyObject *value,
                                                        int typed)
{
    return PyErr_Occurred() ? -1 : cucore__py_bad_field(call, what, value, typed);
}

/* Raises the text of an exception, which is taken over, as another class.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_as(PyObject *exception, PyObject *error)
{
    PyObject *text = PyObject_Str(error);
    Py_XDECREF(error);
    if (text) PyErr_SetObject(exception, text);
    Py_XDECREF(text);
    return -1;
}

/* Replaces the exception about a field by the class of the caller for missing fields, if the dict lacks the key.
 * Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_key(const cucore__py_call *call, int key)
{
    const cucore_py_exceptions *exceptions = call->how.arg->exceptions;
    PyObject *error;
    int found;
    if (!exceptions || !exceptions->missing_field) return -1;
    error = cucore__py_error_take();
    found = PyDict_Contains(call->value, call->state->names[key]);
    if (found) {
        cucore__py_error_put(error); /* drops the exception of the search */
        return -1;
    }
    return cucore__py_raise_as(exceptions->missing_field, error);
}

/* Replaces the exception about strides by the class of the caller for them, unless __index__ raised it.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_strides(const cucore__py_call *call)
{
    const cucore_py_exceptions *exceptions = call->how.arg->exceptions;
    PyObject *error, *text;
    int ours;
    if (!exceptions || !exceptions->strides) return -1;
    error = cucore__py_error_take();
    text = PyObject_Str(error);
    ours = text && cucore__py_names_argument(text, call->how.arg);
    Py_XDECREF(text);
    PyErr_Clear();
    if (ours) return cucore__py_raise_as(exceptions->strides, error);
    cucore__py_error_put(error);
    return -1;
}

/* Refuses a dict that was read.  A typestr whose kind or size cannot be read is a wrong value. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_interface(const cucore__py_call *call, cucore_status status,
                                                             const cucore_interface *c)
{
    const cucore_error error = cucore__error;
    cucore__typestr typestr;
    const int unread = status == CUCORE_PROTOCOL && c->typestr_size && memchr("<>|=", c->typestr[0], 4) &&
                       cucore__typestr_scan(c->typestr, c->typestr_size, &typestr);
    cucore__error = error;
    if (!unread) return cucore__py_refuse_status(call->how.arg, status);
    return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, wrong_value, BufferError), "%s",
                             error.message);
}

/* Reads an integer.  -1 with the exception of its __index__, or without one: it is no integer, or does not fit (rules
 * A20). */
CUCORE__PRIVATE inline int cucore__py_to_int64(PyObject *obj, int64_t *out)
{
    int overflow = 1;
#if PY_VERSION_HEX >= 0x030C0000 && !defined(Py_LIMITED_API)
    if (PyLong_CheckExact(obj) && PyUnstable_Long_IsCompact((PyLongObject *)obj)) {
        *out = PyUnstable_Long_CompactValue((PyLongObject *)obj);
        return 0;
    }
#endif
    if (!cucore__py_is_int(obj)) return cucore__py_index_to_int64(obj, out);
    *out = PyLong_AsLongLongAndOverflow(obj, &overflow);
    return overflow ? -1 : 0;
}

/* Does the same for values from 0 to SIZE_MAX. */
CUCORE__PRIVATE inline int cucore__py_to_uint64(PyObject *obj, uint64_t *out)
{
    if (!cucore__py_is_int(obj)) return cucore__py_index_to_uint64(obj, out);
    *out = PyLong_AsSize_t(obj);
    if (*out != SIZE_MAX || !PyErr_Occurred()) return 0;
    PyErr_Clear();
    return -1;
}

/* Reads a tuple of integers.  Returns the count, or -1, as cucore__py_to_int64. */
CUCORE__PRIVATE int cucore__py_read_tuple(PyObject *tuple, int64_t *extents)
{
    Py_ssize_t i, count = CUCORE__PY_TUPLE_SIZE(tuple);
    if (count > CUCORE_MAX_NDIM) return -1;
    for (i = 0; i < count; i++)
        if (cucore__py_to_int64(CUCORE__PY_TUPLE_ITEM(tuple, i), &extents[i]) < 0) return -1;
    return (int)count;
}

/* Reads a tuple of integers, or a list as old producers send it.  Returns the count, or -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_read_extents(const cucore__py_call *call, const char *what, PyObject *value,
                                                   int64_t *extents)
{
    PyObject *tuple;
    int count = -1;
    if (value && PyTuple_Check(value)) {
        count = cucore__py_read_tuple(value, extents);
    } else if (value && PyList_Check(value)) {
        tuple = PySequence_Tuple(value);
        if (!tuple) return -1;
        count = cucore__py_read_tuple(tuple, extents);
        Py_DECREF(tuple);
    }
    return count < 0 ? cucore__py_bad_integer(call, what, value, value && (PyTuple_Check(value) || PyList_Check(value)))
                     : count;
}

#define CUCORE__PY_DIGITS_OF(number) #number
#define CUCORE__PY_DIGITS(number) CUCORE__PY_DIGITS_OF(number)

CUCORE__PRIVATE int cucore__py_read_shape(const cucore__py_call *call, cucore__py_fields *fields, cucore_layout *room)
{
    int count = cucore__py_read_extents(
        call, "shape must be a tuple of at most " CUCORE__PY_DIGITS(CUCORE_MAX_NDIM) " ints of 64 bits",
        fields->values[CUCORE__PY_SHAPE], room->shape);
    if (count < 0) return -1;
    fields->c.ndim = count;
    fields->c.shape = room->shape;
    if (!fields->values[CUCORE__PY_STRIDES]) return 0;
    count = cucore__py_read_extents(call, "strides must be None or a tuple of ints of 64 bits, in bytes",
                                    fields->values[CUCORE__PY_STRIDES], room->strides);
    fields->c.strides = room->strides;
    if (count == fields->c.ndim) return 0;
    if (count >= 0)
        cucore__py_bad_field(call, "strides must have one entry per axis of shape", fields->values[CUCORE__PY_STRIDES],
                             1);
    return cucore__py_bad_strides(call);
}

CUCORE__PRIVATE int cucore__py_read_typestr(const cucore__py_call *call, cucore__py_fields *fields)
{
    PyObject *typestr = fields->values[CUCORE__PY_TYPESTR];
    Py_ssize_t length = 0;
    if (!typestr || !PyUnicode_Check(typestr)) return cucore__py_bad_field(call, "typestr must be a str", typestr, 0);
#if !defined(Py_LIMITED_API)
    if (PyUnicode_IS_COMPACT_ASCII(typestr)) {
        fields->c.typestr = (const char *)PyUnicode_DATA(typestr);
        fields->c.typestr_size = (size_t)PyUnicode_GET_LENGTH(typestr);
        return 0;
    }
#endif
    fields->c.typestr = PyUnicode_AsUTF8AndSize(typestr, &length);
    fields->c.typestr_size = (size_t)length;
    if (fields->c.typestr) return 0;
    if (!PyErr_ExceptionMatches(PyExc_UnicodeError)) return -1;
    return cucore__py_bad_field(call, "typestr must be ASCII", typestr, 1);
}

CUCORE__PRIVATE int cucore__py_read_address(const cucore__py_call *call, cucore__py_fields *fields)
{
    static const char what[] = "data must be (address, read-only flag), the address an int from 0 to 2^64 - 1";
    PyObject *data = fields->values[CUCORE__PY_DATA], *address, *flag;
    int readonly;
    if (!data || !PyTuple_Check(data) || CUCORE__PY_TUPLE_SIZE(data) != 2)
        return cucore__py_bad_field(call, what, data, data && PyTuple_Check(data));
    address = CUCORE__PY_TUPLE_ITEM(data, 0);
    if (address != Py_None) { /* None is legal if the array is empty, as NULL is (rules B17) */
        if (cucore__py_to_uint64(address, &fields->c.data) < 0)
            return cucore__py_bad_integer(call, what, data, PyLong_Check(address));
    }
    flag = CUCORE__PY_TUPLE_ITEM(data, 1);
    readonly = flag == Py_True ? 1 : flag == Py_False ? 0 : PyObject_IsTrue(flag);
    fields->c.readonly = readonly > 0;
    return readonly < 0 ? -1 : 0;
}

CUCORE__PRIVATE int cucore__py_read_version(const cucore__py_call *call, const cucore__py_fields *fields)
{
    PyObject *version = fields->values[CUCORE__PY_VERSION], *number;
    int overflow = 0, valid;
    if (version == call->state->ints[3] || version == call->state->ints[2]) return 0;
    number = cucore__py_index(version);
    valid = number && (PyLong_AsLongAndOverflow(number, &overflow) >= 0 || overflow > 0);
    Py_XDECREF(number);
    return valid ? 0
                 : cucore__py_bad_integer(call, "version must be an int, 0 or more", version,
                                          version && PyLong_Check(version));
}

CUCORE__PRIVATE int cucore__py_read_stream(const cucore__py_call *call, cucore__py_fields *fields)
{
    PyObject *stream = fields->values[CUCORE__PY_STREAM];
    if (!stream) return 0;
    fields->c.has_stream = 1;
    if (cucore__py_to_uint64(stream, &fields->c.stream) == 0) return 0;
    return cucore__py_bad_integer(call, "stream must be None, 1, 2 or the handle of a stream", stream,
                                  PyLong_Check(stream));
}

/* Reads the fields that both interfaces have.  `room` takes shape and strides. */
CUCORE__PRIVATE int cucore__py_read_common(const cucore__py_call *call, cucore__py_fields *fields, cucore_layout *room)
{
    PyObject *descr;
    Py_ssize_t length = 0;
    if (!PyDict_Check(call->value)) {
        return cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError),
                                      "the interface must be a dict, not '%U'", call->value);
    }
    if (cucore__py_fields_collect(call->state, call->value, fields) < 0) return -1;
    if (cucore__py_read_version(call, fields) < 0) return cucore__py_bad_key(call, CUCORE__PY_VERSION);
    if (cucore__py_read_shape(call, fields, room) < 0) return cucore__py_bad_key(call, CUCORE__PY_SHAPE);
    if (cucore__py_read_typestr(call, fields) < 0) return cucore__py_bad_key(call, CUCORE__PY_TYPESTR);
    descr = fields->values[CUCORE__PY_DESCR];
    if (descr && !PyList_Check(descr)) return cucore__py_bad_field(call, "descr must be a list of fields", descr, 0);
    if (descr && fields->c.typestr_size >= 2 && fields->c.typestr[1] == 'V') { /* elsewhere it repeats the typestr */
        fields->descr_text = PyObject_Repr(descr);
        if (fields->descr_text) fields->c.descr = PyUnicode_AsUTF8AndSize(fields->descr_text, &length);
        fields->c.descr_size = (size_t)length;
        if (!fields->c.descr) return -1;
    }
    if (!fields->values[CUCORE__PY_MASK]) return 0;
    /* The type is quoted, not the value: the text of an array on a device is made of a copy, after a wait.  Neither
     * interface allows False for "no mask" (rules 3.1, B99). */
    return cucore__py_refuse_type(call->how.arg, cucore__py_class_of_mask(call->how.arg),
                                  "mask must be None or absent, not of type '%U': masked elements are no data",
                                  fields->values[CUCORE__PY_MASK]);
}

/* Makes a decoded view own its producer. */
CUCORE__PRIVATE void cucore__py_own_producer(const cucore__py_call *call, const cucore__py_fields *fields)
{
    cucore_view *const view = call->out;
    Py_INCREF(call->obj);
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) {
        view->descr = fields->values[fields->c.typestr[1] == 'V' ? CUCORE__PY_DESCR : CUCORE__PY_TYPESTR];
        Py_XINCREF((PyObject *)view->descr);
    }
    cucore__view_own(view, call->obj,
                     view->private_.release ? view->private_.release /* a buffer is held as well */
                                            : cucore__py_release_object);
}

/* Returns 1 if there are elements about which the driver has to be asked. */
CUCORE__PRIVATE int cucore__py_needs_driver(const cucore__py_call *call, const cucore_interface *c)
{
    int i;
    for (i = 0; i < c->ndim && c->shape[i]; i++) {
    }
    return i == c->ndim && !(call->how.flags & CUCORE_TRUST_PRODUCER);
}

/* Returns a key as cucore__py_memory_key does, for device memory: a dict does not report the kind of memory.  0: the
 * driver has to be asked. */
CUCORE__PRIVATE unsigned cucore__py_typestr_key(const cucore__py_call *call, const cucore_interface *c)
{
    const unsigned asks = CUCORE_TRUST_PRODUCER | CUCORE_ON_DEVICE_ID | CUCORE_HOST_ACCESSIBLE;
    if (c->typestr_size != 3 || (call->how.flags & asks) || cucore__driver_state.device_count != 1) return 0;
    return (unsigned)(unsigned char)c->typestr[0] << 16 | (unsigned)(unsigned char)c->typestr[1] << 8 |
           (unsigned)(unsigned char)c->typestr[2];
}

/* Reads the interface again with the device of the data current, for libraries whose interface names the current stream
 * of the current device (CuPy).  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_read_stream_there(const cucore__py_call *call)
{
    cucore_context_guard guard;
    PyObject *dict = NULL, *stream = NULL;
    uint64_t handle = 0;
    int found;
    cucore_status status = cucore__context_enter_device(call->out->device_id, &guard);
    if (status) return cucore__py_refuse_status(call->how.arg, status);
    if (!guard.private_[0]) return 0;
    found = cucore__py_get_optional(call->obj, call->state->names[CUCORE__PY_CAI], &dict);
    cucore_context_leave(&guard);
    if (found > 0)
        found = PyDict_Check(dict) ? cucore__py_dict_get(dict, call->state->names[CUCORE__PY_STREAM], &stream) : 0;
    if (found > 0 && stream != Py_None) {
        if (cucore__py_to_uint64(stream, &handle) < 0) found = PyErr_Occurred() ? -1 : 0;
        if (handle && cucore__stream_check((CUstream)(uintptr_t)handle) == CUCORE_OK)
            call->out->producer_stream = (CUstream)(uintptr_t)handle;
    }
    Py_XDECREF(stream);
    Py_XDECREF(dict);
    return found < 0 ? -1 : 0;
}

/* Decodes an interface that was refused, if a stride is no multiple of the itemsize and the intake allows that, as
 * bytes with one more axis.  `view` has the dtype and its protocol; `refused` is the status to return otherwise. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_decode_odd(const cucore__py_call *call, cucore__py_fields *fields,
                                                                 int *plain, cucore_status refused, cucore_view *view)
{
    const cucore_dtype dtype = view->dtype;
    const uint8_t protocol = view->protocol, padded = view->padded, swapped = view->byte_swapped;
    const int ndim = fields->c.ndim;
    cucore__intake how = call->how;
    cucore_arg any = *how.arg;
    cucore_interface bytes = fields->c;
    cucore_layout room;
    cucore_status status;
    int i, odd = 0;
    if (refused != CUCORE_UNSUPPORTED || !(any.flags & CUCORE__PY_ODD) || !fields->c.strides || dtype.itemsize < 2)
        return refused;
    if (cucore__py_read_shape(call, fields, &room) < 0 || fields->c.ndim != ndim || ndim >= CUCORE_MAX_NDIM) {
        PyErr_Clear(); /* unreachable: it was read before */
        return refused;
    }
    for (i = 0; i < ndim; i++) odd |= room.shape[i] > 1 && room.strides[i] % (int64_t)dtype.itemsize;
    if (!odd) return refused;
    room.shape[ndim] = (int64_t)dtype.itemsize;
    room.strides[ndim] = 1;
    bytes.ndim = ndim + 1;
    bytes.shape = room.shape;
    bytes.strides = room.strides;
    bytes.typestr = "|u1";
    bytes.typestr_size = 3;
    bytes.descr = NULL;
    any.flags = (any.flags & ~CUCORE__ARG_ASKS) | CUCORE_ALLOW_UNALIGNED;
    any.dtypes = any.shape = NULL;
    how.arg = &any;
    how.of_call = NULL;
    cucore__view_clear(view);
    view->protocol = protocol;
    status = cucore__interface_decode(&bytes, &how, plain, view);
    if (status) return status;
    view->dtype = dtype;
    view->padded = padded;
    view->byte_swapped = swapped;
    view->layout.ndim = ndim;
    return cucore__py_view_odd(view, room.shape, room.strides, call->how.arg, call->how.of_call);
}

/* Decodes a CUDA Array Interface.  The driver is asked about the first array of a type and dtype; if it was plain
 * device memory, the others count as such.  Before the driver is loaded, the typestr is checked. */
CUCORE__PRIVATE int cucore__py_decode_cai(const cucore__py_call *call, cucore__py_fields *fields)
{
    cucore_view *const out = call->out;
    const cucore_interface *c = &fields->c;
    cucore_dtype dtype;
    cucore_status status = CUCORE_OK;
    unsigned key;
    uint8_t swapped;
    int plain, verified;
    if (cucore__py_read_common(call, fields, &out->layout) < 0) return -1;
    if (cucore__py_read_address(call, fields) < 0) return cucore__py_bad_key(call, CUCORE__PY_DATA);
    if (cucore__py_read_stream(call, fields) < 0) return -1;
    if (!cucore__driver_state.device_count && cucore__py_needs_driver(call, c)) {
        if (!cucore_driver_is_loaded())
            status = cucore__typestr_of_array(c->typestr, c->typestr_size, &call->how, &dtype, &swapped);
        if (!status) status = cucore__py_load_driver();
        if (status) return cucore__py_refuse_interface(call, status, c);
    }
    key = cucore__py_typestr_key(call, c);
    verified = plain = cucore__py_is_verified(&call->info, key);
    out->protocol = CUCORE_PROTOCOL_CAI;
    status = cucore__interface_decode(c, &call->how, &plain, out);
    if (status) status = cucore__py_decode_odd(call, fields, &plain, status, out);
    if (status) {
        cucore__view_clear(out);
        return cucore__py_refuse_interface(call, status, c);
    }
    if (!verified && plain && out->device_type == CUCORE_DEVICE_TYPE_CUDA && out->device_id == 0)
        cucore__py_set_verified(&call->info, key);
    cucore__py_own_producer(call, fields);
    if (!out->has_producer_stream) return 0;
    if (c->has_stream && cucore__driver_state.device_count > 1 && out->device_id >= 0 &&
        call->how.stream != CUCORE_STREAM_NO_SYNC && cucore__py_read_stream_there(call) < 0) {
        return cucore__py_release_failed(out);
    }
    return cucore__py_order(call) < 0 ? cucore__py_release_failed(out) : 0;
}

/* Finds the address in a buffer, `data` or the object itself, at `offset`.  The buffer is held in
 * out->private_.storage. */
CUCORE__PRIVATE int cucore__py_read_host_buffer(const cucore__py_call *call, cucore__py_fields *fields)
{
    PyObject *source = fields->values[CUCORE__PY_DATA] ? fields->values[CUCORE__PY_DATA] : call->obj;
    PyObject *offset = fields->values[CUCORE__PY_OFFSET];
    Py_buffer *buffer = (Py_buffer *)(void *)call->out->private_.storage;
    uint64_t start = 0;
    if (offset && cucore__py_to_uint64(offset, &start) < 0)
        return cucore__py_bad_integer(call, "offset must be an int, 0 or more", offset, PyLong_Check(offset));
    if (source == call->obj && !PyObject_CheckBuffer(call->obj)) {
        return cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, missing_field, BufferError),
                                      "__array_interface__ has no data, and '%U' has no buffer of its own", call->obj);
    }
    if (PyObject_GetBuffer(source, buffer, PyBUF_SIMPLE) < 0) return -1;
    cucore__view_own(call->out, NULL, cucore__py_release_buffer);
    if (start > (uint64_t)buffer->len)
        return cucore__py_bad_field(call, "offset must lie inside the buffer of data", offset, 1);
    fields->c.data = (uint64_t)(uintptr_t)buffer->buf + start;
    fields->c.readonly = buffer->readonly;
    return 0;
}

/* Checks that all elements lie inside the buffer. */
CUCORE__PRIVATE cucore_status cucore__py_check_inside(const cucore_view *view, const Py_buffer *buffer)
{
    int64_t min = 0, max = -1, itemsize = view->layout.itemsize;
    int64_t start = (int64_t)((const char *)view->ptr - (const char *)buffer->buf);
    cucore_status status = cucore_layout_offset_bounds(&view->layout, &min, &max);
    if (status || max < min) return status;
    if (start + min * itemsize >= 0 && (max + 1) * itemsize <= (int64_t)buffer->len - start) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the array reaches from byte %lld to %lld of a buffer of %lld bytes",
                       (long long)(start + min * itemsize), (long long)(start + (max + 1) * itemsize - 1),
                       (long long)buffer->len);
}

/* Decodes into another view, since `out` already holds the buffer. */
CUCORE__PRIVATE cucore_status cucore__py_decode_host(const cucore__py_call *call, cucore__py_fields *fields)
{
    cucore_view *const out = call->out;
    cucore_view decoded;
    const Py_buffer *buffer = (const Py_buffer *)(const void *)out->private_.storage;
    cucore_status status;
    int plain = 0;
    cucore__view_clear(&decoded);
    decoded.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    status = cucore__interface_decode(&fields->c, &call->how, &plain, &decoded);
    if (status) status = cucore__py_decode_odd(call, fields, &plain, status, &decoded);
    if (!status && out->private_.release) status = cucore__py_check_inside(&decoded, buffer);
    if (status) return status;
    out->ptr = decoded.ptr;
    out->dtype = decoded.dtype;
    out->readonly = decoded.readonly;
    out->padded = decoded.padded;
    out->byte_swapped = decoded.byte_swapped;
    out->protocol = decoded.protocol;
    cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    cucore__layout_copy(&out->layout, &decoded.layout);
    return CUCORE_OK;
}

/* Reads the dtype of a typestr V, W or f1 from the name of NumPy's dtype, which is more exact (rules 4.4, A18,
 * B111). */
CUCORE__PRIVATE int cucore__py_read_dtype_name(const cucore__py_call *call, cucore__py_fields *fields, PyObject **keep)
{
    PyObject *dtype = NULL;
    Py_ssize_t length = 0;
    const char *name;
    cucore_dtype known;
    cucore__typestr typestr;
    if (cucore__typestr_scan(fields->c.typestr, fields->c.typestr_size, &typestr)) return 0;
    if (typestr.kind != 'V' && typestr.kind != 'W' && !(typestr.kind == 'f' && typestr.size == 1)) return 0;
    dtype = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_DTYPE]);
    *keep = dtype ? PyObject_GetAttr(dtype, call->state->names[CUCORE__PY_NAME]) : NULL;
    Py_XDECREF(dtype);
    if (!*keep) return -1;
    name = PyUnicode_Check(*keep) ? PyUnicode_AsUTF8AndSize(*keep, &length) : NULL;
    if (!name) return PyErr_Occurred() ? -1 : 0;
    if (cucore_dtype_from_name(name, (size_t)length, &known) || known.itemsize != typestr.size) return 0;
    fields->c.typestr = name;
    fields->c.typestr_size = (size_t)length;
    return 0;
}

/* Decodes an __array_interface__. `named`: the object is a numpy.ndarray, whose dtype has a name. */
CUCORE__PRIVATE int cucore__py_decode_array_interface(const cucore__py_call *call, int named, cucore__py_fields *fields)
{
    PyObject *name = NULL;
    PyObject *data;
    cucore_status status;
    int failed;
    if (cucore__py_read_common(call, fields, &call->out->layout) < 0) return -1;
    data = fields->values[CUCORE__PY_DATA];
    failed =
        data && PyTuple_Check(data) ? cucore__py_read_address(call, fields) : cucore__py_read_host_buffer(call, fields);
    if (!failed && named) failed = cucore__py_read_dtype_name(call, fields, &name);
    if (!failed) {
        status = cucore__py_decode_host(call, fields);
        if (status) failed = cucore__py_refuse_interface(call, status, &fields->c);
    }
    Py_XDECREF(name);
    if (failed) return cucore__py_release_failed(call->out);
    cucore__py_own_producer(call, fields);
    return 0;
}

/* Decodes call->value, the interface. */
CUCORE__PRIVATE int cucore__py_from_interface(cucore__py_call *call, int protocol, int named)
{
    cucore__py_fields fields;
    int i, result;
    memset(&fields, 0, sizeof fields);
    fields.c.protocol = protocol;
    result = protocol == CUCORE_PROTOCOL_CAI ? cucore__py_decode_cai(call, &fields)
                                             : cucore__py_decode_array_interface(call, named, &fields);
    for (i = 0; i < CUCORE__PY_KEY_COUNT; i++) Py_XDECREF(fields.values[i]);
    Py_XDECREF(fields.descr_text);
    return result;
}

CUCORE__PRIVATE int cucore__py_from_cai(cucore__py_call *call)
{
    return cucore__py_from_interface(call, CUCORE_PROTOCOL_CAI, 0);
}

CUCORE__PRIVATE int cucore__py_from_array_interface(cucore__py_call *call)
{
    return cucore__py_from_interface(call, CUCORE_PROTOCOL_ARRAY_INTERFACE, 0);
}

/* python/in/numpy.c: knows the arrays and the scalars of NumPy. */
/* Returns 1 if it is the type of NumPy, not a stand-in whose buffers may be anything: only C code makes types that are
 * not on the heap (rules B83). */
CUCORE__PRIVATE int cucore__py_is_ndarray_type(PyObject *found)
{
    PyTypeObject *type = (PyTypeObject *)(void *)found;
    if (!PyType_Check(found) || PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) return 0;
#if !defined(Py_LIMITED_API) /* in which a look at the slots is too slow */
    if (strcmp(type->tp_name, "numpy.ndarray") || !type->tp_as_buffer || !type->tp_as_buffer->bf_getbuffer) return 0;
#endif
    return 1;
}

/* The functions of NumPy's C API that are called, by their places in the table.  source: numpy/__multiarray_api.h; the
 * places are the same in NumPy 1.7 to 2.5, the ABI versions are those of 1.x and 2.x */
enum { CUCORE__NUMPY_ABI_VERSION = 0, CUCORE__NUMPY_NDARRAY = 2, CUCORE__NUMPY_NEW = 93 };

/* The dtype of NumPy's type numbers; 0 bits: none that is a number, or one without a code here.  source: NPY_TYPES in
 * numpy/ndarraytypes.h */
static const struct {
    unsigned char code, bits;
} cucore__numpy_types[] = {{CUCORE_CODE_BOOL, 8},
                           {CUCORE_CODE_INT, 8},
                           {CUCORE_CODE_UINT, 8},
                           {CUCORE_CODE_INT, 8 * sizeof(short)},
                           {CUCORE_CODE_UINT, 8 * sizeof(short)},
                           {CUCORE_CODE_INT, 8 * sizeof(int)},
                           {CUCORE_CODE_UINT, 8 * sizeof(int)},
                           {CUCORE_CODE_INT, 8 * sizeof(long)},
                           {CUCORE_CODE_UINT, 8 * sizeof(long)},
                           {CUCORE_CODE_INT, 64},
                           {CUCORE_CODE_UINT, 64},
                           {CUCORE_CODE_FLOAT, 32},
                           {CUCORE_CODE_FLOAT, 64},
                           {0, 0}, /* longdouble */
                           {CUCORE_CODE_COMPLEX, 64},
                           {CUCORE_CODE_COMPLEX, 128},
                           {0, 0},
                           {0, 0},
                           {0, 0},
                           {0, 0},
                           {0, 0}, /* clongdouble, object, bytes, str, void */
                           {0, 0},
                           {0, 0}, /* datetime64, timedelta64 */
                           {CUCORE_CODE_FLOAT, 16}};
enum { CUCORE__NUMPY_TYPE_COUNT = sizeof cucore__numpy_types / sizeof cucore__numpy_types[0] };

/* Finds the table of NumPy's C functions, if it has this numpy.ndarray and a known ABI.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_find_numpy(cucore__py_state *state, PyObject *ndarray)
{
    PyObject *capsule = NULL;
    int found = cucore__py_imported_attribute("numpy._core._multiarray_umath", "_ARRAY_API", &capsule);
    if (!found) found = cucore__py_imported_attribute("numpy.core._multiarray_umath", "_ARRAY_API", &capsule);
    if (found < 0) return cucore__py_error_clear();
    if (found && PyCapsule_CheckExact(capsule) && PyCapsule_IsValid(capsule, NULL)) {
        void **table = (void **)(PyCapsule_GetPointer)(capsule, NULL);
        unsigned (*version)(void) = NULL;
        memcpy(&version, &table[CUCORE__NUMPY_ABI_VERSION], sizeof version);
        if (table[CUCORE__NUMPY_NDARRAY] == ndarray && (version() == 0x01000009 || version() == 0x02000000))
            CUCORE__STORE(&state->numpy, (void *)table);
    }
    Py_XDECREF(capsule);
    return 0;
}

#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED) /* without the GIL another thread may reshape the array */
#define CUCORE__PY_READS_NDARRAY

/* PyArray_Descr and PyArrayObject_fields, as extension modules read them by macros.  source: numpy/ndarraytypes.h of
 * 1.7 to 2.5, whose later members differ */
typedef struct cucore__numpy_descr {
    PyObject_HEAD PyTypeObject *scalar;
    char kind, letter, byte_order, former_flags;
    int type;
} cucore__numpy_descr;

typedef struct cucore__numpy_array {
    PyObject_HEAD char *data;
    int ndim;
    Py_ssize_t *shape, *strides;
    PyObject *base;
    cucore__numpy_descr *descr;
    int flags;
} cucore__numpy_array;

/* NPY_ARRAY_C_CONTIGUOUS and so on. */
enum { CUCORE__NUMPY_IS_C = 0x1, CUCORE__NUMPY_IS_F = 0x2, CUCORE__NUMPY_IS_WRITEABLE = 0x400 };

/* Fills the layout of an array that is not in C order: in F order, or with strides of any multiple of the itemsize.
 * Returns 0 for other strides, or a view that is not sound. */
CUCORE__PRIVATE CUCORE__APART int cucore__ndarray_strides(const cucore__numpy_array *array, cucore_view *view)
{
    cucore_layout *layout = &view->layout;
    const int shift = cucore__shift_of(layout->itemsize);
    int64_t size = 1, remainder = 0;
    cucore__survey span;
    int i;
    for (i = 0; i < layout->ndim; i++) {
        layout->shape[i] = cucore__opaque(array->shape[i]);
        layout->strides[i] = array->flags & CUCORE__NUMPY_IS_F ? size : array->strides[i] >> shift;
        remainder |= array->strides[i] & (layout->itemsize - 1);
        if (cucore__mul(size, layout->shape[i], &size)) return 0;
    }
    return (!remainder || array->flags & CUCORE__NUMPY_IS_F) && cucore__layout_is_usual(layout, &span) &&
           cucore__view_has_addresses(view, &span);
}

/* Describes an array of numbers that is not empty as its buffer would, which takes three times as long. Returns
 * 0, and has written nothing that counts, for any other: its buffer is asked.  `view` is not cleared.  As in buffers,
 * the strides of an array in C or F order are computed. */
CUCORE__PRIVATE inline int cucore__ndarray_decode(PyObject *obj, cucore_view *view)
{
    const cucore__numpy_array *array = (const cucore__numpy_array *)(const void *)obj;
    const unsigned type = (unsigned)array->descr->type;
    cucore_layout *layout = &view->layout;
    int64_t size = 1, extent;
    int i = array->ndim;
    if (array->flags < 0) return 0; /* a write warns */
    if (type >= CUCORE__NUMPY_TYPE_COUNT || !cucore__numpy_types[type].bits) return 0;
    if (array->descr->byte_order != '=' && array->descr->byte_order != '|') return 0;
    if ((unsigned)i > CUCORE_MAX_NDIM || !array->data) return 0;
    view->ptr = array->data;
    view->dtype = cucore_dtype_make(cucore__numpy_types[type].code, cucore__numpy_types[type].bits, 1);
    view->readonly = !(array->flags & CUCORE__NUMPY_IS_WRITEABLE);
    view->protocol = CUCORE_PROTOCOL_PEP3118;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    layout->ndim = i;
    layout->itemsize = view->dtype.itemsize;
    layout->itembits = cucore__numpy_types[type].bits;
    if (!CUCORE__LIKELY(array->flags & CUCORE__NUMPY_IS_C)) return cucore__ndarray_strides(array, view);
    while (i-- > 0) {
        extent = array->shape[i];
        layout->shape[i] = extent;
        layout->strides[i] = size;
        if (extent < 1 || cucore__mul(size, extent, &size)) return 0;
    }
    return size <= INT64_MAX / 256 &&
           (uint64_t)(size * layout->itemsize) <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)array->data;
}
#endif

/* Finds numpy.ndarray in an imported NumPy, without which no object is one.  NULL: not imported, or an exception is
 * set. */
CUCORE__PRIVATE PyTypeObject *cucore__py_find_ndarray(cucore__py_state *state)
{
    PyObject *py_module = PyImport_GetModule(state->names[CUCORE__PY_NUMPY_MODULE]), *type = NULL;
    if (py_module) type = PyObject_GetAttrString(py_module, "ndarray");
    Py_XDECREF(py_module);
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear(); /* still being imported */
    if (type && !cucore__py_is_ndarray_type(type)) Py_CLEAR(type);
    if (type && cucore__py_find_numpy(state, type) < 0) Py_CLEAR(type);
    if (type) CUCORE__STORE(&state->ndarray, (PyTypeObject *)type);
    return (PyTypeObject *)type;
}

/* Returns 1 if the object is a numpy.ndarray, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_ndarray(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *ndarray = CUCORE__LOAD(&state->ndarray);
    if (!PyObject_CheckBuffer(obj)) return 0;
    if (ndarray && Py_TYPE(obj) == ndarray) return 1;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(Py_TYPE(obj), ndarray);
}

/* Returns 1 if the object is a scalar of NumPy, which has a buffer, 0, -1 with an exception.  The function is called
 * after cucore__py_is_ndarray: without a known numpy.ndarray no object is one. */
CUCORE__PRIVATE int cucore__py_is_scalar(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *scalar = CUCORE__LOAD(&state->scalar);
    PyObject *found = NULL;
    if (!CUCORE__LOAD(&state->ndarray) || !PyObject_CheckBuffer(obj)) return 0;
    if (!scalar) {
        if (cucore__py_imported_attribute("numpy", "generic", &found) < 0) return -1;
        if (found && !PyType_Check(found)) Py_CLEAR(found);
        if (!found) return 0;
        scalar = (PyTypeObject *)(void *)found;
        CUCORE__STORE(&state->scalar, scalar);
    }
    return PyType_IsSubtype(Py_TYPE(obj), scalar);
}

CUCORE__PRIVATE int cucore__py_is_plain_buffer(PyObject *obj)
{
    return PyBytes_CheckExact(obj) || PyByteArray_CheckExact(obj) || PyMemoryView_Check(obj);
}

/* Returns 1, and clears the exception, if NumPy raised ValueError for a dtype that a buffer cannot express (rules
 * A10). */
CUCORE__PRIVATE int cucore__py_buffer_cannot_express(int result)
{
    if (result != CUCORE__PY_NO_BUFFER || !PyErr_ExceptionMatches(PyExc_ValueError)) return 0;
    PyErr_Clear();
    return 1;
}

/* Returns 1 if numpy.ma knows a mask of the object, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_has_mask(PyObject *ma, PyObject *obj)
{
    PyObject *type = PyObject_GetAttrString(ma, "MaskedArray"), *function = NULL, *mask = NULL, *none = NULL;
    int found = 0;
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear(); /* still being imported */
    } else if (!type) {
        found = -1;
    } else if (PyType_Check(type) && PyObject_TypeCheck(obj, (PyTypeObject *)(void *)type)) {
        function = PyObject_GetAttrString(ma, "getmask");
        if (function) mask = PyObject_CallFunctionObjArgs(function, obj, NULL);
        if (mask) none = PyObject_GetAttrString(ma, "nomask");
        found = none ? mask != none : -1;
    }
    Py_XDECREF(none);
    Py_XDECREF(mask);
    Py_XDECREF(function);
    Py_XDECREF(type);
    return found;
}

/* Refuses a numpy.ma.MaskedArray with a mask, which a buffer and __dlpack__ drop (rules B99).  Before numpy.ma is
 * imported, no object is one.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_refuse_masked(const cucore__py_call *call)
{
    PyObject *ma = cucore__py_imported("numpy.ma");
    int found = ma ? cucore__py_has_mask(ma, call->obj) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(ma);
    if (found <= 0) return found;
    return cucore__py_refuse_type(call->how.arg, cucore__py_class_of_mask(call->how.arg),
                                  "the array has a mask ('%U'): its masked elements are no data; pass filled() or data",
                                  call->obj);
}

/* Returns 1 for a NumPy array, a plain buffer or a capsule, which are taken before protocols are looked up; 0, -1 with
 * an exception. */
CUCORE__PRIVATE int cucore__py_is_plain(cucore__py_state *state, PyObject *obj)
{
    int found = cucore__py_is_ndarray(state, obj);
    return found ? found : cucore__py_is_plain_buffer(obj) || PyCapsule_CheckExact(obj);
}

/* Takes the object by its buffer, or by __array_interface__ if a buffer cannot express the dtype (bfloat16, float8,
 * int4, ...; D5, A10). */
CUCORE__PRIVATE int cucore__py_from_plain(cucore__py_call *call, uint64_t allowed)
{
    int result, ndarray = !cucore__py_is_plain_buffer(call->obj);
    if (ndarray && Py_TYPE(call->obj) != CUCORE__LOAD(&call->state->ndarray) && cucore__py_refuse_masked(call) < 0)
        return -1;
    result = cucore__py_from_buffer(call);
    if (!ndarray || !(allowed & CUCORE_BY_ARRAY_INTERFACE) || !cucore__py_buffer_cannot_express(result)) return result;
    call->value = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_ARRAY_INTERFACE]);
    if (!call->value) return CUCORE__PY_FAILED;
    result = cucore__py_from_interface(call, CUCORE_PROTOCOL_ARRAY_INTERFACE, 1);
    Py_DECREF(call->value);
    return result;
}

/* Takes a scalar of NumPy by its buffer, if that has no axis.  Returns 1, 0 if an array has to be made, -1 with an
 * exception.  Buffers of dates and of bytes_ have one axis of uint8, and other scalars have none (rules B121). */
CUCORE__PRIVATE int cucore__py_scalar_buffer(const cucore__py_call *call)
{
    cucore_view *const out = call->out;
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    if (PyObject_GetBuffer(call->obj, buffer, PyBUF_FULL_RO) < 0) return cucore__py_error_clear();
    if (buffer->ndim) {
        PyBuffer_Release(buffer);
        return 0;
    }
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_decode_held_buffer(call->how.arg, call->how.of_call, out) < 0 ? -1 : 1;
}

/* Makes a read-only 0-d array of the dtype of a scalar: the __array_interface__ of a scalar belongs to an array that
 * only the dict keeps alive.  A new reference, NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_array_of_scalar(const cucore__py_call *call)
{
    PyObject *function = cucore__py_constructor(call->state, CUCORE__PY_NUMPY_ASARRAY), *protect = NULL, *answer;
    PyObject *array = function ? PyObject_CallFunctionObjArgs(function, call->obj, NULL) : NULL;
    const int known = array ? cucore__py_is_ndarray(call->state, array) : -1;
    if (!known) /* a numpy.asarray of another library */
        cucore__py_refuse_type(call->how.arg, PyExc_TypeError, "numpy.asarray gave '%U', which is no numpy.ndarray",
                               array);
    if (known > 0) protect = PyObject_GetAttrString(array, "setflags");
    answer = protect ? PyObject_CallFunctionObjArgs(protect, Py_False, NULL) : NULL;
    if (array && !answer) {
        cucore__py_drop(array);
        array = NULL;
    }
    Py_XDECREF(answer);
    Py_XDECREF(protect);
    Py_XDECREF(function);
    return array;
}

/* ------------ >>impl-py-protocols -- */
/* python/in/protocols.c: holds the table of protocols, and what goes through it. */
/* -------- looking a protocol up: 1, 0, -1 with an exception; call->value is a new reference for the decoder, or NULL
 * -------- */
CUCORE__PRIVATE int cucore__py_find_table(cucore__py_call *call, PyObject *attribute)
{
    (void)attribute;
    return cucore__py_learn_table_now(call) < 0 ? -1 : call->info.traits.table != NULL;
}

/* Returns 1 only if both methods are there (rules D2). */
CUCORE__PRIVATE int cucore__py_find_dlpack(cucore__py_call *call, PyObject *attribute)
{
    int found;
    if (call->info.traits.offer != CUCORE__PY_OFFERS_UNKNOWN)
        return call->info.traits.offer == CUCORE__PY_OFFERS_DLPACK;
    found = cucore__py_has(call->obj, call->state->names[CUCORE__PY_DLPACK_DEVICE]);
    return found > 0 ? cucore__py_has(call->obj, attribute) : found;
}

CUCORE__PRIVATE int cucore__py_find_buffer(cucore__py_call *call, PyObject *attribute)
{
    (void)attribute;
    return PyObject_CheckBuffer(call->obj);
}

CUCORE__PRIVATE int cucore__py_find_attribute(cucore__py_call *call, PyObject *attribute)
{
    return cucore__py_get_optional(call->obj, attribute, &call->value);
}

/* Calls a remembered property without the look-up that finds it, which takes some 85 of 1,145 ns with Numba; only of
 * the class of CPython itself, since another may lose its __get__ (rules B84).  In the limited API the look-up that
 * makes an exception if it finds nothing is the faster one for a type that had the attribute last time. */
CUCORE__PRIVATE int cucore__py_find_cai(cucore__py_call *call, PyObject *attribute)
{
#if !defined(Py_LIMITED_API)
    PyObject *property = call->info.traits.cai;
    if (property && cucore__py_is_still_of_type(call->obj, &call->info)) {
        Py_INCREF(property);
        call->value = PyProperty_Type.tp_descr_get(property, call->obj, (PyObject *)call->info.type);
        Py_DECREF(property);
        return cucore__py_optional(call->value ? 1 : -1, &call->value);
    }
    return cucore__py_find_attribute(call, attribute);
#else
    PyTypeObject *type = Py_TYPE(call->obj);
    int found;
    if (type == CUCORE__LOAD(&call->state->had_cai)) { /* compared, never dereferenced */
        call->value = PyObject_GetAttr(call->obj, attribute);
        return cucore__py_optional(call->value ? 1 : -1, &call->value);
    }
    found = cucore__py_find_attribute(call, attribute);
    if (found > 0) CUCORE__STORE(&call->state->had_cai, type);
    return found;
#endif
}

/* -------- the table -------- */
/* The memory for which a protocol replaces DLPack, if that cannot describe the strides. */
enum { CUCORE__PY_INSTEAD_NEVER, CUCORE__PY_INSTEAD_ON_HOST, CUCORE__PY_INSTEAD_ON_CUDA };

/* One way to an array.  Whatever depends on which protocols there are is made of these rows. */
typedef struct cucore__py_protocol {
    uint64_t flag;
    int attribute;      /* CUCORE__PY_... of state->names; CUCORE__PY_NAME_COUNT: it is a slot of the type */
    int also;           /* a second attribute that an array has to have; CUCORE__PY_NAME_COUNT: none */
    int instead;        /* CUCORE__PY_INSTEAD_... */
    const char *name;   /* as messages call it: "an object with ..." */
    const char *absent; /* the message if no other protocol is allowed; NULL: the usual one */
    int (*find)(cucore__py_call *call, PyObject *attribute);
    int (*take)(cucore__py_call *call); /* CUCORE__PY_DONE, _DECLINED, or another outcome with an exception */
} cucore__py_protocol;

/* The order of the rows is the order in which protocols are tried (rules D1). */
#define CUCORE__PY_PROTOCOLS(X) \
    X(EXCHANGE, EXCHANGE, NAME_COUNT, NEVER, "a C exchange table", \
      "the type '%U' has no __dlpack_c_exchange_api__ of its own that is understood", cucore__py_find_table, \
      cucore__py_from_exchange) \
    X(DLPACK, DLPACK, DLPACK_DEVICE, NEVER, "__dlpack__", NULL, cucore__py_find_dlpack, cucore__py_from_dlpack) \
    X(CAI, CAI, NAME_COUNT, ON_CUDA, "__cuda_array_interface__", NULL, cucore__py_find_cai, cucore__py_from_cai) \
    X(PEP3118, NAME_COUNT, NAME_COUNT, ON_HOST, "a buffer", "expected an object with a buffer, got '%U'", \
      cucore__py_find_buffer, cucore__py_from_buffer) \
    X(ARRAY_INTERFACE, ARRAY_INTERFACE, NAME_COUNT, ON_HOST, "__array_interface__", NULL, cucore__py_find_attribute, \
      cucore__py_from_array_interface)

static const cucore__py_protocol cucore__py_protocols[] = {
#define CUCORE__PY_PROTOCOL_ROW(flag, attribute, also, instead, name, absent, find, take) \
    {CUCORE_BY_##flag, \
     CUCORE__PY_##attribute, \
     CUCORE__PY_##also, \
     CUCORE__PY_INSTEAD_##instead, \
     name, \
     absent, \
     find, \
     take},
    CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_ROW)
#undef CUCORE__PY_PROTOCOL_ROW
};

enum {
#define CUCORE__PY_PROTOCOL_PLACE(flag, attribute, also, instead, name, absent, find, take) CUCORE__PY_PLACE_##flag,
    CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_PLACE)
#undef CUCORE__PY_PROTOCOL_PLACE
        CUCORE__PY_PROTOCOL_COUNT
};

#define CUCORE__PY_PROTOCOL_FLAG(flag, attribute, also, instead, name, absent, find, take) | CUCORE_BY_##flag
#define CUCORE__PY_BY_ANY (UINT64_C(0) CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_FLAG))

/* view.c takes these three without the table: a new row comes after them. */
typedef char cucore__assert_new_protocols_come_after_cai
    [CUCORE__PY_PLACE_EXCHANGE == 0 && CUCORE__PY_PLACE_DLPACK == 1 && CUCORE__PY_PLACE_CAI == 2 ? 1 : -1];
typedef char cucore__assert_flags_of_protocols_are_known[CUCORE__PY_BY_ANY & ~CUCORE__ARG_FLAGS ? -1 : 1];

/* Returns the flags of all protocols, for files that are included after the macros have gone. */
CUCORE__PRIVATE inline uint64_t cucore__py_all_protocols(void)
{
    return CUCORE__PY_BY_ANY;
}

/* Returns 1 if the object, or what its __getattr__ answers, has the attribute of a protocol, a buffer, or is a capsule;
 * 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_offers_a_protocol(const cucore__py_state *state, PyObject *obj)
{
    int i, found = PyObject_CheckBuffer(obj) || PyCapsule_CheckExact(obj);
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && !found; i++) {
        PyObject *attribute = state->names[cucore__py_protocols[i].attribute];
        if (attribute) found = cucore__py_has(obj, attribute);
    }
    return found;
}

/* Returns 1 if instances of the type find the attribute of a protocol in it, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_type_offers_a_protocol(const cucore__py_state *state, PyTypeObject *type)
{
    PyObject *attribute, *found = NULL;
    int i, has = 0;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && !has; i++) {
        attribute = state->names[cucore__py_protocols[i].attribute];
        if (attribute) has = cucore__py_optional(cucore__py_type_attribute(type, attribute, &found), &found);
        Py_CLEAR(found);
    }
    return has;
}

/* Returns 1 if a message about these protocols names the i-th one: a table only without __dlpack__, which its types
 * have as well (rules B116). */
CUCORE__PRIVATE int cucore__py_is_named(int i, uint64_t allowed)
{
    const uint64_t flag = cucore__py_protocols[i].flag;
    return allowed & flag && !(flag == CUCORE_BY_EXCHANGE && allowed & CUCORE_BY_DLPACK);
}

/* Returns the message "expected an array (an object with a, b or c), got '%U'" in `room`. */
CUCORE__PRIVATE const char *cucore__py_expected(uint64_t allowed, char *room, size_t size)
{
    cucore__text text = cucore__text_start(room, size);
    int i, left = 0;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) left += cucore__py_is_named(i, allowed);
    cucore__text_add(&text, "expected an array (an object with ");
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        if (!cucore__py_is_named(i, allowed)) continue;
        left--;
        cucore__text_add(&text, "%s%s", cucore__py_protocols[i].name, left > 1 ? ", " : left ? " or " : "), got '%U'");
    }
    return room;
}

/* Refuses an object that has none of the protocols that are allowed, with advice if its type is known, or with the half
 * of DLPack that it lacks.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_object(const cucore__py_call *call, uint64_t allowed)
{
    const cucore_arg *arg = call->how.arg;
    PyObject *const exception = CUCORE__PY_CLASS(arg, not_an_array, TypeError), *type;
    char text[320];
    const char *hint = NULL;
    int i, dlpack = 0, device = 0, all = 1;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        if (allowed == cucore__py_protocols[i].flag && cucore__py_protocols[i].absent)
            return cucore__py_refuse_type(arg, exception, cucore__py_protocols[i].absent, call->obj);
        if (cucore__py_is_named(i, CUCORE__PY_BY_ANY) && !cucore__py_is_named(i, allowed)) all = 0;
    }
    if (all) hint = cucore__py_hint(call->obj, NULL);
    if (hint) {
        type = cucore__py_full_name(Py_TYPE(call->obj));
        if (type)
            cucore__py_refuse(arg, exception, "expected an array, got '%U'; %s", type,
                              cucore__py_hint_text(hint, arg, text, sizeof text));
        Py_XDECREF(type);
        return -1;
    }
    if (allowed & CUCORE_BY_DLPACK) {
        dlpack = cucore__py_has(call->obj, call->state->names[CUCORE__PY_DLPACK]);
        device = dlpack < 0 ? -1 : cucore__py_has(call->obj, call->state->names[CUCORE__PY_DLPACK_DEVICE]);
    }
    if (device < 0) return -1;
    if (dlpack == device)
        return cucore__py_refuse_type(arg, exception, cucore__py_expected(allowed, text, sizeof text), call->obj);
    return cucore__py_refuse_type(arg, exception,
                                  dlpack ? "'%U' has __dlpack__, but no __dlpack_device__: that is no DLPack array"
                                         : "'%U' has __dlpack_device__, but no __dlpack__: that is no DLPack array",
                                  call->obj);
}

/* -------- where DLPack's strides are impossible (rules B05) -------- */
/* Returns 1 if the view shows the same array as the tensor, whose strides are wrong.  If the driver is not called, only
 * the tensor reports the device. */
CUCORE__PRIVATE int cucore__py_is_same_array(const cucore__py_call *call, const cucore_view *tensor)
{
    cucore_view *const view = call->out;
    if (view->protocol == CUCORE_PROTOCOL_CAI && call->how.flags & CUCORE_TRUST_PRODUCER)
        cucore__view_fill_device(view, tensor->device_type, tensor->device_id);
    return view->device_type == tensor->device_type && view->device_id == tensor->device_id &&
           cucore_dtype_is_equal(view->dtype, tensor->dtype) && view->padded == tensor->padded &&
           view->layout.ndim == tensor->layout.ndim &&
           memcmp(view->layout.shape, tensor->layout.shape, (size_t)view->layout.ndim * sizeof(int64_t)) == 0;
}

/* Takes the array by another protocol.  The requirements of the caller are checked last, so that an array that is
 * described, but does not fit, is refused as usual.  CUCORE__PY_DONE, _FAILED; _DECLINED with an exception: the next
 * protocol is to be tried. */
CUCORE__PRIVATE int cucore__py_take_replacement(const cucore__py_call *call, const cucore__py_protocol *way,
                                                const cucore_view *tensor)
{
    const cucore_arg *arg = call->how.arg;
    cucore_view *const out = call->out;
    cucore__py_call any = *call;
    cucore_arg relaxed = *arg;
    cucore_status status;
    relaxed.flags = (arg->flags & ~CUCORE__ARG_ASKS) | CUCORE_ALLOW_UNALIGNED;
    relaxed.dtypes = relaxed.shape = NULL;
    any.how.arg = &relaxed;
    any.how.flags = relaxed.flags | CUCORE__PY_ORDER_LATER;
    any.how.of_call = NULL;
    if (way->take(&any) != 0) return CUCORE__PY_DECLINED;
    if (!cucore__py_is_same_array(call, tensor)) {
        cucore__py_refuse(arg, CUCORE__PY_CLASS(arg, protocol, BufferError),
                          "what its %s describes is another array than its DLPack does", way->name);
    } else if (way->instead == CUCORE__PY_INSTEAD_ON_CUDA && !out->has_producer_stream &&
               call->how.stream != CUCORE_STREAM_NO_SYNC) {
        cucore__py_refuse(arg, CUCORE__PY_CLASS(arg, protocol, BufferError), "its %s names no stream", way->name);
    } else {
        status = cucore__view_check_arg(out, arg, call->how.of_call);
        if (status) {
            cucore__py_refuse_status(arg, status);
        } else if (cucore__py_check_negative_bit_after_dlpack(call) == 0 && cucore__py_order(call) == 0) {
            return CUCORE__PY_DONE;
        }
        return cucore__py_release_failed(out);
    }
    cucore__py_release_failed(out);
    return CUCORE__PY_DECLINED;
}

/* Raises the exception about the strides again, with advice.  Returns -1. */
CUCORE__PRIVATE int cucore__py_refuse_impossible(const cucore__py_call *call, PyObject *error)
{
    static const char cupy[] = "CuPy's DLPack cannot describe reversed arrays; pass cupy.ascontiguousarray(%s)";
    static const char other[] = "its DLPack cannot describe this array (is it reversed?); pass a contiguous copy of it";
    const cucore_arg *arg = call->how.arg;
    char package[16], room[160];
    PyObject *text = NULL;
    if (cucore__py_package_of(Py_TYPE(call->obj), package, sizeof package) == 0) {
        text = PyUnicode_FromFormat(
            "%S; %s", error, cucore__py_hint_text(strcmp(package, "cupy") == 0 ? cupy : other, arg, room, sizeof room));
    }
    if (text) PyErr_SetObject(CUCORE__PY_CLASS(arg, protocol, BufferError), text);
    Py_XDECREF(text);
    return -1;
}

/* Takes an array whose strides DLPack reported wrongly (CUCORE__PY_IMPOSSIBLE) by the first other protocol that shows
 * the same array and orders as DLPack does.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_replace_dlpack(const cucore__py_call *call)
{
    const uint64_t only = call->how.flags & CUCORE__PY_BY_ANY;
    const int memory = cucore__device_is_cuda(call->out->device_type)     ? CUCORE__PY_INSTEAD_ON_CUDA
                       : call->out->device_type == CUCORE_DEVICE_TYPE_CPU ? CUCORE__PY_INSTEAD_ON_HOST
                                                                          : -1;
    PyObject *error = cucore__py_error_take(), *last = NULL, *earlier;
    cucore_view tensor = *call->out;
    cucore__py_call other = *call;
    int i, found, result = CUCORE__PY_DECLINED;
    cucore__view_clear(call->out);
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && result == CUCORE__PY_DECLINED; i++) {
        const cucore__py_protocol *way = &cucore__py_protocols[i];
        if (way->instead != memory || (only && !(only & way->flag))) continue;
        if (memory == CUCORE__PY_INSTEAD_ON_CUDA && !(call->how.flags & CUCORE_TRUST_PRODUCER) &&
            cucore__view_locate(&tensor, call->how.consumer, &found))
            continue;
        other.value = NULL;
        found = way->find(&other, call->state->names[way->attribute]);
        if (found > 0) result = cucore__py_take_replacement(&other, way, &tensor);
        if (other.value) cucore__py_drop(other.value);
        if (!PyErr_Occurred() || result < 0) continue;
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError)) {
            result = CUCORE__PY_FAILED; /* rules B92 */
        } else {
            earlier = last;
            last = cucore__py_error_take();
            Py_XDECREF(earlier);
        }
    }
    if (result == CUCORE__PY_DECLINED) {
        result = cucore__py_refuse_impossible(call, error);
        cucore__py_error_chain(last);
        last = NULL;
    }
    cucore__py_drop(error);
    if (last) cucore__py_drop(last);
    return result;
}

/* Takes the object by the first allowed protocol that it has.  0, or negative with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_protocols(cucore__py_call *call, uint64_t allowed)
{
    int i, found, result;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        const cucore__py_protocol *way = &cucore__py_protocols[i];
        if (!(allowed & way->flag)) continue;
        call->value = NULL;
        found = way->find(call, call->state->names[way->attribute]);
        if (found < 0) return CUCORE__PY_FAILED;
        if (!found) continue;
        result = way->take(call);
        Py_XDECREF(call->value);
        if (result == CUCORE__PY_IMPOSSIBLE) return cucore__py_replace_dlpack(call);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    return cucore__py_refuse_object(call, allowed);
}

/* python/in/convert.c: copies arguments that do not fit into fresh memory that does, and back; uses copy/ if that is
 * included. */
#define CUCORE__PY_MAKES (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_ALIGNED)
#define CUCORE__PY_COPIES (CUCORE__PY_MAKES | CUCORE_CAST)
/* The flags that this file implements. */
#define CUCORE__PY_FITS (CUCORE__PY_COPIES | CUCORE_FROM_ANYTHING)

/* 1 if arguments in foreign byte order are converted. */
#if defined(CUCORE_CAST_H)
enum { CUCORE__PY_SWAPS = 1 };
#else
enum { CUCORE__PY_SWAPS = 0 };
#endif

/* The list of dtypes of an argument that a conversion will read or write itself: it is taken as it is, in any byte
 * order. */
static const char cucore__py_as_it_is[] = "";

CUCORE__PRIVATE int cucore__py_convert_is_possible(const cucore_arg *arg)
{
#if !defined(CUCORE_CAST_H)
    if (arg->flags & CUCORE_CAST) {
        cucore__py_refuse(arg, PyExc_ValueError,
                          "CUCORE_CAST converts: include cucore_cast.h before the implementation of cucore_python.h");
        return 0;
    }
#endif
#if !defined(CUCORE_COPY_H)
    if (arg->flags & CUCORE__PY_MAKES) {
        cucore__py_refuse(arg, PyExc_ValueError,
                          "CUCORE_MAKE_... copies: include cucore_copy.h before the implementation of cucore_python.h");
        return 0;
    }
#endif
    (void)arg;
    return 1;
}

/* Returns the requirements on an argument that hold whether it is converted or not. */
CUCORE__PRIVATE cucore_arg cucore__py_convert_relax(const cucore_arg *arg)
{
    cucore_arg relaxed = *arg;
    relaxed.flags &= ~CUCORE__PY_FITS;
#if defined(CUCORE_COPY_H)
    if (arg->flags & CUCORE__PY_MAKES) relaxed.flags |= CUCORE__PY_ODD;
    if (arg->flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS))
        relaxed.flags &= ~(CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS);
    if (arg->flags & CUCORE_MAKE_ALIGNED) relaxed.flags |= CUCORE_ALLOW_UNALIGNED;
    if (arg->flags & CUCORE_CAST) relaxed.dtypes = NULL;
    if (!(arg->flags & CUCORE_WRITE)) relaxed.flags &= ~CUCORE_UNIQUE; /* which counts for the copy */
    if (CUCORE__PY_SWAPS && arg->flags & CUCORE__PY_COPIES) relaxed.flags |= CUCORE__PY_SWAPPED;
#endif
    return relaxed;
}

/* Marks the views of arguments as cucore__views_mark does; in debug builds also the views that are to be copied
 * back. */
CUCORE__PRIVATE inline void cucore__py_views_mark(cucore_view *views, size_t count, CUstream stream)
{
#if defined(CUCORE_DEBUG)
    cucore__views_mark(views, count, stream);
#if defined(CUCORE_COPY_H)
    for (size_t i = 0; i < count; i++) {
        if (cucore__py_is_converted(&views[i]) && ((const cucore__py_conversion *)views[i].private_.owner)->writes)
            views[i].private_.access = views[i].private_.owner;
    }
#endif
#else
    (void)views, (void)count, (void)stream;
#endif
}

#if defined(CUCORE_COPY_H)
/* Sets `out` to the dtype that the argument is to have: its own, if the list contains that. */
CUCORE__PRIVATE cucore_status cucore__py_cast_target(const cucore_arg *arg, const cucore_call *of_call,
                                                     const cucore_view *view, cucore_dtype *out)
{
    const int back = (arg->flags & CUCORE_WRITE) != 0;
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype;
    int can_be_cast = 0; /* the dtype, and one of the list, are of numbers that a cast knows */
    cucore_error error;
    cucore_status status = cucore__check_dtype(view, arg, of_call);
    *out = view->dtype;
    if (status != CUCORE_WRONG_DTYPE) return status;
    error = *cucore_last_error();
    while (cucore__token_next(&cursor, ' ', &token)) {
        status = cucore__dtype_of_token(view, arg, of_call, &token, &dtype);
        if (status) return status; /* unreachable: checked already */
        can_be_cast |= cucore__dtype_rank(view->dtype) >= 0 && cucore__dtype_rank(dtype) >= 0;
        if (!cucore__dtype_can_cast(view->dtype, dtype, back)) continue;
        *out = dtype;
        return CUCORE_OK;
    }
    if (!can_be_cast) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "%.400s; a conversion is between bool, integers, floats and complex numbers of one lane%s",
                           error.message,
                           view->dtype.lanes > 1 ? ", which cucore_layout_repack makes of several in C" : "");
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "%.400s, which cannot be cast to that by the rule same_kind%s",
                       error.message, back ? ", and back" : "");
}

CUCORE__PRIVATE int cucore__py_is_real_stream(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* Shows the bytes of the elements, with one more axis. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_bytes_of(const cucore_view *view, cucore_view *out)
{
    cucore_layout *layout = &out->layout;
    int i;
    memset(&out->private_, 0, sizeof out->private_);
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(layout, &view->layout);
    out->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    out->pep3118_format = NULL;
    out->descr = NULL;
    out->byte_swapped = 0;
    if (cucore__py_is_odd(view)) return;
    for (i = 0; i < layout->ndim; i++) layout->strides[i] *= layout->itemsize; /* fits: the elements have addresses */
    layout->shape[layout->ndim] = layout->itemsize;
    layout->strides[layout->ndim++] = 1;
    layout->itemsize = 1;
    layout->itembits = 8;
}

/* Copies the elements.  If the caller has no stream, the copy is complete on return, made on the legacy default stream
 * of the device. */
CUCORE__PRIVATE cucore_status cucore__py_convert_copy(const cucore_view *dst, const cucore_view *src, CUstream stream)
{
    cucore_copy_options options;
    cucore_view bytes[2];
    if (cucore__py_is_odd(dst) || cucore__py_is_odd(src)) {
        cucore__py_bytes_of(dst, &bytes[0]);
        cucore__py_bytes_of(src, &bytes[1]);
        dst = &bytes[0];
        src = &bytes[1];
    }
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_CAST;
    options.blocking = cucore__py_is_real_stream(stream) ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_YES;
    if (!cucore__py_is_real_stream(stream) && cucore__device_is_cuda(dst->device_type)) stream = CUCORE_STREAM_LEGACY;
    return cucore_view_copy(dst, src, stream, &options);
}

/* Decides whether an argument has to be converted.  If so, the view shows what it will be, except for ptr, which stays
 * until cucore__py_convert_end: views are ordered by it.  On -1, with an exception, the view has to be released. */
CUCORE__PRIVATE int cucore__py_convert_begin(const cucore_arg *arg, const cucore_call *of_call, cucore_view *view)
{
    const char order = arg->flags & CUCORE_MAKE_C_CONTIGUOUS ? 'C' : arg->flags & CUCORE_MAKE_F_CONTIGUOUS ? 'F' : 'K';
    const int writes = (arg->flags & CUCORE_WRITE) != 0;
    cucore__py_conversion *conversion;
    cucore_call none;
    cucore_dtype dtype = view->dtype;
    cucore_status status = CUCORE_OK;
    const int odd = cucore__py_is_odd(view), swapped = view->byte_swapped && view->dtype.code < CUCORE_CODE_OPAQUE;
    int fits;
    if (arg->dtypes == cucore__py_as_it_is) return 0;
    none.args = NULL;
    if (arg->flags & CUCORE_CAST && arg->dtypes)
        status = cucore__py_cast_target(arg, of_call ? of_call : &none, view, &dtype);
    if (!status && odd && (swapped || !cucore_dtype_is_equal(dtype, view->dtype))) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "strides that are no multiple of the itemsize: the elements can be copied, but not cast");
    }
    fits = !odd && !swapped && cucore_dtype_is_equal(dtype, view->dtype) &&
           (order != 'C' || cucore_layout_is_c_contiguous(&view->layout)) &&
           (order != 'F' || cucore_layout_is_f_contiguous(&view->layout)) &&
           (!(arg->flags & CUCORE_MAKE_ALIGNED) || cucore_view_is_aligned(view));
    if (!status && (fits ? (arg->flags & CUCORE_UNIQUE) != 0 : writes)) status = cucore__check_unique(view, arg, NULL);
    if (status || fits) return status ? cucore__py_refuse_status(arg, status) : 0;
    conversion = (cucore__py_conversion *)malloc(sizeof *conversion);
    if (!conversion) {
        PyErr_NoMemory();
        return -1;
    }
    memset(&conversion->memory, 0, sizeof conversion->memory);
    memset(&conversion->original.private_, 0, sizeof conversion->original.private_);
    memcpy(&conversion->original, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&conversion->original.layout, &view->layout);
    conversion->owner = view->private_.owner;
    conversion->release = view->private_.release;
    conversion->writes = writes;
    view->converted |= 1;
    if (swapped) view->byte_swapped = 0;
    cucore__view_own(view, conversion, cucore__py_release_conversion);
    if (odd) { /* the axes as they are, without the one of bytes */
        view->layout.ndim--;
        view->layout.itemsize = (int64_t)dtype.itemsize;
        view->layout.itembits = 8 * (int64_t)dtype.itemsize;
    }
    status = cucore_layout_make_like(odd ? &view->layout : &conversion->original.layout, order, &view->layout);
    if (!cucore_dtype_is_equal(dtype, view->dtype)) {
        view->dtype = dtype;
        view->padded = dtype.bits < 8; /* as NumPy has them */
        view->layout.itemsize = dtype.itemsize;
        view->layout.itembits = 8 * (int64_t)dtype.itemsize;
    }
    return status ? cucore__py_refuse_status(arg, status) : 0;
}

CUCORE__PRIVATE cucore_status cucore__py_convert_allocate(cucore__py_conversion *conversion, const cucore_view *view,
                                                          CUstream stream)
{
    int64_t nbytes = cucore_layout_nbytes(&view->layout);
    cucore_array_spec spec;
    if (nbytes < 0) return cucore_last_error()->status;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    spec.ndim = 1;
    spec.shape = &nbytes;
    spec.device_type = view->device_type;
    spec.device_id = view->device_id < 0 ? CUCORE_DEVICE_CURRENT : view->device_id;
    return cucore_view_allocate(&spec, NULL, cucore__py_is_real_stream(stream) ? stream : CUCORE_STREAM_LEGACY,
                                &conversion->memory);
}

/* Makes the producer wait for the part of a copy that was begun before it failed. */
CUCORE__PRIVATE void cucore__py_convert_abandon(const cucore_view *original, CUstream stream)
{
    const cucore_error error = *cucore_last_error();
    (void)cucore__view_finish(original, stream);
    cucore__error = error;
}

/* Makes the copy, after the view was ordered before `stream`.  On -1, with an exception, the view has to be
 * released. */
CUCORE__PRIVATE int cucore__py_convert_end(const cucore_arg *arg, CUstream stream, cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    cucore_status status;
    if (cucore__is_read_on_host(arg->flags, stream)) stream = CUCORE_STREAM_HOST;
    if (cucore__layout_is_empty(&view->layout)) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__py_convert_allocate(conversion, view, stream);
    if (!status) {
        view->ptr = conversion->memory.ptr;
        view->readonly = 0;
        status = cucore__py_convert_copy(view, &conversion->original, stream);
        if (status) cucore__py_convert_abandon(&conversion->original, stream);
        view->readonly = !conversion->writes;
    }
    Py_END_ALLOW_THREADS
    return status ? cucore__py_refuse_status(arg, status) : 0;
}

/* Converts all arguments of a call.  If one fails, the producers wait for the copies that were begun. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_convert_args(cucore_view *views, size_t count, const cucore_arg *args,
                                                         CUstream stream)
{
    PyThreadState *thread;
    size_t i;
    for (i = 0; i < count; i++)
        if (cucore__py_is_converted(&views[i]) && cucore__py_convert_end(&args[i], stream, &views[i]) < 0) break;
    if (i == count) return 0;
    thread = PyEval_SaveThread();
    while (i-- > 0) {
        if (cucore__py_is_converted(&views[i]))
            cucore__py_convert_abandon(&((cucore__py_conversion *)views[i].private_.owner)->original, stream);
    }
    PyEval_RestoreThread(thread);
    return -1;
}

/* Copies back what was written, behind the work on `stream`, and frees the fresh memory behind that. */
CUCORE__PRIVATE int cucore__py_convert_back(cucore_view *view, CUstream stream)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    cucore_view *memory = &conversion->memory;
    cucore_status status = CUCORE_OK;
    if (!memory->private_.release) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (cucore__view_is_freed_by(memory, cucore__memory_free) && cucore__py_is_real_stream(stream))
        status = cucore_buffer_use((cucore_buffer *)memory->private_.owner, stream);
    if (!status && conversion->writes) status = cucore__py_convert_copy(&conversion->original, view, stream);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise(status) : 0;
}

/* Ends the work on an argument; with `failed` nothing is copied back.  The view then shows the argument again, whose
 * producer is ordered afterwards. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_convert_finish(cucore_view *view, CUstream stream, int failed)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    int result;
    if (!cucore__py_is_converted(view)) return 0;
    if (failed) conversion->writes = 0;
    result = cucore__py_convert_back(view, stream);
    view->ptr = conversion->original.ptr;
    view->converted = 0;
    return result;
}

/* Frees the fresh memory on its stream: the view then owns the argument again. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_convert_drop(cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    const uint64_t until = view->private_.until;
    if (view->private_.release != cucore__py_release_conversion || cucore__view_is_copy(view)) return;
    cucore_view_release(&conversion->memory);
    cucore__view_own(view, conversion->owner, conversion->release);
    view->private_.until = until;
    free(conversion);
}
#endif

/* -- objects without a protocol -- */
/* Refuses elements that are objects.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_refuse_objects(PyObject *array, PyObject *obj, const cucore_arg *arg)
{
    PyObject *dtype = PyObject_GetAttrString(array, "dtype"), *type = NULL, *text = NULL;
    PyObject *has = dtype ? PyObject_GetAttrString(dtype, "hasobject") : NULL;
    int result = has ? PyObject_IsTrue(has) : -1;
    if (result > 0) type = cucore__py_full_name(Py_TYPE(obj));
    if (type) text = cucore__py_shorten(PyObject_Str(dtype));
    if (text) {
        cucore__py_refuse(arg, PyExc_TypeError,
                          "expected numbers, got '%U', of which numpy.asarray makes an array of dtype %U", type, text);
    }
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(has);
    Py_XDECREF(dtype);
    return result ? -1 : 0;
}

/* Returns what numpy.asarray makes of the object: a new reference, NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_asarray(cucore__py_state *state, PyObject *obj, const cucore_arg *arg)
{
    PyObject *function = cucore__py_constructor(state, CUCORE__PY_NUMPY_ASARRAY);
    PyObject *made = function ? PyObject_CallFunctionObjArgs(function, obj, NULL) : NULL;
    if (made && cucore__py_refuse_objects(made, obj, arg) < 0) {
        cucore__py_drop(made);
        made = NULL;
    }
    Py_XDECREF(function);
    return made;
}

/* Returns 1 for [], (), range(0) and sequences of them, of which NumPy chooses the dtype; -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_empty_sequence(PyObject *obj)
{
    Py_ssize_t count = -1;
    PyObject *next;
    int depth, is_sequence = 1;
    Py_INCREF(obj);
    for (depth = 0; is_sequence && count && depth <= CUCORE_MAX_NDIM; depth++) {
        is_sequence = PyList_Check(obj) || PyTuple_Check(obj) || PyObject_TypeCheck(obj, &PyRange_Type);
        count = is_sequence ? PySequence_Size(obj) : -1;
        next = count > 0 ? PySequence_GetItem(obj, 0) : NULL;
        if (is_sequence && (count < 0 || (count > 0 && !next))) is_sequence = -1;
        if (is_sequence < 0) break;
        if (!next) continue;
        Py_DECREF(obj);
        obj = next;
    }
    Py_DECREF(obj);
    return is_sequence < 0 ? -1 : is_sequence && !count;
}

/* Gives a view of an empty sequence the dtype of the argument: NumPy's if the list contains it, else the first one.
 * The array of NumPy is released, since a view without elements needs no owner.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_take_empty(const cucore_arg *arg, const cucore_call *of_call,
                                                       cucore_view *view)
{
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_call none;
    cucore_status status;
    none.args = NULL;
    view->private_.release(view);
    view->private_.release = NULL;
    view->private_.owner = view->descr = NULL;
    view->pep3118_format = NULL;
    view->ptr = NULL;
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    if (!arg->dtypes) return 0;
    status = cucore__check_dtype(view, arg, of_call ? of_call : &none);
    if (status == CUCORE_WRONG_DTYPE && cucore__token_next(&cursor, ' ', &token))
        status = cucore__dtype_of_token(view, arg, of_call ? of_call : &none, &token, &view->dtype);
    view->layout.itemsize = view->dtype.itemsize;
    view->layout.itembits = (int64_t)view->dtype.bits * view->dtype.lanes;
    return status ? cucore__py_refuse_status(arg, status) : 0;
}

/* Takes a float, bool, complex or int of 64 bits as what numpy.asarray makes of it, in memory of its own: a quarter of
 * the time.  Returns 1; 0: numpy.asarray has to make it, or the argument is to be refused. */
CUCORE__PRIVATE int cucore__py_take_number(PyObject *obj, const cucore_arg *arg, cucore_call *of_call, cucore_view *out)
{
    union {
        double parts[2];
        int64_t integer;
        uint8_t boolean;
    } number;
    int code = CUCORE_CODE_FLOAT, bits = 64, overflow = 0;
    void *memory;
    if (arg->flags & (CUCORE_WRITE | CUCORE__PY_BY_ANY)) return 0;
    if (PyFloat_CheckExact(obj)) {
        number.parts[0] = PyFloat_AsDouble(obj);
    } else if (PyBool_Check(obj)) {
        number.boolean = obj == Py_True;
        code = CUCORE_CODE_BOOL;
        bits = 8;
    } else if (PyComplex_CheckExact(obj)) {
        number.parts[0] = PyComplex_RealAsDouble(obj);
        number.parts[1] = PyComplex_ImagAsDouble(obj);
        code = CUCORE_CODE_COMPLEX;
        bits = 128;
    } else if (PyLong_CheckExact(obj) && sizeof(long) == 8) { /* on Windows older versions of NumPy have 32 bits */
        number.integer = PyLong_AsLongLongAndOverflow(obj, &overflow);
        code = CUCORE_CODE_INT;
    } else {
        return 0;
    }
    memory = overflow ? NULL : malloc(sizeof number);
    if (!memory) return 0;
    memcpy(memory, &number, sizeof number);
    cucore__view_clear(out);
    out->ptr = memory;
    out->dtype = cucore_dtype_make(code, bits, 1);
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    out->layout.itemsize = bits / 8;
    out->layout.itembits = bits;
    cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (!cucore__view_check_arg(out, arg, of_call)) {
        cucore__view_own_wrapped(out, memory, free);
        return 1;
    }
    free(memory);
    cucore__view_clear(out);
    return 0;
}

/* Sets `out` to the array that numpy.asarray makes of an object without a protocol, or to NULL if the object has one.
 * 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_of_anything(PyObject *obj, const cucore_arg *arg, PyObject **out)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    int found = state ? cucore__py_offers_a_protocol(state, obj) : -1;
    *out = NULL;
    if (found == 0 && arg->flags & CUCORE_WRITE) {
        found = cucore__py_refuse_type(
            arg, PyExc_TypeError, "expected an array to write to, got '%U', of which numpy.asarray makes another one",
            obj);
    }
    if (found == 0) *out = cucore__py_asarray(state, obj, arg);
    if (state) cucore__py_state_put(state, &local);
    return found > 0 || *out ? 0 : -1;
}

/* Makes an array of an object whose protocol raised, since NumPy may know another way (rules B112).  NULL with the
 * exception as it was, if that is ours or numpy.asarray fails as well. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_array_instead(PyObject *obj, const cucore_arg *arg)
{
    PyObject *error, *text, *made = NULL;
    cucore__py_state local, *state;
    int ours;
    if (arg->flags & CUCORE_WRITE || !PyErr_ExceptionMatches(PyExc_Exception) ||
        PyErr_ExceptionMatches(PyExc_MemoryError)) {
        return NULL;
    }
    error = cucore__py_error_take();
    text = cucore__py_plain_text(error);
    ours = cucore__py_names_argument(text, arg) || cucore__py_is_of_caller(error, arg);
    Py_XDECREF(text);
    PyErr_Clear();
    state = ours ? NULL : cucore__py_state_get(&local);
    if (state) {
        made = cucore__py_asarray(state, obj, arg);
        cucore__py_state_put(state, &local);
    }
    if (made || (PyErr_Occurred() && cucore__py_error_clear() < 0)) { /* rules B92 */
        cucore__py_drop(error);
    } else {
        cucore__py_error_put(error);
    }
    return made;
}

/* python/in/written.c: counts up the versions of tensors that are written to, as autograd expects it (rules B123). */
/* Adds to `facts` what counts the writes to instances of a type that is not remembered: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_find_counter(PyTypeObject *type, unsigned *facts)
{
    cucore__py_traits traits = cucore__py_no_info.traits;
    if (cucore__py_learn_library(type, &traits) < 0 || cucore__py_learn_counter(type, &traits) < 0) return -1;
    *facts = traits.facts;
    return 0;
}

/* Returns 1 if torch's function that takes a tuple of tensors was found, and takes one: in 2.3 it took a tensor.  0
 * if only the function for users can be called, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_find_count_all(cucore__py_state *state)
{
    PyObject *count = NULL, *none = PyTuple_New(0), *result = NULL;
    int found = none ? cucore__py_imported_attribute("torch._C", "_increment_version", &count) : -1;
    if (found > 0) result = PyObject_CallFunctionObjArgs(count, none, NULL);
    Py_XDECREF(none);
    if (found > 0 && !result) found = cucore__py_error_clear();
    Py_XDECREF(result);
    if (found < 0) {
        Py_XDECREF(count);
        return -1;
    }
    if (!found) { /* remembered as None */
        Py_XDECREF(count);
        count = Py_None;
        Py_INCREF(count);
    }
    CUCORE__STORE(&state->constructors[CUCORE__PY_TORCH_COUNT_ALL], count);
    return found;
}

/* Clears the exception of a function that counts if the tensor is one of inference, which has no version: some versions
 * of torch raise.  0, -1 with the exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_count_failed(PyObject *tensor)
{
    PyObject *error = cucore__py_error_take(), *answer = PyObject_CallMethod(tensor, "is_inference", NULL);
    const int is_inference = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    if (is_inference > 0) {
        cucore__py_drop(error);
        return 0;
    }
    PyErr_Clear();
    cucore__py_error_put(error);
    return -1;
}

/* Returns the function for users, which takes one tensor, as a new reference: None if this torch has none, as before
 * 2.1; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_find_count(cucore__py_state *state)
{
    PyObject *count = cucore__py_constructor(state, CUCORE__PY_TORCH_COUNT);
    if (count || cucore__py_error_clear() < 0) return count;
    Py_INCREF(Py_None);
    CUCORE__STORE(&state->constructors[CUCORE__PY_TORCH_COUNT], Py_None);
    return cucore__py_constructor(state, CUCORE__PY_TORCH_COUNT);
}

CUCORE__PRIVATE int cucore__py_count_torch(cucore__py_state *state, PyObject *tensor)
{
    PyObject *count = CUCORE__LOAD(&state->constructors[CUCORE__PY_TORCH_COUNT_ALL]), *all, *result = NULL;
    int is_all;
    if (!count && cucore__py_find_count_all(state) < 0) return -1;
    count = CUCORE__LOAD(&state->constructors[CUCORE__PY_TORCH_COUNT_ALL]);
    is_all = count != Py_None;
    if (is_all) {
        Py_INCREF(count);
        all = PyTuple_Pack(1, tensor);
    } else {
        count = cucore__py_find_count(state);
        all = tensor;
        Py_INCREF(all);
    }
    if (count == Py_None) {
        result = count;
        Py_INCREF(result);
    } else if (count && all) {
        result = PyObject_CallFunctionObjArgs(count, all, NULL);
    }
    Py_XDECREF(all);
    Py_XDECREF(count);
    if (!result) return cucore__py_count_failed(tensor);
    Py_DECREF(result);
    return 0;
}

/* Counts up the version of a tensor of torch or Paddle; other objects have none.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_count(PyObject *obj)
{
    PyTypeObject *type = Py_TYPE(obj);
    cucore__py_state local, *state;
    cucore__py_type_info info;
    unsigned facts = 0;
    int failed = 0;
    if (!(PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)) return 0; /* no class of torch or Paddle */
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    if (cucore__py_recall(state, type, &info)) {
        facts = info.traits.facts;
    } else if (!PyObject_CheckBuffer(obj)) { /* types that are taken by their buffer are not remembered */
        failed = cucore__py_find_counter(type, &facts) < 0;
    }
    if (!failed && facts & CUCORE__PY_COUNTS_TORCH) failed = cucore__py_count_torch(state, obj) < 0;
    if (!failed && facts & CUCORE__PY_COUNTS_PADDLE) {
        PyObject *bump = NULL, *result = NULL;
        const int found = cucore__py_get_optional(obj, state->names[CUCORE__PY_BUMP], &bump);
        if (found > 0) result = PyObject_CallFunctionObjArgs(bump, NULL);
        failed = found < 0 || (found && !result);
        Py_XDECREF(result);
        Py_XDECREF(bump);
    }
    cucore__py_state_put(state, &local);
    return failed ? -1 : 0;
}

/* Returns 1 if C may write to the argument, and the writes are counted. */
CUCORE__PRIVATE inline int cucore__py_is_counted(uint64_t flags)
{
    return (flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) == CUCORE_WRITE;
}

CUCORE_API int cucore_py_array_count_write(PyObject *obj)
{
    if (!obj) return cucore__py_raise(cucore__fail_null("cucore_py_array_count_write", "obj"));
    return cucore__py_count(obj);
}

/* ------------ >>impl-py-view -- */
/* python/in/view.c: is the entry of intakes, with short ways for the most frequent objects. */
CUCORE__PRIVATE inline cucore__intake cucore__py_intake(const cucore_arg *arg, CUstream stream, cucore_call *of_call)
{
    cucore__intake intake;
    intake.arg = arg;
    intake.stream = intake.consumer = stream;
    intake.flags = arg->flags;
    if (of_call && !cucore__is_read_on_host(arg->flags, stream)) intake.flags |= CUCORE__PY_ORDER_LATER;
    intake.of_call = of_call;
    return intake;
}

#if defined(CUCORE__PY_READS_NDARRAY)
/* Takes a usual numpy.ndarray, as its buffer would be taken: 0, 1 if it is another one, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_read_ndarray(PyObject *obj, const cucore_arg *arg, cucore_call *of_call,
                                                   cucore_view *out)
{
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    cucore_status status;
    if (!cucore__ndarray_decode(obj, out)) return 1;
    cucore__py_clear_unused_fields(out);
    memset(buffer, 0, sizeof *buffer);
    Py_INCREF(obj);
    buffer->obj = obj;
    buffer->buf = out->ptr;
    cucore__view_own(out, NULL, cucore__py_release_ndarray);
    status = cucore__view_check_arg(out, arg, of_call);
    return status ? cucore__py_refuse_buffer(status, arg, out) : 0;
}
#endif

/* Describes a usual numpy.ndarray without taking it: 1, 0 for any other object. */
CUCORE__PRIVATE inline int cucore__py_peek_ndarray(PyObject *obj, cucore_view *out)
{
#if defined(CUCORE__PY_READS_NDARRAY)
    const cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    out->byte_swapped = 0;
    return state && CUCORE__LOAD(&state->numpy) && Py_TYPE(obj) == CUCORE__LOAD(&state->ndarray) &&
           cucore__ndarray_decode(obj, out);
#else
    (void)obj, (void)out;
    return 0;
#endif
}

/* Takes a numpy.ndarray, as cucore__py_from_buffer does, into a view that is not cleared. */
CUCORE__PRIVATE inline int cucore__py_from_exact_ndarray(PyObject *obj, const cucore_arg *arg, cucore_call *of_call,
                                                         cucore_view *out)
{
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    int failed;
#if defined(CUCORE__PY_READS_NDARRAY)
    const cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    if (CUCORE__LIKELY(state && CUCORE__LOAD(&state->numpy))) {
        const int result = cucore__py_read_ndarray(obj, arg, of_call, out);
        if (CUCORE__LIKELY(result <= 0)) return result;
    }
#endif
#if defined(Py_LIMITED_API)
    failed = PyObject_GetBuffer(obj, buffer, PyBUF_FULL_RO) < 0;
#else
    failed = Py_TYPE(obj)->tp_as_buffer->bf_getbuffer(obj, buffer, PyBUF_FULL_RO) < 0;
#endif
    if (failed) {
        cucore__view_clear(out);
        return CUCORE__PY_NO_BUFFER;
    }
    cucore__py_clear_unused_fields(out);
    cucore__view_own(out, NULL, cucore__py_release_ndarray);
    return cucore__py_decode_held_buffer(arg, of_call, out);
}

/* The protocols of numpy.ndarray. */
#define CUCORE__PY_BY_NUMPY (CUCORE_BY_PEP3118 | CUCORE_BY_ARRAY_INTERFACE)

/* Learns what is known of a type that is not remembered: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_meet(cucore__py_call *call, int plain)
{
    const int scalar = plain ? 0 : cucore__py_is_scalar(call->state, call->obj);
    const unsigned facts = plain ? (unsigned)CUCORE__PY_IS_PLAIN : scalar ? (unsigned)CUCORE__PY_IS_SCALAR : 0u;
    if (scalar < 0) return -1;
    if (CUCORE__PY_TYPES != 0) return cucore__py_learn(call->state, call->obj, facts, &call->info);
    call->info = cucore__py_no_info;
    call->info.type = Py_TYPE(call->obj);
    call->info.traits.facts = facts | CUCORE__PY_IS_UNKNOWN;
    return 0;
}

/* Takes in any object, except a scalar of NumPy whose buffer cannot be used: CUCORE__PY_IS_SUBSTITUTED.  The type of an
 * object that is taken by its buffer is remembered only with CUCORE_BY_.... */
CUCORE__PRIVATE int cucore__py_from_object(cucore__py_call *call, uint64_t only)
{
    const uint64_t allowed = only ? only : CUCORE__PY_BY_ANY;
    PyObject *const obj = call->obj;
    const int known = cucore__py_recall(call->state, Py_TYPE(obj), &call->info);
    const int plain =
        known ? (call->info.traits.facts & CUCORE__PY_IS_PLAIN) != 0 : cucore__py_is_plain(call->state, obj);
    int result;
    if (plain < 0) return CUCORE__PY_FAILED;
    if (!known && PyType_Check(obj)) {
        PyObject *name = cucore__py_full_name((PyTypeObject *)(void *)obj);
        if (name)
            cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, not_an_array, TypeError),
                              "expected an array, got the class '%U'", name);
        Py_XDECREF(name);
        return CUCORE__PY_FAILED;
    }
    if (PyCapsule_CheckExact(obj) && allowed & CUCORE_BY_DLPACK) {
        call->info = cucore__py_no_info;
        return cucore__py_take_capsule(call, obj, NULL);
    }
    if (plain && allowed & CUCORE_BY_PEP3118 && PyObject_CheckBuffer(obj)) return cucore__py_from_plain(call, allowed);
    if (plain && Py_TYPE(obj) != CUCORE__LOAD(&call->state->ndarray) && cucore__py_refuse_masked(call) < 0)
        return CUCORE__PY_FAILED;
    if (!known && cucore__py_meet(call, plain) < 0) return CUCORE__PY_FAILED;
    if (!plain && call->info.traits.facts & CUCORE__PY_IS_SCALAR && allowed & CUCORE__PY_BY_NUMPY) {
        result = allowed & CUCORE_BY_PEP3118 ? cucore__py_scalar_buffer(call) : 0;
        return result < 0 ? CUCORE__PY_FAILED : result ? CUCORE__PY_DONE : CUCORE__PY_IS_SUBSTITUTED;
    }
    /* an instance may have __dlpack__ if its type has only the CUDA Array Interface */
    if (only && call->info.traits.offer == CUCORE__PY_OFFERS_CAI) call->info.traits.offer = CUCORE__PY_OFFERS_UNKNOWN;
    return cucore__py_from_protocols(call, allowed);
}

/* Takes in any object by the protocols in `only`, CUCORE_BY_...; 0: by any. */
CUCORE__PRIVATE int cucore__py_from_any(cucore__py_call *call, uint64_t only)
{
    PyObject *const scalar = call->obj;
    int result = cucore__py_from_object(call, only);
    if (result != CUCORE__PY_IS_SUBSTITUTED) return result;
    result = CUCORE__PY_FAILED;
    call->obj = cucore__py_array_of_scalar(call);
    if (call->obj) {
        result = cucore__py_from_object(call, only ? only & CUCORE__PY_BY_NUMPY : CUCORE__PY_BY_NUMPY);
        cucore__py_drop(call->obj);
    }
    call->obj = scalar;
    return result;
}

/* The entries below have the same parameters: `of_call` is NULL except from cucore_py_args, which orders afterwards.
 * `out` need not be cleared. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_any(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                       cucore_call *of_call, cucore_view *out)
{
    cucore__py_state local;
    cucore__py_call call;
    int result;
    cucore__view_clear(out);
    call.how = cucore__py_intake(arg, stream, of_call);
    call.obj = obj;
    call.value = NULL;
    call.out = out;
    call.state = cucore__py_state_get(&local);
    if (!call.state) return cucore__py_refused(obj, arg);
    result = cucore__py_from_any(&call, arg->flags & CUCORE__PY_BY_ANY);
    cucore__py_state_put(call.state, &local);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_ndarray(PyObject *obj, const cucore_arg *arg,
                                                                       CUstream stream, cucore_call *of_call,
                                                                       cucore_view *out)
{
    int result = cucore__py_from_exact_ndarray(obj, arg, of_call, out);
    if (cucore__py_buffer_cannot_express(result)) return cucore__py_enter_any(obj, arg, stream, of_call, out);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

/* Ends the intake of an instance whose decoder failed.  Returns 0 if another protocol shows the same array. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_end_failed(const cucore__py_call *call, int result)
{
    if (result == CUCORE__PY_IMPOSSIBLE && cucore__py_replace_dlpack(call) == 0) return 0;
    return cucore__py_refused(call->obj, call->how.arg);
}

/* Takes an instance of a type that is remembered, or else any object. */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_known(PyObject *obj, const cucore_arg *arg,
                                                                     CUstream stream, cucore_call *of_call,
                                                                     cucore_view *out)
{
    PyThreadState *thread = cucore__py_thread_here();
    cucore__py_call call;
    int result;
    call.state = CUCORE__LOAD(&cucore__py_main);
    if (!CUCORE__LIKELY(cucore__py_interpreter(thread) == CUCORE__LOAD(&cucore__py_main_interpreter) &&
                        cucore__py_recall(call.state, Py_TYPE(obj), &call.info) &&
                        !(call.info.traits.facts & (CUCORE__PY_IS_PLAIN | CUCORE__PY_IS_SCALAR)))) {
        return cucore__py_enter_any(obj, arg, stream, of_call, out);
    }
    call.how = cucore__py_intake(arg, stream, of_call);
    call.obj = obj;
    call.out = out;
    if (CUCORE__LIKELY(call.info.traits.table)) {
        result = cucore__py_from_table(&call, thread);
        if (CUCORE__LIKELY(!result)) return 0;
        if (result != CUCORE__PY_DECLINED) return cucore__py_end_failed(&call, result);
    }
    cucore__view_clear(out);
    call.value = NULL;
    /* sooner than by the table: 90 of 1,050 instructions of a CUDA Array Interface */
    if (CUCORE__LIKELY(call.info.traits.offer == CUCORE__PY_OFFERS_DLPACK)) {
        result = cucore__py_from_dlpack(&call);
    } else if (call.info.traits.offer == CUCORE__PY_OFFERS_CAI &&
               (result = cucore__py_find_cai(&call, call.state->names[CUCORE__PY_CAI])) != 0) {
        if (result > 0) result = cucore__py_from_cai(&call);
        Py_XDECREF(call.value);
    } else if (call.info.traits.offer == CUCORE__PY_OFFERS_BUFFER) {
        result = cucore__py_from_buffer(&call);
    } else {
        result = cucore__py_from_protocols(&call, CUCORE__PY_BY_ANY & ~CUCORE_BY_EXCHANGE);
    }
    return result < 0 ? cucore__py_end_failed(&call, result) : 0;
}

/* Chooses one of the usual ways.  Each is a function that this one ends in, so that none saves registers for
 * another. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter_usual(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_call *of_call, cucore_view *out)
{
    cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    if (!state) return cucore__py_enter_any(obj, arg, stream, of_call, out);
    if (Py_TYPE(obj) == CUCORE__LOAD(&state->ndarray)) return cucore__py_enter_ndarray(obj, arg, stream, of_call, out);
    return cucore__py_enter_known(obj, arg, stream, of_call, out);
}

/* The flags that cucore__py_enter_unusual implements, and unknown ones. */
#define CUCORE__PY_UNUSUAL \
    (CUCORE__PY_BY_ANY | CUCORE_HOST_ACCESSIBLE | CUCORE_NEVER_COPY | CUCORE_OPTIONAL | CUCORE_NO_OVERLAP | \
     CUCORE_NO_PARTIAL_OVERLAP | CUCORE__PY_FITS | ~CUCORE__ARG_FLAGS)

/* Takes an argument with a rare flag and no conversion flag. */
CUCORE__PRIVATE int cucore__py_enter_checked(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                             cucore_call *of_call, cucore_view *out)
{
    if (of_call) of_call->private_.later |= arg->flags;
    /* data for the host only have to be complete when the intake returns */
    if (cucore__is_read_on_host(arg->flags, stream)) stream = CUCORE_STREAM_HOST;
    if (arg->flags & CUCORE__PY_BY_ANY) return cucore__py_enter_any(obj, arg, stream, of_call, out);
    return cucore__py_enter_usual(obj, arg, stream, of_call, out);
}

/* Takes an argument with a conversion flag, and converts it; if there are several, when all are ordered. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_enter_fitting(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_call *of_call, cucore_view *out)
{
    cucore_arg relaxed = cucore__py_convert_relax(arg);
    PyObject *made = NULL;
    int result, is_empty, is_number;
    cucore__view_clear(out);
    if (!cucore__py_convert_is_possible(arg)) return -1;
    is_number = arg->flags & CUCORE_FROM_ANYTHING && cucore__py_take_number(obj, &relaxed, of_call, out);
    if (arg->flags & CUCORE_FROM_ANYTHING && !is_number && cucore__py_array_of_anything(obj, arg, &made) < 0)
        return cucore__py_refused(obj, arg);
    is_empty = made ? cucore__py_is_empty_sequence(obj) : 0;
    if (is_empty < 0) {
        cucore__py_drop(made);
        return cucore__py_refused(obj, arg);
    }
    if (is_empty) relaxed.dtypes = NULL;
    result = is_number ? 0 : cucore__py_enter_checked(made ? made : obj, &relaxed, stream, of_call, out);
    if (result < 0 && !made && arg->flags & CUCORE_FROM_ANYTHING) {
        made = cucore__py_array_instead(obj, arg);
        if (made) result = cucore__py_enter_checked(made, &relaxed, stream, of_call, out);
    }
    if (made) cucore__py_drop(made);
    if (result < 0) return -1;
    if (made || is_number) out->converted = 2;
    if (is_empty && cucore__py_take_empty(arg, of_call, out) < 0) return cucore__py_release_failed(out);
    if (of_call) of_call->private_.later |= arg->flags;
#if defined(CUCORE_COPY_H)
    if (cucore__py_convert_begin(arg, of_call, out) < 0 ||
        (!of_call && cucore__py_is_converted(out) && cucore__py_convert_end(arg, stream, out) < 0)) {
        return cucore__py_release_failed(out);
    }
#endif
    return 0;
}

/* Refuses an argument that was left out, and may not be (rules B119).  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_enter_missing(const cucore_arg *arg, cucore_view *out)
{
    cucore__view_clear(out);
    return cucore__py_raise_missing(CUCORE__PY_CLASS(arg, not_an_array, TypeError), cucore__arg_name(arg));
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_unusual(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                           cucore_call *of_call, cucore_view *out)
{
    cucore_status status = cucore__arg_check(arg);
    if (status || (arg->flags & CUCORE_OPTIONAL && (!obj || obj == Py_None))) {
        cucore__view_clear(out);
        return status ? cucore__py_raise(status) : 0;
    }
    if (!obj) return cucore__py_enter_missing(arg, out);
    if (arg->flags & CUCORE__PY_FITS) return cucore__py_enter_fitting(obj, arg, stream, of_call, out);
    return cucore__py_enter_checked(obj, arg, stream, of_call, out);
}

CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                    cucore_call *of_call, cucore_view *out)
{
    if (!arg) arg = &cucore__arg_any;
    if (arg->flags & CUCORE__PY_UNUSUAL) return cucore__py_enter_unusual(obj, arg, stream, of_call, out);
    if (!CUCORE__LIKELY(obj != NULL)) return cucore__py_enter_missing(arg, out);
    return cucore__py_enter_usual(obj, arg, stream, of_call, out);
}

/* Takes an array to write to, whose version is counted up once it was accepted. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_counted(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                           cucore_view *out)
{
    if (cucore__py_enter(obj, arg, stream, NULL, out) < 0) return -1;
    if (out->protocol == CUCORE_PROTOCOL_NONE || cucore__py_count(obj) == 0) return 0;
    cucore_view_release(out);
    return cucore__py_refused(obj, arg);
}

/* Takes an array as cucore_py_view does. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter_alone(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_view *out)
{
    if (arg && cucore__py_is_counted(arg->flags)) return cucore__py_enter_counted(obj, arg, stream, out);
    return cucore__py_enter(obj, arg, stream, NULL, out);
}

CUCORE_API CUCORE__HOT int cucore_py_view(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
#if defined(CUCORE_DEBUG)
    int result;
    cucore__view_clear(out);
    result = cucore__py_enter_alone(obj, arg, stream, out);
    if (result == 0) cucore__py_views_mark(out, 1, stream);
    return result;
#else
    return cucore__py_enter_alone(obj, arg, stream, out);
#endif
}

CUCORE_API int cucore_py_view_bytes(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
    cucore_arg any = arg ? *arg : cucore__arg_any;
    int64_t nbytes;
    PyObject *descr;
    if (any.flags & CUCORE_WRITE && any.flags & CUCORE__PY_COPIES) {
        cucore__view_clear(out);
        PyErr_Format(PyExc_ValueError,
                     "%s: bytes are not copied back as elements: CUCORE_MAKE_... and CUCORE_CAST not with CUCORE_WRITE",
                     cucore__arg_name(&any));
        return -1;
    }
    any.flags |= CUCORE_CONTIGUOUS | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED;
    if (cucore_py_view(obj, &any, stream, out) < 0) return -1;
    if (out->protocol == CUCORE_PROTOCOL_NONE) return 0;
    nbytes = cucore_layout_nbytes(&out->layout);
    if (nbytes < 0) { /* unreachable: every intake checks that */
        cucore__py_raise(cucore_last_error()->status);
        return cucore__py_release_failed(out);
    }
    descr = (PyObject *)out->descr;
    out->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    out->padded = out->byte_swapped = 0;
    out->pep3118_format = NULL;
    out->descr = NULL;
    out->layout.ndim = 1;
    out->layout.itemsize = 1;
    out->layout.itembits = 8;
    out->layout.shape[0] = nbytes;
    out->layout.strides[0] = 1;
    Py_XDECREF(descr);
    return 0;
}

CUCORE_API int64_t cucore_py_array_nbytes(PyObject *obj, const cucore_arg *arg)
{
    cucore_arg any = arg ? *arg : cucore__arg_any;
    cucore_view view;
    int64_t nbytes = 0;
    any.flags &= ~CUCORE__PY_FITS;
    any.flags |= CUCORE_BORROW | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED |
                 CUCORE_ALLOW_OTHER_DEVICES | CUCORE_TRUST_PRODUCER | CUCORE_STREAM_0_IS_LEGACY;
    if (!obj) return cucore__py_raise_missing(CUCORE__PY_CLASS(&any, not_an_array, TypeError), cucore__arg_name(&any));
    if (cucore__arg_check(&any)) return cucore__py_raise(cucore_last_error()->status);
    any.flags |= CUCORE__PY_ODD;
    if (cucore__py_enter_checked(obj, &any, CUCORE_STREAM_NO_SYNC, NULL, &view) < 0) return -1;
    nbytes = cucore_layout_nbytes(&view.layout);
    cucore_view_release(&view);
    return nbytes;
}

/* Returns 1 if the type, or the instance itself, has the attribute.  The function runs no code of the producer, and
 * sets no exception. */
CUCORE__PRIVATE int cucore__py_has_without_code(PyObject *obj, PyObject *name)
{
    PyObject *dict;
    int found = 0;
    if (!name) return 0;
#if defined(Py_LIMITED_API)
    PyObject *mro = PyObject_GetAttrString((PyObject *)Py_TYPE(obj), "__mro__"), *bases = NULL;
    Py_ssize_t i, count = mro && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    for (i = 0; i < count && !found; i++) {
        bases = PyObject_GetAttrString(PyTuple_GetItem(mro, i), "__dict__");
        found = bases && PyMapping_HasKey(bases, name);
        Py_XDECREF(bases);
    }
    Py_XDECREF(mro);
#else
    PyObject *attribute = NULL;
    found = cucore__py_type_attribute(Py_TYPE(obj), name, &attribute) > 0 && attribute != Py_None;
    Py_XDECREF(attribute);
#endif
    if (!found && (dict = PyObject_GenericGetDict(obj, NULL)) != NULL) {
        found = PyDict_Check(dict) && PyDict_Contains(dict, name) > 0;
        Py_DECREF(dict);
    }
    PyErr_Clear();
    return found;
}

CUCORE_API int cucore_py_is_array(PyObject *obj)
{
    cucore__py_state local, *state;
    PyObject *pending;
    int i, found = 0;
    if (!obj || PyType_Check(obj)) return 0;
    if (PyObject_CheckBuffer(obj)) return 1;
    if (PyCapsule_CheckExact(obj))
        return PyCapsule_IsValid(obj, "dltensor_versioned") || PyCapsule_IsValid(obj, "dltensor");
    pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    state = cucore__py_state_get(&local);
    if (state) {
        for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && !found; i++) {
            const cucore__py_protocol *way = &cucore__py_protocols[i];
            found = cucore__py_has_without_code(obj, state->names[way->attribute]) &&
                    (way->also == CUCORE__PY_NAME_COUNT || cucore__py_has_without_code(obj, state->names[way->also]));
        }
        cucore__py_state_put(state, &local);
    }
    PyErr_Clear();
    if (pending) cucore__py_error_put(pending);
    return found;
}

/* ------------ >>impl-py-args -- */
/* python/in/args.c: takes several arguments in, with one wait. */
/* Returns 1 if the views are on several devices and `stream` is a default stream: then the default streams of these
 * devices are ordered, even if no producer has to be waited for. */
CUCORE__PRIVATE int cucore__py_are_on_several_devices(const cucore_view *views, size_t count, CUstream stream)
{
    const cucore_view *first = NULL;
    size_t i;
    if (!cucore__stream_is_default(cucore__stream_normalize(stream))) return 0;
    for (i = 0; i < count; i++) {
        if (!cucore__view_is_shared(&views[i], stream)) continue;
        if (!first) first = &views[i];
        if (views[i].device_id != first->device_id) return 1;
    }
    return 0;
}

/* Orders all views at once, without the GIL, so that a stream from which several views come is waited for once. */
CUCORE__PRIVATE int cucore__py_order_args(const cucore_view *views, size_t count, const cucore_arg *args,
                                          CUstream stream)
{
    PyThreadState *thread;
    cucore__access access = cucore__access_of(views, count, stream, 0);
    cucore_status status;
    size_t i, pending = 0;
    access.args = args;
    for (i = 0; i < count; i++) {
        if (!cucore__view_is_pending(&views[i], stream) || cucore__py_is_producer_stream(&views[i], stream)) continue;
        if (args && cucore__is_read_on_host(args[i].flags, stream)) continue; /* complete already */
        pending++;
    }
    if (!pending && !cucore__py_are_on_several_devices(views, count, stream)) return 0;
    thread = PyEval_SaveThread();
    status = cucore__access_order(&access);
    PyEval_RestoreThread(thread);
    if (!status) return 0;
    return cucore__py_refuse_status(args ? &args[access.failed] : &cucore__arg_any, status);
}

/* Checks what arguments require of each other, if one has such a flag. */
CUCORE__PRIVATE int cucore__py_check_together(const cucore_view *views, size_t count, const cucore_arg *args,
                                              uint64_t later)
{
    size_t failed = 0;
    cucore_status status;
    if (!args) return 0;
    status = cucore__views_check_same_device(views, count, args, &failed);
    if (!status && !CUCORE__LIKELY(!(later & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))))
        status = cucore__views_check_overlaps(views, count, args, cucore__py_shared_elements, &failed);
    return status ? cucore__py_refuse_status(&args[failed], status) : 0;
}

/* Counts up the versions of the arguments that C may write to, once all were accepted: 0, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_count_args(PyObject *const *objs, size_t count, const cucore_arg *args,
                                                 const cucore_view *views)
{
    size_t i;
    for (i = 0; args && i < count; i++) {
        if (!cucore__py_is_counted(args[i].flags) || views[i].protocol == CUCORE_PROTOCOL_NONE) continue;
        if (cucore__py_count(objs[i]) < 0) return cucore__py_refused(objs[i], &args[i]);
    }
    return 0;
}

/* Takes a view over that was tried, and checks what it is to the arguments before it: 0, 1 if the array has to be taken
 * again, -1 with an exception.  An array of the host is complete, and of what is taken over only NumPy's arrays, which
 * need not know of the release, have a buffer in their view. */
CUCORE__PRIVATE int cucore__py_take_tried(PyObject *obj, cucore_view *tried, const cucore_arg *arg,
                                          cucore_call *of_call, cucore_view *out)
{
    cucore_status status;
    if (!tried->private_.release || tried->private_.release == cucore__py_release_buffer || tried->device_accessible ||
        arg->flags & CUCORE__PY_FITS) {
        return 1;
    }
    memcpy(out->private_.storage, tried->private_.storage, sizeof out->private_.storage);
    cucore__view_move(tried, out);
    of_call->private_.later |= arg->flags;
    status = cucore__view_check_arg(out, arg, of_call);
    if (!status) return 0;
    (void)cucore__py_refuse_buffer(status, arg, out);
    return cucore__py_refused(obj, arg);
}

/* Takes the arguments of a call, which the caller began.  It is not inlined: with a count that may be 0, gcc 12 would
 * warn at -O3 that the caller's views are not set. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_args_take(PyObject *const *objs, cucore_view *const *tried,
                                                       CUstream stream, cucore_call *of_call, cucore_view *views)
{
    const cucore_arg *args = of_call->args;
    const size_t count = of_call->args_count;
    size_t i, done;
    int result = 0;
    for (i = 0; i < count; i++) cucore__view_clear(&views[i]);
    for (done = 0; done < count; done++) {
        result = tried && tried[done]
                     ? cucore__py_take_tried(objs[done], tried[done], &args[done], of_call, &views[done])
                     : 1;
        if (result > 0) result = cucore__py_enter(objs[done], args ? &args[done] : NULL, stream, of_call, &views[done]);
        if (result < 0) break;
    }
    if (done == count && cucore__py_check_together(views, count, args, of_call->private_.later) == 0 &&
        cucore__py_order_args(views, count, args, stream) == 0 && cucore__py_count_args(objs, count, args, views) == 0
#if defined(CUCORE_COPY_H)
        && (CUCORE__LIKELY(!(of_call->private_.later & CUCORE__PY_FITS)) ||
            cucore__py_convert_args(views, count, args, stream) == 0)
#endif
    ) {
        cucore__py_views_mark(views, count, stream);
        return 0;
    }
    while (done-- > 0) cucore_view_release(&views[done]);
    return -1;
}

CUCORE__PRIVATE inline void cucore__py_call_begin(cucore_call *of_call, const cucore_arg *args, size_t count,
                                                  const cucore_view *views)
{
    of_call->count = 0;
    of_call->args = args;
    of_call->views = views;
    of_call->args_count = count;
    of_call->private_.later = 0;
}

CUCORE_API int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args, CUstream stream,
                              cucore_view *views)
{
    cucore_call of_call;
    cucore__py_call_begin(&of_call, args, count, views);
    return cucore__py_args_take(objs, NULL, stream, &of_call, views);
}

CUCORE_API int cucore__py_args_tried(const cucore__py_tried *tried, const cucore_arg *args, CUstream stream,
                                     cucore_view *views)
{
    cucore_call of_call;
    cucore__py_call_begin(&of_call, args, tried->count, views);
    return cucore__py_args_take(tried->objs, tried->views, stream, &of_call, views);
}

CUCORE_API int cucore__py_try(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
    cucore_call of_call;
    cucore__py_call_begin(&of_call, arg, 1, out);
    if (!arg->exceptions && !(arg->flags & CUCORE__PY_FITS)) of_call.private_.later = CUCORE__WORDLESS;
    if (cucore__py_args_take(&obj, NULL, stream, &of_call, out) == 0) return 0;
    return PyErr_Occurred() ? -1 : 1;
}

CUCORE_API int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__access access = cucore__access_of(views, count, stream, 1);
    cucore_status status = CUCORE_OK;
    int failed = 0, orders;
    size_t i;
#if defined(CUCORE_COPY_H)
    int converted = 0;
    for (i = 0; i < count; i++) {
        if (!views[i].converted) continue;
        converted = 1;
        if (cucore__py_convert_finish(&views[i], stream, pending != NULL) < 0) failed = 1;
    }
#endif
    for (i = 0; i < count && !cucore__py_producer_must_wait(&views[i], stream); i++) {
    }
    orders = i < count || cucore__py_are_on_several_devices(views, count, stream);
    if (orders || cucore__late_is_any()) {
        Py_BEGIN_ALLOW_THREADS
        cucore__late_look();
        if (orders) status = cucore__access_order(&access);
        Py_END_ALLOW_THREADS
    }
    if (status) cucore__py_raise(status);
    for (i = 0; i < count; i++) {
        if (!status && cucore__view_is_copy(&views[i])) {
            status = cucore__fail_copy("cucore_py_args_release", &views[i]);
            cucore__py_raise(status);
        }
        cucore__view_unmark(&views[i]);
#if defined(CUCORE_COPY_H)
        if (converted) cucore__py_convert_drop(&views[i]);
#endif
        cucore_view_release(&views[i]);
    }
    if (cucore__late_is_any()) cucore__late_release_ready();
    if (status) failed = 1;
    if (failed && pending) cucore__py_error_chain(pending);
    if (!failed && pending) cucore__py_error_put(pending);
    return failed ? -1 : 0;
}

/* ------------ >>impl-py-stream -- */
/* python/in/stream.c: turns stream objects into handles. */
/* The attribute that holds the handle, for known types of streams (rules A15). */
typedef struct cucore__py_known_stream {
    const char *py_module, *name, *attribute;
} cucore__py_known_stream;
static const cucore__py_known_stream cucore__py_known_streams[] = {{"cupy.cuda.stream", "Stream", "ptr"},
                                                                   {"cupy.cuda.stream", "ExternalStream", "ptr"},
                                                                   {"torch.cuda.streams", "Stream", "cuda_stream"},
                                                                   {"torch", "Stream", "cuda_stream"},
                                                                   {"pycuda.driver", "Stream", "handle"},
                                                                   {"pycuda._driver", "Stream", "handle"},
                                                                   {"nvcv", "Stream", "handle"},
                                                                   {"nvcv.cuda", "Stream", "handle"}, /* until 0.15 */
                                                                   {"cvcuda", "Stream", "handle"},
                                                                   {"numba.cuda.cudadrv.driver", "Stream", "handle"}};
static const cucore__py_known_stream cucore__py_void_p = {"ctypes", "c_void_p", "value"};

/* Sets `attribute` to the attribute that holds the handle in objects of exactly this type; NULL: the type is unknown.
 * 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_stream_attribute(PyTypeObject *type, const cucore__py_known_stream *known, size_t count,
                                                const char **attribute)
{
    char py_module[32];
    PyObject *name = NULL;
    size_t i;
    *attribute = NULL;
    if (cucore__py_module_of(type, py_module, sizeof py_module) < 0) return -1;
    for (i = 0; i < count && !*attribute; i++) {
        if (strcmp(py_module, known[i].py_module)) continue;
        if (!name) name = cucore__py_type_name(type);
        if (!name) return -1;
        if (PyUnicode_CompareWithASCIIString(name, known[i].name) == 0) *attribute = known[i].attribute;
    }
    Py_XDECREF(name);
    return 0;
}

/* Reads that attribute of an object whose type, or one of its bases, is known: 1 with a new reference, 0 unknown, -1
 * with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_known_value(PyObject *obj, const cucore__py_known_stream *known,
                                                        size_t count, PyObject **out)
{
    PyObject *bases = cucore__py_bases(Py_TYPE(obj));
    PyTypeObject *base;
    const char *attribute = NULL;
    Py_ssize_t i = 0;
    int found = !bases && PyErr_Occurred() ? -1 : 0;
    while (!found && !attribute && (base = cucore__py_next_base(bases, &i)) != NULL)
        found = cucore__py_stream_attribute(base, known, count, &attribute);
    Py_XDECREF(bases);
    return attribute ? cucore__py_lookup_string(obj, attribute, out) : found;
}

/* Returns a handle as an int: from an integer, or from a ctypes.c_void_p, whose value is None for 0.  Other values are
 * returned as they are.  A new reference, NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_plain_handle(PyObject *value)
{
    PyObject *number = cucore__py_index(value), *pointer = NULL;
    int found;
    if (number || PyErr_Occurred()) return number;
    found = cucore__py_known_value(value, &cucore__py_void_p, 1, &pointer);
    if (found < 0) return NULL;
    if (found && pointer != Py_None) return pointer;
    if (!found) {
        Py_INCREF(value);
        return value;
    }
    Py_DECREF(pointer);
    return PyLong_FromLong(0);
}

CUCORE__PRIVATE int cucore__py_handle(PyObject *handle, PyObject *exception, CUstream *out)
{
    static const char what[] = "a stream must be 0 (legacy default), 1, 2 or a handle of 64 bits";
    unsigned long long value = UINT64_MAX;
    CUstream stream;
    if (cucore__py_is_int(handle)) value = PyLong_AsUnsignedLongLong(handle);
    stream = (CUstream)(uintptr_t)value;
    if (value > UINTPTR_MAX || stream == CUCORE_STREAM_NO_SYNC || stream == CUCORE_STREAM_HOST)
        return cucore__py_raise_value(exception, "stream", what, handle);
    *out = cucore__stream_normalize(stream);
    return 0;
}

/* Reads (version, handle); more items are tolerated (rules A13). */
CUCORE__PRIVATE int cucore__py_read_cuda_stream(PyObject *answer, CUstream *out)
{
    PyObject *version = NULL, *handle = NULL;
    int overflow = 0, failed = -1;
    if (PyTuple_Check(answer) && PyTuple_Size(answer) >= 2) {
        version = cucore__py_index(PyTuple_GetItem(answer, 0));
        if (version) handle = cucore__py_index(PyTuple_GetItem(answer, 1));
    }
    if (!handle) {
        if (!PyErr_Occurred())
            cucore__py_raise_value(PyExc_BufferError, "stream",
                                   "__cuda_stream__() must return two ints, (version, handle)", answer);
    } else if (PyLong_AsLongAndOverflow(version, &overflow) != 0 || overflow) {
        cucore__py_raise_value(PyExc_BufferError, "stream", "__cuda_stream__() must be of version 0", version);
    } else {
        failed = cucore__py_handle(handle, PyExc_BufferError, out);
    }
    Py_XDECREF(handle);
    Py_XDECREF(version);
    return failed;
}

/* Reads a stream without __cuda_stream__ whose type is known, or an integer that is no int. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_other_stream(PyObject *obj, CUstream *out)
{
    const size_t count = sizeof cucore__py_known_streams / sizeof cucore__py_known_streams[0];
    PyObject *value = NULL, *handle = NULL;
    int found = PyType_Check(obj) ? 0 : cucore__py_known_value(obj, cucore__py_known_streams, count, &value),
        result = -1;
    if (found > 0) handle = cucore__py_plain_handle(value);
    if (!found) handle = cucore__py_index(obj);
    if (handle) {
        result = cucore__py_handle(handle, found ? PyExc_BufferError : PyExc_ValueError, out);
    } else if (!PyErr_Occurred()) {
        cucore__py_raise_type(PyExc_TypeError, "stream",
                              "expected an object with __cuda_stream__, a stream of CuPy (ptr), torch (cuda_stream), "
                              "PyCUDA, CV-CUDA or Numba (handle), an int or None, got '%U'",
                              obj);
    }
    Py_XDECREF(handle);
    Py_XDECREF(value);
    return result;
}

CUCORE__PRIVATE int cucore__py_stream_from_object(const cucore__py_state *state, PyObject *obj, CUstream *out)
{
    PyObject *method = NULL, *answer;
    int found = PyType_Check(obj) ? 0 : cucore__py_get_optional(obj, state->names[CUCORE__PY_CUDA_STREAM], &method);
    int result;
    if (found < 0) return -1;
    if (!found) return cucore__py_other_stream(obj, out);
    answer = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    if (!answer) return -1;
    result = cucore__py_read_cuda_stream(answer, out);
    Py_DECREF(answer);
    return result;
}

CUCORE_API int cucore_py_stream_from_object(PyObject *obj, CUstream *out)
{
    cucore__py_state local, *state;
    int result;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "stream");
    if (obj == Py_None) {
        *out = CUCORE_STREAM_LEGACY;
        return 0;
    }
    if (cucore__py_is_int(obj)) return cucore__py_handle(obj, PyExc_ValueError, out);
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    result = cucore__py_stream_from_object(state, obj, out);
    cucore__py_state_put(state, &local);
    return result;
}

CUCORE_API int cucore_py_stream_converter(PyObject *obj, void *out)
{
    return cucore_py_stream_from_object(obj, (CUstream *)out) == 0;
}

CUCORE_API PyObject *cucore_py_stream_to_tuple(CUstream stream)
{
    return Py_BuildValue("(iN)", 0, PyLong_FromVoidPtr((void *)cucore__stream_normalize(stream)));
}

/* ------------ >>impl-py-named -- */
/* python/in/named.c: reads objects that name a dtype, a device or a shape. */
/* An object of a library, known by the names of the package and of its type or a base.  What it stands for is in its
 * text, or in the text of attributes: "cuda:%S" with the value of `attribute`, "%S:%S" with `first` before it. */
typedef struct cucore__py_known_name {
    const char *package, *type, *format, *first, *attribute; /* NULL: str() of the object */
} cucore__py_known_name;

static const cucore__py_known_name cucore__py_known_dtypes[] = {
    {"torch", "dtype", NULL, NULL, NULL},     {"tensorflow", "DType", "%S", NULL, "name"},
    {"mlx", "Dtype", NULL, NULL, NULL},       {"paddle", "dtype", NULL, NULL, NULL},
    {"paddle", "DataType", NULL, NULL, NULL}, {"numba", "Number", "%S", NULL, "name"},
    {"numba", "Boolean", "%S", NULL, "name"}};
static const cucore__py_known_name cucore__py_known_devices[] = {
    {"torch", "device", NULL, NULL, NULL},
    {"tvm_ffi", "Device", NULL, NULL, NULL},
    {"jaxlib", "Device", "%S:%S", "platform", "local_hardware_id"},
    {"cupy", "Device", "cuda:%S", NULL, "id"},
    {"numba", "Device", "cuda:%S", NULL, "id"},
    {"cuda", "Device", "cuda:%S", NULL, "device_id"}};

/* Returns the text of an object by the rows, as a new reference; NULL: it is of none of them, or an exception is
 * set. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_known_text(PyObject *obj, const cucore__py_known_name *rows,
                                                             size_t count)
{
    /* Numba hands its devices out as weakref.proxy, which says the class of what it stands for. */
    PyObject *type = PyObject_GetAttrString(obj, "__class__");
    PyObject *bases = type && PyType_Check(type) ? cucore__py_bases((PyTypeObject *)type) : NULL;
    PyObject *name = NULL, *first = NULL, *value = NULL, *text = NULL;
    const cucore__py_known_name *row = NULL;
    PyTypeObject *base;
    Py_ssize_t at = 0;
    char package[16];
    size_t i;
    while (!row && !PyErr_Occurred() && (base = cucore__py_next_base(bases, &at)) != NULL) {
        if (cucore__py_package_of(base, package, sizeof package) == 0) name = cucore__py_type_name(base);
        for (i = 0; name && i < count && !row; i++) {
            if (strcmp(package, rows[i].package) == 0 && !PyUnicode_CompareWithASCIIString(name, rows[i].type))
                row = &rows[i];
        }
        Py_CLEAR(name);
    }
    Py_XDECREF(bases);
    Py_XDECREF(type);
    if (!row || PyErr_Occurred()) return NULL;
    if (!row->format) return PyObject_Str(obj);
    if (row->first && (first = PyObject_GetAttrString(obj, row->first)) == NULL) return NULL;
    value = PyObject_GetAttrString(obj, row->attribute);
    if (value) text = PyUnicode_FromFormat(row->format, first ? first : value, value);
    Py_XDECREF(value);
    Py_XDECREF(first);
    return text;
}

/* Copies an ASCII text of at most size - 1 letters.  Returns its length, 0 if it is empty, longer or no such text, -1
 * with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_short_text(PyObject *text, char *room, size_t size)
{
    PyObject *bytes = text && PyUnicode_Check(text) && PyUnicode_GetLength(text) < (Py_ssize_t)size
                          ? PyUnicode_AsEncodedString(text, "ascii", "replace")
                          : NULL;
    int length = 0;
    room[0] = '\0';
    if (bytes) {
        length = (int)PyBytes_Size(bytes);
        memcpy(room, PyBytes_AsString(bytes), (size_t)length + 1);
        Py_DECREF(bytes);
    }
    return !bytes && PyErr_Occurred() ? -1 : length;
}

/* -- dtypes -- */
/* Returns 1 if the text is a name of a dtype, or a typestr, of elements that DLPack knows. */
CUCORE__PRIVATE CUCORE__COLD int cucore__dtype_of_text(const char *text, size_t size, cucore_dtype *out)
{
    char typestr[24];
    cucore_dtype dtype;
    if (!cucore_dtype_from_name(text, size, &dtype)) {
        *out = dtype;
        return 1;
    }
    if (!text || size < 2 || size + 1 >= sizeof typestr) return 0;
    typestr[0] = '|'; /* counts as native order */
    memcpy(typestr + 1, text, size);
    if (memchr("<>|=", text[0], 4)) memmove(typestr, text, size--);
    if (cucore_dtype_from_typestr(typestr, size + 1, &dtype) || dtype.code >= CUCORE_CODE_OPAQUE) return 0;
    *out = dtype;
    return 1;
}

/* Reads the last word of a text, as of "torch.float32".  1, 0 no dtype, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_word(PyObject *text, cucore_dtype *out)
{
    char room[64];
    const int length = cucore__py_short_text(text, room, sizeof room);
    const char *word = strrchr(room, '.');
    word = word ? word + 1 : room;
    return length <= 0 ? length : cucore__dtype_of_text(word, strlen(word), out);
}

/* Reads the attribute `str` of a numpy.dtype, or its name if that is more exact (rules 4.4).  1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_numpy(PyObject *obj, cucore_dtype *out)
{
    PyObject *text = NULL;
    char typestr[24];
    int found = cucore__py_lookup_string(obj, "str", &text);
    if (found > 0) found = cucore__py_short_text(text, typestr, sizeof typestr);
    Py_XDECREF(text);
    if (found < 2) return found < 0 ? -1 : 0;
    if (typestr[1] != 'V' && typestr[1] != 'W' && strcmp(typestr + 1, "f1"))
        return cucore__dtype_of_text(typestr, (size_t)found, out);
    found = cucore__py_lookup_string(obj, "name", &text);
    if (found > 0) found = cucore__py_dtype_of_word(text, out);
    if (text) Py_DECREF(text);
    return found;
}

/* Returns 1 if `obj` is an instance of the type numpy.name or, with `derived`, a type derived from it; 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_is_of_numpy(PyObject *obj, const char *name, int derived)
{
    PyObject *type = NULL;
    PyTypeObject *of = derived ? (PyTypeObject *)(void *)obj : Py_TYPE(obj);
    int found = cucore__py_imported_attribute("numpy", name, &type);
    if (found > 0) found = PyType_Check(type) && PyType_IsSubtype(of, (PyTypeObject *)(void *)type);
    Py_XDECREF(type);
    return found;
}

/* Reads a class: one of Python, or of scalars of NumPy, or one whose attribute `dtype` is a numpy.dtype (jax.numpy).
 * 1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_type(PyObject *obj, cucore_dtype *out)
{
    static const char *const names[4] = {"float64", "int64", "bool", "complex128"};
    PyTypeObject *const types[4] = {&PyFloat_Type, &PyLong_Type, &PyBool_Type, &PyComplex_Type};
    PyObject *make = NULL, *dtype = NULL;
    int i, found;
    for (i = 0; i < 4; i++)
        if (obj == (PyObject *)(void *)types[i]) return cucore__dtype_of_text(names[i], strlen(names[i]), out);
    found = cucore__py_is_of_numpy(obj, "generic", 1);
    if (found > 0) {
        found = cucore__py_imported_attribute("numpy", "dtype", &make);
        if (found > 0) dtype = PyObject_CallFunctionObjArgs(make, obj, NULL);
        if (found > 0 && !dtype) found = -1;
    } else if (!found) {
        found = cucore__py_lookup_string(obj, "dtype", &dtype);
    }
    if (found > 0) found = cucore__py_is_of_numpy(dtype, "dtype", 0);
    if (found > 0) found = cucore__py_dtype_of_numpy(dtype, out);
    Py_XDECREF(dtype);
    Py_XDECREF(make);
    return found;
}

/* Reads what obj.__dlpack_data_type__() returns.  1, 0 without such a method, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_dlpack(PyObject *obj, cucore_dtype *out)
{
    PyObject *method = NULL, *answer;
    int64_t parts[CUCORE_MAX_NDIM > 3 ? CUCORE_MAX_NDIM : 3] = {0};
    cucore_dtype dtype;
    int found = cucore__py_optional(cucore__py_lookup_string(obj, "__dlpack_data_type__", &method), &method);
    if (found <= 0) return found;
    answer = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    if (!answer) return -1;
    found = PyTuple_Check(answer) && PyTuple_Size(answer) == 3 && cucore__py_read_tuple(answer, parts) == 3;
    found = found && !((parts[0] | parts[1]) & ~INT64_C(0xFF)) && !(parts[2] & ~INT64_C(0xFFFF));
    dtype = cucore_dtype_make((int)(parts[0] & 0xFF), (int)(parts[1] & 0xFF), (int)(parts[2] & 0xFFFF));
    if (found && !cucore_dtype_check(dtype)) {
        *out = dtype;
    } else {
        found = -1;
        if (!PyErr_Occurred())
            cucore__py_raise_value(PyExc_TypeError, "dtype",
                                   "__dlpack_data_type__() must return three ints, (code, bits, lanes) of a dtype",
                                   answer);
    }
    Py_DECREF(answer);
    return found;
}

/* Reads a dtype of a library other than NumPy.  1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_library(PyObject *obj, cucore_dtype *out)
{
    PyObject *text = cucore__py_known_text(obj, cucore__py_known_dtypes,
                                           sizeof cucore__py_known_dtypes / sizeof cucore__py_known_dtypes[0]);
    int found = text ? cucore__py_dtype_of_word(text, out) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(text);
    return found;
}

/* Returns 0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_from_object(PyObject *obj, cucore_dtype *out)
{
    char text[64];
    int found;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "dtype");
    if (PyUnicode_Check(obj)) {
        found = cucore__py_short_text(obj, text, sizeof text);
        if (found > 0) found = cucore__dtype_of_text(text, (size_t)found, out);
    } else if (PyType_Check(obj)) {
        found = cucore__py_dtype_of_type(obj, out);
    } else {
        found = cucore__py_is_of_numpy(obj, "dtype", 0);
        if (found > 0) {
            found = cucore__py_dtype_of_numpy(obj, out);
        } else if (!found) {
            found = cucore__py_dtype_of_dlpack(obj, out);
            if (!found) found = cucore__py_dtype_of_library(obj, out);
        }
    }
    if (found) return found < 0 ? -1 : 0;
    return cucore__py_raise_value(
        PyExc_TypeError, "dtype",
        "expected a name ('float32', 'f4'), a dtype of numbers in native byte order of NumPy, "
        "torch or another known library, a type of scalars, or an object with "
        "__dlpack_data_type__",
        obj);
}

CUCORE_API int cucore_py_dtype_converter(PyObject *obj, void *out)
{
    return obj == Py_None || cucore__py_dtype_from_object(obj, (cucore_dtype *)out) == 0;
}

/* -- devices -- */
/* Sets `out` to a device of a type.  1, 0 unknown type or impossible number. */
CUCORE__PRIVATE CUCORE__COLD int cucore__device_make(int64_t type, int64_t id, cucore_py_device *out)
{
    const int has_id = type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    if (!has_id && type != CUCORE_DEVICE_TYPE_CPU && type != CUCORE_DEVICE_TYPE_CUDA_HOST) return 0;
    if (id != CUCORE_DEVICE_CURRENT && (id < 0 || id > INT_MAX)) return 0;
    out->device_type = (int)type;
    out->device_id = has_id ? (int)id : CUCORE_DEVICE_NONE;
    return 1;
}

/* Reads "cpu", "cuda:1", ....  1, 0 no such device, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_of_text(PyObject *text, cucore_py_device *out)
{
    static const char *const names[] = {"cpu", "cuda", "gpu", "pinned", "managed"};
    static const int types[] = {CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_TYPE_CUDA, CUCORE_DEVICE_TYPE_CUDA,
                                CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_TYPE_CUDA_MANAGED};
    char room[24], *digits;
    int64_t id = CUCORE_DEVICE_CURRENT;
    int i;
    if (cucore__py_short_text(text, room, sizeof room) < 0) return -1;
    digits = strchr(room, ':');
    if (digits) {
        *digits++ = '\0';
        if (!*digits || strlen(digits) > 9 || digits[strspn(digits, "0123456789")]) return 0;
        id = strtol(digits, NULL, 10);
    }
    for (i = 0; i < 5; i++)
        if (strcmp(room, names[i]) == 0) return cucore__device_make(types[i], id, out);
    return 0;
}

/* Returns 0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_from_object(PyObject *obj, cucore_py_device *out)
{
    int64_t pair[CUCORE_MAX_NDIM > 2 ? CUCORE_MAX_NDIM : 2] = {CUCORE_DEVICE_TYPE_CUDA, -1};
    PyObject *text = NULL;
    int typed = 1, found = 0; /* typed: the object is of a type that names devices */
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "device");
    if (PyUnicode_Check(obj)) {
        found = cucore__py_device_of_text(obj, out);
    } else if (PyTuple_Check(obj)) {
        typed = PyTuple_Size(obj) == 2;
        found = typed && cucore__py_read_tuple(obj, pair) == 2;
    } else if (PyType_Check(obj) || PyBool_Check(obj)) {
        typed = 0;
    } else if (PyLong_Check(obj)) {
        found = cucore__py_to_int64(obj, &pair[1]) == 0;
    } else {
        text = cucore__py_known_text(obj, cucore__py_known_devices,
                                     sizeof cucore__py_known_devices / sizeof cucore__py_known_devices[0]);
        if (text) found = cucore__py_device_of_text(text, out);
        Py_XDECREF(text);
        /* last: each weakref.proxy has an __index__, whatever it stands for */
        typed = text || PyIndex_Check(obj);
        if (!text && typed && !PyErr_Occurred()) found = cucore__py_to_int64(obj, &pair[1]) == 0;
    }
    if (found > 0 && pair[1] >= 0) found = cucore__device_make(pair[0], pair[1], out);
    if (found > 0 && (pair[1] >= 0 || text || PyUnicode_Check(obj))) return 0;
    if (PyErr_Occurred()) return -1;
    return cucore__py_raise_value(
        typed ? PyExc_ValueError : PyExc_TypeError, "device",
        typed ? "expected 'cpu', 'pinned', 'cuda' or 'managed', the last two also with a number (':1'), or a number"
              : "expected a name ('cuda:0'), a number, a device of a known library, or (device type, device id)",
        obj);
}

CUCORE_API int cucore_py_device_converter(PyObject *obj, void *out)
{
    return obj == Py_None || cucore__py_device_from_object(obj, (cucore_py_device *)out) == 0;
}

/* -- shapes -- */
CUCORE_API int cucore_py_shape_converter(PyObject *obj, void *out)
{
    cucore_py_shape shape, *const made = (cucore_py_shape *)out;
    PyObject *tuple;
    int i, typed = 1;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "shape") + 1;
    tuple = PyTuple_Check(obj) || PyList_Check(obj) ? PySequence_Tuple(obj) : PyTuple_Pack(1, obj);
    if (!tuple) return 0;
    shape.ndim = cucore__py_read_tuple(tuple, shape.extents);
    for (i = 0; shape.ndim < 0 && i < (int)PyTuple_Size(tuple); i++) {
        PyObject *item = PyTuple_GetItem(tuple, i);
        typed &= !PyBool_Check(item) && PyIndex_Check(item);
    }
    Py_DECREF(tuple);
    for (i = 0; i < shape.ndim && shape.extents[i] >= 0; i++) {
    }
    if (i == shape.ndim) {
        memcpy(made->extents, shape.extents, (size_t)i * sizeof shape.extents[0]);
        made->ndim = i;
        return 1;
    }
    if (PyErr_Occurred()) return 0;
    return 1 +
           cucore__py_raise_value(typed ? PyExc_ValueError : PyExc_TypeError, "shape",
                                  typed ? "expected at most " CUCORE__PY_DIGITS(CUCORE_MAX_NDIM) " extents, each from "
                                                                                                 "0 to 2^63 - 1"
                                        : "expected an int, or a tuple or a list of ints",
                                  obj);
}

#if defined(CUCORE_KERNEL_H_IMPLEMENTED)
/* ------------ >>impl-py-launch -- */
/* python/in/launch_number.c: turns numbers of Python into parameters of a kernel. */
/* Returns 1 if a parameter can be a number of this dtype. */
CUCORE__PRIVATE int cucore__py_number_has_dtype(cucore_dtype dtype)
{
    const int is_whole = dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    if (dtype.lanes != 1) return 0;
    switch ((int)dtype.code) {
    case CUCORE_CODE_BOOL: return dtype.bits == 8;
    case CUCORE_CODE_INT:
    case CUCORE_CODE_UINT: return is_whole;
    case CUCORE_CODE_FLOAT: return is_whole && dtype.bits != 8;
    case CUCORE_CODE_BFLOAT: return dtype.bits == 16;
    case CUCORE_CODE_COMPLEX: return dtype.bits == 64 || dtype.bits == 128;
    default: return 0;
    }
}

CUCORE__PRIVATE int cucore__py_dtype_is_integer(cucore_dtype dtype)
{
    return dtype.code == CUCORE_CODE_INT || dtype.code == CUCORE_CODE_UINT;
}

/* Refuses an object that is no number for the parameter; an exception that is set becomes the context.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_number_refuse(const cucore_arg *arg, cucore_dtype dtype, PyObject *obj)
{
    const char *expected = dtype.code == CUCORE_CODE_BOOL       ? "expected a bool, got '%U'"
                           : cucore__py_dtype_is_integer(dtype) ? "expected an integer, got '%U'"
                           : dtype.code == CUCORE_CODE_COMPLEX  ? "expected a number, got '%U'"
                                                                : "expected a real number, got '%U'";
    PyObject *const earlier = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__py_refuse_type(arg, CUCORE__PY_CLASS(arg, wrong_dtype, TypeError), expected, obj);
    if (earlier) cucore__py_error_chain(earlier);
    return -1;
}

/* Refuses a number that the dtype cannot hold.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_number_refuse_value(const cucore_arg *arg, cucore_dtype dtype,
                                                                PyObject *obj)
{
    char name[32], what[64];
    cucore_dtype_to_name(dtype, name, sizeof name);
    snprintf(what, sizeof what, "the value must fit %s", name);
    return cucore__py_raise_value(PyExc_ValueError, cucore__arg_name(arg), what, obj);
}

/* Returns the value of a bool of Python or NumPy, 0 or 1; -1: another object; -2: an exception. */
CUCORE__PRIVATE int cucore__py_bool_value(PyObject *obj)
{
    char package[8];
    PyObject *name;
    int is_bool, value;
    if (PyBool_Check(obj)) return obj == Py_True;
    if (cucore__py_package_of(Py_TYPE(obj), package, sizeof package) < 0) return -2;
    if (strcmp(package, "numpy")) return -1;
    name = cucore__py_type_name(Py_TYPE(obj));
    if (!name) return -2;
    is_bool = PyUnicode_CompareWithASCIIString(name, "bool") == 0 || /* NumPy 1 */
              PyUnicode_CompareWithASCIIString(name, "bool_") == 0;
    Py_DECREF(name);
    value = is_bool ? PyObject_IsTrue(obj) : -1;
    return is_bool && value < 0 ? -2 : value;
}

/* Writes the low bytes of an integer that is known to fit. */
CUCORE__PRIVATE inline void cucore__py_integer_put(uint64_t value, cucore_dtype dtype, void *out)
{
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (dtype.bits) {
    case 8: memcpy(out, &one, sizeof one); return;
    case 16: memcpy(out, &two, sizeof two); return;
    case 32: memcpy(out, &four, sizeof four); return;
    default: memcpy(out, &value, sizeof value); return;
    }
}

/* Returns 1 if an integer of 64 bits fits the dtype. */
CUCORE__PRIVATE inline int cucore__py_integer_fits(int64_t value, cucore_dtype dtype)
{
    const int bits = dtype.bits;
    if (dtype.code == CUCORE_CODE_UINT) return value >= 0 && (bits == 64 || value >> bits == 0);
    return bits == 64 || (value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1));
}

/* Reads an integer that may be beyond int64. */
CUCORE__PRIVATE int cucore__py_integer_read(PyObject *number, cucore_dtype dtype, const cucore_arg *arg, void *out)
{
    int overflow = 0;
    const int64_t value = PyLong_AsLongLongAndOverflow(number, &overflow);
    uint64_t large = 0;
    if (CUCORE__LIKELY(!overflow)) {
        if (!cucore__py_integer_fits(value, dtype)) return cucore__py_number_refuse_value(arg, dtype, number);
        cucore__py_integer_put((uint64_t)value, dtype, out);
        return 0;
    }
    if (overflow < 0 || dtype.code != CUCORE_CODE_UINT || dtype.bits != 64)
        return cucore__py_number_refuse_value(arg, dtype, number);
    large = PyLong_AsUnsignedLongLong(number);
    if (large == UINT64_MAX && PyErr_Occurred()) return cucore__py_number_refuse_value(arg, dtype, number);
    cucore__py_integer_put(large, dtype, out);
    return 0;
}

/* Returns the bits of a number of 16 bits with that many bits of exponent, rounded to the nearest one, of two to the
 * even one. */
CUCORE__PRIVATE uint16_t cucore__py_float16_bits(double value, int exponent_bits)
{
    const int fraction_bits = 15 - exponent_bits, most = (1 << exponent_bits) - 1;
    uint64_t bits, fraction, rest, half;
    int exponent, shift = 52 - fraction_bits;
    uint16_t sign;
    memcpy(&bits, &value, sizeof bits);
    sign = (uint16_t)(bits >> 48 & 0x8000);
    exponent = (int)(bits >> 52 & 0x7FF);
    fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 0x7FF) {
        return (uint16_t)(sign | (unsigned)most << fraction_bits | (fraction ? 1u << (fraction_bits - 1) : 0));
    }
    if (exponent) fraction |= UINT64_C(1) << 52;
    exponent += most / 2 - 1023;
    if (exponent <= 0) {
        shift += 1 - exponent;
        exponent = 1;
    }
    if (shift > 54) return sign;
    half = UINT64_C(1) << (shift - 1);
    rest = fraction & (2 * half - 1);
    fraction >>= shift;
    if (rest > half || (rest == half && fraction & 1)) fraction++;
    return (uint16_t)(sign | (((uint64_t)(exponent - 1) << fraction_bits) + fraction));
}

/* Writes a real number: 0, or 1 if a finite value would become infinite. */
CUCORE__PRIVATE int cucore__py_real_put(double value, int code, int bits, void *out)
{
    const double size = value < 0 ? -value : value;
    /* half of the last place above the largest number: what is as large becomes infinite */
    const double end = bits == 64                   ? 1.7976931348623157e308
                       : bits == 32                 ? 3.4028235677973366e38
                       : code == CUCORE_CODE_BFLOAT ? 3.3961775292304601e38
                                                    : 65520.0;
    float single;
    uint16_t half;
    if (bits == 64) {
        memcpy(out, &value, sizeof value);
        return 0;
    }
    if (size >= end && size <= 1.7976931348623157e308) return 1;
    if (bits == 32) {
        single = (float)value;
        memcpy(out, &single, sizeof single);
    } else {
        half = cucore__py_float16_bits(value, code == CUCORE_CODE_BFLOAT ? 8 : 5);
        memcpy(out, &half, sizeof half);
    }
    return 0;
}

/* Reads an object with __complex__, __float__ or __index__: -1, or -1.0 in parts[0] with an exception. */
CUCORE__PRIVATE int cucore__py_complex_value(PyObject *obj, double *parts)
{
#if defined(Py_LIMITED_API)
    PyObject *number = PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, obj, NULL);
    if (!number) return -2;
    parts[0] = PyComplex_RealAsDouble(number);
    parts[1] = PyComplex_ImagAsDouble(number);
    Py_DECREF(number);
#else
    const Py_complex value = PyComplex_AsCComplex(obj);
    parts[0] = value.real;
    parts[1] = value.imag;
#endif
    return -1;
}

/* Reads a number that is no exact float: of a derived type, a scalar of NumPy, an object with __complex__ or
 * __float__. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_complex_read(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg,
                                                          double *parts)
{
    int is_true = -1;
    parts[0] = -1.0;
    parts[1] = 0;
    if (PyFloat_Check(obj)) { /* also numpy.float64 */
        parts[0] = PyFloat_AsDouble(obj);
    } else if (PyLong_Check(obj)) {
        parts[0] = PyLong_AsDouble(obj);
    } else if (PyUnicode_Check(obj)) {
        return cucore__py_number_refuse(arg, dtype, obj);
    } else {
        is_true = cucore__py_bool_value(obj);
        if (is_true >= 0) parts[0] = is_true;
        if (is_true == -1) is_true = cucore__py_complex_value(obj, parts);
    }
    if (is_true >= -1 && (parts[0] != -1.0 || !PyErr_Occurred())) return 0;
    if (PyErr_ExceptionMatches(PyExc_TypeError)) return cucore__py_number_refuse(arg, dtype, obj);
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) return cucore__py_number_refuse_value(arg, dtype, obj);
    return -1;
}

CUCORE__PRIVATE int cucore__py_float_read(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg, void *out)
{
    const int is_complex = dtype.code == CUCORE_CODE_COMPLEX, bits = is_complex ? dtype.bits / 2 : dtype.bits;
    const int code = is_complex ? (int)CUCORE_CODE_FLOAT : dtype.code;
    double parts[2] = {0, 0};
    if (CUCORE__LIKELY(PyFloat_CheckExact(obj))) {
        parts[0] = PyFloat_AsDouble(obj);
    } else if (cucore__py_complex_read(obj, dtype, arg, parts) < 0) {
        return -1;
    }
    if (!is_complex && parts[1] != 0) return cucore__py_number_refuse(arg, dtype, obj);
    if (cucore__py_real_put(parts[0], code, bits, out) ||
        (is_complex && cucore__py_real_put(parts[1], code, bits, (char *)out + bits / 8)))
        return cucore__py_number_refuse_value(arg, dtype, obj);
    return 0;
}

/* Reads a bool, or an integer that is no exact int. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_integer_of(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg,
                                                        void *out)
{
    const int is_true = cucore__py_bool_value(obj);
    PyObject *number;
    int result;
    if (is_true == -2) return -1;
    if (is_true >= 0) {
        cucore__py_integer_put((uint64_t)is_true, dtype, out);
        return 0;
    }
    if (dtype.code == CUCORE_CODE_BOOL) return cucore__py_number_refuse(arg, dtype, obj);
    number = cucore__py_index(obj);
    if (!number) {
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
        return cucore__py_number_refuse(arg, dtype, obj);
    }
    result = cucore__py_integer_read(number, dtype, arg, out);
    Py_DECREF(number);
    return result;
}

/* Reads a number into a parameter of itemsize bytes: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_number_read(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg, void *out)
{
    if (dtype.code != CUCORE_CODE_BOOL && !cucore__py_dtype_is_integer(dtype))
        return cucore__py_float_read(obj, dtype, arg, out);
    if (CUCORE__LIKELY(PyLong_CheckExact(obj) && dtype.code != CUCORE_CODE_BOOL))
        return cucore__py_integer_read(obj, dtype, arg, out);
    return cucore__py_integer_of(obj, dtype, arg, out);
}

/* python/in/launch_plan.c: prepares a launcher: the table of parameters, and what arrays have to be as numbers. */
#define CUCORE__PY_LAUNCH_OBJS 32                                          /* arrays and numbers of a call */
#define CUCORE__PY_LAUNCH_PARAMS 64                                        /* of a kernel */
#define CUCORE__PY_LAUNCH_NBYTES 4096                                      /* of all parameters of a kernel */
#define CUCORE__PY_LAUNCH_AXES (CUCORE_MAX_NDIM < 8 ? CUCORE_MAX_NDIM : 8) /* of an array on the quick way */
#define CUCORE__PY_LAUNCH_DTYPES 4
#define CUCORE__PY_LAUNCH_NAMES 16 /* of extents */

/* The requirements of an array as numbers, for the quick way; the usual ones lie in one line of the cache. */
typedef struct cucore__py_quick {
    uint64_t flags;
    uint32_t dtypes[CUCORE__PY_LAUNCH_DTYPES]; /* the bytes of a DLDataType */
    int16_t obj;                               /* the place of the array in the call */
    int8_t is_possible;                        /* 0: the words of the argument need the general way */
    int8_t dtype_count;                        /* 0: any */
    int8_t dtype_like;                     /* the dtype is that of this array of the call; -1: no such requirement */
    int8_t shape_like;                     /* the same for the shape */
    int16_t ndim;                          /* -1: any */
    int64_t items[CUCORE__PY_LAUNCH_AXES]; /* 0 or more: that extent; -1: any; -2 - i: that of name i */
} cucore__py_quick;

/* A parameter of the kernel. */
typedef struct cucore__py_launch_row {
    uint8_t kind, ndim, index_bits;
    uint8_t place;   /* a number: of the object in the call; else: of the array among the arrays */
    uint32_t offset; /* of the value */
    cucore_dtype dtype;
    const char *name;
    size_t nbytes; /* of the value */
} cucore__py_launch_row;

typedef struct cucore__py_launch_plan {
    cucore_py_launch_spec spec;
    int obj_count, array_count, row_count, number_count, elements;
    int is_quick; /* all arrays may be taken the quick way */
    int has_accessors;
    int name_count;
    uint64_t together;                                    /* flags that arrays have about each other */
    uint8_t order[CUCORE__PY_LAUNCH_OBJS];                /* the rows of numbers */
    cucore__py_launch_row rows[CUCORE__PY_LAUNCH_PARAMS]; /* row_count parameters of the kernel */
    cucore__py_quick quick[CUCORE__PY_LAUNCH_OBJS];       /* of each array */
    cucore_arg args[CUCORE__PY_LAUNCH_OBJS];              /* of each array */
    cucore_arg words[CUCORE__PY_LAUNCH_PARAMS];           /* of each row */
    cucore_tensor_map_spec maps[CUCORE__PY_LAUNCH_PARAMS];
    cucore__token names[CUCORE__PY_LAUNCH_NAMES];
} cucore__py_launch_plan;

CUCORE__PRIVATE int cucore__py_param_takes_array(int kind)
{
    return kind == CUCORE_PY_POINTER || kind == CUCORE_PY_ACCESSOR || kind == CUCORE_PY_TENSOR_MAP ||
           kind == CUCORE_PY_UNPASSED;
}

/* Returns the place of the array of that name among the arrays, of which there are `count` so far; -1: none. */
CUCORE__PRIVATE int cucore__py_launch_array_named(const cucore__py_launch_plan *plan, const char *name, size_t length)
{
    int i;
    for (i = 0; i < plan->array_count; i++) {
        const char *own = plan->args[i].name;
        if (own && strlen(own) == length && memcmp(own, name, length) == 0) return i;
    }
    return -1;
}

/* The flags that the quick way implements. */
#define CUCORE__PY_QUICK_FLAGS \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_UNIQUE | CUCORE_DEVICE_ACCESSIBLE | \
     CUCORE_SAME_DEVICE | CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_UNPROVEN_WRITE | CUCORE_NEVER_COPY | \
     CUCORE_ALLOW_GRAD | CUCORE_ALLOW_NEGATIVE_BIT | CUCORE_KEEP_VERSION | CUCORE_BORROW | CUCORE_NO_OVERLAP | \
     CUCORE_NO_PARTIAL_OVERLAP)

/* Turns a list of dtypes into numbers.  INVALID_ARGUMENT if a name has no meaning. */
CUCORE__PRIVATE cucore_status cucore__py_quick_dtypes(const cucore__py_launch_plan *plan, const cucore_arg *arg,
                                                      cucore__py_quick *out)
{
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype;
    DLDataType type;
    int count = 0;
    for (; cucore__token_next(&cursor, ' ', &token); count++) {
        if (token.length && token.text[0] == '=') {
            out->dtype_like = (int8_t)cucore__py_launch_array_named(plan, token.text + 1, token.length - 1);
            if (out->dtype_like < 0)
                return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\": no argument before has that name",
                                       cucore__arg_name(arg), (int)token.length, token.text, arg->dtypes);
            continue;
        }
        if (cucore_dtype_from_name(token.text, token.length, &dtype))
            return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\" is not the name of one",
                                   cucore__arg_name(arg), (int)token.length, token.text, arg->dtypes);
        if (out->dtype_count == CUCORE__PY_LAUNCH_DTYPES || dtype.code >= CUCORE_CODE_OPAQUE) {
            out->is_possible = 0;
            continue;
        }
        type.code = dtype.code;
        type.bits = dtype.bits;
        type.lanes = dtype.lanes;
        memcpy(&out->dtypes[out->dtype_count++], &type, sizeof type);
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (out->dtype_like >= 0 && out->dtype_count) out->is_possible = 0;
    return CUCORE_OK;
}

/* Returns the place of the name of an extent; -1: there is no room. */
CUCORE__PRIVATE int cucore__py_launch_name(cucore__py_launch_plan *plan, const cucore__token *name)
{
    int i;
    for (i = 0; i < plan->name_count; i++)
        if (plan->names[i].length == name->length && !memcmp(plan->names[i].text, name->text, name->length)) return i;
    if (i == CUCORE__PY_LAUNCH_NAMES) return -1;
    plan->names[plan->name_count++] = *name;
    return i;
}

/* Turns a shape pattern into numbers.  INVALID_ARGUMENT if it has no meaning. */
CUCORE__PRIVATE cucore_status cucore__py_quick_shape(cucore__py_launch_plan *plan, const cucore_arg *arg,
                                                     cucore__py_quick *out)
{
    const char *cursor = arg->shape;
    cucore_view none;
    cucore_call of_call;
    cucore__token item;
    int name;
    cucore_status status;
    out->ndim = -1;
    if (!cursor) return CUCORE_OK;
    while (cucore__is_blank(*cursor)) cursor++;
    if (*cursor == '=') {
        (void)cucore__token_next(&cursor, ',', &item);
        out->shape_like = (int8_t)cucore__py_launch_array_named(plan, item.text + 1, item.length - 1);
        if (out->shape_like >= 0 && !*cursor) return CUCORE_OK;
        return cucore__invalid("%s: '%.*s' in the shape pattern \"%s\": no argument before has that name",
                               cucore__arg_name(arg), (int)item.length, item.text, arg->shape);
    }
    memset(&of_call, 0, sizeof of_call);
    cucore__view_clear(&none);
    status = cucore__check_shape(&none, arg, &of_call); /* it checks the pattern before the shape */
    if (status == CUCORE_INVALID_ARGUMENT) return status;
    for (out->ndim = 0, cursor = arg->shape; cucore__token_next(&cursor, ',', &item); out->ndim++) {
        name = -1;
        if (cucore__is_name(&item)) name = cucore__py_launch_name(plan, &item);
        if (out->ndim == CUCORE__PY_LAUNCH_AXES || cucore__token_is(&item, "...") ||
            (cucore__is_name(&item) && name < 0)) {
            out->is_possible = 0;
            return CUCORE_OK;
        }
        out->items[out->ndim] = name >= 0 ? -2 - name : cucore__token_is(&item, "*") ? -1 : cucore__token_number(&item);
    }
    return CUCORE_OK;
}

/* Adds an array to the arguments of the call. */
CUCORE__PRIVATE cucore_status cucore__py_launch_add_array(cucore__py_launch_plan *plan, const cucore_py_param *param)
{
    const int i = plan->array_count;
    cucore_arg *arg = &plan->args[i];
    cucore__py_quick *quick = &plan->quick[i];
    cucore_status status;
    *arg = param->arg;
    arg->flags |= CUCORE_DEVICE_ACCESSIBLE | CUCORE_BORROW;
    status = cucore__arg_check(arg);
    if (!status && arg->flags & CUCORE_HOST_ACCESSIBLE && !(param->arg.flags & CUCORE_DEVICE_ACCESSIBLE))
        status = cucore__invalid("%s: CUCORE_HOST_ACCESSIBLE means nothing to a kernel", cucore__arg_name(arg));
    if (!status && param->kind == CUCORE_PY_TENSOR_MAP && arg->flags & CUCORE_OPTIONAL)
        status = cucore__invalid("%s: there is no tensor map of an array that is left out", cucore__arg_name(arg));
    if (status) return status;
    quick->flags = arg->flags;
    arg->flags |= CUCORE_KEEP_VERSION; /* counted once the kernel is launched: cucore__py_launch_count */
    quick->dtype_like = quick->shape_like = -1;
    quick->is_possible = !(quick->flags & ~CUCORE__PY_QUICK_FLAGS) && !arg->producer_stream &&
                         !arg->reinterpret.lanes && param->kind != CUCORE_PY_TENSOR_MAP;
    status = cucore__py_quick_dtypes(plan, arg, quick);
    if (!status) status = cucore__py_quick_shape(plan, arg, quick);
    if (status) return status;
    plan->is_quick &= quick->is_possible;
    plan->together |= arg->flags;
    quick->obj = (int16_t)plan->obj_count++;
    plan->array_count++;
    return CUCORE_OK;
}

/* Sets the dtype of a parameter that is a number. */
CUCORE__PRIVATE cucore_status cucore__py_launch_number_dtype(const cucore_py_param *param, cucore_dtype *out)
{
    const char *name = param->arg.dtypes ? param->arg.dtypes : "";
    if (cucore_dtype_from_name(name, strlen(name), out) || !cucore__py_number_has_dtype(*out))
        return cucore__invalid("%s: '%.64s' is not the dtype of a number", cucore__arg_name(&param->arg), name);
    if (param->kind == CUCORE_PY_NUMBER || cucore__py_dtype_is_integer(*out)) return CUCORE_OK;
    return cucore__invalid("%s: expected the dtype of an integer for a size, got %.64s", cucore__arg_name(&param->arg),
                           name);
}

/* Returns the size of the value of a row; 0: the kernel has no such parameter. */
CUCORE__PRIVATE size_t cucore__py_launch_row_nbytes(const cucore__py_launch_row *row)
{
    switch (row->kind) {
    case CUCORE_PY_POINTER: return sizeof(void *);
    case CUCORE_PY_ACCESSOR:
        return cucore__accessor_head(row->index_bits) + (size_t)row->ndim * (size_t)row->index_bits / 4;
    case CUCORE_PY_TENSOR_MAP: return sizeof(cucore_tensor_map);
    case CUCORE_PY_UNPASSED: return 0;
    default: return row->dtype.itemsize;
    }
}

/* Checks the fields of a row that are not about arrays. */
CUCORE__PRIVATE cucore_status cucore__py_launch_row_check(const cucore_py_param *param)
{
    const char *name = cucore__arg_name(&param->arg);
    if (param->kind < CUCORE_PY_POINTER || param->kind > CUCORE_PY_UNPASSED)
        return cucore__invalid("%s: %d is no kind of a parameter", name, param->kind);
    if (param->kind == CUCORE_PY_ACCESSOR &&
        (param->ndim < 1 || param->ndim > CUCORE_MAX_NDIM || (param->index_bits != 32 && param->index_bits != 64)))
        return cucore__invalid("%s: an accessor of %d axes and %d bits; there are 1 to %d, and 32 or 64", name,
                               param->ndim, param->index_bits, CUCORE_MAX_NDIM);
    if (param->kind == CUCORE_PY_TENSOR_MAP && !param->map) return cucore__fail_null("cucore_py_launcher_make", "map");
    if (param->kind == CUCORE_PY_EXTENT && (param->ndim < 0 || param->ndim >= CUCORE_MAX_NDIM))
        return cucore__invalid("%s: there is no axis %d", name, param->ndim);
    return CUCORE_OK;
}

/* Adds the objects of the call; sizes of arrays have their places later. */
CUCORE__PRIVATE cucore_status cucore__py_launch_add(cucore__py_launch_plan *plan, const cucore_py_param *param)
{
    cucore__py_launch_row *row = &plan->rows[plan->row_count];
    cucore_status status = cucore__py_launch_row_check(param);
    if (status) return status;
    row->kind = (uint8_t)param->kind;
    row->ndim = (uint8_t)param->ndim;
    row->index_bits = (uint8_t)param->index_bits;
    row->name = param->arg.name;
    plan->words[plan->row_count] = param->arg;
    plan->has_accessors |= param->kind == CUCORE_PY_ACCESSOR;
    if (param->kind <= CUCORE_PY_NUMBER || param->kind == CUCORE_PY_UNPASSED) {
        if (plan->obj_count == CUCORE__PY_LAUNCH_OBJS)
            return cucore__invalid("a call has more than %d arrays and numbers", CUCORE__PY_LAUNCH_OBJS);
    }
    if (param->kind == CUCORE_PY_TENSOR_MAP) {
        plan->maps[plan->row_count] = *param->map;
        plan->maps[plan->row_count].name = param->arg.name;
        plan->maps[plan->row_count].flags |= param->arg.flags & CUCORE_WRITE;
    }
    if (cucore__py_param_takes_array(param->kind)) {
        row->place = (uint8_t)plan->array_count;
        status = cucore__py_launch_add_array(plan, param);
    } else {
        status = cucore__py_launch_number_dtype(param, &row->dtype);
        if (!status && param->kind == CUCORE_PY_NUMBER) {
            row->place = (uint8_t)plan->obj_count++;
            plan->order[plan->number_count++] = (uint8_t)plan->row_count;
        }
    }
    if (param->kind != CUCORE_PY_UNPASSED) plan->row_count++;
    return status;
}

/* Gives the sizes of arrays their places, and values their offsets. */
CUCORE__PRIVATE cucore_status cucore__py_launch_lay_out(cucore__py_launch_plan *plan)
{
    const char *name = plan->spec.elements;
    size_t offset = 0;
    int i, place;
    plan->elements = name ? cucore__py_launch_array_named(plan, name, strlen(name)) : -1;
    if (name && plan->elements < 0) return cucore__invalid("elements: no array has the name '%.100s'", name);
    for (i = 0; i < plan->row_count; i++) {
        cucore__py_launch_row *row = &plan->rows[i];
        const size_t alignment = row->kind == CUCORE_PY_TENSOR_MAP ? 64 : 8;
        if (row->kind == CUCORE_PY_SIZE || row->kind == CUCORE_PY_EXTENT) {
            name = row->name ? row->name : "";
            place = cucore__py_launch_array_named(plan, name, strlen(name));
            row->place = (uint8_t)place;
            if (place < 0) return cucore__invalid("the size of '%.100s': no array has that name", name);
        }
        offset = (offset + alignment - 1) / alignment * alignment;
        row->offset = (uint32_t)offset;
        row->nbytes = cucore__py_launch_row_nbytes(row);
        offset += row->nbytes;
    }
    if (offset <= CUCORE__PY_LAUNCH_NBYTES) return CUCORE_OK;
    return cucore__invalid("the parameters of the kernel have %llu bytes; the most that there can be are %d",
                           (unsigned long long)offset, CUCORE__PY_LAUNCH_NBYTES);
}

CUCORE__PRIVATE cucore_status cucore__py_launch_plan_fill(const cucore_py_launch_spec *spec,
                                                          cucore__py_launch_plan *plan)
{
    size_t i;
    cucore_status status = cucore__kernel_check(spec->kernel, spec, "cucore_py_launcher_make", "spec");
    if (!status && spec->param_count && !spec->params) status = cucore__fail_null("cucore_py_launcher_make", "params");
    if (!status && spec->param_count > CUCORE__PY_LAUNCH_PARAMS)
        status = cucore__invalid("the table has %llu parameters; the most that there can be are %d",
                                 (unsigned long long)spec->param_count, CUCORE__PY_LAUNCH_PARAMS);
    plan->spec = *spec;
    plan->is_quick = 1;
    for (i = 0; i < spec->param_count && !status; i++) status = cucore__py_launch_add(plan, &spec->params[i]);
    return status ? status : cucore__py_launch_lay_out(plan);
}

CUCORE_API int cucore_py_launcher_make(const cucore_py_launch_spec *spec, cucore_py_launcher *out)
{
    cucore__py_launch_plan *plan;
    cucore_status status;
    if (!out) return cucore__py_raise(cucore__fail_null("cucore_py_launcher_make", "out"));
    out->private_ = NULL;
    if (!spec) return cucore__py_raise(cucore__fail_null("cucore_py_launcher_make", "spec"));
    plan = (cucore__py_launch_plan *)PyMem_Calloc(1, sizeof *plan);
    if (!plan) {
        PyErr_NoMemory();
        return -1;
    }
    status = cucore__py_launch_plan_fill(spec, plan);
    if (!status) {
        out->private_ = plan;
        return 0;
    }
    PyMem_Free(plan);
    return cucore__py_raise(status);
}

CUCORE_API void cucore_py_launcher_release(cucore_py_launcher *launcher)
{
    if (!launcher) return;
    PyMem_Free(launcher->private_);
    launcher->private_ = NULL;
}

/* python/in/launch.c: launches a kernel with the arguments of a call from Python.  The quick way borrows the tensors of
 * all arrays from the exchange tables of their types, compares them with numbers that were prepared, and orders no
 * work.  It only succeeds: whatever it does not expect is left to the general way, which has the messages. */
typedef struct cucore__py_launching {
    const cucore__py_launch_plan *plan;
    PyObject *const *objs;
    CUstream stream;
    int device_id;         /* on which the kernel runs */
    unsigned char *values; /* of the parameters, aligned to 64 bytes */
    cucore_py_launch_array arrays[CUCORE__PY_LAUNCH_OBJS];
} cucore__py_launching;

/* -- the quick way ------------------------------------------------------------------------------------------------- */
/* The tensors that were borrowed so far.  Shapes are copied, since a producer that is asked something else may release
 * the GIL, and another thread may then resize the tensor. */
typedef struct cucore__py_lent {
    cucore__py_call call; /* the object whose turn it is */
    PyThreadState *thread;
    const cucore_exchange_api *asked; /* the table whose current stream is the stream of the launch */
    uint32_t dtypes[CUCORE__PY_LAUNCH_OBJS];
    uint64_t nbytes[CUCORE__PY_LAUNCH_OBJS];
    int64_t names[CUCORE__PY_LAUNCH_NAMES]; /* extents; -1: not bound yet */
    int64_t shapes[CUCORE__PY_LAUNCH_OBJS][CUCORE__PY_LAUNCH_AXES];
    int64_t strides[CUCORE__PY_LAUNCH_OBJS][CUCORE__PY_LAUNCH_AXES];
} cucore__py_lent;

/* The functions below return 1, 0 if the general way decides, -1 with an exception that no other call may hide. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_lent_failed(void)
{
    return PyErr_Occurred() && cucore__py_error_clear() < 0 ? -1 : 0;
}

/* Finds the table of an object, for most as that of the object before. */
CUCORE__PRIVATE inline int cucore__py_lent_type(cucore__py_lent *lent, PyObject *obj)
{
    cucore__py_type_info *info = &lent->call.info;
    PyTypeObject *type;
    const cucore_exchange_api *table;
    if (!obj) return 0;
    type = Py_TYPE(obj);
    lent->call.obj = obj;
    if (CUCORE__LIKELY(info->type == type && info->version == cucore__py_type_version(type))) return 1;
    if (!cucore__py_recall(lent->call.state, type, info)) return 0;
    table = info->traits.table;
    return table && table->dltensor_from_py_object_no_sync && table->current_work_stream &&
           !(info->traits.facts & (CUCORE__PY_IS_PLAIN | CUCORE__PY_IS_SCALAR));
}

/* Compares the shape of a dense tensor with its pattern, and copies it.  Returns the number of elements; 0: the tensor
 * has none, is not dense, or is of another shape. */
CUCORE__PRIVATE CUCORE__INLINE int64_t cucore__py_lent_shape(cucore__py_lent *lent, int i,
                                                             const cucore__py_quick *quick, const DLTensor *tensor)
{
    int64_t volume = 1, extent, item, *shape = lent->shapes[i], *strides = lent->strides[i];
    int axis = tensor->ndim;
    if (axis < 1 || axis > CUCORE__PY_LAUNCH_AXES || !tensor->shape || !tensor->strides) return 0;
    if (quick->ndim >= 0 && quick->ndim != axis) return 0;
    while (axis-- > 0) {
        extent = shape[axis] = tensor->shape[axis];
        strides[axis] = tensor->strides[axis];
        if (quick->ndim >= 0) {
            item = quick->items[axis];
            if (item <= -2) {
                if (lent->names[-2 - item] < 0) lent->names[-2 - item] = extent;
                item = lent->names[-2 - item];
            }
            if (item >= 0 && item != extent) return 0;
        }
        if (extent == 1) continue;
        if (extent < 1 || strides[axis] != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    return volume <= INT64_MAX / 256 ? volume : 0;
}

/* Compares the dtype with the allowed ones. */
CUCORE__PRIVATE inline int cucore__py_lent_dtype(cucore__py_lent *lent, int i, const cucore__py_quick *quick,
                                                 uint32_t dtype)
{
    int k;
    lent->dtypes[i] = dtype;
    if (quick->dtype_like >= 0) return lent->dtypes[quick->dtype_like] == dtype;
    if (CUCORE__LIKELY(!quick->dtype_count || quick->dtypes[0] == dtype)) return 1;
    for (k = 1; k < quick->dtype_count; k++)
        if (quick->dtypes[k] == dtype) return 1;
    return 0;
}

/* Returns 1 if an array has the shape of an earlier one. */
CUCORE__PRIVATE int cucore__py_lent_has_shape_of(const cucore_py_launch_array *a, const cucore_py_launch_array *b)
{
    return a->ndim == b->ndim && memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0;
}

/* Asks a producer what its table does not know (rules X7, B110), as cucore__py_exchange_decode does. */
CUCORE__PRIVATE inline int cucore__py_lent_ask(const cucore__py_call *call, unsigned checks, uint64_t flags)
{
    int yes = 0;
    if (checks & CUCORE__PY_HAS_GRAD && !(flags & CUCORE_ALLOW_GRAD)) yes = cucore__py_requires_grad(call);
    if (!yes && checks & CUCORE__PY_HAS_NEG && !(flags & CUCORE_ALLOW_NEGATIVE_BIT))
        yes = cucore__py_call_yes_or_no(call, call->info.traits.negative, call->state->names[CUCORE__PY_IS_NEG]);
    if (yes < 0) return cucore__py_lent_failed();
    return !yes;
}

/* Asks once for each table on which stream its producer works (rules X8, X9): it has to be the stream of the launch. */
CUCORE__PRIVATE inline int cucore__py_lent_order(cucore__py_lent *lent, CUstream consumer, DLDevice device)
{
    const cucore_exchange_api *table = lent->call.info.traits.table;
    void *stream = NULL;
    if (CUCORE__LIKELY(lent->asked == table)) return 1;
    if (table->current_work_stream(device.device_type, device.device_id, &stream) || cucore__py_pending(lent->thread)) {
        return cucore__py_lent_failed();
    }
    if (cucore__stream_normalize((CUstream)stream) != consumer) return 0;
    lent->asked = table;
    return 1;
}

/* The dtype and the place of a tensor in ordinary device memory, and what its producer has to be asked. */
typedef struct cucore__py_lent_head {
    cucore_dtype dtype;
    int device_type, device_id;
    unsigned checks;
} cucore__py_lent_head;

/* Asks the driver where the tensor is: with several devices no kind of tensors is remembered. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_lent_locate(const cucore__py_lent *lent, const DLTensor *tensor,
                                                         cucore__py_lent_head *out)
{
    cucore_pointer_info info;
    const int code = tensor->dtype.code, bits = tensor->dtype.bits;
    if (cucore__driver_state.device_count < 2 || tensor->dtype.lanes != 1 || bits % 8 || code >= CUCORE__CODE_COUNT ||
        !cucore__code_has_bits(code, (unsigned)bits)) {
        return 0;
    }
    out->dtype = cucore_dtype_make(code, bits, 1);
    out->checks = cucore__py_needed_checks(&lent->call.info, code);
    if (out->checks & CUCORE__PY_HAS_CONJ || cucore__pointer_attributes(tensor->data, 3, &info)) return 0;
    out->device_type = info.device_type;
    out->device_id = info.device_id;
    return 1;
}

/* Finds that in what is remembered of the type. */
CUCORE__PRIVATE inline int cucore__py_lent_find(const cucore__py_lent *lent, const DLTensor *tensor,
                                                cucore__py_lent_head *out)
{
    cucore__tensor_kind room;
    const cucore__tensor_kind *kind =
        cucore__kind_find(lent->call.info.slot->kinds, lent->call.info.version, tensor, &room);
    const size_t start = offsetof(cucore_view, dtype);
    if (!CUCORE__LIKELY(kind)) return cucore__py_lent_locate(lent, tensor, out);
    memcpy(&out->dtype, kind->head, sizeof out->dtype);
    memcpy(&out->device_type, kind->head + (offsetof(cucore_view, device_type) - start), sizeof out->device_type);
    memcpy(&out->device_id, kind->head + (offsetof(cucore_view, device_id) - start), sizeof out->device_id);
    out->checks = kind->checks;
    return 1;
}

/* Borrows the tensor of one array. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_lend(cucore__py_launching *launching, int i, cucore__py_lent *lent)
{
    const cucore__py_launch_plan *plan = launching->plan;
    const cucore__py_quick *quick = &plan->quick[i];
    const uint64_t flags = quick->flags;
    const unsigned writable = CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET; /* torch's own types */
    cucore_py_launch_array *array = &launching->arrays[i];
    cucore__py_lent_head head;
    DLTensor tensor;
    uint32_t mask;
    int64_t volume;
    int result;
    if (!cucore__py_lent_type(lent, launching->objs[quick->obj])) return 0;
    if (flags & CUCORE_WRITE && (lent->call.info.traits.facts & writable) != writable) return 0;
    memset(&tensor, 0, sizeof tensor);
    if (lent->call.info.traits.table->dltensor_from_py_object_no_sync(lent->call.obj, &tensor) ||
        cucore__py_pending(lent->thread)) {
        return cucore__py_lent_failed();
    }
    if (tensor.device.device_type != kDLCUDA || tensor.byte_offset || !tensor.data) return 0;
    if (!cucore__py_lent_find(lent, &tensor, &head)) return 0;
    if (head.device_type != CUCORE_DEVICE_TYPE_CUDA) return 0;
    mask = head.dtype.itemsize - 1; /* all dtypes of a kind have 1, 2, 4, 8 or 16 bytes */
    if (head.dtype.itemsize & mask || (uintptr_t)tensor.data & mask) return 0;
    if (i > 0 && head.device_id != launching->device_id) return 0;
    launching->device_id = head.device_id;
    if (!cucore__py_lent_dtype(lent, i, quick, cucore__dltensor_dtype_bytes(&tensor))) return 0;
    volume = cucore__py_lent_shape(lent, i, quick, &tensor);
    if (!volume) return 0;
    lent->nbytes[i] = (uint64_t)volume * head.dtype.itemsize;
    if (lent->nbytes[i] > (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)tensor.data) return 0;
    array->ptr = tensor.data;
    array->shape = lent->shapes[i];
    array->strides = lent->strides[i];
    array->dtype = head.dtype;
    array->ndim = tensor.ndim;
    array->device_id = head.device_id;
    if (quick->shape_like >= 0 && !cucore__py_lent_has_shape_of(array, &launching->arrays[quick->shape_like])) {
        return 0;
    }
    result = cucore__py_lent_ask(&lent->call, head.checks, flags);
    return result > 0 ? cucore__py_lent_order(lent, launching->stream, tensor.device) : result;
}

/* Returns 1 if dense arrays overlap only where their arguments allow it. */
CUCORE__PRIVATE int cucore__py_lent_overlaps_are_fine(const cucore__py_launching *launching,
                                                      const cucore__py_lent *lent)
{
    const cucore__py_launch_plan *plan = launching->plan;
    int i, j;
    for (i = 0; i < plan->array_count; i++) {
        const cucore_py_launch_array *a = &launching->arrays[i], *b;
        if (!(plan->args[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))) continue;
        for (j = 0; j < plan->array_count; j++) {
            const uintptr_t first = (uintptr_t)a->ptr, other = (uintptr_t)(b = &launching->arrays[j])->ptr;
            if (i == j || first >= other + lent->nbytes[j] || other >= first + lent->nbytes[i]) continue;
            if (plan->args[i].flags & CUCORE_NO_OVERLAP || first != other || a->dtype.itemsize != b->dtype.itemsize ||
                !cucore__py_lent_has_shape_of(a, b)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Writes an accessor of a dense array.  Returns 0 if 32 bits do not reach all elements. */
CUCORE__PRIVATE int cucore__py_lent_accessor(const cucore_py_launch_array *array, const cucore__py_launch_row *row,
                                             uint64_t nbytes, void *out)
{
    const size_t head = cucore__accessor_head(row->index_bits);
    char *entries = (char *)out + head;
    int axis;
    if (array->ndim != row->ndim) return 0;
    if (row->index_bits == 32 && nbytes / array->dtype.itemsize > INT32_MAX) return 0;
    memcpy(out, &array->ptr, sizeof array->ptr);
    if (row->index_bits == 64) {
        const size_t size = (size_t)row->ndim * sizeof(int64_t);
        memcpy(entries, array->shape, size);
        memcpy(entries + size, array->strides, size);
        return 1;
    }
    for (axis = 0; axis < row->ndim; axis++) {
        const int64_t step = array->strides[axis];
        const int32_t extent = (int32_t)array->shape[axis];
        const int32_t stride = step > INT32_MAX || step < -INT32_MAX ? 0 : (int32_t)step; /* of an axis of extent 1 */
        memcpy(entries + 4 * axis, &extent, 4);
        memcpy(entries + 4 * (row->ndim + axis), &stride, 4);
    }
    return 1;
}

/* -- both ways ----------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int64_t cucore__py_launch_array_size(const cucore_py_launch_array *array)
{
    int64_t size = array->dtype.lanes ? 1 : 0;
    int i;
    for (i = 0; i < array->ndim; i++) size *= array->shape[i]; /* it fits: the array was checked */
    return size;
}

/* Writes the number of elements, or an extent, as the kernel takes it: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_launch_put_size(const cucore__py_launching *launching, const cucore__py_launch_row *row,
                                               void *out)
{
    const cucore_py_launch_array *array = &launching->arrays[row->place];
    char name[32];
    int64_t value = 0;
    if (row->kind == CUCORE_PY_SIZE) {
        value = cucore__py_launch_array_size(array);
    } else if (row->ndim < array->ndim) {
        value = array->shape[row->ndim];
    } else if (array->dtype.lanes) {
        return cucore__py_raise(cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected more than %d %s, got %d", row->name,
                                            row->ndim, row->ndim == 1 ? "axis" : "axes", array->ndim));
    }
    if (CUCORE__LIKELY(cucore__py_integer_fits(value, row->dtype))) {
        cucore__py_integer_put((uint64_t)value, row->dtype, out);
        return 0;
    }
    cucore_dtype_to_name(row->dtype, name, sizeof name);
    return cucore__py_raise(cucore_fail(CUCORE_WRONG_SHAPE, "%s: %s %lld does not fit %s", row->name,
                                        row->kind == CUCORE_PY_SIZE ? "a size of" : "an extent of", (long long)value,
                                        name));
}

/* Calls `configure`: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_launch_configure(const cucore__py_launching *launching, cucore_launch *launch)
{
    const cucore_py_launch_spec *spec = &launching->plan->spec;
    if (spec->configure(spec->user_data, launching->arrays, launch) >= 0 && !PyErr_Occurred()) return 0;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_SystemError, "kernel '%.100s': configure failed without an exception", spec->kernel->name);
    return -1;
}

/* Launches the kernel, without the GIL; numbers, accessors and tensor maps have their values. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_launch_run(const cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    cucore_launch launch = plan->spec.launch;
    cucore_param items[CUCORE__PY_LAUNCH_PARAMS];
    cucore_params params;
    PyThreadState *thread;
    cucore_status status;
    int i;
    for (i = 0; i < plan->row_count; i++) {
        const cucore__py_launch_row *row = &plan->rows[i];
        items[i].value = launching->values + row->offset;
        items[i].nbytes = row->nbytes;
        items[i].name = row->name;
        if (row->kind == CUCORE_PY_POINTER) {
            items[i].value = &launching->arrays[row->place].ptr;
        } else if (row->kind >= CUCORE_PY_SIZE &&
                   cucore__py_launch_put_size(launching, row, launching->values + row->offset) < 0) {
            return -1;
        }
    }
    if (plan->elements >= 0) {
        const int64_t size = cucore__py_launch_array_size(&launching->arrays[plan->elements]);
        if (!launch.config.block[0]) launch.config.block[0] = 256;
        launch.config.grid[0] = cucore_launch_config_1d(size, launch.config.block[0]).grid[0];
        for (i = 1; i < 3; i++) {
            if (!launch.config.grid[i]) launch.config.grid[i] = 1;
            if (!launch.config.block[i]) launch.config.block[i] = 1;
        }
    }
    if (plan->spec.configure && cucore__py_launch_configure(launching, &launch) < 0) return -1;
    params.items = items;
    params.count = (size_t)plan->row_count;
    thread = PyEval_SaveThread();
    status = cucore_kernel_launch_params(plan->spec.kernel, launching->device_id, &launch, launching->stream, &params);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_raise(status) : 0;
}

/* Takes all arrays in the quick way. */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_launch_quick(cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    cucore__py_lent lent;
    int i, result;
    lent.call.state = CUCORE__LOAD(&cucore__py_main);
    lent.thread = cucore__py_thread_here();
    if (!lent.call.state || cucore__py_interpreter(lent.thread) != CUCORE__LOAD(&cucore__py_main_interpreter)) return 0;
    lent.call.info.type = NULL;
    lent.asked = NULL;
    for (i = 0; i < plan->name_count; i++) lent.names[i] = -1;
    for (i = 0; i < plan->array_count; i++) {
        result = cucore__py_lend(launching, i, &lent);
        if (result <= 0) return result;
    }
    if (plan->together & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP) &&
        !cucore__py_lent_overlaps_are_fine(launching, &lent)) {
        return 0;
    }
    for (i = 0; plan->has_accessors && i < plan->row_count; i++) {
        const cucore__py_launch_row *row = &plan->rows[i];
        if (row->kind == CUCORE_PY_ACCESSOR &&
            !cucore__py_lent_accessor(&launching->arrays[row->place], row, lent.nbytes[row->place],
                                      launching->values + row->offset)) {
            return 0;
        }
    }
    return cucore__py_launch_run(launching) < 0 ? -1 : 1;
}

/* -- the general way ----------------------------------------------------------------------------------------------- */
/* Makes the accessors and tensor maps of views: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_launch_put_views(const cucore__py_launching *launching, const cucore_view *views)
{
    const cucore__py_launch_plan *plan = launching->plan;
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < plan->row_count && !status; i++) {
        const cucore__py_launch_row *row = &plan->rows[i];
        unsigned char *value = launching->values + row->offset;
        const cucore_view *view = cucore__py_param_takes_array(row->kind) ? &views[row->place] : NULL;
        cucore_accessor_spec spec;
        cucore_tensor_map map; /* which has an alignment that `value` has not */
        if (row->kind == CUCORE_PY_TENSOR_MAP) {
            memset(&map, 0, sizeof map); /* for gcc 12, which takes it for read */
            status = cucore_tensor_map_make(view, &plan->maps[i], &map);
            if (!status) memcpy(value, &map, sizeof map);
        } else if (row->kind == CUCORE_PY_ACCESSOR && !view->dtype.lanes) {
            memset(value, 0, row->nbytes);
        } else if (row->kind == CUCORE_PY_ACCESSOR) {
            memset(&spec, 0, sizeof spec);
            spec.name = row->name;
            spec.ndim = row->ndim;
            spec.index_bits = row->index_bits;
            status = cucore_accessor_make(view, &spec, row->nbytes, value);
        }
    }
    return status ? cucore__py_raise(status) : 0;
}

/* Describes views as `configure` sees them, and finds the device of the launch. */
CUCORE__PRIVATE void cucore__py_launch_describe(cucore__py_launching *launching, const cucore_view *views)
{
    int i;
    launching->device_id = CUCORE_DEVICE_CURRENT;
    for (i = 0; i < launching->plan->array_count; i++) {
        cucore_py_launch_array *array = &launching->arrays[i];
        array->ptr = views[i].ptr;
        array->shape = views[i].layout.shape;
        array->strides = views[i].layout.strides;
        array->dtype = views[i].dtype;
        array->ndim = views[i].layout.ndim;
        array->device_id = views[i].device_id;
        if (launching->device_id == CUCORE_DEVICE_CURRENT && views[i].dtype.lanes && views[i].device_id >= 0)
            launching->device_id = views[i].device_id;
    }
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_launch_general(cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    const size_t count = (size_t)plan->array_count;
    cucore_view few[4], *views = few; /* a view has 1.2 KB: all that there may be would take 40 KB of the stack */
    PyObject *objs[CUCORE__PY_LAUNCH_OBJS];
    int i, failed;
    if (count > sizeof few / sizeof few[0] && !(views = (cucore_view *)PyMem_Malloc(count * sizeof *views))) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < plan->array_count; i++) objs[i] = launching->objs[plan->quick[i].obj];
    failed = cucore_py_args(objs, count, plan->args, launching->stream, views) < 0;
    if (!failed) {
        cucore__py_launch_describe(launching, views);
        failed = cucore__py_launch_put_views(launching, views) < 0 || cucore__py_launch_run(launching) < 0;
        if (cucore_py_args_release(views, count, launching->stream) < 0) failed = 1;
    }
    if (views != few) PyMem_Free(views);
    return failed ? -1 : 0;
}

/* Counts up the versions of the arrays that the kernel writes to: 0, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_launch_count(const cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    int i;
    for (i = 0; i < plan->array_count; i++) {
        PyObject *obj = launching->objs[plan->quick[i].obj];
        if (!cucore__py_is_counted(plan->quick[i].flags) || !obj || obj == Py_None) continue;
        if (cucore__py_count(obj) < 0) return cucore__py_refused(obj, &plan->args[i]);
    }
    return 0;
}

/* Refuses a wrong number of arguments.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_launch_refuse_count(const cucore__py_launch_plan *plan, size_t count)
{
    PyErr_Format(PyExc_TypeError, "kernel '%.100s': expected %d argument%s, got %zu", plan->spec.kernel->name,
                 plan->obj_count, plan->obj_count == 1 ? "" : "s", count);
    return -1;
}

CUCORE_API CUCORE__HOT int cucore_py_launch(const cucore_py_launcher *launcher, PyObject *const *objs, size_t count,
                                            PyObject *stream)
{
    const cucore__py_launch_plan *plan = launcher ? (const cucore__py_launch_plan *)launcher->private_ : NULL;
    unsigned char room[CUCORE__PY_LAUNCH_NBYTES + 64];
    cucore__py_launching launching;
    int i, result;
    if (!plan) return cucore__py_raise(cucore__fail_null("cucore_py_launch", "launcher"));
    if (count != (size_t)plan->obj_count) return cucore__py_launch_refuse_count(plan, count);
    launching.plan = plan;
    launching.objs = objs;
    launching.stream = CUCORE_STREAM_LEGACY;
    launching.device_id = CUCORE_DEVICE_CURRENT;
    launching.values = room + (64 - (uintptr_t)room % 64) % 64;
    if (stream && stream != Py_None && cucore_py_stream_from_object(stream, &launching.stream) < 0) return -1;
    for (i = 0; i < plan->number_count; i++) { /* first: reading a number may run any code */
        const cucore__py_launch_row *row = &plan->rows[plan->order[i]];
        const cucore_arg *arg = &plan->words[plan->order[i]];
        PyObject *obj = objs[row->place];
        if (!obj) return cucore__py_raise_missing(PyExc_TypeError, cucore__arg_name(arg));
        if (cucore__py_number_read(obj, row->dtype, arg, launching.values + row->offset) < 0) return -1;
    }
    result = plan->is_quick ? cucore__py_launch_quick(&launching) : 0;
    if (!result) result = cucore__py_launch_general(&launching);
    return result < 0 ? -1 : cucore__py_launch_count(&launching);
}

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

/* ------------ >>py-copy -- */
/* python/in/copy.h: copies between two objects.  Needs python/in/view.h and copy/. */
/* cucore_py_copy - copy one array object to another: the elements of src to dst
 *   dst, src  in   as cucore_py_view takes them; dst writable, of a shape that src's stretches to, of src's dtype
 *                  or, with CUCORE_COPY_CAST, any that cucore_view_copy converts to
 *   stream    in   where it happens: both producers are ordered before it.  Arrays of the host do not need one
 *   options   in   NULL: the usual; else as cucore_view_copy takes them, and
 *                  dst_flags, src_flags   flags of a cucore_arg for the intake of each: CUCORE_ALLOW_GRAD,
 *                  _TRUST_PRODUCER, _ALLOW_UNPROVEN_WRITE, _ALLOW_OPAQUE, CUCORE_BY_..., for src _FROM_ANYTHING, ...;
 *                  added to CUCORE_ALLOW_LANES, CUCORE_ALLOW_UNALIGNED and, for dst, CUCORE_WRITE.  Unknown flags, and
 *                  flags without a meaning here, are refused: CUCORE_OPTIONAL, _SAME_DEVICE, _ON_DEVICE_ID, for dst
 *                  _FROM_ANYTHING
 *   -> 0 | -1 with ValueError (shape, strides, device, read-only, flags), TypeError (dtype, no array), BufferError
 *      (protocols), MemoryError, RuntimeError (driver, capture), or the exception of a producer or an allocator
 *   GIL held; released while it copies.  Not blocking: keep both objects alive, and later work of their producers
 *   behind `stream`, until the copy is done; if a producer's stream is known (CUDA Array Interface, a C exchange table,
 *   cucore.Array) it is made to wait.
 *   source: cuda.core StridedMemoryView.copy_from */
#define cucore_py_copy CUCORE_NAME(_py_copy)
CUCORE_API CUCORE_NODISCARD int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream,
                                               const cucore_copy_options *options);

CUCORE_END
#endif

#if defined(CUCORE_PYTHON_H_IMPLEMENTED) && defined(CUCORE_COPY_H_IMPLEMENTED) && \
    !defined(CUCORE_PYTHON_COPY_H_IMPLEMENTED)
#define CUCORE_PYTHON_COPY_H_IMPLEMENTED
#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-py-copy -- */
/* python/in/copy.c: copies between two objects: two intakes, and a copy of views. */
/* Refuses flags that have no meaning in a copy: flags that would copy `dst` first, compare arguments, or need other
 * fields of a cucore_arg. */
CUCORE__PRIVATE cucore_status cucore__py_copy_check_flags(const char *option, uint64_t flags, int writes)
{
    const uint64_t known = CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS |
                           CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ALLOW_UNPROVEN_WRITE |
                           CUCORE_ALLOW_LANES | CUCORE_TRUST_PRODUCER | CUCORE_STREAM_0_IS_LEGACY |
                           CUCORE_ALLOW_UNALIGNED | CUCORE_NEVER_COPY | CUCORE_BORROW | CUCORE_ALLOW_GRAD |
                           CUCORE_ALLOW_OPAQUE | cucore__py_all_protocols() |
                           (writes ? CUCORE_KEEP_VERSION : CUCORE_FROM_ANYTHING);
    if (!(flags & ~known)) return CUCORE_OK;
    return cucore__fail_flags(option, flags & ~known, " in a copy");
}

CUCORE_API int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream, const cucore_copy_options *options)
{
    cucore_arg args[2] = {CUCORE_ARG("dst", NULL, NULL, CUCORE_WRITE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED),
                          CUCORE_ARG("src", NULL, NULL, CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED)};
    cucore_copy_options plain;
    cucore_view views[2];
    PyObject *objs[2];
    cucore_status status = CUCORE_OK;
    int i, counts, result = 0;
    if (options && (options->dst_flags || options->src_flags)) {
        status = cucore__py_copy_check_flags("options->dst_flags", options->dst_flags, 1);
        if (!status) status = cucore__py_copy_check_flags("options->src_flags", options->src_flags, 0);
        if (status) return cucore_py_check(status);
        args[0].flags |= options->dst_flags;
        args[1].flags |= options->src_flags;
        plain = *options;
        plain.dst_flags = plain.src_flags = 0;
        options = &plain;
    }
    counts = cucore__py_is_counted(args[0].flags);
    args[0].flags |= CUCORE_KEEP_VERSION; /* counted once the copy is made */
    for (i = 0; i < 2 && CUCORE__PY_SWAPS && options && options->flags & CUCORE_COPY_CAST; i++) {
        args[i].flags |= CUCORE_CAST;
        args[i].dtypes = cucore__py_as_it_is;
    }
    objs[0] = dst;
    objs[1] = src;
    if (cucore_py_args(objs, 2, args, stream, views) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_copy(&views[0], &views[1], stream, options);
    if (!status) status = cucore__views_join(views, 2, stream);
    for (i = 0; i < 2 && !status; i++) { /* these producers wait; the caller orders the others */
        if (views[i].has_producer_stream) status = cucore__view_finish(&views[i], stream);
    }
    cucore__views_mark(views, 2, CUCORE_STREAM_NO_SYNC);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0 || (counts && cucore__py_count(dst) < 0)) result = -1;
    cucore_view_release(&views[1]);
    cucore_view_release(&views[0]);
    return result;
}

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif

/* Until 0.4: what 0.2 had here is in cucore_results.h.  If it lies beside, its names work, with a warning. */
#if !defined(CUCORE_NO_COMPAT) && !defined(CUCORE__COMPAT_BUSY) && defined(__has_include) && \
    (!defined(CUCORE_RESULTS_H) || \
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
