/* copy/gather.c: plans of tiles whose runs have any length and alignment (kernels/copy_gather.h). */
/* Bytes of a copy from which this kernel is tried: a smaller copy takes less time than the comparison of two plans. */
#ifndef CUCORE__GATHER_FROM /* the tests choose less */
#define CUCORE__GATHER_FROM (1 << 16)
#endif
#define CUCORE__GATHER_SHUFFLED_FROM (16 * CUCORE__GATHER_FROM) /* instead of kernels that shuffle in registers */
/* Limits of the bytes of a tile, and the number of tiles that keeps all multiprocessors busy at once. */
#define CUCORE__GATHER_TILE_LEAST 2048
#define CUCORE__GATHER_TILE_MOST 24576 /* six words of each thread */
#define CUCORE__GATHER_TILES 384       /* that run at the same time */
/* Large copies of elements of 2, 4 and 8 bytes are 2, 9 and 8% faster with tiles of so many bytes, from so many tiles
 * on. */
#define CUCORE__GATHER_TILE_LARGE 32768
#define CUCORE__GATHER_LARGE_TILES 4096
/* Bytes that a block of another kernel moves, up to which this kernel is faster; from 424 layouts on an H200. */
#define CUCORE__GATHER_SHORT 14000 /* of elements of 1 and 2 bytes */
#define CUCORE__GATHER_LONG 16000  /* of longer ones: 1.05 to 1.9 times, with several tiles in a block 0.6 to 1.2 */
#define CUCORE__GATHER_NEXT 5600   /* more for each tile of a block after the first */

/* The state of choosing a tile. */
typedef struct cucore__gather {
    cucore__kernel_work *work;
    int64_t room;      /* elements that it may have */
    int64_t volume[2]; /* elements of the source, of the destination that it has */
} cucore__gather;

/* Takes more of an axis if there is room.  Elements that the source repeats are only stored, so there may be twice as
 * many. */
CUCORE__PRIVATE void cucore__gather_take(cucore__gather *tile, cucore__kernel_axis *axis, int64_t chunk)
{
    int64_t stored = tile->volume[1] / axis->chunk, loaded = tile->volume[0] / axis->chunk;
    int64_t most = 2 * tile->room / stored;
    if (axis->s != 0 && most > tile->room / loaded) most = tile->room / loaded;
    if (chunk > axis->n) chunk = axis->n;
    if (chunk > most) chunk = most;
    if (chunk <= axis->chunk) return;
    if (axis->s != 0) tile->volume[0] = loaded * chunk;
    tile->volume[1] = stored * chunk;
    axis->chunk = (int)chunk;
}

/* Makes runs of the source or the destination longer, up to `want` bytes, as long as axes follow each other without
 * gaps. */
CUCORE__PRIVATE void cucore__gather_lengthen(cucore__gather *tile, int which, int64_t want)
{
    int64_t run = tile->work->unit;
    int i;
    for (i = 0; i < tile->work->count && run < want; i++) {
        const cucore__kernel_rank *rank = &tile->work->ranks[which][i];
        cucore__kernel_axis *axis = &tile->work->axes[rank->axis];
        if (rank->stride != (uint64_t)run) return;
        cucore__gather_take(tile, axis, cucore__kernel_pieces(want, run));
        if (axis->chunk < axis->n) return;
        run *= axis->chunk;
    }
}

/* Makes all chunks of an axis the same size; their number stays. */
CUCORE__PRIVATE void cucore__gather_even(cucore__gather *tile, cucore__kernel_axis *axis)
{
    const int64_t chunk = cucore__kernel_pieces(axis->n, cucore__kernel_pieces(axis->n, axis->chunk));
    if (axis->s != 0) tile->volume[0] = tile->volume[0] / axis->chunk * chunk;
    tile->volume[1] = tile->volume[1] / axis->chunk * chunk;
    axis->chunk = (int)chunk;
}

/* Chooses the chunks of all axes: runs of both arrays grow by turns; then other axes fill the room. */
CUCORE__PRIVATE void cucore__gather_chunks(cucore__kernel_work *work, int64_t room)
{
    cucore__gather tile;
    int64_t want;
    int i;
    tile.work = work;
    tile.volume[0] = tile.volume[1] = 1;
    tile.room = room;
    cucore__kernel_cuts_clear(work);
    for (want = CUCORE__KERNEL_SECTOR; want <= CUCORE__KERNEL_RUN_MOST; want *= 2) {
        cucore__gather_lengthen(&tile, 1, want);
        cucore__gather_lengthen(&tile, 0, want);
    }
    for (i = 0; i < work->count; i++) cucore__gather_take(&tile, &work->axes[i], work->axes[i].n);
    for (i = 0; i < work->count; i++) cucore__gather_even(&tile, &work->axes[i]);
    for (i = 0; i < work->count; i++) { /* there may be room again: for 101 x 51 of 101 x 101, not 51 x 51 */
        if (work->axes[i].chunk == 1) continue;
        cucore__gather_take(&tile, &work->axes[i], work->axes[i].n);
        cucore__gather_even(&tile, &work->axes[i]);
    }
    for (i = 0; i < work->count; i++) { /* of about the same size; if the axis may be cut the last one is shorter */
        cucore__kernel_axis *axis = &work->axes[i];
        if (axis->chunk == 1 || axis->chunk == axis->n) continue;
        axis->chunk = cucore__kernel_even(axis->n, axis->chunk, 16);
        if (axis->n % axis->chunk == 0 || cucore__kernel_cut(work, axis, axis->chunk)) continue;
        axis->chunk = axis->n > INT32_MAX ? 1 : cucore__kernel_divisor((int)axis->n, axis->chunk);
    }
}

