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

/* One of the caller's classes, by its place in the struct, or the usual one. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_class(const cucore__intake *intake, size_t place, PyObject *usual)
{
    const char *classes = (const char *)intake->arg->exceptions;
    PyObject *own = NULL;
    if (classes) memcpy(&own, classes + place, sizeof own);
    return own ? own : usual;
}

#define CUCORE__PY_CLASS(intake, member, usual)                                                                        \
    cucore__py_class((intake), offsetof(cucore_py_exceptions, member), PyExc_##usual)

/* Of a status that says something about the array. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_import_class(cucore_status status, const cucore__intake *intake)
{
    switch (status) {
    case CUCORE_WRONG_DTYPE: return CUCORE__PY_CLASS(intake, wrong_dtype, TypeError);
    case CUCORE_WRONG_SHAPE: return CUCORE__PY_CLASS(intake, wrong_shape, ValueError);
    case CUCORE_WRONG_LAYOUT: return CUCORE__PY_CLASS(intake, wrong_layout, ValueError);
    case CUCORE_WRONG_DEVICE: return CUCORE__PY_CLASS(intake, wrong_device, ValueError);
    case CUCORE_READONLY: return CUCORE__PY_CLASS(intake, readonly, BufferError);
    case CUCORE_UNSUPPORTED: return CUCORE__PY_CLASS(intake, unsupported, BufferError);
    case CUCORE_PROTOCOL:
    case CUCORE_OVERFLOW: return CUCORE__PY_CLASS(intake, protocol, BufferError);
    default: return cucore__py_exception(status);
    }
}

/* While an array is taken in, every bad field is the producer's: BufferError (rules 1.6).  What is wrong with the cucore_arg
 * is not: cucore_view_check puts the name into its messages. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_import(cucore_status status, const cucore__intake *intake)
{
    const char *message = cucore_last_error()->message;
    size_t length = strlen(cucore__py_name(intake));
    if (strncmp(message, cucore__py_name(intake), length) == 0 && message[length] == ':') {
        PyErr_SetString(cucore__py_import_class(status, intake), message);
    } else {
        PyErr_Format(cucore__py_import_class(status == CUCORE_INVALID_ARGUMENT ? CUCORE_PROTOCOL : status, intake),
                     "%s: %s", cucore__py_name(intake), message);
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
