/* ------------------------------------------------------------------------------------------- >>impl-py-interface -- */
/* python/in/interfaces.c: decodes interface dicts. */
/* The values of a dict of either interface (new references, NULL: absent or None), and what was read from them.  The
 * references are owned, since code of the producer that runs meanwhile can change the dict (rules B85). */
typedef struct cucore__py_fields {
    PyObject *values[CUCORE__PY_KEY_COUNT];
    PyObject *descr_text;
    cucore_interface c;
} cucore__py_fields;

/* Collects the values whose keys are these very strings, as interned keys are, which takes half the time of look-ups.
 * None counts as absent (rules 3.1).  No foreign code runs.  Returns the number of other keys. */
CUCORE__PRIVATE Py_ssize_t cucore__py_fields_collect_interned(const cucore__py_state *state, PyObject *dict,
                                                              cucore__py_fields *fields)
{
    PyObject *key, *value;
    Py_ssize_t at = 0, left = PyDict_Size(dict), unknown = 0;
    int i = 0;
    for (; left > 0 && PyDict_Next(dict, &at, &key, &value); left--) {
        if (state->names[i] != key) { /* names are in the order of Numba: usually it is the next one */
            for (i = 0; i < CUCORE__PY_KEY_COUNT && state->names[i] != key; i++) {
            }
        }
        if (i == CUCORE__PY_KEY_COUNT) {
            unknown++;
            continue;
        }
        if (value != Py_None) {
            Py_INCREF(value);
            fields->values[i] = value;
        }
        i++; /* another name follows the last key */
    }
    return unknown;
}

/* Collects the values of the keys that the protocol has.  -1 with an exception. */
CUCORE__PRIVATE int cucore__py_fields_collect(const cucore__py_state *state, PyObject *dict, cucore__py_fields *fields)
{
    const int other = fields->c.protocol == CUCORE_PROTOCOL_CAI ? CUCORE__PY_OFFSET : CUCORE__PY_STREAM;
    Py_ssize_t unknown = 0;
    int i;
    CUCORE__PY_LOCKED(dict, unknown = cucore__py_fields_collect_interned(state, dict, fields));
    for (i = 0; i < CUCORE__PY_KEY_COUNT && unknown; i++) {
        if (fields->values[i]) continue;
        if (cucore__py_dict_get(dict, state->names[i], &fields->values[i]) < 0) return -1;
        if (fields->values[i] == Py_None) Py_CLEAR(fields->values[i]);
    }
    Py_CLEAR(fields->values[other]);
    return 0;
}

/* Refuses a field.  `typed`: the value has the right type. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_field(const cucore__py_call *call, const char *what, PyObject *value,
                                                      int typed)
{
    PyObject *exception = typed ? CUCORE__PY_CLASS(call->how.arg, wrong_value, BufferError)
                                : CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError);
    if (value) return cucore__py_raise_value(exception, cucore__arg_name(call->how.arg), what, value);
    PyErr_Format(exception, "%s: %s, not None or absent", cucore__arg_name(call->how.arg), what);
    return -1;
}

/* Does the same for a value that was read as an integer: an exception of its __index__ stays set. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_integer(const cucore__py_call *call, const char *what, PyObject *value,
                                                        int typed)
{
    return PyErr_Occurred() ? -1 : cucore__py_bad_field(call, what, value, typed);
}

/* Raises the text of an exception, which is taken over, as another class.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_raise_as(PyObject *exception, PyObject *error)
{
    PyObject *text = PyObject_Str(error);
    Py_XDECREF(error);
    if (text) PyErr_SetObject(exception, text);
    Py_XDECREF(text);
    return -1;
}

/* Replaces the exception about a field by the class of the caller for missing fields, if the dict lacks the key.
 * Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_key(const cucore__py_call *call, int key)
{
    const cucore_py_exceptions *exceptions = call->how.arg->exceptions;
    PyObject *error;
    int found;
    if (!exceptions || !exceptions->missing_field) return -1;
    error = cucore__py_error_take();
    found = PyDict_Contains(call->value, call->state->names[key]);
    if (found) {
        cucore__py_error_put(error); /* drops the exception of the search */
        return -1;
    }
    return cucore__py_raise_as(exceptions->missing_field, error);
}

