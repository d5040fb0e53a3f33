/* kernels/copy_gather.h: one tile through shared memory, for runs of any length and alignment: included once for each
 * unit: 1, 2, 4, 8, 16.
 *
 * The runs of the source come into shared memory in words of 16 bytes that are aligned in the source.  Those of the
 * destination are stored in words that are aligned in the destination, and each element of a word is looked up in
 * shared memory.  So words are moved on both sides, whatever the elements, and no extent has to divide anything.
 * Addresses in shared memory are multiples of four bytes where those in the source are. */
#define COPY_T(what) COPY_PASTE(what, COPY_UNIT) /* gather4_what */
#define COPY_PASTE(what, unit) COPY_PASTE_(what, unit)
#define COPY_PASTE_(what, unit) gather##unit##_##what
#define COPY_ACCESS(get, unit) COPY_ACCESS_(get, unit)
#define COPY_ACCESS_(get, unit) get##unit
#define COPY_GET COPY_ACCESS(get, COPY_UNIT)
#define COPY_PUT COPY_ACCESS(put, COPY_UNIT)
#define COPY_PART                                                                                                      \
    (COPY_UNIT < 4 ? 4 : COPY_UNIT) /* bytes of a word that are moved as one between registers and shared memory */
#define COPY_PARTS (16 / COPY_PART)
#define COPY_IN_PART (COPY_PART / COPY_UNIT)

#if COPY_UNIT == 1
typedef uint8_t COPY_T(unit);
typedef uint32_t COPY_T(part);
#define COPY_TURN 1

/* A run. */
typedef struct gather_row {
    uint64_t run;   /* its first byte */
    uint32_t place; /* of its first element in shared memory */
    uint32_t there; /* 0: beyond the end of the arrays */
} gather_row;

/* All runs of the tile, those of the source first: a table, behind which the tile is. */
COPY_FN void gather_rows(const cucore__kernel_gather *p, const copy_origin *origin, unsigned char *tile,
                         uint32_t thread)
{
    const uint64_t first = origin->a + (uint64_t)p->first;
    gather_row *rows = (gather_row *)tile;
    uint32_t n, i;
    COPY_NO_UNROLL
    for (n = thread; n < p->side[0].rows + p->side[1].rows; n += CUCORE__KERNEL_THREADS) {
        const uint32_t which = n >= p->side[0].rows;
        const cucore__kernel_gather_side *side = &p->side[which];
        uint32_t rest = which ? n - p->side[0].rows : n;
        uint64_t pack = 0;
        gather_row row;
        row.run = which ? origin->b : first;
        row.place = p->table + ((uint32_t)first & 3) + (which ? p->base : 0);
        COPY_NO_UNROLL
        for (i = 0; i < side->digits; i++) {
            const cucore__kernel_digit *digit = &side->digit[i];
            uint32_t next = digit_rest(rest, digit), r = rest - next * digit->extent;
            row.run += (uint64_t)(digit->a * (int64_t)r);
            row.place += (uint32_t)digit->b * r;
            pack += digit->pack * r;
            rest = next;
        }
        row.there = !origin->ragged || has_room(origin->room, pack);
        rows[n] = row;
    }
}

/* Bytes [low, high) of every run are there: less than all of them in the last tile of an axis. */
typedef struct gather_range {
    int32_t low, high;
} gather_range;

COPY_FN gather_range gather_range_of(const cucore__kernel_gather_side *side, const copy_origin *origin)
{
    gather_range range;
    range.low = 0;
    range.high = (int32_t)side->bytes;
    if (origin->ragged && side->cut < CUCORE__KERNEL_CUTS) {
        int32_t there = (int32_t)(((origin->room >> CUCORE__KERNEL_FIELD * side->cut & 0xfffff) + 1) * side->step);
        if (side->backwards) {
            range.low = range.high - there;
        } else {
            range.high = there;
        }
    }
    return range;
}

/* A word of a run. */
typedef struct gather_word {
    uint64_t at;
    uint32_t place; /* of the run's first element in shared memory */
    int32_t offset; /* from the run's first byte to the word, which may begin before it */
    int there, whole;
} gather_word;

