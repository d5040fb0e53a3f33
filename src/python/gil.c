/* ------------------------------------------------------------------------------------------------ >>impl-py-gil -- */
/* python/gil.c: releasing what views hold, ordering without the GIL, optional attributes.  Used by every file here. */
/* The GIL for as long as Python's objects are used, on whatever thread. */
typedef struct cucore__py_gil {
    PyGILState_STATE state;
    PyObject *pending; /* the exception that was set, which what runs now must not disturb (rules D31) */
    int taken;
    int lasting; /* the thread belongs to Python: what is raised will still be there afterwards */
} cucore__py_gil;

/* 0 in an interpreter that is gone or going: its objects are not to be touched (rules D32, D33, P12). */
CUCORE__PRIVATE int cucore__py_gil_enter(cucore__py_gil *gil)
{
    gil->taken = 0;
    gil->lasting = 1;
    if (cucore__py_is_finalizing()) return 0;
    if (!cucore__py_attached()) { /* else the interpreter is alive */
        if (!Py_IsInitialized()) return 0;
        gil->lasting = PyGILState_GetThisThreadState() != NULL;
        gil->state = PyGILState_Ensure();
        gil->taken = 1;
    }
    gil->pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    return 1;
}

CUCORE__PRIVATE void cucore__py_gil_leave(const cucore__py_gil *gil)
{
    if (gil->pending) cucore__py_error_put(gil->pending);
    if (gil->taken) PyGILState_Release(gil->state);
}

/* Releases what a view holds. */
CUCORE__PRIVATE inline void cucore__py_act_with_gil(void (*act)(cucore_view *), cucore_view *view)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    act(view);
    cucore__py_gil_leave(&gil);
}

CUCORE__PRIVATE void cucore__py_drop_buffer(cucore_view *view)
{
    PyBuffer_Release((Py_buffer *)(void *)view->private_.storage);
    Py_XDECREF((PyObject *)view->descr);
    Py_XDECREF((PyObject *)view->private_.owner);
}

CUCORE__PRIVATE void cucore__py_drop_object(cucore_view *view)
{
    Py_XDECREF((PyObject *)view->descr);
    Py_XDECREF((PyObject *)view->private_.owner);
}

CUCORE__PRIVATE void cucore__py_release_buffer(cucore_view *view)
{
    cucore__py_act_with_gil(cucore__py_drop_buffer, view);
}

/* PyBuffer_Release, without the detour where the exporter has nothing to do. */
CUCORE__PRIVATE inline void cucore__py_drop_ndarray(Py_buffer *buffer)
{
#if !defined(Py_LIMITED_API)
    if (!Py_TYPE(buffer->obj)->tp_as_buffer->bf_releasebuffer) {
        Py_DECREF(buffer->obj);
        return;
    }
#endif
    PyBuffer_Release(buffer); /* unreachable: NumPy's arrays have nothing to release */
} /* unreachable: as above */

/* NumPy's exporter runs no Python code: nothing can disturb an exception. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_ndarray(cucore_view *view)
{
    if (!cucore__py_is_finalizing() && cucore__py_attached()) {
        cucore__py_drop_ndarray((Py_buffer *)(void *)view->private_.storage);
    } else {
        cucore__py_release_buffer(view);
    }
}

CUCORE__PRIVATE void cucore__py_release_object(cucore_view *view)
{
    cucore__py_act_with_gil(cucore__py_drop_object, view);
}

CUCORE__PRIVATE void cucore__py_drop_managed(cucore_view *view)
{
    if (view->protocol == CUCORE_PROTOCOL_DLPACK) {
        cucore__managed_free(view->private_.owner);
    } else {
        cucore__managed_versioned_free(view->private_.owner);
    }
}

/* Deleters that forgot the GIL exist (rules D32). */
CUCORE__PRIVATE CUCORE__APART void cucore__py_release_managed(cucore_view *view)
{
    cucore__py_act_with_gil(cucore__py_drop_managed, view);
}

/* The same for most: the thread has the GIL, and no exception is pending. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_versioned(cucore_view *view)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)view->private_.owner;
    PyThreadState *thread = cucore__py_is_finalizing() ? NULL : cucore__py_thread();
    if (thread && !cucore__py_pending(thread)) {
        if (managed->deleter) managed->deleter(managed);
    } else {
        cucore__py_release_managed(view);
    }
}

/* Loads the driver without the GIL, the first time. */
CUCORE__PRIVATE cucore_status cucore__py_load_driver(void)
{
    cucore_status status;
    if (cucore_driver_is_loaded()) return cucore__driver_state.status ? cucore_driver_load() : CUCORE_OK;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_driver_load();
    Py_END_ALLOW_THREADS
    return status;
}

/* Is there one device at most?  The driver tells, which is loaded for that: of devices that nobody counted yet there are
 * none.  With the GIL, which loading releases. */
CUCORE__PRIVATE inline int cucore__py_has_one_device(void)
{
    if (!cucore_driver_is_loaded()) (void)cucore__py_load_driver(); /* without a driver there is no device */
    return cucore__driver_state.device_count < 2;
}

/* Of an intake: whoever asked for it orders several views at once. */
#define CUCORE__PY_ORDER_LATER (UINT64_C(1) << 63)

/* Returns 1 if __dlpack__ is asked for copy=False: what is written to a copy is seen by nobody else (rules B89). */
CUCORE__PRIVATE inline int cucore__py_refuses_copies(const cucore__intake *intake)
{
    return (intake->flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) != 0;
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

/* Ends an intake that failed after the view was filled. */
CUCORE__PRIVATE int cucore__py_undo(cucore_view *view)
{
    cucore_view_release(view);
    return -1;
}

/* How an attribute was found: None, AttributeError and NotImplementedError count as absent (rules 0.9). */
CUCORE__PRIVATE int cucore__py_optional(int found, PyObject **out)
{
    if (found > 0 && *out == Py_None) {
        Py_CLEAR(*out);
        return 0;
    }
    if (found >= 0) return found;
    if (!PyErr_ExceptionMatches(PyExc_NotImplementedError) && !PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
    PyErr_Clear();
    return 0;
}

/* 1 found, 0 absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_get_optional(PyObject *obj, PyObject *name, PyObject **out)
{
    return cucore__py_optional(cucore__py_lookup_attr(obj, name, out), out);
}

CUCORE__PRIVATE int cucore__py_has(PyObject *obj, PyObject *name)
{
    PyObject *attribute = NULL;
    int found = cucore__py_type_has(obj, name) ? 1 : cucore__py_get_optional(obj, name, &attribute);
    Py_XDECREF(attribute);
    return found;
}
