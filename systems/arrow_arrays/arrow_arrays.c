/* gcc -shared -fPIC $(python -m cucore --includes) systems/arrow_arrays/arrow_arrays.c \
 *     -o systems/arrow_arrays/arrow_arrays.so && python systems/arrow_arrays/demo.py
 *
 * arrow_arrays - arrays of Apache Arrow as views of C code, and views as arrays of Arrow: the C device data interface
 *
 *     to_views(x, stream=None) -> (values, validity, offset, length)
 *         x has __arrow_c_device_array__ or __arrow_c_array__: numbers, dates and times as integers, and fixed-size lists of
 *         these as a second axis.  validity is None, or the bytes of a bitmap: its bit `offset`, from the lowest one on, is of
 *         the first value.  The values of booleans are such bytes, too.  Read-only, no copy
 *     Column(array, validity=None, stream=None)
 *         any array of one or two axes, of the host or a device, with both methods.  No copy where it is dense
 * Work on `stream` comes behind the event that an array brings; an array that is given away brings an event of `stream`. */
#define CUCORE_STATIC
#include "cucore_copy.h" /* before: arguments are made to fit */

#include "cucore_results.h"
#include "arrow_c_data.h"

/* What several have: views an array of Arrow, or the structs that are given to Arrow two views.  A child may be taken out of
 * those, and outlive the struct that it was of. */
typedef struct {
    int count;
    int device_id;           /* CUCORE_DEVICE_NONE: of the host */
    struct ArrowArray taken; /* from its capsule */
    cucore_view views[2];    /* values and validity, to give */
    cucore_event event;
    PyObject *column; /* keeps the stream, on which copies are freed */
    char list_format[32];
    const void *buffers[2], *no_nulls[2];
    struct ArrowSchema schema, child_schema, *child_schemas[1];
    struct ArrowDeviceArray array;
    struct ArrowArray child, *children[1];
} Shared;

static Shared *shared_make(PyObject *column)
{
    Shared *shared = (Shared *)calloc(1, sizeof *shared);
    if (!shared) return (Shared *)PyErr_NoMemory();
    shared->count = 1;
    shared->device_id = CUCORE_DEVICE_NONE;
    shared->column = Py_XNewRef(column);
    return shared;
}

static void *shared_keep(Shared *shared)
{
    __atomic_add_fetch(&shared->count, 1, __ATOMIC_RELAXED);
    return shared;
}

/* On any thread.  Nobody says on which streams the memory was used, and its owner may use it again at once: the device has to
 * be idle before.  Where that cannot be known it is leaked, and where Python is gone. */
static void shared_drop(void *owner)
{
    Shared *shared = (Shared *)owner;
    cucore_status status = CUCORE_OK;
    PyGILState_STATE gil;
    if (__atomic_sub_fetch(&shared->count, 1, __ATOMIC_ACQ_REL) > 0 || !Py_IsInitialized()) return;
    gil = PyGILState_Ensure();
    Py_BEGIN_ALLOW_THREADS
    if (shared->device_id >= 0) status = cucore_device_synchronize(shared->device_id);
    Py_END_ALLOW_THREADS
    if (!status) {
        if (shared->taken.release) shared->taken.release(&shared->taken);
        (void)cucore_event_release(&shared->event);
        cucore_views_release(shared->views, 2);
        Py_XDECREF(shared->column);
        free(shared);
    }
    PyGILState_Release(gil);
}

/* -- from Arrow -------------------------------------------------------------------------------------------------- */
static cucore_status find_dtype(const char *format, cucore_dtype *out)
{
    size_t i, length;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        length = strlen(formats[i][0]);
        if (strncmp(format, formats[i][0], length) || (format[length] && format[length - 1] != ':')) continue;
        return cucore_dtype_from_name(formats[i][1], strlen(formats[i][1]), out);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "x: expected numbers, times or lists of a fixed size, got '%.50s'", format);
}

