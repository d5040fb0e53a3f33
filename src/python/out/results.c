/* python/out/results.c: allocates memory for results, and hands results over. */
/* The error of an allocator. */
typedef struct cucore__py_allocator_error {
    char kind[32];
    char message[256];
} cucore__py_allocator_error;

CUCORE__PRIVATE void cucore__py_note_error(void *context, const char *kind, const char *message)
{
    cucore__py_allocator_error *error = (cucore__py_allocator_error *)context;
    cucore__text text = cucore__text_start(error->kind, sizeof error->kind);
    cucore__text_add(&text, "%s", kind ? kind : "");
    text = cucore__text_start(error->message, sizeof error->message);
    cucore__text_add(&text, "%s", message ? message : "");
}

CUCORE__PRIVATE int cucore__py_raise_allocator_error(const cucore__py_allocator_error *error)
{
    PyObject *const known[] = {PyExc_MemoryError, PyExc_BufferError, PyExc_ValueError, PyExc_TypeError};
    static const char *const names[] = {"MemoryError", "BufferError", "ValueError", "TypeError"};
    PyObject *exception = PyExc_RuntimeError;
    int i;
    if (PyErr_Occurred()) return -1; /* some allocators set an exception as well (rules X14) */
    for (i = 0; i < 4; i++)
        if (strcmp(error->kind, names[i]) == 0) exception = known[i];
    PyErr_SetString(exception, error->message[0] ? error->message
                                                 : "the library could not allocate an array, and did not say why");
    return -1;
}

/* The description of a new array. */
typedef struct cucore__py_array_spec {
    int device_type, device_id, ndim;
    const int64_t *shape;
    cucore_dtype dtype;
    CUstream stream;
} cucore__py_array_spec;

/* Returns the result of a function of a table: -1 also if it returned 0 with an exception, or -1 without (rules X11,
 * B66). */
CUCORE__PRIVATE int cucore__py_table_result(int result, const char *what)
{
    if (result == 0 && !PyErr_Occurred()) return 0;
    if (!PyErr_Occurred()) PyErr_Format(PyExc_BufferError, "%s failed without an exception", what);
    return -1;
}

CUCORE__PRIVATE int cucore__py_table_stream(const cucore_exchange_api *api, const cucore_view *view, CUstream *out)
{
    void *stream = NULL;
    int result = api->current_work_stream((DLDeviceType)CUCORE_DEVICE_TYPE_CUDA,
                                          view->device_id > 0 ? view->device_id : 0, &stream);
    *out = cucore__stream_normalize((CUstream)stream);
    return cucore__py_table_result(result, "current_work_stream");
}

CUCORE__PRIVATE cucore_status cucore__py_check_new(const cucore_view *view, const cucore__py_array_spec *spec)
{
    int i;
    for (i = 0; i < spec->ndim && view->layout.ndim == spec->ndim && view->layout.shape[i] == spec->shape[i]; i++) {
    }
    if (i == spec->ndim && view->layout.ndim == i && cucore_dtype_is_equal(view->dtype, spec->dtype) &&
        cucore_layout_is_c_contiguous(&view->layout)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_PROTOCOL, "the library was asked for a dense array of %d axes, but made another one",
                       spec->ndim);
}

/* Orders new memory before the work on `stream`. */
CUCORE__PRIVATE int cucore__py_order_new(const cucore_view *view, CUstream stream)
{
    if (!view->device_accessible || stream == CUCORE_STREAM_HOST || !cucore__view_is_pending(view, stream)) return 0;
    return cucore__py_is_producer_stream(view, stream) ? 0 : cucore__py_call_detached(cucore__view_order, view, stream);
}

