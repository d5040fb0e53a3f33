/* fake_nvrtc.h - an NVRTC and an nvJitLink that record what they are asked, in the process of the test itself
 *
 * Include before the implementation, which then opens libraries by the functions below: those that fake_tools.installed lists are
 * there, and have every function but fake_tools.missing.  "Cubins" are texts: what was compiled, with which options.
 * Source with the word #error in it does not compile; a name is lowered to _Z and itself, with _ for what is no letter.
 * For one thread at a time, but for the counts. */
#ifndef CUCORE_TESTS_FAKE_NVRTC_H
#define CUCORE_TESTS_FAKE_NVRTC_H

#include <ctype.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fake_driver/fake_cuda.h"

static struct {
    const char *installed; /* "libnvrtc.so.13,libnvrtc.so.12" */
    const char *missing;   /* of the functions */
    const char *fails;     /* a function that fails, "nvrtcGetCUBIN" */
    int result;            /* ... with this */
    const int *archs;      /* NULL: 75, 80, 86, 90, 100 */
    int arch_count;
    int calls, compiled, linked;
    int live; /* programs and links */
    int input_kind;
    char opened[256];   /* libraries that were there, "libnvrtc.so.12," */
    char options[1024]; /* of the last compilation, each in [] */
    char headers[256];  /* name=text, */
} fake_tools;

typedef struct fake_program {
    char source[256], arch[64], expression[64], lowered[80], text[512], log[256];
    int is_compiled;
} fake_program;

static inline void fake_tools_reset(void)
{
    const int live = fake_tools.live;
    memset(&fake_tools, 0, sizeof fake_tools);
    fake_tools.installed = "libnvrtc.so.13,libnvJitLink.so.13";
    fake_tools.live = live;
}

static inline int fake_tool_turn(const char *name)
{
    __atomic_add_fetch(&fake_tools.calls, 1, __ATOMIC_RELAXED);
    return fake_tools.fails && !strcmp(fake_tools.fails, name) ? fake_tools.result : 0;
}

static inline void fake_add(char *text, size_t size, const char *before, const char *word, const char *after)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s%s", before, word, after);
}

static inline int fake_nvrtcGetNumSupportedArchs(int *count)
{
    *count = fake_tools.archs ? fake_tools.arch_count : 5;
    return fake_tool_turn("nvrtcGetNumSupportedArchs");
}

static inline int fake_nvrtcGetSupportedArchs(int *archs)
{
    static const int usual[] = {75, 80, 86, 90, 100};
    memcpy(archs, fake_tools.archs ? fake_tools.archs : usual,
           (size_t)(fake_tools.archs ? fake_tools.arch_count : 5) * sizeof(int));
    return fake_tool_turn("nvrtcGetSupportedArchs");
}

static inline int fake_nvrtcCreateProgram(void **out, const char *source, const char *name, int count,
                                          const char *const *texts, const char *const *names)
{
    fake_program *made;
    int i, result = fake_tool_turn("nvrtcCreateProgram");
    if (result) return result;
    if (!source || strcmp(name, "program.cu") != 0) return 3;
    fake_tools.headers[0] = '\0';
    for (i = 0; i < count; i++) {
        fake_add(fake_tools.headers, sizeof fake_tools.headers, names[i], "=", texts[i]);
        fake_add(fake_tools.headers, sizeof fake_tools.headers, "", ",", "");
    }
    made = (fake_program *)calloc(1, sizeof *made);
    if (!made) return 1;
    snprintf(made->source, sizeof made->source, "%s", source);
    fake_tools.live++;
    *out = made;
    return 0;
}

static inline int fake_nvrtcDestroyProgram(void **program)
{
    (void)fake_tool_turn("nvrtcDestroyProgram");
    fake_tools.live--;
    free(*program);
    *program = NULL;
    return 0;
}

static inline int fake_nvrtcAddNameExpression(void *program, const char *expression)
{
    fake_program *p = (fake_program *)program;
    snprintf(p->expression, sizeof p->expression, "%s", expression);
    snprintf(p->lowered, sizeof p->lowered, "_Z%s", expression);
    for (size_t i = 0; p->lowered[i]; i++) {
        if (!isalnum((unsigned char)p->lowered[i])) p->lowered[i] = '_';
    }
    return fake_tool_turn("nvrtcAddNameExpression");
}