/* dtype: NULL for a list.  Nothing in a struct that was released may be looked at. */
static cucore_status check_array(const char *name, const struct ArrowSchema *schema, const struct ArrowArray *array,
                                 cucore_dtype *dtype)
{
    const int is_list = !dtype;
    const struct {
        const char *field;
        int64_t value;
        int is_wrong;
    } fields[] = {
        {"length", array->length, array->length < 0},
        {"offset", array->offset, array->offset < 0 || (uint64_t)array->offset + (uint64_t)array->length > INT64_MAX},
        {"null_count", array->null_count, array->null_count < -1 || array->null_count > array->length},
        {"dictionary", 1, schema->dictionary || array->dictionary},
        {"n_buffers", array->n_buffers, array->n_buffers != 2 - is_list},
        {"n_children", array->n_children, array->n_children != is_list || schema->n_children != is_list},
        {"buffers or children", 0, !array->buffers || (is_list && !(array->children && schema->children))}};
    cucore_status status = CUCORE_OK;
    size_t i;
    if (!array->release || !schema->release || !schema->format) {
        return cucore_fail(CUCORE_PROTOCOL, "%s: the %s was released, or moved out before", name,
                           array->release ? "schema" : "array");
    }
    if (dtype) status = find_dtype(schema->format, dtype);
    for (i = 0; i < sizeof fields / sizeof *fields && !status; i++) {
        if (!fields[i].is_wrong) continue;
        status = cucore_fail(CUCORE_PROTOCOL, "%s: %s is %lld (format '%.50s', length %lld)", name, fields[i].field,
                             (long long)fields[i].value, schema->format, (long long)array->length);
    }
    if (status || !is_list || (array->children[0] && schema->children[0])) return status;
    return cucore_fail(CUCORE_PROTOCOL, "%s: children[0] is NULL", name);
}

/* What has the values, and where in its buffer they begin.  Element i of a list is elements i * extent, ... of its child; both
 * are counted behind their own offsets.  shape: two extents */
static cucore_status find_values(const struct ArrowSchema *schema, const struct ArrowArray **array, int64_t *first,
                                 int64_t *shape, cucore_array_spec *spec)
{
    const int is_list = schema->release && schema->format && strncmp(schema->format, "+w:", 3) == 0;
    char *rest;
    int64_t end;
    cucore_status status = check_array("x", schema, *array, is_list ? NULL : &spec->dtype);
    if (status) return status;
    shape[0] = (*array)->length, spec->shape = shape, spec->ndim = 1 + is_list, *first = (*array)->offset;
    if (is_list) {
        shape[1] = strtoll(schema->format + 3, &rest, 10);
        end = *first + shape[0];
        if (rest == schema->format + 3 || *rest || shape[1] < 0 || (shape[1] && end > INT64_MAX / shape[1])) {
            return cucore_fail(CUCORE_PROTOCOL, "x: %lld lists of format '%.50s'", (long long)end, schema->format);
        }
        end *= shape[1];
        schema = schema->children[0], *array = (*array)->children[0];
        status = check_array("x: the child", schema, *array, &spec->dtype);
        if (status) return status;
        if (*schema->format == 'b') return cucore_fail(CUCORE_WRONG_DTYPE, "x: lists of bits, which have no strides");
        if (end > (*array)->length || (*array)->null_count > 0 || ((*array)->buffers[0] && (*array)->null_count)) {
            return cucore_fail(CUCORE_PROTOCOL,
                               "x: the child: length %lld, null_count %lld, for %lld values, none null",
                               (long long)(*array)->length, (long long)(*array)->null_count, (long long)end);
        }
        *first = *first * shape[1] + (*array)->offset;
    }
    return CUCORE_OK;
}

