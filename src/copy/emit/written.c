/* copy/emit/written.c: kernels for one layout, or, general, for all layouts of one form: found without a lock, planned,
 * launched; when a layout gets its own. */
static CUCORE__ATOMIC(cucore__written_layout *) cucore__written_layouts[CUCORE__WRITTEN_SLOTS];
static CUCORE__ATOMIC(cucore__written *) cucore__written_forms[CUCORE__WRITTEN_FORMS];

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

/* Makes a kernel, which is not loaded yet.  NULL: no memory, and the error is set. */
CUCORE__PRIVATE cucore__written *cucore__written_make(const cucore__write_key *key, const cucore__write_form *form)
{
    const size_t size = offsetof(cucore__written, key) + cucore__write_key_size(key);
    cucore__written *one = (cucore__written *)calloc(1, size);
    if (!one) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a kernel", (unsigned long long)size);
        return NULL;
    }
    memcpy(&one->form, form, sizeof *form); /* with its padding: forms are compared as bytes */
    memcpy(&one->key, key, cucore__write_key_size(key));
    return one;
}

/* Returns the general kernel of a form.  NULL: no memory. */
CUCORE__PRIVATE CUCORE__APART cucore__written *cucore__written_general(const cucore__write_key *key,
                                                                       const cucore__write_form *form)
{
    cucore__write_key of_text;
    cucore__write_form text;
    CUCORE__ATOMIC(cucore__written *) * list;
    cucore__written *one, *first, *made = NULL;
    cucore__write_text_of(key, form, &of_text, &text);
    list = &cucore__written_forms[cucore__written_hash(&of_text) % CUCORE__WRITTEN_FORMS];
    for (;;) { /* another thread may be the first to add it */
        first = CUCORE__LOAD(list);
        for (one = first; one; one = one->next) {
            if (memcmp(&one->form, &text, sizeof text)) continue;
            if (memcmp(&one->key, &of_text, cucore__write_key_size(&of_text)) == 0) break;
        }
        if (!one && !made) made = cucore__written_make(&of_text, &text);
        if (one || !made) break;
        made->next = first;
        if (CUCORE__COMPARE_AND_SET(list, &first, made)) return made;
    }
    free(made);
    return one;
}

/* Makes the part of a plan that depends on the layout alone, for a general kernel. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_plan_general(const cucore__write_key *layout,
                                                                         cucore__kernel_plan *out)
{
    cucore__write_key key;
    cucore__write_form form;
    out->kernel = NULL;
    out->shared = out->bytes = 0;
    memset(&out->grid, 0, sizeof out->grid);
    if (layout->is_run) return CUCORE_OK;
    if (layout->is_any) return cucore__cast_plan_any(layout, out);
    memcpy(&key, layout, cucore__write_key_size(layout));
    cucore__write_general_make(&key, &form);
    out->bytes = cucore__write_numbers(&key, &form, (unsigned char *)out + offsetof(cucore__kernel_plan, launch.src));
    out->shared = form.shared;
    cucore__write_grid_make(&key, &form, &out->launch, &out->grid);
    out->kernel = cucore__written_general(&key, &form);
    return out->kernel ? CUCORE_OK : cucore_last_error()->status;
}

#define CUCORE__PLAN_NUMBERS (offsetof(cucore__kernel_plan, numbers) - CUCORE__WRITE_LAUNCH)
typedef char cucore__plan_is_one[offsetof(cucore__kernel_plan, launch.src) == CUCORE__PLAN_NUMBERS ? 1 : -1];

/* Returns what is known of a layout, or NULL; *room: a slot for it, or NULL if all are taken. */
CUCORE__PRIVATE cucore__written_layout *cucore__written_find(const cucore__write_key *key, uint64_t hash,
                                                             CUCORE__ATOMIC(cucore__written_layout *) * *room)
{
    uint64_t i;
    *room = NULL;
    for (i = 0; i < CUCORE__WRITTEN_TRIES; i++) {
        CUCORE__ATOMIC(cucore__written_layout *) *slot = &cucore__written_layouts[(hash + i) % CUCORE__WRITTEN_SLOTS];
        cucore__written_layout *one = CUCORE__LOAD(slot);
        if (!one) {
            *room = slot;
            return NULL;
        }
        if (one->hash == hash && memcmp(&one->key, key, cucore__write_key_size(key)) == 0) return one;
    }
    return NULL;
}

