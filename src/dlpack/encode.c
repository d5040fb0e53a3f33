/* ---------------------------------------------------------------------------------------- >>impl-dlpack-encode -- */
/* dlpack/encode.c: managed tensors made of views. */
/* Host, pinned and managed memory has no device_id of its own in DLPack (dlpack.h, DLDevice.device_id). */
CUCORE__PRIVATE inline int cucore__view_dl_device_id(const cucore_view *view)
{
    if (view->device_id <= 0) return 0;
    return view->device_type == CUCORE_DEVICE_TYPE_CUDA || cucore__device_is_other(view->device_type) ? view->device_id
                                                                                                      : 0;
}

CUCORE__PRIVATE cucore_status cucore__view_check_dlpack(const cucore_view *view)
{
    char name[32];
    cucore_status status = cucore__view_check_sound("view", view);
    if (status) return status;
    if (view->dtype.code < CUCORE_CODE_OPAQUE && !view->byte_swapped) {
        return view->layout.itembits % 8 == 0 ? CUCORE_OK : cucore__layout_check_packed(&view->layout);
    }
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    return cucore_fail(CUCORE_UNSUPPORTED, "DLPack has no type for elements of %s%s", name,
                       view->byte_swapped ? " of foreign byte order" : "");
}

/* All but shape and strides. */
CUCORE__PRIVATE inline void cucore__dltensor_fill(const cucore_view *view, int is_empty, DLTensor *out)
{
    out->data = is_empty ? NULL : view->ptr;
    out->device.device_type = (DLDeviceType)view->device_type;
    out->device.device_id = cucore__view_dl_device_id(view);
    out->ndim = view->layout.ndim;
    out->dtype.code = view->dtype.code;
    out->dtype.bits = view->dtype.bits;
    out->dtype.lanes = view->dtype.lanes;
    out->byte_offset = 0;
}

CUCORE_API cucore_status cucore_view_to_dltensor(const cucore_view *view, DLTensor *out)
{
    cucore_status status;
    if (!view || !out) return cucore__fail_intake("cucore_view_to_dltensor", NULL);
    status = cucore__view_check_dlpack(view);
    if (status) return status;
    cucore__dltensor_fill(view, cucore__layout_is_empty(&view->layout), out);
    out->shape = (int64_t *)(uintptr_t)view->layout.shape; /* dlpack.h has no const, but it is never written (D35) */
    out->strides = (int64_t *)(uintptr_t)view->layout.strides;
    return CUCORE_OK;
}

/* One allocation: this, then shape and strides, or the view that was moved, which has them. */
typedef struct cucore__exported {
    union {
        DLManagedTensor legacy;
        DLManagedTensorVersioned versioned;
    } tensor;
    void *owner;
    void (*release)(void *owner);
} cucore__exported;

CUCORE__PRIVATE void cucore__exported_free(cucore__exported *managed)
{
    if (managed->release) managed->release(managed->owner);
    free(managed);
}

CUCORE__PRIVATE void cucore__legacy_deleter(DLManagedTensor *self)
{
    cucore__exported_free((cucore__exported *)(void *)self);
}

CUCORE__PRIVATE void cucore__versioned_deleter(DLManagedTensorVersioned *self)
{
    cucore__exported_free((cucore__exported *)(void *)self);
}

/* Refuses what a legacy tensor cannot express. */
CUCORE__PRIVATE cucore_status cucore__view_check_legacy(const cucore_view *view, uint64_t flags)
{
    char name[32], text[200];
    if (view->padded) {
        cucore_dtype_to_name(view->dtype, name, sizeof name);
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "elements of %s stand in a byte each, which a DLPack tensor without a version cannot say: "
                           "ask with max_version=(1, 0) or newer",
                           name);
    }
    if (flags & CUCORE_EXPORT_COMPACT && !cucore_layout_is_c_contiguous(&view->layout)) {
        cucore_layout_format(&view->layout, text, sizeof text);
        return cucore_fail(CUCORE_WRONG_LAYOUT, "a tensor without strides is dense in C order, and %s is not", text);
    }
    if (!view->readonly || view->unproven || (flags & CUCORE_EXPORT_LEGACY_READONLY)) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the array is read-only, which a DLPack tensor without a version cannot say: ask "
                       "with max_version=(1, 0) or newer");
}

/* The function that checks a view for a legacy tensor; NULL for a tensor with a version. */
typedef cucore_status (*cucore__legacy_check)(const cucore_view *view, uint64_t flags);

CUCORE__PRIVATE inline DLTensor *cucore__exported_tensor(cucore__exported *managed, int versioned)
{
    return versioned ? &managed->tensor.versioned.dl_tensor : &managed->tensor.legacy.dl_tensor;
}

