/* op/run.c: what all callers of an operator have in common: checks, results, the call. */
/* -- a call -------------------------------------------------------------------------------------------------------- */
/* Returns room for the views of a call: `few`, or memory, which cucore__op_room_end frees; NULL: there is no memory. */
CUCORE__PRIVATE inline cucore_view *cucore__op_room(const cucore_op *op, cucore_view *few)
{
    if (CUCORE__LIKELY(op->array_count <= CUCORE__OP_FEW) || op->array_count > CUCORE_OP_MAX_ARRAYS) return few;
    return (cucore_view *)malloc((size_t)op->array_count * sizeof *few);
}

CUCORE__PRIVATE inline void cucore__op_room_end(cucore_view *room, const cucore_view *few)
{
    if (!CUCORE__LIKELY(room == few)) free(room);
}

/* Begins a call: the entry sets the views of the arguments, the values, the stream and `caller` before
 * cucore__op_check.  A result that the caller gives is decoded into its view; cucore__op_clear_results zeroes all. */
CUCORE__PRIVATE inline cucore_status cucore__op_begin(cucore_op_call *call, const cucore_op *op, cucore_view *views,
                                                      cucore_op_scalar *values)
{
    const cucore__op_plan *plan = NULL;
    cucore_status status = cucore__op_plan_get(op, &plan);
    call->op = op;
    call->views = views;
    call->values = values;
    call->stream = CUCORE_STREAM_LEGACY;
    call->device_id = CUCORE_DEVICE_NONE;
    call->caller = 0;
    call->private_.plan = plan;
    call->private_.device_type = CUCORE_DEVICE_TYPE_CPU;
    call->private_.described = 0;
    call->private_.taken = 0;
    if (!status && !views) status = cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    return status;
}

/* Zeroes the views of the results, which the caller does not give. */
CUCORE__PRIVATE inline void cucore__op_clear_results(const cucore_op_call *call)
{
    int i;
    for (i = call->op->array_count - call->op->result_count; i < call->op->array_count; i++)
        cucore__view_clear(&call->views[i]);
}

/* Binds the names that are int values, and no others. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_bind_values(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    int i;
    for (i = 0; i < plan->name_count; i++) {
        const int value = plan->name_values[i];
        call->private_.extents[i] = value < 0 ? -1 : call->values[value].i;
        if (CUCORE__LIKELY(value < 0 || call->values[value].i >= 0)) continue;
        return cucore__invalid("%s is %lld; an extent must be 0 or more", call->op->values[value].name,
                               (long long)call->values[value].i);
    }
    return CUCORE_OK;
}

/* Binds the names in the pattern of one array.  Returns 0 if the shape is another one. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_bind_array(cucore_op_call *call, const cucore__op_array *array,
                                                         const cucore_layout *layout)
{
    int i, axis = 0;
    if (array->ndim < 0) return 1;
    if (array->ellipsis < 0 ? layout->ndim != array->ndim : layout->ndim < array->ndim) return 0;
    for (i = 0; i < array->ndim; i++, axis++) {
        int64_t item = array->items[i];
        if (i == array->ellipsis) axis += layout->ndim - array->ndim;
        if (item <= -2) {
            int64_t *extent = &call->private_.extents[-2 - item];
            if (*extent < 0) *extent = layout->shape[axis];
            item = *extent;
        }
        if (item >= 0 && item != layout->shape[axis]) return 0;
    }
    return 1;
}

/* Returns 1 if no array with a flag about overlap reaches the bytes of another one; all are dense. */
CUCORE__PRIVATE inline int cucore__op_are_apart(const cucore_op_call *call, const cucore__op_plan *plan)
{
    int k;
    for (k = 0; k < plan->pair_count; k++) {
        const int i = plan->pairs[k][0], j = plan->pairs[k][1];
        const uintptr_t one = (uintptr_t)call->views[i].ptr, other = (uintptr_t)call->views[j].ptr;
        if (other - one < (uintptr_t)call->private_.spans[i] || one - other < (uintptr_t)call->private_.spans[j])
            return 0;
    }
    return 1;
}

/* Returns a dtype without its itemsize: a DLDataType, or the beginning of a cucore_dtype. */
CUCORE__PRIVATE inline uint32_t cucore__op_dtype_bytes(const void *dtype)
{
    uint32_t bytes;
    memcpy(&bytes, dtype, sizeof bytes);
    return bytes;
}

