/* ---------------------------------------------------------------------------------------------------- >>memory -- */
/* core/memory.h: who allocates.  Needs stream. */
/* Where memory comes from: two functions and a context.  Make one with a function below, or fill in your own (zero the
 * rest).  It must stay where it is, and alive, as long as a buffer of it. */
typedef struct cucore_memory_resource {
    /* bytes > 0; aligned for any type; usable on `stream` from now on.  *out is NULL on entry.  On failure return a status,
     * best after cucore_fail: both reach the caller untouched. */
    cucore_status (*allocate)(struct cucore_memory_resource *resource, size_t bytes, CUstream stream, void **out);
    /* What allocate gave, and its bytes; work that is on `stream` now may still use it.  On failure nothing is freed. */
    cucore_status (*deallocate)(struct cucore_memory_resource *resource, void *ptr, size_t bytes, CUstream stream);
    void *context;       /* of the two functions */
    int32_t device_type; /* CUCORE_DEVICE_... of what it gives; 0: ask the driver about each pointer */
    int32_t device_id;   /* CUCORE_DEVICE_NONE for memory of the host */
    void (*release)(struct cucore_memory_resource *resource); /* gives `context` back; NULL: nothing to give back */
} cucore_memory_resource;

/* cucore_memory_resource_device_pool - the device's default pool: what cudaMallocAsync uses, shared with all its users
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   out      out  zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER (also: older than CUDA 11.2) | DRIVER
 *   Allocates and frees in stream order, without blocking.  On a stream that is being captured memory becomes part of the
 *   graph: valid only while the graph runs. */
CUCORE_API cucore_status cucore_memory_resource_device_pool(int device_id, cucore_memory_resource *out);

/* cucore_memory_resource_create_pool - a pool of its own on the device
 *   release_threshold  in   bytes that it keeps when streams synchronise; SIZE_MAX: all; 0: none
 *   out                out  owns the pool: cucore_memory_resource_release, after its buffers; zeroed on error */
CUCORE_API cucore_status cucore_memory_resource_create_pool(int device_id, size_t release_threshold,
                                                            cucore_memory_resource *out);

/* cucore_memory_resource_device - cuMemAlloc: no pool, works with every driver
 *   Allocating may block.  Freeing waits for the stream that it is given; CUCORE_STREAM_NO_SYNC: for nothing. */
CUCORE_API cucore_status cucore_memory_resource_device(int device_id, cucore_memory_resource *out);

/* cucore_memory_resource_pinned - host memory that every device can read and that copies need not stage; blocks likewise */
CUCORE_API cucore_status cucore_memory_resource_pinned(int device_id, cucore_memory_resource *out);

/* cucore_memory_resource_managed - memory that moves between host and device; blocks likewise
 *   More than the device has free is refused with OUT_OF_MEMORY: the driver would say yes, and thrash. */
CUCORE_API cucore_status cucore_memory_resource_managed(int device_id, cucore_memory_resource *out);

/* cucore_memory_resource_release - give back what the resource owns, after its last buffer
 *   resource  in/out  zeroed; NULL and a zeroed one are fine */
CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource);
