/* ----------------------------------------------------------------------------------------------- >>impl-py-args -- */
/* python/args.c: several arguments, one wait.  For users and results.c. */
/* All of them at once, so that a stream that several come from is waited for once; without the GIL, unless all that have
 * to be ordered hold it. */
CUCORE__PRIVATE int cucore__py_order_args(const cucore_view *views, size_t count, const cucore_arg *args,
                                          CUstream stream)
{
    PyThreadState *thread = NULL;
    cucore__intake intake;
    cucore_status status;
    size_t i, pending = 0, holding = 0;
    for (i = 0; i < count; i++) {
        if (!cucore__view_is_pending(&views[i], stream) || cucore__py_is_on(&views[i], stream)) continue;
        if (args && cucore__is_read_on_host(args[i].flags, stream)) continue; /* complete already */
        pending++;
        holding += args && args[i].flags & CUCORE_HOLD_GIL && stream != CUCORE_STREAM_HOST;
    }
    if (!pending) return 0;
    if (holding < pending) thread = PyEval_SaveThread();
    status = cucore__views_wait(views, count, args, stream, 0, &i);
    if (thread) PyEval_RestoreThread(thread);
    if (!status) return 0;
    intake = cucore__intake_make(args ? &args[i] : NULL);
    return cucore__py_raise_import(status, &intake);
}

/* CUCORE_SAME_DEVICE: each is compared with the first one in device memory.  An empty array, which may be on none, is
 * everywhere. */
CUCORE__PRIVATE int cucore__py_check_same_device(const cucore_view *views, size_t count, const cucore_arg *args)
{
    char here[32], there[32];
    cucore__text text;
    size_t i, first;
    for (first = 0; first < count && !cucore__py_device_is_cuda(views[first].device_type); first++) {
    }
    for (i = 0; i < count && first < count; i++) {
        const cucore_view *view = &views[i];
        if (!(args[i].flags & CUCORE_SAME_DEVICE) || view->protocol == CUCORE_PROTOCOL_NONE) continue;
        if (cucore__py_device_is_cuda(view->device_type) && view->device_id == views[first].device_id) continue;
        if (cucore__layout_is_empty(&view->layout) || cucore__layout_is_empty(&views[first].layout)) continue;
        text = cucore__text_start(here, sizeof here);
        cucore__text_add_device(&text, view->device_type, view->device_id);
        text = cucore__text_start(there, sizeof there);
        cucore__text_add_device(&text, views[first].device_type, views[first].device_id);
        return cucore__py_raise(cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array on %s as %s, got one on %s",
                                            cucore__arg_name(&args[i]), there, cucore__arg_name(&args[first]), here));
    }
    return 0;
}

CUCORE_API int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args, CUstream stream,
                              cucore_view *views)
{
    cucore_dims dims;
    size_t i, done;
    dims.count = 0;
    for (i = 0; i < count; i++) cucore__view_clear(&views[i]);
    for (done = 0; done < count; done++) {
        if (cucore__py_enter(objs[done], args ? &args[done] : NULL, stream, &dims, &views[done]) < 0) break;
    }
    if (done == count && (!args || cucore__py_check_same_device(views, count, args) == 0) &&
        cucore__py_order_args(views, count, args, stream) == 0) {
        cucore__views_mark(views, count, stream);
        return 0;
    }
    while (done-- > 0) cucore_view_release(&views[done]);
    return -1;
}

/* Has the producer to wait for work on the stream? */
CUCORE__PRIVATE int cucore__py_producer_must_wait(const cucore_view *view, CUstream stream)
{
    return cucore__view_is_shared(view, stream) && !(view->has_producer_stream && cucore__py_is_on(view, stream));
}

CUCORE_API int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore_status status = CUCORE_OK;
    size_t i;
    for (i = 0; i < count && !cucore__py_producer_must_wait(&views[i], stream); i++) {
    }
    if (i < count) {
        Py_BEGIN_ALLOW_THREADS
        status = cucore__views_wait(views, count, NULL, stream, 1, &i);
        Py_END_ALLOW_THREADS
    }
    if (status) cucore__py_raise(status);
    for (i = 0; i < count; i++) {
        if (!status && cucore__view_is_copy(&views[i])) {
            status = cucore__fail_copy("cucore_py_args_release", &views[i]);
            cucore__py_raise(status);
        }
        cucore__views_mark(&views[i], 1, CUCORE_STREAM_NO_SYNC);
        cucore_view_release(&views[i]);
    }
    if (status && pending) cucore__py_error_chain(pending);
    if (!status && pending) cucore__py_error_put(pending);
    return status ? -1 : 0;
}
