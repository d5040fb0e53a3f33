/* -------------------------------------------------------------------------------------------- >>impl-copy-host -- */
/* copy/host.c: copies by the CPU: loops, transposing tiles.  No driver.  For copy/run.c and copy/staging.c. */
/* Axes of one loop over two arrays, in elements; sorted so that the last one is the fastest of whoever comes first. */
typedef struct cucore__copy_axes {
    int32_t ndim;
    int64_t itemsize;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
} cucore__copy_axes;

/* An address that is `elements` further: computed as a number, as it may lie outside of what the pointer is for. */
CUCORE__PRIVATE inline char *cucore__copy_at(const void *ptr, int64_t elements, int64_t itemsize)
{
    return (char *)((uintptr_t)ptr + (uintptr_t)elements * (uintptr_t)itemsize);
}

/* The same in bytes, runs that are contiguous on both sides being one unit. */
typedef struct cucore__host_loop {
    int ndim; /* of the outer loop: all axes but `fast` and `slow` */
    size_t unit;
    int64_t shape[CUCORE_MAX_NDIM];
    int64_t dst[CUCORE_MAX_NDIM];
    int64_t src[CUCORE_MAX_NDIM];
    int64_t fast_extent, fast_dst, fast_src; /* the axis along which dst is written; extent 1: none */
    int64_t slow_extent, slow_dst,
        slow_src; /* the axis along which src is read, if that is another one; extent 1: none */
} cucore__host_loop;

/* Units of one fixed size are moved in registers, whatever their alignment. */
#define CUCORE__HOST_LINE(size)                                                                                        \
    CUCORE__PRIVATE void cucore__host_line_##size(char *dst, int64_t to, const char *src, int64_t from, int64_t count) \
    {                                                                                                                  \
        int64_t i;                                                                                                     \
        for (i = 0; i < count; i++) memcpy(dst + i * to, src + i * from, size);                                        \
    }
CUCORE__HOST_LINE(1)
CUCORE__HOST_LINE(2)
CUCORE__HOST_LINE(4)
CUCORE__HOST_LINE(8)
CUCORE__HOST_LINE(12)
CUCORE__HOST_LINE(16)
CUCORE__HOST_LINE(32)
#undef CUCORE__HOST_LINE

/* count units of `unit` bytes, `to` and `from` bytes apart */
CUCORE__PRIVATE void cucore__host_line(size_t unit, char *dst, int64_t to, const char *src, int64_t from, int64_t count)
{
    int64_t i;
    switch (unit) {
    case 1: cucore__host_line_1(dst, to, src, from, count); return;
    case 2: cucore__host_line_2(dst, to, src, from, count); return;
    case 4: cucore__host_line_4(dst, to, src, from, count); return;
    case 8: cucore__host_line_8(dst, to, src, from, count); return;
    case 12: cucore__host_line_12(dst, to, src, from, count); return;
    case 16: cucore__host_line_16(dst, to, src, from, count); return;
    case 32: cucore__host_line_32(dst, to, src, from, count); return;
    default:
        for (i = 0; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
    }
}

/* -- transposing tiles: read along `slow`, turned in a buffer that stays in the first cache, written along `fast`, so
 *    that each line of memory is touched once, however far apart the rows are -------------------------------------- */
#define CUCORE__TILE_BYTES 16384
#define CUCORE__TILE_ROWS 64
#define CUCORE__TILE_THIN 8 /* an axis of fewer elements does not fill a line of memory */
#define CUCORE__TILE_LINE 1024

/* Eight rows of eight bytes, four of four 2-byte units, two of two 4-byte units: swapped in registers, on machines whose
 * first byte is the lowest. */
CUCORE__PRIVATE inline int cucore__host_is_little(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first;
}

/* Swaps the bits of a that `mask` selects after a shift with those of b. */
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

/* The columns of `count` rows of src, each `width` units one after the other, become rows of the buffer. */
#define CUCORE__TILE_FILL(size, side)                                                                                  \
    CUCORE__PRIVATE void cucore__tile_fill_##size(char *tile, int64_t pitch, const char *src, int64_t from,            \
                                                  int64_t count, int64_t width)                                        \
    {                                                                                                                  \
        int64_t i = 0, j, whole = width - width % (side);                                                              \
        for (; i + (side) <= count; i += (side)) {                                                                     \
            for (j = 0; j < whole; j += (side)) {                                                                      \
                cucore__tile_turn_##size(tile + j * pitch + i * (size), pitch, src + i * from + j * (size), from);     \
            }                                                                                                          \
            for (; j < width; j++) {                                                                                   \
                cucore__host_line_##size(tile + j * pitch + i * (size), size, src + i * from + j * (size), from,       \
                                         side);                                                                        \
            }                                                                                                          \
        }                                                                                                              \
        for (; i < count; i++) cucore__host_line_##size(tile + i * (size), pitch, src + i * from, size, width);        \
    }
