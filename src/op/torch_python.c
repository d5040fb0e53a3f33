/* -------------------------------------------------------------------------------------- >>impl-op-torch-python -- */
/* op/torch_python.c: fakes, gradients and, for older versions, kernels, which torch takes only from Python. */
/* Calls a function of a module with a tuple of arguments and a dict of others, which are both taken over. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_torch_call(const char *module_name, const char *name, PyObject *args,
                                                             PyObject *kwargs)
{
    PyObject *owner = args ? PyImport_ImportModule(module_name) : NULL, *function = NULL, *result = NULL;
    if (owner) function = PyObject_GetAttrString(owner, name);
    if (function) result = PyObject_Call(function, args, kwargs);
    Py_XDECREF(function);
    Py_XDECREF(owner);
    Py_XDECREF(kwargs);
    Py_XDECREF(args);
    return result;
}

/* -- results without memory ---------------------------------------------------------------------------------------- */
/* A call of a fake: the objects of the arguments, their shapes, and the extents of names. */
typedef struct cucore__py_torch_fake {
    cucore__py_op_call sorted;
    PyObject *shapes[CUCORE_OP_MAX_ARRAYS]; /* tuples; NULL: left out */
    PyObject *device;                       /* of the results */
    PyObject *extents[CUCORE__OP_NAMES];    /* borrowed from shapes and values; NULL: not bound */
    PyObject *defaults[CUCORE__OP_NAMES];   /* values that were not given */
    int by_symbols;                         /* some extent is no int, and no function of C asks for it */
    cucore_op_call call;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_view *views; /* of the arrays */
} cucore__py_torch_fake;

/* Reads "torch.float32" into a dtype: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_dtype(PyObject *tensor, cucore_dtype *out)
{
    PyObject *dtype = PyObject_GetAttrString(tensor, "dtype"), *text = dtype ? PyObject_Str(dtype) : NULL;
    Py_ssize_t size = 0;
    const char *name = text ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    int failed = !name;
    if (name && size > 6 && cucore_dtype_from_name(name + 6, (size_t)size - 6, out)) {
        PyErr_Format(PyExc_TypeError, "views do not have the dtype %U", text);
        failed = 1;
    }
    Py_XDECREF(text);
    Py_XDECREF(dtype);
    return failed ? -1 : 0;
}

/* Reads a tuple of ints; symbols become numbers: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_numbers(PyObject *tuple, int64_t *out)
{
    const Py_ssize_t count = CUCORE__PY_TUPLE_SIZE(tuple);
    Py_ssize_t i;
    for (i = 0; i < count; i++) {
        PyObject *number = PyNumber_Index(CUCORE__PY_TUPLE_ITEM(tuple, i));
        if (!number) return -1;
        out[i] = PyLong_AsLongLong(number);
        Py_DECREF(number);
        if (out[i] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

/* Returns an attribute, or what it returns if it is called, if that is a tuple with at most CUCORE_MAX_NDIM items. */
CUCORE__PRIVATE PyObject *cucore__py_torch_tuple(PyObject *tensor, const char *name, int is_method)
{
    PyObject *tuple = is_method ? PyObject_CallMethod(tensor, name, NULL) : PyObject_GetAttrString(tensor, name);
    if (!tuple || (PyTuple_Check(tuple) && CUCORE__PY_TUPLE_SIZE(tuple) <= CUCORE_MAX_NDIM)) return tuple;
    Py_DECREF(tuple);
    PyErr_Format(PyExc_TypeError, "the %s of a tensor is no tuple, or has more than %d items", name, CUCORE_MAX_NDIM);
    return NULL;
}

