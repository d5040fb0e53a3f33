/* python/out/array.c: makes cucore.Array: memory as an object that speaks every protocol. */
CUCORE__PRIVATE const cucore_view *cucore__py_array_view(PyObject *self)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, self)->view;
    if (view->protocol != CUCORE_PROTOCOL_NONE) return view;
    PyErr_SetString(PyExc_BufferError, "this cucore.Array holds no data; it cannot be constructed from Python");
    return NULL;
}

CUCORE_PY_EXPORT(cucore__py_array, cucore__py_array_view)

/* Finds the view for the exchange table, which is called with any object. */
CUCORE__PRIVATE const cucore_view *cucore__py_array_exchange_view(PyObject *self)
{
    return cucore__py_export_check(self, cucore__py_array_getbuffer) < 0 ? NULL : cucore__py_array_view(self);
}

static const cucore_py_exporter cucore__py_array_exporter = {cucore__py_array_exchange_view, NULL, NULL};
CUCORE_PY_EXCHANGE(cucore__py_array, cucore__py_array_exporter)

/* Returns a new object, whose view the caller has to fill; cucore__py_array_filled shows it to the collector. */
CUCORE__PRIVATE PyObject *cucore__py_array_object(PyObject *type)
{
    PyObject *self = PyObject_GC_New(PyObject, (PyTypeObject *)(void *)type);
    if (!self) return NULL;
    CUCORE__PY_DATA(cucore__py_array, self)->weakrefs = NULL;
    CUCORE__PY_DATA(cucore__py_array, self)->visit = NULL;
    return self;
}

CUCORE__PRIVATE int cucore__py_array_holds(PyObject *object, void *unused)
{
    (void)object, (void)unused;
    return 1;
}

/* Lets the collector see an array that holds an object: no other array can be part of a cycle (rules B133). */
CUCORE__PRIVATE void cucore__py_array_filled(PyObject *self)
{
    CUCORE__PY_DATA(cucore__py_array, self)->visit = cucore_py_view_visit;
    if (cucore_py_view_visit(&CUCORE__PY_DATA(cucore__py_array, self)->view, cucore__py_array_holds, NULL))
        PyObject_GC_Track(self);
}

/* Returns a NumPy array of the same memory. */
CUCORE__PRIVATE PyObject *cucore__py_array_numpy(PyObject *self)
{
    return cucore__py_array_array(self, NULL, 0, NULL);
}

/* Returns a stream that lives as long as a view: the one that its memory is freed on, if that is so or its object is
 * kept; else the legacy default stream, which cannot be destroyed (rules A16, B130). */
CUCORE__PRIVATE CUstream cucore__py_lasting_stream(const cucore_view *view)
{
    const cucore_buffer *memory = (const cucore_buffer *)view->private_.owner;
    const int is_memory = cucore__view_is_freed_by(view, cucore__memory_free) ||
                          (cucore__view_is_freed_by(view, cucore__py_free_memory) && memory->private_.keeps_stream);
    return is_memory && cucore__stream_is_handle(memory->stream) ? memory->stream : CUCORE_STREAM_LEGACY;
}

/* Lets a stream that lives as long as the view wait for the pending work, which counts as work on that stream then.  A
 * captured stream is named as it is, since no other stream could wait for it.  If the lasting stream cannot wait beside
 * a capture, the host does, and no work is pending any more.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_set_stream(cucore_view *view)
{
    CUstream later = cucore__py_lasting_stream(view);
    cucore__place place;
    cucore_status status;
    if (!view->has_producer_stream || (view->producer_stream == later && later != CUCORE_STREAM_LEGACY)) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (cucore__stream_is_captured(view->producer_stream, view->device_id, &place)) {
        status = CUCORE_OK;
    } else {
        status = cucore__view_order(view, later);
        if (status == CUCORE_CAPTURE) {
            later = CUCORE_STREAM_HOST;
            status = cucore__view_order(view, later);
        }
        if (!status) status = cucore_view_set_producer_stream(view, later);
    }
    Py_END_ALLOW_THREADS
    return cucore_py_check(status);
}

/* -------- what it says of itself, without a look at its memory -------- */
enum {
    CUCORE__PY_ARRAY_SHAPE,
    CUCORE__PY_ARRAY_DTYPE,
    CUCORE__PY_ARRAY_DEVICE,
    CUCORE__PY_ARRAY_NDIM,
    CUCORE__PY_ARRAY_SIZE,
    CUCORE__PY_ARRAY_NBYTES,
    CUCORE__PY_ARRAY_ITEMSIZE,
    CUCORE__PY_ARRAY_READONLY
};

