/* nvcc -std=c++17 -shared -Xcompiler -fPIC $(python -m cucore --includes) examples/fused_op/fused_op.cu \
 *     -o examples/fused_op/fused_op.so && python examples/fused_op/demo.py
 *
 * fused_op - an elementwise operator on arrays of any library: swiglu(x, y, out=None, stream=None) -> x * sigmoid(x) * y
 *
 * Shapes are broadcast as in NumPy, strides are whatever they are, on the host or on a device; the result is an array of the
 * library of x.  One line says what is computed, for the kernel and for the threads of the CPU.  Built by nvcc, or as C++ without
 * it, for the CPU alone. */
#define CUCORE_STATIC
#include "cucore_results.h"

#include "cucore_kernel.h"

#include <cmath>

#if defined(__CUDACC__)
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

/* BEGIN operator */
struct swiglu_of {
    template <typename T> HOST_DEVICE T operator()(T x, T y) const
    {
        return x / (1 + exp(-x)) * y;
    }
};

template <typename T> static void on_host(const cucore_loop *loop, unsigned begin, unsigned end, void *)
{
    cucore::transform_range<T, T, T>(*loop, begin, end, swiglu_of());
}

#if defined(__CUDACC__)
template <typename T> static __global__ void on_device(cucore_loop loop)
{
    cucore::transform<T, T, T>(loop, swiglu_of());
}
#endif
/* END */

#if defined(__CUDACC__)
template <typename T> static cucore_status launch(cucore_loops *loops, int device_id, CUstream stream)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter_device(device_id, &guard);
    if (status) return status;
    while (const cucore_loop *loop = cucore_loops_next(loops)) {
        on_device<T><<<cucore_loop_launch_config(loop, 256).grid[0], 256, 0, stream>>>(*loop);
    }
    cudaError_t result = cudaGetLastError();
    cucore_context_leave(&guard);
    return result == cudaSuccess ? CUCORE_OK : cucore_fail(CUCORE_DRIVER, "swiglu: %s", cudaGetErrorString(result));
}
#else
template <typename T> static cucore_status launch(cucore_loops *, int, CUstream)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "x: expected an array that the CPU can read: this module was built without nvcc");
}
#endif

template <typename T>
static cucore_status compute(const cucore_view *x, const cucore_view *y, const cucore_view *out, CUstream stream)
{
    const cucore_operand operands[3] = {
        {out, "out", out->dtype, CUCORE_WRITE, 0}, {x, "x", out->dtype, 0, 0}, {y, "y", out->dtype, 0, 0}};
    cucore_loops loops;
    cucore_status status = cucore_loops_make(operands, 3, &loops);
    if (status) return status;
    if (out->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "x: expected ordinary memory or that of a device, got pinned memory");
    }
    return out->device_accessible ? launch<T>(&loops, out->device_id, stream)
                                  : cucore_loops_run(&loops, 0, on_host<T>, NULL);
}

/* Memory for the result, where x is, of the shape that x and y have together. */
static int result_like(PyObject *obj, const cucore_view *x, const cucore_view *y, CUstream stream, cucore_view *out)
{
    cucore_layout a, b;
    cucore_array_spec spec;
    if (cucore_layout_broadcast_together(&x->layout, &y->layout, &a, &b)) {
        PyErr_Format(PyExc_ValueError, "y: expected a shape that goes with that of x: %s",
                     cucore_last_error()->message);
        return -1;
    }
    memset(&spec, 0, sizeof spec);
    spec.dtype = x->dtype;
    spec.ndim = a.ndim;
    spec.shape = a.shape;
    spec.device_type = x->device_type;
    spec.device_id = x->device_id;
    return cucore_py_empty(obj, &spec, stream, out);
}

static PyObject *swiglu(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg expected[3] = {CUCORE_ARG("x", "float32 float64", NULL, 0),
                                           CUCORE_ARG("y", "=x", NULL, CUCORE_SAME_DEVICE),
                                           CUCORE_ARG("out", "=x", NULL, CUCORE_OUTPUT | CUCORE_OPTIONAL)};
    static const char *const names[] = {"x", "y", "out", "stream", NULL};
    PyObject *objs[3] = {NULL, NULL, NULL}, *result = NULL;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_view views[3];
    cucore_status status;
    int failed = 0;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|OO&", const_cast<char **>(names), &objs[0], &objs[1], &objs[2],
                                     cucore_py_stream_converter, &stream)) {
        return NULL;
    }
    if (cucore_py_args(objs, 3, expected, stream, views) < 0) return NULL;
    if (!views[2].dtype.lanes) {
        objs[2] = objs[0];
        failed = result_like(objs[0], &views[0], &views[1], stream, &views[2]) < 0;
    }
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        status = views[0].dtype.bits == 64 ? compute<double>(&views[0], &views[1], &views[2], stream)
                                           : compute<float>(&views[0], &views[1], &views[2], stream);
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) == 0) result = cucore_py_return(&views[2], objs[2], stream);
    }
    if (cucore_py_args_release(views, 3, stream) < 0) Py_CLEAR(result);
    return result;
}

static PyMethodDef methods[] = {
    {"swiglu", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)(void)>(swiglu)), METH_VARARGS | METH_KEYWORDS,
     "swiglu(x, y, out=None, stream=None) -> x * sigmoid(x) * y, an array of the library of x"},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "fused_op", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_fused_op(void)
{
    return PyModule_Create(&definition);
}
