/* gcc -shared -fPIC $(python -m cucore --includes) examples/inspect/inspect_arrays.c \
 *     -o examples/inspect/inspect_arrays.so && python examples/inspect/demo.py
 *
 * inspect_arrays.c - the smallest useful module: describe(obj) returns what cucore knows of an array. */
#define CUCORE_STATIC
#include "cucore_python.h"

static PyObject *to_tuple(const int64_t *values, int count)
{
    PyObject *tuple = PyTuple_New(count);
    int i;
    for (i = 0; tuple && i < count; i++) {
        PyObject *value = PyLong_FromLongLong(values[i]);
        if (!value || PyTuple_SetItem(tuple, i, value) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* describe(obj, stream=None) -> dict; the array is only looked at, so nothing has to be ordered afterwards. */
static PyObject *describe(PyObject *module, PyObject *args)
{
    PyObject *obj, *result;
    CUstream stream = NULL;
    cucore_view view;
    char dtype[64], line[1024];
    (void)module;
    if (!PyArg_ParseTuple(args, "O|O&", &obj, cucore_py_stream_converter, &stream)) return NULL;
    if (cucore_py_view(obj, NULL, stream, &view) < 0) return NULL;
    cucore_dtype_to_name(view.dtype, dtype, sizeof dtype);
    cucore_view_format(&view, line, sizeof line);
    result = Py_BuildValue("{sssssNsNsLsisisOsOsKss}", "protocol", cucore_protocol_name(view.protocol), "dtype", dtype,
                           "shape", to_tuple(view.layout.shape, view.layout.ndim), "strides",
                           to_tuple(view.layout.strides, view.layout.ndim), "itemsize", (long long)view.layout.itemsize,
                           "device_type", (int)view.device_type, "device_id", (int)view.device_id, "readonly",
                           view.readonly ? Py_True : Py_False, "padded", view.padded ? Py_True : Py_False, "pointer",
                           (unsigned long long)(uintptr_t)view.ptr, "line", line);
    cucore_view_release(&view);
    return result;
}

static PyMethodDef methods[] = {{"describe", describe, METH_VARARGS, "describe(obj, stream=None) -> dict"},
                                {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "inspect_arrays", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_inspect_arrays(void);
PyMODINIT_FUNC PyInit_inspect_arrays(void)
{
    return PyModuleDef_Init(&definition);
}
