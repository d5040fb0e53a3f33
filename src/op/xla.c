/* ---------------------------------------------------------------------------------------------- >>impl-op-xla -- */
/* op/xla.c: buffers of XLA's FFI as views and back; calls by XLA's FFI of an operator. */
#define CUCORE__XLA_BUFFER_SIZE CUCORE__XLA_SIZE(cucore__xla_buffer, dims)

/* Returns the cucore_dtype_id of XLA's number; 0 if the number has no elements or is not known. */
CUCORE__PRIVATE inline uint32_t cucore__xla_type(int number)
{
#define CUCORE__XLA_TYPE_CASE(number, name, code, bits)                                                                \
    case number: return CUCORE_CODE_##code | (bits) << 8 | 1 << 16;
    switch (number) { /* which compilers make a table of */
        CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_CASE)
    default: return 0;
    }
#undef CUCORE__XLA_TYPE_CASE
}

/* Returns the dtype of XLA's number; lanes is 0 if the number has no elements or is not known. */
CUCORE__PRIVATE inline cucore_dtype cucore__xla_dtype(int number)
{
    const uint32_t id = cucore__xla_type(number);
    return cucore_dtype_make((int)(id & 255), (int)(id >> 8 & 255), (int)(id >> 16));
}

/* Returns XLA's number of a dtype, or CUCORE__XLA_INVALID. */
CUCORE__PRIVATE int cucore__xla_number(cucore_dtype dtype)
{
#define CUCORE__XLA_TYPE_IF(number, name, code, bits)                                                                  \
    if (cucore_dtype_is_equal(dtype, cucore_dtype_make(CUCORE_CODE_##code, bits, 1))) return number;
    CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_IF)
#undef CUCORE__XLA_TYPE_IF
    return CUCORE__XLA_INVALID;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_xla_dtype(int number)
{
    if (number == CUCORE__XLA_TOKEN)
        return cucore_fail(CUCORE_UNSUPPORTED, "dtype is 17, a token, which orders effects and has no elements");
    if (number == CUCORE__XLA_INVALID)
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "dtype is 0: this version of XLA has no number in its FFI for the dtype");
    return cucore_fail(CUCORE_UNSUPPORTED, "dtype is %d, which is no number of XLA_FFI_DataType with elements", number);
}

/* Fills a view that is cleared from a buffer, field by field.  Memory is that of the host if device_id is negative.  On
 * error the caller clears the view. */
CUCORE__PRIVATE cucore_status cucore__xla_decode(const cucore__xla_buffer *buffer, int device_id, cucore_view *view)
{
    cucore_layout *layout = &view->layout;
    cucore__survey span;
    int64_t bits, size;
    cucore_status status;
    if (buffer->struct_size < CUCORE__XLA_BUFFER_SIZE)
        return cucore_fail(CUCORE_PROTOCOL, "struct_size of an XLA_FFI_Buffer is %llu; it must be at least %d",
                           (unsigned long long)buffer->struct_size, (int)CUCORE__XLA_BUFFER_SIZE);
    view->dtype = cucore__xla_dtype(buffer->dtype);
    if (!view->dtype.lanes) return cucore__fail_xla_dtype(buffer->dtype);
    status = cucore__layout_check_ndim(buffer->rank, view->dtype.itemsize);
    if (status) return status;
    if (buffer->rank > 0 && !buffer->dims)
        return cucore_fail(CUCORE_PROTOCOL, "dims is NULL, but rank is %d", (int)buffer->rank);
    cucore__layout_start(layout, (int)buffer->rank, buffer->dims, view->dtype.itemsize);
    layout->itembits = view->dtype.bits;
    size = cucore__layout_fill_dense(layout, 'C');
    span.size = size;
    span.min = 0;
    span.max = size - 1;
    if (size <= 0 || cucore__mul(size, layout->itembits, &bits)) status = cucore__layout_check(layout, &span);
    if (status) return status;
    cucore__view_fill_device(view, device_id < 0 ? CUCORE_DEVICE_TYPE_CPU : CUCORE_DEVICE_TYPE_CUDA, device_id);
    view->protocol = CUCORE_PROTOCOL_DLTENSOR; /* borrowed for a call */
    view->ptr = buffer->data;
    return cucore__view_check_address(view, &span);
}

CUCORE_API cucore_status cucore_view_from_xla_buffer(const void *buffer, int device_id, const cucore_arg *arg,
                                                     cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    int known = 0;
    if (!buffer || !out) return cucore__intake_left_out("cucore_view_from_xla_buffer", arg, out);
    cucore__view_clear(out);
    status = cucore__arg_check_plain(intake.arg, 0);
    if (!status && device_id == CUCORE_DEVICE_CURRENT) status = cucore__device_id_resolve(device_id, &device_id);
    if (!status && device_id < 0 && device_id != CUCORE_DEVICE_NONE) status = cucore__fail_device_id(device_id);
    if (!status) status = cucore__xla_decode((const cucore__xla_buffer *)buffer, device_id, out);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    return cucore__view_accept(out, &intake, &known);
}

CUCORE_API cucore_status cucore_view_to_xla_buffer(const cucore_view *view, size_t size, void *out)
{
    cucore__xla_buffer made;
    char name[64];
    cucore_status status;
    if (!view || !out) return cucore__fail_null("cucore_view_to_xla_buffer", view ? "out" : "view");
    if (size < CUCORE__XLA_BUFFER_SIZE)
        return cucore__invalid("cucore_view_to_xla_buffer: size is %llu; an XLA_FFI_Buffer has at least %d bytes",
                               (unsigned long long)size, (int)CUCORE__XLA_BUFFER_SIZE);
    status = cucore__view_check_sound("cucore_view_to_xla_buffer", view);
    if (status) return status;
    memset(&made, 0, sizeof made);
    made.struct_size = CUCORE__XLA_BUFFER_SIZE;
    made.dtype = cucore__xla_number(view->dtype);
    if (made.dtype == CUCORE__XLA_INVALID || view->padded) {
        cucore_dtype_to_name(view->dtype, name, sizeof name);
        return cucore_fail(CUCORE_UNSUPPORTED, "dtype %s%s has no number in XLA's FFI", name,
                           view->padded ? ", padded," : "");
    }
    if (!(view->host_accessible | view->device_accessible))
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), neither of the host nor of CUDA",
                           (int)view->device_type, cucore__device_name(view->device_type));
    if (!cucore_layout_is_c_contiguous(&view->layout)) {
        static const cucore_arg itself = CUCORE_ARG("cucore_view_to_xla_buffer", NULL, NULL, 0);
        return cucore__fail_layout(view, &itself, NULL, "a C-order contiguous array");
    }
    made.data = cucore__layout_is_empty(&view->layout) ? NULL : view->ptr;
    made.rank = view->layout.ndim;
    made.dims = (int64_t *)(uintptr_t)view->layout.shape;
    memset(out, 0, size);
    memcpy(out, &made, sizeof made);
    return CUCORE_OK;
}

