/* kernels/copy_bytes.h: one tile of bytes through shared memory: four source rows at a time are shuffled in registers,
 * so that the tile is made of units of four bytes that lie together in the destination; then the same for pairs of two
 * bytes each.  Words may be anywhere in the arrays: they are loaded in pieces of four bytes, and stored from sector to
 * sector. */
/* Four rows of four bytes: columns become words. */
COPY_FN void bytes_transpose(uint32_t *r0, uint32_t *r1, uint32_t *r2, uint32_t *r3)
{
    uint32_t a = bytes_of(*r0, *r1, 0x5140), b = bytes_of(*r0, *r1, 0x7362);
    uint32_t c = bytes_of(*r2, *r3, 0x5140), d = bytes_of(*r2, *r3, 0x7362);
    *r0 = bytes_of(a, c, 0x5410);
    *r1 = bytes_of(a, c, 0x7632);
    *r2 = bytes_of(b, d, 0x5410);
    *r3 = bytes_of(b, d, 0x7632);
}

/* Elements behind a word that are loaded with it, where there may be none: at the end of the axis. */
COPY_FN uint64_t bytes_behind(const cucore__kernel_tile *p, const copy_origin *origin, int unaligned)
{
    if (!unaligned || !p->loose) return 0;
    return origin_at(origin, p->load_cut) + 1 == p->grid.count[p->load_cut] ? p->loose * p->walk[0].next_pack : 0;
}

/* Four bits for each of some steps: which of its rows exist. */
COPY_FN uint32_t bytes_rows_in(const cucore__kernel_tile *p, uint64_t last, const copy_origin *origin, uint32_t steps,
                               int unaligned)
{
    uint32_t mask = ((uint32_t)1 << 4 * steps) - 1, n;
    uint64_t behind = bytes_behind(p, origin, unaligned);
    if (!origin->ragged && !behind) return mask;
    last += behind;
    COPY_NO_UNROLL
    for (n = 0; n < 4 * steps; n++) {
        if (!has_room(origin->room, last + p->walk[0].step[n / 4].pack + n % 4 * p->row_pack))
            mask &= ~((uint32_t)1 << n);
    }
    return mask;
}

/* The word of 16 bytes at any address, before it is shifted. */
COPY_FN void bytes_get_loose(uint64_t from, int when, copy_word *w, uint32_t *tail)
{
    uint32_t odd = (uint32_t)from & 3, k;
    COPY_UNROLL
    for (k = 0; k < 4; k++) w->x[k] = get4(from - odd + 4 * k, when);
    *tail = get4(from - odd + 16, when && odd);
}

COPY_FN void bytes_shift_loose(uint64_t from, copy_word *w, uint32_t tail)
{
    uint32_t bits = 8 * ((uint32_t)from & 3), k;
    COPY_UNROLL
    for (k = 0; k < 4; k++) w->x[k] = funnel(w->x[k], k < 3 ? w->x[(k + 1) % 4] : tail, bits);
}

/* A thread loads four rows of 16 bytes, or one byte each of four rows, four times. */
COPY_FN void bytes_load(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                        uint32_t thread, copy_ahead *v, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint64_t from = origin->a + (uint64_t)lanes->array[0];
    uint32_t i, j, mask;
    if (thread >= walk->threads || origin->outside) return;
    mask = bytes_rows_in(p, lanes->last[0], origin, walk->steps, unaligned);
    if (unaligned && p->loose) {
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            bytes_get_loose(from + (uint64_t)(p->row * (int64_t)j), (int)(mask >> j & 1), &v->w[j], &v->tail[j]);
        }
        return;
    }
    if (walk->width > 1) {
        COPY_UNROLL
        for (j = 0; j < 4; j++) v->w[j] = get16(from + (uint64_t)(p->row * (int64_t)j), (int)(mask >> j & 1));
        return;
    }
    COPY_UNROLL
    for (i = 0; i < 4; i++) {
        const cucore__kernel_step *step = &walk->step[i];
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            v->w[j].x[i] = get1(from + (uint64_t)step->a + (uint64_t)p->row * j, (int)(mask >> (4 * i + j) & 1));
        }
    }
}

