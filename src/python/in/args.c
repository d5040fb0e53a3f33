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

CUCORE__PRIVATE int cucore__py_is_in_device_memory(const cucore_view *view)
{
    return cucore__py_device_is_cuda(view->device_type) || cucore__device_is_other(view->device_type);
}

CUCORE__PRIVATE int cucore__py_is_same_device(const cucore_view *a, const cucore_view *b)
{
    if (a->device_id != b->device_id) return 0;
    return a->device_type == b->device_type ||
           (cucore__py_device_is_cuda(a->device_type) && cucore__py_device_is_cuda(b->device_type));
}

/* Checks CUCORE_SAME_DEVICE: each view is compared with the first one in device memory.  An empty array, which may have
 * no device, fits any. */
CUCORE__PRIVATE int cucore__py_check_same_device(const cucore_view *views, size_t count, const cucore_arg *args)
{
    char here[32], there[32];
    cucore__text text;
    size_t i, first;
    for (first = 0; first < count && !cucore__py_is_in_device_memory(&views[first]); first++) {
    }
    for (i = 0; i < count && first < count; i++) {
        const cucore_view *view = &views[i];
        if (!(args[i].flags & CUCORE_SAME_DEVICE) || view->protocol == CUCORE_PROTOCOL_NONE) continue;
        if (cucore__py_is_same_device(view, &views[first])) continue;
        if (cucore__layout_is_empty(&view->layout) || cucore__layout_is_empty(&views[first].layout)) continue;
        text = cucore__text_start(here, sizeof here);
        cucore__text_add_device(&text, view->device_type, view->device_id);
        text = cucore__text_start(there, sizeof there);
        cucore__text_add_device(&text, views[first].device_type, views[first].device_id);
        return cucore__py_refuse_status(
            &args[i], cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array on %s as %s, got one on %s",
                                  cucore__arg_name(&args[i]), there, cucore__arg_name(&args[first]), here));
    }
    return 0;
}

/* Returns 1 if the views show the very same elements.  Bits are compared, not dtypes, and only strides that mean
 * something, since protocols report the others differently. */
CUCORE__PRIVATE int cucore__view_is_same_place(const cucore_view *a, const cucore_view *b)
{
    int i, same = a->ptr == b->ptr;
    if (a->layout.itembits != b->layout.itembits || a->layout.ndim != b->layout.ndim) return 0;
    for (i = 0; i < a->layout.ndim; i++) {
        if (a->layout.shape[i] != b->layout.shape[i]) return 0;
        if (a->layout.shape[i] > 1 && a->layout.strides[i] != b->layout.strides[i]) same = 0;
    }
    return same || cucore__layout_is_empty(&a->layout);
}

/* Checks CUCORE_NO_OVERLAP or CUCORE_NO_PARTIAL_OVERLAP of `a` against another argument. */
CUCORE__PRIVATE cucore_status cucore__check_overlap(const cucore_view *a, const cucore_arg *arg, const cucore_view *b,
                                                    const cucore_arg *other)
{
    const int partial = !(arg->flags & CUCORE_NO_OVERLAP);
    int64_t first[2] = {0, 0}, end[2] = {0, 0};
    uintptr_t low, low_b, high, high_b;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status = cucore_view_overlap(a, b, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    if (partial && cucore__view_is_same_place(a, b)) return CUCORE_OK;
    status = cucore__layout_byte_bounds(&a->layout, &first[0], &end[0]);
    if (!status) status = cucore__layout_byte_bounds(&b->layout, &first[1], &end[1]);
    if (status) return status; /* unreachable: views for which this fails do not overlap */
    low = (uintptr_t)a->ptr + (uintptr_t)first[0];
    low_b = (uintptr_t)b->ptr + (uintptr_t)first[1];
    high = (uintptr_t)a->ptr + (uintptr_t)end[0];
    high_b = (uintptr_t)b->ptr + (uintptr_t)end[1];
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: %s %s (bytes 0x%llx to 0x%llx)%s", cucore__arg_name(arg),
                       overlap == CUCORE_OVERLAP_UNKNOWN ? "may overlap" : "shares memory with",
                       cucore__arg_name(other), (unsigned long long)(low > low_b ? low : low_b),
                       (unsigned long long)(high < high_b ? high : high_b) - 1,
                       partial ? ", but does not have the very same elements" : "");
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_check_overlaps(const cucore_view *views, size_t count,
                                                            const cucore_arg *args)
{
    cucore_status status;
    size_t i, j;
    for (i = 0; i < count; i++) {
        const cucore_view *a = cucore__py_shared_elements(&views[i]), *b;
        if (!(args[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)) || !a || !a->dtype.lanes) continue;
        for (j = 0; j < count; j++) {
            b = cucore__py_shared_elements(&views[j]);
            if (j == i || !b || !b->dtype.lanes) continue;
            status = cucore__check_overlap(a, &args[i], b, &args[j]);
            if (!status) continue;
            return cucore__py_refuse_status(&args[i], status);
        }
    }
    return 0;
}

/* Checks what arguments require of each other, if one has such a flag. */
CUCORE__PRIVATE int cucore__py_check_together(const cucore_view *views, size_t count, const cucore_arg *args,
                                              uint64_t later)
{
    if (!args) return 0;
    if (cucore__py_check_same_device(views, count, args) < 0) return -1;
    if (CUCORE__LIKELY(!(later & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)))) return 0;
    return cucore__py_check_overlaps(views, count, args);
}

CUCORE_API int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args, CUstream stream,
                              cucore_view *views)
{
    cucore_dims dims;
    size_t i, done;
    dims.count = 0;
    dims.args = args;
    dims.views = views;
    dims.args_count = count;
    dims.private_.later = 0;
    for (i = 0; i < count; i++) cucore__view_clear(&views[i]);
    for (done = 0; done < count; done++)
        if (cucore__py_enter(objs[done], args ? &args[done] : NULL, stream, &dims, &views[done]) < 0) break;
    if (done == count && cucore__py_check_together(views, count, args, dims.private_.later) == 0 &&
        cucore__py_order_args(views, count, args, stream) == 0 &&
        (CUCORE__LIKELY(!(dims.private_.later & CUCORE__PY_FITS)) ||
         cucore__py_convert_args(views, count, args, stream) == 0)) {
        cucore__py_views_mark(views, count, stream);
        return 0;
    }
    while (done-- > 0) cucore_view_release(&views[done]);
    return -1;
}

CUCORE_API int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream)
{
    PyObject *pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__access access = cucore__access_of(views, count, stream, 1);
    cucore_status status = CUCORE_OK;
    int failed = 0, orders, converted = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        if (!views[i].converted) continue;
        converted = 1;
        if (cucore__py_convert_finish(&views[i], stream, pending != NULL) < 0) failed = 1;
    }
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
        if (converted) cucore__py_convert_drop(&views[i]);
        cucore_view_release(&views[i]);
    }
    if (cucore__late_is_any()) cucore__late_release_ready();
    if (status) failed = 1;
    if (failed && pending) cucore__py_error_chain(pending);
    if (!failed && pending) cucore__py_error_put(pending);
    return failed ? -1 : 0;
}
