/* ------------------------------------------------------------------------------------------- >>impl-py-exchange -- */
/* python/exchange.c: types are learned; tensors by the C exchange table of a type. */
#define CUCORE__PY_DECLINED 1

/* The newest table that is understood, in the capsule of a type: NULL when there is none, or with an exception (protocols
 * X2, X3). */
CUCORE__PRIVATE const cucore_exchange_api *cucore__py_table_of(PyObject *attribute)
{
    const cucore_exchange_api *table = NULL;
    int steps;
    if (PyCapsule_CheckExact(attribute)) {
        if (!PyCapsule_IsValid(attribute, "dlpack_exchange_api")) return NULL;
        table = (const cucore_exchange_api *)PyCapsule_GetPointer(attribute, "dlpack_exchange_api");
    }
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    if (PyLong_Check(attribute)) table = (const cucore_exchange_api *)PyLong_AsVoidPtr(attribute);
#endif
    for (steps = 0; table && table->header.version.major != DLPACK_MAJOR_VERSION && steps < 64; steps++)
        table = (const cucore_exchange_api *)(const void *)table->header.prev_api;
    return table && table->header.version.major == DLPACK_MAJOR_VERSION ? table : NULL;
}

/* Is __dlpack__ the type's own, or absent?  What it inherits does not know what the table knows, nor the other way round
 * (protocols X6). */
CUCORE__PRIVATE int cucore__py_table_is_proper(const cucore__py_state *state, PyTypeObject *type,
                                               cucore__py_traits *traits)
{
    PyObject *method;
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_DLPACK], &method);
    Py_XDECREF(method);
    if (found) return found;
    found = cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK], &method);
    if (found > 0) Py_DECREF(method);
    if (found < 0) return -1;
    traits->facts |= CUCORE__PY_TABLE_ONLY;
    return !found;
}

/* A table is used for instances of the very type that has it, not of those that inherit it (protocols X1, X6). */
CUCORE__PRIVATE int cucore__py_learn_table(const cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *attribute = NULL;
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_EXCHANGE], &attribute), proper = 0;
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    if (found == 0) found = cucore__py_type_entry(type, state->names[CUCORE__PY_OLD_EXCHANGE], &attribute);
#endif
    if (found > 0) proper = cucore__py_table_is_proper(state, type, traits);
    if (proper > 0) traits->table = cucore__py_table_of(attribute);
    if (!traits->table) traits->facts &= ~(unsigned)CUCORE__PY_TABLE_ONLY;
    Py_XDECREF(attribute);
    return found < 0 || proper < 0 || PyErr_Occurred() ? -1 : 0;
}

/* Does the type have the attribute, and is it a method without arguments, or a property, that is written in C?  The function
 * of a descriptor may be called for instances of the descriptor's type only (protocols B82). */
CUCORE__PRIVATE int cucore__py_learn_member(PyTypeObject *type, PyObject *name, PyCFunction *method,
                                            cucore__py_traits *traits)
{
    PyObject *attribute = NULL;
    int found = cucore__py_type_attribute(type, name, &attribute);
    if (found <= 0) return found;
#if !defined(Py_LIMITED_API)
    if (method && Py_TYPE(attribute) == &PyMethodDescr_Type && PyType_IsSubtype(type, PyDescr_TYPE(attribute))) {
        const PyMethodDef *definition = ((PyMethodDescrObject *)(void *)attribute)->d_method;
        if (definition->ml_flags == METH_NOARGS) *method = definition->ml_meth;
    } else if (!method && Py_TYPE(attribute) == &PyGetSetDescr_Type &&
               PyType_IsSubtype(type, PyDescr_TYPE(attribute))) {
        const PyGetSetDef *definition = ((PyGetSetDescrObject *)(void *)attribute)->d_getset;
        traits->grad = definition->get;
        traits->grad_extra = definition->closure;
    }
#else
    (void)method, (void)traits;
#endif
    Py_DECREF(attribute);
    return 1;
}

