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
 *               TILES     through shared memory, if src and dst have different fastest axes
 *               SHUFFLED  the same, elements of 1 byte by fours and of 2 by pairs, exchanged in registers
 *               TWICE     the same with room for two tiles in a block
 *   parameters  cucore__kernel_<parameters>
 *   blocks      the number of blocks for which a multiprocessor has registers */
#define CUCORE__KERNEL_LIST(X)                                                                                         \
    X(RUNS, runs, ROWS, few, 4)           /* words of 16 bytes, or unaligned */                                        \
    X(SPANS, spans, ROWS, few, 5)         /* several rows as one, gaps included, in words or pieces of 4 bytes */      \
    X(STRIDED, strided, ELEMENTS, few, 4) /* of 1, 2, 4, 8 or 16 bytes */                                              \
    X(MANY, many, ELEMENTS, many, 4)      /* with as many axes as a layout can have */                                 \
    X(TILE1, tile1, TILES, tile, 4)       /* elements of 1 byte, */                                                    \
    X(TILE2, tile2, TILES, tile, 4)       /* 2, */                                                                     \
    X(TILE4, tile4, TILES, tile, 4)       /* ... */                                                                    \
    X(TILE8, tile8, TILES, tile, 4)                                                                                    \
    X(TILE16, tile16, TILES, tile, 4)                                                                                  \
    X(BYTES, bytes, SHUFFLED, tile, 4)       /* of 1 byte by fours */                                                  \
    X(ODDBYTES, oddbytes, SHUFFLED, tile, 4) /* ... in words of 16 bytes that are not aligned */                       \
    X(PAIRS, pairs, TWICE, tile, 2)          /* of 2 bytes by pairs */                                                 \
    X(ODDPAIRS, oddpairs, SHUFFLED, tile, 4) /* ... in words of 16 bytes that are not aligned */

#define CUCORE__KERNEL_THREADS 256
#define CUCORE__KERNEL_STEPS 16
#define CUCORE__KERNEL_CUTS 3
#define CUCORE__KERNEL_SECTOR 32 /* bytes that memory reads and writes as one */
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

/* How the threads of a block walk over a tile: thread number -> word of a run and digits; then every step. */
typedef struct cucore__kernel_walk {
    uint32_t threads;             /* those above have nothing to do */
    uint32_t words, magic, shift; /* of a run */
    uint32_t inner, outer;        /* digits of the element in a run, then those of the run */
    uint32_t steps;               /* 1..CUCORE__KERNEL_STEPS */
    uint32_t width;               /* elements of a word: 1, or 16 bytes of them */
    uint32_t linear;              /* 1: elements of a word follow each other by `next` in the tile */
    int32_t next;                 /* bytes */
    uint32_t per;                 /* elements of a run that have the same place along the cut axes */
    uint64_t next_pack;           /* from these to the next ones */
    cucore__kernel_digit digits[12];
    cucore__kernel_step step[CUCORE__KERNEL_STEPS];
} cucore__kernel_walk;

/* Where a block begins: digits [0, ends[0]) of blockIdx.x, up to ends[1] of .y, up to ends[2] of .z.  From there it
 * goes over `tiles` tiles. */
typedef struct cucore__kernel_grid {
    uint32_t ends[3];
    uint32_t tiles, next_cut, next_chunks; /* from tile to tile: chunks along a cut axis, and bytes */
    int64_t next_a, next_b;
    uint32_t count[CUCORE__KERNEL_CUTS];      /* chunks of each cut axis */
    uint64_t full, last[CUCORE__KERNEL_CUTS]; /* room with guard bits; what the last chunk lacks, in its field */
} cucore__kernel_grid;

#define CUCORE__KERNEL_LEVELS 20
#define CUCORE__KERNEL_MANY_LEVELS 64

typedef struct cucore__kernel_tile {
    uint64_t src, dst;
    int64_t row;       /* bytes between the source rows that are shuffled in registers */
    uint64_t row_pack; /* one of them further */
    uint32_t vector;   /* 1: the words to store lie together in the tile */
    uint32_t word4;    /* 1: destination words of 4 bytes are aligned */
    uint32_t loose;    /* source words of 16 bytes are not aligned: elements that are loaded behind one; 0: they are */
    uint32_t load_cut; /* the cut axis that these run along */
    /* Stored runs begin where the destination has a sector: chunks of that cut axis are so many elements, of which
     * the next chunk has the rest again.  CUCORE__KERNEL_CUTS: not so */
    uint32_t shift_cut, shift_chunk, shift_next;
    uint32_t beside; /* where a block takes two tiles: words of 16 bytes from one to the other in shared memory */
    cucore__kernel_grid grid;
    cucore__kernel_digit levels[CUCORE__KERNEL_LEVELS];
    cucore__kernel_walk walk[2]; /* load, store */
} cucore__kernel_tile;

/* Rows of the destination with small gaps between them, or one row. */
typedef struct cucore__kernel_rows {
    uint32_t rows, pitch;  /* bytes from row to row; of one: more than a block takes */
    uint32_t magic, shift; /* n / pitch */
    uint32_t cut;          /* the cut axis that the rows are; CUCORE__KERNEL_CUTS: all of them in each span */
    uint32_t align;        /* the words of a span are counted from a multiple of it in the destination */
    int32_t skew;          /* what the pitch of the source has more */
} cucore__kernel_rows;

typedef struct cucore__kernel_runs {
    uint64_t src, dst;
    uint64_t bytes; /* of a run */
    uint32_t unit;  /* runs: what addresses and lengths are multiples of, 1..16; strided: the element */
    uint32_t gaps;  /* 1: bytes of others are between the runs of the destination */
    cucore__kernel_rows span;
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
