/* copy/emit/write_form.c: what is asked of a kernel that is written, and its form.  Pure: no driver. */
/* -- what is asked ------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE uint8_t cucore__write_power(uint64_t bits, uint64_t most)
{
    bits |= most;
    return (uint8_t)(bits & (0 - bits));
}

/* The distance between elements of an axis in the source (0) or the destination (1). */
CUCORE__PRIVATE uint64_t cucore__write_distance(const cucore__write_axis *axis, int side)
{
    return side ? (uint64_t)axis->d : cucore__magnitude(axis->s);
}

/* Cuts the slowest axis into slabs of elements that one launch copies. */
CUCORE__PRIVATE void cucore__write_cut(cucore__write_key *key, int64_t inner, int64_t most,
                                       cucore__write_launch *launch)
{
    const cucore__write_axis *axis = &key->axes[key->count - 1];
    int64_t slab = CUCORE__WRITE_SLAB / inner;
    if (slab > axis->n) slab = axis->n;
    if (slab < axis->n) { /* about equal ones, as aligned as elements that are moved as one */
        const int64_t even = cucore__kernel_pieces(axis->n, cucore__kernel_pieces(axis->n, slab));
        if (slab > most) slab -= slab % most;
        if (slab > even) slab = even + (slab - even) % most;
    }
    launch->last = (uint32_t)slab;
    launch->total = (uint32_t)(slab * inner);
    launch->rest = axis->n - slab;
    key->divides = cucore__write_power((uint64_t)(axis->n | slab), (uint64_t)most); /* of each slab, the last as well */
}

/* The key of one run of bytes.  Returns 0, or -1 if the driver is as fast.  Words are aligned in the destination; if
 * they are not in the source, each is shifted out of two. */
CUCORE__PRIVATE int cucore__write_key_make_run(const cucore__kernel_work *work, cucore__write_key *key,
                                               cucore__write_launch *launch)
{
    const uint64_t bytes = (uint64_t)work->run, shift = (work->s - work->d) % 4;
    const uint64_t word = shift ? 4 : cucore__write_power(work->s ^ work->d, CUCORE__KERNEL_WORD);
    uint64_t before = (0 - work->d) % word, words;
    if (bytes <= CUCORE__WRITE_RUN_FROM || bytes > CUCORE__WRITE_RUN_TO) return -1;
    if (before < shift) before += word;
    words = (bytes - before - (shift ? word : 0)) / word; /* all that is read belongs to the run */
    memset(key, 0, offsetof(cucore__write_key, axes));
    key->is_run = (uint8_t)(1 + shift);
    key->size = key->divides = key->aligned[0] = key->aligned[1] = key->count = 1;
    key->word[0] = key->word[1] = (uint8_t)word;
    key->axes[0].n = 0;
    key->axes[0].s = key->axes[0].d = (int64_t)word;
    launch->src = work->s + before - shift;
    launch->dst = work->d + before;
    launch->last = (uint32_t)(before + 256 * (bytes - before - words * word));
    launch->total = (uint32_t)words;
    launch->rest = 0;
    return 0;
}

/* The key of joined axes, the first of which is a run of work->run bytes unless elements are converted.  Returns how
 * many of work->axes it has; those behind are too many for one launch.  -1: one run that the driver copies as fast */
