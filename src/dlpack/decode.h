/* --------------------------------------------------------------------------------------------- >>dlpack-decode -- */
/* dlpack/decode.h: tensors as views. */
/* cucore_view_from_dltensor - view a tensor that other code keeps alive
 *   tensor        in   checked field by field (rules 1.6); shape and strides are copied, never written.  NULL: left
 *                      out, with CUCORE_OPTIONAL
 *   dlpack_flags  in   CUCORE_DLPACK_... of the managed tensor it came in, 0 for none
 *   arg           in   what it has to be, as cucore_view_check; NULL: anything.  Several arguments are taken without
 *                      CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out           out  borrows the memory; zeroed on error.  ptr is data + byte_offset
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, negative extent, arg) | OVERFLOW | PROTOCOL (dtype, NULL data that is not
 *      empty, ...) | UNSUPPORTED (dtype.code, lanes, device, byte_offset of a handle) | WRONG_DTYPE, WRONG_SHAPE,
 *      WRONG_LAYOUT, WRONG_DEVICE, READONLY (arg) | NO_DRIVER, DRIVER
 *   The driver is asked where device memory really is, and counts more than the tensor, unless the array is empty or
 *   CUCORE_TRUST_PRODUCER is given.  Memory that a capture allocates is not known to the driver: it is where the tensor
 *   says if arg->producer_stream is captured.  Host and pinned memory need no driver call.  No stream is ordered.  Any
 *   thread; no GIL.  With CUCORE_ALLOW_OTHER_DEVICES the tensor may be on any device: type and id are the tensor's, the
 *   driver is not asked, and data is not checked.  ptr is data + byte_offset on ROCm and oneAPI, where data is an
 *   address; elsewhere it may be a handle (OpenCL, Vulkan, Metal, ...), so that a byte_offset other than 0 is refused.
 *   source: rules 1.6 to 1.8, D8, D9, D36, B131, B137 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                                    const cucore_arg *arg, cucore_view *out);

/* cucore_view_adopt_dlmanaged - take over a legacy managed tensor
 *   managed  in   consumed: owned by out after OK; its deleter (may be NULL) has run after any error.  NULL: left out,
 *                 with CUCORE_OPTIONAL
 *   arg, out -> as cucore_view_from_dltensor
 *   The deleter runs once, on the thread that releases the view.  source: rules D25, D27, D30 */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_adopt_dlmanaged(DLManagedTensor *managed,
                                                                                      const cucore_arg *arg,
                                                                                      cucore_view *out);

/* cucore_view_adopt_dlmanaged_versioned - take over a versioned managed tensor
 *   -> also PROTOCOL if version.major is not 1: no other field was read, and its deleter has run
 *   source: rules D29, dlpack.h DLPackVersion */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status
cucore_view_adopt_dlmanaged_versioned(DLManagedTensorVersioned *managed, const cucore_arg *arg, cucore_view *out);
