/* ---------------------------------------------------------------------------------------------------- >>memory -- */
/* core/memory.h: who allocates.  Needs stream. */
/* Where memory comes from.  Counted: who makes one releases it, and each buffer of it holds a reference, so that it may be
 * released before its buffers.  Where a function takes one, NULL is the default pool of the device. */
typedef struct cucore_memory_resource cucore_memory_resource;

/* The resources of cuda.core, by its words. */
typedef enum cucore_memory_kind {
    CUCORE_MEMORY_DEFAULT_POOL =
        0,                         /* the device's default pool, which all libraries share: what cudaMallocAsync uses */
    CUCORE_MEMORY_POOL = 1,        /* DeviceMemoryResource: a pool of its own on the device */
    CUCORE_MEMORY_SYNCHRONOUS = 2, /* cuMemAlloc: no pool, works with every driver */
    CUCORE_MEMORY_PINNED = 3,      /* LegacyPinnedMemoryResource: cuMemHostAlloc, portable: every device reaches it */
    CUCORE_MEMORY_PINNED_POOL = 4, /* PinnedMemoryResource: a pool of host memory that every device reaches */
    CUCORE_MEMORY_MANAGED =
        5, /* cuMemAllocManaged: memory that moves between host and device.  More than the device has
                                       free is refused with OUT_OF_MEMORY: the driver would say yes, and thrash */
    CUCORE_MEMORY_MANAGED_POOL = 6, /* ManagedMemoryResource: a pool of managed memory that prefers the device */
    CUCORE_MEMORY_HOST = 7          /* pageable, aligned to 64 bytes; no driver */
} cucore_memory_kind;

/* Of pools of their own (POOL, PINNED_POOL, MANAGED_POOL); others refuse what is not 0.  All zero is the usual. */
typedef struct cucore_memory_resource_options {
    size_t release_threshold; /* bytes that the pool keeps when streams synchronise; SIZE_MAX: all; 0: none */
    size_t max_nbytes;        /* that the pool may grow to, CUDA 12.2; 0: what the device has */
    void *reserved[4];
} cucore_memory_resource_options;

/* cucore_memory_resource_create - memory of one kind
 *   device_id  in   or CUCORE_DEVICE_CURRENT; of pinned memory the one in whose context it is made, and whose default
 *                   streams its buffers mean; not looked at for CUCORE_MEMORY_HOST
 *   options    in   NULL: all zero
 *   out        out  a reference: cucore_memory_resource_release; NULL on error
 *   -> OK | INVALID_ARGUMENT (kind, device, options) | UNSUPPORTED (pinned and managed pools, max_nbytes: an older driver)
 *      | OUT_OF_MEMORY | NO_DRIVER (also: older than CUDA 11.2, for pools) | DRIVER
 *   Pools allocate and free in stream order, without blocking.  On a stream that is being captured their memory becomes
 *   part of the graph: valid only while the graph runs.  The others may block when they allocate; freeing waits for the
 *   stream that the memory was used on last (CUCORE_STREAM_NO_SYNC: for nothing), that of HOST for nothing.
 *   Any thread; no context needed.  source: the CUDA driver API, "Stream Ordered Memory Allocator" */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_create(cucore_memory_kind kind, int device_id, const cucore_memory_resource_options *options,
                              cucore_memory_resource **out);

/* An allocator of yours.  All zero is not valid: both functions are needed.  Both are called for a buffer with the same context
 * current: one of device_id; where the driver is asked about pointers, the one that is current when the buffer is allocated, or
 * without one that of device 0 if the stream is a default one.  A default stream is that of this context. */
typedef struct cucore_memory_functions {
    /* nbytes > 0; aligned for any type; usable on `stream` from now on.  *out is NULL on entry.  On failure return a status,
     * best after cucore_fail: both reach the caller untouched.  In C++ both functions may throw if the implementation is compiled
     * as C++: the call fails with FOREIGN then. */
    cucore_status (*allocate)(void *user_data, size_t nbytes, CUstream stream, void **out);
    /* What allocate gave, and its nbytes; work that is on `stream` now may still use it.  On failure nothing is freed. */
    cucore_status (*deallocate)(void *user_data, void *ptr, size_t nbytes, CUstream stream);
    int device_type; /* CUCORE_DEVICE_TYPE_... of what it gives; 0: the driver is asked about each pointer */
    int device_id;   /* of device and managed memory; not looked at for others, nor where device_type is 0 */
    void *reserved[2];
} cucore_memory_functions;

/* cucore_memory_resource_from_functions - an allocator of yours as a resource
 *   functions  in   copied
 *   user_data  in   kept for the functions
 *   release    in   called once with user_data when the last reference is gone, on any thread; NULL: nothing to do
 *   out        out  a reference: cucore_memory_resource_release; NULL on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL, reserved, device_type, no device_id) | OUT_OF_MEMORY
 *   Any thread; no driver call. */
CUCORE_API CUCORE_NODISCARD cucore_status
cucore_memory_resource_from_functions(const cucore_memory_functions *functions, void *user_data,
                                      void (*release)(void *user_data), cucore_memory_resource **out);

/* cucore_memory_resource_retain - one more reference; NULL is fine.  Any thread */
CUCORE_API void cucore_memory_resource_retain(cucore_memory_resource *resource);

/* cucore_memory_resource_release - one reference less; with the last one the pool, or user_data, is given back
 *   resource  in  NULL is fine.  Buffers have references of their own: release it as soon as you need no more of them
 *   Any thread; a driver that is gone is not called. */
CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource);