CUCORE__PRIVATE int cucore__py_table_take(const cucore_exchange_api *api, DLManagedTensorVersioned *managed,
                                          const cucore__py_array_spec *spec, cucore_view *out)
{
    static const cucore_arg trusting =
        CUCORE_ARG(NULL, NULL, NULL, CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    cucore_status status = cucore_view_adopt_dlmanaged_versioned(managed, &trusting, out);
    if (status) return cucore__py_raise(status);
    out->private_.release = cucore__py_release_result_tensor;
    out->descr = (void *)(uintptr_t)api;
    status = cucore__py_check_new(out, spec);
    if (status) {
        cucore__py_raise(status);
        return cucore__py_release_failed(out);
    }
    if (!out->device_accessible) return 0;
    if (cucore__py_table_stream(api, out, &out->producer_stream) < 0) return cucore__py_release_failed(out);
    out->has_producer_stream = 1;
    out->producer_context = NULL;
    return cucore__py_order_new(out, spec->stream) < 0 ? cucore__py_release_failed(out) : 0;
}

CUCORE__PRIVATE int cucore__py_table_empty(const cucore_exchange_api *api, const cucore__py_array_spec *spec,
                                           cucore_view *out)
{
    cucore__py_allocator_error error;
    DLManagedTensorVersioned *managed = NULL;
    DLTensor prototype;
    int device_id = spec->device_id;
    cucore_status status = CUCORE_OK;
    int kind = spec->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST      ? CUCORE_DEVICE_TYPE_CPU
               : spec->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED ? CUCORE_DEVICE_TYPE_CUDA
                                                                      : spec->device_type;
    if (!api->managed_tensor_allocator) {
        PyErr_SetString(PyExc_BufferError, "the exchange table of the library has no allocator");
        return -1;
    }
    if (kind != CUCORE_DEVICE_TYPE_CPU && device_id < 0) {
        status = cucore__py_load_driver();
        if (!status) status = cucore__device_id_resolve(device_id, &device_id);
        if (status) return cucore__py_raise(status);
    }
    prototype.data = NULL;
    prototype.device.device_type = (DLDeviceType)kind;
    prototype.device.device_id = kind == CUCORE_DEVICE_TYPE_CPU ? 0 : device_id;
    prototype.ndim = spec->ndim;
    prototype.dtype.code = spec->dtype.code;
    prototype.dtype.bits = spec->dtype.bits;
    prototype.dtype.lanes = spec->dtype.lanes;
    prototype.shape = (int64_t *)(uintptr_t)spec->shape;
    prototype.strides = NULL;
    prototype.byte_offset = 0;
    error.kind[0] = error.message[0] = '\0';
    if (api->managed_tensor_allocator(&prototype, &managed, &error, cucore__py_note_error) || !managed)
        return cucore__py_raise_allocator_error(&error);
    return cucore__py_table_take(api, managed, spec, out);
}

/* Makes a NumPy array by PyArray_New, which does what numpy.empty does in a third of the time.  NULL without an
 * exception: numpy.empty has to be called, since NumPy has no number for the dtype, or its C functions are unknown. */
CUCORE__PRIVATE PyObject *cucore__py_numpy_new(cucore__py_state *state, const cucore__py_array_spec *spec)
{
    typedef PyObject *(*maker)(PyTypeObject *, int, const Py_ssize_t *, int, const Py_ssize_t *, void *, int, int,
                               PyObject *);
    void *const *table = (void *const *)CUCORE__LOAD(&state->numpy);
    Py_ssize_t shape[CUCORE_MAX_NDIM + 1];
    maker make = NULL;
    int i, type = 0;
    while (type < CUCORE__NUMPY_TYPE_COUNT &&
           (cucore__numpy_types[type].bits != spec->dtype.bits || cucore__numpy_types[type].code != spec->dtype.code))
        type++;
    if (!table || type == CUCORE__NUMPY_TYPE_COUNT || spec->dtype.lanes != 1) return NULL;
    for (i = 0; i < spec->ndim; i++) {
        shape[i] = (Py_ssize_t)spec->shape[i];
        if (shape[i] != spec->shape[i]) return NULL;
    }
    memcpy(&make, &table[CUCORE__NUMPY_NEW], sizeof make);
    return make((PyTypeObject *)table[CUCORE__NUMPY_NDARRAY], spec->ndim, shape, type, NULL, NULL, 0, 0, NULL);
}

/* Calls function(shape, dtype). */
CUCORE__PRIVATE PyObject *cucore__py_call_empty(cucore__py_state *state, PyObject *function,
                                                const cucore__py_array_spec *spec)
{
    PyObject *shape = cucore__py_ints(spec->shape, spec->ndim), *made = NULL;
    PyObject *dtype = shape ? cucore__py_dtype_argument(state, spec->dtype) : NULL;
    if (dtype) made = PyObject_CallFunctionObjArgs(function, shape, dtype, NULL);
    Py_XDECREF(dtype);
    Py_XDECREF(shape);
    return made;
}

/* Moves the fields of a view to `out`, whose owner becomes the array itself. */
CUCORE__PRIVATE void cucore__py_adopt(cucore_view *view, PyObject *made, cucore_view *out)
{
    void *owner = view->private_.owner, *descr = view->descr;
    void (*release)(cucore_view *) = view->private_.release;
    cucore__view_move(view, out);
    cucore__view_own(view, owner, release);
    view->descr = descr;
    cucore_view_release(view);
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    out->pep3118_format = NULL;
    out->descr = NULL;
    cucore__view_own(out, made, cucore__py_release_result_array);
}

/* Takes the view of a new array of NumPy, CuPy or Numba, which `out` then owns.  The function takes `made` over. */
CUCORE__PRIVATE int cucore__py_take_result_array(PyObject *made, int kind, const cucore__py_array_spec *spec,
                                                 cucore_view *out)
{
    cucore_arg arg = CUCORE_ARG(NULL, NULL, NULL, CUCORE_WRITE | CUCORE_ALLOW_UNALIGNED | CUCORE_KEEP_VERSION);
    const CUstream stream = spec->stream == CUCORE_STREAM_HOST ? CUCORE_STREAM_NO_SYNC : spec->stream;
    cucore_view view;
    cucore_status status;
    int failed;
    arg.reinterpret = spec->dtype;
    if (kind == CUCORE__PY_NUMBA)
        arg.producer_stream = CUCORE_STREAM_LEGACY; /* the stream that its arrays use by default */
    if (kind != CUCORE__PY_NUMPY) arg.flags |= CUCORE_BY_CAI;
    failed = cucore_py_view(made, &arg, stream, &view);
    if (failed) {
        cucore__py_drop(made);
        return -1;
    }
    cucore__py_adopt(&view, made, out);
    status = cucore__py_check_new(out, spec);
    if (!status && out->device_id < 0 &&
        kind != CUCORE__PY_NUMPY) { /* the address of an empty one does not show the device */
        status = cucore__device_id_resolve(spec->device_id, &out->device_id);
    }
    if (!status) return 0;
    cucore__py_raise(status);
    return cucore__py_release_failed(out);
}

/* Calls the function of the library: NumPy has host memory only, CuPy and Numba allocate on the current device. */
CUCORE__PRIVATE int cucore__py_library_empty(cucore__py_state *state, int kind, const cucore__py_array_spec *spec,
                                             cucore_view *out)
{
    const int numpy = kind == CUCORE__PY_NUMPY;
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    PyObject *function, *made;
    int result = -1;
    if (spec->device_type == (numpy ? CUCORE_DEVICE_TYPE_CUDA : CUCORE_DEVICE_TYPE_CPU)) {
        PyErr_Format(PyExc_ValueError,
                     "the argument is an array of %s, which has no memory of the kind of the result (%s)",
                     numpy                     ? "NumPy"
                     : kind == CUCORE__PY_CUPY ? "cupy"
                                               : "numba.cuda",
                     cucore__device_name(spec->device_type));
        return -1;
    }
    if (numpy) {
        made = cucore__py_numpy_new(state, spec);
        if (made) return cucore__py_take_result_array(made, kind, spec, out);
        if (PyErr_Occurred()) return -1;
    }
    function = cucore__py_constructor(state, numpy                     ? CUCORE__PY_NUMPY_EMPTY
                                             : kind == CUCORE__PY_CUPY ? CUCORE__PY_CUPY_EMPTY
                                                                       : CUCORE__PY_NUMBA_DEVICE_ARRAY);
    if (!function) return -1;
    guard.private_[0] = NULL;
    if (!numpy) status = cucore__py_load_driver();
    if (!numpy && !status) status = cucore_context_enter_device(spec->device_id, &guard);
    if (status) {
        cucore__py_raise(status);
    } else {
        made = cucore__py_call_empty(state, function, spec);
        if (made) result = cucore__py_take_result_array(made, kind, spec, out);
        cucore_context_leave(&guard);
    }
    Py_DECREF(function);
    return result;
}

/* Returns 1 for a dtype that from_dlpack of torch 2.3 to 2.9 does not know: float8, smaller ones, vectors (rules
 * B135). */
CUCORE__PRIVATE int cucore__py_is_unknown_to_torch(cucore_dtype dtype)
{
    return (dtype.code > CUCORE_CODE_BOOL || dtype.bits < 8 || dtype.lanes != 1) && dtype.code < CUCORE_CODE_OPAQUE;
}

/* Returns the dtype of torch by its name, as a new reference; NULL with an exception: this torch has none, or not in a
 * byte for each element. */
CUCORE__PRIVATE PyObject *cucore__py_dtype_of_torch(cucore_dtype dtype)
{
    PyObject *found = NULL;
    char name[32];
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (dtype.bits == 8 && dtype.lanes == 1 && cucore__py_imported_attribute("torch", name, &found) < 0) return NULL;
    if (!found) PyErr_Format(PyExc_BufferError, "the result is of dtype %s, which this version of torch has not", name);
    return found;
}

CUCORE__PRIVATE int cucore__py_empty(cucore__py_state *state, PyObject *like, const cucore__py_array_spec *spec,
                                     cucore_view *out)
{
    CUstream stream = spec->stream;
    cucore_array_spec made;
    cucore_status status;
    cucore__py_maker maker;
    int kind = cucore__py_maker_of(state, like, &maker);
    Py_XDECREF(maker.importer); /* looked up to refuse a `like` without one */
    switch (kind) {
    case CUCORE__PY_TABLE: return cucore__py_table_empty(maker.api, spec, out);
    case CUCORE__PY_NUMPY:
    case CUCORE__PY_CUPY:
    case CUCORE__PY_NUMBA: return cucore__py_library_empty(state, kind, spec, out);
    case CUCORE__PY_JAX:
        if (cucore__py_check_narrow(spec->dtype) < 0) return -1;
        break;
    case CUCORE__PY_TORCH:
        if (cucore__py_is_unknown_to_torch(spec->dtype)) {
            PyObject *dtype = cucore__py_dtype_of_torch(spec->dtype);
            if (!dtype) return -1;
            Py_DECREF(dtype);
        }
        break;
    case CUCORE__PY_LIBRARY:
    case CUCORE__PY_NO_LIBRARY: break;
    default: return -1;
    }
    if (stream == CUCORE_STREAM_HOST || stream == CUCORE_STREAM_NO_SYNC) stream = CUCORE_STREAM_LEGACY;
    memset(&made, 0, sizeof made);
    made.dtype = spec->dtype;
    made.ndim = spec->ndim;
    made.shape = spec->shape;
    made.device_type = spec->device_type;
    made.device_id = spec->device_id;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_allocate(&made, NULL, stream, out);
    Py_END_ALLOW_THREADS
    if (status) return cucore__py_raise(status);
    cucore__py_share_memory(out);
    return 0;
}

CUCORE_API int cucore_py_empty(PyObject *like, const cucore_array_spec *spec, CUstream stream, cucore_view *out)
{
    cucore__py_state local, *state;
    cucore__py_array_spec wanted;
    int result;
    cucore__view_clear(out);
    if (spec->ndim < 0 || spec->ndim > CUCORE_MAX_NDIM || (spec->ndim && !spec->shape)) {
        PyErr_Format(PyExc_ValueError, "an array cannot have %d axes%s", spec->ndim,
                     spec->ndim ? ", or the shape is NULL" : "");
        return -1;
    }
    if (spec->strides || spec->reserved[0] || spec->reserved[1]) {
        PyErr_Format(PyExc_ValueError, "a result is dense: %s of its spec is not NULL",
                     spec->strides ? "strides" : "reserved");
        return -1;
    }
    if (cucore__spec_is_on_device(spec) && spec->device_id < 0 && spec->device_id != CUCORE_DEVICE_CURRENT)
        return cucore__py_raise(cucore__fail_device_id(spec->device_id));
    wanted.device_type = spec->device_type;
    wanted.device_id = spec->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST && spec->device_id == CUCORE_DEVICE_NONE
                           ? CUCORE_DEVICE_CURRENT
                           : spec->device_id;
    wanted.dtype = spec->dtype;
    wanted.ndim = spec->ndim;
    wanted.shape = spec->shape;
    wanted.stream = cucore__stream_normalize(stream);
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    result = cucore__py_empty(state, like, &wanted, out);
    cucore__py_state_put(state, &local);
    return result;
}

CUCORE_API int cucore_py_empty_like(PyObject *like, const cucore_view *view, CUstream stream, cucore_view *out)
{
    cucore_array_spec spec;
    cucore_status status = view ? cucore__view_check_sound("cucore_py_empty_like: view", view)
                                : cucore__fail_null("cucore_py_empty_like", "view");
    if (out) cucore__view_clear(out);
    if (status) return cucore__py_raise(status);
    memset(&spec, 0, sizeof spec);
    spec.dtype = view->dtype;
    spec.ndim = view->layout.ndim;
    spec.shape = view->layout.shape;
    spec.device_type = view->device_type; /* the device of an empty array may be unknown */
    spec.device_id = view->device_id < 0 ? CUCORE_DEVICE_CURRENT : view->device_id;
    return cucore_py_empty(like, &spec, stream, out);
}

/* -- handing results over -------------------------------------------------------------------------------------- */
/* Makes an object of a tensor, which is consumed in any case (rules 0.8). */
CUCORE__PRIVATE PyObject *cucore__py_table_wrap(const cucore_exchange_api *api, DLManagedTensorVersioned *managed)
{
    void *made = NULL;
    int result = api->managed_tensor_to_py_object_no_sync(managed, &made);
    if (cucore__py_table_result(result, "managed_tensor_to_py_object_no_sync") < 0) {
        if (made) cucore__py_drop((PyObject *)made);
        return NULL;
    }
    if (!made) PyErr_SetString(PyExc_BufferError, "managed_tensor_to_py_object_no_sync gave no object");
    return (PyObject *)made;
}

/* Hands over memory of cucore_py_empty, which belongs to the library already: its stream waits for the work on
 * `stream`. */
CUCORE__PRIVATE PyObject *cucore__py_hand_result(cucore_view *view, CUstream stream)
{
    if (view->has_producer_stream && cucore__py_producer_must_wait(view, stream) &&
        cucore__py_call_detached(cucore__view_finish, view, stream) < 0) {
        return NULL;
    }
    if (view->private_.release == cucore__py_release_result_array) {
        view->private_.release = NULL;
        return (PyObject *)view->private_.owner;
    }
    view->private_.release = NULL;
    return cucore__py_table_wrap((const cucore_exchange_api *)view->descr,
                                 (DLManagedTensorVersioned *)view->private_.owner);
}

/* Makes `later` wait for the pending work, which counts as work on `later` afterwards. */
CUCORE__PRIVATE int cucore__py_hand_over(cucore_view *view, CUstream later)
{
    if (!view->has_producer_stream) return 0;
    if (cucore__py_order_export(view, later) < 0) return -1;
    return cucore_py_check(cucore_view_set_producer_stream(view, later));
}

/* Hands a view to a library with a table, which knows host and device memory: pinned memory counts as host, managed as
 * device memory. */
CUCORE__PRIVATE PyObject *cucore__py_hand_to_table(const cucore_exchange_api *api, cucore_view *view)
{
    DLManagedTensorVersioned *managed = NULL;
    CUstream current = NULL;
    int on_host = view->host_accessible && view->device_type != CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    cucore_status status;
    if (on_host) {
        if (cucore__py_hand_over(view, CUCORE_STREAM_HOST) < 0) return NULL;
    } else if (view->device_accessible) {
        if (cucore__py_table_stream(api, view, &current) < 0 || cucore__py_hand_over(view, current) < 0) return NULL;
    }
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST)
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED)
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CUDA, view->device_id);
    status = cucore_view_move_to_dlmanaged_versioned(view, 0, &managed);
    if (!status) return cucore__py_table_wrap(api, managed);
    cucore__py_raise(status);
    return NULL;
}

