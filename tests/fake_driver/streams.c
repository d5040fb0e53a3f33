/* streams.c - streams, and the order that they record */
#include "driver.h"

int stream_index(const stream *s)
{
    return (int)(s - fake.streams);
}

static stream *stream_new(int context_slot, unsigned flags, int priority)
{
    int slot = slot_new(STREAM, 0);
    stream *s = slot < 0 ? NULL : &fake.streams[slot];
    if (!s) return NULL;
    s->context = context_slot;
    s->ordinary = 1;
    s->value = NULL;
    s->flags = flags;
    s->priority = priority;
    s->held = 0;
    s->capture = 0;
    memset(s->seen, 0,
           sizeof s->seen); /* `work` counts on: what was seen of the old stream proves nothing about the new one */
    s->work++;
    memcpy(s->seen, fake.host_seen, sizeof s->seen);
    fake.host_seen[slot] = s->work;
    return s;
}

/* A default stream is made at its first use; it takes no number and is not counted as a live stream. */
static stream *stream_default(CUstream value, int context_slot)
{
    int i, thread = value == CU_STREAM_PER_THREAD ? this_thread.number % MAX_THREADS : 0;
    stream *s;
    for (i = 0; i < MAX_STREAMS; i++) {
        s = &fake.streams[i];
        if (s->head.alive && !s->ordinary && s->context == context_slot && s->value == value && s->thread == thread)
            return s;
    }
    s = stream_new(context_slot, 0, 0);
    if (!s) return NULL;
    fake.numbers[STREAM]--;
    s->ordinary = 0;
    s->value = value;
    s->thread = thread;
    return s;
}

/* Finds the stream that the value names for this thread and its current context. */
CUresult stream_find(CUstream handle, stream **out)
{
    int slot;
    if (!handle) handle = CU_STREAM_LEGACY;
    if (handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD) {
        slot = current_slot();
        if (slot < 0) return CUDA_ERROR_INVALID_CONTEXT;
        *out = stream_default(handle, slot);
        return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    slot = slot_of(STREAM, handle);
    if (slot < 0) return CUDA_ERROR_INVALID_HANDLE;
    *out = &fake.streams[slot];
    return CUDA_SUCCESS;
}

/* Finds the stream for an operation on it. */
CUresult stream_use(CUstream handle, stream **out)
{
    CUresult result = stream_find(handle, out);
    if (result) return result;
    if ((*out)->value == CU_STREAM_LEGACY && legacy_is_blocked((*out)->context, 1)) {
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if ((*out)->capture && capture_of(*out)->invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    return CUDA_SUCCESS;
}

/* Finds the stream for a wait of the host, or a query. */
static CUresult stream_use_on_host(CUstream handle, stream **out)
{
    CUresult result = stream_find(handle, out);
    if (result) return result;
    if ((*out)->capture) {
        capture_of(*out)->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    result = check_safe();
    if (result) return result;
    return stream_use(handle, out);
}

void stream_work(stream *s)
{
    s->work++;
    s->captured_work = 1;
}

void seen_add(uint64_t *seen, const uint64_t *more)
{
    for (int i = 0; i < MAX_STREAMS; i++) {
        if (more[i] > seen[i]) seen[i] = more[i];
    }
}

/* -- host functions on threads of their own -- */
typedef struct host_call {
    CUhostFn function;
    void *data;
    stream *s;
    uint64_t before; /* functions of the stream that come first */
} host_call;
static pthread_cond_t host_ended = PTHREAD_COND_INITIALIZER;

void hosts_wait(stream *s, uint64_t count)
{
    while (s->hosts_done < count) pthread_cond_wait(&host_ended, &driver_lock);
}

void hosts_wait_all(int context_slot)
{
    for (int i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].head.alive && fake.streams[i].context == context_slot)
            hosts_wait(&fake.streams[i], fake.streams[i].hosts);
    }
}

static void *host_main(void *argument)
{
    const host_call call = *(host_call *)argument;
    free(argument);
    pthread_mutex_lock(&driver_lock);
    hosts_wait(call.s, call.before);
    pthread_mutex_unlock(&driver_lock);
    call.function(call.data);
    pthread_mutex_lock(&driver_lock);
    call.s->hosts_done++;
    pthread_cond_broadcast(&host_ended);
    pthread_mutex_unlock(&driver_lock);
    return NULL;
}

int host_start(stream *s, CUhostFn function, void *data)
{
    host_call *call = fake.host_threads ? (host_call *)malloc(sizeof *call) : NULL;
    pthread_t thread;
    if (!call) return 0;
    call->function = function;
    call->data = data;
    call->s = s;
    call->before = s->hosts;
    if (pthread_create(&thread, NULL, host_main, call)) {
        free(call);
        return 0;
    }
    pthread_detach(thread);
    s->hosts++;
    return 1;
}

EXPORTED void fake_host_threads(int on)
{
    pthread_mutex_lock(&driver_lock);
    fake.host_threads = on;
    pthread_mutex_unlock(&driver_lock);
}

void host_wait(stream *s)
{
    hosts_wait(s, s->hosts);
    s->held = 0;
    seen_add(fake.host_seen, s->seen);
    fake.host_seen[stream_index(s)] = s->work;
}

void context_wait(int slot)
{
    for (int i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].head.alive && fake.streams[i].context == slot) host_wait(&fake.streams[i]);
    }
}

static CUresult create_stream(const char *name, CUstream *out, unsigned flags, int priority)
{
    CUresult result = call_begin(name, IN_CONTEXT, "flags=%u priority=%d", flags, priority);
    stream *s;
    if (!result && flags > CU_STREAM_NON_BLOCKING) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
        s = stream_new(current_slot(), flags, priority);
        if (s) *out = (CUstream)handle_of(STREAM, stream_index(s));
        result = s ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamCreate(CUstream *out, unsigned flags)
{
    return create_stream("cuStreamCreate", out, flags, 0);
}

ENTRY CUresult CUDAAPI cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority)
{
    return create_stream("cuStreamCreateWithPriority", out, flags, priority);
}

