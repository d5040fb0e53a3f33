/* ------------------------------------------------------------------------------------------------ >>kernel-make -- */
/* kernel/host.h: accessors and loops made of views, loops on the CPU. */
/* The description of an accessor.  All zero has no axes, and is refused.
 *   If the dtype has lanes (float32 x 4, a float4) and the view has none, that many of its elements, side by side on
 * the last axis and aligned as one, make an element of the accessor. */
typedef struct cucore_accessor_spec {
    const char *name;   /* of the argument, as the end user knows it; NULL: "array" */
    int ndim;           /* axes */
    int index_bits;     /* 32 or 64 */
    cucore_dtype dtype; /* of an element; all zero: any */
    uint64_t flags;     /* CUCORE_WRITE, _HOST_ACCESSIBLE, _DEVICE_ACCESSIBLE, _ON_DEVICE_ID, _UNIQUE; no others */
    int device_id;      /* with CUCORE_ON_DEVICE_ID */
} cucore_accessor_spec;

/* cucore_accessor_make - make a CUCORE_ACCESSOR of an array, for a kernel
 *   view  in   stays the owner of the memory
 *   out   out  a CUCORE_ACCESSOR(spec->ndim, int or long long) of out_nbytes; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, index_bits, flags, out_nbytes is not what such a struct has)
 *      | WRONG_SHAPE (not ndim axes; no multiple of the lanes) | WRONG_DTYPE (also elements of parts of bytes)
 *      | WRONG_LAYOUT (memory that is not aligned; an element farther away than 32 bits reach; elements of a vector
 *      that do not lie side by side)
 *      | READONLY | UNSUPPORTED (a copy is to be written) | WRONG_DEVICE: "x: ..." with the value that was wrong
 *   any thread; no driver call, no allocation */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_accessor_make(const cucore_view *view,
                                                               const cucore_accessor_spec *spec, size_t out_nbytes,
                                                               void *out);

/* CUCORE_ACCESSOR_MAKE(view, name, dtype, flags, accessor) - the same, with axes and bits of the struct at `accessor`
 *   if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &pixels)) return -1; */
#define CUCORE_ACCESSOR_MAKE(view, name, dtype, flags, accessor)                                                       \
    cucore__accessor_make_as((view), (name), (dtype), (flags), sizeof *(accessor), (accessor),                         \
                             sizeof(accessor)->shape / sizeof(accessor)->shape[0], sizeof(accessor)->shape[0])
static inline cucore_status cucore__accessor_make_as(const cucore_view *view, const char *name, cucore_dtype dtype,
                                                     uint64_t flags, size_t out_nbytes, void *out, size_t ndim,
                                                     size_t index_nbytes)
{
    cucore_accessor_spec spec = {
        name, CUCORE_KERNEL_CAST(int, ndim), CUCORE_KERNEL_CAST(int, 8 * index_nbytes), {0, 0, 0, 0}, flags, 0};
    spec.dtype = dtype;
    return cucore_accessor_make(view, &spec, out_nbytes, out);
}

/* One operand of a loop.  All zero has no view, and is refused.
 *   With CUCORE_CAST cucore_loops_run gives the body elements of `dtype` in native byte order, whatever numbers the
 * view has that NumPy's rule same_kind allows, of a written operand also back.  They are converted as by
 * CUCORE_COPY_CAST, in a buffer of 16 KiB for each thread, not in a copy of the array.  A written operand is read
 * before the body and written after it: an element that the body leaves alone is converted there and back.  It needs
 * cucore_cast.h before the implementation of this header. */
typedef struct cucore_operand {
    const cucore_view *view;
    const char *name;   /* as the end user knows it; NULL: "operand 0" */
    cucore_dtype dtype; /* of an element; all zero: any */
    uint64_t flags;     /* of cucore_accessor_spec, and CUCORE_CAST.  CUCORE_WRITE: its shape is that of the loop */
    int device_id;
} cucore_operand;

/* The loops of a pass: one, unless the arrays are large or have many axes.  cucore_loops_make fills it in; all zero has
 * no loops. */
