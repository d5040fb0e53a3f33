/* copy/walk.c: the grid, walks of threads over a tile, and plans without a tile: runs, spans, single elements. */
/* -- the grid --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE inline void cucore__kernel_digit_make(cucore__kernel_digit *one, uint32_t extent, int64_t a, int64_t b,
                                                    uint64_t pack, int cut)
{
    one->extent = extent;
    cucore__kernel_divide(extent, &one->magic, &one->shift);
    one->cut = (uint32_t)cut;
    one->a = a;
    one->b = b;
    one->pack = pack;
}

CUCORE__PRIVATE inline void cucore__kernel_axis_clear(cucore__kernel_axis *axis)
{
    axis->chunk = 1;
    axis->again = 0;
    axis->cut = CUCORE__KERNEL_CUTS;
    axis->pack = 0;
}

CUCORE__PRIVATE void cucore__kernel_axis_cut(cucore__kernel_work *work, cucore__kernel_axis *axis)
{
    axis->pack = (uint64_t)1 << (CUCORE__KERNEL_FIELD * work->cuts);
    axis->cut = work->cuts++;
}

/* An axis that is walked in chunks: `chunk` steps in each, the last one as long as it is. */
CUCORE__PRIVATE int cucore__kernel_cut(cucore__kernel_work *work, cucore__kernel_axis *axis, int chunk)
{
    axis->chunk = chunk;
    if (axis->cut < CUCORE__KERNEL_CUTS) return 1;
    if (chunk == axis->n || chunk == 1) return 1;
    if (work->cuts == CUCORE__KERNEL_CUTS) return 0;
    cucore__kernel_axis_cut(work, axis);
    return 1;
}

CUCORE__PRIVATE inline int64_t cucore__kernel_chunks(const cucore__kernel_axis *axis)
{
    if (axis->chunk >= axis->n) return 1;
    if (axis->chunk == 1) return axis->n;
    return cucore__kernel_quotient(axis->n - axis->again - 1, axis->chunk - axis->again) + 1;
}

typedef struct cucore__kernel_level {
    int64_t count, a, b;
    uint64_t key;
    int64_t chunks;
    int cut;
} cucore__kernel_level;

CUCORE__PRIVATE int cucore__kernel_level_add(cucore__kernel_level *levels, int count, int64_t extent, int64_t a, int64_t b,
                                           int cut, int64_t chunks)
{
    uint64_t key_a = cucore__magnitude(a), key_b = cucore__magnitude(b), key = key_a < key_b ? key_a : key_b;
    int i = count;
    if (extent < 2) return count;
    for (; i > 0 && levels[i - 1].key > key; i--) levels[i] = levels[i - 1];
    levels[i].count = extent;
    levels[i].a = a;
    levels[i].b = b;
    levels[i].key = key;
    levels[i].chunks = chunks;
    levels[i].cut = cut;
    return count + 1;
}

/* Tiles are visited near ones first: those of an axis in bands, and so two axes, each slow in one array, in squares. */
CUCORE__PRIVATE int cucore__kernel_levels(cucore__kernel_work *work, cucore__kernel_level *levels, int bands)
{
    int64_t most = work->unit < 8 ? CUCORE__KERNEL_BAND : CUCORE__KERNEL_BAND_WIDE;
    int i, count = 0;
    for (i = 0; i < work->count; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        int64_t next = axis->chunk - axis->again, chunks = cucore__kernel_chunks(axis), band = chunks, a, b;
        axis->chunks = chunks;
        if (chunks == 1) continue;
        a = axis->s * next, b = axis->d * next;
        if (bands && chunks >= 2 * most) band = most;
        if (!bands && chunks > 0x10000000) band = 0x1000000;
        if (band < chunks && axis->cut == CUCORE__KERNEL_CUTS && chunks % band) {
            if (work->cuts == CUCORE__KERNEL_CUTS) {
                band = chunks;
            } else {
                cucore__kernel_axis_cut(work, axis);
            }
        }
        count = cucore__kernel_level_add(levels, count, band, a, b, axis->cut, 1);
        if (band < chunks) {
            count = cucore__kernel_level_add(levels, count, cucore__kernel_quotient(chunks - 1, band) + 1, a * band,
                                           b * band, axis->cut, band);
        }
    }
    return count;
}

