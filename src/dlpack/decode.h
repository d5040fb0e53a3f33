/* --------------------------------------------------------------------------------------------- >>dlpack-decode -- */
/* dlpack/decode.h: tensors as views.  Needs core. */
/* cucore_view_from_dltensor - view a tensor that somebody else keeps alive
 *   tensor        in   checked field by field (protocols 1.6); shape and strides are copied, never written
 *   dlpack_flags  in   CUCORE_DLPACK_... of the managed tensor it came in, 0 for none
 *   intake        in   flags, device_id, dl_device_type (what the producer was asked for); NULL: all zero.  Its stream
 *                      is not used
 *   out           out  borrows the memory; zeroed on error.  ptr is data + byte_offset
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, negative extent) | OVERFLOW | PROTOCOL (dtype, NULL data that is not empty, ...)
 *      | UNSUPPORTED (device, code, lanes) | READONLY, WRONG_LAYOUT, WRONG_DEVICE (flags) | NO_DRIVER, DRIVER
 *   Asks the driver where device memory really is, and believes it more than the tensor, unless the array is empty or
 *   CUCORE_TRUST_PRODUCER is given.  Host and pinned memory: no driver call.  Any thread; no GIL.
 *   source: protocols 1.6 to 1.8, D8, D9, D36 */
CUCORE_API cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                   const cucore_intake *intake, cucore_view *out);

/* cucore_view_adopt_dlmanaged - take over a legacy managed tensor
 *   managed  in   owned by out after OK; still the caller's after an error
 *   intake, out, status: as cucore_view_from_dltensor
 *   The deleter (may be NULL) runs once, on the thread that releases the view.  source: protocols D25, D27, D30 */
CUCORE_API cucore_status cucore_view_adopt_dlmanaged(DLManagedTensor *managed, const cucore_intake *intake,
                                                     cucore_view *out);

/* cucore_view_adopt_dlmanaged_versioned - take over a versioned managed tensor
 *   -> also PROTOCOL when version.major is not 1: nothing else was read, and the caller still has to call
 *      cucore_dlmanaged_versioned_delete, which is safe for any major
 *   source: protocols D29, dlpack.h DLPackVersion */
CUCORE_API cucore_status cucore_view_adopt_dlmanaged_versioned(DLManagedTensorVersioned *managed,
                                                               const cucore_intake *intake, cucore_view *out);

/* cucore_dlmanaged_delete, cucore_dlmanaged_versioned_delete - call the deleter, if there is one */
CUCORE_API void cucore_dlmanaged_delete(DLManagedTensor *managed);
CUCORE_API void cucore_dlmanaged_versioned_delete(DLManagedTensorVersioned *managed);
