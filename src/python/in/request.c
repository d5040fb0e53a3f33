/* ---------------------------------------------------------------------------------------------- >>impl-py-dlpack -- */
/* python/in/request.c: calls __dlpack_device__ and __dlpack__, and calls them again if a producer is older. */
/* How __dlpack__ is called. */
typedef struct cucore__py_request {
    int device_type; /* the result of __dlpack_device__ */
    int device_id;
    int guessed;      /* the device of the last array of the type, not of __dlpack_device__ */
    int with_version; /* CUCORE__PY_PASSED: max_version is passed; CUCORE__PY_PASSED_ON */
    int with_stream;
    int no_copy;     /* copy=False is passed */
    CUstream stream; /* never NULL; -1: without ordering */
} cucore__py_request;

enum {
    CUCORE__PY_PASSED = 1 << 0,
    CUCORE__PY_PASSED_ON =
        1 << 1 /* __dlpack__ passed a keyword on, and the other function refused it: that is no habit of the type */
};

/* Accepts None as the number of Paddle's devices of host memory (rules B102).  0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_accept_no_device_id(PyObject *obj, PyObject *answer, int device_type,
                                                                int *out)
{
    char package[16];
    *out = 0;
    if (CUCORE__PY_TUPLE_ITEM(answer, 1) != Py_None || PyErr_Occurred()) return -1;
    if (device_type != CUCORE_DEVICE_TYPE_CPU && device_type != CUCORE_DEVICE_TYPE_CUDA_HOST &&
        device_type != CUCORE_DEVICE_TYPE_ROCM_HOST) {
        return -1;
    }
    return cucore__py_package_of(Py_TYPE(obj), package, sizeof package) < 0 || strcmp(package, "paddle") ? -1 : 0;
}

/* Reads an item of a tuple.  -1 with the exception of its __index__, or without one: it is no integer of 32 bits. */
CUCORE__PRIVATE int cucore__py_int_item(const cucore__py_state *state, PyObject *tuple, Py_ssize_t i, int *out)
{
    PyObject *item = CUCORE__PY_TUPLE_ITEM(tuple, i); /* borrowed, since a tuple does not change */
    int overflow = 0, known;
    int64_t value = 0;
    for (known = 0; known < 3; known++) {
        if (item == state->ints[known]) {
            *out = known;
            return 0;
        }
    }
    if (PyLong_Check(item)) {
        value = PyLong_AsLongLongAndOverflow(item, &overflow);
    } else if (cucore__py_index_to_int64(item, &value) < 0) {
        return -1;
    }
    if (overflow || value < INT32_MIN || value > INT32_MAX) return -1;
    *out = (int)value;
    return 0;
}

CUCORE__PRIVATE int cucore__py_dlpack_device(const cucore__py_call *call, cucore__py_request *request)
{
    PyObject *args[2], *answer;
    int failed;
    args[0] = NULL;
    args[1] = call->obj;
    answer = cucore__py_call_method(call->state->names[CUCORE__PY_DLPACK_DEVICE], args + 1, NULL);
    if (!answer) return -1;
    failed = !PyTuple_Check(answer) || PyTuple_Size(answer) != 2 ||
             cucore__py_int_item(call->state, answer, 0, &request->device_type) < 0 ||
             (cucore__py_int_item(call->state, answer, 1, &request->device_id) < 0 &&
              cucore__py_accept_no_device_id(call->obj, answer, request->device_type, &request->device_id) < 0);
    if (failed && !PyErr_Occurred()) {
        cucore__py_raise_value(PyTuple_Check(answer) && PyTuple_Size(answer) != 2
                                   ? CUCORE__PY_CLASS(call->how.arg, wrong_value, BufferError)
                                   : CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError),
                               cucore__arg_name(call->how.arg),
                               "__dlpack_device__() must return two ints, (device type, device id)", answer);
    }
    Py_DECREF(answer);
    return failed ? -1 : 0;
}

