/* captures.c - captures of streams, graphs, functions of the host */
#include "driver.h"

capture *capture_of(const stream *s)
{
    return s->capture ? &fake.captures[s->capture - 1] : NULL;
}

capture *capture_by_id(uint64_t id)
{
    for (int i = 0; i < MAX_CAPTURES; i++) {
        if (id && fake.captures[i].id == id) return &fake.captures[i];
    }
    return NULL;
}

/* Returns an error if this thread may not do what could synchronise, and invalidates the captures that forbid it. */
CUresult check_safe(void)
{
    CUresult result = CUDA_SUCCESS;
    if (this_thread.mode == CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_SUCCESS;
    for (int i = 0; i < MAX_CAPTURES; i++) {
        capture *c = &fake.captures[i];
        if (!c->id || c->mode == CU_STREAM_CAPTURE_MODE_RELAXED) continue;
        if (c->thread != this_thread.number &&
            (c->mode != CU_STREAM_CAPTURE_MODE_GLOBAL || this_thread.mode != CU_STREAM_CAPTURE_MODE_GLOBAL)) {
            continue;
        }
        c->invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return result;
}

/* Returns 1 if a blocking stream of the context is being captured: a use of the legacy stream invalidates that
 * capture. */
int legacy_is_blocked(int context_slot, int invalidate)
{
    int i, blocked = 0;
    for (i = 0; i < MAX_STREAMS; i++) {
        const stream *s = &fake.streams[i];
        if (!s->head.alive || s->context != context_slot || !s->capture || (s->flags & CU_STREAM_NON_BLOCKING))
            continue;
        if (invalidate) capture_of(s)->invalid = 1;
        blocked = 1;
    }
    return blocked;
}

/* The destructors that are to run when the lock is free, as the driver runs them on a thread of its own. */
static struct {
    CUhostFn destroy;
    void *data;
} ended[MAX_SMALL];
static int ended_count;

static void user_object_drop(int slot, int count)
{
    user_object *u = &fake.user_objects[slot];
    u->refs -= count;
    if (u->refs > 0) return;
    u->head.alive = 0;
    ended[ended_count].destroy = u->destroy;
    ended[ended_count++].data = u->data;
}

/* Drops what a graph holds, which is known by its capture. */
static void graph_drop(uint64_t capture_id)
{
    for (int i = 0; i < MAX_SMALL; i++) {
        user_object *u = &fake.user_objects[i];
        for (int j = 0; j < HOLDERS && u->head.alive; j++) {
            if (u->holders[j] != capture_id) continue;
            u->holders[j] = 0;
            user_object_drop(i, 1);
        }
    }
    memory_return(capture_id);
}

/* Returns 1 if the capture goes on, or its graph or an executable graph made of it is still there. */
int graph_is_there(uint64_t capture_id)
{
    for (int i = 0; i < MAX_SMALL; i++) {
        if (fake.graphs[i].head.alive && fake.graphs[i].capture_id == capture_id) return 1;
        if (fake.executables[i].head.alive && fake.executables[i].capture_id == capture_id) return 1;
    }
    return capture_by_id(capture_id) != NULL;
}

/* Drops what the graph of a capture holds, unless it is still there. */
void graph_let_go(uint64_t capture_id)
{
    if (capture_id && !graph_is_there(capture_id)) graph_drop(capture_id);
}

/* Runs the destructors that are due; without the lock. */
void run_ended(void)
{
    CUhostFn destroy;
    void *data;
    for (;;) {
        pthread_mutex_lock(&driver_lock);
        destroy = ended_count ? ended[ended_count - 1].destroy : NULL;
        data = ended_count ? ended[--ended_count].data : NULL;
        pthread_mutex_unlock(&driver_lock);
        if (!destroy) return;
        destroy(data);
    }
}

static void capture_leave(capture *c)
{
    for (int i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].capture == (int)(c - fake.captures) + 1) fake.streams[i].capture = 0;
    }
    c->id = 0;
}

void capture_enter(capture *c, stream *s)
{
    s->capture = (int)(c - fake.captures) + 1;
    s->captured_work = 0;
}

static CUresult capture_start(stream *s, CUstreamCaptureMode mode)
{
    int i;
    if (s->value == CU_STREAM_LEGACY) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (s->capture) return CUDA_ERROR_ILLEGAL_STATE;
    for (i = 0; i < MAX_CAPTURES && fake.captures[i].id; i++) {
    }
    if (i == MAX_CAPTURES) return CUDA_ERROR_OUT_OF_MEMORY;
    fake.captures[i].id = ++fake.capture_ids;
    fake.captures[i].origin = stream_index(s);
    fake.captures[i].mode = (int)mode;
    fake.captures[i].thread = this_thread.number;
    fake.captures[i].invalid = 0;
    capture_enter(&fake.captures[i], s);
    return CUDA_SUCCESS;
}

