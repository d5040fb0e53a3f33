/* -------------------------------------------------------------------------------------------- >>impl-copy-host -- */
/* copy/host.c: copies by the CPU: loops, transposing tiles.  No driver.  For copy/run.c and copy/staging.c. */
/* An address that is `elements` further: computed as a number, as it may lie outside of what the pointer is for. */
CUCORE__PRIVATE inline char *cucore__copy_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* An axis in bytes. */
typedef struct cucore__host_axis {
    int64_t extent, dst, src;
} cucore__host_axis;

/* A loop in bytes, runs that are contiguous on both sides being one unit. */
typedef struct cucore__host_loop {
    int ndim; /* of the outer loop: all axes but `fast` and `slow` */
    size_t unit;
    cucore__host_axis axes[CUCORE_MAX_NDIM];
    cucore__host_axis fast; /* along which dst is written; extent 1: none */
    cucore__host_axis slow; /* along which src is read, if that is another one; extent 1: none */
} cucore__host_loop;

/* Inlined where `unit` is a constant: those are moved in registers, whatever their alignment. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_units(size_t unit, char *dst, int64_t to, const char *src,
                                                       int64_t from, int64_t count)
{
    int64_t i;
    for (i = 0; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
}

/* count units of `unit` bytes, `to` and `from` bytes apart */
CUCORE__PRIVATE void cucore__host_line(size_t unit, char *dst, int64_t to, const char *src, int64_t from, int64_t count)
{
    switch (unit) {
    case 1: cucore__host_units(1, dst, to, src, from, count); return;
    case 2: cucore__host_units(2, dst, to, src, from, count); return;
    case 4: cucore__host_units(4, dst, to, src, from, count); return;
    case 8: cucore__host_units(8, dst, to, src, from, count); return;
    case 12: cucore__host_units(12, dst, to, src, from, count); return;
    case 16: cucore__host_units(16, dst, to, src, from, count); return;
    case 32: cucore__host_units(32, dst, to, src, from, count); return;
    default: cucore__host_units(unit, dst, to, src, from, count);
    }
}

/* -- transposing tiles: read along `slow`, turned in a buffer that stays in the first cache, written along `fast`, so
 *    that each line of memory is touched once, however far apart the rows are -------------------------------------- */
#define CUCORE__TILE_BYTES 16384
#define CUCORE__TILE_ROWS 64
#define CUCORE__TILE_THIN 8 /* an axis of fewer elements does not fill a line of memory */
#define CUCORE__TILE_LINE 1024

/* Eight rows of eight bytes, four of four 2-byte units, two of two 4-byte units: swapped in registers, on machines whose
 * first byte is the lowest.  Swaps the bits of a that `mask` selects after a shift with those of b. */
#define CUCORE__TILE_SWAP(a, b, shift, mask)                                                                           \
    do {                                                                                                               \
        uint64_t cucore__t = (((a) >> (shift)) ^ (b)) & (mask);                                                        \
        (a) ^= cucore__t << (shift);                                                                                   \
        (b) ^= cucore__t;                                                                                              \
    } while (0)

CUCORE__PRIVATE inline void cucore__tile_turn_1(char *dst, int64_t pitch, const char *src, int64_t from)
{
    uint64_t r[8];
    int i;
    for (i = 0; i < 8; i++) memcpy(&r[i], src + i * from, 8);
    for (i = 0; i < 4; i++) CUCORE__TILE_SWAP(r[i], r[i + 4], 32, 0x00000000FFFFFFFFu);
    for (i = 0; i < 8; i += (i & 1) ? 3 : 1) CUCORE__TILE_SWAP(r[i], r[i + 2], 16, 0x0000FFFF0000FFFFu);
    for (i = 0; i < 8; i += 2) CUCORE__TILE_SWAP(r[i], r[i + 1], 8, 0x00FF00FF00FF00FFu);
    for (i = 0; i < 8; i++) memcpy(dst + i * pitch, &r[i], 8);
}

