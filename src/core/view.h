/* ------------------------------------------------------------------------------------------------------ >>view -- */
/* core/view.h: an array as C sees it, and the order of work on it. */
/* Kinds of memory that C code or a CUDA kernel can reach, with DLPack's numbers (DLDeviceType).  Views of other devices
 * (CUCORE_ALLOW_OTHER_DEVICES) have any other number. */
typedef enum cucore_device_type {
    CUCORE_DEVICE_TYPE_CPU = 1,
    CUCORE_DEVICE_TYPE_CUDA = 2,
    CUCORE_DEVICE_TYPE_CUDA_HOST = 3, /* pinned */
    CUCORE_DEVICE_TYPE_ROCM = 10,     /* only with CUCORE_ALLOW_OTHER_DEVICES */
    CUCORE_DEVICE_TYPE_ROCM_HOST = 11,
    CUCORE_DEVICE_TYPE_CUDA_MANAGED = 13
} cucore_device_type;

/* How a view came to be.  X(name, value, what cucore_protocol_name returns) */
#define CUCORE_PROTOCOL_LIST(X)                                                                                        \
    X(NONE, 0, "none")                         /* zeroed or released */                                                \
    X(PEP3118, 1, "buffer")                    /* PEP 3118 */                                                          \
    X(DLPACK, 2, "dlpack")                     /* legacy DLManagedTensor */                                            \
    X(DLPACK_VERSIONED, 3, "dlpack-versioned") /* DLManagedTensorVersioned */                                          \
    X(DLTENSOR, 4, "dltensor")                 /* a borrowed DLTensor */                                               \
    X(CAI, 5, "cai")                           /* __cuda_array_interface__ */                                          \
    X(ARRAY_INTERFACE, 6, "array-interface")   /* __array_interface__ */                                               \
    X(MEMORY, 7, "memory")                     /* a cucore_buffer */

#define CUCORE_PROTOCOL_ENUM(name, value, text) CUCORE_PROTOCOL_##name = (value),
typedef enum cucore_protocol { CUCORE_PROTOCOL_LIST(CUCORE_PROTOCOL_ENUM) } cucore_protocol;
#undef CUCORE_PROTOCOL_ENUM

/* A typed, strided piece of memory.  Zero-initialise it, or let a function fill it; never copy the struct nor move it
 * while it owns memory (cucore_view_detach makes it borrow).  All zero is the empty view: valid, without an array.  A
 * view made by hand, with private_ all zero, borrows its memory.
 *   A view made by hand may be wrong.  A function that looks at elements checks first whether the view is sound.  It
 * refuses another view with INVALID_ARGUMENT, or OVERFLOW if a number does not fit, and has no effect then.  A view is
 * sound if its
 *     ndim      is at most CUCORE_MAX_NDIM
 *     itemsize  and itembits are the ones of its dtype
 *     layout    is as cucore_layout_make promises: no negative extent; sizes and offsets in bits fit 64 bits
 *     ptr       is not NULL unless the view is empty, and all elements lie in the address space
 * cucore_view_release, cucore_view_detach, cucore_view_set_producer_stream, cucore_view_size, cucore_view_nbytes,
 * cucore_view_format, cucore_view_is_aligned and cucore_py_export_dlpack_device look at no element and do not check it.
 *   On other devices (CUCORE_ALLOW_OTHER_DEVICES), except ROCm and oneAPI, ptr may be a handle, which is no address.
 *   Three fields describe opaque and structured elements, as far as the producer does (CUCORE_ALLOW_OPAQUE):
 *     byte_swapped    is 1 if the one number or text of an opaque element has foreign byte order; of structs the format
 *                     tells it.  With the dtype of a number it describes memory to a copy, which converts it
 *                     with CUCORE_COPY_CAST; intakes make no such view, and exports and kernels refuse it
 *     pep3118_format  is the format string of the buffer protocol: "g", ">d", "T{d:x:l:n:}"
 *     descr           is a PyObject * of an interface: its descr, a list, if the typestr begins with V, else the
 *                     typestr, a str */
