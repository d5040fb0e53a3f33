/* ----------------------------------------------------------------------------------------------- >>impl-device -- */
/* core/device.c: devices. */
CUCORE_API int64_t cucore_device_count(void)
{
    return cucore_driver_load() ? -1 : cucore__driver_state.device_count;
}

CUCORE_API cucore_status cucore_device_from_pci_bus_id(const char *id, int *out)
{
    int device = 0;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!id || !out) return cucore__fail_null("cucore_device_from_pci_bus_id", id ? "out" : "id");
    status = CUCORE__CALL(DeviceGetByPCIBusId, (&device, id));
    if (!status) *out = device;
    return status;
}

CUCORE_API cucore_status cucore_device_get_attribute(int device_id, int attribute, int *out)
{
    int device = 0, value = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_device_get_attribute", "out");
    status = CUCORE__CALL(DeviceGetAttribute, (&value, attribute, device));
    if (!status) *out = value;
    return status;
}

CUCORE_API cucore_status cucore_device_get_info(int device_id, cucore_device_info *out)
{
    static const cucore__CUdevice_attribute attributes[3] = {CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                                             CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                                             CUCORE__CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT};
    cucore_device_info info;
    cucore__CUuuid uuid;
    int device = 0, numbers[3] = {0, 0, 0}, i;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_device_get_info", "out");
    memset(&info, 0, sizeof info);
    status = CUCORE__CALL(DeviceGetName, (info.name, (int)sizeof info.name, device));
    if (!status) status = CUCORE__CALL(DeviceGetPCIBusId, (info.pci_bus_id, (int)sizeof info.pci_bus_id, device));
    if (!status) status = CUCORE__CALL(DeviceGetUuid, (&uuid, device));
    if (!status) status = CUCORE__CALL(DeviceTotalMem, (&info.memory_nbytes, device));
    for (i = 0; i < 3 && !status; i++) status = cucore_device_get_attribute(device, attributes[i], &numbers[i]);
    if (status) return status;
    info.compute_major = numbers[0];
    info.compute_minor = numbers[1];
    info.multiprocessors = numbers[2];
    memcpy(info.uuid, uuid.bytes, sizeof info.uuid);
    *out = info;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_device_get_memory_info(int device_id, size_t *free_nbytes, size_t *total_nbytes)
{
    cucore_context_guard guard;
    size_t free_now = 0, total = 0;
    cucore_status status = cucore_context_enter_device(device_id, &guard);
    if (status) return status;
    status = CUCORE__CALL(MemGetInfo, (&free_now, &total));
    cucore_context_leave(&guard);
    if (!status && free_nbytes) *free_nbytes = free_now;
    if (!status && total_nbytes) *total_nbytes = total;
    return status;
}

CUCORE_API cucore_status cucore_device_set_current(int device_id)
{
    CUcontext primary, current = NULL;
    cucore_status status = cucore_context_get_primary(device_id, &primary);
    if (!status) status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && current != primary) status = CUCORE__CALL(CtxSetCurrent, (primary));
    return status;
}

/* In relaxed mode the driver does not refuse a call of this thread because another one captures (rules 7.4). */
CUCORE__PRIVATE CUCORE__APART int cucore__relaxed_begin(cucore__CUstreamCaptureMode *mode)
{
    *mode = CUCORE__CU_STREAM_CAPTURE_MODE_RELAXED;
    return cucore__driver.ThreadExchangeStreamCaptureMode &&
           cucore__driver.ThreadExchangeStreamCaptureMode(mode) == CUCORE__CUDA_SUCCESS;
}

CUCORE__PRIVATE CUCORE__APART void cucore__relaxed_end(int exchanged, cucore__CUstreamCaptureMode *mode)
{
    if (exchanged) (void)cucore__driver.ThreadExchangeStreamCaptureMode(mode);
}

/* Waits for all work of the current context.  cuCtxSynchronize would break every capture in it, also in relaxed mode;
 * freeing memory that is of no pool waits as well, and breaks none (rules 7.4).  Pinned memory if the device is
 * full. */
CUCORE__PRIVATE cucore_status cucore__context_wait_idle(void)
{
    cucore__CUdeviceptr memory = 0;
    void *pinned = NULL;
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    cucore_status status;
    if (!cucore__driver.MemFree) return cucore__fail_missing("cuMemFree");
    exchanged = cucore__relaxed_begin(&mode);
    status = CUCORE__CALL(MemAlloc, (&memory, 1));
    if (status == CUCORE_OUT_OF_MEMORY) {
        status = CUCORE__CALL(MemHostAlloc, (&pinned, 1, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
        if (pinned) status = CUCORE__CALL(MemFreeHost, (pinned));
    } else if (!status) {
        status = CUCORE__CALL(MemFree, (memory));
        if (status) (void)cucore__driver.MemFree(memory);
    }
    cucore__relaxed_end(exchanged, &mode);
    return status;
}

CUCORE_API cucore_status cucore_device_synchronize(int device_id)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter_device(device_id, &guard);
    if (status) return status;
    status = cucore__context_wait_idle();
    cucore_context_leave(&guard);
    return status;
}

CUCORE_API cucore_status cucore_device_get_peer_access(int device_id, int peer, int *out)
{
    int device = 0, other = 0, can = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (!status) status = cucore__device_id_resolve(peer, &other);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_device_get_peer_access", "out");
    status = CUCORE__CALL(DeviceCanAccessPeer, (&can, device, other));
    if (!status) *out = can;
    return status;
}

CUCORE_API cucore_status cucore_device_enable_peer_access(int device_id, int peer)
{
    cucore_context_guard guard;
    CUcontext from, to = NULL;
    cucore__CUresult result;
    int device = 0, other = 0, can = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (!status) status = cucore__device_id_resolve(peer, &other);
    if (!status) status = cucore_device_get_peer_access(device, other, &can);
    if (status) return status;
    if (!can) return cucore_fail(CUCORE_UNSUPPORTED, "device %d cannot access the memory of device %d", device, other);
    if (!cucore__driver.CtxEnablePeerAccess) return cucore__fail_missing("cuCtxEnablePeerAccess");
    status = cucore_context_get_primary(device, &from);
    if (!status) status = cucore_context_get_primary(other, &to);
    if (!status) status = cucore_context_enter(from, &guard);
    if (status) return status;
    result = cucore__driver.CtxEnablePeerAccess(to, 0);
    if (result == CUCORE__CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) result = CUCORE__CUDA_SUCCESS;
    status = cucore__check_result(result, "cuCtxEnablePeerAccess");
    cucore_context_leave(&guard);
    return status;
}
