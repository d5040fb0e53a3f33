/* ----------------------------------------------------------------------------------------- >>impl-share-events -- */
/* share/events.c: events exported and imported. */
CUCORE_API cucore_status cucore_event_export(const cucore_event *event, cucore_share_handle *handle)
{
    cucore__CUipcEventHandle driver;
    cucore_status status;
    if (!handle) return cucore__fail_null("cucore_event_export", "handle");
    memset(handle, 0, sizeof *handle);
    if (!event || !event->handle) return cucore__invalid("cucore_event_export: there is no event");
    memset(&driver, 0, sizeof driver);
    status = cucore__share_need();
    if (!status && !cucore__device_exists(event->device_id)) status = cucore__fail_device_id(event->device_id);
    if (!status) status = cucore__handle_start(handle, CUCORE_SHARE_EVENT, event->device_id);
    if (!status) {
        CUCORE__SHARE_CALL_IN(status, event->context, IpcGetEventHandle, (&driver, event->handle));
        if (status == CUCORE_DRIVER &&
            (cucore__share_is_refusal(status) || cucore__error.result == CUCORE__CUDA_ERROR_INVALID_HANDLE)) {
            status = cucore__share_explain(CUCORE_UNSUPPORTED,
                                           "the event was not made for other processes (CUCORE_EVENT_SHARED)");
        }
    }
    if (status) {
        memset(handle, 0, sizeof *handle);
        return status;
    }
    memcpy(handle->driver, driver.reserved, sizeof handle->driver);
    handle->device_type = CUCORE_DEVICE_TYPE_CUDA;
    handle->checksum = cucore__handle_checksum(handle);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_event_import(const void *handle, size_t nbytes, cucore_event *out)
{
    cucore_share_handle read;
    cucore__CUipcEventHandle driver;
    cucore_event event;
    int device = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_event_import", "out");
    memset(out, 0, sizeof *out);
    if (!handle) return cucore__fail_null("cucore_event_import", "handle");
    memset(&event, 0, sizeof event);
    status = cucore__handle_read(handle, nbytes, &read);
    if (!status && read.way != CUCORE_SHARE_EVENT) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "the handle is of memory: cucore_view_import takes it");
    }
    if (!status && read.device_type != CUCORE_DEVICE_TYPE_CUDA) {
        status = cucore__fail_field("device_type", (uint32_t)read.device_type, "2");
    }
    if (!status) status = cucore__share_need();
    if (!status) status = cucore__handle_check_machine(&read);
    if (!status && cucore__handle_is_ours(&read)) {
        status = cucore__invalid("this process exported the event: use that event itself");
    }
    if (!status) status = cucore__device_find(read.device, &device);
    if (!status) status = cucore_context_get_primary(device, &event.context);
    if (status) return status;
    memcpy(driver.reserved, read.driver, sizeof driver.reserved);
    CUCORE__SHARE_CALL_IN(status, event.context, IpcOpenEventHandle, (&event.handle, driver));
    if (status) return cucore__mapping_explain(&read, status);
    event.device_id = device;
    *out = event;
    return CUCORE_OK;
}
