/* ---------------------------------------------------------------------------------------- >>impl-dlpack-decode -- */
/* dlpack/decode.c: tensors as views: checks each field, then asks the driver, then checks the requirements. */
/* Rows of packed elements must start on a byte, unless the whole is dense. */
CUCORE__PRIVATE cucore_status cucore__layout_check_packed(const cucore_layout *layout)
{
    int i;
    if (layout->itembits % 8 == 0) return CUCORE_OK;
    if (cucore_layout_is_c_contiguous(layout) || cucore_layout_is_f_contiguous(layout)) return CUCORE_OK;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] <= 1 || layout->strides[i] == 1) continue;
        if (layout->strides[i] % 8 * layout->itembits % 8 == 0) continue;
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "strides[%d] is %lld packed elements of %lld bits: its rows do not start on a byte", i,
                           (long long)layout->strides[i], (long long)layout->itembits);
    }
    return CUCORE_OK;
}

/* Refuses a dtype that is not understood, which is no question of what the caller asked for (rules B137).  The codes of
 * cucore are not DLPack's. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__dltensor_check_dtype(cucore_dtype dtype, uint64_t flags)
{
    char name[64];
    cucore__text text = cucore__text_start(name, sizeof name);
    cucore_status status =
        dtype.code < CUCORE_CODE_OPAQUE ? cucore_dtype_check(dtype) : cucore__fail_dtype_code(dtype.code);
    if (status || dtype.lanes == 1 || flags & CUCORE_ALLOW_LANES) return status;
    cucore__text_add_dtype(&text, dtype);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dtype.lanes is %d (%s): vector elements are accepted only with CUCORE_ALLOW_LANES", dtype.lanes,
                       name);
}

/* On other devices the pointer may be a handle, to which no offset can be added. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__dltensor_locate_other(const DLTensor *tensor, cucore_view *view)
{
    const uint64_t data = (uint64_t)(uintptr_t)tensor->data, offset = tensor->byte_offset;
    if (!offset || cucore__layout_is_empty(&view->layout)) {
        view->ptr = tensor->data;
        return CUCORE_OK;
    }
    if (!cucore__device_type_has_addresses(view->device_type)) {
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "byte_offset is %llu, but data is a handle on a device of type %d (%s), not an address: pass a "
            "copy of the array, which begins where its memory does",
            (unsigned long long)offset, (int)view->device_type, cucore__device_name(view->device_type));
    }
    if (offset > (uint64_t)UINTPTR_MAX - data) {
        return cucore_fail(CUCORE_PROTOCOL, "byte_offset is %llu, which is behind the end of the address space",
                           (unsigned long long)offset);
    }
    view->ptr = (void *)(uintptr_t)(data + offset);
    return CUCORE_OK;
}

/* An element that no dtype here is, as so many bytes; else what the dtype was refused for. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__dltensor_opaque(const DLTensor *tensor, cucore_status refused,
                                                                   const cucore__intake *intake, cucore_view *view)
{
    const uint32_t bits = (uint32_t)tensor->dtype.bits * tensor->dtype.lanes;
    if (!(intake->flags & CUCORE_ALLOW_OPAQUE) || !bits || bits % 8) return refused;
    view->dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, bits / 8);
    view->padded = 0;
    return CUCORE_OK;
}

/* Every field: dtype, device, shape and strides, address.  The caller clears the view before and, on error,
 * afterwards. */
