/* ----------------------------------------------------------------------------------------------- >>impl-py-view -- */
/* python/view.c: the protocol that an object has; every public entry of intakes. */
/* Is it NumPy's own, and not that of a stand-in, whose buffers may be anything?  Only C code makes types that are not on
 * the heap (protocols B83). */
CUCORE__PRIVATE int cucore__py_is_ndarray_type(PyObject *found)
{
    PyTypeObject *type = (PyTypeObject *)(void *)found;
    if (!PyType_Check(found) || PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) return 0;
#if !defined(Py_LIMITED_API) /* which asks for the slot each time */
    if (strcmp(type->tp_name, "numpy.ndarray") || !type->tp_as_buffer || !type->tp_as_buffer->bf_getbuffer) return 0;
#endif
    return 1;
}

/* Learns numpy.ndarray from an imported NumPy: an object can be one only then.  NULL: not imported, or an exception. */
CUCORE__PRIVATE PyTypeObject *cucore__py_find_ndarray(cucore__py_state *state)
{
    PyObject *name = PyUnicode_FromString("numpy"), *module, *type = NULL;
    module = name ? PyImport_GetModule(name) : NULL;
    Py_XDECREF(name);
    if (module) type = PyObject_GetAttrString(module, "ndarray");
    Py_XDECREF(module);
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear(); /* still being imported */
    if (type && !cucore__py_is_ndarray_type(type)) Py_CLEAR(type);
    if (type) CUCORE__PY_PUBLISH(&state->ndarray, (PyTypeObject *)type);
    return (PyTypeObject *)type;
}

/* 1, 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_ndarray(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *ndarray = CUCORE__PY_OBSERVE(&state->ndarray);
    if (!PyObject_CheckBuffer(obj)) return 0;
    if (ndarray && Py_TYPE(obj) == ndarray) return 1;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(Py_TYPE(obj), ndarray);
}

CUCORE__PRIVATE int cucore__py_is_plain_buffer(PyObject *obj)
{
    return PyBytes_CheckExact(obj) || PyByteArray_CheckExact(obj) || PyMemoryView_Check(obj);
}

/* NumPy raises ValueError for a dtype that a buffer cannot express (protocols A10): the exception is then cleared. */
CUCORE__PRIVATE int cucore__py_cannot_express(int result)
{
    if (result != CUCORE__PY_NO_BUFFER || !PyErr_ExceptionMatches(PyExc_ValueError)) return 0;
    PyErr_Clear();
    return 1;
}

/* 1 when numpy.ma knows a mask of the object, 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_has_mask(PyObject *ma, PyObject *obj)
{
    PyObject *type = PyObject_GetAttrString(ma, "MaskedArray"), *function = NULL, *mask = NULL, *none = NULL;
    int found = 0;
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear(); /* still being imported */
    } else if (!type) {
        found = -1;
    } else if (PyType_Check(type) && PyObject_TypeCheck(obj, (PyTypeObject *)(void *)type)) {
        function = PyObject_GetAttrString(ma, "getmask");
        if (function) mask = PyObject_CallFunctionObjArgs(function, obj, NULL);
        if (mask) none = PyObject_GetAttrString(ma, "nomask");
        found = none ? mask != none : -1;
    }
    Py_XDECREF(none);
    Py_XDECREF(mask);
    Py_XDECREF(function);
    Py_XDECREF(type);
    return found;
}

/* An instance of a subclass of ndarray: a buffer and __dlpack__ drop the mask of numpy.ma.MaskedArray (protocols B99).  Where
 * nobody imported numpy.ma it is none.  0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_refuse_masked(PyObject *obj, const cucore_intake *intake)
{
    PyObject *name = PyUnicode_FromString("numpy.ma"), *ma = name ? PyImport_GetModule(name) : NULL;
    int found = ma ? cucore__py_has_mask(ma, obj) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(name);
    Py_XDECREF(ma);
    if (found <= 0) return found;
    return cucore__py_raise_type(PyExc_BufferError, intake,
                                 "the array has a mask ('%U'): its masked elements are no data; pass filled() or data",
                                 obj);
}

/* By the buffer protocol, and what that cannot say (bfloat16, float8, int4, ...) by __array_interface__ (D5, A10). */
CUCORE__PRIVATE int cucore__py_from_ndarray(cucore__py_state *state, PyObject *obj, const cucore_intake *intake,
                                            cucore_view *out)
{
    PyObject *dict;
    int result;
    if (Py_TYPE(obj) != state->ndarray && cucore__py_refuse_masked(obj, intake) < 0) return -1;
    result = cucore__py_from_buffer(obj, intake, out);
    if (!cucore__py_cannot_express(result)) return result;
    dict = PyObject_GetAttr(obj, state->names[CUCORE__PY_ARRAY_INTERFACE]);
    if (!dict) return -1;
    result = cucore__py_from_array_interface(state, obj, dict, 1, intake, out);
    Py_DECREF(dict);
    return result;
}