/* Replaces the exception about strides by the class of the caller for them, unless __index__ raised it.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_bad_strides(const cucore__py_call *call)
{
    const cucore_py_exceptions *exceptions = call->how.arg->exceptions;
    PyObject *error, *text;
    int ours;
    if (!exceptions || !exceptions->strides) return -1;
    error = cucore__py_error_take();
    text = PyObject_Str(error);
    ours = text && cucore__py_names_argument(text, call->how.arg);
    Py_XDECREF(text);
    PyErr_Clear();
    if (ours) return cucore__py_raise_as(exceptions->strides, error);
    cucore__py_error_put(error);
    return -1;
}

/* Refuses a dict that was read.  A typestr whose kind or size cannot be read is a wrong value. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_interface(const cucore__py_call *call, cucore_status status,
                                                             const cucore_interface *c)
{
    const cucore_error error = cucore__error;
    cucore__typestr typestr;
    const int unread = status == CUCORE_PROTOCOL && c->typestr_size && memchr("<>|=", c->typestr[0], 4) &&
                       cucore__typestr_scan(c->typestr, c->typestr_size, &typestr);
    cucore__error = error;
    if (!unread) return cucore__py_refuse_status(call->how.arg, status);
    return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, wrong_value, BufferError), "%s",
                             error.message);
}

/* Reads an integer.  -1 with the exception of its __index__, or without one: it is no integer, or does not fit (rules
 * A20). */
CUCORE__PRIVATE inline int cucore__py_to_int64(PyObject *obj, int64_t *out)
{
    int overflow = 1;
#if PY_VERSION_HEX >= 0x030C0000 && !defined(Py_LIMITED_API)
    if (PyLong_CheckExact(obj) && PyUnstable_Long_IsCompact((PyLongObject *)obj)) {
        *out = PyUnstable_Long_CompactValue((PyLongObject *)obj);
        return 0;
    }
#endif
    if (!cucore__py_is_int(obj)) return cucore__py_index_to_int64(obj, out);
    *out = PyLong_AsLongLongAndOverflow(obj, &overflow);
    return overflow ? -1 : 0;
}

/* Does the same for values from 0 to SIZE_MAX. */
CUCORE__PRIVATE inline int cucore__py_to_uint64(PyObject *obj, uint64_t *out)
{
    if (!cucore__py_is_int(obj)) return cucore__py_index_to_uint64(obj, out);
    *out = PyLong_AsSize_t(obj);
    if (*out != SIZE_MAX || !PyErr_Occurred()) return 0;
    PyErr_Clear();
    return -1;
}

/* Reads a tuple of integers.  Returns the count, or -1, as cucore__py_to_int64. */
CUCORE__PRIVATE int cucore__py_read_tuple(PyObject *tuple, int64_t *extents)
{
    Py_ssize_t i, count = CUCORE__PY_TUPLE_SIZE(tuple);
    if (count > CUCORE_MAX_NDIM) return -1;
    for (i = 0; i < count; i++)
        if (cucore__py_to_int64(CUCORE__PY_TUPLE_ITEM(tuple, i), &extents[i]) < 0) return -1;
    return (int)count;
}

