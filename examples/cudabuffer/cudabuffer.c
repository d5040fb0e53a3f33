/* gcc -shared -fPIC $(python -m cucore --includes) examples/cudabuffer/cudabuffer.c \
 *     -o examples/cudabuffer/cudabuffer.so && python examples/cudabuffer/demo.py
 *
 * cudabuffer - an array type in C: memory of its own or somebody else's, that speaks every protocol
 *
 *     CudaBuffer(shape, dtype="float32", stream=None, device=0)     shape: 3, (2, 3); dtype: "f4", numpy.float32, torch.float16,
 *                                                                   ...; device: 1, "cuda:1", torch.device("cuda"), a device of
 *                                                                   JAX, "pinned", "managed", "cpu", ...
 *     CudaBuffer.wrap(address, shape, dtype, owner, stream=None)    memory of `owner`, which it keeps
 *     .copy_from(array, stream=None), .copy_to(array, stream=None)  any array on the other side, host or device
 *     __dlpack__, __dlpack_device__, __cuda_array_interface__, __array_interface__, the buffer protocol, __cuda_stream__ and
 *     the C exchange table
 *
 * It remembers the stream of its last use.  Work on another stream is ordered behind it; consumers are ordered behind it; the
 * memory is freed behind it. */
#define CUCORE_STATIC
#include "cucore_results.h"

typedef struct {
    PyObject_HEAD cucore_buffer buffer; /* the memory, and the stream of its last use */
    cucore_view view;                   /* what is in it */
    PyObject *stream;                   /* keeps the handle of that stream alive */
    PyObject *owner;                    /* of wrapped memory */
    int is_lent;                        /* somebody has had the view */
} CudaBuffer;

static PyTypeObject *CudaBuffer_Type;

static PyObject *done(cucore_status status)
{
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

/* -- what the protocols need: one function, one macro ----------------------------------------------------------- */
static const cucore_view *CudaBuffer_view(PyObject *self)
{
    if (!PyObject_TypeCheck(self, CudaBuffer_Type)) {
        PyErr_SetString(PyExc_TypeError, "expected a CudaBuffer");
        return NULL;
    }
    ((CudaBuffer *)self)->is_lent = 1;
    return &((CudaBuffer *)self)->view;
}

CUCORE_PY_EXPORT(CudaBuffer, CudaBuffer_view)

/* No function to wrap foreign tensors, and no current stream of its own: a cucore.Array, the legacy default stream. */
static const cucore_py_exporter exporter = {CudaBuffer_view, NULL, NULL};
CUCORE_PY_EXCHANGE(CudaBuffer, exporter)

/* -- making ----------------------------------------------------------------------------------------------------- */
/* A dense layout of a shape and a dtype. */
static int make_layout(const cucore_py_shape *shape, cucore_dtype dtype, cucore_layout *layout)
{
    cucore_status status = cucore_layout_make_dense(shape->ndim, shape->extents, 'C', dtype.itemsize, layout);
    if (!status && cucore_dtype_itembits(dtype) % 8)
        status = cucore_layout_set_packed(layout, cucore_dtype_itembits(dtype));
    return cucore_py_check(status);
}

static cucore_status find_memory(CudaBuffer *self, const cucore_py_device *device, size_t bytes, CUstream stream)
{
    cucore_memory_resource *resource;
    const cucore_memory_kind kind = device->device_type == CUCORE_DEVICE_TYPE_CPU         ? CUCORE_MEMORY_HOST
                                    : device->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ? CUCORE_MEMORY_PINNED
                                    : device->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED
                                        ? CUCORE_MEMORY_MANAGED
                                        : CUCORE_MEMORY_DEFAULT_POOL;
    const int device_id = device->device_id == CUCORE_DEVICE_NONE ? CUCORE_DEVICE_CURRENT : device->device_id;
    cucore_status status = cucore_memory_resource_create(kind, device_id, NULL, &resource);
    if (!status) {
        status = cucore_buffer_allocate(resource, bytes, stream, &self->buffer);
        cucore_memory_resource_release(resource); /* the buffer has a reference */
    }
    return status;
}

/* Default streams are those of the current context, and other libraries leave contexts of other devices current.
 * -1 with an exception. */
static int enter(int device_id, cucore_context_guard *guard)
{
    cucore_status status;
    memset(guard, 0, sizeof *guard);
    if (device_id < 0) return 0; /* memory of the host */
    Py_BEGIN_ALLOW_THREADS
    status = cucore_context_enter_device(device_id, guard);
    Py_END_ALLOW_THREADS
    return cucore_py_check(status);
}

/* About to be used on a stream, which is the last one from then on.  -1 with an exception. */
static int use(CudaBuffer *self, PyObject *stream_object, CUstream stream)
{
    cucore_status status = CUCORE_OK;
    if (!self->buffer.device_accessible) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_buffer_use(&self->buffer, stream);
    if (!status) status = cucore_view_set_producer_stream(&self->view, stream);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) return -1;
    Py_XINCREF(stream_object);
    Py_XSETREF(self->stream, stream_object);
    return 0;
}

