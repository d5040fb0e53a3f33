/* kernels/copy_spans.h: runs of bytes that lie together in both arrays, with gaps between them; everything is a
 * multiple of four bytes.
 *
 * Threads take words of 16 bytes that are aligned in the destination, one after the other over all rows of a span, the
 * gaps between them included.  So an instruction of a warp writes whole lines of the cache but for the gaps. */
typedef struct copy_span {
    uint64_t from, to; /* first row */
    uint32_t row;      /* bytes of one */
    uint32_t limit;    /* bytes of all, 0: none */
    int32_t at;        /* the thread's word: bytes from `to` on, may be before it */
} copy_span;

/* The span of step n. */
COPY_FN copy_span span_of(const cucore__kernel_runs *p, const copy_origin *origin, const copy_spot *spot, uint32_t word,
                          uint32_t n)
{
    const cucore__kernel_step *step = &p->walk.step[n % CUCORE__KERNEL_STEPS];
    uint64_t skip = (uint64_t)origin->at[0] * p->walk.chunk, left = p->bytes;
    uint32_t rows = p->span.rows, lead;
    copy_span span;
    int ok = n < p->walk.steps;
    if (origin->ragged) {
        ok &= has_room(origin->room, spot->pack + step->pack);
        if (p->span.cut < CUCORE__KERNEL_CUTS) {
            rows = (uint32_t)(origin->room >> CUCORE__KERNEL_FIELD * p->span.cut & 0xfffff) + 1;
        }
    }
    span.from = origin->a + ((uint64_t)spot->a + (uint64_t)step->a);
    span.to = origin->b + ((uint64_t)spot->b + (uint64_t)step->b);
    lead = (uint32_t)span.to & (p->span.align - 1);
    span.at = (int32_t)(16 * word - lead);
    if (skip) { /* a later part of one long row */
        span.at += (int32_t)lead;
        span.from += skip - lead;
        span.to += skip - lead;
        left = left + lead > skip ? left + lead - skip : 0;
    }
    span.row = left < p->span.pitch ? (uint32_t)left : p->span.pitch;
    span.limit = ok ? rows * p->span.pitch : 0;
    return span;
}

/* On its way: all of `v`, or those of its four pieces that exist. */
typedef struct copy_span_word {
    uint64_t to;
    copy_word v;
    uint32_t pieces;
    int whole;
} copy_span_word;

/* The word `at` bytes from the first row on. */
COPY_FN copy_span_word span_get(const cucore__kernel_runs *p, const copy_span *span, int32_t at)
{
    uint32_t row = at < 0 ? 0 : high_product((uint32_t)at, p->span.magic) >> p->span.shift, half, k;
    int32_t off = at - (int32_t)(row * p->span.pitch), end = (int32_t)span->row;
    uint64_t from = span->from + (uint64_t)((int64_t)(int32_t)row * p->span.skew + at);
    copy_span_word w;
    w.to = span->to + (uint64_t)(int64_t)at;
    w.whole = ((uint32_t)at < span->limit) & (off + 16 <= end);
    w.pieces = 0;
    half = (uint32_t)w.to & 16;
    if (w.whole & ((from & 15) == 0)) {
        w.v = get16(from, 1);
    } else {
        COPY_UNROLL
        for (k = 0; k < 4; k++) {
            int32_t place = off + 4 * (int32_t)k;
            int next = place >= (int32_t)p->span.pitch; /* row */
            int ok = ((uint32_t)at + 4 * k < span->limit) & ((next ? place - (int32_t)p->span.pitch : place) < end);
            w.v.x[k] = get4(from + 4 * k + (uint64_t)(int64_t)(next ? p->span.skew : 0), ok);
            w.pieces |= (uint32_t)ok << k;
        }
    }
    /* a sector that the gap has a part of */
    fetch_ahead(w.to,
                (p->gaps > 0) & (w.whole ? ((off == 0) & (half > 0)) | ((off + 16 == end) & !half) : w.pieces > 0));
    return w;
}

COPY_FN void span_put(const copy_span_word *w)
{
    uint32_t k;
    put16(w->to, w->v, w->whole);
    if (w->whole | !w->pieces) return;
    COPY_UNROLL
    for (k = 0; k < 4; k++) put4(w->to + 4 * k, w->v.x[k], (int)(w->pieces >> k & 1));
}

/* A thread takes several words of a long span, or one of each short one. */
COPY_FN void spans_copy(const cucore__kernel_runs *p, const copy_origin *origin, uint32_t thread)
{
    const cucore__kernel_walk *walk = &p->walk;
    copy_spot spot;
    copy_span span;
    uint32_t word, n, j;
    if (thread >= walk->threads) return;
    spot = spot_of(walk, run_of(walk, thread, &word));
    span = span_of(p, origin, &spot, word, 0);
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n += 2) {
        copy_span_word w[2];
        COPY_UNROLL
        for (j = 0; j < 2; j++) {
            w[j] = span_get(p, &span, span.at);
            if (walk->linear) {
                span.at += (int32_t)(16 * walk->words);
            } else {
                span = span_of(p, origin, &spot, word, n + j + 1);
            }
        }
        COPY_UNROLL
        for (j = 0; j < 2; j++) span_put(&w[j]);
    }
}
