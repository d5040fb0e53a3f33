/* gcc -shared -fPIC $(python -m cucore --includes) examples/allocator.c -o examples/allocator_c.so &&
 *     python examples/allocator.py
 *
 * The C half of allocator.py.
 *
 * fill(allocator, count, stream) -> (address, right): scratch memory from whatever pool the Python application uses, filled
 * and checked.  An exception of the pool arrives where fill was called. */
#define CUCORE_IMPLEMENTATION
#include "cucore_python.h"

/* No Python here: this could be deep inside a C library.  The GIL is taken when the pool is called. */
static cucore_status fill_and_check(cucore_memory_resource *pool, size_t count, CUstream stream, void **address,
                                    int *right)
{
    static uint32_t host[4096];
    cucore_buffer scratch;
    size_t i;
    cucore_status status, released;
    if (count > sizeof host / sizeof host[0]) return cucore_fail(CUCORE_INVALID_ARGUMENT, "at most 4096 elements");
    status = cucore_buffer_allocate(pool, count * sizeof host[0], stream, &scratch);
    if (status) return status;
    *address = scratch.ptr;
    status = cucore_buffer_fill(&scratch, 0x01020304, 4, stream);
    if (!status) status = cucore_buffer_copy_to(&scratch, 0, host, scratch.nbytes, stream);
    for (i = 0, *right = !status; i < count; i++) *right &= host[i] == 0x01020304;
    released = cucore_buffer_release(&scratch);
    return status ? status : released;
}

static PyObject *fill(PyObject *module, PyObject *args)
{
    Py_ssize_t count;
    CUstream stream;
    cucore_memory_resource *pool;
    cucore_status status;
    void *address = NULL;
    int right = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&nO&", cucore_py_memory_resource_converter, &pool, &count,
                          cucore_py_stream_converter, &stream)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    status = fill_and_check(pool, (size_t)count, stream, &address, &right);
    Py_END_ALLOW_THREADS
    cucore_memory_resource_release(pool);
    if (cucore_py_check(status) < 0) return NULL;
    return Py_BuildValue("(NO)", PyLong_FromVoidPtr(address), right ? Py_True : Py_False);
}

static PyMethodDef methods[] = {{"fill", fill, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "allocator_c", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_allocator_c(void)
{
    return PyModuleDef_Init(&definition);
}
