/* python/in/twin.c: takes arrays of the CPU by their buffer, once that has shown the array that __dlpack__ shows: a
 * quarter of the time for JAX (rules B136). */
/* Returns what is known of the buffers of a type: CUCORE__PY_TWIN_.... */
CUCORE__PRIVATE unsigned cucore__py_twin(const cucore__py_type_info *info)
{
    uint64_t twin = info->slot ? CUCORE__LOAD(&info->slot->twin) : 0;
    return twin >> 32 == info->version ? (unsigned)twin : 0;
}

CUCORE__PRIVATE void cucore__py_set_twin(const cucore__py_type_info *info, unsigned twin)
{
    if (info->slot) CUCORE__STORE(&info->slot->twin, (uint64_t)info->version << 32 | twin);
}

/* Returns 1 if an argument may come by a buffer: none that is written to, or that names DLPack. */
CUCORE__PRIVATE inline int cucore__py_twin_may_serve(const cucore__py_call *call)
{
    const uint64_t others =
        CUCORE_BY_DLPACK | CUCORE_WRITE | CUCORE_NEVER_COPY | CUCORE_ALLOW_UNPROVEN_WRITE | CUCORE_KEEP_CAPSULE;
    return call->info.traits.facts & CUCORE__PY_HAS_TWIN && !(call->how.flags & others);
}

/* Returns 1 if an array of TensorFlow is on the CPU of this process: its buffer would be a copy of the memory of
 * another device.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_twin_is_here(const cucore__py_call *call)
{
    static const char first[] = "/job:localhost/", last[] = "/device:CPU:0";
    PyObject *device = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_BACKING_DEVICE]);
    Py_ssize_t length = 0;
    const char *text = device && PyUnicode_Check(device) ? PyUnicode_AsUTF8AndSize(device, &length) : NULL;
    const int here = text && length > (Py_ssize_t)(sizeof first + sizeof last) &&
                     memcmp(text, first, sizeof first - 1) == 0 && strcmp(text + length - sizeof last + 1, last) == 0;
    Py_XDECREF(device);
    return PyErr_Occurred() ? cucore__py_error_clear() : here;
}

/* Returns 1 if numbers of TensorFlow are what their buffer shows: quantized integers (types.proto, 11 to 13, 15, 16)
 * look like plain ones.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_twin_is_plain(const cucore__py_call *call, cucore_dtype dtype)
{
    PyObject *args[2], *number;
    long type;
    if ((dtype.code != CUCORE_CODE_INT && dtype.code != CUCORE_CODE_UINT) || dtype.bits > 32) return 1;
    args[0] = NULL;
    args[1] = call->obj;
    number = cucore__py_call_method(call->state->names[CUCORE__PY_DATATYPE], args + 1, NULL);
    type = number && PyLong_Check(number) ? PyLong_AsLong(number) : 11;
    Py_XDECREF(number);
    return PyErr_Occurred() ? cucore__py_error_clear() : type < 11 || type > 16;
}

/* Returns 1 if memory is ordinary: the buffer of JAX does not tell pinned memory, which the driver knows. */
CUCORE__PRIVATE inline int cucore__py_twin_is_ordinary(const cucore_view *view)
{
    cucore_pointer_info info;
    if (cucore__driver_state.device_count < 1) return 1;
    return !cucore__pointer_attributes(view->ptr, 3, &info) && info.device_type == CUCORE_DEVICE_TYPE_CPU;
}

/* Takes the buffer into a cleared view, which may be moved, as one that owns a tensor.  0; CUCORE__PY_DECLINED: the
 * view is cleared, and __dlpack__ has to tell, also why the argument is refused; CUCORE__PY_FAILED with an
 * exception. */
CUCORE__PRIVATE int cucore__py_twin_take(const cucore__py_call *call, cucore_view *out)
{
    const unsigned facts = call->info.traits.facts, twin = cucore__py_twin(&call->info);
    const int is_placed = (facts & CUCORE__PY_IS_PLACED) != 0;
    int here = is_placed ? cucore__py_twin_is_here(call) : 1, fits;
    cucore__py_held *held;
    cucore_status status;
    if (here <= 0) return here < 0 ? CUCORE__PY_FAILED : CUCORE__PY_DECLINED;
    held = (cucore__py_held *)malloc(sizeof *held);
    if (!held) return CUCORE__PY_DECLINED;
    held->other = NULL;
    if (PyObject_GetBuffer(call->obj, &held->buffer, PyBUF_FULL_RO) < 0) {
        free(held);
        cucore__py_set_twin(&call->info, twin | CUCORE__PY_TWIN_DOUBT);
        return cucore__py_error_clear() < 0 ? CUCORE__PY_FAILED : CUCORE__PY_DECLINED;
    }
    status = cucore__buffer_decode(&held->buffer, call->how.arg, call->how.of_call, out);
    if (!status && !cucore__layout_is_empty(&out->layout)) {
        fits = out->dtype.code < CUCORE_CODE_OPAQUE && !cucore__py_is_odd(out) && out->readonly;
        if (fits) fits = is_placed ? cucore__py_twin_is_plain(call, out->dtype) : cucore__py_twin_is_ordinary(out);
        if (fits > 0) {
            cucore__view_own_wrapped(out, held, cucore__py_free_held);
            return CUCORE__PY_DONE;
        }
        if (!fits) cucore__py_set_twin(&call->info, twin | CUCORE__PY_TWIN_DOUBT);
    }
    cucore__py_drop_held(held);
    cucore__view_clear(out);
    return PyErr_Occurred() ? CUCORE__PY_FAILED : CUCORE__PY_DECLINED;
}