CUCORE__PRIVATE PyObject *cucore__py_array_count(int64_t count)
{
    if (count >= 0) return PyLong_FromLongLong(count);
    cucore__py_raise(cucore_last_error()->status);
    return NULL;
}

CUCORE__PRIVATE PyObject *cucore__py_array_device(const cucore_view *view)
{
    char text[32];
    cucore__text room = cucore__text_start(text, sizeof text);
    cucore__text_add_device(&room, view->device_type, view->device_id);
    return PyUnicode_FromString(text);
}

CUCORE__PRIVATE PyObject *cucore__py_array_get(PyObject *self, void *which)
{
    const cucore_view *view = cucore__py_array_view(self);
    if (!view) return NULL;
    switch ((int)(intptr_t)which) {
    case CUCORE__PY_ARRAY_SHAPE: return cucore__py_ints(view->layout.shape, view->layout.ndim);
    case CUCORE__PY_ARRAY_DTYPE: return cucore__py_numpy_dtype(view);
    case CUCORE__PY_ARRAY_DEVICE: return cucore__py_array_device(view);
    case CUCORE__PY_ARRAY_NDIM: return PyLong_FromLong(view->layout.ndim);
    case CUCORE__PY_ARRAY_SIZE: return cucore__py_array_count(cucore_layout_size(&view->layout));
    case CUCORE__PY_ARRAY_NBYTES: return cucore__py_array_count(cucore_layout_nbytes(&view->layout));
    case CUCORE__PY_ARRAY_ITEMSIZE: return PyLong_FromLongLong(view->layout.itemsize);
    default: return PyBool_FromLong(view->readonly);
    }
}

/* Returns the flags of the NumPy array of the same memory, which xgboost reads.  Memory that NumPy cannot have makes
 * the attribute absent, so that hasattr() works. */
CUCORE__PRIVATE PyObject *cucore__py_array_flags(PyObject *self, void *unused)
{
    PyObject *array = cucore__py_array_numpy(self), *flags;
    (void)unused;
    if (!array) {
        if (cucore__py_error_clear() == 0)
            PyErr_SetString(PyExc_AttributeError, "NumPy cannot share the memory: the array has no flags");
        return NULL;
    }
    flags = PyObject_GetAttrString(array, "flags");
    Py_DECREF(array);
    return flags;
}

CUCORE__PRIVATE Py_ssize_t cucore__py_array_length(PyObject *self)
{
    const cucore_view *view = cucore__py_array_view(self);
    if (!view) return -1;
    if (view->layout.ndim && view->layout.shape[0] <= (int64_t)PTRDIFF_MAX) return (Py_ssize_t)view->layout.shape[0];
    PyErr_SetString(PyExc_TypeError, "len() of an array without axes");
    return -1;
}

CUCORE__PRIVATE PyObject *cucore__py_array_repr(PyObject *self)
{
    const cucore_view *view = &CUCORE__PY_DATA(cucore__py_array, self)->view;
    PyObject *shape, *device, *text = NULL;
    char name[64];
    if (view->protocol == CUCORE_PROTOCOL_NONE) return PyUnicode_FromString("<cucore.Array without data>");
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    shape = cucore__py_ints(view->layout.shape, view->layout.ndim);
    device = shape ? cucore__py_array_device(view) : NULL;
    if (device) {
        text = PyUnicode_FromFormat("<cucore.Array %s %R on %U%s>", name, shape, device,
                                    view->readonly ? ", read-only" : "");
    }
    Py_XDECREF(device);
    Py_XDECREF(shape);
    return text;
}

/* -------- iteration, copies, pickles -------- */
/* Iterates over the NumPy array of the same memory; pandas takes objects only if they can be iterated over. */
CUCORE__PRIVATE PyObject *cucore__py_array_iter(PyObject *self)
{
    PyObject *array = cucore__py_number_array(self), *iterator = array ? PyObject_GetIter(array) : NULL;
    Py_XDECREF(array);
    return iterator;
}

/* An item of the NumPy array of the same memory; pandas takes an object that has a number for a scalar unless it is a
 * sequence. */