CUCORE__PRIVATE int cucore__write_key_make(const cucore__kernel_work *work, cucore__write_key *key,
                                           cucore__write_launch *launch)
{
    const int converts = work->types[0] != 0, has_run = !converts && work->run != work->unit;
    const int most = converts ? 16 : 4;
    int64_t total = 1, inner = 1, s = 0, d = 0;
    uint64_t bits[2];
    int i, count = work->count + has_run, is_wide = 0;
    if (work->count == 0) return cucore__write_key_make_run(work, key, launch);
    memset(key, 0, offsetof(cucore__write_key, axes));
    key->axes[0].n = work->run / work->unit;
    key->axes[0].s = key->axes[0].d = work->unit;
    for (i = has_run; i < count; i++) {
        key->axes[i].n = work->axes[i - has_run].n;
        key->axes[i].s = work->axes[i - has_run].s;
        key->axes[i].d = work->axes[i - has_run].d;
    }
    bits[0] = work->s;
    bits[1] = work->d;
    for (i = 0; i < count && total <= CUCORE__WRITE_SLAB; i++)
        total *= key->axes[i].n < INT32_MAX ? key->axes[i].n : INT32_MAX;
    while (count > i) {
        count--;
        bits[0] |= (uint64_t)key->axes[count].s;
        bits[1] |= (uint64_t)key->axes[count].d;
    }
    for (i = 0; i < 2; i++) {
        key->word[i] = (uint8_t)work->unit;
        key->aligned[i] = cucore__write_power(bits[i], (uint64_t)most);
    }
    if (converts) cucore__cast_key_make(work, key);
    for (i = 0, total = 1; i < count; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        int64_t reach;
        inner = total;
        if (cucore__mul(inner, axis->n, &total)) total = INT64_MAX;
        is_wide |= cucore__mul((int64_t)cucore__magnitude(axis->s), axis->n, &reach) || cucore__add(s, reach, &s);
        is_wide |= cucore__mul(axis->d, axis->n, &reach) || cucore__add(d, reach, &d);
    }
    launch->src = work->s;
    launch->dst = work->d;
    key->count = (uint8_t)count;
    key->size = (uint8_t)((total > CUCORE__WRITE_FEW) + (total > CUCORE__WRITE_MANY));
    key->is_wide = (uint8_t)(is_wide || s > INT32_MAX || d > INT32_MAX);
    cucore__write_cut(key, inner, most, launch);
    if (launch->last > CUCORE__WRITE_SHORT || launch->rest) key->axes[count - 1].n = 0;
    return count - has_run;
}

CUCORE__PRIVATE size_t cucore__write_key_size(const cucore__write_key *key)
{
    return offsetof(cucore__write_key, axes) + key->count * sizeof key->axes[0];
}

/* -- the decisions ------------------------------------------------------------------------------------------------- */
/* The bytes of an element in a tile. */
CUCORE__PRIVATE int cucore__write_tile_word(const cucore__write_key *key)
{
    return key->word[0] < key->word[1] ? key->word[0] : key->word[1];
}

/* The extent of an axis; of one that is a parameter, a large number that is a multiple of what the extent is known to
 * be one of. */
CUCORE__PRIVATE int64_t cucore__write_extent(const cucore__write_key *key, int axis)
{
    return key->axes[axis].n ? key->axes[axis].n : CUCORE__WRITE_MOST / 32 * 16 + key->divides;
}

/* Returns how many pieces of a side a warp touches that copies 32 elements in the order of the destination: sectors,
 * or, unless it copies few bytes, the two sectors that memory reads as one.  *full: pieces that its bytes fill */
CUCORE__PRIVATE int cucore__write_pieces(const cucore__write_key *key, int side, int *full)
{
    const int piece = key->word[side] < 4 ? CUCORE__KERNEL_SECTOR : 2 * CUCORE__KERNEL_SECTOR;
    int64_t seen[2][CUCORE__KERNEL_WARP] = {{0}, {0}}; /* addresses, and pieces */
    int count[2] = {0, 0}, lane, i, k;
    for (lane = 0; lane < CUCORE__KERNEL_WARP; lane++) {
        int64_t left = lane, at = 0;
        for (i = 0; i < key->count; i++) {
            const int64_t n = cucore__write_extent(key, i), index = left < n ? left : left % n;
            at += index * (side ? key->axes[i].d : key->axes[i].s);
            if (left < n) break;
            left /= n;
        }
        for (i = 0; i < 2; i++) {
            for (k = 0; k < count[i] && seen[i][k] != at; k++) continue;
            if (k == count[i]) seen[i][count[i]++] = at;
            at = (at < 0 ? at - (piece - 1) : at) / piece;
        }
    }
    *full = (count[0] * key->word[side] + piece - 1) / piece;
    return count[1];
}

