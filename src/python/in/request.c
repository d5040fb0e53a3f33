/* ---------------------------------------------------------------------------------------------- >>impl-py-dlpack -- */
/* python/in/request.c: calls __dlpack_device__ and __dlpack__, and calls them again if a producer is older. */
/* What is said to __dlpack__. */
typedef struct cucore__py_request {
    int device_type; /* what __dlpack_device__ answered */
    int device_id;
    int guessed;      /* not asked: what the type answered last time */
    int with_version; /* CUCORE__PY_SAID: max_version is said; CUCORE__PY_PASSED_ON */
    int with_stream;
    int no_copy;     /* copy=False is said */
    CUstream stream; /* NULL never; -1 opts out */
} cucore__py_request;

#define CUCORE__PY_WRONG_GUESS 1
enum {
    CUCORE__PY_SAID = 1 << 0,
    CUCORE__PY_PASSED_ON = 1 << 1 /* whom __dlpack__ passed a keyword on to refused it: that is no habit of the type */
};

/* Paddle's devices of host memory have None for their number (rules B102).  0, or -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_none(PyObject *obj, PyObject *answer, int device_type, int *out)
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

/* -1: no integer of 32 bits, without an exception, or with that of its __index__. */
CUCORE__PRIVATE int cucore__py_int_item(const cucore__py_state *state, PyObject *tuple, Py_ssize_t i, int *out)
{
    PyObject *item = CUCORE__PY_TUPLE_ITEM(tuple, i); /* borrowed: a tuple does not change */
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

CUCORE__PRIVATE int cucore__py_dlpack_device(const cucore__py_state *state, PyObject *obj, const cucore__intake *intake,
                                             cucore__py_request *request)
{
    PyObject *args[2], *answer;
    int failed;
    args[0] = NULL;
    args[1] = obj;
    answer = cucore__py_call_method(state->names[CUCORE__PY_DLPACK_DEVICE], args + 1, NULL);
    if (!answer) return -1;
    failed = !PyTuple_Check(answer) || PyTuple_Size(answer) != 2 ||
             cucore__py_int_item(state, answer, 0, &request->device_type) < 0 ||
             (cucore__py_int_item(state, answer, 1, &request->device_id) < 0 &&
              cucore__py_device_none(obj, answer, request->device_type, &request->device_id) < 0);
    if (failed && !PyErr_Occurred()) {
        cucore__py_raise_value(
            PyTuple_Check(answer) && PyTuple_Size(answer) != 2 ? CUCORE__PY_CLASS(intake, wrong_value, BufferError)
                                                               : CUCORE__PY_CLASS(intake, wrong_type, BufferError),
            cucore__py_name(intake), "__dlpack_device__() must return two ints, (device type, device id)", answer);
    }
    Py_DECREF(answer);
    return failed ? -1 : 0;
}

/* Chooses what the producer is told (rules table 1.3).  copy=False is left out if the type does not take it (D23). */
CUCORE__PRIVATE void cucore__py_choose_arguments(const cucore__py_type_info *info, const cucore__intake *intake,
                                                 cucore__py_request *request)
{
    const unsigned habits = cucore__py_habits(info);
    request->with_version = !(habits & CUCORE__PY_NO_VERSION);
    request->no_copy = cucore__py_refuses_copies(intake) && !(habits & (CUCORE__PY_NO_VERSION | CUCORE__PY_NO_COPY));
    request->with_stream = cucore__py_device_is_cuda(request->device_type);
    request->stream =
        intake->stream == CUCORE_STREAM_HOST ? CUCORE_STREAM_LEGACY : cucore__stream_normalize(intake->stream);
    if (request->stream == CUCORE_STREAM_NO_SYNC && info->traits.facts & CUCORE__PY_IS_JAX) request->with_stream = 0;
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

/* One call of __dlpack__.  The usual forms need no allocation but that of a stream handle. */
CUCORE__PRIVATE PyObject *cucore__py_call_dlpack(const cucore__py_state *state, PyObject *obj,
                                                 const cucore__py_request *request)
{
    PyObject *args[5], *stream = NULL, *capsule;
    int count = 2, says = 0;
    args[0] = NULL;
    args[1] = obj;
    if (request->with_stream) {
        says |= CUCORE__PY_SAYS_STREAM;
        args[count++] = stream = cucore__py_stream_object(state, request->stream);
        if (!stream) return NULL;
    }
    if (request->with_version & CUCORE__PY_SAID) {
        says |= CUCORE__PY_SAYS_VERSION;
        args[count++] = state->max_version;
    }
    if (request->no_copy) {
        says |= CUCORE__PY_SAYS_COPY;
        args[count++] = Py_False;
    }
    capsule = cucore__py_call_method(state->names[CUCORE__PY_DLPACK], args + 1, state->keywords[says]);
    Py_XDECREF(stream);
    return capsule;
}

/* Does the text of an exception have one of the words?  1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_mentions(PyObject *error, const char *const *words)
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

/* Is obj.__dlpack__ a method written in Python?  1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_python_method(const cucore__py_state *state, PyObject *obj)
{
    PyObject *method = NULL, *function = NULL, *kind = NULL;
    int found = cucore__py_lookup_attr(obj, state->names[CUCORE__PY_DLPACK], &method);
    if (found > 0) found = cucore__py_lookup_string(method, "__func__", &function);
    if (found > 0) kind = cucore__py_type_name(Py_TYPE(function)); /* Cython's are cython_function_or_method */
    if (found > 0) found = kind ? PyUnicode_CompareWithASCIIString(kind, "function") == 0 : -1;
    Py_XDECREF(kind);
    Py_XDECREF(function);
    Py_XDECREF(method);
    return found < 0 ? cucore__py_error_clear() : found;
}

/* Did a Python method only pass a keyword on to a producer that does not know it?  The keyword has to be named as CPython
 * names it; max_version is DLPack's own, but copy and no keyword at all may be those of another function, which the text
 * names (rules D21).  1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_passed_on(PyObject *error, const cucore__py_request *request)
{
    static const char *const version[] = {"unexpected keyword argument 'max_version'",
                                          "'max_version' is an invalid keyword argument", NULL};
    static const char *const others[] = {"takes no keyword arguments", "unexpected keyword argument 'copy'",
                                         "'copy' is an invalid keyword argument", NULL};
    static const char *const none[] = {"takes no keyword arguments", NULL}, *const dlpack[] = {"dlpack", NULL};
    int found = cucore__py_mentions(error, version);
    if (found) return found;
    found = cucore__py_mentions(error, request->no_copy ? others : none);
    return found > 0 ? cucore__py_mentions(error, dlpack) : found;
}

/* Did the producer only stumble over a keyword?  A Python function that cannot bind its arguments leaves no traceback: one
 * tells of an error inside (rules D20, D21).  1, with request->with_version marked where it was one that the function passed
 * on, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_lacks_keyword(const cucore__py_state *state, PyObject *obj, PyObject *error,
                                             cucore__py_request *request)
{
    static const char *const words[] = {"max_version", "keyword", "positional argument",
                                        "incompatible function arguments", NULL};
    PyObject *traceback;
    int found, inside;
    if (!PyErr_GivenExceptionMatches(error, PyExc_TypeError)) return 0;
    found = cucore__py_mentions(error, words);
    if (found <= 0) return found;
    traceback = PyException_GetTraceback(error);
    Py_XDECREF(traceback);
    inside = traceback ? cucore__py_is_python_method(state, obj) : 0;
    if (inside <= 0) return inside < 0 ? -1 : 1;
    found = cucore__py_passed_on(error, request);
    if (found > 0) request->with_version |= CUCORE__PY_PASSED_ON;
    return found;
}

/* Which keywords go: max_version, which came to DLPack with copy, or copy alone.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_drop_keyword(PyObject *error, cucore__py_request *request)
{
    static const char *const version[] = {"max_version", NULL}, *const copy[] = {"copy", NULL};
    int both = 1, names_copy;
    if (request->no_copy) {
        both = cucore__py_mentions(error, version);
        names_copy = both > 0 ? cucore__py_mentions(error, copy) : 0;
        if (both < 0 || names_copy < 0) return -1;
        both = both && !names_copy;
    }
    request->no_copy = 0;
    if (both) request->with_version &= ~CUCORE__PY_SAID;
    return 0;
}

/* What may be tried after a failed call: 1 when request was changed for one more try, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_revise(const cucore__py_state *state, PyObject *obj, PyObject *error,
                                      cucore__py_request *request)
{
    int lacks = request->with_version & CUCORE__PY_SAID ? cucore__py_lacks_keyword(state, obj, error, request) : 0;
    if (lacks) return lacks < 0 || cucore__py_drop_keyword(error, request) < 0 ? -1 : 1;
    if (!request->with_stream) return 0;
    if (request->stream == CUCORE_STREAM_PER_THREAD && PyErr_GivenExceptionMatches(error, PyExc_BufferError)) {
        request->stream = CUCORE_STREAM_LEGACY; /* torch; ordered 1 -> 2 afterwards (rules D11) */
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

/* Was the guess wrong?  Producers refuse a stream that does not fit their device with one of these.  0, CUCORE__PY_WRONG_GUESS
 * with request corrected, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_guess(const cucore__py_state *state, PyObject *obj, const cucore__intake *intake,
                                           PyObject *error, cucore__py_request *request)
{
    PyObject *const refusals[] = {PyExc_ValueError, PyExc_RuntimeError, PyExc_AssertionError, PyExc_BufferError,
                                  PyExc_TypeError};
    cucore__py_request asked;
    size_t i;
    for (i = 0; i < 5 && !PyErr_GivenExceptionMatches(error, refusals[i]); i++) {
    }
    if (!request->guessed || i == 5) return 0;
    if (cucore__py_dlpack_device(state, obj, intake, &asked) < 0) return -1;
    request->guessed = 0;
    if (asked.device_type == request->device_type && asked.device_id == request->device_id) return 0;
    request->device_type = asked.device_type;
    request->device_id = asked.device_id;
    return CUCORE__PY_WRONG_GUESS;
}

/* One call of __dlpack__ after another, as far as the rules allow; each rule applies once.  NULL with an exception, or
 * without one: the guess was wrong. */
CUCORE__PRIVATE PyObject *cucore__py_ask_dlpack(const cucore__py_state *state, PyObject *obj,
                                                const cucore__intake *intake, cucore__py_request *request)
{
    PyObject *capsule, *error, *first = NULL;
    int wrong, revised;
    while (!(capsule = cucore__py_call_dlpack(state, obj, request))) {
        error = cucore__py_error_take();
        if (!error) { /* a C method that returned NULL and said nothing */
            PyErr_SetString(PyExc_SystemError, "__dlpack__ failed without an exception"); /* unreachable: as below */
            break; /* unreachable: CPython makes it a SystemError, but for types in C whose tp_getattro does so */
        }
        wrong = cucore__py_check_guess(state, obj, intake, error, request);
        if (wrong > 0) {
            Py_DECREF(error);
            break;
        }
        revised = wrong < 0 ? -1 : cucore__py_revise(state, obj, error, request);
        if (revised < 0) { /* the later exception tells more */
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