CUCORE__PRIVATE cucore_status cucore__kernel_fail_size(void)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "the copy needs more than 2^63 blocks of threads");
}

/* A block takes some tiles, if there are enough for all multiprocessors: of the nearest level, each as far from the next
 * as there are blocks, so that blocks that run at the same time are neighbours.  -> levels left */
CUCORE__PRIVATE int cucore__kernel_grid_tiles(cucore__kernel_level *levels, int count, int64_t tiles,
                                            cucore__kernel_grid *grid)
{
    int64_t all = 1;
    int i;
    grid->tiles = 1;
    grid->next_cut = CUCORE__KERNEL_CUTS;
    grid->next_chunks = 0;
    grid->next_a = grid->next_b = 0;
    if (count == 0) return 0;
    for (i = 0; i < count && all < 1 << 30; i++) all *= levels[i].count < 1 << 30 ? levels[i].count : 1 << 30;
    while (tiles > 1 && (all < tiles * CUCORE__KERNEL_BUSY || levels[0].count % tiles)) tiles--;
    if (tiles > 1) levels[0].count /= tiles;
    grid->tiles = (uint32_t)tiles;
    grid->next_cut = (uint32_t)levels[0].cut;
    grid->next_chunks = (uint32_t)(levels[0].chunks * levels[0].count);
    grid->next_a = levels[0].a * levels[0].count;
    grid->next_b = levels[0].b * levels[0].count;
    if (levels[0].count > 1) return count;
    memmove(levels, levels + 1, (size_t)(count - 1) * sizeof levels[0]);
    return count - 1;
}

/* The cut axes: how many chunks, and what they have room for.  0: too many */
CUCORE__PRIVATE int cucore__kernel_grid_cuts(const cucore__kernel_work *work, cucore__kernel_grid *grid)
{
    int i;
    for (i = 0; i < CUCORE__KERNEL_CUTS; i++) {
        grid->count[i] = 1;
        grid->last[i] = 0;
    }
    grid->full = CUCORE__KERNEL_GUARD;
    for (i = 0; i < work->count && work->cuts; i++) {
        const cucore__kernel_axis *axis = &work->axes[i];
        if (axis->cut == CUCORE__KERNEL_CUTS) continue;
        if (axis->chunks > 0x7fffffff) return 0;
        grid->count[axis->cut] = (uint32_t)axis->chunks;
        grid->full |= (uint64_t)(axis->chunk - 1) * axis->pack;
        grid->last[axis->cut] =
            (uint64_t)(axis->chunks * (axis->chunk - axis->again) + axis->again - axis->n) * axis->pack;
    }
    return 1;
}

/* Levels to the three numbers of a block. */
CUCORE__PRIVATE cucore_status cucore__kernel_grid_make(const cucore__kernel_work *work, cucore__kernel_level *levels,
                                                     int count, int64_t tiles, cucore__kernel_grid *grid,
                                                     cucore__kernel_digit *digits, uint32_t *blocks)
{
    static const int64_t limits[3] = {0x7fffffff, 65535, 65535};
    int i, at = 0;
    blocks[0] = blocks[1] = blocks[2] = 1;
    count = cucore__kernel_grid_tiles(levels, count, tiles, grid);
    if (!cucore__kernel_grid_cuts(work, grid)) return cucore__kernel_fail_size();
    for (i = 0; i < count; i++) {
        const cucore__kernel_level *level = &levels[i];
        while (at < 3 && (level->count > limits[at] || blocks[at] * level->count > limits[at])) {
            grid->ends[at++] = (uint32_t)i;
        }
        if (at == 3) return cucore__kernel_fail_size();
        blocks[at] *= (uint32_t)level->count;
        cucore__kernel_digit_make(&digits[i], (uint32_t)level->count, level->a, level->b, (uint64_t)level->chunks,
                                level->cut);
    }
    while (at < 3) grid->ends[at++] = (uint32_t)count;
    return CUCORE_OK;
}

