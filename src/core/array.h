/* ----------------------------------------------------------------------------------------------------- >>array -- */
/* core/array.h: arrays of a description: allocated or wrapped; sizes and slices of views. */
/* The description of an array without its memory.  All zero is not valid: a dtype and a device_type are needed.  Zero
 * the rest. */
typedef struct cucore_array_spec {
    cucore_dtype dtype; /* elements of fewer than 8 bits are packed */
    int ndim;
    const int64_t *shape;   /* ndim of them; NULL only where ndim is 0 */
    const int64_t *strides; /* ndim of them, in elements; NULL: dense in C order */
    int device_type;        /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED */
    int device_id;          /* of _CUDA and _CUDA_MANAGED; of others it is not looked at: CUCORE_DEVICE_NONE there */
    void *reserved[2];
} cucore_array_spec;

#if !defined(CUCORE_NO_BUFFERS)
/* cucore_view_allocate - allocate an array
 *   spec      in   device_id: or CUCORE_DEVICE_CURRENT, which with a resource means its device.  Strides of 0 and gaps
 *                  are allowed; negative strides are refused
 *   resource  in   a resource of the memory that spec describes; a reference is kept as long as the memory.  NULL: CPU
 *                  memory aligned to 64 bytes, the device's default pool, cuMemHostAlloc, cuMemAllocManaged
 *   stream    in   the stream that uses the memory first, and on which it is freed: the stream must still exist then
 *                  (Python: cucore_py_view_keep_stream).  A default stream is the one of the memory's device (Streams
 *                  in >>manual of cucore.h)
 *   out       out  owns the memory: cucore_view_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, shape, strides, no device_id, reserved)
 *      | PROTOCOL, UNSUPPORTED (dtype, device type)
 *      | WRONG_DEVICE (the resource gives other memory) | OVERFLOW | OUT_OF_MEMORY | NO_DRIVER | DRIVER | CAPTURE, or
 *      what a foreign allocator returned
 *   The call may block, except for memory of the CPU or of a pool: release the GIL */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_allocate(const cucore_array_spec *spec,
                                                                             cucore_memory_resource *resource,
                                                                             CUstream stream, cucore_view *out);
#endif

/* cucore_view_wrap - view your own memory as an array
 *   ptr      in   element [0, 0, ...]; NULL only if the array is empty.  ptr and spec are not checked: the driver is
 *                 not asked
 *   spec     in   device_id: no CUCORE_DEVICE_CURRENT.  Any strides
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner by cucore_view_release, on any thread; NULL: the memory outlives the view.
 *                 `free` fits.  Memory that is passed on (cucore_py_return, cucore_view_move_to_dlmanaged) needs one
 *   out      out  writable, without pending work: use cucore_view_set_producer_stream if there is some; zeroed on
 *                 error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL, shape, strides, no device_id, reserved)
 *      | PROTOCOL, UNSUPPORTED (dtype, device type)
 *      | OVERFLOW
 *   Any thread; no driver call. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_wrap(void *ptr, const cucore_array_spec *spec, void *owner,
                                                           void (*release)(void *owner), cucore_view *out);

#if !defined(CUCORE_NO_LAYOUTS)
/* cucore_view_slice - view the part that view[slices] selects, by the rules of NumPy: cucore_layout_slice
 *   slices, count  in   one per axis, for the first axes; count <= ndim
 *   out            out  borrows from `view`, which must outlive it; zeroed on error.  For a slice as a result see
 *                       cucore_py_return
 *   -> OK | INVALID_ARGUMENT (NULL, out is view, a view that is not sound, what cucore_layout_slice refuses) | OVERFLOW
 *      | UNSUPPORTED (packed elements: the part starts inside a byte; the memory is a handle of another device, and the
 *      part does not start where it does)
 *   Any thread; no driver call. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_slice(const cucore_view *view, const cucore_slice *slices,
                                                            size_t count, cucore_view *out);
#endif

/* cucore_view_size, cucore_view_nbytes - count the elements; the bytes of the elements without gaps
 *   nbytes is that of NumPy; packed elements are whole bytes together.  Only the layout counts, not ptr and dtype.
 *   -> 0 or more | -1: view is NULL, or zeroed, or has an impossible ndim or itemsize (INVALID_ARGUMENT), OVERFLOW */
CUCORE_API CUCORE_NODISCARD int64_t cucore_view_size(const cucore_view *view);
CUCORE_API CUCORE_NODISCARD int64_t cucore_view_nbytes(const cucore_view *view);

/* cucore_views_release - release each view by cucore_view_release, the last one first
 *   views  in/out  count views, zeroed; NULL is fine */
CUCORE_API CUCORE_TAKES_GIL void cucore_views_release(cucore_view *views, size_t count);

/* cucore_trim - release what is kept for later: owners of arrays that work on a stream may still use
 *   (cucore_views_end_access), memory that could not be freed because of captures, and the idle events
 *   that ordering keeps (at most 8 in each of 16 contexts, and one for each end of access that was kept at once)
 *   -> OK (no memory is kept any more) | CAPTURE (a capture is still in the way of some of it) | DRIVER, or what a
 *      foreign allocator returned; of the first memory that could not be freed.  Memory that cannot be freed for
 *      another reason than a capture is given up after three attempts
 *   The function is for leak checkers, and for programs that destroy a context of their own in which work was ordered;
 *   others need not call it.  It waits for the work that keeps owners, and for the work of the contexts of streams that
 *   were captured: release the GIL.  Owners of graphs, and of other interpreters, stay.
 *   Any thread may call it, also beside ordering, and during a capture, which it does not break. */
CUCORE_API CUCORE_BLOCKS CUCORE_TAKES_GIL cucore_status cucore_trim(void);

/* Until 0.4: the name in 0.2. */
#if !defined(CUCORE_NO_COMPAT)
#define cucore_event_pool_trim CUCORE_SAYS("cucore_event_pool_trim is cucore_trim now") cucore_trim
#endif /* until 0.4 */
