/* kernels/copy_gather.h: one tile through shared memory, for runs of any length and alignment: included once for each unit: 1, 2, 4.
 *
 * The runs of the source come into shared memory as they lie, in words of 16 bytes that are aligned in the source.  Those of the
 * destination are stored in words that are aligned in the destination, and each element of a word is looked up in shared
 * memory.  So words are moved on both sides, whatever the elements, and no extent has to divide anything.
 * A run is as far behind a multiple of 16 bytes in shared memory as it is in the source. */
#define COPY_T(what) COPY_PASTE(what, COPY_UNIT) /* gather4_what */
#define COPY_PASTE(what, unit) COPY_PASTE_(what, unit)
#define COPY_PASTE_(what, unit) gather##unit##_##what
#define COPY_ACCESS(get, unit) COPY_ACCESS_(get, unit)
#define COPY_ACCESS_(get, unit) get##unit
#define COPY_GET COPY_ACCESS(get, COPY_UNIT)
#define COPY_IN_FOUR (4 / COPY_UNIT) /* elements in four bytes */
#define COPY_PUT COPY_ACCESS(put, COPY_UNIT)

#if COPY_UNIT == 1
typedef uint8_t COPY_T(unit);

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
    uint64_t run;   /* its first byte */
    uint32_t place; /* as the digits have it */
    int32_t offset; /* from the run's first byte to the word, which may begin before it */
    int there, whole;
} gather_word;

COPY_FN gather_word gather_word_of(const cucore__kernel_gather_side *side, const copy_origin *origin,
                                   const gather_range *range, uint64_t run, uint32_t n)
{
    gather_word word;
    uint32_t row = side->words > 1 ? high_product(n, side->magic) >> side->shift : n, at = n - row * side->words, i;
    uint64_t pack = 0;
    word.run = run;
    word.place = 0;
    COPY_NO_UNROLL
    for (i = 0; i < side->digits; i++) {
        const cucore__kernel_digit *digit = &side->digit[i];
        uint32_t rest = digit_rest(row, digit), r = row - rest * digit->extent;
        word.run += (uint64_t)(digit->a * (int64_t)r);
        word.place += (uint32_t)digit->b * r;
        pack += digit->pack * r;
        row = rest;
    }
    word.offset = (int32_t)(16 * at) - (int32_t)(word.run & 15);
    word.there = (n < side->total) & (word.offset < range->high) & (word.offset + 16 > range->low);
    if (origin->ragged) word.there &= has_room(origin->room, pack);
    word.whole = word.there & (word.offset >= range->low) & (word.offset + 16 <= range->high);
    return word;
}

/* Where an element is in shared memory: what the digits say, and what the run is behind a multiple of 16. */
COPY_FN uint32_t gather_place(uint32_t place, uint32_t behind)
{
    return (place & ((1u << CUCORE__KERNEL_PLACE) - 1)) + (((place >> CUCORE__KERNEL_PLACE) + behind) & 15);
}
#elif COPY_UNIT == 2
typedef uint16_t COPY_T(unit);
#else
typedef uint32_t COPY_T(unit);
#endif

/* Bit i: the piece or element i of so many bytes is there, of a word whose first byte is `offset` in its run. */
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

/* What is there of a word that is not whole: pieces of four bytes, and elements of those that are not whole. */
COPY_FN void COPY_T(load_part)(const gather_word *word, const gather_range *range, uint64_t from, unsigned char *to)
{
    uint32_t there = COPY_T(there)(range, word->offset, COPY_UNIT), k;
    COPY_T(unit) one[16 / COPY_UNIT];
#if COPY_UNIT < 4
    uint32_t four[4], fours = COPY_T(there)(range, word->offset, 4);
    COPY_UNROLL
    for (k = 0; k < 4; k++) {
        four[k] = get4(from + 4 * k, (int)(fours >> k & 1));
        if (fours >> k & 1) there &= ~(((1u << COPY_IN_FOUR) - 1) << k * COPY_IN_FOUR);
    }
#endif
    COPY_UNROLL
    for (k = 0; k < 16 / COPY_UNIT; k++) one[k] = COPY_GET(from + k * COPY_UNIT, (int)(there >> k & 1));
#if COPY_UNIT < 4
    COPY_UNROLL
    for (k = 0; k < 4; k++) {
        if (fours >> k & 1) ((uint32_t *)to)[k] = four[k];
    }
#endif
    COPY_UNROLL
    for (k = 0; k < 16 / COPY_UNIT; k++) {
        if (there >> k & 1) ((COPY_T(unit) *)to)[k] = one[k];
    }
}