/* Calls function(array).  The function takes both over; either may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_apply(PyObject *function, PyObject *array)
{
    PyObject *result = function && array ? PyObject_CallFunctionObjArgs(function, array, NULL) : NULL;
    PyObject *error = result ? NULL : cucore__py_error_take();
    Py_XDECREF(array);
    Py_XDECREF(function);
    if (!result) cucore__py_error_put(error);
    return result;
}

/* Calls function(cucore.Array) as cucore__py_apply does; the view moves into the array. */
CUCORE__PRIVATE PyObject *cucore__py_apply_to_view(cucore__py_state *state, PyObject *function, cucore_view *view)
{
    return cucore__py_apply(function, function ? cucore__py_array_new(state, view) : NULL);
}

/* Calls array.view(dtype).  The function takes both over; `dtype` may be NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_view_as(PyObject *array, PyObject *dtype)
{
    PyObject *cast = dtype ? PyObject_GetAttrString(array, "view") : NULL;
    PyObject *named = cast ? PyObject_CallFunctionObjArgs(cast, dtype, NULL) : NULL;
    Py_XDECREF(cast);
    Py_XDECREF(dtype);
    cucore__py_drop(array);
    return named;
}

/* Hands bytes to torch, which get their dtype afterwards; the view moves into the tensor. */
CUCORE__PRIVATE PyObject *cucore__py_hand_bytes_to_torch(cucore__py_state *state, PyObject *importer, cucore_view *view)
{
    PyObject *dtype = cucore__py_dtype_of_torch(view->dtype), *made = NULL;
    if (!dtype) return NULL;
    view->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    view->padded = 0;
    Py_INCREF(importer);
    made = cucore__py_apply_to_view(state, importer, view);
    if (made) return cucore__py_view_as(made, dtype);
    cucore__py_drop(dtype);
    return NULL;
}

