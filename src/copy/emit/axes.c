/* ----------------------------------------------------------------------------------------- >>impl-copy-kernels -- */
/* copy/emit/axes.c: what the planner of kernels works with, and two layouts as joined axes. */
/* Properties of devices. */
enum {
    CUCORE__KERNEL_WORD = 16,  /* bytes of the widest load or store of a thread */
    CUCORE__KERNEL_WARP = 32,  /* threads that run together */
    CUCORE__KERNEL_LINE = 128, /* bytes of a line of the cache */
    CUCORE__KERNEL_SECTOR = 32 /* bytes that memory reads and writes as one */
};

/* What this header knows of a type of numbers that are converted: elements follow each other bit by bit. */
enum { CUCORE__NUMBER_PACKED = 1 << 8 };

/* An axis of a copy on one device, in bytes.  Axes are joined, reversed so that addresses of the destination grow,
 * sorted with the fastest in the destination first, and have at least extent 2. */
typedef struct cucore__kernel_axis {
    int64_t n, s, d;
} cucore__kernel_axis;

/* The state of the planner. */
typedef struct cucore__kernel_work {
    int count; /* the number of axes */
    int unit;  /* bytes of an element: a power of two, up to a word; of a conversion what all is a multiple of */
    uint16_t types[2]; /* of numbers that are converted: cucore__number_code of source and destination; 0: bits */
    int64_t run;       /* bytes that lie together in both arrays, or one element; 0: there is nothing to copy */
    int64_t runs;      /* the number of such runs */
    uint64_t s, d;     /* addresses */
    cucore__kernel_axis axes[CUCORE_MAX_NDIM + 1];
} cucore__kernel_work;

/* Sets magic and shift for n / extent, for n < 2^31 and extent >= 2. */
CUCORE__PRIVATE inline void cucore__digit_divide(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = 1; /* of extent - 1 */
#if defined(__GNUC__) || defined(__clang__)
    bits = 32 - (uint32_t)__builtin_clz(extent - 1);
#else
    while ((extent - 1) >> bits) bits++;
#endif
    *shift = bits - 1;
    *magic = 0x80000000u;
    if (extent & (extent - 1)) *magic = (uint32_t)((((uint64_t)1 << (31 + bits)) + extent - 1) / extent);
}

CUCORE__PRIVATE inline void cucore__kernel_digit_make(cucore__kernel_digit *out, uint32_t extent, int64_t a, int64_t b)
{
    cucore__kernel_digit made = {extent, 0, 0, 0, a, b};
    cucore__digit_divide(extent, &made.magic, &made.shift);
    *out = made;
}

/* Returns the number of pieces of `size` in n, rounded up; both are positive. */
CUCORE__PRIVATE inline int64_t cucore__kernel_pieces(int64_t n, int64_t size)
{
    return (int64_t)cucore__divide((uint64_t)(n - 1), (uint64_t)size) + 1;
}

/* -- axes -------------------------------------------------------------------------------------------------------- */
/* An axis in elements. */
typedef struct cucore__kernel_line {
    int64_t n, s, d;
} cucore__kernel_line;

/* Makes axes in elements, reversed so that addresses of the destination grow, or of the source if the destination
 * repeats; sorted with the slowest in the destination first.
 * -> the number of axes; -1: an extent is 0, or the layouts are wrong */
CUCORE__PRIVATE int cucore__kernel_lines(const cucore_layout *dst, const cucore_layout *src, cucore__kernel_line *lines,
                                         int64_t *offsets)
{
    int64_t volume = 1, far_d, far_s;
    int i, j, count = 0;
    if (dst->ndim != src->ndim) return -1;
    for (i = 0; i < dst->ndim; i++) {
        cucore__kernel_line line;
        line.n = dst->shape[i];
        line.d = dst->strides[i];
        line.s = src->strides[i];
        if (line.n < 1 || line.n != src->shape[i] || cucore__mul(volume, line.n, &volume)) return -1;
        if (line.n == 1) continue;
        if (line.d < 0 || (line.d == 0 && line.s < 0)) {
            if (line.d == INT64_MIN || cucore__mul(line.d, line.n - 1, &far_d)) return -1;
            if (line.s == INT64_MIN || cucore__mul(line.s, line.n - 1, &far_s)) return -1;
            if (cucore__add(offsets[0], far_d, &offsets[0]) || cucore__add(offsets[1], far_s, &offsets[1])) return -1;
            line.d = -line.d;
            line.s = -line.s;
        }
        for (j = count++; j > 0; j--) {
            const cucore__kernel_line *before = &lines[j - 1];
            if (line.d != before->d) {
                if (line.d < before->d) break;
            } else {
                uint64_t s = cucore__magnitude(line.s), before_s = cucore__magnitude(before->s);
                if (s != before_s ? s < before_s : line.n <= before->n) break;
            }
            lines[j] = *before;
        }
        lines[j] = line;
    }
    return count;
}