/* -- calls --------------------------------------------------------------------------------------------------------- */
#define CUCORE__XLA_FRAME_SIZE CUCORE__XLA_SIZE(cucore__xla_frame, attrs)

/* Returns 1 if the frame has functions of XLA that can be called: in API 0.x they are where they have always been. */
CUCORE__PRIVATE inline int cucore__xla_has_api(const cucore__xla_frame *frame)
{
    const cucore__xla_api *api = frame->struct_size >= CUCORE__XLA_FRAME_SIZE ? frame->api : NULL;
    return api && api->struct_size >= CUCORE__XLA_SIZE(cucore__xla_api, stream_get) &&
           api->api_version.struct_size == CUCORE__XLA_SIZE(cucore__xla_version, minor_version) &&
           api->api_version.major_version == CUCORE__XLA_MAJOR && api->error_create && api->stream_get;
}

/* Makes an error of XLA of the last error.  An XLA without its functions cannot be told: the text is written to stderr.
 * Such an XLA has not registered the handler, since it got no version from it (rules X20). */
CUCORE__PRIVATE CUCORE__COLD void *cucore__xla_fail(const cucore__xla_frame *frame, cucore_status status)
{
    static const uint8_t codes[] = {0, 3, 11, 3, 12, 3, 3, 3, 3, 3, 8, 9, 13, 9, 13, 1}; /* XLA_FFI_Error_Code */
    cucore__xla_error_args args;
    if (!cucore__xla_has_api(frame)) {
        fprintf(stderr, "%s\n", cucore__error.message);
        return NULL;
    }
    memset(&args, 0, sizeof args);
    args.struct_size = CUCORE__XLA_SIZE(cucore__xla_error_args, errc);
    args.message = cucore__error.message;
    args.errc = codes[-status];
    return frame->api->error_create(&args);
}

