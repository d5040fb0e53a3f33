/* ------------------------------------------------------------------------------------------------- >>impl-py-gil -- */
/* python/base/gil.c: takes the GIL for callbacks, and releases it for calls of the driver that can block. */
/* Holds the GIL while objects of Python are used, on any thread. */
typedef struct cucore__py_gil {
    PyGILState_STATE state;
    PyObject *pending; /* the exception that was set before, which must survive (rules D31) */
    int taken;
    int lasting; /* Python knows the thread: an exception stays set afterwards */
} cucore__py_gil;

/* Returns 0 if the interpreter is gone or going: its objects must not be touched (rules D32, D33, P12). */
CUCORE__PRIVATE int cucore__py_gil_enter(cucore__py_gil *gil)
{
    gil->taken = 0;
    gil->lasting = 1;
    if (cucore__py_is_finalizing()) return 0;
    if (!cucore__py_attached()) { /* otherwise the interpreter is alive */
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

/* Calls drop(owner) with the GIL, unless the interpreter is gone. */
CUCORE__PRIVATE void cucore__py_free_with_gil(void (*drop)(void *owner), void *owner)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    drop(owner);
    cucore__py_gil_leave(&gil);
}

/* Calls act(view) with the GIL, unless the interpreter is gone: it gives back what the view holds. */
CUCORE__PRIVATE inline void cucore__py_call_with_gil(void (*act)(cucore_view *), cucore_view *view)
{
    cucore__py_gil gil;
    if (!cucore__py_gil_enter(&gil)) return;
    act(view);
    cucore__py_gil_leave(&gil);
}

/* Loads the driver, without the GIL the first time. */
CUCORE__PRIVATE cucore_status cucore__py_load_driver(void)
{
    cucore_status status;
    if (cucore_driver_is_loaded()) return cucore__driver_state.status ? cucore_driver_load() : CUCORE_OK;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_driver_load();
    Py_END_ALLOW_THREADS
    return status;
}

/* Returns 1 if there is at most one device.  The driver is loaded for that, which releases the GIL for a moment. */
CUCORE__PRIVATE inline int cucore__py_has_one_device(void)
{
    if (!cucore_driver_is_loaded()) (void)cucore__py_load_driver(); /* without a driver there is no device */
    return cucore__driver_state.device_count < 2;
}

CUCORE__PRIVATE int cucore__py_call_detached(cucore_status (*function)(const cucore_view *, CUstream),
                                             const cucore_view *view, CUstream stream)
{
    cucore_status status;
    Py_BEGIN_ALLOW_THREADS
    status = function(view, stream);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise(status) : 0;
}
