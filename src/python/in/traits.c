/* python/in/traits.c: looks up what a type offers to its instances. */
/* Finds what a type certainly offers to all its instances.  Without attribute hooks, an instance whose type has the
 * CUDA Array Interface and no DLPack has no DLPack either; a proxy has hooks.  A property is then the end of a
 * look-up.  An instance without a dict has only what its type has: a buffer, as array.array. */
CUCORE__PRIVATE void cucore__py_learn_offer(const cucore__py_state *state, PyObject *obj, cucore__py_traits *traits)
{
#if !defined(Py_LIMITED_API)
    PyTypeObject *type = Py_TYPE(obj);
    PyObject *cai = NULL, *device = NULL;
    if (cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE]) &&
        cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK])) {
        traits->offer = CUCORE__PY_OFFERS_DLPACK;
    } else if (cucore__py_looks_up_plainly(type) &&
               !cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK_DEVICE], &device)) {
        const int has_cai = cucore__py_type_attribute(type, state->names[CUCORE__PY_CAI], &cai);
        if (has_cai > 0) {
            traits->offer = CUCORE__PY_OFFERS_CAI;
#if !defined(Py_GIL_DISABLED) /* another thread could take it from the type at any time */
            if (Py_TYPE(cai) == &PyProperty_Type) traits->cai = cai;
#endif
        } else if (has_cai == 0 && !type->tp_dictoffset && PyObject_CheckBuffer(obj)) {
            traits->offer = CUCORE__PY_OFFERS_BUFFER;
        }
    }
    Py_XDECREF(cai);
    Py_XDECREF(device);
#else
    (void)state, (void)obj, (void)traits;
#endif
}

/* Returns the newest known table in the attribute of a type; NULL: none, or with an exception (rules X2, X3). */
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

/* Returns 1 if the class changes how torch treats its instances, as FakeTensor does; 0, -1 with an exception.  The
 * __torch_function__ of Parameter is a function of C that disables hooks. */
CUCORE__PRIVATE int cucore__py_has_hooks(const cucore__py_state *state, PyTypeObject *type)
{
    PyObject *hook = NULL;
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_TORCH_DISPATCH], &hook);
    if (found == 0) {
        found = cucore__py_type_entry(type, state->names[CUCORE__PY_TORCH_FUNCTION], &hook);
        if (found > 0 && PyCFunction_Check(hook)) found = 0;
    }
    Py_XDECREF(hook);
    return found;
}

/* Looks the table up in the dict of the type, also under its old name: 1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_table_entry(const cucore__py_state *state, PyTypeObject *type, PyObject **out)
{
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_EXCHANGE], out);
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    if (found == 0) found = cucore__py_type_entry(type, state->names[CUCORE__PY_OLD_EXCHANGE], out);
#endif
    return found;
}

/* Looks up the table that a class without one inherits; NULL: none, or it is not for these instances.  0, -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_inherit_table(const cucore__py_state *state, PyTypeObject *type, PyObject **out)
{
    PyObject *method = NULL, *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    int found = 0, own = 0, hooks = 0;
    while (!found && !own && !hooks && (base = cucore__py_next_base(bases, &i)) != NULL) {
        found = cucore__py_table_entry(state, base, out);
        if (found >= 0) own = cucore__py_type_entry(base, state->names[CUCORE__PY_DLPACK], &method);
        if (!found && !own) hooks = cucore__py_has_hooks(state, base);
    }
    if (own <= 0) Py_CLEAR(*out);
    Py_XDECREF(method);
    Py_XDECREF(bases);
    return PyErr_Occurred() ? -1 : 0;
}

/* Learns the table of a type if __dlpack__ comes from the same class, or is absent in the very type that has the table:
 * a __dlpack__ of another class may know what the table does not, and the table does not know a class with hooks (rules
 * X1, X6, B109). */
CUCORE__PRIVATE int cucore__py_learn_table(const cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *attribute = NULL, *method = NULL;
    int found = cucore__py_table_entry(state, type, &attribute), own = 0, inherited = 0;
    if (found > 0) {
        own = cucore__py_type_entry(type, state->names[CUCORE__PY_DLPACK], &method);
        if (!own) inherited = cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK], &method);
        if (own >= 0 && inherited == 0) traits->table = cucore__py_table_of(attribute);
        if (traits->table && !own) traits->facts |= CUCORE__PY_TABLE_ONLY;
    } else if (found == 0 && cucore__py_type_attribute(type, state->names[CUCORE__PY_EXCHANGE], &method) > 0) {
        found = cucore__py_inherit_table(state, type, &attribute);
        if (attribute) traits->table = cucore__py_table_of(attribute);
    }
    Py_XDECREF(method);
    Py_XDECREF(attribute);
    return found < 0 || own < 0 || inherited < 0 || PyErr_Occurred() ? -1 : 0;
}

