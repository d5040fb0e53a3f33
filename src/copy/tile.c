/* copy/tile.c: plans of tiles through shared memory, and the choice among all kernels. */
/* -- with a tile ------------------------------------------------------------------------------------------------ */
/* Chooses how much of each axis a tile takes, for runs of `want` bytes in the source or in the destination.
 * -> bytes of the runs */
CUCORE__PRIVATE uint32_t cucore__kernel_tile_side(cucore__kernel_work *work, const cucore__kernel_rank *ranks,
                                                  uint32_t want)
{
    uint32_t run = (uint32_t)work->unit;
    int i, count = work->count;
    for (i = 0; i < count && run < want; i++) {
        cucore__kernel_axis *axis = &work->axes[ranks[i].axis];
        uint32_t take = (want - 1) / run + 1;
        /* a run of a sector is better than a longer one with gaps */
        if (ranks[i].stride == 0 || (run >= CUCORE__KERNEL_SECTOR && ranks[i].stride > 2 * run)) break;
        if (take + take / 2 < axis->n) {
            if (axis->chunk < (int)take) axis->chunk = (int)take;
            return run * take;
        }
        axis->chunk = (int)axis->n;
        run *= (uint32_t)axis->n;
    }
    return run;
}

/* Makes the chunks of a tile even; many bytes may grow by 1/8.  n > 1.5 chunk, so they are longer than 2/3 of it.
 * -> elements of the tile, up to 2^20 or a little more; INT64_MAX: too many axes would be cut */
CUCORE__PRIVATE int64_t cucore__kernel_tile_even(cucore__kernel_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        if (axis->chunk > 1 && axis->chunk < axis->n) {
            int slack = work->unit > 1 || axis->chunk < 128 ? 16 : 8;
            if (!cucore__kernel_cut(work, axis, cucore__kernel_even(axis->n, axis->chunk, slack))) return INT64_MAX;
        }
        volume *= axis->chunk;
    }
    return volume;
}

/* The tile in the order of the source, or of the destination. */
typedef struct cucore__kernel_side {
    int order[CUCORE_MAX_NDIM + 1]; /* axes of the tile, fastest first */
    int count;
    int prefix; /* the number of axes in a run */
    int last;   /* steps of the last axis in a run */
    int run;    /* elements of a run */
    int width;  /* elements of a word; 1: no wider word is aligned */
    int linear;
} cucore__kernel_side;

CUCORE__PRIVATE inline int64_t cucore__kernel_stride(const cucore__kernel_axis *axis, int which)
{
    return which ? axis->d : axis->s;
}

/* Returns how the count of unaligned strides changes if an axis becomes part of runs: its tiles count, not its
 * elements. */
CUCORE__PRIVATE inline int cucore__kernel_loose_in_run(const cucore__kernel_axis *axis, int which, int chunk)
{
    const uint64_t in_word = CUCORE__KERNEL_WORD - 1;
    uint64_t stride = (uint64_t)cucore__kernel_stride(axis, which);
    return (chunk < axis->n && (stride * (uint64_t)chunk & in_word) != 0) - ((stride & in_word) != 0);
}

CUCORE__PRIVATE void cucore__kernel_side_narrow(const cucore__kernel_work *work, cucore__kernel_side *side)
{
    side->prefix = 1;
    side->run = side->last = work->axes[side->order[0]].chunk;
    side->width = 1;
    side->linear = 0;
}

/* Rounds the chunk of the fastest axis up to whole words if these are aligned then. */
CUCORE__PRIVATE void cucore__kernel_side_pad(cucore__kernel_work *work, int which, cucore__kernel_axis *axis)
{
    int chunk = axis->chunk, padded = (chunk + work->width - 1) & -work->width;
    if (chunk == padded || chunk <= work->width / 2 || cucore__kernel_stride(axis, which) != work->unit) return;
    if (work->loose[which] + cucore__kernel_loose_in_run(axis, which, padded) != 0) return;
    if (!cucore__kernel_cut(work, axis, padded)) axis->chunk = chunk;
}