CUCORE__PRIVATE PyObject *cucore__py_array_item(PyObject *self, Py_ssize_t i)
{
    PyObject *array = cucore__py_number_array(self), *item = NULL;
    if (array && i < 0) i -= PySequence_Size(array); /* the length is added twice */
    if (array && !PyErr_Occurred()) item = PySequence_GetItem(array, i);
    Py_XDECREF(array);
    return item;
}

/* Pickles the NumPy array of the same memory: another process needs no extension of cucore to load it. */
CUCORE__PRIVATE PyObject *cucore__py_array_reduce(PyObject *self, PyObject *protocol)
{
    PyObject *array = cucore__py_array_numpy(self);
    PyObject *method = array ? PyObject_GetAttrString(array, "__reduce_ex__") : NULL;
    PyObject *reduced = method ? PyObject_CallFunctionObjArgs(method, protocol, NULL) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(array);
    return reduced;
}

/* Returns an array of the same device with memory of its own, filled on the stream of the pending work. */
CUCORE__PRIVATE PyObject *cucore__py_array_copy(PyObject *self, PyObject *memo)
{
    const cucore_view *view = cucore__py_array_view(self);
    cucore__py_asked asked;
    cucore_view copy;
    PyObject *made;
    (void)memo;
    memset(&asked, 0, sizeof asked);
    asked.versioned = 1;
    if (!view || cucore__py_dlpack_check(view, &asked, 1) < 0 ||
        cucore__py_view_duplicate(view, view->device_type, cucore__view_copy_stream(view), &copy) < 0) {
        return NULL;
    }
    made = cucore__py_array_set_stream(&copy) < 0 ? NULL : cucore__py_array_object((PyObject *)(void *)Py_TYPE(self));
    if (made) {
        cucore__view_move(&copy, &CUCORE__PY_DATA(cucore__py_array, made)->view);
        cucore__py_array_filled(made);
    } else {
        cucore_view_release(&copy);
    }
    return made;
}

/* Returns the argument of a method that has one, by place or by name, borrowed; None if it is not given. */
CUCORE__PRIVATE PyObject *cucore__py_array_argument(PyObject *const *args, Py_ssize_t nargs, PyObject *names,
                                                    const char *name)
{
    const Py_ssize_t count = names ? PyTuple_Size(names) : 0;
    if (nargs + count <= 1 && (!count || PyUnicode_CompareWithASCIIString(CUCORE__PY_TUPLE_ITEM(names, 0), name) == 0))
        return nargs + count ? args[0] : Py_None;
    PyErr_Format(PyExc_TypeError, "expected at most one argument, %s", name);
    return NULL;
}

/* The schema that is asked for is a wish, which the consumer fulfils itself. */
CUCORE__PRIVATE PyObject *cucore__py_array_to_arrow(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                                    PyObject *names)
{
    const cucore_view *view = cucore__py_array_view(self);
    if (!view || !cucore__py_array_argument(args, nargs, names, "requested_schema")) return NULL;
    return cucore__py_arrow(self, view);
}

/* Answers pyarrow.array and pyarrow.table, which convert to another type only by this method. */
CUCORE__PRIVATE PyObject *cucore__py_array_to_pyarrow(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                                      PyObject *names)
{
    PyObject *type = cucore__py_array_argument(args, nargs, names, "type"), *made = NULL;
    PyObject *array = type ? cucore__py_array_numpy(self) : NULL;
    PyObject *make = array ? cucore__py_import("pyarrow", "array") : NULL;
    if (make) made = PyObject_CallFunctionObjArgs(make, array, type, NULL);
    Py_XDECREF(make);
    Py_XDECREF(array);
    return made;
}

CUCORE__PRIVATE int cucore__py_array_traverse(PyObject *self, visitproc visit, void *arg)
{
    const cucore__py_array *data = CUCORE__PY_DATA(cucore__py_array, self);
    const int result = visit((PyObject *)(void *)Py_TYPE(self), arg);
    return result || !data->visit ? result : data->visit(&data->view, visit, arg);
}

CUCORE__PRIVATE int cucore__py_array_clear(PyObject *self)
{
    cucore_view_release(&CUCORE__PY_DATA(cucore__py_array, self)->view);
    return 0;
}

/* Other threads run while the memory is given back: neither the collector nor a weak reference finds the object. */
CUCORE__PRIVATE void cucore__py_array_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs(self);
    cucore_view_release(&CUCORE__PY_DATA(cucore__py_array, self)->view);
    PyObject_GC_Del(self);
    Py_DECREF((PyObject *)type);
}

