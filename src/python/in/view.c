/* ------------------------------------------------------------------------------------------------ >>impl-py-view -- */
/* python/in/view.c: is the entry of intakes, with short ways for the most frequent objects. */
CUCORE__PRIVATE inline cucore__intake cucore__py_intake(const cucore_arg *arg, CUstream stream, cucore_dims *dims)
{
    cucore__intake intake;
    intake.arg = arg;
    intake.stream = stream;
    intake.flags = arg->flags;
    if (dims && !cucore__is_read_on_host(arg->flags, stream)) intake.flags |= CUCORE__PY_ORDER_LATER;
    intake.dims = dims;
    return intake;
}

/* As cucore__py_from_buffer, for a view that is not cleared. */
CUCORE__PRIVATE inline int cucore__py_from_exact_ndarray(PyObject *obj, const cucore_arg *arg, cucore_dims *dims,
                                                         cucore_view *out)
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
    return cucore__py_got_buffer(arg, dims, out);
}

CUCORE__PRIVATE int cucore__py_from_any(cucore__py_state *state, PyObject *obj, uint64_t only,
                                        const cucore__intake *intake, cucore_view *out);

/* A scalar of NumPy's: as the 0-d array of the same dtype, which may not be written.  Its __array_interface__ is that of an array
 * which only the dict keeps. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_from_scalar(cucore__py_state *state, PyObject *obj, uint64_t allowed,
                                                        const cucore__intake *intake, cucore_view *out)
{
    PyObject *function, *array, *protect = NULL, *answer;
    int result = allowed & CUCORE_BY_PEP3118 ? cucore__py_scalar_buffer(obj, intake, out) : 0;
    if (result) return result < 0 ? -1 : 0;
    function = cucore__py_constructor(state, CUCORE__PY_NUMPY_ASARRAY);
    array = function ? PyObject_CallFunctionObjArgs(function, obj, NULL) : NULL;
    result = array ? cucore__py_is_ndarray(state, array) : -1;
    if (!result) /* a numpy.asarray of somebody else's */
        cucore__py_raise_type(PyExc_TypeError, intake, "numpy.asarray gave '%U', which is no numpy.ndarray", array);
    if (result > 0) protect = PyObject_GetAttrString(array, "setflags");
    answer = protect ? PyObject_CallFunctionObjArgs(protect, Py_False, NULL) : NULL;
    result = answer ? cucore__py_from_any(state, array, allowed, intake, out) : -1;
    Py_XDECREF(answer);
    Py_XDECREF(protect);
    if (array) cucore__py_drop(array);
    Py_XDECREF(function);
    return result;
}

/* In any interpreter, of any type.  only: CUCORE_BY_..., 0: any.  What is plain goes by its buffer where that is allowed, and
 * its type is not remembered but with CUCORE_BY_.... */
CUCORE__PRIVATE int cucore__py_from_any(cucore__py_state *state, PyObject *obj, uint64_t only,
                                        const cucore__intake *intake, cucore_view *out)
{
    const uint64_t allowed = only ? only : CUCORE__PY_BY_ANY;
    cucore__py_type_info info;
    const int known = cucore__py_recall(state, Py_TYPE(obj), &info);
    const int plain = known ? (info.traits.facts & CUCORE__PY_IS_PLAIN) != 0 : cucore__py_is_plain(state, obj);
    if (plain < 0) return -1;
    if (!known && PyType_Check(obj)) {
        PyObject *name = cucore__py_full_name((PyTypeObject *)(void *)obj);
        if (name)
            PyErr_Format(CUCORE__PY_CLASS(intake, not_an_array, TypeError), "%s: expected an array, got the class '%U'",
                         cucore__py_name(intake), name);
        Py_XDECREF(name);
        return -1;
    }
    if (PyCapsule_CheckExact(obj) && allowed & CUCORE_BY_DLPACK)
        return cucore__py_take(obj, intake, &cucore__py_no_info, NULL, out);
    if (plain && allowed & CUCORE_BY_PEP3118 && PyObject_CheckBuffer(obj))
        return cucore__py_from_plain(state, obj, allowed, intake, out);
    if (plain && Py_TYPE(obj) != CUCORE__LOAD(&state->ndarray) && cucore__py_refuse_masked(obj, intake) < 0) return -1;
    if (!known && cucore__py_learn(state, obj, plain ? (unsigned)CUCORE__PY_IS_PLAIN : 0u, &info) < 0) return -1;
    if (!plain && info.traits.facts & CUCORE__PY_IS_SCALAR && allowed & (CUCORE_BY_PEP3118 | CUCORE_BY_ARRAY_INTERFACE))
        return cucore__py_from_scalar(state, obj, allowed & (CUCORE_BY_PEP3118 | CUCORE_BY_ARRAY_INTERFACE), intake,
                                      out);
    /* an instance may have __dlpack__ where its type has only the CUDA Array Interface */
    if (only && info.traits.offer == CUCORE__PY_OFFERS_CAI) info.traits.offer = CUCORE__PY_OFFERS_UNKNOWN;
    return cucore__py_from_protocols(state, obj, allowed, &info, intake, out);
}

