/* ------------------------------------------------------------------------------------------ >>impl-copy-params -- */
/* copy/params.h: the list of kernels, and the parameters that the planner gives them, the same for host and device.
 *
 * A block copies one tile.  A number (of a block, of a thread) is split into digits, each of which moves some way in
 * two address spaces, `a` and `b`: source and destination, or an array and the tile in shared memory.  Up to three axes
 * may be cut into chunks whose last one is short; how far along these a thread is stands in one number of three fields,
 * 20 bits and a guard bit each, so that one subtraction tests all three. */

/* All kernels, X(NAME, name, FAMILY, parameters, blocks): the planner, the kernels, their launch and the tests use it.
 *   name        cucore_copy_<name> in the PTX
 *   FAMILY      ROWS      runs of bytes that lie together in both arrays
 *               ELEMENTS  single elements
 *               NUMBERS   single elements that are converted
 *               TILES     through shared memory, if src and dst have different fastest axes
 *   parameters  cucore__kernel_<parameters>
 *   blocks      the number of blocks for which a multiprocessor has registers */
#define CUCORE__KERNEL_LIST(X)                                                                                         \
    X(RUNS, runs, ROWS, few, 4)           /* words of 16 bytes, or unaligned */                                        \
    X(STRIDED, strided, ELEMENTS, few, 4) /* of 1, 2, 4, 8 or 16 bytes */                                              \
    X(MANY, many, ELEMENTS, many, 4)      /* with as many axes as a layout can have */                                 \
    X(CONVERT, convert, NUMBERS, cast, 8) /* numbers of any types */                                                   \
    X(TILE1, tile1, TILES, tile, 4)       /* elements of 1 byte, */                                                    \
    X(TILE2, tile2, TILES, tile, 4)       /* 2, */                                                                     \
    X(TILE4, tile4, TILES, tile, 4)       /* ... */                                                                    \
    X(TILE8, tile8, TILES, tile, 4)                                                                                    \
    X(TILE16, tile16, TILES, tile, 4)

enum { CUCORE__KERNEL_THREADS = 256 }; /* of a block */
#define CUCORE__KERNEL_STEPS 16
#define CUCORE__KERNEL_CUTS 3
#define CUCORE__KERNEL_FIELD 21
#define CUCORE__KERNEL_GUARD 0x4000020000100000ull

typedef struct cucore__kernel_digit {
    uint32_t extent, magic, shift; /* n / extent = n * magic >> 32 >> shift for n < 2^31; extent >= 2 */
    uint32_t cut;                  /* grid: the cut axis that this digit walks; CUCORE__KERNEL_CUTS: none */
    int64_t a, b;                  /* bytes for each step */
    uint64_t pack;                 /* thread: steps along the cut axes; grid: chunks along the axis `cut` */
} cucore__kernel_digit;

typedef struct cucore__kernel_step {
    int64_t a, b;
    uint64_t pack;
} cucore__kernel_step;

/* How the threads of a block walk.  The number of a thread is a word of a run and the digits of the number of the run;
 * then the thread takes every step from there.  A walk to or from a tile has runs of one element. */
typedef struct cucore__kernel_walk {
    uint32_t threads;               /* threads from this number on do nothing */
    uint32_t words, magic, shift;   /* of a run */
    uint32_t count;                 /* the number of digits */
    uint32_t steps;                 /* 1..CUCORE__KERNEL_STEPS */
    uint32_t linear;                /* 1: the steps go along the run */
    uint64_t chunk;                 /* bytes of a run that a block takes */
    cucore__kernel_digit digits[8]; /* each has an extent of at least 2, and a block 256 threads */
    cucore__kernel_step step[CUCORE__KERNEL_STEPS];
} cucore__kernel_walk;

/* Where a block begins: digits [0, ends[0]) of blockIdx.x, up to ends[1] of .y, up to ends[2] of .z. */
typedef struct cucore__kernel_grid {
    uint32_t ends[3];
    uint32_t count[CUCORE__KERNEL_CUTS];      /* chunks of each cut axis */
    uint64_t full, last[CUCORE__KERNEL_CUTS]; /* room with guard bits; what the last chunk lacks, in its field */
} cucore__kernel_grid;

#define CUCORE__KERNEL_LEVELS 20
#define CUCORE__KERNEL_MANY_LEVELS 64

typedef struct cucore__kernel_tile {
    uint64_t src, dst;
    cucore__kernel_grid grid;
    cucore__kernel_digit levels[CUCORE__KERNEL_LEVELS];
    cucore__kernel_walk walk[2]; /* load, store */
} cucore__kernel_tile;

typedef struct cucore__kernel_runs {
    uint64_t src, dst;
    uint64_t bytes; /* of a run */
    uint32_t unit;  /* runs: what addresses and lengths are multiples of, 1..16; strided: the element */
    uint32_t gaps;  /* 1: bytes of others are between the runs of the destination */
    cucore__kernel_grid grid;
    cucore__kernel_walk walk;
} cucore__kernel_runs;

typedef struct cucore__kernel_few {
    cucore__kernel_runs runs;
    cucore__kernel_digit levels[CUCORE__KERNEL_LEVELS];
} cucore__kernel_few;

typedef struct cucore__kernel_many { /* begins as the one before */
    cucore__kernel_runs runs;
    cucore__kernel_digit levels[CUCORE__KERNEL_MANY_LEVELS];
} cucore__kernel_many;

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

typedef struct cucore__kernel_cast { /* begins as the one before */
    cucore__kernel_runs runs;        /* unit: what both addresses and all strides are multiples of */
    cucore__kernel_digit levels[CUCORE__KERNEL_MANY_LEVELS];
    cucore__number_type from, to;
} cucore__kernel_cast;
