/* -------------------------------------------------------------------------------------------- >>impl-py-describe -- */
/* python/out/describe.c: describes a view to Python. */
CUCORE__PRIVATE PyObject *cucore__py_ints(const int64_t *values, int count)
{
    PyObject *tuple = PyTuple_New(count), *item;
    int i;
    for (i = 0; tuple && i < count; i++) {
        item = PyLong_FromLongLong(values[i]);
        if (!item || PyTuple_SetItem(tuple, i, item) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* Refuses a view without data.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_has_data(const char *function, const cucore_view *view)
{
    if (view && view->dtype.lanes && view->layout.ndim >= 0 && view->layout.ndim <= CUCORE_MAX_NDIM) return 0;
    PyErr_Format(PyExc_ValueError, "%s: view %s", function,
                 view ? "holds no data: it was released, or never filled" : "is NULL");
    return -1;
}

CUCORE_API PyObject *cucore_py_view_shape(const cucore_view *view)
{
    if (cucore__py_check_has_data("cucore_py_view_shape", view) < 0) return NULL;
    return cucore__py_ints(view->layout.shape, view->layout.ndim);
}

CUCORE_API PyObject *cucore_py_view_strides(const cucore_view *view, int in_bytes)
{
    int64_t bytes[CUCORE_MAX_NDIM], bits;
    int i;
    if (cucore__py_check_has_data("cucore_py_view_strides", view) < 0) return NULL;
    if (!in_bytes) return cucore__py_ints(view->layout.strides, view->layout.ndim);
    for (i = 0; i < view->layout.ndim; i++) {
        if (cucore__mul(view->layout.strides[i], view->layout.itembits, &bits) || bits % 8) {
            PyErr_Format(PyExc_BufferError, "strides[%d] of %lld elements of %lld bits is no number of bytes", i,
                         (long long)view->layout.strides[i], (long long)view->layout.itembits);
            return NULL;
        }
        bytes[i] = bits / 8;
    }
    return cucore__py_ints(bytes, view->layout.ndim);
}

CUCORE__PRIVATE PyObject *cucore__py_typestr(cucore__py_state *state, cucore_dtype dtype, const char *text)
{
    int shift = cucore__shift_of(dtype.itemsize);
    CUCORE__ATOMIC(PyObject *) *slot =
        dtype.code < CUCORE__PY_CODES && shift >= 0 ? &state->typestrs[dtype.code][shift] : NULL;
    PyObject *found = slot ? CUCORE__LOAD(slot) : NULL;
    if (!found && !text) return NULL;
    if (!found) {
        found = PyUnicode_InternFromString(text);
        if (!found || !slot) return found;
        CUCORE__STORE(slot, found);
    }
    Py_INCREF(found);
    return found;
}

/* Returns a dtype as the functions of NumPy take it: a typestr, or the type of that name in ml_dtypes. */
CUCORE__PRIVATE PyObject *cucore__py_dtype_argument(cucore__py_state *state, cucore_dtype dtype)
{
    char typestr[16], name[32];
    PyObject *found = dtype.lanes == 1 && dtype.bits >= 8 ? cucore__py_typestr(state, dtype, NULL) : NULL;
    if (found) return found;
    if (dtype.code < CUCORE_CODE_STRUCTURED && cucore_dtype_to_typestr(dtype, typestr, sizeof typestr) >= 0)
        return cucore__py_typestr(state, dtype, typestr);
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (dtype.code >= CUCORE_CODE_STRUCTURED) {
        PyErr_Format(PyExc_BufferError,
                     "a new array cannot have elements of %s: a dtype with fields has no name to ask NumPy for", name);
        return NULL;
    }
    found = cucore__py_import("ml_dtypes", name);
    if (found || !(PyErr_ExceptionMatches(PyExc_ImportError) || PyErr_ExceptionMatches(PyExc_AttributeError)))
        return found;
    PyErr_Clear();
    PyErr_Format(PyExc_BufferError, "NumPy has no dtype %s, and neither has ml_dtypes", name);
    return NULL;
}

/* Returns numpy.dtype(...) if NumPy is imported, and it or ml_dtypes has the type, since NumPy and JAX read the dtype
 * of any object; else the name, to which dtypes of NumPy are equal as well. */
CUCORE__PRIVATE PyObject *cucore__py_numpy_dtype(const cucore_view *view)
{
    cucore__py_state local, *state;
    char name[64];
    PyObject *make = NULL, *argument = NULL, *made = NULL;
    if (cucore__py_imported_attribute("numpy", "dtype", &make) > 0) {
        state = cucore__py_state_get(&local);
        if (state && view->descr) {
            argument = (PyObject *)view->descr;
            Py_INCREF(argument);
        } else if (state) {
            argument = cucore__py_dtype_argument(state, view->dtype);
        }
        if (state) cucore__py_state_put(state, &local);
        if (argument) made = PyObject_CallFunctionObjArgs(make, argument, NULL);
        Py_XDECREF(argument);
        Py_DECREF(make);
    }
    if (made || (PyErr_Occurred() && cucore__py_error_clear() < 0)) return made;
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    return PyUnicode_FromString(name);
}

/* Looks the dtype up in an imported module, then in the packages around it: torch.float32.  A class is no dtype, but a
 * type of scalars (jax.numpy.float32), whose arrays have dtypes of NumPy.  1 with a new reference, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_in(char *module_name, const char *dtype, PyObject **out)
{
    char *dot;
    int found;
    for (;;) {
        found = cucore__py_imported_attribute(module_name, dtype, out);
        dot = strrchr(module_name, '.');
        if (found || !dot) break;
        *dot = '\0';
    }
    if (found > 0 && PyType_Check(*out)) Py_CLEAR(*out);
    return found < 0 ? -1 : *out != NULL;
}

/* Finds the dtype in the library of a `like`.  1 with a new reference, 0: NumPy's is meant, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_library_dtype(cucore_dtype dtype, PyObject *like, PyObject **out)
{
    PyObject *bases = NULL, *py_module = NULL, *text = NULL;
    PyTypeObject *base;
    Py_ssize_t i = 0;
    char name[64], room[64];
    int found = 0;
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (PyUnicode_Check(like)) py_module = PyImport_Import(like);
    if (PyUnicode_Check(like) && !py_module) return -1;
    if (py_module || PyModule_Check(like)) {
        found = cucore__py_lookup_string(py_module ? py_module : like, "__name__", &text);
        if (found > 0) found = cucore__py_short_text(text, room, sizeof room);
        if (found > 0) found = cucore__py_dtype_in(room, name, out);
    } else {
        bases = cucore__py_bases(PyType_Check(like) ? (PyTypeObject *)(void *)like : Py_TYPE(like));
        if (!bases && PyErr_Occurred()) found = -1;
        while (!found && (base = cucore__py_next_base(bases, &i)) != NULL) {
            found = cucore__py_module_of(base, room, sizeof room);
            if (!found) found = cucore__py_dtype_in(room, name, out);
        }
    }
    Py_XDECREF(text);
    Py_XDECREF(bases);
    Py_XDECREF(py_module);
    return found;
}

CUCORE_API PyObject *cucore_py_view_dtype(const cucore_view *view, PyObject *like)
{
    PyObject *dtype = NULL;
    int found;
    if (cucore__py_check_has_data("cucore_py_view_dtype", view) < 0) return NULL;
    found = like ? cucore__py_library_dtype(view->dtype, like, &dtype) : 0;
    return found ? dtype : cucore__py_numpy_dtype(view);
}
