/* -------------------------------------------------------------------------------------------- >>impl-copy-host -- */
/* copy/host_lines.c: the innermost loops of copies by the CPU: lines, and squares that are transposed; no driver. */
#define CUCORE__HOST_CALL 128 /* bytes from which a call of memcpy is faster than words */

/* An axis; dst and src are strides in bytes. */
typedef struct cucore__host_axis {
    int64_t extent, dst, src;
} cucore__host_axis;

/* What one call copies: the axis `along` for each index of `beside`.  Squares also have `rows`. */
typedef struct cucore__host_part {
    char *dst;
    const char *src;
    cucore__host_axis along, beside, rows;
} cucore__host_part;

CUCORE__PRIVATE inline int64_t cucore__copy_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* -- lines --------------------------------------------------------------------------------------------------------- */
/* Copies a few bytes without a call: words, of which the last one may overlap the one before. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_run(char *dst, const char *src, size_t bytes)
{
    size_t i;
    if (bytes >= CUCORE__HOST_CALL) {
        memcpy(dst, src, bytes);
    } else if (bytes >= 16) {
        for (i = 0; i + 16 < bytes; i += 16) memcpy(dst + i, src + i, 16);
        memcpy(dst + bytes - 16, src + bytes - 16, 16);
    } else if (bytes >= 8) {
        memcpy(dst, src, 8);
        memcpy(dst + bytes - 8, src + bytes - 8, 8);
    } else if (bytes >= 4) {
        memcpy(dst, src, 4);
        memcpy(dst + bytes - 4, src + bytes - 4, 4);
    } else {
        for (i = 0; i < bytes; i++) dst[i] = src[i];
    }
}

/* Copies the units of a line.  `unit` is a constant: such units are moved in registers, whatever their alignment.  Four
 * at a time: 0.19 ns for each byte, one at a time 0.27. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_units(size_t unit, char *dst, const char *src,
                                                       const cucore__host_axis *line)
{
    const int64_t to = line->dst, from = line->src, count = line->extent;
    int64_t i;
    for (i = 0; i + 4 <= count; i += 4) {
        memcpy(dst + i * to, src + i * from, unit);
        memcpy(dst + (i + 1) * to, src + (i + 1) * from, unit);
        memcpy(dst + (i + 2) * to, src + (i + 2) * from, unit);
        memcpy(dst + (i + 3) * to, src + (i + 3) * from, unit);
    }
    for (; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
}

/* Copies the units, of up to 8 bytes, of a line that has no gaps in dst.  All loads come before the stores, of which
 * compilers then make one: 0.16 ns for 4 bytes instead of 0.27. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_pack(size_t unit, char *dst, const char *src, int64_t from,
                                                      int64_t count)
{
    char a[8], b[8], c[8], d[8];
    int64_t i, to = (int64_t)unit;
    for (i = 0; i + 4 <= count; i += 4) {
        memcpy(a, src + i * from, unit);
        memcpy(b, src + (i + 1) * from, unit);
        memcpy(c, src + (i + 2) * from, unit);
        memcpy(d, src + (i + 3) * from, unit);
        memcpy(dst + i * to, a, unit);
        memcpy(dst + (i + 1) * to, b, unit);
        memcpy(dst + (i + 2) * to, c, unit);
        memcpy(dst + (i + 3) * to, d, unit);
    }
    for (; i < count; i++) memcpy(dst + i * to, src + i * from, unit);
}

/* Two words of 8 bytes, which compilers keep in one register. */
typedef struct cucore__host_pair {
    uint64_t of[2];
} cucore__host_pair;

