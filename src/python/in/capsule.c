/* python/in/capsule.c: decodes DLPack capsules and their tensors. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_capsule(const cucore__py_call *call, PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    if (!name && PyErr_Occurred()) return -1;
    if (name && strncmp(name, "used_dltensor", 13) == 0) {
        cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                          "the DLPack capsule is already consumed (its name is '%s')", name);
    } else {
        cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                          "the capsule is no DLPack tensor (its name is '%.64s')", name ? name : "NULL");
    }
    return -1;
}

/* Takes the tensor out of a capsule.  The name must live for ever (rules D25, D26). */
CUCORE__PRIVATE int cucore__py_capsule_consume(PyObject *capsule, const char *used_name)
{
    if (PyCapsule_SetName(capsule, used_name) < 0) return -1;
    if (PyCapsule_SetDestructor(capsule, NULL) < 0) PyErr_Clear(); /* the new name is enough */
    return 0;
}

/* Returns a key for device memory that counts as confirmed once the driver has confirmed it for the type: same dtype,
 * same kind, one device.  0: the driver has to be asked. */
CUCORE__PRIVATE inline unsigned cucore__py_memory_key(const cucore_view *view)
{
    if (view->device_id != 0 || !cucore__device_is_cuda(view->device_type)) return 0;
    return (unsigned)view->device_type << 24 | (unsigned)view->dtype.code << 16 | (unsigned)view->dtype.bits << 8 |
           (view->dtype.lanes & 0xFFu);
}

/* Asks the driver about the first array of a kind (rules D36); with several devices about every array (D8). */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__py_accept_tensor(const cucore__py_call *call)
{
    cucore_view *const view = call->out;
    unsigned key = cucore__driver_state.device_count == 1 ? cucore__py_memory_key(view) : 0;
    const int verified = cucore__py_is_verified(&call->info, key);
    int known = verified;
    cucore_status status = cucore__view_accept(view, &call->how, &known);
    if (!status && !verified && known && cucore__py_memory_key(view) == key) cucore__py_set_verified(&call->info, key);
    return status;
}

/* Checks that a tensor on another device is where __dlpack_device__ reported: a producer that got a CUDA stream ordered
 * no work there (rules P1).  After a guess there was no report. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_check_other(const cucore__py_call *call,
                                                                  const cucore__py_request *request)
{
    const cucore_view *const view = call->out;
    if (!request || request->guessed || view->device_type == request->device_type) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "__dlpack_device__() said device type %d, but the tensor is on type %d (%s)",
                       request->device_type, (int)view->device_type, cucore__device_name(view->device_type));
}

/* Returns 1 if a tensor is on the device that its producer was taken to be on.  The driver is not loaded for that,
 * which would release the GIL. */
CUCORE__PRIVATE inline int cucore__py_guess_is_right(DLDevice device, const cucore__py_request *request)
{
    if (!request || !request->guessed) return 1;
    if (!cucore__device_is_cuda((int)device.device_type)) return !cucore__device_is_cuda(request->device_type);
    return cucore__device_is_cuda(request->device_type) &&
           ((int)device.device_id == request->device_id || cucore__driver_state.device_count == 1);
}

/* Remembers the kind of a tensor that was accepted: such tensors are decoded faster from then on. */
CUCORE__PRIVATE void cucore__py_learn_kind(const cucore__py_call *call, const DLTensor *tensor)
{
    const cucore_view *const view = call->out;
    const unsigned checks = cucore__py_needed_checks(&call->info, view->dtype.code), key = cucore__py_memory_key(view);
    if (checks & CUCORE__PY_HAS_CONJ) return;
    if (view->device_type != CUCORE_DEVICE_TYPE_CPU && !cucore__py_is_verified(&call->info, key)) return;
    cucore__py_remember_kind(&call->info, tensor, view, checks);
}

/* Refuses a tensor of another major version, of which only the deleter may be used (rules D29). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_reject_major(const cucore__py_call *call, PyObject *capsule,
                                                         DLManagedTensorVersioned *managed)
{
    PyObject *error;
    cucore__view_clear(call->out);
    cucore__py_refuse_status(call->how.arg, cucore__fail_major(managed));
    error = cucore__py_error_take();
    if (cucore__py_capsule_consume(capsule, "used_dltensor_versioned") == 0)
        cucore__dlmanaged_versioned_delete(managed);
    cucore__py_error_put(error);
    return -1;
}

/* Refuses a tensor: CUCORE__PY_IMPOSSIBLE, or -1 with `out` cleared.  The tensor is read before Python makes an
 * exception (rules X10). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_tensor(const cucore__py_call *call, cucore_status refused,
                                                          const DLTensor *tensor, uint64_t flags)
{
    cucore_view *const out = call->out;
    const cucore_error error = cucore__error;
    DLTensor dense = *tensor;
    cucore_status status;
    int result = CUCORE__PY_FAILED;
    cucore__view_clear(out);
    dense.strides = NULL;
    status = tensor->strides ? cucore__dltensor_decode(tensor, flags, &call->how, out) : CUCORE_OK;
    if (status == CUCORE_OVERFLOW || status == CUCORE_PROTOCOL) {
        cucore__view_clear(out);
        if (!cucore__dltensor_decode(&dense, flags, &call->how, out)) result = CUCORE__PY_IMPOSSIBLE;
    }
    cucore__error = error;
    cucore__py_refuse_status(call->how.arg, refused);
    if (PyErr_ExceptionMatches(PyExc_MemoryError)) result = CUCORE__PY_FAILED; /* rules B92 */
    if (result == CUCORE__PY_FAILED) cucore__view_clear(out);
    return result;
}

