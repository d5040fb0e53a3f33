/* python/in/launch.c: launches a kernel with the arguments of a call from Python.  The quick way borrows the tensors of
 * all arrays from the exchange tables of their types, compares them with numbers that were prepared, and orders no
 * work.  It only succeeds: whatever it does not expect is left to the general way, which has the messages. */
typedef struct cucore__py_launching {
    const cucore__py_launch_plan *plan;
    PyObject *const *objs;
    CUstream stream;
    int device_id;         /* on which the kernel runs */
    unsigned char *values; /* of the parameters, aligned to 64 bytes */
    cucore_py_launch_array arrays[CUCORE__PY_LAUNCH_OBJS];
} cucore__py_launching;

/* -- the quick way ------------------------------------------------------------------------------------------------- */
/* The tensors that were borrowed so far.  Shapes are copied, since a producer that is asked something else may release
 * the GIL, and another thread may then resize the tensor. */
typedef struct cucore__py_lent {
    cucore__py_call call; /* the object whose turn it is */
    PyThreadState *thread;
    const cucore_exchange_api *asked; /* the table whose current stream is the stream of the launch */
    uint32_t dtypes[CUCORE__PY_LAUNCH_OBJS];
    uint64_t nbytes[CUCORE__PY_LAUNCH_OBJS];
    int64_t names[CUCORE__PY_LAUNCH_NAMES]; /* extents; -1: not bound yet */
    int64_t shapes[CUCORE__PY_LAUNCH_OBJS][CUCORE__PY_LAUNCH_AXES];
    int64_t strides[CUCORE__PY_LAUNCH_OBJS][CUCORE__PY_LAUNCH_AXES];
} cucore__py_lent;

/* The functions below return 1, 0 if the general way decides, -1 with an exception that no other call may hide. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_lent_failed(void)
{
    return PyErr_Occurred() && cucore__py_error_clear() < 0 ? -1 : 0;
}

/* Finds the table of an object, for most as that of the object before. */
CUCORE__PRIVATE inline int cucore__py_lent_type(cucore__py_lent *lent, PyObject *obj)
{
    cucore__py_type_info *info = &lent->call.info;
    PyTypeObject *type;
    const cucore_exchange_api *table;
    if (!obj) return 0;
    type = Py_TYPE(obj);
    lent->call.obj = obj;
    if (CUCORE__LIKELY(info->type == type && info->version == cucore__py_type_version(type))) return 1;
    if (!cucore__py_recall(lent->call.state, type, info)) return 0;
    table = info->traits.table;
    return table && table->dltensor_from_py_object_no_sync && table->current_work_stream &&
           !(info->traits.facts & (CUCORE__PY_IS_PLAIN | CUCORE__PY_IS_SCALAR));
}

/* Compares the shape of a dense tensor with its pattern, and copies it.  Returns the number of elements; 0: the tensor
 * has none, is not dense, or is of another shape. */
