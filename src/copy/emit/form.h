/* --------------------------------------------------------------------------------------------- >>impl-copy-write -- */
/* copy/emit/form.h: what is asked of a kernel, its form, its launch, its plan; what is known of layouts. */
/* The extents and strides are numbers in the text.  The addresses and the extent of the slowest axis are parameters, so
 * that another batch size has the same kernel.  A block copies some elements with each of its threads, all loads before
 * the first store: either in the order of the destination, or as a tile that goes through shared memory, loaded in the
 * order of the source.  Elements are converted between load and store; a tile holds the smaller ones. */
enum {
    CUCORE__WRITE_THREADS = 256,
    CUCORE__WRITE_STEPS = 16, /* loads and stores of a thread at most, */
    CUCORE__WRITE_AHEAD = 4,  /* and of a general kernel in one pass over a tile */
    CUCORE__WRITE_AXES = CUCORE_MAX_NDIM + 1,
    CUCORE__WRITE_DIRECT = 16,    /* bytes of a thread without a tile */
    CUCORE__WRITE_TILE = 32768,   /* bytes of a tile at most */
    CUCORE__WRITE_ROOM = 49152,   /* bytes of shared memory that every block may have */
    CUCORE__WRITE_RUN = 1024,     /* bytes that a tile spans of each array at most */
    CUCORE__WRITE_SHIFTED = 64,   /* bytes of a run that is not aligned, from which words are shifted */
    CUCORE__WRITE_ROW = 48,       /* bytes of a row that is not aligned, from which words are moved */
    CUCORE__WRITE_LEAST = 1024,   /* elements that a tile should have */
    CUCORE__WRITE_FEW = 1 << 20,  /* elements: up to here a block takes few, so that all multiprocessors have one, */
    CUCORE__WRITE_MANY = 1 << 23, /* and from here on many */
    CUCORE__WRITE_CONVERTED = 4 * CUCORE__WRITE_STEPS, /* the first register of elements after their conversion */
    CUCORE__WRITE_SHORT = 128,       /* the extent of the slowest axis, up to which it is a number in the text */
    CUCORE__WRITE_MOST = 0x7fff0000, /* elements, blocks, and the extent of an axis, of a launch: numbers of 31 bits */
    /* Bytes of one run that a kernel copies up to 1.5 times as fast as the driver, which takes 2.4 us more from 1 MiB
     * on, and up to 1.8 times if both arrays are not aligned alike. */
    CUCORE__WRITE_RUN_FROM = 1 << 20,
    CUCORE__WRITE_RUN_TO = 1 << 30,
    CUCORE__WRITE_AGAIN_FROM = 8, /* pieces of the source for each that is full */
    CUCORE__WRITE_LAUNCH = 24,    /* bytes of the parameters of a launch, */
    CUCORE__WRITE_NUMBERS = 3072, /* and with those of a general kernel */
    CUCORE__WRITE_TILED = 8,      /* axes of a tile of a general kernel at most */
    CUCORE__WRITE_OUTERS = 32,    /* axes of which each index is a launch: of 2^63 elements, 2^31 in one */
    CUCORE__WRITE_SHARED_AT = 4   /* the register with the address of shared memory, which is 0 on old devices only */
};
/* Places of an element to which a thread stores it: of many elements (1: each element is loaded as often as it is
 * stored), and of few, so that all multiprocessors have a block.  4096 rows of one row of 10,000 pairs of bytes that
 * lie 4096 bytes apart: 0.69 of what memory allows, not 0.12 (H200). */
#if !defined(CUCORE__WRITE_AGAIN)
#define CUCORE__WRITE_AGAIN 64
#endif
#define CUCORE__WRITE_AGAIN_FEW 16
#if !defined(CUCORE__WRITE_SLAB)
#define CUCORE__WRITE_SLAB CUCORE__WRITE_MOST /* elements of a launch at most */
#endif

typedef struct cucore__write_axis {
    int64_t n, s, d; /* the extent; bytes from element to element of the source and of the destination */
} cucore__write_axis;

/* All that the text of a kernel depends on.  The extent of the last axis is 0 here, unless it is short. */
typedef struct cucore__write_key {
    uint8_t count;      /* axes, the fastest of the destination first */
    uint8_t size;       /* 0: few elements, 1, 2: many */
    uint8_t is_wide;    /* 1: offsets in an array need 64 bits */
    uint8_t divides;    /* what the last extent is a multiple of: up to 4, or 16 of a conversion */
    uint8_t word[2];    /* bytes of an element: 1, 2, 4, 8 or 16 */
    uint8_t aligned[2]; /* what the addresses are multiples of, as `divides`, of source and destination, as the two
                           before */
    uint8_t is_run;     /* one run of bytes, in words that are aligned and some bytes at both ends; 1 + bytes by which
                           the words of the source are not aligned */
    uint8_t is_general; /* 1: all that follows of the axes is a parameter, too */
    uint8_t is_any;     /* 1: numbers that only the kernel of cucore_cast.h converts: of any types, not aligned */
    uint8_t reserved;
    uint16_t types[2]; /* of the numbers that are converted, as cucore__number_code has them; 0: bits are copied */
    cucore__write_axis axes[CUCORE__WRITE_AXES];
} cucore__write_key;

/* A launch: the first parameters of a kernel.  What has more than CUCORE__WRITE_SLAB elements is launched in slabs
 * of the slowest axis, of which this is the first one; axes besides it that make them too many are left out. */