/* Reads shape, dtype and device of the arguments: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_read(cucore__py_torch_fake *self)
{
    const cucore__op_plan *plan = self->sorted.plan;
    PyObject *type, *device;
    int i, is_cpu = 1;
    Py_ssize_t k;
    for (i = 0; i < plan->argument_count; i++) {
        PyObject *tensor = self->sorted.arrays[i];
        cucore__view_clear(&self->views[i]);
        if (!tensor || tensor == Py_None) {
            if (plan->args[i].flags & CUCORE_OPTIONAL) continue;
            return cucore__py_raise_missing(PyExc_TypeError, plan->args[i].name);
        }
        self->shapes[i] = cucore__py_torch_tuple(tensor, "shape", 0);
        if (!self->shapes[i] || cucore__py_torch_dtype(tensor, &self->views[i].dtype) < 0) return -1;
        for (k = 0; k < CUCORE__PY_TUPLE_SIZE(self->shapes[i]); k++)
            self->by_symbols |= !PyLong_CheckExact(CUCORE__PY_TUPLE_ITEM(self->shapes[i], k));
        if (self->device && !is_cpu) continue; /* an argument of the CPU may be beside those of a device */
        device = PyObject_GetAttrString(tensor, "device");
        type = device ? PyObject_GetAttrString(device, "type") : NULL;
        is_cpu = type && PyUnicode_Check(type) && PyUnicode_CompareWithASCIIString(type, "cpu") == 0;
        Py_XDECREF(type);
        if (!type || (self->device && is_cpu)) {
            Py_XDECREF(device);
            if (!type) return -1;
            continue;
        }
        Py_XDECREF(self->device);
        self->device = device;
    }
    for (i = 0; i < plan->name_count; i++) {
        PyObject *value = plan->name_values[i] < 0 ? NULL : self->sorted.values[plan->name_values[i]];
        self->by_symbols |= value && !PyLong_Check(value);
    }
    self->by_symbols = self->by_symbols && !plan->needs_shape;
    return 0;
}

/* Requires that two extents are equal: of symbols torch notes it.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_same(const cucore__py_torch_fake *self, int place, PyObject *a, PyObject *b)
{
    PyObject *same, *noted;
    if (a == b) return 0;
    if (PyLong_CheckExact(a) && PyLong_CheckExact(b)) {
        const int equal = PyObject_RichCompareBool(a, b, Py_EQ);
        if (!equal)
            PyErr_Format(PyExc_ValueError, "%s: %s: expected shape (%s), got %R, and %R is not %R",
                         self->sorted.op->name, self->sorted.op->arrays[place].name,
                         self->sorted.op->arrays[place].shape, self->shapes[place], a, b);
        return equal > 0 ? 0 : -1;
    }
    same = PyObject_RichCompare(a, b, Py_EQ);
    noted = same ? cucore__py_torch_call("torch", "_check", PyTuple_Pack(1, same), NULL) : NULL;
    Py_XDECREF(same);
    Py_XDECREF(noted);
    return noted ? 0 : -1;
}

/* Binds the names in the shape of one argument, as cucore__op_bind_array: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_bind(cucore__py_torch_fake *self, int place)
{
    const cucore__op_array *array = &self->sorted.plan->arrays[place];
    PyObject *shape = self->shapes[place], *like = array->shape_like < 0 ? NULL : self->shapes[array->shape_like];
    const int ndim = (int)CUCORE__PY_TUPLE_SIZE(shape);
    int i, axis = 0, failed = 0, expected = like ? (int)CUCORE__PY_TUPLE_SIZE(like) : array->ndim;
    if (array->shape_like >= 0 ? !like : array->ndim < 0) return 0;
    if (!like && array->ellipsis >= 0 ? ndim < expected : ndim != expected) {
        PyErr_Format(PyExc_ValueError, "%s: %s: expected shape (%s), got %R", self->sorted.op->name,
                     self->sorted.op->arrays[place].name, self->sorted.op->arrays[place].shape, shape);
        return -1;
    }
    for (i = 0; i < expected && !failed; i++, axis++) {
        PyObject *extent, *number = NULL, **bound;
        if (!like && i == array->ellipsis) axis += ndim - array->ndim;
        extent = CUCORE__PY_TUPLE_ITEM(shape, axis);
        if (like) {
            failed = cucore__py_torch_same(self, place, extent, CUCORE__PY_TUPLE_ITEM(like, i)) < 0;
        } else if (array->items[i] <= -2) {
            bound = &self->extents[-2 - array->items[i]];
            if (!*bound) *bound = extent;
            failed = cucore__py_torch_same(self, place, extent, *bound) < 0;
        } else if (array->items[i] >= 0) {
            number = PyLong_FromLongLong(array->items[i]);
            failed = !number || cucore__py_torch_same(self, place, extent, number) < 0;
            Py_XDECREF(number);
        }
    }
    return failed ? -1 : 0;
}

/* Returns the shape of a result that follows from the declaration; NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_torch_shape(const cucore__py_torch_fake *self, int place)
{
    const cucore__op_array *array = &self->sorted.plan->arrays[place];
    PyObject *shape = array->shape_like < 0 ? PyTuple_New(array->ndim) : self->shapes[array->shape_like], *item;
    int i;
    if (array->shape_like >= 0) {
        Py_XINCREF(shape);
        if (!shape)
            PyErr_Format(PyExc_ValueError, "%s: the shape of %s is that of an argument that was left out",
                         self->sorted.op->name, self->sorted.op->arrays[place].name);
        return shape;
    }
    for (i = 0; i < array->ndim && shape; i++) {
        item = array->items[i] >= 0 ? PyLong_FromLongLong(array->items[i]) : self->extents[-2 - array->items[i]];
        if (array->items[i] < 0) Py_XINCREF(item);
        if (!item && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "%s: an extent of %s is not known, since its arrays were left out",
                         self->sorted.op->name, self->sorted.op->arrays[place].name);
        if (!item || PyTuple_SetItem(shape, i, item) < 0) Py_CLEAR(shape);
    }
    return shape;
}

/* Makes a tensor on the device of the call; shape is taken over. */
CUCORE__PRIVATE PyObject *cucore__py_torch_empty(const cucore__py_torch_fake *self, PyObject *shape, cucore_dtype dtype)
{
    char name[64];
    PyObject *args, *kwargs = PyDict_New(), *torch = PyImport_ImportModule("torch"), *object = NULL;
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (torch) object = PyObject_GetAttrString(torch, name);
    args = shape && object ? PyTuple_Pack(1, shape) : NULL;
    if (args && (!kwargs || PyDict_SetItemString(kwargs, "dtype", object) < 0 ||
                 (self->device && PyDict_SetItemString(kwargs, "device", self->device) < 0)))
        Py_CLEAR(args);
    if (!args) Py_CLEAR(kwargs);
    Py_XDECREF(shape);
    Py_XDECREF(object);
    Py_XDECREF(torch);
    return cucore__py_torch_call("torch", "empty", args, kwargs);
}

