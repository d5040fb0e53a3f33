/* --------------------------------------------------------------------------------------------------- >>py-view -- */
/* python/view.h: any object as a view. */
/* cucore_py_view - any array object as a view
 *   obj     in   numpy, torch, cupy, jax, numba, ..., a DLPack capsule, bytes, bytearray, memoryview, array.array, ...; with
 *                CUCORE_OPTIONAL also None and NULL
 *   arg     in   what it has to be, and how to take it in; names of extents count within this shape only.  NULL: anything
 *   stream  in   where you are going to use it: NULL legacy default, a handle, CUCORE_STREAM_HOST, CUCORE_STREAM_NO_SYNC.
 *                Not used for host memory
 *   out     out  owns a reference to the producer's data, unless borrowed: cucore_view_release; zeroed on error.  With
 *                CUCORE_WRITE and CUCORE_MAKE_...: cucore_py_args_release(out, 1, stream), which copies back
 *   -> 0 | -1 with TypeError (no array, dtype), BufferError, ValueError, RuntimeError, MemoryError, or the producer's
 *      exception.  Messages begin with the name of the argument
 *   GIL held.  Host arrays make no driver call.  A bare capsule is consumed, but not on error; it cannot be ordered on a
 *   stream.  Where DLPack's strides are impossible (CuPy's of reversed arrays), the same array is taken by another protocol
 *   that arg allows: the CUDA Array Interface if it names a stream, for host arrays a buffer or __array_interface__; a
 *   BufferError tells what to do where there is none.  source: rules B05, D1 to D37, X1 to X12, 3.1 to 3.3, A1 to A11
 *
 * By one protocol only, with a flag of the argument; TypeError when obj does not have it:
 *     CUCORE_BY_EXCHANGE         the C exchange table of obj's very type; BufferError where only __dlpack__ would do (another
 *                                device, a copy, what requires grad, lazily conjugated values)
 *     CUCORE_BY_DLPACK           obj.__dlpack_device__() and obj.__dlpack__(...), or a capsule: nothing is ordered then
 *     CUCORE_BY_CAI              obj.__cuda_array_interface__, ordered by an event
 *     CUCORE_BY_PEP3118          the buffer protocol
 *     CUCORE_BY_ARRAY_INTERFACE  obj.__array_interface__ */
CUCORE_API CUCORE_NODISCARD int cucore_py_view(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out);

/* cucore_py_is_array - would cucore_py_view find a protocol in it?
 *   obj  in  any object, or NULL
 *   -> 1 or 0; never fails, and leaves an exception that is set alone.  Looks at the type and at the dict of the instance: calls
 *      nothing of the producer, so that what a __getattr__ answers is not seen.  GIL held */
CUCORE_API int cucore_py_is_array(PyObject *obj);