static inline void fake_note_options(fake_program *p, int count, const char *const *options)
{
    fake_tools.options[0] = '\0';
    for (int i = 0; i < count; i++) {
        fake_add(fake_tools.options, sizeof fake_tools.options, "[", options[i], "]");
        if (strstr(options[i], "arch") && strchr(options[i], '='))
            snprintf(p->arch, sizeof p->arch, "%s", strchr(options[i], '=') + 1);
    }
}

static inline int fake_nvrtcCompileProgram(void *program, int count, const char *const *options)
{
    fake_program *p = (fake_program *)program;
    int result = fake_tool_turn("nvrtcCompileProgram");
    fake_note_options(p, count, options);
    fake_tools.compiled++;
    if (!result && strstr(p->source, "#error")) result = 6;
    if (result) {
        snprintf(p->log, sizeof p->log,
                 "program.cu(1): warning: it is short\nprogram.cu(2): error: it is wrong\n1 error detected\n");
        return result;
    }
    snprintf(p->text, sizeof p->text, "%s for %s: %s", strstr(p->source, "bad") ? "bad" : "cubin", p->arch, p->source);
    if (strstr(p->source, "#warning")) snprintf(p->log, sizeof p->log, "program.cu(1): warning: as you say\n");
    p->is_compiled = 1;
    return 0;
}

static inline int fake_nvrtcGetProgramLogSize(void *program, size_t *size)
{
    *size = strlen(((fake_program *)program)->log) + 1;
    return fake_tool_turn("nvrtcGetProgramLogSize");
}

static inline int fake_nvrtcGetProgramLog(void *program, char *log)
{
    int result = fake_tool_turn("nvrtcGetProgramLog");
    if (!result) strcpy(log, ((fake_program *)program)->log);
    return result;
}

static inline int fake_nvrtcGetCUBINSize(void *program, size_t *size)
{
    const fake_program *p = (const fake_program *)program;
    int result = fake_tool_turn("nvrtcGetCUBINSize");
    *size = strstr(p->arch, "compute") ? 0 : strlen(p->text);
    return result ? result : p->is_compiled ? 0 : 4;
}

static inline int fake_nvrtcGetCUBIN(void *program, char *out)
{
    const fake_program *p = (const fake_program *)program;
    int result = fake_tool_turn("nvrtcGetCUBIN");
    if (!result) memcpy(out, p->text, strlen(p->text));
    return result;
}

static inline int fake_nvrtcGetPTXSize(void *program, size_t *size)
{
    *size = strlen(((fake_program *)program)->text) + 1;
    return fake_tool_turn("nvrtcGetPTXSize");
}

static inline int fake_nvrtcGetPTX(void *program, char *out)
{
    int result = fake_tool_turn("nvrtcGetPTX");
    if (!result) strcpy(out, ((fake_program *)program)->text);
    return result;
}

static inline int fake_nvrtcGetLoweredName(void *program, const char *expression, const char **out)
{
    fake_program *p = (fake_program *)program;
    *out = p->lowered;
    if (strcmp(expression, p->expression) != 0) return 10;
    return fake_tool_turn("nvrtcGetLoweredName");
}

static inline int fake_nvJitLinkCreate(void **out, uint32_t count, const char **options)
{
    int result = fake_tool_turn("nvJitLinkCreate");
    fake_program *made;
    if (result) return result;
    made = (fake_program *)calloc(1, sizeof *made);
    if (!made) return 6;
    fake_note_options(made, (int)count, (const char *const *)options);
    fake_tools.live++;
    *out = made;
    return 0;
}

static inline int fake_nvJitLinkDestroy(void **link)
{
    (void)fake_tool_turn("nvJitLinkDestroy");
    fake_tools.live--;
    free(*link);
    *link = NULL;
    return 0;
}

static inline int fake_nvJitLinkAddData(void *link, int kind, const void *data, size_t size, const char *name)
{
    fake_program *p = (fake_program *)link;
    (void)name;
    fake_tools.input_kind = kind;
    snprintf(p->source, sizeof p->source, "%.*s", (int)size, (const char *)data);
    return fake_tool_turn("nvJitLinkAddData");
}

static inline int fake_nvJitLinkComplete(void *link)
{
    fake_program *p = (fake_program *)link;
    int result = fake_tool_turn("nvJitLinkComplete");
    fake_tools.linked++;
    if (!result && strstr(p->source, "#error")) result = 6;
    if (result) snprintf(p->log, sizeof p->log, "ERROR 6 in link: it is wrong\n");
    snprintf(p->text, sizeof p->text, "linked for %s: %s", p->arch, p->source);
    return result;
}

