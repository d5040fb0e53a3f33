/* ------------------------------------------------------------------------------------ >>impl-share-registration -- */
/* share/registration.c: what the driver knows of an allocation, and where a view lies in it. */
/* An allocation, and what exports need besides. */
typedef struct cucore__allocation {
    cucore_registration found;
    cucore__CUmemoryPool pool; /* NULL: of no pool */
    void *range;               /* addresses that belong together; of virtual memory often several mappings */
    size_t range_nbytes;
    int is_rdma_capable; /* of virtual memory: gpuDirectRDMACapable */
} cucore__allocation;

CUCORE__PRIVATE const char *cucore__allocation_text(int allocation)
{
    static const char *const texts[] = {
#define CUCORE__ALLOCATION_TEXT(name, value, text) text,
        CUCORE_ALLOCATION_LIST(CUCORE__ALLOCATION_TEXT)
#undef CUCORE__ALLOCATION_TEXT
    };
    return texts[allocation];
}

/* Asks for one attribute, which an older driver may not know: `out` stays as it is then. */
CUCORE__PRIVATE cucore_status cucore__pointer_ask(const void *ptr, cucore__CUpointer_attribute attribute, void *out)
{
    cucore__CUresult result = cucore__driver.PointerGetAttributes(1, &attribute, &out, (uintptr_t)ptr);
    if (result == CUCORE__CUDA_ERROR_INVALID_VALUE || result == CUCORE__CUDA_ERROR_NOT_SUPPORTED) return CUCORE_OK;
    return cucore__check_result(result, "cuPointerGetAttributes");
}

/* Returns 1 if the driver knows the mapping of this address as virtual memory; sets what it was made with. */
CUCORE__PRIVATE cucore_status cucore__allocation_ask_virtual(void *ptr, cucore__allocation *out)
{
    cucore__CUmemAllocationProp made;
    cucore__CUmemGenericAllocationHandle handle = 0;
    cucore__CUdeviceptr base = 0;
    size_t nbytes = 0;
    cucore__CUresult result;
    cucore_status status, released;
    if (!cucore__share_driver.MemRetainAllocationHandle) return CUCORE_OK;
    result = cucore__share_driver.MemRetainAllocationHandle(&handle, ptr);
    if (result == CUCORE__CUDA_ERROR_INVALID_VALUE || result == CUCORE__CUDA_ERROR_NOT_SUPPORTED) return CUCORE_OK;
    status = cucore__check_result(result, "cuMemRetainAllocationHandle");
    if (status) return status;
    memset(&made, 0, sizeof made);
    status = CUCORE__SHARE_CALL(MemGetAllocationPropertiesFromHandle, (&made, handle));
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, &base);
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_SIZE, &nbytes);
    released = CUCORE__SHARE_CALL(MemRelease, (handle));
    if (!status) status = released;
    if (status) return status;
    out->found.allocation = CUCORE_ALLOCATION_VIRTUAL;
    out->found.handle_types = (uint32_t)made.requestedHandleTypes;
    out->is_rdma_capable = made.allocFlags[1] != 0;
    if (base && nbytes) {
        out->found.base = (void *)(uintptr_t)base;
        out->found.nbytes = nbytes;
    }
    return CUCORE_OK;
}

/* Returns the handle types of a pool whose memory the driver says nothing of: tries the one that is used. */
CUCORE__PRIVATE uint32_t cucore__pool_types(cucore__CUmemoryPool pool)
{
    const int type = CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    int fd = -1;
    if (!cucore__share_driver.MemPoolExportToShareableHandle ||
        cucore__share_driver.MemPoolExportToShareableHandle(&fd, pool, type, 0) != CUCORE__CUDA_SUCCESS) {
        return 0;
    }
    cucore__descriptor_close(fd);
    return (uint32_t)type;
}

/* Sets the kind of an allocation of device memory. */
CUCORE__PRIVATE cucore_status cucore__allocation_ask_kind(void *ptr, cucore__allocation *out)
{
    unsigned is_legacy = 0;
    unsigned long long types = 0;
    cucore_status status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, &out->pool);
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, &types);
    if (!status) status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, &is_legacy);
    if (status) return status;
    out->found.handle_types = (uint32_t)types;
    if (out->pool) {
        out->found.allocation = CUCORE_ALLOCATION_POOL;
        if (!types) out->found.handle_types = cucore__pool_types(out->pool);
        return CUCORE_OK;
    }
    if (!(is_legacy & 0xff)) return cucore__allocation_ask_virtual(ptr, out); /* the driver may write one byte */
    out->found.allocation = CUCORE_ALLOCATION_PLAIN;
    return CUCORE_OK;
}

/* Returns 1 if the device makes dma-bufs; a driver that does not know the question does not. */
CUCORE__PRIVATE cucore_status cucore__device_has_dma_buf(int device_id, int *out)
{
    cucore__CUresult result = CUCORE__CUDA_ERROR_INVALID_VALUE;
    int value = 0;
    *out = 0;
    if (cucore__driver.DeviceGetAttribute && cucore__share_driver.MemGetHandleForAddressRange) {
        result = cucore__driver.DeviceGetAttribute(&value, CUCORE__CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED, device_id);
    }
    if (result == CUCORE__CUDA_ERROR_INVALID_VALUE) return CUCORE_OK;
    *out = !result && value;
    return cucore__check_result(result, "cuDeviceGetAttribute");
}

