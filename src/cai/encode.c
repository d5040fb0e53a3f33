/* ------------------------------------------------------------------------------------------- >>impl-cai-encode -- */
/* cai/encode.c: interfaces made. */
CUCORE_API cucore_status cucore_view_to_interface(const cucore_view *view, int protocol, cucore_interface_room *room,
                                                  cucore_interface *out)
{
    const int cai = protocol == CUCORE_FROM_CAI;
    cucore_interface made;
    cucore_status status;
    if (!view || !room || !out) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_to_interface: an argument is NULL");
    }
    if (!cai && protocol != CUCORE_FROM_ARRAY_INTERFACE) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_to_interface: protocol %d is no interface", protocol);
    }
    if (!(cai ? view->device_accessible : view->host_accessible)) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the array is in %s memory, which %s cannot read",
                           cai ? "host" : "device", cai ? "CUDA" : "the CPU");
    }
    status = cucore_typestr_format(view->dtype, room->typestr, sizeof room->typestr);
    if (status) return status;
    if (view->dtype.code == CUCORE_CODE_STRUCTURED && !view->descr) {
        return cucore_fail(CUCORE_UNSUPPORTED, "structured elements of %u bytes need a descr, and there is none",
                           (unsigned)view->dtype.itemsize);
    }
    memset(&made, 0, sizeof made);
    made.protocol = protocol;
    made.ndim = view->layout.ndim;
    made.shape = view->layout.shape;
    made.typestr = room->typestr;
    made.typestr_length = strlen(room->typestr);
    if (!cucore_layout_is_c_contiguous(&view->layout)) {
        status = cucore_layout_strides_bytes(&view->layout, room->strides);
        if (status) return status;
        made.strides = room->strides;
    }
    made.data = cucore__layout_is_empty(&view->layout) ? 0 : (uint64_t)(uintptr_t)view->ptr;
    made.readonly = view->readonly;
    made.has_stream = cai && view->producer_known;
    if (made.has_stream) made.stream = (uint64_t)(uintptr_t)cucore_stream_normalize(view->producer_stream);
    *out = made;
    return CUCORE_OK;
}
