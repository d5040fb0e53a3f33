/* gcc -shared -fPIC $(python -m cucore --includes) systems/pool_arrays/pool_arrays.c \
 *     -o systems/pool_arrays/pool_arrays.so && python systems/pool_arrays/demo.py
 *
 * pool_arrays - concatenate(arrays, pool=None, stream=None, like=None): arrays one behind the other along the first
 *               axis, in memory of the application's pool
 *
 * Arrays of any libraries, strides and places; pool is RMM's memory resource, or any object with allocate(size, stream)
 * and deallocate(ptr, size, stream).  The memory comes from it in the order of the stream, and goes back to it in that
 * order when the result dies; what copies need on the way comes from it, too.  The result is an array of the library of
 * `like`, without it of the first array: the library takes the memory as it is.  Without a pool it is where the arrays
 * are, on the host or on a device. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_results.h"

enum { MOST = 16 };

/* The shape of the result: that of the first array, but for the first axis, in which all are added up. */
static cucore_status add_shapes(const cucore_view *views, size_t count, int64_t *shape)
{
    const cucore_layout *first = &views[0].layout;
    size_t i;
    int axis;
    for (axis = 0; axis < first->ndim; axis++) shape[axis] = first->shape[axis];
    for (i = 1; i < count; i++) {
        const cucore_layout *layout = &views[i].layout;
        if (layout->ndim != first->ndim) {
            return cucore_fail(CUCORE_WRONG_SHAPE, "arrays[%d]: expected %d axes as in arrays[0], got %d", (int)i,
                               first->ndim, layout->ndim);
        }
        for (axis = 1; axis < layout->ndim; axis++) {
            if (layout->shape[axis] == shape[axis]) continue;
            return cucore_fail(CUCORE_WRONG_SHAPE,
                               "arrays[%d]: expected extent %lld of axis %d as in arrays[0], got %lld", (int)i,
                               (long long)shape[axis], axis, (long long)layout->shape[axis]);
        }
        if (layout->shape[0] > INT64_MAX - shape[0]) return cucore_fail(CUCORE_OVERFLOW, "arrays: too many elements");
        shape[0] += layout->shape[0];
    }
    return CUCORE_OK;
}

/* No Python here: this could be deep inside a C library.  The GIL is taken when the pool is called. */
static cucore_status join(const cucore_view *views, size_t count, cucore_memory_resource *pool, CUstream stream,
                          cucore_view *out)
{
    int64_t shape[CUCORE_MAX_NDIM], row = 0;
    cucore_array_spec spec = {views[0].dtype,         views[0].layout.ndim,  shape,       NULL,
                              CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_CURRENT, {NULL, NULL}};
    cucore_copy_options options;
    cucore_slice rows;
    cucore_view part;
    size_t i;
    cucore_status status = add_shapes(views, count, shape);
    if (status) return status;

    if (pool) spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    for (i = count; i-- > 0;) { /* on the device of the first array that is on one */
        if (!views[i].device_accessible || views[i].device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) continue;
        spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
        if (views[i].device_id >= 0) spec.device_id = views[i].device_id; /* an empty one may not say where it is */
    }
    memset(&options, 0, sizeof options);
    options.resource = pool;
    status = cucore_view_allocate(&spec, pool, stream, out);
    for (i = 0; i < count && !status; i++) {
        rows = cucore_slice_range(row, row + views[i].layout.shape[0], 1);
        row = rows.stop;
        status = cucore_view_slice(out, &rows, 1, &part);
        if (!status) status = cucore_view_copy(&part, &views[i], stream, &options);
    }
    if (status) cucore_view_release(out);
    return status;
}

/* The arrays as views on the stream: all, or none and an exception. */
static int take(PyObject *tuple, CUstream stream, cucore_view *views)
{
    Py_ssize_t i, count = PyTuple_GET_SIZE(tuple);
    char names[MOST][16];
    cucore_arg expected[MOST];
    if (count < 1 || count > MOST) {
        PyErr_Format(PyExc_ValueError, "arrays: expected 1 to %d of them, got %zd", MOST, count);
        return -1;
    }
    memset(expected, 0, sizeof expected);
    for (i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "arrays[%d]", (int)i);
        expected[i].name = names[i];
        expected[i].shape = "*, ...";
        if (i) expected[i].dtypes = "=arrays[0]";
    }
    return cucore_py_args(PySequence_Fast_ITEMS(tuple), (size_t)count, expected, stream, views);
}

static PyObject *concatenate(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"arrays", (char *)"pool", (char *)"stream", (char *)"like", NULL};
    PyObject *arrays, *stream_obj = NULL, *tuple, *like = Py_None, *result = NULL;
    cucore_memory_resource *pool = NULL;
    CUstream stream = NULL;
    cucore_view views[MOST], joined;
    cucore_status status;
    size_t count;
    (void)self;

    memset(&joined, 0, sizeof joined);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O&OO", names, &arrays, cucore_py_memory_resource_converter, &pool,
                                     &stream_obj, &like)) {
        return NULL;
    }
    if (stream_obj && cucore_py_stream_from_object(stream_obj, &stream) < 0) {
        cucore_memory_resource_release(pool);
        return NULL;
    }
    tuple = PySequence_Tuple(arrays);
    if (!tuple && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Format(PyExc_TypeError, "arrays: expected a sequence of arrays, got '%s'", Py_TYPE(arrays)->tp_name);
    }
    if (tuple && take(tuple, stream, views) == 0) {
        count = (size_t)PyTuple_GET_SIZE(tuple);
        Py_BEGIN_ALLOW_THREADS
        status = join(views, count, pool, stream, &joined);
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) == 0 && cucore_py_view_keep_stream(&joined, stream_obj) == 0) {
            result = cucore_py_return(&joined, like == Py_None ? PyTuple_GET_ITEM(tuple, 0) : like, stream);
        }
        cucore_view_release(&joined);
        if (cucore_py_args_release(views, count, stream) < 0) Py_CLEAR(result);
    }
    Py_XDECREF(tuple);
    cucore_memory_resource_release(pool); /* the result has a reference of its own */
    return result;
}

/* Arrays whose producer names no stream stay until the work on them is done, and a later call has looked. */
static PyObject *trim(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    if (cucore_py_check(cucore_trim()) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"concatenate", (PyCFunction)(void (*)(void))concatenate, METH_VARARGS | METH_KEYWORDS,
     "concatenate(arrays, pool=None, stream=None, like=None) -> array"},
    {"trim", trim, METH_NOARGS, "trim(): waits for the work of earlier calls, and releases the arrays that it used"},
    {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "pool_arrays", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_pool_arrays(void)
{
    return PyModuleDef_Init(&definition);
}