/* Reads a tuple of integers, or a list as old producers send it.  Returns the count, or -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_read_extents(const cucore__py_call *call, const char *what, PyObject *value,
                                                   int64_t *extents)
{
    PyObject *tuple;
    int count = -1;
    if (value && PyTuple_Check(value)) {
        count = cucore__py_read_tuple(value, extents);
    } else if (value && PyList_Check(value)) {
        tuple = PySequence_Tuple(value);
        if (!tuple) return -1;
        count = cucore__py_read_tuple(tuple, extents);
        Py_DECREF(tuple);
    }
    return count < 0 ? cucore__py_bad_integer(call, what, value, value && (PyTuple_Check(value) || PyList_Check(value)))
                     : count;
}

#define CUCORE__PY_DIGITS_OF(number) #number
#define CUCORE__PY_DIGITS(number) CUCORE__PY_DIGITS_OF(number)

CUCORE__PRIVATE int cucore__py_read_shape(const cucore__py_call *call, cucore__py_fields *fields, cucore_layout *room)
{
    int count = cucore__py_read_extents(
        call, "shape must be a tuple of at most " CUCORE__PY_DIGITS(CUCORE_MAX_NDIM) " ints of 64 bits",
        fields->values[CUCORE__PY_SHAPE], room->shape);
    if (count < 0) return -1;
    fields->c.ndim = count;
    fields->c.shape = room->shape;
    if (!fields->values[CUCORE__PY_STRIDES]) return 0;
    count = cucore__py_read_extents(call, "strides must be None or a tuple of ints of 64 bits, in bytes",
                                    fields->values[CUCORE__PY_STRIDES], room->strides);
    fields->c.strides = room->strides;
    if (count == fields->c.ndim) return 0;
    if (count >= 0)
        cucore__py_bad_field(call, "strides must have one entry per axis of shape", fields->values[CUCORE__PY_STRIDES],
                             1);
    return cucore__py_bad_strides(call);
}

CUCORE__PRIVATE int cucore__py_read_typestr(const cucore__py_call *call, cucore__py_fields *fields)
{
    PyObject *typestr = fields->values[CUCORE__PY_TYPESTR];
    Py_ssize_t length = 0;
    if (!typestr || !PyUnicode_Check(typestr)) return cucore__py_bad_field(call, "typestr must be a str", typestr, 0);
#if !defined(Py_LIMITED_API)
    if (PyUnicode_IS_COMPACT_ASCII(typestr)) {
        fields->c.typestr = (const char *)PyUnicode_DATA(typestr);
        fields->c.typestr_size = (size_t)PyUnicode_GET_LENGTH(typestr);
        return 0;
    }
#endif
    fields->c.typestr = PyUnicode_AsUTF8AndSize(typestr, &length);
    fields->c.typestr_size = (size_t)length;
    if (fields->c.typestr) return 0;
    if (!PyErr_ExceptionMatches(PyExc_UnicodeError)) return -1;
    return cucore__py_bad_field(call, "typestr must be ASCII", typestr, 1);
}

CUCORE__PRIVATE int cucore__py_read_address(const cucore__py_call *call, cucore__py_fields *fields)
{
    static const char what[] = "data must be (address, read-only flag), the address an int from 0 to 2^64 - 1";
    PyObject *data = fields->values[CUCORE__PY_DATA], *address, *flag;
    int readonly;
    if (!data || !PyTuple_Check(data) || CUCORE__PY_TUPLE_SIZE(data) != 2)
        return cucore__py_bad_field(call, what, data, data && PyTuple_Check(data));
    address = CUCORE__PY_TUPLE_ITEM(data, 0);
    if (address != Py_None) { /* None is legal if the array is empty, as NULL is (rules B17) */
        if (cucore__py_to_uint64(address, &fields->c.data) < 0)
            return cucore__py_bad_integer(call, what, data, PyLong_Check(address));
    }
    flag = CUCORE__PY_TUPLE_ITEM(data, 1);
    readonly = flag == Py_True ? 1 : flag == Py_False ? 0 : PyObject_IsTrue(flag);
    fields->c.readonly = readonly > 0;
    return readonly < 0 ? -1 : 0;
}

CUCORE__PRIVATE int cucore__py_read_version(const cucore__py_call *call, const cucore__py_fields *fields)
{
    PyObject *version = fields->values[CUCORE__PY_VERSION], *number;
    int overflow = 0, valid;
    if (version == call->state->ints[3] || version == call->state->ints[2]) return 0;
    number = cucore__py_index(version);
    valid = number && (PyLong_AsLongAndOverflow(number, &overflow) >= 0 || overflow > 0);
    Py_XDECREF(number);
    return valid ? 0
                 : cucore__py_bad_integer(call, "version must be an int, 0 or more", version,
                                          version && PyLong_Check(version));
}

CUCORE__PRIVATE int cucore__py_read_stream(const cucore__py_call *call, cucore__py_fields *fields)
{
    PyObject *stream = fields->values[CUCORE__PY_STREAM];
    if (!stream) return 0;
    fields->c.has_stream = 1;
    if (cucore__py_to_uint64(stream, &fields->c.stream) == 0) return 0;
    return cucore__py_bad_integer(call, "stream must be None, 1, 2 or the handle of a stream", stream,
                                  PyLong_Check(stream));
}

