/* ---------------------------------------------------------------------------------------------- >>impl-py-buffer -- */
/* python/in/buffer.c: decodes a Py_buffer (PEP 3118). */
/* Copies the shape and strides of a buffer that has both, with an itemsize of 1 << shift.  Returns 0 if a stride is no
 * multiple of it. */
CUCORE__PRIVATE inline int cucore__buffer_copy(const Py_buffer *buffer, int shift, cucore_layout *layout)
{
    int64_t extent, stride, remainder = 0, mask = ((int64_t)1 << shift) - 1;
    int i;
    for (i = 0; i < layout->ndim; i++) {
        extent = cucore__opaque(buffer->shape[i]);
        stride = cucore__opaque(buffer->strides[i]);
        remainder |= stride & mask;
        layout->shape[i] = extent;
        layout->strides[i] = stride >> shift; /* exact, and an arithmetic shift with all known compilers */
    }
    return !remainder;
}

/* Copies the layout of a buffer in C order that is not empty, as most are.  Returns 0 if it is another one, or wrong;
 * the layout is then half filled. */
CUCORE__PRIVATE inline int cucore__buffer_copy_dense(const Py_buffer *buffer, int shift, cucore_layout *layout)
{
    int64_t bytes = buffer->itemsize, mask = bytes - 1, extent, stride;
    int i = buffer->ndim;
    while (i-- > 0) {
        extent = cucore__opaque(buffer->shape[i]);
        stride = cucore__opaque(buffer->strides[i]);
        layout->shape[i] = extent;
        layout->strides[i] = stride >> shift;
        if (extent == 1 && !(stride & mask)) continue;
        if (extent < 2 || stride != bytes || cucore__mul(bytes, extent, &bytes)) return 0;
    }
    if (bytes > INT64_MAX / 16 || !buffer->buf) return 0;
    return (uint64_t)bytes <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)buffer->buf;
}

/* Fills the layout of a buffer that may lack the shape or the strides: one axis, and C order. */
CUCORE__PRIVATE cucore_status cucore__buffer_layout_rare(const Py_buffer *buffer, cucore_layout *layout,
                                                         cucore__survey *span)
{
    int i;
    cucore_status status = cucore__layout_check_ndim(buffer->ndim, buffer->itemsize);
    if (status) return status;
    if (buffer->ndim > 0 && !buffer->shape) {
        layout->ndim = 1;
        layout->shape[0] = buffer->len / buffer->itemsize;
        layout->strides[0] = 1;
        return cucore__layout_check(layout, span);
    }
    for (i = 0; i < layout->ndim; i++) layout->shape[i] = buffer->shape[i];
    if (buffer->strides) {
        for (i = 0; i < layout->ndim; i++) layout->strides[i] = buffer->strides[i];
        status = cucore__layout_fill_bytes(layout, layout->strides);
        if (status) return status;
    } else {
        cucore__layout_fill_dense(layout, 'C');
    }
    return cucore__layout_check(layout, span);
}

/* Fills the layout, and checks that no element lies outside the address space: view->ptr is set. */
CUCORE__PRIVATE inline cucore_status cucore__buffer_layout(const Py_buffer *buffer, cucore_view *view)
{
    int shift = cucore__shift_of(buffer->itemsize);
    cucore_layout *layout = &view->layout;
    cucore__survey span;
    cucore_status status;
    layout->ndim = buffer->ndim;
    layout->itemsize = buffer->itemsize;
    layout->itembits = 8 * (int64_t)buffer->itemsize;
    if (shift >= 0 && buffer->shape && buffer->strides && (unsigned)buffer->ndim <= CUCORE_MAX_NDIM) {
        if (cucore__buffer_copy_dense(buffer, shift, layout)) return CUCORE_OK;
        status = cucore__buffer_copy(buffer, shift, layout) ? cucore__layout_check(layout, &span)
                                                            : cucore__buffer_layout_rare(buffer, layout, &span);
    } else {
        status = cucore__buffer_layout_rare(buffer, layout, &span);
    }
    return status ? status : cucore__view_check_address(view, &span);
}

CUCORE__PRIVATE cucore_status cucore__buffer_check_suboffsets(const Py_buffer *buffer)
{
    int i;
    for (i = 0; buffer->suboffsets && i < buffer->ndim; i++) {
        if (buffer->suboffsets[i] >= 0) {
            return cucore_fail(CUCORE_UNSUPPORTED, "the buffer has suboffsets[%d] = %lld: its rows are behind pointers",
                               i, (long long)buffer->suboffsets[i]);
        }
    }
    return CUCORE_OK;
}

/* Clears the fields that plain memory of numbers does not have, if the decoder writes the others: faster than
 * cucore__view_clear. */
CUCORE__PRIVATE inline void cucore__py_clear_unused_fields(cucore_view *view)
{
    view->copied = view->padded = view->has_producer_stream = view->unproven = 0;
    cucore__view_clear_reserved(view);
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.reserved = 0;
}

