/* gcc -shared -fPIC $(python -m cucore --includes) examples/guide.c -o examples/guide.so
 *
 * guide.c - the functions of README.md and docs/guide, each between BEGIN and END, as one module
 *
 * tests/python/test_readme.py builds and uses it. */
#define CUCORE_STATIC /* this file is the whole module */
#include "cucore_cast.h"
#include "cucore_kernel.h"
#include "cucore_results.h"

#include <math.h>

/* BEGIN total */
/* total(x) -> float */
static PyObject *total(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
    cucore_view x;
    double sum = 0;
    int64_t i;
    (void)self;

    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    for (i = 0; i < x.layout.shape[0]; i++) sum += ((const double *)x.ptr)[i * x.layout.strides[0]];
    cucore_view_release(&x);
    return PyFloat_FromDouble(sum);
}
/* END */

/* BEGIN zeros_like */
/* zeros_like(x, stream=None) */
static PyObject *zeros_like(PyObject *self, PyObject *args)
{
    PyObject *obj;
    CUstream stream = NULL;
    cucore_view x, y;
    int64_t nbytes = 0;
    int failed;
    (void)self;

    if (!PyArg_ParseTuple(args, "O|O&", &obj, cucore_py_stream_converter, &stream)) return NULL;
    if (cucore_py_view(obj, NULL, stream, &x) < 0) return NULL;
    failed = cucore_py_empty_like(obj, &x, stream, &y); /* y.ptr may be written on `stream` from here on */
    cucore_view_release(&x);
    if (failed) return NULL;

    nbytes = cucore_view_nbytes(&y);
    if (!y.device_accessible) memset(y.ptr, 0, (size_t)nbytes);
    if (y.device_accessible && cucore_py_check(cucore_memory_fill(y.ptr, 0, 1, (size_t)nbytes, stream)) < 0) {
        cucore_view_release(&y);
        return NULL;
    }
    return cucore_py_return(&y, obj, stream); /* the library's stream waits for `stream` */
}
/* END */

/* BEGIN negate */
/* negate(x, out=None) -> out, or a new array of x's library */
static PyObject *negate(PyObject *self, PyObject *args)
{
    static const cucore_arg expected[2] = {
        CUCORE_ARG("x", "float64", NULL, CUCORE_HOST_ACCESSIBLE | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_CAST),
        CUCORE_ARG("out", "float64", "=x",
                   CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_OPTIONAL)};
    PyObject *objs[2] = {NULL, NULL}, *result = NULL;
    cucore_view v[2];
    int64_t i;
    int failed = 0;
    (void)self;

    if (!PyArg_ParseTuple(args, "O|O", &objs[0], &objs[1])) return NULL;
    if (cucore_py_args(objs, 2, expected, NULL, v) < 0) return NULL;
    if (!v[1].dtype.lanes) { /* no `out` was given, or None */
        objs[1] = objs[0];
        failed = cucore_py_empty_like(objs[0], &v[0], NULL, &v[1]);
    }
    if (!failed) {
        for (i = 0; i < cucore_view_size(&v[0]); i++) ((double *)v[1].ptr)[i] = -((const double *)v[0].ptr)[i];
        result = cucore_py_return(&v[1], objs[1], NULL); /* `out` itself, or the new array */
    }
    if (cucore_py_args_release(v, 2, NULL) < 0) Py_CLEAR(result);
    return result;
}
/* END */

/* BEGIN scaled */
/* out = x * factor for a range of steps; cucore_loops_run calls it, without the GIL, for large arrays on several threads. */
static void scale_steps(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    (void)user_data;
    CUCORE_LOOP_RANGE(*loop, 3, begin, end, at, i)
    {
        CUCORE_LOOP_AT(double, *loop, at, i, 0) =
            CUCORE_LOOP_AT(const double, *loop, at, i, 1) * CUCORE_LOOP_AT(const double, *loop, at, i, 2);
    }
}

/* scaled(x, factor) -> x * factor; factor: a number, or an array that can be broadcast to the shape of x */
static PyObject *scaled(PyObject *self, PyObject *args)
{
    static const cucore_arg expected[2] = {
        CUCORE_ARG("x", "float64", NULL, CUCORE_HOST_ACCESSIBLE),
        CUCORE_ARG("factor", "float64", NULL, CUCORE_HOST_ACCESSIBLE | CUCORE_FROM_ANYTHING | CUCORE_CAST)};
    PyObject *objs[2], *result = NULL;
    cucore_view v[3];
    const cucore_operand operands[3] = {{&v[2], "out", CUCORE_DTYPE_FLOAT64, CUCORE_WRITE, 0},
                                        {&v[0], "x", CUCORE_DTYPE_FLOAT64, 0, 0},
                                        {&v[1], "factor", CUCORE_DTYPE_FLOAT64, 0, 0}};
    cucore_loops loops;
    cucore_status status;
    (void)self;

    if (!PyArg_ParseTuple(args, "OO", &objs[0], &objs[1])) return NULL;
    if (cucore_py_args(objs, 2, expected, NULL, v) < 0) return NULL; /* a number is a view without axes */
    if (cucore_py_empty_like(objs[0], &v[0], NULL, &v[2]) == 0) {
        Py_BEGIN_ALLOW_THREADS
        status = cucore_loops_make(operands, 3, &loops); /* any strides, broadcast as NumPy does */
        if (!status) status = cucore_loops_run(&loops, 0, scale_steps, NULL);
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) == 0) result = cucore_py_return(&v[2], objs[0], NULL);
        cucore_view_release(&v[2]); /* without effect after cucore_py_return */
    }
    if (cucore_py_args_release(v, 2, NULL) < 0) Py_CLEAR(result);
    return result;
}
/* END */