/* A buffer from element `first` on.  Where device memory is, and how much, is asked of the driver. */
static cucore_status wrap_buffer(Shared *shared, const void *buffer, int index, int64_t first,
                                 const cucore_array_spec *spec, cucore_view *out)
{
    static const cucore_arg aligned = CUCORE_ARG("x", NULL, NULL, CUCORE_READ);
    const int64_t size = spec->shape[0] * (spec->ndim == 2 ? spec->shape[1] : 1);
    cucore_pointer_info info = {spec->device_type, spec->device_id, NULL};
    cucore_status status = CUCORE_OK;
    if ((uint64_t)first + (uint64_t)size > (UINTPTR_MAX - (uintptr_t)buffer) / spec->dtype.itemsize ||
        (!buffer && size)) {
        return cucore_fail(CUCORE_PROTOCOL, "x: buffers[%d] is %p, with %lld values behind %lld others", index, buffer,
                           (long long)size, (long long)first);
    }
    if (shared->device_id >= 0 && size) status = cucore_pointer_get_info(buffer, &info);
    if (!status && (info.device_type != spec->device_type ||
                    (info.device_type == CUCORE_DEVICE_TYPE_CUDA && info.device_id != spec->device_id))) {
        status = cucore_fail(CUCORE_PROTOCOL, "x: buffers[%d] is not on device %d of type %d, but %d of type %d", index,
                             spec->device_id, spec->device_type, info.device_id, info.device_type);
    }
    buffer = (const char *)buffer + (uint64_t)first * spec->dtype.itemsize;
    if (!status) status = cucore_view_wrap((void *)(uintptr_t)buffer, spec, shared, shared_drop, out);
    if (status) return status;
    shared_keep(shared);
    out->readonly = 1; /* so the standard has it */
    status = cucore_view_check(out, &aligned, NULL);
    if (!status && out->device_type == CUCORE_DEVICE_TYPE_CUDA && size) status = cucore_view_check_range(out);
    if (status) cucore_view_release(out);
    return status;
}

/* The bytes of a bitmap, of which bits from the array's offset on count. */
static cucore_status wrap_bits(Shared *shared, int index, const cucore_array_spec *like, cucore_view *out)
{
    const struct ArrowArray *array = &shared->taken;
    const int64_t bytes = array->length / 8 + (array->length % 8 + array->offset % 8 + 7) / 8;
    cucore_array_spec spec = *like;
    spec.dtype = CUCORE_DTYPE_UINT8, spec.ndim = 1, spec.shape = &bytes;
    return wrap_buffer(shared, array->buffers[index], index, array->offset / 8, &spec, out);
}

/* The stream waits for the event of the array.  Default streams are those of its device. */
static cucore_status make_views(Shared *shared, const struct ArrowSchema *schema, const struct ArrowDeviceArray *device,
                                CUstream stream, cucore_view *views)
{
    const int is_cpu = device->device_type == CUCORE_DEVICE_TYPE_CPU;
    const struct ArrowArray *top = &shared->taken, *array = top;
    cucore_array_spec spec = {{0, 0, 0, 0}, 0, NULL, NULL, device->device_type, shared->device_id, {NULL, NULL}};
    cucore_context_guard guard = {{NULL, NULL}};
    int64_t first, shape[2];
    cucore_status status = find_values(schema, &array, &first, shape, &spec);
    if (!status && (is_cpu ? device->sync_event != NULL : shared->device_id < 0)) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "x: device_id %lld, device_type %d, sync_event %p: not as CUDA has it",
                             (long long)device->device_id, (int)device->device_type, device->sync_event);
    }
    if (!status && shared->device_id >= 0) status = cucore_context_enter_device(shared->device_id, &guard);
    if (!status && device->sync_event) status = cucore_stream_wait_event(stream, *(const CUevent *)device->sync_event);
    cucore_context_leave(&guard);
    if (!status && *schema->format == 'b')
        status = wrap_bits(shared, 1, &spec, &views[0]);
    else if (!status)
        status = wrap_buffer(shared, array->buffers[1], 1, first, &spec, &views[0]);
    if (!status && top->null_count && (top->buffers[0] || top->null_count > 0)) {
        status = wrap_bits(shared, 0, &spec, &views[1]);
    }
    return status;
}

