/* ------------------------------------------------------------------------------------------- >>impl-copy-convert -- */
/* copy/convert.h: the kinds of numbers that are converted. */
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