static void stream_end(stream *s)
{
    if (s->capture) capture_of(s)->invalid = 1;
    s->capture = 0;
    s->head.alive = 0;
}

ENTRY CUresult CUDAAPI cuStreamDestroy_v2(CUstream handle)
{
    CUresult result = call_begin("cuStreamDestroy", INITIALISED, "stream=%s", handle);
    int slot = slot_of(STREAM, handle);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) hosts_wait_all(fake.streams[slot].context);
    if (!result) stream_end(&fake.streams[slot]);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamQuery(CUstream handle)
{
    CUresult result = call_begin("cuStreamQuery", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_use_on_host(handle, &s);
    if (!result && (s->held || s->hosts_done < s->hosts)) result = CUDA_ERROR_NOT_READY;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamSynchronize(CUstream handle)
{
    CUresult result = call_begin("cuStreamSynchronize", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_use_on_host(handle, &s);
    if (!result) host_wait(s);
    return call_end(result);
}

/* A query of the legacy stream for its context invalidates a capture, as on the real driver. */
ENTRY CUresult CUDAAPI cuStreamGetCtx(CUstream handle, CUcontext *out)
{
    CUresult result = call_begin("cuStreamGetCtx", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_use(handle, &s);
    if (!result) *out = (CUcontext)handle_of(CONTEXT, s->context);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetPriority(CUstream handle, int *out)
{
    CUresult result = call_begin("cuStreamGetPriority", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result) *out = s->priority;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetFlags(CUstream handle, unsigned *out)
{
    CUresult result = call_begin("cuStreamGetFlags", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result) *out = s->flags;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamWaitEvent(CUstream handle, CUevent event_handle, unsigned flags)
{
    CUresult result = call_begin("cuStreamWaitEvent", INITIALISED, "stream=%s event=%e", handle, event_handle);
    const event *e = event_find(event_handle);
    stream *s;
    if (!result) result = event_error(event_handle);
    if (!result) result = stream_use(handle, &s);
    if (!result) result = event_wait(s, e, flags);
    return call_end(result);
}

static CUstream create_in(CUcontext handle, unsigned flags)
{
    int slot = slot_of(CONTEXT, handle);
    stream *s = slot < 0 ? NULL : stream_new(slot, flags, 0);
    return s ? (CUstream)handle_of(STREAM, stream_index(s)) : NULL;
}

EXPORTED CUstream fake_stream_create(CUcontext handle, unsigned flags)
{
    LOCKED(CUstream, create_in(handle, flags));
}

/* Returns the stream that a control names, or NULL. */
stream *stream_meant(CUstream handle, CUcontext context_handle)
{
    int slot = slot_of(STREAM, handle);
    if (slot >= 0) return &fake.streams[slot];
    if (!handle) handle = CU_STREAM_LEGACY;
    if (handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD) return NULL;
    if (!context_handle) context_handle = current_context();
    if (!context_handle) context_handle = primary_pinned(0);
    slot = slot_of(CONTEXT, context_handle);
    return slot < 0 ? NULL : stream_default(handle, slot);
}

EXPORTED void fake_stream_destroy(CUstream handle)
{
    int slot;
    pthread_mutex_lock(&driver_lock);
    slot = slot_of(STREAM, handle);
    if (slot >= 0) stream_end(&fake.streams[slot]);
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED int fake_stream_number(CUstream handle)
{
    LOCKED(int, slot_of(STREAM, handle) < 0 ? 0 : fake.streams[slot_of(STREAM, handle)].head.number);
}

EXPORTED void fake_stream_add_work(CUstream handle, CUcontext context_handle)
{
    stream *s;
    pthread_mutex_lock(&driver_lock);
    thread_refresh();
    s = stream_meant(handle, context_handle);
    if (s) stream_work(s);
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_stream_hold(CUstream handle, CUcontext context_handle, int hold)
{
    stream *s;
    pthread_mutex_lock(&driver_lock);
    thread_refresh();
    s = stream_meant(handle, context_handle);
    if (s) s->held = hold;
    pthread_mutex_unlock(&driver_lock);
}

static int held_meant(const stream *s)
{
    return s && s->held;
}

EXPORTED int fake_stream_is_held(CUstream handle, CUcontext context_handle)
{
    LOCKED(int, held_meant(stream_meant(handle, context_handle)));
}

static int has_seen(const stream *consumer, const stream *producer)
{
    int i;
    if (!producer || !consumer) return -1;
    i = stream_index(producer);
    return consumer == producer || consumer->seen[i] >= producer->work || fake.host_seen[i] >= producer->work;
}

EXPORTED int fake_stream_has_seen(CUstream consumer, CUcontext consumer_context, CUstream producer,
                                  CUcontext producer_context)
{
    LOCKED(int, has_seen(stream_meant(consumer, consumer_context), stream_meant(producer, producer_context)));
}

static int host_has_seen(const stream *s)
{
    return s ? fake.host_seen[stream_index(s)] >= s->work : -1;
}

EXPORTED int fake_host_has_seen(CUstream handle, CUcontext context_handle)
{
    LOCKED(int, host_has_seen(stream_meant(handle, context_handle)));
}

static int count_streams(void)
{
    int i, count = 0;
    for (i = 0; i < MAX_STREAMS; i++) count += fake.streams[i].head.alive && fake.streams[i].ordinary;
    return count;
}

EXPORTED int fake_live_streams(void)
{
    LOCKED(int, count_streams());
}
