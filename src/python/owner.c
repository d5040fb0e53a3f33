/* python/owner.c: what views hold as owners, and views as Py_buffers.  For users and core/view.c. */
/* -- owners ----------------------------------------------------------------------------------------------------- */
/* Frees what an owner holds, as cucore__py_act_with_gil. */
CUCORE__PRIVATE void cucore__py_free_with_gil(void (*drop)(void *owner), void *owner)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    drop(owner);
    cucore__py_gil_leave(&gil);
}

CUCORE__PRIVATE void cucore__py_drop_reference(void *owner)
{
    Py_DECREF((PyObject *)owner);
}

CUCORE__PRIVATE void cucore__py_free_reference(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_reference, owner);
}

CUCORE_API int cucore_py_view_keep_stream(cucore_view *view, PyObject *stream)
{
    cucore_buffer *memory;
    PyObject *kept = NULL;
    if (!view) return cucore__py_raise(cucore__fail_null("cucore_py_view_keep_stream", "view"));
    if (!stream || stream == Py_None || PyLong_Check(stream)) return 0;
    if (view->private_.release != cucore__memory_release && view->private_.release != cucore__py_release_memory)
        return 0;
    memory = (cucore_buffer *)view->private_.owner;
    if (!memory->private_.resource) return 0;
    if (memory->release == cucore__py_free_reference) {
        kept = (PyObject *)memory->owner;
    } else if (memory->release) {
        PyErr_SetString(
            PyExc_ValueError,
            "cucore_py_view_keep_stream: the buffer has a release function already: let it keep the stream");
        return -1;
    }
    Py_INCREF(stream);
    memory->owner = stream;
    memory->release = cucore__py_free_reference;
    memory->private_.keeps_stream = 1;
    Py_XDECREF(kept);
    return 0;
}

CUCORE__PRIVATE void cucore__py_free_managed(void *owner)
{
    cucore__py_free_with_gil(cucore__managed_free, owner);
}

CUCORE__PRIVATE void cucore__py_free_managed_versioned(void *owner)
{
    cucore__py_free_with_gil(cucore__managed_versioned_free, owner);
}

/* A buffer whose exporter has to be told of its release, or one and an object. */
typedef struct cucore__py_held {
    Py_buffer buffer;
    PyObject *other;
} cucore__py_held;

CUCORE__PRIVATE void cucore__py_drop_held(void *owner)
{
    cucore__py_held *held = (cucore__py_held *)owner;
    PyBuffer_Release(&held->buffer);
    Py_XDECREF(held->other);
    free(held);
}

CUCORE__PRIVATE void cucore__py_free_held(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_held, owner);
}

/* Has the exporter of a buffer to be told of its release? */
CUCORE__PRIVATE int cucore__py_is_told(const Py_buffer *buffer)
{
    if (!buffer->obj) return 0;
#if defined(Py_LIMITED_API)
    return PyType_GetSlot(Py_TYPE(buffer->obj), Py_bf_releasebuffer) != NULL;
#else
    return Py_TYPE(buffer->obj)->tp_as_buffer && Py_TYPE(buffer->obj)->tp_as_buffer->bf_releasebuffer;
#endif
}

/* The same memory in a buffer at an address that stays: the first one may be known by its own (rules A6). */
CUCORE__PRIVATE cucore_status cucore__py_buffer_again(const cucore_view *view, const Py_buffer *first, int lasting,
                                                      Py_buffer *out)
{
    const int flags = view->protocol == CUCORE_PROTOCOL_PEP3118 ? PyBUF_FULL_RO : PyBUF_SIMPLE;
    if (PyObject_GetBuffer(first->obj, out, flags) < 0) return cucore__py_foreign_failed(CUCORE_UNSUPPORTED, lasting);
    if (out->buf == first->buf && out->len == first->len) return CUCORE_OK;
    PyBuffer_Release(out);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "cucore_view_detach: asked again, the exporter of the buffer at 0x%llx shows other memory",
                       (unsigned long long)(uintptr_t)first->buf);
}

