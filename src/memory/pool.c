/* ------------------------------------------------------------------------------------------------- >>impl-pool -- */
/* memory/pool.c: the pools of the driver: handles, use, limits, peers. */
/* Replaces NULL by the default pool, and refuses what is no pool of the driver. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_check(const char *function, cucore_memory_resource **resource)
{
    cucore_status status = cucore__driver_need();
    if (!status && !*resource) {
        status = cucore__resource_find_on(CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, resource);
    }
    if (status || cucore__resource_is_pool(*resource)) return status;
    if ((*resource)->is_foreign) {
        return cucore__invalid("%s: the resource is an allocator of functions, and no pool of the driver", function);
    }
    return cucore__invalid("%s: the resource is of kind %d, and no pool of the driver", function,
                           (int)(*resource)->kind);
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_from_pool(const cucore_memory_pool *pool, void *owner,
                                                                       void (*release)(void *owner),
                                                                       cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    int device = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_from_pool", "out");
    *out = NULL;
    if (!pool || !pool->handle) {
        return cucore__fail_null("cucore_memory_resource_from_pool", pool ? "pool->handle" : "pool");
    }
    if (pool->kind != CUCORE_MEMORY_DEFAULT_POOL && pool->kind != CUCORE_MEMORY_POOL &&
        pool->kind != CUCORE_MEMORY_PINNED_POOL && pool->kind != CUCORE_MEMORY_MANAGED_POOL) {
        return cucore__invalid("pool->kind is %d; expected a CUCORE_MEMORY_..._POOL or CUCORE_MEMORY_POOL",
                               (int)pool->kind);
    }
    status = cucore__device_id_resolve(pool->device_id, &device);
    if (!status) status = cucore__pool_need();
    if (status) return status;
    resource = cucore__resource_new();
    if (!resource) return CUCORE_OUT_OF_MEMORY;
    cucore__resource_fill(resource, pool->kind, device, pool->handle);
    resource->owner = owner;
    resource->release = release;
    *out = resource;
    return CUCORE_OK;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_pool(cucore_memory_resource *resource,
                                                                      cucore_memory_pool *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_pool", "out");
    status = cucore__pool_check("cucore_memory_resource_get_pool", &resource);
    if (status) return status;
    out->handle = (CUmemoryPool)resource->handle;
    out->kind = resource->kind;
    out->device_id = resource->device_id;
    return CUCORE_OK;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_trim(cucore_memory_resource *resource, size_t keep_nbytes)
{
    cucore_status status = cucore__pool_check("cucore_memory_resource_trim", &resource);
    if (!status) CUCORE__CALL_RELAXED(status, MemPoolTrimTo, ((cucore__CUmemoryPool)resource->handle, keep_nbytes));
    return status;
}

/* ------------------------------------------------------------------------------------------------- attributes */
/* Reads a number of bytes, or of bits. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_get(const cucore_memory_resource *resource,
                                                            cucore__CUmemPool_attribute attribute, size_t *out)
{
    uint64_t bytes = 0;
    int flag = 0;
    const int is_flag = attribute <= CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, MemPoolGetAttribute,
                         ((cucore__CUmemoryPool)resource->handle, attribute, is_flag ? (void *)&flag : (void *)&bytes));
    *out = is_flag ? (size_t)(flag != 0) : bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_set(const cucore_memory_resource *resource,
                                                            cucore__CUmemPool_attribute attribute, size_t value)
{
    uint64_t bytes = value == SIZE_MAX ? UINT64_MAX : value;
    int flag = value != 0;
    const int is_flag = attribute <= CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, MemPoolSetAttribute,
                         ((cucore__CUmemoryPool)resource->handle, attribute, is_flag ? (void *)&flag : (void *)&bytes));
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_usage(cucore_memory_resource *resource,
                                                                       cucore_memory_usage *out)
{
    cucore_memory_usage usage = {0, 0, 0, 0};
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_usage", "out");
    status = cucore__pool_check("cucore_memory_resource_get_usage", &resource);
    if (!status) status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &usage.used_nbytes);
    if (!status) status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_USED_MEM_HIGH, &usage.used_high_nbytes);
    if (!status) {
        status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &usage.reserved_nbytes);
    }
    if (!status) {
        status = cucore__pool_get(resource, CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &usage.reserved_high_nbytes);
    }
    if (!status) *out = usage;
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_reset_usage(cucore_memory_resource *resource)
{
    cucore_status status = cucore__pool_check("cucore_memory_resource_reset_usage", &resource);
    if (!status) status = cucore__pool_set(resource, CUCORE__CU_MEMPOOL_ATTR_USED_MEM_HIGH, 0);
    return status ? status : cucore__pool_set(resource, CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, 0);
}

/* The attributes of a policy. */
enum { CUCORE__POLICY_ATTRIBUTES = 4 };
static const cucore__CUmemPool_attribute cucore__policy_attributes[CUCORE__POLICY_ATTRIBUTES] = {
    CUCORE__CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, CUCORE__CU_MEMPOOL_ATTR_RELEASE_THRESHOLD};

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__policy_read(const cucore_memory_resource *resource, size_t *values)
{
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; !status && i < CUCORE__POLICY_ATTRIBUTES; i++) {
        status = cucore__pool_get(resource, cucore__policy_attributes[i], &values[i]);
    }
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__policy_write(const cucore_memory_resource *resource,
                                                                const size_t *values)
{
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; !status && i < CUCORE__POLICY_ATTRIBUTES; i++) {
        status = cucore__pool_set(resource, cucore__policy_attributes[i], values[i]);
    }
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_policy(cucore_memory_resource *resource,
                                                                        cucore_memory_policy *out)
{
    size_t values[CUCORE__POLICY_ATTRIBUTES];
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_policy", "out");
    status = cucore__pool_check("cucore_memory_resource_get_policy", &resource);
    if (!status) status = cucore__policy_read(resource, values);
    if (status) return status;
    memset(out, 0, sizeof *out);
    out->ignore_events = !values[0];
    out->ignore_completed = !values[1];
    out->never_wait = !values[2];
    out->release_threshold = values[3];
    return CUCORE_OK;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_set_policy(cucore_memory_resource *resource,
                                                                        const cucore_memory_policy *policy)
{
    static const uint8_t zero[sizeof policy->reserved] = {0};
    size_t before[CUCORE__POLICY_ATTRIBUTES], values[CUCORE__POLICY_ATTRIBUTES];
    cucore_error error;
    cucore_status status;
    if (!policy) return cucore__fail_null("cucore_memory_resource_set_policy", "policy");
    if (memcmp(policy->reserved, zero, sizeof zero) != 0) {
        return cucore__invalid("cucore_memory_resource_set_policy: policy->reserved is not all zero");
    }
    status = cucore__pool_check("cucore_memory_resource_set_policy", &resource);
    if (!status) status = cucore__policy_read(resource, before);
    if (status) return status;
    values[0] = !policy->ignore_events;
    values[1] = !policy->ignore_completed;
    values[2] = !policy->never_wait;
    values[3] = policy->release_threshold;
    status = cucore__policy_write(resource, values);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    (void)cucore__policy_write(resource, before);
    cucore__error = error;
    return status;
}

/* ------------------------------------------------------------------------------------------------------ peers */
CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_get_access(cucore_memory_resource *resource, int device_id,
                                                                        cucore_memory_access *out)
{
    cucore__CUmemLocation location;
    cucore__CUmemAccess_flags flags = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_get_access", "out");
    location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    status = cucore__pool_check("cucore_memory_resource_get_access", &resource);
    if (!status) status = cucore__device_id_resolve(device_id, &location.id);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemPoolGetAccess, (&flags, (cucore__CUmemoryPool)resource->handle, &location));
    if (!status) *out = (cucore_memory_access)flags;
    return status;
}