CUCORE__PRIVATE CUCORE__INLINE int64_t cucore__py_lent_shape(cucore__py_lent *lent, int i,
                                                             const cucore__py_quick *quick, const DLTensor *tensor)
{
    int64_t volume = 1, extent, item, *shape = lent->shapes[i], *strides = lent->strides[i];
    int axis = tensor->ndim;
    if (axis < 1 || axis > CUCORE__PY_LAUNCH_AXES || !tensor->shape || !tensor->strides) return 0;
    if (quick->ndim >= 0 && quick->ndim != axis) return 0;
    while (axis-- > 0) {
        extent = shape[axis] = tensor->shape[axis];
        strides[axis] = tensor->strides[axis];
        if (quick->ndim >= 0) {
            item = quick->items[axis];
            if (item <= -2) {
                if (lent->names[-2 - item] < 0) lent->names[-2 - item] = extent;
                item = lent->names[-2 - item];
            }
            if (item >= 0 && item != extent) return 0;
        }
        if (extent == 1) continue;
        if (extent < 1 || strides[axis] != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    return volume <= INT64_MAX / 256 ? volume : 0;
}

/* Compares the dtype with the allowed ones. */
CUCORE__PRIVATE inline int cucore__py_lent_dtype(cucore__py_lent *lent, int i, const cucore__py_quick *quick,
                                                 uint32_t dtype)
{
    int k;
    lent->dtypes[i] = dtype;
    if (quick->dtype_like >= 0) return lent->dtypes[quick->dtype_like] == dtype;
    if (CUCORE__LIKELY(!quick->dtype_count || quick->dtypes[0] == dtype)) return 1;
    for (k = 1; k < quick->dtype_count; k++)
        if (quick->dtypes[k] == dtype) return 1;
    return 0;
}

/* Returns 1 if an array has the shape of an earlier one. */
CUCORE__PRIVATE int cucore__py_lent_has_shape_of(const cucore_py_launch_array *a, const cucore_py_launch_array *b)
{
    return a->ndim == b->ndim && memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0;
}

/* Asks a producer what its table does not know (rules X7, B110), as cucore__py_exchange_decode does. */
CUCORE__PRIVATE inline int cucore__py_lent_ask(const cucore__py_call *call, unsigned checks, uint64_t flags)
{
    int yes = 0;
    if (checks & CUCORE__PY_HAS_GRAD && !(flags & CUCORE_ALLOW_GRAD)) yes = cucore__py_requires_grad(call);
    if (!yes && checks & CUCORE__PY_HAS_NEG && !(flags & CUCORE_ALLOW_NEGATIVE_BIT))
        yes = cucore__py_call_yes_or_no(call, call->info.traits.negative, call->state->names[CUCORE__PY_IS_NEG]);
    if (yes < 0) return cucore__py_lent_failed();
    return !yes;
}

/* Asks once for each table on which stream its producer works (rules X8, X9): it has to be the stream of the launch. */
CUCORE__PRIVATE inline int cucore__py_lent_order(cucore__py_lent *lent, CUstream consumer, DLDevice device)
{
    const cucore_exchange_api *table = lent->call.info.traits.table;
    void *stream = NULL;
    if (CUCORE__LIKELY(lent->asked == table)) return 1;
    if (table->current_work_stream(device.device_type, device.device_id, &stream) || cucore__py_pending(lent->thread)) {
        return cucore__py_lent_failed();
    }
    if (cucore__stream_normalize((CUstream)stream) != consumer) return 0;
    lent->asked = table;
    return 1;
}

/* The dtype and the place of a tensor in ordinary device memory, and what its producer has to be asked. */
typedef struct cucore__py_lent_head {
    cucore_dtype dtype;
    int device_type, device_id;
    unsigned checks;
} cucore__py_lent_head;

/* Asks the driver where the tensor is: with several devices no kind of tensors is remembered. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_lent_locate(const cucore__py_lent *lent, const DLTensor *tensor,
                                                         cucore__py_lent_head *out)
{
    cucore_pointer_info info;
    const int code = tensor->dtype.code, bits = tensor->dtype.bits;
    if (cucore__driver_state.device_count < 2 || tensor->dtype.lanes != 1 || bits % 8 || code >= CUCORE__CODE_COUNT ||
        !cucore__code_has_bits(code, (unsigned)bits)) {
        return 0;
    }
    out->dtype = cucore_dtype_make(code, bits, 1);
    out->checks = cucore__py_needed_checks(&lent->call.info, code);
    if (out->checks & CUCORE__PY_HAS_CONJ || cucore__pointer_attributes(tensor->data, 3, &info)) return 0;
    out->device_type = info.device_type;
    out->device_id = info.device_id;
    return 1;
}

/* Finds that in what is remembered of the type. */
CUCORE__PRIVATE inline int cucore__py_lent_find(const cucore__py_lent *lent, const DLTensor *tensor,
                                                cucore__py_lent_head *out)
{
    cucore__tensor_kind room;
    const cucore__tensor_kind *kind =
        cucore__kind_find(lent->call.info.slot->kinds, lent->call.info.version, tensor, &room);
    const size_t start = offsetof(cucore_view, dtype);
    if (!CUCORE__LIKELY(kind)) return cucore__py_lent_locate(lent, tensor, out);
    memcpy(&out->dtype, kind->head, sizeof out->dtype);
    memcpy(&out->device_type, kind->head + (offsetof(cucore_view, device_type) - start), sizeof out->device_type);
    memcpy(&out->device_id, kind->head + (offsetof(cucore_view, device_id) - start), sizeof out->device_id);
    out->checks = kind->checks;
    return 1;
}

/* Borrows the tensor of one array. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_lend(cucore__py_launching *launching, int i, cucore__py_lent *lent)
{
    const cucore__py_launch_plan *plan = launching->plan;
    const cucore__py_quick *quick = &plan->quick[i];
    const uint64_t flags = quick->flags;
    const unsigned writable = CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET; /* torch's own types */
    cucore_py_launch_array *array = &launching->arrays[i];
    cucore__py_lent_head head;
    DLTensor tensor;
    uint32_t mask;
    int64_t volume;
    int result;
    if (!cucore__py_lent_type(lent, launching->objs[quick->obj])) return 0;
    if (flags & CUCORE_WRITE && (lent->call.info.traits.facts & writable) != writable) return 0;
    memset(&tensor, 0, sizeof tensor);
    if (lent->call.info.traits.table->dltensor_from_py_object_no_sync(lent->call.obj, &tensor) ||
        cucore__py_pending(lent->thread)) {
        return cucore__py_lent_failed();
    }
    if (tensor.device.device_type != kDLCUDA || tensor.byte_offset || !tensor.data) return 0;
    if (!cucore__py_lent_find(lent, &tensor, &head)) return 0;
    if (head.device_type != CUCORE_DEVICE_TYPE_CUDA) return 0;
    mask = head.dtype.itemsize - 1; /* all dtypes of a kind have 1, 2, 4, 8 or 16 bytes */
    if (head.dtype.itemsize & mask || (uintptr_t)tensor.data & mask) return 0;
    if (i > 0 && head.device_id != launching->device_id) return 0;
    launching->device_id = head.device_id;
    if (!cucore__py_lent_dtype(lent, i, quick, cucore__dltensor_dtype_bytes(&tensor))) return 0;
    volume = cucore__py_lent_shape(lent, i, quick, &tensor);
    if (!volume) return 0;
    lent->nbytes[i] = (uint64_t)volume * head.dtype.itemsize;
    if (lent->nbytes[i] > (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)tensor.data) return 0;
    array->ptr = tensor.data;
    array->shape = lent->shapes[i];
    array->strides = lent->strides[i];
    array->dtype = head.dtype;
    array->ndim = tensor.ndim;
    array->device_id = head.device_id;
    if (quick->shape_like >= 0 && !cucore__py_lent_has_shape_of(array, &launching->arrays[quick->shape_like])) {
        return 0;
    }
    result = cucore__py_lent_ask(&lent->call, head.checks, flags);
    return result > 0 ? cucore__py_lent_order(lent, launching->stream, tensor.device) : result;
}

/* Returns 1 if dense arrays overlap only where their arguments allow it. */
CUCORE__PRIVATE int cucore__py_lent_overlaps_are_fine(const cucore__py_launching *launching,
                                                      const cucore__py_lent *lent)
{
    const cucore__py_launch_plan *plan = launching->plan;
    int i, j;
    for (i = 0; i < plan->array_count; i++) {
        const cucore_py_launch_array *a = &launching->arrays[i], *b;
        if (!(plan->args[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))) continue;
        for (j = 0; j < plan->array_count; j++) {
            const uintptr_t first = (uintptr_t)a->ptr, other = (uintptr_t)(b = &launching->arrays[j])->ptr;
            if (i == j || first >= other + lent->nbytes[j] || other >= first + lent->nbytes[i]) continue;
            if (plan->args[i].flags & CUCORE_NO_OVERLAP || first != other || a->dtype.itemsize != b->dtype.itemsize ||
                !cucore__py_lent_has_shape_of(a, b)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Writes an accessor of a dense array.  Returns 0 if 32 bits do not reach all elements. */
CUCORE__PRIVATE int cucore__py_lent_accessor(const cucore_py_launch_array *array, const cucore__py_launch_row *row,
                                             uint64_t nbytes, void *out)
{
    const size_t head = cucore__accessor_head(row->index_bits);
    char *entries = (char *)out + head;
    int axis;
    if (array->ndim != row->ndim) return 0;
    if (row->index_bits == 32 && nbytes / array->dtype.itemsize > INT32_MAX) return 0;
    memcpy(out, &array->ptr, sizeof array->ptr);
    if (row->index_bits == 64) {
        const size_t size = (size_t)row->ndim * sizeof(int64_t);
        memcpy(entries, array->shape, size);
        memcpy(entries + size, array->strides, size);
        return 1;
    }
    for (axis = 0; axis < row->ndim; axis++) {
        const int64_t step = array->strides[axis];
        const int32_t extent = (int32_t)array->shape[axis];
        const int32_t stride = step > INT32_MAX || step < -INT32_MAX ? 0 : (int32_t)step; /* of an axis of extent 1 */
        memcpy(entries + 4 * axis, &extent, 4);
        memcpy(entries + 4 * (row->ndim + axis), &stride, 4);
    }
    return 1;
}

/* -- both ways ----------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int64_t cucore__py_launch_array_size(const cucore_py_launch_array *array)
{
    int64_t size = array->dtype.lanes ? 1 : 0;
    int i;
    for (i = 0; i < array->ndim; i++) size *= array->shape[i]; /* it fits: the array was checked */
    return size;
}

/* Writes the number of elements, or an extent, as the kernel takes it: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_launch_put_size(const cucore__py_launching *launching, const cucore__py_launch_row *row,
                                               void *out)
{
    const cucore_py_launch_array *array = &launching->arrays[row->place];
    char name[32];
    int64_t value = 0;
    if (row->kind == CUCORE_PY_SIZE) {
        value = cucore__py_launch_array_size(array);
    } else if (row->ndim < array->ndim) {
        value = array->shape[row->ndim];
    } else if (array->dtype.lanes) {
        return cucore__py_raise(cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected more than %d %s, got %d", row->name,
                                            row->ndim, row->ndim == 1 ? "axis" : "axes", array->ndim));
    }
    if (CUCORE__LIKELY(cucore__py_integer_fits(value, row->dtype))) {
        cucore__py_integer_put((uint64_t)value, row->dtype, out);
        return 0;
    }
    cucore_dtype_to_name(row->dtype, name, sizeof name);
    return cucore__py_raise(cucore_fail(CUCORE_WRONG_SHAPE, "%s: %s %lld does not fit %s", row->name,
                                        row->kind == CUCORE_PY_SIZE ? "a size of" : "an extent of", (long long)value,
                                        name));
}

/* Calls `configure`: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_launch_configure(const cucore__py_launching *launching, cucore_launch *launch)
{
    const cucore_py_launch_spec *spec = &launching->plan->spec;
    if (spec->configure(spec->user_data, launching->arrays, launch) >= 0 && !PyErr_Occurred()) return 0;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_SystemError, "kernel '%.100s': configure failed without an exception", spec->kernel->name);
    return -1;
}

/* Launches the kernel, without the GIL; numbers, accessors and tensor maps have their values. */
CUCORE__PRIVATE CUCORE__HOT int cucore__py_launch_run(const cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    cucore_launch launch = plan->spec.launch;
    cucore_param items[CUCORE__PY_LAUNCH_PARAMS];
    cucore_params params;
    PyThreadState *thread;
    cucore_status status;
    int i;
    for (i = 0; i < plan->row_count; i++) {
        const cucore__py_launch_row *row = &plan->rows[i];
        items[i].value = launching->values + row->offset;
        items[i].nbytes = row->nbytes;
        items[i].name = row->name;
        if (row->kind == CUCORE_PY_POINTER) {
            items[i].value = &launching->arrays[row->place].ptr;
        } else if (row->kind >= CUCORE_PY_SIZE &&
                   cucore__py_launch_put_size(launching, row, launching->values + row->offset) < 0) {
            return -1;
        }
    }
    if (plan->elements >= 0) {
        const int64_t size = cucore__py_launch_array_size(&launching->arrays[plan->elements]);
        if (!launch.config.block[0]) launch.config.block[0] = 256;
        launch.config.grid[0] = cucore_launch_config_1d(size, launch.config.block[0]).grid[0];
        for (i = 1; i < 3; i++) {
            if (!launch.config.grid[i]) launch.config.grid[i] = 1;
            if (!launch.config.block[i]) launch.config.block[i] = 1;
        }
    }
    if (plan->spec.configure && cucore__py_launch_configure(launching, &launch) < 0) return -1;
    params.items = items;
    params.count = (size_t)plan->row_count;
    thread = PyEval_SaveThread();
    status = cucore_kernel_launch_params(plan->spec.kernel, launching->device_id, &launch, launching->stream, &params);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_raise(status) : 0;
}

/* Takes all arrays in the quick way. */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_launch_quick(cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    cucore__py_lent lent;
    int i, result;
    lent.call.state = CUCORE__LOAD(&cucore__py_main);
    lent.thread = cucore__py_thread_here();
    if (!lent.call.state || cucore__py_interpreter(lent.thread) != CUCORE__LOAD(&cucore__py_main_interpreter)) return 0;
    lent.call.info.type = NULL;
    lent.asked = NULL;
    for (i = 0; i < plan->name_count; i++) lent.names[i] = -1;
    for (i = 0; i < plan->array_count; i++) {
        result = cucore__py_lend(launching, i, &lent);
        if (result <= 0) return result;
    }
    if (plan->together & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP) &&
        !cucore__py_lent_overlaps_are_fine(launching, &lent)) {
        return 0;
    }
    for (i = 0; plan->has_accessors && i < plan->row_count; i++) {
        const cucore__py_launch_row *row = &plan->rows[i];
        if (row->kind == CUCORE_PY_ACCESSOR &&
            !cucore__py_lent_accessor(&launching->arrays[row->place], row, lent.nbytes[row->place],
                                      launching->values + row->offset)) {
            return 0;
        }
    }
    return cucore__py_launch_run(launching) < 0 ? -1 : 1;
}

/* -- the general way ----------------------------------------------------------------------------------------------- */
/* Makes the accessors and tensor maps of views: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_launch_put_views(const cucore__py_launching *launching, const cucore_view *views)
{
    const cucore__py_launch_plan *plan = launching->plan;
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < plan->row_count && !status; i++) {
        const cucore__py_launch_row *row = &plan->rows[i];
        unsigned char *value = launching->values + row->offset;
        const cucore_view *view = cucore__py_param_takes_array(row->kind) ? &views[row->place] : NULL;
        cucore_accessor_spec spec;
        cucore_tensor_map map; /* which has an alignment that `value` has not */
        if (row->kind == CUCORE_PY_TENSOR_MAP) {
            memset(&map, 0, sizeof map); /* for gcc 12, which takes it for read */
            status = cucore_tensor_map_make(view, &plan->maps[i], &map);
            if (!status) memcpy(value, &map, sizeof map);
        } else if (row->kind == CUCORE_PY_ACCESSOR && !view->dtype.lanes) {
            memset(value, 0, row->nbytes);
        } else if (row->kind == CUCORE_PY_ACCESSOR) {
            memset(&spec, 0, sizeof spec);
            spec.name = row->name;
            spec.ndim = row->ndim;
            spec.index_bits = row->index_bits;
            status = cucore_accessor_make(view, &spec, row->nbytes, value);
        }
    }
    return status ? cucore__py_raise(status) : 0;
}

/* Describes views as `configure` sees them, and finds the device of the launch. */
CUCORE__PRIVATE void cucore__py_launch_describe(cucore__py_launching *launching, const cucore_view *views)
{
    int i;
    launching->device_id = CUCORE_DEVICE_CURRENT;
    for (i = 0; i < launching->plan->array_count; i++) {
        cucore_py_launch_array *array = &launching->arrays[i];
        array->ptr = views[i].ptr;
        array->shape = views[i].layout.shape;
        array->strides = views[i].layout.strides;
        array->dtype = views[i].dtype;
        array->ndim = views[i].layout.ndim;
        array->device_id = views[i].device_id;
        if (launching->device_id == CUCORE_DEVICE_CURRENT && views[i].dtype.lanes && views[i].device_id >= 0)
            launching->device_id = views[i].device_id;
    }
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_launch_general(cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    const size_t count = (size_t)plan->array_count;
    cucore_view few[4], *views = few; /* a view has 1.2 KB: all that there may be would take 40 KB of the stack */
    PyObject *objs[CUCORE__PY_LAUNCH_OBJS];
    int i, failed;
    if (count > sizeof few / sizeof few[0] && !(views = (cucore_view *)PyMem_Malloc(count * sizeof *views))) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < plan->array_count; i++) objs[i] = launching->objs[plan->quick[i].obj];
    failed = cucore_py_args(objs, count, plan->args, launching->stream, views) < 0;
    if (!failed) {
        cucore__py_launch_describe(launching, views);
        failed = cucore__py_launch_put_views(launching, views) < 0 || cucore__py_launch_run(launching) < 0;
        if (cucore_py_args_release(views, count, launching->stream) < 0) failed = 1;
    }
    if (views != few) PyMem_Free(views);
    return failed ? -1 : 0;
}

/* Counts up the versions of the arrays that the kernel writes to: 0, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_launch_count(const cucore__py_launching *launching)
{
    const cucore__py_launch_plan *plan = launching->plan;
    int i;
    for (i = 0; i < plan->array_count; i++) {
        PyObject *obj = launching->objs[plan->quick[i].obj];
        if (!cucore__py_is_counted(plan->quick[i].flags) || !obj || obj == Py_None) continue;
        if (cucore__py_count(obj) < 0) return cucore__py_refused(obj, &plan->args[i]);
    }
    return 0;
}

/* Refuses a wrong number of arguments.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_launch_refuse_count(const cucore__py_launch_plan *plan, size_t count)
{
    PyErr_Format(PyExc_TypeError, "kernel '%.100s': expected %d argument%s, got %zu", plan->spec.kernel->name,
                 plan->obj_count, plan->obj_count == 1 ? "" : "s", count);
    return -1;
}

CUCORE_API CUCORE__HOT int cucore_py_launch(const cucore_py_launcher *launcher, PyObject *const *objs, size_t count,
                                            PyObject *stream)
{
    const cucore__py_launch_plan *plan = launcher ? (const cucore__py_launch_plan *)launcher->private_ : NULL;
    unsigned char room[CUCORE__PY_LAUNCH_NBYTES + 64];
    cucore__py_launching launching;
    int i, result;
    if (!plan) return cucore__py_raise(cucore__fail_null("cucore_py_launch", "launcher"));
    if (count != (size_t)plan->obj_count) return cucore__py_launch_refuse_count(plan, count);
    launching.plan = plan;
    launching.objs = objs;
    launching.stream = CUCORE_STREAM_LEGACY;
    launching.device_id = CUCORE_DEVICE_CURRENT;
    launching.values = room + (64 - (uintptr_t)room % 64) % 64;
    if (stream && stream != Py_None && cucore_py_stream_from_object(stream, &launching.stream) < 0) return -1;
    for (i = 0; i < plan->number_count; i++) { /* first: reading a number may run any code */
        const cucore__py_launch_row *row = &plan->rows[plan->order[i]];
        const cucore_arg *arg = &plan->words[plan->order[i]];
        PyObject *obj = objs[row->place];
        if (!obj) return cucore__py_raise_missing(PyExc_TypeError, cucore__arg_name(arg));
        if (cucore__py_number_read(obj, row->dtype, arg, launching.values + row->offset) < 0) return -1;
    }
    result = plan->is_quick ? cucore__py_launch_quick(&launching) : 0;
    if (!result) result = cucore__py_launch_general(&launching);
    return result < 0 ? -1 : cucore__py_launch_count(&launching);
}
