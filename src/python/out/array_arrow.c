/* python/out/array_arrow.c: hands a cucore.Array to Arrow by __arrow_c_array__. */
/* The structs of Arrow's C data interface. */
typedef struct cucore__arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, child_count;
    struct cucore__arrow_schema **children, *dictionary;
    void (*release)(struct cucore__arrow_schema *self);
    void *private_data;
} cucore__arrow_schema;

typedef struct cucore__arrow_array {
    int64_t length, null_count, offset, buffer_count, child_count;
    const void **buffers;
    struct cucore__arrow_array **children, *dictionary;
    void (*release)(struct cucore__arrow_array *self);
    void *private_data;
} cucore__arrow_array;

/* What an array of Arrow keeps; consumers move the struct of the array itself. */
typedef struct cucore__arrow_kept {
    const void *buffers[2];
    PyObject *owner;
    void *packed;
} cucore__arrow_kept;

CUCORE__PRIVATE void cucore__arrow_release_schema(cucore__arrow_schema *self)
{
    self->release = NULL;
}

CUCORE__PRIVATE void cucore__arrow_release_array(cucore__arrow_array *self)
{
    cucore__arrow_kept *kept = (cucore__arrow_kept *)self->private_data;
    self->release = NULL;
    free(kept->packed);
    if (kept->owner) cucore__py_free_reference(kept->owner);
    free(kept);
}

CUCORE__PRIVATE void cucore__arrow_drop_schema(PyObject *capsule)
{
    free((PyCapsule_GetPointer)(capsule, "arrow_schema"));
}

CUCORE__PRIVATE void cucore__arrow_drop_array(PyObject *capsule)
{
    cucore__arrow_array *array = (cucore__arrow_array *)(PyCapsule_GetPointer)(capsule, "arrow_array");
    if (array && array->release) array->release(array);
    free(array);
}

/* Returns the format of numbers in Arrow; NULL: Arrow has no type for the elements. */
CUCORE__PRIVATE const char *cucore__arrow_format(cucore_dtype dtype)
{
    static const char *const formats[3][4] = {
        {"c", "s", "i", "l"}, {"C", "S", "I", "L"}, {NULL, "e", "f", "g"}}; /* by code and size */
    const int shift = dtype.bits >= 8 ? cucore__shift_of(dtype.itemsize) : -1;
    if (dtype.lanes != 1 || shift < 0 || shift > 3) return NULL;
    if (dtype.code == CUCORE_CODE_BOOL) return shift ? NULL : "b";
    return dtype.code <= CUCORE_CODE_FLOAT ? formats[dtype.code][shift] : NULL;
}

/* Refuses a view that no array of Arrow can be.  0, -1 with TypeError. */
CUCORE__PRIVATE int cucore__arrow_check(const cucore_view *view)
{
    char name[64];
    if (!view->host_accessible) {
        PyErr_Format(PyExc_TypeError,
                     "the array is in memory of %s, where Arrow's CPU arrays cannot be: copy it to the host first, as "
                     "numpy.from_dlpack(x, device=\"cpu\") does",
                     cucore__device_name(view->device_type));
    } else if (view->layout.ndim != 1) {
        PyErr_Format(PyExc_TypeError,
                     "an array of Arrow has 1 axis, not %d: pass numpy.asarray(x) to a library of Arrow's",
                     (int)view->layout.ndim);
    } else if (!cucore__arrow_format(view->dtype)) {
        cucore_dtype_to_name(view->dtype, name, sizeof name);
        PyErr_Format(PyExc_TypeError, "Arrow has no type for elements of %s", name);
    } else {
        return 0;
    }
    return -1;
}

/* Copies the elements to dense memory, bools to bits.  NULL: no memory. */
CUCORE__PRIVATE void *cucore__arrow_pack(const cucore_view *view)
{
    const int64_t length = view->layout.shape[0];
    const size_t size = (size_t)view->layout.itemsize;
    const int bits = view->dtype.code == CUCORE_CODE_BOOL;
    const char *from = (const char *)view->ptr;
    unsigned char *packed = NULL;
    int64_t i;
    if ((uint64_t)length < SIZE_MAX) packed = (unsigned char *)calloc((size_t)(bits ? length / 8 : length) + 1, size);
    for (i = 0; packed && i < length; i++, from += view->layout.strides[0] * (int64_t)size) {
        if (!bits) memcpy(packed + (size_t)i * size, from, size);
        if (bits && *from) packed[i / 8] = (unsigned char)(packed[i / 8] | 1 << i % 8);
    }
    return packed;
}

/* Fills an array of Arrow with the memory of the view, or with a copy if Arrow needs other bytes.  0, or -1: no
 * memory. */
CUCORE__PRIVATE int cucore__arrow_fill(PyObject *owner, const cucore_view *view, cucore__arrow_array *out)
{
    static char nothing[8];
    cucore__arrow_kept *kept = (cucore__arrow_kept *)calloc(1, sizeof *kept);
    const int64_t length = view->layout.shape[0];
    if (!kept) return -1;
    if (!length) {
        kept->buffers[1] = nothing;
    } else if (view->dtype.code == CUCORE_CODE_BOOL || !cucore_layout_is_c_contiguous(&view->layout) ||
               (uintptr_t)view->ptr % (uintptr_t)view->layout.itemsize) {
        kept->buffers[1] = kept->packed = cucore__arrow_pack(view);
    } else {
        kept->buffers[1] = view->ptr;
        kept->owner = owner;
        Py_INCREF(owner);
    }
    if (!kept->buffers[1]) {
        free(kept);
        return -1;
    }
    out->length = length;
    out->buffer_count = 2;
    out->buffers = kept->buffers;
    out->release = cucore__arrow_release_array;
    out->private_data = kept;
    return 0;
}

/* Takes memory over into a capsule.  NULL with an exception: the memory is freed. */
CUCORE__PRIVATE PyObject *cucore__arrow_capsule(void *memory, const char *name, void (*drop)(PyObject *))
{
    PyObject *capsule = memory ? PyCapsule_New(memory, name, drop) : PyErr_NoMemory();
    if (!capsule) free(memory);
    return capsule;
}

/* Returns the two capsules of a view of host memory with one axis; the second one keeps `owner`. */
CUCORE__PRIVATE PyObject *cucore__py_arrow(PyObject *owner, const cucore_view *view)
{
    cucore__arrow_schema *schema;
    cucore__arrow_array *array;
    PyObject *first, *second = NULL, *both = NULL;
    if (cucore_py_check(cucore__view_check_sound("view", view)) < 0 || cucore__arrow_check(view) < 0 ||
        cucore__py_order_export(view, CUCORE_STREAM_HOST) < 0) {
        return NULL;
    }
    schema = (cucore__arrow_schema *)calloc(1, sizeof *schema);
    if (schema) {
        schema->format = cucore__arrow_format(view->dtype);
        schema->name = "";
        schema->release = cucore__arrow_release_schema;
    }
    first = cucore__arrow_capsule(schema, "arrow_schema", cucore__arrow_drop_schema);
    array = first ? (cucore__arrow_array *)calloc(1, sizeof *array) : NULL;
    if (first) second = cucore__arrow_capsule(array, "arrow_array", cucore__arrow_drop_array);
    if (second && cucore__arrow_fill(owner, view, array) < 0) {
        PyErr_NoMemory();
    } else if (second) {
        both = PyTuple_Pack(2, first, second);
    }
    Py_XDECREF(second);
    Py_XDECREF(first);
    return both;
}
