/* fuzz.h - what the fuzzers share: an input read byte by byte, requirements, 128-bit integers, memory that is counted.
 *
 * A fuzzer has one function, LLVMFuzzerTestOneInput, for libFuzzer or for standalone.c.  It reads choices from the input
 * (0 when the input is at its end), calls the library and holds the result against an oracle of its own; REQUIRE ends
 * the process when they differ.  Include this after <stdlib.h> and before the library: malloc and free of the library
 * are then counted, and fail where an input wants it. */
#ifndef CUCORE_TESTS_FUZZ_H
#define CUCORE_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"

/* cucore_last_error() is the library's; a macro, as the library comes after this. */
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\nlast error: %s\n", __FILE__, __LINE__, #condition,                             \
                    cucore_last_error()->message);                                                                     \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* ---- statuses: the set of those that would be right ---- */
typedef unsigned faults; /* a bit for each; 0: OK */

#define FAULT(status) (1u << -(status))

static inline int is_right(int status, faults wrong)
{
    return wrong ? status < 0 && (wrong >> -status & 1) : status == 0;
}

/* An error must be on record, too. */
#define REQUIRE_STATUS(call, wrong)                                                                                    \
    do {                                                                                                               \
        int got_ = (int)(call);                                                                                        \
        faults right_ = (wrong);                                                                                       \
        if (!is_right(got_, right_)) fprintf(stderr, "status %d, right would be the bits %#x\n", got_, right_);        \
        REQUIRE(is_right(got_, right_));                                                                               \
        REQUIRE(!got_ || ((int)cucore_last_error()->status == got_ && cucore_last_error()->message[0]));               \
    } while (0)

#define COUNT_OF(table) ((int)(sizeof(table) / sizeof((table)[0])))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One in `bound`; never at the end of the input. */
static inline int rarely(input *in, int bound)
{
    return below(in, bound) == bound - 1;
}

/* ---- memory of the library ---- */
#if defined(FUZZ_COUNT_MEMORY)
#define FUZZ_MOST_BYTES ((size_t)1 << 20) /* more is never given */

static long fuzz_blocks;   /* given and not returned */
static int fuzz_no_memory; /* 1: give none */

static inline void *fuzz_malloc(size_t size)
{
    void *block = fuzz_no_memory || size > FUZZ_MOST_BYTES ? NULL : malloc(size);
    if (block) fuzz_blocks++;
    return block;
}

static inline void *fuzz_calloc(size_t count, size_t size)
{
    void *block = fuzz_no_memory || (size && count > FUZZ_MOST_BYTES / size) ? NULL : calloc(count, size);
    if (block) fuzz_blocks++;
    return block;
}

/* Memory that is not counted. */
static inline void plain_free(void *block)
{
    free(block);
}

static inline void fuzz_free(void *block)
{
    if (block) fuzz_blocks--;
    free(block);
}

#define malloc(size) fuzz_malloc(size)
#define calloc(count, size) fuzz_calloc(count, size)
#define free fuzz_free /* also where only its address is taken */
#endif

/* ---- 128-bit integers ---- */
__extension__ typedef __int128 int128;

/* What is beyond 64 bits need not be exact, so that one more product with a 64-bit number fits. */
#define WIDE_LIMIT ((int128)1 << 64)

static inline int128 clamp(int128 value)
{
    return value > WIDE_LIMIT ? WIDE_LIMIT : value < -WIDE_LIMIT ? -WIDE_LIMIT : value;
}

/* Of two numbers that are not negative. */
static inline int128 times(int128 a, int128 b)
{
    return a && b > WIDE_LIMIT / a ? WIDE_LIMIT : a * b;
}

static inline int fits(int128 value)
{
    return value >= INT64_MIN && value <= INT64_MAX;
}

static inline int128 floor_div(int128 value, int128 by)
{
    return value / by - (value % by < 0);
}

static inline int128 ceil_div(int128 value, int128 by)
{
    return value / by + (value % by > 0);
}

/* ---- shape and strides as an oracle sees them ---- */
typedef struct extent_span {
    int negative; /* an extent is */
    int empty;
    int128 size; /* clamped, 0 when empty */
    int128 low;  /* lowest offset, in elements; 0 when empty */
    int128 high; /* highest; -1 when empty */
} extent_span;