/* Fills a line without gaps, of at least 16 bytes, with one unit.  `unit` is a constant: 2, 4 or 8. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_repeat(size_t unit, char *dst, const char *src, size_t bytes)
{
    cucore__host_pair pair = {{0, 0}};
    size_t i;
    memcpy(&pair, src, unit);
    for (i = unit; i < 8; i *= 2) pair.of[0] |= pair.of[0] << (8 * i);
    pair.of[1] = pair.of[0];
    for (i = 0; i + 64 <= bytes; i += 64) {
        memcpy(dst + i, &pair, 16);
        memcpy(dst + i + 16, &pair, 16);
        memcpy(dst + i + 32, &pair, 16);
        memcpy(dst + i + 48, &pair, 16);
    }
    for (; i + 16 < bytes; i += 16) memcpy(dst + i, &pair, 16);
    memcpy(dst + bytes - 16, &pair, 16);
}

/* Copies the units of a line.  `unit` is a constant, up to 8. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_line(size_t unit, char *dst, const char *src,
                                                      const cucore__host_axis *line)
{
    if (line->dst != (int64_t)unit) {
        cucore__host_units(unit, dst, src, line);
    } else if (line->src != 0 || line->extent * line->dst < 16 || CUCORE__NATIVE_ORDER != '<') {
        cucore__host_pack(unit, dst, src, line->src, line->extent);
    } else if (unit == 1) {
        memset(dst, *src, (size_t)line->extent);
    } else {
        cucore__host_repeat(unit, dst, src, (size_t)line->extent * unit);
    }
}

/* A function for each unit: in one function for all units compilers have no registers left for the innermost loops,
 * which then take half as long again. */
#define CUCORE__HOST_LINES_OF(unit, copy)                                                                              \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_lines_##unit(const cucore__host_part *block)                       \
    {                                                                                                                  \
        const cucore__host_axis line = block->along, beside = block->beside;                                           \
        char *dst = block->dst;                                                                                        \
        const char *src = block->src;                                                                                  \
        int64_t j;                                                                                                     \
        for (j = 0; j < beside.extent; j++) copy(unit, dst + j * beside.dst, src + j * beside.src, &line);             \
    }
CUCORE__HOST_LINES_OF(1, cucore__host_line)
CUCORE__HOST_LINES_OF(2, cucore__host_line)
CUCORE__HOST_LINES_OF(4, cucore__host_line)
CUCORE__HOST_LINES_OF(8, cucore__host_line)
CUCORE__HOST_LINES_OF(3, cucore__host_units)
CUCORE__HOST_LINES_OF(12, cucore__host_units)
CUCORE__HOST_LINES_OF(16, cucore__host_units)
#undef CUCORE__HOST_LINES_OF

CUCORE__PRIVATE void cucore__host_lines(size_t unit, const cucore__host_part *block)
{
    const cucore__host_axis *along = &block->along, *beside = &block->beside;
    int64_t i, j;
    switch (unit) {
    case 1: cucore__host_lines_1(block); return;
    case 2: cucore__host_lines_2(block); return;
    case 3: cucore__host_lines_3(block); return;
    case 4: cucore__host_lines_4(block); return;
    case 8: cucore__host_lines_8(block); return;
    case 12: cucore__host_lines_12(block); return;
    case 16: cucore__host_lines_16(block); return;
    default: break;
    }
    for (j = 0; j < beside->extent; j++) {
        for (i = 0; i < along->extent; i++) {
            cucore__host_run(block->dst + j * beside->dst + i * along->dst,
                             block->src + j * beside->src + i * along->src, unit);
        }
    }
}

/* -- squares: units that are contiguous along one axis in src and along another one in dst, turned in registers ---- */
/* Loads 16 bytes of src, 8 from each of two places. */
CUCORE__PRIVATE CUCORE__INLINE cucore__host_pair cucore__host_pair_load(const char *first, const char *second)
{
    cucore__host_pair pair;
    memcpy(&pair.of[0], first, 8);
    memcpy(&pair.of[1], second, 8);
    return pair;
}

/* Swaps the bits that `mask` selects in b with those of a that are `shift` higher: rows of a square on machines whose
 * first byte is the lowest. */
