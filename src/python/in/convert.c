/* python/in/convert.c: copies arguments that do not fit into fresh memory that does, and back; uses copy/ if that is
 * included. */
#define CUCORE__PY_MAKES (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_ALIGNED)
#define CUCORE__PY_COPIES (CUCORE__PY_MAKES | CUCORE_CAST)
/* The flags that this file implements. */
#define CUCORE__PY_FITS (CUCORE__PY_COPIES | CUCORE_FROM_ANYTHING)

/* 1 if arguments in foreign byte order are converted. */
#if defined(CUCORE_CAST_H)
enum { CUCORE__PY_SWAPS = 1 };
#else
enum { CUCORE__PY_SWAPS = 0 };
#endif

/* The list of dtypes of an argument that a conversion will read or write itself: it is taken as it is, in any byte
 * order. */
static const char cucore__py_as_it_is[] = "";

CUCORE__PRIVATE int cucore__py_convert_is_possible(const cucore_arg *arg)
{
#if !defined(CUCORE_CAST_H)
    if (arg->flags & CUCORE_CAST) {
        cucore__py_refuse(arg, PyExc_ValueError,
                          "CUCORE_CAST converts: include cucore_cast.h before the implementation of cucore_python.h");
        return 0;
    }
#endif
#if !defined(CUCORE_COPY_H)
    if (arg->flags & CUCORE__PY_MAKES) {
        cucore__py_refuse(arg, PyExc_ValueError,
                          "CUCORE_MAKE_... copies: include cucore_copy.h before the implementation of cucore_python.h");
        return 0;
    }
#endif
    (void)arg;
    return 1;
}

/* Returns the requirements on an argument that hold whether it is converted or not. */
CUCORE__PRIVATE cucore_arg cucore__py_convert_relax(const cucore_arg *arg)
{
    cucore_arg relaxed = *arg;
    relaxed.flags &= ~CUCORE__PY_FITS;
#if defined(CUCORE_COPY_H)
    if (arg->flags & CUCORE__PY_MAKES) relaxed.flags |= CUCORE__PY_ODD;
    if (arg->flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS))
        relaxed.flags &= ~(CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS);
    if (arg->flags & CUCORE_MAKE_ALIGNED) relaxed.flags |= CUCORE_ALLOW_UNALIGNED;
    if (arg->flags & CUCORE_CAST) relaxed.dtypes = NULL;
    if (!(arg->flags & CUCORE_WRITE)) relaxed.flags &= ~CUCORE_UNIQUE; /* which counts for the copy */
    if (CUCORE__PY_SWAPS && arg->flags & CUCORE__PY_COPIES) relaxed.flags |= CUCORE__PY_SWAPPED;
#endif
    return relaxed;
}

/* Marks the views of arguments as cucore__views_mark does; in debug builds also the views that are to be copied
 * back. */
CUCORE__PRIVATE inline void cucore__py_views_mark(cucore_view *views, size_t count, CUstream stream)
{
#if defined(CUCORE_DEBUG)
    cucore__views_mark(views, count, stream);
#if defined(CUCORE_COPY_H)
    for (size_t i = 0; i < count; i++) {
        if (cucore__py_is_converted(&views[i]) && ((const cucore__py_conversion *)views[i].private_.owner)->writes)
            views[i].private_.access = views[i].private_.owner;
    }
#endif
#else
    (void)views, (void)count, (void)stream;
#endif
}

#if defined(CUCORE_COPY_H)
/* Sets `out` to the dtype that the argument is to have: its own, if the list contains that. */
CUCORE__PRIVATE cucore_status cucore__py_cast_target(const cucore_arg *arg, const cucore_call *of_call,
                                                     const cucore_view *view, cucore_dtype *out)
{
    const int back = (arg->flags & CUCORE_WRITE) != 0;
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype;
    int can_be_cast = 0; /* the dtype, and one of the list, are of numbers that a cast knows */
    cucore_error error;
    cucore_status status = cucore__check_dtype(view, arg, of_call);
    *out = view->dtype;
    if (status != CUCORE_WRONG_DTYPE) return status;
    error = *cucore_last_error();
    while (cucore__token_next(&cursor, ' ', &token)) {
        status = cucore__dtype_of_token(view, arg, of_call, &token, &dtype);
        if (status) return status; /* unreachable: checked already */
        can_be_cast |= cucore__dtype_rank(view->dtype) >= 0 && cucore__dtype_rank(dtype) >= 0;
        if (!cucore__dtype_can_cast(view->dtype, dtype, back)) continue;
        *out = dtype;
        return CUCORE_OK;
    }
    if (!can_be_cast) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "%.400s; a conversion is between bool, integers, floats and complex numbers of one lane%s",
                           error.message,
                           view->dtype.lanes > 1 ? ", which cucore_layout_repack makes of several in C" : "");
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "%.400s, which cannot be cast to that by the rule same_kind%s",
                       error.message, back ? ", and back" : "");
}

