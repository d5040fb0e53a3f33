/* gcc -shared -fPIC $(python -m cucore --includes) examples/allocator.c -o examples/allocator_c.so &&
 *     python examples/allocator.py
 *
 * The C half of allocator.py.
 *
 * Pools come in:
 *     fill(allocator, count, stream) -> (address, right)    scratch memory from whatever pool the Python application uses,
 *         filled and checked.  An exception of the pool arrives where fill was called.
 *     fill_from_handle(pool, device, count, stream)         the same from a CUmemoryPool, which is borrowed
 * A pool of this library goes out, one for each device:
 *     allocate(size, device, stream) -> address             what allocators in Python call: CuPy's, RMM's, cuda.core's
 *     deallocate(ptr, size, device, stream)
 *     handle(device), used(device)                          its CUmemoryPool, and the bytes that are in use
 *     example_alloc, example_free                           exported functions: the plugin of torch.cuda.memory's
 *                                                           CUDAPluggableAllocator is this library */
#define CUCORE_STATIC
#include "cucore_memory.h"
#include "cucore_results.h"

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

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

static PyObject *fill_and_report(cucore_memory_resource *pool, Py_ssize_t count, CUstream stream)
{
    cucore_status status;
    void *address = NULL;
    int right = 0;
    Py_BEGIN_ALLOW_THREADS
    status = fill_and_check(pool, (size_t)count, stream, &address, &right);
    Py_END_ALLOW_THREADS
    cucore_memory_resource_release(pool);
    if (cucore_py_check(status) < 0) return NULL;
    return Py_BuildValue("(NO)", PyLong_FromVoidPtr(address), right ? Py_True : Py_False);
}

static PyObject *fill(PyObject *module, PyObject *args)
{
    Py_ssize_t count;
    CUstream stream;
    cucore_memory_resource *pool;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&nO&", cucore_py_memory_resource_converter, &pool, &count, cucore_py_stream_converter,
                          &stream)) {
        return NULL;
    }
    return fill_and_report(pool, count, stream);
}

static PyObject *fill_from_handle(PyObject *module, PyObject *args)
{
    Py_ssize_t count;
    CUstream stream;
    Py_ssize_t number;
    int device;
    cucore_memory_pool pool;
    cucore_memory_resource *resource;
    (void)module;
    if (!PyArg_ParseTuple(args, "ninO&", &number, &device, &count, cucore_py_stream_converter, &stream)) return NULL;
    pool.handle = (CUmemoryPool)(uintptr_t)number;
    pool.kind = CUCORE_MEMORY_POOL;
    pool.device_id = device;
    if (cucore_py_check(cucore_memory_resource_from_pool(&pool, NULL, NULL, &resource)) < 0) return NULL;
    return fill_and_report(resource, count, stream);
}

/* ------------------------------------------------------------------------------ a pool of this library, for others -- */
enum { DEVICES = 16 };
static cucore_memory_resource *pools[DEVICES]; /* kept as long as the process: others may free at its end */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static cucore_status pool_of(int device, cucore_memory_resource **out)
{
    cucore_memory_resource_options options;
    cucore_status status = CUCORE_OK;
    *out = NULL;
    if (device < 0 || device >= DEVICES) return cucore_fail(CUCORE_INVALID_ARGUMENT, "device %d: no pool", device);
    memset(&options, 0, sizeof options);
    options.release_threshold = SIZE_MAX; /* memory stays in the pool when streams synchronise */
    pthread_mutex_lock(&lock);
    if (!pools[device]) status = cucore_memory_resource_create(CUCORE_MEMORY_POOL, device, &options, &pools[device]);
    *out = pools[device];
    pthread_mutex_unlock(&lock);
    return status;
}

/* torch has no way to be told the reason: NULL is "out of memory". */
EXPORTED void *example_alloc(ssize_t size, int device, CUstream stream);
EXPORTED void *example_alloc(ssize_t size, int device, CUstream stream)
{
    cucore_memory_resource *pool;
    void *ptr = NULL;
    cucore_status status = pool_of(device, &pool);
    if (!status) status = cucore_memory_resource_allocate(pool, (size_t)size, stream, &ptr);
    if (status) fprintf(stderr, "%s\n", cucore_last_error()->message);
    return ptr;
}

EXPORTED void example_free(void *ptr, ssize_t size, int device, CUstream stream);
EXPORTED void example_free(void *ptr, ssize_t size, int device, CUstream stream)
{
    cucore_memory_resource *pool;
    cucore_status status = pool_of(device, &pool);
    if (!status) status = cucore_memory_resource_deallocate(pool, ptr, (size_t)size, stream);
    if (status) fprintf(stderr, "%s\n", cucore_last_error()->message);
}

static PyObject *allocate(PyObject *module, PyObject *args)
{
    Py_ssize_t size;
    int device;
    CUstream stream;
    cucore_memory_resource *pool;
    void *ptr = NULL;
    cucore_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "niO&", &size, &device, cucore_py_stream_converter, &stream)) return NULL;
    status = pool_of(device, &pool);
    if (!status) status = cucore_memory_resource_allocate(pool, (size_t)size, stream, &ptr);
    return cucore_py_check(status) < 0 ? NULL : PyLong_FromVoidPtr(ptr);
}

static PyObject *deallocate(PyObject *module, PyObject *args)
{
    Py_ssize_t ptr, size;
    int device;
    CUstream stream;
    cucore_memory_resource *pool;
    cucore_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "nniO&", &ptr, &size, &device, cucore_py_stream_converter, &stream)) return NULL;
    status = pool_of(device, &pool);
    if (!status) status = cucore_memory_resource_deallocate(pool, (void *)(uintptr_t)ptr, (size_t)size, stream);
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *handle(PyObject *module, PyObject *args)
{
    int device;
    cucore_memory_resource *resource;
    cucore_memory_pool pool;
    cucore_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "i", &device)) return NULL;
    status = pool_of(device, &resource);
    if (!status) status = cucore_memory_resource_get_pool(resource, &pool);
    return cucore_py_check(status) < 0 ? NULL : PyLong_FromVoidPtr((void *)pool.handle);
}

static PyObject *used(PyObject *module, PyObject *args)
{
    int device;
    cucore_memory_resource *pool;
    cucore_memory_usage usage;
    cucore_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "i", &device)) return NULL;
    status = pool_of(device, &pool);
    if (!status) status = cucore_memory_resource_get_usage(pool, &usage);
    return cucore_py_check(status) < 0 ? NULL : PyLong_FromSize_t(usage.used_nbytes);
}

static PyMethodDef methods[] = {{"fill", fill, METH_VARARGS, NULL},
                                {"fill_from_handle", fill_from_handle, METH_VARARGS, NULL},
                                {"allocate", allocate, METH_VARARGS, NULL},
                                {"deallocate", deallocate, METH_VARARGS, NULL},
                                {"handle", handle, METH_VARARGS, NULL},
                                {"used", used, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "allocator_c", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_allocator_c(void)
{
    return PyModuleDef_Init(&definition);
}
