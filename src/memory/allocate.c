/* --------------------------------------------------------------------------------------------- >>impl-allocate -- */
/* memory/allocate.c: memory by its address. */
CUCORE_API cucore_status cucore_memory_resource_allocate(cucore_memory_resource *resource, size_t nbytes,
                                                         CUstream stream, void **out)
{
    cucore_buffer buffer;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_memory_resource_allocate", "out");
    *out = NULL;
    status = cucore_buffer_allocate(resource, nbytes, stream, &buffer);
    if (status) return status;
    *out = buffer.ptr;
    cucore_memory_resource_release(buffer.private_.resource);
    return CUCORE_OK;
}

/* Finds out whether memory of a pool was allocated in the capture of its stream: the driver does not know such
 * memory. */
CUCORE__PRIVATE cucore_status cucore__memory_find_capture(cucore_buffer *buffer)
{
    cucore_pointer_info info;
    cucore__capture capture;
    cucore__place place;
    cucore_status status;
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &place);
    status = cucore__place_capture(&place, &capture);
    if (status || !capture.id) return status;
    status = cucore__pointer_attributes(buffer->ptr, 1, &info);
    if (!status && info.device_type == CUCORE_DEVICE_TYPE_CPU) buffer->private_.capture_id = capture.id;
    return status;
}

CUCORE_API cucore_status cucore_memory_resource_deallocate(cucore_memory_resource *resource, void *ptr, size_t nbytes,
                                                           CUstream stream)
{
    cucore_buffer buffer;
    int device_type;
    cucore_status status = CUCORE_OK;
    if (!ptr) return CUCORE_OK;
    if (!resource) status = cucore__resource_find_on(CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, &resource);
    if (status) return status;
    memset(&buffer, 0, sizeof buffer);
    buffer.ptr = ptr;
    buffer.nbytes = nbytes;
    buffer.stream = stream;
    device_type = resource->functions.device_type;
    cucore__buffer_fill_device(&buffer, device_type, resource->functions.device_id);
    if (!device_type) status = cucore_driver_load();
    if (!status && !device_type) status = cucore__buffer_ask_device(&buffer);
    if (!status) status = cucore__buffer_stream_context(&buffer, resource, stream, &buffer.private_.stream_context);
    if (!status) status = cucore__buffer_call_context(&buffer, resource, &buffer.private_.call_context);
    if (!status && cucore__resource_is_pool(resource)) status = cucore__driver_need();
    if (!status && cucore__resource_is_pool(resource)) status = cucore__memory_find_capture(&buffer);
    if (status) return status;
    cucore_memory_resource_retain(resource);
    buffer.private_.resource = resource;
    status = cucore_buffer_release(&buffer);
    if (status) cucore_memory_resource_release(resource);
    return status;
}
