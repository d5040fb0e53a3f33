/* ---------------------------------------------------------------------------------------- >>impl-share-mapping -- */
/* share/mapping.c: memory of other processes, mapped once and unmapped once. */
/* A pool of another process. */
typedef struct cucore__foreign_pool {
    cucore__CUmemoryPool pool;
    size_t references; /* mappings of its memory */
} cucore__foreign_pool;

/* An allocation of another process in this one.  All fields are protected by the lock of this header. */
typedef struct cucore__mapping {
    struct cucore__mapping *next;
    cucore_share_handle handle; /* that it was mapped by: the key is part of it */
    CUcontext context;
    int home;      /* device of the memory */
    int device_id; /* device whose work uses it */
    void *base;
    size_t references; /* views */
    cucore__foreign_pool *pool;
} cucore__mapping;
static cucore__mapping *cucore__mappings;

CUCORE_API int64_t cucore_mapping_count(void)
{
    const cucore__mapping *mapping;
    int64_t count = 0;
    if (!cucore__driver_is_ready()) return 0; /* a process that was forked takes no lock */
    CUCORE__SHARE_LOCK();
    for (mapping = cucore__mappings; mapping; mapping = mapping->next) count++;
    CUCORE__SHARE_UNLOCK();
    return count;
}

/* Returns 1 if another process shares the allocation that begins at an address. */
CUCORE__PRIVATE int cucore__mapping_is_at(const void *base)
{
    const cucore__mapping *mapping;
    CUCORE__SHARE_LOCK();
    for (mapping = cucore__mappings; mapping && mapping->base != base; mapping = mapping->next) {
    }
    CUCORE__SHARE_UNLOCK();
    return mapping != NULL;
}

/* Returns 1 if the driver would map the same memory again.  Mappings of pools are those of the process, and mappings of
 * legacy handles those of a context.  Each import of virtual memory has a mapping of its own, since its handle does not
 * say which descriptor came with it. */
CUCORE__PRIVATE int cucore__mapping_is_of(const cucore__mapping *mapping, const cucore__mapping *wanted)
{
    const cucore_share_handle *a = &mapping->handle, *b = &wanted->handle;
    return a->way == b->way && a->way != CUCORE_SHARE_VIRTUAL &&
           (a->way == CUCORE_SHARE_POOL || mapping->context == wanted->context) &&
           memcmp(a->driver, b->driver, 64) == 0;
}

/* Refuses a handle of memory that is mapped, but of which another handle told otherwise. */
CUCORE__PRIVATE cucore_status cucore__mapping_check_same(const cucore__mapping *mapping, const cucore__mapping *wanted)
{
    const cucore_share_handle *a = &mapping->handle, *b = &wanted->handle;
    if (a->allocation_id == b->allocation_id && a->pool == b->pool && a->address == b->address &&
        a->allocation_nbytes == b->allocation_nbytes && mapping->home == wanted->home &&
        memcmp(a->exporter, b->exporter, 16) == 0) {
        return CUCORE_OK;
    }
    return cucore_fail(
        CUCORE_PROTOCOL,
        "this memory of process %lld is mapped here as another allocation, number %llu and not %llu: was it "
        "freed before all views of it were released?",
        (long long)b->process, (unsigned long long)a->allocation_id, (unsigned long long)b->allocation_id);
}

/* Adds the reason that a user would look for to an error of an import. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__mapping_explain(const cucore_share_handle *handle,
                                                                   cucore_status status)
{
    char text[160];
    if (status != CUCORE_DRIVER) return status;
    (void)snprintf(text, sizeof text, "process %lld, which exported this, may have ended or have freed it",
                   (long long)handle->process);
    return cucore__share_explain(CUCORE_DRIVER, text);
}

/* The access that the devices of a mapping get; returns how many. */
CUCORE__PRIVATE size_t cucore__mapping_access(const cucore__mapping *mapping, cucore__CUmemAccessDesc *out)
{
    memset(out, 0, 2 * sizeof *out);
    out[0].location.type = out[1].location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    out[0].flags = out[1].flags = CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    out[0].location.id = mapping->home;
    out[1].location.id = mapping->device_id;
    return mapping->home == mapping->device_id ? 1 : 2;
}

