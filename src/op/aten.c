/* ---------------------------------------------------------------------------------------------- >>impl-op-aten -- */
/* op/aten.c: torch's stable C functions, looked up in the process; tensors as views and back. */
#define CUCORE__ATEN_MEMBER(member, symbol, result, parameters, needed) result(*member) parameters;
static struct {
    CUCORE__ATEN_LIST(CUCORE__ATEN_MEMBER)
} cucore__aten;
#undef CUCORE__ATEN_MEMBER

typedef struct cucore__aten_symbol {
    const char *name;
    int needed;
} cucore__aten_symbol;
#define CUCORE__ATEN_SYMBOL(member, symbol, result, parameters, needed) {symbol, needed},
static const cucore__aten_symbol cucore__aten_symbols[] = {CUCORE__ATEN_LIST(CUCORE__ATEN_SYMBOL)};
#undef CUCORE__ATEN_SYMBOL
#undef CUCORE__ATEN_LIST

/* The dtypes of torch with the functions that return their numbers. */
typedef struct cucore__aten_dtype {
    const char *symbol;
    unsigned char code, bits, lanes;
} cucore__aten_dtype;
#define CUCORE__ATEN_DTYPE(symbol, code, bits, lanes) {symbol, CUCORE_CODE_##code, bits, lanes},
static const cucore__aten_dtype cucore__aten_dtypes[] = {CUCORE__ATEN_DTYPE_LIST(CUCORE__ATEN_DTYPE)};
#undef CUCORE__ATEN_DTYPE
#undef CUCORE__ATEN_DTYPE_LIST
enum {
    CUCORE__ATEN_DTYPES = (int)(sizeof cucore__aten_dtypes / sizeof cucore__aten_dtypes[0]),
    CUCORE__ATEN_NUMBERS = 128 /* torch's numbers of dtypes are smaller */
};

/* What is found once. */
static struct {
    CUCORE__ATOMIC(int) is_done;          /* written last */
    int32_t strided, cpu, cuda;           /* torch's numbers */
    uint64_t version;                     /* of torch: CUCORE__ATEN_2_9 or newer */
    int16_t numbers[CUCORE__ATEN_DTYPES]; /* of the dtypes; -1: this torch has no such dtype */
    int8_t rows[CUCORE__ATEN_NUMBERS];    /* the way back: a row of cucore__aten_dtypes, -1: none */
} cucore__aten_facts;

/* Where the functions may be: what is linked to the program, then the libraries of torch if they are loaded. */
typedef struct cucore__aten_libraries {
    void *handles[3];
} cucore__aten_libraries;

CUCORE__PRIVATE CUCORE__COLD void cucore__aten_libraries_find(cucore__aten_libraries *out)
{
#if defined(_WIN32)
    static const char *const names[3] = {NULL, "torch_cpu.dll", "torch_cuda.dll"};
#elif defined(__APPLE__)
    static const char *const names[3] = {NULL, "libtorch_cpu.dylib", "@rpath/libtorch_cpu.dylib"};
#else
    static const char *const names[3] = {NULL, "libtorch_cpu.so", "libtorch_cuda.so"};
#endif
    int i;
    for (i = 0; i < 3; i++) out->handles[i] = cucore__op_library(names[i]);
}

CUCORE__PRIVATE CUCORE__COLD void *cucore__aten_find(const cucore__aten_libraries *libraries, const char *name)
{
    void *pointer = NULL;
    int i;
    for (i = 0; i < 3 && !pointer; i++)
        if (libraries->handles[i]) pointer = cucore__op_symbol(libraries->handles[i], name);
    return pointer;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_no_torch(const char *missing, int is_first)
{
    if (is_first)
        return cucore_fail(CUCORE_UNSUPPORTED, "torch is not loaded in this process: import it, or link it, before");
    return cucore_fail(CUCORE_UNSUPPORTED, "this torch has no %s: version 2.9 or newer is needed", missing);
}

/* Looks up all functions. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__aten_find_all(const cucore__aten_libraries *libraries)
{
    const size_t count = sizeof cucore__aten_symbols / sizeof cucore__aten_symbols[0];
    void *pointer;
    size_t i;
    pointer = cucore__aten_find(libraries, "aoti_torch_get_dtype"); /* which every torch since 2.1 has */
    if (!pointer) return cucore__fail_no_torch(NULL, 1);
    for (i = 0; i < count; i++) {
        pointer = cucore__aten_find(libraries, cucore__aten_symbols[i].name);
        if (!pointer && cucore__aten_symbols[i].needed) return cucore__fail_no_torch(cucore__aten_symbols[i].name, 0);
        memcpy((char *)&cucore__aten + i * sizeof pointer, &pointer, sizeof pointer);
    }
    return CUCORE_OK;
}