/* Returns 1 if it touches half as many pieces again as its bytes fill. */
CUCORE__PRIVATE int cucore__write_is_scattered(const cucore__write_key *key, int side)
{
    int full;
    return 2 * cucore__write_pieces(key, side, &full) > 3 * full;
}

/* Sorts the axes by the strides of one array, the fastest first; those that stand still last. */
CUCORE__PRIVATE void cucore__write_sort(const cucore__write_key *key, int side, uint8_t *order)
{
    int i, k;
    for (i = 0; i < key->count; i++) {
        const uint64_t distance = cucore__write_distance(&key->axes[i], side);
        for (k = i; k > 0 && cucore__write_distance(&key->axes[order[k - 1]], side) - 1 > distance - 1; k--) {
            order[k] = order[k - 1];
        }
        order[k] = (uint8_t)i;
    }
}

/* Chunks of about the same size; of the fastest axis in words, if elements are smaller. */
CUCORE__PRIVATE uint32_t cucore__write_even(const cucore__write_key *key, int axis, int64_t want, int is_fastest)
{
    const int64_t n = cucore__write_extent(key, axis);
    const int64_t multiple = is_fastest && cucore__write_tile_word(key) < 4 ? 4 : 1;
    int64_t even;
    if (n <= want + want / 2) return (uint32_t)n;
    if (!key->axes[axis].n || n % want == 0) return (uint32_t)want;
    even = cucore__kernel_pieces(n, cucore__kernel_pieces(n, want));
    return (uint32_t)((even + multiple - 1) / multiple * multiple);
}

/* Takes so many elements into a tile that they span some bytes of the array, most of whose lines have some. */
CUCORE__PRIVATE void cucore__write_take_run(const cucore__write_key *key, cucore__write_form *form, int side,
                                            const uint8_t *order, int64_t bytes)
{
    int64_t span = key->word[side];
    int i;
    for (i = 0; i < key->count && span < bytes - bytes / 4; i++) {
        const int axis = order[i];
        const uint64_t distance = cucore__write_distance(&key->axes[axis], side);
        uint32_t chunk;
        if (!distance || (distance >= 2 * (uint64_t)span && distance >= CUCORE__KERNEL_LINE && i > 0)) return;
        if (span < (int64_t)distance) span = (int64_t)distance;
        chunk = cucore__write_even(key, axis, (bytes + span - 1) / span, i == 0);
        if (form->chunk[axis] < chunk) form->chunk[axis] = chunk;
        if (form->chunk[axis] < cucore__write_extent(key, axis)) return;
        span *= form->chunk[axis];
    }
}

CUCORE__PRIVATE int64_t cucore__write_elements(const cucore__write_key *key, const cucore__write_form *form)
{
    int64_t elements = 1;
    int i;
    for (i = 0; i < key->count; i++) elements *= form->chunk[i];
    return elements;
}

/* Places a tile in shared memory: in the order of the destination.  Neighbours along the source's fastest axis are an
 * odd number of banks apart, or of elements if these are wider. */
CUCORE__PRIVATE void cucore__write_place(const cucore__write_key *key, cucore__write_form *form)
{
    const uint32_t word = (uint32_t)cucore__write_tile_word(key), bank = word < 4 ? 4 : word;
    uint32_t at = word;
    int i;
    for (i = 0; i < form->tiled; i++) {
        const int axis = form->order[1][i];
        if (axis == form->order[0][0] && i > 0 && (word >= 4 || at >= 16)) { /* short runs stay together */
            at = (at + bank - 1) / bank * bank;
            if (at / bank % 2 == 0) at += bank;
        }
        form->pitch[axis] = at;
        at *= form->chunk[axis];
        if (axis == form->order[0][0]) at += form->skew * (form->chunk[axis] / CUCORE__KERNEL_WARP);
    }
    form->shared = (at + 15) / 16 * 16;
}

/* The axes of a tile that are one run on a side, in the array and in shared memory. */
typedef struct cucore__write_run {
    int axes;
    int64_t before; /* elements of all but the last one of them, which may be cut */
} cucore__write_run;

