/* kernels/copy_blocks.h: runs of bytes from block numbers, or from a table.  Its parameters:
 * ../move/blocks_params.h. */
#ifndef CUCORE_KERNELS_COPY_BLOCKS_H
#define CUCORE_KERNELS_COPY_BLOCKS_H

#include "copy.h"
#include "copy.h"
#include "../move/blocks_params.h"

/* One item: a piece of a run. */
typedef struct blocks_item {
    uint64_t to, from, bytes;
} blocks_item;

COPY_FN uint64_t blocks_word(const cucore__kernel_blocks *p, uint32_t index)
{
    return p->table ? get8(p->table + 8 * (uint64_t)index, 1) : p->room[index];
}

/* The bits of the number of a block, which nothing waits for yet. */
COPY_FN uint64_t blocks_bits(const cucore__kernel_blocks *p, const cucore__blocks_side *side, uint32_t index)
{
    const uint32_t at = (uint32_t)side->ptr + index;
    if (side->source == CUCORE__BLOCKS_COUNTED) return side->ptr + index;
    if (side->source == CUCORE__BLOCKS_SENT) return (uint32_t)(p->room[at >> 1] >> 32 * (at & 1));
    return load_part(side->ptr + (uint64_t)(side->step * (int64_t)index), side->bytes);
}

/* The number of a block, as it was given; one that is negative is larger than any extent. */
COPY_FN uint64_t blocks_number(const cucore__blocks_side *side, uint64_t bits)
{
    const uint32_t above = 64 - 8 * side->bytes;
    return side->source == CUCORE__BLOCKS_MEMORY && side->is_signed ? (uint64_t)((int64_t)(bits << above) >> above)
                                                                    : bits;
}

/* Notes a number out of range: one of them stays, whole, as the 16 bytes are stored at once.  index: in its list */
COPY_FN void blocks_note(uint64_t report, uint32_t side, uint32_t index, uint64_t number)
{
    copy_word w;
    w.x[0] = side;
    w.x[1] = index;
    w.x[2] = (uint32_t)number;
    w.x[3] = (uint32_t)(number >> 32);
    put16(report, w, report != 0);
}

/* An item of a layer, of 0 bytes if a number is out of range. */
COPY_FN blocks_item blocks_find(const cucore__kernel_blocks *p, uint32_t layer, uint32_t n)
{
    blocks_item item;
    uint64_t to = blocks_word(p, 2 * layer), from = blocks_word(p, 2 * layer + 1), at = 0, numbers[2];
    uint32_t i, rest;
    if (p->pieces.extent > 1) {
        rest = digit_rest(n, &p->pieces);
        at = (uint64_t)(n - rest * p->pieces.extent) * p->piece;
        n = rest;
    }
    COPY_NO_UNROLL
    for (i = 0; i < p->digits; i++) {
        rest = digit_rest(n, &p->digit[i]);
        n -= rest * p->digit[i].extent;
        to += (uint64_t)(p->digit[i].a * (int64_t)n);
        from += (uint64_t)(p->digit[i].b * (int64_t)n);
        n = rest;
    }
    numbers[0] = blocks_bits(p, &p->side[0], n); /* both are on their way before one is used */
    numbers[1] = blocks_bits(p, &p->side[1], n);
    numbers[0] = blocks_number(&p->side[0], numbers[0]);
    numbers[1] = blocks_number(&p->side[1], numbers[1]);
    item.bytes = p->bytes - at < p->piece ? p->bytes - at : p->piece;
    COPY_UNROLL
    for (i = 0; i < 2; i++) {
        if (numbers[i] < p->side[i].extent) continue;
        blocks_note(p->report, i + 1, n + p->first, numbers[i]);
        item.bytes = 0;
    }
    item.to = to + at + numbers[0] * (uint64_t)p->side[0].block;
    item.from = from + at + numbers[1] * (uint64_t)p->side[1].block;
    return item;
}

