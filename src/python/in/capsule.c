/* python/in/capsule.c: decodes DLPack capsules and their tensors. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_capsule(PyObject *capsule, const cucore__intake *intake)
{
    const char *name = PyCapsule_GetName(capsule);
    if (!name && PyErr_Occurred()) return -1;
    if (name && strncmp(name, "used_dltensor", 13) == 0) {
        PyErr_Format(CUCORE__PY_CLASS(intake, protocol, BufferError),
                     "%s: the DLPack capsule is already consumed (its name is '%s')", cucore__py_name(intake), name);
    } else {
        PyErr_Format(CUCORE__PY_CLASS(intake, protocol, BufferError),
                     "%s: the capsule is no DLPack tensor (its name is '%.64s')", cucore__py_name(intake),
                     name ? name : "NULL");
    }
    return -1;
}

/* The capsule gives up its tensor; the name must live for ever (rules D25, D26). */
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

/* Asks the driver about the first array of a kind (rules D36); with several devices about every one (D8). */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__py_accept(cucore_view *view, const cucore__intake *intake,
                                                              const cucore__py_type_info *info)
{
    unsigned key = info->slot && cucore__driver_state.device_count == 1 ? cucore__py_memory_key(view) : 0;
    int known = key && cucore__py_is_verified(info, key);
    cucore_status status = cucore__view_accept(view, intake, known);
    if (!status && key && !known && cucore__py_memory_key(view) == key && !cucore__layout_is_empty(&view->layout) &&
        !(intake->flags & CUCORE_TRUST_PRODUCER)) {
        cucore__py_set_verified(info, key);
    }
    return status;
}

/* A tensor on another device has to be where __dlpack_device__ said that it is: who was told of a CUDA stream ordered nothing
 * there (rules P1).  After a guess nothing was said. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_check_other(const cucore_view *view,
                                                                  const cucore__py_request *request)
{
    if (!request || request->guessed || view->device_type == request->device_type) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "__dlpack_device__() said device type %d, but the tensor is on type %d (%s)",
                       request->device_type, (int)view->device_type, cucore__device_name(view->device_type));
}

/* Does a tensor stand where its producer was taken to be?  The driver is not loaded for that, which would release the GIL. */
CUCORE__PRIVATE inline int cucore__py_guess_holds(DLDevice device, const cucore__py_request *request)
{
    if (!request || !request->guessed) return 1;
    if (!cucore__py_device_is_cuda((int)device.device_type)) return !cucore__py_device_is_cuda(request->device_type);
    return cucore__py_device_is_cuda(request->device_type) &&
           ((int)device.device_id == request->device_id || cucore__driver_state.device_count == 1);
}

/* Of a tensor that was accepted: those like it are decoded sooner. */
CUCORE__PRIVATE void cucore__py_learn_kind(const cucore__py_type_info *info, const DLTensor *tensor,
                                           const cucore_view *view)
{
    const unsigned checks = cucore__py_pending_checks(info, view->dtype.code), key = cucore__py_memory_key(view);
    if (!info->slot || (checks & CUCORE__PY_HAS_CONJ)) return;
    if (view->device_type != CUCORE_DEVICE_TYPE_CPU && !(key && cucore__py_is_verified(info, key))) return;
    cucore__kind_learn(info->slot->kinds, info->version, tensor, view, checks);
}

/* Another major: only the deleter may be touched (rules D29). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_reject_major(PyObject *capsule, DLManagedTensorVersioned *managed,
                                                         const cucore__intake *intake, cucore_view *out)
{
    PyObject *error;
    cucore__view_clear(out);
    cucore__py_raise_import(cucore__fail_major(managed), intake);
    error = cucore__py_error_take();
    if (cucore__py_capsule_consume(capsule, "used_dltensor_versioned") == 0)
        cucore__dlmanaged_versioned_delete(managed);
    cucore__py_error_put(error);
    return -1;
}

/* Of a tensor whose strides leave the address space, while everything else of it is right: an exception is set, out is its
 * description in C order, and owns nothing (rules B05). */
#define CUCORE__PY_IMPOSSIBLE (-3)

