/* python/out/export_others.c: makes interface dicts and buffers of an own type, and makes its exchange table known. */
/* -- interfaces ------------------------------------------------------------------------------------------------ */
/* Sets an item.  The function takes `value` over, which may be NULL with an exception. */
CUCORE__PRIVATE int cucore__py_dict_put(PyObject *dict, PyObject *key, PyObject *value)
{
    int failed = !value || PyDict_SetItem(dict, key, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

CUCORE__PRIVATE PyObject *cucore__py_none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

CUCORE__PRIVATE int cucore__py_dict_fill(const cucore__py_state *state, const cucore_view *view,
                                         const cucore_interface *c, PyObject *dict)
{
    PyObject *const *names = state->names;
    if (cucore__py_dict_put(dict, names[CUCORE__PY_SHAPE], cucore__py_ints(c->shape, c->ndim)) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_TYPESTR], PyUnicode_FromString(c->typestr)) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_DATA],
                            Py_BuildValue("(KO)", (unsigned long long)c->data, c->readonly ? Py_True : Py_False)) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_STRIDES],
                            c->strides ? cucore__py_ints(c->strides, c->ndim) : cucore__py_none()) < 0 ||
        cucore__py_dict_put(dict, names[CUCORE__PY_VERSION], PyLong_FromLong(3)) < 0) {
        return -1;
    }
    if (c->protocol == CUCORE_PROTOCOL_CAI &&
        cucore__py_dict_put(dict, names[CUCORE__PY_STREAM],
                            c->has_stream ? PyLong_FromUnsignedLongLong(c->stream) : cucore__py_none()) < 0) {
        return -1;
    }
    if (!view->descr) return 0;
    return PyDict_SetItem(dict, names[PyUnicode_Check((PyObject *)view->descr) ? CUCORE__PY_TYPESTR : CUCORE__PY_DESCR],
                          (PyObject *)view->descr);
}

/* Makes the dict.  A dict that cannot be made is an absent attribute, so that hasattr() works (rules P14, P15). */
CUCORE__PRIVATE PyObject *cucore__py_interface_dict(const cucore_view *view, int protocol)
{
    static const char nothing[1] = {0};
    cucore_interface_room room;
    cucore_interface c;
    cucore__py_state local, *state;
    PyObject *dict;
    if (cucore_view_to_interface(view, protocol, &room, &c)) {
        PyErr_SetString(PyExc_AttributeError, cucore_last_error()->message);
        return NULL;
    }
    if (protocol == CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        if (cucore__py_order_export(view, CUCORE_STREAM_HOST) < 0) return NULL;
        if (!c.data) c.data = (uint64_t)(uintptr_t)nothing; /* NumPy before 2.4 refuses NULL (rules A3) */
    } else if (view->producer_context && cucore__py_order_export(view, view->producer_stream) < 0) {
        return NULL; /* the default stream 1 or 2 means the current context, or the primary one (rules P14, B118) */
    }
    state = cucore__py_state_get(&local);
    if (!state) return NULL;
    dict = PyDict_New();
    if (dict && cucore__py_dict_fill(state, view, &c, dict) < 0) Py_CLEAR(dict);
    cucore__py_state_put(state, &local);
    return dict;
}

CUCORE_API PyObject *cucore_py_export_cai(const cucore_view *view)
{
    return view ? cucore__py_interface_dict(view, CUCORE_PROTOCOL_CAI) : NULL;
}

CUCORE_API PyObject *cucore_py_export_array_interface(const cucore_view *view)
{
    return view ? cucore__py_interface_dict(view, CUCORE_PROTOCOL_ARRAY_INTERFACE) : NULL;
}

