/* ---------------------------------------------------------------------------------------------- >>impl-py-compat -- */
/* python/base/compat.c: hides what differs between versions of CPython, and looks attributes up that may be absent. */
#if !defined(CUCORE_NO_TYPE_MEMORY) && (defined(Py_LIMITED_API) || PY_VERSION_HEX < 0x030B0000)
#define CUCORE_NO_TYPE_MEMORY /* the version of a type cannot be had, or is used again (rules B86) */
#endif

static CUCORE__ATOMIC(PyInterpreterState *) cucore__py_main_interpreter; /* NULL until it is known */
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
/* The function getattr of that interpreter, NULL until it is known.  It makes no exception for an attribute that is
 * absent, which costs 300 to 900 ns. */
static CUCORE__ATOMIC(PyObject *) cucore__py_getattr;
#endif

/* Looks up an attribute: 1 with a new reference, 0 absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_lookup_attr(PyObject *obj, PyObject *name, PyObject **out)
{
#if PY_VERSION_HEX >= 0x030D0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030D0000)
    return PyObject_GetOptionalAttr(obj, name, out);
#elif !defined(Py_LIMITED_API)
    return _PyObject_LookupAttr(obj, name, out);
#else
    PyObject *get = CUCORE__LOAD(&cucore__py_getattr);
    if (get && CUCORE__LOAD(&cucore__py_main_interpreter) == PyInterpreterState_Get()) {
        *out = PyObject_CallFunctionObjArgs(get, obj, name, get, NULL);
        if (*out != get) return *out ? 1 : -1;
        Py_CLEAR(*out);
        return 0;
    }
    *out = PyObject_GetAttr(obj, name);
    if (*out) return 1;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
    PyErr_Clear();
    return 0;
#endif
}

/* Does the same with a name that is rarely needed, and so not interned. */
CUCORE__PRIVATE int cucore__py_lookup_string(PyObject *obj, const char *name, PyObject **out)
{
    PyObject *key = PyUnicode_FromString(name);
    int found = key ? cucore__py_lookup_attr(obj, key, out) : -1;
    Py_XDECREF(key);
    return found;
}

/* Returns what a look-up found, 1, 0 or -1, where None, AttributeError and NotImplementedError count as absent (rules
 * 0.9). */
