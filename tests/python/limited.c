/* limited.c - the front door under the limited API, built by test_limited_api.py; and by tests/platforms with FULL_API, for
 * abi3t, and with MOD_EXPORT for the way in of Python 3.15. */
#if !defined(FULL_API) && !defined(Py_LIMITED_API) && !defined(Py_TARGET_ABI3T)
#define Py_LIMITED_API 0x030B0000
#endif
#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"
#include "cucore_results.h"

static PyObject *line(PyObject *module, PyObject *args)
{
    PyObject *obj;
    static const cucore_arg trusting = CUCORE_ARG("x", NULL, NULL, CUCORE_TRUST_PRODUCER);
    cucore_view view;
    char text[500];
    (void)module;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    if (cucore_py_view(obj, &trusting, CUCORE_STREAM_NO_SYNC, &view) < 0) return NULL;
    cucore_view_format(&view, text, sizeof text);
    cucore_view_release(&view);
    return PyUnicode_FromString(text);
}

/* launch(a, b, c, x): parameters of a kernel whose image no driver loads */
static PyObject *launch(PyObject *module, PyObject *args)
{
    static cucore_kernel kernel = CUCORE_KERNEL("no image", "none");
    static const cucore_py_param params[] = {
        CUCORE_PY_PARAM(NUMBER, "a", "float32", NULL, 0), CUCORE_PY_PARAM(NUMBER, "b", "complex64", NULL, 0),
        CUCORE_PY_PARAM(NUMBER, "c", "int8", NULL, 0), CUCORE_PY_PARAM(POINTER, "x", NULL, NULL, CUCORE_OPTIONAL)};
    cucore_py_launch_spec spec;
    cucore_py_launcher launcher;
    PyObject *objs[4];
    int i, failed;
    (void)module;
    memset(&spec, 0, sizeof spec);
    spec.kernel = &kernel;
    spec.params = params;
    spec.param_count = 4;
    spec.launch.config = cucore_launch_config_1d(1, 1);
    if (PyTuple_Size(args) != 4) return PyErr_Format(PyExc_TypeError, "launch(a, b, c, x)");
    for (i = 0; i < 4; i++) objs[i] = PyTuple_GetItem(args, i);
    if (cucore_py_launcher_make(&spec, &launcher) < 0) return NULL;
    failed = cucore_py_launch(&launcher, objs, 4, NULL) < 0;
    cucore_py_launcher_release(&launcher);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* ones_like(x): bytes of 1, as an array of the library of x, or with like=None a cucore.Array */
static PyObject *ones_like(PyObject *module, PyObject *args)
{
    PyObject *obj, *like;
    cucore_view x, y;
    int64_t nbytes = 0;
    int failed;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &obj, &like)) return NULL;
    if (like == Py_None) like = NULL;
    if (cucore_py_view(obj, NULL, NULL, &x) < 0) return NULL;
    failed = cucore_py_empty_like(like, &x, NULL, &y);
    cucore_view_release(&x);
    if (failed) return NULL;
    nbytes = cucore_layout_nbytes(&y.layout);
    memset(y.ptr, 1, (size_t)nbytes);
    return cucore_py_return(&y, like, NULL);
}

static PyMethodDef methods[] = {{"line", line, METH_VARARGS, NULL},
                                {"launch", launch, METH_VARARGS, NULL},
                                {"ones_like", ones_like, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

#if defined(_Py_OPAQUE_PYOBJECT) || defined(MOD_EXPORT) /* PEP 793 */
PyMODEXPORT_FUNC PyModExport_limited(void)
{
    PyABIInfo_VAR(abi);
    static PySlot slots[] = {PySlot_STATIC_DATA(Py_mod_abi, &abi), PySlot_STATIC_DATA(Py_mod_name, (void *)"limited"),
                             PySlot_STATIC_DATA(Py_mod_methods, methods), PySlot_END};
    return slots;
}
#else
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "limited", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_limited(void)
{
    return PyModuleDef_Init(&definition);
}
#endif