/* -- walks over a tile ------------------------------------------------------------------------------------------ */
/* The tile of an axis of which words of `split` elements are loaded is in two parts: within a word and by words. */
typedef struct cucore__kernel_split {
    int axis;
    int word, m; /* elements of a word; bytes in the tile from word to word */
} cucore__kernel_split;

/* Which way a walk goes. */
typedef enum cucore__kernel_way { CUCORE__KERNEL_LOAD, CUCORE__KERNEL_STORE, CUCORE__KERNEL_THROUGH } cucore__kernel_way;

/* A walk in the making. */
typedef struct cucore__kernel_walker {
    cucore__kernel_walk *walk;
    const cucore__kernel_axis *axes;
    cucore__kernel_way way;
    cucore__kernel_split split;
    cucore__kernel_strategy strategy;
    int grouped;  /* elements of this axis are one in the tile by fours or pairs; -1: of none */
    int together; /* so many */
    int room;     /* the block has so many times as many threads */
    int limit;    /* of steps */
    int fits;     /* 0: too many steps or digits */
    int by_words; /* see CUCORE__KERNEL_FAR */
} cucore__kernel_walker;

/* So many elements along an axis: between source or destination and tile, or from one array to the other. */
CUCORE__PRIVATE inline cucore__kernel_step cucore__kernel_walker_go(const cucore__kernel_walker *walker, int index,
                                                                int stride)
{
    const cucore__kernel_axis *axis = &walker->axes[index];
    cucore__kernel_step go;
    go.a = (walker->way == CUCORE__KERNEL_STORE ? axis->d : axis->s) * stride;
    if (walker->way == CUCORE__KERNEL_THROUGH) {
        go.b = axis->d * stride;
    } else if (walker->split.axis == index && stride >= walker->split.word) {
        go.b = stride / walker->split.word * walker->split.m;
    } else {
        go.b = axis->m * stride;
    }
    go.pack = axis->pack * (uint64_t)stride;
    return go;
}

/* All steps so far, `extent` times, each time one `go` further. */
CUCORE__PRIVATE inline void cucore__kernel_steps_add(cucore__kernel_walk *walk, int extent, const cucore__kernel_step *go)
{
    uint32_t have = walk->steps, all = have * (uint32_t)extent, i;
    for (i = have; i < all; i++) {
        walk->step[i].a = walk->step[i - have].a + go->a;
        walk->step[i].b = walk->step[i - have].b + go->b;
        walk->step[i].pack = walk->step[i - have].pack + go->pack;
    }
    walk->steps = all;
}

CUCORE__PRIVATE void cucore__kernel_walk_start(cucore__kernel_walk *walk, int words)
{
    walk->threads = walk->words = (uint32_t)words;
    walk->magic = walk->shift = 0;
    if (words > 1) cucore__kernel_divide((uint32_t)words, &walk->magic, &walk->shift);
    walk->inner = walk->outer = 0;
    walk->steps = 1;
    walk->width = 1;
    walk->linear = 0;
    walk->next = 0;
    walk->per = 1;
    walk->next_pack = 0;
    walk->step[0].a = walk->step[0].b = 0;
    walk->step[0].pack = 0;
}

CUCORE__PRIVATE inline void cucore__kernel_walker_start(cucore__kernel_walker *walker, cucore__kernel_walk *walk,
                                                      cucore__kernel_way way, int limit)
{
    walker->walk = walk;
    walker->way = way;
    walker->room = CUCORE__KERNEL_THREADS / (int)walk->threads;
    walker->limit = limit;
    walker->fits = 1;
}

/* A divisor of n, as large as possible up to `limit`.  Powers of two need no division. */
CUCORE__PRIVATE inline int cucore__kernel_divisor(int n, int limit)
{
    int f = limit;
    if (n <= limit) return n;
    if (n & (n - 1)) {
        while (n % f) f--;
    } else {
        while (f & (f - 1)) f &= f - 1;
    }
    return f;
}