/* Makes the runs of one side of the tile; in words of 16 bytes if these are aligned. */
CUCORE__PRIVATE void cucore__kernel_side_make(const cucore__kernel_work *work, int which, cucore__kernel_side *side)
{
    int width = work->width, loose = work->loose[which], run = 1, i;
    cucore__kernel_side_narrow(work, side);
    if (width == 1) return;
    for (i = 0; i < side->count; i++) {
        const cucore__kernel_axis *axis = &work->axes[side->order[i]];
        int chunk = axis->chunk;
        if (cucore__kernel_stride(axis, which) != run * work->unit) return;
        if (i > 0 && width > 4) return; /* kernels find four elements of a word in several axes, not eight */
        loose += cucore__kernel_loose_in_run(axis, which, chunk);
        if (i > 0 && run * chunk > width * CUCORE__KERNEL_THREADS) {
            chunk = cucore__kernel_divisor(chunk, width * CUCORE__KERNEL_THREADS / run);
        }
        run *= chunk;
        if (loose == 0 && (run & (width - 1)) == 0) {
            side->prefix = i + 1;
            side->last = chunk;
            side->run = run;
            side->width = width;
            side->linear = i == 0;
            return;
        }
        if (chunk < axis->n || axis->cut < CUCORE__KERNEL_CUTS) return; /* the next axis does not continue the run */
    }
}

/* Places the elements of the tile in shared memory: as in the destination, with gaps so that the threads of a warp use
 * different banks.
 * -> bytes of shared memory */
CUCORE__PRIVATE int cucore__kernel_tile_lay(cucore__kernel_work *work, const cucore__kernel_side *load,
                                            const cucore__kernel_side *store, int grouped, cucore__kernel_split *split)
{
    cucore__kernel_axis *first = &work->axes[load->order[0]];
    int size = work->unit, odd = work->unit < 4 ? 4 : work->unit, i;
    for (i = 0; i < load->count; i++) work->axes[load->order[i]].m = 0; /* not placed yet */
    for (i = 0; i < store->prefix; i++) {
        work->axes[store->order[i]].m = size;
        size *= work->axes[store->order[i]].chunk;
    }
    split->axis = -1;
    split->word = split->m = 0;
    if (load->linear && !first->m) {
        /* The elements of a word take a multiple of all banks; from word to word it is their part of the banks more, so
         * that those that are written at once fill all of them: 8 words by 16 bytes, 4 by 32, 2 by 64. */
        int words = load->run / load->width, align = CUCORE__KERNEL_BANKS / (work->unit == 8 ? 2 : 4);
        size = (size + align - 1) & -align;
        split->axis = load->order[0];
        split->word = load->width;
        split->m = size * load->width + (words >= 8 || words < 2 ? CUCORE__KERNEL_BANKS / 8
                                         : words >= 4            ? CUCORE__KERNEL_BANKS / 4
                                                                 : CUCORE__KERNEL_BANKS / 2);
        first->m = size;
        size = split->m * words;
    } else if (grouped) { /* an odd number of words of 16 bytes */
        size = ((size + 2 * CUCORE__KERNEL_WORD - 1) & (-2 * CUCORE__KERNEL_WORD)) + CUCORE__KERNEL_WORD;
    } else { /* an odd number of elements, or of banks */
        size = ((size + odd - 1) & -odd) | odd;
    }
    for (i = 0; i < load->count; i++) {
        cucore__kernel_axis *axis = &work->axes[load->order[i]];
        if (axis->m) continue;
        axis->m = size;
        size *= axis->chunk;
    }
    return size;
}

/* Ways in which a walk is tried. */
enum {
    CUCORE__KERNEL_OWN_LAST = 1, /* the rest of the run's own axis comes last */
    CUCORE__KERNEL_FEWER = 2,    /* 8 words of a run one after the other, which are a cache line; else 16 */
    CUCORE__KERNEL_FAR = 4,      /* along the other axis from word to word first, in any banks; only for stores */
    CUCORE__KERNEL_WAYS = 8
};

/* Makes a walk: the words of a run for neighbouring threads, then elements of the axis `other`, so that a warp uses
 * every bank of the tile (lanes), then the rest of all axes of the tile.
 * -> 0: too many steps */