/* The parameters of each entry below: dims NULL but for cucore_py_args, which orders afterwards.  out need not be cleared. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_any(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                       cucore_dims *dims, cucore_view *out)
{
    const cucore__intake intake = cucore__py_intake(arg, stream, dims);
    cucore__py_state local, *state;
    int result;
    cucore__view_clear(out);
    state = cucore__py_state_get(&local);
    if (!state) return cucore__py_refused(obj, arg);
    result = cucore__py_from_any(state, obj, arg->flags & CUCORE__PY_BY_ANY, &intake, out);
    cucore__py_state_put(state, &local);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_ndarray(PyObject *obj, const cucore_arg *arg,
                                                                       CUstream stream, cucore_dims *dims,
                                                                       cucore_view *out)
{
    int result = cucore__py_from_exact_ndarray(obj, arg, dims, out);
    if (cucore__py_cannot_express(result)) return cucore__py_enter_any(obj, arg, stream, dims, out);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

/* An instance of a type that is remembered, else as any. */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_known(cucore__py_state *state, PyObject *obj,
                                                                     const cucore_arg *arg, CUstream stream,
                                                                     cucore_dims *dims, cucore_view *out)
{
    const cucore__intake intake = cucore__py_intake(arg, stream, dims);
    cucore__py_type_info info;
    PyThreadState *thread = cucore__py_thread_here();
    int result;
    if (!CUCORE__LIKELY(cucore__py_interpreter(thread) == CUCORE__LOAD(&cucore__py_main_interpreter) &&
                        cucore__py_recall(state, Py_TYPE(obj), &info) &&
                        !(info.traits.facts & (CUCORE__PY_IS_PLAIN | CUCORE__PY_IS_SCALAR)))) {
        return cucore__py_enter_any(obj, arg, stream, dims, out);
    }
    if (CUCORE__LIKELY(info.traits.table)) {
        result = cucore__py_by_table(state, thread, obj, &info, &intake, out);
        if (CUCORE__LIKELY(!result)) return 0;
        if (result != CUCORE__PY_DECLINED) return cucore__py_refused(obj, arg);
    }
    cucore__view_clear(out);
    if (CUCORE__LIKELY(info.traits.offer == CUCORE__PY_OFFERS_DLPACK))
        return cucore__py_from_dlpack(state, obj, NULL, &info, &intake, out) < 0 ? cucore__py_refused(obj, arg) : 0;
    if (info.traits.offer == CUCORE__PY_OFFERS_CAI) { /* sooner than by the table: 90 of 1050 instructions for Numba */
        PyObject *dict = NULL;
        result = cucore__py_find_cai(state, obj, state->names[CUCORE__PY_CAI], &info, &dict);
        if (result > 0)
            result = cucore__py_from_interface(state, obj, dict, CUCORE_PROTOCOL_CAI, 0, &info, &intake, out);
        if (dict) {
            Py_DECREF(dict);
            return result < 0 ? cucore__py_refused(obj, arg) : 0;
        }
        if (result < 0) return cucore__py_refused(obj, arg);
    }
    result = cucore__py_from_protocols(state, obj, CUCORE__PY_BY_ANY & ~CUCORE_BY_EXCHANGE, &info, &intake, out);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

/* Which of the usual ways is it?  Each is a function that this one ends in, so that none saves registers for another. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_choose(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                     cucore_dims *dims, cucore_view *out)
{
    cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    if (!state) return cucore__py_enter_any(obj, arg, stream, dims, out);
    if (Py_TYPE(obj) == CUCORE__LOAD(&state->ndarray)) return cucore__py_enter_ndarray(obj, arg, stream, dims, out);
    return cucore__py_enter_known(state, obj, arg, stream, dims, out);
}

/* Flags that cucore__py_enter_unusual knows how to deal with, and those that there are not. */
#define CUCORE__PY_UNUSUAL                                                                                             \
    (CUCORE__PY_BY_ANY | CUCORE_HOST_ACCESSIBLE | CUCORE_NEVER_COPY | CUCORE_OPTIONAL | CUCORE_NO_OVERLAP |            \
     CUCORE_NO_PARTIAL_OVERLAP | CUCORE__PY_FITS | ~CUCORE__ARG_FLAGS)

/* A flag that is unusual; none that makes arguments fit. */
CUCORE__PRIVATE int cucore__py_enter_checked(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_dims *dims,
                                             cucore_view *out)
{
    if (dims) dims->private_.later |= arg->flags;
    /* what the host alone reads has to be complete when the intake returns */
    if (cucore__is_read_on_host(arg->flags, stream)) stream = CUCORE_STREAM_HOST;
    if (arg->flags & CUCORE__PY_BY_ANY) return cucore__py_enter_any(obj, arg, stream, dims, out);
    return cucore__py_choose(obj, arg, stream, dims, out);
}

/* Takes in what does not fit, too, and makes it fit; of several arguments when all are ordered. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_enter_fitting(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_dims *dims, cucore_view *out)
{
    const cucore_arg relaxed = cucore__py_convert_relax(arg);
    PyObject *made = NULL;
    int result;
    cucore__view_clear(out);
    if (!cucore__py_convert_is_possible(arg)) return -1;
    if (arg->flags & CUCORE_FROM_ANYTHING && cucore__py_array_of_anything(obj, arg, &made) < 0)
        return cucore__py_refused(obj, arg);
    result = cucore__py_enter_checked(made ? made : obj, &relaxed, stream, dims, out);
    if (result < 0 && !made && arg->flags & CUCORE_FROM_ANYTHING) {
        made = cucore__py_array_instead(obj, arg);
        if (made) result = cucore__py_enter_checked(made, &relaxed, stream, dims, out);
    }
    if (made) cucore__py_drop(made);
    if (result < 0) return -1;
    if (made) out->converted = 2;
    if (cucore__py_convert_begin(arg, dims, out) < 0) return cucore__py_undo(out);
    if (dims) dims->private_.later |= arg->flags;
    if (dims || !cucore__py_is_converted(out) || cucore__py_convert_end(arg, stream, out) == 0) return 0;
    return cucore__py_undo(out);
}

/* An argument that was left out, and may not be (rules B119).  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_enter_missing(const cucore_arg *arg, cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore__view_clear(out);
    return cucore__py_raise_missing(CUCORE__PY_CLASS(&intake, not_an_array, TypeError), cucore__arg_name(arg));
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_unusual(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                           cucore_dims *dims, cucore_view *out)
{
    cucore_status status = cucore__arg_check(arg);
    if (status || (arg->flags & CUCORE_OPTIONAL && (!obj || obj == Py_None))) {
        cucore__view_clear(out);
        return status ? cucore__py_raise(status) : 0;
    }
    if (!obj) return cucore__py_enter_missing(arg, out);
    if (arg->flags & CUCORE__PY_FITS) return cucore__py_enter_fitting(obj, arg, stream, dims, out);
    return cucore__py_enter_checked(obj, arg, stream, dims, out);
}

CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                    cucore_dims *dims, cucore_view *out)
{
    if (!arg) arg = &cucore__arg_any;
    if (arg->flags & CUCORE__PY_UNUSUAL) return cucore__py_enter_unusual(obj, arg, stream, dims, out);
    if (!CUCORE__LIKELY(obj != NULL)) return cucore__py_enter_missing(arg, out);
    return cucore__py_choose(obj, arg, stream, dims, out);
}

CUCORE_API CUCORE__HOT int cucore_py_view(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
#if defined(CUCORE_DEBUG)
    int result;
    cucore__view_clear(out);
    result = cucore__py_enter(obj, arg, stream, NULL, out);
    if (result == 0) cucore__py_views_mark(out, 1, stream);
    return result;
#else
    return cucore__py_enter(obj, arg, stream, NULL, out);
#endif
}

CUCORE_API int cucore_py_view_bytes(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
    cucore_arg any = arg ? *arg : cucore__arg_any;
    int64_t nbytes;
    PyObject *descr;
    if (any.flags & CUCORE_WRITE && any.flags & CUCORE__PY_COPIES) {
        cucore__view_clear(out);
        PyErr_Format(PyExc_ValueError,
                     "%s: bytes are not copied back as elements: CUCORE_MAKE_... and CUCORE_CAST not with CUCORE_WRITE",
                     cucore__arg_name(&any));
        return -1;
    }
    any.flags |= CUCORE_CONTIGUOUS | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED;
    if (cucore_py_view(obj, &any, stream, out) < 0) return -1;
    if (out->protocol == CUCORE_PROTOCOL_NONE) return 0;
    nbytes = cucore_layout_nbytes(&out->layout);
    if (nbytes < 0) { /* unreachable: every intake checks that */
        cucore__py_raise(cucore_last_error()->status);
        return cucore__py_undo(out);
    }
    descr = (PyObject *)out->descr;
    out->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    out->padded = out->byte_swapped = 0;
    out->pep3118_format = NULL;
    out->descr = NULL;
    out->layout.ndim = 1;
    out->layout.itemsize = 1;
    out->layout.itembits = 8;
    out->layout.shape[0] = nbytes;
    out->layout.strides[0] = 1;
    Py_XDECREF(descr);
    return 0;
}

