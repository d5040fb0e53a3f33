/* ------------------------------------------------------------------------------------------- >>impl-cai-encode -- */
/* cai/encode.c: interfaces made. */
CUCORE__PRIVATE cucore_status cucore__interface_check_memory(const cucore_view *view, int protocol)
{
    int cai = protocol == CUCORE_FROM_CAI;
    if (!cai && protocol != CUCORE_FROM_ARRAY_INTERFACE) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_to_interface: protocol %d is no interface", protocol);
    }
    if (cai ? view->device_accessible : view->host_accessible) return CUCORE_OK;
    return cucore_fail(CUCORE_WRONG_DEVICE, "the array is in %s memory, which %s cannot read", cai ? "host" : "device",
                       cai ? "CUDA" : "the CPU");
}

CUCORE__PRIVATE cucore_status cucore__interface_encode_dtype(const cucore_view *view, cucore_interface_room *room,
                                                             cucore_interface *out)
{
    cucore_status status = cucore_typestr_format(view->dtype, room->typestr, sizeof room->typestr);
    if (status) return status;
    if (view->dtype.code == CUCORE_CODE_STRUCTURED && !view->descr) {
        return cucore_fail(CUCORE_UNSUPPORTED, "structured elements of %u bytes need a descr, and there is none",
                           (unsigned)view->dtype.itemsize);
    }
    out->typestr = room->typestr;
    out->typestr_length = strlen(room->typestr);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_to_interface(const cucore_view *view, int protocol, cucore_interface_room *room,
                                                  cucore_interface *out)
{
    cucore_status status;
    if (!view || !room || !out) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_to_interface: an argument is NULL");
    }
    status = cucore__interface_check_memory(view, protocol);
    if (!status) status = cucore__interface_encode_dtype(view, room, out);
    out->protocol = protocol;
    out->ndim = view->layout.ndim;
    out->shape = view->layout.shape;
    out->strides = NULL;
    if (!status && !cucore_layout_is_c_contiguous(&view->layout)) {
        status = cucore_layout_strides_bytes(&view->layout, room->strides);
        out->strides = room->strides;
    }
    out->descr = NULL;
    out->descr_length = 0;
    out->data = cucore__layout_is_empty(&view->layout) ? 0 : (uint64_t)(uintptr_t)view->ptr;
    out->readonly = view->readonly;
    out->has_stream = protocol == CUCORE_FROM_CAI && view->producer_known;
    out->stream = out->has_stream ? (uint64_t)(uintptr_t)cucore_stream_normalize(view->producer_stream) : 0;
    return status;
}
