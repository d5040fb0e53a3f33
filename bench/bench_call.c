/* bench_call.c - whole calls of a function on arrays of the host: an argument, `out` or a new result, the release. */
#define CUCORE_STATIC
#include "cucore_results.h"

#define INPUT CUCORE_HOST_ACCESSIBLE

/* twice(x, out=None): the work is one element, so that all else is what is timed. */
static PyObject *twice(PyObject *module, PyObject *const *objects, Py_ssize_t count)
{
    static const cucore_arg args[2] = {CUCORE_ARG("x", "float64", "h, w", INPUT),
                                       CUCORE_ARG("out", "=x", "=x", INPUT | CUCORE_OUTPUT | CUCORE_OPTIONAL)};
    PyObject *objs[2] = {NULL, NULL}, *result;
    cucore_view v[2];
    (void)module;
    if (count < 1 || count > 2) return PyErr_Format(PyExc_TypeError, "twice() takes 1 or 2 arguments, not %zd", count);
    objs[0] = objects[0];
    if (count == 2) objs[1] = objects[1];
    if (cucore_py_args(objs, 2, args, CUCORE_STREAM_HOST, v) < 0) return NULL;
    if (!v[1].dtype.lanes) {
        objs[1] = objs[0];
        if (cucore_py_empty_like(objs[0], &v[0], CUCORE_STREAM_HOST, &v[1]) < 0) goto fail;
    }
    *(double *)v[1].ptr = 2 * *(const double *)v[0].ptr;
    result = cucore_py_return(&v[1], objs[1], CUCORE_STREAM_HOST);
    if (cucore_py_args_release(v, 2, CUCORE_STREAM_HOST) < 0) Py_CLEAR(result);
    return result;
fail:
    if (cucore_py_args_release(v, 1, CUCORE_STREAM_HOST) < 0) return NULL;
    return NULL;
}

/* made(x): only a result, made and returned. */
static PyObject *made(PyObject *module, PyObject *like)
{
    static const int64_t shape[2] = {2, 2};
    cucore_array_spec spec;
    cucore_view v;
    (void)module;
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT64;
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    if (cucore_py_empty(like, &spec, CUCORE_STREAM_HOST, &v) < 0) return NULL;
    return cucore_py_return(&v, like, CUCORE_STREAM_HOST);
}

static PyMethodDef methods[] = {{"twice", (PyCFunction)(void (*)(void))twice, METH_FASTCALL, NULL},
                                {"made", made, METH_O, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cucore_bench_call", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cucore_bench_call(void);
PyMODINIT_FUNC PyInit_cucore_bench_call(void)
{
    return PyModule_Create(&definition);
}
