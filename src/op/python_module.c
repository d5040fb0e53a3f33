/* op/python_module.c: a module with the functions of operators, and their doors for torch and JAX. */
/* Adds a default to a signature. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_add_default(cucore__text *text, const cucore_op_value *value)
{
    PyObject *number = NULL, *repr;
    const char *words;
    if (value->required) return 0;
    switch (value->kind) {
    case CUCORE_OP_INT: number = PyLong_FromLongLong(value->fallback.i); break;
    case CUCORE_OP_FLOAT: number = PyFloat_FromDouble(value->fallback.f); break;
    case CUCORE_OP_BOOL: number = PyBool_FromLong((long)value->fallback.i); break;
    default: number = PyUnicode_FromStringAndSize(value->fallback.s, (Py_ssize_t)value->fallback.i); break;
    }
    repr = number ? PyObject_Repr(number) : NULL;
    words = repr ? PyUnicode_AsUTF8AndSize(repr, NULL) : NULL;
    if (words) cucore__text_add(text, "=%s", words);
    Py_XDECREF(repr);
    Py_XDECREF(number);
    return words ? 0 : -1;
}

/* Writes the signature as CPython reads it from the text of a function: "scale(x, a=1.0, *, y=None, stream=None)". */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_sign(const cucore_op *op, char *signature, size_t size)
{
    cucore__text text = cucore__text_start(signature, size);
    const int arguments = op->array_count - op->result_count;
    const char *separator = "";
    int i, optional = 0;
    cucore__text_add(&text, "%s(", op->name);
    for (i = 0; i < arguments; i++, separator = ", ") {
        optional = optional || op->arrays[i].flags & CUCORE_OPTIONAL;
        cucore__text_add(&text, "%s%s%s", separator, op->arrays[i].name, optional ? "=None" : "");
    }
    for (i = 0; i < op->value_count; i++, separator = ", ") {
        cucore__text_add(&text, "%s%s", separator, op->values[i].name);
        if (op->values[i].required && optional) cucore__text_add(&text, "=None");
        if (cucore__py_op_add_default(&text, &op->values[i]) < 0) return -1;
        optional = optional || !op->values[i].required;
    }
    cucore__text_add(&text, "%s*", separator);
    for (i = arguments; i < op->array_count; i++) cucore__text_add(&text, ", %s=None", op->arrays[i].name);
    cucore__text_add(&text, ", stream=None)\n--\n\n");
    return 0;
}

/* The definition of a function, with its text. */
typedef struct cucore__py_op_definition {
    PyMethodDef method;
    char signature[1024];
} cucore__py_op_definition;

