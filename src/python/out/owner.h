/* -------------------------------------------------------------------------------------------------- >>py-owner -- */
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
CUCORE_API CUCORE_NODISCARD int cucore_py_array_to_dlmanaged(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                             uint64_t flags, DLManagedTensor **out);
CUCORE_API CUCORE_NODISCARD int cucore_py_array_to_dlmanaged_versioned(PyObject *obj, const cucore_arg *arg,
                                                                       CUstream stream, uint64_t flags,
                                                                       DLManagedTensorVersioned **out);