CUCORE__PRIVATE PyObject *cucore__py_array_type_make(void)
{
#define CUCORE__PY_ARRAY_MEMBER(name, which, text)                                                                     \
    {                                                                                                                  \
        name, cucore__py_array_get, NULL, text, (void *)(intptr_t)(which)                                              \
    }
    static PyMethodDef methods[] = {
        CUCORE_PY_EXPORT_METHODS(cucore__py_array),
        {"__arrow_c_array__", (PyCFunction)(void (*)(void))cucore__py_array_to_arrow, METH_FASTCALL | METH_KEYWORDS,
         "__arrow_c_array__($self, /, requested_schema=None)\n--\n\nTwo capsules of Arrow: schema and array."},
        {"__arrow_array__", (PyCFunction)(void (*)(void))cucore__py_array_to_pyarrow, METH_FASTCALL | METH_KEYWORDS,
         "__arrow_array__($self, /, type=None)\n--\n\nA pyarrow.Array of the same memory."},
        {"__reduce_ex__", cucore__py_array_reduce, METH_O, "Pickles the array as a numpy.ndarray."},
        {"__copy__", cucore__py_array_copy, METH_NOARGS, "An array of the same device with memory of its own."},
        {"__deepcopy__", cucore__py_array_copy, METH_O, "An array of the same device with memory of its own."},
        {NULL, NULL, 0, NULL}};
    static cucore__py_member members[] = {{"__weaklistoffset__", CUCORE__PY_MEMBER_SIZE,
                                           offsetof(cucore__py_array, weakrefs), CUCORE__PY_MEMBER_FLAGS, NULL},
                                          {NULL, 0, 0, 0, NULL}};
    static PyGetSetDef getset[] = {
        CUCORE_PY_EXPORT_GETSET(cucore__py_array),
        {"flags", cucore__py_array_flags, NULL, "The numpy.flagsobj of the array; device memory has none.", NULL},
        CUCORE__PY_ARRAY_MEMBER("shape", CUCORE__PY_ARRAY_SHAPE, "The extents, a tuple."),
        CUCORE__PY_ARRAY_MEMBER("dtype", CUCORE__PY_ARRAY_DTYPE, "The elements' type: a numpy.dtype, or its name."),
        CUCORE__PY_ARRAY_MEMBER("device", CUCORE__PY_ARRAY_DEVICE, "Where the memory is: 'cpu', 'cuda:0', ..."),
        CUCORE__PY_ARRAY_MEMBER("ndim", CUCORE__PY_ARRAY_NDIM, "The number of axes."),
        CUCORE__PY_ARRAY_MEMBER("size", CUCORE__PY_ARRAY_SIZE, "The number of elements."),
        CUCORE__PY_ARRAY_MEMBER("nbytes", CUCORE__PY_ARRAY_NBYTES, "The bytes of all elements."),
        CUCORE__PY_ARRAY_MEMBER("itemsize", CUCORE__PY_ARRAY_ITEMSIZE, "The bytes of one element."),
        CUCORE__PY_ARRAY_MEMBER("readonly", CUCORE__PY_ARRAY_READONLY, "May the memory not be written?"),
        {NULL, NULL, NULL, NULL, NULL}};
#undef CUCORE__PY_ARRAY_MEMBER
    PyType_Slot slots[] = {{Py_tp_methods, (void *)methods},
                           {Py_tp_getset, (void *)getset},
                           {Py_tp_members, (void *)members},
                           {Py_tp_iter, cucore__py_pointer_to((void (*)(void))cucore__py_array_iter)},
                           {Py_tp_repr, cucore__py_pointer_to((void (*)(void))cucore__py_array_repr)},
                           {Py_tp_dealloc, cucore__py_pointer_to((void (*)(void))cucore__py_array_free)},
                           {Py_tp_traverse, cucore__py_pointer_to((void (*)(void))cucore__py_array_traverse)},
                           {Py_tp_clear, cucore__py_pointer_to((void (*)(void))cucore__py_array_clear)},
                           {Py_sq_length, cucore__py_pointer_to((void (*)(void))cucore__py_array_length)},
                           {Py_sq_item, cucore__py_pointer_to((void (*)(void))cucore__py_array_item)},
                           {Py_sq_contains, cucore__py_pointer_to((void (*)(void))cucore__py_number_contains)},
                           {Py_nb_bool, cucore__py_pointer_to((void (*)(void))cucore__py_number_is_true)},
                           {Py_nb_int, cucore__py_pointer_to((void (*)(void))cucore__py_export_int)},
                           {Py_nb_float, cucore__py_pointer_to((void (*)(void))cucore__py_export_float)},
                           {Py_nb_index, cucore__py_pointer_to((void (*)(void))cucore__py_number_index)},
                           {Py_tp_richcompare, cucore__py_pointer_to((void (*)(void))cucore__py_number_compare)},
                           {Py_tp_hash, cucore__py_pointer_to((void (*)(void))PyObject_HashNotImplemented)},
                           {Py_bf_getbuffer, cucore__py_pointer_to((void (*)(void))cucore__py_array_getbuffer)},
                           {Py_bf_releasebuffer, cucore__py_pointer_to((void (*)(void))cucore_py_export_releasebuffer)},
                           {0, NULL}};
    PyObject *type =
        cucore__py_type_new("cucore.Array", CUCORE__PY_BASICSIZE(cucore__py_array), Py_TPFLAGS_HAVE_GC, slots);
    if (type && cucore_py_export_exchange((PyTypeObject *)(void *)type, &cucore__py_array_exchange) < 0) Py_CLEAR(type);
    return type;
}