/* A tensor was refused: CUCORE__PY_IMPOSSIBLE, or -1 with out cleared; with an exception.  The tensor is read before Python
 * makes one (rules X10). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_tensor(cucore_status refused, const DLTensor *tensor, uint64_t flags,
                                                          const cucore__intake *intake, cucore_view *out)
{
    const cucore_error error = cucore__error;
    DLTensor dense = *tensor;
    cucore_status status;
    int result = -1;
    cucore__view_clear(out);
    dense.strides = NULL;
    status = tensor->strides ? cucore__dltensor_decode(tensor, flags, intake, out) : CUCORE_OK;
    if (status == CUCORE_OVERFLOW || status == CUCORE_PROTOCOL) {
        cucore__view_clear(out);
        if (!cucore__dltensor_decode(&dense, flags, intake, out)) result = CUCORE__PY_IMPOSSIBLE;
    }
    if (result == -1) cucore__view_clear(out);
    cucore__error = error;
    cucore__py_raise_import(refused, intake);
    return result;
}

/* Runs no code of the producer between the look at the name and its change (rules D24, D28).  request: what the producer
 * was told, NULL for a capsule that was passed in.  0, -1 or CUCORE__PY_IMPOSSIBLE with an exception, CUCORE__PY_WRONG_GUESS:
 * the capsule is as it was. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_take_unlocked(PyObject *capsule, const cucore__intake *intake,
                                                         const cucore__py_type_info *info,
                                                         const cucore__py_request *request, cucore_view *out)
{
    const DLTensor *tensor;
    const char *used = "used_dltensor_versioned";
    void *owner;
    uint64_t flags = 0;
    unsigned checks; /* __dlpack__ makes them */
    int protocol = CUCORE_PROTOCOL_DLPACK_VERSIONED, unproven = 0;
    cucore_status status;
    if (CUCORE__LIKELY(PyCapsule_IsValid(capsule, "dltensor_versioned"))) {
        DLManagedTensorVersioned *managed =
            (DLManagedTensorVersioned *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (!managed) return -1;
        if (managed->version.major != DLPACK_MAJOR_VERSION)
            return cucore__py_reject_major(capsule, managed, intake, out);
        owner = managed;
        tensor = &managed->dl_tensor;
        flags = managed->flags;
    } else if (PyCapsule_IsValid(capsule, "dltensor")) {
        owner = PyCapsule_GetPointer(capsule, "dltensor");
        if (!owner) return -1;
        tensor = &((DLManagedTensor *)owner)->dl_tensor;
        used = "used_dltensor";
        protocol = CUCORE_PROTOCOL_DLPACK;
        unproven = !(intake->flags & CUCORE_ALLOW_UNPROVEN_WRITE) && !(info->traits.facts & CUCORE__PY_IS_MUTABLE);
    } else {
        return cucore__py_raise_capsule(capsule, intake);
    }
    if (!cucore__py_guess_holds(tensor->device, request)) return CUCORE__PY_WRONG_GUESS;
    if (flags & CUCORE_DLPACK_IS_COPIED && request && request->no_copy) {
        PyErr_Format(CUCORE__PY_CLASS(intake, unsupported, BufferError),
                     "%s: the producer was asked for copy=False, but made a copy", cucore__py_name(intake));
        return -1;
    }
    if (!flags && info->slot && cucore__kind_decode(info->slot->kinds, info->version, tensor, out, &checks)) {
        out->protocol = (uint8_t)protocol;
        out->readonly = out->unproven = (uint8_t)unproven;
        status = cucore__view_check_arg(out, intake->arg, intake->dims);
    } else {
        cucore__view_clear(out);
        out->protocol = (uint8_t)protocol;
        status = cucore__dltensor_decode(tensor, flags, intake, out);
        if (unproven) out->readonly = out->unproven = 1;
        if (!status && !(out->host_accessible | out->device_accessible)) status = cucore__py_check_other(out, request);
        if (!status) status = cucore__py_accept(out, intake, info);
        if (!status) cucore__py_learn_kind(info, tensor, out);
    }
    if (status) {
        if (request) return cucore__py_refuse_tensor(status, tensor, flags, intake, out);
        cucore__view_clear(out);
        return cucore__py_raise_import(status, intake);
    }
    cucore__view_own(out, owner,
                     protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_release_managed : cucore__py_release_versioned);
    if (cucore__py_capsule_consume(capsule, used) == 0) return 0;
    out->private_.release = NULL;
    return cucore__py_undo(out);
}

CUCORE__PRIVATE int cucore__py_take(PyObject *capsule, const cucore__intake *intake, const cucore__py_type_info *info,
                                    const cucore__py_request *request, cucore_view *out)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_take_unlocked(capsule, intake, info, request, out));
    return result;
}

/* CUCORE_KEEP_CAPSULE: the capsule stays as it was, and the view holds it. */
CUCORE__PRIVATE int cucore__py_keep_unlocked(PyObject *capsule, const cucore__intake *intake,
                                             const cucore__py_type_info *info, const cucore__py_request *request,
                                             cucore_view *out)
{
    const char *name = PyCapsule_GetName(capsule);
    PyCapsule_Destructor own_destructor = PyCapsule_GetDestructor(capsule);
    int result;
    PyErr_Clear(); /* a capsule without a destructor is no error */
    result = cucore__py_take_unlocked(capsule, intake, info, request, out);
    if (result) return result;
    Py_INCREF(capsule);
    cucore__view_own(out, capsule, cucore__py_release_object);
    if (PyCapsule_SetName(capsule, name) < 0 || PyCapsule_SetDestructor(capsule, own_destructor) < 0) PyErr_Clear();
    return 0;
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_keep(PyObject *capsule, const cucore__intake *intake,
                                                  const cucore__py_type_info *info, const cucore__py_request *request,
                                                  cucore_view *out)
{
    int result = -1;
    CUCORE__PY_LOCKED(capsule, result = cucore__py_keep_unlocked(capsule, intake, info, request, out));
    return result;
}
