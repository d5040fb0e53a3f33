/* programs_test.c - five programs as an author of an extension writes them, each between BEGIN and END.
 *
 * test_programs.py holds their length; fake/test_fake_programs.py and gpu/test_gpu_programs.py run them. */
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include "cucore_results.h"

#include <stdlib.h>

#include "../c/forget_kernels.h"

/* What a message passing library would do: fills the memory with the tag. */
static int receive_bytes(void *data, int nbytes, int source, int tag)
{
    if (source < 0) return 7;
    memset(data, tag, (size_t)nbytes);
    return 0;
}

/* out[i] = x[i] + y[i]; y[i] *= y[i].  One thread for each of the n elements. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry add(.param .u64 x, .param .u64 y, .param .u64 out, .param .u64 n)\n"
                          "{\n"
                          ".reg .pred %p<2>; .reg .b32 %r<5>; .reg .f32 %f<4>; .reg .b64 %d<9>;\n"
                          "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                          "mul.wide.u32 %d1, %r1, %r2; cvt.u64.u32 %d2, %r3; add.u64 %d1, %d1, %d2;\n"
                          "ld.param.u64 %d3, [n]; setp.ge.u64 %p1, %d1, %d3; @%p1 bra done;\n"
                          "shl.b64 %d4, %d1, 2;\n"
                          "ld.param.u64 %d5, [x]; add.u64 %d5, %d5, %d4; ld.global.f32 %f1, [%d5];\n"
                          "ld.param.u64 %d6, [y]; add.u64 %d6, %d6, %d4; ld.global.f32 %f2, [%d6];\n"
                          "add.f32 %f3, %f1, %f2;\n"
                          "ld.param.u64 %d7, [out]; add.u64 %d7, %d7, %d4; st.global.f32 [%d7], %f3;\n"
                          "done: ret;\n"
                          "}\n"
                          ".visible .entry square(.param .u64 y, .param .u64 n)\n"
                          "{\n"
                          ".reg .pred %p<2>; .reg .b32 %r<5>; .reg .f32 %f<3>; .reg .b64 %d<6>;\n"
                          "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                          "mul.wide.u32 %d1, %r1, %r2; cvt.u64.u32 %d2, %r3; add.u64 %d1, %d1, %d2;\n"
                          "ld.param.u64 %d3, [n]; setp.ge.u64 %p1, %d1, %d3; @%p1 bra done;\n"
                          "shl.b64 %d4, %d1, 2;\n"
                          "ld.param.u64 %d5, [y]; add.u64 %d5, %d5, %d4; ld.global.f32 %f1, [%d5];\n"
                          "mul.f32 %f2, %f1, %f1; st.global.f32 [%d5], %f2;\n"
                          "done: ret;\n"
                          "}\n";

/* BEGIN kernels */
static cucore_kernel add_kernel = CUCORE_KERNEL(ptx, "add");
static cucore_kernel square_kernel = CUCORE_KERNEL(ptx, "square");
/* END */

/* BEGIN add */
static PyObject *add(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg expected[3] = {
        CUCORE_ARG("x", "float32", "n", CUCORE_C_CONTIGUOUS | CUCORE_DEVICE_ACCESSIBLE),
        CUCORE_ARG("y", "float32", "n", CUCORE_C_CONTIGUOUS | CUCORE_DEVICE_ACCESSIBLE | CUCORE_SAME_DEVICE),
        CUCORE_ARG("out", "float32", "n", CUCORE_C_CONTIGUOUS | CUCORE_WRITE | CUCORE_SAME_DEVICE | CUCORE_OPTIONAL)};
    static char *names[] = {"x", "y", "out", "stream", NULL};
    PyObject *objs[3] = {NULL}, *result = NULL;
    CUstream stream = NULL;
    cucore_view v[3];
    cucore_launch_config config;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|OO&", names, &objs[0], &objs[1], &objs[2],
                                     cucore_py_stream_converter, &stream)) {
        return NULL;
    }
    if (cucore_py_args(objs, 3, expected, stream, v) < 0) return NULL;
    if (!v[2].dtype.lanes) {
        objs[2] = objs[0];
        if (cucore_py_empty_like(objs[0], &v[0], stream, &v[2]) < 0) goto done;
    }
    config = cucore_launch_config_1d(cucore_view_size(&v[0]), 256);
    if (cucore_py_check(cucore_kernel_launch(&add_kernel, v[0].device_id, &config, stream,
                                             CUCORE_ARGS(&v[0].ptr, &v[1].ptr, &v[2].ptr, &v[0].layout.shape[0]))) ==
        0) {
        result = cucore_py_return(&v[2], objs[2], stream);
    }
done:
    if (cucore_py_args_release(v, 3, stream) < 0) Py_CLEAR(result);
    return result;
}
/* END */

/* BEGIN iota */
static PyObject *iota(PyObject *self, PyObject *arg)
{
    int64_t i, n = PyLong_AsLongLong(arg);
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT64, 1, &n, NULL, CUCORE_DEVICE_TYPE_CPU, -1, {NULL, NULL}};
    cucore_view y;
    double *data;
    (void)self;
    if (n == -1 && PyErr_Occurred()) return NULL;
    data = (double *)malloc(n > 0 ? (size_t)n * sizeof *data : 1);
    if (!data) return PyErr_NoMemory();
    for (i = 0; i < n; i++) data[i] = (double)i;
    if (cucore_py_check(cucore_view_wrap(data, &spec, data, free, &y)) < 0) {
        free(data);
        return NULL;
    }
    return cucore_py_return(&y, NULL, CUCORE_STREAM_NO_SYNC);
}
/* END */