/* Rows that end within a word. */
COPY_FN void bytes_part_rows(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                             unsigned char *tile, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = 0; n < 4; n++) {
        uint64_t from = origin->a + (uint64_t)(lanes->array[0] + p->row * (int64_t)n);
        uint64_t last = lanes->last[0] + n * p->row_pack;
        if (has_room(origin->room, last + bytes_behind(p, origin, unaligned))) continue;
        COPY_NO_UNROLL
        for (k = 0; k < 16 && has_room(origin->room, last - (15 - k) * walk->next_pack); k++) {
            tile[((uint32_t)lanes->at[0] & 0xffff) + k * (uint32_t)walk->next + n] = get1(from + k, 1);
        }
    }
}

COPY_FN void bytes_turn(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                        unsigned char *tile, uint32_t thread, copy_ahead *v, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    unsigned char *to = tile + (lanes->at[0] & 0xffff);
    uint32_t i, j, k;
    if (thread >= walk->threads || origin->outside) return;
    if (unaligned && p->loose) {
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            bytes_shift_loose(origin->a + (uint64_t)(lanes->array[0] + p->row * (int64_t)j), &v->w[j], v->tail[j]);
        }
    }
    if (walk->width > 1) {
        COPY_UNROLL
        for (k = 0; k < 4; k++) {
            bytes_transpose(&v->w[0].x[k], &v->w[1].x[k], &v->w[2].x[k], &v->w[3].x[k]);
            COPY_UNROLL
            for (j = 0; j < 4; j++) *(uint32_t *)(to + (4 * k + j) * (uint32_t)walk->next) = v->w[j].x[k];
        }
        if (origin->ragged || bytes_behind(p, origin, unaligned)) bytes_part_rows(p, lanes, origin, tile, unaligned);
        return;
    }
    COPY_UNROLL
    for (i = 0; i < 4; i++) {
        if (i >= walk->steps) break;
        *(uint32_t *)(to + walk->step[i].b) =
            v->w[0].x[i] | v->w[1].x[i] << 8 | v->w[2].x[i] << 16 | v->w[3].x[i] << 24;
    }
}

/* Four bytes of the destination, of which the first ones exist. */
COPY_FN void bytes_put(const cucore__kernel_tile *p, uint64_t to, uint32_t v, uint64_t room, uint64_t pack)
{
    uint32_t j;
    int full = p->word4 && has_room(room, pack + 3 * p->row_pack) && has_room(room, pack);
    put4(to, v, full);
    if (full) return;
    COPY_UNROLL
    for (j = 0; j < 4; j++) put1(to + j, (uint8_t)(v >> 8 * j), has_room(room, pack + j * p->row_pack));
}

/* 16 bytes of the tile from any place on. */
COPY_FN copy_word bytes_of_tile(const unsigned char *tile, uint32_t at)
{
    const copy_word *from = (const copy_word *)(tile + (at & ~(uint32_t)15));
    uint32_t bits = 8 * (at & 3), x[8], k;
    copy_word w = from[0], behind = from[(at & 15) > 0];
    COPY_UNROLL
    for (k = 0; k < 4; k++) {
        x[k] = w.x[k];
        x[k + 4] = behind.x[k];
    }
    COPY_UNROLL
    for (k = 0; k < 6; k++) x[k] = at & 8 ? x[k + 2] : x[k];
    COPY_UNROLL
    for (k = 0; k < 5; k++) x[k] = at & 4 ? x[k + 1] : x[k];
    COPY_UNROLL
    for (k = 0; k < 4; k++) w.x[k] = funnel(x[k], x[k + 1], bits);
    return w;
}

