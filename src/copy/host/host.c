/* copy/host/host.c: copies by the CPU: the innermost axis, and the order of the others; no driver. */
/* Returns the address `elements` further.  It is computed as a number, since it may lie outside of the array. */
CUCORE__PRIVATE inline char *cucore__copy_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* What measurements found to be fast. */
enum {
    CUCORE__HOST_LINE = 64,             /* bytes of a cache line */
    CUCORE__HOST_UNIT = 32,             /* bytes of a unit up to which its place in a cache line matters */
    CUCORE__HOST_SHORT = 16,            /* units of an axis that is too short to be the innermost one, */
    CUCORE__HOST_SHORT_BYTES = 48,      /* unless they have so many bytes */
    CUCORE__HOST_BLOCK = 256,           /* lines that are used again and again: half of a small first cache, */
    CUCORE__HOST_BLOCK_BYTES = 16384,   /* or as much of it if steps are short */
    CUCORE__HOST_BESIDE = 4096,         /* lines of src between one row of squares and the next */
    CUCORE__HOST_CACHED = 256 << 10,    /* bytes of src that are still in the second cache when they are used again */
    CUCORE__HOST_SHARED = 16,           /* indices of an axis that threads share; a shorter one only if all are */
    CUCORE__HOST_THREADS_FROM = 1 << 18 /* bytes from which a copy may take several threads */
};

/* The loops of a copy.  A unit is a run that is contiguous on both sides. */
typedef struct cucore__host_loop {
    size_t unit;
    cucore__host_part block;
    int turns;     /* 1: squares; dst is contiguous along block.along, src along block.rows */
    int64_t units; /* of block.along that a block copies */
    int ndim, cut; /* the axes around a block, slowest first; the one that counts the blocks, or -1: one block */
    cucore__host_axis axes[CUCORE_MAX_NDIM + 1];
} cucore__host_loop;

/* -- which way ----------------------------------------------------------------------------------------------------- */
/* Returns how far a step goes.  Steps of 0, which need no more memory, count as the farthest. */
CUCORE__PRIVATE inline uint64_t cucore__host_step(int64_t stride)
{
    return cucore__magnitude(stride) - 1;
}

/* Returns 1 if squares are possible: both axes fill a register.  Three rows would be copied as four. */
CUCORE__PRIVATE int cucore__host_turns(int64_t unit, const cucore__host_axis *along, const cucore__host_axis *rows)
{
    if (CUCORE__NATIVE_ORDER != '<' || (unit != 1 && unit != 2 && unit != 4 && unit != 8)) return 0;
    if (along->dst != unit || along->src == 0 || cucore__magnitude(rows->src) != (uint64_t)unit) return 0;
    return along->extent >= 16 / unit && rows->extent >= 8 / unit && rows->extent >= 2 && rows->extent != 3;
}

/* Returns the units of `along` that a block copies. */
CUCORE__PRIVATE int64_t cucore__host_block_units(const cucore__host_axis *along)
{
    const uint64_t dst = cucore__magnitude(along->dst), src = cucore__magnitude(along->src);
    const uint64_t step = dst > src ? dst : src;
    if (step >= CUCORE__HOST_BLOCK_BYTES / CUCORE__HOST_BLOCK) return CUCORE__HOST_BLOCK;
    return CUCORE__HOST_BLOCK_BYTES / ((int64_t)step + 1);
}

/* Picks the inner loop axis: the fastest axis of dst, unless it is short; then the longest axis whose step stays within
 * one cache line of dst.  An axis whose step leaves the cache line of src does not replace one whose step stays in
 * it.  A line that one unit fills is not too short from 16 bytes on. */
CUCORE__PRIVATE int cucore__host_along(int64_t unit, const cucore__host_axis *axes, int ndim)
{
    const cucore__host_axis *fastest = &axes[ndim - 1];
    const int stays = cucore__host_step(fastest->src) < CUCORE__HOST_LINE || fastest->src == 0;
    int64_t least = CUCORE__HOST_SHORT_BYTES / unit + 1;
    int i, along = ndim - 1;
    if (fastest->src == 0 && fastest->dst == unit) least = 16 / unit;
    if (least > CUCORE__HOST_SHORT) least = CUCORE__HOST_SHORT;
    for (i = ndim - 2; i >= 0 && axes[along].extent < least; i--) {
        if (cucore__host_step(axes[i].dst) >= CUCORE__HOST_LINE) break;
        if (stays && cucore__host_step(axes[i].src) >= CUCORE__HOST_LINE) break;
        if (axes[i].extent > axes[along].extent) along = i;
    }
    return along;
}

