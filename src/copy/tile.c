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

/* Makes the chunks of a tile even, and gives long ones small divisors, along which threads walk.  A chunk of an axis
 * that is cut stays longer than 2/3 of what it was, since n > 1.5 chunk; another one may become longer than its axis.
 * -> elements of the tile, up to 2^20 or a little more; INT64_MAX: too many axes would be cut */
CUCORE__PRIVATE int64_t cucore__kernel_tile_even(cucore__kernel_work *work)
{
    int64_t volume = 1;
    int i, count = work->count;
    for (i = 0; i < count && volume <= 1 << 20; i++) {
        cucore__kernel_axis *axis = &work->axes[i];
        const int chunk = axis->chunk;
        if (chunk > 1 && (chunk < axis->n || chunk > CUCORE__KERNEL_STEPS) &&
            !cucore__kernel_cut(work, axis, cucore__kernel_even(axis->n, chunk))) {
            if (chunk < axis->n) return INT64_MAX;
            axis->chunk = chunk;
        }
        volume *= axis->chunk;
    }
    return volume;
}

/* Returns the fastest axis of the source (0) or of the destination (1) of which a tile has several elements. */
CUCORE__PRIVATE cucore__kernel_axis *cucore__kernel_tile_first(cucore__kernel_work *work, int which)
{
    const cucore__kernel_rank *rank = work->ranks[which];
    while (work->axes[rank->axis].chunk == 1) rank++;
    return &work->axes[rank->axis];
}

/* Places the elements of the tile in shared memory: rows along the fastest axis of the destination, an odd number of
 * banks apart, so that the threads of a warp use different banks along the fastest axis of the source also.
 * -> bytes of shared memory */
CUCORE__PRIVATE int cucore__kernel_tile_lay(cucore__kernel_work *work)
{
    cucore__kernel_axis *row = cucore__kernel_tile_first(work, 1);
    int odd = work->unit < 4 ? 4 : work->unit, size = work->unit * row->chunk, i;
    size = ((size + odd - 1) & -odd) | odd;
    for (i = 0; i < work->count; i++) {
        cucore__kernel_axis *axis = &work->axes[work->ranks[0][i].axis];
        axis->m = size;
        if (axis != row) size *= axis->chunk;
    }
    row->m = work->unit;
    return size;
}

/* Makes the walk from the source to the tile (0), or from there to the destination (1): along the fastest axis first.
 * -> 0: too many steps */
CUCORE__PRIVATE int cucore__kernel_tile_walk(const cucore__kernel_work *work, int which, cucore__kernel_walk *walk)
{
    cucore__kernel_walker walker;
    int i;
    walker.walk = walk;
    walker.axes = work->axes;
    walker.way = which ? CUCORE__KERNEL_STORE : CUCORE__KERNEL_LOAD;
    cucore__kernel_walk_start(walk, 1);
    cucore__kernel_walker_start(&walker);
    for (i = 0; i < work->count; i++) {
        int axis = work->ranks[which][i].axis;
        cucore__kernel_walker_part(&walker, axis, work->axes[axis].chunk, 1);
    }
    return walker.fits;
}

/* Makes the plan for a tile of the chosen chunks.
 * -> 0: the tile has too many steps or levels */