CUCORE__PRIVATE cucore_status cucore__dltensor_decode(const DLTensor *tensor, uint64_t dlpack_flags,
                                                      const cucore__intake *intake, cucore_view *view)
{
    const int device_type = (int)tensor->device.device_type, device_id = (int)tensor->device.device_id;
    uint64_t data = (uint64_t)(uintptr_t)tensor->data;
    cucore_layout *layout = &view->layout;
    cucore__survey span;
    const cucore_dtype dtype = cucore_dtype_make(tensor->dtype.code, tensor->dtype.bits, tensor->dtype.lanes);
    cucore_status status = CUCORE_OK;
    view->dtype = dtype;
    view->readonly = (dlpack_flags & CUCORE_DLPACK_READ_ONLY) != 0;
    view->copied = (dlpack_flags & CUCORE_DLPACK_IS_COPIED) != 0;
    view->padded = (dlpack_flags & CUCORE_DLPACK_SUBBYTE_PADDED) != 0 && cucore_dtype_itembits(dtype) % 8 != 0;
    if (dtype.code > CUCORE_CODE_FLOAT || dtype.lanes != 1 || (dtype.bits != 32 && dtype.bits != 64)) {
        status = cucore__dltensor_check_dtype(dtype, intake->flags);
        if (status) status = cucore__dltensor_opaque(tensor, status, intake, view);
        if (status) return status;
    }
    if (device_id < 0) return cucore_fail(CUCORE_PROTOCOL, "device_id is %d; it must not be negative", device_id);
    status = cucore__view_set_device(view, device_type, device_id, intake->flags);
    if (!status) status = cucore__layout_check_ndim(tensor->ndim, view->dtype.itemsize);
    if (status) return status;
    if (tensor->ndim > 0 && !tensor->shape) {
        return cucore_fail(CUCORE_PROTOCOL, "shape is NULL, but ndim is %d", tensor->ndim);
    }
    cucore__layout_start(layout, tensor->ndim, tensor->shape, view->dtype.itemsize);
    if (!view->padded) layout->itembits = cucore_dtype_itembits(view->dtype);
    if (tensor->strides) {
        cucore__entries_copy(layout->strides, tensor->strides, layout->ndim);
    } else {
        cucore__layout_fill_dense(layout, 'C');
    }
    status = cucore__layout_check(layout, &span);
    if (!status) status = cucore__layout_check_packed(layout);
    if (status) return status;
    if (!(view->host_accessible | view->device_accessible)) return cucore__dltensor_locate_other(tensor, view);
    if (data && tensor->byte_offset > (uint64_t)UINTPTR_MAX - data) {
        return cucore_fail(CUCORE_PROTOCOL, "byte_offset is %llu, which is behind the end of the address space",
                           (unsigned long long)tensor->byte_offset);
    }
    view->ptr = data ? (void *)(uintptr_t)(data + tensor->byte_offset) : NULL;
    return cucore__view_check_address(view, &span);
}

/* The tensor as a view, before anybody asks the driver or the caller's requirements. */
CUCORE__PRIVATE cucore_status cucore__view_decode(const DLTensor *tensor, uint64_t dlpack_flags,
                                                  const cucore__intake *intake, int protocol, cucore_view *out)
{
    cucore_status status;
    cucore__view_clear(out);
    out->protocol = (uint8_t)protocol;
    status = cucore__dltensor_decode(tensor, dlpack_flags, intake, out);
    if (protocol == CUCORE_PROTOCOL_DLPACK && !(intake->flags & CUCORE_ALLOW_UNPROVEN_WRITE))
        out->readonly = out->unproven = 1;
    if (status) cucore__view_clear(out);
    return status;
}

/* Asks the driver about device memory, unless it has confirmed memory of this kind before; checks the requirements.
 * *known: 1 if the driver has confirmed it, before or now */