/* Nothing fits: which half of DLPack is there, if any, is worth a word. */
CUCORE__PRIVATE int cucore__py_raise_no_array(const cucore__py_state *state, PyObject *obj, const cucore_intake *intake)
{
    int dlpack = cucore__py_has(obj, state->names[CUCORE__PY_DLPACK]);
    int device = dlpack < 0 ? -1 : cucore__py_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE]);
    if (device < 0) return -1;
    if (dlpack != device) {
        return cucore__py_raise_type(PyExc_TypeError, intake,
                                     dlpack ? "'%U' has __dlpack__, but no __dlpack_device__: that is no DLPack array"
                                            : "'%U' has __dlpack_device__, but no __dlpack__: that is no DLPack array",
                                     obj);
    }
    return cucore__py_raise_type(PyExc_TypeError, intake,
                                 "expected an array (an object with __dlpack__, __cuda_array_interface__, a buffer or "
                                 "__array_interface__), got '%U'",
                                 obj);
}

CUCORE__PRIVATE int cucore__py_raise_class(PyObject *obj, const cucore_intake *intake)
{
    PyObject *name = cucore__py_type_name((PyTypeObject *)(void *)obj);
    if (name) PyErr_Format(PyExc_TypeError, "%s: expected an array, got the class '%U'", cucore__py_name(intake), name);
    Py_XDECREF(name);
    return -1;
}

/* One interface: 1 taken, 0 absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_try_interface(const cucore__py_state *state, PyObject *obj, int protocol,
                                             const cucore__py_memo *memo, const cucore_intake *intake, cucore_view *out)
{
    PyObject *dict = NULL;
    int name = protocol == CUCORE_FROM_CAI ? CUCORE__PY_CAI : CUCORE__PY_ARRAY_INTERFACE;
    int found = cucore__py_get_optional(obj, state->names[name], &dict), result;
    if (found <= 0) return found;
    result = protocol == CUCORE_FROM_CAI ? cucore__py_from_cai(state, obj, dict, memo, intake, out)
                                         : cucore__py_from_array_interface(state, obj, dict, 0, intake, out);
    Py_DECREF(dict);
    return result < 0 ? -1 : 1;
}

/* The first protocol that the object has (D1), but for the exchange table. */
CUCORE__PRIVATE int cucore__py_from_offers(cucore__py_state *state, PyObject *obj, const cucore__py_memo *memo,
                                           const cucore_intake *intake, cucore_view *out)
{
    int found;
    if (memo->traits.offer == CUCORE__PY_OFFERS_DLPACK) return cucore__py_from_dlpack(state, obj, memo, intake, out);
    found = memo->traits.offer == CUCORE__PY_OFFERS_CAI ? 0 : cucore__py_has_dlpack(state, obj);
    if (found) return found < 0 ? -1 : cucore__py_from_dlpack(state, obj, memo, intake, out);
    found = cucore__py_try_interface(state, obj, CUCORE_FROM_CAI, memo, intake, out);
    if (found) return found < 0 ? -1 : 0;
    if (PyObject_CheckBuffer(obj)) return cucore__py_from_buffer(obj, intake, out);
    found = cucore__py_try_interface(state, obj, CUCORE_FROM_ARRAY_INTERFACE, memo, intake, out);
    if (found) return found < 0 ? -1 : 0;
    return cucore__py_raise_no_array(state, obj, intake);
}

/* A type that is not remembered.  NumPy arrays, plain buffers, capsules and classes never are. */
CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_from_stranger(cucore__py_state *state, PyObject *obj,
                                                              const cucore_intake *intake, cucore_view *out)
{
    cucore__py_memo memo;
    int found = cucore__py_is_ndarray(state, obj);
    if (found < 0) return -1;
    if (found) return cucore__py_from_ndarray(state, obj, intake, out);
    if (cucore__py_is_plain_buffer(obj)) return cucore__py_from_buffer(obj, intake, out);
    if (PyCapsule_CheckExact(obj)) return cucore__py_take(obj, intake, &cucore__py_no_memo, NULL, out);
    if (PyType_Check(obj)) return cucore__py_raise_class(obj, intake);
    if (cucore__py_learn(state, obj, 0, &memo) < 0) return -1;
    if (memo.traits.table) {
        found = cucore__py_from_exchange(state, cucore__py_thread_here(), obj, &memo, intake, out);
        if (found != CUCORE__PY_DECLINED) return found;
    }
    return cucore__py_from_offers(state, obj, &memo, intake, out);
}