/* Makes a NumPy array.  A dtype without a buffer format is passed as bytes or words, and gets its name in NumPy. */
CUCORE__PRIVATE PyObject *cucore__py_hand_to_numpy(cucore__py_state *state, cucore_view *view)
{
    char format[16];
    cucore_dtype dtype = view->dtype;
    PyObject *array, *memory;
    int plain = view->pep3118_format || cucore_dtype_to_pep3118(dtype, format, sizeof format) >= 0;
    if (!view->host_accessible) {
        PyErr_SetString(PyExc_ValueError, "the result is in device memory, which no NumPy array can be");
        return NULL;
    }
    if (!plain) {
        if (dtype.code >= CUCORE_CODE_OPAQUE || dtype.itemsize > 2 || view->layout.itembits % 8) {
            cucore__py_raise(CUCORE_UNSUPPORTED);
            return NULL;
        }
        view->dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8 * (int)dtype.itemsize, 1);
        view->padded = 0;
    }
    array = cucore__py_array_new(state, view);
    memory = array ? PyMemoryView_FromObject(array) : NULL; /* NumPy would hide why there is no buffer */
    Py_XDECREF(array);
    array = memory ? cucore__py_apply(cucore__py_constructor(state, CUCORE__PY_NUMPY_ASARRAY), memory) : NULL;
    if (plain || !array) return array;
    return cucore__py_view_as(array, cucore__py_dtype_argument(state, dtype));
}

