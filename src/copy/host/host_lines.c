/* -------------------------------------------------------------------------------------------- >>impl-copy-host -- */
/* copy/host/host_lines.c: the innermost loops of copies by the CPU: lines, and squares that are transposed; no
 * driver. */
enum { CUCORE__HOST_CALL = 128 }; /* bytes up to which words are faster than a call of memcpy */

/* An axis; dst and src are strides in bytes. */
typedef struct cucore__host_axis {
    int64_t extent, dst, src;
} cucore__host_axis;

/* What one call copies: the axis `along` for each index of `beside`.  Squares also have `rows`.  Lines without gaps in
 * dst are copied from there to the other indices of `again`, an axis that src repeats. */
typedef struct cucore__host_part {
    char *dst;
    const char *src;
    cucore__host_axis along, beside, rows, again;
} cucore__host_part;

CUCORE__PRIVATE inline int64_t cucore__copy_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* -- lines --------------------------------------------------------------------------------------------------------- */
/* Copies a few bytes without a call: two pieces of a constant size, which may overlap. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_run(char *dst, const char *src, size_t bytes)
{
    size_t i;
    if (bytes > CUCORE__HOST_CALL) {
        memcpy(dst, src, bytes);
    } else if (bytes > 64) {
        memcpy(dst, src, 64);
        memcpy(dst + bytes - 64, src + bytes - 64, 64);
    } else if (bytes > 32) {
        memcpy(dst, src, 32);
        memcpy(dst + bytes - 32, src + bytes - 32, 32);
    } else if (bytes >= 16) {
        memcpy(dst, src, 16);
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
    for (; count >= 4; count -= 4, dst += 4 * unit, src += 4 * from) {
        memcpy(a, src, unit);
        memcpy(b, src + from, unit);
        memcpy(c, src + 2 * from, unit);
        memcpy(d, src + 3 * from, unit);
        memcpy(dst, a, unit);
        memcpy(dst + unit, b, unit);
        memcpy(dst + 2 * unit, c, unit);
        memcpy(dst + 3 * unit, d, unit);
    }
    for (; count > 0; count--, dst += unit, src += from) memcpy(dst, src, unit);
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

/* Copies every second unit of src to a line of dst without gaps, except the last one: reads units and gaps as one
 * number.  Compilers make vectors of the inner loop: 0.05 ns for a byte. */