typedef struct cucore_view {
    void *ptr;           /* element [0, 0, ...]; NULL is legal only when empty; a device address may not be read here */
    cucore_dtype dtype;  /* of one element */
    int32_t device_type; /* CUCORE_DEVICE_TYPE_... */
    int32_t device_id;   /* CUCORE_DEVICE_NONE for host and pinned memory and when unknown (empty array) */
    uint8_t host_accessible;     /* the CPU may read ptr, once ordered */
    uint8_t device_accessible;   /* a CUDA kernel on device_id may read ptr (pinned: on any device) */
    uint8_t readonly;            /* must not be written; 1 also where nobody knows, see unproven */
    uint8_t copied;              /* the producer made a copy for this import: nobody else sees it */
    uint8_t padded;              /* elements of fewer than 8 bits stand in a byte each */
    uint8_t protocol;            /* CUCORE_PROTOCOL_... */
    uint8_t has_producer_stream; /* producer_stream means something */
    uint8_t unproven;            /* readonly is 1 only because the protocol cannot tell (legacy DLPack) */
    uint8_t byte_swapped;        /* in foreign byte order; of an intake: opaque, 0 without CUCORE_ALLOW_OPAQUE */
    uint8_t converted;   /* cucore_python.h: 1 in fresh memory (CUCORE_MAKE_..., _CAST), 2 by numpy.asarray, 3 both */
    uint8_t reserved[6]; /* 0 */
    CUstream producer_stream;   /* where the producer's work on the data is pending (CUDA Array Interface) */
    CUcontext producer_context; /* of a default producer_stream, if it is known; NULL: see Streams in >>manual */
    const char *pep3118_format; /* opaque and structured, buffer protocol: the producer's format string; else NULL */
    void *descr;          /* opaque and structured, interfaces: the producer's own `descr` or typestr; else NULL */
    cucore_layout layout; /* of the elements at ptr */
    struct {
        struct cucore_view *self;                  /* the view itself, when it owns something */
        void *owner;                               /* what keeps ptr valid; NULL when borrowed */
        void (*release)(struct cucore_view *view); /* gives owner back; NULL when there is nothing to give back */
        void (*free_owner)(void *owner);           /* what a caller gave, for wrapped memory */
        void *access;                              /* in debug builds: set while an access has not ended */
        uint64_t until;                            /* what the owner waits for once it is given back; 0: nothing */
        void *storage[11];                         /* room for a Py_buffer */
    } private_;
} cucore_view;

/* cucore_view_release - give back what the view owns and zero it
 *   view  in/out  NULL, a zeroed view and a borrowed one are fine.  A copy of the struct of a view that owns something
 *                 is refused: it is left as it is, and the last error is INVALID_ARGUMENT
 *   Work on a stream that still uses the memory must be ordered first: cucore_views_end_access.  If that has put off
 *   the release, the owner is kept until the work is done, and released by a later call.  What was written to an
 *   argument that was made to fit (CUCORE_MAKE_..., CUCORE_CAST with CUCORE_WRITE) is dropped: cucore_py_args_release
 *   copies it back.  With CUCORE_DEBUG the release is refused if one of the two was forgotten: the view is left as it
 *   is, the last error and a line on stderr report it
 *   any thread; takes the GIL by itself if the owner needs it, and gives it up while the driver may wait; in a process
 *   whose interpreter is gone or going the memory leaks.  source: rules B122 */
CUCORE_API CUCORE_TAKES_GIL void cucore_view_release(cucore_view *view);

/* An owner keeps memory alive without a description of it, for programs that store pointer and layout in a form of
 * their own.  All zero is the valid empty owner.  It may be copied and moved; one copy of it is released. */
typedef struct cucore_owner {
    void *owner;
    void (*release)(
        void *owner); /* any thread; takes the GIL by itself if the owner needs it; NULL: nothing to release */
} cucore_owner;