/* Returns 1 if the origin waits for all work that the capture has on other streams. */
static int capture_is_joined(const capture *c)
{
    const stream *origin = &fake.streams[c->origin];
    for (int i = 0; i < MAX_STREAMS; i++) {
        const stream *s = &fake.streams[i];
        if (s == origin || !s->head.alive || capture_of(s) != c || !s->captured_work) continue;
        if (origin->seen[i] < s->work) return 0;
    }
    return 1;
}

static CUresult capture_finish(stream *s, CUgraph *graph)
{
    capture *c = capture_of(s);
    CUresult result = CUDA_SUCCESS;
    uint64_t id;
    int slot;
    if (!c) return CUDA_ERROR_ILLEGAL_STATE;
    if (stream_index(s) != c->origin) {
        c->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    }
    if (c->mode != CU_STREAM_CAPTURE_MODE_RELAXED && c->thread != this_thread.number) {
        result = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD; /* driver 580 ends the capture all the same */
    } else if (c->invalid) {
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    } else if (!capture_is_joined(c)) {
        result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    }
    id = c->id;
    capture_leave(c);
    *graph = NULL;
    slot = result ? -1 : slot_new(GRAPH, 0);
    if (slot < 0) {
        graph_drop(id);
        nodes_free(&c->nodes);
        return result ? result : CUDA_ERROR_OUT_OF_MEMORY;
    }
    fake.graphs[slot].capture_id = id;
    fake.graphs[slot].nodes = c->nodes;
    memset(&c->nodes, 0, sizeof c->nodes);
    *graph = (CUgraph)handle_of(GRAPH, slot);
    return CUDA_SUCCESS;
}

/* A capture survives the question.  The id is written only during a capture. */
static CUresult capture_info(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    stream *s;
    const capture *c;
    CUresult result = stream_find(handle, &s);
    if (result) return result;
    if (s->value == CU_STREAM_LEGACY && legacy_is_blocked(s->context, 0)) return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    c = capture_of(s);
    *status = !c           ? CU_STREAM_CAPTURE_STATUS_NONE
              : c->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                           : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    if (id && c && !c->invalid) *id = c->id;
    return CUDA_SUCCESS;
}

ENTRY CUresult CUDAAPI cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    CUresult result = call_begin("cuStreamIsCapturing", INITIALISED, "stream=%s", handle);
    if (!result) result = capture_info(handle, status, NULL);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    CUresult result = call_begin("cuStreamGetCaptureInfo", INITIALISED, "stream=%s", handle);
    if (!result) result = capture_info(handle, status, id);
    return call_end(result);
}

/* The graph that a stream is being captured into: its handle has the number of the capture. */
static CUgraph graph_in_capture(uint64_t id)
{
    return (CUgraph)(uintptr_t)(((uint64_t)0x7B << 56) | id);
}

/* Returns the number of the capture that a graph is of, or 0. */
static uint64_t graph_capture(CUgraph graph)
{
    const uint64_t value = (uint64_t)(uintptr_t)graph;
    const int slot = slot_of(GRAPH, graph);
    if (slot >= 0) return fake.graphs[slot].capture_id;
    return value >> 56 == 0x7B && capture_by_id(value & 0xffffffff) ? value & 0xffffffff : 0;
}

