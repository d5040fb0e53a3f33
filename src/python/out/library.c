/* ---------------------------------------------------------------------------------------------- >>impl-py-return -- */
/* python/out/library.c: finds which library a result is for: that of an array, a type or a module. */
/* -- which library a result is for ------------------------------------------------------------------------------ */
enum {
    CUCORE__PY_NO_LIBRARY, /* a cucore.Array */
    CUCORE__PY_LIBRARY,    /* its from_dlpack */
    CUCORE__PY_JAX,        /* the same, of jax.numpy */
    CUCORE__PY_TORCH,      /* the same, of torch before 2.10, which has no table */
    CUCORE__PY_NUMPY,
    CUCORE__PY_CUPY,
    CUCORE__PY_NUMBA,
    CUCORE__PY_TABLE
};

/* The library that makes the results for a `like`. */
typedef struct cucore__py_maker {
    int kind;                       /* CUCORE__PY_NUMPY, ... */
    const cucore_exchange_api *api; /* of CUCORE__PY_TABLE */
    PyObject
        *importer; /* a reference to the from_dlpack of a type or a module; NULL: it is looked up when memory is handed
        over */
} cucore__py_maker;

/* Returns 1 if the type has, or inherits, a table that makes objects, and is not cucore.Array; the result is of the
 * base type in any case.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_table_for(cucore__py_state *state, PyTypeObject *type, const cucore_exchange_api **out)
{
    PyObject *attribute = NULL;
    const cucore_exchange_api *table;
    int found = cucore__py_get_optional((PyObject *)type, state->names[CUCORE__PY_EXCHANGE], &attribute);
    *out = NULL;
    if (found <= 0) return found;
    table = cucore__py_table_of(attribute);
    Py_DECREF(attribute);
    if (!table && PyErr_Occurred()) return -1;
    if (!table || !table->managed_tensor_to_py_object_no_sync || !table->current_work_stream) return 0;
    found = cucore__py_array_is(state, type); /* is made with the stream that it names */
    if (!found) *out = table;
    return found < 0 ? -1 : !found;
}

/* Finds how the package of a type, or of a base, makes arrays; "jax" and "jaxlib" do so by jax.numpy.  `importer`
 * becomes its from_dlpack, a new reference or NULL; it may be NULL.  Returns CUCORE__PY_..., -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_package_find(PyTypeObject *type, PyObject **importer)
{
    PyObject *bases = cucore__py_bases(type);
    PyTypeObject *base;
    Py_ssize_t i = 0;
    char root[32];
    int kind = !bases && PyErr_Occurred() ? -1 : CUCORE__PY_NO_LIBRARY, found = 0;
    while (kind >= 0 && !found && (base = cucore__py_next_base(bases, &i)) != NULL) {
        if (cucore__py_package_of(base, root, sizeof root) < 0) {
            kind = -1;
        } else if (strcmp(root, "cupy") == 0) {
            kind = CUCORE__PY_CUPY;
            found = 1;
        } else if (strcmp(root, "numba") == 0 || strcmp(root, "numba_cuda") == 0) {
            kind = CUCORE__PY_NUMBA;
            found = 1;
        } else if (root[0] && strcmp(root, "builtins") != 0) {
            if (strcmp(root, "torch") == 0) kind = CUCORE__PY_TORCH;
            if (strcmp(root, "jax") == 0 || strcmp(root, "jaxlib") == 0) {
                kind = CUCORE__PY_JAX;
                memcpy(root, "jax.numpy", sizeof "jax.numpy");
            }
            if (kind == CUCORE__PY_NO_LIBRARY) kind = CUCORE__PY_LIBRARY;
            if (importer) found = cucore__py_imported_attribute(root, "from_dlpack", importer);
            if (found < 0) kind = -1;
        }
    }
    Py_XDECREF(bases);
    return kind;
}

/* -------- what is taken for a `like` -------- */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_like(PyObject *like)
{
    static const char expected[] =
        "like: expected an array, a type of arrays (numpy.ndarray, torch.Tensor, ...), or a module "
        "that makes them or its name (\"numpy\", \"torch\", \"cupy\", \"jax.numpy\")";
    PyObject *name;
    if (PyModule_Check(like) || PyUnicode_Check(like)) {
        name = cucore__py_shorten(PyObject_Repr(like));
        if (name) PyErr_Format(PyExc_TypeError, "%s, got %U, which has no from_dlpack", expected, name);
        Py_XDECREF(name);
        return -1;
    }
    name = cucore__py_full_name(PyType_Check(like) ? (PyTypeObject *)(void *)like : Py_TYPE(like));
    if (name) PyErr_Format(PyExc_TypeError, "%s, got %s'%U'", expected, PyType_Check(like) ? "the class " : "", name);
    Py_XDECREF(name);
    return -1;
}

