/* kernels/convert.h: single elements as numbers of another dtype, each by itself, as number.h converts them. */
#ifndef CUCORE_KERNELS_CONVERT_H
#define CUCORE_KERNELS_CONVERT_H

#include "number.h"

/* One part of an element at any address. */
COPY_FN uint64_t convert_load_any(uint64_t p, uint32_t bytes)
{
    uint64_t bits = 0;
    if ((p & (bytes - 1)) == 0) return load_part(p, bytes);
    COPY_NO_UNROLL
    while (bytes-- > 0) bits = bits << 8 | *(const uint8_t *)(uintptr_t)(p + bytes);
    return bits;
}

COPY_FN void convert_store_any(uint64_t p, uint32_t bytes, uint64_t bits)
{
    void *to = (void *)(uintptr_t)p;
    if (p & (bytes - 1)) {
        COPY_NO_UNROLL
        for (; bytes > 0; bytes--, bits >>= 8) *(uint8_t *)(uintptr_t)p++ = (uint8_t)bits;
        return;
    }
    switch (bytes) {
    case 1: *(uint8_t *)to = (uint8_t)bits; return;
    case 2: *(uint16_t *)to = (uint16_t)bits; return;
    case 4: *(uint32_t *)to = (uint32_t)bits; return;
    default: *(uint64_t *)to = bits; return;
    }
}

/* Returns the bytes of a number in the other order. */
COPY_FN uint64_t convert_swap(uint64_t bits, uint32_t bytes)
{
    bits = (bits & 0x00FF00FF00FF00FFull) << 8 | (bits >> 8 & 0x00FF00FF00FF00FFull);
    bits = (bits & 0x0000FFFF0000FFFFull) << 16 | (bits >> 16 & 0x0000FFFF0000FFFFull);
    return (bits << 32 | bits >> 32) >> (64 - 8 * bytes);
}

/* Returns the bits of a number; p counts bits if numbers are packed, which then have at most 6. */
COPY_FN uint64_t convert_load_bits(const cucore__number_type *type, uint64_t p)
{
    const uint32_t shift = (uint32_t)p & 7;
    uint64_t bits;
    if (!type->packed) {
        bits = convert_load_any(p, type->bytes);
        return type->swapped ? convert_swap(bits, type->bytes) : bits;
    }
    bits = *(const uint8_t *)(uintptr_t)(p >> 3);
    if (shift + type->bits > 8) bits |= (uint64_t) * (const uint8_t *)(uintptr_t)((p >> 3) + 1) << 8;
    return bits >> shift;
}

/* Replaces the bits of `mask` in a byte of which other threads write other bits.  Devices have no atomics of a byte.
 * The word is in the memory of its byte, since allocations consist of whole words; compute-sanitizer, which knows their
 * sizes by the byte, reports the last word of 27 bytes. */
COPY_FN void convert_put_bits(uint64_t p, uint32_t mask, uint32_t bits)
{
#if defined(__CUDACC__)
    const uint32_t shift = 8 * ((uint32_t)p & 3);
    unsigned *word = (unsigned *)(uintptr_t)(p & ~(uint64_t)3);
    atomicAnd(word, ~(mask << shift));
    atomicOr(word, (bits & mask) << shift);
#else
    uint8_t *byte = (uint8_t *)(uintptr_t)p;
    *byte = (uint8_t)((*byte & ~mask) | (bits & mask));
#endif
}

COPY_FN void convert_store_bits(const cucore__number_type *type, uint64_t p, uint64_t bits)
{
    const uint32_t mask = (1u << type->bits % 32) - 1, shift = (uint32_t)p & 7, few = (uint32_t)bits & mask;
    if (type->packed) {
        convert_put_bits(p >> 3, mask << shift & 255, few << shift);
        if (shift + type->bits > 8) convert_put_bits((p >> 3) + 1, mask >> (8 - shift), few >> (8 - shift));
        return;
    }
    if (type->bits < 8) bits = few;
    convert_store_any(p, type->bytes, type->swapped ? convert_swap(bits, type->bytes) : bits);
}

