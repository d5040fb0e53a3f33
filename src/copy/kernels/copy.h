/* kernels/copy.h: what all kernels share.  They are compiled by nvcc for the device (copy.cu) and as plain C for tests
 * without one (copy_host.h).
 *
 * No thread touches what another one needs, except in the tile, between whose two phases there is a barrier; so the
 * host runs each phase for all threads in turn. */
#ifndef CUCORE_KERNELS_COPY_H
#define CUCORE_KERNELS_COPY_H

#include <stdint.h>

#if defined(__CUDACC__)
#define COPY_FN static __device__ __forceinline__
#define COPY_UNROLL _Pragma("unroll")
#define COPY_NO_UNROLL _Pragma("unroll 1")
#else
#include <string.h>
#define COPY_FN static inline
#define COPY_UNROLL
#define COPY_NO_UNROLL
#endif

#define CUCORE__NUMBER_FN COPY_FN
#include "../convert.h"
#include "../params.h"

/* 16 bytes */
#if defined(__CUDACC__)
typedef struct __align__(16) copy_word
{
#else
typedef struct __attribute__((aligned(16))) copy_word {
#endif
    uint32_t x[4];
}
copy_word;

/* ---------------------------------------------------------------------------------------------- memory accesses -- */
#if defined(__CUDACC__)
COPY_FN uint32_t high_product(uint32_t a, uint32_t b)
{
    return __umulhi(a, b);
}
COPY_FN uint32_t funnel(uint32_t low, uint32_t high, uint32_t bits)
{
    return __funnelshift_r(low, high, bits);
}
/* Loads and stores with a condition instead of a branch, so that several are on their way at once. */
COPY_FN copy_word get16(uint64_t p, int when)
{
    copy_word w;
    asm volatile("{ .reg .pred q; setp.ne.s32 q, %5, 0;\n\t"
                 "mov.u32 %0, 0; mov.u32 %1, 0; mov.u32 %2, 0; mov.u32 %3, 0;\n\t"
                 "@q ld.global.v4.u32 {%0, %1, %2, %3}, [%4]; }"
                 : "=&r"(w.x[0]), "=&r"(w.x[1]), "=&r"(w.x[2]), "=&r"(w.x[3])
                 : "l"(p), "r"(when));
    return w;
}
/* A sector of the L2 cache that is written in parts has to be fetched before it can leave the cache, which takes long
 * when it is noticed late. */
COPY_FN void fetch_ahead(uint64_t p, int when)
{
    asm volatile("{ .reg .pred q; setp.ne.s32 q, %1, 0;\n\t@q prefetch.global.L2 [%0]; }" ::"l"(p), "r"(when));
}
COPY_FN void put16(uint64_t p, copy_word w, int when)
{
    asm volatile("{ .reg .pred q; setp.ne.s32 q, %5, 0;\n\t@q st.global.v4.u32 [%0], {%1, %2, %3, %4}; }" ::"l"(p),
                 "r"(w.x[0]), "r"(w.x[1]), "r"(w.x[2]), "r"(w.x[3]), "r"(when));
}
#define COPY_ACCESS(width, type, wide_type, kind, letter)                                                              \
    COPY_FN type get##width(uint64_t p, int when)                                                                      \
    {                                                                                                                  \
        wide_type v;                                                                                                   \
        asm volatile("{ .reg .pred q; setp.ne.s32 q, %2, 0;\n\tmov.b" kind " %0, 0; @q ld.global." letter              \
                     " %0, [%1]; }"                                                                                    \
                     : "=&" COPY_REGISTER_##width(v)                                                                   \
                     : "l"(p), "r"(when));                                                                             \
        return (type)v;                                                                                                \
    }                                                                                                                  \
    COPY_FN void put##width(uint64_t p, type value, int when)                                                          \
    {                                                                                                                  \
        wide_type v = (wide_type)value;                                                                                \
        asm volatile("{ .reg .pred q; setp.ne.s32 q, %2, 0;\n\t@q st.global." letter " [%0], %1; }" ::"l"(p),          \
                     COPY_REGISTER_##width(v), "r"(when));                                                             \
    }
#define COPY_REGISTER_8(v) "l"(v)
#define COPY_REGISTER_4(v) "r"(v)
#define COPY_REGISTER_2(v) "h"(v)
#define COPY_REGISTER_1(v) "r"(v)
COPY_ACCESS(8, uint64_t, uint64_t, "64", "u64")
COPY_ACCESS(4, uint32_t, uint32_t, "32", "u32")
COPY_ACCESS(2, uint16_t, uint16_t, "16", "u16")
COPY_ACCESS(1, uint8_t, uint32_t, "32", "u8")
#undef COPY_ACCESS
#else
COPY_FN uint32_t high_product(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}
COPY_FN uint32_t funnel(uint32_t low, uint32_t high, uint32_t bits)
{
    return (uint32_t)(((uint64_t)high << 32 | low) >> (bits & 31));
}
COPY_FN void fetch_ahead(uint64_t p, int when)
{
    (void)p;
    (void)when;
}
/* The device faults on an address that is no multiple of the width, so the host looks, too. */
COPY_FN void *copy_aligned(uint64_t p, uint64_t width)
{
    if (p % width) __builtin_trap();
    return (void *)(uintptr_t)p;
}
#define COPY_ACCESS(width, type)                                                                                       \
    COPY_FN type get##width(uint64_t p, int when)                                                                      \
    {                                                                                                                  \
        type v;                                                                                                        \
        memset(&v, 0, sizeof v);                                                                                       \
        if (when) memcpy(&v, copy_aligned(p, width), width);                                                           \
        return v;                                                                                                      \
    }                                                                                                                  \
    COPY_FN void put##width(uint64_t p, type v, int when)                                                              \
    {                                                                                                                  \
        if (when) memcpy(copy_aligned(p, width), &v, width);                                                           \
    }
COPY_ACCESS(16, copy_word)
COPY_ACCESS(8, uint64_t)
COPY_ACCESS(4, uint32_t)
COPY_ACCESS(2, uint16_t)
COPY_ACCESS(1, uint8_t)
#undef COPY_ACCESS
#endif

/* ------------------------------------------------------------------------------------------------------- places -- */
COPY_FN uint32_t digit_rest(uint32_t n, const cucore__kernel_digit *digit)
{
    return high_product(n, digit->magic) >> digit->shift;
}

COPY_FN int has_room(uint64_t room, uint64_t at)
{
    return ((room - at) & CUCORE__KERNEL_GUARD) == CUCORE__KERNEL_GUARD;
}

/* Where a tile begins in both arrays, and how much room it has along the cut axes. */
typedef struct copy_origin {
    uint64_t a, b, room;
    uint32_t at[3]; /* chunks before it along the cut axes */
    int ragged, outside;
} copy_origin;

COPY_FN void origin_room(copy_origin *origin, const cucore__kernel_grid *grid)
{
    origin->room = grid->full;
    if (origin->at[0] + 1 == grid->count[0]) origin->room -= grid->last[0];
    if (origin->at[1] + 1 == grid->count[1]) origin->room -= grid->last[1];
    if (origin->at[2] + 1 == grid->count[2]) origin->room -= grid->last[2];
    origin->ragged = origin->room != grid->full;
    origin->outside =
        origin->at[0] >= grid->count[0] || origin->at[1] >= grid->count[1] || origin->at[2] >= grid->count[2];
}

COPY_FN void origin_move(copy_origin *origin, uint64_t a, uint64_t b, uint32_t cut, uint32_t chunks)
{
    origin->a += a;
    origin->b += b;
    origin->at[0] += cut == 0 ? chunks : 0;
    origin->at[1] += cut == 1 ? chunks : 0;
    origin->at[2] += cut == 2 ? chunks : 0;
}

/* The first tile of a block. */
COPY_FN copy_origin origin_of(const cucore__kernel_grid *grid, const cucore__kernel_digit *levels, uint64_t a,
                              uint64_t b, const uint32_t *block)
{
    copy_origin out;
    uint32_t i = 0, group;
    out.a = a;
    out.b = b;
    out.at[0] = out.at[1] = out.at[2] = 0;
    COPY_NO_UNROLL
    for (group = 0; group < 3; group++) {
        uint32_t n = group == 0 ? block[0] : group == 1 ? block[1] : block[2];
        COPY_NO_UNROLL
        for (; i < grid->ends[group]; i++) {
            uint32_t rest = digit_rest(n, &levels[i]), r = n - rest * levels[i].extent;
            n = rest;
            origin_move(&out, (uint64_t)(levels[i].a * (int64_t)r), (uint64_t)(levels[i].b * (int64_t)r), levels[i].cut,
                        r * (uint32_t)levels[i].pack);
        }
    }
    origin_room(&out, grid);
    return out;
}

/* A thread's first element. */
typedef struct copy_spot {
    int64_t a, b;
    uint64_t pack;
} copy_spot;

/* The run of a thread; *word: which word of it. */
COPY_FN uint32_t run_of(const cucore__kernel_walk *walk, uint32_t thread, uint32_t *word)
{
    uint32_t run = walk->words > 1 ? high_product(thread, walk->magic) >> walk->shift : thread;
    *word = thread - run * walk->words;
    return run;
}

/* Where run n begins. */
COPY_FN copy_spot spot_of(const cucore__kernel_walk *walk, uint32_t n)
{
    copy_spot spot;
    uint32_t i;
    spot.a = spot.b = 0;
    spot.pack = 0;
    COPY_NO_UNROLL
    for (i = 0; i < walk->count; i++) {
        const cucore__kernel_digit *digit = &walk->digits[i];
        uint32_t rest = digit_rest(n, digit), r = n - rest * digit->extent;
        spot.a += digit->a * (int64_t)r;
        spot.b += digit->b * (int64_t)r;
        spot.pack += digit->pack * r;
        n = rest;
    }
    return spot;
}

/* A bit for each step: 1 if what it reaches exists. */
COPY_FN uint32_t steps_in(const cucore__kernel_walk *walk, const copy_origin *origin, const copy_spot *spot)
{
    uint32_t mask = ((uint32_t)1 << walk->steps) - 1, n;
    if (!origin->ragged) return mask;
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++) {
        if (!has_room(origin->room, spot->pack + walk->step[n].pack)) mask &= ~((uint32_t)1 << n);
    }
    return mask;
}

#endif
