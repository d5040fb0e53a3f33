/* python/out/export_array.c: answers __array__ of an own type. */
/* The arguments of __array__, borrowed; NULL: not given, or None. */
typedef struct cucore__py_array_wish {
    PyObject *dtype, *copy;
} cucore__py_array_wish;

/* Reads the arguments of a call of __array__.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_collect(const cucore__py_state *state, PyObject *const *args, Py_ssize_t nargs,
                                             PyObject *names, cucore__py_array_wish *out)
{
    Py_ssize_t i, count = names ? PyTuple_Size(names) : 0;
    if (nargs > 1) {
        PyErr_Format(PyExc_TypeError, "__array__() takes at most 1 positional argument, but %zd were given", nargs);
        return -1;
    }
    out->copy = NULL;
    out->dtype = nargs ? args[0] : NULL;
    for (i = 0; i < count; i++) {
        PyObject *name = CUCORE__PY_TUPLE_ITEM(names, i);
        if (cucore__py_same_text(name, state->names[CUCORE__PY_COPY])) {
            out->copy = args[nargs + i];
        } else if (!nargs && cucore__py_same_text(name, state->names[CUCORE__PY_DTYPE])) {
            out->dtype = args[nargs + i];
        } else {
            PyErr_Format(PyExc_TypeError, "__array__() got an unexpected keyword argument '%.64U'", name);
            return -1;
        }
    }
    if (out->dtype == Py_None) out->dtype = NULL;
    return 0;
}

/* Returns a NumPy array of the same memory, which keeps the owner. */
CUCORE__PRIVATE PyObject *cucore__py_array_as_numpy(cucore__py_state *state, PyObject *owner, const cucore_view *view)
{
    cucore_view shared;
    PyObject *made, *error;
    memcpy(&shared, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&shared.layout, &view->layout);
    shared.private_.free_owner = NULL;
    shared.private_.access = NULL;
    shared.protocol = CUCORE_PROTOCOL_MEMORY;
    Py_INCREF(owner);
    Py_XINCREF((PyObject *)shared.descr);
    cucore__view_own(&shared, owner, cucore__py_release_object);
    made = cucore__py_hand_to_numpy(state, &shared);
    error = made ? NULL : cucore__py_error_take();
    cucore_view_release(&shared);
    if (!made) cucore__py_error_put(error);
    return made;
}

/* Calls numpy.array(array, dtype, copy=True, False or None).  The function takes `array` over, which may be NULL with
 * an exception. */
CUCORE__PRIVATE PyObject *cucore__py_array_convert(const cucore__py_state *state, PyObject *array, PyObject *dtype,
                                                   PyObject *copy)
{
    PyObject *function = array ? cucore__py_import("numpy", "array") : NULL, *made = NULL;
    PyObject *positional = function ? PyTuple_Pack(2, array, dtype) : NULL;
    PyObject *keywords = positional ? PyDict_New() : NULL;
    if (keywords && PyDict_SetItem(keywords, state->names[CUCORE__PY_COPY], copy) == 0)
        made = PyObject_Call(function, positional, keywords);
    Py_XDECREF(keywords);
    Py_XDECREF(positional);
    Py_XDECREF(function);
    Py_XDECREF(array);
    return made;
}

CUCORE_API PyObject *cucore_py_export_array(PyObject *owner, const cucore_view *view, PyObject *const *args,
                                            Py_ssize_t nargs, PyObject *names)
{
    cucore__py_state local, *state;
    cucore__py_array_wish wish;
    PyObject *array = NULL;
    int must_copy, must_share;
    if (!view || (!owner && cucore__py_raise_missing(PyExc_TypeError, "owner"))) return NULL;
    if (cucore_py_check(cucore__view_check_sound("view", view)) < 0) return NULL;
    state = cucore__py_state_get(&local);
    if (!state) return NULL;
    if (cucore__py_array_collect(state, args, nargs, names, &wish) == 0 &&
        cucore__py_asked_copy("__array__()", wish.copy, &must_copy, &must_share) == 0) {
        if (view->host_accessible) {
            array = cucore__py_array_as_numpy(state, owner, view);
            if (wish.dtype || must_copy || must_share) {
                array = cucore__py_array_convert(state, array, wish.dtype ? wish.dtype : Py_None,
                                                 must_copy    ? Py_True
                                                 : must_share ? Py_False
                                                              : Py_None);
            }
        } else {
            PyErr_Format(PyExc_TypeError,
                         "the array is in memory of %s, where NumPy cannot read it: copy it to the host first, as "
                         "numpy.from_dlpack(x, device=\"cpu\") does",
                         cucore__device_name(view->device_type));
        }
    }
    cucore__py_state_put(state, &local);
    return array;
}
