/* python/capsule.c: capsules and tensors as views; what is known of kinds of tensors. */
CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_raise_capsule(PyObject *capsule, const cucore_intake *intake)
{
    const char *name = PyCapsule_GetName(capsule);
    if (!name && PyErr_Occurred()) return -1;
    if (name && strncmp(name, "used_dltensor", 13) == 0) {
        PyErr_Format(PyExc_BufferError, "%s: the DLPack capsule is already consumed (its name is '%s')",
                     cucore__py_name(intake), name);
    } else {
        PyErr_Format(PyExc_BufferError, "%s: the capsule is no DLPack tensor (its name is '%.100s')",
                     cucore__py_name(intake), name ? name : "NULL");
    }
    return -1;
}

/* The capsule gives up its tensor; the name must live for ever (protocols D25, D26). */
CUCORE__PRIVATE int cucore__py_capsule_consume(PyObject *capsule, const char *used_name)
{
    if (PyCapsule_SetName(capsule, used_name) < 0) return -1;
    if (PyCapsule_SetDestructor(capsule, NULL) < 0) PyErr_Clear(); /* the name alone is enough */
    return 0;
}

/* Memory of which a type's word can be taken, once the driver has confirmed it: same dtype, same kind, one device. */
CUCORE__PRIVATE inline unsigned cucore__py_memory_key(const cucore_view *view)
{
    if (view->device_id != 0 || !cucore__py_device_is_cuda(view->device_type)) return 0;
    return (unsigned)view->device_type << 24 | (unsigned)view->dtype.code << 16 | (unsigned)view->dtype.bits << 8 |
           (view->dtype.lanes & 0xFFu);
}

/* Asks the driver about the first array of a kind (protocols D36); with several devices about every one (D8). */
CUCORE__PRIVATE CUCORE__PY_APART cucore_status cucore__py_accept(cucore_view *view, const cucore_intake *intake,
                                                                 const cucore__py_memo *memo)
{
    unsigned key = memo->slot && cucore__driver_state.device_count == 1 ? cucore__py_memory_key(view) : 0;
    int known = key && cucore__py_is_verified(memo, key) && !(intake->flags & CUCORE_VERIFY_POINTER);
    cucore_status status = cucore__view_accept(view, intake, known);
    if (!status && key && !known && cucore__py_memory_key(view) == key && !cucore__layout_is_empty(&view->layout) &&
        !(intake->flags & CUCORE_TRUST_PRODUCER)) {
        cucore__py_set_verified(memo, key);
    }
    return status;
}

/* Does a tensor stand where its producer was taken to be? */
CUCORE__PRIVATE inline int cucore__py_guess_holds(DLDevice device, const cucore__py_request *request)
{
    if (!request || !request->guessed) return 1;
    if (!cucore__py_device_is_cuda((int)device.device_type)) return !cucore__py_device_is_cuda(request->device_type);
    return cucore__py_device_is_cuda(request->device_type) &&
           (cucore__driver_state.device_count < 2 || (int)device.device_id == request->device_id);
}

CUCORE__PRIVATE inline uint32_t cucore__dltensor_dtype_bytes(const DLTensor *tensor)
{
    uint32_t bytes;
    memcpy(&bytes, &tensor->dtype, sizeof bytes);
    return bytes;
}

CUCORE__PRIVATE inline int cucore__tensor_kind_is(const cucore__tensor_kind *kind, const DLTensor *tensor)
{
    return kind->device.device_type == tensor->device.device_type &&
           kind->device.device_id == tensor->device.device_id && kind->dtype == cucore__dltensor_dtype_bytes(tensor);
}