CUCORE__PRIVATE int cucore__py_raise_no_table(PyObject *obj, const cucore_intake *intake)
{
    return cucore__py_raise_type(PyExc_TypeError, intake,
                                 "the type '%U' has no __dlpack_c_exchange_api__ of its own that is understood", obj);
}

/* One protocol by its flag: 1 taken, 0 absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_try(cucore__py_state *state, PyObject *obj, unsigned protocol,
                                   const cucore__py_memo *memo, const cucore_intake *intake, cucore_view *out)
{
    int found;
    switch (protocol) {
    case CUCORE_BY_EXCHANGE:
        if (!memo->traits.table) return 0;
        found = cucore__py_from_exchange(state, cucore__py_thread_here(), obj, memo, intake, out);
        return found == 0 ? 1 : found == CUCORE__PY_DECLINED ? 0 : -1;
    case CUCORE_BY_DLPACK:
        if (PyCapsule_CheckExact(obj) && intake->flags & CUCORE_BY_DLPACK) {
            return cucore__py_take(obj, intake, memo, NULL, out) < 0 ? -1 : 1;
        }
        found = cucore__py_has_dlpack(state, obj);
        if (found <= 0) return found;
        return cucore__py_from_dlpack(state, obj, memo, intake, out) < 0 ? -1 : 1;
    case CUCORE_BY_BUFFER:
        if (!PyObject_CheckBuffer(obj)) return 0;
        return cucore__py_from_buffer(obj, intake, out) < 0 ? -1 : 1;
    case CUCORE_BY_CAI: return cucore__py_try_interface(state, obj, CUCORE_FROM_CAI, memo, intake, out);
    default: return cucore__py_try_interface(state, obj, CUCORE_FROM_ARRAY_INTERFACE, memo, intake, out);
    }
}

/* Nothing fits of what is allowed. */
CUCORE__PRIVATE int cucore__py_raise_not_allowed(const cucore__py_state *state, PyObject *obj,
                                                 const cucore_intake *intake, unsigned allowed)
{
    if (allowed == CUCORE_BY_EXCHANGE) return cucore__py_raise_no_table(obj, intake);
    if (allowed == CUCORE_BY_BUFFER) {
        return cucore__py_raise_type(PyExc_TypeError, intake, "expected an object with a buffer, got '%U'", obj);
    }
    return cucore__py_raise_no_array(state, obj, intake);
}

#define CUCORE__PY_BY_ANY                                                                                              \
    (CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK | CUCORE_BY_CAI | CUCORE_BY_BUFFER | CUCORE_BY_ARRAY_INTERFACE)

CUCORE__PRIVATE int cucore__py_learn_any(cucore__py_state *state, PyObject *obj, cucore__py_memo *memo)
{
    int plain = cucore__py_is_ndarray(state, obj);
    if (plain < 0) return -1;
    plain = plain || cucore__py_is_plain_buffer(obj) || PyCapsule_CheckExact(obj);
    return cucore__py_learn(state, obj, plain ? (unsigned)CUCORE__PY_IS_PLAIN : 0u, memo);
}

/* The protocols of `allowed` only, in the usual order. */
CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_from_allowed(cucore__py_state *state, PyObject *obj, unsigned allowed,
                                                             const cucore_intake *intake, cucore_view *out)
{
    cucore__py_memo memo;
    unsigned protocol;
    int found = 0;
    if (PyType_Check(obj)) return cucore__py_raise_class(obj, intake);
    if (!cucore__py_recall(state, Py_TYPE(obj), &memo) && cucore__py_learn_any(state, obj, &memo) < 0) return -1;
    if (memo.traits.facts & CUCORE__PY_IS_PLAIN && Py_TYPE(obj) != state->ndarray && !cucore__py_is_plain_buffer(obj) &&
        cucore__py_refuse_masked(obj, intake) < 0) {
        return -1;
    }
    if (memo.traits.facts & CUCORE__PY_IS_PLAIN && allowed & CUCORE_BY_BUFFER && PyObject_CheckBuffer(obj)) {
        return cucore__py_from_buffer(obj, intake, out);
    }
    for (protocol = CUCORE_BY_EXCHANGE; protocol <= CUCORE_BY_ARRAY_INTERFACE && !found; protocol <<= 1) {
        if (allowed & protocol) found = cucore__py_try(state, obj, protocol, &memo, intake, out);
    }
    if (found) return found < 0 ? -1 : 0;
    return cucore__py_raise_not_allowed(state, obj, intake, allowed);
}

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
    Py_buffer *buffer = (Py_buffer *)(void *)out->storage;
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
    out->release = cucore__py_release_ndarray;
    return cucore__py_got_buffer(intake, out);
}

