/* ------------------------------------------------------------------------------------------------ >>impl-py-args -- */
/* python/in/args.c: takes several arguments in, with one wait. */
/* Returns 1 if the views are on several devices and `stream` is a default stream: then the default streams of these
 * devices are ordered, even if no producer has to be waited for. */
CUCORE__PRIVATE int cucore__py_are_on_several_devices(const cucore_view *views, size_t count, CUstream stream)
{
    const cucore_view *first = NULL;
    size_t i;
    if (!cucore__stream_is_default(cucore__stream_normalize(stream))) return 0;
    for (i = 0; i < count; i++) {
        if (!cucore__view_is_shared(&views[i], stream)) continue;
        if (!first) first = &views[i];
        if (views[i].device_id != first->device_id) return 1;
    }
    return 0;
}

/* Orders all views at once, without the GIL, so that a stream from which several views come is waited for once. */
CUCORE__PRIVATE int cucore__py_order_args(const cucore_view *views, size_t count, const cucore_arg *args,
                                          CUstream stream)
{
    PyThreadState *thread;
    cucore__access access = cucore__access_of(views, count, stream, 0);
    cucore_status status;
    size_t i, pending = 0;
    access.args = args;
    for (i = 0; i < count; i++) {
        if (!cucore__view_is_pending(&views[i], stream) || cucore__py_is_producer_stream(&views[i], stream)) continue;
        if (args && cucore__is_read_on_host(args[i].flags, stream)) continue; /* complete already */
        pending++;
    }
    if (!pending && !cucore__py_are_on_several_devices(views, count, stream)) return 0;
    thread = PyEval_SaveThread();
    status = cucore__access_order(&access);
    PyEval_RestoreThread(thread);
    if (!status) return 0;
    return cucore__py_refuse_status(args ? &args[access.failed] : &cucore__arg_any, status);
}

/* Checks what arguments require of each other, if one has such a flag. */
CUCORE__PRIVATE int cucore__py_check_together(const cucore_view *views, size_t count, const cucore_arg *args,
                                              uint64_t later)
{
    size_t failed = 0;
    cucore_status status;
    if (!args) return 0;
    status = cucore__views_check_same_device(views, count, args, &failed);
    if (!status && !CUCORE__LIKELY(!(later & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))))
        status = cucore__views_check_overlaps(views, count, args, cucore__py_shared_elements, &failed);
    return status ? cucore__py_refuse_status(&args[failed], status) : 0;
}

/* Counts up the versions of the arguments that C may write to, once all were accepted: 0, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_count_args(PyObject *const *objs, size_t count, const cucore_arg *args,
                                                 const cucore_view *views)
{
    size_t i;
    for (i = 0; args && i < count; i++) {
        if (!cucore__py_is_counted(args[i].flags) || views[i].protocol == CUCORE_PROTOCOL_NONE) continue;
        if (cucore__py_count(objs[i]) < 0) return cucore__py_refused(objs[i], &args[i]);
    }
    return 0;
}

/* Takes a view over that was tried, and checks what it is to the arguments before it: 0, 1 if the array has to be taken
 * again, -1 with an exception.  An array of the host is complete, and of what is taken over only NumPy's arrays, which
 * need not know of the release, have a buffer in their view. */
CUCORE__PRIVATE int cucore__py_take_tried(PyObject *obj, cucore_view *tried, const cucore_arg *arg,
                                          cucore_call *of_call, cucore_view *out)
{
    cucore_status status;
    if (!tried->private_.release || tried->private_.release == cucore__py_release_buffer || tried->device_accessible ||
        arg->flags & CUCORE__PY_FITS) {
        return 1;
    }
    memcpy(out->private_.storage, tried->private_.storage, sizeof out->private_.storage);
    cucore__view_move(tried, out);
    of_call->private_.later |= arg->flags;
    status = cucore__view_check_arg(out, arg, of_call);
    if (!status) return 0;
    (void)cucore__py_refuse_buffer(status, arg, out);
    return cucore__py_refused(obj, arg);
}