/* Checks all sizes of the frame, before a field behind them is read. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_explain(const cucore_op *op, const cucore__xla_frame *frame)
{
    const size_t sizes[] = {CUCORE__XLA_SIZE(cucore__xla_arrays, buffers),
                            CUCORE__XLA_SIZE(cucore__xla_attributes, values)};
    const cucore__xla_api *api;
    if (frame->struct_size < CUCORE__XLA_FRAME_SIZE)
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%s: struct_size of the XLA_FFI_CallFrame is %llu; it must be at least %d", op->name,
                           (unsigned long long)frame->struct_size, (int)CUCORE__XLA_FRAME_SIZE);
    api = frame->api;
    if (!cucore__xla_has_api(frame)) {
        char version[48] = "an unknown version";
        if (api && api->struct_size >= CUCORE__XLA_SIZE(cucore__xla_api, api_version) &&
            api->api_version.struct_size == CUCORE__XLA_SIZE(cucore__xla_version, minor_version))
            snprintf(version, sizeof version, "version %d.%d", api->api_version.major_version,
                     api->api_version.minor_version);
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "%s: XLA's FFI has %s and an XLA_FFI_Api of %llu bytes; version %d.x with at least %d bytes is understood",
            op->name, version, (unsigned long long)(api ? api->struct_size : 0), CUCORE__XLA_MAJOR,
            (int)CUCORE__XLA_SIZE(cucore__xla_api, stream_get));
    }
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "%s: XLA_FFI_Args, XLA_FFI_Rets, XLA_FFI_Attrs of %llu, %llu, %llu bytes; %d, %d, %d are understood", op->name,
        (unsigned long long)frame->args.struct_size, (unsigned long long)frame->rets.struct_size,
        (unsigned long long)frame->attrs.struct_size, (int)sizes[0], (int)sizes[0], (int)sizes[1]);
}

/* Checks that the frame is laid out as in API 0.x.  Structs in a struct must have the very size. */
CUCORE__PRIVATE inline cucore_status cucore__xla_check_frame(const cucore_op *op, const cucore__xla_frame *frame)
{
    if (CUCORE__LIKELY(cucore__xla_has_api(frame) &&
                       frame->args.struct_size == CUCORE__XLA_SIZE(cucore__xla_arrays, buffers) &&
                       frame->rets.struct_size == CUCORE__XLA_SIZE(cucore__xla_arrays, buffers) &&
                       frame->attrs.struct_size == CUCORE__XLA_SIZE(cucore__xla_attributes, values)))
        return CUCORE_OK;
    return cucore__xla_explain(op, frame);
}

/* Answers the question of XLA for the version and the traits of the handler.  Returns 1 if the frame is that question,
 * -1 with an error if it is not understood.  API 0.0 had another pointer in the place of extensions; API 0.1 asks
 * without its functions (rules X20). */
CUCORE__PRIVATE CUCORE__COLD int cucore__xla_answer(const cucore_op *op, const cucore__xla_frame *frame, int cuda)
{
    const cucore__xla_extension *extension = frame->extension_start;
    const int minor = !frame->api ? 1 : cucore__xla_has_api(frame) ? frame->api->api_version.minor_version : 0;
    int left;
    if (minor < 1) return 0;
    for (left = 64; extension && left; extension = extension->next, left--) {
        cucore__xla_metadata *metadata;
        if (extension->struct_size < CUCORE__XLA_SIZE(cucore__xla_extension, next)) break;
        if (extension->type != CUCORE__XLA_METADATA) continue;
        metadata = extension->struct_size >= CUCORE__XLA_SIZE(cucore__xla_metadata_extension, metadata)
                       ? ((const cucore__xla_metadata_extension *)(const void *)extension)->metadata
                       : NULL;
        if (!metadata || metadata->struct_size < CUCORE__XLA_SIZE(cucore__xla_metadata, traits) ||
            metadata->api_version.struct_size != CUCORE__XLA_SIZE(cucore__xla_version, minor_version))
            break;
        metadata->api_version.major_version = CUCORE__XLA_MAJOR;
        metadata->api_version.minor_version = minor < CUCORE__XLA_MINOR ? minor : CUCORE__XLA_MINOR;
        metadata->traits = cuda ? CUCORE__XLA_COMMAND_BUFFER : 0;
        return 1;
    }
    if (!extension) return 0;
    (void)cucore_fail(CUCORE_UNSUPPORTED, "%s: an extension of XLA's call frame, of %llu bytes, is not understood",
                      op->name, (unsigned long long)extension->struct_size);
    return -1;
}

