/* fake_aten.h - torch's stable C functions, in the process of the test itself
 *
 * Include before the implementation, which then finds libtorch_cpu.so, with every function but those that
 * fake_aten.missing lists.  Tensors are structs whose fields a test sets; all that is handed out is counted in
 * fake_aten.live, and what is given back twice ends the process.  aoti_torch_check, which throws in torch, jumps to
 * fake_aten.thrower.  For one thread at a time. */
#ifndef CUCORE_TESTS_FAKE_ATEN_H
#define CUCORE_TESTS_FAKE_ATEN_H

#include <dlfcn.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAKE_CPU = 0,
    FAKE_CUDA = 1,
    FAKE_META = 14,
    FAKE_STRIDED = 7,
    FAKE_SPARSE = 8,
    FAKE_FLOAT = 26,
    FAKE_LONG = 24
};

/* A TensorImpl; an at::Tensor is its address, a handle the address of that. */
typedef struct fake_impl {
    int references;
    uint8_t is_defined;
    int32_t dtype, layout, device_type, device_index;
    int64_t ndim, *shape, *strides; /* room for 80 */
    int64_t room[2][80];
    void *data;
    int owns_data, version;
    void (*deleter)(void *data, void *context);
    void *context;
} fake_impl;

typedef struct fake_handle {
    uint32_t magic; /* FAKE_MAGIC while it is alive */
    fake_impl *impl;
} fake_handle;
#define FAKE_MAGIC 0x7e4504u

typedef struct fake_string {
    size_t size;
    char text[64];
} fake_string;

typedef void (*fake_kernel)(uint64_t *stack, uint64_t arguments, uint64_t results);

static struct {
    const char *missing; /* ",aoti_torch_check,torch_from_blob," */
    const char *fails;   /* a function that fails, "aoti_torch_get_sizes"; NULL: none */
    int is_absent;       /* 1: the library is not loaded */
    int is_blind;        /* 1: data are not looked at */
    uint64_t version;
    long live; /* handles, strings, entries and libraries */
    jmp_buf *thrower;
    char thrown[600];
    void *stream;
    int streams, grads, counted_with_grads, boxed; /* boxed: kernels registered without a version */
    char schemas[8][300];
    int schema_count;
    struct {
        char ns[32], key[8], name[32];
        fake_kernel function;
    } kernels[32];
    int kernel_count;
} fake_aten;

static inline void fake_aten_reset(void)
{
    const long live = fake_aten.live;
    memset(&fake_aten, 0, sizeof fake_aten);
    fake_aten.live = live;
    fake_aten.version = (uint64_t)2 << 56 | (uint64_t)13 << 48;
    fake_aten.grads = 1;
}

static inline int fake_fails(const char *name)
{
    return fake_aten.fails && !strcmp(fake_aten.fails, name);
}
#define FAKE_TURN(name)                                                                                                \
    do {                                                                                                               \
        if (fake_fails(name)) return 1;                                                                                \
    } while (0)

/* -- tensors */
static inline fake_handle *fake_handle_of(void *tensor)
{
    fake_handle *handle = (fake_handle *)tensor;
    if (!handle || handle->magic != FAKE_MAGIC) {
        fprintf(stderr, "fake_aten: %p is no tensor, or not any more\n", tensor);
        abort();
    }
    return handle;
}

static inline void *fake_handle_new(fake_impl *impl)
{
    fake_handle *handle = (fake_handle *)(calloc)(1, sizeof *handle);
    if (!handle) abort();
    handle->magic = FAKE_MAGIC;
    handle->impl = impl;
    impl->references++;
    fake_aten.live++;
    return handle;
}

/* A float tensor on the CPU, dense in C order, without memory. */
static inline void *fake_tensor(int ndim, const int64_t *shape)
{
    fake_impl *impl = (fake_impl *)(calloc)(1, sizeof *impl);
    if (!impl) abort();
    impl->is_defined = 1;
    impl->dtype = FAKE_FLOAT;
    impl->layout = FAKE_STRIDED;
    impl->device_type = FAKE_CPU;
    impl->device_index = -1;
    impl->ndim = ndim;
    impl->shape = impl->room[0];
    impl->strides = impl->room[1];
    for (int i = ndim; i-- > 0;) {
        impl->shape[i] = shape[i];
        impl->strides[i] =
            i + 1 < ndim ? (int64_t)((uint64_t)impl->strides[i + 1] * (uint64_t)(shape[i + 1] > 1 ? shape[i + 1] : 1))
                         : 1;
    }
    return fake_handle_new(impl);
}

