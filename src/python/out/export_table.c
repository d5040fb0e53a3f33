/* python/out/export_table.c: has the functions of an own exchange table. */
CUCORE__PRIVATE int cucore__exchange_failed(cucore_status status, void *context,
                                            void (*set_error)(void *, const char *, const char *))
{
    const char *kind = "RuntimeError";
    switch (status) {
#define CUCORE__PY_NAME_ERROR(name, value, exception, sentence)                                                        \
    case CUCORE_##name: kind = #exception; break;
        CUCORE_STATUS_LIST(CUCORE__PY_NAME_ERROR)
#undef CUCORE__PY_NAME_ERROR
    default: break;
    }
    if (set_error) set_error(context, kind, cucore_last_error()->message);
    return -1;
}

/* Raises the ValueError for a NULL, since any C code may call a table.  Returns -1. */
CUCORE__PRIVATE int cucore__exchange_raise_null(const char *function, const char *what)
{
    return cucore__py_raise(cucore__fail_null(function, what));
}

/* Finds the stream on which the exporter works now; -1 with an exception. */
CUCORE__PRIVATE int cucore__exchange_stream(const cucore_py_exporter *exporter, int device_type, int device_id,
                                            CUstream *out)
{
    *out = NULL;
    if (device_type == CUCORE_DEVICE_TYPE_CPU || cucore__device_is_other(device_type)) return 0;
    *out = CUCORE_STREAM_LEGACY;
    return exporter->stream ? exporter->stream(device_id, out) : 0;
}

CUCORE_API int cucore__py_exchange_allocate(const cucore_py_exporter *exporter, DLTensor *prototype,
                                            DLManagedTensorVersioned **out, void *context,
                                            void (*set_error)(void *context, const char *kind, const char *message))
{
    cucore_array_spec spec;
    cucore_view view;
    CUstream stream = CUCORE_STREAM_LEGACY;
    PyGILState_STATE gil;
    cucore_status status = CUCORE_OK;
    if (!prototype || !out) {
        status = cucore__fail_null("managed_tensor_allocator", prototype ? "out" : "prototype");
        return cucore__exchange_failed(status, context, set_error);
    }
    if (exporter->stream) { /* set_error gets its exception */
        gil = PyGILState_Ensure();
        if (cucore__exchange_stream(exporter, (int)prototype->device.device_type, (int)prototype->device.device_id,
                                    &stream) < 0) {
            status = cucore__py_error_to_status(CUCORE_FOREIGN, 0);
        }
        PyGILState_Release(gil);
    }
    if (!status) {
        memset(&spec, 0, sizeof spec);
        spec.dtype = cucore_dtype_make(prototype->dtype.code, prototype->dtype.bits, prototype->dtype.lanes);
        spec.ndim = prototype->ndim;
        spec.shape = prototype->shape;
        spec.device_type = (int)prototype->device.device_type;
        spec.device_id = (int)prototype->device.device_id;
        CUCORE__WAITING(status = cucore_view_allocate(&spec, NULL, stream, &view));
    }
    if (status) return cucore__exchange_failed(status, context, set_error);
    cucore__py_share_memory(&view);
    status = cucore_view_move_to_dlmanaged_versioned(&view, 0, out);
    cucore_view_release(&view);
    return status ? cucore__exchange_failed(status, context, set_error) : 0;
}

/* Returns the view of an object, whose pending work is ordered before the stream of the exporter. */
CUCORE__PRIVATE const cucore_view *cucore__exchange_view(const cucore_py_exporter *exporter, PyObject *obj)
{
    const cucore_view *view = exporter->view(obj);
    CUstream stream;
    if (!view) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_BufferError, "the object has no array");
        return NULL;
    }
    if (!view->has_producer_stream) return view;
    if (cucore__exchange_stream(exporter, view->device_type, view->device_id, &stream) < 0) return NULL;
    return cucore__py_order_export(view, stream) < 0 ? NULL : view;
}

CUCORE_API int cucore__py_exchange_export(const cucore_py_exporter *exporter, void *obj, DLManagedTensorVersioned **out)
{
    const cucore_view *view;
    cucore__exported *exported;
    if (out) *out = NULL;
    if (!obj || !out) return cucore__exchange_raise_null("managed_tensor_from_py_object_no_sync", obj ? "out" : "obj");
    view = cucore__exchange_view(exporter, (PyObject *)obj);
    if (!view) return -1;
    exported = cucore__py_export((PyObject *)obj, view, 1, 0);
    if (!exported) return cucore__py_raise(cucore_last_error()->status);
    *out = &exported->tensor.versioned;
    return 0;
}

/* Lends a tensor, which cannot report that it is read-only, or padded. */
CUCORE_API int cucore__py_exchange_lend(const cucore_py_exporter *exporter, void *obj, DLTensor *out)
{
    const cucore_view *view;
    cucore_status status;
    if (!obj || !out) return cucore__exchange_raise_null("dltensor_from_py_object_no_sync", obj ? "out" : "obj");
    view = cucore__exchange_view(exporter, (PyObject *)obj);
    if (!view) return -1;
    status = cucore__view_check_legacy(view, 0);
    if (!status) status = cucore_view_to_dltensor(view, out);
    return status ? cucore__py_raise(status) : 0;
}

CUCORE_API int cucore__py_exchange_wrap(const cucore_py_exporter *exporter, DLManagedTensorVersioned *managed,
                                        void **out)
{
    PyObject *made;
    if (out) *out = NULL;
    if (!managed || !out) {
        if (managed) cucore__dlmanaged_versioned_delete(managed); /* consumed in any case */
        return cucore__exchange_raise_null("managed_tensor_to_py_object_no_sync", managed ? "out" : "managed");
    }
    if (exporter->wrap) {
        made = exporter->wrap(managed);
    } else {
        made = cucore__py_array_from_managed(managed);
    }
    if (!made && !PyErr_Occurred()) PyErr_SetString(PyExc_BufferError, "the tensor could not be taken over");
    *out = made;
    return made ? 0 : -1;
}

CUCORE_API int cucore__py_exchange_stream(const cucore_py_exporter *exporter, int device_type, int device_id,
                                          void **out)
{
    CUstream stream;
    if (!out) return cucore__exchange_raise_null("current_work_stream", "out");
    if (cucore__exchange_stream(exporter, device_type, device_id, &stream) < 0) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, "the current stream is not known");
        return -1;
    }
    *out = (void *)stream;
    return 0;
}
