/* ------------------------------------------------------------------------------------------------ >>impl-py-view -- */
/* python/in/view.c: is the entry of intakes, with short ways for the most frequent objects. */
CUCORE__PRIVATE inline cucore__intake cucore__py_intake(const cucore_arg *arg, CUstream stream, cucore_call *of_call)
{
    cucore__intake intake;
    intake.arg = arg;
    intake.stream = intake.consumer = stream;
    intake.flags = arg->flags;
    if (of_call && !cucore__is_read_on_host(arg->flags, stream)) intake.flags |= CUCORE__PY_ORDER_LATER;
    intake.of_call = of_call;
    return intake;
}

#if defined(CUCORE__PY_READS_NDARRAY)
/* Takes a usual numpy.ndarray, as its buffer would be taken: 0, 1 if it is another one, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_read_ndarray(PyObject *obj, const cucore_arg *arg, cucore_call *of_call,
                                                   cucore_view *out)
{
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    cucore_status status;
    if (!cucore__ndarray_decode(obj, out)) return 1;
    cucore__py_clear_unused_fields(out);
    memset(buffer, 0, sizeof *buffer);
    Py_INCREF(obj);
    buffer->obj = obj;
    buffer->buf = out->ptr;
    cucore__view_own(out, NULL, cucore__py_release_ndarray);
    status = cucore__view_check_arg(out, arg, of_call);
    return status ? cucore__py_refuse_buffer(status, arg, out) : 0;
}
#endif

/* Describes a usual numpy.ndarray without taking it: 1, 0 for any other object. */
CUCORE__PRIVATE inline int cucore__py_peek_ndarray(PyObject *obj, cucore_view *out)
{
#if defined(CUCORE__PY_READS_NDARRAY)
    const cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    out->byte_swapped = 0;
    return state && CUCORE__LOAD(&state->numpy) && Py_TYPE(obj) == CUCORE__LOAD(&state->ndarray) &&
           cucore__ndarray_decode(obj, out);
#else
    (void)obj, (void)out;
    return 0;
#endif
}

/* Takes a numpy.ndarray, as cucore__py_from_buffer does, into a view that is not cleared. */
CUCORE__PRIVATE inline int cucore__py_from_exact_ndarray(PyObject *obj, const cucore_arg *arg, cucore_call *of_call,
                                                         cucore_view *out)
{
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    int failed;
#if defined(CUCORE__PY_READS_NDARRAY)
    const cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    if (CUCORE__LIKELY(state && CUCORE__LOAD(&state->numpy))) {
        const int result = cucore__py_read_ndarray(obj, arg, of_call, out);
        if (CUCORE__LIKELY(result <= 0)) return result;
    }
#endif
#if defined(Py_LIMITED_API)
    failed = PyObject_GetBuffer(obj, buffer, PyBUF_FULL_RO) < 0;
#else
    failed = Py_TYPE(obj)->tp_as_buffer->bf_getbuffer(obj, buffer, PyBUF_FULL_RO) < 0;
#endif
    if (failed) {
        cucore__view_clear(out);
        return CUCORE__PY_NO_BUFFER;
    }
    cucore__py_clear_unused_fields(out);
    cucore__view_own(out, NULL, cucore__py_release_ndarray);
    return cucore__py_decode_held_buffer(arg, of_call, out);
}

/* The protocols of numpy.ndarray. */
#define CUCORE__PY_BY_NUMPY (CUCORE_BY_PEP3118 | CUCORE_BY_ARRAY_INTERFACE)

