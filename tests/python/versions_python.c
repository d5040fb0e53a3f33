/* A part of a module, or one of several modules of an interpreter: PART(None) gives a cucore.Array of 1.0, 2.0, 3.0, PART(x) the sum
 * of an array of float64.  For test_versions.py, which sets PART to a name of its own for each. */
#include "cucore_results.h"

#if defined(__cplusplus)
extern "C"
#endif
    PyObject *
    PART(PyObject *self, PyObject *obj);

PyObject *PART(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
    const int64_t shape[1] = {3};
    cucore_array_spec spec;
    cucore_view x;
    double sum = 0;
    int64_t i;
    (void)self;
    if (obj == Py_None) {
        memset(&spec, 0, sizeof spec);
        spec.dtype = CUCORE_DTYPE_FLOAT64;
        spec.ndim = 1;
        spec.shape = shape;
        spec.device_type = CUCORE_DEVICE_TYPE_CPU;
        spec.device_id = CUCORE_DEVICE_NONE;
        if (cucore_py_empty(NULL, &spec, NULL, &x) < 0) return NULL;
        for (i = 0; i < 3; i++) ((double *)x.ptr)[i] = (double)(i + 1);
        return cucore_py_return(&x, NULL, NULL);
    }
    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    for (i = 0; i < x.layout.shape[0]; i++) sum += ((const double *)x.ptr)[i * x.layout.strides[0]];
    cucore_view_release(&x);
    return PyFloat_FromDouble(sum);
}
