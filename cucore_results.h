/* cucore_results.h - v0.3.0 - views as arrays of the Python world - SPDX-License-Identifier: MIT
 * Made from src/cucore_results.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * The way back of cucore_python.h: results as arrays of the library that the caller uses, your own array type, views
 * described to Python, and allocators of Python for C code.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_results.h"          first of all includes: brings in Python.h and cucore_python.h
 *
 * The caller may pass memory for the result; without it the result is an array of the library of x:
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
 *     >>py-describe      shape, strides and dtype of a view as objects
 *     >>py-owner         memory that Python objects keep; views as Py_buffers; arrays as tensors for C libraries
 *     >>py-memory        a Python allocator for C code
 *     >>py-export        your own array type: __dlpack__, interfaces, buffer, exchange table
 *     >>py-return        results as arrays of the caller's library
 *     >>results-rules    what the cited rules (D34, C6, ...) say
 *     >>impl-py-...      the same sections again, implemented
 *
 * The manual of cucore_python.h has what all functions of Python have in common, such as errors and the GIL, and the
 * macros that you may define.  If cucore_copy.h or cucore_kernel.h is used, include it before this header.
 */
/* Until 0.4: what is before the names here is empty, unless cucore_python.h includes this header for files of 0.2. */
#if !defined(CUCORE__COMPAT_BUSY)
#undef CUCORE_RESULTS_BY_PYTHON_H
#undef CUCORE_MOVED
#define CUCORE_MOVED(name)
#endif /* until 0.4 */

#ifndef CUCORE_RESULTS_H
#define CUCORE_RESULTS_H

#include "cucore_python.h"

#if CUCORE_VERSION != 300
#error \
    "cucore_results.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

/* ------------ >>py-describe -- */
/* python/out/describe.h: a view described to Python. */
/* cucore_py_view_shape, cucore_py_view_strides - the extents and the strides as a tuple of ints
 *   view      in  with data: not zeroed
 *   in_bytes  in  1: strides in bytes, as NumPy has them; 0: in elements, as view->layout has them
 *   -> a new reference | NULL with ValueError (NULL, zeroed), MemoryError, and for bytes BufferError (packed elements
 *      whose strides are no whole bytes; numbers that do not fit)
 *   GIL held; no driver call */
#define cucore_py_view_shape CUCORE_MOVED(cucore_py_view_shape) CUCORE_NAME(_py_view_shape)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_view_shape(const cucore_view *view);
#define cucore_py_view_strides CUCORE_MOVED(cucore_py_view_strides) CUCORE_NAME(_py_view_strides)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_view_strides(const cucore_view *view, int in_bytes);

/* cucore_py_view_dtype - the dtype of the elements as an object of a library
 *   view  in  as above
 *   like  in  an array, a type of arrays, a module or its name, as for cucore_py_empty: torch.float32 for a tensor of
 *             torch, a numpy.dtype for arrays of NumPy, CuPy, JAX and Numba, and for every library that has no object
 *             under the name of the dtype.  NULL: a numpy.dtype.  Only a name is imported
 *   -> a new reference: a numpy.dtype only if NumPy is imported and it or ml_dtypes has the type, else the name,
 *      'float32', which is equal to the numpy.dtype; structured elements of an interface have the fields of its descr |
 *      NULL with ValueError (NULL, zeroed), ImportError, MemoryError
 *   GIL held */
#define cucore_py_view_dtype CUCORE_MOVED(cucore_py_view_dtype) CUCORE_NAME(_py_view_dtype)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_view_dtype(const cucore_view *view, PyObject *like);

/* ------------ >>py-owner -- */
/* python/out/owner.h: memory that Python objects keep, streams that live as long as memory, views as Py_buffers, and
 * arrays as tensors for C libraries. */
/* cucore_py_view_wrap - view memory that a Python object keeps alive
 *   ptr, spec  in   as cucore_view_wrap
 *   owner      in   the view holds a reference, which cucore_view_release, or the last consumer of the view, gives back
 *                   on any thread; NULL: the memory outlives the view
 *   out        out  writable (set `readonly` if the memory is not), without pending work
 *                   (cucore_view_set_producer_stream); for cucore_py_return; zeroed on error
 *   -> 0 | -1 with the exception for a status of cucore_view_wrap; no reference is held then
 *   The reference is given back at once, not behind work on a device: the owner of device memory waits for that itself.
 *   GIL held; no driver call */
#define cucore_py_view_wrap CUCORE_MOVED(cucore_py_view_wrap) CUCORE_NAME(_py_view_wrap)
CUCORE_API CUCORE_NODISCARD int cucore_py_view_wrap(void *ptr, const cucore_array_spec *spec, PyObject *owner,
                                                    cucore_view *out);

/* cucore_py_view_keep_stream - the object of a stream lives as long as memory that is freed on that stream
 *   view    in/out  memory of cucore_view_allocate, or a buffer of cucore_view_adopt_buffer, before it is returned.  A
 *                   view of other memory, which is not freed on a stream of yours, stays as it is
 *   stream  in      the object of the stream on which the memory was allocated: a reference is kept until the memory is
 *                   freed, by any library; the reference of an earlier call is given back.  NULL, None and ints are not
 *                   kept
 *   -> 0 | -1 with ValueError (NULL; a buffer whose `release` you set: let that keep the stream)
 *   Python drops a stream before the arrays that were made on it, and drivers crash if a destroyed stream is used.
 *   GIL held; no driver call.  source: rules A16 */
#define cucore_py_view_keep_stream CUCORE_MOVED(cucore_py_view_keep_stream) CUCORE_NAME(_py_view_keep_stream)
CUCORE_API CUCORE_NODISCARD int cucore_py_view_keep_stream(cucore_view *view, PyObject *stream);

/* cucore_py_view_move_to_buffer - a view as a Py_buffer, which keeps its memory alive
 *   view   in/out  any view that owns its memory, also of device memory; consumed, also on error: zeroed.  Left are a
 *                  copy of the struct and, with CUCORE_DEBUG, a view whose access was begun, but not ended
 *   flags  in      PyBUF_..., as for PyObject_GetBuffer: what `out` has to describe, and what the memory has to be
 *   out    out     until PyBuffer_Release.  buf is view->ptr, also if that is a device address, and NULL if an empty
 *                  array has none; obj is a cucore.Array with the memory, which Python code may use as any array: it
 *                  refuses a buffer of device memory.  Zeroed on error
 *   -> 0 | -1 with BufferError (read-only under PyBUF_WRITABLE; not contiguous as flags ask; a dtype without a format
 *      under PyBUF_FORMAT, such as bfloat16; a view that borrows its memory; one of the causes of cucore_view_detach),
 *      ValueError (a copy, zeroed, still to be copied back), MemoryError
 *   Does not order: pending work on the data stays pending.  GIL held.  source: rules A5, A8, A10, B120 */
#define cucore_py_view_move_to_buffer CUCORE_MOVED(cucore_py_view_move_to_buffer) CUCORE_NAME(_py_view_move_to_buffer)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES int cucore_py_view_move_to_buffer(cucore_view *view, int flags,
                                                                              Py_buffer *out);

/* cucore_py_array_to_dlmanaged, cucore_py_array_to_dlmanaged_versioned - any array as a DLPack tensor for C
 *   obj, arg, stream  in   as cucore_py_view.  The tensor holds what the view would own, also a buffer of NumPy;
 *                          CUCORE_BORROW has no effect
 *   flags             in   CUCORE_EXPORT_...: CUCORE_EXPORT_COMPACT for consumers that need strides NULL, and refuse
 *                          others; with CUCORE_MAKE_C_CONTIGUOUS in arg every array fits.
 *                          CUCORE_EXPORT_LEGACY_READONLY for a consumer that only reads
 *   out               out  given back by its deleter, on any thread; NULL on error, and for None with CUCORE_OPTIONAL
 *   -> 0 | -1 as cucore_py_view, ValueError (unknown flags; CUCORE_WRITE for an argument that would be copied back; not
 *      dense for CUCORE_EXPORT_COMPACT), BufferError (what DLPack, or a tensor without a version, cannot describe)
 *   The data are ready on `stream`.  No one waits for the work of the consumer: keep the tensor until that is complete.
 *   For one call of a library cucore_py_args, cucore_view_to_dltensor and cucore_py_args_release order both sides.
 *   GIL held.  source: rules P3, P4, P8, P12 */
#define cucore_py_array_to_dlmanaged CUCORE_MOVED(cucore_py_array_to_dlmanaged) CUCORE_NAME(_py_array_to_dlmanaged)
CUCORE_API CUCORE_NODISCARD int cucore_py_array_to_dlmanaged(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                             uint64_t flags, DLManagedTensor **out);
#define cucore_py_array_to_dlmanaged_versioned CUCORE_MOVED(cucore_py_array_to_dlmanaged_versioned) CUCORE_NAME(_py_array_to_dlmanaged_versioned)
CUCORE_API CUCORE_NODISCARD int cucore_py_array_to_dlmanaged_versioned(PyObject *obj, const cucore_arg *arg,
                                                                       CUstream stream, uint64_t flags,
                                                                       DLManagedTensorVersioned **out);

/* ------------ >>py-memory -- */
/* python/out/allocator.h: a Python allocator for C code. */
/* cucore_py_memory_resource_from_object - a Python allocator for C code
 *   obj  in   with allocate(size, stream=) and deallocate(ptr, size, stream=), as the memory resources of cuda.core and
 *             RMM.  allocate returns an address, or an object with `handle` or `ptr`, which is kept and then given back
 *             by its close(stream=) if it has one, else by dropping it.  The stream is an object with __cuda_stream__
 *             and __int__; for objects of cuda.core or RMM, objects derived from theirs, and objects that hand the
 *             stream on to theirs, a cuda.core.Stream or an rmm.pylibrmm.stream.Stream, since their functions take no
 *             other (the TypeError by which they refuse ours is answered by a second call)
 *   out  out  a reference: cucore_memory_resource_release.  obj is kept until the last buffer is gone; NULL on error
 *   -> 0 | -1 with TypeError (one of the methods is missing; NULL) or MemoryError
 *   The resource may be used on any thread, with or without the GIL: it is taken for the calls.  An exception of obj
 *   makes the C function return FOREIGN (OUT_OF_MEMORY for MemoryError) with its text in cucore_last_error; on a thread
 *   that Python knows it also stays set, and cucore_py_check keeps it: return -1 or NULL to Python and it arrives
 *   untouched.  In an interpreter that is gone or going the memory leaks. */
#define cucore_py_memory_resource_from_object CUCORE_MOVED(cucore_py_memory_resource_from_object) CUCORE_NAME(_py_memory_resource_from_object)
CUCORE_API CUCORE_NODISCARD int cucore_py_memory_resource_from_object(PyObject *obj, cucore_memory_resource **out);

/* cucore_py_memory_resource_converter - the same for "O&" of PyArg_ParseTuple
 *   out  out  a cucore_memory_resource *: NULL for None, which is the default pool wherever a resource is taken
 *   -> Py_CLEANUP_SUPPORTED | 0 with an exception, and NULL in *out.  Python calls it again with obj NULL if a later
 *      argument fails: it then releases the resource, and sets *out to NULL.  Otherwise release it yourself */
#define cucore_py_memory_resource_converter CUCORE_MOVED(cucore_py_memory_resource_converter) CUCORE_NAME(_py_memory_resource_converter)
CUCORE_API CUCORE_NODISCARD int cucore_py_memory_resource_converter(PyObject *obj, void *out);

/* ------------ >>py-export -- */
/* python/out/export.h: an array type of your own. */
/* For an array type of your own: write one function that finds the view in an object (NULL with an exception if there
 * is none, which passes through all functions here), and let one macro write the rest: __dlpack__, __dlpack_device__,
 * __array__, both interfaces, the buffer, int(), float(), complex() and the C exchange table.
 *
 *     typedef struct { PyObject_HEAD cucore_view view; } Image;
 *     static const cucore_view *Image_view(PyObject *self) { return &((Image *)self)->view; }
 *     CUCORE_PY_EXPORT_TYPE(Image, Image_view)
 *
 *     static PyType_Slot slots[] = {{Py_tp_dealloc, Image_dealloc}, {Py_tp_methods, methods}, ..., {0, NULL}};
 *     static PyType_Spec spec = {"package.Image", sizeof(Image), 0, Py_TPFLAGS_DEFAULT, slots};
 *     ... in the module: PyObject *type = Image_type(module, &spec);
 *
 * There are the pieces, if the table needs more than the view (objects of your type made from tensors, a current stream
 * of your own), or if a type is to have only some of it:
 *
 *     CUCORE_PY_EXPORT(Image, Image_view)
 *     static PyMethodDef methods[] = {CUCORE_PY_EXPORT_METHODS(Image), {NULL, NULL, 0, NULL}};
 *     static PyGetSetDef getset[] = {CUCORE_PY_EXPORT_GETSET(Image), {NULL, NULL, NULL, NULL, NULL}};
 *     static PyType_Slot slots[] = {CUCORE_PY_EXPORT_SLOTS(Image), {Py_tp_methods, methods},
 *                                   {Py_tp_getset, getset}, ...};
 *
 * The view's producer_stream is the stream on which work on the memory is pending: cucore_view_set_producer_stream
 * keeps it up to date.  An export holds a reference to the object, so the memory must live as long as the object does.
 * All of it works in the limited API, in free-threaded builds (the view must not change while others may read it) and
 * in subinterpreters. */

/* cucore_py_export_dlpack - the method __dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)
 *   owner   in   what keeps the memory: self, not NULL
 *   view    in   NULL with an exception: passed through
 *   args, nargs, names  in   as METH_FASTCALL | METH_KEYWORDS gives them
 *   -> a capsule, "dltensor_versioned" if max_version allows it, else "dltensor"; or NULL with
 *      TypeError      positional or unknown arguments, one of a wrong type, owner NULL
 *      OverflowError  a number of max_version or dl_device that does not fit 32 bits
 *      ValueError     a stream for data on the CPU, one that cannot be, 0 or less than -1 for CUDA; text for copy
 *      BufferError    not expressible in DLPack, read-only without a version, another device, copy=False if one is
 *                     needed
 *      RuntimeError   the driver, a capture that would break
 *      MemoryError
 *   The classes are those of numpy.ndarray.__dlpack__ (of NumPy 2.5: before it a stream is a RuntimeError).  An object
 *   with __index__ is an integer, and copy may be any true or false object (numpy.True_).
 *   CUDA: the stream given (None: the legacy default stream; -1: none) waits for the view's, by an event; a default
 *   stream is that of the data's device, whichever is current.  Pinned and managed memory with None: the host waits.
 *   dl_device=(1, 0) brings device memory to the host, complete, on the stream given.  copy=True gives memory of its
 *   own.  GIL held; released while it blocks.  source: rules P1 to P10, D16, D17 */
#define cucore_py_export_dlpack CUCORE_MOVED(cucore_py_export_dlpack) CUCORE_NAME(_py_export_dlpack)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_dlpack(PyObject *owner, const cucore_view *view,
                                                              PyObject *const *args, Py_ssize_t nargs, PyObject *names);

/* cucore_py_export_dlpack_device - the method __dlpack_device__(): (device type, device id), as in the capsule (P1)
 *   ValueError if the view holds no data */
#define cucore_py_export_dlpack_device CUCORE_MOVED(cucore_py_export_dlpack_device) CUCORE_NAME(_py_export_dlpack_device)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_dlpack_device(const cucore_view *view);

/* cucore_py_export_cai, cucore_py_export_array_interface - __cuda_array_interface__ and __array_interface__
 *   -> a new dict of version 3 | NULL with AttributeError: the memory is of the other kind, or no typestr names the
 *      dtype
 *   stream names the stream with pending work; None: there is none.  Before __array_interface__ is answered for memory
 *   that CUDA can also write, the host waits for it.  source: rules P14, P15, A1 to A3 */
#define cucore_py_export_cai CUCORE_MOVED(cucore_py_export_cai) CUCORE_NAME(_py_export_cai)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_cai(const cucore_view *view);
#define cucore_py_export_array_interface CUCORE_MOVED(cucore_py_export_array_interface) CUCORE_NAME(_py_export_array_interface)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_array_interface(const cucore_view *view);

/* cucore_py_export_array - the method __array__(dtype=None, *, copy=None), the last way that NumPy tries
 *   owner, view, args, nargs, names  in   as for cucore_py_export_dlpack; dtype may be positional
 *   -> a numpy.ndarray | NULL with
 *      TypeError      device memory, which NumPy cannot read; positional or unknown arguments; owner NULL
 *      BufferError    a dtype that neither NumPy nor ml_dtypes has, packed elements
 *      ValueError     copy=False if dtype needs one; text for copy
 *      ImportError    there is no NumPy
 *      or an exception of NumPy's
 *   Shares the memory and keeps owner, read-only if the view is, unless dtype or copy=True needs a copy.  bfloat16,
 *   float8, and small elements in a byte each get their dtypes from ml_dtypes.  Without __array__ numpy.asarray would
 *   make an array of one object.  Pinned and managed memory: the host waits for pending work.  GIL held.
 *   source: rules B103 */
#define cucore_py_export_array CUCORE_MOVED(cucore_py_export_array) CUCORE_NAME(_py_export_array)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_array(PyObject *owner, const cucore_view *view,
                                                             PyObject *const *args, Py_ssize_t nargs, PyObject *names);

/* cucore_py_export_getbuffer, cucore_py_export_releasebuffer - the slots bf_getbuffer and bf_releasebuffer (PEP 3118)
 *   flags  in   all of PyBUF_...
 *   out    out  refers to owner; obj is NULL on error
 *   -> 0 | -1 with BufferError: device memory, read-only, not contiguous as asked, with PyBUF_FORMAT a dtype that no
 *      format names (B104), with PyBUF_ND packed elements; TypeError: owner NULL
 *   Pinned and managed memory: the host waits for pending work.  The second function must also be a slot. */
#define cucore_py_export_getbuffer CUCORE_MOVED(cucore_py_export_getbuffer) CUCORE_NAME(_py_export_getbuffer)
CUCORE_API CUCORE_NODISCARD int cucore_py_export_getbuffer(PyObject *owner, const cucore_view *view, int flags,
                                                           Py_buffer *out);
#define cucore_py_export_releasebuffer CUCORE_MOVED(cucore_py_export_releasebuffer) CUCORE_NAME(_py_export_releasebuffer)
CUCORE_API void cucore_py_export_releasebuffer(PyObject *owner, Py_buffer *buffer);

/* cucore_py_export_capsule - a DLPack capsule of a view, without any ordering
 *   owner      in   what keeps the memory; NULL: it lives for ever
 *   versioned  in   1 "dltensor_versioned", 0 "dltensor"
 *   flags      in   CUCORE_EXPORT_...; 0: none
 *   -> a new reference; dropped unconsumed, it gives the owner back | NULL with BufferError, MemoryError, ValueError
 *      (unknown flags).  GIL held.  source: rules P8 to P13 */
#define cucore_py_export_capsule CUCORE_MOVED(cucore_py_export_capsule) CUCORE_NAME(_py_export_capsule)
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_capsule(PyObject *owner, const cucore_view *view, int versioned,
                                                               uint64_t flags);

/* cucore_py_export_capsule_move - the same of a view that owns its memory: the capsule takes it over
 *   view  in/out  consumed: zeroed, on success and on error; on error the memory is given back
 *   -> as above, and BufferError for a view that owns a buffer (PEP 3118), which must not move, and for a view that
 *      borrows its memory: a slice, wrapped memory without `release`.  source: rules B120 */
#define cucore_py_export_capsule_move CUCORE_MOVED(cucore_py_export_capsule_move) CUCORE_NAME(_py_export_capsule_move)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES PyObject *cucore_py_export_capsule_move(cucore_view *view, int versioned,
                                                                                    uint64_t flags);

/* Private, for CUCORE_PY_EXPORT_SLOTS and CUCORE_PY_EXPORT_METHODS: int(), float() and complex() of a type with a
 * buffer.  Python would read the buffer as text: int() of the uint8 array 52 is 4.
 *   -> as int(numpy.asarray(self)), ...: a number for one element in memory that the CPU can read | NULL with TypeError
 *      (device memory, elements that NumPy does not have, no NumPy), or an exception of NumPy's
 *   Pinned and managed memory: the host waits for pending work.  GIL held.  source: rules B129 */
#define cucore__py_export_int CUCORE_MOVED(cucore__py_export_int) CUCORE_NAME(__py_export_int)
CUCORE_API CUCORE_NODISCARD PyObject *cucore__py_export_int(PyObject *self);
#define cucore__py_export_float CUCORE_MOVED(cucore__py_export_float) CUCORE_NAME(__py_export_float)
CUCORE_API CUCORE_NODISCARD PyObject *cucore__py_export_float(PyObject *self);
#define cucore__py_export_complex CUCORE_MOVED(cucore__py_export_complex) CUCORE_NAME(__py_export_complex)
CUCORE_API CUCORE_NODISCARD PyObject *cucore__py_export_complex(PyObject *self, PyObject *unused);

#define CUCORE_PY_EXPORT(name, view_of) \
    CUCORE_UNUSED static PyObject *name##_dlpack(PyObject *self, PyObject *const *args, Py_ssize_t nargs, \
                                                 PyObject *names) \
    { \
        return cucore_py_export_dlpack(self, view_of(self), args, nargs, names); \
    } \
    CUCORE_UNUSED static PyObject *name##_dlpack_device(PyObject *self, PyObject *unused) \
    { \
        (void)unused; \
        return cucore_py_export_dlpack_device(view_of(self)); \
    } \
    CUCORE_UNUSED static PyObject *name##_array(PyObject *self, PyObject *const *args, Py_ssize_t nargs, \
                                                PyObject *names) \
    { \
        return cucore_py_export_array(self, view_of(self), args, nargs, names); \
    } \
    CUCORE_UNUSED static PyObject *name##_cai(PyObject *self, void *unused) \
    { \
        (void)unused; \
        return cucore_py_export_cai(view_of(self)); \
    } \
    CUCORE_UNUSED static PyObject *name##_array_interface(PyObject *self, void *unused) \
    { \
        (void)unused; \
        return cucore_py_export_array_interface(view_of(self)); \
    } \
    CUCORE_UNUSED static int name##_getbuffer(PyObject *self, Py_buffer *out, int flags) \
    { \
        return cucore_py_export_getbuffer(self, view_of(self), flags, out); \
    }

#define CUCORE_PY_EXPORT_METHODS(name) \
    {"__dlpack__", (PyCFunction)(void (*)(void))name##_dlpack, METH_FASTCALL | METH_KEYWORDS, \
     "__dlpack__($self, /, *, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\n" \
     "A DLPack capsule of the array: versioned where max_version allows it."}, \
        {"__array__", (PyCFunction)(void (*)(void))name##_array, METH_FASTCALL | METH_KEYWORDS, \
         "__array__($self, /, dtype=None, *, copy=None)\n--\n\n" \
         "A numpy.ndarray that shares the memory, which must be the host's."}, \
        {"__complex__", cucore__py_export_complex, METH_NOARGS, \
         "__complex__($self, /)\n--\n\nOne element as NumPy has it."}, \
    { \
        "__dlpack_device__", name##_dlpack_device, METH_NOARGS, \
            "__dlpack_device__($self, /)\n--\n\nThe DLPack device: (type, id)." \
    }
