/* python/in/numpy.c: knows the arrays and the scalars of NumPy. */
/* Returns 1 if it is the type of NumPy, not a stand-in whose buffers may be anything: only C code makes types that are
 * not on the heap (rules B83). */
CUCORE__PRIVATE int cucore__py_is_ndarray_type(PyObject *found)
{
    PyTypeObject *type = (PyTypeObject *)(void *)found;
    if (!PyType_Check(found) || PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) return 0;
#if !defined(Py_LIMITED_API) /* in which a look at the slots is too slow */
    if (strcmp(type->tp_name, "numpy.ndarray") || !type->tp_as_buffer || !type->tp_as_buffer->bf_getbuffer) return 0;
#endif
    return 1;
}

/* Finds numpy.ndarray in an imported NumPy, without which no object is one.  NULL: not imported, or an exception is
 * set. */
CUCORE__PRIVATE PyTypeObject *cucore__py_find_ndarray(cucore__py_state *state)
{
    PyObject *py_module = PyImport_GetModule(state->names[CUCORE__PY_NUMPY_MODULE]), *type = NULL;
    if (py_module) type = PyObject_GetAttrString(py_module, "ndarray");
    Py_XDECREF(py_module);
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear(); /* still being imported */
    if (type && !cucore__py_is_ndarray_type(type)) Py_CLEAR(type);
    if (type) CUCORE__STORE(&state->ndarray, (PyTypeObject *)type);
    return (PyTypeObject *)type;
}

/* Returns 1 if the object is a numpy.ndarray, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_ndarray(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *ndarray = CUCORE__LOAD(&state->ndarray);
    if (!PyObject_CheckBuffer(obj)) return 0;
    if (ndarray && Py_TYPE(obj) == ndarray) return 1;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(Py_TYPE(obj), ndarray);
}

/* Returns 1 if the object is a scalar of NumPy, which has a buffer, 0, -1 with an exception.  The function is called
 * after cucore__py_is_ndarray: without a known numpy.ndarray no object is one. */
CUCORE__PRIVATE int cucore__py_is_scalar(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *scalar = CUCORE__LOAD(&state->scalar);
    PyObject *found = NULL;
    if (!CUCORE__LOAD(&state->ndarray) || !PyObject_CheckBuffer(obj)) return 0;
    if (!scalar) {
        if (cucore__py_imported_attribute("numpy", "generic", &found) < 0) return -1;
        if (found && !PyType_Check(found)) Py_CLEAR(found);
        if (!found) return 0;
        scalar = (PyTypeObject *)(void *)found;
        CUCORE__STORE(&state->scalar, scalar);
    }
    return PyType_IsSubtype(Py_TYPE(obj), scalar);
}

CUCORE__PRIVATE int cucore__py_is_plain_buffer(PyObject *obj)
{
    return PyBytes_CheckExact(obj) || PyByteArray_CheckExact(obj) || PyMemoryView_Check(obj);
}

/* Returns 1, and clears the exception, if NumPy raised ValueError for a dtype that a buffer cannot express (rules
 * A10). */
CUCORE__PRIVATE int cucore__py_buffer_cannot_express(int result)
{
    if (result != CUCORE__PY_NO_BUFFER || !PyErr_ExceptionMatches(PyExc_ValueError)) return 0;
    PyErr_Clear();
    return 1;
}

/* Returns 1 if numpy.ma knows a mask of the object, 0, -1 with an exception. */
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

/* Refuses a numpy.ma.MaskedArray with a mask, which a buffer and __dlpack__ drop (rules B99).  Before numpy.ma is
 * imported, no object is one.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_refuse_masked(const cucore__py_call *call)
{
    PyObject *ma = cucore__py_imported("numpy.ma");
    int found = ma ? cucore__py_has_mask(ma, call->obj) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(ma);
    if (found <= 0) return found;
    return cucore__py_refuse_type(call->how.arg, cucore__py_class_of_mask(call->how.arg),
                                  "the array has a mask ('%U'): its masked elements are no data; pass filled() or data",
                                  call->obj);
}

/* Returns 1 for a NumPy array, a plain buffer or a capsule, which are taken before protocols are looked up; 0, -1 with
 * an exception. */
CUCORE__PRIVATE int cucore__py_is_plain(cucore__py_state *state, PyObject *obj)
{
    int found = cucore__py_is_ndarray(state, obj);
    return found ? found : cucore__py_is_plain_buffer(obj) || PyCapsule_CheckExact(obj);
}

/* Takes the object by its buffer, or by __array_interface__ if a buffer cannot express the dtype (bfloat16, float8,
 * int4, ...; D5, A10). */
CUCORE__PRIVATE int cucore__py_from_plain(cucore__py_call *call, uint64_t allowed)
{
    int result, ndarray = !cucore__py_is_plain_buffer(call->obj);
    if (ndarray && Py_TYPE(call->obj) != CUCORE__LOAD(&call->state->ndarray) && cucore__py_refuse_masked(call) < 0)
        return -1;
    result = cucore__py_from_buffer(call);
    if (!ndarray || !(allowed & CUCORE_BY_ARRAY_INTERFACE) || !cucore__py_buffer_cannot_express(result)) return result;
    call->value = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_ARRAY_INTERFACE]);
    if (!call->value) return CUCORE__PY_FAILED;
    result = cucore__py_from_interface(call, CUCORE_PROTOCOL_ARRAY_INTERFACE, 1);
    Py_DECREF(call->value);
    return result;
}

/* Takes a scalar of NumPy by its buffer, if that has no axis.  Returns 1, 0 if an array has to be made, -1 with an
 * exception.  Buffers of dates and of bytes_ have one axis of uint8, and other scalars have none (rules B121). */
CUCORE__PRIVATE int cucore__py_scalar_buffer(const cucore__py_call *call)
{
    cucore_view *const out = call->out;
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    if (PyObject_GetBuffer(call->obj, buffer, PyBUF_FULL_RO) < 0) return cucore__py_error_clear();
    if (buffer->ndim) {
        PyBuffer_Release(buffer);
        return 0;
    }
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_decode_held_buffer(call->how.arg, call->how.of_call, out) < 0 ? -1 : 1;
}

/* Makes a read-only 0-d array of the dtype of a scalar: the __array_interface__ of a scalar belongs to an array that
 * only the dict keeps alive.  A new reference, NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_array_of_scalar(const cucore__py_call *call)
{
    PyObject *function = cucore__py_constructor(call->state, CUCORE__PY_NUMPY_ASARRAY), *protect = NULL, *answer;
    PyObject *array = function ? PyObject_CallFunctionObjArgs(function, call->obj, NULL) : NULL;
    const int known = array ? cucore__py_is_ndarray(call->state, array) : -1;
    if (!known) /* a numpy.asarray of another library */
        cucore__py_refuse_type(call->how.arg, PyExc_TypeError, "numpy.asarray gave '%U', which is no numpy.ndarray",
                               array);
    if (known > 0) protect = PyObject_GetAttrString(array, "setflags");
    answer = protect ? PyObject_CallFunctionObjArgs(protect, Py_False, NULL) : NULL;
    if (array && !answer) {
        cucore__py_drop(array);
        array = NULL;
    }
    Py_XDECREF(answer);
    Py_XDECREF(protect);
    Py_XDECREF(function);
    return array;
}
