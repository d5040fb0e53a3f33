/* ----------------------------------------------------------------------------------------- >>impl-copy-kernels -- */
/* copy/axes.c: what the planner of kernels works with; both layouts as joined axes in bytes.  Used by the planner of kernels. */
#define CUCORE__KERNEL_LINE 128     /* bytes of a line of the cache */
#define CUCORE__KERNEL_BESIDE 33040 /* bytes of a tile at most of which a block takes two at once */

/* How tiles are chosen; the tests choose others. */
#ifndef CUCORE__KERNEL_TILE_BYTES
#define CUCORE__KERNEL_TILE_BYTES 16384 /* of a tile at most, more or less; twice as many of pairs */
#endif
#ifndef CUCORE__KERNEL_TILES
#define CUCORE__KERNEL_TILES 4 /* that a block takes, */
#endif
#ifndef CUCORE__KERNEL_TILES_SMALL
#define CUCORE__KERNEL_TILES_SMALL 2 /* of bytes, and of odd pairs, in words that are aligned in the destination, */
#endif
#ifndef CUCORE__KERNEL_BUSY
#define CUCORE__KERNEL_BUSY 4096 /* where so many blocks are left */
#endif
#ifndef CUCORE__KERNEL_BAND
#define CUCORE__KERNEL_BAND 4 /* tiles of an axis that are visited one after the other; */
#endif
#ifndef CUCORE__KERNEL_BAND_WIDE
#define CUCORE__KERNEL_BAND_WIDE 32 /* of elements of 8 and 16 bytes */
#endif

#ifndef CUCORE__KERNEL_SPAN
#define CUCORE__KERNEL_SPAN 3 /* times 8 KiB: rows that a block takes as one */
#endif

/* The plan of a copy on one device.  Axes are in bytes and only those that a loop needs: joined, turned so that the
 * destination runs upwards, fastest destination first; of extent 2 at least. */
typedef struct cucore__kernel_axis {
    int64_t n, s, d;
    int64_t chunks;
    uint64_t pack; /* of a step, when it is cut; else 0 */
    int64_t m;     /* bytes in the tile from one to the next */
    int chunk;     /* of a tile; a multiple that exceeds n leaves the rest of the tile empty */
    int cut;       /* which of the cut axes; CUCORE__KERNEL_CUTS: whole, and n is a multiple */
    int again;     /* elements of a chunk that the next one has, too */
} cucore__kernel_axis;

typedef enum cucore__kernel_strategy {
    CUCORE__KERNEL_NOTHING,
    CUCORE__KERNEL_MEMCPY,
    CUCORE__KERNEL_RUNS,
    CUCORE__KERNEL_SPANS,
    CUCORE__KERNEL_STRIDED,
    CUCORE__KERNEL_MANY,
    CUCORE__KERNEL_TILE1,
    CUCORE__KERNEL_TILE2,
    CUCORE__KERNEL_TILE4,
    CUCORE__KERNEL_TILE8,
    CUCORE__KERNEL_TILE16,
    CUCORE__KERNEL_BYTES,
    CUCORE__KERNEL_ODDBYTES,
    CUCORE__KERNEL_PAIRS,
    CUCORE__KERNEL_ODDPAIRS,
    CUCORE__KERNEL_STRATEGIES
} cucore__kernel_strategy;

typedef struct cucore__kernel_plan {
    cucore__kernel_strategy strategy;
    int unit; /* bytes of an element, as the kernel sees it */
    int ndim; /* axes of the kernel */
    uint32_t grid[3], block, shared;
    uint32_t parameters; /* bytes of `as` in use */
    int64_t tile[2];     /* elements: along the fast axis of the source, of the destination */
    uint64_t bytes;      /* memcpy */
    uint64_t src, dst;
    union {
        cucore__kernel_tile tile;
        cucore__kernel_many many; /* begins as cucore__kernel_few */
    } as;
} cucore__kernel_plan;

/* An axis and how far apart its elements are in one array. */
typedef struct cucore__kernel_rank {
    uint64_t stride;
    int axis;
} cucore__kernel_rank;

/* What the planner works on. */
typedef struct cucore__kernel_work {
    int count;           /* axes */
    int cuts;            /* axes that are cut */
    int unit, width;     /* bytes of an element; elements of 16 bytes */
    int loose[2];        /* addresses and strides of the source, of the destination that are no multiples of 16 */
    uint64_t starts;     /* all addresses of the destination's runs, or'ed */
    int64_t runs;        /* elements of all axes before there are pieces */
    uint64_t s, d, bits; /* addresses; all strides, ored */
    cucore__kernel_axis axes[CUCORE_MAX_NDIM + 1];
    cucore__kernel_rank ranks[2][CUCORE_MAX_NDIM + 1]; /* of the source, of the destination: fastest first */
} cucore__kernel_work;

