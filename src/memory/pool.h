/* ------------------------------------------------------------------------------------------------------ >>pool -- */
/* memory/pool.h: the pools of the driver: handles, use, limits, peers. */
/* Functions of this section take the resource of a pool: of the kinds DEFAULT_POOL, POOL, PINNED_POOL and MANAGED_POOL,
 * or of a pool of another library.  NULL is the default pool of the current device.  They return INVALID_ARGUMENT for
 * other resources, NO_DRIVER also for a driver older than CUDA 11.2, and need no context.  Any thread; a capture is not
 * broken (source: rules 7.4). */

/* A pool of the driver.  All zero is not valid: a handle is needed. */
typedef struct cucore_memory_pool {
    CUmemoryPool handle;
    cucore_memory_kind kind; /* DEFAULT_POOL or POOL: memory of a device; PINNED_POOL; MANAGED_POOL */
    int32_t device_id;       /* of its memory; of pinned memory the device whose default streams its buffers mean */
} cucore_memory_pool;

/* cucore_memory_resource_from_pool - make a resource of a pool that other code made
 *   pool     in   copied; kind and device_id are believed: drivers before CUDA 13.2 do not report them
 *   owner    in   anything; kept for `release`
 *   release  in   called once with owner when the last reference is gone, on any thread; NULL: the pool is borrowed
 *   out      out  a reference: cucore_memory_resource_release; NULL on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL, kind, device) | OUT_OF_MEMORY | NO_DRIVER | DRIVER
 *   Pinned memory of the pool is used by the devices that have access to it (cucore_memory_resource_set_access). */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_from_pool(const cucore_memory_pool *pool, void *owner,
                                                                           void (*release)(void *owner),
                                                                           cucore_memory_resource **out);

/* cucore_memory_resource_get_pool - get the handle of a pool, for functions of the driver and for other libraries
 *   out  out  borrowed from the resource; untouched on error
 *   -> OK, and see above */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_pool(cucore_memory_resource *resource,
                                                                          cucore_memory_pool *out);

/* cucore_memory_resource_trim - give memory that no buffer uses back to the system
 *   keep_nbytes  in  the pool keeps at least this much of what it has reserved; 0: only what is in use
 *   -> OK | DRIVER
 *   Memory counts as used until the streams on which it was freed were waited for.  May block: release the GIL. */
CUCORE_API CUCORE_BLOCKS cucore_status cucore_memory_resource_trim(cucore_memory_resource *resource,
                                                                   size_t keep_nbytes);

/* What a pool holds, in bytes.  All zero is an empty pool. */
typedef struct cucore_memory_usage {
    size_t used_nbytes;          /* in buffers */
    size_t used_high_nbytes;     /* the most since the start or cucore_memory_resource_reset_usage */
    size_t reserved_nbytes;      /* taken from the system */
    size_t reserved_high_nbytes; /* likewise */
} cucore_memory_usage;

/* cucore_memory_resource_get_usage - get how much of a pool is used and reserved
 *   out  out  untouched on error
 *   -> OK | DRIVER
 *   The four numbers are read one after the other: other threads may change the pool in between. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_usage(cucore_memory_resource *resource,
                                                                           cucore_memory_usage *out);

/* cucore_memory_resource_reset_usage - set used_high_nbytes and reserved_high_nbytes to the current numbers
 *   -> OK | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_reset_usage(cucore_memory_resource *resource);

/* What a pool keeps, and which freed memory it gives out again.  All zero is what the driver does by itself. */
typedef struct cucore_memory_policy {
    size_t release_threshold; /* bytes that the pool keeps when streams synchronise; SIZE_MAX: all */
    uint8_t ignore_events;    /* 1: not memory freed on another stream after which this one is ordered by events */
    uint8_t ignore_completed; /* 1: not memory freed on another stream which has been reached by chance */
    uint8_t never_wait;       /* 1: an allocation does not make its stream wait for another one to reuse memory */
    uint8_t reserved[5];
} cucore_memory_policy;

/* cucore_memory_resource_get_policy, cucore_memory_resource_set_policy - get or set the policy of a pool
 *   policy  in   on error the pool has its policy of before
 *   out     out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, reserved) | DRIVER
 *   The policy of a default pool is the one of all libraries in the process. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_policy(cucore_memory_resource *resource,
                                                                            cucore_memory_policy *out);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_set_policy(cucore_memory_resource *resource,
                                                                            const cucore_memory_policy *policy);

/* What a device may do with the memory of a pool; the numbers are CUmemAccess_flags'. */
typedef enum cucore_memory_access {
    CUCORE_ACCESS_NONE = 0,
    CUCORE_ACCESS_READ = 1,
    CUCORE_ACCESS_READ_WRITE = 3
} cucore_memory_access;

/* cucore_memory_resource_get_access, cucore_memory_resource_set_access - get or set what a device may do with the
 * memory of a pool: with what is in use, and what is allocated later
 *   device_id  in   a peer of the pool's device; any device for pinned memory
 *   out        out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, access, device, the pool's own device) | UNSUPPORTED (no peer access between the
 *      devices) | DRIVER
 *   cucore_device_enable_peer_access does not reach memory of pools. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_access(cucore_memory_resource *resource,
                                                                            int device_id, cucore_memory_access *out);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_set_access(cucore_memory_resource *resource,
                                                                            int device_id, cucore_memory_access access);
