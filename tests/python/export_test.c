/* export_test.c - the producer's half of cucore as a Python module, for the tests: an array type of which everything can be
 * chosen, results for callers, and ways to misuse capsules. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "failing_python.h"

#define CUCORE_IMPLEMENTATION
#include "cucore_results.h"

#include <pthread.h>
#include <structmember.h>
#include <time.h>

typedef struct {
    PyObject_HEAD cucore_view view;
    PyObject *error; /* raised instead of the view */
    int64_t finished;
} Array;

static PyTypeObject *ArrayType;

static PyObject *done(cucore_status status)
{
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

static CUstream stream_of(unsigned long long value)
{
    return (CUstream)(uintptr_t)value;
}

static const cucore_view *Array_view(PyObject *self)
{
    if (!PyObject_TypeCheck(self, ArrayType)) {
        PyErr_Format(PyExc_TypeError, "expected an export_test.Array, got '%s'", Py_TYPE(self)->tp_name);
        return NULL;
    }
    if (((Array *)self)->error) {
        PyErr_SetObject((PyObject *)Py_TYPE(((Array *)self)->error), ((Array *)self)->error);
        return NULL;
    }
    return &((Array *)self)->view;
}

CUCORE_PY_EXPORT(Array, Array_view)

static Array *Array_new(void)
{
    Array *self = (Array *)ArrayType->tp_alloc(ArrayType, 0);
    return self;
}

static PyObject *Array_wrap(DLManagedTensorVersioned *managed)
{
    Array *self = Array_new();
    cucore_status status = CUCORE_OK;
    if (self) {
        static const cucore_arg trusting =
            CUCORE_ARG(NULL, NULL, NULL, CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
        status = cucore_view_adopt_dlmanaged_versioned(managed, &trusting, &self->view);
    } else {
        cucore__dlmanaged_versioned_delete(managed);
    }
    if (cucore_py_check(status) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

static unsigned long long current_stream = 1;
static int Array_stream(int device_id, CUstream *out)
{
    (void)device_id;
    if (current_stream == 0) {
        PyErr_SetString(PyExc_RuntimeError, "no current stream");
        return -1;
    }
    *out = stream_of(current_stream);
    return 0;
}

static const cucore_py_exporter exporter = {Array_view, Array_wrap, Array_stream};
static const cucore_py_exporter plain_exporter = {Array_view, NULL, NULL};
CUCORE_PY_EXCHANGE(Array, exporter)
CUCORE_PY_EXCHANGE(Plain, plain_exporter)

static void release_owner(cucore_view *view)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF((PyObject *)view->private_.owner);
    PyGILState_Release(gil);
}

/* Of memory that outlives its views. */
static void release_nothing(cucore_view *view)
{
    (void)view;
}

static int read_ints(PyObject *tuple, int64_t *out)
{
    Py_ssize_t i, n = PyTuple_Size(tuple);
    for (i = 0; i < n && i < CUCORE_MAX_NDIM; i++) out[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, i));
    return PyErr_Occurred() ? -1 : (int)n;
}

/* Keeps a text for good: views and buffers hold its letters longer than the call that passed it, and than the Array. */
static const char *keep_text(PyObject *text)
{
    static PyObject *texts;
    if (!texts && !(texts = PyDict_New())) return NULL;
    text = PyDict_SetDefault(texts, text, text);
    return text ? PyUnicode_AsUTF8(text) : NULL;
}

/* Array(ptr, dtype, shape, strides=None, *, device=(1, 0), readonly, padded, copied, stream=None, owner, lanes=1, format, descr) */
static PyObject *Array_make(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"ptr",    "dtype",  "shape", "strides", "device", "readonly", "padded",
                            "copied", "stream", "owner", "lanes",   "format", "descr",    NULL};
    unsigned long long ptr;
    const char *dtype;
    int device[2] = {1, 0}, readonly = 0, padded = 0, copied = 0, lanes = 1, ndim;
    PyObject *shape, *strides = Py_None, *stream = Py_None, *owner = NULL, *descr = NULL, *format = Py_None;
    int64_t extents[CUCORE_MAX_NDIM], steps[CUCORE_MAX_NDIM];
    Array *self;
    cucore_view *view;
    cucore_status status = CUCORE_OK;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "KsO!|O(ii)pppOOiOO", names, &ptr, &dtype, &PyTuple_Type, &shape,
                                     &strides, &device[0], &device[1], &readonly, &padded, &copied, &stream, &owner,
                                     &lanes, &format, &descr)) {
        return NULL;
    }
    self = (Array *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    view = &self->view;
    ndim = read_ints(shape, extents);
    if (strides != Py_None && read_ints(strides, steps) < 0) ndim = -1;
    if (ndim < 0) goto fail;
    if (!strncmp(dtype, "void", 4) || !strncmp(dtype, "struct", 6)) {
        int opaque = dtype[0] == 'v';
        view->dtype = cucore_dtype_make_opaque(opaque ? CUCORE_CODE_OPAQUE : CUCORE_CODE_STRUCTURED,
                                               (uint32_t)atoi(dtype + (opaque ? 4 : 6)));
    } else {
        status = cucore_dtype_from_name(dtype, strlen(dtype), &view->dtype);
        if (!status && lanes > 1) view->dtype = cucore_dtype_make(view->dtype.code, view->dtype.bits, lanes);
    }
    if (!status) {
        status =
            cucore_layout_make(ndim, extents, strides == Py_None ? NULL : steps, view->dtype.itemsize, &view->layout);
    }
    if (!status && !padded && cucore_dtype_itembits(view->dtype) % 8) {
        status = cucore_layout_set_packed(&view->layout, cucore_dtype_itembits(view->dtype));
    }
    if (cucore_py_check(status) < 0) goto fail;
    view->ptr = (void *)(uintptr_t)ptr;
    cucore__view_fill_device(view, device[0], device[0] == CUCORE_DEVICE_TYPE_CUDA || device[0] == 13 ? device[1] : -1);
    view->readonly = (uint8_t)readonly;
    view->padded = (uint8_t)padded;
    view->copied = (uint8_t)copied;
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    view->pep3118_format = format == Py_None ? NULL : keep_text(format);
    view->descr = descr;
    Py_XINCREF(descr);
    if (stream != Py_None) {
        view->has_producer_stream = 1;
        view->producer_stream = stream_of(PyLong_AsUnsignedLongLong(stream));
    }
    Py_XINCREF(owner);
    view->private_.owner = owner;
    view->private_.self = view;
    view->private_.release = owner ? release_owner : release_nothing;
    return (PyObject *)self;
fail:
    Py_DECREF(self);
    return NULL;
}

