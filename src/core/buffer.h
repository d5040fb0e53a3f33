/* ---------------------------------------------------------------------------------------------------- >>buffer -- */
/* core/buffer.h: memory with an owner, copies of bytes, fills, views of memory.  Needs memory, view. */
/* A piece of memory without a type, and how to give it back.  Zero-initialise it, or let a function fill it. */
typedef struct cucore_buffer {
    void *ptr;                 /* raw address; a device address may not be read here; NULL only when bytes is 0 */
    size_t bytes;              /* that were asked for */
    CUstream stream;           /* of its last use: where it will be freed */
    CUcontext stream_context;  /* that a default stream is meant in; else NULL */
    int32_t device_type;       /* CUCORE_DEVICE_... */
    int32_t device_id;         /* CUCORE_DEVICE_NONE for host and pinned memory */
    uint8_t host_accessible;   /* the CPU may read ptr, once ordered */
    uint8_t device_accessible; /* a CUDA kernel may read ptr */
    uint8_t readonly;          /* set it yourself to refuse fills, copies to it and writable views */
    uint8_t reserved[5];
    cucore_memory_resource *resource;              /* that it came from; NULL when wrapped */
    void *owner;                                   /* of wrapped memory; yours */
    void (*release)(struct cucore_buffer *buffer); /* gives owner back; NULL: nothing to do */
} cucore_buffer;

/* cucore_buffer_allocate - memory from a resource
 *   resource  in   must outlive the buffer
 *   bytes     in   0: a buffer with ptr NULL, no call
 *   stream    in   that uses it first; NULL: legacy.  A default stream is that of the current context, which should be
 *                  one of the resource's device (cucore_context_enter_device): another cannot use memory of a pool
 *   out       out  owns the memory: cucore_buffer_release; zeroed on error
 *   -> OK | OUT_OF_MEMORY | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE, or what a foreign allocator returned
 *   May block unless it is a pool: release the GIL */
CUCORE_API cucore_status cucore_buffer_allocate(cucore_memory_resource *resource, size_t bytes, CUstream stream,
                                                cucore_buffer *out);

/* cucore_buffer_from_pointer - wrap memory that someone else owns
 *   ptr, bytes  in   the driver is asked what kind of memory it is; bytes are believed (see cucore_pointer_get_range)
 *   owner       in   anything; kept for `release`
 *   release     in   called once by cucore_buffer_release, buffer->owner and buffer->stream are set; NULL: borrowed
 *   out         out  zeroed on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL with bytes) | NO_DRIVER | DRIVER */
CUCORE_API cucore_status cucore_buffer_from_pointer(void *ptr, size_t bytes, void *owner,
                                                    void (*release)(cucore_buffer *buffer), cucore_buffer *out);

/* cucore_buffer_use - about to use it on another stream: that stream waits for the last one, and becomes the last one
 *   stream  in  CUCORE_STREAM_HOST: block until the memory is idle; CUCORE_STREAM_NO_SYNC: nothing
 *   -> OK | NO_DRIVER | DRIVER | CAPTURE; on error nothing has changed
 *   Copies and fills of buffers call it for you.  The last stream must still exist. */
CUCORE_API cucore_status cucore_buffer_use(cucore_buffer *buffer, CUstream stream);

/* cucore_buffer_release - free in order of the stream of the last use; wrapped: give back
 *   buffer  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER | CAPTURE, or what a foreign allocator returned; on error it is still owned: call again
 *   cucore_buffer_release_on: on the stream given, which is made to wait for the last one */
CUCORE_API cucore_status cucore_buffer_release(cucore_buffer *buffer);
CUCORE_API cucore_status cucore_buffer_release_on(cucore_buffer *buffer, CUstream stream);

/* cucore_buffer_copy - all bytes of `from` to `to`, of equal size, on any two devices or the host
 *   -> OK | INVALID_ARGUMENT (sizes, NULL) | READONLY | NO_DRIVER | DRIVER | CAPTURE; see cucore_memory_copy */
CUCORE_API cucore_status cucore_buffer_copy(cucore_buffer *to, cucore_buffer *from, CUstream stream);

/* cucore_buffer_copy_from, cucore_buffer_copy_to - part of a buffer from or to other memory
 *   offset, bytes  in  of the buffer; bounds-checked
 *   from, to       in  host memory, pinned or not, or device memory of any device
 *   -> as cucore_buffer_copy */
CUCORE_API cucore_status cucore_buffer_copy_from(cucore_buffer *buffer, size_t offset, const void *from, size_t bytes,
                                                 CUstream stream);
CUCORE_API cucore_status cucore_buffer_copy_to(cucore_buffer *buffer, size_t offset, void *to, size_t bytes,
                                               CUstream stream);

/* cucore_buffer_fill - the same 1, 2 or 4 bytes over and over
 *   value  in  its low bits are the pattern
 *   width  in  bytes of the pattern, a divisor of buffer->bytes
 *   -> OK | INVALID_ARGUMENT (width, value too large, size) | READONLY | UNSUPPORTED (memory that CUDA cannot reach)
 *      | NO_DRIVER | DRIVER | CAPTURE */
CUCORE_API cucore_status cucore_buffer_fill(cucore_buffer *buffer, uint32_t value, int width, CUstream stream);

/* cucore_memory_copy - bytes between two addresses of any kind, on a stream
 *   Asynchronous, except that pageable host memory (any that the driver does not know) makes the call wait until the copy
 *   is done, in both directions: the driver promises no more than that it might be asynchronous.  Such a copy cannot be
 *   captured (CAPTURE, before the capture is broken).
 *   -> OK | INVALID_ARGUMENT (NULL, a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE
 *   May block: release the GIL.  Default streams are those of the current context, without one of device 0. */
CUCORE_API cucore_status cucore_memory_copy(void *to, const void *from, size_t bytes, CUstream stream);

/* cucore_memory_fill - `count` times the pattern of `width` bytes at `ptr`, which must be aligned to it; as cucore_buffer_fill */
CUCORE_API cucore_status cucore_memory_fill(void *ptr, uint32_t value, int width, size_t count, CUstream stream);

/* cucore_view_from_buffer - an array in a buffer, which must outlive it
 *   offset_bytes  in   where element [0, 0, ...] is
 *   dtype         in   of the layout's itemsize
 *   layout        in   every element must lie in the buffer
 *   out           out  borrows; its producer_stream is the buffer's; read-only if the buffer is; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, out of bounds) | WRONG_DTYPE (itemsize) | PROTOCOL, UNSUPPORTED (cucore_dtype_check)
 *      | OVERFLOW
 *   no driver call */
CUCORE_API cucore_status cucore_view_from_buffer(const cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype,
                                                 const cucore_layout *layout, cucore_view *out);

/* cucore_view_as - the same memory with another layout or dtype; `view` must outlive it
 *   layout  in   NULL: the same.  Every element must lie between the first and the last byte of `view`
 *   dtype   in   NULL: the same.  Of the layout's itemsize
 *   out     out  borrows from `view`; zeroed on error
 *   -> as cucore_view_from_buffer;  no driver call */
CUCORE_API cucore_status cucore_view_as(const cucore_view *view, const cucore_layout *layout, const cucore_dtype *dtype,
                                        cucore_view *out);

/* cucore_view_check_range - does a foreign view lie inside its allocation?  For those who do not trust the producer
 *   -> OK (also when empty) | PROTOCOL (it does not) | WRONG_DEVICE (the driver does not know the memory) | NO_DRIVER
 *      | DRIVER | OVERFLOW
 *   needs no current context; any thread */
CUCORE_API cucore_status cucore_view_check_range(const cucore_view *view);
