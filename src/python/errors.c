/* --------------------------------------------------------------------------------------------- >>impl-py-errors -- */
/* python/errors.c: exceptions, with the name of the argument.  Used by every file here. */
CUCORE__PRIVATE PyObject *cucore__py_exception(cucore_status status)
{
    switch (status) {
#define CUCORE__PY_EXCEPTION(name, value, exception, sentence)                                                         \
    case CUCORE_##name: return PyExc_##exception;
        CUCORE_STATUS_LIST(CUCORE__PY_EXCEPTION)
#undef CUCORE__PY_EXCEPTION
    default: return PyExc_SystemError;
    }
}

/* The last error as an exception, -1; one that is set already stays. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise(cucore_status status)
{
    if (!PyErr_Occurred()) PyErr_SetString(cucore__py_exception(status), cucore_last_error()->message);
    return -1;
}

CUCORE_API int cucore_py_check(cucore_status status)
{
    return status ? cucore__py_raise(status) : 0;
}

CUCORE__PRIVATE const char *cucore__py_name(const cucore__intake *intake)
{
    return cucore__arg_name(intake->arg);
}

/* While an array is taken in, every bad field is the producer's: BufferError (rules 1.6).  What is wrong with the cucore_arg
 * is not: cucore_view_check puts the name into its messages. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_import(cucore_status status, const cucore__intake *intake)
{
    const char *message = cucore_last_error()->message;
    size_t length = strlen(cucore__py_name(intake));
    if (strncmp(message, cucore__py_name(intake), length) == 0 && message[length] == ':') {
        PyErr_SetString(cucore__py_exception(status), message);
    } else {
        PyErr_Format(status == CUCORE_INVALID_ARGUMENT ? PyExc_BufferError : cucore__py_exception(status), "%s: %s",
                     cucore__py_name(intake), message);
    }
    return -1;
}

/* "x: what 'type' what_follows" */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_type(PyObject *exception, const cucore__intake *intake,
                                                       const char *format, PyObject *culprit)
{
    PyObject *type = cucore__py_type_name(Py_TYPE(culprit));
    PyObject *message = type ? PyUnicode_FromFormat(format, type) : NULL;
    if (message) PyErr_Format(exception, "%s: %U", cucore__py_name(intake), message);
    Py_XDECREF(message);
    Py_XDECREF(type);
    return -1;
}

/* "x: what 123": quotes a value, however large. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_value(PyObject *exception, const char *name, const char *what,
                                                        PyObject *culprit)
{
    PyObject *text;
    PyErr_Clear();
    text = PyUnicode_FromFormat("%s: %s, not %R", name, what, culprit); /* its repr may raise */
    if (text) PyErr_SetObject(exception, text);
    Py_XDECREF(text);
    return -1;
}