/* Returns 1 if the type has the attribute, and learns a method without arguments, or a property, if it is written in C.
 * The function of a descriptor may be called only for instances of the type of the descriptor (rules B82). */
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

/* Learns what instances have to be asked: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_checks(const cucore__py_state *state, PyTypeObject *type,
                                            cucore__py_traits *traits)
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

/* Known types of arrays, by the names of their package and their own.  JAX takes the stream -1 for a handle, and waits
 * on the host without a stream (rules D12); the other quiet types then order nothing. */
typedef struct cucore__py_known_type {
    const char *package, *name;
    unsigned facts;
} cucore__py_known_type;
static const cucore__py_known_type cucore__py_known_types[] = {
    {"torch", "Tensor", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET | CUCORE__PY_IS_TORCH | CUCORE__PY_COUNTS_TORCH},
    {"torch", "Parameter", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"numpy", "ndarray", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"cucore", "Array", CUCORE__PY_IS_ARRAY},
    {"tvm_ffi", "Tensor", CUCORE__PY_IS_QUIET},
    {"jaxlib", "ArrayImpl", CUCORE__PY_IS_JAX | CUCORE__PY_IS_QUIET | CUCORE__PY_HAS_TWIN},
    {"tensorflow", "EagerTensor", CUCORE__PY_HAS_TWIN | CUCORE__PY_IS_PLACED},
    {"cupy", "ndarray", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_CUPY},
    {"warp", "array", CUCORE__PY_IS_MUTABLE},
    {"paddle", "Tensor", CUCORE__PY_IS_MUTABLE | CUCORE__PY_COUNTS_PADDLE}};

/* Finds the facts of a type by its own names: 0, -1 with an exception. */
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

/* Learns the facts of a type by its own names, and from its bases that it may be written, and what counts that: 0, -1
 * with an exception. */
CUCORE__PRIVATE int cucore__py_learn_library(PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    const unsigned inherited = CUCORE__PY_IS_MUTABLE | CUCORE__PY_COUNTS_TORCH | CUCORE__PY_COUNTS_PADDLE;
    unsigned facts;
    int failed = !bases && PyErr_Occurred();
    while (!failed && (base = cucore__py_next_base(bases, &i)) != NULL) {
        failed = cucore__py_facts_of(base, &facts) < 0;
        traits->facts |= i == 1 ? facts : facts & inherited;
    }
    Py_XDECREF(bases);
    return failed ? -1 : 0;
}

