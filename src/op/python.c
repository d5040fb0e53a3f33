/* -------------------------------------------------------------------------------------------- >>impl-op-python -- */
/* op/python.c: calls of operators from Python. */
static const char cucore__py_op_capsule[] = "cucore_op";

/* The objects of a call. */
typedef struct cucore__py_op_call {
    const cucore_op *op;
    const cucore__op_plan *plan;
    PyObject *arrays[CUCORE_OP_MAX_ARRAYS]; /* arguments and results; NULL: not given */
    PyObject *values[CUCORE_OP_MAX_VALUES];
    PyObject *stream;
} cucore__py_op_call;

/* Returns the place where the argument of that name is kept; NULL: there is none. */
CUCORE__PRIVATE PyObject **cucore__py_op_slot(cucore__py_op_call *call, PyObject *name)
{
    int i;
    for (i = 0; i < call->op->array_count; i++)
        if (PyUnicode_CompareWithASCIIString(name, call->op->arrays[i].name) == 0) return &call->arrays[i];
    for (i = 0; i < call->op->value_count; i++)
        if (PyUnicode_CompareWithASCIIString(name, call->op->values[i].name) == 0) return &call->values[i];
    return PyUnicode_CompareWithASCIIString(name, "stream") == 0 ? &call->stream : NULL;
}

/* Sorts the objects of a call by the declaration: 0, -1 with TypeError. */
CUCORE__PRIVATE int cucore__py_op_sort(cucore__py_op_call *call, PyObject *const *objs, Py_ssize_t count,
                                       PyObject *names)
{
    const int arguments = call->plan->argument_count, most = arguments + call->op->value_count;
    Py_ssize_t i, named = names ? CUCORE__PY_TUPLE_SIZE(names) : 0;
    int k;
    for (k = 0; k < call->op->array_count; k++) call->arrays[k] = NULL;
    for (k = 0; k < call->op->value_count; k++) call->values[k] = NULL;
    call->stream = NULL;
    if (count > most) {
        PyErr_Format(PyExc_TypeError, "%s: expected at most %d positional arguments, got %zd", call->op->name, most,
                     count);
        return -1;
    }
    for (i = 0; i < count; i++) *(i < arguments ? &call->arrays[i] : &call->values[i - arguments]) = objs[i];
    for (i = 0; i < named; i++) {
        PyObject *name = CUCORE__PY_TUPLE_ITEM(names, i), **slot = cucore__py_op_slot(call, name);
        if (slot && !*slot) {
            *slot = objs[count + i];
            continue;
        }
        PyErr_Format(PyExc_TypeError, slot ? "%s: the argument '%U' is given twice" : "%s: there is no argument '%U'",
                     call->op->name, name);
        return -1;
    }
    return 0;
}

/* Replaces the exception of a number that is none; others stay.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_refuse(const cucore_op_value *value, PyObject *obj, const char *expected)
{
    char format[64];
    if (PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError))
            return cucore__py_raise_value(PyExc_OverflowError, value->name, "expected an int of 64 bits", obj);
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
        PyErr_Clear();
    }
    snprintf(format, sizeof format, "expected %s, got %%U", expected);
    return cucore__py_raise_type(PyExc_TypeError, value->name, format, obj);
}

/* Reads a number or a string: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_op_value(const cucore_op_value *value, PyObject *obj, cucore_op_scalar *out)
{
    PyObject *number;
    Py_ssize_t size = 0;
    out->i = 0;
    out->f = 0;
    out->s = NULL;
    switch (value->kind) {
    case CUCORE_OP_INT:
        number = PyNumber_Index(obj);
        out->i = number ? PyLong_AsLongLong(number) : -1;
        Py_XDECREF(number);
        return out->i == -1 && PyErr_Occurred() ? cucore__py_op_refuse(value, obj, "an int") : 0;
    case CUCORE_OP_FLOAT:
        out->f = PyFloat_AsDouble(obj);
        return out->f == -1 && PyErr_Occurred() ? cucore__py_op_refuse(value, obj, "a float") : 0;
    case CUCORE_OP_BOOL:
        out->i = obj == Py_True;
        return PyBool_Check(obj) ? 0 : cucore__py_op_refuse(value, obj, "a bool");
    default:
        out->s = PyUnicode_Check(obj) ? PyUnicode_AsUTF8AndSize(obj, &size) : NULL;
        out->i = size;
        return out->s ? 0 : cucore__py_op_refuse(value, obj, "a str");
    }
}

/* Reads all numbers and strings: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_op_values(const cucore__py_op_call *call, cucore_op_scalar *values)
{
    int i;
    for (i = 0; i < call->op->value_count; i++) {
        const cucore_op_value *value = &call->op->values[i];
        PyObject *obj = call->values[i];
        if (!obj || obj == Py_None) {
            if (value->required) return cucore__py_raise_missing(PyExc_TypeError, value->name);
            values[i] = value->fallback;
        } else if (cucore__py_op_value(value, obj, &values[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Waits until the CPU may read arrays that a device also reaches, if none is in device memory. */
CUCORE__PRIVATE int cucore__py_op_wait(const cucore_op_call *call)
{
    int i;
    cucore_status status;
    PyThreadState *thread;
    for (i = 0; i < call->op->array_count && !call->views[i].has_producer_stream; i++) {
    }
    if (i == call->op->array_count) return 0;
    thread = PyEval_SaveThread();
    status = cucore_views_begin_access(call->views, (size_t)call->op->array_count, CUCORE_STREAM_HOST);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_raise(status) : 0;
}