/* A buffer in the view, and an object where an interface has one. */
CUCORE__PRIVATE cucore_status cucore__py_detach_buffer(cucore_view *view, int lasting, cucore_owner *out)
{
    Py_buffer *first = (Py_buffer *)(void *)view->private_.storage;
    PyObject *other = (PyObject *)view->private_.owner;
    cucore__py_held *held;
    cucore_status status = CUCORE_OK;
    const int told = cucore__py_is_told(first);
    if (!told && (!other || !first->obj || other == first->obj)) {
        if (other && other == first->obj) Py_DECREF(other);
        out->owner = first->obj ? first->obj : other;
        out->release = out->owner ? cucore__py_free_reference : NULL;
        return CUCORE_OK;
    }
    held = (cucore__py_held *)malloc(sizeof *held);
    if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *held);
    held->other = other;
    if (told) {
        status = cucore__py_buffer_again(view, first, lasting, &held->buffer);
    } else {
        held->buffer = *first;
    }
    if (status) {
        free(held);
        return status;
    }
    if (view->pep3118_format) view->pep3118_format = held->buffer.format;
    if (told) PyBuffer_Release(first);
    out->owner = held;
    out->release = cucore__py_free_held;
    return CUCORE_OK;
}

/* Fresh memory of an argument that was made to fit.  What is still to be copied back needs the view. */
CUCORE__PRIVATE cucore_status cucore__py_detach_conversion(cucore_view *view, cucore_owner *out)
{
    if (((const cucore__py_conversion *)view->private_.owner)->writes) {
        return cucore__invalid(
            "cucore_view_detach: the view is a copy that cucore_py_args_release or cucore_py_return is to "
            "copy back");
    }
    cucore__py_convert_keep(view);
    if (view->private_.release) (void)cucore__memory_detach(view, out);
    return CUCORE_OK;
}

/* With the GIL, in an interpreter that lives: what a view of python/ owns. */
CUCORE__PRIVATE cucore_status cucore__py_detach_held(cucore_view *view, int lasting, cucore_owner *out)
{
    void (*release)(cucore_view *) = view->private_.release;
    cucore_status status = CUCORE_OK;
    if (release == cucore__py_release_conversion) return cucore__py_detach_conversion(view, out);
    out->owner = view->private_.owner;
    if (release == cucore__py_release_buffer || release == cucore__py_release_ndarray) {
        status = cucore__py_detach_buffer(view, lasting, out);
    } else if (release == cucore__py_release_versioned || release == cucore__py_release_result_tensor) {
        out->release = cucore__py_free_managed_versioned;
    } else if (release == cucore__py_release_managed) {
        out->release =
            view->protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_free_managed : cucore__py_free_managed_versioned;
    } else if (release == cucore__py_release_memory) {
        out->release = cucore__py_free_memory;
    } else { /* cucore__py_release_object, cucore__py_release_result_array */
        out->release = cucore__py_free_reference;
    }
    if (!status && release != cucore__py_release_result_tensor) Py_XDECREF((PyObject *)view->descr);
    return status;
}

/* In an interpreter that is gone or going it leaks, as a release does. */
CUCORE__PRIVATE cucore_status cucore__py_detach(cucore_view *view, cucore_owner *out)
{
    cucore__py_gil gil;
    cucore_status status;
    if (!cucore__py_gil_enter(&gil)) return CUCORE_OK;
    status = cucore__py_detach_held(view, gil.lasting && !gil.pending, out);
    cucore__py_gil_leave(&gil);
    return status;
}

