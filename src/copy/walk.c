/* copy/walk.c: the grid, the walks of threads, and plans without a tile: runs and single elements. */
/* -- the grid --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__kernel_cuts_clear(cucore__kernel_work *work)
{
    int i, count = work->count;
    work->cuts = 0;
    for (i = 0; i < count; i++) {
        work->axes[i].chunk = 1;
        work->axes[i].cut = CUCORE__KERNEL_CUTS;
        work->axes[i].pack = 0;
    }
}

CUCORE__PRIVATE void cucore__kernel_axis_cut(cucore__kernel_work *work, cucore__kernel_axis *axis)
{
    axis->pack = (uint64_t)1 << (CUCORE__KERNEL_FIELD * work->cuts);
    axis->cut = work->cuts++;
}

/* Cuts an axis into chunks of `chunk` steps; the last one may be shorter.
 * -> 0: too many axes are cut */
CUCORE__PRIVATE int cucore__kernel_cut(cucore__kernel_work *work, cucore__kernel_axis *axis, int chunk)
{
    axis->chunk = chunk;
    if (axis->cut < CUCORE__KERNEL_CUTS || chunk == axis->n || chunk == 1) return 1;
    if (work->cuts == CUCORE__KERNEL_CUTS) return 0;
    cucore__kernel_axis_cut(work, axis);
    return 1;
}

/* One loop over tiles: `count` of them, each so many bytes and chunks after the one before. */
typedef struct cucore__kernel_level {
    int64_t count, a, b;
    int64_t chunks;
    int cut;
    uint64_t key; /* of the order of levels: the shorter way of the two arrays */
} cucore__kernel_level;

/* All loops over tiles, the nearest first. */
typedef struct cucore__kernel_levels {
    int count;
    cucore__kernel_level level[2 * CUCORE_MAX_NDIM + 2];
} cucore__kernel_levels;

CUCORE__PRIVATE void cucore__kernel_level_add(cucore__kernel_levels *levels, cucore__kernel_level *level)
{
    const uint64_t key_a = cucore__magnitude(level->a), key_b = cucore__magnitude(level->b);
    int i = levels->count;
    if (level->count < 2) return;
    level->key = key_a < key_b ? key_a : key_b;
    for (; i > 0 && levels->level[i - 1].key > level->key; i--) levels->level[i] = levels->level[i - 1];
    levels->level[i] = *level;
    levels->count++;
}

/* Makes the loops over tiles.  With bands, tiles that are near each other are visited one after the other: two axes,
 * each slow in one array, are visited in squares.  Without bands an axis of more than 2^28 chunks is two levels, so
 * that each fits one of the numbers of a block. */
CUCORE__PRIVATE void cucore__kernel_levels_make(cucore__kernel_work *work, int bands, cucore__kernel_levels *levels)
{
    int64_t most = work->unit < 8 ? CUCORE__KERNEL_BAND : CUCORE__KERNEL_BAND_WIDE;
    int i;
    levels->count = 0;
    for (i = 0; i < work->count; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        int64_t chunks = 1, band;
        cucore__kernel_level level;
        if (axis->chunk < axis->n) chunks = axis->chunk == 1 ? axis->n : cucore__kernel_pieces(axis->n, axis->chunk);
        axis->chunks = band = chunks;
        if (chunks == 1) continue;
        if (bands && chunks >= 2 * most) band = most;
        if (!bands && chunks > 1 << 28) band = 1 << 24;
        if (band < chunks && axis->cut == CUCORE__KERNEL_CUTS && chunks % band) {
            if (work->cuts == CUCORE__KERNEL_CUTS) {
                band = chunks;
            } else {
                cucore__kernel_axis_cut(work, axis);
            }
        }
        level.count = band;
        level.a = axis->s * axis->chunk;
        level.b = axis->d * axis->chunk;
        level.chunks = 1;
        level.cut = axis->cut;
        cucore__kernel_level_add(levels, &level);
        if (band == chunks) continue;
        level.count = cucore__kernel_pieces(chunks, band);
        level.a *= band;
        level.b *= band;
        level.chunks = band;
        cucore__kernel_level_add(levels, &level);
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__kernel_fail_chunks(int64_t chunks)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the copy needs %lld blocks of threads along one axis, of which there may be 2147483647",
                       (long long)chunks);
}