COPY_FN uint64_t blocks_load_unit(uint64_t from, uint32_t unit, int when)
{
    if (unit == 8) return get8(from, when);
    if (unit == 4) return get4(from, when);
    if (unit == 2) return get2(from, when);
    return get1(from, when);
}

COPY_FN void blocks_store_unit(uint64_t to, uint32_t unit, uint64_t value, int when)
{
    if (unit == 8) {
        put8(to, value, when);
    } else if (unit == 4) {
        put4(to, (uint32_t)value, when);
    } else if (unit == 2) {
        put2(to, (uint16_t)value, when);
    } else {
        put1(to, (uint8_t)value, when);
    }
}

/* The 16 bytes at an address that is no multiple of 16, from the aligned words of 4 bytes that hold them. */
COPY_FN copy_word blocks_shifted(uint64_t from, int when)
{
    const uint32_t bits = 8 * (uint32_t)(from & 3);
    uint32_t k, x[5];
    copy_word w;
    from &= ~(uint64_t)3;
    COPY_UNROLL
    for (k = 0; k < 5; k++) x[k] = get4(from + 4 * k, when && (k < 4 || bits > 0));
    COPY_UNROLL
    for (k = 0; k < 4; k++) w.x[k] = funnel(x[k], x[k + 1], bits);
    return w;
}

/* Words of 16 bytes, aligned in dst; the first is the one of `lane`. */
#define BLOCKS_WORDS(name, load)                                                                                       \
    COPY_FN void name(uint64_t to, uint64_t from, uint32_t words, uint32_t lane, uint32_t lanes)                       \
    {                                                                                                                  \
        uint32_t n, k;                                                                                                 \
        COPY_NO_UNROLL                                                                                                 \
        for (n = lane; n < words; n += CUCORE__BLOCKS_FLIGHT * lanes) {                                                \
            copy_word v[CUCORE__BLOCKS_FLIGHT];                                                                        \
            COPY_UNROLL                                                                                                \
            for (k = 0; k < CUCORE__BLOCKS_FLIGHT; k++) {                                                              \
                v[k] = load(from + 16 * (uint64_t)(n + k * lanes), n + k * lanes < words);                             \
            }                                                                                                          \
            COPY_UNROLL                                                                                                \
            for (k = 0; k < CUCORE__BLOCKS_FLIGHT; k++) {                                                              \
                put16(to + 16 * (uint64_t)(n + k * lanes), v[k], n + k * lanes < words);                               \
            }                                                                                                          \
        }                                                                                                              \
    }
BLOCKS_WORDS(blocks_words, get16)
BLOCKS_WORDS(blocks_odd_words, blocks_shifted)
#undef BLOCKS_WORDS

/* Copies an item: words of 16 bytes that are aligned in dst, and on both ends less than a word, in units of 1 to 8
 * bytes.  Each thread loads its first unit before the words, so that one wait covers both. */
COPY_FN void blocks_move(const blocks_item *item, uint32_t lane, uint32_t lanes)
{
    const uint64_t to = item->to, from = item->from, all = to | from | item->bytes | 16;
    const uint32_t unit = (uint32_t)(all & (0 - all)), before = (uint32_t)(0 - to) & 15;
    const uint32_t head = before < item->bytes ? before : (uint32_t)item->bytes;
    const uint32_t words = (uint32_t)((item->bytes - head) >> 4), tail = (uint32_t)(item->bytes - head) & 15;
    const uint32_t edge = head + tail;
    uint32_t at = lane * unit, next = at < head ? at : at + 16 * words;
    const uint64_t early = edge ? blocks_load_unit(from + next, unit, at < edge) : 0;
    if (((to ^ from) & 15) == 0) {
        blocks_words(to + head, from + head, words, lane, lanes);
    } else {
        blocks_odd_words(to + head, from + head, words, lane, lanes);
    }
    if (at < edge) blocks_store_unit(to + next, unit, early, 1);
    COPY_NO_UNROLL
    for (at += lanes * unit; at < edge; at += lanes * unit) {
        next = at < head ? at : at + 16 * words;
        blocks_store_unit(to + next, unit, blocks_load_unit(from + next, unit, 1), 1);
    }
}

