/* copy/host.c: copies by the CPU: the innermost axis, and the order of the others; no driver. */
/* An address that is `elements` further: computed as a number, as it may lie outside of what the pointer is for. */
CUCORE__PRIVATE inline char *cucore__copy_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* What was found to be fast. */
#define CUCORE__HOST_LINE 64           /* bytes that memory reads and writes as one */
#define CUCORE__HOST_UNIT 32           /* bytes: units of more are lines of their own, wherever they lie */
#define CUCORE__HOST_SHORT 16          /* units of an axis that is not worth to be the innermost one */
#define CUCORE__HOST_BLOCK 1024        /* lines that one goes through again and again: half of a small second cache, */
#define CUCORE__HOST_BLOCK_BYTES 16384 /* or half of the first one, where steps are short */
#define CUCORE__HOST_BESIDE 4096       /* lines of src between one row of squares and the next */
#define CUCORE__HOST_CACHED (8 << 20)  /* bytes of src that are still in some cache when they are wanted again */

/* What is copied at once: `along`, for each step of `beside`; if in squares, for each of `rows`.  Runs that are
 * contiguous on both sides are one unit. */
typedef struct cucore__host_loop {
    size_t unit;
    char *dst;
    const char *src;
    cucore__host_axis along, beside, rows;
    int turns;     /* squares: dst is contiguous along `along`, src along `rows` */
    int64_t block; /* of `along` that is copied at once */
    int ndim, cut; /* what is around it, slowest first; the axis of it that counts the blocks; -1: there is one block */
    cucore__host_axis axes[CUCORE_MAX_NDIM + 1];
} cucore__host_loop;

/* -- which way ----------------------------------------------------------------------------------------------------- */
/* How far a step goes; steps of 0, which need no memory of their own, go farthest. */
CUCORE__PRIVATE inline uint64_t cucore__host_step(int64_t stride)
{
    return cucore__magnitude(stride) - 1;
}

/* Squares, where a register is filled along either axis.  Three rows would be four. */
CUCORE__PRIVATE int cucore__host_turns(int64_t unit, const cucore__host_axis *along, const cucore__host_axis *rows)
{
    if (CUCORE__NATIVE_ORDER != '<' || (unit != 1 && unit != 2 && unit != 4 && unit != 8)) return 0;
    if (along->dst != unit || along->src == 0 || cucore__magnitude(rows->src) != (uint64_t)unit) return 0;
    return along->extent >= 16 / unit && rows->extent >= 8 / unit && rows->extent >= 2 && rows->extent != 3;
}

/* Units of a block of `along`. */
CUCORE__PRIVATE int64_t cucore__host_block_units(const cucore__host_axis *along)
{
    const uint64_t dst = cucore__magnitude(along->dst), src = cucore__magnitude(along->src);
    const uint64_t step = dst > src ? dst : src;
    if (step >= CUCORE__HOST_BLOCK_BYTES / CUCORE__HOST_BLOCK) return CUCORE__HOST_BLOCK;
    return CUCORE__HOST_BLOCK_BYTES / ((int64_t)step + 1);
}

/* The innermost axis: dst's, or where that is short, the next one that goes over the same lines of dst; not one that
 * leaves a line of src at each step, if the other one does not. */
CUCORE__PRIVATE int cucore__host_along(const cucore__host_axis *axes, int ndim)
{
    const int stays = cucore__host_step(axes[ndim - 1].src) < CUCORE__HOST_LINE || axes[ndim - 1].src == 0;
    int i, along = ndim - 1;
    for (i = ndim - 2; i >= 0 && axes[along].extent < CUCORE__HOST_SHORT; i--) {
        if (cucore__host_step(axes[i].dst) >= CUCORE__HOST_LINE) break;
        if (stays && cucore__host_step(axes[i].src) >= CUCORE__HOST_LINE) break;
        if (axes[i].extent > axes[along].extent) along = i;
    }
    return along;
}

/* The order is that of dst, since what is written without a break is fetched ahead: it makes more of a difference than
 * where src is read.  Only axes that stay within lines of src which the axes inside of them push out of the caches come
 * inside of blocks of `along`: 2.4 times as fast where units of 8 or 16 bytes are far apart. */
CUCORE__PRIVATE void cucore__host_order(cucore__host_loop *loop, const cucore__host_axis *axes, int ndim, int along)
{
    const int is_small = loop->unit <= CUCORE__HOST_UNIT && loop->along.src != 0;
    cucore__host_axis inside[CUCORE_MAX_NDIM];
    uint64_t lines = 1, span = 0; /* of src: steps, and bytes from the first to the last one */
    int i, count = 0, is_inside[CUCORE_MAX_NDIM];
    for (i = ndim - 1; i >= 0; i--) {
        const int is_far = lines > CUCORE__HOST_CACHED / CUCORE__HOST_LINE && span > CUCORE__HOST_CACHED;
        is_inside[i] = i > along || (is_small && is_far && cucore__host_step(axes[i].src) < CUCORE__HOST_LINE);
        if (axes[i].src != 0 && lines <= CUCORE__HOST_CACHED) lines *= (uint64_t)axes[i].extent;
        span += (uint64_t)(axes[i].extent - 1) * cucore__magnitude(axes[i].src);
        if (is_inside[i] && i != along && axes[i].extent > 1) inside[count++] = axes[i];
    }
    for (i = 0; i < ndim; i++) {
        if (!is_inside[i] && i != along && axes[i].extent > 1) loop->axes[loop->ndim++] = axes[i];
    }
    loop->block = loop->along.extent;
    if ((count > 0 || loop->turns) && loop->along.extent > cucore__host_block_units(&loop->along)) {
        cucore__host_axis *blocks = &loop->axes[loop->cut = loop->ndim++];
        loop->block = cucore__host_block_units(&loop->along);
        blocks->extent = (loop->along.extent - 1) / loop->block + 1;
        blocks->dst = loop->along.dst * loop->block;
        blocks->src = loop->along.src * loop->block;
    }
    while (count > 0) loop->axes[loop->ndim++] = inside[--count];
}