#define CUCORE_PY_EXPORT_GETSET(name) \
    {"__cuda_array_interface__", name##_cai, NULL, NULL, NULL}, \
    { \
        "__array_interface__", name##_array_interface, NULL, NULL, NULL \
    }
/* Functions as void *, as CPython has it: compile with -Wno-pedantic. */
#define CUCORE_PY_EXPORT_SLOTS(name) \
    {Py_bf_getbuffer, (void *)name##_getbuffer}, {Py_nb_int, (void *)cucore__py_export_int}, \
        {Py_nb_float, (void *)cucore__py_export_float}, \
    { \
        Py_bf_releasebuffer, (void *)cucore_py_export_releasebuffer \
    }

/* -- the C exchange table -------------------------------------------------------------------------------------- */

/* What the five functions of a table need to know of your type.  All zero is not valid: `view` is needed. */
typedef struct cucore_py_exporter {
    /* Finds the view as above, and checks the type of self: TypeError for any other. */
    const cucore_view *(*view)(PyObject *self);
    /* Makes an object of your type, which takes the tensor over, also on error (NULL with an exception).  NULL: a
     * cucore.Array is made */
    PyObject *(*wrap)(DLManagedTensorVersioned *managed);
    /* Returns the stream of work on new and exported arrays of a device: 0, or -1 with an exception.  NULL: the legacy
     * default stream, which waits for the stream of every view that is exported. */
    int (*stream)(int device_id, CUstream *out);
} cucore_py_exporter;

/* CUCORE_PY_EXCHANGE(name, exporter) - defines name_exchange, the table, from a cucore_py_exporter with static storage
 * cucore_py_export_exchange - makes a table known as type.__dlpack_c_exchange_api__
 *   type   in   your own; a static type: before or after PyType_Ready
 *   table  in   static storage
 *   -> 0 | -1 with an exception;  source: rules X1 to X15, P17 */
#define cucore_py_export_exchange CUCORE_MOVED(cucore_py_export_exchange) CUCORE_NAME(_py_export_exchange)
CUCORE_API CUCORE_NODISCARD int cucore_py_export_exchange(PyTypeObject *type, const cucore_exchange_api *table);

/* CUCORE_PY_EXPORT_TYPE(name, view_of) - a whole type: all that CUCORE_PY_EXPORT and CUCORE_PY_EXCHANGE define, and
 *   PyObject *name_type(PyObject *module, PyType_Spec *spec)
 *       module  in   of the type, as for PyType_FromModuleAndSpec; NULL: none
 *       spec    in   yours, with your own slots, methods and attributes, except those of the buffer, and without
 *                    Py_TPFLAGS_IMMUTABLETYPE
 *       -> a new type | NULL with an exception: SystemError (a slot of the buffer), or CPython's
 *   int name_ready(PyTypeObject *type)    the same for a static type, instead of PyType_Ready: 0 | -1 with an
 *                                         exception.  The limited API has no static types: SystemError
 *   A method of yours keeps its place if one of ours has the same name, and so do your slots nb_int, nb_float and
 *   nb_index.  view_of is called only with objects of the
 *   type, or of derived types: the table refuses all others with TypeError.  A tensor that is given to the table
 *   becomes a cucore.Array, new arrays are for the legacy default stream.  GIL held.
 *   source: rules P1 to P17, X1 to X15 */

/* Private, for the code that CUCORE_PY_EXPORT_TYPE writes. */
typedef struct cucore__py_exporting {
    PyMethodDef *methods;
    PyGetSetDef *getset;
    int (*getbuffer)(PyObject *self, Py_buffer *out, int flags);
    const cucore_exchange_api *table;
} cucore__py_exporting;
#define cucore__py_export_type CUCORE_MOVED(cucore__py_export_type) CUCORE_NAME(__py_export_type)
CUCORE_API PyObject *cucore__py_export_type(PyObject *py_module, PyType_Spec *spec, const cucore__py_exporting *what);
#define cucore__py_export_check CUCORE_MOVED(cucore__py_export_check) CUCORE_NAME(__py_export_check)
CUCORE_API int cucore__py_export_check(PyObject *self, int (*getbuffer)(PyObject *, Py_buffer *, int));
#define cucore__py_export_ready CUCORE_MOVED(cucore__py_export_ready) CUCORE_NAME(__py_export_ready)
CUCORE_API int cucore__py_export_ready(PyTypeObject *type, const cucore__py_exporting *what);

#define CUCORE_PY_EXPORT_TYPE(name, view_of) \
    CUCORE_PY_EXPORT(name, view_of) \
    static const cucore_view *name##_exchange_view(PyObject *self) \
    { \
        return cucore__py_export_check(self, name##_getbuffer) < 0 ? NULL : view_of(self); \
    } \
    static const cucore_py_exporter name##_exporter = {name##_exchange_view, NULL, NULL}; \
    CUCORE_PY_EXCHANGE(name, name##_exporter) \
    static PyMethodDef name##_exported_methods[] = {CUCORE_PY_EXPORT_METHODS(name), {NULL, NULL, 0, NULL}}; \
    static PyGetSetDef name##_exported_getset[] = {CUCORE_PY_EXPORT_GETSET(name), {NULL, NULL, NULL, NULL, NULL}}; \
    static const cucore__py_exporting name##_exporting = {name##_exported_methods, name##_exported_getset, \
                                                          name##_getbuffer, &name##_exchange}; \
    CUCORE_UNUSED static PyObject *name##_type(PyObject *py_module, PyType_Spec *spec) \
    { \
        return cucore__py_export_type(py_module, spec, &name##_exporting); \
    } \
    CUCORE_UNUSED static int name##_ready(PyTypeObject *type) \
    { \
        return cucore__py_export_ready(type, &name##_exporting); \
    }

/* Private, for the code that CUCORE_PY_EXCHANGE writes.  NULL for obj, prototype, managed or out is a ValueError; the
 * tensor given to wrap is deleted also then. */
#define cucore__py_exchange_allocate CUCORE_MOVED(cucore__py_exchange_allocate) CUCORE_NAME(__py_exchange_allocate)
CUCORE_API int cucore__py_exchange_allocate(const cucore_py_exporter *exporter, DLTensor *prototype,
                                            DLManagedTensorVersioned **out, void *context,
                                            void (*set_error)(void *context, const char *kind, const char *message));
#define cucore__py_exchange_export CUCORE_MOVED(cucore__py_exchange_export) CUCORE_NAME(__py_exchange_export)
CUCORE_API int cucore__py_exchange_export(const cucore_py_exporter *exporter, void *obj,
                                          DLManagedTensorVersioned **out);
#define cucore__py_exchange_lend CUCORE_MOVED(cucore__py_exchange_lend) CUCORE_NAME(__py_exchange_lend)
CUCORE_API int cucore__py_exchange_lend(const cucore_py_exporter *exporter, void *obj, DLTensor *out);
#define cucore__py_exchange_wrap CUCORE_MOVED(cucore__py_exchange_wrap) CUCORE_NAME(__py_exchange_wrap)
CUCORE_API int cucore__py_exchange_wrap(const cucore_py_exporter *exporter, DLManagedTensorVersioned *managed,
                                        void **out);
#define cucore__py_exchange_stream CUCORE_MOVED(cucore__py_exchange_stream) CUCORE_NAME(__py_exchange_stream)
CUCORE_API int cucore__py_exchange_stream(const cucore_py_exporter *exporter, int device_type, int device_id,
                                          void **out);

#define CUCORE_PY_EXCHANGE(name, exporter) \
    static int name##_exchange_allocate(DLTensor *prototype, DLManagedTensorVersioned **out, void *context, \
                                        void (*set_error)(void *, const char *, const char *)) \
    { \
        return cucore__py_exchange_allocate(&(exporter), prototype, out, context, set_error); \
    } \
    static int name##_exchange_export(void *obj, DLManagedTensorVersioned **out) \
    { \
        return cucore__py_exchange_export(&(exporter), obj, out); \
    } \
    static int name##_exchange_wrap(DLManagedTensorVersioned *managed, void **out) \
    { \
        return cucore__py_exchange_wrap(&(exporter), managed, out); \
    } \
    static int name##_exchange_lend(void *obj, DLTensor *out) \
    { \
        return cucore__py_exchange_lend(&(exporter), obj, out); \
    } \
    static int name##_exchange_stream(DLDeviceType device_type, int32_t device_id, void **out) \
    { \
        return cucore__py_exchange_stream(&(exporter), (int)device_type, (int)device_id, out); \
    } \
    static const cucore_exchange_api name##_exchange = {{{CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR}, NULL}, \
                                                        name##_exchange_allocate, \
                                                        name##_exchange_export, \
                                                        name##_exchange_wrap, \
                                                        name##_exchange_lend, \
                                                        name##_exchange_stream};

/* ------------ >>py-return -- */
/* python/out/results.h: results as arrays of the caller's library. */
/* Results for the caller, as arrays of the library that the caller uses:
 *
 *     cucore_view y;
 *     if (cucore_py_empty_like(args[0], &x, stream, &y) < 0) ... fail ...
 *     ... enqueue work on `stream` that writes y.ptr ...
 *     return cucore_py_return(&y, args[0], stream);
 *
 * of an argument                   the result is                 in memory of
 * numpy.ndarray                    numpy.ndarray                 NumPy
 * torch.Tensor, or any type with   torch.Tensor, by the C        torch, on its current stream
 *   an exchange table                exchange table
 * cupy.ndarray                     cupy.ndarray                  CuPy's pool, on its current stream
 * numba device array               numba device array            Numba
 * jax.Array, and any array of a    by the from_dlpack of its     the CPU, or the device's default pool
 *   library with a from_dlpack       library, zero-copy
 * any other array (bytes, one      cucore.Array, which every     likewise
 *   with only an interface, ...)     library takes
 * The result has the base type of the library, no subclass.  Of several arguments, take the first array (X13).
 *
 * `like` is one of
 *   an array               the result is of its library, as above
 *   a type of arrays       numpy.ndarray, torch.Tensor, cupy.ndarray, jax.Array, a type with an exchange table, any
 *                          type of arrays whose package has a from_dlpack; a type that is derived from one of these
 *   a module               numpy, torch, cupy, numba.cuda, jax.numpy, any other with a from_dlpack
 *   its name, a str        "numpy", "torch", "jax.numpy", ...: is imported
 *   NULL                   a cucore.Array
 * Anything else (None, 3, a module without from_dlpack) is a TypeError that quotes it; a name that cannot be imported
 * is the ImportError of the import.
 *
 * A cucore.Array speaks every protocol (see >>py-export; its exchange table names the legacy default stream, which then
 * waits for the stream of the array) and has shape, dtype (a numpy.dtype if NumPy is imported and
 * it or ml_dtypes has the type, else its name, 'float32', 'bfloat16', ..., which is also equal to the numpy.dtype),
 * device ('cpu', 'cuda:0', 'pinned', 'managed:0'), ndim, size, nbytes, itemsize, readonly, len() and a repr of one
 * line; none of them looks at the memory.  It is always true, and has no constructor.  All extension modules of an
 * interpreter that were built with the same version of cucore, and alike in CUCORE_DEBUG, share the type, by a capsule
 * in PyInterpreterState_GetDict; if another object is there, or the interpreter has no such dict, a module has its own
 * type. */

/* cucore_py_empty_like - memory for a result of the dtype, shape and device of an argument
 *   like    in   the argument, or a type, a module, a name, NULL
 *   view    in   of the argument, or any other of the wanted dtype, shape and device; strides do not count
 *   stream  in   on which you are going to write; it waits for earlier uses of the memory
 *   out     out  writable, dense in C order; for cucore_py_return, or cucore_view_release on an error; zeroed on error
 *   -> 0 | -1 with TypeError (`like` is none of these), ImportError, ValueError (its library has no memory there),
 *      BufferError (nor such a dtype), MemoryError, RuntimeError, or an exception of the library
 *   GIL held; released while it blocks */
#define cucore_py_empty_like CUCORE_MOVED(cucore_py_empty_like) CUCORE_NAME(_py_empty_like)
CUCORE_API CUCORE_NODISCARD int cucore_py_empty_like(PyObject *like, const cucore_view *view, CUstream stream,
                                                     cucore_view *out);

/* cucore_py_empty - the same with dtype, shape and device spelled out
 *   spec  in   strides: NULL, a result is dense in C order; device_id as for cucore_view_allocate (INVALID_ARGUMENT
 *              becomes ValueError) */
#define cucore_py_empty CUCORE_MOVED(cucore_py_empty) CUCORE_NAME(_py_empty)
CUCORE_API CUCORE_NODISCARD int cucore_py_empty(PyObject *like, const cucore_array_spec *spec, CUstream stream,
                                                cucore_view *out);

/* cucore_py_return - a view as the result of a function; the view is consumed
 *   view    in/out  zeroed, on success and on error; on error the memory is given back.  One of
 *                   - memory of cucore_py_empty or cucore_py_empty_like, which already belongs to a library
 *                   - a view that owns its memory: cucore_view_allocate, cucore_view_adopt_buffer,
 *                     cucore_view_adopt_dlmanaged, cucore_view_wrap with a `release`, which may be empty for memory
 *                     that lives for ever
 *                   - a view of an argument, as cucore_py_args or cucore_py_view made it: an `out`
 *                   - a part of an argument, or the argument in another shape, order or dtype: cucore_view_slice, a
 *                     view made by hand
 *   like    in      who is to have it: an array of the wanted library, its type, module or name; NULL: a cucore.Array.
 *                   Not used for memory that a library has given to cucore_py_empty.  Of an argument: the argument
 *   stream  in      with your work on it: the stream of the library waits for it; NO_SYNC, HOST: no work is pending.  A
 *                   cucore.Array names the stream that its memory is freed on, if that is so or its object is kept
 *                   (cucore_py_view_keep_stream); `stream` itself while that is captured, which has to exist then as
 *                   long as the array is used; else the legacy default stream, which waits for `stream`.  If that
 *                   stream cannot wait beside a capture of another thread the host waits, and the array names none
 *   -> a new reference | NULL with TypeError (`like` is none of these), ImportError, ValueError (a zeroed view, memory
 *      that the library cannot have), BufferError (see below; no such dtype there), MemoryError, RuntimeError, or an
 *      exception of the library
 *
 * A view of an argument: if `like` is that array (it has the very elements of the view: address, dtype, shape and
 * strides, when it is taken again), the result is `like` itself, and the producer's stream waits for `stream`, as it
 * does with cucore_py_args_release, which then finds a zeroed view and skips it:
 *     if (!v[2].dtype.lanes) {                              no `out` was given, or None: CUCORE_OPTIONAL
 *         objs[2] = objs[0];
 *         ... cucore_py_empty_like(objs[0], &v[0], stream, &v[2]) ...
 *     }
 *     ... enqueue work that writes v[2].ptr ...
 *     result = cucore_py_return(&v[2], objs[2], stream);
 *     if (cucore_py_args_release(v, 3, stream) < 0) Py_CLEAR(result);
 * This is so for lent views (CUCORE_BORROW) and owned ones, of any protocol.  With another `like` a lent view, and a
 * view that holds a buffer (NumPy's arrays, PEP 3118, __array_interface__), is a BufferError; a view that owns a tensor
 * of DLPack, or refers to an object with a CUDA Array Interface, becomes an array of `like`'s library that shares the
 * memory: a conversion without a copy, for which only the new array is ordered behind `stream`.
 *
 * A view that borrows its memory, as a slice does, needs `like` to be the array that it is of: all its elements are
 * between the first and the last byte of `like`, when that is taken again.  The result is a new array of the library of
 * `like` that shares the memory and keeps `like` alive; it is read-only if `like` is.  With another `like`, or NULL, it
 * is a BufferError, since no object would keep the memory alive.  An empty view needs no owner.  The argument itself is
 * released as usual:
 *     status = cucore_view_slice(&v[0], &from, 1, &part);
 *     if (cucore_py_check(status) == 0) result = cucore_py_return(&part, objs[0], stream);
 *     if (cucore_py_args_release(v, 1, stream) < 0) Py_CLEAR(result);
 *
 * A view that was converted (CUCORE_MAKE_...) and has CUCORE_WRITE is copied back first, whatever `like` is; the result
 * is the argument if `like` is that.  Otherwise, and if the argument was only read, it is an array in the fresh memory.
 *
 * No other copy is made here; JAX makes one of host memory that is aligned to less than 64 bytes.  Memory of
 * cucore_py_empty that a library took by its from_dlpack is freed when the device is idle: DLPack cannot report when
 * its consumer is done (D34).  GIL held; released while it blocks.  source: rules A16, B120, B130, X13 */
#define cucore_py_return CUCORE_MOVED(cucore_py_return) CUCORE_NAME(_py_return)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES PyObject *cucore_py_return(cucore_view *view, PyObject *like,
                                                                       CUstream stream);

CUCORE_END

/* ------------ >>results-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 0.8   a tensor handed to to_py_object is gone, also when the call fails: the caller does not touch it again
 * A1    __array_interface__ has shape, typestr and a version; without data, its memory is the object's own buffer
 * A2    __array_interface__ is host memory: no call of CUDA, and the driver is not even loaded
 * A3    NumPy before 2.4 refuses a NULL address for an empty array; a version above 3 is no reason to refuse
 * A5    a buffer is asked for as readable; writable only where the caller writes, and read-only is never cast away
 * A6    PyBuffer_Release once, for the same Py_buffer, after the last use of its memory, which cannot be resized before
 * A8    buffers: NULL format is bytes, NULL strides C order, NULL shape one axis; no suboffsets; itemsize must agree
 * A9    buffer formats: the first letter sets byte order and sizes ("l" has 4 or 8 bytes); the itemsize has to agree
 * A10   no buffer format exists for bfloat16, float8, int4 or dates: such arrays come by another protocol
 * A16   the stream object must be kept while its handle is used; using a destroyed handle is undefined behaviour
 * B66   -1 from an exchange table without an exception still ends in an exception
 * B103  numpy.asarray of what has no buffer and no interface, and no __array__ either, is an array of one object
 * B104  hashlib and file.write ask for a buffer without a format: one that cannot be said is no obstacle
 * B114  a copy for the CPU with a stream is made on that stream
 * B118  a default stream is that of the device of the data or of the kernel, whichever device is current
 * B120  a slice of an argument is a result that keeps the argument alive, or is refused, never over freed memory
 * B124  what from_dlpack of a library gives back is compared with what it was given: JAX makes 64-bit types narrower
 * B125  the entry of an address in a table goes before the address can be given out again
 * B129  an array of a type with a buffer as a number: as NumPy for one element on the host, TypeError else
 * B130  an array object names the stream that its last work is on, as long as that stream is known to live
 * B133  the collector can visit what a view of an object owns: an object that keeps a view is part of cycles
 * B134  with FROM_ANYTHING an empty sequence has any dtype, and a result like what NumPy converted is an array of NumPy
 * B135  torch 2.3 to 2.9 knows no float8 in DLPack: a result is handed over as bytes, and viewed as its dtype
 * C6    an interface dict owns nothing: its object is kept until the work of the device on the memory is done
 * D16   dl_device and copy are sent only if the caller asks; the stream is then one of the device that is wanted
 * D17   copy=True is a fresh copy that says so, copy=False an error if one is needed; it is made on the given stream
 * D34   the consumer's work on a tensor must be ordered before its deleter runs: the memory may be used again at once
 * P1    __dlpack_device__ and the capsule agree on the device, always
 * P2    __dlpack__ takes its four arguments by keyword, and refuses others with a TypeError that names them
 * P3    max_version absent or major 0 gets a legacy capsule, major 1 or more a versioned one
 * P4    read-only data as a legacy capsule is a BufferError, unless allowed: legacy has no flag for it
 * P5    streams for __dlpack__: None means 1 for CUDA, -1 no order, 0 an error; on the CPU only None
 * P6    producers order by an event, only where the streams differ, without a wait on the host; captures are respected
 * P7    what a tensor cannot say (dtype, device, strides) is a BufferError, not AttributeError or RuntimeError
 * P8    tensors handed out have strides, in elements, and a byte_offset of 0: many consumers ignore other offsets
 * P9    IS_COPIED only for a copy that nobody else has; small elements in bytes of their own are flagged
 * P10   one allocation for tensor, shape and strides, which owns a reference; freed when the capsule cannot be made
 * P11   the destructor of a capsule calls the deleter only while the name is fresh, and keeps a pending exception
 * P12   our deleters take the GIL themselves, on any thread; without an interpreter they leak
 * P13   every __dlpack__ call makes a capsule of its own and leaves the object as it was
 * P14   our interface dicts: a new one each time, version 3, strides in bytes or None, and a stream that is never 0
 * P15   bfloat16, float8, int4 have no typestr: no interface attribute then (V2 for bfloat16 at most, never f2)
 * P16   __cuda_stream__ of ours is a method that returns (0, handle), 1 or 2 for the default streams
 * P17   an exchange table of ours is static, complete and as strict as __dlpack__; a failure always has an exception
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
 * X13   results: the allocator of an argument's table; its tensor is checked as any; the library's base type
 * X14   the allocator reports through a function it is given, which copies the text; some set an exception as well
 * X15   tensors handed to a table have byte_offset 0: torch ignored others
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_RESULTS_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_RESULTS_H_IMPLEMENTED)
#define CUCORE_RESULTS_H_IMPLEMENTED

#include "cucore_python.h" /* its implementation, if only its declarations came before */

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

/* python/out/type.c: makes the types of cucore. */
/* A member of a type, which Python.h has only from 3.12 on, and structmember.h with names that are not reserved. */
typedef struct cucore__py_member {
    const char *name;
    int kind;
    Py_ssize_t offset;
    int flags;
    const char *doc;
} cucore__py_member;
enum {
    CUCORE__PY_MEMBER_SIZE = 19, /* Py_T_PYSSIZET */
#if defined(_Py_OPAQUE_PYOBJECT)
    CUCORE__PY_MEMBER_FLAGS = 9 /* Py_READONLY | Py_RELATIVE_OFFSET, which Python 3.14 and newer take */
#else
    CUCORE__PY_MEMBER_FLAGS = 1 /* Py_READONLY */
#endif
};

/* Makes a type of cucore.  Python 3.11 fails without an exception if it has no memory for the name of the type. */
CUCORE__PRIVATE PyObject *cucore__py_type_new(const char *name, int basicsize, unsigned flags, PyType_Slot *slots)
{
    PyType_Spec spec;
    PyObject *type;
    memset(&spec, 0, sizeof spec);
    spec.name = name;
    spec.basicsize = basicsize;
    spec.flags = (unsigned)(Py_TPFLAGS_DEFAULT) | flags;
    spec.slots = slots;
    type = PyType_FromSpec(&spec);
    if (!type && !PyErr_Occurred()) PyErr_NoMemory();
    return type;
}

/* ------------ >>impl-py-describe -- */
/* python/out/describe.c: describes a view to Python. */
CUCORE__PRIVATE PyObject *cucore__py_ints(const int64_t *values, int count)
{
    PyObject *tuple = PyTuple_New(count), *item;
    int i;
    for (i = 0; tuple && i < count; i++) {
        item = PyLong_FromLongLong(values[i]);
        if (!item || PyTuple_SetItem(tuple, i, item) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* Refuses a view without data.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_has_data(const char *function, const cucore_view *view)
{
    if (view && view->dtype.lanes && view->layout.ndim >= 0 && view->layout.ndim <= CUCORE_MAX_NDIM) return 0;
    PyErr_Format(PyExc_ValueError, "%s: view %s", function,
                 view ? "holds no data: it was released, or never filled" : "is NULL");
    return -1;
}

CUCORE_API PyObject *cucore_py_view_shape(const cucore_view *view)
{
    if (cucore__py_check_has_data("cucore_py_view_shape", view) < 0) return NULL;
    return cucore__py_ints(view->layout.shape, view->layout.ndim);
}

CUCORE_API PyObject *cucore_py_view_strides(const cucore_view *view, int in_bytes)
{
    int64_t bytes[CUCORE_MAX_NDIM], bits;
    int i;
    if (cucore__py_check_has_data("cucore_py_view_strides", view) < 0) return NULL;
    if (!in_bytes) return cucore__py_ints(view->layout.strides, view->layout.ndim);
    for (i = 0; i < view->layout.ndim; i++) {
        if (cucore__mul(view->layout.strides[i], view->layout.itembits, &bits) || bits % 8) {
            PyErr_Format(PyExc_BufferError, "strides[%d] of %lld elements of %lld bits is no number of bytes", i,
                         (long long)view->layout.strides[i], (long long)view->layout.itembits);
            return NULL;
        }
        bytes[i] = bits / 8;
    }
    return cucore__py_ints(bytes, view->layout.ndim);
}

CUCORE__PRIVATE PyObject *cucore__py_typestr(cucore__py_state *state, cucore_dtype dtype, const char *text)
{
    int shift = cucore__shift_of(dtype.itemsize);
    CUCORE__ATOMIC(PyObject *) *slot =
        dtype.code < CUCORE__PY_CODES && shift >= 0 ? &state->typestrs[dtype.code][shift] : NULL;
    PyObject *found = slot ? CUCORE__LOAD(slot) : NULL;
    if (!found && !text) return NULL;
    if (!found) {
        found = PyUnicode_InternFromString(text);
        if (!found || !slot) return found;
        CUCORE__STORE(slot, found);
    }
    Py_INCREF(found);
    return found;
}

/* Returns a dtype as the functions of NumPy take it: a typestr, or the type of that name in ml_dtypes. */
CUCORE__PRIVATE PyObject *cucore__py_dtype_argument(cucore__py_state *state, cucore_dtype dtype)
{
    char typestr[16], name[32];
    PyObject *found = dtype.lanes == 1 && dtype.bits >= 8 ? cucore__py_typestr(state, dtype, NULL) : NULL;
    if (found) return found;
    if (dtype.code < CUCORE_CODE_STRUCTURED && cucore_dtype_to_typestr(dtype, typestr, sizeof typestr) >= 0)
        return cucore__py_typestr(state, dtype, typestr);
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (dtype.code >= CUCORE_CODE_STRUCTURED) {
        PyErr_Format(PyExc_BufferError,
                     "a new array cannot have elements of %s: a dtype with fields has no name to ask NumPy for", name);
        return NULL;
    }
    found = cucore__py_import("ml_dtypes", name);
    if (found || !(PyErr_ExceptionMatches(PyExc_ImportError) || PyErr_ExceptionMatches(PyExc_AttributeError)))
        return found;
    PyErr_Clear();
    PyErr_Format(PyExc_BufferError, "NumPy has no dtype %s, and neither has ml_dtypes", name);
    return NULL;
}

/* Returns numpy.dtype(...) if NumPy is imported, and it or ml_dtypes has the type, since NumPy and JAX read the dtype
 * of any object; else the name, to which dtypes of NumPy are equal as well. */
CUCORE__PRIVATE PyObject *cucore__py_numpy_dtype(const cucore_view *view)
{
    cucore__py_state local, *state;
    char name[64];
    PyObject *make = NULL, *argument = NULL, *made = NULL;
    if (cucore__py_imported_attribute("numpy", "dtype", &make) > 0) {
        state = cucore__py_state_get(&local);
        if (state && view->descr) {
            argument = (PyObject *)view->descr;
            Py_INCREF(argument);
        } else if (state) {
            argument = cucore__py_dtype_argument(state, view->dtype);
        }
        if (state) cucore__py_state_put(state, &local);
        if (argument) made = PyObject_CallFunctionObjArgs(make, argument, NULL);
        Py_XDECREF(argument);
        Py_DECREF(make);
    }
    if (made || (PyErr_Occurred() && cucore__py_error_clear() < 0)) return made;
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    return PyUnicode_FromString(name);
}

/* Looks the dtype up in an imported module, then in the packages around it: torch.float32.  A class is no dtype, but a
 * type of scalars (jax.numpy.float32), whose arrays have dtypes of NumPy.  1 with a new reference, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_in(char *module_name, const char *dtype, PyObject **out)
{
    char *dot;
    int found;
    for (;;) {
        found = cucore__py_imported_attribute(module_name, dtype, out);
        dot = strrchr(module_name, '.');
        if (found || !dot) break;
        *dot = '\0';
    }
    if (found > 0 && PyType_Check(*out)) Py_CLEAR(*out);
    return found < 0 ? -1 : *out != NULL;
}

/* Finds the dtype in the library of a `like`.  1 with a new reference, 0: NumPy's is meant, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_library_dtype(cucore_dtype dtype, PyObject *like, PyObject **out)
{
    PyObject *bases = NULL, *py_module = NULL, *text = NULL;
    PyTypeObject *base;
    Py_ssize_t i = 0;
    char name[64], room[64];
    int found = 0;
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (PyUnicode_Check(like)) py_module = PyImport_Import(like);
    if (PyUnicode_Check(like) && !py_module) return -1;
    if (py_module || PyModule_Check(like)) {
        found = cucore__py_lookup_string(py_module ? py_module : like, "__name__", &text);
        if (found > 0) found = cucore__py_short_text(text, room, sizeof room);
        if (found > 0) found = cucore__py_dtype_in(room, name, out);
    } else {
        bases = cucore__py_bases(PyType_Check(like) ? (PyTypeObject *)(void *)like : Py_TYPE(like));
        if (!bases && PyErr_Occurred()) found = -1;
        while (!found && (base = cucore__py_next_base(bases, &i)) != NULL) {
            found = cucore__py_module_of(base, room, sizeof room);
            if (!found) found = cucore__py_dtype_in(room, name, out);
        }
    }
    Py_XDECREF(text);
    Py_XDECREF(bases);
    Py_XDECREF(py_module);
    return found;
}

CUCORE_API PyObject *cucore_py_view_dtype(const cucore_view *view, PyObject *like)
{
    PyObject *dtype = NULL;
    int found;
    if (cucore__py_check_has_data("cucore_py_view_dtype", view) < 0) return NULL;
    found = like ? cucore__py_library_dtype(view->dtype, like, &dtype) : 0;
    return found ? dtype : cucore__py_numpy_dtype(view);
}

/* ------------ >>impl-py-memory -- */
/* python/out/allocator.c: makes memory resources of Python allocators. */
/* The stream as an allocator gets it. */
typedef struct cucore__py_stream_object {
    CUCORE__PY_HEAD CUstream handle;
} cucore__py_stream_object_t;

CUCORE__PRIVATE PyObject *cucore__py_stream_object_tuple(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore_py_stream_to_tuple(CUCORE__PY_DATA(cucore__py_stream_object_t, self)->handle);
}

CUCORE__PRIVATE PyObject *cucore__py_stream_object_int(PyObject *self)
{
    return PyLong_FromVoidPtr((void *)CUCORE__PY_DATA(cucore__py_stream_object_t, self)->handle);
}

CUCORE__PRIVATE void cucore__py_stream_object_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

CUCORE__PRIVATE PyObject *cucore__py_stream_type_make(void)
{
    static PyMethodDef methods[] = {{"__cuda_stream__", cucore__py_stream_object_tuple, METH_NOARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {{Py_tp_methods, (void *)methods},
                           {Py_nb_int, cucore__py_pointer_to((void (*)(void))cucore__py_stream_object_int)},
                           {Py_tp_dealloc, cucore__py_pointer_to((void (*)(void))cucore__py_stream_object_free)},
                           {0, NULL}};
    return cucore__py_type_new("cucore.Stream", CUCORE__PY_BASICSIZE(cucore__py_stream_object_t), 0, slots);
}

/* What a resource made from a Python object holds. */
typedef struct cucore__py_allocator {
    PyObject *object;
    PyObject *stream_type;
    PyObject *kept;  /* address -> the result of allocate, unless that was an address */
    int stream_kind; /* CUCORE__PY_STREAM_..., as far as the type shows it */
} cucore__py_allocator;

CUCORE__PRIVATE void cucore__py_allocator_free(cucore__py_allocator *allocator)
{
    Py_XDECREF(allocator->kept);
    Py_XDECREF(allocator->stream_type);
    Py_XDECREF(allocator->object);
    PyMem_Free(allocator);
}

CUCORE__PRIVATE PyObject *cucore__py_stream_object_new(const cucore__py_allocator *allocator, CUstream stream)
{
    PyObject *self = PyObject_New(PyObject, (PyTypeObject *)(void *)allocator->stream_type);
    if (self) CUCORE__PY_DATA(cucore__py_stream_object_t, self)->handle = cucore__stream_normalize(stream);
    return self;
}

/* -------- streams of others: functions of cuda.core and RMM take no others, whatever these can do -------- */
enum { CUCORE__PY_STREAM_OURS, CUCORE__PY_STREAM_OF_CORE, CUCORE__PY_STREAM_OF_RMM };

/* Returns the kind of streams that a type takes: those of its package, or of the package of a base.  -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_stream_kind_of(PyTypeObject *type)
{
    static const struct {
        const char *package;
        size_t length;
        int kind;
    } known[] = {{"cuda.core", 9, CUCORE__PY_STREAM_OF_CORE}, {"rmm", 3, CUCORE__PY_STREAM_OF_RMM}};
    PyObject *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    char py_module[16];
    int kind = !bases && PyErr_Occurred() ? -1 : CUCORE__PY_STREAM_OURS, k;
    while (!kind && (base = cucore__py_next_base(bases, &i)) != NULL) {
        if (cucore__py_module_of(base, py_module, sizeof py_module) < 0) kind = -1;
        for (k = 0; k < 2 && !kind; k++) {
            const char *rest = py_module + known[k].length;
            if (strncmp(py_module, known[k].package, known[k].length) == 0 && (!*rest || *rest == '.'))
                kind = known[k].kind;
        }
    }
    Py_XDECREF(bases);
    return kind;
}

/* Calls cuda.core.Stream.from_handle(address), which borrows the stream. */
CUCORE__PRIVATE PyObject *cucore__py_core_stream_new(CUstream stream)
{
    PyObject *type = cucore__py_import("cuda.core", "Stream"), *function, *address, *made;
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) { /* before 0.5 */
        PyErr_Clear();
        type = cucore__py_import("cuda.core.experimental", "Stream");
    }
    function = type ? PyObject_GetAttrString(type, "from_handle") : NULL;
    address = function ? PyLong_FromVoidPtr((void *)cucore__stream_normalize(stream)) : NULL;
    made = address ? PyObject_CallFunctionObjArgs(function, address, NULL) : NULL;
    Py_XDECREF(address);
    Py_XDECREF(function);
    Py_XDECREF(type);
    return made;
}

/* Returns the stream as an object of that kind. */
CUCORE__PRIVATE PyObject *cucore__py_stream_of_kind(const cucore__py_allocator *allocator, CUstream stream, int kind)
{
    PyObject *ours, *type, *made;
    if (kind == CUCORE__PY_STREAM_OF_CORE) return cucore__py_core_stream_new(stream);
    ours = cucore__py_stream_object_new(allocator, stream);
    if (kind == CUCORE__PY_STREAM_OURS || !ours) return ours;
    type = cucore__py_import("rmm.pylibrmm.stream", "Stream");
    made = type ? PyObject_CallFunctionObjArgs(type, ours, NULL) : NULL;
    Py_XDECREF(type);
    Py_DECREF(ours);
    return made;
}

/* Returns the kind of stream that the exception asks for, and clears it; 0: it is another exception, and stays. */
CUCORE__PRIVATE int cucore__py_stream_kind_wanted(void)
{
    static const struct {
        const char *words;
        int kind;
    } refusals[] = {{"Stream or GraphBuilder expected", CUCORE__PY_STREAM_OF_CORE},
                    {"Argument 'stream' has incorrect type (expected rmm.", CUCORE__PY_STREAM_OF_RMM}};
    PyObject *error, *text;
    const char *letters;
    int i, kind = CUCORE__PY_STREAM_OURS;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return kind;
    error = cucore__py_error_take();
    text = PyObject_Str(error);
    letters = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    for (i = 0; letters && i < 2; i++)
        if (strncmp(letters, refusals[i].words, strlen(refusals[i].words)) == 0) kind = refusals[i].kind;
    Py_XDECREF(text);
    if (letters || cucore__py_error_clear() == 0) {
        if (!kind) cucore__py_error_put(error);
        if (kind) Py_DECREF(error);
        return kind;
    }
    cucore__py_error_chain(error); /* an interruption takes precedence */
    return kind;
}

/* Calls object.name(*args, stream=stream).  The function takes `stream` over, which may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_call_once(PyObject *object, const char *name, PyObject *args, PyObject *stream)
{
    PyObject *keywords = stream ? Py_BuildValue("{s:O}", "stream", stream) : NULL;
    PyObject *method = keywords ? PyObject_GetAttrString(object, name) : NULL;
    PyObject *result = method ? PyObject_Call(method, args, keywords) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(keywords);
    Py_XDECREF(stream);
    return result;
}

/* Calls object.name(*args, stream=stream) with a stream of the package of the object.  If the object refuses a stream
 * of cucore, which it does first of all, the call is repeated with the kind of stream that it names.  The function
 * takes `args` over, which may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_call_with_stream(const cucore__py_allocator *allocator, PyObject *object,
                                                      const char *name, PyObject *args, CUstream stream)
{
    PyObject *result = NULL;
    int kind = !args ? -1 : allocator->stream_kind;
    if (kind == CUCORE__PY_STREAM_OURS) kind = cucore__py_stream_kind_of(Py_TYPE(object));
    if (kind >= 0)
        result = cucore__py_call_once(object, name, args, cucore__py_stream_of_kind(allocator, stream, kind));
    if (kind == CUCORE__PY_STREAM_OURS && !result) {
        kind = cucore__py_stream_kind_wanted();
        if (kind) result = cucore__py_call_once(object, name, args, cucore__py_stream_of_kind(allocator, stream, kind));
    }
    Py_XDECREF(args);
    return result;
}

/* Looks up the attribute that holds the address: 1 with a new reference, 0 none, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_find_address(PyObject *answer, PyObject **out)
{
    static const char *const names[2] = {"handle", "ptr"};
    int i, found = 0;
    for (i = 0; i < 2 && !found; i++) found = cucore__py_lookup_string(answer, names[i], out);
    return found;
}

/* Reads the address in an answer; `keep`: the answer must be kept.  -1 with an exception. */
CUCORE__PRIVATE int cucore__py_read_allocation(PyObject *answer, void **out, int *keep)
{
    PyObject *address = NULL, *number;
    int found = PyLong_Check(answer) ? 0 : cucore__py_find_address(answer, &address);
    if (found < 0) return -1;
    *keep = found;
    number = PyNumber_Long(found ? address : answer);
    Py_XDECREF(address);
    if (!number) return -1;
    *out = PyLong_AsVoidPtr(number);
    Py_DECREF(number);
    return PyErr_Occurred() ? -1 : 0;
}

/* Calls close(stream=) if there is one; -1 with an exception. */
CUCORE__PRIVATE int cucore__py_close(const cucore__py_allocator *allocator, PyObject *memory, CUstream stream)
{
    PyObject *result = NULL, *method = NULL;
    int found = cucore__py_lookup_string(memory, "close", &method);
    Py_XDECREF(method);
    if (found > 0) result = cucore__py_call_with_stream(allocator, memory, "close", PyTuple_New(0), stream);
    if (found < 0 || (found && !result)) return -1;
    Py_XDECREF(result);
    return 0;
}

/* Gives an answer back that cannot be used.  The exception stays set. */
CUCORE__PRIVATE void cucore__py_reject(const cucore__py_allocator *allocator, PyObject *answer, CUstream stream)
{
    PyObject *error = cucore__py_error_take();
    if (PyLong_Check(answer) || cucore__py_close(allocator, answer, stream) == 0 || cucore__py_error_clear() == 0) {
        cucore__py_error_put(error);
    } else {
        cucore__py_error_chain(error); /* an interruption takes precedence */
    }
}

CUCORE__PRIVATE int cucore__py_allocate(const cucore__py_allocator *allocator, size_t nbytes, CUstream stream,
                                        void **out)
{
    int keep = 0, failed;
    void *ptr = NULL;
    PyObject *key = NULL,
             *answer = cucore__py_call_with_stream(allocator, allocator->object, "allocate",
                                                   Py_BuildValue("(N)", PyLong_FromSize_t(nbytes)), stream);
    if (!answer) return -1;
    failed = cucore__py_read_allocation(answer, &ptr, &keep);
    if (!failed && keep) {
        key = PyLong_FromVoidPtr(ptr);
        failed = !key || PyDict_SetItem(allocator->kept, key, answer) < 0 ? -1 : 0;
        Py_XDECREF(key);
    }
    if (failed) cucore__py_reject(allocator, answer, stream);
    Py_DECREF(answer);
    if (!failed) *out = ptr;
    return failed;
}

/* Keeps an object again whose close() failed, unless its address was given out again since.  The exception stays
 * set. */
CUCORE__PRIVATE void cucore__py_keep_again(const cucore__py_allocator *allocator, PyObject *key, PyObject *memory)
{
    PyObject *error = cucore__py_error_take();
    PyObject *kept = cucore__py_dict_keep(allocator->kept, key, memory);
    if (!kept) PyErr_Clear(); /* the object is dropped */
    Py_XDECREF(kept);
    cucore__py_error_put(error);
}

/* The entry of an address goes first: from close() on the address can be given out again, on any thread (rules
 * B125). */
CUCORE__PRIVATE int cucore__py_deallocate(const cucore__py_allocator *allocator, void *ptr, size_t nbytes,
                                          CUstream stream)
{
    PyObject *kept = NULL, *result, *key = PyLong_FromVoidPtr(ptr);
    int found = key ? cucore__py_dict_get(allocator->kept, key, &kept) : -1;
    int failed = found < 0 || (found && PyDict_DelItem(allocator->kept, key) < 0);
    if (found > 0 && !failed && cucore__py_close(allocator, kept, stream) < 0) {
        cucore__py_keep_again(allocator, key, kept);
        failed = 1;
    }
    if (!found) {
        result = cucore__py_call_with_stream(allocator, allocator->object, "deallocate",
                                             Py_BuildValue("(ON)", key, PyLong_FromSize_t(nbytes)), stream);
        failed = !result;
        Py_XDECREF(result);
    }
    Py_XDECREF(kept);
    Py_XDECREF(key);
    return failed ? -1 : 0;
}

CUCORE__PRIVATE cucore_status cucore__py_resource_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    cucore__py_gil gil;
    cucore_status status = CUCORE_OK;
    if (!cucore__py_gil_enter(&gil)) return cucore_fail(CUCORE_FOREIGN, "the Python interpreter is gone");
    if (cucore__py_allocate((const cucore__py_allocator *)user_data, nbytes, stream, out) < 0)
        status = cucore__py_error_to_status(CUCORE_FOREIGN, gil.lasting && !gil.pending);
    cucore__py_gil_leave(&gil);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__py_resource_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    cucore__py_gil gil;
    cucore_status status = CUCORE_OK;
    if (!cucore__py_gil_enter(&gil)) return CUCORE_OK;
    if (cucore__py_deallocate((const cucore__py_allocator *)user_data, ptr, nbytes, stream) < 0)
        status = cucore__py_error_to_status(CUCORE_FOREIGN, gil.lasting && !gil.pending);
    cucore__py_gil_leave(&gil);
    return status;
}

CUCORE__PRIVATE void cucore__py_resource_release(void *user_data)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    cucore__py_allocator_free((cucore__py_allocator *)user_data);
    cucore__py_gil_leave(&gil);
}

CUCORE__PRIVATE int cucore__py_check_allocator(PyObject *obj)
{
    static const char *const names[2] = {"allocate", "deallocate"};
    int i, found = 1;
    for (i = 0; i < 2 && found > 0; i++) {
        PyObject *method = NULL;
        found = cucore__py_lookup_string(obj, names[i], &method);
        if (found > 0 && !PyCallable_Check(method)) found = 0;
        Py_XDECREF(method);
    }
    if (found) return found < 0 ? -1 : 0;
    return cucore__py_raise_type(PyExc_TypeError, "allocator",
                                 "expected an object with allocate(size, stream=) and deallocate(ptr, size, stream=), "
                                 "got '%U'",
                                 obj);
}

CUCORE_API int cucore_py_memory_resource_from_object(PyObject *obj, cucore_memory_resource **out)
{
    static const cucore_memory_functions functions = {
        cucore__py_resource_allocate, cucore__py_resource_deallocate, 0, 0, {NULL, NULL}};
    cucore__py_allocator *allocator;
    cucore_status status;
    *out = NULL;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "allocator");
    if (cucore__py_check_allocator(obj) < 0) return -1;
    allocator = (cucore__py_allocator *)PyMem_Malloc(sizeof *allocator);
    if (!allocator) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(obj);
    allocator->object = obj;
    allocator->stream_kind = cucore__py_stream_kind_of(Py_TYPE(obj));
    allocator->stream_type = cucore__py_stream_type_make();
    allocator->kept = allocator->stream_type && allocator->stream_kind >= 0 ? PyDict_New() : NULL;
    if (!allocator->kept) {
        cucore__py_allocator_free(allocator);
        return -1;
    }
    cucore__py_waits_set();
    status = cucore_memory_resource_from_functions(&functions, allocator, cucore__py_resource_release, out);
    if (!status) {
        (*out)->takes_gil = 1;
        return 0;
    }
    cucore__py_allocator_free(allocator);
    return cucore__py_raise(status);
}

CUCORE_API int cucore_py_memory_resource_converter(PyObject *obj, void *out)
{
    cucore_memory_resource **resource = (cucore_memory_resource **)out;
    if (!obj) { /* a later argument failed */
        cucore_memory_resource_release(*resource);
        *resource = NULL;
        return 1;
    }
    *resource = NULL;
    if (obj != Py_None && cucore_py_memory_resource_from_object(obj, resource) < 0) return 0;
    return Py_CLEANUP_SUPPORTED;
}

/* ------------ >>impl-py-export -- */
/* python/out/export_dlpack.c: makes capsules, answers __dlpack__, and makes copies for consumers. */
/* Deletes the tensor of a capsule that dies unconsumed (rules P11). */
CUCORE__PRIVATE void cucore__py_capsule_drop(PyObject *capsule)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        cucore__dlmanaged_versioned_delete(
            (DLManagedTensorVersioned *)(PyCapsule_GetPointer)(capsule, "dltensor_versioned"));
    } else if (PyCapsule_IsValid(capsule, "dltensor")) {
        cucore__dlmanaged_delete((DLManagedTensor *)(PyCapsule_GetPointer)(capsule, "dltensor"));
    }
    if (pending) cucore__py_error_put(pending);
}

/* Makes a capsule of a tensor, which the function takes over, also on error.  If it is NULL, the last error is
 * raised. */
CUCORE__PRIVATE PyObject *cucore__py_capsule_new(cucore__exported *exported, int versioned)
{
    PyObject *capsule, *error;
    cucore__py_waits_set();
    if (!exported) {
        cucore__py_raise(cucore_last_error()->status);
        return NULL;
    }
    capsule = PyCapsule_New(exported, versioned ? "dltensor_versioned" : "dltensor", cucore__py_capsule_drop);
    if (capsule) return capsule;
    error = cucore__py_error_take();
    cucore__exported_free(exported);
    cucore__py_error_put(error);
    return NULL;
}

CUCORE__PRIVATE cucore__exported *cucore__py_export(PyObject *owner, const cucore_view *view, int versioned,
                                                    uint64_t flags)
{
    cucore__exported *exported = cucore__view_export(view, owner, owner ? cucore__py_free_reference : NULL,
                                                     versioned ? NULL : cucore__view_check_legacy, flags);
    if (exported) Py_XINCREF(owner);
    return exported;
}

CUCORE_API PyObject *cucore_py_export_capsule(PyObject *owner, const cucore_view *view, int versioned, uint64_t flags)
{
    cucore__exported *exported = NULL;
    if (!view) return NULL;
    if (!cucore__export_check_flags("cucore_py_export_capsule", versioned, flags))
        exported = cucore__py_export(owner, view, versioned, flags);
    return cucore__py_capsule_new(exported, versioned);
}

CUCORE_API PyObject *cucore_py_export_capsule_move(cucore_view *view, int versioned, uint64_t flags)
{
    if (!view) return NULL;
    return cucore__py_capsule_new(cucore__view_export_taken("cucore_py_export_capsule_move", view,
                                                            versioned ? NULL : cucore__view_check_legacy, flags),
                                  versioned);
}

/* -- __dlpack__ ------------------------------------------------------------------------------------------------ */
/* How a consumer called __dlpack__. */
typedef struct cucore__py_asked {
    PyObject *stream, *max_version, *dl_device, *copy; /* borrowed; NULL: not given */
    int device_type, device_id;
    int must_copy, must_share, versioned;
    CUstream consumer; /* NULL: not given */
} cucore__py_asked;

CUCORE__PRIVATE int cucore__py_same_text(PyObject *a, PyObject *b)
{
    return a == b || PyUnicode_Compare(a, b) == 0;
}

CUCORE__PRIVATE int cucore__py_asked_collect(const cucore__py_state *state, PyObject *const *args, Py_ssize_t nargs,
                                             PyObject *names, cucore__py_asked *asked)
{
    static const int known[4] = {CUCORE__PY_STREAM, CUCORE__PY_MAX_VERSION, CUCORE__PY_DL_DEVICE, CUCORE__PY_COPY};
    PyObject **const places[4] = {&asked->stream, &asked->max_version, &asked->dl_device, &asked->copy};
    Py_ssize_t i, count = names ? PyTuple_Size(names) : 0;
    int k;
    asked->stream = asked->max_version = asked->dl_device = asked->copy = NULL;
    if (nargs > 0) {
        PyErr_Format(PyExc_TypeError, "__dlpack__() takes 0 positional arguments, but %zd were given", nargs);
        return -1;
    }
    for (i = 0; i < count; i++) {
        PyObject *name = CUCORE__PY_TUPLE_ITEM(names, i);
        for (k = 0; k < 4 && !cucore__py_same_text(name, state->names[known[k]]); k++) {
        }
        if (k == 4) {
            PyErr_Format(PyExc_TypeError, "__dlpack__() got an unexpected keyword argument '%.64U'", name);
            return -1;
        }
        if (args[i] != Py_None) *places[k] = args[i];
    }
    return 0;
}

CUCORE__PRIVATE int cucore__py_two_ints(const cucore__py_state *state, PyObject *value, const char *what, int *out)
{
    if (PyTuple_Check(value) && PyTuple_Size(value) == 2 && cucore__py_int_item(state, value, 0, &out[0]) == 0 &&
        cucore__py_int_item(state, value, 1, &out[1]) == 0) {
        return 0;
    }
    if (PyErr_Occurred()) return -1;
    if (PyTuple_Check(value) && PyTuple_Size(value) == 2 && PyIndex_Check(CUCORE__PY_TUPLE_ITEM(value, 0)) &&
        PyIndex_Check(CUCORE__PY_TUPLE_ITEM(value, 1))) {
        return cucore__py_raise_value(PyExc_OverflowError, "__dlpack__()", what, value);
    }
    return cucore__py_raise_value(PyExc_TypeError, "__dlpack__()", what, value);
}

/* Reads `copy` as NumPy does: any true or false value, but no text.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_asked_copy(const char *name, PyObject *copy, int *must_copy, int *must_share)
{
    int yes = copy == Py_True;
    *must_copy = *must_share = 0;
    if (!copy || copy == Py_None) return 0;
    if (PyUnicode_Check(copy))
        return cucore__py_raise_value(PyExc_ValueError, name, "copy must be None, True or False", copy);
    if (copy != Py_True && copy != Py_False) yes = PyObject_IsTrue(copy);
    *must_copy = yes > 0;
    *must_share = yes == 0;
    return yes < 0 ? -1 : 0;
}

CUCORE__PRIVATE int cucore__py_asked_device(const cucore__py_state *state, const cucore_view *view,
                                            cucore__py_asked *asked)
{
    int device[2] = {0, 0};
    asked->device_type = view->device_type;
    asked->device_id = cucore__view_dl_device_id(view);
    if (!asked->dl_device) return 0;
    if (cucore__py_two_ints(state, asked->dl_device, "dl_device must be None or (device type, device id)", device) <
        0) {
        return -1;
    }
    if (device[0] == asked->device_type && device[1] == asked->device_id) return 0;
    if (device[0] != CUCORE_DEVICE_TYPE_CPU || device[1] != 0) {
        PyErr_Format(PyExc_BufferError,
                     "the array is on device (%d, %d) and cannot be moved to (%d, %d), only to the CPU, (1, 0)",
                     asked->device_type, asked->device_id, device[0], device[1]);
        return -1;
    }
    asked->device_type = CUCORE_DEVICE_TYPE_CPU;
    asked->device_id = 0;
    return 0;
}

/* Reads the stream of the consumer for the device it wants (rules P5, D16).  A copy of device memory for the CPU is
 * made on that stream (B114). */
CUCORE__PRIVATE int cucore__py_asked_stream(const cucore__py_state *state, const cucore_view *view,
                                            cucore__py_asked *asked)
{
    static const char what[] = "stream must be None, -1 (no ordering), 1, 2 or the handle of a stream";
    unsigned long long value = 0;
    PyObject *number;
    int overflow = 0;
    asked->consumer = NULL;
    if (!asked->stream) return 0;
    if (view->device_type == CUCORE_DEVICE_TYPE_CPU || view->device_type == CUCORE_DEVICE_TYPE_ROCM_HOST) {
        return cucore__py_raise_value(PyExc_ValueError, "__dlpack__()", "stream must be None for data on the CPU",
                                      asked->stream);
    }
    if (asked->stream == state->ints[1]) {
        asked->consumer = CUCORE_STREAM_LEGACY;
        return 0;
    }
    number = cucore__py_index(asked->stream);
    if (!number) {
        if (PyErr_Occurred()) return -1;
        return cucore__py_raise_value(PyExc_TypeError, "__dlpack__()", "stream must be None or an int", asked->stream);
    }
    if (PyLong_AsLongAndOverflow(number, &overflow) == -1 && !overflow) {
        asked->consumer = CUCORE_STREAM_NO_SYNC;
    } else {
        value = PyLong_AsUnsignedLongLong(number);
    }
    Py_DECREF(number);
    if (asked->consumer) return 0;
    asked->consumer = (CUstream)(uintptr_t)value;
    if (PyErr_Occurred() || value == 0 || value > UINTPTR_MAX || asked->consumer == CUCORE_STREAM_NO_SYNC ||
        asked->consumer == CUCORE_STREAM_HOST) {
        return cucore__py_raise_value(PyExc_ValueError, "__dlpack__()", what, asked->stream);
    }
    return 0;
}

CUCORE__PRIVATE int cucore__py_asked_read(const cucore__py_state *state, const cucore_view *view,
                                          cucore__py_asked *asked)
{
    int version[2] = {1, 0};
    if (asked->max_version && asked->max_version != state->max_version &&
        cucore__py_two_ints(state, asked->max_version, "max_version must be None or (major, minor)", version) < 0) {
        return -1;
    }
    asked->versioned = asked->max_version && version[0] >= 1; /* a newer version gets ours (rules P3) */
    if (cucore__py_asked_copy("__dlpack__()", asked->copy, &asked->must_copy, &asked->must_share) < 0) return -1;
    if (cucore__py_asked_device(state, view, asked) < 0) return -1;
    return cucore__py_asked_stream(state, view, asked);
}

/* Makes `consumer` wait for the pending work on the view. */
CUCORE__PRIVATE int cucore__py_order_export(const cucore_view *view, CUstream consumer)
{
    if (!cucore__view_is_pending(view, consumer)) return 0;
    return cucore__py_call_detached(cucore__view_order, view, consumer);
}

/* Returns the stream to order: for None 1 for CUDA; memory that the CPU can read must be complete (rules P5). */
CUCORE__PRIVATE CUstream cucore__py_asked_consumer(const cucore__py_asked *asked, const cucore_view *view)
{
    if (asked->consumer) return asked->consumer;
    return view->host_accessible ? CUCORE_STREAM_HOST : CUCORE_STREAM_LEGACY;
}

/* Copies all bytes from the first to the last element, with the same strides; called without the GIL. */
CUCORE__PRIVATE cucore_status cucore__view_duplicate(const cucore_view *view, int device_type, CUstream stream,
                                                     cucore_view *out)
{
    cucore_array_spec spec;
    cucore__transfer transfer;
    int64_t first = 0, end = 0, bytes;
    cucore_status status = cucore__layout_byte_bounds(&view->layout, &first, &end);
    cucore__view_clear(out);
    if (cucore__layout_is_empty(&view->layout)) first = end = 0;
    bytes = end - first;
    if (!status) {
        memset(&spec, 0, sizeof spec);
        spec.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
        spec.ndim = 1;
        spec.shape = &bytes;
        spec.device_type = device_type;
        spec.device_id = view->device_id < 0 ? CUCORE_DEVICE_CURRENT : view->device_id;
        status = cucore_view_allocate(&spec, NULL, stream, out);
    }
    if (status) return status;
    if (!view->device_accessible) {
        if (bytes) memcpy(out->ptr, (const char *)view->ptr + first, (size_t)bytes);
    } else if (bytes) {
        status = cucore__transfer_make(out->ptr, (const char *)view->ptr + first, (size_t)bytes, &transfer);
        if (!status) {
            cucore__pointer_believe(out->device_type, out->device_id, &transfer.to);
            cucore__pointer_believe(view->device_type, view->device_id, &transfer.from);
            status = cucore__transfer_run(&transfer, stream, NULL);
        }
    }
    if (status) {
        cucore_view_release(out);
        return status;
    }
    out->ptr = bytes ? (char *)out->ptr - first : NULL;
    out->dtype = view->dtype;
    out->padded = view->padded;
    cucore__layout_copy(&out->layout, &view->layout);
    return CUCORE_OK;
}

/* Returns the stream on which a view is copied if no other is named: a default stream that works beside a capture if no
 * work is pending. */
CUCORE__PRIVATE CUstream cucore__view_copy_stream(const cucore_view *view)
{
    cucore__capture capture;
    cucore__place place;
    if (view->has_producer_stream) return view->producer_stream;
    if (view->device_accessible && !cucore__place_make(CUCORE_STREAM_LEGACY, view->device_id, &place) &&
        !cucore__place_capture(&place, &capture) && capture.is_beside) {
        return CUCORE_STREAM_PER_THREAD;
    }
    return CUCORE_STREAM_LEGACY;
}

/* Copies a view into new memory of a device on a stream, after the pending work.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_view_duplicate(const cucore_view *view, int device_type, CUstream stream,
                                              cucore_view *out)
{
    const int by_host = device_type == CUCORE_DEVICE_TYPE_CPU && view->host_accessible;
    cucore_status status;
    if (cucore__py_order_export(view, by_host ? CUCORE_STREAM_HOST : stream) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__view_duplicate(view, device_type, stream, out);
    if (!status) status = cucore_view_set_producer_stream(out, stream);
    Py_END_ALLOW_THREADS
    if (status) return cucore__py_raise(status);
    cucore__py_share_memory(out);
    return 0;
}

/* Exports a copy that only the consumer has, made on its stream (rules D17, B114). */
CUCORE__PRIVATE PyObject *cucore__py_dlpack_copy(const cucore_view *view, const cucore__py_asked *asked)
{
    cucore_view copy;
    PyObject *capsule;
    CUstream stream = cucore__view_copy_stream(view);
    if (asked->consumer && asked->consumer != CUCORE_STREAM_NO_SYNC) stream = asked->consumer;
    if (cucore__py_view_duplicate(view, asked->device_type, stream, &copy) < 0) return NULL;
    capsule = asked->consumer || asked->device_type == CUCORE_DEVICE_TYPE_CPU ||
                      cucore__py_order_export(&copy, cucore__py_asked_consumer(asked, view)) == 0
                  ? cucore_py_export_capsule_move(&copy, asked->versioned, CUCORE_EXPORT_COPIED)
                  : NULL;
    cucore_view_release(&copy);
    return capsule;
}

/* Exports the memory itself for the wanted device: its own, or the CPU, if that can read it. */
CUCORE__PRIVATE PyObject *cucore__py_dlpack_share(PyObject *owner, const cucore_view *view,
                                                  const cucore__py_asked *asked)
{
    cucore__exported *exported;
    DLTensor *tensor;
    int moved = asked->device_type != view->device_type;
    if (view->has_producer_stream &&
        cucore__py_order_export(view, moved ? CUCORE_STREAM_HOST : cucore__py_asked_consumer(asked, view)) < 0) {
        return NULL;
    }
    exported = cucore__py_export(owner, view, asked->versioned, 0);
    if (exported && moved) {
        tensor = cucore__exported_tensor(exported, asked->versioned);
        tensor->device.device_type = (DLDeviceType)asked->device_type;
        tensor->device.device_id = asked->device_id;
    }
    return cucore__py_capsule_new(exported, asked->versioned);
}

/* Refuses what cannot be exported, before the function orders or copies. */
CUCORE__PRIVATE int cucore__py_dlpack_check(const cucore_view *view, const cucore__py_asked *asked, int copies)
{
    cucore_status status = cucore__view_check_dlpack(view);
    if (!status && !asked->versioned)
        status = cucore__view_check_legacy(view, copies ? CUCORE_EXPORT_LEGACY_READONLY : 0);
    if (!status && copies && cucore__device_is_other(view->device_type)) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "the array is on a device of type %d (%s), of which nothing here can make a copy",
                             (int)view->device_type, cucore__device_name(view->device_type));
    }
    if (status) return cucore__py_raise(status);
    if (!copies || !asked->must_share) return 0;
    PyErr_SetString(PyExc_BufferError,
                    "the array is in device memory: for the CPU it has to be copied, but copy=False");
    return -1;
}

CUCORE_API PyObject *cucore_py_export_dlpack(PyObject *owner, const cucore_view *view, PyObject *const *args,
                                             Py_ssize_t nargs, PyObject *names)
{
    cucore__py_state local, *state;
    cucore__py_asked asked;
    int failed, copies;
    if (!view || (!owner && cucore__py_raise_missing(PyExc_TypeError, "owner"))) return NULL;
    state = cucore__py_state_get(&local);
    if (!state) return NULL;
    failed = cucore__py_asked_collect(state, args, nargs, names, &asked) < 0 ||
             cucore__py_asked_read(state, view, &asked) < 0;
    cucore__py_state_put(state, &local);
    if (failed) return NULL;
    copies = asked.must_copy || (asked.device_type == CUCORE_DEVICE_TYPE_CPU && !view->host_accessible);
    if (cucore__py_dlpack_check(view, &asked, copies) < 0) return NULL;
    return copies ? cucore__py_dlpack_copy(view, &asked) : cucore__py_dlpack_share(owner, view, &asked);
}

CUCORE_API PyObject *cucore_py_export_dlpack_device(const cucore_view *view)
{
    if (!view || (!view->dtype.lanes && cucore__py_raise(cucore__view_check_sound("view", view)) < 0)) return NULL;
    return Py_BuildValue("(ii)", (int)view->device_type, cucore__view_dl_device_id(view));
}

/* python/out/export_others.c: makes interface dicts and buffers of an own type, and makes its exchange table known. */
/* -- interfaces ------------------------------------------------------------------------------------------------ */
/* Sets an item.  The function takes `value` over, which may be NULL with an exception. */
CUCORE__PRIVATE int cucore__py_dict_put(PyObject *dict, PyObject *key, PyObject *value)
{
    int failed = !value || PyDict_SetItem(dict, key, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

CUCORE__PRIVATE PyObject *cucore__py_none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

CUCORE__PRIVATE int cucore__py_dict_fill(const cucore__py_state *state, const cucore_view *view,
                                         const cucore_interface *c, PyObject *dict)
{
    PyObject *const *names = state->names;
    if (cucore__py_dict_put(dict, names[CUCORE__PY_SHAPE], cucore__py_ints(c->shape, c->ndim)) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_TYPESTR], PyUnicode_FromString(c->typestr)) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_DATA],
                            Py_BuildValue("(KO)", (unsigned long long)c->data, c->readonly ? Py_True : Py_False)) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_STRIDES],
                            c->strides ? cucore__py_ints(c->strides, c->ndim) : cucore__py_none()) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_VERSION], PyLong_FromLong(3)) < 0) {
        return -1;
    }
    if (c->protocol == CUCORE_PROTOCOL_CAI &&
        cucore__py_dict_put(dict, names[CUCORE__PY_STREAM],
                            c->has_stream ? PyLong_FromUnsignedLongLong(c->stream) : cucore__py_none()) < 0) {
        return -1;
    }
    if (!view->descr) return 0;
    return PyDict_SetItem(dict, names[PyUnicode_Check((PyObject *)view->descr) ? CUCORE__PY_TYPESTR : CUCORE__PY_DESCR],
                          (PyObject *)view->descr);
}

