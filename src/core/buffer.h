/* ---------------------------------------------------------------------------------------------------- >>buffer -- */
/* core/buffer.h: memory with an owner, copies of bytes, fills, views of memory. */
/* A buffer is a piece of memory without a type, with the way to release it.  All zero is an empty buffer. */
typedef struct cucore_buffer {
    void *ptr;                 /* raw address; a device address may not be read here; NULL only when nbytes is 0 */
    size_t nbytes;             /* that were asked for */
    CUstream stream;           /* of its last use: where it will be freed.  Default streams are those of its device */
    int32_t device_type;       /* CUCORE_DEVICE_TYPE_... */
    int32_t device_id;         /* CUCORE_DEVICE_NONE for host and pinned memory */
    uint8_t host_accessible;   /* the CPU may read ptr, once ordered */
    uint8_t device_accessible; /* a CUDA kernel may read ptr */
    uint8_t readonly;          /* set it yourself to refuse fills, copies to it and writable views */
    uint8_t reserved[5];
    void *owner;                  /* of wrapped memory; yours */
    void (*release)(void *owner); /* gives owner back; NULL: nothing to do */
    struct {
        CUcontext stream_context;         /* that a default stream is meant in; else NULL */
        CUcontext call_context;           /* that functions of yours are called in; else NULL */
        cucore_memory_resource *resource; /* that it came from, a reference; NULL when wrapped */
        uint64_t capture_id;              /* that it was allocated in; 0: in none */
        int keeps_stream;                 /* 1: `owner` keeps the stream */
    } private_;
} cucore_buffer;

/* cucore_buffer_allocate - allocate memory from a resource
 *   resource  in   a reference is kept until the buffer is released; NULL: the default pool of the current device
 *   nbytes    in   0: a buffer with ptr NULL, without a call of the driver
 *   stream    in   the stream that uses the memory first; a default stream is the one of the resource's device (Streams
 *                  in >>manual of cucore.h)
 *   out       out  owns the memory: cucore_buffer_release; zeroed on error
 *   -> OK | OUT_OF_MEMORY | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the legacy stream beside the capture of a
 *      blocking stream), or what a foreign allocator returned
 *   The call frees some memory that cucore_buffer_release has kept; if there is no memory, it frees all of that and
 *   tries again.
 *   The call may block, except for a pool: release the GIL */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_buffer_allocate(cucore_memory_resource *resource,
                                                                               size_t nbytes, CUstream stream,
                                                                               cucore_buffer *out);

/* cucore_buffer_from_pointer - wrap memory that other code owns
 *   ptr, nbytes  in   nbytes is not checked (see cucore_pointer_get_range)
 *   owner        in   anything; kept for `release`
 *   release      in   called once with owner by cucore_buffer_release; NULL: borrowed.  `free` fits
 *   out          out  zeroed on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL with nbytes) | NO_DRIVER | DRIVER
 *   Pending work is not known: set out->stream to the stream that last wrote the memory, else the memory counts as idle
 *   (CUCORE_STREAM_NO_SYNC).  The driver is asked for the kind of memory; for memory of the host use
 *   cucore_view_wrap. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_from_pointer(void *ptr, size_t nbytes, void *owner,
                                                                     void (*release)(void *owner), cucore_buffer *out);

/* cucore_buffer_use - prepare the use on another stream: that stream waits for the last one, and becomes the last one
 *   stream  in  CUCORE_STREAM_HOST: the call blocks until the memory is idle; CUCORE_STREAM_NO_SYNC: no stream waits.
 *               Default streams are the ones of the buffer's device, as in cucore_buffer_allocate
 *   -> OK | NO_DRIVER | DRIVER | CAPTURE; on error the buffer is as it was
 *   Copies and fills of buffers call it for you.  The last stream must still exist. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_use(cucore_buffer *buffer, CUstream stream);

/* cucore_buffer_release - free the memory in order of the stream of its last use; wrapped memory: call its `release`
 *   buffer  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER | OUT_OF_MEMORY (for the note of what is kept, see below), or what a foreign allocator returned; on
 *      error the buffer still owns its memory: call again
 *   To free the memory on another stream, call cucore_buffer_use first.
 *   Captures  Memory that cannot be freed without breaking a capture into a graph (its stream is captured; it is the
 *             legacy stream, and a blocking stream of its context is captured) is kept, `owner` as well, and freed
 *             later: by a call that allocates or frees, once it is known that the capture is over; or by cucore_trim.
 *             Memory that was allocated on the stream in the same capture becomes a part of the graph: the graph frees
 *             it at each launch.  Memory that a graph uses must live as long as the graph.  source: rules B106, B117 */
CUCORE_API cucore_status cucore_buffer_release(cucore_buffer *buffer);