/* Takes the tensor of a capsule.  No code of the producer runs between the look at the name and its change (rules D24,
 * D28).  `request` is how the producer was asked, NULL for a capsule of the caller.  0, -1 or CUCORE__PY_IMPOSSIBLE
 * with an exception; CUCORE__PY_WRONG_GUESS: the capsule is as it was. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_take_capsule_unlocked(const cucore__py_call *call, PyObject *capsule,
                                                                 const cucore__py_request *request)
{
    cucore_view *const out = call->out;
    const DLTensor *tensor;
    const char *used = "used_dltensor_versioned";
    void *owner;
    uint64_t flags = 0;
    unsigned checks; /* ignored, since __dlpack__ has made them */
    int protocol = CUCORE_PROTOCOL_DLPACK_VERSIONED, unproven = 0;
    cucore_status status;
    if (CUCORE__LIKELY(PyCapsule_IsValid(capsule, "dltensor_versioned"))) {
        DLManagedTensorVersioned *managed =
            (DLManagedTensorVersioned *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (!managed) return -1;
        if (managed->version.major != DLPACK_MAJOR_VERSION) return cucore__py_reject_major(call, capsule, managed);
        owner = managed;
        tensor = &managed->dl_tensor;
        flags = managed->flags;
    } else if (PyCapsule_IsValid(capsule, "dltensor")) {
        owner = PyCapsule_GetPointer(capsule, "dltensor");
        if (!owner) return -1;
        tensor = &((DLManagedTensor *)owner)->dl_tensor;
        used = "used_dltensor";
        protocol = CUCORE_PROTOCOL_DLPACK;
        unproven =
            !(call->how.flags & CUCORE_ALLOW_UNPROVEN_WRITE) && !(call->info.traits.facts & CUCORE__PY_IS_MUTABLE);
    } else {
        return cucore__py_refuse_capsule(call, capsule);
    }
    if (!cucore__py_guess_is_right(tensor->device, request)) return CUCORE__PY_WRONG_GUESS;
    if (flags & CUCORE_DLPACK_IS_COPIED && request && request->no_copy) {
        return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, unsupported, BufferError),
                                 "the producer was asked for copy=False, but made a copy");
    }
    if (!flags && cucore__py_recall_kind(&call->info, tensor, out, &checks)) {
        out->protocol = (uint8_t)protocol;
        out->readonly = out->unproven = (uint8_t)unproven;
        status = cucore__view_check_arg(out, call->how.arg, call->how.of_call);
    } else {
        cucore__view_clear(out);
        out->protocol = (uint8_t)protocol;
        status = cucore__dltensor_decode(tensor, flags, &call->how, out);
        if (unproven) out->readonly = out->unproven = 1;
        if (!status && !(out->host_accessible | out->device_accessible)) status = cucore__py_check_other(call, request);
        if (!status) status = cucore__py_accept_tensor(call);
        if (!status) cucore__py_learn_kind(call, tensor);
    }
    if (status) {
        if (request) return cucore__py_refuse_tensor(call, status, tensor, flags);
        cucore__view_clear(out);
        return cucore__py_refuse_status(call->how.arg, status);
    }
    cucore__view_own(out, owner,
                     protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_release_managed : cucore__py_release_versioned);
    /* JAX changes no array, which its legacy tensors cannot report */
    if (call->info.traits.facts & CUCORE__PY_IS_JAX) out->producer_stream = CUCORE_STREAM_NO_SYNC;
    if (cucore__py_capsule_consume(capsule, used) == 0) return 0;
    out->private_.release = NULL;
    return cucore__py_release_failed(out);
}

CUCORE__PRIVATE int cucore__py_take_capsule(const cucore__py_call *call, PyObject *capsule,
                                            const cucore__py_request *request)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_take_capsule_unlocked(call, capsule, request));
    return result;
}

/* Leaves the capsule as it was, and lets the view hold it: CUCORE_KEEP_CAPSULE. */
CUCORE__PRIVATE int cucore__py_keep_capsule_unlocked(const cucore__py_call *call, PyObject *capsule,
                                                     const cucore__py_request *request)
{
    const char *name = PyCapsule_GetName(capsule);
    PyCapsule_Destructor own_destructor = PyCapsule_GetDestructor(capsule);
    int result;
    PyErr_Clear(); /* a capsule without a destructor is no error */
    result = cucore__py_take_capsule_unlocked(call, capsule, request);
    if (result) return result;
    Py_INCREF(capsule);
    cucore__view_own(call->out, capsule, cucore__py_release_object);
    if (PyCapsule_SetName(capsule, name) < 0 || PyCapsule_SetDestructor(capsule, own_destructor) < 0) PyErr_Clear();
    return 0;
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_keep_capsule(const cucore__py_call *call, PyObject *capsule,
                                                          const cucore__py_request *request)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_keep_capsule_unlocked(call, capsule, request));
    return result;
}
