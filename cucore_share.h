/* cucore_share.h - v0.3.0 - memory that other processes and network cards reach - SPDX-License-Identifier: MIT
 * Made from src/cucore_share.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * The allocation that a view lies in, described as libraries want it that register memory (UCX, NIXL, libfabric, RDMA);
 * views and events of one process in another one.  Handles are values: cucore moves no bytes between machines, and any
 * transport may carry them.  Python is not needed.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_share.h"            brings in cucore.h
 *
 *     cucore_share_handle handle;                                       process A
 *     int fd;
 *     if (cucore_view_export(&x, &handle, &fd)) return -1;
 *     if (cucore_share_handle_send(socket, &handle, fd)) return -1;  or handle.size bytes by other ways
 *
 *     if (cucore_share_handle_receive(socket, &handle, &fd)) return -1;    process B
 *     if (cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &y)) return -1;
 *     ... work on y ...
 *     cucore_view_release(&y);                                     then tell A that its memory is free
 *
 * CONTENTS (search for the tag)
 *     >>share-registration   the allocation of a view, its bytes as runs, dma-buf
 *     >>share-handle         handles of views and events, made, sent and opened
 *     >>share-manual         what is shared how, and what is safe (below)
 *     >>share-rules          what the cited rules (B122, B127) say
 *     >>impl-share-...       the same sections again, implemented
 *
 * >>share-manual
 *     Ways         memory                             how it is shared             what is sent
 *                  cuMemAlloc, cudaMalloc, torch,     cuIpcGetMemHandle            the handle
 *                  CUCORE_MEMORY_SYNCHRONOUS
 *                  a pool with the handle type of a   cuMemPoolExportPointer       the handle, a descriptor
 *                  file descriptor:
 *                  CUCORE_HANDLE_FILE_DESCRIPTOR
 *                  virtual memory with this type,     cuMemExportToShareableHandle the handle, a descriptor
 *                  one mapping
 *                  the default pool, pools without    refused: the driver has no   -
 *                  a type, torch's                    way
 *                  expandable_segments, managed and
 *                  host memory
 *     Lifetime     The exporter keeps the memory until every importer has released its views.  The driver does not
 *                  count that between processes: to free memory that another process has mapped is undefined behaviour.
 *                  The same holds if the exporter ends, in any way: others can still release what they have mapped, and
 *                  what they read from it is not promised.  Its memory cannot be imported any more.  An importer that
 *                  ends in any way gives back what it had mapped.
 *     Order        A handle carries no order.  Record an event of CUCORE_EVENT_SHARED after the writes, tell the other
 *                  process that it was recorded, and let its stream wait for it (cucore_stream_wait_event).  Else wait
 *                  for the stream before you send.  Work of an importer needs the same in the other direction.
 *     Trust        A handle is trusted as the process that made it.  It has a checksum, so that a handle that was
 *                  changed by accident is refused; it is checked field by field, its device is compared with what the
 *                  driver says of the memory, and an array is never viewed outside the memory that the driver mapped.
 *                  That is no protection from a process that makes wrong handles on purpose: the 64 bytes of the driver
 *                  may name any memory that is shared, and a checksum can be computed by anyone.  Who has a handle or a
 *                  descriptor can read and write the whole allocation: send them only to processes that may.  Contents
 *                  of shared memory can change while they are read.  source: rules B127
 *     Fork         The driver does not work in a process that was forked after it was loaded: imports and exports fail
 *                  there, and views that it inherited are released without effect.  Start processes anew (exec; spawn).
 *     Twice        One allocation that is imported twice is mapped once, with a count, by each copy of this library in
 *                  the process.  Memory of a pool must be imported by one copy only, since drivers up to CUDA 13 unmap
 *                  it at the first of two frees.
 *     Containers   Processes need the same GPU, seen by both, and for legacy handles the same IPC namespace of the
 *                  system (docker --ipc=host).  A descriptor has to be sent over a Unix socket that both see.
 *     Windows      Registrations, runs and legacy handles; there are no descriptors.
 */
#ifndef CUCORE_SHARE_H
#define CUCORE_SHARE_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_share.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS) || defined(CUCORE_NO_LAYOUTS)
#error "cucore_share.h needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS, CUCORE_NO_LAYOUTS"
#endif

CUCORE_BEGIN

/* ------------ >>share-registration -- */
/* share/registration.h: the allocation that a view lies in, as libraries that register memory describe it. */
/* How the memory was allocated.  X(name, value, text in messages) */
#define CUCORE_ALLOCATION_LIST(X) \
    X(UNKNOWN, 0, "memory of a kind that the driver does not describe") \
    X(HOST, 1, "ordinary host memory") \
    X(PINNED, 2, "pinned host memory") \
    X(PLAIN, 3, "memory of cuMemAlloc") \
    X(POOL, 4, "memory of a pool") \
    X(VIRTUAL, 5, "virtual memory of cuMemMap") \
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
#define cucore_view_get_registration CUCORE_NAME(_view_get_registration)
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
#define cucore_view_get_runs CUCORE_NAME(_view_get_runs)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_get_runs(const cucore_view *view, cucore_runs *out);

/* cucore_runs_get_address - get the address of one run
 *   index  in   0 to count - 1; the last axis is the fastest
 *   out    out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL; an index that is out of range)
 *   Any thread; no driver call. */
#define cucore_runs_get_address CUCORE_NAME(_runs_get_address)
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
#define CUCORE_DMA_BUF_NONE \
    { \
        NULL, 0, 0, 0, -1, 0 \
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
#define cucore_view_export_dma_buf CUCORE_NAME(_view_export_dma_buf)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_export_dma_buf(const cucore_view *view, uint64_t flags,
                                                                     cucore_dma_buf *out);

/* cucore_dma_buf_release - close the descriptor
 *   buffer  in/out  becomes CUCORE_DMA_BUF_NONE; NULL is fine.  Any thread */
#define cucore_dma_buf_release CUCORE_NAME(_dma_buf_release)
CUCORE_API void cucore_dma_buf_release(cucore_dma_buf *buffer);

/* ------------ >>share-handle -- */
/* share/handle.h: memory and events of one process in another one. */
/* A handle names memory, and the array in it, or an event, for another process on the same machine.  It is a value:
 * any transport may carry its first `size` bytes.  Memory of pools and virtual memory also need a descriptor, which is
 * sent over a Unix socket (cucore_share_handle_send, or SCM_RIGHTS by other code).  A handle keeps no memory alive.
 * All zero is no handle. */
typedef struct cucore_share_handle {
    char magic[8];              /* "cucshare" */
    uint32_t version;           /* CUCORE_SHARE_VERSION */
    uint32_t size;              /* bytes of the handle, from magic: as many are sent */
    uint32_t way;               /* CUCORE_SHARE_LEGACY, _POOL, _VIRTUAL; CUCORE_SHARE_EVENT; 0: an empty array */
    int32_t device_type;        /* CUCORE_DEVICE_TYPE_... */
    uint64_t flags;             /* fields of cucore_view: 1 readonly, 2 byte_swapped, 4 padded, 8 unproven, 16 copied */
    int64_t process;            /* id of the exporting process, as it sees itself; for messages */
    unsigned char exporter[16]; /* random number of the exporting process */
    unsigned char machine[16];  /* number of the machine since it was started; all zero: unknown */
    unsigned char device[16];   /* UUID of the device */
    unsigned char driver[64];   /* what the driver gave for the memory or the event */
    uint64_t allocation_id;     /* of the memory in the exporting process: cucore_registration */
    uint64_t pool;              /* number of the pool in the exporting process */
    uint64_t address;           /* of the allocation in the exporting process */
    uint64_t allocation_nbytes;
    uint64_t offset;                      /* of element [0, 0, ...] from the beginning of the allocation */
    uint32_t code, bits, lanes, itemsize; /* of the dtype */
    int64_t itembits;                     /* of the layout */
    int32_t ndim;
    int32_t reserved;                     /* 0 */
    uint64_t checksum;                    /* CRC-64/XZ (polynomial of ECMA-182) of all other bytes, from magic on */
    int64_t extents[2 * CUCORE_MAX_NDIM]; /* ndim extents, and then ndim strides */
} cucore_share_handle;

#define CUCORE_SHARE_VERSION 2 /* 1 had no checksum, and is refused */
#define CUCORE_SHARE_EVENT 16u /* the way of a handle of an event */

/* cucore_view_export - make a handle of a view for other processes
 *   view    in   device memory of cuMemAlloc, of a pool with the handle type of a file descriptor, or virtual memory
 *                with this handle type, whichever library allocated it.  Or an empty array
 *   handle  out  zeroed on error
 *   fd      out  a descriptor that is sent with the handle, and that the caller closes; -1: not needed, or an error.
 *                Programs that the process starts do not inherit it
 *   -> OK | INVALID_ARGUMENT (NULL; a view that is not sound; byte_swapped of elements that are not opaque)
 *      | UNSUPPORTED (host and managed memory; a pool or virtual memory without the handle type; virtual memory of
 *      several mappings; memory that came from another process; another device) | others of
 *      cucore_view_get_registration | OUT_OF_MEMORY
 *   The memory has to stay allocated until each importer has released its view: agree on that by messages of your own.
 *   The array should not be written by others while its bytes are still pending: wait for the stream, or send an event
 *   (cucore_event_export).  The format of opaque elements is not sent.
 *   An importer can read and write the whole allocation, or for pools and plain memory of less than 2 MiB what lies
 *   beside it.  Any thread; the call may block: release the GIL. */
#define cucore_view_export CUCORE_NAME(_view_export)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_export(const cucore_view *view,
                                                                           cucore_share_handle *handle, int *fd);

/* cucore_view_import - view the memory of another process
 *   handle, nbytes  in   as it came: any alignment, at least its `size` bytes.  Every field is checked, and the array
 *                        must lie within the memory that the driver maps, on the device that the handle names
 *   fd              in   the descriptor that came with it; -1: none came.  The caller closes it, at once if wanted
 *   device_id       in   the device whose work uses the memory; CUCORE_DEVICE_NONE: the device that the memory is on.
 *                        Another device gets access to it (peers); a legacy handle is mapped for this device only
 *   out             out  owns the mapping: cucore_view_release; zeroed on error.  Its device is that of the memory
 *   -> OK | INVALID_ARGUMENT (NULL; no descriptor; device_id) | PROTOCOL (a field, quoted; an array outside the memory)
 *      | UNSUPPORTED (another version; another machine; an event) | WRONG_DEVICE (a device that this process does not
 *      see; no peers) | OUT_OF_MEMORY | NO_DRIVER | DRIVER (the driver refuses: the exporter may have ended)
 *   One allocation that is imported twice is mapped once, and unmapped with the last of its views.  In the process that
 *   exported it, the view borrows the memory at its own address, which stays the exporter's to free.
 *   Releasing the view waits for all work of the device in the context of the mapping, then unmaps.  In a process that
 *   was forked since, it has no effect.  The view has no pending work: wait for an event of the exporter.
 *   Any thread; the call may block: release the GIL. */
#define cucore_view_import CUCORE_NAME(_view_import)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_import(const void *handle, size_t nbytes, int fd,
                                                                           int device_id, cucore_view *out);

/* cucore_mapping_count - count the allocations of other processes that this copy of the library has mapped
 *   Any thread; no driver call. */
#define cucore_mapping_count CUCORE_NAME(_mapping_count)
CUCORE_API CUCORE_NODISCARD int64_t cucore_mapping_count(void);

/* Flags for cucore_event_create of an event that other processes import: CU_EVENT_DISABLE_TIMING and
 * CU_EVENT_INTERPROCESS. */
#define CUCORE_EVENT_SHARED 6u

/* cucore_event_export - make a handle of an event for other processes
 *   event   in   of cucore_event_create with CUCORE_EVENT_SHARED, or any event with the same flags
 *   handle  out  zeroed on error.  It needs no descriptor
 *   -> OK | INVALID_ARGUMENT (NULL; no event) | UNSUPPORTED (an event without these flags) | NO_DRIVER | DRIVER
 *   The event has to exist until each importer has released its own.  A wait for it means the record that was made last
 *   when the wait was called: tell the other process that it was recorded.  Any thread. */
#define cucore_event_export CUCORE_NAME(_event_export)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_export(const cucore_event *event, cucore_share_handle *handle);

/* cucore_event_import - open an event of another process, in the primary context of its device
 *   handle, nbytes  in   as it came: any alignment, at least its `size` bytes
 *   out             out  owns the event: cucore_event_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL; this process exported it: use that event) | PROTOCOL (a field, quoted)
 *      | UNSUPPORTED (another version, another machine, a handle of memory) | WRONG_DEVICE | NO_DRIVER | DRIVER
 *   Any thread.  Let a stream of the event's device wait for it: driver 580 crashes (SIGSEGV in cuStreamWaitEvent) if a
 *   stream of another device does.  Such a stream waits for that stream: cucore_stream_wait. */
