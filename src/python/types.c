/* python/types.c: what types offer, and what is remembered of them: switched off by CUCORE_NO_TYPE_MEMORY, and always off in the
 * limited API and before Python 3.11.  Nothing here is needed for a right answer.  For protocols.c, view.c, dlpack.c,
 * capsule.c, exchange.c, interfaces.c and results.c. */
/* What a type offers to all its instances, known as long as the version of the type stays. */
typedef struct cucore__py_traits {
    const cucore_exchange_api *table;                 /* NULL: none, or none that knows these instances (X6) */
    PyObject *(*grad)(PyObject *object, void *extra); /* the getter of requires_grad, where it is written in C */
    void *grad_extra;
    PyCFunction conjugate, negative; /* is_conj, is_neg, where they are written in C */
    PyObject *cai;                   /* the property that is all it offers, alive while the version of the type stays */
    unsigned offer;                  /* CUCORE__PY_OFFERS_... */
    unsigned facts;                  /* CUCORE__PY_HAS_..., ... */
} cucore__py_traits;

enum { CUCORE__PY_OFFERS_UNKNOWN, CUCORE__PY_OFFERS_DLPACK, CUCORE__PY_OFFERS_CAI };
enum {
    CUCORE__PY_HAS_GRAD = 1 << 0, /* requires_grad */
    CUCORE__PY_HAS_CONJ = 1 << 1, /* is_conj() */
    CUCORE__PY_HAS_NEG = 1 << 2,  /* is_neg() */
    CUCORE__PY_IS_JAX = 1 << 3,
    CUCORE__PY_TABLE_ONLY = 1 << 4, /* an exchange table without __dlpack__ */
    CUCORE__PY_IS_PLAIN = 1 << 5, /* a NumPy array, a plain buffer or a capsule: it goes by the buffer protocol first */
    CUCORE__PY_IS_MUTABLE = 1 << 6, /* its arrays may be written, whatever legacy DLPack cannot say */
    CUCORE__PY_IS_QUIET = 1 << 7,   /* asked without a stream, its __dlpack__ touches no stream of CUDA */
    CUCORE__PY_IS_ARRAY = 1 << 8,   /* cucore.Array, laid out as here */
    CUCORE__PY_IS_SCALAR = 1 << 9   /* one element of NumPy's, numpy.generic */
};

/* What a type did last time, in the low half of `habits`: a guess that is checked. */
enum {
    CUCORE__PY_KNOWS_DEVICE = 1 << 0, /* bits 8 to 15 and 16 to 31: the answer of __dlpack_device__ */
    CUCORE__PY_NO_VERSION = 1 << 1,   /* __dlpack__ does not take max_version (rules D22), nor copy */
    CUCORE__PY_NO_COPY = 1 << 2,      /* it does not take copy */
    CUCORE__PY_DOUBT = 0xF << 4,      /* after a wrong guess: answers of the same kind to see before the next guess */
    CUCORE__PY_DOUBT_ONE = 1 << 4
};

#if defined(CUCORE_NO_TYPE_MEMORY)
enum { CUCORE__PY_TYPES = 0 };
#else
enum { CUCORE__PY_TYPES = 64 }; /* a power of 2 */
#endif
#define CUCORE__PY_VERIFIED 16

typedef CUCORE__ATOMIC(uint64_t) cucore__py_stamp;

/* One remembered type.  The version of a type changes with its attributes and no two types share one, so that a type that
 * died, was patched or lost an attribute is not found again (rules X5). */
typedef struct cucore__py_type {
    CUCORE__ATOMIC(PyTypeObject *) type; /* never dereferenced, nor owned */
    CUCORE__ATOMIC(unsigned) version;    /* 0: free */
    CUCORE__ATOMIC(unsigned) writes;     /* uneven while it is being written */
    cucore__py_traits traits;
    cucore__py_stamp habits; /* type version, and CUCORE__PY_KNOWS_..., ... */
    /* Type version and key of device memory that the driver has confirmed. */
    cucore__py_stamp verified[CUCORE__PY_VERIFIED];
    cucore__tensor_kind kinds[CUCORE__PY_KINDS]; /* that were accepted */
} cucore__py_type;