/* One more digit of a thread.  0: there are too many */
CUCORE__PRIVATE inline int cucore__kernel_walk_digit(cucore__kernel_walk *walk, int extent, const cucore__kernel_step *go)
{
    uint32_t at = walk->inner + walk->outer;
    if (at == sizeof walk->digits / sizeof walk->digits[0]) return 0;
    cucore__kernel_digit_make(&walk->digits[at], (uint32_t)extent, go->a, go->b, go->pack, CUCORE__KERNEL_CUTS);
    walk->outer++;
    walk->threads *= (uint32_t)extent;
    return 1;
}

CUCORE__PRIVATE void cucore__kernel_walker_add(cucore__kernel_walker *walker, int axis, int extent, int stride)
{
    cucore__kernel_walk *walk = walker->walk;
    cucore__kernel_step go = cucore__kernel_walker_go(walker, axis, stride);
    int threads = cucore__kernel_divisor(extent, walker->room), steps;
    if (threads > 1) {
        walker->fits &= cucore__kernel_walk_digit(walk, threads, &go);
        walker->room /= threads;
    }
    if (threads == extent) return;
    steps = extent / threads;
    walker->fits &= (int)walk->steps * steps <= walker->limit;
    if (!walker->fits) return;
    go.a *= threads, go.b *= threads, go.pack *= (uint64_t)threads;
    cucore__kernel_steps_add(walk, steps, &go);
}

/* `extent` steps of `stride` elements along an axis: for threads as long as there are some, the rest for steps. */
CUCORE__PRIVATE inline void cucore__kernel_walker_part(cucore__kernel_walker *walker, int axis, int extent, int stride)
{
    if (extent > 1) cucore__kernel_walker_add(walker, axis, extent, stride);
}

/* Elements of a run, one after the other. */
CUCORE__PRIVATE void cucore__kernel_walker_inner(cucore__kernel_walker *walker, int axis, int extent, int stride)
{
    cucore__kernel_walk *walk = walker->walk;
    cucore__kernel_step go;
    uint32_t at = walk->inner;
    if (extent < 2) return;
    go = cucore__kernel_walker_go(walker, axis, stride);
    cucore__kernel_digit_make(&walk->digits[at], (uint32_t)extent, go.a, go.b, go.pack, CUCORE__KERNEL_CUTS);
    walk->inner++;
    if (at > 0 && walk->linear) return;
    if (at > 0) walk->per *= walk->digits[at - 1].extent;
    if (at == 0) walk->next = (int32_t)go.b;
    walk->next_pack = go.pack; /* of the slowest axis: the only one of these that may be cut */
}

/* -- without a tile --------------------------------------------------------------------------------------------- */
/* Few steps where there is little to do, so that every multiprocessor has some. */
CUCORE__PRIVATE int cucore__kernel_want_steps(int64_t words)
{
    int64_t steps = words / (1024 * CUCORE__KERNEL_THREADS);
    return steps < 1 ? 1 : steps > 8 ? 8 : (int)steps;
}

/* Rows are given to threads, fastest first, and to steps. */
CUCORE__PRIVATE int cucore__kernel_walk_rows(cucore__kernel_walk *walk, cucore__kernel_work *work, int first, int want)
{
    cucore__kernel_walker walker;
    int room = CUCORE__KERNEL_THREADS / (int)walk->threads, steps = (int)walk->steps, i, count = work->count;
    walker.axes = work->axes;
    cucore__kernel_walker_start(&walker, walk, CUCORE__KERNEL_THROUGH, CUCORE__KERNEL_STEPS);
    for (i = first; i < count; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        int more = want > steps ? want / steps : 1, rounds, per;
        if (room < 2 && more < 2) break;
        if (axis->n > room * more) {
            per = room, rounds = more;
        } else {
            rounds = ((int)axis->n - 1) / room + 1; /* to do all of the axis */
            per = ((int)axis->n - 1) / rounds + 1;  /* threads for each */
        }
        if (rounds > 1 && work->cuts == CUCORE__KERNEL_CUTS && per * rounds != axis->n) rounds = 1;
        if (!cucore__kernel_cut(work, axis, per * rounds)) {
            axis->chunk = 1;
            continue;
        }
        cucore__kernel_walker_part(&walker, i, per, 1);
        cucore__kernel_walker_part(&walker, i, rounds, per);
        room /= per;
        steps *= rounds;
    }
    return walker.fits;
}

