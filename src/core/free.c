/* ------------------------------------------------------------------------------------------------- >>impl-free -- */
/* core/free.c: buffers given back, at once or after a capture. */
/* Returns the device of a default stream: that of the memory, or of the resource for pinned memory. */
CUCORE__PRIVATE int cucore__buffer_device(const cucore_buffer *buffer, const cucore_memory_resource *resource)
{
    return buffer->device_id >= 0 || !resource ? buffer->device_id : resource->device_id;
}

/* The context of a default stream for the buffer (rules B118); NULL: the stream is none, or the memory is the
 * host's. */
CUCORE__PRIVATE cucore_status cucore__buffer_stream_context(const cucore_buffer *buffer,
                                                            const cucore_memory_resource *resource, CUstream stream,
                                                            CUcontext *out)
{
    cucore_status status;
    *out = NULL;
    if (!buffer->device_accessible || !cucore__stream_is_default(stream)) return CUCORE_OK;
    status = cucore__driver_need();
    return status ? status : cucore__context_for_data(cucore__buffer_device(buffer, resource), out);
}

/* The last stream; the user may have set it, without a context. */
CUCORE__PRIVATE cucore_status cucore__buffer_place(const cucore_buffer *buffer, cucore__place *out)
{
    CUcontext context = buffer->private_.stream_context;
    cucore_status status = CUCORE_OK;
    if (!context) status = cucore__buffer_stream_context(buffer, buffer->private_.resource, buffer->stream, &context);
    if (!status) cucore__place_put(buffer->stream, context, out);
    return status;
}

/* Refuses to free memory of a pool on a stream that is captured, unless it was allocated in the same capture: the
 * driver cannot make that a part of the graph.  Also on the legacy stream beside a capture, which would break it (rules
 * B106, B117). */
CUCORE__PRIVATE cucore_status cucore__buffer_refuse_capture(const cucore_buffer *buffer, const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    status = cucore__place_capture(place, &capture);
    if (status || !capture.is_active || (capture.id && capture.id == buffer->private_.capture_id)) return status;
    if (capture.is_beside) return cucore__fail_beside();
    return cucore_fail(
        CUCORE_CAPTURE,
        "stream 0x%llx is being captured into a graph: memory from before the capture cannot be freed on it",
        (unsigned long long)(uintptr_t)place->stream);
}

/* Frees the memory.  A default stream of the last use that is not the one of the context of the call goes first. */
CUCORE__PRIVATE cucore_status cucore__buffer_deallocate_now(const cucore_buffer *buffer,
                                                            const cucore_memory_resource *resource, void **held)
{
    const cucore_memory_functions *functions = &resource->functions;
    CUcontext context = buffer->private_.call_context;
    cucore__place place, last;
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    cucore__place_put(buffer->stream, context, &place);
    if (buffer->device_accessible && cucore__stream_is_default(buffer->stream)) {
        status = cucore__buffer_place(buffer, &last);
        if (!context) context = last.context;
        place.context = context;
        if (!status) status = cucore__place_wait(&place, &last);
    }
    if (!status && cucore__resource_is_pool(resource)) status = cucore__buffer_refuse_capture(buffer, &place);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    if (resource->takes_gil) {
        cucore__wait_end(*held);
        *held = NULL;
    }
    CUCORE__CALL_ALLOCATOR(status, deallocate, (resource->user_data, buffer->ptr, buffer->nbytes, buffer->stream));
    cucore_context_leave(&guard);
    /* After its capture it is the graph's, unless the graph has run. */
    if (status && buffer->private_.capture_id && cucore__error.result == CUCORE__CUDA_ERROR_INVALID_VALUE)
        status = CUCORE_OK;
    return status;
}

/* Does the same, while other threads run if the driver may wait (rules B122). */
CUCORE__PRIVATE cucore_status cucore__buffer_deallocate(const cucore_buffer *buffer,
                                                        const cucore_memory_resource *resource)
{
    void *held = buffer->device_accessible ? cucore__wait_begin() : NULL;
    cucore_status status = cucore__buffer_deallocate_now(buffer, resource, &held);
    cucore__wait_end(held);
    return status;
}