static void Array_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    cucore_view_release(&((Array *)self)->view);
    Py_XDECREF(((Array *)self)->error);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *Array_ptr(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(((Array *)self)->view.ptr);
}

static PyObject *Array_line(PyObject *self, void *unused)
{
    char text[2000];
    (void)unused;
    cucore_view_format(&((Array *)self)->view, text, sizeof text);
    return (PyUnicode_FromString)(text);
}

static PyObject *Array_pending(PyObject *self, void *unused)
{
    const cucore_view *view = &((Array *)self)->view;
    (void)unused;
    if (!view->has_producer_stream) Py_RETURN_NONE;
    return PyLong_FromVoidPtr((void *)view->producer_stream);
}

static int Array_set_error(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    Py_XINCREF(value);
    Py_XSETREF(((Array *)self)->error, value);
    return 0;
}

static PyObject *Array_is_released(PyObject *self, void *unused)
{
    const cucore_view *view = &((Array *)self)->view;
    (void)unused;
    return (PyBool_FromLong)(!view->private_.release && !view->private_.owner && !view->ptr && !view->protocol);
}

/* capsule(versioned, flags=0, with_owner=True), capsule_move(versioned, flags=0) */
static PyObject *Array_capsule(PyObject *self, PyObject *args)
{
    int versioned, with_owner = 1;
    unsigned long long flags = 0;
    if (!PyArg_ParseTuple(args, "i|Kp", &versioned, &flags, &with_owner)) return NULL;
    return cucore_py_export_capsule(with_owner ? self : NULL, &((Array *)self)->view, versioned, flags);
}

static PyObject *Array_capsule_move(PyObject *self, PyObject *args)
{
    int versioned;
    unsigned long long flags = 0;
    if (!PyArg_ParseTuple(args, "i|K", &versioned, &flags)) return NULL;
    return cucore_py_export_capsule_move(&((Array *)self)->view, versioned, flags);
}

/* give(like, stream=1) */
static PyObject *Array_give(PyObject *self, PyObject *args)
{
    PyObject *like;
    unsigned long long stream = 1;
    if (!PyArg_ParseTuple(args, "O|K", &like, &stream)) return NULL;
    return cucore_py_return(&((Array *)self)->view, like == Py_None ? NULL : like, stream_of(stream));
}

/* keep_stream(object) */
static PyObject *Array_keep_stream(PyObject *self, PyObject *stream)
{
    if (cucore_py_view_keep_stream(&((Array *)self)->view, stream) < 0) return NULL;
    Py_RETURN_NONE;
}

/* set_release(): as a user may, of a buffer that is not wrapped */
static PyObject *Array_set_release(PyObject *self, PyObject *unused)
{
    (void)unused;
    ((cucore_buffer *)((Array *)self)->view.private_.owner)->release = free;
    Py_RETURN_NONE;
}

/* fill(value, stream): 32-bit words, on the host or on the stream */
static PyObject *Array_fill(PyObject *self, PyObject *args)
{
    const cucore_view *view = &((Array *)self)->view;
    unsigned value;
    unsigned long long stream = 1;
    int64_t bytes = 0, i;
    if (!PyArg_ParseTuple(args, "I|K", &value, &stream)) return NULL;
    bytes = cucore_layout_nbytes(&view->layout);
    if (view->device_accessible)
        return done(cucore_memory_fill(view->ptr, value, 4, (size_t)bytes / 4, stream_of(stream)));
    for (i = 0; i < bytes / 4; i++) ((uint32_t *)view->ptr)[i] = value;
    Py_RETURN_NONE;
}

/* spoil(field, value): a view that is not sound any more */
static PyObject *Array_spoil(PyObject *self, PyObject *args)
{
    cucore_view *view = &((Array *)self)->view;
    const char *field;
    long long value;
    if (!PyArg_ParseTuple(args, "sL", &field, &value)) return NULL;
    if (!strcmp(field, "ndim")) view->layout.ndim = (int32_t)value;
    if (!strcmp(field, "itemsize")) view->layout.itemsize = value, view->layout.itembits = 8 * value;
    if (!strcmp(field, "shape")) view->layout.shape[0] = value;
    if (!strcmp(field, "ptr")) view->ptr = (void *)(uintptr_t)value;
    Py_RETURN_NONE;
}