/* Bits of n > 0. */
CUCORE__PRIVATE inline uint32_t cucore__kernel_bits(uint32_t n)
{
#if defined(__GNUC__) || defined(__clang__)
    return 32 - (uint32_t)__builtin_clz(n);
#else
    uint32_t bits = 1;
    while (n >>= 1) bits++;
    return bits;
#endif
}

/* n / extent for n < 2^31, extent >= 2 */
CUCORE__PRIVATE inline void cucore__kernel_divide(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = cucore__kernel_bits(extent - 1);
    *shift = bits - 1;
    *magic = 0x80000000u;
    if (extent & (extent - 1)) *magic = (uint32_t)((((uint64_t)1 << (31 + bits)) + extent - 1) / extent);
}

/* a / b, both positive: narrow divisions are several times faster on many processors. */
CUCORE__PRIVATE inline int64_t cucore__kernel_quotient(int64_t a, int64_t b)
{
    if (((uint64_t)a | (uint64_t)b) <= UINT32_MAX) return (int64_t)((uint32_t)a / (uint32_t)b);
    return a / b;
}

/* -- axes -------------------------------------------------------------------------------------------------------- */
/* An axis in elements. */
typedef struct cucore__kernel_line {
    int64_t n, s, d;
} cucore__kernel_line;

/* Upwards in the destination or, where that stands still, in the source.  0: it is longer than 64 bits. */
CUCORE__PRIVATE int cucore__kernel_line_turn(cucore__kernel_line *line, int64_t *offsets)
{
    int64_t d, s;
    if (line->d == INT64_MIN || cucore__mul(line->d, line->n - 1, &d)) return 0;
    if (line->s == INT64_MIN || cucore__mul(line->s, line->n - 1, &s)) return 0;
    if (cucore__add(offsets[0], d, &offsets[0]) || cucore__add(offsets[1], s, &offsets[1])) return 0;
    line->d = -line->d;
    line->s = -line->s;
    return 1;
}

CUCORE__PRIVATE inline int cucore__kernel_line_is_slower(const cucore__kernel_line *a, const cucore__kernel_line *b)
{
    uint64_t a_s, b_s;
    if (a->d != b->d) return a->d > b->d;
    a_s = cucore__magnitude(a->s), b_s = cucore__magnitude(b->s);
    return a_s != b_s ? a_s > b_s : a->n > b->n;
}

/* Slowest destination first.  -> how many, -1: an extent is 0, or something is wrong */
CUCORE__PRIVATE int cucore__kernel_lines(const cucore_layout *dst, const cucore_layout *src, cucore__kernel_line *lines,
                                       int64_t *offsets)
{
    int64_t volume = 1;
    int i, j, count = 0;
    if (dst->ndim != src->ndim) return -1;
    for (i = 0; i < dst->ndim; i++) {
        cucore__kernel_line line;
        line.n = dst->shape[i];
        line.d = dst->strides[i];
        line.s = src->strides[i];
        if (line.n < 1 || line.n != src->shape[i] || cucore__mul(volume, line.n, &volume)) return -1;
        if (line.n == 1) continue;
        if ((line.d < 0 || (line.d == 0 && line.s < 0)) && !cucore__kernel_line_turn(&line, offsets)) return -1;
        for (j = count++; j > 0 && cucore__kernel_line_is_slower(&line, &lines[j - 1]); j--) lines[j] = lines[j - 1];
        lines[j] = line;
    }
    return count;
}

/* Does one continue the other on both sides? */
CUCORE__PRIVATE inline int cucore__kernel_line_continues(const cucore__kernel_line *slow, const cucore__kernel_line *fast)
{
    int64_t d, s;
    return !cucore__mul(fast->d, fast->n, &d) && d == slow->d && !cucore__mul(fast->s, fast->n, &s) && s == slow->s;
}

/* Joined, in bytes, and the fastest first, which is the run when it has no gaps.  -> bytes of the run,
 * -1: they do not fit */
CUCORE__PRIVATE int64_t cucore__kernel_lines_join(const cucore__kernel_line *lines, int count, int64_t itemsize,
                                                cucore__kernel_work *work)
{
    int64_t run = itemsize, runs = 1;
    uint64_t bits = 0;
    int i;
    for (i = count - 1; i >= 0; i--) {
        cucore__kernel_line line = lines[i];
        while (i > 0 && cucore__kernel_line_continues(&lines[i - 1], &line)) line.n *= lines[--i].n;
        if (!work->count && run == itemsize && line.d == 1 && line.s == 1) {
            if (cucore__mul(run, line.n, &run)) return -1;
        } else {
            cucore__kernel_axis *axis = &work->axes[work->count++];
            runs *= line.n;
            axis->n = line.n;
            axis->s = (int64_t)((uint64_t)line.s * (uint64_t)itemsize);
            axis->d = (int64_t)((uint64_t)line.d * (uint64_t)itemsize);
            bits |= (uint64_t)axis->s | (uint64_t)axis->d;
        }
    }
    work->runs = runs;
    work->bits = bits;
    return run;
}

