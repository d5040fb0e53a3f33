/* op_test.c - operators for test_op.py, as functions of Python and of tvm-ffi
 *
 * scale     y = x * a for a > 0, refused for a = 13; every kind of a value; w may be left out
 * parts     two results: top of shape (m, k, 2), zeros; places of shape (2 * m), by a function
 * bump      x += 1, in place, without a result
 * add       y = x + w, all on the CPU, arguments copied if that is needed */
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include "cucore_results.h"
#include "cucore_op.h"

static cucore_status scale_run(cucore_op_call *call)
{
    const float *x = (const float *)call->views[0].ptr;
    float *y = (float *)call->views[2].ptr;
    const int64_t n = cucore_op_extent(call, "n");
    if (call->values[0].f == 13) return cucore_fail(CUCORE_WRONG_SHAPE, "a is 13, which brings bad luck");
    if (call->device_id >= 0) return cucore_fail(CUCORE_UNSUPPORTED, "on device %d", call->device_id);
    for (int64_t i = 0; i < n; i++) y[i] = x[i] * (float)call->values[0].f + (float)(call->values[1].i - 3);
    if (call->values[2].i == 3 && memcmp(call->values[2].s, "max", 3) == 0) y[0] = 99;
    if (!call->values[3].i) y[0] = -1;
    return CUCORE_OK;
}
static const cucore_arg scale_arrays[] = {CUCORE_ARG("x", "float32", "n", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("w", "=x", "n, 2", CUCORE_OPTIONAL),
                                          CUCORE_ARG("y", "=x", "=x", CUCORE_C_CONTIGUOUS)};
static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 2.0), CUCORE_OP_INT_VALUE("k", 3),
                                               CUCORE_OP_STRING_VALUE("mode", "sum"), CUCORE_OP_BOOL_VALUE("b", 1)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);

static cucore_status parts_run(cucore_op_call *call)
{
    memset(call->views[1].ptr, 0, (size_t)cucore_layout_nbytes(&call->views[1].layout));
    memset(call->views[2].ptr, 0, (size_t)cucore_layout_nbytes(&call->views[2].layout));
    return CUCORE_OK;
}
static cucore_status parts_shape(cucore_op_call *call)
{
    const int64_t rows = call->views[0].layout.shape[0] * 2;
    if (rows == 14) return cucore_fail(CUCORE_WRONG_SHAPE, "x: 7 rows are too many");
    return cucore_op_set_result(call, 1, CUCORE_DTYPE_INT32, 1, &rows);
}
static const cucore_arg parts_arrays[] = {CUCORE_ARG("x", NULL, "m, n", CUCORE_HOST_ACCESSIBLE),
                                          CUCORE_ARG("top", "float32", "m, k, 2", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("places", "int32", "*", CUCORE_C_CONTIGUOUS)};
static const cucore_op_value parts_values[] = {CUCORE_OP_REQUIRED_VALUE(INT, "k")};
CUCORE_OP_WITH(parts, parts_arrays, 2, CUCORE_OP_VALUES(parts_values), parts_run, parts_shape, NULL);

static cucore_status bump_run(cucore_op_call *call)
{
    float *x = (float *)call->views[0].ptr;
    int64_t n = cucore_op_extent(call, "n");
    while (n-- > 0) x[n]++;
    return CUCORE_OK;
}
static const cucore_arg bump_arrays[] = {CUCORE_ARG("x", "float32", "n", CUCORE_WRITE | CUCORE_C_CONTIGUOUS)};
CUCORE_OP(bump, bump_arrays, 0, bump_run);

static cucore_status add_run(cucore_op_call *call)
{
    const double *x = (const double *)call->views[0].ptr, *w = (const double *)call->views[1].ptr;
    double *y = (double *)call->views[2].ptr;
    int64_t n = cucore_layout_size(&call->views[0].layout);
    while (n-- > 0) y[n] = x[n] + w[n];
    return CUCORE_OK;
}
static const cucore_arg add_arrays[] = {
    CUCORE_ARG("x", "float64", "...", CUCORE_MAKE_C_CONTIGUOUS | CUCORE_FROM_ANYTHING | CUCORE_HOST_ACCESSIBLE),
    CUCORE_ARG("w", "=x", "=x", CUCORE_MAKE_C_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE),
    CUCORE_ARG("y", "float64", "=x", CUCORE_NO_PARTIAL_OVERLAP | CUCORE_C_CONTIGUOUS)};
CUCORE_OP(add, add_arrays, 1, add_run);

static const cucore_op *const ops[] = {&scale_op, &parts_op, &bump_op, &add_op};

/* refuse(which) -> cucore_py_ops_add with something wrong */
static PyObject *refuse(PyObject *self, PyObject *which)
{
    static const cucore_op *const none[] = {NULL};
    const long row = PyLong_AsLong(which);
    const int failed = row == 0   ? cucore_py_ops_add(NULL, ops, 1, "ns")
                       : row == 1 ? cucore_py_ops_add(self, NULL, 1, "ns")
                       : row == 2 ? cucore_py_ops_add(self, ops, 1, NULL)
                                  : cucore_py_ops_add(self, none, 1, "ns");
    if (failed < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"refuse", refuse, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "op_test", NULL, -1, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_op_test(void)
{
    PyObject *py_module = PyModule_Create(&definition);
    if (py_module && cucore_py_ops_add(py_module, ops, sizeof ops / sizeof ops[0], "op_test") < 0) Py_CLEAR(py_module);
    return py_module;
}