/* empty_like(): a cucore.Array of its shape */
static PyObject *Array_empty_like(PyObject *self, PyObject *unused)
{
    cucore_view out;
    (void)unused;
    if (cucore_py_empty_like(NULL, &((Array *)self)->view, NULL, &out) < 0) return NULL;
    return cucore_py_return(&out, NULL, NULL);
}

/* numpy_like(): a numpy.ndarray of its shape and dtype */
static PyObject *Array_numpy_like(PyObject *self, PyObject *unused)
{
    PyObject *like = PyUnicode_FromString("numpy"), *result = NULL;
    cucore_view out;
    (void)unused;
    if (like && cucore_py_empty_like(like, &((Array *)self)->view, NULL, &out) == 0)
        result = cucore_py_return(&out, like, NULL);
    Py_XDECREF(like);
    return result;
}

/* move_to_buffer(): its bytes */
static PyObject *Array_move_to_buffer(PyObject *self, PyObject *unused)
{
    PyObject *bytes;
    Py_buffer buffer;
    (void)unused;
    if (cucore_py_view_move_to_buffer(&((Array *)self)->view, PyBUF_FULL_RO, &buffer) < 0) return NULL;
    bytes = PyBytes_FromStringAndSize((const char *)buffer.buf, buffer.len);
    PyBuffer_Release(&buffer);
    return bytes;
}

static PyObject *Array_release(PyObject *self, PyObject *unused)
{
    (void)unused;
    cucore_view_release(&((Array *)self)->view);
    Py_RETURN_NONE;
}

static PyMethodDef Array_methods[] = {CUCORE_PY_EXPORT_METHODS(Array),
                                      {"capsule", Array_capsule, METH_VARARGS, NULL},
                                      {"capsule_move", Array_capsule_move, METH_VARARGS, NULL},
                                      {"give", Array_give, METH_VARARGS, NULL},
                                      {"keep_stream", Array_keep_stream, METH_O, NULL},
                                      {"set_release", Array_set_release, METH_NOARGS, NULL},
                                      {"fill", Array_fill, METH_VARARGS, NULL},
                                      {"spoil", Array_spoil, METH_VARARGS, NULL},
                                      {"empty_like", Array_empty_like, METH_NOARGS, NULL},
                                      {"numpy_like", Array_numpy_like, METH_NOARGS, NULL},
                                      {"move_to_buffer", Array_move_to_buffer, METH_NOARGS, NULL},
                                      {"release", Array_release, METH_NOARGS, NULL},
                                      {NULL, NULL, 0, NULL}};
static PyGetSetDef Array_getset[] = {CUCORE_PY_EXPORT_GETSET(Array),
                                     {"ptr", Array_ptr, NULL, NULL, NULL},
                                     {"line", Array_line, NULL, NULL, NULL},
                                     {"pending", Array_pending, NULL, NULL, NULL},
                                     {"error", NULL, Array_set_error, NULL, NULL},
                                     {"is_released", Array_is_released, NULL, NULL, NULL},
                                     {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot Array_slots[] = {CUCORE_PY_EXPORT_SLOTS(Array),          {Py_tp_new, (void *)Array_make},
                                    {Py_tp_getset, Array_getset},           {Py_tp_methods, Array_methods},
                                    {Py_tp_dealloc, (void *)Array_dealloc}, {0, NULL}};
static PyType_Spec Array_spec = {"export_test.Array", sizeof(Array), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 Array_slots};

/* ------------------------------------------------------------------- one function and one macro: Whole, Static -- */
/* Whole(obj): the memory of any array; Static(obj): the same by a static type. */
typedef struct {
    PyObject_HEAD cucore_view view;
} Whole;

static const cucore_view *Whole_view(PyObject *self)
{
    if (((Whole *)self)->view.protocol != CUCORE_PROTOCOL_NONE) return &((Whole *)self)->view;
    PyErr_SetString(PyExc_BufferError, "closed");
    return NULL;
}

CUCORE_PY_EXPORT_TYPE(Whole, Whole_view)

static PyObject *Whole_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *obj;
    Whole *self;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    self = (Whole *)type->tp_alloc(type, 0);
    if (self && cucore_py_view(obj, NULL, CUCORE_STREAM_HOST, &self->view) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

/* BEGIN collected */
static int Whole_traverse(PyObject *self, visitproc visit, void *arg)
{
    if (PyType_HasFeature(Py_TYPE(self), Py_TPFLAGS_HEAPTYPE)) Py_VISIT(Py_TYPE(self));
    return cucore_py_view_visit(&((Whole *)self)->view, visit, arg);
}

static int Whole_clear(PyObject *self)
{
    cucore_view_release(&((Whole *)self)->view);
    return 0;
}

static void Whole_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (PyType_IS_GC(type)) PyObject_GC_UnTrack(self); /* first: other threads may run in cucore_view_release */
    cucore_view_release(&((Whole *)self)->view);
    type->tp_free(self);
    if (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) Py_DECREF(type);
}
/* END */

static PyObject *Whole_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    cucore_view_release(&((Whole *)self)->view);
    Py_RETURN_NONE;
}

/* Takes the place of the macro's. */
static PyObject *Whole_own_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return Py_BuildValue("(ii)", 1, 0);
}

static PyMethodDef Whole_methods[] = {{"close", Whole_close, METH_NOARGS, NULL},
                                      {"__dlpack_device__", Whole_own_device, METH_NOARGS, "my own"},
                                      {NULL, NULL, 0, NULL}};