/* Checks a type with the name of cucore.Array, which may be of another version, or of a stranger, and learns how
 * intakes take it: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_array(cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    int is_ours;
    if (!(traits->facts & CUCORE__PY_IS_ARRAY)) return 0;
    is_ours = cucore__py_array_is(state, type);
    if (is_ours == 0) traits->facts &= ~(unsigned)CUCORE__PY_IS_ARRAY;
    if (is_ours > 0) traits->table = &cucore__py_array_intake;
    return is_ours < 0 ? -1 : 0;
}

/* Checks a type with the name of cupy.ndarray or torch.Tensor, whose library is asked for its current stream: it has to
 * be the one of the module that is imported.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_streams(PyTypeObject *type, cucore__py_traits *traits)
{
    const unsigned facts = traits->facts & (CUCORE__PY_IS_CUPY | CUCORE__PY_IS_TORCH);
    PyObject *library, *found = NULL;
    if (!facts) return 0;
    library = cucore__py_imported(facts & CUCORE__PY_IS_CUPY ? "cupy" : "torch");
    if (library) found = PyObject_GetAttrString(library, facts & CUCORE__PY_IS_CUPY ? "ndarray" : "Tensor");
    Py_XDECREF(library);
    if (found != (PyObject *)(void *)type) traits->facts &= ~facts;
    Py_XDECREF(found);
    return PyErr_Occurred() ? cucore__py_error_clear() : 0;
}

/* Checks a type that is, or is below, one with the name of torch.Tensor, likewise: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_counter(PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *tensor = NULL;
    int found;
    if (!(traits->facts & CUCORE__PY_COUNTS_TORCH)) return 0;
    found = cucore__py_imported_attribute("torch", "Tensor", &tensor);
    if (found <= 0 || !PyType_Check(tensor) || !PyType_IsSubtype(type, (PyTypeObject *)(void *)tensor))
        traits->facts &= ~(unsigned)CUCORE__PY_COUNTS_TORCH;
    Py_XDECREF(tensor);
    return found < 0 ? -1 : 0;
}

/* Learns what a tensor of the type has to be asked, and the facts that depend on names: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_rest(cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    if (cucore__py_learn_checks(state, type, traits) < 0) return -1;
    if (cucore__py_learn_library(type, traits) < 0) return -1;
    if (cucore__py_learn_array(state, type, traits) < 0 || cucore__py_learn_counter(type, traits) < 0) return -1;
    return cucore__py_learn_streams(type, traits);
}

#if defined(CUCORE__PY_TORCH_SHIM)
/* Learns the table for tensors of a torch that has none, with the same conditions as a table that a class inherits.
 * 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_learn_torch(const cucore__py_state *state, PyObject *obj,
                                                        cucore__py_traits *traits)
{
    PyTypeObject *type = Py_TYPE(obj), *base;
    PyObject *attribute = NULL, *bases;
    Py_ssize_t i = 0;
    int own = 0, hooks = 0;
    if (traits->table || cucore__py_type_attribute(type, state->names[CUCORE__PY_EXCHANGE], &attribute)) {
        Py_XDECREF(attribute);
        return PyErr_Occurred() ? -1 : 0;
    }
    bases = cucore__py_bases(type);
    while (!own && !hooks && (base = cucore__py_next_base(bases, &i)) != NULL) {
        own = cucore__py_type_entry(base, state->names[CUCORE__PY_DLPACK], &attribute);
        if (own > 0) traits->table = cucore__torch_table_of(obj, base);
        if (!own) hooks = cucore__py_has_hooks(state, base);
    }
    Py_XDECREF(attribute);
    Py_XDECREF(bases);
    return PyErr_Occurred() ? -1 : 0;
}
#endif

/* Looks a type up, and remembers it if possible: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn(cucore__py_state *state, PyObject *obj, unsigned facts, cucore__py_type_info *info)
{
    PyTypeObject *type = Py_TYPE(obj);
    *info = cucore__py_no_info;
    (void)cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK]); /* a look-up is what gives a type its version */
    info->type = type;
    info->version = cucore__py_type_version(type);
    info->traits.facts = facts;
    cucore__py_learn_offer(state, obj, &info->traits);
    if (cucore__py_learn_table(state, type, &info->traits) < 0) return -1;
#if defined(CUCORE__PY_TORCH_SHIM)
    if (cucore__py_learn_torch(state, obj, &info->traits) < 0) return -1;
#endif
    if (cucore__py_learn_rest(state, type, &info->traits) < 0) return -1;
    return cucore__py_remember(state, type, info);
}

/* Without a memory a look-up serves one call, and is made if a protocol needs it: a CUDA Array Interface and a buffer
 * need none.  The functions return 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_table_now(cucore__py_call *call)
{
    PyTypeObject *type = Py_TYPE(call->obj);
    PyObject *attribute = NULL;
    int found = 1;
    if (!(call->info.traits.facts & CUCORE__PY_IS_UNKNOWN)) return 0;
    if (cucore__py_looks_up_plainly(type)) { /* much sooner than the type, which raises if it has no such attribute */
        found = cucore__py_lookup_attr(call->obj, call->state->names[CUCORE__PY_EXCHANGE], &attribute);
        Py_XDECREF(attribute);
        if (found < 0 && cucore__py_error_clear() < 0) return -1;
    }
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    found = 1;
#endif
    return found ? cucore__py_learn_table(call->state, type, &call->info.traits) : 0;
}

CUCORE__PRIVATE int cucore__py_learn_rest_now(cucore__py_call *call)
{
    if (!(call->info.traits.facts & CUCORE__PY_IS_UNKNOWN)) return 0;
    call->info.traits.facts &= ~(unsigned)CUCORE__PY_IS_UNKNOWN;
    return cucore__py_learn_rest(call->state, Py_TYPE(call->obj), &call->info.traits);
}
