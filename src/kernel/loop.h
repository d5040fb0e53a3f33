/* ----------------------------------------------------------------------------------------------- >>kernel-loop -- */
/* kernel/loop.h: one loop over the elements of several arrays. */
/* The largest number of arrays, 2 to 32 (>>kernel-options). */
#ifndef CUCORE_LOOP_OPERANDS
#define CUCORE_LOOP_OPERANDS 8
#endif
#if CUCORE_LOOP_OPERANDS < 2 || CUCORE_LOOP_OPERANDS > 32
#error "CUCORE_LOOP_OPERANDS has to be 2 to 32"
#endif
#define CUCORE_LOOP_NDIM 8 /* most axes, once those that belong together are merged; more make several loops */

/* A loop over the elements of up to CUCORE_LOOP_OPERANDS arrays of one shape, whatever their strides.
 * cucore_loops_next makes it on the host; a kernel takes it by value: 480 bytes for 8 arrays, 832 for 16.  Offsets are
 * in bytes and fit 32 bits.  All zero has no steps.
 *   A step is `lanes` elements that lie side by side in an operand, or are one and the same there (stride 0), so that
 * kernels read and write them as one.  Steps count from 0; the first axis is the fastest.
 *   If one operand is transposed to another, the first two axes are the inside of a tile and the next two count tiles:
 * a block of threads then shares lines of memory in both.  Tiles have 32 x 32 elements, 32 x 64 if none has more than 4
 * bytes, 64 x 64 if elements of 1 and 2 bytes make aligned words of 4 in all operands.  Tiles on the rim are not full,
 * so that a step may have no elements.  Steps of tiles have one lane. */
typedef struct cucore_loop {
    int count;         /* operands */
    int ndim;          /* 1 or more */
    int lanes;         /* elements of a step: 1, 2, 4, 8 or 16 */
    unsigned size;     /* steps, those without elements among them: less than 2^31 */
    unsigned row;      /* elements on the first axis: the last step of a row may have fewer than `lanes` */
    unsigned tiled[2]; /* with tiles: elements on the two axes, of which extent[0] and [1] are in a tile; else 0 */
    unsigned reserved;
    unsigned extent[CUCORE_LOOP_NDIM];     /* steps */
    unsigned multiplier[CUCORE_LOOP_NDIM]; /* n / extent is (((n * multiplier) >> 32) + n) >> shift */
    unsigned shift[CUCORE_LOOP_NDIM];
    char *ptr[CUCORE_LOOP_OPERANDS];                     /* step 0 */
    int itemsize[CUCORE_LOOP_OPERANDS];                  /* bytes from lane to lane; 0: all lanes are one element */
    int strides[CUCORE_LOOP_NDIM][CUCORE_LOOP_OPERANDS]; /* bytes from step to step */
} cucore_loop;

/* Where a step is.  To be filled by cucore_loop_locate: only filled ones mean anything. */
typedef struct cucore_loop_at {
    unsigned step;
    int lanes;                        /* elements that it has: loop.lanes, fewer at the end of a row, none on a rim */
    int offset[CUCORE_LOOP_OPERANDS]; /* bytes, of the first of them in each operand */
    unsigned index[CUCORE_LOOP_NDIM];
    /* The host alone. */
    char *ptr[CUCORE_LOOP_OPERANDS];  /* the element at `offset` */
    int stride[CUCORE_LOOP_OPERANDS]; /* bytes from it to the next of `lanes` */
    int rows;                         /* CUCORE_LOOP_RANGE: rows of `lanes` elements that are left of a block, */
    unsigned next;                    /* ... the step after the block */
} cucore_loop_at;

/* Before a loop over operands: it is unrolled, so that compilers keep what belongs to each operand in registers. */
#if defined(__CUDA_ARCH__)
#define CUCORE__LOOP_UNROLL
#elif defined(__GNUC__) && __GNUC__ >= 8 && !defined(__clang__) && !defined(__CUDACC__) &&                             \
    !defined(__INTEL_COMPILER) && !defined(__NVCOMPILER)
#define CUCORE__LOOP_UNROLL _Pragma("GCC unroll 8")
#else
#define CUCORE__LOOP_UNROLL
#endif

/* An offset so many steps on: modulo 2^32, since steps without elements may be farther away than an int reaches. */
CUCORE__KERNEL_INLINE int cucore__loop_move(int offset, unsigned steps, int stride)
{
    return CUCORE_KERNEL_CAST(int, CUCORE_KERNEL_CAST(unsigned, offset) + steps * CUCORE_KERNEL_CAST(unsigned, stride));
}

/* How many elements the step at `at` has, of a loop without tiles. */
CUCORE__KERNEL_INLINE int cucore__loop_row_lanes(const cucore_loop *loop, const cucore_loop_at *at)
{
    unsigned lanes = CUCORE_KERNEL_CAST(unsigned, loop->lanes), left = loop->row - at->index[0] * lanes;
    return CUCORE_KERNEL_CAST(int, left < lanes ? left : lanes);
}