/* -- buffers --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE cucore_status cucore__buffer_check_layout(const cucore_view *view, int flags)
{
    int c = cucore_layout_is_c_contiguous(&view->layout), f = cucore_layout_is_f_contiguous(&view->layout);
    if ((flags & PyBUF_WRITABLE) && view->readonly)
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is read-only, but a writable buffer was asked for");
    if ((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS && !c) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is not C-contiguous, as the buffer asked for has to be");
    }
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !f)
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is not F-contiguous, as the buffer asked for has to be");
    if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !c && !f) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is not contiguous, as the buffer asked for has to be");
    }
    if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES && !c) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is not C-contiguous, and a buffer without strides was asked for");
    }
    if ((flags & PyBUF_FORMAT) && (flags & PyBUF_ND) != PyBUF_ND)
        return cucore_fail(CUCORE_UNSUPPORTED, "a buffer with a format, but without a shape was asked for");
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__buffer_check_request(const cucore_view *view, int flags)
{
    if ((flags & PyBUF_ND) == PyBUF_ND && view->layout.itembits % 8) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the elements are packed, %lld bits each, and a buffer with a shape was asked for",
                           (long long)view->layout.itembits);
    }
    return cucore__buffer_check_layout(view, flags);
}

/* Writes the format of numbers of foreign byte order, from the typestr of an interface: "8x" would not show the order.
 * An exception that is set stays. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__buffer_encode_swapped(const cucore_view *view, char *letters)
{
    char typestr[16];
    Py_ssize_t length = 0;
    PyObject *descr = (PyObject *)view->descr;
    const char *text = descr && PyUnicode_Check(descr) ? PyUnicode_AsUTF8AndSize(descr, &length) : NULL;
    cucore_dtype dtype;
    if (!text && PyErr_Occurred()) return CUCORE_PROTOCOL;
    if (text && length > 1 && length < (Py_ssize_t)sizeof typestr) {
        memcpy(typestr, text, (size_t)length);
        typestr[0] = CUCORE__NATIVE_ORDER;
        if (!cucore_dtype_from_typestr(typestr, (size_t)length, &dtype) && dtype.code != CUCORE_CODE_OPAQUE &&
            cucore_dtype_to_pep3118(dtype, letters + 1, 15) >= 0) {
            letters[0] = CUCORE__FOREIGN_ORDER;
            if (letters[1] == 'l') letters[1] = 'q'; /* which has 4 bytes after a byte order (rules A9) */
            if (letters[1] == 'L') letters[1] = 'Q';
            return CUCORE_OK;
        }
    }
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the buffer protocol has no format for elements of foreign byte order of '%.40s'",
                       text ? text : "?");
}

/* Sets `out` to the format of the producer, or to one in `letters`, which has room for 16; "" without PyBUF_FORMAT
 * (rules B104). */
CUCORE__PRIVATE cucore_status cucore__buffer_encode_format(const cucore_view *view, int flags, char *letters,
                                                           const char **out)
{
    *out = view->pep3118_format ? view->pep3118_format : letters;
    letters[0] = '\0';
    if (!(flags & PyBUF_FORMAT) || view->pep3118_format) return CUCORE_OK;
    if (view->byte_swapped) return cucore__buffer_encode_swapped(view, letters);
    if (cucore_dtype_to_pep3118(view->dtype, letters, 16) >= 0) return CUCORE_OK;
    return cucore_last_error()->status;
}

/* Fills a Py_buffer of memory of any kind, except its owner; out->internal is freed by
 * cucore_py_export_releasebuffer. */