/* Returns 1 if instances of the type are arrays, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_array_type(const cucore__py_state *state, PyTypeObject *type)
{
    PyObject *attribute = NULL, *name;
    int found = cucore__py_type_offers_a_protocol(state, type);
    if (found) return found;
    name = PyUnicode_InternFromString("__array_namespace__");
    if (!name) return -1;
    found = cucore__py_optional(cucore__py_type_attribute(type, name, &attribute), &attribute);
    Py_XDECREF(attribute);
    Py_DECREF(name);
    return found;
}

/* Returns 1 for an object without a protocol of which numpy.asarray makes an array of numbers: a number, a sequence, an
 * object with __array__ (rules B134).  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_for_asarray(PyObject *obj)
{
    PyObject *method = NULL;
    int found;
    if (PyNumber_Check(obj) || PySequence_Check(obj)) return 1;
    found = cucore__py_optional(cucore__py_lookup_string(obj, "__array__", &method), &method);
    Py_XDECREF(method);
    return found;
}

/* Finds the library of an array.  `of_type` becomes 0 if only this instance is an array.  Returns CUCORE__PY_..., -1
 * with an exception. */
CUCORE__PRIVATE int cucore__py_maker_of_array(cucore__py_state *state, PyObject *like, const cucore_exchange_api **api,
                                              int *of_type)
{
    int kind, found = cucore__py_table_for(state, Py_TYPE(like), api);
    *of_type = 1;
    if (found) return found < 0 ? -1 : CUCORE__PY_TABLE;
    found = cucore__py_is_ndarray(state, like);
    if (found) return found < 0 ? -1 : CUCORE__PY_NUMPY;
    kind = cucore__py_package_find(Py_TYPE(like), NULL);
    if (kind < 0) return -1;
    found =
        PyObject_CheckBuffer(like) || PyCapsule_CheckExact(like) ? 1 : cucore__py_is_array_type(state, Py_TYPE(like));
    if (!found) {
        found = cucore__py_offers_a_protocol(state, like);
        *of_type = 0;
    }
    if (found < 0) return -1;
    if (found) return kind;
    found = cucore__py_is_for_asarray(like);
    if (found) return found < 0 ? -1 : CUCORE__PY_NUMPY;
    return cucore__py_refuse_like(like);
}

/* Finds the table of a type, or numpy.ndarray: CUCORE__PY_TABLE, _NUMPY, 0 neither, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_maker_known(cucore__py_state *state, PyTypeObject *type, cucore__py_maker *out)
{
    PyTypeObject *ndarray = CUCORE__LOAD(&state->ndarray);
    int found = cucore__py_table_for(state, type, &out->api);
    if (found) return found < 0 ? -1 : CUCORE__PY_TABLE;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(type, ndarray) ? CUCORE__PY_NUMPY : 0;
}

CUCORE__PRIVATE int cucore__py_maker_of_type(cucore__py_state *state, PyObject *like, cucore__py_maker *out)
{
    PyTypeObject *type = (PyTypeObject *)(void *)like;
    int kind = cucore__py_maker_known(state, type, out), found;
    if (kind) return kind;
    if (like == CUCORE__LOAD(&state->array_type)) return CUCORE__PY_NO_LIBRARY;
    found = cucore__py_is_array_type(state, type);
    if (found < 0) return -1;
    kind = found ? cucore__py_package_find(type, &out->importer) : CUCORE__PY_NO_LIBRARY;
    if (kind < 0 || kind == CUCORE__PY_CUPY || kind == CUCORE__PY_NUMBA || out->importer) return kind;
    return cucore__py_refuse_like(like);
}

/* Finds the library of a module: by its own type of arrays, its name, or its from_dlpack.  `named` is the argument of
 * the caller. */
CUCORE__PRIVATE int cucore__py_maker_of_module(cucore__py_state *state, PyObject *py_module, PyObject *named,
                                               cucore__py_maker *out)
{
    static const char *const types[2] = {"ndarray", "Tensor"};
    static const struct {
        const char *name;
        int kind;
    } known[] = {{"cupy", CUCORE__PY_CUPY}, {"numba", CUCORE__PY_NUMBA},   {"numba.cuda", CUCORE__PY_NUMBA},
                 {"jax", CUCORE__PY_JAX},   {"jax.numpy", CUCORE__PY_JAX}, {"torch", CUCORE__PY_TORCH}};
    PyObject *attribute = NULL;
    int i, found, kind = 0;
    for (i = 0; i < 2 && !kind; i++) {
        found = cucore__py_optional(cucore__py_lookup_string(py_module, types[i], &attribute), &attribute);
        if (found < 0) return -1;
        if (found && PyType_Check(attribute))
            kind = cucore__py_maker_known(state, (PyTypeObject *)(void *)attribute, out);
        Py_CLEAR(attribute);
    }
    if (kind) return kind;
    found = cucore__py_optional(cucore__py_lookup_string(py_module, "__name__", &attribute), &attribute);
    if (found < 0) return -1;
    for (i = 0; found && PyUnicode_Check(attribute) && i < (int)(sizeof known / sizeof known[0]); i++)
        if (PyUnicode_CompareWithASCIIString(attribute, known[i].name) == 0) kind = known[i].kind;
    if (kind == CUCORE__PY_JAX) {
        found = cucore__py_imported_attribute("jax.numpy", "from_dlpack", &out->importer);
    } else if (!kind || kind == CUCORE__PY_TORCH) {
        found = cucore__py_optional(cucore__py_lookup_string(py_module, "from_dlpack", &out->importer), &out->importer);
    }
    Py_XDECREF(attribute);
    if (found < 0) return -1;
    if ((kind == CUCORE__PY_JAX || kind == CUCORE__PY_TORCH) && !out->importer) kind = 0;
    if (kind || out->importer) return kind ? kind : CUCORE__PY_LIBRARY;
    return cucore__py_refuse_like(named);
}

