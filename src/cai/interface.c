/* -------------------------------------------------------------------------------------------- >>impl-interface -- */
/* cai/interface.c: the fields of an interface as a view. */
CUCORE__PRIVATE cucore_status cucore__interface_dtype(const cucore_interface *in, const cucore__intake *intake,
                                                      cucore_view *view)
{
    int64_t size = 0;
    int names = 0;
    cucore_status status =
        cucore__typestr_of_array(in->typestr, in->typestr_size, intake, &view->dtype, &view->byte_swapped);
    if (status || view->dtype.code != CUCORE_CODE_OPAQUE || in->typestr[1] != 'V') {
        /* a dtype, a refusal, or opaque for want of one */
    } else if (intake->arg->reinterpret.itemsize) { /* the caller knows them */
        if (intake->arg->reinterpret.itemsize != view->dtype.itemsize) {
            return cucore_fail(CUCORE_PROTOCOL, "elements of %u bytes cannot be the dtype given, which has %u",
                               (unsigned)view->dtype.itemsize, (unsigned)intake->arg->reinterpret.itemsize);
        }
        view->dtype = intake->arg->reinterpret;
        status = cucore_dtype_check(view->dtype);
    } else if (in->descr) {
        status = cucore__descr_read(in->descr, in->descr_size, intake->flags, &size, &names);
        if (status == CUCORE_UNSUPPORTED) return cucore__refuse_fields(view->dtype, intake);
        if (!status && size != (int64_t)view->dtype.itemsize) {
            return cucore_fail(CUCORE_PROTOCOL,
                               "the fields of descr have %lld bytes together, but typestr '%.*s' has %u",
                               (long long)size, (int)(in->typestr_size < 64 ? in->typestr_size : 64), in->typestr,
                               (unsigned)view->dtype.itemsize);
        }
        if (names) view->dtype.code = CUCORE_CODE_STRUCTURED;
    }
    view->padded = cucore_dtype_itembits(view->dtype) % 8 != 0; /* NumPy gives every element whole bytes */
    return status;
}

/* *plain: 1 if the memory is known to be plain memory of device 0, if there is any; set if the driver has confirmed the
 * memory.  Shape and strides are those of the interface, or already in the view, which is cleared except for these and
 * its protocol; the caller clears it again on error. */
CUCORE__PRIVATE cucore_status cucore__interface_decode(const cucore_interface *in, const cucore__intake *intake,
                                                       int *plain, cucore_view *view)
{
    const CUstream stream = (CUstream)(uintptr_t)in->stream;
    cucore__survey span;
    int64_t bits;
    int is_empty, is_dense = 0, device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__interface_dtype(in, intake, view);
    if (!status) status = cucore__layout_check_ndim(in->ndim, view->dtype.itemsize);
    if (status) return status;
    if (in->ndim > 0 && !in->shape) return cucore_fail(CUCORE_INVALID_ARGUMENT, "shape is NULL");
    cucore__layout_start(&view->layout, in->ndim, in->shape, view->dtype.itemsize);
    if (!in->strides) {
        span.size = cucore__layout_fill_dense(&view->layout, 'C');
        span.min = 0;
        span.max = span.size - 1;
        is_dense = span.size > 0 && !cucore__mul(span.size, view->layout.itembits, &bits);
    } else {
        status = cucore__layout_fill_bytes(&view->layout, in->strides);
    }
    if (!status && !is_dense) status = cucore__layout_check(&view->layout, &span);
    if (status) return status;
    if (in->data > (uint64_t)UINTPTR_MAX) {
        return cucore_fail(CUCORE_PROTOCOL, "data is 0x%llx, which is no address here", (unsigned long long)in->data);
    }
    view->ptr = (void *)(uintptr_t)in->data;
    view->readonly = in->readonly != 0;
    status = cucore__view_check_address(view, &span);
    if (status) return status;
    if (in->protocol == CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        return cucore__view_check_arg(view, intake->arg, intake->of_call);
    }
    view->has_producer_stream = in->has_stream || intake->arg->producer_stream;
    view->producer_stream = in->has_stream ? cucore__stream_normalize(stream) : intake->arg->producer_stream;
    if (in->has_stream && in->stream == 0 && !(intake->flags & CUCORE_STREAM_0_IS_LEGACY)) {
        return cucore_fail(CUCORE_PROTOCOL, "stream is 0, which the CUDA Array Interface forbids: 1 is the legacy "
                                            "default stream, 2 the per-thread one, None says that nothing is pending");
    }
    if (in->has_stream &&
        (in->stream > (uint64_t)UINTPTR_MAX || stream == CUCORE_STREAM_NO_SYNC || stream == CUCORE_STREAM_HOST)) {
        return cucore_fail(CUCORE_PROTOCOL, "stream is %llu; it must be None, 1, 2 or the handle of a stream",
                           (unsigned long long)in->stream);
    }
    is_empty = cucore__layout_is_empty(&view->layout);
    if (intake->flags & CUCORE_ON_DEVICE_ID) status = cucore__arg_device(intake->arg, &device);
    if (status) return status;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CUDA, *plain && !is_empty ? 0 : device);
    if (!*plain && !is_empty && !(intake->flags & CUCORE_TRUST_PRODUCER))
        status = cucore__view_locate(view, intake->consumer, plain);
    return status ? status : cucore__view_check_arg(view, intake->arg, intake->of_call);
}

CUCORE_API cucore_status cucore_view_from_interface(const cucore_interface *fields, const cucore_arg *arg,
                                                    cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    int plain = 0;
    if (!fields || !out) return cucore__intake_left_out("cucore_view_from_interface", arg, out);
    if (!fields->typestr) return cucore__fail_intake("cucore_view_from_interface", out);
    cucore__view_clear(out);
    status = cucore__arg_check_plain(intake.arg, 0);
    if (status) return status;
    if (fields->protocol != CUCORE_PROTOCOL_CAI && fields->protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        return cucore__invalid("cucore_view_from_interface: protocol %d is no interface", fields->protocol);
    }
    if (fields->has_mask)
        return cucore_fail(CUCORE_UNSUPPORTED, "mask must be None or absent: masked elements are no data");
    out->protocol = (uint8_t)fields->protocol;
    status = cucore__interface_decode(fields, &intake, &plain, out);
    if (status) cucore__view_clear(out);
    return status;
}
