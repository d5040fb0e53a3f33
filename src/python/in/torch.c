/* python/in/torch.c: an exchange table for the tensors of torch 2.3 to 2.9, which have none.  It makes an intake 7 to
 * 15 times as fast as __dlpack__, and goes with the first minor version of 2028. */
#if !defined(CUCORE_NO_TYPE_MEMORY) && !defined(CUCORE_NO_TORCH_SHIM) && !defined(CUCORE_LINK_DRIVER) &&               \
    defined(RTLD_NOLOAD)
#define CUCORE__PY_TORCH_SHIM
#endif

#if defined(CUCORE__PY_TORCH_SHIM)
/* The C functions that torch keeps stable for programs compiled by AOTInductor.  They return 0, or print an exception
 * to stderr.  X(member, name without aoti_torch_, parameters); a tensor is the address of an at::Tensor. */
#define CUCORE__TORCH_LIST(X)                                                                                          \
    X(device_type, "get_device_type", (void *, int32_t *))                                                             \
    X(device_index, "get_device_index", (void *, int32_t *))                                                           \
    X(dtype, "get_dtype", (void *, int32_t *))                                                                         \
    X(ndim, "get_dim", (void *, int64_t *))                                                                            \
    X(shape, "get_sizes", (void *, int64_t **))                                                                        \
    X(strides, "get_strides", (void *, int64_t **))                                                                    \
    X(data, "get_data_ptr", (void *, void **))                                                                         \
    X(create, "new_uninitialized_tensor", (void **))                                                                   \
    X(assign, "assign_tensors", (void *, void *))                                                                      \
    X(drop, "delete_tensor_object", (void *))                                                                          \
    X(stream, "get_current_cuda_stream", (int32_t, void **))

static struct {
#define CUCORE__TORCH_MEMBER(member, name, parameters) int32_t(*member) parameters;
    CUCORE__TORCH_LIST(CUCORE__TORCH_MEMBER)
#undef CUCORE__TORCH_MEMBER
    PyObject *(*layout)(PyObject *object, void *extra); /* the getter of layout: 2.3 has no C function for it */
    void *layout_extra;
    PyObject *strided;           /* torch.strided, never given back */
    size_t offset;               /* bytes from an object to its at::Tensor */
    CUCORE__ATOMIC(int) is_done; /* 1: all members are set; -1: this torch lacks one */
} cucore__torch;

/* What torch's numbers for dtypes and devices have to be; torch has functions for them. */
typedef struct cucore__torch_number {
    const char *name;
    int32_t number;
} cucore__torch_number;
static const cucore__torch_number cucore__torch_numbers[] = {
    {"aoti_torch_device_type_cpu", 0}, {"aoti_torch_device_type_cuda", 1}, {"aoti_torch_dtype_uint8", 0},
    {"aoti_torch_dtype_int64", 4},     {"aoti_torch_dtype_float32", 6},    {"aoti_torch_dtype_complex128", 10},
    {"aoti_torch_dtype_bool", 11},     {"aoti_torch_dtype_bfloat16", 15},  {"aoti_torch_dtype_float8_e5m2", 23}};

/* The code and the bits of torch's dtypes by their numbers; 0 bits: __dlpack__ is asked. */
static const unsigned char cucore__torch_dtypes[][2] = {{CUCORE_CODE_UINT, 8},
                                                        {CUCORE_CODE_INT, 8},
                                                        {CUCORE_CODE_INT, 16},
                                                        {CUCORE_CODE_INT, 32},
                                                        {CUCORE_CODE_INT, 64},
                                                        {CUCORE_CODE_FLOAT, 16},
                                                        {CUCORE_CODE_FLOAT, 32},
                                                        {CUCORE_CODE_FLOAT, 64},
                                                        {CUCORE_CODE_COMPLEX, 32},
                                                        {CUCORE_CODE_COMPLEX, 64},
                                                        {CUCORE_CODE_COMPLEX, 128},
                                                        {CUCORE_CODE_BOOL, 8},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {CUCORE_CODE_BFLOAT, 16},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {0, 0},
                                                        {CUCORE_CODE_FLOAT8_E5M2, 8},
                                                        {CUCORE_CODE_FLOAT8_E4M3FN, 8},
                                                        {CUCORE_CODE_FLOAT8_E5M2FNUZ, 8},
                                                        {CUCORE_CODE_FLOAT8_E4M3FNUZ, 8},
                                                        {CUCORE_CODE_UINT, 16},
                                                        {CUCORE_CODE_UINT, 32},
                                                        {CUCORE_CODE_UINT, 64}};