/* -- values -------------------------------------------------------------------------------------------------------- */
/* Reads the number of a scalar as the kind of a value.  Returns 0 if it does not fit exactly: a float with a fraction
 * for an int, an int that no double is, a bool for a number.  NaN fits a float. */
CUCORE__PRIVATE int cucore__xla_read_scalar(const cucore__xla_scalar *scalar, int kind, cucore_op_scalar *out)
{
    const double most = 9223372036854775808.0; /* 2^63 */
    int64_t i = 0;
    uint64_t u = 0;
    double f = 0;
    int is_float = 0;
#define CUCORE__XLA_READ(name, type, target)                                                                           \
    case CUCORE__XLA_##name: {                                                                                         \
        type number;                                                                                                   \
        memcpy(&number, scalar->value, sizeof number);                                                                 \
        target = number;                                                                                               \
        break;                                                                                                         \
    }
    switch (scalar->dtype) {
        CUCORE__XLA_READ(PRED, uint8_t, u)
        CUCORE__XLA_READ(S8, int8_t, i)
        CUCORE__XLA_READ(S16, int16_t, i)
        CUCORE__XLA_READ(S32, int32_t, i)
        CUCORE__XLA_READ(S64, int64_t, i)
        CUCORE__XLA_READ(U8, uint8_t, u)
        CUCORE__XLA_READ(U16, uint16_t, u)
        CUCORE__XLA_READ(U32, uint32_t, u)
        CUCORE__XLA_READ(U64, uint64_t, u)
        CUCORE__XLA_READ(F32, float, f)
        CUCORE__XLA_READ(F64, double, f)
    default: return 0;
    }
#undef CUCORE__XLA_READ
    is_float = scalar->dtype == CUCORE__XLA_F32 || scalar->dtype == CUCORE__XLA_F64;
    if (u > (uint64_t)INT64_MAX) return 0;
    if (u) i = (int64_t)u;
    if (kind == CUCORE_OP_BOOL) {
        out->i = i;
        return scalar->dtype == CUCORE__XLA_PRED && u <= 1;
    }
    if (kind == CUCORE_OP_STRING || scalar->dtype == CUCORE__XLA_PRED) return 0;
    if (kind == CUCORE_OP_FLOAT) {
        out->f = is_float ? f : (double)i;
        return is_float || ((double)i < most && (int64_t)(double)i == i);
    }
    if (is_float && !(f >= -most && f < most)) return 0;
    out->i = is_float ? (int64_t)f : i;
    return !is_float || !(f < (double)out->i || f > (double)out->i);
}

/* Describes an attribute: "float64 2.5", "a string", "an array".  Returns 1 if the text has a number. */
CUCORE__PRIVATE CUCORE__COLD int cucore__text_add_attribute(cucore__text *text, int type, const void *value)
{
    const cucore__xla_scalar *scalar = (const cucore__xla_scalar *)value;
    cucore_op_scalar number;
    switch (value ? type : 0) {
    case CUCORE__XLA_STRING: cucore__text_add(text, "a string"); return 0;
    case CUCORE__XLA_ARRAY: cucore__text_add(text, "an array"); return 0;
    case CUCORE__XLA_DICTIONARY: cucore__text_add(text, "a dictionary"); return 0;
    case CUCORE__XLA_SCALAR: break;
    default: cucore__text_add(text, "an attribute of type %d", type); return 0;
    }
    if (!cucore__xla_dtype(scalar->dtype).lanes) {
        cucore__text_add(text, "a number of the unknown dtype %d", scalar->dtype);
        return 0;
    }
    cucore__text_add_dtype(text, cucore__xla_dtype(scalar->dtype));
    if (!scalar->value) return 0;
    if (cucore__xla_read_scalar(scalar, CUCORE_OP_INT, &number)) {
        cucore__text_add(text, " %lld", (long long)number.i);
    } else if (cucore__xla_read_scalar(scalar, CUCORE_OP_FLOAT, &number)) {
        cucore__text_add(text, " %.17g", number.f);
    } else {
        return 0;
    }
    return 1;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_fail_value(const cucore_op *op, const cucore_op_value *value,
                                                                  int type, const void *attribute)
{
    static const char *const kinds[] = {"", "an int", "a float", "a bool", "a string"};
    char got[96];
    cucore__text text = cucore__text_start(got, sizeof got);
    const int has_number = cucore__text_add_attribute(&text, type, attribute);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: %s: expected %s, got %s%s", op->name, value->name, kinds[value->kind],
                       got, has_number && value->kind <= CUCORE_OP_FLOAT ? ", which it cannot be exactly" : "");
}

