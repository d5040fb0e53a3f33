/* --------------------------------------------------------------------------------------------- >>impl-py-buffer -- */
/* python/buffer.c: PEP 3118: formats, layouts, Py_buffer as a view.  For protocols.c, view.c and the exports. */
/* The codes of the struct module that are numbers: what they become, and the sizes they can have. */
typedef struct cucore__format_code {
    char letter;
    uint8_t code;
    uint8_t size;
    uint8_t other_size; /* of l and L: 8 or 4, as the prefix and the platform have it */
} cucore__format_code;

/* The most frequent first. */
static const cucore__format_code cucore__format_codes[] = {
    {'f', CUCORE_CODE_FLOAT, 4, 0},   {'d', CUCORE_CODE_FLOAT, 8, 0}, {'l', CUCORE_CODE_INT, 8, 4},
    {'i', CUCORE_CODE_INT, 4, 0},     {'q', CUCORE_CODE_INT, 8, 0},   {'B', CUCORE_CODE_UINT, 1, 0},
    {'e', CUCORE_CODE_FLOAT, 2, 0},   {'b', CUCORE_CODE_INT, 1, 0},   {'c', CUCORE_CODE_UINT, 1, 0},
    {'h', CUCORE_CODE_INT, 2, 0},     {'H', CUCORE_CODE_UINT, 2, 0},  {'I', CUCORE_CODE_UINT, 4, 0},
    {'L', CUCORE_CODE_UINT, 8, 4},    {'Q', CUCORE_CODE_UINT, 8, 0},  {'n', CUCORE_CODE_INT, 8, 4},
    {'N', CUCORE_CODE_UINT, 8, 4},    {'?', CUCORE_CODE_BOOL, 1, 0},  {'F', CUCORE_CODE_COMPLEX, 8, 0},
    {'D', CUCORE_CODE_COMPLEX, 16, 0}};

CUCORE__PRIVATE inline const cucore__format_code *cucore__format_find(char letter)
{
    size_t i;
    for (i = 0; i < sizeof cucore__format_codes / sizeof cucore__format_codes[0]; i++) {
        if (cucore__format_codes[i].letter == letter) return &cucore__format_codes[i];
    }
    return NULL;
}

CUCORE__PRIVATE cucore_status cucore__fail_format(cucore_status status, const char *format, const char *why)
{
    return cucore_fail(status, "the buffer's format '%.100s' %s", format, why);
}

CUCORE__PRIVATE cucore_status cucore__fail_format_size(const char *format, int64_t itemsize)
{
    return cucore_fail(CUCORE_PROTOCOL, "the buffer's format '%.100s' and its itemsize %lld disagree", format,
                       (long long)itemsize);
}

CUCORE__PRIVATE int cucore__format_is_foreign(char prefix)
{
    return prefix == '!' ? CUCORE__FOREIGN_ORDER == '>' : prefix == CUCORE__FOREIGN_ORDER;
}

/* One number: code points at its letter, the last of the format. */
CUCORE__PRIVATE cucore_status cucore__format_number(const char *format, const cucore__format_code *code, int foreign,
                                                    int64_t itemsize, cucore_dtype *out)
{
    if (itemsize != code->size && (itemsize != code->other_size || code->other_size == 0)) {
        return cucore__fail_format_size(format, itemsize);
    }
    if (foreign && itemsize > 1) {
        return cucore__fail_format(CUCORE_UNSUPPORTED, format,
                                   "is of foreign byte order: convert the array to native order first");
    }
    *out = cucore_dtype_make(code->code, (int)(8 * itemsize), 1);
    return CUCORE_OK;
}