ENTRY CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id,
                                                 CUgraph *graph, const CUgraphNode **dependencies, size_t *count)
{
    CUresult result = call_begin("cuStreamGetCaptureInfo_v2", INITIALISED, "stream=%s", handle);
    if (!result) result = capture_info(handle, status, id);
    if (!result && graph) *graph = *status == CU_STREAM_CAPTURE_STATUS_ACTIVE ? graph_in_capture(*id) : NULL;
    if (!result && dependencies) *dependencies = NULL;
    if (!result && count) *count = 0;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamBeginCapture_v2(CUstream handle, CUstreamCaptureMode mode)
{
    CUresult result = call_begin("cuStreamBeginCapture", INITIALISED, "stream=%s mode=%d", handle, (int)mode);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result && s->value == CU_STREAM_LEGACY && legacy_is_blocked(s->context, 1)) {
        result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (!result) result = capture_start(s, mode);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuStreamEndCapture(CUstream handle, CUgraph *graph)
{
    CUresult result = call_begin("cuStreamEndCapture", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result) result = capture_finish(s, graph);
    result = call_end(result);
    run_ended();
    return result;
}

ENTRY CUresult CUDAAPI cuGraphDestroy(CUgraph graph)
{
    CUresult result = call_begin("cuGraphDestroy", INITIALISED, "");
    int slot = slot_of(GRAPH, graph);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        fake.graphs[slot].head.alive = 0;
        nodes_free(&fake.graphs[slot].nodes);
        graph_let_go(fake.graphs[slot].capture_id);
    }
    result = call_end(result);
    run_ended();
    return result;
}

ENTRY CUresult CUDAAPI cuUserObjectCreate(CUuserObject *out, void *data, CUhostFn destroy, unsigned refs,
                                          unsigned flags)
{
    CUresult result = call_begin("cuUserObjectCreate", INITIALISED, "refs=%u flags=%u", refs, flags);
    int slot = -1;
    if (!result && (!out || !destroy || !refs || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        slot = slot_new(USER_OBJECT, 0);
        result = slot < 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    if (!result) {
        user_object *u = &fake.user_objects[slot];
        memset(u->holders, 0, sizeof u->holders);
        u->destroy = destroy;
        u->data = data;
        u->refs = (int)refs;
        *out = (CUuserObject)handle_of(USER_OBJECT, slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuUserObjectRelease(CUuserObject object, unsigned count)
{
    CUresult result = call_begin("cuUserObjectRelease", INITIALISED, "count=%u", count);
    int slot = slot_of(USER_OBJECT, object);
    if (!result && (slot < 0 || (int)count > fake.user_objects[slot].refs)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) user_object_drop(slot, (int)count);
    result = call_end(result);
    run_ended();
    return result;
}

ENTRY CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count, unsigned flags)
{
    CUresult result = call_begin("cuGraphRetainUserObject", INITIALISED, "count=%u flags=%u", count, flags);
    int slot = slot_of(USER_OBJECT, object), i = 0;
    const uint64_t id = graph_capture(graph);
    if (!result && (slot < 0 || !id || count != 1 || flags > 1)) result = CUDA_ERROR_INVALID_VALUE;
    while (!result && i < HOLDERS && fake.user_objects[slot].holders[i]) i++;
    if (!result && i == HOLDERS) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.user_objects[slot].holders[i] = id;
        if (!(flags & CU_GRAPH_USER_OBJECT_MOVE)) fake.user_objects[slot].refs++;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    CUstreamCaptureMode old;
    CUresult result = call_begin("cuThreadExchangeStreamCaptureMode", INITIALISED, "mode=%d", (int)*mode);
    if (!result && (unsigned)*mode > 2) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        old = this_thread.mode;
        this_thread.mode = *mode;
        *mode = old;
    }
    return call_end(result);
}

/* The function runs after the lock is free again, or on a thread of its own: it may not call the driver, but it may take
 * locks of its own. */
ENTRY CUresult CUDAAPI cuLaunchHostFunc(CUstream handle, CUhostFn function, void *data)
{
    CUresult result = call_begin("cuLaunchHostFunc", INITIALISED, "stream=%s", handle);
    stream *s;
    int is_left = 0;
    if (!result && !function) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = stream_use(handle, &s);
    if (!result) {
        node *n = node_add(s, NODE_HOST);
        if (n) {
            n->host = function;
            n->data = data;
        }
        is_left = !s->capture && !host_start(s, function, data);
        stream_work(s);
    }
    result = call_end(result);
    if (!result && is_left) function(data);
    return result;
}

static CUresult begin_meant(stream *s, int mode)
{
    return s ? capture_start(s, (CUstreamCaptureMode)mode) : CUDA_ERROR_INVALID_HANDLE;
}

EXPORTED int fake_capture_begin(CUstream handle, int mode)
{
    LOCKED(int, (int)begin_meant(stream_meant(handle, NULL), mode));
}

static CUresult join_meant(stream *s, stream *captured)
{
    event e;
    if (!s || !captured) return CUDA_ERROR_INVALID_HANDLE;
    memset(&e, 0, sizeof e);
    e.context = captured->context;
    (void)event_record(&e, captured);
    return event_wait(s, &e, 0);
}

EXPORTED int fake_capture_join(CUstream handle, CUstream captured)
{
    LOCKED(int, (int)join_meant(stream_meant(handle, NULL), stream_meant(captured, NULL)));
}

static CUresult end_meant(stream *s)
{
    CUgraph graph = NULL;
    CUresult result = s ? capture_finish(s, &graph) : CUDA_ERROR_INVALID_HANDLE;
    if (graph) {
        small *g = &fake.graphs[slot_of(GRAPH, graph)];
        nodes_free(&g->nodes);
        g->head.alive = 0;
        graph_let_go(g->capture_id);
    }
    return result;
}

static int end_locked(CUstream handle)
{
    LOCKED(int, (int)end_meant(stream_meant(handle, NULL)));
}

EXPORTED int fake_capture_end(CUstream handle)
{
    const int result = end_locked(handle);
    run_ended();
    return result;
}

static int status_meant(const stream *s)
{
    if (!s) return -1;
    return !s->capture ? 0 : capture_of(s)->invalid ? 2 : 1;
}

EXPORTED int fake_capture_status(CUstream handle)
{
    LOCKED(int, status_meant(stream_meant(handle, NULL)));
}

EXPORTED int fake_capture_mode(void)
{
    LOCKED(int, (int)this_thread.mode);
}

EXPORTED int fake_live_user_objects(void)
{
    LOCKED(int, count_alive(USER_OBJECT, 0));
}

EXPORTED int fake_live_graphs(void)
{
    LOCKED(int, count_alive(GRAPH, 0));
}
