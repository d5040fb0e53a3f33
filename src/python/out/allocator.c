/* ---------------------------------------------------------------------------------------------- >>impl-py-memory -- */
/* python/out/allocator.c: makes memory resources of Python allocators. */
/* The stream as an allocator gets it. */
typedef struct cucore__py_stream_object {
    CUCORE__PY_HEAD CUstream handle;
} cucore__py_stream_object_t;

CUCORE__PRIVATE PyObject *cucore__py_stream_object_tuple(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore_py_stream_to_tuple(CUCORE__PY_DATA(cucore__py_stream_object_t, self)->handle);
}

CUCORE__PRIVATE PyObject *cucore__py_stream_object_int(PyObject *self)
{
    return PyLong_FromVoidPtr((void *)CUCORE__PY_DATA(cucore__py_stream_object_t, self)->handle);
}

CUCORE__PRIVATE void cucore__py_stream_object_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

CUCORE__PRIVATE PyObject *cucore__py_stream_type_make(void)
{
    static PyMethodDef methods[] = {{"__cuda_stream__", cucore__py_stream_object_tuple, METH_NOARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {{Py_tp_methods, (void *)methods},
                           {Py_nb_int, cucore__py_pointer_to((void (*)(void))cucore__py_stream_object_int)},
                           {Py_tp_dealloc, cucore__py_pointer_to((void (*)(void))cucore__py_stream_object_free)},
                           {0, NULL}};
    return cucore__py_type_new("cucore.Stream", CUCORE__PY_BASICSIZE(cucore__py_stream_object_t), 0, slots);
}

/* What a resource made from a Python object holds. */
typedef struct cucore__py_allocator {
    PyObject *object;
    PyObject *stream_type;
    PyObject *kept;  /* address -> the result of allocate, unless that was an address */
    int stream_kind; /* CUCORE__PY_STREAM_..., as far as the type shows it */
} cucore__py_allocator;

CUCORE__PRIVATE void cucore__py_allocator_free(cucore__py_allocator *allocator)
{
    Py_XDECREF(allocator->kept);
    Py_XDECREF(allocator->stream_type);
    Py_XDECREF(allocator->object);
    PyMem_Free(allocator);
}

CUCORE__PRIVATE PyObject *cucore__py_stream_object_new(const cucore__py_allocator *allocator, CUstream stream)
{
    PyObject *self = PyObject_New(PyObject, (PyTypeObject *)(void *)allocator->stream_type);
    if (self) CUCORE__PY_DATA(cucore__py_stream_object_t, self)->handle = cucore__stream_normalize(stream);
    return self;
}

/* -------- streams of others: functions of cuda.core and RMM take no others, whatever these can do -------- */
enum { CUCORE__PY_STREAM_OURS, CUCORE__PY_STREAM_OF_CORE, CUCORE__PY_STREAM_OF_RMM };

/* Returns the kind of streams that a type takes: those of its package, or of the package of a base.  -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_stream_kind_of(PyTypeObject *type)
{
    static const struct {
        const char *package;
        size_t length;
        int kind;
    } known[] = {{"cuda.core", 9, CUCORE__PY_STREAM_OF_CORE}, {"rmm", 3, CUCORE__PY_STREAM_OF_RMM}};
    PyObject *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    char py_module[16];
    int kind = !bases && PyErr_Occurred() ? -1 : CUCORE__PY_STREAM_OURS, k;
    while (!kind && (base = cucore__py_next_base(bases, &i)) != NULL) {
        if (cucore__py_module_of(base, py_module, sizeof py_module) < 0) kind = -1;
        for (k = 0; k < 2 && !kind; k++) {
            const char *rest = py_module + known[k].length;
            if (strncmp(py_module, known[k].package, known[k].length) == 0 && (!*rest || *rest == '.'))
                kind = known[k].kind;
        }
    }
    Py_XDECREF(bases);
    return kind;
}

/* Calls cuda.core.Stream.from_handle(address), which borrows the stream. */
CUCORE__PRIVATE PyObject *cucore__py_core_stream_new(CUstream stream)
{
    PyObject *type = cucore__py_import("cuda.core", "Stream"), *function, *address, *made;
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) { /* before 0.5 */
        PyErr_Clear();
        type = cucore__py_import("cuda.core.experimental", "Stream");
    }
    function = type ? PyObject_GetAttrString(type, "from_handle") : NULL;
    address = function ? PyLong_FromVoidPtr((void *)cucore__stream_normalize(stream)) : NULL;
    made = address ? PyObject_CallFunctionObjArgs(function, address, NULL) : NULL;
    Py_XDECREF(address);
    Py_XDECREF(function);
    Py_XDECREF(type);
    return made;
}

/* Returns the stream as an object of that kind. */
CUCORE__PRIVATE PyObject *cucore__py_stream_of_kind(const cucore__py_allocator *allocator, CUstream stream, int kind)
{
    PyObject *ours, *type, *made;
    if (kind == CUCORE__PY_STREAM_OF_CORE) return cucore__py_core_stream_new(stream);
    ours = cucore__py_stream_object_new(allocator, stream);
    if (kind == CUCORE__PY_STREAM_OURS || !ours) return ours;
    type = cucore__py_import("rmm.pylibrmm.stream", "Stream");
    made = type ? PyObject_CallFunctionObjArgs(type, ours, NULL) : NULL;
    Py_XDECREF(type);
    Py_DECREF(ours);
    return made;
}

/* Returns the kind of stream that the exception asks for, and clears it; 0: it is another exception, and stays. */
CUCORE__PRIVATE int cucore__py_stream_kind_wanted(void)
{
    static const struct {
        const char *words;
        int kind;
    } refusals[] = {{"Stream or GraphBuilder expected", CUCORE__PY_STREAM_OF_CORE},
                    {"Argument 'stream' has incorrect type (expected rmm.", CUCORE__PY_STREAM_OF_RMM}};
    PyObject *error, *text;
    const char *letters;
    int i, kind = CUCORE__PY_STREAM_OURS;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return kind;
    error = cucore__py_error_take();
    text = PyObject_Str(error);
    letters = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    for (i = 0; letters && i < 2; i++)
        if (strncmp(letters, refusals[i].words, strlen(refusals[i].words)) == 0) kind = refusals[i].kind;
    Py_XDECREF(text);
    if (letters || cucore__py_error_clear() == 0) {
        if (!kind) cucore__py_error_put(error);
        if (kind) Py_DECREF(error);
        return kind;
    }
    cucore__py_error_chain(error); /* an interruption takes precedence */
    return kind;
}

/* Calls object.name(*args, stream=stream).  The function takes `stream` over, which may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_call_once(PyObject *object, const char *name, PyObject *args, PyObject *stream)
{
    PyObject *keywords = stream ? Py_BuildValue("{s:O}", "stream", stream) : NULL;
    PyObject *method = keywords ? PyObject_GetAttrString(object, name) : NULL;
    PyObject *result = method ? PyObject_Call(method, args, keywords) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(keywords);
    Py_XDECREF(stream);
    return result;
}

/* Calls object.name(*args, stream=stream) with a stream of the package of the object.  If the object refuses a stream
 * of cucore, which it does first of all, the call is repeated with the kind of stream that it names.  The function
 * takes `args` over, which may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_call_with_stream(const cucore__py_allocator *allocator, PyObject *object,
                                                      const char *name, PyObject *args, CUstream stream)
{
    PyObject *result = NULL;
    int kind = !args ? -1 : allocator->stream_kind;
    if (kind == CUCORE__PY_STREAM_OURS) kind = cucore__py_stream_kind_of(Py_TYPE(object));
    if (kind >= 0)
        result = cucore__py_call_once(object, name, args, cucore__py_stream_of_kind(allocator, stream, kind));
    if (kind == CUCORE__PY_STREAM_OURS && !result) {
        kind = cucore__py_stream_kind_wanted();
        if (kind) result = cucore__py_call_once(object, name, args, cucore__py_stream_of_kind(allocator, stream, kind));
    }
    Py_XDECREF(args);
    return result;
}

/* Looks up the attribute that holds the address: 1 with a new reference, 0 none, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_find_address(PyObject *answer, PyObject **out)
{
    static const char *const names[2] = {"handle", "ptr"};
    int i, found = 0;
    for (i = 0; i < 2 && !found; i++) found = cucore__py_lookup_string(answer, names[i], out);
    return found;
}

/* Reads the address in an answer; `keep`: the answer must be kept.  -1 with an exception. */
CUCORE__PRIVATE int cucore__py_read_allocation(PyObject *answer, void **out, int *keep)
{
    PyObject *address = NULL, *number;
    int found = PyLong_Check(answer) ? 0 : cucore__py_find_address(answer, &address);
    if (found < 0) return -1;
    *keep = found;
    number = PyNumber_Long(found ? address : answer);
    Py_XDECREF(address);
    if (!number) return -1;
    *out = PyLong_AsVoidPtr(number);
    Py_DECREF(number);
    return PyErr_Occurred() ? -1 : 0;
}

/* Calls close(stream=) if there is one; -1 with an exception. */
CUCORE__PRIVATE int cucore__py_close(const cucore__py_allocator *allocator, PyObject *memory, CUstream stream)
{
    PyObject *result = NULL, *method = NULL;
    int found = cucore__py_lookup_string(memory, "close", &method);
    Py_XDECREF(method);
    if (found > 0) result = cucore__py_call_with_stream(allocator, memory, "close", PyTuple_New(0), stream);
    if (found < 0 || (found && !result)) return -1;
    Py_XDECREF(result);
    return 0;
}

/* Gives an answer back that cannot be used.  The exception stays set. */
CUCORE__PRIVATE void cucore__py_reject(const cucore__py_allocator *allocator, PyObject *answer, CUstream stream)
{
    PyObject *error = cucore__py_error_take();
    if (PyLong_Check(answer) || cucore__py_close(allocator, answer, stream) == 0 || cucore__py_error_clear() == 0) {
        cucore__py_error_put(error);
    } else {
        cucore__py_error_chain(error); /* an interruption takes precedence */
    }
}

CUCORE__PRIVATE int cucore__py_allocate(const cucore__py_allocator *allocator, size_t nbytes, CUstream stream,
                                        void **out)
{
    int keep = 0, failed;
    void *ptr = NULL;
    PyObject *key = NULL,
             *answer = cucore__py_call_with_stream(allocator, allocator->object, "allocate",
                                                   Py_BuildValue("(N)", PyLong_FromSize_t(nbytes)), stream);
    if (!answer) return -1;
    failed = cucore__py_read_allocation(answer, &ptr, &keep);
    if (!failed && keep) {
        key = PyLong_FromVoidPtr(ptr);
        failed = !key || PyDict_SetItem(allocator->kept, key, answer) < 0 ? -1 : 0;
        Py_XDECREF(key);
    }
    if (failed) cucore__py_reject(allocator, answer, stream);
    Py_DECREF(answer);
    if (!failed) *out = ptr;
    return failed;
}

/* Keeps an object again whose close() failed, unless its address was given out again since.  The exception stays
 * set. */
CUCORE__PRIVATE void cucore__py_keep_again(const cucore__py_allocator *allocator, PyObject *key, PyObject *memory)
{
    PyObject *error = cucore__py_error_take();
    PyObject *kept = cucore__py_dict_keep(allocator->kept, key, memory);
    if (!kept) PyErr_Clear(); /* the object is dropped */
    Py_XDECREF(kept);
    cucore__py_error_put(error);
}

/* The entry of an address goes first: from close() on the address can be given out again, on any thread (rules
 * B125). */
CUCORE__PRIVATE int cucore__py_deallocate(const cucore__py_allocator *allocator, void *ptr, size_t nbytes,
                                          CUstream stream)
{
    PyObject *kept = NULL, *result, *key = PyLong_FromVoidPtr(ptr);
    int found = key ? cucore__py_dict_get(allocator->kept, key, &kept) : -1;
    int failed = found < 0 || (found && PyDict_DelItem(allocator->kept, key) < 0);
    if (found > 0 && !failed && cucore__py_close(allocator, kept, stream) < 0) {
        cucore__py_keep_again(allocator, key, kept);
        failed = 1;
    }
    if (!found) {
        result = cucore__py_call_with_stream(allocator, allocator->object, "deallocate",
                                             Py_BuildValue("(ON)", key, PyLong_FromSize_t(nbytes)), stream);
        failed = !result;
        Py_XDECREF(result);
    }
    Py_XDECREF(kept);
    Py_XDECREF(key);
    return failed ? -1 : 0;
}

CUCORE__PRIVATE cucore_status cucore__py_resource_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    cucore__py_gil gil;
    cucore_status status = CUCORE_OK;
    if (!cucore__py_gil_enter(&gil)) return cucore_fail(CUCORE_FOREIGN, "the Python interpreter is gone");
    if (cucore__py_allocate((const cucore__py_allocator *)user_data, nbytes, stream, out) < 0)
        status = cucore__py_error_to_status(CUCORE_FOREIGN, gil.lasting && !gil.pending);
    cucore__py_gil_leave(&gil);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__py_resource_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    cucore__py_gil gil;
    cucore_status status = CUCORE_OK;
    if (!cucore__py_gil_enter(&gil)) return CUCORE_OK;
    if (cucore__py_deallocate((const cucore__py_allocator *)user_data, ptr, nbytes, stream) < 0)
        status = cucore__py_error_to_status(CUCORE_FOREIGN, gil.lasting && !gil.pending);
    cucore__py_gil_leave(&gil);
    return status;
}