/* Takes an object by its buffer if its type is known to show the same by it, the last array was on the CPU, and the
 * driver may be asked.  CUCORE__PY_DECLINED: __dlpack__ has to be called. */
CUCORE__PRIVATE int cucore__py_from_twin(const cucore__py_call *call)
{
    const unsigned twin = cucore__py_twin(&call->info), habits = cucore__py_habits(&call->info);
    int result;
    if ((twin & (CUCORE__PY_TWIN_EQUAL | CUCORE__PY_TWIN_DOUBT)) != CUCORE__PY_TWIN_EQUAL) return CUCORE__PY_DECLINED;
    if (call->how.flags & CUCORE_TRUST_PRODUCER && cucore__driver_state.device_count > 0) return CUCORE__PY_DECLINED;
    if ((habits & (CUCORE__PY_KNOWS_DEVICE | CUCORE__PY_DOUBT)) != CUCORE__PY_KNOWS_DEVICE ||
        (habits >> 8 & 0xFF) != CUCORE_DEVICE_TYPE_CPU) {
        return CUCORE__PY_DECLINED;
    }
    result = cucore__py_twin_take(call, call->out);
    if (result != CUCORE__PY_DONE) return result;
    call->out->unproven = (twin & CUCORE__PY_TWIN_UNPROVEN) != 0;
    if (call->info.traits.facts & CUCORE__PY_IS_JAX) call->out->producer_stream = CUCORE_STREAM_NO_SYNC;
    return result;
}

/* Returns 1 if two views show the same array in the same way, whoever owns it. */
CUCORE__PRIVATE int cucore__py_twin_is_equal(const cucore_view *a, const cucore_view *b)
{
    int i, same = a->ptr == b->ptr && cucore_dtype_is_equal(a->dtype, b->dtype) && a->padded == b->padded &&
                  a->device_type == b->device_type && a->readonly == b->readonly && a->copied == b->copied &&
                  a->layout.ndim == b->layout.ndim;
    for (i = 0; same && i < a->layout.ndim; i++) {
        same = a->layout.shape[i] == b->layout.shape[i] &&
               (a->layout.shape[i] == 1 || a->layout.strides[i] == b->layout.strides[i]);
    }
    return same;
}

/* Compares the buffer of an array of the CPU with what came by __dlpack__, which the type does for the first time, or
 * after as many arrays as CUCORE__PY_TWIN_DOUBT counts.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_learn_twin(const cucore__py_call *call)
{
    const cucore_view *const view = call->out;
    unsigned twin = cucore__py_twin(&call->info);
    cucore__py_call again = *call;
    cucore_view other;
    int result;
    if (!call->info.slot || view->device_type != CUCORE_DEVICE_TYPE_CPU || cucore__layout_is_empty(&view->layout))
        return 0;
    if (twin & CUCORE__PY_TWIN_DOUBT) {
        cucore__py_set_twin(&call->info, twin - 1);
        return 0;
    }
    if (twin & CUCORE__PY_TWIN_EQUAL) return 0;
    cucore__py_set_twin(&call->info, CUCORE__PY_TWIN_DOUBT); /* until it is known */
    if (!(call->info.traits.facts & CUCORE__PY_IS_PLACED) && cucore__driver_is_nearby()) return 0;
    again.how.of_call = NULL;
    cucore__view_clear(&other);
    result = cucore__py_twin_take(&again, &other);
    if (result != CUCORE__PY_DONE) return result == CUCORE__PY_FAILED ? -1 : 0;
    if (cucore__py_twin_is_equal(view, &other)) {
        twin = CUCORE__PY_TWIN_EQUAL;
        cucore__py_set_twin(&call->info, view->unproven ? twin | CUCORE__PY_TWIN_UNPROVEN : twin);
    }
    cucore_view_release(&other);
    return 0;
}
