/* ------------------------------------------------------------------------------------------- >>impl-cast-numbers -- */
/* cast/convert.h: the kinds of numbers that are converted, floats of up to 16 bits as doubles and back, and the
 * parameters of the kernel that converts any; also for kernels, which define CUCORE__NUMBER_FN. */
#if !defined(CUCORE__NUMBER_FN)
#define CUCORE__NUMBER_FN CUCORE__PRIVATE inline
#endif

/* Kinds of numbers.  A number that was read is SIGNED, UNSIGNED (also bool), FLOAT or COMPLEX: 64 bits hold integers of
 * any size, a double holds floats of any size.  A FLOAT has 4 or 8 bytes, or a form; parts of a COMPLEX likewise. */
enum cucore__number_kind {
    CUCORE__NUMBER_SIGNED,
    CUCORE__NUMBER_UNSIGNED,
    CUCORE__NUMBER_FLOAT,
    CUCORE__NUMBER_COMPLEX,
    CUCORE__NUMBER_BOOL
};

/* A float of up to 16 bits.  Codes without the sign up to `last` are finite; `overflow` is the code of a number beyond
 * them: infinity, NaN or `last`.  The forms that end with "uz" have the NaN where others have -0. */
typedef struct cucore__number_form {
    uint16_t mantissa, bias;
    uint16_t sign; /* the bit; 0: all numbers are positive, and none is 0 */
    uint16_t last, overflow, nan;
} cucore__number_form;

/* Returns the bits of the double that a code means. */
CUCORE__NUMBER_FN uint64_t cucore__number_widen(uint32_t code, const cucore__number_form *form)
{
    const uint64_t sign = (uint64_t)((code & form->sign) != 0) << 63, nan = (uint64_t)0x7FF8 << 48;
    const uint32_t shift = 52u - form->mantissa, size = code & (form->sign - 1u);
    const uint64_t large = ((uint64_t)size << shift) + ((uint64_t)(1023u - form->bias) << 52);
    const double tiny = (double)size; /* times 2^(1 - bias - mantissa), which changes the exponent alone */
    uint64_t bits;
    if (size > form->last)
        return size == form->overflow && size != form->nan ? sign | (uint64_t)2047 << 52 : sign | nan;
    if (size >> form->mantissa || !form->sign) return sign | large;
    if (size == 0) return form->nan & form->overflow & code ? nan : sign;
    memcpy(&bits, &tiny, sizeof bits);
    return (sign | bits) - ((uint64_t)(form->bias + form->mantissa - 1u) << 52);
}

/* Returns the code of the number nearest to a double, ties to even. */
CUCORE__NUMBER_FN uint32_t cucore__number_narrow(uint64_t bits, const cucore__number_form *form)
{
    const uint64_t size = bits & ~((uint64_t)1 << 63);
    const uint32_t sign = bits == size ? 0 : form->sign, is_positive = !form->sign;
    const int most = form->last >> form->mantissa;
    uint64_t fraction = (size & 0xFFFFFFFFFFFFFull) | (uint64_t)1 << 52; /* doubles without that bit become 0 */
    int place = (int)(size >> 52) - 1023 + (int)(form->bias + is_positive), drop = 52 - form->mantissa;
    uint32_t code;
    if (size > (uint64_t)2047 << 52) return form->overflow & form->sign ? form->nan : sign ^ form->nan;
    if (is_positive && (bits != size || size == 0)) return form->nan;
    if (place > most + 1) return sign | form->overflow;
    /* ml_dtypes rounds up between the two smallest float8_e8m0fnu */
    if (is_positive && place == 1 && fraction << 12) fraction |= (uint64_t)1 << 51;
    if (place < 1) {
        drop = drop - place < 62 ? drop + 1 - place : 63;
        place = 1;
    }
    fraction += ((uint64_t)1 << (drop - 1)) - 1 + (fraction >> drop & 1); /* rounds the bits above `drop` */
    /* the leading 1 adds one to the exponent, and so does a carry */
    code = ((uint32_t)(place - 1) << form->mantissa) + (uint32_t)(fraction >> drop);
    code -= is_positive && code > 0;
    if (code > form->last) return sign | form->overflow;
    return code || !(form->overflow & form->sign) ? sign | code : 0;
}

/* How numbers are stored. */
typedef struct cucore__number_type {
    uint32_t kind;    /* of convert.h */
    uint32_t bytes;   /* of a number, or of one part of a complex number; 1 if it has fewer than 8 bits */
    uint32_t bits;    /* of a number or a part */
    uint8_t swapped;  /* 1: the bytes are in the other order */
    uint8_t packed;   /* 1: numbers follow each other bit by bit, and addresses and steps count bits */
    uint8_t has_form; /* of a float of up to 16 bits: 1 float16, 2 bfloat16, or more; else 0 */
    uint8_t reserved;
    cucore__number_form form;
} cucore__number_type;

#define CUCORE__KERNEL_DIGITS 64

/* Elements of any types at any addresses, which are converted one by one. */
typedef struct cucore__kernel_cast {
    uint64_t src, dst;
    uint32_t last, total; /* not used; elements */
    uint32_t count, reserved;
    cucore__number_type from, to;
    cucore__kernel_digit digits[CUCORE__KERNEL_DIGITS]; /* a: of src, b: of dst; of the last one only these */
} cucore__kernel_cast;
