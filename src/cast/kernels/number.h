/* kernels/number.h: a number converted to another dtype.  cast/cast_loops.c has the same conversions for the
 * CPU. */
#ifndef CUCORE_KERNELS_NUMBER_H
#define CUCORE_KERNELS_NUMBER_H

#include "../../copy/kernels/copy.h"
#define CUCORE__NUMBER_FN COPY_FN
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
    const uint64_t last = UINT64_MAX >> (64 - bits) >> is_signed;
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