/* Returns 1 if an array has the very elements of a view, which is then taken from it; 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_has_elements(PyObject *like, const cucore_view *view)
{
    cucore_view own;
    int found;
    if (like && cucore__py_peek_ndarray(like, &own) && cucore__view_has_same_elements(&own, view)) return 1;
    found = cucore__py_view_again(like, CUCORE_BORROW | cucore__py_odd_flag(view), view->dtype, &own);
    if (found <= 0) return found;
    found = cucore__view_has_same_elements(&own, view);
    cucore_view_release(&own);
    return found;
}

/* Returns 1 for a view as an intake made it, not a part or a cast of one: it owns something, or was lent
 * (CUCORE_BORROW). */
CUCORE__PRIVATE int cucore__view_is_of_an_intake(const cucore_view *view)
{
    if (view->protocol == CUCORE_PROTOCOL_MEMORY) return 0;
    return view->private_.release || view->protocol == CUCORE_PROTOCOL_DLTENSOR;
}

/* Hands a view of an argument back as the argument, if `like` is that, and ends the access as cucore_py_args_release
 * does.  1 with a new reference, 0: it is another array, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_hand_back(const cucore__py_state *state, const cucore_view *view, PyObject *like,
                                         CUstream stream, PyObject **out)
{
    int same = 0;
    const int holds_buffer =
        view->private_.release == cucore__py_release_buffer || view->private_.release == cucore__py_release_ndarray;
    if (view->converted == 2 && holds_buffer && like && !PyType_Check(like) && !PyModule_Check(like) &&
        !PyUnicode_Check(like)) {
        same = cucore__py_offers_a_protocol(state, like);
        if (same < 0) return -1;
        if (!same) like = ((const Py_buffer *)(const void *)view->private_.storage)->obj; /* of numpy.asarray */
    }
    same = cucore__view_is_of_an_intake(view) ? cucore__py_has_elements(like, view) : 0;
    if (same <= 0) return same;
    if (cucore__py_producer_must_wait(view, stream) &&
        cucore__py_call_detached(cucore__view_finish, view, stream) < 0) {
        return -1;
    }
    Py_INCREF(like);
    *out = like;
    return 1;
}