CUCORE__PRIVATE int cucore__kernel_tile_walk_by(cucore__kernel_walker *walker, const cucore__kernel_side *side,
                                                int other, unsigned how)
{
    cucore__kernel_walk *walk = walker->walk;
    const int first = side->order[0], grouped = first == walker->grouped, by_words = (how & CUCORE__KERNEL_FAR) != 0;
    const int wide = side->width > (grouped ? walker->together : 1);
    const int width = grouped && side->width == 1 ? walker->together : side->width;
    const int most = side->width == 1 ? CUCORE__KERNEL_WARP : how & CUCORE__KERNEL_FEWER ? 8 : 16;
    const int group = other == walker->grouped ? walker->together : 1;
    int words = side->run / width, elements = side->run, rest = 1, lanes = 1, i;
    if (side->prefix == 1 && words > most && !(words & (most - 1))) {
        rest = words / most;
        words = most;
        elements = most * width;
    }
    if (words > CUCORE__KERNEL_THREADS) return 0;
    if (!by_words && side->prefix == 1 && other != first && words < CUCORE__KERNEL_WARP) {
        lanes = other == walker->split.axis
                    ? walker->split.word
                    : cucore__kernel_divisor(walker->axes[other].chunk / group, CUCORE__KERNEL_WARP / words);
    }
    cucore__kernel_walk_start(walk, words);
    walk->width = (uint32_t)(!grouped ? side->width : wide ? side->width / walker->together : 1);
    walk->linear = side->linear || !wide;
    cucore__kernel_walker_start(walker);
    if (side->prefix > 1) { /* within a run */
        for (i = 0; i + 1 < side->prefix; i++) {
            cucore__kernel_walker_inner(walker, side->order[i], walker->axes[side->order[i]].chunk, 1);
        }
        cucore__kernel_walker_inner(walker, side->order[i], side->last, 1);
    } else if (first == walker->split.axis && walker->way == CUCORE__KERNEL_LOAD) {
        cucore__kernel_walker_inner(walker, first, walker->split.word, 1);
        cucore__kernel_walker_inner(walker, first, words, walker->split.word);
    } else if (grouped) {
        cucore__kernel_walker_inner(walker, first, elements / walker->together, walker->together);
    } else {
        cucore__kernel_walker_inner(walker, first, elements, 1);
    }
    cucore__kernel_walker_part(walker, other, lanes, group); /* from run to run */
    if (!(how & CUCORE__KERNEL_OWN_LAST)) cucore__kernel_walker_part(walker, first, rest, elements);
    for (i = side->prefix > 1 ? side->prefix - 1 : 1; i < side->count; i++) {
        int axis = side->order[i], chunk = walker->axes[axis].chunk, word = walker->split.word;
        int done = axis == walker->grouped ? walker->together : 1;
        if (i < side->prefix) done = side->last;
        if (axis == other) done *= lanes;
        if (axis != walker->split.axis || done >= word) {
            cucore__kernel_walker_part(walker, axis, done == 1 ? chunk : chunk / done, done);
        } else if (by_words) {
            cucore__kernel_walker_part(walker, axis, chunk / word, word);
            cucore__kernel_walker_part(walker, axis, word / done, done);
        } else {
            cucore__kernel_walker_part(walker, axis, word / done, done);
            cucore__kernel_walker_part(walker, axis, chunk / word, word);
        }
    }
    if (how & CUCORE__KERNEL_OWN_LAST) cucore__kernel_walker_part(walker, first, rest, elements);
    return walker->fits;
}

/* Makes the walk of one side: by the first way that keeps most threads busy, or else by the best one.  other: the first
 * axis of the other side.
 * -> 0: too many steps */