static inline fake_impl *fake_of(void *tensor)
{
    return fake_handle_of(tensor)->impl;
}

static inline int32_t fake_drop(void *tensor)
{
    fake_handle *handle = fake_handle_of(tensor);
    fake_impl *impl = handle->impl;
    handle->magic = 0;
    (free)(handle);
    fake_aten.live--;
    if (--impl->references) return 0;
    if (impl->deleter) impl->deleter(impl->data, impl->context);
    if (impl->owns_data) (free)(impl->data);
    (free)(impl);
    return 0;
}

#define FAKE_GETTER(function, name, type, field)                                                                       \
    static inline int32_t function(void *tensor, type *out)                                                            \
    {                                                                                                                  \
        FAKE_TURN(name);                                                                                               \
        *out = fake_of(tensor)->field;                                                                                 \
        return 0;                                                                                                      \
    }
FAKE_GETTER(fake_get_dtype, "aoti_torch_get_dtype", int32_t, dtype)
FAKE_GETTER(fake_get_layout, "aoti_torch_get_layout", int32_t, layout)
FAKE_GETTER(fake_get_device_type, "aoti_torch_get_device_type", int32_t, device_type)
FAKE_GETTER(fake_get_device_index, "aoti_torch_get_device_index", int32_t, device_index)
FAKE_GETTER(fake_get_dim, "aoti_torch_get_dim", int64_t, ndim)
FAKE_GETTER(fake_get_sizes, "aoti_torch_get_sizes", int64_t *, shape)
FAKE_GETTER(fake_get_strides, "aoti_torch_get_strides", int64_t *, strides)
FAKE_GETTER(fake_get_data, "aoti_torch_get_data_ptr", void *, data)
FAKE_GETTER(fake_is_defined, "aoti_torch_is_defined", uint8_t, is_defined)

static inline int32_t fake_again(void *tensor, void **out)
{
    FAKE_TURN("aoti_torch_new_tensor_handle");
    *out = fake_handle_new(fake_of(tensor));
    return 0;
}

static inline int32_t fake_blob(void *data, int64_t ndim, const int64_t *shape, const int64_t *strides, int64_t offset,
                                int32_t dtype, int32_t type, int32_t index, void **out)
{
    fake_impl *impl;
    FAKE_TURN("aoti_torch_create_tensor_from_blob");
    if (ndim < 0 || ndim > 64 || offset) return 1;
    *out = fake_tensor((int)ndim, shape);
    impl = fake_of(*out);
    memcpy(impl->strides, strides, (size_t)ndim * sizeof *strides);
    impl->dtype = dtype;
    impl->device_type = type;
    impl->device_index = index;
    impl->data = data;
    return 0;
}

static inline int32_t fake_from_blob(void *data, int64_t ndim, const int64_t *shape, const int64_t *strides,
                                     int64_t offset, int32_t dtype, int32_t type, int32_t index, void **out,
                                     int32_t layout, const uint8_t *metadata, int64_t metadata_size,
                                     void (*deleter)(void *, void *), void *context)
{
    FAKE_TURN("torch_from_blob");
    if (layout != FAKE_STRIDED || metadata || metadata_size) return 1;
    if (fake_blob(data, ndim, shape, strides, offset, dtype, type, index, out)) return 1;
    fake_of(*out)->deleter = deleter;
    fake_of(*out)->context = context;
    return 0;
}

static inline int32_t fake_empty(int64_t ndim, const int64_t *shape, const int64_t *strides, int32_t dtype,
                                 int32_t type, int32_t index, void **out)
{
    size_t bytes = 16;
    FAKE_TURN("aoti_torch_empty_strided");
    for (int64_t i = 0; i < ndim; i++) {
        if ((uint64_t)shape[i] > (size_t)1 << 24 || bytes > (size_t)1 << 24) return 1;
        bytes *= (size_t)shape[i];
    }
    if (fake_blob(NULL, ndim, shape, strides, 0, dtype, type, index, out)) return 1;
    if (type == FAKE_META) return 0;
    fake_of(*out)->data = (malloc)(bytes + 16);
    fake_of(*out)->owns_data = 1;
    return fake_of(*out)->data ? 0 : 1;
}

/* -- strings and entries */
static inline void *fake_string_new(const char *text)
{
    fake_string *string = (fake_string *)(calloc)(1, sizeof *string);
    if (!string) abort();
    string->size = strlen(text);
    snprintf(string->text, sizeof string->text, "%s", text);
    fake_aten.live++;
    return string;
}

