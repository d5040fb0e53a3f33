/* ---------------------------------------------------------------------------------------------------- >>memory -- */
/* core/memory.h: memory resources. */
/* A resource is where memory comes from.  It is counted: the code that makes it releases it, and each of its buffers
 * holds a reference, so that it may be released before its buffers.  NULL as an argument is the default pool of the
 * device. */
typedef struct cucore_memory_resource cucore_memory_resource;

/* The resources of cuda.core, with its names. */
typedef enum cucore_memory_kind {
    CUCORE_MEMORY_DEFAULT_POOL = 0, /* the device's default pool, which all libraries share: cudaMallocAsync's */
    CUCORE_MEMORY_POOL = 1,         /* DeviceMemoryResource: a pool of its own on the device */
    CUCORE_MEMORY_SYNCHRONOUS = 2,  /* cuMemAlloc: no pool, works with every driver */
    CUCORE_MEMORY_PINNED = 3,       /* LegacyPinnedMemoryResource: cuMemHostAlloc, portable: every device reaches it */
    CUCORE_MEMORY_PINNED_POOL = 4,  /* PinnedMemoryResource: a pool of host memory that every device reaches */
    CUCORE_MEMORY_MANAGED =
        5, /* cuMemAllocManaged: memory that moves between host and device.  More than the device has
                                       free is refused with OUT_OF_MEMORY: the driver would say yes, and thrash */
    CUCORE_MEMORY_MANAGED_POOL = 6, /* ManagedMemoryResource: a pool of managed memory that prefers the device */
    CUCORE_MEMORY_HOST = 7          /* pageable, aligned to 64 bytes; no driver */
} cucore_memory_kind;

/* A place of memory: its type, and a number that only two of the types have. */
typedef enum cucore_location_type {
    CUCORE_LOCATION_NONE = -1,            /* no preferred place, for managed pools; id is 0 */
    CUCORE_LOCATION_USUAL = 0,            /* the place that is usual for the function */
    CUCORE_LOCATION_DEVICE = 1,           /* id is a device_id */
    CUCORE_LOCATION_HOST = 2,             /* on any NUMA node of the host; id is 0 */
    CUCORE_LOCATION_HOST_NUMA = 3,        /* id is the number of a NUMA node of the host */
    CUCORE_LOCATION_HOST_NUMA_CURRENT = 4 /* on the NUMA node of the calling thread; id is 0 */
} cucore_location_type;

/* All zero is CUCORE_LOCATION_USUAL. */
typedef struct cucore_memory_location {
    int32_t type; /* CUCORE_LOCATION_... */
    int32_t id;
} cucore_memory_location;

/* Which pool a resource is of. */
enum {
    CUCORE_POOL_OWN = 0,     /* a new one, which the resource owns */
    CUCORE_POOL_DEFAULT = 1, /* the driver's default pool for the kind of memory and the location */
    CUCORE_POOL_CURRENT = 2  /* the one that was set for them, as by cudaDeviceSetMemPool; else the default pool */
};

/* How other processes may get the memory of a pool; the numbers are those of CUmemAllocationHandleType. */
enum {
    CUCORE_HANDLE_FILE_DESCRIPTOR = 1, /* Linux */
    CUCORE_HANDLE_WIN32 = 2,
    CUCORE_HANDLE_WIN32_KMT = 4,
    CUCORE_HANDLE_FABRIC = 8 /* between the nodes of one NVLink domain */
};

/* Options of pools (POOL, PINNED_POOL, MANAGED_POOL); other kinds refuse a value other than 0.  All zero is the usual.
 *   location      PINNED_POOL: HOST, the usual, or HOST_NUMA.  MANAGED_POOL: what the pool prefers, DEVICE, the usual,
 *                 HOST, HOST_NUMA or NONE.  The id of DEVICE is the device_id of the call
 *   handle_types  0: the memory stays in the process.  The driver has no handles for managed memory, and for pinned
 *                 memory only on HOST_NUMA
 *   which         a pool that is not OWN takes only a location.  Of pinned and managed memory: CUDA 13.0 */