/* All items of a thread. */
COPY_FN void blocks_copy(const cucore__kernel_blocks *p, uint32_t layer, uint32_t block, uint32_t thread)
{
    const uint32_t lanes = (uint32_t)1 << p->lanes, lane = thread & (lanes - 1);
    const uint32_t step = p->blocks * (CUCORE__KERNEL_THREADS >> p->lanes);
    uint32_t n = (block * CUCORE__KERNEL_THREADS + thread) >> p->lanes;
    COPY_NO_UNROLL
    for (; n < p->items; n += step) {
        blocks_item item;
        if (p->is_table) {
            item.to = blocks_word(p, 3 * n);
            item.from = blocks_word(p, 3 * n + 1);
            item.bytes = blocks_word(p, 3 * n + 2);
        } else {
            item = blocks_find(p, layer, n);
        }
        blocks_move(&item, lane, lanes);
    }
}

/* -- flat blocks ----------------------------------------------------------------------------------------------------
 * One item for each thread, without a loop and without branches on the way to the loads: below 16 KiB a block is copied
 * in less time than a few instructions, and a wait for each number, take. */
COPY_FN void flat_copy(const cucore__kernel_flat *p, uint32_t layer, uint32_t block, uint32_t thread)
{
    const uint32_t lanes = (uint32_t)1 << p->lanes, lane = thread & (lanes - 1);
    const uint32_t n = (block * CUCORE__KERNEL_THREADS + thread) >> p->lanes;
    const uint32_t index = p->pieces.extent > 1 ? digit_rest(n, &p->pieces) : n;
    const uint32_t word = (n - index * p->pieces.extent) * p->piece + lane;
    uint64_t at[2], numbers[2];
    uint32_t k, low[2], high[2];
    copy_word v[CUCORE__BLOCKS_FLIGHT];
    if (n >= p->items) return;
    COPY_UNROLL
    for (k = 0; k < 2; k++) {
        const cucore__blocks_side *side = &p->side[k];
        const uint64_t from = side->ptr + (uint64_t)(side->step * (int64_t)index);
        low[k] = get4(from, side->source == CUCORE__BLOCKS_MEMORY);
        high[k] = get4(from + 4, side->source == CUCORE__BLOCKS_MEMORY && side->bytes == 8);
    }
    COPY_UNROLL
    for (k = 0; k < 2; k++) {
        const cucore__blocks_side *side = &p->side[k];
        if (side->bytes == 4) high[k] = side->is_signed ? (uint32_t)((int32_t)low[k] >> 31) : 0;
        numbers[k] = side->source == CUCORE__BLOCKS_MEMORY ? (uint64_t)high[k] << 32 | low[k] : side->ptr + index;
        at[k] = p->layers[2 * layer + k] + numbers[k] * (uint64_t)side->block + 16 * (uint64_t)word;
    }
    if (numbers[0] >= p->side[0].extent || numbers[1] >= p->side[1].extent) {
        COPY_UNROLL
        for (k = 0; k < 2; k++) {
            if (numbers[k] >= p->side[k].extent) blocks_note(p->report, k + 1, index + p->first, numbers[k]);
        }
        return;
    }
    COPY_UNROLL
    for (k = 0; k < CUCORE__BLOCKS_FLIGHT; k++) {
        v[k] = get16(at[1] + 16 * (uint64_t)(k << p->lanes), word + (k << p->lanes) < p->words);
    }
    COPY_UNROLL
    for (k = 0; k < CUCORE__BLOCKS_FLIGHT; k++) {
        put16(at[0] + 16 * (uint64_t)(k << p->lanes), v[k], word + (k << p->lanes) < p->words);
    }
}

#endif