/* Has the type, or the instance itself, the attribute?  Runs no code of the producer.  1 or 0, never with an exception. */
CUCORE__PRIVATE int cucore__py_holds(PyObject *obj, PyObject *name)
{
    PyObject *dict;
    int found = 0;
#if defined(Py_LIMITED_API)
    PyObject *mro = PyObject_GetAttrString((PyObject *)Py_TYPE(obj), "__mro__"), *bases = NULL;
    Py_ssize_t i, count = mro && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    for (i = 0; i < count && !found; i++) {
        bases = PyObject_GetAttrString(PyTuple_GetItem(mro, i), "__dict__");
        found = bases && PyMapping_HasKey(bases, name);
        Py_XDECREF(bases);
    }
    Py_XDECREF(mro);
#else
    PyObject *attribute = NULL;
    found = cucore__py_type_attribute(Py_TYPE(obj), name, &attribute) > 0 && attribute != Py_None;
    Py_XDECREF(attribute);
#endif
    if (!found && (dict = PyObject_GenericGetDict(obj, NULL)) != NULL) {
        found = PyDict_Check(dict) && PyDict_Contains(dict, name) > 0;
        Py_DECREF(dict);
    }
    PyErr_Clear();
    return found;
}

CUCORE_API int cucore_py_is_array(PyObject *obj)
{
    cucore__py_state local, *state;
    PyObject *pending;
    int found = 0;
    if (!obj || PyType_Check(obj)) return 0;
    if (PyObject_CheckBuffer(obj)) return 1;
    if (PyCapsule_CheckExact(obj))
        return PyCapsule_IsValid(obj, "dltensor_versioned") || PyCapsule_IsValid(obj, "dltensor");
    pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    state = cucore__py_state_get(&local);
    if (state) {
        PyObject *const *names = state->names;
        found = (cucore__py_holds(obj, names[CUCORE__PY_DLPACK]) &&
                 cucore__py_holds(obj, names[CUCORE__PY_DLPACK_DEVICE])) ||
                cucore__py_holds(obj, names[CUCORE__PY_CAI]) ||
                cucore__py_holds(obj, names[CUCORE__PY_ARRAY_INTERFACE]) ||
                cucore__py_holds(obj, names[CUCORE__PY_EXCHANGE]);
        cucore__py_state_put(state, &local);
    }
    PyErr_Clear();
    if (pending) cucore__py_error_put(pending);
    return found;
}