#define cucore_event_import CUCORE_NAME(_event_import)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_import(const void *handle, size_t nbytes, cucore_event *out);

/* cucore_share_handle_send, cucore_share_handle_receive - move a handle and its descriptor over a Unix socket
 *   socket  in   a connected stream socket (AF_UNIX, SOCK_STREAM), blocking, with a timeout if wanted (SO_SNDTIMEO,
 *                SO_RCVTIMEO), which holds for the whole call, signals or not
 *   handle  in   its first handle->size bytes are sent;  out  zeroed on error
 *   fd      in   or -1; it stays the caller's;  out  the caller closes it; -1: none came, or an error
 *   -> OK | INVALID_ARGUMENT (NULL; a handle that is none) | PROTOCOL (the peer sent something else) | UNSUPPORTED (the
 *      system: Windows) | FOREIGN (the socket: the text has the error, among them a timeout; the peer has closed it)
 *      | INTERRUPTED (a signal came before the first byte: look at your signals, then call again.  In Python
 *      cucore_py_check raises what a handler of signals raises: KeyboardInterrupt)
 *   After the first byte signals do not end the call: only a failure leaves the stream in the middle of a handle; close
 *   the socket then.  The contents are checked by the import.  Any thread; the call blocks: release the GIL.
 *   source: rules B128 */
#define cucore_share_handle_send CUCORE_NAME(_share_handle_send)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_share_handle_send(int socket,
                                                                                 const cucore_share_handle *handle,
                                                                                 int fd);
#define cucore_share_handle_receive CUCORE_NAME(_share_handle_receive)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_share_handle_receive(int socket,
                                                                                    cucore_share_handle *handle,
                                                                                    int *fd);

CUCORE_END

/* ------------ >>share-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * B122  the GIL is given up around every call of the driver that may wait while something is given back, in each build
 * B125  the entry of an address in a table goes before the address can be given out again
 * B127  the device of a shared handle is compared with the driver's; a checksum covers it; it is trusted as its maker
 * B128  a wait for a socket has one deadline; a signal before the first byte ends it, and none does afterwards
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_SHARE_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_SHARE_H_IMPLEMENTED)
#define CUCORE_SHARE_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#include <time.h>
#if !defined(_WIN32)
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#endif

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-share-abi -- */
/* share/abi.c: the driver's functions, types and numbers that only this header uses, as core/abi.c has others. */
#if defined(_WIN32)
#define CUCORE__CUDAAPI __stdcall
#else
#define CUCORE__CUDAAPI
#endif

typedef int cucore__CUmemRangeHandleType;
typedef unsigned long long cucore__CUmemGenericAllocationHandle;

enum {
    CUCORE__CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,

    CUCORE__CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    CUCORE__CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE = 10,
    CUCORE__CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
    CUCORE__CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
    CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_SIZE = 18,
    CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR = 19,

    CUCORE__CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,
    CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
    CUCORE__CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1
};

typedef struct cucore__CUipcMemHandle {
    char reserved[64];
} cucore__CUipcMemHandle;

typedef struct cucore__CUipcEventHandle {
    char reserved[64];
} cucore__CUipcEventHandle;

typedef struct cucore__CUmemPoolPtrExportData {
    unsigned char reserved[64];
} cucore__CUmemPoolPtrExportData;

typedef struct cucore__CUmemAllocationProp {
    cucore__CUmemAllocationType type;
    cucore__CUmemAllocationHandleType requestedHandleTypes;
    cucore__CUmemLocation location;
    void *win32HandleMetaData;
    unsigned char allocFlags[8]; /* a struct there, whose second byte is gpuDirectRDMACapable */
} cucore__CUmemAllocationProp;

/* The columns are those of CUCORE__DRIVER_LIST.  They are looked up at the first use of this header. */
#define CUCORE__SHARE_DRIVER_LIST(X) \
    X(IpcGetMemHandle, "cuIpcGetMemHandle", 4010, 0, (cucore__CUipcMemHandle *, cucore__CUdeviceptr)) \
    X(IpcOpenMemHandle, "cuIpcOpenMemHandle_v2", 11000, 0, (cucore__CUdeviceptr *, cucore__CUipcMemHandle, unsigned)) \
    X(IpcCloseMemHandle, "cuIpcCloseMemHandle", 4010, 0, (cucore__CUdeviceptr)) \
    X(IpcGetEventHandle, "cuIpcGetEventHandle", 4010, 0, (cucore__CUipcEventHandle *, CUevent)) \
    X(IpcOpenEventHandle, "cuIpcOpenEventHandle", 4010, 0, (CUevent *, cucore__CUipcEventHandle)) \
    X(MemGetHandleForAddressRange, "cuMemGetHandleForAddressRange", 11070, 0, \
      (void *, cucore__CUdeviceptr, size_t, cucore__CUmemRangeHandleType, unsigned long long)) \
    X(MemPoolExportToShareableHandle, "cuMemPoolExportToShareableHandle", 11020, 0, \
      (void *, cucore__CUmemoryPool, cucore__CUmemAllocationHandleType, unsigned long long)) \
    X(MemPoolImportFromShareableHandle, "cuMemPoolImportFromShareableHandle", 11020, 0, \
      (cucore__CUmemoryPool *, void *, cucore__CUmemAllocationHandleType, unsigned long long)) \
    X(MemPoolExportPointer, "cuMemPoolExportPointer", 11020, 0, \
      (cucore__CUmemPoolPtrExportData *, cucore__CUdeviceptr)) \
    X(MemPoolImportPointer, "cuMemPoolImportPointer", 11020, 0, \
      (cucore__CUdeviceptr *, cucore__CUmemoryPool, cucore__CUmemPoolPtrExportData *)) \
    X(MemRetainAllocationHandle, "cuMemRetainAllocationHandle", 11000, 0, \
      (cucore__CUmemGenericAllocationHandle *, void *)) \
    X(MemGetAllocationPropertiesFromHandle, "cuMemGetAllocationPropertiesFromHandle", 10020, 0, \
      (cucore__CUmemAllocationProp *, cucore__CUmemGenericAllocationHandle)) \
    X(MemExportToShareableHandle, "cuMemExportToShareableHandle", 10020, 0, \
      (void *, cucore__CUmemGenericAllocationHandle, cucore__CUmemAllocationHandleType, unsigned long long)) \
    X(MemImportFromShareableHandle, "cuMemImportFromShareableHandle", 10020, 0, \
      (cucore__CUmemGenericAllocationHandle *, void *, cucore__CUmemAllocationHandleType)) \
    X(MemAddressReserve, "cuMemAddressReserve", 10020, 0, \
      (cucore__CUdeviceptr *, size_t, size_t, cucore__CUdeviceptr, unsigned long long)) \
    X(MemAddressFree, "cuMemAddressFree", 10020, 0, (cucore__CUdeviceptr, size_t)) \
    X(MemMap, "cuMemMap", 10020, 0, \
      (cucore__CUdeviceptr, size_t, size_t, cucore__CUmemGenericAllocationHandle, unsigned long long)) \
    X(MemUnmap, "cuMemUnmap", 10020, 0, (cucore__CUdeviceptr, size_t)) \
    X(MemSetAccess, "cuMemSetAccess", 10020, 0, \
      (cucore__CUdeviceptr, size_t, const cucore__CUmemAccessDesc *, size_t)) \
    X(MemRelease, "cuMemRelease", 10020, 0, (cucore__CUmemGenericAllocationHandle))

/* ------------ >>impl-share-driver -- */
/* share/driver.c: the functions of share/abi.c, looked up at the first use of this header. */
#define CUCORE__SHARE_MEMBER(name, symbol, version, required, parameters) \
    cucore__CUresult(CUCORE__CUDAAPI *name) parameters;
static struct {
    CUCORE__SHARE_DRIVER_LIST(CUCORE__SHARE_MEMBER)
} cucore__share_driver;
#undef CUCORE__SHARE_MEMBER

static CUCORE__ATOMIC(int) cucore__share_is_ready;

/* Protects the list of mappings; its functions load the driver first, which fails in a process that was forked.
 * CUCORE__SHARE_SLEEP gives the lock up until another thread calls CUCORE__SHARE_WAKE. */
#if defined(_WIN32)
static SRWLOCK cucore__share_lock = SRWLOCK_INIT;
static CONDITION_VARIABLE cucore__share_changed = CONDITION_VARIABLE_INIT;
#define CUCORE__SHARE_LOCK() AcquireSRWLockExclusive(&cucore__share_lock)
#define CUCORE__SHARE_UNLOCK() ReleaseSRWLockExclusive(&cucore__share_lock)
#define CUCORE__SHARE_SLEEP() SleepConditionVariableSRW(&cucore__share_changed, &cucore__share_lock, INFINITE, 0)
#define CUCORE__SHARE_WAKE() WakeAllConditionVariable(&cucore__share_changed)
#else
static pthread_mutex_t cucore__share_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cucore__share_changed = PTHREAD_COND_INITIALIZER;
#define CUCORE__SHARE_LOCK() pthread_mutex_lock(&cucore__share_lock)
#define CUCORE__SHARE_UNLOCK() pthread_mutex_unlock(&cucore__share_lock)
#define CUCORE__SHARE_SLEEP() pthread_cond_wait(&cucore__share_changed, &cucore__share_lock)
#define CUCORE__SHARE_WAKE() pthread_cond_broadcast(&cucore__share_changed)
#endif