/* The words of one run of `bytes`, for threads and steps.  -> chunks of it, which are a level */
CUCORE__PRIVATE int64_t cucore__kernel_walk_run(cucore__kernel_walk *walk, int64_t bytes, int unit)
{
    int64_t words = bytes / 16 + (unit == 16 ? 0 : bytes % 16 ? 2 : 1);
    int64_t rounds = (words - 1) / CUCORE__KERNEL_THREADS + 1;
    cucore__kernel_step go = {0, 0, 0};
    int steps = rounds < 8 ? (int)rounds : 8, per = CUCORE__KERNEL_THREADS;
    if (rounds <= 8) per = ((int)words - 1) / steps + 1;
    cucore__kernel_walk_start(walk, per);
    if (rounds == 1) return 1;
    walk->linear = 1;
    walk->next_pack = (uint64_t)(16 * per * steps);
    go.a = 16 * per;
    cucore__kernel_steps_add(walk, steps, &go);
    return cucore__kernel_quotient(words - 1, per * steps) + 1;
}

/* One more level, the nearest: chunks of the run itself. */
CUCORE__PRIVATE int cucore__kernel_level_run(cucore__kernel_level *levels, int count, int64_t chunks)
{
    memmove(levels + 1, levels, (size_t)count * sizeof levels[0]);
    levels[0].count = chunks;
    levels[0].a = levels[0].b = 0;
    levels[0].cut = 0;
    levels[0].chunks = 1;
    return count + 1;
}

/* Rows that a block takes as one, where the gaps between them cost less than their ends would. */
CUCORE__PRIVATE int cucore__kernel_span_rows(const cucore__kernel_axis *axis, int64_t run, int most)
{
    int64_t skew = axis->s - axis->d;
    int rows;
    if (axis->d < run || axis->d > 2 * run || axis->d > most / 2) return 1;
    if (skew < INT32_MIN || skew > INT32_MAX) return 1;
    rows = most / (int)axis->d;
    if (axis->n <= rows) return (int)axis->n;
    return (int)cucore__kernel_quotient(axis->n - 1, cucore__kernel_quotient(axis->n - 1, rows) + 1) + 1;
}

/* -> bytes from the first row to the last */
CUCORE__PRIVATE int64_t cucore__kernel_span_make(cucore__kernel_work *work, int64_t run, int most, cucore__kernel_rows *span)
{
    cucore__kernel_axis *axis = &work->axes[0];
    int rows = cucore__kernel_span_rows(axis, run, most);
    int64_t bytes = run;
    span->rows = 1;
    span->pitch = 1 << 30;
    span->cut = CUCORE__KERNEL_CUTS;
    span->skew = 0;
    if (rows > 1 && cucore__kernel_cut(work, axis, rows)) {
        span->rows = (uint32_t)rows;
        span->pitch = (uint32_t)axis->d;
        span->cut = (uint32_t)axis->cut;
        span->skew = (int32_t)(axis->s - axis->d);
        bytes += (rows - 1) * axis->d;
    }
    cucore__kernel_divide(span->pitch, &span->magic, &span->shift);
    span->align = bytes >= 2048 ? 128 : bytes >= 256 ? 32 : 16;
    return bytes;
}

