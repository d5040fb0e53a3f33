/* cucore_memory.h - v0.3.0 - pools of the driver and managed memory, no Python - SPDX-License-Identifier: MIT
 * Made from src/cucore_memory.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * What programs that manage memory need beyond the allocations of cucore.h: pools of other libraries as resources and
 * ours by handle, their use, limits and peers; managed memory moved before it is used.
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore_memory.h"           // brings in cucore.h
 *
 * CONTENTS (search for the tag)
 *     >>allocate         a resource as the allocator of another library
 *     >>pool             pools of the driver: handles, use, limits, peers
 *     >>managed          managed memory: prefetch, discard, advise
 *     >>memory-rules     what the cited rules (7.4) say
 *     >>impl-...         the same sections again, implemented
 */
#ifndef CUCORE_MEMORY_H
#define CUCORE_MEMORY_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_memory.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS) || defined(CUCORE_NO_LAYOUTS)
#error "cucore_memory.h needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS, CUCORE_NO_LAYOUTS"
#endif

CUCORE_BEGIN

/* ------------ >>allocate -- */
/* memory/allocate.h: memory by its address, so that a resource can be the allocator of another library. */
/* cucore_memory_resource_allocate - allocate memory as cucore_buffer_allocate does, without a buffer
 *   resource  in   must outlive the memory: no reference is kept; NULL: the default pool of the current device
 *   nbytes    in   0: *out is NULL
 *   stream    in   the stream that uses the memory first
 *   out       out  cucore_memory_resource_deallocate; NULL on error
 *   -> as cucore_buffer_allocate
 *   The functions are those that torch (CUDAPluggableAllocator), CuPy, RMM and cuda.core call: examples/allocator.c. */
#define cucore_memory_resource_allocate CUCORE_NAME(_memory_resource_allocate)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_allocate(cucore_memory_resource *resource, size_t nbytes, CUstream stream, void **out);

/* cucore_memory_resource_deallocate - free memory as cucore_buffer_release does, in order of a stream
 *   resource  in  that the memory came from
 *   ptr       in  NULL is fine
 *   nbytes    in  that were asked for.  Only allocators of functions look at it: 0 is fine for others
 *   stream    in  the stream of the last use
 *   -> as cucore_buffer_release; on error the memory is not freed.  While a capture is in the way it is kept, with a
 *      reference of the resource, and the status is OK
 *   Any thread. */
#define cucore_memory_resource_deallocate CUCORE_NAME(_memory_resource_deallocate)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_deallocate(cucore_memory_resource *resource, void *ptr, size_t nbytes, CUstream stream);

/* ------------ >>pool -- */
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
#define cucore_memory_resource_from_pool CUCORE_NAME(_memory_resource_from_pool)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_from_pool(const cucore_memory_pool *pool, void *owner,
                                                                           void (*release)(void *owner),
                                                                           cucore_memory_resource **out);

/* cucore_memory_resource_get_pool - get the handle of a pool, for functions of the driver and for other libraries
 *   out  out  borrowed from the resource; untouched on error
 *   -> OK, and see above */
#define cucore_memory_resource_get_pool CUCORE_NAME(_memory_resource_get_pool)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_pool(cucore_memory_resource *resource,
                                                                          cucore_memory_pool *out);

/* cucore_memory_resource_trim - give memory that no buffer uses back to the system
 *   keep_nbytes  in  the pool keeps at least this much of what it has reserved; 0: only what is in use
 *   -> OK | DRIVER
 *   Memory counts as used until the streams on which it was freed were waited for.  May block: release the GIL. */
#define cucore_memory_resource_trim CUCORE_NAME(_memory_resource_trim)
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
#define cucore_memory_resource_get_usage CUCORE_NAME(_memory_resource_get_usage)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_usage(cucore_memory_resource *resource,
                                                                           cucore_memory_usage *out);

/* cucore_memory_resource_reset_usage - set used_high_nbytes and reserved_high_nbytes to the current numbers
 *   -> OK | DRIVER */
#define cucore_memory_resource_reset_usage CUCORE_NAME(_memory_resource_reset_usage)
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
#define cucore_memory_resource_get_policy CUCORE_NAME(_memory_resource_get_policy)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_policy(cucore_memory_resource *resource,
                                                                            cucore_memory_policy *out);