/* Returns the definition of the function, which stays as long as the process; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyMethodDef *cucore__py_op_define(const cucore_op *op)
{
    cucore__op_slot *slot = (cucore__op_slot *)&op->state->private_[1];
    void *made = CUCORE__LOAD(slot), *expected = NULL;
    cucore__py_op_definition *definition;
    if (made) return &((cucore__py_op_definition *)made)->method;
    definition = (cucore__py_op_definition *)calloc(1, sizeof *definition);
    if (!definition) {
        PyErr_NoMemory();
        return NULL;
    }
    if (cucore__py_op_sign(op, definition->signature, sizeof definition->signature) < 0) {
        free(definition);
        return NULL;
    }
    definition->method.ml_name = op->name;
    definition->method.ml_meth = (PyCFunction)(void (*)(void))cucore__py_op_enter;
    definition->method.ml_flags = METH_FASTCALL | METH_KEYWORDS;
    definition->method.ml_doc = definition->signature;
    if (CUCORE__COMPARE_AND_SET(slot, &expected, (void *)definition)) return &definition->method;
    free(definition);
    return &((cucore__py_op_definition *)expected)->method;
}

/* Sets an attribute of the module to `value`, which is taken over, also if it is NULL: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_put(PyObject *py_module, const char *name, PyObject *value)
{
    const int failed = !value || PyObject_SetAttrString(py_module, name, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

/* Makes a function whose self is a capsule of the pointer. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_op_function(PyObject *py_module, PyMethodDef *method, void *pointer)
{
    PyObject *name = PyModule_GetNameObject(py_module), *self = NULL, *function = NULL;
    if (name) self = PyCapsule_New(pointer, cucore__py_op_capsule, NULL);
    if (self) function = PyCFunction_NewEx(method, self, name);
    Py_XDECREF(self);
    Py_XDECREF(name);
    return function;
}

#if !defined(CUCORE_OP_NO_XLA)
/* Makes {"cpu": capsule, "CUDA": capsule}. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_op_targets(const cucore_op *op)
{
    static const char *const platforms[] = {"cpu", "CUDA"};
    PyObject *targets = PyDict_New(), *capsule;
    void *handlers[2];
    int i, failed;
    memcpy(&handlers[0], &op->entries.xla_cpu, sizeof handlers[0]);
    memcpy(&handlers[1], &op->entries.xla_cuda, sizeof handlers[1]);
    for (i = 0; i < 2 && targets; i++) {
        capsule = PyCapsule_New(handlers[i], "xla._CUSTOM_CALL_TARGET", NULL);
        failed = !capsule || PyDict_SetItemString(targets, platforms[i], capsule) < 0;
        Py_XDECREF(capsule);
        if (failed) Py_CLEAR(targets);
    }
    return targets;
}

/* Makes the dict of all targets. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_ops_targets(const cucore_op *const *ops, size_t count)
{
    PyObject *all = PyDict_New(), *targets;
    size_t i;
    int failed;
    for (i = 0; i < count && all; i++) {
        targets = cucore__py_op_targets(ops[i]);
        failed = !targets || PyDict_SetItemString(all, ops[i]->name, targets) < 0;
        Py_XDECREF(targets);
        if (failed) Py_CLEAR(all);
    }
    return all;
}
#endif

#if !defined(CUCORE_OP_NO_TORCH)
/* The operators of a module: kept as long as the process, since torch also keeps what is registered. */
typedef struct cucore__py_ops {
    const cucore_op *const *ops;
    size_t count;
    const char *ns;
} cucore__py_ops;

CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_ops_register(PyObject *self, PyObject *unused)
{
    const cucore__py_ops *all = (const cucore__py_ops *)PyCapsule_GetPointer(self, cucore__py_op_capsule);
    (void)unused;
    if (!all || cucore_py_ops_register_torch(all->ops, all->count, all->ns) < 0) return NULL;
    Py_RETURN_NONE;
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_ops_add_torch(PyObject *py_module, const cucore_op *const *ops,
                                                          size_t count, const char *ns)
{
    static PyMethodDef method = {"register_torch", cucore__py_ops_register, METH_NOARGS,
                                 "register_torch()\n--\n\nRegister the operators in torch, as torch.ops."};
    cucore__py_ops *all = (cucore__py_ops *)malloc(sizeof *all);
    PyObject *function;
    if (!all) {
        PyErr_NoMemory();
        return -1;
    }
    all->ops = ops;
    all->count = count;
    all->ns = ns;
    function = cucore__py_op_function(py_module, &method, all);
    if (!function) free(all);
    return cucore__py_op_put(py_module, method.ml_name, function);
}
#endif

CUCORE_API int cucore_py_ops_add(PyObject *py_module, const cucore_op *const *ops, size_t count, const char *ns)
{
    size_t i;
    if (!py_module || (count && !ops) || !ns)
        return cucore__py_raise(cucore__fail_null("cucore_py_ops_add", !py_module ? "py_module" : !ns ? "ns" : "ops"));
    for (i = 0; i < count; i++) {
        PyMethodDef *method;
        cucore_status status = cucore_op_check(ops[i]);
        if (status) return cucore__py_raise(status);
        method = cucore__py_op_define(ops[i]);
        if (!method || cucore__py_op_put(py_module, ops[i]->name,
                                         cucore__py_op_function(py_module, method, (void *)(uintptr_t)ops[i])) < 0)
            return -1;
    }
#if !defined(CUCORE_OP_NO_XLA)
    if (cucore__py_op_put(py_module, "xla_targets", cucore__py_ops_targets(ops, count)) < 0) return -1;
#endif
#if !defined(CUCORE_OP_NO_TORCH)
    if (cucore__py_ops_add_torch(py_module, ops, count, ns) < 0) return -1;
#endif
    return 0;
}