/* The part of the parameters of a kernel from which a block computes where it begins. */
typedef struct cucore__kernel_room {
    cucore__kernel_grid *grid;
    cucore__kernel_digit *digits;
} cucore__kernel_room;

/* Assigns the levels to the three numbers of a block. */
CUCORE__PRIVATE cucore_status cucore__kernel_grid_make(const cucore__kernel_work *work,
                                                       const cucore__kernel_levels *loops,
                                                       const cucore__kernel_room *room, uint32_t *blocks)
{
    const cucore__kernel_level *levels = loops->level;
    cucore__kernel_grid *grid = room->grid;
    cucore__kernel_digit *digits = room->digits;
    cucore__kernel_step go;
    static const int64_t limits[3] = {CUCORE__KERNEL_GRID_X, CUCORE__KERNEL_GRID_YZ, CUCORE__KERNEL_GRID_YZ};
    int i, at = 0, count = loops->count;
    blocks[0] = blocks[1] = blocks[2] = 1;
    memset(grid, 0, sizeof *grid);
    grid->full = CUCORE__KERNEL_GUARD;
    for (i = 0; i < CUCORE__KERNEL_CUTS; i++) grid->count[i] = 1;
    for (i = 0; i < work->count && work->cuts; i++) { /* the chunks of each cut axis, and their room */
        const cucore__kernel_axis *axis = &work->axes[i];
        if (axis->cut == CUCORE__KERNEL_CUTS) continue;
        if (axis->chunks > CUCORE__KERNEL_GRID_X) return cucore__kernel_fail_chunks(axis->chunks);
        grid->count[axis->cut] = (uint32_t)axis->chunks;
        grid->full |= (uint64_t)(axis->chunk - 1) * axis->pack;
        grid->last[axis->cut] = (uint64_t)(axis->chunks * axis->chunk - axis->n) * axis->pack;
    }
    for (i = 0; i < count; i++) {
        const cucore__kernel_level *level = &levels[i];
        while (at < 3 && (level->count > limits[at] || blocks[at] * level->count > limits[at])) {
            grid->ends[at++] = (uint32_t)i;
        }
        if (at == 3) {
            return cucore_fail(
                CUCORE_UNSUPPORTED,
                "the copy needs %lld times %ux%ux%u blocks of threads or more, a grid has 2147483647x65535x65535",
                (long long)level->count, blocks[0], blocks[1], blocks[2]);
        }
        blocks[at] *= (uint32_t)level->count;
        go.a = level->a;
        go.b = level->b;
        go.pack = (uint64_t)level->chunks;
        cucore__kernel_digit_make(&digits[i], (uint32_t)level->count, &go, level->cut);
    }
    while (at < 3) grid->ends[at++] = (uint32_t)count;
    return CUCORE_OK;
}

/* -- walks ------------------------------------------------------------------------------------------------------ */
/* From where to where a walk copies. */
typedef enum cucore__kernel_way {
    CUCORE__KERNEL_LOAD,   /* from the source to the tile */
    CUCORE__KERNEL_STORE,  /* from the tile to the destination */
    CUCORE__KERNEL_THROUGH /* from the source to the destination, without a tile */
} cucore__kernel_way;

/* The state of making a walk. */
typedef struct cucore__kernel_walker {
    cucore__kernel_walk *walk;
    const cucore__kernel_axis *axes;
    cucore__kernel_way way;
    int room; /* the factor by which the number of threads may still grow */
    int fits; /* 0: too many steps */
} cucore__kernel_walker;