/* Remembers the part of a plan that depends on the layout.  *out: NULL if there is no room, which only costs time */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_remember(const cucore__write_key *key, uint64_t hash,
                                                                     const cucore__kernel_plan *plan,
                                                                     cucore__written_layout **out)
{
    const size_t head = offsetof(cucore__written_layout, key) + cucore__write_key_size(key);
    const size_t numbers = plan->bytes ? plan->bytes - CUCORE__WRITE_LAUNCH : 0;
    CUCORE__ATOMIC(cucore__written_layout *) * room;
    cucore__written_layout *made = (cucore__written_layout *)calloc(1, head + numbers), *none;
    if (!made) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a layout",
                           (unsigned long long)(head + numbers));
    }
    made->hash = hash;
    made->bytes = plan->bytes;
    made->shared = plan->shared;
    made->grid = plan->grid;
    made->kernel = plan->kernel;
    memcpy(&made->key, key, cucore__write_key_size(key));
    memcpy((char *)made + head, plan->numbers, numbers);
    do { /* another thread may take the slot, and perhaps for this key */
        *out = cucore__written_find(key, hash, &room);
        none = NULL;
    } while (room && !CUCORE__COMPARE_AND_SET(room, &none, made));
    if (room) {
        *out = made;
    } else {
        free(made);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE void cucore__written_recall(const cucore__written_layout *known, cucore__kernel_plan *out)
{
    const char *numbers = (const char *)&known->key + cucore__write_key_size(&known->key);
    out->bytes = known->bytes;
    out->shared = known->shared;
    out->grid = known->grid;
    out->kernel = known->kernel;
    if (known->bytes) memcpy(out->numbers, numbers, known->bytes - CUCORE__WRITE_LAUNCH);
}

/* Adds a copy to what a layout has cost.  Returns 1 if a kernel of its own pays.  A general kernel converts at half the
 * speed of a copy. */
CUCORE__PRIVATE int cucore__written_pays(cucore__written_layout *known, const cucore__write_launch *launch)
{
    const cucore__write_key *key = &known->key;
    const uint64_t each = (uint64_t)(key->types[0] ? key->word[0] + key->word[1] : key->word[0]);
    const uint64_t all =
        launch->rest ? (launch->last + (uint64_t)launch->rest) * (launch->total / launch->last) : launch->total;
    const uint64_t cost = CUCORE__LOAD(&known->cost) + 3 + all * each / 1000000;
    if (cost >= CUCORE__WRITTEN_PAYS) return 1;
    CUCORE__STORE(&known->cost, (uint32_t)cost);
    return 0;
}

/* Returns the kernel of a layout, which is made if there is none.  NULL: no memory. */
CUCORE__PRIVATE CUCORE__APART cucore__written *cucore__written_own(cucore__written_layout *known,
                                                                   const cucore__write_launch *launch)
{
    cucore__written *own = CUCORE__LOAD(&known->own), *none = NULL;
    cucore__write_form form;
    if (own) return own;
    cucore__write_form_make(&known->key, &form);
    own = cucore__written_make(&known->key, &form);
    if (!own) return NULL;
    cucore__write_grid_make(&own->key, &form, launch, &own->grid);
    if (CUCORE__COMPARE_AND_SET(&known->own, &none, own)) return own;
    free(own);
    return CUCORE__LOAD(&known->own);
}

/* Plans the kernel for joined axes: the layout's own if there is one, or if it pays, or was asked for; else a general
 * one.  One run of bytes has its own or none: then out->strategy stays as it is. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_plan_make(const cucore__kernel_work *work,
                                                                      cucore__kernel_plan *out)
{
    CUCORE__ATOMIC(cucore__written_layout *) * room;
    cucore__write_key key;
    cucore__written_layout *known;
    cucore__written *own;
    uint64_t hash;
    int is_own, i, kept = cucore__write_key_make(work, &key, &out->launch);
    if (kept < 0) return CUCORE_OK;
    for (i = kept; i < work->count; i++) {
        out->outer[i - kept].n = work->axes[i].n;
        out->outer[i - kept].s = work->axes[i].s;
        out->outer[i - kept].d = work->axes[i].d;
    }
    out->outers = (uint32_t)(work->count - kept);
    out->axes = key.count;
    out->slowest = key.axes[key.count - 1];
    hash = cucore__written_hash(&key);
    known = cucore__written_find(&key, hash, &room);
    if (!known) {
        cucore_status status = cucore__written_plan_general(&key, out);
        if (!status) status = cucore__written_remember(&key, hash, out, &known);
        if (status) return status;
    }
    is_own = known && !key.is_any && out->compile != CUCORE__COMPILE_NEVER &&
             !(known->kernel && known->kernel->form.in_rows && key.word[0] == 1);
    if (is_own && out->compile == CUCORE__COMPILE_LATER && !CUCORE__LOAD(&known->own)) {
        is_own = cucore__written_pays(known, &out->launch);
    }
    own = is_own ? cucore__written_own(known, &out->launch) : NULL;
    if (is_own && !own && out->compile == CUCORE__COMPILE_ASKED) return cucore_last_error()->status;
    if (own) {
        out->kernel = own;
        out->grid = own->grid;
        out->bytes = CUCORE__WRITE_LAUNCH;
        out->shared = 0;
    } else if (known) {
        cucore__written_recall(known, out);
    }
    if (own || !key.is_run) out->strategy = CUCORE_COPY_KERNEL;
    if (out->kernel && !own) cucore__write_launch_general(&key, &out->kernel->form, &out->launch);
    return CUCORE_OK;
}

/* Plans the kernel of a copy.  out->compile and out->types are set by the caller. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    cucore_status status;
    work.types[0] = out->types[0];
    work.types[1] = out->types[1];
    status = cucore__kernel_join_typed(dst, d, src, s, &work);
    if (status) return status;
    out->strategy = work.run ? CUCORE_COPY_MEMCPY : CUCORE_COPY_NOTHING;
    out->run = (uint64_t)work.run;
    out->kernel = NULL;
    if (work.run) status = cucore__written_plan_make(&work, out);
    if (status || out->strategy == CUCORE_COPY_KERNEL) return status;
    out->launch.src = work.s;
    out->launch.dst = work.d;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_kernel(cucore__text *text, const cucore__kernel_plan *plan)
{
    const cucore__written *kernel = plan->kernel;
    const cucore__write_key *key = kernel ? &kernel->key : NULL;
    if (plan->strategy != CUCORE_COPY_KERNEL) {
        cucore__text_add(text, "%s, %llu bytes", plan->strategy == CUCORE_COPY_MEMCPY ? "memcpy" : "nothing",
                         (unsigned long long)plan->run);
        return;
    }
    cucore__text_add(text, "%s, %u axes, ", !kernel ? "convert" : key->is_general ? "general" : "written", plan->axes);
    if (!kernel) {
        cucore__text_add(text, "one element of each thread");
    } else {
        const cucore__write_form *form = &kernel->form;
        cucore__text_add(text, "unit %d%s, ", key->word[1], key->types[0] ? " converted" : "");
        if (form->tiled) {
            cucore__text_add(text, "tile of %u bytes, loads of %d and stores of %d bytes",
                             key->is_general ? plan->shared : form->shared, form->wide[0] * key->word[0],
                             form->wide[1] * key->word[1]);
        } else if (form->in_rows) {
            cucore__text_add(text, "rows that are not aligned, in words of 16 bytes");
        } else {
            cucore__text_add(text, "%u elements of each thread", (unsigned)form->steps * form->wide[0]);
        }
        if (form->again) cucore__text_add(text, ", stored %u times", (unsigned)form->times);
    }
    cucore__text_add(text, ", %u blocks", cucore__write_blocks(&plan->grid, &plan->launch));
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
/* Finds a function in the current context; without a lock if it was used there before. */
CUCORE__PRIVATE cucore_status cucore__copy_function(cucore__loaded_list *list, cucore__loader load, const void *what,
                                                    CUfunction *out)
{
    CUcontext context = NULL;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (status) return status;
    if (!context)
        return cucore__fail_driver(CUCORE_DRIVER, CUCORE__CUDA_ERROR_INVALID_CONTEXT, "cuCtxGetCurrent",
                                   "a strided copy needs a current context");
    *out = (CUfunction)cucore__loaded_find(list, context, cucore__context_id(context), NULL);
    return CUCORE__LIKELY(*out) ? CUCORE_OK : cucore__loaded_make(list, context, load, what, out);
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

CUCORE__PRIVATE cucore_status cucore__kernel_enqueue(const cucore__kernel_plan *plan, CUfunction function,
                                                     CUstream stream)
{
    const uint32_t threads = plan->kernel ? plan->kernel->form.threads : (uint32_t)CUCORE__KERNEL_THREADS;
    void *arguments[1];
    arguments[0] = (void *)(uintptr_t)&plan->launch.src; /* read only */
    return CUCORE__CALL(LaunchKernel, (function, cucore__write_blocks(&plan->grid, &plan->launch), 1, 1, threads, 1, 1,
                                       plan->shared, stream, arguments, NULL));
}

/* Goes on to the next launch of a plan that has several: the next slab, or index of the axes that were left out, of
 * which there were *index.  Returns 0 if there is none. */
CUCORE__PRIVATE int cucore__kernel_next(const cucore__kernel_plan *plan, cucore__kernel_plan *each, uint64_t *index)
{
    cucore__write_launch *launch = &each->launch;
    uint64_t left = ++*index;
    uint32_t i;
    if (launch->rest) {
        const uint32_t inner = launch->total / launch->last;
        --*index;
        launch->src += launch->last * (uint64_t)plan->slowest.s;
        launch->dst += launch->last * (uint64_t)plan->slowest.d;
        if (launch->last > launch->rest) launch->last = (uint32_t)launch->rest;
        launch->rest -= launch->last;
        launch->total = launch->last * inner;
        return 1;
    }
    *launch = plan->launch;
    for (i = 0; i < plan->outers; i++) {
        const cucore__write_axis *axis = &plan->outer[i];
        const uint64_t at = left % (uint64_t)axis->n;
        launch->src += at * (uint64_t)axis->s;
        launch->dst += at * (uint64_t)axis->d;
        left /= (uint64_t)axis->n;
    }
    return left == 0;
}

/* Enqueues all launches of a plan that has several. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kernel_enqueue_all(const cucore__kernel_plan *plan,
                                                                       CUfunction function, CUstream stream)
{
    cucore__kernel_plan each = *plan;
    uint64_t index = 0;
    cucore_status status;
    do {
        status = cucore__kernel_enqueue(&each, function, stream);
    } while (!status && cucore__kernel_next(plan, &each, &index));
    return status;
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream);

/* Copies without the layout's own kernel: a run by the driver, all else by a general kernel. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kernel_replace(const cucore__kernel_plan *plan, CUstream stream)
{
    const cucore__write_key *key = &plan->kernel->key;
    cucore__kernel_plan general;
    cucore_status status;
    if (key->is_run) {
        const uint64_t before = plan->launch.last % 256;
        return CUCORE__CALL(MemcpyAsync, (plan->launch.dst - before, plan->launch.src + key->is_run - 1 - before,
                                          (size_t)plan->run, stream));
    }
    general = *plan;
    status = cucore__written_plan_general(key, &general);
    if (status) return status;
    cucore__write_launch_general(key, &general.kernel->form, &general.launch);
    return cucore__kernel_plan_launch(&general, stream);
}

/* Enqueues what was planned.  If the layout's own kernel cannot be loaded, for example since the device is full, and
 * the caller did not ask for it, it is replaced, as it is for the next copies of the layout, which do not try. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    cucore__written *kernel = plan->kernel;
    CUfunction function = NULL;
    int may_replace, pause;
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE_COPY_NOTHING) return status;
    if (plan->strategy == CUCORE_COPY_MEMCPY)
        return CUCORE__CALL(MemcpyAsync, (plan->launch.dst, plan->launch.src, (size_t)plan->run, stream));
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    may_replace = kernel && !kernel->key.is_general && plan->compile != CUCORE__COMPILE_ASKED;
    pause = may_replace ? CUCORE__LOAD(&kernel->pause) : 0;
    if (pause > 0) {
        CUCORE__STORE(&kernel->pause, pause - 1);
        return cucore__kernel_replace(plan, stream);
    }
    status = kernel ? cucore__copy_function(&kernel->functions, cucore__written_load, kernel, &function)
                    : cucore__cast_function(&function);
    if (status && may_replace && CUCORE__LOAD(&kernel->pause) > 0) return cucore__kernel_replace(plan, stream);
    if (status) return status;
    return plan->outers || plan->launch.rest ? cucore__kernel_enqueue_all(plan, function, stream)
                                             : cucore__kernel_enqueue(plan, function, stream);
}