/* Makes the dict.  A dict that cannot be made is an absent attribute, so that hasattr() works (rules P14, P15). */
CUCORE__PRIVATE PyObject *cucore__py_interface_dict(const cucore_view *view, int protocol)
{
    static const char nothing[1] = {0};
    cucore_interface_room room;
    cucore_interface c;
    cucore__py_state local, *state;
    PyObject *dict;
    if (cucore_view_to_interface(view, protocol, &room, &c)) {
        PyErr_SetString(PyExc_AttributeError, cucore_last_error()->message);
        return NULL;
    }
    if (protocol == CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        if (cucore__py_order_export(view, CUCORE_STREAM_HOST) < 0) return NULL;
        if (!c.data) c.data = (uint64_t)(uintptr_t)nothing; /* NumPy before 2.4 refuses NULL (rules A3) */
    } else if (view->producer_context && cucore__py_order_export(view, view->producer_stream) < 0) {
        return NULL; /* the default stream 1 or 2 means the current context, or the primary one (rules P14, B118) */
    }
    state = cucore__py_state_get(&local);
    if (!state) return NULL;
    dict = PyDict_New();
    if (dict && cucore__py_dict_fill(state, view, &c, dict) < 0) Py_CLEAR(dict);
    cucore__py_state_put(state, &local);
    return dict;
}

