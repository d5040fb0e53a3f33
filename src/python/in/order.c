/* python/in/order.c: orders the work of producers before the work of the caller. */
/* Of an intake: whoever asked for it orders several views at once. */
#define CUCORE__PY_ORDER_LATER (UINT64_C(1) << 63)

/* Returns 1 if __dlpack__ is asked for copy=False: what is written to a copy is seen by nobody else (rules B89). */
CUCORE__PRIVATE inline int cucore__py_refuses_copies(const cucore__intake *intake)
{
    return (intake->flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) != 0;
}

CUCORE__PRIVATE int cucore__py_device_is_cuda(int device_type)
{
    return device_type == CUCORE_DEVICE_TYPE_CUDA || device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
}

/* Orders the view without the GIL. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_order_pending(const cucore_view *view, const cucore__intake *intake)
{
    PyThreadState *thread = PyEval_SaveThread();
    cucore_status status = cucore__view_order_pending(view, intake->stream);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_raise_import(status, intake) : 0;
}

/* Is the stream that of the producer?  Both default streams are those of the device of the data (rules B118), unless it is known
 * that the producer's is of another context. */
CUCORE__PRIVATE inline int cucore__py_is_on(const cucore_view *view, CUstream stream)
{
    return view->producer_stream == cucore__stream_normalize(stream) && !view->producer_context;
}

/* cucore__view_order with exceptions, for a view that has elements and a producer of which the stream is known */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_order_known(const cucore_view *view, const cucore__intake *intake)
{
    if (cucore__py_is_on(view, intake->stream) || intake->flags & CUCORE__PY_ORDER_LATER) return 0;
    return cucore__py_order_pending(view, intake);
}

/* ... for any */
CUCORE__PRIVATE CUCORE__APART int cucore__py_order(const cucore_view *view, const cucore__intake *intake)
{
    return cucore__view_is_pending(view, intake->stream) ? cucore__py_order_known(view, intake) : 0;
}

/* Has the producer to wait for work on the stream? */
CUCORE__PRIVATE int cucore__py_producer_must_wait(const cucore_view *view, CUstream stream)
{
    return cucore__view_is_shared(view, stream) && !(view->has_producer_stream && cucore__py_is_on(view, stream));
}