static inline int32_t fake_string_length(void *string, size_t *out)
{
    FAKE_TURN("torch_string_length");
    *out = ((fake_string *)string)->size;
    return 0;
}

static inline int32_t fake_string_c_str(void *string, const char **out)
{
    FAKE_TURN("torch_string_c_str");
    *out = ((fake_string *)string)->text;
    return 0;
}

static inline int32_t fake_string_drop(void *string)
{
    (free)(string);
    fake_aten.live--;
    return 0;
}

/* An optional entry that is not None. */
static inline uint64_t fake_some(uint64_t value)
{
    uint64_t *entry = (uint64_t *)(malloc)(sizeof *entry);
    if (!entry) abort();
    *entry = value;
    fake_aten.live++;
    return (uint64_t)(uintptr_t)entry;
}

static inline int32_t fake_entry_drop(uint64_t *entry)
{
    (free)(entry);
    fake_aten.live--;
    return 0;
}

static inline void fake_operator_delete(void *entry)
{
    (void)fake_entry_drop((uint64_t *)entry);
}

/* -- the dispatcher */
/* A tensor of floats of two axes, dense; with is_blind any tensor, with the same memory. */
static inline int32_t fake_contiguous(uint64_t *stack)
{
    fake_impl *from = fake_of((void *)(uintptr_t)stack[0]), *to;
    void *made = NULL;
    if (from->ndim < 0 || from->ndim > 64) return fake_drop((void *)(uintptr_t)stack[0]), 1;
    made = fake_tensor((int)from->ndim, from->shape);
    to = fake_of(made);
    to->dtype = from->dtype;
    to->device_type = from->device_type;
    to->device_index = from->device_index;
    to->data = from->data;
    if (!fake_aten.is_blind) {
        to->data = (calloc)((size_t)(from->shape[0] * from->shape[1]) + 1, sizeof(float));
        to->owns_data = 1;
        for (int64_t i = 0; i < from->shape[0]; i++)
            for (int64_t j = 0; j < from->shape[1]; j++)
                ((float *)to->data)[i * from->shape[1] + j] =
                    ((float *)from->data)[i * from->strides[0] + j * from->strides[1]];
    }
    fake_aten.counted_with_grads |= fake_aten.grads;
    (void)fake_drop((void *)(uintptr_t)stack[0]);
    stack[0] = (uint64_t)(uintptr_t)made;
    return 0;
}

static inline int32_t fake_call(const char *name, const char *overload, uint64_t *stack)
{
    void *tensor = (void *)(uintptr_t)stack[0];
    if (fake_fails("aoti_torch_call_dispatcher")) return fake_drop(tensor), 1; /* it consumes its arguments */
    if (!strcmp(name, "aten::contiguous") && !*overload && !stack[1]) return fake_contiguous(stack);
    if (strcmp(name, "aten::transpose_") != 0 || *overload || stack[1] || stack[2]) abort();
    fake_of(tensor)->version++;
    fake_aten.counted_with_grads |= fake_aten.grads;
    return 0;
}

static inline uint8_t fake_grads(void)
{
    return (uint8_t)fake_aten.grads;
}

static inline void fake_set_grads(uint8_t grads)
{
    fake_aten.grads = grads;
}

static inline void fake_check(uint8_t condition, const char *function, const char *file, uint32_t line,
                              const char *text)
{
    (void)function;
    (void)file;
    (void)line;
    if (condition) return;
    snprintf(fake_aten.thrown, sizeof fake_aten.thrown, "%s", text);
    if (!fake_aten.thrower) abort();
    longjmp(*fake_aten.thrower, 1);
}

static inline const char *fake_why(void)
{
    return "the fake was told to fail";
}

/* Libraries that are not undone stay to the end, as torch's do: a list, so that they are no leaks. */
typedef struct fake_library {
    struct fake_library *next;
    char ns[32], key[8];
} fake_library;
static fake_library *fake_libraries;

static inline int32_t fake_library_new(const char *ns, const char *key, void **out)
{
    fake_library *library = (fake_library *)(calloc)(1, sizeof *library);
    if (!library) abort();
    library->next = fake_libraries;
    fake_libraries = library;
    snprintf(library->ns, sizeof library->ns, "%s", ns);
    snprintf(library->key, sizeof library->key, "%s", key);
    fake_aten.live++;
    *out = library;
    return 0;
}

static inline int32_t fake_fragment(const char *ns, const char *file, uint32_t line, void **out)
{
    (void)file;
    (void)line;
    FAKE_TURN("aoti_torch_library_init_fragment");
    return fake_library_new(ns, "", out);
}