CUCORE_API PyObject *cucore_py_export_cai(const cucore_view *view)
{
    return view ? cucore__py_interface_dict(view, CUCORE_PROTOCOL_CAI) : NULL;
}

CUCORE_API PyObject *cucore_py_export_array_interface(const cucore_view *view)
{
    return view ? cucore__py_interface_dict(view, CUCORE_PROTOCOL_ARRAY_INTERFACE) : NULL;
}

/* -- buffers --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE cucore_status cucore__buffer_check_layout(const cucore_view *view, int flags)
{
    int c = cucore_layout_is_c_contiguous(&view->layout), f = cucore_layout_is_f_contiguous(&view->layout);
    if ((flags & PyBUF_WRITABLE) && view->readonly)
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is read-only, but a writable buffer was asked for");
    if ((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS && !c) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is not C-contiguous, as the buffer asked for has to be");
    }
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !f)
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is not F-contiguous, as the buffer asked for has to be");
    if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !c && !f) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is not contiguous, as the buffer asked for has to be");
    }
    if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES && !c) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is not C-contiguous, and a buffer without strides was asked for");
    }
    if ((flags & PyBUF_FORMAT) && (flags & PyBUF_ND) != PyBUF_ND)
        return cucore_fail(CUCORE_UNSUPPORTED, "a buffer with a format, but without a shape was asked for");
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__buffer_check_request(const cucore_view *view, int flags)
{
    if ((flags & PyBUF_ND) == PyBUF_ND && view->layout.itembits % 8) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the elements are packed, %lld bits each, and a buffer with a shape was asked for",
                           (long long)view->layout.itembits);
    }
    return cucore__buffer_check_layout(view, flags);
}

/* Writes the format of numbers of foreign byte order, from the typestr of an interface: "8x" would not show the order.
 * An exception that is set stays. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__buffer_encode_swapped(const cucore_view *view, char *letters)
{
    char typestr[16];
    Py_ssize_t length = 0;
    PyObject *descr = (PyObject *)view->descr;
    const char *text = descr && PyUnicode_Check(descr) ? PyUnicode_AsUTF8AndSize(descr, &length) : NULL;
    cucore_dtype dtype;
    if (!text && PyErr_Occurred()) return CUCORE_PROTOCOL;
    if (text && length > 1 && length < (Py_ssize_t)sizeof typestr) {
        memcpy(typestr, text, (size_t)length);
        typestr[0] = CUCORE__NATIVE_ORDER;
        if (!cucore_dtype_from_typestr(typestr, (size_t)length, &dtype) && dtype.code != CUCORE_CODE_OPAQUE &&
            cucore_dtype_to_pep3118(dtype, letters + 1, 15) >= 0) {
            letters[0] = CUCORE__FOREIGN_ORDER;
            if (letters[1] == 'l') letters[1] = 'q'; /* which has 4 bytes after a byte order (rules A9) */
            if (letters[1] == 'L') letters[1] = 'Q';
            return CUCORE_OK;
        }
    }
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the buffer protocol has no format for elements of foreign byte order of '%.40s'",
                       text ? text : "?");
}

/* Sets `out` to the format of the producer, or to one in `letters`, which has room for 16; "" without PyBUF_FORMAT
 * (rules B104). */
CUCORE__PRIVATE cucore_status cucore__buffer_encode_format(const cucore_view *view, int flags, char *letters,
                                                           const char **out)
{
    *out = view->pep3118_format ? view->pep3118_format : letters;
    letters[0] = '\0';
    if (!(flags & PyBUF_FORMAT) || view->pep3118_format) return CUCORE_OK;
    if (view->byte_swapped) return cucore__buffer_encode_swapped(view, letters);
    if (cucore_dtype_to_pep3118(view->dtype, letters, 16) >= 0) return CUCORE_OK;
    return cucore_last_error()->status;
}

/* Fills a Py_buffer of memory of any kind, except its owner; out->internal is freed by
 * cucore_py_export_releasebuffer. */
CUCORE__PRIVATE cucore_status cucore__py_buffer_describe(const cucore_view *view, int flags, Py_buffer *out)
{
    const int ndim = view->layout.ndim, shaped = (flags & PyBUF_ND) == PyBUF_ND;
    const int64_t nbytes = cucore_layout_nbytes(&view->layout);
    const size_t entries = shaped ? 2 * (size_t)ndim * sizeof(Py_ssize_t) : 0;
    char letters[16], *room = NULL;
    const char *format = "";
    size_t length;
    Py_ssize_t *axes;
    int i;
    cucore_status status = nbytes < 0 ? cucore_last_error()->status : CUCORE_OK;
    if (!status && nbytes > (int64_t)PTRDIFF_MAX) /* impossible if addresses have 64 bits */
        status = cucore_fail(CUCORE_OVERFLOW, "an array of %lld bytes does not fit a buffer", (long long)nbytes);
    if (!status) status = cucore__buffer_encode_format(view, flags, letters, &format);
    if (!status) status = cucore__buffer_check_request(view, flags);
    if (status) return status;
    length = flags & PyBUF_FORMAT ? strlen(format) + 1 : 0;
    if (entries + length) {
        room = (char *)PyMem_Malloc(entries + length);
        if (!room) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the shape of a buffer");
        memcpy(room + entries, format, length);
    }
    axes = (Py_ssize_t *)(void *)room;
    for (i = 0; entries && i < ndim; i++) {
        axes[i] = (Py_ssize_t)view->layout.shape[i];
        axes[ndim + i] = (Py_ssize_t)((uint64_t)view->layout.strides[i] * (uint64_t)view->layout.itemsize);
    }
    out->buf = view->ptr;
    out->len = (Py_ssize_t)nbytes;
    out->itemsize = (Py_ssize_t)view->layout.itemsize;
    out->readonly = view->readonly;
    out->ndim = shaped ? ndim : 1;
    out->format = length ? room + entries : NULL;
    out->shape = entries ? axes : NULL;
    out->strides = entries && (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? axes + ndim : NULL;
    out->suboffsets = NULL;
    out->internal = room;
    return CUCORE_OK;
}

/* Raises the last error about a buffer, unless an exception is set.  Returns -1. */
CUCORE__PRIVATE int cucore__py_raise_buffer(cucore_status status)
{
    PyObject *exception = status == CUCORE_OUT_OF_MEMORY ? PyExc_MemoryError : PyExc_BufferError;
    if (!PyErr_Occurred()) PyErr_SetString(exception, cucore_last_error()->message);
    return -1;
}

CUCORE_API int cucore_py_export_getbuffer(PyObject *owner, const cucore_view *view, int flags, Py_buffer *out)
{
    static char nothing[1];
    cucore_status status;
    if (!out) {
        PyErr_SetString(PyExc_BufferError, "no Py_buffer was given");
        return -1;
    }
    out->obj = NULL;
    if (!view || (!owner && cucore__py_raise_missing(PyExc_TypeError, "owner"))) return -1;
    status = cucore__view_check_sound("view", view);
    if (!status && !view->host_accessible)
        status = cucore_fail(CUCORE_UNSUPPORTED, "the array is in device memory, which the CPU cannot read");
    if (!status) status = cucore__py_buffer_describe(view, flags, out);
    if (status) return cucore__py_raise_buffer(status);
    if (cucore__py_order_export(view, CUCORE_STREAM_HOST) < 0) {
        PyMem_Free(out->internal);
        return -1;
    }
    if (!out->len) out->buf = nothing;
    Py_INCREF(owner);
    out->obj = owner;
    return 0;
}

CUCORE_API void cucore_py_export_releasebuffer(PyObject *owner, Py_buffer *buffer)
{
    (void)owner;
    PyMem_Free(buffer->internal);
    buffer->internal = NULL;
}

/* Checks that an object is of the type, or derived from it, by its buffer: a table is called with any object. */
CUCORE_API int cucore__py_export_check(PyObject *self, int (*getbuffer)(PyObject *, Py_buffer *, int))
{
    PyObject *name;
#if defined(Py_LIMITED_API)
    void *own = PyType_GetSlot(Py_TYPE(self), Py_bf_getbuffer);
    if (own == cucore__py_pointer_to((void (*)(void))getbuffer)) return 0;
    PyErr_Clear();
#else
    const PyBufferProcs *procs = Py_TYPE(self)->tp_as_buffer;
    if (procs && procs->bf_getbuffer == getbuffer) return 0;
#endif
    name = cucore__py_type_name(Py_TYPE(self));
    if (name) PyErr_Format(PyExc_TypeError, "the C exchange table is of another type than '%.64U'", name);
    Py_XDECREF(name);
    return -1;
}

/* Sets type.name = value, also of a static type.  The function takes `value` over, which may be NULL with an
 * exception. */
CUCORE__PRIVATE int cucore__py_type_put(PyTypeObject *type, const char *name, PyObject *value)
{
    int failed = !value;
#if !defined(Py_LIMITED_API)
    if (value && !PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        if (!type->tp_dict) type->tp_dict = PyDict_New();
        failed = !type->tp_dict || PyDict_SetItemString(type->tp_dict, name, value) < 0;
        PyType_Modified(type);
        Py_DECREF(value);
        return failed ? -1 : 0;
    }
#endif
    if (value) failed = PyObject_SetAttrString((PyObject *)type, name, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

CUCORE_API int cucore_py_export_exchange(PyTypeObject *type, const cucore_exchange_api *table)
{
    return cucore__py_type_put(type, "__dlpack_c_exchange_api__",
                               PyCapsule_New((void *)(uintptr_t)table, "dlpack_exchange_api", NULL));
}

/* ------------ >>impl-py-return -- */
/* python/out/library.c: finds which library a result is for: that of an array, a type or a module. */
/* -- which library a result is for ------------------------------------------------------------------------------ */
enum {
    CUCORE__PY_NO_LIBRARY, /* a cucore.Array */
    CUCORE__PY_LIBRARY,    /* its from_dlpack */
    CUCORE__PY_JAX,        /* the same, of jax.numpy */
    CUCORE__PY_TORCH,      /* the same, of torch before 2.10, which has no table */
    CUCORE__PY_NUMPY,
    CUCORE__PY_CUPY,
    CUCORE__PY_NUMBA,
    CUCORE__PY_TABLE
};

/* The library that makes the results for a `like`. */
typedef struct cucore__py_maker {
    int kind;                       /* CUCORE__PY_NUMPY, ... */
    const cucore_exchange_api *api; /* of CUCORE__PY_TABLE */
    PyObject
        *importer; /* a reference to the from_dlpack of a type or a module; NULL: it is looked up when memory is handed
        over */
} cucore__py_maker;

/* Returns 1 if the type has, or inherits, a table that makes objects, and is not cucore.Array; the result is of the
 * base type in any case.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_table_for(cucore__py_state *state, PyTypeObject *type, const cucore_exchange_api **out)
{
    PyObject *attribute = NULL;
    const cucore_exchange_api *table;
    int found = cucore__py_get_optional((PyObject *)type, state->names[CUCORE__PY_EXCHANGE], &attribute);
    *out = NULL;
    if (found <= 0) return found;
    table = cucore__py_table_of(attribute);
    Py_DECREF(attribute);
    if (!table && PyErr_Occurred()) return -1;
    if (!table || !table->managed_tensor_to_py_object_no_sync || !table->current_work_stream) return 0;
    found = cucore__py_array_is(state, type); /* is made with the stream that it names */
    if (!found) *out = table;
    return found < 0 ? -1 : !found;
}

/* Finds how the package of a type, or of a base, makes arrays; "jax" and "jaxlib" do so by jax.numpy.  `importer`
 * becomes its from_dlpack, a new reference or NULL; it may be NULL.  Returns CUCORE__PY_..., -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_package_find(PyTypeObject *type, PyObject **importer)
{
    PyObject *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    char root[32];
    int kind = !bases && PyErr_Occurred() ? -1 : CUCORE__PY_NO_LIBRARY, found = 0;
    while (kind >= 0 && !found && (base = cucore__py_next_base(bases, &i)) != NULL) {
        if (cucore__py_package_of(base, root, sizeof root) < 0) {
            kind = -1;
        } else if (strcmp(root, "cupy") == 0) {
            kind = CUCORE__PY_CUPY;
            found = 1;
        } else if (strcmp(root, "numba") == 0 || strcmp(root, "numba_cuda") == 0) {
            kind = CUCORE__PY_NUMBA;
            found = 1;
        } else if (root[0] && strcmp(root, "builtins") != 0) {
            if (strcmp(root, "torch") == 0) kind = CUCORE__PY_TORCH;
            if (strcmp(root, "jax") == 0 || strcmp(root, "jaxlib") == 0) {
                kind = CUCORE__PY_JAX;
                memcpy(root, "jax.numpy", sizeof "jax.numpy");
            }
            if (kind == CUCORE__PY_NO_LIBRARY) kind = CUCORE__PY_LIBRARY;
            if (importer) found = cucore__py_imported_attribute(root, "from_dlpack", importer);
            if (found < 0) kind = -1;
        }
    }
    Py_XDECREF(bases);
    return kind;
}

/* -------- what is taken for a `like` -------- */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_like(PyObject *like)
{
    static const char expected[] =
        "like: expected an array, a type of arrays (numpy.ndarray, torch.Tensor, ...), or a module "
        "that makes them or its name (\"numpy\", \"torch\", \"cupy\", \"jax.numpy\")";
    PyObject *name;
    if (PyModule_Check(like) || PyUnicode_Check(like)) {
        name = cucore__py_shorten(PyObject_Repr(like));
        if (name) PyErr_Format(PyExc_TypeError, "%s, got %U, which has no from_dlpack", expected, name);
        Py_XDECREF(name);
        return -1;
    }
    name = cucore__py_full_name(PyType_Check(like) ? (PyTypeObject *)(void *)like : Py_TYPE(like));
    if (name) PyErr_Format(PyExc_TypeError, "%s, got %s'%U'", expected, PyType_Check(like) ? "the class " : "", name);
    Py_XDECREF(name);
    return -1;
}

/* Returns 1 if instances of the type are arrays, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_array_type(const cucore__py_state *state, PyTypeObject *type)
{
    PyObject *attribute = NULL, *name;
    int found = cucore__py_type_offers_a_protocol(state, type);
    if (found) return found;
    name = PyUnicode_InternFromString("__array_namespace__");
    if (!name) return -1;
    found = cucore__py_optional(cucore__py_type_attribute(type, name, &attribute), &attribute);
    Py_XDECREF(attribute);
    Py_DECREF(name);
    return found;
}

/* Returns 1 for an object without a protocol of which numpy.asarray makes an array of numbers: a number, a sequence, an
 * object with __array__ (rules B134).  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_for_asarray(PyObject *obj)
{
    PyObject *method = NULL;
    int found;
    if (PyNumber_Check(obj) || PySequence_Check(obj)) return 1;
    found = cucore__py_optional(cucore__py_lookup_string(obj, "__array__", &method), &method);
    Py_XDECREF(method);
    return found;
}

/* Finds the library of an array.  `of_type` becomes 0 if only this instance is an array.  Returns CUCORE__PY_..., -1
 * with an exception. */
CUCORE__PRIVATE int cucore__py_maker_of_array(cucore__py_state *state, PyObject *like, const cucore_exchange_api **api,
                                              int *of_type)
{
    int kind, found = cucore__py_table_for(state, Py_TYPE(like), api);
    *of_type = 1;
    if (found) return found < 0 ? -1 : CUCORE__PY_TABLE;
    found = cucore__py_is_ndarray(state, like);
    if (found) return found < 0 ? -1 : CUCORE__PY_NUMPY;
    kind = cucore__py_package_find(Py_TYPE(like), NULL);
    if (kind < 0) return -1;
    found =
        PyObject_CheckBuffer(like) || PyCapsule_CheckExact(like) ? 1 : cucore__py_is_array_type(state, Py_TYPE(like));
    if (!found) {
        found = cucore__py_offers_a_protocol(state, like);
        *of_type = 0;
    }
    if (found < 0) return -1;
    if (found) return kind;
    found = cucore__py_is_for_asarray(like);
    if (found) return found < 0 ? -1 : CUCORE__PY_NUMPY;
    return cucore__py_refuse_like(like);
}

/* Finds the table of a type, or numpy.ndarray: CUCORE__PY_TABLE, _NUMPY, 0 neither, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_maker_known(cucore__py_state *state, PyTypeObject *type, cucore__py_maker *out)
{
    PyTypeObject *ndarray = CUCORE__LOAD(&state->ndarray);
    int found = cucore__py_table_for(state, type, &out->api);
    if (found) return found < 0 ? -1 : CUCORE__PY_TABLE;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(type, ndarray) ? CUCORE__PY_NUMPY : 0;
}

CUCORE__PRIVATE int cucore__py_maker_of_type(cucore__py_state *state, PyObject *like, cucore__py_maker *out)
{
    PyTypeObject *type = (PyTypeObject *)(void *)like;
    int kind = cucore__py_maker_known(state, type, out), found;
    if (kind) return kind;
    if (like == CUCORE__LOAD(&state->array_type)) return CUCORE__PY_NO_LIBRARY;
    found = cucore__py_is_array_type(state, type);
    if (found < 0) return -1;
    kind = found ? cucore__py_package_find(type, &out->importer) : CUCORE__PY_NO_LIBRARY;
    if (kind < 0 || kind == CUCORE__PY_CUPY || kind == CUCORE__PY_NUMBA || out->importer) return kind;
    return cucore__py_refuse_like(like);
}

/* Finds the library of a module: by its own type of arrays, its name, or its from_dlpack.  `named` is the argument of
 * the caller. */
CUCORE__PRIVATE int cucore__py_maker_of_module(cucore__py_state *state, PyObject *py_module, PyObject *named,
                                               cucore__py_maker *out)
{
    static const char *const types[2] = {"ndarray", "Tensor"};
    static const struct {
        const char *name;
        int kind;
    } known[] = {{"cupy", CUCORE__PY_CUPY}, {"numba", CUCORE__PY_NUMBA},   {"numba.cuda", CUCORE__PY_NUMBA},
                 {"jax", CUCORE__PY_JAX},   {"jax.numpy", CUCORE__PY_JAX}, {"torch", CUCORE__PY_TORCH}};
    PyObject *attribute = NULL;
    int i, found, kind = 0;
    for (i = 0; i < 2 && !kind; i++) {
        found = cucore__py_optional(cucore__py_lookup_string(py_module, types[i], &attribute), &attribute);
        if (found < 0) return -1;
        if (found && PyType_Check(attribute))
            kind = cucore__py_maker_known(state, (PyTypeObject *)(void *)attribute, out);
        Py_CLEAR(attribute);
    }
    if (kind) return kind;
    found = cucore__py_optional(cucore__py_lookup_string(py_module, "__name__", &attribute), &attribute);
    if (found < 0) return -1;
    for (i = 0; found && PyUnicode_Check(attribute) && i < (int)(sizeof known / sizeof known[0]); i++)
        if (PyUnicode_CompareWithASCIIString(attribute, known[i].name) == 0) kind = known[i].kind;
    if (kind == CUCORE__PY_JAX) {
        found = cucore__py_imported_attribute("jax.numpy", "from_dlpack", &out->importer);
    } else if (!kind || kind == CUCORE__PY_TORCH) {
        found = cucore__py_optional(cucore__py_lookup_string(py_module, "from_dlpack", &out->importer), &out->importer);
    }
    Py_XDECREF(attribute);
    if (found < 0) return -1;
    if ((kind == CUCORE__PY_JAX || kind == CUCORE__PY_TORCH) && !out->importer) kind = 0;
    if (kind || out->importer) return kind ? kind : CUCORE__PY_LIBRARY;
    return cucore__py_refuse_like(named);
}

CUCORE__PRIVATE int cucore__py_maker_of_name(cucore__py_state *state, PyObject *name, cucore__py_maker *out)
{
    PyObject *py_module = PyImport_Import(name);
    int kind = py_module ? cucore__py_maker_of_module(state, py_module, name, out) : -1;
    Py_XDECREF(py_module);
    return kind;
}

/* -------- remembered by the type of an array -------- */
/* Copies a slot as it is now; 0: it is being written. */
CUCORE__PRIVATE int cucore__py_library_read(cucore__py_library *slot, cucore__py_library *known)
{
    unsigned writes = CUCORE__LOAD(&slot->writes);
    CUCORE__PY_COPY_OUT(known, slot);
    CUCORE__FENCE();
    return !(writes & 1) && CUCORE__LOAD(&slot->writes) == writes;
}

CUCORE__PRIVATE void cucore__py_library_write(cucore__py_library *slot, cucore__py_library *known)
{
    if (!CUCORE__PY_WRITE_BEGIN()) return;
    known->writes = slot->writes + 1;
    CUCORE__STORE(&slot->writes, known->writes);
    CUCORE__FENCE();
    CUCORE__PY_COPY_IN(slot, known);
    CUCORE__STORE(&slot->writes, known->writes + 1);
    CUCORE__PY_WRITE_END();
}

/* Finds the library of a `like` that is not remembered, and remembers it.  Returns what cucore__py_maker_of does. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_maker_find(cucore__py_state *state, PyObject *like,
                                                        cucore__py_library *slot, cucore__py_maker *out)
{
    PyTypeObject *type = Py_TYPE(like);
    unsigned version = cucore__py_type_version(type);
    cucore__py_library known;
    int of_type = 0;
    if (PyType_Check(like)) return out->kind = cucore__py_maker_of_type(state, like, out);
    if (PyModule_Check(like)) return out->kind = cucore__py_maker_of_module(state, like, like, out);
    if (PyUnicode_Check(like)) return out->kind = cucore__py_maker_of_name(state, like, out);
    memset(&known, 0, sizeof known);
    if (!version) { /* a look-up is what gives a type its version */
        (void)cucore__py_type_has(like, state->names[CUCORE__PY_EXCHANGE]);
        version = cucore__py_type_version(type);
    }
    out->kind = cucore__py_maker_of_array(state, like, &out->api, &of_type); /* foreign code runs */
    if (out->kind < 0 || !of_type || !version || cucore__py_type_version(type) != version) return out->kind;
    known.type = type;
    known.version = version;
    known.kind = out->kind;
    known.api = out->api;
    cucore__py_library_write(slot, &known);
    return out->kind;
}

