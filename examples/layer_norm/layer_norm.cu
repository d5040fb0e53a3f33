/* nvcc -std=c++17 -shared -Xcompiler -fPIC $(python -m cucore --includes) examples/layer_norm/layer_norm.cu \
 *     -o examples/layer_norm/layer_norm.so && python examples/layer_norm/demo.py
 *
 * layer_norm - rows with mean 0 and variance 1: layer_norm(x, weight, bias, eps=1e-5, stream=None) -> (x - mean) / sqrt(variance + eps) *
 * weight + bias, an array of the library of x
 *
 * x has two axes of float32, rows side by side or with gaps.  Where all rows are aligned a block of threads reads them as float4,
 * else as float: the accessor says which.  Built by nvcc, or as C++ without it, for the CPU alone. */
#define CUCORE_STATIC
#include "cucore_results.h"

#include "cucore_kernel.h"

#include <cmath>

/* Elements that are read at once: a float4 has the dtype float32 x 4. */
template <int lanes> using vector = cucore::packed<float, lanes>;
template <int lanes> using rows_of = cucore::accessor<vector<lanes>, 2>;
template <int lanes> using read_rows_of = cucore::accessor<const vector<lanes>, 2>;

struct operands {
    const cucore_view *x, *weight, *bias, *out;
    float eps;
};

#if defined(__CUDACC__)
enum { THREADS = 256 };

/* The sum of a value over the threads of a block. */
static __device__ float block_sum(float value)
{
    static __shared__ float of_warps[THREADS / 32];
    for (int step = 16; step; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
    __syncthreads(); /* the last sum has been read */
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0;
    for (int i = 0; i < THREADS / 32; i++) value += of_warps[i];
    return value;
}

/* A block for each row, which is read three times, twice of them from the cache. */
template <int lanes>
static __global__ void __launch_bounds__(THREADS)
    on_device(rows_of<lanes> out, read_rows_of<lanes> x, cucore::accessor<const vector<lanes>, 1> weight,
              cucore::accessor<const vector<lanes>, 1> bias, float eps)
{
    const int row = static_cast<int>(blockIdx.x), columns = x.extent(1);
    const float count = static_cast<float>(columns) * lanes;
    float sum = 0, squares = 0;
    for (int i = static_cast<int>(threadIdx.x); i < columns; i += THREADS) {
        const vector<lanes> v = x(row, i);
        for (int k = 0; k < lanes; k++) sum += v.lane[k];
    }
    const float mean = block_sum(sum) / count;
    for (int i = static_cast<int>(threadIdx.x); i < columns; i += THREADS) {
        const vector<lanes> v = x(row, i);
        for (int k = 0; k < lanes; k++) squares += (v.lane[k] - mean) * (v.lane[k] - mean);
    }
    const float scale = rsqrtf(block_sum(squares) / count + eps);
    for (int i = static_cast<int>(threadIdx.x); i < columns; i += THREADS) {
        const vector<lanes> w = weight(i), b = bias(i);
        vector<lanes> v = x(row, i);
        for (int k = 0; k < lanes; k++) v.lane[k] = (v.lane[k] - mean) * scale * w.lane[k] + b.lane[k];
        out(row, i) = v;
    }
}

/* WRONG_LAYOUT or WRONG_SHAPE where the arrays are not what vectors of so many lanes need. */
template <int lanes> static cucore_status launch(const operands &o, CUstream stream)
{
    const cucore_dtype dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, lanes);
    rows_of<lanes> out;
    read_rows_of<lanes> x;
    cucore::accessor<const vector<lanes>, 1> weight, bias;
    if (cucore::make_accessor(*o.out, "out", dtype, &out) || cucore::make_accessor(*o.x, "x", dtype, &x) ||
        cucore::make_accessor(*o.weight, "weight", dtype, &weight) ||
        cucore::make_accessor(*o.bias, "bias", dtype, &bias)) {
        return cucore_last_error()->status;
    }
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter_device(o.out->device_id, &guard);
    if (status) return status;
    if (out.extent(0))
        on_device<lanes><<<static_cast<unsigned>(out.extent(0)), THREADS, 0, stream>>>(out, x, weight, bias, o.eps);
    cudaError_t result = cudaGetLastError();
    cucore_context_leave(&guard);
    return result == cudaSuccess ? CUCORE_OK : cucore_fail(CUCORE_DRIVER, "layer_norm: %s", cudaGetErrorString(result));
}
#endif

