/* op_torch_lib.c - operators for test_op_torch.py: as a module of Python, and as a library without Python (WITHOUT_PYTHON)
 *
 * scale     y = x * a, with a gradient; a of 13 is refused.  Its argument is made dense
 * rows      y = x * w + b, s = sums of the rows of x, with gradients; b may be left out
 * many      every kind of a value; changes `buffer`, which may be left out
 * pad       x up to a multiple of `to`: a shape that a function finds */
#define CUCORE_IMPLEMENTATION
#if !defined(WITHOUT_PYTHON)
#include "cucore_results.h"
#endif
#include "cucore_op.h"

static cucore_status multiply(cucore_op_call *call)
{
    const int64_t n = cucore_layout_size(&call->views[0].layout);
    const double a = call->values[0].f;
    int64_t i;
    if (a == 13) return cucore_fail(CUCORE_INVALID_ARGUMENT, "a is %g, which brings bad luck", a);
    if (call->views[0].dtype.bits == 32) {
        for (i = 0; i < n; i++) ((float *)call->views[1].ptr)[i] = ((float *)call->views[0].ptr)[i] * (float)a;
    } else {
        for (i = 0; i < n; i++) ((double *)call->views[1].ptr)[i] = ((double *)call->views[0].ptr)[i] * a;
    }
    return CUCORE_OK;
}

static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.5)};
static const cucore_arg scale_arrays[] = {
    CUCORE_ARG("x", "float32 float64", "...", CUCORE_HOST_ACCESSIBLE | CUCORE_MAKE_C_CONTIGUOUS),
    CUCORE_ARG("y", "=x", "=x", 0)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), multiply, NULL, "scale_backward");
static const cucore_arg scale_backward_arrays[] = {
    CUCORE_ARG("grad_y", "float32 float64", "...", CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS),
    CUCORE_ARG("grad_x", "=grad_y", "=grad_y", 0)};
CUCORE_OP_WITH(scale_backward, scale_backward_arrays, 1, CUCORE_OP_VALUES(scale_values), multiply, NULL, NULL);

#define DENSE (CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS)
static const double *at(const cucore_op_call *call, int place)
{
    return (const double *)call->views[place].ptr;
}

static cucore_status rows_run(cucore_op_call *call)
{
    const int64_t n = cucore_op_extent(call, "n"), m = cucore_op_extent(call, "m");
    const double *x = at(call, 0), *w = at(call, 1), *b = at(call, 2);
    double *y = (double *)call->views[3].ptr, *s = (double *)call->views[4].ptr;
    int64_t i, j;
    for (i = 0; i < n; i++) {
        for (s[i] = 0, j = 0; j < m; j++) {
            y[i * m + j] = x[i * m + j] * w[j] + (b ? b[j] : 0);
            s[i] += x[i * m + j];
        }
    }
    return CUCORE_OK;
}

static cucore_status rows_backward_run(cucore_op_call *call)
{
    const int64_t n = cucore_op_extent(call, "n"), m = cucore_op_extent(call, "m");
    const double *grad_y = at(call, 0), *grad_s = at(call, 1), *x = at(call, 2), *w = at(call, 3);
    double *grad_x = (double *)call->views[4].ptr, *grad_w = (double *)call->views[5].ptr;
    double *grad_b = (double *)call->views[6].ptr;
    int64_t i, j;
    for (j = 0; j < m; j++) grad_w[j] = grad_b[j] = 0;
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++) {
            grad_x[i * m + j] = grad_y[i * m + j] * w[j] + grad_s[i];
            grad_w[j] += grad_y[i * m + j] * x[i * m + j];
            grad_b[j] += grad_y[i * m + j];
        }
    }
    return CUCORE_OK;
}

static const cucore_arg rows_arrays[] = {CUCORE_ARG("x", "float64", "n, m", DENSE),
                                         CUCORE_ARG("w", "float64", "m", DENSE),
                                         CUCORE_ARG("b", "float64", "m", DENSE | CUCORE_OPTIONAL),
                                         CUCORE_ARG("y", "=x", "n, m", 0), CUCORE_ARG("s", "=x", "n", 0)};
CUCORE_OP_WITH(rows, rows_arrays, 2, CUCORE_OP_NO_VALUES, rows_run, NULL, "rows_backward");
static const cucore_arg rows_backward_arrays[] = {CUCORE_ARG("grad_y", "float64", "n, m", DENSE),
                                                  CUCORE_ARG("grad_s", "float64", "n", DENSE),
                                                  CUCORE_ARG("x", "float64", "n, m", DENSE),
                                                  CUCORE_ARG("w", "float64", "m", DENSE),
                                                  CUCORE_ARG("grad_x", "=x", "=x", 0),
                                                  CUCORE_ARG("grad_w", "=w", "=w", 0),
                                                  CUCORE_ARG("grad_b", "=w", "=w", 0)};
CUCORE_OP(rows_backward, rows_backward_arrays, 3, rows_backward_run);

static cucore_status many_run(cucore_op_call *call)
{
    const int64_t n = cucore_op_extent(call, "n"), m = cucore_op_extent(call, "m"), k = cucore_op_extent(call, "k");
    double *s = (double *)call->views[3].ptr;
    int32_t *c = (int32_t *)call->views[4].ptr;
    int64_t i;
    for (i = 0; i < m * k; i++) s[i] = call->values[1].i ? call->values[3].f : -1;
    for (i = 0; i < n; i++) c[i] = (int32_t)call->values[2].i * (call->views[1].dtype.lanes ? 1 : -1);
    if (call->views[2].dtype.lanes) ((float *)call->views[2].ptr)[0] += 1;
    return CUCORE_OK;
}

