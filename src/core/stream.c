/* ----------------------------------------------------------------------------------------------- >>impl-stream -- */
/* core/stream.c: streams: their contexts, ordering, waiting, captures. */
/* A stream value and the context that gives it a meaning. */
typedef struct cucore__place {
    CUstream stream;
    CUcontext context;
} cucore__place;

CUCORE__PRIVATE int cucore__stream_is_default(CUstream stream)
{
    return stream == NULL || stream == CUCORE_STREAM_LEGACY || stream == CUCORE_STREAM_PER_THREAD;
}

CUCORE__PRIVATE inline int cucore__stream_is_handle(CUstream stream)
{
    return (uintptr_t)stream > (uintptr_t)CUCORE_STREAM_PER_THREAD && (uintptr_t)stream < (uintptr_t)CUCORE_STREAM_HOST;
}

/* A default stream in a context that is known; the context of a handle is left NULL. */
CUCORE__PRIVATE void cucore__place_put(CUstream stream, CUcontext context, cucore__place *out)
{
    out->stream = cucore__stream_normalize(stream);
    out->context = cucore__stream_is_default(stream) ? context : NULL;
}

CUCORE__PRIVATE int cucore__place_equal(const cucore__place *a, const cucore__place *b)
{
    if (a->stream != b->stream) return 0;
    return !cucore__stream_is_default(a->stream) || a->context == b->context;
}

/* A capture into a graph, as a stream sees it.  All zero: there is none. */
typedef struct cucore__capture {
    int is_active; /* 1: the stream is captured, or `is_beside` */
    int is_beside; /* 1: the legacy stream, while a blocking stream of its context is captured */
    uint64_t id;   /* equal for all streams of one capture; 0 if it is not known, or the capture is broken */
} cucore__capture;

/* Asks about the capture of a stream, which harms none.  Default streams are asked about in their context. */
CUCORE__PRIVATE cucore_status cucore__place_capture(const cucore__place *place, cucore__capture *out)
{
    cucore__CUstreamCaptureStatus capture = CUCORE__CU_STREAM_CAPTURE_STATUS_NONE;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    cucore_context_guard guard;
    cucore_status status;
    memset(out, 0, sizeof *out);
    if (!cucore__driver.StreamGetCaptureInfo) return CUCORE_OK;
    status = cucore_context_enter(cucore__stream_is_default(place->stream) ? place->context : NULL, &guard);
    if (status) return status;
    result = cucore__driver.StreamGetCaptureInfo(place->stream, &capture, &out->id);
    cucore_context_leave(&guard);
    out->is_beside = result == CUCORE__CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    out->is_active = out->is_beside || capture != CUCORE__CU_STREAM_CAPTURE_STATUS_NONE;
    if (out->is_beside || !out->is_active) out->id = 0;
    return out->is_beside ? CUCORE_OK : cucore__check_result(result, "cuStreamGetCaptureInfo");
}

/* Enters the consumer's context only if its stream needs it. */
CUCORE__PRIVATE cucore_status cucore__place_wait_event(const cucore__place *consumer, CUevent event)
{
    CUcontext context = cucore__stream_is_default(consumer->stream) ? consumer->context : NULL;
    cucore_status status;
    CUCORE__CALL_IN(status, context, StreamWaitEvent, (consumer->stream, event, 0));
    return status;
}