/* Reads a format that is not one usual letter. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__buffer_dtype(const Py_buffer *buffer, const cucore_arg *arg,
                                                                 const cucore_call *of_call, cucore_view *view)
{
    cucore_status status = cucore_dtype_from_pep3118(buffer->format, buffer->itemsize, &view->dtype);
    if (!status) return CUCORE_OK;
    status = cucore__format_opaque(status, buffer->format, buffer->itemsize, arg->flags, view);
    if (status != CUCORE_UNSUPPORTED) return status;
    return cucore__refuse_format(buffer->format, buffer->itemsize, arg, of_call);
}

/* Describes elements with any strides in bytes, and checks the requirements on the dtype, the shape and the memory: a
 * copy is to be made.  `strides` may not be those of the view. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__py_view_odd(cucore_view *view, const int64_t *shape,
                                                               const int64_t *strides, const cucore_arg *arg,
                                                               cucore_call *of_call)
{
    const int ndim = view->layout.ndim, axes = ndim + 1;
    cucore_layout *layout = &view->layout;
    void *const ptr = view->ptr;
    cucore__survey span;
    cucore_status status;
    int i;
    if (axes > CUCORE_MAX_NDIM) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%d axes whose strides are no multiple of the itemsize: at most %d can be "
                           "copied",
                           ndim, CUCORE_MAX_NDIM - 1);
    }
    status = cucore_layout_make(ndim, shape, NULL, view->dtype.itemsize, layout);
    view->ptr = NULL; /* is aligned, as the copy will be */
    if (!status) status = cucore__view_check_arg(view, arg, of_call);
    view->ptr = ptr;
    if (status) return status;
    cucore__layout_start(layout, ndim, shape, 1);
    for (i = 0; i < ndim; i++) layout->strides[i] = strides[i];
    layout->ndim = axes;
    layout->shape[ndim] = (int64_t)view->dtype.itemsize;
    layout->strides[ndim] = 1;
    status = cucore__layout_check(layout, &span);
    return status ? status : cucore__view_check_address(view, &span);
}

/* Returns 1 if a stride of a buffer is no multiple of the itemsize, and the intake allows that. */
CUCORE__PRIVATE CUCORE__COLD int cucore__buffer_is_odd(const Py_buffer *buffer, const cucore_arg *arg)
{
    int i;
    if (!(arg->flags & CUCORE__PY_ODD) || !buffer->shape || !buffer->strides || buffer->itemsize < 2) return 0;
    for (i = 0; i < buffer->ndim && i < CUCORE_MAX_NDIM; i++)
        if (buffer->shape[i] > 1 && buffer->strides[i] % buffer->itemsize) return 1;
    return 0;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__buffer_decode_odd(const Py_buffer *buffer, const cucore_arg *arg,
                                                                     cucore_call *of_call, cucore_view *view)
{
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    int i;
    for (i = 0; i < buffer->ndim; i++) {
        shape[i] = buffer->shape[i];
        strides[i] = buffer->strides[i];
    }
    view->layout.ndim = buffer->ndim;
    return cucore__py_view_odd(view, shape, strides, arg, of_call);
}

/* Returns the code of a format that is one letter, also after the prefix of standard sizes if it has only one size, as
 * JAX writes it; NULL: another format. */
CUCORE__PRIVATE inline const cucore__format_code *cucore__buffer_code(const char *format)
{
    const cucore__format_code *code;
    if (!format || !format[0]) return NULL;
    if (CUCORE__LIKELY(!format[1])) return cucore__format_find(format[0]);
    if (format[0] != '=' || format[2]) return NULL;
    code = cucore__format_find(format[1]);
    return code && !code->other_size ? code : NULL;
}

/* Decodes a buffer into a cleared view, which does not own it afterwards. */
CUCORE__PRIVATE inline cucore_status cucore__buffer_decode(const Py_buffer *buffer, const cucore_arg *arg,
                                                           cucore_call *of_call, cucore_view *view)
{
    const cucore__format_code *code = cucore__buffer_code(buffer->format);
    cucore_status status = CUCORE_OK;
    int odd = 0;
    if (code && code->size == buffer->itemsize) {
        view->dtype = cucore_dtype_make(code->code, 8 * code->size, 1);
    } else {
        status = cucore__buffer_dtype(buffer, arg, of_call, view);
    }
    if (!status && buffer->suboffsets) status = cucore__buffer_check_suboffsets(buffer);
    view->ptr = buffer->buf;
    if (!status) status = cucore__buffer_layout(buffer, view);
    if (!CUCORE__LIKELY(!status)) odd = status == CUCORE_UNSUPPORTED && cucore__buffer_is_odd(buffer, arg);
    if (status && !odd) return status;
    view->readonly = buffer->readonly != 0;
    view->protocol = CUCORE_PROTOCOL_PEP3118;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) view->pep3118_format = buffer->format;
    return odd ? cucore__buffer_decode_odd(buffer, arg, of_call, view) : cucore__view_check_arg(view, arg, of_call);
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_buffer(cucore_status status, const cucore_arg *arg, cucore_view *out)
{
    cucore__py_refuse_status(arg, status);
    return cucore__py_release_failed(out);
}

/* Decodes the buffer that the view holds.  0, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_decode_held_buffer(const cucore_arg *arg, cucore_call *of_call, cucore_view *out)
{
    const Py_buffer *buffer = (const Py_buffer *)(const void *)out->private_.storage;
    cucore_status status = cucore__buffer_decode(buffer, arg, of_call, out);
    return status ? cucore__py_refuse_buffer(status, arg, out) : 0;
}

CUCORE__PRIVATE int cucore__py_from_buffer(cucore__py_call *call)
{
    cucore_view *const out = call->out;
    if (PyObject_GetBuffer(call->obj, (Py_buffer *)(void *)out->private_.storage, PyBUF_FULL_RO) < 0)
        return CUCORE__PY_NO_BUFFER;
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_decode_held_buffer(call->how.arg, call->how.of_call, out);
}