CUCORE__PRIVATE inline void cucore__tile_turn_2(char *dst, int64_t pitch, const char *src, int64_t from)
{
    uint64_t r[4];
    int i;
    for (i = 0; i < 4; i++) memcpy(&r[i], src + i * from, 8);
    for (i = 0; i < 2; i++) CUCORE__TILE_SWAP(r[i], r[i + 2], 32, 0x00000000FFFFFFFFu);
    for (i = 0; i < 4; i += 2) CUCORE__TILE_SWAP(r[i], r[i + 1], 16, 0x0000FFFF0000FFFFu);
    for (i = 0; i < 4; i++) memcpy(dst + i * pitch, &r[i], 8);
}

CUCORE__PRIVATE inline void cucore__tile_turn_4(char *dst, int64_t pitch, const char *src, int64_t from)
{
    uint64_t r[2];
    memcpy(&r[0], src, 8);
    memcpy(&r[1], src + from, 8);
    CUCORE__TILE_SWAP(r[0], r[1], 32, 0x00000000FFFFFFFFu);
    memcpy(dst, &r[0], 8);
    memcpy(dst + pitch, &r[1], 8);
}
#undef CUCORE__TILE_SWAP

/* The columns of `count` rows of src, each `width` units one after the other, become rows of the buffer.  Inlined where `unit`
 * is a constant: 1, 2 or 4. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__tile_fill_turned(int unit, char *tile, int64_t pitch, const char *src,
                                                             int64_t from, int64_t count, int64_t width)
{
    const int side = 8 / unit;
    int64_t i = 0, j, whole = width - width % side;
    for (; i + side <= count; i += side) {
        for (j = 0; j < whole; j += side) {
            char *square = tile + j * pitch + i * unit;
            if (unit == 1) cucore__tile_turn_1(square, pitch, src + i * from + j * unit, from);
            if (unit == 2) cucore__tile_turn_2(square, pitch, src + i * from + j * unit, from);
            if (unit == 4) cucore__tile_turn_4(square, pitch, src + i * from + j * unit, from);
        }
        for (; j < width; j++) {
            cucore__host_units((size_t)unit, tile + j * pitch + i * unit, unit, src + i * from + j * unit, from, side);
        }
    }
    for (; i < count; i++) cucore__host_units((size_t)unit, tile + i * unit, pitch, src + i * from, unit, width);
}

/* The same for any unit and distance. */
CUCORE__PRIVATE void cucore__tile_fill(size_t unit, char *tile, int64_t pitch, const char *src, int64_t from,
                                       int64_t count, int64_t step, int64_t width)
{
    int64_t i;
    if (step == (int64_t)unit && unit <= 4 && unit != 3 && CUCORE__NATIVE_ORDER == '<') {
        switch (unit) {
        case 1: cucore__tile_fill_turned(1, tile, pitch, src, from, count, width); return;
        case 2: cucore__tile_fill_turned(2, tile, pitch, src, from, count, width); return;
        default: cucore__tile_fill_turned(4, tile, pitch, src, from, count, width); return;
        }
    }
    for (i = 0; i < count; i++) {
        cucore__host_line(unit, tile + i * (int64_t)unit, pitch, src + i * from, step, width);
    }
}

CUCORE__PRIVATE inline int64_t cucore__copy_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* One plane: `fast` and `slow` axes, into the buffer and out of it, row by row. */
CUCORE__PRIVATE void cucore__host_turn(const cucore__host_loop *loop, char *dst, const char *src)
{
    char tile[CUCORE__TILE_BYTES];
    const cucore__host_axis fast = loop->fast, slow = loop->slow;
    int64_t unit = (int64_t)loop->unit, rows = cucore__copy_smaller(slow.extent, CUCORE__TILE_ROWS);
    int64_t width = cucore__copy_smaller(fast.extent, CUCORE__TILE_BYTES / (unit * rows)), i, j, row;
    if (width > CUCORE__TILE_ROWS && rows >= CUCORE__TILE_ROWS / 2) width = CUCORE__TILE_ROWS;
    for (j = 0; j < slow.extent; j += rows) {
        int64_t here = cucore__copy_smaller(rows, slow.extent - j);
        for (i = 0; i < fast.extent; i += width) {
            int64_t wide = cucore__copy_smaller(width, fast.extent - i);
            char *to = dst + i * fast.dst + j * slow.dst;
            cucore__tile_fill(loop->unit, tile, width * unit, src + i * fast.src + j * slow.src, fast.src, wide,
                              slow.src, here);
            for (row = 0; row < here; row++, to += slow.dst) {
                if (fast.dst == unit) {
                    memcpy(to, tile + row * width * unit, (size_t)(wide * unit));
                } else {
                    cucore__host_line(loop->unit, to, fast.dst, tile + row * width * unit, unit, wide);
                }
            }
        }
    }
}