CUCORE__PRIVATE void cucore__py_resource_release(void *user_data)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    cucore__py_allocator_free((cucore__py_allocator *)user_data);
    cucore__py_gil_leave(&gil);
}

CUCORE__PRIVATE int cucore__py_check_allocator(PyObject *obj)
{
    static const char *const names[2] = {"allocate", "deallocate"};
    int i, found = 1;
    for (i = 0; i < 2 && found > 0; i++) {
        PyObject *method = NULL;
        found = cucore__py_lookup_string(obj, names[i], &method);
        if (found > 0 && !PyCallable_Check(method)) found = 0;
        Py_XDECREF(method);
    }
    if (found) return found < 0 ? -1 : 0;
    return cucore__py_raise_type(PyExc_TypeError, "allocator",
                                 "expected an object with allocate(size, stream=) and deallocate(ptr, size, stream=), "
                                 "got '%U'",
                                 obj);
}

CUCORE_API int cucore_py_memory_resource_from_object(PyObject *obj, cucore_memory_resource **out)
{
    static const cucore_memory_functions functions = {
        cucore__py_resource_allocate, cucore__py_resource_deallocate, 0, 0, {NULL, NULL}};
    cucore__py_allocator *allocator;
    cucore_status status;
    *out = NULL;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "allocator");
    if (cucore__py_check_allocator(obj) < 0) return -1;
    allocator = (cucore__py_allocator *)PyMem_Malloc(sizeof *allocator);
    if (!allocator) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(obj);
    allocator->object = obj;
    allocator->stream_kind = cucore__py_stream_kind_of(Py_TYPE(obj));
    allocator->stream_type = cucore__py_stream_type_make();
    allocator->kept = allocator->stream_type && allocator->stream_kind >= 0 ? PyDict_New() : NULL;
    if (!allocator->kept) {
        cucore__py_allocator_free(allocator);
        return -1;
    }
    cucore__py_waits_set();
    status = cucore_memory_resource_from_functions(&functions, allocator, cucore__py_resource_release, out);
    if (!status) {
        (*out)->takes_gil = 1;
        return 0;
    }
    cucore__py_allocator_free(allocator);
    return cucore__py_raise(status);
}

CUCORE_API int cucore_py_memory_resource_converter(PyObject *obj, void *out)
{
    cucore_memory_resource **resource = (cucore_memory_resource **)out;
    if (!obj) { /* a later argument failed */
        cucore_memory_resource_release(*resource);
        *resource = NULL;
        return 1;
    }
    *resource = NULL;
    if (obj != Py_None && cucore_py_memory_resource_from_object(obj, resource) < 0) return 0;
    return Py_CLEANUP_SUPPORTED;
}
