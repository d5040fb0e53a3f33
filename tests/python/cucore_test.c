/* cucore_test.c - cucore as a Python module, for the tests: every field of a view, every option of an intake. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "failing_python.h"

#if defined(Py_LIMITED_API) /* which has the functions, but not the macros */
#define PyTuple_SET_ITEM(tuple, i, item) ((void)PyTuple_SetItem((tuple), (i), (item)))
#define PyTuple_GET_ITEM(tuple, i) PyTuple_GetItem((tuple), (i))
#define PyTuple_GET_SIZE(tuple) PyTuple_Size(tuple)
#define PyList_SET_ITEM(list, i, item) ((void)PyList_SetItem((list), (i), (item)))
#define PyList_GET_ITEM(list, i) PyList_GetItem((list), (i))
#define PyList_GET_SIZE(list) PyList_Size(list)
#define PyBytes_AS_STRING(bytes) PyBytes_AsString(bytes)
#define PyBytes_GET_SIZE(bytes) PyBytes_Size(bytes)
#endif

#define CUCORE_IMPLEMENTATION
#include "cucore_cast.h"
#include "cucore_results.h"
#include "cucore_share.h"

#include <pthread.h>
#include <structmember.h>

#include "../c/forget_kernels.h"

typedef struct {
    PyObject_HEAD cucore_view view;
} View;

static PyTypeObject *ViewType;

/* ------------------------------------------------------------------------------------------------------- View -- */
static PyObject *ints(const int64_t *values, int count)
{
    PyObject *tuple = (PyTuple_New)(count);
    for (Py_ssize_t i = 0; tuple && i < count; i++) PyTuple_SET_ITEM(tuple, i, PyLong_FromLongLong(values[i]));
    return tuple;
}

static PyObject *text(size_t (*write)(const cucore_view *, char *, size_t), const cucore_view *view)
{
    char buffer[4096];
    (void)write(view, buffer, sizeof buffer);
    return (PyUnicode_FromString)(buffer);
}

static size_t write_dtype(const cucore_view *view, char *buffer, size_t size)
{
    return cucore_dtype_to_name(view->dtype, buffer, size);
}

static PyObject *View_get(PyObject *self, void *closure)
{
    const cucore_view *v = &((View *)self)->view;
    const char *field = (const char *)closure;
    if (!strcmp(field, "ptr")) return PyLong_FromUnsignedLongLong((unsigned long long)(uintptr_t)v->ptr);
    if (!strcmp(field, "dtype")) return text(write_dtype, v);
    if (!strcmp(field, "line")) return text(cucore_view_format, v);
    if (!strcmp(field, "code")) return (PyLong_FromLong)(v->dtype.code);
    if (!strcmp(field, "bits")) return (PyLong_FromLong)(v->dtype.bits);
    if (!strcmp(field, "lanes")) return (PyLong_FromLong)(v->dtype.lanes);
    if (!strcmp(field, "itemsize")) return PyLong_FromLongLong(v->layout.itemsize);
    if (!strcmp(field, "itembits")) return PyLong_FromLongLong(v->layout.itembits);
    if (!strcmp(field, "ndim")) return (PyLong_FromLong)(v->layout.ndim);
    if (!strcmp(field, "shape")) return ints(v->layout.shape, v->layout.ndim);
    if (!strcmp(field, "strides")) return ints(v->layout.strides, v->layout.ndim);
    if (!strcmp(field, "c_contiguous")) return (PyBool_FromLong)(cucore_layout_is_c_contiguous(&v->layout));
    if (!strcmp(field, "f_contiguous")) return (PyBool_FromLong)(cucore_layout_is_f_contiguous(&v->layout));
    if (!strcmp(field, "device_type")) return (PyLong_FromLong)(v->device_type);
    if (!strcmp(field, "device_id")) return (PyLong_FromLong)(v->device_id);
    if (!strcmp(field, "host_accessible")) return (PyBool_FromLong)(v->host_accessible);
    if (!strcmp(field, "device_accessible")) return (PyBool_FromLong)(v->device_accessible);
    if (!strcmp(field, "readonly")) return (PyBool_FromLong)(v->readonly);
    if (!strcmp(field, "unproven")) return (PyBool_FromLong)(v->unproven);
    if (!strcmp(field, "copied")) return (PyBool_FromLong)(v->copied);
    if (!strcmp(field, "converted")) return (PyLong_FromLong)(v->converted);
    if (!strcmp(field, "padded")) return (PyBool_FromLong)(v->padded);
    if (!strcmp(field, "byte_swapped")) return (PyBool_FromLong)(v->byte_swapped);
    if (!strcmp(field, "aligned")) return (PyBool_FromLong)(cucore_view_is_aligned(v));
    if (!strcmp(field, "protocol")) return (PyUnicode_FromString)(cucore_protocol_name(v->protocol));
    if (!strcmp(field, "format")) return Py_BuildValue("z", v->pep3118_format);
    if (!strcmp(field, "descr")) return Py_BuildValue("O", v->descr ? (PyObject *)v->descr : Py_None);
    if (!strcmp(field, "owned")) return (PyBool_FromLong)(v->private_.release != NULL);
    if (!v->has_producer_stream) Py_RETURN_NONE; /* producer_stream */
    return PyLong_FromUnsignedLongLong((unsigned long long)(uintptr_t)v->producer_stream);
}

/* writes: from `out` to the view */
static void copy_elements(const cucore_view *v, int axis, int64_t offset, char **out, int writes)
{
    if (axis == v->layout.ndim) {
        char *element = (char *)v->ptr + offset * v->layout.itemsize;
        memcpy(writes ? element : *out, writes ? *out : element, (size_t)v->layout.itemsize);
        *out += v->layout.itemsize;
        return;
    }
    for (int64_t i = 0; i < v->layout.shape[axis]; i++) {
        copy_elements(v, axis + 1, offset + i * v->layout.strides[axis], out, writes);
    }
}

static PyObject *bytes_of(const cucore_view *v)
{
    int64_t size = cucore_layout_size(&v->layout);
    PyObject *bytes = size < 0 ? NULL : PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(size * v->layout.itemsize));
    char *out;
    if (!bytes) return NULL;
    out = PyBytes_AS_STRING(bytes);
    if (size) copy_elements(v, 0, 0, &out, 0);
    return bytes;
}

/* The elements in C order, read through ptr, shape and strides. */
static PyObject *View_tobytes(PyObject *self, PyObject *unused)
{
    const cucore_view *v = &((View *)self)->view;
    (void)unused;
    if (!v->host_accessible) return PyErr_Format(PyExc_ValueError, "not on the host");
    return bytes_of(v);
}

/* The methods of an array of one's own, over the view as it is. */
static int View_getbuffer(PyObject *self, Py_buffer *out, int flags)
{
    return cucore_py_export_getbuffer(self, &((View *)self)->view, flags, out);
}

static PyObject *View_dlpack(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *names)
{
    return cucore_py_export_dlpack(self, &((View *)self)->view, args, nargs, names);
}

static PyObject *View_dlpack_device(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore_py_export_dlpack_device(&((View *)self)->view);
}

/* give(like): the view as a result, which is consumed */
static PyObject *View_give(PyObject *self, PyObject *like)
{
    return cucore_py_return(&((View *)self)->view, like == Py_None ? NULL : like, CUCORE_STREAM_NO_SYNC);
}

/* export(kind): a capsule, or the dict of an interface */
static PyObject *View_export(PyObject *self, PyObject *args)
{
    const cucore_view *view = &((View *)self)->view;
    const char *kind;
    if (!PyArg_ParseTuple(args, "s", &kind)) return NULL;
    if (!strcmp(kind, "cai")) return cucore_py_export_cai(view);
    if (!strcmp(kind, "array_interface")) return cucore_py_export_array_interface(view);
    return cucore_py_export_capsule(self, view, !strcmp(kind, "versioned"), CUCORE_EXPORT_LEGACY_READONLY);
}

static PyObject *View_release(PyObject *self, PyObject *unused)
{
    (void)unused;
    cucore_view_release(&((View *)self)->view);
    Py_RETURN_NONE;
}

static void *release_main(void *view)
{
    cucore_view_release((cucore_view *)view);
    return NULL;
}

/* Releases on a thread that Python has never seen. */
static PyObject *View_release_in_thread(PyObject *self, PyObject *unused)
{
    pthread_t thread;
    int error;
    (void)unused;
    Py_BEGIN_ALLOW_THREADS
    error = pthread_create(&thread, NULL, release_main, &((View *)self)->view);
    if (!error) pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    if (error) return PyErr_Format(PyExc_RuntimeError, "pthread_create: error %d", error);
    Py_RETURN_NONE;
}