/* Describes the arguments to the engine of all callers, which checks them as a call does: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_describe(cucore__py_torch_fake *self)
{
    const cucore__op_plan *plan = self->sorted.plan;
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    cucore_status status;
    int i;
    if (cucore__py_op_values(&self->sorted, self->values) < 0) return -1;
    for (i = 0; i < plan->argument_count; i++) {
        cucore_view *view = &self->views[i];
        PyObject *tuple;
        int failed;
        if (!self->shapes[i]) continue;
        tuple = cucore__py_torch_tuple(self->sorted.arrays[i], "stride", 1);
        failed = !tuple || CUCORE__PY_TUPLE_SIZE(tuple) != CUCORE__PY_TUPLE_SIZE(self->shapes[i]) ||
                 cucore__py_torch_numbers(tuple, strides) < 0 || cucore__py_torch_numbers(self->shapes[i], shape) < 0;
        Py_XDECREF(tuple);
        if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tensor has other strides than axes");
        if (failed) return -1;
        status = cucore_layout_make((int)CUCORE__PY_TUPLE_SIZE(self->shapes[i]), shape, strides, view->dtype.itemsize,
                                    &view->layout);
        if (status) return cucore__py_raise(cucore__torch_fail_argument(self->sorted.op, plan->args[i].name, status));
        if ((plan->args[i].flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_WRITE)) == CUCORE_MAKE_C_CONTIGUOUS)
            cucore__layout_fill_dense(&view->layout, 'C');
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_NONE);
    }
    status = cucore__op_check(&self->call);
    if (!status) status = cucore__op_results(&self->call);
    return status ? cucore__py_raise(status) : 0;
}

/* Checks dtypes, and binds names to extents, some of which are symbols: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_bind_all(cucore__py_torch_fake *self)
{
    const cucore__op_plan *plan = self->sorted.plan;
    cucore_call of_call;
    cucore_status status;
    int i;
    memset(&of_call, 0, sizeof of_call);
    of_call.args = plan->args;
    of_call.views = self->views;
    of_call.args_count = (size_t)self->sorted.op->array_count;
    for (i = 0; i < plan->name_count; i++) {
        const int value = plan->name_values[i];
        if (value < 0) continue;
        if (!self->sorted.values[value]) {
            self->defaults[i] = PyLong_FromLongLong(self->sorted.op->values[value].fallback.i);
            if (!self->defaults[i]) return -1;
        }
        self->extents[i] = self->defaults[i] ? self->defaults[i] : self->sorted.values[value];
    }
    for (i = 0; i < plan->argument_count; i++) {
        if (!self->shapes[i]) continue;
        status = cucore__check_dtype(&self->views[i], &plan->args[i], &of_call);
        if (status) return cucore__py_raise(cucore__op_fail(self->sorted.op, status));
        if (cucore__py_torch_bind(self, i) < 0) return -1;
    }
    return 0;
}

/* Makes one result without memory. */
CUCORE__PRIVATE PyObject *cucore__py_torch_result(const cucore__py_torch_fake *self, int place)
{
    const cucore__op_array *array = &self->sorted.plan->arrays[place];
    const cucore_layout *layout = &self->views[place].layout;
    PyObject *shape, *item;
    int i;
    if (self->by_symbols)
        return cucore__py_torch_empty(self, cucore__py_torch_shape(self, place),
                                      array->dtype_like >= 0 ? self->views[array->dtype_like].dtype : array->dtypes[0]);
    shape = PyTuple_New(layout->ndim);
    for (i = 0; i < layout->ndim && shape; i++) {
        item = PyLong_FromLongLong(layout->shape[i]);
        if (!item || PyTuple_SetItem(shape, i, item) < 0) Py_CLEAR(shape);
    }
    return cucore__py_torch_empty(self, shape, self->views[place].dtype);
}