#define CUCORE__HOST_SWAP(a, b, shift, mask)                                                                           \
    do {                                                                                                               \
        const uint64_t cucore__t0 = (((a).of[0] >> (shift)) ^ (b).of[0]) & (mask);                                     \
        const uint64_t cucore__t1 = (((a).of[1] >> (shift)) ^ (b).of[1]) & (mask);                                     \
        (a).of[0] ^= cucore__t0 << (shift);                                                                            \
        (a).of[1] ^= cucore__t1 << (shift);                                                                            \
        (b).of[0] ^= cucore__t0;                                                                                       \
        (b).of[1] ^= cucore__t1;                                                                                       \
    } while (0)
#define CUCORE__HOST_SWAP_4(a, b) CUCORE__HOST_SWAP(a, b, 32, 0x00000000FFFFFFFFu)
#define CUCORE__HOST_SWAP_2(a, b) CUCORE__HOST_SWAP(a, b, 16, 0x0000FFFF0000FFFFu)
#define CUCORE__HOST_SWAP_1(a, b) CUCORE__HOST_SWAP(a, b, 8, 0x00FF00FF00FF00FFu)
#define CUCORE__HOST_LOAD(i, half) cucore__host_pair_load(src + (i)*from, src + ((i) + (half)) * from)
#define CUCORE__HOST_STORE(i, pair) memcpy(dst + (i)*to, &(pair), 16)

/* Writes 16 bytes of each row of dst from 16 / unit columns of src, `from` apart.  Without loops, as compilers do not
 * unroll them at -O2; 0.06 ns for each byte, with words of 8 bytes 0.12. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_1(char *dst, int64_t to, const char *src, int64_t from)
{
    cucore__host_pair a = CUCORE__HOST_LOAD(0, 8), b = CUCORE__HOST_LOAD(1, 8), c = CUCORE__HOST_LOAD(2, 8);
    cucore__host_pair d = CUCORE__HOST_LOAD(3, 8), e = CUCORE__HOST_LOAD(4, 8), f = CUCORE__HOST_LOAD(5, 8);
    cucore__host_pair g = CUCORE__HOST_LOAD(6, 8), h = CUCORE__HOST_LOAD(7, 8);
    CUCORE__HOST_SWAP_4(a, e);
    CUCORE__HOST_SWAP_4(b, f);
    CUCORE__HOST_SWAP_4(c, g);
    CUCORE__HOST_SWAP_4(d, h);
    CUCORE__HOST_SWAP_2(a, c);
    CUCORE__HOST_SWAP_2(b, d);
    CUCORE__HOST_SWAP_2(e, g);
    CUCORE__HOST_SWAP_2(f, h);
    CUCORE__HOST_SWAP_1(a, b);
    CUCORE__HOST_SWAP_1(c, d);
    CUCORE__HOST_SWAP_1(e, f);
    CUCORE__HOST_SWAP_1(g, h);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
    CUCORE__HOST_STORE(2, c);
    CUCORE__HOST_STORE(3, d);
    CUCORE__HOST_STORE(4, e);
    CUCORE__HOST_STORE(5, f);
    CUCORE__HOST_STORE(6, g);
    CUCORE__HOST_STORE(7, h);
}

CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_2(char *dst, int64_t to, const char *src, int64_t from)
{
    cucore__host_pair a = CUCORE__HOST_LOAD(0, 4), b = CUCORE__HOST_LOAD(1, 4);
    cucore__host_pair c = CUCORE__HOST_LOAD(2, 4), d = CUCORE__HOST_LOAD(3, 4);
    CUCORE__HOST_SWAP_4(a, c);
    CUCORE__HOST_SWAP_4(b, d);
    CUCORE__HOST_SWAP_2(a, b);
    CUCORE__HOST_SWAP_2(c, d);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
    CUCORE__HOST_STORE(2, c);
    CUCORE__HOST_STORE(3, d);
}

CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_4(char *dst, int64_t to, const char *src, int64_t from)
{
    cucore__host_pair a = CUCORE__HOST_LOAD(0, 2), b = CUCORE__HOST_LOAD(1, 2);
    CUCORE__HOST_SWAP_4(a, b);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
}

CUCORE__PRIVATE CUCORE__INLINE void cucore__host_turn_8(char *dst, int64_t to, const char *src, int64_t from)
{
    const cucore__host_pair a = CUCORE__HOST_LOAD(0, 1), b = cucore__host_pair_load(src + 8, src + from + 8);
    CUCORE__HOST_STORE(0, a);
    CUCORE__HOST_STORE(1, b);
}
#undef CUCORE__HOST_SWAP_1
#undef CUCORE__HOST_SWAP_2
#undef CUCORE__HOST_SWAP_4
#undef CUCORE__HOST_SWAP
#undef CUCORE__HOST_LOAD
#undef CUCORE__HOST_STORE

/* Returns the rows of dst that a square has. */
CUCORE__PRIVATE CUCORE__INLINE int64_t cucore__host_high(int64_t unit)
{
    return unit == 1 ? 8 : unit == 2 ? 4 : 2;
}

