/* kernels/copy_runs.h: without a tile: runs of bytes that lie together in both arrays, and single elements. */

/* The 16 bytes at the source address, which is no multiple of 16; four more exist unless it is one of 4. */
COPY_FN copy_word word_shifted(uint64_t from)
{
    uint32_t bits = 8 * (uint32_t)(from & 3), k, x[5];
    copy_word w;
    from &= ~(uint64_t)3;
    COPY_UNROLL
    for (k = 0; k < 5; k++) x[k] = get4(from + 4 * k, k < 4 || bits > 0);
    COPY_UNROLL
    for (k = 0; k < 4; k++) w.x[k] = funnel(x[k], x[k + 1], bits);
    return w;
}

/* A thread's part of a run in one step: a word of 16 bytes that is aligned in the destination.  It may begin before the
 * run or end behind it: bytes [low, high) are in it. */
typedef struct copy_part {
    uint64_t from, to;
    uint32_t low, high;
    int first;     /* its first one */
    uint64_t left; /* bytes of the run from the word on */
} copy_part;

COPY_FN copy_part part_of(const cucore__kernel_runs *p, const copy_origin *origin, const copy_spot *spot,
                          uint64_t along, uint32_t n)
{
    const cucore__kernel_step *step = &p->walk.step[n % CUCORE__KERNEL_STEPS];
    uint64_t at = along, end;
    uint32_t lead;
    copy_part part;
    int ok = n < p->walk.steps;
    if (origin->ragged) ok = ok && has_room(origin->room, spot->pack + step->pack);
    part.from = origin->a + (uint64_t)spot->a;
    part.to = origin->b + (uint64_t)spot->b;
    if (p->walk.linear) {
        at += (uint64_t)step->a;
    } else {
        part.from += (uint64_t)step->a;
        part.to += (uint64_t)step->b;
    }
    lead = (uint32_t)part.to & 15;
    end = p->bytes + lead; /* of the run, counted from its first word */
    part.left = ok && end > at ? end - at : 0;
    part.first = at == 0 && part.left > 0;
    part.low = at == 0 ? lead : 0;
    part.high = part.left < 16 ? (uint32_t)part.left : 16;
    part.from += at - lead;
    part.to += at - lead;
    return part;
}

COPY_FN void runs_words(const cucore__kernel_runs *p, const copy_origin *origin, const copy_spot *spot, uint64_t along)
{
    uint32_t n, j;
    COPY_NO_UNROLL
    for (n = 0; n < p->walk.steps; n += 4) {
        copy_word v[4];
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            copy_part part = part_of(p, origin, spot, along, n + j);
            uint32_t half = (uint32_t)part.to & 16;
            fetch_ahead(part.to, p->gaps && ((half && part.first) || (!half && part.left == 16)));
            v[j] = get16(part.from, part.high > 0);
        }
        COPY_UNROLL
        for (j = 0; j < 4; j++) {
            copy_part part = part_of(p, origin, spot, along, n + j);
            put16(part.to, v[j], part.high > 0);
        }
    }
}

COPY_FN void runs_bytes(const cucore__kernel_runs *p, const copy_origin *origin, const copy_spot *spot, uint64_t along)
{
    uint32_t n, k;
    COPY_NO_UNROLL
    for (n = 0; n < p->walk.steps; n++) {
        copy_part part = part_of(p, origin, spot, along, n);
        uint8_t v[16];
        if (part.low == 0 && part.high == 16 && ((part.from & 3) == 0 || part.left >= 20)) {
            put16(part.to, word_shifted(part.from), 1);
            continue;
        }
        fetch_ahead(part.to, p->gaps && part.high > 0);
        COPY_UNROLL
        for (k = 0; k < 16; k++) v[k] = get1(part.from + k, k >= part.low && k < part.high);
        COPY_UNROLL
        for (k = 0; k < 16; k++) put1(part.to + k, v[k], k >= part.low && k < part.high);
    }
}

COPY_FN void runs_copy(const cucore__kernel_runs *p, const copy_origin *origin, uint32_t thread)
{
    const cucore__kernel_walk *walk = &p->walk;
    copy_spot spot;
    uint64_t along;
    uint32_t word;
    if (thread >= walk->threads) return;
    spot = spot_of(walk, run_of(walk, thread, &word));
    along = (uint64_t)origin->at[0] * walk->chunk + 16 * (uint64_t)word;
    if (p->unit == 16) {
        runs_words(p, origin, &spot, along);
    } else {
        runs_bytes(p, origin, &spot, along);
    }
}

#define COPY_STRIDED(width, type)                                                                                      \
    COPY_FN void strided_##width(const cucore__kernel_walk *walk, const copy_origin *origin, copy_spot spot)           \
    {                                                                                                                  \
        uint32_t n, j, mask = steps_in(walk, origin, &spot);                                                           \
        COPY_NO_UNROLL                                                                                                 \
        for (n = 0; n < walk->steps; n += 4, mask >>= 4) {                                                             \
            const cucore__kernel_step *step = &walk->step[n];                                                          \
            type v[4];                                                                                                 \
            COPY_UNROLL                                                                                                \
            for (j = 0; j < 4; j++) {                                                                                  \
                v[j] = get##width(origin->a + ((uint64_t)spot.a + (uint64_t)step[j].a), (int)(mask >> j & 1));         \
            }                                                                                                          \
            COPY_UNROLL                                                                                                \
            for (j = 0; j < 4; j++) {                                                                                  \
                put##width(origin->b + ((uint64_t)spot.b + (uint64_t)step[j].b), v[j], (int)(mask >> j & 1));          \
            }                                                                                                          \
        }                                                                                                              \
    }
COPY_STRIDED(1, uint8_t)
COPY_STRIDED(2, uint16_t)
COPY_STRIDED(4, uint32_t)
COPY_STRIDED(8, uint64_t)
COPY_STRIDED(16, copy_word)
#undef COPY_STRIDED

/* Every thread copies single elements. */
COPY_FN void strided_copy(const cucore__kernel_runs *p, const copy_origin *origin, uint32_t thread)
{
    const cucore__kernel_walk *walk = &p->walk;
    copy_spot spot;
    if (thread >= walk->threads) return;
    spot = spot_of(walk, thread);
    if (p->unit == 1) {
        strided_1(walk, origin, spot);
    } else if (p->unit == 2) {
        strided_2(walk, origin, spot);
    } else if (p->unit == 4) {
        strided_4(walk, origin, spot);
    } else if (p->unit == 8) {
        strided_8(walk, origin, spot);
    } else {
        strided_16(walk, origin, spot);
    }
}
#define many_copy strided_copy /* its parameters begin alike */