/* Of an event of another context, or of one that another library reset (709; in older drivers 400). */
CUCORE__PRIVATE int cucore__event_does_not_fit(cucore__CUresult result)
{
    return result == CUCORE__CUDA_ERROR_INVALID_HANDLE || result == CUCORE__CUDA_ERROR_INVALID_CONTEXT ||
           result == CUCORE__CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

/* Records the event of the slot, or a new one, in the current context.  If the event does not fit the stream may be
 * gone: then a new event cannot be recorded either. */
CUCORE__PRIVATE cucore_status cucore__event_slot_record(cucore__event_slot *slot, CUstream stream)
{
    CUevent fresh = NULL;
    cucore__CUresult result =
        slot->event ? cucore__driver.EventRecord(slot->event, stream) : CUCORE__CUDA_ERROR_INVALID_HANDLE;
    cucore_status status;
    if (!cucore__event_does_not_fit(result)) return cucore__check_result(result, "cuEventRecord");
    status = CUCORE__CALL(EventCreate, (&fresh, CUCORE__CU_EVENT_DISABLE_TIMING));
    if (status) return status;
    result = cucore__driver.EventRecord(fresh, stream);
    if (result && slot->event) {
        (void)cucore__driver.EventDestroy(fresh);
    } else {
        slot->event = fresh;
    }
    return cucore__check_result(result, "cuEventRecord");
}

/* Records an event of a hint, which may not fit, without entering a context.  slot: the slot taken; NULL if none is
 * free */
CUCORE__PRIVATE CUCORE__INLINE cucore__CUresult cucore__event_hint_record(cucore__event_pool *hint, CUstream stream,
                                                                          cucore__event_slot **slot)
{
    *slot = cucore__event_slot_of(hint);
    if (!*slot || !(*slot)->event) return CUCORE__CUDA_ERROR_INVALID_HANDLE;
    return cucore__driver.EventRecord((*slot)->event, stream);
}

/* Gives the slot back.
 * -> 0: the hint did not fit, and no event was recorded */
CUCORE__PRIVATE CUCORE__INLINE int cucore__event_hint_end(cucore__event_slot *slot, cucore__CUresult recorded,
                                                          cucore_status *status)
{
    if (slot) CUCORE__STORE(&slot->busy, 0);
    if (CUCORE__LIKELY(!recorded)) return 1;
    *status = cucore__check_result(recorded, "cuEventRecord");
    return !cucore__event_does_not_fit(recorded);
}

/* Sets `out` to the place with its context, which is looked up if it is not known. */
CUCORE__PRIVATE cucore_status cucore__place_complete(const cucore__place *place, cucore__place *out)
{
    *out = *place;
    return place->context ? CUCORE_OK : CUCORE__CALL(StreamGetCtx, (place->stream, &out->context));
}

CUCORE__PRIVATE inline int cucore__stream_is_uncaptured(CUstream stream, cucore__CUresult *result)
{
    cucore__CUstreamCaptureStatus capture;
    uint64_t id;
    *result = cucore__driver.StreamGetCaptureInfo(stream, &capture, &id);
    return CUCORE__LIKELY(*result == CUCORE__CUDA_SUCCESS) && capture == CUCORE__CU_STREAM_CAPTURE_STATUS_NONE;
}

/* Orders two handles that are not captured, if an event is at hand; in one function, since every ordered intake runs
 * it.  If there is a hint the driver is loaded.
 * -> 0: another case, and no work was ordered */
CUCORE__PRIVATE CUCORE__INLINE int cucore__handles_wait(CUstream consumer, CUstream producer, cucore_status *status)
{
    cucore__event_pool *hint;
    cucore__event_slot *slot;
    cucore__CUresult result;
    *status = CUCORE_OK;
    if (!cucore__stream_is_handle(consumer) || !cucore__stream_is_handle(producer) || consumer == producer) return 0;
    hint = cucore__event_hint_find(producer);
    if (!CUCORE__LIKELY(hint)) return 0;
    if (!CUCORE__LIKELY(cucore__stream_is_uncaptured(consumer, &result)) ||
        !CUCORE__LIKELY(cucore__stream_is_uncaptured(producer, &result))) {
        *status = cucore__check_result(result, "cuStreamGetCaptureInfo");
        return *status != CUCORE_OK;
    }
    result = cucore__event_hint_record(hint, producer, &slot);
    if (CUCORE__LIKELY(!result)) {
        *status = cucore__check_result(cucore__driver.StreamWaitEvent(consumer, slot->event, 0), "cuStreamWaitEvent");
    }
    return cucore__event_hint_end(slot, result, status);
}

/* The consumer waits for the producer: in this order, by the straight way for handles; not at all for one and the same
 * stream; by an event of the hint; by an event of the producer's context, which is entered for it. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__place_wait(const cucore__place *consumer,
                                                             const cucore__place *producer)
{
    cucore__place from;
    cucore__event_pool *pool;
    cucore__event_slot own, *slot;
    cucore_context_guard guard;
    cucore__CUresult recorded;
    cucore__capture consuming, producing;
    cucore_status status;
    if (cucore__handles_wait(consumer->stream, producer->stream, &status)) return status;
    if (cucore__place_equal(consumer, producer)) return CUCORE_OK;
    status = cucore__place_capture(consumer, &consuming);
    if (!status) status = cucore__place_capture(producer, &producing);
    if (status) return status;
    if ((consuming.is_active || producing.is_active) &&
        !(consuming.id && consuming.id == producing.id)) { /* rules T16 */
        return cucore_fail(CUCORE_CAPTURE,
                           "stream 0x%llx cannot wait for stream 0x%llx while %s is being captured into a graph: "
                           "capture both together, order them before the capture begins, or opt out with "
                           "CUCORE_STREAM_NO_SYNC",
                           (unsigned long long)(uintptr_t)consumer->stream,
                           (unsigned long long)(uintptr_t)producer->stream,
                           !producing.is_active  ? "the first"
                           : consuming.is_active ? "each (not in one capture)"
                                                 : "the second");
    }
    pool = cucore__event_hint_find(producer->stream);
    if (pool) {
        recorded = cucore__event_hint_record(pool, producer->stream, &slot);
        if (!recorded) status = cucore__place_wait_event(consumer, slot->event);
        if (cucore__event_hint_end(slot, recorded, &status)) return status;
    }
    status = cucore__place_complete(producer, &from);
    if (!status) status = cucore_context_enter(from.context, &guard);
    if (status) return status;
    pool = cucore__event_pool_enter(from.context);
    slot = cucore__event_slot_take(pool, &own);
    status = cucore__event_slot_record(slot, from.stream);
    if (!status) status = cucore__place_wait_event(consumer, slot->event);
    if (!status && !cucore__stream_is_default(from.stream)) cucore__event_hint_set(from.stream, pool);
    cucore__event_slot_put(slot, &own);
    cucore__event_pool_leave(pool);
    cucore_context_leave(&guard);
    return status;
}