static inline int32_t fake_init_impl(const char *ns, const char *key, const char *file, uint32_t line, void **out)
{
    (void)file;
    (void)line;
    if (fake_aten.fails && !strcmp(fake_aten.fails, key)) return 1;
    return fake_library_new(ns, key, out);
}

static inline int32_t fake_define(void *library, const char *schema)
{
    (void)library;
    FAKE_TURN("aoti_torch_library_def");
    snprintf(fake_aten.schemas[fake_aten.schema_count++ % 8], sizeof fake_aten.schemas[0], "%s", schema);
    return 0;
}

static inline int32_t fake_implement(void *library, const char *name, fake_kernel function)
{
    fake_library *in = (fake_library *)library;
    int i = fake_aten.kernel_count++ % 32;
    FAKE_TURN("torch_library_impl");
    snprintf(fake_aten.kernels[i].ns, sizeof fake_aten.kernels[i].ns, "%s", in->ns);
    snprintf(fake_aten.kernels[i].key, sizeof fake_aten.kernels[i].key, "%s", in->key);
    snprintf(fake_aten.kernels[i].name, sizeof fake_aten.kernels[i].name, "%s", name);
    fake_aten.kernels[i].function = function;
    fake_aten.boxed++;
    return 0;
}

static inline int32_t fake_implement_for(void *library, const char *name, fake_kernel function, uint64_t version)
{
    if (version != ((uint64_t)2 << 56 | (uint64_t)10 << 48)) abort();
    if (fake_implement(library, name, function)) return 1;
    fake_aten.boxed--;
    return 0;
}

static inline int32_t fake_undo(void *library)
{
    fake_library **at = &fake_libraries;
    while (*at && (void *)*at != library) at = &(*at)->next;
    if (!*at) abort();
    *at = (*at)->next;
    (free)(library);
    fake_aten.live--;
    return 0;
}

/* Runs the kernel of a key: 0, 1 if it threw fake_aten.thrown. */
static inline int fake_dispatch(const char *key, const char *name, uint64_t *stack, uint64_t arguments,
                                uint64_t results)
{
    void (*volatile function)(uint64_t *, uint64_t, uint64_t) = NULL; /* setjmp may lose what is not volatile */
    jmp_buf here;
    int thrown;
    for (int i = 0; i < fake_aten.kernel_count; i++)
        if (!strcmp(fake_aten.kernels[i].key, key) && !strcmp(fake_aten.kernels[i].name, name))
            function = fake_aten.kernels[i].function;
    if (!function) abort();
    fake_aten.thrown[0] = '\0';
    fake_aten.thrower = &here;
    thrown = setjmp(here);
    if (!thrown) function(stack, arguments, results);
    fake_aten.thrower = NULL;
    return thrown;
}

/* -- what dlsym finds */
static inline uint64_t fake_version(void)
{
    return fake_aten.version;
}

static inline int32_t fake_stream(int32_t index, void **out)
{
    FAKE_TURN("aoti_torch_get_current_cuda_stream");
    if (index < 0) return 1;
    fake_aten.streams++;
    *out = fake_aten.stream;
    return 0;
}

/* Functions without arguments that return a number: dtypes are 20 and more, so that none is torch's. */
#define FAKE_NUMBERS(X)                                                                                                \
    X("aoti_torch_layout_strided", 7)                                                                                  \
    X("aoti_torch_device_type_cpu", 0)                                                                                 \
    X("aoti_torch_device_type_cuda", 1)                                                                                \
    X("aoti_torch_dtype_uint8", 20)                                                                                    \
    X("aoti_torch_dtype_int8", 21) X("aoti_torch_dtype_int16", 22) X("aoti_torch_dtype_int32", 23)                     \
        X("aoti_torch_dtype_int64", 24) X("aoti_torch_dtype_float16", 25) X("aoti_torch_dtype_float32", 26)            \
            X("aoti_torch_dtype_float64", 27) X("aoti_torch_dtype_complex32", 28) X("aoti_torch_dtype_complex64", 29)  \
                X("aoti_torch_dtype_complex128", 30) X("aoti_torch_dtype_bool", 31) X("aoti_torch_dtype_bfloat16", 32) \
                    X("aoti_torch_dtype_float8_e5m2", 33) X("aoti_torch_dtype_float8_e4m3fn", 34)                      \
                        X("aoti_torch_dtype_float8_e5m2fnuz", 35) X("aoti_torch_dtype_float8_e4m3fnuz", 36)            \
                            X("aoti_torch_dtype_uint16", 37) X("aoti_torch_dtype_uint32", 38)                          \
                                X("aoti_torch_dtype_uint64", 39) X("torch_dtype_float8_e8m0fnu", 40)                   \
                                    X("torch_dtype_float4_e2m1fn_x2", 500)

