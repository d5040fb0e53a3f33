/* copy/written.c: the kernels that were written, found by their key without a lock; when one is written. */
#if defined(CUCORE_COPY_NO_KERNELS)
#define CUCORE__WRITTEN_SLOTS 4096 /* there are no others */
#else
#define CUCORE__WRITTEN_SLOTS 512 /* kernels of a process at most; a power of two */
#endif
#define CUCORE__WRITTEN_TRIES 8 /* slots in which a kernel may be */
/* Microseconds of copies of a layout after which a kernel is written for it: it saves up to half of the time of general
 * kernels, and the driver compiles it in 12 ms. */
#define CUCORE__WRITTEN_PAYS 24000

/* When a kernel is written for a layout. */
typedef enum cucore__copy_compile {
    CUCORE__COMPILE_LATER, /* after as many copies as pay for it */
    CUCORE__COMPILE_NEVER,
    CUCORE__COMPILE_NOW
} cucore__copy_compile;

CUCORE__PRIVATE cucore__copy_compile cucore__copy_compile_of(uint64_t flags, cucore__copy_compile otherwise)
{
    return flags & CUCORE_COPY_COMPILE      ? CUCORE__COMPILE_NOW
           : flags & CUCORE_COPY_NO_COMPILE ? CUCORE__COMPILE_NEVER
                                            : otherwise;
}

/* A kernel that was written.  It is never freed, so that it can be found without a lock. */
typedef struct cucore__written {
    uint64_t hash;
    cucore__loaded_list functions; /* of each context */
    cucore__write_form form;
    cucore__write_key key; /* its last axes have no room */
} cucore__written;

static CUCORE__ATOMIC(cucore__written *) cucore__written_kernels[CUCORE__WRITTEN_SLOTS];
/* What layouts without a kernel have cost so far: the upper 40 bits of a hash, and microseconds.  Hashes that meet push
 * each other out, and a race loses a copy: both only delay a kernel. */
static CUCORE__ATOMIC(uint64_t) cucore__written_costs[CUCORE__WRITTEN_SLOTS];

CUCORE__PRIVATE uint64_t cucore__written_hash(const cucore__write_key *key)
{
    const uint64_t prime = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash, head;
    int i;
    memcpy(&head, key, sizeof head);
    hash = head * prime;
    for (i = 0; i < key->count; i++) {
        hash = (hash ^ (uint64_t)key->axes[i].n) * prime;
        hash = (hash ^ hash >> 32 ^ (uint64_t)key->axes[i].s) * prime;
        hash = (hash ^ (uint64_t)key->axes[i].d) * prime;
    }
    return hash ^ hash >> 32;
}

/* Returns the kernel for a key, or NULL; *room: a slot for it, or NULL if all are taken. */
CUCORE__PRIVATE cucore__written *cucore__written_find(const cucore__write_key *key, uint64_t hash,
                                                      CUCORE__ATOMIC(cucore__written *) * *room)
{
    uint64_t i;
    *room = NULL;
    for (i = 0; i < CUCORE__WRITTEN_TRIES; i++) {
        CUCORE__ATOMIC(cucore__written *) *slot = &cucore__written_kernels[(hash + i) % CUCORE__WRITTEN_SLOTS];
        cucore__written *one = CUCORE__LOAD(slot);
        if (!one) {
            *room = slot;
            return NULL;
        }
        if (one->hash == hash && memcmp(&one->key, key, cucore__write_key_size(key)) == 0) return one;
    }
    return NULL;
}

/* Adds a copy of so many bytes to what its layout has cost.  Returns 1 if a kernel of its own pays. */
CUCORE__PRIVATE int cucore__written_pays(uint64_t hash, uint64_t bytes)
{
    const uint64_t mask = 0xffffff, microseconds = 3 + bytes / 1000000;
    CUCORE__ATOMIC(uint64_t) *slot = &cucore__written_costs[hash % CUCORE__WRITTEN_SLOTS];
    uint64_t cost = CUCORE__LOAD(slot);
    if ((cost ^ hash) & ~mask) cost = hash & ~mask;
    cost += (cost & mask) + microseconds < CUCORE__WRITTEN_PAYS ? microseconds : 0;
    CUCORE__STORE(slot, cost);
    return (cost & mask) + microseconds >= CUCORE__WRITTEN_PAYS;
}

