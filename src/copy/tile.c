/* copy/tile.c: plans of tiles through shared memory, and the choice among all kernels. */
/* -- with a tile ------------------------------------------------------------------------------------------------ */
/* How much of each axis a tile takes, for runs of so many bytes in the source or in the destination.
 * -> bytes of the runs */
CUCORE__PRIVATE uint32_t cucore__kernel_tile_side(cucore__kernel_work *work, const cucore__kernel_rank *ranks, uint32_t want)
{
    uint32_t run = (uint32_t)work->unit;
    int i, count = work->count;
    for (i = 0; i < count && run < want; i++) {
        cucore__kernel_axis *axis = &work->axes[ranks[i].axis];
        uint32_t take = (want - 1) / run + 1;
        if (ranks[i].stride == 0 || (run >= 32 && ranks[i].stride > 2 * run)) break;
        if (take + take / 2 < axis->n) {
            if (axis->chunk < (int)take) axis->chunk = (int)take;
            return run * take;
        }
        axis->chunk = (int)axis->n;
        run *= (uint32_t)axis->n;
    }
    return run;
}

/* Elements of a tile of the chunks as they are, up to 2^20 or a little more. */
CUCORE__PRIVATE int64_t cucore__kernel_tile_volume(const cucore__kernel_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) volume *= work->axes[i].chunk;
    return volume;
}

/* Chunks of about the same size, in numbers that divide well.  n > 1.5 chunk, so they are longer than 2/3 of it. */
CUCORE__PRIVATE int cucore__kernel_even(int64_t n, int chunk, int unit)
{
    int even, multiple = 32, slack = unit > 1 || chunk < 128 ? 16 : 8;
    if (n <= INT32_MAX) {
        even = ((int)n - 1) / (((int)n - 1) / chunk + 1) + 1;
    } else {
        even = (int)((n - 1) / ((n - 1) / chunk + 1)) + 1;
    }
    while (multiple > 2 && (-even & (multiple - 1)) > even / slack) multiple /= 2;
    return even + (-even & (multiple - 1));
}

/* -> elements of the tile, up to 2^20 or a little more; INT64_MAX: more axes to cut than may be */
CUCORE__PRIVATE int64_t cucore__kernel_tile_even(cucore__kernel_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        if (axis->chunk > 1 && axis->chunk < axis->n) {
            if (!cucore__kernel_cut(work, axis, cucore__kernel_even(axis->n, axis->chunk, work->unit))) return INT64_MAX;
        }
        volume *= axis->chunk;
    }
    return volume;
}

typedef struct cucore__kernel_side {
    int order[CUCORE_MAX_NDIM + 1]; /* axes of the tile, fastest first */
    int count;
    int prefix; /* of them in a run */
    int last;   /* steps of the last one of these */
    int run;    /* elements of it */
    int width;  /* of a word, 1: nothing wider is aligned */
    int linear;
} cucore__kernel_side;

CUCORE__PRIVATE int cucore__kernel_side_is_whole(const cucore__kernel_axis *axis)
{
    return axis->cut == CUCORE__KERNEL_CUTS && axis->chunk == axis->n;
}

CUCORE__PRIVATE inline int64_t cucore__kernel_stride(const cucore__kernel_axis *axis, int which)
{
    return which ? axis->d : axis->s;
}

/* How an axis that becomes part of runs changes the count of what is not aligned: its tiles now, not its elements. */
CUCORE__PRIVATE inline int cucore__kernel_loose_in_run(const cucore__kernel_axis *axis, int which, int chunk)
{
    uint64_t stride = (uint64_t)cucore__kernel_stride(axis, which);
    return (chunk < axis->n && (stride * (uint64_t)chunk & 15) != 0) - ((stride & 15) != 0);
}

CUCORE__PRIVATE void cucore__kernel_side_narrow(const cucore__kernel_work *work, cucore__kernel_side *side)
{
    side->prefix = 1;
    side->run = side->last = work->axes[side->order[0]].chunk;
    side->width = 1;
    side->linear = 0;
}

/* The axes of the tile, in the order of both sides. */
CUCORE__PRIVATE void cucore__kernel_sides_order(const cucore__kernel_work *work, cucore__kernel_side *load,
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
}

/* The chunk of the fastest axis, in whole words where these are aligned then. */
CUCORE__PRIVATE void cucore__kernel_side_pad(cucore__kernel_work *work, int which, cucore__kernel_axis *axis)
{
    int chunk = axis->chunk, padded = (chunk + work->width - 1) & -work->width;
    if (chunk <= work->width / 2 || cucore__kernel_stride(axis, which) != work->unit) return;
    if (work->loose[which] + cucore__kernel_loose_in_run(axis, which, padded) != 0) return;
    if (!cucore__kernel_cut(work, axis, padded)) axis->chunk = chunk;
}

