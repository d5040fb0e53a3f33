/* ------------------------------------------------------------------------------------------ >>impl-copy-params -- */
/* copy/emit/params.h: the parameters of the kernels that are compiled with the header, the same for host and device. */
enum { CUCORE__KERNEL_THREADS = 256 }; /* of a block */

/* A number is split into digits, each of which moves some way in two arrays, `a` and `b`. */
typedef struct cucore__kernel_digit {
    uint32_t extent, magic, shift; /* n / extent = n * magic >> 32 >> shift for n < 2^31; extent >= 2 */
    uint32_t reserved;
    int64_t a, b; /* bytes for each step */
} cucore__kernel_digit;

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
