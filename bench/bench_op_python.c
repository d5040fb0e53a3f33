/* A kernel called from Python with two arrays and a number: by cucore_py_launch, and as an operator of cucore_op.h, whose result is
 * given or made.  bench_op_python.py times them.  The kernel is that of examples/one_op. */
#define CUCORE_STATIC
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_XLA
#define CUCORE_OP_NO_TVM_FFI
#include "cucore_kernel.h" /* before cucore_python.h, which then has launchers */
#include "cucore_results.h"
#include "cucore_op.h"

static const char ptx[] =
#include "../examples/one_op/kernels.h"
    ;
#if !defined(KERNEL) /* the fake driver reads the parameters from the name: -DKERNEL='"takes_8_8_8_4"' */
#define KERNEL "row_norm"
#endif
static cucore_kernel kernel = CUCORE_KERNEL(ptx, KERNEL);

static cucore_status run(cucore_op_call *call)
{
    const void *x = call->views[0].ptr;
    void *y = call->views[1].ptr;
    const int64_t n = call->views[0].layout.shape[1];
    const float eps = (float)call->values[0].f;
    cucore_launch_config config = cucore_launch_config_1d(call->views[0].layout.shape[0], 1);
    config.block[0] = 256;
    return cucore_kernel_launch(&kernel, call->device_id, &config, call->stream, CUCORE_ARGS(&x, &y, &n, &eps));
}
static const cucore_arg arrays[] = {
    CUCORE_ARG("x", "float32", "m, n", CUCORE_DEVICE_ACCESSIBLE | CUCORE_C_CONTIGUOUS | CUCORE_SAME_DEVICE),
    CUCORE_ARG("y", "float32", "m, n", CUCORE_DEVICE_ACCESSIBLE | CUCORE_C_CONTIGUOUS)};
static const cucore_op_value values[] = {CUCORE_OP_FLOAT_VALUE("eps", 1e-6)};
CUCORE_OP_WITH(row_norm, arrays, 1, CUCORE_OP_VALUES(values), run, NULL, NULL);

static const cucore_py_param rows[] = {
    CUCORE_PY_PARAM(POINTER, "x", "float32", "m, n", CUCORE_C_CONTIGUOUS | CUCORE_SAME_DEVICE),
    CUCORE_PY_PARAM(POINTER, "y", "float32", "m, n",
                    CUCORE_OUTPUT | CUCORE_C_CONTIGUOUS | CUCORE_SAME_DEVICE | CUCORE_NO_OVERLAP),
    CUCORE_PY_PARAM_EXTENT(1, "x", "int64"), CUCORE_PY_PARAM(NUMBER, "eps", "float32", NULL, 0)};
static cucore_py_launcher launcher;

static int configure(void *user_data, const cucore_py_launch_array *of, cucore_launch *launch)
{
    (void)user_data;
    launch->config.grid[0] = (unsigned)of[0].shape[0];
    return 0;
}

static PyObject *launch(PyObject *self, PyObject *const *objs, Py_ssize_t count)
{
    (void)self;
    if (cucore_py_launch(&launcher, objs, (size_t)count, NULL) < 0) return NULL;
    Py_RETURN_NONE;
}

/* empty(m, n): an array of this library, on device 0 */
static PyObject *empty(PyObject *self, PyObject *args)
{
    long long shape[2];
    int64_t extents[2];
    cucore_array_spec spec;
    cucore_view view;
    (void)self;
    if (!PyArg_ParseTuple(args, "LL", &shape[0], &shape[1])) return NULL;
    memset(&spec, 0, sizeof spec);
    extents[0] = shape[0], extents[1] = shape[1];
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 2;
    spec.shape = extents;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    if (cucore_py_empty(NULL, &spec, CUCORE_STREAM_LEGACY, &view) < 0) return NULL;
    return cucore_py_return(&view, NULL, CUCORE_STREAM_LEGACY);
}

static PyMethodDef methods[] = {{"launch", (PyCFunction)(void (*)(void))launch, METH_FASTCALL, NULL},
                                {"empty", empty, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "cucore_bench_op", NULL, -1, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_cucore_bench_op(void)
{
    static const cucore_op *const ops[] = {&row_norm_op};
    PyObject *py_module = PyModule_Create(&definition);
    cucore_py_launch_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.kernel = &kernel;
    spec.params = rows;
    spec.param_count = sizeof rows / sizeof rows[0];
    spec.launch.config.grid[1] = spec.launch.config.grid[2] = 1;
    spec.launch.config.block[0] = 256;
    spec.launch.config.block[1] = spec.launch.config.block[2] = 1;
    spec.configure = configure;
    if (py_module &&
        (cucore_py_launcher_make(&spec, &launcher) < 0 || cucore_py_ops_add(py_module, ops, 1, "cucore_bench") < 0))
        Py_CLEAR(py_module);
    return py_module;
}