/* Returns 1 if all bytes of `part` are between the first and the last byte of `whole`. */
CUCORE__PRIVATE int cucore__view_is_part_of(const cucore_view *part, const cucore_view *whole)
{
    int64_t first[2] = {0, 0}, end[2] = {0, 0};
    if (!cucore__device_type_has_addresses(part->device_type) && part->ptr != whole->ptr) return 0;
    if (cucore__layout_byte_bounds(&part->layout, &first[0], &end[0]) ||
        cucore__layout_byte_bounds(&whole->layout, &first[1], &end[1])) {
        return 0; /* unreachable: both are sound */
    }
    return (uintptr_t)part->ptr + (uintptr_t)first[0] >= (uintptr_t)whole->ptr + (uintptr_t)first[1] &&
           (uintptr_t)part->ptr + (uintptr_t)end[0] <= (uintptr_t)whole->ptr + (uintptr_t)end[1];
}

/* Makes a view of all of `like` the owner of a borrowed view that shows a part of it, at an address that stays (rules
 * A6, B120).  0, -1 with an exception: the view is of something else, and its memory may be freed at any time. */
CUCORE__PRIVATE int cucore__py_keep_whole(PyObject *like, cucore_view *part)
{
    const cucore_dtype any = {0, 0, 0, 0};
    const int named = part->dtype.code >= CUCORE_CODE_OPAQUE;
    cucore_view *whole = (cucore_view *)malloc(sizeof *whole);
    int found = whole ? cucore__py_view_again(like, 0, any, whole) : -1;
    if (found > 0 && whole->private_.release && cucore__view_is_part_of(part, whole)) {
        if (whole->readonly && !part->readonly) {
            part->readonly = 1;
            part->unproven = whole->unproven;
        }
        part->protocol = CUCORE_PROTOCOL_MEMORY;
        part->pep3118_format = named ? whole->pep3118_format : NULL;
        part->descr = named ? whole->descr : NULL;
        cucore__view_own(part, whole, cucore__wrapped_release);
        part->private_.free_owner = cucore__py_free_whole;
        return 0;
    }
    if (!whole) PyErr_NoMemory();
    if (found > 0) cucore_view_release(whole);
    free(whole);
    if (found >= 0) {
        PyErr_SetString(PyExc_BufferError,
                        "the view borrows its memory, and `like` is not the array that it is of or a part of: nothing "
                        "would keep the memory alive");
    }
    return -1;
}