typedef struct cucore_loops {
    int64_t size; /* elements of the pass */
    struct {
        int count, ndim, lanes;
        int device;  /* the first operand that the CPU cannot read; -1: none */
        int is_open; /* there is another loop */
        int tile;    /* the axis that makes tiles with the first one; 0: none */
        int edge[2]; /* elements of a tile on the two */
        int64_t extent[CUCORE_MAX_NDIM], box[CUCORE_MAX_NDIM],
            index[CUCORE_MAX_NDIM];                             /* the fastest first; of one loop; next */
        int64_t strides[CUCORE_LOOP_OPERANDS][CUCORE_MAX_NDIM]; /* bytes */
        int itemsize[CUCORE_LOOP_OPERANDS];
        char *ptr[CUCORE_LOOP_OPERANDS];
        uint32_t converts, swapped, writes;          /* bits of the operands with CUCORE_CAST that are converted, ... */
        cucore_dtype dtype[2][CUCORE_LOOP_OPERANDS]; /* ... and, of these, of the array and for the body */
        cucore_loop loop;                            /* the one that was given last */
    } private_;
} cucore_loops;

/* cucore_loops_make - make a pass over the elements of several arrays, broadcast against each other as in NumPy
 *   operands  in   count operands, 1 to CUCORE_LOOP_OPERANDS (8); written ones come first, since the loop follows
 *                  their order in memory
 *   out       out  views stay the owners of the memory; untouched on error
 *   -> OK (also without elements: cucore_loops_next returns NULL then)
 *      | INVALID_ARGUMENT (NULL, count, flags; CUCORE_CAST without cucore_cast.h)
 *      | WRONG_SHAPE (shapes that do not fit; a written operand that would be broadcast) | WRONG_DTYPE (also one that
 *      is not converted)
 *      | WRONG_LAYOUT (written elements that repeat; memory that is not aligned) | READONLY
 *      | UNSUPPORTED (a copy is to be written) | WRONG_DEVICE (also if two operands are on different devices, or one
 *      is on the host and another on a device that cannot reach it, or CUCORE_CAST in a loop of a device) | OVERFLOW
 *   The caller checks whether operands overlap: CUCORE_NO_PARTIAL_OVERLAP of cucore_py_args and
 *   cucore_views_check, cucore_layout_overlap.
 *   any thread; no driver call, no allocation */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_loops_make(const cucore_operand *operands, size_t count,
                                                            cucore_loops *out);

/* cucore_loops_next - get the next loop of a pass
 *   loops  in/out  made once more to go over the elements again
 *   -> valid until the next call, and as long as `loops`; NULL: there is no other, or operands are converted, which
 *      only cucore_loops_run does (the last error is INVALID_ARGUMENT).  A kernel takes it by CUCORE_ARGS(loop, ...) */
CUCORE_API const cucore_loop *cucore_loops_next(cucore_loops *loops);

/* cucore_loop_launch_config - make a grid for a kernel with cucore::transform or CUCORE_LOOP_EACH
 *   The grid has a thread for two steps, or a block for a tile.  Both are right on any other grid of one dimension.
 *   block  in  threads of a block; 0: 256, which cucore::transform needs to be fast with tiles */
static inline cucore_launch_config cucore_loop_launch_config(const cucore_loop *loop, unsigned block)
{
    const int64_t steps = CUCORE_KERNEL_CAST(int64_t, loop->size);
    if (!block) block = 256;
    if (loop->tiled[0] && block == 256) {
        return cucore_launch_config_1d(steps / (loop->extent[0] * loop->extent[1]) * block, block);
    }
    return cucore_launch_config_1d((steps + 1) / 2, block);
}

/* A body does the steps of a loop from begin to before end, for cucore_loops_run.  In C++ see cucore::loops_run. */
typedef void (*cucore_loop_body)(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data);

/* cucore_loops_run - do a pass on the CPU
 *   threads    in  the largest number; 0: as many as there are processors.  Threads are started only if they pay: the
 *                  caller begins with 4096 elements and goes on until 20 us have passed; the rest then gets a thread
 *                  for each 200 us that it will take at that rate, none if these are less than 400.  The caller always
 *                  does 8192 elements or fewer itself
 *   body       in  does the steps from begin to before end (CUCORE_LOOP_RANGE), on any thread, several at a time;
 *                  without the GIL unless threads is 1.  It is called for several ranges
 *              With CUCORE_CAST the loop that it gets is a block of the pass
 *   user_data  in  for body
 *   -> OK | INVALID_ARGUMENT (NULL, a negative number) | WRONG_DEVICE (an operand in memory that the CPU cannot read:
 *      no step is done) | OUT_OF_MEMORY (CUCORE_CAST: the buffer; no step is done).  The call returns when all steps
 *      are done: it blocks, release the GIL
 *   A body of C++ may throw if the implementation is compiled as C++, by gcc or clang: the first exception is thrown
 *   again when all threads are done; ranges that had not begun by then are left out.  Otherwise a body must not throw:
 *   cucore::loops_run catches exceptions. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_loops_run(cucore_loops *loops, int threads,
                                                                         cucore_loop_body body, void *user_data);
