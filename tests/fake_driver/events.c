/* events.c - events */
#include "driver.h"

event *event_find(CUevent handle)
{
    int slot = slot_of(EVENT, handle);
    return slot < 0 ? NULL : &fake.events[slot];
}

CUresult event_error(CUevent handle)
{
    uint64_t value = (uint64_t)(uintptr_t)handle;
    const event *e = (value & 0xffff) < MAX_EVENTS ? &fake.events[value & 0xffff] : NULL;
    if (event_find(handle)) return CUDA_SUCCESS;
    return e && e->lost && (uint64_t)(uintptr_t)handle_of(EVENT, (int)(value & 0xffff)) == value
               ? CUDA_ERROR_CONTEXT_IS_DESTROYED
               : CUDA_ERROR_INVALID_HANDLE;
}

CUresult event_record(event *e, stream *s)
{
    const capture *c = capture_of(s);
    if (e->context != s->context) return CUDA_ERROR_INVALID_HANDLE;
    e->recorded = 1;
    e->stream = stream_index(s);
    e->hosts = s->hosts;
    e->capture_id = c ? c->id : 0;
    e->when = ++fake.clock;
    memcpy(e->seen, s->seen, sizeof e->seen);
    e->seen[stream_index(s)] = s->work;
    return CUDA_SUCCESS;
}

CUresult event_wait(stream *s, const event *e, unsigned flags)
{
    capture *consumer = capture_of(s), *producer = capture_by_id(e->capture_id);
    if (!e->recorded) return CUDA_SUCCESS;
    if (!e->capture_id && consumer && !(flags & CU_EVENT_WAIT_EXTERNAL)) {
        consumer->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (e->capture_id && !producer) return CUDA_ERROR_INVALID_VALUE;
    if (producer && producer->invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (producer && consumer && producer != consumer) {
        producer->invalid = consumer->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    if (producer && s->value == CU_STREAM_LEGACY) {
        producer->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (producer && !consumer) capture_enter(producer, s);
    seen_add(s->seen, e->seen);
    return CUDA_SUCCESS;
}

static CUresult event_use_on_host(const event *e)
{
    capture *c = capture_by_id(e->capture_id);
    if (e->recorded && e->capture_id && !c) return CUDA_ERROR_INVALID_VALUE;
    if (e->recorded && c) {
        c->invalid = 1;
        return CUDA_ERROR_CAPTURED_EVENT;
    }
    return check_safe();
}

ENTRY CUresult CUDAAPI cuEventCreate(CUevent *out, unsigned flags)
{
    CUresult result = call_begin("cuEventCreate", IN_CONTEXT, "flags=%u", flags);
    int slot = -1;
    if (!result && (flags > 7 || (flags & 6) == CU_EVENT_INTERPROCESS)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        slot = slot_new(EVENT, 0);
        result = slot < 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    if (!result) {
        fake.events[slot].context = current_slot();
        fake.events[slot].flags = flags;
        fake.events[slot].recorded = fake.events[slot].lost = 0;
        fake.events[slot].capture_id = 0;
        *out = (CUevent)handle_of(EVENT, slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuEventRecord(CUevent handle, CUstream stream_handle)
{
    CUresult result = call_begin("cuEventRecord", INITIALISED, "event=%e stream=%s", handle, stream_handle);
    event *e = event_find(handle);
    stream *s;
    if (!result) result = event_error(handle);
    if (!result) result = stream_use(stream_handle, &s);
    if (!result) result = event_record(e, s);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuEventDestroy_v2(CUevent handle)
{
    CUresult result = call_begin("cuEventDestroy", INITIALISED, "event=%e", handle);
    event *e = event_find(handle);
    if (!result) result = event_error(handle);
    if (!result) e->head.alive = 0;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuEventQuery(CUevent handle)
{
    CUresult result = call_begin("cuEventQuery", INITIALISED, "event=%e", handle);
    const event *e = event_find(handle);
    if (!result) result = event_error(handle);
    if (!result) result = event_use_on_host(e);
    if (!result && e->recorded && (fake.streams[e->stream].held || fake.streams[e->stream].hosts_done < e->hosts))
        result = CUDA_ERROR_NOT_READY;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuEventSynchronize(CUevent handle)
{
    CUresult result = call_begin("cuEventSynchronize", INITIALISED, "event=%e", handle);
    const event *e = event_find(handle);
    if (!result) result = event_error(handle);
    if (!result) result = event_use_on_host(e);
    if (!result && e->recorded) {
        hosts_wait(&fake.streams[e->stream], e->hosts);
        seen_add(fake.host_seen, e->seen);
        fake.streams[e->stream].held = 0;
    }
    return call_end(result);
}

static CUresult elapsed(const char *name, float *milliseconds, CUevent start, CUevent stop)
{
    CUresult result = call_begin(name, INITIALISED, "event=%e event=%e", start, stop);
    const event *a = event_find(start), *b = event_find(stop);
    if (!result && (!a || !b || !a->recorded || !b->recorded || a->context != b->context ||
                    ((a->flags | b->flags) & CU_EVENT_DISABLE_TIMING))) {
        result = CUDA_ERROR_INVALID_HANDLE;
    }
    if (!result && (fake.streams[a->stream].held || fake.streams[b->stream].held)) result = CUDA_ERROR_NOT_READY;
    if (!result) *milliseconds = (float)((double)b->when - (double)a->when);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop)
{
    return elapsed("cuEventElapsedTime", milliseconds, start, stop);
}

ENTRY CUresult CUDAAPI cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent stop)
{
    return elapsed("cuEventElapsedTime", milliseconds, start, stop);
}

EXPORTED int fake_live_events(void)
{
    LOCKED(int, count_alive(EVENT, 0));
}
