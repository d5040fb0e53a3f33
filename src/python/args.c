/* ----------------------------------------------------------------------------------------------- >>impl-py-args -- */
/* python/args.c: several arguments, one wait.  For users and results.c. */
/* Requirements are checked with the argument's name; the intake keeps only what it has to know itself. */
CUCORE__PRIVATE int cucore__py_take_arg(PyObject *obj, const cucore_arg *arg, CUstream stream, unsigned flags,
                                        cucore_dims *dims, cucore_view *view)
{
    const unsigned kept = CUCORE_ALLOW_LANES | CUCORE_TRUST_PRODUCER | CUCORE_VERIFY_POINTER |
                          CUCORE_STREAM_0_IS_LEGACY | CUCORE_ON_DEVICE_ID | CUCORE_ALLOW_GRAD | CUCORE_HOLD_GIL |
                          CUCORE__PY_BY_ANY | CUCORE_BORROW | CUCORE_ALLOW_UNPROVEN_WRITE;
    cucore_intake intake = cucore__py_intake(arg ? arg->name : NULL, stream, flags | (arg ? arg->flags & kept : 0));
    cucore_status status;
    if (arg) {
        intake.device_id = arg->device_id;
        if (arg->flags & CUCORE_WRITE) intake.flags |= CUCORE__PY_WILL_WRITE;
        if (cucore__is_read_on_host(arg->flags, stream)) {
            intake.stream = CUCORE_STREAM_HOST;
            intake.flags &= ~CUCORE__PY_ORDER_LATER;
        }
    }
    if (cucore_py_view_with(obj, &intake, view) < 0) return -1;
    status = cucore_view_check(view, arg, dims);
    if (!status) return 0;
    cucore__py_raise(status);
    return cucore__py_undo(view);
}

/* All of them at once, so that a stream that several come from is waited for once; without the GIL, unless all that have
 * to be ordered hold it. */
CUCORE__PRIVATE int cucore__py_order_args(const cucore_view *views, size_t count, const cucore_arg *args,
                                          CUstream stream)
{
    PyThreadState *thread = NULL;
    cucore_intake intake;
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
    intake = cucore__py_intake(args ? args[i].name : NULL, stream, 0);
    return cucore__py_raise_import(status, &intake);
}

CUCORE_API int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args, CUstream stream,
                              cucore_view *views)
{
    const unsigned later = CUCORE__PY_ORDER_LATER;
    cucore_dims dims;
    size_t i, done;
    dims.count = 0;
    for (i = 0; i < count; i++) cucore__view_clear(&views[i]);
    for (done = 0; done < count; done++) {
        if (cucore__py_take_arg(objs[done], args ? &args[done] : NULL, stream, later, &dims, &views[done]) < 0) break;
    }
    if (done == count && cucore__py_order_args(views, count, args, stream) == 0) return 0;
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
        cucore_view_release(&views[i]);
    }
    return status ? -1 : 0;
}

CUCORE_API int cucore_py_arg_converter(PyObject *obj, void *out)
{
    cucore_py_arg *arg = (cucore_py_arg *)out;
    if (!obj) { /* a later argument failed */
        cucore_view_release(&arg->view);
        return 1;
    }
    cucore__view_clear(&arg->view);
    if (cucore__py_take_arg(obj, &arg->arg, arg->stream, 0, NULL, &arg->view) < 0) return 0;
    return Py_CLEANUP_SUPPORTED;
}
