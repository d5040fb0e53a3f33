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
    case CUCORE_READONLY: return CUCORE__PY_CLASS(intake, readonly, ValueError);
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
        PyErr_Format(cucore__py_import_class(status, intake), "%s", message); /* a producer's text may be no UTF-8 */
    } else {
        PyErr_Format(cucore__py_import_class(status == CUCORE_INVALID_ARGUMENT ? CUCORE_PROTOCOL : status, intake),
                     "%s: %s", cucore__py_name(intake), message);
    }
    return -1;
}

/* The module that a type says it is from, as a new reference; NULL: none, or with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_full_module(PyTypeObject *type)
{
    PyObject *key, *py_module = NULL;
#if !defined(Py_LIMITED_API)
    const char *dot = strrchr(type->tp_name, '.');
    if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE))
        return dot ? PyUnicode_FromStringAndSize(type->tp_name, dot - type->tp_name) : NULL;
#endif
    key = PyUnicode_InternFromString("__module__");
    if (key) (void)cucore__py_type_attribute(type, key, &py_module);
    Py_XDECREF(key);
    if (py_module && !PyUnicode_Check(py_module)) Py_CLEAR(py_module);
    return py_module;
}

/* The name of a class behind that of its module. */
CUCORE__PRIVATE PyObject *cucore__py_qualname(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030B0000)
    return PyType_GetQualName(type);
#elif defined(Py_LIMITED_API)
    return cucore__py_type_text(type, "__qualname__");
#else
    PyObject *name = PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) ? ((PyHeapTypeObject *)type)->ht_qualname : NULL;
    Py_XINCREF(name);
    return name ? name : cucore__py_type_name(type);
#endif
}

/* Has a module of this name, if it is imported, the type under its name?  1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_module_has(const char *module_name, PyObject *name, PyTypeObject *type)
{
    PyObject *py_module = cucore__py_imported(module_name), *found = NULL;
    int has = py_module ? 0 : PyErr_Occurred() ? -1 : 0;
    if (py_module && PyModule_Check(py_module)) {
        has = cucore__py_dict_get(PyModule_GetDict(py_module), name, &found);
        if (has > 0) has = found == (PyObject *)type;
    }
    Py_XDECREF(found);
    Py_XDECREF(py_module);
    return has;
}

/* What a message quotes of others has at most 64 characters (rules B115): its beginning and its end.  Takes over the reference;
 * NULL stays NULL. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_shorten(PyObject *text)
{
    PyObject *end, *cut;
    const Py_ssize_t length = text ? PyUnicode_GetLength(text) : 0;
    if (length <= 64) return text;
    end = PyUnicode_Substring(text, length - 21, length);
    cut = end ? PyUnicode_FromFormat("%.40U...%U", text, end) : NULL;
    Py_XDECREF(end);
    Py_DECREF(text);
    return cut;
}

/* A type as its users write it, as a new str: "pandas.Series", "dask.array.Array" (which says that it is from
 * dask.array.core), "list".  The first of the packages around its module that has it is where it is from.  Attributes of the type
 * and of modules are looked up without code of theirs (rules B81). */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_full_name(PyTypeObject *type)
{
    PyObject *name = cucore__py_qualname(type), *py_module = name ? cucore__py_full_module(type) : NULL, *full = NULL;
    const char *text = py_module ? PyUnicode_AsUTF8AndSize(py_module, NULL) : NULL, *dot;
    char package[64];
    int found = 0;
    for (dot = text; dot && !found && (dot = strchr(dot, '.')) != NULL && (size_t)(dot - text) < sizeof package;
         dot++) {
        memcpy(package, text, (size_t)(dot - text));
        package[dot - text] = '\0';
        found = cucore__py_module_has(package, name, type);
    }
    if (found >= 0 && text && strcmp(text, "builtins") && strcmp(text, "__main__")) {
        full = PyUnicode_FromFormat("%s.%U", found ? package : text, name);
    } else if (found >= 0) {
        full = name;
        Py_XINCREF(full);
        if (full && PyErr_Occurred()) PyErr_Clear(); /* a module whose name is no text that can be written */
    }
    Py_XDECREF(py_module);
    Py_XDECREF(name);
    return cucore__py_shorten(full);
}

/* "x: what 'type' what_follows" */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_type(PyObject *exception, const cucore__intake *intake,
                                                       const char *format, PyObject *culprit)
{
    PyObject *type = cucore__py_full_name(Py_TYPE(culprit));
    PyObject *message = type ? PyUnicode_FromFormat(format, type) : NULL;
    if (message) PyErr_Format(exception, "%s: %U", cucore__py_name(intake), message);
    Py_XDECREF(message);
    Py_XDECREF(type);
    return -1;
}

/* "x: what, not 123" */
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

/* "x: missing": a parameter is NULL that has to be an object (rules B119).  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_missing(PyObject *exception, const char *name)
{
    PyErr_Format(exception, "%s: missing", name);
    return -1;
}
