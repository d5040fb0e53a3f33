/* ------------------------------------------------------------------------------------------------ >>kernel-graph -- */
/* kernel/graph.h: captures of streams into graphs, which are launched and updated. */
/* The calls that break a capture, on which threads: CU_STREAM_CAPTURE_MODE_....  Calls of this library that could break
 * one are refused, or made in relaxed mode: the mode is for the calls of others. */
enum cucore__capture_mode {
    CUCORE_CAPTURE_GLOBAL = 0,       /* a call that may wait or allocate, on any thread that is not relaxed itself */
    CUCORE_CAPTURE_THREAD_LOCAL = 1, /* such a call on the thread that began */
    CUCORE_CAPTURE_RELAXED = 2       /* none; the capture may be ended on another thread */
};

/* Work that was captured from a stream, ready to be launched any number of times.  All zero is no graph, and its
 * release has no effect. */
typedef struct cucore_graph {
    struct CUgraphExec_st *handle; /* a CUgraphExec; NULL: nothing here */
    CUcontext context;             /* of the stream that was captured */
    int32_t device_id;
} cucore_graph;

/* cucore_graph_begin - begin to capture a stream: its work is noted from now on, and not done
 *
 *     if (cucore_graph_begin(stream, CUCORE_CAPTURE_THREAD_LOCAL)) return -1;
 *     status = cucore_view_copy(&y, &x, stream, NULL);                  launches, copies, fills, casts, blocks
 *     ended = cucore_graph_end(stream, &graph);                         on every path, also after a failure
 *     if (!ended) ended = cucore_graph_launch(&graph, stream);          any number of times
 *     cucore_graph_release(&graph);
 *
 *   stream  in  not the legacy default stream, nor one that is captured.  Another stream joins the capture when it
 *               waits for an event of it (cucore_event_record, cucore_stream_wait_event); `stream` has to wait for its
 *               work (cucore_stream_wait) before the end
 *   mode    in  CUCORE_CAPTURE_...
 *   Memory that the work uses has to live as long as the graph: a graph notes addresses.  Views that were taken in may
 *   be released; their producers are asked for nothing when the graph runs.
 *   -> OK | INVALID_ARGUMENT (a CUCORE_STREAM_... value, mode) | NO_DRIVER | DRIVER | CAPTURE (the legacy stream; a
 *      stream that is captured already)
 *   any thread */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_begin(CUstream stream, int mode);

/* cucore_graph_end - end a capture, and make a graph of it
 *   stream  in   the one that cucore_graph_begin was called with, or another library began to capture
 *   out     out  owns the graph: cucore_graph_release; zeroed on error
 *   Memory that a pool allocated on the captured stream (cucore_buffer_allocate) is part of the graph.  If it was
 *   released on the stream before the end, each launch allocates and frees it.  If not, it lives from a launch on until
 *   it is released on a stream, or to the next launch, which frees it first; its address stays the same.
 *   -> OK | INVALID_ARGUMENT (NULL, the stream is not captured) | NO_DRIVER (before CUDA 11.4) | DRIVER | OUT_OF_MEMORY
 *      | CAPTURE, with the reason: a call has broken the capture; another thread or another stream has begun it; work
 *      on another stream of the capture is not waited for.  The capture is over then
 *   The thread that began, except in relaxed mode. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_end(CUstream stream, cucore_graph *out);

/* cucore_graph_launch - do the work of a graph on a stream
 *   graph   in  launches of one graph follow each other, whatever their streams are
 *   stream  in  default streams are those of the graph's device
 *   -> OK | INVALID_ARGUMENT (NULL, no graph, a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE
 *   any thread, but one at a time for each graph */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_launch(const cucore_graph *graph, CUstream stream);

/* cucore_graph_update - end a capture, and give its addresses and numbers to a graph that does the same
 *   graph   in/out  is as before on error
 *   stream  in      as for cucore_graph_end: the capture is over afterwards, unless an argument was refused
 *   Both captures have to have the same nodes in the same order: the same kernels, copies and fills, with any
 *   addresses, grids and other parameters.  To launch a graph with other addresses make the same calls with them on a
 *   captured stream, and update.  Copies of the same layouts use the same kernels if cucore_copy_options.flags decides
 *   (CUCORE_COPY_COMPILE or CUCORE_COPY_NO_COMPILE) and the addresses are aligned alike; a cucore_copy_plan has the
 *   addresses in it, and is made anew.
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER (before CUDA 12.0) | DRIVER (910: "the graph cannot be updated: " and what is
 *      different: make a new one with cucore_graph_end) | CAPTURE, as cucore_graph_end
 *   Launches that were made before do their old work */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_graph_update(cucore_graph *graph, CUstream stream);

/* cucore_graph_release - give a graph back; launches that were made are still done
 *   graph  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
CUCORE_API cucore_status cucore_graph_release(cucore_graph *graph);