/* Simplifies two layouts for one loop over both, sorted by the strides of `a`; offsets are in elements. */
CUCORE__PRIVATE cucore_status cucore__copy_simplify(const cucore_layout *a, const cucore_layout *b,
                                                    cucore_layout *simple, int64_t *offsets)
{
    const cucore_layout *layouts[2];
    cucore_layout *outs[2];
    layouts[0] = a;
    layouts[1] = b;
    outs[0] = &simple[0];
    outs[1] = &simple[1];
    return cucore_layout_simplify(layouts, 2, outs, offsets, NULL);
}

/* Returns what addresses and strides count of an element: bytes; of packed numbers that are converted, bits. */
CUCORE__PRIVATE int64_t cucore__kernel_unit(const cucore_layout *layout, uint16_t code)
{
    return code & CUCORE__NUMBER_PACKED ? layout->itembits : layout->itemsize;
}

/* Makes axes in bytes of the two layouts, as cucore_layout_simplify does: an axis that continues another one on both
 * sides is joined with it; the fastest comes first.  If it has no gaps it is not an axis, but part of the run.  A
 * conversion, for which the caller has set work->types, has at least one axis, and a run of one element. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kernel_join_typed(const cucore_layout *dst, uintptr_t d,
                                                                      const cucore_layout *src, uintptr_t s,
                                                                      cucore__kernel_work *work)
{
    cucore__kernel_line lines[CUCORE_MAX_NDIM];
    const int converts = work->types[0] != 0;
    const int64_t itemsize = cucore__kernel_unit(dst, work->types[1]), from = cucore__kernel_unit(src, work->types[0]);
    int64_t offsets[2] = {0, 0}, together = itemsize, runs = 1, next_d, next_s;
    uint64_t bits = CUCORE__KERNEL_WORD;
    int i, count = -1, axes = 0;
    if (cucore__layout_head_is_valid(dst) && cucore__layout_head_is_valid(src)) {
        count = cucore__kernel_lines(dst, src, lines, offsets);
    }
    work->count = 0;
    work->unit = 1;
    work->d = (uint64_t)d * (work->types[1] & CUCORE__NUMBER_PACKED ? 8 : 1);
    work->s = (uint64_t)s * (work->types[0] & CUCORE__NUMBER_PACKED ? 8 : 1);
    work->run = 0;
    if (count < 0) { /* there are no elements, or cucore_layout_simplify returns the error */
        cucore_layout simple[2];
        return cucore__copy_simplify(dst, src, simple, offsets);
    }
    for (i = count - 1; i >= 0; i--) {
        cucore__kernel_line line = lines[i];
        while (i > 0 && !cucore__mul(line.d, line.n, &next_d) && next_d == lines[i - 1].d &&
               !cucore__mul(line.s, line.n, &next_s) && next_s == lines[i - 1].s) {
            line.n *= lines[--i].n;
        }
        if (!converts && axes == 0 && together == itemsize && line.d == 1 && line.s == 1) {
            if (!cucore__mul(together, line.n, &together)) continue;
            return cucore_fail(CUCORE_OVERFLOW, "the bytes of a run of the copy do not fit 64 bits");
        } else {
            cucore__kernel_axis *axis = &work->axes[axes++];
            runs *= line.n;
            axis->n = line.n;
            axis->s = (int64_t)((uint64_t)line.s * (uint64_t)from);
            axis->d = (int64_t)((uint64_t)line.d * (uint64_t)itemsize);
            bits |= (uint64_t)axis->s | (uint64_t)axis->d;
        }
    }
    if (converts && axes == 0) { /* one element */
        work->axes[axes].n = 1;
        work->axes[axes].s = from;
        work->axes[axes++].d = itemsize;
    }
    if (converts) bits |= (uint64_t)from;
    work->run = together;
    work->count = axes;
    work->runs = runs;
    work->d += (uint64_t)offsets[0] * (uint64_t)itemsize;
    work->s += (uint64_t)offsets[1] * (uint64_t)from;
    if (axes == 0) return CUCORE_OK;
    bits |= (uint64_t)together | work->s | work->d;
    work->unit = (int)(bits & (0 - bits)); /* divides all addresses and strides */
    return CUCORE_OK;
}

/* The same for a copy of bits. */
CUCORE__PRIVATE cucore_status cucore__kernel_join(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                  uintptr_t s, cucore__kernel_work *work)
{
    work->types[0] = work->types[1] = 0;
    return cucore__kernel_join_typed(dst, d, src, s, work);
}
