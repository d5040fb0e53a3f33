/* ---------------------------------------------------------------------------------------------- >>impl-cast-host -- */
/* cast/cast_loops.c: the loops that convert dense elements by the CPU, and in which order they follow; no driver. */
#define CUCORE__CAST_BLOCK 64  /* elements: compilers make vectors of a loop at -O2 only if its count is a constant */
#define CUCORE__CAST_CHUNK 256 /* elements of a conversion in several steps, whose middle stays in the first cache */

/* Loops for AVX2 and F16C exist beside those of the usual ones that gain by it, if the compiler can ask the processor.
 * Without them floats become integers more slowly than by NumPy. */
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(_WIN32) && !defined(__CUDACC__)
#if defined(__AVX2__) && defined(__F16C__)
#define CUCORE__CAST_HAS_HALVES /* the usual loops are for them already, as with -march=native */
#elif !defined(__AVX2__) && !defined(CUCORE__CAST_HAS_WIDE)
#define CUCORE__CAST_HAS_WIDE 1
#endif
#endif
#if !defined(CUCORE__CAST_HAS_WIDE)
#define CUCORE__CAST_HAS_WIDE 0
#endif

/* The numbers between which loops convert, in the order of cucore__cast_types; users may have macros of their names in
 * upper case.  odd32 is a float32, odd64 a float64 whose last bit is set if bits were lost: it rounds to 16 bits as the
 * number that it was made of does.  half32 is a float32 that does so to a float16 alone. */
typedef enum cucore__cast_number {
    CUCORE__CAST_truth,
    CUCORE__CAST_int8,
    CUCORE__CAST_int16,
    CUCORE__CAST_int32,
    CUCORE__CAST_int64,
    CUCORE__CAST_uint8,
    CUCORE__CAST_uint16,
    CUCORE__CAST_uint32,
    CUCORE__CAST_uint64,
    CUCORE__CAST_float16,
    CUCORE__CAST_bfloat16,
    CUCORE__CAST_float32,
    CUCORE__CAST_float64,
    CUCORE__CAST_complex64,
    CUCORE__CAST_complex128,
    CUCORE__CAST_complex32,
    CUCORE__CAST_bcomplex32,
    CUCORE__CAST_odd32,
    CUCORE__CAST_odd64,
    CUCORE__CAST_half32,
    CUCORE__CAST_swap16, /* bytes in the other order */
    CUCORE__CAST_swap32,
    CUCORE__CAST_swap64,
    CUCORE__CAST_bits32 = CUCORE__CAST_float32, /* the bits of the float */
    CUCORE__CAST_bits64 = CUCORE__CAST_float64
} cucore__cast_number;

/* A dtype between which loops convert. */
typedef struct cucore__cast_type {
    uint32_t id;
    uint16_t code; /* cucore__number_code of a view that has it */
    uint16_t size;
} cucore__cast_type;

/* clang-format off */
#define CUCORE__CAST_TYPE(id, kind, parts, bytes, form) \
    {(id), (uint16_t)((bytes) | CUCORE__NUMBER_##kind << 4 | (form) << 9), (parts) * (bytes)}
static const cucore__cast_type cucore__cast_types[] = {
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_BOOL, BOOL, 1, 1, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT8, SIGNED, 1, 1, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT16, SIGNED, 1, 2, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT32, SIGNED, 1, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT64, SIGNED, 1, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT8, UNSIGNED, 1, 1, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT16, UNSIGNED, 1, 2, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT32, UNSIGNED, 1, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT64, UNSIGNED, 1, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_FLOAT16, FLOAT, 1, 2, 1),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_BFLOAT16, FLOAT, 1, 2, 2),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_FLOAT32, FLOAT, 1, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_FLOAT64, FLOAT, 1, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_COMPLEX64, COMPLEX, 2, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_COMPLEX128, COMPLEX, 2, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_CODE_COMPLEX | 32 << 8 | 1 << 16, COMPLEX, 2, 2, 1),
    CUCORE__CAST_TYPE(CUCORE_CODE_BCOMPLEX | 32 << 8 | 1 << 16, COMPLEX, 2, 2, 2)};
#undef CUCORE__CAST_TYPE
/* clang-format on */

/* One side of a conversion. */
typedef struct cucore__cast_end {
    cucore__cast_number number; /* that loops convert: float64 for floats of up to 8 bits, and (u)int8 for integers */
    uint16_t code;              /* cucore__number_code */
    uint8_t is_small;           /* 1: numbers have a byte each, or less, that loops do not convert */
} cucore__cast_end;

/* Returns 0 if the elements of the view are not converted. */
CUCORE__PRIVATE int cucore__cast_end_make(const cucore_view *view, cucore__cast_end *out)
{
    const uint32_t id = cucore_dtype_id(view->dtype);
    const int count = (int)(sizeof cucore__cast_types / sizeof cucore__cast_types[0]);
    cucore__number_type type;
    int i = 0;
    while (i < count && cucore__cast_types[i].id != id) i++;
    out->is_small = i == count;
    if (i < count) {
        out->number = (cucore__cast_number)i;
        out->code = cucore__cast_types[i].code;
        if (view->byte_swapped && (out->code & 15) > 1) out->code |= CUCORE__NUMBER_SWAPPED;
        return 1;
    }
    out->code = cucore__number_code(view);
    type = cucore__number_decode(out->code);
    out->number = type.has_form                          ? CUCORE__CAST_float64
                  : type.kind == CUCORE__NUMBER_UNSIGNED ? CUCORE__CAST_uint8
                                                         : CUCORE__CAST_int8;
    return out->code != 0;
}