CUCORE__PRIVATE cucore__write_run cucore__write_run_of(const cucore__write_key *key, const cucore__write_form *form,
                                                       int side)
{
    const uint8_t *order = form->order[side];
    const cucore__write_axis *first = &key->axes[order[0]];
    cucore__write_run run = {1, 1};
    int64_t together = form->chunk[order[0]];
    while (!key->is_general && run.axes < form->tiled &&
           form->chunk[order[run.axes - 1]] == key->axes[order[run.axes - 1]].n) {
        const int next = order[run.axes];
        if ((side ? key->axes[next].d : key->axes[next].s) != (side ? first->d : first->s) * together) break;
        if (form->pitch[next] != form->pitch[order[0]] * (uint64_t)together) break;
        run.before = together;
        together *= form->chunk[next];
        run.axes++;
    }
    return run;
}

/* Returns how many elements of a run a thread moves as one on a side, if they lie together, in words that are aligned,
 * and none of which is half outside. */
CUCORE__PRIVATE uint8_t cucore__write_wide(const cucore__write_key *key, const cucore__write_form *form, int side,
                                           cucore__write_run run)
{
    const uint8_t *order = form->order[side];
    const cucore__write_axis *axis = &key->axes[order[0]];
    const int end = order[run.axes - 1];
    const int word = key->word[side], tile_word = cucore__write_tile_word(key);
    uint64_t bits = key->aligned[side] |
                    (uint64_t)(word * run.before) * (uint64_t)(cucore__write_extent(key, end) | form->chunk[end]);
    int i, k;
    if (word > 2 || (side ? axis->d : axis->s) != word) return 1;
    if (side && form->pitch[order[0]] != (uint32_t)tile_word) return 1;
    for (i = 0; i < key->count; i++) {
        for (k = 0; k < run.axes && order[k] != i; k++) continue;
        if (k < run.axes) continue;
        bits |= cucore__write_distance(&key->axes[i], side);
        if (side) bits |= form->pitch[i] * (uint64_t)(word / tile_word);
    }
    bits = cucore__write_power(bits, 4) / (uint64_t)word;
    if (key->is_general && bits * (uint64_t)word != 4) return 1; /* few kinds of kernels */
    return bits ? (uint8_t)bits : 1;
}

/* Chooses the patches of a tile of bytes, 4 x 4 of them, or 4 x 2 and 4 x 3 if the other axis has no more and lies
 * between their neighbours, as the channels of pixels do; or of elements of 2 bytes, 2 x 2. */
CUCORE__PRIVATE void cucore__write_patch(const cucore__write_key *key, cucore__write_form *form)
{
    const int axes[2] = {form->order[0][0], form->order[1][0]}, word = key->word[0];
    const uint8_t full = (uint8_t)(4 / word);
    uint8_t patch[2];
    int side;
    if (key->is_general || key->types[0] || word > 2 || axes[0] == axes[1]) return;
    for (side = 0; side < 2; side++) {
        const cucore__write_axis *axis = &key->axes[axes[side]], *other = &key->axes[axes[1 - side]];
        const uint32_t chunk = form->chunk[axes[side]];
        if ((side ? axis->d : axis->s) != word) return;
        patch[side] = full;
        form->is_joined[side] = axis->n < full && axis->n == chunk && (side ? other->d : other->s) == axis->n * word;
        if (form->is_joined[side]) {
            patch[side] = (uint8_t)chunk;
        } else if (chunk % full) {
            return;
        }
    }
    if (patch[0] < full && patch[1] < full) return;
    if (form->is_joined[1] && form->pitch[axes[0]] != (uint32_t)(patch[1] * word)) return;
    memcpy(form->patch, patch, sizeof patch);
    if (form->is_joined[0]) {
        const cucore__write_run both = {2, patch[0]};
        form->wide[0] = cucore__write_wide(key, form, 0, both);
    } else if (form->pitch[axes[0]] > 4 && cucore__write_run_of(key, form, 1).axes == 1 &&
               form->chunk[axes[0]] > CUCORE__KERNEL_WARP) {
        form->skew = form->chunk[axes[0]] > 2 * CUCORE__KERNEL_WARP ? 4 : 8;
    }
    if (form->wide[0] < full) form->wide[0] = 1;
}

