/* ---------------------------------------------------------------------------------------------- >>impl-py-export -- */
/* python/out/export_dlpack.c: makes capsules, answers __dlpack__, and makes copies for consumers. */
/* Deletes the tensor of a capsule that dies unconsumed (rules P11). */
CUCORE__PRIVATE void cucore__py_capsule_drop(PyObject *capsule)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        cucore__dlmanaged_versioned_delete(
            (DLManagedTensorVersioned *)(PyCapsule_GetPointer)(capsule, "dltensor_versioned"));
    } else if (PyCapsule_IsValid(capsule, "dltensor")) {
        cucore__dlmanaged_delete((DLManagedTensor *)(PyCapsule_GetPointer)(capsule, "dltensor"));
    }
    if (pending) cucore__py_error_put(pending);
}

/* Makes a capsule of a tensor, which the function takes over, also on error.  If it is NULL, the last error is
 * raised. */
CUCORE__PRIVATE PyObject *cucore__py_capsule_new(cucore__exported *exported, int versioned)
{
    PyObject *capsule, *error;
    cucore__py_waits_set();
    if (!exported) {
        cucore__py_raise(cucore_last_error()->status);
        return NULL;
    }
    capsule = PyCapsule_New(exported, versioned ? "dltensor_versioned" : "dltensor", cucore__py_capsule_drop);
    if (capsule) return capsule;
    error = cucore__py_error_take();
    cucore__exported_free(exported);
    cucore__py_error_put(error);
    return NULL;
}

CUCORE__PRIVATE cucore__exported *cucore__py_export(PyObject *owner, const cucore_view *view, int versioned,
                                                    uint64_t flags)
{
    cucore__exported *exported = cucore__view_export(view, owner, owner ? cucore__py_free_reference : NULL,
                                                     versioned ? NULL : cucore__view_check_legacy, flags);
    if (exported) Py_XINCREF(owner);
    return exported;
}

CUCORE_API PyObject *cucore_py_export_capsule(PyObject *owner, const cucore_view *view, int versioned, uint64_t flags)
{
    cucore__exported *exported = NULL;
    if (!view) return NULL;
    if (!cucore__export_check_flags("cucore_py_export_capsule", versioned, flags))
        exported = cucore__py_export(owner, view, versioned, flags);
    return cucore__py_capsule_new(exported, versioned);
}

CUCORE_API PyObject *cucore_py_export_capsule_move(cucore_view *view, int versioned, uint64_t flags)
{
    if (!view) return NULL;
    return cucore__py_capsule_new(cucore__view_export_taken("cucore_py_export_capsule_move", view,
                                                            versioned ? NULL : cucore__view_check_legacy, flags),
                                  versioned);
}

/* -- __dlpack__ ------------------------------------------------------------------------------------------------ */
/* How a consumer called __dlpack__. */
typedef struct cucore__py_asked {
    PyObject *stream, *max_version, *dl_device, *copy; /* borrowed; NULL: not given */
    int device_type, device_id;
    int must_copy, must_share, versioned;
    CUstream consumer; /* NULL: not given */
} cucore__py_asked;

CUCORE__PRIVATE int cucore__py_same_text(PyObject *a, PyObject *b)
{
    return a == b || PyUnicode_Compare(a, b) == 0;
}

CUCORE__PRIVATE int cucore__py_asked_collect(const cucore__py_state *state, PyObject *const *args, Py_ssize_t nargs,
                                             PyObject *names, cucore__py_asked *asked)
{
    static const int known[4] = {CUCORE__PY_STREAM, CUCORE__PY_MAX_VERSION, CUCORE__PY_DL_DEVICE, CUCORE__PY_COPY};
    PyObject **const places[4] = {&asked->stream, &asked->max_version, &asked->dl_device, &asked->copy};
    Py_ssize_t i, count = names ? PyTuple_Size(names) : 0;
    int k;
    asked->stream = asked->max_version = asked->dl_device = asked->copy = NULL;
    if (nargs > 0) {
        PyErr_Format(PyExc_TypeError, "__dlpack__() takes 0 positional arguments, but %zd were given", nargs);
        return -1;
    }
    for (i = 0; i < count; i++) {
        PyObject *name = CUCORE__PY_TUPLE_ITEM(names, i);
        for (k = 0; k < 4 && !cucore__py_same_text(name, state->names[known[k]]); k++) {
        }
        if (k == 4) {
            PyErr_Format(PyExc_TypeError, "__dlpack__() got an unexpected keyword argument '%.64U'", name);
            return -1;
        }
        if (args[i] != Py_None) *places[k] = args[i];
    }
    return 0;
}

