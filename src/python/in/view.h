/* --------------------------------------------------------------------------------------------------- >>py-view -- */
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
CUCORE_API CUCORE_NODISCARD int cucore_py_view_bytes(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                     cucore_view *out);

/* cucore_py_array_nbytes - the bytes of the elements of any array, as NumPy's nbytes
 *   obj  in   as cucore_py_view, also with strides that are no multiple of the itemsize (fields of packed structs)
 *   arg  in   as cucore_py_view_bytes, without a conversion; NULL: any array but one of Python objects
 *   -> 0 or more, whole bytes if elements are packed | -1 with an exception as cucore_py_view
 *   GIL held.  No order, and no driver call.  source: rules A8, A9 */
CUCORE_API CUCORE_NODISCARD int64_t cucore_py_array_nbytes(PyObject *obj, const cucore_arg *arg);

/* cucore_py_array_count_write - count up the version of a tensor that C has written to, or is going to write to
 *   obj  in  any object; nothing is counted of others than torch's and Paddle's tensors, and tensors of inference
 *   -> 0 | -1 with the exception of the library, ValueError (NULL)
 *   Autograd compares the version of a tensor that it saved for a gradient, and raises if it was counted up since.  An
 *   intake with CUCORE_WRITE counts once, when the array is accepted, unless the flags have CUCORE_KEEP_VERSION;
 *   cucore_py_copy and cucore_py_launch count when their work is enqueued.  Call this function yourself for each later
 *   write: to a view that is kept, and after Python code has run between the intake and the write.
 *   GIL held.  source: rules B123 */
CUCORE_API CUCORE_NODISCARD int cucore_py_array_count_write(PyObject *obj);

/* cucore_py_is_array - would cucore_py_view find a protocol in it?
 *   obj  in  any object, or NULL
 *   -> 1 or 0; never fails, and leaves an exception that is set.  Looks at the type and at the dict of the instance,
 *      and runs no code of the producer: the answers of a __getattr__ are not seen.  GIL held */
CUCORE_API int cucore_py_is_array(PyObject *obj);