CUCORE__TILE_FILL(1, 8)
CUCORE__TILE_FILL(2, 4)
CUCORE__TILE_FILL(4, 2)
#undef CUCORE__TILE_FILL

/* The same for any unit and distance. */
CUCORE__PRIVATE void cucore__tile_fill(size_t unit, char *tile, int64_t pitch, const char *src, int64_t from,
                                       int64_t count, int64_t step, int64_t width)
{
    int64_t i;
    if (step == (int64_t)unit && unit <= 4 && unit != 3 && cucore__host_is_little()) {
        switch (unit) {
        case 1: cucore__tile_fill_1(tile, pitch, src, from, count, width); return;
        case 2: cucore__tile_fill_2(tile, pitch, src, from, count, width); return;
        default: cucore__tile_fill_4(tile, pitch, src, from, count, width); return;
        }
    }
    for (i = 0; i < count; i++) {
        cucore__host_line(unit, tile + i * (int64_t)unit, pitch, src + i * from, step, width);
    }
}

/* Out of the buffer, row by row. */
CUCORE__PRIVATE void cucore__tile_flush(size_t unit, const char *tile, int64_t pitch, char *dst, int64_t to,
                                        int64_t count, int64_t step, int64_t width)
{
    int64_t i;
    for (i = 0; i < count; i++) {
        if (step == (int64_t)unit) {
            memcpy(dst + i * to, tile + i * pitch, (size_t)width * unit);
        } else {
            cucore__host_line(unit, dst + i * to, step, tile + i * pitch, (int64_t)unit, width);
        }
    }
}

CUCORE__PRIVATE inline int64_t cucore__copy_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* One plane: `fast` and `slow` axes. */
CUCORE__PRIVATE void cucore__host_turn(const cucore__host_loop *loop, char *dst, const char *src)
{
    char tile[CUCORE__TILE_BYTES];
    int64_t unit = (int64_t)loop->unit, rows = cucore__copy_smaller(loop->slow_extent, CUCORE__TILE_ROWS);
    int64_t width = cucore__copy_smaller(loop->fast_extent, CUCORE__TILE_BYTES / (unit * rows)), i, j;
    if (width > CUCORE__TILE_ROWS && rows >= CUCORE__TILE_ROWS / 2) width = CUCORE__TILE_ROWS;
    for (j = 0; j < loop->slow_extent; j += rows) {
        int64_t here = cucore__copy_smaller(rows, loop->slow_extent - j);
        for (i = 0; i < loop->fast_extent; i += width) {
            int64_t wide = cucore__copy_smaller(width, loop->fast_extent - i);
            cucore__tile_fill(loop->unit, tile, width * unit, src + i * loop->fast_src + j * loop->slow_src,
                              loop->fast_src, wide, loop->slow_src, here);
            cucore__tile_flush(loop->unit, tile, width * unit, dst + i * loop->fast_dst + j * loop->slow_dst,
                               loop->slow_dst, here, loop->fast_dst, wide);
        }
    }
}

/* One of the axes is short: lines along the other one, in blocks that stay in the cache until every line has passed. */
CUCORE__PRIVATE void cucore__host_turn_thin(const cucore__host_loop *loop, char *dst, const char *src)
{
    int along_slow = loop->slow_extent > loop->fast_extent;
    int64_t extent = along_slow ? loop->slow_extent : loop->fast_extent;
    int64_t lines = along_slow ? loop->fast_extent : loop->slow_extent;
    int64_t to = along_slow ? loop->slow_dst : loop->fast_dst, from = along_slow ? loop->slow_src : loop->fast_src;
    int64_t next_to = along_slow ? loop->fast_dst : loop->slow_dst, i, j;
    int64_t next_from = along_slow ? loop->fast_src : loop->slow_src;
    for (i = 0; i < extent; i += CUCORE__TILE_LINE) {
        int64_t here = cucore__copy_smaller(CUCORE__TILE_LINE, extent - i);
        for (j = 0; j < lines; j++) {
            cucore__host_line(loop->unit, dst + i * to + j * next_to, to, src + i * from + j * next_from, from, here);
        }
    }
}