/* What instances may owe: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_debts(const cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *const *names = state->names;
    int grad = cucore__py_learn_member(type, names[CUCORE__PY_REQUIRES_GRAD], NULL, traits);
    int conj = grad <= 0 ? grad : cucore__py_learn_member(type, names[CUCORE__PY_IS_CONJ], &traits->conjugate, traits);
    int neg = conj <= 0 ? conj : cucore__py_learn_member(type, names[CUCORE__PY_IS_NEG], &traits->negative, traits);
    if (neg < 0) return -1;
    if (grad) traits->facts |= CUCORE__PY_HAS_GRAD;
    if (conj) traits->facts |= CUCORE__PY_HAS_CONJ;
    if (neg) traits->facts |= CUCORE__PY_HAS_NEG;
    return 0;
}

/* The first part of the name of the module that a type says it is from; "" when there is none, or it is no ASCII.  0, -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_package_of(PyTypeObject *type, char *room, size_t size)
{
    PyObject *name = NULL, *module = NULL, *text = NULL;
    const char *found = NULL;
    size_t length = 0;
    int failed = 0;
    room[0] = '\0';
#if !defined(Py_LIMITED_API)
    if (!(type->tp_flags & Py_TPFLAGS_HEAPTYPE)) found = strchr(type->tp_name, '.') ? type->tp_name : "builtins";
#endif
    if (!found) {
        name = PyUnicode_InternFromString("__module__");
        failed = !name || cucore__py_type_attribute(type, name, &module) < 0;
        if (!failed && module && PyUnicode_Check(module)) {
            text = PyUnicode_AsEncodedString(module, "ascii", "replace");
            found = text ? PyBytes_AsString(text) : NULL;
            failed = !found;
        }
    }
    if (found) length = strcspn(found, ".");
    if (length < size) {
        if (length) memcpy(room, found, length);
        room[length] = '\0';
    }
    Py_XDECREF(text);
    Py_XDECREF(module);
    Py_XDECREF(name);
    return failed ? -1 : 0;
}

/* What is known of the arrays of a library, by the names of its package and of the type.  JAX takes the stream -1 for a handle,
 * and without a stream waits on the host (protocols D12); the others that are quiet order nothing then. */
typedef struct cucore__py_known_type {
    const char *package, *name;
    unsigned facts;
} cucore__py_known_type;
static const cucore__py_known_type cucore__py_known_types[] = {
    {"torch", "Tensor", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"torch", "Parameter", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"numpy", "ndarray", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"tvm_ffi", "Tensor", CUCORE__PY_IS_QUIET},
    {"jaxlib", "ArrayImpl", CUCORE__PY_IS_JAX | CUCORE__PY_IS_QUIET},
    {"cupy", "ndarray", CUCORE__PY_IS_MUTABLE},
    {"warp", "array", CUCORE__PY_IS_MUTABLE},
    {"paddle", "Tensor", CUCORE__PY_IS_MUTABLE}};

/* The facts of a type by its own names: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_facts_of(PyTypeObject *type, unsigned *facts)
{
    char package[16];
    PyObject *name;
    size_t i;
    *facts = 0;
    if (cucore__py_package_of(type, package, sizeof package) < 0) return -1;
    if (strncmp(package, "jax", 3) == 0) *facts |= CUCORE__PY_IS_JAX;
    for (i = 0; i < sizeof cucore__py_known_types / sizeof cucore__py_known_types[0]; i++) {
        if (strcmp(package, cucore__py_known_types[i].package)) continue;
        name = cucore__py_type_name(type);
        if (!name) return -1;
        if (PyUnicode_CompareWithASCIIString(name, cucore__py_known_types[i].name) == 0)
            *facts |= cucore__py_known_types[i].facts;
        Py_DECREF(name);
    }
    return 0;
}

/* A type has the facts of its own names, and may be written if one that it is derived from may: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_library(PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *bases, *base;
    Py_ssize_t i, count;
    unsigned facts;
    int failed;
#if defined(Py_LIMITED_API)
    bases = PyObject_GetAttrString((PyObject *)type, "__mro__");
#else
    bases = type->tp_mro;
    Py_XINCREF(bases);
#endif
    failed = !bases && PyErr_Occurred();
    count = bases && PyTuple_Check(bases) ? PyTuple_Size(bases) : 0;
    for (i = 0; i < count && !failed; i++) {
        base = PyTuple_GetItem(bases, i);
        if (!PyType_Check(base)) continue;
        failed = cucore__py_facts_of((PyTypeObject *)(void *)base, &facts) < 0;
        traits->facts |= i == 0 ? facts : facts & CUCORE__PY_IS_MUTABLE;
    }
    Py_XDECREF(bases);
    return failed ? -1 : 0;
}

/* Looks a type up, and remembers it where that is possible: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn(cucore__py_state *state, PyObject *obj, unsigned facts, cucore__py_memo *memo)
{
    PyTypeObject *type = Py_TYPE(obj);
    *memo = cucore__py_no_memo;
    (void)cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK]); /* a look-up is what gives a type its version */
    memo->type = type;
    memo->version = cucore__py_type_version(type);
    memo->traits.facts = facts;
    memo->traits.offer = cucore__py_offer(state, obj);
    if (cucore__py_learn_table(state, type, &memo->traits) < 0) return -1;
    if (cucore__py_learn_debts(state, type, &memo->traits) < 0) return -1;
    if (cucore__py_learn_library(type, &memo->traits) < 0) return -1;
    cucore__py_remember(state, type, memo);
    return 0;
}