static CUstream stream_of(unsigned long long value)
{
    return (CUstream)(uintptr_t)value;
}

static PyObject *done(cucore_status status)
{
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *View_order(PyObject *self, PyObject *args)
{
    unsigned long long stream;
    if (!PyArg_ParseTuple(args, "K", &stream)) return NULL;
    return done(cucore_views_begin_access(&((View *)self)->view, 1, stream_of(stream)));
}

static PyObject *View_finish(PyObject *self, PyObject *args)
{
    unsigned long long stream;
    if (!PyArg_ParseTuple(args, "K", &stream)) return NULL;
    return done(cucore_views_end_access(&((View *)self)->view, 1, stream_of(stream)));
}

/* ------------------------------------------------------------------------------------------------------ Owner -- */
typedef struct {
    PyObject_HEAD cucore_owner owner;
} Owner;

static PyTypeObject *OwnerType;

static PyObject *Owner_release(PyObject *self, PyObject *unused)
{
    (void)unused;
    cucore_owner_release(&((Owner *)self)->owner);
    Py_RETURN_NONE;
}

static void *owner_release_main(void *owner)
{
    cucore_owner_release((cucore_owner *)owner);
    return NULL;
}

static PyObject *Owner_release_in_thread(PyObject *self, PyObject *unused)
{
    pthread_t thread;
    int error;
    (void)unused;
    Py_BEGIN_ALLOW_THREADS
    error = pthread_create(&thread, NULL, owner_release_main, &((Owner *)self)->owner);
    if (!error) pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    if (error) return PyErr_Format(PyExc_RuntimeError, "pthread_create: error %d", error);
    Py_RETURN_NONE;
}

static PyObject *Owner_empty(PyObject *self, void *closure)
{
    (void)closure;
    return (PyBool_FromLong)(!((Owner *)self)->owner.release && !((Owner *)self)->owner.owner);
}

static int Owner_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return cucore_py_owner_visit(&((Owner *)self)->owner, visit, arg);
}

static int Owner_clear(PyObject *self)
{
    cucore_owner_release(&((Owner *)self)->owner);
    return 0;
}