#define cucore_memory_resource_set_policy CUCORE_NAME(_memory_resource_set_policy)
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
#define cucore_memory_resource_get_access CUCORE_NAME(_memory_resource_get_access)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_get_access(cucore_memory_resource *resource,
                                                                            int device_id, cucore_memory_access *out);
#define cucore_memory_resource_set_access CUCORE_NAME(_memory_resource_set_access)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_resource_set_access(cucore_memory_resource *resource,
                                                                            int device_id, cucore_memory_access access);

/* ------------ >>managed -- */
/* memory/managed.h: where the pages of managed memory are. */
/* Managed memory (CUCORE_MEMORY_MANAGED, CUCORE_MEMORY_MANAGED_POOL, cudaMallocManaged) moves to the processor that
 * touches it, page by page.  Functions of this section move it before, and tell the driver how it is used.  They take
 * views of any strides, each as the bytes from its first to its last element; empty and zeroed views are skipped.
 * Devices that reach all memory of the host (Grace, HMM) also take ordinary memory of the host.  Errors of all of them:
 *   INVALID_ARGUMENT (NULL, a location that the function does not take, no such device), UNSUPPORTED (memory that is
 *   not managed, a device without concurrent managed access, a NUMA node that is not there, the legacy stream where the
 *   driver does not take it), NO_DRIVER (also: older than CUDA 12.2; 13.0 for cucore_views_discard), WRONG_DEVICE (a
 *   device of another kind), PROTOCOL and others of a view that is not sound, OVERFLOW, DRIVER */

/* cucore_views_prefetch - move the memory of arrays, in stream order
 *   views     in  the array's elements stay as they are; work may use them while they move
 *   location  in  DEVICE, HOST, HOST_NUMA or HOST_NUMA_CURRENT; NULL, USUAL: the device of the stream
 *   stream    in  a default stream is the one of the device of the first view
 *   -> OK | CAPTURE (graphs have no such node; also the legacy stream beside a capture), and see above; on error some
 *      arrays may be on their way
 *   Several arrays are one call of the driver, with CUDA 13.0 and except on the legacy stream.  Order is yours, as for
 *   kernels: cucore_views_begin_access. */
#define cucore_views_prefetch CUCORE_NAME(_views_prefetch)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_prefetch(const cucore_view *views, size_t count,
                                                                const cucore_memory_location *location,
                                                                CUstream stream);

/* cucore_views_discard - forget the elements of arrays, in stream order, so that they need not be moved; and prefetch
 * the memory if a location is given
 *   views     in  must be writable and without gaps between elements; each element must be written before it is read
 *   location  in  as for cucore_views_prefetch; NULL: the memory stays where it is
 *   stream    in  as for cucore_views_prefetch, but the driver does not take the legacy stream (NULL, 1)
 *   -> OK | READONLY | WRONG_LAYOUT (gaps: the bytes in them would be lost) | CAPTURE, and see above */
#define cucore_views_discard CUCORE_NAME(_views_discard)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_discard(const cucore_view *views, size_t count,
                                                               const cucore_memory_location *location, CUstream stream);

/* How memory is used; the numbers are CUmem_advise's. */
typedef enum cucore_memory_advice {
    CUCORE_ADVICE_READ_MOSTLY = 1, /* each device that reads it has a copy; location is not looked at */
    CUCORE_ADVICE_NOT_READ_MOSTLY = 2,
    CUCORE_ADVICE_PREFERRED = 3, /* the location is where the memory stays if it can */
    CUCORE_ADVICE_NOT_PREFERRED = 4,
    CUCORE_ADVICE_ACCESSED_BY = 5, /* DEVICE or HOST, which reaches the memory without moving it */
    CUCORE_ADVICE_NOT_ACCESSED_BY = 6
} cucore_memory_advice;

/* cucore_views_advise - tell the driver how the memory of arrays is used
 *   location  in  as for cucore_views_prefetch; NULL, USUAL: the device of the current context
 *   -> OK | INVALID_ARGUMENT (advice), and see above; on error some arrays may have the advice.  Driver 580 takes none
 *      for the memory of a pool: UNSUPPORTED
 *   Takes effect at once, and not in stream order.  Does not break a capture. */
#define cucore_views_advise CUCORE_NAME(_views_advise)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_advise(const cucore_view *views, size_t count,
                                                              cucore_memory_advice advice,
                                                              const cucore_memory_location *location);

