/* python/base/names.c: finds the names of types and of their modules, and quotes the text of others. */
/* Returns the name of a type as a new str.  Its attribute __name__ may be anything: a metaclass can have one (rules
 * B81). */
CUCORE__PRIVATE PyObject *cucore__py_type_name(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    return PyType_GetName(type);
#else
    return PyUnicode_FromString(_PyType_Name(type));
#endif
}

/* Returns a tuple of a type and all its bases, as a new reference; NULL with an exception, or without one if the type
 * is not ready. */
CUCORE__PRIVATE PyObject *cucore__py_bases(PyTypeObject *type)
{
#if defined(Py_LIMITED_API)
    return PyObject_GetAttrString((PyObject *)type, "__mro__");
#elif defined(Py_GIL_DISABLED)
    /* Another thread may assign __bases__, which frees the tuple: the getter of `type` takes the lock for that.  It is
     * called directly, since a metaclass may have a __mro__ of its own. */
    PyObject *name = PyUnicode_InternFromString("__mro__"), *getter = NULL, *bases = NULL;
    if (name && cucore__py_type_attribute(&PyType_Type, name, &getter) > 0)
        bases = Py_TYPE(getter)->tp_descr_get(getter, (PyObject *)type, (PyObject *)Py_TYPE(type));
    Py_XDECREF(getter);
    Py_XDECREF(name);
    return bases;
#else
    Py_XINCREF(type->tp_mro); /* no other thread runs in between */
    return type->tp_mro;
#endif
}

/* Returns the next type of a tuple of bases, from *i on, which moves past it; NULL: there is none. */
CUCORE__PRIVATE PyTypeObject *cucore__py_next_base(PyObject *bases, Py_ssize_t *i)
{
    const Py_ssize_t count = bases && PyTuple_Check(bases) ? PyTuple_Size(bases) : 0;
    PyObject *base;
    while (*i < count) {
        base = PyTuple_GetItem(bases, (*i)++);
        if (PyType_Check(base)) return (PyTypeObject *)(void *)base;
    }
    return NULL;
}

/* Returns the module that a type names as its own, as a new reference; NULL: none, or with an exception. */
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

/* Copies the first size - 1 letters of that module; "builtins" if there is none.  Letters that are not ASCII become
 * "?".  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_module_of(PyTypeObject *type, char *room, size_t size)
{
    PyObject *py_module = cucore__py_full_module(type);
    PyObject *text = py_module ? PyUnicode_AsEncodedString(py_module, "ascii", "replace") : NULL;
    const char *found = text ? PyBytes_AsString(text) : "builtins";
    size_t length = strlen(found);
    if (length >= size) length = size - 1;
    memcpy(room, found, length);
    room[length] = '\0';
    Py_XDECREF(text);
    Py_XDECREF(py_module);
    return !text && PyErr_Occurred() ? -1 : 0;
}

/* Copies the first part of that name, the package; "" also if it does not fit. */
CUCORE__PRIVATE int cucore__py_package_of(PyTypeObject *type, char *room, size_t size)
{
    int failed = cucore__py_module_of(type, room, size);
    size_t length = strcspn(room, ".");
    room[length + 1 < size ? length : 0] = '\0';
    return failed;
}

/* Returns the name of a class within its module. */
CUCORE__PRIVATE PyObject *cucore__py_qualname(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    return PyType_GetQualName(type);
#else
    PyObject *name = PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) ? ((PyHeapTypeObject *)type)->ht_qualname : NULL;
    Py_XINCREF(name);
    return name ? name : cucore__py_type_name(type);
#endif
}

/* Returns 1 if an imported module has the type under this name, 0, -1 with an exception. */
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

/* Shortens a quoted text to 64 characters (rules B115): its beginning and its end.  The function takes the reference
 * over; NULL stays NULL. */
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

/* Returns the name by which users know a type, as a new str: "pandas.Series", "dask.array.Array" (which names
 * dask.array.core as its module), "list".  It is the name in the first package around the module that has the type.  No
 * code of the type or of a module runs (rules B81). */
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