/* Finds the library that makes the result, which is remembered by the type of an array as long as its attributes do not
 * change.  The caller gives the importer back.  Returns CUCORE__PY_..., -1 with an exception: TypeError for what `like`
 * may not be. */
CUCORE__PRIVATE int cucore__py_maker_of(cucore__py_state *state, PyObject *like, cucore__py_maker *out)
{
    PyTypeObject *type;
    cucore__py_library *slot, known;
    unsigned version;
    out->kind = CUCORE__PY_NO_LIBRARY;
    out->api = NULL;
    out->importer = NULL;
    if (!like) return CUCORE__PY_NO_LIBRARY;
    type = Py_TYPE(like);
    slot = &state->libraries[((uintptr_t)type >> 4) % CUCORE__PY_LIBRARIES];
    version = cucore__py_type_version(type);
    if (version && cucore__py_library_read(slot, &known) && known.type == type && known.version == version) {
        out->api = known.api;
        return out->kind = known.kind;
    }
    return cucore__py_maker_find(state, like, slot, out);
}

/* Looks up the function that makes arrays of the library of an array: in its array API namespace, or in the library
 * itself.  1 with a new reference, 0 none, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_find_importer(PyObject *like, PyObject **out)
{
    PyObject *method = NULL, *library;
    int found = cucore__py_optional(cucore__py_lookup_string(like, "__array_namespace__", &method), &method);
    *out = NULL;
    if (found < 0) return -1;
    if (!found) return cucore__py_package_find(Py_TYPE(like), out) < 0 ? -1 : *out != NULL;
    library = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    found = library ? cucore__py_optional(cucore__py_lookup_string(library, "from_dlpack", out), out) : -1;
    Py_XDECREF(library);
    return found;
}

/* python/out/array_arrow.c: hands a cucore.Array to Arrow by __arrow_c_array__. */
/* The structs of Arrow's C data interface. */
typedef struct cucore__arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, child_count;
    struct cucore__arrow_schema **children, *dictionary;
    void (*release)(struct cucore__arrow_schema *self);
    void *private_data;
} cucore__arrow_schema;

typedef struct cucore__arrow_array {
    int64_t length, null_count, offset, buffer_count, child_count;
    const void **buffers;
    struct cucore__arrow_array **children, *dictionary;
    void (*release)(struct cucore__arrow_array *self);
    void *private_data;
} cucore__arrow_array;

/* What an array of Arrow keeps; consumers move the struct of the array itself. */
typedef struct cucore__arrow_kept {
    const void *buffers[2];
    PyObject *owner;
    void *packed;
} cucore__arrow_kept;

CUCORE__PRIVATE void cucore__arrow_release_schema(cucore__arrow_schema *self)
{
    self->release = NULL;
}

CUCORE__PRIVATE void cucore__arrow_release_array(cucore__arrow_array *self)
{
    cucore__arrow_kept *kept = (cucore__arrow_kept *)self->private_data;
    self->release = NULL;
    free(kept->packed);
    if (kept->owner) cucore__py_free_reference(kept->owner);
    free(kept);
}

CUCORE__PRIVATE void cucore__arrow_drop_schema(PyObject *capsule)
{
    free((PyCapsule_GetPointer)(capsule, "arrow_schema"));
}

CUCORE__PRIVATE void cucore__arrow_drop_array(PyObject *capsule)
{
    cucore__arrow_array *array = (cucore__arrow_array *)(PyCapsule_GetPointer)(capsule, "arrow_array");
    if (array && array->release) array->release(array);
    free(array);
}

/* Returns the format of numbers in Arrow; NULL: Arrow has no type for the elements. */
CUCORE__PRIVATE const char *cucore__arrow_format(cucore_dtype dtype)
{
    static const char *const formats[3][4] = {
        {"c", "s", "i", "l"}, {"C", "S", "I", "L"}, {NULL, "e", "f", "g"}}; /* by code and size */
    const int shift = dtype.bits >= 8 ? cucore__shift_of(dtype.itemsize) : -1;
    if (dtype.lanes != 1 || shift < 0 || shift > 3) return NULL;
    if (dtype.code == CUCORE_CODE_BOOL) return shift ? NULL : "b";
    return dtype.code <= CUCORE_CODE_FLOAT ? formats[dtype.code][shift] : NULL;
}

/* Refuses a view that no array of Arrow can be.  0, -1 with TypeError. */
CUCORE__PRIVATE int cucore__arrow_check(const cucore_view *view)
{
    char name[64];
    if (!view->host_accessible) {
        PyErr_Format(PyExc_TypeError,
                     "the array is in memory of %s, where Arrow's CPU arrays cannot be: copy it to the host first, as "
                     "numpy.from_dlpack(x, device=\"cpu\") does",
                     cucore__device_name(view->device_type));
    } else if (view->layout.ndim != 1) {
        PyErr_Format(PyExc_TypeError,
                     "an array of Arrow has 1 axis, not %d: pass numpy.asarray(x) to a library of Arrow's",
                     (int)view->layout.ndim);
    } else if (!cucore__arrow_format(view->dtype)) {
        cucore_dtype_to_name(view->dtype, name, sizeof name);
        PyErr_Format(PyExc_TypeError, "Arrow has no type for elements of %s", name);
    } else {
        return 0;
    }
    return -1;
}

/* Copies the elements to dense memory, bools to bits.  NULL: no memory. */
CUCORE__PRIVATE void *cucore__arrow_pack(const cucore_view *view)
{
    const int64_t length = view->layout.shape[0];
    const size_t size = (size_t)view->layout.itemsize;
    const int bits = view->dtype.code == CUCORE_CODE_BOOL;
    const char *from = (const char *)view->ptr;
    unsigned char *packed = NULL;
    int64_t i;
    if ((uint64_t)length < SIZE_MAX) packed = (unsigned char *)calloc((size_t)(bits ? length / 8 : length) + 1, size);
    for (i = 0; packed && i < length; i++, from += view->layout.strides[0] * (int64_t)size) {
        if (!bits) memcpy(packed + (size_t)i * size, from, size);
        if (bits && *from) packed[i / 8] = (unsigned char)(packed[i / 8] | 1 << i % 8);
    }
    return packed;
}

/* Fills an array of Arrow with the memory of the view, or with a copy if Arrow needs other bytes.  0, or -1: no
 * memory. */
CUCORE__PRIVATE int cucore__arrow_fill(PyObject *owner, const cucore_view *view, cucore__arrow_array *out)
{
    static char nothing[8];
    cucore__arrow_kept *kept = (cucore__arrow_kept *)calloc(1, sizeof *kept);
    const int64_t length = view->layout.shape[0];
    if (!kept) return -1;
    if (!length) {
        kept->buffers[1] = nothing;
    } else if (view->dtype.code == CUCORE_CODE_BOOL || !cucore_layout_is_c_contiguous(&view->layout) ||
               (uintptr_t)view->ptr % (uintptr_t)view->layout.itemsize) {
        kept->buffers[1] = kept->packed = cucore__arrow_pack(view);
    } else {
        kept->buffers[1] = view->ptr;
        kept->owner = owner;
        Py_INCREF(owner);
    }
    if (!kept->buffers[1]) {
        free(kept);
        return -1;
    }
    out->length = length;
    out->buffer_count = 2;
    out->buffers = kept->buffers;
    out->release = cucore__arrow_release_array;
    out->private_data = kept;
    return 0;
}

/* Takes memory over into a capsule.  NULL with an exception: the memory is freed. */
CUCORE__PRIVATE PyObject *cucore__arrow_capsule(void *memory, const char *name, void (*drop)(PyObject *))
{
    PyObject *capsule = memory ? PyCapsule_New(memory, name, drop) : PyErr_NoMemory();
    if (!capsule) free(memory);
    return capsule;
}

/* Returns the two capsules of a view of host memory with one axis; the second one keeps `owner`. */
CUCORE__PRIVATE PyObject *cucore__py_arrow(PyObject *owner, const cucore_view *view)
{
    cucore__arrow_schema *schema;
    cucore__arrow_array *array;
    PyObject *first, *second = NULL, *both = NULL;
    if (cucore_py_check(cucore__view_check_sound("view", view)) < 0 || cucore__arrow_check(view) < 0 ||
        cucore__py_order_export(view, CUCORE_STREAM_HOST) < 0) {
        return NULL;
    }
    schema = (cucore__arrow_schema *)calloc(1, sizeof *schema);
    if (schema) {
        schema->format = cucore__arrow_format(view->dtype);
        schema->name = "";
        schema->release = cucore__arrow_release_schema;
    }
    first = cucore__arrow_capsule(schema, "arrow_schema", cucore__arrow_drop_schema);
    array = first ? (cucore__arrow_array *)calloc(1, sizeof *array) : NULL;
    if (first) second = cucore__arrow_capsule(array, "arrow_array", cucore__arrow_drop_array);
    if (second && cucore__arrow_fill(owner, view, array) < 0) {
        PyErr_NoMemory();
    } else if (second) {
        both = PyTuple_Pack(2, first, second);
    }
    Py_XDECREF(second);
    Py_XDECREF(first);
    return both;
}

/* python/out/number.c: answers int(), float(), comparisons and the like of arrays, as NumPy does (rules B129). */
/* Returns the NumPy array of the same memory, which __array__ makes.  Elements that NumPy does not have are a
 * TypeError, as device memory is. */
CUCORE__PRIVATE PyObject *cucore__py_number_array(PyObject *self)
{
    PyObject *method = PyObject_GetAttrString(self, "__array__"), *error;
    PyObject *array = method ? PyObject_CallFunctionObjArgs(method, NULL) : NULL;
    Py_XDECREF(method);
    if (array || !(PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ImportError)))
        return array;
    error = cucore__py_error_take();
    PyErr_Format(PyExc_TypeError, "%S", error);
    cucore__py_error_chain(error);
    return NULL;
}

/* Calls function(array) with the NumPy array.  An __array__ of a derived type may return an array of the same type. */
CUCORE__PRIVATE PyObject *cucore__py_number_apply(PyObject *self, PyObject *(*function)(PyObject *array))
{
    PyObject *array, *answer;
    if (Py_EnterRecursiveCall(" while an array is read as a number")) return NULL;
    array = cucore__py_number_array(self);
    answer = array ? function(array) : NULL;
    Py_XDECREF(array);
    Py_LeaveRecursiveCall();
    return answer;
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_int(PyObject *array)
{
    return PyNumber_Long(array);
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_float(PyObject *array)
{
    return PyNumber_Float(array);
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_index(PyObject *array)
{
    return PyNumber_Index(array);
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_complex(PyObject *array)
{
    return PyObject_CallFunctionObjArgs((PyObject *)(void *)&PyComplex_Type, array, NULL);
}

CUCORE_API PyObject *cucore__py_export_int(PyObject *self)
{
    return cucore__py_number_apply(self, cucore__py_number_to_int);
}

CUCORE_API PyObject *cucore__py_export_float(PyObject *self)
{
    return cucore__py_number_apply(self, cucore__py_number_to_float);
}

CUCORE_API PyObject *cucore__py_export_complex(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore__py_number_apply(self, cucore__py_number_to_complex);
}

/* -------- what only a cucore.Array has -------- */
CUCORE__PRIVATE PyObject *cucore__py_number_index(PyObject *self)
{
    return cucore__py_number_apply(self, cucore__py_number_to_index);
}

CUCORE__PRIVATE int cucore__py_number_is_true(PyObject *self)
{
    PyObject *array = cucore__py_number_array(self);
    const int answer = array ? PyObject_IsTrue(array) : -1;
    Py_XDECREF(array);
    return answer;
}

CUCORE__PRIVATE int cucore__py_number_contains(PyObject *self, PyObject *value)
{
    PyObject *array = cucore__py_number_array(self);
    const int answer = array ? PySequence_Contains(array, value) : -1;
    Py_XDECREF(array);
    return answer;
}

/* NumPy answers object arrays of False for some objects that it cannot read, device memory among them. */
CUCORE__PRIVATE PyObject *cucore__py_number_compare(PyObject *self, PyObject *other, int operation)
{
    PyObject *array = cucore__py_number_array(self), *answer = NULL;
    if (array && Py_TYPE(other) == Py_TYPE(self)) {
        other = cucore__py_number_array(other);
    } else {
        Py_INCREF(other);
    }
    if (array && other) answer = PyObject_RichCompare(array, other, operation);
    Py_XDECREF(other);
    Py_XDECREF(array);
    return answer;
}

/* python/out/array.c: makes cucore.Array: memory as an object that speaks every protocol. */
CUCORE__PRIVATE const cucore_view *cucore__py_array_view(PyObject *self)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, self)->view;
    if (view->protocol != CUCORE_PROTOCOL_NONE) return view;
    PyErr_SetString(PyExc_BufferError, "this cucore.Array holds no data; it cannot be constructed from Python");
    return NULL;
}

CUCORE_PY_EXPORT(cucore__py_array, cucore__py_array_view)

/* Finds the view for the exchange table, which is called with any object. */
CUCORE__PRIVATE const cucore_view *cucore__py_array_exchange_view(PyObject *self)
{
    return cucore__py_export_check(self, cucore__py_array_getbuffer) < 0 ? NULL : cucore__py_array_view(self);
}

static const cucore_py_exporter cucore__py_array_exporter = {cucore__py_array_exchange_view, NULL, NULL};
CUCORE_PY_EXCHANGE(cucore__py_array, cucore__py_array_exporter)

/* Returns a new object, whose view the caller has to fill; cucore__py_array_filled shows it to the collector. */
CUCORE__PRIVATE PyObject *cucore__py_array_object(PyObject *type)
{
    PyObject *self = PyObject_GC_New(PyObject, (PyTypeObject *)(void *)type);
    if (!self) return NULL;
    CUCORE__PY_DATA(cucore__py_array, self)->weakrefs = NULL;
    CUCORE__PY_DATA(cucore__py_array, self)->visit = NULL;
    return self;
}

CUCORE__PRIVATE int cucore__py_array_holds(PyObject *object, void *unused)
{
    (void)object, (void)unused;
    return 1;
}

/* Lets the collector see an array that holds an object: no other array can be part of a cycle (rules B133). */
CUCORE__PRIVATE void cucore__py_array_filled(PyObject *self)
{
    CUCORE__PY_DATA(cucore__py_array, self)->visit = cucore_py_view_visit;
    if (cucore_py_view_visit(&CUCORE__PY_DATA(cucore__py_array, self)->view, cucore__py_array_holds, NULL))
        PyObject_GC_Track(self);
}

/* Returns a NumPy array of the same memory. */
CUCORE__PRIVATE PyObject *cucore__py_array_numpy(PyObject *self)
{
    return cucore__py_array_array(self, NULL, 0, NULL);
}

/* Returns a stream that lives as long as a view: the one that its memory is freed on, if that is so or its object is
 * kept; else the legacy default stream, which cannot be destroyed (rules A16, B130). */
CUCORE__PRIVATE CUstream cucore__py_lasting_stream(const cucore_view *view)
{
    const cucore_buffer *memory = (const cucore_buffer *)view->private_.owner;
    const int is_memory = cucore__view_is_freed_by(view, cucore__memory_free) ||
                          (cucore__view_is_freed_by(view, cucore__py_free_memory) && memory->private_.keeps_stream);
    return is_memory && cucore__stream_is_handle(memory->stream) ? memory->stream : CUCORE_STREAM_LEGACY;
}

/* Lets a stream that lives as long as the view wait for the pending work, which counts as work on that stream then.  A
 * captured stream is named as it is, since no other stream could wait for it.  If the lasting stream cannot wait beside
 * a capture, the host does, and no work is pending any more.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_set_stream(cucore_view *view)
{
    CUstream later = cucore__py_lasting_stream(view);
    cucore__place place;
    cucore_status status;
    if (!view->has_producer_stream || (view->producer_stream == later && later != CUCORE_STREAM_LEGACY)) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (cucore__stream_is_captured(view->producer_stream, view->device_id, &place)) {
        status = CUCORE_OK;
    } else {
        status = cucore__view_order(view, later);
        if (status == CUCORE_CAPTURE) {
            later = CUCORE_STREAM_HOST;
            status = cucore__view_order(view, later);
        }
        if (!status) status = cucore_view_set_producer_stream(view, later);
    }
    Py_END_ALLOW_THREADS
    return cucore_py_check(status);
}

/* -------- what it says of itself, without a look at its memory -------- */
enum {
    CUCORE__PY_ARRAY_SHAPE,
    CUCORE__PY_ARRAY_DTYPE,
    CUCORE__PY_ARRAY_DEVICE,
    CUCORE__PY_ARRAY_NDIM,
    CUCORE__PY_ARRAY_SIZE,
    CUCORE__PY_ARRAY_NBYTES,
    CUCORE__PY_ARRAY_ITEMSIZE,
    CUCORE__PY_ARRAY_READONLY
};

CUCORE__PRIVATE PyObject *cucore__py_array_count(int64_t count)
{
    if (count >= 0) return PyLong_FromLongLong(count);
    cucore__py_raise(cucore_last_error()->status);
    return NULL;
}

CUCORE__PRIVATE PyObject *cucore__py_array_device(const cucore_view *view)
{
    char text[32];
    cucore__text room = cucore__text_start(text, sizeof text);
    cucore__text_add_device(&room, view->device_type, view->device_id);
    return PyUnicode_FromString(text);
}

CUCORE__PRIVATE PyObject *cucore__py_array_get(PyObject *self, void *which)
{
    const cucore_view *view = cucore__py_array_view(self);
    if (!view) return NULL;
    switch ((int)(intptr_t)which) {
    case CUCORE__PY_ARRAY_SHAPE: return cucore__py_ints(view->layout.shape, view->layout.ndim);
    case CUCORE__PY_ARRAY_DTYPE: return cucore__py_numpy_dtype(view);
    case CUCORE__PY_ARRAY_DEVICE: return cucore__py_array_device(view);
    case CUCORE__PY_ARRAY_NDIM: return PyLong_FromLong(view->layout.ndim);
    case CUCORE__PY_ARRAY_SIZE: return cucore__py_array_count(cucore_layout_size(&view->layout));
    case CUCORE__PY_ARRAY_NBYTES: return cucore__py_array_count(cucore_layout_nbytes(&view->layout));
    case CUCORE__PY_ARRAY_ITEMSIZE: return PyLong_FromLongLong(view->layout.itemsize);
    default: return PyBool_FromLong(view->readonly);
    }
}

/* Returns the flags of the NumPy array of the same memory, which xgboost reads.  Memory that NumPy cannot have makes
 * the attribute absent, so that hasattr() works. */
CUCORE__PRIVATE PyObject *cucore__py_array_flags(PyObject *self, void *unused)
{
    PyObject *array = cucore__py_array_numpy(self), *flags;
    (void)unused;
    if (!array) {
        if (cucore__py_error_clear() == 0)
            PyErr_SetString(PyExc_AttributeError, "NumPy cannot share the memory: the array has no flags");
        return NULL;
    }
    flags = PyObject_GetAttrString(array, "flags");
    Py_DECREF(array);
    return flags;
}

CUCORE__PRIVATE Py_ssize_t cucore__py_array_length(PyObject *self)
{
    const cucore_view *view = cucore__py_array_view(self);
    if (!view) return -1;
    if (view->layout.ndim && view->layout.shape[0] <= (int64_t)PTRDIFF_MAX) return (Py_ssize_t)view->layout.shape[0];
    PyErr_SetString(PyExc_TypeError, "len() of an array without axes");
    return -1;
}

CUCORE__PRIVATE PyObject *cucore__py_array_repr(PyObject *self)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, self)->view;
    PyObject *shape, *device, *text = NULL;
    char name[64];
    if (view->protocol == CUCORE_PROTOCOL_NONE) return PyUnicode_FromString("<cucore.Array without data>");
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    shape = cucore__py_ints(view->layout.shape, view->layout.ndim);
    device = shape ? cucore__py_array_device(view) : NULL;
    if (device) {
        text = PyUnicode_FromFormat("<cucore.Array %s %R on %U%s>", name, shape, device,
                                    view->readonly ? ", read-only" : "");
    }
    Py_XDECREF(device);
    Py_XDECREF(shape);
    return text;
}

/* -------- iteration, copies, pickles -------- */
/* Iterates over the NumPy array of the same memory; pandas takes objects only if they can be iterated over. */
CUCORE__PRIVATE PyObject *cucore__py_array_iter(PyObject *self)
{
    PyObject *array = cucore__py_number_array(self), *iterator = array ? PyObject_GetIter(array) : NULL;
    Py_XDECREF(array);
    return iterator;
}

/* An item of the NumPy array of the same memory; pandas takes an object that has a number for a scalar unless it is a
 * sequence. */
CUCORE__PRIVATE PyObject *cucore__py_array_item(PyObject *self, Py_ssize_t i)
{
    PyObject *array = cucore__py_number_array(self), *item = NULL;
    if (array && i < 0) i -= PySequence_Size(array); /* the length is added twice */
    if (array && !PyErr_Occurred()) item = PySequence_GetItem(array, i);
    Py_XDECREF(array);
    return item;
}