/* Two capsules in a new tuple, also where they are none; then -1. */
static int ask(PyObject *x, int is_device, PyObject **pair)
{
    const char *method = is_device ? "__arrow_c_device_array__" : "__arrow_c_array__";
    if (!PyObject_HasAttrString(x, method)) {
        PyErr_Format(PyExc_TypeError, "x: expected an array of Arrow, with __arrow_c_device_array__ or %s, got '%.99s'",
                     method, Py_TYPE(x)->tp_name);
        return -1;
    }
    *pair = PyObject_CallMethod(x, method, NULL);
    if (*pair && PyTuple_Check(*pair) && PyTuple_Size(*pair) == 2 &&
        PyCapsule_IsValid(PyTuple_GetItem(*pair, 0), "arrow_schema") &&
        PyCapsule_IsValid(PyTuple_GetItem(*pair, 1), is_device ? "arrow_device_array" : "arrow_array")) {
        return 0;
    }
    if (*pair) PyErr_Format(PyExc_TypeError, "x: expected the capsules of %s(), got %.200R", method, *pair);
    return -1;
}

static PyObject *to_views(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"x", (char *)"stream", NULL};
    struct ArrowDeviceArray device = {{0}, CUCORE_DEVICE_NONE, CUCORE_DEVICE_TYPE_CPU, NULL, {0, 0, 0}};
    struct ArrowSchema *schema;
    struct ArrowArray *array;
    PyObject *x, *pair = NULL, *values = NULL, *validity = NULL, *result = NULL, *error[3];
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_view views[2] = {{0}, {0}};
    cucore_status status;
    Shared *shared = NULL;
    int is_device, is_cuda;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O&", names, &x, cucore_py_stream_converter, &stream)) return NULL;
    is_device = PyObject_HasAttrString(x, "__arrow_c_device_array__");
    if (ask(x, is_device, &pair) == 0) shared = shared_make(NULL);
    if (shared) {
        schema = PyCapsule_GetPointer(PyTuple_GetItem(pair, 0), "arrow_schema");
        array = PyCapsule_GetPointer(PyTuple_GetItem(pair, 1), PyCapsule_GetName(PyTuple_GetItem(pair, 1)));
        if (is_device) memcpy(&device, array, sizeof device);
        is_cuda = device.device_type == CUCORE_DEVICE_TYPE_CUDA || device.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
                  device.device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
        if (is_cuda && (uint64_t)device.device_id <= INT32_MAX) shared->device_id = (int)device.device_id;
        shared->taken = *array; /* out of its capsule: it is released once, behind the last view */
        array->release = NULL;
        Py_BEGIN_ALLOW_THREADS
        status = make_views(shared, schema, &device, stream, views);
        Py_END_ALLOW_THREADS
        if (status) shared->device_id = CUCORE_DEVICE_NONE; /* nobody has used the memory */
        if (cucore_py_check(status) == 0) values = cucore_py_return(&views[0], NULL, stream);
        if (values) validity = views[1].dtype.lanes ? cucore_py_return(&views[1], NULL, stream) : Py_NewRef(Py_None);
        if (validity)
            result = Py_BuildValue("OOiL", values, validity, (int)(shared->taken.offset % 8),
                                   (long long)shared->taken.length);
    }
    PyErr_Fetch(&error[0], &error[1], &error[2]); /* what is let go may run Python code */
    Py_XDECREF(values);
    Py_XDECREF(validity);
    cucore_views_release(views, 2);
    if (shared) shared_drop(shared);
    Py_XDECREF(pair);
    PyErr_Restore(error[0], error[1], error[2]);
    return result;
}

/* -- to Arrow: release_... of a struct and of the child that is still in it, drop_... of its capsule ------------- */
#define GIVEN(type, member)                                                                                            \
    static void release_##type(struct type *given)                                                                     \
    {                                                                                                                  \
        if (given->n_children && given->children[0]->release) given->children[0]->release(given->children[0]);         \
        given->release = NULL;                                                                                         \
        shared_drop(given->private_data);                                                                              \
    }                                                                                                                  \
    static void drop_##type(PyObject *capsule)                                                                         \
    {                                                                                                                  \
        struct type *given = (struct type *)PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));                 \
        if (given->release) given->release(given);                                                                     \
        shared_drop((char *)given - offsetof(Shared, member));                                                         \
    }