/* Makes all but shape, strides and owner, which get `room` bytes after the struct.  tensor: the tensor in the struct.
 * NULL with an error. */
CUCORE__PRIVATE cucore__exported *cucore__exported_new(const cucore_view *view, cucore__legacy_check legacy,
                                                       uint64_t flags, size_t room, DLTensor **tensor)
{
    const int versioned = !legacy;
    cucore__exported *managed;
    if (cucore__view_check_dlpack(view) || (legacy && legacy(view, flags))) return NULL;
    managed = (cucore__exported *)malloc(sizeof *managed + room);
    if (!managed) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a DLPack tensor of %d axes", (int)view->layout.ndim);
        return NULL;
    }
    if (versioned) {
        managed->tensor.versioned.version.major = CUCORE_DLPACK_MAX_MAJOR;
        managed->tensor.versioned.version.minor = CUCORE_DLPACK_MAX_MINOR;
        managed->tensor.versioned.manager_ctx = managed;
        managed->tensor.versioned.deleter = cucore__versioned_deleter;
        managed->tensor.versioned.flags = (view->readonly ? (uint64_t)CUCORE_DLPACK_READ_ONLY : 0) |
                                          (flags & CUCORE_EXPORT_COPIED ? (uint64_t)CUCORE_DLPACK_IS_COPIED : 0) |
                                          (view->padded ? (uint64_t)CUCORE_DLPACK_SUBBYTE_PADDED : 0);
    } else {
        managed->tensor.legacy.manager_ctx = managed;
        managed->tensor.legacy.deleter = cucore__legacy_deleter;
    }
    *tensor = cucore__exported_tensor(managed, versioned);
    cucore__dltensor_fill(view, 0, *tensor);
    return managed;
}

/* An empty array: no data, and strides that count an extent of 0 as 1 (rules P8). */
CUCORE__PRIVATE void cucore__dltensor_empty(DLTensor *tensor, int64_t *strides)
{
    int64_t stride = 1;
    int i;
    tensor->data = NULL;
    for (i = tensor->ndim - 1; i >= 0; i--) {
        strides[i] = stride;
        stride = cucore__stride_after(stride, tensor->shape[i]);
    }
}

CUCORE__PRIVATE cucore__exported *cucore__view_export(const cucore_view *view, void *owner,
                                                      void (*release)(void *owner), cucore__legacy_check legacy,
                                                      uint64_t flags)
{
    const cucore_layout *layout = &view->layout;
    const size_t room = 2 * (size_t)layout->ndim * sizeof(int64_t);
    DLTensor *tensor;
    cucore__exported *managed = cucore__exported_new(view, legacy, flags, room, &tensor);
    int64_t extent, *shape, *strides; /* the pointers of the tensor are const in some versions of dlpack.h */
    int i, is_empty = 0;
    if (!managed) return NULL;
    managed->owner = owner;
    managed->release = release;
    tensor->shape = shape = (int64_t *)(void *)(managed + 1);
    tensor->strides = strides = shape + layout->ndim;
    for (i = 0; i < layout->ndim; i++) {
        extent = cucore__opaque(layout->shape[i]);
        is_empty |= extent == 0;
        shape[i] = extent;
        strides[i] = layout->strides[i];
    }
    if (is_empty) cucore__dltensor_empty(tensor, strides);
    if (flags & CUCORE_EXPORT_COMPACT) tensor->strides = NULL;
    return managed;
}

CUCORE__PRIVATE cucore_status cucore__export_check_flags(const char *function, int versioned, uint64_t flags)
{
    const uint64_t unknown = flags & ~(CUCORE_EXPORT_LEGACY_READONLY | CUCORE_EXPORT_COPIED | CUCORE_EXPORT_COMPACT);
    if (versioned && flags & CUCORE_EXPORT_COMPACT)
        return cucore__invalid("%s: CUCORE_EXPORT_COMPACT: a tensor with a version has strides", function);
    if (!unknown) return CUCORE_OK;
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: flags have unknown bits: 0x%llx", function,
                       (unsigned long long)unknown);
}