CUCORE__PRIVATE int cucore__py_two_ints(const cucore__py_state *state, PyObject *value, const char *what, int *out)
{
    if (PyTuple_Check(value) && PyTuple_Size(value) == 2 && cucore__py_int_item(state, value, 0, &out[0]) == 0 &&
        cucore__py_int_item(state, value, 1, &out[1]) == 0) {
        return 0;
    }
    if (PyErr_Occurred()) return -1;
    if (PyTuple_Check(value) && PyTuple_Size(value) == 2 && PyIndex_Check(CUCORE__PY_TUPLE_ITEM(value, 0)) &&
        PyIndex_Check(CUCORE__PY_TUPLE_ITEM(value, 1))) {
        return cucore__py_raise_value(PyExc_OverflowError, "__dlpack__()", what, value);
    }
    return cucore__py_raise_value(PyExc_TypeError, "__dlpack__()", what, value);
}

/* Reads `copy` as NumPy does: any true or false value, but no text.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_asked_copy(const char *name, PyObject *copy, int *must_copy, int *must_share)
{
    int yes = copy == Py_True;
    *must_copy = *must_share = 0;
    if (!copy || copy == Py_None) return 0;
    if (PyUnicode_Check(copy))
        return cucore__py_raise_value(PyExc_ValueError, name, "copy must be None, True or False", copy);
    if (copy != Py_True && copy != Py_False) yes = PyObject_IsTrue(copy);
    *must_copy = yes > 0;
    *must_share = yes == 0;
    return yes < 0 ? -1 : 0;
}

CUCORE__PRIVATE int cucore__py_asked_device(const cucore__py_state *state, const cucore_view *view,
                                            cucore__py_asked *asked)
{
    int device[2] = {0, 0};
    asked->device_type = view->device_type;
    asked->device_id = cucore__view_dl_device_id(view);
    if (!asked->dl_device) return 0;
    if (cucore__py_two_ints(state, asked->dl_device, "dl_device must be None or (device type, device id)", device) <
        0) {
        return -1;
    }
    if (device[0] == asked->device_type && device[1] == asked->device_id) return 0;
    if (device[0] != CUCORE_DEVICE_TYPE_CPU || device[1] != 0) {
        PyErr_Format(PyExc_BufferError,
                     "the array is on device (%d, %d) and cannot be moved to (%d, %d), only to the CPU, (1, 0)",
                     asked->device_type, asked->device_id, device[0], device[1]);
        return -1;
    }
    asked->device_type = CUCORE_DEVICE_TYPE_CPU;
    asked->device_id = 0;
    return 0;
}

/* Reads the stream of the consumer for the device it wants (rules P5, D16).  A copy of device memory for the CPU is
 * made on that stream (B114). */
CUCORE__PRIVATE int cucore__py_asked_stream(const cucore__py_state *state, const cucore_view *view,
                                            cucore__py_asked *asked)
{
    static const char what[] = "stream must be None, -1 (no ordering), 1, 2 or the handle of a stream";
    unsigned long long value = 0;
    PyObject *number;
    int overflow = 0;
    asked->consumer = NULL;
    if (!asked->stream) return 0;
    if (view->device_type == CUCORE_DEVICE_TYPE_CPU || view->device_type == CUCORE_DEVICE_TYPE_ROCM_HOST) {
        return cucore__py_raise_value(PyExc_ValueError, "__dlpack__()", "stream must be None for data on the CPU",
                                      asked->stream);
    }
    if (asked->stream == state->ints[1]) {
        asked->consumer = CUCORE_STREAM_LEGACY;
        return 0;
    }
    number = cucore__py_index(asked->stream);
    if (!number) {
        if (PyErr_Occurred()) return -1;
        return cucore__py_raise_value(PyExc_TypeError, "__dlpack__()", "stream must be None or an int", asked->stream);
    }
    if (PyLong_AsLongAndOverflow(number, &overflow) == -1 && !overflow) {
        asked->consumer = CUCORE_STREAM_NO_SYNC;
    } else {
        value = PyLong_AsUnsignedLongLong(number);
    }
    Py_DECREF(number);
    if (asked->consumer) return 0;
    asked->consumer = (CUstream)(uintptr_t)value;
    if (PyErr_Occurred() || value == 0 || value > UINTPTR_MAX || asked->consumer == CUCORE_STREAM_NO_SYNC ||
        asked->consumer == CUCORE_STREAM_HOST) {
        return cucore__py_raise_value(PyExc_ValueError, "__dlpack__()", what, asked->stream);
    }
    return 0;
}

