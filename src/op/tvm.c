/* -------------------------------------------------------------------------------------------- >>impl-op-tvm -- */
/* op/tvm.c: packed calls of tvm-ffi. */
/* The functions of tvm-ffi that are called.  X(member, symbol, type of the result, parameters) */
#define CUCORE__TVM_LIST(X)                                                                                            \
    X(fail, "TVMFFIErrorSetRaisedFromCStr", void, (const char *kind, const char *message))                             \
    X(stream, "TVMFFIEnvGetStream", void *, (int32_t device_type, int32_t device_id))                                  \
    X(allocate, "TVMFFIEnvTensorAlloc", int, (DLTensor * prototype, void **out))                                       \
    X(from_dlpack, "TVMFFITensorFromDLPackVersioned", int,                                                             \
      (DLManagedTensorVersioned * from, int32_t alignment, int32_t contiguous, void **out))                            \
    X(release, "TVMFFIObjectDecRef", int, (void *object))                                                              \
    X(find, "TVMFFIFunctionGetGlobal", int, (const cucore__tvm_bytes *name, void **out))                               \
    X(call, "TVMFFIFunctionCall", int, (void *function, cucore__tvm_any *args, int32_t count, cucore__tvm_any *result))

#define CUCORE__TVM_MEMBER(member, symbol, result, parameters) result(*member) parameters;
typedef struct cucore__tvm_functions {
    CUCORE__TVM_LIST(CUCORE__TVM_MEMBER)
} cucore__tvm_functions;
#undef CUCORE__TVM_MEMBER

static cucore__tvm_functions cucore__tvm;
static CUCORE__ATOMIC(int) cucore__tvm_found; /* written last */

static const char *const cucore__tvm_symbols[] = {
#define CUCORE__TVM_SYMBOL(member, symbol, result, parameters) symbol,
    CUCORE__TVM_LIST(CUCORE__TVM_SYMBOL)
#undef CUCORE__TVM_SYMBOL
};
enum { CUCORE__TVM_COUNT = sizeof cucore__tvm_symbols / sizeof cucore__tvm_symbols[0] };
typedef char cucore__assert_tvm_functions[sizeof(cucore__tvm_functions) == CUCORE__TVM_COUNT * sizeof(void *) ? 1 : -1];

/* Looks the functions up; UNSUPPORTED if the process has not loaded tvm-ffi. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tvm_look(void)
{
    void *found[CUCORE__TVM_COUNT], *library = NULL;
    int i;
    found[0] = cucore__op_symbol(NULL, cucore__tvm_symbols[0]);
    if (!found[0]) {
#if defined(_WIN32)
        library = cucore__op_library("tvm_ffi.dll");
#elif defined(__APPLE__)
        library = cucore__op_library("libtvm_ffi.dylib");
#else
        library = cucore__op_library("libtvm_ffi.so");
#endif
        if (!library) return cucore_fail(CUCORE_UNSUPPORTED, "this process has not loaded tvm-ffi");
    }
    for (i = 0; i < (int)CUCORE__TVM_COUNT; i++) {
        found[i] = cucore__op_symbol(library, cucore__tvm_symbols[i]);
        if (!found[i])
            return cucore_fail(CUCORE_UNSUPPORTED, "the tvm-ffi of this process has no %s: it is older than 0.1",
                               cucore__tvm_symbols[i]);
    }
    CUCORE__LOCK();
    if (!CUCORE__LOAD(&cucore__tvm_found)) {
        memcpy(&cucore__tvm, found, sizeof cucore__tvm);
        CUCORE__STORE(&cucore__tvm_found, 1);
    }
    CUCORE__UNLOCK();
    return CUCORE_OK;
}

CUCORE__PRIVATE inline cucore_status cucore__tvm_need(void)
{
    return CUCORE__LIKELY(CUCORE__LOAD(&cucore__tvm_found)) ? CUCORE_OK : cucore__tvm_look();
}

/* Returns the tensor of a value; NULL: the value is none. */
CUCORE__PRIVATE inline const DLTensor *cucore__tvm_tensor_of(const cucore__tvm_any *any)
{
    if (any->type_index == CUCORE__TVM_TENSOR)
        return any->value.pointer ? &((const cucore__tvm_tensor *)any->value.pointer)->tensor : NULL;
    return any->type_index == CUCORE__TVM_DLTENSOR_PTR ? (const DLTensor *)any->value.pointer : NULL;
}

