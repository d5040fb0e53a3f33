/* gcc -shared -fPIC $(python -m cucore --includes) systems/numba_arrays/numba_arrays.c \
 *     -o systems/numba_arrays/numba_arrays.so && python systems/numba_arrays/demo.py
 *
 * numba_arrays - memory, streams and pointers between C code and Numba, cuda.core and cuda.bindings
 *
 *     full(n, value, device=0, stream=None, pool=None, like=None)   n float32 that C code fills; device -1: on the host
 *     wrap(pointer, n, owner, stream=None)                          n float32 of an owner, who lives as long as they
 *     copy(dst, src, stream=None)                                   between any two arrays, strided, of host or device
 *     Stream(device=0)                                              a stream of C code, with __cuda_stream__
 *     handle(stream)                                                the number of any stream object, as C code gets it
 *
 * Arrays are cucore.Array, or of the library that `like` names ("numba.cuda"); pool is a memory resource of cuda.core,
 * or any object with allocate(size, stream=) and deallocate(ptr, size, stream=). */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_results.h"

/* -- memory -- */
static PyObject *full(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {
        (char *)"n", (char *)"value", (char *)"device", (char *)"stream", (char *)"pool", (char *)"like", NULL};
    PyObject *like = Py_None, *stream_obj = NULL;
    cucore_memory_resource *pool = NULL;
    CUstream stream = NULL;
    Py_ssize_t n;
    int64_t extent;
    float value;
    int device = 0;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, &extent, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_view y;
    cucore_status status;
    (void)self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "nf|iOO&O", names, &n, &value, &device, &stream_obj,
                                     cucore_py_memory_resource_converter, &pool, &like)) {
        return NULL;
    }
    if (stream_obj && cucore_py_stream_from_object(stream_obj, &stream) < 0) {
        cucore_memory_resource_release(pool);
        return NULL;
    }
    extent = n;
    if (device == -1) spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = device;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_allocate(&spec, pool, stream, &y);
    if (!status) status = cucore_view_fill(&y, &value, stream);
    Py_END_ALLOW_THREADS
    cucore_memory_resource_release(pool); /* the memory has a reference of its own */
    if (cucore_py_check(status) == 0 && cucore_py_view_keep_stream(&y, stream_obj) == 0) {
        return cucore_py_return(&y, like == Py_None ? NULL : like, stream);
    }
    cucore_view_release(&y);
    return NULL;
}

/* An int, or what can be made one: CUdeviceptr, Buffer.handle.  -1 with an exception. */
static int read_pointer(PyObject *obj, void **out)
{
    PyObject *number = PyNumber_Check(obj) ? PyNumber_Long(obj) : NULL;
    *out = number ? PyLong_AsVoidPtr(number) : NULL;
    Py_XDECREF(number);
    if (*out) return 0;
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "pointer: expected the address of memory, got %R", obj);
    return -1;
}

static PyObject *wrap(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"pointer", (char *)"n", (char *)"owner", (char *)"stream", NULL};
    PyObject *pointer, *owner;
    CUstream stream = NULL;
    Py_ssize_t n;
    int64_t extent;
    void *ptr;
    cucore_pointer_info info;
    cucore_array_spec spec;
    cucore_view y;
    cucore_status status;
    (void)self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OnO|O&", names, &pointer, &n, &owner, cucore_py_stream_converter,
                                     &stream)) {
        return NULL;
    }
    extent = n;
    if (read_pointer(pointer, &ptr) < 0) return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_pointer_get_info(ptr, &info);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) return NULL;
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 1;
    spec.shape = &extent;
    spec.device_type = info.device_type;
    spec.device_id = info.device_id;
    if (cucore_py_view_wrap(ptr, &spec, owner, &y) < 0) return NULL;
    return cucore_py_return(&y, NULL, stream);
}

static PyObject *copy(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"dst", (char *)"src", (char *)"stream", NULL};
    PyObject *dst, *src;
    CUstream stream = NULL;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|O&", names, &dst, &src, cucore_py_stream_converter, &stream)) {
        return NULL;
    }
    if (cucore_py_copy(dst, src, stream, NULL) < 0) return NULL;
    Py_RETURN_NONE;
}

/* -- streams -- */
typedef struct {
    PyObject_HEAD cucore_stream stream;
} Stream;

static PyObject *Stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"device", NULL};
    Stream *self;
    int device = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|i", names, &device)) return NULL;
    self = (Stream *)type->tp_alloc(type, 0);
    if (!self || cucore_py_check(cucore_stream_create(device, NULL, &self->stream)) == 0) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void Stream_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    (void)cucore_stream_release(&((Stream *)self)->stream); /* what is on it still completes */
    type->tp_free(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *Stream_cuda_stream(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore_py_stream_to_tuple(((Stream *)self)->stream.handle);
}

static PyObject *Stream_synchronize(PyObject *self, PyObject *unused)
{
    cucore_status status;
    (void)unused;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_stream_synchronize(((Stream *)self)->stream.handle);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef Stream_methods[] = {
    {"__cuda_stream__", Stream_cuda_stream, METH_NOARGS, "(0, handle)"},
    {"synchronize", Stream_synchronize, METH_NOARGS, "wait until all work on it is done"},
    {NULL, NULL, 0, NULL}};
static PyType_Slot Stream_slots[] = {{Py_tp_new, (void *)Stream_new},
                                     {Py_tp_dealloc, (void *)Stream_dealloc},
                                     {Py_tp_methods, Stream_methods},
                                     {0, NULL}};
static PyType_Spec Stream_spec = {"numba_arrays.Stream", sizeof(Stream), 0, Py_TPFLAGS_DEFAULT, Stream_slots};

static PyObject *handle(PyObject *self, PyObject *obj)
{
    CUstream stream;
    (void)self;
    if (cucore_py_stream_from_object(obj, &stream) < 0) return NULL;
    return PyLong_FromVoidPtr((void *)stream);
}

#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS
static PyMethodDef methods[] = {
    {"full", KEYWORDS(full), "full(n, value, device=0, stream=None, pool=None, like=None) -> array of float32"},
    {"wrap", KEYWORDS(wrap), "wrap(pointer, n, owner, stream=None) -> array of float32"},
    {"copy", KEYWORDS(copy), "copy(dst, src, stream=None)"},
    {"handle", handle, METH_O, "handle(stream) -> int"},
    {NULL, NULL, 0, NULL}};

static int add_types(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&Stream_spec);
    if (type && PyModule_AddObject(module, "Stream", type) == 0) return 0;
    Py_XDECREF(type);
    return -1;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)add_types},
#ifdef Py_mod_gil
                                   {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                   {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "numba_arrays", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_numba_arrays(void)
{
    return PyModuleDef_Init(&definition);
}
