/* ------------------------------------------------------------------------------------ >>impl-copy-blocks-params -- */
/* copy/move/blocks_params.h: the parameters of the kernel of blocks, the same for host and device. */
#define CUCORE__BLOCKS_DIGITS 8 /* axes that the runs of a block may have */
#define CUCORE__BLOCKS_ROOM 457 /* words of 8 bytes that a launch carries: all of its 4096 bytes are used */
#define CUCORE__BLOCKS_FLIGHT 4 /* words of 16 bytes that a thread loads before it stores */
#define CUCORE__BLOCKS_LANES 5  /* 2^5 threads at most work on one item */
#define CUCORE__FLAT_LAYERS 32  /* layers of a launch of the kernel of flat blocks */

/* Where the kernel finds the number of a block. */
enum cucore__blocks_source {
    CUCORE__BLOCKS_COUNTED, /* `ptr` is the first number, and each number is one more than the number before */
    CUCORE__BLOCKS_MEMORY,  /* `ptr` is the address of the first number */
    CUCORE__BLOCKS_SENT     /* `ptr` is the index of the first number among the halves of the words in `room` */
};

/* The numbers of one side, and the blocks that they count. */
typedef struct cucore__blocks_side {
    uint64_t ptr;
    int64_t step;       /* bytes from one number to the next */
    int64_t block;      /* bytes from one block to the next */
    uint64_t extent;    /* blocks that the side has */
    uint32_t source;    /* enum cucore__blocks_source */
    uint32_t bytes;     /* of a number: 1, 2, 4 or 8 */
    uint32_t is_signed; /* 1: the numbers are signed */
    uint32_t reserved;
} cucore__blocks_side;

/* An item is a piece of a run of bytes.  Runs are those of all blocks of a layer, which blockIdx.y counts; or the rows
 * of a table of (dst, src, bytes). */
typedef struct cucore__kernel_blocks {
    uint64_t bytes;    /* of a run; not looked at for a table */
    uint64_t report;   /* address of the cucore_blocks_report for a number out of range; 0: there is none */
    uint64_t table;    /* address of the table, or of the layers' (dst, src); 0: they are in `room` */
    uint32_t is_table; /* 1: each row of a table is an item */
    uint32_t items;    /* of a layer, less than 2^31 */
    uint32_t lanes;    /* 2^lanes threads work on one item */
    uint32_t piece;    /* bytes of an item at most, a multiple of 16 */
    uint32_t first;    /* index of the first block in the lists of numbers, for reports */
    uint32_t digits;   /* axes of the runs of a block */
    uint32_t blocks;   /* of threads, in x */
    uint32_t reserved;
    cucore__blocks_side side[2];                       /* dst, src */
    cucore__kernel_digit pieces;                       /* of a run; extent 1: a run is one piece */
    cucore__kernel_digit digit[CUCORE__BLOCKS_DIGITS]; /* a: bytes in dst, b: bytes in src */
    uint64_t room[CUCORE__BLOCKS_ROOM];
} cucore__kernel_blocks;

/* Blocks that are one run each, in device memory, in whole words of 16 bytes at multiples of 16.  Numbers are counted,
 * or have 4 or 8 bytes in memory.  The parameters are few, since 4 KB of them cost time in each launch. */
typedef struct cucore__kernel_flat {
    uint32_t items;           /* of a layer, less than 2^31 */
    uint32_t lanes;           /* 2^lanes threads work on one item */
    uint32_t words, piece;    /* words of 16 bytes of a block, of an item at most */
    uint64_t report;          /* as above */
    uint32_t first, reserved; /* as above */
    cucore__kernel_digit pieces;
    cucore__blocks_side side[2];
    uint64_t layers[2 * CUCORE__FLAT_LAYERS]; /* (dst, src) of each */
} cucore__kernel_flat;