/* Returns 1 if an array of JAX is complete: no stream has to wait, which takes JAX as long as a fifth of the call.  0,
 * -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_jax_is_ready(const cucore__py_call *call)
{
    PyObject *args[2], *answer;
    int ready;
    args[0] = NULL;
    args[1] = call->obj;
    answer = cucore__py_call_method(call->state->names[CUCORE__PY_IS_READY], args + 1, NULL);
    ready = answer == Py_True;
    Py_XDECREF(answer);
    return answer ? ready : cucore__py_error_clear();
}

/* Chooses the keywords for __dlpack__ (rules table 1.3).  copy=False is left out if the type does not take it (D23).
 * JAX gets no stream if it shall not order, or has nothing to order.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_choose_keywords(const cucore__py_call *call, cucore__py_request *request)
{
    int ready;
    const unsigned habits = cucore__py_habits(&call->info);
    request->with_version = !(habits & CUCORE__PY_NO_VERSION);
    request->no_copy = cucore__py_refuses_copies(call) && !(habits & (CUCORE__PY_NO_VERSION | CUCORE__PY_NO_COPY));
    request->with_stream = cucore__device_is_cuda(request->device_type);
    request->stream =
        call->how.stream == CUCORE_STREAM_HOST ? CUCORE_STREAM_LEGACY : cucore__stream_normalize(call->how.stream);
    if (!request->with_stream || !(call->info.traits.facts & CUCORE__PY_IS_JAX)) return 0;
    ready = request->stream == CUCORE_STREAM_NO_SYNC ? 1 : cucore__py_jax_is_ready(call);
    if (ready) request->with_stream = 0;
    return ready < 0 ? -1 : 0;
}

CUCORE__PRIVATE PyObject *cucore__py_stream_object(const cucore__py_state *state, CUstream stream)
{
    if (stream == CUCORE_STREAM_LEGACY) {
        Py_INCREF(state->ints[1]);
        return state->ints[1];
    }
    if (stream == CUCORE_STREAM_NO_SYNC) return PyLong_FromLong(-1);
    return PyLong_FromVoidPtr((void *)stream);
}

/* Calls __dlpack__ once.  The usual calls allocate only the int of a stream handle. */
CUCORE__PRIVATE PyObject *cucore__py_call_dlpack(const cucore__py_call *call, const cucore__py_request *request)
{
    PyObject *args[5], *stream = NULL, *capsule;
    int count = 2, keywords = 0;
    args[0] = NULL;
    args[1] = call->obj;
    if (request->with_stream) {
        keywords |= CUCORE__PY_WITH_STREAM;
        args[count++] = stream = cucore__py_stream_object(call->state, request->stream);
        if (!stream) return NULL;
    }
    if (request->with_version & CUCORE__PY_PASSED) {
        keywords |= CUCORE__PY_WITH_VERSION;
        args[count++] = call->state->max_version;
    }
    if (request->no_copy) {
        keywords |= CUCORE__PY_WITH_COPY;
        args[count++] = Py_False;
    }
    capsule = cucore__py_call_method(call->state->names[CUCORE__PY_DLPACK], args + 1, call->state->keywords[keywords]);
    Py_XDECREF(stream);
    return capsule;
}

/* Returns 1 if the text of an exception contains one of the words, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_error_mentions(PyObject *error, const char *const *words)
{
    PyObject *text = PyObject_Str(error), *encoded = NULL;
    const char *message;
    int found = 0;
    if (text) encoded = PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace");
    Py_XDECREF(text);
    if (!encoded) return cucore__py_error_clear();
    message = PyBytes_AsString(encoded);
    for (; message && *words && !found; words++) found = strstr(message, *words) != NULL;
    Py_DECREF(encoded);
    return found;
}

/* Returns 1 if obj.__dlpack__ is a method written in Python, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_python_method(const cucore__py_call *call)
{
    PyObject *method = NULL, *function = NULL, *kind = NULL;
    int found = cucore__py_lookup_attr(call->obj, call->state->names[CUCORE__PY_DLPACK], &method);
    if (found > 0) found = cucore__py_lookup_string(method, "__func__", &function);
    if (found > 0) kind = cucore__py_type_name(Py_TYPE(function)); /* Cython's are cython_function_or_method */
    if (found > 0) found = kind ? PyUnicode_CompareWithASCIIString(kind, "function") == 0 : -1;
    Py_XDECREF(kind);
    Py_XDECREF(function);
    Py_XDECREF(method);
    return found < 0 ? cucore__py_error_clear() : found;
}

/* Returns 1 if a Python method only passed a keyword on to a producer that does not know it, 0, -1 with an exception.
 * The keyword has to be quoted as CPython does; max_version belongs to DLPack, but copy, and no keyword at all, may be
 * about another function, unless the text names DLPack (rules D21). */
CUCORE__PRIVATE int cucore__py_passed_keyword_on(PyObject *error, const cucore__py_request *request)
{
    static const char *const version[] = {"unexpected keyword argument 'max_version'",
                                          "'max_version' is an invalid keyword argument", NULL};
    static const char *const others[] = {"takes no keyword arguments", "unexpected keyword argument 'copy'",
                                         "'copy' is an invalid keyword argument", NULL};
    static const char *const none[] = {"takes no keyword arguments", NULL}, *const dlpack[] = {"dlpack", NULL};
    int found = cucore__py_error_mentions(error, version);
    if (found) return found;
    found = cucore__py_error_mentions(error, request->no_copy ? others : none);
    return found > 0 ? cucore__py_error_mentions(error, dlpack) : found;
}

/* Returns 1 if the producer only did not know a keyword, 0, -1 with an exception.  A Python function that cannot bind
 * its arguments leaves no traceback: a traceback means an error inside (rules D20, D21). request->with_version is
 * marked if the function passed the keyword on. */