CUCORE__PRIVATE int cucore__kernel_tile_walk(cucore__kernel_walker *walker, const cucore__kernel_work *work,
                                             const cucore__kernel_side *side, int other, cucore__kernel_way way)
{
    const cucore__kernel_walk *walk = walker->walk;
    const int load = way == CUCORE__KERNEL_LOAD;
    const int wide = side->width > (side->order[0] == walker->grouped ? walker->together : 1);
    const unsigned ways = load || walker->grouped >= 0 ? CUCORE__KERNEL_FAR : CUCORE__KERNEL_WAYS;
    uint32_t most = 0;
    unsigned how, best = 0;
    if (side->prefix > 8) return 0; /* a thread has 12 digits, of which the rest needs at least 4 */
    walker->way = way;
    walker->limit = CUCORE__KERNEL_STEPS;
    if (load) { /* as much as the kernels have registers for: 64 bytes, 128 of pairs, or 16 units */
        switch (cucore__kernels[walker->kernel].family) {
        case CUCORE__FAMILY_TWICE: walker->limit = 4; break;
        case CUCORE__FAMILY_SHUFFLED: walker->limit = work->unit == 2 ? 2 : wide ? 1 : 4; break;
        default: walker->limit = wide || work->width == 1 ? 4 : work->width == 2 ? 8 : CUCORE__KERNEL_STEPS;
        }
    }
    for (how = 0; how < ways; how++) {
        if ((how & CUCORE__KERNEL_FEWER) && side->width == 1) continue; /* there is nothing to try */
        if (!cucore__kernel_tile_walk_by(walker, side, other, how)) continue;
        if (load || walk->steps == 1 || walk->threads >= CUCORE__KERNEL_THREADS * 5 / 8) return 1;
        if (walk->threads > most) most = walk->threads, best = how;
    }
    return most > 0 && cucore__kernel_tile_walk_by(walker, side, other, best);
}

/* Returns 1 if runs of the destination that do not begin with a sector are stored from sector to sector, in chunks that
 * have a sector in common.  Aligned elements of two bytes are faster without this, in larger tiles. */
CUCORE__PRIVATE int cucore__kernel_tile_shifts(const cucore__kernel_work *work, const cucore__kernel_side *load,
                                               const cucore__kernel_side *store)
{
    const cucore__kernel_axis *axis = &work->axes[store->order[0]];
    int sector = CUCORE__KERNEL_SECTOR / work->unit;
    if (work->unit > 8 || axis->d != work->unit) return 0;
    if (store->width > 1 && (work->unit == 2 || work->starts % CUCORE__KERNEL_SECTOR == 0)) return 0;
    if (load->prefix > 1 || load->order[0] == store->order[0]) return 0;
    if (axis->cut == CUCORE__KERNEL_CUTS || axis->n <= axis->chunk) return 0;
    return axis->chunk % sector == 0 && axis->chunk >= 4 * sector;
}

/* Returns 1 if both sides use words, aligned or not: unaligned words of the source are loaded in pieces of four bytes,
 * for elements of 1 or 2 bytes. */
CUCORE__PRIVATE int cucore__kernel_tile_in_words(const cucore__kernel_work *work, const cucore__kernel_side *load,
                                                 const cucore__kernel_side *store)
{
    const cucore__kernel_axis *axis = &work->axes[load->order[0]];
    if (load->width == 1 && (work->unit > 2 || load->prefix > 1 || axis->s != work->unit ||
                             axis->cut == CUCORE__KERNEL_CUTS || axis->chunk % work->width != 0)) {
        return 0;
    }
    return store->width > 1 || cucore__kernel_tile_shifts(work, load, store);
}

/* Returns 1 if elements are shuffled: bytes by fours, if each run is one contiguous axis, padded to a multiple of four
 * in the destination; elements of two bytes by pairs, if both sides use words. */
CUCORE__PRIVATE int cucore__kernel_tile_groups(cucore__kernel_work *work, const cucore__kernel_side *load,
                                               cucore__kernel_side *store)
{
    cucore__kernel_axis *to = &work->axes[store->order[0]];
    const cucore__kernel_axis *from = &work->axes[load->order[0]];
    int padded = (to->chunk + 3) & -4;
    if (load->order[0] == store->order[0] || to->d != work->unit || from->s != work->unit) return 0;
    if (work->unit == 2) return cucore__kernel_tile_in_words(work, load, store);
    if (work->unit != 1 || to->chunk < 8 || load->prefix > 1 || store->prefix > 1) return 0;
    if (padded != to->chunk && !cucore__kernel_cut(work, to, padded)) return 0;
    store->run = padded;
    return 1;
}

/* Makes the runs of both sides, with the widest words that are possible.
 * -> the axis whose elements are shuffled in registers, or -1 */