/* -- floats as bits: right also if a compiler assumes that there is no NaN ---------------------------------------- */
/* Returns a if the condition, which is 0 or 1, holds, else b: compilers make no vectors of loops with branches. */
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_pick(int condition, uint32_t a, uint32_t b)
{
    const uint32_t mask = 0 - (uint32_t)condition;
    return (a & mask) | (b & ~mask);
}

/* Returns the bits of the float32 with the value of a float16.  Floats too small for the usual form are computed as
 * integers, since a processor may read them as 0. */
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_widen(uint16_t half)
{
    const int32_t size = half & 0x7fff;
    const float tiny = (float)size * 5.9604644775390625e-8f; /* 2^-24 */
    const uint32_t large = ((uint32_t)size << 13) + 0x38000000u + cucore__cast_pick(size >= 0x7c00, 0x38000000u, 0);
    uint32_t bits;
    memcpy(&bits, &tiny, sizeof bits);
    return cucore__cast_pick(size < 0x400, bits, large) | (uint32_t)(half & 0x8000) << 16;
}

/* Returns the float16 nearest to a float32, ties to even.  0.5 has the digits of the smallest float16 as its last
 * ones: the sum is rounded as a float16 below 2^-14 is. */
CUCORE__PRIVATE CUCORE__INLINE uint16_t cucore__cast_narrow(uint32_t bits)
{
    const int32_t size = (int32_t)(bits & 0x7fffffff);
    uint32_t large = (uint32_t)(size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13, tiny;
    float sum;
    memcpy(&sum, &size, sizeof sum);
    sum += 0.5f;
    memcpy(&tiny, &sum, sizeof tiny);
    large = cucore__cast_pick(size < 0x38800000, tiny - 0x3f000000, large);
    large = cucore__cast_pick(size >= 0x47800000, cucore__cast_pick(size > 0x7f800000, 0x7e00, 0x7c00), large);
    return (uint16_t)(large | (bits >> 16 & 0x8000));
}

/* Returns the bfloat16 nearest to a float32, ties to even. */
CUCORE__PRIVATE CUCORE__INLINE uint16_t cucore__cast_round(uint32_t bits)
{
    const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    const int is_nan = (int32_t)(bits & 0x7fffffff) > 0x7f800000;
    return (uint16_t)cucore__cast_pick(is_nan, (bits >> 16 & 0x8000) | 0x7fc0, rounded);
}

/* Returns the odd32 of a float64.  Floats beyond the largest float32 become that one, which rounds to infinity. */
CUCORE__PRIVATE CUCORE__INLINE float cucore__cast_odd(uint64_t bits)
{
    const uint64_t size = bits & INT64_MAX, fraction = (size & 0xfffffffffffffu) | (uint64_t)1 << 52;
    const int place = (int)(size >> 52), drop = place < 863 ? 63 : 926 - place; /* of a float32 below 2^-126 */
    float x;
    uint32_t odd = (uint32_t)((size >> 29) - ((uint64_t)896 << 23)) | ((size & 0x1fffffff) != 0);
    if (place < 897) odd = (uint32_t)(fraction >> drop) | (size != 0 && (fraction & (((uint64_t)1 << drop) - 1)) != 0);
    if (place > 1150) odd = 0x7f7fffff;
    if (place == 2047) odd = (size & 0xfffffffffffffu) ? 0x7fc00000u : 0x7f800000u;
    odd |= (uint32_t)(bits >> 63) << 31;
    memcpy(&x, &odd, sizeof x);
    return x;
}

/* Returns the half32 of a float64.  Below 2^-126 bits are lost unnoticed, where any float becomes a float16 of 0. */
CUCORE__PRIVATE CUCORE__INLINE float cucore__cast_half(uint64_t bits)
{
    const uint64_t lost = 0x1fffffff, odd = (bits & ~lost) | (((bits & lost) + lost) & (lost + 1));
    double x;
    memcpy(&x, &odd, sizeof x);
    return (float)x;
}

/* Returns the odd64 of an integer. */
CUCORE__PRIVATE CUCORE__INLINE double cucore__cast_odd_64(uint64_t size)
{
    return size >> 53 ? (double)(int64_t)(size >> 11 | ((size & 2047) != 0)) * 2048.0 : (double)(int64_t)size;
}

/* Returns the odd32 of an integer. */
CUCORE__PRIVATE CUCORE__INLINE float cucore__cast_odd_32(uint32_t size)
{
    const float large = (float)(int32_t)(size >> 8 | ((size & 255) != 0)) * 256.0f;
    return size >> 24 ? large : (float)(int32_t)(size & 0xffffff);
}

/* Returns the bytes in the other order. */
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_swap(uint32_t v)
{
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}

/* Returns the bits of the float that becomes the nearest integer: 0 for NaN and for what is below 0 without a sign;
 * `limit`, the first power of two that does not fit, for all floats from there on. */
#define CUCORE__CAST_CLIP(bits_type, whole_type, infinity)                                                             \
    const bits_type sign = (bits_type)1 << (8 * sizeof bits - 1);                                                      \
    const whole_type size = (whole_type)(bits & ~sign);                                                                \
    whole_type clipped = size < (whole_type)limit ? size : (whole_type)limit;                                          \
    clipped = size > (whole_type)(infinity) || (!is_signed && (bits & sign)) ? 0 : clipped;                            \
    return (bits_type)clipped | (bits & sign)
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_clip_32(uint32_t bits, uint32_t limit, int is_signed)
{
    CUCORE__CAST_CLIP(uint32_t, int32_t, 0x7f800000);
}
CUCORE__PRIVATE CUCORE__INLINE uint64_t cucore__cast_clip_64(uint64_t bits, uint64_t limit, int is_signed)
{
    CUCORE__CAST_CLIP(uint64_t, int64_t, (uint64_t)2047 << 52);
}
#undef CUCORE__CAST_CLIP

/* -- loops -------------------------------------------------------------------------------------------------------- */
/* Converts so many blocks of dense elements, of any alignment. */
typedef void (*cucore__cast_loop)(char *CUCORE__RESTRICT to, const char *CUCORE__RESTRICT from, int64_t blocks);

/* Types of numbers in memory. */
typedef uint8_t cucore__cast_of_truth, cucore__cast_of_uint8;
typedef uint16_t cucore__cast_of_uint16, cucore__cast_of_float16, cucore__cast_of_bfloat16, cucore__cast_of_swap16;
typedef uint32_t cucore__cast_of_uint32, cucore__cast_of_bits32, cucore__cast_of_swap32;
typedef uint32_t cucore__cast_of_complex32, cucore__cast_of_bcomplex32;
typedef uint64_t cucore__cast_of_uint64, cucore__cast_of_bits64, cucore__cast_of_complex64, cucore__cast_of_swap64;
typedef int8_t cucore__cast_of_int8;
typedef int16_t cucore__cast_of_int16;
typedef int32_t cucore__cast_of_int32;
typedef int64_t cucore__cast_of_int64;
typedef float cucore__cast_of_float32, cucore__cast_of_odd32, cucore__cast_of_half32;
typedef double cucore__cast_of_float64, cucore__cast_of_odd64;
typedef cucore__host_pair cucore__cast_of_complex128;

/* clang-format off */
/* The loops: P(which, FROM, TO) as C converts; O(which, FROM, TO, the assignment to `w` of what becomes of `v`); H: the
 * same, which F16C has an instruction for; L: of integers that often fit 32 bits; W(which, bits, FROM, TO): of floats
 * to integers.  Integers that are not widened are unsigned here.  cucore__cast_path_find makes the other pairs of two
 * or three loops.  FASTER: for AVX2 gcc 12 makes loops of these that take at most 1 / 1.2 of the time (median 0.54,
 * 1,024 elements in the first cache); clang also of the OTHERS (median 0.5). */
#define CUCORE__CAST_FASTER(P, O, H, L, W, which) \
    P(which, uint16, uint8) P(which, uint32, uint8) P(which, uint32, uint16) P(which, uint64, uint32) \
    P(which, int8, uint16) P(which, int16, uint32) P(which, int32, uint64) P(which, uint16, float32) \
    P(which, uint32, float32) L(which, uint64, float32) P(which, int16, float32) P(which, int32, float32) \
    L(which, int64, float32) P(which, uint32, float64) L(which, uint64, float64) P(which, int32, float64) \
    L(which, int64, float64) P(which, float32, float64) P(which, float64, float32) \
    O(which, truth, uint8, w = v != 0) O(which, uint16, truth, w = v != 0) O(which, uint32, truth, w = v != 0) \
    O(which, float16, truth, w = (v & 0x7fff) != 0) O(which, bits32, truth, w = (v & INT32_MAX) != 0) \
    H(which, float16, bits32, w = cucore__cast_widen(v)) O(which, bfloat16, bits32, w = (uint32_t)v << 16) \
    H(which, bits32, float16, w = cucore__cast_narrow(v)) O(which, bits32, bfloat16, w = cucore__cast_round(v)) \
    O(which, uint16, swap16, w = (uint16_t)(v << 8 | v >> 8)) O(which, uint32, swap32, w = cucore__cast_swap(v)) \
    O(which, uint64, swap64, w = (uint64_t)cucore__cast_swap((uint32_t)v) << 32 | cucore__cast_swap((uint32_t)(v >> 32))) \
    CUCORE__CAST_WHOLES(W, which, 32, float32) CUCORE__CAST_WHOLES(W, which, 64, float64)
#define CUCORE__CAST_OTHERS(P, O, H, L, W, which) \
    P(which, uint8, uint16) P(which, uint8, uint32) P(which, uint8, uint64) P(which, uint16, uint32) \
    P(which, uint16, uint64) P(which, uint32, uint64) P(which, uint64, uint8) P(which, uint64, uint16) \
    P(which, int8, uint32) P(which, int8, uint64) P(which, int16, uint64) P(which, uint8, float32) \
    P(which, int8, float32) P(which, uint8, float64) P(which, uint16, float64) P(which, int8, float64) \
    P(which, int16, float64) O(which, uint64, truth, w = (uint32_t)(v | v >> 32) != 0) \
    O(which, bits64, truth, w = (uint32_t)(v << 1 | v >> 31) != 0) \
    O(which, complex64, truth, w = ((uint32_t)(v | v >> 32) & INT32_MAX) != 0) \
    O(which, complex128, truth, w = ((v.of[0] | v.of[1]) & INT64_MAX) != 0) \
    O(which, bits64, half32, w = cucore__cast_half(v)) O(which, bits64, odd32, w = cucore__cast_odd(v)) \
    O(which, uint32, odd32, w = cucore__cast_odd_32(v)) \
    O(which, int32, odd32, w = v < 0 ? -cucore__cast_odd_32(0 - (uint32_t)v) : cucore__cast_odd_32((uint32_t)v)) \
    O(which, int64, odd64, w = v < 0 ? -cucore__cast_odd_64(0 - (uint64_t)v) : cucore__cast_odd_64((uint64_t)v)) \
    O(which, uint64, odd64, w = cucore__cast_odd_64(v)) O(which, bits64, complex128, w.of[0] = v; w.of[1] = 0) \
    O(which, bits32, complex64, w = (uint64_t)v << (CUCORE__NATIVE_ORDER == '<' ? 0 : 32)) \
    O(which, float16, complex32, w = (uint32_t)v << (CUCORE__NATIVE_ORDER == '<' ? 0 : 16)) \
    O(which, bfloat16, bcomplex32, w = (uint32_t)v << (CUCORE__NATIVE_ORDER == '<' ? 0 : 16)) \
    O(which, complex32, truth, w = (v & 0x7fff7fff) != 0) O(which, bcomplex32, truth, w = (v & 0x7fff7fff) != 0)
#define CUCORE__CAST_LOOPS(P, O, H, L, W, which) \
    CUCORE__CAST_FASTER(P, O, H, L, W, which) CUCORE__CAST_OTHERS(P, O, H, L, W, which)
#define CUCORE__CAST_WHOLES(W, which, bits, FROM) \
    W(which, bits, FROM, int8) W(which, bits, FROM, int16) W(which, bits, FROM, int32) W(which, bits, FROM, int64) \
    W(which, bits, FROM, uint8) W(which, bits, FROM, uint16) W(which, bits, FROM, uint32) W(which, bits, FROM, uint64)

#define CUCORE__CAST_FOR_usual
#define CUCORE__CAST_FOR_wide __attribute__((target("avx2,f16c")))
#define CUCORE__CAST_NAME(which, FROM, TO) cucore__cast_##which##_##FROM##_##TO
#define CUCORE__CAST_LOOP(which, FROM, TO, body) \
    CUCORE__PRIVATE CUCORE__CAST_FOR_##which void CUCORE__CAST_NAME(which, FROM, TO)( \
        char *CUCORE__RESTRICT to, const char *CUCORE__RESTRICT from, int64_t blocks) \
    { \
        typedef cucore__cast_of_##FROM read_type; \
        typedef cucore__cast_of_##TO written_type; \
        for (; blocks > 0; blocks--) { \
            size_t i; \
            body \
            from += CUCORE__CAST_BLOCK * sizeof(read_type); \
            to += CUCORE__CAST_BLOCK * sizeof(written_type); \
        } \
    }