CUCORE__PRIVATE int cucore__py_lacks_keyword(const cucore__py_call *call, PyObject *error, cucore__py_request *request)
{
    static const char *const words[] = {"max_version", "keyword", "positional argument",
                                        "incompatible function arguments", NULL};
    PyObject *traceback;
    int found, inside;
    if (!PyErr_GivenExceptionMatches(error, PyExc_TypeError)) return 0;
    found = cucore__py_error_mentions(error, words);
    if (found <= 0) return found;
    traceback = PyException_GetTraceback(error);
    Py_XDECREF(traceback);
    inside = traceback ? cucore__py_is_python_method(call) : 0;
    if (inside <= 0) return inside < 0 ? -1 : 1;
    found = cucore__py_passed_keyword_on(error, request);
    if (found > 0) request->with_version |= CUCORE__PY_PASSED_ON;
    return found;
}

/* Drops the keywords that were refused: max_version, which came to DLPack with copy, or only copy.  0, -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_drop_keyword(PyObject *error, cucore__py_request *request)
{
    static const char *const version[] = {"max_version", NULL}, *const copy[] = {"copy", NULL};
    int both = 1, names_copy;
    if (request->no_copy) {
        both = cucore__py_error_mentions(error, version);
        names_copy = both > 0 ? cucore__py_error_mentions(error, copy) : 0;
        if (both < 0 || names_copy < 0) return -1;
        both = both && !names_copy;
    }
    request->no_copy = 0;
    if (both) request->with_version &= ~CUCORE__PY_PASSED;
    return 0;
}

/* Changes `request` for one more call after one that failed: 1, 0 if no rule applies, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_change_request(const cucore__py_call *call, PyObject *error, cucore__py_request *request)
{
    int lacks = request->with_version & CUCORE__PY_PASSED ? cucore__py_lacks_keyword(call, error, request) : 0;
    if (lacks) return lacks < 0 || cucore__py_drop_keyword(error, request) < 0 ? -1 : 1;
    if (!request->with_stream) return 0;
    if (request->stream == CUCORE_STREAM_PER_THREAD && PyErr_GivenExceptionMatches(error, PyExc_BufferError)) {
        request->stream = CUCORE_STREAM_LEGACY; /* torch; 2 waits for 1 afterwards (rules D11) */
        return 1;
    }
    if (request->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED &&
        (PyErr_GivenExceptionMatches(error, PyExc_ValueError) ||
         PyErr_GivenExceptionMatches(error, PyExc_RuntimeError))) {
        request->with_stream = 0; /* NumPy (rules table 1.3) */
        return 1;
    }
    return 0;
}

/* Checks a guess after a call that failed: producers refuse a stream that does not fit their device with one of these
 * classes.  0, CUCORE__PY_WRONG_GUESS with `request` corrected, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_guess(const cucore__py_call *call, PyObject *error, cucore__py_request *request)
{
    PyObject *const refusals[] = {PyExc_ValueError, PyExc_RuntimeError, PyExc_AssertionError, PyExc_BufferError,
                                  PyExc_TypeError};
    cucore__py_request asked;
    size_t i;
    for (i = 0; i < 5 && !PyErr_GivenExceptionMatches(error, refusals[i]); i++) {
    }
    if (!request->guessed || i == 5) return 0;
    if (cucore__py_dlpack_device(call, &asked) < 0) return -1;
    request->guessed = 0;
    if (asked.device_type == request->device_type && asked.device_id == request->device_id) return 0;
    request->device_type = asked.device_type;
    request->device_id = asked.device_id;
    return CUCORE__PY_WRONG_GUESS;
}

/* Calls __dlpack__ as often as the rules allow; each rule applies once.  NULL with an exception, or without one: the
 * guess was wrong. */
CUCORE__PRIVATE PyObject *cucore__py_get_capsule(const cucore__py_call *call, cucore__py_request *request)
{
    PyObject *capsule, *error, *first = NULL;
    int wrong, revised;
    while (!(capsule = cucore__py_call_dlpack(call, request))) {
        error = cucore__py_error_take();
        if (!error) { /* a C method returned NULL without an exception */
            PyErr_SetString(PyExc_SystemError, "__dlpack__ failed without an exception"); /* unreachable: as below */
            break; /* unreachable: CPython makes it a SystemError, except for types in C whose tp_getattro does so */
        }
        wrong = cucore__py_check_guess(call, error, request);
        if (wrong > 0) {
            Py_DECREF(error);
            break;
        }
        revised = wrong < 0 ? -1 : cucore__py_change_request(call, error, request);
        if (revised < 0) { /* the later exception explains more */
            cucore__py_error_chain(error);
            break;
        }
        if (!revised) {
            cucore__py_error_put(error);
            cucore__py_error_chain(first);
            return NULL;
        }
        Py_XDECREF(first);
        first = error;
    }
    Py_XDECREF(first);
    return capsule;
}