/* A call of one of these functions, as CUCORE__CALL. */
#define CUCORE__SHARE_CALL(name, arguments) \
    (cucore__share_driver.name ? cucore__check_result(cucore__share_driver.name arguments, "cu" #name) \
                               : cucore__fail_missing("cu" #name))

/* One in a context, which the driver does not refuse because another thread captures. */
#define CUCORE__SHARE_CALL_IN(status, context, name, arguments) \
    do { \
        cucore_context_guard cucore__guard; \
        cucore__CUstreamCaptureMode cucore__mode; \
        (status) = cucore_context_enter((context), &cucore__guard); \
        if (!(status)) { \
            int cucore__exchanged = cucore__relaxed_begin(&cucore__mode); \
            (status) = CUCORE__SHARE_CALL(name, arguments); \
            cucore__relaxed_end(cucore__exchanged, &cucore__mode); \
        } \
        cucore_context_leave(&cucore__guard); \
    } while (0)

/* Loads the driver and these functions. */
CUCORE__PRIVATE cucore_status cucore__share_need(void)
{
    const cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer;
    cucore_status status = cucore__driver_need();
    if (status || CUCORE__LOAD(&cucore__share_is_ready)) return status;
    CUCORE__SHARE_LOCK();
    if (!CUCORE__LOAD(&cucore__share_is_ready)) {
#define CUCORE__SHARE_RESOLVE(name, symbol, version, required, parameters) \
    pointer = cucore__driver_find(source, symbol, version); \
    memcpy(&cucore__share_driver.name, &pointer, sizeof pointer);
        CUCORE__SHARE_DRIVER_LIST(CUCORE__SHARE_RESOLVE)
#undef CUCORE__SHARE_RESOLVE
        CUCORE__STORE(&cucore__share_is_ready, 1);
    }
    CUCORE__SHARE_UNLOCK();
    return CUCORE_OK;
}

/* Returns 1 if the driver refused the kind of memory, and did not fail otherwise. */
CUCORE__PRIVATE int cucore__share_is_refusal(cucore_status status)
{
    const int result = cucore__error.result;
    return status == CUCORE_DRIVER &&
           (result == CUCORE__CUDA_ERROR_INVALID_VALUE || result == CUCORE__CUDA_ERROR_NOT_SUPPORTED);
}

/* Fails with the reason, followed by what the driver answered. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__share_explain(cucore_status status, const char *why)
{
    const cucore_error error = cucore__error;
    return cucore__fail_driver(status, error.result, error.call, "%s: %s failed: %s (%d)", why, error.call,
                               cucore__result_name(error.result), error.result);
}

/* A descriptor of the driver is not inherited by programs that the process starts. */
CUCORE__PRIVATE void cucore__descriptor_keep(int fd)
{
#if defined(_WIN32)
    (void)fd;
#else
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
#endif
}

CUCORE__PRIVATE void cucore__descriptor_close(int fd)
{
#if defined(_WIN32)
    (void)fd;
#else
    if (fd >= 0) (void)close(fd);
#endif
}

/* ------------ >>impl-share-registration -- */
/* share/registration.c: what the driver knows of an allocation, and where a view lies in it. */
/* An allocation, and what exports need besides. */
typedef struct cucore__allocation {
    cucore_registration found;
    cucore__CUmemoryPool pool; /* NULL: of no pool */
    void *range;               /* addresses that belong together; of virtual memory often several mappings */
    size_t range_nbytes;
    int is_rdma_capable; /* of virtual memory: gpuDirectRDMACapable */
} cucore__allocation;

CUCORE__PRIVATE const char *cucore__allocation_text(int allocation)
{
    static const char *const texts[] = {
#define CUCORE__ALLOCATION_TEXT(name, value, text) text,
        CUCORE_ALLOCATION_LIST(CUCORE__ALLOCATION_TEXT)
#undef CUCORE__ALLOCATION_TEXT
    };
    return texts[allocation];
}

/* Asks for one attribute, which an older driver may not know: `out` stays as it is then. */
CUCORE__PRIVATE cucore_status cucore__pointer_ask(const void *ptr, cucore__CUpointer_attribute attribute, void *out)
{
    cucore__CUresult result = cucore__driver.PointerGetAttributes(1, &attribute, &out, (uintptr_t)ptr);
    if (result == CUCORE__CUDA_ERROR_INVALID_VALUE || result == CUCORE__CUDA_ERROR_NOT_SUPPORTED) return CUCORE_OK;
    return cucore__check_result(result, "cuPointerGetAttributes");
}

/* Returns 1 if the driver knows the mapping of this address as virtual memory; sets what it was made with. */
CUCORE__PRIVATE cucore_status cucore__allocation_ask_virtual(void *ptr, cucore__allocation *out)
{
    cucore__CUmemAllocationProp made;
    cucore__CUmemGenericAllocationHandle handle = 0;
    cucore__CUdeviceptr base = 0;
    size_t nbytes = 0;
    cucore__CUresult result;
    cucore_status status, released;
    if (!cucore__share_driver.MemRetainAllocationHandle) return CUCORE_OK;
    result = cucore__share_driver.MemRetainAllocationHandle(&handle, ptr);
    if (result == CUCORE__CUDA_ERROR_INVALID_VALUE || result == CUCORE__CUDA_ERROR_NOT_SUPPORTED) return CUCORE_OK;
    status = cucore__check_result(result, "cuMemRetainAllocationHandle");
    if (status) return status;
    memset(&made, 0, sizeof made);
    status = CUCORE__SHARE_CALL(MemGetAllocationPropertiesFromHandle, (&made, handle));
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, &base);
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_SIZE, &nbytes);
    released = CUCORE__SHARE_CALL(MemRelease, (handle));
    if (!status) status = released;
    if (status) return status;
    out->found.allocation = CUCORE_ALLOCATION_VIRTUAL;
    out->found.handle_types = (uint32_t)made.requestedHandleTypes;
    out->is_rdma_capable = made.allocFlags[1] != 0;
    if (base && nbytes) {
        out->found.base = (void *)(uintptr_t)base;
        out->found.nbytes = nbytes;
    }
    return CUCORE_OK;
}

/* Returns the handle types of a pool whose memory the driver says nothing of: tries the one that is used. */
CUCORE__PRIVATE uint32_t cucore__pool_types(cucore__CUmemoryPool pool)
{
    const int type = CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    int fd = -1;
    if (!cucore__share_driver.MemPoolExportToShareableHandle ||
        cucore__share_driver.MemPoolExportToShareableHandle(&fd, pool, type, 0) != CUCORE__CUDA_SUCCESS) {
        return 0;
    }
    cucore__descriptor_close(fd);
    return (uint32_t)type;
}

/* Sets the kind of an allocation of device memory. */
CUCORE__PRIVATE cucore_status cucore__allocation_ask_kind(void *ptr, cucore__allocation *out)
{
    unsigned is_legacy = 0;
    unsigned long long types = 0;
    cucore_status status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, &out->pool);
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, &types);
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, &is_legacy);
    if (status) return status;
    out->found.handle_types = (uint32_t)types;
    if (out->pool) {
        out->found.allocation = CUCORE_ALLOCATION_POOL;
        if (!types) out->found.handle_types = cucore__pool_types(out->pool);
        return CUCORE_OK;
    }
    if (!(is_legacy & 0xff)) return cucore__allocation_ask_virtual(ptr, out); /* the driver may write one byte */
    out->found.allocation = CUCORE_ALLOCATION_PLAIN;
    return CUCORE_OK;
}

/* Returns 1 if the device makes dma-bufs; a driver that does not know the question does not. */
CUCORE__PRIVATE cucore_status cucore__device_has_dma_buf(int device_id, int *out)
{
    cucore__CUresult result = CUCORE__CUDA_ERROR_INVALID_VALUE;
    int value = 0;
    *out = 0;
    if (cucore__driver.DeviceGetAttribute && cucore__share_driver.MemGetHandleForAddressRange) {
        result = cucore__driver.DeviceGetAttribute(&value, CUCORE__CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED, device_id);
    }
    if (result == CUCORE__CUDA_ERROR_INVALID_VALUE) return CUCORE_OK;
    *out = !result && value;
    return cucore__check_result(result, "cuDeviceGetAttribute");
}

CUCORE__PRIVATE cucore_status cucore__allocation_find_ways(cucore__allocation *out)
{
    cucore_registration *found = &out->found;
    const uint32_t by_descriptor = found->handle_types & CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    int has_dma_buf = 0;
    cucore_status status = cucore__device_has_dma_buf(found->device_id, &has_dma_buf);
    if (status) return status;
    switch (found->allocation) {
    case CUCORE_ALLOCATION_PLAIN: found->ways = CUCORE_SHARE_LEGACY; break;
    case CUCORE_ALLOCATION_POOL: found->ways = by_descriptor ? CUCORE_SHARE_POOL : 0; break;
    case CUCORE_ALLOCATION_VIRTUAL:
        found->ways = by_descriptor ? CUCORE_SHARE_VIRTUAL : 0;
        has_dma_buf = has_dma_buf && out->is_rdma_capable;
        break;
    default: has_dma_buf = 0; break;
    }
    if (has_dma_buf) found->ways |= CUCORE_SHARE_DMA_BUF;
    return CUCORE_OK;
}

/* Describes the allocation that an address lies in; `out` is zeroed.  The driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__allocation_ask(void *ptr, cucore__allocation *out)
{
    cucore_pointer_info info;
    cucore_status status = cucore__pointer_attributes(ptr, 3, &info);
    if (status) return status;
    out->found.device_type = info.device_type;
    out->found.device_id = CUCORE_DEVICE_NONE;
    out->found.allocation = CUCORE_ALLOCATION_HOST;
    if (info.device_type == CUCORE_DEVICE_TYPE_CPU) return CUCORE_OK;
    status = cucore_pointer_get_range(ptr, &out->range, &out->range_nbytes);
    if (!status) {
        status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_BUFFER_ID, &out->found.allocation_id);
    }
    if (status) return status;
    out->found.base = out->range;
    out->found.nbytes = out->range_nbytes;
    if (info.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        out->found.allocation = CUCORE_ALLOCATION_PINNED;
        return CUCORE_OK;
    }
    out->found.device_id = info.device_id;
    out->found.allocation = CUCORE_ALLOCATION_MANAGED;
    if (info.device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) return CUCORE_OK;
    out->found.allocation = CUCORE_ALLOCATION_UNKNOWN;
    status = cucore__allocation_ask_kind(ptr, out);
    return status ? status : cucore__allocation_find_ways(out);
}

/* Places the bytes from ptr + first to ptr + end in the allocation. */
CUCORE__PRIVATE cucore_status cucore__allocation_place(char *ptr, int64_t first, int64_t end, cucore__allocation *out)
{
    cucore_registration *found = &out->found;
    const uintptr_t low = (uintptr_t)ptr + (uintptr_t)(intptr_t)first, size = (uintptr_t)(end - first);
    int i;
    for (i = 0; i < 2; i++) {
        const uintptr_t base = (uintptr_t)found->base;
        if (low >= base && low - base <= found->nbytes && size <= found->nbytes - (low - base)) {
            found->offset = (uintptr_t)ptr - base;
            found->first = low - base;
            found->end = low - base + size;
            return CUCORE_OK;
        }
        if (found->base == out->range && found->nbytes == out->range_nbytes) break;
        found->base = out->range; /* the view lies in several mappings */
        found->nbytes = out->range_nbytes;
        found->ways &= ~CUCORE_SHARE_VIRTUAL;
    }
    return cucore_fail(
        CUCORE_PROTOCOL,
        "the array reaches from 0x%llx to 0x%llx; the allocation there begins at 0x%llx and has %llu bytes",
        (unsigned long long)low, (unsigned long long)(low + size), (unsigned long long)(uintptr_t)found->base,
        (unsigned long long)found->nbytes);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_other_device(const char *function, const cucore_view *view)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "%s: the array is on a device of type %d (%s), which CUDA cannot reach",
                       function, (int)view->device_type, cucore__device_name(view->device_type));
}

/* Describes the allocation of a view; `out` is zeroed first. */
CUCORE__PRIVATE cucore_status cucore__view_find_allocation(const char *function, const cucore_view *view,
                                                           cucore__allocation *out)
{
    char subject[64];
    int64_t first = 0, end = 0;
    cucore_status status;
    memset(out, 0, sizeof *out);
    (void)snprintf(subject, sizeof subject, "%s: view", function);
    status = cucore__view_check_sound(subject, view);
    if (!status) status = cucore__layout_byte_bounds(&view->layout, &first, &end);
    if (status) return status;
    if (cucore__device_is_other(view->device_type) || view->device_type == CUCORE_DEVICE_TYPE_ROCM_HOST) {
        return cucore__fail_other_device(function, view);
    }
    out->found.device_type = view->device_type;
    out->found.device_id = view->device_id;
    if (first == end) return CUCORE_OK;
    status = cucore__share_need();
    if (status && (view->device_type != CUCORE_DEVICE_TYPE_CPU)) return status;
    if (status) {
        out->found.allocation = CUCORE_ALLOCATION_HOST;
    } else {
        status = cucore__allocation_ask(view->ptr, out);
        if (status) return status;
    }
    if (out->found.allocation == CUCORE_ALLOCATION_HOST) {
        out->found.base = out->range = (char *)view->ptr + first;
        out->found.nbytes = out->range_nbytes = (size_t)(end - first);
    }
    return cucore__allocation_place((char *)view->ptr, first, end, out);
}

CUCORE_API cucore_status cucore_view_get_registration(const cucore_view *view, cucore_registration *out)
{
    cucore__allocation allocation;
    cucore_status status;
    if (!view || !out) return cucore__fail_null("cucore_view_get_registration", view ? "out" : "view");
    status = cucore__view_find_allocation("cucore_view_get_registration", view, &allocation);
    if (!status) *out = allocation.found;
    return status;
}

/* ------------ >>impl-share-runs -- */
/* share/runs.c: the bytes of a view as runs with repetitions; no driver. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_runs(const cucore_view *view)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "elements of %lld bits are packed so that a run of them begins or ends within a byte",
                       (long long)view->layout.itembits);
}

/* Makes the runs of a simplified layout, whose origin lies `offset` elements from that of the view. */
CUCORE__PRIVATE cucore_status cucore__runs_make(const cucore_view *view, const cucore_layout *simple, int64_t offset,
                                                cucore_runs *out)
{
    const int64_t bits = view->layout.itembits;
    int64_t run = bits, stride;
    int i, ndim = simple->ndim;
    while (ndim > 0 && simple->strides[ndim - 1] == 0) ndim--;
    if (ndim > 0 && simple->strides[ndim - 1] == 1 && cucore__mul(run, simple->shape[--ndim], &run)) {
        return cucore_fail(CUCORE_OVERFLOW, "the bits of a run do not fit 64 bits");
    }
    if (run % 8 || (offset * bits) % 8) return cucore__fail_runs(view);
    out->count = 1;
    for (i = 0; i < ndim; i++) {
        stride = simple->strides[i] * bits;
        if (stride % 8) return cucore__fail_runs(view);
        out->repetitions[i] = simple->shape[i];
        out->strides[i] = stride / 8;
        out->count *= (uint64_t)simple->shape[i];
    }
    out->ndim = ndim;
    out->nbytes = (size_t)(run / 8);
    out->ptr = (char *)view->ptr + offset * bits / 8;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_get_runs(const cucore_view *view, cucore_runs *out)
{
    cucore_layout simple;
    const cucore_layout *layout;
    cucore_layout *simplified = &simple;
    int64_t offset = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_get_runs", "out");
    memset(out, 0, sizeof *out);
    if (!view) return cucore__fail_null("cucore_view_get_runs", "view");
    status = cucore__view_check_sound("cucore_view_get_runs: view", view);
    if (status || cucore__layout_is_empty(&view->layout)) return status;
    if (!cucore__device_type_has_addresses(view->device_type))
        return cucore__fail_other_device("cucore_view_get_runs", view);
    layout = &view->layout;
    status = cucore_layout_simplify(&layout, 1, &simplified, &offset, NULL);
    if (!status) status = cucore__runs_make(view, &simple, offset, out);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_runs_get_address(const cucore_runs *runs, uint64_t index, void **out)
{
    char *ptr;
    int i;
    if (!runs || !out) return cucore__fail_null("cucore_runs_get_address", runs ? "out" : "runs");
    if (index >= runs->count) {
        return cucore__invalid("cucore_runs_get_address: index is %llu, and there are %llu runs",
                               (unsigned long long)index, (unsigned long long)runs->count);
    }
    ptr = (char *)runs->ptr;
    for (i = runs->ndim - 1; i >= 0; i--) {
        const uint64_t n = (uint64_t)runs->repetitions[i];
        ptr += (int64_t)(index % n) * runs->strides[i];
        index /= n;
    }
    *out = ptr;
    return CUCORE_OK;
}

/* ------------ >>impl-share-dma-buf -- */
/* share/dma_buf.c: descriptors of pages of device memory. */
CUCORE__PRIVATE void cucore__dma_buf_clear(cucore_dma_buf *out)
{
    memset(out, 0, sizeof *out);
    out->fd = -1;
}

/* Returns the page size of the host; 0 for a system without dma-buf. */
CUCORE__PRIVATE size_t cucore__page_nbytes(void)
{
#if defined(_WIN32)
    return 0;
#else
    long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? (size_t)size : 0;
#endif
}

/* Refuses memory of which there is no dma-buf. */
CUCORE__PRIVATE cucore_status cucore__dma_buf_check(const cucore__allocation *allocation)
{
    const cucore_registration *found = &allocation->found;
    switch (found->allocation) {
    case CUCORE_ALLOCATION_HOST:
    case CUCORE_ALLOCATION_PINNED:
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is in %s, which is registered by its address: no dma-buf",
                           cucore__allocation_text(found->allocation));
    case CUCORE_ALLOCATION_MANAGED:
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is in managed memory, whose pages move: no dma-buf");
    case CUCORE_ALLOCATION_VIRTUAL:
        if (allocation->is_rdma_capable) break;
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is in virtual memory that was made with gpuDirectRDMACapable 0 (torch: "
                           "expandable_segments): no dma-buf; set the flag for cuMemCreate, or use cuMemAlloc");
    default: break;
    }
    if (found->ways & CUCORE_SHARE_DMA_BUF) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "device %d makes no dma-buf: CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED is 0, or the driver is older "
                       "than CUDA 11.7 (it takes Linux 5.12 and NVIDIA's open kernel modules)",
                       (int)found->device_id);
}