static void Owner_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    cucore_owner_release(&((Owner *)self)->owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyGetSetDef Owner_getset[] = {{"empty", Owner_empty, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};
static PyMethodDef Owner_methods[] = {{"release", Owner_release, METH_NOARGS, NULL},
                                      {"release_in_thread", Owner_release_in_thread, METH_NOARGS, NULL},
                                      {NULL, NULL, 0, NULL}};
static PyType_Slot Owner_slots[] = {{Py_tp_getset, Owner_getset},           {Py_tp_methods, Owner_methods},
                                    {Py_tp_dealloc, (void *)Owner_dealloc}, {Py_tp_traverse, (void *)Owner_traverse},
                                    {Py_tp_clear, (void *)Owner_clear},     {0, NULL}};
static PyType_Spec Owner_spec = {"cucore_test.Owner", sizeof(Owner), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                                 Owner_slots};

/* detach() -> what the view owned; with an exception the owner has to be empty, and the view as it was */
static PyObject *View_detach(PyObject *self, PyObject *unused)
{
    Owner *owner = (Owner *)PyType_GenericAlloc(OwnerType, 0);
    cucore_status status;
    (void)unused;
    if (!owner) return NULL;
    memset(&owner->owner, 0xA5, sizeof owner->owner);
    status = cucore_view_detach(&((View *)self)->view, &owner->owner);
    if (!status) return (PyObject *)owner;
    if (owner->owner.owner || owner->owner.release) {
        memset(&owner->owner, 0, sizeof owner->owner);
        PyErr_SetString(PyExc_AssertionError, "detach failed, but the owner is not empty");
    }
    Py_DECREF(owner);
    return done(status);
}

/* detach_copy() -> the name of the status of detaching a copy of the struct */
static PyObject *View_detach_copy(PyObject *self, PyObject *unused)
{
    cucore_view copy = ((View *)self)->view;
    cucore_owner owner;
    (void)unused;
    return (PyUnicode_FromString)(cucore_status_name(cucore_view_detach(&copy, &owner)));
}

/* ----------------------------------------------------------------------------------------------------- Buffer -- */
typedef struct {
    PyObject_HEAD Py_buffer buffer;
} Buffer;

static PyTypeObject *BufferType;

static PyObject *Buffer_get(PyObject *self, void *closure)
{
    const Py_buffer *b = &((Buffer *)self)->buffer;
    const char *field = (const char *)closure;
    const Py_ssize_t *entries = !strcmp(field, "shape") ? b->shape : b->strides;
    int64_t values[CUCORE_MAX_NDIM];
    if (!strcmp(field, "buf")) return PyLong_FromVoidPtr(b->buf);
    if (!strcmp(field, "len")) return PyLong_FromSsize_t(b->len);
    if (!strcmp(field, "itemsize")) return PyLong_FromSsize_t(b->itemsize);
    if (!strcmp(field, "ndim")) return (PyLong_FromLong)(b->ndim);
    if (!strcmp(field, "readonly")) return (PyBool_FromLong)(b->readonly);
    if (!strcmp(field, "format")) return Py_BuildValue("z", b->format);
    if (!strcmp(field, "obj")) return Py_BuildValue("O", b->obj ? b->obj : Py_None);
    if (!entries) Py_RETURN_NONE;
    for (int i = 0; i < b->ndim; i++) values[i] = entries[i];
    return ints(values, b->ndim);
}

static PyObject *Buffer_release(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyBuffer_Release(&((Buffer *)self)->buffer);
    Py_RETURN_NONE;
}

static void Buffer_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyBuffer_Release(&((Buffer *)self)->buffer);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

#define BUFFER_FIELD(name)                                                                                             \
    {                                                                                                                  \
        name, Buffer_get, NULL, NULL, (void *)name                                                                     \
    }
static PyGetSetDef Buffer_getset[] = {BUFFER_FIELD("buf"),           BUFFER_FIELD("len"),      BUFFER_FIELD("itemsize"),
                                      BUFFER_FIELD("ndim"),          BUFFER_FIELD("readonly"), BUFFER_FIELD("format"),
                                      BUFFER_FIELD("obj"),           BUFFER_FIELD("shape"),    BUFFER_FIELD("strides"),
                                      {NULL, NULL, NULL, NULL, NULL}};
static PyMethodDef Buffer_methods[] = {{"release", Buffer_release, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyType_Slot Buffer_slots[] = {
    {Py_tp_getset, Buffer_getset}, {Py_tp_methods, Buffer_methods}, {Py_tp_dealloc, (void *)Buffer_dealloc}, {0, NULL}};
static PyType_Spec Buffer_spec = {"cucore_test.Buffer", sizeof(Buffer), 0, Py_TPFLAGS_DEFAULT, Buffer_slots};

/* move_to_buffer(flags) -> a Buffer; the view is zeroed then, also with an exception */
static PyObject *View_move_to_buffer(PyObject *self, PyObject *args)
{
    cucore_view *view = &((View *)self)->view;
    Buffer *made;
    int flags, failed;
    if (!PyArg_ParseTuple(args, "i", &flags)) return NULL;
    made = (Buffer *)PyType_GenericAlloc(BufferType, 0);
    if (!made) return NULL;
    memset(&made->buffer, 0xA5, sizeof made->buffer);
    failed = cucore_py_view_move_to_buffer(view, flags, &made->buffer) < 0;
    if (view->protocol != CUCORE_PROTOCOL_NONE || view->private_.release || (failed && made->buffer.obj)) {
        PyErr_SetString(PyExc_AssertionError, "the view is not consumed, or the buffer not zeroed");
        failed = 1;
    }
    if (!failed) return (PyObject *)made;
    Py_DECREF(made);
    return NULL;
}

/* The same for a zeroed view (0), a copy of the struct (1), no view (2) and nothing to move it into (3): what is raised. */
static PyObject *View_move_wrong(PyObject *self, PyObject *args)
{
    cucore_view view;
    Py_buffer buffer;
    int what, result;
    if (!PyArg_ParseTuple(args, "i", &what)) return NULL;
    memset(&view, 0, sizeof view);
    if (what == 1) view = ((View *)self)->view;
    memset(&buffer, 0xA5, sizeof buffer);
    result = cucore_py_view_move_to_buffer(what == 2 ? NULL : &view, PyBUF_SIMPLE, what == 3 ? NULL : &buffer);
    if (result != -1 || (what != 3 && buffer.obj)) return PyErr_Format(PyExc_AssertionError, "not refused");
    return NULL;
}

/* act(what, flags=0, dtypes=None, other=None): what a function of views says */
static PyObject *View_act(PyObject *self, PyObject *args)
{
    cucore_view *view = &((View *)self)->view, part;
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
    const cucore_dtype bits = CUCORE_DTYPE_UINT64;
    unsigned long long flags = 0;
    const char *what;
    PyObject *other = NULL;
    uint64_t element = 0;
    cucore_slice second = cucore_slice_range(1, CUCORE_SLICE_LAST, 1), all = cucore_slice_all();
    if (!PyArg_ParseTuple(args, "s|KzO", &what, &flags, &arg.dtypes, &other)) return NULL;
    arg.flags = flags;
    if (!strcmp(what, "check")) return done(cucore_view_check(view, &arg, NULL));
    if (!strcmp(what, "check_range")) return done(cucore_view_check_range(view));
    if (!strcmp(what, "copy")) return done(cucore_view_copy(view, &((View *)other)->view, NULL, NULL));
    if (!strcmp(what, "fill")) return done(cucore_view_fill(view, &element, NULL));
    if (!strcmp(what, "zero")) return done(cucore_view_fill(view, NULL, NULL));
    memset(&part, 0xA5, sizeof part);
    if (!strcmp(what, "slice") ? cucore_py_check(cucore_view_slice(view, &second, 1, &part)) < 0
        : !strcmp(what, "all") ? cucore_py_check(cucore_view_slice(view, &all, 1, &part)) < 0
                               : cucore_py_check(cucore_view_as(view, 0, NULL, &bits, &part)) < 0) {
        return NULL;
    }
    return Py_BuildValue("(KNN)", (unsigned long long)(uintptr_t)part.ptr, text(cucore_view_format, &part),
                         (PyBool_FromLong)(part.byte_swapped));
}

static int View_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return cucore_py_view_visit(&((View *)self)->view, visit, arg);
}

static int View_clear(PyObject *self)
{
    cucore_view_release(&((View *)self)->view);
    return 0;
}

static void View_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    cucore_view_release(&((View *)self)->view);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

#define FIELD(name)                                                                                                    \
    {                                                                                                                  \
        name, View_get, NULL, NULL, (void *)name                                                                       \
    }
static PyGetSetDef View_getset[] = {FIELD("ptr"),
                                    FIELD("dtype"),
                                    FIELD("line"),
                                    FIELD("code"),
                                    FIELD("bits"),
                                    FIELD("lanes"),
                                    FIELD("itemsize"),
                                    FIELD("itembits"),
                                    FIELD("ndim"),
                                    FIELD("shape"),
                                    FIELD("strides"),
                                    FIELD("c_contiguous"),
                                    FIELD("f_contiguous"),
                                    FIELD("device_type"),
                                    FIELD("device_id"),
                                    FIELD("readonly"),
                                    FIELD("unproven"),
                                    FIELD("host_accessible"),
                                    FIELD("device_accessible"),
                                    FIELD("copied"),
                                    FIELD("converted"),
                                    FIELD("padded"),
                                    FIELD("byte_swapped"),
                                    FIELD("aligned"),
                                    FIELD("protocol"),
                                    FIELD("format"),
                                    FIELD("descr"),
                                    FIELD("owned"),
                                    FIELD("producer_stream"),
                                    {NULL, NULL, NULL, NULL, NULL}};
static PyMethodDef View_methods[] = {
    {"release", View_release, METH_NOARGS, NULL},
    {"release_in_thread", View_release_in_thread, METH_NOARGS, NULL},
    {"tobytes", View_tobytes, METH_NOARGS, NULL},
    {"order", View_order, METH_VARARGS, NULL},
    {"finish", View_finish, METH_VARARGS, NULL},
    {"detach", View_detach, METH_NOARGS, NULL},
    {"detach_copy", View_detach_copy, METH_NOARGS, NULL},
    {"move_to_buffer", View_move_to_buffer, METH_VARARGS, NULL},
    {"move_wrong", View_move_wrong, METH_VARARGS, NULL},
    {"give", View_give, METH_O, NULL},
    {"export", View_export, METH_VARARGS, NULL},
    {"act", View_act, METH_VARARGS, NULL},
    {"__dlpack__", (PyCFunction)(void (*)(void))View_dlpack, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"__dlpack_device__", View_dlpack_device, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};
static PyType_Slot View_slots[] = {{Py_tp_getset, View_getset},
                                   {Py_tp_methods, View_methods},
                                   {Py_tp_dealloc, (void *)View_dealloc},
                                   {Py_tp_traverse, (void *)View_traverse},
                                   {Py_tp_clear, (void *)View_clear},
                                   {Py_bf_getbuffer, (void *)View_getbuffer},
                                   {Py_bf_releasebuffer, (void *)cucore_py_export_releasebuffer},
                                   {0, NULL}};
static PyType_Spec View_spec = {"cucore_test.View", sizeof(View), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                                View_slots};

static View *View_new(void)
{
    View *self = (View *)PyType_GenericAlloc(ViewType, 0);
    if (self) memset(&self->view, 0xA5, sizeof self->view); /* poison: an intake has to clear it */
    return self;
}

/* An intake that failed must leave a zeroed view, which release leaves alone. */
static PyObject *View_drop(View *self, const char *where)
{
    static const cucore_view zero;
    if (memcmp(&self->view, &zero, offsetof(cucore_view, layout) + offsetof(cucore_layout, shape)) != 0) {
        PyErr_Format(PyExc_AssertionError, "%s failed, but the view is not zeroed", where);
    }
    memset(&self->view, 0, sizeof self->view);
    Py_DECREF(self);
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- functions -- */
typedef struct intake {
    cucore_arg arg;
    CUstream stream;
    cucore_py_exceptions exceptions;
} intake;

/* exceptions={"not_an_array": KeyError, ...}; the classes are borrowed from the dict. */
static int parse_exceptions(PyObject *dict, intake *in)
{
    static const struct {
        const char *name;
        size_t place;
    } members[] = {
#define MEMBER(name) {#name, offsetof(cucore_py_exceptions, name)}
        MEMBER(not_an_array), MEMBER(wrong_dtype), MEMBER(wrong_shape),   MEMBER(wrong_layout), MEMBER(wrong_device),
        MEMBER(readonly),     MEMBER(unsupported), MEMBER(missing_field), MEMBER(wrong_type),   MEMBER(wrong_value),
        MEMBER(protocol),     MEMBER(mask),        MEMBER(strides),
    };
    Py_ssize_t found = 0;
    size_t i;
    for (i = 0; i < sizeof members / sizeof members[0]; i++) {
        PyObject *value = PyDict_GetItemString(dict, members[i].name);
        if (!value) continue;
        memcpy((char *)&in->exceptions + members[i].place, &value, sizeof value);
        found++;
    }
    in->arg.exceptions = &in->exceptions;
    if (found == PyDict_Size(dict)) return 0;
    PyErr_SetString(PyExc_AssertionError, "exceptions: a name that is none of the struct's");
    return -1;
}

#define BY_ANY (CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK | CUCORE_BY_CAI | CUCORE_BY_PEP3118 | CUCORE_BY_ARRAY_INTERFACE)

/* by: the only protocol, CUCORE_BY_...; 0: as the flags say.  copy: -1 never */
static int parse_intake(PyObject *args, PyObject *kwargs, uint64_t by, PyObject **obj, intake *in)
{
    static char *names[] = {"obj",  "stream", "flags",  "device_id", "producer_stream", "dtype",
                            "copy", "name",   "dtypes", "shape",     "exceptions",      NULL};
    PyObject *exceptions = NULL;
    unsigned long long stream = 0, producer = 0, flags = 0; /* K: -1 and -2 wrap round */
    const char *dtype = NULL;
    int copy = 0;
    memset(in, 0, sizeof *in);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|KKiKzizzzO!", names, obj, &stream, &flags, &in->arg.device_id,
                                     &producer, &dtype, &copy, &in->arg.name, &in->arg.dtypes, &in->arg.shape,
                                     &PyDict_Type, &exceptions)) {
        return -1;
    }
    if (exceptions && parse_exceptions(exceptions, in) < 0) return -1;
    in->arg.flags = (by ? (flags & ~BY_ANY) | by : flags) | (copy < 0 ? CUCORE_NEVER_COPY : UINT64_C(0));
    in->stream = stream_of(stream);
    in->arg.producer_stream = stream_of(producer);
    return dtype ? cucore_py_check(cucore_dtype_from_name(dtype, strlen(dtype), &in->arg.reinterpret)) : 0;
}

static PyObject *take(uint64_t by, const char *where, PyObject *args, PyObject *kwargs)
{
    PyObject *obj;
    intake in;
    View *self;
    if (parse_intake(args, kwargs, by, &obj, &in) < 0) return NULL;
    self = View_new();
    if (!self) return NULL;
    if (cucore_py_view(obj, &in.arg, in.stream, &self->view) < 0) return View_drop(self, where);
    return (PyObject *)self;
}

#define TAKE(name, by)                                                                                                 \
    METHOD_KEYWORDS(name)                                                                                              \
    {                                                                                                                  \
        return take(by, #name, args, kwargs);                                                                          \
    }
TAKE(view, 0)
TAKE(dlpack, CUCORE_BY_DLPACK)
TAKE(exchange, CUCORE_BY_EXCHANGE)
TAKE(cai, CUCORE_BY_CAI)
TAKE(buffer, CUCORE_BY_PEP3118)
TAKE(array_interface, CUCORE_BY_ARRAY_INTERFACE)
METHOD_NAMED(capsule, method_dlpack, METH_VARARGS | METH_KEYWORDS)

METHOD_KEYWORDS(view_bytes)
{
    PyObject *obj;
    intake in;
    View *self;
    if (parse_intake(args, kwargs, 0, &obj, &in) < 0) return NULL;
    self = View_new();
    if (!self) return NULL;
    if (cucore_py_view_bytes(obj, &in.arg, in.stream, &self->view) < 0) return View_drop(self, "view_bytes");
    return (PyObject *)self;
}

/* bytes_of_anything(obj): what a NULL for the cucore_arg accepts */
METHOD(bytes_of_anything, METH_O, obj)
{
    View *self = View_new();
    if (!self) return NULL;
    if (cucore_py_view_bytes(obj, NULL, NULL, &self->view) < 0) return View_drop(self, "view_bytes");
    return (PyObject *)self;
}

/* anything(obj, stream=0): what a NULL for the cucore_arg accepts */
METHOD(anything, METH_VARARGS, args)
{
    unsigned long long stream = 0;
    PyObject *obj;
    View *self;
    if (!PyArg_ParseTuple(args, "O|K", &obj, &stream)) return NULL;
    self = View_new();
    if (!self) return NULL;
    if (cucore_py_view(obj, NULL, stream_of(stream), &self->view) < 0) return View_drop(self, "anything");
    return (PyObject *)self;
}

/* n imports and releases in C. */
METHOD_KEYWORDS(loop)
{
    static const struct {
        const char *name;
        uint64_t by;
    } functions[] = {{"view", 0},
                     {"dlpack", CUCORE_BY_DLPACK},
                     {"exchange", CUCORE_BY_EXCHANGE},
                     {"cai", CUCORE_BY_CAI},
                     {"buffer", CUCORE_BY_PEP3118},
                     {"array_interface", CUCORE_BY_ARRAY_INTERFACE}};
    PyObject *obj, *head, *tail;
    intake in;
    cucore_view view;
    const char *which;
    long n;
    int failed = 0;
    head = PyTuple_GetSlice(args, 0, 2);
    tail = PyTuple_GetSlice(args, 2, PyTuple_GET_SIZE(args));
    if (!head || !tail || !PyArg_ParseTuple(head, "sl", &which, &n) || parse_intake(tail, kwargs, 0, &obj, &in) < 0) {
        Py_XDECREF(head);
        Py_XDECREF(tail);
        return NULL;
    }
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        if (strcmp(functions[f].name, which)) continue;
        if (functions[f].by) in.arg.flags = (in.arg.flags & ~BY_ANY) | functions[f].by;
        for (long i = 0; i < n; i++) {
            failed = cucore_py_view(obj, &in.arg, in.stream, &view) < 0;
            if (failed) break;
            cucore_view_release(&view);
        }
    }
    Py_DECREF(head);
    Py_DECREF(tail);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* An object of eight bytes that knows where its Py_buffer is. */
static long placed_moved;

static int Placed_getbuffer(PyObject *self, Py_buffer *out, int flags)
{
    static char bytes[8] = "placed";
    if (PyBuffer_FillInfo(out, self, bytes, sizeof bytes, 1, flags) < 0) return -1;
    out->internal = out;
    return 0;
}

static void Placed_releasebuffer(PyObject *self, Py_buffer *buffer)
{
    (void)self;
    placed_moved += buffer->internal != buffer;
}

static PyType_Slot Placed_slots[] = {
    {Py_bf_getbuffer, (void *)Placed_getbuffer}, {Py_bf_releasebuffer, (void *)Placed_releasebuffer}, {0, NULL}};
static PyType_Spec Placed_spec = {"cucore_test.Placed", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Placed_slots};

/* Takes arguments as an overload of a binding does, which has tried each of them by itself. */
static int args_tried(PyObject *const *items, size_t n, const cucore_arg *wanted, CUstream stream, cucore_view *views)
{
    cucore_view tried[8], *pointers[8] = {NULL};
    cucore__py_tried all;
    int result;
    for (size_t i = 0; i < n && i < 8; i++) {
        cucore_arg alone = wanted[i];
        alone.dtypes = alone.shape = NULL;
        alone.flags &= ~CUCORE_TOGETHER;
        pointers[i] = cucore__py_try(items[i], &alone, CUCORE_STREAM_NO_SYNC, &tried[i]) ? NULL : &tried[i];
        PyErr_Clear();
    }
    all.objs = items;
    all.views = pointers;
    all.count = n;
    result = cucore__py_args_tried(&all, wanted, stream, views);
    for (size_t i = 0; i < n; i++)
        if (pointers[i]) cucore_view_release(pointers[i]);
    if (!placed_moved) return result;
    placed_moved = 0;
    if (!result && cucore_py_args_release(views, n, stream)) return -1;
    PyErr_SetString(PyExc_AssertionError, "a Py_buffer is released at another address");
    return -1;
}

/* args(objs, [(name, dtypes, shape, flags, device_id), ...] or None, stream, tried=0) -> [View, ...]; tried: see above, up to 8 */
METHOD(args, METH_VARARGS, args)
{
    PyObject *objs, *specs, *fast, **items, *result = NULL;
    unsigned long long stream = 0;
    cucore_arg *wanted;
    cucore_view *views;
    Py_ssize_t n;
    int tried = 0, failed;
    if (!PyArg_ParseTuple(args, "OO|Ki", &objs, &specs, &stream, &tried)) return NULL;
    fast = (PySequence_Tuple)(objs);
    if (!fast) return NULL;
    n = PyTuple_GET_SIZE(fast);
    items = (PyObject **)(malloc)((size_t)(n + 1) * sizeof *items);
    for (Py_ssize_t i = 0; i < n; i++) items[i] = PyTuple_GET_ITEM(fast, i);
    wanted = (cucore_arg *)(calloc)((size_t)n + 1, sizeof *wanted);
    for (Py_ssize_t i = 0; specs != Py_None && i < n; i++) {
        unsigned long long flags = 0;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(specs, i), "z|zzKi", &wanted[i].name, &wanted[i].dtypes, &wanted[i].shape,
                              &flags, &wanted[i].device_id)) {
            Py_DECREF(fast);
            free(items);
            free(wanted);
            return NULL;
        }
        wanted[i].flags = flags;
    }
    views = (cucore_view *)malloc((size_t)(n ? n : 1) * sizeof *views);
    memset(views, 0xA5, (size_t)n * sizeof *views);
    failed = tried ? args_tried(items, (size_t)n, wanted, stream_of(stream), views)
                   : cucore_py_args(items, (size_t)n, specs == Py_None ? NULL : wanted, stream_of(stream), views);
    if (!failed) {
        result = (PyList_New)(n); /* not made to fail: this is the test */
        for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(result, i, text(cucore_view_format, &views[i]));
        if (cucore_py_args_release(views, (size_t)n, stream_of(stream)) < 0) Py_CLEAR(result);
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        if (views[i].private_.release || views[i].ptr || views[i].protocol) {
            PyErr_Format(PyExc_AssertionError, "views[%zd] is not zeroed", i);
            Py_CLEAR(result);
        }
    }
    free(views);
    free(items);
    free(wanted);
    Py_DECREF(fast);
    return result;
}

static PyObject *describe(const cucore_view *v, int poke)
{
    PyObject *bytes = v->dtype.lanes && (poke || v->host_accessible) ? bytes_of(v) : Py_BuildValue("");
    if (!bytes) return NULL;
    return Py_BuildValue("{s:K,s:N,s:N,s:N,s:i,s:i,s:i,s:i,s:i,s:N,s:N}", "ptr", (unsigned long long)(uintptr_t)v->ptr,
                         "dtype", text(write_dtype, v), "shape", ints(v->layout.shape, v->layout.ndim), "strides",
                         ints(v->layout.strides, v->layout.ndim), "converted", v->converted, "readonly", v->readonly,
                         "aligned", cucore_view_is_aligned(v), "c", cucore_layout_is_c_contiguous(&v->layout), "f",
                         cucore_layout_is_f_contiguous(&v->layout), "line", text(cucore_view_format, v), "bytes",
                         bytes);
}

/* work(objs, specs, stream=0, new=(), how="release", like=None, poke=0): takes them, writes the bytes `new[i]` to the elements
 * of the i-th in C order, and ends.  how: "release"; "drop": the access ends, and the views are released; "error":
 * cucore_py_args_release with an exception set; "return": cucore_py_return of the last one with `like`, or that object.  poke: device
 * memory is read and written, too.  -> [what each view is, ...], the result of "return" */
METHOD_KEYWORDS(work)
{
    static char *names[] = {"objs", "specs", "stream", "new", "how", "like", "poke", "exceptions", NULL};
    PyObject *objs, *specs, *classes = NULL, *new = NULL, *like = NULL, *infos = NULL, *result = NULL, *items[8];
    unsigned long long stream = 0;
    const char *how = "release";
    int poke = 0, failed = 0;
    static cucore_view views[8];
    cucore_arg wanted[8];
    intake refusing;
    Py_ssize_t i, n;
    memset(&refusing, 0, sizeof refusing);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!|KOsOiO!", names, &PyList_Type, &objs, &PyList_Type, &specs,
                                     &stream, &new, &how, &like, &poke, &PyDict_Type, &classes)) {
        return NULL;
    }
    if (classes && parse_exceptions(classes, &refusing) < 0) return NULL;
    n = PyList_GET_SIZE(objs);
    memset(wanted, 0, sizeof wanted);
    for (i = 0; i < n; i++) items[i] = PyList_GET_ITEM(objs, i);
    for (i = 0; i < n; i++) {
        unsigned long long flags = 0;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(specs, i), "z|zzKi", &wanted[i].name, &wanted[i].dtypes, &wanted[i].shape,
                              &flags, &wanted[i].device_id)) {
            return NULL;
        }
        wanted[i].flags = flags;
        wanted[i].exceptions = refusing.arg.exceptions;
    }
    memset(views, 0xA5, sizeof views);
    if (cucore_py_args(items, (size_t)n, wanted, stream_of(stream), views) < 0) {
        for (i = 0; i < n; i++) {
            if (views[i].private_.release || views[i].ptr || views[i].protocol || views[i].converted) abort();
        }
        return NULL;
    }
    infos = (PyList_New)(n);
    for (i = 0; i < n; i++) {
        PyObject *bytes = new &&i < PySequence_Size(new) ? (PySequence_GetItem)(new, i) : NULL;
        PyList_SET_ITEM(infos, i, describe(&views[i], poke));
        if (bytes && bytes != Py_None) {
            char *in = PyBytes_AS_STRING(bytes);
            if (PyBytes_GET_SIZE(bytes) != cucore_view_size(&views[i]) * views[i].layout.itemsize) abort();
            if (cucore_view_size(&views[i]) > 0) copy_elements(&views[i], 0, 0, &in, 1);
        }
        Py_XDECREF(bytes);
    }
    if (!strcmp(how, "drop")) {
        failed = cucore_py_check(cucore_views_end_access(views, (size_t)n, stream_of(stream))) < 0;
        cucore_views_release(views, (size_t)n);
    } else {
        if (!strcmp(how, "error")) PyErr_SetString(PyExc_KeyError, "the work failed");
        if (!strcmp(how, "return"))
            result = cucore_py_return(&views[n - 1], like ? like : PyList_GET_ITEM(objs, n - 1), stream_of(stream));
        failed =
            (!strcmp(how, "return") && !result) | (cucore_py_args_release(views, (size_t)n, stream_of(stream)) < 0);
    }
    for (i = 0; i < n; i++) {
        if (views[i].private_.release || views[i].ptr || views[i].protocol || views[i].converted) abort();
    }
    if (failed || PyErr_Occurred()) {
        Py_XDECREF(infos);
        Py_XDECREF(result);
        return NULL;
    }
    if (!result) result = Py_BuildValue("");
    return Py_BuildValue("NN", infos, result);
}