/* Asks torch for its numbers, which are not promised to stay. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__aten_ask_numbers(const cucore__aten_libraries *libraries)
{
    int32_t (*ask)(void);
    void *pointer;
    int i;
    cucore__aten_facts.version = cucore__aten.version();
    if (cucore__aten_facts.version < CUCORE__ATEN_2_9)
        return cucore_fail(CUCORE_UNSUPPORTED, "torch is of version %d.%d: 2.9 or newer is needed",
                           (int)(cucore__aten_facts.version >> 56), (int)(cucore__aten_facts.version >> 48 & 255));
    cucore__aten_facts.strided = cucore__aten.layout_strided();
    cucore__aten_facts.cpu = cucore__aten.on_cpu();
    cucore__aten_facts.cuda = cucore__aten.on_cuda();
    memset(cucore__aten_facts.rows, -1, sizeof cucore__aten_facts.rows);
    for (i = 0; i < CUCORE__ATEN_DTYPES; i++) {
        int32_t number = -1;
        pointer = cucore__aten_find(libraries, cucore__aten_dtypes[i].symbol);
        memcpy(&ask, &pointer, sizeof ask);
        if (pointer) number = ask();
        if (number < 0 || number >= CUCORE__ATEN_NUMBERS) number = -1;
        cucore__aten_facts.numbers[i] = (int16_t)number;
        if (number >= 0) cucore__aten_facts.rows[number] = (int8_t)i;
    }
    return CUCORE_OK;
}

/* Finds torch if it was not found yet.  A failure is not remembered, since torch may be loaded later. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__aten_load_now(void)
{
    cucore__aten_libraries libraries;
    cucore_status status = CUCORE_OK;
    CUCORE__LOCK();
    if (!CUCORE__LOAD(&cucore__aten_facts.is_done)) {
        cucore__aten_libraries_find(&libraries);
        status = cucore__aten_find_all(&libraries);
        if (!status) status = cucore__aten_ask_numbers(&libraries);
        if (!status) CUCORE__STORE(&cucore__aten_facts.is_done, 1);
    }
    CUCORE__UNLOCK();
    return status;
}

CUCORE__PRIVATE inline cucore_status cucore__aten_load(void)
{
    return CUCORE__LIKELY(CUCORE__LOAD(&cucore__aten_facts.is_done)) ? CUCORE_OK : cucore__aten_load_now();
}

/* Fails: a function of torch did.  torch before 2.13 does not give its reason. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_aten(const char *function)
{
    const char *why = cucore__aten.why ? cucore__aten.why() : NULL;
    return cucore_fail(CUCORE_FOREIGN, "%s failed: %.384s", function, why && *why ? why : "torch printed the reason");
}

/* Fails: torch has a number for what views do not have. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_aten_number(const char *what, int number)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "the tensor has %s (%d to torch), which views do not have", what, number);
}

/* Returns 0 for a tensor without dtype and memory, as torch hands over for what was left out. */
CUCORE__PRIVATE inline int cucore__aten_is_defined(void *tensor)
{
    uint8_t is_defined = 1;
    return cucore__aten.defined(tensor, &is_defined) || is_defined;
}

/* Reads all that torch says of a tensor.  A tensor that is `described`, on torch's device meta,
 * is pinned memory at an address that is never used. */