/* Makes the results of a call without memory. */
CUCORE__PRIVATE PyObject *cucore__py_torch_results(cucore__py_torch_fake *self)
{
    const cucore_op *op = self->sorted.op;
    const int arguments = op->array_count - op->result_count;
    PyObject *all, *one;
    int i;
    if (cucore__py_torch_read(self) < 0) return NULL;
    if ((self->by_symbols ? cucore__py_torch_bind_all(self) : cucore__py_torch_describe(self)) < 0) return NULL;
    if (!op->result_count) Py_RETURN_NONE;
    if (op->result_count == 1) return cucore__py_torch_result(self, arguments);
    all = PyTuple_New(op->result_count);
    for (i = 0; i < op->result_count && all; i++) {
        one = cucore__py_torch_result(self, arguments + i);
        if (!one || PyTuple_SetItem(all, i, one) < 0) Py_CLEAR(all);
    }
    return all;
}

/* The fake of an operator; self is the capsule of its declaration. */
CUCORE__PRIVATE PyObject *cucore__py_torch_fake_enter(PyObject *self, PyObject *const *objs, Py_ssize_t count,
                                                      PyObject *names)
{
    const cucore_op *op = (const cucore_op *)PyCapsule_GetPointer(self, cucore__py_op_capsule);
    cucore_view few[CUCORE__OP_FEW];
    cucore__py_torch_fake fake;
    PyObject *result = NULL;
    cucore_status status;
    int i;
    if (!op) return NULL;
    fake.views = cucore__op_room(op, few);
    memset(fake.shapes, 0, sizeof fake.shapes);
    memset(fake.extents, 0, sizeof fake.extents);
    memset(fake.defaults, 0, sizeof fake.defaults);
    fake.device = NULL;
    fake.by_symbols = 0;
    status = cucore__op_begin(&fake.call, op, fake.views, fake.values);
    if (status) {
        cucore__op_room_end(fake.views, few);
        cucore__py_raise(status);
        return NULL;
    }
    cucore__op_clear_results(&fake.call);
    fake.call.caller = CUCORE_OP_FROM_TORCH;
    fake.call.private_.described = 1;
    fake.sorted.op = op;
    fake.sorted.plan = (const cucore__op_plan *)fake.call.private_.plan;
    if (cucore__py_op_sort(&fake.sorted, objs, count, names) == 0) result = cucore__py_torch_results(&fake);
    for (i = 0; i < CUCORE_OP_MAX_ARRAYS; i++) Py_XDECREF(fake.shapes[i]);
    for (i = 0; i < CUCORE__OP_NAMES; i++) Py_XDECREF(fake.defaults[i]);
    Py_XDECREF(fake.device);
    cucore__op_room_end(fake.views, few);
    return result;
}

/* -- gradients ----------------------------------------------------------------------------------------------------- */
/* What an argument of a derivative is. */
typedef enum cucore__torch_source {
    CUCORE__TORCH_GRADIENT, /* of the result `place` */
    CUCORE__TORCH_ARGUMENT,
    CUCORE__TORCH_RESULT
} cucore__torch_source;

/* An operator and its derivative, kept as long as the process. */
typedef struct cucore__torch_derivative {
    const cucore_op *op, *backward;
    PyObject *call;                    /* the derivative in torch */
    int sources[CUCORE_OP_MAX_ARRAYS]; /* of the arguments of the derivative: cucore__torch_source */
    int places[CUCORE_OP_MAX_ARRAYS];  /* in the arguments or results of the operator; of the results: arguments */
    int values[CUCORE_OP_MAX_VALUES];  /* of the values of the derivative: values of the operator */
} cucore__torch_derivative;

static const char cucore__torch_derivative_capsule[] = "cucore_torch_derivative";