/* Pickles the NumPy array of the same memory: another process needs no extension of cucore to load it. */
CUCORE__PRIVATE PyObject *cucore__py_array_reduce(PyObject *self, PyObject *protocol)
{
    PyObject *array = cucore__py_array_numpy(self);
    PyObject *method = array ? PyObject_GetAttrString(array, "__reduce_ex__") : NULL;
    PyObject *reduced = method ? PyObject_CallFunctionObjArgs(method, protocol, NULL) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(array);
    return reduced;
}

/* Returns an array of the same device with memory of its own, filled on the stream of the pending work. */
CUCORE__PRIVATE PyObject *cucore__py_array_copy(PyObject *self, PyObject *memo)
{
    const cucore_view *view = cucore__py_array_view(self);
    cucore__py_asked asked;
    cucore_view copy;
    PyObject *made;
    (void)memo;
    memset(&asked, 0, sizeof asked);
    asked.versioned = 1;
    if (!view || cucore__py_dlpack_check(view, &asked, 1) < 0 ||
        cucore__py_view_duplicate(view, view->device_type, cucore__view_copy_stream(view), &copy) < 0) {
        return NULL;
    }
    made = cucore__py_array_set_stream(&copy) < 0 ? NULL : cucore__py_array_object((PyObject *)(void *)Py_TYPE(self));
    if (made) {
        cucore__view_move(&copy, &CUCORE__PY_DATA(cucore__py_array, made)->view);
        cucore__py_array_filled(made);
    } else {
        cucore_view_release(&copy);
    }
    return made;
}

/* Returns the argument of a method that has one, by place or by name, borrowed; None if it is not given. */
CUCORE__PRIVATE PyObject *cucore__py_array_argument(PyObject *const *args, Py_ssize_t nargs, PyObject *names,
                                                    const char *name)
{
    const Py_ssize_t count = names ? PyTuple_Size(names) : 0;
    if (nargs + count <= 1 && (!count || PyUnicode_CompareWithASCIIString(CUCORE__PY_TUPLE_ITEM(names, 0), name) == 0))
        return nargs + count ? args[0] : Py_None;
    PyErr_Format(PyExc_TypeError, "expected at most one argument, %s", name);
    return NULL;
}

/* The schema that is asked for is a wish, which the consumer fulfils itself. */
CUCORE__PRIVATE PyObject *cucore__py_array_to_arrow(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                                    PyObject *names)
{
    const cucore_view *view = cucore__py_array_view(self);
    if (!view || !cucore__py_array_argument(args, nargs, names, "requested_schema")) return NULL;
    return cucore__py_arrow(self, view);
}

/* Answers pyarrow.array and pyarrow.table, which convert to another type only by this method. */
CUCORE__PRIVATE PyObject *cucore__py_array_to_pyarrow(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                                      PyObject *names)
{
    PyObject *type = cucore__py_array_argument(args, nargs, names, "type"), *made = NULL;
    PyObject *array = type ? cucore__py_array_numpy(self) : NULL;
    PyObject *make = array ? cucore__py_import("pyarrow", "array") : NULL;
    if (make) made = PyObject_CallFunctionObjArgs(make, array, type, NULL);
    Py_XDECREF(make);
    Py_XDECREF(array);
    return made;
}

CUCORE__PRIVATE int cucore__py_array_traverse(PyObject *self, visitproc visit, void *arg)
{
    const cucore__py_array *data = CUCORE__PY_DATA(cucore__py_array, self);
    const int result = visit((PyObject *)(void *)Py_TYPE(self), arg);
    return result || !data->visit ? result : data->visit(&data->view, visit, arg);
}

CUCORE__PRIVATE int cucore__py_array_clear(PyObject *self)
{
    cucore_view_release(&CUCORE__PY_DATA(cucore__py_array, self)->view);
    return 0;
}

/* Other threads run while the memory is given back: neither the collector nor a weak reference finds the object. */
CUCORE__PRIVATE void cucore__py_array_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs(self);
    cucore_view_release(&CUCORE__PY_DATA(cucore__py_array, self)->view);
    PyObject_GC_Del(self);
    Py_DECREF((PyObject *)type);
}

CUCORE__PRIVATE PyObject *cucore__py_array_type_make(void)
{
#define CUCORE__PY_ARRAY_MEMBER(name, which, text) \
    { \
        name, cucore__py_array_get, NULL, text, (void *)(intptr_t)(which) \
    }
    static PyMethodDef methods[] = {
        CUCORE_PY_EXPORT_METHODS(cucore__py_array),
        {"__arrow_c_array__", (PyCFunction)(void (*)(void))cucore__py_array_to_arrow, METH_FASTCALL | METH_KEYWORDS,
         "__arrow_c_array__($self, /, requested_schema=None)\n--\n\nTwo capsules of Arrow: schema and array."},
        {"__arrow_array__", (PyCFunction)(void (*)(void))cucore__py_array_to_pyarrow, METH_FASTCALL | METH_KEYWORDS,
         "__arrow_array__($self, /, type=None)\n--\n\nA pyarrow.Array of the same memory."},
        {"__reduce_ex__", cucore__py_array_reduce, METH_O, "Pickles the array as a numpy.ndarray."},
        {"__copy__", cucore__py_array_copy, METH_NOARGS, "An array of the same device with memory of its own."},
        {"__deepcopy__", cucore__py_array_copy, METH_O, "An array of the same device with memory of its own."},
        {NULL, NULL, 0, NULL}};
    static cucore__py_member members[] = {{"__weaklistoffset__", CUCORE__PY_MEMBER_SIZE,
                                           offsetof(cucore__py_array, weakrefs), CUCORE__PY_MEMBER_FLAGS, NULL},
                                          {NULL, 0, 0, 0, NULL}};
    static PyGetSetDef getset[] = {
        CUCORE_PY_EXPORT_GETSET(cucore__py_array),
        {"flags", cucore__py_array_flags, NULL, "The numpy.flagsobj of the array; device memory has none.", NULL},
        CUCORE__PY_ARRAY_MEMBER("shape", CUCORE__PY_ARRAY_SHAPE, "The extents, a tuple."),
        CUCORE__PY_ARRAY_MEMBER("dtype", CUCORE__PY_ARRAY_DTYPE, "The elements' type: a numpy.dtype, or its name."),
        CUCORE__PY_ARRAY_MEMBER("device", CUCORE__PY_ARRAY_DEVICE, "Where the memory is: 'cpu', 'cuda:0', ..."),
        CUCORE__PY_ARRAY_MEMBER("ndim", CUCORE__PY_ARRAY_NDIM, "The number of axes."),
        CUCORE__PY_ARRAY_MEMBER("size", CUCORE__PY_ARRAY_SIZE, "The number of elements."),
        CUCORE__PY_ARRAY_MEMBER("nbytes", CUCORE__PY_ARRAY_NBYTES, "The bytes of all elements."),
        CUCORE__PY_ARRAY_MEMBER("itemsize", CUCORE__PY_ARRAY_ITEMSIZE, "The bytes of one element."),
        CUCORE__PY_ARRAY_MEMBER("readonly", CUCORE__PY_ARRAY_READONLY, "May the memory not be written?"),
        {NULL, NULL, NULL, NULL, NULL}};
#undef CUCORE__PY_ARRAY_MEMBER
    PyType_Slot slots[] = {{Py_tp_methods, (void *)methods},
                           {Py_tp_getset, (void *)getset},
                           {Py_tp_members, (void *)members},
                           {Py_tp_iter, cucore__py_pointer_to((void (*)(void))cucore__py_array_iter)},
                           {Py_tp_repr, cucore__py_pointer_to((void (*)(void))cucore__py_array_repr)},
                           {Py_tp_dealloc, cucore__py_pointer_to((void (*)(void))cucore__py_array_free)},
                           {Py_tp_traverse, cucore__py_pointer_to((void (*)(void))cucore__py_array_traverse)},
                           {Py_tp_clear, cucore__py_pointer_to((void (*)(void))cucore__py_array_clear)},
                           {Py_sq_length, cucore__py_pointer_to((void (*)(void))cucore__py_array_length)},
                           {Py_sq_item, cucore__py_pointer_to((void (*)(void))cucore__py_array_item)},
                           {Py_sq_contains, cucore__py_pointer_to((void (*)(void))cucore__py_number_contains)},
                           {Py_nb_bool, cucore__py_pointer_to((void (*)(void))cucore__py_number_is_true)},
                           {Py_nb_int, cucore__py_pointer_to((void (*)(void))cucore__py_export_int)},
                           {Py_nb_float, cucore__py_pointer_to((void (*)(void))cucore__py_export_float)},
                           {Py_nb_index, cucore__py_pointer_to((void (*)(void))cucore__py_number_index)},
                           {Py_tp_richcompare, cucore__py_pointer_to((void (*)(void))cucore__py_number_compare)},
                           {Py_tp_hash, cucore__py_pointer_to((void (*)(void))PyObject_HashNotImplemented)},
                           {Py_bf_getbuffer, cucore__py_pointer_to((void (*)(void))cucore__py_array_getbuffer)},
                           {Py_bf_releasebuffer, cucore__py_pointer_to((void (*)(void))cucore_py_export_releasebuffer)},
                           {0, NULL}};
    PyObject *type =
        cucore__py_type_new("cucore.Array", CUCORE__PY_BASICSIZE(cucore__py_array), Py_TPFLAGS_HAVE_GC, slots);
    if (type && cucore_py_export_exchange((PyTypeObject *)(void *)type, &cucore__py_array_exchange) < 0) Py_CLEAR(type);
    return type;
}

CUCORE__PRIVATE void cucore__py_array_unshare(PyObject *capsule)
{
    cucore__py_array_shared *shared =
        (cucore__py_array_shared *)(PyCapsule_GetPointer)(capsule, cucore__py_array_capsule);
    if (!shared) return; /* unreachable: its name is not changed */
    Py_DECREF(shared->type);
    PyMem_Free(shared);
}

/* Returns a capsule that holds the type. */
CUCORE__PRIVATE PyObject *cucore__py_array_share(PyObject *type)
{
    cucore__py_array_shared *shared = (cucore__py_array_shared *)PyMem_Malloc(sizeof *shared);
    PyObject *capsule;
    if (!shared) return PyErr_NoMemory();
    shared->layout = cucore__py_array_layout_here();
    shared->type = type;
    capsule = PyCapsule_New(shared, cucore__py_array_capsule, cucore__py_array_unshare);
    if (!capsule) {
        PyMem_Free(shared);
        return NULL;
    }
    Py_INCREF(type);
    return capsule;
}

/* Returns a new reference to the type that the modules of this interpreter share, or to a type of this module only if
 * the dict holds the type of another layout, or the object of a stranger. */
CUCORE__PRIVATE PyObject *cucore__py_array_type_find(void)
{
    PyObject *dict, *key, *type, *found, *capsule;
    if (cucore__py_array_look_up(&dict, &key, &found) < 0) return NULL;
    if (!dict) return cucore__py_array_type_make();
    if (!found) {
        type = cucore__py_array_type_make();
        capsule = type ? cucore__py_array_share(type) : NULL;
        if (capsule) found = cucore__py_dict_keep(dict, key, capsule);
        Py_XDECREF(capsule);
        Py_CLEAR(type);
    }
    Py_DECREF(key);
    if (!found) return NULL;
    type = cucore__py_array_shared_type(found);
    Py_XINCREF(type);
    Py_DECREF(found);
    return type ? type : cucore__py_array_type_make();
}

/* Returns a new reference to the type.  If two threads make it at once, the later one leaks a type. */
CUCORE__PRIVATE PyObject *cucore__py_array_type(cucore__py_state *state)
{
    PyObject *type = CUCORE__LOAD(&state->array_type);
    if (!type) {
        type = cucore__py_array_type_find();
        if (type) CUCORE__STORE(&state->array_type, type);
    }
    Py_XINCREF(type);
    return type;
}

/* Moves the view in; on error the view is as it was. */
CUCORE__PRIVATE PyObject *cucore__py_array_new(cucore__py_state *state, cucore_view *view)
{
    PyObject *type;
    PyObject *self;
    cucore_status status = cucore__view_check_movable("cucore_py_return", view);
    if (status) {
        cucore__py_raise(status);
        return NULL;
    }
    type = cucore__py_array_type(state);
    self = type ? cucore__py_array_object(type) : NULL;
    Py_XDECREF(type);
    if (!self) return NULL;
    cucore__view_move(view, &CUCORE__PY_DATA(cucore__py_array, self)->view);
    cucore__py_array_filled(self);
    return self;
}

CUCORE__PRIVATE PyObject *cucore__py_array_from_managed(DLManagedTensorVersioned *managed)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    cucore_view view;
    PyObject *made = NULL, *error;
    cucore_status status;
    cucore__view_clear(&view);
    if (state) {
        status = cucore_view_adopt_dlmanaged_versioned(managed, NULL, &view);
        managed = NULL;
        if (status) {
            cucore__py_raise(status);
        } else {
            made = cucore__py_array_new(state, &view);
        }
        cucore__py_state_put(state, &local);
    }
    if (made) return made;
    error = cucore__py_error_take();
    cucore__dlmanaged_versioned_delete(managed);
    cucore_view_release(&view);
    cucore__py_error_put(error);
    return NULL;
}

/* python/out/export_table.c: has the functions of an own exchange table. */
CUCORE__PRIVATE int cucore__exchange_failed(cucore_status status, void *context,
                                            void (*set_error)(void *, const char *, const char *))
{
    const char *kind = "RuntimeError";
    switch (status) {
#define CUCORE__PY_NAME_ERROR(name, value, exception, sentence) \
    case CUCORE_##name: kind = #exception; break;
        CUCORE_STATUS_LIST(CUCORE__PY_NAME_ERROR)
#undef CUCORE__PY_NAME_ERROR
    default: break;
    }
    if (set_error) set_error(context, kind, cucore_last_error()->message);
    return -1;
}

/* Raises the ValueError for a NULL, since any C code may call a table.  Returns -1. */
CUCORE__PRIVATE int cucore__exchange_raise_null(const char *function, const char *what)
{
    return cucore__py_raise(cucore__fail_null(function, what));
}

/* Finds the stream on which the exporter works now; -1 with an exception. */
CUCORE__PRIVATE int cucore__exchange_stream(const cucore_py_exporter *exporter, int device_type, int device_id,
                                            CUstream *out)
{
    *out = NULL;
    if (device_type == CUCORE_DEVICE_TYPE_CPU || cucore__device_is_other(device_type)) return 0;
    *out = CUCORE_STREAM_LEGACY;
    return exporter->stream ? exporter->stream(device_id, out) : 0;
}

CUCORE_API int cucore__py_exchange_allocate(const cucore_py_exporter *exporter, DLTensor *prototype,
                                            DLManagedTensorVersioned **out, void *context,
                                            void (*set_error)(void *context, const char *kind, const char *message))
{
    cucore_array_spec spec;
    cucore_view view;
    CUstream stream = CUCORE_STREAM_LEGACY;
    PyGILState_STATE gil;
    cucore_status status = CUCORE_OK;
    if (!prototype || !out) {
        status = cucore__fail_null("managed_tensor_allocator", prototype ? "out" : "prototype");
        return cucore__exchange_failed(status, context, set_error);
    }
    if (exporter->stream) { /* set_error gets its exception */
        gil = PyGILState_Ensure();
        if (cucore__exchange_stream(exporter, (int)prototype->device.device_type, (int)prototype->device.device_id,
                                    &stream) < 0) {
            status = cucore__py_error_to_status(CUCORE_FOREIGN, 0);
        }
        PyGILState_Release(gil);
    }
    if (!status) {
        memset(&spec, 0, sizeof spec);
        spec.dtype = cucore_dtype_make(prototype->dtype.code, prototype->dtype.bits, prototype->dtype.lanes);
        spec.ndim = prototype->ndim;
        spec.shape = prototype->shape;
        spec.device_type = (int)prototype->device.device_type;
        spec.device_id = (int)prototype->device.device_id;
        CUCORE__WAITING(status = cucore_view_allocate(&spec, NULL, stream, &view));
    }
    if (status) return cucore__exchange_failed(status, context, set_error);
    cucore__py_share_memory(&view);
    status = cucore_view_move_to_dlmanaged_versioned(&view, 0, out);
    cucore_view_release(&view);
    return status ? cucore__exchange_failed(status, context, set_error) : 0;
}

/* Returns the view of an object, whose pending work is ordered before the stream of the exporter. */
CUCORE__PRIVATE const cucore_view *cucore__exchange_view(const cucore_py_exporter *exporter, PyObject *obj)
{
    const cucore_view *view = exporter->view(obj);
    CUstream stream;
    if (!view) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_BufferError, "the object has no array");
        return NULL;
    }
    if (!view->has_producer_stream) return view;
    if (cucore__exchange_stream(exporter, view->device_type, view->device_id, &stream) < 0) return NULL;
    return cucore__py_order_export(view, stream) < 0 ? NULL : view;
}

CUCORE_API int cucore__py_exchange_export(const cucore_py_exporter *exporter, void *obj, DLManagedTensorVersioned **out)
{
    const cucore_view *view;
    cucore__exported *exported;
    if (out) *out = NULL;
    if (!obj || !out) return cucore__exchange_raise_null("managed_tensor_from_py_object_no_sync", obj ? "out" : "obj");
    view = cucore__exchange_view(exporter, (PyObject *)obj);
    if (!view) return -1;
    exported = cucore__py_export((PyObject *)obj, view, 1, 0);
    if (!exported) return cucore__py_raise(cucore_last_error()->status);
    *out = &exported->tensor.versioned;
    return 0;
}

/* Lends a tensor, which cannot report that it is read-only, or padded. */
CUCORE_API int cucore__py_exchange_lend(const cucore_py_exporter *exporter, void *obj, DLTensor *out)
{
    const cucore_view *view;
    cucore_status status;
    if (!obj || !out) return cucore__exchange_raise_null("dltensor_from_py_object_no_sync", obj ? "out" : "obj");
    view = cucore__exchange_view(exporter, (PyObject *)obj);
    if (!view) return -1;
    status = cucore__view_check_legacy(view, 0);
    if (!status) status = cucore_view_to_dltensor(view, out);
    return status ? cucore__py_raise(status) : 0;
}

CUCORE_API int cucore__py_exchange_wrap(const cucore_py_exporter *exporter, DLManagedTensorVersioned *managed,
                                        void **out)
{
    PyObject *made;
    if (out) *out = NULL;
    if (!managed || !out) {
        if (managed) cucore__dlmanaged_versioned_delete(managed); /* consumed in any case */
        return cucore__exchange_raise_null("managed_tensor_to_py_object_no_sync", managed ? "out" : "managed");
    }
    if (exporter->wrap) {
        made = exporter->wrap(managed);
    } else {
        made = cucore__py_array_from_managed(managed);
    }
    if (!made && !PyErr_Occurred()) PyErr_SetString(PyExc_BufferError, "the tensor could not be taken over");
    *out = made;
    return made ? 0 : -1;
}

CUCORE_API int cucore__py_exchange_stream(const cucore_py_exporter *exporter, int device_type, int device_id,
                                          void **out)
{
    CUstream stream;
    if (!out) return cucore__exchange_raise_null("current_work_stream", "out");
    if (cucore__exchange_stream(exporter, device_type, device_id, &stream) < 0) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, "the current stream is not known");
        return -1;
    }
    *out = (void *)stream;
    return 0;
}

/* python/out/export_type.c: makes a whole type by CUCORE_PY_EXPORT_TYPE. */
/* Adds an attribute to a type, unless it has one of this name.  The function takes `value` over, which may be NULL with
 * an exception. */
CUCORE__PRIVATE int cucore__py_type_add(PyTypeObject *type, const char *name, PyObject *value)
{
    PyObject *key = value ? PyUnicode_InternFromString(name) : NULL, *own = NULL;
    const int found = key ? cucore__py_type_entry(type, key, &own) : -1;
    Py_XDECREF(own);
    Py_XDECREF(key);
    if (!found) return cucore__py_type_put(type, name, value);
    Py_XDECREF(value);
    return found;
}

/* Adds methods, attributes and the table to a type, except those that it has already.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_type_complete(PyTypeObject *type, const cucore__py_exporting *what)
{
    PyMethodDef *method;
    PyGetSetDef *getset;
    for (method = what->methods; method->ml_name; method++) {
        if (cucore__py_type_add(type, method->ml_name, PyDescr_NewMethod(type, method)) < 0) return -1;
    }
    for (getset = what->getset; getset->name; getset++) {
        if (cucore__py_type_add(type, getset->name, PyDescr_NewGetSet(type, getset)) < 0) return -1;
    }
    return cucore_py_export_exchange(type, what->table);
}

/* Returns 1 if a list of slots has one of two. */
CUCORE__PRIVATE int cucore__py_slots_have(const PyType_Slot *slots, int slot, int other)
{
    for (; slots->slot; slots++)
        if (slots->slot == slot || slots->slot == other) return 1;
    return 0;
}

CUCORE__PRIVATE void cucore__py_slot_set(PyType_Slot *slot, int which, void (*function)(void))
{
    slot->slot = which;
    slot->pfunc = cucore__py_pointer_to(function);
}

CUCORE_API PyObject *cucore__py_export_type(PyObject *py_module, PyType_Spec *spec, const cucore__py_exporting *what)
{
    PyType_Spec whole = *spec;
    PyObject *type;
    size_t count = 0, i;
    cucore__py_waits_set();
    for (; spec->slots[count].slot; count++) {
        if (spec->slots[count].slot == Py_bf_getbuffer || spec->slots[count].slot == Py_bf_releasebuffer) {
            PyErr_Format(PyExc_SystemError, "%s: CUCORE_PY_EXPORT_TYPE brings the slots of the buffer", spec->name);
            return NULL;
        }
    }
    whole.slots = (PyType_Slot *)PyMem_Malloc((count + 5) * sizeof *whole.slots);
    if (!whole.slots) return PyErr_NoMemory();
    for (i = 0; i < count; i++) whole.slots[i] = spec->slots[i];
    cucore__py_slot_set(&whole.slots[count++], Py_bf_getbuffer, (void (*)(void))what->getbuffer);
    cucore__py_slot_set(&whole.slots[count++], Py_bf_releasebuffer, (void (*)(void))cucore_py_export_releasebuffer);
    if (!cucore__py_slots_have(spec->slots, Py_nb_int, Py_nb_index))
        cucore__py_slot_set(&whole.slots[count++], Py_nb_int, (void (*)(void))cucore__py_export_int);
    if (!cucore__py_slots_have(spec->slots, Py_nb_float, Py_nb_index))
        cucore__py_slot_set(&whole.slots[count++], Py_nb_float, (void (*)(void))cucore__py_export_float);
    cucore__py_slot_set(&whole.slots[count], 0, NULL);
    type = py_module ? PyType_FromModuleAndSpec(py_module, &whole, NULL) : PyType_FromSpec(&whole);
    PyMem_Free(whole.slots);
    if (!type && !PyErr_Occurred()) PyErr_NoMemory(); /* Python 3.11 fails so if it cannot copy the name */
    if (type && cucore__py_type_complete((PyTypeObject *)(void *)type, what) < 0) Py_CLEAR(type);
    return type;
}

CUCORE_API int cucore__py_export_ready(PyTypeObject *type, const cucore__py_exporting *what)
{
#if defined(Py_LIMITED_API)
    (void)type, (void)what;
    PyErr_SetString(PyExc_SystemError, "the limited API has no static types");
    return -1;
#else
    cucore__py_waits_set();
    if (!type->tp_as_buffer) { /* static, as the type is */
        type->tp_as_buffer = (PyBufferProcs *)PyMem_Malloc(sizeof *type->tp_as_buffer);
        if (!type->tp_as_buffer) {
            PyErr_NoMemory();
            return -1;
        }
        type->tp_as_buffer->bf_getbuffer = what->getbuffer;
        type->tp_as_buffer->bf_releasebuffer = cucore_py_export_releasebuffer;
    } else if (type->tp_as_buffer->bf_getbuffer != what->getbuffer) {
        PyErr_Format(PyExc_SystemError, "%s: CUCORE_PY_EXPORT_TYPE brings tp_as_buffer", type->tp_name);
        return -1;
    }
    if (!type->tp_as_number) { /* static, as the type is */
        type->tp_as_number = (PyNumberMethods *)PyMem_Calloc(1, sizeof *type->tp_as_number);
        if (!type->tp_as_number) {
            PyErr_NoMemory();
            return -1;
        }
    }
    if (!type->tp_as_number->nb_index) {
        if (!type->tp_as_number->nb_int) type->tp_as_number->nb_int = cucore__py_export_int;
        if (!type->tp_as_number->nb_float) type->tp_as_number->nb_float = cucore__py_export_float;
    }
    return PyType_Ready(type) < 0 ? -1 : cucore__py_type_complete(type, what);
#endif
}

/* python/out/made.c: compares what a library made of a result with what it was given (rules B124). */
/* Takes the view of an array again, without ordering, to find out whether a result is of it: a tensor of DLPack does
 * not know its object.  `as` is cucore_arg.reinterpret.  1, 0: `like` is no such array, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_view_again(PyObject *like, uint64_t flags, cucore_dtype as, cucore_view *out)
{
    cucore_arg arg =
        CUCORE_ARG("like", NULL, NULL,
                   CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED | CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_GRAD |
                       CUCORE_STREAM_0_IS_LEGACY | CUCORE_ALLOW_OTHER_DEVICES | CUCORE_ALLOW_OPAQUE);
    if (!like || PyCapsule_CheckExact(like)) return 0; /* a capsule would be consumed */
    arg.flags |= flags;
    arg.reinterpret = as;
    return cucore__py_enter_checked(like, &arg, CUCORE_STREAM_NO_SYNC, NULL, out) < 0 ? cucore__py_error_clear() : 1;
}

/* Returns 1 if the views show the same elements with the same meaning. */
CUCORE__PRIVATE int cucore__view_has_same_elements(const cucore_view *a, const cucore_view *b)
{
    return cucore_dtype_is_equal(a->dtype, b->dtype) && a->byte_swapped == b->byte_swapped &&
           cucore__view_is_same_place(a, b);
}

/* Describes a view without owning anything, for a comparison after it was handed over. */
CUCORE__PRIVATE void cucore__py_note_given(const cucore_view *view, cucore_view *out)
{
    memset(&out->private_, 0, sizeof out->private_);
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&out->layout, &view->layout);
}