/* -- buffers ---------------------------------------------------------------------------------------------------- */
/* As cucore__buffer_fill, with room only where it is needed, and memory of any kind. */
CUCORE__PRIVATE cucore_status cucore__py_buffer_describe(const cucore_view *view, int flags, Py_buffer *out)
{
    char letters[16], *room = NULL;
    const char *format = "";
    int64_t nbytes = cucore_layout_nbytes(&view->layout);
    size_t entries = (flags & PyBUF_ND) == PyBUF_ND ? 2 * (size_t)view->layout.ndim * sizeof(Py_ssize_t) : 0, length;
    Py_ssize_t *axes;
    int i, ndim = view->layout.ndim;
    cucore_status status = nbytes < 0 ? cucore_last_error()->status : CUCORE_OK;
    if (!status && nbytes > (int64_t)PTRDIFF_MAX) { /* not where addresses have 64 bits */
        status = cucore_fail(CUCORE_OVERFLOW, "an array of %lld bytes does not fit a buffer", (long long)nbytes);
    }
    if (!status) status = cucore__buffer_check_request(view, flags);
    if (!status) status = cucore__buffer_encode_format(view, flags, letters, &format);
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
    out->ndim = (flags & PyBUF_ND) == PyBUF_ND ? ndim : 1;
    out->format = length ? room + entries : NULL;
    out->shape = entries ? axes : NULL;
    out->strides = entries && (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? axes + ndim : NULL;
    out->suboffsets = NULL;
    out->internal = room;
    return CUCORE_OK;
}

/* A cucore.Array that owns what the view did; the view is a borrowed one then, else as it was. */
CUCORE__PRIVATE PyObject *cucore__py_array_of(cucore_view *view)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    PyObject *type = state ? cucore__py_array_type(state) : NULL;
    PyObject *self = type ? PyObject_New(PyObject, (PyTypeObject *)(void *)type) : NULL;
    cucore_view *held;
    cucore_owner owner;
    if (state) cucore__py_state_put(state, &local);
    Py_XDECREF(type);
    if (!self) return NULL;
    held = &CUCORE__PY_DATA(cucore__py_array, self)->view;
    cucore__view_clear(held);
    cucore__py_share_memory(view);
    if (cucore_view_detach(view, &owner)) {
        Py_DECREF(self);
        cucore__py_raise(cucore_last_error()->status);
        return NULL;
    }
    cucore__view_move(view, held);
    cucore__view_own(held, owner.owner, owner.release ? cucore__wrapped_release : NULL);
    held->private_.free_owner = owner.release;
    return self;
}

CUCORE_API int cucore_py_view_move_to_buffer(cucore_view *view, int flags, Py_buffer *out)
{
    cucore_status status = CUCORE_OK;
    PyObject *error;
    if (out) memset(out, 0, sizeof *out);
    if (!view || !out) {
        status = cucore__fail_null("cucore_py_view_move_to_buffer", view ? "out" : "view");
    } else if (cucore__view_is_copy(view)) {
        status = cucore__fail_copy("cucore_py_view_move_to_buffer", view);
    } else if (view->protocol == CUCORE_PROTOCOL_NONE) {
        status =
            cucore__invalid("cucore_py_view_move_to_buffer: the view holds no data: it was released, or never filled");
    } else {
        status = cucore__view_check_sound("cucore_py_view_move_to_buffer: view", view);
        if (!status) status = cucore__view_check_owns("cucore_py_view_move_to_buffer", view);
    }
    if (status) {
        cucore__py_raise(status);
    } else {
        status = cucore__py_buffer_describe(view, flags, out);
        if (status) {
            PyErr_SetString(status == CUCORE_OUT_OF_MEMORY ? PyExc_MemoryError : PyExc_BufferError,
                            cucore_last_error()->message);
        } else {
            out->obj = cucore__py_array_of(view);
            if (out->obj) return 0;
            PyMem_Free(out->internal);
        }
        memset(out, 0, sizeof *out);
    }
    error = cucore__py_error_take();
    cucore_view_release(view);
    cucore__py_error_put(error);
    return -1;
}