/* An array as a caller describes it, without byte_offset. */
typedef struct cucore__op_raw {
    void *data;
    uint64_t kind, device;          /* cucore__op_kind, cucore__op_device */
    const int64_t *shape, *strides; /* strides: NULL if the array is dense in C order */
} cucore__op_raw;

/* Packs what has to be equal into numbers, so that one comparison does. */
CUCORE__PRIVATE inline uint64_t cucore__op_kind(int ndim, uint32_t dtype)
{
    return (uint32_t)ndim | (uint64_t)dtype << 32;
}
CUCORE__PRIVATE inline uint64_t cucore__op_device(int device_type, int device_id)
{
    return (uint32_t)device_type | (uint64_t)(uint32_t)device_id << 32;
}

/* Takes an array of the call, decoded and checked in one pass: shapes that change take 60 ns in a packed call of
 * tvm-ffi, not 205.  The values are bound before.  Returns 0, and has no effect that counts, if the array is not dense,
 * aligned and as the declaration asks for: the entry decodes it, and cucore__op_check decides. */
CUCORE__PRIVATE CUCORE__APART int cucore__op_take_dense(cucore_op_call *call, int place, const cucore__op_raw *raw)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    const cucore__op_array *array = &plan->arrays[place];
    const cucore_layout *like = array->shape_like >= 0 ? &call->views[array->shape_like].layout : NULL;
    const cucore_dtype *dtype = array->dtype_like >= 0 ? &call->views[array->dtype_like].dtype : array->dtypes;
    const uint32_t id = (uint32_t)(raw->kind >> 32), type = (uint32_t)raw->device;
    const int ndim = (int)(uint32_t)raw->kind, id_given = (int)(raw->device >> 32),
              device_id = type == kDLCUDA ? id_given : CUCORE_DEVICE_NONE;
    cucore_view *view = &call->views[place];
    int64_t volume = 1, bits;
    int i;
    if (type > kDLCUDA || !(array->devices >> type & 1) || id_given < 0 || ndim < 0 || ndim > CUCORE__OP_AXES ||
        (ndim && !raw->shape) || !raw->data || (uintptr_t)raw->data & 7 || (like && like->ndim != ndim))
        return 0;
    if (!call->private_.taken) {
        call->device_id = device_id;
    } else if (call->device_id != device_id) {
        return 0;
    }
    for (i = array->dtype_count; i && cucore__op_dtype_bytes(dtype) != id; i--) dtype++;
    if (!i || !dtype->lanes || dtype->bits & 7) return 0; /* "=x" may be any dtype */
    for (i = ndim; i-- > 0;) {
        const int64_t extent = raw->shape[i], stride = raw->strides ? raw->strides[i] : volume;
        view->layout.shape[i] = extent;
        view->layout.strides[i] = stride;
        if (like && like->shape[i] != extent) return 0;
        if (extent == 1) continue;
        if (extent < 1 || stride != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    if (cucore__mul(volume, 8 * (int64_t)dtype->itemsize, &bits) ||
        (uint64_t)bits / 8 > (uint64_t)UINTPTR_MAX - (uintptr_t)raw->data)
        return 0;
    cucore__view_clear(view);
    view->layout.ndim = ndim;
    if (!like && !cucore__op_bind_array(call, array, &view->layout)) return 0;
    view->ptr = raw->data;
    view->dtype = *dtype;
    view->layout.itemsize = dtype->itemsize;
    view->layout.itembits = 8 * (int64_t)dtype->itemsize;
    view->protocol = CUCORE_PROTOCOL_DLTENSOR;
    view->device_type = (int)type;
    view->device_id = device_id;
    view->host_accessible = type == kDLCPU;
    view->device_accessible = type == kDLCUDA;
    call->private_.spans[place] = bits / 8;
    call->private_.taken |= 1u << place;
    return 1;
}

/* -- calls like one that was checked ------------------------------------------------------------------------------- */
/* What is in a view between ptr and the shape. */
enum { CUCORE__OP_HEAD = offsetof(cucore_view, layout.shape) - offsetof(cucore_view, dtype) };

/* An array of a call that was checked: dense in C order, of up to CUCORE__OP_AXES axes, all with elements. */
typedef struct cucore__op_known_array {
    uint64_t kind, device;
    int is_given; /* 0: an argument that was left out, or a result that the entry allocates */
    int ndim;
    int64_t nbytes;
    unsigned char head[CUCORE__OP_HEAD];
    int64_t shape[CUCORE__OP_AXES], strides[CUCORE__OP_AXES];
} cucore__op_known_array;

/* A call that was checked.  Programs call an operator with the same dtypes and shapes again and again; then these are
 * only compared: a packed call of tvm-ffi with two arrays takes 28 ns, not 60.  A call is kept once, and read by all
 * threads.  At most CUCORE__OP_MOST are kept for an operator. */
enum { CUCORE__OP_MOST = 16 };
typedef struct cucore__op_known {
    struct cucore__op_known *next; /* an older one */
    int count;                     /* of this one and the older ones */
    int caller, device_id, device_type;
    int64_t extents[CUCORE__OP_NAMES];
    cucore__op_known_array arrays[1]; /* array_count of them */
} cucore__op_known;

/* Describes an array of a call, without an effect: 1; 0: it was left out; -1: it is another thing. */
typedef int (*cucore__op_reader)(const void *caller, int place, cucore__op_raw *out);

/* Fills a view from an array that is like a known one.  Returns 0, and leaves any view, if it differs. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_recall_array(const cucore__op_known_array *known, int is_there,
                                                           const cucore__op_raw *raw, cucore_view *view)
{
    const int64_t *shape = known->shape, *strides = known->strides;
    int i;
    if (is_there != known->is_given) return 0;
    view->ptr = NULL;
    if (is_there) {
        if (raw->kind != known->kind || raw->device != known->device || (known->ndim && !raw->shape) || !raw->data ||
            (uintptr_t)raw->data & 7 || (uint64_t)known->nbytes > (uint64_t)UINTPTR_MAX - (uintptr_t)raw->data)
            return 0;
        shape = raw->shape;
        if (raw->strides) strides = raw->strides;
        view->ptr = raw->data;
    }
    for (i = 0; i < known->ndim; i++) {
        if (shape[i] != known->shape[i] || strides[i] != known->strides[i]) return 0;
        view->layout.shape[i] = known->shape[i];
        view->layout.strides[i] = known->strides[i];
    }
    memcpy(&view->dtype, known->head, sizeof known->head);
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    view->private_.until = 0;
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#endif
    return 1;
}

/* Fills the views of a call, and all that cucore__op_check and cucore__op_results find out, if the call is like one
 * that was checked; call->caller is set.  Returns 0 if there is none, or if an array reaches the memory of another one:
 * then the call is decoded and checked.  It is inlined with its reader. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_recall(cucore_op_call *call, cucore__op_reader read, const void *caller)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    const cucore__op_known *known = (const cucore__op_known *)CUCORE__LOAD((cucore__op_slot *)(uintptr_t)&plan->known);
    const int count = call->op->array_count;
    cucore__op_raw raw = {NULL, 0, 0, NULL, NULL};
    int i, is_there;
    for (; known; known = known->next) {
        if (known->caller != call->caller) continue;
        for (i = 0; i < count; i++) {
            is_there = read(caller, i, &raw);
            if (!cucore__op_recall_array(&known->arrays[i], is_there, &raw, &call->views[i])) break;
            call->private_.spans[i] = known->arrays[i].nbytes;
        }
        if (i < count) continue;
        if (!cucore__op_are_apart(call, plan)) return 0;
        for (i = 0; i < plan->name_count; i++) call->private_.extents[i] = known->extents[i];
        call->device_id = known->device_id;
        call->private_.device_type = known->device_type;
        if (known->device_id < 0) call->stream = CUCORE_STREAM_HOST;
        return 1;
    }
    return 0;
}

/* Keeps a call that was checked, and whose results are described, if all of it can be compared: shapes that no value is
 * part of, arrays that are dense and have elements. */
CUCORE__PRIVATE CUCORE__COLD void cucore__op_remember(const cucore_op_call *call, cucore__op_reader read,
                                                      const void *caller)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore__op_slot *slot = (cucore__op_slot *)(uintptr_t)&plan->known;
    void *newest = CUCORE__LOAD(slot);
    const int count = call->op->array_count;
    cucore__op_known *known;
    cucore__op_raw raw;
    int i;
    if (!plan->is_quick || plan->by_values || plan->needs_shape ||
        (newest && ((const cucore__op_known *)newest)->count >= CUCORE__OP_MOST))
        return;
    for (i = 0; i < count; i++) {
        const cucore_layout *layout = &call->views[i].layout;
        if (read(caller, i, &raw) < 0) return;
        if (!call->views[i].dtype.lanes) continue; /* left out */
        if (layout->ndim > CUCORE__OP_AXES || cucore__layout_is_empty(layout) || !cucore_layout_is_c_contiguous(layout))
            return;
    }
    known = (cucore__op_known *)calloc(1, sizeof *known + (size_t)count * sizeof known->arrays[0]);
    if (!known) return;
    known->caller = call->caller;
    known->device_id = call->device_id;
    known->device_type = call->private_.device_type;
    memcpy(known->extents, call->private_.extents, sizeof known->extents);
    for (i = 0; i < count; i++) {
        cucore__op_known_array *array = &known->arrays[i];
        const cucore_view *view = &call->views[i];
        array->is_given = read(caller, i, &raw);
        if (array->is_given) {
            array->kind = raw.kind;
            array->device = raw.device;
        }
        array->ndim = view->layout.ndim;
        array->nbytes = view->dtype.lanes ? cucore_view_nbytes(view) : 0;
        memcpy(array->head, &view->dtype, sizeof array->head);
        memcpy(array->shape, view->layout.shape, (size_t)array->ndim * sizeof array->shape[0]);
        memcpy(array->strides, view->layout.strides, (size_t)array->ndim * sizeof array->strides[0]);
    }
    do {
        known->next = (cucore__op_known *)newest;
        known->count = newest ? known->next->count + 1 : 1;
    } while (!CUCORE__COMPARE_AND_SET(slot, &newest, (void *)known));
}