static PyObject *CudaBuffer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"shape", (char *)"dtype", (char *)"stream", (char *)"device", NULL};
    PyObject *stream_object = Py_None;
    cucore_py_shape shape;
    cucore_dtype dtype = CUCORE_DTYPE_FLOAT32;
    cucore_py_device device = {CUCORE_DEVICE_TYPE_CUDA, 0};
    int64_t bytes = 0;
    CUstream stream;
    cucore_layout layout;
    cucore_status status;
    cucore_context_guard guard;
    CudaBuffer *self;
    int failed;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&|O&OO&", names, cucore_py_shape_converter, &shape,
                                     cucore_py_dtype_converter, &dtype, &stream_object, cucore_py_device_converter,
                                     &device)) {
        return NULL;
    }
    if (make_layout(&shape, dtype, &layout) < 0 || cucore_py_stream_from_object(stream_object, &stream) < 0)
        return NULL;
    self = (CudaBuffer *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    bytes = cucore_layout_nbytes(&layout);
    if (enter(device.device_id, &guard) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    status = find_memory(self, &device, (size_t)bytes, stream);
    Py_END_ALLOW_THREADS
    if (!status) status = cucore_view_from_buffer(&self->buffer, 0, dtype, &layout, &self->view);
    failed = cucore_py_check(status) < 0 ? -1 : use(self, stream_object, stream);
    cucore_context_leave(&guard);
    if (!failed) return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static PyObject *CudaBuffer_wrap(PyObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"address", (char *)"shape",  (char *)"dtype",
                            (char *)"owner",   (char *)"stream", NULL};
    PyObject *address, *owner, *stream_object = Py_None;
    cucore_py_shape shape;
    cucore_dtype dtype = CUCORE_DTYPE_FLOAT32;
    int64_t bytes = 0;
    CUstream stream;
    cucore_layout layout;
    cucore_status status;
    void *ptr;
    cucore_context_guard guard;
    CudaBuffer *self;
    int failed;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&O|O", names, &address, cucore_py_shape_converter, &shape,
                                     cucore_py_dtype_converter, &dtype, &owner, &stream_object)) {
        return NULL;
    }
    ptr = PyLong_AsVoidPtr(address);
    if (PyErr_Occurred()) return NULL;
    if (make_layout(&shape, dtype, &layout) < 0 || cucore_py_stream_from_object(stream_object, &stream) < 0)
        return NULL;
    self = (CudaBuffer *)((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
    if (!self) return NULL;
    Py_INCREF(owner);
    self->owner = owner;
    bytes = cucore_layout_nbytes(&layout);
    Py_BEGIN_ALLOW_THREADS
    status = cucore_buffer_from_pointer(ptr, (size_t)bytes, NULL, NULL, &self->buffer);
    Py_END_ALLOW_THREADS
    if (!status) self->buffer.stream = stream;
    if (!status) status = cucore_view_from_buffer(&self->buffer, 0, dtype, &layout, &self->view);
    failed = cucore_py_check(status) < 0 ? -1 : enter(self->buffer.device_id, &guard);
    if (!failed) {
        failed = use(self, stream_object, stream);
        cucore_context_leave(&guard);
    }
    if (!failed) return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

/* Who had the view may still be at work on it, on a stream that nobody knows here (DLPack has no way to tell): then the
 * device has to be idle before the memory goes. */
static void CudaBuffer_dealloc(PyObject *obj)
{
    CudaBuffer *self = (CudaBuffer *)obj;
    PyTypeObject *type = Py_TYPE(obj);
    cucore_status status = CUCORE_OK;
    PyObject *error_type, *error, *traceback;
    PyErr_Fetch(&error_type, &error, &traceback);
    Py_BEGIN_ALLOW_THREADS
    if (self->is_lent && self->buffer.device_id >= 0) status = cucore_device_synchronize(self->buffer.device_id);
    if (!status) (void)cucore_buffer_release(&self->buffer); /* else others may still use it */
    Py_END_ALLOW_THREADS
    Py_XDECREF(self->stream);
    Py_XDECREF(self->owner);
    PyErr_Restore(error_type, error, traceback);
    type->tp_free(obj);
    Py_DECREF((PyObject *)type);
}

/* -- copies ----------------------------------------------------------------------------------------------------- */
/* The whole of the buffer, from or to an array of the same size. */
static int copy_here(CudaBuffer *self, PyObject *array, PyObject *stream_object, int outward)
{
    cucore_arg expected = CUCORE_ARG("array", NULL, NULL, CUCORE_C_CONTIGUOUS);
    cucore_view view;
    cucore_status status = CUCORE_OK;
    CUstream stream;
    int64_t bytes = 0;
    int failed;
    if (cucore_py_stream_from_object(stream_object, &stream) < 0) return -1;
    if (outward) expected.flags |= CUCORE_WRITE;
    if (cucore_py_args(&array, 1, &expected, stream, &view) < 0) return -1;
    bytes = cucore_view_nbytes(&view);
    if ((uint64_t)bytes != self->buffer.nbytes) {
        PyErr_Format(PyExc_ValueError, "array: expected %llu bytes, got %lld", (unsigned long long)self->buffer.nbytes,
                     (long long)bytes);
        cucore_view_release(&view);
        return -1;
    }
    if (use(self, stream_object, stream) < 0) {
        cucore_view_release(&view);
        return -1;
    }
    Py_BEGIN_ALLOW_THREADS
    if (bytes && !self->buffer.device_accessible && !view.device_accessible) {
        memmove(outward ? view.ptr : self->buffer.ptr, outward ? self->buffer.ptr : view.ptr, (size_t)bytes);
    } else if (bytes) {
        status = cucore_memory_copy(outward ? view.ptr : self->buffer.ptr, outward ? self->buffer.ptr : view.ptr,
                                    (size_t)bytes, stream);
    }
    Py_END_ALLOW_THREADS
    failed = cucore_py_check(status) < 0;
    return cucore_py_args_release(&view, 1, stream) < 0 || failed ? -1 : 0;
}

/* The device whose default streams are meant: the buffer's, or the other side's if the buffer is on the host;
 * CUCORE_DEVICE_NONE if that is on the host, too, or a bare capsule, which can be taken in only once.  -> 0, or -1 with an exception */
static int find_device(const CudaBuffer *self, PyObject *array, int *out)
{
    static const cucore_arg lent = CUCORE_ARG("array", NULL, NULL, CUCORE_BORROW | CUCORE_ALLOW_UNALIGNED);
    cucore_view view;
    *out = self->buffer.device_id;
    if (*out >= 0 || PyCapsule_CheckExact(array)) return 0;
    if (cucore_py_view(array, &lent, CUCORE_STREAM_NO_SYNC, &view) < 0) return -1;
    *out = view.device_id;
    cucore_view_release(&view);
    return 0;
}

static int copy(CudaBuffer *self, PyObject *array, PyObject *stream_object, int outward)
{
    cucore_context_guard guard;
    int device_id, result;
    if (find_device(self, array, &device_id) < 0 || enter(device_id, &guard) < 0) return -1;
    result = copy_here(self, array, stream_object, outward);
    cucore_context_leave(&guard);
    return result;
}

static PyObject *CudaBuffer_copy(PyObject *self, PyObject *args, PyObject *kwargs, int outward)
{
    static char *names[] = {(char *)"array", (char *)"stream", NULL};
    PyObject *array, *stream = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O", names, &array, &stream)) return NULL;
    return copy((CudaBuffer *)self, array, stream, outward) < 0 ? NULL : done(CUCORE_OK);
}

static PyObject *CudaBuffer_copy_from(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return CudaBuffer_copy(self, args, kwargs, 0);
}

static PyObject *CudaBuffer_copy_to(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return CudaBuffer_copy(self, args, kwargs, 1);
}

/* -- the rest --------------------------------------------------------------------------------------------------- */
static PyObject *CudaBuffer_cuda_stream(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore_py_stream_to_tuple(((CudaBuffer *)self)->view.producer_stream);
}

static PyObject *CudaBuffer_ptr(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(((CudaBuffer *)self)->buffer.ptr);
}

static PyObject *CudaBuffer_shape(PyObject *self, void *unused)
{
    (void)unused;
    return cucore_py_view_shape(&((CudaBuffer *)self)->view);
}

static PyObject *CudaBuffer_dtype(PyObject *self, void *unused)
{
    (void)unused;
    return cucore_py_view_dtype(&((CudaBuffer *)self)->view, NULL);
}

static PyObject *CudaBuffer_nbytes(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(((CudaBuffer *)self)->buffer.nbytes);
}

static PyObject *CudaBuffer_repr(PyObject *self)
{
    char text[512];
    cucore_view_format(&((CudaBuffer *)self)->view, text, sizeof text);
    return PyUnicode_FromFormat("<CudaBuffer %s>", text);
}

/* BEGIN type */
#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function)
static PyMethodDef methods[] = {
    CUCORE_PY_EXPORT_METHODS(CudaBuffer),
    {"__cuda_stream__", CudaBuffer_cuda_stream, METH_NOARGS, "(0, handle of the stream of the last use)"},
    {"wrap", KEYWORDS(CudaBuffer_wrap), METH_VARARGS | METH_KEYWORDS | METH_CLASS, "memory of somebody else"},
    {"copy_from", KEYWORDS(CudaBuffer_copy_from), METH_VARARGS | METH_KEYWORDS, "copy_from(array, stream=None)"},
    {"copy_to", KEYWORDS(CudaBuffer_copy_to), METH_VARARGS | METH_KEYWORDS, "copy_to(array, stream=None)"},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef getset[] = {CUCORE_PY_EXPORT_GETSET(CudaBuffer),
                               {"ptr", CudaBuffer_ptr, NULL, "address", NULL},
                               {"nbytes", CudaBuffer_nbytes, NULL, "bytes", NULL},
                               {"shape", CudaBuffer_shape, NULL, "extents", NULL},
                               {"dtype", CudaBuffer_dtype, NULL, "a numpy.dtype", NULL},
                               {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {CUCORE_PY_EXPORT_SLOTS(CudaBuffer),
                              {Py_tp_new, (void *)CudaBuffer_new},
                              {Py_tp_dealloc, (void *)CudaBuffer_dealloc},
                              {Py_tp_repr, (void *)CudaBuffer_repr},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, getset},
                              {0, NULL}};
static PyType_Spec spec = {"cudabuffer.CudaBuffer", sizeof(CudaBuffer), 0, Py_TPFLAGS_DEFAULT, slots};
/* END */
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "cudabuffer", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cudabuffer(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    CudaBuffer_Type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (CudaBuffer_Type && cucore_py_export_exchange(CudaBuffer_Type, &CudaBuffer_exchange) == 0) {
        Py_INCREF((PyObject *)CudaBuffer_Type);
        if (PyModule_AddObject(module, "CudaBuffer", (PyObject *)CudaBuffer_Type) == 0) return module;
        Py_DECREF((PyObject *)CudaBuffer_Type);
    }
    Py_DECREF(module);
    return NULL;
}
