/* ------------------------------------------------------------------------------------------------------ >>copy -- */
/* copy/copy.h: copies of views and their plans: the functions for users. */
/* Whether a copy waits on the host until it is done. */
typedef enum cucore_blocking {
    CUCORE_BLOCKING_DEFAULT = 0, /* not between device memory, nor in a capture; else it does */
    CUCORE_BLOCKING_YES = 1,
    CUCORE_BLOCKING_NO = 2 /* not where that is possible: see the table in the manual */
} cucore_blocking;

/* Flags of a copy. */
#define CUCORE_COPY_CAST (CUCORE_SAYS_CAST UINT64_C(1) << 0) /* other dtypes are converted: cucore_cast.h */
/* A kernel is written for the layout at the first copy, which fails if the kernel cannot be loaded, or never; see the
 * manual, "Written".  With neither flag it is written after as many copies of the layout as pay for it, and for a plan
 * at once; a general kernel copies before, and if it cannot be loaded. */
#define CUCORE_COPY_COMPILE (UINT64_C(1) << 1)
#define CUCORE_COPY_NO_COMPILE (UINT64_C(1) << 2)
/* Copies and conversions on the host take at most `count` threads, 1 to 127; without it, or 0, as many as there are
 * processors.  Threads are started only if they pay: as by cucore_loops_run, one for each 200 us of work. */
#define CUCORE_COPY_THREADS(count) (UINT64_C(256) * (count))

/* Options of a copy.  All zero is the usual, and so is NULL as an argument. */
typedef struct cucore_copy_options {
    cucore_memory_resource *resource; /* gives device memory for packing; NULL: the default pool of the device */
    cucore_blocking blocking;
    uint64_t flags;     /* CUCORE_COPY_... */
    uint64_t dst_flags; /* flags of the arguments of cucore_py_copy; 0 for all other functions */
    uint64_t src_flags;
    void *reserved[2];
} cucore_copy_options;

/* The way of the bytes from one side to the other. */
typedef enum cucore_copy_strategy {
    CUCORE_COPY_NOTHING = 0, /* empty, or the same elements in the same place */
    CUCORE_COPY_HOST = 1,    /* the CPU, here and now */
    CUCORE_COPY_MEMCPY = 2,  /* one copy by the driver */
    CUCORE_COPY_PITCHED = 3, /* its copies of two and three axes: rows of bytes */
    CUCORE_COPY_KERNEL = 4,  /* one kernel, which reads and writes pinned memory over the bus */
    CUCORE_COPY_BLOCK = 5,   /* all bytes from the first to the last element of the host side */
    CUCORE_COPY_STAGED = 6   /* the CPU packs or unpacks pinned memory, by several threads when there is much */
} cucore_copy_strategy;

/* The room for the plan of a kernel. */
#define CUCORE_COPY_KERNEL_WORDS 492

/* One loop over two arrays, in elements, sorted: the last axis is the fastest axis of the first array.  It is private,
 * as all names with two underscores. */
typedef struct cucore__copy_axes {
    int32_t ndim;
    int64_t itemsize;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
} cucore__copy_axes;

/* A cut takes `count` indices of axis `axis` at a time, all indices of the axes after it, and one index of the axes
 * before it. */
typedef struct cucore__copy_cut {
    int axis;
    int64_t count;
    int64_t pieces;
} cucore__copy_cut;

/* The plan of a copy.  It is valid as long as the memory of both views, and may be run any number of times, on any
 * thread.  Only cucore_copy_plan_make makes one: all zero is a plan without a copy. */
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
        uint8_t is_block; /* 1: pieces keep the gaps of the far side */
        uint8_t to_far;   /* 1: dst is the far side, which is the host or the other device */
        uint8_t compile;  /* when a kernel is written: 0 if it pays, 1 never, 2 now */
        uint8_t reserved;
        int32_t moving_axes; /* the number of axes of the far side that do not repeat its elements */
        void *dst;           /* element [0, 0, ...] after axes were reversed */
        const void *src;
        cucore__copy_cut cut;
        cucore__copy_axes axes;
        uint64_t kernel[CUCORE_COPY_KERNEL_WORDS];
    } private_;
} cucore_copy_plan;

