/* ----------------------------------------------------------------------------------------------- >>impl-py-view -- */
/* python/view.c: every public entry of intakes, and the short ways of what comes most often.  Called by args.c and users. */
CUCORE__PRIVATE inline cucore_intake cucore__py_intake(const char *name, CUstream stream, unsigned flags)
{
    cucore_intake intake;
    intake.name = name;
    intake.stream = stream;
    intake.flags = flags;
    intake.device_id = 0;
    intake.producer_stream = NULL;
    intake.dtype = cucore_dtype_make(0, 0, 0);
    intake.dl_device_type = intake.dl_device_id = 0;
    intake.copy = 0;
    return intake;
}

/* As cucore__py_from_buffer, for a view that is not cleared. */
CUCORE__PRIVATE inline int cucore__py_from_exact_ndarray(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    int failed;
#if defined(Py_LIMITED_API)
    failed = PyObject_GetBuffer(obj, buffer, PyBUF_FULL_RO) < 0;
#else
    failed = Py_TYPE(obj)->tp_as_buffer->bf_getbuffer(obj, buffer, PyBUF_FULL_RO) < 0;
#endif
    if (failed) {
        cucore__view_clear(out);
        return CUCORE__PY_NO_BUFFER;
    }
    cucore__py_clear_rest(out);
    cucore__view_own(out, NULL, cucore__py_release_ndarray);
    return cucore__py_got_buffer(intake, out);
}

/* In any interpreter, of any type.  only: CUCORE_BY_..., 0: any.  What is plain goes by its buffer where that is allowed, and
 * its type is not remembered but with CUCORE_BY_.... */