CUCORE_END

/* ------------ >>memory-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 7.4   what calls of the driver do while a stream is captured: which are refused, and which spoil the capture
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_MEMORY_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_MEMORY_H_IMPLEMENTED)
#define CUCORE_MEMORY_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-allocate -- */
/* memory/allocate.c: memory by its address. */
CUCORE_API cucore_status cucore_memory_resource_allocate(cucore_memory_resource *resource, size_t nbytes,
                                                         CUstream stream, void **out)
{
    cucore_buffer buffer;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_allocate", "out");
    *out = NULL;
    status = cucore_buffer_allocate(resource, nbytes, stream, &buffer);
    if (status) return status;
    *out = buffer.ptr;
    cucore_memory_resource_release(buffer.private_.resource);
    return CUCORE_OK;
}

/* Finds out whether memory of a pool was allocated in the capture of its stream: the driver does not know such
 * memory. */
CUCORE__PRIVATE cucore_status cucore__memory_find_capture(cucore_buffer *buffer)
{
    cucore_pointer_info info;
    cucore__capture capture;
    cucore__place place;
    cucore_status status;
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &place);
    status = cucore__place_capture(&place, &capture);
    if (status || !capture.id) return status;
    status = cucore__pointer_attributes(buffer->ptr, 1, &info);
    if (!status && info.device_type == CUCORE_DEVICE_TYPE_CPU) buffer->private_.capture_id = capture.id;
    return status;
}

CUCORE_API cucore_status cucore_memory_resource_deallocate(cucore_memory_resource *resource, void *ptr, size_t nbytes,
                                                           CUstream stream)
{
    cucore_buffer buffer;
    int device_type;
    cucore_status status = CUCORE_OK;
    if (!ptr) return CUCORE_OK;
    if (!resource) status = cucore__resource_find_on(CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, &resource);
    if (status) return status;
    memset(&buffer, 0, sizeof buffer);
    buffer.ptr = ptr;
    buffer.nbytes = nbytes;
    buffer.stream = stream;
    device_type = resource->functions.device_type;
    cucore__buffer_fill_device(&buffer, device_type, resource->functions.device_id);
    if (!device_type) status = cucore_driver_load();
    if (!status && !device_type) status = cucore__buffer_ask_device(&buffer);
    if (!status) status = cucore__buffer_stream_context(&buffer, resource, stream, &buffer.private_.stream_context);
    if (!status) status = cucore__buffer_call_context(&buffer, resource, &buffer.private_.call_context);
    if (!status && cucore__resource_is_pool(resource)) status = cucore__driver_need();
    if (!status && cucore__resource_is_pool(resource)) status = cucore__memory_find_capture(&buffer);
    if (status) return status;
    cucore_memory_resource_retain(resource);
    buffer.private_.resource = resource;
    status = cucore_buffer_release(&buffer);
    if (status) cucore_memory_resource_release(resource);
    return status;
}

