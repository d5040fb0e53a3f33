/* --------------------------------------------------------------------------------------------------- >>py-view -- */
/* python/view.h: any object as a view. */
/* cucore_py_view - any array object as a view
 *   obj     in   numpy, torch, cupy, jax, numba, ..., a DLPack capsule, bytes, bytearray, memoryview, array.array, ...
 *   stream  in   where you are going to use it: NULL legacy default, a handle, CUCORE_STREAM_HOST, CUCORE_STREAM_NO_SYNC.
 *                Not used for host memory
 *   flags   in   CUCORE_READ, CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_DEVICE_ACCESSIBLE, CUCORE_BORROW, ...
 *   out     out  owns a reference to the producer's data, unless borrowed: cucore_view_release; zeroed on error
 *   -> 0 | -1 with TypeError (no array), BufferError, ValueError, RuntimeError, MemoryError, or the producer's exception
 *   GIL held.  Host arrays make no driver call.  A bare capsule is consumed; it cannot be ordered on a stream.
 *   source: protocols D1 to D37, X1 to X12, 3.1 to 3.3, A1 to A11 */
CUCORE_API int cucore_py_view(PyObject *obj, CUstream stream, unsigned flags, cucore_view *out);

/* cucore_py_view_with - the same with every option of cucore_intake; intake NULL: all zero */
CUCORE_API int cucore_py_view_with(PyObject *obj, const cucore_intake *intake, cucore_view *out);
