/* kernels/copy_convert.h: single elements as numbers of another dtype, each by itself, as copy_number.h converts them. */
#ifndef CUCORE_KERNELS_COPY_CONVERT_H
#define CUCORE_KERNELS_COPY_CONVERT_H

#include "copy_number.h"

/* One part of an element of 1, 2, 4 or 8 bytes, at an address that is a multiple of that. */
COPY_FN uint64_t convert_load_part(uint64_t p, uint32_t bytes)
{
    const void *from = (const void *)(uintptr_t)p;
    switch (bytes) {
    case 1: return *(const uint8_t *)from;
    case 2: return *(const uint16_t *)from;
    case 4: return *(const uint32_t *)from;
    default: return *(const uint64_t *)from;
    }
}

/* The same at any address. */
COPY_FN uint64_t convert_load_any(uint64_t p, uint32_t bytes)
{
    uint64_t bits = 0;
    if ((p & (bytes - 1)) == 0) return convert_load_part(p, bytes);
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

/* A float or a double. */
COPY_FN double convert_real_of(uint64_t bits, uint32_t bytes)
{
    const uint32_t low = (uint32_t)bits;
    float single;
    double x;
    if (bytes == 8) {
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    memcpy(&single, &low, sizeof single);
    return single;
}

COPY_FN cucore__number convert_load(cucore__number_type type, uint64_t p)
{
    const uint64_t bits = convert_load_any(p, type.bytes);
    const uint32_t above = 64 - 8 * type.bytes;
    switch (type.kind) {
    case CUCORE__NUMBER_BOOL: return cucore__number_of_int(CUCORE__NUMBER_UNSIGNED, bits != 0);
    case CUCORE__NUMBER_UNSIGNED: return cucore__number_of_int(CUCORE__NUMBER_UNSIGNED, bits);
    case CUCORE__NUMBER_SIGNED:
        return cucore__number_of_int(CUCORE__NUMBER_SIGNED, (uint64_t)((int64_t)(bits << above) >> above));
    case CUCORE__NUMBER_COMPLEX:
        return cucore__number_of_real(CUCORE__NUMBER_COMPLEX, convert_real_of(bits, type.bytes),
                                      convert_real_of(convert_load_any(p + type.bytes, type.bytes), type.bytes));
    default: break;
    }
    if (type.bytes > 2) return cucore__number_of_real(CUCORE__NUMBER_FLOAT, convert_real_of(bits, type.bytes), 0);
    return cucore__number_of_real(CUCORE__NUMBER_FLOAT,
                                  type.kind == CUCORE__NUMBER_BFLOAT ? cucore__float16_widen((uint16_t)bits, 8, 7)
                                                                     : cucore__float16_widen((uint16_t)bits, 5, 10),
                                  0);
}

/* A number as a float or double, and the imaginary part likewise. */
COPY_FN uint64_t convert_real(const cucore__number *n, uint32_t bytes)
{
    uint64_t bits;
    uint32_t low;
    if (bytes == 8) {
        const double x = cucore__number_to_double(n);
        memcpy(&bits, &x, sizeof bits);
    } else {
        const float x = cucore__number_to_float(n);
        memcpy(&low, &x, sizeof low);
        bits = low;
    }
    return bits;
}

COPY_FN void convert_store(cucore__number_type type, uint64_t p, const cucore__number *n)
{
    uint64_t bits;
    switch (type.kind) {
    case CUCORE__NUMBER_BOOL: bits = (uint64_t)cucore__number_is_true(n); break;
    case CUCORE__NUMBER_SIGNED:
    case CUCORE__NUMBER_UNSIGNED:
        bits = cucore__number_to_int(n, (int)(8 * type.bytes), type.kind == CUCORE__NUMBER_SIGNED);
        break;
    default:
        if (type.bytes > 2) {
            bits = convert_real(n, type.bytes);
        } else {
            const int exponent = type.kind == CUCORE__NUMBER_BFLOAT ? 8 : 5;
            bits = cucore__float16_narrow(cucore__number_to_odd(n), exponent, 15 - exponent);
        }
        break;
    }
    convert_store_any(p, type.bytes, bits);
    if (type.kind == CUCORE__NUMBER_COMPLEX) {
        const cucore__number im = cucore__number_of_real(CUCORE__NUMBER_FLOAT, n->im, 0);
        convert_store_any(p + type.bytes, type.bytes, convert_real(&im, type.bytes));
    }
}

/* Every thread converts single elements, of which it loads one after the other. */
COPY_FN void convert_copy(const cucore__kernel_cast *p, const copy_origin *origin, uint32_t thread)
{
    const cucore__kernel_walk *walk = &p->runs.walk;
    copy_spot spot;
    uint32_t n, mask;
    if (thread >= walk->threads) return;
    spot = spot_of(walk, thread);
    mask = steps_in(walk, origin, &spot);
    COPY_NO_UNROLL
    for (n = 0; n < walk->steps; n++, mask >>= 1) {
        const cucore__kernel_step *step = &walk->step[n];
        cucore__number number;
        if (!(mask & 1)) continue;
        number = convert_load(p->from, origin->a + ((uint64_t)spot.a + (uint64_t)step->a));
        convert_store(p->to, origin->b + ((uint64_t)spot.b + (uint64_t)step->b), &number);
    }
}

#endif
