/* ---------------------------------------------------------------------------------------------- >>impl-pointer -- */
/* core/pointer.c: addresses. */
/* The first `count` of kind (2), device and context (4); the driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__pointer_attributes(const void *ptr, unsigned count, cucore_pointer_info *out)
{
    static cucore__CUpointer_attribute attributes[4] = {
        CUCORE__CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CUCORE__CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CUCORE__CU_POINTER_ATTRIBUTE_CONTEXT};
    unsigned memory_type = 0, managed = 0;
    int device_id = CUCORE_DEVICE_NONE;
    CUcontext context = NULL;
    void *values[4] = {&memory_type, &managed, &device_id, &context};
    cucore_status status = CUCORE__CALL(PointerGetAttributes, (count, attributes, values, (uintptr_t)ptr));
    if (status) return status;
    out->device_type = managed                                       ? CUCORE_DEVICE_TYPE_CUDA_MANAGED
                       : memory_type == CUCORE__CU_MEMORYTYPE_DEVICE ? CUCORE_DEVICE_TYPE_CUDA
                       : memory_type == CUCORE__CU_MEMORYTYPE_HOST   ? CUCORE_DEVICE_TYPE_CUDA_HOST
                                                                     : CUCORE_DEVICE_TYPE_CPU;
    out->device_id = out->device_type == CUCORE_DEVICE_TYPE_CPU ? CUCORE_DEVICE_NONE : device_id;
    out->context = context;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_pointer_get_info(const void *ptr, cucore_pointer_info *out)
{
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_pointer_get_info", "out");
    return cucore__pointer_attributes(ptr, 4, out);
}

CUCORE_API cucore_status cucore_pointer_get_range(const void *ptr, void **base, size_t *nbytes)
{
    static cucore__CUpointer_attribute attributes[3] = {CUCORE__CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                        CUCORE__CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                                        CUCORE__CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    unsigned memory_type = 0;
    cucore__CUdeviceptr start = 0;
    size_t size = 0;
    void *values[3] = {&memory_type, &start, &size};
    cucore_status status = cucore_driver_load();
    if (!status) status = CUCORE__CALL(PointerGetAttributes, (3, attributes, values, (uintptr_t)ptr));
    if (status) return status;
    if (memory_type && !start && size) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the driver does not say where the allocation that holds 0x%llx begins",
                           (unsigned long long)(uintptr_t)ptr);
    }
    if (!memory_type || !start) {
        return cucore_fail(CUCORE_WRONG_DEVICE,
                           "the driver does not know the memory at 0x%llx: it is ordinary host memory",
                           (unsigned long long)(uintptr_t)ptr);
    }
    if (base) *base = (void *)(uintptr_t)start;
    if (nbytes) *nbytes = size;
    return CUCORE_OK;
}

/* The context in which the default streams of an allocation are meant (rules C12, T11). */
CUCORE__PRIVATE cucore_status cucore__pointer_context(const void *ptr, CUcontext *out)
{
    cucore_pointer_info info;
    cucore_status status = cucore_pointer_get_info(ptr, &info);
    if (status) return status;
    if (!info.context) return cucore_context_get_primary(info.device_id >= 0 ? info.device_id : 0, out);
    *out = info.context;
    return CUCORE_OK;
}
