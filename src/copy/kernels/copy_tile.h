/* kernels/copy_tile.h: one tile through shared memory, for elements of COPY_UNIT bytes: included once for each unit.
 *
 * The load walk takes words of the source as they lie there and scatters their elements over the tile; the store walk
 * gathers words of the destination from the tile.  Words are 16 bytes, or one element where 16 would not be aligned.
 * Words of more than four elements are linear; those of 16 bytes-elements are taken one by one. */
#define COPY_T(what) COPY_PASTE(what, COPY_UNIT) /* tile4_what */
#define COPY_PASTE(what, unit) COPY_PASTE_(what, unit)
#define COPY_PASTE_(what, unit) tile##unit##_##what
#define COPY_ACCESS(get, unit) COPY_ACCESS_(get, unit)
#define COPY_ACCESS_(get, unit) get##unit
#define COPY_GET COPY_ACCESS(get, COPY_UNIT)
#define COPY_PUT COPY_ACCESS(put, COPY_UNIT)
#define COPY_WORD (16 / COPY_UNIT)
#define COPY_HAS_WORDS (COPY_UNIT > 1 && COPY_UNIT < 16)
#define COPY_STEP(walk, n) (&(walk)->step[(n) % CUCORE__KERNEL_STEPS])

#if COPY_UNIT == 1
typedef uint8_t COPY_T(unit);
#elif COPY_UNIT == 2
typedef uint16_t COPY_T(unit);
#elif COPY_UNIT == 4
typedef uint32_t COPY_T(unit);
#elif COPY_UNIT == 8
typedef uint64_t COPY_T(unit);
#else
typedef copy_word COPY_T(unit);
#endif

/* Units that a thread has on its way to the tile. */
#define COPY_AHEAD (COPY_UNIT == 16 ? 4 : COPY_UNIT == 8 ? 8 : 16)

#if COPY_HAS_WORDS
COPY_FN COPY_T(unit) COPY_T(word_get)(const copy_word *w, uint32_t k)
{
#if COPY_UNIT == 8
    return (uint64_t)w->x[2 * k + 1] << 32 | w->x[2 * k];
#elif COPY_UNIT == 4
    return w->x[k];
#else
    return (uint16_t)(w->x[k / 2] >> 16 * (k % 2));
#endif
}

/* Into a word whose bits there are 0. */
COPY_FN void COPY_T(word_put)(copy_word *w, uint32_t k, COPY_T(unit) v)
{
#if COPY_UNIT == 8
    w->x[2 * k] |= (uint32_t)v;
    w->x[2 * k + 1] |= (uint32_t)(v >> 32);
#elif COPY_UNIT == 4
    w->x[k] |= v;
#else
    w->x[k / 2] |= (uint32_t)v << 16 * (k % 2);
#endif
}

/* Where element k of the word is in the tile. */
COPY_FN uint32_t COPY_T(lane_at)(const cucore__kernel_walk *walk, uint64_t at, uint32_t k)
{
#if COPY_WORD <= 4
    (void)walk;
    return (uint32_t)(at >> 16 * k) & 0xffff;
#else
    return ((uint32_t)at & 0xffff) + k * (uint32_t)walk->next;
#endif
}

COPY_FN void COPY_T(store_words)(const cucore__kernel_walk *walk, const copy_lanes *lanes, uint32_t vector,
                                 const copy_origin *origin, const unsigned char *tile)
{
    uint64_t to = origin->b + (uint64_t)lanes->array[1];
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        const cucore__kernel_step *step = &walk->step[n];
        copy_word v;
        if (origin->ragged && !has_room(origin->room, lanes->last[1] + step->pack)) continue;
        if (vector) {
            v = *(const copy_word *)(tile + COPY_T(lane_at)(walk, lanes->at[1], 0) + step->b);
        } else {
            v.x[0] = v.x[1] = v.x[2] = v.x[3] = 0;
            COPY_UNROLL
            for (k = 0; k < COPY_WORD; k++) {
                COPY_T(word_put)
                (&v, k, *(const COPY_T(unit) *)(tile + COPY_T(lane_at)(walk, lanes->at[1], k) + step->b));
            }
        }
        put16(to + (uint64_t)step->a, v, 1);
    }
}

