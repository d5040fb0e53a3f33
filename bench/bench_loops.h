/* bench_loops.h - what kernels of bench_loops.cu are given by bench_loops.c */
#include "cucore_kernel.h"

typedef CUCORE_ACCESSOR(2, int) plane;
typedef CUCORE_ACCESSOR(1, int) line;

/* All kernels by hand take the same, so that one call launches any: arrays of rows times columns, of which the last
 * may be broadcast or transposed.  Both extents are multiples of 16 bytes: there are no ends of rows. */
typedef struct by_hand {
    void *out;
    const void *in[4];
    int rows, columns;
} by_hand;

/* Elements on each side of a tile that is transposed through shared memory. */
#define BY_HAND_TILE(itemsize) ((itemsize) < 4 ? 32 * 4 / (itemsize) : 32)
