/* ---------------------------------------------------------------------------------------------- >>share-handle -- */
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
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_import(const void *handle, size_t nbytes, int fd,
                                                                           int device_id, cucore_view *out);

/* cucore_mapping_count - count the allocations of other processes that this copy of the library has mapped
 *   Any thread; no driver call. */
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
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_export(const cucore_event *event, cucore_share_handle *handle);

/* cucore_event_import - open an event of another process, in the primary context of its device
 *   handle, nbytes  in   as it came: any alignment, at least its `size` bytes
 *   out             out  owns the event: cucore_event_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL; this process exported it: use that event) | PROTOCOL (a field, quoted)
 *      | UNSUPPORTED (another version, another machine, a handle of memory) | WRONG_DEVICE | NO_DRIVER | DRIVER
 *   Any thread.  Let a stream of the event's device wait for it: driver 580 crashes (SIGSEGV in cuStreamWaitEvent) if a
 *   stream of another device does.  Such a stream waits for that stream: cucore_stream_wait. */
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
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_share_handle_send(int socket,
                                                                                 const cucore_share_handle *handle,
                                                                                 int fd);
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_share_handle_receive(int socket,
                                                                                    cucore_share_handle *handle,
                                                                                    int *fd);