/* The double with the value of a float. */
COPY_FN double convert_real_of(const cucore__number_type *type, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float single;
    double x;
    if (type->bytes == 4) {
        memcpy(&single, &low, sizeof single);
        return single;
    }
    if (type->has_form) bits = cucore__number_widen((uint32_t)bits & ((1u << type->bits % 32) - 1), &type->form);
    memcpy(&x, &bits, sizeof x);
    return x;
}

COPY_FN cucore__number convert_load(const cucore__number_type *type, uint64_t p)
{
    const uint64_t bits = convert_load_bits(type, p);
    const uint32_t above = 64 - type->bits;
    switch (type->kind) {
    case CUCORE__NUMBER_BOOL: return cucore__number_of_int(CUCORE__NUMBER_UNSIGNED, bits != 0);
    case CUCORE__NUMBER_UNSIGNED: return cucore__number_of_int(CUCORE__NUMBER_UNSIGNED, bits << above >> above);
    case CUCORE__NUMBER_SIGNED:
        return cucore__number_of_int(CUCORE__NUMBER_SIGNED, (uint64_t)((int64_t)(bits << above) >> above));
    case CUCORE__NUMBER_COMPLEX:
        return cucore__number_of_real(CUCORE__NUMBER_COMPLEX, convert_real_of(type, bits),
                                      convert_real_of(type, convert_load_bits(type, p + type->bytes)));
    default: return cucore__number_of_real(CUCORE__NUMBER_FLOAT, convert_real_of(type, bits), 0);
    }
}

/* A number as a float or double, or in its form. */
COPY_FN uint64_t convert_real(const cucore__number_type *type, const cucore__number *n)
{
    double x;
    uint64_t bits;
    uint32_t low;
    if (type->bytes == 4) {
        const float single = cucore__number_to_float(n);
        memcpy(&low, &single, sizeof low);
        return low;
    }
    x = type->has_form ? cucore__number_to_odd(n) : cucore__number_to_double(n);
    memcpy(&bits, &x, sizeof bits);
    return type->has_form ? cucore__number_narrow(bits, &type->form) : bits;
}

COPY_FN void convert_store(const cucore__number_type *type, uint64_t p, const cucore__number *n)
{
    uint64_t bits;
    switch (type->kind) {
    case CUCORE__NUMBER_BOOL: bits = (uint64_t)cucore__number_is_true(n); break;
    case CUCORE__NUMBER_SIGNED:
    case CUCORE__NUMBER_UNSIGNED:
        bits = cucore__number_to_int(n, (int)type->bits, type->kind == CUCORE__NUMBER_SIGNED);
        break;
    default: bits = convert_real(type, n); break;
    }
    convert_store_bits(type, p, bits);
    if (type->kind == CUCORE__NUMBER_COMPLEX) {
        const cucore__number im = cucore__number_of_real(CUCORE__NUMBER_FLOAT, n->im, 0);
        convert_store_bits(type, p + type->bytes, convert_real(type, &im));
    }
}

/* Every thread converts one element. */
COPY_FN void convert_copy(const cucore__kernel_cast *p, uint32_t block, uint32_t thread)
{
    uint32_t n = block * CUCORE__KERNEL_THREADS + thread, i, rest;
    uint64_t from = p->src, to = p->dst;
    cucore__number number;
    if (n >= p->total) return;
    COPY_NO_UNROLL
    for (i = 0; i < p->count; i++, n = rest) {
        rest = i + 1 < p->count ? digit_rest(n, &p->digits[i]) : 0;
        n -= rest * p->digits[i].extent;
        from += (uint64_t)(p->digits[i].a * (int64_t)n);
        to += (uint64_t)(p->digits[i].b * (int64_t)n);
    }
    number = convert_load(&p->from, from);
    convert_store(&p->to, to, &number);
}

#endif
