/* gcc -shared -fPIC $(python -m cucore --includes) examples/guide.c -o examples/guide.so
 *
 * guide.c - the functions of README.md and docs/guide, each between BEGIN and END, as one module
 *
 * tests/python/test_readme.py builds and uses it. */
#define CUCORE_STATIC /* this file is the whole module */
#include "cucore_cast.h"
#include "cucore_results.h"

/* BEGIN total */
/* total(x) -> float */
static PyObject *total(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
    cucore_view x;
    double sum = 0;
    int64_t i;
    (void)self;

    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    for (i = 0; i < x.layout.shape[0]; i++) sum += ((const double *)x.ptr)[i * x.layout.strides[0]];
    cucore_view_release(&x);
    return PyFloat_FromDouble(sum);
}
/* END */

/* BEGIN zeros_like */
/* zeros_like(x, stream=None) */
static PyObject *zeros_like(PyObject *self, PyObject *args)
{
    PyObject *obj;
    CUstream stream = NULL;
    cucore_view x, y;
    int64_t nbytes = 0;
    int failed;
    (void)self;

    if (!PyArg_ParseTuple(args, "O|O&", &obj, cucore_py_stream_converter, &stream)) return NULL;
    if (cucore_py_view(obj, NULL, stream, &x) < 0) return NULL;
    failed = cucore_py_empty_like(obj, &x, stream, &y); /* y.ptr may be written on `stream` from here on */
    cucore_view_release(&x);
    if (failed) return NULL;

    nbytes = cucore_view_nbytes(&y);
    if (!y.device_accessible) memset(y.ptr, 0, (size_t)nbytes);
    if (y.device_accessible && cucore_py_check(cucore_memory_fill(y.ptr, 0, 1, (size_t)nbytes, stream)) < 0) {
        cucore_view_release(&y);
        return NULL;
    }
    return cucore_py_return(&y, obj, stream); /* the library's stream waits for `stream` */
}
/* END */

/* BEGIN negate */
/* negate(x, out=None) -> out, or a new array of x's library */
static PyObject *negate(PyObject *self, PyObject *args)
{
    static const cucore_arg expected[2] = {
        CUCORE_ARG("x", "float64", NULL, CUCORE_HOST_ACCESSIBLE | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_CAST),
        CUCORE_ARG("out", "float64", "=x",
                   CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_OPTIONAL)};
    PyObject *objs[2] = {NULL, NULL}, *result = NULL;
    cucore_view v[2];
    int64_t i;
    int failed = 0;
    (void)self;

    if (!PyArg_ParseTuple(args, "O|O", &objs[0], &objs[1])) return NULL;
    if (cucore_py_args(objs, 2, expected, NULL, v) < 0) return NULL;
    if (!v[1].dtype.lanes) { /* no `out` was given, or None */
        objs[1] = objs[0];
        failed = cucore_py_empty_like(objs[0], &v[0], NULL, &v[1]);
    }
    if (!failed) {
        for (i = 0; i < cucore_view_size(&v[0]); i++) ((double *)v[1].ptr)[i] = -((const double *)v[0].ptr)[i];
        result = cucore_py_return(&v[1], objs[1], NULL); /* `out` itself, or the new array */
    }
    if (cucore_py_args_release(v, 2, NULL) < 0) Py_CLEAR(result);
    return result;
}
/* END */

static PyMethodDef methods[] = {{"total", total, METH_O, "total(x) -> float"},
                                {"zeros_like", zeros_like, METH_VARARGS, "zeros_like(x, stream=None)"},
                                {"negate", negate, METH_VARARGS, "negate(x, out=None)"},
                                {NULL, NULL, 0, NULL}};

/* BEGIN slots */
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED}, /* subinterpreters may import it */
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED}, /* free-threaded Python does not turn the GIL on for this module */
#endif
    {0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "guide", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_guide(void)
{
    return PyModuleDef_Init(&module);
}
/* END */