/* ------------ >>impl-pool -- */
/* memory/pool.c: the pools of the driver: handles, use, limits, peers. */
/* Replaces NULL by the default pool, and refuses what is no pool of the driver. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_check(const char *function, cucore_memory_resource **resource)
{
    cucore_status status = cucore__driver_need();
    if (!status && !*resource) {
        status = cucore__resource_find_on(CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, resource);
    }
    if (status || cucore__resource_is_pool(*resource)) return status;
    if ((*resource)->is_foreign) {
        return cucore__invalid("%s: the resource is an allocator of functions, and no pool of the driver", function);
    }
    return cucore__invalid("%s: the resource is of kind %d, and no pool of the driver", function,
                           (int)(*resource)->kind);
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_from_pool(const cucore_memory_pool *pool, void *owner,
                                                                       void (*release)(void *owner),
                                                                       cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    int device = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_from_pool", "out");
    *out = NULL;
    if (!pool || !pool->handle) {
        return cucore__fail_null("cucore_memory_resource_from_pool", pool ? "pool->handle" : "pool");
    }
    if (pool->kind != CUCORE_MEMORY_DEFAULT_POOL && pool->kind != CUCORE_MEMORY_POOL &&
        pool->kind != CUCORE_MEMORY_PINNED_POOL && pool->kind != CUCORE_MEMORY_MANAGED_POOL) {
        return cucore__invalid("pool->kind is %d; expected a CUCORE_MEMORY_..._POOL or CUCORE_MEMORY_POOL",
                               (int)pool->kind);
    }
    status = cucore__device_id_resolve(pool->device_id, &device);
    if (!status) status = cucore__pool_need();
    if (status) return status;
    resource = cucore__resource_new();
    if (!resource) return CUCORE_OUT_OF_MEMORY;
    cucore__resource_fill(resource, pool->kind, device, pool->handle);
    resource->owner = owner;
    resource->release = release;
    *out = resource;
    return CUCORE_OK;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_pool(cucore_memory_resource *resource,
                                                                      cucore_memory_pool *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_pool", "out");
    status = cucore__pool_check("cucore_memory_resource_get_pool", &resource);
    if (status) return status;
    out->handle = (CUmemoryPool)resource->handle;
    out->kind = resource->kind;
    out->device_id = resource->device_id;
    return CUCORE_OK;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_trim(cucore_memory_resource *resource, size_t keep_nbytes)
{
    cucore_status status = cucore__pool_check("cucore_memory_resource_trim", &resource);
    if (!status) CUCORE__CALL_RELAXED(status, MemPoolTrimTo, ((cucore__CUmemoryPool)resource->handle, keep_nbytes));
    return status;
}

/* ------------ attributes */
/* Reads a number of bytes, or of bits. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_get(const cucore_memory_resource *resource,
                                                            cucore__CUmemPool_attribute attribute, size_t *out)
{
    uint64_t bytes = 0;
    int flag = 0;
    const int is_flag = attribute <= CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, MemPoolGetAttribute,
                         ((cucore__CUmemoryPool)resource->handle, attribute, is_flag ? (void *)&flag : (void *)&bytes));
    *out = is_flag ? (size_t)(flag != 0) : bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_set(const cucore_memory_resource *resource,
                                                            cucore__CUmemPool_attribute attribute, size_t value)
{
    uint64_t bytes = value == SIZE_MAX ? UINT64_MAX : value;
    int flag = value != 0;
    const int is_flag = attribute <= CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, MemPoolSetAttribute,
                         ((cucore__CUmemoryPool)resource->handle, attribute, is_flag ? (void *)&flag : (void *)&bytes));
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_usage(cucore_memory_resource *resource,
                                                                       cucore_memory_usage *out)
{
    cucore_memory_usage usage = {0, 0, 0, 0};
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_usage", "out");
    status = cucore__pool_check("cucore_memory_resource_get_usage", &resource);
    if (!status) status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &usage.used_nbytes);
    if (!status) status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_USED_MEM_HIGH, &usage.used_high_nbytes);
    if (!status) {
        status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &usage.reserved_nbytes);
    }
    if (!status) {
        status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &usage.reserved_high_nbytes);
    }
    if (!status) *out = usage;
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_reset_usage(cucore_memory_resource *resource)
{
    cucore_status status = cucore__pool_check("cucore_memory_resource_reset_usage", &resource);
    if (!status) status = cucore__pool_set(resource, CUCORE__CU_MEMPOOL_ATTR_USED_MEM_HIGH, 0);
    return status ? status : cucore__pool_set(resource, CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, 0);
}

/* The attributes of a policy. */
enum { CUCORE__POLICY_ATTRIBUTES = 4 };
static const cucore__CUmemPool_attribute cucore__policy_attributes[CUCORE__POLICY_ATTRIBUTES] = {
    CUCORE__CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, CUCORE__CU_MEMPOOL_ATTR_RELEASE_THRESHOLD};

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__policy_read(const cucore_memory_resource *resource, size_t *values)
{
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; !status && i < CUCORE__POLICY_ATTRIBUTES; i++) {
        status = cucore__pool_get(resource, cucore__policy_attributes[i], &values[i]);
    }
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__policy_write(const cucore_memory_resource *resource,
                                                                const size_t *values)
{
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; !status && i < CUCORE__POLICY_ATTRIBUTES; i++) {
        status = cucore__pool_set(resource, cucore__policy_attributes[i], values[i]);
    }
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_policy(cucore_memory_resource *resource,
                                                                        cucore_memory_policy *out)
{
    size_t values[CUCORE__POLICY_ATTRIBUTES];
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_policy", "out");
    status = cucore__pool_check("cucore_memory_resource_get_policy", &resource);
    if (!status) status = cucore__policy_read(resource, values);
    if (status) return status;
    memset(out, 0, sizeof *out);
    out->ignore_events = !values[0];
    out->ignore_completed = !values[1];
    out->never_wait = !values[2];
    out->release_threshold = values[3];
    return CUCORE_OK;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_set_policy(cucore_memory_resource *resource,
                                                                        const cucore_memory_policy *policy)
{
    static const uint8_t zero[sizeof policy->reserved] = {0};
    size_t before[CUCORE__POLICY_ATTRIBUTES], values[CUCORE__POLICY_ATTRIBUTES];
    cucore_error error;
    cucore_status status;
    if (!policy) return cucore__fail_null("cucore_memory_resource_set_policy", "policy");
    if (memcmp(policy->reserved, zero, sizeof zero) != 0) {
        return cucore__invalid("cucore_memory_resource_set_policy: policy->reserved is not all zero");
    }
    status = cucore__pool_check("cucore_memory_resource_set_policy", &resource);
    if (!status) status = cucore__policy_read(resource, before);
    if (status) return status;
    values[0] = !policy->ignore_events;
    values[1] = !policy->ignore_completed;
    values[2] = !policy->never_wait;
    values[3] = policy->release_threshold;
    status = cucore__policy_write(resource, values);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    (void)cucore__policy_write(resource, before);
    cucore__error = error;
    return status;
}

/* ------------ peers */
CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_access(cucore_memory_resource *resource, int device_id,
                                                                        cucore_memory_access *out)
{
    cucore__CUmemLocation location;
    cucore__CUmemAccess_flags flags = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_access", "out");
    location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    status = cucore__pool_check("cucore_memory_resource_get_access", &resource);
    if (!status) status = cucore__device_id_resolve(device_id, &location.id);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemPoolGetAccess, (&flags, (cucore__CUmemoryPool)resource->handle, &location));
    if (!status) *out = (cucore_memory_access)flags;
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_set_access(cucore_memory_resource *resource, int device_id,
                                                                        cucore_memory_access access)
{
    cucore__CUmemAccessDesc wish;
    int can = 1, is_on_device;
    cucore_status status = cucore__pool_check("cucore_memory_resource_set_access", &resource);
    if (status) return status;
    if (access != CUCORE_ACCESS_NONE && access != CUCORE_ACCESS_READ && access != CUCORE_ACCESS_READ_WRITE) {
        return cucore__invalid("access is %d; expected CUCORE_ACCESS_NONE, _READ or _READ_WRITE", (int)access);
    }
    wish.location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    wish.flags = (cucore__CUmemAccess_flags)access;
    status = cucore__device_id_resolve(device_id, &wish.location.id);
    if (status) return status;
    is_on_device = resource->functions.device_type == CUCORE_DEVICE_TYPE_CUDA;
    if (is_on_device && wish.location.id == resource->device_id) {
        if (access == CUCORE_ACCESS_READ_WRITE) return CUCORE_OK;
        return cucore__invalid("access is %d, but the memory of the pool is on device %d, which always has access",
                               (int)access, wish.location.id);
    }
    if (is_on_device && access) status = cucore_device_get_peer_access(wish.location.id, resource->device_id, &can);
    if (status) return status;
    if (!can) {
        return cucore_fail(CUCORE_UNSUPPORTED, "device %d cannot access the memory of device %d", wish.location.id,
                           resource->device_id);
    }
    CUCORE__CALL_RELAXED(status, MemPoolSetAccess, ((cucore__CUmemoryPool)resource->handle, &wish, 1));
    return status;
}

/* ------------ >>impl-managed -- */
/* memory/managed.c: where the pages of managed memory are. */
/* One call: the views, where they go, and on which stream. */
typedef struct cucore__managed {
    const char *function; /* of this library, for messages */
    const cucore_view *views;
    size_t count;
    cucore__CUmemLocation location;
    cucore__place place; /* without a stream: of the context */
} cucore__managed;

/* Finds the first byte of a view and how many there are: 0 if it is empty. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_range(const cucore_view *view, cucore__CUdeviceptr *first,
                                                                 size_t *nbytes)
{
    int64_t low = 0, end = 0;
    cucore_status status = CUCORE_OK;
    *nbytes = 0;
    if (!view->dtype.lanes && !view->layout.ndim) return CUCORE_OK;
    status = cucore__layout_byte_bounds(&view->layout, &low, &end);
    if (status || cucore__layout_is_empty(&view->layout)) return status;
    *first = (uintptr_t)view->ptr + (uintptr_t)low;
    *nbytes = (size_t)(end - low);
    return CUCORE_OK;
}

/* Checks the views, of which those of other kinds of devices are refused.  first: the device of the first one that is
 * not empty, or NONE */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_check(const cucore__managed *call, int *first)
{
    size_t i;
    cucore_status status = cucore__views_check(call->function, call->views, call->count);
    *first = CUCORE_DEVICE_NONE;
    for (i = call->count; !status && i-- > 0;) {
        if (cucore__device_is_other(call->views[i].device_type)) {
            return cucore_fail(CUCORE_WRONG_DEVICE, "%s: views[%llu] is on a device of type %d (%s), not of CUDA",
                               call->function, (unsigned long long)i, (int)call->views[i].device_type,
                               cucore__device_name(call->views[i].device_type));
        }
        if (call->views[i].device_id >= 0) *first = call->views[i].device_id;
    }
    return status ? status : cucore__driver_need();
}

/* Fills in the location for the driver; `usual` is the device that USUAL means. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_locate(const cucore_memory_location *asked, int usual,
                                                                  cucore__CUmemLocation *out)
{
    const int type = asked && asked->type ? asked->type : CUCORE_LOCATION_DEVICE;
    const int id = asked && asked->type ? asked->id : usual;
    out->type = type; /* the numbers are the driver's */
    out->id = id;
    if (type == CUCORE_LOCATION_DEVICE) return cucore__device_id_resolve(id, &out->id);
    if ((type == CUCORE_LOCATION_HOST_NUMA && id >= 0) ||
        ((type == CUCORE_LOCATION_HOST || type == CUCORE_LOCATION_HOST_NUMA_CURRENT) && !id)) {
        return CUCORE_OK;
    }
    return cucore__invalid("location type %d with id %d is no place for memory to move to", type, id);
}

