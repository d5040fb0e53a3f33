/* python/in/dlpack.c: decodes an object with __dlpack__. */
/* Refuses data on CUDA whose producer got no stream, since it had reported another device. */
CUCORE__PRIVATE int cucore__py_check_was_ordered(const cucore__py_call *call, const cucore__py_request *request)
{
    const cucore_view *const view = call->out;
    if (!cucore__device_is_cuda(view->device_type) || cucore__device_is_cuda(request->device_type)) return 0;
    if (call->how.stream == CUCORE_STREAM_NO_SYNC || cucore__layout_is_empty(&view->layout)) return 0;
    return cucore__py_refuse(
        call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
        "__dlpack_device__() said device type %d, but the data are on CUDA (%d): they were not ordered",
        request->device_type, (int)view->device_type);
}

/* Makes the stream of the consumer wait for `sent`, on which the producer ordered its work; for pinned memory the host
 * waits for all work. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_settle_now(const cucore__py_call *call, CUstream sent)
{
    cucore_view *const view = call->out;
    cucore_status status;
    if (cucore__layout_is_empty(&view->layout) || call->how.stream == CUCORE_STREAM_NO_SYNC) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        status = cucore__pointer_synchronize(view->ptr);
    } else {
        view->has_producer_stream = 1;
        view->producer_stream = sent;
        view->producer_context = NULL;
        status = cucore__view_order(view, call->how.stream);
        view->has_producer_stream = 0;
        view->producer_stream = NULL;
    }
    Py_END_ALLOW_THREADS
    return status ? cucore__py_refuse_status(call->how.arg, status) : 0;
}

/* Orders the consumer if the producer got another stream (rules D11, D37).  A default stream is the same for both: the
 * producer was called with its device current (rules B37, B118). */
CUCORE__PRIVATE inline int cucore__py_settle(const cucore__py_call *call, const cucore__py_request *request)
{
    int host = call->how.stream == CUCORE_STREAM_HOST && call->out->device_accessible;
    int other = request->with_stream && request->stream != cucore__stream_normalize(call->how.stream);
    return host || other ? cucore__py_settle_now(call, request->stream) : 0;
}

/* Refuses to write arrays that are not known to be mutable.  Legacy tensors do not report that: the type may be known,
 * or a buffer of the object reports it (rules B90).  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_check_mutable(const cucore__py_call *call)
{
    Py_buffer buffer;
    int immutable = call->info.traits.facts & CUCORE__PY_IS_JAX;
    if (call->info.traits.facts & CUCORE__PY_IS_MUTABLE) return 0;
    if (!immutable && PyObject_CheckBuffer(call->obj)) {
        if (PyObject_GetBuffer(call->obj, &buffer, PyBUF_FULL_RO) == 0) {
            immutable = buffer.readonly;
            PyBuffer_Release(&buffer);
            if (!immutable) return 0;
        } else if (cucore__py_error_clear() < 0) {
            return -1;
        }
    }
    return cucore__py_refuse_type(call->how.arg, cucore__py_import_class(CUCORE_READONLY, call->how.arg),
                                  immutable ? "expected a writable array, but arrays of type '%U' are immutable"
                                            : "expected an array known to be writable, but '%U' gave a legacy DLPack "
                                              "tensor, which cannot say so: it may be immutable",
                                  call->obj);
}

/* Calls __dlpack__ for the device that the producer is on, or is taken to be on; with that device current if there are
 * several.  0, -1 or CUCORE__PY_IMPOSSIBLE with an exception; CUCORE__PY_WRONG_GUESS: `out` is untouched, and `request`
 * has the device of the producer. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_dlpack_on(cucore__py_call *call, cucore__py_request *request)
{
    cucore_view *const out = call->out;
    PyObject *capsule;
    cucore_context_guard guard;
    const uint64_t flags = call->how.flags;
    cucore_status status = CUCORE_OK;
    int result = 0, keeps = 0;
    if (!request->guessed)
        status = cucore__view_set_device(out, request->device_type, request->device_id, call->how.flags);
    if (!status && cucore__py_choose_keywords(call, request) < 0) {
        cucore__view_clear(out);
        return -1;
    }
    guard.private_[0] = NULL;
    if (!status && cucore__device_is_cuda(request->device_type) && !(call->how.flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
        if (!status) status = cucore__context_enter_device(request->device_id, &guard);
    }
    if (status) {
        cucore__view_clear(out);
        return cucore__py_refuse_status(call->how.arg, status);
    }
    capsule = cucore__py_get_capsule(call, request);
    if (!capsule) {
        result = PyErr_Occurred() ? -1 : CUCORE__PY_WRONG_GUESS;
    } else if (!PyCapsule_CheckExact(capsule)) {
        result = cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                                        "__dlpack__() returned '%U', not a capsule", capsule);
    } else if (call->how.flags & (CUCORE_WRITE | CUCORE_KEEP_CAPSULE)) {
        keeps = (call->how.flags & CUCORE_KEEP_CAPSULE) != 0;
        if (call->how.flags & CUCORE_WRITE && !(call->how.flags & CUCORE_ALLOW_UNPROVEN_WRITE) &&
            PyCapsule_IsValid(capsule, "dltensor")) {
            result = cucore__py_check_mutable(call);
            call->how.flags |= CUCORE_ALLOW_UNPROVEN_WRITE; /* it is proven */
        }
    }
    if (!result) {
        result =
            keeps ? cucore__py_keep_capsule(call, capsule, request) : cucore__py_take_capsule(call, capsule, request);
        call->how.flags = flags;
        if (result > 0 && cucore__py_dlpack_device(call, request) < 0) result = -1;
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
    if (cucore__py_check_was_ordered(call, request) < 0 || cucore__py_settle(call, request) < 0)
        return cucore__py_release_failed(out);
    return 0;
}

