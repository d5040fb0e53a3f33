/* copy/emit/written_plan.c: kernels that were written, what is known of layouts, the plan of a kernel. */
#define CUCORE__WRITTEN_SLOTS 4096 /* layouts that are remembered, a power of two */
#define CUCORE__WRITTEN_TRIES 16   /* slots in which one may be */
#define CUCORE__WRITTEN_FORMS 64   /* lists of general kernels, a power of two */
/* Microseconds of copies of a layout after which a kernel is written for it: the driver compiles it in 12 ms. */
#define CUCORE__WRITTEN_PAYS 24000
#define CUCORE__WRITTEN_PAUSE 1000 /* copies of a layout by a general kernel after its own could not be loaded */

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
