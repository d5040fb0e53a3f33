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