/* Uses the device of the last array of the type, if such a call is right wherever the array is (rules B91), since
 * __dlpack_device__ costs as much as __dlpack__ does.  A call with a stream is right: it is what arrays on CUDA need,
 * and other arrays refuse it; but each of several devices has default streams of its own.  A call without a stream may
 * make a CUDA array wait on the legacy default stream, and break a capture: it is made only for types that are known
 * not to do so.  Returns 1 if `request` has the device. */
CUCORE__PRIVATE int cucore__py_guess_device(const cucore__py_call *call, cucore__py_request *request)
{
    unsigned habits = cucore__py_habits(&call->info);
    int type = (int)(habits >> 8 & 0xFF);
    if ((habits & (CUCORE__PY_KNOWS_DEVICE | CUCORE__PY_DOUBT)) != CUCORE__PY_KNOWS_DEVICE) return 0;
    if (!cucore__device_is_cuda(type)) {
        if (!(call->info.traits.facts & CUCORE__PY_IS_QUIET)) return 0;
    } else if (cucore__stream_is_default(cucore__stream_normalize(call->how.stream)) && !cucore__py_has_one_device()) {
        return 0;
    }
    request->device_type = type;
    request->device_id = (int)(habits >> 16);
    return 1;
}

/* Remembers how a successful call was made.  A proxy has no habits of its own. */
CUCORE__PRIVATE void cucore__py_note_habits(const cucore__py_call *call, const cucore__py_request *request)
{
    unsigned habits = cucore__py_habits(&call->info), now = habits & (CUCORE__PY_NO_VERSION | CUCORE__PY_NO_COPY),
             device;
    if (!(request->with_version & CUCORE__PY_PASSED_ON)) {
        if (!request->with_version) now |= CUCORE__PY_NO_VERSION;
        if (cucore__py_refuses_copies(call) && !request->no_copy) now |= CUCORE__PY_NO_COPY;
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
    if (now != habits && call->info.traits.offer == CUCORE__PY_OFFERS_DLPACK) cucore__py_set_habits(&call->info, now);
}

/* -------- what an owner has to be asked: gradients, a conjugation, a sign (rules X7, B38) -------- */
/* Calls a method that returns yes or no, directly if it is written in C: 1, 0, -1. */
CUCORE__PRIVATE int cucore__py_call_yes_or_no(const cucore__py_call *call, PyCFunction method, PyObject *name)
{
    PyObject *args[2], *answer;
    int yes;
    args[0] = NULL;
    args[1] = call->obj;
    answer = method && cucore__py_is_still_of_type(call->obj, &call->info)
                 ? method(call->obj, NULL)
                 : cucore__py_call_method(name, args + 1, NULL);
    if (!answer) return -1;
    yes = answer == Py_True ? 1 : answer == Py_False ? 0 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

CUCORE__PRIVATE inline int cucore__py_requires_grad(const cucore__py_call *call)
{
    PyObject *answer = call->info.traits.grad && cucore__py_is_still_of_type(call->obj, &call->info)
                           ? call->info.traits.grad(call->obj, call->info.traits.grad_extra)
                           : PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_REQUIRES_GRAD]);
    int yes;
    if (!answer) return -1;
    yes = answer == Py_False ? 0 : answer == Py_True ? 1 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

/* Refuses a tensor with its negative bit set.  The layout does not show the bit, since torch's _neg_view and as_strided
 * make any layout (rules B110).  0, -1 with an exception, CUCORE__PY_UNANSWERED. */
CUCORE__PRIVATE int cucore__py_refuse_negative_bit(const cucore__py_call *call)
{
    int negative = cucore__py_call_yes_or_no(call, call->info.traits.negative, call->state->names[CUCORE__PY_IS_NEG]);
    if (negative <= 0) return negative ? CUCORE__PY_UNANSWERED : 0;
    cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, unsupported, BufferError),
                      "the tensor has its negative bit set: its values in memory have the wrong sign; use "
                      "tensor.resolve_neg()");
    return -1;
}