typedef struct cucore__write_launch {
    int64_t rest;      /* extent of the slowest axis in further slabs */
    uint64_t src, dst; /* the parameters begin */
    uint32_t last;     /* extent of the slowest axis; of one run the bytes before its words, + 256 times those behind */
    uint32_t total;    /* elements */
} cucore__write_launch;

/* The blocks of a launch: `times` for each `each` of what is counted: elements, a share of them, or the slowest
 * axis. */
typedef struct cucore__write_grid {
    uint32_t times, each;
    uint32_t share; /* elements / what is counted; 0: the slowest axis is */
} cucore__write_grid;

/* How it is copied. */
typedef struct cucore__write_form {
    uint8_t tiled;        /* axes of a tile; 0: there is none */
    uint8_t steps;        /* loads of a thread, if there is no tile */
    uint8_t filled;       /* of a general kernel: axes of the tile that are no filling; a number of the layout */
    uint8_t in_rows;      /* 1: parts of rows of bytes, in a general kernel */
    uint16_t threads;     /* of a block */
    uint8_t wide[2];      /* elements that a thread loads, and stores, as one; equal without a tile */
    uint8_t patch[2];     /* elements that a thread turns in registers, along order[0][0] and along order[1][0]; or 0 */
    uint8_t is_joined[2]; /* 1: a patch is one run in the source, in the tile */
    uint8_t shifts;       /* 1: runs of bytes of the destination are stored in words, although they are not aligned */
    uint8_t skew;         /* bytes that 32 elements along order[0][0] are further apart in the tile; or 0 */
    uint8_t again;        /* 1 + an axis that the source repeats; or 0 */
    uint8_t times;        /* indices of this axis at which a thread stores what it loaded once */
    uint8_t order[2][CUCORE__WRITE_AXES]; /* the axes of a tile, the fastest first: of the source, of the destination */
    uint32_t shared;                      /* bytes */
    uint32_t chunk[CUCORE__WRITE_AXES];   /* elements of each axis in a tile; 1: the axis is not part of it */
    uint32_t pitch[CUCORE__WRITE_AXES];   /* bytes in shared memory from element to element */
} cucore__write_form;

/* -- plans, and what is known -------------------------------------------------------------------------------------- */
enum {
    CUCORE__WRITTEN_SLOTS = 4096, /* layouts that are remembered, a power of two */
    CUCORE__WRITTEN_TRIES = 16,   /* slots in which one may be */
    CUCORE__WRITTEN_FORMS = 64,   /* lists of general kernels, a power of two */
    CUCORE__WRITTEN_PAYS = 24000, /* microseconds of copies of a layout that pay for its kernel, compiled in 12 ms */
    CUCORE__WRITTEN_PAUSE = 1000  /* copies of a layout by a general kernel after its own could not be loaded */
};

/* When a kernel is written for a layout.  If it cannot be loaded, a general kernel copies, unless the caller asked. */
typedef enum cucore__copy_compile {
    CUCORE__COMPILE_LATER, /* after as many copies as pay for it */
    CUCORE__COMPILE_NEVER,
    CUCORE__COMPILE_ASKED, /* now, and the copy fails without it */
    CUCORE__COMPILE_NOW
} cucore__copy_compile;

/* A kernel that was written.  It is never freed, so that it can be found without a lock. */
typedef struct cucore__written {
    struct cucore__written *next;  /* of a general kernel: the one before it in its list */
    cucore__loaded_list functions; /* of each context */
    CUCORE__ATOMIC(int) pause;     /* copies that do not try to load it, after a failure */
    cucore__write_grid grid;       /* of a kernel of one layout */
    cucore__write_form form;
    cucore__write_key key; /* its last axes have no room */
} cucore__written;

/* The plan of a kernel, or of one copy by the driver. */
typedef struct cucore__kernel_plan {
    cucore_copy_strategy strategy; /* _NOTHING, _MEMCPY or _KERNEL */
    cucore__copy_compile compile;  /* set by the caller, as are: */
    uint16_t types[2];             /* of numbers that are converted: cucore__number_code of source and destination */
    uint32_t axes;                 /* of the layout, as the kernel sees it */
    uint32_t bytes;                /* of the parameters, from launch.src on */
    uint64_t run;                  /* bytes of a copy by the driver, from launch.src to launch.dst */
    cucore__written *kernel;       /* NULL: the one that converts any numbers */
    cucore__write_grid grid;
    uint32_t shared;
    cucore__write_axis slowest; /* of a launch: the one that slabs are cut of */
    uint32_t outers;            /* axes of which each index is a launch */
    cucore__write_axis outer[CUCORE__WRITE_OUTERS];
    cucore__write_launch launch; /* what follows are the other parameters */
    uint64_t numbers[(CUCORE__WRITE_NUMBERS - CUCORE__WRITE_LAUNCH) / 8];
} cucore__kernel_plan;

/* What was found out about a layout, for its next copies.  It is never freed either. */
typedef struct cucore__written_layout {
    uint64_t hash;
    CUCORE__ATOMIC(cucore__written *) own; /* the kernel of this layout; NULL: there is none yet */
    CUCORE__ATOMIC(uint32_t) cost;         /* microseconds of copies so far, by estimation */
    uint32_t bytes, shared;                /* of a plan with the general kernel, as are: */
    cucore__write_grid grid;
    cucore__written *kernel;
    cucore__write_key key; /* its last axes have no room; the other parameters follow */
} cucore__written_layout;