#define CUCORE__CAST_EACH(assignment) \
    for (i = 0; i < CUCORE__CAST_BLOCK; i++) { \
        read_type v; \
        written_type w; \
        memcpy(&v, from + i * sizeof v, sizeof v); \
        assignment; \
        memcpy(to + i * sizeof w, &w, sizeof w); \
    }
#define CUCORE__CAST_OTHER(which, FROM, TO, assignment) \
    CUCORE__CAST_LOOP(which, FROM, TO, CUCORE__CAST_EACH(assignment))
#define CUCORE__CAST_PLAIN(which, FROM, TO) CUCORE__CAST_LOOP(which, FROM, TO, CUCORE__CAST_EACH(w = (written_type)v))
/* H by vectors, as compilers make no use of these instructions: a third of the time.  float64: as cucore__cast_half. */
#define CUCORE__CAST_HALVES(which, FROM, TO, assignment) \
    CUCORE__CAST_LOOP(which, FROM, TO, \
        cucore__cast_vector x; \
        CUCORE__CAST_VECTORS_##FROM)
#define CUCORE__CAST_VECTORS_float16 \
    for (i = 0; i < CUCORE__CAST_BLOCK; i += 8) { \
        __asm__("vcvtph2ps {%1, %0|%0, %1}" : "=x"(x) : "m"(*(const char(*)[16])(from + 2 * i))); \
        memcpy(to + 4 * i, &x, sizeof x); \
    }
#define CUCORE__CAST_VECTORS_bits32 \
    for (i = 0; i < CUCORE__CAST_BLOCK; i += 8) { \
        memcpy(&x, from + 4 * i, sizeof x); \
        __asm__("vcvtps2ph {$0, %1, %0|%0, %1, 0}" : "=m"(*(char(*)[16])(to + 2 * i)) : "x"(x)); \
    }
#define CUCORE__CAST_VECTORS_bits64 \
    const uint64_t lost = 0x1fffffff; \
    for (i = 0; i < CUCORE__CAST_BLOCK; i += 4) { \
        memcpy(&x, from + 8 * i, sizeof x); \
        x = (x & ~lost) | (((x & lost) + lost) & (lost + 1)); \
        __asm__("vcvtpd2ps {%t1, %x1|%x1, %t1}\n\tvcvtps2ph {$0, %x1, %0|%0, %x1, 0}" \
                : "=m"(*(char(*)[8])(to + 2 * i)), "+x"(x)); \
    }
#define CUCORE__CAST_IS_SIGNED(type) const int is_signed = (type)-1 < (type)1

/* Integers of up to 52 bits become the last bits of floats around 3 * 2^51: AVX2 has no other vectors of them. */
#define CUCORE__CAST_LARGE(which, FROM, TO) \
    CUCORE__CAST_LOOP(which, FROM, TO, \
        CUCORE__CAST_IS_SIGNED(read_type); \
        const uint64_t half = is_signed ? (uint64_t)1 << 51 : 0; \
        uint64_t outside = 0; \
        uint64_t b; \
        for (i = 0; i < CUCORE__CAST_BLOCK; i++) { \
            memcpy(&b, from + i * sizeof b, sizeof b); \
            outside |= b + half; \
        } \
        if (outside >> (52 - !is_signed)) { \
            CUCORE__CAST_EACH(w = (written_type)v) \
        } else { \
            CUCORE__CAST_EACH( \
                double x; \
                b = (uint64_t)v + 0x4338000000000000u; \
                memcpy(&x, &b, sizeof x); \
                w = (written_type)(x - 6755399441055744.0)) \
        })

/* Floats that all fit are converted without comparisons: through 32 bits if they fit these, which is 4 times as fast.
 * The highest bit of `outside` is set if a float does not fit. */
#define CUCORE__CAST_FITS(bits, limit) \
    for (outside = 0, i = 0; i < CUCORE__CAST_BLOCK; i++) { \
        memcpy(&b, from + i * sizeof b, sizeof b); \
        outside |= is_signed ? limit - 1 - (b & INT##bits##_MAX) : b | (limit - 1 - b); \
    } \
    if (outside <= INT##bits##_MAX)
#define CUCORE__CAST_WHOLE(which, bits, FROM, TO) \
    CUCORE__CAST_LOOP(which, FROM, TO, \
        CUCORE__CAST_IS_SIGNED(written_type); \
        const int digits = (int)(8 * sizeof(written_type)) - is_signed; \
        const uint##bits##_t limit = CUCORE__CAST_POWER_##bits(digits); \
        const uint##bits##_t limit32 = CUCORE__CAST_POWER_##bits(digits < 31 ? digits : 31); \
        uint##bits##_t outside; \
        uint##bits##_t b; \
        uint##bits##_t is_last; \
        CUCORE__CAST_FITS(bits, limit32) { \
            CUCORE__CAST_EACH(w = (written_type)(int32_t)v) \
        } else { \
            if (digits > 31) { \
                CUCORE__CAST_FITS(bits, limit) { \
                    CUCORE__CAST_EACH(w = (written_type)v) \
                } \
            } \
            if (outside > INT##bits##_MAX) { \
                CUCORE__CAST_EACH( \
                    memcpy(&b, &v, sizeof b); \
                    b = cucore__cast_clip_##bits(b, limit, is_signed); \
                    is_last = b == limit; \
                    b -= is_last; \
                    memcpy(&v, &b, sizeof b); \
                    w = (written_type)v; \
                    w = (written_type)(is_last ? (written_type)(UINT64_MAX >> (64 - digits)) : w)) \
            } \
        })
#define CUCORE__CAST_POWER_32(digits) (uint32_t)(127 + (digits)) << 23
#define CUCORE__CAST_POWER_64(digits) (uint64_t)(1023 + (digits)) << 52

#if CUCORE__CAST_HAS_WIDE || defined(CUCORE__CAST_HAS_HALVES)
typedef uint64_t cucore__cast_vector __attribute__((vector_size(32)));
#endif
#if defined(CUCORE__CAST_HAS_HALVES)
CUCORE__CAST_LOOPS(CUCORE__CAST_PLAIN, CUCORE__CAST_OTHER, CUCORE__CAST_HALVES, CUCORE__CAST_LARGE, CUCORE__CAST_WHOLE,
                   usual)
#undef CUCORE__CAST_HAS_HALVES
#else
CUCORE__CAST_LOOPS(CUCORE__CAST_PLAIN, CUCORE__CAST_OTHER, CUCORE__CAST_OTHER, CUCORE__CAST_LARGE, CUCORE__CAST_WHOLE,
                   usual)
#endif
#if defined(__clang__)
#define CUCORE__CAST_GOOD CUCORE__CAST_LOOPS
#else
#define CUCORE__CAST_GOOD CUCORE__CAST_FASTER
#endif
#define CUCORE__CAST_WIDE(P, O, H, L, W, which) H(which, bits64, float16, ) CUCORE__CAST_GOOD(P, O, H, L, W, which)
#if CUCORE__CAST_HAS_WIDE
CUCORE__CAST_WIDE(CUCORE__CAST_PLAIN, CUCORE__CAST_OTHER, CUCORE__CAST_HALVES, CUCORE__CAST_LARGE, CUCORE__CAST_WHOLE,
                  wide)
#endif

#define CUCORE__CAST_CASE(which, FROM, TO) \
    case CUCORE__CAST_##FROM * 32 + CUCORE__CAST_##TO: return CUCORE__CAST_NAME(which, FROM, TO);
#define CUCORE__CAST_CASE_OTHER(which, FROM, TO, assignment) CUCORE__CAST_CASE(which, FROM, TO)
#define CUCORE__CAST_CASE_WHOLE(which, bits, FROM, TO) CUCORE__CAST_CASE(which, FROM, TO)
#define CUCORE__CAST_CASES(LOOPS, which) \
    switch ((int)from * 32 + (int)to) { \
    LOOPS(CUCORE__CAST_CASE, CUCORE__CAST_CASE_OTHER, CUCORE__CAST_CASE_OTHER, CUCORE__CAST_CASE, \
          CUCORE__CAST_CASE_WHOLE, which) \
    default: break; \
    }
/* clang-format on */

#if CUCORE__CAST_HAS_WIDE
/* Returns 1 if the processor has AVX2 and F16C, of which older compilers cannot ask by name. */
CUCORE__PRIVATE int cucore__cast_is_wide(void)
{
    static CUCORE__ATOMIC(int) known; /* 1: no, 2: yes */
    unsigned a = 1, b, c = 0, d;
    if (!CUCORE__LOAD(&known)) {
        __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
        CUCORE__STORE(&known, __builtin_cpu_supports("avx2") && (c >> 29 & 1) ? 2 : 1);
    }
    return CUCORE__LOAD(&known) == 2;
}
#endif

/* Returns the loop from one number to another; NULL if there is none. */
CUCORE__PRIVATE cucore__cast_loop cucore__cast_loop_find(cucore__cast_number from, cucore__cast_number to)
{
#if CUCORE__CAST_HAS_WIDE
    if (cucore__cast_is_wide()) CUCORE__CAST_CASES(CUCORE__CAST_WIDE, wide)
#endif
    CUCORE__CAST_CASES(CUCORE__CAST_LOOPS, usual)
    return NULL;
}

#undef CUCORE__CAST_CASE
#undef CUCORE__CAST_CASES
#undef CUCORE__CAST_CASE_OTHER
#undef CUCORE__CAST_CASE_WHOLE
#undef CUCORE__CAST_EACH
#undef CUCORE__CAST_FASTER
#undef CUCORE__CAST_FITS
#undef CUCORE__CAST_FOR_usual
#undef CUCORE__CAST_FOR_wide
#undef CUCORE__CAST_HALVES
#undef CUCORE__CAST_HAS_WIDE
#undef CUCORE__CAST_IS_SIGNED
#undef CUCORE__CAST_LARGE
#undef CUCORE__CAST_LOOP
#undef CUCORE__CAST_LOOPS
#undef CUCORE__CAST_NAME
#undef CUCORE__CAST_OTHER
#undef CUCORE__CAST_OTHERS
#undef CUCORE__CAST_PLAIN
#undef CUCORE__CAST_POWER_32
#undef CUCORE__CAST_POWER_64
#undef CUCORE__CAST_WHOLE
#undef CUCORE__CAST_WIDE
#undef CUCORE__CAST_WHOLES
#undef CUCORE__CAST_GOOD
#undef CUCORE__CAST_VECTORS_bits32
#undef CUCORE__CAST_VECTORS_bits64
#undef CUCORE__CAST_VECTORS_float16

/* -- several steps ------------------------------------------------------------------------------------------------ */
#define CUCORE__CAST_STEPS 6

/* A step of a conversion; without a loop it reads or writes small numbers. */
typedef struct cucore__cast_step {
    cucore__cast_loop loop;
    int size;       /* bytes of an element after it */
    uint16_t times; /* parts of an element, which the loop takes one by one */
    uint16_t code;  /* without a loop: the cucore__number_code of the small numbers */
    uint8_t writes, clips;
} cucore__cast_step;

/* A conversion of dense elements. */
typedef struct cucore__cast_path {
    int count; /* 0: bytes are copied */
    int from;  /* bytes of an element that is read */
    int most;  /* the same of the largest one on the way */
    cucore__cast_step steps[CUCORE__CAST_STEPS];
} cucore__cast_path;

CUCORE__PRIVATE inline int cucore__cast_is_whole(cucore__cast_number number)
{
    return number >= CUCORE__CAST_int8 && number <= CUCORE__CAST_uint64;
}

CUCORE__PRIVATE inline cucore__cast_number cucore__cast_unsigned(cucore__cast_number number)
{
    const int apart = (int)CUCORE__CAST_uint8 - (int)CUCORE__CAST_int8;
    if (number < CUCORE__CAST_int8 || number > CUCORE__CAST_int64) return number;
    return (cucore__cast_number)((int)number + apart);
}

/* Returns the number between `from` and `to` that a loop makes of `from`, if no loop leads from one to the other. */
CUCORE__PRIVATE cucore__cast_number cucore__cast_between(cucore__cast_number from, cucore__cast_number to)
{
    switch (from) {
    case CUCORE__CAST_truth: return CUCORE__CAST_uint8;
    case CUCORE__CAST_float16:
    case CUCORE__CAST_bfloat16: return CUCORE__CAST_float32;
    default: break;
    }
    if (to == CUCORE__CAST_complex64) return CUCORE__CAST_float32;
    if (to == CUCORE__CAST_complex128) return CUCORE__CAST_float64;
    if (to == CUCORE__CAST_complex32) return CUCORE__CAST_float16;
    if (to == CUCORE__CAST_bcomplex32) return CUCORE__CAST_bfloat16;
    switch (from) { /* to 16 bits */
    case CUCORE__CAST_float64: return to == CUCORE__CAST_float16 ? CUCORE__CAST_half32 : CUCORE__CAST_odd32;
    case CUCORE__CAST_int32:
    case CUCORE__CAST_uint32: return CUCORE__CAST_odd32;
    case CUCORE__CAST_int64:
    case CUCORE__CAST_uint64: return CUCORE__CAST_odd64;
    default: return CUCORE__CAST_float32;
    }
}

CUCORE__PRIVATE inline cucore__cast_step *cucore__cast_step_add(cucore__cast_path *path, cucore__cast_loop loop,
                                                                int size)
{
    cucore__cast_step *step = &path->steps[path->count++];
    step->loop = loop;
    step->times = 1;
    step->size = size;
    if (path->most < size) path->most = size;
    return step;
}

/* Adds the step that swaps the bytes of each part of a number. */
CUCORE__PRIVATE CUCORE__COLD void cucore__cast_swap_add(const cucore__cast_end *end, cucore__cast_path *path)
{
    const int bytes = end->code & 15, size = cucore__cast_types[end->number].size;
    const cucore__cast_number from = bytes == 2   ? CUCORE__CAST_uint16
                                     : bytes == 4 ? CUCORE__CAST_uint32
                                                  : CUCORE__CAST_uint64;
    const cucore__cast_number to = bytes == 2   ? CUCORE__CAST_swap16
                                   : bytes == 4 ? CUCORE__CAST_swap32
                                                : CUCORE__CAST_swap64;
    cucore__cast_step_add(path, cucore__cast_loop_find(from, to), size)->times = (uint16_t)(size / bytes);
}

/* Adds the step that reads or writes small numbers; it has no loop. */
CUCORE__PRIVATE CUCORE__COLD void cucore__cast_small_add(const cucore__cast_end *end, int writes, int clips,
                                                         cucore__cast_path *path)
{
    cucore__cast_step *step = cucore__cast_step_add(path, NULL, writes ? 1 : cucore__cast_types[end->number].size);
    step->writes = (uint8_t)writes;
    step->clips = (uint8_t)clips;
    step->code = end->code;
}

/* Finds the loops between two numbers: none if they are one, or integers of one size.  exact: 1: a float64 is to round
 * as the integer that it was made of does */
CUCORE__PRIVATE void cucore__cast_loops_find(cucore__cast_number from, cucore__cast_number to, int exact,
                                             cucore__cast_path *path)
{
    for (;;) {
        cucore__cast_number next = to;
        cucore__cast_loop loop;
        if (to == CUCORE__CAST_truth && (from == CUCORE__CAST_int8 || from == CUCORE__CAST_uint8)) {
            from = CUCORE__CAST_truth;
            next = CUCORE__CAST_uint8;
        } else if (to == CUCORE__CAST_truth && from == CUCORE__CAST_bfloat16) {
            from = CUCORE__CAST_float16;
        } else if (to == CUCORE__CAST_truth) {
            from = cucore__cast_unsigned(from);
        } else if (cucore__cast_is_whole(from) && cucore__cast_is_whole(to)) {
            next = cucore__cast_unsigned(to);
            if (cucore__cast_types[to].size <= cucore__cast_types[from].size) from = cucore__cast_unsigned(from);
        } else if (exact && (from == CUCORE__CAST_int64 || from == CUCORE__CAST_uint64)) {
            next = CUCORE__CAST_odd64;
        }
        if (from == next) return;
        loop = cucore__cast_loop_find(from, next);
        while (!loop) loop = cucore__cast_loop_find(from, next = cucore__cast_between(from, next));
        if (next == CUCORE__CAST_odd32 || next == CUCORE__CAST_half32) next = CUCORE__CAST_float32;
        if (next == CUCORE__CAST_odd64) next = CUCORE__CAST_float64;
        cucore__cast_step_add(path, loop, cucore__cast_types[next].size);
        if (cucore__cast_types[next].size == cucore__cast_types[to].size &&
            cucore__cast_unsigned(next) == cucore__cast_unsigned(to)) {
            return;
        }
        if (to == CUCORE__CAST_truth && next == CUCORE__CAST_uint8) return;
        from = next;
    }
}

/* Finds the steps between two sides. */
CUCORE__PRIVATE void cucore__cast_path_find(const cucore__cast_end *from, const cucore__cast_end *to,
                                            cucore__cast_path *path)
{
    const int swaps = from->code & CUCORE__NUMBER_SWAPPED, is_whole = from->number <= CUCORE__CAST_uint64; /* or bool */
    path->count = 0;
    path->most = path->from = from->is_small ? 1 : cucore__cast_types[from->number].size;
    if (swaps) cucore__cast_swap_add(from, path);
    if (from->is_small) cucore__cast_small_add(from, 0, 0, path);
    cucore__cast_loops_find(from->number, to->number, to->is_small, path);
    if (to->is_small) cucore__cast_small_add(to, 1, !is_whole, path);
    if (!(to->code & CUCORE__NUMBER_SWAPPED)) return;
    if (swaps && path->count == 1) {
        path->count = 0; /* the bytes stay */
    } else {
        cucore__cast_swap_add(to, path);
    }
}

/* Reads or writes numbers of up to 8 bits. */
CUCORE__PRIVATE CUCORE__APART void cucore__cast_small(const cucore__cast_step *step, char *to, const char *from,
                                                      int64_t count)
{
    const cucore__number_type type = cucore__number_decode(step->code);
    const int above = 8 - (int)type.bits, is_signed = type.kind == CUCORE__NUMBER_SIGNED;
    const int last = (1 << (type.bits - (uint32_t)is_signed)) - 1, mask = 255 >> above;
    uint64_t bits;
    int64_t i;
    if (type.has_form && step->writes) {
        for (i = 0; i < count; i++) {
            memcpy(&bits, from + 8 * i, sizeof bits);
            to[i] = (char)cucore__number_narrow(bits, &type.form);
        }
    } else if (type.has_form) {
        for (i = 0; i < count; i++) {
            bits = cucore__number_widen((uint32_t)(from[i] & mask), &type.form);
            memcpy(to + 8 * i, &bits, sizeof bits);
        }
    } else if (step->writes) {
        for (i = 0; i < count; i++) {
            int number = is_signed ? (signed char)from[i] : (unsigned char)from[i];
            if (step->clips && number > last) number = last;
            if (step->clips && number < -last - 1) number = -last - 1;
            to[i] = (char)(number & mask);
        }
    } else {
        const int sign = is_signed ? last + 1 : 0;
        for (i = 0; i < count; i++) to[i] = (char)(((from[i] & mask) ^ sign) - sign);
    }
}

/* Converts at least one block: the last one begins as far back as it has to, and converts some elements again.
 * size: the bytes of an element that is read */
CUCORE__PRIVATE void cucore__cast_step_run(const cucore__cast_step *step, int size, char *to, const char *from,
                                           int64_t count)
{
    const int64_t last = count - CUCORE__CAST_BLOCK;
    if (!step->loop) {
        cucore__cast_small(step, to, from, count);
        return;
    }
    step->loop(to, from, count / CUCORE__CAST_BLOCK * step->times);
    if (count % CUCORE__CAST_BLOCK) {
        step->loop(to + last * step->size, from + last * size, step->times);
    }
}

/* Converts at least one block. */
CUCORE__PRIVATE void cucore__cast_blocks(const cucore__cast_path *path, char *to, const char *from, int64_t count)
{
    uint64_t between[2][CUCORE__CAST_CHUNK];
    const cucore__cast_step *steps = path->steps;
    const int last = path->count - 1;
    const int64_t chunk = path->most > 8 ? CUCORE__CAST_CHUNK / 2 : CUCORE__CAST_CHUNK;
    int64_t done, part;
    int i;
    if (last == 0) {
        cucore__cast_step_run(steps, path->from, to, from, count);
        return;
    }
    for (done = 0; done < count; done += part) {
        const char *middle = (const char *)between[0];
        part = cucore__copy_smaller(chunk, count - done);
        if (part < CUCORE__CAST_BLOCK) {
            part = CUCORE__CAST_BLOCK;
            done = count - part;
        }
        cucore__cast_step_run(steps, path->from, (char *)between[0], from + done * path->from, part);
        for (i = 1; i < last; i++, middle = (const char *)between[(i - 1) % 2]) {
            cucore__cast_step_run(&steps[i], steps[i - 1].size, (char *)between[i % 2], middle, part);
        }
        cucore__cast_step_run(&steps[last], steps[last - 1].size, to + done * steps[last].size, middle, part);
    }
}

/* Converts dense elements; path->count is not 0. */
CUCORE__PRIVATE void cucore__cast_dense(const cucore__cast_path *path, char *to, const char *from, int64_t count)
{
    uint64_t few[2][2 * CUCORE__CAST_BLOCK];
    const size_t read = (size_t)(count * path->from), all = (size_t)(CUCORE__CAST_BLOCK * path->from);
    if (count >= CUCORE__CAST_BLOCK) {
        cucore__cast_blocks(path, to, from, count);
        return;
    }
    memcpy(few[0], from, read);
    memset((char *)few[0] + read, 0, all - read);
    cucore__cast_blocks(path, (char *)few[1], (const char *)few[0], CUCORE__CAST_BLOCK);
    memcpy(to, few[1], (size_t)(count * path->steps[path->count - 1].size));
}
#undef CUCORE__CAST_BLOCK
#undef CUCORE__CAST_CHUNK
#undef CUCORE__CAST_STEPS