/* Returns the text after "grad_"; NULL: the name is another one. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__torch_graded(const char *name)
{
    return strncmp(name, "grad_", 5) == 0 ? name + 5 : NULL;
}

/* Returns the place of an array from `first` on, counted from there; -1: there is none. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_place(const cucore_op *op, const char *name, int results)
{
    const int arguments = op->array_count - op->result_count;
    const int place = name ? cucore__op_array_named(op, op->array_count, name, strlen(name)) : -1;
    if (place < 0 || results != (place >= arguments)) return -1;
    return results ? place - arguments : place;
}

/* Finds what each array and value of the derivative is. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_match(cucore__torch_derivative *self)
{
    const cucore_op *op = self->op, *backward = self->backward;
    const int arguments = backward->array_count - backward->result_count;
    int i;
    for (i = 0; i < op->array_count - op->result_count; i++)
        if (op->arrays[i].flags & CUCORE_WRITE)
            return cucore__invalid("%s: %s is changed in place, of which torch takes no derivative", op->name,
                                   op->arrays[i].name);
    for (i = 0; i < backward->array_count; i++) {
        const char *name = backward->arrays[i].name, *graded = cucore__torch_graded(name);
        self->sources[i] = CUCORE__TORCH_GRADIENT;
        self->places[i] = cucore__torch_place(op, graded, i < arguments);
        if (i < arguments && self->places[i] < 0) {
            self->sources[i] = CUCORE__TORCH_ARGUMENT;
            self->places[i] = cucore__torch_place(op, name, 0);
            if (self->places[i] < 0) {
                self->sources[i] = CUCORE__TORCH_RESULT;
                self->places[i] = cucore__torch_place(op, name, 1);
            }
        }
        if (self->places[i] < 0)
            return cucore__invalid("%s: the derivative %s has %s '%s', which belongs to no %s", op->name,
                                   backward->name, i < arguments ? "an argument" : "a result", name,
                                   i < arguments ? "argument and no result" : "argument");
        if (i < arguments && backward->arrays[i].flags & CUCORE_WRITE)
            return cucore__invalid("%s: the derivative %s changes %s in place", op->name, backward->name, name);
    }
    for (i = 0; i < backward->value_count; i++) {
        const char *name = backward->values[i].name;
        self->values[i] = cucore__op_value_named(op, name, strlen(name));
        if (self->values[i] < 0 || op->values[self->values[i]].kind != backward->values[i].kind)
            return cucore__invalid("%s: the derivative %s has a value '%s', which the operator has not, or of another "
                                   "kind",
                                   op->name, backward->name, name);
    }
    return CUCORE_OK;
}

/* Saves for the derivative what it takes: setup_context(ctx, inputs, output). */
CUCORE__PRIVATE PyObject *cucore__py_torch_save(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char word_ctx[] = "ctx", word_inputs[] = "inputs", word_output[] = "output";
    static char *words[] = {word_ctx, word_inputs, word_output, NULL};
    const cucore__torch_derivative *of =
        (const cucore__torch_derivative *)PyCapsule_GetPointer(self, cucore__torch_derivative_capsule);
    PyObject *ctx, *inputs, *output, *tensors, *values, *save, *done = NULL;
    int i, arguments, first_value, saved = 0;
    if (!of ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "OO!O:setup_context", words, &ctx, &PyTuple_Type, &inputs, &output))
        return NULL;
    arguments = of->backward->array_count - of->backward->result_count;
    first_value = of->op->array_count - of->op->result_count;
    for (i = 0; i < arguments; i++) saved += of->sources[i] != CUCORE__TORCH_GRADIENT;
    tensors = PyTuple_New(saved);
    values = PyTuple_New(of->backward->value_count);
    for (i = saved = 0; i < arguments && tensors; i++) {
        PyObject *from = of->sources[i] == CUCORE__TORCH_ARGUMENT ? inputs : output, *one = output;
        if (of->sources[i] == CUCORE__TORCH_GRADIENT) continue;
        if (from == inputs || PyTuple_Check(output)) one = PyTuple_GetItem(from, of->places[i]);
        Py_XINCREF(one);
        if (!one || PyTuple_SetItem(tensors, saved++, one) < 0) Py_CLEAR(tensors);
    }
    for (i = 0; i < of->backward->value_count && values; i++) {
        PyObject *one = PyTuple_GetItem(inputs, first_value + of->values[i]);
        Py_XINCREF(one);
        if (!one || PyTuple_SetItem(values, i, one) < 0) Py_CLEAR(values);
    }
    if (tensors && values && PyObject_SetAttrString(ctx, "cucore_values", values) == 0) {
        save = PyObject_GetAttrString(ctx, "save_for_backward");
        if (save) done = PyObject_CallObject(save, tensors);
        Py_XDECREF(save);
    }
    Py_XDECREF(values);
    Py_XDECREF(tensors);
    return done;
}