static PyType_Slot Whole_slots[] = {{Py_tp_new, (void *)Whole_new},           {Py_tp_dealloc, (void *)Whole_dealloc},
                                    {Py_tp_traverse, (void *)Whole_traverse}, {Py_tp_clear, (void *)Whole_clear},
                                    {Py_tp_methods, (void *)Whole_methods},   {0, NULL}};
static PyType_Spec Whole_spec = {"export_test.Whole", sizeof(Whole), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, Whole_slots};
static PyTypeObject StaticType = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "export_test.Static"};

static PyObject *Whole_number(PyObject *self)
{
    (void)self;
    return PyLong_FromLong(77);
}

/* make_type(how): a type as the macro makes it: "whole", "bare" (no slot of its own but new and dealloc), "module", "int", "index"
 * (with this slot), or one that it refuses: "buffer", "static-buffer" */
METHOD(make_type, METH_VARARGS, args)
{
    static PyType_Slot bare[] = {{Py_tp_new, (void *)Whole_new}, {Py_tp_dealloc, (void *)Whole_dealloc}, {0, NULL}};
    static PyType_Slot own[] = {CUCORE_PY_EXPORT_SLOTS(Whole), {0, NULL}};
    static PyType_Slot number[] = {{Py_tp_new, (void *)Whole_new},
                                   {Py_tp_dealloc, (void *)Whole_dealloc},
                                   {Py_nb_int, (void *)Whole_number},
                                   {0, NULL}};
    static PyBufferProcs procs;
    static PyTypeObject other = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "export_test.Other"};
    const char *how;
    PyType_Spec spec = Whole_spec;
    if (!PyArg_ParseTuple(args, "s", &how)) return NULL;
    if (!strcmp(how, "static-buffer")) {
        other.tp_basicsize = sizeof(Whole);
        other.tp_as_buffer = &procs;
        return Whole_ready(&other) < 0 ? NULL : PyLong_FromLong(0);
    }
    if (!strcmp(how, "bare")) spec.slots = bare;
    if (!strcmp(how, "buffer")) spec.slots = own;
    if (!strcmp(how, "int") || !strcmp(how, "index")) {
        number[2].slot = !strcmp(how, "int") ? Py_nb_int : Py_nb_index;
        spec.slots = number;
    }
    if (spec.slots != Whole_slots) spec.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    return Whole_type(strcmp(how, "module") ? NULL : module, &spec);
}

/* ---------------------------------------------------------------------------------------------------- functions -- */
/* empty(like, device, dtype, shape, stream=1) -> Array whose view is the result's; allocate(device, dtype, shape, stream=1) */
static PyObject *make_empty(PyObject *args, int with_like)
{
    cucore_array_spec spec;
    PyObject *like = NULL, *shape;
    int device[2], ndim;
    const char *name;
    unsigned long long stream = 1;
    int64_t extents[CUCORE_MAX_NDIM];
    cucore_dtype dtype;
    cucore_status status;
    Array *self;
    if (with_like
            ? !PyArg_ParseTuple(args, "O(ii)sO!|K", &like, &device[0], &device[1], &name, &PyTuple_Type, &shape,
                                &stream)
            : !PyArg_ParseTuple(args, "(ii)sO!|K", &device[0], &device[1], &name, &PyTuple_Type, &shape, &stream)) {
        return NULL;
    }
    ndim = read_ints(shape, extents);
    if (ndim < 0) return NULL;
    status = cucore_dtype_from_name(name, strlen(name), &dtype);
    if (status) return done(status);
    self = Array_new();
    if (!self) return NULL;
    memset(&self->view, 0xA5, sizeof self->view);
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype, spec.ndim = ndim, spec.shape = extents, spec.device_type = device[0],
    spec.device_id = device[1];
    if (with_like) {
        if (cucore_py_empty(like == Py_None ? NULL : like, &spec, stream_of(stream), &self->view) < 0) {
            if (self->view.private_.release || self->view.ptr)
                PyErr_SetString(PyExc_AssertionError, "out is not zeroed");
            Py_CLEAR(self);
        }
        return (PyObject *)self;
    }
    status = cucore_view_allocate(&spec, NULL, stream_of(stream), &self->view);
    if (!status) return (PyObject *)self;
    Py_DECREF(self);
    return done(status);
}

/* refused_spec(what): cucore_py_empty of a spec of which that is wrong */
METHOD(refused_spec, METH_O, what)
{
    const int64_t shape[2] = {2, 3};
    cucore_array_spec spec;
    cucore_view view;
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32, spec.ndim = 2, spec.shape = shape, spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    if (PyUnicode_CompareWithASCIIString(what, "ndim") == 0) spec.ndim = -1;
    if (PyUnicode_CompareWithASCIIString(what, "axes") == 0) spec.ndim = CUCORE_MAX_NDIM + 1;
    if (PyUnicode_CompareWithASCIIString(what, "shape") == 0) spec.shape = NULL;
    if (PyUnicode_CompareWithASCIIString(what, "strides") == 0) spec.strides = shape;
    if (PyUnicode_CompareWithASCIIString(what, "reserved") == 0) spec.reserved[1] = &spec;
    memset(&view, 0xA5, sizeof view);
    if (cucore_py_empty(NULL, &spec, CUCORE_STREAM_LEGACY, &view) < 0 && !view.ptr && !view.private_.release)
        return NULL;
    return PyErr_Format(PyExc_AssertionError, "not refused, or the view is not zeroed");
}

METHOD(empty, METH_VARARGS, args)
{
    return make_empty(args, 1);
}

METHOD(allocate, METH_VARARGS, args)
{
    return make_empty(args, 0);
}