CUCORE__PRIVATE int cucore__py_is_real_stream(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* Shows the bytes of the elements, with one more axis. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_bytes_of(const cucore_view *view, cucore_view *out)
{
    cucore_layout *layout = &out->layout;
    int i;
    memset(&out->private_, 0, sizeof out->private_);
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(layout, &view->layout);
    out->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    out->pep3118_format = NULL;
    out->descr = NULL;
    out->byte_swapped = 0;
    if (cucore__py_is_odd(view)) return;
    for (i = 0; i < layout->ndim; i++) layout->strides[i] *= layout->itemsize; /* fits: the elements have addresses */
    layout->shape[layout->ndim] = layout->itemsize;
    layout->strides[layout->ndim++] = 1;
    layout->itemsize = 1;
    layout->itembits = 8;
}

/* Copies the elements.  If the caller has no stream, the copy is complete on return, made on the legacy default stream
 * of the device. */
CUCORE__PRIVATE cucore_status cucore__py_convert_copy(const cucore_view *dst, const cucore_view *src, CUstream stream)
{
    cucore_copy_options options;
    cucore_view bytes[2];
    if (cucore__py_is_odd(dst) || cucore__py_is_odd(src)) {
        cucore__py_bytes_of(dst, &bytes[0]);
        cucore__py_bytes_of(src, &bytes[1]);
        dst = &bytes[0];
        src = &bytes[1];
    }
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_CAST;
    options.blocking = cucore__py_is_real_stream(stream) ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_YES;
    if (!cucore__py_is_real_stream(stream) && cucore__device_is_cuda(dst->device_type)) stream = CUCORE_STREAM_LEGACY;
    return cucore_view_copy(dst, src, stream, &options);
}

/* Decides whether an argument has to be converted.  If so, the view shows what it will be, except for ptr, which stays
 * until cucore__py_convert_end: views are ordered by it.  On -1, with an exception, the view has to be released. */
CUCORE__PRIVATE int cucore__py_convert_begin(const cucore_arg *arg, const cucore_call *of_call, cucore_view *view)
{
    const char order = arg->flags & CUCORE_MAKE_C_CONTIGUOUS ? 'C' : arg->flags & CUCORE_MAKE_F_CONTIGUOUS ? 'F' : 'K';
    const int writes = (arg->flags & CUCORE_WRITE) != 0;
    cucore__py_conversion *conversion;
    cucore_call none;
    cucore_dtype dtype = view->dtype;
    cucore_status status = CUCORE_OK;
    const int odd = cucore__py_is_odd(view), swapped = view->byte_swapped && view->dtype.code < CUCORE_CODE_OPAQUE;
    int fits;
    if (arg->dtypes == cucore__py_as_it_is) return 0;
    none.args = NULL;
    if (arg->flags & CUCORE_CAST && arg->dtypes)
        status = cucore__py_cast_target(arg, of_call ? of_call : &none, view, &dtype);
    if (!status && odd && (swapped || !cucore_dtype_is_equal(dtype, view->dtype))) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "strides that are no multiple of the itemsize: the elements can be copied, but not cast");
    }
    fits = !odd && !swapped && cucore_dtype_is_equal(dtype, view->dtype) &&
           (order != 'C' || cucore_layout_is_c_contiguous(&view->layout)) &&
           (order != 'F' || cucore_layout_is_f_contiguous(&view->layout)) &&
           (!(arg->flags & CUCORE_MAKE_ALIGNED) || cucore_view_is_aligned(view));
    if (!status && (fits ? (arg->flags & CUCORE_UNIQUE) != 0 : writes)) status = cucore__check_unique(view, arg, NULL);
    if (status || fits) return status ? cucore__py_refuse_status(arg, status) : 0;
    conversion = (cucore__py_conversion *)malloc(sizeof *conversion);
    if (!conversion) {
        PyErr_NoMemory();
        return -1;
    }
    memset(&conversion->memory, 0, sizeof conversion->memory);
    memset(&conversion->original.private_, 0, sizeof conversion->original.private_);
    memcpy(&conversion->original, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&conversion->original.layout, &view->layout);
    conversion->owner = view->private_.owner;
    conversion->release = view->private_.release;
    conversion->writes = writes;
    view->converted |= 1;
    if (swapped) view->byte_swapped = 0;
    cucore__view_own(view, conversion, cucore__py_release_conversion);
    if (odd) { /* the axes as they are, without the one of bytes */
        view->layout.ndim--;
        view->layout.itemsize = (int64_t)dtype.itemsize;
        view->layout.itembits = 8 * (int64_t)dtype.itemsize;
    }
    status = cucore_layout_make_like(odd ? &view->layout : &conversion->original.layout, order, &view->layout);
    if (!cucore_dtype_is_equal(dtype, view->dtype)) {
        view->dtype = dtype;
        view->padded = dtype.bits < 8; /* as NumPy has them */
        view->layout.itemsize = dtype.itemsize;
        view->layout.itembits = 8 * (int64_t)dtype.itemsize;
    }
    return status ? cucore__py_refuse_status(arg, status) : 0;
}