/* T{...}: fields stay the producer's business, unless one of them holds Python objects or pointers. */
CUCORE__PRIVATE cucore_status cucore__format_struct(const char *format, const char *body, int64_t itemsize,
                                                    cucore_dtype *out)
{
    const char *c;
    int in_name = 0, depth = 0;
    for (c = body + 1; *c; c++) {
        if (*c == ':') in_name = !in_name;
        if (!in_name && (*c == '{' || *c == '}')) depth += *c == '{' ? 1 : -1;
        if (!in_name && (*c == 'O' || *c == '&' || *c == 'X' || *c == 'P')) {
            return cucore__fail_format(CUCORE_UNSUPPORTED, format, "has a field of Python objects or pointers");
        }
        if (!in_name && *c == '}' && depth == 0 && c[1]) {
            return cucore__fail_format(CUCORE_PROTOCOL, format, "has something behind its T{...}");
        }
    }
    if (body[1] != '{' || c[-1] != '}' || depth != 0 || in_name)
        return cucore__fail_format(CUCORE_PROTOCOL, format, "is not complete");
    *out = cucore_dtype_make_opaque(CUCORE_CODE_STRUCTURED, (uint32_t)itemsize);
    return CUCORE_OK;
}

/* "5x", "x": bytes without a meaning. */
CUCORE__PRIVATE cucore_status cucore__format_void(const char *format, const char *body, int64_t itemsize,
                                                  cucore_dtype *out)
{
    int64_t count = 0;
    const char *c = body;
    while (*c >= '0' && *c <= '9' && count <= INT32_MAX) count = 10 * count + (*c++ - '0');
    if (c == body) count = 1;
    if (*c != 'x' || c[1]) return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is not one number per element");
    if (count != itemsize) return cucore__fail_format_size(format, itemsize);
    *out = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__format_other(const char *format, const char *body, int64_t itemsize,
                                                   cucore_dtype *out)
{
    switch (*body) {
    case 'T': return cucore__format_struct(format, body, itemsize, out);
    case 'g':
    case 'G': return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is a long double, which no dtype here is");
    case 'Z': return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is a complex number of a width unknown here");
    case 'O':
    case 'P':
    case '&':
    case 'X':
        return cucore__fail_format(CUCORE_UNSUPPORTED, format, "means Python objects or pointers, which are no data");
    case '\0': return cucore__fail_format(CUCORE_PROTOCOL, format, "names no element");
    default: return cucore__format_void(format, body, itemsize, out);
    }
}

CUCORE_API cucore_status cucore_dtype_from_pep3118(const char *format, int64_t itemsize, cucore_dtype *out)
{
    const char *body = format ? format : "B";
    const cucore__format_code *code;
    int foreign;
    if (!out) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_dtype_from_pep3118: out is NULL");
    if (itemsize < 1 || itemsize > INT32_MAX) {
        return cucore_fail(CUCORE_PROTOCOL, "the buffer's itemsize is %lld", (long long)itemsize);
    }
    if (!format) format = body;
    foreign = cucore__format_is_foreign(*body);
    if (*body && strchr("@=<>!^", *body)) body++;
    if (body[0] == 'Z' && (body[1] == 'f' || body[1] == 'd') && !body[2]) { /* "Zf" is "F" */
        code = cucore__format_find(body[1] == 'f' ? 'F' : 'D');
        return cucore__format_number(format, code, foreign, itemsize, out);
    }
    code = *body && !body[1] ? cucore__format_find(*body) : NULL;
    return code ? cucore__format_number(format, code, foreign, itemsize, out)
                : cucore__format_other(format, body, itemsize, out);
}

/* log2 of an itemsize, or -1. */
CUCORE__PRIVATE inline int cucore__shift_of(Py_ssize_t itemsize)
{
    static const signed char shifts[] = {-1, 0, 1, -1, 2, -1, -1, -1, 3, -1, -1, -1, -1, -1, -1, -1, 4};
    return (size_t)itemsize < sizeof shifts ? shifts[itemsize] : -1;
}

/* Shape and strides of a buffer that has both, whose itemsize is 1 << shift.  0: a stride is no multiple of it. */
CUCORE__PRIVATE inline int cucore__buffer_copy(const Py_buffer *buffer, int shift, cucore_layout *layout)
{
    int64_t extent, stride, remainder = 0, mask = ((int64_t)1 << shift) - 1;
    int i;
    for (i = 0; i < layout->ndim; i++) {
        extent = cucore__opaque(buffer->shape[i]);
        stride = cucore__opaque(buffer->strides[i]);
        remainder |= stride & mask;
        layout->shape[i] = extent;
        layout->strides[i] = stride >> shift; /* exact, and arithmetic with every compiler there is */
    }
    return !remainder;
}

/* The buffer that most are: C order, not empty.  0: another one, or something is wrong; the layout is then half filled. */
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

/* Either may be left out: C order, and one axis. */
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

/* Also checks that no element lies outside the address space: ptr is set. */
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

/* The fields that plain memory of numbers says nothing about, where the decoder writes the others: sooner than
 * cucore__view_clear. */
CUCORE__PRIVATE inline void cucore__py_clear_rest(cucore_view *view)
{
    view->copied = view->padded = view->has_producer_stream = view->unproven = 0;
    view->producer_stream = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.reserved = 0;
}

/* The flags that require something: CUCORE_WRITE to CUCORE_ON_DEVICE_ID, CUCORE_ALIGNED. */
#define CUCORE__PY_ASKS (((1u << 7) - 1) | CUCORE_ALIGNED)

/* The view is cleared; nothing is taken over. */
CUCORE__PRIVATE inline cucore_status cucore__buffer_decode(const Py_buffer *buffer, const cucore_intake *intake,
                                                           cucore_view *view)
{
    const cucore__format_code *code =
        buffer->format && buffer->format[0] && !buffer->format[1] ? cucore__format_find(buffer->format[0]) : NULL;
    cucore_status status = CUCORE_OK;
    if (code && code->size == buffer->itemsize) {
        view->dtype = cucore_dtype_make(code->code, 8 * code->size, 1);
    } else {
        status = cucore_dtype_from_pep3118(buffer->format, buffer->itemsize, &view->dtype);
    }
    if (!status && buffer->suboffsets) status = cucore__buffer_check_suboffsets(buffer);
    view->ptr = buffer->buf;
    if (!status) status = cucore__buffer_layout(buffer, view);
    if (status) return status;
    view->readonly = buffer->readonly != 0;
    view->protocol = CUCORE_PROTOCOL_PEP3118;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) view->pep3118_format = buffer->format;
    return intake->flags & CUCORE__PY_ASKS ? cucore__view_check_flags(view, intake) : CUCORE_OK;
}

