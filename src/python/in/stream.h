/* ------------------------------------------------------------------------------------------------- >>py-stream -- */
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
CUCORE_API CUCORE_NODISCARD int cucore_py_stream_from_object(PyObject *obj, CUstream *out);

/* cucore_py_stream_converter - for "O&": object -> *(CUstream *)out.  -> 1 | 0 with an exception */
CUCORE_API CUCORE_NODISCARD int cucore_py_stream_converter(PyObject *obj, void *out);

/* cucore_py_stream_to_tuple - the answer for a __cuda_stream__ method of your own: (0, handle)
 *   stream  in  NULL becomes 1, the number of the legacy default stream
 *   -> a new reference | NULL with an exception;  GIL held;  source: rules P16 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_stream_to_tuple(CUstream stream);