CUCORE__PRIVATE int cucore__py_maker_of_name(cucore__py_state *state, PyObject *name, cucore__py_maker *out)
{
    PyObject *py_module = PyImport_Import(name);
    int kind = py_module ? cucore__py_maker_of_module(state, py_module, name, out) : -1;
    Py_XDECREF(py_module);
    return kind;
}

/* -------- remembered by the type of an array -------- */
/* Copies a slot as it is now; 0: it is being written. */
CUCORE__PRIVATE int cucore__py_library_read(cucore__py_library *slot, cucore__py_library *known)
{
    unsigned writes = CUCORE__LOAD(&slot->writes);
    CUCORE__PY_COPY_OUT(known, slot);
    CUCORE__FENCE();
    return !(writes & 1) && CUCORE__LOAD(&slot->writes) == writes;
}

CUCORE__PRIVATE void cucore__py_library_write(cucore__py_library *slot, cucore__py_library *known)
{
    if (!CUCORE__PY_WRITE_BEGIN()) return;
    known->writes = slot->writes + 1;
    CUCORE__STORE(&slot->writes, known->writes);
    CUCORE__FENCE();
    CUCORE__PY_COPY_IN(slot, known);
    CUCORE__STORE(&slot->writes, known->writes + 1);
    CUCORE__PY_WRITE_END();
}

/* Finds the library of a `like` that is not remembered, and remembers it.  Returns what cucore__py_maker_of does. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_maker_find(cucore__py_state *state, PyObject *like,
                                                        cucore__py_library *slot, cucore__py_maker *out)
{
    PyTypeObject *type = Py_TYPE(like);
    unsigned version = cucore__py_type_version(type);
    cucore__py_library known;
    int of_type = 0;
    if (PyType_Check(like)) return out->kind = cucore__py_maker_of_type(state, like, out);
    if (PyModule_Check(like)) return out->kind = cucore__py_maker_of_module(state, like, like, out);
    if (PyUnicode_Check(like)) return out->kind = cucore__py_maker_of_name(state, like, out);
    memset(&known, 0, sizeof known);
    if (!version) { /* a look-up is what gives a type its version */
        (void)cucore__py_type_has(like, state->names[CUCORE__PY_EXCHANGE]);
        version = cucore__py_type_version(type);
    }
    out->kind = cucore__py_maker_of_array(state, like, &out->api, &of_type); /* foreign code runs */
    if (out->kind < 0 || !of_type || !version || cucore__py_type_version(type) != version) return out->kind;
    known.type = type;
    known.version = version;
    known.kind = out->kind;
    known.api = out->api;
    cucore__py_library_write(slot, &known);
    return out->kind;
}

/* Finds the library that makes the result, which is remembered by the type of an array as long as its attributes do not
 * change.  The caller gives the importer back.  Returns CUCORE__PY_..., -1 with an exception: TypeError for what `like`
 * may not be. */
CUCORE__PRIVATE int cucore__py_maker_of(cucore__py_state *state, PyObject *like, cucore__py_maker *out)
{
    PyTypeObject *type;
    cucore__py_library *slot, known;
    unsigned version;
    out->kind = CUCORE__PY_NO_LIBRARY;
    out->api = NULL;
    out->importer = NULL;
    if (!like) return CUCORE__PY_NO_LIBRARY;
    type = Py_TYPE(like);
    slot = &state->libraries[((uintptr_t)type >> 4) % CUCORE__PY_LIBRARIES];
    version = cucore__py_type_version(type);
    if (version && cucore__py_library_read(slot, &known) && known.type == type && known.version == version) {
        out->api = known.api;
        return out->kind = known.kind;
    }
    return cucore__py_maker_find(state, like, slot, out);
}

/* Looks up the function that makes arrays of the library of an array: in its array API namespace, or in the library
 * itself.  1 with a new reference, 0 none, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_find_importer(PyObject *like, PyObject **out)
{
    PyObject *method = NULL, *library;
    int found = cucore__py_optional(cucore__py_lookup_string(like, "__array_namespace__", &method), &method);
    *out = NULL;
    if (found < 0) return -1;
    if (!found) return cucore__py_package_find(Py_TYPE(like), out) < 0 ? -1 : *out != NULL;
    library = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    found = library ? cucore__py_optional(cucore__py_lookup_string(library, "from_dlpack", out), out) : -1;
    Py_XDECREF(library);
    return found;
}