/* -- calls that are checked ---------------------------------------------------------------------------------------- */
/* Checks the arrays one by one and against each other, with messages: cucore_views_check, for arrays some of which may
 * have no memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_check_general(cucore_op_call *call, const cucore__op_plan *plan)
{
    const size_t count = (size_t)call->op->array_count;
    cucore_arg arg;
    cucore_call of_call;
    cucore__survey span;
    size_t i, failed = 0;
    int value;
    cucore_status status = CUCORE_OK;
    memset(&of_call, 0, sizeof of_call);
    of_call.args = plan->args;
    of_call.views = call->views;
    of_call.args_count = count;
    for (value = 0; value < plan->name_count; value++) {
        if (plan->name_values[value] < 0) continue;
        memset(&arg, 0, sizeof arg);
        arg.name = call->op->values[plan->name_values[value]].name;
        (void)cucore__call_bind(&of_call, plan->names[value].text, plan->names[value].length,
                                call->private_.extents[value], &arg);
    }
    for (i = 0; !status && i < count; i++) {
        const cucore_view *view = &call->views[i];
        const int may_lack = i >= (size_t)plan->argument_count || plan->args[i].flags & CUCORE_OPTIONAL;
        arg = plan->args[i];
        if (!view->dtype.lanes && may_lack) continue;
        if (!call->private_.described || !view->dtype.lanes || !cucore__layout_head_is_valid(&view->layout) ||
            !cucore__view_has_itemsize(view)) {
            status = cucore__view_check_sound(cucore__arg_name(&arg), view);
        } else {
            status = cucore__layout_check(&view->layout, &span);
            arg.flags |= CUCORE_ALLOW_UNALIGNED;
            arg.flags &= ~CUCORE_MAKE_ALIGNED;
        }
        if (!status) status = cucore__view_check(view, &arg, &of_call);
        if (!status) status = cucore__view_check_lanes(view, &arg, &of_call);
    }
    if (!status) status = cucore__views_check_same_device(call->views, count, plan->args, &failed);
    if (!status && !call->private_.described)
        status = cucore__views_check_overlaps(call->views, count, plan->args, NULL, &failed);
    return status;
}

/* Binds all names to the extents of arrays that were checked. */
CUCORE__PRIVATE cucore_status cucore__op_bind(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore_status status = cucore__op_bind_values(call);
    int i;
    for (i = 0; i < call->op->array_count && !status; i++) {
        const cucore_view *view = &call->views[i];
        if (view->dtype.lanes && !cucore__op_bind_array(call, &plan->arrays[i], &view->layout))
            status = cucore__fail_shape(view, &plan->args[i], NULL, "");
    }
    return status;
}

