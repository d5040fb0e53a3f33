/* ---------------------------------------------------------------------------------------------- >>impl-py-copy -- */
/* python/copy.c: two intakes and a copy of views.  For users. */
CUCORE_API int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream, const cucore_copy_options *options)
{
    static const cucore_arg to =
        CUCORE_ARG("dst", NULL, NULL, CUCORE_WRITE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    static const cucore_arg from = CUCORE_ARG("src", NULL, NULL, CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    cucore_view views[2];
    cucore_status status;
    int i, result = 0;
    if (cucore_py_view(dst, &to, stream, &views[0]) < 0) return -1;
    if (cucore_py_view(src, &from, stream, &views[1]) < 0) {
        cucore_view_release(&views[0]);
        return -1;
    }
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_copy(&views[0], &views[1], stream, options);
    for (i = 0; i < 2 && !status; i++) { /* a producer whose stream is known waits; the others are the caller's */
        if (views[i].has_producer_stream) status = cucore__view_finish(&views[i], stream);
    }
    cucore__views_mark(views, 2, CUCORE_STREAM_NO_SYNC);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) result = -1;
    cucore_view_release(&views[1]);
    cucore_view_release(&views[0]);
    return result;
}