/* Returns 1 if the same processors reach both arrays.  Libraries report pinned memory as that of the host, managed
 * memory as that of the device, and an interface does not name its device. */
CUCORE__PRIVATE int cucore__view_has_same_side(const cucore_view *made, const cucore_view *given)
{
    if (made->device_type == given->device_type && made->device_id == given->device_id) return 1;
    if (made->host_accessible && given->host_accessible) return 1;
    return made->device_accessible && given->device_accessible &&
           (made->device_id < 0 || given->device_id < 0 || made->device_id == given->device_id);
}

/* Returns 1 if a library made what it was given: the dtype, the shape and the device are the same, and the elements are
 * where they were, or in a copy of the library, which the array API leaves to it.  Another part of the memory that was
 * given is no copy. */
CUCORE__PRIVATE int cucore__view_is_made_of(const cucore_view *made, const cucore_view *given)
{
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    const int ndim = given->layout.ndim;
    if (!cucore_dtype_is_equal(made->dtype, given->dtype) || made->byte_swapped != given->byte_swapped) return 0;
    if (made->padded != given->padded || made->layout.ndim != ndim || !cucore__view_has_same_side(made, given))
        return 0;
    if (memcmp(made->layout.shape, given->layout.shape, (size_t)ndim * sizeof(int64_t))) return 0;
    if (cucore__view_is_same_place(made, given) || !cucore__device_type_has_addresses(given->device_type)) return 1;
    return !cucore_view_overlap(made, given, &overlap) && overlap == CUCORE_OVERLAP_NONE;
}

CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_array(cucore__text *text, const cucore_view *view)
{
    cucore__text_add_dtype(text, view->dtype);
    cucore__text_add(text, " ");
    cucore__text_add_tuple(text, view->layout.shape, view->layout.ndim);
    cucore__text_add(text, " strides ");
    cucore__text_add_tuple(text, view->layout.strides, view->layout.ndim);
    cucore__text_add(text, " on ");
    cucore__text_add_device(text, view->device_type, view->device_id);
    cucore__text_add(text, " at 0x%llx", (unsigned long long)(uintptr_t)view->ptr);
}

#define CUCORE__PY_JAX_IS_NARROW "JAX has 64-bit types only with jax.config.update(\"jax_enable_x64\", True)"

/* Refuses a dtype that JAX would make narrower: 0, -1 with an exception.  Whatever else JAX changes is found when the
 * array is there. */
CUCORE__PRIVATE int cucore__py_check_narrow(cucore_dtype dtype)
{
    PyObject *canonical = NULL, *text, *made = NULL, *size = NULL;
    char name[32];
    int found;
    if (dtype.itemsize < 8 || dtype.lanes != 1) return 0;
    (void)cucore_dtype_to_name(dtype, name, sizeof name);
    found = cucore__py_imported_attribute("jax.dtypes", "canonicalize_dtype", &canonical);
    text = found > 0 ? PyUnicode_FromString(name) : NULL;
    if (text) made = PyObject_CallFunctionObjArgs(canonical, text, NULL);
    Py_XDECREF(text);
    if (made) size = PyObject_GetAttrString(made, "itemsize");
    found = size && PyLong_Check(size) ? PyLong_AsLong(size) < (long)dtype.itemsize : 0;
    if (found && !PyErr_Occurred()) {
        PyErr_Format(PyExc_BufferError, "the result is of dtype %s, of which JAX would make %S; %s", name, made,
                     CUCORE__PY_JAX_IS_NARROW);
        found = -1;
    } else {
        found = PyErr_Occurred() ? cucore__py_error_clear() : 0;
    }
    Py_XDECREF(size);
    Py_XDECREF(made);
    Py_XDECREF(canonical);
    return found;
}

/* Refuses an array that is not what its library was given.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_made(PyObject *made, const cucore_view *found,
                                                        const cucore_view *given, const char *hint)
{
    char texts[2][300];
    cucore__text text = cucore__text_start(texts[0], sizeof texts[0]);
    PyObject *name = cucore__py_full_name(Py_TYPE(made));
    cucore__text_add_array(&text, given);
    text = cucore__text_start(texts[1], sizeof texts[1]);
    cucore__text_add_array(&text, found);
    if (name)
        PyErr_Format(PyExc_BufferError, "the result is %s; the library made another array of it, a '%U' of %s%s%s",
                     texts[0], name, texts[1], hint ? "; " : "", hint ? hint : "");
    Py_XDECREF(name);
    return -1;
}

/* Returns 1 if an array of JAX has the dtype and the shape of what JAX was given, in a fifth of the time that an intake
 * takes; its address may differ.  0 if that is not known, also with an exception. */
CUCORE__PRIVATE int cucore__py_is_made_by_jax(cucore__py_state *state, PyObject *made, const cucore_view *given)
{
    PyObject *dtype = PyObject_GetAttr(made, state->names[CUCORE__PY_DTYPE]);
    PyObject *shape = dtype ? PyObject_GetAttr(made, state->names[CUCORE__PY_SHAPE]) : NULL;
    PyObject *wanted = shape ? cucore__py_dtype_argument(state, given->dtype) : NULL, *extents = NULL;
    int same = wanted ? PyObject_RichCompareBool(dtype, wanted, Py_EQ) : 0;
    if (same > 0) extents = cucore__py_ints(given->layout.shape, given->layout.ndim);
    same = extents && PyObject_RichCompareBool(shape, extents, Py_EQ) > 0;
    Py_XDECREF(extents);
    Py_XDECREF(wanted);
    Py_XDECREF(shape);
    Py_XDECREF(dtype);
    return same;
}

/* Compares the array that a library made with what it was given, sooner by a buffer: 0, also if it is not known as an
 * array, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_made(PyObject *made, const cucore_view *given, const char *hint)
{
    const cucore_dtype any = {0, 0, 0, 0};
    const uint64_t odd = cucore__py_odd_flag(given);
    cucore_view found;
    int taken = 0;
    if (PyErr_Occurred() && cucore__py_error_clear() < 0) return -1;
    if (PyObject_CheckBuffer(made)) taken = cucore__py_view_again(made, CUCORE_BY_PEP3118 | odd, any, &found);
    if (!taken) taken = cucore__py_view_again(made, CUCORE_BORROW | odd, any, &found);
    if (taken <= 0) return taken;
    taken = cucore__view_is_made_of(&found, given) ? 0 : cucore__py_refuse_made(made, &found, given, hint);
    cucore_view_release(&found);
    return taken;
}

/* Returns 1 if what a library made need not be compared: NumPy has read a buffer, and the tables of torch and tvm-ffi,
 * the quiet types that have one, take the struct as it is. */
CUCORE__PRIVATE int cucore__py_is_made_exactly(cucore__py_state *state, const cucore__py_maker *maker, PyObject *made,
                                               const cucore_view *given)
{
    cucore__py_type_info info;
    if (maker->kind == CUCORE__PY_JAX) return cucore__py_is_made_by_jax(state, made, given);
    if (maker->importer) return 0;
    if (maker->kind == CUCORE__PY_TABLE)
        return cucore__py_recall(state, Py_TYPE(made), &info) && info.traits.facts & CUCORE__PY_IS_QUIET;
    return maker->kind != CUCORE__PY_CUPY && maker->kind != CUCORE__PY_NUMBA;
}

/* python/out/results.c: allocates memory for results, and hands results over. */
/* The error of an allocator. */
typedef struct cucore__py_allocator_error {
    char kind[32];
    char message[256];
} cucore__py_allocator_error;

CUCORE__PRIVATE void cucore__py_note_error(void *context, const char *kind, const char *message)
{
    cucore__py_allocator_error *error = (cucore__py_allocator_error *)context;
    cucore__text text = cucore__text_start(error->kind, sizeof error->kind);
    cucore__text_add(&text, "%s", kind ? kind : "");
    text = cucore__text_start(error->message, sizeof error->message);
    cucore__text_add(&text, "%s", message ? message : "");
}

CUCORE__PRIVATE int cucore__py_raise_allocator_error(const cucore__py_allocator_error *error)
{
    PyObject *const known[] = {PyExc_MemoryError, PyExc_BufferError, PyExc_ValueError, PyExc_TypeError};
    static const char *const names[] = {"MemoryError", "BufferError", "ValueError", "TypeError"};
    PyObject *exception = PyExc_RuntimeError;
    int i;
    if (PyErr_Occurred()) return -1; /* some allocators set an exception as well (rules X14) */
    for (i = 0; i < 4; i++)
        if (strcmp(error->kind, names[i]) == 0) exception = known[i];
    PyErr_SetString(exception, error->message[0] ? error->message
                                                 : "the library could not allocate an array, and did not say why");
    return -1;
}

/* The description of a new array. */
typedef struct cucore__py_array_spec {
    int device_type, device_id, ndim;
    const int64_t *shape;
    cucore_dtype dtype;
    CUstream stream;
} cucore__py_array_spec;

/* Returns the result of a function of a table: -1 also if it returned 0 with an exception, or -1 without (rules X11,
 * B66). */
CUCORE__PRIVATE int cucore__py_table_result(int result, const char *what)
{
    if (result == 0 && !PyErr_Occurred()) return 0;
    if (!PyErr_Occurred()) PyErr_Format(PyExc_BufferError, "%s failed without an exception", what);
    return -1;
}

CUCORE__PRIVATE int cucore__py_table_stream(const cucore_exchange_api *api, const cucore_view *view, CUstream *out)
{
    void *stream = NULL;
    int result = api->current_work_stream((DLDeviceType)CUCORE_DEVICE_TYPE_CUDA,
                                          view->device_id > 0 ? view->device_id : 0, &stream);
    *out = cucore__stream_normalize((CUstream)stream);
    return cucore__py_table_result(result, "current_work_stream");
}

CUCORE__PRIVATE cucore_status cucore__py_check_new(const cucore_view *view, const cucore__py_array_spec *spec)
{
    int i;
    for (i = 0; i < spec->ndim && view->layout.ndim == spec->ndim && view->layout.shape[i] == spec->shape[i]; i++) {
    }
    if (i == spec->ndim && view->layout.ndim == i && cucore_dtype_is_equal(view->dtype, spec->dtype) &&
        cucore_layout_is_c_contiguous(&view->layout)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_PROTOCOL, "the library was asked for a dense array of %d axes, but made another one",
                       spec->ndim);
}

/* Orders new memory before the work on `stream`. */
CUCORE__PRIVATE int cucore__py_order_new(const cucore_view *view, CUstream stream)
{
    if (!view->device_accessible || stream == CUCORE_STREAM_HOST || !cucore__view_is_pending(view, stream)) return 0;
    return cucore__py_is_producer_stream(view, stream) ? 0 : cucore__py_call_detached(cucore__view_order, view, stream);
}

CUCORE__PRIVATE int cucore__py_table_take(const cucore_exchange_api *api, DLManagedTensorVersioned *managed,
                                          const cucore__py_array_spec *spec, cucore_view *out)
{
    static const cucore_arg trusting =
        CUCORE_ARG(NULL, NULL, NULL, CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    cucore_status status = cucore_view_adopt_dlmanaged_versioned(managed, &trusting, out);
    if (status) return cucore__py_raise(status);
    out->private_.release = cucore__py_release_result_tensor;
    out->descr = (void *)(uintptr_t)api;
    status = cucore__py_check_new(out, spec);
    if (status) {
        cucore__py_raise(status);
        return cucore__py_release_failed(out);
    }
    if (!out->device_accessible) return 0;
    if (cucore__py_table_stream(api, out, &out->producer_stream) < 0) return cucore__py_release_failed(out);
    out->has_producer_stream = 1;
    out->producer_context = NULL;
    return cucore__py_order_new(out, spec->stream) < 0 ? cucore__py_release_failed(out) : 0;
}

CUCORE__PRIVATE int cucore__py_table_empty(const cucore_exchange_api *api, const cucore__py_array_spec *spec,
                                           cucore_view *out)
{
    cucore__py_allocator_error error;
    DLManagedTensorVersioned *managed = NULL;
    DLTensor prototype;
    int device_id = spec->device_id;
    cucore_status status = CUCORE_OK;
    int kind = spec->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST      ? CUCORE_DEVICE_TYPE_CPU
               : spec->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED ? CUCORE_DEVICE_TYPE_CUDA
                                                                      : spec->device_type;
    if (!api->managed_tensor_allocator) {
        PyErr_SetString(PyExc_BufferError, "the exchange table of the library has no allocator");
        return -1;
    }
    if (kind != CUCORE_DEVICE_TYPE_CPU && device_id < 0) {
        status = cucore__py_load_driver();
        if (!status) status = cucore__device_id_resolve(device_id, &device_id);
        if (status) return cucore__py_raise(status);
    }
    prototype.data = NULL;
    prototype.device.device_type = (DLDeviceType)kind;
    prototype.device.device_id = kind == CUCORE_DEVICE_TYPE_CPU ? 0 : device_id;
    prototype.ndim = spec->ndim;
    prototype.dtype.code = spec->dtype.code;
    prototype.dtype.bits = spec->dtype.bits;
    prototype.dtype.lanes = spec->dtype.lanes;
    prototype.shape = (int64_t *)(uintptr_t)spec->shape;
    prototype.strides = NULL;
    prototype.byte_offset = 0;
    error.kind[0] = error.message[0] = '\0';
    if (api->managed_tensor_allocator(&prototype, &managed, &error, cucore__py_note_error) || !managed)
        return cucore__py_raise_allocator_error(&error);
    return cucore__py_table_take(api, managed, spec, out);
}

/* Makes a NumPy array by PyArray_New, which does what numpy.empty does in a third of the time.  NULL without an
 * exception: numpy.empty has to be called, since NumPy has no number for the dtype, or its C functions are unknown. */
CUCORE__PRIVATE PyObject *cucore__py_numpy_new(cucore__py_state *state, const cucore__py_array_spec *spec)
{
    typedef PyObject *(*maker)(PyTypeObject *, int, const Py_ssize_t *, int, const Py_ssize_t *, void *, int, int,
                               PyObject *);
    void *const *table = (void *const *)CUCORE__LOAD(&state->numpy);
    Py_ssize_t shape[CUCORE_MAX_NDIM + 1];
    maker make = NULL;
    int i, type = 0;
    while (type < CUCORE__NUMPY_TYPE_COUNT &&
           (cucore__numpy_types[type].bits != spec->dtype.bits || cucore__numpy_types[type].code != spec->dtype.code))
        type++;
    if (!table || type == CUCORE__NUMPY_TYPE_COUNT || spec->dtype.lanes != 1) return NULL;
    for (i = 0; i < spec->ndim; i++) {
        shape[i] = (Py_ssize_t)spec->shape[i];
        if (shape[i] != spec->shape[i]) return NULL;
    }
    memcpy(&make, &table[CUCORE__NUMPY_NEW], sizeof make);
    return make((PyTypeObject *)table[CUCORE__NUMPY_NDARRAY], spec->ndim, shape, type, NULL, NULL, 0, 0, NULL);
}

/* Calls function(shape, dtype). */
CUCORE__PRIVATE PyObject *cucore__py_call_empty(cucore__py_state *state, PyObject *function,
                                                const cucore__py_array_spec *spec)
{
    PyObject *shape = cucore__py_ints(spec->shape, spec->ndim), *made = NULL;
    PyObject *dtype = shape ? cucore__py_dtype_argument(state, spec->dtype) : NULL;
    if (dtype) made = PyObject_CallFunctionObjArgs(function, shape, dtype, NULL);
    Py_XDECREF(dtype);
    Py_XDECREF(shape);
    return made;
}

/* Moves the fields of a view to `out`, whose owner becomes the array itself. */
CUCORE__PRIVATE void cucore__py_adopt(cucore_view *view, PyObject *made, cucore_view *out)
{
    void *owner = view->private_.owner, *descr = view->descr;
    void (*release)(cucore_view *) = view->private_.release;
    cucore__view_move(view, out);
    cucore__view_own(view, owner, release);
    view->descr = descr;
    cucore_view_release(view);
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    out->pep3118_format = NULL;
    out->descr = NULL;
    cucore__view_own(out, made, cucore__py_release_result_array);
}

/* Takes the view of a new array of NumPy, CuPy or Numba, which `out` then owns.  The function takes `made` over. */
CUCORE__PRIVATE int cucore__py_take_result_array(PyObject *made, int kind, const cucore__py_array_spec *spec,
                                                 cucore_view *out)
{
    cucore_arg arg = CUCORE_ARG(NULL, NULL, NULL, CUCORE_WRITE | CUCORE_ALLOW_UNALIGNED | CUCORE_KEEP_VERSION);
    const CUstream stream = spec->stream == CUCORE_STREAM_HOST ? CUCORE_STREAM_NO_SYNC : spec->stream;
    cucore_view view;
    cucore_status status;
    int failed;
    arg.reinterpret = spec->dtype;
    if (kind == CUCORE__PY_NUMBA)
        arg.producer_stream = CUCORE_STREAM_LEGACY; /* the stream that its arrays use by default */
    if (kind != CUCORE__PY_NUMPY) arg.flags |= CUCORE_BY_CAI;
    failed = cucore_py_view(made, &arg, stream, &view);
    if (failed) {
        cucore__py_drop(made);
        return -1;
    }
    cucore__py_adopt(&view, made, out);
    status = cucore__py_check_new(out, spec);
    if (!status && out->device_id < 0 &&
        kind != CUCORE__PY_NUMPY) { /* the address of an empty one does not show the device */
        status = cucore__device_id_resolve(spec->device_id, &out->device_id);
    }
    if (!status) return 0;
    cucore__py_raise(status);
    return cucore__py_release_failed(out);
}

/* Calls the function of the library: NumPy has host memory only, CuPy and Numba allocate on the current device. */
CUCORE__PRIVATE int cucore__py_library_empty(cucore__py_state *state, int kind, const cucore__py_array_spec *spec,
                                             cucore_view *out)
{
    const int numpy = kind == CUCORE__PY_NUMPY;
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    PyObject *function, *made;
    int result = -1;
    if (spec->device_type == (numpy ? CUCORE_DEVICE_TYPE_CUDA : CUCORE_DEVICE_TYPE_CPU)) {
        PyErr_Format(PyExc_ValueError,
                     "the argument is an array of %s, which has no memory of the kind of the result (%s)",
                     numpy                     ? "NumPy"
                     : kind == CUCORE__PY_CUPY ? "cupy"
                                               : "numba.cuda",
                     cucore__device_name(spec->device_type));
        return -1;
    }
    if (numpy) {
        made = cucore__py_numpy_new(state, spec);
        if (made) return cucore__py_take_result_array(made, kind, spec, out);
        if (PyErr_Occurred()) return -1;
    }
    function = cucore__py_constructor(state, numpy                     ? CUCORE__PY_NUMPY_EMPTY
                                             : kind == CUCORE__PY_CUPY ? CUCORE__PY_CUPY_EMPTY
                                                                       : CUCORE__PY_NUMBA_DEVICE_ARRAY);
    if (!function) return -1;
    guard.private_[0] = NULL;
    if (!numpy) status = cucore__py_load_driver();
    if (!numpy && !status) status = cucore_context_enter_device(spec->device_id, &guard);
    if (status) {
        cucore__py_raise(status);
    } else {
        made = cucore__py_call_empty(state, function, spec);
        if (made) result = cucore__py_take_result_array(made, kind, spec, out);
        cucore_context_leave(&guard);
    }
    Py_DECREF(function);
    return result;
}

/* Returns 1 for a dtype that from_dlpack of torch 2.3 to 2.9 does not know: float8, smaller ones, vectors (rules
 * B135). */
CUCORE__PRIVATE int cucore__py_is_unknown_to_torch(cucore_dtype dtype)
{
    return (dtype.code > CUCORE_CODE_BOOL || dtype.bits < 8 || dtype.lanes != 1) && dtype.code < CUCORE_CODE_OPAQUE;
}

/* Returns the dtype of torch by its name, as a new reference; NULL with an exception: this torch has none, or not in a
 * byte for each element. */
CUCORE__PRIVATE PyObject *cucore__py_dtype_of_torch(cucore_dtype dtype)
{
    PyObject *found = NULL;
    char name[32];
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (dtype.bits == 8 && dtype.lanes == 1 && cucore__py_imported_attribute("torch", name, &found) < 0) return NULL;
    if (!found) PyErr_Format(PyExc_BufferError, "the result is of dtype %s, which this version of torch has not", name);
    return found;
}

CUCORE__PRIVATE int cucore__py_empty(cucore__py_state *state, PyObject *like, const cucore__py_array_spec *spec,
                                     cucore_view *out)
{
    CUstream stream = spec->stream;
    cucore_array_spec made;
    cucore_status status;
    cucore__py_maker maker;
    int kind = cucore__py_maker_of(state, like, &maker);
    Py_XDECREF(maker.importer); /* looked up to refuse a `like` without one */
    switch (kind) {
    case CUCORE__PY_TABLE: return cucore__py_table_empty(maker.api, spec, out);
    case CUCORE__PY_NUMPY:
    case CUCORE__PY_CUPY:
    case CUCORE__PY_NUMBA: return cucore__py_library_empty(state, kind, spec, out);
    case CUCORE__PY_JAX:
        if (cucore__py_check_narrow(spec->dtype) < 0) return -1;
        break;
    case CUCORE__PY_TORCH:
        if (cucore__py_is_unknown_to_torch(spec->dtype)) {
            PyObject *dtype = cucore__py_dtype_of_torch(spec->dtype);
            if (!dtype) return -1;
            Py_DECREF(dtype);
        }
        break;
    case CUCORE__PY_LIBRARY:
    case CUCORE__PY_NO_LIBRARY: break;
    default: return -1;
    }
    if (stream == CUCORE_STREAM_HOST || stream == CUCORE_STREAM_NO_SYNC) stream = CUCORE_STREAM_LEGACY;
    memset(&made, 0, sizeof made);
    made.dtype = spec->dtype;
    made.ndim = spec->ndim;
    made.shape = spec->shape;
    made.device_type = spec->device_type;
    made.device_id = spec->device_id;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_allocate(&made, NULL, stream, out);
    Py_END_ALLOW_THREADS
    if (status) return cucore__py_raise(status);
    cucore__py_share_memory(out);
    return 0;
}

CUCORE_API int cucore_py_empty(PyObject *like, const cucore_array_spec *spec, CUstream stream, cucore_view *out)
{
    cucore__py_state local, *state;
    cucore__py_array_spec wanted;
    int result;
    cucore__view_clear(out);
    if (spec->ndim < 0 || spec->ndim > CUCORE_MAX_NDIM || (spec->ndim && !spec->shape)) {
        PyErr_Format(PyExc_ValueError, "an array cannot have %d axes%s", spec->ndim,
                     spec->ndim ? ", or the shape is NULL" : "");
        return -1;
    }
    if (spec->strides || spec->reserved[0] || spec->reserved[1]) {
        PyErr_Format(PyExc_ValueError, "a result is dense: %s of its spec is not NULL",
                     spec->strides ? "strides" : "reserved");
        return -1;
    }
    if (cucore__spec_is_on_device(spec) && spec->device_id < 0 && spec->device_id != CUCORE_DEVICE_CURRENT)
        return cucore__py_raise(cucore__fail_device_id(spec->device_id));
    wanted.device_type = spec->device_type;
    wanted.device_id = spec->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST && spec->device_id == CUCORE_DEVICE_NONE
                           ? CUCORE_DEVICE_CURRENT
                           : spec->device_id;
    wanted.dtype = spec->dtype;
    wanted.ndim = spec->ndim;
    wanted.shape = spec->shape;
    wanted.stream = cucore__stream_normalize(stream);
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    result = cucore__py_empty(state, like, &wanted, out);
    cucore__py_state_put(state, &local);
    return result;
}

CUCORE_API int cucore_py_empty_like(PyObject *like, const cucore_view *view, CUstream stream, cucore_view *out)
{
    cucore_array_spec spec;
    cucore_status status = view ? cucore__view_check_sound("cucore_py_empty_like: view", view)
                                : cucore__fail_null("cucore_py_empty_like", "view");
    if (out) cucore__view_clear(out);
    if (status) return cucore__py_raise(status);
    memset(&spec, 0, sizeof spec);
    spec.dtype = view->dtype;
    spec.ndim = view->layout.ndim;
    spec.shape = view->layout.shape;
    spec.device_type = view->device_type; /* the device of an empty array may be unknown */
    spec.device_id = view->device_id < 0 ? CUCORE_DEVICE_CURRENT : view->device_id;
    return cucore_py_empty(like, &spec, stream, out);
}

/* -- handing results over -------------------------------------------------------------------------------------- */
/* Makes an object of a tensor, which is consumed in any case (rules 0.8). */
CUCORE__PRIVATE PyObject *cucore__py_table_wrap(const cucore_exchange_api *api, DLManagedTensorVersioned *managed)
{
    void *made = NULL;
    int result = api->managed_tensor_to_py_object_no_sync(managed, &made);
    if (cucore__py_table_result(result, "managed_tensor_to_py_object_no_sync") < 0) {
        if (made) cucore__py_drop((PyObject *)made);
        return NULL;
    }
    if (!made) PyErr_SetString(PyExc_BufferError, "managed_tensor_to_py_object_no_sync gave no object");
    return (PyObject *)made;
}

/* Hands over memory of cucore_py_empty, which belongs to the library already: its stream waits for the work on
 * `stream`. */
CUCORE__PRIVATE PyObject *cucore__py_hand_result(cucore_view *view, CUstream stream)
{
    if (view->has_producer_stream && cucore__py_producer_must_wait(view, stream) &&
        cucore__py_call_detached(cucore__view_finish, view, stream) < 0) {
        return NULL;
    }
    if (view->private_.release == cucore__py_release_result_array) {
        view->private_.release = NULL;
        return (PyObject *)view->private_.owner;
    }
    view->private_.release = NULL;
    return cucore__py_table_wrap((const cucore_exchange_api *)view->descr,
                                 (DLManagedTensorVersioned *)view->private_.owner);
}

/* Makes `later` wait for the pending work, which counts as work on `later` afterwards. */
CUCORE__PRIVATE int cucore__py_hand_over(cucore_view *view, CUstream later)
{
    if (!view->has_producer_stream) return 0;
    if (cucore__py_order_export(view, later) < 0) return -1;
    return cucore_py_check(cucore_view_set_producer_stream(view, later));
}

/* Hands a view to a library with a table, which knows host and device memory: pinned memory counts as host, managed as
 * device memory. */
CUCORE__PRIVATE PyObject *cucore__py_hand_to_table(const cucore_exchange_api *api, cucore_view *view)
{
    DLManagedTensorVersioned *managed = NULL;
    CUstream current = NULL;
    int on_host = view->host_accessible && view->device_type != CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    cucore_status status;
    if (on_host) {
        if (cucore__py_hand_over(view, CUCORE_STREAM_HOST) < 0) return NULL;
    } else if (view->device_accessible) {
        if (cucore__py_table_stream(api, view, &current) < 0 || cucore__py_hand_over(view, current) < 0) return NULL;
    }
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST)
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED)
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CUDA, view->device_id);
    status = cucore_view_move_to_dlmanaged_versioned(view, 0, &managed);
    if (!status) return cucore__py_table_wrap(api, managed);
    cucore__py_raise(status);
    return NULL;
}