CUCORE__PRIVATE int cucore__kernel_tile_make(cucore__kernel_work *work, cucore__kernel_plan *plan)
{
    cucore__kernel_tile *as = &plan->as.tile;
    cucore__kernel_levels levels;
    cucore__kernel_room room;
    uint32_t threads;
    int which;
    plan->kernel = CUCORE__KERNEL_TILE1;
    while (1 << (plan->kernel - CUCORE__KERNEL_TILE1) < work->unit) {
        plan->kernel = (cucore__kernel_id)(plan->kernel + 1);
    }
    plan->shared = (uint32_t)cucore__kernel_tile_lay(work);
    for (which = 0; which < 2; which++) {
        if (!cucore__kernel_tile_walk(work, which, &as->walk[which])) return 0;
        plan->tile[which] = cucore__kernel_tile_first(work, which)->chunk;
    }
    threads = as->walk[0].threads > as->walk[1].threads ? as->walk[0].threads : as->walk[1].threads;
    plan->block = CUCORE__KERNEL_IN_WARPS(threads);
    cucore__kernel_levels_make(work, 1, &levels);
    room.grid = &as->grid;
    room.digits = as->levels;
    return levels.count <= CUCORE__KERNEL_LEVELS && !cucore__kernel_grid_make(work, &levels, &room, plan->grid);
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
    const int unit = work->unit < 4 ? 4 : work->unit; /* more elements would be too many steps */
    const int64_t least = CUCORE__KERNEL_TILE_LEAST / unit;
    cucore__kernel_bounds longest, found;
    uint32_t load = CUCORE__KERNEL_RUN_MOST, store = CUCORE__KERNEL_RUN_MOST;
    int64_t enough, limit = CUCORE__KERNEL_TILE_BYTES / unit;
    cucore__kernel_rank_axes(work);
    cucore__kernel_cuts_clear(work);
    cucore__kernel_tile_chunks(work, load, store, &longest);
    /* smaller tiles if there are few elements, so that every multiprocessor has some */
    enough = cucore__kernel_total(work, run / work->unit) / CUCORE__KERNEL_TILES_WANTED;
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
            if (load != store) {
                load = store;
            } else {
                store /= 2;
            }
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

/* Plans a general kernel for joined axes.  -> UNSUPPORTED: more blocks than a grid has */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_general(cucore__kernel_work *work, cucore__kernel_plan *out)
{
    const int64_t run = work->run;
    const int converts = work->types[0] != 0, tile = !converts && cucore__kernel_wants_tile(work, run);
    cucore_status status = CUCORE_OVERFLOW;
    if (converts) {
        out->kernel = CUCORE__KERNEL_CONVERT;
        status = cucore__kernel_plan_runs(work, run, out);
        out->as.cast.from = cucore__number_decode(work->types[0]);
        out->as.cast.to = cucore__number_decode(work->types[1]);
    } else if (!tile && run >= CUCORE__KERNEL_SECTOR) {
        out->kernel = CUCORE__KERNEL_RUNS;
        status = cucore__kernel_plan_runs(work, run, out);
    }
    if (status == CUCORE_OVERFLOW) { /* there are no rows, or they have too many axes for these kernels */
        cucore__kernel_add_pieces(work, run);
        status = CUCORE_OK;
        if (!tile || !cucore__kernel_plan_tile(work, run, out)) {
            out->kernel = CUCORE__KERNEL_STRIDED;
            status = cucore__kernel_plan_runs(work, run, out);
        }
    }
    if (status) return status;
    out->unit = work->unit;
    out->ndim = work->count;
    out->parameters = cucore__kernels[out->kernel].parameters;
    out->as.runs.src = work->s;
    out->as.runs.dst = work->d;
    return CUCORE_OK;
}

/* Plans the kernel of a copy.  out->compile and out->types are set by the caller. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    int64_t run;
    cucore_status status;
    work.types[0] = out->types[0];
    work.types[1] = out->types[1];
    status = cucore__kernel_join_typed(dst, d, src, s, &work);
    if (status) return status;
    run = work.run;
    out->grid[0] = out->grid[1] = out->grid[2] = 0;
    out->block = out->shared = out->parameters = 0;
    out->tile[0] = out->tile[1] = 0;
    out->unit = work.unit;
    out->ndim = work.count;
    if (run > 0) {
        out->strategy = CUCORE_COPY_KERNEL;
        out->kernel = CUCORE__KERNEL_WRITTEN;
        status = cucore__written_plan_make(&work, out->compile, &out->as.written);
        if (status || out->as.written.kernel) return status;
        if (work.count > 0) return cucore__kernel_plan_general(&work, out);
    }
    cucore__kernel_plan_run(&work, out);
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
    if (plan->kernel == CUCORE__KERNEL_WRITTEN) {
        cucore__text_add_written(text, &plan->as.written);
        return;
    }
    cucore__text_add(text, "%s, %d axes, ", cucore__kernels[plan->kernel].name, plan->ndim);
    if (cucore__kernels[plan->kernel].family != CUCORE__FAMILY_TILES) {
        cucore__text_add(text, "unit %d, runs of %lld bytes", plan->unit, (long long)runs->bytes);
        cucore__text_add(text, ", %u threads x %u steps", runs->walk.threads, runs->walk.steps);
    } else {
        cucore__text_add(text,
                         "unit %d, loads of runs of %lld, stores of runs of %lld, %ux%u and %ux%u threads x steps, "
                         "%u bytes shared",
                         plan->unit, (long long)plan->tile[0], (long long)plan->tile[1], tile->walk[0].threads,
                         tile->walk[0].steps, tile->walk[1].threads, tile->walk[1].steps, plan->shared);
    }
    cucore__text_add(text, ", grid %ux%ux%u, %d-bit indices", plan->grid[0], plan->grid[1], plan->grid[2],
                     plan->grid[1] > 1 || plan->grid[2] > 1 ? 64 : 32);
}