/* A slot as one call found it.  Producers run code, which may give the slot to another type meanwhile. */
typedef struct cucore__py_type_info {
    cucore__py_type *slot; /* NULL: nothing is remembered */
    PyTypeObject *type;    /* compared, never dereferenced */
    unsigned version;
    cucore__py_traits traits;
} cucore__py_type_info;

static const cucore__py_type_info cucore__py_no_info = {NULL, NULL, 0, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}};

CUCORE__PRIVATE size_t cucore__py_types_size(void)
{
    return CUCORE__PY_TYPES * sizeof(cucore__py_type);
}

/* The two slots that a type may have are neighbours. */
CUCORE__PRIVATE inline cucore__py_type *cucore__py_slot(cucore__py_state *state, PyTypeObject *type, int other)
{
    return &state->types[(((uint64_t)(uintptr_t)type * 0x9E3779B97F4A7C15u) >> 58) ^ (unsigned)other];
}

/* What a slot remembers of a type as it is now.  Without a GIL the version is read again behind the rest: a slot that is
 * being given to another type has none. */
CUCORE__PRIVATE inline int cucore__py_slot_read(cucore__py_type *slot, PyTypeObject *type, cucore__py_type_info *info)
{
    unsigned version = cucore__py_type_version(type);
#if defined(Py_GIL_DISABLED)
    unsigned writes = CUCORE__LOAD(&slot->writes);
#endif
    if (!CUCORE__LIKELY(CUCORE__LOAD(&slot->type) == type)) return 0;
    if (!CUCORE__LIKELY(CUCORE__LOAD(&slot->version) == version && version)) return 0;
    info->slot = slot;
    info->type = type;
    info->version = version;
    CUCORE__PY_COPY_OUT(&info->traits, &slot->traits);
#if defined(Py_GIL_DISABLED)
    CUCORE__FENCE();
    if (writes & 1 || CUCORE__LOAD(&slot->writes) != writes) return 0;
#endif
    return 1;
}

/* 1, or 0: nothing is remembered. */
CUCORE__PRIVATE inline int cucore__py_recall(cucore__py_state *state, PyTypeObject *type, cucore__py_type_info *info)
{
    if (CUCORE__PY_TYPES == 0 || !state->types) return 0;
    return CUCORE__LIKELY(cucore__py_slot_read(cucore__py_slot(state, type, 0), type, info)) ||
           cucore__py_slot_read(cucore__py_slot(state, type, 1), type, info);
}

/* info->traits become what is remembered of a type whose version was info->version before they were looked up; in the slot
 * that it had, a free one, or that of another type. */
CUCORE__PRIVATE void cucore__py_remember(cucore__py_state *state, PyTypeObject *type, cucore__py_type_info *info)
{
    cucore__py_type *slot, *other;
    if (CUCORE__PY_TYPES == 0 || !state->types || !info->version || cucore__py_type_version(type) != info->version)
        return;
    if (!CUCORE__PY_WRITE_BEGIN()) return;
    slot = cucore__py_slot(state, type, 0);
    other = cucore__py_slot(state, type, 1);
    if (slot->type != type && slot->version && (other->type == type || !other->version)) slot = other;
    CUCORE__STORE(&slot->writes, slot->writes + 1);
    CUCORE__FENCE();
    CUCORE__STORE(&slot->type, type);
    CUCORE__STORE(&slot->version, info->version);
    CUCORE__PY_COPY_IN(&slot->traits, &info->traits);
    CUCORE__STORE(&slot->writes, slot->writes + 1);
    info->slot = slot;
    CUCORE__PY_WRITE_END();
}