/* Does the same if the dtype can have the bit: torch's __dlpack__ exports such a tensor with the wrong signs. */
CUCORE__PRIVATE inline int cucore__py_check_negative_bit(const cucore__py_call *call)
{
    if (!(cucore__py_needed_checks(&call->info, call->out->dtype.code) & CUCORE__PY_HAS_NEG)) return 0;
    if (call->how.flags & CUCORE_ALLOW_NEGATIVE_BIT) return 0;
    return cucore__py_refuse_negative_bit(call);
}

/* Does the same after __dlpack__ has succeeded, which settles an unanswered question. */
CUCORE__PRIVATE inline int cucore__py_check_negative_bit_after_dlpack(const cucore__py_call *call)
{
    const int result = cucore__py_check_negative_bit(call);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_error_clear() : result;
}

typedef intptr_t (*cucore__py_cupy_stream)(int device_id);

/* Returns the current stream of CuPy or torch on a device, on which the library's work on its arrays is; NULL with an
 * exception. */
CUCORE__PRIVATE PyObject *cucore__py_current_stream(const cucore__py_call *call, int device_id, CUstream *out)
{
    const int torch = (call->info.traits.facts & CUCORE__PY_IS_TORCH) != 0;
    PyObject *function = cucore__py_constructor(call->state, torch ? CUCORE__PY_TORCH_STREAM : CUCORE__PY_CUPY_STREAM);
    PyObject *device = function ? PyLong_FromLong(device_id) : NULL, *stream = NULL, *number = NULL;
    if (device) stream = PyObject_CallFunctionObjArgs(function, device, NULL);
    if (stream) number = PyObject_GetAttr(stream, call->state->names[torch ? CUCORE__PY_HANDLE : CUCORE__PY_PTR]);
    if (number && PyLong_Check(number)) *out = cucore__stream_normalize((CUstream)PyLong_AsVoidPtr(number));
    if (stream && (!number || !PyLong_Check(number) || PyErr_Occurred() || *out == CUCORE_STREAM_NO_SYNC ||
                   *out == CUCORE_STREAM_HOST)) {
        Py_CLEAR(stream);
    }
    Py_XDECREF(number);
    Py_XDECREF(device);
    Py_XDECREF(function);
    return stream;
}

/* Returns the function of C by which CuPy's own modules ask for the current stream of a device, from CuPy 13 on; NULL:
 * it has none, or an exception is set. */
CUCORE__PRIVATE CUCORE__APART cucore__py_cupy_stream cucore__py_cupy_stream_of(cucore__py_state *state)
{
    static const char signature[] = "intptr_t (int)";
    PyObject *capsule = CUCORE__LOAD(&state->constructors[CUCORE__PY_CUPY_STREAM_OF]), *table = NULL, *key;
    cucore__py_cupy_stream function = NULL;
    void *pointer = NULL;
    int found;
    if (!capsule) {
        key = PyUnicode_InternFromString("get_stream_ptr");
        found = key ? cucore__py_imported_attribute("cupy_backends.cuda.stream", "__pyx_capi__", &table) : -1;
        if (found > 0) found = PyDict_Check(table) ? cucore__py_dict_get(table, key, &capsule) : 0;
        Py_XDECREF(table);
        Py_XDECREF(key);
        if (found < 0) return NULL;
        if (!capsule || !PyCapsule_IsValid(capsule, signature)) {
            Py_XDECREF(capsule);
            capsule = Py_None;
            Py_INCREF(capsule);
        }
        CUCORE__STORE(&state->constructors[CUCORE__PY_CUPY_STREAM_OF], capsule);
    }
    if (capsule != Py_None) pointer = (PyCapsule_GetPointer)(capsule, signature);
    memcpy(&function, &pointer, sizeof function);
    return function;
}

