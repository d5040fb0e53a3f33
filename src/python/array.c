/* --------------------------------------------------------------------------------------------- >>impl-py-return -- */
/* python/array.c: cucore.Array: memory as an object that speaks every protocol.  For results.c and the exports. */
/* -- cucore.Array: memory as a Python object that speaks every protocol ----------------------------------------- */
typedef struct cucore__py_array {
    PyObject_HEAD cucore_view view;
} cucore__py_array;

CUCORE__PRIVATE const cucore_view *cucore__py_array_view(PyObject *self)
{
    const cucore_view *view = &((cucore__py_array *)self)->view;
    if (view->protocol != CUCORE_PROTOCOL_NONE) return view;
    PyErr_SetString(PyExc_BufferError, "this cucore.Array holds no data; it cannot be constructed from Python");
    return NULL;
}

CUCORE_PY_EXPORT(cucore__py_array, cucore__py_array_view)

CUCORE__PRIVATE PyObject *cucore__py_array_repr(PyObject *self)
{
    char text[512];
    (void)cucore_view_format(&((cucore__py_array *)self)->view, text, sizeof text);
    return PyUnicode_FromFormat("<cucore.Array %s>", text);
}

CUCORE__PRIVATE void cucore__py_array_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    cucore_view_release(&((cucore__py_array *)self)->view);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

CUCORE__PRIVATE PyObject *cucore__py_array_type_make(void)
{
    static PyMethodDef methods[] = {CUCORE_PY_EXPORT_METHODS(cucore__py_array), {NULL, NULL, 0, NULL}};
    static PyGetSetDef getset[] = {CUCORE_PY_EXPORT_GETSET(cucore__py_array), {NULL, NULL, NULL, NULL, NULL}};
    PyType_Slot slots[] = {{Py_tp_methods, (void *)methods},
                           {Py_tp_getset, (void *)getset},
                           {Py_tp_repr, cucore__py_pointer_to((void (*)(void))cucore__py_array_repr)},
                           {Py_tp_dealloc, cucore__py_pointer_to((void (*)(void))cucore__py_array_free)},
                           {Py_bf_getbuffer, cucore__py_pointer_to((void (*)(void))cucore__py_array_getbuffer)},
                           {Py_bf_releasebuffer, cucore__py_pointer_to((void (*)(void))cucore_py_export_releasebuffer)},
                           {0, NULL}};
    return cucore__py_type_new("cucore.Array", sizeof(cucore__py_array), slots);
}

/* A new reference.  Of two threads that make the type at once, the later one leaks its own. */
CUCORE__PRIVATE PyObject *cucore__py_array_type(cucore__py_state *state)
{
    PyObject *type = CUCORE__LOAD(&state->array_type);
    if (!type) {
        type = cucore__py_array_type_make();
        if (type) CUCORE__STORE(&state->array_type, type);
    }
    Py_XINCREF(type);
    return type;
}

/* Moves the view in; on error it is as it was. */
CUCORE__PRIVATE PyObject *cucore__py_array_new(cucore__py_state *state, cucore_view *view)
{
    PyObject *type;
    cucore__py_array *self;
    cucore_status status = cucore__view_check_movable("cucore_py_return", view);
    if (status) {
        cucore__py_raise(status);
        return NULL;
    }
    type = cucore__py_array_type(state);
    self = type ? PyObject_New(cucore__py_array, (PyTypeObject *)(void *)type) : NULL;
    Py_XDECREF(type);
    if (self) cucore__view_move(view, &self->view);
    return (PyObject *)self;
}

CUCORE__PRIVATE PyObject *cucore__py_array_from_managed(DLManagedTensorVersioned *managed)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    cucore_view view;
    PyObject *made = NULL, *error;
    cucore_status status;
    cucore__view_clear(&view);
    if (state) {
        status = cucore_view_adopt_dlmanaged_versioned(managed, NULL, &view);
        managed = NULL;
        if (status) {
            cucore__py_raise(status);
        } else {
            made = cucore__py_array_new(state, &view);
        }
        cucore__py_state_put(state, &local);
    }
    if (made) return made;
    error = cucore__py_error_take();
    cucore__dlmanaged_versioned_delete(managed);
    cucore_view_release(&view);
    cucore__py_error_put(error);
    return NULL;
}