static cucore_status on_host(const operands &o)
{
    rows_of<1> out;
    read_rows_of<1> x;
    cucore::accessor<const vector<1>, 1> weight, bias;
    const cucore_dtype dtype = CUCORE_DTYPE_FLOAT32;
    if (cucore::make_accessor(*o.out, "out", dtype, &out) || cucore::make_accessor(*o.x, "x", dtype, &x) ||
        cucore::make_accessor(*o.weight, "weight", dtype, &weight) ||
        cucore::make_accessor(*o.bias, "bias", dtype, &bias)) {
        return cucore_last_error()->status;
    }
    for (int row = 0; row < x.extent(0); row++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < x.extent(1); i++) sum += static_cast<double>(x(row, i).lane[0]);
        const double mean = sum / x.extent(1);
        for (int i = 0; i < x.extent(1); i++) squares += std::pow(static_cast<double>(x(row, i).lane[0]) - mean, 2);
        const double scale = 1 / std::sqrt(squares / x.extent(1) + static_cast<double>(o.eps));
        for (int i = 0; i < x.extent(1); i++) {
            out(row, i).lane[0] =
                static_cast<float>((static_cast<double>(x(row, i).lane[0]) - mean) * scale) * weight(i).lane[0] +
                bias(i).lane[0];
        }
    }
    return CUCORE_OK;
}

static cucore_status compute(const operands &o, CUstream stream)
{
    if (o.out->host_accessible && !o.out->device_accessible) return on_host(o);
#if defined(__CUDACC__)
    const cucore_status status = launch<4>(o, stream);
    return status == CUCORE_WRONG_LAYOUT || status == CUCORE_WRONG_SHAPE ? launch<1>(o, stream) : status;
#else
    (void)stream;
    return cucore_fail(CUCORE_UNSUPPORTED, "x: expected ordinary memory: this module was built without nvcc");
#endif
}

static PyObject *layer_norm(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg expected[3] = {CUCORE_ARG("x", "float32", "rows, n", 0),
                                           CUCORE_ARG("weight", "float32", "n", CUCORE_SAME_DEVICE),
                                           CUCORE_ARG("bias", "float32", "n", CUCORE_SAME_DEVICE)};
    static const char *const names[] = {"x", "weight", "bias", "eps", "stream", NULL};
    PyObject *objs[3], *result = NULL;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_view views[3], out;
    cucore_status status;
    float eps = 1e-5f;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|fO&", const_cast<char **>(names), &objs[0], &objs[1], &objs[2],
                                     &eps, cucore_py_stream_converter, &stream)) {
        return NULL;
    }
    if (cucore_py_args(objs, 3, expected, stream, views) < 0) return NULL;
    if (cucore_py_empty_like(objs[0], &views[0], stream, &out) == 0) {
        const operands all = {&views[0], &views[1], &views[2], &out, eps};
        Py_BEGIN_ALLOW_THREADS
        status = compute(all, stream);
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) == 0)
            result = cucore_py_return(&out, objs[0], stream);
        else
            cucore_view_release(&out);
    }
    if (cucore_py_args_release(views, 3, stream) < 0) Py_CLEAR(result);
    return result;
}

static PyMethodDef methods[] = {
    {"layer_norm", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)(void)>(layer_norm)),
     METH_VARARGS | METH_KEYWORDS,
     "layer_norm(x, weight, bias, eps=1e-5, stream=None) -> rows with mean 0 and variance 1, scaled and shifted"},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "layer_norm", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_layer_norm(void)
{
    return PyModule_Create(&definition);
}