/* Fails if a device cannot use managed memory beside the CPU. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_check_device(int device)
{
    int concurrent = 0;
    cucore_status status =
        CUCORE__CALL(DeviceGetAttribute, (&concurrent, CUCORE__CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device));
    if (status || concurrent) return status;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "device %d has no concurrent managed access (CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS is "
                       "0): its driver moves no managed memory by itself",
                       device);
}

/* Fails if view i is not managed memory, and device does not reach memory of the host. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_check_view(const cucore__managed *call, size_t i, int device)
{
    cucore_pointer_info info;
    cucore__CUdeviceptr ptr = 0;
    size_t nbytes = 0;
    int pageable = 0;
    cucore_status status = cucore__managed_range(&call->views[i], &ptr, &nbytes);
    if (status || !nbytes) return status;
    status = cucore__pointer_attributes((const void *)(uintptr_t)ptr, 3, &info);
    if (status || info.device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) return status;
    if (info.device_type == CUCORE_DEVICE_TYPE_CPU) {
        status =
            CUCORE__CALL(DeviceGetAttribute, (&pageable, CUCORE__CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, device));
        if (status || pageable) return status;
    }
    return cucore_fail(CUCORE_UNSUPPORTED, "%s: views[%llu] at 0x%llx is %s memory, which is not managed",
                       call->function, (unsigned long long)i, (unsigned long long)ptr,
                       info.device_type == CUCORE_DEVICE_TYPE_CPU ? "ordinary host"
                                                                  : cucore__device_name(info.device_type));
}

/* Explains why the driver has refused a call. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_managed(const cucore__managed *call, cucore__CUresult result,
                                                                const char *name)
{
    int device = 0;
    size_t i;
    cucore_status status = CUCORE_OK;
    if (result != CUCORE__CUDA_ERROR_INVALID_VALUE && result != CUCORE__CUDA_ERROR_INVALID_DEVICE &&
        result != CUCORE__CUDA_ERROR_NOT_SUPPORTED) {
        return cucore__fail_result(result, name);
    }
    status = cucore__context_device(call->place.context, &device);
    for (i = 0; !status && i < call->count; i++) status = cucore__managed_check_view(call, i, device);
    if (!status) status = cucore__managed_check_device(device);
    if (!status && call->location.type == CUCORE__CU_MEM_LOCATION_TYPE_DEVICE && call->location.id != device) {
        status = cucore__managed_check_device(call->location.id);
    }
    if (status == CUCORE_UNSUPPORTED) return status;
    if (result == CUCORE__CUDA_ERROR_NOT_SUPPORTED) {
        return cucore__fail_driver(
            CUCORE_UNSUPPORTED, result, name,
            "the driver does not take this memory, as that of a managed pool: %s failed: %s (%d)", name,
            cucore__result_name(result), result);
    }
    if (call->location.type != CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA) return cucore__fail_result(result, name);
    return cucore__fail_driver(CUCORE_UNSUPPORTED, result, name, "%s failed for NUMA node %d of the host: %s (%d)",
                               name, call->location.id, cucore__result_name(result), result);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_answer(const cucore__managed *call, cucore__CUresult result,
                                                                  const char *name)
{
    return result ? cucore__fail_managed(call, result, name) : CUCORE_OK;
}

/* ------------ on a stream */
enum { CUCORE__MANAGED_BATCH = 32 };
typedef struct cucore__managed_batch {
    cucore__CUdeviceptr first[CUCORE__MANAGED_BATCH];
    size_t nbytes[CUCORE__MANAGED_BATCH];
    size_t count;
} cucore__managed_batch;

