/* ----------------------------------------------------------------------------------------------- >>impl-buffer -- */
/* core/buffer.c: buffers, copies, fills, views of buffers. */
CUCORE__PRIVATE void cucore__buffer_fill_device(cucore_buffer *buffer, int device_type, int device_id)
{
    int host = device_type == CUCORE_DEVICE_TYPE_CPU || device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
    buffer->device_type = device_type;
    buffer->device_id = host ? CUCORE_DEVICE_NONE : device_id;
    buffer->host_accessible = device_type != CUCORE_DEVICE_TYPE_CUDA;
    buffer->device_accessible = device_type != CUCORE_DEVICE_TYPE_CPU;
}

/* Asks the driver about memory of a resource without a fixed device. */
CUCORE__PRIVATE cucore_status cucore__buffer_ask_device(cucore_buffer *buffer)
{
    cucore_pointer_info info;
    cucore_status status = cucore_pointer_get_info(buffer->ptr, &info);
    if (!status) cucore__buffer_fill_device(buffer, info.device_type, info.device_id);
    return status;
}

/* Sets the kind of memory of a resource without a fixed device.  Memory that the driver does not know counts as memory
 * of the capture if the stream is captured (rules B131).  From here on default streams are those of this device. */
CUCORE__PRIVATE cucore_status cucore__buffer_find_device(cucore_buffer *buffer, const cucore_memory_resource *resource)
{
    cucore__place place, before;
    CUcontext context = NULL;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__buffer_ask_device(buffer);
    if (!status && !buffer->device_accessible && cucore__stream_is_captured(buffer->stream, device, &place)) {
        status = cucore__context_device(place.context, &device);
        cucore__buffer_fill_device(buffer, CUCORE_DEVICE_TYPE_CUDA, device);
    }
    if (!status) status = cucore__buffer_stream_context(buffer, resource, buffer->stream, &context);
    if (status || !context || context == buffer->private_.stream_context) return status;
    cucore__place_put(buffer->stream, context, &place);
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &before);
    status = cucore__place_wait(&place, &before);
    if (!status) buffer->private_.stream_context = context;
    return status;
}

/* Functions of other libraries are called in one context, both for the allocation and the release of a buffer: the
 * context of its device, or, if the device is not known, the context that is current at the allocation, which may be
 * none. */
CUCORE__PRIVATE cucore_status cucore__buffer_call_context(const cucore_buffer *buffer,
                                                          const cucore_memory_resource *resource, CUcontext *out)
{
    cucore_status status = CUCORE_OK;
    *out = resource->is_foreign ? buffer->private_.stream_context : NULL;
    if (*out || !resource->is_foreign || !buffer->device_accessible) return CUCORE_OK;
    status = cucore__driver_need();
    if (status) return status;
    return resource->device_id < 0 ? CUCORE__CALL(CtxGetCurrent, (out))
                                   : cucore__context_for_data(resource->device_id, out);
}

/* Notes in which capture memory of a pool is allocated.  On the legacy stream beside a capture that would break it. */
CUCORE__PRIVATE cucore_status cucore__buffer_find_capture(cucore_buffer *buffer)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status = cucore__driver_need();
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &place);
    if (!status) status = cucore__stream_check(buffer->stream);
    if (!status) status = cucore__place_capture(&place, &capture);
    if (status) return status;
    buffer->private_.capture_id = capture.id;
    return capture.is_beside ? cucore__fail_beside() : CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__buffer_obtain(cucore_buffer *buffer, const cucore_memory_resource *resource)
{
    const cucore_memory_functions *functions = &resource->functions;
    cucore_context_guard guard;
    cucore_error error;
    cucore_status status =
        cucore__buffer_stream_context(buffer, resource, buffer->stream, &buffer->private_.stream_context);
    if (!status && cucore__resource_is_pool(resource)) status = cucore__buffer_find_capture(buffer);
    if (!status) status = cucore__buffer_call_context(buffer, resource, &buffer->private_.call_context);
    if (!status) status = cucore_context_enter(buffer->private_.call_context, &guard);
    if (status) return status;
    CUCORE__CALL_ALLOCATOR(status, allocate, (resource->user_data, buffer->nbytes, buffer->stream, &buffer->ptr));
    cucore_context_leave(&guard);
    if (!status && !buffer->ptr) {
        status = cucore_fail(CUCORE_OUT_OF_MEMORY, "the allocator gave NULL for %llu bytes",
                             (unsigned long long)buffer->nbytes);
    }
    if (status || functions->device_type) return status;
    status = cucore__buffer_find_device(buffer, resource);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    (void)cucore__buffer_deallocate(buffer, resource);
    cucore__error = error;
    return status;
}