/* cucore_view_detach - move the ownership of its memory out of a view
 *   view  in/out  it borrows from then on: pointer, layout and pep3118_format are as before, and valid until the owner
 *                 is released; descr is released.  On error the view is as it was
 *   out   out     empty if the view borrows its memory; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL; a copy of the struct; fresh memory that is still to be copied back; with
 *      CUCORE_DEBUG: an access was begun, but not ended) | OUT_OF_MEMORY | UNSUPPORTED (an exporter that shows other
 *      memory when it is asked again, or raises: then its exception is also set, if the thread belongs to Python and no
 *      exception was pending)
 *   Memory is allocated only for buffers whose exporter is told of their release (bytearray, array.array, memoryview,
 *   mmap), and for an owner whose release was put off (cucore_views_end_access), which cucore_owner_release puts off
 *   also.  Such an exporter is asked for the buffer again, since some know a buffer by its address.  The order of work
 *   does not change: has_producer_stream.
 *   Afterwards the struct may be copied, moved and stored, as a whole: no other description has all that a view says
 *   (padded elements, byte order, format, an unproven readonly, ...).  cucore_view_attach makes it, or a copy, own the
 *   memory again.
 *   any thread; takes the GIL by itself if Python owns the memory.  source: rules A6, C6 */
CUCORE_API CUCORE_NODISCARD CUCORE_TAKES_GIL cucore_status cucore_view_detach(cucore_view *view, cucore_owner *out);

/* cucore_view_attach - make a view own the memory that it borrows: what undoes cucore_view_detach
 *   view   in/out  of cucore_view_detach, or a copy of its struct; or made by hand.  It keeps every field
 *   owner  in/out  of the memory; zeroed.  On error it is as it was
 *   -> OK | INVALID_ARGUMENT (NULL; a view without an array, or one that owns memory already).  source: rules B126
 *   any thread; no driver call */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_attach(cucore_view *view, cucore_owner *owner);

/* cucore_owner_release - release the memory and zero the owner
 *   owner  in/out  NULL and an empty one are fine
 *   any thread; takes the GIL by itself if the owner needs it; in a process whose interpreter is gone or going the
 *   memory leaks */
CUCORE_API CUCORE_TAKES_GIL void cucore_owner_release(cucore_owner *owner);

/* cucore_views_begin_access - make `consumer` wait for the pending work of the producers on the data
 *   views     in/out  count views.  Each stream of a producer is waited for once
 *   consumer  in      your stream.  A default stream (NULL, 1, 2) is the one of the device that the data are on,
 *                     whichever device is current; if the views are on several devices, the default streams of all
 *                     these devices wait for the producers, and for each other.  To work on another device than the
 *                     data are on, pass the handle of a stream.  CUCORE_STREAM_HOST: the call blocks until the data are
 *                     complete; CUCORE_STREAM_NO_SYNC: no effect
 *   -> OK (also if no work is pending) | NO_DRIVER | DRIVER | CAPTURE, of the first view that fails | INVALID_ARGUMENT
 *      (views is NULL, or contains a copy of another view, or a view that is neither sound nor zeroed; a device_id that
 *      does not exist)
 *   cucore_py_view and cucore_py_args do this for you.  The call may block: release the GIL around it.
 *   source: rules 3.3, B118, C10 to C12, X8 */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_begin_access(cucore_view *views, size_t count,
                                                                                  CUstream consumer);

