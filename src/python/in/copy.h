/* --------------------------------------------------------------------------------------------------- >>py-copy -- */
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
CUCORE_API CUCORE_NODISCARD int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream,
                                               const cucore_copy_options *options);
