/* ----------------------------------------------------------------------------------------------- >>impl-program -- */
/* program/program.c: NVRTC and nvJitLink, loaded at first use, and the programs that they compile and link. */
/* One for all programs.  It is taken under the lock of core/module.c, that one never under it. */
#if defined(_WIN32)
static SRWLOCK cucore__compiling = SRWLOCK_INIT;
#define CUCORE__COMPILING_BEGIN() AcquireSRWLockExclusive(&cucore__compiling)
#define CUCORE__COMPILING_END() ReleaseSRWLockExclusive(&cucore__compiling)
#else
static pthread_mutex_t cucore__compiling = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__COMPILING_BEGIN() pthread_mutex_lock(&cucore__compiling)
#define CUCORE__COMPILING_END() pthread_mutex_unlock(&cucore__compiling)
#endif

/* -- the libraries ------------------------------------------------------------------------------------------------- */
/* X(name without prefix, parameters); each gives an enum, 0 when all is well.  Programs and links are handles. */
#define CUCORE__NVRTC_LIST(X)                                                                                          \
    X(GetNumSupportedArchs, (int *))                                                                                   \
    X(GetSupportedArchs, (int *))                                                                                      \
    X(CreateProgram, (void **, const char *, const char *, int, const char *const *, const char *const *))             \
    X(DestroyProgram, (void **))                                                                                       \
    X(AddNameExpression, (void *, const char *))                                                                       \
    X(CompileProgram, (void *, int, const char *const *))                                                              \
    X(GetProgramLogSize, (void *, size_t *))                                                                           \
    X(GetProgramLog, (void *, char *))                                                                                 \
    X(GetCUBINSize, (void *, size_t *))                                                                                \
    X(GetCUBIN, (void *, char *))                                                                                      \
    X(GetPTXSize, (void *, size_t *))                                                                                  \
    X(GetPTX, (void *, char *))                                                                                        \
    X(GetLoweredName, (void *, const char *, const char **))
#define CUCORE__JITLINK_LIST(X)                                                                                        \
    X(Create, (void **, uint32_t, const char **))                                                                      \
    X(Destroy, (void **))                                                                                              \
    X(AddData, (void *, int, const void *, size_t, const char *))                                                      \
    X(Complete, (void *))                                                                                              \
    X(GetErrorLogSize, (void *, size_t *))                                                                             \
    X(GetErrorLog, (void *, char *))                                                                                   \
    X(GetLinkedCubinSize, (void *, size_t *))                                                                          \
    X(GetLinkedCubin, (void *, void *))

enum {
    CUCORE__COMPILER_OUT_OF_MEMORY = 1, /* of nvrtcResult */
    CUCORE__LINK_LTOIR = 3,             /* of nvJitLinkInputType */
    CUCORE__LINK_FATBIN = 4
};

#define CUCORE__TOOL_MEMBER(name, parameters) int(*name) parameters;
static struct {
    CUCORE__NVRTC_LIST(CUCORE__TOOL_MEMBER)
} cucore__nvrtc;
static struct {
    CUCORE__JITLINK_LIST(CUCORE__TOOL_MEMBER)
} cucore__jitlink;
#undef CUCORE__TOOL_MEMBER

#define CUCORE__NVRTC_SYMBOL(name, parameters) "nvrtc" #name,
#define CUCORE__JITLINK_SYMBOL(name, parameters) "nvJitLink" #name,
static const char *const cucore__nvrtc_symbols[] = {CUCORE__NVRTC_LIST(CUCORE__NVRTC_SYMBOL) NULL};
static const char *const cucore__jitlink_symbols[] = {CUCORE__JITLINK_LIST(CUCORE__JITLINK_SYMBOL) NULL};
#undef CUCORE__NVRTC_SYMBOL
#undef CUCORE__JITLINK_SYMBOL
#undef CUCORE__NVRTC_LIST
#undef CUCORE__JITLINK_LIST

typedef struct cucore__tool_name {
    int major; /* of CUDA; 0: not known */
    const char *name;
} cucore__tool_name;

static const cucore__tool_name cucore__nvrtc_names[] = {
#if defined(_WIN32)
    {13, "nvrtc64_130_0.dll"},
    {12, "nvrtc64_120_0.dll"},
    {11, "nvrtc64_112_0.dll"},
#else
    {13, "libnvrtc.so.13"},
    {12, "libnvrtc.so.12"},
    {11, "libnvrtc.so.11.2"},
    {0, "libnvrtc.so"},
    {0, "/usr/local/cuda/lib64/libnvrtc.so"},
#endif
    {0, NULL}};