/* Copies strips of `times` squares, which follow each other in src, along a line of dst.  The last strip begins as far
 * back as it has to and copies some units again, so that no loop for the rest is needed.  unit and times are
 * constants. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_strip(int64_t unit, int times, char *dst, const char *src,
                                                       const cucore__host_part *block)
{
    const int64_t wide = 16 / unit, high = cucore__host_high(unit);
    const int64_t to = block->rows.dst, from = block->along.src, count = block->along.extent;
    int64_t i;
    int again;
    for (i = 0; i < count; i += wide) {
        const int64_t column = cucore__copy_smaller(i, count - wide);
        for (again = 0; again < times; again++) {
            char *d = dst + again * high * to + column * unit;
            const char *s = src + again * high * unit + column * from;
            if (unit == 1) cucore__host_turn_1(d, to, s, from);
            if (unit == 2) cucore__host_turn_2(d, to, s, from);
            if (unit == 4) cucore__host_turn_4(d, to, s, from);
            if (unit == 8) cucore__host_turn_8(d, to, s, from);
        }
    }
}

/* Copies all squares.  Two of 4 or 8 bytes are done at once if there are so many rows: each line of src is then read
 * half as often, up to 1.7 times as fast; eight rows of shorts or sixteen of bytes are too many to be written at
 * once. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_squares(int64_t unit, const cucore__host_part *block)
{
    const int64_t high = cucore__host_high(unit), rows = block->rows.extent;
    int64_t j, k, step;
    for (k = 0; k < rows; k += step) {
        const int64_t row = cucore__copy_smaller(k, rows - high);
        step = unit < 4 || rows - k < 2 * high ? high : 2 * high;
        for (j = 0; j < block->beside.extent; j++) {
            char *d = block->dst + row * block->rows.dst + j * block->beside.dst;
            const char *s = block->src + row * unit + j * block->beside.src;
            if (step == high) cucore__host_strip(unit, 1, d, s, block);
            if (step != high) cucore__host_strip(unit, 2, d, s, block);
        }
    }
}

#define CUCORE__HOST_SQUARES_OF(unit)                                                                                  \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_squares_##unit(const cucore__host_part *block)                     \
    {                                                                                                                  \
        cucore__host_squares(unit, block);                                                                             \
    }
CUCORE__HOST_SQUARES_OF(1)
CUCORE__HOST_SQUARES_OF(2)
CUCORE__HOST_SQUARES_OF(4)
CUCORE__HOST_SQUARES_OF(8)
#undef CUCORE__HOST_SQUARES_OF

CUCORE__PRIVATE void cucore__host_turn(size_t unit, const cucore__host_part *block)
{
    switch (unit) {
    case 1: cucore__host_squares_1(block); return;
    case 2: cucore__host_squares_2(block); return;
    case 4: cucore__host_squares_4(block); return;
    default: cucore__host_squares_8(block);
    }
}
#undef CUCORE__HOST_CALL