COPY_FN void COPY_T(shift_words)(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                                 const unsigned char *tile)
{
    const cucore__kernel_walk *walk = &p->walk[1];
    uint64_t first = lanes->last[1] - (walk->width - 1) * walk->next_pack, to = origin->b + (uint64_t)lanes->array[1];
    int32_t at = (int32_t)(lanes->at[1] & 0xffff), e;
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        const cucore__kernel_step *step = &walk->step[n];
        const unsigned char *from;
        copy_shifted word;
        if (!shift_word(p, origin, first + step->pack, to + (uint64_t)step->a, at + (int32_t)step->b, COPY_UNIT, &word))
            continue;
        from = tile + word.from;
        if (word.e >= 0 && word.e + COPY_WORD <= word.exist) {
            copy_word v;
            v.x[0] = v.x[1] = v.x[2] = v.x[3] = 0;
            COPY_UNROLL
            for (k = 0; k < COPY_WORD; k++) COPY_T(word_put)(&v, k, *(const COPY_T(unit) *)(from + k * COPY_UNIT));
            put16(word.to, v, 1);
            continue;
        }
        COPY_NO_UNROLL
        for (k = 0, e = word.e; k < COPY_WORD; k++, e++) {
            if (e < 0 || e >= word.exist) continue;
            COPY_PUT(word.to + k * COPY_UNIT, *(const COPY_T(unit) *)(from + k * COPY_UNIT), 1);
        }
    }
}

/* Words of which only a part exists, element by element. */
COPY_FN void COPY_T(part_words)(const cucore__kernel_walk *walk, uint32_t side, const copy_lanes *lanes,
                                const copy_origin *origin, unsigned char *tile, uint32_t thread)
{
    uint64_t array = (side ? origin->b : origin->a) + (uint64_t)lanes->array[side];
    uint32_t n, k, word;
    (void)walk_run(walk, thread, &word);
    word = (word * COPY_WORD + COPY_WORD - 1) % walk->per;
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        const cucore__kernel_step *step = &walk->step[n];
        uint64_t pack = lanes->last[side] + step->pack;
        uint32_t rest = word;
        if (has_room(origin->room, pack)) continue;
        COPY_NO_UNROLL
        for (k = COPY_WORD; k-- > 0;) {
            COPY_T(unit) *at = (COPY_T(unit) *)(tile + COPY_T(lane_at)(walk, lanes->at[side], k) + step->b);
            uint64_t one = array + (uint64_t)step->a + k * COPY_UNIT;
            if (has_room(origin->room, pack)) {
                if (side) {
                    COPY_PUT(one, *at, 1);
                } else {
                    *at = COPY_GET(one, 1);
                }
            }
            pack -= rest == 0 ? walk->next_pack : 0;
            rest = rest == 0 ? walk->per - 1 : rest - 1;
        }
    }
}
#endif

/* Unit j of those on the way. */
COPY_FN COPY_T(unit) COPY_T(ahead_get)(const copy_ahead *v, uint32_t j)
{
#if COPY_UNIT == 16
    return v->w[j];
#elif COPY_UNIT == 8
    return (uint64_t)v->w[j / 2].x[j % 2 * 2 + 1] << 32 | v->w[j / 2].x[j % 2 * 2];
#else
    return (COPY_T(unit))v->w[j / 4].x[j % 4];
#endif
}

COPY_FN void COPY_T(ahead_put)(copy_ahead *v, uint32_t j, COPY_T(unit) unit)
{
#if COPY_UNIT == 16
    v->w[j] = unit;
#elif COPY_UNIT == 8
    v->w[j / 2].x[j % 2 * 2] = (uint32_t)unit;
    v->w[j / 2].x[j % 2 * 2 + 1] = (uint32_t)(unit >> 32);
#else
    v->w[j / 4].x[j % 4] = unit;
#endif
}

