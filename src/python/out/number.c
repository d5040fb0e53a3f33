/* python/out/number.c: answers int(), float(), comparisons and the like of arrays, as NumPy does (rules B129). */
/* Returns the NumPy array of the same memory, which __array__ makes.  Elements that NumPy does not have are a
 * TypeError, as device memory is. */
CUCORE__PRIVATE PyObject *cucore__py_number_array(PyObject *self)
{
    PyObject *method = PyObject_GetAttrString(self, "__array__"), *error;
    PyObject *array = method ? PyObject_CallFunctionObjArgs(method, NULL) : NULL;
    Py_XDECREF(method);
    if (array || !(PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ImportError)))
        return array;
    error = cucore__py_error_take();
    PyErr_Format(PyExc_TypeError, "%S", error);
    cucore__py_error_chain(error);
    return NULL;
}

/* Calls function(array) with the NumPy array.  An __array__ of a derived type may return an array of the same type. */
CUCORE__PRIVATE PyObject *cucore__py_number_apply(PyObject *self, PyObject *(*function)(PyObject *array))
{
    PyObject *array, *answer;
    if (Py_EnterRecursiveCall(" while an array is read as a number")) return NULL;
    array = cucore__py_number_array(self);
    answer = array ? function(array) : NULL;
    Py_XDECREF(array);
    Py_LeaveRecursiveCall();
    return answer;
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_int(PyObject *array)
{
    return PyNumber_Long(array);
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_float(PyObject *array)
{
    return PyNumber_Float(array);
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_index(PyObject *array)
{
    return PyNumber_Index(array);
}

CUCORE__PRIVATE PyObject *cucore__py_number_to_complex(PyObject *array)
{
    return PyObject_CallFunctionObjArgs((PyObject *)(void *)&PyComplex_Type, array, NULL);
}

CUCORE_API PyObject *cucore__py_export_int(PyObject *self)
{
    return cucore__py_number_apply(self, cucore__py_number_to_int);
}

CUCORE_API PyObject *cucore__py_export_float(PyObject *self)
{
    return cucore__py_number_apply(self, cucore__py_number_to_float);
}

CUCORE_API PyObject *cucore__py_export_complex(PyObject *self, PyObject *unused)
{
    (void)unused;
    return cucore__py_number_apply(self, cucore__py_number_to_complex);
}

/* -------- what only a cucore.Array has -------- */
CUCORE__PRIVATE PyObject *cucore__py_number_index(PyObject *self)
{
    return cucore__py_number_apply(self, cucore__py_number_to_index);
}

CUCORE__PRIVATE int cucore__py_number_is_true(PyObject *self)
{
    PyObject *array = cucore__py_number_array(self);
    const int answer = array ? PyObject_IsTrue(array) : -1;
    Py_XDECREF(array);
    return answer;
}

CUCORE__PRIVATE int cucore__py_number_contains(PyObject *self, PyObject *value)
{
    PyObject *array = cucore__py_number_array(self);
    const int answer = array ? PySequence_Contains(array, value) : -1;
    Py_XDECREF(array);
    return answer;
}

/* NumPy answers object arrays of False for some objects that it cannot read, device memory among them. */
CUCORE__PRIVATE PyObject *cucore__py_number_compare(PyObject *self, PyObject *other, int operation)
{
    PyObject *array = cucore__py_number_array(self), *answer = NULL;
    if (array && Py_TYPE(other) == Py_TYPE(self)) {
        other = cucore__py_number_array(other);
    } else {
        Py_INCREF(other);
    }
    if (array && other) answer = PyObject_RichCompare(array, other, operation);
    Py_XDECREF(other);
    Py_XDECREF(array);
    return answer;
}