/* A tensor that a table gave: managed, or only lent. */
typedef struct cucore__py_loan {
    DLTensor lent;
    DLManagedTensorVersioned *managed; /* NULL: lent */
} cucore__py_loan;

CUCORE__PRIVATE inline const DLTensor *cucore__py_loan_tensor(const cucore__py_loan *loan)
{
    return loan->managed ? &loan->managed->dl_tensor : &loan->lent;
}

/* Lent tensors have no flags: where writing is asked for, only a managed one can say that it is read-only. */
CUCORE__PRIVATE inline int cucore__py_may_lend(const cucore_exchange_api *table, const cucore_intake *intake)
{
    return table->dltensor_from_py_object_no_sync && intake->flags & CUCORE_BORROW &&
           !(intake->flags & CUCORE__PY_WRITES);
}

/* 0, or -1: with an exception, as it should be, or without (protocols X11, B66). */
CUCORE__PRIVATE inline int cucore__py_table_ask(const cucore_exchange_api *table, PyObject *obj,
                                                const cucore_intake *intake, cucore__py_loan *loan)
{
    int result = -1;
    loan->managed = NULL;
    if (cucore__py_may_lend(table, intake)) {
        memset(&loan->lent, 0, sizeof loan->lent);
        return table->dltensor_from_py_object_no_sync(obj, &loan->lent) ? -1 : 0;
    }
    if (table->managed_tensor_from_py_object_no_sync)
        result = table->managed_tensor_from_py_object_no_sync(obj, &loan->managed);
    return result || !loan->managed ? -1 : 0;
}

/* The deleter may run any code. */
CUCORE__PRIVATE CUCORE__PY_COLD void cucore__py_loan_return(cucore__py_loan *loan)
{
    PyObject *error;
    if (!loan->managed) return;
    error = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore_managed_versioned_delete(loan->managed);
    if (error) cucore__py_error_put(error);
}

/* May __dlpack__ be asked instead?  It says better what is wrong, and knows cases that the table does not. */
CUCORE__PRIVATE int cucore__py_has_other_way(const cucore__py_memo *memo, const cucore_intake *intake)
{
    if (memo->traits.facts & CUCORE__PY_TABLE_ONLY) return 0;
    return !(intake->flags & CUCORE_BY_EXCHANGE) || (intake->flags & CUCORE_BY_DLPACK);
}

CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_decline(const cucore__py_memo *memo, const cucore_intake *intake,
                                                       const char *why)
{
    if (cucore__py_has_other_way(memo, intake)) return CUCORE__PY_DECLINED;
    PyErr_Format(PyExc_BufferError, "%s: %s", cucore__py_name(intake), why);
    return -1;
}

