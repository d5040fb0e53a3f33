/* ----------------------------------------------------------------------------------------------- >>impl-py-owner -- */
/* python/out/owner.c: keeps streams alive with memory, and moves views into Py_buffers and tensors. */
CUCORE_API int cucore_py_view_wrap(void *ptr, const cucore_array_spec *spec, PyObject *owner, cucore_view *out)
{
    cucore_status status = cucore_view_wrap(ptr, spec, owner, owner ? cucore__py_free_reference : NULL, out);
    cucore__py_waits_set();
    if (status) return cucore__py_raise(status);
    Py_XINCREF(owner);
    return 0;
}

CUCORE_API int cucore_py_view_keep_stream(cucore_view *view, PyObject *stream)
{
    cucore_buffer *memory;
    PyObject *kept = NULL;
    if (!view) return cucore__py_raise(cucore__fail_null("cucore_py_view_keep_stream", "view"));
    if (!stream || stream == Py_None || PyLong_Check(stream)) return 0;
    if (!cucore__view_is_freed_by(view, cucore__memory_free) && !cucore__view_is_freed_by(view, cucore__py_free_memory))
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

/* Makes a cucore.Array that owns what the view did, which borrows afterwards.  On error the view is as it was. */
CUCORE__PRIVATE PyObject *cucore__py_array_of(cucore_view *view)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    PyObject *type = state ? cucore__py_array_type(state) : NULL;
    PyObject *self = type ? cucore__py_array_object(type) : NULL;
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
    if (owner.release) cucore__view_own_wrapped(held, owner.owner, owner.release);
    cucore__py_array_filled(self);
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
            cucore__py_raise_buffer(status);
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

/* Takes an array in, and moves what its view owns to `owner`; the view borrows afterwards.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_take_for_tensor(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *view,
                                               cucore_owner *owner)
{
    cucore_arg owned = arg ? *arg : cucore__arg_any;
    owned.flags &= ~CUCORE_BORROW;
    owner->owner = NULL;
    owner->release = NULL;
    if (cucore_py_view(obj, &owned, stream, view) < 0) return -1;
    cucore__view_unmark(view);
#if defined(CUCORE_COPY_H)
    if (cucore__py_is_converted(view) && !(owned.flags & CUCORE_WRITE)) cucore__py_convert_keep(view);
#endif
    cucore__py_share_memory(view);
    if (!cucore_view_detach(view, owner)) return 0;
    cucore__py_raise(cucore_last_error()->status);
    return cucore__py_release_failed(view);
}

/* Raises the last error, and gives the array back.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_tensor_failed(const cucore_arg *arg, cucore_status status,
                                                          cucore_owner *owner)
{
    if (status == CUCORE_INVALID_ARGUMENT) {
        cucore__py_raise(status);
    } else {
        cucore__py_refuse_status(arg ? arg : &cucore__arg_any, status);
    }
    cucore_owner_release(owner);
    return -1;
}

CUCORE_API int cucore_py_array_to_dlmanaged(PyObject *obj, const cucore_arg *arg, CUstream stream, uint64_t flags,
                                            DLManagedTensor **out)
{
    cucore_view view;
    cucore_owner owner;
    cucore_status status;
    *out = NULL;
    if (cucore__py_take_for_tensor(obj, arg, stream, &view, &owner) < 0) return -1;
    if (view.protocol == CUCORE_PROTOCOL_NONE) return 0;
    status = cucore_view_to_dlmanaged(&view, owner.owner, owner.release, flags, out);
    return status ? cucore__py_tensor_failed(arg, status, &owner) : 0;
}

CUCORE_API int cucore_py_array_to_dlmanaged_versioned(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                      uint64_t flags, DLManagedTensorVersioned **out)
{
    cucore_view view;
    cucore_owner owner;
    cucore_status status;
    *out = NULL;
    if (cucore__py_take_for_tensor(obj, arg, stream, &view, &owner) < 0) return -1;
    if (view.protocol == CUCORE_PROTOCOL_NONE) return 0;
    if (view.copied) flags |= CUCORE_EXPORT_COPIED;
    status = cucore_view_to_dlmanaged_versioned(&view, owner.owner, owner.release, flags, out);
    return status ? cucore__py_tensor_failed(arg, status, &owner) : 0;
}
