/* --------------------------------------------------------------------------------------------- >>dlpack-encode -- */
/* dlpack/encode.h: views as tensors.  Needs core. */
enum {
    CUCORE_EXPORT_LEGACY_READONLY = 1 << 0, /* legacy: leave unsaid that the array is read-only (protocols P4) */
    CUCORE_EXPORT_COPIED = 1 << 1           /* versioned: nobody else has this memory (protocols P9) */
};

/* cucore_view_to_dltensor - a view as a tensor that borrows everything
 *   view  in   must outlive out, at the same address: shape and strides are its own
 *   out   out  strides set whenever ndim > 0, byte_offset 0, data NULL when empty; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL) | UNSUPPORTED (opaque or structured elements; packed rows that start inside a byte)
 *   any thread; no driver call.  The device_id of host, pinned and managed memory, and an unknown one, is 0, as dlpack.h
 *   has it.  source: protocols P1, P7, P8 */
CUCORE_API cucore_status cucore_view_to_dltensor(const cucore_view *view, DLTensor *out);

/* cucore_view_to_dlmanaged, cucore_view_to_dlmanaged_versioned - a managed tensor that refers to an owner of the memory
 *   view     in   what it shows; shape and strides are copied, and not needed afterwards
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner by the deleter, on any thread; NULL: the memory outlives everything
 *   flags    in   CUCORE_EXPORT_...
 *   out      out  one allocation, given back by its deleter; untouched on error, and release is then not called
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (see cucore_view_to_dltensor; legacy: padded elements) | READONLY (legacy)
 *      | OUT_OF_MEMORY
 *   Nothing is ordered: whoever hands the tensor out sees to it (cucore_view_order).  source: protocols P3, P4, P8 to P10,
 *   P12 */
CUCORE_API cucore_status cucore_view_to_dlmanaged(const cucore_view *view, void *owner, void (*release)(void *owner),
                                                  unsigned flags, DLManagedTensor **out);
CUCORE_API cucore_status cucore_view_to_dlmanaged_versioned(const cucore_view *view, void *owner,
                                                            void (*release)(void *owner), unsigned flags,
                                                            DLManagedTensorVersioned **out);

/* cucore_view_move_to_dlmanaged, cucore_view_move_to_dlmanaged_versioned - a managed tensor that takes over what a view owns
 *   view  in/out  zeroed on success, its release is left to the deleter; untouched on error
 *   -> also UNSUPPORTED for a view that owns a buffer (PEP 3118), which must stay where it is: give its exporter as owner */
CUCORE_API cucore_status cucore_view_move_to_dlmanaged(cucore_view *view, unsigned flags, DLManagedTensor **out);
CUCORE_API cucore_status cucore_view_move_to_dlmanaged_versioned(cucore_view *view, unsigned flags,
                                                                 DLManagedTensorVersioned **out);

/* cucore_view_adopt_buffer - cucore_view_from_buffer, and the view owns the buffer
 *   buffer  in/out  moved and zeroed; untouched on error.  A resource that it came from must stay where it is
 *   out     out     releases the buffer; zeroed on error
 *   -> as cucore_view_from_buffer, and OUT_OF_MEMORY */
CUCORE_API cucore_status cucore_view_adopt_buffer(cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype,
                                                  const cucore_layout *layout, cucore_view *out);

/* cucore_view_allocate - fresh memory as a dense array in C order
 *   device_type, device_id  in   CUCORE_DEVICE_TYPE_CPU (aligned to 64 bytes), _CUDA (the device's default pool), _CUDA_HOST,
 *                                _CUDA_MANAGED; device_id: or CUCORE_DEVICE_CURRENT, which
 *                                CUCORE_DEVICE_NONE means for _CUDA_HOST; not used for the CPU
 *   dtype, ndim, shape      in
 *   stream                  in   that uses it first, and on which it is freed: it must still exist then
 *   out                     out  owns the memory: cucore_view_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | PROTOCOL, UNSUPPORTED (dtype, device type) | OVERFLOW | OUT_OF_MEMORY | NO_DRIVER | DRIVER
 *      | CAPTURE.   May block unless it is the CPU's or a pool's: release the GIL */
CUCORE_API cucore_status cucore_view_allocate(int device_type, int device_id, cucore_dtype dtype, int ndim,
                                              const int64_t *shape, CUstream stream, cucore_view *out);