/* Returns a gradient, dense if the derivative wants it so, since autograd also makes repeating ones; taken over. */
CUCORE__PRIVATE PyObject *cucore__py_torch_dense(const cucore_arg *arg, PyObject *gradient)
{
    static const uint64_t dense = CUCORE_C_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_MAKE_C_CONTIGUOUS;
    PyObject *made;
    if (!gradient || gradient == Py_None || !(arg->flags & dense)) return gradient;
    made = PyObject_CallMethod(gradient, "contiguous", NULL);
    Py_DECREF(gradient);
    return made;
}

/* Calls the derivative with the gradients of the results, what was saved, and the values. */
CUCORE__PRIVATE PyObject *cucore__py_torch_derive(const cucore__torch_derivative *of, PyObject *ctx,
                                                  PyObject *gradients)
{
    const int arguments = of->backward->array_count - of->backward->result_count;
    PyObject *all = PyTuple_New(arguments + of->backward->value_count), *result = NULL, *one;
    PyObject *saved = PyObject_GetAttrString(ctx, "saved_tensors");
    PyObject *values = saved ? PyObject_GetAttrString(ctx, "cucore_values") : NULL;
    int i, next = 0;
    if (!values) Py_CLEAR(all);
    for (i = 0; i < arguments + of->backward->value_count && all; i++) {
        if (i >= arguments) {
            one = PyTuple_GetItem(values, i - arguments);
        } else if (of->sources[i] == CUCORE__TORCH_GRADIENT) {
            one = PyTuple_GetItem(gradients, of->places[i]);
        } else {
            one = PyTuple_GetItem(saved, next++);
        }
        Py_XINCREF(one);
        if (i < arguments && of->sources[i] == CUCORE__TORCH_GRADIENT)
            one = cucore__py_torch_dense(&of->backward->arrays[i], one);
        if (!one || PyTuple_SetItem(all, i, one) < 0) Py_CLEAR(all);
    }
    if (all) result = PyObject_CallObject(of->call, all);
    Py_XDECREF(values);
    Py_XDECREF(saved);
    Py_XDECREF(all);
    return result;
}

/* Returns a tuple with the gradients of the arguments, None for others: backward(ctx, *gradients). */
CUCORE__PRIVATE PyObject *cucore__py_torch_backward(PyObject *self, PyObject *args)
{
    const cucore__torch_derivative *of =
        (const cucore__torch_derivative *)PyCapsule_GetPointer(self, cucore__torch_derivative_capsule);
    PyObject *gradients = of ? PyTuple_GetSlice(args, 1, PyTuple_Size(args)) : NULL, *ctx, *results = NULL, *all = NULL;
    PyObject *needed = NULL;
    int i, arguments, total;
    ctx = gradients ? PyTuple_GetItem(args, 0) : NULL;
    if (ctx) needed = PyObject_GetAttrString(ctx, "needs_input_grad");
    if (needed && !PyTuple_Check(needed)) PyErr_SetString(PyExc_TypeError, "needs_input_grad is no tuple");
    if (needed && PyTuple_Check(needed)) results = cucore__py_torch_derive(of, ctx, gradients);
    Py_XDECREF(gradients);
    if (results) {
        arguments = of->backward->array_count - of->backward->result_count;
        total = of->op->array_count - of->op->result_count + of->op->value_count;
        all = PyTuple_New(total);
        for (i = 0; i < total && all; i++) {
            Py_INCREF(Py_None);
            if (PyTuple_SetItem(all, i, Py_None) < 0) Py_CLEAR(all);
        }
        for (i = 0; i < of->backward->result_count && all; i++) {
            const int place = of->places[arguments + i];
            PyObject *one = PyTuple_Check(results) ? PyTuple_GetItem(results, i) : results;
            if (place >= PyTuple_Size(needed) || PyTuple_GetItem(needed, place) != Py_True) continue;
            Py_XINCREF(one);
            if (!one || PyTuple_SetItem(all, place, one) < 0) Py_CLEAR(all);
        }
        Py_DECREF(results);
    }
    Py_XDECREF(needed);
    return all;
}

