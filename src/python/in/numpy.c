/* python/in/numpy.c: knows the arrays and the scalars of NumPy. */
/* Is it NumPy's own, and not that of a stand-in, whose buffers may be anything?  Only C code makes types that are not on
 * the heap (rules B83). */
CUCORE__PRIVATE int cucore__py_is_ndarray_type(PyObject *found)
{
    PyTypeObject *type = (PyTypeObject *)(void *)found;
    if (!PyType_Check(found) || PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) return 0;
#if !defined(Py_LIMITED_API) /* which asks for the slot each time */
    if (strcmp(type->tp_name, "numpy.ndarray") || !type->tp_as_buffer || !type->tp_as_buffer->bf_getbuffer) return 0;
#endif
    return 1;
}

/* Learns numpy.ndarray from an imported NumPy: an object can be one only then.  NULL: not imported, or an exception. */
CUCORE__PRIVATE PyTypeObject *cucore__py_find_ndarray(cucore__py_state *state)
{
    PyObject *py_module = cucore__py_imported("numpy"), *type = NULL;
    if (py_module) type = PyObject_GetAttrString(py_module, "ndarray");
    Py_XDECREF(py_module);
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear(); /* still being imported */
    if (type && !cucore__py_is_ndarray_type(type)) Py_CLEAR(type);
    if (type) CUCORE__STORE(&state->ndarray, (PyTypeObject *)type);
    return (PyTypeObject *)type;
}

/* 1, 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_ndarray(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *ndarray = CUCORE__LOAD(&state->ndarray);
    if (!PyObject_CheckBuffer(obj)) return 0;
    if (ndarray && Py_TYPE(obj) == ndarray) return 1;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(Py_TYPE(obj), ndarray);
}

CUCORE__PRIVATE int cucore__py_is_plain_buffer(PyObject *obj)
{
    return PyBytes_CheckExact(obj) || PyByteArray_CheckExact(obj) || PyMemoryView_Check(obj);
}

/* NumPy raises ValueError for a dtype that a buffer cannot express (rules A10): the exception is then cleared. */
CUCORE__PRIVATE int cucore__py_cannot_express(int result)
{
    if (result != CUCORE__PY_NO_BUFFER || !PyErr_ExceptionMatches(PyExc_ValueError)) return 0;
    PyErr_Clear();
    return 1;
}

/* 1 when numpy.ma knows a mask of the object, 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_has_mask(PyObject *ma, PyObject *obj)
{
    PyObject *type = PyObject_GetAttrString(ma, "MaskedArray"), *function = NULL, *mask = NULL, *none = NULL;
    int found = 0;
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear(); /* still being imported */
    } else if (!type) {
        found = -1;
    } else if (PyType_Check(type) && PyObject_TypeCheck(obj, (PyTypeObject *)(void *)type)) {
        function = PyObject_GetAttrString(ma, "getmask");
        if (function) mask = PyObject_CallFunctionObjArgs(function, obj, NULL);
        if (mask) none = PyObject_GetAttrString(ma, "nomask");
        found = none ? mask != none : -1;
    }
    Py_XDECREF(none);
    Py_XDECREF(mask);
    Py_XDECREF(function);
    Py_XDECREF(type);
    return found;
}

/* An instance of a subclass of ndarray: a buffer and __dlpack__ drop the mask of numpy.ma.MaskedArray (rules B99).  Where
 * numpy.ma is not imported it is none.  0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_refuse_masked(PyObject *obj, const cucore__intake *intake)
{
    PyObject *ma = cucore__py_imported("numpy.ma");
    int found = ma ? cucore__py_has_mask(ma, obj) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(ma);
    if (found <= 0) return found;
    return cucore__py_raise_type(CUCORE__PY_CLASS(intake, unsupported, BufferError), intake,
                                 "the array has a mask ('%U'): its masked elements are no data; pass filled() or data",
                                 obj);
}

/* A NumPy array, a plain buffer or a capsule: taken before any protocol is asked for.  1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_plain(cucore__py_state *state, PyObject *obj)
{
    int found = cucore__py_is_ndarray(state, obj);
    return found ? found : cucore__py_is_plain_buffer(obj) || PyCapsule_CheckExact(obj);
}

/* By the buffer protocol; what NumPy cannot say by that (bfloat16, float8, int4, ...) by __array_interface__ (D5, A10). */
CUCORE__PRIVATE int cucore__py_from_plain(cucore__py_state *state, PyObject *obj, uint64_t allowed,
                                          const cucore__intake *intake, cucore_view *out)
{
    PyObject *dict;
    int result, ndarray = !cucore__py_is_plain_buffer(obj);
    if (ndarray && Py_TYPE(obj) != CUCORE__LOAD(&state->ndarray) && cucore__py_refuse_masked(obj, intake) < 0)
        return -1;
    result = cucore__py_from_buffer(state, obj, NULL, &cucore__py_no_info, intake, out);
    if (!ndarray || !(allowed & CUCORE_BY_ARRAY_INTERFACE) || !cucore__py_cannot_express(result)) return result;
    dict = PyObject_GetAttr(obj, state->names[CUCORE__PY_ARRAY_INTERFACE]);
    if (!dict) return -1;
    result = cucore__py_from_interface(state, obj, dict, CUCORE_PROTOCOL_ARRAY_INTERFACE, 1, &cucore__py_no_info,
                                       intake, out);
    Py_DECREF(dict);
    return result;
}

/* A scalar of NumPy's by its buffer, if that has no axis.  1, 0: by its array, -1 with an exception.  Buffers of dates and of
 * bytes_ have one axis of uint8, and others do not exist (rules B121). */
CUCORE__PRIVATE int cucore__py_scalar_buffer(PyObject *obj, const cucore__intake *intake, cucore_view *out)
{
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    if (PyObject_GetBuffer(obj, buffer, PyBUF_FULL_RO) < 0) return cucore__py_error_clear();
    if (buffer->ndim) {
        PyBuffer_Release(buffer);
        return 0;
    }
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_got_buffer(intake->arg, intake->dims, out) < 0 ? -1 : 1;
}