CUCORE_API cucore_status cucore_view_export_dma_buf(const cucore_view *view, uint64_t flags, cucore_dma_buf *out)
{
    cucore__allocation allocation;
    CUcontext context = NULL;
    const size_t page = cucore__page_nbytes();
    uintptr_t low, high;
    int fd = -1;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_export_dma_buf", "out");
    cucore__dma_buf_clear(out);
    if (!view) return cucore__fail_null("cucore_view_export_dma_buf", "view");
    status = cucore__view_find_allocation("cucore_view_export_dma_buf", view, &allocation);
    if (status) return status;
    if (!allocation.found.base) return cucore__invalid("cucore_view_export_dma_buf: the array is empty");
    if (!page) return cucore_fail(CUCORE_UNSUPPORTED, "this system has no dma-buf");
    status = cucore__dma_buf_check(&allocation);
    if (!status) status = cucore_context_get_primary(allocation.found.device_id, &context);
    if (status) return status;
    low = (uintptr_t)allocation.found.base + allocation.found.first;
    high = (uintptr_t)allocation.found.base + allocation.found.end;
    out->span = high - low;
    out->offset = low % page;
    low -= low % page;
    if (high % page) high += page - high % page;
    CUCORE__SHARE_CALL_IN(
        status, context, MemGetHandleForAddressRange,
        (&fd, low, high - low, CUCORE__CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, (unsigned long long)flags));
    if (status) {
        cucore__dma_buf_clear(out);
        if (!cucore__share_is_refusal(status)) return status;
        return cucore__share_explain(CUCORE_UNSUPPORTED, allocation.found.allocation == CUCORE_ALLOCATION_POOL
                                                             ? "the driver makes no dma-buf of this memory of a pool"
                                                             : "the driver makes no dma-buf of this memory");
    }
    cucore__descriptor_keep(fd);
    out->ptr = (void *)low;
    out->nbytes = high - low;
    out->fd = fd;
    return CUCORE_OK;
}

CUCORE_API void cucore_dma_buf_release(cucore_dma_buf *buffer)
{
    if (!buffer) return;
    cucore__descriptor_close(buffer->fd);
    cucore__dma_buf_clear(buffer);
}

/* ------------ >>impl-share-identity -- */
/* share/identity.c: this process, this machine and its devices, as handles name them. */
/* A process as handles name it. */
typedef struct cucore__identity {
    int64_t process;
    unsigned char exporter[16];
    unsigned char machine[16];
    int is_made;
} cucore__identity;
static cucore__identity cucore__identity_here; /* protected by the lock of this header */

/* Reads at most `size` bytes of a file; returns how many. */
CUCORE__PRIVATE size_t cucore__file_read(const char *path, void *out, size_t size)
{
    size_t length = 0;
    FILE *file = fopen(path, "rb");
    if (file) {
        setvbuf(file, NULL, _IONBF, 0);
        length = fread(out, 1, size, file);
        (void)fclose(file);
    }
    return length;
}

/* Fills the number of the process without a source of random numbers: by the time, the process and an address. */
CUCORE__PRIVATE void cucore__identity_guess(cucore__identity *out)
{
    const uint64_t now = (uint64_t)time(NULL), ticks = (uint64_t)clock();
    const uint64_t first = now * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)out->process;
    const uint64_t second = ticks * UINT64_C(0xbf58476d1ce4e5b9) ^ (uint64_t)(uintptr_t)&first;
    memcpy(out->exporter, &first, 8);
    memcpy(out->exporter + 8, &second, 8);
}

/* Sets the number that Linux gives a machine when it starts; leaves it zero on other systems. */
CUCORE__PRIVATE void cucore__identity_find_machine(unsigned char *out)
{
    char text[36];
    size_t length = cucore__file_read("/proc/sys/kernel/random/boot_id", text, sizeof text), i;
    int digits = 0;
    for (i = 0; i < length && digits < 32; i++) {
        const char *hex = "0123456789abcdef", *found = text[i] ? strchr(hex, text[i]) : NULL;
        if (!found) continue;
        out[digits / 2] = (unsigned char)((out[digits / 2] << 4) | (found - hex));
        digits++;
    }
}

/* Names this process.  The driver is loaded, so that this is no process that was forked later. */
CUCORE__PRIVATE void cucore__identity_get(cucore__identity *out)
{
    CUCORE__SHARE_LOCK();
    if (!cucore__identity_here.is_made) {
        cucore__identity *here = &cucore__identity_here;
#if defined(_WIN32)
        here->process = (int64_t)GetCurrentProcessId();
        cucore__identity_guess(here);
#else
        here->process = (int64_t)getpid();
        if (cucore__file_read("/dev/urandom", here->exporter, 16) != 16) cucore__identity_guess(here);
#endif
        cucore__identity_find_machine(here->machine);
        here->is_made = 1;
    }
    *out = cucore__identity_here;
    CUCORE__SHARE_UNLOCK();
}

CUCORE__PRIVATE int cucore__bytes_are_zero(const unsigned char *bytes, size_t count)
{
    while (count > 0 && !bytes[count - 1]) count--;
    return count == 0;
}

/* Finds the device with a UUID. */
CUCORE__PRIVATE cucore_status cucore__device_find(const unsigned char *uuid, int *out)
{
    char text[37];
    cucore__CUuuid found;
    size_t i, length = 0;
    int device;
    cucore_status status;
    for (device = 0; cucore__device_exists(device); device++) {
        status = CUCORE__CALL(DeviceGetUuid, (&found, device));
        if (status) return status;
        if (memcmp(found.bytes, uuid, 16) == 0) {
            *out = device;
            return CUCORE_OK;
        }
    }
    for (i = 0; i < 16; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", uuid[i]);
    }
    return cucore_fail(CUCORE_WRONG_DEVICE,
                       "the device GPU-%s is none of the %d that this process sees (CUDA_VISIBLE_DEVICES)", text,
                       cucore__driver_state.device_count);
}

/* ------------ >>impl-share-handle -- */
/* share/handle.c: handles made, and handles that came from outside checked field by field. */
#define CUCORE__HANDLE_HEAD offsetof(cucore_share_handle, extents)
static const char cucore__handle_magic[9] = "cucshare";

/* The bytes that have the same meaning in every version: magic, version, size. */
#define CUCORE__HANDLE_PREFIX offsetof(cucore_share_handle, way)

typedef char cucore__assert_handle_head[CUCORE__HANDLE_HEAD == 232 ? 1 : -1]; /* without padding */

/* Continues a CRC-64/XZ over some bytes, bit by bit, by the reflected polynomial of ECMA-182.  It starts as, and ends
 * with, the complement of the result. */
CUCORE__PRIVATE uint64_t cucore__crc64(uint64_t crc, const void *bytes, size_t count)
{
    const unsigned char *at = (const unsigned char *)bytes;
    int bit;
    for (; count > 0; count--) {
        crc ^= *at++;
        for (bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? UINT64_C(0xc96c5795d7870f42) : UINT64_C(0));
    }
    return crc;
}

/* Returns the checksum of a handle whose size is right: of all bytes but the field itself. */
CUCORE__PRIVATE uint64_t cucore__handle_checksum(const cucore_share_handle *handle)
{
    const uint64_t head = cucore__crc64(UINT64_MAX, handle, offsetof(cucore_share_handle, checksum));
    return ~cucore__crc64(head, handle->extents, handle->size - CUCORE__HANDLE_HEAD);
}

/* Begins a handle.  device_id: CUCORE_DEVICE_NONE for an empty array, which needs no driver. */
CUCORE__PRIVATE cucore_status cucore__handle_start(cucore_share_handle *handle, uint32_t way, int device_id)
{
    cucore__identity here;
    cucore__CUuuid uuid;
    cucore_status status;
    memcpy(handle->magic, cucore__handle_magic, sizeof handle->magic);
    handle->version = CUCORE_SHARE_VERSION;
    handle->size = (uint32_t)CUCORE__HANDLE_HEAD;
    handle->way = way;
    if (device_id < 0) return CUCORE_OK;
    cucore__identity_get(&here);
    handle->process = here.process;
    memcpy(handle->exporter, here.exporter, sizeof here.exporter);
    memcpy(handle->machine, here.machine, sizeof here.machine);
    status = CUCORE__CALL(DeviceGetUuid, (&uuid, device_id));
    if (!status) memcpy(handle->device, uuid.bytes, sizeof handle->device);
    return status;
}

