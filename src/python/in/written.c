/* python/in/written.c: counts up the versions of tensors that are written to, as autograd expects it (rules B123). */
/* Adds to `facts` what counts the writes to instances of a type that is not remembered: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_find_counter(PyTypeObject *type, unsigned *facts)
{
    cucore__py_traits traits = cucore__py_no_info.traits;
    if (cucore__py_learn_library(type, &traits) < 0 || cucore__py_learn_counter(type, &traits) < 0) return -1;
    *facts = traits.facts;
    return 0;
}

/* Returns 1 if torch's function that takes a tuple of tensors was found, and takes one: in 2.3 it took a tensor.  0
 * if only the function for users can be called, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_find_count_all(cucore__py_state *state)
{
    PyObject *count = NULL, *none = PyTuple_New(0), *result = NULL;
    int found = none ? cucore__py_imported_attribute("torch._C", "_increment_version", &count) : -1;
    if (found > 0) result = PyObject_CallFunctionObjArgs(count, none, NULL);
    Py_XDECREF(none);
    if (found > 0 && !result) found = cucore__py_error_clear();
    Py_XDECREF(result);
    if (found < 0) {
        Py_XDECREF(count);
        return -1;
    }
    if (!found) { /* remembered as None */
        Py_XDECREF(count);
        count = Py_None;
        Py_INCREF(count);
    }
    CUCORE__STORE(&state->constructors[CUCORE__PY_TORCH_COUNT_ALL], count);
    return found;
}

/* Clears the exception of a function that counts if the tensor is one of inference, which has no version: some versions
 * of torch raise.  0, -1 with the exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_count_failed(PyObject *tensor)
{
    PyObject *error = cucore__py_error_take(), *answer = PyObject_CallMethod(tensor, "is_inference", NULL);
    const int is_inference = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    if (is_inference > 0) {
        cucore__py_drop(error);
        return 0;
    }
    PyErr_Clear();
    cucore__py_error_put(error);
    return -1;
}

/* Returns the function for users, which takes one tensor, as a new reference: None if this torch has none, as before
 * 2.1; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_find_count(cucore__py_state *state)
{
    PyObject *count = cucore__py_constructor(state, CUCORE__PY_TORCH_COUNT);
    if (count || cucore__py_error_clear() < 0) return count;
    Py_INCREF(Py_None);
    CUCORE__STORE(&state->constructors[CUCORE__PY_TORCH_COUNT], Py_None);
    return cucore__py_constructor(state, CUCORE__PY_TORCH_COUNT);
}

CUCORE__PRIVATE int cucore__py_count_torch(cucore__py_state *state, PyObject *tensor)
{
    PyObject *count = CUCORE__LOAD(&state->constructors[CUCORE__PY_TORCH_COUNT_ALL]), *all, *result = NULL;
    int is_all;
    if (!count && cucore__py_find_count_all(state) < 0) return -1;
    count = CUCORE__LOAD(&state->constructors[CUCORE__PY_TORCH_COUNT_ALL]);
    is_all = count != Py_None;
    if (is_all) {
        Py_INCREF(count);
        all = PyTuple_Pack(1, tensor);
    } else {
        count = cucore__py_find_count(state);
        all = tensor;
        Py_INCREF(all);
    }
    if (count == Py_None) {
        result = count;
        Py_INCREF(result);
    } else if (count && all) {
        result = PyObject_CallFunctionObjArgs(count, all, NULL);
    }
    Py_XDECREF(all);
    Py_XDECREF(count);
    if (!result) return cucore__py_count_failed(tensor);
    Py_DECREF(result);
    return 0;
}

/* Counts up the version of a tensor of torch or Paddle; other objects have none.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_count(PyObject *obj)
{
    PyTypeObject *type = Py_TYPE(obj);
    cucore__py_state local, *state;
    cucore__py_type_info info;
    unsigned facts = 0;
    int failed = 0;
    if (!(PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)) return 0; /* no class of torch or Paddle */
    state = cucore__py_state_get(&local);
    if (!state) return -1;
    if (cucore__py_recall(state, type, &info)) {
        facts = info.traits.facts;
    } else if (!PyObject_CheckBuffer(obj)) { /* types that are taken by their buffer are not remembered */
        failed = cucore__py_find_counter(type, &facts) < 0;
    }
    if (!failed && facts & CUCORE__PY_COUNTS_TORCH) failed = cucore__py_count_torch(state, obj) < 0;
    if (!failed && facts & CUCORE__PY_COUNTS_PADDLE) {
        PyObject *bump = NULL, *result = NULL;
        const int found = cucore__py_get_optional(obj, state->names[CUCORE__PY_BUMP], &bump);
        if (found > 0) result = PyObject_CallFunctionObjArgs(bump, NULL);
        failed = found < 0 || (found && !result);
        Py_XDECREF(result);
        Py_XDECREF(bump);
    }
    cucore__py_state_put(state, &local);
    return failed ? -1 : 0;
}

/* Returns 1 if C may write to the argument, and the writes are counted. */
CUCORE__PRIVATE inline int cucore__py_is_counted(uint64_t flags)
{
    return (flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) == CUCORE_WRITE;
}

CUCORE_API int cucore_py_array_count_write(PyObject *obj)
{
    if (!obj) return cucore__py_raise(cucore__fail_null("cucore_py_array_count_write", "obj"));
    return cucore__py_count(obj);
}
