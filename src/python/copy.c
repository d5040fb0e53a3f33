/* ---------------------------------------------------------------------------------------------- >>impl-py-copy -- */
/* python/copy.c: two intakes and a copy of views. */
/* The producer whose stream is known waits for the copy; the others are the caller's. */
static cucore_status cucore__py_copy_finish(const cucore_view *view, CUstream stream)
{
    return view->producer_known ? cucore_view_finish(view, stream) : CUCORE_OK;
}

static cucore_status cucore__py_copy_views(const cucore_view *dst, const cucore_view *src, CUstream stream,
                                           cucore_memory_resource *resource, cucore_blocking blocking)
{
    cucore_status status = cucore_view_copy(dst, src, stream, resource, blocking);
    if (!status) status = cucore__py_copy_finish(dst, stream);
    return status ? status : cucore__py_copy_finish(src, stream);
}

CUCORE_API int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream, cucore_memory_resource *resource,
                              cucore_blocking blocking)
{
    cucore_intake to = cucore__py_intake("dst", stream, CUCORE_WRITE | CUCORE_ALLOW_LANES);
    cucore_intake from = cucore__py_intake("src", stream, CUCORE_ALLOW_LANES);
    cucore_view views[2];
    cucore_status status;
    int result = 0;
    if (cucore_py_view_with(dst, &to, &views[0]) < 0) return -1;
    if (cucore_py_view_with(src, &from, &views[1]) < 0) {
        cucore__py_undo(&views[0]);
        return -1;
    }
    Py_BEGIN_ALLOW_THREADS
    status = cucore__py_copy_views(&views[0], &views[1], stream, resource, blocking);
    Py_END_ALLOW_THREADS
    if (status) result = cucore_py_raise(status);
    if (result < 0) {
        cucore__py_undo(&views[1]);
        cucore__py_undo(&views[0]);
    } else {
        cucore_view_release(&views[1]);
        cucore_view_release(&views[0]);
    }
    return result;
}