/* In relaxed mode, so that the wait does not break the capture of another stream. */
CUCORE__PRIVATE cucore_status cucore__synchronize_relaxed(CUstream stream)
{
    cucore_status status;
    CUCORE__CALL_RELAXED(status, StreamSynchronize, (stream));
    return status;
}

/* Waits for all work of a context; does not wait if it is NULL. */
CUCORE__PRIVATE cucore_status cucore__context_synchronize(CUcontext context)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!context) return CUCORE_OK;
    status = cucore_context_enter(context, &guard);
    if (status) return status;
    status = cucore__context_wait_idle();
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_host_wait(const cucore__place *place)
{
    return cucore_fail(CUCORE_CAPTURE,
                       "cannot wait on the host for stream 0x%llx while a capture into a graph is going on: "
                       "synchronize before the capture begins, or opt out with CUCORE_STREAM_NO_SYNC",
                       (unsigned long long)(uintptr_t)place->stream);
}

/* Refuses streams that are captured, and the legacy stream beside a capture: to wait for them, or to ask whether they
 * are done, breaks the capture. */
CUCORE__PRIVATE cucore_status cucore__place_refuse_capture(const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status = cucore__place_capture(place, &capture);
    return status || !capture.is_active ? status : cucore__fail_host_wait(place);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_beside(void)
{
    return cucore_fail(CUCORE_CAPTURE,
                       "work on the legacy default stream would break a capture into a graph, on a blocking "
                       "stream of the same context: use another stream, or capture on a non-blocking one");
}

/* Refuses to enqueue work on the legacy stream beside a capture, which would break it. */
CUCORE__PRIVATE inline cucore_status cucore__place_refuse_beside(const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status;
    if (CUCORE__LIKELY(place->stream != CUCORE_STREAM_LEGACY)) return CUCORE_OK;
    status = cucore__place_capture(place, &capture);
    return status || !capture.is_beside ? status : cucore__fail_beside();
}

/* The host waits.  capture: of the stream, which is not captured itself */
CUCORE__PRIVATE cucore_status cucore__place_wait_on_host(const cucore__place *place, const cucore__capture *capture)
{
    cucore__place whole;
    cucore_context_guard guard;
    cucore_status status = cucore__place_complete(place, &whole);
    if (!status) status = cucore_context_enter(whole.context, &guard);
    if (status) return status;
    status = capture->is_beside ? cucore__context_wait_idle() : cucore__synchronize_relaxed(whole.stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__place_synchronize(const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status = cucore__place_capture(place, &capture);
    if (!status && capture.is_active && !capture.is_beside) status = cucore__fail_host_wait(place);
    return status ? status : cucore__place_wait_on_host(place, &capture);
}

/* Pinned memory is used by any stream of any device, and it is not known by which: waits for all work in the primary
 * contexts that are in use, in the current context, and in the one that the memory was made in (rules D37). */
CUCORE__PRIVATE cucore_status cucore__pointer_synchronize(const void *ptr)
{
    CUcontext current = NULL, primary = NULL;
    cucore_pointer_info info;
    int i;
    cucore_status status = cucore_pointer_get_info(ptr, &info);
    if (!status) status = CUCORE__CALL(CtxGetCurrent, (&current));
    for (i = 0; !status && cucore__device_exists(i); i++) {
        status = cucore__context_find_primary(i, &primary);
        if (!status) status = cucore__context_synchronize(primary);
        if (primary == current) current = NULL;
        if (primary == info.context) info.context = NULL;
    }
    if (!status) status = cucore__context_synchronize(current);
    if (!status && info.context != current) status = cucore__context_synchronize(info.context);
    return status;
}

CUCORE__PRIVATE inline cucore_status cucore__stream_check(CUstream stream)
{
    if (stream != CUCORE_STREAM_NO_SYNC && stream != CUCORE_STREAM_HOST) return CUCORE_OK;
    return cucore__invalid("%s is not a stream; a real one is needed here",
                           stream == CUCORE_STREAM_HOST ? "CUCORE_STREAM_HOST" : "CUCORE_STREAM_NO_SYNC");
}

/* Makes the place of a stream; only here a default stream gets its context (rules B118).  device_id: the device of the
 * data or of the kernel; CUCORE_DEVICE_NONE: not known.  The context of a handle stays NULL, since few callers need
 * it. */
CUCORE__PRIVATE inline cucore_status cucore__place_make(CUstream stream, int device_id, cucore__place *out)
{
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    out->stream = cucore__stream_normalize(stream);
    out->context = NULL;
    if (!cucore__stream_is_default(stream)) return CUCORE_OK;
    return cucore__context_for_data(device_id, &out->context);
}

/* The same with the context of a handle. */
CUCORE__PRIVATE cucore_status cucore__place_make_whole(CUstream stream, int device_id, cucore__place *out)
{
    cucore_status status = cucore__place_make(stream, device_id, out);
    return status ? status : cucore__place_complete(out, out);
}

/* The same for one operation on the data of two devices: a default stream is of the device of the current context if
 * that is one of them, else of `device`, else of `other`. */
CUCORE__PRIVATE cucore_status cucore__place_make_for_two(CUstream stream, int device, int other, cucore__place *out)
{
    int current = CUCORE_DEVICE_NONE;
    cucore_status status = CUCORE_OK;
    if (device != other && device >= 0 && other >= 0 && cucore__stream_is_default(stream))
        status = cucore_context_get_current(NULL, &current);
    if (status) return status;
    if (device < 0 || (current >= 0 && current == other)) device = other;
    return cucore__place_make_whole(stream, device, out);
}

/* Returns 1 if the stream is captured: memory that the driver does not know may then be memory that the capture
 * allocates, and what is said of it holds (rules B131).  `out` is the place of the stream.  The legacy stream cannot be
 * captured, and no stream cannot be asked. */
CUCORE__PRIVATE CUCORE__COLD int cucore__stream_is_captured(CUstream stream, int device_id, cucore__place *out)
{
    cucore__capture capture;
    if (cucore__stream_normalize(stream) == CUCORE_STREAM_LEGACY || cucore__place_make_whole(stream, device_id, out))
        return 0;
    return !cucore__place_capture(out, &capture) && capture.is_active;
}

CUCORE_API cucore_status cucore_stream_wait(CUstream consumer, CUstream producer)
{
    cucore__place from, to;
    cucore_status status;
    if (cucore__handles_wait(consumer, producer, &status)) return status;
    status = cucore__place_make(consumer, CUCORE_DEVICE_NONE, &to);
    if (status) return status;
    status = cucore__place_make(producer, CUCORE_DEVICE_NONE, &from);
    return status ? status : cucore__place_wait(&to, &from);
}

CUCORE_API cucore_status cucore_stream_synchronize(CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    return status ? status : cucore__place_synchronize(&place);
}

CUCORE_API cucore_status cucore_stream_create(int device_id, const cucore_stream_options *options, cucore_stream *out)
{
    int blocking = options ? options->blocking : 0, priority = options ? options->priority : 0; /* cut by the driver */
    unsigned flags = blocking ? CUCORE__CU_STREAM_DEFAULT : CUCORE__CU_STREAM_NON_BLOCKING;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_stream_create", "out");
    memset(out, 0, sizeof *out);
    if (blocking != 0 && blocking != 1) return cucore__invalid("blocking is %d; it must be 0 or 1", blocking);
    if (priority > 0) {
        return cucore__invalid("priority is %d; it must be 0 (normal) or negative (higher)", priority);
    }
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) CUCORE__CALL_IN(status, out->context, StreamCreateWithPriority, (&out->handle, flags, priority));
    out->owned = 1;
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_stream_from_handle(CUstream handle, int device_id, cucore_stream *out)
{
    cucore__place place;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_stream_from_handle", "out");
    memset(out, 0, sizeof *out);
    status = cucore__stream_check(handle);
    if (!status && device_id != CUCORE_DEVICE_ANY) status = cucore__device_id_resolve(device_id, &device_id);
    if (!status) status = cucore__place_make_whole(handle, device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (status) return status;
    if (device_id != CUCORE_DEVICE_ANY && device_id != device) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "stream 0x%llx is on device %d, not on device %d",
                           (unsigned long long)(uintptr_t)handle, device, device_id);
    }
    out->handle = place.stream;
    out->context = place.context;
    out->device_id = device;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_stream_release(cucore_stream *stream)
{
    cucore_status status = CUCORE_OK;
    if (!stream) return CUCORE_OK;
    if (stream->owned) status = cucore__driver_need();
    if (stream->owned && !status) CUCORE__WAITING(status = CUCORE__CALL(StreamDestroy, (stream->handle)));
    if (!status) memset(stream, 0, sizeof *stream);
    return status;
}

/* The answer of a query in relaxed mode: NOT_READY is no failure. */
CUCORE__PRIVATE cucore_status cucore__query_answer(cucore__CUresult result, const char *call, int *done)
{
    if (result != CUCORE__CUDA_SUCCESS && result != CUCORE__CUDA_ERROR_NOT_READY)
        return cucore__check_result(result, call);
    *done = result == CUCORE__CUDA_SUCCESS;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_stream_query(CUstream stream, int *out)
{
    cucore__CUstreamCaptureMode mode;
    cucore_context_guard guard;
    cucore__place place;
    cucore__CUresult result;
    int exchanged;
    cucore_status status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_stream_query", "out");
    status = cucore__place_refuse_capture(&place);
    if (!status && !cucore__driver.StreamQuery) status = cucore__fail_missing("cuStreamQuery");
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    result = cucore__driver.StreamQuery(place.stream);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    return cucore__query_answer(result, "cuStreamQuery", out);
}

CUCORE_API cucore_status cucore_stream_wait_event(CUstream stream, CUevent event)
{
    cucore__place place;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (!event) return cucore__fail_null("cucore_stream_wait_event", "event");
    status = cucore__place_refuse_beside(&place);
    return status ? status : cucore__place_wait_event(&place, event);
}

CUCORE_API cucore_status cucore_stream_launch_host_function(CUstream stream, CUhostFn function, void *user_data)
{
    cucore__place place;
    cucore_status status;
    if (!function) return cucore__fail_null("cucore_stream_launch_host_function", "function");
    status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (!status) status = cucore__place_refuse_beside(&place);
    if (!status) CUCORE__CALL_IN(status, place.context, LaunchHostFunc, (place.stream, function, user_data));
    return status;
}

CUCORE_API cucore_status cucore_stream_get_capture_info(CUstream stream, cucore_capture_info *out)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_stream_get_capture_info", "out");
    status = cucore__place_capture(&place, &capture);
    if (status) return status;
    out->capturing = capture.is_active;
    out->invalidated = capture.is_active && !capture.is_beside && !capture.id;
    out->id = capture.id;
    return CUCORE_OK;
}