/* Describes the array of a view. */
CUCORE__PRIVATE void cucore__handle_describe(cucore_share_handle *handle, const cucore_view *view)
{
    const int ndim = view->layout.ndim;
    const size_t bytes = (size_t)ndim * sizeof(int64_t);
    handle->flags = (view->readonly ? UINT64_C(1) : 0) | (view->byte_swapped ? UINT64_C(2) : 0) |
                    (view->padded ? UINT64_C(4) : 0) | (view->readonly && view->unproven ? UINT64_C(8) : 0) |
                    (view->copied ? UINT64_C(16) : 0);
    handle->code = view->dtype.code;
    handle->bits = view->dtype.bits;
    handle->lanes = view->dtype.lanes;
    handle->itemsize = view->dtype.itemsize;
    handle->itembits = view->layout.itembits;
    handle->device_type = view->device_type;
    handle->ndim = ndim;
    memcpy(handle->extents, view->layout.shape, bytes);
    memcpy(handle->extents + ndim, view->layout.strides, bytes);
    handle->size = (uint32_t)(CUCORE__HANDLE_HEAD + 2 * bytes);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_field(const char *field, uint64_t value, const char *expected)
{
    return cucore_fail(CUCORE_PROTOCOL, "the handle's %s is %llu; it must be %s", field, (unsigned long long)value,
                       expected);
}

/* Refuses a handle of another machine.  The driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__handle_check_machine(const cucore_share_handle *handle)
{
    cucore__identity here;
    cucore__identity_get(&here);
    if (memcmp(here.machine, handle->machine, 16) == 0 || cucore__bytes_are_zero(here.machine, 16) ||
        cucore__bytes_are_zero(handle->machine, 16)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "process %lld exported this on another machine, or before this one was started again",
                       (long long)handle->process);
}

/* Returns 1 if this process made the handle. */
CUCORE__PRIVATE int cucore__handle_is_ours(const cucore_share_handle *handle)
{
    cucore__identity here;
    cucore__identity_get(&here);
    return memcmp(here.exporter, handle->exporter, 16) == 0;
}

/* Refuses values in fields that have no meaning for the way of the handle. */
CUCORE__PRIVATE cucore_status cucore__handle_check_unused(const cucore_share_handle *handle)
{
    static const struct {
        uint32_t ways; /* that do not use the bytes; 32: an empty array */
        size_t from, to;
        const char *fields;
    } unused[] = {
        {UINT32_MAX, offsetof(cucore_share_handle, reserved), offsetof(cucore_share_handle, checksum), "reserved"},
        {32, offsetof(cucore_share_handle, process), offsetof(cucore_share_handle, code), "memory"},
        {CUCORE_SHARE_EVENT, offsetof(cucore_share_handle, allocation_id), offsetof(cucore_share_handle, reserved),
         "array"},
        {CUCORE_SHARE_EVENT, offsetof(cucore_share_handle, flags), offsetof(cucore_share_handle, process), "flags"},
        {CUCORE_SHARE_LEGACY | CUCORE_SHARE_VIRTUAL, offsetof(cucore_share_handle, pool),
         offsetof(cucore_share_handle, address), "pool"},
        {CUCORE_SHARE_VIRTUAL, offsetof(cucore_share_handle, driver), offsetof(cucore_share_handle, allocation_id),
         "driver"}};
    const uint32_t way = handle->way ? handle->way : 32;
    size_t i;
    for (i = 0; i < sizeof unused / sizeof unused[0]; i++) {
        const unsigned char *bytes = (const unsigned char *)handle + unused[i].from;
        size_t at = 0, count = unused[i].to - unused[i].from;
        if (!(unused[i].ways & way)) continue;
        while (at < count && !bytes[at]) at++;
        if (at == count) continue;
        return cucore_fail(CUCORE_PROTOCOL, "the handle's %s has byte %d at %d; it must be 0 for way %lu",
                           unused[i].fields, bytes[at], (int)(unused[i].from + at), (unsigned long)handle->way);
    }
    return CUCORE_OK;
}

/* Copies a handle that came from outside, and checks all that is not about the array. */
CUCORE__PRIVATE cucore_status cucore__handle_read(const void *bytes, size_t nbytes, cucore_share_handle *out)
{
    const size_t most = sizeof *out;
    memset(out, 0, sizeof *out);
    if (nbytes < CUCORE__HANDLE_PREFIX) return cucore__fail_field("length in bytes", nbytes, "232 or more");
    memcpy(out, bytes, nbytes < most ? nbytes : most);
    if (memcmp(out->magic, cucore__handle_magic, sizeof out->magic) != 0) {
        return cucore_fail(CUCORE_PROTOCOL, "the bytes are no handle of cucore: they do not begin with 'cucshare'");
    }
    if (out->version != CUCORE_SHARE_VERSION) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the handle's version is %lu; this release of cucore reads version %d: both processes need "
                           "releases of one version",
                           (unsigned long)out->version, CUCORE_SHARE_VERSION);
    }
    if (nbytes < CUCORE__HANDLE_HEAD) return cucore__fail_field("length in bytes", nbytes, "232 or more");
    if (out->ndim < 0 || out->ndim > CUCORE_MAX_NDIM) {
        return cucore_fail(CUCORE_PROTOCOL, "the handle's ndim is %ld; it must be 0 to %d", (long)out->ndim,
                           CUCORE_MAX_NDIM);
    }
    if (out->size != CUCORE__HANDLE_HEAD + 16u * (unsigned)out->ndim) {
        return cucore__fail_field("size", out->size, "232, and 16 more for each axis");
    }
    if (out->size > nbytes) return cucore__fail_field("size", out->size, "as many as were passed at most");
    if (out->checksum != cucore__handle_checksum(out)) {
        return cucore_fail(CUCORE_PROTOCOL,
                           "the handle was changed on its way: its checksum is 0x%016llx, that of its bytes 0x%016llx",
                           (unsigned long long)out->checksum, (unsigned long long)cucore__handle_checksum(out));
    }
    if (out->flags > 31) return cucore__fail_field("flags", out->flags, "0 to 31");
    if ((out->flags & 9) == 8) return cucore__fail_field("flags", out->flags, "with 1, read-only, if it has 8");
    switch (out->way) {
    case 0:
    case CUCORE_SHARE_LEGACY:
    case CUCORE_SHARE_POOL:
    case CUCORE_SHARE_VIRTUAL:
    case CUCORE_SHARE_EVENT: return cucore__handle_check_unused(out);
    default: return cucore__fail_field("way", out->way, "0, 1, 2, 4 or 16");
    }
}

/* Makes dtype and layout of the handle. */
CUCORE__PRIVATE cucore_status cucore__handle_make_layout(const cucore_share_handle *handle, cucore_view *out)
{
    const int64_t *extents = handle->extents;
    const int is_padded = (handle->flags & 4) != 0;
    cucore_status status;
    if (handle->code > 255) return cucore__fail_field("code", handle->code, "0 to 255");
    if (handle->bits > 255) return cucore__fail_field("bits", handle->bits, "0 to 255");
    if (handle->lanes > 65535) return cucore__fail_field("lanes", handle->lanes, "0 to 65535");
    out->dtype = cucore_dtype_make((uint8_t)handle->code, (uint8_t)handle->bits, (uint16_t)handle->lanes);
    out->dtype.itemsize = handle->itemsize;
    status = cucore_dtype_check(out->dtype);
    if (!status) {
        status = cucore_layout_make(handle->ndim, extents, extents + handle->ndim, handle->itemsize, &out->layout);
    }
    if (!status && handle->itembits != 8 * (int64_t)handle->itemsize) {
        status = cucore_layout_set_packed(&out->layout, handle->itembits);
    }
    if (!status) status = cucore__layout_check_dtype(&out->layout, out->dtype);
    if (status) return cucore_fail(CUCORE_PROTOCOL, "the handle's array: %.400s", cucore_last_error()->message);
    if (is_padded != (out->dtype.code < CUCORE_CODE_OPAQUE && handle->itembits != cucore_dtype_itembits(out->dtype))) {
        return cucore__fail_field("flag of padded elements", (uint64_t)is_padded, "as itembits are");
    }
    if ((handle->flags & 2) && out->dtype.code != CUCORE_CODE_OPAQUE) {
        return cucore__fail_field("flag of foreign byte order", 1, "0, since the elements are not opaque");
    }
    return CUCORE_OK;
}

/* Makes a view of the handle's array, without memory; `out` is cleared. */
CUCORE__PRIVATE cucore_status cucore__handle_make_view(const cucore_share_handle *handle, cucore_view *out)
{
    const int is_device = handle->device_type == CUCORE_DEVICE_TYPE_CUDA;
    int is_empty;
    cucore_status status = cucore__handle_make_layout(handle, out);
    if (status) return status;
    is_empty = cucore__layout_is_empty(&out->layout);
    if (is_empty != (handle->way == 0)) {
        return cucore__fail_field("way", handle->way, is_empty ? "0, since the array is empty" : "that of some memory");
    }
    if (!is_device && !(is_empty && (handle->device_type == CUCORE_DEVICE_TYPE_CPU ||
                                     handle->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
                                     handle->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED))) {
        return cucore_fail(CUCORE_PROTOCOL, "the handle's device_type is %ld; it must be 2", (long)handle->device_type);
    }
    if (handle->allocation_nbytes > SIZE_MAX) {
        return cucore__fail_field("allocation_nbytes", handle->allocation_nbytes, "in the address space");
    }
    status = cucore__layout_check_inside(&out->layout, handle->offset, handle->allocation_nbytes, CUCORE_PROTOCOL);
    if (status) return cucore_fail(status, "the handle's array: %.400s", cucore_last_error()->message);
    cucore__view_fill_device(out, handle->device_type, CUCORE_DEVICE_NONE);
    out->readonly = (handle->flags & 1) != 0;
    out->byte_swapped = (handle->flags & 2) != 0;
    out->padded = (handle->flags & 4) != 0;
    out->unproven = (handle->flags & 8) != 0;
    out->copied = (handle->flags & 16) != 0;
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    return CUCORE_OK;
}

/* ------------ >>impl-share-mapping -- */
/* share/mapping.c: memory of other processes, mapped once and unmapped once. */
/* A pool of another process.  `next` and `references` are protected by the lock of this header. */
typedef struct cucore__foreign_pool {
    struct cucore__foreign_pool *next;
    cucore__CUmemoryPool pool;
    cucore_share_handle handle; /* that it was first imported for: exporter and number of the pool */
    int home;                   /* device of its memory */
    size_t references;          /* mappings of its memory, and threads that try it */
} cucore__foreign_pool;
static cucore__foreign_pool *cucore__foreign_pools;

/* An allocation of another process in this one.  `next`, `references` and `is_changing` are protected by the lock of
 * this header, which is not held while the driver maps and unmaps, since that may wait for work of the device (rules
 * B122).  Other fields do not change, except by the thread that opens the mapping. */
typedef struct cucore__mapping {
    struct cucore__mapping *next;
    cucore_share_handle handle; /* that it was mapped by: the key is part of it */
    CUcontext context;
    int home;      /* device of the memory */
    int device_id; /* device whose work uses it */
    void *base;
    size_t references; /* views */
    int is_changing;   /* 1 while a thread opens or closes it: others that want the same memory sleep */
    cucore__foreign_pool *pool;
} cucore__mapping;
static cucore__mapping *cucore__mappings;

CUCORE_API int64_t cucore_mapping_count(void)
{
    const cucore__mapping *mapping;
    int64_t count = 0;
    if (!cucore__driver_is_ready()) return 0; /* a process that was forked takes no lock */
    CUCORE__SHARE_LOCK();
    for (mapping = cucore__mappings; mapping; mapping = mapping->next) count++;
    CUCORE__SHARE_UNLOCK();
    return count;
}

/* Returns 1 if another process shares the allocation that begins at an address.  The address of a mapping that is being
 * closed may be given out again (rules B125). */
CUCORE__PRIVATE int cucore__mapping_is_at(const void *base)
{
    const cucore__mapping *mapping;
    CUCORE__SHARE_LOCK();
    for (mapping = cucore__mappings; mapping && (mapping->is_changing || mapping->base != base);
         mapping = mapping->next) {
    }
    CUCORE__SHARE_UNLOCK();
    return mapping != NULL;
}

/* Returns 1 if the driver would map the same memory again.  Mappings of pools are those of the process, and mappings of
 * legacy handles those of a context.  Each import of virtual memory has a mapping of its own, since its handle does not
 * say which descriptor came with it. */
CUCORE__PRIVATE int cucore__mapping_is_of(const cucore__mapping *mapping, const cucore__mapping *wanted)
{
    const cucore_share_handle *a = &mapping->handle, *b = &wanted->handle;
    return a->way == b->way && a->way != CUCORE_SHARE_VIRTUAL &&
           (a->way == CUCORE_SHARE_POOL || mapping->context == wanted->context) &&
           memcmp(a->driver, b->driver, 64) == 0;
}

/* Refuses a handle of memory that is mapped, but of which another handle told otherwise. */
CUCORE__PRIVATE cucore_status cucore__mapping_check_same(const cucore__mapping *mapping, const cucore__mapping *wanted)
{
    const cucore_share_handle *a = &mapping->handle, *b = &wanted->handle;
    if (a->allocation_id == b->allocation_id && a->pool == b->pool && a->address == b->address &&
        a->allocation_nbytes == b->allocation_nbytes && mapping->home == wanted->home &&
        memcmp(a->exporter, b->exporter, 16) == 0) {
        return CUCORE_OK;
    }
    return cucore_fail(
        CUCORE_PROTOCOL,
        "this memory of process %lld is mapped here as another allocation, number %llu and not %llu: was it "
        "freed before all views of it were released?",
        (long long)b->process, (unsigned long long)a->allocation_id, (unsigned long long)b->allocation_id);
}

/* Adds the reason that a user would look for to an error of an import. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__mapping_explain(const cucore_share_handle *handle,
                                                                   cucore_status status)
{
    char text[160];
    if (status != CUCORE_DRIVER) return status;
    (void)snprintf(text, sizeof text, "process %lld, which exported this, may have ended or have freed it",
                   (long long)handle->process);
    return cucore__share_explain(CUCORE_DRIVER, text);
}

/* The access that the devices of a mapping get; returns how many. */
CUCORE__PRIVATE size_t cucore__mapping_access(const cucore__mapping *mapping, cucore__CUmemAccessDesc *out)
{
    memset(out, 0, 2 * sizeof *out);
    out[0].location.type = out[1].location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    out[0].flags = out[1].flags = CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    out[0].location.id = mapping->home;
    out[1].location.id = mapping->device_id;
    return mapping->home == mapping->device_id ? 1 : 2;
}