/* Gives back what is not memory, and zeroes. */
CUCORE__PRIVATE void cucore__buffer_end(cucore_buffer *buffer)
{
    cucore_memory_resource *resource = buffer->private_.resource;
    void (*release)(void *) = buffer->release;
    void *owner = buffer->owner;
    memset(buffer, 0, sizeof *buffer);
    if (release) release(owner);
    cucore_memory_resource_release(resource);
}

/* For memory that no work uses any more: on a default stream of the context, one on which it can be freed beside a
 * capture. */
CUCORE__PRIVATE cucore_status cucore__buffer_set_idle(cucore_buffer *buffer, CUcontext context)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status;
    place.stream = CUCORE_STREAM_LEGACY;
    place.context = context;
    status = cucore__place_capture(&place, &capture);
    if (status) return status;
    buffer->stream = capture.is_beside ? CUCORE_STREAM_PER_THREAD : CUCORE_STREAM_LEGACY;
    buffer->private_.stream_context = context;
    return CUCORE_OK;
}

/* -- memory that could not be freed, for a later call -------------------------------------------------------------- */
typedef struct cucore__kept {
    struct cucore__kept *next;
    cucore_buffer buffer;
    CUcontext context;     /* of its stream */
    unsigned long long id; /* of the context; 0: not known */
    int failures;          /* except for captures */
} cucore__kept;

/* The oldest first; changed under the lock. */
static struct {
    CUCORE__ATOMIC(cucore__kept *) first;
    cucore__kept *last;
} cucore__kept_list;

CUCORE__PRIVATE void cucore__kept_put(cucore__kept *one)
{
    one->next = NULL;
    CUCORE__LOCK();
    if (CUCORE__LOAD(&cucore__kept_list.first)) {
        cucore__kept_list.last->next = one;
    } else {
        CUCORE__STORE(&cucore__kept_list.first, one);
    }
    cucore__kept_list.last = one;
    CUCORE__UNLOCK();
}

CUCORE__PRIVATE cucore__kept *cucore__kept_take(void)
{
    cucore__kept *one;
    CUCORE__LOCK();
    one = CUCORE__LOAD(&cucore__kept_list.first);
    if (one) CUCORE__STORE(&cucore__kept_list.first, one->next);
    CUCORE__UNLOCK();
    return one;
}

/* Takes over a buffer that could not be freed, and zeroes it; on error it is as it was. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__buffer_keep(cucore_buffer *buffer)
{
    cucore__kept *one;
    cucore__place place;
    cucore_status status = cucore__driver_need();
    if (!status) status = cucore__buffer_place(buffer, &place);
    if (!status) status = cucore__place_complete(&place, &place);
    if (status) return status;
    one = (cucore__kept *)calloc(1, sizeof *one);
    if (!one) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY,
                           "no memory to note what cannot be freed while a stream is captured: %d bytes",
                           (int)sizeof *one);
    }
    one->context = place.context;
    one->id = cucore__context_id(place.context);
    one->buffer = *buffer;
    if (cucore__stream_is_default(buffer->stream)) one->buffer.private_.stream_context = place.context;
    memset(buffer, 0, sizeof *buffer);
    cucore__kept_put(one);
    return CUCORE_OK;
}

/* Frees one buffer, or returns CAPTURE.  The handle is not used again, since drivers crash if its stream is gone; nor
 * is the per-thread stream, which was that of another thread.  Instead it waits for all work of the context. */
CUCORE__PRIVATE cucore_status cucore__kept_free(cucore__kept *one, int may_wait)
{
    cucore_buffer *buffer = &one->buffer;
    CUcontext context = NULL;
    unsigned long long id = one->id;
    cucore_status status = one->id ? CUCORE__CALL(CtxGetId, (one->context, &id)) : CUCORE_OK;
    if (status || id != one->id) return status; /* the context is gone, perhaps, or was reset, and the memory with it */
    if (!buffer->private_.keeps_stream && cucore__stream_normalize(buffer->stream) != CUCORE_STREAM_LEGACY) {
        if (!may_wait) return CUCORE_CAPTURE;
        status = cucore__context_for_data(cucore__buffer_device(buffer, buffer->private_.resource), &context);
        if (!status) CUCORE__WAITING(status = cucore__context_synchronize(one->context));
        if (!status) status = cucore__buffer_set_idle(buffer, context);
    }
    return status ? status : cucore__buffer_deallocate(buffer, buffer->private_.resource);
}

