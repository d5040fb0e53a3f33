/* gcc -shared -fPIC $(python -m cucore --includes) systems/torch_op/torch_op.c -o systems/torch_op/torch_op.so -lm &&
 *     python systems/torch_op/demo.py
 *
 * torch_op - what operators of PyTorch run: on the CPU, and as kernels on torch's current stream
 *
 *     length(x, y, out=None, stream=None)   sqrt(x * x + y * y)
 *     ratio(g, x, h, stream=None)           g * x / h, its gradient, and the gradient of that
 *
 * demo.py makes the operators of them, with derivatives, shapes for torch.compile, and what is written.  Here is
 * nothing of autograd: tensors that require grad are refused, the operators detach them.  A stream says that the
 * tensors are on its device.  Results are torch's own memory, and nothing waits on the host: a CUDA graph may record
 * every call. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_results.h"

#include <math.h>

/* -- kernels: one for each element, out = f(a, b, c) ------------------------------------------------------------- */
#define KERNEL(NAME, T, SHIFT, BODY)                                                                                   \
    ".visible .entry " NAME "_" T "(.param .u64 pn, .param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 po)\n" \
    "{\n"                                                                                                              \
    "    .reg .pred %p;\n"                                                                                             \
    "    .reg ." T " %a, %b, %c;\n"                                                                                    \
    "    .reg .b32 %block, %threads, %thread;\n"                                                                       \
    "    .reg .b64 %n, %i, %at, %pa, %pb, %pc, %po;\n"                                                                 \
    "    mov.u32 %block, %ctaid.x;\n"                                                                                  \
    "    mov.u32 %threads, %ntid.x;\n"                                                                                 \
    "    mov.u32 %thread, %tid.x;\n"                                                                                   \
    "    cvt.u64.u32 %i, %thread;\n"                                                                                   \
    "    mad.wide.u32 %i, %block, %threads, %i;\n"                                                                     \
    "    ld.param.u64 %n, [pn];\n"                                                                                     \
    "    setp.ge.u64 %p, %i, %n;\n"                                                                                    \
    "    @%p bra done;\n"                                                                                              \
    "    shl.b64 %at, %i, " SHIFT ";\n"                                                                                \
    "    ld.param.u64 %pa, [pa];\n"                                                                                    \
    "    ld.param.u64 %pb, [pb];\n"                                                                                    \
    "    ld.param.u64 %pc, [pc];\n"                                                                                    \
    "    ld.param.u64 %po, [po];\n"                                                                                    \
    "    cvta.to.global.u64 %pa, %pa;\n"                                                                               \
    "    cvta.to.global.u64 %pb, %pb;\n"                                                                               \
    "    cvta.to.global.u64 %pc, %pc;\n"                                                                               \
    "    cvta.to.global.u64 %po, %po;\n"                                                                               \
    "    add.u64 %pa, %pa, %at;\n"                                                                                     \
    "    add.u64 %pb, %pb, %at;\n"                                                                                     \
    "    add.u64 %pc, %pc, %at;\n"                                                                                     \
    "    add.u64 %po, %po, %at;\n"                                                                                     \
    "    ld.global." T " %a, [%pa];\n"                                                                                 \
    "    ld.global." T " %b, [%pb];\n"                                                                                 \
    "    ld.global." T " %c, [%pc];\n" BODY "    st.global." T " [%po], %a;\n"                                         \
    "done:\n"                                                                                                          \
    "    ret;\n"                                                                                                       \
    "}\n"

#define BOTH(NAME, BODY_OF) KERNEL(NAME, "f32", "2", BODY_OF("f32")) KERNEL(NAME, "f64", "3", BODY_OF("f64"))
#define LENGTH(T) "    mul.rn." T " %b, %b, %b;\n    fma.rn." T " %a, %a, %a, %b;\n    sqrt.rn." T " %a, %a;\n"
#define RATIO(T) "    mul.rn." T " %a, %a, %b;\n    div.rn." T " %a, %a, %c;\n"
#define HEAD ".version 6.0\n.target sm_50\n.address_size 64\n"

static const char length_ptx[] = HEAD BOTH("length", LENGTH), ratio_ptx[] = HEAD BOTH("ratio", RATIO);

enum { LENGTH_OF, RATIO_OF };
static cucore_kernel kernels[2][2] = {
    {CUCORE_KERNEL(length_ptx, "length_f32"), CUCORE_KERNEL(length_ptx, "length_f64")},
    {CUCORE_KERNEL(ratio_ptx, "ratio_f32"), CUCORE_KERNEL(ratio_ptx, "ratio_f64")}};

/* -- the same by the CPU ----------------------------------------------------------------------------------------- */
#define ON_CPU(T, sqrt_of)                                                                                             \
    static void on_cpu_##T(int what, int64_t n, const T *a, const T *b, const T *c, T *out)                            \
    {                                                                                                                  \
        int64_t i;                                                                                                     \
        for (i = 0; i < n && what == LENGTH_OF; i++) out[i] = sqrt_of(a[i] * a[i] + b[i] * b[i]);                      \
        for (i = 0; i < n && what == RATIO_OF; i++) out[i] = a[i] * b[i] / c[i];                                       \
    }