/* Returns a step of `stride` elements along an axis, in both address spaces of the walk. */
CUCORE__PRIVATE inline cucore__kernel_step cucore__kernel_walker_go(const cucore__kernel_walker *walker, int index,
                                                                    int stride)
{
    const cucore__kernel_axis *axis = &walker->axes[index];
    cucore__kernel_step go;
    go.a = (walker->way == CUCORE__KERNEL_STORE ? axis->d : axis->s) * stride;
    go.b = (walker->way == CUCORE__KERNEL_THROUGH ? axis->d : axis->m) * stride;
    go.pack = axis->pack * (uint64_t)stride;
    return go;
}

/* Repeats all steps so far `extent` times, each time one `go` further. */
CUCORE__PRIVATE inline void cucore__kernel_steps_add(cucore__kernel_walk *walk, int extent,
                                                     const cucore__kernel_step *go)
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
    memset(walk, 0, offsetof(cucore__kernel_walk, digits));
    memset(&walk->step[0], 0, sizeof walk->step[0]);
    walk->threads = walk->words = (uint32_t)words;
    if (words > 1) cucore__digit_divide((uint32_t)words, &walk->magic, &walk->shift);
    walk->steps = 1;
}

/* Prepares the walker for the axes; the walk is started. */
CUCORE__PRIVATE inline void cucore__kernel_walker_start(cucore__kernel_walker *walker)
{
    walker->room = CUCORE__KERNEL_THREADS / (int)walker->walk->threads;
    walker->fits = 1;
}

/* Returns the largest divisor of n up to `limit`.  Powers of two need no division. */
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

/* Adds `extent` steps of `stride` elements along an axis: to threads as long as there are free ones, then to steps. */
CUCORE__PRIVATE void cucore__kernel_walker_part(cucore__kernel_walker *walker, int axis, int extent, int stride)
{
    cucore__kernel_walk *walk = walker->walk;
    cucore__kernel_step go;
    int threads, steps;
    if (extent < 2) return;
    go = cucore__kernel_walker_go(walker, axis, stride);
    threads = cucore__kernel_divisor(extent, walker->room);
    if (threads > 1) {
        cucore__kernel_digit_make(&walk->digits[walk->count++], (uint32_t)threads, &go, CUCORE__KERNEL_CUTS);
        walk->threads *= (uint32_t)threads;
        walker->room /= threads;
    }
    if (threads == extent) return;
    steps = extent / threads;
    walker->fits &= (int)walk->steps * steps <= CUCORE__KERNEL_STEPS;
    if (!walker->fits) return;
    go.a *= threads;
    go.b *= threads;
    go.pack *= (uint64_t)threads;
    cucore__kernel_steps_add(walk, steps, &go);
}

/* -- without a tile --------------------------------------------------------------------------------------------- */
/* Gives the axes to threads, fastest first, and to at most `want` steps. */
CUCORE__PRIVATE void cucore__kernel_walk_rows(cucore__kernel_walk *walk, cucore__kernel_work *work, int want)
{
    cucore__kernel_walker walker;
    int room = CUCORE__KERNEL_THREADS / (int)walk->threads, steps = (int)walk->steps, i, count = work->count;
    walker.axes = work->axes;
    walker.walk = walk;
    walker.way = CUCORE__KERNEL_THROUGH;
    cucore__kernel_walker_start(&walker);
    for (i = 0; i < count; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        int more = want > steps ? want / steps : 1, rounds, per;
        if (room < 2 && more < 2) break;
        if (axis->n > room * more) {
            per = room;
            rounds = more;
        } else {
            rounds = ((int)axis->n - 1) / room + 1; /* for all of the axis */
            per = ((int)axis->n - 1) / rounds + 1;  /* threads for each */
        }
        if (rounds > 1 && work->cuts == CUCORE__KERNEL_CUTS && per * rounds != axis->n) rounds = 1;
        if (!cucore__kernel_cut(work, axis, per * rounds)) { /* unreachable: two cuts use up threads and steps */
            axis->chunk = 1;
            continue;
        }
        cucore__kernel_walker_part(&walker, i, per, 1);
        cucore__kernel_walker_part(&walker, i, rounds, per);
        room /= per;
        steps *= rounds;
    }
}

/* Gives the words of a run to threads and to few steps.
 * -> the number of chunks of the run, which are a level */