CUCORE__PRIVATE int cucore__kernel_tile_sides(cucore__kernel_work *work, cucore__kernel_side *load,
                                              cucore__kernel_side *store)
{
    int i, loads = 0, stores = 0, count = work->count;
    for (i = 0; i < count; i++) {
        int by_src = work->ranks[0][i].axis;
        if (work->axes[i].chunk > 1) store->order[stores++] = i;
        if (work->axes[by_src].chunk > 1) load->order[loads++] = by_src;
    }
    load->count = loads;
    store->count = stores;
    cucore__kernel_side_pad(work, 0, &work->axes[load->order[0]]);
    cucore__kernel_side_pad(work, 1, &work->axes[store->order[0]]);
    cucore__kernel_side_make(work, 0, load);
    cucore__kernel_side_make(work, 1, store);
    if (cucore__kernel_tile_groups(work, load, store)) return store->order[0];
    if (work->unit == 1) { /* the kernel tile1 copies single bytes */
        cucore__kernel_side_narrow(work, load);
        cucore__kernel_side_narrow(work, store);
    }
    return -1;
}

/* Sets what the kernel needs for unaligned words.  Single bytes do without: they have smaller tiles. */
CUCORE__PRIVATE void cucore__kernel_tile_unaligned(cucore__kernel_work *work, int grouped, cucore__kernel_side *load,
                                                   cucore__kernel_side *store, cucore__kernel_tile *as)
{
    cucore__kernel_axis *axis = &work->axes[store->order[0]];
    int words = grouped >= 0 && cucore__kernel_tile_in_words(work, load, store);
    int shifts = (words || work->unit > 1) && cucore__kernel_tile_shifts(work, load, store);
    as->load_cut = (uint32_t)work->axes[load->order[0]].cut;
    as->shift_cut = CUCORE__KERNEL_CUTS;
    if (words && load->width == 1) {
        as->loose = (uint32_t)(4 / work->unit - 1);
        load->width = work->width;
        load->linear = 1;
    }
    if (!shifts) return;
    axis->again = CUCORE__KERNEL_SECTOR / work->unit;
    store->width = work->width;
    store->linear = 1;
    as->shift_cut = (uint32_t)axis->cut;
    as->shift_chunk = (uint32_t)axis->chunk;
    as->shift_next = (uint32_t)(axis->chunk - axis->again);
}

/* Lets a block take two tiles, which share sectors of the destination or lines of the source, if enough blocks are
 * left.  The level of these neighbours becomes the first, and is split into pairs and their number.
 * -> words from one tile to the other in shared memory; 0: a block takes one tile */
