/* bench_return.c - times, inside C, the way back: exports of a view, and results in the library of an argument, against the
 * library's own calls made bare.  Every function returns ns per round. */
#define CUCORE_IMPLEMENTATION
#include "cucore_results.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* One round; -1 stops with its exception. */
typedef struct round_context {
    PyObject *like;
    cucore_view view;
    const cucore_exchange_api *api;
    PyObject *function, *args[2];
    CUstream stream;
} round_context;

static int export_versioned(round_context *c)
{
    PyObject *capsule = cucore_py_export_capsule(c->like, &c->view, 1, 0);
    Py_XDECREF(capsule);
    return capsule ? 0 : -1;
}

static int export_legacy(round_context *c)
{
    PyObject *capsule = cucore_py_export_capsule(c->like, &c->view, 0, 0);
    Py_XDECREF(capsule);
    return capsule ? 0 : -1;
}

static int export_dlpack(round_context *c)
{
    PyObject *capsule = cucore_py_export_dlpack(c->like, &c->view, NULL, 0, NULL);
    Py_XDECREF(capsule);
    return capsule ? 0 : -1;
}

static int export_cai(round_context *c)
{
    PyObject *dict = cucore_py_export_cai(&c->view);
    Py_XDECREF(dict);
    return dict ? 0 : -1;
}

static int export_array_interface(round_context *c)
{
    PyObject *dict = cucore_py_export_array_interface(&c->view);
    Py_XDECREF(dict);
    return dict ? 0 : -1;
}

static int export_buffer(round_context *c)
{
    Py_buffer buffer;
    if (cucore_py_export_getbuffer(c->like, &c->view, PyBUF_FULL_RO, &buffer) < 0) return -1;
    cucore_py_export_releasebuffer(buffer.obj, &buffer);
    Py_DECREF(buffer.obj);
    return 0;
}

static int give(round_context *c)
{
    cucore_view out;
    PyObject *given;
    if (cucore_py_empty_like(c->like, &c->view, c->stream, &out) < 0) return -1;
    given = cucore_py_return(&out, c->like, c->stream);
    Py_XDECREF(given);
    return given ? 0 : -1;
}

static void ignore(void *context, const char *kind, const char *message)
{
    (void)context, (void)kind, (void)message;
}

/* The floor: allocator and to_py_object of the table, nothing else. */
static int bare_table(round_context *c)
{
    DLTensor prototype;
    DLManagedTensorVersioned *managed = NULL;
    void *made = NULL;
    if (cucore_py_check(cucore_view_to_dltensor(&c->view, &prototype)) < 0) return -1;
    if (c->api->managed_tensor_allocator(&prototype, &managed, NULL, ignore) ||
        c->api->managed_tensor_to_py_object_no_sync(managed, &made)) {
        return -1;
    }
    Py_DECREF((PyObject *)made);
    return 0;
}

/* The floor: function(shape, dtype). */
static int bare_call(round_context *c)
{
    PyObject *made = PyObject_CallFunctionObjArgs(c->function, c->args[0], c->args[1], NULL);
    Py_XDECREF(made);
    return made ? 0 : -1;
}

static const struct {
    const char *name;
    int (*round)(round_context *);
} rounds[] = {{"capsule", export_versioned},
              {"capsule-legacy", export_legacy},
              {"__dlpack__", export_dlpack},
              {"cai", export_cai},
              {"array_interface", export_array_interface},
              {"buffer", export_buffer},
              {"give", give},
              {"bare-table", bare_table},
              {"bare-call", bare_call}};

/* time(name, like, n, stream=1, function=None, shape, dtype) -> ns per round; the view is like's */
static PyObject *time_rounds(PyObject *module, PyObject *args)
{
    round_context c;
    const char *name;
    unsigned long long stream = 1;
    long i, n;
    size_t r;
    double start;
    int failed = 0;
    PyObject *capsule;
    (void)module;
    memset(&c, 0, sizeof c);
    if (!PyArg_ParseTuple(args, "sOl|KOOO", &name, &c.like, &n, &stream, &c.function, &c.args[0], &c.args[1]))
        return NULL;
    c.stream = (CUstream)(uintptr_t)stream;
    for (r = 0; r < sizeof rounds / sizeof rounds[0] && strcmp(rounds[r].name, name); r++) {
    }
    if (r == sizeof rounds / sizeof rounds[0]) return PyErr_Format(PyExc_ValueError, "no round is called '%s'", name);
    if (strcmp(name, "bare-table") == 0) {
        capsule = PyObject_GetAttrString((PyObject *)Py_TYPE(c.like), "__dlpack_c_exchange_api__");
        if (!capsule) return NULL;
        c.api = (const cucore_exchange_api *)PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
        Py_DECREF(capsule);
        if (!c.api) return NULL;
    }
    if (cucore_py_view(c.like, NULL, CUCORE_STREAM_NO_SYNC, &c.view) < 0) return NULL;
    for (i = 0; i < n / 10 && !failed; i++) failed = rounds[r].round(&c);
    start = now();
    for (i = 0; i < n && !failed; i++) failed = rounds[r].round(&c);
    start = now() - start;
    cucore_view_release(&c.view);
    return failed ? NULL : PyFloat_FromDouble(start / (double)n);
}

static PyMethodDef methods[] = {{"time", time_rounds, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cucore_bench_return", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cucore_bench_return(void);
PyMODINIT_FUNC PyInit_cucore_bench_return(void)
{
    return PyModule_Create(&definition);
}