#define CUCORE__HOST_HALVES(unit, bits, wide_bits)                                                                     \
    CUCORE__PRIVATE CUCORE__INLINE void cucore__host_halves_##unit(char *CUCORE__RESTRICT dst,                         \
                                                                   const char *CUCORE__RESTRICT src, int64_t blocks)   \
    {                                                                                                                  \
        for (; blocks > 0; blocks--) {                                                                                 \
            size_t i;                                                                                                  \
            for (i = 0; i < 32; i++) {                                                                                 \
                uint##wide_bits##_t pair;                                                                              \
                uint##bits##_t first;                                                                                  \
                memcpy(&pair, src + 2 * unit * i, 2 * unit);                                                           \
                first = (uint##bits##_t)pair;                                                                          \
                memcpy(dst + unit * i, &first, unit);                                                                  \
            }                                                                                                          \
            src += 64 * unit;                                                                                          \
            dst += 32 * unit;                                                                                          \
        }                                                                                                              \
    }
CUCORE__HOST_HALVES(1, 8, 16)
CUCORE__HOST_HALVES(2, 16, 32)
CUCORE__HOST_HALVES(4, 32, 64)
#undef CUCORE__HOST_HALVES

/* Copies the units of a line that runs backwards in src, forwards and without gaps in dst: 8 bytes at a time.
 * -> the number of units that were copied */
CUCORE__PRIVATE CUCORE__INLINE int64_t cucore__host_reverse(int64_t unit, char *dst, const char *src, int64_t count)
{
    int64_t i;
    for (i = 0; i + 8 / unit <= count; i += 8 / unit) {
        uint64_t word;
        memcpy(&word, src - (i + 8 / unit - 1) * unit, 8);
        word = word << 32 | word >> 32;
        if (unit < 4) word = (word & 0x0000FFFF0000FFFFu) << 16 | (word >> 16 & 0x0000FFFF0000FFFFu);
        if (unit < 2) word = (word & 0x00FF00FF00FF00FFu) << 8 | (word >> 8 & 0x00FF00FF00FF00FFu);
        memcpy(dst + i * unit, &word, 8);
    }
    return i;
}

/* Copies the units, of up to 8 bytes, of lines without gaps in dst.  `unit` is a constant. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__host_dense(int64_t unit, const cucore__host_part *block)
{
    const int64_t from = block->along.src, count = block->along.extent, bytes = count * unit;
    const int64_t lines = block->beside.extent, to_next = block->beside.dst, from_next = block->beside.src;
    const int is_little = CUCORE__NATIVE_ORDER == '<', halves = is_little && unit < 8 && from == 2 * unit && count > 32;
    const char *src = block->src;
    char *dst = block->dst;
    int64_t j, done;
    if (is_little && from == 0 && bytes >= 16) {
        for (j = 0; j < lines; j++) {
            if (unit == 1) memset(dst + j * to_next, src[j * from_next], (size_t)bytes);
            if (unit > 1) cucore__host_repeat((size_t)unit, dst + j * to_next, src + j * from_next, (size_t)bytes);
        }
    } else if (halves || (unit < 4 && from == -unit && bytes >= 16)) {
        for (j = 0; j < lines; j++) {
            char *to = dst + j * to_next;
            const char *line = src + j * from_next;
            done = halves ? (count - 1) / 32 * 32 : cucore__host_reverse(unit, to, line, count);
            if (halves && unit == 1) cucore__host_halves_1(to, line, done / 32);
            if (halves && unit == 2) cucore__host_halves_2(to, line, done / 32);
            if (halves && unit == 4) cucore__host_halves_4(to, line, done / 32);
            cucore__host_pack((size_t)unit, to + done * unit, line + done * from, from, count - done);
        }
    } else {
        for (j = 0; j < lines; j++) {
            cucore__host_pack((size_t)unit, dst + j * to_next, src + j * from_next, from, count);
        }
    }
}

/* A function for each unit: in one function for all units compilers have no registers left for the innermost loops,
 * which then take half as long again. */
#define CUCORE__HOST_LINES_OF(unit, has_dense)                                                                         \
    CUCORE__PRIVATE CUCORE__APART void cucore__host_lines_##unit(const cucore__host_part *block)                       \
    {                                                                                                                  \
        const cucore__host_axis line = block->along, beside = block->beside;                                           \
        char *dst = block->dst;                                                                                        \
        const char *src = block->src;                                                                                  \
        int64_t j;                                                                                                     \
        if (has_dense && line.dst == unit) {                                                                           \
            cucore__host_dense(unit, block);                                                                           \
            return;                                                                                                    \
        }                                                                                                              \
        for (j = 0; j < beside.extent; j++) {                                                                          \
            cucore__host_units(unit, dst + j * beside.dst, src + j * beside.src, &line);                               \
        }                                                                                                              \
    }
CUCORE__HOST_LINES_OF(1, 1)
CUCORE__HOST_LINES_OF(2, 1)
CUCORE__HOST_LINES_OF(4, 1)
CUCORE__HOST_LINES_OF(8, 1)
CUCORE__HOST_LINES_OF(3, 0)
CUCORE__HOST_LINES_OF(12, 0)
CUCORE__HOST_LINES_OF(16, 0)
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

/* Copies each line of dst to the other indices of `again`, in the order of memory. */
CUCORE__PRIVATE void cucore__host_repeat_lines(size_t unit, const cucore__host_part *block)
{
    cucore__host_part lines = *block;
    int64_t k;
    lines.along = block->again;
    lines.along.extent--;
    lines.beside.src = block->beside.dst;
    if (cucore__magnitude(lines.along.dst) > cucore__magnitude(lines.beside.dst)) {
        const cucore__host_axis slower = lines.along;
        lines.along = lines.beside;
        lines.beside = slower;
    }
    for (k = 0; k < block->rows.extent; k++) {
        lines.src = block->dst + k * block->rows.dst;
        lines.dst = block->dst + k * block->rows.dst + block->again.dst;
        cucore__host_lines((size_t)block->along.extent * unit, &lines);
    }
}