CUCORE__PRIVATE cucore_status cucore__py_convert_allocate(cucore__py_conversion *conversion, const cucore_view *view,
                                                          CUstream stream)
{
    int64_t nbytes = cucore_layout_nbytes(&view->layout);
    cucore_array_spec spec;
    if (nbytes < 0) return cucore_last_error()->status;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    spec.ndim = 1;
    spec.shape = &nbytes;
    spec.device_type = view->device_type;
    spec.device_id = view->device_id < 0 ? CUCORE_DEVICE_CURRENT : view->device_id;
    return cucore_view_allocate(&spec, NULL, cucore__py_is_real_stream(stream) ? stream : CUCORE_STREAM_LEGACY,
                                &conversion->memory);
}

/* Makes the producer wait for the part of a copy that was begun before it failed. */
CUCORE__PRIVATE void cucore__py_convert_abandon(const cucore_view *original, CUstream stream)
{
    const cucore_error error = *cucore_last_error();
    (void)cucore__view_finish(original, stream);
    cucore__error = error;
}

/* Makes the copy, after the view was ordered before `stream`.  On -1, with an exception, the view has to be
 * released. */
CUCORE__PRIVATE int cucore__py_convert_end(const cucore_arg *arg, CUstream stream, cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    cucore_status status;
    if (cucore__is_read_on_host(arg->flags, stream)) stream = CUCORE_STREAM_HOST;
    if (cucore__layout_is_empty(&view->layout)) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__py_convert_allocate(conversion, view, stream);
    if (!status) {
        view->ptr = conversion->memory.ptr;
        view->readonly = 0;
        status = cucore__py_convert_copy(view, &conversion->original, stream);
        if (status) cucore__py_convert_abandon(&conversion->original, stream);
        view->readonly = !conversion->writes;
    }
    Py_END_ALLOW_THREADS
    return status ? cucore__py_refuse_status(arg, status) : 0;
}

/* Converts all arguments of a call.  If one fails, the producers wait for the copies that were begun. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_convert_args(cucore_view *views, size_t count, const cucore_arg *args,
                                                         CUstream stream)
{
    PyThreadState *thread;
    size_t i;
    for (i = 0; i < count; i++)
        if (cucore__py_is_converted(&views[i]) && cucore__py_convert_end(&args[i], stream, &views[i]) < 0) break;
    if (i == count) return 0;
    thread = PyEval_SaveThread();
    while (i-- > 0) {
        if (cucore__py_is_converted(&views[i]))
            cucore__py_convert_abandon(&((cucore__py_conversion *)views[i].private_.owner)->original, stream);
    }
    PyEval_RestoreThread(thread);
    return -1;
}

/* Copies back what was written, behind the work on `stream`, and frees the fresh memory behind that. */
CUCORE__PRIVATE int cucore__py_convert_back(cucore_view *view, CUstream stream)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    cucore_view *memory = &conversion->memory;
    cucore_status status = CUCORE_OK;
    if (!memory->private_.release) return 0;
    Py_BEGIN_ALLOW_THREADS
    if (cucore__view_is_freed_by(memory, cucore__memory_free) && cucore__py_is_real_stream(stream))
        status = cucore_buffer_use((cucore_buffer *)memory->private_.owner, stream);
    if (!status && conversion->writes) status = cucore__py_convert_copy(&conversion->original, view, stream);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise(status) : 0;
}