static inline extent_span span_of(int ndim, const int64_t *shape, const int64_t *strides)
{
    extent_span s = {0, 0, 1, 0, 0};
    for (int i = 0; i < ndim; i++) {
        s.negative |= shape[i] < 0;
        s.empty |= shape[i] == 0;
    }
    for (int i = 0; !s.negative && !s.empty && i < ndim; i++) {
        int128 reach = ((int128)shape[i] - 1) * strides[i];
        s.size = clamp(s.size) * shape[i];
        s.size = clamp(s.size);
        if (reach < 0) s.low = clamp(s.low + clamp(reach));
        if (reach > 0) s.high = clamp(s.high + clamp(reach));
    }
    if (s.negative || s.empty) {
        s.size = 0;
        s.high = -1;
    }
    return s;
}

/* Does everything that is derived from it fit 64 bits? */
static inline int span_fits(const extent_span *s, int64_t itembits)
{
    return s->empty || (fits(s->size * itembits) && fits(s->low * itembits) && fits((s->high + 1) * itembits));
}

/* Dense in C ('C') or F ('F') order; extents of 1 mean nothing, nor does anything when empty. */
static inline int is_dense(int ndim, const int64_t *shape, const int64_t *strides, char order)
{
    int128 expected = 1;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 0) return 1;
    }
    for (int i = 0; i < ndim; i++) {
        int axis = order == 'C' ? ndim - 1 - i : i;
        if (shape[axis] == 1) continue;
        if (strides[axis] != expected) return 0;
        expected = clamp(expected * shape[axis]);
    }
    return 1;
}

/* Dense strides in C order, where an extent of 0 counts as 1 and what does not fit is 0 (it and all before it). */
static inline void fill_dense(int ndim, const int64_t *shape, int64_t *strides)
{
    int128 stride = 1;
    for (int i = ndim - 1; i >= 0; i--) {
        strides[i] = (int64_t)stride;
        if (shape[i] > 1) stride = fits(stride * shape[i]) ? stride * shape[i] : 0;
    }
}

/* ---- data types: every name that there is (protocols 1.6, 4.4) ---- */
typedef struct dtype_name {
    const char *name;
    int code, bits;
} dtype_name;

static const dtype_name dtype_names[] = {{"float32", 2, 32},
                                         {"float64", 2, 64},
                                         {"float16", 2, 16},
                                         {"int8", 0, 8},
                                         {"int16", 0, 16},
                                         {"int32", 0, 32},
                                         {"int64", 0, 64},
                                         {"int4", 0, 4},
                                         {"int2", 0, 2},
                                         {"int1", 0, 1},
                                         {"uint8", 1, 8},
                                         {"uint16", 1, 16},
                                         {"uint32", 1, 32},
                                         {"uint64", 1, 64},
                                         {"uint4", 1, 4},
                                         {"uint2", 1, 2},
                                         {"uint1", 1, 1},
                                         {"bfloat16", 4, 16},
                                         {"complex32", 5, 32},
                                         {"complex64", 5, 64},
                                         {"complex128", 5, 128},
                                         {"bool", 6, 8},
                                         {"float8_e3m4", 7, 8},
                                         {"float8_e4m3", 8, 8},
                                         {"float8_e4m3b11fnuz", 9, 8},
                                         {"float8_e4m3fn", 10, 8},
                                         {"float8_e4m3fnuz", 11, 8},
                                         {"float8_e5m2", 12, 8},
                                         {"float8_e5m2fnuz", 13, 8},
                                         {"float8_e8m0fnu", 14, 8},
                                         {"float6_e2m3fn", 15, 6},
                                         {"float6_e3m2fn", 16, 6},
                                         {"float4_e2m1fn", 17, 4},
                                         {"bcomplex32", 18, 32}};

static inline int dtype_code_exists(int code)
{
    for (int i = 0; i < COUNT_OF(dtype_names); i++) {
        if (dtype_names[i].code == code) return 1;
    }
    return 0;
}

static inline int dtype_exists(int code, int bits)
{
    for (int i = 0; i < COUNT_OF(dtype_names); i++) {
        if (dtype_names[i].code == code && dtype_names[i].bits == bits) return 1;
    }
    return 0;
}

#endif