/* Writes what a value is, for messages. */
CUCORE__PRIVATE CUCORE__COLD void cucore__tvm_describe(const cucore__tvm_any *any, char *text, size_t size)
{
    switch (any->type_index) {
    case CUCORE__TVM_NONE: snprintf(text, size, "None"); break;
    case CUCORE__TVM_INT: snprintf(text, size, "the int %lld", (long long)any->value.i); break;
    case CUCORE__TVM_BOOL: snprintf(text, size, "the bool %s", any->value.i ? "True" : "False"); break;
    case CUCORE__TVM_FLOAT: snprintf(text, size, "the float %g", any->value.f); break;
    case CUCORE__TVM_RAW_STR:
    case CUCORE__TVM_SMALL_STR:
    case CUCORE__TVM_STR: snprintf(text, size, "a string"); break;
    case CUCORE__TVM_DLTENSOR_PTR:
    case CUCORE__TVM_TENSOR: snprintf(text, size, any->value.pointer ? "a tensor" : "a tensor that is NULL"); break;
    default: snprintf(text, size, "a value with the type index %d of tvm-ffi", (int)any->type_index);
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tvm_refuse(const cucore__tvm_any *any, const char *name,
                                                              const char *expected)
{
    char got[96];
    cucore__tvm_describe(any, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected %s, got %s", name, expected, got);
}

CUCORE_API cucore_status cucore_view_from_tvm_ffi(const void *any, const cucore_arg *arg, cucore_view *out)
{
    const cucore__tvm_any *value = (const cucore__tvm_any *)any;
    const DLTensor *tensor;
    if (!any || !out || value->type_index == CUCORE__TVM_NONE) {
        if (any && out && !(arg && arg->flags & CUCORE_OPTIONAL)) {
            cucore__view_clear(out);
            return cucore__tvm_refuse(value, arg ? cucore__arg_name(arg) : "array", "a tensor");
        }
        return cucore__intake_left_out("cucore_view_from_tvm_ffi", arg, out);
    }
    tensor = cucore__tvm_tensor_of(value);
    if (tensor) return cucore_view_from_dltensor(tensor, 0, arg, out);
    cucore__view_clear(out);
    return cucore__tvm_refuse(value, arg ? cucore__arg_name(arg) : "array", "a tensor");
}

CUCORE_API cucore_status cucore_view_to_tvm_ffi(cucore_view *view, void *any)
{
    cucore__tvm_any *value = (cucore__tvm_any *)any;
    DLManagedTensorVersioned *managed = NULL;
    void *object = NULL;
    cucore_status status;
    if (value) memset(value, 0, sizeof *value);
    status = value ? cucore__tvm_need() : cucore__fail_null("cucore_view_to_tvm_ffi", "any");
    if (status) {
        const cucore_error error = cucore__error;
        cucore_view_release(view);
        cucore__error = error;
        return status;
    }
    status = cucore_view_move_to_dlmanaged_versioned(view, 0, &managed);
    if (status) return status;
    if (cucore__tvm.from_dlpack(managed, 0, 0, &object) || !object) {
        cucore__dlmanaged_versioned_delete(managed);
        return cucore_fail(CUCORE_FOREIGN, "TVMFFITensorFromDLPackVersioned failed");
    }
    value->type_index = CUCORE__TVM_TENSOR;
    value->value.pointer = object;
    return CUCORE_OK;
}

/* -- packed calls of operators ------------------------------------------------------------------------------------- */
/* A call: arguments, values, results, in this order. */
typedef struct cucore__tvm_call {
    const cucore_op *op;
    const cucore__op_plan *plan;
    const cucore__tvm_any *args;
    int count;
    int given; /* 1: the caller gives the results */
    int has_made;
    void *made[CUCORE_OP_MAX_ARRAYS]; /* with has_made: the tensors of results that were allocated */
} cucore__tvm_call;

/* Decodes one array.  An address of the device is not looked up: tvm-ffi answers for it, as for its own functions. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tvm_array(const cucore__tvm_call *call, int at, int place,
                                                              cucore_view *out)
{
    static const cucore__tvm_any none = {0, 0, {0}};
    const cucore__tvm_any *any = at < call->count ? &call->args[at] : &none;
    const cucore_arg *arg = &call->plan->args[place];
    const DLTensor *tensor = cucore__tvm_tensor_of(any);
    cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    if (!CUCORE__LIKELY(tensor != NULL)) {
        cucore__view_clear(out);
        if (any->type_index == CUCORE__TVM_NONE && arg->flags & CUCORE_OPTIONAL) return CUCORE_OK;
        if (at >= call->count) return cucore_fail(CUCORE_WRONG_DTYPE, "%s: missing", arg->name);
        return cucore__tvm_refuse(any, arg->name, "a tensor");
    }
    intake.flags |= CUCORE_ALLOW_LANES; /* refused by cucore__op_check, in its words */
    status = cucore__view_decode(tensor, 0, &intake, CUCORE_PROTOCOL_DLTENSOR, out);
    return CUCORE__LIKELY(!status) ? CUCORE_OK : cucore_fail(status, "%s: %s", arg->name, cucore__error.message);
}

/* Returns the place of an array among the arguments of the call. */
CUCORE__PRIVATE inline int cucore__tvm_place(const cucore__tvm_call *call, int place)
{
    return place < call->plan->argument_count ? place : place + call->op->value_count;
}

CUCORE__PRIVATE inline int cucore__tvm_read(const void *caller, int place, cucore__op_raw *out)
{
    const cucore__tvm_call *call = (const cucore__tvm_call *)caller;
    const int at = cucore__tvm_place(call, place);
    const DLTensor *tensor;
    if (at >= call->count || call->args[at].type_index == CUCORE__TVM_NONE) return 0;
    tensor = cucore__tvm_tensor_of(&call->args[at]);
    if (!tensor || tensor->byte_offset) return -1;
    out->data = tensor->data;
    out->kind = cucore__op_kind(tensor->ndim, cucore__op_dtype_bytes(&tensor->dtype));
    out->device = cucore__op_device((int)tensor->device.device_type, tensor->device.device_id);
    out->shape = tensor->shape;
    out->strides = tensor->strides;
    return 1;
}

/* Takes one array on the quick way, or decodes it. */
CUCORE__PRIVATE cucore_status cucore__tvm_take(const cucore__tvm_call *call, int place, cucore_op_call *out)
{
    cucore__op_raw raw;
    if (cucore__tvm_read(call, place, &raw) > 0 && cucore__op_take_dense(out, place, &raw)) return CUCORE_OK;
    return cucore__tvm_array(call, cucore__tvm_place(call, place), place, &out->views[place]);
}

/* Reads one number or string. */
CUCORE__PRIVATE cucore_status cucore__tvm_value(const cucore__tvm_any *any, const cucore_op_value *value,
                                                cucore_op_scalar *out)
{
    const cucore__tvm_string *string = (const cucore__tvm_string *)any->value.pointer;
    const int type = any->type_index;
    memset(out, 0, sizeof *out);
    switch (value->kind) {
    case CUCORE_OP_INT:
        out->i = any->value.i;
        return type == CUCORE__TVM_INT || type == CUCORE__TVM_BOOL ? CUCORE_OK
                                                                   : cucore__tvm_refuse(any, value->name, "an int");
    case CUCORE_OP_FLOAT:
        out->f = type == CUCORE__TVM_FLOAT ? any->value.f : (double)any->value.i;
        return type == CUCORE__TVM_FLOAT || type == CUCORE__TVM_INT || type == CUCORE__TVM_BOOL
                   ? CUCORE_OK
                   : cucore__tvm_refuse(any, value->name, "a float");
    case CUCORE_OP_BOOL:
        out->i = any->value.i != 0;
        return type == CUCORE__TVM_BOOL ? CUCORE_OK : cucore__tvm_refuse(any, value->name, "a bool");
    default: break;
    }
    if (type == CUCORE__TVM_SMALL_STR && any->small_length <= sizeof any->value.bytes) {
        out->s = any->value.bytes;
        out->i = any->small_length;
    } else if (type == CUCORE__TVM_RAW_STR && any->value.pointer) {
        out->s = (const char *)any->value.pointer;
        out->i = (int64_t)strlen(out->s);
    } else if (type == CUCORE__TVM_STR && string && (string->text.data || !string->text.size)) {
        out->s = string->text.data ? string->text.data : "";
        out->i = (int64_t)string->text.size;
    } else {
        return cucore__tvm_refuse(any, value->name, "a string");
    }
    return CUCORE_OK;
}

/* Reads the numbers and strings after the arrays; None is the default. */
CUCORE__PRIVATE cucore_status cucore__tvm_values(const cucore__tvm_call *call, cucore_op_scalar *values)
{
    int i, at = call->plan->argument_count;
    for (i = 0; i < call->op->value_count; i++, at++) {
        const cucore_op_value *value = &call->op->values[i];
        cucore_status status;
        if (at >= call->count || call->args[at].type_index == CUCORE__TVM_NONE) {
            if (value->required) return cucore_fail(CUCORE_WRONG_DTYPE, "%s: missing", value->name);
            values[i] = value->fallback;
            continue;
        }
        status = cucore__tvm_value(&call->args[at], value, &values[i]);
        if (status) return status;
    }
    return CUCORE_OK;
}

/* Decodes all arrays, checks them and describes the results.  *named: 1 if a message has the operator. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tvm_decode(const cucore__tvm_call *call, cucore_op_call *out,
                                                               int *named)
{
    cucore_status status = cucore__op_bind_values(out);
    int i, count = call->given ? call->op->array_count : call->plan->argument_count;
    for (i = 0; i < count && !status; i++) status = cucore__tvm_take(call, i, out);
    if (!call->given) cucore__op_clear_results(out);
    if (status) return status;
    *named = 1;
    status = cucore__op_check(out);
    return status ? status : cucore__op_results(out);
}

/* Reads the values, and takes the arrays: they are compared with those of an earlier call, or decoded and checked. */
CUCORE__PRIVATE inline cucore_status cucore__tvm_take_all(cucore__tvm_call *call, cucore_op_call *out,
                                                          cucore_op_scalar *values, int *named)
{
    const int most = call->op->array_count + call->op->value_count;
    cucore_status status;
    int at = call->plan->argument_count + call->op->value_count;
    if (!CUCORE__LIKELY((uint32_t)call->count <= (uint32_t)most && (!call->count || call->args)))
        return cucore_fail(CUCORE_WRONG_DTYPE, "expected at most %d values (%d arrays, %d numbers, %d results), got %d",
                           most, call->plan->argument_count, call->op->value_count, call->op->result_count,
                           call->count);
    status = cucore__tvm_values(call, values);
    if (status) return status;
    for (; at < call->count && !call->given; at++) call->given = call->args[at].type_index != CUCORE__TVM_NONE;
    if (CUCORE__LIKELY(cucore__op_recall(out, cucore__tvm_read, call))) return CUCORE_OK;
    status = cucore__tvm_decode(call, out, named);
    if (!status) cucore__op_remember(out, cucore__tvm_read, call);
    return status;
}

/* Allocates the memory of one result by the allocator of the environment, and looks at what came back.  *raised: 1 if
 * tvm-ffi has its own error. */
CUCORE__PRIVATE cucore_status cucore__tvm_allocate(cucore__tvm_call *call, int place, cucore_view *view, int *raised)
{
    const cucore_arg *arg = &call->plan->args[place];
    cucore__intake intake = cucore__intake_make(arg);
    DLTensor prototype;
    cucore_view made;
    void *object = NULL;
    int i;
    cucore_status status;
    prototype.data = NULL;
    prototype.device.device_type = (DLDeviceType)view->device_type;
    prototype.device.device_id = view->device_id >= 0 ? view->device_id : 0;
    prototype.ndim = view->layout.ndim;
    prototype.dtype.code = view->dtype.code;
    prototype.dtype.bits = view->dtype.bits;
    prototype.dtype.lanes = view->dtype.lanes;
    prototype.shape = view->layout.shape;
    prototype.strides = NULL;
    prototype.byte_offset = 0;
    *raised = cucore__tvm.allocate(&prototype, &object) != 0;
    if (*raised || !object) return cucore_fail(CUCORE_FOREIGN, "%s: TVMFFIEnvTensorAlloc failed", arg->name);
    call->made[place] = object;
    intake.flags |= CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED;
    status = cucore__view_decode(&((cucore__tvm_tensor *)object)->tensor, 0, &intake, CUCORE_PROTOCOL_DLTENSOR, &made);
    if (status) return status;
    for (i = 0; i < view->layout.ndim && made.layout.ndim == view->layout.ndim &&
                made.layout.shape[i] == view->layout.shape[i];
         i++) {
    }
    if (made.layout.ndim != view->layout.ndim || i != view->layout.ndim ||
        !cucore_dtype_is_equal(made.dtype, view->dtype) || !cucore_layout_is_c_contiguous(&made.layout) ||
        made.device_type != view->device_type || made.device_id != view->device_id)
        return cucore_fail(CUCORE_PROTOCOL,
                           "%s: the allocator of tvm-ffi was asked for a dense array of %d axes, but "
                           "made another one",
                           arg->name, (int)view->layout.ndim);
    view->ptr = made.ptr;
    return CUCORE_OK;
}

/* Allocates all results. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tvm_allocate_all(cucore__tvm_call *call, cucore_view *views,
                                                                     int *named, int *raised)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = call->plan->argument_count; i < call->op->array_count; i++) call->made[i] = NULL;
    call->has_made = 1;
    *named = 0;
    for (i = call->plan->argument_count; i < call->op->array_count && !status; i++)
        status = cucore__tvm_allocate(call, i, &views[i], raised);
    return status;
}

/* Makes the result of the packed call: None, a tensor, or an ffi.Array of several. */
CUCORE__PRIVATE cucore_status cucore__tvm_return(cucore__tvm_call *call, cucore__tvm_any *result, int *raised)
{
    static const cucore__tvm_bytes name = {"ffi.Array", 9};
    cucore__tvm_any items[CUCORE_OP_MAX_ARRAYS];
    void *make = NULL;
    int i, count = call->given ? 0 : call->op->result_count;
    memset(result, 0, sizeof *result);
    if (!count) return CUCORE_OK;
    memset(items, 0, sizeof items);
    for (i = 0; i < count; i++) {
        items[i].type_index = CUCORE__TVM_TENSOR;
        items[i].value.pointer = call->made[call->plan->argument_count + i];
    }
    if (count == 1) {
        *result = items[0];
        call->made[call->plan->argument_count] = NULL;
        return CUCORE_OK;
    }
    *raised = cucore__tvm.find(&name, &make) != 0;
    if (!*raised && make) {
        *raised = cucore__tvm.call(make, items, count, result) != 0;
        (void)cucore__tvm.release(make);
        if (!*raised) return CUCORE_OK;
    }
    return cucore_fail(CUCORE_FOREIGN, "tvm-ffi could not make an ffi.Array of %d results", count);
}

/* Returns the name of the exception of a status, as tvm-ffi knows kinds of errors. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__tvm_kind(cucore_status status)
{
    switch (status) {
#define CUCORE__TVM_KIND(name, value, exception, sentence)                                                             \
    case CUCORE_##name: return #exception;
        CUCORE_STATUS_LIST(CUCORE__TVM_KIND)
#undef CUCORE__TVM_KIND
    default: return "RuntimeError";
    }
}

CUCORE_API int cucore__op_enter_tvm_ffi(const cucore_op *op, const void *args, int32_t count, void *result)
{
    cucore_view few[CUCORE__OP_FEW], *views;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    cucore__tvm_call packed;
    int i, raised = 0, named = 0;
    cucore_status status = cucore__tvm_need();
    if (status) return -1; /* without tvm-ffi there is no place for an error but cucore_last_error */
    views = cucore__op_room(op, few);
    status = cucore__op_begin(&call, op, views, values);
    if (status) {
        cucore__op_room_end(views, few);
        cucore__tvm.fail(cucore__tvm_kind(status), cucore__error.message);
        return -1;
    }
    call.caller = CUCORE_OP_FROM_TVM_FFI;
    packed.op = op;
    packed.plan = (const cucore__op_plan *)call.private_.plan;
    packed.args = (const cucore__tvm_any *)args;
    packed.count = count;
    packed.given = packed.has_made = 0;
    status = cucore__tvm_take_all(&packed, &call, values, &named);
    if (!status && call.device_id >= 0)
        call.stream = cucore__stream_normalize((CUstream)cucore__tvm.stream(CUCORE_DEVICE_TYPE_CUDA, call.device_id));
    if (!status && !packed.given) status = cucore__tvm_allocate_all(&packed, views, &named, &raised);
    if (!status) {
        named = 1;
        status = cucore__op_run(&call);
    }
    if (!status) {
        named = 0;
        status = cucore__tvm_return(&packed, (cucore__tvm_any *)result, &raised);
    }
    if (status && !raised) {
        if (!named) status = cucore__op_fail(op, status);
        cucore__tvm.fail(cucore__tvm_kind(status), cucore__error.message);
    }
    for (i = packed.plan->argument_count; i < op->array_count && packed.has_made; i++)
        if (packed.made[i]) (void)cucore__tvm.release(packed.made[i]);
    cucore__op_room_end(views, few);
    return status ? -1 : 0;
}
#undef CUCORE__TVM_LIST