#define FAKE_JOIN(a, b) a##b
#define FAKE_NUMBER_FUNCTION(name, number)                                                                             \
    static inline int32_t FAKE_JOIN(fake_number_, number)(void)                                                        \
    {                                                                                                                  \
        return number;                                                                                                 \
    }
FAKE_NUMBERS(FAKE_NUMBER_FUNCTION)
#undef FAKE_NUMBER_FUNCTION

typedef void (*fake_function)(void);
#define FAKE_NUMBER_ROW(name, number) {name, (fake_function)FAKE_JOIN(fake_number_, number)},

static inline void *fake_symbol(const char *name)
{
    static const struct {
        const char *name;
        fake_function function;
    } rows[] = {FAKE_NUMBERS(FAKE_NUMBER_ROW){"aoti_torch_abi_version", (fake_function)fake_version},
                {"aoti_torch_is_defined", (fake_function)fake_is_defined},
                {"aoti_torch_get_dtype", (fake_function)fake_get_dtype},
                {"aoti_torch_get_layout", (fake_function)fake_get_layout},
                {"aoti_torch_get_device_type", (fake_function)fake_get_device_type},
                {"aoti_torch_get_device_index", (fake_function)fake_get_device_index},
                {"aoti_torch_get_dim", (fake_function)fake_get_dim},
                {"aoti_torch_get_sizes", (fake_function)fake_get_sizes},
                {"aoti_torch_get_strides", (fake_function)fake_get_strides},
                {"aoti_torch_get_data_ptr", (fake_function)fake_get_data},
                {"aoti_torch_empty_strided", (fake_function)fake_empty},
                {"aoti_torch_create_tensor_from_blob", (fake_function)fake_blob},
                {"aoti_torch_new_tensor_handle", (fake_function)fake_again},
                {"aoti_torch_delete_tensor_object", (fake_function)fake_drop},
                {"aoti_torch_grad_mode_is_enabled", (fake_function)fake_grads},
                {"aoti_torch_grad_mode_set_enabled", (fake_function)fake_set_grads},
                {"aoti_torch_call_dispatcher", (fake_function)fake_call},
                {"aoti_torch_check", (fake_function)fake_check},
                {"aoti_torch_library_init_fragment", (fake_function)fake_fragment},
                {"aoti_torch_library_init_impl", (fake_function)fake_init_impl},
                {"aoti_torch_library_def", (fake_function)fake_define},
                {"aoti_torch_library_impl", (fake_function)fake_implement},
                {"aoti_torch_delete_library_object", (fake_function)fake_undo},
                {"torch_library_impl", (fake_function)fake_implement_for},
                {"torch_string_length", (fake_function)fake_string_length},
                {"torch_string_c_str", (fake_function)fake_string_c_str},
                {"torch_delete_string", (fake_function)fake_string_drop},
                {"torch_from_blob", (fake_function)fake_from_blob},
                {"torch_exception_get_what_without_backtrace", (fake_function)fake_why},
                {"torch_delete_stable_ivalue", (fake_function)fake_entry_drop},
                {"_ZdlPv", (fake_function)fake_operator_delete},
                {"aoti_torch_get_current_cuda_stream", (fake_function)fake_stream}};
    char word[96];
    void *pointer = NULL;
    snprintf(word, sizeof word, ",%s,", name);
    if (fake_aten.missing && strstr(fake_aten.missing, word)) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!strcmp(rows[i].name, name)) memcpy(&pointer, &rows[i].function, sizeof pointer);
    return pointer;
}

static int fake_aten_library; /* its address is the handle */

static inline void *fake_dlopen(const char *name, int flags)
{
    if (!name || strncmp(name, "libtorch", 8) != 0) return dlopen(name, flags);
    if (!(flags & RTLD_NOLOAD)) abort(); /* torch is not loaded by us */
    return strcmp(name, "libtorch_cpu.so") || fake_aten.is_absent ? NULL : (void *)&fake_aten_library;
}

static inline void *fake_dlsym(void *handle, const char *name)
{
    if (handle == (void *)&fake_aten_library) return fake_symbol(name);
    return strncmp(name, "_Z", 2) ? dlsym(handle, name) : NULL;
}

#define dlopen(name, flags) fake_dlopen(name, flags)
#define dlsym(handle, name) fake_dlsym(handle, name)

#endif