CUCORE_API CUCORE__COLD cucore_status cucore_memory_resource_set_access(cucore_memory_resource *resource, int device_id,
                                                                        cucore_memory_access access)
{
    cucore__CUmemAccessDesc wish;
    int can = 1, is_on_device;
    cucore_status status = cucore__pool_check("cucore_memory_resource_set_access", &resource);
    if (status) return status;
    if (access != CUCORE_ACCESS_NONE && access != CUCORE_ACCESS_READ && access != CUCORE_ACCESS_READ_WRITE) {
        return cucore__invalid("access is %d; expected CUCORE_ACCESS_NONE, _READ or _READ_WRITE", (int)access);
    }
    wish.location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    wish.flags = (cucore__CUmemAccess_flags)access;
    status = cucore__device_id_resolve(device_id, &wish.location.id);
    if (status) return status;
    is_on_device = resource->functions.device_type == CUCORE_DEVICE_TYPE_CUDA;
    if (is_on_device && wish.location.id == resource->device_id) {
        if (access == CUCORE_ACCESS_READ_WRITE) return CUCORE_OK;
        return cucore__invalid("access is %d, but the memory of the pool is on device %d, which always has access",
                               (int)access, wish.location.id);
    }
    if (is_on_device && access) status = cucore_device_get_peer_access(wish.location.id, resource->device_id, &can);
    if (status) return status;
    if (!can) {
        return cucore_fail(CUCORE_UNSUPPORTED, "device %d cannot access the memory of device %d", wish.location.id,
                           resource->device_id);
    }
    CUCORE__CALL_RELAXED(status, MemPoolSetAccess, ((cucore__CUmemoryPool)resource->handle, &wish, 1));
    return status;
}
