/* gcc -shared -fPIC $(python -m cucore --includes) examples/copy_from.c -o examples/copy_from_c.so &&
 *     python examples/copy_from.py
 *
 * The C half of copy_from.py.
 *
 * copy(dst, src, stream=None, blocking=None): what a class of arrays needs for methods copy_from and copy_to. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_python.h"

static PyObject *copy(PyObject *module, PyObject *args, PyObject *keywords)
{
    static char dst_name[] = "dst", src_name[] = "src", stream_name[] = "stream", blocking_name[] = "blocking";
    static char *names[] = {dst_name, src_name, stream_name, blocking_name, NULL};
    PyObject *dst, *src, *wanted = Py_None;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_copy_options options = {NULL, CUCORE_BLOCKING_DEFAULT, 0, 0, 0, {NULL, NULL}};
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O&O", names, &dst, &src, cucore_py_stream_converter, &stream,
                                     &wanted)) {
        return NULL;
    }
    if (wanted != Py_None) {
        int is_true = PyObject_IsTrue(wanted);
        if (is_true < 0) return NULL;
        options.blocking = is_true ? CUCORE_BLOCKING_YES : CUCORE_BLOCKING_NO;
    }
    if (cucore_py_copy(dst, src, stream, &options) < 0) return NULL;
    Py_RETURN_NONE;
}

/* BEGIN plan */
/* plan(dst, src) -> how it would be done */
static PyObject *plan(PyObject *module, PyObject *args)
{
    PyObject *objs[2];
    cucore_view views[2];
    cucore_copy_plan made;
    char text[512];
    cucore_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &objs[0], &objs[1])) return NULL;
    if (cucore_py_args(objs, 2, NULL, CUCORE_STREAM_NO_SYNC, views) < 0) return NULL;
    status = cucore_copy_plan_make(&views[0], &views[1], CUCORE_DEVICE_CURRENT, NULL, &made);
    if (!status) (void)cucore_copy_plan_format(&made, text, sizeof text);
    cucore_view_release(&views[1]);
    cucore_view_release(&views[0]);
    return cucore_py_check(status) < 0 ? NULL : PyUnicode_FromString(text);
}
/* END */

static PyMethodDef methods[] = {
    {"copy", (PyCFunction)(void (*)(void))copy, METH_VARARGS | METH_KEYWORDS,
     "copy(dst, src, stream=None, blocking=None): the elements of src to dst, any two arrays of one shape and dtype"},
    {"plan", plan, METH_VARARGS, "plan(dst, src): how that would be done"},
    {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "copy_from_c", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_copy_from_c(void)
{
    return PyModuleDef_Init(&definition);
}