CUCORE__PRIVATE void cucore__py_array_unshare(PyObject *capsule)
{
    cucore__py_array_shared *shared =
        (cucore__py_array_shared *)(PyCapsule_GetPointer)(capsule, cucore__py_array_capsule);
    if (!shared) return; /* unreachable: its name is not changed */
    Py_DECREF(shared->type);
    PyMem_Free(shared);
}

/* Returns a capsule that holds the type. */
CUCORE__PRIVATE PyObject *cucore__py_array_share(PyObject *type)
{
    cucore__py_array_shared *shared = (cucore__py_array_shared *)PyMem_Malloc(sizeof *shared);
    PyObject *capsule;
    if (!shared) return PyErr_NoMemory();
    shared->layout = cucore__py_array_layout_here();
    shared->type = type;
    capsule = PyCapsule_New(shared, cucore__py_array_capsule, cucore__py_array_unshare);
    if (!capsule) {
        PyMem_Free(shared);
        return NULL;
    }
    Py_INCREF(type);
    return capsule;
}

/* Returns a new reference to the type that the modules of this interpreter share, or to a type of this module only if
 * the dict holds the type of another layout, or the object of a stranger. */
CUCORE__PRIVATE PyObject *cucore__py_array_type_find(void)
{
    PyObject *dict, *key, *type, *found, *capsule;
    if (cucore__py_array_look_up(&dict, &key, &found) < 0) return NULL;
    if (!dict) return cucore__py_array_type_make();
    if (!found) {
        type = cucore__py_array_type_make();
        capsule = type ? cucore__py_array_share(type) : NULL;
        if (capsule) found = cucore__py_dict_keep(dict, key, capsule);
        Py_XDECREF(capsule);
        Py_CLEAR(type);
    }
    Py_DECREF(key);
    if (!found) return NULL;
    type = cucore__py_array_shared_type(found);
    Py_XINCREF(type);
    Py_DECREF(found);
    return type ? type : cucore__py_array_type_make();
}

/* Returns a new reference to the type.  If two threads make it at once, the later one leaks a type. */
CUCORE__PRIVATE PyObject *cucore__py_array_type(cucore__py_state *state)
{
    PyObject *type = CUCORE__LOAD(&state->array_type);
    if (!type) {
        type = cucore__py_array_type_find();
        if (type) CUCORE__STORE(&state->array_type, type);
    }
    Py_XINCREF(type);
    return type;
}

/* Moves the view in; on error the view is as it was. */
CUCORE__PRIVATE PyObject *cucore__py_array_new(cucore__py_state *state, cucore_view *view)
{
    PyObject *type;
    PyObject *self;
    cucore_status status = cucore__view_check_movable("cucore_py_return", view);
    if (status) {
        cucore__py_raise(status);
        return NULL;
    }
    type = cucore__py_array_type(state);
    self = type ? cucore__py_array_object(type) : NULL;
    Py_XDECREF(type);
    if (!self) return NULL;
    cucore__view_move(view, &CUCORE__PY_DATA(cucore__py_array, self)->view);
    cucore__py_array_filled(self);
    return self;
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