/* The axis along which src lies closest; axes that repeat do not count. */
CUCORE__PRIVATE int cucore__host_slow_axis(const cucore__host_loop *loop)
{
    int i, found = loop->ndim - 1;
    for (i = loop->ndim - 2; i >= 0; i--) {
        if (loop->src[i] == 0) continue;
        if (loop->src[found] == 0 || cucore__magnitude(loop->src[i]) < cucore__magnitude(loop->src[found])) {
            found = i;
        }
    }
    return found;
}

CUCORE__PRIVATE void cucore__host_take_axis(cucore__host_loop *loop, int axis, int64_t *extent, int64_t *dst,
                                            int64_t *src)
{
    int i;
    *extent = loop->shape[axis];
    *dst = loop->dst[axis];
    *src = loop->src[axis];
    loop->ndim--;
    for (i = axis; i < loop->ndim; i++) {
        loop->shape[i] = loop->shape[i + 1];
        loop->dst[i] = loop->dst[i + 1];
        loop->src[i] = loop->src[i + 1];
    }
}

/* Units of more than this are lines of memory of their own. */
#define CUCORE__TILE_UNIT 32

CUCORE__PRIVATE void cucore__host_loop_make(const cucore__copy_axes *axes, cucore__host_loop *loop)
{
    int i, slow;
    loop->ndim = axes->ndim;
    loop->unit = (size_t)axes->itemsize;
    loop->fast_extent = loop->slow_extent = 1;
    loop->fast_dst = loop->fast_src = loop->slow_dst = loop->slow_src = 0;
    if (axes->ndim > 0 && axes->dst[axes->ndim - 1] == 1 && axes->src[axes->ndim - 1] == 1) {
        loop->unit *= (size_t)axes->shape[--loop->ndim];
    }
    for (i = 0; i < loop->ndim; i++) {
        loop->shape[i] = axes->shape[i];
        loop->dst[i] = axes->dst[i] * axes->itemsize;
        loop->src[i] = axes->src[i] * axes->itemsize;
    }
    if (loop->ndim == 0) return;
    slow = cucore__host_slow_axis(loop);
    if (slow != loop->ndim - 1 && loop->unit <= CUCORE__TILE_UNIT && loop->src[loop->ndim - 1] != 0) {
        cucore__host_take_axis(loop, slow, &loop->slow_extent, &loop->slow_dst, &loop->slow_src);
    }
    cucore__host_take_axis(loop, loop->ndim - 1, &loop->fast_extent, &loop->fast_dst, &loop->fast_src);
}

/* The next index of the outer loop; 0 after the last one. */
CUCORE__PRIVATE inline int cucore__host_next(const cucore__host_loop *loop, int64_t *index, char **dst,
                                             const char **src)
{
    int i;
    for (i = loop->ndim - 1; i >= 0; i--) {
        if (++index[i] < loop->shape[i]) {
            *dst += loop->dst[i];
            *src += loop->src[i];
            return 1;
        }
        *dst -= (index[i] - 1) * loop->dst[i];
        *src -= (index[i] - 1) * loop->src[i];
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
        if (loop.slow_extent >= CUCORE__TILE_THIN && loop.fast_extent >= CUCORE__TILE_THIN) {
            cucore__host_turn(&loop, to, from);
        } else if (loop.slow_extent > 1) {
            cucore__host_turn_thin(&loop, to, from);
        } else if (loop.fast_extent == 1) {
            memcpy(to, from, loop.unit);
        } else {
            cucore__host_line(loop.unit, to, loop.fast_dst, from, loop.fast_src, loop.fast_extent);
        }
    } while (cucore__host_next(&loop, index, &to, &from));
}
#undef CUCORE__TILE_BYTES
#undef CUCORE__TILE_ROWS
#undef CUCORE__TILE_THIN
#undef CUCORE__TILE_LINE
#undef CUCORE__TILE_UNIT
