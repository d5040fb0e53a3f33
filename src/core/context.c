/* ---------------------------------------------------------------------------------------------- >>impl-context -- */
/* core/context.c: contexts: which device numbers exist, which context is current, primary contexts, entering a
 * context. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_device_id(int device_id)
{
    if (device_id == CUCORE_DEVICE_NONE) {
        return cucore__invalid(
            "device_id is CUCORE_DEVICE_NONE: memory of the host has no device; pass the number of a "
            "device, or CUCORE_DEVICE_CURRENT");
    }
    if (device_id == CUCORE_DEVICE_ANY) {
        return cucore__invalid("device_id is CUCORE_DEVICE_ANY, which only cucore_stream_from_handle takes; pass the "
                               "number of a device, or CUCORE_DEVICE_CURRENT");
    }
    if (!cucore__driver_is_ready()) return cucore__invalid("device %d does not exist", device_id);
    return cucore__invalid("device %d does not exist; this process sees %d", device_id,
                           cucore__driver_state.device_count);
}

/* Returns 1 if the number is that of a device.  The driver is loaded. */
CUCORE__PRIVATE int cucore__device_exists(int device_id)
{
    return device_id >= 0 && device_id < cucore__driver_state.device_count && device_id < CUCORE__MAX_DEVICES;
}

CUCORE_API cucore_status cucore_context_enter(CUcontext context, cucore_context_guard *guard)
{
    CUcontext current = NULL;
    cucore_status status;
    memset(guard, 0, sizeof *guard);
    if (!context) return CUCORE_OK;
    status = cucore__driver_need();
    if (status) return status;
    status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (status || current == context) return status;
    status = CUCORE__CALL(CtxPushCurrent, (context));
    if (status) return status;
    guard->private_[0] = context;
    guard->private_[1] = current;
    return CUCORE_OK;
}

CUCORE_API void cucore_context_leave(cucore_context_guard *guard)
{
    CUcontext context;
    if (guard->private_[0] && cucore__driver_is_ready() && cucore__driver.CtxPopCurrent(&context) &&
        cucore__driver.CtxPopCurrent(&context) && cucore__driver.CtxSetCurrent) {
        (void)cucore__driver.CtxSetCurrent(guard->private_[1]);
    }
    guard->private_[0] = NULL;
}

/* Returns the device of a primary context that this library retained; CUCORE_DEVICE_NONE for all other contexts. */
CUCORE__PRIVATE int cucore__context_known(CUcontext context)
{
    int i;
    for (i = 0; context && cucore__device_exists(i); i++) {
        if (CUCORE__LOAD(&cucore__primary_contexts[i]) == context) return i;
    }
    return CUCORE_DEVICE_NONE;
}

/* Returns a number that no other context ever has, nor this one after a reset; 0 if the driver has no such numbers. */
CUCORE__PRIVATE unsigned long long cucore__context_id(CUcontext context)
{
    unsigned long long id = 0;
    if (!cucore__driver.CtxGetId || cucore__driver.CtxGetId(context, &id) != CUCORE__CUDA_SUCCESS) id = 0;
    return id;
}

/* Finds the device of the current context, which is `current`. */
CUCORE__PRIVATE cucore_status cucore__context_current_device(CUcontext current, int *out)
{
    int device = cucore__context_known(current);
    cucore_status status = CUCORE_OK;
    if (current && device < 0) status = CUCORE__CALL(CtxGetDevice, (&device));
    if (!status) *out = device;
    return status;
}

CUCORE_API cucore_status cucore_context_get_current(CUcontext *context, int *device_id)
{
    CUcontext current = NULL;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!context && !device_id) return cucore__fail_null("cucore_context_get_current", "context and device_id");
    status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && device_id) status = cucore__context_current_device(current, &device);
    if (status) return status;
    if (context) *context = current;
    if (device_id) *device_id = device;
    return CUCORE_OK;
}

/* Checks the number of a device; CUCORE_DEVICE_CURRENT becomes the number of the current device. */
CUCORE__PRIVATE cucore_status cucore__device_id_resolve(int device_id, int *out)
{
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (device_id == CUCORE_DEVICE_CURRENT) {
        status = cucore_context_get_current(NULL, out);
        if (!status && *out < 0) *out = 0;
    } else if (cucore__device_exists(device_id)) {
        *out = device_id;
    } else {
        status = cucore__fail_device_id(device_id);
    }
    return status;
}