CUCORE__PRIVATE int cucore__py_optional(int found, PyObject **out)
{
    if (found > 0 && *out == Py_None) {
        Py_CLEAR(*out);
        return 0;
    }
    if (found >= 0) return found;
    if (!PyErr_ExceptionMatches(PyExc_NotImplementedError) && !PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
    PyErr_Clear();
    return 0;
}

/* Returns 1 with a new reference if the attribute is there, 0 if it is absent, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_get_optional(PyObject *obj, PyObject *name, PyObject **out)
{
    return cucore__py_optional(cucore__py_lookup_attr(obj, name, out), out);
}

CUCORE__PRIVATE void *cucore__py_pointer_to(void (*function)(void))
{
    union {
        void (*function)(void);
        void *pointer;
    } convert;
    convert.function = function;
    return convert.pointer;
}

/* Returns 1 if an attribute that the type lacks is looked up in the dict of the instance, and nowhere else. */
CUCORE__PRIVATE int cucore__py_looks_up_plainly(PyTypeObject *type)
{
#if defined(Py_LIMITED_API)
    return PyType_GetSlot(type, Py_tp_getattro) == cucore__py_pointer_to((void (*)(void))PyObject_GenericGetAttr);
#else
    return type->tp_getattro == PyObject_GenericGetAttr;
#endif
}

/* Returns a module that is imported already, as a new reference; NULL: it is not imported, or an exception is set. */
CUCORE__PRIVATE PyObject *cucore__py_imported(const char *name)
{
    PyObject *key = PyUnicode_FromString(name), *py_module = key ? PyImport_GetModule(key) : NULL;
    Py_XDECREF(key);
    return py_module;
}

/* Looks up the attribute of a module if that is imported: 1 with a new reference, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_imported_attribute(const char *module_name, const char *name, PyObject **out)
{
    PyObject *py_module = cucore__py_imported(module_name);
    int found = 0;
    if (!py_module) return PyErr_Occurred() ? -1 : 0;
    found = cucore__py_optional(cucore__py_lookup_string(py_module, name, out), out);
    Py_DECREF(py_module);
    return found;
}

/* Returns module.name as a new reference. */
CUCORE__PRIVATE PyObject *cucore__py_import(const char *module_name, const char *name)
{
    PyObject *py_module = PyImport_ImportModule(module_name);
    PyObject *found = py_module ? PyObject_GetAttrString(py_module, name) : NULL;
    Py_XDECREF(py_module);
    return found;
}

CUCORE__PRIVATE int cucore__py_dict_get(PyObject *dict, PyObject *key, PyObject **out)
{
#if PY_VERSION_HEX >= 0x030D0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030D0000)
    return PyDict_GetItemRef(dict, key, out);
#else
    *out = PyDict_GetItemWithError(dict, key);
    Py_XINCREF(*out);
    return *out ? 1 : PyErr_Occurred() ? -1 : 0;
#endif
}

/* Returns a new reference to the entry of the dict, which is `value` if there was none. */
CUCORE__PRIVATE PyObject *cucore__py_dict_keep(PyObject *dict, PyObject *key, PyObject *value)
{
    PyObject *kept = NULL;
#if defined(Py_LIMITED_API)
    if (cucore__py_dict_get(dict, key, &kept) == 0 && PyDict_SetItem(dict, key, value) == 0) {
        Py_INCREF(value);
        kept = value;
    }
#elif PY_VERSION_HEX >= 0x030D0000
    (void)PyDict_SetDefaultRef(dict, key, value, &kept);
#else
    kept = PyDict_SetDefault(dict, key, value);
    Py_XINCREF(kept);
#endif
    return kept;
}

/* Looks an attribute up as instances of a type find it, whatever its metaclass would answer: 1 with a new reference, 0
 * absent, -1 with an exception.  The limited API has to ask the metaclass. */
CUCORE__PRIVATE int cucore__py_type_attribute(PyTypeObject *type, PyObject *name, PyObject **out)
{
#if defined(Py_LIMITED_API)
    return cucore__py_lookup_attr((PyObject *)type, name, out);
#elif PY_VERSION_HEX >= 0x030D0000
    *out = _PyType_LookupRef(type, name);
    return *out != NULL;
#else
    *out = _PyType_Lookup(type, name);
    Py_XINCREF(*out);
    return *out != NULL;
#endif
}

/* Looks up only in the dict of the type itself, with the same results. */
CUCORE__PRIVATE int cucore__py_type_entry(PyTypeObject *type, PyObject *name, PyObject **out)
{
    PyObject *dict;
    int found = 0;
    *out = NULL;
#if defined(Py_LIMITED_API)
    dict = PyObject_GetAttrString((PyObject *)type, "__dict__");
    if (!dict) return -1;
    if (Py_TYPE(dict) == &PyDictProxy_Type) found = PySequence_Contains(dict, name);
    if (found > 0) *out = PyObject_GetItem(dict, name);
    if (found > 0 && !*out) found = -1;
#else
#if PY_VERSION_HEX >= 0x030C0000
    dict = PyType_GetDict(type);
#else
    dict = type->tp_dict;
    Py_XINCREF(dict);
#endif
    if (dict) found = cucore__py_dict_get(dict, name, out);
#endif
    Py_XDECREF(dict);
    return found;
}

/* Returns 1 if the type certainly has the method, which saves a bound method; 0: the instance has to be asked. */
CUCORE__PRIVATE int cucore__py_type_has(PyObject *obj, PyObject *name)
{
#if defined(Py_LIMITED_API)
    (void)obj, (void)name;
    return 0;
#else
    PyObject *attribute;
    int found = cucore__py_type_attribute(Py_TYPE(obj), name, &attribute);
    if (found) found = PyType_HasFeature(Py_TYPE(attribute), Py_TPFLAGS_METHOD_DESCRIPTOR);
    Py_XDECREF(attribute);
    return found;
#endif
}

CUCORE__PRIVATE int cucore__py_has(PyObject *obj, PyObject *name)
{
    PyObject *attribute = NULL;
    int found = cucore__py_type_has(obj, name) ? 1 : cucore__py_get_optional(obj, name, &attribute);
    Py_XDECREF(attribute);
    return found;
}

/* Returns a number that changes whenever the attributes of a type do, and is never used again; 0: the type must not be
 * remembered.  Python 3.9 and 3.10 begin again with 1 after sys._clear_type_cache() (rules B86).  Without a GIL other
 * threads write the number. */
CUCORE__PRIVATE inline unsigned cucore__py_type_version(PyTypeObject *type)
{
#if defined(CUCORE_NO_TYPE_MEMORY)
    (void)type;
    return 0;
#else
#if PY_VERSION_HEX < 0x030C0000
    if (!PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG)) return 0;
#endif
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__atomic_load_n(&type->tp_version_tag, __ATOMIC_RELAXED);
#else
    return *(const unsigned volatile *)&type->tp_version_tag;
#endif
#endif
}

