/* ---------------------------------------------------------------------------------------------- >>impl-py-errors -- */
/* python/base/errors.c: lists the outcomes of an intake, raises statuses as exceptions, and keeps, clears and chains
 * exceptions. */
/* What a step of an intake comes to.  The negative ones leave an exception set. */
enum {
    CUCORE__PY_DONE = 0,
    CUCORE__PY_FAILED = -1,
    CUCORE__PY_NO_BUFFER = -2, /* with the exception of the exporter of the buffer */
    CUCORE__PY_IMPOSSIBLE =
        -3, /* the strides leave the address space, and all else is right: `out` is described in C order, and
                                 * owns nothing (rules B05) */
    CUCORE__PY_DECLINED = 1,  /* the next protocol is to be tried */
    CUCORE__PY_WRONG_GUESS,   /* the producer is on another device than it was taken to be on */
    CUCORE__PY_UNANSWERED,    /* an exception is set: the object did not answer, and __dlpack__ decides (rules B101) */
    CUCORE__PY_IS_SUBSTITUTED /* another object, which has the data, is to be taken in */
};

/* Returns the exception that is set, normalised and owned, or NULL; afterwards no exception is set. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_error_take(void)
{
#if PY_VERSION_HEX >= 0x030C0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030C0000)
    return PyErr_GetRaisedException();
#else
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (!type) return NULL;
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback) (void)PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
#endif
}

/* Clears the exception that is set, and returns 0.  MemoryError, and exceptions that are no Exception
 * (KeyboardInterrupt, SystemExit), stay set: -1 (rules B92). */
CUCORE__PRIVATE int cucore__py_error_clear(void)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError)) return -1;
    PyErr_Clear();
    return 0;
}

/* Sets an exception again that was taken; NULL is allowed. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_error_put(PyObject *error)
{
#if PY_VERSION_HEX >= 0x030C0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030C0000)
    PyErr_SetRaisedException(error);
#else
    if (!error) { /* unreachable: every caller has met an error */
        PyErr_Clear();
        return;
    }
    Py_INCREF((PyObject *)Py_TYPE(error));
    PyErr_Restore((PyObject *)Py_TYPE(error), error, PyException_GetTraceback(error));
#endif
}

/* Makes `first` the context of the exception that is set, if there is one (rules D22).  The function takes `first`
 * over. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_error_chain(PyObject *first)
{
    PyObject *last = cucore__py_error_take();
    if (last && first && last != first) {
        PyException_SetContext(last, first); /* takes the reference */
    } else {
        Py_XDECREF(first);
    }
    cucore__py_error_put(last);
}

/* Drops a reference and keeps the exception that is set: what is destroyed may run any code (rules D31). */
CUCORE__PRIVATE void cucore__py_drop(PyObject *object)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    Py_DECREF(object);
    if (pending) cucore__py_error_put(pending);
}

CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_exception(cucore_status status)
{
    switch (status) {
#define CUCORE__PY_EXCEPTION(name, value, exception, sentence)                                                         \
    case CUCORE_##name: return PyExc_##exception;
        CUCORE_STATUS_LIST(CUCORE__PY_EXCEPTION)
#undef CUCORE__PY_EXCEPTION
    default: return PyExc_SystemError;
    }
}

/* Raises the last error, unless an exception is set already, or the handler of a signal that interrupted the call
 * raises one.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise(cucore_status status)
{
    if (status == CUCORE_INTERRUPTED && !PyErr_Occurred() && PyErr_CheckSignals() < 0) return -1;
    if (!PyErr_Occurred()) PyErr_SetString(cucore__py_exception(status), cucore_last_error()->message);
    return -1;
}

CUCORE_API int cucore_py_check(cucore_status status)
{
    cucore__py_waits_set();
    return status ? cucore__py_raise(status) : 0;
}

/* Raises "name: text", where `format` has one %U for the type of `culprit`.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_type(PyObject *exception, const char *name, const char *format,
                                                       PyObject *culprit)
{
    PyObject *type = cucore__py_full_name(Py_TYPE(culprit));
    PyObject *message = type ? PyUnicode_FromFormat(format, type) : NULL;
    if (message) PyErr_Format(exception, "%s: %U", name, message);
    Py_XDECREF(message);
    Py_XDECREF(type);
    return -1;
}

/* Raises "name: what, not 123".  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_value(PyObject *exception, const char *name, const char *what,
                                                        PyObject *culprit)
{
    PyObject *quote;
    PyErr_Clear();
    quote = cucore__py_shorten(PyObject_Repr(culprit)); /* which may raise */
    if (quote) PyErr_Format(exception, "%s: %s, not %U", name, what, quote);
    Py_XDECREF(quote);
    return -1;
}

/* Raises "name: missing", for a parameter that is NULL and has to be an object (rules B119).  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_missing(PyObject *exception, const char *name)
{
    PyErr_Format(exception, "%s: missing", name);
    return -1;
}

/* Turns the exception that is set into a last error: OUT_OF_MEMORY, or `status`.  With `lasting` the exception stays
 * set. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_error_to_status(cucore_status status, int lasting)
{
    PyObject *error = cucore__py_error_take(), *name, *text, *line = NULL;
    const char *message = NULL;
    if (PyErr_GivenExceptionMatches(error, PyExc_MemoryError)) status = CUCORE_OUT_OF_MEMORY;
    name = cucore__py_type_name(Py_TYPE(error));
    text = name ? PyObject_Str(error) : NULL;
    if (text) line = PyUnicode_FromFormat("%U: %U", name, text);
    if (line) message = PyUnicode_AsUTF8AndSize(line, NULL);
    if (!message && cucore__py_error_clear() < 0) { /* an interruption comes first */
        cucore__py_error_chain(error);
        error = cucore__py_error_take();
    }
    (void)cucore_fail(status, "%s", message ? message : "an exception was raised, whose text cannot be had");
    Py_XDECREF(line);
    Py_XDECREF(text);
    Py_XDECREF(name);
    if (lasting) {
        cucore__py_error_put(error);
    } else {
        Py_XDECREF(error);
    }
    return status;
}