/* take(obj, protocol, stream=1) -> Array whose view is that of obj: "any", "dlpack", "cai", "lent" */
METHOD(take, METH_VARARGS, args)
{
    PyObject *obj;
    const char *protocol;
    unsigned long long stream = 1;
    cucore_arg arg;
    Array *self;
    int result;
    memset(&arg, 0, sizeof arg);
    if (!PyArg_ParseTuple(args, "Os|K", &obj, &protocol, &stream)) return NULL;
    if (!strcmp(protocol, "lent")) arg.flags = CUCORE_BORROW;
    if (!strcmp(protocol, "dlpack")) arg.flags = CUCORE_BY_DLPACK;
    if (!strcmp(protocol, "cai")) arg.flags = CUCORE_BY_CAI;
    self = Array_new();
    if (!self) return NULL;
    result = cucore_py_view(obj, &arg, stream_of(stream), &self->view);
    if (result < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

static int is_zeroed(const cucore_view *view)
{
    return !view->ptr && !view->dtype.lanes && !view->protocol && !view->private_.owner && !view->private_.release;
}

/* fill(x, out, like=None, stream=1, flags=0) -> out, or an array like x, with all its words 1.0.  As a function of an extension
 * is written: arguments, work on a stream, the result (of `like`, else `out`, else x), the end.  x is read. */
METHOD(fill, METH_VARARGS, args)
{
    PyObject *objs[2] = {NULL, NULL}, *like = Py_None, *result = NULL;
    unsigned long long stream = 1;
    unsigned flags = 0;
    cucore_arg expected[2];
    cucore_view v[3];
    const cucore_view *y = &v[1];
    CUstream s;
    int64_t bytes, i;
    size_t count;
    if (!PyArg_ParseTuple(args, "OO|OKI", &objs[0], &objs[1], &like, &stream, &flags)) return NULL;
    if (objs[1] == Py_None) objs[1] = NULL;
    count = objs[1] ? 2 : 1;
    s = stream_of(stream);
    memset(v, 0, sizeof v);
    memset(expected, 0, sizeof expected);
    expected[0].name = "x", expected[1].name = "out";
    expected[0].flags = flags;
    expected[1].flags = flags & CUCORE_BORROW ? flags : flags | CUCORE_WRITE; /* what is to be written is not lent */
    if (cucore_py_args(objs, count, expected, s, v) < 0) return NULL;
    if (!v[1].dtype.lanes && cucore_py_empty_like(objs[0], &v[0], s, &v[1]) < 0) goto done;
    bytes = cucore_layout_nbytes(&y->layout);
    if (y->device_accessible) {
        if (cucore_py_check(cucore_memory_fill(y->ptr, 0x3F800000, 4, (size_t)bytes / 4, s)) < 0) goto done;
    } else {
        for (i = 0; i < bytes / 4; i++) ((uint32_t *)y->ptr)[i] = 0x3F800000;
    }
    result = cucore_py_return(&v[1], like != Py_None ? like : objs[1] ? objs[1] : objs[0], s);
    if (!is_zeroed(&v[1])) {
        Py_CLEAR(result);
        PyErr_SetString(PyExc_AssertionError, "the view of the result is not zeroed");
    }
done:
    if (cucore_py_args_release(v, 2, s) < 0) Py_CLEAR(result);
    if (!is_zeroed(&v[0]) || !is_zeroed(&v[1])) PyErr_SetString(PyExc_AssertionError, "a view is not zeroed");
    return result;
}

/* lend(obj) -> Array whose view borrows the memory of obj, which the caller keeps */
METHOD(lend, METH_O, obj)
{
    const cucore_slice all = cucore_slice_all();
    cucore_view x;
    Array *self = Array_new();
    if (!self) return NULL;
    if (cucore_py_view(obj, NULL, CUCORE_STREAM_HOST, &x) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    if (cucore_py_check(cucore_view_slice(&x, &all, 1, &self->view)) < 0) Py_CLEAR(self);
    cucore_view_release(&x);
    return (PyObject *)self;
}

/* part(obj, how, like=obj, flags=0, stream=1): a view that borrows from that of `obj`, returned as `like` (None: NULL).
 * "slice": [1:]; "reversed": [::-1]; "whole": [:]; "transposed"; "words": the first half of its bytes as uint16; "wrapped":
 * [1:] of its first axis, by cucore_view_wrap without an owner; "before", "beyond": the same, one element outside; "empty":
 * no element, of no memory */
METHOD(part, METH_VARARGS, args)
{
    PyObject *obj, *like = NULL, *result = NULL;
    const char *how;
    unsigned long long flags = 0, stream = 1;
    cucore_arg expected = CUCORE_ARG("x", NULL, NULL, 0);
    cucore_array_spec spec;
    cucore_slice slice = cucore_slice_range(1, CUCORE_SLICE_LAST, 1);
    cucore_view x, part;
    cucore_status status = CUCORE_OK;
    int64_t count, one = 1, first = 1;
    if (!PyArg_ParseTuple(args, "Os|OKK", &obj, &how, &like, &flags, &stream)) return NULL;
    expected.flags = flags;
    if (cucore_py_args(&obj, 1, &expected, stream_of(stream), &x) < 0) return NULL;
    if (!strcmp(how, "reversed")) slice = cucore_slice_range(CUCORE_SLICE_LAST, CUCORE_SLICE_FIRST, -1);
    if (!strcmp(how, "whole")) slice = cucore_slice_all();
    if (!strcmp(how, "before")) first = -1;
    if (!strcmp(how, "beyond")) first = 2;
    memset(&spec, 0, sizeof spec);
    spec.dtype = x.dtype;
    spec.ndim = 1;
    spec.shape = &count;
    spec.device_type = x.device_type;
    spec.device_id = x.device_id;
    if (!strcmp(how, "transposed")) {
        spec.ndim = x.layout.ndim, spec.shape = x.layout.shape;
        status = cucore_view_wrap(x.ptr, &spec, NULL, NULL, &part);
        if (!status) status = cucore_layout_transpose(&x.layout, &part.layout);
    } else if (!strcmp(how, "words")) {
        count = cucore_view_nbytes(&x) / 4;
        spec.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 16, 1), spec.strides = &one;
        status = cucore_view_wrap(x.ptr, &spec, NULL, NULL, &part);
    } else if (!strcmp(how, "empty")) {
        count = 0;
        status = cucore_view_wrap(NULL, &spec, NULL, NULL, &part);
    } else if (!strcmp(how, "wrapped") || !strcmp(how, "before") || !strcmp(how, "beyond")) {
        count = x.layout.shape[0] - 1, spec.strides = x.layout.strides;
        status =
            cucore_view_wrap((char *)x.ptr + first * x.layout.strides[0] * x.layout.itemsize, &spec, NULL, NULL, &part);
    } else {
        status = cucore_view_slice(&x, &slice, 1, &part);
    }
    if (cucore_py_check(status) == 0) {
        result = cucore_py_return(&part, !like ? obj : like == Py_None ? NULL : like, stream_of(stream));
        if (!is_zeroed(&part)) {
            Py_CLEAR(result);
            PyErr_SetString(PyExc_AssertionError, "the part is not zeroed");
        }
    }
    if (cucore_py_args_release(&x, 1, stream_of(stream)) < 0) Py_CLEAR(result);
    return result;
}

/* A tensor that is taken out of its capsule and deleted in C. */
static void *delete_main(void *managed)
{
    cucore__dlmanaged_versioned_delete((DLManagedTensorVersioned *)managed);
    return NULL;
}

static DLManagedTensorVersioned *consume(PyObject *capsule)
{
    void *managed = PyCapsule_GetPointer(capsule, "dltensor_versioned");
    if (!managed || PyCapsule_SetName(capsule, "used_dltensor_versioned") < 0) return NULL;
    return (DLManagedTensorVersioned *)managed;
}

/* delete_in_thread(capsule, held): on a thread that Python has never seen, while this one holds the GIL or does not. */
METHOD(delete_in_thread, METH_O, capsule)
{
    pthread_t thread;
    DLManagedTensorVersioned *managed = consume(capsule);
    if (!managed) return NULL;
    Py_BEGIN_ALLOW_THREADS
    pthread_create(&thread, NULL, delete_main, managed);
    pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

/* Keeps the tensor; a C atexit function deletes it when the interpreter is gone. */
static DLManagedTensorVersioned *kept;
static void delete_kept(void)
{
    cucore__dlmanaged_versioned_delete(kept);
}

METHOD(delete_at_exit, METH_O, capsule)
{
    kept = consume(capsule);
    if (!kept) return NULL;
    atexit(delete_kept);
    Py_RETURN_NONE;
}

/* fields(capsule) -> dict of everything in the tensor */
static PyObject *tuple_of(const int64_t *values, int count)
{
    PyObject *tuple = (PyTuple_New)(count);
    for (int i = 0; i < count; i++) PyTuple_SET_ITEM(tuple, i, (PyLong_FromLongLong)(values[i]));
    return tuple;
}

static PyObject *fields_of(const DLTensor *t, DLPackVersion version, unsigned long long flags)
{
    return Py_BuildValue("{s:K,s:(ii),s:i,s:(iii),s:N,s:N,s:K,s:(II),s:K}", "data",
                         (unsigned long long)(uintptr_t)t->data, "device", (int)t->device.device_type,
                         (int)t->device.device_id, "ndim", (int)t->ndim, "dtype", (int)t->dtype.code,
                         (int)t->dtype.bits, (int)t->dtype.lanes, "shape", tuple_of(t->shape, t->ndim), "strides",
                         t->strides ? tuple_of(t->strides, t->ndim) : (Py_INCREF(Py_None), Py_None), "byte_offset",
                         (unsigned long long)t->byte_offset, "version", version.major, version.minor, "flags", flags);
}

METHOD(fields, METH_O, capsule)
{
    static const DLPackVersion none = {0, 0};
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        return fields_of(&((DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor"))->dl_tensor, none, 0);
    }
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        DLManagedTensorVersioned *m = (DLManagedTensorVersioned *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
        return fields_of(&m->dl_tensor, m->version, m->flags);
    }
    PyErr_SetString(PyExc_ValueError, "no fresh capsule");
    return NULL;
}

/* The table of "Array", "Whole" or "Plain", or of a type; NULL with an exception. */
static const cucore_exchange_api *table_of(PyObject *which)
{
    const char *name = PyUnicode_Check(which) ? PyUnicode_AsUTF8(which) : NULL;
    PyObject *capsule;
    const cucore_exchange_api *api;
    if (name) return name[0] == 'A' ? &Array_exchange : name[0] == 'W' ? &Whole_exchange : &Plain_exchange;
    capsule = PyObject_GetAttrString(which, "__dlpack_c_exchange_api__");
    if (!capsule) return NULL;
    api = (const cucore_exchange_api *)PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    Py_DECREF(capsule);
    return api;
}

/* table(which, what, obj): what a table says of an object: "export", "lend", "roundtrip", "stream" */
METHOD(table, METH_VARARGS, args)
{
    const char *what;
    PyObject *which, *obj;
    const cucore_exchange_api *api;
    DLManagedTensorVersioned *managed = NULL;
    DLTensor tensor;
    static const DLPackVersion none = {0, 0};
    void *out = NULL;
    if (!PyArg_ParseTuple(args, "OsO", &which, &what, &obj) || !(api = table_of(which))) return NULL;
    if (!strcmp(what, "lend")) {
        return api->dltensor_from_py_object_no_sync(obj, &tensor) ? NULL : fields_of(&tensor, none, 0);
    }
    if (!strcmp(what, "stream")) {
        if (api->current_work_stream((DLDeviceType)PyLong_AsLong(obj), 0, &out)) return NULL;
        return PyLong_FromVoidPtr(out);
    }
    if (api->managed_tensor_from_py_object_no_sync(obj, &managed)) return NULL;
    if (!strcmp(what, "export")) {
        PyObject *fields = fields_of(&managed->dl_tensor, managed->version, managed->flags);
        managed->deleter(managed);
        return fields;
    }
    return api->managed_tensor_to_py_object_no_sync(managed, &out) ? NULL : (PyObject *)out;
}

typedef struct said {
    int calls;
    char kind[64], message[256];
} said;

static int deleted;

static void count_deleted(DLManagedTensorVersioned *managed)
{
    (void)managed;
    deleted++;
}

static void say(void *context, const char *kind, const char *message)
{
    said *s = (said *)context;
    s->calls++;
    snprintf(s->kind, sizeof s->kind, "%s", kind);
    snprintf(s->message, sizeof s->message, "%s", message);
}

/* table_allocate(which, device, (code, bits, lanes), shape) -> Array, or (calls of SetError, kind, message) */
METHOD(table_allocate, METH_VARARGS, args)
{
    int device[2], dtype[3];
    int64_t extents[CUCORE_MAX_NDIM];
    PyObject *which, *shape;
    DLTensor prototype;
    DLManagedTensorVersioned *managed = NULL;
    said s;
    const cucore_exchange_api *api;
    void *out = NULL;
    int result;
    if (!PyArg_ParseTuple(args, "O(ii)(iii)O!", &which, &device[0], &device[1], &dtype[0], &dtype[1], &dtype[2],
                          &PyTuple_Type, &shape) ||
        !(api = table_of(which))) {
        return NULL;
    }
    memset(&prototype, 0xA5, sizeof prototype);
    memset(&s, 0, sizeof s);
    prototype.device.device_type = (DLDeviceType)device[0];
    prototype.device.device_id = device[1];
    prototype.dtype.code = (uint8_t)dtype[0];
    prototype.dtype.bits = (uint8_t)dtype[1];
    prototype.dtype.lanes = (uint16_t)dtype[2];
    prototype.ndim = read_ints(shape, extents);
    prototype.shape = extents;
    Py_BEGIN_ALLOW_THREADS
    result = api->managed_tensor_allocator(&prototype, &managed, &s, say);
    Py_END_ALLOW_THREADS
    if (result) return Py_BuildValue("(iss)", s.calls, s.kind, s.message);
    if (api->managed_tensor_to_py_object_no_sync(managed, &out)) return NULL;
    return (PyObject *)out;
}

/* table_null(which, function, missing, obj): calls a function of a table with NULL for the argument `missing`.
 * -> ((calls of SetError, kind, message), tensors deleted), or the exception that the function set */
METHOD(table_null, METH_VARARGS, args)
{
    const char *function, *missing;
    PyObject *which, *obj;
    const cucore_exchange_api *api;
    int64_t shape[1] = {3};
    DLManagedTensorVersioned managed, *made = NULL;
    DLTensor prototype;
    void *out = NULL;
    said s;
    int result = 0;
    if (!PyArg_ParseTuple(args, "OssO", &which, &function, &missing, &obj) || !(api = table_of(which))) return NULL;
    memset(&prototype, 0, sizeof prototype);
    memset(&managed, 0, sizeof managed);
    memset(&s, 0, sizeof s);
    deleted = 0;
    prototype.device.device_type = kDLCPU;
    prototype.dtype.code = kDLFloat, prototype.dtype.bits = 32, prototype.dtype.lanes = 1;
    prototype.ndim = 1;
    prototype.shape = strcmp(missing, "shape") ? shape : NULL;
    managed.version.major = 1;
    managed.dl_tensor = prototype;
    managed.dl_tensor.data = shape;
    managed.deleter = count_deleted;
#define UNLESS(name, value) (strcmp(missing, name) ? (value) : NULL)
    if (!strcmp(function, "allocate")) {
        result = api->managed_tensor_allocator(UNLESS("prototype", &prototype), UNLESS("out", &made), &s, say);
    } else if (!strcmp(function, "export")) {
        result = api->managed_tensor_from_py_object_no_sync(UNLESS("obj", obj), UNLESS("out", &made));
    } else if (!strcmp(function, "wrap")) {
        result = api->managed_tensor_to_py_object_no_sync(UNLESS("managed", &managed), UNLESS("out", &out));
    } else if (!strcmp(function, "lend")) {
        result = api->dltensor_from_py_object_no_sync(UNLESS("obj", obj), UNLESS("out", &prototype));
    } else {
        result = api->current_work_stream(kDLCUDA, 0, UNLESS("out", &out));
    }
#undef UNLESS
    if (result != -1 || made || out) {
        PyErr_SetString(PyExc_AssertionError, "the call did not fail, or left something");
        return NULL;
    }
    if (PyErr_Occurred()) return NULL;
    return Py_BuildValue("((iss)i)", s.calls, s.kind, s.message, deleted);
}

METHOD(deleted, METH_NOARGS, unused)
{
    return (PyLong_FromLong)(deleted);
}

METHOD(publish, METH_VARARGS, args)
{
    PyObject *type;
    const char *which;
    if (!PyArg_ParseTuple(args, "O!s", &PyType_Type, &type, &which)) return NULL;
    if (cucore_py_export_exchange((PyTypeObject *)type, which[0] == 'A' ? &Array_exchange : &Plain_exchange) < 0)
        return NULL;
    Py_RETURN_NONE;
}

METHOD(set_stream, METH_O, obj)
{
    current_stream = PyLong_AsUnsignedLongLong(obj);
    Py_RETURN_NONE;
}

/* get_buffer(obj, flags) -> everything that the exporter put into the Py_buffer */
METHOD(get_buffer, METH_VARARGS, args)
{
    PyObject *obj, *result;
    int flags;
    Py_buffer b;
    if (!PyArg_ParseTuple(args, "Oi", &obj, &flags)) return NULL;
    memset(&b, 0xA5, sizeof b);
    if ((PyObject_GetBuffer)(obj, &b, flags) < 0) {
        if (b.obj) PyErr_SetString(PyExc_AssertionError, "obj is not NULL after a refusal");
        return NULL;
    }
    result = Py_BuildValue("{s:n,s:n,s:i,s:i,s:z,s:O,s:O,s:O,s:i}", "len", b.len, "itemsize", b.itemsize, "readonly",
                           b.readonly, "ndim", b.ndim, "format", b.format, "shape", b.shape ? Py_True : Py_False,
                           "strides", b.strides ? Py_True : Py_False, "suboffsets", b.suboffsets ? Py_True : Py_False,
                           "owner", b.obj == obj);
    PyBuffer_Release(&b);
    return result;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* loop(what, array, n, like=None) -> ns per round */
METHOD(loop, METH_VARARGS, args)
{
    const char *what;
    PyObject *obj, *like = NULL, *one = NULL;
    long n;
    double start;
    if (!PyArg_ParseTuple(args, "sO!l|O", &what, ArrayType, &obj, &n, &like)) return NULL;
    start = now();
    for (long i = 0; i < n; i++) {
        const cucore_view *view = &((Array *)obj)->view;
        if (!strcmp(what, "versioned")) one = cucore_py_export_capsule(obj, view, 1, 0);
        if (!strcmp(what, "legacy")) one = cucore_py_export_capsule(obj, view, 0, 0);
        if (!strcmp(what, "dlpack")) one = cucore_py_export_dlpack(obj, view, NULL, 0, NULL);
        if (!strcmp(what, "device")) one = cucore_py_export_dlpack_device(view);
        if (!strcmp(what, "cai")) one = cucore_py_export_cai(view);
        if (!strcmp(what, "array_interface")) one = cucore_py_export_array_interface(view);
        if (!strcmp(what, "buffer")) {
            Py_buffer b;
            if ((PyObject_GetBuffer)(obj, &b, PyBUF_FULL_RO) < 0) return NULL;
            PyBuffer_Release(&b);
            continue;
        }
        if (!strcmp(what, "managed")) {
            DLManagedTensorVersioned *managed;
            if (Array_exchange.managed_tensor_from_py_object_no_sync(obj, &managed)) return NULL;
            managed->deleter(managed);
            continue;
        }
        if (!strcmp(what, "return")) {
            cucore_view out;
            if (cucore_py_empty_like(like, view, CUCORE_STREAM_LEGACY, &out) < 0) return NULL;
            one = cucore_py_return(&out, like, CUCORE_STREAM_LEGACY);
        }
        if (!one) return NULL;
        Py_DECREF(one);
    }
    return PyFloat_FromDouble((now() - start) / (double)n);
}

/* release(array): its view holds nothing from then on, and nobody stands in front of it */
METHOD(release, METH_O, obj)
{
    cucore_view_release(&((Array *)obj)->view);
    Py_RETURN_NONE;
}

/* check_status(status, error=None): with that exception set */
METHOD(check_status, METH_VARARGS, args)
{
    int status;
    PyObject *error = NULL;
    if (!PyArg_ParseTuple(args, "i|O", &status, &error)) return NULL;
    if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    if (cucore_py_check((cucore_status)status) < 0) return NULL;
    Py_RETURN_NONE;
}

STATE_METHODS

static int execute(PyObject *module)
{
    ArrayType = (PyTypeObject *)(PyType_FromSpec)(&Array_spec);
    if (!ArrayType || PyModule_AddObject(module, "Array", (PyObject *)ArrayType) < 0) return -1;
    Py_INCREF(ArrayType);
    StaticType.tp_basicsize = sizeof(Whole);
    StaticType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC;
    StaticType.tp_new = Whole_new;
    StaticType.tp_dealloc = Whole_dealloc;
    StaticType.tp_traverse = Whole_traverse;
    StaticType.tp_clear = Whole_clear;
    if (!StaticType.tp_dict && Whole_ready(&StaticType) < 0) return -1;
    Py_INCREF(&StaticType);
    if (PyModule_AddObject(module, "Static", (PyObject *)&StaticType) < 0) return -1;
    return PyModule_AddObject(module, "Whole", Whole_type(module, &Whole_spec));
}

MODULE(export_test, IN_ANY_INTERPRETER WITHOUT_GIL)