CUCORE__PRIVATE int cucore__py_asked_read(const cucore__py_state *state, const cucore_view *view,
                                          cucore__py_asked *asked)
{
    int version[2] = {1, 0};
    if (asked->max_version && asked->max_version != state->max_version &&
        cucore__py_two_ints(state, asked->max_version, "max_version must be None or (major, minor)", version) < 0) {
        return -1;
    }
    asked->versioned = asked->max_version && version[0] >= 1; /* a newer version gets ours (rules P3) */
    if (cucore__py_asked_copy("__dlpack__()", asked->copy, &asked->must_copy, &asked->must_share) < 0) return -1;
    if (cucore__py_asked_device(state, view, asked) < 0) return -1;
    return cucore__py_asked_stream(state, view, asked);
}

/* Makes `consumer` wait for the pending work on the view. */
CUCORE__PRIVATE int cucore__py_order_export(const cucore_view *view, CUstream consumer)
{
    if (!cucore__view_is_pending(view, consumer)) return 0;
    return cucore__py_call_detached(cucore__view_order, view, consumer);
}

/* Returns the stream to order: for None 1 for CUDA; memory that the CPU can read must be complete (rules P5). */
CUCORE__PRIVATE CUstream cucore__py_asked_consumer(const cucore__py_asked *asked, const cucore_view *view)
{
    if (asked->consumer) return asked->consumer;
    return view->host_accessible ? CUCORE_STREAM_HOST : CUCORE_STREAM_LEGACY;
}

/* Copies all bytes from the first to the last element, with the same strides; called without the GIL. */
CUCORE__PRIVATE cucore_status cucore__view_duplicate(const cucore_view *view, int device_type, CUstream stream,
                                                     cucore_view *out)
{
    cucore_array_spec spec;
    cucore__transfer transfer;
    int64_t first = 0, end = 0, bytes;
    cucore_status status = cucore__layout_byte_bounds(&view->layout, &first, &end);
    cucore__view_clear(out);
    if (cucore__layout_is_empty(&view->layout)) first = end = 0;
    bytes = end - first;
    if (!status) {
        memset(&spec, 0, sizeof spec);
        spec.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
        spec.ndim = 1;
        spec.shape = &bytes;
        spec.device_type = device_type;
        spec.device_id = view->device_id < 0 ? CUCORE_DEVICE_CURRENT : view->device_id;
        status = cucore_view_allocate(&spec, NULL, stream, out);
    }
    if (status) return status;
    if (!view->device_accessible) {
        if (bytes) memcpy(out->ptr, (const char *)view->ptr + first, (size_t)bytes);
    } else if (bytes) {
        status = cucore__transfer_make(out->ptr, (const char *)view->ptr + first, (size_t)bytes, &transfer);
        if (!status) {
            cucore__pointer_believe(out->device_type, out->device_id, &transfer.to);
            cucore__pointer_believe(view->device_type, view->device_id, &transfer.from);
            status = cucore__transfer_run(&transfer, stream, NULL);
        }
    }
    if (status) {
        cucore_view_release(out);
        return status;
    }
    out->ptr = bytes ? (char *)out->ptr - first : NULL;
    out->dtype = view->dtype;
    out->padded = view->padded;
    cucore__layout_copy(&out->layout, &view->layout);
    return CUCORE_OK;
}

/* Returns the stream on which a view is copied if no other is named: a default stream that works beside a capture if no
 * work is pending. */
CUCORE__PRIVATE CUstream cucore__view_copy_stream(const cucore_view *view)
{
    cucore__capture capture;
    cucore__place place;
    if (view->has_producer_stream) return view->producer_stream;
    if (view->device_accessible && !cucore__place_make(CUCORE_STREAM_LEGACY, view->device_id, &place) &&
        !cucore__place_capture(&place, &capture) && capture.is_beside) {
        return CUCORE_STREAM_PER_THREAD;
    }
    return CUCORE_STREAM_LEGACY;
}

