/* ------------------------------------------------------------------------------------------- launching the plan -- */
/* copy/launch.c: the kernels of copies: loaded and launched. */
#if !defined(CUCORE_COPY_NO_KERNELS)
/* -- the text of general kernels, which tools/embed_kernels.py packs --------------------------------------------- */
/* The packed text of some kernels. */
typedef struct cucore__ptx_pack {
    const char *const *pieces;
    size_t bytes; /* of all kernels, unpacked */
} cucore__ptx_pack;

/* A kernel of a packed text. */
typedef struct cucore__ptx_kernel {
    const cucore__ptx_pack *pack;
    int index;        /* in the pack */
    const char *name; /* without the prefix */
} cucore__ptx_kernel;

typedef struct cucore__ptx_reader {
    const char *const *piece;
    const char *at;
} cucore__ptx_reader;

/* Returns the next character, and 0 at the end. */
CUCORE__PRIVATE char cucore__ptx_next(cucore__ptx_reader *reader)
{
    while (!*reader->at) {
        if (!*++reader->piece) return 0;
        reader->at = *reader->piece;
    }
    return *reader->at++;
}

/* Returns the next digit of base 91: the characters after the blank without ", ? and \ . */
CUCORE__PRIVATE uint32_t cucore__ptx_digit(cucore__ptx_reader *reader)
{
    const char c = cucore__ptx_next(reader);
    return (uint32_t)(c - '!' - (c > '"') - (c > '?') - (c > '\\'));
}

/* Unpacks the text of all kernels of a pack, and a NUL.  A mark repeats characters: it gives their number, digits add
 * to the number if the mark is the last of its half, and two digits, or three after a mark of the second half, give the
 * distance. */
CUCORE__PRIVATE void cucore__ptx_unpack(const cucore__ptx_pack *pack, char *out)
{
    static const char marks[] = CUCORE__PTX_MARKS;
    const uint32_t half = (uint32_t)(sizeof marks - 1) / 2;
    cucore__ptx_reader reader;
    char c;
    reader.piece = pack->pieces;
    reader.at = *reader.piece;
    while ((c = cucore__ptx_next(&reader)) != 0) {
        const char *mark = strchr(marks, c);
        const uint32_t which = mark ? (uint32_t)(mark - marks) : 0;
        uint32_t length = 4 + which % half, distance = 0, digit = 90;
        int digits;
        if (!mark) {
            *out++ = c;
            continue;
        }
        while (length >= half + 3 && digit == 90) length += digit = cucore__ptx_digit(&reader);
        for (digits = which < half ? 2 : 3; digits > 0; digits--) distance = 91 * distance + cucore__ptx_digit(&reader);
        for (; length > 0; length--, out++) *out = *(out - distance - 1);
    }
    *out = '\0';
}

/* Returns the text of a kernel, which the caller frees; NULL: there is no memory.  In what was unpacked `~` is a line
 * end, `|` a quotation mark, and `!` ends a kernel.  `#` is the next number of registers of a class, which is the
 * letter before, and `$` with a digit n the number that was next n + 1 numbers ago. */
CUCORE__PRIVATE char *cucore__ptx_text(const cucore__ptx_pack *pack, int index)
{
    char *packed = (char *)malloc(pack->bytes + 1), *text = NULL, *to;
    const char *from = packed;
    unsigned next[128] = {0};
    if (packed) {
        cucore__ptx_unpack(pack, packed);
        for (; index > 0; index--) from = strchr(from, '!') + 1;
        text = (char *)malloc(3 * strcspn(from, "!") + 1); /* a number has three digits at most */
    }
    for (to = text; text && *from != '!'; from++) {
        if (*from == '#') {
            to += snprintf(to, 4, "%u", next[to[-1] & 127]++);
        } else if (*from == '$') {
            to += snprintf(to, 4, "%u", next[to[-1] & 127] - 1 - (unsigned)(*++from - '0'));
        } else {
            *to++ = *from == '~' ? '\n' : *from == '|' ? '"' : *from;
        }
    }
    if (text) *to = '\0';
    free(packed);
    return text;
}

#define CUCORE__KERNEL_HAS_CODE(NAME, name, FAMILY, parameters, blocks)                                                \
    &&(int)cucore__kernel_ptx_##name == (int)CUCORE__KERNEL_##NAME
typedef char cucore__assert_kernels_have_code[1 CUCORE__KERNEL_LIST(CUCORE__KERNEL_HAS_CODE) ? 1 : -1];