GIVEN(ArrowSchema, schema)
GIVEN(ArrowArray, array.array)

static void fill_schema(Shared *shared, struct ArrowSchema *out, const char *format, const char *name)
{
    out->format = format, out->name = name, out->flags = 2; /* nullable */
    out->release = release_ArrowSchema, out->private_data = shared_keep(shared);
}

static void fill_array(Shared *shared, struct ArrowArray *out, int64_t length, const void *bits, const void **buffers)
{
    buffers[0] = bits, buffers[1] = shared->views[0].ptr;
    out->length = length, out->null_count = bits ? -1 : 0, out->n_buffers = 2, out->buffers = buffers;
    out->release = release_ArrowArray, out->private_data = shared_keep(shared);
}

static void fill(Shared *shared, const char *format)
{
    const cucore_view *values = &shared->views[0];
    const int64_t *shape = values->layout.shape;
    const int is_list = values->layout.ndim == 2;
    struct ArrowArray *array = &shared->array.array;
    snprintf(shared->list_format, sizeof shared->list_format, "+w:%lld", (long long)shape[is_list]);
    fill_schema(shared, &shared->schema, is_list ? shared->list_format : format, "");
    fill_array(shared, array, shape[0], shared->views[1].ptr, shared->buffers);
    shared->array.device_type = values->device_type, shared->array.device_id = shared->device_id;
    if (!is_list) return;
    fill_schema(shared, &shared->child_schema, format, "item");
    fill_array(shared, &shared->child, shape[0] * shape[1], NULL, shared->no_nulls);
    shared->child_schemas[0] = &shared->child_schema, shared->children[0] = &shared->child;
    shared->schema.children = shared->child_schemas, array->children = shared->children;
    shared->schema.n_children = array->n_children = array->n_buffers = 1;
}

typedef struct {
    PyObject_HEAD PyObject *objs[3]; /* array, validity, stream */
} Column;

/* Both arguments as dense views, and an event behind what is on the stream, copies of them among that. */
static int take_arguments(PyObject *const *objs, int is_device, Shared *shared)
{
    const cucore_arg expected[2] = {
        CUCORE_ARG("array", "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64", "n, ...",
                   CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_ALIGNED | (is_device ? 0 : CUCORE_HOST_ACCESSIBLE)),
        CUCORE_ARG("validity", "uint8", "b", CUCORE_MAKE_C_CONTIGUOUS | CUCORE_SAME_DEVICE | CUCORE_OPTIONAL)};
    const cucore_view *values = &shared->views[0], *bits = &shared->views[1];
    const int64_t *count = values->layout.shape;
    cucore_context_guard guard = {{NULL, NULL}};
    CUstream stream;
    cucore_status status;
    if (cucore_py_stream_from_object(objs[2], &stream) < 0) return -1;
    if (cucore_py_args(objs, 2, expected, stream, shared->views) < 0) return -1;
    shared->device_id = values->device_accessible && values->device_id < 0 ? 0 : values->device_id; /* pinned: any */
    Py_BEGIN_ALLOW_THREADS
    status = cucore_views_end_access(shared->views, 2, CUCORE_STREAM_NO_SYNC); /* kept until the device is idle */
    if (!status && shared->device_id >= 0) {
        status = cucore_context_enter_device(shared->device_id, &guard);
        if (!status) status = cucore_event_create(shared->device_id, 2 /* CU_EVENT_DISABLE_TIMING */, &shared->event);
        if (!status) status = cucore_event_record(shared->event.handle, stream);
        shared->array.sync_event = &shared->event.handle;
        cucore_context_leave(&guard);
    }
    Py_END_ALLOW_THREADS
    if (!status && values->layout.ndim > 2) {
        status = cucore_fail(CUCORE_WRONG_SHAPE, "array: expected one or two axes, got %d", values->layout.ndim);
    } else if (!status && bits->dtype.lanes &&
               (bits->device_type != values->device_type || bits->layout.shape[0] < *count / 8 + (*count % 8 > 0))) {
        status =
            cucore_fail(CUCORE_WRONG_SHAPE, "validity: expected bits for %lld values, where they are, got %lld bytes",
                        (long long)*count, (long long)bits->layout.shape[0]);
    }
    return cucore_py_check(status);
}