/* Finds the device of a call: that of the first array in device memory.  Without one the CPU has to reach all. */
CUCORE__PRIVATE inline cucore_status cucore__op_find_device(cucore_op_call *call)
{
    int i;
    call->device_id = CUCORE_DEVICE_NONE;
    for (i = 0; i < call->op->array_count; i++) {
        const cucore_view *view = &call->views[i];
        if (!view->dtype.lanes || !cucore__device_is_cuda(view->device_type) || view->device_id < 0) continue;
        call->device_id = view->device_id;
        call->private_.device_type = CUCORE_DEVICE_TYPE_CUDA;
        return CUCORE_OK;
    }
    call->stream = CUCORE_STREAM_HOST;
    for (i = 0; i < call->op->array_count && !call->private_.described; i++) {
        const cucore_view *view = &call->views[i];
        if (view->dtype.lanes && !view->host_accessible && !cucore__layout_is_empty(&view->layout))
            return cucore__fail_device(view, &call->op->arrays[i], NULL, "that the CPU or CUDA can read");
    }
    return CUCORE_OK;
}

/* Checks the arguments and the results that the caller has given, binds the names, and finds the device.  Messages
 * begin with the operator. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_check(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    uint32_t taken = call->private_.taken;
    int i;
    cucore_status status;
    for (i = 0; i < call->op->array_count && taken && taken != plan->all; i++) { /* arrays that were left out */
        if (call->views[i].dtype.lanes) continue;
        if (i < plan->argument_count && !(plan->args[i].flags & CUCORE_OPTIONAL)) continue;
        call->private_.spans[i] = 0;
        taken |= 1u << i;
    }
    if (taken && taken == plan->all && cucore__op_are_apart(call, plan)) {
        if (call->device_id >= 0) {
            call->private_.device_type = CUCORE_DEVICE_TYPE_CUDA;
        } else {
            call->stream = CUCORE_STREAM_HOST;
        }
        return CUCORE_OK;
    }
    status = cucore__op_bind_values(call);
    if (!status) status = cucore__op_check_general(call, plan);
    if (!status) status = cucore__op_bind(call);
    if (!status) status = cucore__op_find_device(call);
    return CUCORE__LIKELY(!status) ? CUCORE_OK : cucore__op_fail(call->op, status);
}