enum { CUCORE__TORCH_DTYPES = (int)(sizeof cucore__torch_dtypes / sizeof cucore__torch_dtypes[0]) };

/* Returns 1 if the tensor is strided.  The C functions would print an exception for any other. */
CUCORE__PRIVATE inline int cucore__torch_is_strided(void *obj)
{
    PyObject *layout = cucore__torch.layout((PyObject *)obj, cucore__torch.layout_extra);
    Py_XDECREF(layout);
    return layout == cucore__torch.strided;
}

/* Describes a tensor of the CPU or of CUDA without owning it: 0, -1 with or without an exception. */
CUCORE__PRIVATE int cucore__torch_borrow(void *obj, DLTensor *out)
{
    void *const tensor = (char *)obj + cucore__torch.offset;
    int32_t type = -1, id = 0, number = -1;
    int64_t ndim = 0, *shape = NULL, *strides = NULL;
    if (!*(void **)tensor || cucore__torch.device_type(tensor, &type) || type < 0 || type > 1) return -1;
    if (cucore__torch.dtype(tensor, &number) || number < 0 || number >= CUCORE__TORCH_DTYPES) return -1;
    if (!cucore__torch_dtypes[number][1] || !cucore__torch_is_strided(obj)) return -1;
    if (type == 1 && cucore__torch.device_index(tensor, &id)) return -1;
    if (cucore__torch.data(tensor, &out->data) || cucore__torch.ndim(tensor, &ndim)) return -1;
    if (cucore__torch.shape(tensor, &shape) || cucore__torch.strides(tensor, &strides)) return -1;
    out->shape = shape; /* whether these are const depends on dlpack.h */
    out->strides = strides;
    out->device.device_type = type == 1 ? kDLCUDA : kDLCPU;
    out->device.device_id = id;
    out->ndim = (int32_t)ndim;
    out->dtype.code = cucore__torch_dtypes[number][0];
    out->dtype.bits = cucore__torch_dtypes[number][1];
    out->dtype.lanes = 1;
    out->byte_offset = 0;
    return 0;
}

CUCORE__PRIVATE void cucore__torch_delete(DLManagedTensorVersioned *managed)
{
    (void)cucore__torch.drop(managed->manager_ctx);
    free(managed);
}

/* Describes a tensor and owns a reference to it, as __dlpack__ does: its memory stays until it is given other memory
 * (`resize_`, `set_`). */
CUCORE__PRIVATE int cucore__torch_manage(void *obj, DLManagedTensorVersioned **out)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)malloc(sizeof *managed);
    if (!managed) return -1;
    memset(managed, 0, sizeof *managed);
    if (cucore__torch_borrow(obj, &managed->dl_tensor) || cucore__torch.create(&managed->manager_ctx) ||
        cucore__torch.assign((char *)obj + cucore__torch.offset, managed->manager_ctx)) {
        if (managed->manager_ctx) (void)cucore__torch.drop(managed->manager_ctx);
        free(managed);
        return -1;
    }
    managed->version.major = CUCORE_DLPACK_MAX_MAJOR;
    managed->version.minor = CUCORE_DLPACK_MAX_MINOR;
    managed->deleter = cucore__torch_delete;
    *out = managed;
    return 0;
}

CUCORE__PRIVATE int cucore__torch_stream(DLDeviceType type, int32_t id, void **out)
{
    return type == kDLCUDA && cucore__torch.stream ? cucore__torch.stream(id, out) : -1;
}

static const cucore_exchange_api cucore__torch_table = {{{CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR}, NULL},
                                                        NULL,
                                                        cucore__torch_manage,
                                                        NULL,
                                                        cucore__torch_borrow,
                                                        cucore__torch_stream};