CUCORE_API cucore_status cucore_view_to_dlmanaged(const cucore_view *view, void *owner, void (*release)(void *owner),
                                                  uint64_t flags, DLManagedTensor **out)
{
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_intake("cucore_view_to_dlmanaged", NULL);
    if (cucore__export_check_flags("cucore_view_to_dlmanaged", 0, flags)) return CUCORE_INVALID_ARGUMENT;
    managed = cucore__view_export(view, owner, release, cucore__view_check_legacy, flags);
    if (managed) *out = &managed->tensor.legacy;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

CUCORE_API cucore_status cucore_view_to_dlmanaged_versioned(const cucore_view *view, void *owner,
                                                            void (*release)(void *owner), uint64_t flags,
                                                            DLManagedTensorVersioned **out)
{
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_intake("cucore_view_to_dlmanaged_versioned", NULL);
    if (cucore__export_check_flags("cucore_view_to_dlmanaged_versioned", 1, flags)) return CUCORE_INVALID_ARGUMENT;
    managed = cucore__view_export(view, owner, release, NULL, flags);
    if (managed) *out = &managed->tensor.versioned;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

/* No copy of another; and a Py_buffer in the view may be known to its exporter by its address. */
CUCORE__PRIVATE cucore_status cucore__view_check_movable(const char *function, const cucore_view *view)
{
    if (!view->private_.release) return CUCORE_OK;
    if (cucore__view_is_copy(view)) return cucore__fail_copy(function, view);
    if (view->private_.release == cucore__wrapped_release) return CUCORE_OK; /* also by cucore_view_attach */
    if (view->protocol != CUCORE_PROTOCOL_PEP3118 && view->protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE)
        return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the view owns a buffer (%s), which must stay where it is: export it with its "
                       "exporter as the owner",
                       cucore_protocol_name((cucore_protocol)view->protocol));
}

/* Memory that is handed on needs an owner, which a slice and a view of wrapped memory do not have (rules B120). */
CUCORE__PRIVATE cucore_status cucore__view_check_owns(const char *function, const cucore_view *view)
{
    if (view->private_.release || cucore__layout_is_empty(&view->layout)) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "%s: the view borrows its memory, and nothing would keep that alive: give it an owner "
                       "(cucore_view_wrap)",
                       function);
}

CUCORE__PRIVATE void cucore__release_moved(void *owner)
{
    cucore_view_release((cucore_view *)owner);
}

CUCORE__PRIVATE cucore__exported *cucore__view_export_moved(const char *function, cucore_view *view,
                                                            cucore__legacy_check legacy, uint64_t flags)
{
    cucore__exported *managed;
    cucore_view *moved;
    DLTensor *tensor;
    if (cucore__view_check_movable(function, view)) return NULL;
    if (view->copied) flags |= CUCORE_EXPORT_COPIED;
    managed = cucore__exported_new(view, legacy, flags, sizeof(cucore_view), &tensor);
    if (!managed) return NULL;
    if (cucore__view_check_owns(function, view)) {
        free(managed);
        return NULL;
    }
    moved = (cucore_view *)(void *)(managed + 1);
    cucore__view_move(view, moved);
    managed->owner = moved;
    managed->release = cucore__release_moved;
    tensor->shape = moved->layout.shape;
    tensor->strides = moved->layout.strides;
    if (cucore__layout_is_empty(&moved->layout)) cucore__dltensor_empty(tensor, moved->layout.strides);
    if (flags & CUCORE_EXPORT_COMPACT) tensor->strides = NULL;
    return managed;
}

/* The view is consumed, also on error, which stays the last error while the memory is given back. */
CUCORE__PRIVATE cucore__exported *cucore__view_export_taken(const char *function, cucore_view *view,
                                                            cucore__legacy_check legacy, uint64_t flags)
{
    cucore__exported *managed = cucore__export_check_flags(function, !legacy, flags)
                                    ? NULL
                                    : cucore__view_export_moved(function, view, legacy, flags);
    cucore_error error;
    if (managed) return managed;
    error = cucore__error;
    cucore_view_release(view);
    cucore__error = error;
    return NULL;
}

CUCORE__PRIVATE cucore_status cucore__fail_taken(const char *function, cucore_view *view)
{
    cucore_view_release(view);
    return cucore__fail_intake(function, NULL);
}

CUCORE_API cucore_status cucore_view_move_to_dlmanaged(cucore_view *view, uint64_t flags, DLManagedTensor **out)
{
    static const char function[] = "cucore_view_move_to_dlmanaged";
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_taken(function, view);
    managed = cucore__view_export_taken(function, view, cucore__view_check_legacy, flags);
    if (managed) *out = &managed->tensor.legacy;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

CUCORE_API cucore_status cucore_view_move_to_dlmanaged_versioned(cucore_view *view, uint64_t flags,
                                                                 DLManagedTensorVersioned **out)
{
    static const char function[] = "cucore_view_move_to_dlmanaged_versioned";
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_taken(function, view);
    managed = cucore__view_export_taken(function, view, NULL, flags);
    if (managed) *out = &managed->tensor.versioned;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}