/* Habits and confirmations carry the version of the type, so that those of a type that had the slot before say nothing. */
CUCORE__PRIVATE unsigned cucore__py_habits(const cucore__py_type_info *info)
{
    uint64_t habits = info->slot ? CUCORE__LOAD(&info->slot->habits) : 0;
    return habits >> 32 == info->version ? (unsigned)habits : 0;
}

CUCORE__PRIVATE void cucore__py_set_habits(const cucore__py_type_info *info, unsigned habits)
{
    if (info->slot) CUCORE__STORE(&info->slot->habits, (uint64_t)info->version << 32 | habits);
}

/* The place for a kind of device memory that the driver may have confirmed for this type, and what stands there then. */
CUCORE__PRIVATE inline cucore__py_stamp *cucore__py_verified_place(const cucore__py_type_info *info, unsigned key)
{
    unsigned code = key >> 16 & 0xFF, bits = key >> 8 & 0xFF; /* the dtypes that are usual have a place each */
    unsigned size = (unsigned)(bits > 8) + (unsigned)(bits > 16) + (unsigned)(bits > 32) + (unsigned)(bits > 64);
    return &info->slot->verified[(4 * code + size) % CUCORE__PY_VERIFIED];
}

CUCORE__PRIVATE inline int cucore__py_is_verified(const cucore__py_type_info *info, unsigned key)
{
    return CUCORE__LOAD(cucore__py_verified_place(info, key)) == ((uint64_t)info->version << 32 | key);
}

CUCORE__PRIVATE void cucore__py_set_verified(const cucore__py_type_info *info, unsigned key)
{
    CUCORE__STORE(cucore__py_verified_place(info, key), (uint64_t)info->version << 32 | key);
}

/* Is the object still an instance of the type that its C functions were learned from?  Its producer has run code since. */
CUCORE__PRIVATE inline int cucore__py_still_is(PyObject *obj, const cucore__py_type_info *info)
{
    return Py_TYPE(obj) == info->type && info->version && cucore__py_type_version(info->type) == info->version;
}

/* What instances have to be asked when their tensor has such elements (rules X7). */
CUCORE__PRIVATE inline unsigned cucore__py_pending_checks(const cucore__py_type_info *info, int code)
{
    unsigned checks = 0;
    if (code == CUCORE_CODE_COMPLEX || code == CUCORE_CODE_BCOMPLEX) checks |= CUCORE__PY_HAS_CONJ | CUCORE__PY_HAS_NEG;
    if (code == CUCORE_CODE_FLOAT) checks |= CUCORE__PY_HAS_NEG;
    if (code > CUCORE_CODE_UINT && code != CUCORE_CODE_BOOL) checks |= CUCORE__PY_HAS_GRAD;
    return checks & info->traits.facts;
}

/* -------- what a type offers -------- */
/* What a type certainly offers to all its instances.  Without attribute hooks, an instance whose type has the CUDA Array
 * Interface and no DLPack has no DLPack either; a proxy has hooks.  A property is then what a look-up ends in. */
CUCORE__PRIVATE void cucore__py_learn_offer(const cucore__py_state *state, PyObject *obj, cucore__py_traits *traits)
{
#if !defined(Py_LIMITED_API)
    PyTypeObject *type = Py_TYPE(obj);
    PyObject *cai = NULL, *device = NULL;
    if (cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE]) &&
        cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK])) {
        traits->offer = CUCORE__PY_OFFERS_DLPACK;
    } else if (type->tp_getattro == PyObject_GenericGetAttr &&
               cucore__py_type_attribute(type, state->names[CUCORE__PY_CAI], &cai) > 0 &&
               !cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK_DEVICE], &device)) {
        traits->offer = CUCORE__PY_OFFERS_CAI;
#if !defined(Py_GIL_DISABLED) /* where another thread may take it from the type at any time */
        if (Py_TYPE(cai) == &PyProperty_Type) traits->cai = cai;
#endif
    }
    Py_XDECREF(cai);
    Py_XDECREF(device);