COPY_FN gather_word gather_word_of(const cucore__kernel_gather_side *side, const gather_row *rows,
                                   const gather_range *range, uint32_t n)
{
    const uint32_t number = side->words > 1 ? high_product(n, side->magic) >> side->shift : n;
    const gather_row row = rows[n < side->total ? number : 0];
    gather_word word;
    word.offset = (int32_t)(16 * (n - number * side->words)) - (int32_t)(row.run & 15);
    word.at = row.run + (uint64_t)(int64_t)word.offset;
    word.place = row.place;
    word.there = (n < side->total) & (row.there != 0) & (word.offset < range->high) & (word.offset + 16 > range->low);
    word.whole = word.there & (word.offset >= range->low) & (word.offset + 16 <= range->high);
    return word;
}
#elif COPY_UNIT == 2
typedef uint16_t COPY_T(unit);
typedef uint32_t COPY_T(part);
#define COPY_TURN 2
#elif COPY_UNIT == 4
typedef uint32_t COPY_T(unit);
typedef uint32_t COPY_T(part);
#define COPY_TURN 3
#elif COPY_UNIT == 8
typedef uint64_t COPY_T(unit);
typedef uint64_t COPY_T(part);
#define COPY_TURN 3
#else
typedef copy_word COPY_T(unit);
typedef copy_word COPY_T(part);
#define COPY_TURN 0
#endif

/* Bit i: the part or element i of so many bytes is there, of a word whose first byte is `offset` in its run. */
COPY_FN uint32_t COPY_T(there)(const gather_range *range, int32_t offset, uint32_t bytes)
{
    uint32_t mask = 0, i;
    COPY_UNROLL
    for (i = 0; i < 16 / bytes; i++) {
        int32_t at = offset + (int32_t)(i * bytes);
        mask |= (uint32_t)((at >= range->low) & (at + (int32_t)bytes <= range->high)) << i;
    }
    return mask;
}

#if COPY_UNIT < 4
/* What is there of a word that is not whole: parts, and elements of those that are not whole. */
COPY_FN void COPY_T(load_some)(const gather_word *word, const gather_range *range, unsigned char *to)
{
    uint32_t there = COPY_T(there)(range, word->offset, COPY_UNIT), parts = COPY_T(there)(range, word->offset, 4), k;
    uint32_t part[4];
    COPY_T(unit) one[16 / COPY_UNIT];
    COPY_UNROLL
    for (k = 0; k < 4; k++) {
        part[k] = get4(word->at + 4 * k, (int)(parts >> k & 1));
        if (parts >> k & 1) there &= ~(((1u << COPY_IN_PART) - 1) << k * COPY_IN_PART);
    }
    COPY_UNROLL
    for (k = 0; k < 16 / COPY_UNIT; k++) one[k] = COPY_GET(word->at + k * COPY_UNIT, (int)(there >> k & 1));
    COPY_UNROLL
    for (k = 0; k < 4; k++) {
        if (parts >> k & 1) ((uint32_t *)to)[k] = part[k];
    }
    COPY_UNROLL
    for (k = 0; k < 16 / COPY_UNIT; k++) {
        if (there >> k & 1) ((COPY_T(unit) *)to)[k] = one[k];
    }
}
#elif COPY_UNIT < 16
/* The parts that are there of a word that is not whole. */
COPY_FN copy_word COPY_T(get_parts)(const gather_word *word, uint32_t parts)
{
    copy_word v;
    uint32_t k;
    COPY_UNROLL
    for (k = 0; k < COPY_PARTS; k++) {
#if COPY_UNIT == 8
        const uint64_t part = get8(word->at + 8 * k, (int)(parts >> k & 1));
        v.x[2 * k] = (uint32_t)part, v.x[2 * k + 1] = (uint32_t)(part >> 32);
#else
        v.x[k] = get4(word->at + 4 * k, (int)(parts >> k & 1));
#endif
    }
    return v;
}
#endif