CUCORE__PRIVATE uint32_t cucore__kernel_tile_beside(const cucore__kernel_work *work, int fast,
                                                    const cucore__kernel_plan *plan, int size,
                                                    cucore__kernel_levels *loops)
{
    cucore__kernel_level *levels = loops->level;
    const int by_dst = work->starts % CUCORE__KERNEL_SECTOR != 0;
    const int words = (size + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD + 1;
    cucore__kernel_level level;
    int i, nearest = -1;
    if (cucore__kernels[plan->kernel].family != CUCORE__FAMILY_TWICE) return 0;
    if (plan->block != CUCORE__KERNEL_THREADS || CUCORE__KERNEL_WORD * words > CUCORE__KERNEL_BESIDE) return 0;
    if (loops->count >= CUCORE__KERNEL_LEVELS) return 0;
    if (!by_dst) { /* no, if all runs of the source begin with a cache line */
        uint64_t starts = work->s;
        for (i = 0; i < work->count; i++) starts |= i == fast ? 0 : (uint64_t)work->axes[i].s;
        if (starts % CUCORE__KERNEL_LINE == 0) return 0;
    }
    for (i = 0; i < loops->count; i++) {
        uint64_t apart = cucore__magnitude(by_dst ? levels[i].b : levels[i].a);
        if (levels[i].count % 2 == 0 && apart <= (uint64_t)(plan->tile[by_dst] * work->unit)) nearest = i;
    }
    if (nearest < 0 || cucore__kernel_levels_total(loops) < 2 * CUCORE__KERNEL_BUSY) return 0;
    level = levels[nearest];
    memmove(&levels[1], &levels[0], (size_t)nearest * sizeof levels[0]);
    levels[0] = level;
    if (level.count == 2) return (uint32_t)words;
    memmove(&levels[1], &levels[0], (size_t)loops->count++ * sizeof levels[0]);
    levels[0].count = 2;
    levels[1].count /= 2;
    levels[1].a *= 2;
    levels[1].b *= 2;
    levels[1].chunks *= 2;
    return (uint32_t)words;
}

/* Makes the plan for a tile of the chosen chunks.
 * -> 0: the tile is too large, or has too many steps or levels */
CUCORE__PRIVATE int cucore__kernel_tile_make(cucore__kernel_work *work, cucore__kernel_plan *plan)
{
    cucore__kernel_tile *as = &plan->as.tile;
    cucore__kernel_side load, store;
    cucore__kernel_walker walker;
    cucore__kernel_levels levels;
    cucore__kernel_room room;
    uint32_t threads;
    int size, shifts, odd, tiles, unit = work->unit, grouped = cucore__kernel_tile_sides(work, &load, &store);
    memset(as, 0, offsetof(cucore__kernel_tile, grid));
    as->word4 = 1;
    cucore__kernel_tile_unaligned(work, grouped, &load, &store, as);
    shifts = as->shift_cut < CUCORE__KERNEL_CUTS;
    odd = as->loose || shifts;
    if (grouped >= 0) {
        plan->kernel = unit == 1 ? (odd ? CUCORE__KERNEL_ODDBYTES : CUCORE__KERNEL_BYTES)
                                 : (odd ? CUCORE__KERNEL_ODDPAIRS : CUCORE__KERNEL_PAIRS);
        as->row = work->axes[grouped].s;
        as->row_pack = work->axes[grouped].pack;
        as->word4 = work->starts % 4 == 0;
    } else {
        plan->kernel = unit == 1   ? CUCORE__KERNEL_TILE1
                       : unit == 2 ? CUCORE__KERNEL_TILE2
                       : unit == 4 ? CUCORE__KERNEL_TILE4
                       : unit == 8 ? CUCORE__KERNEL_TILE8
                                   : CUCORE__KERNEL_TILE16;
    }
    size = cucore__kernel_tile_lay(work, &load, &store, grouped >= 0, &walker.split);
    if (size > CUCORE__KERNEL_SHARED) return 0;
    walker.axes = work->axes;
    walker.grouped = grouped;
    walker.kernel = plan->kernel;
    walker.together = work->width > 4 ? work->width / 4 : 1;
    walker.walk = &as->walk[0];
    if (!cucore__kernel_tile_walk(&walker, work, &load, store.order[0], CUCORE__KERNEL_LOAD)) return 0;
    walker.walk = &as->walk[1];
    if (!cucore__kernel_tile_walk(&walker, work, &store, load.order[0], CUCORE__KERNEL_STORE)) return 0;
    threads = as->walk[0].threads > as->walk[1].threads ? as->walk[0].threads : as->walk[1].threads;
    plan->block = CUCORE__KERNEL_IN_WARPS(threads);
    plan->tile[0] = load.run;
    plan->tile[1] = store.run;
    cucore__kernel_levels_make(work, 1, &levels);
    if (levels.count > CUCORE__KERNEL_LEVELS) return 0;
    as->beside = cucore__kernel_tile_beside(work, load.order[0], plan, size, &levels);
    tiles = CUCORE__KERNEL_TILES;
    if (grouped >= 0 && load.width > 1 && !shifts) tiles = CUCORE__KERNEL_TILES_SMALL;
    if (cucore__kernels[plan->kernel].family == CUCORE__FAMILY_TWICE) tiles = 1; /* the kernel takes only one */
    room.grid = &as->grid;
    room.digits = as->levels;
    if (cucore__kernel_grid_make(work, &levels, tiles, &room, plan->grid)) return 0;
    plan->block <<= as->beside > 0;
    plan->grid[0] >>= as->beside > 0;
    plan->shared = (uint32_t)size + CUCORE__KERNEL_WORD * as->beside;
    as->vector = walker.split.axis >= 0;
    return 1;
}

/* The size of tiles: with the longest runs, and the limit. */
typedef struct cucore__kernel_bounds {
    int64_t load, store, volume;
    int64_t limit;
} cucore__kernel_bounds;

/* Chooses chunks for runs of so many bytes; the volume is counted up to 2^20 elements or a little more. */
CUCORE__PRIVATE void cucore__kernel_tile_chunks(cucore__kernel_work *work, uint32_t load, uint32_t store,
                                                cucore__kernel_bounds *found)
{
    int i, count = work->count;
    for (i = 0; i < count; i++) work->axes[i].chunk = 1;
    found->load = cucore__kernel_tile_side(work, work->ranks[0], load);
    found->store = cucore__kernel_tile_side(work, work->ranks[1], store);
    found->volume = 1;
    for (i = 0; i < count && found->volume <= 1 << 20; i++) found->volume *= work->axes[i].chunk;
}

/* Returns 1 if a tile is too large even after its chunks become even: one or two are cut, to more than 2/3 each. */
CUCORE__PRIVATE inline int cucore__kernel_tile_is_large(int64_t volume, int64_t limit)
{
    return 4 * volume >= 9 * limit;
}

/* Returns 1 if tiles for such runs are too large.  Runs are as long as wanted, or the longest possible, and share no
 * more of an axis than the longest runs. */
CUCORE__PRIVATE int cucore__kernel_tile_exceeds(const cucore__kernel_bounds *longest, int64_t load, int64_t store)
{
    if (load > longest->load) load = longest->load;
    if (store > longest->store) store = longest->store;
    return cucore__kernel_tile_is_large(load * store * longest->volume,
                                        longest->limit * longest->load * longest->store);
}

/* Plans the tile with the longest runs that fits; the runs of the destination are shortened first.
 * -> 0: no tile fits */
CUCORE__PRIVATE int cucore__kernel_plan_tile(cucore__kernel_work *work, int64_t run, cucore__kernel_plan *plan)
{
    const int64_t least = CUCORE__KERNEL_TILE_LEAST / CUCORE__KERNEL_WORD * work->width;
    cucore__kernel_bounds longest, found;
    uint32_t load = CUCORE__KERNEL_RUN_MOST, store = CUCORE__KERNEL_RUN_MOST;
    int64_t enough, limit;
    int pairs;
    cucore__kernel_rank_axes(work);
    pairs = work->unit == 2 && work->loose[0] <= 1 && work->loose[1] <= 1; /* their kernel takes one tile at a time */
    cucore__kernel_cuts_clear(work);
    cucore__kernel_tile_chunks(work, load, store, &longest);
    /* smaller tiles if there are few elements, so that every multiprocessor has some */
    limit = ((int64_t)CUCORE__KERNEL_TILE_BYTES << pairs) * work->width / CUCORE__KERNEL_WORD;
    enough = cucore__kernel_total(work, run) * work->width / CUCORE__KERNEL_WORD / CUCORE__KERNEL_TILES_WANTED;
    if (limit > enough) limit = enough;
    if (limit < least) limit = least;
    longest.limit = limit += limit / 8;
    found.volume = longest.volume;
    for (;;) {
        if (found.volume > 1 && !cucore__kernel_tile_is_large(found.volume, limit)) {
            if (cucore__kernel_tile_even(work) <= limit && cucore__kernel_tile_make(work, plan)) return 1;
            cucore__kernel_cuts_clear(work);
        }
        do {
            if (load != store)
                load = store = load < store ? load : store;
            else if (work->unit < 4 && work->loose[1] > 1) /* chunks that have a sector in common should be long */
                load /= 2;
            else
                store /= 2;
            if (load < CUCORE__KERNEL_WORD) return 0;
        } while (cucore__kernel_tile_exceeds(&longest, load, store));
        cucore__kernel_tile_chunks(work, load, store, &found);
    }
}

/* -- the choice ------------------------------------------------------------------------------------------------- */
/* Returns 1 if a tile is wanted: src and dst have different fastest axes, with small strides, and runs are short. */
CUCORE__PRIVATE int cucore__kernel_wants_tile(const cucore__kernel_work *work, int64_t run)
{
    const cucore__kernel_axis *to = &work->axes[0], *from = to;
    uint64_t reach = 2 * CUCORE__KERNEL_SECTOR + (uint64_t)run;
    uint64_t least = cucore__magnitude(to->s) - 1; /* a stride of 0 is the slowest */
    int i;
    if (run >= CUCORE__KERNEL_LINE || to->s == 0 || (uint64_t)to->d >= reach) return 0;
    for (i = 1; i < work->count; i++) {
        uint64_t key = cucore__magnitude(work->axes[i].s) - 1;
        if (key >= least) continue;
        least = key;
        from = &work->axes[i];
    }
    return from != to && from->s != 0 && cucore__magnitude(from->s) < reach;
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    int64_t run;
    int tile;
    cucore_status status = cucore__kernel_join(dst, d, src, s, &work);
    if (status) return status;
    run = work.run;
    out->grid[0] = out->grid[1] = out->grid[2] = 0;
    out->block = out->shared = out->parameters = 0;
    out->tile[0] = out->tile[1] = 0;
    out->unit = work.unit;
    out->ndim = work.count;
    out->as.runs.bytes = (uint64_t)run;
    if (run == 0 || work.count == 0) {
        out->strategy = run ? CUCORE_COPY_MEMCPY : CUCORE_COPY_NOTHING;
    } else {
        out->strategy = CUCORE_COPY_KERNEL;
        tile = cucore__kernel_wants_tile(&work, run);
        status = CUCORE_OVERFLOW;
        if (!tile && run >= CUCORE__KERNEL_SECTOR) { /* spans if gaps are small, or words are not aligned */
            int spans = work.unit >= 4 && (work.unit < CUCORE__KERNEL_WORD || work.axes[0].d <= 2 * run);
            out->kernel = spans ? CUCORE__KERNEL_SPANS : CUCORE__KERNEL_RUNS;
            status = cucore__kernel_plan_runs(&work, run, out);
        }
        if (status == CUCORE_OVERFLOW) { /* there are no rows, or they have too many axes for these kernels */
            cucore__kernel_add_pieces(&work, run);
            status = CUCORE_OK;
            if (!tile || !cucore__kernel_plan_tile(&work, run, out)) {
                out->kernel = CUCORE__KERNEL_STRIDED;
                status = cucore__kernel_plan_runs(&work, run, out);
            }
        }
        if (status) return status;
        out->unit = work.unit;
        out->ndim = work.count;
        out->parameters = cucore__kernels[out->kernel].parameters;
    }
    out->as.runs.src = work.s;
    out->as.runs.dst = work.d;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_kernel(cucore__text *text, const cucore__kernel_plan *plan)
{
    const cucore__kernel_tile *tile = &plan->as.tile;
    const cucore__kernel_runs *runs = &plan->as.runs;
    if (plan->strategy != CUCORE_COPY_KERNEL) {
        cucore__text_add(text, "%s, %llu bytes", plan->strategy == CUCORE_COPY_MEMCPY ? "memcpy" : "nothing",
                         (unsigned long long)runs->bytes);
        return;
    }
    cucore__text_add(text, "%s, %d axes, ", cucore__kernels[plan->kernel].name, plan->ndim);
    if (cucore__kernels[plan->kernel].family == CUCORE__FAMILY_ROWS ||
        cucore__kernels[plan->kernel].family == CUCORE__FAMILY_ELEMENTS) {
        cucore__text_add(text, "unit %d, runs of %lld bytes", plan->unit, (long long)runs->bytes);
        if (plan->kernel == CUCORE__KERNEL_SPANS) cucore__text_add(text, ", %u in a span", runs->span.rows);
        cucore__text_add(text, ", %u threads x %u steps", runs->walk.threads, runs->walk.steps);
    } else {
        cucore__text_add(text,
                         "loads of %d bytes in runs of %lld, stores of %d bytes in runs of %lld, %ux%u and %ux%u "
                         "threads x steps%s, %u bytes shared",
                         tile->walk[0].width > 1 ? CUCORE__KERNEL_WORD : plan->unit, (long long)plan->tile[0],
                         tile->walk[1].width > 1 ? CUCORE__KERNEL_WORD : plan->unit, (long long)plan->tile[1],
                         tile->walk[0].threads, tile->walk[0].steps, tile->walk[1].threads, tile->walk[1].steps,
                         tile->beside ? ", twice in a block" : "", plan->shared);
    }
    cucore__text_add(text, ", grid %ux%ux%u, %d-bit indices", plan->grid[0], plan->grid[1], plan->grid[2],
                     plan->grid[1] > 1 || plan->grid[2] > 1 ? 64 : 32);
}
