/* --------------------------------------------------------------------------------------- >>impl-share-exchange -- */
/* share/exchange.c: views exported and imported. */
/* Refuses memory that the driver does not share between processes. */
CUCORE__PRIVATE cucore_status cucore__export_check(const cucore__allocation *allocation)
{
    const cucore_registration *found = &allocation->found;
    if (cucore__driver_is_ready() && cucore__mapping_is_at(found->base)) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is in memory of another process: the process that allocated it has to export it");
    }
    switch (found->allocation) {
    case CUCORE_ALLOCATION_PLAIN: break;
    case CUCORE_ALLOCATION_POOL:
        if (found->ways & CUCORE_SHARE_POOL) break;
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "the array is in memory of a pool with handle types %lu (cudaMallocAsync's default pool; pools of "
            "CuPy, JAX and RMM): only with CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR (1) is it shared; else "
            "use cuMemAlloc",
            (unsigned long)found->handle_types);
    case CUCORE_ALLOCATION_VIRTUAL:
        if (!(found->handle_types & CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
            return cucore_fail(
                CUCORE_UNSUPPORTED,
                "the array is in virtual memory that was made with handle types %lu (torch: "
                "expandable_segments): only with CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR (1) is it shared",
                (unsigned long)found->handle_types);
        }
        if (!(found->ways & CUCORE_SHARE_VIRTUAL)) {
            return cucore_fail(
                CUCORE_UNSUPPORTED,
                "the array reaches over several mappings of virtual memory (torch: expandable_segments); "
                "one handle has one mapping: export a copy, or parts of it");
        }
        break;
    case CUCORE_ALLOCATION_HOST:
    case CUCORE_ALLOCATION_PINNED:
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is in %s, which is not shared between processes: use shared memory of the system",
                           cucore__allocation_text(found->allocation));
    default:
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is in %s, which is not shared between processes",
                           cucore__allocation_text(found->allocation));
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__export_pool(const cucore__allocation *allocation, cucore_share_handle *handle,
                                                  int *fd)
{
    cucore__CUmemPoolPtrExportData data;
    cucore_status status;
    memset(&data, 0, sizeof data);
    handle->way = CUCORE_SHARE_POOL;
    handle->pool = (uint64_t)(uintptr_t)allocation->pool;
    status = CUCORE__SHARE_CALL(MemPoolExportToShareableHandle,
                                (fd, allocation->pool, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    if (status) {
        *fd = -1;
        return status;
    }
    cucore__descriptor_keep(*fd);
    status = CUCORE__SHARE_CALL(MemPoolExportPointer, (&data, (uintptr_t)allocation->found.base));
    memcpy(handle->driver, data.reserved, sizeof handle->driver);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__export_virtual(const cucore__allocation *allocation, cucore_share_handle *handle,
                                                     int *fd)
{
    cucore__CUmemGenericAllocationHandle memory = 0;
    cucore_status status, released;
    handle->way = CUCORE_SHARE_VIRTUAL;
    status = CUCORE__SHARE_CALL(MemRetainAllocationHandle, (&memory, allocation->found.base));
    if (status) return status;
    status = CUCORE__SHARE_CALL(MemExportToShareableHandle,
                                (fd, memory, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    if (status) *fd = -1;
    if (!status) cucore__descriptor_keep(*fd);
    released = CUCORE__SHARE_CALL(MemRelease, (memory));
    return status ? status : released;
}

CUCORE__PRIVATE cucore_status cucore__export_legacy(const cucore__allocation *allocation, cucore_share_handle *handle)
{
    cucore__CUipcMemHandle driver;
    cucore_status status;
    memset(&driver, 0, sizeof driver);
    handle->way = CUCORE_SHARE_LEGACY;
    status = CUCORE__SHARE_CALL(IpcGetMemHandle, (&driver, (uintptr_t)allocation->found.base));
    memcpy(handle->driver, driver.reserved, sizeof handle->driver);
    if (!cucore__share_is_refusal(status)) return status;
    return cucore__share_explain(CUCORE_UNSUPPORTED, "the driver makes no handle of this memory");
}

/* Exports an allocation, in its context. */
CUCORE__PRIVATE cucore_status cucore__export_allocation(const cucore__allocation *allocation,
                                                        cucore_share_handle *handle, int *fd)
{
    const cucore_registration *found = &allocation->found;
    cucore_context_guard guard;
    cucore__CUstreamCaptureMode mode;
    CUcontext context = NULL;
    int exchanged;
    cucore_status status = cucore__handle_start(handle, 0, found->device_id);
    if (!status) status = cucore__pointer_context(found->base, &context);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    status = found->allocation == CUCORE_ALLOCATION_POOL      ? cucore__export_pool(allocation, handle, fd)
             : found->allocation == CUCORE_ALLOCATION_VIRTUAL ? cucore__export_virtual(allocation, handle, fd)
                                                              : cucore__export_legacy(allocation, handle);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    handle->allocation_id = found->allocation_id;
    handle->address = (uint64_t)(uintptr_t)found->base;
    handle->allocation_nbytes = found->nbytes;
    handle->offset = found->offset;
    return status;
}

CUCORE_API cucore_status cucore_view_export(const cucore_view *view, cucore_share_handle *handle, int *fd)
{
    cucore__allocation allocation;
    cucore_status status;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!view || !handle || !fd) {
        return cucore__fail_null("cucore_view_export", !view ? "view" : handle ? "fd" : "handle");
    }
    status = cucore__view_find_allocation("cucore_view_export", view, &allocation);
    if (!status && view->byte_swapped && view->dtype.code != CUCORE_CODE_OPAQUE) {
        status = cucore__invalid("cucore_view_export: byte_swapped is set, but the elements are not opaque");
    }
    if (!status && !allocation.found.base) {
        status = cucore__handle_start(handle, 0, CUCORE_DEVICE_NONE);
    } else if (!status) {
        status = cucore__export_check(&allocation);
        if (!status) status = cucore__export_allocation(&allocation, handle, fd);
    }
    if (!status) {
        cucore__handle_describe(handle, view);
        if (allocation.found.base) handle->device_type = CUCORE_DEVICE_TYPE_CUDA;
        handle->checksum = cucore__handle_checksum(handle);
        return CUCORE_OK;
    }
    cucore__descriptor_close(*fd);
    *fd = -1;
    memset(handle, 0, sizeof *handle);
    return status;
}

/* Finds the device of the memory, the device that uses it, and the context of the mapping. */
CUCORE__PRIVATE cucore_status cucore__import_find_devices(int device_id, cucore__mapping *out)
{
    int can = 1;
    cucore_status status = cucore__device_find(out->handle.device, &out->home);
    out->device_id = out->home;
    if (!status && device_id != CUCORE_DEVICE_NONE) status = cucore__device_id_resolve(device_id, &out->device_id);
    if (!status && out->device_id != out->home) {
        status = cucore_device_get_peer_access(out->device_id, out->home, &can);
        if (!status && !can) {
            status = cucore_fail(CUCORE_WRONG_DEVICE, "device %d cannot access memory of device %d, where the array is",
                                 out->device_id, out->home);
        }
    }
    if (!status) status = cucore_context_get_primary(out->device_id, &out->context);
    return status;
}

/* Borrows memory that this process exported, if it is still the same allocation, of the same kind, on that device. */
CUCORE__PRIVATE cucore_status cucore__import_own(const cucore__mapping *wanted, cucore_view *out)
{
    const cucore_share_handle *handle = &wanted->handle;
    cucore__allocation allocation;
    const cucore_registration *found = &allocation.found;
    cucore_status status;
    memset(&allocation, 0, sizeof allocation);
    status = cucore__allocation_ask((void *)(uintptr_t)handle->address, &allocation);
    if (status) return status;
    if (found->device_type != CUCORE_DEVICE_TYPE_CUDA || (uint64_t)(uintptr_t)found->base != handle->address ||
        found->nbytes != handle->allocation_nbytes || found->allocation_id != handle->allocation_id) {
        return cucore_fail(CUCORE_PROTOCOL, "this process exported the array at 0x%llx, and has freed it since",
                           (unsigned long long)handle->address);
    }
    if (!(found->ways & handle->way)) return cucore__fail_field("way", handle->way, "that of the memory");
    if (handle->way == CUCORE_SHARE_POOL && handle->pool != (uint64_t)(uintptr_t)allocation.pool) {
        return cucore__fail_field("pool", handle->pool, "that of the memory");
    }
    status = cucore__mapping_check_device(wanted, found->device_id);
    if (status) return status;
    out->device_id = found->device_id;
    out->ptr = (char *)found->base + handle->offset;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__import_memory(const cucore_share_handle *handle, int fd, int device_id,
                                                    cucore_view *out)
{
    cucore__mapping wanted, *mapping = NULL;
    cucore_status status = cucore__share_need();
    if (!status) status = cucore__handle_check_machine(handle);
    if (status) return status;
    memset(&wanted, 0, sizeof wanted);
    wanted.handle = *handle;
    status = cucore__import_find_devices(device_id, &wanted);
    if (!status && cucore__handle_is_ours(handle)) return cucore__import_own(&wanted, out);
    if (!status) CUCORE__WAITING(status = cucore__mapping_get(&wanted, fd, &mapping));
    if (status) return status;
    out->device_id = mapping->home;
    out->ptr = (char *)mapping->base + handle->offset;
    cucore__view_own_wrapped(out, mapping, cucore__mapping_release);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_import(const void *handle, size_t nbytes, int fd, int device_id, cucore_view *out)
{
    cucore_share_handle read;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_import", "out");
    cucore__view_clear(out);
    if (!handle) return cucore__fail_null("cucore_view_import", "handle");
    status = cucore__handle_read(handle, nbytes, &read);
    if (!status && read.way == CUCORE_SHARE_EVENT) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "the handle is of an event: cucore_event_import takes it");
    }
    if (!status) status = cucore__handle_make_view(&read, out);
    if (!status && read.way) status = cucore__import_memory(&read, fd, device_id, out);
    if (status) cucore__view_clear(out);
    return status;
}