/* Gives up on one whose context is broken: tries again as often as that may be a coincidence. */
CUCORE__PRIVATE int cucore__kept_is_lost(cucore__kept *one, cucore_status status)
{
    enum { CUCORE__KEPT_TRIES = 3 };
    return status != CUCORE_CAPTURE && ++one->failures == CUCORE__KEPT_TRIES;
}

/* Frees what can be freed now: of the oldest `most`, or of all.  Returns the first failure. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kept_free_some(size_t most, int may_wait)
{
    cucore__kept *one, *put_back = NULL;
    cucore_error error;
    cucore_status first = CUCORE_OK, status;
    if (!cucore__driver_is_ready()) return CUCORE_OK; /* it is the parent's memory (rules B88) */
    while (most-- && (one = cucore__kept_take()) != NULL) {
        const int is_seen = one == put_back;
        status = is_seen ? CUCORE_OK : cucore__kept_free(one, may_wait);
        if (status && !first) memcpy(&error, &cucore__error, sizeof error);
        if (!first) first = status;
        if (is_seen || (status && !cucore__kept_is_lost(one, status))) {
            cucore__kept_put(one);
            if (is_seen) break;
            if (!put_back) put_back = one;
        } else {
            cucore__buffer_end(&one->buffer);
            free(one);
        }
    }
    if (first) memcpy(&cucore__error, &error, sizeof error);
    return first;
}

CUCORE__PRIVATE inline int cucore__kept_is_any(void)
{
    return !CUCORE__LIKELY(!CUCORE__LOAD(&cucore__kept_list.first));
}

/* In calls that do not wait; a few, since they may all be of a capture that goes on. */
CUCORE__PRIVATE inline void cucore__kept_look(void)
{
    enum { CUCORE__KEPT_LOOK = 8 };
    cucore_error error;
    if (!cucore__kept_is_any()) return;
    error = cucore__error;
    (void)cucore__kept_free_some(CUCORE__KEPT_LOOK, 0);
    cucore__error = error;
}

/* -- release ------------------------------------------------------------------------------------------------------- */
CUCORE_API cucore_status cucore_buffer_release(cucore_buffer *buffer)
{
    cucore_status status = CUCORE_OK;
    if (!buffer) return CUCORE_OK;
    if (buffer->private_.resource && buffer->ptr) {
        status = cucore__buffer_deallocate(buffer, buffer->private_.resource);
        if (status == CUCORE_CAPTURE) return cucore__buffer_keep(buffer);
        if (status) return status;
    }
    cucore__buffer_end(buffer);
    cucore__kept_look();
    return CUCORE_OK;
}

/* The same for callers that cannot call again: memory that cannot be freed now is kept; without memory for that, or
 * without a driver, it leaks. */
CUCORE__PRIVATE cucore_status cucore__buffer_give_back(cucore_buffer *buffer)
{
    cucore_error error;
    cucore_status status = cucore_buffer_release(buffer);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    if (cucore__buffer_keep(buffer)) memset(buffer, 0, sizeof *buffer);
    cucore__error = error;
    return status;
}

/* After a failure, whose message stays. */
CUCORE__PRIVATE void cucore__buffer_drop(cucore_buffer *buffer)
{
    cucore_error error = cucore__error;
    (void)cucore__buffer_give_back(buffer);
    cucore__error = error;
}

/* The buffer of a view. */
CUCORE__PRIVATE cucore_buffer *cucore__memory_new(void)
{
    cucore_buffer *buffer = (cucore_buffer *)calloc(1, sizeof *buffer);
    if (!buffer) (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *buffer);
    return buffer;
}

/* Returns 1 if memory leaks since the interpreter ends and the driver would have to wait; *held as cucore__wait_begin
 * returns it, for memory that only the driver frees. */
CUCORE__PRIVATE int cucore__memory_is_lost(const cucore_buffer *buffer, void **held)
{
    const cucore_memory_resource *resource = buffer->private_.resource;
    *held = resource && buffer->device_accessible && !resource->takes_gil ? cucore__wait_begin() : NULL;
    return *held == cucore__wait_never && !cucore__resource_is_pool(resource);
}

CUCORE__PRIVATE void cucore__memory_free(void *owner)
{
    void *held;
    if (cucore__memory_is_lost((const cucore_buffer *)owner, &held)) return;
    (void)cucore__buffer_give_back((cucore_buffer *)owner);
    cucore__wait_end(held);
    free(owner);
}
