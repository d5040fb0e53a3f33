/* gcc -shared -fPIC $(python -m cucore --includes) examples/axpy_ext/axpy_ext.c -o examples/axpy_ext/axpy_ext.so &&
 *     python examples/axpy_ext/demo.py
 *
 * axpy_ext - an extension with a kernel: axpy(a, x, y, stream=None) -> a * x + y, and axpy_into(a, x, y, out, stream=None),
 * which writes float32 to memory of the caller with less work for each call
 *
 * Arguments are arrays of any library, on the host or on a device; the result is an array of the library of x.  Work is on
 * the stream given, ordered behind what filled x and y, and the library of x waits for it.  The kernel is PTX in a string,
 * compiled by the driver: nothing of CUDA is needed to build this, nor to import it. */
#define CUCORE_STATIC
#include "cucore_kernel.h"
#include "cucore_results.h"

/* One grid-stride loop; T is f32 or f64, S the shift of its size. */
#define AXPY(T, S)                                                                                                     \
    ".visible .entry axpy_" T "(.param .u64 pn, .param ." T " pa, .param .u64 px, .param .u64 py, .param .u64 pz)\n"   \
    "{\n"                                                                                                              \
    "    .reg .pred %p;\n"                                                                                             \
    "    .reg ." T " %a, %x, %y;\n"                                                                                    \
    "    .reg .b32 %block, %threads, %thread, %blocks;\n"                                                              \
    "    .reg .b64 %n, %i, %step, %offset, %px, %py, %pz, %at;\n"                                                      \
    "    ld.param.u64 %n, [pn];\n"                                                                                     \
    "    ld.param." T " %a, [pa];\n"                                                                                   \
    "    ld.param.u64 %px, [px];\n"                                                                                    \
    "    ld.param.u64 %py, [py];\n"                                                                                    \
    "    ld.param.u64 %pz, [pz];\n"                                                                                    \
    "    cvta.to.global.u64 %px, %px;\n"                                                                               \
    "    cvta.to.global.u64 %py, %py;\n"                                                                               \
    "    cvta.to.global.u64 %pz, %pz;\n"                                                                               \
    "    mov.u32 %block, %ctaid.x;\n"                                                                                  \
    "    mov.u32 %threads, %ntid.x;\n"                                                                                 \
    "    mov.u32 %thread, %tid.x;\n"                                                                                   \
    "    mov.u32 %blocks, %nctaid.x;\n"                                                                                \
    "    cvt.u64.u32 %i, %thread;\n"                                                                                   \
    "    mad.wide.u32 %i, %block, %threads, %i;\n"                                                                     \
    "    mul.wide.u32 %step, %blocks, %threads;\n"                                                                     \
    "next:\n"                                                                                                          \
    "    setp.ge.u64 %p, %i, %n;\n"                                                                                    \
    "    @%p bra done;\n"                                                                                              \
    "    shl.b64 %offset, %i, " S ";\n"                                                                                \
    "    add.u64 %at, %px, %offset;\n"                                                                                 \
    "    ld.global." T " %x, [%at];\n"                                                                                 \
    "    add.u64 %at, %py, %offset;\n"                                                                                 \
    "    ld.global." T " %y, [%at];\n"                                                                                 \
    "    fma.rn." T " %x, %a, %x, %y;\n"                                                                               \
    "    add.u64 %at, %pz, %offset;\n"                                                                                 \
    "    st.global." T " [%at], %x;\n"                                                                                 \
    "    add.u64 %i, %i, %step;\n"                                                                                     \
    "    bra next;\n"                                                                                                  \
    "done:\n"                                                                                                          \
    "    ret;\n"                                                                                                       \
    "}\n"

static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n" AXPY("f32", "2") AXPY("f64", "3");

static cucore_kernel axpy_f32 = CUCORE_KERNEL(ptx, "axpy_f32"), axpy_f64 = CUCORE_KERNEL(ptx, "axpy_f64");

static cucore_status axpy_device(int64_t n, double a, const cucore_view *x, const cucore_view *y, cucore_view *z,
                                 CUstream stream)
{
    float a32 = (float)a;
    int is_double = x->dtype.bits == 64;
    const void *scale = is_double ? (const void *)&a : (const void *)&a32;
    cucore_launch_config config = cucore_launch_config_1d(n, 256);
    return cucore_kernel_launch(is_double ? &axpy_f64 : &axpy_f32, x->device_id, &config, stream,
                                CUCORE_ARGS(&n, scale, &x->ptr, &y->ptr, &z->ptr));
}

static void axpy_host(int64_t n, double a, const cucore_view *x, const cucore_view *y, cucore_view *z)
{
    int64_t i;
    if (x->dtype.bits == 64) {
        for (i = 0; i < n; i++) ((double *)z->ptr)[i] = a * ((const double *)x->ptr)[i] + ((const double *)y->ptr)[i];
    } else {
        for (i = 0; i < n; i++) {
            ((float *)z->ptr)[i] = (float)a * ((const float *)x->ptr)[i] + ((const float *)y->ptr)[i];
        }
    }
}

