/* gcc -O2 -fno-math-errno -shared -fPIC $(python -m cucore --includes) examples/one_op/one_op.c \
 *     -o examples/one_op/one_op.so && python examples/one_op/demo.py
 *
 * one_op - one function of C, declared once, for Python, torch, JAX and tvm-ffi, on the CPU and on the GPU
 *
 *     row_norm(x, eps=1e-06)           y = x / sqrt(mean(x * x) + eps), for each row: the last axis of x
 *     row_norm_backward(grad_y, x)     grad_x
 *
 * The binary needs libc alone: it links no framework and no CUDA.  kernels.h is made of kernels.cu. */
#define CUCORE_STATIC
#include "cucore_results.h"
#include "cucore_op.h"

#include <math.h>

static const char ptx[] =
#include "kernels.h"
    ;
static cucore_kernel forward_kernel = CUCORE_KERNEL(ptx, "row_norm");
static cucore_kernel backward_kernel = CUCORE_KERNEL(ptx, "row_norm_backward");

/* A block of threads for each row. */
static cucore_status launch(cucore_op_call *call, cucore_kernel *kernel, int64_t rows, const void *const *args)
{
    cucore_launch_config config = cucore_launch_config_1d(rows, 1);
    config.block[0] = 256;
    return cucore_kernel_launch(kernel, call->device_id, &config, call->stream, args);
}

/* Finds the number of the rows, of n elements each. */
static int64_t count_rows(const cucore_op_call *call, int64_t *n)
{
    *n = cucore_op_extent(call, "n");
    return *n ? cucore_layout_size(&call->views[0].layout) / *n : 0;
}

static float scale_of(const float *x, int64_t n, float eps)
{
    double squares = 0;
    int64_t i;
    for (i = 0; i < n; i++) squares += (double)x[i] * x[i];
    return (float)(1 / sqrt(squares / (double)n + eps));
}

/* BEGIN function */
static cucore_status row_norm(cucore_op_call *call)
{
    const float *x = (const float *)call->views[0].ptr, eps = (float)call->values[0].f;
    float *y = (float *)call->views[1].ptr;
    int64_t n, rows = count_rows(call, &n), i;
    if (call->device_id >= 0) return launch(call, &forward_kernel, rows, CUCORE_ARGS(&x, &y, &n, &eps));
    for (; rows-- > 0; x += n, y += n) {
        const float scale = scale_of(x, n, eps);
        for (i = 0; i < n; i++) y[i] = x[i] * scale;
    }
    return CUCORE_OK;
}
/* END */

static cucore_status row_norm_backward(cucore_op_call *call)
{
    const float *grad_y = (const float *)call->views[0].ptr, *x = (const float *)call->views[1].ptr;
    const float eps = (float)call->values[0].f;
    float *grad_x = (float *)call->views[2].ptr;
    int64_t n, rows = count_rows(call, &n), i;
    if (call->device_id >= 0) return launch(call, &backward_kernel, rows, CUCORE_ARGS(&grad_y, &x, &grad_x, &n, &eps));
    for (; rows-- > 0; grad_y += n, x += n, grad_x += n) {
        const float scale = scale_of(x, n, eps);
        double products = 0;
        for (i = 0; i < n; i++) products += (double)x[i] * grad_y[i];
        products *= (double)scale * scale * scale / (double)n;
        for (i = 0; i < n; i++) grad_x[i] = grad_y[i] * scale - x[i] * (float)products;
    }
    return CUCORE_OK;
}

/* BEGIN declaration */
static const cucore_arg forward[] = {CUCORE_ARG("x", "float32", "..., n", CUCORE_MAKE_C_CONTIGUOUS),
                                     CUCORE_ARG("y", "float32", "=x", 0)};
static const cucore_arg backward[] = {CUCORE_ARG("grad_y", "float32", "..., n", CUCORE_MAKE_C_CONTIGUOUS),
                                      CUCORE_ARG("x", "float32", "=grad_y", CUCORE_MAKE_C_CONTIGUOUS),
                                      CUCORE_ARG("grad_x", "float32", "=grad_y", 0)};
static const cucore_op_value eps[] = {CUCORE_OP_FLOAT_VALUE("eps", 1e-6)};

CUCORE_OP_WITH(row_norm, forward, 1, CUCORE_OP_VALUES(eps), row_norm, NULL, "row_norm_backward");
CUCORE_OP_WITH(row_norm_backward, backward, 1, CUCORE_OP_VALUES(eps), row_norm_backward, NULL, NULL);
/* END */
static const cucore_op *const ops[] = {&row_norm_op, &row_norm_backward_op};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "one_op", NULL, -1, NULL, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_one_op(void)
{
    PyObject *py_module = PyModule_Create(&definition);
    if (py_module && cucore_py_ops_add(py_module, ops, 2, "one_op") < 0) Py_CLEAR(py_module);
    return py_module;
}