CUCORE__PRIVATE cucore_status cucore__mapping_open_legacy(cucore__mapping *mapping)
{
    cucore__CUipcMemHandle driver;
    cucore__CUdeviceptr ptr = 0;
    cucore_status status;
    memcpy(driver.reserved, mapping->handle.driver, sizeof driver.reserved);
    status = CUCORE__SHARE_CALL(IpcOpenMemHandle, (&ptr, driver, CUCORE__CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    mapping->base = (void *)(uintptr_t)ptr;
    return status;
}

/* Returns 1 if two handles are of memory of one pool.  The number of a pool is used again by the exporter after it is
 * destroyed. */
CUCORE__PRIVATE int cucore__handles_are_of_one_pool(const cucore_share_handle *a, const cucore_share_handle *b)
{
    return a->way == CUCORE_SHARE_POOL && b->way == CUCORE_SHARE_POOL && a->pool == b->pool &&
           memcmp(a->exporter, b->exporter, 16) == 0;
}

/* Drops a reference to a pool; the last one destroys it. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_leave(cucore__foreign_pool *pool)
{
    cucore__foreign_pool **link = &cucore__foreign_pools;
    cucore_status status;
    int is_last;
    CUCORE__SHARE_LOCK();
    is_last = --pool->references == 0;
    if (is_last) {
        while (*link != pool) link = &(*link)->next;
        *link = pool->next;
    }
    CUCORE__SHARE_UNLOCK();
    if (!is_last) return CUCORE_OK;
    status = CUCORE__CALL(MemPoolDestroy, (pool->pool));
    free(pool);
    return status;
}

/* Does the same after a failure, whose error stays. */
CUCORE__PRIVATE void cucore__foreign_pool_drop(cucore__foreign_pool *pool)
{
    const cucore_error error = cucore__error;
    (void)cucore__foreign_pool_leave(pool);
    cucore__error = error;
}

/* Returns the next known pool that may have the memory, with a reference, instead of the one to `before`; NULL: there
 * is none. */
CUCORE__PRIVATE cucore__foreign_pool *cucore__foreign_pool_next(const cucore__mapping *mapping,
                                                                cucore__foreign_pool *before)
{
    cucore__foreign_pool *pool;
    CUCORE__SHARE_LOCK();
    pool = before ? before->next : cucore__foreign_pools;
    while (pool && (pool->home != mapping->home || !cucore__handles_are_of_one_pool(&pool->handle, &mapping->handle)))
        pool = pool->next;
    if (pool) pool->references++;
    CUCORE__SHARE_UNLOCK();
    if (before) cucore__foreign_pool_drop(before);
    return pool;
}

/* Gives a device access to a pool, which the device of the memory has. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_reach(const cucore__foreign_pool *pool,
                                                         const cucore__mapping *mapping)
{
    cucore__CUmemAccessDesc access[2];
    if (cucore__mapping_access(mapping, access) < 2) return CUCORE_OK;
    return CUCORE__CALL(MemPoolSetAccess, (pool->pool, &access[1], 1));
}

/* Imports the pool itself, with a reference. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_open(cucore__mapping *mapping, int fd)
{
    cucore__foreign_pool *pool;
    cucore_status status;
    if (fd < 0) return cucore__invalid("the handle is of memory of a pool: it needs the descriptor that came with it");
    pool = (cucore__foreign_pool *)calloc(1, sizeof *pool);
    if (!pool) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an import");
    status =
        CUCORE__SHARE_CALL(MemPoolImportFromShareableHandle,
                           (&pool->pool, (void *)(intptr_t)fd, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    if (status) {
        free(pool);
        return status;
    }
    pool->handle = mapping->handle;
    pool->home = mapping->home;
    pool->references = 1;
    mapping->pool = pool;
    CUCORE__SHARE_LOCK();
    pool->next = cucore__foreign_pools;
    cucore__foreign_pools = pool;
    CUCORE__SHARE_UNLOCK();
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__mapping_open_pointer(cucore__mapping *mapping)
{
    cucore__CUmemPoolPtrExportData data;
    cucore__CUdeviceptr ptr = 0;
    cucore_status status = cucore__foreign_pool_reach(mapping->pool, mapping);
    if (status) return status;
    memcpy(data.reserved, mapping->handle.driver, sizeof data.reserved);
    status = CUCORE__SHARE_CALL(MemPoolImportPointer, (&ptr, mapping->pool->pool, &data));
    mapping->base = (void *)(uintptr_t)ptr;
    return status;
}

/* Maps memory of a pool, which is imported once for all its memory in use.  If the pool that is known does not have the
 * memory, the descriptor decides. */
CUCORE__PRIVATE cucore_status cucore__mapping_open_pool(cucore__mapping *mapping, int fd)
{
    cucore_status status = CUCORE_OK;
    for (;;) {
        mapping->pool = cucore__foreign_pool_next(mapping, mapping->pool);
        if (!mapping->pool) break;
        status = cucore__mapping_open_pointer(mapping);
        if (!status) return CUCORE_OK;
        if (fd < 0) {
            cucore__foreign_pool_drop(mapping->pool);
            return status;
        }
    }
    status = cucore__foreign_pool_open(mapping, fd);
    if (status) return status;
    status = cucore__mapping_open_pointer(mapping);
    if (status) cucore__foreign_pool_drop(mapping->pool);
    return status;
}

/* Maps an allocation at fresh addresses, for the devices of the mapping. */
CUCORE__PRIVATE cucore_status cucore__mapping_map(cucore__mapping *mapping,
                                                  cucore__CUmemGenericAllocationHandle allocation)
{
    cucore__CUmemAccessDesc access[2];
    const size_t nbytes = (size_t)mapping->handle.allocation_nbytes, devices = cucore__mapping_access(mapping, access);
    cucore__CUdeviceptr ptr = 0;
    cucore_error error;
    int is_mapped = 0;
    cucore_status status = CUCORE__SHARE_CALL(MemAddressReserve, (&ptr, nbytes, 0, 0, 0));
    if (status) return status;
    status = CUCORE__SHARE_CALL(MemMap, (ptr, nbytes, 0, allocation, 0));
    is_mapped = !status;
    if (!status) status = CUCORE__SHARE_CALL(MemSetAccess, (ptr, nbytes, access, devices));
    if (!status) {
        mapping->base = (void *)(uintptr_t)ptr;
        return CUCORE_OK;
    }
    error = cucore__error;
    if (is_mapped) (void)CUCORE__SHARE_CALL(MemUnmap, (ptr, nbytes));
    (void)CUCORE__SHARE_CALL(MemAddressFree, (ptr, nbytes));
    cucore__error = error;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__mapping_open_virtual(cucore__mapping *mapping, int fd)
{
    cucore__CUmemAllocationProp made;
    cucore__CUmemGenericAllocationHandle allocation = 0;
    cucore_error error;
    cucore_status status;
    if (fd < 0) return cucore__invalid("the handle is of virtual memory: it needs the descriptor that came with it");
    status = CUCORE__SHARE_CALL(MemImportFromShareableHandle,
                                (&allocation, (void *)(intptr_t)fd, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    if (status) return status;
    memset(&made, 0, sizeof made);
    status = CUCORE__SHARE_CALL(MemGetAllocationPropertiesFromHandle, (&made, allocation));
    if (!status && (made.location.type != CUCORE__CU_MEM_LOCATION_TYPE_DEVICE || made.location.id != mapping->home)) {
        status = cucore_fail(CUCORE_PROTOCOL, "the descriptor is of memory of device %d; the handle names device %d",
                             made.location.id, mapping->home);
    }
    if (!status) status = cucore__mapping_map(mapping, allocation);
    error = cucore__error;
    if (CUCORE__SHARE_CALL(MemRelease, (allocation)) && status) cucore__error = error; /* a mapping keeps the memory */
    return status;
}

/* Unmaps an allocation, in its context; goes on after an error, and returns the first one. */
CUCORE__PRIVATE cucore_status cucore__mapping_unmap(const cucore__mapping *mapping)
{
    const cucore__CUdeviceptr ptr = (uintptr_t)mapping->base;
    const size_t nbytes = (size_t)mapping->handle.allocation_nbytes;
    cucore_status status = CUCORE_OK, next = CUCORE_OK;
    if (mapping->handle.way == CUCORE_SHARE_LEGACY) return CUCORE__SHARE_CALL(IpcCloseMemHandle, (ptr));
    if (mapping->pool) {
        status = CUCORE__CALL(MemFree, (ptr));
        next = cucore__foreign_pool_leave(mapping->pool);
    } else {
        status = CUCORE__SHARE_CALL(MemUnmap, (ptr, nbytes));
        if (!status) next = CUCORE__SHARE_CALL(MemAddressFree, (ptr, nbytes));
    }
    return status ? status : next;
}

/* Refuses memory that is on another device than the handle names (rules B127). */
CUCORE__PRIVATE cucore_status cucore__mapping_check_device(const cucore__mapping *mapping, int device_id)
{
    if (device_id == mapping->home) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the handle names device %d; the driver says that the memory is on device %d",
                       mapping->home, device_id);
}

/* Checks that the driver mapped as much as the handle claims, and memory of the device that it names.  Of memory of a
 * legacy handle the driver reports the device that opened it, whichever the memory is on. */
CUCORE__PRIVATE cucore_status cucore__mapping_check(const cucore__mapping *mapping)
{
    void *start = NULL;
    size_t nbytes = 0, before;
    cucore_pointer_info info;
    cucore_status status = CUCORE_OK;
    if (mapping->handle.way == CUCORE_SHARE_VIRTUAL) return CUCORE_OK; /* cucore__mapping_open_virtual asked for both */
    if (mapping->handle.way == CUCORE_SHARE_POOL) {
        status = cucore__pointer_attributes(mapping->base, 3, &info);
        if (!status) status = cucore__mapping_check_device(mapping, info.device_id);
    }
    if (!status) status = cucore_pointer_get_range(mapping->base, &start, &nbytes);
    if (status) return status;
    before = (size_t)((char *)mapping->base - (char *)start);
    if (before <= nbytes && mapping->handle.allocation_nbytes <= nbytes - before) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the handle's allocation_nbytes is %llu; the driver mapped %llu bytes",
                       (unsigned long long)mapping->handle.allocation_nbytes, (unsigned long long)(nbytes - before));
}

/* Opens a mapping that is not known yet, in its context. */
CUCORE__PRIVATE cucore_status cucore__mapping_open(cucore__mapping *mapping, int fd)
{
    cucore_error error;
    cucore_status status;
    switch (mapping->handle.way) {
    case CUCORE_SHARE_LEGACY: status = cucore__mapping_open_legacy(mapping); break;
    case CUCORE_SHARE_POOL: status = cucore__mapping_open_pool(mapping, fd); break;
    default: status = cucore__mapping_open_virtual(mapping, fd); break;
    }
    if (status) return cucore__mapping_explain(&mapping->handle, status);
    status = cucore__mapping_check(mapping);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    (void)cucore__mapping_unmap(mapping);
    cucore__error = error;
    return status;
}

/* Finds a mapping, with a reference, or puts `fresh` into the list, which the caller opens.  The lock is held; it is
 * given up while another thread opens or closes the same memory, or memory of the same pool. */
CUCORE__PRIVATE cucore__mapping *cucore__mapping_claim(const cucore__mapping *wanted, cucore__mapping *fresh)
{
    cucore__mapping *mapping = cucore__mappings;
    while (mapping) {
        if (!mapping->is_changing && cucore__mapping_is_of(mapping, wanted)) {
            mapping->references++;
            return mapping;
        }
        if (mapping->is_changing && (cucore__mapping_is_of(mapping, wanted) ||
                                     cucore__handles_are_of_one_pool(&mapping->handle, &wanted->handle))) {
            CUCORE__SHARE_SLEEP();
            mapping = cucore__mappings;
        } else {
            mapping = mapping->next;
        }
    }
    *fresh = *wanted;
    fresh->references = 1;
    fresh->is_changing = 1;
    fresh->next = cucore__mappings;
    cucore__mappings = fresh;
    return fresh;
}

/* Takes a mapping out of the list, and frees it. */
CUCORE__PRIVATE void cucore__mapping_forget(cucore__mapping *mapping)
{
    cucore__mapping **link = &cucore__mappings;
    CUCORE__SHARE_LOCK();
    while (*link != mapping) link = &(*link)->next;
    *link = mapping->next;
    CUCORE__SHARE_WAKE();
    CUCORE__SHARE_UNLOCK();
    free(mapping);
}

/* Opens the mapping that this thread has put into the list. */
CUCORE__PRIVATE cucore_status cucore__mapping_begin(cucore__mapping *mapping, int fd)
{
    cucore__CUstreamCaptureMode mode;
    const int exchanged = cucore__relaxed_begin(&mode);
    cucore_status status = cucore__mapping_open(mapping, fd);
    cucore__relaxed_end(exchanged, &mode);
    if (status) {
        cucore__mapping_forget(mapping);
        return status;
    }
    CUCORE__SHARE_LOCK();
    mapping->is_changing = 0;
    CUCORE__SHARE_WAKE();
    CUCORE__SHARE_UNLOCK();
    return CUCORE_OK;
}

/* Closes a mapping that no view uses, and that `is_changing`. */
CUCORE__PRIVATE void cucore__mapping_close(cucore__mapping *mapping)
{
    cucore_context_guard guard;
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    if (!cucore_context_enter(mapping->context, &guard)) (void)cucore__context_wait_idle();
    exchanged = cucore__relaxed_begin(&mode);
    (void)cucore__mapping_unmap(mapping);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    cucore__mapping_forget(mapping);
}

/* Drops a view's reference, while other threads run: the last one waits for all work of the device.  A process that was
 * forked since has no mapping, and its driver is not called; in an interpreter that ends the memory stays mapped. */
CUCORE__PRIVATE void cucore__mapping_release(void *owner)
{
    cucore__mapping *mapping = (cucore__mapping *)owner;
    void *held;
    int is_last;
    if (!cucore__driver_is_ready()) return;
    held = cucore__wait_begin();
    if (held == cucore__wait_never) return;
    CUCORE__SHARE_LOCK();
    is_last = --mapping->references == 0;
    if (is_last) mapping->is_changing = 1;
    CUCORE__SHARE_UNLOCK();
    if (is_last) cucore__mapping_close(mapping);
    cucore__wait_end(held);
}

/* Finds or opens what `wanted` describes; *out gets a reference. */
CUCORE__PRIVATE cucore_status cucore__mapping_get(const cucore__mapping *wanted, int fd, cucore__mapping **out)
{
    cucore_context_guard guard;
    cucore_error error;
    cucore__mapping *mapping, *fresh = (cucore__mapping *)malloc(sizeof *fresh);
    cucore_status status;
    if (!fresh) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an import");
    status = cucore_context_enter(wanted->context, &guard);
    if (status) {
        free(fresh);
        return status;
    }
    CUCORE__SHARE_LOCK();
    mapping = cucore__mapping_claim(wanted, fresh);
    CUCORE__SHARE_UNLOCK();
    if (mapping == fresh) {
        status = cucore__mapping_begin(mapping, fd);
    } else {
        free(fresh);
        status = cucore__mapping_check_same(mapping, wanted);
        if (!status && mapping->pool) status = cucore__foreign_pool_reach(mapping->pool, wanted);
        error = cucore__error;
        if (status) cucore__mapping_release(mapping);
        cucore__error = error;
    }
    cucore_context_leave(&guard);
    if (!status) *out = mapping;
    return status;
}

/* ------------ >>impl-share-exchange -- */
/* share/exchange.c: views exported and imported. */
/* Refuses memory that the driver does not share between processes. */
CUCORE__PRIVATE cucore_status cucore__export_check(const cucore__allocation *allocation)
{
    const cucore_registration *found = &allocation->found;
    if (cucore__driver_is_ready() && cucore__mapping_is_at(found->base)) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is in memory of another process: the process that allocated it has to export it");
    }
    switch (found->allocation) {
    case CUCORE_ALLOCATION_PLAIN: break;
    case CUCORE_ALLOCATION_POOL:
        if (found->ways & CUCORE_SHARE_POOL) break;
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "the array is in memory of a pool with handle types %lu (cudaMallocAsync's default pool; pools of "
            "CuPy, JAX and RMM): only with CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR (1) is it shared; else "
            "use cuMemAlloc",
            (unsigned long)found->handle_types);
    case CUCORE_ALLOCATION_VIRTUAL:
        if (!(found->handle_types & CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
            return cucore_fail(
                CUCORE_UNSUPPORTED,
                "the array is in virtual memory that was made with handle types %lu (torch: "
                "expandable_segments): only with CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR (1) is it shared",
                (unsigned long)found->handle_types);
        }
        if (!(found->ways & CUCORE_SHARE_VIRTUAL)) {
            return cucore_fail(
                CUCORE_UNSUPPORTED,
                "the array reaches over several mappings of virtual memory (torch: expandable_segments); "
                "one handle has one mapping: export a copy, or parts of it");
        }
        break;
    case CUCORE_ALLOCATION_HOST:
    case CUCORE_ALLOCATION_PINNED:
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is in %s, which is not shared between processes: use shared memory of the system",
                           cucore__allocation_text(found->allocation));
    default:
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is in %s, which is not shared between processes",
                           cucore__allocation_text(found->allocation));
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__export_pool(const cucore__allocation *allocation, cucore_share_handle *handle,
                                                  int *fd)
{
    cucore__CUmemPoolPtrExportData data;
    cucore_status status;
    memset(&data, 0, sizeof data);
    handle->way = CUCORE_SHARE_POOL;
    handle->pool = (uint64_t)(uintptr_t)allocation->pool;
    status = CUCORE__SHARE_CALL(MemPoolExportToShareableHandle,
                                (fd, allocation->pool, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    if (status) {
        *fd = -1;
        return status;
    }
    cucore__descriptor_keep(*fd);
    status = CUCORE__SHARE_CALL(MemPoolExportPointer, (&data, (uintptr_t)allocation->found.base));
    memcpy(handle->driver, data.reserved, sizeof handle->driver);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__export_virtual(const cucore__allocation *allocation, cucore_share_handle *handle,
                                                     int *fd)
{
    cucore__CUmemGenericAllocationHandle memory = 0;
    cucore_status status, released;
    handle->way = CUCORE_SHARE_VIRTUAL;
    status = CUCORE__SHARE_CALL(MemRetainAllocationHandle, (&memory, allocation->found.base));
    if (status) return status;
    status = CUCORE__SHARE_CALL(MemExportToShareableHandle,
                                (fd, memory, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    if (status) *fd = -1;
    if (!status) cucore__descriptor_keep(*fd);
    released = CUCORE__SHARE_CALL(MemRelease, (memory));
    return status ? status : released;
}

CUCORE__PRIVATE cucore_status cucore__export_legacy(const cucore__allocation *allocation, cucore_share_handle *handle)
{
    cucore__CUipcMemHandle driver;
    cucore_status status;
    memset(&driver, 0, sizeof driver);
    handle->way = CUCORE_SHARE_LEGACY;
    status = CUCORE__SHARE_CALL(IpcGetMemHandle, (&driver, (uintptr_t)allocation->found.base));
    memcpy(handle->driver, driver.reserved, sizeof handle->driver);
    if (!cucore__share_is_refusal(status)) return status;
    return cucore__share_explain(CUCORE_UNSUPPORTED, "the driver makes no handle of this memory");
}

/* Exports an allocation, in its context. */
CUCORE__PRIVATE cucore_status cucore__export_allocation(const cucore__allocation *allocation,
                                                        cucore_share_handle *handle, int *fd)
{
    const cucore_registration *found = &allocation->found;
    cucore_context_guard guard;
    cucore__CUstreamCaptureMode mode;
    CUcontext context = NULL;
    int exchanged;
    cucore_status status = cucore__handle_start(handle, 0, found->device_id);
    if (!status) status = cucore__pointer_context(found->base, &context);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    status = found->allocation == CUCORE_ALLOCATION_POOL      ? cucore__export_pool(allocation, handle, fd)
             : found->allocation == CUCORE_ALLOCATION_VIRTUAL ? cucore__export_virtual(allocation, handle, fd)
                                                              : cucore__export_legacy(allocation, handle);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    handle->allocation_id = found->allocation_id;
    handle->address = (uint64_t)(uintptr_t)found->base;
    handle->allocation_nbytes = found->nbytes;
    handle->offset = found->offset;
    return status;
}

CUCORE_API cucore_status cucore_view_export(const cucore_view *view, cucore_share_handle *handle, int *fd)
{
    cucore__allocation allocation;
    cucore_status status;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!view || !handle || !fd) {
        return cucore__fail_null("cucore_view_export", !view ? "view" : handle ? "fd" : "handle");
    }
    status = cucore__view_find_allocation("cucore_view_export", view, &allocation);
    if (!status && view->byte_swapped && view->dtype.code != CUCORE_CODE_OPAQUE) {
        status = cucore__invalid("cucore_view_export: byte_swapped is set, but the elements are not opaque");
    }
    if (!status && !allocation.found.base) {
        status = cucore__handle_start(handle, 0, CUCORE_DEVICE_NONE);
    } else if (!status) {
        status = cucore__export_check(&allocation);
        if (!status) status = cucore__export_allocation(&allocation, handle, fd);
    }
    if (!status) {
        cucore__handle_describe(handle, view);
        if (allocation.found.base) handle->device_type = CUCORE_DEVICE_TYPE_CUDA;
        handle->checksum = cucore__handle_checksum(handle);
        return CUCORE_OK;
    }
    cucore__descriptor_close(*fd);
    *fd = -1;
    memset(handle, 0, sizeof *handle);
    return status;
}

/* Finds the device of the memory, the device that uses it, and the context of the mapping. */
CUCORE__PRIVATE cucore_status cucore__import_find_devices(int device_id, cucore__mapping *out)
{
    int can = 1;
    cucore_status status = cucore__device_find(out->handle.device, &out->home);
    out->device_id = out->home;
    if (!status && device_id != CUCORE_DEVICE_NONE) status = cucore__device_id_resolve(device_id, &out->device_id);
    if (!status && out->device_id != out->home) {
        status = cucore_device_get_peer_access(out->device_id, out->home, &can);
        if (!status && !can) {
            status = cucore_fail(CUCORE_WRONG_DEVICE, "device %d cannot access memory of device %d, where the array is",
                                 out->device_id, out->home);
        }
    }
    if (!status) status = cucore_context_get_primary(out->device_id, &out->context);
    return status;
}

/* Borrows memory that this process exported, if it is still the same allocation, of the same kind, on that device. */
CUCORE__PRIVATE cucore_status cucore__import_own(const cucore__mapping *wanted, cucore_view *out)
{
    const cucore_share_handle *handle = &wanted->handle;
    cucore__allocation allocation;
    const cucore_registration *found = &allocation.found;
    cucore_status status;
    memset(&allocation, 0, sizeof allocation);
    status = cucore__allocation_ask((void *)(uintptr_t)handle->address, &allocation);
    if (status) return status;
    if (found->device_type != CUCORE_DEVICE_TYPE_CUDA || (uint64_t)(uintptr_t)found->base != handle->address ||
        found->nbytes != handle->allocation_nbytes || found->allocation_id != handle->allocation_id) {
        return cucore_fail(CUCORE_PROTOCOL, "this process exported the array at 0x%llx, and has freed it since",
                           (unsigned long long)handle->address);
    }
    if (!(found->ways & handle->way)) return cucore__fail_field("way", handle->way, "that of the memory");
    if (handle->way == CUCORE_SHARE_POOL && handle->pool != (uint64_t)(uintptr_t)allocation.pool) {
        return cucore__fail_field("pool", handle->pool, "that of the memory");
    }
    status = cucore__mapping_check_device(wanted, found->device_id);
    if (status) return status;
    out->device_id = found->device_id;
    out->ptr = (char *)found->base + handle->offset;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__import_memory(const cucore_share_handle *handle, int fd, int device_id,
                                                    cucore_view *out)
{
    cucore__mapping wanted, *mapping = NULL;
    cucore_status status = cucore__share_need();
    if (!status) status = cucore__handle_check_machine(handle);
    if (status) return status;
    memset(&wanted, 0, sizeof wanted);
    wanted.handle = *handle;
    status = cucore__import_find_devices(device_id, &wanted);
    if (!status && cucore__handle_is_ours(handle)) return cucore__import_own(&wanted, out);
    if (!status) CUCORE__WAITING(status = cucore__mapping_get(&wanted, fd, &mapping));
    if (status) return status;
    out->device_id = mapping->home;
    out->ptr = (char *)mapping->base + handle->offset;
    cucore__view_own_wrapped(out, mapping, cucore__mapping_release);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_import(const void *handle, size_t nbytes, int fd, int device_id, cucore_view *out)
{
    cucore_share_handle read;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_import", "out");
    cucore__view_clear(out);
    if (!handle) return cucore__fail_null("cucore_view_import", "handle");
    status = cucore__handle_read(handle, nbytes, &read);
    if (!status && read.way == CUCORE_SHARE_EVENT) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "the handle is of an event: cucore_event_import takes it");
    }
    if (!status) status = cucore__handle_make_view(&read, out);
    if (!status && read.way) status = cucore__import_memory(&read, fd, device_id, out);
    if (status) cucore__view_clear(out);
    return status;
}

/* ------------ >>impl-share-events -- */
/* share/events.c: events exported and imported. */
CUCORE_API cucore_status cucore_event_export(const cucore_event *event, cucore_share_handle *handle)
{
    cucore__CUipcEventHandle driver;
    cucore_status status;
    if (!handle) return cucore__fail_null("cucore_event_export", "handle");
    memset(handle, 0, sizeof *handle);
    if (!event || !event->handle) return cucore__invalid("cucore_event_export: there is no event");
    memset(&driver, 0, sizeof driver);
    status = cucore__share_need();
    if (!status && !cucore__device_exists(event->device_id)) status = cucore__fail_device_id(event->device_id);
    if (!status) status = cucore__handle_start(handle, CUCORE_SHARE_EVENT, event->device_id);
    if (!status) {
        CUCORE__SHARE_CALL_IN(status, event->context, IpcGetEventHandle, (&driver, event->handle));
        if (status == CUCORE_DRIVER &&
            (cucore__share_is_refusal(status) || cucore__error.result == CUCORE__CUDA_ERROR_INVALID_HANDLE)) {
            status = cucore__share_explain(CUCORE_UNSUPPORTED,
                                           "the event was not made for other processes (CUCORE_EVENT_SHARED)");
        }
    }
    if (status) {
        memset(handle, 0, sizeof *handle);
        return status;
    }
    memcpy(handle->driver, driver.reserved, sizeof handle->driver);
    handle->device_type = CUCORE_DEVICE_TYPE_CUDA;
    handle->checksum = cucore__handle_checksum(handle);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_event_import(const void *handle, size_t nbytes, cucore_event *out)
{
    cucore_share_handle read;
    cucore__CUipcEventHandle driver;
    cucore_event event;
    int device = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_event_import", "out");
    memset(out, 0, sizeof *out);
    if (!handle) return cucore__fail_null("cucore_event_import", "handle");
    memset(&event, 0, sizeof event);
    status = cucore__handle_read(handle, nbytes, &read);
    if (!status && read.way != CUCORE_SHARE_EVENT) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "the handle is of memory: cucore_view_import takes it");
    }
    if (!status && read.device_type != CUCORE_DEVICE_TYPE_CUDA) {
        status = cucore__fail_field("device_type", (uint32_t)read.device_type, "2");
    }
    if (!status) status = cucore__share_need();
    if (!status) status = cucore__handle_check_machine(&read);
    if (!status && cucore__handle_is_ours(&read)) {
        status = cucore__invalid("this process exported the event: use that event itself");
    }
    if (!status) status = cucore__device_find(read.device, &device);
    if (!status) status = cucore_context_get_primary(device, &event.context);
    if (status) return status;
    memcpy(driver.reserved, read.driver, sizeof driver.reserved);
    CUCORE__SHARE_CALL_IN(status, event.context, IpcOpenEventHandle, (&event.handle, driver));
    if (status) return cucore__mapping_explain(&read, status);
    event.device_id = device;
    *out = event;
    return CUCORE_OK;
}

/* ------------ >>impl-share-send -- */
/* share/send.c: handles and descriptors over a Unix socket. */
#if defined(_WIN32)
CUCORE_API cucore_status cucore_share_handle_send(int socket, const cucore_share_handle *handle, int fd)
{
    (void)socket, (void)fd;
    if (!handle) return cucore__fail_null("cucore_share_handle_send", "handle");
    return cucore_fail(CUCORE_UNSUPPORTED, "this system sends no descriptors over sockets");
}

CUCORE_API cucore_status cucore_share_handle_receive(int socket, cucore_share_handle *handle, int *fd)
{
    (void)socket;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!handle || !fd) return cucore__fail_null("cucore_share_handle_receive", handle ? "fd" : "handle");
    return cucore_fail(CUCORE_UNSUPPORTED, "this system sends no descriptors over sockets");
}
#else
/* Of systems that have them: a closed socket is an error and no signal, descriptors are not inherited, and only poll
 * waits. */
#if defined(MSG_NOSIGNAL)
#define CUCORE__SEND_FLAGS MSG_NOSIGNAL
#else
#define CUCORE__SEND_FLAGS 0
#endif
#if defined(MSG_CMSG_CLOEXEC)
#define CUCORE__RECEIVE_FLAGS MSG_CMSG_CLOEXEC
#else
#define CUCORE__RECEIVE_FLAGS 0
#endif
#if defined(MSG_DONTWAIT)
#define CUCORE__SOCKET_FLAGS MSG_DONTWAIT
#else
#define CUCORE__SOCKET_FLAGS 0
#endif

/* Room for the control message of one descriptor, aligned as its header. */
typedef union cucore__control {
    struct cmsghdr aligned;
    char bytes[CMSG_SPACE(sizeof(int))];
} cucore__control;

/* A handle on its way through a socket: one deadline for all of it (rules B128). */
typedef struct cucore__passage {
    int socket;
    short events;     /* POLLIN, POLLOUT */
    int is_impatient; /* the socket does not block: nothing waits before the first byte */
    double deadline;  /* us of cucore__socket_clock; negative: none */
    char *handle;
    size_t moved; /* bytes so far */
} cucore__passage;

/* Returns a time in us, of the clock that nobody sets if the system's headers declare it. */
CUCORE__PRIVATE double cucore__socket_clock(void)
{
#if defined(CLOCK_MONOTONIC)
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
#else
    struct timeval now;
    (void)gettimeofday(&now, NULL);
    return (double)now.tv_sec * 1e6 + (double)now.tv_usec;
#endif
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_socket(const char *call, int number, size_t moved)
{
    char after[48] = "";
    if (moved) (void)snprintf(after, sizeof after, " after %llu bytes of a handle", (unsigned long long)moved);
    return cucore_fail(CUCORE_FOREIGN, "%s failed: errno %d (%.100s)%s", call, number,
                       number == EAGAIN       ? "timeout"
                       : number == EPIPE      ? "the peer has closed the socket"
                       : number == ECONNRESET ? "the peer has ended"
                       : number == EBADF      ? "no such descriptor"
                                              : "see errno.h",
                       after);
}

/* Begins a passage.  option: SO_RCVTIMEO or SO_SNDTIMEO. */
CUCORE__PRIVATE cucore_status cucore__passage_start(cucore__passage *passage, int option)
{
    struct timeval most;
    socklen_t size = sizeof most;
    memset(&most, 0, sizeof most);
    if (getsockopt(passage->socket, SOL_SOCKET, option, &most, &size))
        return cucore__fail_socket("getsockopt", errno, 0);
    passage->deadline = -1;
    if (most.tv_sec || most.tv_usec) {
        passage->deadline = cucore__socket_clock() + (double)most.tv_sec * 1e6 + (double)most.tv_usec;
    } else {
        passage->is_impatient = (fcntl(passage->socket, F_GETFL) & O_NONBLOCK) != 0;
    }
    return CUCORE_OK;
}

/* Waits until bytes can be moved.  A signal ends the wait before the first byte only: later the peer would be left with
 * half a handle. */
CUCORE__PRIVATE cucore_status cucore__passage_wait(const cucore__passage *passage)
{
    for (;;) {
        struct pollfd one;
        int milliseconds = passage->is_impatient && !passage->moved ? 0 : -1, ready;
        if (passage->deadline >= 0) {
            const double left = (passage->deadline - cucore__socket_clock()) * 1e-3;
            milliseconds = left <= 0 ? 0 : left >= 1e9 ? 1000000000 : (int)left + 1;
        }
        one.fd = passage->socket;
        one.events = passage->events;
        one.revents = 0;
        ready = poll(&one, 1, milliseconds);
        if (ready > 0) return CUCORE_OK;
        if (ready == 0 && milliseconds < 1000000000) return cucore__fail_socket("poll", EAGAIN, passage->moved);
        if (ready < 0 && errno != EINTR) return cucore__fail_socket("poll", errno, passage->moved);
        if (ready < 0 && !passage->moved) {
            return cucore_fail(CUCORE_INTERRUPTED, "a signal came before the first byte of a handle; call again");
        }
    }
}

/* Takes what a call of the socket returned.  -> OK, also if the call has to be made again */
CUCORE__PRIVATE cucore_status cucore__passage_take(cucore__passage *passage, const char *call, ssize_t n)
{
    if (n >= 0) {
        passage->moved += (size_t)n;
    } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
        return cucore__fail_socket(call, errno, passage->moved);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_share_handle_send(int socket, const cucore_share_handle *handle, int fd)
{
    cucore__passage passage;
    cucore_status status;
    if (!handle) return cucore__fail_null("cucore_share_handle_send", "handle");
    if (memcmp(handle->magic, cucore__handle_magic, sizeof handle->magic) != 0 || handle->size < CUCORE__HANDLE_HEAD ||
        handle->size > sizeof *handle) {
        return cucore__invalid(
            "cucore_share_handle_send: handle is no handle of cucore_view_export or cucore_event_export");
    }
    memset(&passage, 0, sizeof passage);
    passage.socket = socket;
    passage.events = POLLOUT;
    passage.handle = (char *)(uintptr_t)handle; /* read only */
    status = cucore__passage_start(&passage, SO_SNDTIMEO);
    while (!status && passage.moved < handle->size) {
        cucore__control control;
        struct iovec part;
        struct msghdr message;
        status = cucore__passage_wait(&passage);
        if (status) break;
        memset(&message, 0, sizeof message);
        memset(&control, 0, sizeof control);
        part.iov_base = passage.handle + passage.moved;
        part.iov_len = handle->size - passage.moved;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (fd >= 0 && passage.moved == 0) { /* the descriptor goes with the first byte */
            struct cmsghdr *header;
            message.msg_control = control.bytes;
            message.msg_controllen = sizeof control.bytes;
            header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof fd);
            memcpy(CMSG_DATA(header), &fd, sizeof fd);
        }
        status = cucore__passage_take(&passage, "sendmsg",
                                      sendmsg(socket, &message, CUCORE__SEND_FLAGS | CUCORE__SOCKET_FLAGS));
    }
    return status;
}

/* Takes the descriptors out of a message: keeps the first one that ever came, and closes all others.  A system may have
 * delivered more than one in the room for one, because of its padding. */
CUCORE__PRIVATE void cucore__control_take(struct msghdr *message, int *fd)
{
    struct cmsghdr *header;
    for (header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        size_t count, i;
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (i = 0; i < count; i++) {
            int found;
            memcpy(&found, CMSG_DATA(header) + i * sizeof found, sizeof found);
            if (*fd < 0) {
                *fd = found;
                cucore__descriptor_keep(found);
            } else {
                (void)close(found);
            }
        }
    }
}

/* Receives bytes of the handle up to `to`, and a descriptor on the way. */
CUCORE__PRIVATE cucore_status cucore__share_receive_part(cucore__passage *passage, size_t to, int *fd)
{
    cucore_status status = CUCORE_OK;
    while (!status && passage->moved < to) {
        cucore__control control;
        struct iovec part;
        struct msghdr message;
        ssize_t n;
        status = cucore__passage_wait(passage);
        if (status) break;
        memset(&message, 0, sizeof message);
        part.iov_base = passage->handle + passage->moved;
        part.iov_len = to - passage->moved;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        n = recvmsg(passage->socket, &message, CUCORE__RECEIVE_FLAGS | CUCORE__SOCKET_FLAGS);
        status = cucore__passage_take(passage, "recvmsg", n);
        if (n >= 0) cucore__control_take(&message, fd);
        if (n == 0) {
            return cucore_fail(CUCORE_FOREIGN, "the peer closed the socket after %llu bytes of a handle",
                               (unsigned long long)passage->moved);
        }
    }
    return status;
}

CUCORE_API cucore_status cucore_share_handle_receive(int socket, cucore_share_handle *handle, int *fd)
{
    cucore__passage passage;
    cucore_status status;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!handle || !fd) return cucore__fail_null("cucore_share_handle_receive", handle ? "fd" : "handle");
    memset(&passage, 0, sizeof passage);
    passage.socket = socket;
    passage.events = POLLIN;
    passage.handle = (char *)handle;
    status = cucore__passage_start(&passage, SO_RCVTIMEO);
    if (!status) status = cucore__share_receive_part(&passage, CUCORE__HANDLE_PREFIX, fd);
    if (!status && memcmp(handle->magic, cucore__handle_magic, sizeof handle->magic) != 0) {
        status = cucore_fail(CUCORE_PROTOCOL, "the peer sent no handle of cucore: it does not begin with 'cucshare'");
    }
    if (!status && (handle->size < CUCORE__HANDLE_PREFIX || handle->size > sizeof *handle)) {
        status = cucore__fail_field("size", handle->size, "232, and 16 more for each axis");
    }
    if (!status) status = cucore__share_receive_part(&passage, handle->size, fd);
    if (!status) return CUCORE_OK;
    memset(handle, 0, sizeof *handle);
    cucore__descriptor_close(*fd);
    *fd = -1;
    return status;
}
#endif

CUCORE_END

#undef CUCORE__CUDAAPI
#undef CUCORE__SHARE_DRIVER_LIST
#undef CUCORE__SHARE_LOCK
#undef CUCORE__SHARE_UNLOCK
#undef CUCORE__SHARE_SLEEP
#undef CUCORE__SHARE_WAKE
#undef CUCORE__SHARE_CALL
#undef CUCORE__SHARE_CALL_IN
#undef CUCORE__HANDLE_HEAD
#undef CUCORE__HANDLE_PREFIX
#undef CUCORE__SEND_FLAGS
#undef CUCORE__SOCKET_FLAGS
#undef CUCORE__RECEIVE_FLAGS

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