/* What the words of cucore_arg do not say: that y is like x. */
static int check_alike(const cucore_view *x, const cucore_view *y)
{
    int i, same = x->layout.ndim == y->layout.ndim && cucore_dtype_is_equal(x->dtype, y->dtype);
    for (i = 0; i < x->layout.ndim && same; i++) same = x->layout.shape[i] == y->layout.shape[i];
    if (!same) PyErr_SetString(PyExc_ValueError, "y: expected the shape and the dtype of x");
    if (same && x->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        PyErr_SetString(PyExc_ValueError, "x: expected ordinary host memory or memory of a device, got pinned memory");
        same = 0;
    }
    if (same && (x->device_id != y->device_id || x->host_accessible != y->host_accessible)) {
        PyErr_SetString(PyExc_ValueError, "y: expected an array where x is");
        same = 0;
    }
    return same ? 0 : -1;
}

static PyObject *run(PyObject *const *objs, double a, CUstream stream, cucore_view *views)
{
    cucore_view z;
    cucore_status status = CUCORE_OK;
    int64_t n = 0;
    if (cucore_py_empty_like(objs[0], &views[0], stream, &z) < 0) return NULL;
    n = cucore_view_size(&z);
    Py_BEGIN_ALLOW_THREADS
    if (z.device_type == CUCORE_DEVICE_TYPE_CPU) {
        axpy_host(n, a, &views[0], &views[1], &z);
    } else if (n > 0) {
        status = axpy_device(n, a, &views[0], &views[1], &z, stream);
    }
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) == 0) return cucore_py_return(&z, objs[0], stream);
    cucore_view_release(&z);
    return NULL;
}

static PyObject *axpy(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg expected[2] = {CUCORE_ARG("x", "float32 float64", NULL, CUCORE_C_CONTIGUOUS),
                                           CUCORE_ARG("y", "float32 float64", NULL, CUCORE_C_CONTIGUOUS)};
    static char *names[] = {(char *)"a", (char *)"x", (char *)"y", (char *)"stream", NULL};
    PyObject *objs[2], *result;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_view views[2];
    double a;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "dOO|O&", names, &a, &objs[0], &objs[1], cucore_py_stream_converter,
                                     &stream)) {
        return NULL;
    }
    if (cucore_py_args(objs, 2, expected, stream, views) < 0) return NULL;
    if (check_alike(&views[0], &views[1]) < 0) {
        cucore_views_release(views, 2); /* nothing was enqueued: there is no access to end */
        return NULL;
    }
    result = run(objs, a, stream, views);
    /* x and y may be reused behind the kernel, not before: also where something failed after its launch */
    if (cucore_py_args_release(views, 2, stream) < 0) Py_CLEAR(result);
    return result;
}

/* BEGIN launcher */
/* The parameters of the kernel, in its order; n is the size of out, the others are arguments of the call. */
static const cucore_py_param into_params[] = {
    CUCORE_PY_PARAM(SIZE, "out", "int64", NULL, 0), CUCORE_PY_PARAM(NUMBER, "a", "float32", NULL, 0),
    CUCORE_PY_PARAM(POINTER, "x", "float32", "n", CUCORE_C_CONTIGUOUS),
    CUCORE_PY_PARAM(POINTER, "y", "float32", "n", CUCORE_C_CONTIGUOUS),
    CUCORE_PY_PARAM(POINTER, "out", "float32", "n", CUCORE_OUTPUT | CUCORE_C_CONTIGUOUS)};
static cucore_py_launcher into;

/* Called once, when the module is imported. */
static int make_launcher(void)
{
    cucore_py_launch_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.kernel = &axpy_f32;
    spec.params = into_params;
    spec.param_count = sizeof into_params / sizeof *into_params;
    spec.elements = "out";
    return cucore_py_launcher_make(&spec, &into);
}

static PyObject *axpy_into(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    const Py_ssize_t count = nargs == 5 ? 4 : nargs; /* a, x, y, out; the stream may follow */
    (void)self;
    if (cucore_py_launch(&into, args, (size_t)count, nargs == 5 ? args[4] : NULL) < 0) return NULL;
    Py_RETURN_NONE;
}
/* END */

static PyMethodDef methods[] = {{"axpy_into", (PyCFunction)(void (*)(void))axpy_into, METH_FASTCALL,
                                 "axpy_into(a, x, y, out, stream=None): out = a * x + y, of float32 on a device"},
                                {"axpy", (PyCFunction)(void (*)(void))axpy, METH_VARARGS | METH_KEYWORDS,
                                 "axpy(a, x, y, stream=None) -> a * x + y, an array of the library of x"},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "axpy_ext", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_axpy_ext(void)
{
    PyObject *module = make_launcher() < 0 ? NULL : PyModule_Create(&definition);
#if defined(Py_GIL_DISABLED)
    if (module) PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED);
#endif
    return module;
}
