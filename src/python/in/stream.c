/* ---------------------------------------------------------------------------------------------- >>impl-py-stream -- */
/* python/in/stream.c: turns stream objects into handles. */
/* The attribute that holds the handle, for known types of streams (rules A15). */
typedef struct cucore__py_known_stream {
    const char *py_module, *name, *attribute;
} cucore__py_known_stream;
static const cucore__py_known_stream cucore__py_known_streams[] = {{"cupy.cuda.stream", "Stream", "ptr"},
                                                                   {"cupy.cuda.stream", "ExternalStream", "ptr"},
                                                                   {"torch.cuda.streams", "Stream", "cuda_stream"},
                                                                   {"torch", "Stream", "cuda_stream"},
                                                                   {"pycuda.driver", "Stream", "handle"},
                                                                   {"pycuda._driver", "Stream", "handle"},
                                                                   {"nvcv", "Stream", "handle"},
                                                                   {"nvcv.cuda", "Stream", "handle"}, /* until 0.15 */
                                                                   {"cvcuda", "Stream", "handle"},
                                                                   {"numba.cuda.cudadrv.driver", "Stream", "handle"}};
static const cucore__py_known_stream cucore__py_void_p = {"ctypes", "c_void_p", "value"};

/* Sets `attribute` to the attribute that holds the handle in objects of exactly this type; NULL: the type is unknown.
 * 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_stream_attribute(PyTypeObject *type, const cucore__py_known_stream *known, size_t count,
                                                const char **attribute)
{
    char py_module[32];
    PyObject *name = NULL;
    size_t i;
    *attribute = NULL;
    if (cucore__py_module_of(type, py_module, sizeof py_module) < 0) return -1;
    for (i = 0; i < count && !*attribute; i++) {
        if (strcmp(py_module, known[i].py_module)) continue;
        if (!name) name = cucore__py_type_name(type);
        if (!name) return -1;
        if (PyUnicode_CompareWithASCIIString(name, known[i].name) == 0) *attribute = known[i].attribute;
    }
    Py_XDECREF(name);
    return 0;
}

/* Reads that attribute of an object whose type, or one of its bases, is known: 1 with a new reference, 0 unknown, -1
 * with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_known_value(PyObject *obj, const cucore__py_known_stream *known,
                                                        size_t count, PyObject **out)
{
    PyObject *bases = cucore__py_bases(Py_TYPE(obj));
    PyTypeObject *base;
    const char *attribute = NULL;
    Py_ssize_t i = 0;
    int found = !bases && PyErr_Occurred() ? -1 : 0;
    while (!found && !attribute && (base = cucore__py_next_base(bases, &i)) != NULL)
        found = cucore__py_stream_attribute(base, known, count, &attribute);
    Py_XDECREF(bases);
    return attribute ? cucore__py_lookup_string(obj, attribute, out) : found;
}

/* Returns a handle as an int: from an integer, or from a ctypes.c_void_p, whose value is None for 0.  Other values are
 * returned as they are.  A new reference, NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_plain_handle(PyObject *value)
{
    PyObject *number = cucore__py_index(value), *pointer = NULL;
    int found;
    if (number || PyErr_Occurred()) return number;
    found = cucore__py_known_value(value, &cucore__py_void_p, 1, &pointer);
    if (found < 0) return NULL;
    if (found && pointer != Py_None) return pointer;
    if (!found) {
        Py_INCREF(value);
        return value;
    }
    Py_DECREF(pointer);
    return PyLong_FromLong(0);
}

CUCORE__PRIVATE int cucore__py_handle(PyObject *handle, PyObject *exception, CUstream *out)
{
    static const char what[] = "a stream must be 0 (legacy default), 1, 2 or a handle of 64 bits";
    unsigned long long value = UINT64_MAX;
    CUstream stream;
    if (cucore__py_is_int(handle)) value = PyLong_AsUnsignedLongLong(handle);
    stream = (CUstream)(uintptr_t)value;
    if (value > UINTPTR_MAX || stream == CUCORE_STREAM_NO_SYNC || stream == CUCORE_STREAM_HOST)
        return cucore__py_raise_value(exception, "stream", what, handle);
    *out = cucore__stream_normalize(stream);
    return 0;
}

/* Reads (version, handle); more items are tolerated (rules A13). */
CUCORE__PRIVATE int cucore__py_read_cuda_stream(PyObject *answer, CUstream *out)
{
    PyObject *version = NULL, *handle = NULL;
    int overflow = 0, failed = -1;
    if (PyTuple_Check(answer) && PyTuple_Size(answer) >= 2) {
        version = cucore__py_index(PyTuple_GetItem(answer, 0));
        if (version) handle = cucore__py_index(PyTuple_GetItem(answer, 1));
    }
    if (!handle) {
        if (!PyErr_Occurred())
            cucore__py_raise_value(PyExc_BufferError, "stream",
                                   "__cuda_stream__() must return two ints, (version, handle)", answer);
    } else if (PyLong_AsLongAndOverflow(version, &overflow) != 0 || overflow) {
        cucore__py_raise_value(PyExc_BufferError, "stream", "__cuda_stream__() must be of version 0", version);
    } else {
        failed = cucore__py_handle(handle, PyExc_BufferError, out);
    }
    Py_XDECREF(handle);
    Py_XDECREF(version);
    return failed;
}