CUCORE__PRIVATE int cucore__py_from_any(cucore__py_state *state, PyObject *obj, unsigned only,
                                        const cucore_intake *intake, cucore_view *out)
{
    const unsigned allowed = only ? only : CUCORE__PY_BY_ANY;
    cucore__py_type_info info;
    const int known = cucore__py_recall(state, Py_TYPE(obj), &info);
    const int plain = known ? (info.traits.facts & CUCORE__PY_IS_PLAIN) != 0 : cucore__py_is_plain(state, obj);
    if (plain < 0) return -1;
    if (!known && PyType_Check(obj)) {
        PyObject *name = cucore__py_type_name((PyTypeObject *)(void *)obj);
        if (name)
            PyErr_Format(PyExc_TypeError, "%s: expected an array, got the class '%U'", cucore__py_name(intake), name);
        Py_XDECREF(name);
        return -1;
    }
    if (PyCapsule_CheckExact(obj) && (!only || (allowed & intake->flags & CUCORE_BY_DLPACK)))
        return cucore__py_take(obj, intake, &cucore__py_no_info, NULL, out);
    if (plain && allowed & CUCORE_BY_PEP3118 && PyObject_CheckBuffer(obj))
        return cucore__py_from_plain(state, obj, allowed, intake, out);
    if (plain && Py_TYPE(obj) != CUCORE__LOAD(&state->ndarray) && cucore__py_refuse_masked(obj, intake) < 0) return -1;
    if (!known && cucore__py_learn(state, obj, plain ? (unsigned)CUCORE__PY_IS_PLAIN : 0u, &info) < 0) return -1;
    /* an instance may have __dlpack__ where its type has only the CUDA Array Interface */
    if (only && info.traits.offer == CUCORE__PY_OFFERS_CAI) info.traits.offer = CUCORE__PY_OFFERS_UNKNOWN;
    return cucore__py_from_protocols(state, obj, allowed, &info, intake, out);
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_any(PyObject *obj, unsigned only, const cucore_intake *intake,
                                                       cucore_view *out)
{
    cucore__py_state local, *state;
    int result;
    cucore__view_clear(out);
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    result = cucore__py_from_any(state, obj, only, intake, out);
    cucore__py_state_put(state, &local);
    return result < 0 ? -1 : 0;
}

CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_ndarray(PyObject *obj, const cucore_intake *intake,
                                                                       cucore_view *out)
{
    int result = cucore__py_from_exact_ndarray(obj, intake, out);
    if (cucore__py_cannot_express(result)) return cucore__py_enter_any(obj, 0, intake, out);
    return result < 0 ? -1 : 0;
}

/* An instance of a type that is remembered, else as any. */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_known(cucore__py_state *state, PyObject *obj,
                                                                     const cucore_intake *intake, cucore_view *out)
{
    cucore__py_type_info info;
    PyThreadState *thread = cucore__py_thread_here();
    int result;
    if (!CUCORE__LIKELY(cucore__py_interpreter(thread) == CUCORE__LOAD(&cucore__py_main_interpreter) &&
                        cucore__py_recall(state, Py_TYPE(obj), &info) && !(info.traits.facts & CUCORE__PY_IS_PLAIN))) {
        return cucore__py_enter_any(obj, 0, intake, out);
    }
    if (CUCORE__LIKELY(info.traits.table)) {
        result = cucore__py_by_table(state, thread, obj, &info, intake, out);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    cucore__view_clear(out);
    if (CUCORE__LIKELY(info.traits.offer == CUCORE__PY_OFFERS_DLPACK))
        return cucore__py_from_dlpack(state, obj, NULL, &info, intake, out);
    if (info.traits.offer == CUCORE__PY_OFFERS_CAI) { /* sooner than by the table: 90 of 1050 instructions for Numba */
        PyObject *dict = NULL;
        result = cucore__py_find_cai(state, obj, state->names[CUCORE__PY_CAI], &info, &dict);
        if (result > 0)
            result = cucore__py_from_interface(state, obj, dict, CUCORE_PROTOCOL_CAI, 0, &info, intake, out);
        if (dict) {
            Py_DECREF(dict);
            return result;
        }
        if (result < 0) return -1;
    }
    return cucore__py_from_protocols(state, obj, CUCORE__PY_BY_ANY & ~(unsigned)CUCORE_BY_EXCHANGE, &info, intake,
                                     out) < 0
               ? -1
               : 0;
}

/* Which of the usual ways is it?  Each is a function that this one ends in, so that none saves registers for another.  only:
 * the protocol that the function is for, CUCORE_BY_...; 0: those that the intake allows. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_choose(PyObject *obj, unsigned only, const cucore_intake *intake,
                                                     cucore_view *out)
{
    cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    if (!only) only = intake->flags & CUCORE__PY_BY_ANY;
    if (only || !state) return cucore__py_enter_any(obj, only, intake, out);
    if (Py_TYPE(obj) == CUCORE__LOAD(&state->ndarray)) return cucore__py_enter_ndarray(obj, intake, out);
    return cucore__py_enter_known(state, obj, intake, out);
}

/* What the host alone reads has to be complete when the intake returns. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_on_host(PyObject *obj, unsigned only, const cucore_intake *intake,
                                                           cucore_view *out)
{
    cucore_intake on_host = *intake;
    on_host.stream = CUCORE_STREAM_HOST;
    return cucore__py_choose(obj, only, &on_host, out);
}

/* Every public entry.  out need not be cleared.  A copy of the intake here would be on the stack of every way. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_enter(PyObject *obj, unsigned only, const cucore_intake *intake,
                                                 cucore_view *out)
{
    if (!intake) intake = &cucore__intake_zero;
    if (cucore__is_read_on_host(intake->flags, intake->stream)) return cucore__py_enter_on_host(obj, only, intake, out);
    return cucore__py_choose(obj, only, intake, out);
}

CUCORE_API int cucore_py_view_with(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    return cucore__py_enter(obj, 0, intake, out);
}

CUCORE_API int cucore_py_view(PyObject *obj, CUstream stream, unsigned flags, cucore_view *out)
{
    cucore_intake intake = cucore__py_intake(NULL, stream, flags);
    return cucore__py_enter(obj, 0, &intake, out);
}

CUCORE_API int cucore_py_view_from_exchange(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    cucore_intake alone = intake ? *intake : cucore__intake_zero;
    alone.flags = (alone.flags & ~(unsigned)CUCORE_BY_DLPACK) | CUCORE_BY_EXCHANGE;
    return cucore__py_enter(obj, CUCORE_BY_EXCHANGE, &alone, out);
}

CUCORE_API int cucore_py_view_from_dlpack(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    return cucore__py_enter(obj, CUCORE_BY_DLPACK, intake, out);
}

CUCORE_API int cucore_py_view_from_cai(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    return cucore__py_enter(obj, CUCORE_BY_CAI, intake, out);
}

CUCORE_API int cucore_py_view_from_array_interface(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    return cucore__py_enter(obj, CUCORE_BY_ARRAY_INTERFACE, intake, out);
}

CUCORE_API int cucore_py_view_from_capsule(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    cucore__view_clear(out);
    if (!intake) intake = &cucore__intake_zero;
    if (PyCapsule_CheckExact(obj)) return cucore__py_take(obj, intake, &cucore__py_no_info, NULL, out);
    return cucore__py_raise_type(PyExc_TypeError, intake, "expected a DLPack capsule, got '%U'", obj);
}

CUCORE_API int cucore_py_view_from_buffer(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    return cucore__py_enter(obj, CUCORE_BY_PEP3118, intake, out);
}