COPY_FN void bytes_shift(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                         const unsigned char *tile, int32_t unit)
{
    const cucore__kernel_walk *walk = &p->walk[1];
    uint64_t first = lanes->last[1] - (walk->width - 1) * walk->next_pack, to = origin->b + (uint64_t)lanes->array[1];
    int32_t from = (int32_t)(lanes->at[1] & 0xffff), e;
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        const cucore__kernel_step *step = &walk->step[n];
        copy_shifted word;
        if (!shift_word(p, origin, first + step->pack, to + (uint64_t)step->a, from + (int32_t)step->b, unit, &word))
            continue;
        if (word.e >= 0 && word.e + 16 / unit <= word.exist) {
            put16(word.to, bytes_of_tile(tile, (uint32_t)word.from), 1);
            continue;
        }
        COPY_NO_UNROLL
        for (k = 0, e = word.e; k < 16; k += (uint32_t)unit, e++) {
            if (e < 0 || e >= word.exist) continue;
            if (unit == 1) put1(word.to + k, tile[word.from + (int32_t)k], 1);
            if (unit == 2) put2(word.to + k, *(const uint16_t *)(tile + word.from + (int32_t)k), 1);
        }
    }
}

COPY_FN void bytes_unload(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                          const unsigned char *tile, uint32_t thread, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[1];
    uint64_t array = origin->b + (uint64_t)lanes->array[1];
    uint32_t at = (uint32_t)lanes->at[1] & 0xffff, n, k;
    if (thread >= walk->threads || origin->outside) return;
    if (unaligned && p->shift_cut < CUCORE__KERNEL_CUTS) {
        bytes_shift(p, lanes, origin, tile, 1);
        return;
    }
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        uint64_t to = array + (uint64_t)walk->step[n].a,
                 pack = (lanes->last[1] - (walk->width - 1) * walk->next_pack) + walk->step[n].pack;
        const unsigned char *from = tile + at + walk->step[n].b;
        if (walk->width > 1) {
            copy_word v = *(const copy_word *)from;
            int full = 1;
            if (origin->ragged) {
                full = has_room(origin->room, pack) &&
                       has_room(origin->room, pack + 3 * walk->next_pack + 3 * p->row_pack);
            }
            put16(to, v, full);
            if (full) continue;
        }
        COPY_NO_UNROLL
        for (k = 0; k < walk->width; k++) {
            bytes_put(p, to + 4 * k, *(const uint32_t *)(from + 4 * k), origin->room, pack + k * walk->next_pack);
        }
    }
}

/* -- pairs: two rows at a time, words of 16 bytes on both sides -- */
/* A bit for each step: whether all that is loaded of its word exists. */
COPY_FN uint32_t pairs_steps_in(const cucore__kernel_tile *p, uint64_t last, const copy_origin *origin, int unaligned)
{
    uint64_t behind = bytes_behind(p, origin, unaligned);
    uint32_t mask = 0, n;
    if (!behind) return steps_in(&p->walk[0], last, origin);
    for (n = 0; n < p->walk[0].steps; n++) {
        mask |= (uint32_t)has_room(origin->room, last + behind + p->walk[0].step[n].pack) << n;
    }
    return mask;
}

COPY_FN void pairs_load(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                        uint32_t thread, copy_ahead *v, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint64_t from = origin->a + (uint64_t)lanes->array[0];
    uint32_t i, j, mask[2];
    if (thread >= walk->threads || origin->outside) return;
    mask[0] = pairs_steps_in(p, lanes->last[0], origin, unaligned);
    mask[1] = pairs_steps_in(p, lanes->last[0] + p->row_pack, origin, unaligned);
    COPY_UNROLL
    for (i = 0; i < (unaligned ? 2 : 4); i++) {
        COPY_UNROLL
        for (j = 0; j < 2; j++) {
            uint64_t word = from + (uint64_t)walk->step[i].a + (uint64_t)p->row * j;
            int ok = (int)(mask[j] >> i & 1);
            if (unaligned && p->loose) {
                bytes_get_loose(word, ok, &v->w[2 * i + j], &v->tail[2 * i + j]);
            } else {
                v->w[2 * i + j] = get16(word, ok);
            }
        }
    }
}

COPY_FN void pairs_part_rows(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                             unsigned char *tile, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = 0; n < 2 * walk->steps; n++) {
        const cucore__kernel_step *step = &walk->step[n / 2];
        uint64_t from = origin->a + (uint64_t)(lanes->array[0] + step->a + p->row * (int64_t)(n % 2));
        uint64_t last = lanes->last[0] + step->pack + n % 2 * p->row_pack;
        unsigned char *to = tile + (lanes->at[0] & 0xffff) + step->b + 2 * (n % 2);
        if (has_room(origin->room, last + bytes_behind(p, origin, unaligned))) continue;
        COPY_NO_UNROLL
        for (k = 0; k < 8 && has_room(origin->room, last - (7 - k) * walk->next_pack); k++) {
            *(uint16_t *)(to + k * (uint32_t)walk->next) = get2(from + 2 * k, 1);
        }
    }
}