/* Learns what is known of a type that is not remembered: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_meet(cucore__py_call *call, int plain)
{
    const int scalar = plain ? 0 : cucore__py_is_scalar(call->state, call->obj);
    const unsigned facts = plain ? (unsigned)CUCORE__PY_IS_PLAIN : scalar ? (unsigned)CUCORE__PY_IS_SCALAR : 0u;
    if (scalar < 0) return -1;
    if (CUCORE__PY_TYPES != 0) return cucore__py_learn(call->state, call->obj, facts, &call->info);
    call->info = cucore__py_no_info;
    call->info.type = Py_TYPE(call->obj);
    call->info.traits.facts = facts | CUCORE__PY_IS_UNKNOWN;
    return 0;
}

/* Takes in any object, except a scalar of NumPy whose buffer cannot be used: CUCORE__PY_IS_SUBSTITUTED.  The type of an
 * object that is taken by its buffer is remembered only with CUCORE_BY_.... */
CUCORE__PRIVATE int cucore__py_from_object(cucore__py_call *call, uint64_t only)
{
    const uint64_t allowed = only ? only : CUCORE__PY_BY_ANY;
    PyObject *const obj = call->obj;
    const int known = cucore__py_recall(call->state, Py_TYPE(obj), &call->info);
    const int plain =
        known ? (call->info.traits.facts & CUCORE__PY_IS_PLAIN) != 0 : cucore__py_is_plain(call->state, obj);
    int result;
    if (plain < 0) return CUCORE__PY_FAILED;
    if (!known && PyType_Check(obj)) {
        PyObject *name = cucore__py_full_name((PyTypeObject *)(void *)obj);
        if (name)
            cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, not_an_array, TypeError),
                              "expected an array, got the class '%U'", name);
        Py_XDECREF(name);
        return CUCORE__PY_FAILED;
    }
    if (PyCapsule_CheckExact(obj) && allowed & CUCORE_BY_DLPACK) {
        call->info = cucore__py_no_info;
        return cucore__py_take_capsule(call, obj, NULL);
    }
    if (plain && allowed & CUCORE_BY_PEP3118 && PyObject_CheckBuffer(obj)) return cucore__py_from_plain(call, allowed);
    if (plain && Py_TYPE(obj) != CUCORE__LOAD(&call->state->ndarray) && cucore__py_refuse_masked(call) < 0)
        return CUCORE__PY_FAILED;
    if (!known && cucore__py_meet(call, plain) < 0) return CUCORE__PY_FAILED;
    if (!plain && call->info.traits.facts & CUCORE__PY_IS_SCALAR && allowed & CUCORE__PY_BY_NUMPY) {
        result = allowed & CUCORE_BY_PEP3118 ? cucore__py_scalar_buffer(call) : 0;
        return result < 0 ? CUCORE__PY_FAILED : result ? CUCORE__PY_DONE : CUCORE__PY_IS_SUBSTITUTED;
    }
    /* an instance may have __dlpack__ if its type has only the CUDA Array Interface */
    if (only && call->info.traits.offer == CUCORE__PY_OFFERS_CAI) call->info.traits.offer = CUCORE__PY_OFFERS_UNKNOWN;
    return cucore__py_from_protocols(call, allowed);
}

/* Takes in any object by the protocols in `only`, CUCORE_BY_...; 0: by any. */
CUCORE__PRIVATE int cucore__py_from_any(cucore__py_call *call, uint64_t only)
{
    PyObject *const scalar = call->obj;
    int result = cucore__py_from_object(call, only);
    if (result != CUCORE__PY_IS_SUBSTITUTED) return result;
    result = CUCORE__PY_FAILED;
    call->obj = cucore__py_array_of_scalar(call);
    if (call->obj) {
        result = cucore__py_from_object(call, only ? only & CUCORE__PY_BY_NUMPY : CUCORE__PY_BY_NUMPY);
        cucore__py_drop(call->obj);
    }
    call->obj = scalar;
    return result;
}