/* A cucore__loader of a cucore__ptx_kernel. */
CUCORE__PRIVATE cucore_status cucore__ptx_load(const void *what, CUcontext context, unsigned long long id,
                                               CUfunction *out)
{
    const cucore__ptx_kernel *kernel = (const cucore__ptx_kernel *)what;
    CUmodule module = NULL;
    char name[40], *text = cucore__ptx_text(kernel->pack, kernel->index);
    cucore_status status;
    (void)context, (void)id;
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of PTX", (int)kernel->pack->bytes);
    status = cucore__module_compile(text, &module);
    free(text);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", kernel->name);
    status = cucore__function_make(module, name, out);
    if (status) cucore__module_unload(module);
    return status;
}
#endif

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

#if !defined(CUCORE_COPY_NO_KERNELS)
static const cucore__ptx_pack cucore__copy_ptx = {cucore__ptx_packed, CUCORE__PTX_BYTES};
static cucore__loaded_list cucore__copy_functions[CUCORE__KERNELS]; /* of each general kernel in each context */

CUCORE__PRIVATE cucore_status cucore__copy_kernel_function(int index, CUfunction *out)
{
    cucore__ptx_kernel kernel;
    kernel.pack = &cucore__copy_ptx;
    kernel.index = index;
    kernel.name = cucore__kernels[index].name;
    return cucore__copy_function(&cucore__copy_functions[index], cucore__ptx_load, &kernel, out);
}

CUCORE__PRIVATE cucore_status cucore__general_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    CUfunction function = NULL;
    void *arguments[1];
    cucore_status status = cucore__copy_kernel_function((int)plan->kernel, &function);
    if (status) return status;
    arguments[0] = (void *)(uintptr_t)&plan->as; /* read only */
    return CUCORE__CALL(LaunchKernel, (function, plan->grid[0], plan->grid[1], plan->grid[2], plan->block, 1, 1,
                                       plan->shared, stream, arguments, NULL));
}
#endif

#if !defined(CUCORE_COPY_NO_KERNELS)
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__general_replace(cucore__kernel_work *work, CUstream stream)
{
    cucore__kernel_plan general;
    cucore_status status;
    memset(&general, 0, offsetof(cucore__kernel_plan, as));
    status = cucore__kernel_plan_general(work, &general);
    return status ? status : cucore__general_launch(&general, stream);
}
#endif

/* Copies without the kernel that was written: a run by the driver, all else by a general kernel, if there are any. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__written_replace(const cucore__kernel_plan *plan, CUstream stream)
{
    cucore__kernel_work work;
    cucore__written_work(&plan->as.written, &work);
#if !defined(CUCORE_COPY_NO_KERNELS)
    if (work.count > 0) return cucore__general_replace(&work, stream);
#endif
    return CUCORE__CALL(MemcpyAsync, (work.d, work.s, (size_t)work.run, stream));
}

/* If the kernel cannot be loaded, for example since the device is full, and the caller did not ask for it, it is
 * replaced, as it is for the next copies of the layout, which do not try. */
CUCORE__PRIVATE cucore_status cucore__written_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    cucore__written *kernel = plan->as.written.kernel;
    const int may_replace = plan->compile != CUCORE__COMPILE_ASKED && (CUCORE__COPY_HAS_KERNELS || kernel->key.is_run);
    const int pause = may_replace ? CUCORE__LOAD(&kernel->pause) : 0;
    cucore__write_launch launch;
    CUfunction function = NULL;
    void *arguments[1];
    cucore_status status;
    if (pause > 0) {
        CUCORE__STORE(&kernel->pause, pause - 1);
        return cucore__written_replace(plan, stream);
    }
    status = cucore__copy_function(&kernel->functions, cucore__written_load, kernel, &function);
    if (status && may_replace && CUCORE__LOAD(&kernel->pause) > 0) return cucore__written_replace(plan, stream);
    if (status) return status;
    launch = plan->as.written.launch;
    arguments[0] = &launch;
    do {
        status = CUCORE__CALL(LaunchKernel, (function, cucore__write_blocks(&kernel->key, &kernel->form, &launch), 1, 1,
                                             kernel->form.threads, 1, 1, 0, stream, arguments, NULL));
    } while (!status && cucore__write_next(&kernel->key, &launch));
    return status;
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    const cucore__kernel_runs *runs = &plan->as.runs;
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE_COPY_NOTHING) return status;
    if (plan->strategy == CUCORE_COPY_MEMCPY) {
        return CUCORE__CALL(MemcpyAsync, ((uintptr_t)runs->dst, (uintptr_t)runs->src, (size_t)runs->bytes, stream));
    }
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
#if !defined(CUCORE_COPY_NO_KERNELS)
    if (plan->kernel != CUCORE__KERNEL_WRITTEN) return cucore__general_launch(plan, stream);
#endif
    return cucore__written_launch(plan, stream);
}