/* ... of any. */
CUCORE__KERNEL_INLINE int cucore__loop_lanes(const cucore_loop *loop, const cucore_loop_at *at)
{
    if (!loop->tiled[0]) return cucore__loop_row_lanes(loop, at);
    return at->index[0] + at->index[2] * loop->extent[0] < loop->tiled[0] &&
           at->index[1] + at->index[3] * loop->extent[1] < loop->tiled[1];
}

/* Indices and offsets of a step on the axes from `first` to before `ndim`, which are best constants: 2 and loop->ndim
 * for those of a tile.  Ends with the last axis, since each that is only passed over would be a comparison and a
 * branch. */
CUCORE__KERNEL_INLINE void cucore__loop_find(const cucore_loop *loop, int first, int ndim, unsigned step, int operands,
                                             cucore_loop_at *at)
{
    int axis, k;
    for (k = 0; k < operands; k++) at->offset[k] = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (axis = first; axis < CUCORE_LOOP_NDIM; axis++) {
        unsigned inside = step, whole = 0;
        if (axis >= ndim) break;
        if (axis + 1 < ndim) {
            unsigned long long product = CUCORE_KERNEL_CAST(unsigned long long, step) * loop->multiplier[axis];
            whole = (CUCORE_KERNEL_CAST(unsigned, product >> 32) + step) >> loop->shift[axis];
            inside = step - whole * loop->extent[axis];
        }
        at->index[axis] = inside;
        for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], inside, loop->strides[axis][k]);
        step = whole;
    }
}

/* Sets what `at` has on the host only, once its offsets are known. */
CUCORE__KERNEL_INLINE void cucore__loop_point(const cucore_loop *loop, int operands, cucore_loop_at *at)
{
#if defined(__CUDA_ARCH__)
    (void)loop, (void)operands, (void)at;
#else
    int k;
    CUCORE__LOOP_UNROLL
    for (k = 0; k < operands; k++) {
        at->ptr[k] = loop->ptr[k] + at->offset[k];
        at->stride[k] = loop->lanes > 1 ? loop->itemsize[k] : loop->strides[0][k];
    }
#endif
}

/* cucore_loop_locate - where a step is
 *   loop   in   a kernel's parameter, or on the host
 *   step   in   less than loop->size
 *   operands  in  how many: loop->count, best as a constant, which lets the compiler unroll
 *   at     out  the offsets of so many operands
 *   -> elements of the step: as at->lanes.  Host and device, any thread */
CUCORE__KERNEL_INLINE int cucore_loop_locate(const cucore_loop *loop, unsigned step, int operands, cucore_loop_at *at)
{
    cucore__loop_find(loop, 0, loop->ndim, step, operands, at);
    at->step = step;
    at->lanes = cucore__loop_lanes(loop, at);
    cucore__loop_point(loop, operands, at);
    return at->lanes;
}

/* cucore_loop_advance - go from a step to the next one, without a division, if a thread does many steps
 *   at  in/out  of a step that is not the last
 *   -> as cucore_loop_locate */
CUCORE__KERNEL_INLINE int cucore_loop_advance(const cucore_loop *loop, int operands, cucore_loop_at *at)
{
    int axis, k;
    at->step++;
    for (axis = 0; axis < loop->ndim; axis++) {
        unsigned back = 1 - loop->extent[axis];
        if (axis + 1 == loop->ndim || at->index[axis] + 1 < loop->extent[axis]) {
            at->index[axis]++;
            for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], 1, loop->strides[axis][k]);
            break;
        }
        at->index[axis] = 0;
        for (k = 0; k < operands; k++) at->offset[k] = cucore__loop_move(at->offset[k], back, loop->strides[axis][k]);
    }
    at->lanes = cucore__loop_lanes(loop, at);
    cucore__loop_point(loop, operands, at);
    return at->lanes;
}

/* CUCORE_LOOP_EACH(loop, count, at, lane) - in a kernel: do the statement that follows for each element, one after the
 *   other, by any thread of the grid.  `at` and `lane` are names of your choice; `continue` is fine, `break` leaves one
 *   step.
 * CUCORE_LOOP_RANGE(loop, count, begin, end, at, lane) - in a function of the host: the same for the elements of the
 *   steps from begin to before end, row by row, as in nested loops that you write by hand for any strides.  `count` has
 *   to be a constant to be as fast as those.  `break` leaves a row; at.step is the first step of the row
 * CUCORE_LOOP_AT(type, loop, at, lane, operand) - that element of an operand; it may be assigned to if the operand is
 *   written
 *
 *     __global__ void add(cucore_loop loop)
 *     {
 *         CUCORE_LOOP_EACH(loop, 3, at, i)
 *         {
 *             CUCORE_LOOP_AT(float, loop, at, i, 0) =
 *                 CUCORE_LOOP_AT(const float, loop, at, i, 1) + CUCORE_LOOP_AT(const float, loop, at, i, 2);
 *         }
 *     } */