/* Puts the axes around the blocks into the order of dst: sequential writes are prefetched, which matters more than the
 * order of reads.  An axis goes inside the blocks only if its steps stay within cache lines of src that the axes inside
 * of it would push out of the caches: 2.4 times as fast if units of 8 or 16 bytes are far apart. */
CUCORE__PRIVATE void cucore__host_order(cucore__host_loop *loop, const cucore__host_axis *axes, int ndim, int along)
{
    const cucore__host_axis *line = &loop->block.along;
    const int is_small = loop->unit <= CUCORE__HOST_UNIT && line->src != 0;
    cucore__host_axis inside[CUCORE_MAX_NDIM];
    uint64_t lines = 1, span = 0; /* of src: its cache lines, and the bytes from the first to the last element */
    char is_inside[CUCORE_MAX_NDIM] = {0};
    int i, count = 0;
    for (i = ndim - 1; i >= 0; i--) {
        const int is_far = lines > CUCORE__HOST_CACHED / CUCORE__HOST_LINE && span > CUCORE__HOST_CACHED;
        is_inside[i] = i > along || (is_small && is_far && cucore__host_step(axes[i].src) < CUCORE__HOST_LINE);
        if (axes[i].src != 0 && lines <= CUCORE__HOST_CACHED) {
            const uint64_t step = cucore__magnitude(axes[i].src), steps = (uint64_t)axes[i].extent;
            lines *= step < CUCORE__HOST_LINE ? steps * step / CUCORE__HOST_LINE + 1 : steps;
        }
        span += (uint64_t)(axes[i].extent - 1) * cucore__magnitude(axes[i].src);
        if (is_inside[i] && i != along && axes[i].extent > 1) inside[count++] = axes[i];
    }
    for (i = 0; i < ndim; i++) {
        if (!is_inside[i] && i != along && axes[i].extent > 1) loop->axes[loop->ndim++] = axes[i];
    }
    loop->units = line->extent;
    if ((count > 0 || loop->turns || loop->block.again.extent > 1) && line->extent > cucore__host_block_units(line)) {
        cucore__host_axis *blocks = &loop->axes[loop->cut = loop->ndim++];
        loop->units = cucore__host_block_units(line);
        blocks->extent = (line->extent - 1) / loop->units + 1;
        blocks->dst = line->dst * loop->units;
        blocks->src = line->src * loop->units;
    }
    while (count > 0) loop->axes[loop->ndim++] = inside[--count];
}

CUCORE__PRIVATE void cucore__host_loop_make(const cucore__copy_axes *axes, char *dst, const char *src,
                                            cucore__host_loop *loop)
{
    const cucore__host_axis none = {1, 0, 0};
    cucore__host_part *block = &loop->block;
    cucore__host_axis list[CUCORE_MAX_NDIM], *last;
    int64_t lines = 1; /* of src until the next row of dst reads the same ones */
    int i, ndim = axes->ndim, along, slow, repeats = -1;
    loop->unit = (size_t)axes->itemsize;
    block->dst = dst;
    block->src = src;
    block->along = block->beside = block->rows = block->again = none;
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
    for (i = along - 1; i >= 0; i--) { /* slow: the axis with the shortest step in src */
        if (cucore__host_step(list[i].src) < cucore__host_step(list[slow].src)) slow = i;
    }
    for (i = slow + 1; i < ndim && lines < 4 * CUCORE__HOST_BLOCK; i++) lines *= list[i].extent;
    if (slow != along && (loop->unit < 8 || lines >= 4 * CUCORE__HOST_BLOCK) &&
        cucore__host_turns((int64_t)loop->unit, &list[along], &list[slow])) {
        loop->turns = 1;
        block->rows = list[slow];
        list[slow].extent = 1;
        if (block->rows.src < 0) { /* src has to go forwards */
            block->dst += (block->rows.extent - 1) * block->rows.dst;
            block->src += (block->rows.extent - 1) * block->rows.src;
            block->rows.dst = -block->rows.dst;
            block->rows.src = -block->rows.src;
        }
    } else if (loop->unit <= CUCORE__HOST_UNIT) {
        along = cucore__host_along((int64_t)loop->unit, list, ndim);
    }
    block->along = list[along];
    for (i = 0; i < ndim && loop->unit < 16 && block->along.dst == (int64_t)loop->unit && block->along.src != 0; i++) {
        if (i == along || list[i].src != 0 || list[i].extent <= block->again.extent) continue;
        block->again = list[i];
        repeats = i;
    }
    if (repeats >= 0) list[repeats].extent = 1;
    cucore__host_order(loop, list, ndim, along);
    if (loop->ndim == 0 || loop->ndim - 1 == loop->cut) return;
    last = &loop->axes[loop->ndim - 1];
    if (loop->turns && (cucore__host_step(last->dst) > cucore__host_step(block->rows.dst) ||
                        last->extent > CUCORE__HOST_BESIDE / loop->units)) {
        return; /* this axis is around the rows in dst, or each row would read too much of src */
    }
    block->beside = *last;
    loop->ndim--;
}