/* Of all runs, when one has so many; each counts as 2^30 at most. */
CUCORE__PRIVATE int64_t cucore__kernel_total(const cucore__kernel_work *work, int64_t of_run)
{
    const int64_t most = 1 << 30;
    return (work->runs < most ? work->runs : most) * (of_run < most ? of_run : most);
}

/* Nothing to copy, or what cucore_layout_simplify has to say. */
CUCORE__PRIVATE cucore_status cucore__kernel_join_nothing(const cucore_layout *dst, const cucore_layout *src)
{
    const cucore_layout *both[2];
    cucore_layout simple[2], *outs[2];
    both[0] = dst, both[1] = src;
    outs[0] = &simple[0], outs[1] = &simple[1];
    return cucore_layout_simplify(2, both, outs, NULL, NULL);
}

/* The two layouts become axes in bytes, as cucore_layout_simplify would have them.  *run: bytes that lie together in
 * both. */
CUCORE__PRIVATE cucore_status cucore__kernel_join(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                uintptr_t s, cucore__kernel_work *work, int64_t *run)
{
    cucore__kernel_line lines[CUCORE_MAX_NDIM];
    int64_t offsets[2] = {0, 0};
    int count = -1;
    if (cucore__layout_head_is_valid(dst) && cucore__layout_head_is_valid(src)) {
        count = cucore__kernel_lines(dst, src, lines, offsets);
    }
    work->count = work->cuts = 0;
    work->d = (uint64_t)d;
    work->s = (uint64_t)s;
    *run = 0;
    if (count < 0) return cucore__kernel_join_nothing(dst, src);
    work->d += (uint64_t)offsets[0] * (uint64_t)dst->itemsize;
    work->s += (uint64_t)offsets[1] * (uint64_t)dst->itemsize;
    *run = cucore__kernel_lines_join(lines, count, dst->itemsize, work);
    if (*run < 0) return cucore_fail(CUCORE_OVERFLOW, "the bytes of a run of the copy do not fit 64 bits");
    return CUCORE_OK;
}

/* The largest power of two, up to 16, that everything is a multiple of. */
CUCORE__PRIVATE int cucore__kernel_unit(const cucore__kernel_work *work, int64_t run)
{
    uint64_t bits = 16 | (uint64_t)run | work->s | work->d | work->bits;
    return (int)(bits & (0 - bits));
}

/* Elements of several units: one more axis, the fastest of both. */
CUCORE__PRIVATE void cucore__kernel_add_pieces(cucore__kernel_work *work, int64_t run)
{
    int i;
    if (run == work->unit) return;
    for (i = work->count++; i > 0; i--) work->axes[i] = work->axes[i - 1];
    work->axes[0].n = run / work->unit;
    work->axes[0].s = work->axes[0].d = work->unit;
}

/* Of the source, the destination's being first. */
CUCORE__PRIVATE const cucore__kernel_axis *cucore__kernel_fastest_src(const cucore__kernel_work *work)
{
    const cucore__kernel_axis *found = &work->axes[0];
    uint64_t least = cucore__magnitude(found->s) - 1; /* a stride of 0 is the slowest */
    int i;
    for (i = 1; i < work->count; i++) {
        uint64_t key = cucore__magnitude(work->axes[i].s) - 1;
        if (key >= least) continue;
        least = key;
        found = &work->axes[i];
    }
    return found;
}

/* Does every run of the destination begin at a multiple of `bytes`, a power of two? */
CUCORE__PRIVATE inline int cucore__kernel_runs_begin(const cucore__kernel_work *work, uint64_t bytes)
{
    return (work->starts & (bytes - 1)) == 0;
}

/* Ranks the axes, and counts what keeps words of 16 bytes from being aligned. */
CUCORE__PRIVATE void cucore__kernel_rank_axes(cucore__kernel_work *work)
{
    cucore__kernel_rank *by_src = work->ranks[0], *by_dst = work->ranks[1];
    int i, j, count = work->count, loose_s = (work->s & 15) != 0, loose_d = (work->d & 15) != 0;
    uint64_t starts = work->d;
    for (i = 0; i < count; i++) {
        const cucore__kernel_axis *axis = &work->axes[i];
        uint64_t stride = cucore__magnitude(axis->s);
        loose_s += (stride & 15) != 0;
        loose_d += (axis->d & 15) != 0;
        starts |= i > 0 ? (uint64_t)axis->d : 0;
        for (j = i; j > 0 && by_src[j - 1].stride - 1 > stride - 1; j--) by_src[j] = by_src[j - 1]; /* 0 goes last */
        by_src[j].stride = stride;
        by_src[j].axis = i;
        by_dst[i].stride = (uint64_t)axis->d;
        by_dst[i].axis = i;
    }
    work->loose[0] = loose_s;
    work->loose[1] = loose_d;
    work->starts = starts;
}
