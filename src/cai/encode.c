/* ------------------------------------------------------------------------------------------- >>impl-cai-encode -- */
/* cai/encode.c: views as the fields of an interface. */
/* A typestr of the dtype would mean bytes in native order, or without a meaning.  For numbers of foreign order it is
 * made of the format of a buffer, or taken from descr if they came by an interface. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__typestr_of_swapped(const cucore_view *view,
                                                                      cucore_interface_room *room)
{
    const char *format = view->pep3118_format;
    const cucore__format_code *code = format ? cucore__format_code_of(format + 1) : NULL;
    const int64_t itemsize = view->layout.itemsize;
    cucore_dtype dtype = view->dtype;
    if (!format && !view->descr)
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of foreign byte order have no typestr");
    if (format && (!code || (itemsize != code->size && itemsize != code->other_size)))
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of the format '%.64s' have no typestr", format);
    if (code) dtype = cucore_dtype_make(code->code, (int)(8 * itemsize), 1);
    if (cucore_dtype_to_typestr(dtype, room->typestr, sizeof room->typestr) < 0) return cucore_last_error()->status;
    if (format) room->typestr[0] = CUCORE__FOREIGN_ORDER;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_to_interface(const cucore_view *view, int protocol, cucore_interface_room *room,
                                                  cucore_interface *out)
{
    const int cai = protocol == CUCORE_PROTOCOL_CAI;
    int dense;
    cucore_status status = CUCORE_OK;
    if (!view || !room || !out) return cucore__fail_intake("cucore_view_to_interface", NULL);
    if (!cai && protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_to_interface: protocol %d is no interface", protocol);
    }
    status = cucore__view_check_sound("view", view);
    if (status) return status;
    if (cucore__device_is_other(view->device_type)) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the array is on a device of type %d (%s), which %s cannot read",
                           (int)view->device_type, cucore__device_name(view->device_type), cai ? "CUDA" : "the CPU");
    }
    if (!(cai ? view->device_accessible : view->host_accessible)) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the array is in %s memory, which %s cannot read",
                           cai ? "host" : "device", cai ? "CUDA" : "the CPU");
    }
    if (view->byte_swapped) {
        status = cucore__typestr_of_swapped(view, room);
        if (status) return status;
    } else if (cucore_dtype_to_typestr(view->dtype, room->typestr, sizeof room->typestr) < 0) {
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
    out->typestr_size = strlen(room->typestr);
    out->data = cucore__layout_is_empty(&view->layout) ? 0 : (uint64_t)(uintptr_t)view->ptr;
    out->readonly = view->readonly;
    out->has_stream = cai && view->has_producer_stream;
    if (out->has_stream) {
        const CUstream stream = cucore__stream_normalize(view->producer_stream);
        out->stream = (uint64_t)(uintptr_t)stream;
    }
    return CUCORE_OK;
}