/* Reads one attribute as the value that it is for. */
CUCORE__PRIVATE cucore_status cucore__xla_read_value(const cucore_op *op, const cucore_op_value *value, int type,
                                                     const void *attribute, cucore_op_scalar *out)
{
    const cucore__xla_scalar *scalar = (const cucore__xla_scalar *)attribute;
    const cucore__xla_span *span = (const cucore__xla_span *)attribute;
    memset(out, 0, sizeof *out);
    if (attribute && type == CUCORE__XLA_SCALAR && scalar->value) {
        if (scalar->dtype == CUCORE__XLA_F64 && value->kind == CUCORE_OP_FLOAT) { /* as Python's float */
            memcpy(&out->f, scalar->value, sizeof out->f);
            return CUCORE_OK;
        }
        if (scalar->dtype == CUCORE__XLA_S64 && value->kind == CUCORE_OP_INT) { /* and int */
            memcpy(&out->i, scalar->value, sizeof out->i);
            return CUCORE_OK;
        }
        if (CUCORE__LIKELY(cucore__xla_read_scalar(scalar, value->kind, out))) return CUCORE_OK;
    } else if (attribute && type == CUCORE__XLA_STRING && value->kind == CUCORE_OP_STRING) {
        out->s = span->len ? span->ptr : "";
        out->i = (int64_t)span->len;
        if (out->s && (uint64_t)span->len <= (uint64_t)INT64_MAX) return CUCORE_OK;
    }
    return cucore__xla_fail_value(op, value, type, attribute);
}

/* Refuses an attribute whose name is that of no value, or is there twice. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_fail_name(const cucore_op *op, const cucore__xla_span *name,
                                                                 int twice)
{
    char known[256];
    cucore__text text = cucore__text_start(known, sizeof known);
    int i, length = name && name->ptr ? (int)(name->len < 64 ? name->len : 64) : 0;
    if (twice) return cucore__invalid("%s: the attribute '%.*s' is there twice", op->name, length, name->ptr);
    for (i = 0; i < op->value_count; i++) cucore__text_add(&text, "%s%s", i ? ", " : "; it has ", op->values[i].name);
    return cucore__invalid("%s: it has no value that is called '%.*s'%s", op->name, length, length ? name->ptr : "",
                           known);
}

/* Returns the value with the name of an attribute; -1: there is none.  XLA has sorted the names: *next is the place in
 * plan->by_name where the search begins. */
CUCORE__PRIVATE inline int cucore__xla_value_of(const cucore_op_call *call, const cucore__xla_span *name, int *next)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    if (!name || !name->ptr) return -1;
    while (*next < call->op->value_count) {
        const int i = plan->by_name[(*next)++];
        if (cucore__op_name_is(call->op->values[i].name, name->ptr, name->len)) return i;
    }
    return cucore__op_value_named(call->op, name->ptr, name->len);
}

