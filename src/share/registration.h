/* ---------------------------------------------------------------------------------------- >>share-registration -- */
/* share/registration.h: the allocation that a view lies in, as libraries that register memory describe it. */
/* How the memory was allocated.  X(name, value, text in messages) */
#define CUCORE_ALLOCATION_LIST(X)                                                                                      \
    X(UNKNOWN, 0, "memory of a kind that the driver does not describe")                                                \
    X(HOST, 1, "ordinary host memory")                                                                                 \
    X(PINNED, 2, "pinned host memory")                                                                                 \
    X(PLAIN, 3, "memory of cuMemAlloc")                                                                                \
    X(POOL, 4, "memory of a pool")                                                                                     \
    X(VIRTUAL, 5, "virtual memory of cuMemMap")                                                                        \
    X(MANAGED, 6, "managed memory")

#define CUCORE_ALLOCATION_ENUM(name, value, text) CUCORE_ALLOCATION_##name = (value),
typedef enum cucore_allocation {
    CUCORE_ALLOCATION_LIST(CUCORE_ALLOCATION_ENUM) CUCORE__ALLOCATION_END
} cucore_allocation;
#undef CUCORE_ALLOCATION_ENUM

/* The ways in which others can reach the memory: bits of cucore_registration.ways. */
#define CUCORE_SHARE_LEGACY 1u  /* a handle of 64 bytes for other processes: cuIpcGetMemHandle */
#define CUCORE_SHARE_POOL 2u    /* for other processes, a descriptor of the pool, and 64 bytes for the address */
#define CUCORE_SHARE_VIRTUAL 4u /* a descriptor of the allocation for other processes */
#define CUCORE_SHARE_DMA_BUF 8u /* a descriptor for network cards and other devices: cucore_view_export_dma_buf */

/* The place of a view in its allocation.  It has no empty value: functions only fill it. */
typedef struct cucore_registration {
    void *base;        /* first byte of the allocation; of ordinary host memory the first byte of the view */
    size_t nbytes;     /* of the allocation, from base; of ordinary host memory those that the view spans */
    size_t offset;     /* of element [0, 0, ...] from base */
    size_t first, end; /* from base: the first byte of an element, and the byte after the last one; equal if the view
                               is empty */
    uint64_t allocation_id; /* different for each allocation of this process, also if its address was used before: the
                               key of a cache of registrations.  0: the driver reports none */
    int32_t allocation;     /* CUCORE_ALLOCATION_... */
    int32_t device_type;    /* CUCORE_DEVICE_TYPE_..., as the driver reports it */
    int32_t device_id;      /* CUCORE_DEVICE_NONE for host memory */
    uint32_t ways;          /* CUCORE_SHARE_... | CUCORE_SHARE_... */
    uint32_t handle_types;  /* CU_MEM_HANDLE_TYPE_... that the allocation was made with; 0: none, or an old driver */
    uint32_t reserved;
} cucore_registration;

/* cucore_view_get_registration - describe the allocation that a view lies in
 *   view  in   of any memory that the CPU or CUDA can reach; the memory is not read
 *   out   out  untouched on error.  base and nbytes are the mapping of virtual memory that the view lies in, or the
 *              whole range of addresses if it lies in several mappings.  An empty view has a base of NULL
 *   -> OK | INVALID_ARGUMENT (NULL; a view that is not sound) | PROTOCOL (the view does not lie in one allocation)
 *      | UNSUPPORTED (memory of another device; the driver does not report where the allocation begins: pools of pinned
 *      memory, driver 580) | OVERFLOW | NO_DRIVER, DRIVER (of device memory)
 *   Without a driver memory of the CPU is ordinary.  The call loads the driver, creates no context, and needs no
 *   current one.  Any thread; it does not wait for work on the memory.
 *   source: the CUDA driver API, cuPointerGetAttributes */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_get_registration(const cucore_view *view,
                                                                       cucore_registration *out);

/* The bytes of a view as runs of one length that repeat with strides: a column of a million rows is one run and one
 * axis.  All zero is a view without bytes. */
typedef struct cucore_runs {
    void *ptr;      /* the first byte of the first run, which is the lowest address; NULL: there is no run */
    size_t nbytes;  /* of each run */
    uint64_t count; /* of all runs: the product of the repetitions, or 0 */
    int32_t ndim;   /* number of axes that repeat a run */
    int32_t reserved;
    int64_t repetitions[CUCORE_MAX_NDIM]; /* of each axis, the slowest first; each is at least 2 */
    int64_t strides[CUCORE_MAX_NDIM];     /* in bytes, positive, from one repetition to the next */
} cucore_runs;

/* cucore_view_get_runs - describe the bytes of a view as runs with repetitions
 *   out  out  zeroed on error.  Axes that continue each other are joined, reversed ones are turned, axes of stride 0
 *             are left out.  Runs overlap only if elements of the view do; they are in order of their addresses if the
 *             memory of an axis does not reach over the stride of the next slower one
 *   -> OK | INVALID_ARGUMENT (NULL; a view that is not sound) | UNSUPPORTED (packed elements whose runs are not whole
 *      bytes; memory of another device that is known by a handle) | OVERFLOW
 *   Any thread; no driver call. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_get_runs(const cucore_view *view, cucore_runs *out);

/* cucore_runs_get_address - get the address of one run
 *   index  in   0 to count - 1; the last axis is the fastest
 *   out    out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL; an index that is out of range)
 *   Any thread; no driver call. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_runs_get_address(const cucore_runs *runs, uint64_t index, void **out);

/* A dma-buf: whole pages of device memory that a network card can reach.  All zero is not the empty value, since 0 is a
 * descriptor: CUCORE_DMA_BUF_NONE is. */
typedef struct cucore_dma_buf {
    void *ptr;     /* device address of the first page */
    size_t nbytes; /* a multiple of the page size of the host */
    size_t offset; /* of the first byte of the view from the first page */
    size_t span;   /* bytes that the view spans, from there */
    int32_t fd;    /* -1: none.  Not inherited by programs that the process starts */
    int32_t reserved;
} cucore_dma_buf;
#define CUCORE_DMA_BUF_NONE                                                                                            \
    {                                                                                                                  \
        NULL, 0, 0, 0, -1, 0                                                                                           \
    }

/* cucore_view_export_dma_buf - get a descriptor of the pages that a view lies in: for ibv_reg_dmabuf_mr, UCX, libfabric
 *   flags  in   of cuMemGetHandleForAddressRange: 0, or 1 for a mapping by PCIe (CUDA 12.8)
 *   out    out  owns the descriptor: cucore_dma_buf_release; CUCORE_DMA_BUF_NONE on error
 *   -> OK | INVALID_ARGUMENT (NULL; empty; not sound) | UNSUPPORTED (host or managed memory; a device or driver without
 *      dma-buf; virtual memory that was made without gpuDirectRDMACapable; memory that the driver refuses) | others of
 *      cucore_view_get_registration
 *   Pages are as large as those of the host, so that the ends may contain bytes of other allocations.  The memory has
 *   to outlive the registration that is made of the descriptor; the descriptor may be closed once it is registered.
 *   The call waits for no work: order the writes before another device reads.  Any thread.
 *   source: the CUDA driver API, cuMemGetHandleForAddressRange */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_export_dma_buf(const cucore_view *view, uint64_t flags,
                                                                     cucore_dma_buf *out);

/* cucore_dma_buf_release - close the descriptor
 *   buffer  in/out  becomes CUCORE_DMA_BUF_NONE; NULL is fine.  Any thread */
CUCORE_API void cucore_dma_buf_release(cucore_dma_buf *buffer);
