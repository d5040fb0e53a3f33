/* ------------------------------------------------------------------------------------------------- >>py-stream -- */
/* python/in/stream.h: stream objects. */
/* cucore_py_stream_from_object - any stream object as a CUstream
 *   obj  in   an object with __cuda_stream__ (torch, cupy, numba, cuda.core, ...); a stream of CuPy, torch, PyCUDA, CV-CUDA
 *             or Numba without it, which is known by the names of its type; an int (cudaStream_t or CUstream; 0 and 1
 *             legacy default, 2 per-thread default) or what has __index__; or None: the legacy default stream
 *   out  out  never NULL: 0 becomes CUCORE_STREAM_LEGACY; untouched on error.  Keep obj alive while you use it, and as long as
 *             memory of yours is to be freed on it: cucore_py_view_keep_stream
 *   -> 0 | -1 with TypeError (no stream, NULL), ValueError (an int that is no handle), BufferError (version other than 0, not a
 *      pair of ints, an attribute that is no handle), or the producer's exception
 *   No driver call; a handle cannot be checked.  source: rules A12 to A16, A20 */
CUCORE_API CUCORE_NODISCARD int cucore_py_stream_from_object(PyObject *obj, CUstream *out);

/* cucore_py_stream_converter - for "O&": object -> *(CUstream *)out.  -> 1 | 0 with an exception */
CUCORE_API CUCORE_NODISCARD int cucore_py_stream_converter(PyObject *obj, void *out);

/* cucore_py_view_keep_stream - the object of a stream lives as long as memory that is freed on that stream
 *   view    in/out  memory of cucore_view_allocate, or a buffer of cucore_view_adopt_buffer, before it is returned.  Nothing
 *                   happens to a view of other memory, which is not freed on a stream of yours
 *   stream  in      the object of the stream on which the memory was allocated: a reference is kept until the memory is freed,
 *                   in whoever's hands it is by then; one of an earlier call is given back.  NULL, None and ints have nothing
 *                   to keep
 *   -> 0 | -1 with ValueError (NULL; a buffer whose `release` you set: let that keep the stream)
 *   Python drops a stream before the arrays that were made on it, and drivers crash where a stream is used that is gone.
 *   GIL held; no driver call.  source: rules A16 */
CUCORE_API CUCORE_NODISCARD int cucore_py_view_keep_stream(cucore_view *view, PyObject *stream);

/* cucore_py_stream_to_tuple - the answer for a __cuda_stream__ method of your own: (0, handle)
 *   stream  in  NULL becomes 1, so that a default stream is named for what it is
 *   -> a new reference | NULL with an exception;  GIL held;  source: rules P16 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_stream_to_tuple(CUstream stream);