/* All that a thread loads, while the tile may still be in use. */
COPY_FN void COPY_T(fetch)(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                           uint32_t thread, copy_ahead *v)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint64_t from = origin->a + (uint64_t)lanes->array[0];
    uint32_t j, mask;
    if (thread >= walk->threads || origin->outside) return;
    mask = steps_in(walk, lanes->last[0], origin);
#if COPY_HAS_WORDS
    if (walk->width > 1) {
        COPY_UNROLL
        for (j = 0; j < 4; j++) v->w[j] = get16(from + (uint64_t)walk->step[j].a, (int)(mask >> j & 1));
        return;
    }
#endif
    COPY_UNROLL
    for (j = 0; j < COPY_AHEAD; j++) {
        COPY_T(ahead_put)(v, j, COPY_GET(from + (uint64_t)walk->step[j].a, (int)(mask >> j & 1)));
    }
}

COPY_FN void COPY_T(spread)(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                            unsigned char *tile, uint32_t thread, copy_ahead *v)
{
    const cucore__kernel_walk *walk = &p->walk[0];
    uint32_t j;
    if (thread >= walk->threads || origin->outside) return;
#if COPY_HAS_WORDS
    if (walk->width > 1) {
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            uint32_t k;
            if (j >= walk->steps) break;
            COPY_UNROLL
            for (k = 0; k < COPY_WORD; k++) {
                *(COPY_T(unit) *)(tile + COPY_T(lane_at)(walk, lanes->at[0], k) + walk->step[j].b) =
                    COPY_T(word_get)(&v->w[j], k);
            }
        }
        if (origin->ragged) COPY_T(part_words)(walk, 0, lanes, origin, tile, thread);
        return;
    }
#endif
    COPY_UNROLL
    for (j = 0; j < COPY_AHEAD; j++) {
        if (j < walk->steps) {
            *(COPY_T(unit) *)(tile + (lanes->at[0] & 0xffff) + walk->step[j].b) = COPY_T(ahead_get)(v, j);
        }
    }
}

COPY_FN void COPY_T(store_units)(const cucore__kernel_walk *walk, const copy_lanes *lanes, const copy_origin *origin,
                                 const unsigned char *tile)
{
    uint64_t to = origin->b + (uint64_t)lanes->array[1];
    const unsigned char *from = tile + (lanes->at[1] & 0xffff);
    uint32_t n, j, mask = steps_in(walk, lanes->last[1], origin);
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n += 4) {
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            if (n + j >= walk->steps) break;
            COPY_PUT(to + (uint64_t)COPY_STEP(walk, n + j)->a,
                     *(const COPY_T(unit) *)(from + COPY_STEP(walk, n + j)->b), (int)(mask >> (n + j) & 1));
        }
    }
}

COPY_FN void COPY_T(store)(const cucore__kernel_tile *p, const copy_lanes *lanes, const copy_origin *origin,
                           unsigned char *tile, uint32_t thread)
{
    if (thread >= p->walk[1].threads || origin->outside) return;
#if COPY_HAS_WORDS
    if (p->shift_cut < CUCORE__KERNEL_CUTS) {
        COPY_T(shift_words)(p, lanes, origin, tile);
        return;
    }
    if (p->walk[1].width > 1) {
        COPY_T(store_words)(&p->walk[1], lanes, p->vector, origin, tile);
        if (origin->ragged) COPY_T(part_words)(&p->walk[1], 1, lanes, origin, tile, thread);
        return;
    }
#endif
    COPY_T(store_units)(&p->walk[1], lanes, origin, tile);
}

#undef COPY_T
#undef COPY_PASTE
#undef COPY_PASTE_
#undef COPY_GET
#undef COPY_PUT
#undef COPY_ACCESS
#undef COPY_ACCESS_
#undef COPY_WORD
#undef COPY_HAS_WORDS
#undef COPY_AHEAD
#undef COPY_STEP
#undef COPY_UNIT
