/* through_cucore.c - pass_on(x): an array of any library, taken in by cucore and given out again as a cucore.Array.
 * For run.py, which puts it between the producers and the consumers of other libraries' own tests. */
#define CUCORE_IMPLEMENTATION
#include "cucore_results.h"

static PyObject *pass_on(PyObject *module, PyObject *obj)
{
    static const cucore_arg by_dlpack =
        CUCORE_ARG("x", NULL, NULL, CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    cucore_view view;
    (void)module;
    if (cucore_py_view(obj, &by_dlpack, NULL, &view) < 0) return NULL;
    return cucore_py_return(&view, NULL, NULL);
}

static PyMethodDef methods[] = {{"pass_on", pass_on, METH_O, "pass_on(x) -> cucore.Array"}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "through_cucore", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_through_cucore(void)
{
    return PyModuleDef_Init(&definition);
}