CUCORE__PRIVATE int cucore__py_is_int(PyObject *obj)
{
    return obj && PyLong_Check(obj) && !PyBool_Check(obj);
}

/* Returns an integer as an int: `obj` itself, or the result of its __index__; never a bool (rules A20).  NULL with the
 * exception of __index__, or without one: `obj` is no integer. */
CUCORE__PRIVATE PyObject *cucore__py_index(PyObject *obj)
{
    if (cucore__py_is_int(obj)) {
        Py_INCREF(obj);
        return obj;
    }
    return obj && !PyBool_Check(obj) && PyIndex_Check(obj) ? PyNumber_Index(obj) : NULL;
}

/* Reads the value of an object that is no int.  -1 with the exception of __index__, or without one: the object is no
 * integer, or the value does not fit. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_index_to_int64(PyObject *obj, int64_t *out)
{
    PyObject *number = cucore__py_index(obj);
    int overflow = 1;
    if (number) *out = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_XDECREF(number);
    return overflow ? -1 : 0;
}

/* Does the same for values from 0 to SIZE_MAX. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_index_to_uint64(PyObject *obj, uint64_t *out)
{
    PyObject *number = cucore__py_index(obj);
    int failed;
    if (!number) return -1;
    *out = PyLong_AsSize_t(number);
    failed = *out == SIZE_MAX && PyErr_Occurred();
    if (failed) PyErr_Clear();
    Py_DECREF(number);
    return failed ? -1 : 0;
}

/* Calls obj.name(*positional, **keywords); args[0] is obj, args[-1] may be overwritten. */
CUCORE__PRIVATE PyObject *cucore__py_call_method(PyObject *name, PyObject **args, PyObject *keywords)
{
#if !defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030C0000
    return PyObject_VectorcallMethod(name, args, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
#else
    PyObject *method = PyObject_GetAttr(args[0], name), *empty = NULL, *named = NULL, *result = NULL;
    Py_ssize_t i, count = keywords ? PyTuple_Size(keywords) : 0;
    if (!method) return NULL;
    empty = PyTuple_New(0);
    named = PyDict_New();
    for (i = 0; named && i < count; i++)
        if (PyDict_SetItem(named, PyTuple_GetItem(keywords, i), args[1 + i]) < 0) Py_CLEAR(named);
    if (empty && named) result = PyObject_Call(method, empty, named);
    Py_DECREF(method);
    Py_XDECREF(empty);
    Py_XDECREF(named);
    return result;
#endif
}

/* Returns the state of a thread that holds the GIL (or is attached); NULL in the limited API, which does not need
 * it. */
CUCORE__PRIVATE inline PyThreadState *cucore__py_thread_here(void)
{
#if defined(Py_LIMITED_API)
    return NULL;
#elif PY_VERSION_HEX >= 0x030D0000
    return PyThreadState_GetUnchecked();
#else
    return _PyThreadState_UncheckedGet();
#endif
}

/* Returns the state of this thread if it holds the GIL (or is attached) already; NULL if not, or if that is unknown.
 * Before Python 3.12 the current state is the state of the thread that holds the GIL, which may be about to free it:
 * the pointer is compared, and followed only if there are subinterpreters, in which a thread has further states. */
CUCORE__PRIVATE inline PyThreadState *cucore__py_thread(void)
{
    PyThreadState *current = cucore__py_thread_here();
#if !defined(Py_LIMITED_API) && PY_VERSION_HEX < 0x030C0000
    PyThreadState *own = PyGILState_GetThisThreadState();
    if (!own || !current) return NULL;
    if (own == current) return current;
    if (PyInterpreterState_Head() == PyInterpreterState_Main()) return NULL;
    if (current->thread_id != PyThread_get_thread_ident()) return NULL;
#endif
    return current;
}

CUCORE__PRIVATE inline PyInterpreterState *cucore__py_interpreter(PyThreadState *thread)
{
#if defined(Py_LIMITED_API)
    (void)thread;
    return PyInterpreterState_Get();
#else
    return thread->interp;
#endif
}

CUCORE__PRIVATE int cucore__py_attached(void)
{
    return cucore__py_thread() != NULL;
}

/* Returns what PyErr_Occurred does, for a thread whose state is known. */
CUCORE__PRIVATE inline int cucore__py_pending(PyThreadState *thread)
{
#if defined(Py_LIMITED_API)
    (void)thread;
    return PyErr_Occurred() != NULL;
#elif PY_VERSION_HEX >= 0x030C0000
    return thread->current_exception != NULL;
#else
    return thread->curexc_type != NULL;
#endif
}

CUCORE__PRIVATE int cucore__py_is_finalizing(void)
{
#if PY_VERSION_HEX >= 0x030D0000 && (!defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030D0000)
    return Py_IsFinalizing();
#elif !defined(Py_LIMITED_API)
    return _Py_IsFinalizing();
#else
    return 0;
#endif
}

/* Gives up the GIL if this thread holds it, and takes it again (core/waits.c, rules B122).  The limited API cannot tell
 * whether a thread holds the GIL: a thread that Python knows takes it for a moment. */
CUCORE__PRIVATE void *cucore__py_wait(void *held)
{
    if (held) {
        PyEval_RestoreThread((PyThreadState *)held);
        return NULL;
    }
#if defined(Py_LIMITED_API)
    if (!PyGILState_GetThisThreadState()) return NULL;
    if (cucore__py_is_finalizing() || !Py_IsInitialized()) return cucore__wait_never;
    {
        const PyGILState_STATE state = PyGILState_Ensure();
        PyGILState_Release(state);
        if (state == PyGILState_UNLOCKED) return NULL;
    }
#else
    if (!cucore__py_attached()) return NULL;
    if (cucore__py_is_finalizing()) return cucore__wait_never;
#endif
    return PyEval_SaveThread();
}

/* Is called by functions of python/ that others do not need first, so that what is given back later waits without the
 * GIL. */
CUCORE__PRIVATE inline void cucore__py_waits_set(void)
{
    CUCORE__STORE(&cucore__wait_by, &cucore__py_wait);
}

/* Keeps two threads with one capsule apart if the GIL does not (rules D28). */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_LOCKED(object, statement)                                                                           \
    do {                                                                                                               \
        Py_BEGIN_CRITICAL_SECTION(object);                                                                             \
        statement;                                                                                                     \
        Py_END_CRITICAL_SECTION();                                                                                     \
    } while (0)
#else
#define CUCORE__PY_LOCKED(object, statement) statement
#endif

/* The flag is set while a thread writes what is remembered of types (CUCORE__PY_WRITE_BEGIN): two writers at once would
 * mix two types.  No foreign code runs in between.  The second writer remembers nothing this time: no thread waits, nor
 * hangs in a child that was forked while another thread was writing (rules B88). */
#if defined(Py_GIL_DISABLED)
static CUCORE__ATOMIC(int) cucore__py_writing;
#endif
