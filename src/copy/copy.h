/* ------------------------------------------------------------------------------------------------------ >>copy -- */
/* copy/copy.h: copies of views, and their plans: what users call.  Needs core. */
/* Does a copy wait on the host until it is done? */
typedef enum cucore_blocking {
    CUCORE_BLOCKING_DEFAULT = 0, /* not between device memory, nor in a capture; else it does */
    CUCORE_BLOCKING_YES = 1,
    CUCORE_BLOCKING_NO = 2 /* not where that is possible: see the table in the manual */
} cucore_blocking;

/* What a copy does besides. */
#define CUCORE_COPY_CAST (UINT64_C(1) << 0) /* elements of another dtype are converted: see the manual, "Conversion" */

/* How to copy.  All zero is the usual, and so is NULL where a function takes one. */
typedef struct cucore_copy_options {
    cucore_memory_resource *resource; /* device memory for packing; NULL: the default pool of the device */
    cucore_blocking blocking;         /* does the call wait until the copy is done? */
    uint64_t flags;                   /* CUCORE_COPY_CAST, or 0 */
    uint64_t dst_flags;               /* cucore_py_copy alone: how it takes dst and src in; elsewhere 0 */
    uint64_t src_flags;
    void *reserved[2];
} cucore_copy_options;

/* How the bytes get from one side to the other. */
typedef enum cucore_copy_strategy {
    CUCORE_COPY_NOTHING = 0, /* empty, or the same elements in the same place */
    CUCORE_COPY_HOST = 1,    /* the CPU, here and now */
    CUCORE_COPY_MEMCPY = 2,  /* one copy by the driver */
    CUCORE_COPY_PITCHED = 3, /* its copies of two and three axes: rows of bytes */
    CUCORE_COPY_KERNEL = 4,  /* one kernel, which reads and writes pinned memory over the bus */
    CUCORE_COPY_BLOCK = 5,   /* all bytes from the first to the last element of the host side */
    CUCORE_COPY_STAGED = 6   /* the CPU packs or unpacks pinned memory, by several threads when there is much */
} cucore_copy_strategy;

/* Just the room for the plan of a kernel. */
#define CUCORE_COPY_KERNEL_WORDS 461

/* One loop over two arrays, in elements: sorted, the fastest axis of whoever comes first is the last one.  Private, as all is
 * that begins with two underscores. */
typedef struct cucore__copy_axes {
    int32_t ndim;
    int64_t itemsize;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
} cucore__copy_axes;

/* How to cut: `count` indices of axis `axis` at a time, all of those behind it, one index of those before it. */
typedef struct cucore__copy_cut {
    int axis;
    int64_t count;
    int64_t pieces;
} cucore__copy_cut;

/* A copy, planned.  Good as long as the memory of both views is; may be run any number of times, on any thread.  Made by
 * cucore_copy_plan_make alone: all zero is a plan to copy nothing. */
typedef struct cucore_copy_plan {
    cucore_copy_strategy strategy;
    uint8_t dst_kind; /* CUCORE_DEVICE_TYPE_CPU, _CUDA (managed memory too), _CUDA_HOST */
    uint8_t src_kind;
    uint8_t packs;       /* a kernel rearranges pieces in temporary device memory, before or after the transfer */
    uint8_t overlaps;    /* src goes to temporary memory first */
    int32_t device_id;   /* where kernels run and the stream has to be; CUCORE_DEVICE_NONE: nowhere */
    int32_t peer_id;     /* the other device; CUCORE_DEVICE_NONE: there is none */
    int64_t nbytes;      /* of the elements */
    int64_t temp_nbytes; /* temporary memory of the device: of a piece, there may be two at a time */
    int64_t pieces;      /* that a copy with temporary memory is cut into */
    struct {
        uint8_t is_block; /* pieces keep the gaps of the far side */
        uint8_t to_far;   /* dst is the far side: the host's, or the other device's */
        uint8_t reserved[2];
        int32_t moving_axes; /* of the host side; those behind repeat */
        void *dst;           /* element [0, 0, ...] after axes were turned round */
        const void *src;
        cucore__copy_cut cut;
        cucore__copy_axes axes;
        uint64_t kernel[CUCORE_COPY_KERNEL_WORDS];
    } private_;
} cucore_copy_plan;