/* Finds the current stream of CuPy or torch on a device: 1, 0 unknown, -1 with an exception.  `object` has to be kept
 * as long as the stream is used, and is NULL for a default stream, which CuPy tells sooner without its object. */
CUCORE__PRIVATE int cucore__py_find_current(const cucore__py_call *call, int device_id, CUstream *out,
                                            PyObject **object)
{
    cucore__py_cupy_stream function =
        call->info.traits.facts & CUCORE__PY_IS_CUPY ? cucore__py_cupy_stream_of(call->state) : NULL;
    intptr_t handle;
    *object = NULL;
    if (function) {
        handle = function(device_id);
        *out = cucore__stream_normalize((CUstream)handle);
        if (cucore__stream_is_default(*out) && !PyErr_Occurred()) return 1;
    }
    if (!PyErr_Occurred()) *object = cucore__py_current_stream(call, device_id, out);
    if (PyErr_Occurred()) return cucore__py_error_clear();
    return *object != NULL;
}

/* Orders a view whose producer's stream is known, and was not waited for by the producer. */
CUCORE__PRIVATE int cucore__py_order_on(const cucore__py_call *call, CUstream producer, PyObject *stream)
{
    cucore_view *const out = call->out;
    if (!out->device_accessible) return 0;
    out->has_producer_stream = 1;
    out->producer_stream = producer;
    if (cucore__stream_is_handle(producer) && cucore__py_hold_stream(out, stream) < 0) return -1;
    return cucore__py_order(call);
}

/* Takes an object in by __dlpack__.  A cucore.Array, or an array of CuPy or torch, is taken without ordering, since its
 * stream is known, which DLPack does not report: several arrays are ordered at once, and afterwards that stream waits
 * for work on the view on another stream (rules C10).  CuPy would take 2 us for an event of its own. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_from_dlpack(cucore__py_call *call)
{
    const CUstream stream = call->how.stream;
    const int orders = stream != CUCORE_STREAM_NO_SYNC;
    int result = cucore__py_learn_rest_now(call);
    const int facts = (int)call->info.traits.facts, is_ours = facts & CUCORE__PY_IS_ARRAY && orders;
    PyObject *current = NULL;
    CUstream producer = NULL;
    int known;
    cucore__py_request request;
    if (result < 0) return CUCORE__PY_FAILED;
    if (cucore__py_twin_may_serve(call)) {
        result = cucore__py_from_twin(call);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    request.guessed = cucore__py_guess_device(call, &request);
    if (!request.guessed && cucore__py_dlpack_device(call, &request) < 0) return CUCORE__PY_FAILED;
    do {
        Py_CLEAR(current);
        known = 0;
        if (facts & (CUCORE__PY_IS_CUPY | CUCORE__PY_IS_TORCH) && orders &&
            cucore__device_is_cuda(request.device_type)) {
            known = cucore__py_find_current(call, request.device_id, &producer, &current);
            if (known < 0) return CUCORE__PY_FAILED;
        }
        call->how.stream = is_ours || known ? CUCORE_STREAM_NO_SYNC : stream;
        result = cucore__py_dlpack_on(call, &request);
        if (result == CUCORE__PY_WRONG_GUESS) request.guessed = 0; /* __dlpack_device__ was called then */
    } while (result == CUCORE__PY_WRONG_GUESS);
    call->how.stream = stream;
    if (result >= 0) {
        if (!request.guessed) cucore__py_note_habits(call, &request);
        result = cucore__py_check_negative_bit_after_dlpack(call);
        if (!result && cucore__py_twin_may_serve(call)) result = cucore__py_learn_twin(call);
        if (!result && is_ours) {
            cucore__py_array_stream(call->obj, call->out);
            result = cucore__py_order(call);
        } else if (!result && known) {
            result = cucore__py_order_on(call, producer, current);
        }
        result = result < 0 ? cucore__py_release_failed(call->out) : CUCORE__PY_DONE;
    }
    Py_XDECREF(current);
    return result;
}