/* view: the tensor decoded, of a dtype that is not padded. */
CUCORE__PRIVATE void cucore__tensor_kind_make(const DLTensor *tensor, const cucore_view *view, cucore__tensor_kind *out)
{
    cucore_view plain;
    memset(&plain, 0, offsetof(cucore_view, producer_stream));
    plain.dtype = view->dtype;
    plain.device_type = view->device_type;
    plain.device_id = view->device_id;
    plain.host_accessible = view->host_accessible;
    plain.device_accessible = view->device_accessible;
    memcpy(out->head, (const char *)&plain + offsetof(cucore_view, dtype), sizeof out->head);
    out->itemsize = view->layout.itemsize;
    out->itembits = view->layout.itembits;
    out->device = tensor->device;
    out->dtype = cucore__dltensor_dtype_bytes(tensor);
}

/* The tensor that most are - of a kind that was seen before, in C order, not empty - in one pass, whatever the view held
 * before; owner, release and protocol are left.  -> elements; 0: it is another one, or has something wrong with it. */
CUCORE__PRIVATE inline int64_t cucore__dltensor_decode_dense(const cucore__tensor_kind *kind, const DLTensor *tensor,
                                                             cucore_view *view)
{
    const int64_t *shape = tensor->shape, *strides = tensor->strides;
    int64_t volume = 1, extent, stride, size = kind->itemsize;
    int i = tensor->ndim;
    if (i < 1 || i > CUCORE_MAX_NDIM || !shape || !strides || tensor->byte_offset || !tensor->data) return 0;
    memcpy((char *)view + offsetof(cucore_view, dtype), kind->head, sizeof kind->head);
    view->ptr = tensor->data;
    view->producer_stream = NULL;
    view->format = NULL;
    view->descr = NULL;
    view->layout.ndim = i;
    view->layout.reserved = 0;
    view->layout.itemsize = size;
    view->layout.itembits = kind->itembits;
    while (i-- > 0) {
        extent = cucore__opaque(shape[i]);
        stride = cucore__opaque(strides[i]);
        view->layout.shape[i] = extent;
        view->layout.strides[i] = stride;
        if (extent == 1) continue;
        if (extent < 1 || stride != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    if (volume > INT64_MAX / 256) return 0;
    return (uint64_t)(volume * size) <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)tensor->data ? volume : 0;
}

/* None of the usual dtypes of both processors share a place. */
CUCORE__PRIVATE inline cucore__tensor_kind *cucore__py_kind_place(cucore__py_type *slot, const DLTensor *tensor)
{
    uint32_t key = cucore__dltensor_dtype_bytes(tensor) + ((uint32_t)tensor->device.device_type << 24);
    return &slot->kinds[(uint32_t)(key * 0x25C69981u) >> 27];
}

/* What tensors like this one have in common, NULL: none was seen.  room: for a copy where others may write meanwhile. */
CUCORE__PRIVATE inline const cucore__tensor_kind *cucore__py_kind_of(const cucore__py_memo *memo,
                                                                     const DLTensor *tensor, cucore__tensor_kind *room)
{
    cucore__tensor_kind *kind;
#if defined(Py_GIL_DISABLED)
    unsigned writes;
#endif
    if (!memo->slot) return NULL;
    kind = cucore__py_kind_place(memo->slot, tensor);
#if defined(Py_GIL_DISABLED)
    writes = CUCORE__PY_OBSERVE(&kind->writes);
    *room = *kind;
    CUCORE__PY_FENCE();
    if (writes & 1 || CUCORE__PY_OBSERVE(&kind->writes) != writes) return NULL;
    kind = room;
#else
    (void)room;
#endif
    if (!CUCORE__PY_LIKELY(kind->version == memo->version)) return NULL;
    return CUCORE__PY_LIKELY(cucore__tensor_kind_is(kind, tensor)) ? kind : NULL;
}

/* What instances have to be asked when their tensor has such elements (protocols X7). */
CUCORE__PRIVATE inline unsigned cucore__py_debts_of(const cucore__py_memo *memo, int code)
{
    unsigned debts = 0;
    if (code == CUCORE_CODE_COMPLEX) debts |= CUCORE__PY_HAS_CONJ;
    if (code == CUCORE_CODE_COMPLEX || code == CUCORE_CODE_FLOAT) debts |= CUCORE__PY_HAS_NEG;
    if (code > CUCORE_CODE_UINT && code != CUCORE_CODE_BOOL) debts |= CUCORE__PY_HAS_GRAD;
    return debts & memo->traits.facts;
}

/* Of a tensor that was accepted: plain elements in ordinary memory, or in memory that the driver has confirmed. */
CUCORE__PRIVATE CUCORE__PY_APART void cucore__py_learn_kind(const cucore__py_memo *memo, const DLTensor *tensor,
                                                            const cucore_view *view)
{
    const unsigned debts = cucore__py_debts_of(memo, view->dtype.code);
    cucore__tensor_kind *kind, room;
    unsigned key;
    if (!memo->slot || (debts & CUCORE__PY_HAS_CONJ) || cucore__py_kind_of(memo, tensor, &room)) return;
    if (view->padded || view->dtype.lanes != 1 || view->dtype.bits % 8) return;
    key = cucore__py_memory_key(view);
    if (view->device_type != CUCORE_DEVICE_CPU && !(key && cucore__py_is_verified(memo, key))) return;
    kind = cucore__py_kind_place(memo->slot, tensor);
    if (!CUCORE__PY_WRITE_BEGIN()) return;
    CUCORE__PY_PUBLISH(&kind->writes, kind->writes + 1);
    CUCORE__PY_FENCE();
    cucore__tensor_kind_make(tensor, view, kind);
    kind->debts = debts;
    kind->version = memo->version;
    CUCORE__PY_PUBLISH(&kind->writes, kind->writes + 1);
    CUCORE__PY_WRITE_END();
}

/* By what is known of its kind.  -> elements; 0: nothing is known, or it is not dense.  debts: what to ask its owner. */
CUCORE__PRIVATE inline int64_t cucore__py_decode_known(const cucore__py_memo *memo, const DLTensor *tensor,
                                                       cucore_view *out, unsigned *debts)
{
    cucore__tensor_kind room;
    const cucore__tensor_kind *kind = cucore__py_kind_of(memo, tensor, &room);
    if (!CUCORE__PY_LIKELY(kind)) return 0;
    *debts = kind->debts;
    return cucore__dltensor_decode_dense(kind, tensor, out);
}

/* What the caller wants of a tensor whose kind is known. */
CUCORE__PRIVATE inline cucore_status cucore__py_accept_known(cucore_view *view, const cucore_intake *intake,
                                                             const cucore__py_memo *memo)
{
    if (!(intake->flags & (CUCORE__PY_ASKS | CUCORE_VERIFY_POINTER))) return CUCORE_OK;
    return cucore__py_accept(view, intake, memo);
}

/* Decoded, held against the driver and against what the caller wants. */
CUCORE__PRIVATE inline cucore_status cucore__py_take_tensor(const DLTensor *tensor, uint64_t flags, int protocol,
                                                            const cucore_intake *intake, const cucore__py_memo *memo,
                                                            cucore_view *out)
{
    cucore_status status;
    const int unproven = protocol == CUCORE_FROM_DLPACK && !(intake->flags & CUCORE_ALLOW_UNPROVEN_WRITE) &&
                         !(memo->traits.facts & CUCORE__PY_IS_MUTABLE);
    unsigned debts; /* __dlpack__ knows them */
    if (!flags && !intake->dl_device_type && cucore__py_decode_known(memo, tensor, out, &debts)) {
        out->protocol = (uint8_t)protocol;
        out->readonly = out->unproven = (uint8_t)unproven;
        return cucore__py_accept_known(out, intake, memo);
    }
    status = cucore__view_decode(tensor, flags, intake, protocol, out);
    if (!status && protocol == CUCORE_FROM_DLPACK) out->readonly = out->unproven = (uint8_t)unproven;
    if (!status) status = cucore__py_accept(out, intake, memo);
    if (!status) cucore__py_learn_kind(memo, tensor, out);
    return status;
}

CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_take_legacy(PyObject *capsule, const cucore_intake *intake,
                                                            const cucore__py_memo *memo,
                                                            const cucore__py_request *request, cucore_view *out)
{
    DLManagedTensor *managed = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
    cucore_status status;
    if (!managed) return -1;
    if (!cucore__py_guess_holds(managed->dl_tensor.device, request)) return CUCORE__PY_WRONG_GUESS;
    status = cucore__py_take_tensor(&managed->dl_tensor, 0, CUCORE_FROM_DLPACK, intake, memo, out);
    if (status) {
        cucore__view_clear(out);
        return cucore__py_raise_import(status, intake);
    }
    out->owner = managed;
    out->release = cucore__py_release_managed;
    if (cucore__py_capsule_consume(capsule, "used_dltensor") == 0) return 0;
    out->release = NULL;
    return cucore__py_undo(out);
}

/* Another major: only the deleter may be touched (protocols D29). */
CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_reject_major(PyObject *capsule, DLManagedTensorVersioned *managed,
                                                            const cucore_intake *intake, cucore_view *out)
{
    PyObject *error;
    cucore__py_raise_import(cucore_view_from_managed_versioned(managed, intake, out), intake);
    error = cucore__py_error_take();
    if (cucore__py_capsule_consume(capsule, "used_dltensor_versioned") == 0) cucore_managed_versioned_delete(managed);
    cucore__py_error_put(error);
    return -1;
}

CUCORE__PRIVATE int cucore__py_take_versioned(PyObject *capsule, const cucore_intake *intake,
                                              const cucore__py_memo *memo, const cucore__py_request *request,
                                              cucore_view *out)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
    cucore_status status;
    if (!managed) return -1;
    if (managed->version.major != DLPACK_MAJOR_VERSION) return cucore__py_reject_major(capsule, managed, intake, out);
    if (!cucore__py_guess_holds(managed->dl_tensor.device, request)) return CUCORE__PY_WRONG_GUESS;
    if (managed->flags & CUCORE_DLPACK_IS_COPIED && request && request->copy < 0) {
        PyErr_Format(PyExc_BufferError, "%s: the producer was asked for copy=False, but made a copy",
                     cucore__py_name(intake));
        return -1;
    }
    status =
        cucore__py_take_tensor(&managed->dl_tensor, managed->flags, CUCORE_FROM_DLPACK_VERSIONED, intake, memo, out);
    if (status) {
        cucore__view_clear(out);
        return cucore__py_raise_import(status, intake);
    }
    out->owner = managed;
    out->release = cucore__py_release_versioned;
    if (cucore__py_capsule_consume(capsule, "used_dltensor_versioned") == 0) return 0;
    out->release = NULL;
    return cucore__py_undo(out);
}

/* Runs no code of the producer between the look at the name and its change (protocols D24, D28).  request: what the producer
 * was told, NULL when nobody asked one.  0, -1 with an exception, CUCORE__PY_WRONG_GUESS: the capsule is as it was. */
CUCORE__PRIVATE CUCORE__PY_HOT int cucore__py_take_unlocked(PyObject *capsule, const cucore_intake *intake,
                                                            const cucore__py_memo *memo,
                                                            const cucore__py_request *request, cucore_view *out)
{
    if (PyCapsule_IsValid(capsule, "dltensor_versioned"))
        return cucore__py_take_versioned(capsule, intake, memo, request, out);
    if (PyCapsule_IsValid(capsule, "dltensor")) return cucore__py_take_legacy(capsule, intake, memo, request, out);
    return cucore__py_raise_capsule(capsule, intake);
}

CUCORE__PRIVATE int cucore__py_take(PyObject *capsule, const cucore_intake *intake, const cucore__py_memo *memo,
                                    const cucore__py_request *request, cucore_view *out)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_take_unlocked(capsule, intake, memo, request, out));
    return result;
}