/* Reads a stream without __cuda_stream__ whose type is known, or an integer that is no int. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_other_stream(PyObject *obj, CUstream *out)
{
    const size_t count = sizeof cucore__py_known_streams / sizeof cucore__py_known_streams[0];
    PyObject *value = NULL, *handle = NULL;
    int found = PyType_Check(obj) ? 0 : cucore__py_known_value(obj, cucore__py_known_streams, count, &value),
        result = -1;
    if (found > 0) handle = cucore__py_plain_handle(value);
    if (!found) handle = cucore__py_index(obj);
    if (handle) {
        result = cucore__py_handle(handle, found ? PyExc_BufferError : PyExc_ValueError, out);
    } else if (!PyErr_Occurred()) {
        cucore__py_raise_type(PyExc_TypeError, "stream",
                              "expected an object with __cuda_stream__, a stream of CuPy (ptr), torch (cuda_stream), "
                              "PyCUDA, CV-CUDA or Numba (handle), an int or None, got '%U'",
                              obj);
    }
    Py_XDECREF(handle);
    Py_XDECREF(value);
    return result;
}

CUCORE__PRIVATE int cucore__py_stream_from_object(const cucore__py_state *state, PyObject *obj, CUstream *out)
{
    PyObject *method = NULL, *answer;
    int found = PyType_Check(obj) ? 0 : cucore__py_get_optional(obj, state->names[CUCORE__PY_CUDA_STREAM], &method);
    int result;
    if (found < 0) return -1;
    if (!found) return cucore__py_other_stream(obj, out);
    answer = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    if (!answer) return -1;
    result = cucore__py_read_cuda_stream(answer, out);
    Py_DECREF(answer);
    return result;
}

CUCORE_API int cucore_py_stream_from_object(PyObject *obj, CUstream *out)
{
    cucore__py_state local, *state;
    int result;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "stream");
    if (obj == Py_None) {
        *out = CUCORE_STREAM_LEGACY;
        return 0;
    }
    if (cucore__py_is_int(obj)) return cucore__py_handle(obj, PyExc_ValueError, out);
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    result = cucore__py_stream_from_object(state, obj, out);
    cucore__py_state_put(state, &local);
    return result;
}

CUCORE_API int cucore_py_stream_converter(PyObject *obj, void *out)
{
    return cucore_py_stream_from_object(obj, (CUstream *)out) == 0;
}

CUCORE_API PyObject *cucore_py_stream_to_tuple(CUstream stream)
{
    return Py_BuildValue("(iN)", 0, PyLong_FromVoidPtr((void *)cucore__stream_normalize(stream)));
}
