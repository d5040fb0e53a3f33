/* python/in/order.c: orders the work of producers before the work of the caller. */
/* Orders a view whose producer has pending work, without the GIL. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_order_pending(const cucore__py_call *call)
{
    PyThreadState *thread = PyEval_SaveThread();
    cucore_status status = cucore__view_order_pending(call->out, call->how.stream);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_refuse_status(call->how.arg, status) : 0;
}

/* Returns 1 if `stream` is the stream of the producer.  Both default streams are those of the device of the data (rules
 * B118), unless the stream of the producer is known to be of another context, or the memory is pinned. */
CUCORE__PRIVATE inline int cucore__py_is_producer_stream(const cucore_view *view, CUstream stream)
{
    return view->producer_stream == cucore__stream_normalize(stream) && !view->producer_context &&
           (view->device_type != CUCORE_DEVICE_TYPE_CUDA_HOST || !cucore__stream_is_default(stream));
}

/* Orders a view that has elements and a producer whose stream is known. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_order_known(const cucore__py_call *call)
{
    if (cucore__py_is_producer_stream(call->out, call->how.stream) || call->how.flags & CUCORE__PY_ORDER_LATER)
        return 0;
    return cucore__py_order_pending(call);
}

/* Orders any view. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_order(const cucore__py_call *call)
{
    return cucore__view_is_pending(call->out, call->how.stream) ? cucore__py_order_known(call) : 0;
}

/* Returns 1 if the producer has to wait for work on the stream. */
CUCORE__PRIVATE int cucore__py_producer_must_wait(const cucore_view *view, CUstream stream)
{
    return cucore__view_is_shared(view, stream) &&
           !(view->has_producer_stream && cucore__py_is_producer_stream(view, stream));
}