/* Returns 1 if runs of bytes are long enough for words, which a thread shifts out of two words of the tile. */
CUCORE__PRIVATE uint8_t cucore__write_shifts(const cucore__write_key *key, const cucore__write_form *form)
{
    const cucore__write_run run = cucore__write_run_of(key, form, 1);
    int i;
    if (key->is_general || key->types[0] || key->word[1] != 1 || form->wide[1] != 1 ||
        key->axes[form->order[1][0]].d != 1)
        return 0;
    for (i = run.axes; i < form->tiled; i++) {
        if (form->pitch[form->order[1][i]] % 4) return 0;
    }
    return run.before * form->chunk[form->order[1][run.axes - 1]] >= CUCORE__WRITE_SHIFTED;
}

/* Finds all that follows from the chunks of a tile. */
CUCORE__PRIVATE void cucore__write_tile_finish(const cucore__write_key *key, cucore__write_form *form,
                                               uint8_t order[2][CUCORE__WRITE_AXES])
{
    int i, k;
    for (k = 0; k < 2; k++) {
        for (i = form->tiled = 0; i < key->count; i++) {
            if (form->chunk[order[k][i]] > 1) form->order[k][form->tiled++] = order[k][i];
        }
    }
    form->skew = form->patch[0] = 0;
    cucore__write_place(key, form);
    for (k = 0; k < 2; k++) form->wide[k] = cucore__write_wide(key, form, k, cucore__write_run_of(key, form, k));
    cucore__write_patch(key, form);
    if (form->skew) cucore__write_place(key, form);
    form->shifts = cucore__write_shifts(key, form);
    if (form->shifts) form->shared += 16; /* the word behind the last row */
}

/* The tile with runs of so many bytes of the source and of the destination. */
CUCORE__PRIVATE void cucore__write_tile_try(const cucore__write_key *key, cucore__write_form *form,
                                            uint8_t order[2][CUCORE__WRITE_AXES], const int64_t *bytes)
{
    int i, k;
    for (i = 0; i < key->count; i++) form->chunk[i] = 1;
    for (k = 0; k < 2; k++) cucore__write_take_run(key, form, k, order[k], bytes[k]);
    cucore__write_tile_finish(key, form, order);
}

/* Returns how many loads or stores a tile takes. */
CUCORE__PRIVATE int64_t cucore__write_accesses(const cucore__write_key *key, const cucore__write_form *form)
{
    const int store = form->shifts ? 4 : form->wide[1];
    return cucore__write_elements(key, form) / (form->wide[0] < store ? form->wide[0] : store);
}

/* Returns 1 if each thread has few enough of them. */
CUCORE__PRIVATE int cucore__write_tile_fits(const cucore__write_key *key, const cucore__write_form *form)
{
    const int64_t many = CUCORE__WRITE_STEPS * CUCORE__WRITE_THREADS;
    const int word = cucore__write_tile_word(key);
    const int is_double = !key->is_general && key->size == 2 && (word > 1 || (form->patch[0] && form->wide[0] == 1));
    const int64_t most = key->size == 0 ? many / 4 : is_double ? 2 * many : many;
    return cucore__write_elements(key, form) * word <= CUCORE__WRITE_TILE &&
           cucore__write_accesses(key, form) <= most && form->shared <= CUCORE__WRITE_ROOM;
}

/* Takes more into a tile of few elements, along the fastest axes of the destination. */
CUCORE__PRIVATE void cucore__write_tile_grow(const cucore__write_key *key, cucore__write_form *form,
                                             uint8_t order[2][CUCORE__WRITE_AXES])
{
    int64_t least = CUCORE__WRITE_LEAST;
    int i;
    if (key->word[1] > 4) least = 4 * least / key->word[1];
    if (key->word[1] < 4 && key->size == 2) least *= 4;
    for (i = 0; i < key->count; i++) {
        const int axis = order[1][i];
        const int64_t elements = cucore__write_elements(key, form);
        const cucore__write_form before = *form;
        if (elements > least / 2) return;
        if (form->chunk[axis] == cucore__write_extent(key, axis)) continue;
        form->chunk[axis] = cucore__write_even(key, axis, least / elements * form->chunk[axis], i == 0);
        cucore__write_tile_finish(key, form, order);
        if (!cucore__write_tile_fits(key, form)) *form = before;
    }
}