/* The words of one span.  -> chunks of it, which are a level; several only of a single row */
CUCORE__PRIVATE int64_t cucore__kernel_walk_span(cucore__kernel_walk *walk, int64_t bytes, int most, uint32_t align)
{
    int64_t words = (bytes + align - 5) / 16 + 1, pairs = (words - 1) / (2 * CUCORE__KERNEL_THREADS) + 1, chunks = 1;
    int steps, per;
    cucore__kernel_walk_start(walk, words <= CUCORE__KERNEL_THREADS ? (int)words : CUCORE__KERNEL_THREADS);
    if (words <= CUCORE__KERNEL_THREADS) return 1;
    if (pairs > most) chunks = cucore__kernel_quotient(pairs - 1, most) + 1;
    steps = 2 * ((int)cucore__kernel_quotient(pairs - 1, chunks) + 1);
    per = (int)cucore__kernel_quotient(words - 1, chunks * steps) / 32 * 32 + 32;
    cucore__kernel_walk_start(walk, per);
    walk->linear = 1;
    walk->steps = (uint32_t)steps;
    if (per * steps >= words) return 1;
    walk->next_pack = (uint64_t)(16 * per * steps);
    return cucore__kernel_quotient(words - 1, per * steps) + 1;
}

/* Threads and steps of a run, a span or an element.  -> chunks of it; 0: they do not fit */
CUCORE__PRIVATE int64_t cucore__kernel_plan_walk(cucore__kernel_work *work, int64_t run, cucore__kernel_strategy strategy,
                                               cucore__kernel_runs *as)
{
    int64_t of_run = strategy < CUCORE__KERNEL_STRIDED ? run / 16 : run / work->unit, chunks = 1, bytes;
    int want = cucore__kernel_want_steps(cucore__kernel_total(work, of_run)), first = 0;
    if (strategy == CUCORE__KERNEL_SPANS) {
        int most = want < 2 * CUCORE__KERNEL_SPAN ? (want + 1) / 2 : CUCORE__KERNEL_SPAN;
        bytes = cucore__kernel_span_make(work, run, 8000 * most, &as->span); /* with what comes before it 8192 at most */
        chunks = cucore__kernel_walk_span(&as->walk, bytes, most, as->span.align);
        if (chunks > 1) work->cuts = 1; /* the run itself */
        first = as->span.rows > 1;
    } else if (strategy == CUCORE__KERNEL_RUNS) {
        work->cuts = 1;
        chunks = cucore__kernel_walk_run(&as->walk, run, work->unit);
    } else {
        cucore__kernel_walk_start(&as->walk, 1);
    }
    return cucore__kernel_walk_rows(&as->walk, work, first, as->walk.linear ? 1 : want) ? chunks : 0;
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_runs(cucore__kernel_work *work, int64_t run, cucore__kernel_plan *plan)
{
    cucore__kernel_runs *as = &plan->as.many.runs;
    cucore__kernel_level levels[2 * CUCORE_MAX_NDIM + 2];
    int count, is_run = plan->strategy < CUCORE__KERNEL_STRIDED;
    int64_t chunks;
    cucore_status status;
    as->src = work->s;
    as->dst = work->d;
    as->bytes = (uint64_t)(is_run ? run : work->unit);
    as->unit = (uint32_t)work->unit;
    as->gaps = work->axes[0].d != run;
    chunks = cucore__kernel_plan_walk(work, run, plan->strategy, as);
    if (chunks < 1 || chunks > 0x7fffffff) return cucore__kernel_fail_size();
    count = cucore__kernel_levels(work, levels, 0);
    if (chunks > 1) count = cucore__kernel_level_run(levels, count, chunks);
    if (!is_run && count > CUCORE__KERNEL_LEVELS) plan->strategy = CUCORE__KERNEL_MANY;
    if (is_run && count > CUCORE__KERNEL_LEVELS) return CUCORE_OVERFLOW; /* the caller takes another way */
    status = cucore__kernel_grid_make(work, levels, count, 1, &as->grid, plan->as.many.levels, plan->grid);
    if (chunks > 1) as->grid.count[0] = (uint32_t)chunks;
    plan->block = (as->walk.threads + 31) / 32 * 32;
    plan->shared = 0;
    return status;
}
