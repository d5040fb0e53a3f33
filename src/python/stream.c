/* --------------------------------------------------------------------------------------------- >>impl-py-stream -- */
/* python/stream.c: stream objects as handles.  For users. */
CUCORE__PRIVATE int cucore__py_handle(PyObject *handle, PyObject *exception, CUstream *out)
{
    static const char what[] = "a stream must be 0 (legacy default), 1, 2 or a handle of 64 bits";
    unsigned long long value = UINT64_MAX;
    CUstream stream;
    if (cucore__py_is_int(handle)) value = PyLong_AsUnsignedLongLong(handle);
    stream = (CUstream)(uintptr_t)value;
    if (value > UINTPTR_MAX || stream == CUCORE_STREAM_NO_SYNC || stream == CUCORE_STREAM_HOST) {
        return cucore__py_raise_value(exception, "stream", what, handle);
    }
    *out = cucore__stream_normalize(stream);
    return 0;
}

/* (version, handle); more items are tolerated (rules A13). */
CUCORE__PRIVATE int cucore__py_read_cuda_stream(PyObject *answer, CUstream *out)
{
    PyObject *version;
    int overflow = 1;
    if (!PyTuple_Check(answer) || PyTuple_Size(answer) < 2 || !cucore__py_is_int(PyTuple_GetItem(answer, 0)) ||
        !cucore__py_is_int(PyTuple_GetItem(answer, 1))) {
        return cucore__py_raise_value(PyExc_BufferError, "stream",
                                      "__cuda_stream__() must return two ints, (version, handle)", answer);
    }
    version = PyTuple_GetItem(answer, 0);
    if (PyLong_AsLongAndOverflow(version, &overflow) != 0 || overflow) {
        return cucore__py_raise_value(PyExc_BufferError, "stream", "__cuda_stream__() must be of version 0", version);
    }
    return cucore__py_handle(PyTuple_GetItem(answer, 1), PyExc_BufferError, out);
}

CUCORE__PRIVATE int cucore__py_stream_from_object(const cucore__py_state *state, PyObject *obj, CUstream *out)
{
    static const cucore_arg arg = CUCORE_ARG("stream", NULL, NULL, 0);
    static const cucore__intake stream = {&arg, NULL, 0, NULL};
    PyObject *method = NULL, *answer;
    int found = PyType_Check(obj) ? 0 : cucore__py_get_optional(obj, state->names[CUCORE__PY_CUDA_STREAM], &method);
    int result;
    if (found < 0) return -1;
    if (!found) {
        return cucore__py_raise_type(PyExc_TypeError, &stream,
                                     "expected an object with __cuda_stream__, an int or None, got '%U'", obj);
    }
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
    if (obj == Py_None) {
        *out = CU_STREAM_LEGACY;
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
