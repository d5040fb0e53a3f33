/* fuzz_input.h - the input of a fuzzer, read byte by byte: 0 when it is at its end. */
#ifndef CUCORE_TESTS_FUZZ_INPUT_H
#define CUCORE_TESTS_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct input {
    const uint8_t *data;
    size_t left;
} input;

static inline int byte_of(input *in)
{
    if (!in->left) return 0;
    in->left--;
    return *in->data++;
}

static inline int below(input *in, int bound)
{
    return bound > 0 ? byte_of(in) % bound : 0;
}

static inline int64_t wild_of(input *in)
{
    static const int64_t edges[] = {0, 1, -1, 2, 3, -2, 7, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1};
    int64_t base = edges[below(in, 11)];
    int kind = below(in, 4), shift = below(in, 64);
    if (kind == 0) return base;
    if (kind == 1) return (int64_t)((uint64_t)1 << shift);
    if (kind == 2) return (int64_t)(((uint64_t)1 << shift) - 1);
    return (int64_t)(0 - ((uint64_t)1 << shift));
}

#endif
