/* --------------------------------------------------------------------------------------------------- >>managed -- */
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
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_prefetch(const cucore_view *views, size_t count,
                                                                const cucore_memory_location *location,
                                                                CUstream stream);

/* cucore_views_discard - forget the elements of arrays, in stream order, so that they need not be moved; and prefetch
 * the memory if a location is given
 *   views     in  must be writable and without gaps between elements; each element must be written before it is read
 *   location  in  as for cucore_views_prefetch; NULL: the memory stays where it is
 *   stream    in  as for cucore_views_prefetch, but the driver does not take the legacy stream (NULL, 1)
 *   -> OK | READONLY | WRONG_LAYOUT (gaps: the bytes in them would be lost) | CAPTURE, and see above */
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
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_advise(const cucore_view *views, size_t count,
                                                              cucore_memory_advice advice,
                                                              const cucore_memory_location *location);