CUCORE__PRIVATE cucore_status cucore__mapping_open_legacy(cucore__mapping *mapping)
{
    cucore__CUipcMemHandle driver;
    cucore__CUdeviceptr ptr = 0;
    cucore_status status;
    memcpy(driver.reserved, mapping->handle.driver, sizeof driver.reserved);
    status = CUCORE__SHARE_CALL(IpcOpenMemHandle, (&ptr, driver, CUCORE__CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    mapping->base = (void *)(uintptr_t)ptr;
    return status;
}

/* Drops a reference to a pool; the last one destroys it. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_leave(cucore__foreign_pool *pool)
{
    cucore_status status;
    if (--pool->references) return CUCORE_OK;
    status = CUCORE__CALL(MemPoolDestroy, (pool->pool));
    free(pool);
    return status;
}

/* Gives a device access to a pool, which the device of the memory has. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_reach(const cucore__foreign_pool *pool,
                                                         const cucore__mapping *mapping)
{
    cucore__CUmemAccessDesc access[2];
    if (cucore__mapping_access(mapping, access) < 2) return CUCORE_OK;
    return CUCORE__CALL(MemPoolSetAccess, (pool->pool, &access[1], 1));
}

/* Imports the pool itself, with a reference. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_open(cucore__mapping *mapping, int fd)
{
    cucore__foreign_pool *pool;
    cucore_status status;
    if (fd < 0) return cucore__invalid("the handle is of memory of a pool: it needs the descriptor that came with it");
    pool = (cucore__foreign_pool *)calloc(1, sizeof *pool);
    if (!pool) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an import");
    status =
        CUCORE__SHARE_CALL(MemPoolImportFromShareableHandle,
                           (&pool->pool, (void *)(intptr_t)fd, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    if (status) {
        free(pool);
        return status;
    }
    pool->references = 1;
    mapping->pool = pool;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__mapping_open_pointer(cucore__mapping *mapping)
{
    cucore__CUmemPoolPtrExportData data;
    cucore__CUdeviceptr ptr = 0;
    cucore_status status = cucore__foreign_pool_reach(mapping->pool, mapping);
    if (status) return status;
    memcpy(data.reserved, mapping->handle.driver, sizeof data.reserved);
    status = CUCORE__SHARE_CALL(MemPoolImportPointer, (&ptr, mapping->pool->pool, &data));
    mapping->base = (void *)(uintptr_t)ptr;
    return status;
}

/* Maps memory of a pool, which is imported once for all its memory in use.  The number of a pool is used again by the
 * exporter after it is destroyed: if the pool that is known does not have the memory, the descriptor decides. */
CUCORE__PRIVATE cucore_status cucore__mapping_open_pool(cucore__mapping *mapping, int fd)
{
    const cucore__mapping *other;
    cucore_status status;
    for (other = cucore__mappings; other; other = other->next) {
        if (!other->pool || other->handle.pool != mapping->handle.pool || other->home != mapping->home ||
            memcmp(other->handle.exporter, mapping->handle.exporter, 16) != 0) {
            continue;
        }
        mapping->pool = other->pool;
        status = cucore__mapping_open_pointer(mapping);
        if (!status) mapping->pool->references++;
        if (!status || fd < 0) return status;
        mapping->pool = NULL;
    }
    status = cucore__foreign_pool_open(mapping, fd);
    if (status) return status;
    status = cucore__mapping_open_pointer(mapping);
    if (status) {
        const cucore_error error = cucore__error;
        (void)cucore__foreign_pool_leave(mapping->pool);
        cucore__error = error;
        mapping->pool = NULL;
    }
    return status;
}

/* Maps an allocation at fresh addresses, for the devices of the mapping. */
CUCORE__PRIVATE cucore_status cucore__mapping_map(cucore__mapping *mapping,
                                                  cucore__CUmemGenericAllocationHandle allocation)
{
    cucore__CUmemAccessDesc access[2];
    const size_t nbytes = (size_t)mapping->handle.allocation_nbytes, devices = cucore__mapping_access(mapping, access);
    cucore__CUdeviceptr ptr = 0;
    cucore_error error;
    int is_mapped = 0;
    cucore_status status = CUCORE__SHARE_CALL(MemAddressReserve, (&ptr, nbytes, 0, 0, 0));
    if (status) return status;
    status = CUCORE__SHARE_CALL(MemMap, (ptr, nbytes, 0, allocation, 0));
    is_mapped = !status;
    if (!status) status = CUCORE__SHARE_CALL(MemSetAccess, (ptr, nbytes, access, devices));
    if (!status) {
        mapping->base = (void *)(uintptr_t)ptr;
        return CUCORE_OK;
    }
    error = cucore__error;
    if (is_mapped) (void)CUCORE__SHARE_CALL(MemUnmap, (ptr, nbytes));
    (void)CUCORE__SHARE_CALL(MemAddressFree, (ptr, nbytes));
    cucore__error = error;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__mapping_open_virtual(cucore__mapping *mapping, int fd)
{
    cucore__CUmemAllocationProp made;
    cucore__CUmemGenericAllocationHandle allocation = 0;
    cucore_error error;
    cucore_status status;
    if (fd < 0) return cucore__invalid("the handle is of virtual memory: it needs the descriptor that came with it");
    status = CUCORE__SHARE_CALL(MemImportFromShareableHandle,
                                (&allocation, (void *)(intptr_t)fd, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    if (status) return status;
    memset(&made, 0, sizeof made);
    status = CUCORE__SHARE_CALL(MemGetAllocationPropertiesFromHandle, (&made, allocation));
    if (!status && (made.location.type != CUCORE__CU_MEM_LOCATION_TYPE_DEVICE || made.location.id != mapping->home)) {
        status = cucore_fail(CUCORE_PROTOCOL, "the descriptor is of memory of device %d; the handle names device %d",
                             made.location.id, mapping->home);
    }
    if (!status) status = cucore__mapping_map(mapping, allocation);
    error = cucore__error;
    if (CUCORE__SHARE_CALL(MemRelease, (allocation)) && status) cucore__error = error; /* a mapping keeps the memory */
    return status;
}

/* Unmaps an allocation, in its context; goes on after an error, and returns the first one. */
CUCORE__PRIVATE cucore_status cucore__mapping_unmap(const cucore__mapping *mapping)
{
    const cucore__CUdeviceptr ptr = (uintptr_t)mapping->base;
    const size_t nbytes = (size_t)mapping->handle.allocation_nbytes;
    cucore_status status = CUCORE_OK, next = CUCORE_OK;
    if (mapping->handle.way == CUCORE_SHARE_LEGACY) return CUCORE__SHARE_CALL(IpcCloseMemHandle, (ptr));
    if (mapping->pool) {
        status = CUCORE__CALL(MemFree, (ptr));
        next = cucore__foreign_pool_leave(mapping->pool);
    } else {
        status = CUCORE__SHARE_CALL(MemUnmap, (ptr, nbytes));
        if (!status) next = CUCORE__SHARE_CALL(MemAddressFree, (ptr, nbytes));
    }
    return status ? status : next;
}

/* Refuses memory that is on another device than the handle names (rules B127). */
CUCORE__PRIVATE cucore_status cucore__mapping_check_device(const cucore__mapping *mapping, int device_id)
{
    if (device_id == mapping->home) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the handle names device %d; the driver says that the memory is on device %d",
                       mapping->home, device_id);
}

/* Checks that the driver mapped as much as the handle claims, and memory of the device that it names.  Of memory of a
 * legacy handle the driver reports the device that opened it, whichever the memory is on. */
CUCORE__PRIVATE cucore_status cucore__mapping_check(const cucore__mapping *mapping)
{
    void *start = NULL;
    size_t nbytes = 0, before;
    cucore_pointer_info info;
    cucore_status status;
    if (mapping->handle.way == CUCORE_SHARE_VIRTUAL) return CUCORE_OK; /* cucore__mapping_open_virtual asked for both */
    status = cucore__pointer_attributes(mapping->base, 3, &info);
    if (!status && mapping->handle.way == CUCORE_SHARE_POOL)
        status = cucore__mapping_check_device(mapping, info.device_id);
    if (!status) status = cucore_pointer_get_range(mapping->base, &start, &nbytes);
    if (status) return status;
    before = (size_t)((char *)mapping->base - (char *)start);
    if (before <= nbytes && mapping->handle.allocation_nbytes <= nbytes - before) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the handle's allocation_nbytes is %llu; the driver mapped %llu bytes",
                       (unsigned long long)mapping->handle.allocation_nbytes, (unsigned long long)(nbytes - before));
}

/* Opens a mapping that is not known yet.  The lock is held, and the context current. */
CUCORE__PRIVATE cucore_status cucore__mapping_open(cucore__mapping *mapping, int fd)
{
    cucore_error error;
    cucore_status status;
    switch (mapping->handle.way) {
    case CUCORE_SHARE_LEGACY: status = cucore__mapping_open_legacy(mapping); break;
    case CUCORE_SHARE_POOL: status = cucore__mapping_open_pool(mapping, fd); break;
    default: status = cucore__mapping_open_virtual(mapping, fd); break;
    }
    if (status) return cucore__mapping_explain(&mapping->handle, status);
    status = cucore__mapping_check(mapping);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    (void)cucore__mapping_unmap(mapping);
    cucore__error = error;
    return status;
}

/* Finds or opens what `wanted` describes; *out gets a reference. */
CUCORE__PRIVATE cucore_status cucore__mapping_get(const cucore__mapping *wanted, int fd, cucore__mapping **out)
{
    cucore_context_guard guard;
    cucore__CUstreamCaptureMode mode;
    cucore__mapping *mapping;
    int exchanged;
    cucore_status status = cucore_context_enter(wanted->context, &guard);
    if (status) return status;
    CUCORE__SHARE_LOCK();
    for (mapping = cucore__mappings; mapping; mapping = mapping->next) {
        if (!cucore__mapping_is_of(mapping, wanted)) continue;
        status = cucore__mapping_check_same(mapping, wanted);
        if (!status && mapping->pool) status = cucore__foreign_pool_reach(mapping->pool, wanted);
        if (!status) mapping->references++;
        break;
    }
    if (!mapping) {
        mapping = (cucore__mapping *)malloc(sizeof *mapping);
        if (mapping) {
            *mapping = *wanted;
            mapping->references = 1;
            exchanged = cucore__relaxed_begin(&mode);
            status = cucore__mapping_open(mapping, fd);
            cucore__relaxed_end(exchanged, &mode);
        } else {
            status = cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an import");
        }
        if (!status) {
            mapping->next = cucore__mappings;
            cucore__mappings = mapping;
        } else {
            free(mapping);
        }
    }
    CUCORE__SHARE_UNLOCK();
    cucore_context_leave(&guard);
    if (!status) *out = mapping;
    return status;
}

/* Closes a mapping that no view uses; the lock is held. */
CUCORE__PRIVATE void cucore__mapping_close(cucore__mapping *mapping)
{
    cucore_context_guard guard;
    cucore__CUstreamCaptureMode mode;
    cucore__mapping **link = &cucore__mappings;
    int exchanged;
    while (*link != mapping) link = &(*link)->next;
    *link = mapping->next;
    if (!cucore_context_enter(mapping->context, &guard)) (void)cucore__context_wait_idle();
    exchanged = cucore__relaxed_begin(&mode);
    (void)cucore__mapping_unmap(mapping);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    free(mapping);
}

/* Drops a view's reference.  A process that was forked since has no mapping, and its driver is not called. */
CUCORE__PRIVATE void cucore__mapping_release(void *owner)
{
    cucore__mapping *mapping = (cucore__mapping *)owner;
    if (!cucore__driver_is_ready()) return;
    CUCORE__SHARE_LOCK();
    if (--mapping->references == 0) cucore__mapping_close(mapping);
    CUCORE__SHARE_UNLOCK();
}