enum { CUCORE__MANAGED_PREFETCH, CUCORE__MANAGED_DISCARD, CUCORE__MANAGED_DISCARD_PREFETCH };

/* Enqueues what a batch has. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_enqueue(cucore__managed *call, cucore__managed_batch *batch,
                                                                   int act)
{
    const CUstream stream = call->place.stream;
    size_t index = 0, i;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    if (act == CUCORE__MANAGED_DISCARD) {
        if (!cucore__driver.MemDiscardBatchAsync) return cucore__fail_missing("cuMemDiscardBatchAsync");
        result = cucore__driver.MemDiscardBatchAsync(batch->first, batch->nbytes, batch->count, 0, stream);
        return cucore__managed_answer(call, result, "cuMemDiscardBatchAsync");
    }
    if (act == CUCORE__MANAGED_DISCARD_PREFETCH) {
        if (!cucore__driver.MemDiscardAndPrefetchBatchAsync) {
            return cucore__fail_missing("cuMemDiscardAndPrefetchBatchAsync");
        }
        result = cucore__driver.MemDiscardAndPrefetchBatchAsync(batch->first, batch->nbytes, batch->count,
                                                                &call->location, &index, 1, 0, stream);
        return cucore__managed_answer(call, result, "cuMemDiscardAndPrefetchBatchAsync");
    }
    if (batch->count > 1 && stream != CUCORE_STREAM_LEGACY && cucore__driver.MemPrefetchBatchAsync) {
        result = cucore__driver.MemPrefetchBatchAsync(batch->first, batch->nbytes, batch->count, &call->location,
                                                      &index, 1, 0, stream);
        return cucore__managed_answer(call, result, "cuMemPrefetchBatchAsync");
    }
    if (!cucore__driver.MemPrefetchAsync) return cucore__fail_missing("cuMemPrefetchAsync");
    for (i = 0; !result && i < batch->count; i++) {
        result = cucore__driver.MemPrefetchAsync(batch->first[i], batch->nbytes[i], call->location, 0, stream);
    }
    return cucore__managed_answer(call, result, "cuMemPrefetchAsync");
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_run(cucore__managed *call, int act)
{
    cucore__managed_batch batch;
    size_t i, *count = &batch.count;
    cucore_status status = CUCORE_OK;
    *count = 0;
    for (i = 0; !status && i < call->count; i++) {
        status = cucore__managed_range(&call->views[i], &batch.first[*count], &batch.nbytes[*count]);
        if (status || !batch.nbytes[*count]) continue;
        if (++*count < CUCORE__MANAGED_BATCH) continue;
        status = cucore__managed_enqueue(call, &batch, act);
        *count = 0;
    }
    return status || !*count ? status : cucore__managed_enqueue(call, &batch, act);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__managed_stream(cucore__managed *call,
                                                                  const cucore_memory_location *location,
                                                                  CUstream stream, int act)
{
    cucore_context_guard guard;
    cucore__capture capture;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__managed_check(call, &device);
    if (!status) status = cucore__place_make_whole(stream, device, &call->place);
    if (!status && call->place.stream == CUCORE_STREAM_LEGACY && act != CUCORE__MANAGED_PREFETCH) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "%s: the driver does not discard on the legacy default stream (NULL or 1): take another",
                             call->function);
    }
    if (!status) status = cucore__context_device(call->place.context, &device);
    if (!status) status = cucore__managed_locate(location, device, &call->location);
    if (!status) status = cucore__place_capture(&call->place, &capture);
    if (status) return status;
    if (capture.is_active) {
        return capture.is_beside ? cucore__fail_beside()
                                 : cucore_fail(CUCORE_CAPTURE,
                                               "%s: stream 0x%llx is being captured into a graph, which has no nodes "
                                               "that move or discard managed memory",
                                               call->function, (unsigned long long)(uintptr_t)call->place.stream);
    }
    status = cucore_context_enter(call->place.context, &guard);
    if (status) return status;
    status = cucore__managed_run(call, act);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore__managed cucore__managed_of(const char *function, const cucore_view *views,
                                                                size_t count)
{
    cucore__managed call;
    memset(&call, 0, sizeof call);
    call.function = function;
    call.views = views;
    call.count = count;
    return call;
}

CUCORE_API CUCORE__COLD cucore_status cucore_views_prefetch(const cucore_view *views, size_t count,
                                                            const cucore_memory_location *location, CUstream stream)
{
    cucore__managed call = cucore__managed_of("cucore_views_prefetch", views, count);
    return cucore__managed_stream(&call, location, stream, CUCORE__MANAGED_PREFETCH);
}

CUCORE_API CUCORE__COLD cucore_status cucore_views_discard(const cucore_view *views, size_t count,
                                                           const cucore_memory_location *location, CUstream stream)
{
    cucore__managed call = cucore__managed_of("cucore_views_discard", views, count);
    size_t i;
    cucore_status status = cucore__views_check(call.function, views, count);
    for (i = 0; !status && i < count; i++) {
        if (views[i].readonly) {
            return cucore_fail(CUCORE_READONLY, "cucore_views_discard: views[%llu] is read-only",
                               (unsigned long long)i);
        }
        if (!cucore_layout_is_dense(&views[i].layout)) {
            return cucore_fail(CUCORE_WRONG_LAYOUT,
                               "cucore_views_discard: views[%llu] has gaps between its elements, whose bytes would be "
                               "lost",
                               (unsigned long long)i);
        }
    }
    if (status) return status;
    return cucore__managed_stream(&call, location, stream,
                                  location ? CUCORE__MANAGED_DISCARD_PREFETCH : CUCORE__MANAGED_DISCARD);
}

/* ------------ at once */
CUCORE_API CUCORE__COLD cucore_status cucore_views_advise(const cucore_view *views, size_t count,
                                                          cucore_memory_advice advice,
                                                          const cucore_memory_location *location)
{
    cucore__managed call = cucore__managed_of("cucore_views_advise", views, count);
    cucore_context_guard guard;
    cucore__CUdeviceptr ptr = 0;
    cucore__CUstreamCaptureMode mode;
    size_t nbytes = 0, i;
    int device = CUCORE_DEVICE_NONE, exchanged;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    cucore_status status = cucore__managed_check(&call, &device);
    if (status) return status;
    if (advice < CUCORE_ADVICE_READ_MOSTLY || advice > CUCORE_ADVICE_NOT_ACCESSED_BY) {
        return cucore__invalid("advice is %d; expected CUCORE_ADVICE_...", (int)advice);
    }
    status = cucore__managed_locate(location, CUCORE_DEVICE_CURRENT, &call.location);
    if (!status) status = cucore__context_of_device(CUCORE_DEVICE_CURRENT, &call.place.context, NULL);
    if (!status && !cucore__driver.MemAdvise) status = cucore__fail_missing("cuMemAdvise");
    if (!status) status = cucore_context_enter(call.place.context, &guard);
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    for (i = 0; !status && !result && i < count; i++) {
        status = cucore__managed_range(&views[i], &ptr, &nbytes);
        if (!status && nbytes)
            result = cucore__driver.MemAdvise(ptr, nbytes, (cucore__CUmem_advise)advice, call.location);
    }
    if (!status) status = cucore__managed_answer(&call, result, "cuMemAdvise");
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    return status;
}

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
