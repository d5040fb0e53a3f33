/* ---------------------------------------------------------------------------------------- >>impl-share-mapping -- */
/* share/mapping.c: memory of other processes, mapped once and unmapped once. */
/* A pool of another process.  `next` and `references` are protected by the lock of this header. */
typedef struct cucore__foreign_pool {
    struct cucore__foreign_pool *next;
    cucore__CUmemoryPool pool;
    cucore_share_handle handle; /* that it was first imported for: exporter and number of the pool */
    int home;                   /* device of its memory */
    size_t references;          /* mappings of its memory, and threads that try it */
} cucore__foreign_pool;
static cucore__foreign_pool *cucore__foreign_pools;

/* An allocation of another process in this one.  `next`, `references` and `is_changing` are protected by the lock of
 * this header, which is not held while the driver maps and unmaps, since that may wait for work of the device (rules
 * B122).  Other fields do not change, except by the thread that opens the mapping. */
typedef struct cucore__mapping {
    struct cucore__mapping *next;
    cucore_share_handle handle; /* that it was mapped by: the key is part of it */
    CUcontext context;
    int home;      /* device of the memory */
    int device_id; /* device whose work uses it */
    void *base;
    size_t references; /* views */
    int is_changing;   /* 1 while a thread opens or closes it: others that want the same memory sleep */
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

/* Returns 1 if another process shares the allocation that begins at an address.  The address of a mapping that is being
 * closed may be given out again (rules B125). */
CUCORE__PRIVATE int cucore__mapping_is_at(const void *base)
{
    const cucore__mapping *mapping;
    CUCORE__SHARE_LOCK();
    for (mapping = cucore__mappings; mapping && (mapping->is_changing || mapping->base != base);
         mapping = mapping->next) {
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

/* Returns 1 if two handles are of memory of one pool.  The number of a pool is used again by the exporter after it is
 * destroyed. */
CUCORE__PRIVATE int cucore__handles_are_of_one_pool(const cucore_share_handle *a, const cucore_share_handle *b)
{
    return a->way == CUCORE_SHARE_POOL && b->way == CUCORE_SHARE_POOL && a->pool == b->pool &&
           memcmp(a->exporter, b->exporter, 16) == 0;
}

/* Drops a reference to a pool; the last one destroys it. */
CUCORE__PRIVATE cucore_status cucore__foreign_pool_leave(cucore__foreign_pool *pool)
{
    cucore__foreign_pool **link = &cucore__foreign_pools;
    cucore_status status;
    int is_last;
    CUCORE__SHARE_LOCK();
    is_last = --pool->references == 0;
    if (is_last) {
        while (*link != pool) link = &(*link)->next;
        *link = pool->next;
    }
    CUCORE__SHARE_UNLOCK();
    if (!is_last) return CUCORE_OK;
    status = CUCORE__CALL(MemPoolDestroy, (pool->pool));
    free(pool);
    return status;
}

/* Does the same after a failure, whose error stays. */
CUCORE__PRIVATE void cucore__foreign_pool_drop(cucore__foreign_pool *pool)
{
    const cucore_error error = cucore__error;
    (void)cucore__foreign_pool_leave(pool);
    cucore__error = error;
}

/* Returns the next known pool that may have the memory, with a reference, instead of the one to `before`; NULL: there
 * is none. */
CUCORE__PRIVATE cucore__foreign_pool *cucore__foreign_pool_next(const cucore__mapping *mapping,
                                                                cucore__foreign_pool *before)
{
    cucore__foreign_pool *pool;
    CUCORE__SHARE_LOCK();
    pool = before ? before->next : cucore__foreign_pools;
    while (pool && (pool->home != mapping->home || !cucore__handles_are_of_one_pool(&pool->handle, &mapping->handle)))
        pool = pool->next;
    if (pool) pool->references++;
    CUCORE__SHARE_UNLOCK();
    if (before) cucore__foreign_pool_drop(before);
    return pool;
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
    pool->handle = mapping->handle;
    pool->home = mapping->home;
    pool->references = 1;
    mapping->pool = pool;
    CUCORE__SHARE_LOCK();
    pool->next = cucore__foreign_pools;
    cucore__foreign_pools = pool;
    CUCORE__SHARE_UNLOCK();
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

/* Maps memory of a pool, which is imported once for all its memory in use.  If the pool that is known does not have the
 * memory, the descriptor decides. */
CUCORE__PRIVATE cucore_status cucore__mapping_open_pool(cucore__mapping *mapping, int fd)
{
    cucore_status status = CUCORE_OK;
    for (;;) {
        mapping->pool = cucore__foreign_pool_next(mapping, mapping->pool);
        if (!mapping->pool) break;
        status = cucore__mapping_open_pointer(mapping);
        if (!status) return CUCORE_OK;
        if (fd < 0) {
            cucore__foreign_pool_drop(mapping->pool);
            return status;
        }
    }
    status = cucore__foreign_pool_open(mapping, fd);
    if (status) return status;
    status = cucore__mapping_open_pointer(mapping);
    if (status) cucore__foreign_pool_drop(mapping->pool);
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
    cucore_status status = CUCORE_OK;
    if (mapping->handle.way == CUCORE_SHARE_VIRTUAL) return CUCORE_OK; /* cucore__mapping_open_virtual asked for both */
    if (mapping->handle.way == CUCORE_SHARE_POOL) {
        status = cucore__pointer_attributes(mapping->base, 3, &info);
        if (!status) status = cucore__mapping_check_device(mapping, info.device_id);
    }
    if (!status) status = cucore_pointer_get_range(mapping->base, &start, &nbytes);
    if (status) return status;
    before = (size_t)((char *)mapping->base - (char *)start);
    if (before <= nbytes && mapping->handle.allocation_nbytes <= nbytes - before) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the handle's allocation_nbytes is %llu; the driver mapped %llu bytes",
                       (unsigned long long)mapping->handle.allocation_nbytes, (unsigned long long)(nbytes - before));
}

/* Opens a mapping that is not known yet, in its context. */
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

/* Finds a mapping, with a reference, or puts `fresh` into the list, which the caller opens.  The lock is held; it is
 * given up while another thread opens or closes the same memory, or memory of the same pool. */
CUCORE__PRIVATE cucore__mapping *cucore__mapping_claim(const cucore__mapping *wanted, cucore__mapping *fresh)
{
    cucore__mapping *mapping = cucore__mappings;
    while (mapping) {
        if (!mapping->is_changing && cucore__mapping_is_of(mapping, wanted)) {
            mapping->references++;
            return mapping;
        }
        if (mapping->is_changing && (cucore__mapping_is_of(mapping, wanted) ||
                                     cucore__handles_are_of_one_pool(&mapping->handle, &wanted->handle))) {
            CUCORE__SHARE_SLEEP();
            mapping = cucore__mappings;
        } else {
            mapping = mapping->next;
        }
    }
    *fresh = *wanted;
    fresh->references = 1;
    fresh->is_changing = 1;
    fresh->next = cucore__mappings;
    cucore__mappings = fresh;
    return fresh;
}

/* Takes a mapping out of the list, and frees it. */
CUCORE__PRIVATE void cucore__mapping_forget(cucore__mapping *mapping)
{
    cucore__mapping **link = &cucore__mappings;
    CUCORE__SHARE_LOCK();
    while (*link != mapping) link = &(*link)->next;
    *link = mapping->next;
    CUCORE__SHARE_WAKE();
    CUCORE__SHARE_UNLOCK();
    free(mapping);
}

/* Opens the mapping that this thread has put into the list. */
CUCORE__PRIVATE cucore_status cucore__mapping_begin(cucore__mapping *mapping, int fd)
{
    cucore__CUstreamCaptureMode mode;
    const int exchanged = cucore__relaxed_begin(&mode);
    cucore_status status = cucore__mapping_open(mapping, fd);
    cucore__relaxed_end(exchanged, &mode);
    if (status) {
        cucore__mapping_forget(mapping);
        return status;
    }
    CUCORE__SHARE_LOCK();
    mapping->is_changing = 0;
    CUCORE__SHARE_WAKE();
    CUCORE__SHARE_UNLOCK();
    return CUCORE_OK;
}

/* Closes a mapping that no view uses, and that `is_changing`. */
CUCORE__PRIVATE void cucore__mapping_close(cucore__mapping *mapping)
{
    cucore_context_guard guard;
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    if (!cucore_context_enter(mapping->context, &guard)) (void)cucore__context_wait_idle();
    exchanged = cucore__relaxed_begin(&mode);
    (void)cucore__mapping_unmap(mapping);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    cucore__mapping_forget(mapping);
}

/* Drops a view's reference, while other threads run: the last one waits for all work of the device.  A process that was
 * forked since has no mapping, and its driver is not called; in an interpreter that ends the memory stays mapped. */
CUCORE__PRIVATE void cucore__mapping_release(void *owner)
{
    cucore__mapping *mapping = (cucore__mapping *)owner;
    void *held;
    int is_last;
    if (!cucore__driver_is_ready()) return;
    held = cucore__wait_begin();
    if (held == cucore__wait_never) return;
    CUCORE__SHARE_LOCK();
    is_last = --mapping->references == 0;
    if (is_last) mapping->is_changing = 1;
    CUCORE__SHARE_UNLOCK();
    if (is_last) cucore__mapping_close(mapping);
    cucore__wait_end(held);
}

/* Finds or opens what `wanted` describes; *out gets a reference. */
CUCORE__PRIVATE cucore_status cucore__mapping_get(const cucore__mapping *wanted, int fd, cucore__mapping **out)
{
    cucore_context_guard guard;
    cucore_error error;
    cucore__mapping *mapping, *fresh = (cucore__mapping *)malloc(sizeof *fresh);
    cucore_status status;
    if (!fresh) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an import");
    status = cucore_context_enter(wanted->context, &guard);
    if (status) {
        free(fresh);
        return status;
    }
    CUCORE__SHARE_LOCK();
    mapping = cucore__mapping_claim(wanted, fresh);
    CUCORE__SHARE_UNLOCK();
    if (mapping == fresh) {
        status = cucore__mapping_begin(mapping, fd);
    } else {
        free(fresh);
        status = cucore__mapping_check_same(mapping, wanted);
        if (!status && mapping->pool) status = cucore__foreign_pool_reach(mapping->pool, wanted);
        error = cucore__error;
        if (status) cucore__mapping_release(mapping);
        cucore__error = error;
    }
    cucore_context_leave(&guard);
    if (!status) *out = mapping;
    return status;
}