/* Reads the fields that both interfaces have.  `room` takes shape and strides. */
CUCORE__PRIVATE int cucore__py_read_common(const cucore__py_call *call, cucore__py_fields *fields, cucore_layout *room)
{
    PyObject *descr;
    Py_ssize_t length = 0;
    if (!PyDict_Check(call->value)) {
        return cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError),
                                      "the interface must be a dict, not '%U'", call->value);
    }
    if (cucore__py_fields_collect(call->state, call->value, fields) < 0) return -1;
    if (cucore__py_read_version(call, fields) < 0) return cucore__py_bad_key(call, CUCORE__PY_VERSION);
    if (cucore__py_read_shape(call, fields, room) < 0) return cucore__py_bad_key(call, CUCORE__PY_SHAPE);
    if (cucore__py_read_typestr(call, fields) < 0) return cucore__py_bad_key(call, CUCORE__PY_TYPESTR);
    descr = fields->values[CUCORE__PY_DESCR];
    if (descr && !PyList_Check(descr)) return cucore__py_bad_field(call, "descr must be a list of fields", descr, 0);
    if (descr && fields->c.typestr_size >= 2 && fields->c.typestr[1] == 'V') { /* elsewhere it repeats the typestr */
        fields->descr_text = PyObject_Repr(descr);
        if (fields->descr_text) fields->c.descr = PyUnicode_AsUTF8AndSize(fields->descr_text, &length);
        fields->c.descr_size = (size_t)length;
        if (!fields->c.descr) return -1;
    }
    if (!fields->values[CUCORE__PY_MASK]) return 0;
    /* The type is quoted, not the value: the text of an array on a device is made of a copy, after a wait.  Neither
     * interface allows False for "no mask" (rules 3.1, B99). */
    return cucore__py_refuse_type(call->how.arg, cucore__py_class_of_mask(call->how.arg),
                                  "mask must be None or absent, not of type '%U': masked elements are no data",
                                  fields->values[CUCORE__PY_MASK]);
}

/* Makes a decoded view own its producer. */
CUCORE__PRIVATE void cucore__py_own_producer(const cucore__py_call *call, const cucore__py_fields *fields)
{
    cucore_view *const view = call->out;
    Py_INCREF(call->obj);
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) {
        view->descr = fields->values[fields->c.typestr[1] == 'V' ? CUCORE__PY_DESCR : CUCORE__PY_TYPESTR];
        Py_XINCREF((PyObject *)view->descr);
    }
    cucore__view_own(view, call->obj,
                     view->private_.release ? view->private_.release /* a buffer is held as well */
                                            : cucore__py_release_object);
}

/* Returns 1 if there are elements about which the driver has to be asked. */
CUCORE__PRIVATE int cucore__py_needs_driver(const cucore__py_call *call, const cucore_interface *c)
{
    int i;
    for (i = 0; i < c->ndim && c->shape[i]; i++) {
    }
    return i == c->ndim && !(call->how.flags & CUCORE_TRUST_PRODUCER);
}

/* Returns a key as cucore__py_memory_key does, for device memory: a dict does not report the kind of memory.  0: the
 * driver has to be asked. */
CUCORE__PRIVATE unsigned cucore__py_typestr_key(const cucore__py_call *call, const cucore_interface *c)
{
    const unsigned asks = CUCORE_TRUST_PRODUCER | CUCORE_ON_DEVICE_ID | CUCORE_HOST_ACCESSIBLE;
    if (c->typestr_size != 3 || (call->how.flags & asks) || cucore__driver_state.device_count != 1) return 0;
    return (unsigned)(unsigned char)c->typestr[0] << 16 | (unsigned)(unsigned char)c->typestr[1] << 8 |
           (unsigned)(unsigned char)c->typestr[2];
}