/* A function of the table failed. */
CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_table_failed(const cucore__py_memo *memo, const cucore_intake *intake)
{
    if (!PyErr_Occurred()) {
        return cucore__py_decline(memo, intake, "the C exchange table of its type failed without an exception");
    }
    if (!cucore__py_has_other_way(memo, intake)) return -1;
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

/* Would the values be others than the memory holds?  0, CUCORE__PY_DECLINED, -1 with an exception. */
CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_check_conj(const cucore__py_state *state, PyObject *obj,
                                                          const cucore__py_memo *memo, const cucore_intake *intake)
{
    int lazy = cucore__py_ask(obj, memo, memo->traits.conjugate, state->names[CUCORE__PY_IS_CONJ]);
    if (lazy <= 0) return lazy;
    return cucore__py_decline(memo, intake, "the tensor has its conjugate bit set; use tensor.resolve_conj()");
}

CUCORE__PRIVATE inline int cucore__py_check_grad(const cucore__py_state *state, PyObject *obj,
                                                 const cucore__py_memo *memo, const cucore_intake *intake)
{
    int grad = cucore__py_requires_grad(state, obj, memo);
    if (grad <= 0) return grad;
    return cucore__py_decline(memo, intake, "the tensor requires grad; use tensor.detach()");
}

/* What __dlpack__ would refuse (protocols X7): 0, CUCORE__PY_DECLINED, -1. */
CUCORE__PRIVATE inline int cucore__py_check_debts(const cucore__py_state *state, PyObject *obj,
                                                  const cucore__py_memo *memo, const cucore_intake *intake, int code)
{
    const unsigned debts = cucore__py_debts_of(memo, code);
    int result;
    if (debts & CUCORE__PY_HAS_CONJ) {
        result = cucore__py_check_conj(state, obj, memo, intake);
        if (result) return result;
    }
    if ((intake->flags & CUCORE_ALLOW_GRAD) || !(debts & CUCORE__PY_HAS_GRAD)) return 0;
    return cucore__py_check_grad(state, obj, memo, intake);
}

CUCORE__PRIVATE inline void cucore__py_loan_own(const cucore__py_loan *loan, cucore_view *out)
{
    out->protocol = (uint8_t)(loan->managed ? CUCORE_FROM_DLPACK_VERSIONED : CUCORE_FROM_DLTENSOR);
    out->owner = loan->managed;
    out->release = loan->managed ? cucore__py_release_versioned : NULL;
}

/* Held against the driver and against what the caller wants. */
CUCORE__PRIVATE cucore_status cucore__py_loan_accept(const cucore__py_memo *memo, const cucore_intake *intake,
                                                     cucore_view *out)
{
    cucore_status status = CUCORE_OK;
    if (!cucore__driver_state.device_count && cucore__py_device_is_cuda(out->device_type) &&
        !(intake->flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
    }
    return status ? status : cucore__py_accept(out, intake, memo);
}

/* Any tensor, whatever out held before: 0, CUCORE__PY_DECLINED, -1 with an exception. */
CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_loan_decode_any(const cucore__py_state *state, PyObject *obj,
                                                                const cucore__py_memo *memo,
                                                                const cucore_intake *intake,
                                                                const cucore__py_loan *loan, cucore_view *out)
{
    cucore_status status;
    const DLTensor *tensor = cucore__py_loan_tensor(loan);
    int result = cucore__py_check_debts(state, obj, memo, intake, tensor->dtype.code);
    if (result) return result;
    cucore__view_clear(out);
    status = cucore__dltensor_decode(tensor, loan->managed ? loan->managed->flags : 0, intake, out);
    cucore__py_loan_own(loan, out);
    if (!status) status = cucore__py_loan_accept(memo, intake, out);
    if (status) return cucore__py_raise_import(status, intake);
    cucore__py_learn_kind(memo, tensor, out);
    return cucore__py_refuse_negative(state, obj, memo, intake, out);
}

/* The same sooner for one whose kind is known.  One element alone may have its sign to be turned: of several in C order some
 * have an odd stride. */
CUCORE__PRIVATE inline int cucore__py_loan_decode(const cucore__py_state *state, PyObject *obj,
                                                  const cucore__py_memo *memo, const cucore_intake *intake,
                                                  const cucore__py_loan *loan, cucore_view *out)
{
    unsigned debts = 0;
    cucore_status status;
    int result = 0;
    int64_t volume = 0;
    if (!loan->managed || !loan->managed->flags)
        volume = cucore__py_decode_known(memo, cucore__py_loan_tensor(loan), out, &debts);
    if (!CUCORE__PY_LIKELY(volume)) return cucore__py_loan_decode_any(state, obj, memo, intake, loan, out);
    cucore__py_loan_own(loan, out);
    if ((debts & CUCORE__PY_HAS_GRAD) && !(intake->flags & CUCORE_ALLOW_GRAD)) {
        result = cucore__py_check_grad(state, obj, memo, intake);
        if (result) return result;
    }
    status = cucore__py_accept_known(out, intake, memo);
    if (status) return cucore__py_raise_import(status, intake);
    return volume == 1 && (debts & CUCORE__PY_HAS_NEG) ? cucore__py_ask_negative(state, obj, memo, intake) : 0;
}

CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_raise_no_stream(const cucore_intake *intake, void *stream)
{
    PyErr_Format(PyExc_BufferError, "%s: the C exchange table of its type says that its stream is %p, which is none",
                 cucore__py_name(intake), stream);
    return -1;
}

/* Where the producer works now, which is where its work on the data has to be taken to be (protocols X8, X9). */
CUCORE__PRIVATE inline int cucore__py_loan_stream(const cucore__py_memo *memo, const cucore_intake *intake,
                                                  const cucore__py_loan *loan, cucore_view *out)
{
    const cucore_exchange_api *table = memo->traits.table;
    const DLTensor *tensor = cucore__py_loan_tensor(loan);
    void *stream = NULL;
    if (!table->current_work_stream)
        return cucore__py_decline(memo, intake, "its C exchange table cannot tell its stream");
    if (table->current_work_stream(tensor->device.device_type, tensor->device.device_id, &stream)) {
        return cucore__py_table_failed(memo, intake);
    }
    out->producer_known = 1;
    out->producer_stream = cucore_stream_normalize(stream ? (CUstream)stream : intake->producer_stream);
    if (out->producer_stream != CUCORE_STREAM_NO_SYNC && out->producer_stream != CUCORE_STREAM_HOST) return 0;
    return cucore__py_raise_no_stream(intake, stream);
}

/* On pinned memory anything may be pending (protocols D37). */
CUCORE__PRIVATE CUCORE__PY_COLD int cucore__py_settle_pinned(const cucore_view *view, const cucore_intake *intake)
{
    cucore_status status;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__pointer_synchronize(view->ptr);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise_import(status, intake) : 0;
}

CUCORE__PRIVATE CUCORE__PY_HOT CUCORE__PY_APART int cucore__py_loan_order_device(const cucore__py_memo *memo,
                                                                                 const cucore_intake *intake,
                                                                                 const cucore__py_loan *loan,
                                                                                 cucore_view *out)
{
    int result = cucore__py_loan_stream(memo, intake, loan, out);
    return result ? result : cucore__py_order_known(out, intake);
}

/* Producer before consumer: 0, CUCORE__PY_DECLINED, -1 with an exception. */
CUCORE__PRIVATE inline int cucore__py_loan_order(const cucore__py_memo *memo, const cucore_intake *intake,
                                                 const cucore__py_loan *loan, cucore_view *out)
{
    if (!out->device_accessible || intake->stream == CUCORE_STREAM_NO_SYNC) return 0;
    if (cucore__layout_is_empty(&out->layout)) return 0;
    if (out->device_type != CUCORE_DEVICE_CUDA_HOST) return cucore__py_loan_order_device(memo, intake, loan, out);
    return intake->stream == CUCORE_STREAM_HOST ? cucore__py_settle_pinned(out, intake) : 0;
}

/* Another major: only the deleter may be touched (protocols D29). */
CUCORE__PRIVATE int cucore__py_loan_check_major(const cucore__py_loan *loan, const cucore_intake *intake,
                                                cucore_view *out)
{
    if (!loan->managed || loan->managed->version.major == DLPACK_MAJOR_VERSION) return 0;
    return cucore__py_raise_import(cucore_view_from_managed_versioned(loan->managed, intake, out), intake);
}

/* By the table of the type: 0, -1 with an exception, CUCORE__PY_DECLINED: by __dlpack__.  out need not be cleared. */
CUCORE__PRIVATE CUCORE__PY_INLINE int cucore__py_by_table(const cucore__py_state *state, PyThreadState *thread,
                                                          PyObject *obj, const cucore__py_memo *memo,
                                                          const cucore_intake *intake, cucore_view *out)
{
    cucore__py_loan loan;
    int result;
    loan.managed = NULL;
    if (intake->dl_device_type | intake->copy) {
        result = cucore__py_decline(memo, intake, "a C exchange table gives no copies, nor data on another device");
    } else if (cucore__py_table_ask(memo->traits.table, obj, intake, &loan) || cucore__py_pending(thread)) {
        result = cucore__py_table_failed(memo, intake);
    } else {
        result = cucore__py_loan_check_major(&loan, intake, out);
        if (!result) result = cucore__py_loan_decode(state, obj, memo, intake, &loan, out);
        if (!result) result = cucore__py_loan_order(memo, intake, &loan, out);
    }
    if (!result) return 0;
    cucore__view_clear(out);
    cucore__py_loan_return(&loan);
    return result;
}

/* The same for whom it is not the shortest way. */
CUCORE__PRIVATE CUCORE__PY_APART int cucore__py_from_exchange(const cucore__py_state *state, PyThreadState *thread,
                                                              PyObject *obj, const cucore__py_memo *memo,
                                                              const cucore_intake *intake, cucore_view *out)
{
    return cucore__py_by_table(state, thread, obj, memo, intake, out);
}
