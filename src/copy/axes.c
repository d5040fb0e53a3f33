/* ----------------------------------------------------------------------------------------- >>impl-copy-kernels -- */
/* copy/axes.c: what the planner of kernels works with, and two layouts as joined axes. */
#if defined(CUCORE_COPY_NO_KERNELS)
#define CUCORE__COPY_HAS_KERNELS 0
#else
#define CUCORE__COPY_HAS_KERNELS 1
#endif

/* Properties of devices. */
enum { CUCORE__KERNEL_WORD = 16 };       /* bytes of the widest load or store of a thread */
#define CUCORE__KERNEL_WARP 32           /* threads that run together */
#define CUCORE__KERNEL_LINE 128          /* bytes of a line of the cache */
#define CUCORE__KERNEL_SECTOR 32         /* bytes that memory reads and writes as one */
#define CUCORE__KERNEL_GRID_X 0x7fffffff /* blocks of a grid */
#define CUCORE__KERNEL_GRID_YZ 65535
#define CUCORE__KERNEL_IN_WARPS(threads)                                                                               \
    (((threads) + CUCORE__KERNEL_WARP - 1) / CUCORE__KERNEL_WARP * CUCORE__KERNEL_WARP)

/* What measurements found to be fast. */
#define CUCORE__KERNEL_RUN_MOST 2048      /* bytes of runs of a tile: longer ones gain nothing */
#define CUCORE__KERNEL_TILE_LEAST 4096    /* bytes of a tile at least, */
#define CUCORE__KERNEL_TILES_WANTED 512   /* if there are fewer tiles than this: some for each multiprocessor */
#define CUCORE__KERNEL_BLOCKS_WANTED 1024 /* blocks without a tile, before their threads take several steps, */
#define CUCORE__KERNEL_FEW_STEPS 8        /* and the most steps: what a thread loads before it stores */

/* How tiles are chosen. */
#define CUCORE__KERNEL_TILE_BYTES 16384 /* of a tile at most, approximately; shared memory has room for twice as many */
#define CUCORE__KERNEL_BAND 4           /* tiles of an axis that are visited one after the other; */
#define CUCORE__KERNEL_BAND_WIDE 32     /* of elements of 8 and 16 bytes */

/* An axis of a copy on one device, in bytes.  Axes are joined, reversed so that addresses of the destination grow,
 * sorted with the fastest in the destination first, and have at least extent 2. */
typedef struct cucore__kernel_axis {
    int64_t n, s, d;
    int64_t chunks;
    uint64_t pack; /* of a step, if the axis is cut; else 0 */
    int64_t m;     /* bytes in the tile from one element to the next */
    int chunk;     /* elements of a tile; if the chunks exceed n the rest of the last tile is empty */
    int cut;       /* its number among the cut axes; CUCORE__KERNEL_CUTS: not cut, and chunk divides n */
} cucore__kernel_axis;