/* Makes a tile of the fastest axes of both arrays, with runs as long as there is room for.  Those of the destination
 * are longer: the rest of a sector that was read is in the cache when the next block wants it, while a sector that is
 * written in parts may have to be read first.  Returns 0 if there is none of use. */
CUCORE__PRIVATE int cucore__write_tile(const cucore__write_key *key, cucore__write_form *form)
{
    uint8_t order[2][CUCORE__WRITE_AXES];
    int64_t bytes[2] = {CUCORE__WRITE_RUN / 2, CUCORE__WRITE_RUN};
    int shorter = key->word[1] > 4;
    if (key->word[1] == 1) bytes[0] = CUCORE__WRITE_RUN;
    cucore__write_sort(key, 0, order[0]);
    cucore__write_sort(key, 1, order[1]);
    for (cucore__write_tile_try(key, form, order, bytes); !cucore__write_tile_fits(key, form); shorter ^= 1) {
        bytes[shorter] /= 2;
        if (bytes[shorter] < 2 * key->word[shorter]) return 0;
        cucore__write_tile_try(key, form, order, bytes);
    }
    cucore__write_tile_grow(key, form, order);
    if (cucore__write_accesses(key, form) > CUCORE__WRITE_STEPS * CUCORE__WRITE_THREADS)
        form->threads = (uint16_t)(2 * form->threads);
    return memcmp(form->order[0], form->order[1], form->tiled) != 0;
}

/* Returns how many elements a thread converts as one without a tile: neighbours in both arrays, up to 16 bytes,
 * aligned, and all or none of them there. */
CUCORE__PRIVATE uint8_t cucore__write_together(const cucore__write_key *key)
{
    const uint64_t from = key->word[0], to = key->word[1];
    uint64_t most = 16 / (from < to ? to : from), bits;
    int i;
    if (!key->types[0] || key->axes[0].s != (int64_t)from || key->axes[0].d != (int64_t)to) return 1;
    bits = (uint64_t)cucore__write_extent(key, 0) | key->aligned[0] / from | key->aligned[1] / to;
    for (i = 1; i < key->count; i++) {
        bits |= cucore__write_distance(&key->axes[i], 0) / from | cucore__write_distance(&key->axes[i], 1) / to;
    }
    bits = cucore__write_power(bits, most);
    return key->is_general && bits != most ? 1 : (uint8_t)bits;
}

/* Makes the key of one index of an axis. */
CUCORE__PRIVATE void cucore__write_once(const cucore__write_key *key, int axis, cucore__write_key *once)
{
    memcpy(once, key, cucore__write_key_size(key));
    once->axes[axis].n = 1;
}

/* Finds the longest axis that the source repeats, along which a thread without a tile stores what it loaded once; not
 * the fastest one, nor one without which stores are scattered.  It pays if loads are: each warp's from so many pieces;
 * or if the source repeats the fastest axis as well, where a thread's indices cost most.  Else the caches have the
 * elements, and memory is faster if blocks write one after the other.  -1: none.  once: the key of one index */
CUCORE__PRIVATE int cucore__write_find_again(const cucore__write_key *key, cucore__write_key *once)
{
    const int is_scattered = cucore__write_is_scattered(key, 1);
    int64_t most = 1, reach;
    int i, full, found = -1;
    for (i = 1; i < key->count && key->size && CUCORE__WRITE_AGAIN > 1; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        if (axis->s || cucore__write_extent(key, i) <= most || cucore__mul(axis->d, CUCORE__WRITE_MOST, &reach))
            continue;
        cucore__write_once(key, i, once);
        if (!is_scattered && cucore__write_is_scattered(once, 1)) continue;
        if (key->axes[0].s && cucore__write_pieces(once, 0, &full) < CUCORE__WRITE_AGAIN_FROM * full) continue;
        most = cucore__write_extent(key, i);
        found = i;
    }
    if (found >= 0) cucore__write_once(key, found, once);
    return found;
}

