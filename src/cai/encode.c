/* ------------------------------------------------------------------------------------------- >>impl-cai-encode -- */
/* cai/encode.c: interfaces made.  For users and python/export_others.c. */
CUCORE_API cucore_status cucore__view_to_interface(const cucore_view *view, int protocol, cucore__interface_room *room,
                                                   cucore__interface *out)
{
    const int cai = protocol == CUCORE_PROTOCOL_CAI;
    int dense;
    cucore_status status = CUCORE_OK;
    if (!view || !room || !out) return cucore__fail_intake("cucore__view_to_interface", NULL);
    if (!cai && protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore__view_to_interface: protocol %d is no interface", protocol);
    }
    if (!(cai ? view->device_accessible : view->host_accessible)) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the array is in %s memory, which %s cannot read",
                           cai ? "host" : "device", cai ? "CUDA" : "the CPU");
    }
    if (cucore_dtype_to_typestr(view->dtype, room->typestr, sizeof room->typestr) < 0) {
        return cucore_last_error()->status;
    }
    if (view->dtype.code == CUCORE_CODE_STRUCTURED && !view->descr) {
        return cucore_fail(CUCORE_UNSUPPORTED, "structured elements of %u bytes need a descr, and there is none",
                           (unsigned)view->dtype.itemsize);
    }
    dense = cucore_layout_is_c_contiguous(&view->layout);
    if (!dense) status = cucore_layout_strides_bytes(&view->layout, room->strides);
    if (status) return status;
    memset(out, 0, sizeof *out);
    out->protocol = protocol;
    out->ndim = view->layout.ndim;
    out->shape = view->layout.shape;
    out->strides = dense ? NULL : room->strides;
    out->typestr = room->typestr;
    out->typestr_length = strlen(room->typestr);
    out->data = cucore__layout_is_empty(&view->layout) ? 0 : (uint64_t)(uintptr_t)view->ptr;
    out->readonly = view->readonly;
    out->has_stream = cai && view->has_producer_stream;
    if (out->has_stream) out->stream = (uint64_t)(uintptr_t)cucore__stream_normalize(view->producer_stream);
    return CUCORE_OK;
}
