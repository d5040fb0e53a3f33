/* cucore_bench.c - times, inside C, an intake by cucore and the bare calls of the producer that it cannot do without.
 * Every function takes (obj, n) and returns ns per round. */
#define CUCORE_IMPLEMENTATION
#include "cucore_results.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static volatile intptr_t sink;

/* Runs `round` n times; -1 stops with its exception. */
static PyObject *timed(PyObject *args, int (*round)(PyObject *, void *), void *context)
{
    PyObject *obj;
    long i, n;
    double start;
    if (!PyArg_ParseTuple(args, "Ol", &obj, &n)) return NULL;
    if (round(obj, context) < 0) return NULL;
    start = now();
    for (i = 0; i < n; i++) {
        if (round(obj, context) < 0) return NULL;
    }
    return PyFloat_FromDouble((now() - start) / (double)n);
}

static int buffer_round(PyObject *obj, void *context)
{
    Py_buffer buffer;
    (void)context;
    if (PyObject_GetBuffer(obj, &buffer, PyBUF_FULL_RO) < 0) return -1;
    sink += (intptr_t)buffer.buf;
    PyBuffer_Release(&buffer);
    return 0;
}

/* What the bare calls need, made before the clock starts. */
typedef struct calls {
    PyObject *device, *dlpack, *keywords, *values[2], *attribute;
} calls;