/* Retains the primary context for the first time; another thread may do so at the same time. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__context_retain(int device_id, CUcontext *out)
{
    CUcontext context;
    cucore_status status = CUCORE_OK;
    CUCORE__LOCK();
    context = CUCORE__LOAD(&cucore__primary_contexts[device_id]);
    if (!context) status = CUCORE__CALL(DevicePrimaryCtxRetain, (&context, device_id));
    if (!status) CUCORE__STORE(&cucore__primary_contexts[device_id], context);
    CUCORE__UNLOCK();
    if (!status) *out = context;
    return status;
}

CUCORE_API cucore_status cucore_context_get_primary(int device_id, CUcontext *out)
{
    CUcontext context;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_context_get_primary", "out");
    if (!cucore__device_exists(device_id)) {
        status = cucore__device_id_resolve(device_id, &device_id);
        if (status) return status;
    }
    context = CUCORE__LOAD(&cucore__primary_contexts[device_id]);
    if (!CUCORE__LIKELY(context)) return cucore__context_retain(device_id, out);
    *out = context;
    return CUCORE_OK;
}

/* Sets `out` to the primary context of a device; to NULL if it is not in use, and then does not create it. */
CUCORE__PRIVATE cucore_status cucore__context_find_primary(int device_id, CUcontext *out)
{
    unsigned flags = 0;
    int active = 0;
    *out = CUCORE__LOAD(&cucore__primary_contexts[device_id]);
    if (*out || !cucore__driver.DevicePrimaryCtxGetState ||
        cucore__driver.DevicePrimaryCtxGetState(device_id, &flags, &active) != CUCORE__CUDA_SUCCESS || !active) {
        return CUCORE_OK;
    }
    return cucore_context_get_primary(device_id, out);
}

/* Finds the device of any context, without the driver if it is a primary context that this library retained.  *out is
 * CUCORE_DEVICE_NONE after a failure. */
CUCORE__PRIVATE cucore_status cucore__context_device(CUcontext context, int *out)
{
    cucore_context_guard guard;
    cucore_status status;
    *out = cucore__context_known(context);
    if (*out >= 0) return CUCORE_OK;
    status = cucore_context_enter(context, &guard);
    if (!status) status = cucore__context_current_device(context, out);
    cucore_context_leave(&guard);
    return status;
}

/* Finds the context for work on a device (rules T9): the current one if it is of the device, else the primary one. */
CUCORE__PRIVATE cucore_status cucore__context_of_device(int device_id, CUcontext *context, int *device)
{
    CUcontext current = NULL;
    int found = CUCORE_DEVICE_NONE;
    cucore_status status = cucore_context_get_current(&current, &found);
    if (status) return status;
    if (device_id == CUCORE_DEVICE_CURRENT) device_id = found < 0 ? 0 : found;
    if (!cucore__device_exists(device_id)) return cucore__fail_device_id(device_id);
    if (device) *device = device_id;
    if (found != device_id) return cucore_context_get_primary(device_id, context);
    *context = current;
    return CUCORE_OK;
}

/* Returns the context that gives a default stream its meaning for data on `device_id` (rules B118): the current one if
 * it is on that device, else the primary one.  CUCORE_DEVICE_NONE, no device is known: the current one, without one
 * device 0's. */
CUCORE__PRIVATE cucore_status cucore__context_for_data(int device_id, CUcontext *out)
{
    CUcontext current = NULL, primary;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (status) return status;
    if (device_id < 0 && !current) return cucore_context_get_primary(0, out);
    if (device_id >= 0) {
        primary = cucore__device_exists(device_id) ? CUCORE__LOAD(&cucore__primary_contexts[device_id]) : NULL;
        if (!current || current != primary) return cucore__context_of_device(device_id, out, NULL);
    }
    *out = current;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_context_enter_device(int device_id, cucore_context_guard *guard)
{
    CUcontext context;
    cucore_status status = cucore__context_of_device(device_id, &context, NULL);
    memset(guard, 0, sizeof *guard);
    return status ? status : cucore_context_enter(context, guard);
}

/* Makes a device current for a producer that works on the current device (rules B37).  With one device it does nothing.
 * A thread without a context counts as on device 0, as for the runtime. */
CUCORE__PRIVATE cucore_status cucore__context_enter_device(int device_id, cucore_context_guard *guard)
{
    int device = 0;
    CUcontext current = NULL, primary = NULL;
    cucore_status status;
    memset(guard, 0, sizeof *guard);
    if (cucore__driver_state.device_count < 2) return CUCORE_OK;
    status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && current) status = CUCORE__CALL(CtxGetDevice, (&device));
    if (status || device == device_id) return status;
    status = cucore_context_get_primary(device_id, &primary);
    return status ? status : cucore_context_enter(primary, guard);
}