/* -- kernels of older versions ------------------------------------------------------------------------------------- */
/* Calls the function of Python with what autograd does not see, on the current stream. */
CUCORE__PRIVATE PyObject *cucore__py_torch_old_enter(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static PyMethodDef method = {"operator", (PyCFunction)(void (*)(void))cucore__py_op_enter,
                                 METH_FASTCALL | METH_KEYWORDS, NULL};
    const Py_ssize_t count = PyTuple_Size(args);
    PyObject *plain = PyTuple_New(count), *named = kwargs ? PyDict_Copy(kwargs) : PyDict_New(), *stream = NULL;
    PyObject *function = PyCFunction_NewEx(&method, self, NULL), *result = NULL, *one, *is_cuda;
    Py_ssize_t i;
    if (!named || !function) Py_CLEAR(plain);
    for (i = 0; i < count && plain; i++) {
        one = PyTuple_GetItem(args, i);
        is_cuda = one && PyObject_HasAttrString(one, "is_cuda") ? PyObject_GetAttrString(one, "is_cuda") : NULL;
        if (is_cuda == Py_True && !stream) {
            PyObject *device = PyObject_GetAttrString(one, "device");
            stream =
                cucore__py_torch_call("torch.cuda", "current_stream", device ? PyTuple_Pack(1, device) : NULL, NULL);
            Py_XDECREF(device);
            if (!stream || PyDict_SetItemString(named, "stream", stream) < 0) Py_CLEAR(plain);
        }
        if (is_cuda) {
            one = PyObject_CallMethod(one, "detach", NULL);
        } else {
            Py_XINCREF(one);
        }
        Py_XDECREF(is_cuda);
        if (!plain) {
            Py_XDECREF(one);
        } else if (!one || PyTuple_SetItem(plain, i, one) < 0) {
            Py_CLEAR(plain);
        }
    }
    if (plain) result = PyObject_Call(function, plain, named);
    Py_XDECREF(stream);
    Py_XDECREF(function);
    Py_XDECREF(named);
    Py_XDECREF(plain);
    return result;
}

/* -- registration -------------------------------------------------------------------------------------------------- */
static PyMethodDef cucore__py_torch_methods[] = {
    {"fake", (PyCFunction)(void (*)(void))cucore__py_torch_fake_enter, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"setup_context", (PyCFunction)(void (*)(void))cucore__py_torch_save, METH_VARARGS | METH_KEYWORDS, NULL},
    {"backward", cucore__py_torch_backward, METH_VARARGS, NULL},
    {"kernel", (PyCFunction)(void (*)(void))cucore__py_torch_old_enter, METH_VARARGS | METH_KEYWORDS, NULL}};