typedef struct cucore_memory_resource_options {
    size_t release_threshold; /* bytes that the pool keeps when streams synchronise; SIZE_MAX: all; 0: none */
    size_t max_nbytes;        /* that the pool may grow to, CUDA 12.2; 0: what the device has */
    cucore_memory_location location;
    uint32_t handle_types; /* CUCORE_HANDLE_..., or'ed */
    int32_t which;         /* CUCORE_POOL_... */
    void *win32_security;  /* LPSECURITYATTRIBUTES for CUCORE_HANDLE_WIN32 */
    void *reserved[2];
} cucore_memory_resource_options;

/* cucore_memory_resource_create - make a resource of memory of one kind
 *   device_id  in   or CUCORE_DEVICE_CURRENT.  For pinned memory it is the device in whose context the memory is made,
 *                   and whose default streams its buffers mean; ignored for CUCORE_MEMORY_HOST
 *   options    in   NULL: all zero
 *   out        out  a reference: cucore_memory_resource_release; NULL on error
 *   -> OK | INVALID_ARGUMENT (kind, device, options) | UNSUPPORTED (the driver makes no such pool: pinned and managed
 *      pools, max_nbytes with an older driver, handle_types, a NUMA node) | OUT_OF_MEMORY | NO_DRIVER (also: older than
 *      CUDA 11.2, for pools) | DRIVER
 *   All devices get access to a pinned pool.  Pools allocate and free in stream order, without blocking.  On a captured
 *   stream their memory becomes part of the graph: it is valid only while the graph runs.  The other kinds may block
 *   when they allocate; before memory is freed they wait for the stream that it was used on last, except with
 *   CUCORE_STREAM_NO_SYNC and for HOST.
 *   Any thread; no context needed.  source: the CUDA driver API, "Stream Ordered Memory Allocator" */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_create(cucore_memory_kind kind, int device_id, const cucore_memory_resource_options *options,
                              cucore_memory_resource **out);

/* Your own allocator.  All zero is not valid: both functions are needed.  Both are called for a buffer with the same
 * context current: a context of device_id; if the driver is asked about pointers, the context that is current when the
 * buffer is allocated, or without one the context of device 0 if the stream is a default stream.  A default stream is
 * the one of this context. */
typedef struct cucore_memory_functions {
    /* allocate returns nbytes > 0, aligned for any type, usable on `stream` from now on.  *out is NULL on entry.  On
     * failure return a status, best after cucore_fail: both reach the caller untouched.  In C++ both functions may
     * throw if the implementation is compiled as C++: the call fails with FOREIGN then. */
    cucore_status (*allocate)(void *user_data, size_t nbytes, CUstream stream, void **out);
    /* deallocate takes what allocate gave, with its nbytes; work that is on `stream` now may still use it.  A failure
     * means that the memory is not freed.  Memory of devices and pinned memory is freed without the GIL. */
    cucore_status (*deallocate)(void *user_data, void *ptr, size_t nbytes, CUstream stream);
    int device_type; /* CUCORE_DEVICE_TYPE_... of what it gives; 0: the driver is asked about each pointer, and what it
                      * does not know is memory of the capture if the stream is captured, else host memory */
    int device_id;   /* of device and managed memory; not looked at for others, nor where device_type is 0 */
    void *reserved[2];
} cucore_memory_functions;

/* cucore_memory_resource_from_functions - make a resource of your own allocator
 *   functions  in   copied
 *   user_data  in   kept for the functions
 *   release    in   called once with user_data when the last reference is gone, on any thread; NULL: not called
 *   out        out  a reference: cucore_memory_resource_release; NULL on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL, reserved, device_type, no device_id) | OUT_OF_MEMORY
 *   Any thread; no driver call. */
CUCORE_API CUCORE_NODISCARD cucore_status
cucore_memory_resource_from_functions(const cucore_memory_functions *functions, void *user_data,
                                      void (*release)(void *user_data), cucore_memory_resource **out);

/* cucore_memory_resource_retain - add a reference; NULL is fine.  Any thread */
CUCORE_API void cucore_memory_resource_retain(cucore_memory_resource *resource);

/* cucore_memory_resource_release - drop a reference; the last one releases the pool, or user_data
 *   resource  in  NULL is fine.  Buffers have references of their own: release the resource as soon as you need no more
 *                 buffers
 *   Any thread; a driver that is gone is not called. */
CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource);