#define CUCORE__PY_NO_BUFFER (-2)

/* A Py_buffer lives inside the view: exporters may know it by its address (protocols A6). */
typedef char cucore__assert_py_buffer_fits[sizeof(Py_buffer) <= sizeof(((cucore_view *)0)->private_.storage) ? 1 : -1];

/* 0, -1 with an exception, or CUCORE__PY_NO_BUFFER with the exporter's own exception. */
CUCORE__PRIVATE inline int cucore__py_got_buffer(const cucore_intake *intake, cucore_view *out)
{
    cucore_status status = cucore__buffer_decode((const Py_buffer *)(const void *)out->private_.storage, intake, out);
    if (!status) return 0;
    cucore__py_raise_import(status, intake);
    return cucore__py_undo(out);
}

CUCORE__PRIVATE int cucore__py_from_buffer(cucore__py_state *state, PyObject *obj, PyObject *value,
                                           const cucore__py_type_info *info, const cucore_intake *intake,
                                           cucore_view *out)
{
    (void)state, (void)value, (void)info;
    if (PyObject_GetBuffer(obj, (Py_buffer *)(void *)out->private_.storage, PyBUF_FULL_RO) < 0)
        return CUCORE__PY_NO_BUFFER;
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_got_buffer(intake, out);
}