/* The elements of a key, without the axis whose extent is a parameter. */
CUCORE__PRIVATE int64_t cucore__write_total(const cucore__write_key *key)
{
    int64_t total = 1;
    int i;
    for (i = 0; i < key->count; i++) total *= key->axes[i].n ? key->axes[i].n : 1;
    return total;
}

CUCORE__PRIVATE void cucore__write_form_make(const cucore__write_key *key, cucore__write_form *form)
{
    const int most = key->word[0] > key->word[1] ? key->word[0] : key->word[1];
    cucore__write_key once;
    int i, again, is_few;
    memset(form, 0, sizeof *form);
    form->threads = CUCORE__WRITE_THREADS;
    if (cucore__write_is_scattered(key, 0) && cucore__write_tile(key, form)) return;
    memset(form, 0, sizeof *form);
    for (i = 0; i < key->count; i++) form->chunk[i] = 1;
    form->threads = CUCORE__WRITE_THREADS;
    form->wide[0] = form->wide[1] = cucore__write_together(key);
    form->steps = 1;
    if (!key->size) return;
    form->steps = (uint8_t)(CUCORE__WRITE_DIRECT / (most > 2 ? most : 2));
    if (form->wide[0] > 1) form->steps = 2;
    if (form->steps > 1 && cucore__write_is_scattered(key, 1)) form->steps /= 2;
    again = cucore__write_find_again(key, &once);
    if (again < 0) return;
    is_few = once.axes[key->count - 1].n && cucore__write_total(&once) < CUCORE__WRITE_FEW;
    form->again = (uint8_t)(again + 1);
    form->times = (uint8_t)cucore__write_even(key, again, is_few ? CUCORE__WRITE_AGAIN_FEW : CUCORE__WRITE_AGAIN, 0);
}

/* Finds how many blocks launches of a layout have. */
CUCORE__PRIVATE void cucore__write_grid_make(const cucore__write_key *key, const cucore__write_form *form,
                                             const cucore__write_launch *launch, cucore__write_grid *out)
{
    const int64_t of_block = (int64_t)form->threads * form->steps * form->wide[0];
    const int last = key->count - 1, again = form->again - 1;
    int64_t times = 1, each = of_block, share = 1;
    int i;
    if (form->tiled) {
        for (i = 0; i < last; i++) times *= cucore__kernel_pieces(key->axes[i].n, form->chunk[i]);
        each = form->chunk[last];
        share = 0;
    } else if (again == last) {
        times = cucore__kernel_pieces(launch->total / launch->last, of_block);
        each = form->times;
        share = 0;
    } else if (again >= 0) {
        share = key->axes[again].n;
        times = cucore__kernel_pieces(share, form->times);
    }
    out->times = (uint32_t)times;
    out->each = (uint32_t)each;
    out->share = (uint32_t)share;
}

CUCORE__PRIVATE uint32_t cucore__write_blocks(const cucore__write_grid *grid, const cucore__write_launch *launch)
{
    const int64_t counted = grid->share ? launch->total / grid->share : launch->last;
    return grid->times * (uint32_t)cucore__kernel_pieces(counted, grid->each);
}

/* The parts of a row: words of 16 bytes of the destination, the first and the last of which may begin before the row
 * and end behind it. */
CUCORE__PRIVATE int64_t cucore__write_row_parts(const cucore__write_key *key)
{
    return (key->axes[0].n * key->axes[0].d + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD + 1;
}

/* Sets what a general kernel counts: parts, if it copies rows in parts. */
CUCORE__PRIVATE void cucore__write_launch_general(const cucore__write_key *key, const cucore__write_form *form,
                                                  cucore__write_launch *launch)
{
    if (form->in_rows) launch->total = (uint32_t)(launch->total / key->axes[0].n * cucore__write_row_parts(key));
}
