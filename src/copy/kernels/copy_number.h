/* kernels/copy_number.h: a number converted to another dtype.  copy/cast_loops.c has the same conversions for the CPU. */
#ifndef CUCORE_KERNELS_COPY_NUMBER_H
#define CUCORE_KERNELS_COPY_NUMBER_H

#include "copy.h"

#include "../convert.h"

typedef struct cucore__number {
    int kind;
    uint64_t bits; /* of an integer; SIGNED: two's complement */
    double re, im; /* im: 0 for real numbers */
} cucore__number;

COPY_FN cucore__number cucore__number_of_int(int kind, uint64_t bits)
{
    cucore__number n = {0, 0, 0, 0};
    n.kind = kind;
    n.bits = bits;
    return n;
}

COPY_FN cucore__number cucore__number_of_real(int kind, double re, double im)
{
    cucore__number n = {0, 0, 0, 0};
    n.kind = kind;
    n.re = re;
    n.im = im;
    return n;
}

/* Returns the value of a float of 16 bits, with so many bits of exponent and of mantissa; a double holds all of
 * them. */
COPY_FN double cucore__float16_widen(uint16_t value, int exponent, int mantissa)
{
    const int most = (1 << exponent) - 1, place = value >> mantissa & most, bias = most >> 1;
    const uint64_t fraction = value & (((uint64_t)1 << mantissa) - 1), sign = (uint64_t)(value >> 15) << 63;
    uint64_t bits;
    double x;
    if (place == 0) { /* fraction * 2^(1 - bias - mantissa) */
        bits = (uint64_t)(1023 + 1 - bias - mantissa) << 52;
        memcpy(&x, &bits, sizeof x);
        x *= (double)fraction;
        memcpy(&bits, &x, sizeof x);
    } else {
        bits = (uint64_t)(place == most ? 2047 : place - bias + 1023) << 52 | fraction << (52 - mantissa);
    }
    bits |= sign;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns the nearest float of 16 bits, ties to even; infinity beyond the largest one. */
COPY_FN uint16_t cucore__float16_narrow(double x, int exponent, int mantissa)
{
    const uint32_t most = ((uint32_t)1 << exponent) - 1, infinity = most << mantissa;
    uint64_t bits, fraction;
    uint32_t sign;
    int place, drop = 52 - mantissa;
    memcpy(&bits, &x, sizeof bits);
    sign = (uint32_t)(bits >> 48) & 0x8000u;
    place = (int)(bits >> 52 & 2047) - 1023 + (int)(most >> 1);
    fraction = bits & 0xFFFFFFFFFFFFFull;
    if ((bits >> 52 & 2047) == 2047 && fraction) return (uint16_t)(sign | infinity | (uint32_t)1 << (mantissa - 1));
    if (place >= (int)most) return (uint16_t)(sign | infinity);
    fraction |= (uint64_t)1 << 52; /* doubles without that bit become 0 */
    if (place < 1) {
        drop += 1 - place;
        if (drop > 63) drop = 63;
        place = 1;
    }
    fraction += ((uint64_t)1 << (drop - 1)) - 1 + (fraction >> drop & 1); /* rounds the bits above `drop` */
    /* the leading 1 adds one to the exponent, and so does a carry, up to infinity */
    return (uint16_t)(sign | (((uint32_t)(place - 1) << mantissa) + (uint32_t)(fraction >> drop)));
}

/* Returns an integer as a double that rounds to 16 bits as the integer does: bits that do not fit set the last bit. */
COPY_FN double cucore__number_to_odd(const cucore__number *n)
{
    const int negative = n->kind == CUCORE__NUMBER_SIGNED && n->bits >> 63;
    const uint64_t size = negative ? 0 - n->bits : n->bits;
    double x;
    if (n->kind != CUCORE__NUMBER_SIGNED && n->kind != CUCORE__NUMBER_UNSIGNED) return n->re;
    x = size >> 53 ? (double)(size >> 11 | ((size & 2047) != 0)) * 2048.0 : (double)size;
    return negative ? -x : x;
}

COPY_FN double cucore__number_to_double(const cucore__number *n)
{
    if (n->kind == CUCORE__NUMBER_SIGNED) return (double)(int64_t)n->bits;
    return n->kind == CUCORE__NUMBER_UNSIGNED ? (double)n->bits : n->re;
}

COPY_FN float cucore__number_to_float(const cucore__number *n)
{
    if (n->kind == CUCORE__NUMBER_SIGNED) return (float)(int64_t)n->bits;
    return n->kind == CUCORE__NUMBER_UNSIGNED ? (float)n->bits : (float)n->re;
}

/* Returns the integer of so many bits.  Integers wrap.  A float that does not fit, which C leaves undefined, becomes
 * the nearest integer as with CUDA's cvt, and NaN becomes 0. */
COPY_FN uint64_t cucore__number_to_int(const cucore__number *n, int bits, int is_signed)
{
    const uint64_t last = UINT64_MAX >> (64 - bits + is_signed);
    const double end = (is_signed ? 1.0 : 2.0) * (double)((uint64_t)1 << (bits - 1)), x = n->re;
    if (n->kind == CUCORE__NUMBER_SIGNED || n->kind == CUCORE__NUMBER_UNSIGNED) return n->bits;
    if (x != x) return 0;
    if (x >= end) return last;
    if (!is_signed) return x > 0 ? (uint64_t)x : 0;
    return x <= -end ? ~last : (uint64_t)(int64_t)x;
}

COPY_FN int cucore__number_is_true(const cucore__number *n)
{
    if (n->kind == CUCORE__NUMBER_SIGNED || n->kind == CUCORE__NUMBER_UNSIGNED) return n->bits != 0;
    return n->re != 0 || n->im != 0;
}

#endif
