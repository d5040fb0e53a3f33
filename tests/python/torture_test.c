/* torture_test.c - the functions of cucore_python.h as a Python module, called while the n-th malloc, thread, call of Python,
 * allocation of the interpreter or call of the driver fails, for tests/fake/test_torture.py.
 *
 * fail(kind, n, result) says what is to fail in the next call(name, ...), and nothing but the function itself is exposed to
 * it.  Outputs are poisoned before, and looked at after a failure: AssertionError where they are not as documented. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <unistd.h>

/* Whatever the machine, large copies take several threads. */
static long test_sysconf(int name)
{
    return name == _SC_NPROCESSORS_ONLN ? 4 : sysconf(name);
}
#define sysconf test_sysconf

#include "../c/failing_c.h"
#include "failing_python.h"

#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 256
#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"
#include "cucore_cast.h"
#include "cucore_results.h"
#undef free /* allocators of Python have a member of that name */
#define free(memory) failing_c_free_call(memory)
#include "../c/forget_kernels.h"

#include <dlfcn.h>
#include <structmember.h>

/* -------------------------------------------------------------------------------------------------- what is to fail -- */
static struct {
    char kind; /* 'm'alloc, 't'hread, 'p'ython, e'x'ception of Python, 'i'nterpreter, 'd'river; 0: nothing */
    long n;
    int result;
    int fired;
} wanted;

static PyObject *Interrupt; /* an exception that is nobody's */
static int (*driver_fail)(int n, int result);
static int (*driver_pending)(void);

/* Allocations of the interpreter on this thread, while a function runs. */
static long interpreter_fail_in;
static __thread int is_inside;
static PyMemAllocatorEx allocators[2];
static const PyMemAllocatorDomain domains[2] = {PYMEM_DOMAIN_MEM, PYMEM_DOMAIN_OBJ};

static int interpreter_turn(void)
{
    return is_inside && interpreter_fail_in > 0 && --interpreter_fail_in == 0;
}

static void *interpreter_malloc(void *context, size_t bytes)
{
    PyMemAllocatorEx *inner = (PyMemAllocatorEx *)context;
    return interpreter_turn() ? NULL : (inner->malloc)(inner->ctx, bytes);
}

static void *interpreter_calloc(void *context, size_t count, size_t bytes)
{
    PyMemAllocatorEx *inner = (PyMemAllocatorEx *)context;
    return interpreter_turn() ? NULL : (inner->calloc)(inner->ctx, count, bytes);
}

/* The interpreter copes where it cannot give memory back: that never fails. */
static void *interpreter_realloc(void *context, void *old, size_t bytes)
{
    PyMemAllocatorEx *inner = (PyMemAllocatorEx *)context;
    return (inner->realloc)(inner->ctx, old, bytes);
}

static void interpreter_free(void *context, void *old)
{
    PyMemAllocatorEx *inner = (PyMemAllocatorEx *)context;
    (inner->free)(inner->ctx, old);
}

/* Around the call of a function, and nothing else. */
static void begin(void)
{
    wanted.fired = 0;
    if (wanted.kind == 'm') failing_c_malloc.fail_in = wanted.n;
    if (wanted.kind == 't') failing_c_thread.fail_in = wanted.n;
    if (wanted.kind == 'p' || wanted.kind == 'x') test_fail_countdown = wanted.n;
    test_fail_exception = wanted.kind == 'x' ? Interrupt : NULL;
    if (wanted.kind == 'i') interpreter_fail_in = wanted.n;
    if (wanted.kind == 'd') driver_fail((int)wanted.n, wanted.result);
    is_inside = 1;
}

static void end(void)
{
    is_inside = 0;
    if (wanted.kind == 'm') wanted.fired = failing_c_malloc.fail_in <= 0;
    if (wanted.kind == 't') wanted.fired = failing_c_thread.fail_in <= 0;
    if (wanted.kind == 'p' || wanted.kind == 'x') wanted.fired = test_fail_countdown == 0;
    if (wanted.kind == 'i') wanted.fired = interpreter_fail_in == 0;
    if (wanted.kind == 'd') wanted.fired = !driver_pending();
    if (wanted.kind == 'd') driver_fail(0, 0);
    failing_c_malloc.fail_in = failing_c_thread.fail_in = 0;
    test_fail_countdown = interpreter_fail_in = 0;
    test_fail_exception = NULL;
    wanted.kind = 0;
}

/* An expression of one function, exposed. */
#define EXPOSED(result, expression)                                                                                    \
    do {                                                                                                               \
        begin();                                                                                                       \
        result = (expression);                                                                                         \
        end();                                                                                                         \
    } while (0)

/* ------------------------------------------------------------------------------------------------- an array of ours -- */
typedef struct {
    PyObject_HEAD cucore_view view;
} Array;

static PyTypeObject *ArrayType;

static const cucore_view *Array_view(PyObject *self)
{
    if (PyObject_TypeCheck(self, ArrayType)) return &((Array *)self)->view;
    PyErr_SetString(PyExc_TypeError, "expected a torture_test.Array");
    return NULL;
}

CUCORE_PY_EXPORT(Array, Array_view)

static PyObject *Array_wrap(DLManagedTensorVersioned *managed)
{
    Array *self = (Array *)ArrayType->tp_alloc(ArrayType, 0);
    if (!self) cucore__dlmanaged_versioned_delete(managed);
    if (self && cucore_view_adopt_dlmanaged_versioned(managed, NULL, &self->view) == CUCORE_OK) return (PyObject *)self;
    if (self && cucore_py_check(cucore_last_error()->status) < 0) Py_CLEAR(self);
    return NULL;
}

/* Calls Python, so that it can fail. */
static int Array_stream(int device_id, CUstream *out)
{
    PyObject *number = PyLong_FromLong(device_id);
    if (!number) return -1;
    Py_DECREF(number);
    *out = CUCORE_STREAM_LEGACY;
    return 0;
}