/* cucore_view_copy - copy the elements of src to dst
 *   dst       in   writable, no two elements in one place; keep it alive until the copy is done
 *   src       in   of the shape of dst, or one that stretches to it; of its itemsize and dtype, or with CUCORE_COPY_CAST of
 *                  another one; keep it alive likewise
 *   stream    in   of a device that takes part.  A default stream (NULL, 1, 2) is that of the device of the current context if
 *                  dst or src is on it, else of the device of dst, or of src if dst is on the host.  Managed memory counts
 *                  only if the other side is not in the memory of a device.  Between pinned memory: of the current context.
 *                  Copies on the host ignore it where both are plain memory, and take CUCORE_STREAM_HOST and
 *                  CUCORE_STREAM_NO_SYNC for: wait for nothing
 *   options   in   NULL: the usual
 *   -> OK | WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT (elements of dst overlap) | WRONG_DEVICE (the stream is
 *      elsewhere, the resource gives memory of another place) | UNSUPPORTED (packed elements that are no whole bytes;
 *      CUCORE_COPY_CAST: a dtype that is not converted) | INVALID_ARGUMENT (CUCORE_COPY_CAST, too: the two share memory)
 *      | OVERFLOW | OUT_OF_MEMORY | CAPTURE (the CPU would have to take part, or wait; nothing was
 *      enqueued) | NO_DRIVER | DRIVER
 *   May block: release the GIL.  Any thread.  source: cuda.core StridedMemoryView.copy_from */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src,
                                                                         CUstream stream,
                                                                         const cucore_copy_options *options);

/* cucore_view_fill - the same element in every place of a view
 *   dst      in   writable, no two elements in one place; keep it alive until the work is done
 *   element  in   the bytes of one element, in host memory, not needed after the call; NULL: bytes of 0
 *   stream   in   as above; not looked at for plain memory
 *   -> OK | READONLY | WRONG_LAYOUT (elements overlap) | WRONG_DEVICE (the stream is elsewhere) | UNSUPPORTED (packed elements, but zeros without gaps)
 *      | INVALID_ARGUMENT | OVERFLOW | OUT_OF_MEMORY | CAPTURE | NO_DRIVER | DRIVER
 *   Dense elements of which a pattern of 1, 2 or 4 bytes repeats are filled without waiting, also in a capture; others are
 *   copied from the host, as by cucore_view_copy: that waits, and cannot be captured.  Plain memory needs no driver.  Any
 *   thread. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_fill(const cucore_view *dst, const void *element,
                                                           CUstream stream);

/* cucore_copy_plan_make - decide how to copy src to dst; pure: no driver, no allocation, nothing is read or written
 *   dst, src   in   as above; both are believed: plain memory counts as pageable
 *   device_id  in   that the stream will be on; CUCORE_DEVICE_CURRENT: that of dst, else of src
 *   options    in   CUCORE_BLOCKING_NO: avoid what needs the CPU where there is another way; the resource is not looked
 *                   at.  NULL: the usual.  A plan does not convert: CUCORE_COPY_CAST is refused
 *   out        out  untouched on error
 *   -> OK | as above: WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT | WRONG_DEVICE (device_id takes no part)
 *      | INVALID_ARGUMENT (device_id is CUCORE_DEVICE_NONE, _ANY or another negative number; NULL; options)
 *      | UNSUPPORTED (CUCORE_COPY_CAST, too) | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src,
                                                                int device_id, const cucore_copy_options *options,
                                                                cucore_copy_plan *out);

/* cucore_copy_plan_run - do what was planned
 *   -> as cucore_view_copy, which says what stream and options are; UNSUPPORTED: CUCORE_COPY_CAST */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                                               const cucore_copy_options *options);

/* cucore_copy_plan_format - "block host to cuda:0, 1073741824 bytes in 16 pieces, unpacked by a kernel: ..."
 *   text, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size);

/* cucore_copy_trim - free the idle pinned memory that copies of plain memory keep (at most 16 MiB)
 *   For leak checkers.  Nobody has to call it.  any thread, also beside copies */
CUCORE_API void cucore_copy_trim(void);
