/* python/in/dlpack.c: decodes an object with __dlpack__. */
/* The data are on CUDA, but the producer was not told of a stream, as it had said that they are not. */
CUCORE__PRIVATE int cucore__py_check_told(const cucore_view *view, const cucore__intake *intake,
                                          const cucore__py_request *request)
{
    if (!cucore__py_device_is_cuda(view->device_type) || cucore__py_device_is_cuda(request->device_type)) return 0;
    if (intake->stream == CUCORE_STREAM_NO_SYNC || cucore__layout_is_empty(&view->layout)) return 0;
    PyErr_Format(CUCORE__PY_CLASS(intake, protocol, BufferError),
                 "%s: __dlpack_device__() said device type %d, but the data are on CUDA (%d): they were not ordered",
                 cucore__py_name(intake), request->device_type, (int)view->device_type);
    return -1;
}

/* The consumer's stream waits for `sent`, where the producer ordered its work; of pinned memory all of it is waited for. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_settle_now(cucore_view *view, const cucore__intake *intake, CUstream sent)
{
    cucore_status status;
    if (cucore__layout_is_empty(&view->layout) || intake->stream == CUCORE_STREAM_NO_SYNC) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        status = cucore__pointer_synchronize(view->ptr);
    } else {
        view->has_producer_stream = 1;
        view->producer_stream = sent;
        view->producer_context = NULL;
        status = cucore__view_order(view, intake->stream);
        view->has_producer_stream = 0;
        view->producer_stream = NULL;
    }
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise_import(status, intake) : 0;
}

/* Orders the consumer if the producer was told another stream (rules D11, D37).  A default stream is the same for both: the
 * producer was asked with its device current (rules B37, B118). */
CUCORE__PRIVATE inline int cucore__py_settle(cucore_view *view, const cucore__intake *intake,
                                             const cucore__py_request *request)
{
    int host = intake->stream == CUCORE_STREAM_HOST && view->device_accessible;
    int other = request->with_stream && request->stream != cucore__stream_normalize(intake->stream);
    return host || other ? cucore__py_settle_now(view, intake, request->stream) : 0;
}

/* What is to be written has to be known to be mutable.  Legacy tensors do not say so: their type may be known, or a buffer
 * of the object tells (rules B90).  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_check_mutable(PyObject *obj, const cucore__py_type_info *info,
                                                           const cucore__intake *intake)
{
    Py_buffer buffer;
    int immutable = info->traits.facts & CUCORE__PY_IS_JAX;
    if (info->traits.facts & CUCORE__PY_IS_MUTABLE) return 0;
    if (!immutable && PyObject_CheckBuffer(obj)) {
        if (PyObject_GetBuffer(obj, &buffer, PyBUF_FULL_RO) == 0) {
            immutable = buffer.readonly;
            PyBuffer_Release(&buffer);
            if (!immutable) return 0;
        } else if (cucore__py_error_clear() < 0) {
            return -1;
        }
    }
    return cucore__py_raise_type(cucore__py_import_class(CUCORE_READONLY, intake), intake,
                                 immutable ? "expected a writable array, but arrays of type '%U' are immutable"
                                           : "expected an array known to be writable, but '%U' gave a legacy DLPack "
                                             "tensor, which cannot say so: it may be immutable",
                                 obj);
}

/* One call for one device that the producer is on, or is taken to be on; with that device current where there are several.
 * 0, -1 or CUCORE__PY_IMPOSSIBLE with an exception, CUCORE__PY_WRONG_GUESS: out is untouched, and request says where the
 * producer is. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_dlpack_on(const cucore__py_state *state, PyObject *obj,
                                                     const cucore__py_type_info *info, const cucore__intake *intake,
                                                     cucore__py_request *request, cucore_view *out)
{
    PyObject *capsule;
    cucore_context_guard guard;
    cucore__intake proven;
    const cucore__intake *checked = intake;
    cucore_status status = CUCORE_OK;
    int result = 0, keeps = 0;
    if (!request->guessed)
        status = cucore__view_set_device(out, request->device_type, request->device_id, intake->flags);
    cucore__py_choose_arguments(info, intake, request);
    guard.private_[0] = NULL;
    if (!status && cucore__py_device_is_cuda(request->device_type) && !(intake->flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
        if (!status) status = cucore__context_enter_device(request->device_id, &guard);
    }
    if (status) {
        cucore__view_clear(out);
        return cucore__py_raise_import(status, intake);
    }
    capsule = cucore__py_ask_dlpack(state, obj, intake, request);
    if (!capsule) {
        result = PyErr_Occurred() ? -1 : CUCORE__PY_WRONG_GUESS;
    } else if (!PyCapsule_CheckExact(capsule)) {
        result = cucore__py_raise_type(CUCORE__PY_CLASS(intake, protocol, BufferError), intake,
                                       "__dlpack__() returned '%U', not a capsule", capsule);
    } else if (intake->flags & (CUCORE_WRITE | CUCORE_KEEP_CAPSULE)) {
        keeps = (intake->flags & CUCORE_KEEP_CAPSULE) != 0;
        if (intake->flags & CUCORE_WRITE && !(intake->flags & CUCORE_ALLOW_UNPROVEN_WRITE) &&
            PyCapsule_IsValid(capsule, "dltensor")) {
            result = cucore__py_check_mutable(obj, info, intake);
            proven = *intake;
            proven.flags |= CUCORE_ALLOW_UNPROVEN_WRITE;
            checked = &proven;
        }
    }
    if (!result) {
        result = keeps ? cucore__py_keep(capsule, checked, info, request, out)
                       : cucore__py_take(capsule, checked, info, request, out);
        if (result > 0 && cucore__py_dlpack_device(state, obj, intake, request) < 0) result = -1;
    }
    if (result && capsule) {
        cucore__py_drop(capsule);
    } else {
        Py_XDECREF(capsule);
    }
    cucore_context_leave(&guard);
    if (result) {
        if (result != CUCORE__PY_IMPOSSIBLE) cucore__view_clear(out);
        return result;
    }
    if (cucore__py_check_told(out, intake, request) < 0 || cucore__py_settle(out, intake, request) < 0) {
        return cucore__py_undo(out);
    }
    return 0;
}

/* What the type answered last time, if a call made for that is right wherever the array is (rules B91):
 * __dlpack_device__ costs as much as __dlpack__ does.  A call with a stream is: on CUDA it is what was wanted, and arrays
 * elsewhere refuse it; but of several devices each has default streams of its own.  A call without a stream may make a CUDA
 * array wait on the legacy default stream, and break a capture: only of types that are known not to do so. */
