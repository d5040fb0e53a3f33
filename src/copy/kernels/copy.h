/* kernels/copy.h: what all kernels share.  They are compiled by nvcc for the device (copy.cu) and as plain C for tests
 * without one (copy_host.h), which runs one thread after the other: none touches what another one needs. */
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

#include "../emit/params.h"

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

/* One part of an element of 1, 2, 4 or 8 bytes, at an address that is a multiple of that. */
COPY_FN uint64_t load_part(uint64_t p, uint32_t bytes)
{
    const void *from = (const void *)(uintptr_t)p;
    switch (bytes) {
    case 1: return *(const uint8_t *)from;
    case 2: return *(const uint16_t *)from;
    case 4: return *(const uint32_t *)from;
    default: return *(const uint64_t *)from;
    }
}

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

#endif