#else
    (void)state, (void)obj, (void)traits;
#endif
}

/* The newest table that is understood, in the capsule of a type: NULL when there is none, or with an exception (rules
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

/* A type and all that it is derived from: a new reference, NULL with an exception or, of a type that is not ready, without. */
CUCORE__PRIVATE PyObject *cucore__py_bases(PyTypeObject *type)
{
#if defined(Py_LIMITED_API)
    return PyObject_GetAttrString((PyObject *)type, "__mro__");
#elif defined(Py_GIL_DISABLED)
    /* Another thread may assign __bases__, which frees the tuple: the getter of `type` takes the lock for that.  It is called
     * directly, since a metaclass may have a __mro__ of its own. */
    PyObject *name = PyUnicode_InternFromString("__mro__"), *getter = NULL, *bases = NULL;
    if (name && cucore__py_type_attribute(&PyType_Type, name, &getter) > 0)
        bases = Py_TYPE(getter)->tp_descr_get(getter, (PyObject *)type, (PyObject *)Py_TYPE(type));
    Py_XDECREF(getter);
    Py_XDECREF(name);
    return bases;
#else
    Py_XINCREF(type->tp_mro); /* nobody else runs in between */
    return type->tp_mro;
#endif
}

/* Does the class override what torch does with its instances, as FakeTensor does?  Parameter's __torch_function__, a function of
 * C, only says that it does not: 1, 0, -1 with an exception. */
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

/* The table in the type's own dict, its other name included: 1, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_table_entry(const cucore__py_state *state, PyTypeObject *type, PyObject **out)
{
    int found = cucore__py_type_entry(type, state->names[CUCORE__PY_EXCHANGE], out);
#if defined(CUCORE_OLD_EXCHANGE_NAME)
    if (found == 0) found = cucore__py_type_entry(type, state->names[CUCORE__PY_OLD_EXCHANGE], out);
#endif
    return found;
}

/* The table that a class without one inherits, NULL where it is not for its instances: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_inherit_table(const cucore__py_state *state, PyTypeObject *type, PyObject **out)
{
    PyObject *method = NULL, *bases = cucore__py_bases(type), *base;
    Py_ssize_t i, count = bases && PyTuple_Check(bases) ? PyTuple_Size(bases) : 0;
    int found = 0, own = 0, hooks = 0;
    for (i = 0; i < count && !found && !own && !hooks; i++) {
        base = PyTuple_GetItem(bases, i);
        if (!PyType_Check(base)) continue;
        found = cucore__py_table_entry(state, (PyTypeObject *)(void *)base, out);
        if (found >= 0)
            own = cucore__py_type_entry((PyTypeObject *)(void *)base, state->names[CUCORE__PY_DLPACK], &method);
        if (!found && !own) hooks = cucore__py_has_hooks(state, (PyTypeObject *)(void *)base);
    }
    if (own <= 0) Py_CLEAR(*out);
    Py_XDECREF(method);
    Py_XDECREF(bases);
    return PyErr_Occurred() ? -1 : 0;
}

/* A table is used where __dlpack__ comes from the same class, or is absent in the very type that has the table: what is inherited
 * from another class does not know what the table knows, nor does the table know a class with hooks (rules X1, X6, B109). */
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

/* Does the type have the attribute, and is it a method without arguments, or a property, that is written in C?  The function
 * of a descriptor may be called for instances of the descriptor's type only (rules B82). */
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

/* What instances have to be asked: 0, -1 with an exception. */
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