/* Reads all attributes, which are found by name, and sets the others to their defaults (rules X22). */
CUCORE__PRIVATE cucore_status cucore__xla_read_values(const cucore_op_call *call, const cucore__xla_attributes *attrs,
                                                      cucore_op_scalar *values)
{
    const cucore_op *op = call->op;
    uint32_t seen = 0;
    int64_t k;
    int i, next = 0;
    if (attrs->size < 0 || (attrs->size && (!attrs->types || !attrs->names || !attrs->values)))
        return cucore_fail(CUCORE_PROTOCOL, "%s: XLA_FFI_Attrs with size %lld is not sound", op->name,
                           (long long)attrs->size);
    for (k = 0; k < attrs->size; k++) {
        cucore_status status;
        i = cucore__xla_value_of(call, attrs->names[k], &next);
        if (i < 0 || seen >> i & 1) return cucore__xla_fail_name(op, attrs->names[k], i >= 0);
        status = cucore__xla_read_value(op, &op->values[i], attrs->types[k], attrs->values[k], &values[i]);
        if (status) return status;
        seen |= UINT32_C(1) << i;
    }
    for (i = 0; i < op->value_count && k < op->value_count; i++) {
        if (seen >> i & 1) continue;
        if (op->values[i].required) return cucore__invalid("%s: the value %s is missing", op->name, op->values[i].name);
        values[i] = op->values[i].fallback;
    }
    return CUCORE_OK;
}

/* -- arrays -------------------------------------------------------------------------------------------------------- */
/* Appends the names of arrays: those that are changed in place, and then the results, if `results`; else the
 * arguments. */
CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_arrays(cucore__text *text, const cucore_op *op, int results)
{
    const int arguments = op->array_count - op->result_count;
    const char *separator = "";
    int i;
    for (i = 0; i < op->array_count; i++) {
        if (results ? i < arguments && !(op->arrays[i].flags & CUCORE_WRITE) : i >= arguments) continue;
        cucore__text_add(text, "%s%s", separator, op->arrays[i].name);
        separator = ", ";
    }
}

/* "scale: expected 2 arrays (x, y), got 3" */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_fail_count(const cucore_op *op, const cucore__xla_arrays *arrays,
                                                                  int results, int expected)
{
    char names[300];
    cucore__text text = cucore__text_start(names, sizeof names);
    cucore__text_add_arrays(&text, op, results);
    if (arrays->size >= 0 && arrays->size != expected)
        return cucore__invalid("%s: expected %d %s%s (%s), got %lld", op->name, expected, results ? "result" : "array",
                               expected == 1 ? "" : "s", names, (long long)arrays->size);
    return cucore_fail(CUCORE_PROTOCOL, "%s: %s with size %lld is not sound", op->name,
                       results ? "XLA_FFI_Rets" : "XLA_FFI_Args", (long long)arrays->size);
}

/* Returns a buffer of a call; NULL: it is another thing. */
CUCORE__PRIVATE inline const cucore__xla_buffer *cucore__xla_buffer_at(const cucore__xla_arrays *arrays, int i)
{
    return arrays->types[i] == CUCORE__XLA_BUFFER ? (const cucore__xla_buffer *)arrays->buffers[i] : NULL;
}

/* Decodes one buffer of a call. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__xla_take_any(const cucore_op_call *call, int place,
                                                                 const cucore__xla_buffer *buffer, int device_id)
{
    cucore_view *view = &call->views[place];
    cucore_status status;
    cucore__view_clear(view);
    status =
        buffer ? cucore__xla_decode(buffer, device_id, view) : cucore_fail(CUCORE_PROTOCOL, "it is no XLA_FFI_Buffer");
    if (CUCORE__LIKELY(!status)) return CUCORE_OK;
    return cucore_fail(status, "%s: %s: %s", call->op->name, call->op->arrays[place].name, cucore__error.message);
}

/* Compares an argument that is changed in place with the result that stands for it: both have to be one buffer
 * (rules X23). */
CUCORE__PRIVATE cucore_status cucore__xla_check_alias(const cucore_op_call *call, int place,
                                                      const cucore__xla_arrays *rets, int result)
{
    const cucore_view *view = &call->views[place];
    const char *operator_name = call->op->name, *name = call->op->arrays[place].name;
    const cucore__xla_buffer *buffer = cucore__xla_buffer_at(rets, result);
    int i, same;
    if (!buffer || buffer->struct_size < CUCORE__XLA_BUFFER_SIZE || (buffer->rank > 0 && !buffer->dims))
        return cucore_fail(CUCORE_PROTOCOL, "%s: %s: result %d is no sound XLA_FFI_Buffer", operator_name, name,
                           result);
    same = cucore_dtype_is_equal(cucore__xla_dtype(buffer->dtype), view->dtype) && buffer->rank == view->layout.ndim;
    for (i = 0; same && i < view->layout.ndim; i++) same = buffer->dims[i] == view->layout.shape[i];
    if (!same)
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: %s is changed in place: result %d has to have its dtype and shape",
                           operator_name, name, result);
    if (buffer->data == view->ptr || cucore__layout_is_empty(&view->layout)) return CUCORE_OK;
    return cucore__invalid("%s: %s is changed in place, but result %d is other memory: pass "
                           "input_output_aliases={%d: %d} to jax.ffi.ffi_call",
                           operator_name, name, result, place, result);
}