CUCORE__PRIVATE int64_t cucore__kernel_walk_run(cucore__kernel_walk *walk, int64_t bytes, int unit)
{
    /* parts of the first and the last word of an unaligned run are outside of it */
    int64_t words = bytes / CUCORE__KERNEL_WORD + (unit == CUCORE__KERNEL_WORD   ? 0
                                                   : bytes % CUCORE__KERNEL_WORD ? 2
                                                                                 : 1);
    int64_t rounds = (words - 1) / CUCORE__KERNEL_THREADS + 1;
    int steps = rounds < CUCORE__KERNEL_FEW_STEPS ? (int)rounds : CUCORE__KERNEL_FEW_STEPS;
    int per = rounds <= CUCORE__KERNEL_FEW_STEPS ? ((int)words - 1) / steps + 1 : CUCORE__KERNEL_THREADS;
    cucore__kernel_step go = {CUCORE__KERNEL_WORD * per, 0, 0};
    cucore__kernel_walk_start(walk, per);
    if (rounds == 1) return 1;
    walk->linear = 1;
    walk->chunk = (uint64_t)(CUCORE__KERNEL_WORD * per * steps);
    cucore__kernel_steps_add(walk, steps, &go);
    return cucore__kernel_pieces(words, per * steps);
}

/* Plans plan->kernel, which copies rows or single elements, or converts these; `strided` may become `many`.
 * -> OVERFLOW: too many axes for the kernel */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_runs(cucore__kernel_work *work, int64_t run,
                                                       cucore__kernel_plan *plan)
{
    cucore__kernel_runs *as = &plan->as.runs;
    cucore__kernel_levels levels;
    cucore__kernel_room room;
    int is_run = cucore__kernels[plan->kernel].family == CUCORE__FAMILY_ROWS, few, want;
    int64_t chunks = 1, words = cucore__kernel_total(work, run / (is_run ? CUCORE__KERNEL_WORD : work->unit)), each;
    cucore_status status;
    cucore__kernel_cuts_clear(work);
    /* few steps if there are few words, so that no multiprocessor idles */
    each = words / (CUCORE__KERNEL_BLOCKS_WANTED * CUCORE__KERNEL_THREADS);
    few = !is_run && work->unit < 4 ? CUCORE__KERNEL_STEPS : CUCORE__KERNEL_FEW_STEPS; /* a block should have 4 KB */
    want = each < 1 ? 1 : each > few ? few : (int)each;
    as->bytes = (uint64_t)(is_run ? run : work->unit);
    as->unit = (uint32_t)work->unit;
    as->gaps = work->axes[0].d != run;
    if (is_run) {
        work->cuts = 1;
        chunks = cucore__kernel_walk_run(&as->walk, run, work->unit);
    } else {
        cucore__kernel_walk_start(&as->walk, 1);
    }
    if (chunks > CUCORE__KERNEL_GRID_X) return cucore__kernel_fail_chunks(chunks);
    cucore__kernel_walk_rows(&as->walk, work, as->walk.linear ? 1 : want);
    cucore__kernel_levels_make(work, 0, &levels);
    if (chunks > 1) { /* the nearest level: chunks of the run itself */
        const cucore__kernel_level of_run = {chunks, 0, 0, 1, 0, 0};
        memmove(&levels.level[1], &levels.level[0], (size_t)levels.count++ * sizeof of_run);
        levels.level[0] = of_run;
    }
    if (levels.count > CUCORE__KERNEL_LEVELS && plan->kernel != CUCORE__KERNEL_CONVERT) {
        if (is_run) return CUCORE_OVERFLOW;
        plan->kernel = CUCORE__KERNEL_MANY;
    }
    room.grid = &as->grid;
    room.digits = plan->as.many.levels;
    status = cucore__kernel_grid_make(work, &levels, &room, plan->grid);
    if (chunks > 1) as->grid.count[0] = (uint32_t)chunks;
    plan->block = CUCORE__KERNEL_IN_WARPS(as->walk.threads);
    plan->shared = 0;
    return status;
}