/* Four words of a thread are on their way at once; those of bytes and shorts that are not whole come behind them. */
COPY_FN void COPY_T(load)(const cucore__kernel_gather *p, const copy_origin *origin, unsigned char *tile,
                          uint32_t thread)
{
    const cucore__kernel_gather_side *side = &p->side[0];
    const gather_row *rows = (const gather_row *)tile;
    const gather_range range = gather_range_of(side, origin);
    uint32_t n, j;
    COPY_NO_UNROLL
    for (n = thread; n < side->total; n += 4 * CUCORE__KERNEL_THREADS) {
        uint32_t place[4], parts[4], k;
        copy_word v[4];
#if COPY_UNIT < 4
        uint32_t later = 0;
#endif
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            const gather_word word = gather_word_of(side, rows, &range, n + j * CUCORE__KERNEL_THREADS);
            place[j] = word.place + (uint32_t)word.offset;
            parts[j] = word.whole ? (1u << COPY_PARTS) - 1 : 0;
#if COPY_UNIT == 4 || COPY_UNIT == 8
            if (word.there & !word.whole) {
                parts[j] = COPY_T(there)(&range, word.offset, COPY_PART);
                v[j] = COPY_T(get_parts)(&word, parts[j]);
            } else {
                v[j] = get16(word.at, word.whole);
            }
#else
            v[j] = get16(word.at, word.whole);
#endif
#if COPY_UNIT < 4
            later |= (uint32_t)(word.there & !word.whole) << j;
#endif
        }
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            COPY_UNROLL
            for (k = 0; k < COPY_PARTS; k++) {
                COPY_T(part) *to = (COPY_T(part) *)(tile + place[j]) + k;
                if (!(parts[j] >> k & 1)) continue;
#if COPY_UNIT == 16
                *to = v[j];
#elif COPY_UNIT == 8
                *to = (uint64_t)v[j].x[2 * k + 1] << 32 | v[j].x[2 * k];
#else
                *to = v[j].x[k];
#endif
            }
        }
#if COPY_UNIT < 4
        COPY_NO_UNROLL
        for (j = 0; later >> j; j++) {
            gather_word word;
            if (!(later >> j & 1)) continue;
            word = gather_word_of(side, rows, &range, n + j * CUCORE__KERNEL_THREADS);
            COPY_T(load_some)(&word, &range, tile + (word.place + (uint32_t)word.offset));
        }
#endif
    }
}

/* Where elements of a run of the destination are in shared memory: `at` has their numbers first, then their places. */
COPY_FN void COPY_T(places)(const cucore__kernel_gather *p, uint32_t place, uint32_t count, uint32_t *at)
{
    uint32_t left[16 / COPY_UNIT], i, k;
    COPY_UNROLL
    for (k = 0; k < count; k++) {
        left[k] = at[k];
        at[k] = place;
    }
    COPY_NO_UNROLL
    for (i = 0; i + 1 < p->inner; i++) {
        const cucore__kernel_digit digit = p->element[i];
        COPY_UNROLL
        for (k = 0; k < count; k++) {
            uint32_t rest = digit_rest(left[k], &digit);
            at[k] += (uint32_t)digit.b * (left[k] - rest * digit.extent);
            left[k] = rest;
        }
    }
    COPY_UNROLL
    for (k = 0; k < count; k++) at[k] += (uint32_t)p->element[i].b * left[k];
}

/* A part of a word, from elements at these places. */
COPY_FN COPY_T(part) COPY_T(part_of)(const unsigned char *tile, const uint32_t *at)
{
#if COPY_UNIT < 4
    uint32_t part = 0, k;
    COPY_UNROLL
    for (k = 0; k < COPY_IN_PART; k++) {
        part |= (uint32_t) * (const COPY_T(unit) *)(tile + at[k]) << 8 * COPY_UNIT * k;
    }
    return part;
#else
    return *(const COPY_T(part) *)(tile + at[0]);
#endif
}