CUCORE__PRIVATE cucore_status cucore__aten_read(void *tensor, int described, DLTensor *out)
{
    int32_t number = -1, layout = -1, type = -1, id = -1;
    int64_t ndim = -1, *shape = NULL, *strides = NULL;
    int row;
    if (cucore__aten.dtype(tensor, &number)) return cucore__fail_aten("aoti_torch_get_dtype");
    row = number >= 0 && number < CUCORE__ATEN_NUMBERS ? cucore__aten_facts.rows[number] : -1;
    if (row < 0 && !cucore__aten_is_defined(tensor)) return cucore__invalid("the tensor is not defined");
    if (row < 0) return cucore__fail_aten_number("a dtype", number);
    if (cucore__aten.layout(tensor, &layout)) return cucore__fail_aten("aoti_torch_get_layout");
    if (layout != cucore__aten_facts.strided) return cucore__fail_aten_number("a layout that is not strided", layout);
    if (cucore__aten.ndim(tensor, &ndim)) return cucore__fail_aten("aoti_torch_get_dim");
    if (cucore__aten.shape(tensor, &shape)) return cucore__fail_aten("aoti_torch_get_sizes");
    if (cucore__aten.strides(tensor, &strides)) return cucore__fail_aten("aoti_torch_get_strides");
    out->ndim = ndim < 0 || ndim > INT32_MAX ? -1 : (int32_t)ndim;
    out->shape = shape;
    out->strides = strides;
    out->byte_offset = 0;
    out->dtype.code = cucore__aten_dtypes[row].code;
    out->dtype.bits = cucore__aten_dtypes[row].bits;
    out->dtype.lanes = cucore__aten_dtypes[row].lanes;
    out->device.device_type = kDLCUDAHost;
    out->device.device_id = 0;
    out->data = (void *)(uintptr_t)64;
    if (described) return CUCORE_OK;
    if (cucore__aten.device_type(tensor, &type)) return cucore__fail_aten("aoti_torch_get_device_type");
    if (type != cucore__aten_facts.cpu && type != cucore__aten_facts.cuda)
        return cucore__fail_aten_number("a device that is neither the CPU nor CUDA", type);
    out->device.device_type = kDLCPU;
    if (type == cucore__aten_facts.cuda) {
        if (cucore__aten.device_index(tensor, &id)) return cucore__fail_aten("aoti_torch_get_device_index");
        out->device.device_type = kDLCUDA;
        out->device.device_id = id;
    }
    if (cucore__aten.data(tensor, &out->data)) return cucore__fail_aten("aoti_torch_get_data_ptr");
    return CUCORE_OK;
}

/* Decodes a tensor without the caller's requirements.  `out` is zeroed on error. */
CUCORE__PRIVATE cucore_status cucore__aten_decode(void *tensor, const cucore__intake *intake, int described,
                                                  cucore_view *out)
{
    DLTensor read;
    cucore_status status = cucore__aten_load();
    if (!status) status = cucore__aten_read(tensor, described, &read);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    status = cucore__view_decode(&read, 0, intake, CUCORE_PROTOCOL_DLTENSOR, out);
    if (described) out->ptr = NULL;
    return status;
}

CUCORE_API cucore_status cucore_view_from_aten(void *tensor, const cucore_arg *arg, cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    if (!out || !tensor || (!cucore__aten_load() && !cucore__aten_is_defined(tensor)))
        return cucore__intake_left_out("cucore_view_from_aten", arg, out);
    status = cucore__arg_check_plain(intake.arg, 0);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    status = cucore__aten_decode(tensor, &intake, 0, out);
    if (!status) status = cucore__view_check_arg(out, intake.arg, NULL);
    if (status) cucore__view_clear(out);
    return status;
}

