/* gcc -shared -fPIC $(python -m cucore --includes) systems/tensorflow_arrays/tensorflow_arrays.c \
 *     -o systems/tensorflow_arrays/tensorflow_arrays.so && python systems/tensorflow_arrays/demo.py
 *
 * tensorflow_arrays - tensors of TensorFlow in C code and back: as they are, or as the capsules that
 *                     tf.experimental.dlpack.to_dlpack gives and from_dlpack takes
 *
 *     share(x)      the memory of x as a cucore.Array, which every other library takes: no copy, read-only as x is
 *     reverse(x)    x along its first axis from the end, in new memory, as a capsule for from_dlpack
 *     clear(x)      x filled with zeros: tensors of TensorFlow are immutable, and refused
 *
 * For the host alone: no TensorFlow that is built for GPUs could be had to try more.  On a device the same code would
 * take a stream, as axpy_ext does. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_results.h"

static PyObject *share(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", NULL, NULL, CUCORE_HOST_ACCESSIBLE | CUCORE_BY_DLPACK);
    cucore_view x;
    (void)self;
    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    return cucore_py_return(&x, NULL,
                            CUCORE_STREAM_HOST); /* with all that it owns: the tensor lives as long as the array */
}

static PyObject *reverse(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", NULL, "*, ...", CUCORE_HOST_ACCESSIBLE);
    cucore_array_spec spec = {{0, 0, 0, 0}, 0, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
    cucore_slice from_the_end = cucore_slice_range(CUCORE_SLICE_LAST, CUCORE_SLICE_FIRST, -1);
    cucore_view x, backwards, y;
    cucore_status status;
    (void)self;

    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    spec.dtype = x.dtype;
    spec.ndim = x.layout.ndim;
    spec.shape = x.layout.shape;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_allocate(&spec, NULL, NULL, &y); /* at a multiple of 64 bytes, as its own */
    if (!status) status = cucore_view_slice(&x, &from_the_end, 1, &backwards);
    if (!status) status = cucore_view_copy(&y, &backwards, CUCORE_STREAM_HOST, NULL);
    Py_END_ALLOW_THREADS
    cucore_view_release(&x);
    if (cucore_py_check(status) == 0) return cucore_py_export_capsule_move(&y, 0, 0); /* legacy: it takes no other */
    cucore_view_release(&y);
    return NULL;
}

static PyObject *clear(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", NULL, NULL, CUCORE_HOST_ACCESSIBLE | CUCORE_WRITE);
    cucore_view x;
    cucore_status status;
    (void)self;
    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    status = cucore_view_fill(&x, NULL, CUCORE_STREAM_HOST);
    cucore_view_release(&x);
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"share", share, METH_O, "share(x) -> cucore.Array in the memory of x"},
                                {"reverse", reverse, METH_O, "reverse(x) -> a capsule \"dltensor\" of new memory"},
                                {"clear", clear, METH_O, "clear(x): zeros everywhere"},
                                {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "tensorflow_arrays", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_tensorflow_arrays(void)
{
    return PyModuleDef_Init(&definition);
}
