/* --------------------------------------------------------------------------------------------- >>impl-share-runs -- */
/* share/runs.c: the bytes of a view as runs with repetitions; no driver. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_runs(const cucore_view *view)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "elements of %lld bits are packed so that a run of them begins or ends within a byte",
                       (long long)view->layout.itembits);
}

/* Makes the runs of a simplified layout, whose origin lies `offset` elements from that of the view. */
CUCORE__PRIVATE cucore_status cucore__runs_make(const cucore_view *view, const cucore_layout *simple, int64_t offset,
                                                cucore_runs *out)
{
    const int64_t bits = view->layout.itembits;
    int64_t run = bits, stride;
    int i, ndim = simple->ndim;
    while (ndim > 0 && simple->strides[ndim - 1] == 0) ndim--;
    if (ndim > 0 && simple->strides[ndim - 1] == 1 && cucore__mul(run, simple->shape[--ndim], &run)) {
        return cucore_fail(CUCORE_OVERFLOW, "the bits of a run do not fit 64 bits");
    }
    if (run % 8 || (offset * bits) % 8) return cucore__fail_runs(view);
    out->count = 1;
    for (i = 0; i < ndim; i++) {
        stride = simple->strides[i] * bits;
        if (stride % 8) return cucore__fail_runs(view);
        out->repetitions[i] = simple->shape[i];
        out->strides[i] = stride / 8;
        out->count *= (uint64_t)simple->shape[i];
    }
    out->ndim = ndim;
    out->nbytes = (size_t)(run / 8);
    out->ptr = (char *)view->ptr + offset * bits / 8;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_get_runs(const cucore_view *view, cucore_runs *out)
{
    cucore_layout simple;
    const cucore_layout *layout;
    cucore_layout *simplified = &simple;
    int64_t offset = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_get_runs", "out");
    memset(out, 0, sizeof *out);
    if (!view) return cucore__fail_null("cucore_view_get_runs", "view");
    status = cucore__view_check_sound("cucore_view_get_runs: view", view);
    if (status || cucore__layout_is_empty(&view->layout)) return status;
    if (!cucore__device_type_has_addresses(view->device_type))
        return cucore__fail_other_device("cucore_view_get_runs", view);
    layout = &view->layout;
    status = cucore_layout_simplify(&layout, 1, &simplified, &offset, NULL);
    if (!status) status = cucore__runs_make(view, &simple, offset, out);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_runs_get_address(const cucore_runs *runs, uint64_t index, void **out)
{
    char *ptr;
    int i;
    if (!runs || !out) return cucore__fail_null("cucore_runs_get_address", runs ? "out" : "runs");
    if (index >= runs->count) {
        return cucore__invalid("cucore_runs_get_address: index is %llu, and there are %llu runs",
                               (unsigned long long)index, (unsigned long long)runs->count);
    }
    ptr = (char *)runs->ptr;
    for (i = runs->ndim - 1; i >= 0; i--) {
        const uint64_t n = (uint64_t)runs->repetitions[i];
        ptr += (int64_t)(index % n) * runs->strides[i];
        index /= n;
    }
    *out = ptr;
    return CUCORE_OK;
}