ON_CPU(float, sqrtf)
ON_CPU(double, sqrt)

static cucore_status on_cpu(int what, const cucore_view *const *in, const cucore_view *out)
{
    int64_t n = cucore_view_size(out);
    if (out->dtype.bits == 64) {
        on_cpu_double(what, n, in[0]->ptr, in[1]->ptr, in[2]->ptr, out->ptr);
    } else {
        on_cpu_float(what, n, in[0]->ptr, in[1]->ptr, in[2]->ptr, out->ptr);
    }
    return CUCORE_OK;
}

static cucore_status on_gpu(int what, const cucore_view *const *in, const cucore_view *out, CUstream stream)
{
    int64_t n = cucore_view_size(out);
    cucore_launch_config config = cucore_launch_config_1d(n, 256);
    return cucore_kernel_launch(&kernels[what][out->dtype.bits == 64], out->device_id, &config, stream,
                                CUCORE_ARGS(&n, &in[0]->ptr, &in[1]->ptr, &in[2]->ptr, &out->ptr));
}

/* `what` of count tensors, and `out` behind them, which may be NULL. */
static PyObject *call(int what, const cucore_arg *table, size_t count, PyObject **objs, PyObject *stream_object)
{
    const int on_device = stream_object != Py_None;
    cucore_array_spec spec = {{0, 0, 0, 0}, 0, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_CURRENT, {NULL, NULL}};
    CUstream stream = CUCORE_STREAM_HOST;
    PyObject *result = NULL;
    cucore_arg expected[4];
    cucore_view v[4], *out = &v[count];
    const cucore_view *in[3] = {&v[0], &v[1], &v[count - 1]};
    cucore_status status;
    size_t i;

    if (on_device && cucore_py_stream_from_object(stream_object, &stream) < 0) return NULL;
    for (i = 0; i <= count; i++) {
        expected[i] = table[i];
        expected[i].flags |= on_device ? CUCORE_DEVICE_ACCESSIBLE : CUCORE_HOST_ACCESSIBLE;
    }
    if (cucore_py_args(objs, count + 1, expected, stream, v) < 0) return NULL;
    if (!out->dtype.lanes) { /* none was given */
        spec.dtype = v[0].dtype;
        spec.ndim = v[0].layout.ndim;
        spec.shape = v[0].layout.shape;
        if (on_device) spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
        if (v[0].device_id >= 0) spec.device_id = v[0].device_id;
        objs[count] = objs[0];
        if (cucore_py_empty(objs[0], &spec, stream, out) < 0) goto done;
    }
    Py_BEGIN_ALLOW_THREADS
    status = on_device ? on_gpu(what, in, out, stream) : on_cpu(what, in, out);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) == 0) result = cucore_py_return(out, objs[count], stream);
done:
    if (cucore_py_args_release(v, count + 1, stream) < 0) Py_CLEAR(result);
    return result;
}

/* What is not contiguous is copied, on the stream, in memory that a graph has to itself. */
#define INPUT (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_SAME_DEVICE)

static PyObject *length(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg table[3] = {CUCORE_ARG("x", "float32 float64", NULL, INPUT),
                                        CUCORE_ARG("y", "=x", "=x", INPUT),
                                        CUCORE_ARG("out", "=x", "=x", INPUT | CUCORE_OUTPUT | CUCORE_OPTIONAL)};
    static char *names[] = {(char *)"x", (char *)"y", (char *)"out", (char *)"stream", NULL};
    PyObject *objs[3] = {NULL, NULL, NULL}, *stream = Py_None;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|OO", names, &objs[0], &objs[1], &objs[2], &stream)) return NULL;
    return call(LENGTH_OF, table, 2, objs, stream);
}

static PyObject *ratio(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg table[4] = {CUCORE_ARG("g", "float32 float64", NULL, INPUT),
                                        CUCORE_ARG("x", "=g", "=g", INPUT), CUCORE_ARG("h", "=g", "=g", INPUT),
                                        CUCORE_ARG("out", NULL, NULL, CUCORE_OPTIONAL)};
    static char *names[] = {(char *)"g", (char *)"x", (char *)"h", (char *)"stream", NULL};
    PyObject *objs[4] = {NULL, NULL, NULL, NULL}, *stream = Py_None;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|O", names, &objs[0], &objs[1], &objs[2], &stream)) return NULL;
    return call(RATIO_OF, table, 3, objs, stream);
}

#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS
static PyMethodDef methods[] = {{"length", KEYWORDS(length), "length(x, y, out=None, stream=None) -> tensor"},
                                {"ratio", KEYWORDS(ratio), "ratio(g, x, h, stream=None) -> tensor"},
                                {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "torch_op", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_torch_op(void)
{
    return PyModuleDef_Init(&definition);
}