/* Checks that the memory of a view can leave its array: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_given(PyObject *like, cucore_view *view)
{
    cucore_status status;
    if (!view->private_.release) return cucore__layout_is_empty(&view->layout) ? 0 : cucore__py_keep_whole(like, view);
    status = cucore__view_check_movable("cucore_py_return", view);
    if (status == CUCORE_INVALID_ARGUMENT) return cucore__py_raise(status); /* a copied struct */
    if (!status) return 0;
    PyErr_SetString(PyExc_BufferError,
                    "the view is of an array that holds a buffer, so that its memory cannot be given to another one: "
                    "`like` has to be that array itself");
    return -1;
}

#if defined(CUCORE_COPY_H)
/* Hands over the view of a converted argument.  What was written is copied back, and `like` is the result if it is the
 * argument; else the view keeps only its fresh memory.  1 with a new reference, 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_hand_converted(cucore_view *view, PyObject *like, CUstream stream,
                                                           PyObject **out)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    int same;
    if (cucore__py_convert_back(view, stream) < 0) return -1;
    same = conversion->writes ? cucore__py_has_elements(like, &conversion->original) : 0;
    if (same < 0) return -1;
    if (cucore__py_producer_must_wait(&conversion->original, stream) &&
        cucore__py_call_detached(cucore__view_finish, &conversion->original, stream) < 0) {
        return -1;
    }
    if (!same) {
        cucore__py_convert_keep(view);
        return 0;
    }
    Py_INCREF(like);
    *out = like;
    return 1;
}
#endif

/* Makes an array of the library of `maker`; the view moves into it, or keeps what it has if there is an exception. */
CUCORE__PRIVATE PyObject *cucore__py_hand_to(cucore__py_state *state, const cucore__py_maker *maker, cucore_view *view)
{
    if (maker->kind == CUCORE__PY_TORCH && maker->importer && cucore__py_is_unknown_to_torch(view->dtype))
        return cucore__py_hand_bytes_to_torch(state, maker->importer, view);
    if (maker->importer) {
        Py_INCREF(maker->importer);
        return cucore__py_apply_to_view(state, maker->importer, view);
    }
    switch (maker->kind) {
    case CUCORE__PY_TABLE: return cucore__py_hand_to_table(maker->api, view);
    case CUCORE__PY_NUMPY: return cucore__py_hand_to_numpy(state, view);
    case CUCORE__PY_CUPY:
        return cucore__py_apply_to_view(state, cucore__py_constructor(state, CUCORE__PY_CUPY_FROM_DLPACK), view);
    default: break;
    }
    if (maker->kind != CUCORE__PY_NUMBA)
        return cucore__py_array_set_stream(view) < 0 ? NULL : cucore__py_array_new(state, view);
    /* the stream may be destroyed before the array is used: the legacy default stream never is */
    if (cucore__py_hand_over(view, CUCORE_STREAM_LEGACY) < 0) return NULL;
    view->has_producer_stream = 0; /* Numba would wait on the host for a stream */
    return cucore__py_apply_to_view(state, cucore__py_constructor(state, CUCORE__PY_NUMBA_AS_CUDA_ARRAY), view);
}