CUCORE__PRIVATE cucore_status cucore__allocation_find_ways(cucore__allocation *out)
{
    cucore_registration *found = &out->found;
    const uint32_t by_descriptor = found->handle_types & CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    int has_dma_buf = 0;
    cucore_status status = cucore__device_has_dma_buf(found->device_id, &has_dma_buf);
    if (status) return status;
    switch (found->allocation) {
    case CUCORE_ALLOCATION_PLAIN: found->ways = CUCORE_SHARE_LEGACY; break;
    case CUCORE_ALLOCATION_POOL: found->ways = by_descriptor ? CUCORE_SHARE_POOL : 0; break;
    case CUCORE_ALLOCATION_VIRTUAL:
        found->ways = by_descriptor ? CUCORE_SHARE_VIRTUAL : 0;
        has_dma_buf = has_dma_buf && out->is_rdma_capable;
        break;
    default: has_dma_buf = 0; break;
    }
    if (has_dma_buf) found->ways |= CUCORE_SHARE_DMA_BUF;
    return CUCORE_OK;
}

/* Describes the allocation that an address lies in; `out` is zeroed.  The driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__allocation_ask(void *ptr, cucore__allocation *out)
{
    cucore_pointer_info info;
    cucore_status status = cucore__pointer_attributes(ptr, 3, &info);
    if (status) return status;
    out->found.device_type = info.device_type;
    out->found.device_id = CUCORE_DEVICE_NONE;
    out->found.allocation = CUCORE_ALLOCATION_HOST;
    if (info.device_type == CUCORE_DEVICE_TYPE_CPU) return CUCORE_OK;
    status = cucore_pointer_get_range(ptr, &out->range, &out->range_nbytes);
    if (!status) {
        status = cucore__pointer_ask(ptr, CUCORE__CU_POINTER_ATTRIBUTE_BUFFER_ID, &out->found.allocation_id);
    }
    if (status) return status;
    out->found.base = out->range;
    out->found.nbytes = out->range_nbytes;
    if (info.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        out->found.allocation = CUCORE_ALLOCATION_PINNED;
        return CUCORE_OK;
    }
    out->found.device_id = info.device_id;
    out->found.allocation = CUCORE_ALLOCATION_MANAGED;
    if (info.device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) return CUCORE_OK;
    out->found.allocation = CUCORE_ALLOCATION_UNKNOWN;
    status = cucore__allocation_ask_kind(ptr, out);
    return status ? status : cucore__allocation_find_ways(out);
}

/* Places the bytes from ptr + first to ptr + end in the allocation. */
CUCORE__PRIVATE cucore_status cucore__allocation_place(char *ptr, int64_t first, int64_t end, cucore__allocation *out)
{
    cucore_registration *found = &out->found;
    const uintptr_t low = (uintptr_t)ptr + (uintptr_t)(intptr_t)first, size = (uintptr_t)(end - first);
    int i;
    for (i = 0; i < 2; i++) {
        const uintptr_t base = (uintptr_t)found->base;
        if (low >= base && low - base <= found->nbytes && size <= found->nbytes - (low - base)) {
            found->offset = (uintptr_t)ptr - base;
            found->first = low - base;
            found->end = low - base + size;
            return CUCORE_OK;
        }
        if (found->base == out->range && found->nbytes == out->range_nbytes) break;
        found->base = out->range; /* the view lies in several mappings */
        found->nbytes = out->range_nbytes;
        found->ways &= ~CUCORE_SHARE_VIRTUAL;
    }
    return cucore_fail(
        CUCORE_PROTOCOL,
        "the array reaches from 0x%llx to 0x%llx; the allocation there begins at 0x%llx and has %llu bytes",
        (unsigned long long)low, (unsigned long long)(low + size), (unsigned long long)(uintptr_t)found->base,
        (unsigned long long)found->nbytes);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_other_device(const char *function, const cucore_view *view)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "%s: the array is on a device of type %d (%s), which CUDA cannot reach",
                       function, (int)view->device_type, cucore__device_name(view->device_type));
}

/* Describes the allocation of a view; `out` is zeroed first. */
CUCORE__PRIVATE cucore_status cucore__view_find_allocation(const char *function, const cucore_view *view,
                                                           cucore__allocation *out)
{
    char subject[64];
    int64_t first = 0, end = 0;
    cucore_status status;
    memset(out, 0, sizeof *out);
    (void)snprintf(subject, sizeof subject, "%s: view", function);
    status = cucore__view_check_sound(subject, view);
    if (!status) status = cucore__layout_byte_bounds(&view->layout, &first, &end);
    if (status) return status;
    if (cucore__device_is_other(view->device_type) || view->device_type == CUCORE_DEVICE_TYPE_ROCM_HOST) {
        return cucore__fail_other_device(function, view);
    }
    out->found.device_type = view->device_type;
    out->found.device_id = view->device_id;
    if (first == end) return CUCORE_OK;
    status = cucore__share_need();
    if (status && (view->device_type != CUCORE_DEVICE_TYPE_CPU)) return status;
    if (status) {
        out->found.allocation = CUCORE_ALLOCATION_HOST;
    } else {
        status = cucore__allocation_ask(view->ptr, out);
        if (status) return status;
    }
    if (out->found.allocation == CUCORE_ALLOCATION_HOST) {
        out->found.base = out->range = (char *)view->ptr + first;
        out->found.nbytes = out->range_nbytes = (size_t)(end - first);
    }
    return cucore__allocation_place((char *)view->ptr, first, end, out);
}

CUCORE_API cucore_status cucore_view_get_registration(const cucore_view *view, cucore_registration *out)
{
    cucore__allocation allocation;
    cucore_status status;
    if (!view || !out) return cucore__fail_null("cucore_view_get_registration", view ? "out" : "view");
    status = cucore__view_find_allocation("cucore_view_get_registration", view, &allocation);
    if (!status) *out = allocation.found;
    return status;
}