/* Copies a view into new memory of a device on a stream, after the pending work.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_view_duplicate(const cucore_view *view, int device_type, CUstream stream,
                                              cucore_view *out)
{
    const int by_host = device_type == CUCORE_DEVICE_TYPE_CPU && view->host_accessible;
    cucore_status status;
    if (cucore__py_order_export(view, by_host ? CUCORE_STREAM_HOST : stream) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__view_duplicate(view, device_type, stream, out);
    if (!status) status = cucore_view_set_producer_stream(out, stream);
    Py_END_ALLOW_THREADS
    if (status) return cucore__py_raise(status);
    cucore__py_share_memory(out);
    return 0;
}

/* Exports a copy that only the consumer has, made on its stream (rules D17, B114). */
CUCORE__PRIVATE PyObject *cucore__py_dlpack_copy(const cucore_view *view, const cucore__py_asked *asked)
{
    cucore_view copy;
    PyObject *capsule;
    CUstream stream = cucore__view_copy_stream(view);
    if (asked->consumer && asked->consumer != CUCORE_STREAM_NO_SYNC) stream = asked->consumer;
    if (cucore__py_view_duplicate(view, asked->device_type, stream, &copy) < 0) return NULL;
    capsule = asked->consumer || asked->device_type == CUCORE_DEVICE_TYPE_CPU ||
                      cucore__py_order_export(&copy, cucore__py_asked_consumer(asked, view)) == 0
                  ? cucore_py_export_capsule_move(&copy, asked->versioned, CUCORE_EXPORT_COPIED)
                  : NULL;
    cucore_view_release(&copy);
    return capsule;
}

/* Exports the memory itself for the wanted device: its own, or the CPU, if that can read it. */
CUCORE__PRIVATE PyObject *cucore__py_dlpack_share(PyObject *owner, const cucore_view *view,
                                                  const cucore__py_asked *asked)
{
    cucore__exported *exported;
    DLTensor *tensor;
    int moved = asked->device_type != view->device_type;
    if (view->has_producer_stream &&
        cucore__py_order_export(view, moved ? CUCORE_STREAM_HOST : cucore__py_asked_consumer(asked, view)) < 0) {
        return NULL;
    }
    exported = cucore__py_export(owner, view, asked->versioned, 0);
    if (exported && moved) {
        tensor = cucore__exported_tensor(exported, asked->versioned);
        tensor->device.device_type = (DLDeviceType)asked->device_type;
        tensor->device.device_id = asked->device_id;
    }
    return cucore__py_capsule_new(exported, asked->versioned);
}

/* Refuses what cannot be exported, before the function orders or copies. */
CUCORE__PRIVATE int cucore__py_dlpack_check(const cucore_view *view, const cucore__py_asked *asked, int copies)
{
    cucore_status status = cucore__view_check_dlpack(view);
    if (!status && !asked->versioned)
        status = cucore__view_check_legacy(view, copies ? CUCORE_EXPORT_LEGACY_READONLY : 0);
    if (!status && copies && cucore__device_is_other(view->device_type)) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "the array is on a device of type %d (%s), of which nothing here can make a copy",
                             (int)view->device_type, cucore__device_name(view->device_type));
    }
    if (status) return cucore__py_raise(status);
    if (!copies || !asked->must_share) return 0;
    PyErr_SetString(PyExc_BufferError,
                    "the array is in device memory: for the CPU it has to be copied, but copy=False");
    return -1;
}

CUCORE_API PyObject *cucore_py_export_dlpack(PyObject *owner, const cucore_view *view, PyObject *const *args,
                                             Py_ssize_t nargs, PyObject *names)
{
    cucore__py_state local, *state;
    cucore__py_asked asked;
    int failed, copies;
    if (!view || (!owner && cucore__py_raise_missing(PyExc_TypeError, "owner"))) return NULL;
    state = cucore__py_state_get(&local);
    if (!state) return NULL;
    failed = cucore__py_asked_collect(state, args, nargs, names, &asked) < 0 ||
             cucore__py_asked_read(state, view, &asked) < 0;
    cucore__py_state_put(state, &local);
    if (failed) return NULL;
    copies = asked.must_copy || (asked.device_type == CUCORE_DEVICE_TYPE_CPU && !view->host_accessible);
    if (cucore__py_dlpack_check(view, &asked, copies) < 0) return NULL;
    return copies ? cucore__py_dlpack_copy(view, &asked) : cucore__py_dlpack_share(owner, view, &asked);
}

CUCORE_API PyObject *cucore_py_export_dlpack_device(const cucore_view *view)
{
    if (!view || (!view->dtype.lanes && cucore__py_raise(cucore__view_check_sound("view", view)) < 0)) return NULL;
    return Py_BuildValue("(ii)", (int)view->device_type, cucore__view_dl_device_id(view));
}
