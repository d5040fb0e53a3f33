/* python/base/array_type.c: knows cucore.Array, the type that all modules of an interpreter share. */
typedef struct cucore__py_array {
    CUCORE__PY_HEAD cucore_view view;
    PyObject *weakrefs; /* the weak references to the object: CPython's list */
    /* cucore_py_view_visit of the module that filled the view: another one does not know its owners; NULL before */
    int (*visit)(const cucore_view *view, visitproc visit, void *arg);
} cucore__py_array;

/* What must be equal for the functions of one module to use the objects of another. */
typedef struct cucore__py_array_layout {
    uint64_t version, debug, max_ndim, object, view, layout, owner, storage;
} cucore__py_array_layout;

/* What the capsule in the dict of the interpreter points to. */
typedef struct cucore__py_array_shared {
    cucore__py_array_layout layout; /* first, and never another struct under this name */
    PyObject *type;
} cucore__py_array_shared;

static const char cucore__py_array_capsule[] = "cucore.Array, shared";

CUCORE__PRIVATE cucore__py_array_layout cucore__py_array_layout_here(void)
{
    cucore__py_array_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.version = CUCORE_VERSION;
#if defined(CUCORE_DEBUG)
    layout.debug = 1;
#endif
    layout.max_ndim = CUCORE_MAX_NDIM;
    layout.object = sizeof(cucore__py_array);
    layout.view = offsetof(cucore__py_array, view);
    layout.layout = offsetof(cucore_view, layout);
    layout.owner = offsetof(cucore_view, private_);
    layout.storage = offsetof(cucore_view, private_.storage);
    return layout;
}

/* Returns the type that an entry of the dict holds, borrowed; NULL: the entry is of a stranger, or its type has another
 * layout. */
CUCORE__PRIVATE PyObject *cucore__py_array_shared_type(PyObject *found)
{
    const cucore__py_array_layout here = cucore__py_array_layout_here();
    const cucore__py_array_shared *shared;
    if (!PyCapsule_IsValid(found, cucore__py_array_capsule)) return NULL;
    shared = (const cucore__py_array_shared *)(PyCapsule_GetPointer)(found, cucore__py_array_capsule);
    if (memcmp(&shared->layout, &here, sizeof here) != 0 || !PyType_Check(shared->type)) return NULL;
    return shared->type;
}

/* Sets `found` to a new reference to the entry that the dict of the interpreter has under the name of the type, or to
 * NULL.  `dict`, borrowed, is NULL if the interpreter has none, and `key` is the caller's.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_look_up(PyObject **dict, PyObject **key, PyObject **found)
{
    *found = NULL;
    *key = NULL;
    *dict = PyInterpreterState_GetDict(cucore__py_interpreter(cucore__py_thread_here()));
    if (!*dict) return 0;
    *key = PyUnicode_FromFormat("cucore.Array %d.%d", (int)CUCORE_VERSION, CUCORE__PY_BASICSIZE(cucore__py_array));
    if (*key && cucore__py_dict_get(*dict, *key, found) >= 0) return 0;
    Py_CLEAR(*key);
    return -1;
}

/* Returns 1 if `type` is cucore.Array, 0 if not, -1 with an exception.  The function never makes the type, which must
 * exist before its objects: a module that only takes arrays in is linked without the methods of cucore.Array. */
CUCORE__PRIVATE int cucore__py_array_is(cucore__py_state *state, PyTypeObject *type)
{
    PyObject *dict, *key, *found, *ours = CUCORE__LOAD(&state->array_type);
    if (!ours) {
        if (cucore__py_array_look_up(&dict, &key, &found) < 0) return -1;
        if (found) ours = cucore__py_array_shared_type(found);
        Py_XINCREF(ours);
        if (ours) CUCORE__STORE(&state->array_type, ours);
        Py_XDECREF(found);
        Py_XDECREF(key);
    }
    return ours == (PyObject *)(void *)type;
}

/* Gives a tensor of a cucore.Array of this layout, without ordering its pending work, which the table of the type
 * orders on the legacy default stream: an intake knows the stream itself (rules B130).  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_give(void *obj, DLManagedTensorVersioned **out)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, (PyObject *)obj)->view;
    cucore__exported *exported = cucore__view_export(view, obj, cucore__py_free_reference, NULL, 0);
    if (!exported) return cucore__py_raise(cucore_last_error()->status);
    Py_INCREF((PyObject *)obj);
    *out = &exported->tensor.versioned;
    return 0;
}

/* The table by which intakes take a cucore.Array.  Nothing is lent, since a lent tensor cannot be read-only. */
static const cucore_exchange_api cucore__py_array_intake = {
    {{CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR}, NULL}, NULL, cucore__py_array_give, NULL, NULL, NULL};

/* Copies to `out` on which stream work on a cucore.Array is pending. */
CUCORE__PRIVATE void cucore__py_array_stream(PyObject *obj, cucore_view *out)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, obj)->view;
    out->has_producer_stream = view->has_producer_stream;
    out->producer_stream = view->producer_stream;
    out->producer_context = view->producer_context;
}
