/* --------------------------------------------------------------------------------------------------- >>op-xla -- */
/* op/xla.h: buffers of XLA's FFI (jax.ffi) as views and back. */
/* cucore_view_from_xla_buffer - view a buffer that a handler of XLA's FFI got
 *   buffer     in   an XLA_FFI_Buffer *: an argument or a result of the call frame, which XLA keeps during the call;
 *                   checked field by field.  NULL: left out, with CUCORE_OPTIONAL
 *   device_id  in   CUCORE_DEVICE_NONE: memory of the host, of a handler for the platform "cpu"; else the number of the
 *                   device of a handler for "CUDA", or CUCORE_DEVICE_CURRENT: XLA makes its context current
 *   arg        in   what it has to be, as cucore_view_check; NULL: anything.  Several arguments are taken without
 *                   CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out        out  borrows the memory for the call; dense in C order, and writable, since a buffer names neither
 *                   strides nor rights: the caller sets `readonly` for arguments without input_output_aliases.  dims
 *                   are copied.  Zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, rank, a negative extent, device_id, arg) | OVERFLOW | PROTOCOL (struct_size; NULL
 *      dims; NULL data that is not empty) | UNSUPPORTED (a token, a dtype without a number in XLA's FFI, an unknown
 *      number) | WRONG_DTYPE, WRONG_SHAPE, WRONG_LAYOUT, WRONG_DEVICE (arg) | NO_DRIVER, DRIVER
 *   Elements of fewer than 8 bits are packed, as XLA has them.  A layout that is not row-major (input_layouts of
 *   jax.ffi.ffi_call) is not visible here.  The driver is asked where device memory is, as by
 *   cucore_view_from_dltensor, unless the array is empty or CUCORE_TRUST_PRODUCER is given.  No stream is ordered: work
 *   goes on the stream that XLA_FFI_Stream_Get returns.  Any thread; no GIL.
 *   source: rules X20, X21, 1.6 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_xla_buffer(const void *buffer, int device_id,
                                                                      const cucore_arg *arg, cucore_view *out);

/* cucore_view_to_xla_buffer - describe a view as a buffer that borrows everything
 *   view  in   must outlive out, at the same address: dims are its own shape
 *   size  in   sizeof(XLA_FFI_Buffer): the bytes at `out`
 *   out   out  an XLA_FFI_Buffer *; struct_size counts the fields of API 0.0 to 0.5, and later bytes are 0; data is
 *              NULL if empty; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, size, a view that is not sound) | WRONG_LAYOUT (not dense in C order) | UNSUPPORTED
 *      (a dtype that XLA's FFI has no number for; padded elements; a device that is neither the host nor CUDA)
 *   A buffer does not say where it is, nor that it is read-only.  Any thread; no driver call.
 *   source: rules X20, X21 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_xla_buffer(const cucore_view *view, size_t size, void *out);