/* Hands memory to a library, and compares what it makes of it (rules B124).  The references of `maker` are given
 * back. */
CUCORE__PRIVATE PyObject *cucore__py_hand_checked(cucore__py_state *state, cucore__py_maker *maker, cucore_view *view)
{
    const int is_jax = maker->kind == CUCORE__PY_JAX;
    cucore_view given;
    PyObject *made = NULL;
    if (!is_jax || cucore__py_check_narrow(view->dtype) == 0) {
        cucore__py_note_given(view, &given);
        made = cucore__py_hand_to(state, maker, view);
    }
    if (made && !cucore__py_is_made_exactly(state, maker, made, &given) &&
        cucore__py_check_made(made, &given, is_jax ? CUCORE__PY_JAX_IS_NARROW : NULL) < 0) {
        cucore__py_drop(made);
        made = NULL;
    }
    Py_XDECREF(maker->importer);
    return made;
}

/* Hands memory to the from_dlpack of a library; if an array has none, the result is a cucore.Array. */
CUCORE__PRIVATE PyObject *cucore__py_hand_memory(cucore__py_state *state, cucore_view *view, PyObject *like,
                                                 CUstream stream)
{
    PyObject *made = NULL;
    cucore__py_maker maker;
    int kind;
#if defined(CUCORE_COPY_H)
    kind = cucore__py_is_converted(view) ? cucore__py_hand_converted(view, like, stream, &made)
                                         : cucore__py_hand_back(state, view, like, stream, &made);
#else
    kind = cucore__py_hand_back(state, view, like, stream, &made);
#endif
    if (kind) return made;
    kind = cucore__py_maker_of(state, like, &maker);
    if (kind >= CUCORE__PY_LIBRARY && kind <= CUCORE__PY_TORCH && !maker.importer &&
        cucore__py_find_importer(like, &maker.importer) < 0) {
        kind = -1;
    }
    if (kind < 0) return NULL;
    if (cucore__py_check_given(like, view) < 0 || cucore_py_check(cucore_view_set_producer_stream(view, stream)) < 0) {
        Py_XDECREF(maker.importer);
        return NULL;
    }
    return cucore__py_hand_checked(state, &maker, view);
}

CUCORE_API PyObject *cucore_py_return(cucore_view *view, PyObject *like, CUstream stream)
{
    cucore__py_state local, *state;
    PyObject *result = NULL, *error;
    if (!view || cucore__view_is_copy(view)) {
        cucore__py_raise(view ? cucore__fail_copy("cucore_py_return", view)
                              : cucore__fail_null("cucore_py_return", "view"));
        return NULL;
    }
    cucore__view_unmark(view); /* this function orders and copies back from here on */
    stream = cucore__stream_normalize(stream);
    if (view->private_.release == cucore__py_release_result_tensor ||
        view->private_.release == cucore__py_release_result_array) {
        result = cucore__py_hand_result(view, stream);
    } else if (!view->dtype.lanes) {
        PyErr_SetString(PyExc_ValueError, "cucore_py_return: the view holds no data: it was released, or never filled");
    } else if (cucore_py_check(cucore__view_check_sound("cucore_py_return: view", view)) == 0) {
        state = cucore__py_state_get(&local);
        if (state) result = cucore__py_hand_memory(state, view, like, stream);
        if (state) cucore__py_state_put(state, &local);
    }
    if (result && !view->private_.release) {
        cucore__view_clear(view);
        return result;
    }
    error = result ? NULL : cucore__py_error_take();
    cucore_view_release(view);
    if (!result) cucore__py_error_put(error);
    return result;
}
