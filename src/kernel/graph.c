/* ------------------------------------------------------------------------------------------- >>impl-kernel-graph -- */
/* kernel/graph.c: captures of streams into graphs, which are launched and updated. */
CUCORE_API cucore_status cucore_graph_begin(CUstream stream, int mode)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (mode < CUCORE_CAPTURE_GLOBAL || mode > CUCORE_CAPTURE_RELAXED)
        return cucore__invalid("mode is %d; it must be one of CUCORE_CAPTURE_...", mode);
    if (place.stream == CUCORE_STREAM_LEGACY) {
        return cucore_fail(CUCORE_CAPTURE, "the legacy default stream cannot be captured into a graph: use a stream of "
                                           "your own, or the per-thread default stream");
    }
    status = cucore__place_capture(&place, &capture);
    if (status) return status;
    if (capture.is_active) {
        return cucore_fail(CUCORE_CAPTURE, "stream 0x%llx is being captured into a graph already",
                           (unsigned long long)(uintptr_t)place.stream);
    }
    CUCORE__CALL_IN(status, place.context, StreamBeginCapture, (place.stream, mode));
    return status;
}

/* Destroys what a capture has noted, once it is instantiated; the error stays. */
CUCORE__PRIVATE void cucore__capture_forget(cucore__CUgraph captured)
{
    if (captured && cucore__driver.GraphDestroy) (void)cucore__driver.GraphDestroy(captured);
}

/* Returns what a failure of cuStreamEndCapture means to the caller; NULL: the driver's words are enough. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__end_capture_reason(cucore__CUresult result)
{
    switch (result) {
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_INVALIDATED:
        return "a call that captures forbid has broken the capture: a wait on the host, an allocation in another mode, "
               "work on the legacy default stream";
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNMATCHED: return "the capture began on another stream: end it there";
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNJOINED:
        return "work on another stream of the capture is not waited for: call cucore_stream_wait before the end";
    case CUCORE__CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD:
        return "the capture began on another thread: end it there, or begin with CUCORE_CAPTURE_RELAXED";
    default: return NULL;
    }
}

/* Ends the capture of a stream.  `place` gets the stream's context, which a broken capture does not let the driver
 * return. */
CUCORE__PRIVATE cucore_status cucore__capture_end(CUstream stream, cucore__place *place, cucore__CUgraph *out)
{
    cucore_context_guard guard;
    cucore__capture capture;
    cucore__CUresult result;
    const char *reason;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, place);
    *out = NULL;
    if (!status) status = cucore__place_capture(place, &capture);
    if (status) return status;
    if (!capture.is_active || capture.is_beside) {
        return cucore__invalid("stream 0x%llx is not being captured into a graph",
                               (unsigned long long)(uintptr_t)place->stream);
    }
    if (!cucore__driver.StreamEndCapture) return cucore__fail_missing("cuStreamEndCapture");
    status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    result = cucore__driver.StreamEndCapture(place->stream, out);
    cucore_context_leave(&guard);
    reason = cucore__end_capture_reason(result);
    if (!result) {
        status = cucore__place_complete(place, place);
        if (status) cucore__capture_forget(*out);
        return status;
    }
    if (!reason) return cucore__fail_result(result, "cuStreamEndCapture");
    return cucore__fail_driver(CUCORE_CAPTURE, result, "cuStreamEndCapture", "cuStreamEndCapture failed: %s (%d), %s",
                               cucore__result_name(result), result, reason);
}

CUCORE_API cucore_status cucore_graph_end(CUstream stream, cucore_graph *out)
{
    cucore__CUgraph captured;
    cucore__place place;
    cucore_context_guard guard;
    struct CUgraphExec_st *made = NULL;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_graph_end", "out");
    memset(out, 0, sizeof *out);
    status = cucore__capture_end(stream, &place, &captured);
    if (status) return status;
    status = cucore_context_enter(place.context, &guard); /* the thread may have none */
    if (!status)
        CUCORE__CALL_RELAXED(status, GraphInstantiateWithFlags,
                             (&made, captured, CUCORE__CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    cucore__capture_forget(captured);
    if (!status) status = cucore__context_current_device(place.context, &device);
    if (status && made && cucore__driver.GraphExecDestroy) (void)cucore__driver.GraphExecDestroy(made);
    cucore_context_leave(&guard);
    if (status) return status;
    out->handle = made;
    out->context = place.context;
    out->device_id = device;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__graph_check(const cucore_graph *graph, const char *function)
{
    if (!graph) return cucore__fail_null(function, "graph");
    return graph->handle ? CUCORE_OK : cucore__fail_null(function, "graph->handle");
}

CUCORE_API cucore_status cucore_graph_launch(const cucore_graph *graph, CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__graph_check(graph, "cucore_graph_launch");
    if (!status) status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    cucore__place_put(stream, graph->context, &place);
    status = cucore__place_refuse_beside(&place);
    if (!status) CUCORE__CALL_IN(status, graph->context, GraphLaunch, (graph->handle, place.stream));
    return status;
}

/* Returns what is different, for a CUgraphExecUpdateResult. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__update_reason(int result)
{
    switch (result) {
    case 2: return "there are other nodes, or they depend on each other in another way";
    case 3: return "a node does work of another kind, as a copy where there was a kernel";
    case 4: return "a node has another kernel, which this driver cannot exchange";
    case 5: return "a parameter of a node changed so that no update can follow, as the kind of memory of a copy";
    case 6: return "a node cannot be updated at all, as one that allocates memory";
    case 7: return "a node has another kernel, of a kind that an update cannot exchange";
    case 8: return "an attribute of a node changed, as the size of its clusters";
    default: return "the driver does not say why";
    }
}

CUCORE_API cucore_status cucore_graph_update(cucore_graph *graph, CUstream stream)
{
    cucore__CUgraphExecUpdateResultInfo info;
    cucore__CUstreamCaptureMode mode;
    cucore__CUgraph captured = NULL;
    cucore__CUresult result;
    cucore__place place;
    cucore_context_guard guard;
    int exchanged;
    cucore_status status = cucore__graph_check(graph, "cucore_graph_update");
    if (!status) status = cucore__capture_end(stream, &place, &captured);
    if (status) return status;
    memset(&info, 0, sizeof info);
    status = cucore_context_enter(graph->context, &guard);
    if (!status && cucore__driver.GraphExecUpdate) {
        exchanged = cucore__relaxed_begin(&mode);
        result = cucore__driver.GraphExecUpdate(graph->handle, captured, &info);
        cucore__relaxed_end(exchanged, &mode);
        status = cucore__check_result(result, "cuGraphExecUpdate");
        if (result == CUCORE__CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE) {
            status = cucore__fail_driver(CUCORE_DRIVER, result, "cuGraphExecUpdate",
                                         "the graph cannot be updated: %s (%s, %d)", cucore__update_reason(info.result),
                                         cucore__result_name(result), result);
        }
    } else if (!status) {
        status = cucore__fail_missing("cuGraphExecUpdate");
    }
    cucore__capture_forget(captured);
    cucore_context_leave(&guard);
    return status;
}

CUCORE_API cucore_status cucore_graph_release(cucore_graph *graph)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (!graph) return CUCORE_OK;
    if (graph->handle) {
        status = cucore__driver_need();
        if (!status) status = cucore_context_enter(graph->context, &guard);
        if (!status) {
            CUCORE__WAITING(CUCORE__CALL_RELAXED(status, GraphExecDestroy, (graph->handle)));
            cucore_context_leave(&guard);
        }
    }
    if (!status) memset(graph, 0, sizeof *graph);
    return status;
}