/* Fills the view of a result: dense in C order on the device of the call, without memory. */
CUCORE__PRIVATE cucore_status cucore__op_describe(const cucore_op_call *call, cucore_dtype dtype, int ndim,
                                                  const int64_t *shape, cucore_view *out)
{
    const int64_t itembits = cucore_dtype_itembits(dtype);
    cucore_status status = cucore_dtype_check(dtype);
    if (!status) status = cucore_layout_make_dense(ndim, shape, 'C', dtype.itemsize, &out->layout);
    if (!status && itembits % 8) status = cucore_layout_set_packed(&out->layout, itembits);
    if (status) return status;
    out->dtype = dtype;
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    cucore__view_fill_device(out, call->private_.device_type, call->device_id);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_op_set_result(cucore_op_call *call, int result, cucore_dtype dtype, int ndim,
                                              const int64_t *shape)
{
    const cucore__op_plan *plan;
    const cucore_arg *arg;
    cucore_view *view, made;
    char expected[192], got[192];
    cucore__text text;
    int i;
    cucore_status status;
    if (!call || (ndim > 0 && !shape)) return cucore__fail_null("cucore_op_set_result", !call ? "call" : "shape");
    if (result < 0 || result >= call->op->result_count)
        return cucore__invalid("cucore_op_set_result: there is no result %d; there are %d", result,
                               call->op->result_count);
    plan = (const cucore__op_plan *)call->private_.plan;
    arg = &plan->args[plan->argument_count + result];
    view = &call->views[plan->argument_count + result];
    if (!view->dtype.lanes) return cucore__op_describe(call, dtype, ndim, shape, view);
    cucore__view_clear(&made);
    status = cucore__op_describe(call, dtype, ndim, shape, &made);
    if (status) return status;
    if (!cucore_dtype_is_equal(view->dtype, dtype)) {
        cucore_dtype_to_name(dtype, expected, sizeof expected);
        cucore_dtype_to_name(view->dtype, got, sizeof got);
        return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected dtype %s, got %s", arg->name, expected, got);
    }
    for (i = 0; i < ndim && view->layout.ndim == ndim && view->layout.shape[i] == shape[i]; i++) {
    }
    if (view->layout.ndim == ndim && i == ndim) return CUCORE_OK;
    text = cucore__text_start(expected, sizeof expected);
    cucore__text_add_tuple(&text, shape, ndim);
    text = cucore__text_start(got, sizeof got);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape %s, got %s", arg->name, expected, got);
}

/* Describes a result that follows from the declaration. */
CUCORE__PRIVATE cucore_status cucore__op_result(const cucore_op_call *call, const cucore__op_plan *plan, int place)
{
    const cucore__op_array *array = &plan->arrays[place];
    const cucore_view *like = array->shape_like >= 0 ? &call->views[array->shape_like] : NULL;
    const cucore_dtype dtype = array->dtype_like >= 0 ? call->views[array->dtype_like].dtype : array->dtypes[0];
    int64_t shape[CUCORE__OP_AXES];
    int i, left_out = !dtype.lanes ? array->dtype_like : like && !like->dtype.lanes ? array->shape_like : -1;
    for (i = 0; !like && i < array->ndim; i++) {
        shape[i] = array->items[i] <= -2 ? call->private_.extents[-2 - array->items[i]] : array->items[i];
        if (shape[i] >= 0) continue;
        return cucore__invalid("%s: the extent %.*s is not known, since its arrays were left out",
                               plan->args[place].name, (int)plan->names[-2 - array->items[i]].length,
                               plan->names[-2 - array->items[i]].text);
    }
    if (left_out >= 0)
        return cucore__invalid("%s: is as %s, which was left out", plan->args[place].name, plan->args[left_out].name);
    return cucore__op_describe(call, dtype, like ? like->layout.ndim : array->ndim, like ? like->layout.shape : shape,
                               &call->views[place]);
}

/* Has the function `shape` set results, and compares them with the declaration. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_ask_shape(cucore_op_call *call, const cucore__op_plan *plan)
{
    cucore_call of_call;
    cucore_arg arg;
    cucore_status status;
    int i;
    cucore__error.status = CUCORE_OK;
    status = call->op->shape(call);
    memset(&of_call, 0, sizeof of_call);
    of_call.args = plan->args;
    of_call.views = call->views;
    of_call.args_count = (size_t)call->op->array_count;
    for (i = 0; i < call->op->array_count && !status; i++) {
        const cucore_view *view = &call->views[i];
        arg = plan->args[i];
        arg.flags = CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES;
        if (view->dtype.lanes) {
            status = cucore__view_check(view, &arg, &of_call);
        } else if (i >= plan->argument_count) {
            status = cucore__invalid("%s: the function `shape` has not set this result", arg.name);
        }
    }
    return status;
}

/* Describes the results that the caller has not given: dtype, layout, device, without memory.  Call cucore__op_check
 * before. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_results(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore_status status = CUCORE_OK;
    int i;
    if (call->private_.taken == plan->all && !plan->needs_shape) return CUCORE_OK; /* the caller has given them */
    for (i = plan->argument_count; i < call->op->array_count && !status; i++)
        if (plan->arrays[i].follows && !call->views[i].dtype.lanes) status = cucore__op_result(call, plan, i);
    if (!status && plan->needs_shape) status = cucore__op_ask_shape(call, plan);
    return CUCORE__LIKELY(!status) ? CUCORE_OK : cucore__op_fail(call->op, status);
}