/* cucore_views_end_access - make the producers wait for your work, once it is enqueued
 *   views     in/out  still alive: call this before cucore_view_release
 *   consumer  in      the stream that your work is on, as above; CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC: no
 *                     effect
 *   If the stream of a producer is known, it waits for `consumer` by an event.  Else (DLPack, except of CuPy,
 *   torch and cucore.Array; an interface without `stream`)
 *     the owner     is kept when the view is released, until an event on `consumer` is done, so that a pool does not
 *                   hand the memory out while your work uses it.  A later call releases it: cucore_views_end_access and
 *                   cucore_py_args_release ask whether the oldest work is done; cucore_py_args_release, and the release
 *                   of a view whose owner is kept, release what may be released; cucore_trim waits for all.  At most
 *                   CUCORE_KEPT_MAX ends of access and about CUCORE_KEPT_BYTES are kept: beyond that the host waits for
 *                   the oldest.  A thread of its interpreter releases what belongs to Python.  What is kept when the
 *                   interpreter or the process ends is not released, and the driver is not called then
 *     the producer  is taken to work on the legacy default stream of the device, or on a stream that synchronises with
 *                   it: the legacy stream waits for `consumer`, unless the array is immutable (JAX).  For a producer
 *                   that changes arrays on a non-blocking stream that it does not name, call cucore_stream_synchronize
 *     the host      waits only for a view without an owner (a borrowed DLTensor), wrapped memory of yours, memory that
 *                   the CPU can reach, a legacy stream beside a capture, and if no event can be made
 *   While `consumer` is captured no work of an access runs: the host does not wait.  The owner of a view whose producer
 *   is not known lives as long as the graph (drivers of CUDA 11.3 and newer); the caller keeps all other memory that
 *   the graph uses.  Host memory needs no order.
 *   Call it whenever work on the views may have been enqueued, also if a later step failed.  With CUCORE_DEBUG the
 *   release of a view of device memory is refused if its access was begun on a stream but not ended: the view is left
 *   as it is, the last error and a line on stderr report it.
 *   -> as above, and OUT_OF_MEMORY for a note during a capture; the call goes on after a view that fails.  It may
 *      block: release the GIL around it.
 *   source: rules B107, B108, C6, C10, D34 */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_end_access(cucore_view *views, size_t count,
                                                                                CUstream consumer);

/* cucore_view_set_producer_stream - record that work on the data is pending on `stream` from now on
 *   view    in/out  of memory that you own; has_producer_stream, producer_stream and producer_context are set
 *   stream  in      a default stream is the one of the device of the data, as in cucore_views_begin_access, in the
 *                   context that it has now.  CUCORE_STREAM_HOST, CUCORE_STREAM_NO_SYNC: no work is pending
 *   -> OK | INVALID_ARGUMENT (NULL; a device_id that does not exist) | NO_DRIVER | DRIVER; on error the view is as it
 *      was
 *   Host memory has no pending work.  A handle needs no driver call.  Any thread.  source: rules B118 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_set_producer_stream(cucore_view *view, CUstream stream);

/* cucore_view_format - one readable line: "float32 (23, 4) strides (4, 1) on cuda:0, writable, dlpack, 0x7f..."
 *   text, size  out  as snprintf
 *   -> characters that the whole line needs, without the NUL.  The text of a view without an array, or with an
 *      impossible ndim, is "no view", with the ndim */
CUCORE_API size_t cucore_view_format(const cucore_view *view, char *text, size_t size);

/* cucore_view_overlap - report whether two views share memory, as cucore_layout_overlap of layouts and addresses
 *   -> OK | INVALID_ARGUMENT (NULL; a view that is not sound) | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_overlap(const cucore_view *a, const cucore_view *b,
                                                              cucore_overlap *out);

/* cucore_view_is_aligned - return 1 if C code may read the elements in place
 *   A view is aligned if NumPy's `flags.aligned` would be true: ptr is a multiple of the alignment that the C type of
 *   the elements has here; of one component for complex numbers and vectors, 1 for packed, padded, opaque and
 *   structured elements.  Strides are whole elements, so that all elements are aligned as the first is.  An empty view
 *   is aligned, and so is a view of another device: its library cares for alignment.
 *   -> 1 or 0 (0 for NULL, and for an impossible ndim).  A double that is not aligned is undefined behaviour in C, and
 *      a fault in a kernel: memcpy it.
 *   any thread; no driver call.  source: rules B100, NPY_ARRAY_ALIGNED */
CUCORE_API int cucore_view_is_aligned(const cucore_view *view);

/* cucore_protocol_name - "buffer", "dlpack", "dlpack-versioned", ... for CUCORE_PROTOCOL_... */
CUCORE_API const char *cucore_protocol_name(cucore_protocol protocol);
