/* ------------------------------------------------------------------------------------------- >>impl-copy-convert -- */
/* copy/convert.h: the kinds of numbers that are converted, and the parameters of the kernel that converts. */
/* Kinds of numbers.  A number that was read is SIGNED, UNSIGNED (also bool), FLOAT or COMPLEX: 64 bits hold integers of
 * any size, a double holds floats of any size. */
enum cucore__number_kind {
    CUCORE__NUMBER_SIGNED,
    CUCORE__NUMBER_UNSIGNED,
    CUCORE__NUMBER_FLOAT,
    CUCORE__NUMBER_COMPLEX,
    CUCORE__NUMBER_BOOL,
    CUCORE__NUMBER_BFLOAT
};

/* How numbers are stored; bytes: the size of a number, or of one part of a complex number. */
typedef struct cucore__number_type {
    uint32_t kind, bytes;
} cucore__number_type;

/* The parameters of the kernel: `count` elements without gaps on either side, aligned to their parts. */
typedef struct cucore__kernel_convert {
    uint64_t dst, src, count;
    uint64_t threads; /* of all blocks */
    cucore__number_type to, from;
} cucore__kernel_convert;