CUCORE__PRIVATE cucore_status cucore__py_buffer_describe(const cucore_view *view, int flags, Py_buffer *out)
{
    const int ndim = view->layout.ndim, shaped = (flags & PyBUF_ND) == PyBUF_ND;
    const int64_t nbytes = cucore_layout_nbytes(&view->layout);
    const size_t entries = shaped ? 2 * (size_t)ndim * sizeof(Py_ssize_t) : 0;
    char letters[16], *room = NULL;
    const char *format = "";
    size_t length;
    Py_ssize_t *axes;
    int i;
    cucore_status status = nbytes < 0 ? cucore_last_error()->status : CUCORE_OK;
    if (!status && nbytes > (int64_t)PTRDIFF_MAX) /* impossible if addresses have 64 bits */
        status = cucore_fail(CUCORE_OVERFLOW, "an array of %lld bytes does not fit a buffer", (long long)nbytes);
    if (!status) status = cucore__buffer_encode_format(view, flags, letters, &format);
    if (!status) status = cucore__buffer_check_request(view, flags);
    if (status) return status;
    length = flags & PyBUF_FORMAT ? strlen(format) + 1 : 0;
    if (entries + length) {
        room = (char *)PyMem_Malloc(entries + length);
        if (!room) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the shape of a buffer");
        memcpy(room + entries, format, length);
    }
    axes = (Py_ssize_t *)(void *)room;
    for (i = 0; entries && i < ndim; i++) {
        axes[i] = (Py_ssize_t)view->layout.shape[i];
        axes[ndim + i] = (Py_ssize_t)((uint64_t)view->layout.strides[i] * (uint64_t)view->layout.itemsize);
    }
    out->buf = view->ptr;
    out->len = (Py_ssize_t)nbytes;
    out->itemsize = (Py_ssize_t)view->layout.itemsize;
    out->readonly = view->readonly;
    out->ndim = shaped ? ndim : 1;
    out->format = length ? room + entries : NULL;
    out->shape = entries ? axes : NULL;
    out->strides = entries && (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? axes + ndim : NULL;
    out->suboffsets = NULL;
    out->internal = room;
    return CUCORE_OK;
}

/* Raises the last error about a buffer, unless an exception is set.  Returns -1. */
CUCORE__PRIVATE int cucore__py_raise_buffer(cucore_status status)
{
    PyObject *exception = status == CUCORE_OUT_OF_MEMORY ? PyExc_MemoryError : PyExc_BufferError;
    if (!PyErr_Occurred()) PyErr_SetString(exception, cucore_last_error()->message);
    return -1;
}

CUCORE_API int cucore_py_export_getbuffer(PyObject *owner, const cucore_view *view, int flags, Py_buffer *out)
{
    static char nothing[1];
    cucore_status status;
    if (!out) {
        PyErr_SetString(PyExc_BufferError, "no Py_buffer was given");
        return -1;
    }
    out->obj = NULL;
    if (!view || (!owner && cucore__py_raise_missing(PyExc_TypeError, "owner"))) return -1;
    status = cucore__view_check_sound("view", view);
    if (!status && !view->host_accessible)
        status = cucore_fail(CUCORE_UNSUPPORTED, "the array is in device memory, which the CPU cannot read");
    if (!status) status = cucore__py_buffer_describe(view, flags, out);
    if (status) return cucore__py_raise_buffer(status);
    if (cucore__py_order_export(view, CUCORE_STREAM_HOST) < 0) {
        PyMem_Free(out->internal);
        return -1;
    }
    if (!out->len) out->buf = nothing;
    Py_INCREF(owner);
    out->obj = owner;
    return 0;
}

CUCORE_API void cucore_py_export_releasebuffer(PyObject *owner, Py_buffer *buffer)
{
    (void)owner;
    PyMem_Free(buffer->internal);
    buffer->internal = NULL;
}

/* Checks that an object is of the type, or derived from it, by its buffer: a table is called with any object. */
CUCORE_API int cucore__py_export_check(PyObject *self, int (*getbuffer)(PyObject *, Py_buffer *, int))
{
    PyObject *name;
#if defined(Py_LIMITED_API)
    void *own = PyType_GetSlot(Py_TYPE(self), Py_bf_getbuffer);
    if (own == cucore__py_pointer_to((void (*)(void))getbuffer)) return 0;
    PyErr_Clear();
#else
    const PyBufferProcs *procs = Py_TYPE(self)->tp_as_buffer;
    if (procs && procs->bf_getbuffer == getbuffer) return 0;
#endif
    name = cucore__py_type_name(Py_TYPE(self));
    if (name) PyErr_Format(PyExc_TypeError, "the C exchange table is of another type than '%.64U'", name);
    Py_XDECREF(name);
    return -1;
}

/* Sets type.name = value, also of a static type.  The function takes `value` over, which may be NULL with an
 * exception. */
CUCORE__PRIVATE int cucore__py_type_put(PyTypeObject *type, const char *name, PyObject *value)
{
    int failed = !value;
#if !defined(Py_LIMITED_API)
    if (value && !PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        if (!type->tp_dict) type->tp_dict = PyDict_New();
        failed = !type->tp_dict || PyDict_SetItemString(type->tp_dict, name, value) < 0;
        PyType_Modified(type);
        Py_DECREF(value);
        return failed ? -1 : 0;
    }
#endif
    if (value) failed = PyObject_SetAttrString((PyObject *)type, name, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

CUCORE_API int cucore_py_export_exchange(PyTypeObject *type, const cucore_exchange_api *table)
{
    return cucore__py_type_put(type, "__dlpack_c_exchange_api__",
                               PyCapsule_New((void *)(uintptr_t)table, "dlpack_exchange_api", NULL));
}