CUCORE__PRIVATE void cucore__kernel_sides_pad(cucore__kernel_work *work, int load, int store)
{
    cucore__kernel_axis *from = &work->axes[load], *to = &work->axes[store];
    int width = work->width;
    if (from->chunk & (width - 1)) cucore__kernel_side_pad(work, 0, from);
    if (to->chunk & (width - 1)) cucore__kernel_side_pad(work, 1, to);
}

/* The runs of one side of the tile, and whether words of 16 bytes do. */
CUCORE__PRIVATE void cucore__kernel_side_make(const cucore__kernel_work *work, int which, cucore__kernel_side *side)
{
    int width = work->width, loose = work->loose[which], run = 1, i;
    cucore__kernel_side_narrow(work, side);
    if (width == 1) return;
    for (i = 0; i < side->count; i++) {
        const cucore__kernel_axis *axis = &work->axes[side->order[i]];
        int chunk = axis->chunk;
        if (cucore__kernel_stride(axis, which) != run * work->unit) return;
        if (i > 0 && width > 4) return;
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
        if (chunk < axis->chunk || !cucore__kernel_side_is_whole(axis)) return;
    }
}

/* Where the elements of the tile lie in shared memory: as in the destination, with gaps that keep banks apart.
 * -> bytes */
CUCORE__PRIVATE int cucore__kernel_tile_lay(cucore__kernel_work *work, const cucore__kernel_side *load,
                                          const cucore__kernel_side *store, int grouped, cucore__kernel_split *split)
{
    cucore__kernel_axis *first = &work->axes[load->order[0]];
    int size = work->unit, odd = work->unit < 4 ? 4 : work->unit, i;
    for (i = 0; i < load->count; i++) work->axes[load->order[i]].m = 0; /* not placed */
    for (i = 0; i < store->prefix; i++) {
        work->axes[store->order[i]].m = size;
        size *= work->axes[store->order[i]].chunk;
    }
    split->axis = -1;
    split->word = split->m = 0;
    if (load->linear && !first->m) {
        int words = load->run / load->width;
        size = (size + 31) & -32;
        if (work->unit == 8) size = (size + 63) & -64;
        split->axis = load->order[0];
        split->word = load->width;
        split->m = size * load->width + (words >= 8 || words < 2 ? 16 : words >= 4 ? 32 : 64);
        first->m = size;
        size = split->m * words;
    } else if (grouped) {
        size = ((size + 31) & -32) + 16;
    } else {
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

/* All of an axis but its first part: within words and by words where the tile is laid out so. */
CUCORE__PRIVATE void cucore__kernel_walker_rest(cucore__kernel_walker *walker, int axis, int done)
{
    int chunk = walker->axes[axis].chunk, word = walker->split.word;
    if (axis != walker->split.axis || done >= word) {
        cucore__kernel_walker_part(walker, axis, done == 1 ? chunk : chunk / done, done);
        return;
    }
    if (walker->by_words) cucore__kernel_walker_part(walker, axis, chunk / word, word);
    cucore__kernel_walker_part(walker, axis, word / done, done);
    if (!walker->by_words) cucore__kernel_walker_part(walker, axis, chunk / word, word);
}

/* What the threads take of a run one after the other, and the first of what they take then. */
typedef struct cucore__kernel_lead {
    int words, elements; /* of the run */
    int rest;            /* it has so many times as many */
    int axis, lanes;     /* elements of another axis, so that a warp meets every bank of the tile */
} cucore__kernel_lead;

CUCORE__PRIVATE void cucore__kernel_lead_words(const cucore__kernel_side *side, int width, int most,
                                             cucore__kernel_lead *lead)
{
    lead->words = side->run / width;
    lead->elements = side->run;
    lead->rest = 1;
    if (side->prefix > 1 || lead->words <= most || (lead->words & (most - 1))) return;
    lead->rest = lead->words / most;
    lead->words = most;
    lead->elements = most * width;
}

CUCORE__PRIVATE void cucore__kernel_lead_lanes(const cucore__kernel_walker *walker, const cucore__kernel_side *side,
                                             int other, cucore__kernel_lead *lead)
{
    int group = other == walker->grouped ? walker->together : 1;
    lead->axis = other;
    lead->lanes = 1;
    if (walker->by_words || side->prefix > 1 || other == side->order[0] || lead->words >= 32) return;
    if (other == walker->split.axis) {
        lead->lanes = walker->split.word;
    } else {
        lead->lanes = cucore__kernel_divisor(walker->axes[other].chunk / group, 32 / lead->words);
    }
}

/* Within a run: the elements, or the words, that threads take one after the other. */
CUCORE__PRIVATE void cucore__kernel_walk_run_of(cucore__kernel_walker *walker, const cucore__kernel_side *side,
                                              const cucore__kernel_lead *lead)
{
    int i, first = side->order[0];
    if (side->prefix > 1) {
        for (i = 0; i + 1 < side->prefix; i++) {
            cucore__kernel_walker_inner(walker, side->order[i], walker->axes[side->order[i]].chunk, 1);
        }
        cucore__kernel_walker_inner(walker, side->order[i], side->last, 1);
    } else if (first == walker->split.axis && walker->way == CUCORE__KERNEL_LOAD) {
        cucore__kernel_walker_inner(walker, first, walker->split.word, 1);
        cucore__kernel_walker_inner(walker, first, lead->words, walker->split.word);
    } else if (first == walker->grouped) {
        cucore__kernel_walker_inner(walker, first, lead->elements / walker->together, walker->together);
    } else {
        cucore__kernel_walker_inner(walker, first, lead->elements, 1);
    }
}

/* From run to run: all that is left of the axes of the tile.  `turn`: that of the runs comes last. */
CUCORE__PRIVATE void cucore__kernel_walk_runs_of(cucore__kernel_walker *walker, const cucore__kernel_side *side,
                                               const cucore__kernel_lead *lead, int turn)
{
    int i, first = side->order[0], group = lead->axis == walker->grouped ? walker->together : 1;
    cucore__kernel_walker_part(walker, lead->axis, lead->lanes, group);
    if (!turn) cucore__kernel_walker_part(walker, first, lead->rest, lead->elements);
    for (i = side->prefix > 1 ? side->prefix - 1 : 1; i < side->count; i++) {
        int axis = side->order[i], done = axis == walker->grouped ? walker->together : 1;
        if (i < side->prefix) done = side->last;
        if (axis == lead->axis) done *= lead->lanes;
        cucore__kernel_walker_rest(walker, axis, done);
    }
    if (turn) cucore__kernel_walker_part(walker, first, lead->rest, lead->elements);
}

/* Steps of what a thread loads ahead: 64 bytes, 128 of pairs, or 16 units. */
CUCORE__PRIVATE int cucore__kernel_load_limit(const cucore__kernel_work *work, int wide, cucore__kernel_strategy strategy)
{
    if (strategy == CUCORE__KERNEL_PAIRS) return 4;
    if (strategy == CUCORE__KERNEL_ODDPAIRS) return 2;
    if (strategy >= CUCORE__KERNEL_BYTES) return wide ? 1 : 4;
    if (wide || work->width == 1) return 4;
    return work->width == 2 ? 8 : CUCORE__KERNEL_STEPS;
}

/* How a walk may go: several ways are tried. */
enum {
    CUCORE__KERNEL_OWN_LAST = 1, /* what is left of the run's own axis comes last */
    CUCORE__KERNEL_FEWER = 2,    /* words of a run one after the other */
    CUCORE__KERNEL_FAR = 4,      /* along the other axis from word to word first, whatever banks are met; stores */
    CUCORE__KERNEL_WAYS = 8
};

/* 0: too many steps. */
CUCORE__PRIVATE int cucore__kernel_tile_walk_by(cucore__kernel_walker *walker, const cucore__kernel_side *side, int other,
                                              cucore__kernel_way way, int limit, unsigned how, cucore__kernel_walk *walk)
{
    cucore__kernel_lead lead;
    int grouped = side->order[0] == walker->grouped, wide = side->width > (grouped ? walker->together : 1);
    int width = grouped && side->width == 1 ? walker->together : side->width;
    cucore__kernel_lead_words(side, width, side->width == 1 ? 32 : how & CUCORE__KERNEL_FEWER ? 8 : 16, &lead);
    if (lead.words > CUCORE__KERNEL_THREADS) return 0;
    walker->by_words = (how & CUCORE__KERNEL_FAR) != 0;
    cucore__kernel_lead_lanes(walker, side, other, &lead);
    cucore__kernel_walk_start(walk, lead.words);
    walk->width = (uint32_t)(!grouped ? side->width : wide ? side->width / walker->together : 1);
    walk->linear = side->linear || !wide;
    cucore__kernel_walker_start(walker, walk, way, limit);
    cucore__kernel_walk_run_of(walker, side, &lead);
    cucore__kernel_walk_runs_of(walker, side, &lead, (how & CUCORE__KERNEL_OWN_LAST) != 0);
    return walker->fits;
}

/* The walk of one side; `other`: the first axis of the other one.  The first way that keeps most threads busy, or the one
 * that does best.  0: too many steps. */
CUCORE__PRIVATE int cucore__kernel_tile_walk(cucore__kernel_walker *walker, const cucore__kernel_work *work,
                                           const cucore__kernel_side *side, int other, cucore__kernel_way way,
                                           cucore__kernel_walk *walk)
{
    int limit = CUCORE__KERNEL_STEPS, load = way == CUCORE__KERNEL_LOAD;
    const unsigned ways = load || walker->grouped >= 0 ? CUCORE__KERNEL_FAR : CUCORE__KERNEL_WAYS;
    uint32_t most = 0;
    unsigned how, best = 0;
    if (side->prefix > 8) return 0;
    if (load) {
        limit = cucore__kernel_load_limit(work, side->width > (side->order[0] == walker->grouped ? walker->together : 1),
                                        walker->strategy);
    }
    for (how = 0; how < ways; how++) {
        if ((how & CUCORE__KERNEL_FEWER) && side->width == 1) continue; /* there is nothing to try */
        if (!cucore__kernel_tile_walk_by(walker, side, other, way, limit, how, walk)) continue;
        if (load || walk->steps == 1 || walk->threads >= CUCORE__KERNEL_THREADS * 5 / 8) return 1;
        if (walk->threads > most) most = walk->threads, best = how;
    }
    return most > 0 && cucore__kernel_tile_walk_by(walker, side, other, way, limit, best, walk);
}

/* Runs of the destination that do not begin with a sector can be stored from sector to sector, in chunks that have a
 * sector in common.  Aligned elements of two bytes do better without, in larger tiles. */
CUCORE__PRIVATE int cucore__kernel_tile_shifts(const cucore__kernel_work *work, const cucore__kernel_side *load,
                                             const cucore__kernel_side *store)
{
    const cucore__kernel_axis *axis = &work->axes[store->order[0]];
    int sector = CUCORE__KERNEL_SECTOR / work->unit;
    if (work->unit > 8 || axis->d != work->unit) return 0;
    if (store->width > 1 && (work->unit == 2 || cucore__kernel_runs_begin(work, CUCORE__KERNEL_SECTOR))) return 0;
    if (load->prefix > 1 || load->order[0] == store->order[0]) return 0;
    if (axis->cut == CUCORE__KERNEL_CUTS || axis->n <= axis->chunk) return 0;
    return axis->chunk % sector == 0 && axis->chunk >= 4 * sector;
}

CUCORE__PRIVATE void cucore__kernel_tile_shift(cucore__kernel_work *work, cucore__kernel_side *store, cucore__kernel_tile *as)
{
    cucore__kernel_axis *axis = &work->axes[store->order[0]];
    axis->again = CUCORE__KERNEL_SECTOR / work->unit;
    store->width = work->width;
    store->linear = 1;
    as->shift_cut = (uint32_t)axis->cut;
    as->shift_chunk = (uint32_t)axis->chunk;
    as->shift_next = (uint32_t)(axis->chunk - axis->again);
}

/* Words of 1 or 2 byte elements that are not aligned in the source can be loaded in pieces of four bytes. */
CUCORE__PRIVATE int cucore__kernel_tile_is_loose(const cucore__kernel_work *work, const cucore__kernel_side *load)
{
    const cucore__kernel_axis *axis = &work->axes[load->order[0]];
    if (work->unit > 2 || load->width > 1 || load->prefix > 1 || axis->s != work->unit) return 0;
    return axis->cut < CUCORE__KERNEL_CUTS && axis->chunk % work->width == 0;
}

/* Words on both sides, aligned or not. */
CUCORE__PRIVATE int cucore__kernel_tile_in_words(const cucore__kernel_work *work, const cucore__kernel_side *load,
                                               const cucore__kernel_side *store)
{
    return (load->width > 1 || cucore__kernel_tile_is_loose(work, load)) &&
           (store->width > 1 || cucore__kernel_tile_shifts(work, load, store));
}

/* Bytes can be shuffled by fours: both runs go over one axis that is contiguous there, and the destination's is
 * padded to a multiple.  Elements of two bytes by pairs, in words on both sides. */
CUCORE__PRIVATE int cucore__kernel_tile_groups(cucore__kernel_work *work, const cucore__kernel_side *load,
                                             cucore__kernel_side *store)
{
    cucore__kernel_axis *to = &work->axes[store->order[0]];
    const cucore__kernel_axis *from = &work->axes[load->order[0]];
    int padded = (to->chunk + 3) & -4;
    if (load->order[0] == store->order[0] || to->d != work->unit || from->s != work->unit) return 0;
    if (work->unit == 2) return cucore__kernel_tile_in_words(work, load, store);
    if (work->unit != 1) return 0;
    if (to->chunk < 8 || load->prefix > 1 || store->prefix > 1) return 0;
    if (padded != to->chunk && !cucore__kernel_cut(work, to, padded)) return 0;
    store->run = padded;
    return 1;
}

/* Words that are not aligned.  Where bytes cannot be words on both sides, single ones take smaller tiles. */
CUCORE__PRIVATE void cucore__kernel_tile_unaligned(cucore__kernel_work *work, int grouped, cucore__kernel_side *load,
                                                 cucore__kernel_side *store, cucore__kernel_tile *as)
{
    int words = grouped >= 0 && cucore__kernel_tile_in_words(work, load, store);
    int shifts = (words || work->unit > 1) && cucore__kernel_tile_shifts(work, load, store);
    as->loose = 0;
    as->load_cut = (uint32_t)work->axes[load->order[0]].cut;
    as->shift_cut = CUCORE__KERNEL_CUTS;
    as->shift_chunk = as->shift_next = 0;
    if (words && load->width == 1) {
        as->loose = (uint32_t)(4 / work->unit - 1);
        load->width = work->width;
        load->linear = 1;
    }
    if (shifts) cucore__kernel_tile_shift(work, store, as);
}

CUCORE__PRIVATE void cucore__kernel_tile_rows(const cucore__kernel_work *work, int grouped, cucore__kernel_tile *as)
{
    as->row = 0;
    as->row_pack = 0;
    as->word4 = 1;
    if (grouped < 0) return;
    as->row = work->axes[grouped].s;
    as->row_pack = work->axes[grouped].pack;
}

/* The runs of both sides, for words as wide as may be.  -> the axis of which elements are shuffled in registers, or -1 */
CUCORE__PRIVATE int cucore__kernel_tile_sides(cucore__kernel_work *work, cucore__kernel_side *load, cucore__kernel_side *store)
{
    cucore__kernel_sides_order(work, load, store);
    cucore__kernel_sides_pad(work, load->order[0], store->order[0]);
    cucore__kernel_side_make(work, 0, load);
    cucore__kernel_side_make(work, 1, store);
    if (cucore__kernel_tile_groups(work, load, store)) return store->order[0];
    if (work->unit == 1) { /* tile1 takes them one by one */
        cucore__kernel_side_narrow(work, load);
        cucore__kernel_side_narrow(work, store);
    }
    return -1;
}

CUCORE__PRIVATE cucore__kernel_strategy cucore__kernel_tile_strategy(int unit, int grouped, int odd)
{
    if (grouped >= 0 && unit == 1) return odd ? CUCORE__KERNEL_ODDBYTES : CUCORE__KERNEL_BYTES;
    if (grouped >= 0) return odd ? CUCORE__KERNEL_ODDPAIRS : CUCORE__KERNEL_PAIRS;
    return (cucore__kernel_strategy)(CUCORE__KERNEL_TILE1 + (int)cucore__kernel_bits((uint32_t)unit) - 1);
}

/* Tiles that a block takes; `words`: of 16 bytes that are aligned in the destination. */
CUCORE__PRIVATE int cucore__kernel_tile_count(cucore__kernel_strategy strategy, int words)
{
    if (strategy == CUCORE__KERNEL_PAIRS) return 1; /* all that its kernel can */
    return words && strategy >= CUCORE__KERNEL_BYTES ? CUCORE__KERNEL_TILES_SMALL : CUCORE__KERNEL_TILES;
}

/* The level of which pairs of tiles lie side by side in an array, 0: the source.  -1: there is none, or too few blocks would
 * be left. */
CUCORE__PRIVATE int cucore__kernel_level_near(const cucore__kernel_level *levels, int count, int array, int64_t run)
{
    int64_t all = 1;
    int i, nearest = -1;
    for (i = 0; i < count; i++) {
        int64_t apart = array ? levels[i].b : levels[i].a;
        if (all < 1 << 30) all *= levels[i].count < 1 << 30 ? levels[i].count : 1 << 30;
        if (levels[i].count % 2 == 0 && cucore__magnitude(apart) <= (uint64_t)run) nearest = i;
    }
    return all < 2 * CUCORE__KERNEL_BUSY ? -1 : nearest;
}

/* That level becomes the first, with a level of the pairs before it. */
CUCORE__PRIVATE int cucore__kernel_levels_pair(cucore__kernel_level *levels, int count, int nearest)
{
    const cucore__kernel_level level = levels[nearest];
    memmove(&levels[1], &levels[0], (size_t)nearest * sizeof levels[0]);
    levels[0] = level;
    if (level.count == 2) return count;
    memmove(&levels[1], &levels[0], (size_t)count * sizeof levels[0]);
    levels[0].count = 2;
    levels[1].count /= 2;
    levels[1].a *= 2;
    levels[1].b *= 2;
    levels[1].chunks *= 2;
    return count + 1;
}

/* Do all runs of the source begin with a line of the cache? */
CUCORE__PRIVATE int cucore__kernel_loads_begin(const cucore__kernel_work *work, int fast)
{
    uint64_t starts = work->s;
    int i;
    for (i = 0; i < work->count; i++) starts |= i == fast ? 0 : (uint64_t)work->axes[i].s;
    return starts % CUCORE__KERNEL_LINE == 0;
}

/* Does a block take two tiles?  Neighbours that share sectors of the destination, or lines of the source.
 * -> words from one to the other in shared memory, 0: no */
CUCORE__PRIVATE uint32_t cucore__kernel_tile_beside(const cucore__kernel_work *work, int fast,
                                                  const cucore__kernel_plan *plan, int size, cucore__kernel_level *levels,
                                                  int *count)
{
    int array = !cucore__kernel_runs_begin(work, CUCORE__KERNEL_SECTOR), words = (size + 15) / 16 + 1, nearest;
    if (plan->strategy != CUCORE__KERNEL_PAIRS || plan->block != CUCORE__KERNEL_THREADS) return 0;
    if (16 * words > CUCORE__KERNEL_BESIDE || *count >= CUCORE__KERNEL_LEVELS) return 0;
    if (!array && cucore__kernel_loads_begin(work, fast)) return 0;
    nearest = cucore__kernel_level_near(levels, *count, array, plan->tile[array] * work->unit);
    if (nearest < 0) return 0;
    *count = cucore__kernel_levels_pair(levels, *count, nearest);
    return (uint32_t)words;
}

/* All of it, for a tile of the chunks chosen.  0: this tile does not do. */
CUCORE__PRIVATE int cucore__kernel_tile_make(cucore__kernel_work *work, cucore__kernel_plan *plan)
{
    cucore__kernel_tile *as = &plan->as.tile;
    cucore__kernel_side load, store;
    cucore__kernel_walker walker;
    cucore__kernel_level levels[2 * CUCORE_MAX_NDIM + 2];
    uint32_t threads;
    int size, count, shifts, tiles, grouped = cucore__kernel_tile_sides(work, &load, &store);
    cucore__kernel_tile_unaligned(work, grouped, &load, &store, as);
    shifts = as->shift_cut < CUCORE__KERNEL_CUTS;
    plan->strategy = cucore__kernel_tile_strategy(work->unit, grouped, as->loose || shifts);
    size = cucore__kernel_tile_lay(work, &load, &store, grouped >= 0, &walker.split);
    if (size > 48 << 10) return 0;
    cucore__kernel_tile_rows(work, grouped, as);
    if (grouped >= 0) as->word4 = (uint32_t)cucore__kernel_runs_begin(work, 4);
    walker.axes = work->axes;
    walker.grouped = grouped;
    walker.strategy = plan->strategy;
    walker.together = work->width > 4 ? work->width / 4 : 1;
    if (!cucore__kernel_tile_walk(&walker, work, &load, store.order[0], CUCORE__KERNEL_LOAD, &as->walk[0])) return 0;
    if (!cucore__kernel_tile_walk(&walker, work, &store, load.order[0], CUCORE__KERNEL_STORE, &as->walk[1])) return 0;
    threads = as->walk[0].threads > as->walk[1].threads ? as->walk[0].threads : as->walk[1].threads;
    plan->block = (threads + 31) / 32 * 32;
    plan->tile[0] = load.run;
    plan->tile[1] = store.run;
    count = cucore__kernel_levels(work, levels, 1);
    if (count > CUCORE__KERNEL_LEVELS) return 0;
    as->beside = cucore__kernel_tile_beside(work, load.order[0], plan, size, levels, &count);
    tiles = cucore__kernel_tile_count(plan->strategy, load.width > 1 && !shifts);
    if (cucore__kernel_grid_make(work, levels, count, tiles, &as->grid, as->levels, plan->grid)) return 0;
    plan->block <<= as->beside > 0;
    plan->grid[0] >>= as->beside > 0;
    plan->shared = (uint32_t)size + 16 * as->beside;
    as->src = work->s;
    as->dst = work->d;
    as->vector = walker.split.axis >= 0;
    return 1;
}

CUCORE__PRIVATE void cucore__kernel_cuts_clear(cucore__kernel_work *work)
{
    int i, count = work->count;
    work->cuts = 0;
    for (i = 0; i < count; i++) cucore__kernel_axis_clear(&work->axes[i]);
}

/* Elements of a tile at most: fewer where there is little to do, so that every multiprocessor has some. */
CUCORE__PRIVATE int64_t cucore__kernel_tile_limit(const cucore__kernel_work *work, int64_t run)
{
    int pairs = work->unit == 2 && work->loose[0] <= 1 && work->loose[1] <= 1;
    int64_t limit = ((int64_t)CUCORE__KERNEL_TILE_BYTES << pairs) * work->width / 16, least = 4096 / 16 * work->width;
    int64_t enough = cucore__kernel_total(work, run) * work->width / 16 / 512;
    if (limit > enough) limit = enough;
    if (limit < least) limit = least;
    return limit + limit / 8;
}

/* How large tiles are: with the longest runs, and at most. */
typedef struct cucore__kernel_bounds {
    int64_t load, store, volume;
    int64_t limit;
} cucore__kernel_bounds;

/* Chunks for runs of so many bytes. */
CUCORE__PRIVATE void cucore__kernel_tile_chunks(cucore__kernel_work *work, uint32_t load, uint32_t store,
                                              cucore__kernel_bounds *found)
{
    int i, count = work->count;
    for (i = 0; i < count; i++) work->axes[i].chunk = 1;
    found->load = cucore__kernel_tile_side(work, work->ranks[0], load);
    found->store = cucore__kernel_tile_side(work, work->ranks[1], store);
    found->volume = cucore__kernel_tile_volume(work);
}

/* Is a tile too large, also when its chunks are even?  One or two are cut, to more than 2/3 each. */
CUCORE__PRIVATE inline int cucore__kernel_tile_is_large(int64_t volume, int64_t limit)
{
    return 4 * volume >= 9 * limit;
}

/* Are tiles for such runs?  Runs are as long as wanted or the longest there are, and share no more of an axis than the
 * longest do. */
CUCORE__PRIVATE int cucore__kernel_tile_exceeds(const cucore__kernel_bounds *longest, int64_t load, int64_t store)
{
    if (load > longest->load) load = longest->load;
    if (store > longest->store) store = longest->store;
    return cucore__kernel_tile_is_large(load * store * longest->volume, longest->limit * longest->load * longest->store);
}

/* A tile of the chunks as they are, cut evenly. */
CUCORE__PRIVATE int cucore__kernel_tile_take(cucore__kernel_work *work, int64_t volume, int64_t limit,
                                           cucore__kernel_plan *plan)
{
    if (volume == 1 || cucore__kernel_tile_is_large(volume, limit)) return 0;
    if (cucore__kernel_tile_even(work) <= limit && cucore__kernel_tile_make(work, plan)) return 1;
    cucore__kernel_cuts_clear(work);
    return 0;
}

/* The longest runs that fit, 2048 bytes at most.  Where both do not, the destination's are the shorter ones. */
CUCORE__PRIVATE int cucore__kernel_plan_tile(cucore__kernel_work *work, int64_t run, cucore__kernel_plan *plan)
{
    cucore__kernel_bounds longest, found;
    uint32_t load = 2048, store = 2048;
    cucore__kernel_rank_axes(work);
    cucore__kernel_cuts_clear(work);
    cucore__kernel_tile_chunks(work, load, store, &longest);
    longest.limit = cucore__kernel_tile_limit(work, run);
    found.volume = longest.volume;
    while (!cucore__kernel_tile_take(work, found.volume, longest.limit, plan)) {
        do {
            if (load != store)
                load = store = load < store ? load : store;
            else if (work->unit < 4 && work->loose[1] > 1) /* chunks that have a sector in common should be long */
                load /= 2;
            else
                store /= 2;
            if (load < 16) return 0;
        } while (cucore__kernel_tile_exceeds(&longest, load, store));
        cucore__kernel_tile_chunks(work, load, store, &found);
    }
    return 1;
}

/* Do the arrays run along different axes, so that neighbours in one are strangers in the other? */
CUCORE__PRIVATE int cucore__kernel_wants_tile(const cucore__kernel_work *work, int64_t run)
{
    const cucore__kernel_axis *to = &work->axes[0], *from;
    uint64_t reach = 64 + (uint64_t)run;
    if (run >= 128 || to->s == 0 || (uint64_t)to->d >= reach) return 0;
    from = cucore__kernel_fastest_src(work);
    return from != to && from->s != 0 && cucore__magnitude(from->s) < reach;
}

/* Are there gaps that are small, or words that are not aligned? */
CUCORE__PRIVATE int cucore__kernel_wants_spans(const cucore__kernel_work *work, int64_t run)
{
    return work->unit >= 4 && (work->unit < 16 || work->axes[0].d <= 2 * run);
}

CUCORE__PRIVATE void cucore__kernel_plan_head(const cucore__kernel_work *work, cucore__kernel_plan *plan)
{
    plan->unit = work->unit;
    plan->ndim = work->count;
    plan->src = work->s;
    plan->dst = work->d;
    plan->parameters = plan->strategy <= CUCORE__KERNEL_MEMCPY ? 0
                       : plan->strategy < CUCORE__KERNEL_MANY  ? sizeof(cucore__kernel_few)
                       : plan->strategy == CUCORE__KERNEL_MANY ? sizeof(cucore__kernel_many)
                                                             : sizeof(cucore__kernel_tile);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_choose(cucore__kernel_work *work, int64_t run, cucore__kernel_plan *plan)
{
    int tile = cucore__kernel_wants_tile(work, run);
    cucore_status status;
    if (!tile && run >= 32) {
        plan->strategy = cucore__kernel_wants_spans(work, run) ? CUCORE__KERNEL_SPANS : CUCORE__KERNEL_RUNS;
        cucore__kernel_cuts_clear(work);
        status = cucore__kernel_plan_runs(work, run, plan);
        if (status != CUCORE_OVERFLOW) return status;
    }
    cucore__kernel_add_pieces(work, run);
    if (tile && cucore__kernel_plan_tile(work, run, plan)) return CUCORE_OK;
    plan->strategy = CUCORE__KERNEL_STRIDED;
    cucore__kernel_cuts_clear(work);
    return cucore__kernel_plan_runs(work, run, plan);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    int64_t run;
    cucore_status status = cucore__kernel_join(dst, d, src, s, &work, &run);
    if (status) return status;
    out->grid[0] = out->grid[1] = out->grid[2] = 0;
    out->block = out->shared = 0;
    out->tile[0] = out->tile[1] = 0;
    out->bytes = (uint64_t)run;
    work.unit = 1;
    if (run == 0 || work.count == 0) {
        out->strategy = run ? CUCORE__KERNEL_MEMCPY : CUCORE__KERNEL_NOTHING;
    } else {
        work.unit = cucore__kernel_unit(&work, run);
        work.width = 16 / work.unit;
        status = cucore__kernel_plan_choose(&work, run, out);
    }
    if (!status) cucore__kernel_plan_head(&work, out);
    return status;
}

static const char *const cucore__kernel_names[CUCORE__KERNEL_STRATEGIES] = {
    "nothing", "memcpy", "runs",   "spans", "strided",  "many",  "tile1",   "tile2",
    "tile4",   "tile8",  "tile16", "bytes", "oddbytes", "pairs", "oddpairs"};

CUCORE__PRIVATE size_t cucore__kernel_plan_format(const cucore__kernel_plan *plan, char *buffer, size_t size)
{
    const cucore__kernel_tile *tile = &plan->as.tile;
    const char *name = cucore__kernel_names[plan->strategy];
    int length, wide = plan->grid[1] > 1 || plan->grid[2] > 1 ? 64 : 32;
    if (plan->strategy <= CUCORE__KERNEL_MEMCPY) {
        length = snprintf(buffer, size, "%s, %llu bytes", name, (unsigned long long)plan->bytes);
    } else if (plan->strategy <= CUCORE__KERNEL_MANY) {
        const cucore__kernel_runs *runs = &plan->as.many.runs;
        char rows[32] = "";
        if (plan->strategy == CUCORE__KERNEL_SPANS) snprintf(rows, sizeof rows, ", %u in a span", runs->span.rows);
        length = snprintf(buffer, size,
                          "%s, %d axes, unit %d, runs of %lld bytes%s, %u threads x %u steps, grid %ux%ux%u, "
                          "%d-bit indices",
                          name, plan->ndim, plan->unit, (long long)runs->bytes, rows, runs->walk.threads,
                          runs->walk.steps, plan->grid[0], plan->grid[1], plan->grid[2], wide);
    } else {
        length = snprintf(buffer, size,
                          "%s, %d axes, loads of %d bytes in runs of %lld, stores of %d bytes in runs of "
                          "%lld, %ux%u and %ux%u threads x steps%s, %u bytes shared, grid %ux%ux%u, %d-bit indices",
                          name, plan->ndim, tile->walk[0].width > 1 ? 16 : plan->unit, (long long)plan->tile[0],
                          tile->walk[1].width > 1 ? 16 : plan->unit, (long long)plan->tile[1], tile->walk[0].threads,
                          tile->walk[0].steps, tile->walk[1].threads, tile->walk[1].steps,
                          tile->beside ? ", twice in a block" : "", plan->shared, plan->grid[0], plan->grid[1],
                          plan->grid[2], wide);
    }
    return length < 0 ? 0 : (size_t)length;
}