/* -- and back ------------------------------------------------------------------------------------------------------ */
/* Returns torch's number of a dtype; -1: this torch has none. */
CUCORE__PRIVATE int32_t cucore__aten_number(cucore_dtype dtype)
{
    int i;
    for (i = 0; i < CUCORE__ATEN_DTYPES; i++) {
        const cucore__aten_dtype *row = &cucore__aten_dtypes[i];
        if (dtype.code == row->code && dtype.bits == row->bits && dtype.lanes == row->lanes)
            return cucore__aten_facts.numbers[i];
    }
    return -1;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_aten_dtype(cucore_dtype dtype)
{
    char name[64];
    cucore_dtype_to_name(dtype, name, sizeof name);
    return cucore_fail(CUCORE_UNSUPPORTED, "this torch has no dtype %s", name);
}

/* What keeps the memory of a tensor. */
typedef struct cucore__aten_owner {
    void *owner;
    void (*release)(void *owner);
} cucore__aten_owner;

CUCORE__PRIVATE void cucore__aten_release(void *data, void *context)
{
    const cucore__aten_owner held = *(cucore__aten_owner *)context;
    (void)data;
    free(context);
    held.release(held.owner);
}

/* Refuses what no tensor can be, and sets torch's numbers. */
CUCORE__PRIVATE cucore_status cucore__aten_check(const cucore_view *view, int32_t *number, int32_t *type)
{
    int i;
    cucore_status status = cucore__view_check_sound("cucore_view_to_aten", view);
    if (!status) status = cucore__aten_load();
    if (status) return status;
    if (view->readonly)
        return cucore_fail(CUCORE_READONLY, "the array is read-only, and every tensor of torch may be written");
    *number = cucore__aten_number(view->dtype);
    if (*number < 0 || view->padded) return cucore__fail_aten_dtype(view->dtype);
    *type = view->device_type == CUCORE_DEVICE_TYPE_CPU || view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST
                ? cucore__aten_facts.cpu
                : cucore__aten_facts.cuda;
    if (!(view->host_accessible | view->device_accessible) || view->device_type == CUCORE_DEVICE_TYPE_ROCM_HOST)
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), which is neither the CPU nor "
                           "CUDA to torch",
                           (int)view->device_type, cucore__device_name(view->device_type));
    for (i = 0; i < view->layout.ndim; i++) {
        if (view->layout.strides[i] < 0 && view->layout.shape[i] > 1)
            return cucore_fail(CUCORE_UNSUPPORTED, "strides[%d] is %lld: torch has no negative strides", i,
                               (long long)view->layout.strides[i]);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_to_aten(const cucore_view *view, void *owner, void (*release)(void *owner),
                                             void **out)
{
    int64_t strides[CUCORE_MAX_NDIM];
    cucore__aten_owner *held = NULL;
    int32_t number = -1, type = -1, id;
    int i, failed;
    cucore_status status;
    if (out) *out = NULL;
    if (!view || !out) return cucore__invalid("cucore_view_to_aten: an argument is NULL");
    status = cucore__aten_check(view, &number, &type);
    if (status) return status;
    if (release && !cucore__aten.own)
        return cucore_fail(CUCORE_UNSUPPORTED, "this torch has no torch_from_blob, which keeps an owner: version 2.11 "
                                               "or newer is needed");
    for (i = 0; i < view->layout.ndim; i++) strides[i] = view->layout.shape[i] > 1 ? view->layout.strides[i] : 1;
    if (release && view->ptr) {
        held = (cucore__aten_owner *)malloc(sizeof *held);
        if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes", (int)sizeof *held);
        held->owner = owner;
        held->release = release;
    }
    id = type == cucore__aten_facts.cpu ? -1 : view->device_id;
    if (held) {
        failed = cucore__aten.own(view->ptr, view->layout.ndim, view->layout.shape, strides, 0, number, type, id, out,
                                  cucore__aten_facts.strided, NULL, 0, cucore__aten_release, held);
    } else {
        failed = cucore__aten.wrap(view->ptr, view->layout.ndim, view->layout.shape, strides, 0, number, type, id, out);
    }
    if (failed) {
        *out = NULL;
        status = cucore__fail_aten(held ? "torch_from_blob" : "aoti_torch_create_tensor_from_blob");
        free(held);
        return status;
    }
    if (release && !held) release(owner);
    return CUCORE_OK;
}