/* cucore_view_copy - copy the elements of src to dst
 *   dst       in   writable, no two elements in one place; keep it alive until the copy is done
 *   src       in   of the shape of dst, or a shape that stretches to it; of its itemsize and dtype, or with
 *                  CUCORE_COPY_CAST of another dtype or byte order; keep it alive likewise
 *   stream    in   a stream of a device that takes part.  A default stream (NULL, 1, 2) is the one of the device of the
 *                  current context if dst or src is on it, else of the device of dst, or of src if dst is on the host.
 *                  Managed memory counts only if the other side is not in the memory of a device.  Between pinned
 *                  memory it is the one of the current context.  Copies on the host ignore the stream if both are plain
 *                  memory; with CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC they do not wait
 *   options   in   NULL: the usual
 *   -> OK | WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT (elements of dst overlap) | WRONG_DEVICE (the stream is
 *      on another device, the resource gives memory of another place) | UNSUPPORTED (packed elements that are no whole
 *      bytes; CUCORE_COPY_CAST: a dtype that is not converted) | INVALID_ARGUMENT (also CUCORE_COPY_CAST: the two share
 *      memory) | OVERFLOW | OUT_OF_MEMORY | CAPTURE (the CPU would have to take part, or wait; no work was enqueued) |
 *      NO_DRIVER | DRIVER
 *   The call may block: release the GIL.  Any thread.  source: cuda.core StridedMemoryView.copy_from */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src,
                                                                         CUstream stream,
                                                                         const cucore_copy_options *options);

/* cucore_view_fill - write one element to every place of a view
 *   dst      in   writable, no two elements in one place; keep it alive until the work is done
 *   element  in   the bytes of one element, in host memory, not needed after the call; NULL: bytes of 0
 *   stream   in   as above; ignored for plain memory
 *   -> OK | READONLY | WRONG_LAYOUT (elements overlap) | WRONG_DEVICE (the stream is elsewhere) | UNSUPPORTED (packed
 *      elements, but zeros without gaps) | INVALID_ARGUMENT | OVERFLOW | OUT_OF_MEMORY | CAPTURE | NO_DRIVER | DRIVER
 *   Dense elements that repeat a pattern of 1, 2 or 4 bytes are filled without waiting, also in a capture; others are
 *   copied from the host, as by cucore_view_copy: such a fill waits, and cannot be captured.  Plain memory needs no
 *   driver.  Any thread. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_fill(const cucore_view *dst, const void *element,
                                                           CUstream stream);

/* cucore_copy_plan_make - decide how to copy src to dst, without driver, allocation, reads and writes
 *   dst, src   in   as above; not checked: plain memory counts as pageable
 *   device_id  in   the device that the stream will be on; CUCORE_DEVICE_CURRENT: the device of dst, else of src
 *   options    in   CUCORE_BLOCKING_NO: the plan avoids the CPU if there is another way; the resource is ignored.
 *                   NULL: the usual.  CUCORE_COPY_CAST: the plan converts, which needs both in memory of the device
 *   out        out  untouched on error
 *   -> OK | as above: WRONG_SHAPE | WRONG_DTYPE | READONLY | WRONG_LAYOUT | WRONG_DEVICE (device_id takes no part)
 *      | INVALID_ARGUMENT (device_id is CUCORE_DEVICE_NONE, _ANY or another negative number; NULL; options)
 *      | UNSUPPORTED (also CUCORE_COPY_CAST with memory elsewhere) | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src,
                                                                int device_id, const cucore_copy_options *options,
                                                                cucore_copy_plan *out);

/* cucore_copy_plan_run - make the copy that was planned
 *   -> as cucore_view_copy, also for stream and options, of which the flags are ignored, but CUCORE_COPY_THREADS */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream,
                                                               const cucore_copy_options *options);

/* cucore_copy_plan_format - write "block host to cuda:0, 1073741824 bytes in 16 pieces, unpacked by a kernel: ..."
 *   text, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
CUCORE_API size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size);

/* cucore_copy_trim - free the idle pinned memory that copies keep (16 MiB; more after lists of more than 1 MiB)
 *   The function is for leak checkers; others need not call it.  Any thread, also beside copies */
CUCORE_API void cucore_copy_trim(void);
