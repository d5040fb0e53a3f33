/* ------------------------------------------------------------------------------------------------ >>impl-event -- */
/* core/event.c: events that users create. */
CUCORE_API cucore_status cucore_event_create(int device_id, unsigned flags, cucore_event *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_event_create", "out");
    memset(out, 0, sizeof *out);
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) CUCORE__CALL_IN(status, out->context, EventCreate, (&out->handle, flags));
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_event_release(cucore_event *event)
{
    cucore_status status = CUCORE_OK;
    if (!event) return CUCORE_OK;
    if (event->handle) status = cucore__driver_need();
    if (event->handle && !status) CUCORE__WAITING(status = CUCORE__CALL(EventDestroy, (event->handle)));
    if (!status) memset(event, 0, sizeof *event);
    return status;
}

CUCORE_API cucore_status cucore_event_record(CUevent event, CUstream stream)
{
    cucore__place place;
    cucore_status status;
    if (!event) return cucore__fail_null("cucore_event_record", "event");
    status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (!status) status = cucore__place_refuse_beside(&place);
    if (!status) CUCORE__CALL_IN(status, place.context, EventRecord, (event, place.stream));
    return status;
}

CUCORE__PRIVATE cucore_status cucore__event_prepare(CUevent event, const void *out, const char *function)
{
    cucore_status status = cucore_driver_load();
    if (status) return status;
    return event && out ? CUCORE_OK : cucore__fail_null(function, event ? "out" : "event");
}

CUCORE_API cucore_status cucore_event_query(CUevent event, int *out)
{
    cucore__CUstreamCaptureMode mode;
    cucore__CUresult result;
    int exchanged;
    cucore_status status = cucore__event_prepare(event, out, "cucore_event_query");
    if (!status && !cucore__driver.EventQuery) status = cucore__fail_missing("cuEventQuery");
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    result = cucore__driver.EventQuery(event);
    cucore__relaxed_end(exchanged, &mode);
    return cucore__query_answer(result, "cuEventQuery", out);
}

CUCORE_API cucore_status cucore_event_synchronize(CUevent event)
{
    cucore_status status = cucore__event_prepare(event, &event, "cucore_event_synchronize");
    if (status) return status;
    CUCORE__CALL_RELAXED(status, EventSynchronize, (event));
    return status;
}

CUCORE_API cucore_status cucore_event_get_elapsed(CUevent start, CUevent stop, float *milliseconds)
{
    float elapsed = 0;
    cucore_status status = cucore__event_prepare(start, milliseconds, "cucore_event_get_elapsed");
    if (!status) status = cucore__event_prepare(stop, milliseconds, "cucore_event_get_elapsed");
    if (status) return status;
    status = CUCORE__CALL(EventElapsedTime, (&elapsed, start, stop));
    if (!status) *milliseconds = elapsed;
    return status;
}