/* Calls function(array).  The function takes both over; either may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_apply(PyObject *function, PyObject *array)
{
    PyObject *result = function && array ? PyObject_CallFunctionObjArgs(function, array, NULL) : NULL;
    PyObject *error = result ? NULL : cucore__py_error_take();
    Py_XDECREF(array);
    Py_XDECREF(function);
    if (!result) cucore__py_error_put(error);
    return result;
}

/* Calls function(cucore.Array) as cucore__py_apply does; the view moves into the array. */
CUCORE__PRIVATE PyObject *cucore__py_apply_to_view(cucore__py_state *state, PyObject *function, cucore_view *view)
{
    return cucore__py_apply(function, function ? cucore__py_array_new(state, view) : NULL);
}

/* Calls array.view(dtype).  The function takes both over; `dtype` may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_view_as(PyObject *array, PyObject *dtype)
{
    PyObject *cast = dtype ? PyObject_GetAttrString(array, "view") : NULL;
    PyObject *named = cast ? PyObject_CallFunctionObjArgs(cast, dtype, NULL) : NULL;
    Py_XDECREF(cast);
    Py_XDECREF(dtype);
    cucore__py_drop(array);
    return named;
}

/* Hands bytes to torch, which get their dtype afterwards; the view moves into the tensor. */
CUCORE__PRIVATE PyObject *cucore__py_hand_bytes_to_torch(cucore__py_state *state, PyObject *importer, cucore_view *view)
{
    PyObject *dtype = cucore__py_dtype_of_torch(view->dtype), *made = NULL;
    if (!dtype) return NULL;
    view->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    view->padded = 0;
    Py_INCREF(importer);
    made = cucore__py_apply_to_view(state, importer, view);
    if (made) return cucore__py_view_as(made, dtype);
    cucore__py_drop(dtype);
    return NULL;
}

/* Makes a NumPy array.  A dtype without a buffer format is passed as bytes or words, and gets its name in NumPy. */
CUCORE__PRIVATE PyObject *cucore__py_hand_to_numpy(cucore__py_state *state, cucore_view *view)
{
    char format[16];
    cucore_dtype dtype = view->dtype;
    PyObject *array, *memory;
    int plain = view->pep3118_format || cucore_dtype_to_pep3118(dtype, format, sizeof format) >= 0;
    if (!view->host_accessible) {
        PyErr_SetString(PyExc_ValueError, "the result is in device memory, which no NumPy array can be");
        return NULL;
    }
    if (!plain) {
        if (dtype.code >= CUCORE_CODE_OPAQUE || dtype.itemsize > 2 || view->layout.itembits % 8) {
            cucore__py_raise(CUCORE_UNSUPPORTED);
            return NULL;
        }
        view->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8 * (int)dtype.itemsize, 1);
        view->padded = 0;
    }
    array = cucore__py_array_new(state, view);
    memory = array ? PyMemoryView_FromObject(array) : NULL; /* NumPy would hide why there is no buffer */
    Py_XDECREF(array);
    array = memory ? cucore__py_apply(cucore__py_constructor(state, CUCORE__PY_NUMPY_ASARRAY), memory) : NULL;
    if (plain || !array) return array;
    return cucore__py_view_as(array, cucore__py_dtype_argument(state, dtype));
}

/* Returns 1 if an array has the very elements of a view, which is then taken from it; 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_has_elements(PyObject *like, const cucore_view *view)
{
    cucore_view own;
    int found;
    if (like && cucore__py_peek_ndarray(like, &own) && cucore__view_has_same_elements(&own, view)) return 1;
    found = cucore__py_view_again(like, CUCORE_BORROW | cucore__py_odd_flag(view), view->dtype, &own);
    if (found <= 0) return found;
    found = cucore__view_has_same_elements(&own, view);
    cucore_view_release(&own);
    return found;
}

/* Returns 1 for a view as an intake made it, not a part or a cast of one: it owns something, or was lent
 * (CUCORE_BORROW). */
CUCORE__PRIVATE int cucore__view_is_of_an_intake(const cucore_view *view)
{
    if (view->protocol == CUCORE_PROTOCOL_MEMORY) return 0;
    return view->private_.release || view->protocol == CUCORE_PROTOCOL_DLTENSOR;
}

/* Hands a view of an argument back as the argument, if `like` is that, and ends the access as cucore_py_args_release
 * does.  1 with a new reference, 0: it is another array, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_hand_back(const cucore__py_state *state, const cucore_view *view, PyObject *like,
                                         CUstream stream, PyObject **out)
{
    int same = 0;
    const int holds_buffer =
        view->private_.release == cucore__py_release_buffer || view->private_.release == cucore__py_release_ndarray;
    if (view->converted == 2 && holds_buffer && like && !PyType_Check(like) && !PyModule_Check(like) &&
        !PyUnicode_Check(like)) {
        same = cucore__py_offers_a_protocol(state, like);
        if (same < 0) return -1;
        if (!same) like = ((const Py_buffer *)(const void *)view->private_.storage)->obj; /* of numpy.asarray */
    }
    same = cucore__view_is_of_an_intake(view) ? cucore__py_has_elements(like, view) : 0;
    if (same <= 0) return same;
    if (cucore__py_producer_must_wait(view, stream) &&
        cucore__py_call_detached(cucore__view_finish, view, stream) < 0) {
        return -1;
    }
    Py_INCREF(like);
    *out = like;
    return 1;
}

/* Returns 1 if all bytes of `part` are between the first and the last byte of `whole`. */
CUCORE__PRIVATE int cucore__view_is_part_of(const cucore_view *part, const cucore_view *whole)
{
    int64_t first[2] = {0, 0}, end[2] = {0, 0};
    if (!cucore__device_type_has_addresses(part->device_type) && part->ptr != whole->ptr) return 0;
    if (cucore__layout_byte_bounds(&part->layout, &first[0], &end[0]) ||
        cucore__layout_byte_bounds(&whole->layout, &first[1], &end[1])) {
        return 0; /* unreachable: both are sound */
    }
    return (uintptr_t)part->ptr + (uintptr_t)first[0] >= (uintptr_t)whole->ptr + (uintptr_t)first[1] &&
           (uintptr_t)part->ptr + (uintptr_t)end[0] <= (uintptr_t)whole->ptr + (uintptr_t)end[1];
}

/* Makes a view of all of `like` the owner of a borrowed view that shows a part of it, at an address that stays (rules
 * A6, B120).  0, -1 with an exception: the view is of something else, and its memory may be freed at any time. */
CUCORE__PRIVATE int cucore__py_keep_whole(PyObject *like, cucore_view *part)
{
    const cucore_dtype any = {0, 0, 0, 0};
    const int named = part->dtype.code >= CUCORE_CODE_OPAQUE;
    cucore_view *whole = (cucore_view *)malloc(sizeof *whole);
    int found = whole ? cucore__py_view_again(like, 0, any, whole) : -1;
    if (found > 0 && whole->private_.release && cucore__view_is_part_of(part, whole)) {
        if (whole->readonly && !part->readonly) {
            part->readonly = 1;
            part->unproven = whole->unproven;
        }
        part->protocol = CUCORE_PROTOCOL_MEMORY;
        part->pep3118_format = named ? whole->pep3118_format : NULL;
        part->descr = named ? whole->descr : NULL;
        cucore__view_own(part, whole, cucore__wrapped_release);
        part->private_.free_owner = cucore__py_free_whole;
        return 0;
    }
    if (!whole) PyErr_NoMemory();
    if (found > 0) cucore_view_release(whole);
    free(whole);
    if (found >= 0) {
        PyErr_SetString(PyExc_BufferError,
                        "the view borrows its memory, and `like` is not the array that it is of or a part of: nothing "
                        "would keep the memory alive");
    }
    return -1;
}

/* Checks that the memory of a view can leave its array: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_given(PyObject *like, cucore_view *view)
{
    cucore_status status;
    if (!view->private_.release) return cucore__layout_is_empty(&view->layout) ? 0 : cucore__py_keep_whole(like, view);
    status = cucore__view_check_movable("cucore_py_return", view);
    if (status == CUCORE_INVALID_ARGUMENT) return cucore__py_raise(status); /* a copied struct */
    if (!status) return 0;
    PyErr_SetString(PyExc_BufferError,
                    "the view is of an array that holds a buffer, so that its memory cannot be given to another one: "
                    "`like` has to be that array itself");
    return -1;
}

#if defined(CUCORE_COPY_H)
/* Hands over the view of a converted argument.  What was written is copied back, and `like` is the result if it is the
 * argument; else the view keeps only its fresh memory.  1 with a new reference, 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_hand_converted(cucore_view *view, PyObject *like, CUstream stream,
                                                           PyObject **out)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    int same;
    if (cucore__py_convert_back(view, stream) < 0) return -1;
    same = conversion->writes ? cucore__py_has_elements(like, &conversion->original) : 0;
    if (same < 0) return -1;
    if (cucore__py_producer_must_wait(&conversion->original, stream) &&
        cucore__py_call_detached(cucore__view_finish, &conversion->original, stream) < 0) {
        return -1;
    }
    if (!same) {
        cucore__py_convert_keep(view);
        return 0;
    }
    Py_INCREF(like);
    *out = like;
    return 1;
}
#endif

/* Makes an array of the library of `maker`; the view moves into it, or keeps what it has if there is an exception. */
CUCORE__PRIVATE PyObject *cucore__py_hand_to(cucore__py_state *state, const cucore__py_maker *maker, cucore_view *view)
{
    if (maker->kind == CUCORE__PY_TORCH && maker->importer && cucore__py_is_unknown_to_torch(view->dtype))
        return cucore__py_hand_bytes_to_torch(state, maker->importer, view);
    if (maker->importer) {
        Py_INCREF(maker->importer);
        return cucore__py_apply_to_view(state, maker->importer, view);
    }
    switch (maker->kind) {
    case CUCORE__PY_TABLE: return cucore__py_hand_to_table(maker->api, view);
    case CUCORE__PY_NUMPY: return cucore__py_hand_to_numpy(state, view);
    case CUCORE__PY_CUPY:
        return cucore__py_apply_to_view(state, cucore__py_constructor(state, CUCORE__PY_CUPY_FROM_DLPACK), view);
    default: break;
    }
    if (maker->kind != CUCORE__PY_NUMBA)
        return cucore__py_array_set_stream(view) < 0 ? NULL : cucore__py_array_new(state, view);
    /* the stream may be destroyed before the array is used: the legacy default stream never is */
    if (cucore__py_hand_over(view, CUCORE_STREAM_LEGACY) < 0) return NULL;
    view->has_producer_stream = 0; /* Numba would wait on the host for a stream */
    return cucore__py_apply_to_view(state, cucore__py_constructor(state, CUCORE__PY_NUMBA_AS_CUDA_ARRAY), view);
}

/* Hands memory to a library, and compares what it makes of it (rules B124).  The references of `maker` are given
 * back. */
CUCORE__PRIVATE PyObject *cucore__py_hand_checked(cucore__py_state *state, cucore__py_maker *maker, cucore_view *view)
{
    const int is_jax = maker->kind == CUCORE__PY_JAX;
    cucore_view given;
    PyObject *made = NULL;
    if (!is_jax || cucore__py_check_narrow(view->dtype) == 0) {
        cucore__py_note_given(view, &given);
        made = cucore__py_hand_to(state, maker, view);
    }
    if (made && !cucore__py_is_made_exactly(state, maker, made, &given) &&
        cucore__py_check_made(made, &given, is_jax ? CUCORE__PY_JAX_IS_NARROW : NULL) < 0) {
        cucore__py_drop(made);
        made = NULL;
    }
    Py_XDECREF(maker->importer);
    return made;
}

/* Hands memory to the from_dlpack of a library; if an array has none, the result is a cucore.Array. */
CUCORE__PRIVATE PyObject *cucore__py_hand_memory(cucore__py_state *state, cucore_view *view, PyObject *like,
                                                 CUstream stream)
{
    PyObject *made = NULL;
    cucore__py_maker maker;
    int kind;
#if defined(CUCORE_COPY_H)
    kind = cucore__py_is_converted(view) ? cucore__py_hand_converted(view, like, stream, &made)
                                         : cucore__py_hand_back(state, view, like, stream, &made);
#else
    kind = cucore__py_hand_back(state, view, like, stream, &made);
#endif
    if (kind) return made;
    kind = cucore__py_maker_of(state, like, &maker);
    if (kind >= CUCORE__PY_LIBRARY && kind <= CUCORE__PY_TORCH && !maker.importer &&
        cucore__py_find_importer(like, &maker.importer) < 0) {
        kind = -1;
    }
    if (kind < 0) return NULL;
    if (cucore__py_check_given(like, view) < 0 || cucore_py_check(cucore_view_set_producer_stream(view, stream)) < 0) {
        Py_XDECREF(maker.importer);
        return NULL;
    }
    return cucore__py_hand_checked(state, &maker, view);
}

CUCORE_API PyObject *cucore_py_return(cucore_view *view, PyObject *like, CUstream stream)
{
    cucore__py_state local, *state;
    PyObject *result = NULL, *error;
    if (!view || cucore__view_is_copy(view)) {
        cucore__py_raise(view ? cucore__fail_copy("cucore_py_return", view)
                              : cucore__fail_null("cucore_py_return", "view"));
        return NULL;
    }
    cucore__view_unmark(view); /* this function orders and copies back from here on */
    stream = cucore__stream_normalize(stream);
    if (view->private_.release == cucore__py_release_result_tensor ||
        view->private_.release == cucore__py_release_result_array) {
        result = cucore__py_hand_result(view, stream);
    } else if (!view->dtype.lanes) {
        PyErr_SetString(PyExc_ValueError, "cucore_py_return: the view holds no data: it was released, or never filled");
    } else if (cucore_py_check(cucore__view_check_sound("cucore_py_return: view", view)) == 0) {
        state = cucore__py_state_get(&local);
        if (state) result = cucore__py_hand_memory(state, view, like, stream);
        if (state) cucore__py_state_put(state, &local);
    }
    if (result && !view->private_.release) {
        cucore__view_clear(view);
        return result;
    }
    error = result ? NULL : cucore__py_error_take();
    cucore_view_release(view);
    if (!result) cucore__py_error_put(error);
    return result;
}

/* python/out/export_array.c: answers __array__ of an own type. */
/* The arguments of __array__, borrowed; NULL: not given, or None. */
typedef struct cucore__py_array_wish {
    PyObject *dtype, *copy;
} cucore__py_array_wish;

/* Reads the arguments of a call of __array__.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_collect(const cucore__py_state *state, PyObject *const *args, Py_ssize_t nargs,
                                             PyObject *names, cucore__py_array_wish *out)
{
    Py_ssize_t i, count = names ? PyTuple_Size(names) : 0;
    if (nargs > 1) {
        PyErr_Format(PyExc_TypeError, "__array__() takes at most 1 positional argument, but %zd were given", nargs);
        return -1;
    }
    out->copy = NULL;
    out->dtype = nargs ? args[0] : NULL;
    for (i = 0; i < count; i++) {
        PyObject *name = CUCORE__PY_TUPLE_ITEM(names, i);
        if (cucore__py_same_text(name, state->names[CUCORE__PY_COPY])) {
            out->copy = args[nargs + i];
        } else if (!nargs && cucore__py_same_text(name, state->names[CUCORE__PY_DTYPE])) {
            out->dtype = args[nargs + i];
        } else {
            PyErr_Format(PyExc_TypeError, "__array__() got an unexpected keyword argument '%.64U'", name);
            return -1;
        }
    }
    if (out->dtype == Py_None) out->dtype = NULL;
    return 0;
}

/* Returns a NumPy array of the same memory, which keeps the owner. */
CUCORE__PRIVATE PyObject *cucore__py_array_as_numpy(cucore__py_state *state, PyObject *owner, const cucore_view *view)
{
    cucore_view shared;
    PyObject *made, *error;
    memcpy(&shared, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&shared.layout, &view->layout);
    shared.private_.free_owner = NULL;
    shared.private_.access = NULL;
    shared.protocol = CUCORE_PROTOCOL_MEMORY;
    Py_INCREF(owner);
    Py_XINCREF((PyObject *)shared.descr);
    cucore__view_own(&shared, owner, cucore__py_release_object);
    made = cucore__py_hand_to_numpy(state, &shared);
    error = made ? NULL : cucore__py_error_take();
    cucore_view_release(&shared);
    if (!made) cucore__py_error_put(error);
    return made;
}

/* Calls numpy.array(array, dtype, copy=True, False or None).  The function takes `array` over, which may be NULL with
 * an exception. */
CUCORE__PRIVATE PyObject *cucore__py_array_convert(const cucore__py_state *state, PyObject *array, PyObject *dtype,
                                                   PyObject *copy)
{
    PyObject *function = array ? cucore__py_import("numpy", "array") : NULL, *made = NULL;
    PyObject *positional = function ? PyTuple_Pack(2, array, dtype) : NULL;
    PyObject *keywords = positional ? PyDict_New() : NULL;
    if (keywords && PyDict_SetItem(keywords, state->names[CUCORE__PY_COPY], copy) == 0)
        made = PyObject_Call(function, positional, keywords);
    Py_XDECREF(keywords);
    Py_XDECREF(positional);
    Py_XDECREF(function);
    Py_XDECREF(array);
    return made;
}

CUCORE_API PyObject *cucore_py_export_array(PyObject *owner, const cucore_view *view, PyObject *const *args,
                                            Py_ssize_t nargs, PyObject *names)
{
    cucore__py_state local, *state;
    cucore__py_array_wish wish;
    PyObject *array = NULL;
    int must_copy, must_share;
    if (!view || (!owner && cucore__py_raise_missing(PyExc_TypeError, "owner"))) return NULL;
    if (cucore_py_check(cucore__view_check_sound("view", view)) < 0) return NULL;
    state = cucore__py_state_get(&local);
    if (!state) return NULL;
    if (cucore__py_array_collect(state, args, nargs, names, &wish) == 0 &&
        cucore__py_asked_copy("__array__()", wish.copy, &must_copy, &must_share) == 0) {
        if (view->host_accessible) {
            array = cucore__py_array_as_numpy(state, owner, view);
            if (wish.dtype || must_copy || must_share) {
                array = cucore__py_array_convert(state, array, wish.dtype ? wish.dtype : Py_None,
                                                 must_copy    ? Py_True
                                                 : must_share ? Py_False
                                                              : Py_None);
            }
        } else {
            PyErr_Format(PyExc_TypeError,
                         "the array is in memory of %s, where NumPy cannot read it: copy it to the host first, as "
                         "numpy.from_dlpack(x, device=\"cpu\") does",
                         cucore__device_name(view->device_type));
        }
    }
    cucore__py_state_put(state, &local);
    return array;
}

/* ------------ >>impl-py-owner -- */
/* python/out/owner.c: keeps streams alive with memory, and moves views into Py_buffers and tensors. */
CUCORE_API int cucore_py_view_wrap(void *ptr, const cucore_array_spec *spec, PyObject *owner, cucore_view *out)
{
    cucore_status status = cucore_view_wrap(ptr, spec, owner, owner ? cucore__py_free_reference : NULL, out);
    cucore__py_waits_set();
    if (status) return cucore__py_raise(status);
    Py_XINCREF(owner);
    return 0;
}

CUCORE_API int cucore_py_view_keep_stream(cucore_view *view, PyObject *stream)
{
    cucore_buffer *memory;
    PyObject *kept = NULL;
    if (!view) return cucore__py_raise(cucore__fail_null("cucore_py_view_keep_stream", "view"));
    if (!stream || stream == Py_None || PyLong_Check(stream)) return 0;
    if (!cucore__view_is_freed_by(view, cucore__memory_free) && !cucore__view_is_freed_by(view, cucore__py_free_memory))
        return 0;
    memory = (cucore_buffer *)view->private_.owner;
    if (!memory->private_.resource) return 0;
    if (memory->release == cucore__py_free_reference) {
        kept = (PyObject *)memory->owner;
    } else if (memory->release) {
        PyErr_SetString(
            PyExc_ValueError,
            "cucore_py_view_keep_stream: the buffer has a release function already: let it keep the stream");
        return -1;
    }
    Py_INCREF(stream);
    memory->owner = stream;
    memory->release = cucore__py_free_reference;
    memory->private_.keeps_stream = 1;
    Py_XDECREF(kept);
    return 0;
}

/* Makes a cucore.Array that owns what the view did, which borrows afterwards.  On error the view is as it was. */
CUCORE__PRIVATE PyObject *cucore__py_array_of(cucore_view *view)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    PyObject *type = state ? cucore__py_array_type(state) : NULL;
    PyObject *self = type ? cucore__py_array_object(type) : NULL;
    cucore_view *held;
    cucore_owner owner;
    if (state) cucore__py_state_put(state, &local);
    Py_XDECREF(type);
    if (!self) return NULL;
    held = &CUCORE__PY_DATA(cucore__py_array, self)->view;
    cucore__view_clear(held);
    cucore__py_share_memory(view);
    if (cucore_view_detach(view, &owner)) {
        Py_DECREF(self);
        cucore__py_raise(cucore_last_error()->status);
        return NULL;
    }
    cucore__view_move(view, held);
    if (owner.release) cucore__view_own_wrapped(held, owner.owner, owner.release);
    cucore__py_array_filled(self);
    return self;
}

CUCORE_API int cucore_py_view_move_to_buffer(cucore_view *view, int flags, Py_buffer *out)
{
    cucore_status status = CUCORE_OK;
    PyObject *error;
    if (out) memset(out, 0, sizeof *out);
    if (!view || !out) {
        status = cucore__fail_null("cucore_py_view_move_to_buffer", view ? "out" : "view");
    } else if (cucore__view_is_copy(view)) {
        status = cucore__fail_copy("cucore_py_view_move_to_buffer", view);
    } else if (view->protocol == CUCORE_PROTOCOL_NONE) {
        status =
            cucore__invalid("cucore_py_view_move_to_buffer: the view holds no data: it was released, or never filled");
    } else {
        status = cucore__view_check_sound("cucore_py_view_move_to_buffer: view", view);
        if (!status) status = cucore__view_check_owns("cucore_py_view_move_to_buffer", view);
    }
    if (status) {
        cucore__py_raise(status);
    } else {
        status = cucore__py_buffer_describe(view, flags, out);
        if (status) {
            cucore__py_raise_buffer(status);
        } else {
            out->obj = cucore__py_array_of(view);
            if (out->obj) return 0;
            PyMem_Free(out->internal);
        }
        memset(out, 0, sizeof *out);
    }
    error = cucore__py_error_take();
    cucore_view_release(view);
    cucore__py_error_put(error);
    return -1;
}

/* Takes an array in, and moves what its view owns to `owner`; the view borrows afterwards.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_take_for_tensor(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *view,
                                               cucore_owner *owner)
{
    cucore_arg owned = arg ? *arg : cucore__arg_any;
    owned.flags &= ~CUCORE_BORROW;
    owner->owner = NULL;
    owner->release = NULL;
    if (cucore_py_view(obj, &owned, stream, view) < 0) return -1;
    cucore__view_unmark(view);
#if defined(CUCORE_COPY_H)
    if (cucore__py_is_converted(view) && !(owned.flags & CUCORE_WRITE)) cucore__py_convert_keep(view);
#endif
    cucore__py_share_memory(view);
    if (!cucore_view_detach(view, owner)) return 0;
    cucore__py_raise(cucore_last_error()->status);
    return cucore__py_release_failed(view);
}

/* Raises the last error, and gives the array back.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_tensor_failed(const cucore_arg *arg, cucore_status status,
                                                          cucore_owner *owner)
{
    if (status == CUCORE_INVALID_ARGUMENT) {
        cucore__py_raise(status);
    } else {
        cucore__py_refuse_status(arg ? arg : &cucore__arg_any, status);
    }
    cucore_owner_release(owner);
    return -1;
}

CUCORE_API int cucore_py_array_to_dlmanaged(PyObject *obj, const cucore_arg *arg, CUstream stream, uint64_t flags,
                                            DLManagedTensor **out)
{
    cucore_view view;
    cucore_owner owner;
    cucore_status status;
    *out = NULL;
    if (cucore__py_take_for_tensor(obj, arg, stream, &view, &owner) < 0) return -1;
    if (view.protocol == CUCORE_PROTOCOL_NONE) return 0;
    status = cucore_view_to_dlmanaged(&view, owner.owner, owner.release, flags, out);
    return status ? cucore__py_tensor_failed(arg, status, &owner) : 0;
}

CUCORE_API int cucore_py_array_to_dlmanaged_versioned(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                      uint64_t flags, DLManagedTensorVersioned **out)
{
    cucore_view view;
    cucore_owner owner;
    cucore_status status;
    *out = NULL;
    if (cucore__py_take_for_tensor(obj, arg, stream, &view, &owner) < 0) return -1;
    if (view.protocol == CUCORE_PROTOCOL_NONE) return 0;
    if (view.copied) flags |= CUCORE_EXPORT_COPIED;
    status = cucore_view_to_dlmanaged_versioned(&view, owner.owner, owner.release, flags, out);
    return status ? cucore__py_tensor_failed(arg, status, &owner) : 0;
}

CUCORE_END

#undef CUCORE__PY_JAX_IS_NARROW
#undef CUCORE__PY_HEAD
#undef CUCORE__PY_DATA
#undef CUCORE__PY_BASICSIZE
#undef CUCORE__PY_TUPLE_ITEM
#undef CUCORE__PY_TUPLE_SIZE
#undef CUCORE__PY_WRITE_BEGIN
#undef CUCORE__PY_WRITE_END
#undef CUCORE__PY_COPY_OUT
#undef CUCORE__PY_COPY_IN

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
