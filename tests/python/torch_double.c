/* torch_double.c - a module torch._C with the functions that src/python/in/torch.c takes from torch 2.3 to 2.9.
 * A tensor is two floats of the CPU or of CUDA.  -DMISSING lacks one function, -DRENUMBERED has another number. */
#include <Python.h>

#include <stdint.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

typedef struct impl { /* what torch calls a TensorImpl */
    int64_t shape[1], strides[1];
    int32_t device_type, dtype;
    int references;
    double values[4];
} impl;

typedef struct tensor { /* THPVariable: the address after a flag, as in 2.3 to 2.9 */
    PyObject_HEAD char is_borrowed;
    impl *cdata;
} tensor;

static int living, calls;
static PyObject *strided;

static void drop(impl *it)
{
    if (--it->references) return;
    living--;
    free(it);
}

#define GETTER(name, type, value)                                                                                      \
    EXPORT int32_t aoti_torch_##name(impl **handle, type *out)                                                         \
    {                                                                                                                  \
        calls++;                                                                                                       \
        *out = (value);                                                                                                \
        return 0;                                                                                                      \
    }
GETTER(get_device_type, int32_t, (*handle)->device_type)
GETTER(get_device_index, int32_t, (*handle)->device_type - 1)
GETTER(get_dtype, int32_t, (*handle)->dtype)
GETTER(get_dim, int64_t, 1)
GETTER(get_sizes, int64_t *, (*handle)->shape)
#if !defined(MISSING)
GETTER(get_strides, int64_t *, (*handle)->strides)
#endif
GETTER(get_data_ptr, void *, (*handle)->values)

EXPORT int32_t aoti_torch_new_uninitialized_tensor(impl ***out)
{
    *out = calloc(1, sizeof **out);
    return !*out;
}
EXPORT int32_t aoti_torch_assign_tensors(impl **from, impl **to)
{
    (*from)->references++;
    *to = *from;
    return 0;
}
EXPORT int32_t aoti_torch_delete_tensor_object(impl **handle)
{
    if (*handle) drop(*handle);
    free(handle);
    return 0;
}

#define NUMBER(name, number)                                                                                           \
    EXPORT int32_t aoti_torch_##name(void)                                                                             \
    {                                                                                                                  \
        return number;                                                                                                 \
    }
NUMBER(device_type_cpu, 0)
NUMBER(device_type_cuda, 1)
NUMBER(dtype_uint8, 0)
NUMBER(dtype_int64, 4)
#if defined(RENUMBERED)
NUMBER(dtype_float32, 7)
#else
NUMBER(dtype_float32, 6)
#endif
NUMBER(dtype_complex128, 10)
NUMBER(dtype_bool, 11)
NUMBER(dtype_bfloat16, 15)
NUMBER(dtype_float8_e5m2, 23)

static PyObject *tensor_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    tensor *made = (tensor *)type->tp_alloc(type, 0);
    int device_type = 0, dtype = 6;
    (void)keywords;
    if (!made || !PyArg_ParseTuple(args, "|ii", &device_type, &dtype)) return NULL;
    made->cdata = calloc(1, sizeof *made->cdata);
    made->cdata->shape[0] = 2;
    made->cdata->strides[0] = 1;
    made->cdata->device_type = device_type;
    made->cdata->dtype = dtype;
    made->cdata->references = 1;
    living++;
    return (PyObject *)made;
}

static void tensor_dealloc(PyObject *self)
{

    drop(((tensor *)self)->cdata);
    Py_TYPE(self)->tp_free(self); /* the type is given back by the subclass */
}

static PyObject *get_cdata(PyObject *self, void *extra)
{
    (void)extra;
    return PyLong_FromVoidPtr(((tensor *)self)->cdata);
}

static PyObject *get_layout(PyObject *self, void *extra)
{
    PyObject *layout = ((tensor *)self)->is_borrowed ? Py_None : strided;
    (void)extra;
    Py_INCREF(layout);
    return layout;
}

static PyObject *set_sparse(PyObject *self, PyObject *unused)
{
    (void)unused;
    ((tensor *)self)->is_borrowed = 1;
    Py_RETURN_NONE;
}

static PyObject *counts(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return Py_BuildValue("ii", living, calls);
}

static PyGetSetDef properties[] = {
    {"_cdata", get_cdata, NULL, NULL, NULL}, {"layout", get_layout, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};
static PyMethodDef tensor_methods[] = {{"set_sparse", set_sparse, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyMethodDef functions[] = {{"counts", counts, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyTypeObject base = {PyVarObject_HEAD_INIT(NULL, 0)};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "torch._C", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__C(void)
{
    PyObject *made = PyModule_Create(&definition);
    base.tp_name = "torch._C.TensorBase";
    base.tp_basicsize = sizeof(tensor);
    base.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    base.tp_new = tensor_new;
    base.tp_dealloc = tensor_dealloc;
    base.tp_getset = properties;
    base.tp_methods = tensor_methods;
    strided = PyUnicode_FromString("strided");
    if (!made || !strided || PyType_Ready(&base) < 0 || PyModule_AddObject(made, "TensorBase", (PyObject *)&base) < 0 ||
        PyModule_AddObject(made, "strided", strided) < 0)
        return NULL;
    Py_INCREF(strided);
    Py_INCREF(&base);
    return made;
}