/* Makes the kernel for a key; *out is NULL if there is no room for one. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_make(const cucore__write_key *key, uint64_t hash,
                                                                 cucore__written **out)
{
    const size_t size = offsetof(cucore__written, key) + cucore__write_key_size(key);
    CUCORE__ATOMIC(cucore__written *) * room;
    cucore__written *one = (cucore__written *)calloc(1, size), *none = NULL;
    if (!one)
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a kernel", (unsigned long long)size);
    one->hash = hash;
    memcpy(&one->key, key, cucore__write_key_size(key));
    cucore__write_form_make(key, &one->form);
    do { /* another thread may take the slot, and perhaps for this key */
        *out = cucore__written_find(key, hash, &room);
        none = NULL;
    } while (room && !CUCORE__COMPARE_AND_SET(room, &none, one));
    if (room) {
        *out = one;
    } else {
        free(one);
    }
    return CUCORE_OK;
}

/* A cucore__loader. */
CUCORE__PRIVATE cucore_status cucore__written_load(const void *what, CUcontext context, unsigned long long id,
                                                   CUfunction *out)
{
    const cucore__written *written = (const cucore__written *)what;
    const size_t size = cucore__write_kernel(&written->key, &written->form, NULL, 0) + 1;
    char *text = (char *)malloc(size);
    CUmodule module = NULL;
    cucore_status status;
    (void)context, (void)id;
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)size);
    (void)cucore__write_kernel(&written->key, &written->form, text, size);
    status = cucore__module_compile(text, &module);
    free(text);
    if (!status) status = cucore__function_make(module, "cucore_copy_written", out);
    if (status && module) cucore__module_unload(module);
    return status;
}

/* What a plan needs of a kernel that was written; begins with the parameters. */
typedef struct cucore__written_plan {
    cucore__write_launch launch;
    cucore__written *kernel;
} cucore__written_plan;

/* Finds the kernel for joined axes.  out->kernel is NULL if there is none: too few copies of the layout, too many
 * elements, or no room. */
CUCORE__PRIVATE cucore_status cucore__written_plan_make(const cucore__kernel_work *work, cucore__copy_compile compile,
                                                        cucore__written_plan *out)
{
    CUCORE__ATOMIC(cucore__written *) * room;
    cucore__write_key key;
    uint64_t hash;
    out->kernel = NULL;
    if (compile == CUCORE__COMPILE_NEVER || !cucore__write_key_make(work, &key, &out->launch)) return CUCORE_OK;
    hash = cucore__written_hash(&key);
    out->kernel = cucore__written_find(&key, hash, &room);
    if (out->kernel || !room) return CUCORE_OK;
    if (compile == CUCORE__COMPILE_LATER && !cucore__written_pays(hash, (uint64_t)out->launch.total * key.word))
        return CUCORE_OK;
    return cucore__written_make(&key, hash, &out->kernel);
}

/* The plan of a kernel, or of one copy by the driver. */
typedef struct cucore__kernel_plan {
    cucore_copy_strategy strategy; /* _NOTHING, _MEMCPY or _KERNEL */
    cucore__kernel_id kernel;
    int unit; /* bytes of an element, as the kernel sees it */
    int ndim; /* axes of the kernel */
    uint32_t grid[3], block, shared;
    uint32_t parameters;          /* bytes of `as` that the kernel gets; 0: there is no kernel */
    int64_t tile[2];              /* elements: along the fast axis of the source, of the destination */
    cucore__copy_compile compile; /* set by the caller */
    union {                       /* all members begin with the addresses */
        cucore__kernel_tile tile;
        cucore__kernel_runs runs; /* of a memcpy: addresses and bytes */
        cucore__kernel_many many; /* begins as cucore__kernel_few, which begins as cucore__kernel_runs */
        cucore__written_plan written;
    } as;
} cucore__kernel_plan;

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_written(cucore__text *text, const cucore__written_plan *plan)
{
    const cucore__written *kernel = plan->kernel;
    const cucore__write_form *form = &kernel->form;
    cucore__text_add(text, "written, %d axes, unit %d, ", kernel->key.count, kernel->key.word);
    if (form->tiled) {
        cucore__text_add(text, "tile of %lld elements, loads of %d and stores of %d bytes, %u bytes shared",
                         (long long)cucore__write_elements(&kernel->key, form), form->wide[0] * kernel->key.word,
                         form->wide[1] * kernel->key.word, form->shared);
    } else {
        cucore__text_add(text, "%u elements of each thread", form->steps);
    }
    cucore__text_add(text, ", %u blocks", cucore__write_blocks(&kernel->key, form, &plan->launch));
}