/* Goes to the next block.
 * -> 0: that was the last one */
CUCORE__PRIVATE inline int cucore__host_next(cucore__host_loop *loop, int64_t *index)
{
    int i;
    for (i = loop->ndim - 1; i >= 0; i--) {
        const cucore__host_axis *axis = &loop->axes[i];
        int64_t steps =
            ++index[i] < axis->extent ? 1 : 1 - axis->extent; /* to the next index, or back to the first one */
        loop->block.dst += steps * axis->dst;
        loop->block.src += steps * axis->src;
        if (steps == 1) return 1;
        index[i] = 0;
    }
    return 0;
}

/* Returns 1 if all bytes are one run, for which no loops have to be made. */
CUCORE__PRIVATE inline int cucore__host_is_run(const cucore__copy_axes *axes)
{
    return axes->ndim == 0 || (axes->ndim == 1 && axes->dst[0] == 1 && axes->src[0] == 1);
}

/* Copies by the CPU.  The elements of dst do not overlap those of src. */
CUCORE__PRIVATE void cucore__host_copy(const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore__host_loop loop;
    int64_t index[CUCORE_MAX_NDIM + 1], extent;
    int i;
    if (cucore__host_is_run(axes)) {
        memcpy(dst, src, (size_t)(axes->itemsize * (axes->ndim ? axes->shape[0] : 1)));
        return;
    }
    cucore__host_loop_make(axes, (char *)dst, (const char *)src, &loop);
    extent = loop.block.along.extent;
    for (i = 0; i < loop.ndim; i++) index[i] = 0;
    do {
        if (loop.cut >= 0) { /* the last block is shorter */
            loop.block.along.extent = cucore__copy_smaller(loop.units, extent - index[loop.cut] * loop.units);
        }
        if (loop.turns) {
            cucore__host_turn(loop.unit, &loop.block);
        } else {
            cucore__host_lines(loop.unit, &loop.block);
        }
        if (loop.block.again.extent > 1) cucore__host_repeat_lines(loop.unit, &loop.block);
    } while (cucore__host_next(&loop, index));
}

/* A copy that threads share along an axis. */
typedef struct cucore__host_job {
    cucore__work work;
    const cucore__copy_axes *axes;
    int axis;
    void *dst;
    const void *src;
} cucore__host_job;

CUCORE__PRIVATE void cucore__host_job_run(const cucore__work *work, int number, int64_t begin, int64_t end)
{
    const cucore__host_job *job = (const cucore__host_job *)(const void *)work;
    const int64_t itemsize = job->axes->itemsize;
    cucore__copy_axes axes;
    (void)number;
    memcpy(&axes, job->axes, sizeof axes);
    axes.shape[job->axis] = end - begin;
    cucore__host_copy(&axes, cucore__copy_at(job->dst, begin * axes.dst[job->axis], itemsize),
                      cucore__copy_at(job->src, begin * axes.src[job->axis], itemsize));
}

/* The same by several threads if they pay.  They share the slowest axis of dst that is long enough, else the longest
 * one. */
CUCORE__PRIVATE void cucore__host_copy_by(int threads, const cucore__copy_axes *axes, void *dst, const void *src)
{
    cucore__host_job job;
    int64_t bytes = axes->itemsize;
    int i;
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    if (threads == 1 || bytes < CUCORE__HOST_THREADS_FROM || axes->ndim == 0) {
        cucore__host_copy(axes, dst, src);
        return;
    }
    job.axes = axes;
    job.dst = dst;
    job.src = src;
    job.axis = 0;
    for (i = 1; i < axes->ndim && axes->shape[job.axis] < CUCORE__HOST_SHARED; i++) {
        if (axes->shape[i] > axes->shape[job.axis]) job.axis = i;
    }
    job.work.run = cucore__host_job_run;
    job.work.extent = axes->shape[job.axis];
    cucore__work_share(threads, &job.work);
}