/* One of the axes is short: lines along the other one, in blocks that stay in the cache until every line has passed. */
CUCORE__PRIVATE void cucore__host_turn_thin(const cucore__host_loop *loop, char *dst, const char *src)
{
    const int along_slow = loop->slow.extent > loop->fast.extent;
    const cucore__host_axis along = along_slow ? loop->slow : loop->fast, lines = along_slow ? loop->fast : loop->slow;
    int64_t i, j;
    for (i = 0; i < along.extent; i += CUCORE__TILE_LINE) {
        int64_t here = cucore__copy_smaller(CUCORE__TILE_LINE, along.extent - i);
        for (j = 0; j < lines.extent; j++) {
            cucore__host_line(loop->unit, dst + i * along.dst + j * lines.dst, along.dst,
                              src + i * along.src + j * lines.src, along.src, here);
        }
    }
}

CUCORE__PRIVATE void cucore__host_take_axis(cucore__host_loop *loop, int axis, cucore__host_axis *out)
{
    *out = loop->axes[axis];
    for (loop->ndim--; axis < loop->ndim; axis++) loop->axes[axis] = loop->axes[axis + 1];
}

/* Units of more than this are lines of memory of their own. */
#define CUCORE__TILE_UNIT 32

CUCORE__PRIVATE void cucore__host_loop_make(const cucore__copy_axes *axes, cucore__host_loop *loop)
{
    const cucore__host_axis none = {1, 0, 0};
    int i, last = axes->ndim - 1, slow;
    loop->unit = (size_t)axes->itemsize;
    loop->fast = loop->slow = none;
    if (last >= 0 && axes->dst[last] == 1 && axes->src[last] == 1) loop->unit *= (size_t)axes->shape[last--];
    loop->ndim = last + 1;
    for (i = 0; i <= last; i++) {
        loop->axes[i].extent = axes->shape[i];
        loop->axes[i].dst = axes->dst[i] * axes->itemsize;
        loop->axes[i].src = axes->src[i] * axes->itemsize;
    }
    if (last < 0) return;
    for (i = slow = last; i >= 0; i--) { /* the axis along which src lies closest; those that repeat do not count */
        if (cucore__magnitude(loop->axes[i].src) - 1 < cucore__magnitude(loop->axes[slow].src) - 1) slow = i;
    }
    if (slow != last && loop->unit <= CUCORE__TILE_UNIT && loop->axes[last].src != 0) {
        cucore__host_take_axis(loop, slow, &loop->slow);
    }
    cucore__host_take_axis(loop, loop->ndim - 1, &loop->fast);
}

/* The next index of the outer loop; 0 after the last one. */
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
    int64_t index[CUCORE_MAX_NDIM];
    char *to = (char *)dst;
    const char *from = (const char *)src;
    int i;
    cucore__host_loop_make(axes, &loop);
    for (i = 0; i < loop.ndim; i++) index[i] = 0;
    do {
        if (loop.slow.extent >= CUCORE__TILE_THIN && loop.fast.extent >= CUCORE__TILE_THIN) {
            cucore__host_turn(&loop, to, from);
        } else if (loop.slow.extent > 1) {
            cucore__host_turn_thin(&loop, to, from);
        } else if (loop.fast.extent == 1) {
            memcpy(to, from, loop.unit);
        } else {
            cucore__host_line(loop.unit, to, loop.fast.dst, from, loop.fast.src, loop.fast.extent);
        }
    } while (cucore__host_next(&loop, index, &to, &from));
}
#undef CUCORE__TILE_BYTES
#undef CUCORE__TILE_ROWS
#undef CUCORE__TILE_THIN
#undef CUCORE__TILE_LINE
#undef CUCORE__TILE_UNIT
