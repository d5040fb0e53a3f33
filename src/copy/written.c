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

#define CUCORE__WRITTEN_PAUSE 1000 /* copies of a layout by general kernels after its kernel could not be loaded */

/* When a kernel is written for a layout.  If it cannot be loaded, a general kernel copies, unless the caller asked. */
typedef enum cucore__copy_compile {
    CUCORE__COMPILE_LATER, /* after as many copies as pay for it */
    CUCORE__COMPILE_NEVER,
    CUCORE__COMPILE_ASKED, /* now, and the copy fails without it */
    CUCORE__COMPILE_NOW
} cucore__copy_compile;

CUCORE__PRIVATE cucore__copy_compile cucore__copy_compile_of(uint64_t flags, cucore__copy_compile otherwise)
{
    return flags & CUCORE_COPY_COMPILE      ? CUCORE__COMPILE_ASKED
           : flags & CUCORE_COPY_NO_COMPILE ? CUCORE__COMPILE_NEVER
                                            : otherwise;
}

/* A kernel that was written.  It is never freed, so that it can be found without a lock. */
typedef struct cucore__written {
    uint64_t hash;
    cucore__loaded_list functions; /* of each context */
    CUCORE__ATOMIC(int) pause;     /* copies that do not try to load it, after a failure */
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
    uint64_t hash = 0, head[2];
    int i;
    memcpy(head, key, sizeof head);
    for (i = 0; i < 2; i++) hash = (hash ^ hash >> 32 ^ head[i]) * prime;
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

/* Adds a copy to what its layout has cost.  Returns 1 if a kernel of its own pays.  A general kernel converts at half
 * the speed of a copy. */
CUCORE__PRIVATE int cucore__written_pays(const cucore__write_key *key, uint64_t hash, uint64_t elements)
{
    const uint64_t bytes = elements * (uint64_t)(key->types[0] ? key->word[0] + key->word[1] : key->word[0]);
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
    cucore__written *written = (cucore__written *)(uintptr_t)what;
    const size_t size = cucore__write_kernel(&written->key, &written->form, NULL, 0) + 1;
    char *text = (char *)malloc(size);
    CUmodule module = NULL;
    cucore_status status;
    (void)context, (void)id;
    if (text) {
        (void)cucore__write_kernel(&written->key, &written->form, text, size);
        status = cucore__module_compile(text, &module);
    } else {
        status = cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)size);
    }
    free(text);
    if (!status) status = cucore__function_make(module, "cucore_copy_written", out);
    if (status && module) cucore__module_unload(module);
    if (status) CUCORE__STORE(&written->pause, CUCORE__WRITTEN_PAUSE);
    return status;
}

/* What a plan needs of a kernel that was written; begins with the parameters. */
typedef struct cucore__written_plan {
    cucore__write_launch launch;
    cucore__written *kernel;
} cucore__written_plan;

