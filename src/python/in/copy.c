/* ------------------------------------------------------------------------------------------------ >>impl-py-copy -- */
/* python/in/copy.c: copies between two objects: two intakes, and a copy of views. */
/* Refuses flags that have no meaning in a copy: flags that would copy `dst` first, compare arguments, or need other
 * fields of a cucore_arg. */
CUCORE__PRIVATE cucore_status cucore__py_copy_check_flags(const char *option, uint64_t flags, int writes)
{
    const uint64_t known = CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS |
                           CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ALLOW_UNPROVEN_WRITE |
                           CUCORE_ALLOW_LANES | CUCORE_TRUST_PRODUCER | CUCORE_STREAM_0_IS_LEGACY |
                           CUCORE_ALLOW_UNALIGNED | CUCORE_NEVER_COPY | CUCORE_BORROW | CUCORE_ALLOW_GRAD |
                           CUCORE_ALLOW_OPAQUE | cucore__py_all_protocols() |
                           (writes ? CUCORE_KEEP_VERSION : CUCORE_FROM_ANYTHING);
    if (!(flags & ~known)) return CUCORE_OK;
    return cucore__fail_flags(option, flags & ~known, " in a copy");
}

CUCORE_API int cucore_py_copy(PyObject *dst, PyObject *src, CUstream stream, const cucore_copy_options *options)
{
    cucore_arg args[2] = {CUCORE_ARG("dst", NULL, NULL, CUCORE_WRITE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED),
                          CUCORE_ARG("src", NULL, NULL, CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED)};
    cucore_copy_options plain;
    cucore_view views[2];
    PyObject *objs[2];
    cucore_status status = CUCORE_OK;
    int i, counts, result = 0;
    if (options && (options->dst_flags || options->src_flags)) {
        status = cucore__py_copy_check_flags("options->dst_flags", options->dst_flags, 1);
        if (!status) status = cucore__py_copy_check_flags("options->src_flags", options->src_flags, 0);
        if (status) return cucore_py_check(status);
        args[0].flags |= options->dst_flags;
        args[1].flags |= options->src_flags;
        plain = *options;
        plain.dst_flags = plain.src_flags = 0;
        options = &plain;
    }
    counts = cucore__py_is_counted(args[0].flags);
    args[0].flags |= CUCORE_KEEP_VERSION; /* counted once the copy is made */
    for (i = 0; i < 2 && CUCORE__PY_SWAPS && options && options->flags & CUCORE_COPY_CAST; i++) {
        args[i].flags |= CUCORE_CAST;
        args[i].dtypes = cucore__py_as_it_is;
    }
    objs[0] = dst;
    objs[1] = src;
    if (cucore_py_args(objs, 2, args, stream, views) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_copy(&views[0], &views[1], stream, options);
    if (!status) status = cucore__views_join(views, 2, stream);
    for (i = 0; i < 2 && !status; i++) { /* these producers wait; the caller orders the others */
        if (views[i].has_producer_stream) status = cucore__view_finish(&views[i], stream);
    }
    cucore__views_mark(views, 2, CUCORE_STREAM_NO_SYNC);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0 || (counts && cucore__py_count(dst) < 0)) result = -1;
    cucore_view_release(&views[1]);
    cucore_view_release(&views[0]);
    return result;
}