#if defined(__CUDA_ARCH__)
#define CUCORE_LOOP_AT(type, loop, at, lane, operand)                                                                  \
    (*CUCORE_KERNEL_CAST(type *, CUCORE_KERNEL_CAST(void *, (loop).ptr[operand] + (at).offset[operand] +               \
                                                                (lane) * (loop).itemsize[operand])))
#else /* `at` is a local variable, which no write to an operand can change; the loop may be in memory that one could */
#define CUCORE_LOOP_AT(type, loop, at, lane, operand)                                                                  \
    (*CUCORE_KERNEL_CAST(type *, CUCORE_KERNEL_CAST(void *, (at).ptr[operand] + (lane) * (at).stride[operand])))
#endif
#define CUCORE_LOOP_RANGE(loop, count, begin, end, at, lane)                                                           \
    for (cucore_loop_at at##_block, at = cucore__loop_rows(&(loop), (begin), (end), (count), &at##_block);             \
         at.step < (end); at = cucore__loop_rows(&(loop), at.next, (end), (count), &at##_block))                       \
        for (; at.rows > 0; cucore__loop_next_row(&(loop), (count), &at))                                              \
            for (int lane = 0, lane##_left = at.lanes; lane##_left > 0; lane++, lane##_left--)
#if defined(__CUDACC__)
#define CUCORE_LOOP_EACH(loop, count, at, lane)                                                                        \
    for (cucore_loop_at at = {blockIdx.x * blockDim.x + threadIdx.x}; at.step < (loop).size;                           \
         at.step += gridDim.x * blockDim.x)                                                                            \
        for (int lane = 0, cucore_lanes = cucore_loop_locate(&(loop), at.step, (count), &at); lane < cucore_lanes;     \
             lane++)
#endif

/* Points `at` to the block that begins with `step`: the rest of a row, or whole rows up to the end of the second axis,
 * those without elements left out.  It is a function of its own because inlined it would take the registers that the
 * inner loops need. */
CUCORE__KERNEL_APART void cucore__loop_block(const cucore_loop *loop, unsigned step, unsigned end, int operands,
                                             cucore_loop_at *at)
{
    const unsigned lanes = CUCORE_KERNEL_CAST(unsigned, loop->lanes), extent = loop->extent[0], left = end - step;
    unsigned steps = extent, rows = 1, row = loop->row, first;
    (void)cucore_loop_locate(loop, step, operands, at);
    first = at->index[0] * lanes;
    at->rows = 0;
    if (at->index[0] || left < extent) {
        steps -= at->index[0];
        if (steps > left) steps = left;
    } else if (loop->ndim > 1) {
        rows = loop->extent[1] - at->index[1];
        if (rows > left / extent) rows = left / extent;
    }
    at->next = step + steps * rows;
    if (loop->tiled[0]) {
        const unsigned above = at->index[1] + at->index[3] * loop->extent[1];
        row -= at->index[2] * extent;
        if (above >= loop->tiled[1]) return;
        if (rows > loop->tiled[1] - above) rows = loop->tiled[1] - above;
    }
    if (first >= row) return;
    at->rows = CUCORE_KERNEL_CAST(int, rows);
    at->lanes = CUCORE_KERNEL_CAST(int, steps *lanes < row - first ? steps * lanes : row - first);
}

/* Returns a block as a value, which compilers can keep in registers: the address of `block` was given to a function. */
CUCORE__KERNEL_INLINE cucore_loop_at cucore__loop_copy(const cucore_loop_at *block, int operands)
{
    cucore_loop_at at;
    int k;
    at.step = block->step;
    at.lanes = block->lanes;
    at.rows = block->rows;
    at.next = block->next;
    CUCORE__LOOP_UNROLL
    for (k = 0; k < CUCORE_LOOP_NDIM; k++) at.index[k] = block->index[k];
    CUCORE__LOOP_UNROLL
    for (k = 0; k < operands; k++) {
        at.offset[k] = block->offset[k];
        at.ptr[k] = block->ptr[k];
        at.stride[k] = block->stride[k];
    }
    return at;
}

/* Returns the block that begins with `step`; one without rows at `end`. */
CUCORE__KERNEL_INLINE cucore_loop_at cucore__loop_rows(const cucore_loop *loop, unsigned step, unsigned end,
                                                       int operands, cucore_loop_at *block)
{
    cucore_loop_at at;
    if (step >= end) {
        at.step = at.next = end;
        at.rows = at.lanes = 0;
        return at;
    }
    cucore__loop_block(loop, step, end, operands, block);
    return cucore__loop_copy(block, operands);
}

/* Moves `at` to the next row of its block; the last one is followed by none. */
CUCORE__KERNEL_INLINE void cucore__loop_next_row(const cucore_loop *loop, int operands, cucore_loop_at *at)
{
    int k;
    at->rows--;
    at->step += loop->extent[0];
    at->index[1]++;
    CUCORE__LOOP_UNROLL
    for (k = 0; k < operands; k++) {
        at->offset[k] = cucore__loop_move(at->offset[k], 1, loop->strides[1][k]);
        at->ptr[k] = loop->ptr[k] + at->offset[k];
    }
}