/* The numbers of kernels and families, and what the planner knows of each kernel. */
#define CUCORE__KERNEL_NUMBER(NAME, name, FAMILY, parameters, blocks) CUCORE__KERNEL_##NAME,
#define CUCORE__KERNEL_ROW(NAME, name, FAMILY, kind, blocks)                                                           \
    {#name, CUCORE__FAMILY_##FAMILY, sizeof(cucore__kernel_##kind)},
typedef enum cucore__kernel_id {
    CUCORE__KERNEL_LIST(CUCORE__KERNEL_NUMBER) CUCORE__KERNELS,
    CUCORE__KERNEL_WRITTEN = CUCORE__KERNELS /* written for the layout */
} cucore__kernel_id;
typedef enum cucore__kernel_family {
    CUCORE__FAMILY_ROWS,
    CUCORE__FAMILY_ELEMENTS,
    CUCORE__FAMILY_NUMBERS,
    CUCORE__FAMILY_TILES
} cucore__kernel_family;

#if !defined(CUCORE_COPY_NO_KERNELS)
static const struct cucore__kernel_info {
    const char *name;
    cucore__kernel_family family;
    uint32_t parameters; /* bytes */
} cucore__kernels[CUCORE__KERNELS] = {CUCORE__KERNEL_LIST(CUCORE__KERNEL_ROW)};
#endif
#undef CUCORE__KERNEL_NUMBER
#undef CUCORE__KERNEL_ROW

/* An axis, and the distance of its elements in one array. */
typedef struct cucore__kernel_rank {
    uint64_t stride;
    int axis;
} cucore__kernel_rank;

/* The state of the planner. */
typedef struct cucore__kernel_work {
    int count; /* the number of axes */
    int cuts;  /* the number of axes that are cut */
    int unit;  /* bytes of an element: a power of two, up to a word; of a conversion what all is a multiple of */
    uint16_t types[2]; /* of numbers that are converted: cucore__number_code of source and destination; 0: bits */
    int64_t run;       /* bytes that lie together in both arrays, or one element; 0: there is nothing to copy */
    int64_t runs;      /* the number of such runs */
    uint64_t s, d;     /* addresses */
    cucore__kernel_axis axes[CUCORE_MAX_NDIM + 1];
    cucore__kernel_rank ranks[2][CUCORE_MAX_NDIM + 1]; /* of the source, of the destination: fastest first */
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

CUCORE__PRIVATE inline void cucore__kernel_digit_make(cucore__kernel_digit *out, uint32_t extent,
                                                      const cucore__kernel_step *go, int cut)
{
    cucore__kernel_digit made = {extent, 0, 0, (uint32_t)cut, go->a, go->b, go->pack};
    cucore__digit_divide(extent, &made.magic, &made.shift);
    *out = made;
}

/* Returns the number of pieces of `size` in n, rounded up; both are positive. */
CUCORE__PRIVATE inline int64_t cucore__kernel_pieces(int64_t n, int64_t size)
{
    return (int64_t)cucore__divide((uint64_t)(n - 1), (uint64_t)size) + 1;
}

/* Returns a chunk size that makes chunks about equal: a multiple of a warp, or of a smaller power of two, that adds at
 * most 1/8. */
CUCORE__PRIVATE inline int cucore__kernel_even(int64_t n, int chunk)
{
    int even = (int)cucore__kernel_pieces(n, cucore__kernel_pieces(n, chunk)), multiple = CUCORE__KERNEL_WARP;
    while (multiple > 2 && (-even & (multiple - 1)) > even / 8) multiple /= 2;
    return even + (-even & (multiple - 1));
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

/* Returns of_run times the number of runs; each factor counts as 2^30 at most. */
CUCORE__PRIVATE int64_t cucore__kernel_total(const cucore__kernel_work *work, int64_t of_run)
{
    const int64_t most = 1 << 30;
    return (work->runs < most ? work->runs : most) * (of_run < most ? of_run : most);
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
    work->count = work->cuts = 0;
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

/* Adds the units of an element as one more axis, the fastest of both arrays. */
CUCORE__PRIVATE void cucore__kernel_add_pieces(cucore__kernel_work *work, int64_t run)
{
    int i;
    if (run == work->unit) return;
    for (i = work->count++; i > 0; i--) work->axes[i] = work->axes[i - 1];
    work->axes[0].n = run / work->unit;
    work->axes[0].s = work->axes[0].d = work->unit;
}

/* Ranks the axes by their strides in both arrays. */
CUCORE__PRIVATE void cucore__kernel_rank_axes(cucore__kernel_work *work)
{
    cucore__kernel_rank *by_src = work->ranks[0], *by_dst = work->ranks[1];
    int i, j, count = work->count;
    for (i = 0; i < count; i++) {
        const cucore__kernel_axis *axis = &work->axes[i];
        uint64_t stride = cucore__magnitude(axis->s);
        for (j = i; j > 0 && by_src[j - 1].stride - 1 > stride - 1; j--) { /* a stride of 0 comes last */
            by_src[j] = by_src[j - 1];
        }
        by_src[j].stride = stride;
        by_src[j].axis = i;
        by_dst[i].stride = (uint64_t)axis->d;
        by_dst[i].axis = i;
    }
}