/* Of a word of the destination. */
COPY_FN void COPY_T(store_part)(const cucore__kernel_gather *p, const gather_word *word, const gather_range *range,
                                const unsigned char *tile)
{
    const uint32_t there = COPY_T(there)(range, word->offset, COPY_UNIT), all = (1u << COPY_IN_PART) - 1;
    uint32_t i, k, at[COPY_IN_PART];
    COPY_NO_UNROLL
    for (i = 0; i < 16 / COPY_UNIT; i += COPY_IN_PART) {
        const uint32_t of_part = there >> i & all;
        if (!of_part) continue;
        COPY_UNROLL
        for (k = 0; k < COPY_IN_PART; k++) at[k] = (uint32_t)(word->offset / COPY_UNIT) + i + k;
        COPY_T(places)(p, word->place, COPY_IN_PART, at);
        COPY_UNROLL
        for (k = 0; k < COPY_IN_PART; k++) at[k] = of_part >> k & 1 ? at[k] : 0; /* others have no place */
#if COPY_UNIT < 4
        {
            const uint32_t part = COPY_T(part_of)(tile, at);
            put4(word->at + i * COPY_UNIT, part, of_part == all);
            if (of_part == all) continue;
            COPY_UNROLL
            for (k = 0; k < COPY_IN_PART; k++) {
                COPY_PUT(word->at + (i + k) * COPY_UNIT, (COPY_T(unit))(part >> 8 * COPY_UNIT * k),
                         (int)(of_part >> k & 1));
            }
        }
#else
        COPY_PUT(word->at + i * COPY_UNIT, COPY_T(part_of)(tile, at), 1);
#endif
    }
}

/* Lanes begin with different parts of their words: else the elements that they look up at a time, which are a whole
 * number of words apart in the destination, would be in few banks. */
COPY_FN void COPY_T(store)(const cucore__kernel_gather *p, const copy_origin *origin, const unsigned char *tile,
                           uint32_t thread)
{
    const cucore__kernel_gather_side *side = &p->side[1];
    const gather_row *rows = (const gather_row *)tile + p->side[0].rows;
    const gather_range range = gather_range_of(side, origin);
    const uint32_t turn = thread >> COPY_TURN & (COPY_PARTS - 1);
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = thread; n < side->total; n += CUCORE__KERNEL_THREADS) {
        const gather_word word = gather_word_of(side, rows, &range, n);
        if (word.whole) {
            uint32_t at[16 / COPY_UNIT];
            COPY_T(part) x[COPY_PARTS];
            copy_word v;
            COPY_UNROLL
            for (k = 0; k < 16 / COPY_UNIT; k++) {
                const uint32_t part = (k / COPY_IN_PART + turn) & (COPY_PARTS - 1);
                at[k] = (uint32_t)word.offset / COPY_UNIT + part * COPY_IN_PART + k % COPY_IN_PART;
            }
            COPY_T(places)(p, word.place, 16 / COPY_UNIT, at);
            COPY_UNROLL
            for (k = 0; k < COPY_PARTS; k++) x[k] = COPY_T(part_of)(tile, at + k * COPY_IN_PART);
#if COPY_UNIT == 16
            v = x[0];
#elif COPY_UNIT == 8
            {
                const uint64_t low = turn ? x[1] : x[0], high = turn ? x[0] : x[1];
                v.x[0] = (uint32_t)low, v.x[1] = (uint32_t)(low >> 32);
                v.x[2] = (uint32_t)high, v.x[3] = (uint32_t)(high >> 32);
            }
#else
            COPY_UNROLL
            for (k = 0; k < 4; k++) v.x[k] = turn & 1 ? x[(k + 3) & 3] : x[k];
            COPY_UNROLL
            for (k = 0; k < 2; k++) {
                const uint32_t other = v.x[k + 2];
                v.x[k + 2] = turn & 2 ? v.x[k] : other;
                v.x[k] = turn & 2 ? other : v.x[k];
            }
#endif
            put16(word.at, v, 1);
        } else if (word.there) {
            COPY_T(store_part)(p, &word, &range, tile);
        }
    }
}

#undef COPY_T
#undef COPY_PASTE
#undef COPY_PASTE_
#undef COPY_ACCESS
#undef COPY_ACCESS_
#undef COPY_GET
#undef COPY_PUT
#undef COPY_PART
#undef COPY_PARTS
#undef COPY_IN_PART
#undef COPY_TURN
#undef COPY_UNIT