/* Returns a function whose self is a capsule; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_torch_function(int method, const void *pointer, const char *capsule)
{
    PyObject *self = PyCapsule_New((void *)(uintptr_t)pointer, capsule, NULL), *function = NULL;
    if (self) function = PyCFunction_NewEx(&cucore__py_torch_methods[method], self, NULL);
    Py_XDECREF(self);
    return function;
}

/* Calls a method of the torch.library.Library, with objects that are taken over: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_tell(PyObject *library, const char *method, PyObject *a, PyObject *b,
                                                       const char *key)
{
    PyObject *result = NULL;
    if (a && key) result = b ? PyObject_CallMethod(library, method, "OOs", a, b, key) : NULL;
    if (a && !key) result = PyObject_CallMethod(library, method, "O", a);
    Py_XDECREF(b);
    Py_XDECREF(a);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* Defines an operator whose kernels are functions of Python: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_add_old(PyObject *library, const cucore_op *op)
{
    static const char *const keys[2] = {"CPU", "CUDA"};
    char *schema = cucore__torch_schema(op);
    int i, failed;
    if (!schema) return cucore__py_raise(cucore_last_error()->status);
    failed = cucore__py_torch_tell(library, "define", PyUnicode_FromString(schema), NULL, NULL);
    free(schema);
    for (i = 0; i < 2 && !failed; i++)
        failed = cucore__py_torch_tell(library, "impl", PyUnicode_FromString(op->name),
                                       cucore__py_torch_function(3, op, cucore__py_op_capsule), keys[i]);
    return failed;
}

/* Calls torch.library.name("ns::operator", function, lib=library); `function`, and what `more` has, is taken over. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_register(PyObject *library, const char *name, PyObject *qualified,
                                                           PyObject *function, PyObject *setup)
{
    PyObject *kwargs = PyDict_New(), *result = NULL;
    if (qualified && function && kwargs && PyDict_SetItemString(kwargs, "lib", library) == 0 &&
        (!setup || PyDict_SetItemString(kwargs, "setup_context", setup) == 0)) {
        result = cucore__py_torch_call("torch.library", name, PyTuple_Pack(2, qualified, function), kwargs);
    } else {
        Py_XDECREF(kwargs);
    }
    Py_XDECREF(setup);
    Py_XDECREF(function);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* Returns the derivative of an operator, by name in the list; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD cucore__torch_derivative *cucore__py_torch_derivative(const cucore_op *op,
                                                                                   const cucore_op *const *ops,
                                                                                   size_t count, const char *ns)
{
    cucore__torch_derivative *self = (cucore__torch_derivative *)calloc(1, sizeof *self);
    PyObject *namespaces, *space, *packet;
    cucore_status status;
    size_t i;
    if (!self) {
        PyErr_NoMemory();
        return NULL;
    }
    for (i = 0; i < count && strcmp(ops[i]->name, op->backward) != 0; i++) {
    }
    self->op = op;
    self->backward = i < count ? ops[i] : NULL;
    status = i < count ? cucore__torch_match(self)
                       : cucore__invalid("%s: there is no derivative %s in the list", op->name, op->backward);
    if (status) {
        cucore__py_raise(status);
        free(self);
        return NULL;
    }
    namespaces = NULL;
    packet = PyImport_ImportModule("torch");
    if (packet) namespaces = PyObject_GetAttrString(packet, "ops");
    Py_XDECREF(packet);
    space = namespaces ? PyObject_GetAttrString(namespaces, ns) : NULL;
    packet = space ? PyObject_GetAttrString(space, op->backward) : NULL;
    self->call = packet ? PyObject_GetAttrString(packet, "default") : NULL;
    Py_XDECREF(packet);
    Py_XDECREF(space);
    Py_XDECREF(namespaces);
    if (self->call) return self;
    free(self);
    return NULL;
}

/* Adds what Python adds to one operator: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_add(PyObject *library, const cucore_op *op,
                                                      const cucore_op *const *ops, size_t count, const char *ns)
{
    PyObject *qualified = PyUnicode_FromFormat("%s::%s", ns, op->name);
    cucore__torch_derivative *derivative;
    int failed = cucore__py_torch_register(library, "register_fake", qualified,
                                           cucore__py_torch_function(0, op, cucore__py_op_capsule), NULL);
    if (!failed && op->backward) {
        derivative = cucore__py_torch_derivative(op, ops, count, ns);
        failed = !derivative || cucore__py_torch_register(
                                    library, "register_autograd", qualified,
                                    cucore__py_torch_function(2, derivative, cucore__torch_derivative_capsule),
                                    cucore__py_torch_function(1, derivative, cucore__torch_derivative_capsule)) < 0;
    }
    Py_XDECREF(qualified);
    return failed ? -1 : 0;
}

/* Registers all operators that are not registered: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_add_all(cucore__torch_registration *self, PyObject *library,
                                                          const cucore_op *const *ops, size_t count)
{
    const int has_functions = !cucore__aten_load();
    int is_mine = 0;
    cucore_status status = CUCORE_OK;
    size_t i;
    for (i = 0; i < count; i++) {
        if (has_functions && !cucore__torch_check_strings(ops[i])) {
            status = cucore__torch_register(self, &ops[i], 1, 0);
        } else {
            status = cucore__torch_claim(self, ops[i], 0, &is_mine);
            if (!status && is_mine && cucore__py_torch_add_old(library, ops[i]) < 0) return -1;
        }
        if (status) return cucore__py_raise(status);
    }
    for (i = 0; i < count; i++) {
        status = cucore__torch_claim(self, ops[i], 1, &is_mine);
        if (status) return cucore__py_raise(status);
        if (is_mine && cucore__py_torch_add(library, ops[i], ops, count, self->ns) < 0) return -1;
    }
    return 0;
}

CUCORE_API int cucore_py_ops_register_torch(const cucore_op *const *ops, size_t count, const char *ns)
{
    cucore__torch_registration self;
    PyObject *library, *error, *result;
    cucore_status status = cucore__torch_check(ops, count, ns);
    int failed;
    if (status) return cucore__py_raise(status);
    library = cucore__py_torch_call("torch.library", "Library", Py_BuildValue("(ss)", ns, "FRAGMENT"), NULL);
    if (!library) return -1;
    memset(&self, 0, sizeof self);
    self.ns = ns;
    failed = cucore__py_torch_add_all(&self, library, ops, count);
    if (!failed) {
        cucore__torch_end(&self, 1);
        return 0; /* the library stays: torch forgets what was registered when it goes */
    }
    error = cucore__py_error_take();
    result = PyObject_CallMethod(library, "_destroy", NULL);
    if (!result) PyErr_Clear();
    Py_XDECREF(result);
    Py_DECREF(library);
    cucore__torch_end(&self, 0);
    cucore__py_error_put(error);
    return -1;
}