/* The buffers of a call. */
typedef struct cucore__xla_call {
    const cucore__xla_arrays *args, *rets;
    int arguments;      /* of the operator */
    int given, changed; /* arguments of the call, and how many of them are changed in place */
    int device_id;
    uint64_t device;
} cucore__xla_call;

/* Counts the buffers.  Optional arguments at the end may be left out.  The results are first the arguments that are
 * changed in place, then the results of the declaration. */
CUCORE__PRIVATE inline cucore_status cucore__xla_count(cucore__xla_call *self, const cucore_op *op)
{
    const cucore__xla_arrays *args = self->args, *rets = self->rets;
    const int arguments = self->arguments = op->array_count - op->result_count;
    int i;
    self->given = args->size >= 0 && args->size <= arguments ? (int)args->size : -1;
    self->changed = 0;
    for (i = 0; i < arguments; i++) {
        if (i >= self->given && !(op->arrays[i].flags & CUCORE_OPTIONAL)) break;
        self->changed += i < self->given && op->arrays[i].flags & CUCORE_WRITE;
    }
    if (self->given < 0 || i < arguments || (self->given && (!args->types || !args->buffers)))
        return cucore__xla_fail_count(op, args, 0, arguments);
    if (rets->size != self->changed + op->result_count || (rets->size && (!rets->types || !rets->buffers)))
        return cucore__xla_fail_count(op, rets, 1, self->changed + op->result_count);
    return CUCORE_OK;
}

/* Returns the buffer of an array that was not left out; NULL: it is another thing. */
CUCORE__PRIVATE inline const cucore__xla_buffer *cucore__xla_buffer_of(const cucore__xla_call *self, int place)
{
    return place < self->arguments ? cucore__xla_buffer_at(self->args, place)
                                   : cucore__xla_buffer_at(self->rets, place - self->arguments + self->changed);
}

CUCORE__PRIVATE inline int cucore__xla_read(const void *caller, int place, cucore__op_raw *out)
{
    const cucore__xla_call *self = (const cucore__xla_call *)caller;
    const cucore__xla_buffer *buffer;
    if (place >= self->given && place < self->arguments) return 0;
    buffer = cucore__xla_buffer_of(self, place);
    if (!buffer || buffer->struct_size < CUCORE__XLA_BUFFER_SIZE || (uint64_t)buffer->rank > CUCORE__OP_AXES) return -1;
    out->data = buffer->data;
    out->kind = cucore__op_kind((int)buffer->rank, cucore__xla_type(buffer->dtype));
    out->device = self->device;
    out->shape = buffer->dims;
    out->strides = NULL;
    return 1;
}

/* Decodes all arrays, checks them and describes the results. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__xla_decode_all(const cucore__xla_call *self, cucore_op_call *call)
{
    const cucore_op *op = call->op;
    cucore__op_raw raw;
    cucore_status status = cucore__op_bind_values(call);
    int i;
    if (status) return cucore__op_fail(op, status);
    for (i = 0; i < op->array_count && !status; i++) {
        const int is_there = cucore__xla_read(self, i, &raw);
        if (!is_there) {
            cucore__view_clear(&call->views[i]);
        } else if (is_there < 0 || !cucore__op_take_dense(call, i, &raw)) {
            status = cucore__xla_take_any(call, i, cucore__xla_buffer_of(self, i), self->device_id);
        }
        call->views[i].readonly = is_there && i < self->arguments && !(op->arrays[i].flags & CUCORE_WRITE);
    }
    if (!status) status = cucore__op_check(call);
    return status ? status : cucore__op_results(call);
}

/* Takes all arrays: they are compared with those of an earlier call, or decoded and checked. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__xla_take_arrays(cucore__xla_call *self, cucore_op_call *call)
{
    cucore_status status = cucore__xla_count(self, call->op);
    int i, result = 0;
    if (status) return status;
    if (!CUCORE__LIKELY(cucore__op_recall(call, cucore__xla_read, self))) {
        status = cucore__xla_decode_all(self, call);
        if (!status) cucore__op_remember(call, cucore__xla_read, self);
    }
    for (i = 0; i < self->given && self->changed && !status; i++)
        if (call->op->arrays[i].flags & CUCORE_WRITE) status = cucore__xla_check_alias(call, i, self->rets, result++);
    return status;
}

/* Gets the stream that XLA works on, and its device (rules X24).  Returns an error of XLA, as XLA made it, or of this
 * library; NULL: success. */