static const cucore__tool_name cucore__jitlink_names[] = {
#if defined(_WIN32)
    {13, "nvJitLink_130_0.dll"},
    {12, "nvJitLink_120_0.dll"},
#else
    {13, "libnvJitLink.so.13"},
    {12, "libnvJitLink.so.12"},
    {0, "libnvJitLink.so"},
    {0, "/usr/local/cuda/lib64/libnvJitLink.so"},
#endif
    {0, NULL}};

/* A library that compiles: used under the lock only, and never unloaded. */
typedef struct cucore__tool {
    const char *title;
    const cucore__tool_name *names;
    const char *const *symbols;
    void *functions; /* a struct of as many pointers to functions */
    int is_loaded;
} cucore__tool;
static cucore__tool cucore__tools[2] = {
    {"NVRTC", cucore__nvrtc_names, cucore__nvrtc_symbols, &cucore__nvrtc, 0},
    {"nvJitLink", cucore__jitlink_names, cucore__jitlink_symbols, &cucore__jitlink, 0}};

CUCORE__PRIVATE void *cucore__tool_open(const char *name)
{
#if defined(_WIN32)
    return (void *)LoadLibraryA(name);
#else
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
}

CUCORE__PRIVATE void *cucore__tool_symbol(void *library, const char *name)
{
#if defined(_WIN32)
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    void *pointer = NULL;
    memcpy(&pointer, &symbol, sizeof pointer);
    return pointer;
#else
    return dlsym(library, name);
#endif
}

CUCORE__PRIVATE void cucore__tool_close(void *library)
{
#if defined(_WIN32)
    (void)FreeLibrary((HMODULE)library);
#else
    (void)dlclose(library);
#endif
}

/* All functions of a library -> NULL, or the first name that it does not have */
CUCORE__PRIVATE const char *cucore__tool_resolve(const cucore__tool *tool, void *library)
{
    size_t i;
    for (i = 0; tool->symbols[i]; i++) {
        void *pointer = cucore__tool_symbol(library, tool->symbols[i]);
        if (!pointer) return tool->symbols[i];
        memcpy((char *)tool->functions + i * sizeof pointer, &pointer, sizeof pointer);
    }
    return NULL;
}

/* The first library that there is, in two passes: what is newer than the driver makes images that the driver cannot
 * load.  Tried again at the next use: a package that brings it may be imported by then. */
CUCORE__PRIVATE cucore_status cucore__tool_load(cucore__tool *tool)
{
    char tried[320];
    cucore__text text = cucore__text_start(tried, sizeof tried);
    int pass, version = 0, i;
    if (tool->is_loaded) return CUCORE_OK;
    if (cucore__driver_is_ready() && cucore__driver.DriverGetVersion) (void)cucore__driver.DriverGetVersion(&version);
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; tool->names[i].name; i++) {
            const int is_newer = version > 0 && tool->names[i].major > version / 1000;
            const char *missing;
            void *library;
            if (is_newer != pass) continue;
            cucore__text_add(&text, "%s%s", text.length ? ", " : "", tool->names[i].name);
            library = cucore__tool_open(tool->names[i].name);
            if (!library) continue;
            missing = cucore__tool_resolve(tool, library);
            if (!missing) {
                tool->is_loaded = 1;
                return CUCORE_OK;
            }
            cucore__text_add(&text, " (too old: it has no %s)", missing);
            cucore__tool_close(library);
        }
    }
    return cucore_fail(CUCORE_NO_DRIVER, "%s is not installed, or not where libraries are looked for (tried %s)",
                       tool->title, tried);
}

/* -- options ------------------------------------------------------------------------------------------------------- */
/* Separate strings, in one piece of memory with the array of them, which has room for two more. */
typedef struct cucore__options {
    const char **items;
    int count;
    char architecture[48]; /* the option that names it, unless the caller's do */
} cucore__options;