CUCORE__PRIVATE void cucore__host_loop_make(const cucore__copy_axes *axes, char *dst, const char *src,
                                            cucore__host_loop *loop)
{
    const cucore__host_axis none = {1, 0, 0};
    cucore__host_axis list[CUCORE_MAX_NDIM], *last;
    int i, ndim = axes->ndim, along, slow;
    loop->unit = (size_t)axes->itemsize;
    loop->dst = dst;
    loop->src = src;
    loop->along = loop->beside = loop->rows = none;
    loop->ndim = loop->turns = 0;
    loop->cut = -1;
    if (ndim > 0 && axes->dst[ndim - 1] == 1 && axes->src[ndim - 1] == 1) loop->unit *= (size_t)axes->shape[--ndim];
    if (ndim <= 0) return;
    for (i = 0; i < ndim; i++) {
        list[i].extent = axes->shape[i];
        list[i].dst = axes->dst[i] * axes->itemsize;
        list[i].src = axes->src[i] * axes->itemsize;
    }
    along = slow = ndim - 1;
    for (i = along - 1; i >= 0; i--) { /* the axis along which src lies closest */
        if (cucore__host_step(list[i].src) < cucore__host_step(list[slow].src)) slow = i;
    }
    if (slow != along && cucore__host_turns((int64_t)loop->unit, &list[along], &list[slow])) {
        loop->turns = 1;
        loop->rows = list[slow];
        list[slow].extent = 1;
        if (loop->rows.src < 0) { /* backwards in dst instead */
            loop->dst += (loop->rows.extent - 1) * loop->rows.dst;
            loop->src += (loop->rows.extent - 1) * loop->rows.src;
            loop->rows.dst = -loop->rows.dst;
            loop->rows.src = -loop->rows.src;
        }
    } else if (loop->unit <= CUCORE__HOST_UNIT) {
        along = cucore__host_along(list, ndim);
    }
    loop->along = list[along];
    cucore__host_order(loop, list, ndim, along);
    if (loop->ndim == 0 || loop->ndim - 1 == loop->cut) return;
    last = &loop->axes[loop->ndim - 1];
    if (loop->turns && (cucore__host_step(last->dst) > cucore__host_step(loop->rows.dst) ||
                        last->extent > CUCORE__HOST_BESIDE / loop->block)) {
        return; /* dst has this axis around the rows, or too much of src is read for each of them */
    }
    loop->beside = *last;
    loop->ndim--;
}

/* The next index of what is around; 0 after the last one. */
CUCORE__PRIVATE inline int cucore__host_next(const cucore__host_loop *loop, int64_t *index, char **dst,
                                             const char **src)
{
    int i;
    for (i = loop->ndim - 1; i >= 0; i--) {
        const cucore__host_axis *axis = &loop->axes[i];
        int64_t steps = ++index[i] < axis->extent ? 1 : 1 - axis->extent; /* forwards, or back to the first one */
        *dst += steps * axis->dst;
        *src += steps * axis->src;
        if (steps == 1) return 1;
        index[i] = 0;
    }
    return 0;
}

/* Copies by the CPU.  The elements of dst do not overlap those of src. */
CUCORE__PRIVATE void cucore__host_copy(const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore__host_loop loop;
    cucore__host_axis along;
    int64_t index[CUCORE_MAX_NDIM + 1];
    char *d;
    const char *s;
    int i;
    cucore__host_loop_make(axes, (char *)dst, (const char *)src, &loop);
    d = loop.dst;
    s = loop.src;
    along = loop.along;
    for (i = 0; i < loop.ndim; i++) index[i] = 0;
    do {
        if (loop.cut >= 0) {
            along.extent = cucore__copy_smaller(loop.block, loop.along.extent - index[loop.cut] * loop.block);
        }
        if (loop.turns) {
            cucore__host_turn(loop.unit, d, s, &along, &loop.beside, &loop.rows);
        } else {
            cucore__host_lines(loop.unit, d, s, &along, &loop.beside);
        }
    } while (cucore__host_next(&loop, index, &d, &s));
}
#undef CUCORE__HOST_LINE
#undef CUCORE__HOST_UNIT
#undef CUCORE__HOST_SHORT
#undef CUCORE__HOST_BLOCK
#undef CUCORE__HOST_BLOCK_BYTES
#undef CUCORE__HOST_BESIDE
#undef CUCORE__HOST_CACHED