static inline int fake_nvJitLinkGetErrorLogSize(void *link, size_t *size)
{
    *size = strlen(((fake_program *)link)->log) + 1;
    return fake_tool_turn("nvJitLinkGetErrorLogSize");
}

static inline int fake_nvJitLinkGetErrorLog(void *link, char *log)
{
    strcpy(log, ((fake_program *)link)->log);
    return fake_tool_turn("nvJitLinkGetErrorLog");
}

static inline int fake_nvJitLinkGetLinkedCubinSize(void *link, size_t *size)
{
    *size = strlen(((fake_program *)link)->text);
    return fake_tool_turn("nvJitLinkGetLinkedCubinSize");
}

static inline int fake_nvJitLinkGetLinkedCubin(void *link, void *out)
{
    int result = fake_tool_turn("nvJitLinkGetLinkedCubin");
    if (!result) memcpy(out, ((fake_program *)link)->text, strlen(((fake_program *)link)->text));
    return result;
}

/* ----------------------------------------------------------------------------------------------- opening libraries -- */
#define FAKE_TOOLS(X)                                                                                                  \
    X(nvrtcGetNumSupportedArchs)                                                                                       \
    X(nvrtcGetSupportedArchs)                                                                                          \
    X(nvrtcCreateProgram)                                                                                              \
    X(nvrtcDestroyProgram)                                                                                             \
    X(nvrtcAddNameExpression)                                                                                          \
    X(nvrtcCompileProgram)                                                                                             \
    X(nvrtcGetProgramLogSize)                                                                                          \
    X(nvrtcGetProgramLog)                                                                                              \
    X(nvrtcGetCUBINSize)                                                                                               \
    X(nvrtcGetCUBIN)                                                                                                   \
    X(nvrtcGetPTXSize)                                                                                                 \
    X(nvrtcGetPTX)                                                                                                     \
    X(nvrtcGetLoweredName)                                                                                             \
    X(nvJitLinkCreate)                                                                                                 \
    X(nvJitLinkDestroy)                                                                                                \
    X(nvJitLinkAddData)                                                                                                \
    X(nvJitLinkComplete)                                                                                               \
    X(nvJitLinkGetErrorLogSize)                                                                                        \
    X(nvJitLinkGetErrorLog)                                                                                            \
    X(nvJitLinkGetLinkedCubinSize)                                                                                     \
    X(nvJitLinkGetLinkedCubin)

static int fake_tool_handle, fake_open_count;

static inline int fake_is_installed(const char *name)
{
    const char *found = fake_tools.installed ? strstr(fake_tools.installed, name) : NULL;
    size_t length = strlen(name);
    while (found && ((found != fake_tools.installed && found[-1] != ',') || (found[length] && found[length] != ',')))
        found = strstr(found + 1, name);
    return found != NULL;
}

static inline void *fake_dlopen(const char *name, int flags)
{
    if (!strstr(name, "nvrtc") && !strstr(name, "nvJitLink")) return dlopen(name, flags);
    if (!fake_is_installed(name)) return NULL;
    fake_add(fake_tools.opened, sizeof fake_tools.opened, name, ",", "");
    fake_open_count++;
    return &fake_tool_handle;
}

static inline int fake_dlclose(void *library)
{
    if (library != &fake_tool_handle) return dlclose(library);
    fake_open_count--;
    return 0;
}

static inline void *fake_dlsym(void *library, const char *name)
{
    void *pointer = NULL;
    void (*function)(void) = NULL;
    if (library != &fake_tool_handle) return fake_is_missing(name) ? NULL : dlsym(library, name);
    if (fake_tools.missing && !strcmp(fake_tools.missing, name)) return NULL;
#define FAKE_TOOL_ROW(known)                                                                                           \
    if (!strcmp(name, #known)) function = (void (*)(void))fake_##known;
    FAKE_TOOLS(FAKE_TOOL_ROW)
#undef FAKE_TOOL_ROW
    memcpy(&pointer, &function, sizeof pointer);
    return pointer;
}

#define dlopen fake_dlopen
#define dlclose fake_dlclose
#define dlsym fake_dlsym

#endif
