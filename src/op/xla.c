/* ---------------------------------------------------------------------------------------------- >>impl-op-xla -- */
/* op/xla.c: buffers of XLA's FFI as views and back; calls by XLA's FFI of an operator. */
#define CUCORE__XLA_BUFFER_SIZE CUCORE__XLA_SIZE(cucore__xla_buffer, dims)

/* Returns the dtype of XLA's number; lanes is 0 if the number has no elements or is not known. */
CUCORE__PRIVATE inline cucore_dtype cucore__xla_dtype(int number)
{
#define CUCORE__XLA_TYPE_CASE(number, name, code, bits)                                                                \
    case number: return cucore_dtype_make(CUCORE_CODE_##code, bits, 1);
    switch (number) {
        CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_CASE)
    default: return cucore_dtype_make(0, 0, 0);
    }
#undef CUCORE__XLA_TYPE_CASE
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

/* Reads all attributes, which are found by name, and sets the others to their defaults (rules X22). */
CUCORE__PRIVATE cucore_status cucore__xla_read_values(const cucore_op *op, const cucore__xla_attributes *attrs,
                                                      cucore_op_scalar *values)
{
    uint32_t seen = 0;
    int64_t k;
    int i;
    if (attrs->size < 0 || (attrs->size && (!attrs->types || !attrs->names || !attrs->values)))
        return cucore_fail(CUCORE_PROTOCOL, "%s: XLA_FFI_Attrs with size %lld is not sound", op->name,
                           (long long)attrs->size);
    for (k = 0; k < attrs->size; k++) {
        const cucore__xla_span *name = attrs->names[k];
        cucore_status status;
        i = name && name->ptr ? cucore__op_value_named(op, name->ptr, name->len) : -1;
        if (i < 0 || seen >> i & 1) return cucore__xla_fail_name(op, name, i >= 0);
        status = cucore__xla_read_value(op, &op->values[i], attrs->types[k], attrs->values[k], &values[i]);
        if (status) return status;
        seen |= UINT32_C(1) << i;
    }
    for (i = 0; i < op->value_count; i++) {
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
CUCORE__PRIVATE cucore_status cucore__xla_take(const cucore_op_call *call, int place, const cucore__xla_buffer *buffer,
                                               int device_id)
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

/* Decodes all arrays.  Optional arguments at the end may be left out.  The results are first the arguments that are
 * changed in place, then the results of the declaration. */
CUCORE__PRIVATE cucore_status cucore__xla_take_arrays(cucore_op_call *call, const cucore__xla_frame *frame,
                                                      int device_id)
{
    const cucore_op *op = call->op;
    const cucore__xla_arrays *args = &frame->args, *rets = &frame->rets;
    const int arguments = op->array_count - op->result_count;
    const int given = args->size >= 0 && args->size <= arguments ? (int)args->size : -1;
    cucore_status status = CUCORE_OK;
    int i, changed = 0;
    for (i = 0; i < arguments; i++) {
        if (i >= given && !(op->arrays[i].flags & CUCORE_OPTIONAL)) break;
        changed += i < given && op->arrays[i].flags & CUCORE_WRITE;
    }
    if (given < 0 || i < arguments || (given && (!args->types || !args->buffers)))
        return cucore__xla_fail_count(op, args, 0, arguments);
    if (rets->size != changed + op->result_count || (rets->size && (!rets->types || !rets->buffers)))
        return cucore__xla_fail_count(op, rets, 1, changed + op->result_count);
    for (i = 0, changed = 0; i < given && !status; i++) {
        status = cucore__xla_take(call, i, cucore__xla_buffer_at(args, i), device_id);
        if (status) return status;
        call->views[i].readonly = !(op->arrays[i].flags & CUCORE_WRITE);
        if (!call->views[i].readonly) status = cucore__xla_check_alias(call, i, rets, changed++);
    }
    for (; i < arguments; i++) cucore__view_clear(&call->views[i]);
    for (i = 0; i < op->result_count && !status; i++)
        status = cucore__xla_take(call, arguments + i, cucore__xla_buffer_at(rets, changed + i), device_id);
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

/* -- calls like one that was checked ------------------------------------------------------------------------------- */
/* The bytes of a view from host_accessible to reserved. */
enum { CUCORE__XLA_MARKS = offsetof(cucore_view, producer_stream) - offsetof(cucore_view, host_accessible) };

/* An array of a call that was checked. */
typedef struct cucore__xla_known_array {
    int dtype; /* XLA's number */
    int alias; /* the result that is the same buffer; -1: none */
    int64_t rank, nbytes, dims[CUCORE__OP_AXES], strides[CUCORE__OP_AXES];
    cucore_dtype element;
    int32_t device_type, device_id;
    unsigned char marks[CUCORE__XLA_MARKS];
} cucore__xla_known_array;

/* A call that was checked: the dtypes and shapes of its arrays, and which attributes it had.  A program of XLA calls an
 * operator with the same ones again and again; then only names, values and addresses are looked at: a call with one
 * array takes 35 to 60 ns, not 270 to 600.  It is made once, and read by all threads.  At most CUCORE__XLA_MOST are
 * kept for an operator. */
enum { CUCORE__XLA_MOST = 16 };
typedef struct cucore__xla_known {
    struct cucore__xla_known *next; /* an older one */
    int count;                      /* of this one and the older ones */
    int device_id;
    int64_t args, rets, attrs; /* size of each */
    int lonely;                /* arrays with a flag about overlap */
    uint32_t seen;             /* bit i: value i has an attribute */
    int64_t extents[CUCORE__OP_NAMES];
    int8_t lonelies[CUCORE_OP_MAX_ARRAYS]; /* their places */
    int8_t places[CUCORE_OP_MAX_VALUES];   /* of the value of each attribute */
    size_t lengths[CUCORE_OP_MAX_VALUES];
    cucore__xla_known_array arrays[CUCORE_OP_MAX_ARRAYS];
} cucore__xla_known;

typedef CUCORE__ATOMIC(void *) cucore__xla_slot;

/* Fills a view from a buffer that has dtype and shape of a known array, and memory that is aligned and within the
 * address space.  Returns 0, and leaves any view, if it has not. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__xla_fill(const cucore__xla_buffer *buffer,
                                                    const cucore__xla_known_array *known, cucore_view *view)
{
    const int64_t rank = known->rank;
    int64_t i;
    if (!buffer || buffer->struct_size < CUCORE__XLA_BUFFER_SIZE || buffer->dtype != known->dtype ||
        buffer->rank != rank || (rank && !buffer->dims) || !buffer->data || (uintptr_t)buffer->data & 7 ||
        (uint64_t)known->nbytes > (uint64_t)UINTPTR_MAX - (uintptr_t)buffer->data)
        return 0;
    view->ptr = buffer->data;
    view->dtype = known->element;
    view->device_type = known->device_type;
    view->device_id = known->device_id;
    memcpy((char *)view + offsetof(cucore_view, host_accessible), known->marks, sizeof known->marks);
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.ndim = (int32_t)rank;
    view->layout.reserved = 0;
    view->layout.itemsize = known->element.itemsize;
    view->layout.itembits = known->element.bits;
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    view->private_.until = 0;
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#endif
    for (i = 0; i < rank; i++) {
        if (buffer->dims[i] != known->dims[i]) return 0;
        view->layout.shape[i] = known->dims[i];
        view->layout.strides[i] = known->strides[i];
    }
    return 1;
}

/* Fills the views of a call from a known one.  Returns 0 if the call differs. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__xla_fill_known(const cucore__xla_known *known, const cucore_op *op,
                                                          const cucore__xla_frame *frame, cucore_op_call *call)
{
    const cucore__xla_known_array *array = known->arrays;
    const int arguments = (int)known->args, changed = (int)known->rets - op->result_count;
    cucore_view *view = call->views;
    int i;
    for (i = 0; i < arguments; i++, array++, view++)
        if (!cucore__xla_fill(cucore__xla_buffer_at(&frame->args, i), array, view)) return 0;
    for (i = changed; i < known->rets; i++, array++, view++)
        if (!cucore__xla_fill(cucore__xla_buffer_at(&frame->rets, i), array, view)) return 0;
    return 1;
}

/* Returns 1 if each argument that is changed in place is one buffer with its result. */
CUCORE__PRIVATE int cucore__xla_is_in_place(const cucore__xla_known *known, const cucore__xla_frame *frame,
                                            const cucore_op_call *call)
{
    int i;
    int64_t axis;
    for (i = 0; i < known->args; i++) {
        const cucore__xla_known_array *array = &known->arrays[i];
        const cucore__xla_buffer *same;
        if (array->alias < 0) continue;
        same = cucore__xla_buffer_at(&frame->rets, array->alias);
        if (!same || same->struct_size < CUCORE__XLA_BUFFER_SIZE || same->dtype != array->dtype ||
            same->rank != array->rank || (array->rank && !same->dims) || same->data != call->views[i].ptr)
            return 0;
        for (axis = 0; axis < array->rank; axis++)
            if (same->dims[axis] != array->dims[axis]) return 0;
    }
    return 1;
}

/* Returns 1 if no array with a flag about overlap reaches the bytes of another one. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__xla_is_apart(const cucore__xla_known *known, const cucore_op_call *call)
{
    int i, j;
    for (i = 0; i < known->lonely; i++) {
        const int place = known->lonelies[i];
        const uintptr_t begin = (uintptr_t)call->views[place].ptr, end = begin + (uintptr_t)known->arrays[place].nbytes;
        for (j = 0; j < call->op->array_count; j++) {
            const uintptr_t other = (uintptr_t)call->views[j].ptr;
            if (j != place && other < end && begin < other + (uintptr_t)known->arrays[j].nbytes) return 0;
        }
    }
    return 1;
}

/* Reads the values of a call that has the same attributes as a known one.  Returns 0 if it has not, or if one of them
 * does not convert. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__xla_read_known(const cucore__xla_known *known, const cucore_op *op,
                                                          const cucore__xla_attributes *attrs, cucore_op_scalar *values)
{
    int64_t k;
    int i;
    for (k = 0; k < known->attrs; k++) {
        const cucore__xla_span *name = attrs->names[k], *text = (const cucore__xla_span *)attrs->values[k];
        const cucore__xla_scalar *scalar = (const cucore__xla_scalar *)attrs->values[k];
        const cucore_op_value *value = &op->values[known->places[k]];
        cucore_op_scalar *out = &values[known->places[k]];
        size_t letter = 0;
        if (!name || !name->ptr || !scalar || name->len != known->lengths[k]) return 0;
        while (letter < name->len && name->ptr[letter] == value->name[letter]) letter++; /* no call: names are short */
        if (letter < name->len) return 0;
        out->i = 0;
        out->f = 0;
        out->s = NULL;
        if (value->kind == CUCORE_OP_STRING) {
            if (attrs->types[k] != CUCORE__XLA_STRING || !text->ptr || (uint64_t)text->len > (uint64_t)INT64_MAX)
                return 0;
            out->s = text->ptr;
            out->i = (int64_t)text->len;
        } else if (attrs->types[k] != CUCORE__XLA_SCALAR || !scalar->value) {
            return 0;
        } else if (value->kind == CUCORE_OP_FLOAT && scalar->dtype == CUCORE__XLA_F64) {
            memcpy(&out->f, scalar->value, sizeof out->f);
        } else if (value->kind == CUCORE_OP_INT && scalar->dtype == CUCORE__XLA_S64) {
            memcpy(&out->i, scalar->value, sizeof out->i);
        } else if (!cucore__xla_read_scalar(scalar, value->kind, out)) {
            return 0;
        }
    }
    for (i = 0; i < op->value_count; i++)
        if (!(known->seen >> i & 1)) values[i] = op->values[i].fallback;
    return 1;
}

/* Fills a call that is like one that was checked, by any thread.  Returns 0 if there is none, or if an array reaches
 * the memory of another one: then the call is decoded and checked. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__xla_recall(const cucore__op_plan *plan, const cucore__xla_frame *frame,
                                                      int device_id, cucore_op_call *call, cucore_op_scalar *values)
{
    const cucore__xla_known *known =
        (const cucore__xla_known *)CUCORE__LOAD((cucore__xla_slot *)(uintptr_t)&plan->known);
    int i;
    for (; known; known = known->next) {
        if (known->args != frame->args.size || known->rets != frame->rets.size || known->attrs != frame->attrs.size ||
            known->device_id != device_id || !frame->args.types || !frame->args.buffers || !frame->rets.types ||
            !frame->rets.buffers || !frame->attrs.types || !frame->attrs.names || !frame->attrs.values ||
            !cucore__xla_fill_known(known, call->op, frame, call))
            continue;
        if (known->rets > call->op->result_count && !cucore__xla_is_in_place(known, frame, call)) return 0;
        if (!cucore__xla_read_known(known, call->op, &frame->attrs, values)) return 0;
        for (i = 0; i < plan->name_count; i++) call->private_.extents[i] = known->extents[i];
        return cucore__xla_is_apart(known, call);
    }
    return 0;
}

/* Keeps a call that was checked, if all of it can be compared: arrays of up to CUCORE__OP_AXES axes, none of them left
 * out or without elements, and shapes that no value is part of. */
CUCORE__PRIVATE CUCORE__COLD void cucore__xla_remember(const cucore__op_plan *plan, const cucore__xla_frame *frame,
                                                       int device_id, const cucore_op_call *call)
{
    cucore__xla_slot *slot = (cucore__xla_slot *)(uintptr_t)&plan->known;
    void *newest = CUCORE__LOAD(slot);
    const cucore_op *op = call->op;
    cucore__xla_known *known;
    int64_t k;
    int i, changed = 0;
    if (!plan->is_quick || plan->by_values || plan->needs_shape || frame->args.size != plan->argument_count ||
        (newest && ((const cucore__xla_known *)newest)->count >= CUCORE__XLA_MOST))
        return;
    for (i = 0; i < op->array_count; i++) {
        const cucore_view *view = &call->views[i];
        if (view->layout.ndim > CUCORE__OP_AXES || cucore__layout_is_empty(&view->layout)) return;
    }
    known = (cucore__xla_known *)calloc(1, sizeof *known);
    if (!known) return;
    known->device_id = device_id;
    known->args = frame->args.size;
    known->rets = frame->rets.size;
    known->attrs = frame->attrs.size;
    for (k = 0; k < known->attrs; k++) {
        known->lengths[k] = frame->attrs.names[k]->len;
        known->places[k] = (int8_t)cucore__op_value_named(op, frame->attrs.names[k]->ptr, known->lengths[k]);
        known->seen |= UINT32_C(1) << known->places[k];
    }
    for (i = 0; i < plan->name_count; i++) known->extents[i] = call->private_.extents[i];
    for (i = 0; i < op->array_count; i++) {
        cucore__xla_known_array *array = &known->arrays[i];
        const cucore_view *view = &call->views[i];
        if (plan->arrays[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))
            known->lonelies[known->lonely++] = (int8_t)i;
        array->dtype = cucore__xla_number(view->dtype);
        array->alias = i < plan->argument_count && op->arrays[i].flags & CUCORE_WRITE ? changed++ : -1;
        array->rank = view->layout.ndim;
        array->nbytes = cucore_view_nbytes(view);
        memcpy(array->dims, view->layout.shape, (size_t)array->rank * sizeof array->dims[0]);
        memcpy(array->strides, view->layout.strides, (size_t)array->rank * sizeof array->strides[0]);
        array->element = view->dtype;
        array->device_type = view->device_type;
        array->device_id = view->device_id;
        memcpy(array->marks, (const char *)view + offsetof(cucore_view, host_accessible), sizeof array->marks);
    }
    do {
        known->next = (cucore__xla_known *)newest;
        known->count = newest ? known->next->count + 1 : 1;
    } while (!CUCORE__COMPARE_AND_SET(slot, &newest, (void *)known));
}

CUCORE_API void *cucore__op_enter_xla(const cucore_op *op, void *frame, int cuda)
{
    const cucore__xla_frame *given = (const cucore__xla_frame *)frame;
    cucore_view few[CUCORE__OP_FEW], *views;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    const cucore__op_plan *plan;
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
    call.op = op;
    call.views = views;
    call.values = values;
    status = cucore__op_plan_get(op, &plan);
    if (!status && CUCORE__LIKELY(views != NULL) &&
        CUCORE__LIKELY(cucore__xla_recall(plan, given, device_id, &call, values))) {
        call.device_id = device_id;
        call.private_.plan = plan;
        call.private_.device_type = device_id < 0 ? CUCORE_DEVICE_TYPE_CPU : CUCORE_DEVICE_TYPE_CUDA;
        call.private_.described = 0;
    } else {
        if (!status) status = cucore__op_begin(&call, op, views, values);
        if (!status) status = cucore__xla_read_values(op, &given->attrs, values);
        if (!status) status = cucore__xla_take_arrays(&call, given, device_id);
        if (!status) status = cucore__op_check(&call);
        if (!status) status = cucore__op_results(&call);
        if (!status) cucore__xla_remember(plan, given, device_id, &call);
    }
    call.stream = stream;
    call.caller = CUCORE_OP_FROM_XLA;
    if (!status) status = cucore__op_run(&call);
    cucore__op_room_end(views, few);
    return CUCORE__LIKELY(!status) ? NULL : cucore__xla_fail(given, status);
}
