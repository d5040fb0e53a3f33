/* ------------------------------------------------------------------------------------------ >>impl-copy-params -- */
/* copy/emit/params.h: the parameters of the kernels that are compiled with the header, the same for host and device. */
enum { CUCORE__KERNEL_THREADS = 256 }; /* of a block */

/* A number is split into digits, each of which moves some way in two arrays, `a` and `b`. */
typedef struct cucore__kernel_digit {
    uint32_t extent, magic, shift; /* n / extent = n * magic >> 32 >> shift for n < 2^31; extent >= 2 */
    uint32_t reserved;
    int64_t a, b; /* bytes for each step */
} cucore__kernel_digit;
