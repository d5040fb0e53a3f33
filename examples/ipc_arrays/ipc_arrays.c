/* gcc -shared -fPIC $(python -m cucore --includes) examples/ipc_arrays/ipc_arrays.c \
 *     -o examples/ipc_arrays/ipc_arrays.so && python examples/ipc_arrays/demo.py
 *
 * ipc_arrays - one array in two processes, each with its own library; an event of CUDA orders their work
 *
 * The array stays where it is: the other process maps its memory.  Arrays are those of any library whose memory the driver
 * shares: torch's usual allocator, cupy.cuda.malloc, cudaMalloc, pools that were made for it. */
#define CUCORE_STATIC
#include "cucore_results.h"
#include "cucore_share.h"

/* A wait for the socket that a signal has interrupted goes on, unless its handler has raised: Ctrl-C.  Takes the GIL. */
static int goes_on(cucore_status status)
{
    PyGILState_STATE gil;
    int raised;
    if (status != CUCORE_INTERRUPTED) return 0;
    gil = PyGILState_Ensure();
    raised = PyErr_CheckSignals();
    PyGILState_Release(gil);
    return raised == 0;
}

static cucore_status send_handle(int socket, const cucore_share_handle *handle, int fd)
{
    cucore_status status;
    do status = cucore_share_handle_send(socket, handle, fd);
    while (goes_on(status));
    return status;
}

static cucore_status receive_handle(int socket, cucore_share_handle *handle, int *fd)
{
    cucore_status status;
    do status = cucore_share_handle_receive(socket, handle, fd);
    while (goes_on(status));
    return status;
}

/* BEGIN send */
/* What the sender keeps until the other process is done: the array, and the event that it waits for. */
typedef struct sent {
    PyObject *array;
    cucore_event event;
} sent;

static void sent_free(PyObject *capsule)
{
    sent *kept = (sent *)PyCapsule_GetPointer(capsule, "ipc_arrays.sent");
    (void)cucore_event_release(&kept->event);
    Py_XDECREF(kept->array);
    PyMem_Free(kept);
}

/* Records an event behind the work on the array, and sends handles of both.  The GIL is released. */
static cucore_status send_both(int socket, const cucore_view *x, CUstream stream, cucore_event *event)
{
    cucore_share_handle of_event, of_array;
    cucore_context_guard guard;
    int fd = -1;
    cucore_status status = cucore_event_create(x->device_id, CUCORE_EVENT_SHARED, event);
    if (!status) status = cucore_context_enter(event->context, &guard); /* whose default stream `stream` may be */
    if (!status) {
        status = cucore_event_record(event->handle, stream);
        cucore_context_leave(&guard);
    }
    if (!status) status = cucore_event_export(event, &of_event);
    if (!status) status = cucore_view_export(x, &of_array, &fd);
    if (!status) status = send_handle(socket, &of_event, -1);
    if (!status) status = send_handle(socket, &of_array, fd);
    if (fd >= 0) close(fd);
    return status;
}
/* END send */

/* send(socket, x, stream=None) -> what has to be kept until the other process has released the array */
static PyObject *send_array(PyObject *self, PyObject *args)
{
    static const cucore_arg expected = CUCORE_ARG("x", NULL, NULL, CUCORE_DEVICE_ACCESSIBLE);
    PyObject *obj, *capsule = NULL;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_status status;
    cucore_view x;
    sent *kept;
    int socket;
    (void)self;
    if (!PyArg_ParseTuple(args, "iO|O&", &socket, &obj, cucore_py_stream_converter, &stream)) return NULL;
    kept = (sent *)PyMem_Calloc(1, sizeof *kept);
    if (!kept) return PyErr_NoMemory();
    capsule = PyCapsule_New(kept, "ipc_arrays.sent", sent_free);
    if (!capsule) {
        PyMem_Free(kept);
        return NULL;
    }
    if (cucore_py_args(&obj, 1, &expected, stream, &x) < 0) {
        Py_DECREF(capsule);
        return NULL;
    }
    Py_INCREF(obj);
    kept->array = obj;
    Py_BEGIN_ALLOW_THREADS
    status = send_both(socket, &x, stream, &kept->event);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) Py_CLEAR(capsule);
    if (cucore_py_args_release(&x, 1, stream) < 0) Py_CLEAR(capsule);
    return capsule;
}

/* BEGIN receive */
/* Receives both, maps the array, and lets `stream` wait for the event.  The GIL is released. */
static cucore_status receive_both(int socket, CUstream stream, cucore_view *out)
{
    cucore_share_handle of_event, of_array;
    cucore_event event;
    cucore_stream home;
    cucore_context_guard guard;
    int fd = -1, none = -1;
    cucore_status status = receive_handle(socket, &of_event, &none);
    if (none >= 0) close(none);
    if (!status) status = receive_handle(socket, &of_array, &fd);
    if (!status) status = cucore_event_import(&of_event, of_event.size, &event);
    if (!status) {
        status = cucore_view_import(&of_array, of_array.size, fd, CUCORE_DEVICE_NONE, out);
        if (!status) status = cucore_context_enter(event.context, &guard);
        if (!status) { /* only a stream of the event's device may wait for it: `stream` waits for that one */
            status = cucore_stream_create(event.device_id, NULL, &home);
            if (!status) {
                status = cucore_stream_wait_event(home.handle, event.handle);
                if (!status) status = cucore_stream_wait(stream, home.handle);
                (void)cucore_stream_release(&home);
            }
            cucore_context_leave(&guard);
        }
        if (!status) status = cucore_view_set_producer_stream(out, stream);
        if (status) cucore_view_release(out);
        (void)cucore_event_release(&event); /* the stream waits all the same */
    }
    if (fd >= 0) close(fd);
    return status;
}
/* END receive */