/* Calls the function of the operator, in a context of the device.  All views have their memory. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_run(cucore_op_call *call)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    guard.private_[0] = NULL;
    if (call->device_id >= 0) status = cucore_context_enter_device(call->device_id, &guard);
    if (!status) {
        cucore__error.status = CUCORE_OK;
        status = call->op->run(call);
    }
    if (guard.private_[0]) cucore_context_leave(&guard);
    if (CUCORE__LIKELY(!status)) return CUCORE_OK;
    if (status > 0 || status < CUCORE_INTERRUPTED)
        return cucore_fail(CUCORE_FOREIGN, "%s: the function returned %d, which is no status", call->op->name,
                           (int)status);
    return cucore__op_fail(call->op, status);
}

CUCORE_API int64_t cucore_op_extent(const cucore_op_call *call, const char *name)
{
    const cucore__op_plan *plan;
    int i;
    if (!call || !name) return cucore__fail_null("cucore_op_extent", !call ? "call" : "name");
    plan = (const cucore__op_plan *)call->private_.plan;
    for (i = 0; i < plan->name_count; i++)
        if (plan->names[i].text[0] == name[0] && cucore__token_is(&plan->names[i], name) &&
            call->private_.extents[i] >= 0)
            return call->private_.extents[i];
    return cucore__invalid("%s: no shape pattern has bound an extent %.64s", call->op->name, name);
}