/* Returns the library that the module torch._C is, which finds the symbols of the libraries that it needs; NULL:
 * unknown, or with an exception. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__torch_library(void)
{
    PyObject *name = NULL, *path = NULL;
    void *library = NULL;
    if (cucore__py_imported_attribute("torch._C", "__file__", &name) > 0 && PyUnicode_Check(name))
        path = PyUnicode_EncodeFSDefault(name);
    if (path) library = dlopen(PyBytes_AsString(path), RTLD_LAZY | RTLD_NOLOAD);
    Py_XDECREF(path);
    Py_XDECREF(name);
    return library;
}

/* Finds the functions: 1, or 0 if one is missing (only builds for the CPU lack the one for streams) or a number is not
 * as it was in all versions from 2.3 to 2.9. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_find(void *library)
{
    int32_t (*number)(void);
    void *symbol;
    size_t i;
    for (i = 0; i < sizeof cucore__torch_numbers / sizeof cucore__torch_numbers[0]; i++) {
        symbol = dlsym(library, cucore__torch_numbers[i].name);
        if (!symbol) return 0;
        memcpy(&number, &symbol, sizeof number);
        if (number() != cucore__torch_numbers[i].number) return 0;
    }
#define CUCORE__TORCH_FIND(member, name, parameters)                                                                   \
    symbol = dlsym(library, "aoti_torch_" name);                                                                       \
    if (!symbol && strcmp(name, "get_current_cuda_stream") != 0) return 0;                                             \
    memcpy(&cucore__torch.member, &symbol, sizeof symbol);
    CUCORE__TORCH_LIST(CUCORE__TORCH_FIND)
#undef CUCORE__TORCH_FIND
    return 1;
}

/* Returns the getter of a property that is written in C; NULL: it is none, or with an exception. */
CUCORE__PRIVATE CUCORE__COLD const PyGetSetDef *cucore__torch_getter(PyTypeObject *type, const char *name)
{
    PyObject *key = PyUnicode_InternFromString(name), *descriptor = NULL;
    const PyGetSetDef *found = NULL;
    if (key && cucore__py_type_attribute(type, key, &descriptor) > 0 && Py_TYPE(descriptor) == &PyGetSetDescr_Type &&
        PyType_IsSubtype(type, PyDescr_TYPE(descriptor)))
        found = ((PyGetSetDescrObject *)(void *)descriptor)->d_getset;
    Py_XDECREF(descriptor);
    Py_XDECREF(key);
    return found;
}

/* Finds where objects have their at::Tensor, whose only member is the address that _cdata returns: after the head of
 * the object, or after a word in the versions that keep a flag there.  1, or 0, also with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_locate(PyObject *obj, PyTypeObject *type)
{
    const PyGetSetDef *cdata = cucore__torch_getter(type, "_cdata");
    PyObject *number = cdata && type->tp_basicsize >= (Py_ssize_t)(sizeof(PyObject) + 2 * sizeof(void *))
                           ? cdata->get(obj, cdata->closure)
                           : NULL;
    const void *address = number && PyLong_Check(number) ? PyLong_AsVoidPtr(number) : NULL;
    void *words[2];
    int i, found = 0;
    Py_XDECREF(number);
    if (!address) return 0;
    memcpy(words, (char *)obj + sizeof(PyObject), sizeof words);
    for (i = 0; i < 2 && !found; i++) {
        cucore__torch.offset = sizeof(PyObject) + (size_t)i * sizeof(void *);
        found = words[i] == address;
    }
    return found;
}

/* Prepares the table once for the torch that is imported: 1, 0 if this torch has not all that it takes, also with an
 * exception.  torch for ROCm calls its devices CUDA. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_prepare(PyObject *obj, PyTypeObject *type)
{
    const PyGetSetDef *layout = cucore__torch_getter(type, "layout");
    PyObject *hip = NULL;
    void *library = NULL;
    int is_rocm = cucore__py_imported_attribute("torch.version", "hip", &hip) > 0 && hip != Py_None;
    Py_XDECREF(hip);
    if (layout && !is_rocm && cucore__py_imported_attribute("torch", "strided", &cucore__torch.strided) > 0)
        library = cucore__torch_library();
    if (!library || !cucore__torch_find(library) || !cucore__torch_locate(obj, type)) return 0;
    cucore__torch.layout = layout->get;
    cucore__torch.layout_extra = layout->closure;
    return 1;
}

/* Returns the table for a tensor whose class has its __dlpack__ from `type`; NULL: none, or with an exception. */
CUCORE__PRIVATE CUCORE__COLD const cucore_exchange_api *cucore__torch_table_of(PyObject *obj, PyTypeObject *type)
{
    PyObject *tensor = NULL;
    int is_done = CUCORE__LOAD(&cucore__torch.is_done);
    if (cucore__py_imported_attribute("torch", "Tensor", &tensor) <= 0) return NULL;
    Py_DECREF(tensor);
    if (tensor != (PyObject *)(void *)type) return NULL;
    if (!is_done && CUCORE__PY_WRITE_BEGIN()) {
        is_done = cucore__torch_prepare(obj, type) ? 1 : -1;
        if (!PyErr_Occurred()) CUCORE__STORE(&cucore__torch.is_done, is_done);
        CUCORE__PY_WRITE_END();
    }
    return is_done > 0 ? &cucore__torch_table : NULL;
}
#endif