static const cucore_arg many_arrays[] = {CUCORE_ARG("x", "float32", "n, m", DENSE),
                                         CUCORE_ARG("w", "float32", "m", DENSE | CUCORE_OPTIONAL),
                                         CUCORE_ARG("buffer", "float32", "*", DENSE | CUCORE_WRITE | CUCORE_OPTIONAL),
                                         CUCORE_ARG("s", "float64", "m, k", 0), CUCORE_ARG("c", "int32", "n", 0)};
static const cucore_op_value many_values[] = {CUCORE_OP_INT_VALUE("k", 2), CUCORE_OP_BOOL_VALUE("yes", 1),
                                              CUCORE_OP_STRING_VALUE("how", "sum"), CUCORE_OP_FLOAT_VALUE("eps", 1e-5)};
CUCORE_OP_WITH(many, many_arrays, 2, CUCORE_OP_VALUES(many_values), many_run, NULL, NULL);

static cucore_status pad_shape(cucore_op_call *call)
{
    const int64_t to = call->values[0].i;
    int64_t n = call->views[0].layout.shape[0];
    if (to < 1) return cucore_fail(CUCORE_INVALID_ARGUMENT, "to is %d; it must be positive", (int)to);
    n = (n + to - 1) / to * to;
    return cucore_op_set_result(call, 0, CUCORE_DTYPE_FLOAT32, 1, &n);
}

static cucore_status pad_run(cucore_op_call *call)
{
    int64_t i, n = call->views[0].layout.shape[0];
    for (i = 0; i < call->views[1].layout.shape[0]; i++)
        ((float *)call->views[1].ptr)[i] = i < n ? ((float *)call->views[0].ptr)[i] : 0;
    return CUCORE_OK;
}

static const cucore_arg pad_arrays[] = {CUCORE_ARG("x", "float32", "n", DENSE), CUCORE_ARG("y", "float32", "*", 0)};
static const cucore_op_value pad_values[] = {CUCORE_OP_REQUIRED_VALUE(INT, "to")};
CUCORE_OP_WITH(pad, pad_arrays, 1, CUCORE_OP_VALUES(pad_values), pad_run, pad_shape, NULL);

static const cucore_op *const ops[] = {&scale_op, &scale_backward_op, &rows_op, &rows_backward_op, &pad_op, &many_op};
enum { COUNT = sizeof ops / sizeof ops[0] };

#if defined(WITHOUT_PYTHON)
/* Registers what every torch from 2.9 on can call without Python: NULL, or what is wrong. */
__attribute__((visibility("default"))) const char *register_ops(const char *ns);
const char *register_ops(const char *ns)
{
    return cucore_op_register_torch(ops, COUNT - 1, ns) ? cucore_last_error()->message : NULL;
}

/* A round trip of a tensor: handle to view to handle. */
__attribute__((visibility("default"))) void *round_trip(void *tensor);
void *round_trip(void *tensor)
{
    cucore_view view;
    void *out = NULL;
    if (cucore_view_from_aten(tensor, NULL, &view)) return NULL;
    return cucore_view_to_aten(&view, NULL, NULL, &out) ? NULL : out;
}
#else
/* Derivatives that do not fit. */
static const cucore_op_value whole_values[] = {CUCORE_OP_INT_VALUE("a", 1)};
CUCORE_OP_WITH(whole, scale_backward_arrays, 1, CUCORE_OP_VALUES(whole_values), multiply, NULL, NULL);
CUCORE_OP_WITH(kind, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), multiply, NULL, "whole");
static const cucore_arg stray_arrays[] = {CUCORE_ARG("grad_y", NULL, NULL, 0), CUCORE_ARG("z", NULL, NULL, 0),
                                          CUCORE_ARG("grad_x", "=grad_y", "=grad_y", 0)};
CUCORE_OP(stray, stray_arrays, 1, multiply);
CUCORE_OP_WITH(unknown, scale_arrays, 1, CUCORE_OP_NO_VALUES, multiply, NULL, "stray");
static const cucore_arg changed_arrays[] = {CUCORE_ARG("x", "float32", NULL, CUCORE_WRITE),
                                            CUCORE_ARG("y", "=x", "=x", 0)};
CUCORE_OP_WITH(changed, changed_arrays, 1, CUCORE_OP_VALUES(scale_values), multiply, NULL, "scale_backward");

static const cucore_op *const lists[][2] = {
    {&scale_op, &whole_op}, {&kind_op, &whole_op}, {&unknown_op, &stray_op}, {&changed_op, &scale_backward_op}};

/* register_as(ns) registers all operators, register_as(ns, i) a list that is wrong. */
static PyObject *register_as(PyObject *self, PyObject *args)
{
    const char *ns;
    int list = -1, failed;
    (void)self;
    if (!PyArg_ParseTuple(args, "s|i", &ns, &list)) return NULL;
    failed = list < 0 ? cucore_py_ops_register_torch(ops, COUNT, ns) : cucore_py_ops_register_torch(lists[list], 2, ns);
    if (failed < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"register_as", register_as, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "op_torch_lib", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_op_torch_lib(void)
{
    PyObject *py_module = PyModule_Create(&definition);
    if (py_module && cucore_py_ops_add(py_module, ops, COUNT, "op_torch_lib") < 0) Py_CLEAR(py_module);
    return py_module;
}
#endif