CUCORE__PRIVATE void *cucore__xla_find_stream(const cucore_op *op, const cucore__xla_frame *frame, CUstream *stream,
                                              int *device_id)
{
    cucore__xla_stream_args args;
    cucore__place place;
    CUcontext primary;
    cucore_status status;
    void *error;
    memset(&args, 0, sizeof args);
    args.struct_size = CUCORE__XLA_SIZE(cucore__xla_stream_args, stream);
    args.ctx = frame->ctx;
    error = frame->api->stream_get(&args);
    if (error) return error;
    *stream = cucore__stream_normalize((CUstream)args.stream);
    status = cucore_driver_load();
    place.stream = *stream;
    place.context = NULL;
    if (!status) status = cucore__place_complete(&place, &place);
    if (!status) {
        *device_id = cucore__context_known(place.context);
        if (*device_id < 0) {
            status = cucore__context_device(place.context, device_id);
            if (!status) (void)cucore__context_find_primary(*device_id, &primary); /* the next call knows it */
        }
    }
    if (CUCORE__LIKELY(!status)) return NULL;
    return cucore__xla_fail(frame, cucore__op_fail(op, status));
}

CUCORE_API void *cucore__op_enter_xla(const cucore_op *op, void *frame, int cuda)
{
    const cucore__xla_frame *given = (const cucore__xla_frame *)frame;
    cucore_view few[CUCORE__OP_FEW], *views;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    cucore__xla_call arrays;
    CUstream stream = CUCORE_STREAM_HOST;
    int device_id = CUCORE_DEVICE_NONE, answered;
    void *error;
    cucore_status status;
    if (given->struct_size >= CUCORE__XLA_FRAME_SIZE && !CUCORE__LIKELY(!given->extension_start)) {
        answered = cucore__xla_answer(op, given, cuda);
        if (answered) return answered < 0 ? cucore__xla_fail(given, CUCORE_UNSUPPORTED) : NULL;
    }
    status = cucore__xla_check_frame(op, given);
    if (status) return cucore__xla_fail(given, status);
    if (!CUCORE__LIKELY(given->stage == CUCORE__XLA_EXECUTE)) {
        if (given->stage >= 0 && given->stage < CUCORE__XLA_EXECUTE) return NULL; /* there is nothing to prepare */
        status = cucore_fail(CUCORE_UNSUPPORTED, "%s: stage %d of XLA's FFI is not known: register it for 'execute'",
                             op->name, given->stage);
        return cucore__xla_fail(given, status);
    }
    if (cuda) {
        error = cucore__xla_find_stream(op, given, &stream, &device_id);
        if (error) return error;
    }
    views = cucore__op_room(op, few);
    status = cucore__op_begin(&call, op, views, values);
    call.caller = CUCORE_OP_FROM_XLA;
    arrays.args = &given->args;
    arrays.rets = &given->rets;
    arrays.device_id = device_id;
    arrays.device = device_id < 0 ? cucore__op_device(kDLCPU, 0) : cucore__op_device(kDLCUDA, device_id);
    if (!status) status = cucore__xla_read_values(&call, &given->attrs, values);
    if (!status) status = cucore__xla_take_arrays(&arrays, &call);
    call.stream = stream;
    if (!status) status = cucore__op_run(&call);
    cucore__op_room_end(views, few);
    return CUCORE__LIKELY(!status) ? NULL : cucore__xla_fail(given, status);
}