/* Reads the interface again with the device of the data current, for libraries whose interface names the current stream
 * of the current device (CuPy).  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_read_stream_there(const cucore__py_call *call)
{
    cucore_context_guard guard;
    PyObject *dict = NULL, *stream = NULL;
    uint64_t handle = 0;
    int found;
    cucore_status status = cucore__context_enter_device(call->out->device_id, &guard);
    if (status) return cucore__py_refuse_status(call->how.arg, status);
    if (!guard.private_[0]) return 0;
    found = cucore__py_get_optional(call->obj, call->state->names[CUCORE__PY_CAI], &dict);
    cucore_context_leave(&guard);
    if (found > 0)
        found = PyDict_Check(dict) ? cucore__py_dict_get(dict, call->state->names[CUCORE__PY_STREAM], &stream) : 0;
    if (found > 0 && stream != Py_None) {
        if (cucore__py_to_uint64(stream, &handle) < 0) found = PyErr_Occurred() ? -1 : 0;
        if (handle && cucore__stream_check((CUstream)(uintptr_t)handle) == CUCORE_OK)
            call->out->producer_stream = (CUstream)(uintptr_t)handle;
    }
    Py_XDECREF(stream);
    Py_XDECREF(dict);
    return found < 0 ? -1 : 0;
}

/* Decodes an interface that was refused, if a stride is no multiple of the itemsize and the intake allows that, as
 * bytes with one more axis.  `view` has the dtype and its protocol; `refused` is the status to return otherwise. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_decode_odd(const cucore__py_call *call, cucore__py_fields *fields,
                                                                 int *plain, cucore_status refused, cucore_view *view)
{
    const cucore_dtype dtype = view->dtype;
    const uint8_t protocol = view->protocol, padded = view->padded, swapped = view->byte_swapped;
    const int ndim = fields->c.ndim;
    cucore__intake how = call->how;
    cucore_arg any = *how.arg;
    cucore_interface bytes = fields->c;
    cucore_layout room;
    cucore_status status;
    int i, odd = 0;
    if (refused != CUCORE_UNSUPPORTED || !(any.flags & CUCORE__PY_ODD) || !fields->c.strides || dtype.itemsize < 2)
        return refused;
    if (cucore__py_read_shape(call, fields, &room) < 0 || fields->c.ndim != ndim || ndim >= CUCORE_MAX_NDIM) {
        PyErr_Clear(); /* unreachable: it was read before */
        return refused;
    }
    for (i = 0; i < ndim; i++) odd |= room.shape[i] > 1 && room.strides[i] % (int64_t)dtype.itemsize;
    if (!odd) return refused;
    room.shape[ndim] = (int64_t)dtype.itemsize;
    room.strides[ndim] = 1;
    bytes.ndim = ndim + 1;
    bytes.shape = room.shape;
    bytes.strides = room.strides;
    bytes.typestr = "|u1";
    bytes.typestr_size = 3;
    bytes.descr = NULL;
    any.flags = (any.flags & ~CUCORE__ARG_ASKS) | CUCORE_ALLOW_UNALIGNED;
    any.dtypes = any.shape = NULL;
    how.arg = &any;
    how.of_call = NULL;
    cucore__view_clear(view);
    view->protocol = protocol;
    status = cucore__interface_decode(&bytes, &how, plain, view);
    if (status) return status;
    view->dtype = dtype;
    view->padded = padded;
    view->byte_swapped = swapped;
    view->layout.ndim = ndim;
    return cucore__py_view_odd(view, room.shape, room.strides, call->how.arg, call->how.of_call);
}

/* Decodes a CUDA Array Interface.  The driver is asked about the first array of a type and dtype; if it was plain
 * device memory, the others count as such.  Before the driver is loaded, the typestr is checked. */
