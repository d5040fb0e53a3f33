/* --------------------------------------------------------------------------------------------- >>dlpack-encode -- */
/* dlpack/encode.h: views as tensors. */
/* Flags of an export, a uint64_t; other bits are refused (INVALID_ARGUMENT). */
#define CUCORE_EXPORT_LEGACY_READONLY (UINT64_C(1) << 0) /* legacy: export it although it is read-only (rules P4) */
#define CUCORE_EXPORT_COPIED (UINT64_C(1) << 1)          /* versioned: no other code has this memory (rules P9) */
#define CUCORE_EXPORT_COMPACT (UINT64_C(1) << 2)         /* legacy: dense in C order, with strides NULL (rules P8) */

/* cucore_view_to_dltensor - describe a view as a tensor that borrows everything
 *   view  in   must outlive out, at the same address: shape and strides are its own
 *   out   out  strides are set if ndim > 0, byte_offset is 0, data is NULL if empty; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL) | UNSUPPORTED (opaque or structured elements; packed rows that start inside a byte)
 *   any thread; no driver call.  The device_id of host, pinned and managed memory, and an unknown device_id, is 0, as
 *   dlpack.h requires.  source: rules P1, P7, P8 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_dltensor(const cucore_view *view, DLTensor *out);

/* cucore_view_to_dlmanaged, cucore_view_to_dlmanaged_versioned - make a managed tensor that refers to an owner
 *   view     in   the array to show; shape and strides are copied, and not needed afterwards
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner by the deleter, on any thread; NULL: the memory outlives everything.  Not
 *                 called on error: the owner is still yours then
 *   flags    in   CUCORE_EXPORT_..., 0: none
 *   out      out  one allocation, given back by its deleter; NULL on error
 *   -> OK | INVALID_ARGUMENT (NULL, unknown flags, versioned: CUCORE_EXPORT_COMPACT) | UNSUPPORTED (see
 *      cucore_view_to_dltensor; legacy: padded elements, read-only data) | WRONG_LAYOUT (CUCORE_EXPORT_COMPACT: not
 *      dense in C order) | OUT_OF_MEMORY
 *   any thread; no driver call.  No stream is ordered: the code that passes the tensor on does it
 *   (cucore_views_begin_access).
 *   source: rules P3, P4, P8 to P10, P12 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_dlmanaged(const cucore_view *view, void *owner,
                                                                   void (*release)(void *owner), uint64_t flags,
                                                                   DLManagedTensor **out);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_dlmanaged_versioned(const cucore_view *view, void *owner,
                                                                             void (*release)(void *owner),
                                                                             uint64_t flags,
                                                                             DLManagedTensorVersioned **out);

/* cucore_view_move_to_dlmanaged, cucore_view_move_to_dlmanaged_versioned - make a managed tensor that takes over a view
 *   view   in/out  consumed: zeroed, on success and on error.  On success the deleter releases what it owned; on error
 *                  it is released at once
 *   flags  in      CUCORE_EXPORT_...; CUCORE_EXPORT_COPIED is set if view->copied is
 *   out    out     as above
 *   -> as above, and UNSUPPORTED for a view that owns a buffer (PEP 3118), which must stay where it is: give its
 *      exporter as owner to cucore_view_to_dlmanaged; and for one that borrows its memory (a slice, wrapped memory
 *      without `release`), unless it is empty: cucore_view_to_dlmanaged takes an owner, or none.  source: rules B120 */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_move_to_dlmanaged(cucore_view *view,
                                                                                        uint64_t flags,
                                                                                        DLManagedTensor **out);
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status
cucore_view_move_to_dlmanaged_versioned(cucore_view *view, uint64_t flags, DLManagedTensorVersioned **out);