CUCORE_API cucore_status cucore_buffer_allocate(cucore_memory_resource *resource, size_t nbytes, CUstream stream,
                                                cucore_buffer *out)
{
    int device_type;
    cucore_status status = CUCORE_OK;
    if (!out) return cucore__fail_null("cucore_buffer_allocate", "out");
    memset(out, 0, sizeof *out);
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, &resource);
    if (status) return status;
    device_type = resource->functions.device_type;
    out->nbytes = nbytes;
    out->stream = stream;
    cucore__buffer_fill_device(out, device_type, device_type ? resource->functions.device_id : CUCORE_DEVICE_NONE);
    cucore__kept_look();
    if (nbytes) status = cucore__buffer_obtain(out, resource);
    if (status == CUCORE_OUT_OF_MEMORY && cucore__kept_is_any()) {
        (void)cucore__kept_free_some(SIZE_MAX, 1);
        status = cucore__buffer_obtain(out, resource);
    }
    if (status) {
        memset(out, 0, sizeof *out);
        return status;
    }
    cucore_memory_resource_retain(resource);
    out->private_.resource = resource;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_buffer_from_pointer(void *ptr, size_t nbytes, void *owner, void (*release)(void *owner),
                                                    cucore_buffer *out)
{
    cucore_status status = CUCORE_OK;
    if (!out) return cucore__fail_null("cucore_buffer_from_pointer", "out");
    memset(out, 0, sizeof *out);
    if (!ptr && nbytes) return cucore__fail_null("cucore_buffer_from_pointer", "ptr");
    out->ptr = ptr;
    out->nbytes = nbytes;
    out->stream = CUCORE_STREAM_NO_SYNC;
    out->owner = owner;
    out->release = release;
    cucore__buffer_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (nbytes) status = cucore__buffer_ask_device(out);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

/* Returns 1 if other streams have to wait for work on the last stream. */
CUCORE__PRIVATE int cucore__buffer_is_pending(const cucore_buffer *buffer)
{
    return buffer->ptr && buffer->device_type != CUCORE_DEVICE_TYPE_CPU && buffer->stream != CUCORE_STREAM_NO_SYNC &&
           buffer->stream != CUCORE_STREAM_HOST;
}

CUCORE_API cucore_status cucore_buffer_use(cucore_buffer *buffer, CUstream stream)
{
    cucore__place from, to;
    CUcontext context = NULL;
    cucore_status status;
    if (!buffer) return cucore__fail_null("cucore_buffer_use", "buffer");
    status = cucore__buffer_stream_context(buffer, buffer->private_.resource, stream, &context);
    if (status || stream == CUCORE_STREAM_NO_SYNC) return status;
    if (cucore__buffer_is_pending(buffer)) {
        status = cucore__buffer_place(buffer, &from);
        if (status) return status;
        cucore__place_put(stream, context, &to);
        if (!cucore__place_equal(&to, &from)) status = cucore_driver_load();
        if (status) return status;
        status = stream == CUCORE_STREAM_HOST ? cucore__place_synchronize(&from) : cucore__place_wait(&to, &from);
    }
    if (status || (stream == CUCORE_STREAM_HOST && buffer->private_.resource)) return status;
    if (stream != buffer->stream) buffer->private_.keeps_stream = 0;
    buffer->stream = stream;
    buffer->private_.stream_context = context;
    return CUCORE_OK;
}

/* -------------------------------------------------------------------------------------------------- copy and fill */
CUCORE__PRIVATE int cucore__pointer_device(const cucore_pointer_info *info)
{
    return info->device_type == CUCORE_DEVICE_TYPE_CUDA || info->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED
               ? info->device_id
               : CUCORE_DEVICE_NONE;
}

typedef struct cucore__transfer {
    void *dst;
    const void *src;
    size_t nbytes;
    cucore_pointer_info to, from; /* the memory of dst and src */
} cucore__transfer;

/* Copies between the memory of two devices; of `to` and `from` only device_id is used.  The driver needs both
 * contexts. */
CUCORE__PRIVATE cucore_status cucore__transfer_between_devices(const cucore__transfer *transfer, CUstream stream)
{
    CUcontext target, source = NULL;
    cucore_status status = cucore_context_get_primary(transfer->to.device_id, &target);
    if (!status) status = cucore_context_get_primary(transfer->from.device_id, &source);
    if (status) return status;
    return CUCORE__CALL(MemcpyPeerAsync,
                        ((uintptr_t)transfer->dst, target, (uintptr_t)transfer->src, source, transfer->nbytes, stream));
}

/* known: the stream with its context, or NULL: as the caller of cucore_memory_copy means it */
CUCORE__PRIVATE cucore_status cucore__transfer_run(const cucore__transfer *transfer, CUstream stream,
                                                   const cucore__place *known)
{
    const cucore_pointer_info *to = &transfer->to, *from = &transfer->from;
    const uintptr_t dst = (uintptr_t)transfer->dst, src = (uintptr_t)transfer->src;
    cucore__place place;
    cucore_context_guard guard;
    /* How many of the two are memory that the driver does not know. */
    int pageable = (to->device_type == CUCORE_DEVICE_TYPE_CPU) + (from->device_type == CUCORE_DEVICE_TYPE_CPU);
    cucore_status status =
        known ? cucore__place_complete(known, &place)
              : cucore__place_make_for_two(stream, cucore__pointer_device(to), cucore__pointer_device(from), &place);
    if (status) return status;
    status = pageable ? cucore__place_refuse_capture(&place) : cucore__place_refuse_beside(&place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    if (to->device_type == CUCORE_DEVICE_TYPE_CUDA && from->device_type == CUCORE_DEVICE_TYPE_CUDA &&
        to->device_id != from->device_id) {
        status = cucore__transfer_between_devices(transfer, place.stream);
    } else if (pageable < 2) {
        status = CUCORE__CALL(MemcpyAsync, (dst, src, transfer->nbytes, place.stream));
    }
    if (!status && pageable) status = cucore__synchronize_relaxed(place.stream);
    if (!status && pageable == 2) memmove(transfer->dst, transfer->src, transfer->nbytes);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__transfer_make(void *dst, const void *src, size_t nbytes, cucore__transfer *out)
{
    cucore_status status;
    out->dst = dst;
    out->src = src;
    out->nbytes = nbytes;
    if (!dst || !src) return cucore__fail_null("cucore_memory_copy", dst ? "src" : "dst");
    status = cucore__driver_need();
    if (!status) status = cucore__pointer_attributes(dst, 3, &out->to);
    return status ? status : cucore__pointer_attributes(src, 3, &out->from);
}

/* Notes where memory is that the driver does not know, but the caller does: a capture may allocate it (rules B131). */
CUCORE__PRIVATE void cucore__pointer_believe(int device_type, int device_id, cucore_pointer_info *out)
{
    if (out->device_type != CUCORE_DEVICE_TYPE_CPU) return;
    out->device_type = device_type;
    out->device_id = device_id;
}

CUCORE_API cucore_status cucore_memory_copy(void *dst, const void *src, size_t nbytes, CUstream stream)
{
    cucore__transfer transfer;
    cucore_status status = nbytes ? cucore__stream_check(stream) : CUCORE_OK;
    if (status || !nbytes) return status;
    status = cucore__transfer_make(dst, src, nbytes, &transfer);
    return status ? status : cucore__transfer_run(&transfer, stream, NULL);
}

CUCORE__PRIVATE cucore_status cucore__fill_check(const void *ptr, uint32_t value, int width)
{
    if (width != 1 && width != 2 && width != 4) {
        return cucore__invalid("a fill has patterns of 1, 2 or 4 bytes, not %d", width);
    }
    if (width < 4 && value >> (8 * width)) {
        return cucore__invalid("the pattern 0x%lx does not fit %d byte%s", (unsigned long)value, width,
                               width == 1 ? "" : "s");
    }
    if ((uintptr_t)ptr % (uintptr_t)width) {
        return cucore__invalid("0x%llx is not aligned to the pattern of %d bytes", (unsigned long long)(uintptr_t)ptr,
                               width);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_fill_host(const void *ptr)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "0x%llx is ordinary host memory, which CUDA cannot fill",
                       (unsigned long long)(uintptr_t)ptr);
}

CUCORE__PRIVATE cucore_status cucore__memory_fill_at(void *ptr, uint32_t value, int width, size_t count,
                                                     const cucore__place *place)
{
    const cucore__CUdeviceptr address = (uintptr_t)ptr;
    cucore__place whole;
    cucore_context_guard guard;
    cucore_status status = cucore__driver_need();
    if (!status) status = cucore__place_refuse_beside(place);
    if (!status) status = cucore__place_complete(place, &whole);
    if (!status) status = cucore_context_enter(whole.context, &guard);
    if (status) return status;
    if (width == 1) {
        status = CUCORE__CALL(MemsetD8Async, (address, (unsigned char)value, count, whole.stream));
    } else if (width == 2) {
        status = CUCORE__CALL(MemsetD16Async, (address, (unsigned short)value, count, whole.stream));
    } else {
        status = CUCORE__CALL(MemsetD32Async, (address, value, count, whole.stream));
    }
    cucore_context_leave(&guard);
    return status;
}

/* Finds the stream of a fill.  device_id: of the memory, if the caller knows it; of memory that a capture allocates the
 * driver does not (rules B131) */
CUCORE__PRIVATE cucore_status cucore__fill_place(const void *ptr, int device_id, CUstream stream, cucore__place *out)
{
    cucore_pointer_info info;
    cucore_status status = cucore_pointer_get_info(ptr, &info);
    if (status) return status;
    if (info.device_type != CUCORE_DEVICE_TYPE_CPU)
        return cucore__place_make(stream, cucore__pointer_device(&info), out);
    return cucore__stream_is_captured(stream, device_id, out) ? CUCORE_OK : cucore__fail_fill_host(ptr);
}

CUCORE_API cucore_status cucore_memory_fill(void *ptr, uint32_t value, int width, size_t count, CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__fill_check(ptr, value, width);
    if (status || !count) return status;
    if (!ptr) return cucore__fail_null("cucore_memory_fill", "ptr");
    status = cucore__fill_place(ptr, CUCORE_DEVICE_NONE, stream, &place);
    return status ? status : cucore__memory_fill_at(ptr, value, width, count, &place);
}

CUCORE__PRIVATE cucore_status cucore__buffer_check_write(const cucore_buffer *buffer, const char *function)
{
    if (!buffer) return cucore__fail_null(function, "a buffer");
    return buffer->readonly ? cucore_fail(CUCORE_READONLY, "%s: the buffer is read-only", function) : CUCORE_OK;
}

/* The buffer becomes ready for a copy of a part of it. */
CUCORE__PRIVATE cucore_status cucore__buffer_use_part(cucore_buffer *buffer, size_t offset, size_t nbytes,
                                                      CUstream stream)
{
    cucore_status status;
    if (offset > buffer->nbytes || nbytes > buffer->nbytes - offset) {
        return cucore__invalid("%llu bytes from byte %llu are not in a buffer of %llu bytes",
                               (unsigned long long)nbytes, (unsigned long long)offset,
                               (unsigned long long)buffer->nbytes);
    }
    status = cucore__stream_check(stream);
    return status || !nbytes ? status : cucore_buffer_use(buffer, stream);
}

/* Memory in the buffer is where the buffer is. */
CUCORE__PRIVATE void cucore__buffer_locate(const cucore_buffer *buffer, const void *ptr, cucore_pointer_info *out)
{
    if ((uintptr_t)ptr - (uintptr_t)buffer->ptr < buffer->nbytes)
        cucore__pointer_believe(buffer->device_type, buffer->device_id, out);
}

/* On the default stream of the buffer, for any other memory. */
CUCORE__PRIVATE cucore_status cucore__buffer_move_bytes(const cucore_buffer *buffer, void *dst, const void *src,
                                                        size_t nbytes)
{
    cucore__place place;
    cucore__transfer transfer;
    cucore_status status = cucore__transfer_make(dst, src, nbytes, &transfer);
    if (status) return status;
    cucore__buffer_locate(buffer, dst, &transfer.to);
    cucore__buffer_locate(buffer, src, &transfer.from);
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &place);
    return cucore__transfer_run(&transfer, buffer->stream, place.context ? &place : NULL);
}

CUCORE_API cucore_status cucore_buffer_copy_from(cucore_buffer *buffer, size_t offset, const void *src, size_t nbytes,
                                                 CUstream stream)
{
    cucore_status status = cucore__buffer_check_write(buffer, "cucore_buffer_copy_from");
    if (!status) status = cucore__buffer_use_part(buffer, offset, nbytes, stream);
    return status || !nbytes ? status : cucore__buffer_move_bytes(buffer, (char *)buffer->ptr + offset, src, nbytes);
}

CUCORE_API cucore_status cucore_buffer_copy_to(cucore_buffer *buffer, size_t offset, void *dst, size_t nbytes,
                                               CUstream stream)
{
    cucore_status status;
    if (!buffer) return cucore__fail_null("cucore_buffer_copy_to", "buffer");
    status = cucore__buffer_use_part(buffer, offset, nbytes, stream);
    return status || !nbytes ? status
                             : cucore__buffer_move_bytes(buffer, dst, (const char *)buffer->ptr + offset, nbytes);
}

CUCORE_API cucore_status cucore_buffer_fill(cucore_buffer *buffer, uint32_t value, int width, CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__buffer_check_write(buffer, "cucore_buffer_fill");
    if (!status) status = cucore__fill_check(buffer->ptr, value, width);
    if (status) return status;
    if (buffer->nbytes % (size_t)width) {
        return cucore__invalid("a buffer of %llu bytes is no multiple of the pattern of %d",
                               (unsigned long long)buffer->nbytes, width);
    }
    status = cucore__stream_check(stream);
    if (status || !buffer->nbytes) return status;
    if (buffer->device_type == CUCORE_DEVICE_TYPE_CPU) return cucore__fail_fill_host(buffer->ptr);
    status = cucore_buffer_use(buffer, stream);
    if (!status) status = cucore__buffer_place(buffer, &place);
    return status ? status : cucore__memory_fill_at(buffer->ptr, value, width, buffer->nbytes / (size_t)width, &place);
}

/* ---------------------------------------------------------------------------------------------- views of memory */
/* Checks that the layout lies in `bytes` bytes, of which element [0, ...] is at `offset`. */
CUCORE__PRIVATE cucore_status cucore__layout_check_inside(const cucore_layout *layout, uint64_t offset, uint64_t bytes,
                                                          cucore_status otherwise)
{
    int64_t first = 0, end = 0;
    cucore_status status = cucore__layout_byte_bounds(layout, &first, &end);
    if (status) return status;
    if (first == end && offset <= bytes) return CUCORE_OK;
    if (offset <= bytes && (uint64_t)-first <= offset && (uint64_t)end <= bytes - offset) return CUCORE_OK;
    return cucore_fail(otherwise, "the layout reaches from byte %lld to byte %lld around byte %llu of %llu bytes",
                       (long long)first, (long long)end, (unsigned long long)offset, (unsigned long long)bytes);
}

CUCORE__PRIVATE cucore_status cucore__layout_check_dtype(const cucore_layout *layout, cucore_dtype dtype)
{
    char name[64];
    cucore_status status = cucore_dtype_check(dtype);
    if (status || (layout->itemsize == dtype.itemsize &&
                   (layout->itembits == 8 * layout->itemsize || layout->itembits == cucore_dtype_itembits(dtype)))) {
        return status;
    }
    cucore_dtype_to_name(dtype, name, sizeof name);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s has an itemsize of %lu bytes, the layout one of %lld", name,
                       (unsigned long)dtype.itemsize, (long long)layout->itemsize);
}

CUCORE_API cucore_status cucore_view_from_buffer(const cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype,
                                                 const cucore_layout *layout, cucore_view *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_from_buffer", "out");
    cucore__view_clear(out);
    if (!buffer || !layout) return cucore__fail_null("cucore_view_from_buffer", buffer ? "layout" : "buffer");
    status = cucore__layout_check_dtype(layout, dtype);
    if (!status) status = cucore__layout_check_inside(layout, offset_bytes, buffer->nbytes, CUCORE_INVALID_ARGUMENT);
    if (status) return status;
    out->ptr = buffer->ptr ? (char *)buffer->ptr + offset_bytes : NULL;
    out->dtype = dtype;
    if (buffer->device_type) {
        out->device_type = buffer->device_type;
        out->device_id = buffer->device_id;
        out->host_accessible = buffer->host_accessible;
        out->device_accessible = buffer->device_accessible;
    } else { /* zeroed */
        cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    }
    out->readonly = buffer->readonly;
    out->padded = dtype.code < CUCORE_CODE_OPAQUE && layout->itembits != cucore_dtype_itembits(dtype);
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    out->has_producer_stream = (uint8_t)cucore__buffer_is_pending(buffer);
    out->producer_stream = out->has_producer_stream ? cucore__stream_normalize(buffer->stream) : NULL;
    out->producer_context = out->has_producer_stream ? buffer->private_.stream_context : NULL;
    cucore__layout_copy(&out->layout, layout);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_adopt_buffer(cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype,
                                                  const cucore_layout *layout, cucore_view *out)
{
    cucore_buffer *memory = NULL;
    cucore_status status = out ? cucore_view_from_buffer(buffer, offset_bytes, dtype, layout, out)
                               : cucore__fail_null("cucore_view_adopt_buffer", "out");
    if (!status) memory = cucore__memory_new();
    if (!memory) {
        if (out) cucore__view_clear(out);
        cucore__buffer_drop(buffer);
        return status ? status : CUCORE_OUT_OF_MEMORY;
    }
    *memory = *buffer;
    memset(buffer, 0, sizeof *buffer);
    cucore__view_own_wrapped(out, memory, cucore__memory_free);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_as(const cucore_view *view, int64_t offset_bytes, const cucore_layout *layout,
                                        const cucore_dtype *dtype, cucore_view *out)
{
    int64_t first = 0, end = 0;
    cucore_status status;
    int same;
    if (!out) return cucore__fail_null("cucore_view_as", "out");
    if (!view || view == out) return cucore__invalid("cucore_view_as: view is %s", view ? "out itself" : "NULL");
    cucore__view_clear(out);
    same = !layout && !offset_bytes;
    if (!layout) layout = &view->layout;
    status = cucore__view_check_sound("cucore_view_as: view", view);
    if (!status) status = cucore__layout_check_dtype(layout, dtype ? *dtype : view->dtype);
    if (!status && !same) status = cucore__layout_byte_bounds(&view->layout, &first, &end);
    if (!status && !same) {
        status = cucore__layout_check_inside(layout, (uint64_t)offset_bytes - (uint64_t)first, (uint64_t)(end - first),
                                             CUCORE_INVALID_ARGUMENT);
    }
    if (status) return status;
    memcpy(out, view, offsetof(cucore_view, layout));
    if (dtype) {
        out->dtype = *dtype;
        out->pep3118_format = NULL;
        out->descr = NULL;
        out->byte_swapped = 0;
    }
    out->padded = out->dtype.code < CUCORE_CODE_OPAQUE && layout->itembits != cucore_dtype_itembits(out->dtype);
    cucore__layout_copy(&out->layout, layout);
    return cucore__view_start_at("cucore_view_as", view, offset_bytes, out);
}

CUCORE_API cucore_status cucore_view_check_range(const cucore_view *view)
{
    void *base = NULL;
    size_t bytes = 0;
    cucore_status status;
    if (!view) return cucore__fail_null("cucore_view_check_range", "view");
    status = cucore__view_check_sound("cucore_view_check_range: view", view);
    if (status || cucore__layout_is_empty(&view->layout)) return status;
    if (cucore__device_is_other(view->device_type)) {
        return cucore_fail(CUCORE_WRONG_DEVICE,
                           "the array is on a device of type %d (%s), which the driver does not know",
                           (int)view->device_type, cucore__device_name(view->device_type));
    }
    status = cucore_pointer_get_range(view->ptr, &base, &bytes);
    if (status) return status;
    return cucore__layout_check_inside(&view->layout, (uint64_t)((char *)view->ptr - (char *)base), bytes,
                                       CUCORE_PROTOCOL);
}