/* cucore_buffer_copy_from, cucore_buffer_copy_to - copy a part of a buffer from or to other memory
 *   offset, nbytes  in  of the buffer, in bytes; bounds-checked
 *   src, dst        in  host memory, pinned or not, or device memory of any device
 *   stream          in  default streams are those of the buffer's device, as in cucore_buffer_allocate
 *   -> OK | INVALID_ARGUMENT (bounds, NULL, a CUCORE_STREAM_... value) | READONLY | NO_DRIVER | DRIVER | CAPTURE
 *   See cucore_memory_copy. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_copy_from(cucore_buffer *buffer, size_t offset, const void *src,
                                                                  size_t nbytes, CUstream stream);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_copy_to(cucore_buffer *buffer, size_t offset, void *dst,
                                                                size_t nbytes, CUstream stream);

/* cucore_buffer_fill - fill the buffer with a pattern of 1, 2 or 4 bytes
 *   value   in  its low bits are the pattern
 *   width   in  bytes of the pattern, a divisor of buffer->nbytes
 *   stream  in  default streams are those of the buffer's device, as in cucore_buffer_allocate
 *   -> OK | INVALID_ARGUMENT (width, value too large, size) | READONLY | UNSUPPORTED (memory that CUDA cannot reach)
 *      | NO_DRIVER | DRIVER | CAPTURE */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_fill(cucore_buffer *buffer, uint32_t value, int width,
                                                             CUstream stream);

/* cucore_memory_copy - copy bytes between two addresses of any kind, on a stream
 *   stream  in  a default stream is the one of the device of the current context if dst or src is on it, else of the
 *               device of dst, or of src if dst is host or pinned memory (Streams in >>manual of cucore.h)
 *   The copy is asynchronous, except that pageable host memory (any that the driver does not know) makes the call wait
 *   until the copy is done, in both directions, since the driver only promises that it might be asynchronous.  Such a
 *   copy cannot be captured (CAPTURE, before the capture is broken).  The driver does not know memory that a capture
 *   allocates, not even after its graph has run: cucore_buffer_copy_from, cucore_buffer_copy_to and cucore_buffer_fill
 *   recognise it by the buffer.
 *   -> OK | INVALID_ARGUMENT (NULL, a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE
 *   May block: release the GIL. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_memory_copy(void *dst, const void *src, size_t nbytes,
                                                                           CUstream stream);

/* cucore_memory_fill - write the pattern of `width` bytes `count` times at `ptr`, which must be aligned to `width`
 *   -> as cucore_buffer_fill.  Default streams are the ones of the device of ptr, as in cucore_memory_copy.  An address
 *      that the driver does not know is ordinary host memory (UNSUPPORTED), unless `stream` is captured: a capture may
 *      allocate it.  source: rules B131 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_fill(void *ptr, uint32_t value, int width, size_t count,
                                                             CUstream stream);

/* cucore_view_from_buffer - view an array in a buffer, which must outlive the view
 *   offset_bytes  in   where element [0, 0, ...] is
 *   dtype         in   of the layout's itemsize
 *   layout        in   every element must lie in the buffer
 *   out           out  borrows; its producer_stream is the buffer's; read-only if the buffer is; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, out of bounds) | WRONG_DTYPE (itemsize) | PROTOCOL, UNSUPPORTED
 *      (cucore_dtype_check) | OVERFLOW
 *   no driver call */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_buffer(const cucore_buffer *buffer, size_t offset_bytes,
                                                                  cucore_dtype dtype, const cucore_layout *layout,
                                                                  cucore_view *out);

/* cucore_view_adopt_buffer - view an array in a buffer, as cucore_view_from_buffer, and own the buffer
 *   buffer  in/out  moved and zeroed; on error released
 *   out     out     releases the buffer; zeroed on error
 *   -> as cucore_view_from_buffer, and OUT_OF_MEMORY */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_adopt_buffer(
    cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype, const cucore_layout *layout, cucore_view *out);

/* cucore_view_as - view the same memory with another start, layout or dtype; `view` must outlive it
 *   offset_bytes  in   from element [0, 0, ...] of `view` to element [0, 0, ...] of `out`, as cucore_layout_slice and
 *                      cucore_layout_repack move it (cucore_layout_offset_bytes); 0: the same
 *   layout        in   NULL: the same.  Every element must lie between the first and the last byte of `view`
 *   dtype         in   NULL: the same.  Of the layout's itemsize; byte_swapped is 0 then
 *   out           out  borrows from `view`; zeroed on error
 *   -> as cucore_view_from_buffer; UNSUPPORTED also for an offset into memory of another device that is known by a
 *      handle
 *   no driver call */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_as(const cucore_view *view, int64_t offset_bytes,
                                                         const cucore_layout *layout, const cucore_dtype *dtype,
                                                         cucore_view *out);

/* cucore_view_check_range - check that a view lies inside its allocation, if you do not trust its producer
 *   -> OK (also if it is empty) | PROTOCOL (it does not) | WRONG_DEVICE (the driver does not know the memory: host
 *      memory, another device) | NO_DRIVER | DRIVER | OVERFLOW
 *   needs no current context; any thread */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_check_range(const cucore_view *view);