/* BEGIN tail */
static PyObject *tail(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", NULL, "n, ...", 0);
    const cucore_slice from_1 = cucore_slice_range(1, CUCORE_SLICE_LAST, 1);
    cucore_view x, part;
    PyObject *result = NULL;
    (void)self;
    if (cucore_py_args(&obj, 1, &expected, CUCORE_STREAM_LEGACY, &x) < 0) return NULL;
    if (cucore_py_check(cucore_view_slice(&x, &from_1, 1, &part)) == 0) {
        result = cucore_py_return(&part, obj, CUCORE_STREAM_LEGACY); /* keeps `obj` alive */
    }
    if (cucore_py_args_release(&x, 1, CUCORE_STREAM_LEGACY) < 0) Py_CLEAR(result);
    return result;
}
/* END */

/* BEGIN recv_into */
static PyObject *recv_into(PyObject *self, PyObject *args)
{
    static const cucore_arg expected =
        CUCORE_ARG("buf", NULL, NULL, CUCORE_WRITE | CUCORE_NEVER_COPY | CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE);
    PyObject *obj;
    cucore_view buf;
    int source, tag, failed;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oii", &obj, &source, &tag)) return NULL;
    if (cucore_py_args(&obj, 1, &expected, CUCORE_STREAM_HOST, &buf) < 0) return NULL;
    Py_BEGIN_ALLOW_THREADS
    failed = receive_bytes(buf.ptr, (int)cucore_view_nbytes(&buf), source, tag);
    Py_END_ALLOW_THREADS
    if (cucore_py_args_release(&buf, 1, CUCORE_STREAM_HOST) < 0) return NULL;
    if (failed) return PyErr_Format(PyExc_RuntimeError, "error %d", failed);
    Py_RETURN_NONE;
}
/* END */

/* BEGIN zeros */
static PyObject *zeros(PyObject *self, PyObject *args)
{
    Py_ssize_t count;
    int64_t n;
    CUstream stream;
    cucore_memory_resource *pool;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, &n, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_view y;
    cucore_status status;
    (void)self;
    if (!PyArg_ParseTuple(args, "nO&O&", &count, cucore_py_memory_resource_converter, &pool, cucore_py_stream_converter,
                          &stream)) {
        return NULL;
    }
    n = count;
    status = cucore_view_allocate(&spec, pool, stream, &y);
    cucore_memory_resource_release(pool);
    if (!status) status = cucore_view_fill(&y, NULL, stream);
    if (cucore_py_check(status) == 0 && cucore_py_view_keep_stream(&y, PyTuple_GET_ITEM(args, 2)) == 0) {
        return cucore_py_return(&y, NULL, stream);
    }
    cucore_view_release(&y);
    return NULL;
}
/* END */

/* BEGIN upload_and_square */
static PyObject *upload_and_square(PyObject *self, PyObject *args)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float32", NULL, CUCORE_HOST_ACCESSIBLE);
    PyObject *obj, *stream_obj = NULL;
    CUstream stream = NULL;
    cucore_view x, y;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 0, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_launch_config config;
    cucore_status status;
    int64_t n;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oi|O", &obj, &spec.device_id, &stream_obj)) return NULL;
    if (stream_obj && cucore_py_stream_from_object(stream_obj, &stream) < 0) return NULL;
    if (cucore_py_args(&obj, 1, &expected, stream, &x) < 0) return NULL;
    spec.ndim = x.layout.ndim, spec.shape = x.layout.shape;
    n = cucore_view_size(&x), config = cucore_launch_config_1d(n, 256);
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_allocate(&spec, NULL, stream, &y);
    if (!status) status = cucore_view_copy(&y, &x, stream, NULL);
    if (!status) status = cucore_kernel_launch(&square_kernel, y.device_id, &config, stream, CUCORE_ARGS(&y.ptr, &n));
    Py_END_ALLOW_THREADS
    if (cucore_py_args_release(&x, 1, stream) == 0 && cucore_py_check(status) == 0 &&
        cucore_py_view_keep_stream(&y, stream_obj) == 0) {
        return cucore_py_return(&y, NULL, stream);
    }
    cucore_view_release(&y);
    return NULL;
}
/* END */

/* The fake driver begins anew for each test: what was loaded is gone. */
static PyObject *forget(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    forget_kernel(&add_kernel);
    forget_kernel(&square_kernel);
    forget_loaded(&cucore__modules);
    if (cucore_driver_is_loaded()) (void)cucore_trim();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", (PyCFunction)(void (*)(void))add, METH_VARARGS | METH_KEYWORDS, "add(x, y, out=None, stream=None)"},
    {"iota", iota, METH_O, "iota(n)"},
    {"tail", tail, METH_O, "tail(x): x[1:]"},
    {"recv_into", recv_into, METH_VARARGS, "recv_into(buf, source, tag)"},
    {"zeros", zeros, METH_VARARGS, "zeros(count, allocator, stream)"},
    {"upload_and_square", upload_and_square, METH_VARARGS, "upload_and_square(x, device, stream=None)"},
    {"forget", forget, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "programs_test", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_programs_test(void)
{
    return PyModule_Create(&module);
}
