/* gcc -shared -fPIC $(python -m cucore --includes) examples/register_arrays/register_arrays.c \
 *     -o examples/register_arrays/register_arrays.so && python examples/register_arrays/demo.py
 *
 * register_arrays - arrays of any library as NIXL, UCX, libfabric and RDMA want memory described: the allocation to register, once;
 * the pieces of the array in it; a dma-buf if there is one */
#define CUCORE_STATIC
#include "cucore_python.h"
#include "cucore_share.h"

/* (kind, device, base, bytes, id, offset, ways): what is registered, and the key under which that is remembered */
static PyObject *allocation_of(const cucore_view *x)
{
    cucore_registration found;
    if (cucore_py_check(cucore_view_get_registration(x, &found)) < 0) return NULL;
    return Py_BuildValue("(siKKKKI)", found.device_id < 0 ? "DRAM" : "VRAM", (int)found.device_id,
                         (unsigned long long)(uintptr_t)found.base, (unsigned long long)found.nbytes,
                         (unsigned long long)found.allocation_id, (unsigned long long)found.offset,
                         (unsigned)found.ways);
}

/* (address, bytes, repetitions, strides): one row for any number of pieces */
static PyObject *runs_of(const cucore_view *x)
{
    cucore_runs runs;
    PyObject *repetitions, *strides;
    int i;
    if (cucore_py_check(cucore_view_get_runs(x, &runs)) < 0) return NULL;
    repetitions = PyTuple_New(runs.ndim);
    strides = PyTuple_New(runs.ndim);
    for (i = 0; repetitions && strides && i < runs.ndim; i++) {
        PyTuple_SET_ITEM(repetitions, i, PyLong_FromLongLong((long long)runs.repetitions[i]));
        PyTuple_SET_ITEM(strides, i, PyLong_FromLongLong((long long)runs.strides[i]));
    }
    return Py_BuildValue("(KKNN)", (unsigned long long)(uintptr_t)runs.ptr, (unsigned long long)runs.nbytes,
                         repetitions, strides);
}

/* (descriptor, address, bytes, offset), for ibv_reg_dmabuf_mr; the caller closes the descriptor */
static PyObject *dma_buf_of(const cucore_view *x)
{
    cucore_dma_buf found;
    if (cucore_py_check(cucore_view_export_dma_buf(x, 0, &found)) < 0) return NULL;
    return Py_BuildValue("(iKKK)", (int)found.fd, (unsigned long long)(uintptr_t)found.ptr,
                         (unsigned long long)found.nbytes, (unsigned long long)found.offset);
}

/* A network card is no CUDA stream: the array has to be complete when it is described. */
static PyObject *described(PyObject *obj, PyObject *(*describe)(const cucore_view *))
{
    static const cucore_arg expected = CUCORE_ARG("x", NULL, NULL, CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    PyObject *result;
    cucore_view x;
    if (cucore_py_args(&obj, 1, &expected, CUCORE_STREAM_HOST, &x) < 0) return NULL;
    result = describe(&x);
    if (cucore_py_args_release(&x, 1, CUCORE_STREAM_HOST) < 0) Py_CLEAR(result);
    return result;
}

static PyObject *allocation(PyObject *self, PyObject *obj)
{
    (void)self;
    return described(obj, allocation_of);
}

static PyObject *runs(PyObject *self, PyObject *obj)
{
    (void)self;
    return described(obj, runs_of);
}

static PyObject *dma_buf(PyObject *self, PyObject *obj)
{
    (void)self;
    return described(obj, dma_buf_of);
}

static PyMethodDef methods[] = {{"allocation", allocation, METH_O, "allocation(x)"},
                                {"runs", runs, METH_O, "runs(x)"},
                                {"dma_buf", dma_buf, METH_O, "dma_buf(x)"},
                                {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil /* for subinterpreters, for Python without the GIL */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "register_arrays", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_register_arrays(void)
{
    return PyModuleDef_Init(&module);
}