/* left_out(what, flags): a public function whose object is NULL; `flags` are those of the argument, if it has some */
METHOD(left_out, METH_VARARGS, args)
{
    static const uint8_t byte[1] = {7};
    static const int64_t one[1] = {1};
    cucore_array_spec spec = {CUCORE_DTYPE_UINT8, 1,           one, NULL, CUCORE_DEVICE_TYPE_CPU,
                              CUCORE_DEVICE_NONE, {NULL, NULL}};
    cucore_arg wanted[2] = {CUCORE_ARG("x", NULL, NULL, 0), CUCORE_ARG("out", NULL, NULL, 0)};
    cucore_memory_resource *resource = NULL;
    CUstream stream = NULL;
    PyObject *objs[2] = {NULL, NULL}, *made = NULL;
    cucore_view views[2], view;
    Py_buffer buffer;
    const char *what;
    unsigned long long flags = 0;
    int failed = 0;
    if (!PyArg_ParseTuple(args, "s|K", &what, &flags)) return NULL;
    if (cucore_py_check(cucore_view_wrap((void *)(uintptr_t)byte, &spec, NULL, NULL, &view)) < 0) return NULL;
    wanted[1].flags = flags;
    objs[0] = PyBytes_FromStringAndSize("abc", 3);
    if (!objs[0]) return NULL;
    memset(views, 0xA5, sizeof views);
    if (!strcmp(what, "args")) failed = cucore_py_args(objs, 2, wanted, NULL, views) < 0;
    if (!strcmp(what, "args-any")) failed = cucore_py_args(objs, 2, NULL, NULL, views) < 0;
    if (!strcmp(what, "view")) failed = cucore_py_view(NULL, &wanted[1], NULL, &views[0]) < 0;
    if (!strcmp(what, "view-any")) failed = cucore_py_view(NULL, NULL, NULL, &views[0]) < 0;
    if (!strcmp(what, "view-bytes")) failed = cucore_py_view_bytes(NULL, &wanted[1], NULL, &views[0]) < 0;
    if (failed && (views[0].private_.release || views[0].ptr || views[0].protocol)) abort();
    if (failed && !strncmp(what, "args", 4) && (views[1].private_.release || views[1].ptr || views[1].protocol))
        abort();
    if (!strcmp(what, "copy-dst")) failed = cucore_py_copy(NULL, objs[0], NULL, NULL) < 0;
    if (!strcmp(what, "copy-src")) {
        PyObject *dst = PyByteArray_FromStringAndSize("xyz", 3);
        failed = cucore_py_copy(dst, NULL, NULL, NULL) < 0;
        Py_XDECREF(dst);
    }
    if (!strcmp(what, "stream")) failed = cucore_py_stream_from_object(NULL, &stream) < 0;
    if (!strcmp(what, "stream-converter")) failed = !cucore_py_stream_converter(NULL, &stream);
    if (!strcmp(what, "allocator")) failed = cucore_py_memory_resource_from_object(NULL, &resource) < 0;
    if (!strcmp(what, "dlpack")) failed = !(made = cucore_py_export_dlpack(NULL, &view, NULL, 0, NULL));
    if (!strcmp(what, "array")) failed = !(made = cucore_py_export_array(NULL, &view, NULL, 0, NULL));
    if (!strcmp(what, "getbuffer")) failed = cucore_py_export_getbuffer(NULL, &view, PyBUF_SIMPLE, &buffer) < 0;
    Py_XDECREF(made);
    Py_DECREF(objs[0]);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* end(view, stream): cucore_py_args_release of a View */
METHOD(end, METH_VARARGS, args)
{
    PyObject *view;
    unsigned long long stream;
    if (!PyArg_ParseTuple(args, "O!K", ViewType, &view, &stream)) return NULL;
    if (cucore_py_args_release(&((View *)view)->view, 1, stream_of(stream)) < 0) return NULL;
    Py_RETURN_NONE;
}

/* count_write(obj); obj is left out: NULL */
METHOD(count_write, METH_VARARGS, args)
{
    PyObject *obj = NULL;
    if (!PyArg_ParseTuple(args, "|O", &obj) || cucore_py_array_count_write(obj) < 0) return NULL;
    Py_RETURN_NONE;
}

/* is_array(obj) -> 1 or 0; with an exception set, which stays */
METHOD(is_array, METH_O, obj)
{
    int found, again;
    found = cucore_py_is_array(obj);
    if (PyErr_Occurred() || cucore_py_is_array(NULL)) abort();
    PyErr_SetString(PyExc_KeyError, "kept");
    again = cucore_py_is_array(obj);
    if (!PyErr_ExceptionMatches(PyExc_KeyError) || again != found) abort();
    PyErr_Clear();
    return PyLong_FromLong(found);
}

/* released(obj, error): cucore_py_args_release with an exception set, and with a zeroed view beside */
METHOD(released, METH_VARARGS, args)
{
    cucore_view views[2];
    PyObject *objs[1], *error;
    unsigned long long stream = 0;
    if (!PyArg_ParseTuple(args, "OO|K", &objs[0], &error, &stream)) return NULL;
    if (cucore_py_args(objs, 1, NULL, stream_of(stream), views) < 0) return NULL;
    memset(&views[1], 0, sizeof views[1]);
    if (error != Py_None) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    if (cucore_py_args_release(views, 2, stream_of(stream)) < 0) return NULL;
    if (views[0].private_.release || views[0].ptr) abort();
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* copied(obj, what): what a function says of a copied struct; it is left as it was, and the original is good. */
METHOD(copied, METH_VARARGS, args)
{
    cucore_view view, copy, before;
    const char *what;
    PyObject *obj, *result = NULL;
    int failed = 0;
    if (!PyArg_ParseTuple(args, "Os", &obj, &what)) return NULL;
    if (cucore_py_view(obj, NULL, CUCORE_STREAM_NO_SYNC, &view) < 0) return NULL;
    memcpy(&copy, &view, sizeof view);
    memcpy(&before, &view, sizeof view);
    if (!strcmp(what, "cucore_py_args_release")) failed = cucore_py_args_release(&copy, 1, CUCORE_STREAM_NO_SYNC) < 0;
    if (!strcmp(what, "cucore_py_return")) failed = !(result = cucore_py_return(&copy, NULL, CUCORE_STREAM_NO_SYNC));
    if (!strcmp(what, "cucore_py_export_capsule_move")) failed = !(result = cucore_py_export_capsule_move(&copy, 1, 0));
    Py_XDECREF(result);
    if (memcmp(&copy, &before, sizeof copy) != 0 || memcmp(&view, &before, sizeof view) != 0) abort();
    cucore_view_release(&view);
    if (failed && PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

METHOD(stream, METH_O, obj)
{
    CUstream stream = (CUstream)(uintptr_t)0xA5A5;
    if (cucore_py_stream_from_object(obj, &stream) < 0) {
        if (stream != (CUstream)(uintptr_t)0xA5A5) PyErr_SetString(PyExc_AssertionError, "out was written on error");
        return NULL;
    }
    return PyLong_FromUnsignedLongLong((unsigned long long)(uintptr_t)stream);
}

/* named(what, obj) -> what the object names: dtype (name, code, bits, lanes, itemsize), device (type, id), shape */
METHOD(named, METH_VARARGS, args)
{
    union {
        cucore_dtype dtype;
        cucore_py_device device;
        cucore_py_shape shape;
    } out, before;
    PyObject *obj;
    const char *what;
    char name[64];
    int failed;
    if (!PyArg_ParseTuple(args, "sO", &what, &obj)) return NULL;
    memset(&out, 0x55, sizeof out);
    memset(&before, 0x55, sizeof before);
    if (*what == 'd' && what[1] == 't') {
        failed = !cucore_py_dtype_converter(obj, &out);
    } else if (*what == 'd') {
        failed = !cucore_py_device_converter(obj, &out);
    } else {
        failed = !cucore_py_shape_converter(obj, &out);
    }
    if (!memcmp(&out, &before, sizeof out)) {
        if (failed) return NULL;
        Py_RETURN_NONE; /* the default stayed */
    }
    if (failed) return PyErr_Format(PyExc_AssertionError, "out was written on error");
    if (*what == 's') return ints(out.shape.extents, out.shape.ndim);
    if (what[1] == 'e') return Py_BuildValue("(ii)", out.device.device_type, out.device.device_id);
    cucore_dtype_to_name(out.dtype, name, sizeof name);
    return Py_BuildValue("(siiii)", name, out.dtype.code, out.dtype.bits, out.dtype.lanes, (int)out.dtype.itemsize);
}

/* described(obj, flags, what, like) -> shape, strides, bytes, dtype of the view of an object; of no view if it is None */
METHOD(described, METH_VARARGS, args)
{
    cucore_arg arg = CUCORE_ARG(NULL, NULL, NULL, 0);
    PyObject *obj, *like = NULL, *made;
    unsigned long long flags;
    const char *what;
    cucore_view view;
    if (!PyArg_ParseTuple(args, "OKs|O", &obj, &flags, &what, &like)) return NULL;
    arg.flags = flags;
    memset(&view, 0, sizeof view);
    if (obj != Py_None && cucore_py_view(obj, &arg, CUCORE_STREAM_NO_SYNC, &view) < 0) return NULL;
    if (!strcmp(what, "packed")) { /* rows of 12 bits */
        view.dtype = cucore_dtype_make(CUCORE_CODE_INT, 4, 1);
        view.layout.itembits = 4;
    }
    if (!strcmp(what, "shape"))
        made = cucore_py_view_shape(&view);
    else if (!strcmp(what, "NULL"))
        made = cucore_py_view_shape(NULL);
    else if (!strcmp(what, "dtype"))
        made = cucore_py_view_dtype(&view, like);
    else
        made = cucore_py_view_strides(&view, strcmp(what, "strides") != 0);
    cucore_view_release(&view);
    return made;
}

/* nbytes(obj) -> the bytes of its elements */
METHOD(nbytes, METH_O, obj)
{
    static const cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
    const int64_t nbytes = cucore_py_array_nbytes(obj, &arg);
    return nbytes < 0 ? NULL : PyLong_FromLongLong(nbytes);
}

static void drop_legacy(PyObject *capsule)
{
    DLManagedTensor *tensor = (DLManagedTensor *)(PyCapsule_GetPointer)(capsule, PyCapsule_GetName(capsule));
    if (!strcmp(PyCapsule_GetName(capsule), "dltensor")) tensor->deleter(tensor);
}

static void drop_versioned(PyObject *capsule)
{
    DLManagedTensorVersioned *tensor =
        (DLManagedTensorVersioned *)(PyCapsule_GetPointer)(capsule, PyCapsule_GetName(capsule));
    if (!strcmp(PyCapsule_GetName(capsule), "dltensor_versioned")) tensor->deleter(tensor);
}

/* tensor(obj, flags=0, versioned=0, export=0, stream=0) -> (a capsule of the tensor, are its strides there, its flags); None for none */
METHOD(tensor, METH_VARARGS, args)
{
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
    DLManagedTensor *legacy = NULL;
    DLManagedTensorVersioned *tensor = NULL;
    unsigned long long flags = 0, exporting = 0, stream = 0;
    PyObject *obj;
    int versioned = 0, failed;
    if (!PyArg_ParseTuple(args, "O|KiKK", &obj, &flags, &versioned, &exporting, &stream)) return NULL;
    arg.flags = flags;
    failed = versioned ? cucore_py_array_to_dlmanaged_versioned(obj, &arg, stream_of(stream), exporting, &tensor)
                       : cucore_py_array_to_dlmanaged(obj, &arg, stream_of(stream), exporting, &legacy);
    if (failed && (tensor || legacy)) abort();
    if (failed) return NULL;
    if (!tensor && !legacy) Py_RETURN_NONE;
    if (versioned) {
        return Py_BuildValue("(NiK)", PyCapsule_New(tensor, "dltensor_versioned", drop_versioned),
                             tensor->dl_tensor.strides != NULL, (unsigned long long)tensor->flags);
    }
    return Py_BuildValue("(NiK)", PyCapsule_New(legacy, "dltensor", drop_legacy), legacy->dl_tensor.strides != NULL,
                         0ull);
}

/* wrap(address, shape, owner, like, device_type=1) -> what cucore_py_return makes of memory that `owner` keeps; like=None: a
 * cucore.Array; like="release": the view is only released */
METHOD(wrap, METH_VARARGS, args)
{
    unsigned long long address;
    PyObject *owner, *like;
    cucore_py_shape shape;
    cucore_array_spec spec;
    cucore_view view;
    int device_type = CUCORE_DEVICE_TYPE_CPU;
    if (!PyArg_ParseTuple(args, "KO&OO|i", &address, cucore_py_shape_converter, &shape, &owner, &like, &device_type))
        return NULL;
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_UINT8;
    spec.ndim = shape.ndim;
    spec.shape = shape.extents;
    spec.device_type = device_type;
    spec.device_id = device_type == CUCORE_DEVICE_TYPE_CPU ? CUCORE_DEVICE_NONE : 0;
    memset(&view, 0xA5, sizeof view);
    if (cucore_py_view_wrap((void *)(uintptr_t)address, &spec, owner == Py_None ? NULL : owner, &view) < 0) {
        if (view.private_.release || view.ptr) abort();
        return NULL;
    }
    if (PyUnicode_Check(like) && !PyUnicode_CompareWithASCIIString(like, "release")) {
        cucore_view_release(&view);
        Py_RETURN_NONE;
    }
    return cucore_py_return(&view, like == Py_None ? NULL : like, CUCORE_STREAM_NO_SYNC);
}

/* dtype_from(grammar, text, itemsize=0) -> name */
METHOD(dtype_from, METH_VARARGS, args)
{
    const char *grammar, *input;
    Py_ssize_t length;
    long long itemsize = 0;
    cucore_dtype dtype = cucore_dtype_make(77, 77, 77);
    cucore_status status;
    char name[64];
    if (!PyArg_ParseTuple(args, "sz#|L", &grammar, &input, &length, &itemsize)) return NULL;
    if (!strcmp(grammar, "typestr")) {
        status = cucore_dtype_from_typestr(input, (size_t)length, &dtype);
    } else if (!strcmp(grammar, "name")) {
        status = cucore_dtype_from_name(input, (size_t)length, &dtype);
    } else {
        status = cucore_dtype_from_pep3118(input, itemsize, &dtype);
    }
    if (status) {
        if (dtype.code != 77) PyErr_SetString(PyExc_AssertionError, "out was written on error");
        return done(status);
    }
    cucore_dtype_to_name(dtype, name, sizeof name);
    return (PyUnicode_FromString)(name);
}

/* descr(text) -> (itemsize, names) */
METHOD(descr, METH_VARARGS, args)
{
    const char *input;
    Py_ssize_t length;
    int64_t itemsize = 0;
    int names = 0;
    cucore_status status;
    if (!PyArg_ParseTuple(args, "s#", &input, &length)) return NULL;
    status = cucore__descr_parse(input, (size_t)length, &itemsize, &names);
    return status ? done(status) : Py_BuildValue("(Li)", (long long)itemsize, names);
}

METHOD(last_error, METH_NOARGS, unused)
{
    const cucore_error *error = cucore_last_error();
    return Py_BuildValue("(siss)", cucore_status_name(error->status), (int)error->result,
                         error->call ? error->call : "", error->message);
}

METHOD(driver_is_loaded, METH_NOARGS, unused)
{
    return (PyBool_FromLong)(cucore_driver_is_loaded());
}

METHOD(device_count, METH_NOARGS, unused)
{
    const int64_t count = cucore_device_count();
    return count < 0 ? done(cucore_last_error()->status) : (PyLong_FromLong)((long)count);
}

/* pointer_query(address) -> (device_type, device_id) */
METHOD(pointer_query, METH_VARARGS, args)
{
    unsigned long long address;
    cucore_pointer_info info;
    cucore_status status;
    if (!PyArg_ParseTuple(args, "K", &address)) return NULL;
    status = cucore_pointer_get_info((const void *)(uintptr_t)address, &info);
    return status ? done(status) : Py_BuildValue("(ii)", info.device_type, info.device_id);
}

METHOD(stream_wait, METH_VARARGS, args)
{
    unsigned long long consumer, producer;
    if (!PyArg_ParseTuple(args, "KK", &consumer, &producer)) return NULL;
    return done(cucore_stream_wait(stream_of(consumer), stream_of(producer)));
}

/* finish(obj, stream): takes obj in without ordering, and gives it back behind the work on the stream */
METHOD(finish, METH_VARARGS, args)
{
    PyObject *obj;
    unsigned long long handle;
    cucore_view view;
    if (!PyArg_ParseTuple(args, "OK", &obj, &handle)) return NULL;
    if (cucore_py_view(obj, NULL, CUCORE_STREAM_NO_SYNC, &view) < 0) return NULL;
    if (cucore_py_args_release(&view, 1, stream_of(handle)) < 0) return NULL;
    Py_RETURN_NONE;
}

/* stream_tuple(handle) -> (0, handle) */
METHOD(stream_tuple, METH_VARARGS, args)
{
    unsigned long long handle;
    return PyArg_ParseTuple(args, "K", &handle) ? cucore_py_stream_to_tuple(stream_of(handle)) : NULL;
}

/* copy(dst, src, stream=0, dst_flags=0, src_flags=0): without a resource of its own */
METHOD(copy, METH_VARARGS, args)
{
    PyObject *dst, *src;
    unsigned long long stream = 0, dst_flags = 0, src_flags = 0, flags = 0;
    cucore_copy_options options;
    if (!PyArg_ParseTuple(args, "OO|KKKK", &dst, &src, &stream, &dst_flags, &src_flags, &flags)) return NULL;
    memset(&options, 0, sizeof options);
    options.flags = flags;
    options.dst_flags = dst_flags;
    options.src_flags = src_flags;
    if (cucore_py_copy(dst, src, stream_of(stream), dst_flags || src_flags || flags ? &options : NULL) < 0) return NULL;
    Py_RETURN_NONE;
}

/* One visit to a Python allocator, as C code makes it. */
typedef struct visit {
    cucore_memory_resource *resource;
    size_t bytes;
    CUstream stream;
    void *ptr;
    cucore_status status;
    int retry, retried; /* the buffer was still owned after a failed release, and went with the second one */
    char message[sizeof((cucore_error *)0)->message];
} visit;

static void *visit_run(void *argument)
{
    visit *v = (visit *)argument;
    cucore_buffer buffer;
    v->status = cucore_buffer_allocate(v->resource, v->bytes, v->stream, &buffer);
    if (!v->status) {
        v->ptr = buffer.ptr;
        v->status = cucore_buffer_release(&buffer);
        if (v->status && v->retry) v->retried = cucore_buffer_release(&buffer) == CUCORE_OK;
    }
    snprintf(v->message, sizeof v->message, "%s", cucore_last_error()->message);
    return NULL;
}

/* allocate(allocator, bytes, stream, how, retry) -> address: allocates and frees (again when that fails: retry); how: "held" with the GIL, "released" without,
 * "thread" on a thread that Python does not know.  There the error comes back as (status, message). */
METHOD(allocate, METH_VARARGS, args)
{
    PyObject *allocator;
    Py_ssize_t bytes;
    unsigned long long handle;
    const char *how;
    visit v;
    pthread_t thread;
    memset(&v, 0, sizeof v);
    if (!PyArg_ParseTuple(args, "OnKs|p", &allocator, &bytes, &handle, &how, &v.retry)) return NULL;
    if (cucore_py_memory_resource_from_object(allocator, &v.resource) < 0) return NULL;
    v.bytes = (size_t)bytes;
    v.stream = stream_of(handle);
    if (!strcmp(how, "held")) {
        (void)visit_run(&v);
    } else if (!strcmp(how, "released")) {
        Py_BEGIN_ALLOW_THREADS(void)
        visit_run(&v);
        Py_END_ALLOW_THREADS
    } else {
        Py_BEGIN_ALLOW_THREADS
        if (pthread_create(&thread, NULL, visit_run, &v) == 0) pthread_join(thread, NULL);
        Py_END_ALLOW_THREADS
    }
    cucore_memory_resource_release(v.resource);
    if (v.status && !strcmp(how, "thread")) return Py_BuildValue("(ss)", cucore_status_name(v.status), v.message);
    if (v.status) return done(v.status);
    return PyLong_FromVoidPtr(v.ptr);
}

static void resource_free(PyObject *capsule)
{
    cucore_memory_resource_release((cucore_memory_resource *)(PyCapsule_GetPointer)(capsule, "resource"));
}

/* resource(allocator) -> a capsule for `allocated` */
METHOD(resource, METH_O, allocator)
{
    cucore_memory_resource *resource;
    if (cucore_py_memory_resource_from_object(allocator, &resource) < 0) return NULL;
    return (PyCapsule_New)(resource, "resource", resource_free);
}

/* allocated(device_type, kind=None, stream=0) -> a View of four float32 of our own; kind: a CUCORE_MEMORY_..., a Python
 * allocator, or a capsule of `resource` */
METHOD(allocated, METH_VARARGS, args)
{
    static const int64_t four[1] = {4};
    cucore_array_spec spec;
    cucore_memory_resource *resource = NULL;
    unsigned long long stream = 0;
    PyObject *kind = Py_None;
    cucore_status status = CUCORE_OK;
    View *self;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    spec.ndim = 1;
    spec.shape = four;
    if (!PyArg_ParseTuple(args, "i|OK", &spec.device_type, &kind, &stream)) return NULL;
    spec.device_id = spec.device_type == CUCORE_DEVICE_TYPE_CPU ? CUCORE_DEVICE_NONE : 0;
    if (PyCapsule_CheckExact(kind)) {
        resource = (cucore_memory_resource *)(PyCapsule_GetPointer)(kind, "resource");
        cucore_memory_resource_retain(resource);
    } else if (PyLong_Check(kind)) {
        status = cucore_memory_resource_create((cucore_memory_kind)PyLong_AsLong(kind), 0, NULL, &resource);
    } else if (kind != Py_None && cucore_py_memory_resource_from_object(kind, &resource) < 0) {
        return NULL;
    }
    self = View_new();
    if (!self) return NULL;
    if (!status) status = cucore_view_allocate(&spec, resource, stream_of(stream), &self->view);
    cucore_memory_resource_release(resource);
    if (cucore_py_check(status) < 0) return View_drop(self, "allocated");
    return (PyObject *)self;
}

/* handle(view) -> the bytes of a handle for another process */
METHOD(handle, METH_O, view)
{
    cucore_share_handle handle;
    int fd = -1;
    if (cucore_py_check(cucore_view_export(&((View *)view)->view, &handle, &fd)) < 0) return NULL;
    return PyBytes_FromStringAndSize((const char *)&handle, sizeof handle);
}

/* imported(handle) -> a View of memory of another process */
METHOD(imported, METH_O, handle)
{
    View *self = View_new();
    if (!self) return NULL;
    if (cucore_py_check(cucore_view_import(PyBytes_AS_STRING(handle), (size_t)PyBytes_GET_SIZE(handle), -1,
                                           CUCORE_DEVICE_NONE, &self->view)) < 0) {
        return View_drop(self, "imported");
    }
    return (PyObject *)self;
}

/* kept() -> (owners, bytes, waits of the host) */
METHOD(kept, METH_NOARGS, unused)
{
    return Py_BuildValue("KKK", (unsigned long long)cucore__late.owners, (unsigned long long)cucore__late.nbytes,
                         (unsigned long long)cucore__late.host_waits);
}

/* ------------------------------------------------------------------------------------- exchange tables that lie -- */
static PyObject *stream_hook; /* called as (device_type, device_id); a table's current_work_stream has no object */

/* What a script answers: an int is returned as it is, (int, exception) with the exception set, an exception means -1. */
static int script_answer(PyObject *answer)
{
    int result = -1;
    PyObject *error = NULL;
    if (!answer) return -1;
    if (PyTuple_Check(answer)) {
        result = (int)PyLong_AsLong(PyTuple_GET_ITEM(answer, 0));
        error = PyTuple_GET_ITEM(answer, 1);
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    } else {
        result = (int)PyLong_AsLong(answer);
    }
    Py_DECREF(answer);
    return result;
}

static int script_own(void *obj, DLManagedTensorVersioned **out)
{
    return script_answer(PyObject_CallMethod((PyObject *)obj, "own", "K", (unsigned long long)(uintptr_t)out));
}

static int script_lend(void *obj, DLTensor *out)
{
    return script_answer(PyObject_CallMethod((PyObject *)obj, "lend", "K", (unsigned long long)(uintptr_t)out));
}

static int script_stream(DLDeviceType device_type, int32_t device_id, void **out)
{
    PyObject *answer = PyObject_CallFunction(stream_hook, "ii", (int)device_type, (int)device_id);
    if (!answer || PyTuple_Check(answer)) return script_answer(answer);
    *out = (void *)(uintptr_t)PyLong_AsUnsignedLongLongMask(answer);
    Py_DECREF(answer);
    return 0;
}

static int script_allocate(DLTensor *prototype, DLManagedTensorVersioned **out, void *context,
                           void (*fail)(void *, const char *, const char *))
{
    (void)prototype, (void)out;
    fail(context, "MemoryError", "this table allocates nothing");
    return -1;
}

static int script_wrap(DLManagedTensorVersioned *tensor, void **out)
{
    (void)out;
    cucore__dlmanaged_versioned_delete(tensor);
    PyErr_SetString(PyExc_BufferError, "this table wraps nothing");
    return -1;
}

/* table(major, minor, without, previous, name) -> (capsule, address): a table for good, whose functions call the methods
 * own(address) and lend(address) of the object; `without` names those that are NULL by a letter: a, o, w, l, s. */
METHOD(table, METH_VARARGS, args)
{
    unsigned major, minor;
    const char *without = "", *name = "dlpack_exchange_api";
    unsigned long long previous = 0;
    cucore_exchange_api *table = (cucore_exchange_api *)calloc(1, sizeof *table);
    if (!PyArg_ParseTuple(args, "II|sKs", &major, &minor, &without, &previous, &name)) return NULL;
    table->header.version.major = major;
    table->header.version.minor = minor;
    table->header.prev_api = (cucore_exchange_header *)(uintptr_t)previous;
    if (!strchr(without, 'a')) table->managed_tensor_allocator = script_allocate;
    if (!strchr(without, 'o')) table->managed_tensor_from_py_object_no_sync = script_own;
    if (!strchr(without, 'w')) table->managed_tensor_to_py_object_no_sync = script_wrap;
    if (!strchr(without, 'l')) table->dltensor_from_py_object_no_sync = script_lend;
    if (!strchr(without, 's')) table->current_work_stream = script_stream;
    return Py_BuildValue("(NK)", PyCapsule_New(table, strdup(name), NULL), (unsigned long long)(uintptr_t)table);
}

METHOD(set_stream_hook, METH_O, hook)
{
    PyObject *old = stream_hook;
    Py_INCREF(hook);
    stream_hook = hook;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

/* remembers(type) -> (is the type remembered as it is now, with a table, as one that does not take max_version) */
METHOD(remembers, METH_O, type)
{
    cucore__py_type_info info;
    int found;
    memset(&info, 0, sizeof info);
    found = cucore__py_main && cucore__py_recall(cucore__py_main, (PyTypeObject *)type, &info);
    return Py_BuildValue("(NNN)", (PyBool_FromLong)(found), (PyBool_FromLong)(info.traits.table != NULL),
                         (PyBool_FromLong)((cucore__py_habits(&info) & CUCORE__PY_NO_VERSION) != 0));
}

/* forget_kernels(): the fake driver begins anew for each test, and what copies had loaded is gone */
METHOD(forget_kernels, METH_NOARGS, unused)
{
    if (cucore_driver_is_loaded()) cucore_copy_trim();
    forget_loaded(&cucore__modules);
    forget_copy_kernels();
    Py_RETURN_NONE;
}

STATE_METHODS

#define CONSTANT(name) PyModule_AddIntConstant(module, #name, CUCORE_##name)
static int execute(PyObject *module)
{
    ViewType = (PyTypeObject *)PyType_FromSpec(&View_spec);
    if (!ViewType || PyModule_AddObject(module, "View", (PyObject *)ViewType) < 0) return -1;
    Py_INCREF((PyObject *)ViewType);
    OwnerType = (PyTypeObject *)PyType_FromSpec(&Owner_spec);
    BufferType = (PyTypeObject *)PyType_FromSpec(&Buffer_spec);
    if (!OwnerType || !BufferType) return -1;
    if (PyModule_AddObject(module, "Placed", PyType_FromSpec(&Placed_spec)) < 0) return -1;
#define ADD_FLAG(name, bit)                                                                                            \
    if (CONSTANT(name)) return -1;
    CUCORE_ARG_FLAG_LIST(ADD_FLAG)
#undef ADD_FLAG
    if (CONSTANT(READ) || CONSTANT(OUTPUT)) return -1;
    if (CONSTANT(EXPORT_LEGACY_READONLY) || CONSTANT(EXPORT_COPIED) || CONSTANT(EXPORT_COMPACT)) return -1;
#if defined(CUCORE_NO_TYPE_MEMORY)
    if (PyModule_AddIntConstant(module, "TYPE_MEMORY", 0)) return -1;
#else
    if (PyModule_AddIntConstant(module, "TYPE_MEMORY", 1)) return -1;
#endif
#if defined(Py_LIMITED_API)
    if (PyModule_AddIntConstant(module, "LIMITED_API", 1)) return -1;
#else
    if (PyModule_AddIntConstant(module, "LIMITED_API", 0)) return -1;
#endif
    return PyModule_AddIntConstant(module, "STREAM_NO_SYNC", -1) | PyModule_AddIntConstant(module, "STREAM_HOST", -2);
}

MODULE(cucore_test, IN_ANY_INTERPRETER WITHOUT_GIL)