CUCORE__PRIVATE int cucore__py_guess_device(const cucore__py_type_info *info, const cucore__intake *intake,
                                            cucore__py_request *request)
{
    unsigned habits = cucore__py_habits(info);
    int type = (int)(habits >> 8 & 0xFF);
    if ((habits & (CUCORE__PY_KNOWS_DEVICE | CUCORE__PY_DOUBT)) != CUCORE__PY_KNOWS_DEVICE) return 0;
    if (!cucore__py_device_is_cuda(type)) {
        if (!(info->traits.facts & CUCORE__PY_IS_QUIET)) return 0;
    } else if (cucore__stream_is_default(cucore__stream_normalize(intake->stream)) && !cucore__py_has_one_device()) {
        return 0;
    }
    request->device_type = type;
    request->device_id = (int)(habits >> 16);
    return 1;
}

/* After a success.  A proxy has no habits of its own. */
CUCORE__PRIVATE void cucore__py_note_habits(const cucore__py_type_info *info, const cucore__intake *intake,
                                            const cucore__py_request *request)
{
    unsigned habits = cucore__py_habits(info), now = habits & (CUCORE__PY_NO_VERSION | CUCORE__PY_NO_COPY), device;
    if (!(request->with_version & CUCORE__PY_PASSED_ON)) {
        if (!request->with_version) now |= CUCORE__PY_NO_VERSION;
        if (cucore__py_refuses_copies(intake) && !request->no_copy) now |= CUCORE__PY_NO_COPY;
    }
    if (request->device_type <= 0xFF && (unsigned)request->device_id <= 0xFFFF) {
        device = (unsigned)request->device_type << 8 | (unsigned)request->device_id << 16;
        now |= device | CUCORE__PY_KNOWS_DEVICE;
        if (habits >> 8 == device >> 8) {
            now |= habits & CUCORE__PY_DOUBT ? (habits & CUCORE__PY_DOUBT) - CUCORE__PY_DOUBT_ONE : 0;
        } else if (habits & CUCORE__PY_KNOWS_DEVICE) {
            now |= CUCORE__PY_DOUBT;
        }
    }
    if (now != habits && info->traits.offer == CUCORE__PY_OFFERS_DLPACK) cucore__py_set_habits(info, now);
}

/* -------- what an owner has to be asked: gradients, a conjugation, a sign (rules X7, B38) -------- */
/* The exception of a question is set: who cannot be asked has not said yes or no, and __dlpack__ decides (rules B101). */
#define CUCORE__PY_UNANSWERED 2