/* Ends the work on an argument; with `failed` nothing is copied back.  The view then shows the argument again, whose
 * producer is ordered afterwards. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_convert_finish(cucore_view *view, CUstream stream, int failed)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    int result;
    if (!cucore__py_is_converted(view)) return 0;
    if (failed) conversion->writes = 0;
    result = cucore__py_convert_back(view, stream);
    view->ptr = conversion->original.ptr;
    view->converted = 0;
    return result;
}

/* Frees the fresh memory on its stream: the view then owns the argument again. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_convert_drop(cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    const uint64_t until = view->private_.until;
    if (view->private_.release != cucore__py_release_conversion || cucore__view_is_copy(view)) return;
    cucore_view_release(&conversion->memory);
    cucore__view_own(view, conversion->owner, conversion->release);
    view->private_.until = until;
    free(conversion);
}
#endif

/* -- objects without a protocol -- */
/* Refuses elements that are objects.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_refuse_objects(PyObject *array, PyObject *obj, const cucore_arg *arg)
{
    PyObject *dtype = PyObject_GetAttrString(array, "dtype"), *type = NULL, *text = NULL;
    PyObject *has = dtype ? PyObject_GetAttrString(dtype, "hasobject") : NULL;
    int result = has ? PyObject_IsTrue(has) : -1;
    if (result > 0) type = cucore__py_full_name(Py_TYPE(obj));
    if (type) text = cucore__py_shorten(PyObject_Str(dtype));
    if (text) {
        cucore__py_refuse(arg, PyExc_TypeError,
                          "expected numbers, got '%U', of which numpy.asarray makes an array of dtype %U", type, text);
    }
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(has);
    Py_XDECREF(dtype);
    return result ? -1 : 0;
}

/* Returns what numpy.asarray makes of the object: a new reference, NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_asarray(cucore__py_state *state, PyObject *obj, const cucore_arg *arg)
{
    PyObject *function = cucore__py_constructor(state, CUCORE__PY_NUMPY_ASARRAY);
    PyObject *made = function ? PyObject_CallFunctionObjArgs(function, obj, NULL) : NULL;
    if (made && cucore__py_refuse_objects(made, obj, arg) < 0) {
        cucore__py_drop(made);
        made = NULL;
    }
    Py_XDECREF(function);
    return made;
}

/* Returns 1 for [], (), range(0) and sequences of them, of which NumPy chooses the dtype; -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_empty_sequence(PyObject *obj)
{
    Py_ssize_t count = -1;
    PyObject *next;
    int depth, is_sequence = 1;
    Py_INCREF(obj);
    for (depth = 0; is_sequence && count && depth <= CUCORE_MAX_NDIM; depth++) {
        is_sequence = PyList_Check(obj) || PyTuple_Check(obj) || PyObject_TypeCheck(obj, &PyRange_Type);
        count = is_sequence ? PySequence_Size(obj) : -1;
        next = count > 0 ? PySequence_GetItem(obj, 0) : NULL;
        if (is_sequence && (count < 0 || (count > 0 && !next))) is_sequence = -1;
        if (is_sequence < 0) break;
        if (!next) continue;
        Py_DECREF(obj);
        obj = next;
    }
    Py_DECREF(obj);
    return is_sequence < 0 ? -1 : is_sequence && !count;
}

/* Gives a view of an empty sequence the dtype of the argument: NumPy's if the list contains it, else the first one.
 * The array of NumPy is released, since a view without elements needs no owner.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_take_empty(const cucore_arg *arg, const cucore_call *of_call,
                                                       cucore_view *view)
{
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_call none;
    cucore_status status;
    none.args = NULL;
    view->private_.release(view);
    view->private_.release = NULL;
    view->private_.owner = view->descr = NULL;
    view->pep3118_format = NULL;
    view->ptr = NULL;
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    if (!arg->dtypes) return 0;
    status = cucore__check_dtype(view, arg, of_call ? of_call : &none);
    if (status == CUCORE_WRONG_DTYPE && cucore__token_next(&cursor, ' ', &token))
        status = cucore__dtype_of_token(view, arg, of_call ? of_call : &none, &token, &view->dtype);
    view->layout.itemsize = view->dtype.itemsize;
    view->layout.itembits = (int64_t)view->dtype.bits * view->dtype.lanes;
    return status ? cucore__py_refuse_status(arg, status) : 0;
}

/* Takes a float, bool, complex or int of 64 bits as what numpy.asarray makes of it, in memory of its own: a quarter of
 * the time.  Returns 1; 0: numpy.asarray has to make it, or the argument is to be refused. */