/* The entries below have the same parameters: `of_call` is NULL except from cucore_py_args, which orders afterwards.
 * `out` need not be cleared. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_any(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                       cucore_call *of_call, cucore_view *out)
{
    cucore__py_state local;
    cucore__py_call call;
    int result;
    cucore__view_clear(out);
    call.how = cucore__py_intake(arg, stream, of_call);
    call.obj = obj;
    call.value = NULL;
    call.out = out;
    call.state = cucore__py_state_get(&local);
    if (!call.state) return cucore__py_refused(obj, arg);
    result = cucore__py_from_any(&call, arg->flags & CUCORE__PY_BY_ANY);
    cucore__py_state_put(call.state, &local);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_ndarray(PyObject *obj, const cucore_arg *arg,
                                                                       CUstream stream, cucore_call *of_call,
                                                                       cucore_view *out)
{
    int result = cucore__py_from_exact_ndarray(obj, arg, of_call, out);
    if (cucore__py_buffer_cannot_express(result)) return cucore__py_enter_any(obj, arg, stream, of_call, out);
    return result < 0 ? cucore__py_refused(obj, arg) : 0;
}

/* Ends the intake of an instance whose decoder failed.  Returns 0 if another protocol shows the same array. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_end_failed(const cucore__py_call *call, int result)
{
    if (result == CUCORE__PY_IMPOSSIBLE && cucore__py_replace_dlpack(call) == 0) return 0;
    return cucore__py_refused(call->obj, call->how.arg);
}

/* Takes an instance of a type that is remembered, or else any object. */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_enter_known(PyObject *obj, const cucore_arg *arg,
                                                                     CUstream stream, cucore_call *of_call,
                                                                     cucore_view *out)
{
    PyThreadState *thread = cucore__py_thread_here();
    cucore__py_call call;
    int result;
    call.state = CUCORE__LOAD(&cucore__py_main);
    if (!CUCORE__LIKELY(cucore__py_interpreter(thread) == CUCORE__LOAD(&cucore__py_main_interpreter) &&
                        cucore__py_recall(call.state, Py_TYPE(obj), &call.info) &&
                        !(call.info.traits.facts & (CUCORE__PY_IS_PLAIN | CUCORE__PY_IS_SCALAR)))) {
        return cucore__py_enter_any(obj, arg, stream, of_call, out);
    }
    call.how = cucore__py_intake(arg, stream, of_call);
    call.obj = obj;
    call.out = out;
    if (CUCORE__LIKELY(call.info.traits.table)) {
        result = cucore__py_from_table(&call, thread);
        if (CUCORE__LIKELY(!result)) return 0;
        if (result != CUCORE__PY_DECLINED) return cucore__py_end_failed(&call, result);
    }
    cucore__view_clear(out);
    call.value = NULL;
    /* sooner than by the table: 90 of 1,050 instructions of a CUDA Array Interface */
    if (CUCORE__LIKELY(call.info.traits.offer == CUCORE__PY_OFFERS_DLPACK)) {
        result = cucore__py_from_dlpack(&call);
    } else if (call.info.traits.offer == CUCORE__PY_OFFERS_CAI &&
               (result = cucore__py_find_cai(&call, call.state->names[CUCORE__PY_CAI])) != 0) {
        if (result > 0) result = cucore__py_from_cai(&call);
        Py_XDECREF(call.value);
    } else if (call.info.traits.offer == CUCORE__PY_OFFERS_BUFFER) {
        result = cucore__py_from_buffer(&call);
    } else {
        result = cucore__py_from_protocols(&call, CUCORE__PY_BY_ANY & ~CUCORE_BY_EXCHANGE);
    }
    return result < 0 ? cucore__py_end_failed(&call, result) : 0;
}

/* Chooses one of the usual ways.  Each is a function that this one ends in, so that none saves registers for
 * another. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter_usual(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_call *of_call, cucore_view *out)
{
    cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    if (!state) return cucore__py_enter_any(obj, arg, stream, of_call, out);
    if (Py_TYPE(obj) == CUCORE__LOAD(&state->ndarray)) return cucore__py_enter_ndarray(obj, arg, stream, of_call, out);
    return cucore__py_enter_known(obj, arg, stream, of_call, out);
}

/* The flags that cucore__py_enter_unusual implements, and unknown ones. */
#define CUCORE__PY_UNUSUAL                                                                                             \
    (CUCORE__PY_BY_ANY | CUCORE_HOST_ACCESSIBLE | CUCORE_NEVER_COPY | CUCORE_OPTIONAL | CUCORE_NO_OVERLAP |            \
     CUCORE_NO_PARTIAL_OVERLAP | CUCORE__PY_FITS | ~CUCORE__ARG_FLAGS)