COPY_FN void pairs_turn(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                        unsigned char *tile, uint32_t thread, copy_ahead *v, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint32_t i, k;
    if (thread >= walk->threads || origin->outside) return;
    COPY_UNROLL
    for (i = 0; i < (unaligned ? 2 : 4); i++) {
        unsigned char *to = tile + (lanes->at[0] & 0xffff);
        if (i >= walk->steps) break;
        to += walk->step[i].b;
        if (unaligned && p->loose) {
            uint64_t from = origin->a + (uint64_t)(lanes->array[0] + walk->step[i].a);
            bytes_shift_loose(from, &v->w[2 * i], v->tail[2 * i]);
            bytes_shift_loose(from + (uint64_t)p->row, &v->w[2 * i + 1], v->tail[2 * i + 1]);
        }
        COPY_UNROLL
        for (k = 0; k < 4; k++) {
            uint32_t one = v->w[2 * i].x[k], two = v->w[2 * i + 1].x[k];
            *(uint32_t *)(to + 2 * k * (uint32_t)walk->next) = bytes_of(one, two, 0x5410);
            *(uint32_t *)(to + (2 * k + 1) * (uint32_t)walk->next) = bytes_of(one, two, 0x7632);
        }
    }
    if (origin->ragged || bytes_behind(p, origin, unaligned)) pairs_part_rows(p, lanes, origin, tile, unaligned);
}

COPY_FN void pairs_unload(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                          const unsigned char *tile, uint32_t thread, int unaligned)
{
    const cucore__kernel_walk *walk = &p->walk[1];
    const unsigned char *from = tile + (lanes->at[1] & 0xffff);
    uint64_t to = origin->b + (uint64_t)lanes->array[1], first = lanes->last[1] - 3 * walk->next_pack;
    uint32_t n, k, mask;
    if (thread >= walk->threads || origin->outside) return;
    if (unaligned && p->shift_cut < CUCORE__KERNEL_CUTS) {
        bytes_shift(p, lanes, origin, tile, 2);
        return;
    }
    mask = steps_in(walk, lanes->last[1] + p->row_pack, origin);
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        const cucore__kernel_step *step = &walk->step[n];
        copy_word v = *(const copy_word *)(from + step->b);
        int full = (int)(mask >> n & 1);
        put16(to + (uint64_t)step->a, v, full);
        if (full) continue;
        COPY_UNROLL
        for (k = 0; k < 8; k++) {
            put2(to + (uint64_t)step->a + 2 * k, (uint16_t)(v.x[k / 2] >> 16 * (k % 2)),
                 has_room(origin->room, first + step->pack + k / 2 * walk->next_pack + k % 2 * p->row_pack));
        }
    }
}

/* Two kernels of each kind: one without what it takes that words are not aligned, and one with it. */
#define COPY_KINDS(name, kind, unaligned)                                                                              \
    COPY_FN void name##_fetch(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,        \
                              uint32_t thread, copy_ahead *v)                                                          \
    {                                                                                                                  \
        kind##_load(p, lanes, origin, thread, v, unaligned);                                                           \
    }                                                                                                                  \
    COPY_FN void name##_spread(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,       \
                               unsigned char *tile, uint32_t thread, copy_ahead *v)                                    \
    {                                                                                                                  \
        kind##_turn(p, lanes, origin, tile, thread, v, unaligned);                                                     \
    }                                                                                                                  \
    COPY_FN void name##_store(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,        \
                              const unsigned char *tile, uint32_t thread)                                              \
    {                                                                                                                  \
        kind##_unload(p, lanes, origin, tile, thread, unaligned);                                                      \
    }
COPY_KINDS(bytes, bytes, 0)
COPY_KINDS(oddbytes, bytes, 1)
COPY_KINDS(pairs, pairs, 0)
COPY_KINDS(oddpairs, pairs, 1)
#undef COPY_KINDS