/* In any interpreter, of any type.  only: CUCORE_BY_..., 0: any. */
CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_enter_any(PyObject *obj, unsigned only, const cucore_intake *intake,
                                                          cucore_view *out)
{
    cucore__py_state local, *state;
    int result;
    cucore__view_clear(out);
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    result = only ? cucore__py_from_allowed(state, obj, only, intake, out)
                  : cucore__py_from_stranger(state, obj, intake, out);
    cucore__py_state_put(state, &local);
    return result < 0 ? -1 : 0;
}

CUCORE__PRIVATE CUCORE__PY_HOT CUCORE__PY_APART int cucore__py_enter_ndarray(PyObject *obj, const cucore_intake *intake,
                                                                             cucore_view *out)
{
    int result = cucore__py_from_exact_ndarray(obj, intake, out);
    if (cucore__py_cannot_express(result)) return cucore__py_enter_any(obj, 0, intake, out);
    return result < 0 ? -1 : 0;
}

/* An instance of a type that is remembered, else as any. */
CUCORE__PRIVATE CUCORE__PY_HOT CUCORE__PY_APART int cucore__py_enter_known(cucore__py_state *state, PyObject *obj,
                                                                           const cucore_intake *intake,
                                                                           cucore_view *out)
{
    cucore__py_memo memo;
    PyThreadState *thread = cucore__py_thread_here();
    int result;
    if (!CUCORE__PY_LIKELY(cucore__py_interpreter(thread) == cucore__py_main_interpreter &&
                           cucore__py_recall(state, Py_TYPE(obj), &memo) &&
                           !(memo.traits.facts & CUCORE__PY_IS_PLAIN))) {
        return cucore__py_enter_any(obj, 0, intake, out);
    }
    if (CUCORE__PY_LIKELY(memo.traits.table)) {
        result = cucore__py_by_table(state, thread, obj, &memo, intake, out);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    cucore__view_clear(out);
    if (CUCORE__PY_LIKELY(memo.traits.offer == CUCORE__PY_OFFERS_DLPACK))
        return cucore__py_from_dlpack(state, obj, &memo, intake, out);
    return cucore__py_from_offers(state, obj, &memo, intake, out);
}

/* Every public entry.  Each of the usual ways is a function that this one ends in, so that none saves registers for
 * another.  out need not be cleared.  only: the protocol that the function is for, CUCORE_BY_...; 0: those that the intake
 * allows. */
CUCORE__PRIVATE CUCORE__PY_HOT int cucore__py_enter(PyObject *obj, unsigned only, const cucore_intake *intake,
                                                    cucore_view *out)
{
    cucore__py_state *state = CUCORE__PY_OBSERVE(&cucore__py_main);
    cucore_intake on_host;
    if (!intake) intake = &cucore__intake_zero;
    if (!CUCORE__PY_LIKELY(!(intake->flags & CUCORE_ON_HOST)) &&
        cucore__is_read_on_host(intake->flags, intake->stream)) {
        on_host = *intake;
        on_host.stream = CUCORE_STREAM_HOST;
        intake = &on_host;
    }
    if (!only) only = intake->flags & CUCORE__PY_BY_ANY;
    if (only || !state) return cucore__py_enter_any(obj, only, intake, out);
    if (Py_TYPE(obj) == CUCORE__PY_OBSERVE(&state->ndarray)) return cucore__py_enter_ndarray(obj, intake, out);
    return cucore__py_enter_known(state, obj, intake, out);
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
    if (PyCapsule_CheckExact(obj)) return cucore__py_take(obj, intake, &cucore__py_no_memo, NULL, out);
    return cucore__py_raise_type(PyExc_TypeError, intake, "expected a DLPack capsule, got '%U'", obj);
}

CUCORE_API int cucore_py_view_from_buffer(PyObject *obj, const cucore_intake *intake, cucore_view *out)
{
    const cucore__py_state *state = CUCORE__PY_OBSERVE(&cucore__py_main);
    int plain = cucore__py_is_plain_buffer(obj) || (state && Py_TYPE(obj) == state->ndarray);
    cucore__view_clear(out);
    if (!intake) intake = &cucore__intake_zero;
    if (!PyObject_CheckBuffer(obj)) {
        return cucore__py_raise_type(PyExc_TypeError, intake, "expected an object with a buffer, got '%U'", obj);
    }
    if (!plain && cucore__py_refuse_masked(obj, intake) < 0) return -1;
    return cucore__py_from_buffer(obj, intake, out) < 0 ? -1 : 0;
}