/* Takes an argument with a rare flag and no conversion flag. */
CUCORE__PRIVATE int cucore__py_enter_checked(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                             cucore_call *of_call, cucore_view *out)
{
    if (of_call) of_call->private_.later |= arg->flags;
    /* data for the host only have to be complete when the intake returns */
    if (cucore__is_read_on_host(arg->flags, stream)) stream = CUCORE_STREAM_HOST;
    if (arg->flags & CUCORE__PY_BY_ANY) return cucore__py_enter_any(obj, arg, stream, of_call, out);
    return cucore__py_enter_usual(obj, arg, stream, of_call, out);
}

/* Takes an argument with a conversion flag, and converts it; if there are several, when all are ordered. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_enter_fitting(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_call *of_call, cucore_view *out)
{
    cucore_arg relaxed = cucore__py_convert_relax(arg);
    PyObject *made = NULL;
    int result, is_empty, is_number;
    cucore__view_clear(out);
    if (!cucore__py_convert_is_possible(arg)) return -1;
    is_number = arg->flags & CUCORE_FROM_ANYTHING && cucore__py_take_number(obj, &relaxed, of_call, out);
    if (arg->flags & CUCORE_FROM_ANYTHING && !is_number && cucore__py_array_of_anything(obj, arg, &made) < 0)
        return cucore__py_refused(obj, arg);
    is_empty = made ? cucore__py_is_empty_sequence(obj) : 0;
    if (is_empty < 0) {
        cucore__py_drop(made);
        return cucore__py_refused(obj, arg);
    }
    if (is_empty) relaxed.dtypes = NULL;
    result = is_number ? 0 : cucore__py_enter_checked(made ? made : obj, &relaxed, stream, of_call, out);
    if (result < 0 && !made && arg->flags & CUCORE_FROM_ANYTHING) {
        made = cucore__py_array_instead(obj, arg);
        if (made) result = cucore__py_enter_checked(made, &relaxed, stream, of_call, out);
    }
    if (made) cucore__py_drop(made);
    if (result < 0) return -1;
    if (made || is_number) out->converted = 2;
    if (is_empty && cucore__py_take_empty(arg, of_call, out) < 0) return cucore__py_release_failed(out);
    if (of_call) of_call->private_.later |= arg->flags;
#if defined(CUCORE_COPY_H)
    if (cucore__py_convert_begin(arg, of_call, out) < 0 ||
        (!of_call && cucore__py_is_converted(out) && cucore__py_convert_end(arg, stream, out) < 0)) {
        return cucore__py_release_failed(out);
    }
#endif
    return 0;
}

/* Refuses an argument that was left out, and may not be (rules B119).  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_enter_missing(const cucore_arg *arg, cucore_view *out)
{
    cucore__view_clear(out);
    return cucore__py_raise_missing(CUCORE__PY_CLASS(arg, not_an_array, TypeError), cucore__arg_name(arg));
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_unusual(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                           cucore_call *of_call, cucore_view *out)
{
    cucore_status status = cucore__arg_check(arg);
    if (status || (arg->flags & CUCORE_OPTIONAL && (!obj || obj == Py_None))) {
        cucore__view_clear(out);
        return status ? cucore__py_raise(status) : 0;
    }
    if (!obj) return cucore__py_enter_missing(arg, out);
    if (arg->flags & CUCORE__PY_FITS) return cucore__py_enter_fitting(obj, arg, stream, of_call, out);
    return cucore__py_enter_checked(obj, arg, stream, of_call, out);
}

CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                    cucore_call *of_call, cucore_view *out)
{
    if (!arg) arg = &cucore__arg_any;
    if (arg->flags & CUCORE__PY_UNUSUAL) return cucore__py_enter_unusual(obj, arg, stream, of_call, out);
    if (!CUCORE__LIKELY(obj != NULL)) return cucore__py_enter_missing(arg, out);
    return cucore__py_enter_usual(obj, arg, stream, of_call, out);
}

/* Takes an array to write to, whose version is counted up once it was accepted. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_enter_counted(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                           cucore_view *out)
{
    if (cucore__py_enter(obj, arg, stream, NULL, out) < 0) return -1;
    if (out->protocol == CUCORE_PROTOCOL_NONE || cucore__py_count(obj) == 0) return 0;
    cucore_view_release(out);
    return cucore__py_refused(obj, arg);
}

/* Takes an array as cucore_py_view does. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_enter_alone(PyObject *obj, const cucore_arg *arg, CUstream stream,
                                                          cucore_view *out)
{
    if (arg && cucore__py_is_counted(arg->flags)) return cucore__py_enter_counted(obj, arg, stream, out);
    return cucore__py_enter(obj, arg, stream, NULL, out);
}

CUCORE_API CUCORE__HOT int cucore_py_view(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out)
{
#if defined(CUCORE_DEBUG)
    int result;
    cucore__view_clear(out);
    result = cucore__py_enter_alone(obj, arg, stream, out);
    if (result == 0) cucore__py_views_mark(out, 1, stream);
    return result;
#else
    return cucore__py_enter_alone(obj, arg, stream, out);
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
        return cucore__py_release_failed(out);
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

CUCORE_API int64_t cucore_py_array_nbytes(PyObject *obj, const cucore_arg *arg)
{
    cucore_arg any = arg ? *arg : cucore__arg_any;
    cucore_view view;
    int64_t nbytes = 0;
    any.flags &= ~CUCORE__PY_FITS;
    any.flags |= CUCORE_BORROW | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED |
                 CUCORE_ALLOW_OTHER_DEVICES | CUCORE_TRUST_PRODUCER | CUCORE_STREAM_0_IS_LEGACY;
    if (!obj) return cucore__py_raise_missing(CUCORE__PY_CLASS(&any, not_an_array, TypeError), cucore__arg_name(&any));
    if (cucore__arg_check(&any)) return cucore__py_raise(cucore_last_error()->status);
    any.flags |= CUCORE__PY_ODD;
    if (cucore__py_enter_checked(obj, &any, CUCORE_STREAM_NO_SYNC, NULL, &view) < 0) return -1;
    nbytes = cucore_layout_nbytes(&view.layout);
    cucore_view_release(&view);
    return nbytes;
}

/* Returns 1 if the type, or the instance itself, has the attribute.  The function runs no code of the producer, and
 * sets no exception. */
CUCORE__PRIVATE int cucore__py_has_without_code(PyObject *obj, PyObject *name)
{
    PyObject *dict;
    int found = 0;
    if (!name) return 0;
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
    int i, found = 0;
    if (!obj || PyType_Check(obj)) return 0;
    if (PyObject_CheckBuffer(obj)) return 1;
    if (PyCapsule_CheckExact(obj))
        return PyCapsule_IsValid(obj, "dltensor_versioned") || PyCapsule_IsValid(obj, "dltensor");
    pending = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    state = cucore__py_state_get(&local);
    if (state) {
        for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && !found; i++) {
            const cucore__py_protocol *way = &cucore__py_protocols[i];
            found = cucore__py_has_without_code(obj, state->names[way->attribute]) &&
                    (way->also == CUCORE__PY_NAME_COUNT || cucore__py_has_without_code(obj, state->names[way->also]));
        }
        cucore__py_state_put(state, &local);
    }
    PyErr_Clear();
    if (pending) cucore__py_error_put(pending);
    return found;
}