/* Gives the results that the caller has not given memory of its library: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_op_allocate(const cucore_op_call *call, PyObject *like,
                                                         const uint8_t *given)
{
    const int arguments = call->op->array_count - call->op->result_count;
    cucore_array_spec spec;
    int64_t shape[CUCORE_MAX_NDIM];
    int i;
    for (i = arguments; i < call->op->array_count; i++) {
        cucore_view *view = &call->views[i];
        if (given[i]) continue;
        memset(&spec, 0, sizeof spec);
        spec.dtype = view->dtype;
        spec.ndim = view->layout.ndim;
        spec.shape = shape;
        memcpy(shape, view->layout.shape, (size_t)spec.ndim * sizeof shape[0]);
        spec.device_type = view->device_type;
        spec.device_id = view->device_id;
        cucore__view_clear(view);
        if (cucore_py_empty(like, &spec, call->stream, view) < 0) return -1;
    }
    return 0;
}

/* Makes the result of the function: None, an array, or a tuple of them. */
CUCORE__PRIVATE PyObject *cucore__py_op_return(const cucore_op_call *call, PyObject *like, PyObject *const *objs,
                                               const uint8_t *given)
{
    const int count = call->op->result_count, arguments = call->op->array_count - count;
    PyObject *all, *one;
    int i;
    if (!count) Py_RETURN_NONE;
    if (count == 1)
        return cucore_py_return(&call->views[arguments], given[arguments] ? objs[arguments] : like, call->stream);
    all = PyTuple_New(count);
    for (i = 0; i < count && all; i++) {
        const int place = arguments + i;
        one = cucore_py_return(&call->views[place], given[place] ? objs[place] : like, call->stream);
        if (!one || PyTuple_SetItem(all, i, one) < 0) Py_CLEAR(all);
    }
    return all;
}

/* Runs the operator on arrays that were taken in. */
CUCORE__PRIVATE CUCORE__APART PyObject *cucore__py_op_run(cucore_op_call *call, PyObject *like, PyObject *const *objs)
{
    uint8_t given[CUCORE_OP_MAX_ARRAYS];
    PyThreadState *thread;
    int i;
    cucore_status status = cucore__op_bind(call);
    if (!status) status = cucore__op_find_device(call);
    if (status) status = cucore__op_fail(call->op, status);
    for (i = 0; i < call->op->array_count; i++) given[i] = call->views[i].dtype.lanes != 0;
    if (!status) status = cucore__op_results(call);
    if (status) {
        for (i = 0; i < call->op->array_count; i++)
            if (!given[i]) cucore__view_clear(&call->views[i]); /* a description owns nothing */
        cucore__py_raise(status);
        return NULL;
    }
    if (cucore__py_op_allocate(call, like, given) < 0 || (call->device_id < 0 && cucore__py_op_wait(call) < 0)) {
        for (i = 0; i < call->op->array_count; i++)
            if (!given[i] && !call->views[i].private_.release) cucore__view_clear(&call->views[i]);
        return NULL;
    }
    thread = PyEval_SaveThread();
    status = cucore__op_run(call);
    PyEval_RestoreThread(thread);
    if (!status) return cucore__py_op_return(call, like, objs, given);
    cucore__py_raise(status);
    return NULL;
}

/* Calls an operator with the objects of a call of Python; `views` is room for all arrays. */
CUCORE__PRIVATE PyObject *cucore__py_op_call_with(const cucore_op *op, cucore_view *views, PyObject *const *objs,
                                                  Py_ssize_t count, PyObject *names)
{
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore__py_op_call sorted;
    cucore_op_call call;
    CUstream stream = CUCORE_STREAM_LEGACY;
    PyObject *like = NULL, *result;
    cucore_status status;
    int i;
    status = cucore__op_begin(&call, op, views, values);
    if (status) {
        cucore__py_raise(status);
        return NULL;
    }
    sorted.op = op;
    sorted.plan = (const cucore__op_plan *)call.private_.plan;
    if (cucore__py_op_sort(&sorted, objs, count, names) < 0 || cucore__py_op_values(&sorted, values) < 0) return NULL;
    if (sorted.stream && sorted.stream != Py_None && cucore_py_stream_from_object(sorted.stream, &stream) < 0)
        return NULL;
    for (i = 0; i < sorted.plan->argument_count && !like; i++)
        if (sorted.arrays[i] != Py_None) like = sorted.arrays[i];
    if (cucore_py_args(sorted.arrays, (size_t)op->array_count, sorted.plan->python, stream, views) < 0) return NULL;
    call.caller = CUCORE_OP_FROM_PYTHON;
    call.stream = stream;
    result = cucore__py_op_run(&call, like, sorted.arrays);
    if (cucore_py_args_release(views, (size_t)op->array_count, call.stream) < 0) Py_CLEAR(result);
    return result;
}

/* The function of an operator; self is the capsule of its declaration. */
CUCORE__PRIVATE PyObject *cucore__py_op_enter(PyObject *self, PyObject *const *objs, Py_ssize_t count, PyObject *names)
{
    const cucore_op *op = (const cucore_op *)PyCapsule_GetPointer(self, cucore__py_op_capsule);
    cucore_view few[CUCORE__OP_FEW], *views = op ? cucore__op_room(op, few) : few;
    PyObject *result = op ? cucore__py_op_call_with(op, views, objs, count, names) : NULL;
    cucore__op_room_end(views, few);
    return result;
}