CUCORE__PRIVATE int cucore__py_decode_cai(const cucore__py_call *call, cucore__py_fields *fields)
{
    cucore_view *const out = call->out;
    const cucore_interface *c = &fields->c;
    cucore_dtype dtype;
    cucore_status status = CUCORE_OK;
    unsigned key;
    uint8_t swapped;
    int plain, verified;
    if (cucore__py_read_common(call, fields, &out->layout) < 0) return -1;
    if (cucore__py_read_address(call, fields) < 0) return cucore__py_bad_key(call, CUCORE__PY_DATA);
    if (cucore__py_read_stream(call, fields) < 0) return -1;
    if (!cucore__driver_state.device_count && cucore__py_needs_driver(call, c)) {
        if (!cucore_driver_is_loaded())
            status = cucore__typestr_of_array(c->typestr, c->typestr_size, &call->how, &dtype, &swapped);
        if (!status) status = cucore__py_load_driver();
        if (status) return cucore__py_refuse_interface(call, status, c);
    }
    key = cucore__py_typestr_key(call, c);
    verified = plain = cucore__py_is_verified(&call->info, key);
    out->protocol = CUCORE_PROTOCOL_CAI;
    status = cucore__interface_decode(c, &call->how, &plain, out);
    if (status) status = cucore__py_decode_odd(call, fields, &plain, status, out);
    if (status) {
        cucore__view_clear(out);
        return cucore__py_refuse_interface(call, status, c);
    }
    if (!verified && plain && out->device_type == CUCORE_DEVICE_TYPE_CUDA && out->device_id == 0)
        cucore__py_set_verified(&call->info, key);
    cucore__py_own_producer(call, fields);
    if (!out->has_producer_stream) return 0;
    if (c->has_stream && cucore__driver_state.device_count > 1 && out->device_id >= 0 &&
        call->how.stream != CUCORE_STREAM_NO_SYNC && cucore__py_read_stream_there(call) < 0) {
        return cucore__py_release_failed(out);
    }
    return cucore__py_order(call) < 0 ? cucore__py_release_failed(out) : 0;
}

/* Finds the address in a buffer, `data` or the object itself, at `offset`.  The buffer is held in
 * out->private_.storage. */
CUCORE__PRIVATE int cucore__py_read_host_buffer(const cucore__py_call *call, cucore__py_fields *fields)
{
    PyObject *source = fields->values[CUCORE__PY_DATA] ? fields->values[CUCORE__PY_DATA] : call->obj;
    PyObject *offset = fields->values[CUCORE__PY_OFFSET];
    Py_buffer *buffer = (Py_buffer *)(void *)call->out->private_.storage;
    uint64_t start = 0;
    if (offset && cucore__py_to_uint64(offset, &start) < 0)
        return cucore__py_bad_integer(call, "offset must be an int, 0 or more", offset, PyLong_Check(offset));
    if (source == call->obj && !PyObject_CheckBuffer(call->obj)) {
        return cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, missing_field, BufferError),
                                      "__array_interface__ has no data, and '%U' has no buffer of its own", call->obj);
    }
    if (PyObject_GetBuffer(source, buffer, PyBUF_SIMPLE) < 0) return -1;
    cucore__view_own(call->out, NULL, cucore__py_release_buffer);
    if (start > (uint64_t)buffer->len)
        return cucore__py_bad_field(call, "offset must lie inside the buffer of data", offset, 1);
    fields->c.data = (uint64_t)(uintptr_t)buffer->buf + start;
    fields->c.readonly = buffer->readonly;
    return 0;
}

/* Checks that all elements lie inside the buffer. */
CUCORE__PRIVATE cucore_status cucore__py_check_inside(const cucore_view *view, const Py_buffer *buffer)
{
    int64_t min = 0, max = -1, itemsize = view->layout.itemsize;
    int64_t start = (int64_t)((const char *)view->ptr - (const char *)buffer->buf);
    cucore_status status = cucore_layout_offset_bounds(&view->layout, &min, &max);
    if (status || max < min) return status;
    if (start + min * itemsize >= 0 && (max + 1) * itemsize <= (int64_t)buffer->len - start) return CUCORE_OK;
    return cucore_fail(CUCORE_PROTOCOL, "the array reaches from byte %lld to %lld of a buffer of %lld bytes",
                       (long long)(start + min * itemsize), (long long)(start + (max + 1) * itemsize - 1),
                       (long long)buffer->len);
}

