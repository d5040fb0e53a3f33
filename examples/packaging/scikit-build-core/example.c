#define CUCORE_STATIC /* this file is the whole module */
#include "cucore_python.h"

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

static PyMethodDef methods[] = {{"total", total, METH_O, "total(x) -> float"}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "example", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_example(void)
{
    return PyModuleDef_Init(&module);
}