static PyObject *give(PyObject *self, PyObject *args, PyObject *kwargs, int is_device)
{
    PyObject *requested, *key, *value, *schema = NULL, *array = NULL;
    Py_ssize_t at = 0;
    Shared *shared;
    char dtype[32];
    size_t i = 0;
    if (!PyArg_ParseTuple(args, "|O", &requested)) return NULL; /* a wish: there is this one schema only */
    while (kwargs && PyDict_Next(kwargs, &at, &key, &value)) {
        if (value == Py_None || PyUnicode_CompareWithASCIIString(key, "requested_schema") == 0) continue;
        return PyErr_Format(PyExc_NotImplementedError, "%U: expected None, got %.200R", key, value);
    }
    shared = shared_make(self);
    if (shared && take_arguments(((const Column *)self)->objs, is_device, shared) == 0) {
        cucore_dtype_to_name(shared->views[0].dtype, dtype, sizeof dtype);
        while (strcmp(formats[i][1], dtype)) i++;
        fill(shared, formats[i][0]);
        schema = PyCapsule_New(&shared->schema, "arrow_schema", drop_ArrowSchema);
        array = PyCapsule_New(&shared->array, is_device ? "arrow_device_array" : "arrow_array", drop_ArrowArray);
        shared->count += !!schema + !!array;
        if (!schema) release_ArrowSchema(&shared->schema);
        if (!array) release_ArrowArray(&shared->array.array);
    }
    if (shared) shared_drop(shared);
    if (schema && array) return Py_BuildValue("NN", schema, array);
    Py_XDECREF(schema);
    Py_XDECREF(array);
    return NULL;
}

static PyObject *Column_device_array(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return give(self, args, kwargs, 1);
}

static PyObject *Column_array(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return give(self, args, kwargs, 0);
}

static PyObject *Column_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"array", (char *)"validity", (char *)"stream", NULL};
    PyObject *objs[3] = {NULL, Py_None, Py_None};
    Column *self;
    int i;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OO", names, &objs[0], &objs[1], &objs[2])) return NULL;
    self = (Column *)type->tp_alloc(type, 0);
    for (i = 0; self && i < 3; i++) self->objs[i] = Py_NewRef(objs[i]);
    return (PyObject *)self;
}

static void Column_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    int i;
    for (i = 0; i < 3; i++) Py_XDECREF(((Column *)self)->objs[i]);
    type->tp_free(self);
    Py_DECREF((PyObject *)type);
}

#define METHOD(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS
static PyMethodDef column_methods[] = {{"__arrow_c_device_array__", METHOD(Column_device_array), NULL},
                                       {"__arrow_c_array__", METHOD(Column_array), NULL},
                                       {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_new, (void *)Column_new},
                              {Py_tp_dealloc, (void *)Column_dealloc},
                              {Py_tp_methods, column_methods},
                              {0, NULL}};
static PyType_Spec spec = {"arrow_arrays.Column", sizeof(Column), 0, Py_TPFLAGS_DEFAULT, slots};
static PyMethodDef methods[] = {{"to_views", METHOD(to_views), "to_views(x, stream=None)"}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "arrow_arrays", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_arrow_arrays(void)
{
    PyObject *module = PyModule_Create(&definition), *type = module ? PyType_FromSpec(&spec) : NULL;
    if (type && PyModule_AddObject(module, "Column", type) == 0) return module;
    Py_XDECREF(type);
    Py_XDECREF(module);
    return NULL;
}