/* Finds the kernel for joined axes.  out->kernel is NULL if there is none: too few copies of the layout, too many
 * elements, or no room; with CUCORE__COMPILE_LATER also no memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_plan_make(const cucore__kernel_work *work,
                                                                      cucore__copy_compile compile,
                                                                      cucore__written_plan *out)
{
    CUCORE__ATOMIC(cucore__written *) * room;
    cucore__write_key key;
    uint64_t hash, elements;
    cucore_status status;
    out->kernel = NULL;
    if (compile == CUCORE__COMPILE_NEVER || !cucore__write_key_make(work, &key, &out->launch)) return CUCORE_OK;
    hash = cucore__written_hash(&key);
    out->kernel = cucore__written_find(&key, hash, &room);
    if (out->kernel || !room) return CUCORE_OK;
    elements = out->launch.total;
    if (out->launch.rest) elements = (out->launch.last + (uint64_t)out->launch.rest) * (elements / out->launch.last);
    if (compile == CUCORE__COMPILE_LATER && !cucore__written_pays(&key, hash, elements)) return CUCORE_OK;
    status = cucore__written_make(&key, hash, &out->kernel);
    return compile == CUCORE__COMPILE_ASKED ? status : CUCORE_OK;
}

/* The joined axes of a copy that has a kernel, again. */
CUCORE__PRIVATE void cucore__written_work(const cucore__written_plan *plan, cucore__kernel_work *work)
{
    const cucore__write_key *key = &plan->kernel->key;
    const int has_run =
        !key->types[0] && key->axes[0].s == (int64_t)key->word[0] && key->axes[0].d == (int64_t)key->word[1];
    uint64_t bits = plan->launch.src | plan->launch.dst | CUCORE__KERNEL_WORD | key->word[0] | key->word[1];
    int i;
    memset(work, 0, sizeof *work);
    work->types[0] = key->types[0];
    work->types[1] = key->types[1];
    work->s = plan->launch.src;
    work->d = plan->launch.dst;
    work->run = key->word[1];
    work->runs = 1;
    if (key->is_run) {
        const uint64_t before = plan->launch.last % 256;
        work->s += (uint64_t)key->is_run - 1 - before;
        work->d -= before;
        work->run = (int64_t)(before + plan->launch.total * (uint64_t)key->word[0] + plan->launch.last / 256);
        return;
    }
    for (i = 0; i < key->count; i++) {
        const int64_t n = i == key->count - 1 ? plan->launch.last + plan->launch.rest : key->axes[i].n;
        cucore__kernel_axis *axis = &work->axes[work->count];
        if (i == 0 && has_run) {
            work->run *= n;
            continue;
        }
        axis->n = n;
        axis->s = key->axes[i].s;
        axis->d = key->axes[i].d;
        bits |= (uint64_t)axis->s | (uint64_t)axis->d;
        work->runs *= n;
        work->count++;
    }
    work->unit = key->types[0] ? (int)(bits & (0 - bits)) : key->word[0];
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
    cucore__copy_compile compile; /* set by the caller, as are: */
    uint16_t types[2];            /* of numbers that are converted: cucore__number_code of source and destination */
    union {                       /* all members begin with the addresses */
        cucore__kernel_tile tile;
        cucore__kernel_runs runs; /* of a memcpy: addresses and bytes */
        cucore__kernel_many many; /* begins as cucore__kernel_few, which begins as cucore__kernel_runs */
        cucore__kernel_cast cast; /* begins as cucore__kernel_many */
        cucore__written_plan written;
    } as;
} cucore__kernel_plan;

/* Plans one copy by the driver, or none. */
CUCORE__PRIVATE void cucore__kernel_plan_run(const cucore__kernel_work *work, cucore__kernel_plan *out)
{
    out->strategy = work->run ? CUCORE_COPY_MEMCPY : CUCORE_COPY_NOTHING;
    out->as.runs.bytes = (uint64_t)work->run;
    out->as.runs.src = work->s;
    out->as.runs.dst = work->d;
}

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_written(cucore__text *text, const cucore__written_plan *plan)
{
    const cucore__written *kernel = plan->kernel;
    const cucore__write_form *form = &kernel->form;
    cucore__text_add(text, "written, %d axes, unit %d%s, ", kernel->key.count, kernel->key.word[1],
                     kernel->key.types[0] ? " converted" : "");
    if (form->tiled) {
        cucore__text_add(text, "tile of %lld elements, loads of %d and stores of %d bytes, %u bytes shared",
                         (long long)cucore__write_elements(&kernel->key, form), form->wide[0] * kernel->key.word[0],
                         form->wide[1] * kernel->key.word[1], form->shared);
    } else {
        cucore__text_add(text, "%u elements of each thread", (unsigned)form->steps * form->wide[0]);
    }
    if (form->again) cucore__text_add(text, ", stored %u times", (unsigned)form->times);
    cucore__text_add(text, ", %u blocks", cucore__write_blocks(&kernel->key, form, &plan->launch));
}
