/* python/out/owner.h: streams that live as long as memory, and views as Py_buffers. */
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