CUCORE__PRIVATE cucore_status cucore__options_split(const char *text, cucore__options *out)
{
    const char *cursor = text ? text : "";
    const size_t length = strlen(cursor), most = length / 2 + 3;
    char *word;
    memset(out, 0, sizeof *out);
    out->items = (const char **)malloc(most * sizeof *out->items + length + 1);
    if (!out->items) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the options of a program");
    word = (char *)(out->items + most);
    for (;;) {
        int is_quoted = 0;
        while (*cursor && strchr(" \t\r\n", *cursor)) cursor++;
        if (!*cursor) return CUCORE_OK;
        out->items[out->count++] = word;
        for (; *cursor && (is_quoted || !strchr(" \t\r\n", *cursor)); cursor++) {
            if (*cursor == '"') {
                is_quoted = !is_quoted;
            } else {
                *word++ = *cursor;
            }
        }
        if (is_quoted) {
            free((void *)out->items);
            return cucore__invalid("a quote in the options does not end: %.200s", text);
        }
        if (*cursor) cursor++; /* it replaces the NUL */
        *word++ = '\0';
    }
}

/* The option that begins so, or NULL. */
CUCORE__PRIVATE const char *cucore__options_find(const cucore__options *options, const char *first, const char *second)
{
    int i;
    for (i = 0; i < options->count; i++) {
        const char *one = options->items[i];
        if (!strncmp(one, first, strlen(first)) || !strncmp(one, second, strlen(second))) return one;
    }
    return NULL;
}

/* -- images -------------------------------------------------------------------------------------------------------- */
/* The result of compiling a program.  Data and names follow it in the same memory.  The list grows at its head. */
typedef struct cucore__image {
    struct cucore__image *next;
    int architecture;
    const char *expression;  /* NULL: the image of all kernels whose names are identifiers */
    const char *kernel_name; /* of the expression, in the image */
    void *data;
    size_t nbytes;
} cucore__image;

/* data: to be filled in */
CUCORE__PRIVATE cucore__image *cucore__image_new(int architecture, size_t nbytes, const char *expression,
                                                 const char *kernel_name)
{
    const size_t header = (sizeof(cucore__image) + 15) / 16 * 16; /* malloc's alignment is the cubin's */
    const size_t first = expression ? strlen(expression) + 1 : 0, second = kernel_name ? strlen(kernel_name) + 1 : 0;
    cucore__image *made = nbytes < SIZE_MAX / 2 ? (cucore__image *)malloc(header + nbytes + 1 + first + second) : NULL;
    char *text;
    if (!made) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of a program", (unsigned long long)nbytes);
        return NULL;
    }
    memset(made, 0, sizeof *made);
    made->architecture = architecture;
    made->data = (char *)made + header;
    made->nbytes = nbytes;
    text = (char *)made + header + nbytes;
    *text++ = '\0';
    if (expression) made->expression = (const char *)memcpy(text, expression, first);
    if (kernel_name) made->kernel_name = (const char *)memcpy(text + first, kernel_name, second);
    return made;
}