CUCORE__PRIVATE cucore_status cucore__view_accept(cucore_view *view, const cucore__intake *intake, int *known)
{
    const CUstream stream = intake->consumer ? intake->consumer : intake->arg->producer_stream;
    int count,
        asks = view->device_type == CUCORE_DEVICE_TYPE_CUDA || view->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    cucore_status status = CUCORE_OK;
    if (asks && !*known && !(intake->flags & CUCORE_TRUST_PRODUCER) && !cucore__layout_is_empty(&view->layout)) {
        status = cucore_driver_load();
        count = cucore__driver_state.device_count;
        if (!status && view->device_id >= count) {
            status = cucore_fail(CUCORE_PROTOCOL, "the producer says cuda:%d, but this process sees %d device%s",
                                 (int)view->device_id, count, count == 1 ? "" : "s");
        }
        if (!status) status = cucore__view_locate(view, stream, known);
    }
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST && !(intake->flags & CUCORE_TRUST_PRODUCER) &&
        !cucore__layout_is_empty(&view->layout)) {
        status = cucore__view_locate_pinned(view);
    }
    if (!status) status = cucore__view_check_arg(view, intake->arg, intake->of_call);
    if (status) cucore__view_clear(view);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__view_from_tensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                       const cucore_arg *arg, int protocol, cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    int known = 0;
    cucore_status status = cucore__arg_check_plain(intake.arg, 0);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    status = cucore__view_decode(tensor, dlpack_flags, &intake, protocol, out);
    return status ? status : cucore__view_accept(out, &intake, &known);
}

CUCORE_API cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags, const cucore_arg *arg,
                                                   cucore_view *out)
{
    if (!tensor || !out) return cucore__intake_left_out("cucore_view_from_dltensor", arg, out);
    return cucore__view_from_tensor(tensor, dlpack_flags, arg, CUCORE_PROTOCOL_DLTENSOR, out);
}

/* Calls the deleter if there is one; the last error stays as it was. */
CUCORE__PRIVATE void cucore__dlmanaged_delete(DLManagedTensor *managed)
{
    const cucore_error error = cucore__error;
    if (managed && managed->deleter) managed->deleter(managed);
    cucore__error = error;
}

CUCORE__PRIVATE void cucore__dlmanaged_versioned_delete(DLManagedTensorVersioned *managed)
{
    const cucore_error error = cucore__error;
    if (managed && managed->deleter) managed->deleter(managed);
    cucore__error = error;
}

CUCORE__PRIVATE void cucore__managed_free(void *owner)
{
    DLManagedTensor *managed = (DLManagedTensor *)owner;
    if (managed->deleter) managed->deleter(managed);
}

CUCORE__PRIVATE void cucore__managed_versioned_free(void *owner)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)owner;
    if (managed->deleter) managed->deleter(managed);
}

CUCORE_API cucore_status cucore_view_adopt_dlmanaged(DLManagedTensor *managed, const cucore_arg *arg, cucore_view *out)
{
    cucore_status status;
    if (!managed || !out) {
        status = cucore__intake_left_out("cucore_view_adopt_dlmanaged", arg, out);
    } else {
        status = cucore__view_from_tensor(&managed->dl_tensor, 0, arg, CUCORE_PROTOCOL_DLPACK, out);
        if (!status) cucore__view_own_wrapped(out, managed, cucore__managed_free);
    }
    if (status) cucore__dlmanaged_delete(managed);
    return status;
}

/* Another major: only the deleter may be touched (rules D29). */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_major(const DLManagedTensorVersioned *managed)
{
    return cucore_fail(CUCORE_PROTOCOL, "the tensor is of DLPack version %u.%u; only major version %d is understood",
                       (unsigned)managed->version.major, (unsigned)managed->version.minor, DLPACK_MAJOR_VERSION);
}

CUCORE_API cucore_status cucore_view_adopt_dlmanaged_versioned(DLManagedTensorVersioned *managed, const cucore_arg *arg,
                                                               cucore_view *out)
{
    cucore_status status;
    if (!managed || !out) {
        status = cucore__intake_left_out("cucore_view_adopt_dlmanaged_versioned", arg, out);
    } else if (managed->version.major != DLPACK_MAJOR_VERSION) {
        cucore__view_clear(out);
        status = cucore__fail_major(managed);
    } else {
        status =
            cucore__view_from_tensor(&managed->dl_tensor, managed->flags, arg, CUCORE_PROTOCOL_DLPACK_VERSIONED, out);
        if (!status) cucore__view_own_wrapped(out, managed, cucore__managed_versioned_free);
    }
    if (status) cucore__dlmanaged_versioned_delete(managed);
    return status;
}
