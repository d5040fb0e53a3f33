/* bench_limited.c - the time of one intake and its release, in the limited API of Python 3.11. */
#define Py_LIMITED_API 0x030B0000
#define CUCORE_STATIC
#define CUCORE_IMPLEMENTATION
#include "cucore_python.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* take_ns(obj, count, any): any: by every protocol; 0: only by the two that the peer knows */
static PyObject *take_ns(PyObject *module, PyObject *args)
{
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, CUCORE_TRUST_PRODUCER);
    cucore_view view;
    PyObject *obj;
    double start;
    long i, count;
    int any;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oli", &obj, &count, &any)) return NULL;
    if (!any) arg.flags |= CUCORE_BY_CAI | CUCORE_BY_PEP3118;
    start = now();
    for (i = 0; i < count; i++) {
        if (cucore_py_view(obj, &arg, CUCORE_STREAM_NO_SYNC, &view) < 0) return NULL;
        cucore_view_release(&view);
    }
    return PyFloat_FromDouble((now() - start) / (double)count);
}

static PyMethodDef methods[] = {{"take_ns", take_ns, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cucore_bench_limited", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cucore_bench_limited(void)
{
    return PyModuleDef_Init(&definition);
}