/* Four words of a thread are on their way at once. */
COPY_FN void COPY_T(load)(const cucore__kernel_gather *p, const copy_origin *origin, unsigned char *tile,
                          uint32_t thread)
{
    const cucore__kernel_gather_side *side = &p->side[0];
    const gather_range range = gather_range_of(side, origin);
    const uint64_t first = origin->a + (uint64_t)p->first;
    uint32_t n, j;
    COPY_NO_UNROLL
    for (n = thread; n < side->total; n += 4 * CUCORE__KERNEL_THREADS) {
        uint32_t place[4], parts = 0;
        copy_word v[4];
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            gather_word word = gather_word_of(side, origin, &range, first, n + j * CUCORE__KERNEL_THREADS);
            place[j] = gather_place(word.place, (uint32_t)first) + (uint32_t)word.offset;
            if (!word.whole) place[j] = CUCORE__KERNEL_NOWHERE;
            parts |= (uint32_t)(word.there & !word.whole) << j;
            v[j] = get16(word.run + (uint64_t)(int64_t)word.offset, word.whole);
        }
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            uint32_t *to = (uint32_t *)(tile + place[j]);
            if (place[j] == CUCORE__KERNEL_NOWHERE) continue;
            to[0] = v[j].x[0], to[1] = v[j].x[1], to[2] = v[j].x[2], to[3] = v[j].x[3];
        }
        COPY_NO_UNROLL
        for (j = 0; parts >> j; j++) {
            gather_word word;
            if (!(parts >> j & 1)) continue;
            word = gather_word_of(side, origin, &range, first, n + j * CUCORE__KERNEL_THREADS);
            COPY_T(load_part)
            (&word, &range, word.run + (uint64_t)(int64_t)word.offset,
             tile + (gather_place(word.place, (uint32_t)first) + (uint32_t)word.offset));
        }
    }
}

/* `count` elements from number n on of a run of the destination: where they are in shared memory. */
COPY_FN void COPY_T(places)(const cucore__kernel_gather *p, uint32_t behind, uint32_t place, uint32_t n, uint32_t count,
                            uint32_t *out)
{
    uint32_t left[16 / COPY_UNIT], i, k;
    COPY_UNROLL
    for (k = 0; k < count; k++) {
        left[k] = n + k;
        out[k] = place;
    }
    COPY_NO_UNROLL
    for (i = 0; i + 1 < p->inner; i++) {
        const cucore__kernel_digit digit = p->element[i];
        COPY_UNROLL
        for (k = 0; k < count; k++) {
            uint32_t rest = digit_rest(left[k], &digit);
            out[k] += (uint32_t)digit.b * (left[k] - rest * digit.extent);
            left[k] = rest;
        }
    }
    COPY_UNROLL
    for (k = 0; k < count; k++) out[k] = gather_place(out[k] + (uint32_t)p->element[i].b * left[k], behind);
}

/* Of a word of the destination. */
COPY_FN void COPY_T(store_part)(const cucore__kernel_gather *p, const gather_word *word, const gather_range *range,
                                uint32_t behind, uint64_t to, const unsigned char *tile)
{
    const uint32_t there = COPY_T(there)(range, word->offset, COPY_UNIT), all = (1u << COPY_IN_FOUR) - 1;
    uint32_t i, k, at[16 / COPY_UNIT];
    COPY_NO_UNROLL
    for (i = 0; i < 16 / COPY_UNIT; i += COPY_IN_FOUR) {
        uint32_t of_piece = there >> i & all;
        COPY_T(unit) x[COPY_IN_FOUR];
        if (!of_piece) continue;
        COPY_T(places)
        (p, behind, p->base + word->place, (uint32_t)(word->offset / COPY_UNIT) + i, COPY_IN_FOUR, at);
        COPY_UNROLL
        for (k = 0; k < COPY_IN_FOUR; k++) {
            const uint32_t is_there = of_piece >> k & 1; /* others have no place */
            x[k] = *(const COPY_T(unit) *)(tile + (is_there ? at[k] : 0));
        }
#if COPY_UNIT < 4
        {
            uint32_t four = 0;
            COPY_UNROLL
            for (k = 0; k < COPY_IN_FOUR; k++) four |= (uint32_t)x[k] << 8 * COPY_UNIT * k;
            put4(to + i * COPY_UNIT, four, of_piece == all);
            if (of_piece == all) continue;
        }
#endif
        COPY_UNROLL
        for (k = 0; k < COPY_IN_FOUR; k++) {
            COPY_PUT(to + (i + k) * COPY_UNIT, x[k], (int)(of_piece >> k & 1));
        }
    }
}

COPY_FN void COPY_T(store)(const cucore__kernel_gather *p, const copy_origin *origin, const unsigned char *tile,
                           uint32_t thread)
{
    const cucore__kernel_gather_side *side = &p->side[1];
    const gather_range range = gather_range_of(side, origin);
    const uint32_t behind = (uint32_t)(origin->a + (uint64_t)p->first);
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = thread; n < side->total; n += CUCORE__KERNEL_THREADS) {
        gather_word word = gather_word_of(side, origin, &range, origin->b, n);
        uint64_t to = word.run + (uint64_t)(int64_t)word.offset;
        uint32_t place = p->base + word.place, at[16 / COPY_UNIT];
        if (word.whole) {
            copy_word v;
            COPY_T(places)(p, behind, place, (uint32_t)word.offset / COPY_UNIT, 16 / COPY_UNIT, at);
            v.x[0] = v.x[1] = v.x[2] = v.x[3] = 0;
            COPY_UNROLL
            for (k = 0; k < 16 / COPY_UNIT; k++) {
                uint32_t x = *(const COPY_T(unit) *)(tile + at[k]);
                v.x[k * COPY_UNIT / 4] |= x << 8 * (k * COPY_UNIT % 4);
            }
            put16(to, v, 1);
        } else if (word.there) {
            COPY_T(store_part)(p, &word, &range, behind, to, tile);
        }
    }
}

#undef COPY_T
#undef COPY_PASTE
#undef COPY_PASTE_
#undef COPY_ACCESS
#undef COPY_ACCESS_
#undef COPY_GET
#undef COPY_IN_FOUR
#undef COPY_PUT
#undef COPY_UNIT