/* Finds the first line of a log that has the word error, or else the first line with text. */
CUCORE__PRIVATE cucore__token cucore__log_error(const char *log)
{
    cucore__token first = {"the compiler does not say why", 29}, line;
    size_t i;
    int is_first = 1;
    for (; *log; log += line.length + (log[line.length] == '\n')) {
        line.text = log;
        line.length = strcspn(log, "\n");
        if (is_first && line.length) {
            first = line;
            is_first = 0;
        }
        for (i = 0; i + 5 <= line.length; i++) {
            if (!memcmp(log + i, "error", 5) || !memcmp(log + i, "ERROR", 5)) return line;
        }
    }
    return first;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_compile(cucore_program *program, const char *title,
                                                                const char *option, const char *kernel_name)
{
    cucore__token line = cucore__log_error(program->private_.log ? program->private_.log : "");
    int length = (int)(line.length < 300 ? line.length : 300);
    return cucore_fail(CUCORE_DRIVER, "%s%.100s%s not compile (%s, %.40s): %.*s",
                       kernel_name ? "kernel '" : "a program", kernel_name ? kernel_name : "",
                       kernel_name ? "' does" : " does", title, option, length, line.text);
}

CUCORE__PRIVATE cucore_status cucore__check_tool(int result, const char *call)
{
    if (!result) return CUCORE_OK;
    if (result == CUCORE__COMPILER_OUT_OF_MEMORY && !strncmp(call, "nvrtc", 5))
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s failed: out of memory", call);
    return cucore_fail(CUCORE_DRIVER, "%s failed: result %d", call, result);
}
#define CUCORE__NVRTC(name, arguments) cucore__check_tool(cucore__nvrtc.name arguments, "nvrtc" #name)
#define CUCORE__JITLINK(name, arguments) cucore__check_tool(cucore__jitlink.name arguments, "nvJitLink" #name)

/* Keeps the log of a compiler, which may be none. */
CUCORE__PRIVATE void cucore__program_keep_log(cucore_program *program, void *handle, int (*get_size)(void *, size_t *),
                                              int (*get_log)(void *, char *))
{
    size_t size = 0;
    char *log = NULL;
    if (handle && !get_size(handle, &size) && size > 1 && size < SIZE_MAX) log = (char *)calloc(size + 1, 1);
    if (log && get_log(handle, log)) log[0] = '\0';
    free(program->private_.log);
    program->private_.log = log;
}

/* -- NVRTC --------------------------------------------------------------------------------------------------------- */
/* "--gpu-architecture=sm_90"; of a device that is newer than NVRTC, PTX of the newest before it. */
CUCORE__PRIVATE cucore_status cucore__nvrtc_architecture(int architecture, cucore__options *options)
{
    int archs[64], count = 0, best = 0, oldest = 0, i;
    cucore_status status = CUCORE__NVRTC(GetNumSupportedArchs, (&count));
    if (!status && (count < 1 || count > 64))
        status = cucore_fail(CUCORE_DRIVER, "nvrtcGetNumSupportedArchs says that there are %d", count);
    if (!status) status = CUCORE__NVRTC(GetSupportedArchs, (archs));
    if (status) return status;
    for (i = 0; i < count; i++) {
        if (archs[i] <= architecture && archs[i] > best) best = archs[i];
        if (!oldest || archs[i] < oldest) oldest = archs[i];
    }
    if (!best) {
        return cucore_fail(CUCORE_UNSUPPORTED, "this NVRTC compiles for sm_%d and newer; the device is sm_%d", oldest,
                           architecture);
    }
    snprintf(options->architecture, sizeof options->architecture, "--gpu-architecture=%s_%d",
             best == architecture ? "sm" : "compute", best);
    options->items[options->count++] = options->architecture;
    return CUCORE_OK;
}

/* The device half of this header, in one piece; NULL: no memory. */
CUCORE__PRIVATE char *cucore__device_header(void)
{
    size_t nbytes = 1, i;
    char *text;
    for (i = 0; cucore__device_text[i]; i++) nbytes += strlen(cucore__device_text[i]);
    text = (char *)malloc(nbytes);
    if (!text) return NULL;
    for (text[0] = '\0', nbytes = 0, i = 0; cucore__device_text[i]; i++) {
        const size_t length = strlen(cucore__device_text[i]);
        memcpy(text + nbytes, cucore__device_text[i], length + 1);
        nbytes += length;
    }
    return text;
}

/* The headers of the program, and ours unless it is one of them. */
CUCORE__PRIVATE cucore_status cucore__nvrtc_create(const cucore_program *program, void **out)
{
    const cucore_program_header *headers = program->headers;
    const char **texts, **names;
    char *own = cucore__device_header();
    int count = 0, has_own = 0, i;
    cucore_status status;
    for (; headers && headers[count].name; count++) has_own |= !strcmp(headers[count].name, "cucore_kernel.h");
    texts = (const char **)malloc(2 * (size_t)(count + 1) * sizeof *texts);
    if (!own || !texts) {
        free(own);
        free(texts);
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the headers of a program");
    }
    names = texts + count + 1;
    for (i = 0; i < count; i++) {
        names[i] = headers[i].name;
        texts[i] = headers[i].text ? headers[i].text : "";
    }
    names[count] = "cucore_kernel.h";
    texts[count] = own;
    status =
        CUCORE__NVRTC(CreateProgram, (out, (const char *)program->code, "program.cu", count + !has_own, texts, names));
    free(texts);
    free(own);
    return status;
}

/* Takes the result: the cubin, or PTX if there is none. */
CUCORE__PRIVATE cucore_status cucore__nvrtc_result(void *handle, int architecture, const char *expression,
                                                   cucore__image **out)
{
    const char *lowered = NULL;
    size_t nbytes = 0;
    int is_cubin;
    cucore_status status = CUCORE_OK;
    if (expression) status = CUCORE__NVRTC(GetLoweredName, (handle, expression, &lowered));
    if (!status) status = CUCORE__NVRTC(GetCUBINSize, (handle, &nbytes));
    is_cubin = nbytes > 0;
    if (!status && !is_cubin) status = CUCORE__NVRTC(GetPTXSize, (handle, &nbytes));
    if (status) return status;
    if (nbytes <= 1) {
        return cucore_fail(CUCORE_DRIVER,
                           "NVRTC made neither a cubin nor PTX; options like -dlto ask for something else");
    }
    *out = cucore__image_new(architecture, nbytes, expression, lowered);
    if (!*out) return CUCORE_OUT_OF_MEMORY;
    status = is_cubin ? CUCORE__NVRTC(GetCUBIN, (handle, (char *)(*out)->data))
                      : CUCORE__NVRTC(GetPTX, (handle, (char *)(*out)->data));
    if (!status) return CUCORE_OK;
    free(*out);
    *out = NULL;
    return status;
}

/* Returns kernel_name if it is an expression that only the compiler turns into a name, as axpy<float>; else NULL. */
CUCORE__PRIVATE const char *cucore__kernel_expression(const char *kernel_name)
{
    cucore__token token;
    if (!kernel_name) return NULL;
    token.text = kernel_name;
    token.length = strlen(kernel_name);
    return cucore__is_name(&token) ? NULL : kernel_name;
}

CUCORE__PRIVATE cucore_status cucore__nvrtc_compile(cucore_program *program, int architecture, cucore__options *options,
                                                    const char *kernel_name, cucore__image **out)
{
    const char *expression = cucore__kernel_expression(kernel_name);
    const char *named = cucore__options_find(options, "--gpu-architecture", "-arch");
    void *handle = NULL;
    cucore_status status = CUCORE_OK;
    if (!named) status = cucore__nvrtc_architecture(architecture, options);
    if (!status) status = cucore__nvrtc_create(program, &handle);
    if (status) return status;
    if (expression) status = CUCORE__NVRTC(AddNameExpression, (handle, expression));
    if (!status) {
        int result = cucore__nvrtc.CompileProgram(handle, options->count, options->items);
        cucore__program_keep_log(program, handle, cucore__nvrtc.GetProgramLogSize, cucore__nvrtc.GetProgramLog);
        status = result == CUCORE__COMPILER_OUT_OF_MEMORY ? cucore__check_tool(result, "nvrtcCompileProgram")
                 : result ? cucore__fail_compile(program, "NVRTC", named ? named : options->architecture, kernel_name)
                          : CUCORE_OK;
    }
    if (!status) status = cucore__nvrtc_result(handle, architecture, expression, out);
    (void)cucore__nvrtc.DestroyProgram(&handle);
    return status;
}

/* -- nvJitLink ----------------------------------------------------------------------------------------------------- */
/* A fatbin (nvcc -fatbin -gencode arch=compute_80,code=lto_80) begins so; all else is LTO-IR (nvcc -ltoir,
 * nvrtcGetLTOIR). */
CUCORE__PRIVATE int cucore__link_kind(const cucore_program *program)
{
    static const unsigned char fatbin[4] = {0x50, 0xED, 0x55, 0xBA};
    if (program->nbytes >= 4 && !memcmp(program->code, fatbin, 4)) return CUCORE__LINK_FATBIN;
    return CUCORE__LINK_LTOIR;
}

CUCORE__PRIVATE cucore_status cucore__jitlink_result(void *handle, int architecture, cucore__image **out)
{
    size_t nbytes = 0;
    cucore_status status = CUCORE__JITLINK(GetLinkedCubinSize, (handle, &nbytes));
    if (status) return status;
    *out = cucore__image_new(architecture, nbytes, NULL, NULL);
    if (!*out) return CUCORE_OUT_OF_MEMORY;
    status = CUCORE__JITLINK(GetLinkedCubin, (handle, (*out)->data));
    if (!status) return CUCORE_OK;
    free(*out);
    *out = NULL;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__jitlink_link(cucore_program *program, int architecture, cucore__options *options,
                                                   const char *kernel_name, cucore__image **out)
{
    const char *named = cucore__options_find(options, "-arch", "-arch");
    void *handle = NULL;
    int result;
    cucore_status status;
    snprintf(options->architecture, sizeof options->architecture, "-arch=sm_%d", architecture);
    if (!named) options->items[options->count++] = named = options->architecture;
    if (!cucore__options_find(options, "-lto", "-dlto")) options->items[options->count++] = "-lto";
    result = cucore__jitlink.Create(&handle, (uint32_t)options->count, options->items);
    if (!result)
        result = cucore__jitlink.AddData(handle, cucore__link_kind(program), program->code, program->nbytes, "program");
    if (!result) result = cucore__jitlink.Complete(handle);
    cucore__program_keep_log(program, handle, cucore__jitlink.GetErrorLogSize, cucore__jitlink.GetErrorLog);
    status = result ? cucore__fail_compile(program, "nvJitLink", named, kernel_name)
                    : cucore__jitlink_result(handle, architecture, out);
    if (handle) (void)cucore__jitlink.Destroy(&handle);
    return status;
}

/* -- programs ------------------------------------------------------------------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__program_build(cucore_program *program, int architecture, const char *kernel_name,
                                                    cucore__image **out)
{
    cucore__options options;
    cucore_status status = cucore__tool_load(&cucore__tools[program->nbytes > 0]);
    if (!status) status = cucore__options_split(program->options, &options);
    if (status) return status;
    if (program->nbytes) {
        status = cucore__jitlink_link(program, architecture, &options, kernel_name, out);
    } else {
        status = cucore__nvrtc_compile(program, architecture, &options, kernel_name, out);
    }
    free((void *)options.items);
    return status;
}

CUCORE_API cucore_status cucore_program_compile(cucore_program *program, int architecture, const char *kernel_name,
                                                cucore_program_image *out)
{
    const char *expression = cucore__kernel_expression(kernel_name);
    cucore__image *image;
    cucore_status status = CUCORE_OK;
    if (!program || !out) return cucore__fail_null("cucore_program_compile", program ? "out" : "program");
    if (!program->code) return cucore__fail_null("cucore_program_compile", "program->code");
    if (architecture < 10 || architecture > 9999) {
        return cucore__invalid("architecture is %d; it is 10 times the major and the minor number of a compute "
                               "capability, 90 for 9.0",
                               architecture);
    }
    if (expression && program->nbytes) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "'%.100s' is no name of a linked kernel: it needs the one that the linker knows, which C++ "
                           "mangles without extern \"C\"",
                           expression);
    }
    CUCORE__COMPILING_BEGIN();
    for (image = (cucore__image *)program->private_.images; image; image = image->next) {
        if (image->architecture != architecture || !image->expression != !expression) continue;
        if (!expression || !strcmp(image->expression, expression)) break;
    }
    if (!image) {
        status = cucore__program_build(program, architecture, kernel_name, &image);
        if (!status) {
            image->next = (cucore__image *)program->private_.images;
            program->private_.images = image;
        }
    }
    CUCORE__COMPILING_END();
    if (status) return status;
    out->data = image->data;
    out->nbytes = image->nbytes;
    out->kernel_name = expression ? image->kernel_name : kernel_name;
    return CUCORE_OK;
}

/* For the device of the current context. */
CUCORE_API cucore_status cucore__program_make(const cucore_kernel *kernel, const void **image, const char **name)
{
    cucore_program *program = (cucore_program *)(uintptr_t)kernel->image; /* it is not const: CUCORE_PROGRAM_KERNEL */
    cucore_program_image made = {NULL, 0, NULL};
    CUcontext context = NULL;
    int device = 0, major = 0, minor = 0;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (!status) status = cucore__context_current_device(context, &device);
    if (!status)
        status =
            CUCORE__CALL(DeviceGetAttribute, (&major, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    if (!status)
        status =
            CUCORE__CALL(DeviceGetAttribute, (&minor, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    if (!status) status = cucore_program_compile(program, 10 * major + minor, kernel->name, &made);
    if (status) return status;
    *image = made.data;
    *name = made.kernel_name;
    return CUCORE_OK;
}

CUCORE_API size_t cucore_program_log_text(const cucore_program *program, char *text, size_t size)
{
    cucore__text all = cucore__text_start(text, size);
    if (!program) return 0;
    CUCORE__COMPILING_BEGIN();
    if (program->private_.log) cucore__text_add(&all, "%s", program->private_.log);
    CUCORE__COMPILING_END();
    return all.length;
}
#undef CUCORE__NVRTC
#undef CUCORE__JITLINK
#undef CUCORE__COMPILING_BEGIN
#undef CUCORE__COMPILING_END