/* A method without arguments that tells yes or no, called directly where it is written in C: 1, 0, -1. */
CUCORE__PRIVATE int cucore__py_ask(PyObject *obj, const cucore__py_type_info *info, PyCFunction method, PyObject *name)
{
    PyObject *args[2], *answer;
    int yes;
    args[0] = NULL;
    args[1] = obj;
    answer =
        method && cucore__py_still_is(obj, info) ? method(obj, NULL) : cucore__py_call_method(name, args + 1, NULL);
    if (!answer) return -1;
    yes = answer == Py_True ? 1 : answer == Py_False ? 0 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

CUCORE__PRIVATE inline int cucore__py_requires_grad(const cucore__py_state *state, PyObject *obj,
                                                    const cucore__py_type_info *info)
{
    PyObject *answer = info->traits.grad && cucore__py_still_is(obj, info)
                           ? info->traits.grad(obj, info->traits.grad_extra)
                           : PyObject_GetAttr(obj, state->names[CUCORE__PY_REQUIRES_GRAD]);
    int yes;
    if (!answer) return -1;
    yes = answer == Py_False ? 0 : answer == Py_True ? 1 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

/* A layout does not tell: torch's _neg_view and as_strided give any (rules B110).  0; -1: it is; CUCORE__PY_UNANSWERED. */
CUCORE__PRIVATE int cucore__py_ask_negative(const cucore__py_state *state, PyObject *obj,
                                            const cucore__py_type_info *info, const cucore__intake *intake)
{
    int negative = cucore__py_ask(obj, info, info->traits.negative, state->names[CUCORE__PY_IS_NEG]);
    if (negative <= 0) return negative ? CUCORE__PY_UNANSWERED : 0;
    PyErr_Format(CUCORE__PY_CLASS(intake, unsupported, BufferError),
                 "%s: the tensor has its negative bit set: its values in memory have the wrong sign; use "
                 "tensor.resolve_neg()",
                 cucore__py_name(intake));
    return -1;
}

/* torch's __dlpack__ exports such a tensor with the wrong signs.  0, -1 with an exception, CUCORE__PY_UNANSWERED. */
CUCORE__PRIVATE inline int cucore__py_check_negative(const cucore__py_state *state, PyObject *obj,
                                                     const cucore__py_type_info *info, const cucore__intake *intake,
                                                     const cucore_view *view)
{
    if (!(cucore__py_pending_checks(info, view->dtype.code) & CUCORE__PY_HAS_NEG)) return 0;
    return cucore__py_ask_negative(state, obj, info, intake);
}

/* The same where __dlpack__ has decided already. */
CUCORE__PRIVATE inline int cucore__py_refuse_negative(const cucore__py_state *state, PyObject *obj,
                                                      const cucore__py_type_info *info, const cucore__intake *intake,
                                                      const cucore_view *view)
{
    const int result = cucore__py_check_negative(state, obj, info, intake, view);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_error_clear() : result;
}

/* protocols.c */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_instead_of_dlpack(cucore__py_state *state, PyObject *obj,
                                                              const cucore__py_type_info *info,
                                                              const cucore__intake *intake, cucore_view *out);

CUCORE__PRIVATE CUCORE__APART int cucore__py_from_array(cucore__py_state *state, PyObject *obj,
                                                        const cucore__py_type_info *info, const cucore__intake *intake,
                                                        cucore_view *out);

CUCORE__PRIVATE CUCORE__HOT int cucore__py_from_dlpack(cucore__py_state *state, PyObject *obj, PyObject *value,
                                                       const cucore__py_type_info *info, const cucore__intake *intake,
                                                       cucore_view *out)
{
    cucore__py_request request;
    int result;
    (void)value;
    if (info->traits.facts & CUCORE__PY_IS_ARRAY && intake->stream != CUCORE_STREAM_NO_SYNC)
        return cucore__py_from_array(state, obj, info, intake, out);
    request.guessed = cucore__py_guess_device(info, intake, &request);
    if (!request.guessed && cucore__py_dlpack_device(state, obj, intake, &request) < 0) return -1;
    while ((result = cucore__py_dlpack_on(state, obj, info, intake, &request, out)) == CUCORE__PY_WRONG_GUESS)
        request.guessed = 0; /* it was asked then */
    if (result < 0) {
        if (result != CUCORE__PY_IMPOSSIBLE) return -1;
        return cucore__py_instead_of_dlpack(state, obj, info, intake, out);
    }
    if (!request.guessed) cucore__py_note_habits(info, intake, &request);
    return cucore__py_refuse_negative(state, obj, info, intake, out) < 0 ? cucore__py_undo(out) : 0;
}

/* A cucore.Array.  Its stream is known, which DLPack does not tell: it is asked without ordering, and several arrays are ordered at
 * once; afterwards that stream waits for what is done with the view on another one (rules C10). */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_array(cucore__py_state *state, PyObject *obj,
                                                        const cucore__py_type_info *info, const cucore__intake *intake,
                                                        cucore_view *out)
{
    cucore__intake unordered = *intake;
    int result;
    unordered.stream = CUCORE_STREAM_NO_SYNC;
    result = cucore__py_from_dlpack(state, obj, NULL, info, &unordered, out);
    if (result) return result;
    cucore__py_array_stream(obj, out);
    return cucore__py_order(out, intake) < 0 ? cucore__py_undo(out) : 0;
}