/* Takes the arguments of a call, which the caller began.  It is not inlined: with a count that may be 0, gcc 12 would
 * warn at -O3 that the caller's views are not set. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_args_take(PyObject *const *objs, cucore_view *const *tried,
                                                       CUstream stream, cucore_call *of_call, cucore_view *views)
{
    const cucore_arg *args = of_call->args;
    const size_t count = of_call->args_count;
    size_t i, done;
    int result = 0;
    for (i = 0; i < count; i++) cucore__view_clear(&views[i]);
    for (done = 0; done < count; done++) {
        result = tried && tried[done]
                     ? cucore__py_take_tried(objs[done], tried[done], &args[done], of_call, &views[done])
                     : 1;
        if (result > 0) result = cucore__py_enter(objs[done], args ? &args[done] : NULL, stream, of_call, &views[done]);
        if (result < 0) break;
    }
    if (done == count && cucore__py_check_together(views, count, args, of_call->private_.later) == 0 &&
        cucore__py_order_args(views, count, args, stream) == 0 && cucore__py_count_args(objs, count, args, views) == 0
#if defined(CUCORE_COPY_H)
        && (CUCORE__LIKELY(!(of_call->private_.later & CUCORE__PY_FITS)) ||
            cucore__py_convert_args(views, count, args, stream) == 0)
#endif
    ) {
        cucore__py_views_mark(views, count, stream);
        return 0;
    }
    while (done-- > 0) cucore_view_release(&views[done]);
    return -1;
}

CUCORE__PRIVATE inline void cucore__py_call_begin(cucore_call *of_call, const cucore_arg *args, size_t count,
                                                  const cucore_view *views)
{
    of_call->count = 0;
    of_call->args = args;
    of_call->views = views;
    of_call->args_count = count;
    of_call->private_.later = 0;
}

CUCORE_API int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args, CUstream stream,
                              cucore_view *views)
{
    cucore_call of_call;
    cucore__py_call_begin(&of_call, args, count, views);
    return cucore__py_args_take(objs, NULL, stream, &of_call, views);
}

CUCORE_API int cucore__py_args_tried(const cucore__py_tried *tried, const cucore_arg *args, CUstream stream,
                                     cucore_view *views)
{
    cucore_call of_call;
    cucore__py_call_begin(&of_call, args, tried->count, views);
    return cucore__py_args_take(tried->objs, tried->views, stream, &of_call, views);
}

CUCORE_API int cucore__py_try(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
    cucore_call of_call;
    cucore__py_call_begin(&of_call, arg, 1, out);
    if (!arg->exceptions && !(arg->flags & CUCORE__PY_FITS)) of_call.private_.later = CUCORE__WORDLESS;
    if (cucore__py_args_take(&obj, NULL, stream, &of_call, out) == 0) return 0;
    return PyErr_Occurred() ? -1 : 1;
}

CUCORE_API int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__access access = cucore__access_of(views, count, stream, 1);
    cucore_status status = CUCORE_OK;
    int failed = 0, orders;
    size_t i;
#if defined(CUCORE_COPY_H)
    int converted = 0;
    for (i = 0; i < count; i++) {
        if (!views[i].converted) continue;
        converted = 1;
        if (cucore__py_convert_finish(&views[i], stream, pending != NULL) < 0) failed = 1;
    }
#endif
    for (i = 0; i < count && !cucore__py_producer_must_wait(&views[i], stream); i++) {
    }
    orders = i < count || cucore__py_are_on_several_devices(views, count, stream);
    if (orders || cucore__late_is_any()) {
        Py_BEGIN_ALLOW_THREADS
        cucore__late_look();
        if (orders) status = cucore__access_order(&access);
        Py_END_ALLOW_THREADS
    }
    if (status) cucore__py_raise(status);
    for (i = 0; i < count; i++) {
        if (!status && cucore__view_is_copy(&views[i])) {
            status = cucore__fail_copy("cucore_py_args_release", &views[i]);
            cucore__py_raise(status);
        }
        cucore__view_unmark(&views[i]);
#if defined(CUCORE_COPY_H)
        if (converted) cucore__py_convert_drop(&views[i]);
#endif
        cucore_view_release(&views[i]);
    }
    if (cucore__late_is_any()) cucore__late_release_ready();
    if (status) failed = 1;
    if (failed && pending) cucore__py_error_chain(pending);
    if (!failed && pending) cucore__py_error_put(pending);
    return failed ? -1 : 0;
}