CUCORE__PRIVATE int cucore__py_take_number(PyObject *obj, const cucore_arg *arg, cucore_call *of_call, cucore_view *out)
{
    union {
        double parts[2];
        int64_t integer;
        uint8_t boolean;
    } number;
    int code = CUCORE_CODE_FLOAT, bits = 64, overflow = 0;
    void *memory;
    if (arg->flags & (CUCORE_WRITE | CUCORE__PY_BY_ANY)) return 0;
    if (PyFloat_CheckExact(obj)) {
        number.parts[0] = PyFloat_AsDouble(obj);
    } else if (PyBool_Check(obj)) {
        number.boolean = obj == Py_True;
        code = CUCORE_CODE_BOOL;
        bits = 8;
    } else if (PyComplex_CheckExact(obj)) {
        number.parts[0] = PyComplex_RealAsDouble(obj);
        number.parts[1] = PyComplex_ImagAsDouble(obj);
        code = CUCORE_CODE_COMPLEX;
        bits = 128;
    } else if (PyLong_CheckExact(obj) && sizeof(long) == 8) { /* on Windows older versions of NumPy have 32 bits */
        number.integer = PyLong_AsLongLongAndOverflow(obj, &overflow);
        code = CUCORE_CODE_INT;
    } else {
        return 0;
    }
    memory = overflow ? NULL : malloc(sizeof number);
    if (!memory) return 0;
    memcpy(memory, &number, sizeof number);
    cucore__view_clear(out);
    out->ptr = memory;
    out->dtype = cucore_dtype_make(code, bits, 1);
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    out->layout.itemsize = bits / 8;
    out->layout.itembits = bits;
    cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (!cucore__view_check_arg(out, arg, of_call)) {
        cucore__view_own_wrapped(out, memory, free);
        return 1;
    }
    free(memory);
    cucore__view_clear(out);
    return 0;
}

/* Sets `out` to the array that numpy.asarray makes of an object without a protocol, or to NULL if the object has one.
 * 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_array_of_anything(PyObject *obj, const cucore_arg *arg, PyObject **out)
{
    cucore__py_state local, *state = cucore__py_state_get(&local);
    int found = state ? cucore__py_offers_a_protocol(state, obj) : -1;
    *out = NULL;
    if (found == 0 && arg->flags & CUCORE_WRITE) {
        found = cucore__py_refuse_type(
            arg, PyExc_TypeError, "expected an array to write to, got '%U', of which numpy.asarray makes another one",
            obj);
    }
    if (found == 0) *out = cucore__py_asarray(state, obj, arg);
    if (state) cucore__py_state_put(state, &local);
    return found > 0 || *out ? 0 : -1;
}

/* Makes an array of an object whose protocol raised, since NumPy may know another way (rules B112).  NULL with the
 * exception as it was, if that is ours or numpy.asarray fails as well. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_array_instead(PyObject *obj, const cucore_arg *arg)
{
    PyObject *error, *text, *made = NULL;
    cucore__py_state local, *state;
    int ours;
    if (arg->flags & CUCORE_WRITE || !PyErr_ExceptionMatches(PyExc_Exception) ||
        PyErr_ExceptionMatches(PyExc_MemoryError)) {
        return NULL;
    }
    error = cucore__py_error_take();
    text = cucore__py_plain_text(error);
    ours = cucore__py_names_argument(text, arg) || cucore__py_is_of_caller(error, arg);
    Py_XDECREF(text);
    PyErr_Clear();
    state = ours ? NULL : cucore__py_state_get(&local);
    if (state) {
        made = cucore__py_asarray(state, obj, arg);
        cucore__py_state_put(state, &local);
    }
    if (made || (PyErr_Occurred() && cucore__py_error_clear() < 0)) { /* rules B92 */
        cucore__py_drop(error);
    } else {
        cucore__py_error_put(error);
    }
    return made;
}