/* receive(socket, like=None, stream=None) -> an array of the library of `like`: a module, its name, a type, an array */
static PyObject *receive_array(PyObject *self, PyObject *args)
{
    PyObject *like = Py_None;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_status status;
    cucore_view x;
    int socket;
    (void)self;
    if (!PyArg_ParseTuple(args, "i|OO&", &socket, &like, cucore_py_stream_converter, &stream)) return NULL;
    memset(&x, 0, sizeof x);
    Py_BEGIN_ALLOW_THREADS
    status = receive_both(socket, stream, &x);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) return NULL;
    return cucore_py_return(&x, like == Py_None ? NULL : like, stream);
}

/* zeros(n, device) -> float32 in memory of cuMemAlloc, as a cucore.Array: for programs without an array library */
static PyObject *zeros(PyObject *self, PyObject *args)
{
    cucore_memory_resource *memory = NULL;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_view x;
    cucore_status status;
    long long n;
    int64_t shape;
    (void)self;
    if (!PyArg_ParseTuple(args, "Li", &n, &spec.device_id)) return NULL;
    shape = n;
    spec.shape = &shape;
    status = cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, spec.device_id, NULL, &memory);
    if (!status) status = cucore_view_allocate(&spec, memory, CUCORE_STREAM_LEGACY, &x);
    cucore_memory_resource_release(memory);
    if (!status) status = cucore_memory_fill(x.ptr, 0, 4, (size_t)n, CUCORE_STREAM_LEGACY);
    if (cucore_py_check(status) < 0) return NULL;
    return cucore_py_return(&x, NULL, CUCORE_STREAM_LEGACY);
}

/* Copies between an array on a device and bytes on the host. */
static PyObject *copy(PyObject *args, int to_host)
{
    const cucore_arg expected =
        CUCORE_ARG("x", NULL, NULL, CUCORE_C_CONTIGUOUS | (to_host ? UINT64_C(0) : CUCORE_WRITE));
    PyObject *obj, *bytes = NULL;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_view x;
    Py_ssize_t nbytes;
    cucore_status status = CUCORE_OK;
    if (!PyArg_ParseTuple(args, to_host ? "O" : "OS", &obj, &bytes)) return NULL;
    if (cucore_py_args(&obj, 1, &expected, stream, &x) < 0) return NULL;
    nbytes = (Py_ssize_t)cucore_view_nbytes(&x);
    if (to_host) {
        bytes = PyBytes_FromStringAndSize(NULL, nbytes);
        if (bytes) status = cucore_memory_copy(PyBytes_AS_STRING(bytes), x.ptr, (size_t)nbytes, stream);
    } else {
        Py_INCREF(bytes);
        if (PyBytes_GET_SIZE(bytes) != nbytes) {
            PyErr_Format(PyExc_ValueError, "x has %zd bytes, not %zd", nbytes, PyBytes_GET_SIZE(bytes));
            Py_CLEAR(bytes);
        }
        if (bytes) status = cucore_memory_copy(x.ptr, PyBytes_AS_STRING(bytes), (size_t)nbytes, stream);
    }
    if (cucore_py_check(status) < 0) Py_CLEAR(bytes);
    if (cucore_py_args_release(&x, 1, stream) < 0) Py_CLEAR(bytes);
    return bytes;
}

static PyObject *to_bytes(PyObject *self, PyObject *args)
{
    (void)self;
    return copy(args, 1);
}

static PyObject *from_bytes(PyObject *self, PyObject *args)
{
    (void)self;
    return copy(args, 0);
}

/* count() -> allocations of other processes that are mapped here; free_bytes(device) -> of the device */
static PyObject *count(PyObject *self, PyObject *args)
{
    (void)self, (void)args;
    return PyLong_FromLongLong((long long)cucore_mapping_count());
}

static PyObject *free_bytes(PyObject *self, PyObject *args)
{
    size_t found = 0;
    int device;
    (void)self;
    if (!PyArg_ParseTuple(args, "i", &device)) return NULL;
    if (cucore_py_check(cucore_device_get_memory_info(device, &found, NULL)) < 0) return NULL;
    return PyLong_FromSize_t(found);
}

/* devices() -> how many; 0 without a driver */
static PyObject *devices(PyObject *self, PyObject *args)
{
    int64_t found = cucore_device_count();
    (void)self, (void)args;
    return PyLong_FromLongLong(found < 0 ? 0 : (long long)found);
}

static PyMethodDef methods[] = {{"send", send_array, METH_VARARGS, "send(socket, x, stream=None)"},
                                {"receive", receive_array, METH_VARARGS, "receive(socket, like=None, stream=None)"},
                                {"zeros", zeros, METH_VARARGS, "zeros(n, device)"},
                                {"to_bytes", to_bytes, METH_VARARGS, "to_bytes(x)"},
                                {"from_bytes", from_bytes, METH_VARARGS, "from_bytes(x, bytes)"},
                                {"count", count, METH_NOARGS, "count()"},
                                {"free_bytes", free_bytes, METH_VARARGS, "free_bytes(device)"},
                                {"devices", devices, METH_NOARGS, "devices()"},
                                {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil /* for subinterpreters, for Python without the GIL */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "ipc_arrays", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_ipc_arrays(void)
{
    return PyModuleDef_Init(&module);
}
