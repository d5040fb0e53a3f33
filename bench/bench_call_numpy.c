/* bench_call_numpy.c - the same by NumPy's own C functions: what a result of NumPy costs at the least. */
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

static PyObject *twice(PyObject *module, PyObject *const *objects, Py_ssize_t count)
{
    PyObject *out;
    PyArrayObject *x = (PyArrayObject *)objects[0];
    (void)module;
    if (count < 1 || count > 2 || !PyArray_Check(x) || PyArray_TYPE(x) != NPY_DOUBLE || PyArray_NDIM(x) != 2 ||
        !PyArray_ISALIGNED(x)) {
        return PyErr_Format(PyExc_TypeError, "x: expected float64 (h, w)");
    }
    if (count == 2) {
        out = objects[1];
        if (!PyArray_Check(out) || PyArray_TYPE((PyArrayObject *)out) != NPY_DOUBLE ||
            PyArray_NDIM((PyArrayObject *)out) != 2 || !PyArray_ISBEHAVED((PyArrayObject *)out) ||
            !PyArray_SAMESHAPE(x, (PyArrayObject *)out)) {
            return PyErr_Format(PyExc_TypeError, "out: expected float64 (h, w)");
        }
        Py_INCREF(out);
    } else {
        out = PyArray_SimpleNew(2, PyArray_DIMS(x), NPY_DOUBLE);
        if (!out) return NULL;
    }
    *(double *)PyArray_DATA((PyArrayObject *)out) = 2 * *(const double *)PyArray_DATA(x);
    return out;
}

/* empty(x): numpy.empty((2, 2), dtype) called from C. */
static PyObject *function, *shape, *dtype;
static PyObject *empty(PyObject *module, PyObject *like)
{
    (void)module, (void)like;
    return PyObject_CallFunctionObjArgs(function, shape, dtype, NULL);
}

static PyObject *simple(PyObject *module, PyObject *like)
{
    npy_intp extents[2] = {2, 2};
    (void)module, (void)like;
    return PyArray_SimpleNew(2, extents, NPY_DOUBLE);
}

static PyMethodDef methods[] = {{"twice", (PyCFunction)(void (*)(void))twice, METH_FASTCALL, NULL},
                                {"empty", empty, METH_O, NULL},
                                {"simple", simple, METH_O, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "bench_call_numpy", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_bench_call_numpy(void)
{
    PyObject *numpy;
    import_array();
    numpy = PyImport_ImportModule("numpy");
    function = PyObject_GetAttrString(numpy, "empty");
    dtype = PyUnicode_FromString("<f8");
    shape = Py_BuildValue("(ii)", 2, 2);
    Py_DECREF(numpy);
    return PyModule_Create(&definition);
}