/* Decodes into another view, since `out` already holds the buffer. */
CUCORE__PRIVATE cucore_status cucore__py_decode_host(const cucore__py_call *call, cucore__py_fields *fields)
{
    cucore_view *const out = call->out;
    cucore_view decoded;
    const Py_buffer *buffer = (const Py_buffer *)(const void *)out->private_.storage;
    cucore_status status;
    int plain = 0;
    cucore__view_clear(&decoded);
    decoded.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    status = cucore__interface_decode(&fields->c, &call->how, &plain, &decoded);
    if (status) status = cucore__py_decode_odd(call, fields, &plain, status, &decoded);
    if (!status && out->private_.release) status = cucore__py_check_inside(&decoded, buffer);
    if (status) return status;
    out->ptr = decoded.ptr;
    out->dtype = decoded.dtype;
    out->readonly = decoded.readonly;
    out->padded = decoded.padded;
    out->byte_swapped = decoded.byte_swapped;
    out->protocol = decoded.protocol;
    cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    cucore__layout_copy(&out->layout, &decoded.layout);
    return CUCORE_OK;
}

/* Reads the dtype of a typestr V, W or f1 from the name of NumPy's dtype, which is more exact (rules 4.4, A18,
 * B111). */
CUCORE__PRIVATE int cucore__py_read_dtype_name(const cucore__py_call *call, cucore__py_fields *fields, PyObject **keep)
{
    PyObject *dtype = NULL;
    Py_ssize_t length = 0;
    const char *name;
    cucore_dtype known;
    cucore__typestr typestr;
    if (cucore__typestr_scan(fields->c.typestr, fields->c.typestr_size, &typestr)) return 0;
    if (typestr.kind != 'V' && typestr.kind != 'W' && !(typestr.kind == 'f' && typestr.size == 1)) return 0;
    dtype = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_DTYPE]);
    *keep = dtype ? PyObject_GetAttr(dtype, call->state->names[CUCORE__PY_NAME]) : NULL;
    Py_XDECREF(dtype);
    if (!*keep) return -1;
    name = PyUnicode_Check(*keep) ? PyUnicode_AsUTF8AndSize(*keep, &length) : NULL;
    if (!name) return PyErr_Occurred() ? -1 : 0;
    if (cucore_dtype_from_name(name, (size_t)length, &known) || known.itemsize != typestr.size) return 0;
    fields->c.typestr = name;
    fields->c.typestr_size = (size_t)length;
    return 0;
}

/* Decodes an __array_interface__. `named`: the object is a numpy.ndarray, whose dtype has a name. */
CUCORE__PRIVATE int cucore__py_decode_array_interface(const cucore__py_call *call, int named, cucore__py_fields *fields)
{
    PyObject *name = NULL;
    PyObject *data;
    cucore_status status;
    int failed;
    if (cucore__py_read_common(call, fields, &call->out->layout) < 0) return -1;
    data = fields->values[CUCORE__PY_DATA];
    failed =
        data && PyTuple_Check(data) ? cucore__py_read_address(call, fields) : cucore__py_read_host_buffer(call, fields);
    if (!failed && named) failed = cucore__py_read_dtype_name(call, fields, &name);
    if (!failed) {
        status = cucore__py_decode_host(call, fields);
        if (status) failed = cucore__py_refuse_interface(call, status, &fields->c);
    }
    Py_XDECREF(name);
    if (failed) return cucore__py_release_failed(call->out);
    cucore__py_own_producer(call, fields);
    return 0;
}

/* Decodes call->value, the interface. */
CUCORE__PRIVATE int cucore__py_from_interface(cucore__py_call *call, int protocol, int named)
{
    cucore__py_fields fields;
    int i, result;
    memset(&fields, 0, sizeof fields);
    fields.c.protocol = protocol;
    result = protocol == CUCORE_PROTOCOL_CAI ? cucore__py_decode_cai(call, &fields)
                                             : cucore__py_decode_array_interface(call, named, &fields);
    for (i = 0; i < CUCORE__PY_KEY_COUNT; i++) Py_XDECREF(fields.values[i]);
    Py_XDECREF(fields.descr_text);
    return result;
}

CUCORE__PRIVATE int cucore__py_from_cai(cucore__py_call *call)
{
    return cucore__py_from_interface(call, CUCORE_PROTOCOL_CAI, 0);
}

CUCORE__PRIVATE int cucore__py_from_array_interface(cucore__py_call *call)
{
    return cucore__py_from_interface(call, CUCORE_PROTOCOL_ARRAY_INTERFACE, 0);
}