/* BEGIN parts */
/* parts(x) -> (whole, fraction): two arrays of x's library */
static PyObject *parts(PyObject *self, PyObject *obj)
{
    static const cucore_arg expected =
        CUCORE_ARG("x", "float64", NULL, CUCORE_HOST_ACCESSIBLE | CUCORE_MAKE_C_CONTIGUOUS);
    PyObject *whole = NULL, *fraction = NULL, *result = NULL;
    cucore_view x, y[2];
    int64_t i;
    (void)self;

    if (cucore_py_args(&obj, 1, &expected, NULL, &x) < 0) return NULL;
    memset(y, 0, sizeof y); /* views that hold nothing, so that both can be released on every path */
    if (cucore_py_empty_like(obj, &x, NULL, &y[0]) == 0 && cucore_py_empty_like(obj, &x, NULL, &y[1]) == 0) {
        for (i = 0; i < cucore_view_size(&x); i++) {
            ((double *)y[1].ptr)[i] = modf(((const double *)x.ptr)[i], &((double *)y[0].ptr)[i]);
        }
        whole = cucore_py_return(&y[0], obj, NULL);
        if (whole) fraction = cucore_py_return(&y[1], obj, NULL);
        if (fraction) result = PyTuple_Pack(2, whole, fraction);
        Py_XDECREF(whole);
        Py_XDECREF(fraction);
    }
    cucore_views_release(y, 2);
    if (cucore_py_args_release(&x, 1, NULL) < 0) Py_CLEAR(result);
    return result;
}
/* END */

/* BEGIN kept */
/* Kept(x): an object that keeps an array.  It stays at its address, and so the view in it does. */
typedef struct {
    PyObject_HEAD
    cucore_view x;
} Kept;

static int Kept_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self)); /* an object of a type that is made at run time holds its type */
    return cucore_py_view_visit(&((Kept *)self)->x, visit, arg);
}

static int Kept_clear(PyObject *self)
{
    cucore_view_release(&((Kept *)self)->x);
    return 0;
}

static void Kept_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self); /* first: other threads may run while the array is given back */
    cucore_view_release(&((Kept *)self)->x);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *Kept_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
    PyObject *obj, *self;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    self = type->tp_alloc(type, 0); /* all zero: a view that holds nothing */
    if (!self) return NULL;
    PyObject_GC_UnTrack(self); /* until the view is whole, since the producer's code runs meanwhile */
    if (cucore_py_view(obj, &expected, NULL, &((Kept *)self)->x) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    PyObject_GC_Track(self);
    return self;
}

static PyObject *Kept_sum(PyObject *self, PyObject *none)
{
    const cucore_view *x = &((Kept *)self)->x;
    double sum = 0;
    int64_t i;
    (void)none;
    if (!x->dtype.lanes) return PyErr_Format(PyExc_ValueError, "the array was given back"); /* by the collector */
    for (i = 0; i < x->layout.shape[0]; i++) sum += ((const double *)x->ptr)[i * x->layout.strides[0]];
    return PyFloat_FromDouble(sum);
}

static PyMethodDef Kept_methods[] = {{"sum", Kept_sum, METH_NOARGS, "sum() -> float"}, {NULL, NULL, 0, NULL}};
static PyType_Slot Kept_slots[] = {{Py_tp_new, (void *)Kept_new},
                                   {Py_tp_dealloc, (void *)Kept_dealloc},
                                   {Py_tp_traverse, (void *)Kept_traverse},
                                   {Py_tp_clear, (void *)Kept_clear},
                                   {Py_tp_methods, Kept_methods},
                                   {0, NULL}};
static PyType_Spec Kept_spec = {"guide.Kept", sizeof(Kept), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, Kept_slots};
/* END */

static int add_types(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&Kept_spec);
    int failed = !type || PyObject_SetAttrString(module, "Kept", type);
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static PyMethodDef methods[] = {{"total", total, METH_O, "total(x) -> float"},
                                {"zeros_like", zeros_like, METH_VARARGS, "zeros_like(x, stream=None)"},
                                {"negate", negate, METH_VARARGS, "negate(x, out=None)"},
                                {"scaled", scaled, METH_VARARGS, "scaled(x, factor)"},
                                {"parts", parts, METH_O, "parts(x) -> (whole, fraction)"},
                                {NULL, NULL, 0, NULL}};

/* BEGIN slots */
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_types},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED}, /* subinterpreters may import it */
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED}, /* free-threaded Python does not turn the GIL on for this module */
#endif
    {0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "guide", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_guide(void)
{
    return PyModuleDef_Init(&module);
}
/* END */