static const cucore_py_exporter exporter = {Array_view, Array_wrap, Array_stream};
static const cucore_py_exporter plain_exporter = {Array_view, NULL, NULL};
CUCORE_PY_EXCHANGE(Array, exporter)

static void release_owner(cucore_view *view)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF((PyObject *)view->private_.owner);
    PyGILState_Release(gil);
}

/* Array(ptr, bytes, device_type, device_id, stream, owner): bytes / 4 elements of float32 */
static PyObject *Array_make(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    unsigned long long ptr, stream;
    long long bytes;
    int device_type, device_id;
    int64_t shape[1];
    PyObject *owner;
    Array *self;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "KLiiKO", &ptr, &bytes, &device_type, &device_id, &stream, &owner)) return NULL;
    self = (Array *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    shape[0] = bytes / 4;
    self->view.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    if (cucore_py_check(cucore_layout_make(1, shape, NULL, 4, &self->view.layout)) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    self->view.ptr = (void *)(uintptr_t)ptr;
    cucore__view_fill_device(&self->view, device_type, device_id);
    self->view.protocol = CUCORE_PROTOCOL_MEMORY;
    if (stream && cucore_py_check(cucore_view_set_producer_stream(&self->view, (CUstream)(uintptr_t)stream)) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    Py_INCREF(owner);
    self->view.private_.owner = owner;
    self->view.private_.self = &self->view;
    self->view.private_.release = release_owner;
    return (PyObject *)self;
}

static void Array_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    cucore_view_release(&((Array *)self)->view);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef Array_methods[] = {CUCORE_PY_EXPORT_METHODS(Array), {NULL, NULL, 0, NULL}};
static PyGetSetDef Array_getset[] = {CUCORE_PY_EXPORT_GETSET(Array), {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot Array_slots[] = {CUCORE_PY_EXPORT_SLOTS(Array),          {Py_tp_new, (void *)Array_make},
                                    {Py_tp_getset, Array_getset},           {Py_tp_methods, Array_methods},
                                    {Py_tp_dealloc, (void *)Array_dealloc}, {0, NULL}};
static PyType_Spec Array_spec = {"torture_test.Array", sizeof(Array), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 Array_slots};

/* --------------------------------------------------------------------------------------------------------- outputs -- */
static const cucore_view zero_view;

static int is_zeroed(const cucore_view *view)
{
    return memcmp(view, &zero_view, offsetof(cucore_view, layout) + offsetof(cucore_layout, shape)) == 0;
}

static int is_untouched(const void *memory, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    while (size && bytes[size - 1] == 0xA5) size--;
    return size == 0;
}

static PyObject *complain(const char *what)
{
    PyErr_Clear();
    return PyErr_Format(PyExc_AssertionError, "%s", what);
}

/* None, or the exception that has to be there. */
static PyObject *answer(int result)
{
    if (result >= 0 && PyErr_Occurred()) return complain("an exception beside a success");
    if (result < 0 && !PyErr_Occurred()) return complain("a failure without an exception");
    if (result < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *answer_object(PyObject *made)
{
    if (made && PyErr_Occurred()) return complain("an exception beside a result");
    if (!made && !PyErr_Occurred()) return complain("no result and no exception");
    return made;
}

static PyObject *answer_view(int result, cucore_view *view)
{
    if (result == 0) {
        cucore_view_release(view);
    } else if (!is_zeroed(view)) {
        return complain("the view is not zeroed");
    }
    return answer(result);
}

static CUstream stream_of(unsigned long long value)
{
    return (CUstream)(uintptr_t)value;
}

/* ---------------------------------------------------------------------------------------------------- the functions -- */
static struct {
    const char *name;
    PyObject *(*call)(PyObject *args);
} functions[64];
static size_t function_count;

/* Begins what call(name, ...) calls. */
#define FUNCTION(function)                                                                                             \
    static PyObject *do_##function(PyObject *args);                                                                    \
    __attribute__((constructor)) static void list_##function(void)                                                     \
    {                                                                                                                  \
        functions[function_count].name = #function;                                                                    \
        functions[function_count++].call = do_##function;                                                              \
    }                                                                                                                  \
    static PyObject *do_##function(PyObject *args __attribute__((unused)))

/* (obj, stream, flags) */
static int parse_intake(PyObject *args, PyObject **obj, cucore_arg *arg, CUstream *stream)
{
    unsigned long long number, flags;
    if (!PyArg_ParseTuple(args, "OKK", obj, &number, &flags)) return -1;
    memset(arg, 0, sizeof *arg);
    arg->flags = flags;
    *stream = stream_of(number);
    return 0;
}

#define VIEW(what)                                                                                                     \
    FUNCTION(cucore_py_##what)                                                                                         \
    {                                                                                                                  \
        cucore_arg arg;                                                                                                \
        CUstream stream;                                                                                               \
        cucore_view view;                                                                                              \
        PyObject *obj;                                                                                                 \
        int result;                                                                                                    \
        if (parse_intake(args, &obj, &arg, &stream) < 0) return NULL;                                                  \
        memset(&view, 0xA5, sizeof view);                                                                              \
        EXPOSED(result, cucore_py_##what(obj, &arg, stream, &view));                                                   \
        return answer_view(result, &view);                                                                             \
    }
VIEW(view)
VIEW(view_bytes)

#define TENSOR(what, type)                                                                                             \
    FUNCTION(cucore_py_array_to_##what)                                                                                \
    {                                                                                                                  \
        cucore_arg arg;                                                                                                \
        CUstream stream;                                                                                               \
        type *tensor;                                                                                                  \
        PyObject *obj;                                                                                                 \
        int result;                                                                                                    \
        if (parse_intake(args, &obj, &arg, &stream) < 0) return NULL;                                                  \
        EXPOSED(result, cucore_py_array_to_##what(obj, &arg, stream, 0, &tensor));                                     \
        if ((result < 0) != !tensor) return complain("no tensor, or one beside an error");                             \
        if (tensor) tensor->deleter(tensor);                                                                           \
        return answer(result);                                                                                         \
    }
TENSOR(dlmanaged, DLManagedTensor)
TENSOR(dlmanaged_versioned, DLManagedTensorVersioned)

/* (obj) */
FUNCTION(cucore_py_array_nbytes)
{
    PyObject *obj;
    int64_t nbytes;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    EXPOSED(nbytes, cucore_py_array_nbytes(obj, NULL));
    return answer(nbytes < 0 ? -1 : 0);
}

/* (owner, address, device type) */
FUNCTION(cucore_py_view_wrap)
{
    const int64_t shape[1] = {8};
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, shape, NULL, CUCORE_DEVICE_TYPE_CPU, 0, {NULL, NULL}};
    cucore_view view;
    PyObject *owner;
    unsigned long long address;
    int result;
    if (!PyArg_ParseTuple(args, "OKi", &owner, &address, &spec.device_type)) return NULL;
    EXPOSED(result, cucore_py_view_wrap((void *)(uintptr_t)address, &spec, owner, &view));
    return answer_view(result, &view);
}

/* (array, like): shape and strides, or the dtype in the library of `like` */
FUNCTION(cucore_py_view_shape)
{
    PyObject *array, *made;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    EXPOSED(made, cucore_py_view_shape(Array_view(array)));
    return answer_object(made);
}

FUNCTION(cucore_py_view_strides)
{
    PyObject *array, *made;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    EXPOSED(made, cucore_py_view_strides(Array_view(array), 1));
    return answer_object(made);
}

FUNCTION(cucore_py_view_dtype)
{
    PyObject *array, *like, *made;
    if (!PyArg_ParseTuple(args, "OO", &array, &like)) return NULL;
    EXPOSED(made, cucore_py_view_dtype(Array_view(array), like == Py_None ? NULL : like));
    return answer_object(made);
}

/* (obj) */
#define CONVERT(what, type)                                                                                            \
    FUNCTION(cucore_py_##what##_converter)                                                                             \
    {                                                                                                                  \
        PyObject *obj;                                                                                                 \
        type out;                                                                                                      \
        int result;                                                                                                    \
        if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;                                                           \
        memset(&out, 0xA5, sizeof out);                                                                                \
        EXPOSED(result, cucore_py_##what##_converter(obj, &out) - 1);                                                  \
        if (result < 0 && !is_untouched(&out, sizeof out)) return complain("out was touched");                         \
        return answer(result);                                                                                         \
    }
CONVERT(dtype, cucore_dtype)
CONVERT(device, cucore_py_device)
CONVERT(shape, cucore_py_shape)

/* (obj, stream, flags): what a view of obj holds as an owner; after a failure the view is as it was */
FUNCTION(cucore_view_detach)
{
    cucore_arg arg = CUCORE_ARG(NULL, NULL, NULL, 0);
    cucore_view view;
    cucore_owner owner;
    PyObject *obj;
    unsigned long long stream, flags;
    cucore_status status;
    int intact;
    if (!PyArg_ParseTuple(args, "OKK", &obj, &stream, &flags)) return NULL;
    arg.flags = flags;
    if (cucore_py_view(obj, &arg, stream_of(stream), &view) < 0) return NULL;
    memset(&owner, 0xA5, sizeof owner);
    EXPOSED(status, cucore_view_detach(&view, &owner));
    intact = status ? view.private_.release && !owner.owner && !owner.release : !view.private_.release && owner.release;
    cucore_view_release(&view);
    if (!intact) return complain("neither detached nor as it was");
    if (status && cucore_last_error()->status == CUCORE_OUT_OF_MEMORY) return PyErr_NoMemory();
    if (status) return answer(cucore_py_check(status));
    cucore_owner_release(&owner);
    return answer(0);
}

/* (obj, stream, flags, flags of the buffer) */
FUNCTION(cucore_py_view_move_to_buffer)
{
    cucore_arg arg = CUCORE_ARG(NULL, NULL, NULL, 0);
    cucore_view view;
    Py_buffer buffer;
    PyObject *obj;
    unsigned long long stream, flags;
    int request, result;
    if (!PyArg_ParseTuple(args, "OKKi", &obj, &stream, &flags, &request)) return NULL;
    arg.flags = flags;
    if (cucore_py_view(obj, &arg, stream_of(stream), &view) < 0) return NULL;
    memset(&buffer, 0xA5, sizeof buffer);
    EXPOSED(result, cucore_py_view_move_to_buffer(&view, request, &buffer));
    if (!is_zeroed(&view)) return complain("the view was not consumed");
    if (result < 0 && (buffer.obj || buffer.internal)) return complain("the buffer is not zeroed");
    if (result == 0) PyBuffer_Release(&buffer);
    return answer(result);
}

/* (obj): the buffer of an opaque view of an interface, whose format is made of the typestr */
FUNCTION(cucore_py_export_getbuffer_opaque)
{
    cucore_arg arg = CUCORE_ARG(NULL, NULL, NULL, CUCORE_ALLOW_OPAQUE | CUCORE_BY_ARRAY_INTERFACE);
    cucore_view view;
    PyObject *obj;
    Py_buffer buffer;
    int result;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    if (cucore_py_view(obj, &arg, NULL, &view) < 0) return NULL;
    EXPOSED(result, cucore_py_export_getbuffer(obj, &view, PyBUF_FULL_RO, &buffer));
    if (!result) {
        cucore_py_export_releasebuffer(obj, &buffer);
        Py_DECREF(obj);
    }
    cucore_view_release(&view);
    if (result < 0) return NULL;
    Py_RETURN_NONE;
}

/* ([objs], stream, flags=none: no cucore_arg) */
static int take_all(PyObject *args, cucore_view *views, Py_ssize_t *count, CUstream *stream, int exposed)
{
    PyObject *objs[4] = {NULL, NULL, NULL, NULL}, *list;
    unsigned long long value, flags = 0;
    cucore_arg expected[4];
    int result;
    if (!PyArg_ParseTuple(args, "O!K|K", &PyList_Type, &list, &value, &flags)) return -1;
    memset(expected, 0, sizeof expected);
    for (Py_ssize_t i = 0; i < 4; i++) expected[i].flags = flags;
    *stream = stream_of(value);
    *count = PyList_GET_SIZE(list);
    for (Py_ssize_t i = 0; i < *count && i < 4; i++) objs[i] = PyList_GET_ITEM(list, i);
    memset(views, 0xA5, 4 * sizeof *views);
    if (exposed) begin();
    result = cucore_py_args(objs, (size_t)*count, flags ? expected : NULL, *stream, views);
    if (exposed) end();
    return result;
}

FUNCTION(cucore_py_args)
{
    cucore_view views[4];
    Py_ssize_t i, count = 0;
    CUstream stream = NULL;
    int result = take_all(args, views, &count, &stream, 1);
    for (i = 0; i < count; i++) {
        if (result == 0) cucore_view_release(&views[i]);
        if (result < 0 && !is_zeroed(&views[i])) return complain("a view is not zeroed");
    }
    return answer(result);
}

/* (obj, stream) */
FUNCTION(cucore__py_try)
{
    static const cucore_arg any = CUCORE_ARG("x", NULL, NULL, 0);
    unsigned long long value;
    cucore_view view;
    PyObject *obj;
    int result;
    if (!PyArg_ParseTuple(args, "OK", &obj, &value)) return NULL;
    memset(&view, 0xA5, sizeof view);
    EXPOSED(result, cucore__py_try(obj, &any, stream_of(value), &view));
    if (result < 0 && !is_zeroed(&view)) return complain("the view is not zeroed");
    if (result == 0) cucore_view_release(&view);
    return answer(result);
}

/* ([objects], stream): each was tried */
FUNCTION(cucore__py_args_tried)
{
    static const cucore_arg any[4];
    unsigned long long value;
    cucore_view tried[4], views[4], *pointers[4];
    PyObject *objs[4], *list;
    cucore__py_tried all;
    int result;
    if (!PyArg_ParseTuple(args, "O!K", &PyList_Type, &list, &value)) return NULL;
    all.objs = objs;
    all.views = pointers;
    all.count = (size_t)PyList_GET_SIZE(list);
    for (size_t i = 0; i < all.count && i < 4; i++) {
        objs[i] = PyList_GET_ITEM(list, (Py_ssize_t)i);
        pointers[i] = &tried[i];
        if (cucore__py_try(objs[i], &any[i], CUCORE_STREAM_NO_SYNC, &tried[i])) return NULL;
    }
    memset(views, 0xA5, sizeof views);
    EXPOSED(result, cucore__py_args_tried(&all, any, stream_of(value), views));
    for (size_t i = 0; i < all.count; i++) {
        cucore_view_release(&tried[i]);
        if (result == 0) cucore_view_release(&views[i]);
        if (!is_zeroed(&views[i])) return complain("a view is not zeroed");
    }
    return answer(result);
}

FUNCTION(cucore_py_args_release)
{
    cucore_view views[4];
    Py_ssize_t i, count = 0;
    CUstream stream = NULL;
    int result;
    if (take_all(args, views, &count, &stream, 0) < 0) return NULL;
    EXPOSED(result, cucore_py_args_release(views, (size_t)count, stream));
    for (i = 0; i < count; i++) {
        if (!is_zeroed(&views[i])) return complain("a view is not zeroed");
    }
    return answer(result);
}

/* (obj) */
static PyObject *take_stream(PyObject *args, int converts)
{
    PyObject *obj;
    CUstream stream;
    int result;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    memset(&stream, 0xA5, sizeof stream);
    begin();
    result = converts ? cucore_py_stream_converter(obj, &stream) - 1 : cucore_py_stream_from_object(obj, &stream);
    end();
    if (result < 0 && !is_untouched(&stream, sizeof stream)) return complain("the stream was touched");
    if (result < 0) return answer(-1);
    return PyLong_FromVoidPtr(stream);
}

FUNCTION(cucore_py_stream_from_object)
{
    return take_stream(args, 0);
}

FUNCTION(cucore_py_stream_converter)
{
    return take_stream(args, 1);
}

/* (stream object): memory that is freed on the stream, before the object goes */
FUNCTION(cucore_py_view_keep_stream)
{
    const int64_t shape[1] = {8};
    const cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, shape, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_view view;
    CUstream stream;
    PyObject *obj;
    int result;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    if (cucore_py_stream_from_object(obj, &stream) < 0) return NULL;
    if (cucore_py_check(cucore_view_allocate(&spec, NULL, stream, &view)) < 0) return NULL;
    EXPOSED(result, cucore_py_view_keep_stream(&view, obj));
    if (result == 0 && cucore_py_view_keep_stream(&view, obj) < 0) return complain("a second call failed");
    cucore_view_release(&view);
    return answer(result);
}

/* (stream) */
FUNCTION(cucore_py_stream_to_tuple)
{
    unsigned long long stream;
    PyObject *made;
    if (!PyArg_ParseTuple(args, "K", &stream)) return NULL;
    EXPOSED(made, cucore_py_stream_to_tuple(stream_of(stream)));
    return answer_object(made);
}

/* (allocator) */
FUNCTION(cucore_py_memory_resource_from_object)
{
    cucore_memory_resource *resource;
    PyObject *obj;
    int result;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    memset(&resource, 0xA5, sizeof resource);
    EXPOSED(result, cucore_py_memory_resource_from_object(obj, &resource));
    if (result == 0) cucore_memory_resource_release(resource);
    if (result < 0 && resource) return complain("the resource is not zeroed");
    return answer(result);
}

/* (allocator, whether a later argument fails) */
FUNCTION(cucore_py_memory_resource_converter)
{
    cucore_memory_resource *resource;
    PyObject *obj;
    int result, later;
    if (!PyArg_ParseTuple(args, "Op", &obj, &later)) return NULL;
    memset(&resource, 0xA5, sizeof resource);
    EXPOSED(result, cucore_py_memory_resource_converter(obj, &resource));
    if (!result && resource) return complain("the resource is not zeroed");
    if (result && later && (cucore_py_memory_resource_converter(NULL, &resource) != 1 || resource)) {
        return complain("the resource was not taken back");
    }
    cucore_memory_resource_release(resource);
    return answer(result ? 0 : -1);
}

/* (allocator, bytes, stream): by the resource that is made of it */
static PyObject *through_resource(PyObject *args, int allocates)
{
    static const cucore_buffer none;
    cucore_memory_resource *resource;
    cucore_buffer buffer, before;
    PyObject *obj;
    unsigned long long bytes, stream;
    cucore_status status;
    if (!PyArg_ParseTuple(args, "OKK", &obj, &bytes, &stream)) return NULL;
    if (cucore_py_memory_resource_from_object(obj, &resource) < 0) return NULL;
    memset(&buffer, 0xA5, sizeof buffer);
    if (allocates) begin();
    status = cucore_buffer_allocate(resource, (size_t)bytes, stream_of(stream), &buffer);
    if (allocates) end();
    if (allocates && status && memcmp(&buffer, &none, sizeof none) != 0) {
        return complain("the buffer is not zeroed");
    }
    if (!allocates) {
        before = buffer;
        EXPOSED(status, cucore_buffer_release(&buffer));
        if (status && memcmp(&buffer, &before, sizeof before) != 0) return complain("the buffer has changed");
    }
    if (status) {
        PyObject *type, *value, *traceback;
        if (cucore_py_check(status) == 0) return complain("a failure is none");
        PyErr_Fetch(&type, &value, &traceback);
        if (cucore_buffer_release(&buffer)) return complain("the buffer could not be released afterwards");
        cucore_memory_resource_release(resource);
        PyErr_Restore(type, value, traceback);
        return answer(-1);
    }
    if (cucore_buffer_release(&buffer)) return complain("the buffer could not be released");
    cucore_memory_resource_release(resource);
    return answer(0);
}

FUNCTION(cucore_buffer_allocate)
{
    return through_resource(args, 1);
}

FUNCTION(cucore_buffer_release)
{
    return through_resource(args, 0);
}

/* (): raising is what it is for */
FUNCTION(cucore_py_check)
{
    int result;
    EXPOSED(result, cucore_py_check(cucore_fail(CUCORE_INVALID_ARGUMENT, "a failure of a test")));
    if (result != -1) return complain("the answer is not -1");
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) return answer(-1);
    PyErr_Clear();
    Py_RETURN_NONE;
}

/* (array, values, names) */
FUNCTION(cucore_py_export_dlpack)
{
    PyObject *array, *values, *names, *made;
    if (!PyArg_ParseTuple(args, "OO!O!", &array, &PyTuple_Type, &values, &PyTuple_Type, &names)) return NULL;
    EXPOSED(made, cucore_py_export_dlpack(array, Array_view(array), &PyTuple_GET_ITEM(values, 0), 0, names));
    return answer_object(made);
}

static PyObject *answer_self(PyObject *self, PyObject *unused)
{
    (void)unused;
    Py_INCREF(self);
    return self;
}

/* (): a type of the macro's, of no use */
FUNCTION(cucore__py_export_type)
{
    static PyMethodDef methods[] = {
        {"one", answer_self, METH_NOARGS, NULL}, {"two", answer_self, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
    static PyGetSetDef getset[] = {{"three", NULL, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};
    static const cucore__py_exporting what = {methods, getset, Array_getbuffer, &Array_exchange};
    PyType_Slot slots[] = {{0, NULL}};
    PyType_Spec spec = {"torture_test.Made", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, slots};
    PyObject *made;
    if (!PyArg_ParseTuple(args, "")) return NULL;
    EXPOSED(made, cucore__py_export_type(NULL, &spec, &what));
    return answer_object(made);
}

/* (array, values, names): __array__ */
FUNCTION(cucore_py_export_array)
{
    PyObject *array, *values, *names, *made;
    if (!PyArg_ParseTuple(args, "OO!O!", &array, &PyTuple_Type, &values, &PyTuple_Type, &names)) return NULL;
    EXPOSED(made, cucore_py_export_array(array, Array_view(array), &PyTuple_GET_ITEM(values, 0),
                                         PyTuple_Size(values) - PyTuple_Size(names), names));
    return answer_object(made);
}

/* (array) */
#define SHOW(what)                                                                                                     \
    FUNCTION(cucore_py_export_##what)                                                                                  \
    {                                                                                                                  \
        PyObject *array, *made;                                                                                        \
        if (!PyArg_ParseTuple(args, "O", &array)) return NULL;                                                         \
        EXPOSED(made, cucore_py_export_##what(Array_view(array)));                                                     \
        return answer_object(made);                                                                                    \
    }
SHOW(dlpack_device)
SHOW(cai)
SHOW(array_interface)

/* (array of one element): int(), float(), complex() */
FUNCTION(cucore__py_export_int)
{
    PyObject *array, *made;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    EXPOSED(made, cucore__py_export_int(array));
    return answer_object(made);
}

FUNCTION(cucore__py_export_float)
{
    PyObject *array, *made;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    EXPOSED(made, cucore__py_export_float(array));
    return answer_object(made);
}

FUNCTION(cucore__py_export_complex)
{
    PyObject *array, *made;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    EXPOSED(made, cucore__py_export_complex(array, NULL));
    return answer_object(made);
}

FUNCTION(cucore_py_export_getbuffer)
{
    PyObject *array;
    Py_buffer buffer;
    int result;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    memset(&buffer, 0xA5, sizeof buffer);
    EXPOSED(result, cucore_py_export_getbuffer(array, Array_view(array), PyBUF_FULL_RO, &buffer));
    if (result < 0 && buffer.obj) return complain("obj of the buffer is not NULL");
    if (result == 0) {
        cucore_py_export_releasebuffer(array, &buffer);
        Py_DECREF(buffer.obj);
    }
    return answer(result);
}

/* (array, versioned) */
FUNCTION(cucore_py_export_capsule)
{
    PyObject *array, *made;
    int versioned;
    if (!PyArg_ParseTuple(args, "Oi", &array, &versioned)) return NULL;
    EXPOSED(made, cucore_py_export_capsule(array, Array_view(array), versioned, 0));
    return answer_object(made);
}

FUNCTION(cucore_py_export_capsule_move)
{
    PyObject *array, *made;
    int versioned;
    if (!PyArg_ParseTuple(args, "Oi", &array, &versioned)) return NULL;
    EXPOSED(made, cucore_py_export_capsule_move(&((Array *)array)->view, versioned, 0));
    if (!is_zeroed(Array_view(array))) return complain("the view was not consumed");
    return answer_object(made);
}

/* (type) */
FUNCTION(cucore_py_export_exchange)
{
    PyObject *type;
    int result;
    if (!PyArg_ParseTuple(args, "O", &type)) return NULL;
    EXPOSED(result, cucore_py_export_exchange((PyTypeObject *)type, &Array_exchange));
    return answer(result);
}

static void set_error(void *context, const char *kind, const char *message)
{
    snprintf((char *)context, 256, "%s: %s", kind, message);
}

/* (device_type, device_id, elements, which) */
FUNCTION(cucore__py_exchange_allocate)
{
    DLTensor prototype;
    DLManagedTensorVersioned *managed;
    char said[256] = "";
    int64_t shape[1];
    int device_type, device_id, plain, result;
    long long count;
    if (!PyArg_ParseTuple(args, "iiLp", &device_type, &device_id, &count, &plain)) return NULL;
    memset(&prototype, 0xA5, sizeof prototype);
    memset(&managed, 0xA5, sizeof managed);
    prototype.device.device_type = (DLDeviceType)device_type;
    prototype.device.device_id = device_id;
    prototype.dtype.code = kDLFloat, prototype.dtype.bits = 32, prototype.dtype.lanes = 1;
    prototype.ndim = 1;
    prototype.shape = shape;
    shape[0] = count;
    EXPOSED(result,
            cucore__py_exchange_allocate(plain ? &plain_exporter : &exporter, &prototype, &managed, said, set_error));
    if (PyErr_Occurred()) return complain("an exception, where there may be no GIL");
    if (result == 0) {
        cucore__dlmanaged_versioned_delete(managed);
        Py_RETURN_NONE;
    }
    if (managed && !is_untouched(&managed, sizeof managed)) return complain("out is garbage");
    if (!said[0]) return complain("SetError was not called");
    return PyErr_Format(strncmp(said, "MemoryError", 11) == 0 ? PyExc_MemoryError : PyExc_RuntimeError, "%s", said);
}

/* (array) */
FUNCTION(cucore__py_exchange_export)
{
    PyObject *array;
    DLManagedTensorVersioned *managed;
    int result;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    memset(&managed, 0xA5, sizeof managed);
    EXPOSED(result, cucore__py_exchange_export(&exporter, array, &managed));
    if (result < 0 && managed) return complain("out is not NULL");
    if (result == 0) cucore__dlmanaged_versioned_delete(managed);
    return answer(result);
}

FUNCTION(cucore__py_exchange_lend)
{
    PyObject *array;
    DLTensor tensor;
    int result;
    if (!PyArg_ParseTuple(args, "O", &array)) return NULL;
    memset(&tensor, 0xA5, sizeof tensor);
    EXPOSED(result, cucore__py_exchange_lend(&exporter, array, &tensor));
    if (result < 0 && !is_untouched(&tensor, sizeof tensor)) return complain("out was touched");
    return answer(result);
}

/* (array, plain): a tensor of the array is wrapped; taken over also on error */
FUNCTION(cucore__py_exchange_wrap)
{
    PyObject *array;
    DLManagedTensorVersioned *managed = NULL;
    void *made;
    int plain, result;
    if (!PyArg_ParseTuple(args, "Op", &array, &plain)) return NULL;
    if (cucore__py_exchange_export(&exporter, array, &managed) < 0) return NULL;
    memset(&made, 0xA5, sizeof made);
    EXPOSED(result, cucore__py_exchange_wrap(plain ? &plain_exporter : &exporter, managed, &made));
    if (result < 0 && made) return complain("out is not NULL");
    return result < 0 ? answer(result) : answer_object((PyObject *)made);
}

/* (device_type, device_id) */
FUNCTION(cucore__py_exchange_stream)
{
    void *stream;
    int device_type, device_id, result;
    if (!PyArg_ParseTuple(args, "ii", &device_type, &device_id)) return NULL;
    memset(&stream, 0xA5, sizeof stream);
    EXPOSED(result, cucore__py_exchange_stream(&exporter, device_type, device_id, &stream));
    if (result < 0 && !is_untouched(&stream, sizeof stream)) return complain("out was touched");
    return answer(result);
}

/* (like, device_type, device_id, elements, stream) */
FUNCTION(cucore_py_empty)
{
    cucore_array_spec spec;
    PyObject *like;
    cucore_view view;
    int64_t shape[1];
    long long count;
    unsigned long long stream;
    int device_type, device_id, result;
    if (!PyArg_ParseTuple(args, "OiiLK", &like, &device_type, &device_id, &count, &stream)) return NULL;
    memset(&view, 0xA5, sizeof view);
    shape[0] = count;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), spec.ndim = 1, spec.shape = shape;
    spec.device_type = device_type, spec.device_id = device_id;
    EXPOSED(result, cucore_py_empty(like == Py_None ? NULL : like, &spec, stream_of(stream), &view));
    return answer_view(result, &view);
}

/* (like, array, stream) */
FUNCTION(cucore_py_empty_like)
{
    PyObject *like, *array;
    cucore_view view;
    unsigned long long stream;
    int result;
    if (!PyArg_ParseTuple(args, "OOK", &like, &array, &stream)) return NULL;
    memset(&view, 0xA5, sizeof view);
    EXPOSED(result, cucore_py_empty_like(like, Array_view(array), stream_of(stream), &view));
    return answer_view(result, &view);
}

/* (like, array, stream, own): a result of cucore_py_empty_like, or the array's own view */
FUNCTION(cucore_py_return)
{
    PyObject *like, *array, *made;
    cucore_view view;
    unsigned long long stream;
    int own;
    if (!PyArg_ParseTuple(args, "OOKp", &like, &array, &stream, &own)) return NULL;
    if (like == Py_None) like = NULL;
    if (own) {
        cucore__view_move(&((Array *)array)->view, &view);
    } else if (cucore_py_empty_like(like, Array_view(array), stream_of(stream), &view) < 0) {
        return NULL;
    }
    EXPOSED(made, cucore_py_return(&view, like, stream_of(stream)));
    if (!is_zeroed(&view)) return complain("the view is not zeroed");
    return answer_object(made);
}

/* (array, attribute): what a cucore.Array of the same shape says of itself; "" is its repr */
FUNCTION(cucore_array)
{
    PyObject *array, *attribute, *made, *result;
    cucore_view view;
    if (!PyArg_ParseTuple(args, "OU", &array, &attribute)) return NULL;
    if (cucore_py_empty_like(NULL, Array_view(array), CUCORE_STREAM_LEGACY, &view) < 0) return NULL;
    made = cucore_py_return(&view, NULL, CUCORE_STREAM_LEGACY);
    if (!made) return NULL;
    EXPOSED(result, PyUnicode_GetLength(attribute) ? (PyObject_GetAttr)(made, attribute) : (PyObject_Repr)(made));
    Py_DECREF(made);
    return answer_object(result);
}

/* (dst, src, stream, allocator) */
FUNCTION(cucore_py_copy)
{
    cucore_copy_options options;
    PyObject *dst, *src, *allocator;
    cucore_memory_resource *resource;
    unsigned long long stream;
    int result;
    if (!PyArg_ParseTuple(args, "OOKO", &dst, &src, &stream, &allocator)) return NULL;
    resource = NULL;
    if (allocator != Py_None && cucore_py_memory_resource_from_object(allocator, &resource) < 0) return NULL;
    memset(&options, 0, sizeof options);
    options.resource = resource;
    options.blocking = CUCORE_BLOCKING_YES;
    EXPOSED(result, cucore_py_copy(dst, src, stream_of(stream), &options));
    if (allocator != Py_None) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        cucore_memory_resource_release(resource);
        PyErr_Restore(type, value, traceback);
    }
    return answer(result);
}

/* launch(number, array, ...): every kind of parameter but a tensor map; configure makes an object */
static cucore_kernel bound_kernel = CUCORE_KERNEL("any", "bound_takes_4_8_16_8_8_8_8");

static int configure_launch(void *user_data, const cucore_py_launch_array *arrays, cucore_launch *launch)
{
    PyObject *made = (PyLong_FromLong)((long)arrays[0].shape[0]);
    (void)user_data;
    if (!made) return -1;
    launch->config.grid[0] = (unsigned)PyLong_AsLong(made);
    Py_DECREF(made);
    return 0;
}

static int make_launcher(cucore_py_launcher *out)
{
    static const cucore_py_param params[] = {CUCORE_PY_PARAM(NUMBER, "a", "float32", NULL, 0),
                                             CUCORE_PY_PARAM(POINTER, "x", NULL, "n", CUCORE_READ),
                                             CUCORE_PY_PARAM_ACCESSOR(1, 32, "y", NULL, "n", CUCORE_READ),
                                             CUCORE_PY_PARAM(SIZE, "x", "int64", NULL, 0),
                                             CUCORE_PY_PARAM(POINTER, "u", NULL, "n", CUCORE_READ),
                                             CUCORE_PY_PARAM(POINTER, "v", NULL, "n", CUCORE_READ),
                                             CUCORE_PY_PARAM(POINTER, "w", NULL, "n", CUCORE_READ)};
    cucore_py_launch_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.kernel = &bound_kernel;
    spec.params = params;
    spec.param_count = sizeof params / sizeof *params;
    spec.elements = "x";
    spec.configure = configure_launch;
    return cucore_py_launcher_make(&spec, out);
}

/* The kernel is loaded anew by each call, so that this can fail as well. */
static void forget_bound_kernel(void)
{
    cucore__loaded *one = (cucore__loaded *)bound_kernel.private_[CUCORE__KERNEL_FACTS];
    for (; one; one = one->next) free(one->handle);
    forget_loaded(&bound_kernel.private_[CUCORE__KERNEL_FACTS]);
    forget_loaded(&bound_kernel.private_[CUCORE__KERNEL_FUNCTIONS]);
}

/* () */
FUNCTION(cucore_py_launcher_make)
{
    cucore_py_launcher launcher;
    int result;
    memset(&launcher, 0xA5, sizeof launcher);
    EXPOSED(result, make_launcher(&launcher));
    if (result < 0 && launcher.private_) return complain("the launcher is not zeroed");
    cucore_py_launcher_release(&launcher);
    return answer(result);
}

/* (objs, stream): the last one is passed four times, since more than four arrays have views on the heap */
FUNCTION(cucore_py_launch)
{
    cucore_py_launcher launcher;
    PyObject *list, *stream, *objs[6];
    int result;
    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &list, &stream) || make_launcher(&launcher) < 0) return NULL;
    for (Py_ssize_t i = 0; i < 6; i++) objs[i] = PyList_GET_ITEM(list, i < 3 ? i : 2);
    EXPOSED(result, cucore_py_launch(&launcher, objs, 6, stream));
    cucore_py_launcher_release(&launcher);
    forget_bound_kernel();
    return answer(result);
}

/* call(name, ...): fails as fail() has said, once */
METHOD(call, METH_VARARGS, args)
{
    const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(args, 0));
    PyObject *rest, *result;
    size_t i;
    if (!name) return NULL;
    for (i = 0; i < function_count && strcmp(functions[i].name, name) != 0; i++) {
    }
    if (i == function_count) return PyErr_Format(PyExc_KeyError, "%s", name);
    rest = PyTuple_GetSlice(args, 1, PyTuple_GET_SIZE(args));
    if (!rest) return NULL;
    wanted.fired = 0;
    result = functions[i].call(rest);
    wanted.kind = 0;
    Py_DECREF(rest);
    return result;
}

/* fail(kind, n, result=0) */
METHOD(fail, METH_VARARGS, args)
{
    const char *kind;
    int result = 0;
    long n;
    if (!PyArg_ParseTuple(args, "sl|i", &kind, &n, &result)) return NULL;
    if (kind[0] == 'd' && !driver_fail) {
        void *driver = dlopen("libcuda.so.1", RTLD_NOW), *found[2];
        found[0] = driver ? dlsym(driver, "fake_fail") : NULL;
        found[1] = driver ? dlsym(driver, "fake_fail_pending") : NULL;
        if (!found[0] || !found[1]) return PyErr_Format(PyExc_RuntimeError, "the driver is not the fake one");
        memcpy(&driver_fail, &found[0], sizeof driver_fail);
        memcpy(&driver_pending, &found[1], sizeof driver_pending);
    }
    wanted.kind = kind[0];
    wanted.n = n;
    wanted.result = result;
    Py_RETURN_NONE;
}

/* fired(): did it fail in the last call? */
METHOD(fired, METH_NOARGS, unused)
{
    return (PyBool_FromLong)(wanted.fired);
}

/* where(): the function, and its line, whose call of Python failed the last time */
METHOD(where, METH_NOARGS, unused)
{
    return (PyUnicode_FromFormat)("%s:%d", test_fail_function, test_fail_line);
}

/* live(): allocations of C that were not given back */
METHOD(live, METH_NOARGS, unused)
{
    return (PyLong_FromLong)(failing_c_live);
}

/* names(): of the functions that call() knows */
METHOD(names, METH_NOARGS, unused)
{
    PyObject *names = (PyList_New)(0);
    for (size_t i = 0; names && i < function_count; i++) {
        PyObject *name = (PyUnicode_FromString)(functions[i].name);
        if (!name || (PyList_Append)(names, name) < 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

/* forget(): what is made once and kept, so that making it can fail too */
METHOD(forget, METH_NOARGS, unused)
{
    if (cucore__py_main) {
        cucore__py_state_clear(cucore__py_main);
        (PyMem_Free)(cucore__py_main->memory);
        (PyMem_Free)(cucore__py_main);
    }
    cucore__py_main = NULL;
    Py_RETURN_NONE;
}

/* trim(): nothing of the driver is kept; with forget=True also no context and no kernel */
METHOD(trim, METH_VARARGS, args)
{
    int forget = 0;
    if (!PyArg_ParseTuple(args, "|p", &forget)) return NULL;
    if (!cucore_driver_is_loaded()) Py_RETURN_NONE;
    cucore_copy_trim();
    (void)cucore_trim();
    if (forget) {
        memset(cucore__primary_contexts, 0, sizeof cucore__primary_contexts);
        memset(cucore__event_pools, 0, sizeof cucore__event_pools);
        memset(cucore__event_hints, 0, sizeof cucore__event_hints);
        forget_loaded(&cucore__modules);
        forget_copy_kernels();
    }
    Py_RETURN_NONE;
}

/* forget_kernels(): the fake driver begins anew, and what copies had loaded is gone */
METHOD(forget_kernels, METH_NOARGS, unused)
{
    forget_loaded(&cucore__modules);
    forget_copy_kernels();
    Py_RETURN_NONE;
}

static int execute(PyObject *module)
{
    PyMemAllocatorEx outer;
    if (cucore__py_main) return 0;
    for (int i = 0; i < 2; i++) {
        PyMem_GetAllocator(domains[i], &allocators[i]);
        outer.ctx = &allocators[i];
        outer.malloc = interpreter_malloc;
        outer.calloc = interpreter_calloc;
        outer.realloc = interpreter_realloc;
        outer.free = interpreter_free;
        PyMem_SetAllocator(domains[i], &outer);
    }
    Interrupt = PyErr_NewException("torture_test.Interrupt", PyExc_BaseException, NULL);
    if (!Interrupt || PyModule_AddObject(module, "Interrupt", Interrupt) < 0) return -1;
    Py_INCREF(Interrupt);
    ArrayType = (PyTypeObject *)(PyType_FromSpec)(&Array_spec);
    if (!ArrayType || PyModule_AddObject(module, "Array", (PyObject *)ArrayType) < 0) return -1;
    Py_INCREF(ArrayType);
    return 0;
}

MODULE(torture_test, )