/* The name of the module that a type says it is from, or its first size - 1 letters; "" when there is none.  What is no ASCII
 * becomes "?".  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_module_of(PyTypeObject *type, char *room, size_t size)
{
    PyObject *name = NULL, *py_module = NULL, *text = NULL;
    const char *found = NULL;
    size_t length = 0;
    int failed = 0;
#if !defined(Py_LIMITED_API)
    const char *dot = strrchr(type->tp_name, '.');
    if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        found = dot ? type->tp_name : "builtins";
        length = dot ? (size_t)(dot - found) : strlen(found);
    }
#endif
    if (!found) {
        name = PyUnicode_InternFromString("__module__");
        failed = !name || cucore__py_type_attribute(type, name, &py_module) < 0;
        if (!failed && py_module && PyUnicode_Check(py_module)) {
            text = PyUnicode_AsEncodedString(py_module, "ascii", "replace");
            found = text ? PyBytes_AsString(text) : NULL;
            failed = !found;
        }
        if (found) length = strlen(found);
    }
    if (length >= size) length = size - 1;
    if (length) memcpy(room, found, length);
    room[length] = '\0';
    Py_XDECREF(text);
    Py_XDECREF(py_module);
    Py_XDECREF(name);
    return failed ? -1 : 0;
}

/* The first part of that name, the package; "" also when it does not fit. */
CUCORE__PRIVATE int cucore__py_package_of(PyTypeObject *type, char *room, size_t size)
{
    int failed = cucore__py_module_of(type, room, size);
    size_t length = strcspn(room, ".");
    room[length + 1 < size ? length : 0] = '\0';
    return failed;
}

/* What is known of the arrays of a library, by the names of its package and of the type.  JAX takes the stream -1 for a handle,
 * and without a stream waits on the host (rules D12); the others that are quiet order nothing then. */
typedef struct cucore__py_known_type {
    const char *package, *name;
    unsigned facts;
} cucore__py_known_type;
static const cucore__py_known_type cucore__py_known_types[] = {
    {"torch", "Tensor", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"torch", "Parameter", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"numpy", "ndarray", CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_QUIET},
    {"numpy", "generic", CUCORE__PY_IS_SCALAR},
    {"cucore", "Array", CUCORE__PY_IS_ARRAY},
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

/* A type has the facts of its own names; it may be written, and is a scalar, if one that it is derived from is: 0, -1 with an
 * exception. */
CUCORE__PRIVATE int cucore__py_learn_library(PyTypeObject *type, cucore__py_traits *traits)
{
    PyObject *bases = cucore__py_bases(type), *base;
    Py_ssize_t i, count;
    unsigned facts;
    int failed = !bases && PyErr_Occurred();
    count = bases && PyTuple_Check(bases) ? PyTuple_Size(bases) : 0;
    for (i = 0; i < count && !failed; i++) {
        base = PyTuple_GetItem(bases, i);
        if (!PyType_Check(base)) continue;
        failed = cucore__py_facts_of((PyTypeObject *)(void *)base, &facts) < 0;
        traits->facts |= i == 0 ? facts : facts & (CUCORE__PY_IS_MUTABLE | CUCORE__PY_IS_SCALAR);
    }
    Py_XDECREF(bases);
    return failed ? -1 : 0;
}

/* array.c */
CUCORE__PRIVATE int cucore__py_array_is(cucore__py_state *state, PyTypeObject *type);

/* A type that is named cucore.Array may be of another version, or anybody's: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_learn_array(cucore__py_state *state, PyTypeObject *type, cucore__py_traits *traits)
{
    int is_ours;
    if (!(traits->facts & CUCORE__PY_IS_ARRAY)) return 0;
    is_ours = cucore__py_array_is(state, type);
    if (is_ours == 0) traits->facts &= ~(unsigned)CUCORE__PY_IS_ARRAY;
    return is_ours < 0 ? -1 : 0;
}

/* Looks a type up, and remembers it where that is possible: 0, -1 with an exception. */
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
    if (cucore__py_learn_checks(state, type, &info->traits) < 0) return -1;
    if (cucore__py_learn_library(type, &info->traits) < 0) return -1;
    if (cucore__py_learn_array(state, type, &info->traits) < 0) return -1;
    cucore__py_remember(state, type, info);
    return 0;
}