/* Makes the run of one array of its first axes, as long as they follow each other.  Axes of the source get their places
 * in shared memory, axes of the destination become the digits of an element.
 * -> the number of axes */
CUCORE__PRIVATE int cucore__gather_run(cucore__kernel_work *work, int which, cucore__kernel_gather *as)
{
    cucore__kernel_gather_side *side = &as->side[which];
    const cucore__kernel_rank *ranks = work->ranks[which];
    cucore__kernel_step go = {0, 0, 0};
    int64_t run = work->unit;
    uint64_t starts = CUCORE__KERNEL_WORD; /* its lowest bit is what the addresses of runs are multiples of */
    int i, axes, behind;
    side->cut = CUCORE__KERNEL_CUTS;
    for (axes = 0; axes < work->count && side->cut == CUCORE__KERNEL_CUTS; axes++) {
        cucore__kernel_axis *axis = &work->axes[ranks[axes].axis];
        if (ranks[axes].stride != (uint64_t)run || axis->chunk == 1) break;
        if (which) {
            if (axes == CUCORE__KERNEL_GATHER_RUN) break;
            go.b = axis->m;
            cucore__kernel_digit_make(&as->element[as->inner++], (uint32_t)axis->chunk, &go, CUCORE__KERNEL_CUTS);
        } else {
            axis->m = axis->s;
            if (axis->s < 0) as->first += axis->s * (axis->chunk - 1);
        }
        side->step = (uint32_t)run;
        run *= axis->chunk;
        if (axis->chunk == axis->n) continue;
        starts |= (uint64_t)run;
        side->backwards = !which && axis->s < 0;
        side->cut = (uint32_t)axis->cut;
        if (axis->cut == CUCORE__KERNEL_CUTS) { /* chunks divide it: they end runs all the same */
            axes++;
            break;
        }
    }
    starts |= which ? work->d : work->s + (uint64_t)as->first;
    for (i = axes; i < work->count; i++) starts |= ranks[i].stride;
    behind = CUCORE__KERNEL_WORD -
             (int)(starts & (0 - starts)); /* the most bytes between the beginning of a word and that of a run */
    side->bytes = (uint32_t)run;
    side->words = (uint32_t)((run + behind + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD);
    if (side->words > 1) cucore__digit_divide(side->words, &side->magic, &side->shift);
    return axes;
}

/* Numbers the runs of the tile by its other axes, from axis `from` on.  size: bytes of shared memory; on entry those of
 * one run.  In shared memory the distance of runs is that of the source plus a multiple of four bytes, and an odd
 * number of banks, so that lanes read different banks at a time.
 * -> 0: too many axes, or bytes */
CUCORE__PRIVATE int cucore__gather_rows(cucore__kernel_work *work, int which, int from,
                                        cucore__kernel_gather_side *side, int64_t *size)
{
    const int bank = work->unit < 4 ? 4 : work->unit;
    cucore__kernel_step go;
    int i;
    side->rows = 1;
    for (i = from; i < work->count; i++) {
        cucore__kernel_axis *axis = &work->axes[work->ranks[which][i].axis];
        if (axis->chunk == 1 || (!which && axis->s == 0)) continue;
        if (side->digits == CUCORE__KERNEL_GATHER_ROWS) return 0;
        if (!which) {
            axis->m = *size + ((axis->s - *size) & 3);
            if (!(axis->m / bank & 1)) axis->m += bank;
            *size = axis->m * axis->chunk;
            if (*size > CUCORE__KERNEL_SHARED) return 0;
        }
        go.a = which ? axis->d : axis->s;
        go.b = axis->m;
        go.pack = axis->pack;
        cucore__kernel_digit_make(&side->digit[side->digits++], (uint32_t)axis->chunk, &go, CUCORE__KERNEL_CUTS);
        side->rows *= (uint32_t)axis->chunk;
    }
    side->total = side->rows * side->words;
    return 1;
}

/* Plans tiles of about `room` bytes.
 * -> 0: there is no such tile, or few of its words would be whole */
CUCORE__PRIVATE int cucore__gather_plan(cucore__kernel_work *work, int64_t room, cucore__kernel_plan *plan)
{
    cucore__kernel_gather *as = &plan->as.gather;
    cucore__kernel_levels levels;
    cucore__kernel_room parameters;
    int64_t size;
    int i;
    cucore__kernel_rank_axes(work);
    cucore__gather_chunks(work, room / work->unit);
    memset(as, 0, offsetof(cucore__kernel_gather, grid));
    for (i = 0; i < work->count; i++) work->axes[i].m = 0;
    i = cucore__gather_run(work, 0, as);
    as->base = (uint32_t)-as->first;
    size = as->side[0].bytes;
    if (!cucore__gather_rows(work, 0, i, &as->side[0], &size)) return 0;
    i = cucore__gather_run(work, 1, as);
    if (!cucore__gather_rows(work, 1, i, &as->side[1], NULL)) return 0;
    /* parts of words cost more than whole words, most of all stores; a source that repeats has few loads */
    if (as->side[1].bytes < 10 * as->side[1].words) return 0;
    if (as->side[0].bytes < 8 * as->side[0].words && 2 * as->side[0].total > as->side[1].total) return 0;
    as->table = CUCORE__KERNEL_GATHER_ROW * (as->side[0].rows + as->side[1].rows);
    plan->shared = as->table + (uint32_t)size + 3; /* the first run begins up to 3 bytes after the table */
    if (plan->shared > CUCORE__KERNEL_SHARED) return 0;
    for (i = 0; 1 << i < work->unit;) i++;
    plan->kernel = (cucore__kernel_id)(CUCORE__KERNEL_GATHER1 + i);
    plan->block = CUCORE__KERNEL_THREADS;
    plan->tile[0] = as->side[0].bytes / (uint32_t)work->unit;
    plan->tile[1] = as->side[1].bytes / (uint32_t)work->unit;
    cucore__kernel_levels_make(work, 1, &levels);
    parameters.grid = &as->grid;
    parameters.digits = as->levels;
    return levels.count <= CUCORE__KERNEL_LEVELS &&
           !cucore__kernel_grid_make(work, &levels, 1, &parameters, plan->grid);
}

/* Returns 1 if `other` moves too few bytes per block to hide the latency of memory.  A block takes as long whatever it
 * moves, and half as long again for each tile after the first. */
CUCORE__PRIVATE int cucore__gather_is_faster_than(const cucore__kernel_plan *other, int64_t bytes)
{
    const int64_t blocks = (int64_t)other->grid[0] * other->grid[1] * other->grid[2];
    const int family = (int)cucore__kernels[other->kernel].family;
    if (bytes < CUCORE__GATHER_FROM || family == CUCORE__FAMILY_ROWS) return 0;
    if (family == CUCORE__FAMILY_ELEMENTS) return 1;
    if (other->kernel == CUCORE__KERNEL_TILE1 || other->kernel == CUCORE__KERNEL_TILE2) return 1;
    if (family != CUCORE__FAMILY_TILES && bytes < CUCORE__GATHER_SHUFFLED_FROM) return 0;
    return bytes / blocks < (other->unit < 4 ? CUCORE__GATHER_SHORT : CUCORE__GATHER_LONG) +
                                CUCORE__GATHER_NEXT * ((int64_t)other->as.tile.grid.tiles - 1);
}

/* Replaces a plan if this kernel is faster.  work: as the plan left it */
CUCORE__PRIVATE void cucore__gather_improve(const cucore__kernel_work *work, cucore__kernel_plan *plan)
{
    const cucore__kernel_gather_side *sides;
    cucore__kernel_work other;
    cucore__kernel_plan made;
    int64_t bytes, room;
    int large, planned;
    if (cucore__mul(work->runs, work->run, &bytes)) bytes = INT64_MAX;
    if (!cucore__gather_is_faster_than(plan, bytes)) return;
    large = work->unit > 1 && work->unit < CUCORE__KERNEL_WORD &&
            bytes / CUCORE__GATHER_LARGE_TILES >= CUCORE__GATHER_TILE_LARGE;
    room = bytes / CUCORE__GATHER_TILES;
    if (room > CUCORE__GATHER_TILE_MOST) room = CUCORE__GATHER_TILE_MOST;
    if (room < CUCORE__GATHER_TILE_LEAST) room = CUCORE__GATHER_TILE_LEAST;
    do { /* if large tiles do not fit, smaller ones may */
        other = *work;
        made = *plan;
        planned = cucore__gather_plan(&other, large ? CUCORE__GATHER_TILE_LARGE : room, &made);
    } while (!planned && large--);
    if (!planned) return;
    sides = made.as.gather.side;
    if (plan->kernel == CUCORE__KERNEL_STRIDED && work->unit >= 4 && 2 * sides[0].total > sides[1].total) return;
    *plan = made;
}
#undef CUCORE__GATHER_FROM
#undef CUCORE__GATHER_SHUFFLED_FROM
#undef CUCORE__GATHER_TILE_LEAST
#undef CUCORE__GATHER_TILE_MOST
#undef CUCORE__GATHER_TILES
#undef CUCORE__GATHER_TILE_LARGE
#undef CUCORE__GATHER_LARGE_TILES
#undef CUCORE__GATHER_SHORT
#undef CUCORE__GATHER_LONG
#undef CUCORE__GATHER_NEXT