static int dlpack_round(PyObject *obj, void *context)
{
    const calls *c = (const calls *)context;
    PyObject *args[4], *answer = NULL, *capsule;
    args[0] = NULL;
    args[1] = obj;
    if (c->device) {
        answer = PyObject_VectorcallMethod(c->device, args + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
        if (!answer) return -1;
    }
    args[2] = c->values[0];
    args[3] = c->values[1];
    capsule = PyObject_VectorcallMethod(c->dlpack, args + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, c->keywords);
    Py_XDECREF(answer);
    Py_XDECREF(capsule);
    return capsule ? 0 : -1;
}

static int attribute_round(PyObject *obj, void *context)
{
    PyObject *value = PyObject_GetAttr(obj, ((const calls *)context)->attribute);
    Py_XDECREF(value);
    return value ? 0 : -1;
}

typedef struct intake {
    cucore_arg arg;
    CUstream stream;
} intake;

static int cucore_round(PyObject *obj, void *context)
{
    const intake *in = (const intake *)context;
    cucore_view view;
    if (cucore_py_view(obj, &in->arg, in->stream, &view) < 0) return -1;
    sink += (intptr_t)view.ptr;
    cucore_view_release(&view);
    return 0;
}

static PyObject *floor_buffer(PyObject *module, PyObject *args)
{
    (void)module;
    return timed(args, buffer_round, NULL);
}

/* floor_dlpack(obj, n, stream or None[, device]): [__dlpack_device__() and] __dlpack__([stream=,] max_version=(1, 3)) */
static PyObject *floor_dlpack(PyObject *module, PyObject *args)
{
    calls c;
    PyObject *stream, *head, *version = Py_BuildValue("(ii)", 1, 3), *result;
    (void)module;
    memset(&c, 0, sizeof c);
    if (PyTuple_Size(args) < 3) return PyErr_Format(PyExc_TypeError, "floor_dlpack(obj, n, stream[, device])");
    stream = PyTuple_GetItem(args, 2);
    head = PyTuple_GetSlice(args, 0, 2);
    if (PyTuple_Size(args) > 3) c.device = PyUnicode_InternFromString("__dlpack_device__");
    c.dlpack = PyUnicode_InternFromString("__dlpack__");
    c.keywords =
        stream == Py_None ? Py_BuildValue("(s)", "max_version") : Py_BuildValue("(ss)", "stream", "max_version");
    c.values[0] = stream == Py_None ? version : stream;
    c.values[1] = version;
    result = head && version && c.dlpack && c.keywords ? timed(head, dlpack_round, &c) : NULL;
    Py_XDECREF(head);
    Py_XDECREF(version);
    Py_XDECREF(c.device);
    Py_XDECREF(c.dlpack);
    Py_XDECREF(c.keywords);
    return result;
}

/* The C exchange API, and what a consumer of torch tensors has to ask besides. */
typedef struct exchange {
    const cucore_exchange_api *table;
    getter grad;
    void *grad_extra;
    PyCFunction negative; /* is_neg, where the type has it */
    int managed, with_grad, with_stream;
    CUstream producer, consumer; /* differing: an event is recorded and waited for */
    CUevent event;
} exchange;

static int exchange_round(PyObject *obj, void *context)
{
    const exchange *x = (const exchange *)context;
    DLManagedTensorVersioned *managed = NULL;
    DLTensor lent;
    void *stream;
    PyObject *answer;
    if (x->managed ? x->table->managed_tensor_from_py_object_no_sync(obj, &managed)
                   : x->table->dltensor_from_py_object_no_sync(obj, &lent))
        return -1;
    if (managed) lent = managed->dl_tensor;
    sink += (intptr_t)lent.data;
    if (x->negative) {
        answer = x->negative(obj, NULL);
        if (!answer) return -1;
        Py_DECREF(answer);
    }
    if (x->with_grad) {
        answer = x->grad(obj, x->grad_extra);
        if (!answer) return -1;
        Py_DECREF(answer);
    }
    if (x->with_stream && x->table->current_work_stream(lent.device.device_type, lent.device.device_id, &stream))
        return -1;
    if (x->event) {
        cucore__driver.EventRecord(x->event, x->producer);
        cucore__driver.StreamWaitEvent(x->consumer, x->event, 0);
    }
    if (managed) managed->deleter(managed);
    return 0;
}

/* floor_exchange(obj, n, managed, grad, stream, producer=0, consumer=0): its calls bare, what is asked for 1 */
static PyObject *floor_exchange(PyObject *module, PyObject *args)
{
    exchange x;
    PyObject *capsule, *descriptor, *head, *result = NULL;
    unsigned long long producer = 0, consumer = 0;
    (void)module;
    memset(&x, 0, sizeof x);
    head = PyTuple_GetSlice(args, 0, 2);
    if (!head || !PyArg_ParseTuple(args, "OOppp|KK", &capsule, &descriptor, &x.managed, &x.with_grad, &x.with_stream,
                                   &producer, &consumer)) {
        return NULL;
    }
    capsule = PyObject_GetAttrString((PyObject *)Py_TYPE(PyTuple_GetItem(head, 0)), "__dlpack_c_exchange_api__");
    if (!capsule) return NULL;
    x.table = cucore__py_table_of(capsule);
    Py_DECREF(capsule);
    descriptor = PyObject_GetAttrString((PyObject *)Py_TYPE(PyTuple_GetItem(head, 0)), "requires_grad");
    if (x.with_grad && descriptor) {
        x.grad = ((PyGetSetDescrObject *)(void *)descriptor)->d_getset->get;
        x.grad_extra = ((PyGetSetDescrObject *)(void *)descriptor)->d_getset->closure;
    }
    Py_XDECREF(descriptor);
    descriptor = PyObject_GetAttrString((PyObject *)Py_TYPE(PyTuple_GetItem(head, 0)), "is_neg");
    if (descriptor) x.negative = ((PyMethodDescrObject *)(void *)descriptor)->d_method->ml_meth;
    PyErr_Clear();
    x.producer = (CUstream)(uintptr_t)producer;
    x.consumer = (CUstream)(uintptr_t)consumer;
    if (producer != consumer && cucore_driver_load() == CUCORE_OK) cucore__driver.EventCreate(&x.event, 2);
    if (!x.table || (x.with_grad && !x.grad) || (x.with_stream && !x.table->current_work_stream) ||
        (x.managed ? !x.table->managed_tensor_from_py_object_no_sync : !x.table->dltensor_from_py_object_no_sync)) {
        PyErr_SetString(PyExc_TypeError, "the type has no table, or not the functions asked for");
    } else {
        result = timed(head, exchange_round, &x);
    }
    if (x.event) cucore__driver.EventDestroy(x.event);
    Py_XDECREF(descriptor);
    Py_DECREF(head);
    return result;
}

static PyObject *floor_attribute(PyObject *args, const char *name)
{
    calls c;
    PyObject *result;
    memset(&c, 0, sizeof c);
    c.attribute = PyUnicode_InternFromString(name);
    result = c.attribute ? timed(args, attribute_round, &c) : NULL;
    Py_XDECREF(c.attribute);
    return result;
}

/* pointer(obj, n): the driver's answer about the address in obj, an int */
static int pointer_round(PyObject *obj, void *context)
{
    cucore_pointer_info info;
    (void)context;
    info.device_id = CUCORE_DEVICE_NONE; /* compilers do not see that only an error leaves it alone */
    if (cucore_py_check(cucore_pointer_get_info(PyLong_AsVoidPtr(obj), &info)) < 0) return -1;
    sink += info.device_id;
    return 0;
}

static PyObject *floor_pointer(PyObject *module, PyObject *args)
{
    (void)module;
    return timed(args, pointer_round, NULL);
}

static PyObject *floor_cai(PyObject *module, PyObject *args)
{
    (void)module;
    return floor_attribute(args, "__cuda_array_interface__");
}

/* cucore(obj, n, protocol, stream, flags=0): protocol "any", "exchange", "dlpack", "cai"; stream as a CUstream, -1 NO_SYNC */
static PyObject *cucore_time(PyObject *module, PyObject *args)
{
    intake in;
    const char *protocol;
    long long stream;
    unsigned long long flags = 0;
    PyObject *obj, *head, *result;
    long n;
    (void)module;
    memset(&in, 0, sizeof in);
    if (!PyArg_ParseTuple(args, "OlsL|K", &obj, &n, &protocol, &stream, &flags)) return NULL;
    in.arg.flags = flags | (!strcmp(protocol, "dlpack")     ? CUCORE_BY_DLPACK
                            : !strcmp(protocol, "cai")      ? CUCORE_BY_CAI
                            : !strcmp(protocol, "exchange") ? CUCORE_BY_EXCHANGE
                                                            : CUCORE_READ);
    in.stream = (CUstream)(intptr_t)stream;
    head = PyTuple_GetSlice(args, 0, 2);
    result = head ? timed(head, cucore_round, &in) : NULL;
    Py_XDECREF(head);
    return result;
}

/* array(obj): a cucore.Array of the memory of an object with __dlpack__ */
static PyObject *array(PyObject *module, PyObject *obj)
{
    static const cucore_arg arg = CUCORE_ARG("obj", NULL, NULL, CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK);
    cucore_view view;
    (void)module;
    return cucore_py_view(obj, &arg, CUCORE_STREAM_LEGACY, &view) < 0
               ? NULL
               : cucore_py_return(&view, NULL, CUCORE_STREAM_LEGACY);
}

static PyMethodDef methods[] = {{"array", array, METH_O, NULL},
                                {"floor_buffer", floor_buffer, METH_VARARGS, NULL},
                                {"floor_dlpack", floor_dlpack, METH_VARARGS, NULL},
                                {"floor_pointer", floor_pointer, METH_VARARGS, NULL},
                                {"floor_cai", floor_cai, METH_VARARGS, NULL},
                                {"floor_exchange", floor_exchange, METH_VARARGS, NULL},
                                {"cucore", cucore_time, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cucore_bench", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cucore_bench(void);
PyMODINIT_FUNC PyInit_cucore_bench(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddIntConstant(module, "BORROW", CUCORE_BORROW) < 0 ||
                   PyModule_AddIntConstant(module, "ALLOW_GRAD", CUCORE_ALLOW_GRAD) < 0 ||
                   PyModule_AddIntConstant(module, "BY_DLPACK", CUCORE_BY_DLPACK) < 0)) {
        Py_CLEAR(module);
    }
    return module;
}
